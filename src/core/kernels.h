/* ------------------------------------------------------------------------- launches, constants and occupancy -- */

GPU_API gpu_status gpu__launch(gpu__kernel *kernel, const gpu_config *config, void **argv)
{
    if (gpu__simulated.worker) gpu__called_in_kernel(kernel->name, config->file, config->line);
    gpu__set_site(config->file, config->line);
    gpu_status s = gpu__ready();
    if (!s) s = gpu__tape_asked(kernel, (kernel, argv));
    return s ? s : gpu__current(run_kernel)(kernel, config, argv);
}

/* Checks the host memory at `host`, from which gpu_set_constant (set) copies `bytes` bytes of a constant, or to which
   gpu_get_constant does. */
static gpu_status gpu__check_constant(const char *name, size_t size, const void *host, size_t bytes, int set)
{
    const char *const call = set ? "gpu_set_constant" : "gpu_get_constant";
    const char *const what = set ? "the source" : "the target";
    gpu_place kind = GPU_HOST;
    gpu_status s;
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
    return GPU_OK;
}
GPU_API gpu_status gpu__set_constant(void *symbol, size_t size, const void *source, size_t bytes, int device_code,
                                     const char *name, const char *file, int line)
{
    gpu_status s = gpu__ready();
    gpu__set_site(file, line);
    if (s || (s = gpu__check_constant(name, size, source, bytes, 1)) ||
        (s = gpu__current(set_constant)(symbol, source, bytes, device_code, name)))
        return s;
    if (bytes) memcpy(symbol, source, bytes);
    return GPU_OK;
}

GPU_API gpu_status gpu__get_constant(void *target, const void *symbol, size_t size, size_t bytes, int device_code,
                                     const char *name, const char *file, int line)
{
    gpu_status s = gpu__ready();
    gpu__set_site(file, line);
    if (s) return s;
    if (gpu__thread.graph) return gpu__not_in_graph("gpu_get_constant", "it waits");
    if ((s = gpu__check_constant(name, size, target, bytes, 0)) || !bytes) return s;
    s = gpu__tape_asked(write, (target, bytes, "gpu_get_constant"));
    return s ? s : gpu__current(get_constant)(target, symbol, bytes, device_code, name);
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
