static gpu_status gpu__cuda_available(size_t *free_bytes, size_t *total, size_t *reserved, const char *call)
{
    gpu_status s = gpu__cuda(cudaMemGetInfo(free_bytes, total), call);
    if (s || !reserved) return s;
    const gpu__cuda_pool *const pool = &gpu__cuda_pools[gpu__thread.device];
    uint64_t held = 0; /* the driver's count: it extends the pool in large steps */
    if (!pool->pool) return GPU_OK;
    s = gpu__cuda(cudaMemPoolGetAttribute(pool->pool, cudaMemPoolAttrReservedMemCurrent, &held), call);
    if (!s) *reserved = (size_t)held + GPU__LOAD(size_t, &pool->direct);
    return s;
}

/* Allocates page-locked or managed memory, or device memory outside of the pool. */
static cudaError_t gpu__cuda_allocate_unpooled(gpu__allocation *a)
{
    size_t free_bytes = 0, total = 0, ask = a->bytes ? a->bytes : 1;
    cudaError_t e;
#ifdef GPU__TEST_DEVICE_ALLOCATION
    if (!GPU__TEST_DEVICE_ALLOCATION(a->bytes)) return cudaErrorMemoryAllocation;
#endif
    if (a->kind == GPU__PINNED) return cudaMallocHost(&a->p, ask);
    if (a->kind == GPU__UNPOOLED) return cudaMalloc(&a->p, ask);
    e = cudaMemGetInfo(&free_bytes, &total); /* more managed memory than is free can bring the machine to a halt */
    return e != cudaSuccess ? e : ask > free_bytes ? cudaErrorMemoryAllocation : cudaMallocManaged(&a->p, ask);
}
static gpu_status gpu__cuda_exhausted(const gpu__allocation *a, const char *call)
{
    size_t free_bytes = 0, total = 0;
    if (a->kind == GPU__PINNED)
        return gpu__fail(GPU_ERROR_OUT_OF_MEMORY, call,
                         "cannot allocate %zu bytes of page-locked host memory; free some, or use less", a->bytes);
    gpu__ignore(cudaMemGetInfo(&free_bytes, &total));
    return gpu__fail(GPU_ERROR_OUT_OF_MEMORY, call,
                     "cannot allocate %zu bytes: device %d has %zu free of %zu; free some, or work in parts", a->bytes,
                     a->device, free_bytes, total);
}
static gpu_status gpu__cuda_allocate(gpu__allocation *a, const char *call)
{
    gpu__pool *pool = &gpu__pools[a->home + 1];
    gpu__block *block = NULL;
    gpu_status s;
    cudaError_t e;
    int tries = a->kind == GPU__PINNED ? 1 : 2, ok = 0;
    if (gpu__global.device[a->device].state != 1 && (s = gpu__cuda_ready(a->device, call))) return s;
    if (a->kind == GPU__DEVICE) {
        if ((s = gpu__pool_take(&block, a->bytes, call))) return s;
        a->raw = block;
        a->p = block->p;
        return GPU_OK;
    }
    for (; tries; tries--) {
        if ((ok = gpu__reserve(pool, a->bytes))) {
            if (!(e = gpu__cuda_allocate_unpooled(a))) {
                if (a->kind != GPU__PINNED) (void)GPU__ADD(size_t, &gpu__cuda_pools[a->device].direct, a->bytes);
                return GPU_OK;
            }
            gpu__unreserve(pool, a->bytes);
            if (e != cudaErrorMemoryAllocation) return gpu__cuda(e, call);
            (void)cudaGetLastError();
        }
        if (tries == 2 && ((s = gpu__quarantine_empty(call)) || (s = gpu__pool_trim(call)))) return s;
    }
    return ok ? gpu__cuda_exhausted(a, call) : gpu__beyond_limit(pool, a->bytes, call);
}
static gpu_status gpu__cuda_release(const gpu__allocation *a, const char *call)
{
    if (a->kind == GPU__DEVICE) {
        const gpu_stream current = gpu__thread.current;
        gpu__pool_give((gpu__block *)a->raw, a->device, current && current->number == a->stream ? current : NULL);
        return GPU_OK;
    }
    if (a->kind != GPU__PINNED) (void)GPU__ADD(size_t, &gpu__cuda_pools[a->device].direct, (size_t)0 - a->bytes);
    gpu__device_granules_clear();
    return gpu__cuda(a->kind == GPU__PINNED ? cudaFreeHost(a->p) : cudaFree(a->p), call);
}
static gpu_status gpu__cuda_fill_pattern(const gpu__allocation *a, const char *call)
{
    cudaStream_t stream = gpu__cuda_pools[a->device].stream;
    gpu_status s = gpu__cuda_sync_of(a->device, call); /* kernels may still use it before that */
    if (!s && a->bytes) s = gpu__cuda(cudaMemsetAsync(a->p, GPU__PATTERN, a->bytes, stream), call);
    return s ? s : gpu__cuda(cudaStreamSynchronize(stream), call);
}
static gpu_status gpu__cuda_first_written(const gpu__allocation *a, size_t *at, const char *call)
{
    static const size_t chunk = (size_t)1 << 16;
    cudaStream_t stream = gpu__cuda_pools[a->device].stream;
    const unsigned char *bytes = (const unsigned char *)a->p;
    unsigned char *host;
    size_t begin, i = 0, n = 0;
    gpu_status s = call ? gpu__cuda_sync_of(a->device, call) : GPU_OK;
    if (s || !(host = (unsigned char *)gpu__host(chunk, 0))) return s;
    for (begin = 0; begin < a->bytes && !gpu__global.cuda_ended; begin += n) {
        n = a->bytes - begin < chunk ? a->bytes - begin : chunk;
        if (cudaMemcpyAsync(host, bytes + begin, n, cudaMemcpyDefault, stream) != cudaSuccess ||
            cudaStreamSynchronize(stream) != cudaSuccess) {
            (void)cudaGetLastError();
            break;
        }
        for (i = 0; i < n && host[i] == GPU__PATTERN;) i++;
        if (i < n) {
            *at = begin + i;
            break;
        }
    }
    GPU_HOST_FREE(host);
    return GPU_OK;
}
static gpu_status gpu__cuda_trim(const char *call)
{
    const gpu_status s = gpu__cuda_ready(gpu__thread.device, call);
    if (s) return s;
    gpu__stages_free(gpu__thread.device);
    gpu__tables_free(gpu__thread.device);
    return gpu__pool_trim(call);
}
static gpu_status gpu__cuda_where(const void *p, gpu_place *kind, int *device, const char *call)
{
    struct cudaPointerAttributes a;
    const gpu_status s = gpu__pointer_attributes(&a, p, call);
    if (s) return s;
    *device = a.device;
    *kind = a.type == cudaMemoryTypeDevice    ? GPU_ON_DEVICE
            : a.type == cudaMemoryTypeManaged ? GPU_MANAGED_MEM
            : a.type == cudaMemoryTypeHost    ? GPU_PINNED_HOST
                                              : GPU_HOST;
    return GPU_OK;
}

