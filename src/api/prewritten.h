/* ------------------------------------------------------------------------------------------------- >>prewritten -- */

/* What NumPy has, as functions. A name ends in the type of its arrays: gpu_add_f32, _f64, _i32 (int32_t), _i64
   (int64_t), and for some _u8, _u32, _u64 (uint8_t, ...). In C11 and C++ the bare name, gpu_add, picks it from the
   array's type, and notes the caller's place for messages; in C99 and from the suffixed names it is GPU_CHECK that
   does. A sum is a double for f32 and f64, an int64_t for i32 and i64, a uint64_t for the unsigned types.

   A form whose name has _to leaves the value in *out, device or host memory, and does not wait: gpu_sum_to(out, x,
   n), and with its suffix gpu_sum_to_f32. Host arrays are welcome everywhere. `out` may be the same array as an
   input where that is said; arrays that overlap otherwise are refused. Integers wrap. After an error a value is NaN,
   or -1 (of an unsigned type: all bits set). Where T is an integer type, a value of a floating-point type for a T
   (gpu_scale(counts, 2.5, counts, n)) does not compile: C would cut off its fraction. Cast it, or take an array of
   floats.

   Each function is compiled in the file that calls it, so what is not called costs nothing. A file that a C compiler
   builds then has the CPU's code alone; for it to call those of a .cu file with GPU_IMPLEMENTATION, define
   GPU_KERNELS_FOR_C in both. */
/* ---- create ---- */
/* out[i] = value. */
GPU_OP gpu_status gpu_fill_f32(float *out, float value, size_t n);
GPU_OP gpu_status gpu_fill_f64(double *out, double value, size_t n);
GPU_OP gpu_status gpu_fill_i32(int32_t *out, int32_t value, size_t n);
GPU_OP gpu_status gpu_fill_i64(int64_t *out, int64_t value, size_t n);
GPU_OP gpu_status gpu_fill_u8(uint8_t *out, uint8_t value, size_t n);
GPU_OP gpu_status gpu_fill_u32(uint32_t *out, uint32_t value, size_t n);
GPU_OP gpu_status gpu_fill_u64(uint64_t *out, uint64_t value, size_t n);
#define gpu_fill(out, value, n) (GPU__FITS(out, value), GPU__BARE_ANY(out, gpu_fill, (out, value, n)))
/* out[i] = start + i * step, computed in double (whole numbers: exactly, wrapping) and rounded once. */
GPU_OP gpu_status gpu_arange_f32(float *out, float start, float step, size_t n);
GPU_OP gpu_status gpu_arange_f64(double *out, double start, double step, size_t n);
GPU_OP gpu_status gpu_arange_i32(int32_t *out, int32_t start, int32_t step, size_t n);
GPU_OP gpu_status gpu_arange_i64(int64_t *out, int64_t start, int64_t step, size_t n);
#define gpu_arange(out, start, step, n)                                                                                \
    (GPU__FITS(out, start), GPU__FITS(out, step), GPU__BARE_ALL(out, gpu_arange, (out, start, step, n)))
/* n values from start to stop; out[n - 1] is stop itself, and out[0] is start where n is 1. */
GPU_OP gpu_status gpu_linspace_f32(float *out, float start, float stop, size_t n);
GPU_OP gpu_status gpu_linspace_f64(double *out, double start, double stop, size_t n);
#define gpu_linspace(out, start, stop, n) GPU__BARE_REAL(out, gpu_linspace, (out, start, stop, n))

/* ---- elementwise: out[i] from x[i] and y[i]; out may be one of them ---- */
/* x + y, x - y, x * y, and x / y. Integers wrap. */
GPU_OP gpu_status gpu_add_f32(float *out, const float *x, const float *y, size_t n);
GPU_OP gpu_status gpu_add_f64(double *out, const double *x, const double *y, size_t n);
GPU_OP gpu_status gpu_add_i32(int32_t *out, const int32_t *x, const int32_t *y, size_t n);
GPU_OP gpu_status gpu_add_i64(int64_t *out, const int64_t *x, const int64_t *y, size_t n);
#define gpu_add(out, x, y, n) GPU__BARE_ALL(out, gpu_add, (out, x, y, n))
GPU_OP gpu_status gpu_sub_f32(float *out, const float *x, const float *y, size_t n);
GPU_OP gpu_status gpu_sub_f64(double *out, const double *x, const double *y, size_t n);
GPU_OP gpu_status gpu_sub_i32(int32_t *out, const int32_t *x, const int32_t *y, size_t n);
GPU_OP gpu_status gpu_sub_i64(int64_t *out, const int64_t *x, const int64_t *y, size_t n);
#define gpu_sub(out, x, y, n) GPU__BARE_ALL(out, gpu_sub, (out, x, y, n))
GPU_OP gpu_status gpu_mul_f32(float *out, const float *x, const float *y, size_t n);
GPU_OP gpu_status gpu_mul_f64(double *out, const double *x, const double *y, size_t n);
GPU_OP gpu_status gpu_mul_i32(int32_t *out, const int32_t *x, const int32_t *y, size_t n);
GPU_OP gpu_status gpu_mul_i64(int64_t *out, const int64_t *x, const int64_t *y, size_t n);
#define gpu_mul(out, x, y, n) GPU__BARE_ALL(out, gpu_mul, (out, x, y, n))
GPU_OP gpu_status gpu_div_f32(float *out, const float *x, const float *y, size_t n);
GPU_OP gpu_status gpu_div_f64(double *out, const double *x, const double *y, size_t n);
#define gpu_div(out, x, y, n) GPU__BARE_REAL(out, gpu_div, (out, x, y, n))
/* a * x + y, the product rounded before the sum; and a * x. */
GPU_OP gpu_status gpu_axpy_f32(float *out, float a, const float *x, const float *y, size_t n);
GPU_OP gpu_status gpu_axpy_f64(double *out, double a, const double *x, const double *y, size_t n);
GPU_OP gpu_status gpu_axpy_i32(int32_t *out, int32_t a, const int32_t *x, const int32_t *y, size_t n);
GPU_OP gpu_status gpu_axpy_i64(int64_t *out, int64_t a, const int64_t *x, const int64_t *y, size_t n);
#define gpu_axpy(out, a, x, y, n) (GPU__FITS(out, a), GPU__BARE_ALL(out, gpu_axpy, (out, a, x, y, n)))
GPU_OP gpu_status gpu_scale_f32(float *out, float a, const float *x, size_t n);
GPU_OP gpu_status gpu_scale_f64(double *out, double a, const double *x, size_t n);
GPU_OP gpu_status gpu_scale_i32(int32_t *out, int32_t a, const int32_t *x, size_t n);
GPU_OP gpu_status gpu_scale_i64(int64_t *out, int64_t a, const int64_t *x, size_t n);
#define gpu_scale(out, a, x, n) (GPU__FITS(out, a), GPU__BARE_ALL(out, gpu_scale, (out, a, x, n)))
/* gpu_axpy and gpu_scale with the factor read from *a when the work is done, in device or host memory: with a form that
   ends in _to, which leaves a value there, no call waits, and all of them can be part of a graph. out may be x or y; and
   a, where n is 1. */
