/* All extensions beyond C99 and C++17: those of gcc and clang, those of Microsoft's compiler, and for any other
   compiler their equivalents in C11 or C++11. (api/specifiers.h finds out which compiler it is, and defines
   GPU__HOT; the AVX2 and AVX-512 variants of loops are in isa.h.) */
/* Conversions and a null pointer in macros, so that C++ programs compile with -Wold-style-cast and
   -Wzero-as-null-pointer-constant. (nvcc reads C's form, which is shorter.) GPU__PLAIN: the type of a parameter without
   `const` and `__restrict` of its own. g++ and clang++ convert no float *__restrict * to or from a void *. */
#ifdef __cplusplus
extern "C++" {
template <class Type> struct gpu__plain {
    typedef Type gpu__type;
};
template <class Type> struct gpu__plain<Type * {const|__restrict|const __restrict}> {
    typedef Type *gpu__type;
};
template <class Type> struct gpu__pointer {
    enum { yes = 0 };
};
template <class Type> struct gpu__pointer<Type *> {
    enum { yes = 1 };
};
template <class Type> struct gpu__pointer<const Type *> {
    enum { yes = 0x10001 }; /* bit 16, for the tape: a pointer to const */
};
template <class Result, class... Args> struct gpu__pointer<Result (*)(Args...)> {
    enum { yes = 0 }; /* to code, not to memory */
};
}
#define GPU__PLAIN(T) typename gpu__plain<T>::gpu__type
#define GPU__IS_POINTER(T) (gpu__pointer<GPU__PLAIN(T)>::yes & 1)
#define GPU__MAY_POINT(T) (gpu__pointer<GPU__PLAIN(T)>::yes | (__is_class(T) || __is_union(T)))
#else
#define GPU__PLAIN(T) T
#endif
#if defined(__cplusplus) && !defined(__CUDACC__)
#define GPU__AS(T, x) static_cast<T>(x)
#define GPU__ADDRESS_OF(T, x) const_cast<void *>(static_cast<const volatile void *>(&const_cast<GPU__PLAIN(T) &>(x)))
#define GPU__ARRAY_OF(T, x) const_cast<GPU__PLAIN(T) const *>(x)
#define GPU__WORD_OF(p) reinterpret_cast<uintptr_t>(p)
#define GPU__NULL nullptr
#else
#define GPU__AS(T, x) (T)(x)
#define GPU__ADDRESS_OF(T, x) (void *)(uintptr_t)&x
#define GPU__ARRAY_OF(T, x) (const void *)(uintptr_t)(x)
#define GPU__WORD_OF(p) (uintptr_t)(p)
#define GPU__NULL 0
#endif
#if defined(GPU__GNU)
#ifdef __MINGW_PRINTF_FORMAT
#define GPU__PRINTF(f, a) __attribute__((__format__(__MINGW_PRINTF_FORMAT, f, a)))
#else
#define GPU__PRINTF(f, a) __attribute__((__format__(__printf__, f, a)))
#endif
#define GPU__EXTENSION __extension__ /* no warning from -Wpedantic, for example about _Generic in C99 */
#define GPU__TLS __thread
#define GPU__ALIGNOF(T) __alignof__(T)
#define GPU__ALIGNED(bytes) __attribute__((__aligned__(bytes))) /* for a member */
#define GPU__TYPEOF(x) __typeof__(x)
#define GPU__SAME_TYPE(T, U) __builtin_types_compatible_p(T, U)
/* Classes of types: 5 is a pointer; 12 and higher are structures and unions. A float is asked for as a double, to which
   it would be promoted. Of a pointer to const an operator ?: makes a const void *. */
#ifndef __cplusplus
#define GPU__CLASS_OF(T)                                                                                               \
    __builtin_classify_type(*__builtin_choose_expr(__builtin_types_compatible_p(T, float), (double *)0, (T *)0))