/* If p is memory of another device, makes the current stream wait for the work queued on that device. */
static gpu_status gpu__after_device_of(const void *p, const char *call)
{
    struct cudaPointerAttributes a;
    int current = 0;
    gpu_status s;
    if (gpu__global.gpus_in_use < 2) return GPU_OK;
    if ((s = gpu__pointer_attributes(&a, p, call))) return s;
    cudaError_t e = cudaGetDevice(&current);
    if (e || a.type != cudaMemoryTypeDevice || a.device == current || !gpu__cuda_pools[a.device].order)
        return gpu__cuda(e, call);
    e = cudaSetDevice(a.device);
    if (!e) e = cudaEventRecord(gpu__cuda_pools[a.device].order, GPU__DEFAULT_STREAM);
    gpu__ignore(cudaSetDevice(current));
    if (!e) e = cudaStreamWaitEvent((cudaStream_t)gpu__thread.stream, gpu__cuda_pools[a.device].order, 0);
    return gpu__cuda(e, call);
}
static gpu_status gpu__cuda_copy(void *dst, const void *src, size_t bytes, int queue, const char *call)
{
    gpu_status s;
    if (!gpu__thread.graph && ((s = gpu__after_device_of(dst, call)) || (s = gpu__after_device_of(src, call))))
        return s;
    s = gpu__cuda(cudaMemcpyAsync(dst, src, bytes, cudaMemcpyDefault, (cudaStream_t)gpu__thread.stream), call);
    return s || queue ? s : gpu__cuda_finish(call);
}
static gpu_status gpu__cuda_copy_2d(void *dst, size_t dst_pitch, const void *src, size_t src_pitch, size_t width_bytes,
                                    size_t height, const char *call)
{
    gpu_status s;
    if ((s = gpu__after_device_of(dst, call)) || (s = gpu__after_device_of(src, call))) return s;
    s = gpu__cuda(cudaMemcpy2DAsync(dst, dst_pitch, src, src_pitch, width_bytes, height, cudaMemcpyDefault,
                                    (cudaStream_t)gpu__thread.stream),
                  call);
    return s ? s : gpu__cuda_finish(call);
}
static gpu_status gpu__cuda_set(void *p, int byte, size_t bytes, const char *call)
{
    return gpu__cuda(cudaMemsetAsync(p, byte, bytes, (cudaStream_t)gpu__thread.stream), call);
}

static gpu_status gpu__cuda_quiesce(const char *call)
{
    gpu_status s = GPU_OK;
    for (int device = 0; device < gpu__global.gpus; device++)
        if (gpu__global.device[device].state == 1) {
            const gpu_status t = gpu__cuda(cudaSetDevice(device), call);
            gpu__thread.device = device;
            gpu__first(&s, t ? t : gpu__cuda_sync(call));
        }
    gpu__workspaces_end();
    return s;
}
static gpu_status gpu__cuda_close(const char *call)
{
    gpu_status s = GPU_OK;
    for (int device = 0; device < gpu__global.gpus; device++)
        if (gpu__global.device[device].state == 1) {
            gpu__ignore(cudaSetDevice(device));
            gpu__thread.device = device;
            gpu__tables_free(device);
            gpu__first(&s, gpu__pool_trim(call));
#ifdef GPU_SEVERAL_DEVICES
            gpu__exchange_close(device);
#endif
            gpu__pool_close(&gpu__cuda_pools[device]);
            gpu__global.device[device].state = 0; /* so that the next use initialises it again */
            gpu__global.gpus_in_use--;
        }
    return s;
}
