/* A tile is loaded in rows of 32 quads, one for each lane of a warp: a quad has 4 elements, or fewer if they are wide.
   Within a row at most 128 elements are selected, so four rows are counted in the bytes of one word, and one sum over
   the lanes serves all four. Tiles find their offsets in the result by decoupled look-back, in which a warp reads
   GPU__SELECT_WINDOW tiles at a time. Selected elements are gathered in shared memory, so that the stores are
   coalesced. */
GPU__DEVICE_FN void gpu__select_send(unsigned long long *p, bool whole, unsigned long long count)
{
    asm volatile("st.relaxed.gpu.global.u64 [%0], %1;" ::"l"(p), "l"((whole ? 2ull : 1ull) << 62 | count) : "memory");
}
GPU__DEVICE_FN unsigned long long gpu__select_receive(const unsigned long long *p)
{
    unsigned long long word;
    asm volatile("ld.relaxed.gpu.global.u64 %0, [%1];" : "=l"(word) : "l"(p) : "memory");
    return word;
}
/* The number of selected elements in all preceding tiles; all lanes of the warp get it. */
GPU__DEVICE_FN unsigned long long gpu__select_look_back(const unsigned long long *status, unsigned tile, int lane)
{
    constexpr int Words = GPU__SELECT_WINDOW / 32;
    unsigned long long count = 0;
    for (long long t = (long long)tile - 1 - lane;; t -= GPU__SELECT_WINDOW) {
        unsigned long long word[Words], part = 0;
        bool wait = false, found = false;
        GPU__UNROLLED (int k = 0; k < Words; k++)
            word[k] = t - k * 32 < 0 ? 2ull << 62 : gpu__select_receive(status + (t - k * 32));
        do {
            wait = false;
            GPU__UNROLLED (int k = 0; k < Words; k++) {
                if (word[k] == 0) word[k] = gpu__select_receive(status + (t - k * 32));
                wait |= word[k] == 0;
            }
        } while (__any_sync(~0u, wait));
        GPU__UNROLLED (int k = 0; k < Words; k++) { /* up to the nearest inclusive prefix */
            const unsigned whole = __ballot_sync(~0u, word[k] >> 63 != 0);
            if (!found && (!whole || lane < __ffs((int)whole))) part += word[k] & ((1ull << 62) - 1);
            found |= whole != 0;
        }
        GPU__UNROLLED (int d = 16; d; d /= 2) part += __shfl_xor_sync(~0u, part, d);
        count += part;
        if (found) return count;
    }
}
/* Limits a selection: at most `most` elements are written, and nothing is done if `needed` is not NULL and *needed is
   0. */
struct gpu__select_limits {
    size_t most;
    const unsigned *needed;
};
/* The shape of a tile, and what shared memory keeps of a selected element: for an index, the offset in the tile. */
template <class First, class Element, int Index> struct gpu__select_shape {
    static constexpr int Size = gpu__bytes_in<First>::value,
                         Items = GPU__SELECT_ITEMS(Index ? gpu__max(Size, 4) : (int)sizeof(Element));
    static constexpr int Quad = Size <= 4 && Items % 4 == 0 ? 4 : Size <= 8 && Items % 2 == 0 ? 2 : 1;
    static constexpr int Rows = Items / Quad, Words = (Rows + 3) / 4, Stride = 32 * Quad,
                         Tile = GPU__SELECT_THREADS * Items;
    typedef typename std::conditional<Index != 0, unsigned, gpu__pack<Element, 1>>::type Kept;
    static constexpr bool Staged = sizeof(Kept) * Tile <= 32768;
    static __device__ constexpr int at(int k) { return k / Quad * Stride + k % Quad; } /* of a thread's k-th element */
};
/* Loads one parameter's elements of a thread, whose first quad is at base + offset. Without Quads, the tile has less
   than Shape::Tile elements, or an array is not aligned: elements are loaded one by one, the last one in place of those
   that do not exist, since branches would delay the loads. */
template <class Shape, bool Quads, class Param>
GPU__DEVICE_FN void gpu__select_load(gpu__fragment<Param, Shape::Items> &x, typename Param::arg p, size_t base,
                                     unsigned offset, unsigned left)
{
    GPU__UNROLLED (int k = 0; k < Shape::Items; k += Quads ? Shape::Quad : 1) {
        const unsigned i = offset + Shape::at(k);
        if constexpr (Quads) x.template pack<Shape::Quad>(k, p, base + i);
        else x.one(k, p, base + (i < left ? i : left - 1));
    }
}
/* Loads a thread's elements; returns for which of them the condition holds, in bits. `more` becomes the elements of the
   parameters behind the first one. */
