#ifdef GPU__ONCE
/* The functions of each type, for what is made of all of them; the contracts are in each family's api.h. */
#define GPU__PREWRITTEN_ANY(D, T, s, A)                                                                                \
    D(gpu_status, fill, T, s, (T * out, T value, size_t n), (out, value, n))                                           \
    D(A, sum, T, s, (const T *x, size_t n), (x, n))                                                                    \
    D(gpu_status, sum_to, T, s, (A * out, const T *x, size_t n), (out, x, n))                                          \
    D(gpu_status, histogram, T, s, (int64_t * counts, size_t bins, const T *x, size_t n, double lo, double hi),        \
      (counts, bins, x, n, lo, hi))                                                                                    \
    D(gpu_status, transpose, T, s, (T * out, const T *a, size_t rows, size_t cols), (out, a, rows, cols))              \
    D(gpu_status, cast, T, s, (T * out, const void *x, gpu_type type, size_t n), (out, x, type, n))

#ifdef GPU_SEVERAL_DEVICES
#define GPU__PREWRITTEN_EACH(D, T, s)                                                                                  \
    D(gpu_status, each_allreduce, T, s, (T * p, size_t n, gpu_fold fold), (p, n, fold))                                \
    D(gpu_status, each_reduce_scatter, T, s, (T * p, size_t n, gpu_fold fold), (p, n, fold))
#else
#define GPU__PREWRITTEN_EACH(D, T, s)
#endif

