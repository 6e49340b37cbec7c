/* The statistics of a chunk or of a row: for exponentials `mean` is the maximum, m2 the sum, and `count` the sum less
   the greatest, which for a softmax is not computed; for a normalisation they are what they are called. */
typedef gpu__triple gpu__rowwise_stats;
typedef struct gpu__rowwise {
    int how;
    size_t chunks; /* of a row */
    double epsilon;
} gpu__rowwise;
GPU__BODY const gpu__rowwise *gpu__rowwise_of(const gpu__job *j) { return (const gpu__rowwise *)j->detail; }
/* Whether the sum of exponentials, of which the greatest is 1, lacks digits of the others that its logarithm needs, a
   float if `size` is 4. Then there is just one that is 1. */
GPU__LIFTED_FN int gpu__rest_counts(double sum, size_t size)
{
    return sum < (size == sizeof(float) ? 1.0000002384185791015625 : 1.375);
}
GPU__LIFTED_FN double gpu__log_of_stats(double sum, double rest, size_t size)
{
    return gpu__rest_counts(sum, size) ? rest - gpu__log_difference(rest) : gpu_math_log_f64(sum);
}
GPU__LIFTED_FN double gpu__finite_or_0(double x) { return x - x == 0 ? x : 0; }
/* exp(x) for x <= 0, within 1 ulp; a result below the normal numbers is 0. It takes a quarter of the operations of a
   correctly rounded float. x = n ln 2 + r; a constant added to x / ln 2 leaves n in its last bits. (Greater x occur
   only in rows with an infinity, and are treated as 0.) */
GPU__LIFTED_FN float gpu__exp_below_f32(float x)
{
    const float clamped = x > 0 ? 0 : x, t = GPU__FMAF(clamped, 1.442695041f, GPU__ROUNDER_F32),
                n = t - GPU__ROUNDER_F32;
    const float r = GPU__FMAF(n, -1.428606820e-06f, GPU__FMAF(n, -0.693145751953125f, clamped)), s = r * r;
    float p = GPU__SERIESF(r, 5.0000001201e-1f, 1.6666665459e-1f, 4.1665795894e-2f, 8.3334519073e-3f, 1.3981999507e-3f,
                           1.9875691500e-4f);
    p = GPU__FMAF(s, p, r) + 1.0f;
    return clamped < -87.0f ? 0 : GPU__TIMES(p, gpu__float32((gpu__bits32(t) << 23) + 0x3f800000u));
}
GPU__LIFTED_FN double gpu__exp_below_f64(double x)
{
    const double clamped = x > 0 ? 0 : x, t = GPU__FMA(clamped, 1.4426950408889634, GPU__ROUNDER);
    const double n = t - GPU__ROUNDER;
    const double r = GPU__FMA(n, -2.3190468138462996e-17, GPU__FMA(n, -0.6931471805599453, clamped)), s = r * r;
    double p = GPU__SERIES(r, 0.5, 0.16666666666666666, 0.041666666666666664, 0.008333333333333333,
                           0.001388888888888889, 0.0001984126984126984, 2.48015873015873e-05, 2.7557319223985893e-06,
                           2.755731922398589e-07, 2.505210838544172e-08, 2.08767569878681e-09, 1.6059043836821613e-10);
    p = GPU__FMA(s, p, r) + 1.0;
    return clamped < -708.0 ? 0 : GPU__TIMES(p, gpu__float64((gpu__bits64(t) << 52) + 0x3ff0000000000000u));
}
#ifdef GPU__CUDA
extern "C++" {
GPU__LIFTED_FN float gpu__exp_below_t(float x) { return gpu__exp_below_f32(x); }
GPU__LIFTED_FN double gpu__exp_below_t(double x) { return gpu__exp_below_f64(x); }
}
#endif
/* The logarithm of a sum of exponentials, `mean` being what was subtracted from their arguments, less `from`. If `mean`
   is infinite, the sum tells only whether there is a NaN. */
