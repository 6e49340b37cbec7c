/* Where possible, each CPU loop is compiled three times: for any x86-64, for AVX2 and for AVX-512; the variant is
   selected at run time. (Not with gcc for Windows, which spills AVX registers to a misaligned stack; not without
   optimisation, when nothing is vectorised; not in nvcc's device pass.) */
/* clang-format off */
#if defined(__CUDA_ARCH__)
#define GPU__COPIES(M, ...)
#define GPU__TABLE(f) {NULL, NULL, NULL}
#elif defined(__x86_64__) && defined(__OPTIMIZE__) && (defined(GPU__CLANG) || (defined(GPU__GCC) && !defined(_WIN32)))
#define GPU__X86 1
#define GPU__AVX2 __attribute__((__target__("avx2,fma")))
#define GPU__AVX512 __attribute__((__target__("avx512f,avx512dq,avx512bw,avx512vl,avx2,fma" GPU__WIDE_VECTORS)))
/* If the command line enables FMA, gcc 12 contracts a*b - c*d beside a*b + c*d even in the baseline variant, once it
   has vectors of them (see GPU__BASELINE). Everything else then uses the other two variants. */
#if defined(GPU__GCC) && (defined(__FMA__) || defined(__AVX512F__))
#define GPU__ANY_X86 __attribute__((__optimize__("no-tree-loop-vectorize", "no-tree-slp-vectorize")))
#else
#define GPU__ANY_X86
#endif
#define GPU__COPIES(M, ...)                                                                                            \
    M(_x1, GPU__ANY_X86, __VA_ARGS__) M(_x2, GPU__AVX2, __VA_ARGS__) M(_x5, GPU__AVX512, __VA_ARGS__)
#define GPU__TABLE(f) {f##_x1, f##_x2, f##_x5}
#else
#define GPU__COPIES(M, ...) M(_x1, , __VA_ARGS__)
#define GPU__TABLE(f) {f##_x1, f##_x1, f##_x1}
#endif
/* clang-format on */

/* A vector of some bytes, as in `typedef float v GPU__VECTOR(32);`, and its number of elements of a size. Other
   compilers, and nvcc's device pass, have vectors of one element. */
#if defined(GPU__GNU) && !defined(__CUDA_ARCH__)
#define GPU__VECTOR(bytes) __attribute__((__vector_size__(bytes)))
#define GPU__VECTOR_LANES(bytes, size) ((size_t)(bytes) / (size))
#else
#define GPU__VECTOR(bytes)
#define GPU__VECTOR_LANES(bytes, size) ((size_t)1)
#endif

/* Two properties of a loop that the library must know, since another compiler may have built it. BASELINE: gcc 12
   contracts a*b - c*d and a*b + c*d, the members of a struct, into one fused instruction even with contraction off; so
   structs use the variant for any x86-64, which has none. STAGE_IN_PLACE: clang's loops check for overlap at run time
   and are slow if out is an input. */
#define GPU__BASELINE 1
#define GPU__STAGE_IN_PLACE 2
#define GPU__NOT_EMPTY 4 /* a reduction without a value for n = 0 */
#define GPU__IN_ORDER 8  /* an ordered reduction */
#if defined(GPU__CLANG)
#define GPU__FLAGS(T) GPU__STAGE_IN_PLACE
#elif !defined(GPU__X86)
#define GPU__FLAGS(T) 0
#elif defined(__cplusplus)
#define GPU__FLAGS(T) (__is_class(T) || __is_union(T) ? GPU__BASELINE : 0)
#else
#define GPU__FLAGS(T) (GPU__CLASS_OF(T) >= 12 ? GPU__BASELINE : 0)
#endif

/* Declares glibc's vector variants of the mathematical functions, which the loops then call. */
#if defined(__x86_64__) && defined(__GLIBC__) && defined(GPU__GCC) && defined(__OPTIMIZE__)
#if __GLIBC_PREREQ(2, 22)
#ifdef __cplusplus
#define GPU__NOTHROW noexcept(true)
extern "C" {
#else
#define GPU__NOTHROW
#endif
#define GPU__SIMD GPU__NOTHROW __attribute__((__simd__("notinbranch")))
/* gcc merges sin(x) and cos(x) into one sincos, which it cannot vectorise; another name for cos keeps them apart. */
extern {double|float} gpu__libm_cos{|f}({1}) GPU__NOTHROW __asm__("cos{|f}")
    __attribute__((__const__, __simd__("notinbranch")));
extern inline __attribute__((__gnu_inline__, __always_inline__)) {double|float} cos{|f}({1} x) GPU__NOTHROW
{
    return gpu__libm_cos{|f}(x);
}
extern {double|float} {sin|exp|log}{|f}({1}) GPU__SIMD;
extern {double|float} pow{|f}({1}, {1}) GPU__SIMD;
/* Square roots vectorise once the declaration rules out errno. */
extern {double|float} sqrt{|f}({1}) GPU__NOTHROW __attribute__((__const__));
#if __GLIBC_PREREQ(2, 35)
extern {double|float} {tan|asin|acos|atan|sinh|cosh|tanh|asinh|acosh|atanh}{|f}({1}) GPU__SIMD;
extern {double|float} {exp2|expm1|log2|log10|log1p|erf|erfc|cbrt}{|f}({1}) GPU__SIMD;
extern double {atan2|hypot}(double, double) GPU__SIMD;
extern float {atan2|hypot}f(float, float) GPU__SIMD;
#endif
#ifdef __cplusplus
}
#endif
#endif
#endif
