/* ---- Fourier transforms: how a length is cut into passes --------------------------------------------------------- */

/* A transform along an axis, x[outer][n][inner], on the way from one array to another. */
template <class Type> struct gpu__fft_task {
    const Type *in;
    Type *out;
    size_t outer, n, inner, in_pitch, out_pitch; /* pitches: of an outer index */
    int flags;                                   /* IN_CONJUGATE, OUT_CONJUGATE, IN_REAL and so on */
    size_t in_count, out_count;                  /* 0, or how many numbers there are */
    Type scale;
    const gpu__fft_z<Type> *times_in, *times_out;
};
/* The radices of a block's passes: as few as possible; of these choices the one that leaves the fewest elements of a
   thread unused, see gpu__fft_count; of these the one with the least sum. */
struct gpu__fft_block_radices {
    unsigned char radix[16], trial[16];
    unsigned passes = 17, used = 0, sum = 0;
    size_t size; /* of a real number */

    gpu__fft_block_radices(size_t n, size_t size_) : size(size_)
    {
        if (n > 1) search((unsigned)n, 20, 0, 20, 0);
        else passes = 0;
        order((unsigned)n);
    }
    void search(unsigned n, unsigned most, unsigned depth, unsigned used_, unsigned sum_)
    {
        static const unsigned char known[] = {20, 16, 15, 13, 12, 11, 10, 8, 7, 5, 4, 3, 2};
        if (n == 1) {
            if (depth < passes || used_ > used || (used_ == used && sum_ < sum))
                memcpy(radix, trial, passes = depth), used = used_, sum = sum_;
            return;
        }
        for (unsigned r : known) {
            const unsigned full = gpu__fft_count(r, size) * r;
            if (!full || r > most || n % r || depth + 1 > passes) continue;
            trial[depth] = (unsigned char)r;
            search(n / r, r, depth + 1, full < used_ ? full : used_, sum_ + r);
        }
    }
    /* A power of two comes first, if possible one whose square divides n: results of the first pass then lie in shared
       memory with one element of padding after each `radix`, which all later passes (and the first one, too) access at
       constant strides and without bank conflicts. Otherwise an odd radix comes first, which needs no padding. */
    void order(unsigned n)
    {
        unsigned best = 0, first = 0;
        for (unsigned k = 0; k < passes; k++) {
            const unsigned r = radix[k], two = !(r & (r - 1)) && r > 2;
            const unsigned rank = r + (two && n % (r * r) == 0 ? 96 : two && r > 4 ? 64 : r % 2 ? 32 : 0);
            if (rank > best) best = rank, first = k;
        }
        for (; first; first--) {
            const unsigned char r = radix[first];
            radix[first] = radix[first - 1], radix[first - 1] = r;
        }
    }
};
/* The roots of the passes of a block, as [k - 1][p] for each, and the first half of the roots of 2 n. */
enum {
    GPU__FFT_TABLE_ROOTS,
    GPU__FFT_TABLE_HALVES,
    GPU__FFT_TABLE_ORDER,
    GPU__FFT_TABLE_RADER,
    GPU__FFT_TABLE_CHIRP,
    GPU__FFT_TABLE_RESPONSE
};
/* Rader's algorithm: element g^q of a transform of a prime length p is a cyclic convolution of p - 1 elements, where g
   is a primitive root. Returns whether n is a prime for which that is fast. */