#define GPU__PREWRITTEN(D, T, s, A, R, M)                                                                              \
    D(gpu_status, arange, T, s, (T * out, T start, T step, size_t n), (out, start, step, n))                           \
    D(gpu_status, add, T, s, (T * out, const T *x, const T *y, size_t n), (out, x, y, n))                              \
    D(gpu_status, add_scalar, T, s, (T * out, const T *x, T a, size_t n), (out, x, a, n))                              \
    D(gpu_status, sub_scalar, T, s, (T * out, const T *x, T a, size_t n), (out, x, a, n))                              \
    D(gpu_status, scalar_sub, T, s, (T * out, T a, const T *x, size_t n), (out, a, x, n))                              \
    D(gpu_status, square, T, s, (T * out, const T *x, size_t n), (out, x, n))                                          \
    D(gpu_status, sign, T, s, (T * out, const T *x, size_t n), (out, x, n))                                            \
    D(gpu_status, minimum, T, s, (T * out, const T *x, const T *y, size_t n), (out, x, y, n))                          \
    D(gpu_status, maximum, T, s, (T * out, const T *x, const T *y, size_t n), (out, x, y, n))                          \
    D(gpu_status, compare, T, s, (uint8_t * mask, const T *x, gpu_comparison how, const T *y, size_t n),               \
      (mask, x, how, y, n))                                                                                            \
    D(gpu_status, compare_scalar, T, s, (uint8_t * mask, const T *x, gpu_comparison how, T a, size_t n),               \
      (mask, x, how, a, n))                                                                                            \
    D(gpu_status, sub, T, s, (T * out, const T *x, const T *y, size_t n), (out, x, y, n))                              \
    D(gpu_status, mul, T, s, (T * out, const T *x, const T *y, size_t n), (out, x, y, n))                              \
    D(gpu_status, axpy, T, s, (T * out, T a, const T *x, const T *y, size_t n), (out, a, x, y, n))                     \
    D(gpu_status, scale, T, s, (T * out, T a, const T *x, size_t n), (out, a, x, n))                                   \
    D(gpu_status, clip, T, s, (T * out, const T *x, T lo, T hi, size_t n), (out, x, lo, hi, n))                        \
    D(gpu_status, abs, T, s, (T * out, const T *x, size_t n), (out, x, n))                                             \
    D(A, prod, T, s, (const T *x, size_t n), (x, n))                                                                   \
    D(gpu_status, prod_to, T, s, (A * out, const T *x, size_t n), (out, x, n))                                         \
    D(T, min, T, s, (const T *x, size_t n), (x, n))                                                                    \
    D(gpu_status, min_to, T, s, (T * out, const T *x, size_t n), (out, x, n))                                          \
    D(T, max, T, s, (const T *x, size_t n), (x, n))                                                                    \
    D(gpu_status, max_to, T, s, (T * out, const T *x, size_t n), (out, x, n))                                          \
    D(int64_t, argmin, T, s, (const T *x, size_t n), (x, n))                                                           \
    D(gpu_status, argmin_to, T, s, (int64_t * out, const T *x, size_t n), (out, x, n))                                 \
    D(int64_t, argmax, T, s, (const T *x, size_t n), (x, n))                                                           \
    D(gpu_status, argmax_to, T, s, (int64_t * out, const T *x, size_t n), (out, x, n))                                 \
    D(double, mean, T, s, (const T *x, size_t n), (x, n))                                                              \
    D(gpu_status, mean_to, T, s, (double *out, const T *x, size_t n), (out, x, n))                                     \
    D(double, var, T, s, (const T *x, size_t n, double ddof), (x, n, ddof))                                            \
    D(gpu_status, var_to, T, s, (double *out, const T *x, size_t n, double ddof), (out, x, n, ddof))                   \
    D(double, std, T, s, (const T *x, size_t n, double ddof), (x, n, ddof))                                            \
    D(gpu_status, std_to, T, s, (double *out, const T *x, size_t n, double ddof), (out, x, n, ddof))                   \
    D(A, dot, T, s, (const T *x, const T *y, size_t n), (x, y, n))                                                     \
    D(gpu_status, dot_to, T, s, (A * out, const T *x, const T *y, size_t n), (out, x, y, n))                           \
    D(int64_t, count_nonzero, T, s, (const T *x, size_t n), (x, n))                                                    \
    D(gpu_status, count_nonzero_to, T, s, (int64_t * out, const T *x, size_t n), (out, x, n))                          \
    D(gpu_status, cumsum, T, s, (T * out, const T *x, size_t n), (out, x, n))                                          \
    D(gpu_status, cumsum_exclusive, T, s, (T * out, const T *x, size_t n), (out, x, n))                                \
    D(gpu_status, sum_rows, T, s, (R * out, const T *a, size_t rows, size_t cols), (out, a, rows, cols))               \
    D(gpu_status, sum_cols, T, s, (R * out, const T *a, size_t rows, size_t cols), (out, a, rows, cols))               \
    D(gpu_status, min_rows, T, s, (T * out, const T *a, size_t rows, size_t cols), (out, a, rows, cols))               \
    D(gpu_status, min_cols, T, s, (T * out, const T *a, size_t rows, size_t cols), (out, a, rows, cols))               \
    D(gpu_status, max_rows, T, s, (T * out, const T *a, size_t rows, size_t cols), (out, a, rows, cols))               \
    D(gpu_status, max_cols, T, s, (T * out, const T *a, size_t rows, size_t cols), (out, a, rows, cols))               \
    D(gpu_status, mean_rows, T, s, (M * out, const T *a, size_t rows, size_t cols), (out, a, rows, cols))              \
    D(gpu_status, mean_cols, T, s, (M * out, const T *a, size_t rows, size_t cols), (out, a, rows, cols))              \
    D(gpu_status, argmin_rows, T, s, (int64_t * out, const T *a, size_t rows, size_t cols), (out, a, rows, cols))      \
    D(gpu_status, argmin_cols, T, s, (int64_t * out, const T *a, size_t rows, size_t cols), (out, a, rows, cols))      \
    D(gpu_status, argmax_rows, T, s, (int64_t * out, const T *a, size_t rows, size_t cols), (out, a, rows, cols))      \
    D(gpu_status, argmax_cols, T, s, (int64_t * out, const T *a, size_t rows, size_t cols), (out, a, rows, cols))      \
    D(gpu_status, var_rows, T, s, (M * out, const T *a, size_t rows, size_t cols, double ddof),                        \
      (out, a, rows, cols, ddof))                                                                                      \
    D(gpu_status, var_cols, T, s, (M * out, const T *a, size_t rows, size_t cols, double ddof),                        \
      (out, a, rows, cols, ddof))                                                                                      \
    D(gpu_status, cumsum_rows, T, s, (T * out, const T *a, size_t rows, size_t cols), (out, a, rows, cols))            \
    D(gpu_status, cumsum_cols, T, s, (T * out, const T *a, size_t rows, size_t cols), (out, a, rows, cols))            \
    D(gpu_status, add_row, T, s, (T * out, const T *m, const T *row, size_t rows, size_t cols),                        \
      (out, m, row, rows, cols))                                                                                       \
    D(gpu_status, add_col, T, s, (T * out, const T *m, const T *col, size_t rows, size_t cols),                        \
      (out, m, col, rows, cols))                                                                                       \
    D(gpu_status, sub_row, T, s, (T * out, const T *m, const T *row, size_t rows, size_t cols),                        \
      (out, m, row, rows, cols))                                                                                       \
    D(gpu_status, sub_col, T, s, (T * out, const T *m, const T *col, size_t rows, size_t cols),                        \
      (out, m, col, rows, cols))                                                                                       \
    D(gpu_status, mul_row, T, s, (T * out, const T *m, const T *row, size_t rows, size_t cols),                        \
      (out, m, row, rows, cols))                                                                                       \
    D(gpu_status, mul_col, T, s, (T * out, const T *m, const T *col, size_t rows, size_t cols),                        \
      (out, m, col, rows, cols))                                                                                       \
    D(gpu_status, axpy_from, T, s, (T * out, const T *a, const T *x, const T *y, size_t n), (out, a, x, y, n))         \
    D(gpu_status, scale_from, T, s, (T * out, const T *a, const T *x, size_t n), (out, a, x, n))                       \
    GPU__PREWRITTEN_EACH(D, T, s)

