#ifdef ALL
GPU__SCAN_OF(("gpu_cumsum", NULL, 0), GPU__PRE_COPIES, GPU__PRE_TABLE, gpu__sum_T, T, (T), gpu_cumsum_T,
             (gpu__sum_T)((gpu__wrap_sum_T)a + (gpu__wrap_sum_T)b))
GPU__SCAN_FN(GPU__PRE, gpu__sum_T, T, gpu_cumsum_T, gpu_cumsum{|_exclusive}_T, 0, {0|1})
#endif
