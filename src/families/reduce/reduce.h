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
GPU__FINISHED(double, norm, squares, sqrt(v))
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
