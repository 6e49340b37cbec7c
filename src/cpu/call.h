enum { GPU__L1_BYTES = 16384 }; /* of local buffers, so that they stay in the first-level cache */

GPU_API gpu_status gpu__no_memory(const char *call, size_t bytes)
{
    return gpu__fail(GPU_ERROR_OUT_OF_MEMORY, call,
                     "cannot allocate %zu bytes of host memory; free some, or work in parts", bytes);
}

/* The ISA variant of an operation's loops that this processor runs. */
static inline int gpu__level_of(const gpu__op *f) { return f->flags & GPU__BASELINE ? 0 : gpu__cpu_level(); }

/* -- maps -- */

/* Copies a buffer to the output. `around`: by non-temporal stores, for outputs larger than the caches, whose old lines
   then need not be read first. With every line, `per[k]` bytes of what the next step reads at next[k] are prefetched.
   */
static GPU__FORCE_INLINE void gpu__copy_out(char *to, const char *from, size_t bytes, GPU__UNUSED int around,
                                            GPU__UNUSED const void *const *next, GPU__UNUSED const size_t *per,
                                            GPU__UNUSED int inputs)
{
#ifdef GPU__X86
    if (around && (uintptr_t)to % 64 == 0) {
        for (size_t line = 0; bytes >= 64; bytes -= 64, to += 64, from += 64, line++) {
            __m128i a = _mm_load_si128((const __m128i *)(const void *)from),
                    b = _mm_load_si128((const __m128i *)(const void *)(from + 16));
            __m128i c = _mm_load_si128((const __m128i *)(const void *)(from + 32)),
                    d = _mm_load_si128((const __m128i *)(const void *)(from + 48));
            _mm_stream_si128((__m128i *)(void *)to, a);
            _mm_stream_si128((__m128i *)(void *)(to + 16), b);
            _mm_stream_si128((__m128i *)(void *)(to + 32), c);
            _mm_stream_si128((__m128i *)(void *)(to + 48), d);
            for (int k = 0; k < inputs; k++)
                for (size_t i = 0; i < per[k]; i += 64) GPU__PREFETCH((const char *)next[k] + line * per[k] + i);
        }
    }
#endif
    memcpy(to, from, bytes);
}

/* The elements [begin, end) of a map. `staged`: the results go to a buffer in the first-level cache, and from there to
   memory by non-temporal stores (2) or by ordinary ones (1: for loops that are slow where out is an input). */
GPU_API void gpu__map_range(const gpu__call *c, size_t begin, size_t end, int staged)
{
    enum { most = 4096 };
    const gpu__op *const f = c->op;
    void (*const loop)(void *, const void *const *, size_t) = ((const gpu__map *)f)->loop[gpu__level_of(f)];
    const void *at[8];
    char scratch[most + 64], *buffer = GPU__ALIGN64(scratch);
    size_t size = f->out_size, step = end - begin, per[8];
    char *out = (char *)c->out + begin * size;
    if (staged && size > (size_t)most / GPU__GRAIN) staged = 0;
    if (staged) {
        step = most / size & ~(size_t)(GPU__GRAIN - 1);
        for (int k = 0; k < f->count; k++) per[k] = 64 * c->in[k].size / size;
    }
    gpu__arguments(c, begin, at);
    while (begin < end) {
        const size_t count = gpu__least(end - begin, step);
        loop(staged ? buffer : out, at, count);
        begin += count;
        gpu__arguments(c, begin, at);
        if (staged) gpu__copy_out(out, buffer, count * size, staged == 2, at, per, f->count);
        out += count * size;
    }
#ifdef GPU__X86
    if (staged == 2) _mm_sfence();
#endif
}

