#endif /* GPU_KERNELS_CUH */
