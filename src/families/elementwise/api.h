/* ---- elementwise: out[i] is computed from x[i] and y[i]; out may be x or y ---- */
/* The comparisons of gpu_compare. */
typedef enum gpu_comparison {
    GPU_LESS = 1,
    GPU_LESS_EQUAL = 3,
    GPU_EQUAL = 2,
    GPU_NOT_EQUAL = 10,
    GPU_GREATER = 4,
    GPU_GREATER_EQUAL = 6
} gpu_comparison;
#ifndef GPU__CUDA
/* x + y, x - y, x * y, and x / y. Integers wrap. */
GPU_OP gpu_status gpu_add_f32(float *out, const float *x, const float *y, size_t n);
GPU_OP gpu_status gpu_add_f64(double *out, const double *x, const double *y, size_t n);
GPU_OP gpu_status gpu_add_i32(int32_t *out, const int32_t *x, const int32_t *y, size_t n);
GPU_OP gpu_status gpu_add_i64(int64_t *out, const int64_t *x, const int64_t *y, size_t n);
GPU_OP gpu_status gpu_sub_f32(float *out, const float *x, const float *y, size_t n);
GPU_OP gpu_status gpu_sub_f64(double *out, const double *x, const double *y, size_t n);
GPU_OP gpu_status gpu_sub_i32(int32_t *out, const int32_t *x, const int32_t *y, size_t n);
GPU_OP gpu_status gpu_sub_i64(int64_t *out, const int64_t *x, const int64_t *y, size_t n);
GPU_OP gpu_status gpu_mul_f32(float *out, const float *x, const float *y, size_t n);
GPU_OP gpu_status gpu_mul_f64(double *out, const double *x, const double *y, size_t n);
GPU_OP gpu_status gpu_mul_i32(int32_t *out, const int32_t *x, const int32_t *y, size_t n);
GPU_OP gpu_status gpu_mul_i64(int64_t *out, const int64_t *x, const int64_t *y, size_t n);
GPU_OP gpu_status gpu_div_f32(float *out, const float *x, const float *y, size_t n);
GPU_OP gpu_status gpu_div_f64(double *out, const double *x, const double *y, size_t n);
/* a * x + y, rounded after the product and after the sum; and a * x. */
GPU_OP gpu_status gpu_axpy_f32(float *out, float a, const float *x, const float *y, size_t n);
GPU_OP gpu_status gpu_axpy_f64(double *out, double a, const double *x, const double *y, size_t n);
GPU_OP gpu_status gpu_axpy_i32(int32_t *out, int32_t a, const int32_t *x, const int32_t *y, size_t n);
GPU_OP gpu_status gpu_axpy_i64(int64_t *out, int64_t a, const int64_t *x, const int64_t *y, size_t n);
GPU_OP gpu_status gpu_scale_f32(float *out, float a, const float *x, size_t n);
GPU_OP gpu_status gpu_scale_f64(double *out, double a, const double *x, size_t n);
GPU_OP gpu_status gpu_scale_i32(int32_t *out, int32_t a, const int32_t *x, size_t n);
GPU_OP gpu_status gpu_scale_i64(int64_t *out, int64_t a, const int64_t *x, size_t n);
/* gpu_axpy and gpu_scale with a factor in device or host memory, which is read when the work runs. With a function
   whose name ends in _to, which writes such a value, no call waits, and all of them can be captured in a graph. out may
   be x or y, and for n = 1 also a. */
