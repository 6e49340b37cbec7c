/* Refuses sizes that no array can have. */
static inline gpu_status gpu__fft_sizes(const char *call, const gpu__fft_detail *d)
{
    const size_t a = d->dims[0], b = d->dims[1], c = d->dims[2];
    if (!a || !b || !c)
        return d->axes == GPU__FFT_ROWS && a == 1 && b == 1
                   ? gpu__refuse(call, "n is 0; expected at least one element")
                   : gpu__refuse(call, "the array is %zu by %zu by %zu; expected at least one element along each axis",
                                 a, b, c);
    if (gpu__product(gpu__product(a, b), gpu__product(c, 32)) == SIZE_MAX)
        return gpu__refuse(call, "%zu by %zu by %zu elements are " GPU__TOO_LARGE, a, b, c);
    return GPU_OK;
}
/* A node of a graph on the CPU cannot report an error when it runs, so plans are made at capture and never freed. */
static inline int gpu__fft_hold(const gpu__fft_detail *d)
{
    int axis, missing = 0;
    for (axis = 0; axis < 3; axis++) {
        gpu__fft_axis x;
        if (!(d->axes >> axis & 1)) continue;
        gpu__fft_axis_of(&x, d, axis);
        missing |= !gpu__fft_plan_get(gpu__fft_in_lanes(&x, d->size) ? GPU__FFT_LANES : GPU__FFT_LINE,
                                      gpu__fft_length(&x), d->size, d->code[gpu__cpu_level()]);
        if (x.real && x.n % 2 == 0) missing |= !gpu__fft_plan_get(GPU__FFT_HALVES, x.n, d->size, NULL);
    }
    return missing;
}
static inline gpu_status gpu__fft_make(gpu__job *j, gpu__fft_detail *d)
{
    j->work *= 8;
    j->tasks = 1;
    j->scratch = 64;
    j->part[0] = j->part[1] = j->part[2] = gpu__fft_part;
    gpu__job_detail(j, d, sizeof *d);
    const gpu_status s = gpu__job_call(j);
    if (!s && gpu__current_is_cpu() && !d->ran && gpu__fft_hold(d)) d->failed = 1;
    return s || !d->failed ? s : gpu__no_memory(j->name, (j->out_count + j->in[0].count) * j->out_size);
}
#ifdef REAL
GPU__ON_DEVICE(gpu__fft_T, gpu__fft_run_device<T>(j, context, out, in[0]))
static inline void gpu__fft_detail_of_T(gpu__fft_detail *d, int kind, int inverse, int axes, size_t d0, size_t d1,
                                        size_t d2)
{
    static gpu__fft_code *const code[3] = GPU__TABLE(gpu__fft_code_T);
    memset(d, 0, sizeof *d);
    d->kind = kind;
    d->inverse = inverse;
    d->axes = axes;
    d->size = sizeof(T);
    d->code = code;
    d->dims[0] = d0;
    d->dims[1] = d1;
    d->dims[2] = d2;
}
static inline gpu_status gpu__fft_call_T(const char *call, void *out, const void *x, int kind, int inverse, int axes,
                                         size_t d0, size_t d1, size_t d2)
{
    const size_t number = sizeof(T), real = d0 * d1 * d2, half = d0 * d1 * (d2 / 2 + 1);
    gpu__fft_detail d;
    gpu__job j;
    gpu__fft_detail_of_T(&d, kind, inverse, axes, d0, d1, d2);
    const gpu_status s = gpu__fft_sizes(call, &d);
    if (s) return s;
    gpu__job_of(&j, call, out, kind == GPU__FFT_REAL ? half : real, kind == GPU__FFT_TO_REAL ? number : 2 * number,
                real);
    gpu__job_in(&j, 0, "x", x, kind == GPU__FFT_TO_REAL ? half : real, kind == GPU__FFT_REAL ? number : 2 * number);
    j.start = gpu__fft_start;
    j.in_place = kind == GPU__FFT_COMPLEX;
    GPU__JOB_DEVICE(j, gpu__fft_T)
    if (!gpu__current_is_cpu()) j.space = gpu__fft_space_of(&d);
    GPU__BY_RULE(gpu__fft_call_T) return gpu__fft_make(&j, &d);
}
GPU__PRE gpu_status gpu_{|i}fft_T(gpu__complex_T *out, const gpu__complex_T *x, size_t n)
{
    return gpu__fft_call_T("gpu_{1}fft", out, x, GPU__FFT_COMPLEX, {0|1}, GPU__FFT_ROWS, 1, 1, n);
}
GPU__PRE gpu_status gpu_{|i}fft{_rows|_cols|2}_T(gpu__complex_T *out, const gpu__complex_T *x, size_t rows, size_t cols)
{
    return gpu__fft_call_T("gpu_{1}fft{2}", out, x, GPU__FFT_COMPLEX, {0|1}, GPU__FFT_{ROWS|COLS|PLANES}, 1, rows,
                           cols);
}
GPU__PRE gpu_status gpu_{|i}fft_axis_T(gpu__complex_T *out, const gpu__complex_T *x, size_t outer, size_t n,
                                       size_t inner)
{
    return gpu__fft_call_T("gpu_{1}fft_axis", out, x, GPU__FFT_COMPLEX, {0|1}, GPU__FFT_COLS, outer, n, inner);
}
GPU__PRE gpu_status gpu_{|i}fft3_T(gpu__complex_T *out, const gpu__complex_T *x, size_t depth, size_t rows, size_t cols)
{
    return gpu__fft_call_T("gpu_{1}fft3", out, x, GPU__FFT_COMPLEX, {0|1}, GPU__FFT_SPACE, depth, rows, cols);
}
GPU__PRE gpu_status gpu_{|i}rfft_T({gpu__complex_|}T *out, const {|gpu__complex_}T *x, size_t n)
{
    return gpu__fft_call_T("gpu_{1}rfft", out, x, GPU__FFT_{|TO_}REAL, {0|1}, GPU__FFT_ROWS, 1, 1, n);
}
GPU__PRE gpu_status gpu_{|i}rfft_rows_T({gpu__complex_|}T *out, const {|gpu__complex_}T *x, size_t rows, size_t cols)
{
    return gpu__fft_call_T("gpu_{1}rfft_rows", out, x, GPU__FFT_{|TO_}REAL, {0|1}, GPU__FFT_ROWS, 1, rows, cols);
}
GPU__PRE gpu_status gpu_{|i}rfft2_T({gpu__complex_|}T *out, const {|gpu__complex_}T *x, size_t rows, size_t cols)
{
    return gpu__fft_call_T("gpu_{1}rfft2", out, x, GPU__FFT_{|TO_}REAL, {0|1}, GPU__FFT_PLANES, 1, rows, cols);
}
GPU__PRE gpu_status gpu_{|i}rfft3_T({gpu__complex_|}T *out, const {|gpu__complex_}T *x, size_t depth, size_t rows,
                                    size_t cols)
{
    return gpu__fft_call_T("gpu_{1}rfft3", out, x, GPU__FFT_{|TO_}REAL, {0|1}, GPU__FFT_SPACE, depth, rows, cols);
}
#endif
