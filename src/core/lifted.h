/* ------------------------------------------------------------------------ vectorised functions, reductions, scans -- */

#define GPU__NEGATIVE "is more than any machine has; a negative number was perhaps converted to size_t"

/* Messages name the place of the definition, which a function of the user's own has; GPU_CHECK adds that of the
   call. */
static gpu_status gpu__begin(const gpu__lifted *f)
{
    if (gpu__self.worker) gpu__called_in_kernel(f->name, f->file, f->line);
    if (!f->line) return gpu__enter_prewritten();
    gpu__self.file = f->file;
    gpu__self.line = f->line;
    return gpu__ready();
}

/* The checks that every lifted function shares. `out` is NULL where the value goes to the host. */
static gpu_status gpu__check_arguments(const gpu__lifted *f, const void *out, int has_out, size_t out_count,
                                       const void *const *in, size_t n)
{
    int k;
    size_t out_bytes = out_count * f->out_size;
    gpu_status s;
    if (n >> (sizeof n * 4 - 1)) { /* else no product overflows */
        for (k = 0; k < f->count; k++)
            if (n > (size_t)PTRDIFF_MAX / (f->parameter[k].size ? f->parameter[k].size : 1))
                return gpu__fail(GPU_ERROR_INVALID_ARGUMENT, f->name, "n = %zu " GPU__NEGATIVE, n);
        if (n > (size_t)PTRDIFF_MAX / f->out_size)
            return gpu__fail(GPU_ERROR_INVALID_ARGUMENT, f->name, "n = %zu " GPU__NEGATIVE, n);
    }
    if (has_out && out_count) {
        if (!out)
            return gpu__fail(GPU_ERROR_INVALID_ARGUMENT, f->name, "out is NULL; expected %zu elements of %zu bytes",
                             out_count, f->out_size);
        if ((s = gpu__check_range(out, out_bytes, "out", f->name))) return s;
    }
    for (k = 0; k < f->count; k++) {
        if (!f->parameter[k].align && n) { /* a scalar that is a pointer: how far the body reaches it alone knows */
            const void *p;
            memcpy(&p, in[k], sizeof p);
            if (p && (s = gpu__check_range(p, 0, f->parameter[k].name, f->name))) return s;
        }
        if (!f->parameter[k].size || !n) continue;
        if (!in[k])
            return gpu__fail(GPU_ERROR_INVALID_ARGUMENT, f->name, "%s is NULL; expected %zu elements of %zu bytes",
                             f->parameter[k].name, n, f->parameter[k].size);
        if ((s = gpu__check_range(in[k], n * f->parameter[k].size, f->parameter[k].name, f->name))) return s;
    }
    for (k = 0; k < f->count; k++) {
        size_t size = f->parameter[k].size;
        uintptr_t a = (uintptr_t)in[k], o = (uintptr_t)out;
        if (!size || !n) continue;
        if (has_out && a < o + out_bytes && o < a + n * size && !(a == o && size == f->out_size))
            return gpu__fail(GPU_ERROR_INVALID_ARGUMENT, f->name,
                             "out and %s overlap%s; expected the same array or two apart", f->parameter[k].name,
                             a == o ? " with elements of different size" : " without being the same array");
    }
    return GPU_OK;
}

static gpu_status gpu__no_memory(const gpu__lifted *f, size_t bytes)
{
    return gpu__fail(GPU_ERROR_OUT_OF_MEMORY, f->name,
                     "%zu bytes of host memory were asked for and not to be had; free some, or work in parts", bytes);
}

#define GPU__ROUND64(n) (((n) + 63) & ~(size_t)63)
#define GPU__ALIGN64(p) ((char *)(((uintptr_t)(p) + 63) & ~(uintptr_t)63))

/* Which arrays are misaligned for their type: bit k for in[k], bit 8 for out. */
static int gpu__misaligned(const gpu__lifted *f, const void *out, const void *const *in)
{
    int k, odd = (uintptr_t)out % f->out_align ? 1 << 8 : 0;
    for (k = 0; k < f->count; k++)
        if (f->parameter[k].size && (uintptr_t)in[k] % f->parameter[k].align) odd |= 1 << k;
    return odd;
}
/* Copies of those arrays, because the loops may rely on the alignment of a type. `at` gets all inputs, *out a place
   for the output if that is one of them; all lie in *heap. */
