/* argmin and argmax: the first index of the extreme value; a NaN replaces any number. The job's detail is
   whether the smallest is looked for. A task is a chunk: its extreme is
   found in lanes, and the index of that only if it replaces the extreme of the chunks before. */
enum { GPU__ARG_CHUNK = 4096 };
#ifdef ALL
typedef struct gpu__best_T {
    T value;
    int64_t at;
} gpu__best_T;
/* Whether a, which has the higher index, replaces b; a NaN replaces any number. */
GPU__BODY int gpu__arg_beats_T(T a, T b, int smallest) { return b == b && (a != a || (smallest ? a < b : a > b)); }
GPU__BODY T gpu__arg_first_T(T a, T b, int smallest)
{
    return smallest ? GPU__FIRST_OF(a, b, <) : GPU__FIRST_OF(a, b, >);
}
GPU__BODY int gpu__arg_among_T(const T *x, size_t n, T v)
{
    int here = 0;
    size_t k;
    for (k = 0; k < n; k++) here |= (x[k] == v) | ((v != v) & (x[k] != x[k]));
    return here;
}
/* The extreme of n elements, at most a chunk. */
GPU__BODY T gpu__arg_extreme_T(const T *x, size_t n, int smallest)
{
    T lane[GPU__GRAIN];
    const size_t m = n < GPU__GRAIN ? n : (size_t)GPU__GRAIN, whole = n & ~(size_t)(GPU__GRAIN - 1);
    size_t i, k;
    for (i = 0; i < m; i++) lane[i] = x[i];
    for (; i < GPU__GRAIN; i++) lane[i] = x[0];
    for (k = GPU__GRAIN; k < whole; k += GPU__GRAIN) {
        GPU__LINES((uintptr_t)(x + k) + GPU__PREFETCH_BYTES, sizeof(T))
        for (i = 0; i < GPU__GRAIN; i++) lane[i] = gpu__arg_first_T(lane[i], x[k + i], smallest);
    }
    for (i = whole; i < n; i++) lane[i - whole] = gpu__arg_first_T(lane[i - whole], x[i], smallest);
    GPU__NO_ALIAS for (i = 0; i < 32; i++) lane[i] = gpu__arg_first_T(lane[i], lane[i + 32], smallest);
    GPU__NO_ALIAS for (i = 0; i < 16; i++) lane[i] = gpu__arg_first_T(lane[i], lane[i + 16], smallest);
    GPU__NO_ALIAS for (i = 0; i < 8; i++) lane[i] = gpu__arg_first_T(lane[i], lane[i + 8], smallest);
    GPU__NO_ALIAS for (i = 0; i < 4; i++) lane[i] = gpu__arg_first_T(lane[i], lane[i + 4], smallest);
    GPU__NO_ALIAS for (i = 0; i < 2; i++) lane[i] = gpu__arg_first_T(lane[i], lane[i + 2], smallest);
    return gpu__arg_first_T(lane[0], lane[1], smallest);
}
/* Updates *best, the extreme of the elements before x[begin] (at < 0: none), with the chunk of n elements there. */
GPU__BODY void gpu__arg_chunk_T(gpu__best_T *best, const T *x, size_t begin, size_t n, int smallest)
{
    T v;
    size_t i;
    x += begin;
    v = smallest ? gpu__arg_extreme_T(x, n, 1) : gpu__arg_extreme_T(x, n, 0);
    if (best->at >= 0 && !gpu__arg_beats_T(v, best->value, smallest)) return;
    /* finds the group of GPU__GRAIN elements that contains it, then the group of 16, then the index */
    for (i = 0; i + GPU__GRAIN <= n && !gpu__arg_among_T(x + i, GPU__GRAIN, v); i += GPU__GRAIN) {
    }
    for (; i + 16 <= n && !gpu__arg_among_T(x + i, 16, v); i += 16) {
    }
    while (!(x[i] == v || (v != v && x[i] != x[i]))) i++;
    best->value = v;
    best->at = (int64_t)(begin + i);
}
GPU__BODY void gpu__arg_chunks_T(const gpu__job *j, gpu__best_T *best, size_t first, size_t last)
{
    const int smallest = *(const int *)j->detail;
    best->at = -1;
    for (; first < last; first++) {
        const size_t begin = first * GPU__ARG_CHUNK, left = j->n - begin;
        gpu__arg_chunk_T(best, (const T *)j->in[0].p, begin, left < GPU__ARG_CHUNK ? left : (size_t)GPU__ARG_CHUNK,
                         smallest);
    }
}
GPU__PART_LEVELS(gpu__arg_T, gpu__arg_chunks_T(j, (gpu__best_T *)scratch + thread, first, last))
static inline void gpu__arg_finish_T(const gpu__job *j, void *scratch, size_t threads)
{
    const gpu__best_T *const all = (const gpu__best_T *)scratch;
    size_t t, k = 0;
    for (t = 1; t < threads; t++)
        if (all[t].at >= 0 && gpu__arg_beats_T(all[t].value, all[k].value, *(const int *)j->detail)) k = t;
    *(int64_t *)j->out = all[k].at;
}
GPU__ON_DEVICE(gpu__arg_T,
               gpu__arg_launch(context, (long long *)out, (const T *)in[0], j->n, *(const int *)j->detail != 0))
static inline gpu_status gpu__arg_T(const char *name, int smallest, int flag, int64_t *out, const T *x, size_t n)
{
    gpu__job j;
    gpu__job_of(&j, name, out, 1, sizeof *out, n);
    if (!n) return gpu__refuse(name, "n is 0: an empty array has no minimum or maximum; expected at least one element");
    gpu__job_in(&j, 0, "x", x, n, sizeof *x);
    j.flag = flag;
    gpu__job_detail(&j, &smallest, sizeof smallest);
    j.tasks = gpu__ceil_div(n, GPU__ARG_CHUNK);
    j.scratch_of_thread = sizeof(gpu__best_T);
    j.finish = gpu__arg_finish_T;
    GPU__JOB_CODE(j, gpu__arg_T)
    return gpu__job_call(&j);
}
GPU__PRE_SCOPE gpu_status gpu_argmin_to_T(int64_t *out, const T *x, size_t n)
{
    return gpu__arg_T("gpu_argmin", 1, 0, out, x, n);
}
GPU__PRE_SCOPE gpu_status gpu_argmax_to_T(int64_t *out, const T *x, size_t n)
{
    return gpu__arg_T("gpu_argmax", 0, 0, out, x, n);
}
GPU__PRE_SCOPE int64_t gpu_argmin_T(const T *x, size_t n)
{
    int64_t at = -1;
    return gpu__arg_T("gpu_argmin", 1, GPU__JOB_LOCAL_OUT, &at, x, n) ? -1 : at;
}
GPU__PRE_SCOPE int64_t gpu_argmax_T(const T *x, size_t n)
{
    int64_t at = -1;
    return gpu__arg_T("gpu_argmax", 0, GPU__JOB_LOCAL_OUT, &at, x, n) ? -1 : at;
}
#endif
