/* -- host memory: what the caller gets lies between two rows of marks, so that writing beyond it is found at the
   free -- */
static uint64_t gpu__mark(const gpu__allocation *a, int k)
{
    return ((uint64_t)(uintptr_t)a->p + (uint64_t)k + 1) * 0x9e3779b97f4a7c15u;
}
static void gpu__mark_ends(const gpu__allocation *a)
{
    int k;
    for (k = 0; k < GPU__MARKS / 8; k++) {
        uint64_t m = gpu__mark(a, k);
        memcpy((char *)a->p - GPU__MARKS + 8 * k, &m, 8);
        memcpy((char *)a->p + a->bytes + 8 * k, &m, 8);
    }
}
static int gpu__marks_broken(const gpu__allocation *a, char *text, size_t size) /* and where */
{
    int k, j, at, ok = 1;
    for (k = 0; k < GPU__MARKS / 8; k++) {
        uint64_t m = gpu__mark(a, k);
        ok &= !memcmp((char *)a->p - GPU__MARKS + 8 * k, &m, 8) && !memcmp((char *)a->p + a->bytes + 8 * k, &m, 8);
    }
    if (ok) return 0;
    for (at = -GPU__MARKS; at < GPU__MARKS; at++) {
        uint64_t m = gpu__mark(a, (at + GPU__MARKS) % GPU__MARKS / 8);
        j = (at + GPU__MARKS) % 8;
        if (((const unsigned char *)a->p)[at < 0 ? (ptrdiff_t)at : (ptrdiff_t)a->bytes + at] !=
            ((const unsigned char *)&m)[j])
            break;
    }
    snprintf(text, size, "the %zu bytes from %s at %s:%d were written %s, first %d byte%s %s", a->bytes,
             gpu__new_name(a->kind), a->file ? a->file : "?", a->line,
             at < 0 ? "before their start" : "beyond their end", at < 0 ? -at : at, at == -1 || at == 1 ? "" : "s",
             at < 0 ? "in front of it" : "behind it");
    return 1;
}

/* -- freed memory that is kept for a while, so that a use of it can be told from that of anyone else's memory --
   Under GPU_DEBUG all kinds of it, up to 64 MiB and a quarter of what is free, filled with a pattern: what wrote
   there is found when it goes. Otherwise 64 KiB of host memory, which stay in the processor's caches, and none of a
   program's own allocator; device memory stays with its pool anyway. In gpu_memory_stats host memory counts as
   freed. */
typedef struct gpu__kept {
    gpu__allocation a;
    const char *file; /* where it was freed */
    int line, filled;
} gpu__kept;
static struct {
    gpu__kept slot[GPU__FREED]; /* a queue */
    unsigned first, count;
    size_t bytes;
} gpu__quarantine;
enum { GPU__PATTERN = 0xdd };

static int gpu__on_device(const gpu__allocation *a) /* memory that CUDA gave */
{
    return a->device >= 0 && a->kind != GPU__PLAIN;
}
static size_t gpu__kept_bytes(const gpu__allocation *a) /* what it weighs there */ { return a->bytes + 1024; }
static size_t gpu__quarantine_room(const gpu__allocation *a)
{
    size_t most = (size_t)64 << 20, free_bytes = 0, total = 0;
    if (gpu__global.debug) {
#ifdef GPU__CUDA
        if (a->home >= 0 && cudaMemGetInfo(&free_bytes, &total) != cudaSuccess) (void)cudaGetLastError();
#endif
        if (a->home == GPU_CPU) gpu__host_memory(&free_bytes, &total);
        return free_bytes / 4 < most ? free_bytes / 4 : most;
    }
#ifdef GPU__OWN_ALLOCATOR
    return 0;
#else
    return gpu__on_device(a) ? 0 : (size_t)64 << 10;
#endif
}
/* Does memory stay with gpu.h after its free? */
static int gpu__stays(const gpu__allocation *a)
{
    if (gpu__on_device(a) && a->kind == GPU__DEVICE) return 1;
    if (gpu__global.debug) return gpu__kept_bytes(a) <= (size_t)64 << 20;
    return gpu__kept_bytes(a) <= gpu__quarantine_room(a);
}

