/* ---- scan: out[i] depends on x[0] to x[i]; out may be x ---- */
#ifndef GPU__CUDA
/* Sums up to x[i] inclusive, and exclusive (out[0] = 0); floats are accumulated in double and rounded once. */
ALL gpu_status gpu_cumsum{|_exclusive}_T(T *out, const T *x, size_t n);
#endif