GPU_OP gpu_status gpu_axpy_from_f32(float *out, const float *a, const float *x, const float *y, size_t n);
GPU_OP gpu_status gpu_axpy_from_f64(double *out, const double *a, const double *x, const double *y, size_t n);
GPU_OP gpu_status gpu_axpy_from_i32(int32_t *out, const int32_t *a, const int32_t *x, const int32_t *y, size_t n);
GPU_OP gpu_status gpu_axpy_from_i64(int64_t *out, const int64_t *a, const int64_t *x, const int64_t *y, size_t n);
#define gpu_axpy_from(out, a, x, y, n) GPU__BARE_ALL(out, gpu_axpy_from, (out, a, x, y, n))
GPU_OP gpu_status gpu_scale_from_f32(float *out, const float *a, const float *x, size_t n);
GPU_OP gpu_status gpu_scale_from_f64(double *out, const double *a, const double *x, size_t n);
GPU_OP gpu_status gpu_scale_from_i32(int32_t *out, const int32_t *a, const int32_t *x, size_t n);
GPU_OP gpu_status gpu_scale_from_i64(int64_t *out, const int64_t *a, const int64_t *x, size_t n);
#define gpu_scale_from(out, a, x, n) GPU__BARE_ALL(out, gpu_scale_from, (out, a, x, n))
/* x + a, x - a and a - x, and x / a and a / x, with one number a for all elements; x * a is gpu_scale. */
GPU_OP gpu_status gpu_add_scalar_f32(float *out, const float *x, float a, size_t n);
GPU_OP gpu_status gpu_add_scalar_f64(double *out, const double *x, double a, size_t n);
GPU_OP gpu_status gpu_add_scalar_i32(int32_t *out, const int32_t *x, int32_t a, size_t n);
GPU_OP gpu_status gpu_add_scalar_i64(int64_t *out, const int64_t *x, int64_t a, size_t n);
#define gpu_add_scalar(out, x, a, n) (GPU__FITS(out, a), GPU__BARE_ALL(out, gpu_add_scalar, (out, x, a, n)))
GPU_OP gpu_status gpu_sub_scalar_f32(float *out, const float *x, float a, size_t n);
GPU_OP gpu_status gpu_sub_scalar_f64(double *out, const double *x, double a, size_t n);
GPU_OP gpu_status gpu_sub_scalar_i32(int32_t *out, const int32_t *x, int32_t a, size_t n);
GPU_OP gpu_status gpu_sub_scalar_i64(int64_t *out, const int64_t *x, int64_t a, size_t n);
#define gpu_sub_scalar(out, x, a, n) (GPU__FITS(out, a), GPU__BARE_ALL(out, gpu_sub_scalar, (out, x, a, n)))
GPU_OP gpu_status gpu_scalar_sub_f32(float *out, float a, const float *x, size_t n);
GPU_OP gpu_status gpu_scalar_sub_f64(double *out, double a, const double *x, size_t n);
GPU_OP gpu_status gpu_scalar_sub_i32(int32_t *out, int32_t a, const int32_t *x, size_t n);
GPU_OP gpu_status gpu_scalar_sub_i64(int64_t *out, int64_t a, const int64_t *x, size_t n);
#define gpu_scalar_sub(out, a, x, n) (GPU__FITS(out, a), GPU__BARE_ALL(out, gpu_scalar_sub, (out, a, x, n)))
GPU_OP gpu_status gpu_div_scalar_f32(float *out, const float *x, float a, size_t n);
GPU_OP gpu_status gpu_div_scalar_f64(double *out, const double *x, double a, size_t n);
#define gpu_div_scalar(out, x, a, n) GPU__BARE_REAL(out, gpu_div_scalar, (out, x, a, n))
GPU_OP gpu_status gpu_scalar_div_f32(float *out, float a, const float *x, size_t n);
GPU_OP gpu_status gpu_scalar_div_f64(double *out, double a, const double *x, size_t n);
#define gpu_scalar_div(out, a, x, n) GPU__BARE_REAL(out, gpu_scalar_div, (out, a, x, n))
/* The lesser and the greater of x and y; NaN if one of them is. */
GPU_OP gpu_status gpu_minimum_f32(float *out, const float *x, const float *y, size_t n);
GPU_OP gpu_status gpu_minimum_f64(double *out, const double *x, const double *y, size_t n);
GPU_OP gpu_status gpu_minimum_i32(int32_t *out, const int32_t *x, const int32_t *y, size_t n);
GPU_OP gpu_status gpu_minimum_i64(int64_t *out, const int64_t *x, const int64_t *y, size_t n);
#define gpu_minimum(out, x, y, n) GPU__BARE_ALL(out, gpu_minimum, (out, x, y, n))
GPU_OP gpu_status gpu_maximum_f32(float *out, const float *x, const float *y, size_t n);
GPU_OP gpu_status gpu_maximum_f64(double *out, const double *x, const double *y, size_t n);
GPU_OP gpu_status gpu_maximum_i32(int32_t *out, const int32_t *x, const int32_t *y, size_t n);
GPU_OP gpu_status gpu_maximum_i64(int64_t *out, const int64_t *x, const int64_t *y, size_t n);
#define gpu_maximum(out, x, y, n) GPU__BARE_ALL(out, gpu_maximum, (out, x, y, n))
/* x, no lower than lo and no higher than hi; a NaN stays. */
GPU_OP gpu_status gpu_clip_f32(float *out, const float *x, float lo, float hi, size_t n);
GPU_OP gpu_status gpu_clip_f64(double *out, const double *x, double lo, double hi, size_t n);
GPU_OP gpu_status gpu_clip_i32(int32_t *out, const int32_t *x, int32_t lo, int32_t hi, size_t n);
GPU_OP gpu_status gpu_clip_i64(int64_t *out, const int64_t *x, int64_t lo, int64_t hi, size_t n);
#define gpu_clip(out, x, lo, hi, n)                                                                                    \
    (GPU__FITS(out, lo), GPU__FITS(out, hi), GPU__BARE_ALL(out, gpu_clip, (out, x, lo, hi, n)))
/* |x|; that of the least integer is itself, as in C. */
GPU_OP gpu_status gpu_abs_f32(float *out, const float *x, size_t n);
GPU_OP gpu_status gpu_abs_f64(double *out, const double *x, size_t n);
GPU_OP gpu_status gpu_abs_i32(int32_t *out, const int32_t *x, size_t n);
GPU_OP gpu_status gpu_abs_i64(int64_t *out, const int64_t *x, size_t n);
#define gpu_abs(out, x, n) GPU__BARE_ALL(out, gpu_abs, (out, x, n))
/* x * x; and the sign of x: -1, 0 or 1, or NaN. */
GPU_OP gpu_status gpu_square_f32(float *out, const float *x, size_t n);
GPU_OP gpu_status gpu_square_f64(double *out, const double *x, size_t n);
GPU_OP gpu_status gpu_square_i32(int32_t *out, const int32_t *x, size_t n);
GPU_OP gpu_status gpu_square_i64(int64_t *out, const int64_t *x, size_t n);
#define gpu_square(out, x, n) GPU__BARE_ALL(out, gpu_square, (out, x, n))
GPU_OP gpu_status gpu_sign_f32(float *out, const float *x, size_t n);
GPU_OP gpu_status gpu_sign_f64(double *out, const double *x, size_t n);
GPU_OP gpu_status gpu_sign_i32(int32_t *out, const int32_t *x, size_t n);
GPU_OP gpu_status gpu_sign_i64(int64_t *out, const int64_t *x, size_t n);
#define gpu_sign(out, x, n) GPU__BARE_ALL(out, gpu_sign, (out, x, n))
/* 1 / x; and whole numbers: the next below, the next above, the nearest, of two equally near ones the even one. */
GPU_OP gpu_status gpu_reciprocal_f32(float *out, const float *x, size_t n);
GPU_OP gpu_status gpu_reciprocal_f64(double *out, const double *x, size_t n);
#define gpu_reciprocal(out, x, n) GPU__BARE_REAL(out, gpu_reciprocal, (out, x, n))
GPU_OP gpu_status gpu_floor_f32(float *out, const float *x, size_t n);
GPU_OP gpu_status gpu_floor_f64(double *out, const double *x, size_t n);
#define gpu_floor(out, x, n) GPU__BARE_REAL(out, gpu_floor, (out, x, n))
GPU_OP gpu_status gpu_ceil_f32(float *out, const float *x, size_t n);
GPU_OP gpu_status gpu_ceil_f64(double *out, const double *x, size_t n);
#define gpu_ceil(out, x, n) GPU__BARE_REAL(out, gpu_ceil, (out, x, n))
GPU_OP gpu_status gpu_round_f32(float *out, const float *x, size_t n);
GPU_OP gpu_status gpu_round_f64(double *out, const double *x, size_t n);
#define gpu_round(out, x, n) GPU__BARE_REAL(out, gpu_round, (out, x, n))
/* The functions of math.h, and the logistic 1 / (1 + exp(-x)). sqrt is correctly rounded everywhere; the others
   differ in the last place between the backends. */
