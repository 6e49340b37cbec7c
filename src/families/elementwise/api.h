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
ALL gpu_status gpu_{add|sub|mul}_T(T *out, const T *x, const T *y, size_t n);
REAL gpu_status gpu_div_T(T *out, const T *x, const T *y, size_t n);
/* a * x + y, rounded after the product and after the sum; and a * x. */
ALL gpu_status gpu_axpy_T(T *out, T a, const T *x, const T *y, size_t n);
ALL gpu_status gpu_scale_T(T *out, T a, const T *x, size_t n);
/* gpu_axpy and gpu_scale with a factor in device or host memory, which is read when the work runs. With a function
   whose name ends in _to, which writes such a value, no call waits, and all of them can be captured in a graph. out may
   be x or y, and for n = 1 also a. */
ALL gpu_status gpu_axpy_from_T(T *out, const T *a, const T *x, const T *y, size_t n);
ALL gpu_status gpu_scale_from_T(T *out, const T *a, const T *x, size_t n);
/* x + a, x - a, a - x, x / a and a / x, with one number a for all elements; x * a is gpu_scale. */
ALL gpu_status gpu_{add|sub}_scalar_T(T *out, const T *x, T a, size_t n);
ALL gpu_status gpu_scalar_sub_T(T *out, T a, const T *x, size_t n);
REAL gpu_status gpu_div_scalar_T(T *out, const T *x, T a, size_t n);
REAL gpu_status gpu_scalar_div_T(T *out, T a, const T *x, size_t n);
/* The smaller and the larger of x and y; NaN if either is NaN. */
ALL gpu_status gpu_{minimum|maximum}_T(T *out, const T *x, const T *y, size_t n);
/* x limited to the range from lo to hi; hi where lo > hi. NaN stays NaN; a bound that is NaN limits nothing. */
ALL gpu_status gpu_clip_T(T *out, const T *x, T lo, T hi, size_t n);
/* |x|; for the smallest integer the result is that integer, as in C. */
ALL gpu_status gpu_abs_T(T *out, const T *x, size_t n);
/* x * x; and the sign of x: -1, 0, 1 or NaN. */
ALL gpu_status gpu_{square|sign}_T(T *out, const T *x, size_t n);
/* 1 / x; and rounding to a whole number: down, up, and to the nearest, with ties to even. */
REAL gpu_status gpu_{reciprocal|floor|ceil|round}_T(T *out, const T *x, size_t n);
/* The functions of math.h, and the logistic function 1 / (1 + exp(-x)). sqrt, exp, log, sin, cos, tanh, sigmoid and pow
   have the same bits on both backends: floats are correctly rounded, doubles within 1 ulp, see gpu_math_exp_f32. So
   have cbrt, exp2, log2, log10 and atan2 in a file that defines GPU_MATH; without it they are those of math.h and CUDA,
   which differ in the last place. */
REAL gpu_status gpu_{sqrt|cbrt|exp|log|exp2|log2|log10|sin|cos|tanh|sigmoid}_T(T *out, const T *x, size_t n);
/* x to the power p. */
REAL gpu_status gpu_pow_T(T *out, const T *x, T p, size_t n);
/* The angle of the point (x, y), from -pi to pi. */
REAL gpu_status gpu_atan2_T(T *out, const T *y, const T *x, size_t n);
/* mask[i] = 1 if the comparison of x[i] with y[i], or with a, is true, else 0. mask must not overlap the inputs.
   Comparisons with NaN are false, except GPU_NOT_EQUAL. */
ALL gpu_status gpu_compare_T(uint8_t *mask, const T *x, gpu_comparison how, const T *y, size_t n);
ALL gpu_status gpu_compare_scalar_T(uint8_t *mask, const T *x, gpu_comparison how, T a, size_t n);
/* Logical and, or, exclusive or, and not of masks: out[i] is 0 or 1. Any byte but 0 is true. */
BYTES gpu_status gpu_mask_{and|or|xor}_T(T *out, const T *x, const T *y, size_t n);
BYTES gpu_status gpu_mask_not_T(T *out, const T *x, size_t n);
/* Converts x, whose type is `type`, to the type in the name. Floating-point numbers become integers by rounding towards
   zero, with NaN as 0 and values out of range saturated; integers wrap; all others are rounded to the nearest. out must
   not overlap x, but may be x if the element sizes agree. The bare name finds the type of x: gpu_cast(out, x, n). */
ANY gpu_status gpu_cast_T(T *out, const void *x, gpu_type type, size_t n);
#define gpu_cast(out, x, n) GPU__BARE_ANY(out, gpu_cast, (out, x, GPU__TYPE_TAG(x), n))
#else /* by a function for each type of x, of which nvcc compiles only those that are called */
#define gpu_cast(out, x, n) GPU__BARE_ANY(out, gpu_cast, (out, x, n))
#endif
#define gpu_mask_{and|or|xor}(out, x, y, n) (GPU__HERE_PREWRITTEN, gpu_mask_{1}_u8(out, x, y, n))
#define gpu_mask_not(out, x, n) (GPU__HERE_PREWRITTEN, gpu_mask_not_u8(out, x, n))
