#if defined(GPU__ONCE) && defined(GPU_LINALG)
/* Matrices of up to four rows: one thread computes a whole matrix, in registers on a GPU. So loops have constant bounds
   (n is a constant where a body is inlined), and rows are exchanged by selections instead of an index. */
#ifdef __CUDA_ARCH__
#define GPU__LA_UNROLL _Pragma("unroll")
#else
#define GPU__LA_UNROLL
#endif
#define GPU__LA_BY_SIZE(body, ...)                                                                                     \
    {                                                                                                                  \
        if (s->n == 1) body(__VA_ARGS__, 1);                                                                           \
        if (s->n == 2) body(__VA_ARGS__, 2);                                                                           \
        if (s->n == 3) body(__VA_ARGS__, 3);                                                                           \
        if (s->n == 4) body(__VA_ARGS__, 4);                                                                           \
    }
#define GPU__LA_STEP_OF_TINY(name, body)                                                                               \
    GPU__LA_STEP(name)                                                                                                 \
    {                                                                                                                  \
        (void)block;                                                                                                   \
        GPU__LA_BY_SIZE(body, s, z)                                                                                    \
    }
#endif
#if defined(GPU__FOR_REAL) && defined(GPU_LINALG)
/* Multiplies n * n elements by *scale, as gpu__la_rescale does; returns whether one is not finite. `beyond`: one has no
   room, or is not finite. */
GPU__LIFTED_FN int GPU__N(gpu__la_tiny_rescale)(GPU__T *a, GPU__T *scale, int beyond, int n)
{
    int i, wrong = 0;
    GPU__T most = GPU__LA_ABS(a[0]);
    *scale = 1;
    if (!beyond && most >= GPU__LA_PLAIN) return 0;
    GPU__LA_UNROLL for (i = 1; i < n * n; i++) most = GPU__LA_ABS(a[i]) > most ? GPU__LA_ABS(a[i]) : most;
    if (!beyond && most >= GPU__LA_PLAIN) return 0;
    *scale = beyond ? GPU__LA_TINY_ROOM : GPU__LA_RAISE;
    GPU__LA_UNROLL for (i = 0; i < n * n; i++)
    {
        wrong |= !GPU__LA_FINITE(a[i]);
        a[i] *= *scale;
    }
    return wrong;
}
GPU__LIFTED_FN int GPU__N(gpu__la_tiny_load)(GPU__T *a, const GPU__T *from, GPU__T *scale, int n)
{
    int i, beyond = 0;
    GPU__LA_UNROLL for (i = 0; i < n * n; i++)
    {
        a[i] = from[i];
        beyond |= !(GPU__LA_ABS(a[i]) <= GPU__LA_HUGE * GPU__LA_TINY_ROOM);
    }
    return GPU__N(gpu__la_tiny_rescale)(a, scale, beyond, n);
}
GPU__LIFTED_FN void GPU__N(gpu__la_exchange)(GPU__T *x, GPU__T *y, int now)
{
    const GPU__T v = *x;
    *x = now ? *y : v;
    *y = now ? v : *y;
}
/* LU of a. It divides by pivots instead of multiplying by their reciprocals, so that quotients are rounded once. Row i
   was row row[i]. */