GPU_OP gpu_status gpu_sqrt_f32(float *out, const float *x, size_t n);
GPU_OP gpu_status gpu_sqrt_f64(double *out, const double *x, size_t n);
#define gpu_sqrt(out, x, n) GPU__BARE_REAL(out, gpu_sqrt, (out, x, n))
GPU_OP gpu_status gpu_exp_f32(float *out, const float *x, size_t n);
GPU_OP gpu_status gpu_exp_f64(double *out, const double *x, size_t n);
#define gpu_exp(out, x, n) GPU__BARE_REAL(out, gpu_exp, (out, x, n))
GPU_OP gpu_status gpu_log_f32(float *out, const float *x, size_t n);
GPU_OP gpu_status gpu_log_f64(double *out, const double *x, size_t n);
#define gpu_log(out, x, n) GPU__BARE_REAL(out, gpu_log, (out, x, n))
GPU_OP gpu_status gpu_exp2_f32(float *out, const float *x, size_t n);
GPU_OP gpu_status gpu_exp2_f64(double *out, const double *x, size_t n);
#define gpu_exp2(out, x, n) GPU__BARE_REAL(out, gpu_exp2, (out, x, n))
GPU_OP gpu_status gpu_log2_f32(float *out, const float *x, size_t n);
GPU_OP gpu_status gpu_log2_f64(double *out, const double *x, size_t n);
#define gpu_log2(out, x, n) GPU__BARE_REAL(out, gpu_log2, (out, x, n))
GPU_OP gpu_status gpu_log10_f32(float *out, const float *x, size_t n);
GPU_OP gpu_status gpu_log10_f64(double *out, const double *x, size_t n);
#define gpu_log10(out, x, n) GPU__BARE_REAL(out, gpu_log10, (out, x, n))
GPU_OP gpu_status gpu_sin_f32(float *out, const float *x, size_t n);
GPU_OP gpu_status gpu_sin_f64(double *out, const double *x, size_t n);
#define gpu_sin(out, x, n) GPU__BARE_REAL(out, gpu_sin, (out, x, n))
GPU_OP gpu_status gpu_cos_f32(float *out, const float *x, size_t n);
GPU_OP gpu_status gpu_cos_f64(double *out, const double *x, size_t n);
#define gpu_cos(out, x, n) GPU__BARE_REAL(out, gpu_cos, (out, x, n))
GPU_OP gpu_status gpu_tanh_f32(float *out, const float *x, size_t n);
GPU_OP gpu_status gpu_tanh_f64(double *out, const double *x, size_t n);
#define gpu_tanh(out, x, n) GPU__BARE_REAL(out, gpu_tanh, (out, x, n))
GPU_OP gpu_status gpu_sigmoid_f32(float *out, const float *x, size_t n);
GPU_OP gpu_status gpu_sigmoid_f64(double *out, const double *x, size_t n);
#define gpu_sigmoid(out, x, n) GPU__BARE_REAL(out, gpu_sigmoid, (out, x, n))
/* x to the power p. */
GPU_OP gpu_status gpu_pow_f32(float *out, const float *x, float p, size_t n);
GPU_OP gpu_status gpu_pow_f64(double *out, const double *x, double p, size_t n);
#define gpu_pow(out, x, p, n) GPU__BARE_REAL(out, gpu_pow, (out, x, p, n))
/* The angle of the point (x, y), from -pi to pi. */
GPU_OP gpu_status gpu_atan2_f32(float *out, const float *y, const float *x, size_t n);
GPU_OP gpu_status gpu_atan2_f64(double *out, const double *y, const double *x, size_t n);
#define gpu_atan2(out, y, x, n) GPU__BARE_REAL(out, gpu_atan2, (out, y, x, n))
/* mask[i] = 1 where x[i] compares so with y[i], or with a, else 0; mask lies apart. With NaN only GPU_NOT_EQUAL is
   true. */
typedef enum gpu_comparison {
    GPU_LESS = 1,
    GPU_LESS_EQUAL = 3,
    GPU_EQUAL = 2,
    GPU_NOT_EQUAL = 10,
    GPU_GREATER = 4,
    GPU_GREATER_EQUAL = 6
} gpu_comparison;
GPU_OP gpu_status gpu_compare_f32(uint8_t *mask, const float *x, gpu_comparison how, const float *y, size_t n);
GPU_OP gpu_status gpu_compare_f64(uint8_t *mask, const double *x, gpu_comparison how, const double *y, size_t n);
GPU_OP gpu_status gpu_compare_i32(uint8_t *mask, const int32_t *x, gpu_comparison how, const int32_t *y, size_t n);
GPU_OP gpu_status gpu_compare_i64(uint8_t *mask, const int64_t *x, gpu_comparison how, const int64_t *y, size_t n);
#define gpu_compare(mask, x, how, y, n) GPU__BARE_ALL(x, gpu_compare, (mask, x, how, y, n))
GPU_OP gpu_status gpu_compare_scalar_f32(uint8_t *mask, const float *x, gpu_comparison how, float a, size_t n);
GPU_OP gpu_status gpu_compare_scalar_f64(uint8_t *mask, const double *x, gpu_comparison how, double a, size_t n);
GPU_OP gpu_status gpu_compare_scalar_i32(uint8_t *mask, const int32_t *x, gpu_comparison how, int32_t a, size_t n);
GPU_OP gpu_status gpu_compare_scalar_i64(uint8_t *mask, const int64_t *x, gpu_comparison how, int64_t a, size_t n);
#define gpu_compare_scalar(mask, x, how, a, n)                                                                         \
    (GPU__FITS(x, a), GPU__BARE_ALL(x, gpu_compare_scalar, (mask, x, how, a, n)))
/* Masks combined: out[i] = 1 where both x[i] and y[i] are true (or one is; or just one is; or x[i] is not), else 0. Any
   byte but 0 is true. */
GPU_OP gpu_status gpu_mask_and_u8(uint8_t *out, const uint8_t *x, const uint8_t *y, size_t n);
#define gpu_mask_and(out, x, y, n) (GPU__HERE_TOO, gpu_mask_and_u8(out, x, y, n))
GPU_OP gpu_status gpu_mask_or_u8(uint8_t *out, const uint8_t *x, const uint8_t *y, size_t n);
#define gpu_mask_or(out, x, y, n) (GPU__HERE_TOO, gpu_mask_or_u8(out, x, y, n))
GPU_OP gpu_status gpu_mask_xor_u8(uint8_t *out, const uint8_t *x, const uint8_t *y, size_t n);
#define gpu_mask_xor(out, x, y, n) (GPU__HERE_TOO, gpu_mask_xor_u8(out, x, y, n))
GPU_OP gpu_status gpu_mask_not_u8(uint8_t *out, const uint8_t *x, size_t n);
#define gpu_mask_not(out, x, n) (GPU__HERE_TOO, gpu_mask_not_u8(out, x, n))
/* out[i] = x[i], to the type in the name from the type that x has. Floating-point numbers become integers towards zero,
   0 from NaN, and the nearest there is from beyond the range; integers wrap; all else is rounded to the nearest. out
   lies apart from x, or is x if the elements have one size. The bare name knows the type of x: gpu_cast(out, x, n). */
GPU_OP gpu_status gpu_cast_f32(float *out, const void *x, gpu_type type, size_t n);
GPU_OP gpu_status gpu_cast_f64(double *out, const void *x, gpu_type type, size_t n);
GPU_OP gpu_status gpu_cast_i32(int32_t *out, const void *x, gpu_type type, size_t n);
GPU_OP gpu_status gpu_cast_i64(int64_t *out, const void *x, gpu_type type, size_t n);
GPU_OP gpu_status gpu_cast_u8(uint8_t *out, const void *x, gpu_type type, size_t n);
GPU_OP gpu_status gpu_cast_u32(uint32_t *out, const void *x, gpu_type type, size_t n);
GPU_OP gpu_status gpu_cast_u64(uint64_t *out, const void *x, gpu_type type, size_t n);
#define gpu_cast(out, x, n) GPU__BARE_CAST(out, x, n)

