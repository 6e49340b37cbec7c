#ifdef ALL
GPU__BROADCAST("gpu_{add|sub|mul}_{row|col}", gpu_{1}_{2}_T, gpu_{1}_T, T, {0|1})
GPU__SCALE_FROM(gpu_scale_from_T, gpu_scale_T, T)
GPU__ON_DEVICE(gpu_axpy_from_T, gpu__map_launch<gpu_axpy_T_scalar, T, gpu__pointed<T>, gpu__array<T>, gpu__array<T>>(
                                    context, (T *)out, j->n, (const T *)in[2], (const T *)in[0], (const T *)in[1]))
GPU__PRE gpu_status gpu_axpy_from_T(T *out, const T *a, const T *x, const T *y, size_t n)
{
    static const gpu__map map = GPU__LOOPS_OF(T, "gpu_axpy_from", gpu_axpy_T, T, of_axy);
    GPU__BY_RULE(gpu_axpy_from_T) return gpu__from_call(&map, out, a, x, y, n, GPU__DEVICE_CODE(gpu_axpy_from_T));
}
#endif
#ifdef REAL
GPU__BROADCAST("gpu_div_{row|col}", gpu_div_{1}_T, gpu_div_T, T, {0|1})
#endif
