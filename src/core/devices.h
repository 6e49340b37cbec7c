/* ------------------------------------------------------------------------------------------------------- devices -- */

static int gpu__flag(const char *name) /* 0 or 1; anything else is said and taken as 0 */
{
    const char *v = getenv(name);
    if (!v || !*v || !strcmp(v, "0")) return 0;
    if (!strcmp(v, "1")) return 1;
    fprintf(stderr, "gpu.h: %s=%s is not understood; expected 0 or 1; using 0\n", name, v);
    gpu__fail(GPU_ERROR_INVALID_ARGUMENT, "environment", "%s=%s is not understood; expected 0 or 1; using 0", name, v);
    gpu__seen(); /* it has just been printed: once is enough */
    return 0;
}

static int gpu__number(const char *v, long *out) /* a whole decimal number and nothing else */
{
    char *end;
    *out = strtol(v, &end, 10);
    return end != v && *end == 0 && (*v < '0' || *v > '9') == 0;
}

#ifdef GPU__CUDA
static void gpu__cuda_ends(void);
#endif

static void gpu__init(void)
{
    const char *device = getenv("GPU_DEVICE"), *threads = getenv("GPU_THREADS");
    char bad_device[256] = "", bad_threads[256] = "", why[256] = "";
    long number;
    int gpus = 0, chosen, built = 0, k;

    gpu__lock(&gpu__global.init_lock);
    if (gpu__global.ready) {
        gpu__unlock(&gpu__global.init_lock);
        return;
    }
#ifdef GPU__CUDA
    built = 1;
    if (device &&
        !strcmp(device, "cpu")) /* then the driver is not even started: a quick start, and no GPU memory taken */
        snprintf(why, sizeof why, "GPU_DEVICE=cpu");
    else {
        cudaError_t e = cudaGetDeviceCount(&gpus);
        if (e != cudaSuccess) {
            gpus = 0; /* without a driver the call leaves the count untouched */
            (void)cudaGetLastError();
            snprintf(why, sizeof why, "%s: %s", cudaGetErrorString(e), gpu__cuda_hint(e));
        } else if (gpus == 0)
            snprintf(why, sizeof why, "%s", gpu__cuda_hint(cudaErrorNoDevice));
        if (gpus > GPU__MAX_DEVICES) gpus = GPU__MAX_DEVICES;
    }
#endif
    chosen = gpus ? 0 : GPU_CPU;
    if (device && *device) {
        if (!strcmp(device, "cpu"))
            chosen = GPU_CPU;
        else if (!strcmp(device, "gpu")) {
            if (!gpus)
                snprintf(bad_device, sizeof bad_device, "GPU_DEVICE=gpu asks for a GPU and %s; using the CPU",
                         built ? "none is usable" : "this program was built without CUDA");
        } else if (gpu__number(device, &number) && number < gpus)
            chosen = (int)number;
        else if (gpus)
            snprintf(bad_device, sizeof bad_device,
                     "GPU_DEVICE=%s is not understood; expected cpu, gpu or a number from 0 to %d; using %d", device,
                     gpus - 1, chosen);
        else
            snprintf(
                bad_device, sizeof bad_device,
                "GPU_DEVICE=%s is not understood or not there; expected cpu, as there is no usable GPU; using the CPU",
                device);
    }
    gpu__global.threads = 0;
    if (threads && *threads) {
        if (gpu__number(threads, &number) && number >= 1 && number <= GPU__MAX_THREADS)
            gpu__global.threads = (int)number;
        else
            snprintf(bad_threads, sizeof bad_threads,
                     "GPU_THREADS=%s is not understood; expected a number from 1 to %d; using the default", threads,
                     GPU__MAX_THREADS);
    }
    gpu__global.gpus = gpus;
    gpu__global.default_device = chosen;
    gpu__global.quiet = gpu__flag("GPU_QUIET");
    gpu__global.sync = gpu__flag("GPU_SYNC");
    gpu__global.debug = gpu__flag("GPU_DEBUG");
    gpu__global.nvtx = gpu__flag("GPU_NVTX");
    gpu__global.process = gpu__process();
    for (k = 0; k <= GPU__MAX_DEVICES; k++) gpu__pools[k].normal.device = k - 1;
    if (built && !gpus && !(device && !strcmp(device, "cpu")) && !gpu__global.quiet)
        fprintf(stderr, "gpu.h: running on the CPU: %s\n", why);
    if (*bad_device) {
        fprintf(stderr, "gpu.h: %s\n", bad_device);
        gpu__fail(GPU_ERROR_INVALID_DEVICE, "environment", "%s", bad_device);
        gpu__seen();
    }
    if (*bad_threads) {
        fprintf(stderr, "gpu.h: %s\n", bad_threads);
        gpu__fail(GPU_ERROR_INVALID_ARGUMENT, "environment", "%s", bad_threads);
        gpu__seen();
    }
#ifdef GPU__CUDA
    if (gpu__global.debug && gpus) atexit(gpu__cuda_ends);
#endif
    gpu__set_ready();
    gpu__unlock(&gpu__global.init_lock);
}

