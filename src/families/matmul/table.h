#if defined(GPU__ONCE) && defined(__cplusplus)
#define GPU__TABLE_matmul(ANY, ALL, REAL, WHOLE, COUNTED, PIXELS, BYTES, REAL_TOO, T, s, A, R, M)                      \
    REAL(gpu_status, matvec, T, s, (T * out, const T *a, const T *x, size_t rows, size_t cols),                        \
         (out, a, x, rows, cols))                                                                                      \
    REAL(gpu_status, outer, T, s, (T * out, const T *x, const T *y, size_t m, size_t n), (out, x, y, m, n))
#endif
