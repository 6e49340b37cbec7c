/* ------------------------------------------------------------------------------------------------ allocation -- */

static void *gpu__allocate(size_t bytes, int kind, const char *call)
{
    gpu__allocation a;
    if (gpu__enter_uncaptured(call, "memory that a graph uses must outlive it") || gpu__check_size(bytes, 1, call))
        return NULL;
    memset(&a, 0, sizeof a);
    a.bytes = bytes;
    a.kind = kind;
    a.device = gpu__thread.device;
    a.home = kind == GPU__PLAIN || kind == GPU__PINNED ? GPU_CPU : a.device;
    a.stream = gpu__thread.current ? gpu__thread.current->number : 0;
    gpu__put_site(&a);
    if (kind == GPU__DEVICE && gpu__is_gpu(a.device)) a.kind = GPU__LOAD(int, &gpu__global.allocator);
    if (gpu__backend(gpu__owner(&a), allocate)(&a, call)) return NULL;
    if (gpu__ledger_add(&a)) return a.p;
    gpu__not_held(&a);
    (void)gpu__backend(gpu__owner(&a), release)(&a, call);
    gpu__no_host_memory(call);
    return NULL;
}

GPU_API void *gpu_malloc(size_t bytes) { return gpu__allocate(bytes, GPU__DEVICE, "gpu_malloc"); }
GPU_API void *gpu_malloc_pinned(size_t bytes) { return gpu__allocate(bytes, GPU__PINNED, "gpu_malloc_pinned"); }
GPU_API void *gpu_malloc_managed(size_t bytes) { return gpu__allocate(bytes, GPU__MANAGED, "gpu_malloc_managed"); }

#ifdef MPI_VERSION
/* Page-locked memory through which messages of MPI are staged, see core/mpi.h. */
enum { GPU__MPI_STAGING = 32 << 20 };
static gpu__allocation gpu__mpi_staging;
static gpu_status gpu__mpi_staging_close(const char *call)
{
    const gpu__allocation a = gpu__mpi_staging;
    if (!a.p) return GPU_OK;
    memset(&gpu__mpi_staging, 0, sizeof gpu__mpi_staging);
    gpu__not_held(&a);
    return gpu__backend(gpu__owner(&a), release)(&a, call);
}
#endif

GPU_API gpu_status gpu_allocator(int kind)
{
    const gpu_status s = gpu__enter();
    if (s) return s;
    if (kind < GPU_MANAGED_MEM || kind > GPU_UNPOOLED_MEM)
        return gpu__wrong("gpu_allocator",
                          "%d is not an allocator; expected GPU_DEVICE_MEM, GPU_MANAGED_MEM or GPU_UNPOOLED_MEM (for "
                          "page-locked host memory call gpu_malloc_pinned)",
                          kind);
    GPU__STORE(int, &gpu__global.allocator, kind);
    return GPU_OK;
}

/* The error of gpu_free(p). found: whether gpu__ledger_remove has found the handle *a there; otherwise p is no start of
   an allocation. */
static gpu_status gpu__free_refused(const void *p, int found, gpu__allocation *a)
{
    static const char call[] = "gpu_free";
    static const char *const frees[] = {"gpu_stream_free", "gpu_event_free", "gpu_graph_free", "gpu_kernel_free"};
    const char *where;
    if (found)
        return gpu__fail(GPU_ERROR_INVALID_POINTER, call, "%p is not memory but from %s at %s; free it with %s", p,
                         gpu__new_name(a->kind), gpu__made_at(a), frees[a->kind - GPU__STREAM]);
    if (gpu__ledger_holder(p, a))
        return gpu__fail(GPU_ERROR_INVALID_POINTER, call,
                         "%p points %zu bytes into the allocation of %zu bytes made at %s; pass its start, %p", p,
                         (size_t)((uintptr_t)p - (uintptr_t)a->p), a->bytes, gpu__made_at(a), a->p);
    if (gpu__was_freed(p, 1, &where))
        return gpu__fail(GPU_ERROR_INVALID_POINTER, call, "%p was freed already%s%s; free each allocation once", p,
                         *where ? "," : "", where);
    return gpu__fail(GPU_ERROR_INVALID_POINTER, call, "%p did not come from gpu.h; free it with what allocated it", p);
}
GPU_API gpu_status gpu_free(void *p)
{
    gpu__allocation a;
    gpu_status s = gpu__enter();
    char broken[512];
    int found;
    if (s || !p) return s;
    if (gpu__thread.graph) return gpu__not_in_graph("gpu_free", "memory that a graph uses must outlive it");
    s = gpu__tape_asked(freed, (p));
    if (s) return s;
    if ((found = gpu__ledger_remove(p, 0, &a)) != 1) return gpu__free_refused(p, found, &a);
    gpu__not_held(&a);
    found = !gpu__on_device(&a) && gpu__canary_broken(&a, broken, sizeof broken);
    s = gpu__stays_after_free(&a) && (gpu__global.debug || !gpu__on_device(&a))
            ? gpu__keep(&a, "gpu_free")
            : gpu__backend(gpu__owner(&a), release)(&a, "gpu_free");
    return found ? gpu__fail(GPU_ERROR_INVALID_POINTER, "gpu_free", "%s; check the bounds of the code that wrote there",
                             broken)
                 : s;
}