#ifdef GPU__CUDA
/* Waits for the device whose memory it is: before that it may be in use yet. */
static gpu_status gpu__sync_owner(const gpu__allocation *a, const char *call)
{
    const int current = gpu__me.device;
    gpu_status s = GPU_OK;
    if (a->device != current) s = gpu__cuda(cudaSetDevice(a->device), call);
    gpu__me.device = a->device;
    if (!s) s = gpu__sync_device(call);
    gpu__me.device = current;
    if (a->device != current && current >= 0) (void)cudaSetDevice(current);
    return s;
}
#endif
static gpu_status gpu__fill_pattern(const gpu__allocation *a, const char *call)
{
#ifdef GPU__CUDA
    if (gpu__on_device(a)) {
        cudaStream_t stream = gpu__pools[a->device + 1].stream;
        gpu_status s = gpu__sync_owner(a, call);
        if (!s && a->bytes) s = gpu__cuda(cudaMemsetAsync(a->p, GPU__PATTERN, a->bytes, stream), call);
        return s ? s : gpu__cuda(cudaStreamSynchronize(stream), call);
    }
#endif
    (void)call;
    memset(a->p, GPU__PATTERN, a->bytes);
    return GPU_OK;
}
/* The first byte that does not have the pattern any more, or a->bytes. */
static size_t gpu__first_written(const gpu__allocation *a)
{
    const unsigned char *bytes = (const unsigned char *)a->p;
    size_t at = 0;
#ifdef GPU__CUDA
    if (gpu__on_device(a)) {
        cudaStream_t stream = gpu__pools[a->device + 1].stream;
        static const size_t chunk = (size_t)1 << 16;
        unsigned char *host = (unsigned char *)gpu__host(chunk, 0);
        size_t i = 0, n = 0;
        int ok = host && !gpu__global.cuda_ended;
        for (at = 0; ok && at < a->bytes; at += n) {
            n = a->bytes - at < chunk ? a->bytes - at : chunk;
            if (cudaMemcpyAsync(host, bytes + at, n, cudaMemcpyDefault, stream) != cudaSuccess ||
                cudaStreamSynchronize(stream) != cudaSuccess) {
                (void)cudaGetLastError();
                ok = 0;
                break;
            }
            for (i = 0; i < n && host[i] == GPU__PATTERN;) i++;
            if (i < n) break;
        }
        if (host) GPU_HOST_FREE(host);
        return ok ? at + (at < a->bytes ? i : 0) : a->bytes;
    }
#endif
    while (at < a->bytes && bytes[at] == GPU__PATTERN) at++;
    return at;
}

/* Back to where it came from, at last. */
static gpu_status gpu__release(const gpu__allocation *a, const char *call)
{
#ifdef GPU__CUDA
    if (gpu__on_device(a)) {
        if (a->kind == GPU__DEVICE) {
            gpu__give((gpu__block *)a->raw, a->device, a->stream);
            return GPU_OK;
        }
        gpu__granules_forget();
        return gpu__cuda(a->kind == GPU__PINNED ? cudaFreeHost(a->p) : cudaFree(a->p), call);
    }
#endif
    (void)call;
    GPU_HOST_FREE(a->raw);
    return GPU_OK;
}
/* The oldest leaves the queue, under memory_lock. */
static gpu__kept gpu__kept_oldest(void)
{
    gpu__kept kept = gpu__quarantine.slot[gpu__quarantine.first++ % GPU__FREED];
    gpu__quarantine.count--;
    gpu__quarantine.bytes -= gpu__kept_bytes(&kept.a);
    if (!gpu__on_device(&kept.a) || kept.a.kind != GPU__DEVICE) gpu__span_replace(kept.a.p, NULL);
    return kept;
}
/* Afterwards. call NULL: the program ends, and what was written since the free is printed. */
static gpu_status gpu__kept_goes(const gpu__kept *kept, const char *call)
{
    const gpu__allocation *a = &kept->a;
    gpu_status s = GPU_OK, t;
    size_t at = a->bytes;
#ifdef GPU__ASAN
    if (!gpu__on_device(a)) __asan_unpoison_memory_region(a->p, a->bytes);
#endif
#ifdef GPU__CUDA
    if (call && kept->filled && gpu__on_device(a)) s = gpu__sync_owner(a, call);
#endif
    if (kept->filled && !s) at = gpu__first_written(a);
    if (at < a->bytes) {
        char text[768];
        snprintf(text, sizeof text,
                 "the %zu bytes from %s at %s:%d were written after they were freed at %s:%d, first byte %zu; look for "
                 "what still has a pointer to them",
                 a->bytes, gpu__new_name(a->kind), a->file ? a->file : "?", a->line, kept->file ? kept->file : "?",
                 kept->line, at);
        if (call)
            s = gpu__fail(GPU_ERROR_INVALID_POINTER, call, "%s", text);
        else
            fprintf(stderr, "gpu.h: %s\n", text);
    }
    t = call || !gpu__on_device(a) ? gpu__release(a, call) : GPU_OK; /* CUDA may be gone at the end */
    return s ? s : t;
}
/* Lets the oldest go until `bytes` at most are kept. */
static gpu_status gpu__let_go(size_t bytes, const char *call)
{
    gpu_status s = GPU_OK, t;
    for (;;) {
        gpu__kept kept;
        int more;
        gpu__lock(&gpu__global.memory_lock);
        more = gpu__quarantine.count && gpu__quarantine.bytes > bytes;
        if (more) kept = gpu__kept_oldest();
        gpu__unlock(&gpu__global.memory_lock);
        if (!more) return s;
        t = gpu__kept_goes(&kept, call);
        if (!s) s = t;
    }
}
/* Takes an allocation that was just freed, or gives it back at once. */
static gpu_status gpu__keep(const gpu__allocation *a, const char *call)
{
    const size_t weight = gpu__kept_bytes(a), room = gpu__quarantine_room(a);
    gpu__kept kept, oldest;
    gpu_status s = GPU_OK, t;
    int full, more;
    memset(&kept, 0, sizeof kept);
    kept.a = *a;
    kept.a.stream = NULL; /* it may be gone when this goes */
    kept.file = gpu__self.file;
    kept.line = gpu__self.line;
    if (weight <= room && gpu__global.debug) kept.filled = !(s = gpu__fill_pattern(a, call));
    if (weight > room || s) {
        gpu__lock(&gpu__global.memory_lock);
        if (!gpu__on_device(a) || a->kind != GPU__DEVICE) gpu__span_replace(a->p, NULL);
        gpu__unlock(&gpu__global.memory_lock);
        t = gpu__release(a, call);
        return s ? s : t;
    }
#ifdef GPU__ASAN
    if (!gpu__on_device(a)) __asan_poison_memory_region(a->p, a->bytes);
#endif
    gpu__lock(&gpu__global.memory_lock);
    full = gpu__quarantine.count == GPU__FREED;
    if (full) oldest = gpu__kept_oldest();
    gpu__quarantine.slot[(gpu__quarantine.first + gpu__quarantine.count++) % GPU__FREED] = kept;
    gpu__quarantine.bytes += weight;
    if (!full && (full = gpu__quarantine.bytes > room)) oldest = gpu__kept_oldest();
    more = gpu__quarantine.bytes > room;
    gpu__unlock(&gpu__global.memory_lock);
    if (full) s = gpu__kept_goes(&oldest, call);
    t = more ? gpu__let_go(room, call) : GPU_OK;
    return s ? s : t;
}

