/* -- GPU_DEBUG: run again and compare -- */

/* A launch is run in order 0 with poison 0xff, and its results are kept. Then, each time from the same memory: order
   0 to learn who writes what, order 0 with poison 0x55, descending order, neighbours swapped. What comes out
   different is reported, with the thread that wrote it last in order 0. */

/* This worker's block runs from now on. */
static GPU__FORCE_INLINE void gpu__debug_turn(gpu__worker *w)
{
    (void)w;
#ifdef GPU__SPIN_WATCH
    gpu__spin.seen = w->progress - 1;
    gpu__spin.worker = w;
#endif
}
/* Begins a run: the dynamic shared memory is known now. */
static void gpu__debug_begin(gpu__worker *w)
{
    if (w->launch->debug->watching) gpu__watch_add(w->launch->debug, w->dynamic, w->launch->shared_bytes, 1);
    gpu__debug_turn(w);
}

static void gpu__run_part(gpu__cpu_launch *l, size_t part);
static void gpu__debug_run(gpu__cpu_launch *l, int order, int poison)
{
    gpu__debug *d = l->debug;
    int i;
    for (i = 0; i < d->regions; i++) memcpy(d->region[i].p, d->before[i], d->region[i].bytes);
    d->clock = 1; /* 0: a block that has come to no fence yet */
    if (d->signal) memset(d->signal, 0, l->blocks * sizeof *d->signal);
    l->order = order;
    l->poison = poison;
    gpu__run_part(l, 0);
}

static int gpu__is_mapped(uintptr_t p)
{
#ifdef _WIN32
    MEMORY_BASIC_INFORMATION m;
    return VirtualQuery((const void *)p, &m, sizeof m) && m.State == MEM_COMMIT;
#else
    long page = sysconf(_SC_PAGESIZE);
    return p >= 65536 && !msync((void *)(p & ~(uintptr_t)(page - 1)), 1, MS_ASYNC);
#endif
}
/* A word that is, or may be, a pointer; `given`: an argument that is one, or a part of a structure. */
static void gpu__debug_word(gpu__debug *d, const void *word, int given)
{
    gpu__allocation a;
    void *p;
    int i;
    memset(&a, 0, sizeof a);
    memcpy(&p, word, sizeof p);
    if (!p) return;
    for (i = 0; i < d->regions; i++)
        if ((char *)p >= (char *)d->region[i].p && (char *)p <= (char *)d->region[i].p + d->region[i].bytes) return;
    if (gpu__ledger_holder(p, &a) && a.kind < GPU__STREAM && (!gpu__is_gpu(a.home) || a.kind == GPU__MANAGED)) {
        if (d->regions == GPU__REGIONS)
            d->unknown = 1;
        else
            d->region[d->regions++] = a;
    } else if (given && gpu__is_mapped((uintptr_t)p))
        d->unknown = 1;
}
static void gpu__debug_reach(gpu__debug *d, const gpu__cpu_launch *l)
{
    uintptr_t lo = UINTPTR_MAX, hi = 0;
    size_t at;
    int k;
    gpu__lock(&gpu__global.memory_lock);
    for (at = 0; at < gpu__ledger.slots; at++) {
        uintptr_t p = (uintptr_t)gpu__ledger.slot[at].p;
        if (p && p < lo) lo = p;
        if (p && p + gpu__ledger.slot[at].bytes > hi) hi = p + gpu__ledger.slot[at].bytes;
    }
    gpu__unlock(&gpu__global.memory_lock);
    for (k = 0; k < l->kernel->count; k++)
        for (at = 0; at + sizeof(void *) <= l->kernel->size[k]; at += sizeof(void *))
            gpu__debug_word(d, (const char *)l->argv[k] + at, l->kernel->pointers >> k & 1);
    for (k = 0; k < d->regions; k++) /* pointers in what it can reach, which makes the list longer */
        for (at = 0; at + sizeof(void *) <= d->region[k].bytes; at += sizeof(void *)) {
            uintptr_t p;
            memcpy(&p, (char *)d->region[k].p + at, sizeof p);
            if (p >= lo && p <= hi) gpu__debug_word(d, &p, 0);
        }
}

/* Does byte `at` of region i come out the same in this order, whatever shared memory held before? */
static int gpu__debug_defined(gpu__cpu_launch *l, int order, int i, size_t at)
{
    char first;
    int good;
    gpu__debug_run(l, order, 0xff);
    first = ((char *)l->debug->region[i].p)[at];
    good = !l->failed;
    if (good) gpu__debug_run(l, order, 0x55);
    good = good && !l->failed && ((char *)l->debug->region[i].p)[at] == first;
    l->failed = GPU_OK;
    return good;
}
/* Compares with the first run; a byte that differs is looked for once more, to learn who wrote it. If it depends on
   what shared memory held, it does not where the right threads run first: then another thread writes what is read
   too early. */
