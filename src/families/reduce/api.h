/* ---- reduce: n elements to one value; the order depends on n alone: the same bits on CPU and GPU ---- */
#ifndef GPU__CUDA
/* Sum and product, accumulated in double for float and double, in int64_t for integers. n = 0 gives 0 and 1. */
GPU_OP double gpu_sum_f32(const float *x, size_t n);
GPU_OP double gpu_sum_f64(const double *x, size_t n);
GPU_OP int64_t gpu_sum_i32(const int32_t *x, size_t n);
GPU_OP int64_t gpu_sum_i64(const int64_t *x, size_t n);
GPU_OP uint64_t gpu_sum_u8(const uint8_t *x, size_t n);
GPU_OP uint64_t gpu_sum_u32(const uint32_t *x, size_t n);
GPU_OP uint64_t gpu_sum_u64(const uint64_t *x, size_t n);
GPU_OP gpu_status gpu_sum_to_f32(double *out, const float *x, size_t n);
GPU_OP gpu_status gpu_sum_to_f64(double *out, const double *x, size_t n);
GPU_OP gpu_status gpu_sum_to_i32(int64_t *out, const int32_t *x, size_t n);
GPU_OP gpu_status gpu_sum_to_i64(int64_t *out, const int64_t *x, size_t n);
GPU_OP gpu_status gpu_sum_to_u8(uint64_t *out, const uint8_t *x, size_t n);
GPU_OP gpu_status gpu_sum_to_u32(uint64_t *out, const uint32_t *x, size_t n);
GPU_OP gpu_status gpu_sum_to_u64(uint64_t *out, const uint64_t *x, size_t n);
GPU_OP double gpu_prod_f32(const float *x, size_t n);
GPU_OP double gpu_prod_f64(const double *x, size_t n);
GPU_OP int64_t gpu_prod_i32(const int32_t *x, size_t n);
GPU_OP int64_t gpu_prod_i64(const int64_t *x, size_t n);
GPU_OP gpu_status gpu_prod_to_f32(double *out, const float *x, size_t n);
GPU_OP gpu_status gpu_prod_to_f64(double *out, const double *x, size_t n);
GPU_OP gpu_status gpu_prod_to_i32(int64_t *out, const int32_t *x, size_t n);
GPU_OP gpu_status gpu_prod_to_i64(int64_t *out, const int64_t *x, size_t n);
/* The sum of x[i] * y[i]; products and sum are computed in double, or in int64_t. */
GPU_OP double gpu_dot_f32(const float *x, const float *y, size_t n);
GPU_OP double gpu_dot_f64(const double *x, const double *y, size_t n);
GPU_OP int64_t gpu_dot_i32(const int32_t *x, const int32_t *y, size_t n);
GPU_OP int64_t gpu_dot_i64(const int64_t *x, const int64_t *y, size_t n);
GPU_OP gpu_status gpu_dot_to_f32(double *out, const float *x, const float *y, size_t n);
GPU_OP gpu_status gpu_dot_to_f64(double *out, const double *x, const double *y, size_t n);
GPU_OP gpu_status gpu_dot_to_i32(int64_t *out, const int32_t *x, const int32_t *y, size_t n);
GPU_OP gpu_status gpu_dot_to_i64(int64_t *out, const int64_t *x, const int64_t *y, size_t n);
/* The square root of the sum of squares, in double; it overflows only if the result does. */
GPU_OP double gpu_norm_f32(const float *x, size_t n);
GPU_OP double gpu_norm_f64(const double *x, size_t n);
GPU_OP gpu_status gpu_norm_to_f32(double *out, const float *x, size_t n);
GPU_OP gpu_status gpu_norm_to_f64(double *out, const double *x, size_t n);
/* The smallest and the largest element; NaN if any element is NaN. 0 and -0 are equal, and either may be returned. n =
   0 is an error. */
