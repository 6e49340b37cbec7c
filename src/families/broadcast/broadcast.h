#ifdef ALL
GPU__BROADCAST("gpu_add_row", gpu_add_row_T, gpu_add_T, T, 0)
GPU__BROADCAST("gpu_add_col", gpu_add_col_T, gpu_add_T, T, 1)
GPU__BROADCAST("gpu_sub_row", gpu_sub_row_T, gpu_sub_T, T, 0)
GPU__BROADCAST("gpu_sub_col", gpu_sub_col_T, gpu_sub_T, T, 1)
GPU__BROADCAST("gpu_mul_row", gpu_mul_row_T, gpu_mul_T, T, 0)
GPU__BROADCAST("gpu_mul_col", gpu_mul_col_T, gpu_mul_T, T, 1)
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
GPU__BROADCAST("gpu_div_row", gpu_div_row_T, gpu_div_T, T, 0)
GPU__BROADCAST("gpu_div_col", gpu_div_col_T, gpu_div_T, T, 1)
#endif
