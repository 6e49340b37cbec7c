/* Selection: the elements for which a condition holds, in their order. The condition is a map to bytes, which the CPU
   computes into a buffer, chunk by chunk; from the chunks' counts follow their offsets in the result. A wave of chunks
   is completed before the next one, so that its bytes and elements are still in the caches. The inputs of a job are the
   parameters of the map, of which in[0] is the array that is selected from, followed by the count. Its detail is
   whether the result has the indices of the elements. */
enum {
    GPU__SELECT_CHUNK = 16384,
    GPU__SELECT_WAVE = 64,     /* chunks */
    GPU__SELECT_BLOCK = 512,   /* elements of a buffer */
    GPU__SELECT_THREADS = 512, /* of a block on a GPU, ... */
    GPU__SELECT_RESIDENT = 3,  /* ... of which a multiprocessor runs this many at a time */
    GPU__SELECT_WINDOW = 128   /* tiles whose counts a look-back reads at a time */
};
/* Number of elements that a GPU's thread examines, for results of `size` bytes. */
#define GPU__SELECT_ITEMS(size) ((size) <= 4 ? 16 : (size) >= 64 ? 1 : 64 / (int)(size))
#ifdef GPU__X86
/* Writes the selected elements of n, or, if x is NULL, their indices from `begin` on, to out; returns their number. */
GPU__FAST_INLINE size_t gpu__fast_select(char *out, const char *x, const uint8_t *mask, size_t begin, size_t n,
                                         const size_t size)
{
    size_t i, count = 0;
    gpu__fast_vector v, step, packed;
    GPU__LANES_OF(v, begin + l)
    GPU__LANES_OF(step, GPU__FAST_LANES)
    for (i = 0; i + GPU__FAST_LANES <= n; i += GPU__FAST_LANES) {
        uint64_t bytes[2] = {0, 0};
        uint16_t chosen, first;
        memcpy(bytes, mask + i, GPU__FAST_LANES);
        if (size == 8)
            __asm__("vmovq %1, %%xmm0\n\tvptestmb %%xmm0, %%xmm0, %0" : "=Yk"(chosen) : "r"(bytes[0]) : "xmm0");
        else __asm__("vmovdqu %1, %%xmm0\n\tvptestmb %%xmm0, %%xmm0, %0" : "=Yk"(chosen) : "m"(bytes) : "xmm0");
        if (x) memcpy(&v, x + i * size, sizeof v);
        GPU__LANES_PACK(packed, v, chosen)
        first = (uint16_t)((1u << __builtin_popcount(chosen)) - 1);
        char *const to = out + count * size;
        if (size == 8) __asm__ volatile("vmovdqu64 %1, (%0)%{%2%}" : : "r"(to), "v"(packed), "Yk"(first) : "memory");
        else __asm__ volatile("vmovdqu32 %1, (%0)%{%2%}" : : "r"(to), "v"(packed), "Yk"(first) : "memory");
        count += (size_t)__builtin_popcount(chosen);
        if (!x) v += step; /* an index has 8 bytes */
    }
    for (; i < n; i++) {
        const uint64_t index = begin + i;
        if (mask[i]) memcpy(out + count++ * size, x ? x + i * size : (const char *)&index, size);
    }
    return count;
}
GPU__FAST size_t gpu__fast_select_{8|4}(char *out, const char *x, const uint8_t *mask, size_t begin, size_t n)
{
    return gpu__fast_select(out, x, mask, begin, n, {1});
}
#endif
#define GPU__SELECT_TO_BUFFER(T, element)                                                                              \
    for (i = begin; i < end; i++) ((T *)(void *)buffer)[count] = element, count += mask[i - begin];
/* Writes the selected elements of [begin, end), a range of at most GPU__SELECT_BLOCK elements, to out, or their indices
   if x is NULL; returns their number. The mask is that of the range. */
