/* -- GPU_FOR -- */

/* If the library chose the block, a GPU_FOR runs as a plain loop over a share of the indices, unless its body uses
   threadIdx or the like, a barrier or a warp operation. Whether it does shows at the first index of the first share,
   which thread 0 of block 0 visits in both cases; the other shares wait for that decision. A thread's loops are
   numbered. All threads run the same loops until one asks for its indices, and from then on every loop is strided. This
   requires that a share has the indices that its threads would visit. Where it has others (gpu__loop_apart), an index
   would move from one CPU thread to another between two loops, and the launch is refused. */

/* Called by the CPU thread of the first share alone. */
static GPU__FORCE_INLINE void gpu__loops_strided(gpu__cpu_launch *l, unsigned from)
{
    if (from < l->strided) GPU__STORE_RELEASE(unsigned, &l->strided, from);
}
GPU__NORETURN static void gpu__loop_refused(const char *what, const char *name, const gpu__site *at)
{
    char where[300] = "";
    if (at) snprintf(where, sizeof where, " at %s:%d", at->file, at->line);
    gpu__kernel_fault(GPU__THIS_THREAD,
                      "%s%s%s inside a GPU_FOR whose first index did not; the CPU has begun that loop as a plain one: "
                      "launch with gpu_grid(0, 1, 1, 256, 1, 1), then each thread visits its own indices",
                      what, name, where);
}
GPU__NORETURN static void gpu__loop_too_late(void)
{
    gpu__kernel_fault(
        GPU__THIS_THREAD,
        "a GPU_FOR needs its thread (threadIdx or the like, a barrier, a warp operation, a GPU_FOR inside) "
        "after one that the CPU has run as a plain loop over rows: launch with gpu_grid and a block, then "
        "each thread visits its own indices");
}
/* Called at a barrier or a warp operation: inside a GPU_FOR the loop then has to be strided. */
static void gpu__loop_meets(gpu__worker *w, const char *name, const gpu__site *at)
{
    gpu__loops *t = &gpu__simulated.loop;
    if (t->open && t->in == GPU__LOOP_SHARE) gpu__loop_refused("reaches ", name, at);
    if (t->open && t->in == GPU__LOOP_FIRST) {
        if (w->launch->apart) gpu__loop_too_late();
        gpu__loops_strided(w->launch, t->number - 1);
    }
}
GPU_API int gpu__loop_mode(void)
{
    gpu__cpu_thread *t = &gpu__simulated;
    gpu__cpu_launch *l = t->worker->launch;
    const int slot = t->loop.kind == GPU__LOOP_SHARE ? 0 : gpu__slot_now(t->worker); /* thread 0 runs a share */
    int tries = 0;
    if (t->loop.open > 1) {
        if (t->loop.in == GPU__LOOP_SHARE) gpu__loop_refused("begins a GPU_FOR", "", NULL);
        t->touched = 1;
        return t->loop.in == GPU__LOOP_EMPTY ? GPU__LOOP_EMPTY : GPU__LOOP_STRIDED;
    }
    if (slot != t->loop.slot) {
        t->loop.slot = slot;
        t->loop.number = 0;
    }
    const unsigned number = t->loop.number++;
    t->loop.in = GPU__LOOP_STRIDED;
    while (number < GPU__LOAD_ACQUIRE(unsigned, &l->strided)) {
        if (number < GPU__LOAD_ACQUIRE(unsigned, &l->plain)) {
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
        } else if (GPU__LOAD(gpu_status, &l->failed)) return t->loop.in = GPU__LOOP_EMPTY;
        else gpu__give_way(&tries);
    }
    if (t->loop.in == GPU__LOOP_STRIDED && l->apart) gpu__loop_too_late();
    return t->loop.kind == GPU__LOOP_CHECKED ? GPU__LOOP_STRIDED : t->loop.in;
}
/* Called after the first index, to decide what the loop does. */
GPU_API int gpu__loop_decide(int apart)
{
    gpu__cpu_thread *t = &gpu__simulated;
    gpu__cpu_launch *l = t->worker->launch;
    if (t->touched) {
        if (l->apart) gpu__loop_too_late();
        gpu__loops_strided(l, t->loop.number - 1);
        return t->loop.in = GPU__LOOP_STRIDED;
    }
    l->apart |= apart; /* others read it after `plain` or `strided` */
    if (l->plain < t->loop.number) GPU__STORE_RELEASE(unsigned, &l->plain, t->loop.number);
    t->loop.in = GPU__LOOP_SHARE;
    return t->loop.kind == GPU__LOOP_CHECKED ? GPU__LOOP_STRIDED : GPU__LOOP_SHARE;
}
GPU_API void gpu__loop_closed(void)
{
    gpu__cpu_thread *t = &gpu__simulated;
    if (t->loop.open) return;
    if (t->loop.in == GPU__LOOP_SHARE && t->touched) gpu__loop_refused("uses threadIdx or the like", "", NULL);
    t->touched |= t->loop.asked;
}