static gpu_status gpu__align(const gpu__lifted *f, int odd, const void *const *in, size_t n, const void **at,
                             char **out, char **heap)
{
    size_t bytes = 64;
    char *room;
    int k;
    for (k = 0; k < f->count; k++) bytes += odd >> k & 1 ? GPU__ROUND64(n * f->parameter[k].size) : 0;
    if (odd >> 8) bytes += n * f->out_size;
    *heap = (char *)GPU_HOST_MALLOC(bytes);
    if (!*heap) return gpu__no_memory(f, bytes);
    room = GPU__ALIGN64(*heap);
    for (k = 0; k < f->count; k++) {
        at[k] = in[k];
        if (!(odd >> k & 1)) continue;
        memcpy(room, in[k], n * f->parameter[k].size);
        at[k] = room;
        room += GPU__ROUND64(n * f->parameter[k].size);
    }
    if (odd >> 8) *out = room;
    return GPU_OK;
}

GPU_API int gpu__cpu_level(void) /* which copy of a CPU loop this processor runs */
{
#ifdef GPU__X86
    static int level; /* one more than it; every thread computes the same value */
    int l = __atomic_load_n(&level, __ATOMIC_RELAXED);
    if (!l) {
        __builtin_cpu_init();
        l = __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
                    __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl")
                ? 3
            : __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") ? 2
                                                                              : 1;
        __atomic_store_n(&level, l, __ATOMIC_RELAXED);
    }
    return l - 1;
#else
    return 0;
#endif
}

/* Threads worth waking for n elements of a cheap function: 16384 a thread at least. */
static int gpu__team(size_t n)
{
#ifdef _OPENMP
    size_t most = (size_t)gpu__cpu_threads(), want = n / 16384;
    if (want < 2 || most < 2 || omp_in_parallel() || gpu__forked()) return 1;
    return (int)(want < most ? want : most);
#else
    (void)n;
    return 1;
#endif
}

enum { GPU__L1_BYTES = 16384 }; /* of local buffers: they stay in the first-level cache */

/* What argument k is from element `begin` on. */
static const void *gpu__argument(const gpu__lifted *f, const void *const *in, int k, size_t begin)
{
    return (const void *)((uintptr_t)in[k] + begin * f->parameter[k].step);
}

/* Writes that go around the caches, for outputs that are larger than they are: the old lines need not be read first.
   With every line that leaves, `per[k]` bytes of what the next step reads at next[k] are asked for. */
static void gpu__copy_out(char *to, const char *from, size_t bytes, int around, const void *const *next,
                          const size_t *per, int inputs)
{
#ifdef GPU__X86
    if (around && (uintptr_t)to % 64 == 0) {
        size_t line, i;
        int k;
        for (line = 0; bytes >= 64; bytes -= 64, to += 64, from += 64, line++) {
            __m128i a = _mm_load_si128((const __m128i *)(const void *)from),
                    b = _mm_load_si128((const __m128i *)(const void *)(from + 16));
            __m128i c = _mm_load_si128((const __m128i *)(const void *)(from + 32)),
                    d = _mm_load_si128((const __m128i *)(const void *)(from + 48));
            _mm_stream_si128((__m128i *)(void *)to, a);
            _mm_stream_si128((__m128i *)(void *)(to + 16), b);
            _mm_stream_si128((__m128i *)(void *)(to + 32), c);
            _mm_stream_si128((__m128i *)(void *)(to + 48), d);
            for (k = 0; k < inputs; k++)
                for (i = 0; i < per[k]; i += 64) GPU__PREFETCH((const char *)next[k] + line * per[k] + i);
        }
    }
#endif
    (void)around, (void)next, (void)per, (void)inputs;
    memcpy(to, from, bytes);
}

