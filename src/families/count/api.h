/* ---- count: overwrites the counts; 1 to 2^31 - 1 bins ---- */
#ifndef GPU__CUDA
/* Bins of equal width between lo and hi with NumPy's edges: each is half-open, the last one closed. Values outside and
   NaN are not counted. */
GPU_OP gpu_status gpu_histogram_f32(int64_t *counts, size_t bins, const float *x, size_t n, double lo, double hi);
GPU_OP gpu_status gpu_histogram_f64(int64_t *counts, size_t bins, const double *x, size_t n, double lo, double hi);
GPU_OP gpu_status gpu_histogram_i32(int64_t *counts, size_t bins, const int32_t *x, size_t n, double lo, double hi);
GPU_OP gpu_status gpu_histogram_i64(int64_t *counts, size_t bins, const int64_t *x, size_t n, double lo, double hi);
GPU_OP gpu_status gpu_histogram_u8(int64_t *counts, size_t bins, const uint8_t *x, size_t n, double lo, double hi);
GPU_OP gpu_status gpu_histogram_u32(int64_t *counts, size_t bins, const uint32_t *x, size_t n, double lo, double hi);
GPU_OP gpu_status gpu_histogram_u64(int64_t *counts, size_t bins, const uint64_t *x, size_t n, double lo, double hi);
/* counts[v] = number of elements that are v, for 0 <= v < bins; others are not counted. */
GPU_OP gpu_status gpu_bincount_i32(int64_t *counts, size_t bins, const int32_t *x, size_t n);
GPU_OP gpu_status gpu_bincount_i64(int64_t *counts, size_t bins, const int64_t *x, size_t n);
GPU_OP gpu_status gpu_bincount_u8(int64_t *counts, size_t bins, const uint8_t *x, size_t n);
GPU_OP gpu_status gpu_bincount_u32(int64_t *counts, size_t bins, const uint32_t *x, size_t n);
GPU_OP gpu_status gpu_bincount_u64(int64_t *counts, size_t bins, const uint64_t *x, size_t n);
/* sums[v] = sum of all w[i] with x[i] = v, accumulated in double. Its order depends on n and bins alone: the same bits
   on CPU and GPU. */
GPU_OP gpu_status gpu_bincount_weights_f32(double *sums, size_t bins, const int32_t *x, const float *w, size_t n);
GPU_OP gpu_status gpu_bincount_weights_f64(double *sums, size_t bins, const int32_t *x, const double *w, size_t n);
/* The same for indices of type int64_t, which gpu_argmin_rows returns; the bare name accepts both types. */
GPU_OP gpu_status gpu_bincount_weights_f32_i64(double *sums, size_t bins, const int64_t *x, const float *w, size_t n);
GPU_OP gpu_status gpu_bincount_weights_f64_i64(double *sums, size_t bins, const int64_t *x, const double *w, size_t n);
#endif
#define gpu_histogram(counts, bins, x, n, lo, hi) GPU__BARE_ANY(x, gpu_histogram, (counts, bins, x, n, lo, hi))
#define gpu_bincount(counts, bins, x, n) GPU__BARE_COUNTED(x, gpu_bincount, (counts, bins, x, n))
#define gpu_bincount_weights(sums, bins, x, w, n) GPU__BARE_WEIGHTS(x, w, (sums, bins, x, w, n))