/* Large arrays in pages of 2 MiB where Linux allows it: a loop over one then misses the address cache far less
   often. */
static void gpu__huge_pages(void *p, size_t bytes)
{
#ifdef __linux__
    uintptr_t page = (uintptr_t)1 << 21, first = ((uintptr_t)p + 4095) & ~(uintptr_t)4095;
    if (bytes >= 2 * page)
        (void)madvise((void *)first, ((uintptr_t)p + bytes - first) & ~(uintptr_t)4095, GPU__HUGE_PAGES);
#else
    (void)p, (void)bytes;
#endif
}

static void *gpu__allocate(size_t bytes, int kind, const char *call)
{
    gpu__allocation a;
    gpu__pool *pool;
    gpu_status s = gpu__enter();
    if (s) return NULL;
    if (gpu__me.graph) {
        gpu__not_in_graph(call, "memory for it must outlive it");
        return NULL;
    }
    memset(&a, 0, sizeof a);
    a.bytes = bytes;
    a.kind = kind;
    a.device = a.home = gpu__me.device;
    a.stream = gpu__me.current;
    a.file = gpu__self.file;
    a.line = gpu__self.line;
    if (bytes > (size_t)PTRDIFF_MAX - 4096) {
        gpu__fail(GPU_ERROR_INVALID_ARGUMENT, call,
                  "%zu bytes are more than any machine has; a negative number was perhaps converted to size_t", bytes);
        return NULL;
    }
    if (kind == GPU__PLAIN || kind == GPU__PINNED) a.home = GPU_CPU;
    pool = &gpu__pools[a.home + 1];
#ifdef GPU__CUDA
    if (a.device >= 0 && kind == GPU__DEVICE) {
        gpu__block *block = NULL;
        if (gpu__global.device[a.device].state != 1 && gpu__device_ready(a.device, call)) return NULL;
        if (gpu__take(&block, bytes, call)) return NULL;
        a.raw = block;
        a.p = block->p;
        if (gpu__remember(&a)) return a.p;
        gpu__give(block, a.device, a.stream);
        gpu__fail(GPU_ERROR_OUT_OF_MEMORY, call, "there is no host memory left for the list of allocations; free some");
        return NULL;
    }
#endif
    if (!gpu__reserve(pool, bytes)) {
        gpu__beyond_limit(pool, bytes, call);
        return NULL;
    }
#ifdef GPU__CUDA
    if (a.device >= 0 && kind != GPU__PLAIN) {
        size_t free_bytes = 0, total = 0, ask = bytes ? bytes : 1;
        cudaError_t e;
        s = gpu__device_ready(a.device, call);
#ifdef GPU__TEST_DEVICE_ALLOCATION
        if (!s && !GPU__TEST_DEVICE_ALLOCATION(bytes))
            e = cudaErrorMemoryAllocation;
        else
#endif
            if (s)
            e = cudaErrorUnknown;
        else if (kind == GPU__MANAGED) {
            e = cudaMemGetInfo(&free_bytes,
                               &total); /* more managed memory than is free can bring the machine to a halt */
            if (e == cudaSuccess) e = ask > free_bytes ? cudaErrorMemoryAllocation : cudaMallocManaged(&a.p, ask);
        } else
            e = cudaMallocHost(&a.p, ask);
        if (!s && e == cudaErrorMemoryAllocation) {
            (void)cudaGetLastError();
            if (kind == GPU__PINNED)
                s = gpu__fail(
                    GPU_ERROR_OUT_OF_MEMORY, call,
                    "%zu bytes of page-locked host memory were asked for and not to be had; free some, or use fewer",
                    bytes);
            else {
                (void)cudaMemGetInfo(&free_bytes, &total);
                s = gpu__fail(
                    GPU_ERROR_OUT_OF_MEMORY, call,
                    "%zu bytes were asked for, and device %d has %zu free of %zu; free some, or work in parts", bytes,
                    a.device, free_bytes, total);
            }
        } else if (!s)
            s = gpu__cuda(e, call);
        if (s) {
            gpu__unreserve(pool, bytes);
            return NULL;
        }
    } else
#endif
    {
        a.raw = GPU_HOST_MALLOC(bytes + 256 + 2 * GPU__MARKS); /* 256-byte alignment, as cudaMalloc gives */
        if (!a.raw && gpu__quarantine.count) {
            (void)gpu__let_go(0, call);
            a.raw = GPU_HOST_MALLOC(bytes + 256 + 2 * GPU__MARKS);
        }
        if (!a.raw) {
            gpu__unreserve(pool, bytes);
            gpu__fail(GPU_ERROR_OUT_OF_MEMORY, call,
                      "%zu bytes of host memory were asked for and not to be had; free some, or work in parts", bytes);
            return NULL;
        }
        a.p = (void *)(((uintptr_t)a.raw + GPU__MARKS + 255) & ~(uintptr_t)255);
        gpu__huge_pages(a.p, bytes);
        gpu__mark_ends(&a);
        if (kind != GPU__PLAIN) a.device = GPU_CPU;
    }
    if (!gpu__remember(&a)) {
        gpu__unreserve(pool, bytes);
#ifdef GPU__CUDA
        if (a.device >= 0 && kind != GPU__PLAIN)
            (void)(kind == GPU__PINNED ? cudaFreeHost(a.p) : cudaFree(a.p));
        else
#endif
            GPU_HOST_FREE(a.raw);
        gpu__fail(GPU_ERROR_OUT_OF_MEMORY, call, "there is no host memory left for the list of allocations; free some");
        return NULL;
    }
    return a.p;
}

