/* ---- fourier: discrete Fourier transforms; opt-in ----

   #define GPU_FFT ahead of every include, that of the implementation too, adds the functions of this part to the
   program. A transform is of any length n >= 1:
   out[k] = the sum over j of x[j] exp(-2 pi i j k / n). The inverse has the other sign and divides by n, as numpy.fft.
   Lengths whose prime factors are at most 13 are quickest; others take two to five times as long. Rounding errors grow
   with the logarithm of n. Nothing is planned by hand: the tables of a length are made by the first call that needs
   them and kept, within bounds, for later ones; gpu_memory_trim frees them. A result has the same bits from run to run,
   for any number of threads; those of the CPU and of a GPU differ within the rounding error. All functions take host
   arrays, and with arrays in device memory do not wait; they may be captured in a graph. */
#ifdef GPU_FFT
/* A complex number: the layout of C's float _Complex and double _Complex, and of CUDA's float2 and double2. */
typedef struct gpu_c32 {
    float re, im;
} gpu_c32;
typedef struct gpu_c64 {
    double re, im;
} gpu_c64;
#ifndef GPU__CUDA
/* Of n complex numbers. `out` may be x. */
GPU_OP gpu_status gpu_fft_f32(gpu_c32 *out, const gpu_c32 *x, size_t n);
GPU_OP gpu_status gpu_fft_f64(gpu_c64 *out, const gpu_c64 *x, size_t n);
GPU_OP gpu_status gpu_ifft_f32(gpu_c32 *out, const gpu_c32 *x, size_t n);
GPU_OP gpu_status gpu_ifft_f64(gpu_c64 *out, const gpu_c64 *x, size_t n);
/* Of each row, or of each column, of x[rows][cols]. `out` may be x. */
GPU_OP gpu_status gpu_fft_rows_f32(gpu_c32 *out, const gpu_c32 *x, size_t rows, size_t cols);
GPU_OP gpu_status gpu_fft_rows_f64(gpu_c64 *out, const gpu_c64 *x, size_t rows, size_t cols);
GPU_OP gpu_status gpu_ifft_rows_f32(gpu_c32 *out, const gpu_c32 *x, size_t rows, size_t cols);
GPU_OP gpu_status gpu_ifft_rows_f64(gpu_c64 *out, const gpu_c64 *x, size_t rows, size_t cols);
GPU_OP gpu_status gpu_fft_cols_f32(gpu_c32 *out, const gpu_c32 *x, size_t rows, size_t cols);
GPU_OP gpu_status gpu_fft_cols_f64(gpu_c64 *out, const gpu_c64 *x, size_t rows, size_t cols);
GPU_OP gpu_status gpu_ifft_cols_f32(gpu_c32 *out, const gpu_c32 *x, size_t rows, size_t cols);
GPU_OP gpu_status gpu_ifft_cols_f64(gpu_c64 *out, const gpu_c64 *x, size_t rows, size_t cols);
/* Along the middle axis of x[outer][n][inner]: so lies any axis of an array of more dimensions. `out` may be x. */
GPU_OP gpu_status gpu_fft_axis_f32(gpu_c32 *out, const gpu_c32 *x, size_t outer, size_t n, size_t inner);
GPU_OP gpu_status gpu_fft_axis_f64(gpu_c64 *out, const gpu_c64 *x, size_t outer, size_t n, size_t inner);
GPU_OP gpu_status gpu_ifft_axis_f32(gpu_c32 *out, const gpu_c32 *x, size_t outer, size_t n, size_t inner);
GPU_OP gpu_status gpu_ifft_axis_f64(gpu_c64 *out, const gpu_c64 *x, size_t outer, size_t n, size_t inner);
/* Of x[rows][cols] along both axes, and of x[depth][rows][cols] along all three. `out` may be x. */
GPU_OP gpu_status gpu_fft2_f32(gpu_c32 *out, const gpu_c32 *x, size_t rows, size_t cols);
GPU_OP gpu_status gpu_fft2_f64(gpu_c64 *out, const gpu_c64 *x, size_t rows, size_t cols);
GPU_OP gpu_status gpu_ifft2_f32(gpu_c32 *out, const gpu_c32 *x, size_t rows, size_t cols);
GPU_OP gpu_status gpu_ifft2_f64(gpu_c64 *out, const gpu_c64 *x, size_t rows, size_t cols);
GPU_OP gpu_status gpu_fft3_f32(gpu_c32 *out, const gpu_c32 *x, size_t depth, size_t rows, size_t cols);
GPU_OP gpu_status gpu_fft3_f64(gpu_c64 *out, const gpu_c64 *x, size_t depth, size_t rows, size_t cols);
GPU_OP gpu_status gpu_ifft3_f32(gpu_c32 *out, const gpu_c32 *x, size_t depth, size_t rows, size_t cols);
GPU_OP gpu_status gpu_ifft3_f64(gpu_c64 *out, const gpu_c64 *x, size_t depth, size_t rows, size_t cols);
/* Of n real numbers, whose spectrum is symmetric: out = its first n / 2 + 1 numbers. gpu_irfft: from those n / 2 + 1
   numbers to n real ones; n is a parameter, since an odd and an even one have as many. The imaginary part of x[0], and
   for an even n that of the last, are taken for zero. `out` lies apart. */
