/* -------------------------------------------------------------------------------------------------------- ledger --

   All live allocations and handles by address: a hash table with open addressing and linear probing, whose number of
   slots is a power of two; at most half full. */
typedef struct gpu__freed {
    const void *p;
    const char *file; /* call site of gpu_free */
    int line;
} gpu__freed;
static struct {
    gpu__allocation *slot, *end;
    size_t slots, used;
    gpu__freed freed[1024]; /* the last frees, for messages about a use after free or a double free */
    unsigned next_freed;
} gpu__ledger;
enum { GPU__FREED = sizeof gpu__ledger.freed / sizeof gpu__ledger.freed[0] };

/* Whether p points to one of the `bytes` bytes at `start`. */
#define gpu__within(p, start, bytes) ((uintptr_t)(p) - (uintptr_t)(start) < (size_t)(bytes))

static size_t gpu__ledger_hash(const void *p)
{
    return (size_t)(((uint64_t)(uintptr_t)p >> 4) * 0x9e3779b97f4a7c15u >> 20);
}
static gpu__allocation *gpu__ledger_find(const void *p) /* the slot of p, or the empty slot for it; NULL: no table */
{
    if (!gpu__ledger.slots) return NULL;
    for (size_t i = gpu__ledger_hash(p);; i++) {
        gpu__allocation *a = &gpu__ledger.slot[i & (gpu__ledger.slots - 1)];
        if (!a->p || a->p == p) return a;
    }
}
static GPU__FORCE_INLINE int gpu__ledger_grow(void)
{
    gpu__allocation *const old = gpu__ledger.slot, *const end = gpu__ledger.end, *a;
    const size_t n = gpu__ledger.slots;
    gpu__allocation *slot = (gpu__allocation *)gpu__host((n ? 2 * n : 256) * sizeof *slot, 1);
    if (!slot) return 0;
    gpu__ledger.slot = slot;
    gpu__ledger.slots = n ? 2 * n : 256;
    gpu__ledger.end = slot + gpu__ledger.slots;
    for (a = old; a < end; a++)
        if (a->p) *gpu__ledger_find(a->p) = *a;
    gpu__host_free(old);
    return 1;
}

/* -- spans: the address ranges of allocations, to find the one that a pointer points into -- Every call looks up each
   of its arrays. So a look-up must not take a lock, and takes only a few ns, wherever in its allocation p points and
   however many allocations there are. A span is listed under the one or two aligned granules of 1 << k bytes that it
   overlaps, for the smallest k whose granule is as large as the span; a look-up tries the granule of p for each k in
   use. `sequence` is a sequence lock: writers hold memory_lock and make it odd while they write, and a reader that saw
   it change starts again. The span of freed memory stays in the table, marked as freed, as long as the memory stays
   with gpu.h, since only then can no other code own it. */
enum { GPU__GUARD_BYTES = 64 }; /* size of the guard zones on both sides of host memory, see core/quarantine.h */
enum {
    GPU__SPAN_FREED = 1,
    GPU__SPAN_SECOND = 2,  /* this entry is listed under the second of its granules */
    GPU__SPAN_GUARDED = 4, /* it owns GPU__GUARD_BYTES bytes on both sides, too */
    GPU__SPAN_BLOCK = 8,   /* it owns the bytes up to the next multiple of 512, too */
    GPU__SPAN_FLAGS = 15   /* in the low bits of `start`: addresses are multiples of 16 */
};
typedef struct gpu__span {
    uintptr_t start, end; /* the requested bytes; start 0: an empty slot */
} gpu__span;
typedef struct gpu__span_table {
    gpu__span *slot; /* open addressing, linear probing, at most half full */
    size_t mask;
    struct gpu__span_table *older; /* kept, because a reader may still use it */
} gpu__span_table;
static gpu__span gpu__first_spans[4096];
static gpu__span_table gpu__first_table = {gpu__first_spans, sizeof gpu__first_spans / sizeof gpu__first_spans[0] - 1,
                                           NULL};
