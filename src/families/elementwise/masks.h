#ifdef GPU__ONCE
/* A mask is true where it is not 0; what is made of masks is 0 or 1. Of bytes alone. */
#define GPU__MASK_ROWS                                                                                                 \
    GPU__MASK_ROW(mask_and, of_xy, (uint8_t)((x != 0) & (y != 0)))                                                     \
    GPU__MASK_ROW(mask_or, of_xy, (uint8_t)((x | y) != 0))                                                             \
    GPU__MASK_ROW(mask_xor, of_xy, (uint8_t)((x != 0) ^ (y != 0)))                                                     \
    GPU__MASK_ROW(mask_not, of_x, (uint8_t)(x == 0))
#define GPU__MASK_ROW(name, shape, ...)                                                                                \
    GPU__ROW_(uint8_t, "gpu_" #name, GPU__N(gpu_##name), uint8_t, shape, __VA_ARGS__)
#endif
#if defined(GPU__FOR_ALL) && defined(GPU__CUDA)
GPU__MASK_ROWS
#endif
