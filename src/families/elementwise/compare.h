#ifdef GPU__ONCE
GPU_API gpu_status gpu__comparison(const char *call, gpu_comparison how);
/* A comparison is a sum of `less` (1), `equal` (2) and `greater` (4), the relations for which it is true; 8 negates it,
   so that it is true for a NaN. There is no branch, so that one loop serves all comparisons and vectorises. */
#define GPU__COMPARED(x, how, y)                                                                                       \
    (uint8_t)((((x < y) & how) | ((x == y) & (how >> 1)) | ((x > y) & (how >> 2))) ^ (how >> 3))
#endif
#ifdef GPU__FOR_ALL
GPU__ROW_(uint8_t, "gpu_compare", GPU__N(gpu__compare), GPU__T, of_xhy, GPU__COMPARED(x, h, y))
GPU__ROW_(uint8_t, "gpu_compare_scalar", GPU__N(gpu__compare_to), GPU__T, of_xha, GPU__COMPARED(x, h, a))
GPU__PRE_SCOPE gpu_status GPU__N(gpu_compare)(uint8_t *mask, const GPU__T *x, gpu_comparison how, const GPU__T *y,
                                              size_t n)
{
    const gpu_status s = gpu__comparison("gpu_compare", how);
    return s ? s : GPU__N(gpu__compare)(mask, x, (int)how, y, n);
}
GPU__PRE_SCOPE gpu_status GPU__N(gpu_compare_scalar)(uint8_t *mask, const GPU__T *x, gpu_comparison how, GPU__T a,
                                                     size_t n)
{
    const gpu_status s = gpu__comparison("gpu_compare_scalar", how);
    return s ? s : GPU__N(gpu__compare_to)(mask, x, (int)how, a, n);
}
#endif
