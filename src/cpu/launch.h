/* -- launches -- */

static gpu_status gpu__graph_kernel(gpu__kernel *kernel, const gpu_config *config, void **argv, gpu_dim3 grid,
                                    gpu_dim3 block);

static gpu_status gpu__launched_cpu(const gpu__cpu_launch *l, const gpu_config *config)
{
    const gpu__kernel *k = l->kernel;
    return l->failed ? gpu__fail_at(GPU_ERROR_KERNEL, config->file, config->line, k->name,
                                    "%s (kernel defined at %s:%d)", l->why, k->file, k->line)
                     : GPU_OK;
}
static gpu_status gpu__launch_cpu(gpu__kernel *kernel, const gpu_config *config, void **argv, gpu_dim3 grid,
                                  gpu_dim3 block)
{
    gpu__cpu_launch l;
    int threads = gpu__cpu_threads();
    size_t part = 0;
    memset(&l, 0, offsetof(gpu__cpu_launch, why));
    l.kernel = kernel;
    l.argv = argv;
    l.grid = grid;
    l.block = block;
    l.threads = (int)(block.x * block.y * block.z);
    l.shared_bytes = config->shared_bytes;
    l.poison = 0xff;
    l.strided = (unsigned)-1;
    l.automatic = !config->block[0] && !config->block[1] && !config->block[2];
    l.blocks = (size_t)grid.x * grid.y * grid.z;
    if (gpu__global.debug) {
        gpu__debug_launch(&l);
        return gpu__launched_cpu(&l, config);
    }
    /* Eight shares a thread even out unequal work; more would cost loops their length. */
    l.parts = threads > 1 ? (size_t)threads * GPU__PARTS : 1;
    if (l.parts > l.blocks) l.parts = l.blocks;
#ifdef _OPENMP
    if (threads > 1 && l.parts > 1 && !omp_in_parallel()) {
        /* A small launch may be too cheap to be worth waking threads, or may not: its first share tells. */
        int wake = 1;
        if (l.blocks < GPU__SMALL / (block.x * block.y * block.z)) {
            double start = gpu__seconds();
            gpu__run_part(&l, part++);
            wake = (gpu__seconds() - start) * (double)(l.parts - 1) >= 10e-6;
        }
        if (wake && !gpu__forked()) {
            /* Each thread begins with shares of its own, the same in every launch, so that data stays in its caches;
               then it takes what others have not begun. A counter has a cache line to itself. */
            struct {
                size_t next, end;
                char line[64 - 2 * sizeof(size_t)];
            } queue[GPU__MAX_THREADS];
            size_t first = part, parts = l.parts - part;
            int k;
            for (k = 0; k < threads; k++) gpu__share(parts, (size_t)k, (size_t)threads, &queue[k].next, &queue[k].end);
#pragma omp parallel num_threads(threads)
            {
                int step, of = omp_get_thread_num();
                for (step = 0; step < threads; step++, of = of + 1 < threads ? of + 1 : 0) {
                    size_t p;
                    while (__atomic_load_n(&queue[of].next, __ATOMIC_RELAXED) < queue[of].end &&
                           (p = __atomic_fetch_add(&queue[of].next, 1, __ATOMIC_RELAXED)) < queue[of].end)
                        gpu__run_part(&l, first + p);
                }
            }
            part = l.parts;
        }
    }
#endif
    for (; part < l.parts; part++) gpu__run_part(&l, part);
    return gpu__launched_cpu(&l, config);
}