GPU_API void *gpu_malloc(size_t bytes) { return gpu__allocate(bytes, GPU__DEVICE, gpu__new_name(GPU__DEVICE)); }
GPU_API void *gpu_malloc_pinned(size_t bytes) { return gpu__allocate(bytes, GPU__PINNED, gpu__new_name(GPU__PINNED)); }
GPU_API void *gpu_malloc_managed(size_t bytes)
{
    return gpu__allocate(bytes, GPU__MANAGED, gpu__new_name(GPU__MANAGED));
}

GPU_API gpu_status gpu_free(void *p)
{
    gpu__allocation a;
    gpu_status s = gpu__enter();
    char broken[512];
    const char *file = NULL;
    int found, line = 0;
    if (s || !p) return s;
    if (gpu__me.graph) return gpu__not_in_graph("gpu_free", "memory for it must outlive it");
    if ((found = gpu__forget(p, 0, &a)) < 0)
        return gpu__fail(GPU_ERROR_INVALID_POINTER, "gpu_free",
                         "%p is from %s at %s:%d and not memory; free it with %s", p, gpu__new_name(a.kind),
                         a.file ? a.file : "?", a.line,
                         a.kind == GPU__STREAM  ? "gpu_stream_free"
                         : a.kind == GPU__EVENT ? "gpu_event_free"
                                                : "gpu_graph_free");
    if (!found) {
        if (gpu__holder(p, &a))
            return gpu__fail(GPU_ERROR_INVALID_POINTER, "gpu_free",
                             "%p points %zu bytes into the allocation of %zu bytes made at %s:%d; pass its start, %p",
                             p, (size_t)((uintptr_t)p - (uintptr_t)a.p), a.bytes, a.file ? a.file : "?", a.line, a.p);
        if (!(found = gpu__freed_place(p, &file, &line))) {
            gpu__lock(&gpu__global.memory_lock);
            (void)gpu__freed_at(p, &file, &line);
            gpu__unlock(&gpu__global.memory_lock);
        }
        if (file)
            return gpu__fail(GPU_ERROR_INVALID_POINTER, "gpu_free",
                             "%p was freed already, at %s:%d; free each allocation once", p, file, line);
        if (found)
            return gpu__fail(GPU_ERROR_INVALID_POINTER, "gpu_free", "%p was freed already; free each allocation once",
                             p);
        return gpu__fail(GPU_ERROR_INVALID_POINTER, "gpu_free",
                         "%p did not come from gpu.h; free it with what allocated it", p);
    }
    if (!gpu__on_device(&a) || a.kind != GPU__DEVICE) gpu__unreserve(&gpu__pools[a.home + 1], a.bytes);
    found = !gpu__on_device(&a) && gpu__marks_broken(&a, broken, sizeof broken);
    s = gpu__stays(&a) && (gpu__global.debug || !gpu__on_device(&a)) ? gpu__keep(&a, "gpu_free")
                                                                     : gpu__release(&a, "gpu_free");
    return found ? gpu__fail(GPU_ERROR_INVALID_POINTER, "gpu_free", "%s; check the bounds of the code that wrote there",
                             broken)
                 : s;
}

