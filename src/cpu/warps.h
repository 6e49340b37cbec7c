/* -- warps -- */

static int gpu__source_lane(int op, int lane, int s, int width)
{
    int base, end;
    if (width < 1 || width > 32 || (width & (width - 1))) width = 32;
    base = lane & ~(width - 1);
    end = base + width;
    switch (op) {
    case GPU__W_INDEX:
        return base + (s & (width - 1));
    case GPU__W_UP:
        return lane - s < base ? lane : lane - s;
    case GPU__W_DOWN:
        return lane + s >= end ? lane : lane + s;
    case GPU__W_XOR:
        return (lane ^ s) >= end ? lane : (lane ^ s) & 31;
    default:
        return lane;
    }
}

/* What all lanes of `group` get alike: of __match_all_sync and the reductions. */
static unsigned gpu__warp_combine(int op, gpu__lane *const *of, unsigned group)
{
    unsigned r = 0, v;
    int k, first = -1;
    for (k = 0; k < 32; k++) {
        if (!of[k]) continue;
        if (op == GPU__W_MATCH_ALL && first >= 0 && of[k]->value != of[first]->value) group = 0;
        v = (unsigned)of[k]->value;
        r = first < 0                              ? v
            : op == GPU__W_REDUCE_ADD              ? r + v
            : op == GPU__W_REDUCE_AND              ? r & v
            : op == GPU__W_REDUCE_OR               ? r | v
            : op == GPU__W_REDUCE_XOR              ? r ^ v
            : (op == GPU__W_REDUCE_MIN) == (v < r) ? v
                                                   : r;
        first = k;
    }
    return op == GPU__W_MATCH_ALL ? group : r;
}

/* All lanes of `group` have arrived: computes what each gets. `base` is the number of the warp's first thread. */
static void gpu__warp_finish(gpu__worker *w, int base, unsigned group)
{
    gpu__lane *of[32];
    unsigned votes = 0, combined = 0;
    int lane, k, op = GPU__W_SYNC;
    w->warp_phase[base / 32]++;
    for (lane = 0; lane < 32; lane++) {
        of[lane] = group >> lane & 1u ? &w->crew->lane[gpu__id_of(w, base + lane)] : NULL;
        if (of[lane] && of[lane]->value) votes |= 1u << lane;
        if (of[lane]) op = of[lane]->op;
    }
    if (op >= GPU__W_MATCH_ALL) combined = gpu__warp_combine(op, of, group);
    for (lane = 0; lane < 32; lane++) {
        gpu__lane *f = of[lane];
        gpu__fiber *at;
        if (!f) continue;
        switch (f->op) {
        case GPU__W_BALLOT:
            f->result = votes;
            break;
        case GPU__W_ANY:
            f->result = votes != 0;
            break;
        case GPU__W_ALL:
            f->result = votes == group;
            break;
        case GPU__W_ACTIVE:
            f->result = group;
            break;
        case GPU__W_MATCH:
            for (f->result = 0, k = 0; k < 32; k++)
                if (of[k] && of[k]->value == f->value) f->result |= 1u << k;
            break;
        default:
            if (f->op >= GPU__W_MATCH_ALL) {
                f->result = combined;
                break;
            }
            k = gpu__source_lane(f->op, lane, f->source, f->width);
            f->result = of[k] ? of[k]->value : f->value;
        }
        k = gpu__id_of(w, base + lane);
        at = &w->crew->fiber[k];
        at->passed = at->at;
        w->crew->state[k] = GPU__READY;
        w->in_warp--;
    }
}

/* The lanes of the waiter's mask that have not ended; returns whether all of them are here. */
static int gpu__warp_complete(gpu__worker *w, int base, int waiter, unsigned *group)
{
    const gpu__lane *f = &w->crew->lane[waiter];
    int lane;
    *group = 0;
    for (lane = 0; lane < 32 && base + lane < w->n; lane++) {
        int slot = gpu__id_of(w, base + lane);
        const gpu__lane *g = &w->crew->lane[slot];
        if (!(f->mask >> lane & 1u) || w->crew->state[slot] == GPU__LEFT) continue;
        if (w->crew->state[slot] != GPU__AT_WARP || g->mask != f->mask || g->op != f->op ||
            w->crew->fiber[slot].at != w->crew->fiber[waiter].at)
            return 0;
        *group |= 1u << lane;
    }
    return 1;
}

