#ifdef GPU__ONCE
typedef struct gpu__ramp {
    gpu__real_or_whole start, step;
    double stop;
    size_t n;
} gpu__ramp;
static inline gpu__ramp gpu__ramp_of(const gpu__job *j)
{
    gpu__ramp r;
    r.start = j->number[0];
    r.step = j->number[1];
    r.stop = j->number[2].real;
    r.n = j->shape[0];
    return r;
}
#endif

#ifdef GPU__FOR_ALL
GPU__LIFTED_FN GPU__T GPU__N(gpu__arange_at)(const gpu__ramp *r, size_t i)
{
    return GPU__IS_REAL ? (GPU__T)(GPU__TIMES((double)i, r->step.real) + r->start.real)
                        : (GPU__T)((GPU__W)r->start.whole + (GPU__W)i * (GPU__W)r->step.whole);
}
GPU__BODY void GPU__N(gpu__arange_part)(const gpu__job *j, size_t first, size_t last)
{
    const gpu__ramp ramp = gpu__ramp_of(j);
    GPU__T *const out = (GPU__T *)j->out;
    size_t i;
    for (i = first; i < last; i++) out[i] = GPU__N(gpu__arange_at)(&ramp, i);
}
GPU__PART_LEVELS(GPU__N(gpu__arange), GPU__N(gpu__arange_part)(j, first, last))
GPU__ON_DEVICE(GPU__N(gpu__arange), gpu__indexed<GPU__N(gpu__arange_at)>((cudaStream_t)context->stream, (GPU__T *)out,
                                                                         j->shape[0], gpu__ramp_of(j)))
GPU__PRE_SCOPE gpu_status GPU__N(gpu_arange)(GPU__T *out, GPU__T start, GPU__T step, size_t n)
{
    gpu__job j;
    gpu__job_of(&j, "gpu_arange", out, n, sizeof *out, n);
    if (GPU__IS_REAL) {
        j.number[0].real = (double)start;
        j.number[1].real = (double)step;
    } else {
        j.number[0].whole = (int64_t)start;
        j.number[1].whole = (int64_t)step;
    }
    GPU__JOB_CODE(j, GPU__N(gpu__arange))
    return gpu__job_call(&j);
}
#endif
#ifdef GPU__FOR_REAL
GPU__LIFTED_FN GPU__T GPU__N(gpu__linspace_at)(const gpu__ramp *r, size_t i)
{
    return i + 1 == r->n && i ? (GPU__T)r->stop : GPU__N(gpu__arange_at)(r, i);
}
GPU__BODY void GPU__N(gpu__linspace_part)(const gpu__job *j, size_t first, size_t last)
{
    const gpu__ramp ramp = gpu__ramp_of(j);
    GPU__T *const out = (GPU__T *)j->out;
    size_t i;
    for (i = first; i < last; i++) out[i] = GPU__N(gpu__linspace_at)(&ramp, i);
}
GPU__PART_LEVELS(GPU__N(gpu__linspace), GPU__N(gpu__linspace_part)(j, first, last))
GPU__ON_DEVICE(GPU__N(gpu__linspace),
               gpu__indexed<GPU__N(gpu__linspace_at)>((cudaStream_t)context->stream, (GPU__T *)out, j->shape[0],
                                                      gpu__ramp_of(j)))
GPU__PRE_SCOPE gpu_status GPU__N(gpu_linspace)(GPU__T *out, GPU__T start, GPU__T stop, size_t n)
{
    gpu__job j;
    gpu__job_of(&j, "gpu_linspace", out, n, sizeof *out, n);
    j.number[0].real = (double)start;
    j.number[2].real = (double)stop;
    j.number[1].real = n > 1 ? ((double)stop - (double)start) / (double)(n - 1) : 0.0;
    GPU__JOB_CODE(j, GPU__N(gpu__linspace))
    return gpu__job_call(&j);
}
#endif