#define GPU__IS_POINTER(T) (GPU__CLASS_OF(T) == 5)
#ifdef GPU_TAPE
#define GPU__MAY_POINT(T)                                                                                              \
    ((GPU__IS_POINTER(T) || GPU__CLASS_OF(T) >= 12) +                                                                  \
     (__builtin_types_compatible_p(                                                                                    \
          __typeof__(1 ? __builtin_choose_expr(GPU__IS_POINTER(T), *(T *)0, (int *)0) : (void *)1), const void *)      \
      << 16))
#else
#define GPU__MAY_POINT(T) (GPU__IS_POINTER(T) || GPU__CLASS_OF(T) >= 12)
#endif
#endif
#define GPU__STATIC_CONST(T, ...)                                                                                      \
    __extension__({                                                                                                    \
        static const T gpu__literal = {__VA_ARGS__};                                                                   \
        &gpu__literal;                                                                                                 \
    })
/* Also for small functions that have one caller: at -O0 gcc takes longer to emit such a function than to inline it. */
#define GPU__FORCE_INLINE inline __attribute__((__always_inline__))
#if defined(__OPTIMIZE__) || defined(__CUDA_ARCH__)
#define GPU__ALWAYS_INLINE inline __attribute__((__always_inline__))
#define GPU__ASSUME(condition)                                                                                         \
    if (!(condition)) __builtin_unreachable();
#else
#define GPU__ALWAYS_INLINE inline /* without optimisation inlined copies would only cost compile time */
#define GPU__ASSUME(condition) (void)(0 && (condition));
#endif
/* What gcc needs to be told for vectors of 64 bytes; gcc 9 refuses it. */
#if defined(GPU__GCC) && __GNUC__ >= 10
#define GPU__WIDE_VECTORS ",prefer-vector-width=512"
#else
#define GPU__WIDE_VECTORS
#endif
/* noipa: without it gcc lets callers keep values in those registers that it sees this function does not use. */
#if defined(GPU__GCC) && __GNUC__ >= 8
#define GPU__OPAQUE __attribute__((__noipa__)) __attribute__((__noinline__))
#else
#define GPU__OPAQUE __attribute__((__noinline__))
#endif
/* A function written in assembly alone; gcc has the attribute on few processors. */
#if defined(__x86_64__) && (!defined(GPU__GCC) || __GNUC__ >= 8)
#define GPU__NAKED __attribute__((__naked__)) GPU__OPAQUE
#endif
#define GPU__NORETURN __attribute__((__noreturn__))
#define GPU__WEAK __attribute__((__weak__)) extern
#define GPU__VECTOR_ALIGNED                                                                                            \
    __attribute__((__aligned__(64))) /* for a type: none of its vectors straddles two cache lines */
#ifdef __ELF__                       /* the linker defines symbols for a section's bounds */
/* nvcc shows the section's name when it refuses `extern __shared__`. */
#define GPU__SHARED_SECTION __attribute__((__section__("gpu_extern_takes_GPU_SHARED_DYNAMIC"), __used__))
#define GPU__SHARED_{BEGIN|END} __{start|stop}_gpu_extern_takes_GPU_SHARED_DYNAMIC
#define GPU__HIDDEN __attribute__((__visibility__("hidden")))
#endif
#define GPU__MAY_ALIAS __attribute__((__may_alias__))
#define GPU__AT_EXIT(name) __attribute__((__destructor__)) static void name(void)
#define GPU__PREFETCH(address) __builtin_prefetch((const void *)(address))
#define GPU__CLZ64(x) __builtin_clzll(x)
#ifdef __SIZEOF_INT128__
#define GPU__MULTIPLY_HIGH(a, b) (__extension__(uint64_t)((unsigned __int128)(a) * (b) >> 64))
#endif
#if defined(__x86_64__) || defined(__i386__)
#define GPU__CPU_ASK() __builtin_cpu_init()
#define GPU__CPU_HAS(name) __builtin_cpu_supports(name)
#endif

