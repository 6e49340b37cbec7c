GPU_API int gpu_device_count(void)
{
    gpu__ready();
    return gpu__global.gpus;
}

static gpu_status gpu__check_device(int device, const char *call)
{
    if (device >= GPU_CPU && device < gpu__global.gpus) return GPU_OK;
    if (gpu__global.gpus)
        return gpu__fail(GPU_ERROR_INVALID_DEVICE, call, "there is no device %d; expected GPU_CPU (-1) or 0 to %d",
                         device, gpu__global.gpus - 1);
    return gpu__fail(GPU_ERROR_INVALID_DEVICE, call,
                     "there is no device %d; no GPU is usable here, expected GPU_CPU (-1)", device);
}
GPU_API gpu_status gpu_use(int device)
{
    gpu_status s = gpu__enter();
    if (s) return s;
    if (gpu__thread.graph && device != gpu__thread.device)
        return gpu__not_in_graph("gpu_use", "a graph belongs to one device");
    if ((s = gpu__check_device(device, "gpu_use"))) return s;
    s = gpu__backend(device, use)(device, "gpu_use");
    if (!s) s = gpu__backend(device, ready)(device, "gpu_use");
    if (s) (void)gpu__current(use)(gpu__thread.device, NULL);
    if (!s && device != gpu__thread.device) gpu__stream_set(NULL); /* the old one belongs to the old device */
    if (!s) gpu__thread.device = device;
    return s;
}

GPU_API int gpu_device(void)
{
    gpu__ready();
    return gpu__thread.device;
}

GPU_API gpu_status gpu_set_threads(int n)
{
    static const char call[] = "gpu_set_threads";
    gpu_status s = gpu__enter();
    if (s) return s;
    if (n < 0 || n > GPU__MAX_THREADS)
        return gpu__wrong(call, "%d threads; expected 1 to %d, or 0 for the default", n, GPU__MAX_THREADS);
#ifndef _OPENMP
    if (n > 1)
        return gpu__fail(GPU_ERROR_NOT_SUPPORTED, call,
                         "%d threads need OpenMP, and this program was built without it; compile and link with "
                         "-fopenmp (nvcc: -Xcompiler -fopenmp)",
                         n);
#endif
    gpu__thread.threads = n;
    return GPU_OK;
}

GPU_API int gpu__current_is_cpu(void) { return !gpu__is_gpu(gpu_device()); }
GPU_API const char *gpu_backend_name(void) { return gpu__current_is_cpu() ? "cpu" : "cuda"; }

GPU_API gpu_status gpu_query(int device, gpu_info *info)
{
    gpu_status s = gpu__enter();
    if (s) return s;
    if (!info) return gpu__wrong("gpu_query", "info is NULL; pass the address of a gpu_info");
    if ((s = gpu__check_device(device, "gpu_query"))) return s;
    memset(info, 0, sizeof *info);
    return gpu__backend(device, query)(device, info);
}

GPU_API void gpu_print_devices(FILE *out)
{
    gpu_info info;
    gpu__enter();
    if (!out) {
        gpu__wrong("gpu_print_devices", "out is NULL; pass stdout or another open file");
        return;
    }
    for (int device = GPU_CPU; device < gpu_device_count(); device++) {
        gpu__keep_site(GPU__BY_CALL);
        if (gpu_query(device, &info)) continue;
        fprintf(out, "%c %3d  %s\n", device == gpu_device() ? '*' : ' ', device, info.name);
        if (!gpu__is_gpu(device))
            fprintf(out, "       %d thread%s in use of %d cores, %d-bit vectors, %s of %s GB free\n",
                    info.multiprocessors, info.multiprocessors == 1 ? "" : "s", info.cores, info.simd_bits,
                    gpu__gb(info.free_memory), gpu__gb(info.total_memory));
        else
            fprintf(out,
                    "       compute capability %d.%d, %d multiprocessors at %s GHz, %s of %s GB free, %.0f GB/s, "
                    "%.0f MB of L2\n",
                    info.compute_major, info.compute_minor, info.multiprocessors,
                    gpu__real_text(1e-6 * info.clock_khz, 'f', 2), gpu__gb(info.free_memory),
                    gpu__gb(info.total_memory), info.bandwidth_gbs, (double)info.l2_bytes / (1 << 20));
    }
}

GPU_API gpu_status gpu_sync(void)
{
    const gpu_status s = gpu__enter_uncaptured("gpu_sync", GPU__NOT_RUN_YET);
    return s ? s : gpu__current(sync)("gpu_sync");
}