template <auto Condition, class Shape, bool Quads, class First, class... Param>
GPU__DEVICE_FN unsigned gpu__select_ask(gpu__fragment<First, Shape::Items> &value, size_t base, unsigned offset,
                                        unsigned left, typename First::arg x, typename Param::arg... in,
                                        gpu__fragment<Param, Shape::Items> &&...more)
{
    unsigned chosen = 0;
    gpu__select_load<Shape, Quads, First>(value, x, base, offset, left);
    (gpu__select_load<Shape, Quads, Param>(more, in, base, offset, left), ...);
    GPU__UNROLLED (int k = 0; k < Shape::Items; k++)
        if (Quads || offset + Shape::at(k) < left) chosen |= (unsigned)Condition(value.at(k), more.at(k)...) << k;
    return chosen;
}
/* Prefetches a tile of a parameter into L2. */
template <class Shape, class Type>
GPU__DEVICE_FN void gpu__select_prefetch(gpu__array<Type>, const Type *p, size_t start, size_t n)
{
    constexpr size_t Bytes = (size_t)Shape::Tile * sizeof(Type);
    for (size_t at = threadIdx.x * 128u; at < Bytes && start * sizeof(Type) + at < n * sizeof(Type);
         at += GPU__SELECT_THREADS * 128)
        asm volatile("prefetch.global.L2 [%0];" ::"l"((const char *)(p + start) + at));
}
template <class Shape, class Param> GPU__DEVICE_FN void gpu__select_prefetch(Param, typename Param::arg, size_t, size_t)
{
}
/* Before: in each byte, how many elements of a row this lane has selected. After: how many the lower lanes have;
   returns how many all lanes have. */
template <int Words> GPU__DEVICE_FN void gpu__select_rank(unsigned (&rank)[Words], unsigned (&all)[Words], int lane)
{
    GPU__UNROLLED (int w = 0; w < Words; w++) {
        const unsigned inclusive = gpu__sort_warp_sum(rank[w], lane);
        all[w] = __shfl_sync(~0u, inclusive, 31);
        rank[w] = inclusive - rank[w];
    }
}
/* Publishes the count of a tile; returns how many elements are selected before it. */
GPU__DEVICE_FN unsigned long long gpu__select_offset(unsigned long long *status, unsigned tile, unsigned total,
                                                     int lane)
{
    if (lane == 0) gpu__select_send(status + tile, tile == 0, total);
    if (tile == 0) return 0;
    const unsigned long long found = gpu__select_look_back(status, tile, lane);
    if (lane == 0) gpu__select_send(status + tile, true, found + total);
    return found;
}
/* Writes a thread's selected elements to their positions among those of the tile, of which there are less than `most`.
   `front` is the position of the first one of its warp. */
template <class Shape, int Index, class Value>
GPU__DEVICE_FN void gpu__select_gather(typename Shape::Kept *to, unsigned long long most, const Value &value,
                                       unsigned chosen, const unsigned (&rank)[Shape::Words],
                                       const unsigned (&all)[Shape::Words], unsigned front, unsigned offset)
{
    GPU__UNROLLED (int r = 0; r < Shape::Rows; r++) {
        unsigned at = front + (rank[r / 4] >> r % 4 * 8 & 255);
        front += all[r / 4] >> r % 4 * 8 & 255;
        GPU__UNROLLED (int k = r * Shape::Quad; k < (r + 1) * Shape::Quad; k++)
            if (chosen >> k & 1) {
                if constexpr (Index) to[at] = offset + Shape::at(k);
                else if (Shape::Staged || at < most) to[at].v[0] = value.at(k);
                at++;
            }
    }
}
/* Writes a tile's selected elements, which are in shared memory. Warps write whole lines, apart from the first one. */
template <int Index, class Element, class Kept>
GPU__DEVICE_FN void gpu__select_write(Element *out, const Kept *selected, size_t start, size_t most)
{
    const unsigned skip = (unsigned)((uintptr_t)out / sizeof(Element) % 32), end = (unsigned)most;
    for (unsigned i = (threadIdx.x - skip) % GPU__SELECT_THREADS; i < end; i += GPU__SELECT_THREADS) {
        if constexpr (Index) out[i] = (Element)(start + selected[i]);
        else *(gpu__pack<Element, 1> *)(out + i) = selected[i];
    }
}
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ < 800
#define GPU__SELECT_BOUND 2 /* a multiprocessor of these has 1024 threads */
#else
#define GPU__SELECT_BOUND GPU__SELECT_RESIDENT
#endif
/* Selects from one tile. `ahead`: the number of tiles that other blocks load at the same time; `aligned`: whether
   all arrays can be loaded in quads. */