GPU_OP float gpu_min_f32(const float *x, size_t n);
GPU_OP double gpu_min_f64(const double *x, size_t n);
GPU_OP int32_t gpu_min_i32(const int32_t *x, size_t n);
GPU_OP int64_t gpu_min_i64(const int64_t *x, size_t n);
GPU_OP gpu_status gpu_min_to_f32(float *out, const float *x, size_t n);
GPU_OP gpu_status gpu_min_to_f64(double *out, const double *x, size_t n);
GPU_OP gpu_status gpu_min_to_i32(int32_t *out, const int32_t *x, size_t n);
GPU_OP gpu_status gpu_min_to_i64(int64_t *out, const int64_t *x, size_t n);
GPU_OP float gpu_max_f32(const float *x, size_t n);
GPU_OP double gpu_max_f64(const double *x, size_t n);
GPU_OP int32_t gpu_max_i32(const int32_t *x, size_t n);
GPU_OP int64_t gpu_max_i64(const int64_t *x, size_t n);
GPU_OP gpu_status gpu_max_to_f32(float *out, const float *x, size_t n);
GPU_OP gpu_status gpu_max_to_f64(double *out, const double *x, size_t n);
GPU_OP gpu_status gpu_max_to_i32(int32_t *out, const int32_t *x, size_t n);
GPU_OP gpu_status gpu_max_to_i64(int64_t *out, const int64_t *x, size_t n);
/* Index of the first smallest (argmin) or largest (argmax) element, or of the first NaN. Returns -1 on error; n = 0 is
   an error. */
GPU_OP int64_t gpu_argmin_f32(const float *x, size_t n);
GPU_OP int64_t gpu_argmin_f64(const double *x, size_t n);
GPU_OP int64_t gpu_argmin_i32(const int32_t *x, size_t n);
GPU_OP int64_t gpu_argmin_i64(const int64_t *x, size_t n);
GPU_OP gpu_status gpu_argmin_to_f32(int64_t *out, const float *x, size_t n);
GPU_OP gpu_status gpu_argmin_to_f64(int64_t *out, const double *x, size_t n);
GPU_OP gpu_status gpu_argmin_to_i32(int64_t *out, const int32_t *x, size_t n);
GPU_OP gpu_status gpu_argmin_to_i64(int64_t *out, const int64_t *x, size_t n);
GPU_OP int64_t gpu_argmax_f32(const float *x, size_t n);
GPU_OP int64_t gpu_argmax_f64(const double *x, size_t n);
GPU_OP int64_t gpu_argmax_i32(const int32_t *x, size_t n);
GPU_OP int64_t gpu_argmax_i64(const int64_t *x, size_t n);
GPU_OP gpu_status gpu_argmax_to_f32(int64_t *out, const float *x, size_t n);
GPU_OP gpu_status gpu_argmax_to_f64(int64_t *out, const double *x, size_t n);
GPU_OP gpu_status gpu_argmax_to_i32(int64_t *out, const int32_t *x, size_t n);
GPU_OP gpu_status gpu_argmax_to_i64(int64_t *out, const int64_t *x, size_t n);
/* The mean, accumulated in double, also for integers; NaN for n = 0. */
GPU_OP double gpu_mean_f32(const float *x, size_t n);
GPU_OP double gpu_mean_f64(const double *x, size_t n);
GPU_OP double gpu_mean_i32(const int32_t *x, size_t n);
GPU_OP double gpu_mean_i64(const int64_t *x, size_t n);
GPU_OP gpu_status gpu_mean_to_f32(double *out, const float *x, size_t n);
GPU_OP gpu_status gpu_mean_to_f64(double *out, const double *x, size_t n);
GPU_OP gpu_status gpu_mean_to_i32(double *out, const int32_t *x, size_t n);
GPU_OP gpu_status gpu_mean_to_i64(double *out, const int64_t *x, size_t n);
/* Variance and standard deviation in one pass: the sum of (x - mean)^2, divided by n - ddof. NaN if n - ddof is not
   positive; infinite if the squares overflow a double. */