/* Atomics. Loads, stores and GPU__ADD, which returns the old value, are relaxed unless their name says otherwise;
   GPU__EXCHANGE_ACQUIRE takes a lock. Those for atomics in kernels, GPU__FETCH_ and GPU__COMPARE_EXCHANGE, acquire and
   release. */
#define GPU__LOAD{|_ACQUIRE}(T, p) __atomic_load_n(p, __ATOMIC_{RELAXED|ACQUIRE})
#define GPU__LOAD_TO(T, p, value) __atomic_load(p, value, __ATOMIC_RELAXED)
#define GPU__STORE{|_RELEASE}(T, p, v) __atomic_store_n(p, v, __ATOMIC_{RELAXED|RELEASE})
#define GPU__EXCHANGE_ACQUIRE(T, p, v) __atomic_exchange_n(p, v, __ATOMIC_ACQUIRE)
#define GPU__ADD(T, p, v) __atomic_fetch_add(p, v, __ATOMIC_RELAXED)
#define GPU__FETCH_{add|sub|and|or|xor}(T, p, v) __atomic_fetch_{1}(p, v, __ATOMIC_ACQ_REL)
#define GPU__COMPARE_EXCHANGE{|_WEAK}(T, p, old, now)                                                                  \
    __atomic_compare_exchange(p, old, now, {0|1}, __ATOMIC_ACQ_REL, __ATOMIC_{ACQUIRE|RELAXED})
#define GPU__FENCE_COMPILER() __asm__ __volatile__("" ::: "memory")
#define GPU__FENCE_{ACQUIRE|RELEASE|FULL}() __atomic_thread_fence(__ATOMIC_{ACQUIRE|RELEASE|SEQ_CST})

#ifdef GPU__CLANG
#define GPU__HOST_COMPILER __VERSION__
#else
#define GPU__HOST_COMPILER "gcc " __VERSION__
#endif
#endif

#ifndef GPU__GNU
#define GPU__{EXTENSION|MAY_ALIAS|VECTOR_ALIGNED}
#define GPU__PRINTF(f, a)
#ifdef __cplusplus
#define GPU__ALIGNOF(T) alignof(T)
#define GPU__ALIGNED(bytes) alignas(bytes)
#define GPU__TYPEOF(x) decltype(x)
#define GPU__STATIC_CONST(T, ...)                                                                                      \
    [] {                                                                                                               \
        static const T gpu__literal = {__VA_ARGS__};                                                                   \
        return &gpu__literal;                                                                                          \
    }()
#define GPU__AT_EXIT(name)                                                                                             \
    static void name(void);                                                                                            \
    static struct name##_at_exit {                                                                                     \
        ~name##_at_exit() { name(); }                                                                                  \
    } name##_object;                                                                                                   \
    static void name(void)
#else
#define GPU__NUMBER_0(T)                                                                                               \
    T:                                                                                                                 \
    0, unsigned T : 0
#define GPU__IS_POINTER(T) (GPU__MAY_POINT(T) && sizeof(T) == sizeof(void *)) /* or is a structure of that size */
#define GPU__MAY_POINT(T)                                                                                              \
    _Generic(*(T *)0, GPU__NUMBER_0(char), GPU__NUMBER_0(short), GPU__NUMBER_0(int), GPU__NUMBER_0(long),              \
             GPU__NUMBER_0(long long), signed char : 0, _Bool : 0, float : 0, double : 0, default : 1)
#define GPU__ALIGNOF(T) _Alignof(T)
#define GPU__ALIGNED(bytes) _Alignas(bytes)
#if !defined(GPU__TYPEOF) && __STDC_VERSION__ >= 202311L
#define GPU__TYPEOF(x) typeof(x)
#elif !defined(GPU__TYPEOF) && defined(_MSC_VER) && _MSC_VER >= 1939
#define GPU__TYPEOF(x) __typeof__(x)
#endif
#define GPU__SAME_TYPE(T, U) _Generic((T *)0, U * : 1, default : 0)
#define GPU__AT_EXIT_LATE 1 /* the library registers these functions with atexit when it starts */
#define GPU__AT_EXIT(name) static void name(void)
#endif
#ifdef __COUNTER__
#define GPU__SITE_NUMBER __COUNTER__
#else
#define GPU__SITE_NUMBER __LINE__
#endif
#endif

