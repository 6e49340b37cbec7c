#ifdef GPU__ONCE
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
    size_t i, s;
    memcpy(&v, value, sizeof v);
    scale = n ? gpu__norm_scale(v, size) : 1;
    if (scale != 1) {
        for (i = 0; i < n; i++) {
            const double y = x[i] * scale, square = GPU__TIMES(y, y);
            lane[i % GPU__LANES] = i < GPU__LANES ? square : lane[i % GPU__LANES] + square;
        }
        for (s = GPU__LANES / 2; s; s /= 2)
            for (i = 0; i < s && i + s < n; i++) lane[i] += lane[i + s];
        v = lane[0];
    }
    v = sqrt(v) / scale;
    memcpy(value, &v, sizeof v);
}
#endif
/* A mean is a sum in double; for floating-point numbers it uses the loops of gpu_sum. (nvcc reads the first text for
   all.) */
#ifdef GPU__FOR_ANY
GPU__FOLD(GPU__A, sum, 0, (GPU__A)((GPU__AW)a + (GPU__AW)b), of_x, (GPU__A)x)
GPU__VALUE(GPU__A, sum, 0, of_x)
#endif
#ifdef GPU__FOR_ALL
GPU__FOLD(GPU__A, prod, 0, (GPU__A)((GPU__AW)a *(GPU__AW)b), of_x, (GPU__A)x)
GPU__VALUE(GPU__A, prod, 1, of_x)
GPU__FOLD(GPU__T, min, GPU__NOT_EMPTY, GPU__FIRST_OF(a, b, <), of_x, x)
GPU__VALUE(GPU__T, min, 0, of_x)
GPU__FOLD(GPU__T, max, GPU__NOT_EMPTY, GPU__FIRST_OF(a, b, >), of_x, x)
GPU__VALUE(GPU__T, max, 0, of_x)
GPU__FOLD(GPU__A, dot, 0, (GPU__A)((GPU__AW)a + (GPU__AW)b), of_xy, (GPU__A)GPU__TIMES((GPU__AW)x, (GPU__AW)y))
GPU__VALUE(GPU__A, dot, 0, of_xy)
GPU__FOLD(int64_t, count_nonzero, 0, a + b, of_x, x != 0)
GPU__VALUE(int64_t, count_nonzero, 0, of_x)
#endif
#if defined(GPU__FOR_WHOLE)
GPU__FOLD(double, total, 0, a + b, of_x, (double)x)
GPU__FINISHED(double, mean, total, n ? v / (double)n : (double)NAN)
#endif
#if defined(GPU__FOR_REAL) && !defined(GPU__FOR_WHOLE)
GPU__FINISHED(double, mean, sum, n ? v / (double)n : (double)NAN)
#endif
#ifdef GPU__FOR_REAL
GPU__FOLD(double, squares, 0, a + b, of_x, GPU__TIMES((double)x, (double)x))
#define GPU__NORM(...) GPU__NORM_NAMED(__VA_ARGS__)
#define GPU__NORM_NAMED(name, squares, T)                                                                              \
    GPU__LIFTED_FN double name##__step(double v, size_t n, double scale) { return (void)n, sqrt(v) / scale; }          \
    static inline void name##__finish(void *value, size_t n, const void *x)                                            \
    {                                                                                                                  \
        gpu__norm_finish(value, n, x, sizeof(T));                                                                      \
    }                                                                                                                  \
    GPU__FOLD_DEVICE(double, name, double, squares, name##__step, T, of_x)                                             \
    GPU__FOLD_OP(double, "gpu_norm", name, squares, GPU__FLAGS(double), T, of_x, name##__finish)
GPU__NORM(GPU__N(gpu_norm), GPU__N(gpu_squares), GPU__T)
GPU__VALUE(double, norm, 0, of_x)
/* |x - y| <= atol + rtol |y| and y finite, or equal, as numpy.allclose has it. */
GPU__FOLD(int, allclose, 0, a &b, of_xyrt,
          (fabs((double)x - (double)y) <= GPU__TIMES(r, fabs((double)y)) + t && fabs((double)y) <= GPU__DBL_MAX) ||
              x == y)
static inline gpu_status GPU__N(gpu__allclose)(int *out, int *value, const GPU__T *x, const GPU__T *y, size_t n,
                                               double rtol, double atol)
{
    const void *in[4];
    in[0] = x;
    in[1] = y;
    in[2] = &rtol;
    in[3] = &atol;
    *value = 1;
    return gpu__reduce_call(GPU__CAT(GPU__N(gpu_allclose), __reduction)(), out, value, in, n);
}
GPU__PRE_SCOPE int GPU__N(gpu_allclose)(const GPU__T *x, const GPU__T *y, size_t n, double rtol, double atol)
{
    int value;
    (void)GPU__N(gpu__allclose)(NULL, &value, x, y, n, rtol, atol);
    return value;
}
GPU__PRE_SCOPE gpu_status GPU__N(gpu_allclose_to)(int *out, const GPU__T *x, const GPU__T *y, size_t n, double rtol,
                                                  double atol)
{
    int value;
    return GPU__N(gpu__allclose)((int *)GPU__TARGET(out), &value, x, y, n, rtol, atol);
}
#endif
