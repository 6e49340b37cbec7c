/* -- GPU_DEBUG: run again and compare -- */

/* A launch is run in order 0 with poison 0xff, and its results are kept. Then it is run again from the same memory: in
   order 0 to record who writes what, in order 0 with poison 0x55, in descending order, and with neighbours swapped. A
   result that differs is reported, with the thread that wrote it last in order 0. */

/* Sets the regions and variables to what they held before the launch, or after its first run. */
static void gpu__debug_restore(gpu__debug *d, int after)
{
    for (gpu__region *r = d->region; r < d->region_end; r++) memcpy(r->a.p, after ? r->after : r->before, r->a.bytes);
    for (gpu__beside *b = d->beside; b; b = b->next) memcpy(b->p, b->word[after], 4);
}
static void gpu__debug_run(gpu__cpu_launch *l, int order, int poison)
{
    gpu__debug *d = l->debug;
    gpu__debug_restore(d, 0);
    d->clock = 1; /* 0: the block has reached no fence yet */
    if (d->signal) memset(d->signal, 0, l->blocks * sizeof *d->signal);
    l->order = order;
    l->poison = poison;
    gpu__run_part(l, 0);
}

static GPU__FORCE_INLINE int gpu__is_mapped(uintptr_t p)
{
#ifdef _WIN32
    MEMORY_BASIC_INFORMATION m;
    return VirtualQuery((const void *)p, &m, sizeof m) && m.State == MEM_COMMIT;
#else
    long page = sysconf(_SC_PAGESIZE);
    return p >= 65536 && !msync((void *)(p & ~(uintptr_t)(page - 1)), 1, MS_ASYNC);
#endif
}
/* Adds the allocation that a word points into, if the word is a pointer. `given`: the word is an argument that is known
   to be a pointer, or may contain one. */
static void gpu__debug_word(gpu__debug *d, const void *word, int given)
{
    gpu__allocation *const a = &d->region_end->a;
    void *p;
    memcpy(&p, word, sizeof p);
    if (!p || gpu__region_of(d, (const char *)p, 1)) return;
    if (gpu__ledger_holder(p, a) && a->kind < GPU__STREAM && (!gpu__is_gpu(a->home) || a->kind == GPU__MANAGED)) {
        if (d->region_end == d->region + GPU__REGIONS) d->unknown = 1;
        else d->region_end++;
    } else if (given && gpu__is_mapped((uintptr_t)p)) d->unknown = 1;
}
/* Lists the allocations that the launch can reach: by a pointer among its arguments or in a listed allocation. */
static void gpu__debug_reach(gpu__debug *d, const gpu__cpu_launch *l)
{
    const gpu__kernel *const kernel = l->kernel;
    uintptr_t p, lo = UINTPTR_MAX, hi = 0;
    const gpu__allocation *a;
    size_t at;
    gpu__lock_memory();
    for (a = gpu__ledger.slot; a < gpu__ledger.end; a++) {
        p = (uintptr_t)a->p;
        if (p && p < lo) lo = p;
        if (p && p + a->bytes > hi) hi = p + a->bytes;
    }
    gpu__unlock_memory();
    for (int k = 0; k < kernel->count; k++)
        for (at = 0; at + sizeof p <= kernel->size[k]; at += sizeof p)
            gpu__debug_word(d, (const char *)l->argv[k] + at, kernel->pointers >> k & 1);
    for (const gpu__region *r = d->region; r < d->region_end; r++) /* the body appends to the list */
        for (a = &r->a, at = 0; at + sizeof p <= a->bytes; at += sizeof p) {
            memcpy(&p, (char *)a->p + at, sizeof p);
            if (p >= lo && p <= hi) gpu__debug_word(d, &p, 0);
        }
}

/* Whether in this order the byte's value does not depend on the initial contents of shared memory. */
static int gpu__debug_defined(gpu__cpu_launch *l, int order, const char *byte)
{
    gpu__debug_run(l, order, 0xff);
    const char first = *byte;
    if (!l->failed) gpu__debug_run(l, order, 0x55);
    const int good = !l->failed && *byte == first;
    l->failed = GPU_OK;
    return good;
}
/* Reports that a byte differs from the first run. The launch is run once more to learn who writes it. If the byte
   depends on the initial contents of shared memory in this order, but not in another order of threads, then a thread
   reads what another has not written yet. */
