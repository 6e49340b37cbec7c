/* CUDA's names for the body of a GPU_KERNEL that runs on the CPU; after the kernels above, which are device code
   alone. */
#if !defined(__CUDA_ARCH__) && !defined(GPU_NO_CUDA_NAMES)
#define threadIdx GPU__INDEX(threadIdx, thread)
#define blockIdx GPU__INDEX(blockIdx, block)
#define blockDim GPU__INDEX(blockDim, block_dim)
#define gridDim GPU__INDEX(gridDim, grid_dim)
#undef __shared__
#define __shared__ GPU__SHARED
#define __syncthreads() GPU_BARRIER()
#define __syncthreads_count(p) GPU_BARRIER_COUNT(p)
#define __syncthreads_and(p) GPU_BARRIER_AND(p)
#define __syncthreads_or(p) GPU_BARRIER_OR(p)
#define __syncwarp(...) GPU_WARP_BARRIER((unsigned)(__VA_ARGS__ + 0u)) /* an empty mask means the whole warp */
#define __shfl_sync(...) GPU_SHFL(__VA_ARGS__)
#define __shfl_up_sync(...) GPU_SHFL_UP(__VA_ARGS__)
#define __shfl_down_sync(...) GPU_SHFL_DOWN(__VA_ARGS__)
#define __shfl_xor_sync(...) GPU_SHFL_XOR(__VA_ARGS__)
#define __ballot_sync(mask, p) GPU_BALLOT(mask, p)
#define __any_sync(mask, p) GPU_ANY(mask, p)
#define __all_sync(mask, p) GPU_ALL(mask, p)
#define __match_any_sync(mask, v) GPU_MATCH_ANY(mask, v)
#define __activemask() GPU_ACTIVE_MASK()
#define __threadfence() gpu__fence()
#define __threadfence_block() gpu__fence()
#define __threadfence_system() gpu__fence()
#define __ldg(p) (*(p))
#define atomicAdd(p, v) GPU_ATOMIC_ADD(p, v)
#define atomicSub(p, v) GPU_ATOMIC_SUB(p, v)
#define atomicMin(p, v) GPU_ATOMIC_MIN(p, v)
#define atomicMax(p, v) GPU_ATOMIC_MAX(p, v)
#define atomicExch(p, v) GPU_ATOMIC_EXCH(p, v)
#define atomicCAS(p, compare, v) GPU_ATOMIC_CAS(p, compare, v)
#define atomicAnd(p, v) GPU_ATOMIC_AND(p, v)
#define atomicOr(p, v) GPU_ATOMIC_OR(p, v)
#define atomicXor(p, v) GPU_ATOMIC_XOR(p, v)
#define atomicInc(p, v) GPU_ATOMIC_INC(p, v)
#define atomicDec(p, v) GPU_ATOMIC_DEC(p, v)
#ifndef GPU__CUDA
#define warpSize 32
#ifndef __CUDACC__ /* what stands before functions and variables; the CUDA headers may have been here */
#undef __constant__
#undef __device__
#undef __host__
#undef __launch_bounds__
#undef __forceinline__
#define __constant__ static GPU__UNUSED
#define __device__ static GPU__UNUSED
#define __host__
#define __launch_bounds__(...)
#define __forceinline__ GPU__FORCE_INLINE
#endif
#endif
#endif