GPU_OP gpu_status gpu_rfft_f32(gpu_c32 *out, const float *x, size_t n);
GPU_OP gpu_status gpu_rfft_f64(gpu_c64 *out, const double *x, size_t n);
GPU_OP gpu_status gpu_irfft_f32(float *out, const gpu_c32 *x, size_t n);
GPU_OP gpu_status gpu_irfft_f64(double *out, const gpu_c64 *x, size_t n);
/* Of each row of a real x[rows][cols], to out[rows][cols / 2 + 1], and back. `out` lies apart. */
GPU_OP gpu_status gpu_rfft_rows_f32(gpu_c32 *out, const float *x, size_t rows, size_t cols);
GPU_OP gpu_status gpu_rfft_rows_f64(gpu_c64 *out, const double *x, size_t rows, size_t cols);
GPU_OP gpu_status gpu_irfft_rows_f32(float *out, const gpu_c32 *x, size_t rows, size_t cols);
GPU_OP gpu_status gpu_irfft_rows_f64(double *out, const gpu_c64 *x, size_t rows, size_t cols);
/* Of a real x[rows][cols] along both axes, to out[rows][cols / 2 + 1], and of x[depth][rows][cols] along all three, to
   out[depth][rows][cols / 2 + 1]; the functions with an i go back. rows and cols are those of the real array. `out`
   lies apart. */
GPU_OP gpu_status gpu_rfft2_f32(gpu_c32 *out, const float *x, size_t rows, size_t cols);
GPU_OP gpu_status gpu_rfft2_f64(gpu_c64 *out, const double *x, size_t rows, size_t cols);
GPU_OP gpu_status gpu_irfft2_f32(float *out, const gpu_c32 *x, size_t rows, size_t cols);
GPU_OP gpu_status gpu_irfft2_f64(double *out, const gpu_c64 *x, size_t rows, size_t cols);
GPU_OP gpu_status gpu_rfft3_f32(gpu_c32 *out, const float *x, size_t depth, size_t rows, size_t cols);
GPU_OP gpu_status gpu_rfft3_f64(gpu_c64 *out, const double *x, size_t depth, size_t rows, size_t cols);
GPU_OP gpu_status gpu_irfft3_f32(float *out, const gpu_c32 *x, size_t depth, size_t rows, size_t cols);
GPU_OP gpu_status gpu_irfft3_f64(double *out, const gpu_c64 *x, size_t depth, size_t rows, size_t cols);
/* out[k] = the frequency of number k of a transform of n samples that lie d apart: k / (n d) from 0 on, those of the
   upper half less 1 / d, so that they are negative. gpu_rfftfreq: the n / 2 + 1 of gpu_rfft. */
GPU_OP gpu_status gpu_fftfreq_f32(float *out, size_t n, float d);
GPU_OP gpu_status gpu_fftfreq_f64(double *out, size_t n, double d);
GPU_OP gpu_status gpu_rfftfreq_f32(float *out, size_t n, float d);
GPU_OP gpu_status gpu_rfftfreq_f64(double *out, size_t n, double d);
/* out = x with the halves of its rows, and the upper and lower half of the rows, exchanged, so that frequency 0 is in
   the middle; gpu_ifftshift takes that back (which differs for an odd size). gpu_fftshift: of n elements, one row. The
   elements are of any type, of `size` bytes: the names without _bytes take that from the array. `out` lies apart. */
