#ifdef __CUDA_ARCH__
#define GPU__INDEX(cuda, own) (cuda)
#else
#define GPU__INDEX(cuda, own) gpu__asked(GPU__IDS)->own
#endif
#ifdef GPU__CUDA
/* Code that runs on the CPU reads the host's copy of a __constant__ variable, which gpu_set_constant also sets, and
   reads and writes the host's copy of a __device__ variable. */
#pragma nv_diag_suppress 20091
#pragma nv_diag_suppress 20092
#define GPU_CONSTANT(T, name, dims) static __constant__ T name dims
#define GPU__HAS_DEVICE_CODE 1
#else
#define GPU_CONSTANT(T, name, dims) static GPU__UNUSED T name dims
#define GPU__HAS_DEVICE_CODE 0
#endif
#define gpu_set_constant(name, source, bytes)                                                                          \
    gpu__set_constant((void *)&(name), sizeof(name), (source), (bytes), GPU__HAS_DEVICE_CODE, #name, __FILE__, __LINE__)
#define gpu_get_constant(target, name, bytes)                                                                          \
    gpu__get_constant((void *)&(name), sizeof(name), (target), (bytes), GPU__HAS_DEVICE_CODE, #name, __FILE__, __LINE__)

#ifdef __cplusplus
extern "C++" {
template <class Type, size_t Count> static GPU__HOST_DEVICE inline long long gpu__extent(Type (&)[Count])
{
    return (long long)(Count * sizeof(Type));
}
template <class Type> static GPU__HOST_DEVICE inline long long gpu__extent(Type *const &) { return -1; }
}
#endif

#ifdef __CUDA_ARCH__
#define GPU_SHARED(T, name, dims) __shared__ T name dims
#define GPU_SHARED_DYNAMIC(T, name)                                                                                    \
    extern __shared__ __align__(16) unsigned char gpu__dynamic_bytes[];                                                \
    T *name = (T *)gpu__dynamic_bytes
#define GPU_BARRIER() __syncthreads()
#define GPU_BARRIER_{COUNT|AND|OR}(p) __syncthreads_{count|and|or}(p)
#define gpu_grid_sync() gpu__device_grid_sync(__FILE__, __LINE__)
#define GPU_FENCE() __threadfence()
#define GPU_ATOMIC_{ADD|SUB|MIN|MAX|EXCH|AND|OR|XOR|INC|DEC}(p, v) atomic{Add|Sub|Min|Max|Exch|And|Or|Xor|Inc|Dec}(p, v)
#define GPU_ATOMIC_CAS(p, compare, v) atomicCAS(p, compare, v)
#define GPU_SHFL{|_UP|_DOWN|_XOR}(...) __shfl{|_up|_down|_xor}_sync(__VA_ARGS__)
#define GPU_{BALLOT|ANY|ALL}(mask, p) __{ballot|any|all}_sync(mask, p)
#define GPU_MATCH_ANY(mask, v) __match_any_sync(mask, v)
#define GPU_MATCH_ALL(mask, v, all) __match_all_sync(mask, v, all)
#define GPU_ACTIVE_MASK() __activemask()
#define GPU_WARP_BARRIER(mask) __syncwarp(mask)
#define GPU_AT(p, i)                                                                                                   \
    (*(GPU__TYPEOF(&(p)[0]))gpu__device_element((const volatile void *)(p), (long long)(i), sizeof((p)[0]),            \
                                                gpu__extent(p), #p, __FILE__, __LINE__))
#else

#ifdef GPU__STATIC_CONST
#define GPU__SITE GPU__STATIC_CONST(gpu__site, __FILE__, __LINE__)
#else /* standard C has no expression that contains a static object: each use has an entry in a table instead */
#define GPU__SITE gpu__site_at(GPU__SITE_NUMBER, __FILE__, __LINE__)
#endif
#if !defined(GPU__STATIC_CONST) || defined(GPU_COOPERATIVE_GROUPS)
static gpu__site gpu__sites[1024];
static inline const gpu__site *gpu__site_at(unsigned k, const char *file, int line)
{
    gpu__site *at = &gpu__sites[k % 1024];
    if (GPU__LOAD(int, &at->line) != line) { /* threads that do this at the same time write the same values */
        GPU__STORE(const char *, &at->file, file);
        GPU__STORE(int, &at->line, line);
    }
    return at;
}
#endif
/* Inlined, as its callers are, so that the switch of threads happens in the kernel's own code. */
static GPU__ALWAYS_INLINE unsigned long long gpu__switch_away(gpu__suspended *own)
{
    if (own->to) {
        gpu__switch(own);
        if (gpu__simulated.given_up) gpu__give_up();
    }
    return own->value;
}
/* The compiler may keep a static array in registers across a call if its address never escapes; the fences forbid
   it. */
static GPU__ALWAYS_INLINE int gpu__barrier_here(int op, int predicate, const gpu__site *at)
{
    GPU__FENCE_COMPILER();
    const int r = (int)gpu__switch_away(gpu__barrier(op, predicate, at));
    GPU__FENCE_COMPILER();
    return r;
}
static GPU__ALWAYS_INLINE unsigned long long gpu__warp_here(int op, unsigned mask, unsigned long long v, int source,
                                                            int width, const gpu__site *at)
{
    GPU__FENCE_COMPILER();
    const unsigned long long r = gpu__switch_away(gpu__warp(op, mask, v, source, width, at));
    GPU__FENCE_COMPILER();
    return r;
}

#ifdef GPU__SHARED_SECTION
#define GPU_SHARED(T, name, dims) GPU__SHARED T name dims
#else
#define GPU_SHARED(T, name, dims)                                                                                      \
    GPU__SHARED T name dims;                                                                                           \
    gpu__shared_here((void *)&name, sizeof name)
#endif
#define GPU_SHARED_DYNAMIC(T, name) T *name = GPU__AS(T *, gpu__dynamic_shared(__FILE__, __LINE__))
#define GPU_BARRIER() ((void)gpu__barrier_here(GPU__SYNC, 0, GPU__SITE))
#define GPU_BARRIER_{COUNT|AND|OR}(p) gpu__barrier_here(GPU__SYNC_{COUNT|AND|OR}, (p) != 0, GPU__SITE)
#define gpu_grid_sync() ((void)gpu__barrier_here(GPU__SYNC_GRID, 0, GPU__SITE))

static inline void gpu__fence(void)
{
    if (gpu__simulated.watch) gpu__note_fence();
#if defined(GPU__TSAN) /* gcc's thread sanitizer rejects fences; on its processors this has the same effect */
    static int order;
    (void)GPU__FETCH_add(int, &order, 0);
#else
    GPU__FENCE_FULL();
#endif
}
#define GPU_FENCE() gpu__fence()

/* Atomics: one function for each type, selected by the type of the pointer. Shared memory needs no lock: one CPU thread
   runs the block, and it changes threads at barriers. Returns p, or NULL for other memory. */
static GPU__ALWAYS_INLINE void *gpu__on_shared(const volatile void *p)
{
    const gpu__cpu_thread *const t = &gpu__simulated;
    const uintptr_t at = (uintptr_t)p;
    return at - t->shared < t->shared_bytes || at - t->dynamic < t->dynamic_bytes ? (void *)at : NULL;
}
/* A function for each type: in C++ overloads of one name, in C each has its type's name. */
#ifdef __cplusplus
#define GPU__FOR_TYPE(f, name) f
extern "C++" {
#else
#define GPU__FOR_TYPE(f, name) f##_##name
#endif
#define GPU__ATOMIC_FETCH(op, sign, name, T)                                                                           \
    static inline T GPU__FOR_TYPE(gpu__atomic_##op, name)(volatile T * p, T v)                                         \
    {                                                                                                                  \
        T old, *const own = (T *)gpu__on_shared(p);                                                                    \
        if (own) return old = *own, *own = (T)((uint64_t)old sign((uint64_t)v)), old;                                  \
        if (gpu__simulated.watch) gpu__note_atomic(p, sizeof(T), 1);                                                   \
        return GPU__FETCH_##op(T, p, v);                                                                               \
    }
#define GPU__ATOMIC_LOOP(op, name, T, value, kind)                                                                     \
    static inline T GPU__FOR_TYPE(gpu__atomic_##op, name)(volatile T * p, T v)                                         \
    {                                                                                                                  \
        T old, now, *const own = (T *)gpu__on_shared(p);                                                               \
        if (gpu__simulated.watch) gpu__note_atomic(p, sizeof(T), kind);                                                \
        GPU__LOAD_TO(T, p, &old);                                                                                      \
        do now = value;                                                                                                \
        while (own ? (*own = now, 0) : !GPU__COMPARE_EXCHANGE_WEAK(T, p, &old, &now));                                 \
        return old;                                                                                                    \
    }
#define GPU__ATOMICS(name, T)                                                                                          \
    GPU__ATOMIC_LOOP(min, name, T, v < old ? v : old, 1)                                                               \
    GPU__ATOMIC_LOOP(max, name, T, v > old ? v : old, 1)                                                               \
    GPU__ATOMIC_LOOP(exch, name, T, v, -1)                                                                             \
    static inline T GPU__FOR_TYPE(gpu__atomic_cas, name)(volatile T * p, T old, T v)                                   \
    {                                                                                                                  \
        if (gpu__simulated.watch) gpu__note_atomic(p, sizeof(T), -1);                                                  \
        return (void)GPU__COMPARE_EXCHANGE(T, p, &old, &v), old;                                                       \
    }
/* Warp operations pass values as bit patterns; a match therefore distinguishes -0.0 and 0.0. */
static GPU__ALWAYS_INLINE void gpu__shfl_bits(int op, unsigned mask, void *v, size_t size, int source, int width,
                                              const gpu__site *at)
{
    unsigned long long bits = 0;
    memcpy(&bits, v, size);
    bits = gpu__warp_here(op, mask, bits, source, width, at);
    memcpy(v, &bits, size);
}
static GPU__ALWAYS_INLINE unsigned gpu__match_bits(int op, unsigned mask, const void *v, size_t size,
                                                   const gpu__site *at)
{
    unsigned long long bits = 0;
    memcpy(&bits, v, size);
    return (unsigned)gpu__warp_here(op, mask, bits, 0, 32, at);
}
static inline unsigned gpu__matched(unsigned group, int *all) { return *all = group != 0, group; }
static GPU__ALWAYS_INLINE unsigned GPU__FOR_TYPE(gpu__reduce, u32)(int op, unsigned mask, unsigned v,
                                                                   const gpu__site *at)
{
    return (unsigned)gpu__warp_here(op, mask, v, 0, 32, at);
}
/* Flipping the sign bit maps the order of signed integers to that of unsigned ones. */
static GPU__ALWAYS_INLINE int GPU__FOR_TYPE(gpu__reduce, i32)(int op, unsigned mask, int v, const gpu__site *at)
{
    const unsigned sign = op == GPU__W_REDUCE_MIN || op == GPU__W_REDUCE_MAX ? 0x80000000u : 0;
    return (int)(GPU__FOR_TYPE(gpu__reduce, u32)(op, mask, (unsigned)v ^ sign, at) ^ sign);
}
#define GPU__SHFL_FN(name, T)                                                                                          \
    static GPU__ALWAYS_INLINE T GPU__FOR_TYPE(gpu__shfl, name)(int op, unsigned mask, T v, int source, int width,      \
                                                               const gpu__site *at)                                    \
    {                                                                                                                  \
        return gpu__shfl_bits(op, mask, &v, sizeof v, source, width, at), v;                                           \
    }
#define GPU__MATCH_FN(name, T)                                                                                         \
    static GPU__ALWAYS_INLINE unsigned GPU__FOR_TYPE(gpu__match, name)(int op, unsigned mask, T v,                     \
                                                                       const gpu__site *at)                            \
    {                                                                                                                  \
        return gpu__match_bits(op, mask, &v, sizeof v, at);                                                            \
    }
GPU__ATOMICS({i32|u32|i64|u64|f32|f64}, {int|unsigned|long long|unsigned long long|float|double})
GPU__ATOMIC_FETCH(add, +, {i32|u32|i64|u64}, {int|unsigned|long long|unsigned long long})
GPU__ATOMIC_FETCH(sub, -, {i32|u32|i64|u64}, {int|unsigned|long long|unsigned long long})
GPU__ATOMIC_FETCH(and, &, {i32|u32|i64|u64}, {int|unsigned|long long|unsigned long long})
GPU__ATOMIC_FETCH(or, |, {i32|u32|i64|u64}, {int|unsigned|long long|unsigned long long})
GPU__ATOMIC_FETCH(xor, ^, {i32|u32|i64|u64}, {int|unsigned|long long|unsigned long long})
GPU__ATOMIC_LOOP(add, {f32|f64}, {float|double}, old + v, 0)
GPU__ATOMIC_LOOP(inc, u32, unsigned, old >= v ? 0 : old + 1, 0)
GPU__ATOMIC_LOOP(dec, u32, unsigned, old == 0 || old > v ? v : old - 1, 0)
GPU__{SHFL|MATCH}_FN({i32|u32|il|ul|i64|u64|f32|f64},
                     {int|unsigned|long|unsigned long|long long|unsigned long long|float|double})
#ifdef __cplusplus
}
#define GPU__PICK_REDUCE(v) gpu__reduce
#define GPU__ATOMIC{|_INTEGER}(op, p) gpu__atomic_##op
#define GPU__PICK_WARP(op, v) gpu__##op
#define GPU__EXTENT(p) gpu__extent(p)
#else
#define GPU__OF_INTEGERS(f) int : f##_i32, unsigned : f##_u32, long long : f##_i64, unsigned long long : f##_u64
#define GPU__OF_LONGS(f) long : f##_il, unsigned long : f##_ul
#define GPU__OF_VALUES(f) GPU__OF_INTEGERS(f), float : f##_f32, double : f##_f64
#define GPU__ATOMIC(op, p) GPU__EXTENSION _Generic(*(p), GPU__OF_VALUES(gpu__atomic_##op))
#define GPU__ATOMIC_INTEGER(op, p) GPU__EXTENSION _Generic(*(p), GPU__OF_INTEGERS(gpu__atomic_##op))
#define GPU__PICK_WARP(op, v) GPU__EXTENSION _Generic((v) + 0, GPU__OF_VALUES(gpu__##op), GPU__OF_LONGS(gpu__##op))
#define GPU__PICK_REDUCE(v) GPU__EXTENSION _Generic((v) + 0, int : gpu__reduce_i32, unsigned : gpu__reduce_u32)
#define GPU__EXTENT(p) (GPU__SAME_TYPE(GPU__TYPEOF(p), GPU__TYPEOF(&(p)[0])) ? -1LL : (long long)sizeof(p))
#endif
#define GPU_ATOMIC_{ADD|EXCH}(p, v) (GPU__ATOMIC({add|exch}, p)(p, v))
#define GPU_ATOMIC_{SUB|MIN|MAX|AND|OR|XOR}(p, v) (GPU__ATOMIC_INTEGER({sub|min|max|and|or|xor}, p)(p, v))
#define GPU_ATOMIC_CAS(p, compare, v) (GPU__ATOMIC_INTEGER(cas, p)(p, compare, v))
#define GPU_ATOMIC_{INC|DEC}(p, v) GPU__FOR_TYPE(gpu__atomic_{inc|dec}, u32)(p, v)
#define GPU__SHFL_3(op, mask, v, s) (GPU__PICK_WARP(shfl, v)(op, mask, v, GPU__AS(int, s), 32, GPU__SITE))
#define GPU__SHFL_4(op, mask, v, s, w)                                                                                 \
    (GPU__PICK_WARP(shfl, v)(op, mask, v, GPU__AS(int, s), GPU__AS(int, w), GPU__SITE))
#define GPU_SHFL{|_UP|_DOWN|_XOR}(...)                                                                                 \
    GPU__CAT(GPU__SHFL_, GPU__COUNT(__VA_ARGS__))(GPU__W_{INDEX|UP|DOWN|XOR}, __VA_ARGS__)
#define GPU_BALLOT(mask, p) (GPU__AS(unsigned, gpu__warp_here(GPU__W_BALLOT, mask, (p) != 0, 0, 32, GPU__SITE)))
#define GPU_{ANY|ALL}(mask, p) (GPU__AS(int, gpu__warp_here(GPU__W_{1}, mask, (p) != 0, 0, 32, GPU__SITE)))
#define GPU_MATCH_ANY(mask, v) (GPU__PICK_WARP(match, v)(GPU__W_MATCH, mask, v, GPU__SITE))
#define GPU_MATCH_ALL(mask, v, all) gpu__matched((GPU__PICK_WARP(match, v)(GPU__W_MATCH_ALL, mask, v, GPU__SITE)), all)
#define GPU__WARP_REDUCE(op, mask, v) (GPU__PICK_REDUCE(v)(GPU__W_REDUCE_##op, mask, v, GPU__SITE))
#define GPU_ACTIVE_MASK() (GPU__AS(unsigned, gpu__warp_here(GPU__W_ACTIVE, 0xffffffffu, 0, 0, 32, GPU__SITE)))
#define GPU_WARP_BARRIER(mask) ((void)gpu__warp_here(GPU__W_SYNC, mask, 0, 0, 32, GPU__SITE))
#ifdef GPU__TYPEOF
#define GPU_AT(p, i)                                                                                                   \
    (*GPU__AS(GPU__TYPEOF(&(p)[0]), gpu__element(GPU__AS(const volatile void *, p), GPU__AS(long long, i),             \
                                                 sizeof((p)[0]), GPU__EXTENT(p), #p, __FILE__, __LINE__)))
#else /* without typeof: converts the checked address back to an index, so that no out-of-bounds access happens */
#define GPU_AT(p, i)                                                                                                   \
    ((p)[((char *)gpu__element((const volatile void *)(p), (long long)(i), sizeof((p)[0]), -1LL, #p, __FILE__,         \
                               __LINE__) -                                                                             \
          (char *)(uintptr_t)(p)) /                                                                                    \
         (ptrdiff_t)sizeof((p)[0])])
#endif
#endif
