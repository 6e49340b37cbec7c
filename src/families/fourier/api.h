/* ---- fourier: discrete Fourier transforms; opt-in ----

   #define GPU_FFT before every include, also in the file with the implementation, adds the functions of this part. A
   transform has any length n >= 1: out[k] = sum over j of x[j] exp(-2 pi i j k / n). The inverse has the opposite sign
   and divides by n, as in numpy.fft. Lengths whose prime factors are at most 13 are fastest; others take two to five
   times as long. Rounding errors grow with the logarithm of n. There are no plans to make: the first call with a length
   computes its tables, which are cached, up to a limit, for later calls; gpu_memory_trim frees them. Results have the
   same bits from run to run and for any number of threads; CPU and GPU differ within the rounding error. All functions
   accept host arrays; with arrays in device memory they do not wait, and they can be captured in a graph. */
#ifdef GPU_FFT
/* A complex number, with the layout of C's float _Complex and double _Complex and of CUDA's float2 and double2. */
typedef struct gpu_{c32|c64} {
    {float|double} re, im;
} gpu_{1};
#ifndef GPU__CUDA
/* Transforms n complex numbers. `out` may be x. */
REAL gpu_status gpu_{|i}fft_T(gpu__complex_T *out, const gpu__complex_T *x, size_t n);
/* Transforms each row, or each column, of x[rows][cols]. `out` may be x. */
REAL gpu_status gpu_{|i}fft_rows_T(gpu__complex_T *out, const gpu__complex_T *x, size_t rows, size_t cols);
REAL gpu_status gpu_{|i}fft_cols_T(gpu__complex_T *out, const gpu__complex_T *x, size_t rows, size_t cols);
/* Transforms along the middle axis of x[outer][n][inner], to which any axis of a multidimensional array corresponds.
   `out` may be x. */
REAL gpu_status gpu_{|i}fft_axis_T(gpu__complex_T *out, const gpu__complex_T *x, size_t outer, size_t n, size_t inner);
/* Transforms x[rows][cols] along both axes, or x[depth][rows][cols] along all three. `out` may be x. */
REAL gpu_status gpu_{|i}fft2_T(gpu__complex_T *out, const gpu__complex_T *x, size_t rows, size_t cols);
REAL gpu_status gpu_{|i}fft3_T(gpu__complex_T *out, const gpu__complex_T *x, size_t depth, size_t rows, size_t cols);
/* Transforms n real numbers. Their spectrum is symmetric; out is its first n / 2 + 1 numbers. gpu_irfft computes n real
   numbers from those n / 2 + 1; n is a parameter, since n / 2 + 1 does not tell an odd n from an even one. The
   imaginary part of x[0], and for even n that of the last number, is taken as zero. `out` must not overlap x. */
REAL gpu_status gpu_{|i}rfft_T({gpu__complex_|}T *out, const {|gpu__complex_}T *x, size_t n);
/* Transforms each row of a real x[rows][cols] to out[rows][cols / 2 + 1]; gpu_irfft_rows is the inverse. `out` must not
   overlap x. */
REAL gpu_status gpu_{|i}rfft_rows_T({gpu__complex_|}T *out, const {|gpu__complex_}T *x, size_t rows, size_t cols);
/* Transforms a real x[rows][cols] along both axes, to out[rows][cols / 2 + 1], or x[depth][rows][cols] along all three,
   to out[depth][rows][cols / 2 + 1]; gpu_irfft2 and gpu_irfft3 are the inverses. rows and cols are always those of the
   real array. `out` must not overlap x. */
REAL gpu_status gpu_{|i}rfft2_T({gpu__complex_|}T *out, const {|gpu__complex_}T *x, size_t rows, size_t cols);
REAL gpu_status gpu_rfft3_T(gpu__complex_T *out, const T *x, size_t depth, size_t rows, size_t cols);
REAL gpu_status gpu_irfft3_T(T *out, const gpu__complex_T *x, size_t depth, size_t rows, size_t cols);
/* out[k] = frequency k of a transform of n samples with spacing d: k / (n d), and in the upper half (k - n) / (n d),
   which is negative. gpu_rfftfreq: the n / 2 + 1 frequencies of gpu_rfft. */
REAL gpu_status gpu_{|r}fftfreq_T(T *out, size_t n, T d);
/* Swaps the left and right half of x, and in two dimensions also the upper and lower half, so that frequency 0 is in
   the middle; gpu_ifftshift is the inverse, which differs for odd sizes. gpu_fftshift takes n >= 1 elements. They have
   any type, of `size` bytes; the names without _bytes take the size from the array. `out` must not overlap x. */
SIZED gpu_status gpu_{|i}fftshift_T(void *out, const void *x, size_t n, size_t size);
SIZED gpu_status gpu_{|i}fftshift2_T(void *out, const void *x, size_t rows, size_t cols, size_t size);
/* numpy.convolve(x, h, 'full'): out[k] = sum over j of x[k - j] h[j], for the n + m - 1 values of k for which there are
   terms. A short h is summed directly, in double; a long one uses Fourier transforms, whose errors are relative to the
   largest sums. gpu_fft_correlate is numpy.correlate(x, h, 'full'), in which h is reversed. `out` must not overlap the
   inputs. The other modes of numpy.convolve are parts of out: with l the larger and s the smaller of n and m, 'same' is
   the l elements at out + (s - 1) / 2, and 'valid' the l - s + 1 elements at out + s - 1. */
REAL gpu_status gpu_fft_{convolve|correlate}_T(T *out, const T *x, size_t n, const T *h, size_t m);
/* Elementwise on complex arrays: a + b, a - b, a * b, and a times the conjugate of b. `out` may be a or b. */
REAL gpu_status gpu_complex_{add|sub|mul|mul_conj}_T(gpu__complex_T *out, const gpu__complex_T *a,
                                                     const gpu__complex_T *b, size_t n);
/* x times a real factor. `out` may be x. */
REAL gpu_status gpu_complex_scale_T(gpu__complex_T *out, T factor, const gpu__complex_T *x, size_t n);
/* The magnitude, hypot(re, im), and the angle, atan2(im, re). `out` must not overlap x. */
REAL gpu_status gpu_complex_{abs|angle}_T(T *out, const gpu__complex_T *x, size_t n);
#endif
#define gpu_{fft|ifft}shift(out, x, n) (GPU__HERE_PREWRITTEN, gpu_{1}shift_bytes(out, x, n, GPU__ONE_SIZE(out, x)))
#define gpu_{fft|ifft}shift2(out, x, rows, cols)                                                                       \
    (GPU__HERE_PREWRITTEN, gpu_{1}shift2_bytes(out, x, rows, cols, GPU__ONE_SIZE(out, x)))
#define GPU__ONE_SIZE(out, x) (sizeof *(out) == sizeof *(x) ? sizeof *(out) : 0)
#endif
