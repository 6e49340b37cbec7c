#ifdef ALL
GPU__MAP(T, "gpu_arange", gpu_arange_T, (size_t, i, index), (T, start, scalar), (T, step, scalar))
{
    return GPU__IS_REAL(T) ? (T)(GPU__TIMES((double)i, (double)step) + (double)start)
                           : (T)((gpu__wrap_T)start + (gpu__wrap_T)i * (gpu__wrap_T)step);
}
#endif
#ifdef REAL
/* The last element is `stop` itself, whatever the rounding of the steps. */
GPU__MAP(T, "gpu_linspace", gpu__linspace_T, (size_t, i, index), (double, start, scalar), (double, step, scalar),
         (T, stop, scalar), (size_t, last, scalar))
{
    return i == last && i ? stop : (T)(GPU__TIMES((double)i, step) + start);
}
GPU__PRE_SCOPE gpu_status gpu_linspace_T(T *out, T start, T stop, size_t n)
{
    const double step = n > 1 ? ((double)stop - (double)start) / (double)(n - 1) : 0.0;
    return gpu__linspace_T(out, (double)start, step, stop, n - 1, n);
}
#endif
