/* The slot that runs after the calling thread has completed its warp's operation. The lanes go on in their order; once
   in GPU__IN_TURN operations another warp has its turn, since this one may be waiting for it in a loop. */
enum { GPU__IN_TURN = 256 };
static int gpu__after_warp(gpu__worker *w, int base, unsigned group)
{
    int lane, slot, first = w->slot;
    if (++w->warp_operations % GPU__IN_TURN == 0) return gpu__next(w, base + 31);
    for (lane = 0; lane < 32; lane++)
        if (group >> lane & 1u && (slot = gpu__id_of(w, base + lane)) < first) {
            first = slot;
            if (!w->launch->order) break;
        }
    return first;
}

#ifdef __cplusplus /* C has no cooperative groups */
/* A thread of a tile of several warps arrives at an operation. The tile's last thread mostly comes last, so it is asked
   for first. */
static gpu__suspended *gpu__at_tile(gpu__worker *w, unsigned long long value, int source, int width,
                                    const gpu__site *at)
{
    const int me = gpu__id_of(w, w->slot), first = me / width * width, end = first + width;
    gpu__lane *const lane = w->fibers->lane;
    int k, slot, next = w->slot;
    gpu__fiber_of(w, w->slot)->at = lane[me].at = at;
    lane[me].value = value;
    lane[me].source = source;
    w->fibers->state[w->slot] = GPU__AT_TILE;
    gpu__host_free(w->check); /* lockstep.h sees only the barriers of the block */
    w->check = NULL;
    if (end > w->n)
        gpu__kernel_fault(w->slot, "uses a tile of %d threads at %s:%d in a block of %d; expected a multiple of %d",
                          width, at->file, at->line, w->n, width);
    if (gpu__simulated.watch) gpu__watch(w);
    for (k = end; k-- > first;) {
        slot = gpu__id_of(w, k);
        if (w->fibers->state[slot] != GPU__AT_TILE || lane[k].at != at) return gpu__hand_over(w, gpu__after(w));
    }
    w->phase++;
    for (k = end; k-- > first;) {
        slot = gpu__id_of(w, k);
        w->fibers->state[slot] = GPU__READY;
        gpu__context_of(w, slot)->suspended.value = lane[first + lane[k].source].value;
        if (gpu__simulated.watch) gpu__fiber_of(w, slot)->passed = at;
        if (slot < next) next = slot;
    }
    return gpu__hand_over(w, ++w->warp_operations % GPU__IN_TURN ? next : gpu__next(w, end - 1));
}
#endif
GPU_API gpu__suspended *gpu__warp(int op, unsigned mask, unsigned long long value, int source, int width,
                                  const gpu__site *at)
{
    gpu__worker *w = gpu__simulated.worker;
    unsigned group, bit;
    gpu__simulated.touched = 1;
    if (op == GPU__W_SYNC && mask == 0) mask = 0xffffffffu;
    if (!w || w->n == 1)
        return gpu__alone(op == GPU__W_BALLOT || op == GPU__W_ANY || op == GPU__W_ALL           ? value != 0
                          : op == GPU__W_MATCH || op == GPU__W_MATCH_ALL || op == GPU__W_ACTIVE ? 1
                                                                                                : value);
    if (gpu__simulated.loop.open && gpu__simulated.loop.kind != GPU__LOOP_STRIDED)
        gpu__loop_meets(w, gpu__op_names[op], at);
    if (!w->on_fibers) gpu__promote(w);
#ifdef __cplusplus
    if (op == GPU__W_TILE) return gpu__at_tile(w, value, source, width, at);
#else
    if (op == GPU__W_TILE)
        gpu__kernel_fault(w->slot,
                          "uses a tile of more than 32 threads at %s:%d; for that the file with GPU_IMPLEMENTATION has "
                          "to be compiled as C++",
                          at->file, at->line);
#endif
    const int id = gpu__id_of(w, w->slot);
    bit = 1u << (id & 31);
    gpu__warp_wait *const q = &w->warp[id >> 5];
    gpu__lane *const f = &w->fibers->lane[id];
    if (!(mask & bit))
        gpu__kernel_fault(w->slot, "calls %s at %s:%d with mask 0x%08x, which leaves out its own lane, %d",
                          gpu__op_names[op], at->file, at->line, mask, id & 31);
    gpu__fiber_of(w, w->slot)->at = f->at = at;
    f->op = op;
    f->mask = mask;
    f->value = value;
    f->source = source;
    f->width = width;
    if (!q->waiting) {
        q->at = at;
        q->mask = mask;
        q->op = op;
    } else if (q->at != at || q->mask != mask || q->op != op) q->diverged = 1;
    q->waiting |= bit;
    w->fibers->state[w->slot] = GPU__AT_WARP;
    w->in_warp++;
    if (gpu__simulated.watch) gpu__watch(w);
    if (op == GPU__W_ACTIVE || !gpu__warp_complete(w, id, &group)) return gpu__hand_over(w, gpu__after(w));
    gpu__warp_finish(w, id & ~31, group, op);
    return gpu__hand_over(w, gpu__after_warp(w, id & ~31, group));
}

