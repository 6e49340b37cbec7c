#if defined(GPU__ONCE) && defined(__cplusplus)
#define GPU__TABLE_count(ANY, ALL, REAL, WHOLE, COUNTED, PIXELS, BYTES, REAL_TOO, T, s, A, R, M)                       \
    ANY(gpu_status, histogram, T, s, (int64_t * counts, size_t bins, const T *x, size_t n, double lo, double hi),      \
        (counts, bins, x, n, lo, hi))                                                                                  \
    COUNTED(gpu_status, bincount, T, s, (int64_t * counts, size_t bins, const T *x, size_t n), (counts, bins, x, n))   \
    REAL(gpu_status, bincount_weights, T, s, (double *sums, size_t bins, const int32_t *x, const T *w, size_t n),      \
         (sums, bins, x, w, n))                                                                                        \
    REAL_TOO(gpu_status, bincount_weights, T, s##_i64,                                                                 \
             (double *sums, size_t bins, const int64_t *x, const T *w, size_t n), (sums, bins, x, w, n))
#endif
