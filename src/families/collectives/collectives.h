#ifdef GPU_COLLECTIVES
enum { GPU__COLLECT_SUM, GPU__COLLECT_MAX, GPU__COLLECT_MIN, GPU__COLLECT_SCAN };
/* The position of a thread in its block. */
typedef struct gpu__member {
    unsigned number, threads;
} gpu__member;
static GPU__HOST_DEVICE GPU__ALWAYS_INLINE unsigned gpu__lanes_of_warp(gpu__member me)
{
    const unsigned left = me.threads - (me.number & ~31u);
    return left < 32 ? left : 32;
}
static GPU__HOST_DEVICE GPU__ALWAYS_INLINE unsigned gpu__warp_mask(gpu__member me)
{
    return 0xffffffffu >> (32 - gpu__lanes_of_warp(me));
}
#ifdef __CUDA_ARCH__
static __device__ __forceinline__ gpu__member gpu__member_here(void)
{
    gpu__member me;
    me.number = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
    me.threads = blockDim.x * blockDim.y * blockDim.z;
    return me;
}
#define GPU__THREAD_NUMBER() gpu__member_here()
#define GPU__COLLECT(where, op, v) gpu__##where##_collect<op>(v, gpu__member_here())
#define GPU__COLLECT_FROM(v, thread) gpu__block_from(v, thread, gpu__member_here())
#else
/* On the CPU lanes exchange their values as words of 8 bytes. */
typedef unsigned long long gpu__lane_words[32];
typedef void gpu__combine_words(int op, unsigned long long *words, unsigned count);
static inline gpu__member gpu__member_of(const gpu__thread_indices *id)
{
    gpu__member me;
    me.number = id->thread.x + id->block_dim.x * (id->thread.y + id->block_dim.y * id->thread.z);
    me.threads = id->block_dim.x * id->block_dim.y * id->block_dim.z;
    if (!me.threads) me.threads = 1; /* outside of kernels */
    return me;
}
/* Gives each lane the words of all lanes of its warp, and returns their number. The first lane broadcasts the address
   of its array, the others write their words to it, and it waits until all have read them. */
static inline unsigned gpu__words_of_warp(gpu__lane_words words, unsigned long long word, gpu__member me,
                                          const gpu__site *at)
{
    const unsigned lanes = gpu__lanes_of_warp(me), mask = gpu__warp_mask(me);
    const unsigned long long own = (unsigned long long)(uintptr_t)words;
    unsigned long long *const first =
        (unsigned long long *)(uintptr_t)gpu__warp_here(GPU__W_INDEX, mask, own, 0, 32, at);
    first[me.number % 32] = word;
    (void)gpu__warp_here(GPU__W_SYNC, mask, 0, 0, 32, at);
    if (first != words) memcpy(words, first, lanes * sizeof *words);
    (void)gpu__warp_here(GPU__W_SYNC, mask, 0, 0, 32, at);
    return lanes;
}
static inline unsigned long long gpu__warp_collect_words(int op, unsigned long long word, gpu__combine_words *combine,
                                                         gpu__member me, const gpu__site *at)
{
    gpu__lane_words words;
    combine(op, words, gpu__words_of_warp(words, word, me, at));
    return words[op == GPU__COLLECT_SCAN ? me.number % 32 : 0];
}
static inline unsigned long long gpu__block_collect_words(int op, unsigned long long word, gpu__combine_words *combine,
                                                          gpu__member me, const gpu__site *at)
{
    GPU_SHARED(unsigned long long, of_warps, [32]);
    const unsigned warp = me.number / 32, last = gpu__lanes_of_warp(me) - 1;
    unsigned long long two[2];
    gpu__lane_words words;
    two[1] = gpu__warp_collect_words(op, word, combine, me, at);
    if (me.number % 32 == last) of_warps[warp] = two[1];
    (void)gpu__barrier_here(GPU__SYNC, 0, at);
    memcpy(words, of_warps, sizeof words);
    (void)gpu__barrier_here(GPU__SYNC, 0, at);
    combine(op, words, (me.threads + 31) / 32);
    if (op != GPU__COLLECT_SCAN) return words[0];
    if (warp == 0) return two[1];
    two[0] = words[warp - 1];
    combine(GPU__COLLECT_SUM, two, 2);
    return two[0];
}
static inline unsigned long long gpu__block_from_words(unsigned long long word, unsigned thread, gpu__member me,
                                                       const gpu__site *at)
{
    GPU_SHARED(unsigned long long, given, [1]);
    if (me.number == thread) given[0] = word;
    (void)gpu__barrier_here(GPU__SYNC, 0, at);
    word = given[0];
    (void)gpu__barrier_here(GPU__SYNC, 0, at);
    return word;
}
/* For each type: the combination of words, and the three functions for values of the type. W: the type in which
   integers wrap. */
