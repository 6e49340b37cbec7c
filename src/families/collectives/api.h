/* ---- collectives: reductions and scans over the threads of a block or warp, inside kernels; opt-in ----

   #define GPU_COLLECTIVES before the include adds these functions, to be called in kernels by all threads of the block
   (gpu_warp_: of the warp), with values of one type: int, long, long long, their unsigned types, float or double. All
   threads get the result. Blocks may have any shape; threads are numbered by x, then y, then z, and 32 in that order
   are a warp, of which the last may have fewer. The order of each sum is fixed and the same on both backends, and so
   are the bits of its result: within a warp by halves, lane l with lane l + 16, then 8, 4, 2 and 1; then likewise over
   the warps of a block. A scan, v of thread 0 + ... + v of this thread, combines each lane with the lane 1, 2, 4, 8 and
   16 before it. Integers wrap around. A maximum or minimum is NaN if any value is.

   A block's collective is also a barrier: after it all threads see what any thread wrote to shared memory before it.
   Each uses up to 512 bytes of static shared memory for each type that it is called with. */
#ifdef GPU_COLLECTIVES
#define gpu_{block|warp}_{sum|max|min|scan}(v) GPU__COLLECT({1}, GPU__COLLECT_{SUM|MAX|MIN|SCAN}, v)
#define gpu_block_broadcast(v, thread) GPU__COLLECT_FROM(v, thread) /* v of the thread with this number */
#define gpu_block_any(p) (GPU_BARRIER_OR((p) != 0) != 0)            /* 1 if p is not 0 for some thread */
#define gpu_block_all(p) (GPU_BARRIER_AND((p) != 0) != 0)           /* 1 if p is not 0 for all threads */
#define gpu_warp_broadcast(v, lane) GPU_SHFL(gpu_warp_mask(), v, lane)
#define gpu_warp_{any|all}(p) (GPU_{ANY|ALL}(gpu_warp_mask(), (p) != 0) != 0)
#define gpu_warp_mask() gpu__warp_mask(GPU__THREAD_NUMBER()) /* a bit for each thread of the caller's warp */
#endif
