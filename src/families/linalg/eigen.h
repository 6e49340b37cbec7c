/* Eigenvalues of symmetric matrices: first the reduction A = H T H' by Householder reflectors, in panels as in LAPACK's
   latrd; then the eigenvalues of T, by conquer.h; then the vectors are multiplied by the reflectors, in blocks. */
enum {
    GPU__LA_PANEL = 32,
    GPU__LA_STRIP = 128 /* rows of a triangle by which a thread of the CPU multiplies */
};
#ifdef REAL
/* ---- reduction to a tridiagonal matrix ---- */
/* In the steps of the reduction x[0] is A, x[1] V, W and V again (k rows each), x[2] the products y of the last column,
   x[3] the diagonal, the off-diagonal elements, and tau. A GPU does a panel in one step (eigen.cuh); the steps here are
   those of the CPU. Column `at` of A is the m-th of its panel. Only the upper triangle of A is kept up to date: it is
   read once for a product, of which each strip of its rows contributes a part. x[4] has the parts, n numbers each, from
   the second strip on. */
/* Completes W of the previous column. */
GPU__LIFTED_FN void gpu__la_complete_w_T(const gpu__la_step *s, size_t z)
{
    const size_t n = s->n, nb = s->k, j = s->at, i = s->m;
    const T *const v = GPU__LA_AT(T, s, 1, z), *const last = v + (i - 1) * n;
    T *const w = GPU__LA_AT(T, s, 1, z) + nb * n, *const y = GPU__LA_AT(T, s, 2, z);
    const T t = (GPU__LA_AT(T, s, 3, z) + 2 * n)[j - 1];
    for (size_t p = 1; j + p * GPU__LA_STRIP < n; p++) {
        const T *const part = GPU__LA_AT(T, s, 4, z) + (p - 1) * n;
        GPU__NO_ALIAS for (size_t r = j + p * GPU__LA_STRIP; r < n; r++) y[r] += part[r];
    }
    for (size_t p = 0; p + 1 < i; p++) {
        const T a = y[n + nb + p], b = y[n + p];
        const T *const vp = v + p * n, *const wp = w + p * n;
        GPU__NO_ALIAS for (size_t r = j; r < n; r++) y[r] -= vp[r] * a + wp[r] * b;
    }
    const T sum = gpu__la_dot_T(y + j, last + j, n - j) * (t * t / 2);
    GPU__NO_ALIAS for (size_t r = j; r < n; r++) w[(i - 1) * n + r] = t * y[r] - sum * last[r];
}
/* Replaces n contiguous elements by the vector of their reflector; *beta is what it makes of the first. Returns tau. */
GPU__LIFTED_FN T gpu__la_reflector_of_T(T *v, size_t n, T *beta)
{
    const T alpha = v[0];
    T sum = gpu__la_dot_T(v + 1, v + 1, n - 1), up = 1, over, tau;
    if (!(alpha * alpha + sum > GPU__LA_FAINT(T))) {
        up = GPU__LA_UP(T);
        sum = 0;
        for (size_t r = 1; r < n; r++) sum += v[r] * up * (v[r] * up);
    }
    tau = gpu__la_reflector_T(alpha, sum, up, beta, &over);
    v[0] = 1;
    for (size_t r = 1; r < n; r++) v[r] *= over;
    return tau;
}
/* Completes W of the previous column, updates column `at` by V and W, and computes its reflector, which is stored there
   and in V. flag: only completes W. */
GPU__LA_STEP(gpu__la_tridiagonal_column_T)
{
    const size_t n = s->n, j = s->at;
    T *const row = GPU__LA_AT(T, s, 0, z) + j * s->x[0].ld, *const line = GPU__LA_AT(T, s, 3, z);
    T *const v = GPU__LA_AT(T, s, 1, z), *const w = v + s->k * n, *const mine = v + s->m * n;
    if (s->m) gpu__la_complete_w_T(s, z);
    if (s->flag) return;
    for (size_t p = 0; p < s->m; p++) {
        const T a = w[p * n + j], b = v[p * n + j];
        const T *const vp = v + p * n, *const wp = w + p * n;
        GPU__NO_ALIAS for (size_t r = j; r < n; r++) row[r] -= vp[r] * a + wp[r] * b;
    }
    line[j] = row[j];
    if (j + 1 == n) return;
    line[2 * n + j] = gpu__la_reflector_of_T(row + j + 1, n - j - 1, line + n + j);
    for (size_t r = 0; r < n; r++) mine[r] = mine[2 * s->k * n + r] = row[r] = r <= j ? 0 : row[r];
}
#ifndef __CUDA_ARCH__
/* Multiplies the upper triangle of A from row and column `from` on, rows [first, last), by x: row i contributes a dot
   product to y[i], and a multiple of itself to the other elements of y. Four rows at a time. */
