/* Any byte but 0 of a mask is true; the results are 0 or 1. (The type is uint8_t, not T, for nvcc, which reads
   this inside the class template of all types.) */
#ifdef BYTES
GPU_VECTORIZE(uint8_t, gpu_mask_{and|xor}_T, (uint8_t, x), (uint8_t, y)) { return (uint8_t)((x != 0) {&|^}(y != 0)); }
GPU_VECTORIZE(uint8_t, gpu_mask_or_T, (uint8_t, x), (uint8_t, y)) { return (uint8_t)((x | y) != 0); }
GPU_VECTORIZE(uint8_t, gpu_mask_not_T, (uint8_t, x)) { return (uint8_t)(x == 0); }
#endif
