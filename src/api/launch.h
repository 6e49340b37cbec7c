/* ----------------------------------------------------------------------------------------------------- >>launch -- */

GPU_API gpu_config gpu_1d(size_t n);                    /* at least n threads: blocks of 256 */
GPU_API gpu_config gpu_2d(size_t width, size_t height); /* x covers width, y covers height: blocks of 32 x 8 */
GPU_API gpu_config gpu_3d(size_t width, size_t height, size_t depth); /* blocks of 32 x 4 x 2 */
GPU_API gpu_config gpu_grid(size_t grid_x, size_t grid_y, size_t grid_z, size_t block_x, size_t block_y,
                            size_t block_z);
/* exactly this; grid_x 0: as many blocks as fill the device, block_x 0: 256 */
/* gpu_grid_of(grid, block): the same from two of CUDA's dim3, which C++ makes of numbers too: gpu_grid_of(100, dim3(16,
   16)). In C a dim3 is filled by name or in full; a number that is left out is 0. */
GPU_API gpu_config gpu_config_shared(gpu_config config, size_t bytes); /* with dynamic shared memory for each block */
/* With GPU_COOPERATIVE defined before the include, also in the file with the implementation.
   All blocks are on the device at once, so that gpu_grid_sync() in the kernel can make all threads of the grid wait for
   each other. The grid has to fit: on a GPU gpu_occupancy blocks on each multiprocessor, on the CPU 2^18 threads in at
   most 4096 blocks. A larger one is refused with GPU_ERROR_LAUNCH, which says how many fit. gpu_grid with grid_x 0
   gives as many blocks as fit on a GPU, and on the CPU one for each of its threads. */
#ifdef GPU_COOPERATIVE
GPU_API gpu_config gpu_cooperative(gpu_config config);
#else
#define gpu_cooperative(config) GPU_COOPERATIVE_is_to_be_defined_before_gpu_h
#endif
/* Blocks of `threads` threads (and `bytes` of dynamic shared memory) of a GPU_KERNEL that one multiprocessor holds at
   a time; -1 on an error, 1 on the CPU. */
#define gpu_occupancy(kernel, threads, bytes) gpu__occupancy(&kernel##__kernel, (threads), (bytes), __FILE__, __LINE__)

/* Grid and block beyond the limits (1024 threads a block; 2^31 - 1, 65535, 65535 blocks, on both backends) are refused
   with GPU_ERROR_LAUNCH; an extent of 0 is fine and runs nothing. gpu_1d, 2d, 3d cap the grid at those limits, so a
   kernel for sizes beyond 5e11 x 5e5 needs GPU_FOR, which covers any size. */

