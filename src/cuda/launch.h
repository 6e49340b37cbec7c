/* Raises the kernel's limit of dynamic shared memory on this device, which CUDA requires beyond the default. */
static gpu_status gpu__cuda_dynamic(const gpu__kernel *kernel, const gpu_config *config)
{
    if (config->shared_bytes <= GPU__CPU_SHARED) return GPU_OK;
    return gpu__cuda(
        cudaFuncSetAttribute(kernel->entry, cudaFuncAttributeMaxDynamicSharedMemorySize, (int)config->shared_bytes),
        kernel->name);
}
/* The number of blocks of a cooperative launch that are resident at once. */
static gpu_status gpu__cuda_fits(const gpu__kernel *kernel, const gpu_config *config, size_t threads, size_t *fits)
{
    int blocks = 0;
    const gpu_status s = gpu__cuda(
        cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel->entry, (int)threads, config->shared_bytes),
        kernel->name);
    *fits = (size_t)blocks * (size_t)gpu__global.device[gpu__thread.device].multiprocessors;
    return s;
}
static cudaError_t gpu__cuda_queue(const gpu__kernel *kernel, const gpu_config *config, void **argv,
                                   const gpu_dim3 *grid, const gpu_dim3 *block)
{
    const dim3 g(grid->x, grid->y, grid->z), b(block->x, block->y, block->z);
    const cudaStream_t stream = (cudaStream_t)gpu__thread.stream;
    return gpu__is_cooperative(config)
               ? cudaLaunchCooperativeKernel(kernel->entry, g, b, argv, config->shared_bytes, stream)
               : cudaLaunchKernel(kernel->entry, g, b, argv, config->shared_bytes, stream);
}