#ifdef GPU__MSVC
#include <intrin.h>
#define GPU__{TLS|NORETURN|OPAQUE} __declspec({thread|noreturn|noinline})
#define GPU__WEAK extern __declspec(selectany)
#define GPU__{FORCE|ALWAYS}_INLINE __forceinline
#define GPU__ASSUME(condition) __assume(condition);
#define GPU__HOST_COMPILER "Microsoft's compiler " GPU__TEXT(_MSC_VER)
#ifdef _M_ARM64
#define GPU__PREFETCH(address) __prefetch((const void *)(address))
#define GPU__BARRIER() __dmb(_ARM64_BARRIER_ISH)
#else /* x64 does not reorder two loads or two stores; keep the compiler from doing so */
#define GPU__PREFETCH(address) _mm_prefetch((const char *)(address), _MM_HINT_T0)
#define GPU__BARRIER() _ReadWriteBarrier()
#endif
#define GPU__MULTIPLY_HIGH(a, b) __umulh(a, b)
static inline int gpu__clz64(uint64_t x) /* 63 for 0 */
{
    unsigned long highest = 0;
    _BitScanReverse64(&highest, x);
    return 63 - (int)highest;
}
#define GPU__CLZ64(x) gpu__clz64(x)

/* For objects of 4 and 8 bytes: a volatile access is atomic, an interlocked operation is a full barrier. */
static inline uint64_t gpu__interlocked_load(const volatile void *p, size_t size)
{
    const uint64_t v = size == 8 ? *(const volatile uint64_t *)p : *(const volatile uint32_t *)p;
    GPU__BARRIER();
    return v;
}
static inline int gpu__interlocked_compare(volatile void *p, void *old, const void *now, size_t size)
{
    if (size == 8) {
        const __int64 was = *(__int64 *)old, is = *(const __int64 *)now;
        *(__int64 *)old = _InterlockedCompareExchange64((volatile __int64 *)p, is, was);
        return *(__int64 *)old == was;
    } else {
        const long was = *(long *)old, is = *(const long *)now;
        *(long *)old = _InterlockedCompareExchange((volatile long *)p, is, was);
        return *(long *)old == was;
    }
}
static inline uint64_t gpu__interlocked_{exchange|add|and|or|xor}(volatile void *p, uint64_t v, size_t size)
{
    if (size == 8) return (uint64_t)_Interlocked{Exchange|ExchangeAdd|And|Or|Xor}64((volatile __int64 *)p, (__int64)v);
    return (uint32_t)_Interlocked{2}((volatile long *)p, (long)v);
}
static inline void gpu__interlocked_fence(void)
{
    volatile long any = 0;
    (void)_InterlockedExchange(&any, 1);
}
#define GPU__LOAD(T, p) (*(T const volatile *)(p))
#define GPU__LOAD_ACQUIRE(T, p) ((T)gpu__interlocked_load(p, sizeof(T)))
#define GPU__LOAD_TO(T, p, value) ((void)(*(value) = GPU__LOAD(T, p)))
#define GPU__STORE(T, p, v) ((void)(*(T volatile *)(p) = (T)(v)))
#define GPU__STORE_RELEASE(T, p, v) (GPU__BARRIER(), GPU__STORE(T, p, v))
#define GPU__EXCHANGE_ACQUIRE(T, p, v) ((T)gpu__interlocked_exchange(p, (uint64_t)(v), sizeof(T)))
#define GPU__ADD(T, p, v) ((T)gpu__interlocked_add(p, (uint64_t)(v), sizeof(T)))
#define GPU__FETCH_add(T, p, v) GPU__ADD(T, p, v)
#define GPU__FETCH_sub(T, p, v) GPU__ADD(T, p, 0 - (uint64_t)(v))
#define GPU__FETCH_{and|or|xor}(T, p, v) ((T)gpu__interlocked_{1}(p, (uint64_t)(v), sizeof(T)))
#define GPU__COMPARE_EXCHANGE{|_WEAK}(T, p, old, now) gpu__interlocked_compare(p, old, now, sizeof(T))
#define GPU__FENCE_COMPILER() _ReadWriteBarrier()
#define GPU__FENCE_{ACQUIRE|RELEASE}() GPU__BARRIER()
#define GPU__FENCE_FULL() gpu__interlocked_fence()
#ifndef __clang__
#pragma fp_contract(off)
#endif
#pragma warning(error : 4133 4047 4024) /* in C: pointers of the wrong type */
#endif

