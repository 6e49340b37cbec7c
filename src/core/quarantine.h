/* -- guard zones: host memory lies between two zones of canaries, so that a write beyond its bounds is found when it is
   freed -- */
/* Writes the canaries of an intact guard zone to `zone`; they depend on the address of the memory. */
static void gpu__canaries(const gpu__allocation *a, unsigned char zone[GPU__GUARD_BYTES])
{
    for (size_t k = 0; k < GPU__GUARD_BYTES; k += 8) {
        const uint64_t m = ((uint64_t)(uintptr_t)a->p + k / 8 + 1) * 0x9e3779b97f4a7c15u;
        memcpy(zone + k, &m, 8);
    }
}
static GPU__FORCE_INLINE void gpu__canary_write(const gpu__allocation *a)
{
    gpu__canaries(a, (unsigned char *)a->p - GPU__GUARD_BYTES);
    gpu__canaries(a, (unsigned char *)a->p + a->bytes);
}
/* Whether a guard zone was overwritten; then `text` says where. */
static int gpu__canary_broken(const gpu__allocation *a, char *text, size_t size)
{
    const unsigned char *at = (const unsigned char *)a->p - GPU__GUARD_BYTES;
    unsigned char zone[GPU__GUARD_BYTES];
    int end, k;
    gpu__canaries(a, zone);
    for (end = 0; end < 2; end++, at += GPU__GUARD_BYTES + a->bytes) {
        if (!memcmp(at, zone, sizeof zone)) continue;
        for (k = 0; at[k] == zone[k];) k++;
        if (!end) k = GPU__GUARD_BYTES - k;
        snprintf(text, size, "the %zu bytes from %s at %s were written out of bounds, first %d byte%s %s", a->bytes,
                 gpu__new_name(a->kind), gpu__made_at(a), k, k == 1 ? "" : "s",
                 end ? "after their end" : "before their start");
        return 1;
    }
    return 0;
}

/* -- quarantine: freed memory is kept for a while, so that a use after free can be distinguished from a use of newly
   allocated memory -- Under GPU_DEBUG it holds memory of all kinds, up to 64 MiB and a quarter of the free memory,
   filled with a pattern, so that a write to it is found when it leaves. Otherwise it holds 64 KiB of host memory, which
   are few enough to stay in the processor's caches, and none if the program has its own allocator; device memory stays
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

/* The span of memory that gpu.h gives up is forgotten, since other code may own it from now on; with memory_lock held.
   Device memory stays in its pool. */
static GPU__FORCE_INLINE void gpu__forget(const gpu__allocation *a)
{
    if (!gpu__on_device(a) || a->kind != GPU__DEVICE) gpu__span_replace(a->p, NULL);
}
/* Releases the memory of an entry that was taken out of the quarantine, and checks that nothing has written to it since
   it was freed. If something has, that is an error of `call`; at exit, where call is NULL, it is printed instead. */
static gpu_status gpu__quarantine_release(const gpu__quarantined *entry, const char *call)
{
    const gpu__allocation *a = &entry->a;
    gpu_status s = GPU_OK;
    size_t at = a->bytes;
#ifdef GPU__ASAN
    if (!gpu__on_device(a)) __asan_unpoison_memory_region(a->p, a->bytes);
#endif
    if (entry->filled) s = gpu__backend(gpu__owner(a), first_written)(a, &at, call);
    if (at < a->bytes) {
        char text[1024];
        snprintf(text, sizeof text,
                 "the %zu bytes from %s at %s were written after they were freed at %s:%d, first byte %zu; look for a "
                 "pointer to them that is still used",
                 a->bytes, gpu__new_name(a->kind), gpu__made_at(a), entry->file ? entry->file : "?", entry->line, at);
        if (call) s = gpu__fail(GPU_ERROR_INVALID_POINTER, call, "%s", text);
        else fprintf(stderr, "gpu.h: %s\n", text);
    }
    if (!call && gpu__on_device(a)) return s; /* CUDA may be gone at exit */
    return gpu__first(&s, gpu__backend(gpu__owner(a), release)(a, call));
}
/* Releases the oldest entries until at most `bytes` bytes in `entries` entries remain. Then adds the allocation *added,
   unless that is NULL. */
static gpu_status gpu__quarantine_replace(size_t bytes, unsigned entries, const gpu__allocation *added, int filled,
                                          const char *call)
{
    gpu_status s = GPU_OK;
    for (;;) {
        gpu__quarantined oldest;
        gpu__lock_memory();
        const int more = gpu__quarantine.bytes > bytes || gpu__quarantine.count > entries;
        if (more) {
            oldest = gpu__quarantine.slot[gpu__quarantine.first++ % GPU__FREED];
            gpu__quarantine.count--;
            gpu__quarantine.bytes -= gpu__quarantine_cost(&oldest.a);
            gpu__forget(&oldest.a);
        } else if (added) {
            gpu__quarantined *const entry =
                &gpu__quarantine.slot[(gpu__quarantine.first + gpu__quarantine.count++) % GPU__FREED];
            entry->a = *added;
            gpu__put_site(entry);
            entry->filled = filled;
            gpu__quarantine.bytes += gpu__quarantine_cost(added);
        }
        gpu__unlock_memory();
        if (!more) return s;
        gpu__first(&s, gpu__quarantine_release(&oldest, call));
    }
}
static gpu_status gpu__quarantine_empty(const char *call) { return gpu__quarantine_replace(0, 0, NULL, 0, call); }
/* Puts an allocation that was just freed into the quarantine, or releases it at once if it exceeds the limit. */
static GPU__FORCE_INLINE gpu_status gpu__keep(const gpu__allocation *a, const char *call)
{
    const size_t cost = gpu__quarantine_cost(a), limit = gpu__quarantine_limit(a);
    const int fits = cost <= limit, filled = fits && gpu__global.debug;
    gpu_status s = filled ? gpu__backend(gpu__owner(a), fill_pattern)(a, call) : GPU_OK;
    if (fits && !s) {
#ifdef GPU__ASAN
        if (!gpu__on_device(a)) __asan_poison_memory_region(a->p, a->bytes);
#endif
        return gpu__quarantine_replace(limit - cost, GPU__FREED - 1, a, filled, call);
    }
    gpu__lock_memory();
    gpu__forget(a);
    gpu__unlock_memory();
    return gpu__first(&s, gpu__backend(gpu__owner(a), release)(a, call));
}
