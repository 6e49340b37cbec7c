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
                                     size_t batch)
{
    memset(d, 0, sizeof *d);
    d->driver = driver;
    d->m = m;
    d->n = n;
    d->k = k;
    d->batch = batch;
}
/* Declares the detail `d` and the job `j` of a call; its first result is out. */
#define GPU__LA_JOB(T, name, driver, out, count, m, n, k)                                                              \
    const gpu_status wrong = gpu__la_shape(name, m, n, k, batch);                                                      \
    gpu__la_detail d;                                                                                                  \
    gpu__job j;                                                                                                        \
    if (wrong) return wrong;                                                                                           \
    gpu__la_detail_of(&d, driver, m, n, k, batch);                                                                     \
    gpu__job_of(&j, name, out, (count)*batch, sizeof(T), (m) * (n)*batch);                                             \
    j.out_name = #out, j.inputs = 0;
#define GPU__LA_IN(label, p, each) gpu__job_in(&j, j.inputs++, label, p, (each)*batch, sizeof *(p));
#define GPU__LA_OUT(label, p, each)                                                                                    \
    j.results |= 1 << j.inputs;                                                                                        \
    GPU__LA_IN(label, p, each)
static inline gpu__la_view gpu__la_array(void *p, size_t rows, size_t cols)
{
    return gpu__la_view_of(p, cols, rows * cols);
}
static inline int *gpu__la_begin(gpu__la *la, void *const *array)
{
    int *const info = (int *)array[la->d->info];
    gpu__la_zero(la, info, la->batch * sizeof *info);
    return info;
}
/* Beside the flags of gpu_solve_triangular: a lower triangle is solved with, and then its transpose. */
enum { GPU__LA_THEN_TRANSPOSED = 8 };
#ifdef REAL
/* ---- steps of single functions ---- */
/* The determinant from the LU factors x[0] with the pivots x[3], of a matrix multiplied by x[4]: to x[1], or its sign
   to x[1] and its logarithm to x[2]. A zero pivot is no error here. */
GPU__LA_STEP(gpu__la_determinant_T)
{
    const T *const a = GPU__LA_AT(T, s, 0, z);
    const int *const pivots = (const int *)s->x[3].p + z * s->x[3].stride;
    double product = 1, logarithm = 0;
    int64_t exponent = 0;
    int scale;
    if (GPU__LA_THREAD) return;
    if (s->info[z] > 0) product = s->info[z] = 0;
    for (size_t i = 0; i < s->n && product != 0; i++) {
        const double v = (double)a[i * (s->x[0].ld + 1)];
        int e = 0;
        product = frexp(product * (pivots[i] == (int)i ? v : -v), &e);
        exponent += e;
        if (s->flag) logarithm += log(fabs(v));
    }
    (void)frexp((double)GPU__LA_AT(T, s, 4, z)[0], &scale);
    exponent -= (scale - 1) * (int64_t)s->n;
    if (scale != 1) logarithm -= (scale - 1) * (double)s->n * 0.693147180559945309417;
    if (s->flag) {
        GPU__LA_AT(T, s, 1, z)[0] = (T)(product > 0 ? 1 : product < 0 ? -1 : 0);
        GPU__LA_AT(T, s, 2, z)[0] = (T)(product != 0 ? logarithm : -(double)INFINITY);
    } else GPU__LA_AT(T, s, 1, z)
    [0] = (T)ldexp(product, exponent > 5000 ? 5000 : exponent < -5000 ? -5000 : (int)exponent);
}
GPU__LA_STEP(gpu__la_diagonal_T) /* finds the first zero on the diagonal of x[0] */
{
    const T *const a = GPU__LA_AT(T, s, 0, z);
    if (GPU__LA_THREAD) return;
    for (size_t i = 0; i < s->n && s->info[z] >= 0; i++) { /* dividing by an infinite one would leave no trace */
        const T v = a[i * (s->x[0].ld + 1)];
        if (v == 0 && s->info[z] == 0) s->info[z] = (int)i + 1;
        if (!GPU__LA_FINITE(T, v)) s->info[z] = GPU__LA_NOT_FINITE;
    }
}
/* Divides row i of x[0] (n rows of m) by singular value i, or sets it to 0 if that is too small; x[2] is the rank. */
GPU__LA_STEP(gpu__la_divide_T)
{
    const T *const values = GPU__LA_AT(T, s, 1, z);
    const T limit = (T)s->number * values[0];
    const size_t n = s->n, first = block * 32, last = n - first < 32 ? n : first + 32;
    GPU__LA_ROWS (i, first, last) {
        T *const row = GPU__LA_AT(T, s, 0, z) + i * s->x[0].ld;
        const T v = values[i];
        const int keep = v > limit && v > 0;
        GPU__LA_COLS (j, 0, s->m) row[j] = keep ? row[j] / v : 0;
    }
    if (s->x[2].p && block == 0 && GPU__LA_THREAD == 0) {
        int rank = 0;
        for (size_t i = 0; i < n; i++) rank += values[i] > limit && values[i] > 0;
        ((int *)s->x[2].p)[z] = rank;
    }
}
GPU__LA_STEP(gpu__la_ratio_T) /* x[1] = the first of n numbers of x[0] over the scale x[2], or over the last */
{
    const T *const v = GPU__LA_AT(T, s, 0, z), first = v[0] / GPU__LA_AT(T, s, 2, z)[0];
    if (GPU__LA_THREAD) return;
    if (s->flag && !GPU__LA_FINITE(T, first)) GPU__LA_REPORT(s->info + z, GPU__LA_NOT_FINITE);
    GPU__LA_AT(T, s, 1, z)[0] = s->flag ? first : v[s->n - 1] > 0 ? v[0] / v[s->n - 1] : (T)INFINITY;
}
/* x[1] = sums of absolute values (or squares) along the rows or columns of x[0], scaled by x[2]. */
GPU__LA_STEP(gpu__la_sums_T)
{
    const T *const a = GPU__LA_AT(T, s, 0, z), scale = GPU__LA_AT(T, s, 2, z)[0];
    const size_t along = s->flag == GPU_NORM_ONE ? s->n : s->m, first = block * 32,
                 last = along - first < 32 ? along : first + 32, ld = s->x[0].ld;
    if (s->flag == GPU_NORM_ONE) {
        GPU__LA_EACH (j, first, last) {
            double sum = 0;
            for (size_t i = 0; i < s->m; i++) sum += (double)(GPU__LA_ABS(T, a[i * ld + j]) * scale);
            GPU__LA_AT(T, s, 1, z)[j] = (T)sum;
        }
        return;
    }
    GPU__LA_ROWS (i, first, last) {
        double sum = 0;
        GPU__LA_COLS (j, 0, s->n) {
            const double v = (double)(a[i * ld + j] * scale);
            sum += s->flag == GPU_NORM_FROBENIUS ? v * v : v < 0 ? -v : v;
        }
        sum = GPU__LA_WARP_SUM(sum);
        if (GPU__LA_LANE == 0) GPU__LA_AT(T, s, 1, z)[i] = (T)sum;
    }
}
GPU__LA_STEP(gpu__la_norm_of_T) /* x[1] = the largest of n numbers of x[0], or the root of their sum, unscaled */
{
    const T *const v = GPU__LA_AT(T, s, 0, z);
    T most = 0;
    double sum = 0;
    GPU__LA_EACH (i, 0, s->n) {
        most = v[i] > most ? v[i] : most;
        sum += (double)v[i];
    }
    most = GPU__LA_MAX(most);
    sum = GPU__LA_SUM(sum);
    most = (s->flag == GPU_NORM_FROBENIUS ? (T)sqrt(sum) : most) / GPU__LA_AT(T, s, 2, z)[0];
    if (GPU__LA_THREAD) return;
    GPU__LA_AT(T, s, 1, z)[0] = most;
    if (!GPU__LA_FINITE(T, most)) GPU__LA_REPORT(s->info + z, GPU__LA_NOT_FINITE);
}

