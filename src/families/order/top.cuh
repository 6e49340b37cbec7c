/* ---- The k largest ----------------------------------------------------------------------------------------------- */

struct gpu__top_state {
    gpu__top_bound bound;
    long long count, exact_count; /* elements within the bound of the sample, and within the exact one */
    unsigned exact;               /* whether the exact one was needed */
    unsigned arrived, round;      /* of the blocks that compute the exact bound */
    unsigned long long left;      /* k, less the elements that are known to come first */
};
static_assert(sizeof(gpu__top_state) <= 256, "the digits' counts follow at byte 256");
/* Whether (code, position) precedes (than, at). */
template <class Bits>
GPU__DEVICE_FN bool gpu__top_before(Bits code, unsigned long long position, Bits than, unsigned long long at)
{
    return code < than || (code == than && position < at);
}
/* The position of a sample: pseudo-random within a stretch of `step` elements, so that samples do not coincide with a
   period of the data. */
GPU__DEVICE_FN size_t gpu__top_sample_at(size_t sample, size_t step)
{
    unsigned long long mixed = (sample + 1) * 0x9e3779b97f4a7c15ull;
    mixed ^= mixed >> 29;
    return sample * step + (size_t)((mixed * 0xbf58476d1ce4e5b9ull >> 32) & (step - 1));
}
/* A warp finds the first element, in sorted order, of a group of samples. Neighbouring samples belong to different
   groups. */
template <auto Key, class Bits> static __global__ void __launch_bounds__(256)
    gpu__top_sample(Bits *least, long long *positions, const Bits *x, size_t samples, size_t step, unsigned groups,
                    Bits flip)
{
    gpu__follow();
    constexpr int Batch = 8;
    const unsigned group = blockIdx.x * 8 + threadIdx.x / 32, lane = threadIdx.x % 32;
    Bits first = 0;
    unsigned long long position = ~0ull;
    for (size_t s = group + (size_t)lane * groups; s < samples; s += (size_t)groups * (32 * Batch)) {
        Bits b[Batch];
        GPU__UNROLLED (int k = 0; k < Batch; k++) {
            const size_t at = s + (size_t)k * groups * 32;
            if (at < samples) b[k] = x[gpu__top_sample_at(at, step)];
        }
        GPU__UNROLLED (int k = 0; k < Batch; k++) {
            const size_t at = s + (size_t)k * groups * 32;
            const Bits code = Key(b[k]) ^ flip;
            if (at >= samples || (position != ~0ull && code >= first)) continue;
            first = code, position = gpu__top_sample_at(at, step);
        }
    }
    GPU__UNROLLED (int d = 16; d; d /= 2) {
        const Bits other = __shfl_xor_sync(~0u, first, d);
        const unsigned long long at = __shfl_xor_sync(~0u, position, d);
        if (at != ~0ull && (position == ~0ull || gpu__top_before(other, at, first, position)))
            first = other, position = at;
    }
    if (lane == 0) least[group] = x[position], positions[group] = (long long)position;
}
/* Ranks a few elements, given with their positions in the array: a warp counts the elements that precede one of them.
   The k-th becomes the bound or, with `values`, the first k are the result. */
template <auto Key, class Bits> static __global__ void __launch_bounds__(256)
    gpu__top_order(gpu__top_state *state, const Bits *keys, const long long *positions, size_t n, size_t k, Bits flip,
                   Bits *values, long long *index_out)
{
    gpu__follow();
    const size_t i = (size_t)blockIdx.x * 8 + threadIdx.x / 32;
    if (values) n = (size_t)(state->exact ? state->exact_count : state->count);
    if (i >= n) return;
    const Bits code = Key(keys[i]) ^ flip;
    const long long position = positions[i];
    unsigned before = 0;
    for (size_t e = threadIdx.x % 32; e < n; e += 32)
        before += gpu__top_before((Bits)(Key(keys[e]) ^ flip), positions[e], code, position);
    GPU__UNROLLED (int d = 16; d; d /= 2) before += __shfl_xor_sync(~0u, before, d);
    if (threadIdx.x % 32) return;
    if (!values && before == k - 1)
        state->bound.code = code, state->bound.end = (unsigned long long)position + 1, state->bound.flip = flip;
    if (values && before < k) {
        values[before] = keys[i];
        if (index_out) index_out[before] = position;
    }
}
/* A barrier for all blocks of the grid, which are resident together; the threads of the last block to arrive call
   `last` before it opens. */
