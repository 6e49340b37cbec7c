/* ------------------------------------------------------------------------- launches, constants and occupancy -- */

GPU_API gpu_status gpu__launch(gpu__kernel *kernel, const gpu_config *config, void **argv)
{
    gpu_status s;
    if (gpu__simulated.worker) gpu__called_in_kernel(kernel->name, config->file, config->line);
    s = gpu__ready();
    return s ? s : gpu__backend(gpu__thread.device, run_kernel)(kernel, config, argv);
}

GPU_API gpu_status gpu__set_constant(void *symbol, size_t size, const void *source, size_t bytes, int device_code,
                                     const char *name, const char *file, int line)
{
    gpu_place place;
    gpu_status s = gpu__ready();
    if (s) return s;
    if (bytes > size)
        return gpu__fail_at(GPU_ERROR_INVALID_ARGUMENT, file, line, "gpu_set_constant",
                            "%zu bytes for %s, which has %zu bytes; expected at most that many", bytes, name, size);
    if (bytes && !source)
        return gpu__fail_at(GPU_ERROR_INVALID_ARGUMENT, file, line, "gpu_set_constant",
                            "the source for %s is NULL; expected %zu bytes of host memory", name, bytes);
    if (bytes && ((s = gpu__check_range(source, bytes, "the source", "gpu_set_constant")) ||
                  (s = gpu__where(source, &place, "gpu_set_constant"))))
        return s;
    if (bytes && place == GPU_ON_DEVICE)
        return gpu__fail_at(GPU_ERROR_INVALID_POINTER, file, line, "gpu_set_constant",
                            "the source for %s is memory of a GPU; expected host memory: gpu_copy it there first",
                            name);
    s = gpu__backend(gpu__thread.device, set_constant)(symbol, source, bytes, device_code, name, file, line);
    if (!s && bytes) memcpy(symbol, source, bytes);
    return s;
}

GPU_API gpu_status gpu__get_constant(void *target, const void *symbol, size_t size, size_t bytes, int device_code,
                                     const char *name, const char *file, int line)
{
    static const char call[] = "gpu_get_constant";
    gpu_place place;
    gpu_status s = gpu__ready();
    if (s) return s;
    if (gpu__thread.graph) return gpu__not_in_graph(call, "it waits");
    if (bytes > size)
        return gpu__fail_at(GPU_ERROR_INVALID_ARGUMENT, file, line, call,
                            "%zu bytes of %s, which has %zu bytes; expected at most that many", bytes, name, size);
    if (bytes && !target)
        return gpu__fail_at(GPU_ERROR_INVALID_ARGUMENT, file, line, call,
                            "the target for %s is NULL; expected %zu bytes of host memory", name, bytes);
    if (bytes && ((s = gpu__check_range(target, bytes, "the target", call)) || (s = gpu__where(target, &place, call))))
        return s;
    if (bytes && place == GPU_ON_DEVICE)
        return gpu__fail_at(GPU_ERROR_INVALID_POINTER, file, line, call,
                            "the target for %s is memory of a GPU; expected host memory: gpu_copy it from there after",
                            name);
    return bytes
               ? gpu__backend(gpu__thread.device, get_constant)(target, symbol, bytes, device_code, name, file, line)
               : GPU_OK;
}

GPU_API int gpu__occupancy(const gpu__kernel *kernel, size_t threads, size_t shared_bytes, const char *file, int line)
{
    if (gpu__ready()) return -1;
    if (threads < 1 || threads > GPU__MAX_BLOCK) {
        gpu__fail_at(GPU_ERROR_INVALID_ARGUMENT, file, line, "gpu_occupancy",
                     "a block of %zu threads; expected 1 to %d", threads, GPU__MAX_BLOCK);
        return -1;
    }
    return gpu__backend(gpu__thread.device, occupancy)(kernel, threads, shared_bytes, file, line);
}
