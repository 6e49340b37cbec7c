#ifndef GPU_COOPERATIVE /* none of these is called */
static inline int gpu__grid_apart(const gpu__kernel *k) { return (void)k, 0; }
static inline size_t gpu__grid_fits(const gpu__kernel *k, gpu_dim3 block) { return (void)k, (void)block, 0; }
static inline void gpu__grid_run(gpu__cpu_launch *l) { (void)l; }
#else
/* All threads of the grid exist at once: each block has its own worker, and all its threads are fibers. A CPU
   thread runs its share of the blocks in turn, each of them until its threads wait at gpu_grid_sync() or have ended.
   All blocks of a CPU thread have their shared memory at the same address, so that of a block is saved while another
   block runs. The barrier opens when every CPU thread has run all its blocks. */

enum { GPU__GRID_BLOCKS = 4096, GPU__GRID_THREADS = 1 << 18, GPU__CREWS_KEPT = 64 };
/* Where the bounds of static shared memory are not known, it cannot be saved: each block needs its own CPU thread. */
static int gpu__grid_apart(const gpu__kernel *k)
{
    char *begin, *end;
    k->shared(&begin, &end);
    return begin == NULL;
}
/* The maximum number of blocks of a cooperative launch; it is limited because their stacks take some GB. */
static size_t gpu__grid_fits(const gpu__kernel *k, gpu_dim3 block)
{
    const size_t most = gpu__grid_apart(k) ? (size_t)GPU__MAX_THREADS : (size_t)GPU__GRID_BLOCKS;
    const size_t blocks = GPU__GRID_THREADS / ((size_t)block.x * block.y * block.z);
    return blocks < most ? blocks : most;
}

/* Saves the block's shared memory while other blocks run, or restores it. */
static void gpu__shared_copy(gpu__worker *w, int back)
{
    const size_t fixed = (size_t)(w->shared_end - w->shared_begin), dynamic = w->launch->shared_bytes;
    if (!w->aside && !(w->aside = (char *)gpu__host(fixed + dynamic, 0))) {
        gpu__note_fault(w, GPU__NO_MEMORY, "cannot allocate host memory for the shared memory of %zu blocks at once",
                        w->launch->blocks);
        return;
    }
    memcpy(back ? w->shared_begin : w->aside, back ? w->aside : w->shared_begin, fixed);
    if (dynamic) memcpy(back ? w->dynamic : w->aside + fixed, back ? w->aside + fixed : w->dynamic, dynamic);
}

static void gpu__grid_block(gpu__worker *w, gpu__cpu_launch *l, size_t block, char *dynamic)
{
    w->launch = l;
    w->code = &gpu__thread_code;
    w->block = block;
    w->n = w->slot = w->native_slot = l->threads; /* no thread of the block is the native one */
    w->loop.kind = GPU__LOOP_STRIDED;
    w->loop.slot = -1;
    l->kernel->shared(&w->shared_begin, &w->shared_end);
    w->dynamic = dynamic;
    if (!(w->fibers = gpu__take_fiber_set()) || !gpu__begin_fibers(w, 0)) {
        gpu__note_stacks(w);
        return;
    }
    w->fibers->state[w->n] = GPU__READY;
}
/* Runs a block until all its threads wait at the barrier of the grid or have ended. */
static void gpu__grid_turn(gpu__worker *w, int alone)
{
    gpu__simulated.worker = w;
    w->found = GPU__NOT_FOUND;
    gpu__simulated.id.block = gpu__indices(&w->launch->grid, w->block);
    if (!w->launch->round) gpu__poison(w);
    else if (!alone) gpu__shared_copy(w, 1);
    if (w->launch->debug) {
        gpu__watch_block(w->launch->debug);
        gpu__debug_turn(w);
    }
    if (w->waiting_grid) {
        memset(w->fibers->state, GPU__READY, (size_t)w->n);
        w->waiting_grid = 0;
        w->phase++;
    }
    gpu__simulated.row = GPU__FIBER_ROW;
    gpu__simulated.loop = w->loop;
    gpu__go(w, 0, 0);
    if (gpu__simulated.given_up) return;
    if (w->left == w->n) gpu__learn(w);
    else if (!alone) gpu__shared_copy(w, 0);
}

