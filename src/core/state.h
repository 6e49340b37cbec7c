enum {
    GPU__PARTS = 8,
    GPU__SMALL = 1 << 16,
    GPU__MAX_THREADS = 256,
    GPU__MAX_BLOCK = 1024,
    GPU__MAX_BLOCK_Z = 64,
    GPU__MAX_GRID_YZ = 65535
};
#define GPU__MAX_GRID_X ((size_t)0x7fffffff)
#define GPU__CPU_SHARED ((size_t)48 << 10)        /* shared memory of a block on the CPU: the least that a GPU has */
#define GPU__CPU_SHARED_OPTIN ((size_t)163 << 10) /* dynamic shared memory alone: of compute capability 8.0 */

typedef struct gpu__device { /* properties that launches need, queried once */
    int state;               /* 0: not queried, 1: usable */
    int multiprocessors, threads_per_multiprocessor;
    size_t shared_optin;
    int faulted; /* a fault was reported by a call on it */
} gpu__device;

/* The default stream that all threads share, also if nvcc compiles NULL as a default stream for each thread. */
#ifdef CUDA_API_PER_THREAD_DEFAULT_STREAM
#define GPU__DEFAULT_STREAM cudaStreamLegacy
#else
#define GPU__DEFAULT_STREAM NULL
#endif

typedef struct gpu__block gpu__block; /* a block of device memory, see src/cuda/pool.h */
struct gpu__stream {
    void *native; /* a cudaStream_t; NULL: the default stream, and on the CPU */
    int device, number, priority;
    int users; /* of a wrapped stream: calls of gpu_stream_from_native less those of gpu_stream_free; else 0 */
    struct gpu__workspace *workspace;
    gpu__block **free_blocks; /* by size class: those of this stream, which reuses them without waiting */
    struct gpu__stream *next; /* in the list of streams of the device */
};
struct gpu__event {
    void *native; /* a cudaEvent_t; NULL on the CPU */
    int device, recorded;
    double seconds; /* time of its recording on the CPU */
};

typedef struct gpu__pool { /* statistics of a device's memory, guarded by memory_lock: see gpu_memory_stats */
    size_t used, peak, limit, allocations;
    size_t held; /* bytes taken from the driver or the system */
} gpu__pool;
static gpu__pool gpu__pools[GPU__MAX_DEVICES + 1]; /* of GPU_CPU (-1), 0, 1, ... */

static struct {
    int init_lock, error_lock, memory_lock;
    int ready;       /* 0: not started; else 1 + the number of gpu_shutdown */
    int debug_lock;  /* launches under GPU_DEBUG run one at a time */
    int gpus;        /* number of usable GPUs, or of the devices that the CPU acts as */
    int cpu_devices; /* GPU_CPU_DEVICES: the number of devices that the CPU acts as, or 0 */
    int gpus_in_use; /* number of GPUs that this program has used */
    long process;    /* identifier of the process that started the library */
    int nvtx;
    int default_device; /* the device that threads start on */
    int threads;        /* GPU_THREADS, 0 if not set */
    int allocator;      /* the kind of memory that gpu_malloc returns on a GPU */
    int sync, debug, quiet, no_signals;
    int peers;      /* whether a device can access the memory of another: a fault of one is then reported by several */
    int cuda_ended; /* the program is exiting, and CUDA must not be called any more */
    gpu__device device[GPU__MAX_DEVICES];
    int unseen; /* number of errors that were not checked; unseen_message is the first of them */
    char unseen_message[1536];
} gpu__global;

/* State of a host thread. (gpu__simulated is the state of the kernel's thread that runs on it.) */
static GPU__TLS struct {
    int entered, device;      /* entered: gpu__global.ready at its last start, or 0 */
    gpu_stream current;       /* the current stream; NULL is the default stream */
    void *stream;             /* its cudaStream_t */
    struct gpu__graph *graph; /* the graph that is being captured, or NULL */
    gpu_stream before_graph;  /* the stream that was current before the capture */
    gpu_status error;
    int unseen;
    char message[1536], checked[2048];
    char numbers[4][32]; /* the results of gpu__real_text, in rotation */
    unsigned numbers_used;
    uint64_t seed, position; /* of the random number generator */
    uint32_t sequence;
    struct gpu__event timer[2][2]; /* start and stop, on the CPU and on a GPU */
    int timer_device, timer_runs;
    int threads; /* the argument of gpu_set_threads; 0: the default */
} gpu__thread;

/* Whether a launch or its configuration is cooperative; only a program with GPU_COOPERATIVE has such launches. */
#ifdef GPU_COOPERATIVE
#define gpu__is_cooperative(launch) ((launch)->cooperative)
#else
#define gpu__is_cooperative(launch) ((void)sizeof(launch), 0)
#endif

#ifdef GPU_TAPE
/* The tapes of a host thread that record or keep values, and the rule that a function passes to its call. */
typedef struct gpu__ruled {
    gpu__back *back; /* NULL: none */
    int keeps;
} gpu__ruled;
static GPU__TLS struct {
    gpu_tape *first;
    gpu__ruled noted, rule; /* of the function that was entered, and of the call that it makes now */
} gpu__taping;
/* What the paths of calls, kernels and transfers ask before they run, if there is a tape: see core/tape.h. */
static gpu_status gpu__tape_call(const gpu__call *c);
static gpu_status gpu__tape_kernel(const gpu__kernel *kernel, void **argv);
static gpu_status gpu__tape_copy(void *dst, const void *src, size_t bytes, const char *call);
static gpu_status gpu__tape_copy_2d(void *dst, size_t dst_pitch, const void *src, size_t src_pitch, size_t width,
                                    size_t height);