static struct {
    gpu__span_table *table;
    size_t sequence;
    uint64_t levels; /* bit k: some span is listed under a granule of 1 << k bytes */
    size_t used, count[64];
} gpu__spans = {&gpu__first_table, 0, 0, 0, {0}};

static inline size_t gpu__span_hash(uintptr_t granule, int k)
{
    return (size_t)(((uint64_t)granule << 6 | (uint64_t)k) * 0x9e3779b97f4a7c15u >> 32);
}
/* The bytes that a span owns, with guard zones and rounding: at least one, and none is another span's. */
static void gpu__span_owned(const gpu__span *span, uintptr_t *lo, uintptr_t *hi)
{
    const uintptr_t flags = span->start & GPU__SPAN_FLAGS, start = span->start - flags;
    *lo = start;
    *hi = span->end + (span->end == start);
    if (flags & GPU__SPAN_GUARDED) {
        *lo -= GPU__GUARD_BYTES;
        *hi = span->end + GPU__GUARD_BYTES;
    }
    if (flags & GPU__SPAN_BLOCK) *hi = GPU__ROUND_UP(*hi, 512);
}
static inline gpu__span *gpu__span_at(const gpu__span_table *table, size_t i) { return &table->slot[i & table->mask]; }
static int gpu__span_probe(uintptr_t p, gpu__span *span)
{
    const gpu__span_table *table = GPU__LOAD_ACQUIRE(gpu__span_table *, &gpu__spans.table);
    uint64_t levels = GPU__LOAD_ACQUIRE(uint64_t, &gpu__spans.levels);
    while (levels) {
        const int k = 63 - GPU__CLZ64(levels);
        for (size_t i = gpu__span_hash(p >> k, k);; i++) {
            const gpu__span *const slot = gpu__span_at(table, i);
            uintptr_t start, lo, hi;
            span->start = GPU__LOAD_ACQUIRE(uintptr_t, &slot->start);
            if (!span->start) break;
            span->end = GPU__LOAD_ACQUIRE(uintptr_t, &slot->end);
            start = span->start & ~(uintptr_t)GPU__SPAN_FLAGS;
            if (gpu__within(p, start, span->end - start)) return 1;
            if (p + 512 - start > span->end + 1024 - start) continue; /* too far away for a guard zone or rounding */
            gpu__span_owned(span, &lo, &hi);
            if (gpu__within(p, lo, hi - lo)) return 1;
        }
        levels -= (uint64_t)1 << k;
    }
    return 0;
}
/* Looks up p: GPU__LIVE with the bytes from p to the end of its allocation (0 in its guard zones), GPU__FREED_SPAN, or
   GPU__NOT_OURS. */
enum { GPU__NOT_OURS, GPU__LIVE, GPU__FREED_SPAN };
static GPU__FORCE_INLINE int gpu__span_of(const void *p, size_t *left, size_t *at_sequence)
{
    for (;;) {
        const size_t sequence = GPU__LOAD_ACQUIRE(size_t, &gpu__spans.sequence);
        gpu__span span = {0, 0};
        const int found = gpu__span_probe((uintptr_t)p, &span);
        if (!(sequence & 1) && GPU__LOAD(size_t, &gpu__spans.sequence) == sequence) {
            const uintptr_t start = span.start & ~(uintptr_t)GPU__SPAN_FLAGS;
            *at_sequence = sequence;
            if (!found) return GPU__NOT_OURS;
            *left = (uintptr_t)p - start < span.end - start ? span.end - (uintptr_t)p : 0;
            return span.start & GPU__SPAN_FREED ? GPU__FREED_SPAN : GPU__LIVE;
        }
        if (sequence & 1) { /* wait for the writer by its lock: it may be preempted */
            gpu__lock_memory();
            gpu__unlock_memory();
        }
    }
}

