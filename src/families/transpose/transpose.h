typedef struct gpu__element16 {
    uint64_t words[2];
} gpu__element16;
/* A task is 32 columns of the input. They are whole cache lines of the output, and rows of the input stay cached. */
#define GPU__TRANSPOSE_TILE(T)                                                                                         \
    for (c = c0; c < c1; c++)                                                                                          \
        for (r = r0; r < r1; r++) ((T *)j->out)[c * rows + r] = ((const T *)j->in[0].p)[r * cols + c];
GPU__JOB_PART(gpu__transpose_part)
{
    const size_t rows = j->rows, cols = j->rows == 1 || j->cols == 1 ? 0 : j->cols, at = first * 32 * j->out_size;
    size_t c0, r0, c, r;
    if (!cols) /* a vector: then a task is 32 elements, which stay where they are */
        memcpy((char *)j->out + at, (const char *)j->in[0].p + at, gpu__least(last * 32, j->n) * j->out_size - at);
    for (c0 = first * 32; c0 < last * 32 && c0 < cols; c0 += 32)
        for (r0 = 0; r0 < rows; r0 += 32) {
            const size_t c1 = c0 + 32 < cols ? c0 + 32 : cols, r1 = r0 + 32 < rows ? r0 + 32 : rows;
            if (j->out_size == 1) GPU__TRANSPOSE_TILE(uint8_t)
            if (j->out_size == 2) GPU__TRANSPOSE_TILE(uint16_t)
            if (j->out_size == 4) GPU__TRANSPOSE_TILE(uint32_t)
            if (j->out_size == 8) GPU__TRANSPOSE_TILE(uint64_t)
            if (j->out_size == 16) GPU__TRANSPOSE_TILE(gpu__element16)
        }
}
static inline gpu_status gpu__transpose_call(void *out, const void *a, size_t rows, size_t cols, size_t size,
                                             gpu__job_device *device)
{
    gpu_status s = gpu__shape("gpu_transpose", rows, cols);
    gpu__job j;
    gpu__job_of(&j, "gpu_transpose", out, rows * cols, size, rows * cols);
    if (s) return s;
    gpu__job_in(&j, 0, "a", a, rows * cols, size);
    j.rows = rows;
    j.cols = cols;
    j.tasks = gpu__ceil_div(cols == 1 ? rows : cols, 32);
    j.part[0] = j.part[1] = j.part[2] = gpu__transpose_part;
    j.device = device;
    return gpu__job_call(&j);
}
#ifdef GPU__CUDA
#define GPU__TRANSPOSE_ON_DEVICE(size) gpu__transpose_device<size>
#else
#define GPU__TRANSPOSE_ON_DEVICE(size) NULL
#endif
#ifdef ANY
GPU__PRE gpu_status gpu_transpose_T(T *out, const T *a, size_t rows, size_t cols)
{
    GPU__BY_RULE(gpu_transpose_T)
    return gpu__transpose_call(out, a, rows, cols, sizeof *a, GPU__TRANSPOSE_ON_DEVICE(sizeof *a));
}
#endif
#ifdef SIZED
GPU__PRE gpu_status gpu_transpose_T(void *out, const void *a, size_t rows, size_t cols, size_t size)
{
    gpu__job_device *const device[] = {GPU__TRANSPOSE_ON_DEVICE(1), GPU__TRANSPOSE_ON_DEVICE(2),
                                       GPU__TRANSPOSE_ON_DEVICE(4), GPU__TRANSPOSE_ON_DEVICE(8),
                                       GPU__TRANSPOSE_ON_DEVICE(16)};
    for (int k = 0; k < 5; k++)
        if (size == (size_t)1 << k) return gpu__transpose_call(out, a, rows, cols, size, device[k]);
    return gpu__refuse("gpu_transpose", "elements of %zu bytes; expected 1, 2, 4, 8 or 16", size);
}
#endif