static inline size_t gpu__select_block(char *out, const void *x, size_t size, const uint8_t *mask, size_t begin,
                                       size_t end)
{
    uint64_t buffer[GPU__SELECT_BLOCK + 1];
    size_t i, count = 0;
#ifdef GPU__X86
    if (gpu__cpu_level() == 2 && (size == 8 || size == 4)) {
        const char *const from = x ? (const char *)x + begin * size : NULL;
        return size == 8 ? gpu__fast_select_8(out, from, mask, begin, end - begin)
                         : gpu__fast_select_4(out, from, mask, begin, end - begin);
    }
#endif
    if (!x) GPU__SELECT_TO_BUFFER(int64_t, (int64_t)i)
    else if (size == 8) GPU__SELECT_TO_BUFFER(gpu__any_64, ((const gpu__any_64 *)x)[i])
    else if (size == 4) GPU__SELECT_TO_BUFFER(gpu__any_32, ((const gpu__any_32 *)x)[i])
    else if (size == 1) GPU__SELECT_TO_BUFFER(uint8_t, ((const uint8_t *)x)[i])
    else {
        for (i = begin; i < end; i++)
            if (mask[i - begin]) memcpy(out + count++ * size, (const char *)x + i * size, size);
        return count;
    }
    memcpy(out, buffer, count * size);
    return count;
}
/* The number of ones among n bytes that are 0 or 1: sums of words of eight bytes, whose bytes do not overflow. */
static inline size_t gpu__select_count(const uint8_t *mask, size_t n)
{
    uint64_t words[GPU__SELECT_BLOCK / 8], sum = 0;
    size_t count = 0, i;
    for (; n >= sizeof words; n -= sizeof words, mask += sizeof words, sum = 0) {
        memcpy(words, mask, sizeof words);
        for (i = 0; i < sizeof words / 8; i++) sum += words[i];
        sum = (sum & 0x00ff00ff00ff00ffu) + (sum >> 8 & 0x00ff00ff00ff00ffu);
        count += (size_t)(sum * 0x0001000100010001u >> 48);
    }
    for (i = 0; i < n; i++) count += mask[i];
    return count;
}
/* The argument of the steps over the chunks of a wave. The counts of the chunks become their ends in the result. */
typedef struct gpu__select_wave {
    const gpu__job *job;
    size_t first;    /* the number of the wave's first chunk */
    size_t *offsets; /* of each chunk of the wave, and the end of the last one */
    uint8_t *mask;   /* of all elements of the wave */
} gpu__select_wave;
static inline void gpu__select_counts(const void *wave, GPU__UNUSED size_t thread, size_t first, size_t last)
{
    const gpu__select_wave *const w = (const gpu__select_wave *)wave;
    gpu__call c = *w->job;
    c.op = &c.map->f;
    for (; first < last; first++) {
        const size_t begin = (w->first + first) * GPU__SELECT_CHUNK, end = gpu__least(c.n, begin + GPU__SELECT_CHUNK);
        uint8_t *const mask = w->mask + first * GPU__SELECT_CHUNK;
        c.out = (void *)((uintptr_t)mask - begin); /* where element 0 would be */
        gpu__map_range(&c, begin, end, 0);
        w->offsets[first + 1] = gpu__select_count(mask, end - begin);
    }
}
static inline void gpu__select_writes(const void *wave, GPU__UNUSED size_t thread, size_t first, size_t last)
{
    const gpu__select_wave *const w = (const gpu__select_wave *)wave;
    const void *const x = *(const int *)w->job->detail ? NULL : w->job->in[0].p;
    const size_t n = w->job->n, size = w->job->out_size;
    for (; first < last; first++) {
        const size_t begin = (w->first + first) * GPU__SELECT_CHUNK;
        const uint8_t *const mask = w->mask + first * GPU__SELECT_CHUNK;
        size_t i, at = w->offsets[first];
        for (i = begin; at < w->offsets[first + 1]; i += GPU__SELECT_BLOCK)
            at += gpu__select_block((char *)w->job->out + at * size, x, size, mask + (i - begin), i,
                                    gpu__least(n, i + GPU__SELECT_BLOCK));
    }
}
/* Does the whole selection, which is one task: two steps for each wave. scratch: the offsets, then the mask. */
GPU__JOB_PART(gpu__select_part)
{
    const size_t chunks = gpu__ceil_div(j->n, GPU__SELECT_CHUNK);
    gpu__select_wave w = {j, 0, (size_t *)scratch, (uint8_t *)((size_t *)scratch + GPU__SELECT_WAVE + 1)};
    w.offsets[0] = 0;
    for (w.first = 0; w.first < chunks; w.first += GPU__SELECT_WAVE) {
        const size_t some = gpu__least(chunks - w.first, GPU__SELECT_WAVE);
        gpu__job_steps(j, gpu__select_counts, some, &w);
        for (size_t k = 0; k < some; k++) w.offsets[k + 1] += w.offsets[k];
        gpu__job_steps(j, gpu__select_writes, some, &w);
        w.offsets[0] = w.offsets[some];
    }
    *(int64_t *)(uintptr_t)j->in[j->inputs - 1].p = (int64_t)w.offsets[0];
}
/* Bytes of workspace: a status word for each tile, and the counter from which blocks draw tiles. */
static inline size_t gpu__select_space(size_t n, size_t size)
{
    return 256 + gpu__ceil_div(n, (size_t)GPU__SELECT_THREADS * (size_t)GPU__SELECT_ITEMS(size)) * sizeof(uint64_t);
}
static inline gpu_status gpu__select_call(const gpu__map *map, void *out, size_t size, int64_t *count,
                                          const void *const *in, size_t n, int index, gpu__job_device *device)
{
    const char *const name = map->f.name;
    gpu__job j;
    int k;
    gpu__job_of(&j, name, out, n, size, n);
    for (k = 0; k < map->f.count; k++) {
        gpu__job_in(&j, k, map->f.parameter[k].name, in[k], map->f.parameter[k].size ? n : 0, map->f.parameter[k].size);
        if (map->f.parameter[k].scalar_size) {
            j.in[k].size = map->f.parameter[k].scalar_size;
            j.scalars |= 1 << k;
        }
        j.in[k].align = map->f.parameter[k].align;
    }
    if (!index && (!j.in[0].count || j.in[0].size != size) && n)
        return gpu__refuse(name, "%s, the first parameter, is not an array of the selected type", j.in[0].name);
    gpu__job_in(&j, k, "count", count, 1, sizeof *count);
    j.inputs = k + 1;
    j.results = 1 << k;
    if (!n) return count ? gpu_set(count, 0, sizeof *count) : GPU_OK;
    if (index) j.out_name = "index";
    gpu__job_detail(&j, &index, sizeof index);
    j.map = map;
    j.flag = GPU__JOB_PARTIAL;
    j.tasks = 1;
    j.scratch = (GPU__SELECT_WAVE + 1) * sizeof(size_t) + gpu__least(n, GPU__SELECT_WAVE * GPU__SELECT_CHUNK);
    j.part[0] = j.part[1] = j.part[2] = gpu__select_part;
    j.space = gpu__select_space(n, size);
    j.device = device;
    return gpu__job_call_results(&j);
}
#ifdef __cplusplus
#define GPU__BOOL bool
#else
#define GPU__BOOL _Bool
#endif
/* The code of a selection by the condition name##_scalar, and the function that makes the call. index: 1 if the result
   has indices. */
