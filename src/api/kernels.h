/* ---------------------------------------------------------------------------------------------------- >>kernels -- */

/* GPU_KERNEL(name, (type, parameter), ...) { body } defines
       gpu_status name(gpu_config config, type parameter, ...);
   0 to 16 parameters. name() returns when the launch is queued (GPU) or the work is done (CPU). In the body CUDA's
   names work: threadIdx, blockIdx, blockDim, gridDim, warpSize; with GPU_NO_CUDA_NAMES they are GPU_THREAD_X ... They
   are macros: for a host variable of such a name write #undef blockDim behind the kernels that use it.
   Ahead of its definition a kernel is declared as static gpu_status name(gpu_config config, type parameter, ...);
   A parameter may be of a class with a destructor, which is __host__ __device__ for nvcc, as the copy constructor is:
   each thread has a copy of its own.
   Shared memory, barriers, atomics, warp operations and constant memory work as in CUDA C, on the CPU too: see below.

   GPU_FOR(i, n), GPU_FOR_2D(x, y, width, height) and GPU_FOR_3D(x, y, z, width, height, depth) are grid-stride loops:
   they distribute the indices over all threads of the grid, so each index is visited once, by one thread, for any
   grid. Indices are size_t: make bounds beside them size_t too (gcc and clang -Wextra warn of `i < k` for an int k), or
   write (int)i. Do not leave the loop with break or return (reported on the CPU); use continue. With gpu_for, gpu_1d
   and the like the CPU backend runs such a kernel as a plain loop for each share of the indices. If the first iteration
   of the loop uses a thread index, a barrier or a warp operation, or begins a nested GPU_FOR, each thread visits its
   own indices, as on a GPU. If only a later iteration does, the launch fails: use gpu_grid there. */
#define GPU_KERNEL(...) GPU__DISPATCH_ON_COUNT(GPU__KERNEL, GPU__VERDICT_KERNEL(__VA_ARGS__), __VA_ARGS__)
/* A kernel template with types and numbers as template parameters, in C++; it has 1 to 16 function parameters:
       GPU_KERNEL_TEMPLATE(((class, T), (int, N)), scale, (T *, x), (size_t, n)) { GPU_FOR(i, n) x[i] *= N; }
       GPU_CHECK(scale<float, 4>(gpu_for(n), x, n)); */
#ifdef __cplusplus
#define GPU_KERNEL_TEMPLATE(parameters, ...)                                                                           \
    GPU__DISPATCH_ON_COUNT(GPU__TEMPLATE, GPU__VERDICT_KERNEL(__VA_ARGS__), parameters, __VA_ARGS__)
#else
#define GPU_KERNEL_TEMPLATE(parameters, name, ...) GPU__TEMPLATE_IN_C(name)
#endif
#define GPU_FOR(i, n) GPU__FOR(i, n)
#define GPU_FOR_2D(x, y, width, height) GPU__FOR_2D(x, y, width, height)
#define GPU_FOR_3D(x, y, z, width, height, depth) GPU__FOR_3D(x, y, z, width, height, depth)