/* ---- drivers: array[0] is the first result, array[k + 1] the k-th input ---- */
/* Copies a to `to`, and replaces it by the LU factors of its multiple by *g.scale, whose memory is returned. */
static inline T *gpu__la_lu_of_T(gpu__la *la, gpu__la_view a, gpu__la_view to, size_t n, gpu__la_view pivots, int *info)
{
    gpu__la_gauge g = gpu__la_gauge_of_T(la, n, 0);
    gpu__la_gauged_T(la, &g, to, a, n, 0, info);
    gpu__la_rescaled_T(la, &g, to, n, 0);
    gpu__la_factor_lu_T(la, to, n, pivots, info);
    return (T *)g.scale;
}
/* A X = B; flag: GPU__LA_IDENTITY for a B that is one. Both sides are multiplied by the scale, or A and the inverse; B
   also by its own. On a GPU B is to the right of A during the factorisation. */
static inline void gpu__la_solved_T(gpu__la *la, gpu__la_view x, gpu__la_view a, gpu__la_view b, size_t n, size_t k,
                                    int flag, int *info)
{
    const gpu__la_view lu = gpu__la_space_T(la, n, la->on_gpu ? (n + k + 3) / 4 * 4 : n),
                       y = la->on_gpu ? gpu__la_move_T(lu, 0, n) : x, pivots = gpu__la_pivots(la, n);
    gpu__la_gauge g = gpu__la_gauge_of_T(la, n, k);
    gpu__la_gauged_T(la, &g, lu, a, n, 0, info);
    if (flag) gpu__la_copied_T(la, y, b, n, k, flag, NULL, NULL);
    else gpu__la_gauged_T(la, &g, y, b, k, GPU__LA_BESIDE, info);
    gpu__la_rescaled_T(la, &g, lu, la->on_gpu && !flag ? n + k : n, 0);
    if (la->on_gpu) {
#ifdef GPU__CUDA
        gpu__la_lu_by_panels_T(la, lu, n, n + k, pivots, info);
#endif
    } else {
        if (!flag) gpu__la_rescaled_T(la, &g, y, k, 1);
        gpu__la_factor_lu_T(la, lu, n, pivots, info);
        gpu__la_swap_T(la, y, k, pivots, 0, n);
        gpu__la_triangular_T(la, lu, y, n, k, GPU__LA_UNIT_DIAGONAL);
    }
    gpu__la_triangular_T(la, lu, y, n, k, GPU__LA_BACKWARD);
    gpu__la_copied_T(la, x, y, n, k, GPU__LA_SCALED | GPU__LA_CHECKED, (const T *)(flag ? g.scale : g.back), info);
}
/* Whether a GPU's warps have solved a batch of small systems; array: X, B (with GPU__LA_IDENTITY: A), A. */
static inline int gpu__la_by_warps_T(GPU__UNUSED gpu__la *la, GPU__UNUSED void *const *array, GPU__UNUSED int flag)
{
#ifdef GPU__CUDA
    const size_t n = la->d->n, k = flag ? n : la->d->k;
    if (la->on_gpu && n <= 32 && k <= 32) {
        gpu__la_step s = GPU__LA_STEP_ON(n, n, (int *)array[la->d->info], gpu__la_array(array[0], n, k),
                                         gpu__la_array(array[1], n, k), gpu__la_array(array[flag ? 1 : 2], n, n));
        s.k = k, s.flag = flag, s.number = gpu__la_room(n);
        gpu__la_launch<gpu__la_solve_warp<T>, 0, 32>(la, &s, 1, la->batch, 32);
        return 1;
    }
#endif
    return 0;
}
static inline void gpu__la_solve_T(gpu__la *la, void *const *array)
{
    const size_t n = la->d->n, k = la->d->k;
    GPU__LA_IF_TINY(gpu__la_tiny_solve_T, n * k, n * k, n * n)
    if (gpu__la_by_warps_T(la, array, 0)) return;
    int *const info = gpu__la_begin(la, array);
    gpu__la_solved_T(la, gpu__la_array(array[0], n, k), gpu__la_array(array[2], n, n), gpu__la_array(array[1], n, k), n,
                     k, 0, info);
}
static inline void gpu__la_inv_T(gpu__la *la, void *const *array)
{
    const size_t n = la->d->n;
    GPU__LA_IF_TINY(gpu__la_tiny_inv_T, n * n, n * n, 0)
    if (gpu__la_by_warps_T(la, array, GPU__LA_IDENTITY)) return;
    int *const info = gpu__la_begin(la, array);
    const gpu__la_view out = gpu__la_array(array[0], n, n);
    gpu__la_solved_T(la, out, gpu__la_array(array[1], n, n), out, n, n, GPU__LA_IDENTITY, info);
}
static inline void gpu__la_lu_T(gpu__la *la, void *const *array)
{
    const size_t n = la->d->n;
    int *const info = gpu__la_begin(la, array), scaled = la->on_gpu || la->measuring;
    const gpu__la_view lu = gpu__la_array(array[0], n, n), pivots = gpu__la_view_of(array[2], 1, n);
    T *const scale = gpu__la_lu_of_T(la, gpu__la_array(array[1], n, n), lu, n, pivots, info);
    const gpu__la_step s = GPU__LA_STEP_ON(n, n, info, lu, gpu__la_view_of(scale, 1, 1));
    for (size_t z = 0; z < la->batch && !scaled; z++) scaled = scale[z] != 1;
    if (scaled)
        GPU__LA_RUN(la, gpu__la_unscale_u_T, &s, gpu__ceil_div(n, 32), la->batch, GPU__LA_THREADS, n * la->batch)
}
static inline void gpu__la_det_T(gpu__la *la, void *const *array)
{
    const size_t n = la->d->n;
    int *const info = gpu__la_begin(la, array);
    const gpu__la_view pivots = gpu__la_pivots(la, n), lu = gpu__la_space_T(la, n, n);
    T *const scale = gpu__la_lu_of_T(la, gpu__la_array(array[1], n, n), lu, n, pivots, info);
    gpu__la_step s = GPU__LA_STEP_ON(n, n, info, lu, gpu__la_view_of(array[0], 1, 1), gpu__la_view_of(array[2], 1, 1),
                                     pivots, gpu__la_view_of(scale, 1, 1));
    s.flag = la->d->flag;
    GPU__LA_RUN(la, gpu__la_determinant_T, &s, 1, la->batch, 32, n * la->batch)
}
static inline void gpu__la_solve_triangular_T(gpu__la *la, void *const *array)
{
    const size_t n = la->d->n, k = la->d->k;
    const int shape = la->d->flag, upper = shape & GPU_UPPER, transposed = shape & GPU_TRANSPOSED,
              unit = shape & GPU_UNIT_DIAGONAL,
              flag = (!upper != !transposed ? GPU__LA_BACKWARD : 0) | (transposed ? GPU__LA_BY_TRANSPOSE : 0) |
                     (unit ? GPU__LA_UNIT_DIAGONAL : 0);
    int *const info = gpu__la_begin(la, array);
    const gpu__la_view x = gpu__la_array(array[0], n, k), t = gpu__la_array(array[2], n, n);
    const gpu__la_step s = GPU__LA_STEP_ON(n, n, info, t);
    gpu__la_copied_T(la, x, gpu__la_array(array[1], n, k), n, k, 0, NULL, NULL);
    if (!unit) {
        GPU__LA_RUN(la, gpu__la_diagonal_T, &s, 1, la->batch, 32, n * la->batch)
    }
    gpu__la_triangular_T(la, t, x, n, k, flag);
    if (shape & GPU__LA_THEN_TRANSPOSED) gpu__la_triangular_T(la, t, x, n, k, GPU__LA_BACKWARD | GPU__LA_BY_TRANSPOSE);
    gpu__la_copied_T(la, x, x, n, k, GPU__LA_CHECKED, NULL, info);
}
static inline void gpu__la_cholesky_T(gpu__la *la, void *const *array)
{
    const size_t n = la->d->n;
    GPU__LA_IF_TINY(gpu__la_tiny_cholesky_T, n * n, n * n, 0)
    int *const info = gpu__la_begin(la, array);
    const gpu__la_view l = gpu__la_array(array[0], n, n);
    gpu__la_copied_T(la, l, gpu__la_array(array[1], n, n), n, n, GPU__LA_CHECKED | GPU__LA_LOWER, NULL, info);
    gpu__la_factor_cholesky_T(la, l, n, 0, info);
    if (!la->on_gpu) gpu__la_copied_T(la, l, l, n, n, GPU__LA_LOWER, NULL, NULL);
}
static inline void gpu__la_qr_T(gpu__la *la, void *const *array)
{
    const size_t m = la->d->m, n = la->d->n, k = m < n ? m : n;
    int *const info = gpu__la_begin(la, array);
    const gpu__la_view q = gpu__la_array(array[0], m, k), r = gpu__la_array(array[1], k, n),
                       a = gpu__la_array(array[2], m, n), work = gpu__la_space_T(la, m, n),
                       tau = gpu__la_space_T(la, 1, k), t = gpu__la_triangles_space_T(la, k);
    T *const scale = gpu__la_scale_of_T(la, a, m, n, info);
    gpu__la_copied_T(la, work, a, m, n, GPU__LA_SCALED, scale, NULL);
    gpu__la_factor_qr_T(la, work, m, n, tau, t);
    gpu__la_copied_T(la, r, work, k, n, GPU__LA_UPPER | GPU__LA_UNSCALED | GPU__LA_CHECKED, scale, info);
    gpu__la_copied_T(la, q, q, m, k, GPU__LA_IDENTITY, NULL, NULL);
    gpu__la_times_q_T(la, q, work, t, m, k, k, GPU__LA_IDENTITY);
}
static inline void gpu__la_eigh_T(gpu__la *la, void *const *array)
{
    const size_t n = la->d->n;
    if (n <= GPU__LA_TINY) {
        gpu__la_step s;
        gpu__la_tiny_arrays(&s, la, array, n, n * n, n * n, 0);
        if (!s.flag) s.x[2] = s.x[1]; /* only values: there is no array of vectors */
        GPU__LA_RUN_EACH(la, gpu__la_tiny_eigh_T, &s, la->batch)
        return;
    }
    const int vectors = la->d->flag;
    int *const info = gpu__la_begin(la, array);
    const gpu__la_view a = gpu__la_space_T(la, n, n), line = gpu__la_space_T(la, 1, 3 * n);
    gpu__la_copied_T(la, a, gpu__la_array(array[vectors ? 2 : 1], n, n), n, n, GPU__LA_MIRRORED, NULL, NULL);
    T *const scale = gpu__la_scale_of_T(la, a, n, n, info);
    gpu__la_copied_T(la, a, a, n, n, GPU__LA_SCALED, scale, NULL);
    const gpu__la_view q = gpu__la_eigen_T(la, a, n, line, vectors, info);
    if (vectors) gpu__la_copied_T(la, gpu__la_array(array[1], n, n), q, n, n, 0, NULL, NULL);
    gpu__la_copied_T(la, gpu__la_array(array[0], 1, n), line, 1, n, GPU__LA_UNSCALED | GPU__LA_CHECKED, scale, info);
}
static inline void gpu__la_svd_T(gpu__la *la, void *const *array)
{
    const size_t m = la->d->m, n = la->d->n, q = m < n ? m : n;
    if (n <= GPU__LA_TINY && m == n) {
        gpu__la_step s;
        gpu__la_tiny_arrays(&s, la, array, n, n * n, n * n, n * n);
        if (!s.flag) s.x[3] = s.x[1]; /* only values: there are no arrays of vectors */
        GPU__LA_RUN_EACH(la, gpu__la_tiny_svd_T, &s, la->batch)
        return;
    }
    int *const info = gpu__la_begin(la, array);
    const int vectors = la->d->flag; /* without them array[1] is the matrix, and to.u and to.vt are not used */
    const gpu__la_svd_of_T to = {
        gpu__la_array(array[1], m, q), gpu__la_array(array[0], 1, q), gpu__la_array(array[2], q, n), vectors, 0, NULL};
    gpu__la_singular_T(la, gpu__la_array(array[vectors ? 3 : 1], m, n), m, n, to, info);
}
/* The singular value decomposition of A multiplied by *scale, in the workspace. */
static inline gpu__la_svd_of_T gpu__la_svd_in_space_T(gpu__la *la, gpu__la_view a, size_t m, size_t n, int vectors,
                                                      int *info)
{
    const size_t q = m < n ? m : n;
    T *const scale = gpu__la_scale_of_T(la, a, m, n, info);
    const gpu__la_view values = gpu__la_space_T(la, 1, q), u = gpu__la_space_T(la, vectors ? m : 0, q),
                       vt = gpu__la_space_T(la, vectors ? q : 0, n);
    const gpu__la_svd_of_T to = {u, values, vt, vectors, 1, scale};
    gpu__la_singular_T(la, a, m, n, to, info);
    return to;
}
static inline double gpu__la_rcond_T(const gpu__la_detail *d)
{
    return d->number < 0 ? (double)GPU__LA_EPS(T) * (double)(d->m > d->n ? d->m : d->n) : d->number;
}
static inline void gpu__la_divided_T(gpu__la *la, gpu__la_view rows, gpu__la_view values, size_t q, size_t wide,
                                     int *rank)
{
    gpu__la_step s = GPU__LA_STEP_ON(wide, q, NULL, rows, values, gpu__la_view_of(rank, 1, 1));
    s.number = gpu__la_rcond_T(la->d);
    GPU__LA_RUN(la, gpu__la_divide_T, &s, gpu__ceil_div(q, 32), la->batch, GPU__LA_THREADS, q * wide * la->batch)
}
/* Replaces A by a copy that is scaled and, if A is tall, by the triangles R of chunks of its rows, stacked, and b by Q'
   b: an equivalent least squares problem with fewer rows (tall-skinny QR, by Demmel and others). The chunks are a
   batch; the last one is padded with zeros. */