GPU_API int gpu__map_staged(const gpu__call *c)
{
    int staged = (uintptr_t)c->out % 64 == 0 && c->n * c->out_size >= (size_t)32 << 20 ? 2 : 0;
    for (const gpu__input *in = c->in; in < c->in + c->inputs; in++)
        if (in->count && in->p == c->out)
            staged = c->op->flags & GPU__STAGE_IN_PLACE ? 1 : 0; /* the lines are in the cache already */
    return staged;
}
typedef struct gpu__map_shares {
    const gpu__call *call;
    int staged; /* decided once for all threads */
} gpu__map_shares;
static void gpu__map_share(const void *shares, GPU__UNUSED size_t thread, size_t first, size_t last)
{
    const gpu__map_shares *const m = (const gpu__map_shares *)shares;
    const size_t n = m->call->n, end = last * GPU__GRAIN;
    gpu__map_range(m->call, first * GPU__GRAIN, end < n ? end : n, m->staged);
}
static gpu_status gpu__map_cpu(const gpu__call *c)
{
    const gpu__map_shares m = {c, gpu__map_staged(c)};
    gpu__parallel(c->name, c->n, (size_t)gpu__team(c->n), gpu__ceil_div(c->n, GPU__GRAIN), gpu__map_share, &m);
    return GPU_OK;
}

/* -- reductions -- */

static GPU__FORCE_INLINE size_t gpu__reduce_tile(const gpu__op *f)
{
    return f->flags & GPU__IN_ORDER ? GPU__ORDERED_TILE : GPU__LANES;
}

static size_t gpu__reduce_size(const gpu__op *f, size_t n)
{
    return gpu__order_blocks(n, gpu__reduce_tile(f), f->flags & GPU__IN_ORDER ? GPU__ORDERED_PARTS : GPU__BLOCKS);
}

/* The results of blocks [first, last). */
static void gpu__reduce_blocks(const gpu__call *c, char *partials, size_t first, size_t last, char *lanes)
{
    const gpu__op *f = c->op;
    const gpu__reduction *r = (const gpu__reduction *)f;
    const size_t n = c->n, tile = gpu__reduce_tile(f), tiles = (n + tile - 1) / tile, whole = n / tile,
                 rest = n - whole * tile, blocks = gpu__reduce_size(f, n);
    const int level = gpu__level_of(f);
    const void *at[8];
    size_t bytes = 0, b;
    for (const gpu__parameter *parameter = f->parameter; parameter < f->parameter + f->count; parameter++)
        bytes += parameter->step;
    /* more than a core's second-level cache holds */
    const int from_memory = bytes * tile * tiles / blocks * (last - first) > (size_t)3 << 20;
    for (b = first; b < last; b++) {
        const size_t t0 = tiles * b / blocks, t1 = tiles * (b + 1) / blocks, full = (t1 < whole ? t1 : whole) - t0;
        gpu__arguments(c, t0 * tile, at);
        if (full) r->fold[level](lanes, at, tile, full, from_memory ? 2 : 1);
        if (t1 > whole) { /* the last tile is not full */
            gpu__arguments(c, whole * tile, at);
            r->fold[level](lanes, at, rest, 1, !full);
        }
        if (!(f->flags & GPU__IN_ORDER)) r->tree[level](lanes, full ? tile : rest);
        memcpy(partials + b * f->out_size, lanes, f->out_size);
    }
}
typedef struct gpu__fold_shares {
    const gpu__call *call;
    char *partials, *lanes; /* the results of blocks; `bytes` for each thread */
    size_t bytes;
} gpu__fold_shares;
static void gpu__fold_share(const void *shares, size_t thread, size_t first, size_t last)
{
    const gpu__fold_shares *const f = (const gpu__fold_shares *)shares;
    gpu__reduce_blocks(f->call, f->partials, first, last, f->lanes + thread * f->bytes);
}
/* A reduction: the results of blocks, by several threads if that pays, then the tree over the blocks. */
static gpu_status gpu__fold_cpu(const gpu__call *c)
{
    const gpu__op *f = c->op;
    size_t blocks = gpu__reduce_size(f, c->n), partials = GPU__ROUND_UP(blocks * f->out_size, 64);
    size_t lanes = GPU__ROUND_UP(f->out_size * GPU__LANES, 64), team = (size_t)gpu__team(c->n), bytes;
    char local[2 * GPU__L1_BYTES + 64], *base = local, *heap = NULL;
    if (team > blocks) team = blocks;
    bytes = partials + team * lanes;
    if (bytes > 2 * GPU__L1_BYTES) {
        base = heap = (char *)GPU_HOST_MALLOC(bytes + 64);
        if (!heap) return gpu__no_memory(f->name, bytes);
    }
    base = GPU__ALIGN64(base);
    const gpu__fold_shares shares = {c, base, base + partials, lanes};
    gpu__parallel(c->name, c->n, team, blocks, gpu__fold_share, &shares);
    if (blocks > 1) ((const gpu__reduction *)f)->tree[gpu__level_of(f)](base, blocks);
    memcpy(c->out, base, f->out_size);
    gpu__host_free(heap);
    return GPU_OK;
}
/* The result of an empty array is the identity. The result is copied by bytes, since its address may be misaligned. */
static gpu_status gpu__reduce_cpu(const gpu__call *c)
{
    const gpu__reduction *r = (const gpu__reduction *)c->op;
    const size_t n = c->n;
    const gpu_status s = n ? gpu__fold_cpu(c) : GPU_OK;
    if (!n && c->out != c->identity) memcpy(c->out, c->identity, c->out_size);
    if (!s && r->finish) r->finish(c->out, n, c->in[0].p);
    return s;
}

