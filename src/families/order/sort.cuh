
#ifdef GPU_ORDER
/* ---- Sort -------------------------------------------------------------------------------------------------------- */

/* Short rows: a block sorts a row, or a group of very short ones, in shared memory. Longer rows: one reading counts the
   digits of all passes; a pass then reads the elements once and writes them once ("onesweep"). A tile finds where its
   elements of each digit go by decoupled look-back. Within a tile an element's rank comes from counters that each warp
   has for each digit; lanes with the same digit find each other by votes. */

template <class Bits> struct gpu__sort_digit {
    Bits flip;
    int shift;
    template <auto Key> __device__ __forceinline__ unsigned of(Bits b) const
    {
        return (unsigned)((Key(b) ^ flip) >> shift) & (GPU__DIGITS - 1);
    }
};

#ifdef __CUDA_ARCH__
/* Status word of a digit in a tile: 3 bits for what it is, 29 for a count. Odd and even passes write different bits, so
   that what the pass before has left is recognised, and the words are cleared once for all passes. */
static __device__ __forceinline__ unsigned gpu__sort_status(int pass, bool whole) { return 1 + pass % 2 * 2 + whole; }
static __device__ __forceinline__ void gpu__sort_send(unsigned *p, unsigned what, unsigned count)
{
    asm volatile("st.relaxed.gpu.global.u32 [%0], %1;" ::"l"(p), "r"(what << 29 | count) : "memory");
}
static __device__ __forceinline__ unsigned gpu__sort_receive(const unsigned *p)
{
    unsigned word;
    asm volatile("ld.relaxed.gpu.global.u32 %0, [%1];" : "=r"(word) : "l"(p) : "memory");
    return word;
}
/* How many elements of this digit are in the tiles in front; the first tile's word is whole. */
static __device__ __forceinline__ unsigned gpu__sort_look_back(const unsigned *word, int pass)
{
    const unsigned part = gpu__sort_status(pass, false), whole = gpu__sort_status(pass, true);
    unsigned count = 0, seen;
    do {
        word -= GPU__DIGITS;
        do seen = gpu__sort_receive(word);
        while (seen >> 29 != part && seen >> 29 != whole);
        count += seen & 0x1fffffffu;
    } while (seen >> 29 == part);
    return count;
}

/* The lanes of the warp that have the same digit. */
static __device__ __forceinline__ unsigned gpu__sort_peers(unsigned digit)
{
    unsigned peers = ~0u;
#pragma unroll
    for (int bit = 0; bit < 8; bit++) {
        const bool set = digit >> bit & 1;
        const unsigned vote = __ballot_sync(~0u, set);
        peers &= set ? vote : ~vote;
    }
    return peers;
}
/* Inclusive sum over the lanes of a warp. */
template <class Count> static __device__ __forceinline__ Count gpu__sort_warp_sum(Count v, int lane)
{
#pragma unroll
    for (int d = 1; d < 32; d *= 2) {
        const Count below = __shfl_up_sync(~0u, v, d);
        if (lane >= d) v += below;
    }
    return v;
}
/* Exclusive sum over the first 256 threads, of which a warp has a slot of `sums` each. */
template <class Count> static __device__ __forceinline__ Count gpu__sort_digit_sum(Count v, Count *sums)
{
    const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    const Count inclusive = gpu__sort_warp_sum(v, lane);
    Count before = inclusive - v;
    if (warp < GPU__DIGITS / 32 && lane == 31) sums[warp] = inclusive;
    __syncthreads();
#pragma unroll
    for (int w = 0; w < GPU__DIGITS / 32 - 1; w++)
        if (w < warp) before += sums[w];
    return before;
}

