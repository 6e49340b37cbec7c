/* -- scheduling inside a block -- */

/* The slot of the next thread that can run, in cyclic order; -1 if there is none. */
static int gpu__next(gpu__worker *w, int from)
{
    const unsigned char *s = w->fibers->state;
    for (int i = from + 1; i < w->n; i++)
        if (s[i] <= GPU__READY) return i;
    for (int i = 0; i <= from && i < w->n; i++)
        if (s[i] <= GPU__READY) return i;
    return gpu__finish_active(w) ? gpu__next(w, from) : -1;
}

/* The warp operations GPU__W_... */
static const char *const gpu__op_names[] = {"__syncwarp",        "__shfl_sync",       "__shfl_up_sync",
                                            "__shfl_down_sync",  "__shfl_xor_sync",   "__ballot_sync",
                                            "__any_sync",        "__all_sync",        "__match_any_sync",
                                            "__activemask",      "__match_all_sync",  "__reduce_add_sync",
                                            "__reduce_min_sync", "__reduce_max_sync", "__reduce_and_sync",
                                            "__reduce_or_sync",  "__reduce_xor_sync", "an operation of a tile"};

/* The threads in two slots of the block wait at different barriers. */
GPU__NORETURN static void gpu__two_barriers(const gpu__worker *w, int waiter, const char *barrier, int other,
                                            const char *other_barrier, const char *whole)
{
    const gpu__site *const at = gpu__fiber_of(w, waiter)->at, *const other_at = gpu__fiber_of(w, other)->at;
    gpu__kernel_fault(waiter,
                      "waits at %s at %s:%d, but %s waits at %s at %s:%d%s; all threads of %s have to reach the same "
                      "barriers",
                      barrier, at->file, at->line, gpu__thread_text(w, other), other_barrier, other_at->file,
                      other_at->line, at != other_at && at->line == other_at->line ? ", in the same line" : "", whole);
}
/* The first lane in the waiter's mask that waits at another operation; -1 if there is none. */
static GPU__FORCE_INLINE int gpu__missing_lane(const gpu__worker *w, int waiter)
{
    const gpu__fiber_set *const c = w->fibers;
    const int id = gpu__id_of(w, waiter), base = id & ~31;
    const gpu__lane *const lanes = &c->lane[base], *const f = &c->lane[id];
    for (int k = 0; k < 32 && base + k < w->n; k++) {
        const int slot = gpu__id_of(w, base + k), state = c->state[slot];
        if (f->mask >> k & 1u && (state == GPU__AT_BARRIER || state == GPU__AT_GRID ||
                                  (state == GPU__AT_WARP && (lanes[k].at != f->at || lanes[k].mask != f->mask))))
            return slot;
    }
    return -1;
}
/* No thread can run: reports the first thread that waits, and for whom. */
GPU__NORETURN static void gpu__deadlock(gpu__worker *w)
{
    const gpu__fiber_set *const c = w->fibers;
    char other[400] = "and no thread can release it";
    const gpu__site *at;
    const gpu__lane *f;
    int i = 0, k;
    while (i < w->n && c->state[i] != GPU__AT_WARP) i++;
    if (i < w->n) {
        f = &c->lane[gpu__id_of(w, i)];
        if ((k = gpu__missing_lane(w, i)) >= 0) {
            at = gpu__fiber_of(w, k)->at;
            snprintf(other, sizeof other, "for %s, which is in that mask but waits at %s:%d instead",
                     gpu__thread_text(w, k), at->file, at->line);
        }
        gpu__kernel_fault(i,
                          "waits in %s with mask 0x%08x at %s:%d %s; every lane in the mask has to reach the same call",
                          gpu__op_names[f->op], f->mask, f->at->file, f->at->line, other);
    }
    if (gpu__is_cooperative(w->launch) && w->waiting_grid)
        gpu__two_barriers(w, w->first_at_grid, "gpu_grid_sync()", w->first_waiting, "the barrier", "the grid");
    for (i = 0; i < w->n && c->state[i] != GPU__AT_TILE;) i++;
    if (i == w->n) i = w->first_waiting;
    at = gpu__fiber_of(w, i)->at;
    gpu__kernel_fault(i, "waits at the barrier at %s:%d and no thread can release it", at->file, at->line);
}
/* No thread of the block can run. If all wait at the barrier of the grid, the native thread goes on to other blocks. */
static int gpu__nobody(gpu__worker *w)
{
    if (!gpu__is_cooperative(w->launch) || !w->waiting_grid || w->waiting_grid + w->left < w->n) gpu__deadlock(w);
    return w->native_slot;
}
static void gpu__note_stacks(gpu__worker *w)
{
    const gpu__cpu_launch *l = w->launch;
    if (gpu__is_cooperative(l))
        gpu__note_fault(w, GPU__NO_MEMORY,
                        "there is no memory for the stacks of the %zu x %d threads of a cooperative launch; use fewer "
                        "blocks, with GPU_FOR in the kernel",
                        l->blocks, l->threads);
    else
        gpu__note_fault(w, GPU__NO_MEMORY,
                        "there is no memory for the stacks of the %d threads of a block; use smaller blocks, or fewer "
                        "CPU threads (GPU_THREADS)",
                        l->threads);
}

