/* -- running blocks -- */

/* Replaces a kernel's `rest` where there is none, and for blocks whose indices exceed the range that it assumes. */
static GPU__FORCE_INLINE void gpu__run_each(gpu__worker *w)
{
    gpu__simulated.touched = 1;
    for (int k = (int)gpu__simulated.first; k < w->n && !gpu__simulated.stop && !gpu__simulated.loop.open; k++) {
        gpu__be(w, k);
        w->launch->kernel->one(w->launch->argv);
    }
}

static void gpu__debug_block(gpu__worker *w)
{
    w->phase = 0;
    memset(w->warp_phase, 0, sizeof w->warp_phase);
    gpu__watch_block(w->launch->debug);
    for (int k = 0; k < w->n && !w->on_fibers; k++) {
        w->slot = k;
        gpu__be(w, k);
        w->launch->kernel->one(w->launch->argv);
        if (gpu__simulated.loop.open) gpu__loop_left();
        if (w->on_fibers) gpu__finish_block(w);
        else gpu__watch(w);
    }
}
/* Runs one block. *loops is the way in which the GPU_FORs of this share run, see kernel_loops.h. */
static void gpu__run_block(gpu__worker *w, size_t block, int *loops)
{
    gpu__cpu_launch *l = w->launch;
    gpu__cpu_thread *t = &gpu__simulated;
    w->block = block;
    w->on_fibers = w->slot = w->heres = 0;
    w->here_bytes = 0;
    w->found = l->order ? GPU__NOT_FOUND : 0;
    t->id.block = gpu__indices(&l->grid, block);
    t->id.thread.x = t->id.thread.y = t->id.thread.z = t->row = 0;
    memset(&t->loop, 0, sizeof t->loop);
    t->loop.kind = *loops;
    t->loop.slot = -1;
    t->touched = 0;
    t->stop = NULL;
    gpu__poison(w);
    if (l->debug) {
        gpu__debug_block(w);
        gpu__learn(w);
        return;
    }
    t->first = *loops == GPU__LOOP_SHARE ? 1 : 0;
    if (t->first) {
        l->kernel->one(l->argv);
        if (t->part == 0) gpu__loops_strided(l, t->loop.number);
        if (t->loop.number && t->loop.number <= GPU__LOAD_ACQUIRE(unsigned, &l->strided) && !t->touched &&
            !t->loop.open)
            return; /* its loops ran the whole share, and it did not use its indices */
        *loops = GPU__LOAD_ACQUIRE(unsigned, &l->strided) ? GPU__LOOP_EMPTY : GPU__LOOP_STRIDED;
        t->loop.kind = *loops;
        t->loop.slot = -1;
    }
    if (!t->loop.open && !w->on_fibers && w->n > (int)t->first) {
        if (l->kernel->rest[w->level] && (uint64_t)t->id.block.x * t->id.block_dim.x <= GPU__REACH)
            l->kernel->rest[w->level](l->argv);
        else gpu__run_each(w);
    }
    if (t->loop.open) gpu__loop_left();
    if (w->on_fibers) gpu__finish_block(w);
    if (w->check) gpu__check_phase(w, 1);
    gpu__learn(w);
}

static GPU__FORCE_INLINE void gpu__run_blocks_of(gpu__worker *w, size_t first, size_t last)
{
    gpu__cpu_launch *l = w->launch;
    int loops = !l->automatic ? GPU__LOOP_STRIDED : l->debug ? GPU__LOOP_CHECKED : GPU__LOOP_SHARE;
    for (size_t b = first; b < last && (b == first || loops != GPU__LOOP_SHARE) && !GPU__LOAD(gpu_status, &l->failed);
         b++)
        gpu__run_block(w, gpu__block_in_order(l, b), &loops);
}
static void gpu__run_blocks(gpu__worker *w, size_t first, size_t last)
{
    if (setjmp(w->escape) == 0) /* gpu__escape returns here */
        gpu__run_blocks_of(w, first, last);
    else gpu__drain(w);
}

GPU_API int gpu__cpu_level(void) /* the ISA variant of the CPU loops that this processor runs and GPU_SIMD allows */
{
#ifdef GPU__X86
    static int level; /* 0: not computed yet; else the variant plus 1 */
    int l = GPU__LOAD(int, &level);
    if (!l) {
        const char *const widest = getenv("GPU_SIMD"); /* gpu__init reports a value that is no number of bits */
        const int bits = widest ? atoi(widest) : 0, most = bits < 1 || bits >= 512 ? 3 : bits >= 256 ? 2 : 1;
        GPU__CPU_ASK();
        l = GPU__CPU_HAS("avx512f") && GPU__CPU_HAS("avx512dq") && GPU__CPU_HAS("avx512bw") && GPU__CPU_HAS("avx512vl")
                ? 3
            : GPU__CPU_HAS("avx2") && GPU__CPU_HAS("fma") ? 2
                                                          : 1;
        if (l > most) l = most;
        GPU__STORE(int, &level, l);
    }
    return l - 1;
#else
    return 0;
#endif
}
/* Run-time selection of the ISA variant. If a guard makes loads conditional, variants with wide vectors are on some
   processors slower than narrow or scalar ones where memory limits the speed, and much faster where the data is in a
   cache or arithmetic limits it. So a large launch measures: each variant is tried once, then the fastest one runs, and
   one share in 64 tries another variant again. The results are the same. */