/* A cache of this thread's look-ups since the last allocation or free of any thread: loops pass the same pointers. */
typedef struct gpu__recent_check {
    const void *p;
    size_t left, sequence;
} gpu__recent_check;
static GPU__TLS gpu__recent_check gpu__recent[256];
static inline gpu__recent_check *gpu__recent_slot(const void *p)
{
    const uint64_t at = (uint64_t)(uintptr_t)p >> 4;
    return &gpu__recent[(at ^ at >> 11) * 0xd6e8feb86659fd93u >> 56];
}
static inline int gpu__recently_checked(const void *p, size_t bytes)
{
    const gpu__recent_check *r = gpu__recent_slot(p);
    return r->p == p && bytes <= r->left && GPU__LOAD_ACQUIRE(size_t, &gpu__spans.sequence) == r->sequence;
}
/* Whether there are `bytes` bytes at p; 1 also for memory that is not from gpu.h. */
static int gpu__in_bounds(const void *p, size_t bytes)
{
    gpu__recent_check *r = gpu__recent_slot(p);
    size_t left = SIZE_MAX, sequence = 0;
    const int found = gpu__span_of(p, &left, &sequence);
    if (found == GPU__FREED_SPAN || bytes > left) return 0;
    r->p = p;
    r->left = left;
    r->sequence = sequence;
    return 1;
}

