
#ifdef GPU_ORDER
/* ---- Selection --------------------------------------------------------------------------------------------------- */

/* Each lane of a warp has every 32nd of the warp's elements, so votes count the selected elements before each one.
   Tiles find their offsets in the result by decoupled look-back, in which a warp reads 32 tiles at a time. Selected
   elements are gathered in shared memory, so that the stores are coalesced. */
#ifdef __CUDA_ARCH__
static __device__ __forceinline__ void gpu__select_send(unsigned long long *p, bool whole, unsigned long long count)
{
    asm volatile("st.relaxed.gpu.global.u64 [%0], %1;" ::"l"(p), "l"((whole ? 2ull : 1ull) << 62 | count) : "memory");
}
static __device__ __forceinline__ unsigned long long gpu__select_receive(const unsigned long long *p)
{
    unsigned long long word;
    asm volatile("ld.relaxed.gpu.global.u64 %0, [%1];" : "=l"(word) : "l"(p) : "memory");
    return word;
}
/* The number of selected elements in all preceding tiles; all lanes of the warp get it. */
static __device__ __forceinline__ unsigned long long gpu__select_look_back(const unsigned long long *status,
                                                                           unsigned tile, int lane)
{
    unsigned long long count = 0;
    for (long long t = (long long)tile - 1 - lane;; t -= 32) {
        unsigned long long word = t < 0 ? 2ull << 62 : 0;
        while (__any_sync(~0u, word == 0))
            if (word == 0) word = gpu__select_receive(status + t);
        const unsigned whole = __ballot_sync(~0u, word >> 63 != 0);
        unsigned long long part = whole && lane > __ffs((int)whole) - 1 ? 0 : word & ((1ull << 62) - 1);
#pragma unroll
        for (int d = 16; d; d /= 2) part += __shfl_xor_sync(~0u, part, d);
        count += part;
        if (whole) return count;
    }
}
#endif
/* Limits a selection: at most so many elements are written, and nothing is done if `needed` is not NULL and *needed is
   0. */
struct gpu__select_limits {
    size_t most;
    const unsigned *needed;
};
/* Selects from one tile; offsets come from the decoupled look-back. */
template <auto Condition, int Index, int Items, class Element, class First, class... Param>
static __global__ void __launch_bounds__(GPU__SELECT_THREADS)
    gpu__select_kernel(Element *out, int64_t *count, unsigned long long *status, size_t n, unsigned tiles,
                       gpu__select_limits limits, typename First::arg x, typename Param::arg... in)
{
#ifdef __CUDA_ARCH__
    constexpr int Threads = GPU__SELECT_THREADS, Warps = Threads / 32, Tile = Threads * Items;
    constexpr bool Staged = sizeof(Element) * Tile <= 32768;
    __shared__ gpu__pack<Element, 1> selected[Staged ? Tile : 1];
    __shared__ unsigned in_warp[Warps];
    __shared__ unsigned long long before;
    __shared__ unsigned drawn;
    const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    if (limits.needed && !*limits.needed) return;
    if (threadIdx.x == 0) drawn = (unsigned)atomicAdd(status, 1ull);
    __syncthreads();
    const unsigned tile = drawn;
    const size_t start = (size_t)tile * Tile + warp * (Items * 32) + lane;
    gpu__pack<Element, 1> value[Index ? 1 : Items];
    unsigned mine = 0, sum = 0, front = 0, total = 0;
    auto ask = [&](int k) {
        const typename First::type v = gpu__pick(First(), x, start + k * 32);
        mine |= (unsigned)Condition(v, gpu__pick(Param(), in, start + k * 32)...) << k;
        if constexpr (!Index) value[k].v[0] = v;
    };
    if ((size_t)tile * Tile + Tile <= n) { /* without branches between the loads */
#pragma unroll
        for (int k = 0; k < Items; k++) ask(k);
    } else {
#pragma unroll
        for (int k = 0; k < Items; k++)
            if (start + k * 32 < n) ask(k);
    }
#pragma unroll 4 /* by all 16, ptxas for sm_90 runs out of predicates */
    for (int k = 0; k < Items; k++) sum += __popc(__ballot_sync(~0u, mine >> k & 1));
    if (lane == 0) in_warp[warp] = sum;
    __syncthreads();
#pragma unroll
    for (int w = 0; w < Warps; w++) {
        if (w < warp) front += in_warp[w];
        total += in_warp[w];
    }
    unsigned long long *const words = status + 1;
    if (warp == 0) {
        if (lane == 0) gpu__select_send(words + tile, tile == 0, total);
        const unsigned long long found = tile ? gpu__select_look_back(words, tile, lane) : 0;
        if (lane == 0) {
            before = found;
            if (tile) gpu__select_send(words + tile, true, found + total);
            if (tile + 1 == tiles) *count = (int64_t)(found + total);
        }
    }
    if (!Staged) __syncthreads();
#pragma unroll
    for (int k = 0; k < Items; k++) {
        const unsigned vote = __ballot_sync(~0u, mine >> k & 1), at = front + __popc(vote & ((1u << lane) - 1));
        if (mine >> k & 1) {
            gpu__pack<Element, 1> chosen;
            if constexpr (Index)
                chosen.v[0] = (Element)(start + k * 32);
            else
                chosen = value[k];
            if constexpr (Staged)
                selected[at] = chosen;
            else if (before + at < limits.most)
                *(gpu__pack<Element, 1> *)(out + before + at) = chosen;
        }
        front += __popc(vote);
    }
    if constexpr (Staged) {
        __syncthreads();
        for (unsigned i = threadIdx.x; i < total && before + i < limits.most; i += Threads)
            *(gpu__pack<Element, 1> *)(out + before + i) = selected[i];
    }
#endif
}
template <auto Condition, class Element, int Index, class... Param>
static cudaError_t gpu__select_launch(const gpu__job *j, const gpu__launch_context *context, Element *out,
                                      int64_t *count, gpu__select_limits limits, typename Param::arg... in)
{
    constexpr int Items = GPU__SELECT_ITEMS(sizeof(Element));
    const cudaStream_t stream = (cudaStream_t)context->stream;
    const unsigned tiles = (unsigned)gpu__ceil_div(j->shape[0], (size_t)GPU__SELECT_THREADS * Items);
    const cudaError_t e = cudaMemsetAsync(context->space, 0, 8 + tiles * sizeof(uint64_t), stream);
    gpu__select_kernel<Condition, Index, Items, Element, Param...><<<tiles, GPU__SELECT_THREADS, 0, stream>>>(
        out, count, (unsigned long long *)context->space, j->shape[0], tiles, limits, in...);
    return e ? e : cudaGetLastError();
}