/* A launch under GPU_DEBUG: it waits, and reports what GPU_AT found. */
static gpu_status gpu__debug_device(gpu__kernel *kernel, const gpu_config *config, void **argv, const gpu_dim3 *grid,
                                    const gpu_dim3 *block)
{
    cudaStream_t stream = (cudaStream_t)gpu__thread.stream;
    size_t k, n = 0, bytes;
    gpu__at_report *r, *on_device = NULL, *none = NULL;
    gpu__block *table = NULL;
    cudaError_t e;
    gpu__lock(&gpu__global.debug_lock); /* one launch at a time: the device has one report */
    gpu__lock_memory();
    bytes = sizeof *r + 2 * gpu__ledger.used * sizeof(uint64_t);
    r = (gpu__at_report *)gpu__host(bytes, 1);
    for (k = 0; r && k < gpu__ledger.slots; k++) {
        const gpu__allocation *a = &gpu__ledger.slot[k];
        uint64_t *range = (uint64_t *)(r + 1) + 2 * n;
        if (!a->p || a->kind >= GPU__STREAM || a->kind == GPU__PLAIN) continue;
        range[0] = (uint64_t)(uintptr_t)a->p, range[1] = range[0] + a->bytes, n++;
    }
    gpu__unlock_memory();
    gpu_status s = !r ? gpu__fail(GPU_ERROR_OUT_OF_MEMORY, kernel->name,
                                  "cannot allocate %zu bytes of host memory for GPU_DEBUG", bytes)
                      : gpu__pool_take(&table, bytes, kernel->name);
    if (!s) {
        r->ranges = n;
        on_device = (gpu__at_report *)table->p;
        e = cudaMemcpyAsync(on_device, r, bytes, cudaMemcpyHostToDevice, stream);
        if (!e)
            e = cudaMemcpyToSymbolAsync(kernel->at_table, &on_device, sizeof on_device, 0, cudaMemcpyHostToDevice,
                                        stream);
        if (!e) e = gpu__cuda_queue(kernel, config, argv, grid, block);
        if (!e) gpu__note_launch(kernel->name, config->file, config->line, 0, grid, block);
        s = e ? gpu__cuda(e, kernel->name) : gpu__cuda_finish(kernel->name);
        if (!s) e = cudaMemcpyAsync(r, on_device, sizeof *r, cudaMemcpyDeviceToHost, stream);
        if (!s && !e)
            e = cudaMemcpyToSymbolAsync(kernel->at_table, &none, sizeof none, 0, cudaMemcpyHostToDevice, stream);
        if (!s && !e) e = cudaStreamSynchronize(stream);
        if (!s) s = gpu__cuda(e, kernel->name);
        if (!s && r->found)
            s = gpu__fail(GPU_ERROR_KERNEL, kernel->name,
                          "block (%u,%u,%u), thread (%u,%u,%u): index %lld is outside %s, which has %lld elements, "
                          "at %s:%d (kernel defined at %s:%d)",
                          r->block.x, r->block.y, r->block.z, r->thread.x, r->thread.y, r->thread.z, r->index, r->name,
                          r->extent, r->file, r->line, kernel->file, kernel->line);
        gpu__pool_give(table, gpu__thread.device, gpu__thread.current);
    }
    gpu__host_free(r);
    gpu__unlock(&gpu__global.debug_lock);
    return s;
}
/* Resolves the configuration of a launch for the current GPU, checks it, and queues the kernel. */
static gpu_status gpu__cuda_run_kernel(gpu__kernel *kernel, const gpu_config *config, void **argv)
{
    const gpu__device *d = &gpu__global.device[gpu__thread.device];
    const size_t *b = config->block;
    size_t threads = b[0] || b[1] || b[2] ? 1 : 256, fill, fits = 0;
    gpu_dim3 grid = {0, 0, 0}, block = {0, 0, 0};
    gpu_status s;
    int empty, k;
    if (d->state != 1 && (s = gpu__cuda_ready(gpu__thread.device, kernel->name))) return s;
    for (k = 0; k < 3; k++) threads *= b[k] ? b[k] : 1;
    if (!threads || threads > GPU__MAX_BLOCK) threads = GPU__MAX_BLOCK; /* gpu__resolve refuses too many */
    fill = (size_t)d->multiprocessors * ((size_t)d->threads_per_multiprocessor / threads);
    if (kernel->entry && config->shared_bytes <= d->shared_optin && (s = gpu__cuda_dynamic(kernel, config))) return s;
    if (gpu__is_cooperative(config) && kernel->entry && config->shared_bytes <= d->shared_optin) {
        if ((s = gpu__cuda_fits(kernel, config, threads, &fits))) return s;
        fill = fits / (config->grid[1] ? config->grid[1] : 1) / (config->grid[2] ? config->grid[2] : 1);
        if (!fill) fill = 1;
    }
    s = gpu__resolve(kernel, config, fill, d->shared_optin, &grid, &block, &empty);
    if (s || empty || (s = gpu__check_launch(kernel, argv))) return s;
    if (gpu__is_cooperative(config) && kernel->entry && (s = gpu__check_cooperative(kernel, grid, block, fits)))
        return s;
    if (!kernel->entry) return gpu__no_device_code(kernel->name, kernel->file);
    const int debugs = gpu__global.debug && !gpu__thread.graph && kernel->at_table;
    GPU__RANGE(kernel->name);
    s = debugs ? gpu__debug_device(kernel, config, argv, &grid, &block)
               : gpu__cuda(gpu__cuda_queue(kernel, config, argv, &grid, &block), kernel->name);
    GPU__RANGE_END();
    if (s || debugs || gpu__thread.graph) return s;
    gpu__note_launch(kernel->name, config->file, config->line, 0, &grid, &block);
    return gpu__global.sync ? gpu__cuda_finish(kernel->name) : GPU_OK;
}
static gpu_status gpu__cuda_constant(void *symbol, void *host, size_t bytes, int set, int device_code, const char *name)
{
    const char *const call = set ? "gpu_set_constant" : "gpu_get_constant";
    const cudaStream_t stream = (cudaStream_t)gpu__thread.stream;
    if (!device_code)
        return gpu__fail(GPU_ERROR_NO_DEVICE_CODE, call,
                         "the current device is a GPU, and a C compiler built the file of %s; compile that with "
                         "nvcc -x cu, or gpu_use(GPU_CPU)",
                         name);
    gpu_status s = gpu__cuda_ready(gpu__thread.device, call);
    if (s) return s;
    if (set) { /* from the host's copy, which is not page-locked: then `host` has been read when this returns */
        memcpy(symbol, host, bytes);
        return gpu__cuda(
            cudaMemcpyToSymbolAsync((const void *)symbol, symbol, bytes, 0, cudaMemcpyHostToDevice, stream), call);
    }
    s = gpu__cuda(cudaMemcpyFromSymbolAsync(host, (const void *)symbol, bytes, 0, cudaMemcpyDeviceToHost, stream),
                  call);
    return s ? s : gpu__cuda(cudaStreamSynchronize(stream), call);
}
static int gpu__cuda_occupancy(const gpu__kernel *kernel, size_t threads, size_t shared_bytes)
{
    int blocks = -1;
    if (!kernel->entry) {
        gpu__fail(GPU_ERROR_NO_DEVICE_CODE, "gpu_occupancy",
                  "a C compiler built %s without device code; compile that file with nvcc -x cu", kernel->file);
        return -1;
    }
    if (gpu__cuda(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel->entry, (int)threads, shared_bytes),
                  "gpu_occupancy"))
        return -1;
    return blocks;
}
#endif /* GPU__CUDA_BACKEND */