/* The rest of this section runs with memory_lock held. */
static void gpu__span_store(gpu__span *slot, uintptr_t start, uintptr_t end)
{
    GPU__STORE_RELEASE(uintptr_t, &slot->start, start);
    GPU__STORE_RELEASE(uintptr_t, &slot->end, end);
}
/* The granules of 1 << k bytes that a span is listed under; returns their number, 1 or 2. */
static inline int gpu__span_granules(const gpu__span *span, int *k, uintptr_t granule[2])
{
    uintptr_t lo, hi;
    gpu__span_owned(span, &lo, &hi);
    *k = hi - lo <= 256 ? 8 : 64 - GPU__CLZ64((uint64_t)(hi - lo - 1));
    granule[0] = lo >> *k;
    granule[1] = (hi - 1) >> *k;
    return granule[0] == granule[1] ? 1 : 2;
}
static GPU__FORCE_INLINE size_t gpu__span_home(const gpu__span *span)
{
    uintptr_t granule[2];
    int k;
    gpu__span_granules(span, &k, granule);
    return gpu__span_hash(granule[span->start & GPU__SPAN_SECOND ? 1 : 0], k);
}
/* The slot of the entry with this `start` under a granule; with 0, the empty slot for a new entry. */
static size_t gpu__span_slot(const gpu__span_table *table, uintptr_t granule, int k, uintptr_t start)
{
    size_t i = gpu__span_hash(granule, k);
    while (gpu__span_at(table, i)->start != start) i++;
    return i;
}
/* Adds a span to a table; returns its number of entries, for granules of 1 << *k bytes. */
static int gpu__span_put(gpu__span_table *table, const gpu__span *span, int *k)
{
    uintptr_t granule[2];
    int g, granules = gpu__span_granules(span, k, granule);
    for (g = 0; g < granules; g++)
        gpu__span_store(gpu__span_at(table, gpu__span_slot(table, granule[g], *k, 0)),
                        span->start | (g ? GPU__SPAN_SECOND : 0), span->end);
    return granules;
}
static GPU__FORCE_INLINE int gpu__span_reserve(void) /* makes room for one more span; 0 if memory is exhausted */
{
    gpu__span_table *old = gpu__spans.table, *table;
    const size_t had = old->mask + 1, slots = 2 * had;
    int k;
    if (2 * (gpu__spans.used + 2) <= had) return 1;
    table = (gpu__span_table *)gpu__host(sizeof *table + slots * sizeof *table->slot, 1);
    if (!table) return 0;
    table->slot = (gpu__span *)(void *)(table + 1);
    table->mask = slots - 1;
    table->older = old;
    for (const gpu__span *span = old->slot; span < old->slot + had; span++)
        if (span->start && !(span->start & GPU__SPAN_SECOND)) (void)gpu__span_put(table, span, &k);
    GPU__STORE_RELEASE(gpu__span_table *, &gpu__spans.table, table);
    return 1;
}
/* Removes the span that begins at p, if there is one, and adds *with unless that is NULL. */
static void gpu__span_replace(const void *p, const gpu__span *with)
{
    gpu__span_table *table = gpu__spans.table;
    gpu__span span = {0, 0};
    uintptr_t granule[2];
    int k, g, granules;
    GPU__STORE(size_t, &gpu__spans.sequence, gpu__spans.sequence + 1);
    if (gpu__span_probe((uintptr_t)p, &span) && (span.start & ~(uintptr_t)GPU__SPAN_FLAGS) == (uintptr_t)p) {
        granules = gpu__span_granules(&span, &k, granule);
        for (g = 0; g < granules; g++) {
            const uintptr_t start = (span.start & ~(uintptr_t)GPU__SPAN_SECOND) | (g ? GPU__SPAN_SECOND : 0);
            size_t hole, i = gpu__span_slot(table, granule[g], k, start);
            const gpu__span *s;
            /* move later entries back to close the gap, as in gpu__ledger_erase */
            for (hole = i++; (s = gpu__span_at(table, i))->start; i++)
                if (((i - gpu__span_home(s)) & table->mask) >= ((i - hole) & table->mask)) {
                    gpu__span_store(gpu__span_at(table, hole), s->start, s->end);
                    hole = i;
                }
            gpu__span_store(gpu__span_at(table, hole), 0, 0);
        }
        gpu__spans.used -= (size_t)granules;
        if (!--gpu__spans.count[k])
            GPU__STORE_RELEASE(uint64_t, &gpu__spans.levels, gpu__spans.levels & ~((uint64_t)1 << k));
    }
    if (with) {
        gpu__spans.used += (size_t)gpu__span_put(table, with, &k);
        gpu__spans.count[k]++;
        GPU__STORE_RELEASE(uint64_t, &gpu__spans.levels, gpu__spans.levels | (uint64_t)1 << k);
    }
    GPU__STORE_RELEASE(size_t, &gpu__spans.sequence, gpu__spans.sequence + 1);
}
static void gpu__span_set(const gpu__allocation *a, uintptr_t freed) /* freed: 0 or GPU__SPAN_FREED */
{
    gpu__span span;
    span.start = (uintptr_t)a->p | freed |
                 (a->kind == GPU__DEVICE && gpu__is_gpu(a->device) ? GPU__SPAN_BLOCK
                  : a->raw                                         ? GPU__SPAN_GUARDED
                                                                   : 0);
    span.end = (uintptr_t)a->p + a->bytes;
    if ((uintptr_t)a->p % 16 == 0) gpu__span_replace(a->p, &span);
}
static void gpu__spans_end(void)
{
    while (gpu__spans.table != &gpu__first_table) {
        gpu__span_table *table = gpu__spans.table;
        gpu__spans.table = table->older;
        GPU_HOST_FREE(table);
    }
    memset(gpu__first_spans, 0, sizeof gpu__first_spans);
    memset(gpu__spans.count, 0, sizeof gpu__spans.count);
    gpu__spans.levels = 0;
    gpu__spans.used = 0;
    gpu__spans.sequence += 2; /* invalidates the caches of all threads */
}

