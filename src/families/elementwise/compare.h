static inline gpu_status gpu__comparison(const char *call, gpu_comparison how)
{
    if (how >= GPU_LESS && how <= GPU_NOT_EQUAL && (how < 7 || how == GPU_NOT_EQUAL)) return GPU_OK;
    return gpu__refuse(call,
                       "comparison %d; expected GPU_LESS, GPU_LESS_EQUAL, GPU_EQUAL, GPU_NOT_EQUAL, GPU_GREATER or "
                       "GPU_GREATER_EQUAL",
                       (int)how);
}
/* A comparison is a sum of `less` (1), `equal` (2) and `greater` (4), the relations for which it is true; 8 negates it,
   so that it is true for a NaN. There is no branch, so that one loop serves all comparisons and vectorises. */
#define GPU__COMPARED(x, how, y)                                                                                       \
    (uint8_t)((((x < y) & how) | ((x == y) & (how >> 1)) | ((x > y) & (how >> 2))) ^ (how >> 3))
#ifdef ALL
GPU_VECTORIZE(uint8_t, gpu__compare_T, (T, x), (int, h, scalar), (T, y)) { return GPU__COMPARED(x, h, y); }
GPU_VECTORIZE(uint8_t, gpu__compare_scalar_T, (T, x), (int, h, scalar), (T, a, scalar))
{
    return GPU__COMPARED(x, h, a);
}
GPU__PRE gpu_status gpu_compare_T(uint8_t *mask, const T *x, gpu_comparison how, const T *y, size_t n)
{
    const gpu_status s = gpu__comparison("gpu_compare", how);
    return s ? s : gpu__compare_T(mask, x, (int)how, y, n);
}
GPU__PRE gpu_status gpu_compare_scalar_T(uint8_t *mask, const T *x, gpu_comparison how, T a, size_t n)
{
    const gpu_status s = gpu__comparison("gpu_compare_scalar", how);
    return s ? s : gpu__compare_scalar_T(mask, x, (int)how, a, n);
}
#endif
