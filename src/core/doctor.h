/* -- gpu_doctor -- */

GPU__PRINTF(4, 5)
static int gpu__doctor_says(FILE *out, int problem, const char *what, const char *format, ...)
{
    va_list args;
    fprintf(out, "%-4s %-12s ", problem ? "FIX" : "ok", what);
    va_start(args, format);
    vfprintf(out, format, args);
    va_end(args);
    fprintf(out, "\n");
    return problem;
}

#ifdef GPU__CUDA
static int gpu__doctor_device(FILE *out, int device)
{
    static const char *const modes[] = {"", "exclusive to one thread", "prohibited", "exclusive to one process"};
    cudaDeviceProp properties;
    cudaFuncAttributes probe;
    char what[32];
    int major = 0, minor = 0, mode = 0, current = 0;
    size_t free_bytes = 0, total = 0;
    cudaError_t e;
    snprintf(what, sizeof what, "GPU %d", device);
    (void)cudaGetDevice(&current);
    e = cudaGetDeviceProperties(&properties, device);
    if (!e) e = cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, device);
    if (!e) e = cudaDeviceGetAttribute(&minor, cudaDevAttrComputeCapabilityMinor, device);
    if (!e) (void)cudaDeviceGetAttribute(&mode, cudaDevAttrComputeMode, device);
    if (!e && mode == cudaComputeModeProhibited)
        return gpu__doctor_says(out, 1, what,
                                "%s: its compute mode is %s; its administrator can change that: nvidia-smi -c DEFAULT",
                                properties.name, modes[mode]);
    if (!e) e = cudaSetDevice(device);
    if (!e) e = cudaFuncGetAttributes(&probe, (const void *)gpu__probe);
    if (!e) e = cudaMemGetInfo(&free_bytes, &total);
    (void)cudaGetLastError();
    (void)cudaSetDevice(current);
    if (e == cudaErrorNoKernelImageForDevice || e == cudaErrorInvalidDeviceFunction ||
        e == cudaErrorUnsupportedPtxVersion)
        return gpu__doctor_says(out, 1, what, "%s, compute capability %d.%d: %s (or -arch=sm_%d%d)", properties.name,
                                major, minor, gpu__cuda_hint(e), major, minor);
    if (e) return gpu__doctor_says(out, 1, what, "%s; %s", cudaGetErrorString(e), gpu__cuda_hint(e));
    if (free_bytes < total / 20)
        return gpu__doctor_says(out, 1, what, "%s: only %.1f of %.1f GB are free; nvidia-smi shows who has the rest",
                                properties.name, 1e-9 * (double)free_bytes, 1e-9 * (double)total);
    return gpu__doctor_says(out, 0, what,
                            "%s, compute capability %d.%d: this program has code for it; %.1f of %.1f GB free%s%s",
                            properties.name, major, minor, 1e-9 * (double)free_bytes, 1e-9 * (double)total,
                            mode ? ", " : "", modes[mode > 3 ? 0 : mode]);
}
#endif