template <auto Condition, int Index, class Element, class First, class... Param>
static __global__ void __launch_bounds__(GPU__SELECT_THREADS, GPU__SELECT_BOUND)
    gpu__select_kernel(Element *out, int64_t *count, unsigned long long *status, size_t n, unsigned tiles,
                       unsigned ahead, bool aligned, gpu__select_limits limits, typename First::arg x,
                       typename Param::arg... in)
{
    gpu__follow();
    typedef gpu__select_shape<First, Element, Index> Shape;
    typedef typename Shape::Kept Kept;
    constexpr int Items = Shape::Items, Quad = Shape::Quad, Rows = Shape::Rows, Words = Shape::Words,
                  Warps = GPU__SELECT_THREADS / 32;
    __shared__ Kept selected[Shape::Staged ? Shape::Tile : 1];
    __shared__ unsigned in_warp[Warps];
    __shared__ unsigned long long before;
    __shared__ unsigned drawn;
    const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    if (limits.needed && !*limits.needed) return;
    if (threadIdx.x == 0) drawn = (unsigned)atomicAdd(status, 1ull);
    __syncthreads();
    const unsigned tile = drawn, offset = warp * (Items * 32) + lane * Quad; /* of the thread's first quad */
    const size_t base = (size_t)tile * Shape::Tile;
    const unsigned left = n - base < Shape::Tile ? (unsigned)(n - base) : Shape::Tile;
    gpu__fragment<First, Items> value;
    unsigned chosen;
    if (left == Shape::Tile && aligned)
        chosen = gpu__select_ask<Condition, Shape, true, First, Param...>(value, base, offset, left, x, in...,
                                                                          gpu__fragment<Param, Items>()...);
    else
        chosen = gpu__select_ask<Condition, Shape, false, First, Param...>(value, base, offset, left, x, in...,
                                                                           gpu__fragment<Param, Items>()...);
    const size_t next = base + (size_t)ahead * Shape::Tile;
    gpu__select_prefetch<Shape>(First(), x, next, n);
    (gpu__select_prefetch<Shape>(Param(), in, next, n), ...);
    unsigned rank[Words] = {}, all[Words];
    GPU__UNROLLED (int k = 0; k < Items; k++) rank[k / Quad / 4] += (chosen >> k & 1) << k / Quad % 4 * 8;
    gpu__select_rank(rank, all, lane);
    unsigned sum = 0;
    GPU__UNROLLED (int r = 0; r < Rows; r++) sum += all[r / 4] >> r % 4 * 8 & 255;
    if (lane == 0) in_warp[warp] = sum;
    __syncthreads();
    const unsigned to_here = gpu__sort_warp_sum(lane < Warps ? in_warp[lane] : 0u, lane),
                   total = __shfl_sync(~0u, to_here, 31);
    const unsigned front = __shfl_sync(~0u, to_here, warp) - sum;
    if (warp == 0) {
        const unsigned long long found = gpu__select_offset(status + 1, tile, total, lane);
        if (lane == 0) before = found;
        if (lane == 0 && tile + 1 == tiles) *count = (int64_t)(found + total);
    }
    if constexpr (Shape::Staged)
        gpu__select_gather<Shape, Index>(selected, ~0ull, value, chosen, rank, all, front, offset);
    __syncthreads();
    if (before >= limits.most) return;
    const unsigned long long most = limits.most - before;
    if constexpr (Shape::Staged) gpu__select_write<Index>(out + before, selected, base, total < most ? total : most);
    else gpu__select_gather<Shape, Index>((Kept *)(out + before), most, value, chosen, rank, all, front, offset);
}
template <auto Condition, class Element, int Index, class First, class... Param>
static cudaError_t gpu__select_launch(size_t n, const gpu__launch_context *context, Element *out, int64_t *count,
                                      gpu__select_limits limits, typename First::arg x, typename Param::arg... in)
{
    typedef gpu__select_shape<First, Element, Index> Shape;
    const unsigned tiles = (unsigned)gpu__ceil_div(n, (size_t)Shape::Tile),
                   ahead = (unsigned)context->multiprocessors * GPU__SELECT_RESIDENT;
    const bool aligned =
        gpu__aligned(First(), x, 0, Shape::Quad) && (gpu__aligned(Param(), in, 0, Shape::Quad) && ... && true);
    const cudaError_t e =
        cudaMemsetAsync(context->space, 0, 8 + tiles * sizeof(uint64_t), (cudaStream_t)context->stream);
    return e ? e
             : gpu__launch(context, gpu__select_kernel<Condition, Index, Element, First, Param...>, tiles,
                           GPU__SELECT_THREADS, 0, out, count, (unsigned long long *)context->space, n, tiles, ahead,
                           aligned, limits, x, in...);
}