/* -- scans -- */

/* Scans chunk i from the prefix at `carry`, and writes the new prefix to `total`. */
static void gpu__scan_chunk(const gpu__call *c, size_t i, char *out, const char *carry, char *total)
{
    const gpu__scanner *s = (const gpu__scanner *)c->op;
    const size_t begin = i * GPU__SCAN_CHUNK, left = c->n - begin;
    s->chunk[gpu__level_of(c->op)](out ? out + begin * c->out_size : NULL,
                                   (const char *)c->in[0].p + begin * c->out_size, gpu__least(left, GPU__SCAN_CHUNK),
                                   carry, total, out ? c->flag : 0, c->identity);
}
/* Works in chunks of 4096 elements. Several threads first compute the totals of all chunks, then scan each chunk from
   its prefix; one thread scans in a single pass. Both combine in the same order. */
static gpu_status gpu__scan_cpu(const gpu__call *c)
{
    const gpu__scanner *s = (const gpu__scanner *)c->op;
    const size_t chunks = (c->n + GPU__SCAN_CHUNK - 1) / GPU__SCAN_CHUNK, size = s->accumulator_size;
    const int most = gpu__team(c->n);
    const size_t bytes = (most > 1 ? chunks : 2) * size;
    char *const out = (char *)c->out, *const carry = (char *)GPU_HOST_MALLOC(bytes);
    size_t i;
    if (!carry) return gpu__no_memory(c->name, bytes);
#ifdef _OPENMP
    gpu__timing timing;
    if (gpu__timing_begin(&timing, c->name, c->n, most) > 1) {
#pragma omp parallel num_threads(timing.team) private(i)
        {
            size_t lo, hi;
            gpu__share(chunks, (size_t)omp_get_thread_num(), (size_t)omp_get_num_threads(), &lo, &hi);
            for (i = lo; i < hi; i++) gpu__scan_chunk(c, i, NULL, NULL, carry + i * size);
#pragma omp barrier
#pragma omp single
            for (i = 1; i < chunks; i++) s->join(carry + i * size, carry + (i - 1) * size);
            for (i = lo; i < hi; i++) gpu__scan_chunk(c, i, out, i ? carry + (i - 1) * size : NULL, NULL);
            gpu__timing_share(&timing);
        }
    } else
#endif
        for (i = 0; i < chunks; i++)
            gpu__scan_chunk(c, i, out, i ? carry + (i - 1) % 2 * size : NULL, carry + i % 2 * size);
#ifdef _OPENMP
    gpu__timing_end(&timing);
#endif
    GPU_HOST_FREE(carry);
    return GPU_OK;
}

/* -- jobs -- */

