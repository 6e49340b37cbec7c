/* ---- math: functions of one number, for host code and kernels ----

   gpu_math_exp_f32(x) and the others below give the same bits on every device, with every compiler and at any level of
   optimisation. Float functions of one argument, and hypot, are correctly rounded; so are pow and atan2, except perhaps
   where the exact result is within 2^-33 ulp of the midpoint of two floats. Double functions are within 1 ulp. Special
   values are those of C's annex F; the sign and the payload of a NaN are unspecified. None of this holds without IEEE
   arithmetic (-ffast-math, -use_fast_math). The prewritten functions (gpu_exp and so on) use these. They are slow on a
   processor without fused multiply-add. */
GPU_FN float gpu_math_exp_f32(float x);
GPU_FN double gpu_math_exp_f64(double x);
GPU_FN float gpu_math_log_f32(float x);
GPU_FN double gpu_math_log_f64(double x);
GPU_FN float gpu_math_sin_f32(float x);
GPU_FN double gpu_math_sin_f64(double x);
GPU_FN float gpu_math_cos_f32(float x);
GPU_FN double gpu_math_cos_f64(double x);
GPU_FN float gpu_math_tanh_f32(float x);
GPU_FN double gpu_math_tanh_f64(double x);
/* The logistic function, 1 / (1 + exp(-x)). */
GPU_FN float gpu_math_sigmoid_f32(float x);
GPU_FN double gpu_math_sigmoid_f64(double x);
GPU_FN float gpu_math_pow_f32(float x, float y);
GPU_FN double gpu_math_pow_f64(double x, double y);

/* #define GPU_MATH before the include adds the functions below to the file; gpu_cbrt, gpu_exp2, gpu_log2, gpu_log10 and
   gpu_atan2 over arrays then use them too, instead of those of math.h. */
#ifdef GPU_MATH
GPU_FN float gpu_math_exp2_f32(float x);
GPU_FN double gpu_math_exp2_f64(double x);
GPU_FN float gpu_math_exp10_f32(float x);
GPU_FN double gpu_math_exp10_f64(double x);
GPU_FN float gpu_math_expm1_f32(float x);
GPU_FN double gpu_math_expm1_f64(double x);
GPU_FN float gpu_math_log2_f32(float x);
GPU_FN double gpu_math_log2_f64(double x);
GPU_FN float gpu_math_log10_f32(float x);
GPU_FN double gpu_math_log10_f64(double x);
GPU_FN float gpu_math_log1p_f32(float x);
GPU_FN double gpu_math_log1p_f64(double x);
GPU_FN float gpu_math_tan_f32(float x);
GPU_FN double gpu_math_tan_f64(double x);
/* The sine and the cosine of pi x. */
GPU_FN float gpu_math_sinpi_f32(float x);
GPU_FN double gpu_math_sinpi_f64(double x);
GPU_FN float gpu_math_cospi_f32(float x);
GPU_FN double gpu_math_cospi_f64(double x);
GPU_FN float gpu_math_asin_f32(float x);
GPU_FN double gpu_math_asin_f64(double x);
GPU_FN float gpu_math_acos_f32(float x);
GPU_FN double gpu_math_acos_f64(double x);
GPU_FN float gpu_math_atan_f32(float x);
GPU_FN double gpu_math_atan_f64(double x);
/* The angle of the point (x, y), from -pi to pi. */
GPU_FN float gpu_math_atan2_f32(float y, float x);
GPU_FN double gpu_math_atan2_f64(double y, double x);
GPU_FN float gpu_math_sinh_f32(float x);
GPU_FN double gpu_math_sinh_f64(double x);
GPU_FN float gpu_math_cosh_f32(float x);
GPU_FN double gpu_math_cosh_f64(double x);
GPU_FN float gpu_math_cbrt_f32(float x);
GPU_FN double gpu_math_cbrt_f64(double x);
GPU_FN float gpu_math_hypot_f32(float x, float y);
GPU_FN double gpu_math_hypot_f64(double x, double y);
GPU_FN float gpu_math_erf_f32(float x);
GPU_FN double gpu_math_erf_f64(double x);
/* sqrt(x) and 1 / sqrt(x); |x|; the smaller and the larger of x and y, NaN if either is NaN. */
GPU_FN float gpu_math_sqrt_f32(float x);
GPU_FN double gpu_math_sqrt_f64(double x);
GPU_FN float gpu_math_rsqrt_f32(float x);
GPU_FN double gpu_math_rsqrt_f64(double x);
GPU_FN float gpu_math_abs_f32(float x);
GPU_FN double gpu_math_abs_f64(double x);
GPU_FN float gpu_math_min_f32(float x, float y);
GPU_FN double gpu_math_min_f64(double x, double y);
GPU_FN float gpu_math_max_f32(float x, float y);
GPU_FN double gpu_math_max_f64(double x, double y);