/* Whether CUDA allocated it. */
#define gpu__on_device(a) (gpu__is_gpu((a)->device) && (a)->kind != GPU__PLAIN)
/* The device whose backend allocated it. */
static inline int gpu__owner(const gpu__allocation *a) { return gpu__on_device(a) ? a->device : GPU_CPU; }
/* The bytes that a freed allocation adds to the size of the quarantine. */
#define gpu__quarantine_cost(a) ((a)->bytes + 1024)
static size_t gpu__quarantine_limit(const gpu__allocation *a)
{
    size_t most = (size_t)64 << 20, free_bytes = 0, total = 0;
    if (gpu__global.debug) {
        (void)gpu__backend(a->home, available)(&free_bytes, &total, NULL, NULL);
        return gpu__least(free_bytes / 4, most);
    }
#ifdef GPU__OWN_ALLOCATOR
    return 0;
#else
    return gpu__on_device(a) ? 0 : (size_t)64 << 10;
#endif
}
/* Whether gpu.h keeps the memory after its free, in the pool or the quarantine. */
static int gpu__stays_after_free(const gpu__allocation *a)
{
    if (gpu__on_device(a) && a->kind == GPU__DEVICE) return 1;
    if (gpu__global.debug) return gpu__quarantine_cost(a) <= (size_t)64 << 20;
    return gpu__quarantine_cost(a) <= gpu__quarantine_limit(a);
}
static int gpu__ledger_add(const gpu__allocation *a)
{
    gpu__lock_memory();
    const int ok = (2 * (gpu__ledger.used + 1) <= gpu__ledger.slots || gpu__ledger_grow()) && gpu__span_reserve();
    if (ok) {
        *gpu__ledger_find(a->p) = *a;
        gpu__ledger.used++;
        if (a->kind < GPU__STREAM) {
            gpu__pool *pool = &gpu__pools[a->home + 1];
            gpu__span_set(a, 0);
            pool->used += a->bytes;
            pool->allocations++;
            if (pool->peak < pool->used) pool->peak = pool->used;
        }
    }
    gpu__unlock_memory();
    return ok;
}
/* Whether p lies in freed memory that gpu.h keeps or, with `start`, is the start of one of the last allocations that
   were freed. *where becomes " at FILE:LINE", the call site of the free, or "" if that is not known. */
static int gpu__was_freed(const void *p, int start, const char **where)
{
    static GPU__TLS char text[512];
    gpu__span span = {0, 0};
    *where = "";
    gpu__lock_memory();
    int found = gpu__span_probe((uintptr_t)p, &span) && span.start & GPU__SPAN_FREED;
    if (found) p = (const void *)(span.start & ~(uintptr_t)GPU__SPAN_FLAGS);
    for (unsigned i = 1; (found || start) && i <= GPU__FREED; i++) { /* from the latest, since addresses are reused */
        const gpu__freed *f = &gpu__ledger.freed[(gpu__ledger.next_freed - i) % GPU__FREED];
        if (f->p != p) continue;
        snprintf(text, sizeof text, " at %s:%d", f->file ? f->file : "?", f->line);
        *where = text;
        found = 1;
        break;
    }
    gpu__unlock_memory();
    return found;
}
/* Empties a slot and closes the gap: moves back each later entry whose hash slot is not between the gap and itself. */
static GPU__FORCE_INLINE void gpu__ledger_erase(const gpu__allocation *a)
{
    gpu__allocation *const slot = gpu__ledger.slot;
    const size_t mask = gpu__ledger.slots - 1;
    size_t hole = (size_t)(a - slot), i;
    for (i = (hole + 1) & mask; slot[i].p; i = (i + 1) & mask)
        if (((i - gpu__ledger_hash(slot[i].p)) & mask) >= ((i - hole) & mask)) {
            slot[hole] = slot[i];
            hole = i;
        }
    slot[hole].p = NULL;
    gpu__ledger.used--;
}
/* Removes p, which must be memory (kind 0) or a handle of that kind: 1 if it was, 0 if p is not in the ledger, -1 if it
   is of another kind. */
