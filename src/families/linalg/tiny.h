/* Matrices of up to four rows: one thread computes a whole matrix, in registers on a GPU. So loops have constant bounds
   (n is a constant where a body is inlined), and rows are exchanged by selections instead of an index. */
#define GPU__LA_STEP_OF_TINY(name, body)                                                                               \
    GPU__LA_STEP(name)                                                                                                 \
    {                                                                                                                  \
        if (s->n == 1) body(s, z, 1);                                                                                  \
        if (s->n == 2) body(s, z, 2);                                                                                  \
        if (s->n == 3) body(s, z, 3);                                                                                  \
        if (s->n == 4) body(s, z, 4);                                                                                  \
    }
/* Sets up the step of a driver whose arrays have so many elements for each matrix, in place: returning one would take
   longer than the smallest matrices. */
static inline void gpu__la_tiny_arrays(gpu__la_step *s, const gpu__la *la, void *const *array, size_t first,
                                       size_t second, size_t third, size_t fourth)
{
    const size_t stride[] = {first, second, third, fourth};
    memset(s, 0, sizeof *s);
    for (int k = 0; k < 4; k++) s->x[k] = gpu__la_view_of(array[k], 1, stride[k]);
    s->m = s->n = la->d->n;
    s->k = la->d->k;
    s->flag = la->d->flag;
    s->info = (int *)array[la->d->info];
    s->per_info = 1;
}
/* The driver is done if its matrices are tiny; its arrays have so many elements for each. */
#define GPU__LA_IF_TINY(step, first, second, third)                                                                    \
    if (n <= GPU__LA_TINY) {                                                                                           \
        gpu__la_step tiny;                                                                                             \
        gpu__la_tiny_arrays(&tiny, la, array, first, second, third, 0);                                                \
        GPU__LA_RUN_EACH(la, step, &tiny, la->batch)                                                                   \
        return;                                                                                                        \
    }
#ifdef REAL
/* Multiplies n * n elements by *scale, as gpu__la_rescale does; returns whether one is not finite. `beyond`: one has no
   room, or is not finite. */
GPU__LIFTED_FN int gpu__la_tiny_rescale_T(T *a, T *scale, int beyond, int n)
{
    int i, wrong = 0;
    T most = GPU__LA_ABS(T, a[0]);
    *scale = 1;
    if (!beyond && most >= GPU__LA_PLAIN(T)) return 0;
    GPU__UNROLLED (i = 1; i < n * n; i++) most = GPU__LA_ABS(T, a[i]) > most ? GPU__LA_ABS(T, a[i]) : most;
    if (!beyond && most >= GPU__LA_PLAIN(T)) return 0;
    *scale = beyond ? GPU__LA_TINY_ROOM(T) : GPU__LA_RAISE(T);
    GPU__UNROLLED (i = 0; i < n * n; i++) {
        wrong |= !GPU__LA_FINITE(T, a[i]);
        a[i] *= *scale;
    }
    return wrong;
}
GPU__LIFTED_FN int gpu__la_tiny_load_T(T *a, const T *from, T *scale, int n)
{
    int i, beyond = 0;
    GPU__UNROLLED (i = 0; i < n * n; i++) {
        a[i] = from[i];
        beyond |= !(GPU__LA_ABS(T, a[i]) <= GPU__LA_HUGE(T) * GPU__LA_TINY_ROOM(T));
    }
    return gpu__la_tiny_rescale_T(a, scale, beyond, n);
}
GPU__LIFTED_FN void gpu__la_exchange_T(T *x, T *y, int now)
{
    const T v = *x;
    *x = now ? *y : v;
    *y = now ? v : *y;
}
/* LU of a. It divides by pivots instead of multiplying by their reciprocals, so that quotients are rounded once. Row i
   was row row[i]. */