static inline void gpu__la_shortened_T(gpu__la *la, gpu__la_view *a, gpu__la_view *b, size_t *m, size_t n, size_t k,
                                       const T *scale)
{
    const size_t rows = 4 * n > 512 ? 4 * n : 512, batch = la->batch;
    if (*m <= 2 * rows) {
        const gpu__la_view scaled = gpu__la_space_T(la, *m, n);
        gpu__la_copied_T(la, scaled, *a, *m, n, GPU__LA_SCALED, scale, NULL);
        *a = scaled;
    }
    for (; *m > 2 * rows; scale = NULL) {
        const size_t chunks = gpu__ceil_div(*m, rows), all = chunks * rows;
        gpu__la_view x = gpu__la_space_T(la, all, n), y = gpu__la_space_T(la, all, k), tau, t;
        gpu__la_zero(la, x.p, batch * all * n * sizeof(T));
        gpu__la_zero(la, y.p, batch * all * k * sizeof(T));
        gpu__la_copied_T(la, x, *a, *m, n, scale ? GPU__LA_SCALED : 0, scale, NULL);
        gpu__la_copied_T(la, y, *b, *m, k, 0, NULL, NULL);
        la->batch = batch * chunks;
        x = gpu__la_view_of(x.p, n, rows * n);
        y = gpu__la_view_of(y.p, k, rows * k);
        tau = gpu__la_space_T(la, 1, n);
        t = gpu__la_triangles_space_T(la, n);
        *a = gpu__la_space_T(la, n, n);
        *b = gpu__la_space_T(la, n, k);
        gpu__la_factor_qr_T(la, x, rows, n, tau, t);
        gpu__la_times_q_T(la, y, x, t, rows, k, n, 1);
        gpu__la_copied_T(la, *a, x, n, n, GPU__LA_UPPER, NULL, NULL);
        gpu__la_copied_T(la, *b, y, n, k, 0, NULL, NULL);
        la->batch = batch;
        *m = chunks * n;
        a->stride = *m * n;
        b->stride = *m * k;
    }
}
/* The Frobenius norm of x[0], m by n, to x[1]. */
GPU__LA_STEP(gpu__la_length_of_T)
{
    double sum = 0;
    GPU__LA_ROWS (i, 0, s->m) {
        const T *const row = GPU__LA_AT(T, s, 0, z) + i * s->x[0].ld;
        sum += (double)gpu__la_dot_T(row, row, s->n);
    }
    if (GPU__LA_THREAD == 0) ((double *)s->x[1].p)[z] = sqrt(sum);
}
/* Whether the triangle R certainly has full rank. The norm of R is an upper bound of its largest singular value, that
   of its inverse the reciprocal of a lower bound of the smallest. CPU only. */