template <class Last> GPU__DEVICE_FN void gpu__top_meet(gpu__top_state *state, unsigned round, const Last &last)
{
    __shared__ bool finishes;
    __threadfence();
    __syncthreads();
    if (threadIdx.x == 0) finishes = atomicAdd(&state->arrived, 1u) == round * gridDim.x - 1;
    __syncthreads();
    if (finishes) {
        __threadfence();
        last();
        __threadfence();
        __syncthreads();
        if (threadIdx.x == 0) atomicExch(&state->round, round);
    }
    if (threadIdx.x == 0)
        while (atomicAdd(&state->round, 0u) < round) __nanosleep(200);
    __syncthreads();
    __threadfence();
}
/* Determines the bound's next digit: the one at which the sum of counts reaches state->left. Thread d has digit d. */
GPU__DEVICE_FN void gpu__top_choose(gpu__top_state *state, unsigned long long *counts, bool of_position, int shift)
{
    __shared__ unsigned long long sums[GPU__DIGITS / 32];
    const unsigned long long left = state->left, count = counts[threadIdx.x], before = gpu__sort_digit_sum(count, sums);
    __syncthreads();
    counts[threadIdx.x] = 0;
    if (before < left && left <= before + count) {
        *(of_position ? &state->bound.end : &state->bound.code) |= (uint64_t)threadIdx.x << shift;
        state->left = left - before;
    }
}
/* Computes the exact bound, from the highest digit on: first the digits of the key, then, among equal keys, those of
   the position. */
