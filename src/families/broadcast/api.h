/* ---- broadcast: a row or a column over a row-major matrix; out may be m, and must not overlap row or col -- */
#ifndef GPU__CUDA
/* out[rows][cols] = m + row[cols], which has an element for each column (NumPy's m + row), or m + col[rows], which has
   one for each row (m + col[:, None]); likewise for -, * and /. Integers wrap. */
ALL gpu_status gpu_{add|sub|mul}_{row|col}_T(T *out, const T *m, const T *{2}, size_t rows, size_t cols);
REAL gpu_status gpu_div_{row|col}_T(T *out, const T *m, const T *{1}, size_t rows, size_t cols);
#endif