#define GPU__PREWRITTEN_PIXELS(D, T, s)                                                                                \
    D(gpu_status, median3x3, T, s, (T * out, const T *x, size_t rows, size_t cols), (out, x, rows, cols))

#define GPU__PREWRITTEN_F(D, T, s)                                                                                     \
    D(gpu_status, linspace, T, s, (T * out, T start, T stop, size_t n), (out, start, stop, n))                         \
    D(double, norm, T, s, (const T *x, size_t n), (x, n))                                                              \
    D(gpu_status, bincount_weights, T, s, (double *sums, size_t bins, const int32_t *x, const T *w, size_t n),         \
      (sums, bins, x, w, n))                                                                                           \
    D(gpu_status, norm_to, T, s, (double *out, const T *x, size_t n), (out, x, n))                                     \
    D(int, allclose, T, s, (const T *x, const T *y, size_t n, double rtol, double atol), (x, y, n, rtol, atol))        \
    D(gpu_status, allclose_to, T, s, (int *out, const T *x, const T *y, size_t n, double rtol, double atol),           \
      (out, x, y, n, rtol, atol))                                                                                      \
    D(gpu_status, div_row, T, s, (T * out, const T *m, const T *row, size_t rows, size_t cols),                        \
      (out, m, row, rows, cols))                                                                                       \
    D(gpu_status, div_col, T, s, (T * out, const T *m, const T *col, size_t rows, size_t cols),                        \
      (out, m, col, rows, cols))                                                                                       \
    D(gpu_status, div, T, s, (T * out, const T *x, const T *y, size_t n), (out, x, y, n))                              \
    D(gpu_status, sqrt, T, s, (T * out, const T *x, size_t n), (out, x, n))                                            \
    D(gpu_status, div_scalar, T, s, (T * out, const T *x, T a, size_t n), (out, x, a, n))                              \
    D(gpu_status, scalar_div, T, s, (T * out, T a, const T *x, size_t n), (out, a, x, n))                              \
    D(gpu_status, reciprocal, T, s, (T * out, const T *x, size_t n), (out, x, n))                                      \
    D(gpu_status, floor, T, s, (T * out, const T *x, size_t n), (out, x, n))                                           \
    D(gpu_status, ceil, T, s, (T * out, const T *x, size_t n), (out, x, n))                                            \
    D(gpu_status, round, T, s, (T * out, const T *x, size_t n), (out, x, n))                                           \
    D(gpu_status, exp2, T, s, (T * out, const T *x, size_t n), (out, x, n))                                            \
    D(gpu_status, log2, T, s, (T * out, const T *x, size_t n), (out, x, n))                                            \
    D(gpu_status, log10, T, s, (T * out, const T *x, size_t n), (out, x, n))                                           \
    D(gpu_status, atan2, T, s, (T * out, const T *y, const T *x, size_t n), (out, y, x, n))                            \
    D(gpu_status, exp, T, s, (T * out, const T *x, size_t n), (out, x, n))                                             \
    D(gpu_status, log, T, s, (T * out, const T *x, size_t n), (out, x, n))                                             \
    D(gpu_status, sin, T, s, (T * out, const T *x, size_t n), (out, x, n))                                             \
    D(gpu_status, cos, T, s, (T * out, const T *x, size_t n), (out, x, n))                                             \
    D(gpu_status, tanh, T, s, (T * out, const T *x, size_t n), (out, x, n))                                            \
    D(gpu_status, sigmoid, T, s, (T * out, const T *x, size_t n), (out, x, n))                                         \
    D(gpu_status, pow, T, s, (T * out, const T *x, T p, size_t n), (out, x, p, n))                                     \
    D(gpu_status, matvec, T, s, (T * out, const T *a, const T *x, size_t rows, size_t cols), (out, a, x, rows, cols))  \
    D(gpu_status, outer, T, s, (T * out, const T *x, const T *y, size_t m, size_t n), (out, x, y, m, n))               \
    D(gpu_status, moving_average, T, s, (T * out, const T *x, size_t n, size_t width), (out, x, n, width))             \
    D(gpu_status, conv1d, T, s, (T * out, const T *x, size_t n, const T *h, size_t width), (out, x, n, h, width))      \
    D(gpu_status, stencil5, T, s, (T * out, const T *x, size_t rows, size_t cols, T center, T neighbour),              \
      (out, x, rows, cols, center, neighbour))                                                                         \
    D(gpu_status, conv2d, T, s,                                                                                        \
      (T * out, const T *x, size_t rows, size_t cols, const T *h, size_t h_rows, size_t h_cols, gpu_border border),    \
      (out, x, rows, cols, h, h_rows, h_cols, border))                                                                 \
    D(gpu_status, normalize, T, s, (T * out, const T *x, size_t n), (out, x, n))                                       \
    D(gpu_status, rand_uniform, T, s, (T * out, size_t n), (out, n))                                                   \
    D(gpu_status, rand_normal, T, s, (T * out, T mean, T sd, size_t n), (out, mean, sd, n))                            \
    D(gpu_status, rand_lognormal, T, s, (T * out, T mean, T sd, size_t n), (out, mean, sd, n))                         \
    D(gpu_status, rand_exponential, T, s, (T * out, T scale, size_t n), (out, scale, n))

