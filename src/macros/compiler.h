#if defined(__GNUC__) || defined(__clang__)
#ifdef __MINGW_PRINTF_FORMAT
#define GPU__PRINTF(f, a) __attribute__((format(__MINGW_PRINTF_FORMAT, f, a)))
#else
#define GPU__PRINTF(f, a) __attribute__((format(printf, f, a)))
#endif
#define GPU__TLS __thread
#define GPU__ALIGNOF(T) __alignof__(T)
#if defined(__OPTIMIZE__) || defined(__CUDA_ARCH__)
#define GPU__ALWAYS_INLINE inline __attribute__((always_inline))
#else
#define GPU__ALWAYS_INLINE inline /* copies of a body that nothing optimises would only cost compile time */
#endif
#define GPU__PREFETCH(address) __builtin_prefetch((const void *)(address))
#define GPU__NORETURN __attribute__((noreturn))
#define GPU__VECTOR_ALIGNED __attribute__((aligned(64))) /* of a type: no vector of it lies in two cache lines */
#else
#define GPU__PRINTF(f, a)
#define GPU__TLS __declspec(thread)
#define GPU__ALIGNOF(T) __alignof(T)
#define GPU__ALWAYS_INLINE inline
#define GPU__PREFETCH(address) ((void)0)
#define GPU__NORETURN __declspec(noreturn)
#define GPU__VECTOR_ALIGNED
#endif
#define GPU__LIFTED_FN GPU__HOT static GPU__UNUSED GPU__HOST_DEVICE GPU__ALWAYS_INLINE
/* A body that is compiled as a part of what calls it, for the processor that that is for. */
#define GPU__BODY GPU__HOT static GPU__UNUSED GPU__ALWAYS_INLINE

/* clang takes the contraction as a pragma, and checks for overlap at run time; gcc is told that there is none. */
#ifdef __clang__
#pragma STDC FP_CONTRACT OFF
#endif
#ifdef GPU__HOT_FLAGS
#define GPU__NO_ALIAS _Pragma("GCC ivdep")
/* Of a reduction: PRE makes branches of two selects in a row, and scalar code. (Of two such attributes the second takes
   the cost model back to that of -O2.) */
#define GPU__HOT_FOLD __attribute__((optimize(GPU__HOT_FLAGS, "no-tree-pre")))
/* A loop whose combine step calls functions of the program's own: gcc leaves those out of what has flags of its own,
   unless it is told. A scan of structs takes 2.6 ns an element then, and 17 with calls. */
#define GPU__FLAT __attribute__((flatten))
#else
#define GPU__NO_ALIAS
#define GPU__HOT_FOLD GPU__HOT
#define GPU__FLAT
#endif

/* Prefetch distance in bytes of loops that only read, into the first-level cache: the hardware's own prefetch stops at
   the page's end. Measured: 1.3 to 1.6 times faster on an EPYC, up to 1.5 on a Xeon. */
#define GPU__AHEAD 6144