GPU_OP double gpu_var_f32(const float *x, size_t n, double ddof);
GPU_OP double gpu_var_f64(const double *x, size_t n, double ddof);
GPU_OP double gpu_var_i32(const int32_t *x, size_t n, double ddof);
GPU_OP double gpu_var_i64(const int64_t *x, size_t n, double ddof);
GPU_OP gpu_status gpu_var_to_f32(double *out, const float *x, size_t n, double ddof);
GPU_OP gpu_status gpu_var_to_f64(double *out, const double *x, size_t n, double ddof);
GPU_OP gpu_status gpu_var_to_i32(double *out, const int32_t *x, size_t n, double ddof);
GPU_OP gpu_status gpu_var_to_i64(double *out, const int64_t *x, size_t n, double ddof);
GPU_OP double gpu_std_f32(const float *x, size_t n, double ddof);
GPU_OP double gpu_std_f64(const double *x, size_t n, double ddof);
GPU_OP double gpu_std_i32(const int32_t *x, size_t n, double ddof);
GPU_OP double gpu_std_i64(const int64_t *x, size_t n, double ddof);
GPU_OP gpu_status gpu_std_to_f32(double *out, const float *x, size_t n, double ddof);
GPU_OP gpu_status gpu_std_to_f64(double *out, const double *x, size_t n, double ddof);
GPU_OP gpu_status gpu_std_to_i32(double *out, const int32_t *x, size_t n, double ddof);
GPU_OP gpu_status gpu_std_to_i64(double *out, const int64_t *x, size_t n, double ddof);
/* Number of elements that are not 0; NaN counts as not 0. */
GPU_OP int64_t gpu_count_nonzero_f32(const float *x, size_t n);
GPU_OP int64_t gpu_count_nonzero_f64(const double *x, size_t n);
GPU_OP int64_t gpu_count_nonzero_i32(const int32_t *x, size_t n);
GPU_OP int64_t gpu_count_nonzero_i64(const int64_t *x, size_t n);
GPU_OP gpu_status gpu_count_nonzero_to_f32(int64_t *out, const float *x, size_t n);
GPU_OP gpu_status gpu_count_nonzero_to_f64(int64_t *out, const double *x, size_t n);
GPU_OP gpu_status gpu_count_nonzero_to_i32(int64_t *out, const int32_t *x, size_t n);
GPU_OP gpu_status gpu_count_nonzero_to_i64(int64_t *out, const int64_t *x, size_t n);
/* gpu_any: 1 if some element is not 0, else 0; gpu_all: 1 if no element is 0, else 0. NaN is not 0. n = 0 gives 0 and
   1. */
GPU_OP int gpu_any_f32(const float *x, size_t n);
GPU_OP int gpu_any_f64(const double *x, size_t n);
GPU_OP int gpu_any_i32(const int32_t *x, size_t n);
GPU_OP int gpu_any_i64(const int64_t *x, size_t n);
GPU_OP int gpu_any_u8(const uint8_t *x, size_t n);
GPU_OP int gpu_any_u32(const uint32_t *x, size_t n);
GPU_OP int gpu_any_u64(const uint64_t *x, size_t n);
GPU_OP gpu_status gpu_any_to_f32(int *out, const float *x, size_t n);
GPU_OP gpu_status gpu_any_to_f64(int *out, const double *x, size_t n);
GPU_OP gpu_status gpu_any_to_i32(int *out, const int32_t *x, size_t n);
GPU_OP gpu_status gpu_any_to_i64(int *out, const int64_t *x, size_t n);
GPU_OP gpu_status gpu_any_to_u8(int *out, const uint8_t *x, size_t n);
GPU_OP gpu_status gpu_any_to_u32(int *out, const uint32_t *x, size_t n);
GPU_OP gpu_status gpu_any_to_u64(int *out, const uint64_t *x, size_t n);
GPU_OP int gpu_all_f32(const float *x, size_t n);
GPU_OP int gpu_all_f64(const double *x, size_t n);
GPU_OP int gpu_all_i32(const int32_t *x, size_t n);
GPU_OP int gpu_all_i64(const int64_t *x, size_t n);
GPU_OP int gpu_all_u8(const uint8_t *x, size_t n);
GPU_OP int gpu_all_u32(const uint32_t *x, size_t n);
GPU_OP int gpu_all_u64(const uint64_t *x, size_t n);
GPU_OP gpu_status gpu_all_to_f32(int *out, const float *x, size_t n);
GPU_OP gpu_status gpu_all_to_f64(int *out, const double *x, size_t n);
GPU_OP gpu_status gpu_all_to_i32(int *out, const int32_t *x, size_t n);
GPU_OP gpu_status gpu_all_to_i64(int *out, const int64_t *x, size_t n);
GPU_OP gpu_status gpu_all_to_u8(int *out, const uint8_t *x, size_t n);
GPU_OP gpu_status gpu_all_to_u32(int *out, const uint32_t *x, size_t n);
GPU_OP gpu_status gpu_all_to_u64(int *out, const uint64_t *x, size_t n);
/* 1 if |x - y| <= atol + rtol * |y| for all elements, else 0. As in numpy.allclose, equal infinities are close and NaNs
   are not. */
