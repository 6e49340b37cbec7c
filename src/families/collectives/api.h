/* ---- collectives: sums and the like over the threads of a block or warp, inside kernels; opt-in ----

   #define GPU_COLLECTIVES before the include adds these functions, for the text of a kernel. All threads of the block
   (for gpu_warp_: of the warp) call them, with values of one type: int, unsigned, long, long long and their unsigned
   forms, float or double. All threads get the result. Blocks of any shape; threads count by x, then y, then z, and a
   warp is 32 in that order, the last one perhaps fewer. The order of each sum is fixed and the same on both backends,
   so are the bits of its result: within a warp by halves, lane l with l + 16, then 8, 4, 2 and 1; likewise over the
   warps of a block. A scan combines each lane with that 1, 2, 4, 8 and 16 in front. Integers wrap around; a NaN beats
   every number in a maximum or minimum.

   A block's collective is also a barrier: what a thread wrote to shared memory before it, all see behind it. Each of
   them takes up to 512 bytes of static shared memory for each type that it is called with. Blocks have up to 1024
   threads, as everywhere. */
#ifdef GPU_COLLECTIVES
#define gpu_block_sum(v) GPU__COLLECT(block, GPU__COLLECT_SUM, v)
#define gpu_block_max(v) GPU__COLLECT(block, GPU__COLLECT_MAX, v)
#define gpu_block_min(v) GPU__COLLECT(block, GPU__COLLECT_MIN, v)
#define gpu_block_scan(v) GPU__COLLECT(block, GPU__COLLECT_SCAN, v) /* v of thread 0 + ... + v of this thread */
#define gpu_block_broadcast(v, thread) GPU__COLLECT_FROM(v, thread) /* that of the thread of this number */
#define gpu_block_any(p) (GPU_BARRIER_OR((p) != 0) != 0)            /* whether p is not 0 for some thread */
#define gpu_block_all(p) (GPU_BARRIER_AND((p) != 0) != 0)           /* ... for each thread */
#define gpu_warp_sum(v) GPU__COLLECT(warp, GPU__COLLECT_SUM, v)
#define gpu_warp_max(v) GPU__COLLECT(warp, GPU__COLLECT_MAX, v)
#define gpu_warp_min(v) GPU__COLLECT(warp, GPU__COLLECT_MIN, v)
#define gpu_warp_scan(v) GPU__COLLECT(warp, GPU__COLLECT_SCAN, v)
#define gpu_warp_broadcast(v, lane) GPU_SHFL(gpu_warp_mask(), v, lane)
#define gpu_warp_any(p) (GPU_ANY(gpu_warp_mask(), (p) != 0) != 0)
#define gpu_warp_all(p) (GPU_ALL(gpu_warp_mask(), (p) != 0) != 0)
#define gpu_warp_mask() gpu__warp_mask(GPU__THREAD_NUMBER()) /* a bit for each thread that this one's warp has */
#endif
