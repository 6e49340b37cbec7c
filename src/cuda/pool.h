/* -- the memory pool of a GPU -- Blocks have 320 size classes, at most 1/8 apart, so that a freed block fits the next
   request of about its size. A block that was allocated and freed on one stream other than the default one goes to the
   list of that stream, and is reused there at once, in stream order. Any other goes to the shared list. If the program
   has no streams of its own, every stream can reuse it from there at once, since work of the default stream precedes
   all work that is queued later. Otherwise another stream may still access it, so it is reused only after the next
   synchronisation of the device, which a gpu_malloc on the default stream does if need be. The usual path is a lock and
   two list operations, without a call into the driver. */
struct gpu__block { /* in use or kept for reuse */
    void *p;
    size_t bytes;
    uint64_t stamp; /* 0, or the pool's clock at its free: every stream may reuse it after the next device sync */
    struct gpu__block *next;
};
enum { GPU__CLASSES = 320 };
typedef struct gpu__cuda_pool { /* of one device, guarded by memory_lock */
    struct gpu__stream normal;  /* the default stream */
    cudaMemPool_t pool;         /* NULL where the device has none: then cudaMalloc */
    cudaStream_t stream;        /* for allocations from the driver; it has no other work */
    cudaEvent_t order;
    int syncing, graphs;    /* numbers of threads that synchronise the device, and that capture: never both */
    uint64_t clock, synced; /* see gpu__block.stamp */
    int streams;            /* number of streams that the program made */
    size_t direct;          /* bytes of managed and unpooled memory, atomic */
    struct gpu__stream *first;
    gpu__block *shared[GPU__CLASSES];
} gpu__cuda_pool;
static gpu__cuda_pool gpu__cuda_pools[GPU__MAX_DEVICES];

static int gpu__size_class(size_t bytes, size_t *size)
{
    int shift = 0, k;
    bytes = (bytes + 511) & ~(size_t)511;
    if (!bytes) bytes = 512;
    while ((bytes - 1) >> (shift + 4)) shift++; /* then `bytes` is 8 to 16 steps of 1 << shift */
    /* large blocks are rounded to 2 MiB only */
    *size = GPU__ROUND_UP(bytes, bytes > (size_t)256 << 20 ? (size_t)2 << 20 : (size_t)1 << shift);
    k = (shift - 6) * 8 + (int)((bytes - 1) >> shift) - 7;
    return k < GPU__CLASSES ? k : GPU__CLASSES - 1;
}

static void gpu__pool_close(gpu__cuda_pool *pool)
{
    if (pool->pool) gpu__ignore(cudaMemPoolDestroy(pool->pool));
    if (pool->stream) gpu__ignore(cudaStreamDestroy(pool->stream));
    if (pool->order) gpu__ignore(cudaEventDestroy(pool->order));
    pool->pool = NULL, pool->stream = NULL, pool->order = NULL;
}
/* Unlike memory of cudaMalloc, that of a pool must be made accessible to other devices explicitly. */
static cudaError_t gpu__pool_share(int owner, int reader)
{
    cudaMemAccessDesc access = {};
    int can = 0;
    if (!gpu__cuda_pools[owner].pool) return cudaSuccess;
    cudaError_t e = cudaDeviceCanAccessPeer(&can, reader, owner);
    if (e || !can) return e; /* a copy still works, through the host */
    access.location.type = cudaMemLocationTypeDevice;
    access.location.id = reader;
    access.flags = cudaMemAccessFlagsProtReadWrite;
    e = cudaMemPoolSetAccess(gpu__cuda_pools[owner].pool, &access, 1);
    gpu__global.peers |= !e;
    return e;
}
/* Opens the pool of a device: one of CUDA's memory pools if the device has them, accessible to the other devices. */
static gpu_status gpu__pool_open(int device, const char *call)
{
    gpu__cuda_pool *pool = &gpu__cuda_pools[device];
    int current = 0, pools = 0, other;
    uint64_t keep = UINT64_MAX;
    cudaMemPoolProps properties;
    cudaError_t e = cudaGetDevice(&current);
    pool->normal.device = device;
    if (!e) e = cudaSetDevice(device);
    if (!e) e = cudaDeviceGetAttribute(&pools, cudaDevAttrMemoryPoolsSupported, device);
    if (!e) e = cudaStreamCreateWithFlags(&pool->stream, cudaStreamNonBlocking);
    if (!e) e = cudaEventCreateWithFlags(&pool->order, cudaEventDisableTiming);
    if (!e && pools) {
        memset(&properties, 0, sizeof properties);
        properties.allocType = cudaMemAllocationTypePinned;
        properties.location.type = cudaMemLocationTypeDevice;
        properties.location.id = device;
        e = cudaMemPoolCreate(&pool->pool, &properties);
        if (!e) e = cudaMemPoolSetAttribute(pool->pool, cudaMemPoolAttrReleaseThreshold, &keep);
    }
    for (other = 0; other < gpu__global.gpus && !e; other++)
        if (other != device && gpu__cuda_pools[other].stream) {
            e = gpu__pool_share(device, other);
            if (!e) e = gpu__pool_share(other, device);
        }
    if (!e) gpu__global.gpus_in_use++;
    else gpu__pool_close(pool);
    gpu__ignore(cudaSetDevice(current));
    return gpu__cuda(e, call);
}

