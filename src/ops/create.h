/* out[i] = an expression of i and j->number. */
#define GPU__INDEXED(T, name, s, expression)                                                                           \
    GPU__LIFTED_FN T gpu_##name##_##s##_scalar(const gpu__job *j, size_t i) { return expression; }                     \
    GPU__PRE_COPIES(GPU__INDEXED_COPY, T, gpu_##name##_##s)                                                            \
    GPU__INDEXED_DEVICE(T, gpu_##name##_##s)
#define GPU__INDEXED_COPY(sfx, target, T, name)                                                                        \
    GPU__PART(sfx, target, name)                                                                                       \
    {                                                                                                                  \
        const gpu__job local = *j;                                                                                     \
        T *const out = (T *)j->out;                                                                                    \
        size_t i;                                                                                                      \
        (void)room, (void)thread;                                                                                      \
        for (i = first; i < last; i++) out[i] = name##_scalar(&local, i);                                              \
    }
#define GPU__ARANGE(T, s, expression, kind)                                                                            \
    GPU__INDEXED(T, arange, s, expression)                                                                             \
    GPU__PRE_SCOPE gpu_status gpu_arange_##s(T *out, T start, T step, size_t n)                                        \
    {                                                                                                                  \
        gpu__job j = gpu__job_of("gpu_arange", out, n, sizeof(T), n);                                                  \
        j.number[0].kind = start;                                                                                      \
        j.number[1].kind = step;                                                                                       \
        GPU__JOB_CODE(j, gpu_arange_##s)                                                                               \
        return gpu__job_call(&j);                                                                                      \
    }

