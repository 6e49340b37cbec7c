/* Radix sort. Short rows: a block sorts a row, or a group of very short ones, in shared memory. Longer rows: a first
   kernel counts the digits of all passes; each pass then reads and writes the elements once ("onesweep"). A tile finds
   the positions of its elements of each digit by decoupled look-back. Within a tile the rank of an element comes from
   counters, one for each digit and warp; lanes with the same digit find each other by votes. */

template <class Bits> struct gpu__sort_digit {
    unsigned flip; /* all bits of a digit, for descending order, or 0 */
    int shift;
    template <auto Key> __device__ __forceinline__ unsigned of(Bits b) const
    {
        return ((unsigned)(Key(b) >> shift) & (GPU__DIGITS - 1)) ^ flip;
    }
};

#ifdef __CUDA_ARCH__
/* The status word of a digit in a tile: 3 bits of state, 29 bits of count. Odd and even passes use different states, so
   that words of the previous pass are recognised, and the words are cleared only once for all passes. */
GPU__DEVICE_FN unsigned gpu__sort_status(int pass, bool whole) { return 1 + pass % 2 * 2 + whole; }
GPU__DEVICE_FN void gpu__sort_send(unsigned *p, unsigned what, unsigned count)
{
    asm volatile("st.relaxed.gpu.global.u32 [%0], %1;" ::"l"(p), "r"(what << 29 | count) : "memory");
}
GPU__DEVICE_FN unsigned gpu__sort_receive(const unsigned *p)
{
    unsigned word;
    asm volatile("ld.relaxed.gpu.global.u32 %0, [%1];" : "=r"(word) : "l"(p) : "memory");
    return word;
}
/* The number of elements of this digit in the preceding tiles; the word of the first tile is an inclusive prefix.
   Several words are loaded at a time, since each load has the latency of the L2 cache; the memory before the first
   tile's words may be read. */
GPU__DEVICE_FN unsigned gpu__sort_look_back(const unsigned *word, int pass)
{
    const unsigned part = gpu__sort_status(pass, false), whole = gpu__sort_status(pass, true);
    unsigned count = 0;
    for (;; word -= GPU__SORT_AHEAD * GPU__DIGITS) {
        unsigned seen[GPU__SORT_AHEAD];
        GPU__UNROLLED (int k = 0; k < GPU__SORT_AHEAD; k++) seen[k] = gpu__sort_receive(word - (k + 1) * GPU__DIGITS);
        GPU__UNROLLED (int k = 0; k < GPU__SORT_AHEAD; k++) {
            while (seen[k] >> 29 != part && seen[k] >> 29 != whole)
                seen[k] = gpu__sort_receive(word - (k + 1) * GPU__DIGITS);
            count += seen[k] & 0x1fffffffu;
            if (seen[k] >> 29 == whole) return count;
        }
    }
}

/* The lanes that have the same value of the bit as this one. Written in C++, a bit takes seven instructions instead of
   three. */
GPU__DEVICE_FN unsigned gpu__sort_like(unsigned v, unsigned bit)
{
    unsigned vote;
    asm volatile("{ .reg .pred set;\n\t"
                 "and.b32 %0, %1, %2;\n\t"
                 "setp.ne.u32 set, %0, 0;\n\t"
                 "vote.sync.ballot.b32 %0, set, 0xffffffff;\n\t"
                 "@!set not.b32 %0, %0; }"
                 : "=r"(vote)
                 : "r"(v), "r"(bit));
    return vote;
}
/* The lanes of the warp that have the same digit. `digits` is 4 times the digit; higher bits are ignored. */
GPU__DEVICE_FN unsigned gpu__sort_peers(unsigned digits)
{
    unsigned like[8];
    GPU__UNROLLED (int bit = 0; bit < 8; bit++) like[bit] = gpu__sort_like(digits, 4u << bit);
    const unsigned a = like[0] & like[1] & like[2], b = like[3] & like[4] & like[5];
    return like[6] & like[7] & a & b;
}
/* Inclusive sum over the lanes of a warp. */
template <class Count> GPU__DEVICE_FN Count gpu__sort_warp_sum(Count v, int lane)
{
    GPU__UNROLLED (int d = 1; d < 32; d *= 2) {
        const Count below = __shfl_up_sync(~0u, v, d);
        if (lane >= d) v += below;
    }
    return v;
}
/* Exclusive sum over the first 256 threads; `sums` has one element for each of their warps. */
template <class Count> GPU__DEVICE_FN Count gpu__sort_digit_sum(Count v, Count *sums)
{
    const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    const Count inclusive = gpu__sort_warp_sum(v, lane);
    Count before = inclusive - v;
    if (warp < GPU__DIGITS / 32 && lane == 31) sums[warp] = inclusive;
    __syncthreads();
    GPU__UNROLLED (int w = 0; w < GPU__DIGITS / 32 - 1; w++)
        if (w < warp) before += sums[w];
    return before;
}