/* CUDA's execution model, the same on both backends; CUDA's own names (threadIdx, __shared__, __syncthreads,
   atomicAdd, __shfl_down_sync, __ldg ...) work too, unless GPU_NO_CUDA_NAMES is set:

     GPU_SHARED(float, tile, [16][17]);   shared memory of a block; not initialised
     GPU_SHARED_DYNAMIC(float, s);        float *s: the dynamic shared memory of gpu_config_shared, once per kernel
     GPU_BARRIER()                        barrier for all threads of the block; GPU_BARRIER_COUNT(p), _AND(p), _OR(p)
                                          also combine p over them
     gpu_grid_sync()                      barrier for all threads of the grid, after which each sees what the others
                                          wrote before; needs a launch with gpu_cooperative(config)
     GPU_ATOMIC_ADD(p, v)                 SUB MIN MAX EXCH (CAS: p, compare, v): int, unsigned, (unsigned) long long;
                                          ADD, EXCH float, double too; AND OR XOR; INC DEC: unsigned. They return the
                                          old value
     GPU_SHFL(mask, v, lane[, width])     SHFL_UP SHFL_DOWN SHFL_XOR BALLOT ANY ALL MATCH_ANY(mask, v),
                                          WARP_BARRIER(mask), GPU_ACTIVE_MASK(): among the 32 threads of a warp
     GPU_FENCE()                          __threadfence: other threads see earlier writes before later ones
     GPU_CONSTANT(float, weights, [9]);   outside the kernel: read-only in kernels. gpu_set_constant(weights, source,
                                          bytes) sets it for later launches on the current device and on the CPU.
                                          gpu_get_constant(target, weights, bytes) copies it to host memory after the
                                          work of the current stream, and waits. Both also accept a __device__ variable
                                          of a .cu file, which kernels can write. (In a file that nvcc compiles, an
                                          initialiser does not reach the CPU's copy.)
     GPU_AT(p, i)                         p[i] with a bounds check: see GPU_DEBUG

   A kernel is private to its file; for other files, write a function that launches it. For a kernel of several types in
   C, write a macro that holds the body, and for each type a GPU_KERNEL. A constant that is one number is
   GPU_CONSTANT(float, factor, ), set by gpu_set_constant(factor, &value, sizeof value).

   Functions beside a kernel are GPU_FN, or have CUDA's specifiers: __device__, __host__ __device__, __forceinline__,
   __noinline__ (a hint, ignored on the CPU), __launch_bounds__. Under a C++ compiler __device__ is empty; under a C
   compiler it is `static`, so leave out a `static` beside it. (gcc inlines only a GPU_FN into a loop over the threads,
   which can be two or three times as fast.) nvcc compiles a __device__ function for the GPU alone, and refuses its call
   in a GPU_KERNEL, whose body is compiled for the CPU too: 'calling a __device__ function from a __host__ __device__
   function is not allowed'. Write __host__ __device__, or define GPU_CUDA_DEVICE_FUNCTIONS, after which __device__
   means __host__ __device__; headers of CUDA (cuda_fp16.h, cub) must then be included before gpu.h.

   Cooperative groups need C++ and GPU_COOPERATIVE_GROUPS, defined before the include; do not include
   <cooperative_groups.h>, and write `namespace cg = cooperative_groups;` after gpu.h. On a GPU they are CUDA's own. On
   the CPU there are this_thread_block, this_grid (whose sync needs gpu_cooperative), this_thread, coalesced_threads,
   tiled_partition (for more than 32 threads GPU_IMPLEMENTATION has to be in a C++ file, too), binary_partition,
   labeled_partition; the members of their groups, except those for clusters; sync, reduce, inclusive_scan,
   exclusive_scan, memcpy_async (which copies at once), wait, wait_prior; plus, less, greater, bit_and, bit_or, bit_xor.
   Sums are in CUDA's order, and so have the same bits.

   How the CPU runs a kernel. A block without barriers runs as a loop over its threads, on the stack of the host thread
   (ulimit -s, OMP_STACKSIZE). When a block reaches a barrier, its threads become fibers of one CPU thread, which run in
   the order of their indices; each has a stack large enough for the 512 KiB of local memory that nvcc allows a thread,
   of which only the pages that are touched take memory, and which is kept for later blocks. Blocks run in parallel, and
   each runs to its end: a block must not wait for another. In a cooperative launch the threads of all blocks are fibers
   from the start, and blocks wait for each other only at gpu_grid_sync(). (On Windows and macOS a cooperative launch
   needs OpenMP and a CPU thread for each block, at most 256, and GPU_DEBUG does not check it.) A barrier waits for the
   threads of the block that have not ended, as on GPUs since sm_70; under GPU_DEBUG a note names it if some had ended.

   Errors that every launch on the CPU reports, as GPU_ERROR_KERNEL: threads of a block wait at different barriers; a
   lane of a mask does not reach the warp operation; a thread ends without reaching the gpu_grid_sync() at which others
   wait; gpu_grid_sync() in a launch that is not cooperative; a GPU_FOR left early; more than 48 KiB of static shared
   memory in use; a launch or another host function called in a kernel (nvcc warns about it, 20011-D, and omits the call
   from device code). On Linux (x86-64, arm64) and Windows (x86-64) also: a stack overflow, as by endless recursion; an
   access to an address that is not mapped, with the nearest allocation; an integer division by zero. The launch stops
   there, what it has written stays written, and later launches work. To find faults, the first launch on the CPU
   installs signal handlers (SIGSEGV, SIGBUS, SIGFPE), which pass faults outside of kernels to the handlers that were
   installed before. There are none with GPU_NO_SIGNALS=1, or under the address or thread sanitizer, whose reports have
   a backtrace. An access that is out of bounds and hits other memory of the program is found only by GPU_AT and
   GPU_DEBUG. If it has overwritten what the library needs, the program ends with a message that names the kernel.

   Threads of a warp do not run in lockstep, here or on GPUs since sm_70. Code that sums the last 64 elements of a tree
   in one warp, if (t < 32) { v[t] += v[t + 32]; v[t] += v[t + 16]; ... }, with v volatile, as old books show it, is
   wrong without __syncwarp() (GPU_WARP_BARRIER) after each step. The first launches of a kernel are checked for this
   code, and for a scan by s[t] += s[t - 1], s[t - 2], ...: if shared memory then has exactly the sums that such code
   computes when threads run one after the other, a note says so, once for each kernel. Other forms are found only under
   GPU_DEBUG.

   On a GPU gpu_grid_sync() fails, as an assert does, in a launch that is not cooperative, and if a thread of the block
   has ended. If all threads of a block have ended, the other blocks wait forever; under GPU_DEBUG, for 10 s.

   GPU_DEBUG=1 runs each launch on the CPU again in several orders of the threads and with different initial values in
   shared memory, on copies of the arrays from gpu_malloc that the kernel can reach. (If it can reach other memory, a
   note says so and it runs once.) Variables outside of the kernel that its atomics access are restored before each run,
   so that a counter counts once; what it writes to others in other ways, each run writes. It reports results that
   depend on the order, which means that threads access one element without a barrier between them; results that depend
   on shared memory before it is written; two threads that write different values to one byte of shared memory, or of a
   sample of global memory, between two barriers; and a thread that spins (on Linux). It also reports kernels whose
   result depends on the arrival order of their atomics on purpose. It does not find races that give the same result in
   all these orders, and writes of one value by several threads. GPU_AT(p, i) reports an index beyond the array, or
   beyond the allocation (or the dynamic shared memory) that p points into, with name, index, extent, block and thread:
   for arrays always on the CPU; for pointers, and on GPUs, under GPU_DEBUG. */
#define GPU_{THREAD|BLOCK|BLOCK_DIM|GRID_DIM}_{X|Y|Z}                                                                  \
    (GPU__INDEX({threadIdx|blockIdx|blockDim|gridDim}, {thread|block|block_dim|grid_dim}).{x|y|z})
#define GPU_WARP_SIZE 32