static inline bool gpu__fft_is_rader(size_t n)
{
    for (size_t d = 2; d * d <= n; d++)
        if (n % d == 0) return false;
    return n > 2 && n < 65536 && gpu__fft_is_smooth(n - 1);
}
/* power[q] = g^q modulo p for q < p - 1, of the least primitive root. */
static inline void gpu__fft_rader_powers(unsigned short *power, unsigned p)
{
    unsigned q = 0, v = 1;
    for (unsigned g = 2; q < p - 1; g++)
        for (q = 0, v = 1; q < p - 1; v = v * g % p) {
            power[q++] = (unsigned short)v;
            if (v * g % p == 1) break;
        }
}
static inline int gpu__fft_fill_rader(void *host, size_t p, size_t size, int response, gpu__fft_code *code)
{
    const size_t n = p - 1, all = GPU__ROUND_UP(n * 2 * size, 64);
    gpu__fft_plan *const plan = gpu__fft_plan_get(GPU__FFT_LINE, n, size, code);
    unsigned short *const power = (unsigned short *)GPU__FFT_MALLOC(n * sizeof *power);
    char *const space = plan ? (char *)GPU__FFT_MALLOC(all + gpu__fft_line_bytes(plan) + 64) : NULL;
    char *const b = GPU__ALIGN64(space);
    if (power && space) {
        gpu__fft_line t;
        memset((void *)&t, 0, sizeof t);
        gpu__fft_rader_powers(power, (unsigned)p);
        for (size_t q = 0; q < n; q++) {
            if (!response) ((unsigned short *)host)[power[q] - 1] = (unsigned short)q;
            gpu__fft_set_root(b, q, power[q ? n - q : 0], p, size);
        }
        t.plan = plan, t.code = code, t.size = size, t.scale = 1 / (double)n, t.in = t.out = b;
        t.at = gpu__fft_buffers_at(plan, b + all);
        if (response) gpu__fft_line_run(&t), memcpy(host, b, n * 2 * size);
    }
    GPU__FFT_FREE(power);
    GPU__FFT_FREE(space);
    gpu__fft_plan_give(plan);
    return power && space;
}
static inline int gpu__fft_fill_table(void *host, const gpu__table_key *key)
{
    const size_t n = key->n, size = key->size;
    size_t at = 0, m = n;
    if (key->kind == GPU__FFT_TABLE_ROOTS) {
        const gpu__fft_block_radices passes(n, size);
        for (unsigned pass = 0; pass < passes.passes; pass++) {
            const size_t now = m;
            m /= passes.radix[pass];
            for (size_t k = 1; k < passes.radix[pass]; k++)
                for (size_t p = 0; p < m; p++) gpu__fft_set_root(host, at++, p * k, now, size);
        }
    } else if (key->kind == GPU__FFT_TABLE_HALVES)
        for (; at <= n / 2; at++) gpu__fft_set_root(host, at, at, n, size);
    else { /* what the CPU computes for this length */
        gpu__fft_code *const code = ((gpu__fft_code *const *)key->with)[gpu__cpu_level()];
        if (key->kind < GPU__FFT_TABLE_CHIRP)
            return gpu__fft_fill_rader(host, n, size, key->kind == GPU__FFT_TABLE_RADER, code);
        gpu__fft_plan *const p = gpu__fft_plan_get(GPU__FFT_LINE, n, size, code);
        if (!p) return 0;
        if (key->kind == GPU__FFT_TABLE_CHIRP) memcpy(host, p->chirp, n * 2 * size);
        else memcpy(host, p->response, p->padded->n * 2 * size);
        gpu__fft_plan_give(p);
    }
    return 1;
}
template <class Type> struct gpu__fft_device {
    typedef gpu__fft_z<Type> z;
    static constexpr size_t Most = sizeof(Type) == 4 ? 16384 : 8192; /* elements of a block, at most 16 a thread */
    static constexpr unsigned Most_threads = sizeof(Type) == 4 ? 1024 : 512;
    static constexpr int Plain_flags =
        GPU__FFT_IN_BY_LANE | GPU__FFT_OUT_BY_LANE | GPU__FFT_IN_CONJUGATE | GPU__FFT_OUT_CONJUGATE | GPU__FFT_TWIDDLED;
    static constexpr unsigned Ahead = 1 << 17; /* elements by which rows come to L2 before they are loaded */
    static constexpr unsigned Banks = sizeof(Type) == 4 ? 16 : 8; /* of shared memory, as wide as an element */
    const gpu__launch_context *context;
    gpu__fft_code *const *code;
    z *spare; /* workspace, which is taken from the front */
    size_t capacity;
    bool clusters; /* the device has them, and code for them */

    gpu__fft_device(const gpu__launch_context *c, gpu__fft_code *const *code_, void *space)
        : context(c), code(code_), spare((z *)space), capacity(Most)
    {
        while (capacity > 1024 && (capacity + capacity / 8 + 64) * sizeof(z) > c->shared_limit) capacity /= 2;
        clusters = gpu__kernel_has<gpu__fft_kernel<Type, true>>(c->device, GPU__KERNEL_SM_90);
    }
    cudaError_t table(const z **to, int kind, size_t n, size_t count) const
    {
        gpu__table_key key;
        memset(&key, 0, sizeof key);
        key.family = "fourier", key.kind = (size_t)kind, key.n = n, key.size = sizeof(Type);
        key.with = kind >= GPU__FFT_TABLE_ORDER ? (const void *)code : NULL;
        return (cudaError_t)gpu__device_table((const void **)to, count * sizeof(z), &key, gpu__fft_fill_table);
    }
    /* So many threads that the elements of each are enough for every pass. */
    static unsigned threads_of(const gpu__fft_block_radices &r, unsigned n, unsigned tile)
    {
        unsigned threads = 32;
        for (unsigned k = 0; k < r.passes; k++) {
            const unsigned each = gpu__fft_count(r.radix[k], sizeof(Type)),
                           need = (n / r.radix[k] * tile + each - 1) / each;
            if (need > threads) threads = need;
        }
        return (threads + 31) / 32 * 32;
    }
    /* x / d is __umulhi(x, per(d)) for x and d below 2^16, except for d = 1. */
    static unsigned per(unsigned d) { return d > 1 ? 0xffffffffu / d + 1 : 0; }
    /* Likewise __umul64hi(x, long_per(d)) for all x and d of 32 bits. */
    static uint64_t long_per(unsigned d) { return d > 1 ? ~(uint64_t)0 / d + 1 : 0; }
    /* The divisor of gpu__fft_block's walk: consecutive threads go through so many elements or lanes. */
    static unsigned across(const gpu__fft_args<Type> &a, int by_lane, int half)
    {
        return a.flags & by_lane ? a.tile : a.flags & half ? a.n / 2 + 1 : a.n;
    }
    /* How a tile lies in shared memory; returns its elements. */
    static size_t shared_layout(gpu__fft_args<Type> &a, bool by_lane)
    {
        const unsigned first = a.passes ? a.radix[0] : 1, want = a.tile < Banks ? Banks / a.tile : 1;
        const bool pads = !(by_lane && a.tile * 4 > Banks) && !(first & (first - 1)) &&
                          (a.flags & GPU__FFT_IN_PLAIN || a.n % (first * first) == 0);
        for (a.pad_shift = pads ? 0 : 31; pads && 1u << a.pad_shift < first;) a.pad_shift++;
        unsigned step = a.n + (a.n >> a.pad_shift) + 1;
        if (by_lane) a.element_shift = a.tile_shift, a.lane_step = 1;
        else {
            while (step % Banks != want % Banks) step++;
            a.element_shift = 0, a.lane_step = step;
        }
        return (size_t)step * a.tile;
    }
    /* Rows of a block: those of 128 threads, or some more, if then fewer threads are idle. */
    unsigned row_tile(const gpu__fft_block_radices &r, unsigned n, size_t rows) const
    {
        const unsigned each = r.passes ? r.used : 1, first = 128 * each / n > 1 ? 128 * each / n : 1;
        unsigned best = first;
        for (unsigned t = first + 1; t < first + 5 && t * n <= capacity && threads_of(r, n, t) <= Most_threads / 4; t++)
            if (t * threads_of(r, n, best) * 32 > best * threads_of(r, n, t) * 33) best = t;
        return best < rows ? best : (unsigned)rows;
    }
    /* Columns of a block: pieces of a row of 64 bytes for floats and 128 for doubles, if a block then leaves room for a
       second one, and more while four blocks have room. */
    unsigned column_tile(const gpu__fft_block_radices &r, unsigned n, size_t columns) const
    {
        unsigned tile = 1;
        for (; tile < columns && tile * 2 <= capacity / n; tile *= 2) {
            const unsigned most = tile < 4 ? Most_threads : tile < 8 ? Most_threads / 2 : Most_threads / 4;
            if (threads_of(r, n, tile * 2) > most || (tile >= 8 && tile * n >= 4096)) break;
        }
        return tile;
    }
    /* How many blocks make a cluster that shares a tile, see gpu__fft_block::spread; 1: a block has a tile of its own.
       Columns come in pieces of 64 bytes, rows go in pieces of 32 bytes or more. Then a block has a fourth of the
       elements that fill a multiprocessor, so that some blocks load while others compute; more where the cluster would
       otherwise be too large. */
    unsigned cluster_of(size_t n, int flags) const
    {
        const int across = flags & (GPU__FFT_IN_BY_LANE | GPU__FFT_OUT_BY_LANE);
        const bool columns = !(flags & GPU__FFT_TWIDDLED) && across == (GPU__FFT_IN_BY_LANE | GPU__FFT_OUT_BY_LANE);
        const size_t lanes = across ? 64 / sizeof(z) : 1, least = columns ? 2048 : across ? 4096 : Most / 2;
        const size_t most = columns ? capacity : Most / 2;
        unsigned c = 2;
        if (!clusters || n < least || n & (n - 1)) return 1;
        while (c < (across ? 8 : sizeof(z) / 2) && n * lanes > c * (Most / 4)) c *= 2;
        return n * lanes <= c * most ? c : 1;
    }
    /* Divides a tile among a cluster: the kernel's arguments become those of a block's parts. */
    void divide(gpu__fft_args<Type> &a, gpu__fft_block_radices &r, unsigned cluster) const
    {
        const bool rows = !(a.flags & (GPU__FFT_IN_BY_LANE | GPU__FFT_OUT_BY_LANE));
        a.n /= 16, a.spread_roots = a.roots, a.roots += 15 * a.n;
        memmove(r.radix, r.radix + 1, --r.passes);
        a.tile_lanes = rows ? 1 : 64 / sizeof(z), a.tile = a.tile_lanes * 16 / cluster;
        while (1u << a.cluster_shift < cluster) a.cluster_shift++;
        while (1u << a.part_shift < a.tile_lanes) a.part_shift++;
        a.flags |= GPU__FFT_OUT_PLAIN | (rows ? GPU__FFT_OUT_BY_LANE : 0);
    }
    /* Sets the arguments that follow from the length and the lanes, and launches the kernel. */
    cudaError_t launch(gpu__fft_args<Type> &a, size_t outer) const
    {
        const bool rows = !(a.flags & GPU__FFT_IN_BY_LANE) && !(a.flags & GPU__FFT_OUT_BY_LANE);
        const bool by_lane = (a.flags & GPU__FFT_IN_BY_LANE) && (a.flags & GPU__FFT_OUT_BY_LANE);
        const bool plain = !(a.flags & ~Plain_flags) && !a.from.count && !a.to.count && a.rounds == 1;
        const unsigned cluster = plain ? cluster_of(a.n, a.flags) : 1;
        gpu__fft_block_radices radices(a.n, sizeof(Type));
        cudaError_t e = table(&a.roots, GPU__FFT_TABLE_ROOTS, a.n, a.n + 1);
        if (e) return e;
        if (cluster > 1) divide(a, radices, cluster);
        else a.tile = rows ? row_tile(radices, a.n, a.lanes) : column_tile(radices, a.n, a.lanes);
        memcpy(a.radix, radices.radix, a.passes = radices.passes);
        for (unsigned k = 0, s = 1; k < a.passes; s *= a.radix[k++])
            a.per_step[k] = per(a.n / a.radix[k]), a.per_s[k] = per(s);
        for (a.tile_shift = 0; 2u << a.tile_shift <= a.tile;) a.tile_shift++;
        const unsigned threads = threads_of(radices, a.n, a.tile);
        if (threads > Most_threads) return cudaErrorInvalidConfiguration;
        a.tiles = (unsigned)gpu__ceil_div(a.lanes, cluster > 1 ? a.tile_lanes : a.tile);
        if ((size_t)a.in % sizeof(z)) a.flags |= GPU__FFT_IN_NARROW;
        if ((size_t)a.out % sizeof(z)) a.flags |= GPU__FFT_OUT_NARROW;
        /* The first and the last pass access global memory directly if the elements need no conversion, and if
           neighbouring threads access neighbouring elements. */
        if (a.passes && !(a.flags & (GPU__FFT_IN_NARROW | GPU__FFT_IN_JOINED)) && !a.from.count && !a.order &&
            (a.flags & GPU__FFT_IN_BY_LANE || a.n / a.radix[0] >= 8) && (a.passes > 1 || rows || by_lane) &&
            cluster == 1)
            a.flags |= GPU__FFT_IN_PLAIN;
        if (a.passes && !(a.flags & (GPU__FFT_OUT_NARROW | GPU__FFT_OUT_SPLIT | GPU__FFT_OUT_REAL)) && !a.to.count &&
            !a.order && (a.flags & GPU__FFT_OUT_BY_LANE || a.n / a.radix[a.passes - 1] >= 8))
            a.flags |= GPU__FFT_OUT_PLAIN;
        a.per_tiles = long_per(a.tiles), a.per_second = long_per(a.second), a.per_third = long_per(a.third);
        a.per_in = per(across(a, GPU__FFT_IN_BY_LANE, GPU__FFT_IN_JOINED));
        a.per_out = per(across(a, GPU__FFT_OUT_BY_LANE, GPU__FFT_OUT_SPLIT));
        a.barrier = (unsigned)shared_layout(a, by_lane);
        if (a.flags & GPU__FFT_IN_PLAIN && !(a.flags & GPU__FFT_IN_BY_LANE) && a.from.lane == a.n &&
            a.n * sizeof(z) % 16 == 0 && (size_t)a.in % 16 == 0)
            a.ahead = Ahead / (a.tile * a.n);
        return start(a, outer * a.tiles * cluster, threads, cluster, (a.barrier + (cluster > 1)) * sizeof(z));
    }
    cudaError_t start(const gpu__fft_args<Type> &a, size_t blocks, unsigned threads, unsigned cluster,
                      size_t bytes) const
    {
        const gpu__launch_shape shape = {context, (unsigned)blocks, threads, cluster, bytes, context->shared_limit};
        if (blocks > 0x7fffffffu) return cudaErrorInvalidConfiguration;
        return cluster > 1 ? gpu__launch_kernel<gpu__fft_kernel<Type, true>>(shape, a)
                           : gpu__launch_kernel<gpu__fft_kernel<Type, false>>(shape, a);
    }
    static gpu__fft_args<Type> args_of(const gpu__fft_task<Type> &t)
    {
        gpu__fft_args<Type> a = {};
        a.in = t.in, a.out = t.out, a.second = a.third = 1, a.rounds = 1, a.divisor = 1;
        a.flags = t.flags, a.scale = t.scale, a.times_in = t.times_in, a.times_out = t.times_out;
        a.from.count = t.in_count, a.to.count = t.out_count;
        return a;
    }
    /* Whether a block can hold the lanes of n elements: one lane, or four if neighbouring lanes are neighbours in
       memory. */
    bool fits(size_t n, size_t inner) const
    {
        const unsigned tile = inner > 1 ? 4 : 1;
        return n * tile <= capacity &&
               threads_of(gpu__fft_block_radices(n, sizeof(Type)), (unsigned)n, tile) <= Most_threads;
    }
    /* Whether it is worth it: three passes by blocks that load while others compute take less time than two by blocks
       that fill a multiprocessor and make four passes in turn. */
    bool suits(size_t n, bool plain) const
    {
        const gpu__fft_block_radices r(n, sizeof(Type));
        if (plain && cluster_of(n, GPU__FFT_TWIDDLED | GPU__FFT_IN_BY_LANE | GPU__FFT_OUT_BY_LANE) > 1) return true;
        return fits(n, 2) && (r.passes < 4 || threads_of(r, (unsigned)n, 4) <= Most_threads / 2);
    }
    /* Rows of one radix that need no conversion. */
    bool are_short(const gpu__fft_task<Type> &t) const
    {
        return t.inner == 1 && t.n <= 16 && gpu__fft_block_radices(t.n, sizeof(Type)).passes == 1 &&
               !(t.flags & ~(GPU__FFT_IN_CONJUGATE | GPU__FFT_OUT_CONJUGATE)) && !t.in_count && !t.out_count &&
               t.in_pitch == t.n && t.out_pitch == t.n;
    }
    cudaError_t short_rows(const gpu__fft_task<Type> &t) const
    {
        gpu__fft_args<Type> a = args_of(t);
        a.n = (unsigned)t.n, a.lanes = t.outer;
        if ((size_t)a.in % 16) a.flags |= GPU__FFT_IN_NARROW;
        if ((size_t)a.out % 16) a.flags |= GPU__FFT_OUT_NARROW;
        return gpu__launch(context, gpu__fft_short_kernel<Type>, gpu__ceil_div(a.lanes, 128), 128,
                           128 * (t.n + 2) * sizeof(z), a);
    }
    /* One pass: lanes are the inner index, or the rows. */
    cudaError_t one(const gpu__fft_task<Type> &t, size_t n, const z *between, const z *halves,
                    const void *order = NULL) const
    {
        gpu__fft_args<Type> a = args_of(t);
        const bool rows = t.inner == 1;
        a.n = (unsigned)n, a.lanes = rows ? t.outer : t.inner;
        a.from.element = a.to.element = rows ? 1 : t.inner;
        a.from.lane = a.from.row = rows ? t.in_pitch : 1, a.to.lane = rows ? t.out_pitch : 1;
        a.from.outer[0] = t.in_pitch, a.to.outer[0] = t.out_pitch;
        a.from.number_element = a.to.number_element = 1;
        a.halves = halves;
        if (!rows) a.flags |= GPU__FFT_IN_BY_LANE | GPU__FFT_OUT_BY_LANE;
        if (between) a.rounds = 2, a.times_between = between, a.order = (const unsigned short *)order;
        return launch(a, rows ? 1 : t.outer);
    }
    /* The larger of two factors of n, as near to the square root as possible; 0 if one of them does not suit, or does
       not fit, a block. */
    size_t part_of(size_t n, bool suitable, bool plain) const
    {
        size_t d = (size_t)sqrt((double)n);
        while (n % d) d--;
        return (suitable ? suits(n / d, plain) && suits(d, plain) : fits(n / d, 2) && fits(d, 2)) ? n / d : 0;
    }
    /* Several passes, with their intermediate results in `temp`, which must not be an array of the task. */
    cudaError_t several(const gpu__fft_task<Type> &t, size_t n, z *temp) const
    {
        const size_t half = part_of(n, true, is_plain(t)), n1 = half ? half : third_of(n), rest = n / n1;
        const size_t n2 = half ? rest : part_of(rest, false, false);
        const size_t n3 = half ? 1 : n2 ? rest / n2 : 0;
        gpu__fft_args<Type> a = args_of(t);
        if (!n3) return cudaErrorInvalidConfiguration;
        /* columns: elements lie `rest` apart, and each is multiplied by a root of n */
        a.out = (Type *)temp, a.scale = 1, a.times_out = NULL, a.to.count = 0;
        a.flags &= ~(GPU__FFT_OUT_CONJUGATE | GPU__FFT_OUT_REAL | GPU__FFT_BACK);
        a.flags |= GPU__FFT_TWIDDLED | GPU__FFT_IN_BY_LANE | GPU__FFT_OUT_BY_LANE;
        a.n = (unsigned)n1, a.lanes = rest * t.inner, a.divisor = t.inner;
        a.from.element = a.to.element = rest * t.inner, a.from.lane = a.to.lane = 1;
        a.from.outer[0] = t.in_pitch, a.to.outer[0] = n * t.inner;
        a.from.number_element = rest, a.from.number_lane = 1;
        a.whole = gpu__fft_period<Type>(n);
        cudaError_t e = launch(a, t.outer);
        if (!e && n3 > 1) { /* the same for each of the n1 parts */
            a = args_of(t);
            a.in = a.out = (Type *)temp, a.scale = 1, a.times_in = a.times_out = NULL, a.from.count = a.to.count = 0;
            a.flags = GPU__FFT_TWIDDLED | GPU__FFT_IN_BY_LANE | GPU__FFT_OUT_BY_LANE;
            a.n = (unsigned)n2, a.lanes = n3 * t.inner, a.divisor = t.inner;
            a.from.element = a.to.element = n3 * t.inner, a.from.lane = a.to.lane = 1;
            a.from.outer[0] = a.to.outer[0] = rest * t.inner;
            a.whole = gpu__fft_period<Type>(rest);
            e = launch(a, t.outer * n1);
        }
        if (e) return e;
        /* rows of the remaining factor, stored at their final indices k1 + n1 * (k2 + n2 * k3) */
        a = args_of(t);
        const size_t last = n3 > 1 ? n3 : rest, k2 = n3 > 1 ? n2 : 1;
        a.in = (const Type *)temp, a.times_in = NULL, a.from.count = 0;
        a.flags &= GPU__FFT_OUT_CONJUGATE | GPU__FFT_OUT_REAL | GPU__FFT_BACK;
        a.n = (unsigned)last;
        a.from.element = t.inner, a.to.element = n1 * k2 * t.inner;
        a.from.outer[0] = n * t.inner, a.to.outer[0] = t.out_pitch;
        a.to.number_element = n1 * k2;
        if (t.inner == 1) { /* a lane is a k1, the second outer index a k2 */
            a.flags |= GPU__FFT_OUT_BY_LANE;
            a.lanes = n1, a.second = k2;
            a.from.lane = rest, a.to.lane = 1, a.to.number_lane = 1;
            a.from.outer[1] = last, a.to.outer[1] = n1, a.to.number_second = n1;
        } else {
            a.flags |= GPU__FFT_IN_BY_LANE | GPU__FFT_OUT_BY_LANE;
            a.lanes = t.inner, a.second = n1, a.third = k2, a.divisor = t.inner;
            a.from.lane = a.to.lane = 1;
            a.from.outer[1] = rest * t.inner, a.from.outer[2] = last * t.inner;
            a.to.outer[1] = t.inner, a.to.outer[2] = n1 * t.inner;
            a.to.number_second = 1, a.to.number_third = n1;
        }
        return launch(a, t.outer * a.second * a.third);
    }
    size_t third_of(size_t n) const /* a divisor near the third root, so that the rest is two parts */
    {
        const double root = cbrt((double)n);
        size_t best = 1;
        for (size_t d = 2; d <= capacity / 4; d++)
            if (n % d == 0 && fabs(log((double)d / root)) < fabs(log((double)best / root)) && fits(d, 2)) best = d;
        return best;
    }
    cudaError_t rader(gpu__fft_task<Type> t) const
    {
        const z *order, *response;
        cudaError_t e = table(&order, GPU__FFT_TABLE_ORDER, t.n, t.n);
        if (!e) e = table(&response, GPU__FFT_TABLE_RADER, t.n, t.n);
        t.flags ^= GPU__FFT_OUT_CONJUGATE; /* the second round is an inverse transform */
        return e ? e : one(t, t.n - 1, response, NULL, order);
    }
    static bool is_plain(const gpu__fft_task<Type> &t)
    {
        return !(t.flags & ~Plain_flags) && !t.in_count && !t.out_count;
    }
    /* Whether clusters make it in one pass, with enough blocks for all multiprocessors. */
    bool suits_clusters(const gpu__fft_task<Type> &t) const
    {
        const bool rows = t.inner == 1;
        const size_t tiles = rows ? t.outer : t.outer * gpu__ceil_div(t.inner, 64 / sizeof(z));
        const unsigned c = is_plain(t) ? cluster_of(t.n, rows ? 0 : GPU__FFT_IN_BY_LANE | GPU__FFT_OUT_BY_LANE) : 1;
        return c > 1 && tiles * c >= (size_t)context->multiprocessors;
    }
    /* A transform of any length: in one pass, in several, or as a convolution with a chirp. It uses workspace that the
       next transform may overwrite. */
    cudaError_t axis(const gpu__fft_task<Type> &t, const z *halves = NULL) const
    {
        if (are_short(t)) return short_rows(t);
        if (gpu__fft_is_smooth(t.n))
            return fits(t.n, t.inner) || suits_clusters(t) ? one(t, t.n, NULL, halves) : several(t, t.n, spare);
        if (gpu__fft_is_rader(t.n) && fits(t.n - 1, t.inner)) return rader(t);
        const size_t more = gpu__fft_quick(2 * t.n - 1);
        const z *chirp, *response;
        cudaError_t e = table(&chirp, GPU__FFT_TABLE_CHIRP, t.n, t.n);
        if (!e) e = table(&response, GPU__FFT_TABLE_RESPONSE, t.n, more);
        if (e) return e;
        gpu__fft_task<Type> first = t, second = t;
        first.times_in = chirp, second.times_out = chirp, second.flags |= GPU__FFT_BACK;
        if (!first.in_count) first.in_count = t.n;
        if (!second.out_count) second.out_count = t.n;
        if (fits(more, t.inner)) {
            first.times_out = chirp, first.out_count = second.out_count, first.flags |= GPU__FFT_BACK;
            return one(first, more, response, NULL);
        }
        z *const middle = spare, *const temp = spare + t.outer * more * t.inner;
        first.out = (Type *)middle, first.out_pitch = more * t.inner, first.scale = 1;
        first.flags &= ~(GPU__FFT_OUT_CONJUGATE | GPU__FFT_OUT_REAL);
        first.times_out = response, first.out_count = more;
        second.in = (const Type *)middle, second.in_pitch = more * t.inner;
        second.flags =
            (second.flags & (GPU__FFT_OUT_CONJUGATE | GPU__FFT_OUT_REAL | GPU__FFT_BACK)) | GPU__FFT_IN_CONJUGATE;
        second.in_count = 0;
        e = several(first, more, temp);
        return e ? e : several(second, more, temp);
    }
};