GPU__LIFTED_FN void gpu__la_times_strip_T(const T *a, size_t ld, const T *x, T *y, size_t first, size_t last, size_t n)
{
    GPU__LA_VECTOR(T, vector);
    size_t i, c, q, four;
    for (i = first; i < n; i++) y[i] = 0;
    for (i = first; i < last; i += four) {
        const T *row[4];
        vector sum[4] = {{0}}, v, w, t;
        T rest[4] = {0, 0, 0, 0}, by[4];
        four = last - i < 4 ? last - i : 4;
        for (q = 0; q < 4; q++) {
            row[q] = a + (i + (q < four ? q : 0)) * ld;
            by[q] = q < four ? x[i + q] : 0;
        }
        for (q = 0; q < four; q++) { /* on and beside the diagonal */
            rest[q] += row[q][i + q] * by[q];
            for (c = i + q + 1; c < i + four; c++) {
                rest[q] += row[q][c] * x[c];
                rest[c - i] += row[q][c] * by[q];
            }
        }
        for (c = i + four; c + GPU__LA_WIDE(T) <= n; c += GPU__LA_WIDE(T)) {
            memcpy(&v, x + c, sizeof v);
            memcpy(&w, y + c, sizeof w);
            for (q = 0; q < 4; q++) {
                memcpy(&t, row[q] + c, sizeof t);
                sum[q] += t * v;
                w += t * by[q];
            }
            memcpy(y + c, &w, sizeof w);
        }
        for (; c < n; c++)
            for (q = 0; q < four; q++) {
                rest[q] += row[q][c] * x[c];
                y[c] += row[q][c] * by[q];
            }
        for (q = 0; q < four; q++) y[i + q] += rest[q] + gpu__la_total_T(sum + q);
    }
}
#endif
/* x[2] = A v below row `at`, then V v and W v, where v is the m-th row of V: the first block computes V v and W v, each
   other block the part of a strip. */
GPU__LA_STEP(gpu__la_triangle_products_T)
{
#ifndef __CUDA_ARCH__
    const size_t n = s->n, nb = s->k, j = s->at, i = s->m;
    const T *const v = GPU__LA_AT(T, s, 1, z), *const mine = v + i * n;
    T *const y = GPU__LA_AT(T, s, 2, z);
    if (!block) {
        for (size_t p = 0; p < i; p++) {
            y[n + p] = gpu__la_dot_T(v + p * n + j + 1, mine + j + 1, n - j - 1);
            y[n + nb + p] = gpu__la_dot_T(v + (nb + p) * n + j + 1, mine + j + 1, n - j - 1);
        }
    } else {
        const size_t first = j + 1 + (block - 1) * GPU__LA_STRIP,
                     last = n - first < GPU__LA_STRIP ? n : first + GPU__LA_STRIP;
        T *const to = block == 1 ? y : GPU__LA_AT(T, s, 4, z) + (block - 2) * n;
        gpu__la_times_strip_T(GPU__LA_AT(T, s, 0, z), s->x[0].ld, mine, to, first, last, n);
    }
#endif
}
/* Subtracts V'W + W'V from A, where x has V, W and V again, k rows each; on the CPU only from the upper triangle and
   from blocks on the diagonal. */
static inline void gpu__la_minus_both_T(gpu__la *la, gpu__la_view a, gpu__la_view x, size_t n, size_t k)
{
    const size_t h = n / 2;
    if (!la->on_gpu && n > 256) {
        gpu__la_minus_both_T(la, a, x, h, k);
        gpu__la_multiply_T(la, gpu__la_move_T(a, 0, h), x, gpu__la_move_T(x, k, h), GPU__LA_A, h, n - h, 2 * k, -1, 1);
        gpu__la_minus_both_T(la, gpu__la_move_T(a, h, h), gpu__la_move_T(x, 0, h), n - h, k);
    } else gpu__la_multiply_T(la, a, x, gpu__la_move_T(x, k, 0), GPU__LA_A, n, n, 2 * k, -1, 1);
}
#ifdef GPU__CUDA
static inline void gpu__la_panels_T(gpu__la *la, gpu__la_step *s)
{
    const size_t n = s->n, nb = s->k, panels = gpu__ceil_div(n, nb), bytes = la->batch * panels * sizeof(int);
    s->x[2] = gpu__la_space_T(la, 1, n + 2 * nb + 2 * GPU__LA_MEETING);
    s->x[4] = gpu__la_view_of(gpu__la_take(la, bytes), 1, panels);
    gpu__la_zero(la, s->x[4].p, bytes);
    for (size_t j = 0; j < n; j += nb) {
        s->at = j;
        s->m = gpu__least(nb, n - j);
        gpu__la_panel_of<T, gpu__la_reflector_T>(la, s);
        if (s->x[4].p) s->x[4].p = (int *)s->x[4].p + 1;
        if (j + nb < n)
            gpu__la_minus_both_T(la, gpu__la_move_T(s->x[0], j + nb, j + nb), gpu__la_move_T(s->x[1], 0, j + nb),
                                 n - j - nb, nb);
    }
}
#endif
/* Reduces A, symmetric with both triangles stored, to a tridiagonal matrix; the rows of A then hold the reflectors. */
static inline void gpu__la_tridiagonal_T(gpu__la *la, gpu__la_view a, size_t n, gpu__la_view line)
{
    const size_t used = la->used, nb = gpu__least(n, GPU__LA_PANEL);
    const gpu__la_view v = gpu__la_space_T(la, 3 * nb, n);
    size_t j, i = 0;
    gpu__la_step s = GPU__LA_STEP_ON(0, n, NULL, a, v);
    s.x[3] = line;
    s.k = nb;
#ifdef GPU__CUDA
    if (la->on_gpu) {
        gpu__la_zero(la, v.p, la->batch * v.stride * sizeof(T)); /* vectors begin below their row, packs before it */
        gpu__la_panels_T(la, &s);
        la->used = used;
        return;
    }
#endif
    s.x[2] = gpu__la_space_T(la, 1, n + 2 * nb);
    s.x[4] = gpu__la_space_T(la, n / GPU__LA_STRIP, n);
    for (j = 0; j < n; j++, i++) {
        s.at = j;
        s.m = i;
        s.flag = i == nb;
        GPU__LA_RUN_CPU(la, gpu__la_tridiagonal_column_T, &s, 1, la->batch, n * (i + 1) * 4 * la->batch)
        if (i == nb) {
            gpu__la_minus_both_T(la, gpu__la_move_T(a, j, j), gpu__la_move_T(v, 0, j), n - j, nb);
            s.m = i = 0;
            s.flag = 0;
            GPU__LA_RUN_CPU(la, gpu__la_tridiagonal_column_T, &s, 1, la->batch, n * 4 * la->batch)
        }
        if (j + 1 < n)
            GPU__LA_RUN_CPU(la, gpu__la_triangle_products_T, &s, 1 + gpu__ceil_div(n - j - 1, GPU__LA_STRIP), la->batch,
                            (n - j) * (n - j) / 2 * la->batch)
    }
    la->used = used;
}

