/* ----------------------------------------------------------------------------------------------------- >>launch -- */

/* For a kernel whose work is in a GPU_FOR, GPU_FOR_2D or GPU_FOR_3D over these extents: as many threads as suit.
   From 2^24 indices on a thread of a GPU takes four, so the kernel must not take its thread's number for an index. In a
   GPU_FOR it loads all four before it stores one, if the pointers are __restrict__: that uses all of the memory's
   speed. */
#define gpu_for(n) gpu__with_loops(gpu_1d(n))
#define gpu_for_2d(width, height) gpu__with_loops(gpu_2d(width, height))
#define gpu_for_3d(width, height, depth) gpu__with_loops(gpu_3d(width, height, depth))
/* For any kernel: a thread for each index. */
GPU_API gpu_config gpu_1d(size_t n);                    /* at least n threads, in blocks of 256 */
GPU_API gpu_config gpu_2d(size_t width, size_t height); /* x covers width, y covers height: blocks of 32 x 8 */
GPU_API gpu_config gpu_3d(size_t width, size_t height, size_t depth); /* blocks of 32 x 4 x 2 */
/* A grid of exactly these blocks, each of exactly these threads. grid_x 0: as many blocks as fill the device; block_x,
   block_y and block_z all 0: 256 threads; any other 0 means 1. */
GPU_API gpu_config gpu_grid(size_t grid_x, size_t grid_y, size_t grid_z, size_t block_x, size_t block_y,
                            size_t block_z);
/* Macros of the same names, which note the caller's file and line for messages. They are here so that an editor's 'go
   to definition' leads to the contract. (gpu_1d)(n) calls the function itself. */
#define gpu_1d(n) (gpu__note_site(__FILE__, __LINE__, GPU__BY_LAUNCH), gpu_1d(n))
#define gpu_2d(width, height) (gpu__note_site(__FILE__, __LINE__, GPU__BY_LAUNCH), gpu_2d(width, height))
#define gpu_3d(width, height, depth) (gpu__note_site(__FILE__, __LINE__, GPU__BY_LAUNCH), gpu_3d(width, height, depth))
#define gpu_grid_of(...) (gpu__note_site(__FILE__, __LINE__, GPU__BY_LAUNCH), GPU__GRID_OF(__VA_ARGS__))
#define gpu_grid(gx, gy, gz, bx, by, bz)                                                                               \
    (gpu__note_site(__FILE__, __LINE__, GPU__BY_LAUNCH), gpu_grid(gx, gy, gz, bx, by, bz))
/* gpu_grid_of(grid, block) is gpu_grid of two dim3 or numbers, CUDA's <<<grid, block>>>: gpu_grid_of(100, 256), in C++
   gpu_grid_of(100, dim3(16, 16)). In C, dim3 block = {16, 16}; a member that an initialiser leaves out is 0, which
   means 1. */
GPU_API gpu_config gpu_config_shared(gpu_config config, size_t bytes); /* adds dynamic shared memory for each block */
/* Makes the launch cooperative: all blocks are resident at once, so that gpu_grid_sync() in the kernel can be a barrier
   for all threads of the grid. The grid must fit: gpu_occupancy blocks on each multiprocessor of a GPU; 2^18 threads in
   at most 4096 blocks on the CPU. A larger one is refused with GPU_ERROR_LAUNCH, whose message says how many fit.
   gpu_grid with grid_x 0 gives as many blocks as fit on a GPU, and one for each CPU thread on the CPU.
   GPU_COOPERATIVE must be defined before the include, also in the file with the implementation. */
#ifdef GPU_COOPERATIVE
GPU_API gpu_config gpu_cooperative(gpu_config config);
#else
#define gpu_cooperative(config) define_GPU_COOPERATIVE_before_gpu_h
#endif
/* Number of blocks of `threads` threads and `bytes` bytes of dynamic shared memory of a GPU_KERNEL that are resident on
   one multiprocessor at once; 1 on the CPU, -1 on error. */
#define gpu_occupancy(kernel, threads, bytes) gpu__occupancy(&kernel##__kernel, (threads), (bytes), __FILE__, __LINE__)

/* Both backends refuse a block of more than 1024 threads and a grid of more than 2^31 - 1, 65535, 65535 blocks (in x,
   y, z) with GPU_ERROR_LAUNCH. An extent of 0 is valid and runs nothing. gpu_1d, gpu_2d and gpu_3d cap the grid at
   those limits, so a kernel for sizes beyond 5e11 x 5e5 needs GPU_FOR, which covers any size. */
