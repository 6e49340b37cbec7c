/* ---- The k largest of each row ----------------------------------------------------------------------------------- */

/* A warp reads a row once, by chunks that it holds in registers. Its lanes hold the 32 elements that come first so far,
   in order, as pairs of code and column. At least k elements of a chunk are within the k-th of the lanes' first codes,
   which bounds the few candidates that are inserted one by one. */
#ifdef __CUDA_ARCH__
template <class Bits> struct gpu__top_pick {
    typedef typename std::conditional<sizeof(Bits) < 4, unsigned, Bits>::type Code; /* as a shuffle moves it */
    Code code;
    unsigned column;
    __device__ __forceinline__ bool before(const gpu__top_pick &than) const
    {
        return code < than.code || (code == than.code && column < than.column);
    }
    __device__ __forceinline__ gpu__top_pick of_lane(int lane) const
    {
        return {__shfl_sync(~0u, code, lane), __shfl_sync(~0u, column, lane)};
    }
};
/* Sorts one code of each lane by a bitonic network. */
template <class Code> GPU__DEVICE_FN Code gpu__top_sort_lanes(Code v, int lane)
{
    GPU__UNROLLED (int run = 2; run <= 32; run *= 2)
        GPU__UNROLLED (int d = run / 2; d; d /= 2) {
            const Code other = __shfl_xor_sync(~0u, v, d);
            v = gpu__network_keep(v, other, !(lane & d) != !(lane & run % 32));
        }
    return v;
}
/* A chunk: rows of 32 quads, one for each lane, as in a selection. Elements beyond the end have the last code. */
template <auto Key, class Bits, int Items> struct gpu__top_chunk {
    typedef typename gpu__top_pick<Bits>::Code Code;
    static constexpr int Quad = sizeof(Bits) == 8 ? 2 : 4, Size = Items * 32;
    Code code[Items];
    GPU__DEVICE_FN unsigned at(int k, int lane) { return (unsigned)(k / Quad * (32 * Quad) + lane * Quad + k % Quad); }
    __device__ __forceinline__ void load(const Bits *x, unsigned left, bool quads, Bits flip, int lane)
    {
        alignas(16) Bits b[Items];
        if (quads && left >= Size) {
            GPU__UNROLLED (int k = 0; k < Items; k += Quad) gpu__move<Quad *(int)sizeof(Bits)>(b + k, x + at(k, lane));
        } else
            GPU__UNROLLED (int k = 0; k < Items; k++) b[k] = at(k, lane) < left ? x[at(k, lane)] : (Bits)0;
        GPU__UNROLLED (int k = 0; k < Items; k++) code[k] = (Code)(Bits)(Key(b[k]) ^ flip);
        if (left >= Size) return;
        GPU__UNROLLED (int k = 0; k < Items; k++)
            if (at(k, lane) >= left) code[k] = (Code) ~(Code)0;
    }
    /* An upper bound of the codes of the chunk's elements that may be among the first k, of which `kth` is the last one
       so far. */
    __device__ __forceinline__ Code bound(Code kth, int k, int lane) const
    {
        Code least = code[0];
        GPU__UNROLLED (int i = 1; i < Items; i++) least = code[i] < least ? code[i] : least;
        if (__popc(__ballot_sync(~0u, least <= kth)) < k) return kth;
        const Code within = __shfl_sync(~0u, gpu__top_sort_lanes(least, lane), k - 1);
        return within < kth ? within : kth;
    }
    __device__ __forceinline__ unsigned candidates(Code bound) const
    {
        unsigned mask = 0;
        GPU__UNROLLED (int i = 0; i < Items; i++) mask |= (unsigned)(code[i] <= bound) << i;
        return mask;
    }
};
/* Inserts those of the lanes' candidates that precede the k-th pick; `live`: whether this lane has one. */
template <class Pick>
GPU__DEVICE_FN void gpu__top_insert(Pick &pick, Pick &kth, const Pick &mine, bool live, int k, int lane)
{
    for (;;) {
        const unsigned votes = __ballot_sync(~0u, live && mine.before(kth));
        if (!votes) return;
        const int from = __ffs((int)votes) - 1;
        const Pick next = mine.of_lane(from), lower = pick.of_lane((lane - 1) & 31);
        const int rank = __popc(__ballot_sync(~0u, pick.before(next)));
        if (lane > rank) pick = lower;
        if (lane == rank) pick = next;
        if (lane == from) live = false;
        kth = pick.of_lane(k - 1);
    }
}
#endif
template <auto Key, class Bits, int Items> static __global__ void __launch_bounds__(GPU__TOP_WARPS * 32)
    gpu__top_of_rows(Bits *values, long long *index_out, const Bits *x, size_t rows, unsigned cols, int k, bool quads,
                     Bits flip)
{
    gpu__follow();
    typedef gpu__top_chunk<Key, Bits, Items> Chunk;
    typedef gpu__top_pick<Bits> Pick;
    const int lane = threadIdx.x % 32;
    const size_t row = (size_t)blockIdx.x * GPU__TOP_WARPS + threadIdx.x / 32;
    if (row >= rows) return;
    x += row * cols;
    Pick pick = {(typename Pick::Code) ~(typename Pick::Code)0, ~0u}, kth = pick;
    for (unsigned base = 0; base < cols; base += Chunk::Size) {
        Chunk chunk;
        chunk.load(x + base, cols - base, quads, flip, lane);
        unsigned mask = chunk.candidates(chunk.bound(kth.code, k, lane));
        while (__any_sync(~0u, mask != 0)) { /* loads the candidates once more, since registers have no index */
            const unsigned column = base + Chunk::at(__ffs((int)mask) - 1, lane);
            const bool live = mask && column < cols;
            const Pick mine = {live ? (typename Pick::Code)(Bits)(Key(x[column]) ^ flip) : kth.code, column};
            gpu__top_insert(pick, kth, mine, live, k, lane);
            mask &= mask - 1;
        }
    }
    if (lane >= k) return;
    values[row * k + lane] = x[pick.column];
    if (index_out) index_out[row * k + lane] = pick.column;
}
/* Launches gpu_top_rows. */
template <auto Key, auto Within, class Bits> static cudaError_t
gpu__top_rows_launch(const gpu__job *j, const gpu__launch_context *context, Bits last, void *out, const void *const *in)
{
    const gpu__sort_detail *const d = gpu__sort_of(j);
    const size_t rows = d->rows, cols = d->cols, k = gpu__sorted_of(j)->k;
    if (!gpu__top_by_warps(rows, cols, k)) return gpu__top_launch<Key, Within, Bits>(j, context, last, out, in);
    const Bits flip = d->descending ? (Bits) ~(Bits)0 : (Bits)0, *const x = (const Bits *)in[0];
    constexpr int Few = 8, Many = sizeof(Bits) == 8 ? 16 : 32;
    const size_t quad = gpu__access(gpu__min(16, 4 * (int)sizeof(Bits)));
    const bool quads = (uintptr_t)x % quad == 0 && cols * sizeof(Bits) % quad == 0;
    long long *const index = (long long *)(j->in[1].count ? in[1] : NULL);
    return gpu__launch(context, cols <= Few * 32 ? gpu__top_of_rows<Key, Bits, Few> : gpu__top_of_rows<Key, Bits, Many>,
                       gpu__ceil_div(rows, GPU__TOP_WARPS), GPU__TOP_WARPS * 32, 0, (Bits *)out, index, x, rows,
                       (unsigned)cols, (int)k, quads, flip);
}
