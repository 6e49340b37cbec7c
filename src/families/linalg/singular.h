#ifdef GPU_LINALG
/* Singular values by one-sided Jacobi (Hestenes): the rows of B, which are the columns of A, are rotated in pairs until
   all are orthogonal; then their lengths are the singular values. A tall A is first replaced by its R. A larger B is
   preconditioned by the eigenvectors of B B', after which few pairs have to be rotated. Eigenvalues of B B' that are
   below the rounding errors of the largest say nothing, so the rows that belong to them are preconditioned again, by
   themselves. The angles that are then left are small, so that on a GPU most sweeps rotate all pairs at once, by
   matrix products (as Ogita and Aishima refine eigenvectors, 2018). Other sweeps rotate pairs in rounds, as in a
   tournament, so that the pairs of a round have no row in common. */
enum {
    GPU__LA_SWEEPS = 60,
    GPU__LA_PRECONDITIONED = 32, /* up to so many rows a GPU does without, */
    GPU__LA_UNCONDITIONED = 8,   /* and so does the CPU */
    GPU__LA_STAGES = 8,          /* the maximum number of times that rows are preconditioned */
    GPU__LA_FEW_ROWS = 16,       /* fewer are rotated instead; up to so many zero rows are replaced one by one */
    GPU__LA_ROUNDS = 128,        /* up to so many rows are rotated by one block of a GPU, and the call does not wait */
    GPU__LA_CYCLE = 4            /* of so many sweeps a GPU makes all but the last by matrix products */
};
static GPU__HOST_DEVICE inline void gpu__la_pair(size_t n, size_t round, size_t k, size_t *i, size_t *j) /* n even */
{
    const size_t next = round + k, before = round + n - 1 - k; /* modulo n - 1 */
    const size_t a = !k ? n - 1 : next < n - 1 ? next : next - (n - 1);
    const size_t b = before < n - 1 ? before : before - (n - 1);
    *i = a < b ? a : b;
    *j = a < b ? b : a;
}
static GPU__HOST_DEVICE inline size_t gpu__la_round_of(size_t n, size_t i, size_t j) /* the round of the pair i < j */
{
    const size_t twice = i + j, half = (twice % 2 ? twice + n - 1 : twice) / 2; /* modulo n - 1 */
    return j + 1 == n ? i : half < n - 1 ? half : half - (n - 1);
}
#endif
#if defined(REAL) && defined(GPU_LINALG)
/* Rotates two rows by the sine s, where t = s / (1 + cosine); `swap` exchanges the results. */
GPU__LIFTED_FN void gpu__la_rotate_rows_T(T *x, T *y, size_t n, size_t from, size_t step, T s, T t, int swap)
{
    size_t i;
    if (swap) {
        GPU__LA_NO_ALIAS for (i = from; i < n; i += step)
        {
            const T p = x[i], q = y[i];
            y[i] = p - s * (q + t * p);
            x[i] = q + s * (p - t * q);
        }
        return;
    }
    GPU__LA_NO_ALIAS for (i = from; i < n; i += step)
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
   which the squared length is at most `least` count as zero. By a warp,
   where the longer row becomes the first one; or by a `whole` block, where the rows are not exchanged. */
GPU__LIFTED_FN int gpu__la_rotate_T(T *x, T *y, size_t n, T *u, T *v, size_t wide, T tol, T least, int whole)
{
    T a = 0, b = 0, g = 0, c, s, t, zeta;
#ifdef __CUDA_ARCH__
    size_t i;
    const size_t from = whole ? threadIdx.x : threadIdx.x % 32, step = whole ? blockDim.x : 32;
    for (i = from; i < n; i += step) {
        const T p = x[i], q = y[i];
        a += p * p, b += q * q, g += p * q;
    }
    if (whole)
        a = gpu__la_block_sum(a), b = gpu__la_block_sum(b), g = gpu__la_block_sum(g);
    else
        a = gpu__la_warp_sum(a), b = gpu__la_warp_sum(b), g = gpu__la_warp_sum(g);
#else
    const size_t from = 0, step = 1;
    (void)whole;
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
    (void)block;
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
/* Whether rows i and j have to be rotated, according to the matrix g of all dot products of rows. */
GPU__LIFTED_FN int gpu__la_is_skew_T(const T *g, size_t n, size_t i, size_t j, T tol, T least)
{
    const T a = g[i * n + i], b = g[j * n + j];
    return GPU__LA_ABS(T, g[i * n + j]) > tol * GPU__LA_ROOT(T, a) * GPU__LA_ROOT(T, b) && a > least && b > least;
}
/* Finds the rounds that have pairs to rotate, by the products x[3]: sets x[2][round], and x[2][n] if a pair is still
   far from orthogonal. Sweeps continue only while there is such a pair. Pairs of the first rows, up to `flag`, are left
   out. */
GPU__LA_STEP(gpu__la_rounds_T)
{
    const T *const g = GPU__LA_AT(T, s, 3, z), tol = (T)s->number, least = (T)s->least;
    const size_t n = s->n, first = block * 32, last = n - first < 32 ? n : first + 32;
    int *const rounds = (int *)s->x[2].p;
    size_t i, j;
#ifdef __CUDA_ARCH__
    GPU__LA_ROWS(i, first, last) GPU__LA_COLS(j, i < s->flag ? s->flag : i + 1, n)
    {
        if (!gpu__la_is_skew_T(g, n, i, j, tol, least)) continue;
        GPU__LA_REPORT(rounds + gpu__la_round_of(n + n % 2, i, j), 1);
        if (gpu__la_is_skew_T(g, n, i, j, 8 * tol, least)) GPU__LA_REPORT(rounds + n, 1);
    }
#else /* the same, with the roots of the diagonal computed once, and rows looked through by vectors first */
    enum { wide = 64 };
    T root[wide];
    size_t from;
    for (from = first; from < n; from += wide) {
        const size_t to = n - from < wide ? n : from + wide;
        for (j = from; j < to; j++) root[j - from] = GPU__LA_ROOT(T, g[j * n + j]);
        for (i = first; i < last && i < to; i++) {
            const T limit = tol * GPU__LA_ROOT(T, g[i * n + i]), *const row = g + i * n;
            const size_t behind = i < (size_t)s->flag ? (size_t)s->flag : i + 1, begin = from > behind ? from : behind;
            int found = 0;
            for (j = begin; j < to; j++) found |= GPU__LA_ABS(T, row[j]) > limit * root[j - from];
            for (j = begin; found && j < to; j++) {
                if (!(GPU__LA_ABS(T, row[j]) > limit * root[j - from]) || !gpu__la_is_skew_T(g, n, i, j, tol, least))
                    continue;
                GPU__LA_REPORT(rounds + gpu__la_round_of(n + n % 2, i, j), 1);
                if (GPU__LA_ABS(T, row[j]) > 8 * limit * root[j - from]) GPU__LA_REPORT(rounds + n, 1);
            }
        }
    }
#endif
}
/* Rotates pair k of a round if the products x[3] require it; sets x[2][n + 1] if it did. */
GPU__LIFTED_FN void gpu__la_rotate_pair_T(const gpu__la_step *s, size_t z, size_t round, size_t k)
{
    T *const b = GPU__LA_AT(T, s, 0, z), *const w = s->k ? GPU__LA_AT(T, s, 1, z) : b;
    const T tol = (T)s->number, least = (T)s->least;
    size_t i, j;
    gpu__la_pair(s->n + s->n % 2, round, k, &i, &j);
    if (j < s->n && j >= (size_t)s->flag && gpu__la_is_skew_T(GPU__LA_AT(T, s, 3, z), s->n, i, j, tol, least) &&
        gpu__la_rotate_T(b + i * s->x[0].ld, b + j * s->x[0].ld, s->m, w + i * s->k, w + j * s->k, s->k, tol, least, 1))
        GPU__LA_REPORT((int *)s->x[2].p + s->n + 1, 1);
}
GPU__LA_STEP(gpu__la_round_T) { gpu__la_rotate_pair_T(s, z, s->at, block); }
GPU__LA_STEP(gpu__la_every_round_T) /* by one thread of the CPU */
{
    const size_t even = s->n + s->n % 2;
    size_t round, k;
    (void)block;
    for (round = 0; round + 1 < even; round++)
        for (k = 0; k < even / 2 && ((const int *)s->x[2].p)[round]; k++) gpu__la_rotate_pair_T(s, z, round, k);
}
GPU__LA_STEP(gpu__la_unconverged_T)
{
    (void)block;
    if (GPU__LA_THREAD == 0 && s->info[z] == 0) s->info[z] = GPU__LA_NOT_CONVERGED;
}
/* Copies flags to the host; waits for a GPU. */
static inline void gpu__la_flags_T(gpu__la *la, int *to, const int *flags, size_t n)
{
    memset(to, 0, n * sizeof *to);
    if (la->measuring || la->error) return;
#ifdef GPU__CUDA
    if (la->on_gpu) {
        const cudaStream_t stream = (cudaStream_t)la->context->stream;
        la->error = (int)cudaMemcpyAsync(to, flags, n * sizeof *to, cudaMemcpyDeviceToHost, stream);
        if (!la->error) la->error = (int)cudaStreamSynchronize(stream);
        return;
    }
#endif
    memcpy(to, flags, n * sizeof *to);
}
/* x[1] = the lengths of the rows of x[0]; those that count as zero are zero. */
GPU__LA_STEP(gpu__la_lengths_T)
{
    const size_t first = block * 32, last = s->n - first < 32 ? s->n : first + 32;
    size_t i;
    GPU__LA_ROWS(i, first, last)
    {
        const T *const row = GPU__LA_AT(T, s, 0, z) + i * s->x[0].ld;
        const T sum = gpu__la_dot_T(row, row, s->m);
        if (GPU__LA_LANE == 0) GPU__LA_AT(T, s, 1, z)[i] = sum > (T)s->least ? GPU__LA_ROOT(T, sum) : (T)0;
    }
}
/* In descending order of the lengths x[5]: if `flag`, x[2] = the singular values, which are the lengths over the scale
   x[1], if there is one; otherwise x[3] = the rows of x[0], normalised. */
GPU__LA_STEP(gpu__la_sorted_T)
{
    const T *const length = GPU__LA_AT(T, s, 5, z), scale = s->flag && s->x[1].p ? GPU__LA_AT(T, s, 1, z)[0] : (T)1;
    const size_t n = s->n, first = block * 32, last = n - first < 32 ? n : first + 32;
    size_t i, j;
    GPU__LA_ROWS(i, first, last)
    {
        const T v = length[i];
        size_t rank = 0;
        for (j = 0; j < n; j++) rank += length[j] > v || (!(length[j] < v) && j < i);
        if (s->flag) {
            if (GPU__LA_LANE == 0) GPU__LA_AT(T, s, 2, z)[rank] = v / scale;
            if (!GPU__LA_FINITE(T, v / scale)) GPU__LA_REPORT(s->info + z / s->per_info, GPU__LA_NOT_FINITE);
        } else {
            const T *const x = GPU__LA_AT(T, s, 0, z) + i * s->x[0].ld;
            T *const to = GPU__LA_AT(T, s, 3, z) + rank * s->x[3].ld;
            const T over = v > 0 ? 1 / v : (T)0;
            if (v > 0 && over <= GPU__LA_HUGE(T)) {
                GPU__LA_COLS(j, 0, s->m) to[j] = x[j] * over;
            } else {
                GPU__LA_COLS(j, 0, s->m) to[j] = v > 0 ? x[j] / v : 0;
            }
        }
    }
}
/* x[4] = the rows of x[1], k wide, in the order of descending lengths x[5]. */
GPU__LA_STEP(gpu__la_sorted_rows_T)
{
    const T *const length = GPU__LA_AT(T, s, 5, z);
    const size_t n = s->n, first = block * 32, last = n - first < 32 ? n : first + 32;
    size_t i, j;
    GPU__LA_ROWS(i, first, last)
    {
        const T v = length[i];
        size_t rank = 0;
        for (j = 0; j < n; j++) rank += length[j] > v || (!(length[j] < v) && j < i);
        GPU__LA_COLS(j, 0, s->k)
        GPU__LA_AT(T, s, 4, z)[rank * s->x[4].ld + j] = GPU__LA_AT(T, s, 1, z)[i * s->x[1].ld + j];
    }
}
/* Replaces the zero rows of x[0] (n rows of m), which are the last ones, by unit vectors orthogonal to all others. Each
   starts as the axis with the smallest component in the span of the preceding rows. x[1] is memory for n + m numbers;
   x[2] has the lengths. flag: the vectors are the last columns of x[3], m by n. */
GPU__LA_STEP(gpu__la_complete_T)
{
    T *const u = GPU__LA_AT(T, s, 0, z), *const dots = GPU__LA_AT(T, s, 1, z), *const share = dots + s->n;
    const T *const length = GPU__LA_AT(T, s, 2, z);
    const size_t n = s->n, m = s->m, ld = s->x[0].ld;
    size_t i, k, t, zeros = 0;
    int again;
    (void)block;
    for (i = 0; i < n; i++) zeros += length[i] > 0 ? 0 : 1;
    if (!zeros) return;
    if (s->flag) {
        GPU__LA_ROWS(i, n - zeros, n) GPU__LA_COLS(k, 0, m) u[i * ld + k] = GPU__LA_AT(T, s, 3, z)[k * s->x[3].ld + i];
        return;
    }
    GPU__LA_EACH(k, 0, m) share[k] = 0;
    for (t = 0; t < n - zeros; t++) GPU__LA_EACH(k, 0, m) share[k] += u[t * ld + k] * u[t * ld + k];
    for (i = n - zeros; i < n; i++) {
        T best = -GPU__LA_HUGE(T), sum;
        size_t axis = 0;
        GPU__LA_EACH(k, 0, m) if (-share[k] > best)
        {
            best = -share[k];
            axis = k;
        }
        axis = GPU__LA_FIRST(best, axis);
        GPU__LA_EACH(k, 0, m) u[i * ld + k] = k == axis;
        for (again = 0; again < 3; again++) {
            GPU__LA_SYNC();
            GPU__LA_ROWS(t, 0, i)
            {
                sum = gpu__la_dot_T(u + t * ld, u + i * ld, m);
                if (GPU__LA_LANE == 0) dots[t] = sum;
            }
            GPU__LA_SYNC();
            for (t = 0; t < i; t++) GPU__LA_EACH(k, 0, m) u[i * ld + k] -= dots[t] * u[t * ld + k];
            sum = 0;
            GPU__LA_EACH(k, 0, m) sum += u[i * ld + k] * u[i * ld + k];
            sum = 1 / GPU__LA_ROOT(T, GPU__LA_SUM(sum));
            GPU__LA_EACH(k, 0, m) u[i * ld + k] *= sum;
        }
        GPU__LA_EACH(k, 0, m) share[k] += u[i * ld + k] * u[i * ld + k];
        GPU__LA_SYNC();
    }
}

/* Sets x[3][0] if more than a few of the n lengths x[2] are zero. */
GPU__LA_STEP(gpu__la_many_zeros_T)
{
    size_t i, zeros = 0;
    (void)block;
    GPU__LA_EACH(i, 0, s->n) zeros += GPU__LA_AT(T, s, 2, z)[i] > 0 ? 0 : 1;
    if (GPU__LA_SUM(zeros) > GPU__LA_FEW_ROWS && GPU__LA_THREAD == 0) GPU__LA_REPORT((int *)s->x[3].p, 1);
}
/* x[2][i] = 1 for each of the n rows of B, x[0], of which the eigenvalue of B B' was larger than the rounding errors of
   the largest one; x[1] is memory for n numbers. */
GPU__LA_STEP(gpu__la_resolved_T)
{
    T *const square = GPU__LA_AT(T, s, 1, z);
    T most = 0;
    size_t i;
    (void)block;
    GPU__LA_ROWS(i, 0, s->n)
    {
        const T *const row = GPU__LA_AT(T, s, 0, z) + i * s->x[0].ld;
        const T sum = gpu__la_dot_T(row, row, s->m);
        if (GPU__LA_LANE == 0) square[i] = sum;
    }
    GPU__LA_SYNC();
    GPU__LA_EACH(i, 0, s->n) most = square[i] > most ? square[i] : most;
    most = GPU__LA_MAX(most);
    GPU__LA_EACH(i, 0, s->n)
    if (square[i] > 16 * GPU__LA_EPS(T) * most && square[i] > (T)s->least) GPU__LA_REPORT((int *)s->x[2].p + i, 1);
}

/* The square of the length below which a row of B counts as zero. B is scaled, so that its largest singular value is at
   least a half; after preconditioning, shorter rows are rounding errors of rounding errors, which nothing would make
   orthogonal. */
static inline double gpu__la_least_T(const gpu__la *la, size_t n)
{
    const double eps = (double)GPU__LA_EPS(T);
    return n > (la->on_gpu ? GPU__LA_PRECONDITIONED : GPU__LA_UNCONDITIONED)
               ? eps * eps / 64
               : (double)(GPU__LA_SMALL(T) / GPU__LA_EPS(T));
}
#ifdef GPU__CUDA
/* A sweep of a GPU by matrix products: with G = B B', multiplies B, and W if `rotate_w`, by R = 1 + S + S^2 / 2 +
   S^3 / 8, which is a rotation but for S^6 / 64, by the small angles S. Overwrites G. */
static inline void gpu__la_rotate_at_once_T(gpu__la *la, gpu__la_step s, gpu__la_view g, int rotate_w)
{
    const size_t used = la->used, n = s.n, m = s.m, blocks = gpu__ceil_div(n, 32);
    const gpu__la_view b = s.x[0], w = s.x[1], sines = gpu__la_space_T(la, n, n), half = gpu__la_space_T(la, n, n),
                       sums = gpu__la_space_T(la, 1, n), old = gpu__la_space_T(la, n, m > n ? m : n);
    gpu__la_view from = old;
    s.x[0] = sines;
    s.x[1] = sums;
    s.x[2] = g;
    gpu__la_launch<gpu__la_angles<T>, 0>(la, &s, blocks, la->batch, GPU__LA_THREADS);
    s.x[3] = half;
    s.number = sizeof(T) == 4 ? 0.1 : 0.003; /* to the sixth, over 64, this is below eps / 7 */
    gpu__la_launch<gpu__la_small_angles<T>, 0>(la, &s, blocks, la->batch, GPU__LA_THREADS);
    from.ld = n;
    gpu__la_gemm_T(la, from, sines, half, gpu__la_gemm_spec_of(n, n, n, 1, 0), la->batch);
    gpu__la_gemm_T(la, g, sines, from, gpu__la_gemm_spec_of(n, n, n, 1, 1), la->batch); /* R - 1 */
    from.ld = m;
    gpu__la_copied_T(la, from, b, n, m, 0, NULL, NULL);
    gpu__la_gemm_T(la, b, g, from, gpu__la_gemm_spec_of(n, m, n, 1, 1), la->batch);
    if (rotate_w) {
        from.ld = n;
        gpu__la_copied_T(la, from, w, n, n, 0, NULL, NULL);
        gpu__la_gemm_T(la, w, g, from, gpu__la_gemm_spec_of(n, n, n, 1, 1), la->batch);
    }
    la->used = used;
}
#endif
/* Makes those rounds of a sweep over n rows of m elements whose flag says that a pair is to be rotated. */
static inline void gpu__la_flagged_rounds_T(gpu__la *la, gpu__la_step s, const int *flags, size_t n, size_t m)
{
    const size_t rounds = n - 1 + n % 2;
    size_t first, k;
    int some[256];
    for (first = 0; first < rounds; first += 256) {
        const size_t count = gpu__least(rounds - first, 256);
        gpu__la_flags_T(la, some, flags ? flags + first : NULL, count);
        for (k = 0; k < count; k++) {
            if (!some[k]) continue;
            s.at = first + k;
            GPU__LA_RUN(la, gpu__la_round_T, &s, (rounds + 1) / 2, la->batch, GPU__LA_THREADS, n * m * 2 * la->batch)
        }
    }
}
/* Orthogonalises the n rows of B, each of m elements; if `rotate_w`, the same rotations are applied to W, n by n. The
   first `apart` rows, if there are any, are made almost orthogonal to the others, and not among themselves. */
static inline void gpu__la_jacobi_T(gpu__la *la, gpu__la_view b, gpu__la_view w, size_t n, size_t m, size_t apart,
                                    int rotate_w, int *info)
{
    const size_t even = n + n % 2, used = la->used;
    const int cycle = la->on_gpu ? GPU__LA_CYCLE : 1, sweeps = cycle * (apart ? 4 : GPU__LA_SWEEPS);
    int sweep, *flags;
    gpu__la_gemm_spec p = gpu__la_gemm_spec_of(n, n, m, 1, 0);
    gpu__la_view g;
    gpu__la_step s;
    gpu__la_step_of(&s, m, n);
    s.x[0] = b;
    s.x[1] = w;
    s.k = rotate_w ? n : 0;
    s.info = info;
    s.number = (double)GPU__LA_EPS(T) * (4 + sqrt((double)m));
    s.least = gpu__la_least_T(la, n);
    s.flag = (int)apart;
    if (n < 2) return;
#ifdef GPU__CUDA
    if (la->on_gpu && n <= 32 && m <= 32) {
        gpu__la_launch<gpu__la_sweeps_held<T>, 0, 32>(la, &s, 1, la->batch, 32);
        return;
    }
#endif
    if (n <= (la->on_gpu ? GPU__LA_ROUNDS : GPU__LA_UNCONDITIONED)) {
        GPU__LA_RUN(la, gpu__la_sweeps_T, &s, 1, la->batch, even >= 64 ? 1024 : (unsigned)(even / 2 * 32),
                    n * n * m * la->batch)
        return;
    }
    s.number /= 8;
    flags = (int *)gpu__la_take(la, (n + 2) * sizeof *flags);
    g = gpu__la_space_T(la, n, n);
    s.x[2] = gpu__la_view_of(flags, 0, 0);
    s.x[3] = g;
    p.transpose_b = 1;
    for (sweep = 0; sweep < sweeps; sweep++) { /* rounds with nothing to rotate are skipped */
        int state[2]; /* whether a pair is far from orthogonal, and whether the last sweep has rotated any */
        gpu__la_zero(la, flags, (n + 1) * sizeof *flags);
        gpu__la_gemm_T(la, g, b, b, p, la->batch);
        GPU__LA_RUN(la, gpu__la_rounds_T, &s, gpu__ceil_div(n, 32), la->batch, GPU__LA_THREADS, n * n * la->batch)
        gpu__la_flags_T(la, state, flags ? flags + n : NULL, 2);
        if (la->measuring ? sweep : !state[0] || (sweep && sweep % cycle == 0 && !state[1])) break;
#ifdef GPU__CUDA
        if (sweep % cycle < cycle - 1) {
            gpu__la_rotate_at_once_T(la, s, g, rotate_w);
            continue;
        }
#endif
        gpu__la_zero(la, flags ? flags + n + 1 : NULL, sizeof *flags);
        if (la->alone) {
            GPU__LA_RUN_CPU(la, gpu__la_every_round_T, &s, 1, la->batch, 0)
            continue;
        }
        gpu__la_flagged_rounds_T(la, s, flags, n, m);
    }
    if (!apart && sweep == sweeps) {
        GPU__LA_RUN(la, gpu__la_unconverged_T, &s, 1, la->batch, 32, la->batch)
    }
    la->used = used;
}
/* The results of a singular value decomposition: u m by q, values, vt q by n, where q is the smaller of m and n.
   Without u only the values are computed. If is_scaled, they are those of A multiplied by *scale. */
typedef struct gpu__la_svd_of_T {
    gpu__la_view u, values, vt;
    int vectors, is_scaled;
    T *scale;
} gpu__la_svd_of_T;
static inline void gpu__la_svd_out_T(gpu__la *la, gpu__la_svd_of_T to, gpu__la_view rows, gpu__la_view w,
                                     gpu__la_view tall, gpu__la_view tau, gpu__la_view t, size_t m, size_t n)
{
    const size_t q = m < n ? m : n, p = m < n ? n : m;
    const int wide = m < n;
    gpu__la_view longer = wide ? to.vt : to.u;
    gpu__la_copied_T(la, wide ? to.u : to.vt, w, q, q, wide ? GPU__LA_TRANSPOSED : 0, NULL, NULL);
    if (tall.ld) { /* u = Q times the vectors of R, padded with zeros */
        if (wide) longer = gpu__la_space_T(la, p, q);
        gpu__la_copied_T(la, longer, longer, p, q, GPU__LA_IDENTITY, NULL, NULL);
        gpu__la_copied_T(la, longer, rows, q, q, GPU__LA_TRANSPOSED, NULL, NULL);
        gpu__la_times_q_T(la, longer, tall, tau, t, p, q, q, 0);
        if (wide) gpu__la_copied_T(la, to.vt, longer, q, p, GPU__LA_TRANSPOSED, NULL, NULL);
    } else
        gpu__la_copied_T(la, longer, rows, wide ? q : p, wide ? p : q, wide ? 0 : GPU__LA_TRANSPOSED, NULL, NULL);
}
/* The arrays of a singular value decomposition. B has q rows of `wide` elements: the columns of A or of its R, or the
   rows of A, scaled. W collects the rotations of its rows. */
typedef struct gpu__la_svd_work_T {
    size_t q, wide;
    gpu__la_view b, w, rows, sorted, lengths, memory;
    gpu__la_view tall, tau, t; /* the QR decomposition of a tall A, or of A'; tall.ld is 0 if there is none */
    T *scale;
} gpu__la_svd_work_T;
static inline gpu__la_svd_work_T gpu__la_svd_begin_T(gpu__la *la, gpu__la_view a, size_t m, size_t n,
                                                     const gpu__la_svd_of_T *to, int *info)
{
    const size_t q = m < n ? m : n, p = m < n ? n : m;
    const int is_tall = p > q + q / 2 + 4;
    gpu__la_svd_work_T k;
    k.q = q;
    k.wide = is_tall ? q : p;
    k.scale = to->is_scaled ? to->scale : gpu__la_scale_of_T(la, a, m, n, info);
    k.b = gpu__la_space_T(la, q, k.wide);
    k.w = gpu__la_space_T(la, q, q);
    k.rows = gpu__la_space_T(la, q, k.wide);
    k.sorted = gpu__la_space_T(la, q, q);
    k.lengths = gpu__la_space_T(la, 1, q);
    k.memory = gpu__la_space_T(la, 1, q + k.wide);
    k.tall = k.tau = k.t = gpu__la_view_of(NULL, 0, 0);
    if (!is_tall) {
        gpu__la_copied_T(la, k.b, a, q, p, GPU__LA_SCALED | (m < n ? 0 : GPU__LA_TRANSPOSED), k.scale, NULL);
        return k;
    }
    k.tall = gpu__la_space_T(la, p, q);
    k.tau = gpu__la_space_T(la, 1, q);
    k.t = gpu__la_triangles_space_T(la, q);
    gpu__la_copied_T(la, k.tall, a, p, q, GPU__LA_SCALED | (m < n ? GPU__LA_TRANSPOSED : 0), k.scale, NULL);
    gpu__la_factor_qr_T(la, k.tall, p, q, k.tau, k.t);
    gpu__la_copied_T(la, k.b, k.tall, q, q, GPU__LA_TRANSPOSED | GPU__LA_LOWER, NULL, NULL);
    return k;
}
/* Multiplies the first h rows of B by the eigenvectors of the products of these rows, after which they are almost
   orthogonal and in ascending order of their lengths; and those of W, which is the identity if h is the number of all
   rows. */
static inline void gpu__la_precondition_rows_T(gpu__la *la, const gpu__la_svd_work_T *k, size_t h, int rotate_w,
                                               int *info)
{
    const size_t here = la->used;
    const gpu__la_view g = gpu__la_space_T(la, h, h), line = gpu__la_space_T(la, 3, h);
    gpu__la_view e;
    gpu__la_gemm_spec by = gpu__la_gemm_spec_of(h, h, k->wide, 1, 0);
    by.transpose_b = 1;
    gpu__la_gemm_T(la, g, k->b, k->b, by, la->batch);
    if (h < k->q) gpu__la_copied_T(la, g, g, h, h, GPU__LA_SCALED, gpu__la_scale_of_T(la, g, h, h, info), NULL);
    e = gpu__la_eigen_T(la, g, h, gpu__la_view_of(line.p, 1, 3 * h), 1, info);
    by = gpu__la_gemm_spec_of(h, k->wide, h, 1, 0);
    by.transpose_a = 1;
    gpu__la_gemm_T(la, k->rows, e, k->b, by, la->batch);
    gpu__la_copied_T(la, k->b, k->rows, h, k->wide, 0, NULL, NULL);
    if (rotate_w && h == k->q) gpu__la_copied_T(la, k->w, e, h, h, GPU__LA_TRANSPOSED, NULL, NULL);
    if (rotate_w && h < k->q) {
        by.n = k->q;
        gpu__la_gemm_T(la, k->sorted, e, k->w, by, la->batch);
        gpu__la_copied_T(la, k->w, k->sorted, h, k->q, 0, NULL, NULL);
    }
    la->used = here;
}
/* The number of the first h rows of B that have to be preconditioned again. Waits for a GPU. */
static inline size_t gpu__la_unresolved_T(gpu__la *la, const gpu__la_svd_work_T *k, size_t h)
{
    const size_t used = la->used;
    int *const flags = (int *)gpu__la_take(la, h * sizeof *flags), some[256];
    size_t first, i, count;
    gpu__la_step s;
    gpu__la_step_of(&s, k->wide, h);
    s.x[0] = k->b;
    s.x[1] = k->lengths;
    s.x[2] = gpu__la_view_of(flags, 0, 0);
    s.least = gpu__la_least_T(la, k->q);
    gpu__la_zero(la, flags, h * sizeof *flags);
    GPU__LA_RUN(la, gpu__la_resolved_T, &s, 1, la->batch, 1024, h * k->wide * la->batch)
    la->used = used;
    for (first = 0; first < h; first += count) {
        count = gpu__least(h - first, sizeof some / sizeof *some);
        gpu__la_flags_T(la, some, flags ? flags + first : NULL, count);
        for (i = 0; i < count; i++)
            if (some[i]) return first + i;
    }
    return 0; /* all rows are zero */
}
static inline void gpu__la_precondition_T(gpu__la *la, const gpu__la_svd_work_T *k, int rotate_w, int *info)
{
    size_t h = k->q;
    int stage;
    gpu__la_precondition_rows_T(la, k, h, rotate_w, info);
    if (la->on_gpu && k->q <= GPU__LA_ROUNDS) return;
    for (stage = 1; stage < GPU__LA_STAGES; stage++) {
        h = gpu__la_unresolved_T(la, k, h) / GPU__LA_FEW_ROWS * GPU__LA_FEW_ROWS;
        if (!h) break;
        gpu__la_jacobi_T(la, k->b, k->w, k->q, k->wide, h, rotate_w, info);
        gpu__la_precondition_rows_T(la, k, h, rotate_w, info);
    }
    for (h = GPU__LA_FEW_ROWS; la->measuring && h < k->q; h += GPU__LA_FEW_ROWS) /* any of these may be needed */
        gpu__la_precondition_rows_T(la, k, h, rotate_w, info);
}
/* Replaces zero rows among the vectors, k->rows, of which s describes the completion. If there are many, they are
   columns of the Q of the others. Waits for a GPU if it can have so many rows. */
static inline void gpu__la_completed_T(gpu__la *la, const gpu__la_svd_work_T *k, gpu__la_step *s)
{
    const size_t q = k->q, wide = k->wide, used = la->used;
    if (!la->on_gpu || q > GPU__LA_ROUNDS) {
        int *const flag = (int *)gpu__la_take(la, sizeof *flag), many;
        s->x[3] = gpu__la_view_of(flag, 0, 0);
        gpu__la_zero(la, flag, sizeof *flag);
        GPU__LA_RUN(la, gpu__la_many_zeros_T, s, 1, la->batch, GPU__LA_THREADS, q * la->batch)
        gpu__la_flags_T(la, &many, flag, 1);
        if (many || la->measuring) {
            const gpu__la_view all = gpu__la_space_T(la, wide, q), tall = gpu__la_view_of(k->b.p, q, k->b.stride),
                               tau = gpu__la_space_T(la, 1, q), t = gpu__la_triangles_space_T(la, q);
            gpu__la_copied_T(la, tall, k->rows, wide, q, GPU__LA_TRANSPOSED, NULL, NULL);
            gpu__la_factor_qr_T(la, tall, wide, q, tau, t);
            gpu__la_copied_T(la, all, all, wide, q, GPU__LA_IDENTITY, NULL, NULL);
            gpu__la_times_q_T(la, all, tall, tau, t, wide, q, q, GPU__LA_IDENTITY);
            s->x[3] = all;
            s->flag = 1;
        }
    }
    GPU__LA_RUN(la, gpu__la_complete_T, s, 1, la->batch, q <= 32 ? 128 : 1024, q * la->batch)
    la->used = used;
}
/* The results, from the orthogonal rows of B and from W: the values and, if they are wanted, the vectors. */
static inline void gpu__la_svd_end_T(gpu__la *la, const gpu__la_svd_work_T *k, gpu__la_svd_of_T to, size_t m, size_t n,
                                     int *info)
{
    const size_t q = k->q, wide = k->wide, blocks = gpu__ceil_div(q, 32);
    gpu__la_step s;
    gpu__la_step_of(&s, wide, q);
    s.x[0] = k->b;
    s.x[1] = k->lengths;
    s.least = gpu__la_least_T(la, q);
    GPU__LA_RUN(la, gpu__la_lengths_T, &s, blocks, la->batch, GPU__LA_THREADS, q * wide * la->batch)
    s.x[1] = gpu__la_view_of(to.is_scaled ? NULL : k->scale, 1, 1);
    s.info = info;
    s.x[2] = to.values;
    s.x[5] = k->lengths;
    s.flag = 1;
    GPU__LA_RUN(la, gpu__la_sorted_T, &s, blocks, la->batch, GPU__LA_THREADS, q * q * la->batch)
    if (!to.vectors) return;
    s.x[3] = k->rows;
    s.x[4] = k->sorted;
    s.k = q;
    s.flag = 0;
    GPU__LA_RUN(la, gpu__la_sorted_T, &s, blocks, la->batch, GPU__LA_THREADS, q * wide * la->batch)
    s.x[1] = k->w;
    GPU__LA_RUN(la, gpu__la_sorted_rows_T, &s, blocks, la->batch, GPU__LA_THREADS, q * q * la->batch)
    s.x[0] = k->rows;
    s.x[1] = k->memory;
    s.x[2] = k->lengths;
    gpu__la_completed_T(la, k, &s);
    gpu__la_svd_out_T(la, to, k->rows, k->sorted, k->tall, k->tau, k->t, m, n);
}
/* The singular value decomposition of A, m by n. */
static inline void gpu__la_singular_T(gpu__la *la, gpu__la_view a, size_t m, size_t n, gpu__la_svd_of_T to, int *info)
{
    const size_t used = la->used;
    const gpu__la_svd_work_T k = gpu__la_svd_begin_T(la, a, m, n, &to, info);
    if (k.q > (la->on_gpu ? GPU__LA_PRECONDITIONED : GPU__LA_UNCONDITIONED))
        gpu__la_precondition_T(la, &k, to.vectors, info);
    else if (to.vectors)
        gpu__la_copied_T(la, k.w, k.w, k.q, k.q, GPU__LA_IDENTITY, NULL, NULL);
    gpu__la_jacobi_T(la, k.b, k.w, k.q, k.wide, 0, to.vectors, info);
    gpu__la_svd_end_T(la, &k, to, m, n, info);
    la->used = used;
}
#endif
