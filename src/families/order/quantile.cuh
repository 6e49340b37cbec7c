/* ---- Quantiles of a long array ----------------------------------------------------------------------------------- */

/* A radix select of two neighbouring ranks: each pass reads the array once and counts the next digit of the keys that
   have the digits determined so far. Keys do not distinguish -0 from +0, nor NaNs from each other. Where the result
   depends on which of these elements a stable sort would put at the rank, a last step finds it: the nth element with
   the key `target`. */
struct gpu__quantile_state {
    unsigned long long key[2], left[2]; /* of each rank: the digits determined so far, the rank among such keys */
    unsigned long long target, nth;     /* nth 0: no element is needed; ~0: the last one */
    unsigned nan, zeros[2];             /* whether there are NaNs, +0, -0 */
};
static_assert(sizeof(gpu__quantile_state) <= 256, "the digits' counts follow at byte 256");
/* The digit that a pass determines, from the highest one on. */
template <class Bits> struct gpu__quantile_digit {
    int shift, width;
    Bits known; /* the bits of higher digits */
    static constexpr int Passes = ((int)sizeof(Bits) * 8 + GPU__QUANTILE_BITS - 1) / GPU__QUANTILE_BITS;
    explicit gpu__quantile_digit(int pass)
    {
        const int top = (int)sizeof(Bits) * 8 - pass * GPU__QUANTILE_BITS;
        width = top < GPU__QUANTILE_BITS ? top : GPU__QUANTILE_BITS;
        shift = top - width;
        known = pass ? (Bits)((Bits) ~(Bits)0 << (top - 1) << 1) : (Bits)0;
    }
};
/* Counts the digits; the second counts are used once the ranks' keys differ. The first pass also looks for NaNs and
   zeros. */
template <auto Key, class Bits, bool Looks> static __global__ void __launch_bounds__(GPU__QUANTILE_THREADS)
    gpu__quantile_count(gpu__quantile_state *state, unsigned long long *counts, const Bits *x, size_t n, bool aligned,
                        gpu__quantile_digit<Bits> digit)
{
    gpu__follow();
    constexpr int Threads = GPU__QUANTILE_THREADS, Digits = 1 << GPU__QUANTILE_BITS, Quad = 16 / sizeof(Bits),
                  Batch = sizeof(Bits) == 1 ? 1 : 4;
    __shared__ unsigned count[2 * Digits];
    const Bits first = (Bits)state->key[0], second = (Bits)state->key[1];
    const unsigned mask = (1u << digit.width) - 1;
    bool nan = false, zeros[2] = {};
    for (int i = threadIdx.x; i < 2 * Digits; i += Threads) count[i] = 0;
    __syncthreads();
    auto add = [&](Bits b) {
        const Bits key = Key(b);
        const unsigned at = (unsigned)(key >> digit.shift) & mask;
        if (!((key ^ first) & digit.known)) atomicAdd(&count[at], 1u);
        else if (!((key ^ second) & digit.known)) atomicAdd(&count[Digits + at], 1u);
        if (!Looks) return;
        nan |= key == Key((Bits) ~(Bits)0);
        zeros[0] |= b == 0;
        zeros[1] |= b == (Bits)((Bits)1 << (sizeof(Bits) * 8 - 1));
    };
    const size_t step = (size_t)gridDim.x * Threads, thread = (size_t)blockIdx.x * Threads + threadIdx.x,
                 quads = aligned ? n / Quad : 0;
    size_t i = thread;
    for (; i + (Batch - 1) * step < quads; i += Batch * step) {
        alignas(16) Bits b[Batch * Quad];
        GPU__UNROLLED (int k = 0; k < Batch; k++) gpu__move<16>(b + k * Quad, x + (i + k * step) * Quad);
        GPU__UNROLLED (int k = 0; k < Batch * Quad; k++) add(b[k]);
    }
    for (; i < quads; i += step)
        for (int k = 0; k < Quad; k++) add(x[i * Quad + k]);
    for (i = quads * Quad + thread; i < n; i += step) add(x[i]);
    if (nan) state->nan = 1;
    if (zeros[0]) state->zeros[0] = 1;
    if (zeros[1]) state->zeros[1] = 1;
    __syncthreads();
    for (int d = threadIdx.x; d < 2 * Digits; d += Threads)
        if (count[d]) atomicAdd(&counts[d], (unsigned long long)count[d]);
}
/* Exclusive sum over the threads of a block. */
GPU__DEVICE_FN unsigned long long gpu__quantile_sum(unsigned long long count)
{
    __shared__ unsigned long long sums[GPU__QUANTILE_THREADS / 32];
    static_assert(GPU__QUANTILE_THREADS == 1024, "a warp adds the sums of all warps");
    const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    const unsigned long long to_here = gpu__sort_warp_sum(count, lane);
    __syncthreads();
    if (lane == 31) sums[warp] = to_here;
    __syncthreads();
    const unsigned long long warps = gpu__sort_warp_sum(sums[lane], lane);
    return __shfl_sync(~0u, warps - sums[lane], warp) + to_here - count;
}
/* Determines the digit of both ranks: the one at which the sum of counts reaches the rank. A thread has two digits. The
   last pass also determines the element to be found, if there is one. */
