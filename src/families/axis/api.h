/* ---- along an axis of a row-major matrix a[rows][cols]; out must not overlap a; rows, cols >= 1 ---- */
#ifndef GPU__CUDA
/* _rows: out[rows], one value for each row; _cols: out[cols], one for each column. Sums are accumulated in double or
   int64_t and rounded to out's type; means are accumulated in double and are doubles for integers. The order depends on
   the shape alone. */
GPU_OP gpu_status gpu_sum_rows_f32(float *out, const float *a, size_t rows, size_t cols);
GPU_OP gpu_status gpu_sum_rows_f64(double *out, const double *a, size_t rows, size_t cols);
GPU_OP gpu_status gpu_sum_rows_i32(int64_t *out, const int32_t *a, size_t rows, size_t cols);
GPU_OP gpu_status gpu_sum_rows_i64(int64_t *out, const int64_t *a, size_t rows, size_t cols);
GPU_OP gpu_status gpu_sum_cols_f32(float *out, const float *a, size_t rows, size_t cols);
GPU_OP gpu_status gpu_sum_cols_f64(double *out, const double *a, size_t rows, size_t cols);
GPU_OP gpu_status gpu_sum_cols_i32(int64_t *out, const int32_t *a, size_t rows, size_t cols);
GPU_OP gpu_status gpu_sum_cols_i64(int64_t *out, const int64_t *a, size_t rows, size_t cols);
GPU_OP gpu_status gpu_min_rows_f32(float *out, const float *a, size_t rows, size_t cols);
GPU_OP gpu_status gpu_min_rows_f64(double *out, const double *a, size_t rows, size_t cols);
GPU_OP gpu_status gpu_min_rows_i32(int32_t *out, const int32_t *a, size_t rows, size_t cols);
GPU_OP gpu_status gpu_min_rows_i64(int64_t *out, const int64_t *a, size_t rows, size_t cols);
GPU_OP gpu_status gpu_min_cols_f32(float *out, const float *a, size_t rows, size_t cols);
GPU_OP gpu_status gpu_min_cols_f64(double *out, const double *a, size_t rows, size_t cols);
GPU_OP gpu_status gpu_min_cols_i32(int32_t *out, const int32_t *a, size_t rows, size_t cols);
GPU_OP gpu_status gpu_min_cols_i64(int64_t *out, const int64_t *a, size_t rows, size_t cols);
GPU_OP gpu_status gpu_max_rows_f32(float *out, const float *a, size_t rows, size_t cols);
GPU_OP gpu_status gpu_max_rows_f64(double *out, const double *a, size_t rows, size_t cols);
GPU_OP gpu_status gpu_max_rows_i32(int32_t *out, const int32_t *a, size_t rows, size_t cols);
GPU_OP gpu_status gpu_max_rows_i64(int64_t *out, const int64_t *a, size_t rows, size_t cols);
GPU_OP gpu_status gpu_max_cols_f32(float *out, const float *a, size_t rows, size_t cols);
GPU_OP gpu_status gpu_max_cols_f64(double *out, const double *a, size_t rows, size_t cols);
GPU_OP gpu_status gpu_max_cols_i32(int32_t *out, const int32_t *a, size_t rows, size_t cols);
GPU_OP gpu_status gpu_max_cols_i64(int64_t *out, const int64_t *a, size_t rows, size_t cols);
GPU_OP gpu_status gpu_mean_rows_f32(float *out, const float *a, size_t rows, size_t cols);
GPU_OP gpu_status gpu_mean_rows_f64(double *out, const double *a, size_t rows, size_t cols);
GPU_OP gpu_status gpu_mean_rows_i32(double *out, const int32_t *a, size_t rows, size_t cols);
GPU_OP gpu_status gpu_mean_rows_i64(double *out, const int64_t *a, size_t rows, size_t cols);
GPU_OP gpu_status gpu_mean_cols_f32(float *out, const float *a, size_t rows, size_t cols);
GPU_OP gpu_status gpu_mean_cols_f64(double *out, const double *a, size_t rows, size_t cols);
GPU_OP gpu_status gpu_mean_cols_i32(double *out, const int32_t *a, size_t rows, size_t cols);
GPU_OP gpu_status gpu_mean_cols_i64(double *out, const int64_t *a, size_t rows, size_t cols);
/* The index of the first smallest or largest element, or of the first NaN. Variances as gpu_var, computed in double and
   rounded to the type of a mean. */
