/* ---- count: overwrites the counts; 1 to 2^31 - 1 bins ---- */
#ifndef GPU__CUDA
/* Bins of equal width between lo and hi, with NumPy's edges: edge k is lo + k * ((hi - lo) / bins), for floats rounded
   to float, and the last one hi. A bin is half-open, the last one closed. Values outside and NaN are not counted. */
ANY gpu_status gpu_histogram_T(int64_t *counts, size_t bins, const T *x, size_t n, double lo, double hi);
/* counts[v] = number of elements that are v, for 0 <= v < bins; others are not counted. */
COUNTED gpu_status gpu_bincount_T(int64_t *counts, size_t bins, const T *x, size_t n);
/* sums[v] = sum of all w[i] with x[i] = v, accumulated in double. Its order depends on n and bins alone: the same bits
   on CPU and GPU. */
REAL gpu_status gpu_bincount_weights_T(double *sums, size_t bins, const int32_t *x, const T *w, size_t n);
/* The same for indices of type int64_t, which gpu_argmin_rows returns; the bare name accepts both types. */
REAL gpu_status gpu_bincount_weights_T_i64(double *sums, size_t bins, const int64_t *x, const T *w, size_t n);
#endif
#define gpu_bincount_weights(sums, bins, x, w, n) GPU__BARE_WEIGHTS(x, w, (sums, bins, x, w, n))