#define GPU__PREWRITTEN_BY_I64(D, T, s)                                                                                \
    D(gpu_status, bincount_weights, T, s##_i64, (double *sums, size_t bins, const int64_t *x, const T *w, size_t n),   \
      (sums, bins, x, w, n))

#define GPU__PREWRITTEN_BYTES(D, T, s)                                                                                 \
    D(gpu_status, mask_and, T, s, (T * out, const T *x, const T *y, size_t n), (out, x, y, n))                         \
    D(gpu_status, mask_or, T, s, (T * out, const T *x, const T *y, size_t n), (out, x, y, n))                          \
    D(gpu_status, mask_xor, T, s, (T * out, const T *x, const T *y, size_t n), (out, x, y, n))                         \
    D(gpu_status, mask_not, T, s, (T * out, const T *x, size_t n), (out, x, n))                                        \
    D(gpu_status, conv2d, T, s,                                                                                        \
      (T * out, const T *x, size_t rows, size_t cols, const float *h, size_t h_rows, size_t h_cols,                    \
       gpu_border border),                                                                                             \
      (out, x, rows, cols, h, h_rows, h_cols, border))

#define GPU__PREWRITTEN_COUNTED(D, T, s)                                                                               \
    D(gpu_status, bincount, T, s, (int64_t * counts, size_t bins, const T *x, size_t n), (counts, bins, x, n))

#define GPU__PREWRITTEN_I(D, T, s)                                                                                     \
    D(gpu_status, rand_int, T, s, (T * out, T lo, T hi, size_t n), (out, lo, hi, n))                                   \
    D(gpu_status, rand_poisson, T, s, (T * out, double rate, size_t n), (out, rate, n))                                \
    D(gpu_status, rand_permutation, T, s, (T * out, size_t n), (out, n))

