/* ---- transpose: row-major; out must not overlap a ---- */
#ifndef GPU__CUDA
/* out[cols][rows] = the transpose of a[rows][cols]. */
ANY gpu_status gpu_transpose_T(T *out, const T *a, size_t rows, size_t cols);
/* The same for elements of any type, of `size` bytes: 1, 2, 4, 8 or 16. */
SIZED gpu_status gpu_transpose_T(void *out, const void *a, size_t rows, size_t cols, size_t size);
#endif
