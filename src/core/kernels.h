/* ------------------------------------------------------------------------- launches, constants and occupancy -- */

GPU_API gpu_status gpu__launch(gpu__kernel *kernel, const gpu_config *config, void **argv)
{
    if (gpu__simulated.worker) gpu__called_in_kernel(kernel->name, config->file, config->line);
    gpu__set_site(config->file, config->line);
    gpu_status s = gpu__ready();
    if (!s) s = gpu__tape_asked(kernel, (kernel, argv));
    return s ? s : gpu__current(run_kernel)(kernel, config, argv);
}

/* Sets `bytes` bytes of a constant from those at `host` (set), or copies them there. */
static gpu_status gpu__symbol(void *symbol, size_t size, void *host, size_t bytes, int set, int device_code,
                              const char *name, const char *file, int line)
{
    const char *const call = set ? "gpu_set_constant" : "gpu_get_constant";
    const char *const what = set ? "the source" : "the target";
    gpu_place kind = GPU_HOST;
    gpu_status s = gpu__ready();
    gpu__set_site(file, line);
    if (s) return s;
    if (gpu__thread.graph)
        return gpu__not_in_graph(call, set ? "its kernels read what is set when it runs" : "it waits");
    if (bytes > size)
        return gpu__wrong(call, "%zu bytes %s %s, which has %zu bytes; expected at most that many", bytes,
                          set ? "for" : "of", name, size);
    if (!bytes) return GPU_OK;
    if (!host) return gpu__wrong(call, "%s for %s is NULL; expected %zu bytes of host memory", what, name, bytes);
    if ((s = gpu__check_range(host, bytes, what, call)) || (s = gpu__where(host, &kind, call))) return s;
    if (kind == GPU_ON_DEVICE)
        return gpu__fail(GPU_ERROR_INVALID_POINTER, call, "%s for %s is memory of a GPU; expected host memory: %s",
                         what, name,
                         set ? "gpu_copy it to the host first" : "use a host array, then gpu_copy that to the GPU");
    if (!set) s = gpu__tape_asked(write, (host, bytes, call));
    return s ? s : gpu__current(constant)(symbol, host, bytes, set, device_code, name);
}
GPU_API gpu_status gpu__{set|get}_constant(void *symbol, size_t size, {const void|void} *host, size_t bytes,
                                           int device_code, const char *name, const char *file, int line)
{
    return gpu__symbol(symbol, size, (void *)(uintptr_t)host, bytes, {1|0}, device_code, name, file, line);
}

GPU_API int gpu__occupancy(const gpu__kernel *kernel, size_t threads, size_t shared_bytes, const char *file, int line)
{
    const gpu_status s = gpu__ready();
    gpu__set_site(file, line);
    if (s) return -1;
    if (threads < 1 || threads > GPU__MAX_BLOCK) {
        gpu__wrong("gpu_occupancy", "a block of %zu threads; expected 1 to %d", threads, GPU__MAX_BLOCK);
        return -1;
    }
    return gpu__current(occupancy)(kernel, threads, shared_bytes);
}
