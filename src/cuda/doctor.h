static int gpu__doctor_device(FILE *out, int device)
{
    static const char *const modes[] = {"", "exclusive to one thread", "prohibited", "exclusive to one process"};
    cudaDeviceProp properties;
    cudaFuncAttributes probe;
    char what[32];
    int major = 0, minor = 0, mode = 0, current = 0;
    size_t free_bytes = 0, total = 0;
    snprintf(what, sizeof what, "GPU %d", device);
    gpu__ignore(cudaGetDevice(&current));
    cudaError_t e = cudaGetDeviceProperties(&properties, device);
    if (!e) e = cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, device);
    if (!e) e = cudaDeviceGetAttribute(&minor, cudaDevAttrComputeCapabilityMinor, device);
    if (!e) gpu__ignore(cudaDeviceGetAttribute(&mode, cudaDevAttrComputeMode, device));
    if (!e && mode == cudaComputeModeProhibited)
        return gpu__doctor_says(out, 1, what,
                                "%s: its compute mode is %s; an administrator can change it: nvidia-smi -c DEFAULT",
                                properties.name, modes[mode]);
    if (!e) e = cudaSetDevice(device);
    if (!e) e = cudaFuncGetAttributes(&probe, (const void *)gpu__probe);
    if (!e) e = cudaMemGetInfo(&free_bytes, &total);
    (void)cudaGetLastError();
    gpu__ignore(cudaSetDevice(current));
    if (e == cudaErrorNoKernelImageForDevice || e == cudaErrorInvalidDeviceFunction ||
        e == cudaErrorUnsupportedPtxVersion)
        return gpu__doctor_says(out, 1, what, "%s, compute capability %d.%d: %s (or -arch=sm_%d%d)", properties.name,
                                major, minor, gpu__cuda_hint(e), major, minor);
    if (e) return gpu__doctor_says(out, 1, what, "%s; %s", cudaGetErrorString(e), gpu__cuda_hint(e));
    if (free_bytes < total / 20)
        return gpu__doctor_says(out, 1, what, "%s: only %s of %s GB are free; nvidia-smi shows what uses the rest",
                                properties.name, gpu__gb(free_bytes), gpu__gb(total));
    return gpu__doctor_says(out, 0, what,
                            "%s, compute capability %d.%d: this program has code for it; %s of %s GB free%s%s",
                            properties.name, major, minor, gpu__gb(free_bytes), gpu__gb(total), mode ? ", " : "",
                            modes[mode > 3 ? 0 : mode]);
}
static int gpu__doctor_driver(FILE *out, int driver)
{
    int runtime = 0;
    gpu__ignore(cudaRuntimeGetVersion(&runtime));
    if (!driver)
        return gpu__doctor_says(out, 1, "driver",
                                "none is loaded; install the NVIDIA driver (nvidia-smi must work), and in a container "
                                "start it with --gpus all");
    if (driver / 1000 < runtime / 1000)
        return gpu__doctor_says(out, 1, "driver",
                                "it supports CUDA up to %d.%d, and this program was built with %d.%d; update the "
                                "driver, or build with an older toolkit",
                                driver / 1000, driver % 1000 / 10, runtime / 1000, runtime % 1000 / 10);
    return gpu__doctor_says(
        out, 0, "driver", "it supports CUDA up to %d.%d; this program was built with %d.%d%s", driver / 1000,
        driver % 1000 / 10, runtime / 1000, runtime % 1000 / 10,
        driver < runtime ? " (compatible within a major version if the program has machine code for the GPU)" : "");
}
/* The number of GPUs that are visible to CUDA, and why there is none. */
static int gpu__doctor_visible(FILE *out, int driver, int *count)
{
    const char *visible = getenv("CUDA_VISIBLE_DEVICES");
    int problems = 0;
    cudaError_t e = cudaGetDeviceCount(count);
    (void)cudaGetLastError();
    if (e) *count = 0;
    if (visible && (!*visible || *visible == '-'))
        problems +=
            gpu__doctor_says(out, 1, "visibility", "CUDA_VISIBLE_DEVICES=%s hides every GPU; unset it", visible);
    else if (visible)
        gpu__doctor_says(out, 0, "visibility", "CUDA_VISIBLE_DEVICES=%s: %d GPU%s left, numbered from 0", visible,
                         *count, *count == 1 ? " is" : "s are");
    else
        gpu__doctor_says(out, 0, "visibility",
                         "CUDA_VISIBLE_DEVICES is not set: every GPU of this machine is visible (%d)", *count);
    if (driver && e) problems += gpu__doctor_says(out, 1, "GPUs", "%s; %s", cudaGetErrorString(e), gpu__cuda_hint(e));
    else if (driver && !*count && !visible)
        problems += gpu__doctor_says(out, 1, "GPUs", "%s", gpu__cuda_hint(cudaErrorNoDevice));
    return problems;
}
static int gpu__cuda_doctor(FILE *out)
{
    const char *order = getenv("CUDA_DEVICE_ORDER");
    int driver = 0, count = 0, k, same = 1, problems = 0;
    cudaDeviceProp first, other;
    gpu__doctor_says(out, 0, "compiler", "nvcc %d.%d with %s", __CUDACC_VER_MAJOR__, __CUDACC_VER_MINOR__,
                     GPU__HOST_COMPILER);
    gpu__doctor_says(out, 0, "device code",
                     "for %s (900 is sm_90; newer cards of a generation run it, PTX serves later ones)",
                     GPU__ARCHITECTURES);
    gpu__ignore(cudaDriverGetVersion(&driver));
    problems += gpu__doctor_driver(out, driver);
    problems += gpu__doctor_visible(out, driver, &count);
    for (k = 0; k < count; k++) {
        problems += gpu__doctor_device(out, k);
        if (k ? cudaGetDeviceProperties(&other, k) : cudaGetDeviceProperties(&first, k)) (void)cudaGetLastError();
        else if (k && strcmp(first.name, other.name)) same = 0;
    }
    if (count > 1 && !same && !(order && !strcmp(order, "PCI_BUS_ID")))
        problems += gpu__doctor_says(out, 1, "ordering",
                                     "CUDA numbers the GPUs from the fastest, and nvidia-smi by slot; set "
                                     "CUDA_DEVICE_ORDER=PCI_BUS_ID so that they agree");
    else if (count > 1)
        gpu__doctor_says(out, 0, "ordering", "%s", same ? "all GPUs are of one model" : "by slot, as in nvidia-smi");
#ifndef NVTX_VERSION
    if (gpu__global.nvtx)
        problems += gpu__doctor_says(
            out, 1, "GPU_NVTX",
            "1 has no effect: include nvtx3/nvToolsExt.h before gpu.h in the file with GPU_IMPLEMENTATION");
#endif
    return problems;
}