/* Runs the thread in slot `to` until another thread switches back to the caller's slot. A thread that is switched to
   finds the loop state that a thread begins with; one that is in a GPU_FOR restores its own. */
static void gpu__yield(gpu__worker *w, int to)
{
    const gpu__loops own = gpu__simulated.loop;
    gpu__simulated.loop = w->loop;
    gpu__go_inline(w, to, 0);
    gpu__simulated.loop = own;
    if (gpu__simulated.given_up) gpu__escape(w);
}
/* The slot that runs when the calling thread cannot go on. */
static inline int gpu__after(gpu__worker *w)
{
    const int next = w->slot + 1;
    if (next < w->n && w->fibers->state[next] <= GPU__READY) return next;
    const int to = gpu__next(w, w->slot);
    return to < 0 ? gpu__nobody(w) : to;
}
/* Makes slot `to` the running one. If the calling thread is in no GPU_FOR, the kernel's own code makes the switch. */
static inline gpu__suspended *gpu__hand_over(gpu__worker *w, int to)
{
    gpu__suspended *own = &gpu__context_of(w, w->slot)->suspended;
    own->to = NULL;
    if (to == w->slot) return own;
    if (w->kernel_switches && !gpu__simulated.loop.number && !gpu__simulated.loop.open) {
        w->slot = to;
        own->to = &gpu__context_of(w, to)->suspended;
    } else {
        gpu__yield(w, to);
        own->to = NULL; /* it was set for the switch */
    }
    return own;
}
GPU_API void gpu__give_up(void) { gpu__escape(gpu__simulated.worker); }
/* The result for a thread that is the only one of its block. */
static GPU__FORCE_INLINE gpu__suspended *gpu__alone(unsigned long long value)
{
    static GPU__TLS gpu__suspended suspended;
    suspended.value = value;
    return &suspended;
}

