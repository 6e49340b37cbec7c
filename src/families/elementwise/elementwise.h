/* Integers are computed in a type that wraps. */
#ifdef ANY
GPU_VECTORIZE(T, gpu_fill_T, (T, a, scalar)) { return a; }
#endif
#ifdef ALL
GPU_VECTORIZE(T, gpu_{add|sub|mul}_T, (T, x), (T, y)) { return (T)((gpu__wrap_T)x {+|-|*}(gpu__wrap_T) y); }
GPU_VECTORIZE(T, gpu_axpy_T, (T, a, scalar), (T, x), (T, y))
{
    return (T)(GPU__TIMES((gpu__wrap_T)a, (gpu__wrap_T)x) + (gpu__wrap_T)y);
}
GPU_VECTORIZE(T, gpu_scale_T, (T, a, scalar), (T, x)) { return (T)((gpu__wrap_T)a * (gpu__wrap_T)x); }
GPU_VECTORIZE(T, gpu_{add|sub}_scalar_T, (T, x), (T, a, scalar)) { return (T)((gpu__wrap_T)x {+|-}(gpu__wrap_T) a); }
GPU_VECTORIZE(T, gpu_scalar_sub_T, (T, a, scalar), (T, x)) { return (T)((gpu__wrap_T)a - (gpu__wrap_T)x); }
GPU_VECTORIZE(T, gpu_square_T, (T, x)) { return (T)((gpu__wrap_T)x * (gpu__wrap_T)x); }
GPU_VECTORIZE(T, gpu_sign_T, (T, x)) { return x != x ? x : (T)((x > 0) - (x < 0)); }
GPU_VECTORIZE(T, gpu_{minimum|maximum}_T, (T, x), (T, y)) { return GPU__FIRST_OF(x, y, {<|>}); }
GPU_VECTORIZE(T, gpu_abs_T, (T, x))
{
    return GPU__IS_REAL(T) ? GPU__MATH(T, fabs, x) : (T)(x < 0 ? 0 - (gpu__wrap_T)x : (gpu__wrap_T)x);
}
GPU_VECTORIZE(T, gpu_clip_T, (T, x), (T, a, scalar), (T, b, scalar))
{
    return ((x) < a ? (a > b ? b : a) : (x) > b ? b : x);
}
#endif
#ifdef REAL
GPU_VECTORIZE(T, gpu_div_T, (T, x), (T, y)) { return x / y; }
GPU_VECTORIZE(T, gpu_sqrt_T, (T, x)) { return GPU__MATH(T, sqrt, x); }
GPU_VECTORIZE(T, gpu_div_scalar_T, (T, x), (T, a, scalar)) { return x / a; }
GPU_VECTORIZE(T, gpu_scalar_div_T, (T, a, scalar), (T, x)) { return a / x; }
GPU_VECTORIZE(T, gpu_reciprocal_T, (T, x)) { return 1 / x; }
GPU_VECTORIZE(T, gpu_{floor|ceil|round}_T, (T, x)) { return GPU__MATH(T, {floor|ceil|rint}, x); }
#ifdef GPU_MATH
GPU__QUICK_ROW(T, gpu_{cbrt|exp2|log2|log10}_T, {1})
GPU__QUICK_ROW_OF_TWO(T, gpu_atan2_T, atan2, of_yx)
#else
GPU_VECTORIZE(T, gpu_{cbrt|exp2|log2|log10}_T, (T, x)) { return GPU__MATH(T, {1}, x); }
GPU_VECTORIZE(T, gpu_atan2_T, (T, y), (T, x)) { return GPU__MATH_2(T, atan2, y, x); }
#endif
GPU__QUICK_ROW(T, gpu_{exp|log}_T, {1})
GPU__MATH_ROW(T, gpu_tanh_T, tanh)
GPU__QUICK_ROW(T, gpu_sigmoid_T, sigmoid)
GPU__ANGLE_ROW(T, gpu_{sin|cos}_T, {1})
GPU__POW_ROW(T, gpu_pow_T, pow)
#endif