static inline int gpu__la_is_regular_T(gpu__la *la, gpu__la_view r, size_t n, double rcond)
{
    const gpu__la_view inverse = gpu__la_space_T(la, n, n);
    double length[2] = {0, INFINITY};
    size_t j, some;
    gpu__la_copied_T(la, inverse, inverse, n, n, GPU__LA_IDENTITY, NULL, NULL);
    for (j = 0; j < n; j += some) {
        some = gpu__least(n - j, GPU__LA_CHUNK);
        gpu__la_triangular_T(la, r, gpu__la_move_T(inverse, 0, j), j + some, some, GPU__LA_BACKWARD);
    }
    for (int k = 0; k < 2; k++) {
        const gpu__la_step s = GPU__LA_STEP_ON(n, n, NULL, k ? inverse : r, gpu__la_view_of(length + k, 1, 1));
        GPU__LA_RUN_CPU(la, gpu__la_length_of_T, &s, 1, 1, n * n)
    }
    return length[0] * length[1] * 4 * rcond < 1;
}
/* Least squares on the CPU by the QR decomposition of A or, if it is wide, of its transpose. Returns 0 if A may not
   have full rank; then a tall A has been replaced by R, and b by Q' b. */
static inline int gpu__la_lstsq_by_qr_T(gpu__la *la, gpu__la_view *a, gpu__la_view *b, size_t *m, size_t n, size_t k,
                                        gpu__la_view x, double rcond)
{
    const int wide = *m < n;
    const size_t q = wide ? *m : n, p = wide ? n : *m;
    const gpu__la_view work = gpu__la_space_T(la, p, q), tau = gpu__la_space_T(la, 1, q),
                       t = gpu__la_triangles_space_T(la, q), r = gpu__la_space_T(la, q, q),
                       y = gpu__la_space_T(la, p, k);
    gpu__la_copied_T(la, work, *a, p, q, wide ? GPU__LA_TRANSPOSED : 0, NULL, NULL);
    gpu__la_factor_qr_T(la, work, p, q, tau, t);
    gpu__la_copied_T(la, r, work, q, q, GPU__LA_UPPER, NULL, NULL);
    if (!wide) {
        gpu__la_copied_T(la, y, *b, p, k, 0, NULL, NULL);
        gpu__la_times_q_T(la, y, work, t, p, k, q, 1);
        *a = r;
        *b = y;
        *m = n;
    }
    if (!gpu__la_is_regular_T(la, r, q, rcond) && !la->measuring) return 0;
    if (wide) gpu__la_zero(la, y.p, p * k * sizeof(T));
    if (wide) gpu__la_copied_T(la, y, *b, q, k, 0, NULL, NULL);
    gpu__la_triangular_T(la, r, y, q, k, wide ? GPU__LA_BY_TRANSPOSE : GPU__LA_BACKWARD);
    if (wide) gpu__la_times_q_T(la, y, work, t, p, k, q, 0);
    gpu__la_copied_T(la, x, y, n, k, 0, NULL, NULL);
    return !la->measuring;
}
static inline void gpu__la_lstsq_T(gpu__la *la, void *const *array)
{
    const size_t n = la->d->n, k = la->d->k;
    size_t m = la->d->m;
    int *const info = gpu__la_begin(la, array), *const rank = (int *)array[1];
    const gpu__la_view x = gpu__la_array(array[0], n, k);
    gpu__la_view a = gpu__la_array(array[2], m, n), b = gpu__la_array(array[3], m, k);
    T *const scale = gpu__la_scale_of_T(la, a, m, n, info);
    const double least = (double)GPU__LA_EPS(T) * (double)(m > n ? m : n), rcond = gpu__la_rcond_T(la->d);
    int done = 0;
    gpu__la_shortened_T(la, &a, &b, &m, n, k, scale);
    if (!la->on_gpu && (m > n ? m : n) > GPU__LA_TINY) {
        done = gpu__la_lstsq_by_qr_T(la, &a, &b, &m, n, k, x, rcond > least ? rcond : least);
        if (done && rank) rank[0] = (int)(m < n ? m : n);
    }
    if (!done) { /* by the singular value decomposition */
        const size_t q = m < n ? m : n;
        const gpu__la_view c = gpu__la_space_T(la, q, k);
        const gpu__la_svd_of_T d = gpu__la_svd_in_space_T(la, a, m, n, 1, info);
        gpu__la_multiply_T(la, c, d.u, b, GPU__LA_A, q, k, m, 1, 0);
        gpu__la_divided_T(la, c, d.values, q, k, rank);
        gpu__la_multiply_T(la, x, d.vt, c, GPU__LA_A, n, k, q, 1, 0);
        gpu__la_copied_T(la, x, x, n, k, GPU__LA_SCALED, d.scale, NULL);
    }
    gpu__la_copied_T(la, x, x, n, k, GPU__LA_SCALED | GPU__LA_CHECKED, scale, info);
}
static inline void gpu__la_pinv_T(gpu__la *la, void *const *array)
{
    const size_t m = la->d->m, n = la->d->n, q = m < n ? m : n;
    int *const info = gpu__la_begin(la, array);
    const gpu__la_svd_of_T d = gpu__la_svd_in_space_T(la, gpu__la_array(array[1], m, n), m, n, 1, info);
    const gpu__la_view out = gpu__la_array(array[0], n, m);
    gpu__la_divided_T(la, d.vt, d.values, q, n, NULL);
    gpu__la_multiply_T(la, out, d.vt, d.u, GPU__LA_A | GPU__LA_B, n, m, q, 1, 0);
    gpu__la_copied_T(la, out, out, n, m, GPU__LA_SCALED | GPU__LA_CHECKED, d.scale, info);
}
static inline void gpu__la_cond_T(gpu__la *la, void *const *array)
{
    const size_t m = la->d->m, n = la->d->n;
    int *const info = gpu__la_begin(la, array);
    const gpu__la_svd_of_T d = gpu__la_svd_in_space_T(la, gpu__la_array(array[1], m, n), m, n, 0, info);
    gpu__la_step s = GPU__LA_STEP_ON(1, m < n ? m : n, info, d.values, gpu__la_view_of(array[0], 1, 1),
                                     gpu__la_view_of(d.scale, 1, 1));
    s.flag = la->d->flag;
    GPU__LA_RUN(la, gpu__la_ratio_T, &s, 1, la->batch, 32, la->batch)
}
static inline void gpu__la_norm_T(gpu__la *la, void *const *array)
{
    const size_t m = la->d->m, n = la->d->n, along = la->d->flag == GPU_NORM_ONE ? n : m;
    int *const info = gpu__la_begin(la, array);
    const gpu__la_view a = gpu__la_array(array[1], m, n), part = gpu__la_space_T(la, 1, along);
    T *const scale = gpu__la_scale_of_T(la, a, m, n, info);
    gpu__la_step s = GPU__LA_STEP_ON(m, n, info, a, part, gpu__la_view_of(scale, 1, 1));
    s.flag = la->d->flag;
    GPU__LA_RUN(la, gpu__la_sums_T, &s, gpu__ceil_div(along, 32), la->batch, GPU__LA_THREADS, m * n * la->batch)
    s.x[0] = part;
    s.x[1] = gpu__la_view_of(array[0], 1, 1);
    s.n = along;
    GPU__LA_RUN(la, gpu__la_norm_of_T, &s, 1, la->batch, GPU__LA_THREADS, along * la->batch)
}
static inline void gpu__la_power_T(gpu__la *la, void *const *array)
{
    const size_t n = la->d->n;
    const int64_t power = la->d->power;
    uint64_t left = power < 0 ? 0 - (uint64_t)power : (uint64_t)power, bit = 1;
    int *const info = gpu__la_begin(la, array);
    const gpu__la_view out = gpu__la_array(array[0], n, n), a = gpu__la_array(array[1], n, n);
    const gpu__la_view base = gpu__la_space_T(la, n, n);
    gpu__la_view x = gpu__la_space_T(la, n, n), y = gpu__la_space_T(la, n, n);
    if (power < 0) gpu__la_solved_T(la, base, a, base, n, n, GPU__LA_IDENTITY, info);
    else gpu__la_copied_T(la, base, a, n, n, power ? GPU__LA_CHECKED : 0, NULL, info);
    gpu__la_copied_T(la, x, base, n, n, left ? 0 : GPU__LA_IDENTITY, NULL, NULL);
    while (left && bit <= left / 2) bit *= 2;
    for (bit /= 2; bit && left; bit /= 2)
        for (int k = 0; k < (left & bit ? 2 : 1); k++) { /* the square, then the product with the base */
            const gpu__la_view t = x;
            gpu__la_multiply_T(la, y, x, k ? base : x, 0, n, n, n, 1, 0);
            x = y;
            y = t;
        }
    gpu__la_copied_T(la, out, x, n, n, GPU__LA_CHECKED, NULL, info);
}

