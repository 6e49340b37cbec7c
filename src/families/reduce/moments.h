/* Mean and M2 in one pass, in the order of families/reduce/order.h. Means are relative to x[0] of the array, since for
   a mean of 1e8, say, the digits that matter are those of its distance from the data. */
/* gpu__lane_moments and gpu__fold_moments where all lanes have `count` elements, as loops that vectorise. */
GPU__BODY gpu__triple gpu__moments_of_whole_tiles(double *sums, double *squares, double count, double from)
{
    GPU__NO_ALIAS for (size_t i = 0; i < GPU__LANES; i++)
    {
        const double mean = sums[i] / count, m2 = squares[i] - sums[i] * mean;
        const int too_large = squares[i] > GPU__DBL_MAX && sums[i] - sums[i] == 0;
        squares[i] = too_large ? squares[i] : m2 < 0 ? 0 : m2;
        sums[i] = mean + from;
    }
    for (size_t k = GPU__LANES / 2; k; k /= 2, count *= 2) GPU__NO_ALIAS for (size_t i = 0; i < k; i++)
        {
            const double d = sums[i + k] - sums[i];
            sums[i] = sums[i] + d * 0.5;
            squares[i] = (squares[i] + squares[i + k]) + d * d * (count * 0.5);
        }
    const gpu__triple r = {count, sums[0], squares[0]};
    return r;
}
typedef void gpu__moments_fn(double *sums, double *squares, const void *x, size_t length, double pivot);
/* The moments of the blocks [first, last). */
GPU__BODY void gpu__moments_blocks(const gpu__job *j, gpu__triple *blocks, size_t first, size_t last, gpu_type type,
                                   size_t size, gpu__moments_fn *add)
{
    const size_t n = j->n, tiles = (n + GPU__LANES - 1) / GPU__LANES;
    const double origin = gpu__number_at(j->in[0].p, 0, type);
    double sums[GPU__LANES], squares[GPU__LANES];
    gpu__triple lanes[GPU__LANES];
    for (; first < last; first++) {
        const size_t from = tiles * first / j->tasks * GPU__LANES, to = tiles * (first + 1) / j->tasks * GPU__LANES;
        const size_t length = gpu__least(to, n) - from, m = gpu__least(length, GPU__LANES);
        const size_t whole = length / GPU__LANES, rest = length % GPU__LANES;
        const double pivot = gpu__number_at(j->in[0].p, from, type);
        add(sums, squares, (const char *)j->in[0].p + from * size, length, pivot);
        if (!rest) {
            blocks[first] = gpu__moments_of_whole_tiles(sums, squares, (double)whole, pivot - origin);
            continue;
        }
        for (size_t i = 0; i < m; i++)
            lanes[i] = gpu__lane_moments(sums[i], squares[i], whole + (i < rest), pivot - origin);
        blocks[first] = gpu__fold_moments(lanes, m);
    }
}
GPU__HOT static inline void gpu__moments_finish(const gpu__job *j, void *scratch, size_t threads)
{
    const gpu__moments_detail *const d = (const gpu__moments_detail *)j->detail;
    const double origin = gpu__number_at(j->in[0].p, 0, d->type);
    const gpu__moments m = gpu__moments_of(gpu__fold_moments((gpu__triple *)scratch, j->tasks), origin, d->ddof);
    (void)threads;
    if (d->wanted == GPU__MOMENTS_ALL) *(gpu__moments *)j->out = m;
    else *(double *)j->out = d->wanted == GPU__MOMENTS_STD ? m.std : m.var;
}
/* Completes and calls a job of moments. */
static inline gpu_status gpu__moments_call(gpu__job *j, gpu__job_part *const part[3])
{
    const size_t n = j->n;
    const double nothing = (double)NAN;
    if (!n)
        return j->out ? gpu__put(j->out, &nothing, sizeof nothing, j->name)
                      : gpu__refuse(j->name, "out is NULL; expected 1 element of 8 bytes");
    j->tasks = gpu__order_blocks(n, GPU__LANES, GPU__MOMENT_BLOCKS);
    j->scratch = j->tasks * sizeof(gpu__triple);
    for (int k = 0; k < 3; k++) j->part[k] = part[k];
    j->finish = gpu__moments_finish;
    return gpu__job_call(j);
}
#ifdef ALL
/* Adds x - pivot and its square to the sums of each lane. */
GPU__BODY void gpu__moments_sums_T(double *sums, double *squares, const void *x_, size_t length, double pivot)
{
    const T *const x = (const T *)x_;
    size_t i, k, q;
    for (i = 0; i < GPU__LANES; i++) sums[i] = squares[i] = 0;
    /* four tiles at a time: the lanes' sums are read and written once */
    for (k = 0; k + 4 * GPU__LANES <= length; k += 4 * GPU__LANES)
        for (q = 0; q < GPU__LANES; q += GPU__GRAIN) {
            const T *const y = x + k + q;
            GPU__LINES(y + 4 * GPU__LANES, sizeof(T))
            GPU__LINES(y + 5 * GPU__LANES, sizeof(T))
            GPU__LINES(y + 6 * GPU__LANES, sizeof(T))
            GPU__LINES(y + 7 * GPU__LANES, sizeof(T))
            GPU__NO_ALIAS for (i = 0; i < GPU__GRAIN; i++)
            {
                const double d0 = (double)y[i] - pivot, d1 = (double)y[i + GPU__LANES] - pivot;
                const double d2 = (double)y[i + 2 * GPU__LANES] - pivot, d3 = (double)y[i + 3 * GPU__LANES] - pivot;
                sums[q + i] = (((sums[q + i] + d0) + d1) + d2) + d3;
                squares[q + i] = (((squares[q + i] + d0 * d0) + d1 * d1) + d2 * d2) + d3 * d3;
            }
        }
    for (; k + GPU__LANES <= length; k += GPU__LANES) GPU__NO_ALIAS for (i = 0; i < GPU__LANES; i++)
        {
            const double d = (double)x[k + i] - pivot;
            sums[i] += d;
            squares[i] += d * d;
        }
    for (i = 0; k + i < length; i++) {
        const double d = (double)x[k + i] - pivot;
        sums[i] += d;
        squares[i] += d * d;
    }
}
GPU__PART_LEVELS(gpu__moments_T, gpu__moments_blocks(j, (gpu__triple *)scratch, first, last, (gpu_type)gpu__tag_T,
                                                     sizeof(T), gpu__moments_sums_T))
