#ifdef REAL
GPU__QUICK_ROW(T, gpu_{exp10|expm1|log1p}_T, {1})
GPU__ANGLE_ROW(T, gpu_tan_T, tan)
GPU__MATH_ROW(T, gpu_{sinpi|cospi}_T, {1})
GPU__QUICK_ROW(T, gpu_{asin|acos|atan|sinh|cosh|erf}_T, {1})
GPU__MATH_ROW(T, gpu_erfc_T, erfc)
GPU__QUICK_ROW(T, gpu_rsqrt_T, rsqrt)
GPU__MATH_ROW_OF_TWO(T, gpu_hypot_T, hypot, of_xy)
#endif