/* ---- broadcast: a row or a column over a matrix, row-major; out may be m, and lies apart from the row or column ---- */
/* out[rows][cols] = m + row[cols], one element of it for each column (NumPy's m + row), and m + col[rows], one for each
   row (m + col[:, None]); the same of -, * and /. Integers wrap. */
GPU_OP gpu_status gpu_add_row_f32(float *out, const float *m, const float *row, size_t rows, size_t cols);
GPU_OP gpu_status gpu_add_row_f64(double *out, const double *m, const double *row, size_t rows, size_t cols);
GPU_OP gpu_status gpu_add_row_i32(int32_t *out, const int32_t *m, const int32_t *row, size_t rows, size_t cols);
GPU_OP gpu_status gpu_add_row_i64(int64_t *out, const int64_t *m, const int64_t *row, size_t rows, size_t cols);
#define gpu_add_row(out, m, row, rows, cols) GPU__BARE_ALL(out, gpu_add_row, (out, m, row, rows, cols))
GPU_OP gpu_status gpu_add_col_f32(float *out, const float *m, const float *col, size_t rows, size_t cols);
GPU_OP gpu_status gpu_add_col_f64(double *out, const double *m, const double *col, size_t rows, size_t cols);
GPU_OP gpu_status gpu_add_col_i32(int32_t *out, const int32_t *m, const int32_t *col, size_t rows, size_t cols);
GPU_OP gpu_status gpu_add_col_i64(int64_t *out, const int64_t *m, const int64_t *col, size_t rows, size_t cols);
#define gpu_add_col(out, m, col, rows, cols) GPU__BARE_ALL(out, gpu_add_col, (out, m, col, rows, cols))
GPU_OP gpu_status gpu_sub_row_f32(float *out, const float *m, const float *row, size_t rows, size_t cols);
GPU_OP gpu_status gpu_sub_row_f64(double *out, const double *m, const double *row, size_t rows, size_t cols);
GPU_OP gpu_status gpu_sub_row_i32(int32_t *out, const int32_t *m, const int32_t *row, size_t rows, size_t cols);
GPU_OP gpu_status gpu_sub_row_i64(int64_t *out, const int64_t *m, const int64_t *row, size_t rows, size_t cols);
#define gpu_sub_row(out, m, row, rows, cols) GPU__BARE_ALL(out, gpu_sub_row, (out, m, row, rows, cols))
GPU_OP gpu_status gpu_sub_col_f32(float *out, const float *m, const float *col, size_t rows, size_t cols);
GPU_OP gpu_status gpu_sub_col_f64(double *out, const double *m, const double *col, size_t rows, size_t cols);
GPU_OP gpu_status gpu_sub_col_i32(int32_t *out, const int32_t *m, const int32_t *col, size_t rows, size_t cols);
GPU_OP gpu_status gpu_sub_col_i64(int64_t *out, const int64_t *m, const int64_t *col, size_t rows, size_t cols);
#define gpu_sub_col(out, m, col, rows, cols) GPU__BARE_ALL(out, gpu_sub_col, (out, m, col, rows, cols))
GPU_OP gpu_status gpu_mul_row_f32(float *out, const float *m, const float *row, size_t rows, size_t cols);
GPU_OP gpu_status gpu_mul_row_f64(double *out, const double *m, const double *row, size_t rows, size_t cols);
GPU_OP gpu_status gpu_mul_row_i32(int32_t *out, const int32_t *m, const int32_t *row, size_t rows, size_t cols);
GPU_OP gpu_status gpu_mul_row_i64(int64_t *out, const int64_t *m, const int64_t *row, size_t rows, size_t cols);
#define gpu_mul_row(out, m, row, rows, cols) GPU__BARE_ALL(out, gpu_mul_row, (out, m, row, rows, cols))
GPU_OP gpu_status gpu_mul_col_f32(float *out, const float *m, const float *col, size_t rows, size_t cols);
GPU_OP gpu_status gpu_mul_col_f64(double *out, const double *m, const double *col, size_t rows, size_t cols);
GPU_OP gpu_status gpu_mul_col_i32(int32_t *out, const int32_t *m, const int32_t *col, size_t rows, size_t cols);
GPU_OP gpu_status gpu_mul_col_i64(int64_t *out, const int64_t *m, const int64_t *col, size_t rows, size_t cols);
#define gpu_mul_col(out, m, col, rows, cols) GPU__BARE_ALL(out, gpu_mul_col, (out, m, col, rows, cols))
GPU_OP gpu_status gpu_div_row_f32(float *out, const float *m, const float *row, size_t rows, size_t cols);
GPU_OP gpu_status gpu_div_row_f64(double *out, const double *m, const double *row, size_t rows, size_t cols);
#define gpu_div_row(out, m, row, rows, cols) GPU__BARE_REAL(out, gpu_div_row, (out, m, row, rows, cols))
GPU_OP gpu_status gpu_div_col_f32(float *out, const float *m, const float *col, size_t rows, size_t cols);
GPU_OP gpu_status gpu_div_col_f64(double *out, const double *m, const double *col, size_t rows, size_t cols);
#define gpu_div_col(out, m, col, rows, cols) GPU__BARE_REAL(out, gpu_div_col, (out, m, col, rows, cols))

/* ---- reduce: n elements to one value, in an order that n alone fixes: the same bits on CPU and GPU ---- */
/* Sum and product: float and double are added in double, integers in int64_t. n = 0 gives 0 and 1. */
GPU_OP double gpu_sum_f32(const float *x, size_t n);
GPU_OP double gpu_sum_f64(const double *x, size_t n);
GPU_OP int64_t gpu_sum_i32(const int32_t *x, size_t n);
GPU_OP int64_t gpu_sum_i64(const int64_t *x, size_t n);
GPU_OP uint64_t gpu_sum_u8(const uint8_t *x, size_t n);
GPU_OP uint64_t gpu_sum_u32(const uint32_t *x, size_t n);
GPU_OP uint64_t gpu_sum_u64(const uint64_t *x, size_t n);
#define gpu_sum(x, n) GPU__BARE_ANY(x, gpu_sum, (x, n))
GPU_OP gpu_status gpu_sum_to_f32(double *out, const float *x, size_t n);
GPU_OP gpu_status gpu_sum_to_f64(double *out, const double *x, size_t n);
GPU_OP gpu_status gpu_sum_to_i32(int64_t *out, const int32_t *x, size_t n);
GPU_OP gpu_status gpu_sum_to_i64(int64_t *out, const int64_t *x, size_t n);
GPU_OP gpu_status gpu_sum_to_u8(uint64_t *out, const uint8_t *x, size_t n);
GPU_OP gpu_status gpu_sum_to_u32(uint64_t *out, const uint32_t *x, size_t n);
GPU_OP gpu_status gpu_sum_to_u64(uint64_t *out, const uint64_t *x, size_t n);
#define gpu_sum_to(out, x, n) GPU__BARE_ANY(x, gpu_sum_to, (out, x, n))
GPU_OP double gpu_prod_f32(const float *x, size_t n);
GPU_OP double gpu_prod_f64(const double *x, size_t n);
GPU_OP int64_t gpu_prod_i32(const int32_t *x, size_t n);
GPU_OP int64_t gpu_prod_i64(const int64_t *x, size_t n);
#define gpu_prod(x, n) GPU__BARE_ALL(x, gpu_prod, (x, n))
GPU_OP gpu_status gpu_prod_to_f32(double *out, const float *x, size_t n);
GPU_OP gpu_status gpu_prod_to_f64(double *out, const double *x, size_t n);
GPU_OP gpu_status gpu_prod_to_i32(int64_t *out, const int32_t *x, size_t n);
GPU_OP gpu_status gpu_prod_to_i64(int64_t *out, const int64_t *x, size_t n);
#define gpu_prod_to(out, x, n) GPU__BARE_ALL(x, gpu_prod_to, (out, x, n))
/* The sum of x[i] * y[i], the products in double, or in int64_t. */
GPU_OP double gpu_dot_f32(const float *x, const float *y, size_t n);
GPU_OP double gpu_dot_f64(const double *x, const double *y, size_t n);
GPU_OP int64_t gpu_dot_i32(const int32_t *x, const int32_t *y, size_t n);
GPU_OP int64_t gpu_dot_i64(const int64_t *x, const int64_t *y, size_t n);
#define gpu_dot(x, y, n) GPU__BARE_ALL(x, gpu_dot, (x, y, n))
GPU_OP gpu_status gpu_dot_to_f32(double *out, const float *x, const float *y, size_t n);
GPU_OP gpu_status gpu_dot_to_f64(double *out, const double *x, const double *y, size_t n);
GPU_OP gpu_status gpu_dot_to_i32(int64_t *out, const int32_t *x, const int32_t *y, size_t n);
GPU_OP gpu_status gpu_dot_to_i64(int64_t *out, const int64_t *x, const int64_t *y, size_t n);
#define gpu_dot_to(out, x, y, n) GPU__BARE_ALL(x, gpu_dot_to, (out, x, y, n))
/* The square root of the sum of squares, in double. */
GPU_OP double gpu_norm_f32(const float *x, size_t n);
GPU_OP double gpu_norm_f64(const double *x, size_t n);
#define gpu_norm(x, n) GPU__BARE_REAL(x, gpu_norm, (x, n))
GPU_OP gpu_status gpu_norm_to_f32(double *out, const float *x, size_t n);
GPU_OP gpu_status gpu_norm_to_f64(double *out, const double *x, size_t n);
#define gpu_norm_to(out, x, n) GPU__BARE_REAL(x, gpu_norm_to, (out, x, n))
/* The least and the greatest element; NaN if there is one. 0 and -0 are equal, and either may be the result. n = 0
   is an error. */