GPU_OP int gpu_allclose_f32(const float *x, const float *y, size_t n, double rtol, double atol);
GPU_OP int gpu_allclose_f64(const double *x, const double *y, size_t n, double rtol, double atol);
GPU_OP gpu_status gpu_allclose_to_f32(int *out, const float *x, const float *y, size_t n, double rtol, double atol);
GPU_OP gpu_status gpu_allclose_to_f64(int *out, const double *x, const double *y, size_t n, double rtol, double atol);
#endif
#define gpu_sum(x, n) GPU__BARE_ANY(x, gpu_sum, (x, n))
#define gpu_sum_to(out, x, n) GPU__BARE_ANY(x, gpu_sum_to, (out, x, n))
#define gpu_prod(x, n) GPU__BARE_ALL(x, gpu_prod, (x, n))
#define gpu_prod_to(out, x, n) GPU__BARE_ALL(x, gpu_prod_to, (out, x, n))
#define gpu_dot(x, y, n) GPU__BARE_ALL(x, gpu_dot, (x, y, n))
#define gpu_dot_to(out, x, y, n) GPU__BARE_ALL(x, gpu_dot_to, (out, x, y, n))
#define gpu_norm(x, n) GPU__BARE_REAL(x, gpu_norm, (x, n))
#define gpu_norm_to(out, x, n) GPU__BARE_REAL(x, gpu_norm_to, (out, x, n))
#define gpu_min(x, n) GPU__BARE_ALL(x, gpu_min, (x, n))
#define gpu_min_to(out, x, n) GPU__BARE_ALL(out, gpu_min_to, (out, x, n))
#define gpu_max(x, n) GPU__BARE_ALL(x, gpu_max, (x, n))
#define gpu_max_to(out, x, n) GPU__BARE_ALL(out, gpu_max_to, (out, x, n))
#define gpu_argmin(x, n) GPU__BARE_ALL(x, gpu_argmin, (x, n))
#define gpu_argmin_to(out, x, n) GPU__BARE_ALL(x, gpu_argmin_to, (out, x, n))
#define gpu_argmax(x, n) GPU__BARE_ALL(x, gpu_argmax, (x, n))
#define gpu_argmax_to(out, x, n) GPU__BARE_ALL(x, gpu_argmax_to, (out, x, n))
#define gpu_mean(x, n) GPU__BARE_ALL(x, gpu_mean, (x, n))
#define gpu_mean_to(out, x, n) GPU__BARE_ALL(x, gpu_mean_to, (out, x, n))
#define gpu_var(x, n, ddof) GPU__BARE_ALL(x, gpu_var, (x, n, ddof))
#define gpu_var_to(out, x, n, ddof) GPU__BARE_ALL(x, gpu_var_to, (out, x, n, ddof))
#define gpu_std(x, n, ddof) GPU__BARE_ALL(x, gpu_std, (x, n, ddof))
#define gpu_std_to(out, x, n, ddof) GPU__BARE_ALL(x, gpu_std_to, (out, x, n, ddof))
#define gpu_count_nonzero(x, n) GPU__BARE_ALL(x, gpu_count_nonzero, (x, n))
#define gpu_count_nonzero_to(out, x, n) GPU__BARE_ALL(x, gpu_count_nonzero_to, (out, x, n))
#define gpu_any(x, n) GPU__BARE_ANY(x, gpu_any, (x, n))
#define gpu_any_to(out, x, n) GPU__BARE_ANY(x, gpu_any_to, (out, x, n))
#define gpu_all(x, n) GPU__BARE_ANY(x, gpu_all, (x, n))
#define gpu_all_to(out, x, n) GPU__BARE_ANY(x, gpu_all_to, (out, x, n))
#define gpu_allclose(x, y, n, rtol, atol) GPU__BARE_REAL(x, gpu_allclose, (x, y, n, rtol, atol))
#define gpu_allclose_to(out, x, y, n, rtol, atol) GPU__BARE_REAL(x, gpu_allclose_to, (out, x, y, n, rtol, atol))

/* ---- statistics ---- */
#ifndef GPU__CUDA
/* (x - mean) / std, where both are of all n elements, with ddof 0; out may be x. */
GPU_OP gpu_status gpu_normalize_f32(float *out, const float *x, size_t n);
GPU_OP gpu_status gpu_normalize_f64(double *out, const double *x, size_t n);
#endif
#define gpu_normalize(out, x, n) GPU__BARE_REAL(out, gpu_normalize, (out, x, n))

