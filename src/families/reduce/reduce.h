/* A norm whose squares are beyond the range of a double, or whose sum has lost digits or all of them below it, is that
   of the elements times a power of two, added in one block of the order. This is the power, or 1. */
GPU__LIFTED_FN double gpu__norm_scale(double squares, size_t size)
{
    const double down = 2.409919865102884e-181, up = 4.149515568880993e+180, least = 1.1830521861667747e-271;
    return size == sizeof(float) ? 1 : squares > GPU__DBL_MAX ? down : squares < least ? up : 1;
}
static inline void gpu__norm_finish(void *value, size_t n, const void *x_, size_t size)
{
    const double *const x = (const double *)x_;
    double lane[GPU__LANES], v, scale;
    memcpy(&v, value, sizeof v);
    scale = n ? gpu__norm_scale(v, size) : 1;
    if (scale != 1) {
        for (size_t i = 0; i < n; i++) {
            const double y = x[i] * scale, square = GPU__TIMES(y, y);
            lane[i % GPU__LANES] = i < GPU__LANES ? square : lane[i % GPU__LANES] + square;
        }
        for (size_t s = GPU__LANES / 2; s; s /= 2)
            for (size_t i = 0; i < s && i + s < n; i++) lane[i] += lane[i + s];
        v = lane[0];
    }
    v = sqrt(v) / scale;
    memcpy(value, &v, sizeof v);
}
/* A mean is a sum in double; for floating-point numbers it uses the loops of gpu_sum. (nvcc reads the text for integers
   for all.) One variable is the sum and the result. */
GPU__LIFTED_FN double gpu__mean_of(double sum, size_t n) { return n ? sum / (double)n : (double)NAN; }
static inline void gpu__mean_finish(void *value, size_t n, GPU__UNUSED const void *x)
{
    double v;
    memcpy(&v, value, sizeof v);
    v = gpu__mean_of(v, n);
    memcpy(value, &v, sizeof v);
}
#ifdef ANY
GPU_REDUCE(gpu__sum_T, gpu_sum_T, 0, (gpu__sum_T)((gpu__wrap_sum_T)a + (gpu__wrap_sum_T)b), (T, x))
{
    return (gpu__sum_T)x;
}
#endif
#ifdef ALL
GPU_REDUCE(gpu__sum_T, gpu_prod_T, 1, (gpu__sum_T)((gpu__wrap_sum_T)a *(gpu__wrap_sum_T)b), (T, x))
{
    return (gpu__sum_T)x;
}
GPU_REDUCE(T, gpu_{min|max}_T, GPU__NONE, GPU__FIRST_OF(a, b, {<|>}), (T, x)) { return x; }
GPU_REDUCE(gpu__sum_T, gpu_dot_T, 0, (gpu__sum_T)((gpu__wrap_sum_T)a + (gpu__wrap_sum_T)b), (T, x), (T, y))
{
    return (gpu__sum_T)GPU__TIMES((gpu__wrap_sum_T)x, (gpu__wrap_sum_T)y);
}
GPU_REDUCE(int64_t, gpu_count_nonzero_T, 0, a + b, (T, x)) { return x != 0; }
#endif
#ifdef WHOLE
GPU_REDUCE(double, gpu__whole_sum_T, 0, a + b, (T, x)) { return (double)x; }
GPU__FOLD_DEVICE(double, gpu_mean_T, double, gpu__whole_sum_T, gpu__mean_of, T, of_x)
GPU__FOLD_OP(double, "gpu_mean", gpu_mean_T, gpu__whole_sum_T, GPU__FLAGS(double), T, of_x, gpu__mean_finish)
#endif
#if defined(REAL) && !defined(GPU__CUDA)
GPU__FOLD_OP(double, "gpu_mean", gpu_mean_T, gpu_sum_T, GPU__FLAGS(double), T, of_x, gpu__mean_finish)
#endif
#ifdef ALL
GPU__VALUE(double, gpu_mean_T, gpu_mean_to_T, 0, T, of_x)
#endif
#ifdef REAL
GPU_REDUCE(double, gpu__squares_T, 0, a + b, (T, x)) { return GPU__TIMES((double)x, (double)x); }
GPU__LIFTED_FN double gpu_norm_T__step(double v, size_t n, double scale) { return (void)n, sqrt(v) / scale; }
static inline void gpu_norm_T__finish(void *value, size_t n, const void *x)
{
    gpu__norm_finish(value, n, x, sizeof(T));
}
GPU__FOLD_DEVICE(double, gpu_norm_T, double, gpu__squares_T, gpu_norm_T__step, T, of_x)
GPU__FOLD_OP(double, "gpu_norm", gpu_norm_T, gpu__squares_T, GPU__FLAGS(double), T, of_x, gpu_norm_T__finish)
GPU__VALUE(double, gpu_norm_T, gpu_norm_to_T, 0, T, of_x)
/* |x - y| <= atol + rtol |y| and y finite, or equal, as numpy.allclose has it. */
GPU_REDUCE(int, gpu__allclose_T, 0, a &b, (T, x), (T, y), (double, r, scalar), (double, t, scalar))
{
    return (fabs((double)x - (double)y) <= GPU__TIMES(r, fabs((double)y)) + t && fabs((double)y) <= GPU__DBL_MAX) ||
           x == y;
}
static inline gpu_status gpu__allclose_call_T(int *out, int *value, const T *x, const T *y, size_t n, double rtol,
                                              double atol)
{
    const void *const in[] = {x, y, &rtol, &atol};
    *value = 1;
    return gpu__reduce_call(gpu__allclose_T__reduction(), out, value, in, n);
}
GPU__PRE int gpu_allclose_T(const T *x, const T *y, size_t n, double rtol, double atol)
{
    int value;
    (void)gpu__allclose_call_T(NULL, &value, x, y, n, rtol, atol);
    return value;
}
GPU__PRE gpu_status gpu_allclose_to_T(int *out, const T *x, const T *y, size_t n, double rtol, double atol)
{
    int value;
    return gpu__allclose_call_T((int *)GPU__TARGET(out), &value, x, y, n, rtol, atol);
}
#endif