/* Every call that needs the device starts here: the library starts on its first use, a thread on its default device. */
static gpu_status gpu__start_thread(void)
{
    gpu_status s = GPU_OK;
    if (!gpu__is_ready()) gpu__init();
    gpu__me.entered = 1;
    gpu__me.stream = GPU__DEFAULT_STREAM;
    gpu__me.device = gpu__global.default_device;
#ifdef GPU__CUDA
    if (gpu__me.device >= 0) s = gpu__cuda(cudaSetDevice(gpu__me.device), "start");
#endif
    return s;
}
static void gpu__called_in_kernel(const char *what, const char *file, int line);
static inline gpu_status gpu__ready(void)
{
    if (gpu__self.worker) gpu__called_in_kernel("a function of gpu.h", gpu__self.file, gpu__self.line);
    return gpu__me.entered ? GPU_OK : gpu__start_thread();
}
/* Where a macro has noted the caller's place, or GPU_CHECK has; else there is none, as that of an earlier call is
   wrong. */
static inline void gpu__place(int by)
{
    const unsigned k = (gpu__noted.count - 1) % 8;
    const int known = gpu__noted.count && (gpu__noted.at[k].by == by || gpu__noted.at[k].by == GPU__BY_CHECK);
    gpu__self.file = known ? gpu__noted.at[k].file : NULL;
    gpu__self.line = known ? gpu__noted.at[k].line : 0;
    if (known && gpu__noted.at[k].by == by) gpu__noted.count--;
}
static inline gpu_status gpu__enter(void)
{
    gpu__place(GPU__BY_CALL);
    return gpu__ready();
}
static inline gpu_status gpu__enter_prewritten(void)
{
    gpu__place(GPU__BY_PREWRITTEN);
    return gpu__ready();
}

/* The answer of calls that make no sense while a graph is being made. */
static gpu_status gpu__not_in_graph(const char *call, const char *why)
{
    return gpu__fail(GPU_ERROR_NOT_SUPPORTED, call,
                     "this thread is making a graph, and %s; call it before gpu_graph_begin or after gpu_graph_end",
                     why);
}

static int gpu__cpu_threads(void)
{
#ifdef _OPENMP
    int threads = gpu__global.threads ? gpu__global.threads : omp_get_max_threads();
    return threads < GPU__MAX_THREADS ? threads : (int)GPU__MAX_THREADS; /* OMP_NUM_THREADS may ask for any number */
#else
    return 1;
#endif
}

#ifdef GPU__CUDA
static gpu_status gpu__pool_open(int device, const char *call);
/* Asks a device once what the launches need to know, and whether this program holds code for it. */
static gpu_status gpu__device_ready(int device, const char *call)
{
    gpu__device *d = &gpu__global.device[device];
    gpu_status s = GPU_OK;
    if (d->state == 1) return GPU_OK;
    gpu__lock(&gpu__global.init_lock);
    if (d->state != 1) {
        cudaFuncAttributes probe;
        int optin = 0;
        s = gpu__cuda(cudaDeviceGetAttribute(&d->multiprocessors, cudaDevAttrMultiProcessorCount, device), call);
        if (!s)
            s = gpu__cuda(
                cudaDeviceGetAttribute(&d->threads_per_multiprocessor, cudaDevAttrMaxThreadsPerMultiProcessor, device),
                call);
        if (!s) s = gpu__cuda(cudaDeviceGetAttribute(&optin, cudaDevAttrMaxSharedMemoryPerBlockOptin, device), call);
        if (!s) s = gpu__cuda(cudaFuncGetAttributes(&probe, (const void *)gpu__probe), call);
        d->shared_optin = (size_t)optin;
        if (!s) s = gpu__pool_open(device, call);
        if (!s) d->state = 1;
    }
    gpu__unlock(&gpu__global.init_lock);
    return s;
}
#endif

