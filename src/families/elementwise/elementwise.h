/* Each elementwise function is one row: type, name, shape of the parameters, expression. Integers are computed in a
   type that wraps. */
#ifdef ANY
GPU__EXPR(T, "gpu_fill", gpu_fill_T, T, of_a, a)
#endif
#ifdef ALL
GPU__EXPR(T, "gpu_{add|sub|mul}", gpu_{1}_T, T, of_xy, (T)((gpu__wrap_T)x {+|-|*}(gpu__wrap_T) y))
GPU__EXPR(T, "gpu_axpy", gpu_axpy_T, T, of_axy, (T)(GPU__TIMES((gpu__wrap_T)a, (gpu__wrap_T)x) + (gpu__wrap_T)y))
GPU__EXPR(T, "gpu_scale", gpu_scale_T, T, of_ax, (T)((gpu__wrap_T)a *(gpu__wrap_T)x))
GPU__EXPR(T, "gpu_{add|sub}_scalar", gpu_{1}_scalar_T, T, of_xa, (T)((gpu__wrap_T)x {+|-}(gpu__wrap_T) a))
GPU__EXPR(T, "gpu_scalar_sub", gpu_scalar_sub_T, T, of_ax, (T)((gpu__wrap_T)a - (gpu__wrap_T)x))
GPU__EXPR(T, "gpu_square", gpu_square_T, T, of_x, (T)((gpu__wrap_T)x *(gpu__wrap_T)x))
GPU__EXPR(T, "gpu_sign", gpu_sign_T, T, of_x, x != x ? x : (T)((x > 0) - (x < 0)))
GPU__EXPR(T, "gpu_{minimum|maximum}", gpu_{1}_T, T, of_xy, GPU__FIRST_OF(x, y, {<|>}))
GPU__EXPR(T, "gpu_abs", gpu_abs_T, T, of_x,
          GPU__IS_REAL(T) ? GPU__MATH(T, fabs, x) : (T)(x < 0 ? 0 - (gpu__wrap_T)x : (gpu__wrap_T)x))
GPU__EXPR(T, "gpu_clip", gpu_clip_T, T, of_xab, ((x) < a ? (a > b ? b : a) : (x) > b ? b : x))
#endif
#ifdef REAL
GPU__EXPR(T, "gpu_div", gpu_div_T, T, of_xy, x / y)
GPU__EXPR(T, "gpu_sqrt", gpu_sqrt_T, T, of_x, GPU__MATH(T, sqrt, x))
GPU__EXPR(T, "gpu_div_scalar", gpu_div_scalar_T, T, of_xa, x / a)
GPU__EXPR(T, "gpu_scalar_div", gpu_scalar_div_T, T, of_ax, a / x)
GPU__EXPR(T, "gpu_reciprocal", gpu_reciprocal_T, T, of_x, 1 / x)
GPU__EXPR(T, "gpu_{floor|ceil|round}", gpu_{1}_T, T, of_x, GPU__MATH(T, {floor|ceil|rint}, x))
#ifdef GPU_MATH
GPU__QUICK_ROW(T, gpu_{cbrt|exp2|log2|log10}_T, {1})
GPU__QUICK_ROW_OF_TWO(T, gpu_atan2_T, atan2, of_yx)
#else
GPU__EXPR(T, "gpu_{cbrt|exp2|log2|log10}", gpu_{1}_T, T, of_x, GPU__MATH(T, {1}, x))
GPU__EXPR(T, "gpu_atan2", gpu_atan2_T, T, of_yx, GPU__MATH_2(T, atan2, y, x))
#endif
GPU__QUICK_ROW(T, gpu_{exp|log}_T, {1})
GPU__MATH_ROW(T, gpu_tanh_T, tanh)
GPU__QUICK_ROW(T, gpu_sigmoid_T, sigmoid)
GPU__ANGLE_ROW(T, gpu_{sin|cos}_T, {1})
GPU__POW_ROW(T, gpu_pow_T, pow)
#endif
