GPU__CLASS_ENDS;
template <int gpu__k> struct gpu__all<void, gpu__k> {
    GPU__TRANSPOSE_BYTES(static, gpu_transpose_t)
    GPU__FFTSHIFT_EACH(static, t)
};
template <class Type> struct gpu__short {
    GPU__SHORT_MAPS(bf16)
    GPU__SHORT_MAPS(f16)
};
} // namespace
GPU__MATMUL_EACH(GPU__MATMUL_FUNCTIONS)
GPU__SHORT_ARRAYS(bf16)
GPU__SHORT_ARRAYS(f16)
