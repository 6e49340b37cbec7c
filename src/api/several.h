/* ---------------------------------------------------------------------------------------------- >>several devices --

   Each call works on the current device of its host thread. A kernel can access memory of another device if peer access
   is possible (gpu_peer); gpu_copy copies between any two devices. With GPU_CPU_DEVICES=4 in the environment the CPU
   acts as four devices, so that code for several devices runs on a machine without a GPU; GPUs are not used then. */

/* The share of part `part` of `parts` in n elements: [*begin, *begin + *count). Shares are contiguous, in the order of
   the parts, and their sizes differ by at most one. Unless 0 <= part < parts: GPU_ERROR_INVALID_ARGUMENT and an empty
   share. */
GPU_API gpu_status gpu_split(size_t n, int part, int parts, size_t *begin, size_t *count);

/* GPU_ON(1) { ... } runs the block with device 1 as the current device and then restores device and stream. (Do not
   leave it with break, goto or return: the device would stay current.) If there is no such device, the block is skipped
   and an error is set. */
#define GPU_ON(device)                                                                                                 \
    for (gpu__on GPU__LINE_FN(gpu__on_) = gpu__on_begin((device), __FILE__, __LINE__); GPU__LINE_FN(gpu__on_).once;    \
         gpu__on_end(&GPU__LINE_FN(gpu__on_)))
/* Whether kernels on `device` can read and write the memory of `other` directly (peer access): 1 or 0; -1 on error.
   gpu_copy works in either case. The first call that needs peer access enables it. */
GPU_API int gpu_peer(int device, int other);

/* The local rank: the number of this process among the processes of its job on this host, which OpenMPI, MPICH,
   MVAPICH, PMI, PALS or Slurm set in the environment; 0 if none does. gpu_use_local_rank makes GPU (local rank mod
   number of GPUs) the current device, or the CPU if there is no GPU. (Where a scheduler shows each process one GPU,
   that is GPU 0.) */
GPU_API int gpu_local_rank(void);
GPU_API gpu_status gpu_use_local_rank(void);

/* The rest needs GPU_SEVERAL_DEVICES defined before the include, also in the file with the implementation, so that
   other programs do not compile it. */
#ifdef GPU_SEVERAL_DEVICES
/* Calls fn(part, parts, user) for every GPU at once, each call on a host thread of its own with GPU `part` as current
   device; without a GPU, once on GPU_CPU. Returns when all calls have, with the status of the first part that failed;
   gpu_error_message then has the messages of all that failed. Part 0 runs on the calling thread, whose device and
   stream are restored afterwards. All threads share the default stream of a device. */
typedef gpu_status gpu_device_fn(int part, int parts, void *user);
GPU_API gpu_status gpu_each_device(gpu_device_fn *fn, void *user);
/* A barrier inside fn: waits for the work of the thread's device, then until each part has called it or has returned.
   After it all parts can read what any device wrote before. If a part has failed it fails in all parts, so that none
   waits forever: return its status. */
GPU_API gpu_status gpu_each_barrier(void);

/* Collectives inside fn: every part calls them in the same order and with the same types, counts, fold and root. If the
   calls differ, or a part fails or has returned, they fail in all parts and none waits. Arrays are memory of the part's
   device, the current one (host memory on the CPU). Not permitted during graph capture.

   allreduce: p[i] of every part becomes the sum, the minimum or the maximum of p[i] over all parts. reduce_scatter: the
   same for the part's own share of p only, see gpu_split(n, part, parts, ...); the rest of its p is not changed. Values
   are combined in the order of the parts; floats in double precision and rounded once; integers wrap around; NaN
   propagates. The work is queued on the current stream of each part; once it is done there, no other part accesses
   p any more. Each device combines one share from all memories and writes it to all: the two steps of Thakur,
   Rabenseifner and Gropp, "Optimization of Collective Communication Operations in MPICH" (2005), in one kernel. Shares
   of 64 MiB and more are moved by the copy engines, through buffers of 128 MiB for each other device if there is memory
   for them. */
typedef enum gpu_fold { GPU_FOLD_SUM, GPU_FOLD_MIN, GPU_FOLD_MAX } gpu_fold;
#ifndef GPU__CUDA
ALL gpu_status gpu_each_{allreduce|reduce_scatter}_T(T *p, size_t n, gpu_fold fold);
#endif
/* broadcast: copies the bytes at p of part `root` to p of all parts. scatter: copies to `share` of each part its share,
   see gpu_split(n, part, parts, ...), of the n elements of `size` bytes at `from` of part root. gather: copies the
   shares of all parts to `to` of part root. `from` and `to` are used in part root only, and may be any memory. The
   calls wait for the devices before and after. */
GPU_API gpu_status gpu_each_broadcast(void *p, size_t bytes, int root);
GPU_API gpu_status gpu_each_scatter(void *share, const void *from, size_t n, size_t size, int root);
GPU_API gpu_status gpu_each_gather(void *to, const void *share, size_t n, size_t size, int root);
#endif

typedef struct gpu__on { /* private */
    int once, device;
    gpu_stream stream;
} gpu__on;
GPU_API gpu__on gpu__on_begin(int device, const char *file, int line);
GPU_API void gpu__on_end(gpu__on *on);