/* The ranks of a tile's elements, of which a lane has every 32nd of its warp's. */
template <int Threads, int Items> struct gpu__sort_ranks {
    static constexpr int Warps = Threads / 32;
    unsigned *counters, *mine; /* of all warps, of this one */
    unsigned rank[Items];
    __device__ __forceinline__ gpu__sort_ranks(unsigned *counters_)
        : counters(counters_), mine(counters_ + threadIdx.x / 32 * GPU__DIGITS)
    {
    }
    __device__ __forceinline__ void clear()
    {
        for (int i = threadIdx.x; i < Warps * GPU__DIGITS; i += Threads) counters[i] = 0;
    }
    /* Thread d counts digit d in the tile: `total`. Makes the counters the ranks of each warp's first elements, and
       returns the rank of the tile's first one. */
    template <class Publish>
    __device__ __forceinline__ unsigned start(unsigned *sums, unsigned &total, const Publish &publish)
    {
        unsigned count[Warps], first;
        total = 0;
        if (threadIdx.x < GPU__DIGITS) {
#pragma unroll
            for (int w = 0; w < Warps; w++) total += count[w] = counters[w * GPU__DIGITS + threadIdx.x];
            publish(total);
        }
        unsigned next = first = gpu__sort_digit_sum(total, sums);
        if (threadIdx.x < GPU__DIGITS)
#pragma unroll
            for (int w = 0; w < Warps; w++) {
                counters[w * GPU__DIGITS + threadIdx.x] = next;
                next += count[w];
            }
        __syncthreads();
        return first;
    }
    /* The next rank of the digit goes to the lowest lane that has it, and so on. */
    __device__ __forceinline__ void assign(int k, unsigned digit, int lane)
    {
        const unsigned peers = gpu__sort_peers(digit), base = mine[digit], lower = __popc(peers & ((1u << lane) - 1));
        __syncwarp();
        if (lower == 0) mine[digit] = base + __popc(peers);
        __syncwarp();
        rank[k] = base + lower;
    }
};
#endif

/* -- rows that a block sorts -- */

