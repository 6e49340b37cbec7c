/* The data of a checked launch, the words that its atomics have accessed, and GPU_AT. */

typedef struct gpu__writer {    /* the author of a byte's last change */
    size_t block, when;         /* when: see gpu__signal */
    unsigned round;             /* number of barriers of the grid it had passed */
    unsigned phase, warp_phase; /* number of barriers it had passed, plus one; 0: no author yet */
    int slot;
    const gpu__site *after; /* the last barrier */
} gpu__writer;
/* How a block publishes what it has written: by __threadfence() and then an atomic. Another block acquires it by an
   atomic of its own. Times count the events of a run, from 1. */
typedef struct gpu__signal {  /* of a block */
    size_t fenced;            /* time of its last fence */
    size_t released, covered; /* times of its last atomic after a fence, and of that fence */
    size_t acquired;          /* time of its last atomic: it sees what others released before */
} gpu__signal;
typedef struct gpu__window { /* memory that is compared each time a thread stops, so that every change has an author */
    char *p, *copy;
    gpu__writer *writer; /* one for each byte, since elements may have any size and alignment */
    size_t bytes;
    int shared;
} gpu__window;
typedef struct gpu__region { /* an allocation that the launch can reach, and copies of its bytes */
    gpu__allocation a;
    char *before, *after; /* its bytes before the launch, and after the first run */
} gpu__region;
typedef struct gpu__beside { /* a word of a variable outside of the kernel that an atomic accesses */
    struct gpu__beside *next;
    char *p;
    char word[2][4]; /* its bytes before the launch, and after the first run */
} gpu__beside;
enum { GPU__WINDOWS = 20, GPU__COMPARED = 256, GPU__REGIONS = 64 };
typedef struct gpu__debug {
    gpu__region *region_end; /* behind the last one in use */
    gpu__window *window_end;
    int unknown;  /* it can reach memory that is not from gpu_malloc, and runs once */
    int watching; /* this run looks for two writers */
    int again;    /* this run is only compared with the first one */
    int any_atomic, any_lock;
    uintptr_t *set; /* words that atomics touched; bit 0: the order of these atomics matters */
    size_t slots, used;
    gpu__beside *beside;
    gpu__signal *signal; /* one for each block; NULL if memory was exhausted */
    size_t clock;
    const char *watched;  /* the byte that differs between two runs */
    char author[256];     /* the thread that wrote it last, for the message */
    gpu__allocation last; /* the one that GPU_AT has looked up */
    gpu__window window[GPU__WINDOWS];
    gpu__region region[GPU__REGIONS + 1]; /* the last is never in use */
} gpu__debug;

/* The region that holds the byte at p, with `end` also if p is behind its last byte; NULL: there is none. */
static const gpu__region *gpu__region_of(const gpu__debug *d, const char *p, int end)
{
    for (const gpu__region *r = d->region; r < d->region_end; r++)
        if (gpu__within(p, r->a.p, r->a.bytes + (size_t)end)) return r;
    return NULL;
}
static uintptr_t *gpu__word_slot(uintptr_t *set, size_t slots, uintptr_t word)
{
    size_t i = gpu__ledger_hash((const void *)(word << 2));
    uintptr_t *at;
    for (;; i++) {
        at = &set[i & (slots - 1)];
        if (!*at || (*at & ~(uintptr_t)1) == word) return at;
    }
}
/* 0: no atomic accessed the word; 1: only those whose order does not matter; 2: others */
static int gpu__word_atomic(const gpu__debug *d, const void *p)
{
    uintptr_t word = d->slots ? *gpu__word_slot(d->set, d->slots, (uintptr_t)p & ~(uintptr_t)3) : 0;
    return word ? 1 + (int)(word & 1) : 0;
}
/* Whether a word belongs to a variable outside of the kernel. On Windows that is memory of the program or of a library.
   Elsewhere it is memory that is neither shared memory, whose bounds must be known, nor near the caller's stack. */
GPU__OPAQUE static int gpu__is_beside(GPU__UNUSED const gpu__worker *w, const char *p)
{
#ifdef _WIN32
    MEMORY_BASIC_INFORMATION m;
    return VirtualQuery(p, &m, sizeof m) && m.Type == MEM_IMAGE;
#else
    const uintptr_t here = GPU__FRAME(), at = (uintptr_t)p;
    const int fiber = w->on_fibers && w->slot != w->native_slot;
#ifdef GPU__ASAN
    if (__asan_addr_is_in_fake_stack(__asan_get_current_fake_stack(), (void *)at, NULL, NULL)) return 0;
#endif
    if (!w->shared_begin || gpu__within(p, w->shared_begin, w->shared_end - w->shared_begin) ||
        gpu__within(p, w->dynamic, w->launch->shared_bytes))
        return 0;
    return at < here - GPU__STACK_BYTES || at > (fiber ? here + GPU__STACK_BYTES : w->base);
#endif
}
/* An atomic is about to access this word for the first time in all runs. If it belongs to a variable outside of the
   kernel, such as a __device__ counter, it is saved, since the later runs must not change it. */