/* ---- Gather and scatter ------------------------------------------------------------------------------------------ */

static __host__ __device__ __forceinline__ size_t gpu__resolved_index_on_device(int64_t index, size_t count)
{
    if (index < 0) index += (int64_t)count;
    return index >= 0 && (uint64_t)index < count ? (size_t)index : count;
}
template <class Word> static __global__ void __launch_bounds__(256)
    gpu__gather_kernel(Word *out, const Word *x, size_t count, const int64_t *index, size_t n)
{
#ifdef __CUDA_ARCH__
    constexpr int Items = 4;
    const size_t start = (size_t)blockIdx.x * (256 * Items) + threadIdx.x;
    size_t at[Items];
    Word v[Items];
#pragma unroll
    for (int k = 0; k < Items; k++)
        at[k] = start + k * 256 < n ? gpu__resolved_index_on_device(index[start + k * 256], count) : count;
#pragma unroll
    for (int k = 0; k < Items; k++) v[k] = at[k] < count ? x[at[k]] : (Word)0;
#pragma unroll
    for (int k = 0; k < Items; k++)
        if (start + k * 256 < n) out[start + k * 256] = v[k];
#endif
}
template <size_t Size>
static int gpu__gather_device(const gpu__job *j, const gpu__launch_context *context, void *out, const void *const *in)
{
    typedef typename gpu__word<Size == 8 ? 4 : Size>::type Half;
    typedef typename std::conditional<Size == 8, unsigned long long, Half>::type Word;
    gpu__gather_kernel<Word><<<(unsigned)gpu__ceil_div(j->shape[0], 1024), 256, 0, (cudaStream_t)context->stream>>>(
        (Word *)out, (const Word *)in[0], j->shape[1], (const int64_t *)in[1], j->shape[0]);
    return (int)cudaGetLastError();
}
/* Two launches: the first finds, for each position of the result, the last element that goes there; the second (Writes)
   writes these elements. */
template <class Number, class Word, bool Writes> static __global__ void __launch_bounds__(256)
    gpu__scatter_kernel(Word *out, Number *last, size_t count, const Word *x, const int64_t *index, size_t n)
{
#ifdef __CUDA_ARCH__
    const size_t i = (size_t)blockIdx.x * 256 + threadIdx.x;
    if (i >= n) return;
    const size_t at = gpu__resolved_index_on_device(index[i], count);
    if (at == count) return;
    if (!Writes)
        atomicMax(&last[at], (Number)(i + 1));
    else if (last[at] == (Number)(i + 1))
        out[at] = x[i];
#endif
}
template <class Number, class Word> static cudaError_t
gpu__scatter(const gpu__job *j, const gpu__launch_context *context, Word *out, const Word *x, const int64_t *index)
{
    const cudaStream_t stream = (cudaStream_t)context->stream;
    const size_t n = j->shape[0], count = j->shape[1];
    const unsigned blocks = (unsigned)gpu__ceil_div(n, 256);
    Number *const last = (Number *)context->space;
    const cudaError_t e = cudaMemsetAsync(last, 0, count * sizeof(Number), stream);
    if (e || !n) return e;
    gpu__scatter_kernel<Number, Word, false><<<blocks, 256, 0, stream>>>(out, last, count, x, index, n);
    gpu__scatter_kernel<Number, Word, true><<<blocks, 256, 0, stream>>>(out, last, count, x, index, n);
    return cudaGetLastError();
}
template <size_t Size>
static int gpu__scatter_device(const gpu__job *j, const gpu__launch_context *context, void *out, const void *const *in)
{
    typedef typename gpu__word<Size == 8 ? 4 : Size>::type Half;
    typedef typename std::conditional<Size == 8, unsigned long long, Half>::type Word;
    if (j->shape[0] >> 32)
        return (int)gpu__scatter<unsigned long long>(j, context, (Word *)out, (const Word *)in[1],
                                                     (const int64_t *)in[2]);
    return (int)gpu__scatter<unsigned>(j, context, (Word *)out, (const Word *)in[1], (const int64_t *)in[2]);
}
#endif