template <class Bits> struct gpu__sort_block_args {
    Bits *keys_out; /* NULL: the index alone */
    const Bits *keys;
    unsigned char *values_out;   /* NULL: keys alone */
    const unsigned char *values; /* NULL: the index */
    size_t rows;
    unsigned cols, group, value; /* rows of a block; bytes of a value */
    Bits last;                   /* fills what a group has not */
    bool descending;
};
template <class Value, int Items, class Place>
static __device__ __forceinline__ void gpu__sort_block_values(Value *out, const Value *in, unsigned n, unsigned cols,
                                                              const unsigned short *origin, const Place &place)
{
#ifdef __CUDA_ARCH__
    Value v[Items];
#pragma unroll
    for (int k = 0; k < Items; k++) {
        const unsigned i = place(k);
        if (i < n) v[k] = in ? in[origin[i]] : (Value)(cols < n ? origin[i] % cols : origin[i]);
    }
    __syncthreads(); /* out may be in */
#pragma unroll
    for (int k = 0; k < Items; k++)
        if (place(k) < n) out[place(k)] = v[k];
#endif
}
template <auto Key, class Bits> static __global__ void __launch_bounds__(256)
    gpu__sort_block(gpu__sort_block_args<Bits> a)
{
#ifdef __CUDA_ARCH__
    constexpr int Threads = 256, Warps = 8,
                  Most = sizeof(Bits) < 4 ? GPU__SORT_BLOCK_MOST : GPU__SORT_BLOCK / sizeof(Bits),
                  Items = Most / Threads, Passes = sizeof(Bits);
    __shared__ Bits keys[Most];
    __shared__ unsigned short origins[Most];
    __shared__ unsigned counters[Warps * GPU__DIGITS], sums[Warps];
    const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    const size_t row = (size_t)blockIdx.x * a.group, start = row * a.cols;
    const unsigned n = (unsigned)(a.rows - row < a.group ? a.rows - row : a.group) * a.cols;
    const int items = (int)((n + Threads - 1) / Threads); /* that a lane has at most */
    const bool carry = a.values_out || a.group > 1;
    auto place = [&](int k) { return k < items ? (unsigned)((warp * items + k) * 32 + lane) : ~0u; };
    gpu__sort_ranks<Threads, Items> ranks(counters);
    Bits key[Items];
    unsigned short origin[Items];
#pragma unroll
    for (int k = 0; k < Items; k++) {
        const unsigned i = place(k);
        key[k] = i < n ? a.keys[start + i] : a.last;
        origin[k] = (unsigned short)i;
    }
    for (int pass = 0; pass < Passes + (a.group > 1); pass++) {
        const gpu__sort_digit<Bits> digit = {a.descending ? (Bits) ~(Bits)0 : (Bits)0, pass % Passes * 8};
        auto digit_of = [&](int k) {
            if (pass < Passes) return digit.template of<Key>(key[k]);
            const unsigned r = origin[k] / a.cols; /* rows come apart in the last pass */
            return r < 255 ? r : 255u;
        };
        unsigned total;
        ranks.clear();
        __syncthreads();
#pragma unroll
        for (int k = 0; k < Items; k++)
            if (k < items) atomicAdd(&ranks.mine[digit_of(k)], 1u);
        __syncthreads();
        ranks.start(sums, total, [](unsigned) {});
#pragma unroll
        for (int k = 0; k < Items; k++)
            if (k < items) {
                ranks.assign(k, digit_of(k), lane);
                keys[ranks.rank[k]] = key[k];
                if (carry) origins[ranks.rank[k]] = origin[k];
            }
        __syncthreads();
#pragma unroll
        for (int k = 0; k < Items; k++)
            if (k < items) {
                key[k] = keys[place(k)];
                if (carry) origin[k] = origins[place(k)];
            }
    }
#pragma unroll
    for (int k = 0; k < Items; k++)
        if (a.keys_out && place(k) < n) a.keys_out[start + place(k)] = key[k];
    if (a.values_out && a.value == 8)
        gpu__sort_block_values<unsigned long long, Items>(
            (unsigned long long *)a.values_out + start, a.values ? (const unsigned long long *)a.values + start : NULL,
            n, a.cols, origins, place);
    else if (a.values_out)
        gpu__sort_block_values<unsigned, Items>((unsigned *)a.values_out + start,
                                                a.values ? (const unsigned *)a.values + start : NULL, n, a.cols,
                                                origins, place);
#endif
}
template <auto Key, class Bits>
static cudaError_t gpu__sort_blocks(const gpu__job *j, cudaStream_t stream, Bits last, void *out, const void *const *in)
{
    const size_t rows = j->shape[1], cols = j->shape[2];
    const bool index = j->flag & GPU__SORT_INDEX, value = j->number[0].whole != 0;
    size_t group = 1;
    while (group < 128 && 2 * group * cols <= 1024) group *= 2;
    gpu__sort_block_args<Bits> a = {};
    a.keys_out = index ? NULL : (Bits *)out;
    a.keys = (const Bits *)in[0];
    a.values_out = (unsigned char *)(index ? out : value ? (void *)in[2] : NULL);
    a.values = (const unsigned char *)(value && !index ? in[1] : NULL);
    a.rows = rows, a.cols = (unsigned)cols, a.group = (unsigned)(group < rows ? group : rows);
    a.value = (unsigned)j->number[0].whole, a.last = last, a.descending = j->flag & GPU__SORT_DESCENDING;
    gpu__sort_block<Key, Bits><<<(unsigned)gpu__ceil_div(rows, a.group), 256, 0, stream>>>(a);
    return cudaGetLastError();
}

/* -- longer rows -- */

