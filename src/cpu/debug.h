/* -- GPU_DEBUG -- */

/* A launch is run in order 0 with poison 0xff, and its results are kept. Then, each time from the same memory: order
   0 to learn who writes what, order 0 with poison 0x55, descending order, neighbours swapped. What comes out
   different is reported, with the thread that wrote it last in order 0. */

typedef struct gpu__writer { /* who changed a byte last */
    size_t block;
    unsigned phase, warp_phase; /* barriers it had passed, plus one; 0: nobody */
    int slot;
    const gpu__site *after; /* the last barrier */
} gpu__writer;
typedef struct gpu__window { /* memory that is compared each time a thread stops, so that every change has an author */
    char *p, *copy;
    gpu__writer *writer; /* of each byte: elements may be as small, and lie anywhere */
    size_t bytes;
    int shared;
} gpu__window;
enum { GPU__WINDOWS = 20, GPU__COMPARED = 256, GPU__REGIONS = 64 };
typedef struct gpu__debug {
    gpu__allocation region[GPU__REGIONS]; /* what the launch can reach of the memory that gpu.h knows */
    char *before[GPU__REGIONS], *after[GPU__REGIONS];
    int regions, unknown; /* it can reach other memory too: then it runs once */
    uintptr_t *set;       /* words that atomics touched; bit 0: in an order that matters */
    size_t slots, used;
    int any_atomic, any_lock;
    gpu__window window[GPU__WINDOWS];
    int windows, watching; /* watching: this run looks for two writers */
    const char *watched;   /* the byte that came out different */
    char author[256];      /* who wrote it last */
    int author_id;         /* that one's number in its block */
    gpu__allocation last;  /* that GPU_AT looked up */
} gpu__debug;

static int gpu__author_last(const gpu__worker *w, int slot)
{
    const int last = w->n - 1, author = w->launch->debug->author_id;
    return slot == last ? author : slot == author ? last : slot;
}

static uintptr_t *gpu__word_slot(uintptr_t *set, size_t slots, uintptr_t word)
{
    size_t i = gpu__hash((const void *)(word << 2));
    while (set[i & (slots - 1)] && (set[i & (slots - 1)] & ~(uintptr_t)1) != word) i++;
    return &set[i & (slots - 1)];
}
/* 0: no atomic touched the word; 1: only such as may come in any order; 2: others */
static int gpu__word_atomic(const gpu__debug *d, const void *p)
{
    uintptr_t word = d->slots ? *gpu__word_slot(d->set, d->slots, (uintptr_t)p & ~(uintptr_t)3) : 0;
    return word ? 1 + (int)(word & 1) : 0;
}
/* kind: 1 its order does not matter, 0 it may, -1 compare-and-swap or exchange, which make locks */
GPU_API void gpu__note_atomic(const volatile void *p, size_t size, int kind)
{
    gpu__debug *d = gpu__self.worker ? gpu__self.worker->launch->debug : NULL;
    uintptr_t word = (uintptr_t)p & ~(uintptr_t)3, *at;
    size_t k;
    if (size > 4) gpu__note_atomic((const volatile char *)p + 4, size - 4, kind);
    if (!d) return;
    d->any_atomic = 1;
    if (kind < 0) d->any_lock = 1;
    if (2 * d->used >= d->slots) {
        size_t slots = d->slots ? 2 * d->slots : 1024;
        uintptr_t *set = (uintptr_t *)gpu__host(slots * sizeof *set, 1);
        if (!set) return;
        for (k = 0; k < d->slots; k++)
            if (d->set[k]) *gpu__word_slot(set, slots, d->set[k] & ~(uintptr_t)1) = d->set[k];
        if (d->set) GPU_HOST_FREE(d->set);
        d->set = set;
        d->slots = slots;
    }
    at = gpu__word_slot(d->set, d->slots, word);
    if (!*at) d->used++;
    *at = word | (*at & 1) | (kind < 1 ? 1u : 0u);
}