#if !defined(GPU__GNU) && !defined(GPU__MSVC)
#ifdef __cplusplus
#include <atomic>
#define GPU__STD std::
#define GPU__ATOMIC_TYPE(T) std::atomic<T>
#define GPU__TLS thread_local
#define GPU__NORETURN [[noreturn]]
#elif __STDC_VERSION__ >= 201112L && !defined(__STDC_NO_ATOMICS__) && !defined(__STDC_NO_THREADS__)
#include <stdatomic.h>
#define GPU__STD
#define GPU__ATOMIC_TYPE(T) _Atomic(T)
#define GPU__TLS _Thread_local
#define GPU__NORETURN _Noreturn
#else
#error "gpu.h: a compiler other than gcc, clang and Microsoft's needs C11 with atomics: -std=c11"
#endif
#define GPU__OPAQUE
#define GPU__WEAK extern
#define GPU__{FORCE|ALWAYS}_INLINE inline
#define GPU__ASSUME(condition) (void)(condition);
#define GPU__PREFETCH(address) ((void)0)
#define GPU__HOST_COMPILER "a C compiler"
static inline int gpu__clz64(uint64_t x)
{
    int zeros = 0;
    while (zeros < 64 && !(x >> (63 - zeros))) zeros++;
    return zeros;
}
#define GPU__CLZ64(x) gpu__clz64(x)
/* Casts an ordinary object to an atomic type: the two have the same size and alignment wherever atomics are
   lock-free. */
#define GPU__ATOMIC_AT(T, p) ((volatile GPU__ATOMIC_TYPE(T) *)(p))
#define GPU__ORDER(order) GPU__STD memory_order_##order
#define GPU__LOAD{|_ACQUIRE}(T, p) GPU__STD atomic_load_explicit(GPU__ATOMIC_AT(T, p), GPU__ORDER({relaxed|acquire}))
#define GPU__LOAD_TO(T, p, value) (*(value) = GPU__LOAD(T, p))
#define GPU__STORE{|_RELEASE}(T, p, v)                                                                                 \
    GPU__STD atomic_store_explicit(GPU__ATOMIC_AT(T, p), (T)(v), GPU__ORDER({relaxed|release}))
#define GPU__EXCHANGE_ACQUIRE(T, p, v)                                                                                 \
    GPU__STD atomic_exchange_explicit(GPU__ATOMIC_AT(T, p), (T)(v), GPU__ORDER(acquire))
#define GPU__ADD(T, p, v) GPU__STD atomic_fetch_add_explicit(GPU__ATOMIC_AT(T, p), (T)(v), GPU__ORDER(relaxed))
#define GPU__FETCH_{add|sub|and|or|xor}(T, p, v)                                                                       \
    GPU__STD atomic_fetch_{1}_explicit(GPU__ATOMIC_AT(T, p), v, GPU__ORDER(acq_rel))
#define GPU__COMPARE_EXCHANGE{|_WEAK}(T, p, old, now)                                                                  \
    GPU__STD atomic_compare_exchange_{strong|weak}_explicit(GPU__ATOMIC_AT(T, p), old, *(now), GPU__ORDER(acq_rel),    \
                                                            GPU__ORDER({acquire|relaxed}))
