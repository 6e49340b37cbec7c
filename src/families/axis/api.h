/* ---- along an axis of a row-major matrix a[rows][cols]; out must not overlap a; rows, cols >= 1 ---- */
#ifndef GPU__CUDA
/* _rows: out[rows], one value for each row; _cols: out[cols], one for each column. Sums are accumulated in double or
   int64_t and rounded to out's type; means are accumulated in double and are doubles for integers. The order depends on
   the shape alone. */
ALL gpu_status gpu_sum_rows_T(gpu__total_T *out, const T *a, size_t rows, size_t cols);
ALL gpu_status gpu_sum_cols_T(gpu__total_T *out, const T *a, size_t rows, size_t cols);
ALL gpu_status gpu_min_rows_T(T *out, const T *a, size_t rows, size_t cols);
ALL gpu_status gpu_min_cols_T(T *out, const T *a, size_t rows, size_t cols);
ALL gpu_status gpu_max_rows_T(T *out, const T *a, size_t rows, size_t cols);
ALL gpu_status gpu_max_cols_T(T *out, const T *a, size_t rows, size_t cols);
ALL gpu_status gpu_mean_rows_T(gpu__mean_T *out, const T *a, size_t rows, size_t cols);
ALL gpu_status gpu_mean_cols_T(gpu__mean_T *out, const T *a, size_t rows, size_t cols);
/* The index of the first smallest or largest element, or of the first NaN. Variances as gpu_var, computed in double and
   rounded to the type of a mean. */
ALL gpu_status gpu_argmin_rows_T(int64_t *out, const T *a, size_t rows, size_t cols);
ALL gpu_status gpu_argmin_cols_T(int64_t *out, const T *a, size_t rows, size_t cols);
ALL gpu_status gpu_argmax_rows_T(int64_t *out, const T *a, size_t rows, size_t cols);
ALL gpu_status gpu_argmax_cols_T(int64_t *out, const T *a, size_t rows, size_t cols);
ALL gpu_status gpu_var_rows_T(gpu__mean_T *out, const T *a, size_t rows, size_t cols, double ddof);
ALL gpu_status gpu_var_cols_T(gpu__mean_T *out, const T *a, size_t rows, size_t cols, double ddof);
/* Inclusive running sums along each row (NumPy's cumsum(a, axis=1)) or down each column (axis=0), accumulated in double
   and rounded once; integers wrap. Here out is [rows][cols] and may be a. */
ALL gpu_status gpu_cumsum_rows_T(T *out, const T *a, size_t rows, size_t cols);
ALL gpu_status gpu_cumsum_cols_T(T *out, const T *a, size_t rows, size_t cols);
#endif