GPU__LIFTED_FN int gpu__la_tiny_lu_T(T *a, int *row, int n)
{
    int i, j, c, singular = 0;
    GPU__UNROLLED (i = 0; i < n; i++) row[i] = i;
    GPU__UNROLLED (j = 0; j < n; j++) {
        GPU__UNROLLED (i = j + 1; i < n; i++) {
            const int now = GPU__LA_ABS(T, a[i * n + j]) > GPU__LA_ABS(T, a[j * n + j]), r = row[j];
            GPU__UNROLLED (c = 0; c < n; c++) gpu__la_exchange_T(a + j * n + c, a + i * n + c, now);
            row[j] = now ? row[i] : r;
            row[i] = now ? r : row[i];
        }
        if (a[j * n + j] == 0 && !singular) singular = j + 1;
        GPU__UNROLLED (i = j + 1; i < n; i++) {
            const T l = a[j * n + j] == 0 ? 0 : a[i * n + j] / a[j * n + j];
            a[i * n + j] = l;
            GPU__UNROLLED (c = j + 1; c < n; c++) a[i * n + c] -= l * a[j * n + c];
        }
    }
    return singular;
}
GPU__LIFTED_FN void gpu__la_tiny_substitute_T(const T *a, T *x, int n)
{
    GPU__UNROLLED (int i = 0; i < n; i++)
        GPU__UNROLLED (int j = 0; j < i; j++) x[i] -= a[i * n + j] * x[j];
    GPU__UNROLLED (int i = n - 1; i >= 0; i--) {
        GPU__UNROLLED (int j = i + 1; j < n; j++) x[i] -= a[i * n + j] * x[j];
        x[i] /= a[i * n + i];
    }
}
/* Solves x[2] x[0] = x[1] for k columns. */
GPU__LIFTED_FN void gpu__la_tiny_solve_of_T(const gpu__la_step *s, size_t z, const int n)
{
    const size_t k = s->k;
    const T *const b = GPU__LA_AT(T, s, 1, z);
    T *const to = GPU__LA_AT(T, s, 0, z), a[16], x[4], scale;
    int row[4], i, wrong = gpu__la_tiny_load_T(a, GPU__LA_AT(T, s, 2, z), &scale, n), over = 0;
    const int singular = gpu__la_tiny_lu_T(a, row, n);
    for (size_t c = 0; c < k; c++) {
        T by = scale; /* of this column */
        int beyond = 0;
        GPU__UNROLLED (i = 0; i < n; i++) {
            x[i] = b[(size_t)row[i] * k + c];
            beyond |= !(GPU__LA_ABS(T, x[i]) <= GPU__LA_HUGE(T) * GPU__LA_BESIDE_ROOM(T));
        }
        if (beyond) {
            GPU__UNROLLED (i = 0; i < n; i++) wrong |= !GPU__LA_FINITE(T, x[i]);
            by = scale * GPU__LA_BESIDE_ROOM(T);
        }
        if (by != 1)
            GPU__UNROLLED (i = 0; i < n; i++) x[i] *= by;
        gpu__la_tiny_substitute_T(a, x, n);
        if (by != scale)
            GPU__UNROLLED (i = 0; i < n; i++) x[i] /= GPU__LA_BESIDE_ROOM(T);
        GPU__UNROLLED (i = 0; i < n; i++) {
            to[(size_t)i * k + c] = x[i];
            over |= !GPU__LA_FINITE(T, x[i]);
        }
    }
    s->info[z] = wrong || (over && !singular) ? GPU__LA_NOT_FINITE : singular;
}
GPU__LA_STEP_OF_TINY(gpu__la_tiny_solve_T, gpu__la_tiny_solve_of_T)
GPU__LIFTED_FN void gpu__la_tiny_inv_of_T(const gpu__la_step *s, size_t z, const int n)
{
    T *const to = GPU__LA_AT(T, s, 0, z), a[16], x[4], scale;
    int row[4], i, j, over = 0;
    const int wrong = gpu__la_tiny_load_T(a, GPU__LA_AT(T, s, 1, z), &scale, n);
    const int singular = gpu__la_tiny_lu_T(a, row, n);
    GPU__UNROLLED (j = 0; j < n; j++) {
        GPU__UNROLLED (i = 0; i < n; i++) x[i] = row[i] == j;
        gpu__la_tiny_substitute_T(a, x, n);
        if (scale != 1)
            GPU__UNROLLED (i = 0; i < n; i++) x[i] *= scale;
        GPU__UNROLLED (i = 0; i < n; i++) {
            to[i * n + j] = x[i];
            over |= !GPU__LA_FINITE(T, x[i]);
        }
    }
    s->info[z] = wrong || (over && !singular) ? GPU__LA_NOT_FINITE : singular;
}
GPU__LA_STEP_OF_TINY(gpu__la_tiny_inv_T, gpu__la_tiny_inv_of_T)
/* x[0] = the Cholesky factor of x[1], of which the lower triangle is read. */
GPU__LIFTED_FN void gpu__la_tiny_cholesky_of_T(const gpu__la_step *s, size_t z, const int n)
{
    const T *const from = GPU__LA_AT(T, s, 1, z);
    T *const to = GPU__LA_AT(T, s, 0, z), a[16];
    int i, j, c, wrong = 0, indefinite = 0;
    GPU__UNROLLED (i = 0; i < n; i++)
        GPU__UNROLLED (j = 0; j <= i; j++) {
            a[i * n + j] = from[i * n + j];
            wrong |= !(GPU__LA_ABS(T, a[i * n + j]) <= GPU__LA_HUGE(T));
        }
    GPU__UNROLLED (j = 0; j < n; j++) {
        if (!(a[j * n + j] > 0) && !indefinite) indefinite = j + 1;
        const T root = GPU__LA_ROOT(T, a[j * n + j] > 0 ? a[j * n + j] : (T)1);
        a[j * n + j] = root;
        GPU__UNROLLED (i = j + 1; i < n; i++) a[i * n + j] /= root;
        GPU__UNROLLED (i = j + 1; i < n; i++)
            GPU__UNROLLED (c = j + 1; c <= i; c++) a[i * n + c] -= a[i * n + j] * a[c * n + j];
    }
    GPU__UNROLLED (i = 0; i < n; i++)
        GPU__UNROLLED (j = 0; j < n; j++) to[i * n + j] = j <= i ? a[i * n + j] : 0;
    s->info[z] = wrong ? GPU__LA_NOT_FINITE : indefinite;
}
GPU__LA_STEP_OF_TINY(gpu__la_tiny_cholesky_T, gpu__la_tiny_cholesky_of_T)
/* The rotation that makes the off-diagonal element g of a symmetric 2 by 2 matrix zero: *sine, *half = sine / (1 +
   cosine); returns the tangent. difference: second minus first element of the diagonal. */
