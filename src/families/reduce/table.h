#if defined(GPU__ONCE) && defined(__cplusplus)
#define GPU__TABLE_reduce(ANY, ALL, REAL, WHOLE, COUNTED, PIXELS, BYTES, REAL_TOO, T, s, A, R, M)                      \
    ANY(A, sum, T, s, (const T *x, size_t n), (x, n))                                                                  \
    ANY(gpu_status, sum_to, T, s, (A * out, const T *x, size_t n), (out, x, n))                                        \
    ALL(A, prod, T, s, (const T *x, size_t n), (x, n))                                                                 \
    ALL(gpu_status, prod_to, T, s, (A * out, const T *x, size_t n), (out, x, n))                                       \
    ALL(A, dot, T, s, (const T *x, const T *y, size_t n), (x, y, n))                                                   \
    ALL(gpu_status, dot_to, T, s, (A * out, const T *x, const T *y, size_t n), (out, x, y, n))                         \
    REAL(double, norm, T, s, (const T *x, size_t n), (x, n))                                                           \
    REAL(gpu_status, norm_to, T, s, (double *out, const T *x, size_t n), (out, x, n))                                  \
    ALL(T, min, T, s, (const T *x, size_t n), (x, n))                                                                  \
    ALL(gpu_status, min_to, T, s, (T * out, const T *x, size_t n), (out, x, n))                                        \
    ALL(T, max, T, s, (const T *x, size_t n), (x, n))                                                                  \
    ALL(gpu_status, max_to, T, s, (T * out, const T *x, size_t n), (out, x, n))                                        \
    ALL(int64_t, argmin, T, s, (const T *x, size_t n), (x, n))                                                         \
    ALL(gpu_status, argmin_to, T, s, (int64_t * out, const T *x, size_t n), (out, x, n))                               \
    ALL(int64_t, argmax, T, s, (const T *x, size_t n), (x, n))                                                         \
    ALL(gpu_status, argmax_to, T, s, (int64_t * out, const T *x, size_t n), (out, x, n))                               \
    ALL(double, mean, T, s, (const T *x, size_t n), (x, n))                                                            \
    ALL(gpu_status, mean_to, T, s, (double *out, const T *x, size_t n), (out, x, n))                                   \
    ALL(double, var, T, s, (const T *x, size_t n, double ddof), (x, n, ddof))                                          \
    ALL(gpu_status, var_to, T, s, (double *out, const T *x, size_t n, double ddof), (out, x, n, ddof))                 \
    ALL(double, std, T, s, (const T *x, size_t n, double ddof), (x, n, ddof))                                          \
    ALL(gpu_status, std_to, T, s, (double *out, const T *x, size_t n, double ddof), (out, x, n, ddof))                 \
    ALL(int64_t, count_nonzero, T, s, (const T *x, size_t n), (x, n))                                                  \
    ALL(gpu_status, count_nonzero_to, T, s, (int64_t * out, const T *x, size_t n), (out, x, n))                        \
    ANY(int, any, T, s, (const T *x, size_t n), (x, n))                                                                \
    ANY(gpu_status, any_to, T, s, (int *out, const T *x, size_t n), (out, x, n))                                       \
    ANY(int, all, T, s, (const T *x, size_t n), (x, n))                                                                \
    ANY(gpu_status, all_to, T, s, (int *out, const T *x, size_t n), (out, x, n))                                       \
    REAL(int, allclose, T, s, (const T *x, const T *y, size_t n, double rtol, double atol), (x, y, n, rtol, atol))     \
    REAL(gpu_status, allclose_to, T, s, (int *out, const T *x, const T *y, size_t n, double rtol, double atol),        \
         (out, x, y, n, rtol, atol))                                                                                   \
    REAL(gpu_status, normalize, T, s, (T * out, const T *x, size_t n), (out, x, n))
#endif