GPU_OP gpu_status gpu_fftshift_bytes(void *out, const void *x, size_t n, size_t size);
GPU_OP gpu_status gpu_ifftshift_bytes(void *out, const void *x, size_t n, size_t size);
GPU_OP gpu_status gpu_fftshift2_bytes(void *out, const void *x, size_t rows, size_t cols, size_t size);
GPU_OP gpu_status gpu_ifftshift2_bytes(void *out, const void *x, size_t rows, size_t cols, size_t size);
/* numpy.convolve(x, h, 'full'): out[k] = the sum over j of x[k - j] h[j], for the n + m - 1 numbers k where there is
   one. A short h is summed directly, in double; a longer one goes by Fourier transforms, whose errors are relative to
   the largest sums. gpu_fft_correlate: numpy.correlate(x, h, 'full'), as if h were reversed. `out` lies apart. */
GPU_OP gpu_status gpu_fft_convolve_f32(float *out, const float *x, size_t n, const float *h, size_t m);
GPU_OP gpu_status gpu_fft_convolve_f64(double *out, const double *x, size_t n, const double *h, size_t m);
GPU_OP gpu_status gpu_fft_correlate_f32(float *out, const float *x, size_t n, const float *h, size_t m);
GPU_OP gpu_status gpu_fft_correlate_f64(double *out, const double *x, size_t n, const double *h, size_t m);
/* Complex arrays by elements: a + b, a - b, a b, and a times the conjugate of b. `out` may be a or b. */
GPU_OP gpu_status gpu_complex_add_f32(gpu_c32 *out, const gpu_c32 *a, const gpu_c32 *b, size_t n);
GPU_OP gpu_status gpu_complex_add_f64(gpu_c64 *out, const gpu_c64 *a, const gpu_c64 *b, size_t n);
GPU_OP gpu_status gpu_complex_sub_f32(gpu_c32 *out, const gpu_c32 *a, const gpu_c32 *b, size_t n);
GPU_OP gpu_status gpu_complex_sub_f64(gpu_c64 *out, const gpu_c64 *a, const gpu_c64 *b, size_t n);
GPU_OP gpu_status gpu_complex_mul_f32(gpu_c32 *out, const gpu_c32 *a, const gpu_c32 *b, size_t n);
GPU_OP gpu_status gpu_complex_mul_f64(gpu_c64 *out, const gpu_c64 *a, const gpu_c64 *b, size_t n);
GPU_OP gpu_status gpu_complex_mul_conj_f32(gpu_c32 *out, const gpu_c32 *a, const gpu_c32 *b, size_t n);
GPU_OP gpu_status gpu_complex_mul_conj_f64(gpu_c64 *out, const gpu_c64 *a, const gpu_c64 *b, size_t n);
/* x times a real factor. `out` may be x. */
GPU_OP gpu_status gpu_complex_scale_f32(gpu_c32 *out, float factor, const gpu_c32 *x, size_t n);
GPU_OP gpu_status gpu_complex_scale_f64(gpu_c64 *out, double factor, const gpu_c64 *x, size_t n);
/* The magnitude, as hypot(re, im); the angle, as atan2(im, re). `out` lies apart. */
GPU_OP gpu_status gpu_complex_abs_f32(float *out, const gpu_c32 *x, size_t n);
GPU_OP gpu_status gpu_complex_abs_f64(double *out, const gpu_c64 *x, size_t n);
GPU_OP gpu_status gpu_complex_angle_f32(float *out, const gpu_c32 *x, size_t n);
GPU_OP gpu_status gpu_complex_angle_f64(double *out, const gpu_c64 *x, size_t n);
#endif
#define gpu_fft(out, x, n) GPU__BARE_COMPLEX(x, gpu_fft, (out, x, n))
#define gpu_ifft(out, x, n) GPU__BARE_COMPLEX(x, gpu_ifft, (out, x, n))
#define gpu_fft_rows(out, x, rows, cols) GPU__BARE_COMPLEX(x, gpu_fft_rows, (out, x, rows, cols))
#define gpu_ifft_rows(out, x, rows, cols) GPU__BARE_COMPLEX(x, gpu_ifft_rows, (out, x, rows, cols))
#define gpu_fft_cols(out, x, rows, cols) GPU__BARE_COMPLEX(x, gpu_fft_cols, (out, x, rows, cols))
#define gpu_ifft_cols(out, x, rows, cols) GPU__BARE_COMPLEX(x, gpu_ifft_cols, (out, x, rows, cols))
#define gpu_fft_axis(out, x, outer, n, inner) GPU__BARE_COMPLEX(x, gpu_fft_axis, (out, x, outer, n, inner))
#define gpu_ifft_axis(out, x, outer, n, inner) GPU__BARE_COMPLEX(x, gpu_ifft_axis, (out, x, outer, n, inner))
#define gpu_fft2(out, x, rows, cols) GPU__BARE_COMPLEX(x, gpu_fft2, (out, x, rows, cols))
#define gpu_ifft2(out, x, rows, cols) GPU__BARE_COMPLEX(x, gpu_ifft2, (out, x, rows, cols))
#define gpu_fft3(out, x, depth, rows, cols) GPU__BARE_COMPLEX(x, gpu_fft3, (out, x, depth, rows, cols))
#define gpu_ifft3(out, x, depth, rows, cols) GPU__BARE_COMPLEX(x, gpu_ifft3, (out, x, depth, rows, cols))
#define gpu_rfft(out, x, n) GPU__BARE_REAL(x, gpu_rfft, (out, x, n))
#define gpu_irfft(out, x, n) GPU__BARE_COMPLEX(x, gpu_irfft, (out, x, n))
#define gpu_rfft_rows(out, x, rows, cols) GPU__BARE_REAL(x, gpu_rfft_rows, (out, x, rows, cols))
#define gpu_irfft_rows(out, x, rows, cols) GPU__BARE_COMPLEX(x, gpu_irfft_rows, (out, x, rows, cols))
#define gpu_rfft2(out, x, rows, cols) GPU__BARE_REAL(x, gpu_rfft2, (out, x, rows, cols))
#define gpu_irfft2(out, x, rows, cols) GPU__BARE_COMPLEX(x, gpu_irfft2, (out, x, rows, cols))
#define gpu_rfft3(out, x, depth, rows, cols) GPU__BARE_REAL(x, gpu_rfft3, (out, x, depth, rows, cols))
#define gpu_irfft3(out, x, depth, rows, cols) GPU__BARE_COMPLEX(x, gpu_irfft3, (out, x, depth, rows, cols))
#define gpu_fftfreq(out, n, d) GPU__BARE_REAL(out, gpu_fftfreq, (out, n, d))
#define gpu_rfftfreq(out, n, d) GPU__BARE_REAL(out, gpu_rfftfreq, (out, n, d))
#define gpu_fftshift(out, x, n) (GPU__HERE_TOO, gpu_fftshift_bytes(out, x, n, GPU__ONE_SIZE(out, x)))
#define gpu_ifftshift(out, x, n) (GPU__HERE_TOO, gpu_ifftshift_bytes(out, x, n, GPU__ONE_SIZE(out, x)))
#define gpu_fftshift2(out, x, rows, cols)                                                                              \
    (GPU__HERE_TOO, gpu_fftshift2_bytes(out, x, rows, cols, GPU__ONE_SIZE(out, x)))
