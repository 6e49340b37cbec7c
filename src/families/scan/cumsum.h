#ifdef ALL
GPU__CUMSUM(gpu_cumsum_T, gpu_cumsum_exclusive_T, T, gpu__sum_T, gpu__wrap_sum_T)
#endif