/* The ranks of a tile's elements; each lane has every 32nd of its warp's elements. */
template <int Threads, int Items> struct gpu__sort_ranks {
    static constexpr int Warps = Threads / 32;
    unsigned *counters;   /* GPU__DIGITS for each warp */
    unsigned rank[Items]; /* before assign(k): the offset of its digit's counter */
    __device__ __forceinline__ gpu__sort_ranks(unsigned *counters_) : counters(counters_) {}
    __device__ __forceinline__ void clear()
    {
        for (int i = threadIdx.x; i < Warps * GPU__DIGITS; i += Threads) counters[i] = 0;
    }
    __device__ __forceinline__ unsigned &counter(unsigned offset) { return *(unsigned *)((char *)counters + offset); }
    __device__ __forceinline__ void count(int k, unsigned digit)
    {
        rank[k] = threadIdx.x / 32 * (GPU__DIGITS * 4) ^ digit * 4;
        atomicAdd(&counter(rank[k]), 1u);
    }
    /* In thread d, `total` becomes the number of elements with digit d in the tile, and the result is the rank of the
       first of them. The counters become the ranks of each warp's first elements. */
    template <class Publish>
    __device__ __forceinline__ unsigned start(unsigned *sums, unsigned &total, const Publish &publish)
    {
        unsigned count[Warps], first;
        total = 0;
        if (threadIdx.x < GPU__DIGITS) {
            GPU__UNROLLED (int w = 0; w < Warps; w++) total += count[w] = counters[w * GPU__DIGITS + threadIdx.x];
            publish(total);
        }
        unsigned next = first = gpu__sort_digit_sum(total, sums);
        if (threadIdx.x < GPU__DIGITS)
            GPU__UNROLLED (int w = 0; w < Warps; w++) {
                counters[w * GPU__DIGITS + threadIdx.x] = next;
                next += count[w];
            }
        __syncthreads();
        return first;
    }
    /* Lanes with the same digit get consecutive ranks, from the lowest lane on; the highest one updates the counter. */
    __device__ __forceinline__ void assign(int k, int lane)
    {
        const unsigned offset = rank[k], peers = gpu__sort_peers(offset), below = (1u << lane) - 1;
        rank[k] = counter(offset) + __popc(peers & below);
        __syncwarp();
        if (!(peers & ~below << 1)) counter(offset) = rank[k] + 1;
        __syncwarp();
    }
};
#endif

/* -- rows that a block sorts -- */