/* The elements [begin, end) of a map. `staged`: by way of a buffer in the first-level cache, and on to memory around
   the caches (2) or plainly (1: for loops that are slow where out is an input). */
static void gpu__map_range(const gpu__map *m, int level, char *out, const void *const *in, size_t begin, size_t end,
                           int staged)
{
    enum { most = 4096 };
    const void *at[8];
    char room[most + 64], *buffer = GPU__ALIGN64(room);
    size_t n = end - begin, size = m->f.out_size, step = n, per[8];
    int k;
    out += begin * size;
    for (k = 0; k < m->f.count; k++)
        at[k] = gpu__argument(&m->f, in, k, begin), per[k] = 64 * m->f.parameter[k].size / size;
    if (staged) {
        step = most / size & ~(size_t)(GPU__GRAIN - 1);
        if (!step) staged = 0, step = n;
    }
    while (n) {
        size_t count = n < step ? n : step;
        m->loop[level](staged ? buffer : out, at, count);
        for (k = 0; k < m->f.count; k++) at[k] = gpu__argument(&m->f, at, k, count);
        if (staged) gpu__copy_out(out, buffer, count * size, staged == 2, at, per, m->f.count);
        out += count * size;
        n -= count;
    }
#ifdef GPU__X86
    if (staged == 2) _mm_sfence();
#endif
}

static gpu_status gpu__map_cpu(const gpu__map *m, char *out, const void *const *in, size_t n)
{
    const gpu__lifted *f = &m->f;
    int k, level = f->flags & GPU__BASELINE ? 0 : gpu__cpu_level(), team = gpu__team(n);
    int staged = (uintptr_t)out % 64 == 0 && n >= ((size_t)32 << 20) / f->out_size ? 2 : 0;
    int odd = gpu__misaligned(f, out, in);
    if (odd) {
        const void *at[8];
        char *to = out, *heap;
        gpu_status s = gpu__align(f, odd, in, n, at, &to, &heap);
        if (s) return s;
        s = gpu__map_cpu(m, to, at, n);
        if (!s && to != out) memcpy(out, to, n * f->out_size);
        GPU_HOST_FREE(heap);
        return s;
    }
    for (k = 0; k < f->count; k++)
        if (f->parameter[k].size && in[k] == out)
            staged = f->flags & GPU__STAGE_IN_PLACE ? 1 : 0; /* the lines are in the cache already */
#ifdef _OPENMP
    if (team > 1) {
#pragma omp parallel num_threads(team)
        {
            size_t lo, hi, grains = (n + GPU__GRAIN - 1) / GPU__GRAIN;
            gpu__share(grains, (size_t)omp_get_thread_num(), (size_t)omp_get_num_threads(), &lo, &hi);
            gpu__map_range(m, level, out, in, lo * GPU__GRAIN, hi == grains ? n : hi * GPU__GRAIN, staged);
        }
    } else
#endif
        gpu__map_range(m, level, out, in, 0, n, staged);
    (void)team;
    return GPU_OK;
}

static size_t gpu__reduce_tile(const gpu__reduction *r)
{
    return r->f.flags & GPU__IN_ORDER ? GPU__ORDERED_TILE : GPU__LANES;
}

static size_t gpu__reduce_size(const gpu__reduction *r, size_t n)
{
    return gpu__order_blocks(n, gpu__reduce_tile(r), r->f.flags & GPU__IN_ORDER ? GPU__ORDERED_PARTS : GPU__BLOCKS);
}