#define GPU__PREWRITTEN_ALL(D)                                                                                         \
    GPU__PREWRITTEN_ANY(D, float, f32, double)                                                                         \
    GPU__PREWRITTEN_ANY(D, double, f64, double)                                                                        \
    GPU__PREWRITTEN_ANY(D, int32_t, i32, int64_t)                                                                      \
    GPU__PREWRITTEN_ANY(D, int64_t, i64, int64_t)                                                                      \
    GPU__PREWRITTEN_ANY(D, uint8_t, u8, uint64_t)                                                                      \
    GPU__PREWRITTEN_ANY(D, uint32_t, u32, uint64_t)                                                                    \
    GPU__PREWRITTEN_ANY(D, uint64_t, u64, uint64_t)                                                                    \
    D(gpu_status, transpose, void, bytes, (void *out, const void *a, size_t rows, size_t cols, size_t size),           \
      (out, a, rows, cols, size))                                                                                      \
    GPU__PREWRITTEN_COUNTED(D, int32_t, i32)                                                                           \
    GPU__PREWRITTEN_COUNTED(D, int64_t, i64)                                                                           \
    GPU__PREWRITTEN_COUNTED(D, uint8_t, u8)                                                                            \
    GPU__PREWRITTEN_COUNTED(D, uint32_t, u32)                                                                          \
    GPU__PREWRITTEN_COUNTED(D, uint64_t, u64)                                                                          \
    GPU__PREWRITTEN(D, float, f32, double, float, float)                                                               \
    GPU__PREWRITTEN(D, double, f64, double, double, double)                                                            \
    GPU__PREWRITTEN(D, int32_t, i32, int64_t, int64_t, double)                                                         \
    GPU__PREWRITTEN(D, int64_t, i64, int64_t, int64_t, double)                                                         \
    GPU__PREWRITTEN_PIXELS(D, float, f32)                                                                              \
    GPU__PREWRITTEN_PIXELS(D, double, f64)                                                                             \
    GPU__PREWRITTEN_PIXELS(D, int32_t, i32)                                                                            \
    GPU__PREWRITTEN_PIXELS(D, int64_t, i64)                                                                            \
    GPU__PREWRITTEN_BYTES(D, uint8_t, u8)                                                                              \
    GPU__PREWRITTEN_PIXELS(D, uint8_t, u8)                                                                             \
    GPU__PREWRITTEN_BY_I64(D, float, f32)                                                                              \
    GPU__PREWRITTEN_BY_I64(D, double, f64)                                                                             \
    GPU__PREWRITTEN_F(D, float, f32)                                                                                   \
    GPU__PREWRITTEN_F(D, double, f64)                                                                                  \
    GPU__PREWRITTEN_I(D, int32_t, i32)                                                                                 \
    GPU__PREWRITTEN_I(D, int64_t, i64)
/* A bare gpu_cast has the type of x from its pointer. */
#define GPU__CASTS_TO(D, T, s)                                                                                         \
    D(gpu_status, cast, T, s, (T * out, const float *x, size_t n), (out, x, GPU_F32, n))                               \
    D(gpu_status, cast, T, s, (T * out, const double *x, size_t n), (out, x, GPU_F64, n))                              \
    D(gpu_status, cast, T, s, (T * out, const int32_t *x, size_t n), (out, x, GPU_I32, n))                             \
    D(gpu_status, cast, T, s, (T * out, const int64_t *x, size_t n), (out, x, GPU_I64, n))                             \
    D(gpu_status, cast, T, s, (T * out, const uint8_t *x, size_t n), (out, x, GPU_U8, n))                              \
    D(gpu_status, cast, T, s, (T * out, const uint32_t *x, size_t n), (out, x, GPU_U32, n))                            \
    D(gpu_status, cast, T, s, (T * out, const uint64_t *x, size_t n), (out, x, GPU_U64, n))
#define GPU__CASTS(D)                                                                                                  \
    GPU__CASTS_TO(D, float, f32)                                                                                       \
    GPU__CASTS_TO(D, double, f64)                                                                                      \
    GPU__CASTS_TO(D, int32_t, i32)                                                                                     \
    GPU__CASTS_TO(D, int64_t, i64)                                                                                     \
    GPU__CASTS_TO(D, uint8_t, u8)                                                                                      \
    GPU__CASTS_TO(D, uint32_t, u32)                                                                                    \
    GPU__CASTS_TO(D, uint64_t, u64)
#endif
