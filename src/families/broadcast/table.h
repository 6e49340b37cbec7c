#if defined(GPU__ONCE) && defined(__cplusplus)
#define GPU__TABLE_broadcast(ANY, ALL, REAL, WHOLE, COUNTED, PIXELS, BYTES, REAL_TOO, T, s, A, R, M)                   \
    ALL(gpu_status, add_row, T, s, (T * out, const T *m, const T *row, size_t rows, size_t cols),                      \
        (out, m, row, rows, cols))                                                                                     \
    ALL(gpu_status, add_col, T, s, (T * out, const T *m, const T *col, size_t rows, size_t cols),                      \
        (out, m, col, rows, cols))                                                                                     \
    ALL(gpu_status, sub_row, T, s, (T * out, const T *m, const T *row, size_t rows, size_t cols),                      \
        (out, m, row, rows, cols))                                                                                     \
    ALL(gpu_status, sub_col, T, s, (T * out, const T *m, const T *col, size_t rows, size_t cols),                      \
        (out, m, col, rows, cols))                                                                                     \
    ALL(gpu_status, mul_row, T, s, (T * out, const T *m, const T *row, size_t rows, size_t cols),                      \
        (out, m, row, rows, cols))                                                                                     \
    ALL(gpu_status, mul_col, T, s, (T * out, const T *m, const T *col, size_t rows, size_t cols),                      \
        (out, m, col, rows, cols))                                                                                     \
    REAL(gpu_status, div_row, T, s, (T * out, const T *m, const T *row, size_t rows, size_t cols),                     \
         (out, m, row, rows, cols))                                                                                    \
    REAL(gpu_status, div_col, T, s, (T * out, const T *m, const T *col, size_t rows, size_t cols),                     \
         (out, m, col, rows, cols))
#endif