GPU_OP float gpu_min_f32(const float *x, size_t n);
GPU_OP double gpu_min_f64(const double *x, size_t n);
GPU_OP int32_t gpu_min_i32(const int32_t *x, size_t n);
GPU_OP int64_t gpu_min_i64(const int64_t *x, size_t n);
#define gpu_min(x, n) GPU__BARE_ALL(x, gpu_min, (x, n))
GPU_OP gpu_status gpu_min_to_f32(float *out, const float *x, size_t n);
GPU_OP gpu_status gpu_min_to_f64(double *out, const double *x, size_t n);
GPU_OP gpu_status gpu_min_to_i32(int32_t *out, const int32_t *x, size_t n);
GPU_OP gpu_status gpu_min_to_i64(int64_t *out, const int64_t *x, size_t n);
#define gpu_min_to(out, x, n) GPU__BARE_ALL(out, gpu_min_to, (out, x, n))
GPU_OP float gpu_max_f32(const float *x, size_t n);
GPU_OP double gpu_max_f64(const double *x, size_t n);
GPU_OP int32_t gpu_max_i32(const int32_t *x, size_t n);
GPU_OP int64_t gpu_max_i64(const int64_t *x, size_t n);
#define gpu_max(x, n) GPU__BARE_ALL(x, gpu_max, (x, n))
GPU_OP gpu_status gpu_max_to_f32(float *out, const float *x, size_t n);
GPU_OP gpu_status gpu_max_to_f64(double *out, const double *x, size_t n);
GPU_OP gpu_status gpu_max_to_i32(int32_t *out, const int32_t *x, size_t n);
GPU_OP gpu_status gpu_max_to_i64(int64_t *out, const int64_t *x, size_t n);
#define gpu_max_to(out, x, n) GPU__BARE_ALL(out, gpu_max_to, (out, x, n))
/* The index of the first of them, or of the first NaN; -1 after an error, and n = 0 is one. */
GPU_OP int64_t gpu_argmin_f32(const float *x, size_t n);
GPU_OP int64_t gpu_argmin_f64(const double *x, size_t n);
GPU_OP int64_t gpu_argmin_i32(const int32_t *x, size_t n);
GPU_OP int64_t gpu_argmin_i64(const int64_t *x, size_t n);
#define gpu_argmin(x, n) GPU__BARE_ALL(x, gpu_argmin, (x, n))
GPU_OP gpu_status gpu_argmin_to_f32(int64_t *out, const float *x, size_t n);
GPU_OP gpu_status gpu_argmin_to_f64(int64_t *out, const double *x, size_t n);
GPU_OP gpu_status gpu_argmin_to_i32(int64_t *out, const int32_t *x, size_t n);
GPU_OP gpu_status gpu_argmin_to_i64(int64_t *out, const int64_t *x, size_t n);
#define gpu_argmin_to(out, x, n) GPU__BARE_ALL(x, gpu_argmin_to, (out, x, n))
GPU_OP int64_t gpu_argmax_f32(const float *x, size_t n);
GPU_OP int64_t gpu_argmax_f64(const double *x, size_t n);
GPU_OP int64_t gpu_argmax_i32(const int32_t *x, size_t n);
GPU_OP int64_t gpu_argmax_i64(const int64_t *x, size_t n);
#define gpu_argmax(x, n) GPU__BARE_ALL(x, gpu_argmax, (x, n))
GPU_OP gpu_status gpu_argmax_to_f32(int64_t *out, const float *x, size_t n);
GPU_OP gpu_status gpu_argmax_to_f64(int64_t *out, const double *x, size_t n);
GPU_OP gpu_status gpu_argmax_to_i32(int64_t *out, const int32_t *x, size_t n);
GPU_OP gpu_status gpu_argmax_to_i64(int64_t *out, const int64_t *x, size_t n);
#define gpu_argmax_to(out, x, n) GPU__BARE_ALL(x, gpu_argmax_to, (out, x, n))
/* The mean, summed in double, integers too; NaN for n = 0. */
GPU_OP double gpu_mean_f32(const float *x, size_t n);
GPU_OP double gpu_mean_f64(const double *x, size_t n);
GPU_OP double gpu_mean_i32(const int32_t *x, size_t n);
GPU_OP double gpu_mean_i64(const int64_t *x, size_t n);
#define gpu_mean(x, n) GPU__BARE_ALL(x, gpu_mean, (x, n))
GPU_OP gpu_status gpu_mean_to_f32(double *out, const float *x, size_t n);
GPU_OP gpu_status gpu_mean_to_f64(double *out, const double *x, size_t n);
GPU_OP gpu_status gpu_mean_to_i32(double *out, const int32_t *x, size_t n);
GPU_OP gpu_status gpu_mean_to_i64(double *out, const int64_t *x, size_t n);
#define gpu_mean_to(out, x, n) GPU__BARE_ALL(x, gpu_mean_to, (out, x, n))
/* Variance and standard deviation in one pass: the sum of (x - mean)^2 divided by n - ddof; NaN where that is not
   positive, infinite where the squares are too large for a double. */