GPU_API int gpu_device_count(void)
{
    gpu__ready();
    return gpu__global.gpus;
}

GPU_API gpu_status gpu_use(int device)
{
    gpu_status s = gpu__enter();
    if (s) return s;
    if (gpu__me.graph && device != gpu__me.device) return gpu__not_in_graph("gpu_use", "a graph belongs to one device");
    if (device < GPU_CPU || device >= gpu__global.gpus) {
        if (gpu__global.gpus)
            return gpu__fail(GPU_ERROR_INVALID_DEVICE, "gpu_use",
                             "there is no device %d; expected GPU_CPU (-1) or 0 to %d", device, gpu__global.gpus - 1);
        return gpu__fail(GPU_ERROR_INVALID_DEVICE, "gpu_use",
                         "there is no device %d; no GPU is usable here, expected GPU_CPU (-1)", device);
    }
#ifdef GPU__CUDA
    if (device >= 0) {
        s = gpu__cuda(cudaSetDevice(device), "gpu_use");
        if (!s) s = gpu__device_ready(device, "gpu_use");
        if (s && gpu__me.device >= 0) (void)cudaSetDevice(gpu__me.device);
    }
#endif
    if (!s && device != gpu__me.device)
        gpu__me.current = NULL, gpu__me.stream = GPU__DEFAULT_STREAM; /* streams belong to a device */
    if (!s) gpu__me.device = device;
    return s;
}

GPU_API int gpu_device(void)
{
    gpu__ready();
    return gpu__me.device;
}

GPU_API const char *gpu_backend_name(void) { return gpu_device() == GPU_CPU ? "cpu" : "cuda"; }

static void gpu__host_memory(size_t *free_bytes, size_t *total)
{
#ifdef _WIN32
    MEMORYSTATUSEX memory;
    memory.dwLength = sizeof memory;
    if (GlobalMemoryStatusEx(&memory)) *total = (size_t)memory.ullTotalPhys, *free_bytes = (size_t)memory.ullAvailPhys;
#else
    char line[256];
    unsigned long long kb;
    FILE *f = fopen("/proc/meminfo", "r");
    if (!f) return;
    while (fgets(line, sizeof line, f)) {
        if (sscanf(line, "MemTotal: %llu", &kb) == 1) *total = (size_t)kb * 1024;
        if (sscanf(line, "MemAvailable: %llu", &kb) == 1) *free_bytes = (size_t)kb * 1024;
    }
    fclose(f);
#endif
}

static void gpu__query_cpu(gpu_info *info)
{
    FILE *f;
    char line[256];
    info->backend = "cpu";
    info->device = GPU_CPU;
    info->multiprocessors = gpu__forked() ? 1 : gpu__cpu_threads();
    info->cores = info->multiprocessors;
    info->warp_size = 32;
    info->max_threads_per_block = info->max_threads_per_multiprocessor = GPU__MAX_BLOCK;
    info->max_block.x = info->max_block.y = GPU__MAX_BLOCK, info->max_block.z = GPU__MAX_BLOCK_Z;
    info->max_grid.x = (unsigned)GPU__MAX_GRID_X, info->max_grid.y = info->max_grid.z = GPU__MAX_GRID_YZ;
    info->shared_per_block = info->shared_per_block_optin = info->shared_per_multiprocessor = GPU__CPU_SHARED;
    info->simd_bits = 8 * (int)sizeof(void *);
#if (defined(__x86_64__) || defined(__i386__)) && (defined(__GNUC__) || defined(__clang__))
    __builtin_cpu_init();
    info->simd_bits = __builtin_cpu_supports("avx512f") ? 512 : __builtin_cpu_supports("avx2") ? 256 : 128;
#elif defined(__aarch64__)
    info->simd_bits = 128;
#endif
    snprintf(info->name, sizeof info->name, "CPU");
    gpu__host_memory(&info->free_memory, &info->total_memory);
#ifdef _WIN32
    {
        SYSTEM_INFO system;
        const char *name = getenv("PROCESSOR_IDENTIFIER");
        GetSystemInfo(&system);
        info->cores = (int)system.dwNumberOfProcessors;
        if (name) snprintf(info->name, sizeof info->name, "%s", name);
    }
    (void)f, (void)line;
#else
#ifdef _SC_NPROCESSORS_ONLN
    info->cores = (int)sysconf(_SC_NPROCESSORS_ONLN);
#endif
    if ((f = fopen("/proc/cpuinfo", "r"))) {
        while (fgets(line, sizeof line, f)) {
            const char *colon = strchr(line, ':');
            if (colon && !strncmp(line, "model name", 10)) {
                snprintf(info->name, sizeof info->name, "%.*s", (int)strcspn(colon + 2, "\n"), colon + 2);
                break;
            }
        }
        fclose(f);
    }
    if ((f = fopen("/sys/devices/system/cpu/cpu0/cache/index3/size", "r"))) {
        unsigned long kb;
        if (fscanf(f, "%luK", &kb) == 1) info->l2_bytes = (size_t)kb * 1024;
        fclose(f);
    }
#endif
}