/* The results of blocks [first, last). */
static void gpu__reduce_blocks(const gpu__reduction *r, int level, char *partials, const void *const *in, size_t n,
                               size_t first, size_t last, char *lanes)
{
    const gpu__lifted *f = &r->f;
    const size_t tile = gpu__reduce_tile(r), tiles = (n + tile - 1) / tile, whole = n / tile,
                 blocks = gpu__reduce_size(r, n);
    const void *at[8];
    size_t bytes = 0, b;
    int k, from_memory;
    for (k = 0; k < f->count; k++) bytes += f->parameter[k].step;
    from_memory =
        bytes * tile * tiles / blocks * (last - first) > (size_t)3 << 20; /* more than a core's second-level cache */
    for (b = first; b < last; b++) {
        size_t t0 = tiles * b / blocks, t1 = tiles * (b + 1) / blocks, full = t1 < whole ? t1 : whole;
        for (k = 0; k < f->count; k++) at[k] = gpu__argument(f, in, k, t0 * tile);
        if (full > t0) r->fold[level](lanes, at, tile, full - t0, from_memory ? 2 : 1);
        if (t1 > whole) { /* the last tile is not full */
            for (k = 0; k < f->count; k++) at[k] = gpu__argument(f, in, k, whole * tile);
            r->fold[level](lanes, at, n - whole * tile, 1, full <= t0);
        }
        if (!(f->flags & GPU__IN_ORDER)) r->tree[level](lanes, full > t0 ? tile : n - whole * tile);
        memcpy(partials + b * f->out_size, lanes, f->out_size);
    }
}

static gpu_status gpu__fold_cpu(const gpu__reduction *r, void *value, const void *const *in, size_t n)
{
    const gpu__lifted *f = &r->f;
    size_t blocks = gpu__reduce_size(r, n), partials = GPU__ROUND64(blocks * f->out_size);
    size_t room = GPU__ROUND64(f->out_size * GPU__LANES);
    int level = f->flags & GPU__BASELINE ? 0 : gpu__cpu_level();
    size_t team = (size_t)gpu__team(n), bytes;
    char local[2 * GPU__L1_BYTES + 64], *base = local, *heap = NULL;
    int odd = gpu__misaligned(f, NULL, in);
    if (odd) {
        const void *at[8];
        gpu_status s = gpu__align(f, odd, in, n, at, NULL, &heap);
        if (s) return s;
        s = gpu__fold_cpu(r, value, at, n);
        GPU_HOST_FREE(heap);
        return s;
    }
    if (team > blocks) team = blocks;
    bytes = partials + team * room;
    if (bytes > 2 * GPU__L1_BYTES) {
        base = heap = (char *)GPU_HOST_MALLOC(bytes + 64);
        if (!heap) return gpu__no_memory(f, bytes);
    }
    base = GPU__ALIGN64(base);
#ifdef _OPENMP
    if (team > 1) {
#pragma omp parallel num_threads((int)team)
        {
            size_t lo, hi, me = (size_t)omp_get_thread_num();
            gpu__share(blocks, me, (size_t)omp_get_num_threads(), &lo, &hi);
            gpu__reduce_blocks(r, level, base, in, n, lo, hi, base + partials + me * room);
        }
    } else
#endif
        gpu__reduce_blocks(r, level, base, in, n, 0, blocks, base + partials);
    if (blocks > 1) r->tree[level](base, blocks);
    memcpy(value, base, f->out_size);
    if (heap) GPU_HOST_FREE(heap);
    return GPU_OK;
}
static gpu_status gpu__reduce_cpu(const gpu__reduction *r, void *value, const void *const *in, size_t n)
{
    const gpu_status s = n ? gpu__fold_cpu(r, value, in, n) : GPU_OK;
    if (!s && r->finish) r->finish(value, n);
    return s;
}

/* Chunks of 4096 elements: with threads, first the totals of all chunks, then each chunk again from what stands in
   front of it; alone, in one pass. Both combine in the same order. */