#define GPU__SELECT_OF(COPIES, TABLE, scope, T, label, name, index, ...)                                               \
    COPIES(GPU__MAP_COPY, GPU__BOOL, name, __VA_ARGS__)                                                                \
    GPU__SELECT_DEVICE(T, name, index, __VA_ARGS__)                                                                    \
    scope gpu_status name(T *gpu__out, int64_t *gpu__found, GPU__FORMALS(__VA_ARGS__))                                 \
    {                                                                                                                  \
        GPU__PARAMETERS_OF(__VA_ARGS__)                                                                                \
        static const gpu__map gpu__m = {GPU__OP_OF((label, NULL, 0), GPU__BOOL, 0, NULL), TABLE(name##__loop)};        \
        GPU__ARGUMENTS(__VA_ARGS__)                                                                                    \
        return gpu__select_call(&gpu__m, gpu__out, sizeof(T), gpu__found, gpu__in, gpu__n, index,                      \
                                GPU__DEVICE_CODE(name));                                                               \
    }
#define GPU__SELECT_DEVICE(T, name, index, ...)                                                                        \
    GPU__LIFTED_DEVICE(                                                                                                \
        name, return (int)gpu__select_launch<name##_scalar, T, index, GPU__EACH(GPU__TAG, GPU__COMMA, __VA_ARGS__)>(   \
                  gpu__j->n, gpu__r, (T *)gpu__out, (int64_t *)gpu__in[GPU__COUNT(__VA_ARGS__)],                       \
                  gpu__select_limits{gpu__j->n, NULL}, GPU__EACH(GPU__PASS, GPU__COMMA, __VA_ARGS__)))
#define GPU__SELECT_MACRO(T, name, ...)                                                                                \
    GPU__LIFTED_FN GPU__BOOL name##_scalar(GPU__EACH(GPU__FORMAL, GPU__COMMA, __VA_ARGS__));                           \
    GPU__SELECT_OF(GPU__COPIES, GPU__TABLE, static GPU__UNUSED, T, #name, name, 0, __VA_ARGS__)                        \
    GPU__LIFTED_FN GPU__BOOL name##_scalar(GPU__EACH(GPU__FORMAL, GPU__COMMA, __VA_ARGS__))
/* A prewritten selection, whose condition is an expression. */
#define GPU__SELECT(T, label, name, index, condition, ...)                                                             \
    GPU__LIFTED_FN GPU__BOOL name##_scalar(GPU__EACH(GPU__FORMAL, GPU__COMMA, __VA_ARGS__)) { return condition; }      \
    GPU__SELECT_OF(GPU__PRE_COPIES, GPU__PRE_TABLE, GPU__PRE, T, label, name, index, __VA_ARGS__)

/* Gather and scatter: an index below 0 counts from the end. */
enum { GPU__SCATTER_TASKS = 16 };
GPU__LIFTED_FN size_t gpu__resolved_index(int64_t index, size_t count) /* returns `count` for an index outside */
{
    if (index < 0) index += (int64_t)count;
    return index >= 0 && (uint64_t)index < count ? (size_t)index : count;
}
#define GPU__GATHER_LOOP(T)                                                                                            \
    {                                                                                                                  \
        const T *const x = (const T *)j->in[0].p;                                                                      \
        T *const out = (T *)j->out;                                                                                    \
        for (i = begin; i < end; i++) out[i] = (T)((at = gpu__resolved_index(index[i], count)) < count ? x[at] : 0);   \
    }
#ifdef GPU__X86
/* Gathers eight elements at a time. The lanes of indices that are outside are masked: they load nothing and are 0.
   Returns how many elements it wrote. */
GPU__FAST_INLINE size_t gpu__fast_gather(char *out, const char *x, size_t count, const int64_t *index, size_t n,
                                         const size_t size)
{
    typedef int64_t indices GPU__VECTOR(64);
    typedef uint32_t halves GPU__VECTOR(32);
    indices counts = {0};
    size_t i;
    counts += (int64_t)count;
    for (i = 0; i + 8 <= n; i += 8) {
        gpu__fast_vector wide = {0};
        halves narrow = {0};
        indices at;
        uint8_t within;
        memcpy(&at, index + i, sizeof at);
        at += (at < 0) & counts;
        __asm__("vpcmpuq $1, %2, %1, %0" : "=Yk"(within) : "v"(at), "v"(counts));
        if (size == 8)
            __asm__("vpgatherqq (%2,%3,8), %0%{%1%}" : "+&v"(wide), "+Yk"(within) : "r"(x), "v"(at) : "memory");
        else __asm__("vpgatherqd (%2,%3,4), %0%{%1%}" : "+&v"(narrow), "+Yk"(within) : "r"(x), "v"(at) : "memory");
        memcpy(out + i * size, size == 8 ? (const void *)&wide : &narrow, 8 * size);
    }
    return i;
}
GPU__FAST size_t gpu__fast_gather_{8|4}(char *out, const char *x, size_t count, const int64_t *index, size_t n)
{
    return gpu__fast_gather(out, x, count, index, n, {1});
}
#endif
GPU__JOB_PART(gpu__gather_part)
{
    const int64_t *const index = (const int64_t *)j->in[1].p;
    const size_t end = gpu__least(last * GPU__GRAIN, j->n);
    const size_t count = j->in[0].count; /* the variables of the loops are no members, which a store may change */
    size_t i, at, begin = first * GPU__GRAIN;
#ifdef GPU__X86
    if (gpu__cpu_level() == 2 && j->out_size >= 4)
        begin += (j->out_size == 8 ? gpu__fast_gather_8 : gpu__fast_gather_4)(
            (char *)j->out + begin * j->out_size, (const char *)j->in[0].p, count, index + begin, end - begin);
#endif
    if (j->out_size == 8) GPU__GATHER_LOOP(gpu__any_64)
    else if (j->out_size == 4) GPU__GATHER_LOOP(gpu__any_32)
    else GPU__GATHER_LOOP(uint8_t)
}
/* A task is a range of the result; it reads all indices and writes the elements that go to its range. */
#define GPU__SCATTER_LOOP(T)                                                                                           \
    for (i = 0; i < j->n; i++) {                                                                                       \
        const size_t at = gpu__resolved_index(index[i], count);                                                        \
        if (at >= begin && at < end) ((T *)j->out)[at] = ((const T *)j->in[1].p)[i];                                   \
    }
GPU__JOB_PART(gpu__scatter_part)
{
    const int64_t *const index = (const int64_t *)j->in[2].p;
    const size_t count = j->out_count, share = gpu__ceil_div(count, j->tasks), begin = first * share,
                 end = gpu__least(last * share, count); /* `count` is the place of an index out of range */
    size_t i;
    if (j->out_size == 8) GPU__SCATTER_LOOP(gpu__any_64)
    else if (j->out_size == 4) GPU__SCATTER_LOOP(gpu__any_32)
    else GPU__SCATTER_LOOP(uint8_t)
}
/* Under GPU_DEBUG: refuses an index that is outside. If the indices cannot be read, as during stream capture, nothing
   is checked. */
static inline gpu_status gpu__index_check(const char *call, const char *of, size_t count, const int64_t *index,
                                          size_t n)
{
    const char *const debug = getenv("GPU_DEBUG");
    int64_t part[4096];
    const size_t most = sizeof part / sizeof *part;
    gpu_status s = GPU_OK;
    for (size_t begin = 0; debug && !strcmp(debug, "1") && !s && begin < n; begin += most) {
        const size_t some = gpu__least(n - begin, most);
        const gpu_status copied = gpu__put(part, index + begin, some * sizeof *part, call);
        gpu__keep_site(GPU__BY_PREWRITTEN);
        if (copied) {
            gpu_clear_error();
            break;
        }
        for (size_t i = 0; i < some && !s; i++)
            if (gpu__resolved_index(part[i], count) == count)
                s = gpu__refuse(call, "index[%zu] is %lld, outside of %s, which has %zu elements", begin + i,
                                (long long)part[i], of, count);
    }
    return s;
}
static inline gpu_status gpu__gather_call(void *out, size_t count, const void *x, const int64_t *index, size_t n,
                                          size_t size, gpu__job_device *device)
{
    gpu__job j;
    gpu__job_of(&j, "gpu_gather", out, n, size, n);
    gpu__job_in(&j, 0, "x", x, count, size);
    gpu__job_in(&j, 1, "index", index, n, sizeof *index);
    j.tasks = gpu__ceil_div(n, GPU__GRAIN);
    j.part[0] = j.part[1] = j.part[2] = gpu__gather_part;
    j.device = device;
    return gpu__job_call(&j);
}
static inline gpu_status gpu__scatter_call(void *out, size_t count, const void *x, const int64_t *index, size_t n,
                                           size_t size, gpu__job_device *device)
{
    gpu__job j;
    gpu__job_of(&j, "gpu_scatter", out, count, size, n);
    j.inputs = 3;
    gpu__job_in(&j, 0, "out", out, count, size);
    gpu__job_in(&j, 1, "x", x, n, size);
    gpu__job_in(&j, 2, "index", index, n, sizeof *index);
    j.in_place = GPU__JOB_UPDATES;
    j.tasks = n < GPU__SELECT_CHUNK ? 1 : GPU__SCATTER_TASKS;
    j.space = count * (n >> 32 ? 8 : 4);
    j.part[0] = j.part[1] = j.part[2] = gpu__scatter_part;
    j.device = device;
    return gpu__job_call(&j);
}
#ifdef ANY
GPU__SELECT(T, "gpu_compress", gpu_compress_T, 0, ((void)x, mask != 0), (T, x), (uint8_t, mask))
GPU__SELECT(int64_t, "gpu_nonzero", gpu_nonzero_T, 1, x != 0, (T, x))
GPU_VECTORIZE(T, gpu_where_T, (uint8_t, mask), (T, x), (T, y)) { return mask ? x : y; }
GPU__ON_DEVICE(gpu__{gather|scatter}_T, gpu__{1}_device<sizeof(T)>(j, context, out, in))
GPU__PRE gpu_status gpu_{gather|scatter}_T(T *out, {const T *x, size_t count|size_t count, const T *x},
                                           const int64_t *index, size_t n)
{
    const gpu_status s = gpu__index_check("gpu_{1}", "{x|out}", count, index, n);
    if (s) return s;
    GPU__BY_RULE(gpu_{1}_T)
    return gpu__{1}_call(out, count, x, index, n, sizeof *x, GPU__DEVICE_CODE(gpu__{1}_T));
}
#endif
