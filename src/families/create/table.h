#if defined(GPU__ONCE) && defined(__cplusplus)
#define GPU__TABLE_create(ANY, ALL, REAL, WHOLE, COUNTED, PIXELS, BYTES, REAL_TOO, T, s, A, R, M)                      \
    ANY(gpu_status, fill, T, s, (T * out, T value, size_t n), (out, value, n))                                         \
    ALL(gpu_status, arange, T, s, (T * out, T start, T step, size_t n), (out, start, step, n))                         \
    REAL(gpu_status, linspace, T, s, (T * out, T start, T stop, size_t n), (out, start, stop, n))
#endif