static gpu_status gpu__scan_cpu(const gpu__scanner *c, char *out, const char *x, size_t n, int exclusive,
                                const void *identity)
{
    const gpu__lifted *f = &c->f;
    int level = f->flags & GPU__BASELINE ? 0 : gpu__cpu_level(), team = gpu__team(n);
    size_t chunks = (n + GPU__SCAN_CHUNK - 1) / GPU__SCAN_CHUNK, step = GPU__SCAN_CHUNK * f->out_size,
           size = c->accumulator_size, i;
    size_t last = n - (chunks - 1) * GPU__SCAN_CHUNK, bytes = (team > 1 ? chunks : 2) * size;
    const void *in[1];
    char *carry;
    int odd;
    in[0] = x;
    odd = gpu__misaligned(f, out, in);
    if (odd) {
        const void *at[1];
        char *to = out, *heap;
        gpu_status s = gpu__align(f, odd, in, n, at, &to, &heap);
        if (s) return s;
        s = gpu__scan_cpu(c, to, (const char *)at[0], n, exclusive, identity);
        if (!s && to != out) memcpy(out, to, n * f->out_size);
        GPU_HOST_FREE(heap);
        return s;
    }
    carry = (char *)GPU_HOST_MALLOC(bytes);
    if (!carry) return gpu__no_memory(f, bytes);
#ifdef _OPENMP
    if (team > 1) {
#pragma omp parallel num_threads(team) private(i)
        {
            size_t lo, hi;
            gpu__share(chunks, (size_t)omp_get_thread_num(), (size_t)omp_get_num_threads(), &lo, &hi);
            for (i = lo; i < hi; i++)
                c->chunk[level](NULL, x + i * step, i + 1 < chunks ? (size_t)GPU__SCAN_CHUNK : last, NULL,
                                carry + i * size, 0, identity);
#pragma omp barrier
#pragma omp single
            for (i = 1; i < chunks; i++) c->join(carry + i * size, carry + (i - 1) * size);
            for (i = lo; i < hi; i++)
                c->chunk[level](out + i * step, x + i * step, i + 1 < chunks ? (size_t)GPU__SCAN_CHUNK : last,
                                i ? carry + (i - 1) * size : NULL, NULL, exclusive, identity);
        }
    } else
#endif
        for (i = 0; i < chunks; i++)
            c->chunk[level](out + i * step, x + i * step, i + 1 < chunks ? (size_t)GPU__SCAN_CHUNK : last,
                            i ? carry + (i - 1) % 2 * size : NULL, carry + i % 2 * size, exclusive, identity);
    GPU_HOST_FREE(carry);
    return GPU_OK;
}

#ifdef GPU__CUDA
static gpu_status gpu__room_for(gpu__room *room, gpu__workspace **workspace, const char *call)
{
    gpu__workspace *w = NULL;
    gpu_status s = gpu__workspace_get(&w, call);
    if (s) return s;
    memset(room, 0, sizeof *room);
    room->stream = gpu__me.stream;
    room->multiprocessors = gpu__global.device[gpu__me.device].multiprocessors;
    room->partials = w->partials;
    room->ticket = w->ticket;
    if (workspace) *workspace = w;
    return GPU_OK;
}
static gpu_status gpu__no_device_code(const char *name,
                                      const char *file) /* file: of a macro; NULL: a prewritten function */
{
    if (file)
        return gpu__fail(GPU_ERROR_NO_DEVICE_CODE, name,
                         "the current device is a GPU and %s was built by a C compiler, without device code; compile "
                         "that file with nvcc -x cu, or gpu_use(GPU_CPU)",
                         file);
    return gpu__fail(
        GPU_ERROR_NO_DEVICE_CODE, name,
        "the current device is a GPU and this function was built by a C compiler; compile it with nvcc -x cu, or "
        "define GPU_KERNELS_FOR_C in it and in the .cu file with GPU_IMPLEMENTATION, or gpu_use(GPU_CPU)");
}

/* Queues a lifted function on the current stream. */
static gpu_status gpu__start(const gpu__lifted *f, const gpu__room *room, void *out, const void *const *in, size_t n)
{
    const gpu_dim3 none = {0, 0, 0};
    cudaError_t e;
    GPU__RANGE(f->name);
    e = (cudaError_t)f->device(room, out, in, n);
    GPU__RANGE_END();
    if (e == cudaSuccess && !gpu__me.graph) gpu__note_launch(f->name, gpu__self.file, gpu__self.line, n, none, none);
    return gpu__cuda(e, f->name);
}