/* ---- the functions ---- */
GPU__PRE gpu_status gpu_solve_batch_T(T *x, const T *a, const T *b, size_t n, size_t k, size_t batch, int *info)
{
    GPU__LA_JOB(T, "gpu_solve", gpu__la_solve_T, x, n * k, n, n, k)
    j.in_place = 1;
    GPU__LA_IN("b", b, n * k)
    GPU__LA_IN("a", a, n * n)
    GPU__BY_RULE(gpu_solve_batch_T) return gpu__la_call(&j, &d, info, GPU__LA_SINGULAR);
}
GPU__PRE gpu_status gpu_{solve|cholesky_solve}_T(T *x, const T *a, const T *b, size_t n, size_t k)
{
    return gpu_{1}_batch_T(x, a, b, n, k, 1, NULL);
}
GPU__PRE gpu_status gpu_{inv|cholesky}_batch_T(T *{out|l}, const T *a, size_t n, size_t batch, int *info)
{
    GPU__LA_JOB(T, "gpu_{1}", gpu__la_{1}_T, {2}, n * n, n, n, {n|1})
    j.in_place = 1;
    GPU__LA_IN("a", a, n * n)
    GPU__BY_RULE(gpu_{1}_batch_T) return gpu__la_call(&j, &d, info, GPU__LA_{SINGULAR|INDEFINITE});
}
GPU__PRE gpu_status gpu_lu_batch_T(T *lu, int *pivots, const T *a, size_t n, size_t batch, int *info)
{
    GPU__LA_JOB(T, "gpu_lu", gpu__la_lu_T, lu, n * n, n, n, 1)
    j.in_place = 1;
    GPU__LA_IN("a", a, n * n)
    GPU__LA_OUT("pivots", pivots, n)
    return gpu__la_call(&j, &d, info, GPU__LA_SINGULAR);
}
GPU__PRE gpu_status gpu_lu_T(T *lu, int *pivots, const T *a, size_t n)
{
    return gpu_lu_batch_T(lu, pivots, a, n, 1, NULL);
}
GPU__PRE gpu_status gpu_det_batch_T(T *det, const T *a, size_t n, size_t batch, int *info)
{
    GPU__LA_JOB(T, "gpu_det", gpu__la_det_T, det, 1, n, n, 1)
    GPU__LA_IN("a", a, n * n)
    gpu__job_in(&j, j.inputs++, "logarithm", NULL, 0, sizeof *det);
    return gpu__la_call(&j, &d, info, GPU__LA_NEVER);
}
GPU__PRE gpu_status gpu_slogdet_batch_T(T *sign, T *logarithm, const T *a, size_t n, size_t batch, int *info)
{
    GPU__LA_JOB(T, "gpu_slogdet", gpu__la_det_T, sign, 1, n, n, 1)
    d.flag = 1;
    GPU__LA_IN("a", a, n * n)
    GPU__LA_OUT("logarithm", logarithm, 1)
    return gpu__la_call(&j, &d, info, GPU__LA_NEVER);
}
GPU__PRE gpu_status gpu_{slogdet|eigh}_T(T *{sign|values}, T *{logarithm|vectors}, const T *a, size_t n)
{
    return gpu_{1}_batch_T({2}, {3}, a, n, 1, NULL);
}
GPU__PRE gpu_status gpu_solve_triangular_batch_T(T *x, const T *t, const T *b, size_t n, size_t k, int shape,
                                                 size_t batch, int *info)
{
    GPU__LA_JOB(T, "gpu_solve_triangular", gpu__la_solve_triangular_T, x, n * k, n, n, k)
    if (shape & ~(GPU_UPPER | GPU_TRANSPOSED | GPU_UNIT_DIAGONAL))
        return gpu__refuse(j.name,
                           "the shape is %d; expected GPU_LOWER or GPU_UPPER, optionally with GPU_TRANSPOSED and "
                           "GPU_UNIT_DIAGONAL",
                           shape);
    j.in_place = 1;
    d.flag = shape;
    GPU__LA_IN("b", b, n * k)
    GPU__LA_IN("t", t, n * n)
    GPU__BY_RULE(gpu_solve_triangular_batch_T) return gpu__la_call(&j, &d, info, GPU__LA_ZERO_DIAGONAL);
}
GPU__PRE gpu_status gpu_solve_triangular_T(T *x, const T *t, const T *b, size_t n, size_t k, int shape)
{
    return gpu_solve_triangular_batch_T(x, t, b, n, k, shape, 1, NULL);
}
GPU__PRE gpu_status gpu_cholesky_solve_batch_T(T *x, const T *l, const T *b, size_t n, size_t k, size_t batch,
                                               int *info)
{
    GPU__LA_JOB(T, "gpu_cholesky_solve", gpu__la_solve_triangular_T, x, n * k, n, n, k)
    j.in_place = 1;
    d.flag = GPU__LA_THEN_TRANSPOSED;
    GPU__LA_IN("b", b, n * k)
    GPU__LA_IN("l", l, n * n)
    return gpu__la_call(&j, &d, info, GPU__LA_ZERO_DIAGONAL);
}
GPU__PRE gpu_status gpu_qr_batch_T(T *q, T *r, const T *a, size_t m, size_t n, size_t batch, int *info)
{
    const size_t least = m < n ? m : n;
    GPU__LA_JOB(T, "gpu_qr", gpu__la_qr_T, q, m * least, m, n, 1)
    GPU__LA_OUT("r", r, least * n)
    GPU__LA_IN("a", a, m * n)
    return gpu__la_call(&j, &d, info, GPU__LA_NEVER);
}
GPU__PRE gpu_status gpu_qr_T(T *q, T *r, const T *a, size_t m, size_t n)
{
    return gpu_qr_batch_T(q, r, a, m, n, 1, NULL);
}
GPU__PRE gpu_status gpu_lstsq_batch_T(T *x, int *rank, const T *a, const T *b, size_t m, size_t n, size_t k,
                                      double rcond, size_t batch, int *info)
{
    GPU__LA_JOB(T, "gpu_lstsq", gpu__la_lstsq_T, x, n * k, m, n, k)
    d.number = rcond < 1 ? rcond : 1;
    if (rcond != rcond) return gpu__refuse(j.name, "rcond is nan; expected a number, negative for the default");
    GPU__LA_OUT("rank", rank, rank ? 1 : (size_t)0)
    GPU__LA_IN("a", a, m * n)
    GPU__LA_IN("b", b, m * k)
    return gpu__la_call(&j, &d, info, GPU__LA_NEVER);
}
GPU__PRE gpu_status gpu_lstsq_T(T *x, int *rank, const T *a, const T *b, size_t m, size_t n, size_t k, double rcond)
{
    return gpu_lstsq_batch_T(x, rank, a, b, m, n, k, rcond, 1, NULL);
}
GPU__PRE gpu_status gpu_eigh_batch_T(T *values, T *vectors, const T *a, size_t n, size_t batch, int *info)
{
    GPU__LA_JOB(T, "gpu_eigh", gpu__la_eigh_T, values, n, n, n, 1)
    d.flag = 1;
    GPU__LA_OUT("vectors", vectors, n * n)
    GPU__LA_IN("a", a, n * n)
    return gpu__la_call(&j, &d, info, GPU__LA_NEVER);
}
GPU__PRE gpu_status gpu_eigvalsh_batch_T(T *values, const T *a, size_t n, size_t batch, int *info)
{
    GPU__LA_JOB(T, "gpu_eigvalsh", gpu__la_eigh_T, values, n, n, n, 1)
    GPU__LA_IN("a", a, n * n)
    return gpu__la_call(&j, &d, info, GPU__LA_NEVER);
}
GPU__PRE gpu_status gpu_{inv|cholesky|det|eigvalsh}_T(T *{out|l|det|values}, const T *a, size_t n)
{
    return gpu_{1}_batch_T({2}, a, n, 1, NULL);
}
GPU__PRE gpu_status gpu_svd_batch_T(T *u, T *values, T *vt, const T *a, size_t m, size_t n, size_t batch, int *info)
{
    const size_t least = m < n ? m : n;
    GPU__LA_JOB(T, "gpu_svd", gpu__la_svd_T, values, least, m, n, 1)
    d.flag = 1;
    GPU__LA_OUT("u", u, m * least)
    GPU__LA_OUT("vt", vt, least * n)
    GPU__LA_IN("a", a, m * n)
    return gpu__la_call(&j, &d, info, GPU__LA_NEVER);
}
GPU__PRE gpu_status gpu_svd_T(T *u, T *values, T *vt, const T *a, size_t m, size_t n)
{
    return gpu_svd_batch_T(u, values, vt, a, m, n, 1, NULL);
}
GPU__PRE gpu_status gpu_{svdvals|cond}_batch_T(T *{values|cond}, const T *a, size_t m, size_t n, size_t batch,
                                               int *info)
{
    GPU__LA_JOB(T, "gpu_{1}", gpu__la_{svd|cond}_T, {2}, {m < n ? m : n|1}, m, n, 1)
    GPU__LA_IN("a", a, m * n)
    return gpu__la_call(&j, &d, info, GPU__LA_NEVER);
}
GPU__PRE gpu_status gpu_{svdvals|cond}_T(T *{values|cond}, const T *a, size_t m, size_t n)
{
    return gpu_{1}_batch_T({2}, a, m, n, 1, NULL);
}
GPU__PRE gpu_status gpu_pinv_batch_T(T *out, const T *a, size_t m, size_t n, double rcond, size_t batch, int *info)
{
    GPU__LA_JOB(T, "gpu_pinv", gpu__la_pinv_T, out, m * n, m, n, 1)
    d.number = rcond < 1 ? rcond : 1;
    if (rcond != rcond) return gpu__refuse(j.name, "rcond is nan; expected a number, negative for the default");
    GPU__LA_IN("a", a, m * n)
    return gpu__la_call(&j, &d, info, GPU__LA_NEVER);
}
GPU__PRE gpu_status gpu_pinv_T(T *out, const T *a, size_t m, size_t n, double rcond)
{
    return gpu_pinv_batch_T(out, a, m, n, rcond, 1, NULL);
}
GPU__PRE gpu_status gpu_norm_matrix_batch_T(T *norm, const T *a, size_t m, size_t n, gpu_matrix_norm which,
                                            size_t batch, int *info)
{
    GPU__LA_JOB(T, "gpu_norm_matrix", gpu__la_norm_T, norm, 1, m, n, 1)
    if (which < GPU_NORM_FROBENIUS || which > GPU_NORM_INFINITY)
        return gpu__refuse(
            j.name, "the norm is %d; expected GPU_NORM_FROBENIUS, GPU_NORM_ONE, GPU_NORM_TWO or GPU_NORM_INFINITY",
            (int)which);
    if (which == GPU_NORM_TWO) d.driver = gpu__la_cond_T;
    d.flag = (int)which;
    GPU__LA_IN("a", a, m * n)
    return gpu__la_call(&j, &d, info, GPU__LA_NEVER);
}
GPU__PRE gpu_status gpu_norm_matrix_T(T *norm, const T *a, size_t m, size_t n, gpu_matrix_norm which)
{
    return gpu_norm_matrix_batch_T(norm, a, m, n, which, 1, NULL);
}
GPU__PRE gpu_status gpu_matrix_power_batch_T(T *out, const T *a, size_t n, int64_t power, size_t batch, int *info)
{
    GPU__LA_JOB(T, "gpu_matrix_power", gpu__la_power_T, out, n * n, n, n, n)
    j.in_place = 1;
    d.power = power;
    GPU__LA_IN("a", a, n * n)
    return gpu__la_call(&j, &d, info, GPU__LA_SINGULAR);
}
GPU__PRE gpu_status gpu_matrix_power_T(T *out, const T *a, size_t n, int64_t power)
{
    return gpu_matrix_power_batch_T(out, a, n, power, 1, NULL);
}
#endif
