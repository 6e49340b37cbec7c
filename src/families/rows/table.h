#if defined(GPU__ONCE) && defined(__cplusplus)
#ifdef GPU_ROWWISE
#define GPU__TABLE_rows(ANY, ALL, REAL, WHOLE, COUNTED, PIXELS, BYTES, REAL_TOO, T, s, A, R, M)                        \
    REAL(gpu_status, softmax_rows, T, s, (T * out, const T *a, size_t rows, size_t cols), (out, a, rows, cols))        \
    REAL(gpu_status, log_softmax_rows, T, s, (T * out, const T *a, size_t rows, size_t cols), (out, a, rows, cols))    \
    REAL(gpu_status, logsumexp_rows, T, s, (T * out, const T *a, size_t rows, size_t cols), (out, a, rows, cols))      \
    REAL(gpu_status, layer_norm_rows, T, s,                                                                            \
         (T * out, const T *a, const T *gain, const T *bias, size_t rows, size_t cols, double epsilon),                \
         (out, a, gain, bias, rows, cols, epsilon))
#else
#define GPU__TABLE_rows(...)
#endif
#endif