#ifdef GPU__X86
enum { GPU__LARGE = 1 << 21 }; /* threads of a launch: shares of a smaller one are too short to be timed */
static GPU__FORCE_INLINE int gpu__fastest_copy(gpu__kernel *k)
{
    const int most = gpu__cpu_level();
    unsigned pace, least = 0, shares;
    int level, best = most;
    for (level = most; level >= 0; level--) {
        if (!(pace = GPU__LOAD(unsigned, &k->ps_per_thread[level]))) return level;
        if (!least || pace < least) {
            least = pace;
            best = level;
        }
    }
    shares = GPU__ADD(unsigned, &k->shares, 1) + 1;
    return shares % 64 ? best : (int)(shares / 64 % (unsigned)(most + 1));
}
#endif
/* Chooses the variant for a share. Returns the time at its start, or 0 if it is not measured. */
static GPU__FORCE_INLINE double gpu__share_begin(gpu__worker *w)
{
#ifdef GPU__X86
    if (w->launch->blocks >= GPU__LARGE / (size_t)w->n) {
        w->level = gpu__fastest_copy(w->launch->kernel);
        return gpu__seconds();
    }
#endif
    w->level = gpu__cpu_level();
    return 0;
}
/* Averages what a thread of this share has taken with what it took before. */
static GPU__FORCE_INLINE void gpu__share_end(GPU__UNUSED const gpu__worker *w, GPU__UNUSED double start,
                                             GPU__UNUSED size_t blocks)
{
#ifdef GPU__X86
    if (start <= 0) return;
    unsigned *const pace = &w->launch->kernel->ps_per_thread[w->level];
    const double ps = 1e12 * (gpu__seconds() - start) / ((double)blocks * w->n);
    const unsigned old = GPU__LOAD(unsigned, pace), now = ps < 1 ? 1 : ps > 4e9 ? 4000000000u : (unsigned)ps;
    GPU__STORE(unsigned, pace, old ? old / 4 * 3 + now / 4 + 1 : now);
#endif
}

/* Runs one share of the grid on the calling CPU thread: the blocks [part, part + 1) / parts in order, x fastest. */
static void gpu__run_part(gpu__cpu_launch *l, size_t part)
{
    gpu__cpu_thread *t = &gpu__simulated, outer;
    gpu__worker w;
    size_t first, last;
    char *dynamic;
    if (gpu__is_cooperative(l)) {
        gpu__grid_run(l);
        return;
    }
    memcpy(&outer, t, sizeof outer);
    w.launch = l;
    w.fibers = NULL;
    w.code = &gpu__thread_code;
    w.check = NULL;
    w.n = l->threads;
    w.base = GPU__FRAME();
    w.on_fibers = w.faulted = 0;
    w.quick = NULL;
    w.progress = 0;
    l->kernel->shared(&w.shared_begin, &w.shared_end);
    t->worker = &w;
    t->watch = l->debug != NULL;
    t->id.block_dim = l->block;
    t->id.grid_dim = l->grid;
    t->id.known = t->given_up = 0;
    t->part = part;
    t->parts = l->parts;
    gpu__share(l->blocks, part, l->parts, &first, &last);
    dynamic = gpu__dynamic_new(&w);
    w.dynamic = GPU__ALIGN64(dynamic);
    gpu__catch_faults(l->kernel);
    t->shared = (uintptr_t)w.shared_begin;
    t->dynamic = (uintptr_t)w.dynamic;
    t->shared_bytes = l->debug ? 0 : (size_t)(w.shared_end - w.shared_begin);
    t->dynamic_bytes = l->debug ? 0 : l->shared_bytes;
    if (l->debug) gpu__debug_begin(&w);
    const double start = gpu__share_begin(&w);
    gpu__run_blocks(&w, first, last);
    if (l->debug) gpu__debug_turn(NULL);
    gpu__share_end(&w, start, last - first);
    gpu__host_free(w.check); /* the block failed */
    gpu__give_fiber_set(w.fibers);
    gpu__dynamic_free(&w, dynamic);
    outer.rows = t->rows; /* the number of a row's mark is not used again */
    memcpy(t, &outer, sizeof outer);
}
