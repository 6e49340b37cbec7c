#if defined(GPU__ONCE) && defined(__cplusplus)
#define GPU__TABLE_transpose(ANY, ALL, REAL, WHOLE, COUNTED, PIXELS, BYTES, REAL_TOO, T, s, A, R, M)                   \
    ANY(gpu_status, transpose, T, s, (T * out, const T *a, size_t rows, size_t cols), (out, a, rows, cols))            \
    BYTES(gpu_status, transpose, void, bytes, (void *out, const void *a, size_t rows, size_t cols, size_t size),       \
          (out, a, rows, cols, size))
#endif