/* -- the end of a thread -- */

/* Returns the slot after which to look for who runs next. */
static int gpu__mark_left(gpu__worker *w)
{
    const int me = w->slot, id = gpu__id_of(w, me), base = id & ~31;
    const gpu__warp_wait *const q = &w->warp[id >> 5];
    unsigned group;
    if (gpu__simulated.watch) gpu__watch(w);
    w->fibers->state[me] = GPU__LEFT;
    gpu__end_lane(w, me);
    if (!w->left++) w->first_left = me;
    if (w->waiting && w->waiting + w->left == w->n) { /* the others waited for this one alone */
        gpu__open_barrier(w);
        return w->n - 1;
    }
    /* Lanes that waited for this one alone can run again. */
    for (int lane = 0; lane < 32 && q->waiting; lane++) {
        const gpu__lane *const f = &w->fibers->lane[base + lane];
        if (q->waiting >> lane & 1u && f->op != GPU__W_ACTIVE && f->mask >> (id & 31) & 1u &&
            gpu__warp_complete(w, base + lane, &group))
            gpu__warp_finish(w, base, group, f->op);
    }
    return me;
}
/* A fiber runs threads of successive blocks. */
static GPU__ALWAYS_INLINE void gpu__begin_thread(gpu__worker *w)
{
    gpu_dim3 *const t = &gpu__simulated.id.thread;
    if (w->slot == w->found + 1 && !w->launch->order && t->x + 1 < w->launch->block.x) {
        t->x++;
        w->found++;
    } else gpu__find_slot(w, w->slot);
}
/* Returns the slot that runs next. */
static int gpu__end_thread(gpu__worker *w)
{
    if (gpu__simulated.loop.open) gpu__loop_left();
    int to = gpu__mark_left(w);
    if (w->left == w->n) to = w->native_slot;
    else if ((to = gpu__next(w, to)) < 0) to = gpu__nobody(w);
    gpu__simulated.loop = w->loop;
    return to;
}
/* The same if no thread waits: returns 1 if the next slot runs next, which takes no search. */
static GPU__ALWAYS_INLINE int gpu__end_in_order(gpu__worker *w)
{
    const unsigned me = (unsigned)w->slot;
    unsigned char *const state = &w->fibers->state[me];
    unsigned *const ended = &w->warp[me / 32].ended; /* without `watch` the slots are the threads' numbers */
    if ((w->waiting | w->in_warp | gpu__simulated.loop.open | gpu__simulated.watch) || !w->left ||
        w->slot + 1 >= w->n || state[1] > GPU__READY)
        return 0;
    if (gpu__simulated.loop.number) gpu__simulated.loop = w->loop;
    state[0] = GPU__LEFT;
    *ended |= 1u << me % 32;
    w->left++;
    return 1;
}
#if GPU__FIBER_LOOP
/* What a fiber calls next, with which argument: the kernel for its thread, and then gpu__switch. */
static gpu__call_next gpu__fiber_begin(void)
{
    const gpu__cpu_launch *const l = gpu__simulated.worker->launch;
    const gpu__call_next next = {(void (*)(void))l->kernel->one, l->argv};
    gpu__begin_thread(gpu__simulated.worker);
    return next;
}
static GPU__FORCE_INLINE gpu__call_next gpu__fiber_switch(gpu__fiber *own, gpu__suspended *to)
{
    const gpu__call_next next = {(void (*)(void))gpu__switch, &own->context.suspended};
    own->context.suspended.to = to;
    return next;
}
GPU__OPAQUE static gpu__call_next gpu__fiber_end_any(void)
{
    gpu__worker *const w = gpu__simulated.worker;
    gpu__fiber *const f = gpu__fiber_of(w, w->slot);
    w->slot = gpu__end_thread(w);
    return gpu__fiber_switch(f, &gpu__context_of(w, w->slot)->suspended);
}
static gpu__call_next gpu__fiber_end(void)
{
    gpu__worker *const w = gpu__simulated.worker;
    gpu__fiber *const f = gpu__fiber_of(w, w->slot);
    if (!gpu__end_in_order(w)) return gpu__fiber_end_any();
    gpu__prefetch_stack(&f[GPU__FIBERS_AHEAD]);
    w->slot++;
    return gpu__fiber_switch(f, &f[1].context.suspended);
}
/* A fiber's loop calls the kernel and gpu__switch at one address, so that the processor predicts the right return
   address: a kernel that ends returns to where the fiber before it called gpu__switch. */
