/* argmin and argmax. The job's detail is whether the smallest is looked for. A task is a chunk: its extreme is found in
   lanes, and the index of that only if it replaces the extreme of the chunks before. */
#ifdef ALL
GPU__BODY void gpu__arg_chunks_T(const gpu__job *j, gpu__best_T *best, size_t first, size_t last)
{
    const int smallest = *(const int *)j->detail;
    best->at = -1;
    for (; first < last; first++) {
        const size_t begin = first * GPU__ARG_CHUNK;
        gpu__arg_chunk_T(best, (const T *)j->in[0].p, begin, gpu__least(j->n - begin, GPU__ARG_CHUNK), smallest);
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
GPU__PRE gpu_status gpu_{argmin|argmax}_to_T(int64_t *out, const T *x, size_t n)
{
    return gpu__arg_T("gpu_{1}", {1|0}, 0, out, x, n);
}
GPU__PRE int64_t gpu_{argmin|argmax}_T(const T *x, size_t n)
{
    int64_t at = -1;
    return gpu__arg_T("gpu_{1}", {1|0}, GPU__JOB_LOCAL_OUT, &at, x, n) ? -1 : at;
}
#endif
