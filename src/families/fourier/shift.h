/* ---- gpu_fftshift: exchanges the halves along each axis. A task is a row. ---- */
typedef struct gpu__shift {
    size_t down, left; /* the row and the column that become 0 */
} gpu__shift;
#ifdef GPU_TAPE
static inline gpu_status gpu__fftshift_back(gpu__step *s);
#endif
GPU__JOB_PART(gpu__fftshift_part)
{
    const gpu__shift d = *(const gpu__shift *)j->detail;
    const size_t rows = j->rows, cols = j->cols, size = j->out_size;
    for (; first < last; first++) {
        const char *const row =
            (const char *)j->in[0].p + (first + d.down < rows ? first + d.down : first + d.down - rows) * cols * size;
        char *const out = (char *)j->out + first * cols * size;
        memcpy(out, row + d.left * size, (cols - d.left) * size);
        memcpy(out + (cols - d.left) * size, row, d.left * size);
    }
}
#ifdef GPU__CUDA
/* Copies the four quarters. */
static inline int gpu__fftshift__device(const gpu__job *j, const gpu__launch_context *context, void *out,
                                        const void *const *in)
{
    const gpu__shift d = *(const gpu__shift *)j->detail;
    const size_t rows = j->rows, cols = j->cols, size = j->out_size, pitch = cols * size;
    cudaError_t e = cudaSuccess;
    for (int k = 0; k < 4 && !e; k++) {
        const size_t height = k / 2 ? d.down : rows - d.down, width = (k % 2 ? d.left : cols - d.left) * size;
        const char *const from = (const char *)in[0] + (k / 2 ? 0 : d.down) * pitch + (k % 2 ? 0 : d.left) * size;
        char *const to = (char *)out + (k / 2 ? rows - d.down : 0) * pitch + (k % 2 ? cols - d.left : 0) * size;
        if (height && width)
            e = cudaMemcpy2DAsync(to, pitch, from, pitch, width, height, cudaMemcpyDeviceToDevice,
                                  (cudaStream_t)context->stream);
    }
    return (int)e;
}
#endif
static inline gpu_status gpu__fftshift(const char *call, void *out, const void *x, size_t rows, size_t cols,
                                       size_t size, int back)
{
    const gpu_status s = gpu__shape(call, rows, cols);
    gpu__shift d;
    gpu__job j;
    if (s) return s;
    if (!size || size > 64)
        return gpu__refuse(call, "elements of %zu bytes; expected 1 to 64, and both arrays of one type", size);
    gpu__job_of(&j, call, out, rows * cols, size, rows * cols);
    gpu__job_in(&j, 0, "x", x, rows * cols, size);
    j.out_align = j.in[0].align = 1;
    j.tasks = j.rows = rows;
    j.cols = cols;
    d.down = back || rows == 1 ? rows / 2 : rows - rows / 2;
    d.left = back || cols == 1 ? cols / 2 : cols - cols / 2;
    gpu__job_detail(&j, &d, sizeof d);
    j.part[0] = j.part[1] = j.part[2] = gpu__fftshift_part;
    GPU__JOB_DEVICE(j, gpu__fftshift)
#ifdef GPU_TAPE
    gpu__tape_rule(gpu__fftshift_back, GPU__MOVES);
#endif
    return gpu__job_call(&j);
}
#ifdef GPU_TAPE
static inline gpu_status gpu__fftshift_back(gpu__step *s)
{
    const gpu__call *const c = s->call;
    const gpu__shift *const d = (const gpu__shift *)c->detail;
    const int back = d->down == c->rows / 2 && d->left == c->cols / 2; /* or both ways are the same */
    void *const to = gpu__into(s, 0);
    return to ? gpu__fftshift("gpu_backward", to, s->g, c->rows, c->cols, c->out_size, !back) : s->failed;
}
#endif
#ifdef SIZED
GPU__PRE gpu_status gpu_{|i}fftshift_T(void *out, const void *x, size_t n, size_t size)
{
    return gpu__fftshift("gpu_{1}fftshift", out, x, 1, n, size, {0|1});
}
GPU__PRE gpu_status gpu_{|i}fftshift2_T(void *out, const void *x, size_t rows, size_t cols, size_t size)
{
    return gpu__fftshift("gpu_{1}fftshift2", out, x, rows, cols, size, {0|1});
}
#endif
#ifdef REAL
/* ---- frequencies ---- */
GPU_VECTORIZE(T, gpu__fftfreq_T, (size_t, i, index), (double, n, scalar), (double, nd, scalar), (double, above, scalar))
{
    return (T)(((double)i >= above ? (double)i - n : (double)i) / nd);
}
GPU__PRE gpu_status gpu_fftfreq_T(T *out, size_t n, T d)
{
    return gpu__fftfreq_T(out, (double)n, (double)n * (double)d, (double)((n + 1) / 2), n);
}
GPU__PRE gpu_status gpu_rfftfreq_T(T *out, size_t n, T d)
{
    return gpu__fftfreq_T(out, (double)n, (double)n * (double)d, (double)n, n ? n / 2 + 1 : 0);
}
/* ---- complex arrays by elements ---- */
GPU__LIFTED_FN gpu__complex_T gpu__complex_of_T(T re, T im)
{
    gpu__complex_T z;
    z.re = re;
    z.im = im;
    return z;
}
GPU_VECTORIZE(gpu__complex_T, gpu_complex_{add|sub}_T, (gpu__complex_T, x), (gpu__complex_T, y))
{
    return gpu__complex_of_T(x.re {+|-} y.re, x.im {2} y.im);
}
GPU_VECTORIZE(gpu__complex_T, gpu_complex_mul_T, (gpu__complex_T, x), (gpu__complex_T, y))
{
    return gpu__complex_of_T(GPU__TIMES(x.re, y.re) - GPU__TIMES(x.im, y.im),
                             GPU__TIMES(x.re, y.im) + GPU__TIMES(x.im, y.re));
}
GPU_VECTORIZE(gpu__complex_T, gpu_complex_mul_conj_T, (gpu__complex_T, x), (gpu__complex_T, y))
{
    return gpu__complex_of_T(GPU__TIMES(x.re, y.re) + GPU__TIMES(x.im, y.im),
                             GPU__TIMES(x.im, y.re) - GPU__TIMES(x.re, y.im));
}
GPU_VECTORIZE(T, gpu_complex_abs_T, (gpu__complex_T, x))
{
    return sizeof(T) == 4 ? (T)sqrt((double)x.re * (double)x.re + (double)x.im * (double)x.im)
                          : (T)hypot((double)x.re, (double)x.im);
}
GPU_VECTORIZE(T, gpu_complex_angle_T, (gpu__complex_T, x))
{
    return sizeof(T) == 4 ? (T)atan2f((float)x.im, (float)x.re) : (T)atan2((double)x.im, (double)x.re);
}
GPU_VECTORIZE(gpu__complex_T, gpu_complex_scale_T, (T, factor, scalar), (gpu__complex_T, x))
{
    return gpu__complex_of_T(factor * x.re, factor * x.im);
}
#endif
