#if defined(GPU__ONCE) && defined(__cplusplus)
#ifdef GPU_FFT
#define GPU__TABLE_fourier(ANY, ALL, REAL, WHOLE, COUNTED, PIXELS, BYTES, REAL_TOO, T, s, A, R, M)                     \
    REAL(gpu_status, fft, T, s, (GPU__COMPLEX_##T * out, const GPU__COMPLEX_##T *x, size_t n), (out, x, n))            \
    REAL(gpu_status, ifft, T, s, (GPU__COMPLEX_##T * out, const GPU__COMPLEX_##T *x, size_t n), (out, x, n))           \
    REAL(gpu_status, fft_rows, T, s, (GPU__COMPLEX_##T * out, const GPU__COMPLEX_##T *x, size_t rows, size_t cols),    \
         (out, x, rows, cols))                                                                                         \
    REAL(gpu_status, ifft_rows, T, s, (GPU__COMPLEX_##T * out, const GPU__COMPLEX_##T *x, size_t rows, size_t cols),   \
         (out, x, rows, cols))                                                                                         \
    REAL(gpu_status, fft_cols, T, s, (GPU__COMPLEX_##T * out, const GPU__COMPLEX_##T *x, size_t rows, size_t cols),    \
         (out, x, rows, cols))                                                                                         \
    REAL(gpu_status, ifft_cols, T, s, (GPU__COMPLEX_##T * out, const GPU__COMPLEX_##T *x, size_t rows, size_t cols),   \
         (out, x, rows, cols))                                                                                         \
    REAL(gpu_status, fft_axis, T, s,                                                                                   \
         (GPU__COMPLEX_##T * out, const GPU__COMPLEX_##T *x, size_t outer, size_t n, size_t inner),                    \
         (out, x, outer, n, inner))                                                                                    \
    REAL(gpu_status, ifft_axis, T, s,                                                                                  \
         (GPU__COMPLEX_##T * out, const GPU__COMPLEX_##T *x, size_t outer, size_t n, size_t inner),                    \
         (out, x, outer, n, inner))                                                                                    \
    REAL(gpu_status, fft2, T, s, (GPU__COMPLEX_##T * out, const GPU__COMPLEX_##T *x, size_t rows, size_t cols),        \
         (out, x, rows, cols))                                                                                         \
    REAL(gpu_status, ifft2, T, s, (GPU__COMPLEX_##T * out, const GPU__COMPLEX_##T *x, size_t rows, size_t cols),       \
         (out, x, rows, cols))                                                                                         \
    REAL(gpu_status, fft3, T, s,                                                                                       \
         (GPU__COMPLEX_##T * out, const GPU__COMPLEX_##T *x, size_t depth, size_t rows, size_t cols),                  \
         (out, x, depth, rows, cols))                                                                                  \
    REAL(gpu_status, ifft3, T, s,                                                                                      \
         (GPU__COMPLEX_##T * out, const GPU__COMPLEX_##T *x, size_t depth, size_t rows, size_t cols),                  \
         (out, x, depth, rows, cols))                                                                                  \
    REAL(gpu_status, rfft, T, s, (GPU__COMPLEX_##T * out, const T *x, size_t n), (out, x, n))                          \
    REAL(gpu_status, irfft, T, s, (T * out, const GPU__COMPLEX_##T *x, size_t n), (out, x, n))                         \
    REAL(gpu_status, rfft_rows, T, s, (GPU__COMPLEX_##T * out, const T *x, size_t rows, size_t cols),                  \
         (out, x, rows, cols))                                                                                         \
    REAL(gpu_status, irfft_rows, T, s, (T * out, const GPU__COMPLEX_##T *x, size_t rows, size_t cols),                 \
         (out, x, rows, cols))                                                                                         \
    REAL(gpu_status, rfft2, T, s, (GPU__COMPLEX_##T * out, const T *x, size_t rows, size_t cols),                      \
         (out, x, rows, cols))                                                                                         \
    REAL(gpu_status, irfft2, T, s, (T * out, const GPU__COMPLEX_##T *x, size_t rows, size_t cols),                     \
         (out, x, rows, cols))                                                                                         \
    REAL(gpu_status, rfft3, T, s, (GPU__COMPLEX_##T * out, const T *x, size_t depth, size_t rows, size_t cols),        \
         (out, x, depth, rows, cols))                                                                                  \
    REAL(gpu_status, irfft3, T, s, (T * out, const GPU__COMPLEX_##T *x, size_t depth, size_t rows, size_t cols),       \
         (out, x, depth, rows, cols))                                                                                  \
    REAL(gpu_status, fftfreq, T, s, (T * out, size_t n, T d), (out, n, d))                                             \
    REAL(gpu_status, rfftfreq, T, s, (T * out, size_t n, T d), (out, n, d))                                            \
    BYTES(gpu_status, fftshift, void, bytes, (void *out, const void *x, size_t n, size_t size), (out, x, n, size))     \
    BYTES(gpu_status, ifftshift, void, bytes, (void *out, const void *x, size_t n, size_t size), (out, x, n, size))    \
    BYTES(gpu_status, fftshift2, void, bytes, (void *out, const void *x, size_t rows, size_t cols, size_t size),       \
          (out, x, rows, cols, size))                                                                                  \
    BYTES(gpu_status, ifftshift2, void, bytes, (void *out, const void *x, size_t rows, size_t cols, size_t size),      \
          (out, x, rows, cols, size))                                                                                  \
    REAL(gpu_status, fft_convolve, T, s, (T * out, const T *x, size_t n, const T *h, size_t m), (out, x, n, h, m))     \
    REAL(gpu_status, fft_correlate, T, s, (T * out, const T *x, size_t n, const T *h, size_t m), (out, x, n, h, m))    \
    REAL(gpu_status, complex_add, T, s,                                                                                \
         (GPU__COMPLEX_##T * out, const GPU__COMPLEX_##T *a, const GPU__COMPLEX_##T *b, size_t n), (out, a, b, n))     \
    REAL(gpu_status, complex_sub, T, s,                                                                                \
         (GPU__COMPLEX_##T * out, const GPU__COMPLEX_##T *a, const GPU__COMPLEX_##T *b, size_t n), (out, a, b, n))     \
    REAL(gpu_status, complex_mul, T, s,                                                                                \
         (GPU__COMPLEX_##T * out, const GPU__COMPLEX_##T *a, const GPU__COMPLEX_##T *b, size_t n), (out, a, b, n))     \
    REAL(gpu_status, complex_mul_conj, T, s,                                                                           \
         (GPU__COMPLEX_##T * out, const GPU__COMPLEX_##T *a, const GPU__COMPLEX_##T *b, size_t n), (out, a, b, n))     \
    REAL(gpu_status, complex_scale, T, s, (GPU__COMPLEX_##T * out, T factor, const GPU__COMPLEX_##T *x, size_t n),     \
         (out, factor, x, n))                                                                                          \
    REAL(gpu_status, complex_abs, T, s, (T * out, const GPU__COMPLEX_##T *x, size_t n), (out, x, n))                   \
    REAL(gpu_status, complex_angle, T, s, (T * out, const GPU__COMPLEX_##T *x, size_t n), (out, x, n))
#else
#define GPU__TABLE_fourier(...)
#endif
#endif
