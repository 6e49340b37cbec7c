/* The order of means and variances (gpu_var, gpu_std, gpu_normalize). Tiles, lanes and blocks are those of a reduction
   (language/reduce_order.h), with at most GPU__MOMENT_BLOCKS blocks. K being the block's first element, a lane sums
   s = x - K and q = (x - K)^2 over its c elements in tile order; its mean is K + s / c, its M2 is q - s * s / c. Lanes,
   then blocks, are merged by halves with Chan's formula (gpu__merge). */
enum { GPU__MOMENT_BLOCKS = 528 }; /* maximum for a mean or variance; also for the GPU's argmin and argmax */