/* GPU_AT on the CPU: the address of p[i]. `bytes`: of an array, -1 for a pointer. */
GPU_API void *gpu__element(const volatile void *pointer, long long i, size_t size, long long bytes, const char *name,
                           const char *file, int line)
{
    gpu__worker *w = gpu__self.worker;
    const char *p = (const char *)(uintptr_t)pointer;
    long long first = 0, end = bytes / (long long)size;
    char made[300] = "";
    if (!w || (bytes < 0 && !w->launch->debug)) return (void *)(uintptr_t)(p + i * (long long)size);
    if (bytes < 0) {
        gpu__allocation *a = &w->launch->debug->last;
        if (w->dynamic && p >= w->dynamic && p < w->dynamic + w->launch->shared_bytes)
            first = -(long long)((size_t)(p - w->dynamic) / size),
            end = (long long)((size_t)(w->dynamic + w->launch->shared_bytes - p) / size);
        else if ((a->p && p >= (char *)a->p && p < (char *)a->p + a->bytes) || gpu__holder(p, a)) {
            first = -(long long)((size_t)(p - (char *)a->p) / size),
            end = (long long)((size_t)((char *)a->p + a->bytes - p) / size);
            if (a->file) snprintf(made, sizeof made, " (made at %s:%d)", a->file, a->line);
        } else
            first = i, end = i + 1;
    }
    if (i < first || i >= end)
        gpu__kernel_fault(w, gpu__slot_now(w), "index %lld is outside %s, which has %lld elements%s, at %s:%d", i, name,
                          end, made, file, line);
    return (void *)(uintptr_t)(p + i * (long long)size);
}

static const char *gpu__writer_text(const gpu__worker *w, const gpu__writer *o, char *text, size_t size)
{
    gpu_dim3 b = gpu__block_at(w->launch, o->block);
    int used = snprintf(text, size, "%s of block (%u,%u,%u)", gpu__thread_text(w, o->slot), b.x, b.y, b.z);
    if (o->after) snprintf(text + used, size - (size_t)used, " after %s:%d", o->after->file, o->after->line);
    return text;
}
static size_t gpu__offset_of(const gpu__debug *d, const char *p) /* in its allocation */
{
    int i;
    for (i = 0; i < d->regions; i++)
        if (p >= (char *)d->region[i].p && p < (char *)d->region[i].p + d->region[i].bytes)
            return (size_t)(p - (char *)d->region[i].p);
    return 0;
}

/* Says something once for a kernel. */
enum { GPU__SAID_MEMORY = 1, GPU__SAID_END = 2 };
static int gpu__said(gpu__kernel *kernel, unsigned what)
{
    const unsigned had = kernel->said;
    kernel->said |= what;
    return (had & what) != 0 || gpu__global.quiet;
}
static void gpu__note_early_end(const gpu__worker *w)
{
    const gpu__site *at = w->crew->fiber[w->first_waiting].at;
    const gpu_dim3 b = gpu__self.id.block;
    if (gpu__said(w->launch->kernel, GPU__SAID_END)) return;
    fprintf(stderr,
            "gpu.h: GPU_DEBUG: %s: %s of block (%u,%u,%u) has ended without coming to the barrier at %s:%d, which "
            "waits for the others alone; GPUs older than sm_70 hang there\n",
            w->launch->kernel->name, gpu__thread_text(w, w->first_left), b.x, b.y, b.z, at->file, at->line);
}

