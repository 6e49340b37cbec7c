#if defined(GPU__ONCE) && defined(GPU_LINALG)
/* The shape of `batch` matrices, each with k columns beside it that are as long as its rows or columns. */
static inline gpu_status gpu__la_shape(const char *call, size_t rows, size_t cols, size_t k, size_t batch)
{
    const size_t longest = rows > cols ? rows : cols;
    const gpu_status s = gpu__shape(call, rows, cols);
    if (s) return s;
    if (gpu__product(rows * cols * 8, batch) == SIZE_MAX)
        return gpu__refuse(call, "a batch of %zu matrices of %zu by %zu is " GPU__TOO_LARGE, batch, rows, cols);
    if (gpu__product(gpu__product(longest * 8, k), batch) == SIZE_MAX)
        return gpu__refuse(call, "%zu columns of %zu elements for each of %zu matrices are " GPU__TOO_LARGE, k, longest,
                           batch);
    return GPU_OK;
}
static inline gpu__la_view gpu__la_pivots(gpu__la *la, size_t n)
{
    return gpu__la_view_of(gpu__la_take(la, la->batch * n * sizeof(int)), 1, n);
}
static inline void gpu__la_detail_of(gpu__la_detail *d, gpu__la_driver *driver, size_t m, size_t n, size_t k,
                                     size_t batch, size_t size)
{
    memset(d, 0, sizeof *d);
    d->driver = driver;
    d->m = m;
    d->n = n;
    d->k = k;
    d->batch = batch;
    d->size = size;
}
#endif
#if defined(GPU__FOR_REAL) && defined(GPU_LINALG)
/* ---- steps of single functions ---- */
/* The determinant from the LU factors x[0] with the pivots x[3], of a matrix multiplied by x[4]: to x[1], or its sign
   to x[1] and its logarithm to x[2]. A zero pivot is no error here. */
GPU__LA_STEP(GPU__N(gpu__la_determinant))
{
    const GPU__T *const a = GPU__LA_AT(s, 0, z);
    const int *const pivots = (const int *)s->x[3].p + z * s->x[3].stride;
    double product = 1, logarithm = 0;
    int64_t exponent = 0;
    size_t i;
    int scale;
    (void)block;
    if (GPU__LA_THREAD) return;
    if (s->info[z] > 0) product = s->info[z] = 0;
    for (i = 0; i < s->n && product != 0; i++) {
        const double v = (double)a[i * (s->x[0].ld + 1)];
        int e = 0;
        product = frexp(product * (pivots[i] == (int)i ? v : -v), &e);
        exponent += e;
        if (s->flag) logarithm += log(fabs(v));
    }
    (void)frexp((double)GPU__LA_AT(s, 4, z)[0], &scale);
    exponent -= (scale - 1) * (int64_t)s->n;
    if (scale != 1) logarithm -= (scale - 1) * (double)s->n * 0.693147180559945309417;
    if (s->flag) {
        GPU__LA_AT(s, 1, z)[0] = (GPU__T)(product > 0 ? 1 : product < 0 ? -1 : 0);
        GPU__LA_AT(s, 2, z)[0] = (GPU__T)(product != 0 ? logarithm : -(double)INFINITY);
    } else
        GPU__LA_AT(s, 1, z)
    [0] = (GPU__T)ldexp(product, exponent > 5000 ? 5000 : exponent < -5000 ? -5000 : (int)exponent);
}
GPU__LA_STEP(GPU__N(gpu__la_diagonal)) /* finds the first zero on the diagonal of x[0] */
{
    const GPU__T *const a = GPU__LA_AT(s, 0, z);
    size_t i;
    (void)block;
    if (GPU__LA_THREAD) return;
    for (i = 0; i < s->n && s->info[z] >= 0; i++) { /* dividing by an infinite one would leave no trace */
        const GPU__T v = a[i * (s->x[0].ld + 1)];
        if (v == 0 && s->info[z] == 0) s->info[z] = (int)i + 1;
        if (!GPU__LA_FINITE(v)) s->info[z] = GPU__LA_NOT_FINITE;
    }
}
/* Divides row i of x[0] (n rows of m) by singular value i, or sets it to 0 if that is too small; x[2] is the rank. */
GPU__LA_STEP(GPU__N(gpu__la_divide))
{
    const GPU__T *const values = GPU__LA_AT(s, 1, z);
    const GPU__T limit = (GPU__T)s->number * values[0];
    const size_t n = s->n, first = block * 32, last = n - first < 32 ? n : first + 32;
    size_t i, j;
    GPU__LA_ROWS(i, first, last)
    {
        GPU__T *const row = GPU__LA_AT(s, 0, z) + i * s->x[0].ld;
        const GPU__T v = values[i];
        const int keep = v > limit && v > 0;
        GPU__LA_COLS(j, 0, s->m) row[j] = keep ? row[j] / v : 0;
    }
    if (s->x[2].p && block == 0 && GPU__LA_THREAD == 0) {
        int rank = 0;
        for (i = 0; i < n; i++) rank += values[i] > limit && values[i] > 0;
        ((int *)s->x[2].p)[z] = rank;
    }
}
GPU__LA_STEP(GPU__N(gpu__la_ratio)) /* x[1] = the first of n numbers of x[0] over the scale x[2], or over the last */
{
    const GPU__T *const v = GPU__LA_AT(s, 0, z), first = v[0] / GPU__LA_AT(s, 2, z)[0];
    (void)block;
    if (GPU__LA_THREAD) return;
    if (s->flag && !GPU__LA_FINITE(first)) GPU__LA_REPORT(s->info + z, GPU__LA_NOT_FINITE);
    GPU__LA_AT(s, 1, z)[0] = s->flag ? first : v[s->n - 1] > 0 ? v[0] / v[s->n - 1] : (GPU__T)INFINITY;
}
/* x[1] = sums of absolute values (or squares) along the rows or columns of x[0], scaled by x[2]. */
GPU__LA_STEP(GPU__N(gpu__la_sums))
{
    const GPU__T *const a = GPU__LA_AT(s, 0, z), scale = GPU__LA_AT(s, 2, z)[0];
    const size_t along = s->flag == GPU_NORM_ONE ? s->n : s->m, first = block * 32,
                 last = along - first < 32 ? along : first + 32, ld = s->x[0].ld;
    size_t i, j;
    if (s->flag == GPU_NORM_ONE) {
        GPU__LA_EACH(j, first, last)
        {
            double sum = 0;
            for (i = 0; i < s->m; i++) sum += (double)(GPU__LA_ABS(a[i * ld + j]) * scale);
            GPU__LA_AT(s, 1, z)[j] = (GPU__T)sum;
        }
        return;
    }
    GPU__LA_ROWS(i, first, last)
    {
        double sum = 0;
        GPU__LA_COLS(j, 0, s->n)
        {
            const double v = (double)(a[i * ld + j] * scale);
            sum += s->flag == GPU_NORM_FROBENIUS ? v * v : v < 0 ? -v : v;
        }
        sum = GPU__LA_WARP_SUM(sum);
        if (GPU__LA_LANE == 0) GPU__LA_AT(s, 1, z)[i] = (GPU__T)sum;
    }
}
GPU__LA_STEP(GPU__N(gpu__la_norm_of)) /* x[1] = the largest of n numbers of x[0], or the root of their sum, unscaled */
{
    const GPU__T *const v = GPU__LA_AT(s, 0, z);
    GPU__T most = 0;
    double sum = 0;
    size_t i;
    (void)block;
    GPU__LA_EACH(i, 0, s->n)
    {
        most = v[i] > most ? v[i] : most;
        sum += (double)v[i];
    }
    most = GPU__LA_MAX(most);
    sum = GPU__LA_SUM(sum);
    most = (s->flag == GPU_NORM_FROBENIUS ? (GPU__T)sqrt(sum) : most) / GPU__LA_AT(s, 2, z)[0];
    if (GPU__LA_THREAD) return;
    GPU__LA_AT(s, 1, z)[0] = most;
    if (!GPU__LA_FINITE(most)) GPU__LA_REPORT(s->info + z, GPU__LA_NOT_FINITE);
}

