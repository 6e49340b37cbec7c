#ifdef GPU_SEVERAL_DEVICES
/* -- collectives of the parts: each publishes its arguments, its offer, and reads the others' after a barrier -- */

/* Publishes this part's arguments, and its status `s` so far; checks that those of all parts agree. The result is the
   same in all parts. A barrier does not miss those that have returned. */
static gpu_status gpu__each_offers(const gpu__each_offer *mine, gpu_status s, int barrier)
{
    gpu__each_member *const m = gpu__each_self;
    const unsigned number = ++m->offers, slot = number % 2;
    m->offer[slot] = *mine;
    m->offer[slot].number = number;
    if ((s = gpu__each_meet(s, mine->call))) return s;
    for (int k = 0; k < m->group->parts && !s; k++) {
        const gpu__each_offer *const o = &m->group->member[k].offer[slot], *first = &m->group->member[0].offer[slot];
        const int here = o->number == number;
        if (!here && barrier) continue;
        if (first->number != number) first = mine;
        if (!here || strcmp(o->call, first->call))
            s = gpu__wrong(
                mine->call,
                "part %d %s%s and part %d calls %s; expected all parts to make the same calls in the same order", k,
                here ? "calls " : "has returned", here ? o->call : "", first == mine ? m->part : 0, first->call);
        else if (o->n != first->n || o->size != first->size || o->detail != first->detail)
            s = gpu__wrong(mine->call,
                           "part %d has %zu elements of %zu bytes (fold or root %d) and part 0 %zu of %zu (%d); "
                           "expected the same in all parts",
                           k, o->n, o->size, o->detail, first->n, first->size, first->detail);
        else if (o->type != first->type)
            s = gpu__wrong(mine->call,
                           "part %d has elements of another type than part 0; expected the same type in all parts", k);
    }
    return s;
}
GPU_API gpu_status gpu_each_barrier(void)
{
    static const char call[] = "gpu_each_barrier";
    const gpu__each_offer mine = {call, NULL, NULL, 0, 0, 0, 0, GPU_F32, 0};
    gpu_status s = gpu__enter();
    if (s || (s = gpu__each_member_calls(call))) return s;
    s = gpu__thread.graph ? gpu__not_in_graph(call, GPU__NOT_RUN_YET) : gpu__current(sync)(call);
    return gpu__each_offers(&mine, s, 1);
}
/* The status with which a part joins in; if that is an error all fail. */
static gpu_status gpu__each_at_home(const char *call)
{
    if (gpu__thread.graph) return gpu__not_in_graph(call, GPU__NOT_RUN_YET);
    return gpu__check_home("the part belongs to device", gpu__each_home(gpu__each_self->part), "", call);
}
static const gpu__each_offer *gpu__each_offer_of(int part)
{
    const gpu__each_member *const m = gpu__each_self;
    return &m->group->member[part].offer[m->offers % 2];
}
static gpu_status gpu__each_check(const void *p, const char *name, size_t n, size_t size, const char *call)
{
    const gpu_status s = gpu__check_size(n, size, call);
    if (s) return s;
    if (!p && n && size) return gpu__wrong(call, "%s is NULL; expected %zu elements of %zu bytes", name, n, size);
    return n ? gpu__check_range(p, n * size, name, call) : GPU_OK;
}
/* The same of an array that is written. */
static gpu_status gpu__each_target(const void *p, const char *name, size_t n, size_t size, const char *call)
{
    const gpu_status s = gpu__each_check(p, name, n, size, call);
    return s || !n ? s : gpu__tape_asked(write, ((void *)(uintptr_t)p, n * size, call));
}

/* -- folds -- */

static gpu_status gpu__exchange_check(const gpu__exchange *x)
{
    gpu_place kind = GPU_HOST;
    gpu_status s = gpu__each_target(x->p, "p", x->n, x->size, x->call);
    if (!s && (x->fold < GPU_FOLD_SUM || x->fold > GPU_FOLD_MAX))
        s = gpu__wrong(x->call, "fold is %d; expected GPU_FOLD_SUM, GPU_FOLD_MIN or GPU_FOLD_MAX", (int)x->fold);
    if (s || !x->n || !gpu__is_gpu(gpu__thread.device) || (s = gpu__where(x->p, &kind, x->call))) return s;
    return kind == GPU_ON_DEVICE || kind == GPU_MANAGED_MEM
               ? GPU_OK
               : gpu__wrong(x->call, "p is host memory; expected memory of device %d, for example from GPU_NEW there",
                            gpu__thread.device);
}
static char *gpu__exchange_at(const gpu__exchange *x, int part, size_t element)
{
    return (char *)gpu__each_offer_of(part)->p + element * x->size;
}
/* For devices that cannot access each other's memory. When all have completed the queued work, a part copies its share
   of all arrays, piece by piece, and folds it; then it copies the folded shares of the others. */