GPU_OP gpu_status gpu_axpy_from_f32(float *out, const float *a, const float *x, const float *y, size_t n);
GPU_OP gpu_status gpu_axpy_from_f64(double *out, const double *a, const double *x, const double *y, size_t n);
GPU_OP gpu_status gpu_axpy_from_i32(int32_t *out, const int32_t *a, const int32_t *x, const int32_t *y, size_t n);
GPU_OP gpu_status gpu_axpy_from_i64(int64_t *out, const int64_t *a, const int64_t *x, const int64_t *y, size_t n);
GPU_OP gpu_status gpu_scale_from_f32(float *out, const float *a, const float *x, size_t n);
GPU_OP gpu_status gpu_scale_from_f64(double *out, const double *a, const double *x, size_t n);
GPU_OP gpu_status gpu_scale_from_i32(int32_t *out, const int32_t *a, const int32_t *x, size_t n);
GPU_OP gpu_status gpu_scale_from_i64(int64_t *out, const int64_t *a, const int64_t *x, size_t n);
/* x + a, x - a, a - x, x / a and a / x, with one number a for all elements; x * a is gpu_scale. */
GPU_OP gpu_status gpu_add_scalar_f32(float *out, const float *x, float a, size_t n);
GPU_OP gpu_status gpu_add_scalar_f64(double *out, const double *x, double a, size_t n);
GPU_OP gpu_status gpu_add_scalar_i32(int32_t *out, const int32_t *x, int32_t a, size_t n);
GPU_OP gpu_status gpu_add_scalar_i64(int64_t *out, const int64_t *x, int64_t a, size_t n);
GPU_OP gpu_status gpu_sub_scalar_f32(float *out, const float *x, float a, size_t n);
GPU_OP gpu_status gpu_sub_scalar_f64(double *out, const double *x, double a, size_t n);
GPU_OP gpu_status gpu_sub_scalar_i32(int32_t *out, const int32_t *x, int32_t a, size_t n);
GPU_OP gpu_status gpu_sub_scalar_i64(int64_t *out, const int64_t *x, int64_t a, size_t n);
GPU_OP gpu_status gpu_scalar_sub_f32(float *out, float a, const float *x, size_t n);
GPU_OP gpu_status gpu_scalar_sub_f64(double *out, double a, const double *x, size_t n);
GPU_OP gpu_status gpu_scalar_sub_i32(int32_t *out, int32_t a, const int32_t *x, size_t n);
GPU_OP gpu_status gpu_scalar_sub_i64(int64_t *out, int64_t a, const int64_t *x, size_t n);
GPU_OP gpu_status gpu_div_scalar_f32(float *out, const float *x, float a, size_t n);
GPU_OP gpu_status gpu_div_scalar_f64(double *out, const double *x, double a, size_t n);
GPU_OP gpu_status gpu_scalar_div_f32(float *out, float a, const float *x, size_t n);
GPU_OP gpu_status gpu_scalar_div_f64(double *out, double a, const double *x, size_t n);
/* The smaller and the larger of x and y; NaN if either is NaN. */
GPU_OP gpu_status gpu_minimum_f32(float *out, const float *x, const float *y, size_t n);
GPU_OP gpu_status gpu_minimum_f64(double *out, const double *x, const double *y, size_t n);
GPU_OP gpu_status gpu_minimum_i32(int32_t *out, const int32_t *x, const int32_t *y, size_t n);
GPU_OP gpu_status gpu_minimum_i64(int64_t *out, const int64_t *x, const int64_t *y, size_t n);
GPU_OP gpu_status gpu_maximum_f32(float *out, const float *x, const float *y, size_t n);
GPU_OP gpu_status gpu_maximum_f64(double *out, const double *x, const double *y, size_t n);
GPU_OP gpu_status gpu_maximum_i32(int32_t *out, const int32_t *x, const int32_t *y, size_t n);
GPU_OP gpu_status gpu_maximum_i64(int64_t *out, const int64_t *x, const int64_t *y, size_t n);
/* x limited to the range from lo to hi; hi where lo > hi. NaN stays NaN; a bound that is NaN limits nothing. */
GPU_OP gpu_status gpu_clip_f32(float *out, const float *x, float lo, float hi, size_t n);
GPU_OP gpu_status gpu_clip_f64(double *out, const double *x, double lo, double hi, size_t n);
GPU_OP gpu_status gpu_clip_i32(int32_t *out, const int32_t *x, int32_t lo, int32_t hi, size_t n);
GPU_OP gpu_status gpu_clip_i64(int64_t *out, const int64_t *x, int64_t lo, int64_t hi, size_t n);
/* |x|; for the smallest integer the result is that integer, as in C. */
GPU_OP gpu_status gpu_abs_f32(float *out, const float *x, size_t n);
GPU_OP gpu_status gpu_abs_f64(double *out, const double *x, size_t n);
GPU_OP gpu_status gpu_abs_i32(int32_t *out, const int32_t *x, size_t n);
GPU_OP gpu_status gpu_abs_i64(int64_t *out, const int64_t *x, size_t n);
/* x * x; and the sign of x: -1, 0, 1 or NaN. */
GPU_OP gpu_status gpu_square_f32(float *out, const float *x, size_t n);
GPU_OP gpu_status gpu_square_f64(double *out, const double *x, size_t n);
GPU_OP gpu_status gpu_square_i32(int32_t *out, const int32_t *x, size_t n);
GPU_OP gpu_status gpu_square_i64(int64_t *out, const int64_t *x, size_t n);
GPU_OP gpu_status gpu_sign_f32(float *out, const float *x, size_t n);
GPU_OP gpu_status gpu_sign_f64(double *out, const double *x, size_t n);
GPU_OP gpu_status gpu_sign_i32(int32_t *out, const int32_t *x, size_t n);
GPU_OP gpu_status gpu_sign_i64(int64_t *out, const int64_t *x, size_t n);
/* 1 / x; and rounding to a whole number: down, up, and to the nearest, with ties to even. */
GPU_OP gpu_status gpu_reciprocal_f32(float *out, const float *x, size_t n);
GPU_OP gpu_status gpu_reciprocal_f64(double *out, const double *x, size_t n);
GPU_OP gpu_status gpu_floor_f32(float *out, const float *x, size_t n);
GPU_OP gpu_status gpu_floor_f64(double *out, const double *x, size_t n);
GPU_OP gpu_status gpu_ceil_f32(float *out, const float *x, size_t n);
GPU_OP gpu_status gpu_ceil_f64(double *out, const double *x, size_t n);
GPU_OP gpu_status gpu_round_f32(float *out, const float *x, size_t n);
GPU_OP gpu_status gpu_round_f64(double *out, const double *x, size_t n);
/* The functions of math.h, and the logistic function 1 / (1 + exp(-x)). sqrt, exp, log, sin, cos, tanh, sigmoid and pow
   have the same bits on both backends: floats are correctly rounded, doubles within 1 ulp, see gpu_math_exp_f32. So
   have cbrt, exp2, log2, log10 and atan2 in a file that defines GPU_MATH; without it they are those of math.h and CUDA,
   which differ in the last place. */