GPU__NAKED static void gpu__fiber_main(void)
{
    __asm__("subq $8, %rsp\n"
            "1:\n\t"
            "call *%rbx\n\t"
            "xchgq %rbx, %r12\n\t" /* the other one of the two is next */
            "movq %rdx, %rdi\n\t"
            ".byte 0x3e\n\tcall *%rax\n\t"
            "jmp 1b");
}
static const gpu__fiber_code gpu__thread_code = {gpu__fiber_main, gpu__fiber_begin, gpu__fiber_end};
#else
static void gpu__fiber_main(void)
{
    gpu__arrived();
    for (;;) {
        gpu__worker *w = gpu__simulated.worker;
        gpu__begin_thread(w);
        w->launch->kernel->one(w->launch->argv);
        w = gpu__simulated.worker;
        /* returns when this fiber begins a thread of another block */
        gpu__go_inline(w, gpu__end_in_order(w) ? w->slot + 1 : gpu__end_thread(w), 1);
    }
}
static const gpu__fiber_code gpu__thread_code = {gpu__fiber_main};
#endif
/* The native thread has ended: runs the fibers until they have ended. */
static void gpu__finish_block(gpu__worker *w)
{
    w->slot = w->native_slot;
    gpu__simulated.loop = w->loop;
    for (int after = gpu__mark_left(w); w->left < w->n; after = w->slot) {
        int to = gpu__next(w, after);
        if (to < 0) gpu__deadlock(w);
        gpu__go(w, to, 0);
        if (gpu__simulated.given_up) gpu__escape(w);
    }
}
/* After an error, each fiber that waits in the kernel is resumed once, to leave it: the sanitizers must see fibers
   end. */
static void gpu__drain(gpu__worker *w)
{
    if (!w->on_fibers) return;
    w->slot = w->native_slot;
    for (int i = 0; i < w->n; i++) {
        const int state = w->fibers->state[i];
        if (i != w->native_slot && state != GPU__LEFT && state != GPU__NEW) gpu__go(w, i, 0);
    }
}