/* ---- drivers: array[0] is the first result, array[k + 1] the k-th input ---- */
static inline gpu__la_view GPU__N(gpu__la_array)(void *p, size_t rows, size_t cols)
{
    return gpu__la_view_of(p, cols, rows * cols);
}
/* Sets info if a result is not finite: an input is not, or the result overflows. */
static inline void GPU__N(gpu__la_verified)(gpu__la *la, gpu__la_view x, size_t m, size_t n, int *info)
{
    GPU__N(gpu__la_copied)(la, x, x, m, n, GPU__LA_CHECKED, NULL, info);
}
static inline int *GPU__N(gpu__la_begin)(gpu__la *la, void *const *array)
{
    int *const info = (int *)array[la->d->info];
    gpu__la_zero(la, info, la->batch * sizeof *info);
    return info;
}
/* Copies a to `to`, and replaces it by the LU factors of its multiple by *g.scale, whose memory is returned. */
static inline GPU__T *GPU__N(gpu__la_lu_of)(gpu__la *la, gpu__la_view a, gpu__la_view to, size_t n, gpu__la_view pivots,
                                            int *info)
{
    gpu__la_gauge g = GPU__N(gpu__la_gauge_of)(la, n, 0);
    GPU__N(gpu__la_gauged)(la, &g, to, a, n, 0, info);
    GPU__N(gpu__la_rescaled)(la, &g, to, n, 0);
    GPU__N(gpu__la_factor_lu)(la, to, n, pivots, info);
    return (GPU__T *)g.scale;
}
/* A X = B; flag: GPU__LA_IDENTITY for a B that is one. Both sides are multiplied by the scale, or A and the inverse; B
   also by its own. On a GPU B is to the right of A during the factorisation. */
