/* The first index of the extreme value; the first NaN where there is one. A lane stores its best value and the tile of
   that value, which a later equal value does not replace; indices are computed only when lanes are combined. The result
   does not depend on the order. */

/* Of the values of 512 threads; thread 0 gets the result. */
template <class Type>
static __device__ inline gpu__best<Type> gpu__better_of_block(gpu__best<Type> b, gpu__best<Type> *shared)
{
    for (unsigned s = 16; s > 0; s /= 2) b = gpu__better(b, gpu__shuffle_down(b, s));
    __syncthreads();
    if (threadIdx.x % 32 == 0) shared[threadIdx.x / 32] = b;
    __syncthreads();
    if (threadIdx.x < 32) {
        b = shared[threadIdx.x % 16];
        for (unsigned s = 8; s > 0; s /= 2) b = gpu__better(b, gpu__shuffle_down(b, s));
    }
    return b;
}

/* Finds the extreme value of a block's elements; the last block to finish combines those of all blocks. */
template <class Type, int Pack> static __global__ void __launch_bounds__(512)
    gpu__arg_blocks(long long *out, gpu__best<Type> *partial, unsigned *ticket, const Type *x, size_t n, bool smallest)
{
    gpu__follow();
    constexpr int Unroll = Pack == 2 ? 2 : 4;
    typedef gpu__op_extreme<Type> Op;
    __shared__ gpu__best<Type> shared[16];
    const unsigned t = threadIdx.x;
    const size_t group = (size_t)Unroll * GPU__LANES, groups = n / group;
    Type best[4];
    unsigned tile[4];
    GPU__UNROLLED (unsigned q = 0; q < 4; ++q)
        best[q] = Op::none(), tile[q] = ~0u; /* a lane whose values are all none() has no element */
    unsigned round = 0;
    for (size_t g = blockIdx.x; g < groups; g += gridDim.x, round += Unroll) {
        Type v[Unroll][4];
        GPU__UNROLLED (int u = 0; u < Unroll; ++u) gpu__load4<Pack>(v[u], x + g * group + u * GPU__LANES, t, 512);
        GPU__UNROLLED (int u = 0; u < Unroll; ++u)
            GPU__UNROLLED (unsigned q = 0; q < 4; ++q) {
                const Type a = Op::mirror(v[u][q], smallest);
                if (gpu__beats(a, best[q])) best[q] = a, tile[q] = round + u;
            }
    }
    gpu__best<Type> b = {Op::none(), ~0ull};
    GPU__UNROLLED (unsigned q = 0; q < 4; ++q) {
        const unsigned long long at = (blockIdx.x + (unsigned long long)(tile[q] / Unroll) * gridDim.x) * group +
                                      tile[q] % Unroll * GPU__LANES + gpu__lane_of<Pack>(q, t, 512);
        b = gpu__better(b, {best[q], tile[q] == ~0u ? ~0ull : at});
    }
    if (blockIdx.x == 0)
        for (size_t i = groups * group + t; i < n; i += 512) b = gpu__better(b, {Op::mirror(x[i], smallest), i});
    b = gpu__better_of_block(b, shared);
    if (t == 0) partial[blockIdx.x] = b;
    if (!gpu__last_block(ticket)) return;
    b = {Op::none(), ~0ull};
    for (unsigned i = t; i < gridDim.x; i += 512) b = gpu__better(b, gpu__load_part(&partial[i]));
    b = gpu__better_of_block(b, shared);
    /* if even the best value is none(), all elements are equal, and the first of them is at 0 */
    if (t == 0) *out = b.value == Op::none() ? 0 : (long long)b.index;
}

template <class Type> static cudaError_t gpu__arg_launch(const gpu__launch_context *context, long long *out,
                                                         const Type *x, size_t n, bool smallest)
{
    constexpr int Pack = gpu__vector<Type>;
    gpu__best<Type> *partial = (gpu__best<Type> *)context->partials;
    const size_t most = gpu__least((size_t)context->multiprocessors * 4, GPU__MOMENT_BLOCKS);
    return gpu__launch(
        context, gpu__aligned(x, sizeof(Type) * Pack) ? gpu__arg_blocks<Type, Pack> : gpu__arg_blocks<Type, 1>,
        gpu__least(gpu__ceil_div(n, 4 * GPU__LANES), most), 512, 0, out, partial, context->ticket, x, n, smallest);
}