template <class Bits> struct gpu__sort_block_args {
    Bits *keys_out; /* NULL: only the index is wanted */
    const Bits *keys;
    unsigned char *values_out;   /* NULL: only keys are wanted */
    const unsigned char *values; /* NULL: the index */
    size_t rows;
    unsigned cols, group, value; /* group: rows of a block; value: bytes of a value */
    bool descending;
};
template <class Value, int Items, class Position>
GPU__DEVICE_FN void gpu__sort_block_values(Value *out, const Value *in, unsigned n, unsigned cols,
                                           const unsigned short *origin, const Position &position)
{
    Value v[Items];
    GPU__UNROLLED (int k = 0; k < Items; k++) {
        const unsigned i = position(k);
        if (i < n) v[k] = in ? in[origin[i]] : (Value)(cols < n ? origin[i] % cols : origin[i]);
    }
    __syncthreads(); /* out may be the same array as in */
    GPU__UNROLLED (int k = 0; k < Items; k++)
        if (position(k) < n) out[position(k)] = v[k];
}
/* Sorts a group of rows in a block's shared memory, digit by digit. */
template <auto Key, class Bits, int Threads> static __global__ void __launch_bounds__(Threads)
    gpu__sort_block(gpu__sort_block_args<Bits> a)
{
    gpu__follow();
    constexpr int Warps = Threads / 32, Items = GPU__SORT_BLOCK_ITEMS, Most = Threads * Items, Passes = sizeof(Bits);
    __shared__ Bits keys[Most];
    __shared__ unsigned short origins[Most];
    __shared__ unsigned counters[Warps * GPU__DIGITS], sums[GPU__DIGITS / 32];
    const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    const size_t row = (size_t)blockIdx.x * a.group, start = row * a.cols;
    const unsigned n = (unsigned)(a.rows - row < a.group ? a.rows - row : a.group) * a.cols;
    const int items = (int)((n + Threads - 1) / Threads); /* maximum for a lane */
    const bool carry = a.values_out || a.group > 1;
    auto position = [&](int k) { return k < items ? (unsigned)((warp * items + k) * 32 + lane) : ~0u; };
    gpu__sort_ranks<Threads, Items> ranks(counters);
    Bits key[Items];
    unsigned short origin[Items];
    GPU__UNROLLED (int k = 0; k < Items; k++) {
        const unsigned i = position(k);
        key[k] = i < n ? a.keys[start + i] : (Bits)0;
        origin[k] = (unsigned short)i;
    }
    for (int pass = 0; pass < Passes + (a.group > 1); pass++) {
        const gpu__sort_digit<Bits> digit = {a.descending ? GPU__DIGITS - 1u : 0u, pass % Passes * 8};
        auto digit_of = [&](int k) {
            if (position(k) >= n) return GPU__DIGITS - 1u; /* sorts after all others */
            if (pass < Passes) return digit.template of<Key>(key[k]);
            const unsigned r = origin[k] / a.cols; /* the last pass separates the rows */
            return r < 255 ? r : 255u;
        };
        unsigned total;
        ranks.clear();
        __syncthreads();
        GPU__UNROLLED (int k = 0; k < Items; k++)
            if (k < items) ranks.count(k, digit_of(k));
        __syncthreads();
        ranks.start(sums, total, [](unsigned) {});
        GPU__UNROLLED (int k = 0; k < Items; k++)
            if (k < items) {
                ranks.assign(k, lane);
                keys[ranks.rank[k]] = key[k];
                if (carry) origins[ranks.rank[k]] = origin[k];
            }
        __syncthreads();
        GPU__UNROLLED (int k = 0; k < Items; k++)
            if (k < items) {
                key[k] = keys[position(k)];
                if (carry) origin[k] = origins[position(k)];
            }
    }
    GPU__UNROLLED (int k = 0; k < Items; k++)
        if (a.keys_out && position(k) < n) a.keys_out[start + position(k)] = key[k];
    if (a.values_out && a.value == 8)
        gpu__sort_block_values<unsigned long long, Items>(
            (unsigned long long *)a.values_out + start, a.values ? (const unsigned long long *)a.values + start : NULL,
            n, a.cols, origins, position);
    else if (a.values_out)
        gpu__sort_block_values<unsigned, Items>((unsigned *)a.values_out + start,
                                                a.values ? (const unsigned *)a.values + start : NULL, n, a.cols,
                                                origins, position);
}
template <auto Key, class Bits> static cudaError_t
gpu__sort_blocks(const gpu__sort_detail *d, const gpu__launch_context *context, void *out, const void *const *in)
{
    const size_t rows = d->rows, cols = d->cols;
    const bool index = d->index, value = d->value != 0;
    size_t group = 1;
    while (group < 128 && 2 * group * cols <= 1024) group *= 2;
    gpu__sort_block_args<Bits> a = {};
    a.keys_out = index ? NULL : (Bits *)out;
    a.keys = (const Bits *)in[0];
    a.values_out = (unsigned char *)(index ? out : value ? (void *)in[2] : NULL);
    a.values = (const unsigned char *)(value && !index ? in[1] : NULL);
    a.rows = rows, a.cols = (unsigned)cols, a.group = (unsigned)(group < rows ? group : rows);
    a.value = (unsigned)d->value, a.descending = d->descending;
    const bool few = a.group * cols <= 256 * GPU__SORT_BLOCK_ITEMS;
    return gpu__launch(context, few ? gpu__sort_block<Key, Bits, 256> : gpu__sort_block < Key, Bits,
                       sizeof(Bits) <= 4 ? 512 : 256 >, gpu__ceil_div(rows, a.group), few ? 256 : 512, 0, a);
}