#ifdef GPU__CUDA
/* Under GPU_DEBUG a launch waits, and brings back what its GPU_ATs found. */
static gpu_status gpu__debug_device(gpu__kernel *kernel, const gpu_config *config, void **argv, gpu_dim3 grid,
                                    gpu_dim3 block)
{
    cudaStream_t stream = (cudaStream_t)gpu__me.stream;
    size_t k, n = 0, bytes;
    gpu__at_report *r, *on_device = NULL, *none = NULL;
    gpu__block *room = NULL;
    gpu_status s;
    cudaError_t e;
    gpu__lock(&gpu__debug_lock); /* they run one at a time: the device has one pointer to the table */
    gpu__lock(&gpu__global.memory_lock);
    bytes = sizeof *r + 2 * gpu__ledger.used * sizeof(uint64_t);
    r = (gpu__at_report *)gpu__host(bytes, 1);
    for (k = 0; r && k < gpu__ledger.slots; k++) {
        const gpu__allocation *a = &gpu__ledger.slot[k];
        uint64_t *range = (uint64_t *)(r + 1) + 2 * n;
        if (!a->p || a->kind >= GPU__STREAM || a->kind == GPU__PLAIN) continue;
        range[0] = (uint64_t)(uintptr_t)a->p, range[1] = range[0] + a->bytes, n++;
    }
    gpu__unlock(&gpu__global.memory_lock);
    s = !r ? gpu__fail_at(GPU_ERROR_OUT_OF_MEMORY, config->file, config->line, kernel->name,
                          "there is no host memory for GPU_DEBUG")
           : gpu__take(&room, bytes, kernel->name);
    if (!s) {
        r->ranges = n;
        on_device = (gpu__at_report *)room->p;
        e = cudaMemcpyAsync(on_device, r, bytes, cudaMemcpyHostToDevice, stream);
        if (!e)
            e = cudaMemcpyToSymbolAsync(kernel->at_table, &on_device, sizeof on_device, 0, cudaMemcpyHostToDevice,
                                        stream);
        if (!e)
            e = cudaLaunchKernel(kernel->entry, dim3(grid.x, grid.y, grid.z), dim3(block.x, block.y, block.z), argv,
                                 config->shared_bytes, stream);
        if (!e) {
            gpu__note_launch(kernel->name, config->file, config->line, 0, grid, block);
            if (!(s = gpu__finish_at(config->file, config->line, kernel->name)))
                e = cudaMemcpyAsync(r, on_device, sizeof *r, cudaMemcpyDeviceToHost, stream);
            if (!s && !e)
                e = cudaMemcpyToSymbolAsync(kernel->at_table, &none, sizeof none, 0, cudaMemcpyHostToDevice, stream);
            if (!s && !e) e = cudaStreamSynchronize(stream);
        }
        if (!s && e) s = gpu__cuda_at(e, config->file, config->line, kernel->name);
        if (!s && r->found)
            s = gpu__fail_at(GPU_ERROR_KERNEL, config->file, config->line, kernel->name,
                             "block (%u,%u,%u), thread (%u,%u,%u): index %lld is outside %s, which has %lld elements, "
                             "at %s:%d (kernel defined at %s:%d)",
                             r->block.x, r->block.y, r->block.z, r->thread.x, r->thread.y, r->thread.z, r->index,
                             r->name, r->extent, r->file, r->line, kernel->file, kernel->line);
        gpu__give(room, gpu__me.device, gpu__me.current);
    }
    if (r) GPU_HOST_FREE(r);
    gpu__unlock(&gpu__debug_lock);
    return s;
}
#endif

/* How much of an array a kernel will touch only the kernel knows; that it was freed is known here. */
static gpu_status gpu__check_launch(const gpu__kernel *kernel, const gpu_config *config, void **argv)
{
    int k;
    for (k = 0; k < kernel->count; k++) {
        void *p;
        const char *file = "?"; /* the last 1024 frees are known */
        int line = 0;
        if (kernel->size[k] != sizeof p) continue;
        memcpy(&p, argv[k], sizeof p);
        if (gpu__seen_lately(p, 0) || gpu__reaches(p, 0) || !gpu__freed_place(p, &file, &line)) continue;
        return gpu__fail_at(
            GPU_ERROR_INVALID_POINTER, config->file, config->line, kernel->name,
            "argument %d points into memory that was freed at %s:%d; use it before its gpu_free, or allocate again",
            k + 1, file, line);
    }
    return GPU_OK;
}
GPU_API gpu_status gpu__launch(gpu__kernel *kernel, const gpu_config *config, void **argv)
{
    gpu_dim3 grid = {0, 0, 0}, block = {0, 0, 0};
    int empty;
    gpu_status s;
    if (gpu__self.worker) gpu__called_in_kernel(kernel->name, config->file, config->line);
    if ((s = gpu__ready())) return s;
#ifdef GPU__CUDA
    if (gpu__me.device >= 0) {
        const gpu__device *d = &gpu__global.device[gpu__me.device];
        size_t threads = config->block[0] ? config->block[0] * (config->block[1] ? config->block[1] : 1) *
                                                (config->block[2] ? config->block[2] : 1)
                                          : 256;
        cudaError_t e;
        if (d->state != 1 && (s = gpu__device_ready(gpu__me.device, kernel->name))) return s;
        s = gpu__resolve(kernel, config,
                         (size_t)d->multiprocessors *
                             ((size_t)d->threads_per_multiprocessor / (threads && threads <= 1024 ? threads : 1024)),
                         d->shared_optin, &grid, &block, &empty);
        if (s || empty || (s = gpu__check_launch(kernel, config, argv))) return s;
        if (!kernel->entry)
            return gpu__fail_at(GPU_ERROR_NO_DEVICE_CODE, config->file, config->line, kernel->name,
                                "the current device is a GPU and %s was built by a C compiler, without device code; "
                                "compile that file with nvcc -x cu, or gpu_use(GPU_CPU)",
                                kernel->file);
        if (config->shared_bytes >
            GPU__CPU_SHARED) /* beyond the default a kernel must be told, once for each device; this is idempotent */
            if ((s = gpu__cuda_at(cudaFuncSetAttribute(kernel->entry, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                                       (int)config->shared_bytes),
                                  config->file, config->line, kernel->name)))
                return s;
        GPU__RANGE(kernel->name);
        if (gpu__global.debug && !gpu__me.graph) {
            s = gpu__debug_device(kernel, config, argv, grid, block);
            GPU__RANGE_END();
            return s;
        }
        e = cudaLaunchKernel(kernel->entry, dim3(grid.x, grid.y, grid.z), dim3(block.x, block.y, block.z), argv,
                             config->shared_bytes, (cudaStream_t)gpu__me.stream);
        GPU__RANGE_END();
        if (e != cudaSuccess) return gpu__cuda_at(e, config->file, config->line, kernel->name);
        if (gpu__me.graph) return GPU_OK;
        gpu__note_launch(kernel->name, config->file, config->line, 0, grid, block);
        return gpu__global.sync ? gpu__finish_at(config->file, config->line, kernel->name) : GPU_OK;
    }
#endif
    s = gpu__resolve(kernel, config, (size_t)gpu__cpu_threads(), GPU__CPU_SHARED, &grid, &block, &empty);
    if (s || empty || (s = gpu__check_launch(kernel, config, argv))) return s;
    return gpu__me.graph ? gpu__graph_kernel(kernel, config, argv, grid, block)
                         : gpu__launch_cpu(kernel, config, argv, grid, block);
}

