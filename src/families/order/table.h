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
    ANY(gpu_status, top, T, s, (T * values, int64_t * index, size_t k, const T *x, size_t n),                          \
        (values, index, k, x, n))                                                                                      \
    ANY(gpu_status, top_rows, T, s, (T * values, int64_t * index, size_t k, const T *a, size_t rows, size_t cols),     \
        (values, index, k, a, rows, cols))                                                                             \
    ANY(gpu_status, bottom, T, s, (T * values, int64_t * index, size_t k, const T *x, size_t n),                       \
        (values, index, k, x, n))                                                                                      \
    ANY(gpu_status, bottom_rows, T, s, (T * values, int64_t * index, size_t k, const T *a, size_t rows, size_t cols),  \
        (values, index, k, a, rows, cols))                                                                             \
    ANY(gpu_status, unique, T, s,                                                                                      \
        (T * values, int64_t * count, int64_t * counts, int64_t * inverse, const T *x, size_t n),                      \
        (values, count, counts, inverse, x, n))                                                                        \
    ANY(gpu_status, searchsorted, T, s,                                                                                \
        (int64_t * index, const T *sorted, size_t m, const T *x, size_t n, gpu_side side),                             \
        (index, sorted, m, x, n, side))                                                                                \
    ANY(double, quantile, T, s, (const T *x, size_t n, double q), (x, n, q))                                           \
    ANY(gpu_status, quantile_to, T, s, (double *out, const T *x, size_t n, double q), (out, x, n, q))                  \
    ANY(gpu_status, quantile_rows, T, s, (M * out, const T *a, size_t rows, size_t cols, double q),                    \
        (out, a, rows, cols, q))                                                                                       \
    ANY(gpu_status, quantile_cols, T, s, (M * out, const T *a, size_t rows, size_t cols, double q),                    \
        (out, a, rows, cols, q))                                                                                       \
    ANY(double, median, T, s, (const T *x, size_t n), (x, n))                                                          \
    ANY(gpu_status, median_to, T, s, (double *out, const T *x, size_t n), (out, x, n))                                 \
    ANY(gpu_status, median_rows, T, s, (M * out, const T *a, size_t rows, size_t cols), (out, a, rows, cols))          \
    ANY(gpu_status, median_cols, T, s, (M * out, const T *a, size_t rows, size_t cols), (out, a, rows, cols))          \
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