#ifdef GPU__CUDA
static gpu_status gpu__query_cuda(int device, gpu_info *info)
{
    /* Attributes one by one: CUDA 13 took several fields out of cudaDeviceProp, and this also is the quicker way. */
    int l2 = 0, shared = 0, optin = 0, shared_sm = 0, previous = 0, v[6] = {0, 0, 0, 0, 0, 0}, k;
    struct {
        enum cudaDeviceAttr attribute;
        int *to;
    } wanted[] = {
        {cudaDevAttrComputeCapabilityMajor, &info->compute_major},
        {cudaDevAttrComputeCapabilityMinor, &info->compute_minor},
        {cudaDevAttrMultiProcessorCount, &info->multiprocessors},
        {cudaDevAttrWarpSize, &info->warp_size},
        {cudaDevAttrClockRate, &info->clock_khz},
        {cudaDevAttrMemoryClockRate, &info->memory_clock_khz},
        {cudaDevAttrGlobalMemoryBusWidth, &info->memory_bus_bits},
        {cudaDevAttrMaxThreadsPerBlock, &info->max_threads_per_block},
        {cudaDevAttrMaxThreadsPerMultiProcessor, &info->max_threads_per_multiprocessor},
        {cudaDevAttrL2CacheSize, &l2},
        {cudaDevAttrMaxSharedMemoryPerBlock, &shared},
        {cudaDevAttrMaxSharedMemoryPerBlockOptin, &optin},
        {cudaDevAttrMaxSharedMemoryPerMultiprocessor, &shared_sm},
        {cudaDevAttrMaxBlockDimX, &v[0]},
        {cudaDevAttrMaxBlockDimY, &v[1]},
        {cudaDevAttrMaxBlockDimZ, &v[2]},
        {cudaDevAttrMaxGridDimX, &v[3]},
        {cudaDevAttrMaxGridDimY, &v[4]},
        {cudaDevAttrMaxGridDimZ, &v[5]},
    };
    cudaDeviceProp properties;
    gpu_status s = gpu__cuda(cudaGetDeviceProperties(&properties, device), "gpu_query");
    if (s) return s;
    snprintf(info->name, sizeof info->name, "%.*s", (int)sizeof info->name - 1, properties.name);
    info->backend = "cuda";
    info->device = device;
    for (k = 0; k < (int)(sizeof wanted / sizeof *wanted); k++)
        if (cudaDeviceGetAttribute(wanted[k].to, wanted[k].attribute, device) != cudaSuccess) {
            *wanted[k].to = 0;
            (void)cudaGetLastError();
        }
    info->l2_bytes = (size_t)l2;
    info->shared_per_block = (size_t)shared;
    info->shared_per_block_optin = (size_t)optin;
    info->shared_per_multiprocessor = (size_t)shared_sm;
    info->max_block.x = (unsigned)v[0], info->max_block.y = (unsigned)v[1], info->max_block.z = (unsigned)v[2];
    info->max_grid.x = (unsigned)v[3], info->max_grid.y = (unsigned)v[4], info->max_grid.z = (unsigned)v[5];
    info->bandwidth_gbs = 2.0 * info->memory_clock_khz * (info->memory_bus_bits / 8) * 1e-6; /* two transfers a clock */
    info->total_memory = properties.totalGlobalMem;
    (void)cudaDriverGetVersion(&info->driver_version);
    (void)cudaRuntimeGetVersion(&info->runtime_version);
    s = gpu__cuda(cudaGetDevice(&previous), "gpu_query"); /* free memory is told for the current device only */
    if (!s) s = gpu__cuda(cudaSetDevice(device), "gpu_query");
    if (!s) s = gpu__cuda(cudaMemGetInfo(&info->free_memory, &info->total_memory), "gpu_query");
    (void)cudaSetDevice(previous);
    return s;
}
#endif

