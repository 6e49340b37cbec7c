GPU__SHORT_MAPS({bf16|f16})
GPU__MATMUL_EACH(GPU__MATMUL_FUNCTIONS)
GPU__SHORT_ARRAYS({bf16|f16})
#if defined(GPU__GNU)
#pragma GCC diagnostic pop
#endif
#endif
