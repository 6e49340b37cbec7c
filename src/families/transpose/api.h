/* ---- transpose: row-major; out must not overlap a ---- */
#ifndef GPU__CUDA
/* out[cols][rows] = the transpose of a[rows][cols]. */
GPU_OP gpu_status gpu_transpose_f32(float *out, const float *a, size_t rows, size_t cols);
GPU_OP gpu_status gpu_transpose_f64(double *out, const double *a, size_t rows, size_t cols);
GPU_OP gpu_status gpu_transpose_i32(int32_t *out, const int32_t *a, size_t rows, size_t cols);
GPU_OP gpu_status gpu_transpose_i64(int64_t *out, const int64_t *a, size_t rows, size_t cols);
GPU_OP gpu_status gpu_transpose_u8(uint8_t *out, const uint8_t *a, size_t rows, size_t cols);
GPU_OP gpu_status gpu_transpose_u32(uint32_t *out, const uint32_t *a, size_t rows, size_t cols);
GPU_OP gpu_status gpu_transpose_u64(uint64_t *out, const uint64_t *a, size_t rows, size_t cols);
/* The same for elements of any type, of `size` bytes: 1, 2, 4, 8 or 16. */
GPU_OP gpu_status gpu_transpose_bytes(void *out, const void *a, size_t rows, size_t cols, size_t size);
#endif
#define gpu_transpose(out, a, rows, cols) GPU__BARE_ANY(out, gpu_transpose, (out, a, rows, cols))