GPU_API gpu_status gpu_memory(gpu_memory_stats *stats)
{
    gpu_status s = gpu__enter();
    const gpu__pool *pool = &gpu__pools[gpu__thread.device + 1];
    if (s) return s;
    if (!stats) return gpu__wrong("gpu_memory", "stats is NULL; pass the address of a gpu_memory_stats");
    memset(stats, 0, sizeof *stats);
    if ((s = gpu__current(ready)(gpu__thread.device, "gpu_memory"))) return s;
    gpu__lock_memory();
    stats->used = pool->used;
    stats->peak = pool->peak;
    stats->reserved = pool->held;
    stats->limit = pool->limit;
    stats->allocations = pool->allocations;
    gpu__unlock_memory();
    return gpu__current(available)(&stats->free, &stats->total, &stats->reserved, "gpu_memory");
}

GPU_API gpu_status gpu_memory_limit(size_t bytes)
{
    gpu_status s = gpu__enter();
    if (s) return s;
    gpu__lock_memory();
    gpu__pools[gpu__thread.device + 1].limit = bytes;
    gpu__unlock_memory();
    return GPU_OK;
}

GPU_API gpu_status gpu_memory_trim(void)
{
    gpu_status s = gpu__enter_uncaptured("gpu_memory_trim", "it waits for the device");
    if (s) return s;
    for (const gpu__trimmed *list = GPU__LOAD_ACQUIRE(gpu__trimmed *, &gpu__all_trimmed); list; list = list->next)
        list->trim();
    const gpu_status kept = gpu__quarantine_empty("gpu_memory_trim");
    s = gpu__current(trim)("gpu_memory_trim");
    return gpu__first(&s, kept);
}

static GPU__FORCE_INLINE gpu_status gpu__where(const void *p, gpu_place *kind, const char *call)
{
    int device;
    *kind = GPU_HOST;
    return GPU__HAS_CUDA && gpu__global.gpus && p ? gpu__backend(0, where)(p, kind, &device, call) : GPU_OK;
}
/* Refuses memory whose kind is below `least` in a graph. The CPU knows the kind from the ledger: what gpu_malloc
   returned there is its device memory, so that a program that works on the CPU works on a GPU. */
static gpu_status gpu__check_captured_array(const void *p, gpu_place least, const char *name, const char *call)
{
    gpu__allocation a;
    gpu_place kind;
    const gpu_status s = gpu__where(p, &kind, call);
    a.kind = GPU__PLAIN;
    if (s || kind >= least || (!gpu__is_gpu(gpu__thread.device) && gpu__ledger_holder(p, &a) && a.kind >= (int)least))
        return s;
    return gpu__fail(GPU_ERROR_NOT_SUPPORTED, call,
                     "%s is host memory, and a graph works on device memory: allocate it with gpu_malloc, and copy to "
                     "or from it with gpu_copy_async",
                     name);
}
GPU_API gpu_status gpu_extent_of(const void *p, gpu_extent *extent)
{
    gpu__allocation a;
    const gpu_status s = gpu__enter();
    if (s || !extent) return s ? s : gpu__wrong("gpu_extent_of", "extent is NULL; pass the address of a gpu_extent");
    memset(extent, 0, sizeof *extent);
    if (!gpu__ledger_holder(p, &a)) return GPU_OK;
    extent->base = a.p;
    extent->bytes = a.bytes;
    extent->left = a.bytes + (uintptr_t)a.p - (uintptr_t)p;
    extent->device = a.home;
    extent->file = a.file;
    extent->line = a.line;
    return GPU_OK;
}
GPU_API gpu_place gpu_where(const void *p)
{
    gpu_place kind = GPU_HOST;
    if (!gpu__ready()) (void)gpu__where(p, &kind, "gpu_where");
    return kind;
}
