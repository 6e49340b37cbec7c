/* Any byte but 0 of a mask is true; the results are 0 or 1. (The type is uint8_t, not GPU__T, for nvcc, which reads
   this inside the class template of all types.) */
#ifdef GPU__ONCE
#define GPU__MASK_ROW(name, shape, ...)                                                                                \
    GPU__ROW_(uint8_t, "gpu_" #name, GPU__N(gpu_##name), uint8_t, shape, __VA_ARGS__)
#endif
#ifdef GPU__FOR_BYTES
GPU__MASK_ROW(mask_and, of_xy, (uint8_t)((x != 0) & (y != 0)))
GPU__MASK_ROW(mask_or, of_xy, (uint8_t)((x | y) != 0))
GPU__MASK_ROW(mask_xor, of_xy, (uint8_t)((x != 0) ^ (y != 0)))
GPU__MASK_ROW(mask_not, of_x, (uint8_t)(x == 0))
#endif