/* A scalar that is a pointer goes to the GPU as it is: how much it points to is not known, so it cannot be staged. */
static gpu_status gpu__table(const gpu__lifted *f, const void *const *in, int k)
{
    const void *p;
    int where, pageable = 0;
    memcpy(&p, in[k], sizeof p);
    if (!p || (where = gpu__reach(p, f->name, f->parameter[k].name)) > GPU_HOST) return GPU_OK;
    if (where < 0) return gpu__me.error;
    (void)cudaDeviceGetAttribute(&pageable, cudaDevAttrPageableMemoryAccess, gpu__me.device);
    if (pageable) return GPU_OK;
    return gpu__fail(GPU_ERROR_INVALID_POINTER, f->name,
                     "%s points to host memory, which the current device cannot read, and as a scalar it is not "
                     "copied; give it memory from GPU_TO_DEVICE or GPU_NEW",
                     f->parameter[k].name);
}

/* Which arguments are host memory: bit k for in[k], bit 8 for out. -1 after an error. */
static int gpu__host_arguments(const gpu__lifted *f, const void *out, const void *const *in)
{
    int k, where, host = 0, odd;
    for (k = 0; k < f->count; k++) {
        if (!f->parameter[k].align && gpu__table(f, in, k)) return -1;
        if (!f->parameter[k].size) continue;
        if ((where = gpu__reach(in[k], f->name, f->parameter[k].name)) < 0) return -1;
        if (where != GPU_ON_DEVICE) host |= 1 << k;
    }
    if (out) {
        if ((where = gpu__reach(out, f->name, "out")) < 0) return -1;
        if (where != GPU_ON_DEVICE) host |= 1 << 8;
    }
    odd = gpu__misaligned(f, out, in) & ~host; /* what is staged is aligned then */
    for (k = 0; odd; k++, odd >>= 1)
        if (odd & 1) {
            gpu__fail(
                GPU_ERROR_INVALID_ARGUMENT, f->name,
                "%s is misaligned for its type, which a GPU cannot read or write; expected a multiple of %zu, not %p",
                k == 8 ? "out" : f->parameter[k].name, k == 8 ? f->out_align : f->parameter[k].align,
                k == 8 ? out : in[k]);
            return -1;
        }
    return host;
}

/* A map with arguments in host memory, piece by piece: while one piece is computed, the next is copied in. */
static gpu_status gpu__map_staged(const gpu__map *m, gpu__room room, char *out, const void *const *in, size_t n,
                                  int host)
{
    const gpu__lifted *f = &m->f;
    size_t size = 0, piece, pieces, p;
    gpu__stage *st;
    gpu_status s;
    int k;
    for (k = 0; k < f->count; k++)
        if (host >> k & 1) size += f->parameter[k].size;
    if (host >> 8) size += f->out_size;
    piece = GPU__SLOT_BYTES / size & ~(size_t)1023;
    if (!piece) piece = 1024;
    if (piece > n) piece = n;
    pieces = (n + piece - 1) / piece;
    if ((s = gpu__stage_take(&st, piece * size + 9 * 256, f->name))) return s;
    for (p = 0; p < pieces + GPU__SLOTS && !s; p++) {
        int slot = (int)(p % GPU__SLOTS);
        size_t begin = p * piece, count = begin < n ? n - begin < piece ? n - begin : piece : 0, at = 0, out_at = 0;
        const void *arguments[8];
        cudaStream_t stream = st->stream[slot];
        if (p >=
            GPU__SLOTS) { /* the slot is free again; its last piece starts at the front of it if it has an output */
            size_t from = (p - GPU__SLOTS) * piece;
            s = gpu__cuda(cudaStreamSynchronize(stream), f->name);
            if (!s && host >> 8 && from < n)
                gpu__memcpy(out + from * f->out_size, st->pinned[slot],
                            (n - from < piece ? n - from : piece) * f->out_size);
        }
        if (s || !count) continue;
        if (host >> 8) at = (piece * f->out_size + 255) & ~(size_t)255;
        for (k = 0; k < f->count && !s; k++) {
            size_t bytes = count * f->parameter[k].size;
            arguments[k] = gpu__argument(f, in, k, begin);
            if (!(host >> k & 1)) continue;
            gpu__memcpy(st->pinned[slot] + at, arguments[k], bytes);
            s = gpu__cuda(
                cudaMemcpyAsync(st->on_device[slot] + at, st->pinned[slot] + at, bytes, cudaMemcpyHostToDevice, stream),
                f->name);
            arguments[k] = st->on_device[slot] + at;
            at += (piece * f->parameter[k].size + 255) & ~(size_t)255;
        }
        room.stream = stream;
        if (!s)
            s = gpu__start(f, &room, host >> 8 ? st->on_device[slot] + out_at : out + begin * f->out_size, arguments,
                           count);
        if (!s && host >> 8)
            s = gpu__cuda(cudaMemcpyAsync(st->pinned[slot], st->on_device[slot], count * f->out_size,
                                          cudaMemcpyDeviceToHost, stream),
                          f->name);
    }
    return gpu__stage_return(st, s, f->name);
}

