/* Each CPU loop is compiled three times where that is possible, for any x86-64, for AVX2 and for AVX-512; the
   library picks at run time. (gcc for Windows spills AVX registers to a stack that is not aligned for them, so not
   there; without optimisation nothing is vectorised; and nvcc's pass over the device code needs none.) */
#if defined(__CUDA_ARCH__)
#define GPU__COPIES(M, ...)
#define GPU__TABLE(f)                                                                                                  \
    {                                                                                                                  \
        NULL, NULL, NULL                                                                                               \
    }
#elif defined(__x86_64__) && defined(__OPTIMIZE__) && (defined(GPU__CLANG) || (defined(GPU__GCC) && !defined(_WIN32)))
#define GPU__X86 1
#define GPU__AVX2 __attribute__((target("avx2,fma")))
#ifdef GPU__CLANG
#define GPU__AVX512 __attribute__((target("avx512f,avx512dq,avx512bw,avx512vl,avx2,fma")))
#else
#define GPU__AVX512 __attribute__((target("avx512f,avx512dq,avx512bw,avx512vl,avx2,fma,prefer-vector-width=512")))
#endif
/* Where the command line allows fused instructions, gcc 12 makes them of a*b - c*d beside a*b + c*d even there, once it
   has vectors of them (see GPU__BASELINE); all else then has the other two copies. */
#if defined(GPU__GCC) && (defined(__FMA__) || defined(__AVX512F__))
#define GPU__ANY_X86 __attribute__((optimize("no-tree-loop-vectorize", "no-tree-slp-vectorize")))
#else
#define GPU__ANY_X86
#endif
#define GPU__COPIES(M, ...)                                                                                            \
    M(_x1, GPU__ANY_X86, __VA_ARGS__) M(_x2, GPU__AVX2, __VA_ARGS__) M(_x5, GPU__AVX512, __VA_ARGS__)
#define GPU__TABLE(f)                                                                                                  \
    {                                                                                                                  \
        f##_x1, f##_x2, f##_x5                                                                                         \
    }
#else
#define GPU__COPIES(M, ...) M(_x1, , __VA_ARGS__)
#define GPU__TABLE(f)                                                                                                  \
    {                                                                                                                  \
        f##_x1, f##_x1, f##_x1                                                                                         \
    }
#endif

/* Two things the library must know of the loops, as another compiler may have built it. gcc 12 joins a*b - c*d and
   a*b + c*d, the members of a struct, into one fused instruction even with contraction off: structs stay with the
   copy for any x86-64, which has none. clang's loops check for overlap and take a slow path where out is an input. */
#define GPU__BASELINE 1
#define GPU__STAGE_IN_PLACE 2
#define GPU__NOT_EMPTY 4 /* a reduction that has no value for n = 0 */
#define GPU__IN_ORDER 8  /* an ordered reduction */
#if defined(GPU__CLANG)
#define GPU__FLAGS(T) GPU__STAGE_IN_PLACE
#elif !defined(GPU__X86)
#define GPU__FLAGS(T) 0
#elif defined(__cplusplus)
#define GPU__FLAGS(T) (__is_class(T) || __is_union(T) ? GPU__BASELINE : 0)
#else
#define GPU__FLAGS(T) (__builtin_classify_type(*(T *)0) >= 12 ? GPU__BASELINE : 0)
#endif

/* glibc has vector forms of its maths functions; declared so, the loops above call them. */
#if defined(__x86_64__) && defined(__GLIBC__) && defined(GPU__GCC) && defined(__OPTIMIZE__)
#if __GLIBC_PREREQ(2, 22)
#define GPU__LIBMVEC 1
#ifdef __cplusplus
#define GPU__NOTHROW noexcept(true)
extern "C" {
#else
#define GPU__NOTHROW
#endif
#define GPU__V1(m)                                                                                                     \
    extern double m(double) GPU__NOTHROW __attribute__((simd("notinbranch")));                                         \
    extern float m##f(float) GPU__NOTHROW __attribute__((simd("notinbranch")));
#define GPU__V2(m)                                                                                                     \
    extern double m(double, double) GPU__NOTHROW __attribute__((simd("notinbranch")));                                 \
    extern float m##f(float, float) GPU__NOTHROW __attribute__((simd("notinbranch")));
/* gcc merges sin(x) and cos(x) into one sincos that it cannot vectorise; a cosine of another name keeps them apart. */
#define GPU__V1_UNMERGED(T, m)                                                                                         \
    extern T gpu__libm_##m(T) GPU__NOTHROW __asm__(#m) __attribute__((const, simd("notinbranch")));                    \
    extern inline __attribute__((gnu_inline, always_inline)) T m(T x) GPU__NOTHROW { return gpu__libm_##m(x); }
GPU__V1_UNMERGED(double, cos)
GPU__V1_UNMERGED(float, cosf)
GPU__V1(sin)
GPU__V1(exp)
GPU__V1(log)
GPU__V2(pow)
/* Square roots vectorise where nothing can read an errno from them. */
extern double sqrt(double) GPU__NOTHROW __attribute__((const));
extern float sqrtf(float) GPU__NOTHROW __attribute__((const));
#if __GLIBC_PREREQ(2, 35)
GPU__V1(tan)
GPU__V1(asin)
GPU__V1(acos)
GPU__V1(atan)
GPU__V1(sinh)
GPU__V1(cosh)
/* clang-format off */
GPU__V1(tanh)
GPU__V1(asinh)
GPU__V1(acosh)
GPU__V1(atanh)
GPU__V1(exp2)
GPU__V1(expm1)
GPU__V1(log2)
GPU__V1(log10)
GPU__V1(log1p)
GPU__V1(erf)
GPU__V1(erfc)
GPU__V1(cbrt)
GPU__V2(atan2)
GPU__V2(hypot)
/* clang-format on */
#endif
#ifdef __cplusplus
}
#endif
#endif
#endif

