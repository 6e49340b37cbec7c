/* ------------------------------------------------------------------------------------------------ shared helpers -- */

enum {
    GPU__MAX_DEVICES = 64,
    GPU__PARTS = 8,
    GPU__SMALL = 1 << 16,
    GPU__MAX_THREADS = 256,
    GPU__MAX_BLOCK = 1024,
    GPU__MAX_BLOCK_Z = 64,
    GPU__MAX_GRID_YZ = 65535
};
#define GPU__MAX_GRID_X ((size_t)0x7fffffff)
#define GPU__CPU_SHARED                                                                                                \
    ((size_t)48 << 10) /* shared memory of a block on the CPU, static and dynamic: what every GPU has */

typedef struct gpu__device { /* what the hot path needs to know, asked once */
    int state;               /* 0 not asked, 1 usable, 2 not usable */
    int multiprocessors, threads_per_multiprocessor;
    size_t shared_optin;
} gpu__device;

/* The one that all threads share, also where nvcc was told to make NULL a stream of each thread. */
#ifdef CUDA_API_PER_THREAD_DEFAULT_STREAM
#define GPU__DEFAULT_STREAM cudaStreamLegacy
#else
#define GPU__DEFAULT_STREAM NULL
#endif

typedef struct gpu__block gpu__block; /* a piece of a GPU's memory */
struct gpu__stream {
    void *native; /* a cudaStream_t; NULL: the default stream, and on the CPU */
    int device, number;
    int users; /* of a stream that is not ours: how often it was asked for and not freed since; 0: it is ours */
    struct gpu__workspace *workspace;
    gpu__block **kept; /* by size: allocated and freed on this stream, which may have them again without waiting */
    struct gpu__stream *next; /* of the streams of the device */
};
struct gpu__event {
    void *native; /* a cudaEvent_t; NULL on the CPU */
    int device, recorded;
    double seconds; /* on the CPU: when */
};

typedef struct gpu__pool { /* what is counted of a device's memory, guarded by memory_lock */
    size_t used, peak, limit, allocations;
    size_t held; /* bytes that were taken from the driver */
} gpu__pool;
static gpu__pool gpu__pools[GPU__MAX_DEVICES + 1]; /* of GPU_CPU (-1), 0, 1, ... */

static struct {
    int init_lock, error_lock, memory_lock, ready;
    int debug_lock;  /* launches under GPU_DEBUG run one at a time */
    int gpus;        /* usable GPUs, or what stands for them */
    int cpu_devices; /* GPU_CPU_DEVICES: the CPU stands for so many devices; 0: for none */
    int gpus_in_use; /* of them this program has used so many */
    long process;    /* that started the library */
    int nvtx;
    int default_device; /* where threads start */
    int threads;        /* GPU_THREADS, 0 if not set */
    int allocator;      /* what gpu_malloc gives on a GPU */
    int sync, debug, quiet, no_signals;
    int cuda_ended; /* the program ends */
    gpu__device device[GPU__MAX_DEVICES];
    int unseen; /* errors nobody looked at; the first of them is in unseen_message */
    char unseen_message[2048];
} gpu__global;

/* What the library keeps for a host thread; gpu__simulated is the thread of a kernel that runs on it. */
static GPU__TLS struct {
    int entered, device;
    gpu_stream current;       /* stream; NULL is the default one */
    void *stream;             /* its cudaStream_t */
    struct gpu__graph *graph; /* between gpu_graph_begin and gpu_graph_end: the one that is being made */
    gpu_stream before_graph;  /* was current before it */
    gpu_status error;
    int unseen;
    char message[1536], checked[2048];
    uint64_t seed, position; /* of the random numbers */
    uint32_t sequence;
    struct gpu__event timer[2][2]; /* start and stop, on the CPU and on a GPU */
    int timer_device, timer_runs;
    int threads; /* gpu_set_threads, 0: the default */
} gpu__thread;

/* Is the device a GPU? The number of one may stand for the CPU, see GPU_CPU_DEVICES. */
static int gpu__is_gpu(int device) { return device >= 0 && !gpu__global.cpu_devices; }

static void gpu__give_way(int *tries) /* who is waited for is perhaps not even running */
{
    if (++*tries <= 100) return;
#ifdef _WIN32
    Sleep(0);
#elif defined(__unix__) || defined(__APPLE__)
    sched_yield();
#endif
}
static void gpu__lock(int *lock)
{
    int tries = 0;
    while (GPU__EXCHANGE_ACQUIRE(int, lock, 1))
        while (GPU__LOAD(int, lock)) gpu__give_way(&tries);
}
static void gpu__unlock(int *lock) { GPU__STORE_RELEASE(int, lock, 0); }
static int gpu__is_ready(void) { return GPU__LOAD_ACQUIRE(int, &gpu__global.ready); }
static void gpu__set_ready(void) { GPU__STORE_RELEASE(int, &gpu__global.ready, 1); }

/* All host memory of the library comes from here. `zero`: set to zero. */
static void *gpu__host(size_t bytes, int zero)
{
    void *p = GPU_HOST_MALLOC(bytes);
    if (p && zero) memset(p, 0, bytes);
    return p;
}

static long gpu__process(void)
{
#ifdef _WIN32
    return (long)GetCurrentProcessId();
#elif defined(__unix__) || defined(__APPLE__)
    return (long)getpid();
#else
    return 0;
#endif
}

/* In a child of the process that started the library: OpenMP's threads are not there, and gcc's would be waited for
   without end; nor does CUDA work. Asked only where threads would be woken, as it costs a system call. */
static int gpu__forked(void) { return gpu__process() != gpu__global.process; }

static double gpu__seconds(void) /* a clock that never goes back */
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
    return omp_get_wtime(); /* strict C99 hides clock_gettime */
#elif defined(TIME_UTC)
    struct timespec t;
    timespec_get(&t, TIME_UTC);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
#else
    return (double)clock() / CLOCKS_PER_SEC;
#endif
}

