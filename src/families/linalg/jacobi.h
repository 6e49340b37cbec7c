/* One-sided Jacobi (Hestenes): the rows of B, which are the columns of A, are rotated in pairs until all are
   orthogonal; then their lengths are the singular values. Pairs are rotated in rounds, as in a tournament, so that
   the pairs of a round have no row in common. */
enum {
    GPU__LA_SWEEPS = 60,
    GPU__LA_FEW = 8,       /* up to so many rows are rotated on the CPU */
    GPU__LA_RIGHT = 1,     /* flags of singular values: the right vectors are computed; */
    GPU__LA_LEFT = 2,      /* the left ones; */
    GPU__LA_DESCENDING = 4 /* values are sorted in descending order */
};
static GPU__HOST_DEVICE inline void gpu__la_pair(size_t n, size_t round, size_t k, size_t *i, size_t *j) /* n even */
{
    const size_t next = round + k, before = round + n - 1 - k; /* modulo n - 1 */
    const size_t a = !k ? n - 1 : next < n - 1 ? next : next - (n - 1);
    const size_t b = before < n - 1 ? before : before - (n - 1);
    *i = a < b ? a : b;
    *j = a < b ? b : a;
}
#ifdef REAL
/* Rotates two rows by the sine s, where t = s / (1 + cosine); `swap` exchanges the results. */
GPU__LIFTED_FN void gpu__la_rotate_rows_T(T *x, T *y, size_t n, size_t from, size_t step, T s, T t, int swap)
{
    if (swap) {
        GPU__LA_NO_ALIAS for (size_t i = from; i < n; i += step)
        {
            const T p = x[i], q = y[i];
            y[i] = p - s * (q + t * p);
            x[i] = q + s * (p - t * q);
        }
        return;
    }
    GPU__LA_NO_ALIAS for (size_t i = from; i < n; i += step)
    {
        const T p = x[i], q = y[i];
        x[i] = p - s * (q + t * p);
        y[i] = q + s * (p - t * q);
    }
}
#ifndef __CUDA_ARCH__
/* The dot products x x, y y and x y. */
GPU__LIFTED_FN void gpu__la_three_dots_T(const T *x, const T *y, size_t n, T *xx, T *yy, T *xy)
{
    GPU__LA_VECTOR(T, vector);
    vector a = {0}, b = {0}, c = {0}, p, q;
    T s = 0, t = 0, u = 0;
    size_t i;
    for (i = 0; i + GPU__LA_WIDE(T) <= n; i += GPU__LA_WIDE(T)) {
        memcpy(&p, x + i, sizeof p);
        memcpy(&q, y + i, sizeof q);
        a += p * p;
        b += q * q;
        c += p * q;
    }
    for (; i < n; i++) {
        s += x[i] * x[i];
        t += y[i] * y[i];
        u += x[i] * y[i];
    }
    *xx = s + gpu__la_total_T(&a);
    *yy = t + gpu__la_total_T(&b);
    *xy = u + gpu__la_total_T(&c);
}
#endif
/* Makes two rows of B orthogonal, and rotates those of W likewise; returns whether they were not orthogonal. Rows of
   which the squared length is at most `least` count as zero. By a warp, where the longer row becomes the first one; or
   by a `whole` block, where the rows are not exchanged. */