/* The number of threads for tasks with some work in all. */
static size_t gpu__job_team(size_t work, size_t scratch_of_thread, size_t tasks)
{
    size_t team = (size_t)gpu__team(work);
    if (team < 2) return 1;
    if (team > tasks) team = tasks;
    /* clearing and adding up the threads' own scratch must not cost more than the elements themselves */
    if (scratch_of_thread && team > work / (scratch_of_thread / 8)) team = work / (scratch_of_thread / 8);
    return team ? team : 1;
}
GPU_API void gpu__steps(const char *name, size_t work, size_t scratch_of_thread, size_t tasks, gpu__share_fn *step,
                        const void *argument)
{
    gpu__parallel(name, work, gpu__job_team(work, scratch_of_thread, tasks), tasks, step, argument);
}
typedef struct gpu__job_shares {
    const gpu__job *job;
    gpu__job_part *part;
    void *scratch;
} gpu__job_shares;
static void gpu__job_share(const void *shares, size_t thread, size_t first, size_t last)
{
    const gpu__job_shares *const s = (const gpu__job_shares *)shares;
    s->part(s->job, s->scratch, thread, first, last);
}
GPU_API void gpu__job_parts(const gpu__job *j, gpu__job_part *const part[3], size_t tasks, void *scratch)
{
    const gpu__job_shares s = {j, part[gpu__cpu_level()], scratch};
    gpu__steps(j->name, j->work, j->scratch_of_thread, tasks, gpu__job_share, &s);
}
static gpu_status gpu__job_cpu(const gpu__job *j)
{
    enum { most_local = 2048 };
    const size_t team = gpu__job_team(j->work, j->scratch_of_thread, j->tasks),
                 bytes = j->scratch + team * j->scratch_of_thread;
    char local[most_local + 64], *base = local, *heap = NULL;
    if (bytes > most_local) {
        base = heap = (char *)GPU_HOST_MALLOC(bytes + 64);
        if (!heap) return gpu__no_memory(j->name, bytes);
    }
    base = GPU__ALIGN64(base);
    if (j->start) j->start(j, base);
    gpu__job_parts(j, j->part, j->tasks, base);
    if (j->finish) j->finish(j, base, team);
    gpu__host_free(heap);
    return GPU_OK;
}

/* -- dispatch by the kind of call -- */

typedef gpu_status gpu__call_code(const gpu__call *c);
static gpu__call_code *const gpu__on_cpu[] = {gpu__job_cpu, gpu__map_cpu, gpu__reduce_cpu, gpu__scan_cpu};

/* Runs the call on aligned copies of its misaligned arrays (`odd`, see gpu__misaligned): the loops rely on the
   alignment of a type. */
static gpu_status gpu__run_aligned(const gpu__call *c, uint64_t odd)
{
    gpu__call copy = *c;
    const size_t out_bytes = odd & GPU__OUT_BIT ? c->out_count * c->out_size : 0;
    size_t bytes = 64 + out_bytes, size;
    char *heap, *at;
    gpu__input *in;
    const gpu__input *from;
    int k;
    for (k = 0, in = copy.in; k < c->inputs; k++, in++)
        bytes += odd >> k & 1 ? GPU__ROUND_UP(in->count * in->size, 64) : 0;
    heap = (char *)GPU_HOST_MALLOC(bytes);
    if (!heap) return gpu__no_memory(c->name, bytes);
    at = GPU__ALIGN64(heap);
    for (k = 0, in = copy.in; k < c->inputs; k++, in++) {
        if (!(odd >> k & 1)) continue;
        size = in->count * in->size;
        in->p = memcpy(at, in->p, size);
        at += GPU__ROUND_UP(size, 64);
    }
    if (out_bytes) {
        copy.out = c->in_place == GPU__JOB_UPDATES && odd & 1 ? (char *)(uintptr_t)copy.in[0].p : at;
        if (c->flag & GPU__JOB_PARTIAL) memcpy(at, c->out, out_bytes);
    }
    const gpu_status s = gpu__on_cpu[c->kind](&copy);
    if (!s && out_bytes) memcpy(c->out, copy.out, out_bytes);
    for (k = 0, in = copy.in, from = c->in; k < c->inputs && !s; k++, in++, from++)
        if (odd >> k & 1 && c->results >> k & 1) memcpy((void *)(uintptr_t)from->p, in->p, in->count * in->size);
    GPU_HOST_FREE(heap);
    return s;
}
static gpu_status gpu__call_run(const gpu__call *c)
{
    const uint64_t odd = gpu__misaligned(c) & ~(c->kind == GPU__CALL_REDUCE ? GPU__OUT_BIT : 0);
    return odd ? gpu__run_aligned(c, odd) : gpu__on_cpu[c->kind](c);
}