/* -- longer rows -- */

/* Counts the digits of each pass: counts[row][pass][digit]. `share` blocks read a row. */
template <auto Key, class Bits> static __global__ void __launch_bounds__(256)
    gpu__sort_count(unsigned long long *counts, const Bits *in, size_t cols, unsigned share, Bits flip,
                    const unsigned *needed)
{
    gpu__follow();
    if (needed && !*needed) return;
    constexpr int Passes = sizeof(Bits), Batch = 8;
    __shared__ unsigned count[Passes * GPU__DIGITS];
    const size_t row = blockIdx.x / share, step = (size_t)share * 256, begin = blockIdx.x % share * 256u + threadIdx.x;
    for (int i = threadIdx.x; i < Passes * GPU__DIGITS; i += 256) count[i] = 0;
    __syncthreads();
    in += row * cols;
    auto add = [&](Bits b) {
        b = Key(b) ^ flip;
        GPU__UNROLLED (int p = 0; p < Passes; p++)
            atomicAdd(&count[p * GPU__DIGITS + (unsigned)(b >> p * 8 & (GPU__DIGITS - 1))], 1u);
    };
    size_t i = begin;
    for (; i + (Batch - 1) * step < cols; i += Batch * step) {
        Bits b[Batch];
        GPU__UNROLLED (int k = 0; k < Batch; k++) b[k] = in[i + k * step];
        GPU__UNROLLED (int k = 0; k < Batch; k++) add(b[k]);
    }
    for (; i < cols; i += step) add(in[i]);
    __syncthreads();
    for (int d = threadIdx.x; d < Passes * GPU__DIGITS; d += 256)
        if (count[d]) atomicAdd(&counts[row * (Passes * GPU__DIGITS) + d], (unsigned long long)count[d]);
}
/* Replaces the counts of a pass by the positions of each digit's first element. */
template <int Digits> static __global__ void __launch_bounds__(Digits) gpu__sort_offsets(unsigned long long *counts)
{
    gpu__follow();
    __shared__ unsigned long long sums[Digits / 32];
    unsigned long long *const mine = counts + (size_t)blockIdx.x * Digits + threadIdx.x;
    *mine = gpu__sort_digit_sum(*mine, sums);
}

/* A pass moves words: keys or, if keys and values have 4 bytes each, pairs of both with the key in the lower half. The
   first pass combines the pairs, the last one splits them. Values of other sizes move separately, after the keys. */
