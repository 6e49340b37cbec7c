GPU__CLASS_ENDS;
template <class Type> struct gpu__short {
    GPU__SHORT_MAPS(bf16)
    GPU__SHORT_MAPS(f16)
};
} // namespace
GPU__MATMUL_EACH(GPU__MATMUL_FUNCTIONS)
GPU__SHORT_ARRAYS({bf16|f16})
