/* --------------------------------------------------------------------------------------------------------- start -- */

static int gpu__number(const char *v, long *out) /* whether v is a decimal integer and nothing else */
{
    char *end;
    *out = strtol(v, &end, 10);
    return end != v && *end == 0 && (*v < '0' || *v > '9') == 0;
}

/* Prints an error in the environment and records it as the thread's error, marked as checked, so that it is not printed
   again at exit. */
static void gpu__environment_error(gpu_status status, const char *what)
{
    if (!*what) return;
    fprintf(stderr, "gpu.h: %s\n", what);
    gpu__fail(status, "environment", "%s", what);
    gpu__errors_seen();
}
static void gpu__environment_refused(const char *name, const char *value, const char *expected)
{
    char what[256];
    snprintf(what, sizeof what, "%s=%s is not valid; expected %s", name, value, expected);
    gpu__environment_error(GPU_ERROR_INVALID_ARGUMENT, what);
}
static int gpu__environment_flag(const char *name) /* 0 or 1; any other value is reported and counts as 0 */
{
    const char *v = getenv(name);
    if (!v || !*v || !strcmp(v, "0")) return 0;
    if (!strcmp(v, "1")) return 1;
    gpu__environment_refused(name, v, "0 or 1; using 0");
    return 0;
}
/* The device that threads start on, from the value of GPU_DEVICE; `bad` says what is wrong with that. */
static int gpu__default_device(const char *device, int gpus, char *bad, size_t size)
{
    const int chosen = gpus ? 0 : GPU_CPU;
    long number;
    if (!device || !*device) return chosen;
    if (!strcmp(device, "cpu")) return GPU_CPU;
    if (!strcmp(device, "gpu")) {
        if (!gpus)
            snprintf(bad, size, "GPU_DEVICE=gpu asks for a GPU and %s; using the CPU",
                     GPU__HAS_CUDA ? "none is usable" : "this program was built without CUDA");
    } else if (gpu__number(device, &number) && number < gpus)
        return (int)number;
    else if (gpus)
        snprintf(bad, size, "GPU_DEVICE=%s is not valid; expected cpu, gpu or a number from 0 to %d; using %d", device,
                 gpus - 1, chosen);
    else
        snprintf(bad, size, "GPU_DEVICE=%s is not valid; expected cpu, as there is no usable GPU; using the CPU",
                 device);
    return chosen;
}
static int gpu__environment_threads(const char *v) /* the value of GPU_THREADS, or 0 */
{
    long number;
    if (!v || !*v) return 0;
    if (gpu__number(v, &number) && number >= 1 && number <= GPU__MAX_THREADS) return (int)number;
    gpu__environment_refused("GPU_THREADS", v, "a number from 1 to 256; using the default");
    return 0;
}
static int gpu__environment_devices(const char *v) /* the value of GPU_CPU_DEVICES, or 0 */
{
    long number;
    if (!v || !*v) return 0;
    if (gpu__number(v, &number) && number >= 1 && number <= GPU__MAX_DEVICES) return (int)number;
    gpu__environment_refused("GPU_CPU_DEVICES", v, "a number from 1 to 64; the CPU acts as one device");
    return 0;
}
static int gpu__environment_allocator(const char *v) /* the value of GPU_ALLOCATOR */
{
    if (v && !strcmp(v, "managed")) return GPU__MANAGED;
    if (v && !strcmp(v, "unpooled")) return GPU__UNPOOLED;
    if (v && *v && strcmp(v, "device"))
        gpu__environment_refused("GPU_ALLOCATOR", v, "device, managed or unpooled; using device");
    return GPU__DEVICE;
}
#ifdef GPU__AT_EXIT_LATE
static void gpu__unload(void), gpu__the_end(void);
#endif
static void gpu__init(void)
{
    const char *device = getenv("GPU_DEVICE");
    char bad_device[256] = "", why[256] = "";
    int gpus = 0, no_gpu = device && !strcmp(device, "cpu");
    gpu__lock(&gpu__global.init_lock);
    if (gpu__global.ready) {
        gpu__unlock(&gpu__global.init_lock);
        return;
    }
    gpu__global.cpu_devices = gpu__environment_devices(getenv("GPU_CPU_DEVICES"));
    if (gpu__global.cpu_devices)
        gpus = no_gpu ? 0 : gpu__global.cpu_devices;
    else if (!no_gpu) /* with GPU_DEVICE=cpu the driver is not started: that is faster and takes no GPU memory */
        gpus = gpu__backend(0, count)(why, sizeof why);
    gpu__global.gpus = gpus;
    gpu__global.default_device = gpu__default_device(device, gpus, bad_device, sizeof bad_device);
    gpu__global.threads = gpu__environment_threads(getenv("GPU_THREADS"));
    gpu__global.allocator = gpu__environment_allocator(getenv("GPU_ALLOCATOR"));
    gpu__global.quiet = gpu__environment_flag("GPU_QUIET");
    gpu__global.sync = gpu__environment_flag("GPU_SYNC");
    gpu__global.debug = gpu__environment_flag("GPU_DEBUG");
    gpu__global.no_signals = gpu__environment_flag("GPU_NO_SIGNALS");
    gpu__global.nvtx = gpu__environment_flag("GPU_NVTX");
    gpu__global.process = gpu__process();
    if (GPU__HAS_CUDA && !gpus && !no_gpu && !gpu__global.cpu_devices && !gpu__global.quiet)
        fprintf(stderr, "gpu.h: running on the CPU: %s\n", why);
    gpu__environment_error(GPU_ERROR_INVALID_DEVICE, bad_device);
    if (gpus) gpu__backend(0, started)();
#ifdef GPU__AT_EXIT_LATE
    if (atexit(gpu__unload) || atexit(gpu__the_end)) fprintf(stderr, "gpu.h: atexit failed: leaks are not reported\n");
#endif
    gpu__set_ready();
    gpu__unlock(&gpu__global.init_lock);
}

static int gpu__cpu_threads(void)
{
#ifdef _OPENMP
    int threads = gpu__thread.threads   ? gpu__thread.threads
                  : gpu__global.threads ? gpu__global.threads
                                        : omp_get_max_threads();
    return threads < GPU__MAX_THREADS ? threads : (int)GPU__MAX_THREADS; /* OMP_NUM_THREADS may be any number */
#else
    return 1;
#endif
}

