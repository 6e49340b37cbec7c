/* ---- create ---- */
#ifndef GPU__CUDA
/* out[i] = value. */
GPU_OP gpu_status gpu_fill_f32(float *out, float value, size_t n);
GPU_OP gpu_status gpu_fill_f64(double *out, double value, size_t n);
GPU_OP gpu_status gpu_fill_i32(int32_t *out, int32_t value, size_t n);
GPU_OP gpu_status gpu_fill_i64(int64_t *out, int64_t value, size_t n);
GPU_OP gpu_status gpu_fill_u8(uint8_t *out, uint8_t value, size_t n);
GPU_OP gpu_status gpu_fill_u32(uint32_t *out, uint32_t value, size_t n);
GPU_OP gpu_status gpu_fill_u64(uint64_t *out, uint64_t value, size_t n);
/* out[i] = start + i * step, computed in double and rounded once; for integers exact, with wrap-around. */
GPU_OP gpu_status gpu_arange_f32(float *out, float start, float step, size_t n);
GPU_OP gpu_status gpu_arange_f64(double *out, double start, double step, size_t n);
GPU_OP gpu_status gpu_arange_i32(int32_t *out, int32_t start, int32_t step, size_t n);
GPU_OP gpu_status gpu_arange_i64(int64_t *out, int64_t start, int64_t step, size_t n);
/* n equally spaced values from start to stop; out[n - 1] is exactly stop, and for n = 1 out[0] is start. */
GPU_OP gpu_status gpu_linspace_f32(float *out, float start, float stop, size_t n);
GPU_OP gpu_status gpu_linspace_f64(double *out, double start, double stop, size_t n);
#endif
#define gpu_fill(out, value, n) (GPU__FITS(out, value), GPU__BARE_ANY(out, gpu_fill, (out, value, n)))
#define gpu_arange(out, start, step, n)                                                                                \
    (GPU__FITS(out, start), GPU__FITS(out, step), GPU__BARE_ALL(out, gpu_arange, (out, start, step, n)))
#define gpu_linspace(out, start, stop, n) GPU__BARE_REAL(out, gpu_linspace, (out, start, stop, n))