GPU_OP double gpu_var_f32(const float *x, size_t n, double ddof);
GPU_OP double gpu_var_f64(const double *x, size_t n, double ddof);
GPU_OP double gpu_var_i32(const int32_t *x, size_t n, double ddof);
GPU_OP double gpu_var_i64(const int64_t *x, size_t n, double ddof);
#define gpu_var(x, n, ddof) GPU__BARE_ALL(x, gpu_var, (x, n, ddof))
GPU_OP gpu_status gpu_var_to_f32(double *out, const float *x, size_t n, double ddof);
GPU_OP gpu_status gpu_var_to_f64(double *out, const double *x, size_t n, double ddof);
GPU_OP gpu_status gpu_var_to_i32(double *out, const int32_t *x, size_t n, double ddof);
GPU_OP gpu_status gpu_var_to_i64(double *out, const int64_t *x, size_t n, double ddof);
#define gpu_var_to(out, x, n, ddof) GPU__BARE_ALL(x, gpu_var_to, (out, x, n, ddof))
GPU_OP double gpu_std_f32(const float *x, size_t n, double ddof);
GPU_OP double gpu_std_f64(const double *x, size_t n, double ddof);
GPU_OP double gpu_std_i32(const int32_t *x, size_t n, double ddof);
GPU_OP double gpu_std_i64(const int64_t *x, size_t n, double ddof);
#define gpu_std(x, n, ddof) GPU__BARE_ALL(x, gpu_std, (x, n, ddof))
GPU_OP gpu_status gpu_std_to_f32(double *out, const float *x, size_t n, double ddof);
GPU_OP gpu_status gpu_std_to_f64(double *out, const double *x, size_t n, double ddof);
GPU_OP gpu_status gpu_std_to_i32(double *out, const int32_t *x, size_t n, double ddof);
GPU_OP gpu_status gpu_std_to_i64(double *out, const int64_t *x, size_t n, double ddof);
#define gpu_std_to(out, x, n, ddof) GPU__BARE_ALL(x, gpu_std_to, (out, x, n, ddof))
/* How many elements are not 0; a NaN is not. */
GPU_OP int64_t gpu_count_nonzero_f32(const float *x, size_t n);
GPU_OP int64_t gpu_count_nonzero_f64(const double *x, size_t n);
GPU_OP int64_t gpu_count_nonzero_i32(const int32_t *x, size_t n);
GPU_OP int64_t gpu_count_nonzero_i64(const int64_t *x, size_t n);
#define gpu_count_nonzero(x, n) GPU__BARE_ALL(x, gpu_count_nonzero, (x, n))
GPU_OP gpu_status gpu_count_nonzero_to_f32(int64_t *out, const float *x, size_t n);
GPU_OP gpu_status gpu_count_nonzero_to_f64(int64_t *out, const double *x, size_t n);
GPU_OP gpu_status gpu_count_nonzero_to_i32(int64_t *out, const int32_t *x, size_t n);
GPU_OP gpu_status gpu_count_nonzero_to_i64(int64_t *out, const int64_t *x, size_t n);
#define gpu_count_nonzero_to(out, x, n) GPU__BARE_ALL(x, gpu_count_nonzero_to, (out, x, n))
/* 1 if |x - y| <= atol + rtol * |y| for every element, else 0, as numpy.allclose: equal infinities are close, NaNs
   are not. */
GPU_OP int gpu_allclose_f32(const float *x, const float *y, size_t n, double rtol, double atol);
GPU_OP int gpu_allclose_f64(const double *x, const double *y, size_t n, double rtol, double atol);
#define gpu_allclose(x, y, n, rtol, atol) GPU__BARE_REAL(x, gpu_allclose, (x, y, n, rtol, atol))
GPU_OP gpu_status gpu_allclose_to_f32(int *out, const float *x, const float *y, size_t n, double rtol, double atol);
GPU_OP gpu_status gpu_allclose_to_f64(int *out, const double *x, const double *y, size_t n, double rtol, double atol);
#define gpu_allclose_to(out, x, y, n, rtol, atol) GPU__BARE_REAL(x, gpu_allclose_to, (out, x, y, n, rtol, atol))

/* ---- scan: out[i] from x[0] to x[i]; out may be x ---- */
/* Sums up to and with x[i], and up to but without it (out[0] = 0); float is added in double and rounded once. */
GPU_OP gpu_status gpu_cumsum_f32(float *out, const float *x, size_t n);
GPU_OP gpu_status gpu_cumsum_f64(double *out, const double *x, size_t n);
GPU_OP gpu_status gpu_cumsum_i32(int32_t *out, const int32_t *x, size_t n);
GPU_OP gpu_status gpu_cumsum_i64(int64_t *out, const int64_t *x, size_t n);
#define gpu_cumsum(out, x, n) GPU__BARE_ALL(out, gpu_cumsum, (out, x, n))
GPU_OP gpu_status gpu_cumsum_exclusive_f32(float *out, const float *x, size_t n);
GPU_OP gpu_status gpu_cumsum_exclusive_f64(double *out, const double *x, size_t n);
GPU_OP gpu_status gpu_cumsum_exclusive_i32(int32_t *out, const int32_t *x, size_t n);
GPU_OP gpu_status gpu_cumsum_exclusive_i64(int64_t *out, const int64_t *x, size_t n);
#define gpu_cumsum_exclusive(out, x, n) GPU__BARE_ALL(out, gpu_cumsum_exclusive, (out, x, n))

/* ---- along an axis of a row-major matrix a[rows][cols]; out lies apart; rows and cols are at least 1 ---- */
/* _rows: out[rows], one value a row; _cols: out[cols]. Sums are made in double or int64_t and rounded to out's
   type; means are summed in double, and double for integers; the order is a function of the shape alone. */
GPU_OP gpu_status gpu_sum_rows_f32(float *out, const float *a, size_t rows, size_t cols);
GPU_OP gpu_status gpu_sum_rows_f64(double *out, const double *a, size_t rows, size_t cols);
GPU_OP gpu_status gpu_sum_rows_i32(int64_t *out, const int32_t *a, size_t rows, size_t cols);
GPU_OP gpu_status gpu_sum_rows_i64(int64_t *out, const int64_t *a, size_t rows, size_t cols);
#define gpu_sum_rows(out, a, rows, cols) GPU__BARE_ALL(a, gpu_sum_rows, (out, a, rows, cols))
GPU_OP gpu_status gpu_sum_cols_f32(float *out, const float *a, size_t rows, size_t cols);
GPU_OP gpu_status gpu_sum_cols_f64(double *out, const double *a, size_t rows, size_t cols);
GPU_OP gpu_status gpu_sum_cols_i32(int64_t *out, const int32_t *a, size_t rows, size_t cols);
GPU_OP gpu_status gpu_sum_cols_i64(int64_t *out, const int64_t *a, size_t rows, size_t cols);
#define gpu_sum_cols(out, a, rows, cols) GPU__BARE_ALL(a, gpu_sum_cols, (out, a, rows, cols))
GPU_OP gpu_status gpu_min_rows_f32(float *out, const float *a, size_t rows, size_t cols);
GPU_OP gpu_status gpu_min_rows_f64(double *out, const double *a, size_t rows, size_t cols);
GPU_OP gpu_status gpu_min_rows_i32(int32_t *out, const int32_t *a, size_t rows, size_t cols);
GPU_OP gpu_status gpu_min_rows_i64(int64_t *out, const int64_t *a, size_t rows, size_t cols);
#define gpu_min_rows(out, a, rows, cols) GPU__BARE_ALL(out, gpu_min_rows, (out, a, rows, cols))
GPU_OP gpu_status gpu_min_cols_f32(float *out, const float *a, size_t rows, size_t cols);
GPU_OP gpu_status gpu_min_cols_f64(double *out, const double *a, size_t rows, size_t cols);
GPU_OP gpu_status gpu_min_cols_i32(int32_t *out, const int32_t *a, size_t rows, size_t cols);
GPU_OP gpu_status gpu_min_cols_i64(int64_t *out, const int64_t *a, size_t rows, size_t cols);
#define gpu_min_cols(out, a, rows, cols) GPU__BARE_ALL(out, gpu_min_cols, (out, a, rows, cols))
GPU_OP gpu_status gpu_max_rows_f32(float *out, const float *a, size_t rows, size_t cols);
GPU_OP gpu_status gpu_max_rows_f64(double *out, const double *a, size_t rows, size_t cols);
GPU_OP gpu_status gpu_max_rows_i32(int32_t *out, const int32_t *a, size_t rows, size_t cols);
GPU_OP gpu_status gpu_max_rows_i64(int64_t *out, const int64_t *a, size_t rows, size_t cols);
#define gpu_max_rows(out, a, rows, cols) GPU__BARE_ALL(out, gpu_max_rows, (out, a, rows, cols))
GPU_OP gpu_status gpu_max_cols_f32(float *out, const float *a, size_t rows, size_t cols);
GPU_OP gpu_status gpu_max_cols_f64(double *out, const double *a, size_t rows, size_t cols);
GPU_OP gpu_status gpu_max_cols_i32(int32_t *out, const int32_t *a, size_t rows, size_t cols);
GPU_OP gpu_status gpu_max_cols_i64(int64_t *out, const int64_t *a, size_t rows, size_t cols);
#define gpu_max_cols(out, a, rows, cols) GPU__BARE_ALL(out, gpu_max_cols, (out, a, rows, cols))
GPU_OP gpu_status gpu_mean_rows_f32(float *out, const float *a, size_t rows, size_t cols);
GPU_OP gpu_status gpu_mean_rows_f64(double *out, const double *a, size_t rows, size_t cols);
GPU_OP gpu_status gpu_mean_rows_i32(double *out, const int32_t *a, size_t rows, size_t cols);
GPU_OP gpu_status gpu_mean_rows_i64(double *out, const int64_t *a, size_t rows, size_t cols);
#define gpu_mean_rows(out, a, rows, cols) GPU__BARE_ALL(a, gpu_mean_rows, (out, a, rows, cols))
GPU_OP gpu_status gpu_mean_cols_f32(float *out, const float *a, size_t rows, size_t cols);
GPU_OP gpu_status gpu_mean_cols_f64(double *out, const double *a, size_t rows, size_t cols);
GPU_OP gpu_status gpu_mean_cols_i32(double *out, const int32_t *a, size_t rows, size_t cols);
GPU_OP gpu_status gpu_mean_cols_i64(double *out, const int64_t *a, size_t rows, size_t cols);
#define gpu_mean_cols(out, a, rows, cols) GPU__BARE_ALL(a, gpu_mean_cols, (out, a, rows, cols))
/* The index of the first least or greatest element, or of the first NaN; variances as gpu_var has them, in double, and
   rounded to the type of a mean. */
