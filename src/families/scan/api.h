/* ---- scan: out[i] depends on x[0] to x[i]; out may be x ---- */
#ifndef GPU__CUDA
/* Sums up to x[i] inclusive, and exclusive (out[0] = 0); floats are accumulated in double and rounded once. */
GPU_OP gpu_status gpu_cumsum_f32(float *out, const float *x, size_t n);
GPU_OP gpu_status gpu_cumsum_f64(double *out, const double *x, size_t n);
GPU_OP gpu_status gpu_cumsum_i32(int32_t *out, const int32_t *x, size_t n);
GPU_OP gpu_status gpu_cumsum_i64(int64_t *out, const int64_t *x, size_t n);
GPU_OP gpu_status gpu_cumsum_exclusive_f32(float *out, const float *x, size_t n);
GPU_OP gpu_status gpu_cumsum_exclusive_f64(double *out, const double *x, size_t n);
GPU_OP gpu_status gpu_cumsum_exclusive_i32(int32_t *out, const int32_t *x, size_t n);
GPU_OP gpu_status gpu_cumsum_exclusive_i64(int64_t *out, const int64_t *x, size_t n);
#endif
#define gpu_cumsum(out, x, n) GPU__BARE_ALL(out, gpu_cumsum, (out, x, n))
#define gpu_cumsum_exclusive(out, x, n) GPU__BARE_ALL(out, gpu_cumsum_exclusive, (out, x, n))

