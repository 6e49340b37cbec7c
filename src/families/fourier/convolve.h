/* ---- convolutions of real numbers: a job with the same detail, where dims are n, m and the length to which both
   arrays are padded with zeros, or 0 for the direct method. ---- */
enum { GPU__FFT_DIRECT = 64 /* the direct method is used up to this length of the shorter array */ };
/* The direct method: out[k] = the sum over j of a[k - j] b[j], where b is the shorter array. A correlation is a
   convolution in which b and the result may be reversed. */
typedef struct gpu__fft_direct {
    const void *a, *b;
    size_t na, nb;
    int b_reversed, out_reversed;
} gpu__fft_direct;
static inline gpu__fft_direct gpu__fft_direct_of(const gpu__fft_detail *d, const void *x, const void *h)
{
    const int swapped = d->dims[1] > d->dims[0];
    gpu__fft_direct c;
    c.a = swapped ? h : x;
    c.b = swapped ? x : h;
    c.na = d->dims[swapped];
    c.nb = d->dims[!swapped];
    c.b_reversed = d->inverse;
    c.out_reversed = d->inverse && swapped;
    return c;
}
/* Copies n elements of x, in reverse order if `reversed`, and pads them with zeros to `all` elements. */
static inline void gpu__fft_fill_up(char *to, const char *x, size_t n, size_t all, size_t size, int reversed)
{
    if (!reversed) memcpy(to, x, n * size);
    else
        for (size_t k = 0; k < n; k++) memcpy(to + k * size, x + (n - 1 - k) * size, size);
    memset(to + n * size, 0, (all - n) * size);
}
static inline void gpu__fft_convolve_start(const gpu__job *j, void *scratch)
{
    gpu__fft_detail *const d = (gpu__fft_detail *)(uintptr_t)j->detail;
    const size_t n = d->dims[0], m = d->dims[1], all = d->dims[2], spectrum = (all + 2) * d->size;
    char *const heap = (char *)GPU__FFT_MALLOC(3 * spectrum), *const first = heap + spectrum,
                *const second = first + spectrum;
    gpu__fft_run run;
    memset(&run, 0, sizeof run);
    *(void **)scratch = NULL;
    run.line.code = d->code[gpu__cpu_level()];
    run.line.size = d->size;
    d->ran = 1;
    run.failed = !heap;
    for (int k = 0; k < 3 && !run.failed; k++) {
        run.line.swaps = k == 2;
        run.axis.outer = run.axis.inner = 1;
        run.axis.n = all;
        run.axis.real = k < 2 ? GPU__FFT_REAL : GPU__FFT_TO_REAL;
        run.line.scale = k < 2 ? 1 : 2.0 / (double)all;
        run.axis.in = k < 2 ? heap : first;
        run.axis.out = k == 0 ? first : k == 1 ? second : heap;
        if (k < 2) gpu__fft_fill_up(heap, (const char *)j->in[k].p, k ? m : n, all, d->size, k && d->inverse);
        else gpu__fft_times(&run.line, first, first, second, 0, all / 2 + 1, 0, 1);
        gpu__fft_along(j, &run);
    }
    if (!run.failed) memcpy(j->out, heap, (n + m - 1) * d->size);
    GPU__FFT_FREE(heap);
    d->failed = run.failed;
}
#ifdef REAL
/* A piece of the result: its sums are computed together so that the loop vectorises. */
GPU__BODY void gpu__fft_direct_piece_T(const gpu__job *j, size_t first, size_t last)
{
    const gpu__fft_direct d = gpu__fft_direct_of((const gpu__fft_detail *)j->detail, j->in[0].p, j->in[1].p);
    const T *const b = (const T *)d.b;
    T *const out = (T *)j->out;
    double sum[256];
    for (; first < last; first++) {
        const size_t begin = first * 256, end = j->out_count - begin < 256 ? j->out_count : begin + 256;
        for (size_t k = 0; k < 256; k++) sum[k] = 0;
        for (size_t t = 0; t < d.nb; t++) {
            const double factor = (double)b[d.b_reversed ? d.nb - 1 - t : t];
            const size_t from = t > begin ? t : begin, to = t + d.na < end ? t + d.na : end;
            const T *const a = (const T *)d.a + (from - t);
            double *const s = sum + (from - begin);
            if (from < to) GPU__NO_ALIAS for (size_t k = 0; k < to - from; k++) s[k] += (double)a[k] * factor;
        }
        for (size_t k = begin; k < end; k++) out[d.out_reversed ? j->out_count - 1 - k : k] = (T)sum[k - begin];
    }
}
GPU__PART_LEVELS(gpu__fft_directly_T, gpu__fft_direct_piece_T(j, first, last))
#ifdef GPU__CUDA
GPU__LIFTED_FN T gpu__fft_direct_at_T(const gpu__fft_direct *d, size_t k)
{
    const T *const a = (const T *)d->a, *const b = (const T *)d->b;
    const size_t at = d->out_reversed ? d->na + d->nb - 2 - k : k;
    double sum = 0;
    for (size_t t = at < d->na ? 0 : at - d->na + 1; t < d->nb && t <= at; t++)
        sum += GPU__TIMES((double)a[at - t], (double)b[d->b_reversed ? d->nb - 1 - t : t]);
    return (T)sum;
}
#endif
GPU__ON_DEVICE(gpu__fft_directly_T,
               gpu__fft_direct_launch<gpu__fft_direct_at_T>(context, (T *)out, j->out_count,
                                                            gpu__fft_direct_of((const gpu__fft_detail *)j->detail,
                                                                               in[0], in[1])))
