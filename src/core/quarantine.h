/* -- guard zones: host memory lies between two zones of canaries, so that a write beyond its bounds is found when it is
   freed -- */
static uint64_t gpu__canary(const gpu__allocation *a, int k)
{
    return ((uint64_t)(uintptr_t)a->p + (uint64_t)k + 1) * 0x9e3779b97f4a7c15u;
}
static void gpu__canary_write(const gpu__allocation *a)
{
    int k;
    for (k = 0; k < GPU__GUARD_BYTES / 8; k++) {
        uint64_t m = gpu__canary(a, k);
        memcpy((char *)a->p - GPU__GUARD_BYTES + 8 * k, &m, 8);
        memcpy((char *)a->p + a->bytes + 8 * k, &m, 8);
    }
}
/* Whether a guard zone was overwritten; then `text` says where. */
static int gpu__canary_broken(const gpu__allocation *a, char *text, size_t size)
{
    int k, j, at, ok = 1;
    for (k = 0; k < GPU__GUARD_BYTES / 8; k++) {
        uint64_t m = gpu__canary(a, k);
        ok &=
            !memcmp((char *)a->p - GPU__GUARD_BYTES + 8 * k, &m, 8) && !memcmp((char *)a->p + a->bytes + 8 * k, &m, 8);
    }
    if (ok) return 0;
    for (at = -GPU__GUARD_BYTES; at < GPU__GUARD_BYTES; at++) {
        uint64_t m = gpu__canary(a, (at + GPU__GUARD_BYTES) % GPU__GUARD_BYTES / 8);
        j = (at + GPU__GUARD_BYTES) % 8;
        if (((const unsigned char *)a->p)[at < 0 ? (ptrdiff_t)at : (ptrdiff_t)a->bytes + at] !=
            ((const unsigned char *)&m)[j])
            break;
    }
    snprintf(text, size, "the %zu bytes from %s at %s:%d were written out of bounds, first %d byte%s %s", a->bytes,
             gpu__new_name(a->kind), a->file ? a->file : "?", a->line, at < 0 ? -at : at,
             at == -1 || at == 1 ? "" : "s", at < 0 ? "before their start" : "after their end");
    return 1;
}

/* -- quarantine: freed memory is kept for a while, so that a use after free can be told from a use of memory that was
   allocated since -- Under GPU_DEBUG it holds memory of all kinds, up to 64 MiB and a quarter of the free memory,
   filled with a pattern, so that a write to it is found when it leaves. Otherwise it holds 64 KiB of host memory,
   little enough to stay in the processor's caches, and none if the program has its own allocator; device memory stays
   in its pool anyway. gpu_memory_stats counts quarantined host memory as freed. */
typedef struct gpu__quarantined {
    gpu__allocation a;
    const char *file; /* call site of its gpu_free */
    int line, filled; /* filled: with the pattern */
} gpu__quarantined;
static struct {
    gpu__quarantined slot[GPU__FREED]; /* a queue */
    unsigned first, count;
    size_t bytes;
} gpu__quarantine;
enum { GPU__PATTERN = 0xdd };

/* Removes the oldest entry; with memory_lock held. */
static gpu__quarantined gpu__quarantine_pop(void)
{
    gpu__quarantined kept = gpu__quarantine.slot[gpu__quarantine.first++ % GPU__FREED];
    gpu__quarantine.count--;
    gpu__quarantine.bytes -= gpu__quarantine_cost(&kept.a);
    if (!gpu__on_device(&kept.a) || kept.a.kind != GPU__DEVICE) gpu__span_replace(kept.a.p, NULL);
    return kept;
}
/* Checks and releases the memory of an entry that was removed. A write since its free is an error; with call NULL, at
   exit, it is printed. */
static gpu_status gpu__quarantine_release(const gpu__quarantined *kept, const char *call)
{
    const gpu__allocation *a = &kept->a;
    gpu_status s = GPU_OK, t;
    size_t at = a->bytes;
#ifdef GPU__ASAN
    if (!gpu__on_device(a)) __asan_unpoison_memory_region(a->p, a->bytes);
#endif
    if (kept->filled) s = gpu__backend(gpu__owner(a), first_written)(a, &at, call);
    if (at < a->bytes) {
        char text[768];
        snprintf(text, sizeof text,
                 "the %zu bytes from %s at %s:%d were written after they were freed at %s:%d, first byte %zu; look for "
                 "a pointer to them that is still used",
                 a->bytes, gpu__new_name(a->kind), a->file ? a->file : "?", a->line, kept->file ? kept->file : "?",
                 kept->line, at);
        if (call)
            s = gpu__fail(GPU_ERROR_INVALID_POINTER, call, "%s", text);
        else
            fprintf(stderr, "gpu.h: %s\n", text);
    }
    t = call || !gpu__on_device(a) ? gpu__backend(gpu__owner(a), release)(a, call)
                                   : GPU_OK; /* CUDA may be gone at the end */
    return s ? s : t;
}
/* Releases the oldest entries until at most `bytes` bytes remain. */
static gpu_status gpu__quarantine_shrink(size_t bytes, const char *call)
{
    gpu_status s = GPU_OK, t;
    for (;;) {
        gpu__quarantined kept;
        int more;
        gpu__lock(&gpu__global.memory_lock);
        more = gpu__quarantine.count && gpu__quarantine.bytes > bytes;
        if (more) kept = gpu__quarantine_pop();
        gpu__unlock(&gpu__global.memory_lock);
        if (!more) return s;
        t = gpu__quarantine_release(&kept, call);
        if (!s) s = t;
    }
}
/* Adds an allocation that was just freed, or releases it at once if it exceeds the limit. */
static gpu_status gpu__keep(const gpu__allocation *a, const char *call)
{
    const size_t weight = gpu__quarantine_cost(a), limit = gpu__quarantine_limit(a);
    gpu__quarantined kept, oldest;
    gpu_status s = GPU_OK, t;
    int full, more;
    memset(&kept, 0, sizeof kept);
    kept.a = *a;
    kept.a.stream = NULL; /* the stream may be freed before the entry leaves */
    kept.file = gpu__simulated.file;
    kept.line = gpu__simulated.line;
    if (weight <= limit && gpu__global.debug) kept.filled = !(s = gpu__backend(gpu__owner(a), fill_pattern)(a, call));
    if (weight > limit || s) {
        gpu__lock(&gpu__global.memory_lock);
        if (!gpu__on_device(a) || a->kind != GPU__DEVICE) gpu__span_replace(a->p, NULL);
        gpu__unlock(&gpu__global.memory_lock);
        t = gpu__backend(gpu__owner(a), release)(a, call);
        return s ? s : t;
    }
#ifdef GPU__ASAN
    if (!gpu__on_device(a)) __asan_poison_memory_region(a->p, a->bytes);
#endif
    gpu__lock(&gpu__global.memory_lock);
    full = gpu__quarantine.count == GPU__FREED;
    if (full) oldest = gpu__quarantine_pop();
    gpu__quarantine.slot[(gpu__quarantine.first + gpu__quarantine.count++) % GPU__FREED] = kept;
    gpu__quarantine.bytes += weight;
    if (!full && (full = gpu__quarantine.bytes > limit)) oldest = gpu__quarantine_pop();
    more = gpu__quarantine.bytes > limit;
    gpu__unlock(&gpu__global.memory_lock);
    if (full) s = gpu__quarantine_release(&oldest, call);
    t = more ? gpu__quarantine_shrink(limit, call) : GPU_OK;
    return s ? s : t;
}