static int gpu__ledger_remove(const void *p, int kind, gpu__allocation *out)
{
    gpu__freed *freed;
    gpu__lock_memory();
    gpu__allocation *const a = gpu__ledger_find(p);
    int found = a && a->p;
    if (found) *out = *a;
    if (found && (kind ? a->kind != kind : a->kind >= GPU__STREAM)) found = -1;
    if (found == 1) {
        gpu__ledger_erase(a);
        if (out->kind < GPU__STREAM) {
            gpu__pool *pool = &gpu__pools[out->home + 1];
            pool->used -= out->bytes;
            pool->allocations--;
            if (gpu__stays_after_free(out)) gpu__span_set(out, GPU__SPAN_FREED);
            else gpu__span_replace(p, NULL);
        }
        freed = &gpu__ledger.freed[gpu__ledger.next_freed++ % GPU__FREED];
        freed->p = p;
        gpu__put_site(freed);
    }
    gpu__unlock_memory();
    return found;
}
/* The live allocation whose bytes or guard zones p points into. */
static int gpu__ledger_around(const void *p, gpu__allocation *out)
{
    gpu__span span;
    gpu__lock_memory();
    const int found = gpu__span_probe((uintptr_t)p, &span) && !(span.start & GPU__SPAN_FREED);
    if (found) *out = *gpu__ledger_find((const void *)(span.start & ~(uintptr_t)GPU__SPAN_FLAGS));
    gpu__unlock_memory();
    return found;
}
/* The live allocation that contains the byte at p. */
static int gpu__ledger_holder(const void *p, gpu__allocation *out)
{
    return gpu__ledger_around(p, out) && gpu__within(p, out->p, out->bytes ? out->bytes : 1);
}

static const char *gpu__new_name(int kind)
{
    static const char *const names[] = {"GPU_TO_HOST",   "gpu_malloc_pinned", "gpu_malloc_managed",
                                        "gpu_malloc",    "gpu_malloc",        "gpu_stream_new",
                                        "gpu_event_new", "gpu_graph_end",     "gpu_compile"};
    return names[kind];
}
/* "FILE:LINE" of the call that made the allocation, for messages. */
static const char *gpu__made_at(const gpu__allocation *a)
{
    static GPU__TLS char text[300];
    snprintf(text, sizeof text, "%s:%d", a->file ? a->file : "?", a->line);
    return text;
}

/* Refuses p unless it is a live handle of that kind. */
static gpu_status gpu__check_handle(const void *p, int kind, const char *call)
{
    static const char *const names[] = {"a gpu_stream", "a gpu_event", "a gpu_graph", "a gpu_kernel"};
    const char *name = names[kind - GPU__STREAM];
    gpu__lock_memory();
    gpu__allocation *const a = gpu__ledger_find(p);
    const int found = a && a->p && a->kind == kind;
    gpu__unlock_memory();
    if (found) return GPU_OK;
    if (!p) return gpu__wrong(call, "NULL; expected %s from %s", name, gpu__new_name(kind));
    return gpu__fail(GPU_ERROR_INVALID_POINTER, call, "%p is not %s, or was freed; expected one from %s", p, name,
                     gpu__new_name(kind));
}

/* Counts `bytes` more as held, unless that exceeds the limit; returns whether they were counted. */
static GPU__FORCE_INLINE int gpu__reserve(gpu__pool *pool, size_t bytes)
{
    gpu__lock_memory();
    const int ok = !pool->limit || (bytes <= pool->limit && pool->held <= pool->limit - bytes);
    if (ok) pool->held += bytes;
    gpu__unlock_memory();
    return ok;
}
static GPU__FORCE_INLINE gpu_status gpu__beyond_limit(gpu__pool *pool, size_t bytes, const char *call)
{
    gpu__lock_memory();
    const size_t held = pool->held;
    const size_t limit = pool->limit;
    gpu__unlock_memory();
    return gpu__fail(GPU_ERROR_OUT_OF_MEMORY, call,
                     "cannot allocate %zu bytes: this program holds %zu, and gpu_memory_limit allows %zu; free some, "
                     "or raise the limit",
                     bytes, held, limit);
}
static void gpu__unreserve(gpu__pool *pool, size_t bytes)
{
    gpu__lock_memory();
    pool->held -= bytes;
    gpu__unlock_memory();
}
/* The allocation is no longer held. A GPU's pool counts its blocks instead. */
static void gpu__not_held(const gpu__allocation *a)
{
    if (!gpu__on_device(a) || a->kind != GPU__DEVICE) gpu__unreserve(&gpu__pools[a->home + 1], a->bytes);
}