static inline void GPU__N(gpu__la_solved)(gpu__la *la, gpu__la_view x, gpu__la_view a, gpu__la_view b, size_t n,
                                          size_t k, int flag, int *info)
{
    const gpu__la_view lu = GPU__N(gpu__la_space)(la, n, la->on_gpu ? (n + k + 3) / 4 * 4 : n),
                       y = la->on_gpu ? GPU__N(gpu__la_move)(lu, 0, n) : x, pivots = gpu__la_pivots(la, n);
    gpu__la_gauge g = GPU__N(gpu__la_gauge_of)(la, n, k);
    GPU__N(gpu__la_gauged)(la, &g, lu, a, n, 0, info);
    if (flag)
        GPU__N(gpu__la_copied)(la, y, b, n, k, flag, NULL, NULL);
    else
        GPU__N(gpu__la_gauged)(la, &g, y, b, k, GPU__LA_BESIDE, info);
    GPU__N(gpu__la_rescaled)(la, &g, lu, la->on_gpu && !flag ? n + k : n, 0);
    if (la->on_gpu) {
#ifdef GPU__CUDA
        GPU__N(gpu__la_lu_by_panels)(la, lu, n, n + k, pivots, info);
#endif
    } else {
        if (!flag) GPU__N(gpu__la_rescaled)(la, &g, y, k, 1);
        GPU__N(gpu__la_factor_lu)(la, lu, n, pivots, info);
        GPU__N(gpu__la_swap)(la, y, k, pivots, 0, n);
        GPU__N(gpu__la_triangular)(la, lu, y, n, k, gpu__la_how(0, 0, GPU__LA_UNIT_DIAGONAL));
    }
    GPU__N(gpu__la_triangular)(la, lu, y, n, k, gpu__la_how(0, 0, GPU__LA_BACKWARD));
    GPU__N(gpu__la_copied)
    (la, x, y, n, k, GPU__LA_SCALED | GPU__LA_CHECKED, (const GPU__T *)(flag ? g.scale : g.back), info);
}
static inline void GPU__N(gpu__la_solve)(gpu__la *la, void *const *array)
{
    if (la->d->n <= GPU__LA_TINY) {
        gpu__la_step s;
        GPU__N(gpu__la_tiny_arrays)(la, &s, array, la->d->n * la->d->k, la->d->n * la->d->k, la->d->n * la->d->n, 0);
        GPU__LA_RUN_EACH(la, GPU__N(gpu__la_tiny_solve), &s, la->batch)
        return;
    }
    const size_t n = la->d->n, k = la->d->k;
    int *const info = GPU__N(gpu__la_begin)(la, array);
    GPU__N(gpu__la_solved)
    (la, GPU__N(gpu__la_array)(array[0], n, k), GPU__N(gpu__la_array)(array[2], n, n),
     GPU__N(gpu__la_array)(array[1], n, k), n, k, 0, info);
}
static inline void GPU__N(gpu__la_inverse)(gpu__la *la, gpu__la_view out, gpu__la_view a, size_t n, int *info)
{
    GPU__N(gpu__la_solved)(la, out, a, out, n, n, GPU__LA_IDENTITY, info);
}
static inline void GPU__N(gpu__la_inv)(gpu__la *la, void *const *array)
{
    if (la->d->n <= GPU__LA_TINY) {
        gpu__la_step s;
        GPU__N(gpu__la_tiny_arrays)(la, &s, array, la->d->n * la->d->n, la->d->n * la->d->n, 0, 0);
        GPU__LA_RUN_EACH(la, GPU__N(gpu__la_tiny_inv), &s, la->batch)
        return;
    }
    const size_t n = la->d->n;
    int *const info = GPU__N(gpu__la_begin)(la, array);
    GPU__N(gpu__la_inverse)(la, GPU__N(gpu__la_array)(array[0], n, n), GPU__N(gpu__la_array)(array[1], n, n), n, info);
}
static inline void GPU__N(gpu__la_lu)(gpu__la *la, void *const *array)
{
    const size_t n = la->d->n;
    int *const info = GPU__N(gpu__la_begin)(la, array), scaled = la->on_gpu || la->measuring;
    size_t z;
    gpu__la_step s;
    gpu__la_step_of(&s, n, n);
    s.x[0] = GPU__N(gpu__la_array)(array[0], n, n);
    s.x[1] = gpu__la_view_of(GPU__N(gpu__la_lu_of)(la, GPU__N(gpu__la_array)(array[1], n, n), s.x[0], n,
                                                   gpu__la_view_of(array[2], 1, n), info),
                             1, 1);
    s.info = info;
    for (z = 0; z < la->batch && !scaled; z++) scaled = ((const GPU__T *)s.x[1].p)[z] != 1;
    if (scaled)
        GPU__LA_RUN(la, GPU__N(gpu__la_unscale_u), &s, gpu__ceil_div(n, 32), la->batch, GPU__LA_THREADS, n * la->batch)
}
static inline void GPU__N(gpu__la_det)(gpu__la *la, void *const *array)
{
    const size_t n = la->d->n;
    int *const info = GPU__N(gpu__la_begin)(la, array);
    const gpu__la_view a = GPU__N(gpu__la_array)(array[1], n, n), pivots = gpu__la_pivots(la, n);
    gpu__la_step s;
    gpu__la_step_of(&s, n, n);
    s.x[0] = GPU__N(gpu__la_space)(la, n, n);
    s.x[1] = gpu__la_view_of(array[0], 1, 1);
    s.x[2] = gpu__la_view_of(array[2], 1, 1);
    s.x[3] = pivots;
    s.x[4] = gpu__la_view_of(GPU__N(gpu__la_lu_of)(la, a, s.x[0], n, pivots, info), 1, 1);
    s.flag = la->d->flag;
    s.info = info;
    GPU__LA_RUN(la, GPU__N(gpu__la_determinant), &s, 1, la->batch, 32, n * la->batch)
}
static inline void GPU__N(gpu__la_solve_triangular)(gpu__la *la, void *const *array)
{
    const size_t n = la->d->n, k = la->d->k;
    const int shape = la->d->flag, upper = shape & GPU_UPPER, transposed = shape & GPU_TRANSPOSED;
    int *const info = GPU__N(gpu__la_begin)(la, array), unit = shape & GPU_UNIT_DIAGONAL;
    const gpu__la_view x = GPU__N(gpu__la_array)(array[0], n, k), t = GPU__N(gpu__la_array)(array[2], n, n);
    gpu__la_step s;
    gpu__la_step_of(&s, n, n);
    s.x[0] = t;
    s.info = info;
    GPU__N(gpu__la_copied)(la, x, GPU__N(gpu__la_array)(array[1], n, k), n, k, 0, NULL, NULL);
    if (!unit) {
        GPU__LA_RUN(la, GPU__N(gpu__la_diagonal), &s, 1, la->batch, 32, n * la->batch)
    }
    GPU__N(gpu__la_triangular)
    (la, t, x, n, k,
     gpu__la_how(transposed != 0, 0,
                 (!upper != !transposed ? GPU__LA_BACKWARD : 0) | (unit ? GPU__LA_UNIT_DIAGONAL : 0)));
    GPU__N(gpu__la_verified)(la, x, n, k, info);
}
static inline void GPU__N(gpu__la_cholesky)(gpu__la *la, void *const *array)
{
    if (la->d->n <= GPU__LA_TINY) {
        gpu__la_step s;
        GPU__N(gpu__la_tiny_arrays)(la, &s, array, la->d->n * la->d->n, la->d->n * la->d->n, 0, 0);
        GPU__LA_RUN_EACH(la, GPU__N(gpu__la_tiny_cholesky), &s, la->batch)
        return;
    }
    const size_t n = la->d->n;
    int *const info = GPU__N(gpu__la_begin)(la, array);
    const gpu__la_view l = GPU__N(gpu__la_array)(array[0], n, n);
    GPU__N(gpu__la_copied)
    (la, l, GPU__N(gpu__la_array)(array[1], n, n), n, n, GPU__LA_CHECKED | GPU__LA_LOWER, NULL, info);
    GPU__N(gpu__la_factor_cholesky)(la, l, n, 0, info);
    if (!la->on_gpu) GPU__N(gpu__la_copied)(la, l, l, n, n, GPU__LA_LOWER, NULL, NULL);
}
static inline void GPU__N(gpu__la_cholesky_solve)(gpu__la *la, void *const *array)
{
    const size_t n = la->d->n, k = la->d->k;
    int *const info = GPU__N(gpu__la_begin)(la, array);
    const gpu__la_view x = GPU__N(gpu__la_array)(array[0], n, k), l = GPU__N(gpu__la_array)(array[2], n, n);
    gpu__la_step s;
    gpu__la_step_of(&s, n, n);
    s.x[0] = l;
    s.info = info;
    GPU__N(gpu__la_copied)(la, x, GPU__N(gpu__la_array)(array[1], n, k), n, k, 0, NULL, NULL);
    GPU__LA_RUN(la, GPU__N(gpu__la_diagonal), &s, 1, la->batch, 32, n * la->batch)
    GPU__N(gpu__la_triangular)(la, l, x, n, k, gpu__la_how(0, 0, 0));
    GPU__N(gpu__la_triangular)(la, l, x, n, k, gpu__la_how(1, 0, GPU__LA_BACKWARD));
    GPU__N(gpu__la_verified)(la, x, n, k, info);
}
static inline void GPU__N(gpu__la_qr)(gpu__la *la, void *const *array)
{
    const size_t m = la->d->m, n = la->d->n, k = m < n ? m : n;
    int *const info = GPU__N(gpu__la_begin)(la, array);
    const gpu__la_view q = GPU__N(gpu__la_array)(array[0], m, k), r = GPU__N(gpu__la_array)(array[1], k, n),
                       a = GPU__N(gpu__la_array)(array[2], m, n), work = GPU__N(gpu__la_space)(la, m, n),
                       tau = GPU__N(gpu__la_space)(la, 1, k), t = GPU__N(gpu__la_triangles_space)(la, k);
    GPU__T *const scale = GPU__N(gpu__la_scale_of)(la, a, m, n, info);
    GPU__N(gpu__la_copied)(la, work, a, m, n, GPU__LA_SCALED, scale, NULL);
    GPU__N(gpu__la_factor_qr)(la, work, m, n, tau, t);
    GPU__N(gpu__la_copied)(la, r, work, k, n, GPU__LA_UPPER | GPU__LA_UNSCALED | GPU__LA_CHECKED, scale, info);
    GPU__N(gpu__la_copied)(la, q, q, m, k, GPU__LA_IDENTITY, NULL, NULL);
    GPU__N(gpu__la_times_q)(la, q, work, tau, t, m, k, k, GPU__LA_IDENTITY);
}
static inline void GPU__N(gpu__la_eigh)(gpu__la *la, void *const *array)
{
    if (la->d->n <= GPU__LA_TINY) {
        gpu__la_step s;
        GPU__N(gpu__la_tiny_arrays)(la, &s, array, la->d->n, la->d->n * la->d->n, la->d->n * la->d->n, 0);
        if (!s.flag) s.x[2] = s.x[1]; /* only values: there is no array of vectors */
        GPU__LA_RUN_EACH(la, GPU__N(gpu__la_tiny_eigh), &s, la->batch)
        return;
    }
    const size_t n = la->d->n;
    const int vectors = la->d->flag;
    int *const info = GPU__N(gpu__la_begin)(la, array);
    const gpu__la_view a = GPU__N(gpu__la_space)(la, n, n), line = GPU__N(gpu__la_space)(la, 1, 3 * n);
    GPU__T *scale;
    gpu__la_view q;
    GPU__N(gpu__la_copied)
    (la, a, GPU__N(gpu__la_array)(array[vectors ? 2 : 1], n, n), n, n, GPU__LA_MIRRORED, NULL, NULL);
    scale = GPU__N(gpu__la_scale_of)(la, a, n, n, info);
    GPU__N(gpu__la_copied)(la, a, a, n, n, GPU__LA_SCALED, scale, NULL);
    q = GPU__N(gpu__la_eigen)(la, a, n, line, vectors, info);
    if (vectors) GPU__N(gpu__la_copied)(la, GPU__N(gpu__la_array)(array[1], n, n), q, n, n, 0, NULL, NULL);
    GPU__N(gpu__la_copied)
    (la, GPU__N(gpu__la_array)(array[0], 1, n), line, 1, n, GPU__LA_UNSCALED | GPU__LA_CHECKED, scale, info);
}
static inline void GPU__N(gpu__la_svd)(gpu__la *la, void *const *array)
{
    if (la->d->n <= GPU__LA_TINY && la->d->m == la->d->n) {
        const size_t all = la->d->n * la->d->n;
        gpu__la_step s;
        GPU__N(gpu__la_tiny_arrays)(la, &s, array, la->d->n, all, all, all);
        if (!s.flag) s.x[3] = s.x[1]; /* only values: there are no arrays of vectors */
        GPU__LA_RUN_EACH(la, GPU__N(gpu__la_tiny_svd), &s, la->batch)
        return;
    }
    const size_t m = la->d->m, n = la->d->n, q = m < n ? m : n;
    int *const info = GPU__N(gpu__la_begin)(la, array);
    GPU__N(gpu__la_svd_of) to;
    memset(&to, 0, sizeof to);
    to.values = GPU__N(gpu__la_array)(array[0], 1, q);
    to.vectors = la->d->flag;
    if (to.vectors) {
        to.u = GPU__N(gpu__la_array)(array[1], m, q);
        to.vt = GPU__N(gpu__la_array)(array[2], q, n);
    }
    GPU__N(gpu__la_singular)(la, GPU__N(gpu__la_array)(array[to.vectors ? 3 : 1], m, n), m, n, to, info);
}
/* The singular value decomposition of A multiplied by *scale, in the workspace. */
static inline GPU__N(gpu__la_svd_of)
    GPU__N(gpu__la_svd_in_space)(gpu__la *la, gpu__la_view a, size_t m, size_t n, int vectors, int *info)
{
    const size_t q = m < n ? m : n;
    GPU__N(gpu__la_svd_of) to;
    memset(&to, 0, sizeof to);
    to.scale = GPU__N(gpu__la_scale_of)(la, a, m, n, info);
    to.is_scaled = 1;
    to.values = GPU__N(gpu__la_space)(la, 1, q);
    to.vectors = vectors;
    if (vectors) {
        to.u = GPU__N(gpu__la_space)(la, m, q);
        to.vt = GPU__N(gpu__la_space)(la, q, n);
    }
    GPU__N(gpu__la_singular)(la, a, m, n, to, info);
    return to;
}
static inline double GPU__N(gpu__la_rcond)(const gpu__la_detail *d)
{
    return d->number < 0 ? (double)GPU__LA_EPS * (double)(d->m > d->n ? d->m : d->n) : d->number;
}
static inline void GPU__N(gpu__la_divided)(gpu__la *la, gpu__la_view rows, gpu__la_view values, size_t q, size_t wide,
                                           int *rank)
{
    gpu__la_step s;
    gpu__la_step_of(&s, wide, q);
    s.x[0] = rows;
    s.x[1] = values;
    s.x[2] = gpu__la_view_of(rank, 1, 1);
    s.number = GPU__N(gpu__la_rcond)(la->d);
    GPU__LA_RUN(la, GPU__N(gpu__la_divide), &s, gpu__ceil_div(q, 32), la->batch, GPU__LA_THREADS, q * wide * la->batch)
}
/* Replaces a tall A by the triangles R of chunks of its rows, stacked, and b by Q' b: an equivalent least squares
   problem with fewer rows (tall-skinny QR, by Demmel and others). The chunks are a batch; the last one is padded with
   zeros. */
