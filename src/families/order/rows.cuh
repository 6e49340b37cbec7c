/* Rows that fit in registers: each of `lanes` threads has Items keys of a row, and in the end those from position t *
   Items on. A thread sorts its keys by Batcher's odd-even merges; then neighbouring runs are merged by bitonic merges,
   whose first stage compares mirrored positions, so that all runs ascend. Keys are compared as codes, which are
   unsigned and ascend. If the columns of the sorted elements are wanted, the lower half of a code is the column. */
enum { GPU__NETWORK_THREADS = 128 };
template <class Bits> struct gpu__network_args {
    void *out; /* elements, or columns as int64_t */
    const Bits *in;
    size_t rows;
    unsigned cols, lanes; /* of a row */
    Bits flip;
};
template <class Word> GPU__DEVICE_FN void gpu__network_order(Word &a, Word &b)
{
    const Word low = a < b ? a : b, high = a < b ? b : a;
    a = low, b = high;
}
template <class Word> GPU__DEVICE_FN Word gpu__network_keep(Word mine, Word other, bool upper)
{
    return (other < mine) != upper ? other : mine;
}
template <int Items, class Word> GPU__DEVICE_FN void gpu__network_of_thread(Word (&x)[Items])
{
    GPU__UNROLLED (int p = 0; 1 << p < Items; p++)
        GPU__UNROLLED (int q = p; q >= 0; q--)
            GPU__UNROLLED (int i = 0; i < Items; i++) {
                const int d = 1 << q, run = 1 << p;
                if (i + d < Items && i >= d % run && (i - d % run) / d % 2 == 0 && i / (2 * run) == (i + d) / (2 * run))
                    gpu__network_order(x[i], x[i + d]);
            }
}
/* Compares every key with one of the lane whose number differs in the bits of `mask`, across warps through shared
   memory. */
template <bool Mirrored, int Items, class Word>
GPU__DEVICE_FN void gpu__network_stage(Word (&x)[Items], unsigned mask, bool upper, Word *shared)
{
    if (mask >= 32) {
        __syncthreads();
        GPU__UNROLLED (int i = 0; i < Items; i++) shared[i * GPU__NETWORK_THREADS + threadIdx.x] = x[i];
        __syncthreads();
        const Word *const other = shared + (threadIdx.x ^ mask);
        GPU__UNROLLED (int i = 0; i < Items; i++)
            x[i] = gpu__network_keep(x[i], other[(Mirrored ? Items - 1 - i : i) * GPU__NETWORK_THREADS], upper);
    } else if (Mirrored)
        GPU__UNROLLED (int i = 0; i < Items / 2; i++) {
            const Word a = __shfl_xor_sync(~0u, x[Items - 1 - i], mask), b = __shfl_xor_sync(~0u, x[i], mask);
            x[i] = gpu__network_keep(x[i], a, upper);
            x[Items - 1 - i] = gpu__network_keep(x[Items - 1 - i], b, upper);
        }
    else
        GPU__UNROLLED (int i = 0; i < Items; i++)
            x[i] = gpu__network_keep(x[i], (Word)__shfl_xor_sync(~0u, x[i], mask), upper);
}
template <int Items, class Word> GPU__DEVICE_FN void gpu__network_sort(Word (&x)[Items], unsigned lanes, Word *shared)
{
    gpu__network_of_thread(x);
    for (unsigned run = 2; run <= lanes; run *= 2) {
        gpu__network_stage<true>(x, run - 1, threadIdx.x & run / 2, shared);
        for (unsigned d = run / 4; d; d /= 2) gpu__network_stage<false>(x, d, threadIdx.x & d, shared);
        GPU__UNROLLED (int d = Items / 2; d > 0; d /= 2)
            GPU__UNROLLED (int i = 0; i < Items; i++)
                if (!(i & d)) gpu__network_order(x[i], x[i + d]);
    }
}
/* The keys that the threads of a warp access at the same time are in different banks. */
GPU__DEVICE_FN unsigned gpu__network_slot(unsigned i) { return i + i / 32; }
/* Codes do not distinguish -0 from +0, nor NaNs from each other: a warp copies these elements of a row once more, in
   their order. */