/* All CPU threads have arrived: opens the barrier, unless a thread of the grid has not reached it. */
static void gpu__grid_open(gpu__cpu_launch *l)
{
    gpu__worker *first = NULL, *ended = NULL, *other = NULL;
    const gpu__site *at = NULL, *next = NULL;
    l->more = 0;
    for (size_t k = 0; k < l->blocks && !l->failed; k++) {
        gpu__worker *w = &l->block_worker[k];
        if (w->left && !ended) ended = w;
        if (!w->waiting_grid) continue;
        next = gpu__fiber_of(w, w->first_at_grid)->at;
        if (!first) {
            first = w;
            at = next;
        }
        if (next != at && !other) other = w;
    }
    if (l->failed || !first) return;
    gpu__simulated.id.block = gpu__indices(&l->grid, first->block);
    gpu_dim3 b = gpu__indices(&l->grid, ended ? ended->block : other ? other->block : 0);
    if (ended)
        gpu__note_fault(first, first->first_at_grid,
                        "waits at gpu_grid_sync() at %s:%d, but %s of block (%u,%u,%u) has ended without reaching it; "
                        "all threads of the grid have to reach it",
                        at->file, at->line, gpu__thread_text(ended, ended->first_left), b.x, b.y, b.z);
    else if (other) {
        next = other->fibers->fiber[other->first_at_grid].at;
        gpu__note_fault(first, first->first_at_grid,
                        "waits at gpu_grid_sync() at %s:%d, but %s of block (%u,%u,%u) waits at another one, at %s:%d; "
                        "all threads of the grid have to reach the same one",
                        at->file, at->line, gpu__thread_text(other, other->first_at_grid), b.x, b.y, b.z, next->file,
                        next->line);
    } else {
        l->more = 1;
        l->round++;
    }
}
/* The CPU threads wait for each other; the last one to arrive opens the barrier of the grid. */
static void gpu__grid_meet(gpu__cpu_launch *l, int team)
{
    const unsigned generation = GPU__LOAD(unsigned, &l->generation);
    int tries = 0;
    if (GPU__FETCH_add(int, &l->came, 1) + 1 < team) {
        while (GPU__LOAD_ACQUIRE(unsigned, &l->generation) == generation) gpu__give_way(&tries);
        return;
    }
    gpu__grid_open(l);
    l->came = 0;
    GPU__STORE_RELEASE(unsigned, &l->generation, generation + 1);
}

/* The blocks [first, last) on the calling CPU thread, one of `team`. */
static void gpu__grid_share(gpu__cpu_launch *l, int team, size_t first, size_t last)
{
    gpu__cpu_thread *t = &gpu__simulated;
    gpu__cpu_thread outer = *t;
    gpu__worker *w = l->block_worker;
    char *raw;
    t->watch = l->debug != NULL;
    t->id.block_dim = l->block;
    t->id.grid_dim = l->grid;
    t->id.known = t->given_up = 0;
    w[first].launch = l;
    raw = gpu__dynamic_new(&w[first]);
    for (size_t b = first; b < last && !GPU__LOAD(gpu_status, &l->failed); b++)
        gpu__grid_block(&w[b], l, b, GPU__ALIGN64(raw));
    if (last - first > 1 && gpu__grid_apart(l->kernel))
        gpu__note_fault(
            &w[first], GPU__THE_BLOCK,
            "on this system a cooperative launch needs a CPU thread for each of its %zu blocks: compile with "
            "OpenMP (-fopenmp), and do not launch it inside a parallel region",
            l->blocks);
    gpu__catch_faults(l->kernel);
    if (l->debug) gpu__debug_begin(w);
    do {
        for (size_t b = first; b < last && !GPU__LOAD(gpu_status, &l->failed); b++)
            gpu__grid_turn(&w[gpu__block_in_order(l, b)], last - first == 1);
        gpu__grid_meet(l, team);
    } while (l->more);
    if (l->debug) gpu__debug_turn(NULL);
    for (size_t b = first; b < last; b++) {
        t->worker = &w[b];
        t->given_up = l->failed != GPU_OK;
        if (t->given_up) gpu__drain(&w[b]);
        gpu__give_fiber_set(w[b].fibers);
        gpu__host_free(w[b].aside);
    }
    gpu__dynamic_free(&w[first], raw);
    outer.rows = t->rows;
    *t = outer;
}

/* Runs a cooperative launch: divides the blocks among the CPU threads. */
static void gpu__grid_run(gpu__cpu_launch *l)
{
    const size_t bytes = l->blocks * sizeof *l->block_worker;
    int team = gpu__grid_apart(l->kernel) ? (int)l->blocks : gpu__cpu_threads();
    l->round = 0;
    if (!(l->block_worker = (gpu__worker *)gpu__host(bytes, 1))) {
        l->failed = GPU_ERROR_OUT_OF_MEMORY;
        snprintf(l->why, sizeof l->why, "cannot allocate host memory for %zu blocks at once", l->blocks);
        return;
    }
    if ((size_t)team > l->blocks) team = (int)l->blocks;
    if (l->debug) team = 1;
#ifdef _OPENMP
    if (team > 1 && !omp_in_parallel() && !gpu__forked()) {
#pragma omp parallel num_threads(team)
        {
            const int of = omp_get_num_threads();
            size_t first, last;
            gpu__share(l->blocks, (size_t)omp_get_thread_num(), (size_t)of, &first, &last);
            gpu__grid_share(l, of, first, last);
        }
    } else
#endif
        gpu__grid_share(l, 1, 0, l->blocks);
    GPU_HOST_FREE(l->block_worker);
    gpu__free_fiber_sets(GPU__CREWS_KEPT);
}
#endif
