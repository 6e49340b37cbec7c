#ifdef GPU__ONCE
GPU_API void gpu__add_counts(const gpu__job *j, void *scratch, size_t threads);
/* The first thread counts in the result itself, each other one in a copy. */
static GPU__UNUSED inline int64_t *gpu__counts_of(const gpu__job *j, void *scratch, size_t thread)
{
    int64_t *const counts = thread ? (int64_t *)scratch + (thread - 1) * j->out_count : (int64_t *)j->out;
    memset(counts, 0, j->out_count * sizeof *counts);
    return counts;
}
static GPU__UNUSED inline gpu_status gpu__count_call(gpu__job *j, const void *x, size_t size)
{
    if (!j->out_count || j->out_count > 0x7fffffff)
        return gpu__refuse(j->name, "%zu bins; expected 1 to 2147483647", j->out_count);
    gpu__job_in(j, 0, "x", x, j->shape[0], size);
    j->scratch_of_thread = j->out_count * sizeof(int64_t);
    j->finish = gpu__add_counts;
    return gpu__job_call(j);
}
#endif

/* NumPy's edges: lo + i * ((hi - lo) / bins) in double, the last one hi, rounded to the data's own type (for integers
   they stay doubles). A value belongs to the last bin whose lower edge is not above it. The guess is off by one at
   most, unless so many edges round to one number that only a search finds the last of them. */
#ifdef GPU__FOR_ALL
GPU__BODY GPU__REAL GPU__N(gpu__edge)(size_t i, double step, double lo)
{
    return (GPU__REAL)(GPU__TIMES((double)i, step) + lo);
}
static GPU__UNUSED inline void GPU__N(gpu__histogram_part)(const gpu__job *j, void *scratch, size_t thread,
                                                           size_t first, size_t last)
{
    const size_t bins = j->out_count;
    const double lo = j->number[0].real, hi = j->number[1].real, step = (hi - lo) / (double)bins,
                 scale = (double)bins / (hi - lo);
    const GPU__T *const x = (const GPU__T *)j->in[0].p;
    int64_t *const counts = gpu__counts_of(j, scratch, thread);
    for (; first < last; first++) {
        const GPU__REAL v = (GPU__REAL)x[first];
        const double at = ((double)v - lo) * scale;
        size_t i, d, above = bins;
        if (!(v >= (GPU__REAL)lo && v <= (GPU__REAL)hi)) continue;
        i = at > 0 ? at < (double)bins ? (size_t)at : bins - 1 : 0;
        for (d = 1; i > 0 && v < GPU__N(gpu__edge)(i, step, lo); d *= 2) above = i, i = i > d ? i - d : 0;
        for (d = 1; i + 1 < above && v >= GPU__N(gpu__edge)(i + 1, step, lo); i += d, d *= 2)
            while (d > 1 && (d >= above - i || v < GPU__N(gpu__edge)(i + d, step, lo))) d /= 2;
        counts[i]++;
    }
}
GPU__ON_DEVICE(GPU__N(gpu__histogram),
               gpu__histogram((cudaStream_t)context->stream, context->multiprocessors, context->shared_limit,
                              (unsigned long long *)out, (unsigned)j->out_count, (const GPU__T *)in[0], j->shape[0],
                              j->number[0].real, j->number[1].real))
GPU__PRE_SCOPE gpu_status GPU__N(gpu_histogram)(int64_t *counts, size_t bins, const GPU__T *x, size_t n, double lo,
                                                double hi)
{
    gpu__job j = gpu__job_of("gpu_histogram", counts, bins, sizeof *counts, n);
    if (bins && bins <= 0x7fffffff && (!(lo < hi) || !(hi - lo <= 1.7976931348623157e308)))
        return gpu__refuse(j.name, "the range is [%g, %g]; expected two finite numbers, lo below hi", lo, hi);
    j.number[0].real = lo, j.number[1].real = hi;
    j.part[0] = j.part[1] = j.part[2] = GPU__N(gpu__histogram_part);
    GPU__JOB_DEVICE(j, GPU__N(gpu__histogram))
    return gpu__count_call(&j, x, sizeof *x);
}
#endif
#ifdef GPU__FOR_WHOLE
static GPU__UNUSED inline void GPU__N(gpu__bincount_part)(const gpu__job *j, void *scratch, size_t thread, size_t first,
                                                          size_t last)
{
    const size_t bins = j->out_count;
    const GPU__T *const x = (const GPU__T *)j->in[0].p;
    int64_t *const counts = gpu__counts_of(j, scratch, thread);
    for (; first < last; first++)
        if (x[first] >= 0 && (size_t)x[first] < bins) counts[x[first]]++;
}
GPU__ON_DEVICE(GPU__N(gpu__bincount),
               gpu__bincount((cudaStream_t)context->stream, context->multiprocessors, context->shared_limit,
                             (unsigned long long *)out, (unsigned)j->out_count, (const GPU__T *)in[0], j->shape[0]))
GPU__PRE_SCOPE gpu_status GPU__N(gpu_bincount)(int64_t *counts, size_t bins, const GPU__T *x, size_t n)
{
    gpu__job j = gpu__job_of("gpu_bincount", counts, bins, sizeof *counts, n);
    j.part[0] = j.part[1] = j.part[2] = GPU__N(gpu__bincount_part);
    GPU__JOB_DEVICE(j, GPU__N(gpu__bincount))
    return gpu__count_call(&j, x, sizeof *x);
}
#endif