GPU__LIFTED_FN int GPU__N(gpu__la_tiny_lu)(GPU__T *a, int *row, int n)
{
    int i, j, c, singular = 0;
    GPU__LA_UNROLL for (i = 0; i < n; i++) row[i] = i;
    GPU__LA_UNROLL for (j = 0; j < n; j++)
    {
        GPU__LA_UNROLL for (i = j + 1; i < n; i++)
        {
            const int now = GPU__LA_ABS(a[i * n + j]) > GPU__LA_ABS(a[j * n + j]), r = row[j];
            GPU__LA_UNROLL for (c = 0; c < n; c++) GPU__N(gpu__la_exchange)(a + j * n + c, a + i * n + c, now);
            row[j] = now ? row[i] : r;
            row[i] = now ? r : row[i];
        }
        if (a[j * n + j] == 0 && !singular) singular = j + 1;
        GPU__LA_UNROLL for (i = j + 1; i < n; i++)
        {
            const GPU__T l = a[j * n + j] == 0 ? 0 : a[i * n + j] / a[j * n + j];
            a[i * n + j] = l;
            GPU__LA_UNROLL for (c = j + 1; c < n; c++) a[i * n + c] -= l * a[j * n + c];
        }
    }
    return singular;
}
GPU__LIFTED_FN void GPU__N(gpu__la_tiny_substitute)(const GPU__T *a, GPU__T *x, int n)
{
    int i, j;
    GPU__LA_UNROLL for (i = 0; i < n; i++) GPU__LA_UNROLL for (j = 0; j < i; j++) x[i] -= a[i * n + j] * x[j];
    GPU__LA_UNROLL for (i = n - 1; i >= 0; i--)
    {
        GPU__LA_UNROLL for (j = i + 1; j < n; j++) x[i] -= a[i * n + j] * x[j];
        x[i] /= a[i * n + i];
    }
}
/* Solves x[2] x[0] = x[1] for k columns. */
GPU__LIFTED_FN void GPU__N(gpu__la_tiny_solve_of)(const gpu__la_step *s, size_t z, const int n)
{
    const size_t k = s->k;
    const GPU__T *const b = GPU__LA_AT(s, 1, z);
    GPU__T *const to = GPU__LA_AT(s, 0, z), a[16], x[4], scale;
    int row[4], i, wrong = GPU__N(gpu__la_tiny_load)(a, GPU__LA_AT(s, 2, z), &scale, n), over = 0;
    const int singular = GPU__N(gpu__la_tiny_lu)(a, row, n);
    size_t c;
    for (c = 0; c < k; c++) {
        GPU__T by = scale; /* of this column */
        int beyond = 0;
        GPU__LA_UNROLL for (i = 0; i < n; i++)
        {
            x[i] = b[(size_t)row[i] * k + c];
            beyond |= !(GPU__LA_ABS(x[i]) <= GPU__LA_HUGE * GPU__LA_BESIDE_ROOM);
        }
        if (beyond) {
            GPU__LA_UNROLL for (i = 0; i < n; i++) wrong |= !GPU__LA_FINITE(x[i]);
            by = scale * GPU__LA_BESIDE_ROOM;
        }
        if (by != 1) GPU__LA_UNROLL for (i = 0; i < n; i++) x[i] *= by;
        GPU__N(gpu__la_tiny_substitute)(a, x, n);
        if (by != scale) GPU__LA_UNROLL for (i = 0; i < n; i++) x[i] /= GPU__LA_BESIDE_ROOM;
        GPU__LA_UNROLL for (i = 0; i < n; i++)
        {
            to[(size_t)i * k + c] = x[i];
            over |= !GPU__LA_FINITE(x[i]);
        }
    }
    s->info[z] = wrong || (over && !singular) ? GPU__LA_NOT_FINITE : singular;
}
GPU__LA_STEP_OF_TINY(GPU__N(gpu__la_tiny_solve), GPU__N(gpu__la_tiny_solve_of))
GPU__LIFTED_FN void GPU__N(gpu__la_tiny_inv_of)(const gpu__la_step *s, size_t z, const int n)
{
    GPU__T *const to = GPU__LA_AT(s, 0, z), a[16], x[4], scale;
    int row[4], i, j, over = 0;
    const int wrong = GPU__N(gpu__la_tiny_load)(a, GPU__LA_AT(s, 1, z), &scale, n);
    const int singular = GPU__N(gpu__la_tiny_lu)(a, row, n);
    GPU__LA_UNROLL for (j = 0; j < n; j++)
    {
        GPU__LA_UNROLL for (i = 0; i < n; i++) x[i] = row[i] == j;
        GPU__N(gpu__la_tiny_substitute)(a, x, n);
        if (scale != 1) GPU__LA_UNROLL for (i = 0; i < n; i++) x[i] *= scale;
        GPU__LA_UNROLL for (i = 0; i < n; i++)
        {
            to[i * n + j] = x[i];
            over |= !GPU__LA_FINITE(x[i]);
        }
    }
    s->info[z] = wrong || (over && !singular) ? GPU__LA_NOT_FINITE : singular;
}
GPU__LA_STEP_OF_TINY(GPU__N(gpu__la_tiny_inv), GPU__N(gpu__la_tiny_inv_of))
/* x[0] = the Cholesky factor of x[1], of which the lower triangle is read. */
GPU__LIFTED_FN void GPU__N(gpu__la_tiny_cholesky_of)(const gpu__la_step *s, size_t z, const int n)
{
    const GPU__T *const from = GPU__LA_AT(s, 1, z);
    GPU__T *const to = GPU__LA_AT(s, 0, z), a[16];
    int i, j, c, wrong = 0, indefinite = 0;
    GPU__LA_UNROLL for (i = 0; i < n; i++) GPU__LA_UNROLL for (j = 0; j <= i; j++)
    {
        a[i * n + j] = from[i * n + j];
        wrong |= !(GPU__LA_ABS(a[i * n + j]) <= GPU__LA_HUGE);
    }
    GPU__LA_UNROLL for (j = 0; j < n; j++)
    {
        GPU__T root;
        if (!(a[j * n + j] > 0) && !indefinite) indefinite = j + 1;
        root = GPU__LA_ROOT(a[j * n + j] > 0 ? a[j * n + j] : (GPU__T)1);
        a[j * n + j] = root;
        GPU__LA_UNROLL for (i = j + 1; i < n; i++) a[i * n + j] /= root;
        GPU__LA_UNROLL for (i = j + 1; i < n; i++) GPU__LA_UNROLL for (c = j + 1; c <= i; c++) a[i * n + c] -=
            a[i * n + j] * a[c * n + j];
    }
    GPU__LA_UNROLL for (i = 0; i < n; i++) GPU__LA_UNROLL for (j = 0; j < n; j++) to[i * n + j] =
        j <= i ? a[i * n + j] : 0;
    s->info[z] = wrong ? GPU__LA_NOT_FINITE : indefinite;
}
GPU__LA_STEP_OF_TINY(GPU__N(gpu__la_tiny_cholesky), GPU__N(gpu__la_tiny_cholesky_of))
/* The rotation that makes the off-diagonal element g of a symmetric 2 by 2 matrix zero: *sine, *half = sine / (1 +
   cosine); returns the tangent. difference: second minus first element of the diagonal. */