GPU_OP gpu_status gpu_sqrt_f32(float *out, const float *x, size_t n);
GPU_OP gpu_status gpu_sqrt_f64(double *out, const double *x, size_t n);
GPU_OP gpu_status gpu_cbrt_f32(float *out, const float *x, size_t n);
GPU_OP gpu_status gpu_cbrt_f64(double *out, const double *x, size_t n);
GPU_OP gpu_status gpu_exp_f32(float *out, const float *x, size_t n);
GPU_OP gpu_status gpu_exp_f64(double *out, const double *x, size_t n);
GPU_OP gpu_status gpu_log_f32(float *out, const float *x, size_t n);
GPU_OP gpu_status gpu_log_f64(double *out, const double *x, size_t n);
GPU_OP gpu_status gpu_exp2_f32(float *out, const float *x, size_t n);
GPU_OP gpu_status gpu_exp2_f64(double *out, const double *x, size_t n);
GPU_OP gpu_status gpu_log2_f32(float *out, const float *x, size_t n);
GPU_OP gpu_status gpu_log2_f64(double *out, const double *x, size_t n);
GPU_OP gpu_status gpu_log10_f32(float *out, const float *x, size_t n);
GPU_OP gpu_status gpu_log10_f64(double *out, const double *x, size_t n);
GPU_OP gpu_status gpu_sin_f32(float *out, const float *x, size_t n);
GPU_OP gpu_status gpu_sin_f64(double *out, const double *x, size_t n);
GPU_OP gpu_status gpu_cos_f32(float *out, const float *x, size_t n);
GPU_OP gpu_status gpu_cos_f64(double *out, const double *x, size_t n);
GPU_OP gpu_status gpu_tanh_f32(float *out, const float *x, size_t n);
GPU_OP gpu_status gpu_tanh_f64(double *out, const double *x, size_t n);
GPU_OP gpu_status gpu_sigmoid_f32(float *out, const float *x, size_t n);
GPU_OP gpu_status gpu_sigmoid_f64(double *out, const double *x, size_t n);
/* x to the power p. */
GPU_OP gpu_status gpu_pow_f32(float *out, const float *x, float p, size_t n);
GPU_OP gpu_status gpu_pow_f64(double *out, const double *x, double p, size_t n);
/* The angle of the point (x, y), from -pi to pi. */
GPU_OP gpu_status gpu_atan2_f32(float *out, const float *y, const float *x, size_t n);
GPU_OP gpu_status gpu_atan2_f64(double *out, const double *y, const double *x, size_t n);
/* mask[i] = 1 if the comparison of x[i] with y[i], or with a, is true, else 0. mask must not overlap the inputs.
   Comparisons with NaN are false, except GPU_NOT_EQUAL. */
