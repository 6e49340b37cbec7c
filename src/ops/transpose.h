#ifdef GPU__FOR_ALL
/* A task is 32 columns: they become whole lines of the output, and their rows stay in the cache. */
static GPU__UNUSED inline void GPU__N(gpu__transpose_part)(const gpu__job *j, void *scratch, size_t thread,
                                                           size_t first, size_t last)
{
    const size_t rows = j->shape[0], cols = j->shape[1];
    const GPU__T *const a = (const GPU__T *)j->in[0].p;
    GPU__T *const out = (GPU__T *)j->out;
    size_t c0, r0, c, r;
    (void)scratch, (void)thread;
    for (c0 = first * 32; c0 < last * 32 && c0 < cols; c0 += 32)
        for (r0 = 0; r0 < rows; r0 += 32) {
            const size_t c1 = c0 + 32 < cols ? c0 + 32 : cols, r1 = r0 + 32 < rows ? r0 + 32 : rows;
            for (c = c0; c < c1; c++)
                for (r = r0; r < r1; r++) out[c * rows + r] = a[r * cols + c];
        }
}
GPU__ON_DEVICE(GPU__N(gpu__transpose),
               gpu__transpose<(int)sizeof(GPU__T)>((cudaStream_t)context->stream, out, in[0], j->shape[0], j->shape[1]))
GPU__PRE_SCOPE gpu_status GPU__N(gpu_transpose)(GPU__T *out, const GPU__T *a, size_t rows, size_t cols)
{
    gpu_status s = gpu__shape("gpu_transpose", rows, cols);
    gpu__job j = gpu__job_of("gpu_transpose", out, rows * cols, sizeof *out, rows * cols);
    if (s) return s;
    gpu__job_in(&j, 0, "a", a, rows * cols, sizeof *a);
    j.shape[0] = rows, j.shape[1] = cols;
    j.tasks = gpu__ceil_div(cols, 32);
    j.part[0] = j.part[1] = j.part[2] = GPU__N(gpu__transpose_part);
    GPU__JOB_DEVICE(j, GPU__N(gpu__transpose))
    return gpu__job_call(&j);
}
#endif