template <class Bits, class Word> struct gpu__sort_pass_args {
    const void *in;                                 /* words or keys */
    void *out;                                      /* NULL: the keys are not wanted */
    const void *values;                             /* separate from the keys; NULL: the index */
    void *values_out;                               /* NULL: words */
    size_t cols, begin;                             /* columns of a row; the first column of this launch */
    unsigned count, tiles;                          /* elements and tiles of a row in this launch */
    unsigned long long *positions, *positions_next; /* for this pass, first row; for the next launch, or NULL */
    unsigned *status, *ticket;
    const unsigned *needed; /* NULL, or 0 there: nothing is to be done */
    unsigned flip;
    int pass;
    bool words_in; /* in holds words */
    bool wide;     /* values of 4 bytes are written as 8 */
};
template <auto Key, class Bits, class Word, class Value, int Items> struct gpu__sort_tile {
    static constexpr int Threads = GPU__SORT_THREADS(sizeof(Bits), sizeof(Value)), Warps = Threads / 32,
                         Tile = Threads * Items;
    static constexpr bool Together = sizeof(Word) > sizeof(Bits), Apart = !Together && sizeof(Value) > 1;
    static constexpr int Widest = sizeof(Word) > sizeof(Value) ? sizeof(Word) : sizeof(Value),
                         Bytes = Tile * Widest > Warps *GPU__DIGITS * 4 ? Tile *Widest : Warps *GPU__DIGITS * 4;
    typedef gpu__sort_pass_args<Bits, Word> Args;
#ifdef __CUDA_ARCH__
    typedef gpu__sort_ranks<Threads, Items> Ranks;
    /* Each lane loads every 32nd of its warp's elements. */
    template <bool Full> GPU__DEVICE_FN void load(const Args &a, Word (&word)[Items], Ranks &ranks,
                                                  const gpu__sort_digit<Bits> &digit, size_t start, size_t column,
                                                  unsigned first, unsigned n)
    {
        GPU__UNROLLED (int k = 0; k < Items; k++) {
            const unsigned i = first + k * 32;
            if (!Full && i >= n) word[k] = 0;
            else if (Together && a.words_in) word[k] = ((const Word *)a.in)[start + i];
            else word[k] = ((const Bits *)a.in)[start + i];
        }
        if constexpr (Together) {
            GPU__UNROLLED (int k = 0; k < Items && !a.words_in; k++) {
                const unsigned i = first + k * 32;
                unsigned v = (unsigned)(column + i);
                if (a.values) v = Full || i < n ? ((const unsigned *)a.values)[start + i] : 0u;
                word[k] |= (Word)v << 32;
            }
        }
        GPU__UNROLLED (int k = 0; k < Items; k++) /* missing elements sort after all others */
            ranks.count(k, Full || first + k * 32 < n ? digit.template of<Key>((Bits)word[k]) : GPU__DIGITS - 1u);
    }
    template <bool Full> GPU__DEVICE_FN void load_values(const Args &a, Value (&v)[Items], size_t start, size_t column,
                                                         unsigned first, unsigned n)
    {
        GPU__UNROLLED (int k = 0; k < Items; k++) {
            const unsigned i = first + k * 32;
            v[k] = !a.values ? (Value)(column + i) : Full || i < n ? ((const Value *)a.values)[start + i] : (Value)0;
        }
    }
    /* Writes element i of the sorted tile to the position that follows from its digit. The barriers keep the compiler
       from collecting the stores, which take up to 7 % longer in bursts. */
    template <bool Full> GPU__DEVICE_FN void store(const Args &a, const Word *sorted, char *const *to,
                                                   char *const *values_to, unsigned char (&digits)[Items],
                                                   const gpu__sort_digit<Bits> &digit, unsigned n)
    {
        GPU__UNROLLED (int k = 0; k < Items; k++) {
            const unsigned i = k * Threads + threadIdx.x;
            const Word w = sorted[i];
            const unsigned d = digit.template of<Key>((Bits)w);
            char *const early = Full ? NULL : to[d]; /* before the barrier, so that no branch is around it and d */
            __syncwarp();
            if (Apart) digits[k] = (unsigned char)d;
            if (!Full && i >= n) continue;
            if (!Together || !a.values_out) {
                if (sizeof(Value) == 1 || a.out) at<Word>(Full ? to[d] : early)[k * Threads] = w;
            } else {
                if (a.out) at<Bits>(Full ? to[d] : early)[k * Threads] = (Bits)w;
                store_value(a, values_to[d], k, (unsigned)((unsigned long long)w >> 32));
            }
        }
    }
    /* The address of this thread's first element, given that of the tile's first one. */
    template <class T> GPU__DEVICE_FN T *at(char *to)
    {
        T *const p = (T *)to + threadIdx.x;
        __builtin_assume(__isGlobal(p));
        return p;
    }
    template <class V> GPU__DEVICE_FN void store_value(const Args &a, char *to, int k, V v)
    {
        if (sizeof(V) == 4 && a.wide) at<unsigned long long>(to)[k * Threads] = v;
        else at<V>(to)[k * Threads] = v;
    }
    template <bool Full> GPU__DEVICE_FN void store_values(const Args &a, const Value *sorted, char *const *to,
                                                          const unsigned char (&digits)[Items], unsigned n)
    {
        GPU__UNROLLED (int k = 0; k < Items; k++) {
            const unsigned i = k * Threads + threadIdx.x;
            __syncwarp();
            if (Full || i < n) store_value(a, to[digits[k]], k, sorted[i]);
        }
    }
#endif
};
/* One pass of the sort over one tile. */
template <auto Key, class Bits, class Word, class Value, int Items> static __global__ void
__launch_bounds__(GPU__SORT_THREADS(sizeof(Bits), sizeof(Value)), sizeof(Bits) <= 4 && sizeof(Value) <= 1 ? 4 : 2)
    gpu__sort_pass_kernel(gpu__sort_pass_args<Bits, Word> a)
{
    gpu__follow();
    typedef gpu__sort_tile<Key, Bits, Word, Value, Items> Tile;
    __shared__ alignas(16) unsigned char storage[Tile::Bytes]; /* counters, then words, then values */
    /* The addresses of the tile's first element, and of its value, if all had this digit. */
    __shared__ char *to[GPU__DIGITS], *values_to[sizeof(Value) > 1 ? GPU__DIGITS : 1];
    __shared__ unsigned sums[GPU__DIGITS / 32], drawn;
    const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    const gpu__sort_digit<Bits> digit = {a.flip, a.pass * 8};
    typename Tile::Ranks ranks((unsigned *)storage);
    if (a.needed && !*a.needed) return;
    if (threadIdx.x == 0) drawn = atomicAdd(a.ticket, 1u);
    ranks.clear();
    __syncthreads();

    const size_t row = drawn / a.tiles;
    const unsigned tile = (unsigned)(drawn - row * a.tiles), begin = tile * Tile::Tile,
                   n = a.count - begin < Tile::Tile ? a.count - begin : Tile::Tile, first = warp * (Items * 32) + lane;
    const size_t column = a.begin + begin, start = row * a.cols + column;
    const bool full = n == Tile::Tile;
    Word word[Items];
    if (full) Tile::template load<true>(a, word, ranks, digit, start, column, first, n);
    else Tile::template load<false>(a, word, ranks, digit, start, column, first, n);
    __syncthreads();
    unsigned *const status = a.status + (size_t)drawn * GPU__DIGITS + threadIdx.x;
    unsigned total;
    const unsigned local = ranks.start(
        sums, total, [&](unsigned count) { gpu__sort_send(status, gpu__sort_status(a.pass, tile == 0), count); });
    GPU__UNROLLED (int k = 0; k < Items; k++) ranks.assign(k, lane);
    __syncthreads();
    GPU__UNROLLED (int k = 0; k < Items; k++) ((Word *)storage)[ranks.rank[k]] = word[k];
    if (threadIdx.x < GPU__DIGITS) {
        const size_t position = row * (sizeof(Bits) * GPU__DIGITS) + threadIdx.x;
        const size_t goes = (size_t)a.positions[position];
        const unsigned before = tile ? gpu__sort_look_back(status, a.pass) : 0;
        if (tile) gpu__sort_send(status, gpu__sort_status(a.pass, true), before + total);
        const size_t at = row * a.cols + goes + before - local;
        to[threadIdx.x] = (char *)a.out + at * (Tile::Together && a.values_out ? sizeof(Bits) : sizeof(Word));
        if (sizeof(Value) > 1) values_to[threadIdx.x] = (char *)a.values_out + at * (a.wide ? 8 : sizeof(Value));
        if (a.positions_next && tile + 1 == a.tiles) a.positions_next[position] = goes + before + total;
    }
    __syncthreads();
    unsigned char digits[Items];
    if (full) Tile::template store<true>(a, (const Word *)storage, to, values_to, digits, digit, n);
    else Tile::template store<false>(a, (const Word *)storage, to, values_to, digits, digit, n);
    if constexpr (Tile::Apart) {
        Value v[Items];
        if (full) Tile::template load_values<true>(a, v, start, column, first, n);
        else Tile::template load_values<false>(a, v, start, column, first, n);
        __syncthreads();
        GPU__UNROLLED (int k = 0; k < Items; k++) ((Value *)storage)[ranks.rank[k]] = v[k];
        __syncthreads();
        if (full) Tile::template store_values<true>(a, (const Value *)storage, values_to, digits, n);
        else Tile::template store_values<false>(a, (const Value *)storage, values_to, digits, n);
    }
}

