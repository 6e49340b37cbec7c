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

#ifdef ALL
GPU__LIFTED_FN T gpu__arange_at_T(const gpu__ramp *r, size_t i)
{
    return GPU__IS_REAL(T) ? (T)(GPU__TIMES((double)i, r->step.real) + r->start.real)
                           : (T)((gpu__wrap_T)r->start.whole + (gpu__wrap_T)i * (gpu__wrap_T)r->step.whole);
}
GPU__BODY void gpu__arange_part_T(const gpu__job *j, size_t first, size_t last)
{
    const gpu__ramp ramp = gpu__ramp_of(j);
    T *const out = (T *)j->out;
    size_t i;
    for (i = first; i < last; i++) out[i] = gpu__arange_at_T(&ramp, i);
}
GPU__PART_LEVELS(gpu__arange_T, gpu__arange_part_T(j, first, last))
GPU__ON_DEVICE(gpu__arange_T,
               gpu__indexed<gpu__arange_at_T>((cudaStream_t)context->stream, (T *)out, j->shape[0], gpu__ramp_of(j)))
GPU__PRE_SCOPE gpu_status gpu_arange_T(T *out, T start, T step, size_t n)
{
    gpu__job j;
    gpu__job_of(&j, "gpu_arange", out, n, sizeof *out, n);
    if (GPU__IS_REAL(T)) {
        j.number[0].real = (double)start;
        j.number[1].real = (double)step;
    } else {
        j.number[0].whole = (int64_t)start;
        j.number[1].whole = (int64_t)step;
    }
    GPU__JOB_CODE(j, gpu__arange_T)
    return gpu__job_call(&j);
}
#endif
#ifdef REAL
GPU__LIFTED_FN T gpu__linspace_at_T(const gpu__ramp *r, size_t i)
{
    return i + 1 == r->n && i ? (T)r->stop : gpu__arange_at_T(r, i);
}
GPU__BODY void gpu__linspace_part_T(const gpu__job *j, size_t first, size_t last)
{
    const gpu__ramp ramp = gpu__ramp_of(j);
    T *const out = (T *)j->out;
    size_t i;
    for (i = first; i < last; i++) out[i] = gpu__linspace_at_T(&ramp, i);
}
GPU__PART_LEVELS(gpu__linspace_T, gpu__linspace_part_T(j, first, last))
GPU__ON_DEVICE(gpu__linspace_T,
               gpu__indexed<gpu__linspace_at_T>((cudaStream_t)context->stream, (T *)out, j->shape[0], gpu__ramp_of(j)))
GPU__PRE_SCOPE gpu_status gpu_linspace_T(T *out, T start, T stop, size_t n)
{
    gpu__job j;
    gpu__job_of(&j, "gpu_linspace", out, n, sizeof *out, n);
    j.number[0].real = (double)start;
    j.number[2].real = (double)stop;
    j.number[1].real = n > 1 ? ((double)stop - (double)start) / (double)(n - 1) : 0.0;
    GPU__JOB_CODE(j, gpu__linspace_T)
    return gpu__job_call(&j);
}
#endif