GPU__LIFTED_FN double gpu__log_of_sum(double mean, double sum, double log_of_it, double from)
{
    return (mean - from) + (mean - mean == 0 ? log_of_it : sum - sum);
}
/* The factor of a chunk's sum when chunks are combined to a row. For an infinite maximum see above. */
GPU__LIFTED_FN double gpu__chunk_weight(double of_chunk, double of_row, int how)
{
    return how == GPU__ROWWISE_LOG_OF_SUM && of_row - of_row != 0 ? 1 : gpu__exp_below_f64(of_chunk - of_row);
}
/* One element of a normalised row. */
GPU__LIFTED_FN double gpu__normalized(double x, double mean, double inverse, double gain, double bias)
{
    return GPU__TIMES(GPU__TIMES(x - mean, inverse), gain) + bias;
}
static inline gpu__rowwise_stats *gpu__rowwise_of_rows(const gpu__job *j, void *scratch)
{
    return (gpu__rowwise_stats *)scratch + j->rows * gpu__rowwise_of(j)->chunks;
}
/* Combines the statistics of a row's chunks; `part` has `chunks` of them, `lane` has GPU__ROWWISE_FOLD. */
static inline gpu__rowwise_stats gpu__rowwise_join(const gpu__rowwise_stats *part, size_t chunks, int how,
                                                   gpu__rowwise_stats *lane)
{
    const gpu__rowwise_stats none = {0, 0, 0};
    double m = -(double)INFINITY;
    for (size_t p = 0; p < GPU__ROWWISE_FOLD; p++) lane[p] = none;
    for (size_t p = 0; p < chunks && how != GPU__ROWWISE_NORM; p++) m = part[p].mean > m ? part[p].mean : m;
    for (size_t p = 0; p < chunks; p++) {
        gpu__rowwise_stats *const to = lane + p % GPU__ROWWISE_FOLD;
        if (how == GPU__ROWWISE_NORM) *to = p < GPU__ROWWISE_FOLD ? part[p] : gpu__merge(*to, part[p]);
        else {
            const double sum = GPU__TIMES(part[p].m2, gpu__chunk_weight(part[p].mean, m, how));
            to->m2 += sum;
            to->count += part[p].mean == m ? part[p].count : sum;
        }
    }
    for (size_t s = GPU__ROWWISE_FOLD / 2; s; s /= 2)
        for (size_t p = 0; p < s; p++)
            if (how == GPU__ROWWISE_NORM) lane[p] = gpu__merge(lane[p], lane[p + s]);
            else lane[p].m2 += lane[p + s].m2, lane[p].count += lane[p + s].count;
    if (how != GPU__ROWWISE_NORM) lane[0].mean = m;
    return lane[0];
}
/* The first step if rows have several chunks: the statistics of the chunks, then those of the rows. */
static inline void gpu__rowwise_start(const gpu__job *j, void *scratch, gpu__job_part *const part[3])
{
    const gpu__rowwise *const d = gpu__rowwise_of(j);
    const size_t chunks = d->chunks;
    gpu__rowwise_stats lane[GPU__ROWWISE_FOLD], *const of_chunks = (gpu__rowwise_stats *)scratch;
    gpu__job_parts(j, part, j->rows * chunks, scratch);
    for (size_t r = 0; r < j->rows; r++)
        gpu__rowwise_of_rows(j, scratch)[r] = gpu__rowwise_join(of_chunks + r * chunks, chunks, d->how, lane);
}
/* Lanes fold by halves, and each step is kept: the lanes are tree[lanes] to tree[2 * lanes - 1], the sum is tree[1]. */
GPU__BODY double gpu__rowwise_fold(double *tree, size_t lanes)
{
    for (size_t k = lanes / 2; k; k /= 2)
        GPU__NO_ALIAS for (size_t i = 0; i < k; i++) tree[k + i] = tree[2 * k + i] + tree[3 * k + i];
    return tree[1];
}
#ifdef REAL
GPU__BODY T gpu__rowwise_max_T(const T *x, size_t n)
{
    enum { lanes = 64 };
    T m[lanes];
    size_t i, k;
    for (i = 0; i < lanes; i++) m[i] = -(T)INFINITY;
    for (k = 0; k + lanes <= n; k += lanes)
        GPU__NO_ALIAS for (i = 0; i < lanes; i++) m[i] = x[k + i] > m[i] ? x[k + i] : m[i];
    for (i = 0; k + i < n; i++) m[i] = x[k + i] > m[i] ? x[k + i] : m[i];
    for (k = lanes / 2; k; k /= 2)
        for (i = 0; i < k; i++) m[i] = m[i + k] > m[i] ? m[i + k] : m[i];
    return m[0];
}
/* That sum of n exponentials less the greatest. If this needs more than a difference, the lane that has it is added
   again without it, and folds again. */