GPU_OP gpu_status gpu_argmin_rows_f32(int64_t *out, const float *a, size_t rows, size_t cols);
GPU_OP gpu_status gpu_argmin_rows_f64(int64_t *out, const double *a, size_t rows, size_t cols);
GPU_OP gpu_status gpu_argmin_rows_i32(int64_t *out, const int32_t *a, size_t rows, size_t cols);
GPU_OP gpu_status gpu_argmin_rows_i64(int64_t *out, const int64_t *a, size_t rows, size_t cols);
#define gpu_argmin_rows(out, a, rows, cols) GPU__BARE_ALL(a, gpu_argmin_rows, (out, a, rows, cols))
GPU_OP gpu_status gpu_argmin_cols_f32(int64_t *out, const float *a, size_t rows, size_t cols);
GPU_OP gpu_status gpu_argmin_cols_f64(int64_t *out, const double *a, size_t rows, size_t cols);
GPU_OP gpu_status gpu_argmin_cols_i32(int64_t *out, const int32_t *a, size_t rows, size_t cols);
GPU_OP gpu_status gpu_argmin_cols_i64(int64_t *out, const int64_t *a, size_t rows, size_t cols);
#define gpu_argmin_cols(out, a, rows, cols) GPU__BARE_ALL(a, gpu_argmin_cols, (out, a, rows, cols))
GPU_OP gpu_status gpu_argmax_rows_f32(int64_t *out, const float *a, size_t rows, size_t cols);
GPU_OP gpu_status gpu_argmax_rows_f64(int64_t *out, const double *a, size_t rows, size_t cols);
GPU_OP gpu_status gpu_argmax_rows_i32(int64_t *out, const int32_t *a, size_t rows, size_t cols);
GPU_OP gpu_status gpu_argmax_rows_i64(int64_t *out, const int64_t *a, size_t rows, size_t cols);
#define gpu_argmax_rows(out, a, rows, cols) GPU__BARE_ALL(a, gpu_argmax_rows, (out, a, rows, cols))
GPU_OP gpu_status gpu_argmax_cols_f32(int64_t *out, const float *a, size_t rows, size_t cols);
GPU_OP gpu_status gpu_argmax_cols_f64(int64_t *out, const double *a, size_t rows, size_t cols);
GPU_OP gpu_status gpu_argmax_cols_i32(int64_t *out, const int32_t *a, size_t rows, size_t cols);
GPU_OP gpu_status gpu_argmax_cols_i64(int64_t *out, const int64_t *a, size_t rows, size_t cols);
#define gpu_argmax_cols(out, a, rows, cols) GPU__BARE_ALL(a, gpu_argmax_cols, (out, a, rows, cols))
GPU_OP gpu_status gpu_var_rows_f32(float *out, const float *a, size_t rows, size_t cols, double ddof);
GPU_OP gpu_status gpu_var_rows_f64(double *out, const double *a, size_t rows, size_t cols, double ddof);
GPU_OP gpu_status gpu_var_rows_i32(double *out, const int32_t *a, size_t rows, size_t cols, double ddof);
GPU_OP gpu_status gpu_var_rows_i64(double *out, const int64_t *a, size_t rows, size_t cols, double ddof);
#define gpu_var_rows(out, a, rows, cols, ddof) GPU__BARE_ALL(a, gpu_var_rows, (out, a, rows, cols, ddof))
GPU_OP gpu_status gpu_var_cols_f32(float *out, const float *a, size_t rows, size_t cols, double ddof);
GPU_OP gpu_status gpu_var_cols_f64(double *out, const double *a, size_t rows, size_t cols, double ddof);
GPU_OP gpu_status gpu_var_cols_i32(double *out, const int32_t *a, size_t rows, size_t cols, double ddof);
GPU_OP gpu_status gpu_var_cols_i64(double *out, const int64_t *a, size_t rows, size_t cols, double ddof);
#define gpu_var_cols(out, a, rows, cols, ddof) GPU__BARE_ALL(a, gpu_var_cols, (out, a, rows, cols, ddof))
/* Running sums along each row (NumPy's cumsum(a, axis=1)) or down each column (axis=0), up to and with the element
   itself: added in double and rounded once, integers wrap. The one of these whose out, [rows][cols], may be a. */
GPU_OP gpu_status gpu_cumsum_rows_f32(float *out, const float *a, size_t rows, size_t cols);
GPU_OP gpu_status gpu_cumsum_rows_f64(double *out, const double *a, size_t rows, size_t cols);
GPU_OP gpu_status gpu_cumsum_rows_i32(int32_t *out, const int32_t *a, size_t rows, size_t cols);
GPU_OP gpu_status gpu_cumsum_rows_i64(int64_t *out, const int64_t *a, size_t rows, size_t cols);
#define gpu_cumsum_rows(out, a, rows, cols) GPU__BARE_ALL(out, gpu_cumsum_rows, (out, a, rows, cols))
GPU_OP gpu_status gpu_cumsum_cols_f32(float *out, const float *a, size_t rows, size_t cols);
GPU_OP gpu_status gpu_cumsum_cols_f64(double *out, const double *a, size_t rows, size_t cols);
GPU_OP gpu_status gpu_cumsum_cols_i32(int32_t *out, const int32_t *a, size_t rows, size_t cols);
GPU_OP gpu_status gpu_cumsum_cols_i64(int64_t *out, const int64_t *a, size_t rows, size_t cols);
#define gpu_cumsum_cols(out, a, rows, cols) GPU__BARE_ALL(out, gpu_cumsum_cols, (out, a, rows, cols))

/* ---- matrix: row-major; out lies apart ---- */
/* out[cols][rows] = the transpose of a[rows][cols]. */
GPU_OP gpu_status gpu_transpose_f32(float *out, const float *a, size_t rows, size_t cols);
GPU_OP gpu_status gpu_transpose_f64(double *out, const double *a, size_t rows, size_t cols);
GPU_OP gpu_status gpu_transpose_i32(int32_t *out, const int32_t *a, size_t rows, size_t cols);
GPU_OP gpu_status gpu_transpose_i64(int64_t *out, const int64_t *a, size_t rows, size_t cols);
GPU_OP gpu_status gpu_transpose_u8(uint8_t *out, const uint8_t *a, size_t rows, size_t cols);
GPU_OP gpu_status gpu_transpose_u32(uint32_t *out, const uint32_t *a, size_t rows, size_t cols);
GPU_OP gpu_status gpu_transpose_u64(uint64_t *out, const uint64_t *a, size_t rows, size_t cols);
/* ... of any elements of `size` bytes: 1, 2, 4, 8 or 16. */
GPU_OP gpu_status gpu_transpose_bytes(void *out, const void *a, size_t rows, size_t cols, size_t size);
#define gpu_transpose(out, a, rows, cols) GPU__BARE_ANY(out, gpu_transpose, (out, a, rows, cols))

