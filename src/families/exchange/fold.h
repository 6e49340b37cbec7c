#ifdef GPU_SEVERAL_DEVICES
enum {
    GPU__EXCHANGE_BLOCKS = 256,
    GPU__EXCHANGE_TILE = 1 << 15 /* bytes that a block folds at a time */
};
#endif
#if defined(ALL) && defined(GPU_SEVERAL_DEVICES)
/* The CPU's fold of one share. */
static inline void gpu__fold_share_T(const gpu__exchange_args *a)
{
    gpu__sum_T v[256];
    size_t at, n, i;
    for (at = a->begin; at < a->end; at += n) {
        n = a->end - at < 256 ? a->end - at : 256;
        for (int k = 0; k < a->parts; k++) {
            const T *const x = (const T *)a->array[k] + at;
            if (!k)
                for (i = 0; i < n; i++) v[i] = (gpu__sum_T)x[i];
            else if (a->fold == GPU_FOLD_SUM)
                for (i = 0; i < n; i++) v[i] = (gpu__sum_T)((gpu__wrap_sum_T)v[i] + (gpu__wrap_sum_T)x[i]);
            else if (a->fold == GPU_FOLD_MIN)
                for (i = 0; i < n; i++) v[i] = GPU__FIRST_OF(v[i], (gpu__sum_T)x[i], <);
            else
                for (i = 0; i < n; i++) v[i] = GPU__FIRST_OF(v[i], (gpu__sum_T)x[i], >);
        }
        for (int k = a->to; k < a->to_end; k++)
            for (i = 0; i < n; i++) ((T *)a->array[k])[at + i] = (T)v[i];
    }
}
#ifdef GPU__CUDA
static int gpu__fold_share_T__device(const gpu__exchange_args *a, void *stream)
{
    return (int)gpu__exchange_launch<T>(*a, (cudaStream_t)stream);
}
#endif
static inline gpu_status gpu__each_fold_T(const char *call, T *p, size_t n, gpu_fold fold, int all)
{
    const gpu__exchange x = {
        call, p, n, sizeof *p, (gpu_type)gpu__tag_T, fold, all, gpu__fold_share_T, GPU__DEVICE_CODE(gpu__fold_share_T)};
    return gpu__each_exchange(&x);
}
GPU__PRE gpu_status gpu_each_{allreduce|reduce_scatter}_T(T *p, size_t n, gpu_fold fold)
{
    return gpu__each_fold_T("gpu_each_{1}", p, n, fold, {1|0});
}
#endif