GPU_API gpu_status gpu_memory(gpu_memory_stats *stats)
{
    gpu_status s = gpu__enter();
    const gpu__pool *pool = &gpu__pools[gpu__me.device + 1];
    if (s) return s;
    if (!stats)
        return gpu__fail(GPU_ERROR_INVALID_ARGUMENT, "gpu_memory",
                         "stats is NULL; pass the address of a gpu_memory_stats");
    memset(stats, 0, sizeof *stats);
#ifdef GPU__CUDA
    if (gpu__me.device >= 0 && (s = gpu__device_ready(gpu__me.device, "gpu_memory"))) return s;
#endif
    gpu__lock(&gpu__global.memory_lock);
    stats->used = pool->used;
    stats->peak = pool->peak;
    stats->reserved = pool->held;
    stats->limit = pool->limit;
    stats->allocations = pool->allocations;
    gpu__unlock(&gpu__global.memory_lock);
#ifdef GPU__CUDA
    if (gpu__me.device >= 0) {
        uint64_t reserved = 0; /* the driver's own count: it hands the pool memory in large pieces */
        if (pool->pool &&
            (s = gpu__cuda(cudaMemPoolGetAttribute(pool->pool, cudaMemPoolAttrReservedMemCurrent, &reserved),
                           "gpu_memory")))
            return s;
        if (pool->pool) stats->reserved = (size_t)reserved + pool->managed;
        return gpu__cuda(cudaMemGetInfo(&stats->free, &stats->total), "gpu_memory");
    }
#endif
    gpu__host_memory(&stats->free, &stats->total);
    return GPU_OK;
}

GPU_API gpu_status gpu_memory_limit(size_t bytes)
{
    gpu_status s = gpu__enter();
    if (s) return s;
    gpu__lock(&gpu__global.memory_lock);
    gpu__pools[gpu__me.device + 1].limit = bytes;
    gpu__unlock(&gpu__global.memory_lock);
    return GPU_OK;
}

#ifdef GPU__CUDA
static void gpu__stages_free(int device);
#endif

GPU_API gpu_status gpu_memory_trim(void)
{
    gpu_status s = gpu__enter();
    if (s) return s;
    if (gpu__me.graph) return gpu__not_in_graph("gpu_memory_trim", "this waits for the device");
    s = gpu__let_go(0, "gpu_memory_trim");
#ifdef GPU__CUDA
    if (gpu__me.device >= 0) {
        gpu_status t = gpu__device_ready(gpu__me.device, "gpu_memory_trim");
        if (t) return t;
        gpu__stages_free(gpu__me.device);
        t = gpu__trim("gpu_memory_trim");
        if (t) return t;
    }
#endif
    return s;
}

GPU_API gpu_place gpu_where(const void *p)
{
#ifdef GPU__CUDA
    struct cudaPointerAttributes a;
    if (gpu__ready() || !gpu__global.gpus || !p) return GPU_HOST;
    if (cudaPointerGetAttributes(&a, p) != cudaSuccess) {
        (void)cudaGetLastError();
        return GPU_HOST;
    }
    return a.type == cudaMemoryTypeDevice    ? GPU_ON_DEVICE
           : a.type == cudaMemoryTypeManaged ? GPU_MANAGED_MEM
           : a.type == cudaMemoryTypeHost    ? GPU_PINNED_HOST
                                             : GPU_HOST;
#else
    (void)p;
    return GPU_HOST;
#endif
}

/* Why gpu__check_range says no. */
static gpu_status gpu__out_of_range(const void *p, size_t bytes, const char *what, const char *call)
{
    gpu__allocation a;
    gpu__span span = {0, 0};
    const char *file = NULL;
    uintptr_t at = (uintptr_t)p, start;
    int line = 0, found;
    if (gpu__freed_place(p, &file, &line)) {
        if (file)
            return gpu__fail(
                GPU_ERROR_INVALID_POINTER, call,
                "%s points into memory that was freed at %s:%d; use it before its gpu_free, or allocate again", what,
                file, line);
        return gpu__fail(GPU_ERROR_INVALID_POINTER, call,
                         "%s points into memory that was freed; use it before its gpu_free, or allocate again", what);
    }
    memset(&a, 0, sizeof a);
    gpu__lock(&gpu__global.memory_lock);
    found = gpu__span_probe(at, &span) && !(span.start & GPU__SPAN_FREED);
    start = span.start & ~(uintptr_t)GPU__SPAN_FLAGS;
    if (found) a = *gpu__find((const void *)start);
    gpu__unlock(&gpu__global.memory_lock);
    if (!found || (at >= start && bytes <= a.bytes && at - start <= a.bytes - bytes))
        return GPU_OK; /* another thread frees and allocates */
    file = a.file ? a.file : "?";
    if (at < start)
        return gpu__fail(GPU_ERROR_INVALID_ARGUMENT, call,
                         "%s points %zu bytes before the start of %zu bytes from %s (made at %s:%d); pass their start, "
                         "or a place within",
                         what, (size_t)(start - at), a.bytes, gpu__new_name(a.kind), file, a.line);
    return gpu__fail(GPU_ERROR_INVALID_ARGUMENT, call,
                     "%zu bytes go beyond the end of %s, which has %zu bytes there (of %zu, made at %s:%d); pass "
                     "fewer, or allocate more",
                     bytes, what, at - start < a.bytes ? a.bytes - (size_t)(at - start) : 0, a.bytes, file, a.line);
}
/* Memory of ours, and not as many bytes of it? What is not ours passes. */
static inline gpu_status gpu__check_range(const void *p, size_t bytes, const char *what, const char *call)
{
    return gpu__seen_lately(p, bytes) || gpu__reaches(p, bytes) ? GPU_OK : gpu__out_of_range(p, bytes, what, call);
}

