#ifdef GPU__PASSES
#undef GPU__PASSES
#undef GPU__FOR_ANY
#undef GPU__FOR_COUNTED
#undef GPU__T
#undef GPU__N
GPU__TRANSPOSE_BYTES(GPU__PRE_SCOPE, gpu_transpose_bytes)
GPU__FFTSHIFT_EACH(GPU__PRE_SCOPE, bytes)
GPU__SHORT_MAPS(bf16)
GPU__SHORT_MAPS(f16)
GPU__GEMM_EACH(GPU__GEMM)
GPU__SHORT_ARRAYS(bf16)
GPU__SHORT_ARRAYS(f16)
#if defined(GPU__GNU)
#pragma GCC diagnostic pop
#endif
#endif