static inline void GPU__N(gpu__la_shortened)(gpu__la *la, gpu__la_view *a, gpu__la_view *b, size_t *m, size_t n,
                                             size_t k)
{
    const size_t rows = 4 * n > 512 ? 4 * n : 512, batch = la->batch;
    while (*m > 2 * rows) {
        const size_t chunks = gpu__ceil_div(*m, rows), all = chunks * rows;
        gpu__la_view x = GPU__N(gpu__la_space)(la, all, n), y = GPU__N(gpu__la_space)(la, all, k), tau, t;
        gpu__la_zero(la, x.p, batch * all * n * sizeof(GPU__T));
        gpu__la_zero(la, y.p, batch * all * k * sizeof(GPU__T));
        GPU__N(gpu__la_copied)(la, x, *a, *m, n, 0, NULL, NULL);
        GPU__N(gpu__la_copied)(la, y, *b, *m, k, 0, NULL, NULL);
        la->batch = batch * chunks;
        x = gpu__la_view_of(x.p, n, rows * n);
        y = gpu__la_view_of(y.p, k, rows * k);
        tau = GPU__N(gpu__la_space)(la, 1, n);
        t = GPU__N(gpu__la_triangles_space)(la, n);
        *a = GPU__N(gpu__la_space)(la, n, n);
        *b = GPU__N(gpu__la_space)(la, n, k);
        GPU__N(gpu__la_factor_qr)(la, x, rows, n, tau, t);
        GPU__N(gpu__la_times_q)(la, y, x, tau, t, rows, k, n, 1);
        GPU__N(gpu__la_copied)(la, *a, x, n, n, GPU__LA_UPPER, NULL, NULL);
        GPU__N(gpu__la_copied)(la, *b, y, n, k, 0, NULL, NULL);
        la->batch = batch;
        *m = chunks * n;
        a->stride = *m * n;
        b->stride = *m * k;
    }
}
/* The Frobenius norm of x[0], m by n, to x[1]. */
GPU__LA_STEP(GPU__N(gpu__la_length_of))
{
    size_t i;
    double sum = 0;
    (void)block;
    GPU__LA_ROWS(i, 0, s->m)
    {
        const GPU__T *const row = GPU__LA_AT(s, 0, z) + i * s->x[0].ld;
        sum += (double)GPU__N(gpu__la_dot)(row, row, s->n);
    }
    if (GPU__LA_THREAD == 0) ((double *)s->x[1].p)[z] = sqrt(sum);
}
/* Whether the triangle R certainly has full rank. The norm of R is an upper bound of its largest singular value, that
   of its inverse the reciprocal of a lower bound of the smallest. CPU only. */