#ifdef GPU__CUDA
/* Does CUDA have to do this? Not for two places in ordinary memory of a thread that works on the CPU. */
static int gpu__cuda_copies(const void *dst, const void *src)
{
    return gpu__global.gpus && !(gpu__me.device == GPU_CPU && gpu_where(dst) == GPU_HOST && gpu_where(src) == GPU_HOST);
}
/* Memory of a device that is not the current one: the current stream first waits for what that device has queued. */
static gpu_status gpu__after_device_of(const void *p, const char *call)
{
    struct cudaPointerAttributes a;
    int current = 0;
    cudaError_t e;
    if (gpu__global.gpus_in_use < 2) return GPU_OK;
    if (cudaPointerGetAttributes(&a, p) != cudaSuccess) {
        (void)cudaGetLastError();
        return GPU_OK;
    }
    e = cudaGetDevice(&current);
    if (e || a.type != cudaMemoryTypeDevice || a.device == current || !gpu__pools[a.device + 1].order)
        return gpu__cuda(e, call);
    e = cudaSetDevice(a.device);
    if (!e) e = cudaEventRecord(gpu__pools[a.device + 1].order, GPU__DEFAULT_STREAM);
    (void)cudaSetDevice(current);
    if (!e) e = cudaStreamWaitEvent((cudaStream_t)gpu__me.stream, gpu__pools[a.device + 1].order, 0);
    return gpu__cuda(e, call);
}
#endif

enum { GPU__WAIT, GPU__QUEUE };
static gpu_status gpu__transfer(void *dst, const void *src, size_t bytes, int queue, const char *call)
{
    gpu_status s = gpu__enter();
    if (s) return s;
    if (gpu__me.graph && !queue) return gpu__not_in_graph(call, "this waits; use gpu_copy_async in a graph");
    if (!bytes) return GPU_OK;
    if (!dst || !src)
        return gpu__fail(GPU_ERROR_INVALID_ARGUMENT, call, "%s is NULL; expected memory of %zu bytes",
                         dst ? "src" : "dst", bytes);
    if (bytes > (size_t)PTRDIFF_MAX)
        return gpu__fail(GPU_ERROR_INVALID_ARGUMENT, call,
                         "%zu bytes are more than any machine has; a negative number was perhaps converted to size_t",
                         bytes);
    if ((s = gpu__check_range(dst, bytes, "dst", call)) || (s = gpu__check_range(src, bytes, "src", call))) return s;
    if ((uintptr_t)dst < (uintptr_t)src + bytes && (uintptr_t)src < (uintptr_t)dst + bytes && dst != src)
        return gpu__fail(GPU_ERROR_INVALID_ARGUMENT, call, "dst and src overlap; copy through a third place");
    if (dst == src) return GPU_OK;
#ifdef GPU__CUDA
    if (gpu__cuda_copies(dst, src)) {
        if (!gpu__me.graph && ((s = gpu__after_device_of(dst, call)) || (s = gpu__after_device_of(src, call))))
            return s;
        s = gpu__cuda(cudaMemcpyAsync(dst, src, bytes, cudaMemcpyDefault, (cudaStream_t)gpu__me.stream), call);
        return s || queue ? s : gpu__finish(call);
    }
#endif
    if (gpu__me.graph) return gpu__graph_copy(dst, src, 0, bytes, call);
    memcpy(dst, src, bytes);
    return GPU_OK;
}

GPU_API gpu_status gpu_copy(void *dst, const void *src, size_t bytes)
{
    return gpu__transfer(dst, src, bytes, GPU__WAIT, "gpu_copy");
}

GPU_API gpu_status gpu_copy_async(void *dst, const void *src, size_t bytes)
{
    return gpu__transfer(dst, src, bytes, GPU__QUEUE, "gpu_copy_async");
}