static gpu__block *gpu__pool_reuse(gpu__block **list, size_t bytes,
                                   uint64_t synced) /* from a list; with memory_lock held */
{
    for (int looked = 0; *list && looked < 64; list = &(*list)->next, looked++)
        if ((*list)->bytes >= bytes && (*list)->bytes - bytes <= bytes / 8 && (*list)->stamp <= synced) {
            gpu__block *b = *list;
            *list = b->next;
            return b;
        }
    return NULL;
}

static cudaError_t gpu__driver_allocate(gpu__cuda_pool *pool, void **p, size_t bytes)
{
    enum cudaStreamCaptureMode mode =
        cudaStreamCaptureModeRelaxed; /* a thread that captures a graph may need a workspace */
    cudaError_t e;
#ifdef GPU__TEST_DEVICE_ALLOCATION
    if (!GPU__TEST_DEVICE_ALLOCATION(bytes)) return cudaErrorMemoryAllocation;
#endif
    if (!pool->pool) return cudaMalloc(p, bytes);
    gpu__ignore(cudaThreadExchangeStreamCaptureMode(&mode));
    e = cudaMallocFromPoolAsync(p, bytes, pool->pool, pool->stream);
    if (!e && (e = cudaStreamSynchronize(pool->stream))) /* from now on every stream can use it */
        gpu__ignore(cudaFreeAsync(*p, pool->stream));
    gpu__ignore(cudaThreadExchangeStreamCaptureMode(&mode));
    return e;
}
static void gpu__driver_free(gpu__cuda_pool *pool, void *p)
{
    gpu__ignore(pool->pool ? cudaFreeAsync(p, pool->stream) : cudaFree(p));
}

/* Makes the default stream wait for the wrapped streams, which it does not do by itself if they are non-blocking. */
static cudaError_t gpu__gather_streams(gpu__cuda_pool *pool)
{
    cudaEvent_t event = NULL;
    cudaError_t e = cudaSuccess;
    gpu__lock_memory();
    for (gpu_stream stream = pool->first; stream && !e; stream = stream->next) {
        if (!stream->users || stream->native == (void *)GPU__DEFAULT_STREAM) continue;
        if (!event) e = cudaEventCreateWithFlags(&event, cudaEventDisableTiming);
        if (!e) e = cudaEventRecord(event, (cudaStream_t)stream->native);
        if (!e) e = cudaStreamWaitEvent(GPU__DEFAULT_STREAM, event, 0);
    }
    gpu__unlock_memory();
    if (event) gpu__ignore(cudaEventDestroy(event));
    return e;
}
/* A stream was wrapped that may not wait for the default stream, which may still use freed blocks: none may be reused
   before the next synchronisation. With memory_lock held. */
static void gpu__pool_busy(gpu__cuda_pool *pool)
{
    const uint64_t now = ++pool->clock;
    for (int c = 0; c < GPU__CLASSES; c++)
        for (gpu__block *b = pool->shared[c]; b; b = b->next)
            if (!b->stamp) b->stamp = now;
}

/* Waits for the current device. Every stream may then reuse what was freed before. */
static gpu_status gpu__cuda_sync(const char *call)
{
    gpu__cuda_pool *pool = &gpu__cuda_pools[gpu__thread.device];
    uint64_t last = gpu__last_launch(), clock;
    cudaError_t e;
    gpu__lock_memory();
    clock = pool->clock;
    const int whole = !pool->graphs;
    pool->syncing += whole;
    gpu__unlock_memory();
    if (whole) e = cudaDeviceSynchronize();
    /* another thread captures a graph, which that call would invalidate: wait for the default stream instead, which
       waits for all others */
    else {
        e = gpu__gather_streams(pool);
        if (!e) e = cudaEventRecord(pool->order, GPU__DEFAULT_STREAM);
        if (!e) e = cudaEventSynchronize(pool->order);
    }
    gpu__lock_memory();
    pool->syncing -= whole;
    if (!e && pool->synced < clock) pool->synced = clock;
    gpu__unlock_memory();
    if (e) return gpu__cuda(e, call);
    gpu__launches_done(-1, last);
    return GPU_OK;
}
/* The same for any device. */
static gpu_status gpu__cuda_sync_of(int device, const char *call)
{
    const int current = gpu__thread.device;
    gpu_status s = GPU_OK;
    if (device != current) s = gpu__cuda(cudaSetDevice(device), call);
    gpu__thread.device = device;
    if (!s) s = gpu__cuda_sync(call);
    gpu__thread.device = current;
    if (device != current && current >= 0) gpu__ignore(cudaSetDevice(current));
    return s;
}