template <auto Key, class Bits, bool Real> static __global__ void __launch_bounds__(GPU__QUANTILE_THREADS)
    gpu__quantile_choose(gpu__quantile_state *state, unsigned long long *counts, gpu__quantile_rank rank,
                         gpu__quantile_digit<Bits> digit)
{
    gpu__follow();
    constexpr int Digits = 1 << GPU__QUANTILE_BITS;
    static_assert(Digits == 2 * GPU__QUANTILE_THREADS, "a thread has two digits");
    const unsigned long long key[2] = {state->key[0], state->key[1]};
    const bool apart = key[0] != key[1];
    for (int r = 0; r < 2; r++) {
        const unsigned long long *const mine = counts + (r && apart ? Digits : 0) + 2 * threadIdx.x,
                                        left = digit.known ? state->left[r] : (r ? rank.high : rank.low) + 1;
        unsigned long long before = gpu__quantile_sum(mine[0] + mine[1]);
        for (int k = 0; k < 2; k++) {
            if (before < left && left <= before + mine[k]) {
                state->key[r] = key[r] | (unsigned long long)(2 * threadIdx.x + k) << digit.shift;
                state->left[r] = left - before;
            }
            before += mine[k];
        }
    }
    __syncthreads();
    for (int d = threadIdx.x; d < 2 * Digits; d += GPU__QUANTILE_THREADS) counts[d] = 0;
    if (!Real || digit.shift || threadIdx.x) return;
    if (state->nan) state->target = Key((Bits) ~(Bits)0), state->nth = ~0ull;
    else if (state->zeros[0] && state->zeros[1] && state->key[1] == Key(0))
        state->target = Key(0), state->nth = state->left[state->key[0] != state->key[1]];
}
/* Counts the elements with the key `target` in each chunk of the array. */
template <auto Key, class Bits> static __global__ void __launch_bounds__(256)
    gpu__quantile_seek(const gpu__quantile_state *state, unsigned long long *counts, const Bits *x, size_t n,
                       size_t chunk)
{
    gpu__follow();
    if (!state->nth) return;
    const size_t begin = blockIdx.x * chunk, end = n - begin < chunk ? n : begin + chunk;
    unsigned long long found = 0;
    for (size_t i = begin + threadIdx.x; i < end; i += 256) found += Key(x[i]) == (Bits)state->target;
    if (found) atomicAdd(&counts[blockIdx.x], found);
}
/* The index of the nth element with the key `target`. */
template <auto Key, class Bits> GPU__DEVICE_FN size_t gpu__quantile_find(const gpu__quantile_state *state,
                                                                         const unsigned long long *counts,
                                                                         const Bits *x, size_t n, size_t chunk)
{
    __shared__ unsigned long long begin, rest, at;
    const unsigned long long count = counts[threadIdx.x], before = gpu__quantile_sum(count);
    if (threadIdx.x == GPU__QUANTILE_THREADS - 1) rest = before + count;
    __syncthreads();
    const unsigned long long nth = state->nth == ~0ull ? rest : state->nth;
    __syncthreads();
    if (before < nth && nth <= before + count) begin = threadIdx.x * chunk, rest = nth - before;
    __syncthreads();
    size_t i = begin + threadIdx.x;
    for (unsigned long long left = rest;; i += GPU__QUANTILE_THREADS) {
        const bool is = i < n && Key(x[i]) == (Bits)state->target;
        if (gpu__quantile_sum(is) + 1 == left && is) at = i;
        const unsigned here = (unsigned)__syncthreads_count(is);
        if (left <= here) return at;
        left -= here;
    }
}
/* Finds that element, if one is needed, and computes the quantile. */
template <auto Key, auto Back, auto Between, class Bits, class Type>
static __global__ void __launch_bounds__(GPU__QUANTILE_THREADS)
    gpu__quantile_end(void *out, bool narrow, const gpu__quantile_state *state, const unsigned long long *counts,
                      const Bits *x, size_t n, size_t chunk, double t)
{
    gpu__follow();
    /* those of both ranks, and the last one, which matters only if it is a NaN */
    Bits bits[3] = {Back((Bits)state->key[0]), Back((Bits)state->key[1]), 0};
    if (std::is_floating_point<Type>::value && state->zeros[1] && !state->zeros[0])
        for (int r = 0; r < 2; r++)
            if (bits[r] == 0) bits[r] = (Bits)((Bits)1 << (sizeof(Bits) * 8 - 1));
    if (state->nth) {
        const Bits found = x[gpu__quantile_find<Key>(state, counts, x, n, chunk)];
        bits[state->nan ? 2 : state->key[0] != state->key[1]] = found;
    }
    if (threadIdx.x) return;
    Type v[3];
    memcpy(v, bits, sizeof v);
    const double value = Between(v[0], v[1], v[2], t);
    if (narrow) *(float *)out = (float)value;
    else *(double *)out = value;
}
template <auto Key, auto Back, auto Between, class Bits, class Type> static cudaError_t
gpu__quantile_of_digits(const gpu__job *j, const gpu__launch_context *context, void *out, const Bits *x)
{
    constexpr bool Real = std::is_floating_point<Type>::value;
    constexpr int Threads = GPU__QUANTILE_THREADS;
    const size_t n = gpu__sort_of(j)->cols, chunk = gpu__ceil_div(n, Threads);
    gpu__quantile_state *const state = (gpu__quantile_state *)context->space;
    unsigned long long *const counts = (unsigned long long *)((char *)context->space + 256),
                              *const in_chunk = counts + (2 << GPU__QUANTILE_BITS);
    const gpu__quantile_rank rank = gpu__quantile_rank_of(n, gpu__sorted_of(j)->q);
    const bool aligned = (uintptr_t)x % 16 == 0;
    cudaError_t e = cudaMemsetAsync(state, 0, GPU__QUANTILE_SPACE, (cudaStream_t)context->stream);
    for (int pass = 0; pass < gpu__quantile_digit<Bits>::Passes && !e; pass++) {
        const gpu__quantile_digit<Bits> digit(pass);
        e = gpu__launch(context,
                        Real && !pass ? gpu__quantile_count<Key, Bits, Real> : gpu__quantile_count<Key, Bits, false>,
                        (size_t)context->multiprocessors, Threads, 0, state, counts, x, n, aligned, digit);
        if (!e)
            e = gpu__launch(context, gpu__quantile_choose<Key, Bits, Real>, 1, Threads, 0, state, counts, rank, digit);
    }
    if (Real && !e)
        e = gpu__launch(context, gpu__quantile_seek<Key, Bits>, gpu__ceil_div(n, chunk), 256, 0, state, in_chunk, x, n,
                        chunk);
    return e ? e
             : gpu__launch(context, gpu__quantile_end<Key, Back, Between, Bits, Type>, 1, Threads, 0, out,
                           j->out_size == sizeof(float), state, in_chunk, x, n, chunk, rank.t);
}