GPU_OP gpu_status gpu_compare_f32(uint8_t *mask, const float *x, gpu_comparison how, const float *y, size_t n);
GPU_OP gpu_status gpu_compare_f64(uint8_t *mask, const double *x, gpu_comparison how, const double *y, size_t n);
GPU_OP gpu_status gpu_compare_i32(uint8_t *mask, const int32_t *x, gpu_comparison how, const int32_t *y, size_t n);
GPU_OP gpu_status gpu_compare_i64(uint8_t *mask, const int64_t *x, gpu_comparison how, const int64_t *y, size_t n);
GPU_OP gpu_status gpu_compare_scalar_f32(uint8_t *mask, const float *x, gpu_comparison how, float a, size_t n);
GPU_OP gpu_status gpu_compare_scalar_f64(uint8_t *mask, const double *x, gpu_comparison how, double a, size_t n);
GPU_OP gpu_status gpu_compare_scalar_i32(uint8_t *mask, const int32_t *x, gpu_comparison how, int32_t a, size_t n);
GPU_OP gpu_status gpu_compare_scalar_i64(uint8_t *mask, const int64_t *x, gpu_comparison how, int64_t a, size_t n);
/* Logical and, or, exclusive or, and not of masks: out[i] is 0 or 1. Any byte but 0 is true. */
GPU_OP gpu_status gpu_mask_and_u8(uint8_t *out, const uint8_t *x, const uint8_t *y, size_t n);
GPU_OP gpu_status gpu_mask_or_u8(uint8_t *out, const uint8_t *x, const uint8_t *y, size_t n);
GPU_OP gpu_status gpu_mask_xor_u8(uint8_t *out, const uint8_t *x, const uint8_t *y, size_t n);
GPU_OP gpu_status gpu_mask_not_u8(uint8_t *out, const uint8_t *x, size_t n);
/* Converts x, whose type is `type`, to the type in the name. Floating-point numbers become integers by rounding towards
   zero, with NaN as 0 and values out of range saturated; integers wrap; all others are rounded to the nearest. out must
   not overlap x, but may be x if the element sizes agree. The bare name finds the type of x: gpu_cast(out, x, n). */
GPU_OP gpu_status gpu_cast_f32(float *out, const void *x, gpu_type type, size_t n);
GPU_OP gpu_status gpu_cast_f64(double *out, const void *x, gpu_type type, size_t n);
GPU_OP gpu_status gpu_cast_i32(int32_t *out, const void *x, gpu_type type, size_t n);
GPU_OP gpu_status gpu_cast_i64(int64_t *out, const void *x, gpu_type type, size_t n);
GPU_OP gpu_status gpu_cast_u8(uint8_t *out, const void *x, gpu_type type, size_t n);
GPU_OP gpu_status gpu_cast_u32(uint32_t *out, const void *x, gpu_type type, size_t n);
GPU_OP gpu_status gpu_cast_u64(uint64_t *out, const void *x, gpu_type type, size_t n);
#endif
#define gpu_add(out, x, y, n) GPU__BARE_ALL(out, gpu_add, (out, x, y, n))
#define gpu_sub(out, x, y, n) GPU__BARE_ALL(out, gpu_sub, (out, x, y, n))
#define gpu_mul(out, x, y, n) GPU__BARE_ALL(out, gpu_mul, (out, x, y, n))
#define gpu_div(out, x, y, n) GPU__BARE_REAL(out, gpu_div, (out, x, y, n))
#define gpu_axpy(out, a, x, y, n) (GPU__FITS(out, a), GPU__BARE_ALL(out, gpu_axpy, (out, a, x, y, n)))
#define gpu_scale(out, a, x, n) (GPU__FITS(out, a), GPU__BARE_ALL(out, gpu_scale, (out, a, x, n)))
#define gpu_axpy_from(out, a, x, y, n) GPU__BARE_ALL(out, gpu_axpy_from, (out, a, x, y, n))
#define gpu_scale_from(out, a, x, n) GPU__BARE_ALL(out, gpu_scale_from, (out, a, x, n))
#define gpu_add_scalar(out, x, a, n) (GPU__FITS(out, a), GPU__BARE_ALL(out, gpu_add_scalar, (out, x, a, n)))
#define gpu_sub_scalar(out, x, a, n) (GPU__FITS(out, a), GPU__BARE_ALL(out, gpu_sub_scalar, (out, x, a, n)))
#define gpu_scalar_sub(out, a, x, n) (GPU__FITS(out, a), GPU__BARE_ALL(out, gpu_scalar_sub, (out, a, x, n)))
#define gpu_div_scalar(out, x, a, n) GPU__BARE_REAL(out, gpu_div_scalar, (out, x, a, n))
#define gpu_scalar_div(out, a, x, n) GPU__BARE_REAL(out, gpu_scalar_div, (out, a, x, n))
#define gpu_minimum(out, x, y, n) GPU__BARE_ALL(out, gpu_minimum, (out, x, y, n))
#define gpu_maximum(out, x, y, n) GPU__BARE_ALL(out, gpu_maximum, (out, x, y, n))
#define gpu_clip(out, x, lo, hi, n)                                                                                    \
    (GPU__FITS(out, lo), GPU__FITS(out, hi), GPU__BARE_ALL(out, gpu_clip, (out, x, lo, hi, n)))