GPU_API int gpu_doctor(FILE *out)
{
    const char *visible = getenv("CUDA_VISIBLE_DEVICES"), *order = getenv("CUDA_DEVICE_ORDER"),
               *device = getenv("GPU_DEVICE"), *threads = getenv("GPU_THREADS");
    int problems = 0;
    gpu_info cpu;
    gpu__enter();
    if (!out) {
        gpu__fail(GPU_ERROR_INVALID_ARGUMENT, "gpu_doctor", "out is NULL; pass stdout or another open file");
        return -1;
    }
    if (gpu__forked())
        problems += gpu__doctor_says(out, 1, "process",
                                     "it was forked after gpu.h had started; CUDA does not survive that, and GPU_CPU "
                                     "has one thread: fork before the first call, or start a new program");
#ifdef GPU__CUDA
    {
        int driver = 0, runtime = 0, count = 0, k, same = 1;
        cudaDeviceProp first, other;
        cudaError_t e;
        gpu__doctor_says(out, 0, "compiler", "nvcc %d.%d with %s", __CUDACC_VER_MAJOR__, __CUDACC_VER_MINOR__,
                         GPU__HOST_COMPILER);
        gpu__doctor_says(out, 0, "device code",
                         "for %s (900 is sm_90; newer cards of a generation run it, PTX serves later ones)",
                         GPU__ARCHITECTURES);
        (void)cudaDriverGetVersion(&driver);
        (void)cudaRuntimeGetVersion(&runtime);
        if (!driver)
            problems += gpu__doctor_says(out, 1, "driver",
                                         "none is loaded; install the NVIDIA driver (nvidia-smi must work), and in a "
                                         "container start it with --gpus all");
        else if (driver / 1000 < runtime / 1000)
            problems += gpu__doctor_says(out, 1, "driver",
                                         "it knows CUDA up to %d.%d and this program was built with %d.%d; update the "
                                         "driver, or build with an older toolkit",
                                         driver / 1000, driver % 1000 / 10, runtime / 1000, runtime % 1000 / 10);
        else
            gpu__doctor_says(out, 0, "driver", "it knows CUDA up to %d.%d; this program was built with %d.%d%s",
                             driver / 1000, driver % 1000 / 10, runtime / 1000, runtime % 1000 / 10,
                             driver < runtime
                                 ? " (fine within a major version, as long as the cards' own code is in the program)"
                                 : "");
        e = cudaGetDeviceCount(&count);
        (void)cudaGetLastError();
        if (e) count = 0;
        if (visible && (!*visible || *visible == '-'))
            problems +=
                gpu__doctor_says(out, 1, "visibility", "CUDA_VISIBLE_DEVICES=%s hides every GPU; unset it", visible);
        else if (visible)
            gpu__doctor_says(out, 0, "visibility", "CUDA_VISIBLE_DEVICES=%s: %d GPU%s left, numbered from 0", visible,
                             count, count == 1 ? " is" : "s are");
        else
            gpu__doctor_says(out, 0, "visibility",
                             "CUDA_VISIBLE_DEVICES is not set: every GPU of this machine is there (%d)", count);
        if (driver && e)
            problems += gpu__doctor_says(out, 1, "GPUs", "%s; %s", cudaGetErrorString(e), gpu__cuda_hint(e));
        else if (driver && !count && !visible)
            problems += gpu__doctor_says(out, 1, "GPUs", "%s", gpu__cuda_hint(cudaErrorNoDevice));
        for (k = 0; k < count; k++) {
            problems += gpu__doctor_device(out, k);
            if (k ? cudaGetDeviceProperties(&other, k) : cudaGetDeviceProperties(&first, k))
                (void)cudaGetLastError();
            else if (k && strcmp(first.name, other.name))
                same = 0;
        }
        if (count > 1 && !same && !(order && !strcmp(order, "PCI_BUS_ID")))
            problems += gpu__doctor_says(out, 1, "ordering",
                                         "the fastest card is number 0 here, while nvidia-smi counts by slot; set "
                                         "CUDA_DEVICE_ORDER=PCI_BUS_ID to have both agree");
        else if (count > 1)
            gpu__doctor_says(out, 0, "ordering", "%s",
                             same ? "the cards are all alike" : "by slot, as nvidia-smi counts");
    }
#else
    (void)visible, (void)order;
    gpu__doctor_says(out, 0, "compiler", "%s, without CUDA: this program runs on the CPU", GPU__HOST_COMPILER);
    {
        FILE *f = fopen("/proc/driver/nvidia/version", "r");
        if (f) {
            problems += gpu__doctor_says(out, 1, "GPU",
                                         "this machine has an NVIDIA driver, and the program does not use it: build it "
                                         "with nvcc (nvcc -x cu for a .c file)");
            fclose(f);
        }
    }
#endif
    gpu__doctor_says(out, 0, "start", "%s%s: threads start on %s",
                     device && *device ? "GPU_DEVICE=" : "GPU_DEVICE is not set", device ? device : "",
                     gpu__global.default_device < 0 ? "the CPU" : "a GPU");
    memset(&cpu, 0, sizeof cpu);
    gpu__query_cpu(&cpu);
    gpu__doctor_says(out, 0, "CPU", "%s, %d-bit vectors; %.1f of %.1f GB free", cpu.name, cpu.simd_bits,
                     1e-9 * (double)cpu.free_memory, 1e-9 * (double)cpu.total_memory);
#ifdef _OPENMP
    if (cpu.multiprocessors < cpu.cores && !(threads && *threads) && !getenv("OMP_NUM_THREADS"))
        gpu__doctor_says(out, 0, "threads", "OpenMP, %d of %d cores: this process may use no more", cpu.multiprocessors,
                         cpu.cores);
    else
        gpu__doctor_says(out, 0, "threads", "OpenMP, %d of %d cores%s%s", cpu.multiprocessors, cpu.cores,
                         threads && *threads ? ", as GPU_THREADS asks" : "",
                         cpu.multiprocessors > cpu.cores ? "; more threads than cores make it slower" : "");
#else
    (void)threads;
    if (cpu.cores > 1)
        problems += gpu__doctor_says(
            out, 1, "threads", "OpenMP is off: 1 of %d cores is used; build with -fopenmp (nvcc: -Xcompiler -fopenmp)",
            cpu.cores);
    else
        gpu__doctor_says(out, 0, "threads", "OpenMP is off, and there is one core");
#endif
    gpu__doctor_says(out, 0, "cuRAND", "not needed: the random numbers are gpu.h's own");
#if defined(GPU__CUDA) && !defined(NVTX_VERSION)
    if (gpu__global.nvtx)
        problems += gpu__doctor_says(
            out, 1, "GPU_NVTX",
            "1 has no effect: include nvtx3/nvToolsExt.h before gpu.h in the file with GPU_IMPLEMENTATION");
#endif
    if (gpu__global.sync)
        gpu__doctor_says(out, 0, "GPU_SYNC",
                         "1: every launch is waited for; faults are exact and everything is slower");
    if (problems)
        fprintf(out, "%d thing%s to do: the lines that begin with FIX\n", problems, problems == 1 ? "" : "s");
    else
        fprintf(out, "nothing to do\n");
    return problems;
}

