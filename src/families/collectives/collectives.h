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
/* On the CPU lanes exchange their values as words of 8 bytes: a long long, an unsigned one or a double, which hold all
   values of narrower types. */
typedef enum gpu__word_kind { GPU__WORD_SIGNED, GPU__WORD_UNSIGNED, GPU__WORD_F32, GPU__WORD_F64 } gpu__word_kind;
typedef unsigned long long gpu__lane_words[32];
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
static inline unsigned long long gpu__combine_two(int op, gpu__word_kind kind, unsigned long long a,
                                                  unsigned long long b)
{
    if (kind >= GPU__WORD_F32) {
        double x, y;
        memcpy(&x, &a, sizeof x), memcpy(&y, &b, sizeof y);
        if (op == GPU__COLLECT_MAX || op == GPU__COLLECT_MIN)
            return x != x || (op == GPU__COLLECT_MAX ? x > y : x < y) ? a : b;
        x = kind == GPU__WORD_F32 ? (double)(float)(x + y) : x + y; /* rounded twice, which is as good as once */
        memcpy(&a, &x, sizeof a);
        return a;
    }
    if (op == GPU__COLLECT_SUM || op == GPU__COLLECT_SCAN) return a + b;
    if (kind == GPU__WORD_SIGNED) return ((long long)a > (long long)b) == (op == GPU__COLLECT_MAX) ? a : b;
    return (a > b) == (op == GPU__COLLECT_MAX) ? a : b;
}
static inline void gpu__combine_words(int op, gpu__word_kind kind, unsigned long long *x, unsigned count)
{
    if (op == GPU__COLLECT_SCAN)
        for (unsigned s = 1; s < 32; s *= 2)
            for (unsigned i = count; i-- > s;) x[i] = gpu__combine_two(op, kind, x[i], x[i - s]);
    else
        for (unsigned s = 16; s; s /= 2)
            for (unsigned i = 0; i < s && i + s < count; i++) x[i] = gpu__combine_two(op, kind, x[i], x[i + s]);
}
typedef unsigned long long gpu__collector(int op, gpu__word_kind kind, unsigned long long word, gpu__member me,
                                          const gpu__site *at);
static inline unsigned long long gpu__warp_collect(int op, gpu__word_kind kind, unsigned long long word, gpu__member me,
                                                   const gpu__site *at)
{
    gpu__lane_words words;
    gpu__combine_words(op, kind, words, gpu__words_of_warp(words, word, me, at));
    return words[op == GPU__COLLECT_SCAN ? me.number % 32 : 0];
}
static inline unsigned long long gpu__block_collect(int op, gpu__word_kind kind, unsigned long long word,
                                                    gpu__member me, const gpu__site *at)
{
    GPU_SHARED(unsigned long long, of_warps, [32]);
    const unsigned warp = me.number / 32, last = gpu__lanes_of_warp(me) - 1;
    gpu__lane_words words;
    word = gpu__warp_collect(op, kind, word, me, at);
    if (me.number % 32 == last) of_warps[warp] = word;
    (void)gpu__barrier_here(GPU__SYNC, 0, at);
    memcpy(words, of_warps, sizeof words);
    (void)gpu__barrier_here(GPU__SYNC, 0, at);
    gpu__combine_words(op, kind, words, (me.threads + 31) / 32);
    if (op != GPU__COLLECT_SCAN) return words[0];
    return warp ? gpu__combine_two(op, kind, words[warp - 1], word) : word;
}
/* The word of the thread with this number, for all threads. */
static inline unsigned long long gpu__block_from(int thread, gpu__word_kind kind, unsigned long long word,
                                                 gpu__member me, const gpu__site *at)
{
    GPU_SHARED(unsigned long long, given, [1]);
    (void)kind;
    if (me.number == (unsigned)thread) given[0] = word;
    (void)gpu__barrier_here(GPU__SYNC, 0, at);
    word = given[0];
    (void)gpu__barrier_here(GPU__SYNC, 0, at);
    return word;
}
/* Each of these for values of type T, which are passed as a Wide. */
#define GPU__COLLECTED(name, T, Wide, kind)                                                                            \
    static inline T GPU__FOR_TYPE(gpu__collect, name)(gpu__collector * collector, int op, T v, gpu__member me,         \
                                                      const gpu__site *at)                                             \
    {                                                                                                                  \
        Wide wide = (Wide)v;                                                                                           \
        unsigned long long word;                                                                                       \
        memcpy(&word, &wide, sizeof word);                                                                             \
        word = collector(op, kind, word, me, at);                                                                      \
        memcpy(&wide, &word, sizeof wide);                                                                             \
        return (T)wide;                                                                                                \
    }
#ifdef __cplusplus
extern "C++" {
#endif
GPU__COLLECTED({i32|il|i64}, {int|long|long long}, long long, GPU__WORD_SIGNED)
GPU__COLLECTED({u32|ul|u64}, {unsigned|unsigned long|unsigned long long}, unsigned long long, GPU__WORD_UNSIGNED)
GPU__COLLECTED({f32|f64}, {float|double}, double, GPU__WORD_F{32|64})
#ifdef __cplusplus
}
#endif
#define GPU__THREAD_NUMBER() gpu__member_of(gpu__asked(GPU__IDS))
#define GPU__COLLECT(where, op, v) GPU__COLLECT_BY(gpu__##where##_collect, op, v)
#define GPU__COLLECT_FROM(v, thread) GPU__COLLECT_BY(gpu__block_from, GPU__AS(int, thread), v)
#define GPU__COLLECT_BY(collector, op, v)                                                                              \
    (GPU__PICK_WARP(collect, v)(collector, op, v, GPU__THREAD_NUMBER(), GPU__SITE))
#endif