template <auto Key, class Bits>
static __device__ void gpu__network_ties(Bits *sorted, unsigned begin, const Bits *row, unsigned cols, Bits flip)
{
    const unsigned lane = threadIdx.x % 32;
    const Bits code[2] = {(Bits)(Key(0) ^ flip), (Bits)(Key((Bits) ~(Bits)0) ^ flip)};
    unsigned at[2] = {begin, begin};
    for (int writes = 0; writes < 2; writes++)
        for (unsigned c = lane; c - lane < cols; c += 32) {
            const Bits b = c < cols ? row[c] : (Bits)0, mine = Key(b) ^ flip;
            GPU__UNROLLED (int k = 0; k < 2; k++) {
                const unsigned vote = __ballot_sync(~0u, c < cols && (writes ? mine == code[k] : mine < code[k]));
                if (writes && vote >> lane & 1)
                    sorted[gpu__network_slot(at[k] + __popc(vote & ((1u << lane) - 1)))] = b;
                at[k] += __popc(vote);
            }
        }
}
/* Sorts the rows of a block in registers. */
template <auto Key, auto Back, class Bits, class Word, int Items>
static __global__ void __launch_bounds__(GPU__NETWORK_THREADS) gpu__network_kernel(gpu__network_args<Bits> a)
{
    gpu__follow();
    constexpr int Threads = GPU__NETWORK_THREADS;
    constexpr bool Index = sizeof(Word) > sizeof(Bits);
    __shared__ Word shared[Items * Threads / 32 * 33];
    const unsigned rows = Threads / a.lanes, row = threadIdx.x / a.lanes, t = threadIdx.x % a.lanes;
    const size_t first = (size_t)blockIdx.x * rows, start = (first + row) * a.cols;
    const unsigned live = a.rows - first < rows ? (unsigned)(a.rows - first) : rows;
    Word x[Items];
    bool ties = false;
    GPU__UNROLLED (int i = 0; i < Items; i++) {
        const unsigned c = t + i * a.lanes;
        x[i] = (Word) ~(Word)0;
        if (row < live && c < a.cols) {
            const Bits b = a.in[start + c], key = Key(b);
            ties |= Back(key) != b;
            x[i] = Index ? (Word)(key ^ a.flip) << 32 % (sizeof(Word) * 8) | c : (Word)(key ^ a.flip);
        }
    }
    gpu__network_sort(x, a.lanes, shared);
    ties = __syncthreads_or(ties);
    GPU__UNROLLED (int i = 0; i < Items; i++) {
        const unsigned p = t * Items + i;
        if (p < a.cols) shared[gpu__network_slot(row * a.cols + p)] = Index ? x[i] : (Word)Back((Bits)x[i] ^ a.flip);
    }
    __syncthreads();
    if (!Index && ties) {
        for (unsigned r = threadIdx.x / 32; r < live; r += Threads / 32)
            gpu__network_ties<Key>((Bits *)shared, r * a.cols, a.in + (first + r) * a.cols, a.cols, a.flip);
        __syncthreads();
    }
    for (unsigned i = threadIdx.x; i < live * a.cols; i += Threads) {
        const Word w = shared[gpu__network_slot(i)];
        if (Index) ((long long *)a.out)[first * a.cols + i] = (long long)(unsigned)w;
        else ((Bits *)a.out)[first * a.cols + i] = (Bits)w;
    }
}
template <auto Key, auto Back, class Bits, class Word> static cudaError_t
gpu__networks(const gpu__sort_detail *d, const gpu__launch_context *context, void *out, const void *in)
{
    gpu__network_args<Bits> a = {};
    a.out = out, a.in = (const Bits *)in;
    a.rows = d->rows, a.cols = (unsigned)d->cols;
    a.flip = d->descending ? (Bits) ~(Bits)0 : (Bits)0;
    const unsigned items = a.cols > 128 ? 32 : 8;
    for (a.lanes = 1; a.lanes * items < a.cols;) a.lanes *= 2;
    return gpu__launch(context,
                       items == 8 ? gpu__network_kernel<Key, Back, Bits, Word, 8>
                                  : gpu__network_kernel<Key, Back, Bits, Word, 32>,
                       gpu__ceil_div(a.rows, GPU__NETWORK_THREADS / a.lanes), GPU__NETWORK_THREADS, 0, a);
}
/* gpu_sort_rows and gpu_argsort_rows. Rows of a few bytes are sorted by the digits of one pass. */
template <auto Key, auto Back, class Bits> static cudaError_t
gpu__sort_rows(const gpu__sort_detail *d, const gpu__launch_context *context, void *out, const void *const *in)
{
    if constexpr (sizeof(Bits) >= 4)
        if (!context->space) return gpu__networks<Key, Back, Bits, Bits>(d, context, out, in[0]);
    return gpu__sort_keys<Key, Bits>(d, context, out, in);
}
template <auto Key, auto Back, class Bits> static cudaError_t
gpu__argsort_rows(const gpu__sort_detail *d, const gpu__launch_context *context, void *out, const void *const *in)
{
    if constexpr (sizeof(Bits) == 4)
        if (!context->space) return gpu__networks<Key, Back, Bits, unsigned long long>(d, context, out, in[0]);
    return gpu__sort_with<Key, Bits>(d, context, out, in);
}