/* Type-generic: GPU_EXP(x) is gpu_math_exp_f32 for a float x, else gpu_math_exp_f64; with two arguments the type of x +
   y decides. Arguments are evaluated once. */
#define GPU_EXP(x) GPU__MATH_OF(exp, x)
#define GPU_EXP2(x) GPU__MATH_OF(exp2, x)
#define GPU_EXP10(x) GPU__MATH_OF(exp10, x)
#define GPU_EXPM1(x) GPU__MATH_OF(expm1, x)
#define GPU_LOG(x) GPU__MATH_OF(log, x)
#define GPU_LOG2(x) GPU__MATH_OF(log2, x)
#define GPU_LOG10(x) GPU__MATH_OF(log10, x)
#define GPU_LOG1P(x) GPU__MATH_OF(log1p, x)
#define GPU_SIN(x) GPU__MATH_OF(sin, x)
#define GPU_COS(x) GPU__MATH_OF(cos, x)
#define GPU_TAN(x) GPU__MATH_OF(tan, x)
#define GPU_SINPI(x) GPU__MATH_OF(sinpi, x)
#define GPU_COSPI(x) GPU__MATH_OF(cospi, x)
#define GPU_ASIN(x) GPU__MATH_OF(asin, x)
#define GPU_ACOS(x) GPU__MATH_OF(acos, x)
#define GPU_ATAN(x) GPU__MATH_OF(atan, x)
#define GPU_ATAN2(y, x) GPU__MATH_OF_TWO(atan2, y, x)
#define GPU_SINH(x) GPU__MATH_OF(sinh, x)
#define GPU_COSH(x) GPU__MATH_OF(cosh, x)
#define GPU_TANH(x) GPU__MATH_OF(tanh, x)
#define GPU_SIGMOID(x) GPU__MATH_OF(sigmoid, x)
#define GPU_POW(x, y) GPU__MATH_OF_TWO(pow, x, y)
#define GPU_CBRT(x) GPU__MATH_OF(cbrt, x)
#define GPU_HYPOT(x, y) GPU__MATH_OF_TWO(hypot, x, y)
#define GPU_ERF(x) GPU__MATH_OF(erf, x)
#define GPU_SQRT(x) GPU__MATH_OF(sqrt, x)
#define GPU_RSQRT(x) GPU__MATH_OF(rsqrt, x)
#define GPU_ABS(x) GPU__MATH_OF(abs, x)
#define GPU_MIN(x, y) GPU__MATH_OF_TWO(min, x, y)
#define GPU_MAX(x, y) GPU__MATH_OF_TWO(max, x, y)

/* Over arrays, as gpu_exp: out[i] is computed from x[i], or from x[i] and y[i]. `out` may be an input. */
#ifndef GPU__CUDA
REAL gpu_status gpu_exp10_T(T *out, const T *x, size_t n);
REAL gpu_status gpu_expm1_T(T *out, const T *x, size_t n);
REAL gpu_status gpu_log1p_T(T *out, const T *x, size_t n);
REAL gpu_status gpu_tan_T(T *out, const T *x, size_t n);
REAL gpu_status gpu_sinpi_T(T *out, const T *x, size_t n);
REAL gpu_status gpu_cospi_T(T *out, const T *x, size_t n);
REAL gpu_status gpu_asin_T(T *out, const T *x, size_t n);
REAL gpu_status gpu_acos_T(T *out, const T *x, size_t n);
REAL gpu_status gpu_atan_T(T *out, const T *x, size_t n);
REAL gpu_status gpu_sinh_T(T *out, const T *x, size_t n);
REAL gpu_status gpu_cosh_T(T *out, const T *x, size_t n);
REAL gpu_status gpu_erf_T(T *out, const T *x, size_t n);
REAL gpu_status gpu_rsqrt_T(T *out, const T *x, size_t n);
REAL gpu_status gpu_hypot_T(T *out, const T *x, const T *y, size_t n);
#endif
#endif