template <auto Key, class Bits> static __global__ void __launch_bounds__(GPU__DIGITS)
    gpu__top_exact(gpu__top_state *state, unsigned long long *counts, const Bits *x, size_t n, size_t k, size_t most,
                   int position_digits, Bits flip)
{
    gpu__follow();
    __shared__ unsigned count[GPU__DIGITS];
    constexpr int Digits = sizeof(Bits);
    if (state->count >= (long long)k && state->count <= (long long)most) return;
    gpu__top_meet(state, 1, [&] {
        if (threadIdx.x == 0) {
            state->exact = 1, state->left = k;
            state->bound.code = state->bound.end = 0, state->bound.flip = flip;
        }
    });
    for (int d = 0; d < Digits + position_digits; d++) {
        const bool of_position = d >= Digits;
        const int shift = 8 * (Digits - 1 - d + (of_position ? position_digits : 0));
        const Bits code = (Bits)state->bound.code, known = of_position ? (Bits) ~(Bits)0
                                                           : d         ? (Bits)((Bits) ~(Bits)0 << shift << 8)
                                                                       : (Bits)0;
        const unsigned long long end = state->bound.end;
        count[threadIdx.x] = 0;
        __syncthreads();
        for (size_t i = (size_t)blockIdx.x * GPU__DIGITS + threadIdx.x; i < n; i += (size_t)gridDim.x * GPU__DIGITS) {
            const Bits mine = Key(x[i]) ^ flip;
            if ((mine ^ code) & known) continue;
            if (of_position && (i >> shift) >> 8 != (end >> shift) >> 8) continue;
            atomicAdd(&count[(unsigned)((of_position ? i : (size_t)mine) >> shift) & (GPU__DIGITS - 1)], 1u);
        }
        __syncthreads();
        if (count[threadIdx.x]) atomicAdd(&counts[threadIdx.x], (unsigned long long)count[threadIdx.x]);
        gpu__top_meet(state, d + 2, [&] { gpu__top_choose(state, counts, of_position, shift); });
    }
    if (blockIdx.x == 0 && threadIdx.x == 0) state->bound.end++; /* the k-th element itself is within the bound */
}
/* Loads the elements within the bound, padded with `last` to the number that is sorted. */
template <class Bits> static __global__ void __launch_bounds__(256)
    gpu__top_collect(Bits *keys, long long *index, const gpu__top_state *state, const Bits *x, size_t most, Bits last)
{
    gpu__follow();
    const size_t i = (size_t)blockIdx.x * 256 + threadIdx.x;
    const bool there = (long long)i < (state->exact ? state->exact_count : state->count);
    if (i >= most) return;
    keys[i] = there ? x[index[i]] : last;
    if (!there) index[i] = 0;
}
template <class Bits> static __global__ void __launch_bounds__(256)
    gpu__top_write(Bits *values, long long *index_out, const Bits *keys, const long long *index, size_t k)
{
    gpu__follow();
    const size_t i = (size_t)blockIdx.x * 256 + threadIdx.x;
    if (i >= k) return;
    values[i] = keys[i];
    if (index_out) index_out[i] = index[i];
}
/* The k largest by the bound of a sample, see families/order/top.h. */
template <auto Key, auto Within, class Bits>
static cudaError_t gpu__top_of_sample(const gpu__job *j, const gpu__top_plan *p, const gpu__launch_context *context,
                                      Bits last, Bits *values, long long *index_out, const Bits *x)
{
    const gpu__sort_detail *const d = gpu__sort_of(j);
    const size_t n = d->cols, k = gpu__sorted_of(j)->k;
    const Bits flip = d->descending ? (Bits) ~(Bits)0 : (Bits)0;
    char *const space = (char *)context->space;
    gpu__top_state *const state = (gpu__top_state *)(space + p->state);
    const gpu__top_bound *const bound = &state->bound;
    long long *const positions = (long long *)(space + p->positions), *const index = (long long *)(space + p->index),
                     *const index_sorted = (long long *)(space + p->index_sorted);
    Bits *const least = (Bits *)(space + p->least), *const keys = (Bits *)(space + p->keys),
                *const keys_sorted = (Bits *)(space + p->keys_sorted);
    gpu__launch_context to = *context;
    gpu__select_limits limits = {p->most, NULL};
    int position_digits = 1;
    while (position_digits < 8 && (n - 1) >> (8 * position_digits)) position_digits++;
    cudaError_t e = cudaMemsetAsync(state, 0, p->status - p->state, (cudaStream_t)context->stream);
    if (!e)
        e = gpu__launch(context, gpu__top_sample<Key, Bits>, gpu__ceil_div(p->groups, 8), 256, 0, least, positions, x,
                        n / p->step, p->step, (unsigned)p->groups, flip);
    if (!e)
        e = gpu__launch(context, gpu__top_order<Key, Bits>, gpu__ceil_div(p->groups, 8), 256, 0, state, least,
                        positions, p->groups, p->rank, flip, NULL, NULL);
    for (int exact = 0; exact < 2 && !e; exact++) {
        to.space = space + p->status + exact * gpu__select_space(n, sizeof(int64_t));
        if (exact) {
            limits.needed = &state->exact;
            e = gpu__launch(context, gpu__top_exact<Key, Bits>, (size_t)context->multiprocessors, GPU__DIGITS, 0, state,
                            (unsigned long long *)(space + p->state + 256), x, n, k, p->most, position_digits, flip);
        }
        if (!e)
            e = gpu__select_launch<Within, int64_t, 1, gpu__array<Bits>, gpu__counted<size_t>,
                                   gpu__scalar<const gpu__top_bound *>>(
                n, &to, (int64_t *)index, (int64_t *)(exact ? &state->exact_count : &state->count), limits, x, 0,
                bound);
    }
    if (!e)
        e = gpu__launch(context, gpu__top_collect<Bits>, gpu__ceil_div(p->most, 256), 256, 0, keys, index, state, x,
                        p->most, last);
    if (e) return e;
    if (p->few)
        return gpu__launch(context, gpu__top_order<Key, Bits>, gpu__ceil_div(p->most, 8), 256, 0, state, keys, index,
                           p->most, k, flip, values, index_out);
    const void *const in[3] = {keys, index, index_sorted};
    const gpu__sort_detail pairs = gpu__sort_detail_of(sizeof(Bits), 1, p->most, sizeof(int64_t), 0, d->descending);
    to.space = p->most > gpu__sort_in_block(sizeof(Bits)) ? space + p->sort : NULL;
    e = gpu__sort_with<Key, Bits>(&pairs, &to, keys_sorted, in);
    return e ? e
             : gpu__launch(context, gpu__top_write<Bits>, gpu__ceil_div(k, 256), 256, 0, values, index_out, keys_sorted,
                           index_sorted, k);
}
