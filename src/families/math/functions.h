#ifdef GPU__ONCE
#ifdef GPU_MATH
GPU__LIFTED_FN double gpu_math_exp2_f64(double x) { return exp2(x); }
GPU__LIFTED_FN float gpu_math_exp2_f32(float x) { return (float)gpu_math_exp2_f64((double)x); }
GPU__LIFTED_FN double gpu_math_exp10_f64(double x) { return pow(10.0, x); }
GPU__LIFTED_FN float gpu_math_exp10_f32(float x) { return (float)gpu_math_exp10_f64((double)x); }
GPU__LIFTED_FN double gpu_math_expm1_f64(double x) { return expm1(x); }
GPU__LIFTED_FN float gpu_math_expm1_f32(float x) { return (float)gpu_math_expm1_f64((double)x); }
GPU__LIFTED_FN double gpu_math_log2_f64(double x) { return log2(x); }
GPU__LIFTED_FN float gpu_math_log2_f32(float x) { return (float)gpu_math_log2_f64((double)x); }
GPU__LIFTED_FN double gpu_math_log10_f64(double x) { return log10(x); }
GPU__LIFTED_FN float gpu_math_log10_f32(float x) { return (float)gpu_math_log10_f64((double)x); }
GPU__LIFTED_FN double gpu_math_log1p_f64(double x) { return log1p(x); }
GPU__LIFTED_FN float gpu_math_log1p_f32(float x) { return (float)gpu_math_log1p_f64((double)x); }
GPU__LIFTED_FN double gpu_math_tan_f64(double x) { return tan(x); }
GPU__LIFTED_FN float gpu_math_tan_f32(float x) { return (float)gpu_math_tan_f64((double)x); }
GPU__LIFTED_FN double gpu_math_sinpi_f64(double x) { return sin(3.141592653589793 * x); }
GPU__LIFTED_FN float gpu_math_sinpi_f32(float x) { return (float)gpu_math_sinpi_f64((double)x); }
GPU__LIFTED_FN double gpu_math_cospi_f64(double x) { return cos(3.141592653589793 * x); }
GPU__LIFTED_FN float gpu_math_cospi_f32(float x) { return (float)gpu_math_cospi_f64((double)x); }
GPU__LIFTED_FN double gpu_math_asin_f64(double x) { return asin(x); }
GPU__LIFTED_FN float gpu_math_asin_f32(float x) { return (float)gpu_math_asin_f64((double)x); }
GPU__LIFTED_FN double gpu_math_acos_f64(double x) { return acos(x); }
GPU__LIFTED_FN float gpu_math_acos_f32(float x) { return (float)gpu_math_acos_f64((double)x); }
GPU__LIFTED_FN double gpu_math_atan_f64(double x) { return atan(x); }
GPU__LIFTED_FN float gpu_math_atan_f32(float x) { return (float)gpu_math_atan_f64((double)x); }
GPU__LIFTED_FN double gpu_math_sinh_f64(double x) { return sinh(x); }
GPU__LIFTED_FN float gpu_math_sinh_f32(float x) { return (float)gpu_math_sinh_f64((double)x); }
GPU__LIFTED_FN double gpu_math_cosh_f64(double x) { return cosh(x); }
GPU__LIFTED_FN float gpu_math_cosh_f32(float x) { return (float)gpu_math_cosh_f64((double)x); }
GPU__LIFTED_FN double gpu_math_cbrt_f64(double x) { return cbrt(x); }
GPU__LIFTED_FN float gpu_math_cbrt_f32(float x) { return (float)gpu_math_cbrt_f64((double)x); }
GPU__LIFTED_FN double gpu_math_erf_f64(double x) { return erf(x); }
GPU__LIFTED_FN float gpu_math_erf_f32(float x) { return (float)gpu_math_erf_f64((double)x); }
GPU__LIFTED_FN double gpu_math_sqrt_f64(double x) { return sqrt(x); }
GPU__LIFTED_FN float gpu_math_sqrt_f32(float x) { return (float)gpu_math_sqrt_f64((double)x); }
GPU__LIFTED_FN double gpu_math_rsqrt_f64(double x) { return 1 / sqrt(x); }
GPU__LIFTED_FN float gpu_math_rsqrt_f32(float x) { return (float)gpu_math_rsqrt_f64((double)x); }
GPU__LIFTED_FN double gpu_math_abs_f64(double x) { return fabs(x); }
GPU__LIFTED_FN float gpu_math_abs_f32(float x) { return (float)gpu_math_abs_f64((double)x); }
GPU__LIFTED_FN double gpu_math_atan2_f64(double x, double y) { return atan2(x, y); }
GPU__LIFTED_FN float gpu_math_atan2_f32(float x, float y) { return (float)gpu_math_atan2_f64((double)x, (double)y); }
GPU__LIFTED_FN double gpu_math_hypot_f64(double x, double y) { return hypot(x, y); }
GPU__LIFTED_FN float gpu_math_hypot_f32(float x, float y) { return (float)gpu_math_hypot_f64((double)x, (double)y); }
GPU__LIFTED_FN double gpu_math_min_f64(double x, double y) { return x < y || x != x ? x : y; }
GPU__LIFTED_FN float gpu_math_min_f32(float x, float y) { return (float)gpu_math_min_f64((double)x, (double)y); }
GPU__LIFTED_FN double gpu_math_max_f64(double x, double y) { return x > y || x != x ? x : y; }
GPU__LIFTED_FN float gpu_math_max_f32(float x, float y) { return (float)gpu_math_max_f64((double)x, (double)y); }
#endif
#endif