/* Takes a set of fibers from the idle ones, or allocates one. */
static gpu__fiber_set *gpu__take_fiber_set(void)
{
    const void *const me = &gpu__simulated;
    gpu__fiber_set **from = &gpu__fiber_sets, *c;
    gpu__lock(&gpu__fiber_sets_lock);
    while (*from && (*from)->owner != me && (*from)->next) /* prefers a set that this CPU thread used before */
        from = &(*from)->next;
    c = *from;
    if (c) *from = c->next;
    gpu__unlock(&gpu__fiber_sets_lock);
    if (!c) c = (gpu__fiber_set *)gpu__host(sizeof *c, 1);
    if (c && c->owner != me) {
        for (int i = 0; i < GPU__MAX_BLOCK; i++) c->fiber[i].made = 0;
        c->made = 0;
        c->owner = me;
    }
    return c;
}
static GPU__FORCE_INLINE void gpu__give_fiber_set(gpu__fiber_set *c)
{
    if (!c) return;
    gpu__lock(&gpu__fiber_sets_lock);
    c->next = gpu__fiber_sets;
    gpu__fiber_sets = c;
    gpu__unlock(&gpu__fiber_sets_lock);
}
static void gpu__free_fiber_sets(int keep) /* keeps at most `keep` of them */
{
    gpu__fiber_set *c, **at = &gpu__fiber_sets;
    gpu__lock(&gpu__fiber_sets_lock);
    for (; *at && keep; keep--) at = &(*at)->next;
    while ((c = *at)) {
        *at = c->next;
        for (int i = 0; i < GPU__MAX_BLOCK; i++) {
            const gpu__stack *const k = &c->stack[i];
            if (k->bottom) (void)gpu__valgrind(0x1502, k->valgrind, 0);
#ifdef GPU__TSAN
            if (k->tsan) __tsan_destroy_fiber(k->tsan);
#endif
#ifdef GPU__SWITCH_WIN32
            if (c->fiber[i].context.fiber) DeleteFiber(c->fiber[i].context.fiber);
#endif
        }
        for (gpu__stack_group *g = c->group; g < c->group + (int)GPU__MAX_BLOCK / (int)GPU__STACK_GROUP; g++)
            if (g->base) gpu__unmap_stacks(g);
        GPU_HOST_FREE(c);
    }
    gpu__unlock(&gpu__fiber_sets_lock);
}

/* A kernel calls a function of the host, which a GPU cannot do: the kernel fails on the CPU too. */
static void gpu__called_in_kernel(const char *what, const char *file, int line)
{
    char where[300] = "";
    if (file) snprintf(where, sizeof where, " at %s:%d", file, line);
    gpu__kernel_fault(GPU__THIS_THREAD,
                      "calls %s%s, which only the host can do; launch one kernel after another from there", what,
                      where);
}

GPU_API void gpu__trap(const char *file, int line)
{
    if (!gpu__simulated.worker) abort();
    gpu__kernel_fault(GPU__THIS_THREAD, "ends the kernel by __trap() at %s:%d", file, line);
}
GPU_API long long gpu__clock64(void) { return (long long)(gpu__seconds() * 1e9); }

/* For messages: explains why a stack of `bytes` bytes is smaller than usual. */
static GPU__FORCE_INLINE const char *gpu__stack_note(size_t bytes)
{
    return bytes < GPU__STACK_BYTES ? " (less than usual, as the process's memory is limited)" : "";
}
/* Assigns the stack that the CPU thread runs on to slot native_slot. */
static GPU__FORCE_INLINE void gpu__become_native(GPU__UNUSED gpu__worker *w)
{
#ifdef GPU__TSAN
    w->native_stack.tsan = __tsan_get_current_fiber();
#endif
#ifdef GPU__SWITCH_UCONTEXT
    w->native.u = &w->native_u;
#endif
#ifdef GPU__SWITCH_WIN32
    w->native.fiber = IsThreadAFiber() ? GetCurrentFiber() : ConvertThreadToFiber(NULL);
#endif
}
/* Makes the block's threads fibers that have not begun; those in the slots before `first` have ended. Returns 0 if
   stacks cannot be allocated. */
