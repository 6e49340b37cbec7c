/* -- what the lanes of a warp get -- */

/* The source lane of a shuffle; the lane itself if the source is outside of its segment of `width` lanes. */
static GPU__FORCE_INLINE int gpu__source_lane(int op, int lane, int s, int width)
{
    const int part = width < 1 || width > 32 || width & (width - 1) ? 32 : width, base = lane & ~(part - 1);
    const int from = op == GPU__W_INDEX  ? base + (s & (part - 1))
                     : op == GPU__W_UP   ? lane - s
                     : op == GPU__W_DOWN ? lane + s
                                         : lane ^ s; /* this one may read from earlier parts of the warp */
    return from >= base + part || (from < base && op != GPU__W_XOR) ? lane : from & 31;
}

/* The lanes of `group` that have this value. */
static unsigned gpu__lanes_with(const gpu__lane *lanes, unsigned group, unsigned long long value)
{
    unsigned r = 0, bit;
    for (bit = 1; bit; bit <<= 1, lanes++)
        if (group & bit && lanes->value == value) r |= bit;
    return r;
}
/* The result that is the same in all lanes of `group`: of the votes, __match_all_sync and the reductions. */
static unsigned gpu__warp_combine(int op, const gpu__lane *lanes, unsigned group)
{
    const unsigned votes = group & ~gpu__lanes_with(lanes, group, 0);
    unsigned r = 0, v;
    int k, first = -1;
    for (k = 0; k < 32; k++) {
        if (!(group >> k & 1u)) continue;
        v = (unsigned)lanes[k].value;
        r = first < 0                              ? v
            : op == GPU__W_REDUCE_ADD              ? r + v
            : op == GPU__W_REDUCE_AND              ? r & v
            : op == GPU__W_REDUCE_OR               ? r | v
            : op == GPU__W_REDUCE_XOR              ? r ^ v
            : (op == GPU__W_REDUCE_MIN) == (v < r) ? v
                                                   : r;
        if (first < 0) first = k;
    }
    switch (op) {
    case GPU__W_BALLOT: return votes;
    case GPU__W_ANY: return votes != 0;
    case GPU__W_ALL: return votes == group;
    case GPU__W_ACTIVE: return group;
    case GPU__W_MATCH_ALL: return gpu__lanes_with(lanes, group, lanes[first].value) == group ? group : 0;
    default: return r;
    }
}

/* All lanes of `group` have arrived at one operation: computes what each gets, and makes them ready to run. `base` is
   the number of the warp's first thread. */
static void gpu__warp_finish(gpu__worker *w, int base, unsigned group, int op)
{
    const int warp = base >> 5;
    gpu__warp_wait *const q = &w->warp[warp];
    const gpu__lane *const lanes = &w->fibers->lane[base];
    const unsigned combined = op > GPU__W_XOR && op != GPU__W_MATCH ? gpu__warp_combine(op, lanes, group) : 0;
    for (int lane = 0; lane < 32; lane++) {
        const gpu__lane *const f = &lanes[lane];
        int slot, source;
        if (!(group >> lane & 1u)) continue;
        slot = gpu__id_of(w, base + lane);
        unsigned long long *result = &gpu__context_of(w, slot)->suspended.value;
        if (op == GPU__W_MATCH) *result = gpu__lanes_with(lanes, group, f->value);
        else if (op > GPU__W_XOR) *result = combined;
        else if (op != GPU__W_SYNC) {
            source = gpu__source_lane(op, lane, f->source, f->width);
            *result = lanes[group >> source & 1u ? source : lane].value;
        }
        if (gpu__simulated.watch) gpu__fiber_of(w, slot)->passed = f->at;
        w->fibers->state[slot] = GPU__READY;
        w->in_warp--;
    }
    w->warp_phase[warp]++;
    q->waiting &= ~group;
    if (!q->waiting) q->diverged = 0;
}

/* Whether all lanes of the group wait in the same operation as `f`. */
static int gpu__warp_agrees(const gpu__lane *lanes, const gpu__lane *f, unsigned group)
{
    for (; group; group >>= 1, lanes++)
        if (group & 1u && (lanes->mask != f->mask || lanes->op != f->op || lanes->at != f->at)) return 0;
    return 1;
}
/* Whether the operation that lane `id` waits in is complete: all lanes of its mask that have not ended, `group`, have
   arrived at it. */
static GPU__ALWAYS_INLINE int gpu__warp_complete(const gpu__worker *w, int id, unsigned *group)
{
    const gpu__warp_wait *const q = &w->warp[id >> 5];
    const gpu__lane *const f = &w->fibers->lane[id];
    *group = f->mask & ~q->ended;
    return !(*group & ~q->waiting) && (!q->diverged || gpu__warp_agrees(&w->fibers->lane[id & ~31], f, *group));
}
static void gpu__end_lane(gpu__worker *w, int slot)
{
    const int id = gpu__id_of(w, slot);
    gpu__warp_wait *const q = &w->warp[id >> 5];
    q->ended |= 1u << (id & 31);
}
/* No other thread can run, so the lanes that have arrived at one __activemask are those that are active there. */
static int gpu__finish_active(gpu__worker *w)
{
    for (int i = 0; i < w->n && w->in_warp; i++) {
        const int id = gpu__id_of(w, i), base = id & ~31;
        const gpu__lane *const f = &w->fibers->lane[id], *lane = &w->fibers->lane[base];
        unsigned group = 0, bit;
        if (w->fibers->state[i] != GPU__AT_WARP || f->op != GPU__W_ACTIVE) continue;
        for (bit = 1; bit; bit <<= 1, lane++)
            if (w->warp[id >> 5].waiting & bit && lane->op == f->op && lane->at == f->at) group |= bit;
        gpu__warp_finish(w, base, group, GPU__W_ACTIVE);
        return 1;
    }
    return 0;
}