static GPU__FORCE_INLINE void gpu__debug_beside(gpu__debug *d, char *p)
{
    if (gpu__region_of(d, p, 0) || !gpu__is_beside(gpu__simulated.worker, p)) return;
    gpu__beside *const b = (gpu__beside *)gpu__host(sizeof *b, 0);
    if (!b) {
        d->unknown = 1;
        return;
    }
    b->p = p;
    memcpy(b->word[0], p, 4);
    memcpy(b->word[1], p, 4);
    b->next = d->beside;
    d->beside = b;
}
/* kind: 1: the order does not matter; 0: it may matter; -1: compare-and-swap or exchange, with which locks are built */
GPU_API void gpu__note_atomic(const volatile void *p, size_t size, int kind)
{
    gpu__debug *d = gpu__simulated.worker ? gpu__simulated.worker->launch->debug : NULL;
    uintptr_t word = (uintptr_t)p & ~(uintptr_t)3, *at;
    if (size > 4) gpu__note_atomic((const volatile char *)p + 4, size - 4, kind);
    if (!d) return;
    if (d->signal) {
        gpu__signal *const of = &d->signal[gpu__simulated.worker->block];
        of->acquired = ++d->clock;
        if (of->fenced > of->covered) {
            of->released = d->clock;
            of->covered = of->fenced;
        }
    }
    d->any_atomic = 1;
    if (kind < 0) d->any_lock = 1;
    if (2 * d->used >= d->slots) {
        size_t slots = d->slots ? 2 * d->slots : 1024;
        uintptr_t *set = (uintptr_t *)gpu__host(slots * sizeof *set, 1);
        if (!set) return;
        for (at = d->set; at < d->set + d->slots; at++)
            if (*at) *gpu__word_slot(set, slots, *at & ~(uintptr_t)1) = *at;
        gpu__host_free(d->set);
        d->set = set;
        d->slots = slots;
    }
    at = gpu__word_slot(d->set, d->slots, word);
    if (!*at) {
        d->used++;
        gpu__debug_beside(d, (char *)word);
    }
    *at = word | (*at & 1) | (kind < 1 ? 1u : 0u);
}

/* GPU_AT on the CPU: the address of p[i]. `bytes`: of an array, -1 for a pointer. */
GPU_API void *gpu__element(const volatile void *pointer, long long i, size_t size, long long bytes, const char *name,
                           const char *file, int line)
{
    gpu__worker *w = gpu__simulated.worker;
    const char *p = (const char *)(uintptr_t)pointer;
    const long long step = (long long)size;
    void *const at = (void *)(uintptr_t)(p + i * step);
    long long before = 0; /* bytes of the array before p */
    char made[300] = "";
    if (!w) return at;
    if (bytes < 0) {
        gpu__debug *const d = w->launch->debug;
        if (!d) return at;
        if (gpu__within(p, w->dynamic, w->launch->shared_bytes)) {
            before = p - w->dynamic;
            bytes = (long long)w->launch->shared_bytes;
        } else if (gpu__within(p, d->last.p, d->last.bytes) || gpu__ledger_holder(p, &d->last)) {
            before = p - (const char *)d->last.p;
            bytes = (long long)d->last.bytes;
            if (d->last.file) snprintf(made, sizeof made, " (made at %s:%d)", d->last.file, d->last.line);
        } else return at; /* of an array whose size is not known */
    }
    if (i < -(before / step) || i >= (bytes - before) / step)
        gpu__kernel_fault(GPU__THIS_THREAD, "index %lld is outside %s, which has %lld elements%s, at %s:%d", i, name,
                          (bytes - before) / step, made, file, line);
    return at;
}

/* Whether a note was printed for this kernel before, or GPU_QUIET is set. */
static int gpu__said(gpu__kernel *kernel, unsigned what)
{
    const unsigned had = kernel->notes;
    kernel->notes |= what;
    return (had & what) != 0 || gpu__global.quiet;
}
static GPU__FORCE_INLINE void gpu__note_early_end(const gpu__worker *w)
{
    const gpu__site *at = gpu__fiber_of(w, w->first_waiting)->at;
    const gpu_dim3 b = gpu__simulated.id.block;
    if (gpu__said(w->launch->kernel, GPU__NOTE_END)) return;
    fprintf(stderr,
            "gpu.h: GPU_DEBUG: %s: %s of block (%u,%u,%u) has ended without reaching the barrier at %s:%d, which "
            "waits for the other threads only; GPUs older than sm_70 hang there\n",
            w->launch->kernel->name, gpu__thread_text(w, w->first_left), b.x, b.y, b.z, at->file, at->line);
}