GPU__LIFTED_FN int gpu__la_rotate_T(T *x, T *y, size_t n, T *u, T *v, size_t wide, T tol, T least,
                                    GPU__UNUSED int whole)
{
    T a = 0, b = 0, g = 0, c, s, t, zeta;
#ifdef __CUDA_ARCH__
    const size_t from = whole ? threadIdx.x : threadIdx.x % 32, step = whole ? blockDim.x : 32;
    for (size_t i = from; i < n; i += step) {
        const T p = x[i], q = y[i];
        a += p * p, b += q * q, g += p * q;
    }
    if (whole) a = gpu__la_block_sum(a), b = gpu__la_block_sum(b), g = gpu__la_block_sum(g);
    else a = gpu__la_warp_sum(a), b = gpu__la_warp_sum(b), g = gpu__la_warp_sum(g);
#else
    const size_t from = 0, step = 1;
    gpu__la_three_dots_T(x, y, n, &a, &b, &g);
#endif
    if (!(GPU__LA_ABS(T, g) > tol * GPU__LA_ROOT(T, a) * GPU__LA_ROOT(T, b))) return 0;
    if (!(a > least && b > least)) return 0;
    zeta = (b - a) / (2 * g);
    t = GPU__LA_ABS(T, zeta) > 1 / GPU__LA_EPS(T) ? 1 / (2 * GPU__LA_ABS(T, zeta))
                                                  : 1 / (GPU__LA_ABS(T, zeta) + GPU__LA_ROOT(T, 1 + zeta * zeta));
    if (zeta < 0) t = -t;
    c = 1 / GPU__LA_ROOT(T, 1 + t * t);
    s = c * t;
    t = s / (1 + c); /* x' = x - s (y + t x), y' = y + s (x - t y): small rounding errors (Rutishauser) */
    if (step == 1) {
        gpu__la_rotate_rows_T(x, y, n, 0, 1, s, t, a < b && !whole);
        gpu__la_rotate_rows_T(u, v, wide, 0, 1, s, t, a < b && !whole);
    } else {
        gpu__la_rotate_rows_T(x, y, n, from, step, s, t, a < b && !whole);
        gpu__la_rotate_rows_T(u, v, wide, from, step, s, t, a < b && !whole);
    }
    return 1;
}
/* All sweeps over x[0], n rows of m, and x[1], n rows of k. */
GPU__LA_STEP(gpu__la_sweeps_T)
{
    T *const b = GPU__LA_AT(T, s, 0, z), *const w = s->k ? GPU__LA_AT(T, s, 1, z) : b;
    const size_t n = s->n, even = n + n % 2, ld = s->x[0].ld;
    GPU__LA_SHARED(int, any, 1);
    int sweep, moved = 1;
    size_t round, k, i, j;
    for (sweep = 0; n > 1 && moved && sweep < GPU__LA_SWEEPS; sweep++) {
        GPU__LA_SYNC();
        if (GPU__LA_THREAD == 0) any[0] = 0;
        moved = 0;
        for (round = 0; round + 1 < even; round++) {
            GPU__LA_SYNC();
            for (k = GPU__LA_WARP; k < even / 2; k += GPU__LA_WARPS) {
                gpu__la_pair(even, round, k, &i, &j);
                if (j < n)
                    moved |= gpu__la_rotate_T(b + i * ld, b + j * ld, s->m, w + i * s->k, w + j * s->k, s->k,
                                              (T)s->number, (T)s->least, 0);
            }
        }
        if (moved && GPU__LA_LANE == 0) any[0] = 1;
        GPU__LA_SYNC();
        moved = any[0];
    }
    if (moved && n > 1 && GPU__LA_THREAD == 0 && s->info[z] == 0) s->info[z] = GPU__LA_NOT_CONVERGED;
}
/* x[1] = the lengths of the rows of x[0]; those that count as zero are zero. */
GPU__LA_STEP(gpu__la_lengths_T)
{
    const size_t first = block * 32, last = s->n - first < 32 ? s->n : first + 32;
    GPU__LA_ROWS (i, first, last) {
        const T *const row = GPU__LA_AT(T, s, 0, z) + i * s->x[0].ld;
        const T sum = gpu__la_dot_T(row, row, s->m);
        if (GPU__LA_LANE == 0) GPU__LA_AT(T, s, 1, z)[i] = sum > (T)s->least ? GPU__LA_ROOT(T, sum) : (T)0;
    }
}
/* The place of element i among n lengths in descending order. */
GPU__LIFTED_FN size_t gpu__la_rank_T(const T *length, size_t n, size_t i)
{
    size_t j, rank = 0;
    for (j = 0; j < n; j++) rank += length[j] > length[i] || (!(length[j] < length[i]) && j < i);
    return rank;
}
/* In descending order of the lengths x[5]: if `flag`, x[2] = the singular values, which are the lengths over the scale
   x[1], if there is one; otherwise x[3] = the rows of x[0], normalised. */