GPU__BODY double gpu__rowwise_rest_T(double *tree, size_t lanes, const T *e, size_t n)
{
    size_t at = 0, k;
    double lane = 0;
    if (!gpu__rest_counts(tree[1], sizeof *e)) return tree[1] - 1;
    for (k = 1; k < lanes; k *= 2) at += tree[3 * k + at] < 1 ? 0 : k;
    for (k = at; k < n; k += lanes) lane += e[k] < 1 ? (double)e[k] : 0;
    tree[lanes + at] = lane;
    for (k = lanes / 2; k; k /= 2) {
        at %= k;
        tree[k + at] = tree[2 * k + at] + tree[3 * k + at];
    }
    return tree[1];
}
/* The sum of a chunk in the order of order.h: of exp(x - from), which are stored in e, with *rest as above, if it is
   not NULL; of (x - from)^2; of x. */
enum { gpu__rowwise_exp_T, gpu__rowwise_square_T, gpu__rowwise_plain_T };
GPU__BODY double gpu__rowwise_sum_T(T *e, const T *x, size_t n, double from, size_t cols, int of, double *rest)
{
    const size_t lanes = cols <= 128 ? 32 : cols <= 1024 ? 128 : GPU__ROWWISE_LANES;
    const T shift = (T)from;
    double tree[2 * GPU__ROWWISE_LANES], *const sum = tree + lanes;
    for (size_t i = 0; i < lanes; i++) sum[i] = 0;
    for (size_t k = 0; k < n; k += lanes) {
        const size_t count = n - k < lanes ? n - k : lanes;
        const T *const some = x + k;
        T *const to = of == gpu__rowwise_exp_T ? e + k : e;
        if (of == gpu__rowwise_exp_T) {
            GPU__NO_ALIAS for (size_t i = 0; i < count; i++) to[i] = gpu__exp_below_T(some[i] - shift);
            GPU__NO_ALIAS for (size_t i = 0; i < count; i++) sum[i] += (double)to[i];
        } else if (of == gpu__rowwise_square_T) GPU__NO_ALIAS for (size_t i = 0; i < count; i++)
            {
                const double d = (double)some[i] - from;
                sum[i] += GPU__TIMES(d, d);
            }
        else GPU__NO_ALIAS for (size_t i = 0; i < count; i++) sum[i] += (double)some[i];
    }
    from = gpu__rowwise_fold(tree, lanes);
    if (rest) *rest = gpu__rowwise_rest_T(tree, lanes, e, n);
    return from;
}
/* The statistics of a chunk; e: a buffer for its exponentials. */
GPU__BODY gpu__rowwise_stats gpu__rowwise_chunk_T(T *e, const T *x, size_t n, size_t cols, int how, int several)
{
    gpu__rowwise_stats s;
    s.count = (double)n;
    if (how == GPU__ROWWISE_NORM) {
        s.mean = gpu__rowwise_sum_T(NULL, x, n, 0, cols, gpu__rowwise_plain_T, NULL) / s.count;
        s.m2 = gpu__rowwise_sum_T(NULL, x, n, s.mean, cols, gpu__rowwise_square_T, NULL);
        return s;
    }
    s.mean = (double)gpu__rowwise_max_T(x, n);
    s.m2 = gpu__rowwise_sum_T(e, x, n, several || how == GPU__ROWWISE_LOG_OF_SUM ? gpu__finite_or_0(s.mean) : s.mean,
                              cols, gpu__rowwise_exp_T, how == GPU__ROWWISE_SOFTMAX ? NULL : &s.count);
    return s;
}
/* Computes the results of a chunk whose row's statistics are known; `computed`: out already has its exponentials. */
GPU__BODY void gpu__rowwise_apply_T(const gpu__job *j, size_t r, size_t begin, size_t n, gpu__rowwise_stats s,
                                    int computed)
{
    const gpu__rowwise *const d = gpu__rowwise_of(j);
    const T *const x = (const T *)j->in[0].p + r * j->cols + begin, shift = (T)s.mean;
    const T *const gain = (const T *)j->in[1].p, *const bias = (const T *)j->in[2].p;
    T *const out = (T *)j->out + r * j->cols + begin;
    const T scale = (T)(1 / s.m2);
    if (d->how == GPU__ROWWISE_SOFTMAX) {
        if (!computed) GPU__NO_ALIAS for (size_t i = 0; i < n; i++) out[i] = gpu__exp_below_T(x[i] - shift);
        GPU__NO_ALIAS for (size_t i = 0; i < n; i++) out[i] *= scale;
    } else if (d->how == GPU__ROWWISE_LOG) {
        const double log_of_sum = gpu__log_of_stats(s.m2, s.count, sizeof *x);
        GPU__NO_ALIAS for (size_t i = 0; i < n; i++) out[i] = (T)(((double)x[i] - s.mean) - log_of_sum);
    } else {
        const double inverse = 1 / sqrt(s.m2 / s.count + d->epsilon);
        if (gain || bias)
            for (size_t i = 0; i < n; i++)
                out[i] = (T)gpu__normalized((double)x[i], s.mean, inverse, gain ? (double)gain[begin + i] : 1,
                                            bias ? (double)bias[begin + i] : 0);
        else
            GPU__NO_ALIAS for (size_t i = 0; i < n; i++) out[i] =
                (T)gpu__normalized((double)x[i], s.mean, inverse, 1, 0);
    }
}
/* The logarithm of the sum of a row's exponentials, or the cross-entropy if in[1] has labels. */
GPU__BODY void gpu__rowwise_loss_T(const gpu__job *j, size_t r, gpu__rowwise_stats s)
{
    const T *const x = (const T *)j->in[0].p + r * j->cols;
    const int64_t *const label = (const int64_t *)j->in[1].p;
    const double from = !label ? 0 : (uint64_t)label[r] < j->cols ? (double)x[label[r]] : (double)NAN;
    ((T *)j->out)[r] = (T)gpu__log_of_sum(s.mean, s.m2, gpu__log_of_stats(s.m2, s.count, sizeof *x), from);
}
/* The sum of the elements of a short row, or of the squares of their distances from `from`. */
GPU__BODY double gpu__rowwise_short_sum_T(const T *x, size_t n, double from, int of)
{
    double sum[32];
    for (size_t k = 0; k < n; k += 32)
        for (size_t i = 0; i < (n - k < 32 ? n - k : 32); i++) {
            const double d = of == gpu__rowwise_square_T ? (double)x[k + i] - from : (double)x[k + i];
            sum[i] = (k ? sum[i] : 0) + (of == gpu__rowwise_square_T ? GPU__TIMES(d, d) : d);
        }
    for (size_t s = 16; s; s /= 2)
        for (size_t i = 0; i < s && i + s < n; i++) sum[i] += sum[i + s];
    return sum[0];
}
/* Short rows, as many at a time as fit into 512 elements, so that one loop computes the exponentials of all of them. */
GPU__BODY void gpu__rowwise_short_T(const gpu__job *j, size_t first, size_t last)
{
    enum { room = 512 };
    const int how = gpu__rowwise_of(j)->how;
    const size_t cols = j->cols, most = room / cols;
    T e[room];
    gpu__rowwise_stats s[room];
    for (; first < last; first += most) {
        const size_t rows = last - first < most ? last - first : most, n = rows * cols;
        const T *const x = (const T *)j->in[0].p + first * cols;
        for (size_t r = 0; r < rows; r++) {
            T m = -(T)INFINITY;
            s[r].count = (double)cols;
            if (how == GPU__ROWWISE_NORM) {
                s[r].mean = gpu__rowwise_short_sum_T(x + r * cols, cols, 0, gpu__rowwise_plain_T) / s[r].count;
                s[r].m2 = gpu__rowwise_short_sum_T(x + r * cols, cols, s[r].mean, gpu__rowwise_square_T);
                continue;
            }
            for (size_t i = 0; i < cols; i++) m = x[r * cols + i] > m ? x[r * cols + i] : m;
            s[r].mean = (double)m;
            if (how == GPU__ROWWISE_LOG_OF_SUM) m = (T)gpu__finite_or_0((double)m);
            for (size_t i = 0; i < cols; i++) e[r * cols + i] = x[r * cols + i] - m;
        }
        if (how != GPU__ROWWISE_NORM) GPU__NO_ALIAS for (size_t i = 0; i < n; i++) e[i] = gpu__exp_below_T(e[i]);
        for (size_t r = 0; r < rows; r++) {
            T *const out = (T *)j->out + (first + r) * cols;
            if (how != GPU__ROWWISE_NORM)
                s[r].m2 = gpu__rowwise_short_sum_T(e + r * cols, cols, 0, gpu__rowwise_plain_T);
            if (how == GPU__ROWWISE_SOFTMAX) memcpy(out, e + r * cols, cols * sizeof *out);
            else if (how != GPU__ROWWISE_NORM && gpu__rest_counts(s[r].m2, sizeof *x)) {
                for (size_t i = r * cols; i < (r + 1) * cols; i++) e[i] = e[i] < 1 ? e[i] : 0;
                s[r].count = gpu__rowwise_short_sum_T(e + r * cols, cols, 0, gpu__rowwise_plain_T);
            }
            if (how == GPU__ROWWISE_LOG_OF_SUM) gpu__rowwise_loss_T(j, first + r, s[r]);
            else gpu__rowwise_apply_T(j, first + r, 0, cols, s[r], 1);
        }
    }
}
/* Computes whole rows, or chunks of rows whose statistics are known. */
GPU__BODY void gpu__rowwise_rows_T(const gpu__job *j, void *scratch, size_t first, size_t last)
{
    const gpu__rowwise *const d = gpu__rowwise_of(j);
    const size_t cols = j->cols, chunks = d->chunks;
    if (cols <= 128) {
        gpu__rowwise_short_T(j, first, last);
        return;
    }
    for (; first < last; first++) {
        const size_t r = first / chunks, begin = first % chunks * GPU__ROWWISE_CHUNK;
        const size_t n = gpu__least(cols - begin, GPU__ROWWISE_CHUNK);
        const T *const x = (const T *)j->in[0].p + r * cols;
        T e[GPU__ROWWISE_CHUNK];
        gpu__rowwise_stats s;
        if (chunks > 1) s = gpu__rowwise_of_rows(j, scratch)[r];
        else
            s = gpu__rowwise_chunk_T(d->how == GPU__ROWWISE_SOFTMAX ? (T *)j->out + r * cols : e, x, n, cols, d->how,
                                     0);
        if (d->how != GPU__ROWWISE_LOG_OF_SUM) gpu__rowwise_apply_T(j, r, begin, n, s, chunks < 2);
        else if (!begin) gpu__rowwise_loss_T(j, r, s);
    }
}
GPU__BODY void gpu__rowwise_chunks_T(const gpu__job *j, void *scratch, size_t first, size_t last)
{
    const gpu__rowwise *const d = gpu__rowwise_of(j);
    const size_t cols = j->cols, chunks = d->chunks;
    for (; first < last; first++) {
        const size_t r = first / chunks, begin = first % chunks * GPU__ROWWISE_CHUNK;
        const size_t n = gpu__least(cols - begin, GPU__ROWWISE_CHUNK);
        T e[GPU__ROWWISE_CHUNK];
        ((gpu__rowwise_stats *)scratch)[first] =
            gpu__rowwise_chunk_T(e, (const T *)j->in[0].p + r * cols + begin, n, cols, d->how, 1);
    }
}
/* These loops are limited by arithmetic, so they have a variant for AVX-512, as exponentials have. */
GPU__COPIES(GPU__PART_LEVEL, gpu__rowwise{|_chunk}_T, gpu__rowwise_{rows|chunks}_T(j, scratch, first, last))
static inline void gpu__rowwise_start_T(const gpu__job *j, void *scratch)
{
    gpu__job_part *const part[3] = GPU__TABLE(gpu__rowwise_chunk_T__part);
    gpu__rowwise_start(j, scratch, part);
}
GPU__ON_DEVICE(gpu__rowwise_{softmax|log|norm}_T,
               gpu__rowwise_launch<T, GPU__ROWWISE_{SOFTMAX|LOG|NORM}>(j, context, out, in))