/* Device copies of those arguments that are host memory, for calls that need whole arrays. */
static gpu_status gpu__copies_in(const gpu__lifted *f, const void *const *in, size_t n, int host,
                                 const void **arguments, gpu__block **copies)
{
    gpu_status s = GPU_OK;
    int k;
    for (k = 0; k < f->count; k++) {
        arguments[k] = in[k];
        copies[k] = NULL;
    }
    for (k = 0; k < f->count && !s; k++) {
        size_t bytes = n * f->parameter[k].size;
        if (!(host >> k & 1)) continue;
        s = gpu__take(&copies[k], bytes, f->name);
        if (!s) s = gpu__stage_copy(copies[k]->p, in[k], bytes, 1, f->name);
        if (!s) arguments[k] = copies[k]->p;
    }
    return s;
}
static void gpu__copies_free(const gpu__lifted *f, gpu__block **copies)
{
    int k;
    for (k = 0; k < f->count; k++) gpu__give(copies[k], gpu__me.device, gpu__me.current);
}

static gpu_status gpu__synchronous(const gpu__lifted *f) /* GPU_SYNC=1 */
{
    return gpu__global.sync && !gpu__me.graph ? gpu__finish(f->name) : GPU_OK;
}
#endif

GPU_API gpu_status gpu__map_call(const gpu__map *m, void *out, const void *const *in, size_t n)
{
    gpu_status s = gpu__begin(&m->f);
    if (s || (s = gpu__check_arguments(&m->f, out, 1, n, in, n)) || !n) return s;
#ifdef GPU__CUDA
    if (gpu__me.device >= 0) {
        gpu__room room;
        int host;
        if (!m->f.device) return gpu__no_device_code(m->f.name, m->f.file);
        if ((s = gpu__room_for(&room, NULL, m->f.name))) return s;
        host = gpu__host_arguments(&m->f, out, in);
        if (host < 0) return gpu__me.error;
        if (host) return gpu__map_staged(m, room, (char *)out, in, n, host);
        s = gpu__start(&m->f, &room, out, in, n);
        return s ? s : gpu__synchronous(&m->f);
    }
#endif
    if (gpu__me.graph) return gpu__graph_lifted(GPU__NODE_MAP, m, &m->f, out, in, n, NULL, 0, 0);
    return gpu__map_cpu(m, (char *)out, in, n);
}

