#if defined(GPU__ONCE) && defined(__cplusplus)
#define GPU__TABLE_axis(ANY, ALL, REAL, WHOLE, COUNTED, PIXELS, BYTES, REAL_TOO, T, s, A, R, M)                        \
    ALL(gpu_status, sum_rows, T, s, (R * out, const T *a, size_t rows, size_t cols), (out, a, rows, cols))             \
    ALL(gpu_status, sum_cols, T, s, (R * out, const T *a, size_t rows, size_t cols), (out, a, rows, cols))             \
    ALL(gpu_status, min_rows, T, s, (T * out, const T *a, size_t rows, size_t cols), (out, a, rows, cols))             \
    ALL(gpu_status, min_cols, T, s, (T * out, const T *a, size_t rows, size_t cols), (out, a, rows, cols))             \
    ALL(gpu_status, max_rows, T, s, (T * out, const T *a, size_t rows, size_t cols), (out, a, rows, cols))             \
    ALL(gpu_status, max_cols, T, s, (T * out, const T *a, size_t rows, size_t cols), (out, a, rows, cols))             \
    ALL(gpu_status, mean_rows, T, s, (M * out, const T *a, size_t rows, size_t cols), (out, a, rows, cols))            \
    ALL(gpu_status, mean_cols, T, s, (M * out, const T *a, size_t rows, size_t cols), (out, a, rows, cols))            \
    ALL(gpu_status, argmin_rows, T, s, (int64_t * out, const T *a, size_t rows, size_t cols), (out, a, rows, cols))    \
    ALL(gpu_status, argmin_cols, T, s, (int64_t * out, const T *a, size_t rows, size_t cols), (out, a, rows, cols))    \
    ALL(gpu_status, argmax_rows, T, s, (int64_t * out, const T *a, size_t rows, size_t cols), (out, a, rows, cols))    \
    ALL(gpu_status, argmax_cols, T, s, (int64_t * out, const T *a, size_t rows, size_t cols), (out, a, rows, cols))    \
    ALL(gpu_status, var_rows, T, s, (M * out, const T *a, size_t rows, size_t cols, double ddof),                      \
        (out, a, rows, cols, ddof))                                                                                    \
    ALL(gpu_status, var_cols, T, s, (M * out, const T *a, size_t rows, size_t cols, double ddof),                      \
        (out, a, rows, cols, ddof))                                                                                    \
    ALL(gpu_status, cumsum_rows, T, s, (T * out, const T *a, size_t rows, size_t cols), (out, a, rows, cols))          \
    ALL(gpu_status, cumsum_cols, T, s, (T * out, const T *a, size_t rows, size_t cols), (out, a, rows, cols))
#endif