/* Q = H1 H2 ... Q for reflectors that are the rows of A, in blocks; reflector i begins at column i + `at`. */
static inline void gpu__la_back_T(gpu__la *la, gpu__la_view q, gpu__la_view a, size_t n, size_t at, gpu__la_view tau)
{
    const size_t used = la->used, base = la->on_gpu ? GPU__LA_HELD : GPU__LA_BASE, blocks = gpu__ceil_div(n - at, base);
    const gpu__la_view t = gpu__la_space_T(la, blocks * base, base), w = gpu__la_space_T(la, base, n),
                       x = gpu__la_space_T(la, base, n);
#ifdef GPU__CUDA
    const gpu__la_step all = GPU__LA_STEP_ON(n - at, n, NULL, t, a, tau);
    if (la->on_gpu) gpu__la_launch<gpu__la_triangles<T>, 0, 256>(la, &all, blocks, la->batch, 256);
#endif
    for (size_t i = blocks; i-- > 0;) {
        const size_t first = i * base, rows = n - first - at, some = gpu__least(rows, base);
        const gpu__la_view v = gpu__la_move_T(a, first, first + at), c = gpu__la_move_T(q, first + at, 0);
        if (!la->on_gpu) {
            gpu__la_multiply_T(la, x, v, v, GPU__LA_B, some, some, rows, 1, 0);
            const gpu__la_step s =
                GPU__LA_STEP_ON(some, some, NULL, gpu__la_move_T(t, first, 0), x, gpu__la_move_T(tau, 0, first));
            GPU__LA_RUN_CPU(la, gpu__la_qr_triangle_T, &s, 1, la->batch, some * some * some * la->batch)
        }
        gpu__la_multiply_T(la, w, v, c, 0, some, n, rows, 1, 0);
        gpu__la_multiply_T(la, x, gpu__la_move_T(t, first, 0), w, 0, some, n, some, 1, 0);
        gpu__la_multiply_T(la, c, v, x, GPU__LA_A, rows, n, some, -1, 1);
    }
    la->used = used;
}
/* The eigenvalues of A, symmetric with both triangles stored and elements up to about 1. They go, sorted, to the first
   n of the 3 n elements of `line`; A is overwritten. Returns the vectors, in columns, in workspace that stays
   allocated. */
static inline gpu__la_view gpu__la_eigen_T(gpu__la *la, gpu__la_view a, size_t n, gpu__la_view line, int vectors,
                                           int *info)
{
    size_t size;
    gpu__la_view q[2];
#ifdef GPU__CUDA
    if (la->on_gpu && n <= GPU__LA_HELD) { /* a warp does everything */
        q[0] = gpu__la_space_T(la, n, n);
        const gpu__la_step s = GPU__LA_STEP_ON(n, n, info, a, line, q[0]);
        if (n <= 32) gpu__la_launch<gpu__la_eigen_held<T, gpu__la_reflector_T, 1>, 0, 32>(la, &s, 1, la->batch, 32);
        else gpu__la_launch<gpu__la_eigen_held<T, gpu__la_reflector_T, 2>, 0, 32>(la, &s, 1, la->batch, 32);
        return q[0];
    }
#endif
    gpu__la_tridiagonal_T(la, a, n, line);
    gpu__la_conquer_T(la, line, n, &size, q, 0, info);
    if (vectors && n > 1) gpu__la_back_T(la, q[0], a, n, 1, gpu__la_move_T(line, 0, 2 * n));
    return q[0];
}
#endif