/* How often each digit occurs in each pass: counts[row][pass][digit]. A row has `share` blocks. */
template <auto Key, class Bits> static __global__ void __launch_bounds__(256)
    gpu__sort_count(unsigned long long *counts, const Bits *in, size_t cols, unsigned share, Bits flip)
{
#ifdef __CUDA_ARCH__
    constexpr int Passes = sizeof(Bits), Batch = 8;
    __shared__ unsigned count[Passes * GPU__DIGITS];
    const size_t row = blockIdx.x / share, step = (size_t)share * 256, begin = blockIdx.x % share * 256u + threadIdx.x;
    for (int i = threadIdx.x; i < Passes * GPU__DIGITS; i += 256) count[i] = 0;
    __syncthreads();
    in += row * cols;
    auto add = [&](Bits b) {
        b = Key(b) ^ flip;
#pragma unroll
        for (int p = 0; p < Passes; p++)
            atomicAdd(&count[p * GPU__DIGITS + (unsigned)(b >> p * 8 & (GPU__DIGITS - 1))], 1u);
    };
    size_t i = begin;
    for (; i + (Batch - 1) * step < cols; i += Batch * step) {
        Bits b[Batch];
#pragma unroll
        for (int k = 0; k < Batch; k++) b[k] = in[i + k * step];
#pragma unroll
        for (int k = 0; k < Batch; k++) add(b[k]);
    }
    for (; i < cols; i += step) add(in[i]);
    __syncthreads();
    for (int d = threadIdx.x; d < Passes * GPU__DIGITS; d += 256)
        if (count[d]) atomicAdd(&counts[row * (Passes * GPU__DIGITS) + d], (unsigned long long)count[d]);
#endif
}
/* Makes the counts of a pass the places of each digit's first element. */
template <int Digits> static __global__ void __launch_bounds__(Digits) gpu__sort_places(unsigned long long *counts)
{
#ifdef __CUDA_ARCH__
    __shared__ unsigned long long sums[Digits / 32];
    unsigned long long *const mine = counts + (size_t)blockIdx.x * Digits + threadIdx.x;
    *mine = gpu__sort_digit_sum(*mine, sums);
#endif
}

template <class Bits> struct gpu__sort_pass_args {
    const Bits *keys;
    Bits *keys_out; /* NULL: not wanted */
    const unsigned char *values;
    unsigned char *values_out;                /* values NULL: the index */
    size_t cols, begin;                       /* of a row; where in each row this launch begins */
    unsigned count, tiles;                    /* elements and tiles of a row in this launch */
    unsigned long long *places, *places_next; /* of this pass in the first row; for the next launch, or NULL */
    unsigned *status, *ticket;
    Bits flip, last;
    int pass;
    bool wide; /* values of 4 bytes are written as 8 */
};
/* Moves a tile's keys or values through shared memory, so that neighbours are written together: writes element i of
   the sorted tile to to(i). */
