/* ---- reduce: n elements to one value; the order depends on n alone: the same bits on CPU and GPU ---- */
#ifndef GPU__CUDA
/* Sum and product, accumulated in double for float and double, in int64_t for integers. n = 0 gives 0 and 1. */
ANY gpu__sum_T gpu_sum_T(const T *x, size_t n);
ANY gpu_status gpu_sum_to_T(gpu__sum_T *out, const T *x, size_t n);
ALL gpu__sum_T gpu_prod_T(const T *x, size_t n);
ALL gpu_status gpu_prod_to_T(gpu__sum_T *out, const T *x, size_t n);
/* The sum of x[i] * y[i]; products and sum are computed in double, or in int64_t. */
ALL gpu__sum_T gpu_dot_T(const T *x, const T *y, size_t n);
ALL gpu_status gpu_dot_to_T(gpu__sum_T *out, const T *x, const T *y, size_t n);
/* The square root of the sum of squares, in double; it overflows only if the result does. */
REAL double gpu_norm_T(const T *x, size_t n);
REAL gpu_status gpu_norm_to_T(double *out, const T *x, size_t n);
/* The smallest and the largest element; NaN if any element is NaN. 0 and -0 are equal, and either may be returned. n =
   0 is an error. */
ALL T gpu_{min|max}_T(const T *x, size_t n);
ALL gpu_status gpu_{min|max}_to_T(T *out, const T *x, size_t n);
/* Index of the first smallest (argmin) or largest (argmax) element, or of the first NaN. Returns -1 on error; n = 0 is
   an error. */
ALL int64_t gpu_{argmin|argmax}_T(const T *x, size_t n);
ALL gpu_status gpu_{argmin|argmax}_to_T(int64_t *out, const T *x, size_t n);
/* The mean, accumulated in double, also for integers; NaN for n = 0. */
ALL double gpu_mean_T(const T *x, size_t n);
ALL gpu_status gpu_mean_to_T(double *out, const T *x, size_t n);
/* Variance and standard deviation in one pass: the sum of (x - mean)^2, divided by n - ddof. NaN if n - ddof is not
   positive; infinite if the squares overflow a double. */
ALL double gpu_{var|std}_T(const T *x, size_t n, double ddof);
ALL gpu_status gpu_{var|std}_to_T(double *out, const T *x, size_t n, double ddof);
/* Number of elements that are not 0; NaN counts as not 0. */
ALL int64_t gpu_count_nonzero_T(const T *x, size_t n);
ALL gpu_status gpu_count_nonzero_to_T(int64_t *out, const T *x, size_t n);
/* gpu_any: 1 if some element is not 0, else 0; gpu_all: 1 if no element is 0, else 0. NaN is not 0. n = 0 gives 0 and
   1. */
ANY int gpu_{any|all}_T(const T *x, size_t n);
ANY gpu_status gpu_{any|all}_to_T(int *out, const T *x, size_t n);
/* 1 if |x - y| <= atol + rtol * |y| for all elements, else 0. As in numpy.allclose, equal infinities are close and NaNs
   are not. */
REAL int gpu_allclose_T(const T *x, const T *y, size_t n, double rtol, double atol);
REAL gpu_status gpu_allclose_to_T(int *out, const T *x, const T *y, size_t n, double rtol, double atol);

/* ---- statistics ---- */
/* (x - mean) / std, where both are of all n elements, with ddof 0; out may be x. */
REAL gpu_status gpu_normalize_T(T *out, const T *x, size_t n);
#endif
