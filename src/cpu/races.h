/* -- GPU_DEBUG: two writers of one element -- */

/* Windows are parts of memory that are compared each time a thread stops, so that the author of each change is known:
   two authors without a barrier between their writes are a race. */

static const char *gpu__writer_text(const gpu__worker *w, const gpu__writer *o, char *text, size_t size)
{
    gpu_dim3 b = gpu__indices(&w->launch->grid, o->block);
    int used = snprintf(text, size, "%s of block (%u,%u,%u)", gpu__thread_text(w, o->slot), b.x, b.y, b.z);
    if (o->after) snprintf(text + used, size - (size_t)used, " after %s:%d", o->after->file, o->after->line);
    return text;
}
/* Whether fences and atomics have made what `o` wrote visible to this block. */
static GPU__FORCE_INLINE int gpu__is_signalled(const gpu__debug *d, const gpu__writer *o, size_t block)
{
    const gpu__signal *const from = d->signal ? &d->signal[o->block] : NULL;
    return from && o->when <= from->covered && from->released < d->signal[block].acquired;
}
/* Whether nothing orders two writers of a byte: no barrier, warp operation or fence lies between their writes. */
static GPU__FORCE_INLINE int gpu__is_race(const gpu__worker *w, const gpu__window *v, const gpu__writer *first,
                                          const gpu__writer *second)
{
    if (!first->phase) return 0; /* it is the first write */
    if (first->block != second->block)
        return !v->shared && first->round == second->round &&
               !gpu__is_signalled(w->launch->debug, first, second->block);
    if (first->warp_phase != second->warp_phase && gpu__id_of(w, first->slot) >> 5 == gpu__id_of(w, second->slot) >> 5)
        return 0;
    return first->slot != second->slot && first->phase == second->phase;
}
/* Records that `me` has changed byte i of a window. */
static void gpu__note_write(gpu__worker *w, gpu__window *v, size_t i, const gpu__writer *me)
{
    gpu__debug *const d = w->launch->debug;
    gpu__writer *const last = &v->writer[i];
    char *const p = v->p + i;
    char first[192], second[192];
    v->copy[i] = *p;
    if (d->watched == p) {
        gpu__writer_text(w, me, d->author, sizeof d->author);
        w->launch->author = gpu__id_of(w, me->slot);
    }
    if (!d->watched && !d->any_lock && gpu__is_race(w, v, last, me) && !gpu__word_atomic(d, p))
        gpu__kernel_fault(
            GPU__THE_BLOCK,
            "two threads write the same element without a barrier between them: %s and %s write byte %zu of %s",
            gpu__writer_text(w, last, first, sizeof first), gpu__writer_text(w, me, second, sizeof second),
            v->shared ? i : (size_t)(p - (char *)gpu__region_of(d, p, 0)->a.p),
            v->shared ? "the shared memory" : "an array");
    *last = *me;
}
/* Attributes the changes in a window to the running thread. */
static void gpu__note_changes(gpu__worker *w, gpu__window *v)
{
    gpu__writer me;
    me.block = w->block;
    me.when = w->launch->debug->clock;
    me.round = w->launch->round;
    me.slot = w->slot;
    me.phase = w->phase + 1;
    me.warp_phase = w->warp_phase[gpu__id_of(w, w->slot) >> 5];
    me.after = w->on_fibers ? gpu__fiber_of(w, w->slot)->passed : NULL;
    for (size_t i = 0; i < v->bytes; i++)
        if (v->p[i] != v->copy[i]) gpu__note_write(w, v, i, &me);
}
/* Called when a thread stops: attributes all changes since the last call to that thread. */
static void gpu__watch(gpu__worker *w)
{
    gpu__window *v = w->launch->debug->window;
    GPU__STORE(unsigned, &w->progress, w->progress + 1);
    for (; v < w->launch->debug->window_end; v++)
        if (memcmp(v->p, v->copy, v->bytes)) gpu__note_changes(w, v);
}
/* A thread of the block reaches a fence: all changes so far were written before it. */
GPU_API void gpu__note_fence(void)
{
    gpu__worker *w = gpu__simulated.worker;
    gpu__debug *d = w ? w->launch->debug : NULL;
    if (!d || !d->signal) return;
    gpu__watch(w);
    d->signal[w->block].fenced = ++d->clock;
}
/* Adds a window on `bytes` bytes at p, unless memory is exhausted. */
static void gpu__watch_add(gpu__debug *d, char *p, size_t bytes, int shared)
{
    gpu__window *v = d->window_end;
    if (v + !shared >= d->window + GPU__WINDOWS || !p || !bytes) return; /* one is reserved for dynamic shared memory */
    v->writer = (gpu__writer *)gpu__host(bytes * (sizeof *v->writer + 1), 1);
    if (!v->writer) return;
    v->p = p;
    v->bytes = bytes;
    v->shared = shared;
    v->copy = (char *)memcpy(v->writer + bytes, p, bytes);
    d->window_end++;
}
static void gpu__watch_end(gpu__debug *d)
{
    while (d->window_end > d->window) gpu__host_free((--d->window_end)->writer);
}

/* Adds windows on the kernel's shared memory, and on samples of what the launch changed in global memory. */
static void gpu__debug_windows(gpu__debug *d, const gpu__cpu_launch *l)
{
    const gpu__kernel *const k = l->kernel;
    char *lo, *hi;
    k->shared(&lo, &hi);
    if (lo) gpu__watch_add(d, lo + k->lo, k->hi - k->lo, 1);
    for (const gpu__region *r = d->region; r < d->region_end; r++) {
        size_t at, bytes, changed = 0, step = 1;
        int pass; /* the first one counts the pieces that have changed */
        for (pass = 0; pass < 2; pass++, step = changed / 8 + 1, changed = 0)
            for (at = 0; at < r->a.bytes; at += bytes) {
                bytes = gpu__least(r->a.bytes - at, GPU__COMPARED);
                if (memcmp(r->before + at, r->after + at, bytes) && changed++ % step == 0 && pass)
                    gpu__watch_add(d, (char *)r->a.p + at, bytes, 0);
            }
    }
}
/* Called when another block begins to run: what shared memory holds then was not written by its threads. */
static GPU__FORCE_INLINE void gpu__watch_block(gpu__debug *d)
{
    for (gpu__window *v = d->window; v < d->window_end; v++)
        if (v->shared) memcpy(v->copy, v->p, v->bytes);
}