#define gpu_abs(out, x, n) GPU__BARE_ALL(out, gpu_abs, (out, x, n))
#define gpu_square(out, x, n) GPU__BARE_ALL(out, gpu_square, (out, x, n))
#define gpu_sign(out, x, n) GPU__BARE_ALL(out, gpu_sign, (out, x, n))
#define gpu_reciprocal(out, x, n) GPU__BARE_REAL(out, gpu_reciprocal, (out, x, n))
#define gpu_floor(out, x, n) GPU__BARE_REAL(out, gpu_floor, (out, x, n))
#define gpu_ceil(out, x, n) GPU__BARE_REAL(out, gpu_ceil, (out, x, n))
#define gpu_round(out, x, n) GPU__BARE_REAL(out, gpu_round, (out, x, n))
#define gpu_sqrt(out, x, n) GPU__BARE_REAL(out, gpu_sqrt, (out, x, n))
#define gpu_cbrt(out, x, n) GPU__BARE_REAL(out, gpu_cbrt, (out, x, n))
#define gpu_exp(out, x, n) GPU__BARE_REAL(out, gpu_exp, (out, x, n))
#define gpu_log(out, x, n) GPU__BARE_REAL(out, gpu_log, (out, x, n))
#define gpu_exp2(out, x, n) GPU__BARE_REAL(out, gpu_exp2, (out, x, n))
#define gpu_log2(out, x, n) GPU__BARE_REAL(out, gpu_log2, (out, x, n))
#define gpu_log10(out, x, n) GPU__BARE_REAL(out, gpu_log10, (out, x, n))
#define gpu_sin(out, x, n) GPU__BARE_REAL(out, gpu_sin, (out, x, n))
#define gpu_cos(out, x, n) GPU__BARE_REAL(out, gpu_cos, (out, x, n))
#define gpu_tanh(out, x, n) GPU__BARE_REAL(out, gpu_tanh, (out, x, n))
#define gpu_sigmoid(out, x, n) GPU__BARE_REAL(out, gpu_sigmoid, (out, x, n))
#define gpu_pow(out, x, p, n) GPU__BARE_REAL(out, gpu_pow, (out, x, p, n))
#define gpu_atan2(out, y, x, n) GPU__BARE_REAL(out, gpu_atan2, (out, y, x, n))
#define gpu_compare(mask, x, how, y, n) GPU__BARE_ALL(x, gpu_compare, (mask, x, how, y, n))
#define gpu_compare_scalar(mask, x, how, a, n)                                                                         \
    (GPU__FITS(x, a), GPU__BARE_ALL(x, gpu_compare_scalar, (mask, x, how, a, n)))
#define gpu_mask_and(out, x, y, n) (GPU__HERE_PREWRITTEN, gpu_mask_and_u8(out, x, y, n))
#define gpu_mask_or(out, x, y, n) (GPU__HERE_PREWRITTEN, gpu_mask_or_u8(out, x, y, n))
#define gpu_mask_xor(out, x, y, n) (GPU__HERE_PREWRITTEN, gpu_mask_xor_u8(out, x, y, n))
#define gpu_mask_not(out, x, n) (GPU__HERE_PREWRITTEN, gpu_mask_not_u8(out, x, n))
#define gpu_cast(out, x, n) GPU__BARE_CAST(out, x, n)
