/* ---- broadcast: a row or a column over a row-major matrix; out may be m, and must not overlap row or col -- */
#ifndef GPU__CUDA
/* out[rows][cols] = m + row[cols], which has an element for each column (NumPy's m + row), or m + col[rows], which has
   one for each row (m + col[:, None]); likewise for -, * and /. Integers wrap. */
GPU_OP gpu_status gpu_add_row_f32(float *out, const float *m, const float *row, size_t rows, size_t cols);
GPU_OP gpu_status gpu_add_row_f64(double *out, const double *m, const double *row, size_t rows, size_t cols);
GPU_OP gpu_status gpu_add_row_i32(int32_t *out, const int32_t *m, const int32_t *row, size_t rows, size_t cols);
GPU_OP gpu_status gpu_add_row_i64(int64_t *out, const int64_t *m, const int64_t *row, size_t rows, size_t cols);
GPU_OP gpu_status gpu_add_col_f32(float *out, const float *m, const float *col, size_t rows, size_t cols);
GPU_OP gpu_status gpu_add_col_f64(double *out, const double *m, const double *col, size_t rows, size_t cols);
GPU_OP gpu_status gpu_add_col_i32(int32_t *out, const int32_t *m, const int32_t *col, size_t rows, size_t cols);
GPU_OP gpu_status gpu_add_col_i64(int64_t *out, const int64_t *m, const int64_t *col, size_t rows, size_t cols);
GPU_OP gpu_status gpu_sub_row_f32(float *out, const float *m, const float *row, size_t rows, size_t cols);
GPU_OP gpu_status gpu_sub_row_f64(double *out, const double *m, const double *row, size_t rows, size_t cols);
GPU_OP gpu_status gpu_sub_row_i32(int32_t *out, const int32_t *m, const int32_t *row, size_t rows, size_t cols);
GPU_OP gpu_status gpu_sub_row_i64(int64_t *out, const int64_t *m, const int64_t *row, size_t rows, size_t cols);
GPU_OP gpu_status gpu_sub_col_f32(float *out, const float *m, const float *col, size_t rows, size_t cols);
GPU_OP gpu_status gpu_sub_col_f64(double *out, const double *m, const double *col, size_t rows, size_t cols);
GPU_OP gpu_status gpu_sub_col_i32(int32_t *out, const int32_t *m, const int32_t *col, size_t rows, size_t cols);
GPU_OP gpu_status gpu_sub_col_i64(int64_t *out, const int64_t *m, const int64_t *col, size_t rows, size_t cols);
GPU_OP gpu_status gpu_mul_row_f32(float *out, const float *m, const float *row, size_t rows, size_t cols);
GPU_OP gpu_status gpu_mul_row_f64(double *out, const double *m, const double *row, size_t rows, size_t cols);
GPU_OP gpu_status gpu_mul_row_i32(int32_t *out, const int32_t *m, const int32_t *row, size_t rows, size_t cols);
GPU_OP gpu_status gpu_mul_row_i64(int64_t *out, const int64_t *m, const int64_t *row, size_t rows, size_t cols);
GPU_OP gpu_status gpu_mul_col_f32(float *out, const float *m, const float *col, size_t rows, size_t cols);
GPU_OP gpu_status gpu_mul_col_f64(double *out, const double *m, const double *col, size_t rows, size_t cols);
GPU_OP gpu_status gpu_mul_col_i32(int32_t *out, const int32_t *m, const int32_t *col, size_t rows, size_t cols);
GPU_OP gpu_status gpu_mul_col_i64(int64_t *out, const int64_t *m, const int64_t *col, size_t rows, size_t cols);
GPU_OP gpu_status gpu_div_row_f32(float *out, const float *m, const float *row, size_t rows, size_t cols);
GPU_OP gpu_status gpu_div_row_f64(double *out, const double *m, const double *row, size_t rows, size_t cols);
GPU_OP gpu_status gpu_div_col_f32(float *out, const float *m, const float *col, size_t rows, size_t cols);
GPU_OP gpu_status gpu_div_col_f64(double *out, const double *m, const double *col, size_t rows, size_t cols);
#endif
#define gpu_add_row(out, m, row, rows, cols) GPU__BARE_ALL(out, gpu_add_row, (out, m, row, rows, cols))
#define gpu_add_col(out, m, col, rows, cols) GPU__BARE_ALL(out, gpu_add_col, (out, m, col, rows, cols))
#define gpu_sub_row(out, m, row, rows, cols) GPU__BARE_ALL(out, gpu_sub_row, (out, m, row, rows, cols))
#define gpu_sub_col(out, m, col, rows, cols) GPU__BARE_ALL(out, gpu_sub_col, (out, m, col, rows, cols))
#define gpu_mul_row(out, m, row, rows, cols) GPU__BARE_ALL(out, gpu_mul_row, (out, m, row, rows, cols))
#define gpu_mul_col(out, m, col, rows, cols) GPU__BARE_ALL(out, gpu_mul_col, (out, m, col, rows, cols))
#define gpu_div_row(out, m, row, rows, cols) GPU__BARE_REAL(out, gpu_div_row, (out, m, row, rows, cols))
#define gpu_div_col(out, m, col, rows, cols) GPU__BARE_REAL(out, gpu_div_col, (out, m, col, rows, cols))