static void gpu__debug_compare(gpu__cpu_launch *l)
{
    gpu__debug *d = l->debug;
    int i, order = l->order, arrival, early;
    size_t at;
    for (i = 0; i < d->regions; i++)
        for (at = 0; at < d->region[i].bytes; at++) {
            char *p = (char *)d->region[i].p;
            if (p[at] == d->after[i][at] || gpu__word_atomic(d, p + at) == 2) continue;
            arrival = order && d->any_atomic && !gpu__word_atomic(d, p + at);
            d->watched = p + at;
            gpu__watch_add(d, p + at, 1, 0);
            if (d->window[0].bytes) *d->window[0].copy = d->before[i][at];
            gpu__debug_run(l, 0, 0xff);
            gpu__watch_end(d);
            early = !order && (gpu__debug_defined(l, 3, i, at) || gpu__debug_defined(l, 1, i, at));
            l->failed = GPU_ERROR_KERNEL;
            snprintf(l->why, sizeof l->why, "%s: byte %zu of the array made at %s:%d depends on %s%s%s%s",
                     order   ? "two threads touch the same element without a barrier between them, one of them writing"
                     : early ? "two threads touch the same element of shared memory without a barrier between them: "
                               "one reads it before the other has written it"
                             : "it reads shared memory that no thread has written",
                     at, d->region[i].file ? d->region[i].file : "?", d->region[i].line,
                     order ? "the order in which threads run" : "what shared memory held before",
                     arrival ? " (unless the arrival order of its atomics is meant to decide that)" : "",
                     *d->author ? "; run in order, it is written last by " : "", d->author);
            return;
        }
}

/* What a kernel prints in a run after the first goes nowhere. Other threads of the program print later, as the lock on
   stdout is this thread's for the time; only its own descriptor is exchanged, where the C library lets us. */
#ifndef _WIN32
#ifndef __cplusplus /* strict C hides them */
extern void flockfile(FILE *);
extern void funlockfile(FILE *);
#endif
static int gpu__mute(int *null)
{
    int out = -1;
    *null = open("/dev/null", O_WRONLY);
    fflush(stdout);
#ifdef __GLIBC__
    if (*null >= 0) out = stdout->_fileno, stdout->_fileno = *null;
#else
    out = *null >= 0 ? dup(1) : -1;
    if (out >= 0) dup2(*null, 1);
#endif
    return out;
}
static void gpu__unmute(int out, int null)
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
    if (null >= 0) close(null);
}
#endif

/* What the launch can reach, kept as it is before: without that it is run once. */
static void gpu__debug_keep(gpu__debug *d, const gpu__cpu_launch *l)
{
    int i;
    gpu__debug_reach(d, l);
    for (i = 0; i < d->regions; i++) {
        d->before[i] = (char *)gpu__host(d->region[i].bytes + 1, 0),
        d->after[i] = (char *)gpu__host(d->region[i].bytes + 1, 0);
        if (d->before[i] && d->after[i])
            memcpy(d->before[i], d->region[i].p, d->region[i].bytes);
        else
            d->unknown = 1;
    }
    if (d->unknown && !gpu__said(l->kernel, GPU__SAID_MEMORY))
        fprintf(stderr,
                "gpu.h: GPU_DEBUG: %s works on memory that is not from gpu_malloc, or there is no memory for copies: "
                "it is run once, and races are not looked for\n",
                l->kernel->name);
}
/* The runs after the first, whose results are in d->after; nothing of them is to be heard. */
static void gpu__debug_again(gpu__cpu_launch *l)
{
    gpu__debug *d = l->debug;
    int i, run;
#ifndef _WIN32
    int null, out = gpu__mute(&null);
#endif
    for (run = 0; run < 4 && !l->failed; run++) {
        if (run == 0) {
            for (i = 0; i < d->regions; i++) memcpy(d->region[i].p, d->before[i], d->region[i].bytes);
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
/* The first run with what follows it; its results stand in the end. */
static void gpu__debug_runs(gpu__cpu_launch *l)
{
    gpu__debug *d = l->debug;
    int i;
    gpu__run_part(l, 0);
    if (l->failed || d->unknown) return;
    for (i = 0; i < d->regions; i++) memcpy(d->after[i], d->region[i].p, d->region[i].bytes);
    gpu__debug_again(l);
    for (i = 0; i < d->regions; i++) memcpy(d->region[i].p, d->after[i], d->region[i].bytes);
}
static void gpu__debug_end(gpu__debug *d)
{
    int i;
    for (i = 0; i < d->regions; i++) {
        if (d->before[i]) GPU_HOST_FREE(d->before[i]);
        if (d->after[i]) GPU_HOST_FREE(d->after[i]);
    }
    if (d->set) GPU_HOST_FREE(d->set);
    if (d->signal) GPU_HOST_FREE(d->signal);
    GPU_HOST_FREE(d);
}
static void gpu__debug_launch(gpu__cpu_launch *l)
{
    gpu__debug *d = (gpu__debug *)gpu__host(sizeof *d, 1);
    if (!d) {
        l->failed = GPU_ERROR_OUT_OF_MEMORY;
        snprintf(l->why, sizeof l->why, "there is no memory for GPU_DEBUG");
        return;
    }
#ifndef _WIN32
    flockfile(stdout); /* before the other lock: a thread that has this one may launch */
#endif
    gpu__lock(&gpu__global.debug_lock);
    l->debug = d;
    l->parts = 1;
    d->signal = (gpu__signal *)gpu__host(l->blocks * sizeof *d->signal, 1);
    gpu__debug_keep(d, l);
#ifdef GPU__SPIN_WATCH
    gpu__spin_begin();
#endif
    gpu__debug_runs(l);
#ifdef GPU__SPIN_WATCH
    gpu__spin_end();
#endif
    gpu__watch_end(d);
    gpu__debug_end(d);
    gpu__unlock(&gpu__global.debug_lock);
#ifndef _WIN32
    funlockfile(stdout);
#endif
}