GPU__LIFTED_FN T gpu__la_angle_T(T g, T difference, T *sine, T *half)
{
    const T zeta = difference / (2 * g);
    T t = GPU__LA_ABS(T, zeta) > 1 / GPU__LA_EPS(T) ? 1 / (2 * GPU__LA_ABS(T, zeta))
                                                    : 1 / (GPU__LA_ABS(T, zeta) + GPU__LA_ROOT(T, 1 + zeta * zeta));
    if (zeta < 0) t = -t;
    if (!(g != 0)) t = 0;
    const T c = 1 / GPU__LA_ROOT(T, 1 + t * t);
    *sine = c * t;
    *half = c * t / (1 + c);
    return t;
}
GPU__LIFTED_FN void gpu__la_spin_T(T *x, T *y, T s, T t)
{
    const T p = *x, q = *y;
    *x = p - s * (q + t * p);
    *y = q + s * (p - t * q);
}
/* Eigenvalues x[0], ascending, and vectors x[1] of x[2], by cyclic Jacobi rotations. */
GPU__LIFTED_FN void gpu__la_tiny_eigh_of_T(const gpu__la_step *s, size_t z, const int n)
{
    const T *const from = GPU__LA_AT(T, s, 2, z);
    T *const values = GPU__LA_AT(T, s, 0, z), a[16], v[16], scale;
    int i, j, k, sweep, wrong, beyond = 0, moved = 1;
    GPU__UNROLLED (i = 0; i < n; i++)
        GPU__UNROLLED (j = 0; j < n; j++) {
            a[i * n + j] = j <= i ? from[i * n + j] : from[j * n + i];
            v[i * n + j] = i == j;
            beyond |= !(GPU__LA_ABS(T, a[i * n + j]) <= GPU__LA_HUGE(T) * GPU__LA_TINY_ROOM(T));
        }
    wrong = gpu__la_tiny_rescale_T(a, &scale, beyond, n);
    for (sweep = 0; sweep < 16 && moved; sweep++) {
        moved = 0;
        GPU__UNROLLED (i = 0; i < n; i++)
            GPU__UNROLLED (j = i + 1; j < n; j++) {
                const T g = a[i * n + j], p = GPU__LA_ABS(T, a[i * n + i]), q = GPU__LA_ABS(T, a[j * n + j]);
                T sine, half, t;
                if (!(GPU__LA_ABS(T, g) > GPU__LA_EPS(T) / 8 * (p < q ? p : q))) continue;
                moved = 1;
                t = gpu__la_angle_T(g, a[j * n + j] - a[i * n + i], &sine, &half);
                a[i * n + i] -= t * g;
                a[j * n + j] += t * g;
                a[i * n + j] = a[j * n + i] = 0;
                GPU__UNROLLED (k = 0; k < n; k++) {
                    if (k != i && k != j) {
                        gpu__la_spin_T(a + k * n + i, a + k * n + j, sine, half);
                        a[i * n + k] = a[k * n + i];
                        a[j * n + k] = a[k * n + j];
                    }
                    gpu__la_spin_T(v + k * n + i, v + k * n + j, sine, half);
                }
            }
    }
    GPU__UNROLLED (i = 0; i < n; i++)
        GPU__UNROLLED (j = 0; j + 1 < n - i; j++) {
            const int now = a[j * n + j] > a[(j + 1) * (n + 1)];
            gpu__la_exchange_T(a + j * n + j, a + (j + 1) * (n + 1), now);
            GPU__UNROLLED (k = 0; k < n; k++) gpu__la_exchange_T(v + k * n + j, v + k * n + j + 1, now);
        }
    GPU__UNROLLED (i = 0; i < n; i++) {
        values[i] = a[i * (n + 1)] / scale;
        wrong |= !GPU__LA_FINITE(T, a[i * (n + 1)] / scale);
    }
    if (s->flag)
        GPU__UNROLLED (i = 0; i < n * n; i++) GPU__LA_AT(T, s, 1, z)[i] = v[i];
    s->info[z] = wrong ? GPU__LA_NOT_FINITE : moved ? GPU__LA_NOT_CONVERGED : 0;
}
GPU__LA_STEP_OF_TINY(gpu__la_tiny_eigh_T, gpu__la_tiny_eigh_of_T)
GPU__LIFTED_FN T gpu__la_tiny_dot_T(const T *x, const T *y, int n)
{
    T sum = 0;
    GPU__UNROLLED (int i = 0; i < n; i++) sum += x[i] * y[i];
    return sum;
}
/* Replaces zero rows of u by unit vectors orthogonal to the preceding ones, as gpu__la_complete does. */
GPU__LIFTED_FN void gpu__la_tiny_complete_T(T *u, const T *length, int n)
{
    GPU__UNROLLED (int i = 0; i < n; i++) {
        T least = 2;
        int axis = 0;
        if (length[i] > 0) continue;
        GPU__UNROLLED (int k = 0; k < n; k++) {
            T share = 0;
            GPU__UNROLLED (int j = 0; j < i; j++) share += u[j * n + k] * u[j * n + k];
            if (share < least) {
                least = share;
                axis = k;
            }
        }
        GPU__UNROLLED (int k = 0; k < n; k++) u[i * n + k] = k == axis;
        for (int again = 0; again < 3; again++) {
            T dots[4], over;
            GPU__UNROLLED (int j = 0; j < i; j++) dots[j] = gpu__la_tiny_dot_T(u + i * n, u + j * n, n);
            GPU__UNROLLED (int j = 0; j < i; j++)
                GPU__UNROLLED (int k = 0; k < n; k++) u[i * n + k] -= dots[j] * u[j * n + k];
            over = 1 / GPU__LA_ROOT(T, gpu__la_tiny_dot_T(u + i * n, u + i * n, n));
            GPU__UNROLLED (int k = 0; k < n; k++) u[i * n + k] *= over;
        }
    }
}
/* Loads the columns of A into the rows of b, multiplied by *scale, a power of two that makes the largest element about
   1; returns whether one is not finite. */
