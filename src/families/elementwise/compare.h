#ifdef GPU__ONCE
GPU_API gpu_status gpu__comparison(const char *call, gpu_comparison how);
#endif
#ifdef GPU__FOR_ALL
/* A comparison is the sum of those of `less` (1), `equal` (2) and `greater` (4) that make it true; with 8 it is true
   where that sum is not, of NaN too. No branch, so that one loop serves them all, and is a vector's. */
GPU__MAP_(uint8_t, "gpu_compare", GPU__N(gpu__compare), (GPU__T, x), (int, how, scalar), (GPU__T, y))
{
    const int is = ((x < y) & how) | ((x == y) & (how >> 1)) | ((x > y) & (how >> 2));
    return (uint8_t)(is ^ (how >> 3));
}
GPU__MAP_(uint8_t, "gpu_compare_scalar", GPU__N(gpu__compare_to), (GPU__T, x), (int, how, scalar), (GPU__T, a, scalar))
{
    return GPU__CAT(GPU__N(gpu__compare), _scalar)(x, how, a);
}
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