static gpu_status gpu__exchange_by_copies(const gpu__exchange *x, const gpu__exchange_args *share)
{
    const size_t most = (size_t)(1 << 20), left = share->end - share->begin, piece = left < most ? left : most;
    gpu__exchange_args a = *share;
    gpu_status s = gpu__each_meet(gpu__current(sync)(x->call), x->call);
    char *space = NULL;
    size_t at, begin, count;
    if (s) return s;
    if (left) gpu__keep_site(GPU__BY_CALL);
    if (left && !(space = (char *)gpu_malloc(piece * x->size * (size_t)a.parts))) s = gpu__thread.error;
    a.begin = 0;
    a.to = a.meetings = 0;
    a.to_end = 1;
    a.blocks = 16;
    for (int k = 0; k < a.parts; k++) a.array[k] = space + (size_t)k * piece * x->size;
    for (at = share->begin; at < share->end && !s; at += piece) {
        a.end = gpu__least(share->end - at, piece);
        for (int k = 0; k < a.parts && !s; k++)
            s = gpu__move_part(a.array[k], gpu__exchange_at(x, k, at), a.end * x->size, GPU__QUEUE, x->call);
        if (!s) s = gpu__current(exchange)(x, &a);
        if (!s) s = gpu__move_part(gpu__exchange_at(x, a.part, at), space, a.end * x->size, GPU__QUEUE, x->call);
    }
    gpu__first(&s, gpu__current(sync)(x->call));
    if (space) {
        gpu__keep_site(GPU__BY_CALL);
        gpu__first(&s, gpu_free(space));
    }
    if ((s = gpu__each_meet(s, x->call)) || !x->all) return s;
    for (int k = 0; k < a.parts && !s; k++) {
        gpu__split(x->n, k, a.parts, &begin, &count);
        if (k != a.part && count)
            s = gpu__move_part(gpu__exchange_at(x, a.part, begin), gpu__exchange_at(x, k, begin), count * x->size,
                               GPU__WAIT, x->call);
    }
    return gpu__each_meet(s, x->call);
}
/* Sets the share that this part folds, and the addresses of all arrays. */
static void gpu__exchange_share(const gpu__exchange *x, gpu__exchange_args *a)
{
    const gpu__each_member *const m = gpu__each_self;
    size_t count, most;
    a->parts = m->group->parts;
    a->part = m->part;
    a->fold = x->fold;
    a->to = x->all ? 0 : m->part;
    a->to_end = x->all ? a->parts : m->part + 1;
    gpu__split(x->n, 0, a->parts, &a->begin, &most);
    gpu__split(x->n, m->part, a->parts, &a->begin, &count);
    a->end = a->begin + count;
    a->blocks = gpu__ceil_div(most * x->size, GPU__EXCHANGE_TILE); /* the same for all parts: blocks synchronise */
    for (int k = 0; k < a->parts; k++) {
        const gpu__each_offer *const o = gpu__each_offer_of(k);
        a->array[k] = o->p;
        a->flags[k] = o->flags;
        if (o->reach < a->blocks) a->blocks = o->reach;
    }
    a->meetings = a->flags[0] ? 3 : 0;
}
GPU_API gpu_status gpu__each_exchange(const gpu__exchange *x)
{
    gpu__each_member *const m = gpu__each_self;
    gpu__each_offer mine = {x->call, x->p, NULL, x->n, x->size, 0, (int)x->fold, x->type, 0};
    gpu_status s = gpu__enter_prewritten();
    if (s || (s = gpu__each_member_calls(x->call))) return s;
    s = gpu__each_at_home(x->call);
    if (!s) s = gpu__current(exchange_open)(m->group->parts, &mine.flags, &mine.reach, x->call);
#ifdef GPU__TEST_NO_PEER
    mine.reach = 0;
#endif
    if (!s) s = gpu__exchange_check(x);
    if ((s = gpu__each_offers(&mine, s, 0)) || !x->n) return s;
    gpu__exchange_share(x, &m->last);
    if (!m->last.blocks) return gpu__exchange_by_copies(x, &m->last);
    if (!m->last.meetings) /* the host threads synchronise */
        return gpu__each_meet(gpu__current(exchange)(x, &m->last), x->call);
    m->last.epoch = m->group->epoch + ++m->exchanges;
    return gpu__current(exchange)(x, &m->last);
}

