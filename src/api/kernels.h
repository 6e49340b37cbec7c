/* ---------------------------------------------------------------------------------------------------- >>kernels -- */

/* GPU_KERNEL(name, (type, parameter), ...) { body } defines
       gpu_status name(gpu_config config, type parameter, ...);
   0 to 16 parameters. It returns when the launch is queued (GPU) or the work is done (CPU). Inside the body CUDA's
   own names work: threadIdx, blockIdx, blockDim, gridDim, warpSize; or GPU_THREAD_X ... where GPU_NO_CUDA_NAMES is
   set.

   shared memory, barriers, atomics, warp operations and constant memory work as in CUDA C, on the CPU too: see
   below.

   GPU_FOR(i, n), GPU_FOR_2D(x, y, width, height) and GPU_FOR_3D(x, y, z, width, height, depth) share the indices
   among all threads of the grid: each index is visited once, by one thread, whatever the grid. Indices are size_t.
   Do not leave the loop with break or return (reported on the CPU); use continue. With gpu_1d, 2d, 3d the CPU
   backend runs such a kernel once per share of the indices, as a plain loop; how many threads there are is then the
   library's choice. Where the loop's first index asks which thread it is in, comes to a barrier or a warp operation,
   or begins a GPU_FOR inside, each thread visits its own indices, as on a GPU. Where only a later one does, the
   launch fails: use gpu_grid there. */
#define GPU_KERNEL(...) GPU__OF_COUNT(GPU__KERNEL, GPU__VERDICT_KERNEL(__VA_ARGS__), __VA_ARGS__)
#define GPU_FOR(i, n) GPU__FOR(i, n)
#define GPU_FOR_2D(x, y, width, height) GPU__FOR_2D(x, y, width, height)
#define GPU_FOR_3D(x, y, z, width, height, depth) GPU__FOR_3D(x, y, z, width, height, depth)