GPU__ON_DEVICE(gpu__moments_T,
               gpu__moments_launch(context, (gpu__moments *)out, ((const gpu__moments_detail *)j->detail)->wanted,
                                   (const T *)in[0], j->n, ((const gpu__moments_detail *)j->detail)->ddof))
static inline gpu_status gpu__moments_T(const char *name, int wanted, int flag, double *out, const T *x, size_t n,
                                        double ddof)
{
    const gpu__moments_detail d = {wanted, (gpu_type)gpu__tag_T, ddof};
    gpu__job_part *const part[3] = GPU__PART_TABLE(gpu__moments_T);
    gpu__job j;
    gpu__job_of(&j, name, out, 1, sizeof *out, n);
    gpu__job_in(&j, 0, "x", x, n, sizeof *x);
    j.flag = flag;
    gpu__job_detail(&j, &d, sizeof d);
    GPU__JOB_DEVICE(j, gpu__moments_T)
    return gpu__moments_call(&j, part);
}
GPU__PRE gpu_status gpu_{var|std}_to_T(double *out, const T *x, size_t n, double ddof)
{
    GPU__BY_RULE(gpu_{1}_to_T) return gpu__moments_T("gpu_{1}", GPU__MOMENTS_{VAR|STD}, 0, out, x, n, ddof);
}
GPU__PRE double gpu_{var|std}_T(const T *x, size_t n, double ddof)
{
    double v = 0;
    return gpu__moments_T("gpu_{1}", GPU__MOMENTS_{VAR|STD}, GPU__JOB_LOCAL_OUT, &v, x, n, ddof) ? (double)NAN : v;
}
#endif
