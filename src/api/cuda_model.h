/* CUDA's execution model, the same on both backends; CUDA's own names (threadIdx, __shared__, __syncthreads, atomicAdd,
   __shfl_down_sync, __ldg ...) work too, unless GPU_NO_CUDA_NAMES is set:

     GPU_SHARED(float, tile, [16][17]);   memory that the threads of a block share; its values at the start are undefined
     GPU_SHARED_DYNAMIC(float, s);        float *s: as many bytes as gpu_config_shared gave, once in a kernel
     GPU_BARRIER()                        all threads of the block wait for each other; _COUNT(p), _AND(p), _OR(p) combine p
     GPU_ATOMIC_ADD(p, v)                 SUB MIN MAX EXCH (CAS: p, compare, v): int, unsigned, (unsigned) long long; ADD, EXCH
                                          float, double too; AND OR XOR; INC DEC: unsigned. They give the old value
     GPU_SHFL(mask, v, lane[, width])     SHFL_UP SHFL_DOWN SHFL_XOR BALLOT ANY ALL MATCH_ANY(mask, v), WARP_BARRIER(mask),
                                          GPU_ACTIVE_MASK(): among the 32 threads of a warp
     GPU_FENCE()                          __threadfence: what was written before is seen before what is written after
     GPU_CONSTANT(float, weights, [9]);   outside the kernel: read-only in kernels; gpu_set_constant(weights, source, bytes)
                                          sets it for later launches, on the current device and for the CPU. (An initialiser
                                          does not reach the CPU in a file that nvcc compiles.)
     GPU_AT(p, i)                         p[i], checked: see GPU_DEBUG

   On the CPU a block without barriers runs as a loop. One that reaches a barrier goes on as fibers of one CPU thread, in the
   order of their indices, each with 64 KiB of stack. Blocks run in parallel, each to its end: one must not wait for another.
   A barrier waits for the threads of the block that have not ended, as on GPUs since sm_70; under GPU_DEBUG a note says where
   one does. Always reported, as GPU_ERROR_KERNEL of the launch: threads of a block that wait at different barriers; lanes of
   a mask that do not come; a GPU_FOR that was left; more than 48 KiB of static shared memory in use; a launch or another
   call for the host inside a kernel (nvcc warns of it, 20011-D, and its code for a GPU does not make the call).

   GPU_DEBUG=1 makes each launch on the CPU run one after another in several orders and with other values in fresh shared
   memory, on copies of the arrays from gpu_malloc that it can reach (others: a note, and no such runs). Reported: results
   that depend on the order, which means that threads touch one element without a barrier between them; results that depend
   on shared memory that nobody wrote, or nobody yet; two threads that write different values to a byte of shared memory, or
   of a sample of the global memory, between two barriers; a thread that spins (on Linux). Not seen: races that give the same
   result in all these orders, and writes of one value by several threads. Reported too: a kernel whose result is meant to
   depend on the arrival order of its atomics.
   GPU_AT(p, i): an index beyond the array, or beyond the allocation (or dynamic shared memory) that p points into, is
   reported with name, index, extent, block and thread: arrays always on the CPU; on a GPU, and pointers, under GPU_DEBUG. */
