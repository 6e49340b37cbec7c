/* ---- along an axis of a row-major matrix a[rows][cols]; out must not overlap a; rows, cols >= 1 ---- */
#ifndef GPU__CUDA
/* _rows: out[rows], one value for each row; _cols: out[cols], one for each column. Sums are accumulated in double or
   int64_t and rounded to out's type; means are accumulated in double and are doubles for integers. The order depends on
   the shape alone. */
ALL gpu_status gpu_sum_{rows|cols}_T(gpu__total_T *out, const T *a, size_t rows, size_t cols);
ALL gpu_status gpu_{min_rows|min_cols|max_rows|max_cols}_T(T *out, const T *a, size_t rows, size_t cols);
ALL gpu_status gpu_mean_{rows|cols}_T(gpu__mean_T *out, const T *a, size_t rows, size_t cols);
/* The index of the first smallest or largest element, or of the first NaN. Variances as gpu_var, computed in double and
   rounded to the type of a mean. */
ALL gpu_status gpu_arg{min_rows|min_cols|max_rows|max_cols}_T(int64_t *out, const T *a, size_t rows, size_t cols);
ALL gpu_status gpu_var_{rows|cols}_T(gpu__mean_T *out, const T *a, size_t rows, size_t cols, double ddof);
/* Inclusive running sums along each row (NumPy's cumsum(a, axis=1)) or down each column (axis=0), accumulated in double
   and rounded once; integers wrap. Here out is [rows][cols] and may be a. */
ALL gpu_status gpu_cumsum_{rows|cols}_T(T *out, const T *a, size_t rows, size_t cols);
#endif
