/* ---------------------------------------------------------------------------------------------- >>several devices --

   Each call works on the current device of the thread that makes it; a pointer may be another device's wherever that
   device's memory can be reached (gpu_peer), and gpu_copy takes any two. GPU_CPU_DEVICES=4 in the environment has the
   CPU stand for four devices, so that code for several runs on a machine without a GPU; GPUs are not used then. */

/* The share of `part`, one of `parts`, in n elements: [*begin, *begin + *count). Shares lie one behind the other and
   differ by one element at most. GPU_ERROR_INVALID_ARGUMENT and an empty share unless 0 <= part < parts. */
GPU_API gpu_status gpu_split(size_t n, int part, int parts, size_t *begin, size_t *count);

/* GPU_ON(1) { ... }: the block works on device 1, then the device and the stream are as they were. (Leave it at its
   end: break, goto and return would stay on the device.) Without such a device the block is left out, with an error. */
#define GPU_ON(device)                                                                                                 \
    for (gpu__on GPU__LINE_FN(gpu__on_) = gpu__on_begin((device), __FILE__, __LINE__); GPU__LINE_FN(gpu__on_).once;    \
         gpu__on_end(&GPU__LINE_FN(gpu__on_)))
/* 1 if kernels on `device` can read and write the memory of `other` in place, 0 if not (gpu_copy always can), -1 after
   an error. Access is switched on by the first call that needs it. */
GPU_API int gpu_peer(int device, int other);

/* This process's number among those of its job on this host, as OpenMPI, MPICH, MVAPICH, PMI, PALS or Slurm tell it in
   the environment; 0 where none does. gpu_use_local_rank gives each of them a device: the GPU of that number, counted
   round where there are more processes than GPUs (a scheduler may show each process one GPU, which is number 0), or the
   CPU where there is none. */
GPU_API int gpu_local_rank(void);
GPU_API gpu_status gpu_use_local_rank(void);

/* What follows is there where GPU_SEVERAL_DEVICES is defined before the include, also in the file with the
   implementation: other programs need not wait for its compilation. */
#ifndef GPU_SEVERAL_DEVICES
#define gpu_each_device(fn, user) GPU_SEVERAL_DEVICES_is_to_be_defined_before_gpu_h
#else
/* Calls fn(part, parts, user) for every device at once, each on a host thread whose current device it is: of the GPUs 0
   to parts - 1, or once on GPU_CPU where there are none. Returns when all have, with the status of the first part that
   failed; gpu_error_message then tells of each that did. Part 0 is the calling thread, which has its device and stream
   back afterwards. The default stream of a device is common to all threads. */
typedef gpu_status gpu_device_fn(int part, int parts, void *user);
GPU_API gpu_status gpu_each_device(gpu_device_fn *fn, void *user);
/* Inside fn: waits for the work of the thread's own device, then until all parts have come here or have returned: what
   each device wrote before it, all may read behind it. Fails in every part if one has failed, so none waits for ever:
   return the status. */
GPU_API gpu_status gpu_each_barrier(void);

/* Collective, inside fn: every part calls them, in the same order and with the same types, counts, fold and root;
   otherwise, or if one part cannot or has returned, all of them fail and none waits. Arrays are memory of the part's
   device, of the host where that is the CPU. Not in a graph.

   allreduce: p[i] of every part becomes the sum, the minimum or the maximum of all parts' p[i]. reduce_scatter: the
   same for the part's own share of p alone, gpu_split(n, part, parts, ...); the rest of its p stays. The values are
   combined in the order of the parts, floats in double precision and rounded once; integers wrap, a NaN wins. Queued on
   the current stream of each part, and ended there when no other part reads or writes p any more. Each device combines
   a share out of all memories and writes it to all: the two steps of Thakur, Rabenseifner and Gropp, "Optimization of
   Collective Communication Operations in MPICH" (2005), in one kernel; shares of 64 MiB and more are moved by the copy
   engines, through 128 MiB for each other device, where there is room for them. */
typedef enum gpu_fold { GPU_FOLD_SUM, GPU_FOLD_MIN, GPU_FOLD_MAX } gpu_fold;
#ifndef GPU__CUDA
GPU_OP gpu_status gpu_each_allreduce_f32(float *p, size_t n, gpu_fold fold);
GPU_OP gpu_status gpu_each_allreduce_f64(double *p, size_t n, gpu_fold fold);
GPU_OP gpu_status gpu_each_allreduce_i32(int32_t *p, size_t n, gpu_fold fold);
GPU_OP gpu_status gpu_each_allreduce_i64(int64_t *p, size_t n, gpu_fold fold);
GPU_OP gpu_status gpu_each_reduce_scatter_f32(float *p, size_t n, gpu_fold fold);
GPU_OP gpu_status gpu_each_reduce_scatter_f64(double *p, size_t n, gpu_fold fold);
GPU_OP gpu_status gpu_each_reduce_scatter_i32(int32_t *p, size_t n, gpu_fold fold);
GPU_OP gpu_status gpu_each_reduce_scatter_i64(int64_t *p, size_t n, gpu_fold fold);
#endif
#define gpu_each_allreduce(p, n, fold) GPU__BARE_ALL(p, gpu_each_allreduce, (p, n, fold))
#define gpu_each_reduce_scatter(p, n, fold) GPU__BARE_ALL(p, gpu_each_reduce_scatter, (p, n, fold))
/* broadcast: the bytes at p of part `root` come to p of all. scatter: each part gets its share of root's n elements at
   `from`, of `size` bytes each, as gpu_split(n, part, parts, ...) gives it; gather: the shares of all come to root's
   `to`. Of `from` and `to` root's alone are looked at, and may be anywhere. They wait for the devices before and
   after. */
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

