#if defined(GPU__ONCE) && defined(__cplusplus)
#define GPU__TABLE_window(ANY, ALL, REAL, WHOLE, COUNTED, PIXELS, BYTES, REAL_TOO, T, s, A, R, M)                      \
    REAL(gpu_status, moving_average, T, s, (T * out, const T *x, size_t n, size_t width), (out, x, n, width))          \
    REAL(gpu_status, conv1d, T, s, (T * out, const T *x, size_t n, const T *h, size_t width), (out, x, n, h, width))   \
    REAL(gpu_status, conv2d, T, s,                                                                                     \
         (T * out, const T *x, size_t rows, size_t cols, const T *h, size_t h_rows, size_t h_cols, gpu_border border), \
         (out, x, rows, cols, h, h_rows, h_cols, border))                                                              \
    BYTES(gpu_status, conv2d, T, s,                                                                                    \
          (T * out, const T *x, size_t rows, size_t cols, const float *h, size_t h_rows, size_t h_cols,                \
           gpu_border border),                                                                                         \
          (out, x, rows, cols, h, h_rows, h_cols, border))                                                             \
    PIXELS(gpu_status, median3x3, T, s, (T * out, const T *x, size_t rows, size_t cols), (out, x, rows, cols))         \
    REAL(gpu_status, stencil5, T, s, (T * out, const T *x, size_t rows, size_t cols, T center, T neighbour),           \
         (out, x, rows, cols, center, neighbour))
#endif
