/* The order is that of families/reduce/order.h. */

/* Combines the lanes t, t + 512, t + 1024 and t + 1536 of 512 threads by halves; thread 0 gets the result. */
static __device__ inline gpu__triple gpu__fold_triples(const gpu__triple (&m)[4], gpu__triple *shared)
{
    const unsigned t = threadIdx.x;
    shared[t] = gpu__merge(gpu__merge(m[0], m[2]), gpu__merge(m[1], m[3]));
    __syncthreads();
    gpu__triple r = {};
    if (t < 128)
        shared[t] = gpu__merge(gpu__merge(shared[t], shared[t + 256]), gpu__merge(shared[t + 128], shared[t + 384]));
    __syncthreads();
    if (t < 32) {
        r = gpu__merge(gpu__merge(shared[t], shared[t + 64]), gpu__merge(shared[t + 32], shared[t + 96]));
        for (unsigned s = 16; s > 0; s /= 2) {
            const gpu__triple o = gpu__shuffle(r, (int)((t + s) & 31));
            if (t < s) r = gpu__merge(r, o);
        }
    }
    return r;
}

/* The moments of a block's elements; the last block to finish merges those of all blocks. */
template <class Type, int Pack, int Unroll, int Multiple> static __global__ void __launch_bounds__(512, Multiple)
    gpu__moments_blocks(gpu__moments *out, int what, gpu__triple *partial, unsigned *ticket, const Type *x, size_t n,
                        double ddof)
{
    gpu__follow();
    __shared__ double sums[2][GPU__LANES];
    const size_t tiles = (n + GPU__LANES - 1) / GPU__LANES, from = tiles * blockIdx.x / gridDim.x * GPU__LANES;
    const size_t stop = tiles * (blockIdx.x + 1) / gridDim.x * GPU__LANES, length = (stop < n ? stop : n) - from;
    const Type *p = x + from;
    const unsigned t = threadIdx.x;
    const double pivot = (double)p[0], origin = (double)x[0];
    double s[4] = {}, s2[4] = {};
    auto add = [&](unsigned q, Type v) {
        const double d = (double)v - pivot;
        s[q] += d;
        s2[q] += __dmul_rn(d, d);
    };
    size_t i = 0;
    for (; i + Unroll * GPU__LANES <= length; i += Unroll * GPU__LANES) {
        Type v[Unroll][4];
        GPU__UNROLLED (int u = 0; u < Unroll; ++u) gpu__load4<Pack>(v[u], p + i + u * GPU__LANES, t, 512);
        GPU__UNROLLED (int u = 0; u < Unroll; ++u)
            GPU__UNROLLED (unsigned q = 0; q < 4; ++q) add(q, v[u][q]);
    }
    for (; i < length; i += GPU__LANES)
        GPU__UNROLLED (unsigned q = 0; q < 4; ++q) {
            const size_t l = i + gpu__lane_of<Pack>(q, t, 512);
            if (l < length) add(q, p[l]);
        }
    GPU__UNROLLED (unsigned q = 0; q < 4; ++q) {
        sums[0][gpu__lane_of<Pack>(q, t, 512)] = s[q];
        sums[1][gpu__lane_of<Pack>(q, t, 512)] = s2[q];
    }
    __syncthreads();
    gpu__triple m[4];
    GPU__UNROLLED (unsigned q = 0; q < 4; ++q) {
        const unsigned l = q * 512 + t;
        m[q] =
            gpu__lane_moments(sums[0][l], sums[1][l], length / GPU__LANES + (l < length % GPU__LANES), pivot - origin);
    }
    __syncthreads();
    gpu__triple *shared = (gpu__triple *)sums;
    gpu__triple r = gpu__fold_triples(m, shared);
    if (t == 0) partial[blockIdx.x] = r;
    if (!gpu__last_block(ticket)) return;
    GPU__UNROLLED (unsigned q = 0; q < 4; ++q) {
        const unsigned l = q * 512 + t;
        m[q] = l < gridDim.x ? gpu__load_part(&partial[l]) : gpu__triple();
    }
    r = gpu__fold_triples(m, shared);
    if (t == 0) {
        const gpu__moments all = gpu__moments_of(r, origin, ddof);
        if (what == GPU__MOMENTS_ALL) *out = all;
        else *(double *)out = what ? all.std : all.var;
    }
}

/* what: 0 writes the variance to *out, 1 its square root, 2 the whole gpu__moments. */
template <class Type> static cudaError_t gpu__moments_launch(const gpu__launch_context *context, gpu__moments *out,
                                                             int what, const Type *x, size_t n, double ddof)
{
    constexpr int Pack = gpu__vector<Type>;
    gpu__triple *partial = (gpu__triple *)context->partials;
    return gpu__launch(context, gpu__aligned(x, sizeof(Type) * Pack) ? gpu__moments_blocks < Type, Pack,
                       Pack == 2 ? 4 : 8, 2 > : gpu__moments_blocks<Type, 1, 4, 2>,
                       gpu__order_blocks(n, GPU__LANES, GPU__MOMENT_BLOCKS), 512, 0, out, what, partial,
                       context->ticket, x, n, ddof);
}

/* out = (x - mean) * (1 / sqrt(M2 / (count - ddof))), in double; out may be x. */
template <class Type, int Pack, int Unroll> static __global__ void __launch_bounds__(256)
    gpu__normalize_tiles(Type *out, const Type *x, const gpu__moments *m, size_t n)
{
    gpu__follow();
    constexpr size_t Tile = (size_t)256 * Pack * Unroll;
    const size_t begin = blockIdx.x * Tile;
    if (begin + Tile <= n) {
        gpu__pack<Type, Pack> v[Unroll];
        GPU__UNROLLED (int u = 0; u < Unroll; ++u)
            v[u] = *(const gpu__pack<Type, Pack> *)(x + begin + ((size_t)u * 256 + threadIdx.x) * Pack);
        const double mean = m->mean, inverse = m->inverse;
        GPU__UNROLLED (int u = 0; u < Unroll; ++u) {
            GPU__UNROLLED (int j = 0; j < Pack; ++j) v[u].v[j] = (Type)__dmul_rn((double)v[u].v[j] - mean, inverse);
            *(gpu__pack<Type, Pack> *)(out + begin + ((size_t)u * 256 + threadIdx.x) * Pack) = v[u];
        }
    } else
        for (size_t i = begin + threadIdx.x; i < n; i += 256)
            out[i] = (Type)__dmul_rn((double)x[i] - m->mean, m->inverse);
}
template <class Type>
static cudaError_t gpu__normalize_launch(const gpu__launch_context *context, Type *out, const Type *x, size_t n)
{
    constexpr int Pack = gpu__vector<Type>;
    gpu__moments *moments = (gpu__moments *)((char *)context->partials + (GPU__BLOCKS - 1) * GPU__PARTIAL_BYTES);
    const cudaError_t e = gpu__moments_launch(context, moments, GPU__MOMENTS_ALL, x, n, 0);
    if (e != cudaSuccess) return e;
    const bool packed = gpu__aligned(x, 16) && gpu__aligned(out, 16);
    return gpu__launch(context, packed ? gpu__normalize_tiles<Type, Pack, 1> : gpu__normalize_tiles<Type, 1, 4>,
                       gpu__ceil_div(n, (size_t)256 * (packed ? Pack : 4)), 256, 0, out, x, moments, n);
}