GPU_API gpu_status gpu__set_constant(void *symbol, size_t size, const void *source, size_t bytes, int device_code,
                                     const char *name, const char *file, int line)
{
    gpu_status s = gpu__ready();
    if (s) return s;
    if (bytes > size)
        return gpu__fail_at(GPU_ERROR_INVALID_ARGUMENT, file, line, "gpu_set_constant",
                            "%zu bytes for %s, which has %zu; expected at most that many", bytes, name, size);
    if (bytes && !source)
        return gpu__fail_at(GPU_ERROR_INVALID_ARGUMENT, file, line, "gpu_set_constant",
                            "the source for %s is NULL; expected %zu bytes of host memory", name, bytes);
    if (bytes && (s = gpu__check_range(source, bytes, "the source", "gpu_set_constant"))) return s;
#ifdef GPU__CUDA
    if (gpu__me.device >= 0) {
        if (!device_code)
            return gpu__fail_at(GPU_ERROR_NO_DEVICE_CODE, file, line, "gpu_set_constant",
                                "the current device is a GPU and %s was built by a C compiler; compile that file with "
                                "nvcc -x cu, or gpu_use(GPU_CPU)",
                                name);
        if ((s = gpu__device_ready(gpu__me.device, "gpu_set_constant"))) return s;
        if ((s = gpu__cuda_at(cudaMemcpyToSymbolAsync((const void *)symbol, source, bytes, 0, cudaMemcpyHostToDevice,
                                                      (cudaStream_t)gpu__me.stream),
                              file, line, "gpu_set_constant")))
            return s;
    }
#endif
    (void)device_code;
    if (bytes) memcpy(symbol, source, bytes);
    return GPU_OK;
}

GPU_API int gpu__occupancy(const gpu__kernel *kernel, size_t threads, size_t shared_bytes, const char *file, int line)
{
    if (gpu__ready()) return -1;
    if (threads < 1 || threads > GPU__MAX_BLOCK) {
        gpu__fail_at(GPU_ERROR_INVALID_ARGUMENT, file, line, "gpu_occupancy",
                     "a block of %zu threads; expected 1 to %d", threads, GPU__MAX_BLOCK);
        return -1;
    }
#ifdef GPU__CUDA
    if (gpu__me.device >= 0) {
        int blocks = -1;
        if (!kernel->entry) {
            gpu__fail_at(GPU_ERROR_NO_DEVICE_CODE, file, line, "gpu_occupancy",
                         "%s was built by a C compiler, without device code; compile that file with nvcc -x cu",
                         kernel->file);
            return -1;
        }
        if (gpu__cuda_at(
                cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel->entry, (int)threads, shared_bytes), file,
                line, "gpu_occupancy"))
            return -1;
        return blocks;
    }
#endif
    (void)kernel, (void)shared_bytes;
    return 1;
}