static inline gpu_status gpu__rowwise_call_T(gpu__job *j, gpu__rowwise *d, const char *name, int how, T *out,
                                             const T *a, size_t rows, size_t cols)
{
    gpu__job_part *const part[3] = GPU__TABLE(gpu__rowwise_T__part);
    const gpu_status s = gpu__shape(name, rows, cols);
    const size_t outs = how == GPU__ROWWISE_LOG_OF_SUM ? rows : rows * cols;
    if (s) return s;
    gpu__job_of_matrix(j, name, out, outs, sizeof *out, "a", a, sizeof *a, rows, cols);
    gpu__job_in(j, 1, "gain", NULL, 0, sizeof *a);
    gpu__job_in(j, 2, "bias", NULL, 0, sizeof *a);
    j->inputs = 3;
    j->in_place = how != GPU__ROWWISE_LOG_OF_SUM;
    d->how = how;
    d->chunks = gpu__ceil_div(cols, GPU__ROWWISE_CHUNK);
    d->epsilon = 0;
    gpu__job_detail(j, d, sizeof *d);
    j->tasks = rows * d->chunks;
    if (d->chunks > 1) {
        j->space = j->scratch = rows * (d->chunks + 1) * sizeof(gpu__rowwise_stats);
        j->start = gpu__rowwise_start_T;
    }
    memcpy(j->part, part, sizeof part);
    return GPU_OK;
}
static inline gpu_status gpu__rowwise_exponentials_T(const char *name, int how, T *out, const T *a, size_t rows,
                                                     size_t cols, gpu__job_device *device)
{
    gpu__rowwise d;
    gpu__job j;
    const gpu_status s = gpu__rowwise_call_T(&j, &d, name, how, out, a, rows, cols);
    j.device = device;
    return s ? s : gpu__job_call(&j);
}
GPU__PRE gpu_status gpu_{softmax|log_softmax|logsumexp}_rows_T(T *out, const T *a, size_t rows, size_t cols)
{
    GPU__BY_RULE(gpu_{1}_rows_T)
    return gpu__rowwise_exponentials_T("gpu_{1}_rows", GPU__ROWWISE_{SOFTMAX|LOG|LOG_OF_SUM}, out, a, rows, cols,
                                       GPU__DEVICE_CODE(gpu__rowwise_{softmax|log|log}_T));
}
GPU__PRE gpu_status gpu_cross_entropy_rows_T(T *loss, const T *a, const int64_t *label, size_t rows, size_t cols)
{
    gpu__rowwise d;
    gpu__job j;
    const gpu_status s =
        gpu__rowwise_call_T(&j, &d, "gpu_cross_entropy_rows", GPU__ROWWISE_LOG_OF_SUM, loss, a, rows, cols);
    if (s) return s;
    j.out_name = "loss";
    gpu__job_in(&j, 1, "label", label, rows, sizeof *label);
    GPU__JOB_DEVICE(j, gpu__rowwise_log_T)
    GPU__BY_RULE(gpu_cross_entropy_rows_T) return gpu__job_call(&j);
}
GPU__PRE gpu_status gpu_layer_norm_rows_T(T *out, const T *a, const T *gain, const T *bias, size_t rows, size_t cols,
                                          double epsilon)
{
    gpu__rowwise d;
    gpu__job j;
    const gpu_status s = gpu__rowwise_call_T(&j, &d, "gpu_layer_norm_rows", GPU__ROWWISE_NORM, out, a, rows, cols);
    if (s) return s;
    if (!(epsilon >= 0 && epsilon <= GPU__DBL_MAX))
        return gpu__refuse("gpu_layer_norm_rows", "epsilon is %s; expected a number of 0 or more",
                           gpu__real_text(epsilon, 'g', 6));
    if (gain) gpu__job_in(&j, 1, "gain", gain, cols, sizeof *gain);
    if (bias) gpu__job_in(&j, 2, "bias", bias, cols, sizeof *bias);
    d.epsilon = epsilon;
    GPU__JOB_DEVICE(j, gpu__rowwise_norm_T)
    GPU__BY_RULE(gpu_layer_norm_rows_T) return gpu__job_call(&j);
}
#endif