template <int Threads, int Items, class Word, class To> static __device__ __forceinline__ void
gpu__sort_exchange(Word *shared, const Word (&v)[Items], const unsigned (&rank)[Items], const To &to)
{
#ifdef __CUDA_ARCH__
    __syncthreads();
#pragma unroll
    for (int k = 0; k < Items; k++) shared[rank[k]] = v[k];
    __syncthreads();
#pragma unroll
    for (int k = 0; k < Items; k++) to(k, k * Threads + threadIdx.x, shared[k * Threads + threadIdx.x]);
#endif
}
template <auto Key, class Bits, class Value, int Items> static __global__ void __launch_bounds__(GPU__SORT_THREADS)
    gpu__sort_pass_kernel(gpu__sort_pass_args<Bits> a)
{
#ifdef __CUDA_ARCH__
    constexpr int Threads = GPU__SORT_THREADS, Warps = Threads / 32, Tile = Threads * Items, Passes = sizeof(Bits);
    constexpr int Widest = sizeof(Bits) > sizeof(Value) ? sizeof(Bits) : sizeof(Value),
                  Bytes = Tile * Widest > Warps * GPU__DIGITS * 4 ? Tile * Widest : Warps * GPU__DIGITS * 4;
    __shared__ alignas(16) unsigned char storage[Bytes]; /* counters, then keys, then values */
    __shared__ size_t to[GPU__DIGITS];                   /* where a tile that was all this digit would begin */
    __shared__ unsigned sums[GPU__DIGITS / 32], drawn;
    const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    const gpu__sort_digit<Bits> digit = {a.flip, a.pass * 8};
    gpu__sort_ranks<Threads, Items> ranks((unsigned *)storage);
    if (threadIdx.x == 0) drawn = atomicAdd(a.ticket, 1u);
    ranks.clear();
    __syncthreads();

    const size_t row = drawn / a.tiles;
    const unsigned tile = (unsigned)(drawn - row * a.tiles), begin = tile * Tile,
                   n = a.count - begin < Tile ? a.count - begin : Tile, first = warp * (Items * 32) + lane;
    const size_t start = row * a.cols + a.begin + begin;
    unsigned *const word = a.status + (size_t)drawn * GPU__DIGITS + threadIdx.x;
    Bits key[Items];
#pragma unroll
    for (int k = 0; k < Items; k++) key[k] = first + k * 32 < n ? a.keys[start + first + k * 32] : a.last;
#pragma unroll
    for (int k = 0; k < Items; k++) atomicAdd(&ranks.mine[digit.template of<Key>(key[k])], 1u);
    __syncthreads();
    unsigned total;
    const unsigned local = ranks.start(
        sums, total, [&](unsigned count) { gpu__sort_send(word, gpu__sort_status(a.pass, tile == 0), count); });
#pragma unroll
    for (int k = 0; k < Items; k++) ranks.assign(k, digit.template of<Key>(key[k]), lane);
    if (threadIdx.x < GPU__DIGITS) {
        const size_t place = row * (Passes * GPU__DIGITS) + threadIdx.x;
        const unsigned before = tile ? gpu__sort_look_back(word, a.pass) : 0;
        if (tile) gpu__sort_send(word, gpu__sort_status(a.pass, true), before + total);
        to[threadIdx.x] = row * a.cols + (size_t)a.places[place] + before - local;
        if (a.places_next && tile + 1 == a.tiles) a.places_next[place] = a.places[place] + before + total;
    }
    unsigned char digits[Items];
    gpu__sort_exchange<Threads>((Bits *)storage, key, ranks.rank, [&](int k, unsigned i, Bits b) {
        digits[k] = (unsigned char)digit.template of<Key>(b);
        if (a.keys_out && i < n) a.keys_out[to[digits[k]] + i] = b;
    });
    if constexpr (sizeof(Value) > 1) {
        Value v[Items];
#pragma unroll
        for (int k = 0; k < Items; k++) {
            const unsigned i = first + k * 32;
            v[k] = !a.values ? (Value)(a.begin + begin + i) : i < n ? ((const Value *)a.values)[start + i] : (Value)0;
        }
        gpu__sort_exchange<Threads>((Value *)storage, v, ranks.rank, [&](int k, unsigned i, Value b) {
            if (i < n && a.wide)
                ((unsigned long long *)a.values_out)[to[digits[k]] + i] = b;
            else if (i < n)
                ((Value *)a.values_out)[to[digits[k]] + i] = b;
        });
    }
#endif
}

