#ifdef GPU__FOR_ALL
GPU__CUMSUM(GPU__N(gpu_cumsum), GPU__N(gpu_cumsum_exclusive), GPU__T, GPU__A, GPU__AW)
#endif
