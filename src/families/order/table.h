#if defined(GPU__ONCE) && defined(__cplusplus)
#ifdef GPU_ORDER
#define GPU__TABLE_order(ANY, ALL, REAL, WHOLE, COUNTED, PIXELS, BYTES, REAL_TOO, T, s, A, R, M)                       \
    ANY(gpu_status, sort, T, s, (T * out, const T *x, size_t n, gpu_order order), (out, x, n, order))                  \
    ANY(gpu_status, argsort, T, s, (int64_t * index, const T *x, size_t n, gpu_order order), (index, x, n, order))     \
    ANY(gpu_status, argsort_short, T, s, (uint32_t * index, const T *x, size_t n, gpu_order order),                    \
        (index, x, n, order))                                                                                          \
    ANY(gpu_status, sort_pairs, T, s,                                                                                  \
        (T * keys_out, void *values_out, const T *keys, const void *values, size_t value_size, size_t n,               \
         gpu_order order),                                                                                             \
        (keys_out, values_out, keys, values, value_size, n, order))                                                    \
    ANY(gpu_status, sort_rows, T, s, (T * out, const T *a, size_t rows, size_t cols, gpu_order order),                 \
        (out, a, rows, cols, order))                                                                                   \
    ANY(gpu_status, argsort_rows, T, s, (int64_t * index, const T *a, size_t rows, size_t cols, gpu_order order),      \
        (index, a, rows, cols, order))
#else
#define GPU__TABLE_order(...)
#endif
#endif
