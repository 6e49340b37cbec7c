/* ------------------------------------------------------------------------------------------------------ backends --

   A backend is the set of functions that a device provides. This is the list of them: the CPU backend defines each as
   gpu__cpu_NAME in src/cpu/, the CUDA backend as gpu__cuda_NAME in src/cuda/, with the same arguments, and
   gpu__backend(device, NAME) is that of the device. Core does what does not depend on the device, before it
   calls a backend: it checks arguments and keeps the ledger of allocations and handles. A backend reports its errors
   under the name `call`; if that is NULL it reports none. */

typedef struct gpu__allocation {
    void *p, *raw; /* the caller's pointer; what the allocator returned: host memory, or a gpu__block */
    size_t bytes;
    int kind, device; /* GPU__DEVICE on GPU_CPU is host memory */
    int home;         /* the device that owns the memory: GPU_CPU for all host memory */
    int stream;       /* number of the current stream at its allocation, which may be freed before it */
    const char *file; /* call site of its allocation */
    int line;
} gpu__allocation;

enum { GPU__WAIT, GPU__QUEUE };

/* On the CPU the work of a call is done when it returns, and there is nothing to open. So these functions do nothing,
   and one function of each type stands for all of them. */
#define gpu__cpu_{sync|finish|trim|quiesce|close} gpu__cpu_nothing
#define gpu__cpu_{use|ready|sync_of} gpu__cpu_no_device
#define gpu__cpu_event_{open|wait|sync|close} gpu__cpu_no_event
#define gpu__cpu_graph_{begin|end} gpu__cpu_no_graph

/* gpu__backend(device, NAME)(arguments) calls the device's function NAME. Device 0 may be passed before the GPUs are
   counted. A program without CUDA has one backend, and calls its functions directly. */
#ifdef GPU__CUDA
#define GPU__BACKEND(R, name, parameters) static R gpu__cpu_##name parameters, gpu__cuda_##name parameters;
#define gpu__backend(device, name) (gpu__is_gpu(device) ? gpu__cuda_##name : gpu__cpu_##name)
#else
#define GPU__BACKEND(R, name, parameters) static R gpu__cpu_##name parameters;
#define gpu__backend(device, name) ((void)(0 ? (device) : 0), gpu__cpu_##name)
#endif

#define gpu__current(name) gpu__backend(gpu__thread.device, name) /* that of this host thread's device */

/* GPU__BACKEND(result, name, (parameters)) declares the function of each backend. */
GPU__BACKEND(int, count, (char *why, size_t size))                /* number of devices; 0: writes the reason */
GPU__BACKEND(void, started, (void))                               /* called once, after the environment was read */
GPU__BACKEND(gpu_status, use, (int device, const char *call))     /* makes it the current device of this host thread */
GPU__BACKEND(gpu_status, ready, (int device, const char *call))   /* initialises a device before its first use */
GPU__BACKEND(gpu_status, sync, (const char *call))                /* waits for all work of the current device */
GPU__BACKEND(gpu_status, sync_of, (int device, const char *call)) /* the same for any device */
GPU__BACKEND(gpu_status, query, (int device, gpu_info *info))
GPU__BACKEND(int, peer, (int device, int other))      /* whether its kernels can access the other's memory */
GPU__BACKEND(int, doctor, (FILE * out))               /* number of problems found */
GPU__BACKEND(gpu_status, quiesce, (const char *call)) /* first step of gpu_shutdown: waits for all devices */
GPU__BACKEND(gpu_status, close, (const char *call))   /* its last step, after the ledger is empty */

GPU__BACKEND(gpu_status, allocate, (gpu__allocation * a, const char *call))
GPU__BACKEND(gpu_status, release, (const gpu__allocation *a, const char *call))
GPU__BACKEND(gpu_status, fill_pattern, (const gpu__allocation *a, const char *call)) /* of quarantined memory */
GPU__BACKEND(gpu_status, first_written,
             (const gpu__allocation *a, size_t *at, const char *call)) /* first changed byte */
GPU__BACKEND(gpu_status, available, /* reserved: set if the driver's count differs from ours; may be NULL */
             (size_t *free_bytes, size_t *total, size_t *reserved, const char *call))
GPU__BACKEND(gpu_status, trim, (const char *call))
GPU__BACKEND(gpu_status, where, (const void *p, gpu_place *kind, int *device, const char *call))

GPU__BACKEND(gpu_status, copy, (void *dst, const void *src, size_t bytes, int queue, const char *call))
GPU__BACKEND(gpu_status, copy_2d,
             (void *dst, size_t dst_pitch, const void *src, size_t src_pitch, size_t width_bytes, size_t height,
              const char *call))
GPU__BACKEND(gpu_status, set, (void *p, int byte, size_t bytes, const char *call))

GPU__BACKEND(gpu_status, stream_open, (gpu_stream stream, int priority, const char *call))
GPU__BACKEND(gpu_status, stream_of, (void **native, gpu_stream *stream, const char *call)) /* its wrapper, or NULL */
GPU__BACKEND(void, stream_close, (gpu_stream stream))
GPU__BACKEND(gpu_status, finish, (const char *call))      /* waits for the current stream */
GPU__BACKEND(int, finished, (int wait, const char *call)) /* whether its work is done; -1 on error */
GPU__BACKEND(gpu_status, callback, (gpu_stream stream, void (*fn)(void *user), void *user, const char *call))

GPU__BACKEND(gpu_status, event_open, (gpu_event event, const char *call)) /* does nothing if it is open */
GPU__BACKEND(gpu_status, event_{record|wait|sync}, (gpu_event event, const char *call))
GPU__BACKEND(gpu_status, event_elapsed, (gpu_event start, gpu_event stop, double *ms, const char *call))
GPU__BACKEND(gpu_status, event_close, (gpu_event event, const char *call))

GPU__BACKEND(gpu_status, graph_{begin|end|launch}, (gpu_graph graph, const char *call))
GPU__BACKEND(void, graph_close, (gpu_graph graph))

GPU__BACKEND(gpu_status, run_kernel, (gpu__kernel * kernel, const gpu_config *config, void **argv))
GPU__BACKEND(gpu_status, make_call, (const gpu__call *c)) /* a checked map, reduction, scan or job */
GPU__BACKEND(gpu_status, constant,                        /* sets the copies of device and host, or copies to `host` */
             (void *symbol, void *host, size_t bytes, int set, int device_code, const char *name))
GPU__BACKEND(int, occupancy, (const gpu__kernel *kernel, size_t threads, size_t shared_bytes))
#ifdef GPU_COMPILE
typedef struct gpu__source gpu__source;
GPU__BACKEND(gpu_status, compile, (gpu_kernel c, const gpu__source *s, const char *call))
GPU__BACKEND(void, compiled_end, (gpu_kernel c)) /* unloads its library */
#endif
#ifdef GPU_SEVERAL_DEVICES
GPU__BACKEND(gpu_status, exchange_open, (int parts, uint64_t **flags, size_t *reach, const char *call))
GPU__BACKEND(gpu_status, exchange, (const gpu__exchange *x, const gpu__exchange_args *a)) /* runs or queues it */
GPU__BACKEND(void, exchange_give_up, (const gpu__exchange_args *a)) /* queued ones no longer wait for this part */
#endif