static int gpu__begin_fibers(gpu__worker *w, int first)
{
    gpu__fiber_set *const c = w->fibers;
    const int n = w->n;
    for (; c->made < n; c->made++)
        if (!gpu__make_fiber(c, c->made, w->code)) return 0;
    w->on_fibers = 1;
    w->kernel_switches = GPU__FIBER_LOOP && !gpu__simulated.watch;
    gpu__become_native(w);
    w->left = w->waiting = w->in_warp = w->waiting_grid = 0;
    w->quick = NULL;
    w->warp_operations = 0;
    memset(w->warp, 0, (size_t)(n + 31) / 32 * sizeof *w->warp);
    if (n & 31) w->warp[n >> 5].ended = ~0u << (n & 31);
    for (gpu__fiber *f = c->fiber; gpu__simulated.watch && f < c->fiber + n; f++) f->at = f->passed = NULL;
    memset(c->state, GPU__NEW, (size_t)n);
    memset(c->state, GPU__LEFT, (size_t)first);
    for (w->first_left = 0; w->left < first; w->left++) gpu__end_lane(w, w->left);
    return 1;
}
/* Refuses a kernel whose frame, which the running thread has on the host's stack, is larger than a fiber's stack: the
   fibers' frames would extend beyond the gaps below their stacks. */
static GPU__FORCE_INLINE void gpu__check_depth(gpu__worker *w)
{
    const size_t bytes = w->fibers->stack[w->n - 1].bytes, used = (size_t)(w->base - GPU__FRAME());
    if (used > bytes && used < (size_t)1 << 40)
        gpu__kernel_fault(w->slot,
                          "uses %zu bytes of stack, and a thread that waits at a barrier has %zu%s: put large local "
                          "arrays into shared memory or an array from gpu_malloc (a GPU allows a thread 512 KiB)",
                          used, bytes, gpu__stack_note(bytes));
}
/* The running thread has reached the block's first barrier or warp operation. Threads before it in the order have
   ended; it keeps the host's stack, and those after it start on their own stacks. */
static void gpu__promote(gpu__worker *w)
{
    w->slot = w->native_slot = w->found = gpu__slot_now(w);
    if ((!w->fibers && !(w->fibers = gpu__take_fiber_set())) || !gpu__begin_fibers(w, w->slot)) {
        gpu__note_stacks(w);
        gpu__escape(w);
    }
    w->fibers->state[w->slot] = GPU__READY;
    gpu__simulated.row = GPU__FIBER_ROW;
    gpu__simulated.stop = (void *)w;
    memset(&w->loop, 0, sizeof w->loop);
    w->loop.kind = gpu__simulated.loop.kind == GPU__LOOP_SHARE
                       ? GPU__LOOP_EMPTY
                       : gpu__simulated.loop.kind; /* the share's thread has visited all indices */
    w->loop.slot = -1;
    gpu__check_depth(w);
    gpu__check_begin(w);
}

/* A barrier waits for the threads that have not ended, as on every GPU since sm_70. When all of them have arrived,
   makes them ready to run, and returns the slot of the first. */
static int gpu__open_barrier(gpu__worker *w)
{
    unsigned char *state = w->fibers->state;
    int i, first = 0;
    w->waiting = 0;
    w->quick = NULL;
    w->phase++;
    if (w->barrier_op != GPU__SYNC) { /* __syncthreads_count and the like have a result */
        const int result = w->barrier_op == GPU__SYNC_COUNT ? w->sum
                           : w->barrier_op == GPU__SYNC_AND ? w->sum == w->n - w->left
                                                            : w->sum != 0;
        for (i = 0; i < w->n; i++) gpu__context_of(w, i)->suspended.value = (unsigned)result;
    }
    if (w->check) gpu__check_phase(w, 0);
    if (!w->left) {
        memset(state, GPU__READY, (size_t)w->n);
        return 0;
    }
    if (w->launch->debug) gpu__note_early_end(w);
    for (i = w->n - 1; i >= 0; i--)
        if (state[i] != GPU__LEFT) {
            state[i] = GPU__READY;
            first = i;
        }
    return first;
}