/* Counts the digits of all passes, and converts the counts to positions. */
template <auto Key, class Bits>
static cudaError_t gpu__sort_count_all(const gpu__sort_plan *p, const gpu__launch_context *context, const void *in,
                                       Bits flip, const unsigned *needed)
{
    unsigned long long *const counts = (unsigned long long *)((char *)context->space + p->counts);
    const size_t most = gpu__ceil_div((size_t)context->multiprocessors * 8, p->rows),
                 want = gpu__ceil_div(p->cols, 4096);
    const unsigned share = (unsigned)(want < most ? want : most);
    cudaError_t e = cudaMemsetAsync(context->space, 0, p->keys, (cudaStream_t)context->stream);
    if (!e)
        e = gpu__launch(context, gpu__sort_count<Key, Bits>, p->rows * share, 256, 0, counts, (const Bits *)in, p->cols,
                        share, flip, needed);
    return e ? e : gpu__launch(context, gpu__sort_offsets<GPU__DIGITS>, p->rows * sizeof(Bits), GPU__DIGITS, 0, counts);
}
/* One pass over all rows; one launch for each portion of the columns. */
template <auto Key, class Bits, class Word, class Value, int Items> static cudaError_t
gpu__sort_pass_of(const gpu__sort_plan *p, const gpu__launch_context *context, gpu__sort_pass_args<Bits, Word> a)
{
    char *const space = (char *)context->space;
    unsigned long long *const counts = (unsigned long long *)(space + p->counts) + a.pass * GPU__DIGITS;
    const size_t counters = p->rows * sizeof(Bits) * GPU__DIGITS;
    cudaError_t e = cudaSuccess;
    for (size_t q = 0; q < p->portions && !e; q++) {
        const size_t left = p->cols - q * p->portion;
        a.begin = q * p->portion, a.count = (unsigned)(left < p->portion ? left : p->portion);
        a.tiles = (unsigned)gpu__ceil_div(a.count, p->tile);
        a.positions = counts + q % 2 * counters;
        a.positions_next = q + 1 < p->portions ? counts + (q + 1) % 2 * counters : NULL;
        a.status = (unsigned *)(space + p->status) + p->rows * (q * (p->portion / p->tile)) * GPU__DIGITS;
        a.ticket = (unsigned *)(space + p->tickets) + a.pass * p->portions + q;
        e = gpu__launch(context, gpu__sort_pass_kernel<Key, Bits, Word, Value, Items>, p->rows * a.tiles,
                        GPU__SORT_THREADS(sizeof(Bits), sizeof(Value)), 0, a);
    }
    return e;
}
/* All passes. Keys without values, or separate from them, alternate between the workspace and the result, which the
   last pass writes. Pairs of both alternate between two parts of the workspace. */