GPU__LIFTED_FN GPU__T GPU__N(gpu__la_angle)(GPU__T g, GPU__T difference, GPU__T *sine, GPU__T *half)
{
    const GPU__T zeta = difference / (2 * g);
    GPU__T t, c;
    t = GPU__LA_ABS(zeta) > 1 / GPU__LA_EPS ? 1 / (2 * GPU__LA_ABS(zeta))
                                            : 1 / (GPU__LA_ABS(zeta) + GPU__LA_ROOT(1 + zeta * zeta));
    if (zeta < 0) t = -t;
    if (!(g != 0)) t = 0;
    c = 1 / GPU__LA_ROOT(1 + t * t);
    *sine = c * t;
    *half = c * t / (1 + c);
    return t;
}
GPU__LIFTED_FN void GPU__N(gpu__la_spin)(GPU__T *x, GPU__T *y, GPU__T s, GPU__T t)
{
    const GPU__T p = *x, q = *y;
    *x = p - s * (q + t * p);
    *y = q + s * (p - t * q);
}
/* Eigenvalues x[0], ascending, and vectors x[1] of x[2], by cyclic Jacobi rotations. */
GPU__LIFTED_FN void GPU__N(gpu__la_tiny_eigh_of)(const gpu__la_step *s, size_t z, const int n)
{
    const GPU__T *const from = GPU__LA_AT(s, 2, z);
    GPU__T *const values = GPU__LA_AT(s, 0, z), a[16], v[16], scale;
    int i, j, k, sweep, wrong, beyond = 0, moved = 1;
    GPU__LA_UNROLL for (i = 0; i < n; i++) GPU__LA_UNROLL for (j = 0; j < n; j++)
    {
        a[i * n + j] = j <= i ? from[i * n + j] : from[j * n + i];
        v[i * n + j] = i == j;
        beyond |= !(GPU__LA_ABS(a[i * n + j]) <= GPU__LA_HUGE * GPU__LA_TINY_ROOM);
    }
    wrong = GPU__N(gpu__la_tiny_rescale)(a, &scale, beyond, n);
    for (sweep = 0; sweep < 16 && moved; sweep++) {
        moved = 0;
        GPU__LA_UNROLL for (i = 0; i < n; i++) GPU__LA_UNROLL for (j = i + 1; j < n; j++)
        {
            const GPU__T g = a[i * n + j], p = GPU__LA_ABS(a[i * n + i]), q = GPU__LA_ABS(a[j * n + j]);
            GPU__T sine, half, t;
            if (!(GPU__LA_ABS(g) > GPU__LA_EPS / 8 * (p < q ? p : q))) continue;
            moved = 1;
            t = GPU__N(gpu__la_angle)(g, a[j * n + j] - a[i * n + i], &sine, &half);
            a[i * n + i] -= t * g;
            a[j * n + j] += t * g;
            a[i * n + j] = a[j * n + i] = 0;
            GPU__LA_UNROLL for (k = 0; k < n; k++)
            {
                if (k != i && k != j) {
                    GPU__N(gpu__la_spin)(a + k * n + i, a + k * n + j, sine, half);
                    a[i * n + k] = a[k * n + i];
                    a[j * n + k] = a[k * n + j];
                }
                GPU__N(gpu__la_spin)(v + k * n + i, v + k * n + j, sine, half);
            }
        }
    }
    GPU__LA_UNROLL for (i = 0; i < n; i++) GPU__LA_UNROLL for (j = 0; j + 1 < n - i; j++)
    {
        const int now = a[j * n + j] > a[(j + 1) * (n + 1)];
        GPU__N(gpu__la_exchange)(a + j * n + j, a + (j + 1) * (n + 1), now);
        GPU__LA_UNROLL for (k = 0; k < n; k++) GPU__N(gpu__la_exchange)(v + k * n + j, v + k * n + j + 1, now);
    }
    GPU__LA_UNROLL for (i = 0; i < n; i++)
    {
        values[i] = a[i * (n + 1)] / scale;
        wrong |= !GPU__LA_FINITE(a[i * (n + 1)] / scale);
    }
    if (s->flag) GPU__LA_UNROLL for (i = 0; i < n * n; i++) GPU__LA_AT(s, 1, z)[i] = v[i];
    s->info[z] = wrong ? GPU__LA_NOT_FINITE : moved ? GPU__LA_NOT_CONVERGED : 0;
}
GPU__LA_STEP_OF_TINY(GPU__N(gpu__la_tiny_eigh), GPU__N(gpu__la_tiny_eigh_of))
GPU__LIFTED_FN GPU__T GPU__N(gpu__la_tiny_dot)(const GPU__T *x, const GPU__T *y, int n)
{
    GPU__T sum = 0;
    int i;
    GPU__LA_UNROLL for (i = 0; i < n; i++) sum += x[i] * y[i];
    return sum;
}
/* Replaces zero rows of u by unit vectors orthogonal to the preceding ones, as gpu__la_complete does. */
GPU__LIFTED_FN void GPU__N(gpu__la_tiny_complete)(GPU__T *u, const GPU__T *length, int n)
{
    int i, j, k, again;
    GPU__LA_UNROLL for (i = 0; i < n; i++)
    {
        GPU__T least = 2;
        int axis = 0;
        if (length[i] > 0) continue;
        GPU__LA_UNROLL for (k = 0; k < n; k++)
        {
            GPU__T share = 0;
            GPU__LA_UNROLL for (j = 0; j < i; j++) share += u[j * n + k] * u[j * n + k];
            if (share < least) {
                least = share;
                axis = k;
            }
        }
        GPU__LA_UNROLL for (k = 0; k < n; k++) u[i * n + k] = k == axis;
        for (again = 0; again < 3; again++) {
            GPU__T dots[4], over;
            GPU__LA_UNROLL for (j = 0; j < i; j++) dots[j] = GPU__N(gpu__la_tiny_dot)(u + i * n, u + j * n, n);
            GPU__LA_UNROLL for (j = 0; j < i; j++) GPU__LA_UNROLL for (k = 0; k < n; k++) u[i * n + k] -=
                dots[j] * u[j * n + k];
            over = 1 / GPU__LA_ROOT(GPU__N(gpu__la_tiny_dot)(u + i * n, u + i * n, n));
            GPU__LA_UNROLL for (k = 0; k < n; k++) u[i * n + k] *= over;
        }
    }
}
/* Loads the columns of A into the rows of b, multiplied by *scale, a power of two that makes the largest element about
   1; returns whether one is not finite. */
