/* The first place of the extreme value; a NaN beats all numbers. A task is a chunk: its extreme in lanes, its place
   only where the chunk beats those before it. */
enum { GPU__ARG_CHUNK = 4096 };
#define GPU__ARG(T, s, name, beats) GPU__ARG_(T, gpu_##name##_##s, gpu_##name##_to_##s, "gpu_" #name, beats)
#define GPU__ARG_(T, name, to, label, beats)                                                                           \
    typedef struct name##__best {                                                                                      \
        T value;                                                                                                       \
        int64_t at;                                                                                                    \
    } name##__best;                                                                                                    \
    GPU__PRE_COPIES(GPU__ARG_COPY, T, name, beats)                                                                     \
    static GPU__UNUSED inline void name##__finish(const gpu__job *j, void *room, size_t threads)                       \
    {                                                                                                                  \
        const name##__best *const all = (const name##__best *)room;                                                    \
        size_t t, k = 0;                                                                                               \
        for (t = 1; t < threads; t++)                                                                                  \
            if (all[t].at >= 0 && all[k].value == all[k].value &&                                                      \
                (all[t].value beats all[k].value || all[t].value != all[t].value))                                     \
                k = t;                                                                                                 \
        *(int64_t *)j->out = all[k].at;                                                                                \
    }                                                                                                                  \
    GPU__ARG_DEVICE(T, name, (1 beats 2))                                                                              \
    static GPU__UNUSED inline gpu_status name##__call(int64_t *out, const T *x, size_t n, int flag)                    \
    {                                                                                                                  \
        gpu__job j = gpu__job_of(label, out, 1, sizeof *out, n);                                                       \
        if (!n) return gpu__refuse(label, "n is 0, and nothing has no extreme; expected at least one element");        \
        gpu__job_in(&j, 0, "x", x, n, sizeof *x);                                                                      \
        j.flag = flag;                                                                                                 \
        j.tasks = gpu__ceil_div(n, GPU__ARG_CHUNK);                                                                    \
        j.room_of_thread = sizeof(name##__best);                                                                       \
        j.finish = name##__finish;                                                                                     \
        GPU__JOB_CODE(j, name)                                                                                         \
        return gpu__job_call(&j);                                                                                      \
    }                                                                                                                  \
    GPU__PRE_SCOPE gpu_status to(int64_t *out, const T *x, size_t n) { return name##__call(out, x, n, 0); }            \
    GPU__PRE_SCOPE int64_t name(const T *x, size_t n)                                                                  \
    {                                                                                                                  \
        int64_t at = -1;                                                                                               \
        return name##__call(&at, x, n, GPU__JOB_WAITS) ? -1 : at;                                                      \
    }
#define GPU__ARG_HALF(h, beats)                                                                                        \
    GPU__NO_ALIAS for (i = 0; i < h; i++) lane[i] = GPU__FIRST_OF(lane[i], lane[i + h], beats);
#define GPU__ARG_COPY(sfx, target, T, name, beats)                                                                     \
    GPU__HOT target static GPU__UNUSED inline int name##__among##sfx(const T *x, size_t n, T v)                        \
    {                                                                                                                  \
        int here = 0;                                                                                                  \
        size_t k;                                                                                                      \
        for (k = 0; k < n; k++) here |= (x[k] == v) | ((v != v) & (x[k] != x[k]));                                     \
        return here;                                                                                                   \
    }                                                                                                                  \
    GPU__PART(sfx, target, name)                                                                                       \
    {                                                                                                                  \
        name##__best *const best = (name##__best *)room + thread;                                                      \
        T lane[GPU__GRAIN];                                                                                            \
        best->at = -1;                                                                                                 \
        for (; first < last; first++) {                                                                                \
            const size_t begin = first * GPU__ARG_CHUNK, left = j->shape[0] - begin,                                   \
                         n = left < GPU__ARG_CHUNK ? left : (size_t)GPU__ARG_CHUNK;                                    \
            const T *const x = (const T *)j->in[0].p + begin;                                                          \
            const size_t m = n < GPU__GRAIN ? n : (size_t)GPU__GRAIN, whole = n & ~(size_t)(GPU__GRAIN - 1);           \
            size_t i, k;                                                                                               \
            T v;                                                                                                       \
            for (i = 0; i < m; i++) lane[i] = x[i];                                                                    \
            for (; i < GPU__GRAIN; i++) lane[i] = x[0];                                                                \
            for (k = GPU__GRAIN; k < whole; k += GPU__GRAIN) {                                                         \
                GPU__LINES((uintptr_t)(x + k) + GPU__AHEAD, sizeof(T))                                                 \
                for (i = 0; i < GPU__GRAIN; i++) lane[i] = GPU__FIRST_OF(lane[i], x[k + i], beats);                    \
            }                                                                                                          \
            for (i = whole; i < n; i++) lane[i - whole] = GPU__FIRST_OF(lane[i - whole], x[i], beats);                 \
            GPU__ARG_HALF(32, beats)                                                                                   \
            GPU__ARG_HALF(16, beats)                                                                                   \
            GPU__ARG_HALF(8, beats)                                                                                    \
            GPU__ARG_HALF(4, beats) GPU__ARG_HALF(2, beats) GPU__ARG_HALF(1, beats) v = lane[0];                       \
            if (best->at >= 0 && (best->value != best->value || !(v beats best->value || v != v))) continue;           \
            /* the stretch that holds it, the short one there, its place */                                            \
            for (i = 0; i + GPU__GRAIN <= n && !name##__among##sfx(x + i, GPU__GRAIN, v); i += GPU__GRAIN) {           \
            }                                                                                                          \
            for (; i + 16 <= n && !name##__among##sfx(x + i, 16, v); i += 16) {                                        \
            }                                                                                                          \
            while (!(x[i] == v || (v != v && x[i] != x[i]))) i++;                                                      \
            best->value = v;                                                                                           \
            best->at = (int64_t)(begin + i);                                                                           \
        }                                                                                                              \
    }