/* Transforms along all axes of a job: along the last axis first or, if the result is real, last. */
template <class Type> struct gpu__fft_axes {
    typedef gpu__fft_z<Type> z;
    const gpu__fft_detail *d;
    gpu__fft_device<Type> device;

    cudaError_t pairs(Type *out, const Type *in, size_t rows, size_t n, bool joins) const
    {
        const size_t blocks = gpu__ceil_div(n / 2 + 1, 256);
        return gpu__launch(device.context, gpu__fft_pairs_kernel<Type>, rows * blocks, 256, 0, out, in, n, blocks,
                           joins, gpu__fft_period<Type>(2 * n));
    }
    /* Transforms rows of real numbers. An even number of them is transformed as half as many complex numbers, an odd
       number as complex numbers without imaginary parts. */
    cudaError_t real(gpu__fft_task<Type> t, bool back) const
    {
        const size_t n = t.n, half = n / 2;
        const bool at_once = n % 2 == 0 && gpu__fft_is_smooth(half) && device.fits(half, 1);
        const z *halves = NULL;
        t.in_pitch = back ? half + 1 : n, t.out_pitch = back ? n : half + 1;
        if (n % 2) {
            t.flags = back ? GPU__FFT_IN_HERMITIAN | GPU__FFT_IN_CONJUGATE | GPU__FFT_OUT_CONJUGATE | GPU__FFT_OUT_REAL
                           : GPU__FFT_IN_REAL;
            t.in_count = n, t.out_count = back ? 0 : half + 1;
            return device.axis(t);
        }
        cudaError_t e = at_once ? device.table(&halves, GPU__FFT_TABLE_HALVES, n, half + 1) : cudaSuccess;
        if (e) return e;
        t.n = half;
        (back ? t.out_pitch : t.in_pitch) = half;
        t.flags = (back ? GPU__FFT_IN_CONJUGATE | GPU__FFT_OUT_CONJUGATE : 0);
        if (back) t.scale *= 2;
        if (at_once) {
            t.flags |= back ? GPU__FFT_IN_JOINED : GPU__FFT_OUT_SPLIT;
            return device.axis(t, halves);
        }
        if (back) {
            e = pairs(t.out, t.in, t.outer, half, true);
            t.in = t.out, t.in_pitch = half;
            return e ? e : device.axis(t);
        }
        e = device.axis(t);
        return e ? e : pairs(t.out, t.out, t.outer, half, false);
    }
    cudaError_t run(Type *out, const Type *in)
    {
        const size_t whole = gpu__fft_complex_count(d);
        Type *result = out;
        cudaError_t e = cudaSuccess;
        double scale = 1;
        int left = d->axes;
        for (int k = 0; k < 3; k++)
            if (d->inverse && d->axes >> k & 1) scale /= (double)d->dims[k];
        if (d->kind == GPU__FFT_TO_REAL && d->axes != GPU__FFT_ROWS) out = (Type *)device.spare, device.spare += whole;
        for (int k = 0; k < 3 && !e; k++) {
            const int axis = d->kind == GPU__FFT_TO_REAL ? k : 2 - k;
            gpu__fft_axis x;
            gpu__fft_task<Type> t;
            if (!(left >> axis & 1)) continue;
            left &= ~(1 << axis);
            gpu__fft_axis_of(&x, d, axis);
            if (x.real == GPU__FFT_TO_REAL) out = result;
            memset((void *)&t, 0, sizeof t);
            t.in = in, t.out = out, t.outer = x.outer, t.n = x.n, t.inner = x.inner;
            t.in_pitch = t.out_pitch = x.n * x.inner;
            t.scale = (Type)(left ? 1 : scale);
            t.flags = d->inverse ? GPU__FFT_IN_CONJUGATE | GPU__FFT_OUT_CONJUGATE : 0;
            e = x.real ? real(t, x.real == GPU__FFT_TO_REAL) : device.axis(t);
            in = out;
        }
        return e;
    }
};
template <class Type>
static int gpu__fft_run_device(const gpu__job *j, const gpu__launch_context *context, void *out, const void *in)
{
    const gpu__fft_detail *const d = (const gpu__fft_detail *)j->detail;
    gpu__fft_axes<Type> axes = {d, gpu__fft_device<Type>(context, d->code, context->space)};
    return (int)axes.run((Type *)out, (const Type *)in);
}
/* A convolution: pads both arrays with zeros, multiplies their spectra, and transforms the product back. */
template <class Type> static int gpu__fft_convolve_device(const gpu__job *j, const gpu__launch_context *context,
                                                          void *out, const void *const *in)
{
    const gpu__fft_detail *const d = (const gpu__fft_detail *)j->detail;
    const size_t n[2] = {d->dims[0], d->dims[1]}, all = d->dims[2], numbers = all / 2 + 1;
    const cudaStream_t stream = (cudaStream_t)context->stream;
    gpu__fft_z<Type> *const space = (gpu__fft_z<Type> *)context->space, *const spectrum = space + numbers;
    gpu__fft_axes<Type> axes = {d, gpu__fft_device<Type>(context, d->code, space + 3 * numbers)};
    gpu__fft_task<Type> t;
    cudaError_t e = cudaSuccess;
    memset((void *)&t, 0, sizeof t);
    t.outer = t.inner = 1, t.n = all, t.scale = 1;
    for (int k = 0; k < 2 && !e; k++) {
        e = gpu__launch(context, gpu__fft_fill_kernel<Type>, gpu__ceil_div(all, 256), 256, 0, (Type *)space,
                        (const Type *)in[k], n[k], all, k && d->inverse);
        t.in = (const Type *)space, t.out = (Type *)(spectrum + (k ? numbers : 0));
        if (!e) e = axes.real(t, false);
    }
    if (!e)
        e = gpu__launch(context, gpu__fft_times_kernel<Type>, gpu__ceil_div(numbers, 256), 256, 0, spectrum,
                        spectrum + numbers, numbers);
    t.in = (const Type *)spectrum, t.out = (Type *)space, t.scale = (Type)(1 / (double)all);
    if (!e) e = axes.real(t, true);
    if (!e) e = cudaMemcpyAsync(out, space, (n[0] + n[1] - 1) * sizeof(Type), cudaMemcpyDeviceToDevice, stream);
    return (int)e;
}
template <auto Function, class Type> static cudaError_t
gpu__fft_direct_launch(const gpu__launch_context *context, Type *out, size_t n, const gpu__fft_direct &d)
{
    return gpu__launch(context, gpu__fft_direct_kernel<Function, Type>, gpu__ceil_div(n, 256), 256, 0, out, n, d);
}