static inline int GPU__N(gpu__la_is_regular)(gpu__la *la, gpu__la_view r, size_t n, double rcond)
{
    const gpu__la_view inverse = GPU__N(gpu__la_space)(la, n, n);
    double length[2] = {0, INFINITY};
    gpu__la_step s;
    size_t j, some;
    GPU__N(gpu__la_copied)(la, inverse, inverse, n, n, GPU__LA_IDENTITY, NULL, NULL);
    for (j = 0; j < n; j += some) {
        some = gpu__least(n - j, GPU__LA_CHUNK);
        GPU__N(gpu__la_triangular)
        (la, r, GPU__N(gpu__la_move)(inverse, 0, j), j + some, some, gpu__la_how(0, 0, GPU__LA_BACKWARD));
    }
    gpu__la_step_of(&s, n, n);
    s.x[0] = r;
    s.x[1].p = length;
    GPU__LA_RUN_CPU(la, GPU__N(gpu__la_length_of), &s, 1, 1, n * n)
    s.x[0] = inverse;
    s.x[1].p = length + 1;
    GPU__LA_RUN_CPU(la, GPU__N(gpu__la_length_of), &s, 1, 1, n * n)
    return length[0] * length[1] * 4 * rcond < 1;
}
/* Least squares on the CPU by the QR decomposition of A or, if it is wide, of its transpose. Returns 0 if A may not
   have full rank; then a tall A has been replaced by R, and b by Q' b. */
static inline int GPU__N(gpu__la_lstsq_by_qr)(gpu__la *la, gpu__la_view *a, gpu__la_view *b, size_t *m, size_t n,
                                              size_t k, gpu__la_view x, double rcond)
{
    const int wide = *m < n;
    const size_t q = wide ? *m : n, p = wide ? n : *m;
    const gpu__la_view work = GPU__N(gpu__la_space)(la, p, q), tau = GPU__N(gpu__la_space)(la, 1, q),
                       t = GPU__N(gpu__la_triangles_space)(la, q), r = GPU__N(gpu__la_space)(la, q, q),
                       y = GPU__N(gpu__la_space)(la, p, k);
    GPU__N(gpu__la_copied)(la, work, *a, p, q, wide ? GPU__LA_TRANSPOSED : 0, NULL, NULL);
    GPU__N(gpu__la_factor_qr)(la, work, p, q, tau, t);
    GPU__N(gpu__la_copied)(la, r, work, q, q, GPU__LA_UPPER, NULL, NULL);
    if (!wide) {
        GPU__N(gpu__la_copied)(la, y, *b, p, k, 0, NULL, NULL);
        GPU__N(gpu__la_times_q)(la, y, work, tau, t, p, k, q, 1);
        *a = r;
        *b = y;
        *m = n;
    }
    if (!GPU__N(gpu__la_is_regular)(la, r, q, rcond) && !la->measuring) return 0;
    if (wide) gpu__la_zero(la, y.p, p * k * sizeof(GPU__T));
    if (wide) GPU__N(gpu__la_copied)(la, y, *b, q, k, 0, NULL, NULL);
    GPU__N(gpu__la_triangular)(la, r, y, q, k, gpu__la_how(wide, 0, wide ? 0 : GPU__LA_BACKWARD));
    if (wide) GPU__N(gpu__la_times_q)(la, y, work, tau, t, p, k, q, 0);
    GPU__N(gpu__la_copied)(la, x, y, n, k, 0, NULL, NULL);
    return !la->measuring;
}
/* Least squares by the singular value decomposition; x has yet to be scaled. */
static inline void GPU__N(gpu__la_lstsq_by_svd)(gpu__la *la, gpu__la_view a, gpu__la_view b, size_t m, size_t n,
                                                size_t k, gpu__la_view x, int *rank, int *info)
{
    const size_t q = m < n ? m : n;
    const gpu__la_view c = GPU__N(gpu__la_space)(la, q, k);
    const GPU__N(gpu__la_svd_of) d = GPU__N(gpu__la_svd_in_space)(la, a, m, n, 1, info);
    gpu__la_gemm_spec p = gpu__la_gemm_spec_of(q, k, m, 1, 0);
    p.transpose_a = 1;
    GPU__N(gpu__la_gemm)(la, c, d.u, b, p, la->batch);
    GPU__N(gpu__la_divided)(la, c, d.values, q, k, rank);
    p = gpu__la_gemm_spec_of(n, k, q, 1, 0);
    p.transpose_a = 1;
    GPU__N(gpu__la_gemm)(la, x, d.vt, c, p, la->batch);
    GPU__N(gpu__la_copied)(la, x, x, n, k, GPU__LA_SCALED, d.scale, NULL);
}
static inline void GPU__N(gpu__la_lstsq)(gpu__la *la, void *const *array)
{
    const size_t n = la->d->n, k = la->d->k;
    size_t m = la->d->m;
    int *const info = GPU__N(gpu__la_begin)(la, array), *const rank = (int *)array[1];
    const gpu__la_view x = GPU__N(gpu__la_array)(array[0], n, k);
    gpu__la_view a = GPU__N(gpu__la_array)(array[2], m, n), b = GPU__N(gpu__la_array)(array[3], m, k);
    GPU__T *const scale = GPU__N(gpu__la_scale_of)(la, a, m, n, info);
    const gpu__la_view scaled = GPU__N(gpu__la_space)(la, m, n);
    const double least = (double)GPU__LA_EPS * (double)(m > n ? m : n), rcond = GPU__N(gpu__la_rcond)(la->d);
    int done = 0;
    GPU__N(gpu__la_copied)(la, scaled, a, m, n, GPU__LA_SCALED, scale, NULL);
    a = scaled;
    GPU__N(gpu__la_shortened)(la, &a, &b, &m, n, k);
    if (!la->on_gpu && (m > n ? m : n) > GPU__LA_TINY) {
        done = GPU__N(gpu__la_lstsq_by_qr)(la, &a, &b, &m, n, k, x, rcond > least ? rcond : least);
        if (done && rank) rank[0] = (int)(m < n ? m : n);
    }
    if (!done) GPU__N(gpu__la_lstsq_by_svd)(la, a, b, m, n, k, x, rank, info);
    GPU__N(gpu__la_copied)(la, x, x, n, k, GPU__LA_SCALED, scale, NULL);
    GPU__N(gpu__la_verified)(la, x, n, k, info);
}
static inline void GPU__N(gpu__la_pinv)(gpu__la *la, void *const *array)
{
    const size_t m = la->d->m, n = la->d->n, q = m < n ? m : n;
    int *const info = GPU__N(gpu__la_begin)(la, array);
    const GPU__N(gpu__la_svd_of) d =
        GPU__N(gpu__la_svd_in_space)(la, GPU__N(gpu__la_array)(array[1], m, n), m, n, 1, info);
    const gpu__la_view out = GPU__N(gpu__la_array)(array[0], n, m);
    gpu__la_gemm_spec p = gpu__la_gemm_spec_of(n, m, q, 1, 0);
    p.transpose_a = p.transpose_b = 1;
    GPU__N(gpu__la_divided)(la, d.vt, d.values, q, n, NULL);
    GPU__N(gpu__la_gemm)(la, out, d.vt, d.u, p, la->batch);
    GPU__N(gpu__la_copied)(la, out, out, n, m, GPU__LA_SCALED | GPU__LA_CHECKED, d.scale, info);
}
static inline void GPU__N(gpu__la_cond)(gpu__la *la, void *const *array)
{
    const size_t m = la->d->m, n = la->d->n;
    int *const info = GPU__N(gpu__la_begin)(la, array);
    const GPU__N(gpu__la_svd_of) d =
        GPU__N(gpu__la_svd_in_space)(la, GPU__N(gpu__la_array)(array[1], m, n), m, n, 0, info);
    gpu__la_step s;
    gpu__la_step_of(&s, 1, m < n ? m : n);
    s.x[0] = d.values;
    s.x[1] = gpu__la_view_of(array[0], 1, 1);
    s.x[2] = gpu__la_view_of(d.scale, 1, 1);
    s.flag = la->d->flag;
    s.info = info;
    GPU__LA_RUN(la, GPU__N(gpu__la_ratio), &s, 1, la->batch, 32, la->batch)
}
static inline void GPU__N(gpu__la_norm)(gpu__la *la, void *const *array)
{
    const size_t m = la->d->m, n = la->d->n, along = la->d->flag == GPU_NORM_ONE ? n : m;
    int *const info = GPU__N(gpu__la_begin)(la, array);
    const gpu__la_view a = GPU__N(gpu__la_array)(array[1], m, n), part = GPU__N(gpu__la_space)(la, 1, along);
    gpu__la_step s;
    gpu__la_step_of(&s, m, n);
    s.x[0] = a;
    s.x[1] = part;
    s.flag = la->d->flag;
    s.x[2] = gpu__la_view_of(GPU__N(gpu__la_scale_of)(la, a, m, n, info), 1, 1);
    s.info = info;
    GPU__LA_RUN(la, GPU__N(gpu__la_sums), &s, gpu__ceil_div(along, 32), la->batch, GPU__LA_THREADS, m * n * la->batch)
    s.x[0] = part;
    s.x[1] = gpu__la_view_of(array[0], 1, 1);
    s.n = along;
    GPU__LA_RUN(la, GPU__N(gpu__la_norm_of), &s, 1, la->batch, GPU__LA_THREADS, along * la->batch)
}
static inline void GPU__N(gpu__la_power)(gpu__la *la, void *const *array)
{
    const size_t n = la->d->n;
    const int64_t power = la->d->power;
    uint64_t left = power < 0 ? 0 - (uint64_t)power : (uint64_t)power, bit = 1;
    int *const info = GPU__N(gpu__la_begin)(la, array);
    const gpu__la_view out = GPU__N(gpu__la_array)(array[0], n, n), a = GPU__N(gpu__la_array)(array[1], n, n);
    const gpu__la_view base = GPU__N(gpu__la_space)(la, n, n);
    gpu__la_view x = GPU__N(gpu__la_space)(la, n, n), y = GPU__N(gpu__la_space)(la, n, n);
    const gpu__la_gemm_spec p = gpu__la_gemm_spec_of(n, n, n, 1, 0);
    if (power < 0)
        GPU__N(gpu__la_inverse)(la, base, a, n, info);
    else
        GPU__N(gpu__la_copied)(la, base, a, n, n, power ? GPU__LA_CHECKED : 0, NULL, info);
    GPU__N(gpu__la_copied)(la, x, base, n, n, left ? 0 : GPU__LA_IDENTITY, NULL, NULL);
    while (left && bit <= left / 2) bit *= 2;
    for (bit /= 2; bit && left; bit /= 2) {
        gpu__la_view t = x;
        GPU__N(gpu__la_gemm)(la, y, x, x, p, la->batch);
        x = y;
        y = t;
        if (!(left & bit)) continue;
        GPU__N(gpu__la_gemm)(la, y, x, base, p, la->batch);
        t = x;
        x = y;
        y = t;
    }
    GPU__N(gpu__la_copied)(la, out, x, n, n, GPU__LA_CHECKED, NULL, info);
}