GPU__LIFTED_FN int GPU__N(gpu__la_tiny_load_columns)(GPU__T *b, const GPU__T *from, GPU__T *scale, int n)
{
    GPU__T most = 0;
    int i, wrong = 0;
    GPU__LA_UNROLL for (i = 0; i < n * n; i++)
    {
        b[i] = from[i % n * n + i / n];
        most = GPU__LA_ABS(b[i]) > most ? GPU__LA_ABS(b[i]) : most;
        wrong |= !(GPU__LA_ABS(b[i]) <= GPU__LA_HUGE);
    }
    *scale = GPU__N(gpu__la_scale_for)(wrong ? (GPU__T)1 : most);
    GPU__LA_UNROLL for (i = 0; i < n * n; i++) b[i] *= *scale;
    return wrong;
}
/* Rotates each pair of rows of b, and of w likewise, that is not orthogonal; returns whether there was one. */
GPU__LIFTED_FN int GPU__N(gpu__la_tiny_sweep)(GPU__T *b, GPU__T *w, int n)
{
    const GPU__T small = GPU__LA_SMALL / GPU__LA_EPS;
    int i, j, k, moved = 0;
    GPU__LA_UNROLL for (i = 0; i < n; i++) GPU__LA_UNROLL for (j = i + 1; j < n; j++)
    {
        GPU__T *const x = b + i * n, *const y = b + j * n;
        const GPU__T p = GPU__N(gpu__la_tiny_dot)(x, x, n), q = GPU__N(gpu__la_tiny_dot)(y, y, n),
                     g = GPU__N(gpu__la_tiny_dot)(x, y, n);
        const int swap = p < q;
        GPU__T sine, half;
        if (!(GPU__LA_ABS(g) > 4 * GPU__LA_EPS * GPU__LA_ROOT(p) * GPU__LA_ROOT(q) && p > small && q > small)) continue;
        moved = 1;
        (void)GPU__N(gpu__la_angle)(g, q - p, &sine, &half);
        GPU__LA_UNROLL for (k = 0; k < n; k++)
        {
            GPU__N(gpu__la_spin)(x + k, y + k, sine, half);
            GPU__N(gpu__la_exchange)(x + k, y + k, swap);
            GPU__N(gpu__la_spin)(w + i * n + k, w + j * n + k, sine, half);
            GPU__N(gpu__la_exchange)(w + i * n + k, w + j * n + k, swap);
        }
    }
    return moved;
}
/* Computes the lengths of the rows of b, and sorts these and the rows of b and w in descending order. */
GPU__LIFTED_FN void GPU__N(gpu__la_tiny_sort)(GPU__T *length, GPU__T *b, GPU__T *w, int n)
{
    int i, j, k;
    GPU__LA_UNROLL for (i = 0; i < n; i++)
    {
        const GPU__T sum = GPU__N(gpu__la_tiny_dot)(b + i * n, b + i * n, n);
        length[i] = sum > GPU__LA_SMALL / GPU__LA_EPS ? GPU__LA_ROOT(sum) : (GPU__T)0;
    }
    GPU__LA_UNROLL for (i = 0; i < n; i++) GPU__LA_UNROLL for (j = 0; j + 1 < n - i; j++)
    {
        const int now = length[j] < length[j + 1];
        GPU__N(gpu__la_exchange)(length + j, length + j + 1, now);
        GPU__LA_UNROLL for (k = 0; k < n; k++)
        {
            GPU__N(gpu__la_exchange)(b + j * n + k, b + (j + 1) * n + k, now);
            GPU__N(gpu__la_exchange)(w + j * n + k, w + (j + 1) * n + k, now);
        }
    }
}
/* u x[1], values x[0] and vt x[2] of the square matrix x[3], by one-sided Jacobi: rows of b are columns of A. */
GPU__LIFTED_FN void GPU__N(gpu__la_tiny_svd_of)(const gpu__la_step *s, size_t z, const int n)
{
    GPU__T *const values = GPU__LA_AT(s, 0, z), b[16], w[16], length[4], scale;
    int wrong = GPU__N(gpu__la_tiny_load_columns)(b, GPU__LA_AT(s, 3, z), &scale, n), i, k, sweep, moved = 1;
    GPU__LA_UNROLL for (i = 0; i < n * n; i++) w[i] = i % (n + 1) == 0;
    for (sweep = 0; sweep < 24 && moved; sweep++) moved = GPU__N(gpu__la_tiny_sweep)(b, w, n);
    GPU__N(gpu__la_tiny_sort)(length, b, w, n);
    GPU__LA_UNROLL for (i = 0; i < n; i++)
    {
        values[i] = length[i] / scale;
        wrong |= !GPU__LA_FINITE(length[i] / scale);
        GPU__LA_UNROLL for (k = 0; k < n; k++) b[i * n + k] = length[i] > 0 ? b[i * n + k] / length[i] : 0;
    }
    if (s->flag) {
        GPU__N(gpu__la_tiny_complete)(b, length, n);
        GPU__LA_UNROLL for (i = 0; i < n * n; i++)
        {
            GPU__LA_AT(s, 1, z)[i] = b[i % n * n + i / n];
            GPU__LA_AT(s, 2, z)[i] = w[i];
        }
    }
    s->info[z] = wrong ? GPU__LA_NOT_FINITE : moved ? GPU__LA_NOT_CONVERGED : 0;
}
GPU__LA_STEP_OF_TINY(GPU__N(gpu__la_tiny_svd), GPU__N(gpu__la_tiny_svd_of))
/* Sets up the step of a driver whose arrays have so many elements for each matrix. */
static inline void GPU__N(gpu__la_tiny_arrays)(const gpu__la *la, gpu__la_step *s, void *const *array, size_t first,
                                               size_t second, size_t third, size_t fourth)
{
    gpu__la_step_of(s, la->d->n, la->d->n);
    s->x[0] = gpu__la_view_of(array[0], 1, first);
    s->x[1] = gpu__la_view_of(array[1], 1, second);
    s->x[2] = gpu__la_view_of(array[2], 1, third);
    s->x[3] = gpu__la_view_of(array[3], 1, fourth);
    s->k = la->d->k;
    s->flag = la->d->flag;
    s->info = (int *)array[la->d->info];
}
#endif