static void gpu__debug_differs(gpu__cpu_launch *l, const gpu__region *r, size_t at)
{
    gpu__debug *d = l->debug;
    char *const p = (char *)r->a.p + at;
    const int order = l->order, arrival = order && d->any_atomic && !gpu__word_atomic(d, p);
    d->watched = p;
    gpu__watch_add(d, p, 1, 0);
    if (d->window_end > d->window) *d->window[0].copy = r->before[at];
    gpu__debug_run(l, 0, 0xff);
    gpu__watch_end(d);
    const int early = !order && (gpu__debug_defined(l, 3, p) || gpu__debug_defined(l, 1, p));
    l->failed = GPU_ERROR_KERNEL;
    snprintf(l->why, sizeof l->why, "%s: byte %zu of the array made at %s depends on %s%s%s%s",
             order   ? "two threads touch the same element without a barrier between them, one of them writing"
             : early ? "two threads touch the same element of shared memory without a barrier between them: one reads "
                       "it before the other has written it"
                     : "it reads shared memory that no thread has written",
             at, gpu__made_at(&r->a),
             order ? "the order in which threads run" : "the initial contents of shared memory",
             arrival ? " (unless the arrival order of its atomics is meant to decide that)" : "",
             *d->author ? "; run in order, it is written last by " : "", d->author);
}
/* Compares the results with those of the first run. */
static GPU__FORCE_INLINE void gpu__debug_compare(gpu__cpu_launch *l)
{
    const gpu__debug *const d = l->debug;
    for (const gpu__region *r = d->region; r < d->region_end; r++)
        for (size_t at = memcmp(r->a.p, r->after, r->a.bytes) ? 0 : r->a.bytes; at < r->a.bytes && !l->failed; at++) {
            const char *const p = (char *)r->a.p + at;
            if (*p != r->after[at] && gpu__word_atomic(d, p) != 2) gpu__debug_differs(l, r, at);
        }
}

/* What a kernel prints in a run after the first is discarded. This thread holds the lock on stdout meanwhile, so other
   threads of the program print later. Where the C library allows it, only the descriptor of stdout is replaced. */
#ifndef _WIN32
#ifndef __cplusplus /* strict C hides them */
extern void f{|un}lockfile(FILE *);
extern int(fileno)(FILE *);
#endif
static GPU__FORCE_INLINE int gpu__mute(FILE **null)
{
    int out = -1;
    *null = fopen("/dev/null", "w");
    fflush(stdout);
    if (!*null) return out;
#ifdef __GLIBC__
    out = stdout->_fileno;
    stdout->_fileno = fileno(*null);
#else
    out = dup(1);
    if (out >= 0) dup2(fileno(*null), 1);
#endif
    return out;
}
static GPU__FORCE_INLINE void gpu__unmute(int out, FILE *null)
{
    if (out >= 0) {
        fflush(stdout);
#ifdef __GLIBC__
        stdout->_fileno = out;
#else
        dup2(out, 1);
        close(out);
#endif
    }
    if (null) fclose(null);
}
#endif

