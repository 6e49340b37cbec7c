/* ---------------------------------------------------------------------------------------------------- >>kernels -- */

/* GPU_KERNEL(name, (type, parameter), ...) { body } defines
       gpu_status name(gpu_config config, type parameter, ...);
   1 to 16 parameters. It returns when the launch is queued (GPU) or the work is done (CPU). Inside the body CUDA's own
   names work: threadIdx, blockIdx, blockDim, gridDim, warpSize; or GPU_THREAD_X ... where GPU_NO_CUDA_NAMES is set.

   shared memory, barriers, atomics, warp operations and constant memory work as in CUDA C, on the CPU too: see below.

   GPU_FOR(i, n), GPU_FOR_2D(x, y, width, height) and GPU_FOR_3D(x, y, z, width, height, depth) share the indices among
   all threads of the grid: each index is visited once, by one thread, whatever the grid. Indices are size_t. Do not
   leave the loop with break or return (reported on the CPU); use continue. With gpu_1d, 2d, 3d the CPU backend runs such
   a kernel once per share of the indices, as a plain loop; how many threads there are is then the library's choice. */