#define gpu_ifftshift2(out, x, rows, cols)                                                                             \
    (GPU__HERE_TOO, gpu_ifftshift2_bytes(out, x, rows, cols, GPU__ONE_SIZE(out, x)))
#define GPU__ONE_SIZE(out, x) (sizeof *(out) == sizeof *(x) ? sizeof *(out) : 0)
#define gpu_fft_convolve(out, x, n, h, m) GPU__BARE_REAL(x, gpu_fft_convolve, (out, x, n, h, m))
#define gpu_fft_correlate(out, x, n, h, m) GPU__BARE_REAL(x, gpu_fft_correlate, (out, x, n, h, m))
#define gpu_complex_add(out, a, b, n) GPU__BARE_COMPLEX(a, gpu_complex_add, (out, a, b, n))
#define gpu_complex_sub(out, a, b, n) GPU__BARE_COMPLEX(a, gpu_complex_sub, (out, a, b, n))
#define gpu_complex_mul(out, a, b, n) GPU__BARE_COMPLEX(a, gpu_complex_mul, (out, a, b, n))
#define gpu_complex_mul_conj(out, a, b, n) GPU__BARE_COMPLEX(a, gpu_complex_mul_conj, (out, a, b, n))
#define gpu_complex_scale(out, factor, x, n) GPU__BARE_COMPLEX(x, gpu_complex_scale, (out, factor, x, n))
#define gpu_complex_abs(out, x, n) GPU__BARE_COMPLEX(x, gpu_complex_abs, (out, x, n))
#define gpu_complex_angle(out, x, n) GPU__BARE_COMPLEX(x, gpu_complex_angle, (out, x, n))
#endif