/* ---- the functions ---- */
/* Declares the detail `d` and the job `j` of a call; its first result is out. */
#define GPU__LA_JOB(name, driver, out, count, m, n, k)                                                                 \
    const gpu_status wrong = gpu__la_shape(name, m, n, k, batch);                                                      \
    gpu__la_detail d;                                                                                                  \
    gpu__job j;                                                                                                        \
    if (wrong) return wrong;                                                                                           \
    gpu__la_detail_of(&d, GPU__N(driver), m, n, k, batch, sizeof(GPU__T));                                             \
    gpu__job_of(&j, name, out, (count)*batch, sizeof(GPU__T), (m) * (n)*batch);                                        \
    j.inputs = 0;
#define GPU__LA_IN(label, p, each) gpu__job_in(&j, j.inputs++, label, p, (each)*batch, sizeof *(p));
#define GPU__LA_OUT(label, p, each)                                                                                    \
    j.results |= 1 << j.inputs;                                                                                        \
    GPU__LA_IN(label, p, each)
GPU__PRE_SCOPE gpu_status GPU__N(gpu_solve_batch)(GPU__T *x, const GPU__T *a, const GPU__T *b, size_t n, size_t k,
                                                  size_t batch, int *info)
{
    GPU__LA_JOB("gpu_solve", gpu__la_solve, x, n * k, n, n, k)
    j.out_name = "x";
    j.in_place = 1;
    GPU__LA_IN("b", b, n * k)
    GPU__LA_IN("a", a, n * n)
    return gpu__la_call(&j, &d, info, gpu__la_singular);
}
GPU__PRE_SCOPE gpu_status GPU__N(gpu_solve)(GPU__T *x, const GPU__T *a, const GPU__T *b, size_t n, size_t k)
{
    return GPU__N(gpu_solve_batch)(x, a, b, n, k, 1, NULL);
}
GPU__PRE_SCOPE gpu_status GPU__N(gpu_inv_batch)(GPU__T *out, const GPU__T *a, size_t n, size_t batch, int *info)
{
    GPU__LA_JOB("gpu_inv", gpu__la_inv, out, n * n, n, n, n)
    j.in_place = 1;
    GPU__LA_IN("a", a, n * n)
    return gpu__la_call(&j, &d, info, gpu__la_singular);
}
GPU__PRE_SCOPE gpu_status GPU__N(gpu_inv)(GPU__T *out, const GPU__T *a, size_t n)
{
    return GPU__N(gpu_inv_batch)(out, a, n, 1, NULL);
}
GPU__PRE_SCOPE gpu_status GPU__N(gpu_lu_batch)(GPU__T *lu, int *pivots, const GPU__T *a, size_t n, size_t batch,
                                               int *info)
{
    GPU__LA_JOB("gpu_lu", gpu__la_lu, lu, n * n, n, n, 1)
    j.out_name = "lu";
    j.in_place = 1;
    GPU__LA_IN("a", a, n * n)
    GPU__LA_OUT("pivots", pivots, n)
    return gpu__la_call(&j, &d, info, gpu__la_singular);
}
GPU__PRE_SCOPE gpu_status GPU__N(gpu_lu)(GPU__T *lu, int *pivots, const GPU__T *a, size_t n)
{
    return GPU__N(gpu_lu_batch)(lu, pivots, a, n, 1, NULL);
}
GPU__PRE_SCOPE gpu_status GPU__N(gpu_det_batch)(GPU__T *det, const GPU__T *a, size_t n, size_t batch, int *info)
{
    GPU__LA_JOB("gpu_det", gpu__la_det, det, 1, n, n, 1)
    j.out_name = "det";
    GPU__LA_IN("a", a, n * n)
    gpu__job_in(&j, j.inputs++, "logarithm", NULL, 0, sizeof *det);
    return gpu__la_call(&j, &d, info, gpu__la_finite);
}
GPU__PRE_SCOPE gpu_status GPU__N(gpu_det)(GPU__T *det, const GPU__T *a, size_t n)
{
    return GPU__N(gpu_det_batch)(det, a, n, 1, NULL);
}
GPU__PRE_SCOPE gpu_status GPU__N(gpu_slogdet_batch)(GPU__T *sign, GPU__T *logarithm, const GPU__T *a, size_t n,
                                                    size_t batch, int *info)
{
    GPU__LA_JOB("gpu_slogdet", gpu__la_det, sign, 1, n, n, 1)
    j.out_name = "sign";
    d.flag = 1;
    GPU__LA_IN("a", a, n * n)
    GPU__LA_OUT("logarithm", logarithm, 1)
    return gpu__la_call(&j, &d, info, gpu__la_finite);
}
GPU__PRE_SCOPE gpu_status GPU__N(gpu_slogdet)(GPU__T *sign, GPU__T *logarithm, const GPU__T *a, size_t n)
{
    return GPU__N(gpu_slogdet_batch)(sign, logarithm, a, n, 1, NULL);
}
GPU__PRE_SCOPE gpu_status GPU__N(gpu_solve_triangular_batch)(GPU__T *x, const GPU__T *t, const GPU__T *b, size_t n,
                                                             size_t k, int shape, size_t batch, int *info)
{
    GPU__LA_JOB("gpu_solve_triangular", gpu__la_solve_triangular, x, n * k, n, n, k)
    if (shape & ~(GPU_UPPER | GPU_TRANSPOSED | GPU_UNIT_DIAGONAL))
        return gpu__refuse(j.name,
                           "the shape is %d; expected GPU_LOWER or GPU_UPPER, optionally with GPU_TRANSPOSED and "
                           "GPU_UNIT_DIAGONAL",
                           shape);
    j.out_name = "x";
    j.in_place = 1;
    d.flag = shape;
    GPU__LA_IN("b", b, n * k)
    GPU__LA_IN("t", t, n * n)
    return gpu__la_call(&j, &d, info, gpu__la_zero_diagonal);
}
GPU__PRE_SCOPE gpu_status GPU__N(gpu_solve_triangular)(GPU__T *x, const GPU__T *t, const GPU__T *b, size_t n, size_t k,
                                                       int shape)
{
    return GPU__N(gpu_solve_triangular_batch)(x, t, b, n, k, shape, 1, NULL);
}
GPU__PRE_SCOPE gpu_status GPU__N(gpu_cholesky_batch)(GPU__T *l, const GPU__T *a, size_t n, size_t batch, int *info)
{
    GPU__LA_JOB("gpu_cholesky", gpu__la_cholesky, l, n * n, n, n, 1)
    j.out_name = "l";
    j.in_place = 1;
    GPU__LA_IN("a", a, n * n)
    return gpu__la_call(&j, &d, info, gpu__la_indefinite);
}
GPU__PRE_SCOPE gpu_status GPU__N(gpu_cholesky)(GPU__T *l, const GPU__T *a, size_t n)
{
    return GPU__N(gpu_cholesky_batch)(l, a, n, 1, NULL);
}
GPU__PRE_SCOPE gpu_status GPU__N(gpu_cholesky_solve_batch)(GPU__T *x, const GPU__T *l, const GPU__T *b, size_t n,
                                                           size_t k, size_t batch, int *info)
{
    GPU__LA_JOB("gpu_cholesky_solve", gpu__la_cholesky_solve, x, n * k, n, n, k)
    j.out_name = "x";
    j.in_place = 1;
    GPU__LA_IN("b", b, n * k)
    GPU__LA_IN("l", l, n * n)
    return gpu__la_call(&j, &d, info, gpu__la_zero_diagonal);
}
GPU__PRE_SCOPE gpu_status GPU__N(gpu_cholesky_solve)(GPU__T *x, const GPU__T *l, const GPU__T *b, size_t n, size_t k)
{
    return GPU__N(gpu_cholesky_solve_batch)(x, l, b, n, k, 1, NULL);
}
GPU__PRE_SCOPE gpu_status GPU__N(gpu_qr_batch)(GPU__T *q, GPU__T *r, const GPU__T *a, size_t m, size_t n, size_t batch,
                                               int *info)
{
    const size_t least = m < n ? m : n;
    GPU__LA_JOB("gpu_qr", gpu__la_qr, q, m * least, m, n, 1)
    j.out_name = "q";
    GPU__LA_OUT("r", r, least * n)
    GPU__LA_IN("a", a, m * n)
    return gpu__la_call(&j, &d, info, gpu__la_finite);
}
GPU__PRE_SCOPE gpu_status GPU__N(gpu_qr)(GPU__T *q, GPU__T *r, const GPU__T *a, size_t m, size_t n)
{
    return GPU__N(gpu_qr_batch)(q, r, a, m, n, 1, NULL);
}
GPU__PRE_SCOPE gpu_status GPU__N(gpu_lstsq_batch)(GPU__T *x, int *rank, const GPU__T *a, const GPU__T *b, size_t m,
                                                  size_t n, size_t k, double rcond, size_t batch, int *info)
{
    GPU__LA_JOB("gpu_lstsq", gpu__la_lstsq, x, n * k, m, n, k)
    j.out_name = "x";
    d.number = rcond < 1 ? rcond : 1;
    if (rcond != rcond) return gpu__refuse(j.name, "rcond is nan; expected a number, negative for the default");
    GPU__LA_OUT("rank", rank, rank ? 1 : (size_t)0)
    GPU__LA_IN("a", a, m * n)
    GPU__LA_IN("b", b, m * k)
    return gpu__la_call(&j, &d, info, gpu__la_finite);
}
GPU__PRE_SCOPE gpu_status GPU__N(gpu_lstsq)(GPU__T *x, int *rank, const GPU__T *a, const GPU__T *b, size_t m, size_t n,
                                            size_t k, double rcond)
{
    return GPU__N(gpu_lstsq_batch)(x, rank, a, b, m, n, k, rcond, 1, NULL);
}
GPU__PRE_SCOPE gpu_status GPU__N(gpu_eigh_batch)(GPU__T *values, GPU__T *vectors, const GPU__T *a, size_t n,
                                                 size_t batch, int *info)
{
    GPU__LA_JOB("gpu_eigh", gpu__la_eigh, values, n, n, n, 1)
    j.out_name = "values";
    d.flag = 1;
    GPU__LA_OUT("vectors", vectors, n * n)
    GPU__LA_IN("a", a, n * n)
    return gpu__la_call(&j, &d, info, gpu__la_finite);
}
GPU__PRE_SCOPE gpu_status GPU__N(gpu_eigh)(GPU__T *values, GPU__T *vectors, const GPU__T *a, size_t n)
{
    return GPU__N(gpu_eigh_batch)(values, vectors, a, n, 1, NULL);
}
GPU__PRE_SCOPE gpu_status GPU__N(gpu_eigvalsh_batch)(GPU__T *values, const GPU__T *a, size_t n, size_t batch, int *info)
{
    GPU__LA_JOB("gpu_eigvalsh", gpu__la_eigh, values, n, n, n, 1)
    j.out_name = "values";
    GPU__LA_IN("a", a, n * n)
    return gpu__la_call(&j, &d, info, gpu__la_finite);
}
GPU__PRE_SCOPE gpu_status GPU__N(gpu_eigvalsh)(GPU__T *values, const GPU__T *a, size_t n)
{
    return GPU__N(gpu_eigvalsh_batch)(values, a, n, 1, NULL);
}
GPU__PRE_SCOPE gpu_status GPU__N(gpu_svd_batch)(GPU__T *u, GPU__T *values, GPU__T *vt, const GPU__T *a, size_t m,
                                                size_t n, size_t batch, int *info)
{
    const size_t least = m < n ? m : n;
    GPU__LA_JOB("gpu_svd", gpu__la_svd, values, least, m, n, 1)
    j.out_name = "values";
    d.flag = 1;
    GPU__LA_OUT("u", u, m * least)
    GPU__LA_OUT("vt", vt, least * n)
    GPU__LA_IN("a", a, m * n)
    return gpu__la_call(&j, &d, info, gpu__la_finite);
}
GPU__PRE_SCOPE gpu_status GPU__N(gpu_svd)(GPU__T *u, GPU__T *values, GPU__T *vt, const GPU__T *a, size_t m, size_t n)
{
    return GPU__N(gpu_svd_batch)(u, values, vt, a, m, n, 1, NULL);
}
GPU__PRE_SCOPE gpu_status GPU__N(gpu_svdvals_batch)(GPU__T *values, const GPU__T *a, size_t m, size_t n, size_t batch,
                                                    int *info)
{
    GPU__LA_JOB("gpu_svdvals", gpu__la_svd, values, m < n ? m : n, m, n, 1)
    j.out_name = "values";
    GPU__LA_IN("a", a, m * n)
    return gpu__la_call(&j, &d, info, gpu__la_finite);
}
GPU__PRE_SCOPE gpu_status GPU__N(gpu_svdvals)(GPU__T *values, const GPU__T *a, size_t m, size_t n)
{
    return GPU__N(gpu_svdvals_batch)(values, a, m, n, 1, NULL);
}
GPU__PRE_SCOPE gpu_status GPU__N(gpu_pinv_batch)(GPU__T *out, const GPU__T *a, size_t m, size_t n, double rcond,
                                                 size_t batch, int *info)
{
    GPU__LA_JOB("gpu_pinv", gpu__la_pinv, out, m * n, m, n, 1)
    d.number = rcond < 1 ? rcond : 1;
    if (rcond != rcond) return gpu__refuse(j.name, "rcond is nan; expected a number, negative for the default");
    GPU__LA_IN("a", a, m * n)
    return gpu__la_call(&j, &d, info, gpu__la_finite);
}
GPU__PRE_SCOPE gpu_status GPU__N(gpu_pinv)(GPU__T *out, const GPU__T *a, size_t m, size_t n, double rcond)
{
    return GPU__N(gpu_pinv_batch)(out, a, m, n, rcond, 1, NULL);
}
GPU__PRE_SCOPE gpu_status GPU__N(gpu_cond_batch)(GPU__T *cond, const GPU__T *a, size_t m, size_t n, size_t batch,
                                                 int *info)
{
    GPU__LA_JOB("gpu_cond", gpu__la_cond, cond, 1, m, n, 1)
    j.out_name = "cond";
    GPU__LA_IN("a", a, m * n)
    return gpu__la_call(&j, &d, info, gpu__la_finite);
}
GPU__PRE_SCOPE gpu_status GPU__N(gpu_cond)(GPU__T *cond, const GPU__T *a, size_t m, size_t n)
{
    return GPU__N(gpu_cond_batch)(cond, a, m, n, 1, NULL);
}
GPU__PRE_SCOPE gpu_status GPU__N(gpu_norm_matrix_batch)(GPU__T *norm, const GPU__T *a, size_t m, size_t n,
                                                        gpu_matrix_norm which, size_t batch, int *info)
{
    GPU__LA_JOB("gpu_norm_matrix", gpu__la_norm, norm, 1, m, n, 1)
    if (which < GPU_NORM_FROBENIUS || which > GPU_NORM_INFINITY)
        return gpu__refuse(
            j.name, "the norm is %d; expected GPU_NORM_FROBENIUS, GPU_NORM_ONE, GPU_NORM_TWO or GPU_NORM_INFINITY",
            (int)which);
    if (which == GPU_NORM_TWO) d.driver = GPU__N(gpu__la_cond);
    j.out_name = "norm";
    d.flag = (int)which;
    GPU__LA_IN("a", a, m * n)
    return gpu__la_call(&j, &d, info, gpu__la_finite);
}
GPU__PRE_SCOPE gpu_status GPU__N(gpu_norm_matrix)(GPU__T *norm, const GPU__T *a, size_t m, size_t n,
                                                  gpu_matrix_norm which)
{
    return GPU__N(gpu_norm_matrix_batch)(norm, a, m, n, which, 1, NULL);
}
GPU__PRE_SCOPE gpu_status GPU__N(gpu_matrix_power_batch)(GPU__T *out, const GPU__T *a, size_t n, int64_t power,
                                                         size_t batch, int *info)
{
    GPU__LA_JOB("gpu_matrix_power", gpu__la_power, out, n * n, n, n, n)
    j.in_place = 1;
    d.power = power;
    GPU__LA_IN("a", a, n * n)
    return gpu__la_call(&j, &d, info, gpu__la_singular);
}
GPU__PRE_SCOPE gpu_status GPU__N(gpu_matrix_power)(GPU__T *out, const GPU__T *a, size_t n, int64_t power)
{
    return GPU__N(gpu_matrix_power_batch)(out, a, n, power, 1, NULL);
}
#endif
