/* Refuses a foreign stream of another device, on which an event of the current device cannot be recorded. */
static gpu_status gpu__stream_belongs(void *native, const char *call)
{
    cudaEvent_t event = NULL;
    if (native == (void *)GPU__DEFAULT_STREAM) return GPU_OK; /* each device has it */
    cudaError_t e = cudaEventCreateWithFlags(&event, cudaEventDisableTiming);
    if (!e) e = cudaEventRecord(event, (cudaStream_t)native);
    if (event) gpu__ignore(cudaEventDestroy(event));
    if (e != cudaErrorInvalidResourceHandle) return gpu__cuda(e, call);
    (void)cudaGetLastError();
    return gpu__fail(GPU_ERROR_INVALID_DEVICE, call,
                     "%p is not a stream of the current device, %d; gpu_use its device first, and destroy it only "
                     "after gpu_stream_free",
                     native, gpu__thread.device);
}

static gpu_status gpu__cuda_stream_open(gpu_stream stream, int priority, const char *call)
{
    gpu__cuda_pool *pool = &gpu__cuda_pools[gpu__thread.device];
    int least = 0, greatest = 0; /* for CUDA smaller numbers are higher priorities */
    gpu_status s = gpu__cuda_ready(gpu__thread.device, call);
    if (!s && !(stream->free_blocks = (gpu__block **)gpu__host(GPU__CLASSES * sizeof *stream->free_blocks, 1)))
        s = gpu__no_host_memory(call);
    if (!s) s = gpu__cuda(cudaDeviceGetStreamPriorityRange(&least, &greatest), call);
    const int level = priority > -greatest ? greatest : priority < -least ? least : -priority;
    if (!s && stream->users) s = gpu__stream_belongs(stream->native, call);
    else if (!s)
        s = gpu__cuda(cudaStreamCreateWithPriority((cudaStream_t *)&stream->native, cudaStreamDefault, level), call);
    if (s) {
        gpu__host_free(stream->free_blocks);
        return s;
    }
    gpu__lock_memory();
    pool->streams++;
    if (stream->users) gpu__pool_busy(pool);
    stream->next = pool->first;
    pool->first = stream;
    gpu__unlock_memory();
    return GPU_OK;
}
/* The per-thread default stream is a different stream in each thread, and they cannot share one workspace. */
static gpu_status gpu__cuda_stream_of(void **native, gpu_stream *stream, const char *call)
{
    gpu_stream known;
    if (*native == (void *)cudaStreamPerThread)
        return gpu__fail(
            GPU_ERROR_NOT_SUPPORTED, call,
            "cudaStreamPerThread is a different stream in each host thread; pass NULL, the default stream, "
            "which is ordered with all of them, or a stream from cudaStreamCreate");
    if (!*native || *native == (void *)cudaStreamLegacy) *native = (void *)GPU__DEFAULT_STREAM;
    gpu__lock_memory();
    for (known = gpu__cuda_pools[gpu__thread.device].first; known; known = known->next)
        if (known->users && known->native == *native) break;
    if (known) known->users++;
    gpu__unlock_memory();
    *stream = known;
    return GPU_OK;
}
static void gpu__cuda_stream_close(gpu_stream stream)
{
    gpu__cuda_pool *pool = &gpu__cuda_pools[stream->device];
    gpu_stream *link = &pool->first;
    gpu__workspace_free(stream);
    gpu__lock_memory();
    for (int c = 0; c < GPU__CLASSES; c++)
        while (stream->free_blocks[c]) { /* a stream of gpu.h is idle, so any stream may reuse its blocks at once */
            gpu__block *b = stream->free_blocks[c];
            stream->free_blocks[c] = b->next;
            b->next = pool->shared[c];
            b->stamp = stream->users ? ++pool->clock : 0;
            pool->shared[c] = b;
        }
    while (*link && *link != stream) link = &(*link)->next;
    if (*link) *link = stream->next, pool->streams--;
    gpu__unlock_memory();
    GPU_HOST_FREE(stream->free_blocks);
    if (!stream->users) gpu__ignore(cudaStreamDestroy((cudaStream_t)stream->native));
}
static gpu_status gpu__cuda_callback(gpu_stream stream, void (*fn)(void *user), void *user, const char *call)
{
    return gpu__cuda(
        cudaLaunchHostFunc(stream ? (cudaStream_t)stream->native : (cudaStream_t)GPU__DEFAULT_STREAM, fn, user), call);
}

static gpu_status gpu__cuda_event_open(gpu_event event, const char *call)
{
    return event->native ? GPU_OK : gpu__cuda(cudaEventCreate((cudaEvent_t *)&event->native), call);
}
static gpu_status gpu__cuda_event_record(gpu_event event, const char *call)
{
    return gpu__cuda(cudaEventRecord((cudaEvent_t)event->native, (cudaStream_t)gpu__thread.stream), call);
}
static gpu_status gpu__cuda_event_wait(gpu_event event, const char *call)
{
    return gpu__cuda(gpu__thread.device >= 0
                         ? cudaStreamWaitEvent((cudaStream_t)gpu__thread.stream, (cudaEvent_t)event->native, 0)
                         : cudaEventSynchronize((cudaEvent_t)event->native), /* on the CPU the host waits at once */
                     call);
}
static gpu_status gpu__cuda_event_sync(gpu_event event, const char *call)
{
    return gpu__cuda(cudaEventSynchronize((cudaEvent_t)event->native), call);
}
static gpu_status gpu__cuda_event_elapsed(gpu_event start, gpu_event stop, double *ms, const char *call)
{
    float elapsed = 0;
    gpu_status s =
        gpu__cuda(cudaEventElapsedTime(&elapsed, (cudaEvent_t)start->native, (cudaEvent_t)stop->native), call);
    *ms = elapsed;
    return s;
}
static gpu_status gpu__cuda_event_close(gpu_event event, const char *call)
{
    const cudaError_t e = event->native ? cudaEventDestroy((cudaEvent_t)event->native) : cudaSuccess;
    event->native = NULL;
    return gpu__cuda(e, call);
}