/* A thread stops: what changed since the last time was changed by it. */
static void gpu__watch(gpu__worker *w)
{
    gpu__debug *d = w->launch->debug;
    gpu__writer me;
    char first[192], second[192];
    int k;
    size_t i;
    me.block = w->block;
    me.slot = w->slot;
    me.phase = w->phase + 1;
    me.warp_phase = w->warp_phase[gpu__id_of(w, w->slot) / 32];
    me.after = w->promoted ? w->crew->fiber[w->slot].passed : NULL;
    for (k = 0; k < d->windows; k++) {
        gpu__window *v = &d->window[k];
        if (!memcmp(v->p, v->copy, v->bytes)) continue;
        for (i = 0; i < v->bytes; i++) {
            gpu__writer *o = &v->writer[i];
            int together;
            if (i % 64 == 0 && v->bytes - i >= 64 &&
                !memcmp(v->p + i, v->copy + i, 64)) { /* most of it has not changed */
                i += 63;
                continue;
            }
            if (v->p[i] == v->copy[i]) continue;
            v->copy[i] = v->p[i];
            if (d->watched == v->p + i) {
                gpu__writer_text(w, &me, d->author, sizeof d->author);
                d->author_id = gpu__id_of(w, me.slot);
            }
            together = o->block != me.block ? !v->shared : o->slot != me.slot && o->phase == me.phase;
            if (o->block == me.block && gpu__id_of(w, o->slot) / 32 == gpu__id_of(w, me.slot) / 32 &&
                o->warp_phase != me.warp_phase)
                together = 0;
            if (o->phase && together && !d->watched && !d->any_lock && !gpu__word_atomic(d, v->p + i))
                gpu__kernel_fault(
                    w, -1,
                    "two threads write the same element without a barrier between them: %s and %s write byte %zu of %s",
                    gpu__writer_text(w, o, first, sizeof first), gpu__writer_text(w, &me, second, sizeof second),
                    v->shared ? i : gpu__offset_of(d, v->p + i), v->shared ? "the shared memory" : "an array");
            *o = me;
        }
    }
}
static void gpu__watch_add(gpu__debug *d, char *p, size_t bytes, int shared)
{
    gpu__window *v = &d->window[d->windows];
    if (d->windows + !shared >= GPU__WINDOWS || !bytes) return; /* the last one is kept for the dynamic shared memory */
    v->p = p;
    v->bytes = bytes;
    v->shared = shared;
    v->copy = (char *)gpu__host(bytes, 0);
    v->writer = (gpu__writer *)gpu__host(bytes * sizeof *v->writer, 1);
    d->windows++;
    if (v->copy && v->writer) {
        memcpy(v->copy, p, bytes);
        return;
    }
    v->bytes = 0;
}
static void gpu__watch_end(gpu__debug *d)
{
    while (d->windows) {
        gpu__window *v = &d->window[--d->windows];
        if (v->copy) GPU_HOST_FREE(v->copy);
        if (v->writer) GPU_HOST_FREE(v->writer);
    }
}

/* A kernel that spins: one thread must not use more than so many seconds of CPU time. A timer on the CPU time of the
   thread that launched sends it a signal four times in that span. (The timer and the signal are Linux's own: neither
   the program's alarm nor its interval timers are touched, and it does not matter which thread launches. Strict C
   hides the declarations. Under the thread sanitizer there is no watch: a handler it has not set would run in the
   middle of its own bookkeeping.) */
