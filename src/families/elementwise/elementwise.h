/* Each elementwise function is one row: type, name, shape of the parameters, expression. Integers are computed in a
   type that wraps. */
#ifdef GPU__FOR_ANY
GPU__ROW(GPU__T, fill, of_a, a)
#endif
#ifdef GPU__FOR_ALL
GPU__ROW(GPU__T, add, of_xy, (GPU__T)((GPU__W)x + (GPU__W)y))
GPU__ROW(GPU__T, sub, of_xy, (GPU__T)((GPU__W)x - (GPU__W)y))
GPU__ROW(GPU__T, mul, of_xy, (GPU__T)((GPU__W)x *(GPU__W)y))
GPU__ROW(GPU__T, axpy, of_axy, (GPU__T)(GPU__TIMES((GPU__W)a, (GPU__W)x) + (GPU__W)y))
GPU__ROW(GPU__T, scale, of_ax, (GPU__T)((GPU__W)a *(GPU__W)x))
GPU__ROW(GPU__T, add_scalar, of_xa, (GPU__T)((GPU__W)x + (GPU__W)a))
GPU__ROW(GPU__T, sub_scalar, of_xa, (GPU__T)((GPU__W)x - (GPU__W)a))
GPU__ROW(GPU__T, scalar_sub, of_ax, (GPU__T)((GPU__W)a - (GPU__W)x))
GPU__ROW(GPU__T, square, of_x, (GPU__T)((GPU__W)x *(GPU__W)x))
GPU__ROW(GPU__T, sign, of_x, x != x ? x : (GPU__T)((x > 0) - (x < 0)))
GPU__ROW(GPU__T, minimum, of_xy, GPU__FIRST_OF(x, y, <))
GPU__ROW(GPU__T, maximum, of_xy, GPU__FIRST_OF(x, y, >))
GPU__ROW(GPU__T, abs, of_x, GPU__IS_REAL ? GPU__MATH(GPU__T, fabs, x) : (GPU__T)(x < 0 ? 0 - (GPU__W)x : (GPU__W)x))
GPU__ROW(GPU__T, clip, of_xab, GPU__AT_MOST(GPU__AT_LEAST(x, a), b))
#endif
#ifdef GPU__FOR_REAL
GPU__ROW(GPU__T, div, of_xy, x / y)
GPU__ROW(GPU__T, sqrt, of_x, GPU__MATH(GPU__T, sqrt, x))
GPU__ROW(GPU__T, div_scalar, of_xa, x / a)
GPU__ROW(GPU__T, scalar_div, of_ax, a / x)
GPU__ROW(GPU__T, reciprocal, of_x, 1 / x)
GPU__ROW(GPU__T, floor, of_x, GPU__MATH(GPU__T, floor, x))
GPU__ROW(GPU__T, ceil, of_x, GPU__MATH(GPU__T, ceil, x))
GPU__ROW(GPU__T, round, of_x, GPU__MATH(GPU__T, rint, x))
#ifdef GPU_MATH
GPU__NEAR_ROW(cbrt)
GPU__NEAR_ROW(exp2)
GPU__NEAR_ROW(log2)
GPU__NEAR_ROW(log10)
GPU__NEAR_ROW_OF_TWO(atan2, of_yx)
#else
GPU__ROW(GPU__T, cbrt, of_x, GPU__MATH(GPU__T, cbrt, x))
GPU__ROW(GPU__T, exp2, of_x, GPU__MATH(GPU__T, exp2, x))
GPU__ROW(GPU__T, log2, of_x, GPU__MATH(GPU__T, log2, x))
GPU__ROW(GPU__T, log10, of_x, GPU__MATH(GPU__T, log10, x))
GPU__ROW(GPU__T, atan2, of_yx, GPU__MATH_2(GPU__T, atan2, y, x))
#endif
GPU__NEAR_ROW(exp)
GPU__NEAR_ROW(log)
GPU__MATH_ROW(tanh)
GPU__NEAR_ROW(sigmoid)
GPU__ANGLE_ROW(sin)
GPU__ANGLE_ROW(cos)
GPU__POW_ROW(pow)
#endif