/* -- copies -- */

/* Waits for the device, then publishes this part's array. `s`: the status of this part's arguments. */
static gpu_status gpu__each_copies(gpu_status s, const char *call, const void *p, size_t n, size_t size, int root)
{
    const gpu__each_member *const m = gpu__each_self;
    gpu__each_offer mine = {call, (void *)(uintptr_t)p, NULL, n, size, 0, root, GPU_F32, 0};
    if (!s && (root < 0 || root >= m->group->parts))
        s = gpu__wrong(call, "root is part %d; expected 0 to %d", root, m->group->parts - 1);
    if (!s) s = gpu__each_at_home(call);
    if (!s) s = gpu__current(sync)(call);
    return gpu__each_offers(&mine, s, 0);
}
/* Few bytes each part copies from the root, whose link they share. Many go along a chain that begins at the root, piece
   by piece, so that each link carries each piece once. A piece of 32 MiB takes 86 us at 390 GB/s, beside which a step's
   synchronisation is short; tests have small ones. */
#ifdef GPU__TEST_ENGINES
enum { GPU__BROADCAST_PIECE = 1 << 14 };
#else
enum { GPU__BROADCAST_PIECE = 32 << 20 };
#endif
GPU_API gpu_status gpu_each_broadcast(void *p, size_t bytes, int root)
{
    static const char call[] = "gpu_each_broadcast";
    gpu_status s = gpu__enter();
    if (s || (s = gpu__each_member_calls(call))) return s;
    const int part = gpu__each_self->part, parts = gpu__each_self->group->parts;
    if ((s = gpu__each_copies(gpu__each_target(p, "p", bytes, 1, call), call, p, bytes, 1, root))) return s;
    const int chain = parts > 2 && bytes > 2 * (size_t)GPU__BROADCAST_PIECE;
    const size_t piece = chain ? (size_t)GPU__BROADCAST_PIECE : bytes, behind = (size_t)((part + parts - root) % parts);
    const size_t late = chain && behind ? behind - 1 : 0,
                 steps = chain ? gpu__ceil_div(bytes, piece) + (size_t)parts - 2 : 1;
    const char *const from = (const char *)gpu__each_offer_of(chain ? (part + parts - 1) % parts : root)->p;
    for (size_t step = 0; step < steps && !s; step++) {
        const size_t at = (step - late) * piece;
        if (behind && step >= late && at < bytes)
            s = gpu__move_part((char *)p + at, from + at, gpu__least(piece, bytes - at), GPU__WAIT, call);
        s = gpu__each_meet(s, call);
    }
    return s;
}
static gpu_status gpu__each_shares(void *share, void *whole, size_t n, size_t size, int root, int scatter,
                                   const char *call)
{
    gpu_status s = gpu__enter();
    size_t begin = 0, count = 0;
    if (s || (s = gpu__each_member_calls(call))) return s;
    gpu__split(n, gpu__each_self->part, gpu__each_self->group->parts, &begin, &count);
    if (root == gpu__each_self->part)
        s = (scatter ? gpu__each_check : gpu__each_target)(whole, scatter ? "from" : "to", n, size, call);
    if (!s) s = (scatter ? gpu__each_target : gpu__each_check)(share, "share", count, size, call);
    if ((s = gpu__each_copies(s, call, whole, n, size, root))) return s;
    char *const there = (char *)gpu__each_offer_of(root)->p + begin * size;
    return gpu__each_meet(
        gpu__move_part(scatter ? share : there, scatter ? there : share, count * size, GPU__WAIT, call), call);
}
GPU_API gpu_status gpu_each_scatter(void *share, const void *from, size_t n, size_t size, int root)
{
    return gpu__each_shares(share, (void *)(uintptr_t)from, n, size, root, 1, "gpu_each_scatter");
}
GPU_API gpu_status gpu_each_gather(void *to, const void *share, size_t n, size_t size, int root)
{
    return gpu__each_shares((void *)(uintptr_t)share, to, n, size, root, 0, "gpu_each_gather");
}
#endif