#ifndef GPU__SPIN_SECONDS
#define GPU__SPIN_SECONDS 5
#endif
#if defined(__linux__) && defined(SYS_timer_create) && !defined(GPU__TSAN)
#define GPU__SPIN_WATCH 1
#ifndef __cplusplus
extern long syscall(long, ...);
#endif
static struct {
    gpu__worker *volatile worker;
    unsigned seen;
    int ticks, timer, number;
    void (*old_handler)(int);
} gpu__spin;
static void gpu__spin_unblock(void)
{
    unsigned long set[128 / sizeof(unsigned long)];
    memset(set, 0, sizeof set);
    set[(size_t)(gpu__spin.number - 1) / (8 * sizeof *set)] = 1ul << (size_t)(gpu__spin.number - 1) % (8 * sizeof *set);
    syscall(SYS_rt_sigprocmask, 1L, (void *)set, (void *)0, 8L); /* 1: unblock; 8: bytes of a set in the kernel */
}
static void gpu__tick(int number)
{
    gpu__worker *w = gpu__spin.worker;
    unsigned now;
    signal(number, gpu__tick);
    if (!w || w != gpu__self.worker) return;
    now = __atomic_load_n(&w->progress, __ATOMIC_RELAXED);
    if (now != gpu__spin.seen) gpu__spin.seen = now, gpu__spin.ticks = 0;
    if (++gpu__spin.ticks <= 4) return;
    gpu__spin.worker = NULL;
    gpu__spin_unblock(); /* the handler is left by longjmp */
    gpu__kernel_fault(w, gpu__slot_now(w),
                      "it has run for %d s without reaching a barrier or its end, probably waiting for a value that "
                      "another thread or block writes; that one may start only after this one has ended, here and on a "
                      "GPU that is too small for the grid",
                      GPU__SPIN_SECONDS);
}
static void gpu__spin_begin(void)
{
    struct { /* the kernel's sigevent */
        void *value;
        int number, notify, thread;
        char rest[64 - sizeof(void *) - 3 * sizeof(int)];
    } event;
    long quarter = GPU__SPIN_SECONDS * 250L, spec[4];
    gpu__spin.timer = -1;
    for (gpu__spin.number = 60; gpu__spin.number > 40;
         gpu__spin.number--) { /* a real-time signal that the program does not use */
        gpu__spin.old_handler = signal(gpu__spin.number, gpu__tick);
        if (gpu__spin.old_handler == SIG_DFL) break;
        if (gpu__spin.old_handler != SIG_ERR) signal(gpu__spin.number, gpu__spin.old_handler);
    }
    if (gpu__spin.old_handler != SIG_DFL) return;
    memset(&event, 0, sizeof event);
    event.number = gpu__spin.number;
    event.notify = 4; /* to a thread */
    event.thread = (int)syscall(SYS_gettid);
    spec[0] = spec[2] = quarter / 1000, spec[1] = spec[3] = quarter % 1000 * 1000000;
    if (!syscall(SYS_timer_create, 3L, (void *)&event,
                 (void *)&gpu__spin.timer)) /* 3: CPU time of the calling thread */
        syscall(SYS_timer_settime, (long)gpu__spin.timer, 0L, (void *)spec, (void *)0);
    else
        gpu__spin.timer = -1;
    gpu__spin_unblock();
}
static void gpu__spin_end(void)
{
    gpu__spin.worker = NULL;
    if (gpu__spin.timer >= 0) syscall(SYS_timer_delete, (long)gpu__spin.timer);
    if (gpu__spin.old_handler == SIG_DFL) signal(gpu__spin.number, SIG_DFL);
}
#endif

static void gpu__debug_block(gpu__worker *w)
{
    gpu__debug *d = w->launch->debug;
    int k;
    w->phase = 0;
    memset(w->warp_phase, 0, sizeof w->warp_phase);
    for (k = 0; k < d->windows; k++) /* fresh shared memory is nobody's: its writers are of another block */
        if (d->window[k].shared) memcpy(d->window[k].copy, d->window[k].p, d->window[k].bytes);
    for (k = 0; k < w->n && !w->promoted; k++) {
        w->slot = k;
        gpu__be(w, k);
        w->launch->kernel->one(w->launch->argv);
        if (gpu__self.loop.open) {
            gpu__loop_left(w);
            gpu__escape(w);
        }
        gpu__moved(w);
        if (w->promoted)
            gpu__finish_block(w);
        else
            gpu__watch(w);
    }
}

/* Begins a run: the dynamic shared memory is known now. */
static void gpu__debug_begin(gpu__worker *w)
{
    if (w->launch->debug->watching) gpu__watch_add(w->launch->debug, w->dynamic, w->launch->shared_bytes, 1);
#ifdef GPU__SPIN_WATCH
    gpu__spin.seen = w->progress - 1;
    gpu__spin.worker = w;
#endif
}