GPU__ON_DEVICE(gpu__fft_convolve_T, gpu__fft_convolve_device<T>(j, context, out, in))
static inline gpu_status gpu__fft_product_T(const char *call, T *out, const T *x, size_t n, const T *h, size_t m,
                                            int correlates)
{
    const int direct = n <= GPU__FFT_DIRECT || m <= GPU__FFT_DIRECT;
    gpu__fft_detail d;
    gpu__job j;
    if (!n || !m) return gpu__refuse(call, "n is %zu and m is %zu; expected at least one element in each array", n, m);
    if (n > (size_t)PTRDIFF_MAX / 64 || m > (size_t)PTRDIFF_MAX / 64)
        return gpu__refuse(call, "%zu and %zu elements are " GPU__TOO_LARGE, n, m);
    gpu__fft_detail_of_T(&d, GPU__FFT_REAL, correlates, GPU__FFT_ROWS, n, m, direct ? 0 : gpu__fft_quick(n + m - 1));
    gpu__job_of(&j, call, out, n + m - 1, sizeof *out, n + m - 1);
    gpu__job_in(&j, 0, "x", x, n, sizeof *x);
    gpu__job_in(&j, 1, "h", h, m, sizeof *h);
    GPU__BY_RULE(gpu__fft_product_T)
    if (direct) {
        j.work = (n + m) * (n < m ? n : m);
        j.tasks = gpu__ceil_div(n + m - 1, 256);
        gpu__job_detail(&j, &d, sizeof d);
        GPU__JOB_CODE(j, gpu__fft_directly_T)
        return gpu__job_call(&j);
    }
    j.space = 3 * (d.dims[2] / 2 + 1) * 2 * d.size + gpu__fft_space(&d, 1, d.dims[2] / 2, 1);
    j.start = gpu__fft_convolve_start;
    GPU__JOB_DEVICE(j, gpu__fft_convolve_T)
    return gpu__fft_make(&j, &d);
}
GPU__PRE gpu_status gpu_fft_{convolve|correlate}_T(T *out, const T *x, size_t n, const T *h, size_t m)
{
    return gpu__fft_product_T("gpu_fft_{1}", out, x, n, h, m, {0|1});
}
#endif