GPU_API gpu_status gpu_copy_2d(void *dst, size_t dst_pitch, const void *src, size_t src_pitch, size_t width_bytes,
                               size_t height)
{
    static const char call[] = "gpu_copy_2d";
    gpu_status s = gpu__enter();
    const size_t most = (size_t)PTRDIFF_MAX, pitch = dst_pitch > src_pitch ? dst_pitch : src_pitch;
    size_t dst_bytes, src_bytes, y;
    if (s) return s;
    if (gpu__me.graph) return gpu__not_in_graph(call, "this waits; use gpu_copy_async or a kernel in a graph");
    if (!width_bytes || !height) return GPU_OK;
    if (!dst || !src)
        return gpu__fail(GPU_ERROR_INVALID_ARGUMENT, call, "%s is NULL; expected %zu rows of %zu bytes",
                         dst ? "src" : "dst", height, width_bytes);
    if (width_bytes > most || height > most || pitch > most / height)
        return gpu__fail(GPU_ERROR_INVALID_ARGUMENT, call,
                         "%zu rows, %zu bytes apart, are more than any machine has; a negative number was perhaps "
                         "converted to size_t",
                         height, pitch);
    if (dst_pitch < width_bytes || src_pitch < width_bytes)
        return gpu__fail(
            GPU_ERROR_INVALID_ARGUMENT, call,
            "%s_pitch is %zu, and a row has %zu bytes; the pitch is the distance of two rows in bytes, at least that",
            dst_pitch < width_bytes ? "dst" : "src", dst_pitch < width_bytes ? dst_pitch : src_pitch, width_bytes);
    dst_bytes = (height - 1) * dst_pitch + width_bytes;
    src_bytes = (height - 1) * src_pitch + width_bytes;
    if ((s = gpu__check_range(dst, dst_bytes, "dst", call)) || (s = gpu__check_range(src, src_bytes, "src", call)))
        return s;
    if ((uintptr_t)dst < (uintptr_t)src + src_bytes && (uintptr_t)src < (uintptr_t)dst + dst_bytes) {
        /* parts of one image: apart only if they are columns that lie side by side */
        size_t gap = (uintptr_t)dst > (uintptr_t)src ? ((uintptr_t)dst - (uintptr_t)src) % src_pitch
                                                     : ((uintptr_t)src - (uintptr_t)dst) % src_pitch;
        if (dst_pitch != src_pitch || gap < width_bytes || gap > src_pitch - width_bytes)
            return gpu__fail(GPU_ERROR_INVALID_ARGUMENT, call, "dst and src overlap; copy through a third place");
    }
#ifdef GPU__CUDA
    if (gpu__cuda_copies(dst, src)) {
        if ((s = gpu__after_device_of(dst, call)) || (s = gpu__after_device_of(src, call))) return s;
        s = gpu__cuda(cudaMemcpy2DAsync(dst, dst_pitch, src, src_pitch, width_bytes, height, cudaMemcpyDefault,
                                        (cudaStream_t)gpu__me.stream),
                      call);
        return s ? s : gpu__finish(call);
    }
#endif
    for (y = 0; y < height; y++) memcpy((char *)dst + y * dst_pitch, (const char *)src + y * src_pitch, width_bytes);
    return GPU_OK;
}

GPU_API gpu_status gpu_set(void *p, int byte, size_t bytes)
{
    gpu_status s = gpu__enter();
    if (s || !bytes) return s;
    if (!p) return gpu__fail(GPU_ERROR_INVALID_ARGUMENT, "gpu_set", "p is NULL; expected memory of %zu bytes", bytes);
    if (bytes > (size_t)PTRDIFF_MAX)
        return gpu__fail(GPU_ERROR_INVALID_ARGUMENT, "gpu_set",
                         "%zu bytes are more than any machine has; a negative number was perhaps converted to size_t",
                         bytes);
    if ((s = gpu__check_range(p, bytes, "p", "gpu_set"))) return s;
#ifdef GPU__CUDA
    if (gpu__global.gpus && gpu_where(p) != GPU_HOST)
        return gpu__cuda(cudaMemsetAsync(p, byte, bytes, (cudaStream_t)gpu__me.stream), "gpu_set");
#endif
    if (gpu__me.graph) return gpu__graph_copy(p, NULL, byte, bytes, "gpu_set");
    memset(p, byte, bytes);
    return GPU_OK;
}

GPU_API void *gpu__new(size_t n, size_t size, int kind, int zero, const void *copy_from, const char *call,
                       const char *file, int line)
{
    void *p;
    if (n > (size_t)PTRDIFF_MAX / size) {
        gpu__fail_at(GPU_ERROR_INVALID_ARGUMENT, file, line, call,
                     "%zu elements of %zu bytes are more than any machine has; a negative number was perhaps converted "
                     "to size_t",
                     n, size);
        return NULL;
    }
    gpu__at(file, line, GPU__BY_CALL);
    p = gpu__allocate(n * size, kind, call);
    if (p && (zero || copy_from)) gpu__go_on(GPU__BY_CALL);
    if (p &&
        ((zero && gpu_set(p, 0, n * size)) || (copy_from && gpu__transfer(p, copy_from, n * size, GPU__WAIT, call)))) {
        gpu__go_on(GPU__BY_CALL);
        (void)gpu_free(p);
        p = NULL;
    }
    return p;
}

