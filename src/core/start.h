static int gpu__number(const char *v, long *out) /* whether v is a decimal integer and nothing else */
{
    char *end;
    *out = strtol(v, &end, 10);
    return end != v && *end == 0 && (*v < '0' || *v > '9') == 0;
}

/* Prints an error in the environment and records it as the thread's error, marked as checked, so that it is not printed
   again at exit. */
GPU__PRINTF(2, 3) static void gpu__environment_error(gpu_status status, const char *format, ...)
{
    char what[256];
    va_list args;
    va_start(args, format);
    vsnprintf(what, sizeof what, format, args);
    va_end(args);
    fprintf(stderr, "gpu.h: %s\n", what);
    gpu__fail(status, "environment", "%s", what);
    gpu__errors_seen();
}
static void gpu__environment_refused(const char *name, const char *value, const char *expected)
{
    gpu__environment_error(GPU_ERROR_INVALID_ARGUMENT, "%s=%s is not valid; expected %s", name, value, expected);
}
static int gpu__environment_flag(const char *name) /* 0 or 1; any other value is reported and counts as 0 */
{
    const char *v = getenv(name);
    if (!v || !*v || !strcmp(v, "0")) return 0;
    if (!strcmp(v, "1")) return 1;
    gpu__environment_refused(name, v, "0 or 1; using 0");
    return 0;
}
/* A number from 1 to `most`, or 0: the variable is not set, or has a value that is reported. */
static int gpu__environment_number(const char *name, long most, const char *expected)
{
    const char *v = getenv(name);
    long number;
    if (!v || !*v) return 0;
    if (gpu__number(v, &number) && number >= 1 && number <= most) return (int)number;
    gpu__environment_refused(name, v, expected);
    return 0;
}
/* The device that threads start on, from the value of GPU_DEVICE. */
static GPU__FORCE_INLINE int gpu__environment_device(const char *device, int gpus)
{
    const int chosen = gpus ? 0 : GPU_CPU;
    long number;
    if (!device || !*device) return chosen;
    if (!strcmp(device, "cpu")) return GPU_CPU;
    if (gpu__number(device, &number) && number < gpus) return (int)number;
    if (!gpus && !strcmp(device, "gpu"))
        gpu__environment_error(GPU_ERROR_INVALID_DEVICE, "GPU_DEVICE=gpu asks for a GPU and %s; using the CPU",
                               GPU__HAS_CUDA ? "none is usable" : "this program was built without CUDA");
    else if (!gpus)
        gpu__environment_error(GPU_ERROR_INVALID_DEVICE,
                               "GPU_DEVICE=%s is not valid; expected cpu, as there is no usable GPU; using the CPU",
                               device);
    else if (strcmp(device, "gpu"))
        gpu__environment_error(GPU_ERROR_INVALID_DEVICE,
                               "GPU_DEVICE=%s is not valid; expected cpu, gpu or a number from 0 to %d; using %d",
                               device, gpus - 1, chosen);
    return chosen;
}
static GPU__FORCE_INLINE int gpu__environment_allocator(const char *v) /* the value of GPU_ALLOCATOR */
{
    static const char *const names[] = {"managed", "device", "unpooled"}; /* in the order of the kinds */
    if (!v || !*v) return GPU__DEVICE;
    for (int k = 0; k < 3; k++)
        if (!strcmp(v, names[k])) return GPU__MANAGED + k;
    gpu__environment_refused("GPU_ALLOCATOR", v, "device, managed or unpooled; using device");
    return GPU__DEVICE;
}
#ifdef GPU__AT_EXIT_LATE
static void gpu__unload(void), gpu__the_end(void);
#endif
/* Starts the library: reads the environment, counts the devices and selects the default one. */
static void gpu__init(void)
{
    const char *device = getenv("GPU_DEVICE");
    const int no_gpu = device && !strcmp(device, "cpu");
    char why[256] = "";
    gpu__lock(&gpu__global.init_lock);
    if (gpu__global.ready) {
        gpu__unlock(&gpu__global.init_lock);
        return;
    }
    gpu__global.cpu_devices = gpu__environment_number("GPU_CPU_DEVICES", GPU__MAX_DEVICES,
                                                      "a number from 1 to 64; the CPU acts as one device");
    if (!no_gpu) /* with GPU_DEVICE=cpu the driver is not started: that is faster and takes no GPU memory */
        gpu__global.gpus = gpu__global.cpu_devices ? gpu__global.cpu_devices : gpu__backend(0, count)(why, sizeof why);
    gpu__global.threads =
        gpu__environment_number("GPU_THREADS", GPU__MAX_THREADS, "a number from 1 to 256; using the default");
    gpu__global.allocator = gpu__environment_allocator(getenv("GPU_ALLOCATOR"));
    (void)gpu__environment_number("GPU_SIMD", 512, "bits, up to 512; using the processor's"); /* see gpu__cpu_level */
    gpu__global.quiet = gpu__environment_flag("GPU_QUIET");
    gpu__global.sync = gpu__environment_flag("GPU_SYNC");
    gpu__global.debug = gpu__environment_flag("GPU_DEBUG");
    gpu__global.no_signals = gpu__environment_flag("GPU_NO_SIGNALS");
    gpu__global.nvtx = gpu__environment_flag("GPU_NVTX");
    gpu__global.process = gpu__process();
    if (GPU__HAS_CUDA && !gpu__global.gpus && !no_gpu && !gpu__global.quiet)
        fprintf(stderr, "gpu.h: running on the CPU: %s\n", why);
    gpu__global.default_device = gpu__environment_device(device, gpu__global.gpus);
    if (gpu__global.gpus) gpu__backend(0, started)();
#ifdef GPU__AT_EXIT_LATE
    if (atexit(gpu__unload) || atexit(gpu__the_end)) fprintf(stderr, "gpu.h: atexit failed: leaks are not reported\n");
#endif
    GPU__STORE_RELEASE(int, &gpu__global.ready, 1);
    gpu__unlock(&gpu__global.init_lock);
}

static GPU__FORCE_INLINE int gpu__cpu_threads(void)
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