GPU__LA_STEP(gpu__la_sorted_T)
{
    const T *const length = GPU__LA_AT(T, s, 5, z), scale = s->flag && s->x[1].p ? GPU__LA_AT(T, s, 1, z)[0] : (T)1;
    const size_t n = s->n, first = block * 32, last = n - first < 32 ? n : first + 32;
    GPU__LA_ROWS (i, first, last) {
        const T v = length[i];
        const size_t rank = gpu__la_rank_T(length, n, i);
        if (s->flag) {
            if (GPU__LA_LANE == 0) GPU__LA_AT(T, s, 2, z)[rank] = v / scale;
            if (!GPU__LA_FINITE(T, v / scale)) GPU__LA_REPORT(s->info + z / s->per_info, GPU__LA_NOT_FINITE);
        } else {
            const T *const x = GPU__LA_AT(T, s, 0, z) + i * s->x[0].ld;
            T *const to = GPU__LA_AT(T, s, 3, z) + rank * s->x[3].ld;
            const T over = v > 0 ? 1 / v : (T)0;
            GPU__LA_COLS (j, 0, s->m) to[j] = !(v > 0) ? 0 : over <= GPU__LA_HUGE(T) ? x[j] * over : x[j] / v;
        }
    }
}
/* x[4] = the rows of x[1], k wide, in the order of descending lengths x[5]. */
GPU__LA_STEP(gpu__la_sorted_rows_T)
{
    const T *const length = GPU__LA_AT(T, s, 5, z);
    const size_t n = s->n, first = block * 32, last = n - first < 32 ? n : first + 32;
    GPU__LA_ROWS (i, first, last) {
        const size_t rank = gpu__la_rank_T(length, n, i);
        GPU__LA_COLS (j, 0, s->k)
            GPU__LA_AT(T, s, 4, z)[rank * s->x[4].ld + j] = GPU__LA_AT(T, s, 1, z)[i * s->x[1].ld + j];
    }
}
/* Replaces the zero rows of x[0] (n rows of m), which are the last ones, by unit vectors orthogonal to all others. Each
   starts as the axis with the smallest component in the span of the preceding rows. x[1] is memory for n + m numbers;
   x[2] has the lengths. */
GPU__LA_STEP(gpu__la_complete_T)
{
    T *const u = GPU__LA_AT(T, s, 0, z), *const dots = GPU__LA_AT(T, s, 1, z), *const share = dots + s->n;
    const T *const length = GPU__LA_AT(T, s, 2, z);
    const size_t n = s->n, m = s->m, ld = s->x[0].ld;
    size_t zeros = 0;
    for (size_t i = 0; i < n; i++) zeros += length[i] > 0 ? 0 : 1;
    if (!zeros) return;
    GPU__LA_EACH (k, 0, m) share[k] = 0;
    for (size_t t = 0; t < n - zeros; t++)
        GPU__LA_EACH (k, 0, m) share[k] += u[t * ld + k] * u[t * ld + k];
    for (size_t i = n - zeros; i < n; i++) {
        T best = -GPU__LA_HUGE(T), sum;
        size_t axis = 0;
        GPU__LA_EACH (k, 0, m)
            if (-share[k] > best) {
                best = -share[k];
                axis = k;
            }
        axis = GPU__LA_FIRST(best, axis);
        GPU__LA_EACH (k, 0, m) u[i * ld + k] = k == axis;
        for (int again = 0; again < 3; again++) {
            GPU__LA_SYNC();
            GPU__LA_ROWS (t, 0, i) {
                sum = gpu__la_dot_T(u + t * ld, u + i * ld, m);
                if (GPU__LA_LANE == 0) dots[t] = sum;
            }
            GPU__LA_SYNC();
            for (size_t t = 0; t < i; t++)
                GPU__LA_EACH (k, 0, m) u[i * ld + k] -= dots[t] * u[t * ld + k];
            sum = 0;
            GPU__LA_EACH (k, 0, m) sum += u[i * ld + k] * u[i * ld + k];
            sum = 1 / GPU__LA_ROOT(T, GPU__LA_SUM(sum));
            GPU__LA_EACH (k, 0, m) u[i * ld + k] *= sum;
        }
        GPU__LA_EACH (k, 0, m) share[k] += u[i * ld + k] * u[i * ld + k];
        GPU__LA_SYNC();
    }
}