/* Saves the memory that the launch can reach, as it is before the launch. If that fails, the launch is run once. */
static GPU__FORCE_INLINE void gpu__debug_keep(gpu__debug *d, const gpu__cpu_launch *l)
{
    gpu__debug_reach(d, l);
    for (gpu__region *r = d->region; r < d->region_end; r++) {
        r->before = (char *)gpu__host(r->a.bytes + 1, 0);
        r->after = (char *)gpu__host(r->a.bytes + 1, 0);
        if (r->before && r->after) memcpy(r->before, r->a.p, r->a.bytes);
        else d->unknown = 1;
    }
    if (d->unknown && !gpu__said(l->kernel, GPU__NOTE_MEMORY))
        fprintf(stderr,
                "gpu.h: GPU_DEBUG: %s works on memory that is not from gpu_malloc, or there is no memory for copies: "
                "it runs only once, and is not checked for races\n",
                l->kernel->name);
}
/* The runs after the first, whose results are in the regions' `after`; their output is discarded. */
static void gpu__debug_again(gpu__cpu_launch *l)
{
    gpu__debug *d = l->debug;
    char *lo, *hi;
#ifndef _WIN32
    FILE *null;
    const int out = gpu__mute(&null);
#endif
    l->kernel->shared(&lo, &hi);
    d->again = 1;
    for (int run = 0; run < 4 && !l->failed; run++) {
        if (run == 1 && lo && hi - lo == (ptrdiff_t)sizeof lo && !l->shared_bytes) continue; /* just gpu__shared_mark */
        if (run == 0) {
            gpu__debug_restore(d, 0);
            gpu__debug_windows(d, l);
        }
        d->watching = run == 0;
        gpu__debug_run(l, run < 2 ? 0 : run - 1, run == 1 ? 0x55 : 0xff);
        gpu__watch_end(d);
        if (run && !l->failed) gpu__debug_compare(l);
    }
#ifndef _WIN32
    gpu__unmute(out, null);
#endif
}
/* Reports a write beyond the bounds of an array, which gpu_free then does not report again. */
static GPU__FORCE_INLINE void gpu__debug_bounds(gpu__cpu_launch *l)
{
    for (const gpu__region *r = l->debug->region; r < l->debug->region_end && !l->failed; r++)
        if (!gpu__on_device(&r->a) && gpu__canary_broken(&r->a, l->why, sizeof l->why)) {
            gpu__canary_write(&r->a);
            l->failed = GPU_ERROR_KERNEL;
        }
}
/* The first run, whose results are the ones that remain, and the runs that are compared with it. */
static GPU__FORCE_INLINE void gpu__debug_runs(gpu__cpu_launch *l)
{
    gpu__debug *d = l->debug;
    gpu__run_part(l, 0);
    gpu__debug_bounds(l);
    if (l->failed || d->unknown) return;
    for (gpu__beside *b = d->beside; b; b = b->next) memcpy(b->word[1], b->p, 4);
    for (gpu__region *r = d->region; r < d->region_end; r++) memcpy(r->after, r->a.p, r->a.bytes);
    gpu__debug_again(l);
    gpu__debug_restore(d, 1);
}
static GPU__FORCE_INLINE void gpu__debug_end(gpu__debug *d)
{
    for (gpu__region *r = d->region; r < d->region_end; r++) {
        gpu__host_free(r->before);
        gpu__host_free(r->after);
    }
    while (d->beside) {
        gpu__beside *const b = d->beside;
        d->beside = b->next;
        GPU_HOST_FREE(b);
    }
    gpu__host_free(d->set);
    gpu__host_free(d->signal);
    GPU_HOST_FREE(d);
}
/* A launch under GPU_DEBUG. */
static void gpu__debug_launch(gpu__cpu_launch *l)
{
    gpu__debug *d = (gpu__debug *)gpu__host(sizeof *d, 1);
    if (!d) {
        l->failed = GPU_ERROR_OUT_OF_MEMORY;
        snprintf(l->why, sizeof l->why, "cannot allocate host memory for GPU_DEBUG");
        return;
    }
#ifndef _WIN32
    flockfile(stdout); /* before debug_lock: a thread that holds this lock may launch */
#endif
    gpu__lock(&gpu__global.debug_lock);
    d->region_end = d->region;
    d->window_end = d->window;
    l->debug = d;
    l->parts = 1;
    d->signal = (gpu__signal *)gpu__host(l->blocks * sizeof *d->signal, 1);
    gpu__debug_keep(d, l);
    gpu__spin_begin();
    gpu__debug_runs(l);
    gpu__spin_end();
    gpu__watch_end(d);
    gpu__debug_end(d);
    gpu__unlock(&gpu__global.debug_lock);
#ifndef _WIN32
    funlockfile(stdout);
#endif
}
