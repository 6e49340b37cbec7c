#if defined(GPU__ONCE) && defined(__cplusplus)
#define GPU__TABLE_scan(ANY, ALL, REAL, WHOLE, COUNTED, PIXELS, BYTES, REAL_TOO, T, s, A, R, M)                        \
    ALL(gpu_status, cumsum, T, s, (T * out, const T *x, size_t n), (out, x, n))                                        \
    ALL(gpu_status, cumsum_exclusive, T, s, (T * out, const T *x, size_t n), (out, x, n))
#endif
