#if defined(GPU__ONCE) && defined(__cplusplus)
#define GPU__TABLE_elementwise(ANY, ALL, REAL, WHOLE, COUNTED, PIXELS, BYTES, REAL_TOO, T, s, A, R, M)                 \
    ALL(gpu_status, add, T, s, (T * out, const T *x, const T *y, size_t n), (out, x, y, n))                            \
    ALL(gpu_status, sub, T, s, (T * out, const T *x, const T *y, size_t n), (out, x, y, n))                            \
    ALL(gpu_status, mul, T, s, (T * out, const T *x, const T *y, size_t n), (out, x, y, n))                            \
    REAL(gpu_status, div, T, s, (T * out, const T *x, const T *y, size_t n), (out, x, y, n))                           \
    ALL(gpu_status, axpy, T, s, (T * out, T a, const T *x, const T *y, size_t n), (out, a, x, y, n))                   \
    ALL(gpu_status, scale, T, s, (T * out, T a, const T *x, size_t n), (out, a, x, n))                                 \
    ALL(gpu_status, axpy_from, T, s, (T * out, const T *a, const T *x, const T *y, size_t n), (out, a, x, y, n))       \
    ALL(gpu_status, scale_from, T, s, (T * out, const T *a, const T *x, size_t n), (out, a, x, n))                     \
    ALL(gpu_status, add_scalar, T, s, (T * out, const T *x, T a, size_t n), (out, x, a, n))                            \
    ALL(gpu_status, sub_scalar, T, s, (T * out, const T *x, T a, size_t n), (out, x, a, n))                            \
    ALL(gpu_status, scalar_sub, T, s, (T * out, T a, const T *x, size_t n), (out, a, x, n))                            \
    REAL(gpu_status, div_scalar, T, s, (T * out, const T *x, T a, size_t n), (out, x, a, n))                           \
    REAL(gpu_status, scalar_div, T, s, (T * out, T a, const T *x, size_t n), (out, a, x, n))                           \
    ALL(gpu_status, minimum, T, s, (T * out, const T *x, const T *y, size_t n), (out, x, y, n))                        \
    ALL(gpu_status, maximum, T, s, (T * out, const T *x, const T *y, size_t n), (out, x, y, n))                        \
    ALL(gpu_status, clip, T, s, (T * out, const T *x, T lo, T hi, size_t n), (out, x, lo, hi, n))                      \
    ALL(gpu_status, abs, T, s, (T * out, const T *x, size_t n), (out, x, n))                                           \
    ALL(gpu_status, square, T, s, (T * out, const T *x, size_t n), (out, x, n))                                        \
    ALL(gpu_status, sign, T, s, (T * out, const T *x, size_t n), (out, x, n))                                          \
    REAL(gpu_status, reciprocal, T, s, (T * out, const T *x, size_t n), (out, x, n))                                   \
    REAL(gpu_status, floor, T, s, (T * out, const T *x, size_t n), (out, x, n))                                        \
    REAL(gpu_status, ceil, T, s, (T * out, const T *x, size_t n), (out, x, n))                                         \
    REAL(gpu_status, round, T, s, (T * out, const T *x, size_t n), (out, x, n))                                        \
    REAL(gpu_status, sqrt, T, s, (T * out, const T *x, size_t n), (out, x, n))                                         \
    REAL(gpu_status, cbrt, T, s, (T * out, const T *x, size_t n), (out, x, n))                                         \
    REAL(gpu_status, exp, T, s, (T * out, const T *x, size_t n), (out, x, n))                                          \
    REAL(gpu_status, log, T, s, (T * out, const T *x, size_t n), (out, x, n))                                          \
    REAL(gpu_status, exp2, T, s, (T * out, const T *x, size_t n), (out, x, n))                                         \
    REAL(gpu_status, log2, T, s, (T * out, const T *x, size_t n), (out, x, n))                                         \
    REAL(gpu_status, log10, T, s, (T * out, const T *x, size_t n), (out, x, n))                                        \
    REAL(gpu_status, sin, T, s, (T * out, const T *x, size_t n), (out, x, n))                                          \
    REAL(gpu_status, cos, T, s, (T * out, const T *x, size_t n), (out, x, n))                                          \
    REAL(gpu_status, tanh, T, s, (T * out, const T *x, size_t n), (out, x, n))                                         \
    REAL(gpu_status, sigmoid, T, s, (T * out, const T *x, size_t n), (out, x, n))                                      \
    REAL(gpu_status, pow, T, s, (T * out, const T *x, T p, size_t n), (out, x, p, n))                                  \
    REAL(gpu_status, atan2, T, s, (T * out, const T *y, const T *x, size_t n), (out, y, x, n))                         \
    ALL(gpu_status, compare, T, s, (uint8_t * mask, const T *x, gpu_comparison how, const T *y, size_t n),             \
        (mask, x, how, y, n))                                                                                          \
    ALL(gpu_status, compare_scalar, T, s, (uint8_t * mask, const T *x, gpu_comparison how, T a, size_t n),             \
        (mask, x, how, a, n))                                                                                          \
    BYTES(gpu_status, mask_and, T, s, (T * out, const T *x, const T *y, size_t n), (out, x, y, n))                     \
    BYTES(gpu_status, mask_or, T, s, (T * out, const T *x, const T *y, size_t n), (out, x, y, n))                      \
    BYTES(gpu_status, mask_xor, T, s, (T * out, const T *x, const T *y, size_t n), (out, x, y, n))                     \
    BYTES(gpu_status, mask_not, T, s, (T * out, const T *x, size_t n), (out, x, n))                                    \
    ANY(gpu_status, cast, T, s, (T * out, const void *x, gpu_type type, size_t n), (out, x, type, n))
/* A bare gpu_cast has the type of x from its pointer. */
#define GPU__CASTS_TO(D, T, s)                                                                                         \
    D(gpu_status, cast, T, s, (T * out, const float *x, size_t n), (out, x, GPU_F32, n))                               \
    D(gpu_status, cast, T, s, (T * out, const double *x, size_t n), (out, x, GPU_F64, n))                              \
    D(gpu_status, cast, T, s, (T * out, const int32_t *x, size_t n), (out, x, GPU_I32, n))                             \
    D(gpu_status, cast, T, s, (T * out, const int64_t *x, size_t n), (out, x, GPU_I64, n))                             \
    D(gpu_status, cast, T, s, (T * out, const uint8_t *x, size_t n), (out, x, GPU_U8, n))                              \
    D(gpu_status, cast, T, s, (T * out, const uint32_t *x, size_t n), (out, x, GPU_U32, n))                            \
    D(gpu_status, cast, T, s, (T * out, const uint64_t *x, size_t n), (out, x, GPU_U64, n))
#define GPU__CASTS(D)                                                                                                  \
    GPU__CASTS_TO(D, float, f32)                                                                                       \
    GPU__CASTS_TO(D, double, f64)                                                                                      \
    GPU__CASTS_TO(D, int32_t, i32)                                                                                     \
    GPU__CASTS_TO(D, int64_t, i64)                                                                                     \
    GPU__CASTS_TO(D, uint8_t, u8)                                                                                      \
    GPU__CASTS_TO(D, uint32_t, u32)                                                                                    \
    GPU__CASTS_TO(D, uint64_t, u64)
#endif
