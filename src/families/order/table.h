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
        (index, a, rows, cols, order))                                                                                 \
    ANY(gpu_status, compress, T, s, (T * out, int64_t * count, const T *x, const uint8_t *mask, size_t n),             \
        (out, count, x, mask, n))                                                                                      \
    ANY(gpu_status, nonzero, T, s, (int64_t * index, int64_t * count, const T *x, size_t n), (index, count, x, n))     \
    ANY(gpu_status, where, T, s, (T * out, const uint8_t *mask, const T *x, const T *y, size_t n),                     \
        (out, mask, x, y, n))                                                                                          \
    ANY(gpu_status, gather, T, s, (T * out, const T *x, size_t count, const int64_t *index, size_t n),                 \
        (out, x, count, index, n))                                                                                     \
    ANY(gpu_status, scatter, T, s, (T * out, size_t count, const T *x, const int64_t *index, size_t n),                \
        (out, count, x, index, n))
#else
#define GPU__TABLE_order(...)
#endif
#endif