/* All passes. They write to the result and to the workspace by turns, the last one to the result. */
template <auto Key, class Bits, class Value, int Items> static cudaError_t
gpu__sort_passes(const gpu__job *j, const gpu__launch_context *context, Bits last, void *out, const void *const *in)
{
    constexpr int Passes = sizeof(Bits);
    const cudaStream_t stream = (cudaStream_t)context->stream;
    const bool index = j->flag & GPU__SORT_INDEX;
    char *const space = (char *)context->space;
    gpu__sort_plan p;
    gpu__sort_plan_of(&p, j);
    Bits *const keys_out = index ? (Bits *)(space + p.more_keys) : (Bits *)out, *const keys = (Bits *)(space + p.keys);
    unsigned char *const values_out = (unsigned char *)(index               ? out
                                                        : sizeof(Value) > 1 ? (void *)in[2]
                                                                            : NULL),
                         *const values = (unsigned char *)space + p.values;
    unsigned long long *const counts = (unsigned long long *)(space + p.counts);
    const size_t counters = p.rows * Passes * GPU__DIGITS;
    gpu__sort_pass_args<Bits> a = {};
    cudaError_t e = cudaMemsetAsync(space, 0, p.keys, stream);
    a.keys = (const Bits *)in[0], a.values = (const unsigned char *)(index || sizeof(Value) == 1 ? NULL : in[1]);
    a.cols = p.cols, a.last = last, a.flip = j->flag & GPU__SORT_DESCENDING ? (Bits) ~(Bits)0 : (Bits)0;
    const size_t most = gpu__ceil_div((size_t)context->multiprocessors * 8, p.rows), want = gpu__ceil_div(p.cols, 4096);
    const unsigned share = (unsigned)(want < most ? want : most);
    gpu__sort_count<Key, Bits><<<(unsigned)(p.rows * share), 256, 0, stream>>>(counts, a.keys, p.cols, share, a.flip);
    gpu__sort_places<GPU__DIGITS><<<(unsigned)(p.rows * Passes), GPU__DIGITS, 0, stream>>>(counts);
    if (Passes % 2 && a.keys == keys_out && !e) /* one pass must not write to what it reads */
        e = cudaMemcpyAsync(keys, a.keys, j->shape[0] * sizeof(Bits), cudaMemcpyDeviceToDevice, stream), a.keys = keys;
    if (Passes % 2 && a.values && a.values == values_out && !e)
        e = cudaMemcpyAsync(values, a.values, j->shape[0] * sizeof(Value), cudaMemcpyDeviceToDevice, stream),
        a.values = values;
    for (int pass = 0; pass < Passes; pass++) {
        const bool to_out = (Passes - pass) % 2;
        a.pass = pass, a.wide = to_out && pass + 1 == Passes && p.moved < (size_t)j->number[0].whole;
        a.keys_out = index && pass + 1 == Passes ? NULL : to_out ? keys_out : keys;
        a.values_out = to_out ? values_out : values;
        for (size_t q = 0; q < p.portions; q++) {
            const size_t left = p.cols - q * p.portion;
            a.begin = q * p.portion, a.count = (unsigned)(left < p.portion ? left : p.portion);
            a.tiles = (unsigned)gpu__ceil_div(a.count, p.tile);
            a.places = counts + q % 2 * counters + pass * GPU__DIGITS;
            a.places_next = q + 1 < p.portions ? counts + (q + 1) % 2 * counters + pass * GPU__DIGITS : NULL;
            a.status = (unsigned *)(space + p.status) + p.rows * (q * (p.portion / p.tile)) * GPU__DIGITS;
            a.ticket = (unsigned *)(space + p.tickets) + pass * p.portions + q;
            gpu__sort_pass_kernel<Key, Bits, Value, Items>
                <<<(unsigned)(p.rows * a.tiles), GPU__SORT_THREADS, 0, stream>>>(a);
        }
        a.keys = a.keys_out, a.values = sizeof(Value) > 1 ? a.values_out : NULL;
    }
    return e ? e : cudaGetLastError();
}
template <auto Key, class Bits> static cudaError_t gpu__sort_keys(const gpu__job *j, const gpu__launch_context *context,
                                                                  Bits last, void *out, const void *const *in)
{
    if (!context->space) return gpu__sort_blocks<Key>(j, (cudaStream_t)context->stream, last, out, in);
    return gpu__sort_passes<Key, Bits, unsigned char, GPU__SORT_ITEMS(sizeof(Bits), 0)>(j, context, last, out, in);
}
template <auto Key, class Bits> static cudaError_t gpu__sort_with(const gpu__job *j, const gpu__launch_context *context,
                                                                  Bits last, void *out, const void *const *in)
{
    if (!context->space) return gpu__sort_blocks<Key>(j, (cudaStream_t)context->stream, last, out, in);
    gpu__sort_plan p;
    gpu__sort_plan_of(&p, j);
    if (p.moved == 4)
        return gpu__sort_passes<Key, Bits, unsigned, GPU__SORT_ITEMS(sizeof(Bits), 4)>(j, context, last, out, in);
    return gpu__sort_passes<Key, Bits, unsigned long long, GPU__SORT_ITEMS(sizeof(Bits), 8)>(j, context, last, out, in);
}
#endif