GPU__LIFTED_FN int gpu__la_tiny_load_columns_T(T *b, const T *from, T *scale, int n)
{
    T most = 0;
    int i, wrong = 0;
    GPU__UNROLLED (i = 0; i < n * n; i++) {
        b[i] = from[i % n * n + i / n];
        most = GPU__LA_ABS(T, b[i]) > most ? GPU__LA_ABS(T, b[i]) : most;
        wrong |= !(GPU__LA_ABS(T, b[i]) <= GPU__LA_HUGE(T));
    }
    *scale = gpu__la_scale_for_T(wrong ? (T)1 : most);
    GPU__UNROLLED (i = 0; i < n * n; i++) b[i] *= *scale;
    return wrong;
}
/* Rotates each pair of rows of b, and of w likewise, that is not orthogonal; returns whether there was one. */
GPU__LIFTED_FN int gpu__la_tiny_sweep_T(T *b, T *w, int n)
{
    const T small = GPU__LA_SMALL(T) / GPU__LA_EPS(T);
    int i, j, k, moved = 0;
    GPU__UNROLLED (i = 0; i < n; i++)
        GPU__UNROLLED (j = i + 1; j < n; j++) {
            T *const x = b + i * n, *const y = b + j * n;
            const T p = gpu__la_tiny_dot_T(x, x, n), q = gpu__la_tiny_dot_T(y, y, n), g = gpu__la_tiny_dot_T(x, y, n);
            const int swap = p < q;
            T sine, half;
            if (!(GPU__LA_ABS(T, g) > 4 * GPU__LA_EPS(T) * GPU__LA_ROOT(T, p) * GPU__LA_ROOT(T, q) && p > small &&
                  q > small))
                continue;
            moved = 1;
            (void)gpu__la_angle_T(g, q - p, &sine, &half);
            GPU__UNROLLED (k = 0; k < n; k++) {
                gpu__la_spin_T(x + k, y + k, sine, half);
                gpu__la_exchange_T(x + k, y + k, swap);
                gpu__la_spin_T(w + i * n + k, w + j * n + k, sine, half);
                gpu__la_exchange_T(w + i * n + k, w + j * n + k, swap);
            }
        }
    return moved;
}
/* Computes the lengths of the rows of b, and sorts these and the rows of b and w in descending order. */
GPU__LIFTED_FN void gpu__la_tiny_sort_T(T *length, T *b, T *w, int n)
{
    GPU__UNROLLED (int i = 0; i < n; i++) {
        const T sum = gpu__la_tiny_dot_T(b + i * n, b + i * n, n);
        length[i] = sum > GPU__LA_SMALL(T) / GPU__LA_EPS(T) ? GPU__LA_ROOT(T, sum) : (T)0;
    }
    GPU__UNROLLED (int i = 0; i < n; i++)
        GPU__UNROLLED (int j = 0; j + 1 < n - i; j++) {
            const int now = length[j] < length[j + 1];
            gpu__la_exchange_T(length + j, length + j + 1, now);
            GPU__UNROLLED (int k = 0; k < n; k++) {
                gpu__la_exchange_T(b + j * n + k, b + (j + 1) * n + k, now);
                gpu__la_exchange_T(w + j * n + k, w + (j + 1) * n + k, now);
            }
        }
}
/* u x[1], values x[0] and vt x[2] of the square matrix x[3], by one-sided Jacobi: rows of b are columns of A. */
GPU__LIFTED_FN void gpu__la_tiny_svd_of_T(const gpu__la_step *s, size_t z, const int n)
{
    T *const values = GPU__LA_AT(T, s, 0, z), b[16], w[16], length[4], scale;
    int wrong = gpu__la_tiny_load_columns_T(b, GPU__LA_AT(T, s, 3, z), &scale, n), i, k, sweep, moved = 1;
    GPU__UNROLLED (i = 0; i < n * n; i++) w[i] = i % (n + 1) == 0;
    for (sweep = 0; sweep < 24 && moved; sweep++) moved = gpu__la_tiny_sweep_T(b, w, n);
    gpu__la_tiny_sort_T(length, b, w, n);
    GPU__UNROLLED (i = 0; i < n; i++) {
        values[i] = length[i] / scale;
        wrong |= !GPU__LA_FINITE(T, length[i] / scale);
        GPU__UNROLLED (k = 0; k < n; k++) b[i * n + k] = length[i] > 0 ? b[i * n + k] / length[i] : 0;
    }
    if (s->flag) {
        gpu__la_tiny_complete_T(b, length, n);
        GPU__UNROLLED (i = 0; i < n * n; i++) {
            GPU__LA_AT(T, s, 1, z)[i] = b[i % n * n + i / n];
            GPU__LA_AT(T, s, 2, z)[i] = w[i];
        }
    }
    s->info[z] = wrong ? GPU__LA_NOT_FINITE : moved ? GPU__LA_NOT_CONVERGED : 0;
}
GPU__LA_STEP_OF_TINY(gpu__la_tiny_svd_T, gpu__la_tiny_svd_of_T)
#endif
