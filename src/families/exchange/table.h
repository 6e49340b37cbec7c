#if defined(GPU__ONCE) && defined(__cplusplus)
#ifdef GPU_SEVERAL_DEVICES
#define GPU__TABLE_exchange(ANY, ALL, REAL, WHOLE, COUNTED, PIXELS, BYTES, REAL_TOO, T, s, A, R, M)                    \
    ALL(gpu_status, each_allreduce, T, s, (T * p, size_t n, gpu_fold fold), (p, n, fold))                              \
    ALL(gpu_status, each_reduce_scatter, T, s, (T * p, size_t n, gpu_fold fold), (p, n, fold))
#else
#define GPU__TABLE_exchange(...)
#endif
#endif