GPU_OP gpu_status gpu_argmin_rows_f32(int64_t *out, const float *a, size_t rows, size_t cols);
GPU_OP gpu_status gpu_argmin_rows_f64(int64_t *out, const double *a, size_t rows, size_t cols);
GPU_OP gpu_status gpu_argmin_rows_i32(int64_t *out, const int32_t *a, size_t rows, size_t cols);
GPU_OP gpu_status gpu_argmin_rows_i64(int64_t *out, const int64_t *a, size_t rows, size_t cols);
GPU_OP gpu_status gpu_argmin_cols_f32(int64_t *out, const float *a, size_t rows, size_t cols);
GPU_OP gpu_status gpu_argmin_cols_f64(int64_t *out, const double *a, size_t rows, size_t cols);
GPU_OP gpu_status gpu_argmin_cols_i32(int64_t *out, const int32_t *a, size_t rows, size_t cols);
GPU_OP gpu_status gpu_argmin_cols_i64(int64_t *out, const int64_t *a, size_t rows, size_t cols);
GPU_OP gpu_status gpu_argmax_rows_f32(int64_t *out, const float *a, size_t rows, size_t cols);
GPU_OP gpu_status gpu_argmax_rows_f64(int64_t *out, const double *a, size_t rows, size_t cols);
GPU_OP gpu_status gpu_argmax_rows_i32(int64_t *out, const int32_t *a, size_t rows, size_t cols);
GPU_OP gpu_status gpu_argmax_rows_i64(int64_t *out, const int64_t *a, size_t rows, size_t cols);
GPU_OP gpu_status gpu_argmax_cols_f32(int64_t *out, const float *a, size_t rows, size_t cols);
GPU_OP gpu_status gpu_argmax_cols_f64(int64_t *out, const double *a, size_t rows, size_t cols);
GPU_OP gpu_status gpu_argmax_cols_i32(int64_t *out, const int32_t *a, size_t rows, size_t cols);
GPU_OP gpu_status gpu_argmax_cols_i64(int64_t *out, const int64_t *a, size_t rows, size_t cols);
GPU_OP gpu_status gpu_var_rows_f32(float *out, const float *a, size_t rows, size_t cols, double ddof);
GPU_OP gpu_status gpu_var_rows_f64(double *out, const double *a, size_t rows, size_t cols, double ddof);
GPU_OP gpu_status gpu_var_rows_i32(double *out, const int32_t *a, size_t rows, size_t cols, double ddof);
GPU_OP gpu_status gpu_var_rows_i64(double *out, const int64_t *a, size_t rows, size_t cols, double ddof);
GPU_OP gpu_status gpu_var_cols_f32(float *out, const float *a, size_t rows, size_t cols, double ddof);
GPU_OP gpu_status gpu_var_cols_f64(double *out, const double *a, size_t rows, size_t cols, double ddof);
GPU_OP gpu_status gpu_var_cols_i32(double *out, const int32_t *a, size_t rows, size_t cols, double ddof);
GPU_OP gpu_status gpu_var_cols_i64(double *out, const int64_t *a, size_t rows, size_t cols, double ddof);
/* Inclusive running sums along each row (NumPy's cumsum(a, axis=1)) or down each column (axis=0), accumulated in double
   and rounded once; integers wrap. Here out is [rows][cols] and may be a. */
GPU_OP gpu_status gpu_cumsum_rows_f32(float *out, const float *a, size_t rows, size_t cols);
GPU_OP gpu_status gpu_cumsum_rows_f64(double *out, const double *a, size_t rows, size_t cols);
GPU_OP gpu_status gpu_cumsum_rows_i32(int32_t *out, const int32_t *a, size_t rows, size_t cols);
GPU_OP gpu_status gpu_cumsum_rows_i64(int64_t *out, const int64_t *a, size_t rows, size_t cols);
GPU_OP gpu_status gpu_cumsum_cols_f32(float *out, const float *a, size_t rows, size_t cols);
GPU_OP gpu_status gpu_cumsum_cols_f64(double *out, const double *a, size_t rows, size_t cols);
GPU_OP gpu_status gpu_cumsum_cols_i32(int32_t *out, const int32_t *a, size_t rows, size_t cols);
GPU_OP gpu_status gpu_cumsum_cols_i64(int64_t *out, const int64_t *a, size_t rows, size_t cols);
#endif
#define gpu_sum_rows(out, a, rows, cols) GPU__BARE_ALL(a, gpu_sum_rows, (out, a, rows, cols))
#define gpu_sum_cols(out, a, rows, cols) GPU__BARE_ALL(a, gpu_sum_cols, (out, a, rows, cols))
#define gpu_min_rows(out, a, rows, cols) GPU__BARE_ALL(out, gpu_min_rows, (out, a, rows, cols))
#define gpu_min_cols(out, a, rows, cols) GPU__BARE_ALL(out, gpu_min_cols, (out, a, rows, cols))
#define gpu_max_rows(out, a, rows, cols) GPU__BARE_ALL(out, gpu_max_rows, (out, a, rows, cols))
#define gpu_max_cols(out, a, rows, cols) GPU__BARE_ALL(out, gpu_max_cols, (out, a, rows, cols))
#define gpu_mean_rows(out, a, rows, cols) GPU__BARE_ALL(a, gpu_mean_rows, (out, a, rows, cols))
#define gpu_mean_cols(out, a, rows, cols) GPU__BARE_ALL(a, gpu_mean_cols, (out, a, rows, cols))
#define gpu_argmin_rows(out, a, rows, cols) GPU__BARE_ALL(a, gpu_argmin_rows, (out, a, rows, cols))
#define gpu_argmin_cols(out, a, rows, cols) GPU__BARE_ALL(a, gpu_argmin_cols, (out, a, rows, cols))
#define gpu_argmax_rows(out, a, rows, cols) GPU__BARE_ALL(a, gpu_argmax_rows, (out, a, rows, cols))
#define gpu_argmax_cols(out, a, rows, cols) GPU__BARE_ALL(a, gpu_argmax_cols, (out, a, rows, cols))
#define gpu_var_rows(out, a, rows, cols, ddof) GPU__BARE_ALL(a, gpu_var_rows, (out, a, rows, cols, ddof))
#define gpu_var_cols(out, a, rows, cols, ddof) GPU__BARE_ALL(a, gpu_var_cols, (out, a, rows, cols, ddof))
#define gpu_cumsum_rows(out, a, rows, cols) GPU__BARE_ALL(out, gpu_cumsum_rows, (out, a, rows, cols))
#define gpu_cumsum_cols(out, a, rows, cols) GPU__BARE_ALL(out, gpu_cumsum_cols, (out, a, rows, cols))

