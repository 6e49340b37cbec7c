/* ---- create ---- */
#ifndef GPU__CUDA
/* out[i] = value. */
ANY gpu_status gpu_fill_T(T *out, T value, size_t n);
/* out[i] = start + i * step, computed in double and rounded once; for integers exact, with wrap-around. */
ALL gpu_status gpu_arange_T(T *out, T start, T step, size_t n);
/* n equally spaced values from start to stop; out[n - 1] is exactly stop, and for n = 1 out[0] is start. */
REAL gpu_status gpu_linspace_T(T *out, T start, T stop, size_t n);
#endif