#define GPU__FENCE_COMPILER() GPU__STD atomic_signal_fence(GPU__ORDER(seq_cst))
#define GPU__FENCE_{ACQUIRE|RELEASE|FULL}() GPU__STD atomic_thread_fence(GPU__ORDER({acquire|release|seq_cst}))
#endif

#if defined(__SANITIZE_THREAD__)
#define GPU__TSAN 1
#elif defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define GPU__TSAN 1
#endif
#endif

/* As default arguments: the file and line of the call. */
#if defined(GPU__GCC) || (defined(GPU__CLANG) && __clang_major__ >= 9) || (defined(_MSC_VER) && _MSC_VER >= 1926)
#define GPU__CALLERS_{FILE|LINE} __builtin_{FILE|LINE}()
#else
#define GPU__CALLERS_{FILE|LINE} __{FILE|LINE}__
#endif

/* A function in the program's own file; clang and nvcc do not warn if it is unused. */
#define GPU__LIFTED_FN GPU__HOT static GPU__UNUSED GPU__HOST_DEVICE GPU__ALWAYS_INLINE
/* One that is called rarely: not inline, so that it takes no registers from the usual path. */
#if defined(__OPTIMIZE__) || defined(__CUDA_ARCH__)
#define GPU__RARE_FN GPU__HOT static GPU__UNUSED GPU__HOST_DEVICE GPU__OPAQUE
#else
#define GPU__RARE_FN static inline GPU__HOST_DEVICE
#endif
/* A body that is inlined into its caller and so compiled for the caller's ISA variant. */
#define GPU__BODY GPU__HOT static GPU__UNUSED GPU__ALWAYS_INLINE

/* For functions of the program that a body calls: by it clang compiles them for each instruction set. gcc, which would
   refuse recursion, does so by GPU__FLAT. */
#ifdef __clang__
#define GPU__CALLED GPU__ALWAYS_INLINE
#else
#define GPU__CALLED
#endif

/* clang turns contraction off by a pragma and checks for overlap at run time; gcc is told that nothing overlaps. */
#if defined(__clang__) || (!defined(GPU__GNU) && !defined(GPU__MSVC))
#pragma STDC FP_CONTRACT OFF
#endif
#ifdef GPU__HOT_FLAGS
#define GPU__NO_ALIAS _Pragma("GCC ivdep")
#if __GNUC__ >= 8 && !defined(__CUDACC__) /* a loop as long as a vector, which gcc would unroll before it vectorises */
#define GPU__VECTOR_LOOP GPU__NO_ALIAS _Pragma("GCC unroll 1")
#else
#define GPU__VECTOR_LOOP GPU__NO_ALIAS
#endif
/* For reductions: partial redundancy elimination would make branches, and so scalar code, of two consecutive selects.
   (A second attribute `optimize` would reset the cost model to that of -O2, so this one repeats the flags.) */
#define GPU__HOT_FOLD __attribute__((__optimize__(GPU__HOT_FLAGS, "no-tree-pre")))
/* For loops that call the program's own functions, which gcc does not inline into a function with `optimize` flags
   unless told to. A scan of structs takes 2.6 ns an element with it, 17 without; a map of a plain function is 16 times
   as fast. */
#define GPU__FLAT __attribute__((__flatten__))
#else
#define GPU__{NO_ALIAS|VECTOR_LOOP|FLAT}
#define GPU__HOT_FOLD GPU__HOT
#endif

/* A loop of device code whose passes are written out, as by #pragma unroll. */
#ifdef __CUDA_ARCH__
#define GPU__UNROLLED(...) _Pragma("unroll") for (__VA_ARGS__)
#else
#define GPU__UNROLLED(...) for (__VA_ARGS__)
#endif

/* Prefetch distance in bytes, into the L1 cache, for loops that only read: the hardware prefetcher stops at page
   boundaries. Measured: 1.3 to 1.6 times faster on an EPYC, up to 1.5 times on a Xeon. */
#define GPU__PREFETCH_BYTES 6144