/* Waits for the current device and returns all cached blocks to the driver. */
static gpu_status gpu__pool_trim(const char *call)
{
    gpu__cuda_pool *pool = &gpu__cuda_pools[gpu__thread.device];
    gpu__block *all = NULL, **end = &all, *b;
    size_t bytes = 0;
    gpu__lock_memory();
    for (int c = 0; c < GPU__CLASSES; c++) {
        *end = pool->shared[c];
        pool->shared[c] = NULL;
        while (*end) end = &(*end)->next;
        for (gpu_stream stream = pool->first; stream; stream = stream->next) {
            *end = stream->free_blocks[c];
            stream->free_blocks[c] = NULL;
            while (*end) end = &(*end)->next;
        }
    }
    gpu__unlock_memory();
    gpu_status s = gpu__cuda_sync(call); /* after the lists were emptied: what is freed from now on is not in them */
    while ((b = all)) {
        all = b->next;
        bytes += b->bytes;
        gpu__lock_memory();
        gpu__span_replace(b->p, NULL); /* the address may belong to other code from now on */
        gpu__unlock_memory();
        gpu__driver_free(pool, b->p);
        GPU_HOST_FREE(b);
    }
    gpu__unreserve(&gpu__pools[gpu__thread.device + 1], bytes);
    if (pool->pool && !s) s = gpu__cuda(cudaStreamSynchronize(pool->stream), call);
    if (pool->pool && !s) s = gpu__cuda(cudaMemPoolTrimTo(pool->pool, 0), call);
    gpu__device_granules_clear();
    return s;
}

/* Takes a block of at least `bytes` bytes of the current device, which all its streams can use. */
static gpu_status gpu__pool_take(gpu__block **out, size_t bytes, const char *call)
{
    gpu__cuda_pool *pool = &gpu__cuda_pools[gpu__thread.device];
    gpu__pool *counts = &gpu__pools[gpu__thread.device + 1];
    gpu_stream own = gpu__thread.current;
    gpu__block *b = NULL;
    size_t size, free_bytes = 0, total = 0;
    int c = gpu__size_class(bytes, &size), pending, again, ok = 0;
    cudaError_t e = cudaErrorMemoryAllocation;
    gpu__lock_memory();
    if (own && own->free_blocks) b = gpu__pool_reuse(&own->free_blocks[c], size, UINT64_MAX);
    if (!b) b = gpu__pool_reuse(&pool->shared[c], size, pool->synced);
    pending = !b && !own && pool->shared[c];
    gpu__unlock_memory();
    if (pending) { /* other streams may still use the free one: wait for them, rather than grow */
        gpu_status s = gpu__cuda_sync(call);
        if (s) return s;
        gpu__lock_memory();
        b = gpu__pool_reuse(&pool->shared[c], size, pool->synced);
        gpu__unlock_memory();
    }
    if (b) {
        *out = b;
        return GPU_OK;
    }
    if (!(b = (gpu__block *)gpu__host(sizeof *b, 1))) return gpu__no_host_memory(call);
    b->bytes = size;
    for (again = 0; again < 2 && e == cudaErrorMemoryAllocation; again++) {
        if (again && !gpu__thread.graph) (void)gpu__quarantine_empty(call);
        if (again && (gpu__thread.graph || gpu__pool_trim(call))) break;
        if (!(ok = gpu__reserve(counts, size))) continue;
        e = gpu__driver_allocate(pool, &b->p, size);
        if (e) gpu__unreserve(counts, size), (void)cudaGetLastError();
    }
    if (!e) {
        *out = b;
        return GPU_OK;
    }
    GPU_HOST_FREE(b);
    if (e != cudaErrorMemoryAllocation) return gpu__cuda(e, call);
    if (!ok) return gpu__beyond_limit(counts, bytes, call);
    gpu__ignore(cudaMemGetInfo(&free_bytes, &total));
    return gpu__fail(GPU_ERROR_OUT_OF_MEMORY, call,
                     "cannot allocate %zu bytes: device %d has %zu free of %zu, and this program holds %zu; free some, "
                     "or work in parts",
                     bytes, gpu__thread.device, free_bytes, total, counts->held);
}

/* Returns a block to its pool, in order on the current stream. `made_on` is the stream that was current when it was
   taken. */
static void gpu__pool_give(gpu__block *b, int device, gpu_stream made_on)
{
    gpu__cuda_pool *pool = &gpu__cuda_pools[device];
    gpu__block **list;
    size_t size;
    if (!b) return;
    const int c = gpu__size_class(b->bytes, &size);
    gpu__lock_memory();
    if (made_on && made_on == gpu__thread.current && !gpu__thread.graph) list = &made_on->free_blocks[c], b->stamp = 0;
    else list = &pool->shared[c], b->stamp = pool->streams ? ++pool->clock : 0;
    b->next = *list;
    *list = b;
    gpu__unlock_memory();
}