static void gpu__run_part(gpu__cpu_launch *l, size_t part);
static void gpu__debug_run(gpu__cpu_launch *l, int order, int poison)
{
    gpu__debug *d = l->debug;
    int i;
    for (i = 0; i < d->regions; i++) memcpy(d->region[i].p, d->before[i], d->region[i].bytes);
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
    if (gpu__holder(p, &a) && a.kind < GPU__STREAM && (a.home == GPU_CPU || a.kind == GPU__MANAGED)) {
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

/* Windows on the kernel's shared memory, and on a few places spread over what the launch changed in global memory. */
static void gpu__debug_windows(gpu__debug *d, const gpu__cpu_launch *l)
{
    char *lo, *hi;
    int i;
    l->kernel->shared(&lo, &hi);
    if (lo) gpu__watch_add(d, lo + l->kernel->lo, l->kernel->hi - l->kernel->lo, 1);
    for (i = 0; i < d->regions; i++) {
        size_t at, changed = 0, step = 0, n = d->region[i].bytes;
        int pass;
        for (pass = 0; pass < 2; pass++, step = changed / 8 + 1, changed = 0)
            for (at = 0; at < n; at += GPU__COMPARED) {
                size_t bytes = n - at < GPU__COMPARED ? n - at : (size_t)GPU__COMPARED;
                if (memcmp(d->before[i] + at, d->after[i] + at, bytes) && changed++ % (step ? step : 1) == 0 && pass)
                    gpu__watch_add(d, (char *)d->region[i].p + at, bytes, 0);
            }
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
    l->failed = 0;
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
            l->failed = 1;
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

/* The runs after the first are not to be heard: what a kernel prints goes nowhere. Other threads of the program
   print later, as the lock on stdout is this thread's for the time; only its own descriptor is exchanged, where the
   C library lets us. */
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

static void gpu__debug_launch(gpu__cpu_launch *l)
{
    gpu__debug *d = (gpu__debug *)gpu__host(sizeof *d, 1);
    int i, run, good;
#ifndef _WIN32
    int out = -1, null = -1;
#endif
    if (!d) {
        l->failed = 1;
        snprintf(l->why, sizeof l->why, "there is no memory for GPU_DEBUG");
        return;
    }
#ifndef _WIN32
    flockfile(stdout); /* before the other lock: a thread that has this one may launch */
#endif
    gpu__lock(&gpu__global.debug_lock);
    l->debug = d;
    l->parts = 1;
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
#ifdef GPU__SPIN_WATCH
    gpu__spin_begin();
#endif
    gpu__run_part(l, 0);
    good = !l->failed && !d->unknown;
    for (i = 0; i < d->regions && good; i++) memcpy(d->after[i], d->region[i].p, d->region[i].bytes);
#ifndef _WIN32
    if (good) out = gpu__mute(&null);
#endif
    for (run = 0; run < 4 && good && !l->failed; run++) {
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
#ifdef GPU__SPIN_WATCH
    gpu__spin_end();
#endif
    gpu__watch_end(d);
    for (i = 0; i < d->regions; i++) {
        if (good) memcpy(d->region[i].p, d->after[i], d->region[i].bytes);
        if (d->before[i]) GPU_HOST_FREE(d->before[i]);
        if (d->after[i]) GPU_HOST_FREE(d->after[i]);
    }
    if (d->set) GPU_HOST_FREE(d->set);
    GPU_HOST_FREE(d);
    gpu__unlock(&gpu__global.debug_lock);
#ifndef _WIN32
    funlockfile(stdout);
#endif
}

/* -- GPU_FOR -- */

/* Where the library chose the block, a GPU_FOR runs as a plain loop over a share of the indices, unless its body
   needs its thread. That shows at the first index of the first share, which is that of thread 0 in block 0 either
   way; the other shares wait to be told. The loops that a thread comes to are numbered: all threads come to the same
   ones until they ask who they are, and after that every loop is strided. That needs shares that are what the threads
   would have visited; where they are not (gpu__loop_apart), an index would go from one CPU thread to another between
   two loops, and the launch is refused. */

static void gpu__loops_strided(gpu__cpu_launch *l, unsigned from) /* called by the first share's CPU thread alone */
{
    if (from < l->strided) __atomic_store_n(&l->strided, from, __ATOMIC_RELEASE);
}
GPU__NORETURN static void gpu__loop_refused(gpu__worker *w, const char *what, const char *name, const gpu__site *at)
{
    char place[300] = "";
    if (at) snprintf(place, sizeof place, " at %s:%d", at->file, at->line);
    gpu__kernel_fault(w, gpu__slot_now(w),
                      "%s%s%s inside a GPU_FOR whose first index did not; the CPU has begun that loop as a plain one: "
                      "launch with gpu_grid(0, 1, 1, 256, 1, 1), then each thread visits its own indices",
                      what, name, place);
}
GPU__NORETURN static void gpu__loop_too_late(gpu__worker *w)
{
    gpu__kernel_fault(
        w, gpu__slot_now(w),
        "a GPU_FOR needs its thread (threadIdx or its like, a barrier, a warp operation, a GPU_FOR inside) "
        "after one that the CPU has run as a plain loop over rows: launch with gpu_grid and a block, then "
        "each thread visits its own indices");
}
/* A barrier or a warp operation. */
static void gpu__loop_meets(gpu__worker *w, const char *name, const gpu__site *at)
{
    gpu__loops *t = &gpu__self.loop;
    if (t->open && t->in == GPU__LOOP_SHARE) gpu__loop_refused(w, "comes to ", name, at);
    if (t->open && t->in == GPU__LOOP_FIRST) {
        if (w->launch->apart) gpu__loop_too_late(w);
        gpu__loops_strided(w->launch, t->number - 1);
    }
}
GPU_API int gpu__loop_mode(void)
{
    gpu__cpu_thread *t = &gpu__self;
    gpu__cpu_launch *l = t->worker->launch;
    const int slot =
        t->loop.kind == GPU__LOOP_SHARE ? 0 : gpu__slot_now(t->worker); /* a share's thread is the first one */
    unsigned number;
    int tries = 0;
    if (t->loop.open > 1) {
        if (t->loop.in == GPU__LOOP_SHARE) gpu__loop_refused(t->worker, "begins a GPU_FOR", "", NULL);
        t->touched = 1;
        return t->loop.in == GPU__LOOP_EMPTY ? GPU__LOOP_EMPTY : GPU__LOOP_STRIDED;
    }
    if (slot != t->loop.slot) t->loop.slot = slot, t->loop.number = 0;
    number = t->loop.number++;
    t->loop.in = GPU__LOOP_STRIDED;
    while (number < __atomic_load_n(&l->strided, __ATOMIC_ACQUIRE)) {
        if (number < __atomic_load_n(&l->plain, __ATOMIC_ACQUIRE)) {
            t->loop.in = t->loop.kind == GPU__LOOP_EMPTY ? GPU__LOOP_EMPTY : GPU__LOOP_SHARE;
            t->loop.asked = t->touched;
            t->touched = 0;
            break;
        }
        if (t->part == 0) {
            const int first = t->loop.kind == GPU__LOOP_CHECKED
                                  ? t->worker->block == 0 && gpu__id_of(t->worker, slot) == 0
                                  : t->loop.kind == GPU__LOOP_SHARE;
            if (first && (!t->touched || l->apart)) {
                t->loop.asked = t->touched;
                t->touched = 0;
                return t->loop.in = GPU__LOOP_FIRST;
            }
            gpu__loops_strided(l, number);
        } else if (__atomic_load_n(&l->failed, __ATOMIC_RELAXED))
            return t->loop.in = GPU__LOOP_EMPTY;
        else
            gpu__give_way(&tries);
    }
    if (t->loop.in == GPU__LOOP_STRIDED && l->apart) gpu__loop_too_late(t->worker);
    return t->loop.kind == GPU__LOOP_CHECKED ? GPU__LOOP_STRIDED : t->loop.in;
}
/* The first index has been visited. */
GPU_API int gpu__loop_decide(int apart)
{
    gpu__cpu_thread *t = &gpu__self;
    gpu__cpu_launch *l = t->worker->launch;
    if (t->touched) {
        if (l->apart) gpu__loop_too_late(t->worker);
        gpu__loops_strided(l, t->loop.number - 1);
        return t->loop.in = GPU__LOOP_STRIDED;
    }
    l->apart |= apart; /* others read it after `plain` or `strided` */
    if (l->plain < t->loop.number) __atomic_store_n(&l->plain, t->loop.number, __ATOMIC_RELEASE);
    t->loop.in = GPU__LOOP_SHARE;
    return t->loop.kind == GPU__LOOP_CHECKED ? GPU__LOOP_STRIDED : GPU__LOOP_SHARE;
}
GPU_API void gpu__loop_closed(void)
{
    gpu__cpu_thread *t = &gpu__self;
    if (t->loop.open) return;
    if (t->loop.in == GPU__LOOP_SHARE && t->touched)
        gpu__loop_refused(t->worker, "asks for threadIdx or its like", "", NULL);
    t->touched |= t->loop.asked;
}

