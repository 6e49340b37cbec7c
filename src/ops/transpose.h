/* A task is 32 columns: they become whole lines of the output, and their rows stay in the cache. */
#define GPU__TRANSPOSE(T, s)                                                                                           \
    static GPU__UNUSED inline void gpu_transpose_##s##__part(const gpu__job *j, void *room, size_t thread,             \
                                                             size_t first, size_t last)                                \
    {                                                                                                                  \
        const size_t rows = j->shape[0], cols = j->shape[1];                                                           \
        const T *const a = (const T *)j->in[0].p;                                                                      \
        T *const out = (T *)j->out;                                                                                    \
        size_t c0, r0, c, r;                                                                                           \
        (void)room, (void)thread;                                                                                      \
        for (c0 = first * 32; c0 < last * 32 && c0 < cols; c0 += 32)                                                   \
            for (r0 = 0; r0 < rows; r0 += 32) {                                                                        \
                const size_t c1 = c0 + 32 < cols ? c0 + 32 : cols, r1 = r0 + 32 < rows ? r0 + 32 : rows;               \
                for (c = c0; c < c1; c++)                                                                              \
                    for (r = r0; r < r1; r++) out[c * rows + r] = a[r * cols + c];                                     \
            }                                                                                                          \
    }                                                                                                                  \
    GPU__TRANSPOSE_DEVICE(T, gpu_transpose_##s)                                                                        \
    GPU__PRE_SCOPE gpu_status gpu_transpose_##s(T *out, const T *a, size_t rows, size_t cols)                          \
    {                                                                                                                  \
        gpu_status st = gpu__shape("gpu_transpose", rows, cols);                                                       \
        gpu__job j = gpu__job_of("gpu_transpose", out, rows * cols, sizeof *out, rows * cols);                         \
        if (st) return st;                                                                                             \
        gpu__job_in(&j, 0, "a", a, rows *cols, sizeof *a);                                                             \
        j.shape[0] = rows, j.shape[1] = cols;                                                                          \
        j.tasks = gpu__ceil_div(cols, 32);                                                                             \
        j.part[0] = j.part[1] = j.part[2] = gpu_transpose_##s##__part;                                                 \
        GPU__JOB_DEVICE(gpu_transpose_##s)                                                                             \
        return gpu__job_call(&j);                                                                                      \
    }

GPU_API void gpu__add_counts(const gpu__job *j, void *room, size_t threads);
static GPU__UNUSED inline int64_t *gpu__counts_of(const gpu__job *j, void *room, size_t thread)
{
    int64_t *const counts = thread ? (int64_t *)room + (thread - 1) * j->out_count : (int64_t *)j->out;
    memset(counts, 0, j->out_count * sizeof *counts);
    return counts;
}
