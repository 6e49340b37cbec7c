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
/* The region that holds the byte at p, with `end` also if p is behind its last byte; NULL: there is none. */
static const gpu__region *gpu__region_of(const gpu__debug *d, const char *p, int end)
{
    const gpu__region *r;
    for (r = d->region; r < d->region_end; r++)
        if (gpu__within(p, r->a.p, r->a.bytes + (size_t)end)) return r;
    return NULL;
}
static GPU__FORCE_INLINE size_t gpu__offset_of(const gpu__debug *d, const char *p) /* in its allocation */
{
    const gpu__region *const r = gpu__region_of(d, p, 0);
    return r ? (size_t)(p - (char *)r->a.p) : 0;
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
            v->shared ? i : gpu__offset_of(d, p), v->shared ? "the shared memory" : "an array");
    *last = *me;
}
/* Called when a thread stops: attributes all changes since the last call to that thread. */
static void gpu__watch(gpu__worker *w)
{
    enum { piece = 64 }; /* most pieces of a window have not changed */
    gpu__debug *d = w->launch->debug;
    gpu__window *v;
    gpu__writer me;
    size_t from, end, i;
    GPU__STORE(unsigned, &w->progress, w->progress + 1);
    me.block = w->block;
    me.when = d->clock;
    me.round = w->launch->round;
    me.slot = w->slot;
    me.phase = w->phase + 1;
    me.warp_phase = w->warp_phase[gpu__id_of(w, w->slot) >> 5];
    me.after = w->on_fibers ? gpu__fiber_of(w, w->slot)->passed : NULL;
    for (v = d->window; v < d->window_end; v++)
        for (from = 0; from < v->bytes; from = end) {
            end = v->bytes - from < piece ? v->bytes : from + piece;
            if (!memcmp(v->p + from, v->copy + from, end - from)) continue;
            for (i = from; i < end; i++)
                if (v->p[i] != v->copy[i]) gpu__note_write(w, v, i, &me);
        }
}
/* Adds a window on `bytes` bytes at p. */
static void gpu__watch_add(gpu__debug *d, char *p, size_t bytes, int shared)
{
    gpu__window *v = d->window_end;
    if (v + !shared >= d->window + GPU__WINDOWS || !bytes) return; /* one is reserved for dynamic shared memory */
    v->p = p;
    v->bytes = bytes;
    v->shared = shared;
    v->copy = (char *)gpu__host(bytes, 0);
    v->writer = (gpu__writer *)gpu__host(bytes * sizeof *v->writer, 1);
    d->window_end++;
    if (v->copy && v->writer) {
        memcpy(v->copy, p, bytes);
        return;
    }
    v->bytes = 0;
}
static void gpu__watch_end(gpu__debug *d)
{
    while (d->window_end > d->window) {
        const gpu__window *const v = --d->window_end;
        gpu__host_free(v->copy);
        gpu__host_free(v->writer);
    }
}

/* Adds windows on the kernel's shared memory, and on samples of what the launch changed in global memory. */
static void gpu__debug_windows(gpu__debug *d, const gpu__cpu_launch *l)
{
    const gpu__kernel *const k = l->kernel;
    char *lo, *hi;
    const gpu__region *r;
    k->shared(&lo, &hi);
    if (lo) gpu__watch_add(d, lo + k->lo, k->hi - k->lo, 1);
    for (r = d->region; r < d->region_end; r++) {
        size_t at, bytes, changed = 0, step = 1;
        int pass; /* the first one counts the pieces that have changed */
        for (pass = 0; pass < 2; pass++, step = changed / 8 + 1, changed = 0)
            for (at = 0; at < r->a.bytes; at += bytes) {
                bytes = r->a.bytes - at < GPU__COMPARED ? r->a.bytes - at : (size_t)GPU__COMPARED;
                if (memcmp(r->before + at, r->after + at, bytes) && changed++ % step == 0 && pass)
                    gpu__watch_add(d, (char *)r->a.p + at, bytes, 0);
            }
    }
}
/* Called when another block begins to run: what shared memory holds then was not written by its threads. */
static GPU__FORCE_INLINE void gpu__watch_block(gpu__debug *d)
{
    gpu__window *v;
    for (v = d->window; v < d->window_end; v++)
        if (v->shared) memcpy(v->copy, v->p, v->bytes);
}
static void gpu__debug_block(gpu__worker *w)
{
    int k;
    w->phase = 0;
    memset(w->warp_phase, 0, sizeof w->warp_phase);
    gpu__watch_block(w->launch->debug);
    for (k = 0; k < w->n && !w->on_fibers; k++) {
        w->slot = k;
        gpu__be(w, k);
        w->launch->kernel->one(w->launch->argv);
        if (gpu__simulated.loop.open) {
            gpu__loop_left(w);
            gpu__escape(w);
        }
        if (w->on_fibers)
            gpu__finish_block(w);
        else
            gpu__watch(w);
    }
}