/* The values x[1], in ascending order, and the vectors of a leaf of a bidiagonal matrix: the columns of x[0] become the
   right ones, those of x[3] the left ones, if the flag asks for them. x[2] are the elements beside the diagonal x[1].
   All leaves but the last one of a matrix lose their last row, the value of which becomes negative. */
GPU__LA_STEP(gpu__la_bidiagonal_leaf_T)
{
    enum { most = GPU__LA_FEW };
    const size_t n = s->n, leaf = z % s->per_info;
    const T *const beside = GPU__LA_AT(T, s, 2, z / s->per_info) + leaf * n;
    const int whole = leaf + 1 == s->per_info;
    T *const values = GPU__LA_AT(T, s, 1, z);
    T b[most * most] = {0}, w[most * most] = {0}, rows[most * most], sorted[most * most], length[most],
               memory[2 * most];
    for (size_t i = 0; i < n; i++) {
        w[i * n + i] = 1;
        if (i + 1 < n || whole) b[i * n + i] = values[i];
        if (i + 1 < n) b[i * n + i + 1] = beside[i];
    }
    gpu__la_step t =
        GPU__LA_STEP_ON(n, n, s->info + z / s->per_info, gpu__la_view_of(b, n, 0), gpu__la_view_of(w, n, 0));
    t.k = s->flag & GPU__LA_LEFT ? n : 0;
    t.number = (double)GPU__LA_EPS(T) * (4 + sqrt((double)n));
    t.least = (double)(GPU__LA_SMALL(T) / GPU__LA_EPS(T));
    gpu__la_sweeps_T(&t, 0, 0);
    t.x[3] = gpu__la_view_of(rows, n, 0);
    t.x[4] = gpu__la_view_of(sorted, n, 0);
    t.x[5] = gpu__la_view_of(length, n, 0);
    t.x[1] = t.x[5];
    gpu__la_lengths_T(&t, 0, 0);
    gpu__la_sorted_T(&t, 0, 0);
    t.x[1] = gpu__la_view_of(w, n, 0);
    if (t.k) gpu__la_sorted_rows_T(&t, 0, 0);
    t.x[1] = gpu__la_view_of(NULL, 0, 0);
    t.x[2] = gpu__la_view_of(memory, n, 0);
    t.flag = 1;
    gpu__la_sorted_T(&t, 0, 0);
    for (size_t i = 0; i < n; i++) values[n - 1 - i] = memory[i];
    t.x[0] = t.x[3];
    t.x[1] = t.x[2];
    t.x[2] = t.x[5];
    t.flag = 0;
    gpu__la_complete_T(&t, 0, 0);
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < n; j++) {
            GPU__LA_AT(T, s, 0, z)[j * n + n - 1 - i] = rows[i * n + j];
            if (t.k) GPU__LA_AT(T, s, 3, z)[j * n + n - 1 - i] = sorted[i * n + j];
        }
    if (!whole) values[0] = -GPU__LA_SMALL(T);
}
#endif
