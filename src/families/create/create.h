#ifdef ALL
GPU_VECTORIZE(T, gpu_arange_T, (size_t, i, index), (T, a, scalar), (T, b, scalar))
{
    return GPU__IS_REAL(T) ? (T)(GPU__TIMES((double)i, (double)b) + (double)a)
                           : (T)((gpu__wrap_T)a + (gpu__wrap_T)i * (gpu__wrap_T)b);
}
#endif
#ifdef REAL
/* The last element, of index q, is a itself, whatever the rounding of the steps. */
GPU_VECTORIZE(T, gpu__linspace_T, (size_t, i, index), (double, r, scalar), (double, t, scalar), (double, q, scalar),
              (T, a, scalar))
{
    return i && (double)i == q ? a : (T)(GPU__TIMES((double)i, t) + r);
}
GPU__PRE gpu_status gpu_linspace_T(T *out, T start, T stop, size_t n)
{
    const double last = (double)n - 1, step = n > 1 ? ((double)stop - (double)start) / last : 0.0;
    return gpu__linspace_T(out, (double)start, step, last, stop, n);
}
#endif