/* ---- Gather and scatter ------------------------------------------------------------------------------------------ */

template <size_t Size> using gpu__choose_word =
    typename std::conditional<Size == 8, unsigned long long, typename gpu__word<Size == 8 ? 4 : Size>::type>::type;
template <class Word> static __global__ void __launch_bounds__(256)
    gpu__gather_kernel(Word *out, const Word *x, size_t count, const int64_t *index, size_t n)
{
    gpu__follow();
    constexpr int Items = 4;
    const size_t start = (size_t)blockIdx.x * (256 * Items) + threadIdx.x;
    size_t at[Items];
    Word v[Items];
    GPU__UNROLLED (int k = 0; k < Items; k++)
        at[k] = start + k * 256 < n ? gpu__resolved_index(index[start + k * 256], count) : count;
    GPU__UNROLLED (int k = 0; k < Items; k++) v[k] = at[k] < count ? x[at[k]] : (Word)0;
    GPU__UNROLLED (int k = 0; k < Items; k++)
        if (start + k * 256 < n) out[start + k * 256] = v[k];
}
template <size_t Size>
static int gpu__gather_device(const gpu__job *j, const gpu__launch_context *context, void *out, const void *const *in)
{
    typedef gpu__choose_word<Size> Word;
    return (int)gpu__launch(context, gpu__gather_kernel<Word>, gpu__ceil_div(j->n, 1024), 256, 0, (Word *)out,
                            (const Word *)in[0], j->in[0].count, (const int64_t *)in[1], j->n);
}
/* Two launches: the first finds, for each position of the result, the last element that goes there; the second (Writes)
   writes these elements. */
template <class Number, class Word, bool Writes> static __global__ void __launch_bounds__(256)
    gpu__scatter_kernel(Word *out, Number *last, size_t count, const Word *x, const int64_t *index, size_t n)
{
    gpu__follow();
    const size_t i = (size_t)blockIdx.x * 256 + threadIdx.x;
    if (i >= n) return;
    const size_t at = gpu__resolved_index(index[i], count);
    if (at == count) return;
    if (!Writes) atomicMax(&last[at], (Number)(i + 1));
    else if (last[at] == (Number)(i + 1)) out[at] = x[i];
}
template <class Number, class Word> static cudaError_t
gpu__scatter(const gpu__job *j, const gpu__launch_context *context, Word *out, const Word *x, const int64_t *index)
{
    const size_t n = j->n, count = j->out_count, blocks = gpu__ceil_div(n, 256);
    Number *const last = (Number *)context->space;
    cudaError_t e = cudaMemsetAsync(last, 0, count * sizeof(Number), (cudaStream_t)context->stream);
    if (e || !n) return e;
    e = gpu__launch(context, gpu__scatter_kernel<Number, Word, false>, blocks, 256, 0, out, last, count, x, index, n);
    return e ? e
             : gpu__launch(context, gpu__scatter_kernel<Number, Word, true>, blocks, 256, 0, out, last, count, x, index,
                           n);
}
template <size_t Size>
static int gpu__scatter_device(const gpu__job *j, const gpu__launch_context *context, void *out, const void *const *in)
{
    typedef gpu__choose_word<Size> Word;
    const auto scatter = j->n >> 32 ? gpu__scatter<unsigned long long, Word> : gpu__scatter<unsigned, Word>;
    return (int)scatter(j, context, (Word *)out, (const Word *)in[1], (const int64_t *)in[2]);
}