template <auto Key, class Bits, class Word, class Value> static cudaError_t
gpu__sort_passes(const gpu__sort_detail *d, const gpu__launch_context *context, void *out, const void *const *in)
{
    constexpr int Passes = sizeof(Bits), Items = GPU__SORT_ITEMS(sizeof(Bits), sizeof(Value));
    constexpr bool Together = sizeof(Word) > sizeof(Bits), Values = sizeof(Value) > 1;
    const cudaStream_t stream = (cudaStream_t)context->stream;
    const bool index = d->index;
    const size_t n = d->rows * d->cols;
    char *const space = (char *)context->space;
    gpu__sort_plan p;
    gpu__sort_plan_of(&p, d);
    void *const keys_out = index ? space + p.more_keys : (char *)out;
    void *const sorted_values = Values ? (void *)in[2] : NULL; /* a sort of keys alone has no third array */
    void *const values_out = index ? out : sorted_values;
    void *const keys = space + p.keys, *const more_keys = space + p.more_keys, *const values = space + p.values;
    gpu__sort_pass_args<Bits, Word> a = {};
    a.needed = d->needed;
    a.in = in[0], a.values = index || !Values ? NULL : in[1];
    a.cols = p.cols, a.flip = d->descending ? GPU__DIGITS - 1 : 0;
    cudaError_t e = gpu__sort_count_all<Key, Bits>(&p, context, a.in, a.flip ? (Bits) ~(Bits)0 : (Bits)0, a.needed);
    if (Passes % 2 && a.in == keys_out && !e) /* a pass must not write to the memory that it reads */
        e = cudaMemcpyAsync(keys, a.in, n * sizeof(Bits), cudaMemcpyDeviceToDevice, stream), a.in = keys;
    if (Passes % 2 && a.values && a.values == values_out && !e)
        e = cudaMemcpyAsync(values, a.values, n * sizeof(Value), cudaMemcpyDeviceToDevice, stream), a.values = values;
    for (int pass = 0; pass < Passes && !e; pass++) {
        const bool final = pass + 1 == Passes, to_out = (Passes - pass) % 2;
        a.pass = pass, a.words_in = Together && pass;
        a.wide = final && p.moved < d->value;
        a.out = final && index ? NULL : Together && !final ? to_out ? more_keys : keys : to_out ? keys_out : keys;
        a.values_out = !Values || (Together && !final) ? NULL : to_out ? values_out : values;
        e = gpu__sort_pass_of<Key, Bits, Word, Value, Items>(&p, context, a);
        a.in = a.out, a.values = a.values_out;
    }
    return e;
}
template <auto Key, class Bits> static cudaError_t
gpu__sort_keys(const gpu__sort_detail *d, const gpu__launch_context *context, void *out, const void *const *in)
{
    if (!context->space) return gpu__sort_blocks<Key, Bits>(d, context, out, in);
    return gpu__sort_passes<Key, Bits, Bits, unsigned char>(d, context, out, in);
}
template <auto Key, class Bits> static cudaError_t
gpu__sort_with(const gpu__sort_detail *d, const gpu__launch_context *context, void *out, const void *const *in)
{
    typedef typename std::conditional<sizeof(Bits) == 4, unsigned long long, Bits>::type Word;
    gpu__sort_plan p;
    if (!context->space) return gpu__sort_blocks<Key, Bits>(d, context, out, in);
    gpu__sort_plan_of(&p, d);
    if (p.moved == 4) return gpu__sort_passes<Key, Bits, Word, unsigned>(d, context, out, in);
    return gpu__sort_passes<Key, Bits, Bits, unsigned long long>(d, context, out, in);
}
