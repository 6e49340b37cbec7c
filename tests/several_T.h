/* What test_several does with each type. */

static gpu_status N(exchange)(int part, int parts, void *user)
{
    exchanged *const e = (exchanged *)user;
    const size_t shift = e->offset + (e->unlike ? (size_t)part : 0), room = e->n + shift + 8;
    T *const host = (T *)calloc(room, sizeof(T)), *const p = GPU_NEW(T, room);
    gpu_status st = GPU_OK;
    size_t i, begin = 0, count = e->n;
    if (!e->all) (void)gpu_split(e->n, part, parts, &begin, &count);
    for (i = 0; i < room; i++) host[i] = (T)77;
    for (i = 0; i < e->n; i++) host[shift + i] = (T)(OF(WHOLE) ? floor(value_at(part, i)) : value_at(part, i));
    if (!st) st = gpu_copy(p, host, room * sizeof(T));
    if (!st)
        st = e->all ? N(gpu_each_allreduce)(p + shift, e->n, e->fold)
                    : N(gpu_each_reduce_scatter)(p + shift, e->n, e->fold);
    if (!st) st = gpu_copy(host, p, room * sizeof(T));
    for (i = 0; i < room && !st; i++) {
        const size_t at = i - shift;
        const T expected = i < shift || at >= e->n ? (T)77
                           : at >= begin && at - begin < count
                               ? (T)folded_at(parts, at, e->fold, OF(WHOLE))
                               : (T)(OF(WHOLE) ? floor(value_at(part, at)) : value_at(part, at));
        if (memcmp(&host[i], &expected, sizeof expected) && !e->wrong[part]++)
            e->at[part] = i, e->got[part] = (double)host[i], e->want[part] = (double)expected;
    }
    free(host);
    (void)gpu_free(p);
    return st;
}

static void N(fill)(void *to, size_t n, int part)
{
    size_t i;
    for (i = 0; i < n; i++) ((T *)to)[i] = (T)((double)((i * 7919 + (size_t)part * 104729) % 1000003) / 7 - 5e4);
}
static gpu_status N(fold)(void *p, size_t n, gpu_fold fold, int all)
{
    return all ? N(gpu_each_allreduce)((T *)p, n, fold) : N(gpu_each_reduce_scatter)((T *)p, n, fold);
}
