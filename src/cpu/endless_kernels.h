/* -- GPU_DEBUG: kernels that spin -- */

/* A thread of a kernel must not use more than GPU__SPIN_SECONDS seconds of CPU time without reaching a barrier or its
   end. A timer on the CPU time of the launching thread sends it a signal four times in that span. (Timer and signal are
   Linux's own: they do not affect the program's alarm and interval timers, and any thread may launch. Strict C hides
   the declarations. Not under the thread sanitizer, whose bookkeeping a foreign handler would interrupt.) */
#ifndef GPU__SPIN_SECONDS
#define GPU__SPIN_SECONDS 5
#endif
#if defined(__linux__) && defined(__NR_timer_create) && !defined(GPU__TSAN)
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
    syscall(__NR_rt_sigprocmask, 1L, (void *)set, (void *)0, 8L); /* 1: unblock; 8: bytes of a set in the kernel */
}
/* The handler of the timer's signal: ends the launch if the worker has made no progress for the whole span. */
static void gpu__tick(int number)
{
    gpu__worker *w = gpu__spin.worker;
    signal(number, gpu__tick);
    if (!w || w != gpu__simulated.worker) return;
    const unsigned now = GPU__LOAD(unsigned, &w->progress);
    if (now != gpu__spin.seen) {
        gpu__spin.seen = now;
        gpu__spin.ticks = 0;
    }
    if (++gpu__spin.ticks <= 4) return;
    gpu__spin.worker = NULL;
    gpu__spin_unblock(); /* the handler is left by longjmp */
    gpu__kernel_fault(
        GPU__THIS_THREAD,
        "it has run for %d s without reaching a barrier or its end, probably waiting for a value that "
        "another thread or block writes; that thread may start only after this one has ended, here and on a "
        "GPU that is too small for the grid",
        GPU__SPIN_SECONDS);
}
static GPU__FORCE_INLINE void gpu__spin_begin(void)
{
    struct { /* the kernel's sigevent */
        void *value;
        int number, notify, thread;
        char rest[64 - sizeof(void *) - 3 * sizeof(int)];
    } event;
    enum { quarter = GPU__SPIN_SECONDS * 250 }; /* of the span, in milliseconds */
    long spec[4];
    gpu__spin.timer = -1;
    for (gpu__spin.number = 60; gpu__spin.number > 40; gpu__spin.number--) {
        /* takes a real-time signal that the program does not use */
        gpu__spin.old_handler = signal(gpu__spin.number, gpu__tick);
        if (gpu__spin.old_handler == SIG_DFL) break;
        if (gpu__spin.old_handler != SIG_ERR) signal(gpu__spin.number, gpu__spin.old_handler);
    }
    if (gpu__spin.old_handler != SIG_DFL) return;
    memset(&event, 0, sizeof event);
    event.number = gpu__spin.number;
    event.notify = 4; /* SIGEV_THREAD_ID: the signal goes to the thread named below */
    event.thread = (int)syscall(__NR_gettid);
    spec[0] = spec[2] = quarter / 1000;
    spec[1] = spec[3] = quarter % 1000 * 1000000L;
    if (!syscall(__NR_timer_create, 3L, (void *)&event,
                 (void *)&gpu__spin.timer)) /* 3: CPU time of the calling thread */
        syscall(__NR_timer_settime, (long)gpu__spin.timer, 0L, (void *)spec, (void *)0);
    else gpu__spin.timer = -1;
    gpu__spin_unblock();
}
static GPU__FORCE_INLINE void gpu__spin_end(void)
{
    if (gpu__spin.timer >= 0) syscall(__NR_timer_delete, (long)gpu__spin.timer);
    if (gpu__spin.old_handler == SIG_DFL) signal(gpu__spin.number, SIG_DFL);
}
/* Called when the worker begins to run a block, and with NULL when it has run its last. */
static GPU__FORCE_INLINE void gpu__debug_turn(gpu__worker *w)
{
    if (w) gpu__spin.seen = w->progress - 1;
    gpu__spin.worker = w;
}
#else
static GPU__FORCE_INLINE void gpu__spin_{begin|end}(void) {}
static GPU__FORCE_INLINE void gpu__debug_turn(gpu__worker *w) { (void)w; }
#endif
/* Called at the start of a run, when the dynamic shared memory is known. */
static GPU__FORCE_INLINE void gpu__debug_begin(gpu__worker *w)
{
    if (w->launch->debug->watching) gpu__watch_add(w->launch->debug, w->dynamic, w->launch->shared_bytes, 1);
    gpu__debug_turn(w);
}