/* ---- count: counts are set, not added to; 1 to 2^31 - 1 bins ---- */
/* Bins of equal width between lo and hi with NumPy's edges, the last one closed; what lies outside, and NaN, is not
   counted. */
GPU_OP gpu_status gpu_histogram_f32(int64_t *counts, size_t bins, const float *x, size_t n, double lo, double hi);
GPU_OP gpu_status gpu_histogram_f64(int64_t *counts, size_t bins, const double *x, size_t n, double lo, double hi);
GPU_OP gpu_status gpu_histogram_i32(int64_t *counts, size_t bins, const int32_t *x, size_t n, double lo, double hi);
GPU_OP gpu_status gpu_histogram_i64(int64_t *counts, size_t bins, const int64_t *x, size_t n, double lo, double hi);
GPU_OP gpu_status gpu_histogram_u8(int64_t *counts, size_t bins, const uint8_t *x, size_t n, double lo, double hi);
GPU_OP gpu_status gpu_histogram_u32(int64_t *counts, size_t bins, const uint32_t *x, size_t n, double lo, double hi);
GPU_OP gpu_status gpu_histogram_u64(int64_t *counts, size_t bins, const uint64_t *x, size_t n, double lo, double hi);
#define gpu_histogram(counts, bins, x, n, lo, hi) GPU__BARE_ANY(x, gpu_histogram, (counts, bins, x, n, lo, hi))
/* counts[v] = how many elements are v, for 0 <= v < bins; others are not counted. */
GPU_OP gpu_status gpu_bincount_i32(int64_t *counts, size_t bins, const int32_t *x, size_t n);
GPU_OP gpu_status gpu_bincount_i64(int64_t *counts, size_t bins, const int64_t *x, size_t n);
GPU_OP gpu_status gpu_bincount_u8(int64_t *counts, size_t bins, const uint8_t *x, size_t n);
GPU_OP gpu_status gpu_bincount_u32(int64_t *counts, size_t bins, const uint32_t *x, size_t n);
GPU_OP gpu_status gpu_bincount_u64(int64_t *counts, size_t bins, const uint64_t *x, size_t n);
#define gpu_bincount(counts, bins, x, n) GPU__BARE_COUNTED(x, gpu_bincount, (counts, bins, x, n))
/* sums[v] = the sum of w[i] where x[i] is v, in double, in an order that n and bins alone fix: the same bits on CPU and
   GPU. */
GPU_OP gpu_status gpu_bincount_weights_f32(double *sums, size_t bins, const int32_t *x, const float *w, size_t n);
GPU_OP gpu_status gpu_bincount_weights_f64(double *sums, size_t bins, const int32_t *x, const double *w, size_t n);
/* ... with indices as gpu_argmin_rows gives them; the bare name takes both. */
GPU_OP gpu_status gpu_bincount_weights_f32_i64(double *sums, size_t bins, const int64_t *x, const float *w, size_t n);
GPU_OP gpu_status gpu_bincount_weights_f64_i64(double *sums, size_t bins, const int64_t *x, const double *w, size_t n);
#define gpu_bincount_weights(sums, bins, x, w, n) GPU__BARE_WEIGHTS(x, w, (sums, bins, x, w, n))

/* ---- window: out lies apart from x ---- */
/* The mean of x[i] and the width - 1 elements before it, as far as they exist: no other element has an influence on
   it. 1 <= width <= n. */
GPU_OP gpu_status gpu_moving_average_f32(float *out, const float *x, size_t n, size_t width);
GPU_OP gpu_status gpu_moving_average_f64(double *out, const double *x, size_t n, size_t width);
#define gpu_moving_average(out, x, n, width) GPU__BARE_REAL(out, gpu_moving_average, (out, x, n, width))
/* numpy.convolve(x, h, 'same') with h[width], sums in double; 1 <= width <= n. */
GPU_OP gpu_status gpu_conv1d_f32(float *out, const float *x, size_t n, const float *h, size_t width);
GPU_OP gpu_status gpu_conv1d_f64(double *out, const double *x, size_t n, const double *h, size_t width);
#define gpu_conv1d(out, x, n, h, width) GPU__BARE_REAL(out, gpu_conv1d, (out, x, n, h, width))
/* The convolution of x[rows][cols] with h[h_rows][h_cols], of any size, as scipy.signal.convolve2d(x, h, 'same') and as
   gpu_conv1d: h is mirrored, sums are in double. Bytes take a filter of floats, and their sums are rounded to the nearest,
   of two equally near ones the even one, and kept from 0 to 255. What x has outside, with a row of a b c d as the example
   and scipy.ndimage's word for it, also where h is larger than x: */
typedef enum gpu_border {
    GPU_BORDER_ZERO,    /* 0 0 0 | a b c d | 0 0 0   constant, 0 */
    GPU_BORDER_CLAMP,   /* a a a | a b c d | d d d   nearest */
    GPU_BORDER_WRAP,    /* b c d | a b c d | a b c   wrap */
    GPU_BORDER_REFLECT, /* c b a | a b c d | d c b   reflect; numpy.pad's symmetric */
    GPU_BORDER_MIRROR   /* d c b | a b c d | c b a   mirror; numpy.pad's reflect */
} gpu_border;
GPU_OP gpu_status gpu_conv2d_f32(float *out, const float *x, size_t rows, size_t cols, const float *h, size_t h_rows,
                                 size_t h_cols, gpu_border border);
GPU_OP gpu_status gpu_conv2d_f64(double *out, const double *x, size_t rows, size_t cols, const double *h, size_t h_rows,
                                 size_t h_cols, gpu_border border);
GPU_OP gpu_status gpu_conv2d_u8(uint8_t *out, const uint8_t *x, size_t rows, size_t cols, const float *h, size_t h_rows,
                                size_t h_cols, gpu_border border);
#define gpu_conv2d(out, x, rows, cols, h, h_rows, h_cols, border)                                                      \
    GPU__BARE_IMAGE(out, gpu_conv2d, (out, x, rows, cols, h, h_rows, h_cols, border))
/* The median of each element and the eight around it, as scipy.ndimage.median_filter(x, 3, mode='nearest'): x goes on
   as at its border. A NaN counts as greater than every number, -0 as less than 0. */
GPU_OP gpu_status gpu_median3x3_f32(float *out, const float *x, size_t rows, size_t cols);
GPU_OP gpu_status gpu_median3x3_f64(double *out, const double *x, size_t rows, size_t cols);
GPU_OP gpu_status gpu_median3x3_i32(int32_t *out, const int32_t *x, size_t rows, size_t cols);
GPU_OP gpu_status gpu_median3x3_i64(int64_t *out, const int64_t *x, size_t rows, size_t cols);
GPU_OP gpu_status gpu_median3x3_u8(uint8_t *out, const uint8_t *x, size_t rows, size_t cols);
#define gpu_median3x3(out, x, rows, cols) GPU__BARE_PIXELS(out, gpu_median3x3, (out, x, rows, cols))
/* center * x + neighbour * (the four beside it) of x[rows][cols]; the border is copied. */
GPU_OP gpu_status gpu_stencil5_f32(float *out, const float *x, size_t rows, size_t cols, float center, float neighbour);
GPU_OP gpu_status gpu_stencil5_f64(double *out, const double *x, size_t rows, size_t cols, double center,
                                   double neighbour);
#define gpu_stencil5(out, x, rows, cols, center, neighbour)                                                            \
    GPU__BARE_REAL(out, gpu_stencil5, (out, x, rows, cols, center, neighbour))

/* ---- statistics ---- */
/* (x - mean) / std, both of all n elements, ddof 0; out may be x. */
GPU_OP gpu_status gpu_normalize_f32(float *out, const float *x, size_t n);
GPU_OP gpu_status gpu_normalize_f64(double *out, const double *x, size_t n);
#define gpu_normalize(out, x, n) GPU__BARE_REAL(out, gpu_normalize, (out, x, n))