/* CUDA's execution model, the same on both backends; CUDA's own names (threadIdx, __shared__, __syncthreads,
   atomicAdd, __shfl_down_sync, __ldg ...) work too, unless GPU_NO_CUDA_NAMES is set:

     GPU_SHARED(float, tile, [16][17]);   memory that the threads of a block share; its values at first are undefined
     GPU_SHARED_DYNAMIC(float, s);        float *s: as many bytes as gpu_config_shared gave, once in a kernel
     GPU_BARRIER()                        all threads of the block wait for each other; _COUNT(p), _AND(p), _OR(p)
                                          combine p
     gpu_grid_sync()                      all threads of the grid wait for each other, and see what others wrote before;
                                          in a launch with gpu_cooperative(config)
     GPU_ATOMIC_ADD(p, v)                 SUB MIN MAX EXCH (CAS: p, compare, v): int, unsigned, (unsigned) long long;
                                          ADD, EXCH float, double too; AND OR XOR; INC DEC: unsigned. They give the
                                          old value
     GPU_SHFL(mask, v, lane[, width])     SHFL_UP SHFL_DOWN SHFL_XOR BALLOT ANY ALL MATCH_ANY(mask, v),
                                          WARP_BARRIER(mask), GPU_ACTIVE_MASK(): among the 32 threads of a warp
     GPU_FENCE()                          __threadfence: what was written before is seen before what is written after
     GPU_CONSTANT(float, weights, [9]);   outside the kernel: read-only in kernels; gpu_set_constant(weights, source,
                                          bytes) sets it for later launches, on the current device and for the CPU.
                                          gpu_get_constant(target, weights, bytes) reads it back, to host memory, behind
                                          what the current stream has to do; both take a __device__ variable of a .cu
                                          file, too, which kernels can write.
                                          (An initialiser does not reach the CPU in a file that nvcc compiles.)
     GPU_AT(p, i)                         p[i], checked: see GPU_DEBUG

   A kernel is private to its file; a file that wants another's calls a function of that file. A kernel for several
   types is a GPU_FN that is a template (in C++) or a macro, and one GPU_KERNEL for each type that calls it. A constant
   of one number is GPU_CONSTANT(float, factor, ), and gpu_set_constant(factor, &value, sizeof value).

   On the CPU a block without barriers runs as a loop. One that reaches a barrier goes on as fibers of one CPU thread,
   in the order of their indices, each with a stack for the 512 KiB of local memory that nvcc allows a thread: memory
   is taken for the pages that are touched, and kept. (A block without barriers has the host thread's stack: ulimit
   -s, OMP_STACKSIZE.) Blocks run in parallel, each to its end: one must not wait for another. In a cooperative launch
   all threads are fibers from the start, those of all blocks, and blocks wait for each other at gpu_grid_sync(),
   there alone (on Windows and macOS it takes OpenMP, and a CPU thread for each block, 256 at most; GPU_DEBUG does not
   look into it there). A barrier waits for those threads of the block that have not ended, as on GPUs since sm_70;
   under GPU_DEBUG a note says where one does. Always reported, as GPU_ERROR_KERNEL of the launch: threads of a block
   that wait at different barriers; lanes of a mask that do not come; a thread that ends without coming to
   gpu_grid_sync() where others wait; gpu_grid_sync() in a launch that is not cooperative; a GPU_FOR that was left;
   more than 48 KiB of static shared memory in use; a launch or another call for the host inside a kernel (nvcc warns
   of it, 20011-D, and its code for a GPU does not make the call). On Linux and Windows (x86-64; on Linux arm64 too)
   also: a stack that is used up, as by a recursion without end; an access to what is no memory of the program, with
   the address and the allocation next to it; an integer divided by zero. The launch ends there, what it had written
   by then stays, and the next one works. The first launch on the CPU installs handlers for that (SIGSEGV, SIGBUS,
   SIGFPE), which hand faults outside kernels on to those before them, unless GPU_NO_SIGNALS=1. Under the address and
   the thread sanitizer there are none: their reports have a backtrace. An access that is out of bounds and hits other
   memory of the program is not noticed: GPU_AT and GPU_DEBUG are there for that.

   Threads of a warp are not in lockstep here, nor on a GPU since sm_70. Programs and books that sum the last 64
   elements of a tree in one warp, if (t < 32) { v[t] += v[t + 32]; v[t] += v[t + 16]; ... }, with a volatile v, are
   wrong without __syncwarp() (GPU_WARP_BARRIER) behind each step. A note says so, once for a kernel, where a kernel's
   first launches leave in shared memory the very sums that this form, or a scan by s[t] += s[t - 1], s[t - 2], ...,
   makes when threads run one after the other; other forms are found under GPU_DEBUG alone.

   On a GPU too gpu_grid_sync() fails, as an assert does, in a launch that is not cooperative and where a thread of
   the block has ended. Where all threads of a block have, the other blocks wait for ever; under GPU_DEBUG for 10 s.

   GPU_DEBUG=1 makes each launch on the CPU run one after another in several orders and with other values in fresh
   shared memory, on copies of the arrays from gpu_malloc that it can reach (others: a note, and no such runs).
   Reported: results that depend on the order, which means that threads touch one element without a barrier between
   them; results that depend on shared memory that nobody wrote, or nobody yet; two threads that write different
   values to a byte of shared memory, or of a sample of the global memory, between two barriers; a thread that spins
   (on Linux). Not seen: races that give the same result in all these orders, and writes of one value by several
   threads. Reported too: a kernel whose result is meant to depend on the arrival order of its atomics. GPU_AT(p, i):
   an index beyond the array, or beyond the allocation (or dynamic shared memory) that p points into, is reported
   with name, index, extent, block and thread: arrays always on the CPU; on a GPU, and pointers, under GPU_DEBUG. */
#define GPU_THREAD_X (GPU__INDEX(threadIdx, thread).x)
#define GPU_THREAD_Y (GPU__INDEX(threadIdx, thread).y)
#define GPU_THREAD_Z (GPU__INDEX(threadIdx, thread).z)
#define GPU_BLOCK_X (GPU__INDEX(blockIdx, block).x)
#define GPU_BLOCK_Y (GPU__INDEX(blockIdx, block).y)
#define GPU_BLOCK_Z (GPU__INDEX(blockIdx, block).z)
#define GPU_BLOCK_DIM_X (GPU__INDEX(blockDim, block_dim).x)
#define GPU_BLOCK_DIM_Y (GPU__INDEX(blockDim, block_dim).y)
#define GPU_BLOCK_DIM_Z (GPU__INDEX(blockDim, block_dim).z)
#define GPU_GRID_DIM_X (GPU__INDEX(gridDim, grid_dim).x)
#define GPU_GRID_DIM_Y (GPU__INDEX(gridDim, grid_dim).y)
#define GPU_GRID_DIM_Z (GPU__INDEX(gridDim, grid_dim).z)
#define GPU_WARP_SIZE 32