#define GPU__COLLECTIVES_OF(name, T, W)                                                                                \
    static inline int gpu__differ_##name(T a, T b) { return a != b; }                                                  \
    static inline void gpu__combine_##name(int op, unsigned long long *words, unsigned count)                          \
    {                                                                                                                  \
        T x[32];                                                                                                       \
        unsigned i, s;                                                                                                 \
        for (i = 0; i < count; i++) memcpy(&x[i], &words[i], sizeof(T));                                               \
        for (s = op == GPU__COLLECT_SCAN ? 1 : 16; s && s < 32; s = op == GPU__COLLECT_SCAN ? 2 * s : s / 2)           \
            GPU__COMBINE_STEP(name, T, W)                                                                              \
        for (i = 0; i < count; i++) memcpy(&words[i], &x[i], sizeof(T));                                               \
    }                                                                                                                  \
    GPU__COLLECTIVE_FN(warp, name, T)                                                                                  \
    GPU__COLLECTIVE_FN(block, name, T)                                                                                 \
    static inline T gpu__block_from_##name(T v, unsigned thread, gpu__member me, const gpu__site *at)                  \
    {                                                                                                                  \
        unsigned long long word = 0;                                                                                   \
        memcpy(&word, &v, sizeof v);                                                                                   \
        word = gpu__block_from_words(word, thread, me, at);                                                            \
        memcpy(&v, &word, sizeof v);                                                                                   \
        return v;                                                                                                      \
    }
#define GPU__COLLECT_FIRST(name, a, b, beats) ((a)beats(b) || gpu__differ_##name(a, a) ? (a) : (b))
#define GPU__COMBINE_STEP(name, T, W)                                                                                  \
    if (op == GPU__COLLECT_SCAN)                                                                                       \
        for (i = count; i-- > s;) x[i] = (T)((W)x[i] + (W)x[i - s]);                                                   \
    else                                                                                                               \
        for (i = 0; i < s && i + s < count; i++)                                                                       \
            x[i] = op == GPU__COLLECT_SUM   ? (T)((W)x[i] + (W)x[i + s])                                               \
                   : op == GPU__COLLECT_MAX ? GPU__COLLECT_FIRST(name, x[i], x[i + s], >)                              \
                                            : GPU__COLLECT_FIRST(name, x[i], x[i + s], <);
#define GPU__COLLECTIVE_FN(where, name, T)                                                                             \
    static inline T gpu__##where##_collect_##name(int op, T v, gpu__member me, const gpu__site *at)                    \
    {                                                                                                                  \
        unsigned long long word = 0;                                                                                   \
        memcpy(&word, &v, sizeof v);                                                                                   \
        word = gpu__##where##_collect_words(op, word, gpu__combine_##name, me, at);                                    \
        memcpy(&v, &word, sizeof v);                                                                                   \
        return v;                                                                                                      \
    }
#define GPU__COLLECTIVES_EACH(M)                                                                                       \
    M(i32, int, unsigned)                                                                                              \
    M(u32, unsigned, unsigned)                                                                                         \
    M(il, long, unsigned long)                                                                                         \
    M(ul, unsigned long, unsigned long)                                                                                \
    M(i64, long long, unsigned long long)                                                                              \
    M(u64, unsigned long long, unsigned long long) M(f32, float, float) M(f64, double, double)
GPU__COLLECTIVES_EACH(GPU__COLLECTIVES_OF)
#ifdef __cplusplus
#define GPU__COLLECTIVE_OVERLOAD(where, name, T)                                                                       \
    static inline T gpu__##where##_collect(int op, T v, gpu__member me, const gpu__site *at)                           \
    {                                                                                                                  \
        return gpu__##where##_collect_##name(op, v, me, at);                                                           \
    }
#define GPU__COLLECTIVE_OVERLOADS(name, T, W)                                                                          \
    GPU__COLLECTIVE_OVERLOAD(warp, name, T)                                                                            \
    GPU__COLLECTIVE_OVERLOAD(block, name, T)                                                                           \
    static inline T gpu__block_from(T v, unsigned thread, gpu__member me, const gpu__site *at)                         \
    {                                                                                                                  \
        return gpu__block_from_##name(v, thread, me, at);                                                              \
    }
extern "C++" {
GPU__COLLECTIVES_EACH(GPU__COLLECTIVE_OVERLOADS)
}
#endif
#define GPU__THREAD_NUMBER() gpu__member_of(gpu__asked(GPU__IDS))
#define GPU__COLLECT(where, op, v) (GPU__PICK_WARP(where##_collect, v)(op, v, GPU__THREAD_NUMBER(), GPU__SITE))
#define GPU__COLLECT_FROM(v, thread)                                                                                   \
    (GPU__PICK_WARP(block_from, v)(v, (unsigned)(thread), GPU__THREAD_NUMBER(), GPU__SITE))
#endif
#endif