/* `value` comes with the identity. out NULL: the result goes to *value, and every byte of it is 0xff after an error. */
GPU_API gpu_status gpu__reduce_call(const gpu__reduction *r, void *out, void *value, const void *const *in, size_t n)
{
    const gpu__lifted *f = &r->f;
    gpu_status s = gpu__begin(f);
    if (!s) s = gpu__check_arguments(f, out == gpu__nowhere ? NULL : out, out != NULL, 1, in, n);
    if (!s && !n && f->flags & GPU__NOT_EMPTY)
        s = gpu__fail(GPU_ERROR_INVALID_ARGUMENT, f->name,
                      "n is 0, and nothing has no extreme; expected at least one element");
#ifdef GPU__CUDA
    if (!s && gpu__me.device >= 0) {
        gpu__room room;
        const void *arguments[8];
        gpu__block *copies[8];
        int host = 0, to_host = 1, box = -1;
        if (!f->device)
            s = gpu__no_device_code(f->name, f->file);
        else
            s = gpu__room_for(&room, NULL, f->name);
        if (!s && n && (host = gpu__host_arguments(f, out, in)) < 0) s = gpu__me.error;
        if (!s && !n && out) host = gpu__reach(out, f->name, "out") == GPU_ON_DEVICE ? 0 : 1 << 8;
        if (!s) {
            to_host = !out || host >> 8;
            room.identity = value;
            if (to_host && gpu__me.graph)
                s = gpu__not_in_graph(
                    f->name,
                    "its value cannot be had before it runs; use the form that ends in _to, with device memory");
            else if (to_host) {
                if ((box = gpu__mailbox_take(f->name)) < 0)
                    s = gpu__me.error;
                else {
                    room.flag = (unsigned long long *)(gpu__rooms.mailboxes + box * GPU__MAILBOX);
                    room.value = gpu__rooms.mailboxes + box * GPU__MAILBOX + 64;
                    room.sequence = ++gpu__rooms.sequence[box];
                }
            }
            if (!s) {
                s = gpu__copies_in(f, in, n, host & 0xff, arguments, copies);
                if (!s) s = gpu__start(f, &room, to_host ? NULL : out, arguments, n);
                if (!s && to_host) s = gpu__mailbox_wait(box, room.sequence, f->name);
                if (!s && to_host) memcpy(out ? out : value, room.value, f->out_size);
                gpu__copies_free(f, copies);
                if (!s) s = gpu__synchronous(f);
            }
            if (box >= 0) gpu__mailbox_return(box);
        }
    } else
#endif
        if (!s) {
        if (gpu__me.graph)
            s = out ? gpu__graph_lifted(GPU__NODE_REDUCE, r, f, out, in, n, value, f->out_size, 0)
                    : gpu__not_in_graph(f->name,
                                        "its value cannot be had before it runs; use the form that ends in _to");
        else
            s = gpu__reduce_cpu(r, value, in, n);
        if (!s && out && !gpu__me.graph) memcpy(out, value, f->out_size);
    }
    if (s && !out) memset(value, 0xff, f->out_size);
    return s;
}

GPU_API gpu_status gpu__scan_call(const gpu__scanner *c, void *out, const void *x, size_t n, const void *identity,
                                  int exclusive)
{
    const gpu__lifted *f = &c->f;
    const void *in[1];
    gpu_status s = gpu__begin(f);
    in[0] = x;
    if (s || (s = gpu__check_arguments(f, out, 1, n, in, n)) || !n) return s;
#ifdef GPU__CUDA
    if (gpu__me.device >= 0) {
        gpu__room room;
        gpu__workspace *w = NULL;
        const void *arguments[8];
        gpu__block *copies[8];
        void *result = out;
        int host;
        if (!f->device) return gpu__no_device_code(f->name, f->file);
        if ((s = gpu__room_for(&room, &w, f->name))) return s;
        if ((host = gpu__host_arguments(f, out, in)) < 0) return gpu__me.error;
        if ((s = gpu__scan_room(w, gpu__scan_bytes(n, f->out_size, c->accumulator_size), f->name))) return s;
        room.scan = w->scan;
        room.identity = identity;
        room.exclusive = exclusive;
        s = gpu__copies_in(f, in, n, host & 0xff, arguments, copies);
        if (!s && host >> 8) { /* a result for the host: in place where the input is a copy already */
            if (!copies[0]) s = gpu__take(&copies[0], n * f->out_size, f->name);
            if (!s) result = copies[0]->p;
        }
        if (!s) s = gpu__start(f, &room, result, arguments, n);
        if (!s && host >> 8) s = gpu__stage_copy(out, result, n * f->out_size, 0, f->name);
        gpu__copies_free(f, copies);
        return s ? s : gpu__synchronous(f);
    }
#endif
    if (gpu__me.graph)
        return gpu__graph_lifted(GPU__NODE_SCAN, c, f, out, in, n, identity, c->accumulator_size, exclusive);
    return gpu__scan_cpu(c, (char *)out, (const char *)x, n, exclusive, identity);
}