/* The barrier of the grid, in a cooperative launch: the block's native thread goes on to the next block. */
static gpu__suspended *gpu__barrier_grid(gpu__worker *w, const gpu__site *at)
{
    if (!gpu__is_cooperative(w->launch))
        gpu__kernel_fault(GPU__THIS_THREAD,
                          "reaches gpu_grid_sync() at %s:%d in a launch that is not cooperative; launch with "
                          "gpu_cooperative(config)",
                          at->file, at->line);
    if (gpu__simulated.watch) gpu__watch(w);
    gpu__fiber *const f = gpu__fiber_of(w, w->slot);
    f->at = at;
    if (!w->waiting_grid++) w->first_at_grid = w->slot;
    if (gpu__fiber_of(w, w->first_at_grid)->at != at)
        gpu__two_barriers(w, w->first_at_grid, "gpu_grid_sync()", w->slot, "another one,", "the grid");
    w->fibers->state[w->slot] = GPU__AT_GRID;
    gpu__suspended *const own = gpu__hand_over(w, gpu__after(w));
    f->passed = at;
    return own;
}
/* A barrier in the general case. */
GPU__OPAQUE static gpu__suspended *gpu__barrier_any(int op, int predicate, const gpu__site *at)
{
    gpu__worker *w = gpu__simulated.worker;
    gpu__simulated.touched = 1;
    if (op == GPU__SYNC_GRID && w) return gpu__barrier_grid(w, at);
    if (!w || w->n == 1) return gpu__alone((unsigned)predicate);
    if (gpu__simulated.loop.open && gpu__simulated.loop.kind != GPU__LOOP_STRIDED) gpu__loop_meets(w, "a barrier", at);
    if (!w->on_fibers) gpu__promote(w);
    if (gpu__simulated.watch) gpu__watch(w);
    const int me = w->slot;
    gpu__fiber_of(w, me)->at = at;
    if (!w->waiting) {
        w->first_waiting = me;
        w->barrier_at = at;
        w->sum = 0;
        w->barrier_op = op;
        if (op == GPU__SYNC && w->kernel_switches) w->quick = at;
    } else if (w->barrier_at != at)
        gpu__two_barriers(w, w->first_waiting, "the barrier", me, "another one,", "a block");
    w->sum += predicate;
    w->fibers->state[me] = GPU__AT_BARRIER;
    const int to = ++w->waiting + w->left == w->n ? gpu__open_barrier(w) : gpu__after(w);
    gpu__suspended *const own = gpu__hand_over(w, to);
    if (gpu__simulated.watch) gpu__fiber_of(w, me)->passed = at;
    return own;
}
static inline void gpu__prefetch_stack(const gpu__fiber *f) /* a block's may not fit the first-level cache */
{
    GPU__PREFETCH(f->context.suspended.sp);
    GPU__PREFETCH((const char *)f->context.suspended.sp + 64);
}
/* Threads arrive at a barrier in the order of their slots and leave it in the same order. So a thread between the first
   and the last one to arrive, which is in no GPU_FOR, hands over to the next slot without a search. */
GPU_API gpu__suspended *gpu__barrier(int op, int predicate, const gpu__site *at)
{
    gpu__worker *const w = gpu__simulated.worker;
    if (w && w->quick == at && op == GPU__SYNC && !gpu__simulated.loop.number && !gpu__simulated.loop.open) {
        const int me = w->slot, next = me + 1;
        unsigned char *const state = &w->fibers->state[me];
        if (next < w->n && state[1] <= GPU__READY && me != w->native_slot) {
            gpu__fiber *const f = gpu__fiber_of(w, me);
            gpu__simulated.touched = 1;
            state[0] = GPU__AT_BARRIER;
            w->waiting++;
            w->slot = next;
            f[0].at = at;
            f[0].context.suspended.to = &f[1].context.suspended; /* slots before the native one have ended */
            gpu__prefetch_stack(&f[GPU__FIBERS_AHEAD]);
            return &f[0].context.suspended;
        }
    }
    return gpu__barrier_any(op, predicate, at);
}