GPU_API void *gpu__new_copy(size_t n, size_t size, int kind, const void *from, const char *call, const char *file,
                            int line)
{
    if (!from && n) {
        gpu__fail_at(GPU_ERROR_INVALID_ARGUMENT, file, line, call,
                     "the pointer to copy from is NULL; expected %zu elements of %zu bytes", n, size);
        return NULL;
    }
    return gpu__new(n, size, kind, 0, from, call, file, line);
}

#ifdef GPU__CUDA
static void gpu__rooms_free(void);
#endif

static void gpu__free_crews(void);
GPU_API gpu_status gpu_shutdown(void)
{
    gpu_status s = gpu__enter(), t;
    size_t i;
    if (s) return s;
    if (gpu__me.graph) return gpu__not_in_graph("gpu_shutdown", "all memory would go");
    gpu__me.current = NULL, gpu__me.stream = GPU__DEFAULT_STREAM;
#ifdef GPU__CUDA
    int device, current = gpu__me.device;
    for (device = 0; device < gpu__global.gpus; device++)
        if (gpu__global.device[device].state == 1) {
            t = gpu__cuda(cudaSetDevice(device), "gpu_shutdown");
            gpu__me.device = device;
            if (!t) t = gpu__sync_device("gpu_shutdown");
            if (t && !s) s = t;
        }
    gpu__rooms_free();
#endif
    for (i = 0; i < gpu__ledger.slots;) /* freeing moves later entries back, so the same slot is looked at again */
        if (gpu__ledger.slot[i].p) {
            void *p = gpu__ledger.slot[i].p;
            int kind = gpu__ledger.slot[i].kind;
#ifdef GPU__CUDA
            if (kind >= GPU__STREAM && gpu__ledger.slot[i].device >= 0) {
                gpu__me.device = gpu__ledger.slot[i].device;
                (void)cudaSetDevice(gpu__me.device);
            }
#endif
            gpu__go_on(GPU__BY_CALL);
            t = kind == GPU__STREAM  ? gpu_stream_free((gpu_stream)p)
                : kind == GPU__EVENT ? gpu_event_free((gpu_event)p)
                : kind == GPU__GRAPH ? gpu_graph_free((gpu_graph)p)
                                     : gpu_free(p);
            if (t && !s) s = t;
        } else
            i++;
    t = gpu__let_go(0, "gpu_shutdown");
    if (t && !s) s = t;
    if (gpu__ledger.slot) GPU_HOST_FREE(gpu__ledger.slot);
    memset(&gpu__ledger, 0, sizeof gpu__ledger);
    gpu__spans_end();
    gpu__free_crews();
#ifdef GPU__CUDA
    for (device = 0; device < gpu__global.gpus; device++)
        if (gpu__global.device[device].state == 1) {
            gpu__pool *pool = &gpu__pools[device + 1];
            (void)cudaSetDevice(device);
            gpu__me.device = device;
            t = gpu__trim("gpu_shutdown");
            if (t && !s) s = t;
            gpu__pool_close(pool);
            gpu__global.device[device].state = 0; /* the next use opens it again */
            gpu__global.gpus_in_use--;
        }
    gpu__me.device = current;
    if (current >= 0) (void)cudaSetDevice(current);
#endif
    return s;
}

static void gpu__print_leaks(void) /* GPU_DEBUG=1: at the end of the program */
{
    size_t i;
    char broken[512];
    for (i = 0; i < gpu__ledger.slots; i++) {
        const gpu__allocation *a = &gpu__ledger.slot[i];
        const char *file = a->file ? a->file : "?";
        if (!a->p) continue;
        if (a->kind < GPU__STREAM)
            fprintf(stderr, "gpu.h: never freed: %zu bytes from %s at %s:%d\n", a->bytes, gpu__new_name(a->kind), file,
                    a->line);
        else
            fprintf(stderr, "gpu.h: never freed: the result of %s at %s:%d\n", gpu__new_name(a->kind), file, a->line);
        if (a->kind < GPU__STREAM && (a->kind == GPU__PLAIN || a->device == GPU_CPU) &&
            gpu__marks_broken(a, broken, sizeof broken))
            fprintf(stderr, "gpu.h: %s\n", broken);
    }
}

#ifdef GPU__CUDA
/* GPU_DEBUG=1: what was written to freed device memory, said while CUDA can be asked. */
static void gpu__cuda_ends(void)
{
    int device;
    for (device = 0; device < gpu__global.gpus; device++)
        if (gpu__global.device[device].state == 1 && cudaSetDevice(device) == cudaSuccess)
            (void)cudaDeviceSynchronize();
    (void)cudaGetLastError();
    (void)gpu__let_go(0, NULL);
    gpu__global.cuda_ended = 1;
}
#endif
/* The program's own atexit handlers come before this: they may free memory and look at errors. */
__attribute__((destructor)) static void gpu__the_end(void)
{
    gpu__print_unseen();
    (void)gpu__let_go(0, NULL);
    if (gpu__global.debug) gpu__print_leaks();
    if (!gpu__ledger.used) gpu__spans_end(); /* of a shared library that is closed nothing stays */
}