GPU_API unsigned long long gpu__warp(int op, unsigned mask, unsigned long long value, int source, int width,
                                     const gpu__site *at)
{
    gpu__worker *w = gpu__simulated.worker;
    gpu__lane *f;
    unsigned group;
    int id;
    gpu__simulated.touched = 1;
    if (op == GPU__W_SYNC && mask == 0) mask = 0xffffffffu;
    if (!w || w->n == 1)
        return op == GPU__W_BALLOT || op == GPU__W_ANY || op == GPU__W_ALL           ? value != 0
               : op == GPU__W_MATCH || op == GPU__W_MATCH_ALL || op == GPU__W_ACTIVE ? 1
                                                                                     : value;
    if (gpu__simulated.loop.kind != GPU__LOOP_STRIDED) gpu__loop_meets(w, gpu__op_name(op), at);
    if (!w->promoted) gpu__promote(w);
    id = gpu__id_of(w, w->slot);
    f = &w->crew->lane[w->slot];
    w->crew->fiber[w->slot].at = at;
    if (!(mask >> (id & 31) & 1u))
        gpu__kernel_fault(w, w->slot, "calls %s at %s:%d with mask 0x%08x, which leaves out its own lane, %d",
                          gpu__op_name(op), at->file, at->line, mask, id & 31);
    f->op = op;
    f->mask = mask;
    f->value = value;
    f->source = source;
    f->width = width;
    w->crew->state[w->slot] = GPU__AT_WARP;
    w->in_warp++;
    if (w->launch->debug) gpu__watch(w);
    if (op != GPU__W_ACTIVE && gpu__warp_complete(w, id & ~31, w->slot, &group))
        gpu__warp_finish(w, id & ~31, group);
    else
        gpu__wait(w);
    return f->result;
}

/* Nobody else can run, so the lanes that have come to one __activemask are those that are active there. */
static int gpu__finish_active(gpu__worker *w)
{
    int i, lane;
    for (i = 0; i < w->n && w->in_warp; i++) {
        int base = gpu__id_of(w, i) & ~31;
        unsigned group = 0;
        if (w->crew->state[i] != GPU__AT_WARP || w->crew->lane[i].op != GPU__W_ACTIVE) continue;
        for (lane = 0; lane < 32 && base + lane < w->n; lane++) {
            int slot = gpu__id_of(w, base + lane);
            if (w->crew->state[slot] == GPU__AT_WARP && w->crew->lane[slot].op == GPU__W_ACTIVE &&
                w->crew->fiber[slot].at == w->crew->fiber[i].at)
                group |= 1u << lane;
        }
        gpu__warp_finish(w, base, group);
        return 1;
    }
    return 0;
}

/* -- the end of a thread -- */

/* Returns the slot after which to look for who runs next. */
static int gpu__mark_left(gpu__worker *w)
{
    int me = w->slot, id = gpu__id_of(w, me), base = id & ~31, lane;
    if (w->launch->debug) gpu__watch(w);
    gpu__moved(w);
    w->crew->state[me] = GPU__LEFT;
    if (!w->left++) w->first_left = me;
    if (w->waiting && w->waiting + w->left == w->n) { /* the others waited for this one alone */
        gpu__open_barrier(w);
        return w->n - 1;
    }
    for (lane = 0; w->in_warp && lane < 32 && base + lane < w->n; lane++) { /* who waited for this lane waits no more */
        int slot = gpu__id_of(w, base + lane);
        const gpu__lane *f = &w->crew->lane[slot];
        unsigned group;
        if (w->crew->state[slot] == GPU__AT_WARP && f->op != GPU__W_ACTIVE && f->mask >> (id & 31) & 1u &&
            gpu__warp_complete(w, base, slot, &group))
            gpu__warp_finish(w, base, group);
    }
    return me;
}
/* A fiber's thread has ended; this returns when the fiber is used for another one. */
static void gpu__leave(gpu__worker *w)
{
    int to = gpu__next(w, gpu__mark_left(w));
    if (to < 0) to = w->left < w->n ? gpu__nobody(w) : w->native_slot;
    if (to != w->native_slot && !gpu__make_fiber(w, to)) gpu__out_of_stacks(w);
    gpu__go(w, to, 1);
}
/* The native thread has ended: runs the fibers to their ends. */
static void gpu__finish_block(gpu__worker *w)
{
    int after;
    w->slot = w->native_slot;
    for (after = gpu__mark_left(w); w->left < w->n; after = w->slot) {
        int to = gpu__next(w, after);
        if (to < 0) gpu__deadlock(w);
        if (!gpu__make_fiber(w, to)) gpu__out_of_stacks(w);
        gpu__go(w, to, 0);
        if (w->abort) gpu__escape(w);
    }
}
/* After an error: fibers that wait somewhere in the kernel are given up one by one, so that the sanitizers see them
   end. */
static void gpu__drain(gpu__worker *w)
{
    int i;
    if (!w->promoted) return;
    w->slot = w->native_slot;
    for (i = 0; i < w->n; i++)
        if (i != w->native_slot && w->crew->state[i] != GPU__LEFT && w->crew->state[i] != GPU__NEW) gpu__go(w, i, 0);
}