GPU_API gpu_status gpu_query(int device, gpu_info *info)
{
    gpu_status s = gpu__enter();
    if (s) return s;
    if (!info)
        return gpu__fail(GPU_ERROR_INVALID_ARGUMENT, "gpu_query", "info is NULL; pass the address of a gpu_info");
    if (device < GPU_CPU || device >= gpu__global.gpus)
        return gpu__fail(GPU_ERROR_INVALID_DEVICE, "gpu_query",
                         "there is no device %d; %d GPU%s usable here, and GPU_CPU (-1) always is", device,
                         gpu__global.gpus, gpu__global.gpus == 1 ? " is" : "s are");
    memset(info, 0, sizeof *info);
    if (device == GPU_CPU) gpu__query_cpu(info);
#ifdef GPU__CUDA
    else
        s = gpu__query_cuda(device, info);
#endif
    return s;
}

GPU_API void gpu_print_devices(FILE *out)
{
    int device;
    gpu_info info;
    gpu__enter();
    if (!out) {
        gpu__fail(GPU_ERROR_INVALID_ARGUMENT, "gpu_print_devices", "out is NULL; pass stdout or another open file");
        return;
    }
    for (device = GPU_CPU; device < gpu_device_count(); device++) {
        gpu__go_on(GPU__BY_CALL);
        if (gpu_query(device, &info)) continue;
        fprintf(out, "%c %3d  %s\n", device == gpu_device() ? '*' : ' ', device, info.name);
        if (device == GPU_CPU)
            fprintf(out, "       %d thread%s in use of %d cores, %d-bit vectors, %.1f of %.1f GB free\n",
                    info.multiprocessors, info.multiprocessors == 1 ? "" : "s", info.cores, info.simd_bits,
                    1e-9 * (double)info.free_memory, 1e-9 * (double)info.total_memory);
        else
            fprintf(out,
                    "       compute capability %d.%d, %d multiprocessors at %.2f GHz, %.1f of %.1f GB free, %.0f GB/s, "
                    "%.0f MB of L2\n",
                    info.compute_major, info.compute_minor, info.multiprocessors, 1e-6 * info.clock_khz,
                    1e-9 * (double)info.free_memory, 1e-9 * (double)info.total_memory, info.bandwidth_gbs,
                    (double)info.l2_bytes / (1 << 20));
    }
}

#ifdef GPU__CUDA
/* Waits for the current device. What was freed before may then be used by any stream. */
static gpu_status gpu__sync_device(const char *call)
{
    gpu__pool *pool = &gpu__pools[gpu__me.device + 1];
    uint64_t last = __atomic_load_n(&gpu__launches.next, __ATOMIC_ACQUIRE), clock;
    int whole;
    cudaError_t e;
    gpu__lock(&gpu__global.memory_lock);
    clock = pool->clock;
    whole = !pool->graphs;
    pool->syncing += whole;
    gpu__unlock(&gpu__global.memory_lock);
    if (whole) e = cudaDeviceSynchronize();
    /* that would spoil a graph which another thread is making; the default stream waits for all others just as well */
    else {
        e = cudaEventRecord(pool->order, GPU__DEFAULT_STREAM);
        if (!e) e = cudaEventSynchronize(pool->order);
    }
    gpu__lock(&gpu__global.memory_lock);
    pool->syncing -= whole;
    if (!e && pool->synced < clock) pool->synced = clock;
    gpu__unlock(&gpu__global.memory_lock);
    if (e) return gpu__cuda(e, call);
    gpu__launches_done(gpu__me.device, -1, last);
    return GPU_OK;
}
#endif

GPU_API gpu_status gpu_sync(void)
{
    gpu_status s = gpu__enter();
    if (!s && gpu__me.graph) s = gpu__not_in_graph("gpu_sync", "what is in it does not run yet");
#ifdef GPU__CUDA
    if (!s && gpu__me.device >= 0) s = gpu__sync_device("gpu_sync");
#endif
    return s;
}

