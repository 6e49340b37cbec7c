/* -- GPU_DEBUG: two writers of one element -- */

/* Windows are parts of memory that are compared each time a thread stops, so that each change has an author: two
   authors without a barrier between them are a race. */

static const char *gpu__writer_text(const gpu__worker *w, const gpu__writer *o, char *text, size_t size)
{
    gpu_dim3 b = gpu__indices(&w->launch->grid, o->block);
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

/* A thread stops: what changed since the last time was changed by it. */
static void gpu__watch(gpu__worker *w)
{
    gpu__debug *d = w->launch->debug;
    gpu__writer me;
    char first[192], second[192];
    int k;
    size_t i;
    GPU__STORE(unsigned, &w->progress, w->progress + 1);
    me.block = w->block;
    me.when = d->clock;
    me.round = w->launch->round;
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
            together = o->block != me.block ? !v->shared && o->round == me.round && !gpu__is_signalled(d, o, me.block)
                                            : o->slot != me.slot && o->phase == me.phase;
            if (o->block == me.block && gpu__id_of(w, o->slot) / 32 == gpu__id_of(w, me.slot) / 32 &&
                o->warp_phase != me.warp_phase)
                together = 0;
            if (o->phase && together && !d->watched && !d->any_lock && !gpu__word_atomic(d, v->p + i))
                gpu__kernel_fault(
                    -1,
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
/* Another block's turn: what is in shared memory now nobody has written, or others than that of the one before. */
static void gpu__watch_block(gpu__debug *d)
{
    int k;
    for (k = 0; k < d->windows; k++)
        if (d->window[k].shared) memcpy(d->window[k].copy, d->window[k].p, d->window[k].bytes);
}
static void gpu__debug_block(gpu__worker *w)
{
    int k;
    w->phase = 0;
    memset(w->warp_phase, 0, sizeof w->warp_phase);
    gpu__watch_block(w->launch->debug);
    for (k = 0; k < w->n && !w->promoted; k++) {
        w->slot = k;
        gpu__be(w, k);
        w->launch->kernel->one(w->launch->argv);
        if (gpu__simulated.loop.open) {
            gpu__loop_left(w);
            gpu__escape(w);
        }
        if (w->promoted)
            gpu__finish_block(w);
        else
            gpu__watch(w);
    }
}

