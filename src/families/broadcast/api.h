/* ---- broadcast: a row or a column over a row-major matrix; out may be m, and must not overlap row or col -- */
#ifndef GPU__CUDA
/* out[rows][cols] = m + row[cols], which has an element for each column (NumPy's m + row), or m + col[rows], which has
   one for each row (m + col[:, None]); likewise for -, * and /. Integers wrap. */
ALL gpu_status gpu_add_row_T(T *out, const T *m, const T *row, size_t rows, size_t cols);
ALL gpu_status gpu_add_col_T(T *out, const T *m, const T *col, size_t rows, size_t cols);
ALL gpu_status gpu_sub_row_T(T *out, const T *m, const T *row, size_t rows, size_t cols);
ALL gpu_status gpu_sub_col_T(T *out, const T *m, const T *col, size_t rows, size_t cols);
ALL gpu_status gpu_mul_row_T(T *out, const T *m, const T *row, size_t rows, size_t cols);
ALL gpu_status gpu_mul_col_T(T *out, const T *m, const T *col, size_t rows, size_t cols);
REAL gpu_status gpu_div_row_T(T *out, const T *m, const T *row, size_t rows, size_t cols);
REAL gpu_status gpu_div_col_T(T *out, const T *m, const T *col, size_t rows, size_t cols);
#endif