static gpu_status gpu__tape_write(void *p, size_t bytes, const char *call);
static gpu_status gpu__tape_freed(const void *p);
static gpu_status gpu__tape_launch(const char *call);
/* The tape's answer to one of these, GPU_OK without a tape: gpu__tape_asked(freed, (p)). */
#define gpu__tape_asked(what, arguments) (gpu__taping.first ? gpu__tape_##what arguments : GPU_OK)
#else
#define gpu__tape_asked(what, arguments) GPU_OK
#endif

/* Sets the site of the current call, for messages. */
static void gpu__set_site(const char *file, int line)
{
#ifdef GPU_TAPE
    gpu__taping.rule = gpu__taping.noted;
    gpu__taping.noted.back = NULL;
#endif
    gpu__simulated.file = file;
    gpu__simulated.line = line;
}

/* Stores the site of the current call. */
#define gpu__put_site(of) ((of)->file = gpu__simulated.file, (of)->line = gpu__simulated.line)

/* Takes the call site for messages: the one that was noted last, if the macro of this call (`by`) or a GPU_CHECK around
   it noted it. Otherwise the call has no site, since that of an earlier call would be wrong. */
static inline void gpu__take_site(int by)
{
    const unsigned count = gpu__noted_sites.count;
    const gpu__call_site *const last = &gpu__noted_sites.at[(count - 1) % 8];
    if (count && (last->by == by || last->by == GPU__BY_CHECK)) {
        gpu__set_site(last->file, last->line);
        if (last->by == by) gpu__noted_sites.count = count - 1;
    } else gpu__set_site(NULL, 0);
}

/* Whether the device is a GPU; with GPU_CPU_DEVICES the devices 0, 1, ... are the CPU. Without CUDA this is a constant,
   so that the compiler leaves out the code for GPUs. */
#ifdef GPU__CUDA
enum { GPU__HAS_CUDA = 1 };
#define gpu__is_gpu(device) ((device) >= 0 && !gpu__global.cpu_devices)
#else
enum { GPU__HAS_CUDA = 0 };
#define gpu__is_gpu(device) ((void)(0 ? (device) : 0), 0)
#endif

static void gpu__give_way(int *tries) /* the thread that is waited for may be preempted */
{
    if (++*tries <= 100) return;
#ifdef _WIN32
    Sleep(0);
#elif defined(__unix__) || defined(__APPLE__)
    sched_yield();
#endif
}
static inline void gpu__lock(int *lock)
{
    int tries = 0;
    while (GPU__EXCHANGE_ACQUIRE(int, lock, 1))
        while (GPU__LOAD(int, lock)) gpu__give_way(&tries);
}
static void gpu__unlock(int *lock) { GPU__STORE_RELEASE(int, lock, 0); }
static inline void gpu__{|un}lock_memory(void) { gpu__{1}lock(&gpu__global.memory_lock); }

/* Allocates host memory for the library itself, set to zero if `zero`. */
static void *gpu__host(size_t bytes, int zero)
{
    void *p = GPU_HOST_MALLOC(bytes);
    if (p && zero) memset(p, 0, bytes);
    return p;
}
static void gpu__host_free(void *p) /* p may be NULL, also where a program's own allocator does not allow it */
{
    if (p) GPU_HOST_FREE(p);
}

static GPU__FORCE_INLINE long gpu__process(void)
{
#ifdef _WIN32
    return (long)GetCurrentProcessId();
#elif defined(__unix__) || defined(__APPLE__)
    return (long)getpid();
#else
    return 0;
#endif
}

/* Whether this process was forked from the one that started the library. The threads of OpenMP do not exist in it, and
   gcc's OpenMP would wait for them forever; nor does CUDA work. It costs a system call, so it is called only before
   threads are started. */
static int gpu__forked(void) { return gpu__process() != gpu__global.process; }

static double gpu__seconds(void) /* time of a monotonic clock */
{
#ifdef _WIN32
    LARGE_INTEGER ticks, frequency;
    QueryPerformanceFrequency(&frequency);
    QueryPerformanceCounter(&ticks);
    return (double)ticks.QuadPart / (double)frequency.QuadPart;
#elif defined(CLOCK_MONOTONIC)
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
#elif defined(_OPENMP)
    return omp_get_wtime(); /* strict C99 does not declare clock_gettime */
#elif defined(TIME_UTC)
    struct timespec t;
    timespec_get(&t, TIME_UTC);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
#else
    return (double)clock() / CLOCKS_PER_SEC;
#endif
}

#ifndef _WIN32
/* The rest of the first line of a file that begins with `prefix`; NULL if there is none. */
static const char *gpu__line_of(const char *file, const char *prefix, char line[256])
{
    FILE *const f = fopen(file, "r");
    const char *found = NULL;
    while (f && !found && fgets(line, 256, f))
        if (!strncmp(line, prefix, strlen(prefix))) found = line + strlen(prefix);
    if (f) fclose(f);
    return found;
}
#endif
