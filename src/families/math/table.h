#if defined(GPU__ONCE) && defined(__cplusplus)
#ifdef GPU_MATH
#define GPU__TABLE_math(ANY, ALL, REAL, WHOLE, COUNTED, PIXELS, BYTES, REAL_TOO, T, s, A, R, M)                        \
    REAL(gpu_status, exp10, T, s, (T * out, const T *x, size_t n), (out, x, n))                                        \
    REAL(gpu_status, expm1, T, s, (T * out, const T *x, size_t n), (out, x, n))                                        \
    REAL(gpu_status, log1p, T, s, (T * out, const T *x, size_t n), (out, x, n))                                        \
    REAL(gpu_status, tan, T, s, (T * out, const T *x, size_t n), (out, x, n))                                          \
    REAL(gpu_status, sinpi, T, s, (T * out, const T *x, size_t n), (out, x, n))                                        \
    REAL(gpu_status, cospi, T, s, (T * out, const T *x, size_t n), (out, x, n))                                        \
    REAL(gpu_status, asin, T, s, (T * out, const T *x, size_t n), (out, x, n))                                         \
    REAL(gpu_status, acos, T, s, (T * out, const T *x, size_t n), (out, x, n))                                         \
    REAL(gpu_status, atan, T, s, (T * out, const T *x, size_t n), (out, x, n))                                         \
    REAL(gpu_status, sinh, T, s, (T * out, const T *x, size_t n), (out, x, n))                                         \
    REAL(gpu_status, cosh, T, s, (T * out, const T *x, size_t n), (out, x, n))                                         \
    REAL(gpu_status, erf, T, s, (T * out, const T *x, size_t n), (out, x, n))                                          \
    REAL(gpu_status, rsqrt, T, s, (T * out, const T *x, size_t n), (out, x, n))                                        \
    REAL(gpu_status, hypot, T, s, (T * out, const T *x, const T *y, size_t n), (out, x, y, n))
#else
#define GPU__TABLE_math(...)
#endif
#endif
