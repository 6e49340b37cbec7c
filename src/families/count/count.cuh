/* counts[i] = number of x with edge(i) <= x < edge(i + 1), the last bin closed, NaN and values outside not counted. The
   edges are those of NumPy: lo + i * ((hi - lo) / bins) in double, the last one hi, rounded to float for float data
   (the type of the data decides, as in numpy.histogram with plain Python lo and hi). The bin is computed by one fused
   operation in the precision of the data; only if the result is within `margin` of an integer is the edge itself
   computed and compared. */

/* The distance of a value from the middle of its bin; for a double its upper 32 bits suffice. */
template <class Type> struct gpu__residue_of {
    typedef Type type;
};
template <> struct gpu__residue_of<double> {
    typedef int type;
};
template <class Type> using gpu__residue = typename gpu__residue_of<Type>::type;

template <class Type> struct gpu__bin_range {
    double lo, hi, step;
    Type first, last, scale, origin; /* least and greatest value in range; bins per unit; f - 1/2 for x = 0 */
    gpu__residue<Type> sure;         /* a value with at most this residue needs no check */
    unsigned bins;

    static gpu__bin_range make(double lo, double hi, unsigned bins)
    {
        /* the margin bounds the sum of all rounding errors, each at most half a unit: those of the edge and of the
           scale, relative to the larger end; of the origin, relative to lo; of the fused operation, relative to the
           range; for doubles also the errors in computing edge, scale and origin; and that of `sure` itself */
        gpu__bin_range b;
        const double eps = sizeof(Type) == 4 ? ldexp(1, -24) : ldexp(1, -53),
                     size = fabs(lo) > fabs(hi) ? fabs(lo) : fabs(hi);
        const double margin = bins * eps *
                                  (sizeof(Type) == 4 ? (2 * size + fabs(lo)) / (hi - lo) + 1.1
                                                     : (4 * size + 4 * fabs(lo)) / (hi - lo) + 6) +
                              eps;
        b.lo = lo, b.hi = hi, b.step = (hi - lo) / bins, b.bins = bins;
        b.first = (Type)lo, b.last = (Type)hi, b.scale = (Type)(bins / (hi - lo)),
        b.origin = (Type)(-lo * (bins / (hi - lo)) - 0.5);
        b.sure = -1;
        if (margin < 0.25) {
            const double sure = 0.5 - margin;
            uint64_t bits;
            memcpy(&bits, &sure, sizeof bits);
            b.sure = sizeof(Type) == 4 ? (gpu__residue<Type>)sure : (gpu__residue<Type>)((bits >> 32) - 1);
        }
        return b;
    }
#ifdef __CUDA_ARCH__
    __device__ Type edge(unsigned i) const { return (Type)(__dmul_rn((double)i, step) + lo); }
    __device__ unsigned slow(Type x) const
    {
        if (!(x >= first && x <= last)) return ~0u;
        const Type f = (x - first) * scale;
        unsigned i = f > (Type)0 ? (f < (Type)bins ? (unsigned)(f + (Type)0.5) : bins) : 0, above = bins, d;
        i = i < bins ? i : bins - 1;
        if (sure >= 0) return x < edge(i) ? i - 1 : i;
        for (d = 1; i > 0 && x < edge(i); d *= 2) above = i, i = i > d ? i - d : 0; /* as on the CPU */
        for (d = 1; i + 1 < above && x >= edge(i + 1); i += d, d *= 2)
            while (d > 1 && (d >= above - i || x < edge(i + d))) d /= 2;
        return i;
    }
    /* Adding 1.5 * 2^23 (for doubles 1.5 * 2^52) rounds f - 1/2 to the nearest integer, which is the floor of f unless
       f is close to an edge; then the residue exceeds `sure`. Values outside, NaNs and infinities get a bin after the
       last one. */
    __device__ unsigned fast(Type x, gpu__residue<Type> &residue) const
    {
        if constexpr (sizeof(Type) == 4) {
            const Type g = __fmaf_rn(x, scale, origin), r = g + GPU__ROUNDER_F32;
            residue = fabsf(g - (r - GPU__ROUNDER_F32));
            return __float_as_uint(r) - 0x4b400000u;
        } else {
            const Type g = __fma_rn(x, scale, origin), r = g + GPU__ROUNDER;
            residue = __double2hiint(g - (r - GPU__ROUNDER)) & 0x7fffffff;
            return __double2hiint(r) == 0x43380000 ? (unsigned)__double2loint(r) : ~0u;
        }
    }
#endif
};

/* Integers are converted to double, as in NumPy. */
template <class Type> struct gpu__bin_whole {
    gpu__bin_range<double> range;
    int sure;
#ifdef __CUDA_ARCH__
    __device__ unsigned fast(Type x, int &residue) const { return range.fast((double)x, residue); }
    __device__ unsigned slow(Type x) const { return range.slow((double)x); }
#endif
};

template <class Type> struct gpu__bin_index { /* bincount; values outside [0, bins) are not counted */
    unsigned long long bins;
    static constexpr int sure = 0;
#ifdef __CUDA_ARCH__
    __device__ unsigned fast(Type x, int &residue) const
    {
        return residue = 0, (unsigned long long)x < bins ? (unsigned)x : ~0u;
    }
    __device__ unsigned slow(Type x) const { return (unsigned long long)x < bins ? (unsigned)x : ~0u; }
#endif
};

/* Adds the block's counts to global memory: counts[b] += the sum of the counters of bin b. */
template <int Threads> GPU__DEVICE_FN void gpu__histogram_add(unsigned long long *counts, const unsigned *counters,
                                                              unsigned bins, unsigned copies, unsigned t)
{
    for (unsigned b = t; b < bins; b += Threads) {
        unsigned long long sum = 0;
        for (unsigned k = 0; k < copies; ++k) sum += counters[b * copies + ((k + t) & (copies - 1))];
        if (sum > 0) atomicAdd(counts + b, sum);
    }
}

/* A tile for few bins: values whose bin must be checked are rare, unless they are integers on edges. */
template <int Threads, class Type, class Bin, int Pack, int Unroll, class Put>
GPU__DEVICE_FN void gpu__histogram_few(const Put &put, const Bin &bin, const gpu__pack<Type, Pack> (&v)[Unroll],
                                       const Type *from, unsigned t)
{
    decltype(Bin::sure + 0) worst = 0, each;
    unsigned b[Unroll * Pack];
    GPU__UNROLLED (int m = 0; m < Unroll * Pack; ++m) {
        b[m] = bin.fast(v[m / Pack].v[m % Pack], each);
        worst = max(worst, each);
    }
    if (worst <= bin.sure)
        GPU__UNROLLED (int m = 0; m < Unroll * Pack; ++m) put(b[m]);
    else
#pragma unroll 1
        for (int u = 0; u < Unroll; ++u) { /* loads again, since a variable index would put v into local memory */
            const gpu__pack<Type, Pack> w = *(const gpu__pack<Type, Pack> *)(from + ((size_t)u * Threads + t) * Pack);
            GPU__UNROLLED (int i = 0; i < Pack; ++i) put(bin.slow(w.v[i]));
        }
}

/* A tile for many bins: nearly every tile has a lane with a value to be checked, so the lanes check their values in a
   loop, each its next one. */
template <class Type, class Bin, int Pack, int Unroll, class Put>
GPU__DEVICE_FN void gpu__histogram_many(const Put &put, const Bin &bin, const gpu__pack<Type, Pack> (&v)[Unroll])
{
    unsigned unsure = 0;
    GPU__UNROLLED (int m = 0; m < Unroll * Pack; ++m) {
        decltype(Bin::sure + 0) off;
        const unsigned b = bin.fast(v[m / Pack].v[m % Pack], off);
        const bool sure = off <= bin.sure;
        unsure |= (unsigned)!sure << m;
        put(sure ? b : ~0u);
    }
    for (; unsure != 0; unsure &= unsure - 1) {
        const unsigned at = __ffs((int)unsure) - 1;
        Type value = v[0].v[0];
        GPU__UNROLLED (int m = 1; m < Unroll * Pack; ++m) value = (int)at == m ? v[m / Pack].v[m % Pack] : value;
        put(bin.slow(value));
    }
}

/* A block counts the bins [slice * width, +width) in shared memory, in `copies` copies of each counter: with 32 every
   lane of a warp has its own bank. If the bins do not fit, they are split into slices, whose blocks read the same data
   at the same time, so that all but one find it in L2. width == 0: counts in global memory. */
template <class Type, class Bin, int Pack, int Threads, int Unroll, bool Collect>
static __global__ void __launch_bounds__(Threads)
    gpu__histogram_count(unsigned long long *counts, const Type *x, size_t n, Bin bin, unsigned bins, unsigned width,
                         unsigned slices, unsigned shift)
{
    extern __shared__ unsigned gpu__counters[];
    const unsigned t = threadIdx.x, low = blockIdx.x % slices * width, part = blockIdx.x / slices,
                   parts = gridDim.x / slices;
    const unsigned copies = 1u << shift, mine = t & (copies - 1);
    const unsigned here = low >= bins ? 0 : bins - low < width ? bins - low : width;
    for (unsigned i = t; i < (Collect ? width : width + 1) * copies; i += Threads) gpu__counters[i] = 0;
    __syncthreads();
    const unsigned counters = (unsigned)__cvta_generic_to_shared(gpu__counters + mine), apart = copies * 4;
    auto put = [&](unsigned b) {
        if (Collect) {
            if (width == 0) {
                if (b < bins) atomicAdd(counts + b, 1ull);
            } else if (b - low < here) atomicAdd(gpu__counters + (b - low) * copies + mine, 1u);
        } else /* values outside have a counter of their own, since an if would be a branch for every value */
            asm volatile("red.shared.add.u32 [%0], 1;" ::"r"(counters + min(b, here) * apart) : "memory");
    };
    size_t head = (sizeof(gpu__pack<Type, Pack>) - (uintptr_t)x % sizeof(gpu__pack<Type, Pack>)) %
                  sizeof(gpu__pack<Type, Pack>) / sizeof(Type);
    if (head > n) head = n;
    const size_t tile = (size_t)Threads * Unroll * Pack, tiles = (n - head) / tile;
    for (size_t k = part; k < tiles; k += parts) {
        gpu__pack<Type, Pack> v[Unroll];
        GPU__UNROLLED (int u = 0; u < Unroll; ++u)
            v[u] = *(const gpu__pack<Type, Pack> *)(x + head + k * tile + ((size_t)u * Threads + t) * Pack);
        if (Collect) gpu__histogram_many(put, bin, v);
        else gpu__histogram_few<Threads, Type>(put, bin, v, x + head + k * tile, t);
    }
    if (part == parts - 1) {
        for (size_t i = t; i < head; i += Threads) put(bin.slow(x[i]));
        for (size_t i = head + tiles * tile + t; i < n; i += Threads) put(bin.slow(x[i]));
    }
    __syncthreads();
    gpu__histogram_add<Threads>(counts + low, gpu__counters, here, copies, t);
}

template <class Type, class Bin> static cudaError_t gpu__count_into(const gpu__launch_context *context, void *out,
                                                                    unsigned bins, const Type *x, size_t n, Bin bin)
{
    constexpr int Pack = 16 / sizeof(Type);
    unsigned long long *const counts = (unsigned long long *)out;
    const cudaStream_t stream = (cudaStream_t)context->stream;
    const size_t multiprocessors = (size_t)context->multiprocessors;
    cudaError_t e = cudaMemsetAsync(counts, 0, bins * sizeof *counts, stream);
    if (e != cudaSuccess || n == 0) return e;
    if (bins <= 8192) {
        unsigned shift = 5;
        while (shift > 0 && bins << shift > 8192) --shift;
        const size_t blocks = gpu__least(gpu__ceil_div(n, (size_t)512 * 4 * Pack), multiprocessors * 4);
        gpu__histogram_count<Type, Bin, Pack, 512, 4, false>
            <<<(unsigned)blocks, 512, ((bins + 1) << shift) * 4, stream>>>(counts, x, n, bin, bins, bins, 1, shift);
        return cudaGetLastError();
    }
    const size_t tile = (size_t)1024 * 2 * Pack, tiles = gpu__ceil_div(n, tile);
    size_t slices = gpu__ceil_div(bins, context->shared_limit / 4), width = gpu__ceil_div(bins, slices), per = 2;
    if (slices > 8 || tiles * tile / 4 < bins) /* clearing the counters would cost more than they save */
        slices = 1, width = 0;
    else {
        per = context->shared_limit / (width * 4) < 2 ? 1 : 2;
        e = cudaFuncSetAttribute(gpu__histogram_count<Type, Bin, Pack, 1024, 2, true>,
                                 cudaFuncAttributeMaxDynamicSharedMemorySize, (int)(width * 4));
        if (e != cudaSuccess) return e;
    }
    const size_t blocks = gpu__least(tiles, gpu__ceil_div(multiprocessors * per, slices)) * slices;
    gpu__histogram_count<Type, Bin, Pack, 1024, 2, true>
        <<<(unsigned)blocks, 1024, width * 4, stream>>>(counts, x, n, bin, bins, (unsigned)width, (unsigned)slices, 0);
    return cudaGetLastError();
}

template <class Type> static cudaError_t gpu__histogram(const gpu__launch_context *context, void *out, unsigned bins,
                                                        const Type *x, size_t n, const gpu__range &range)
{
    typedef typename std::conditional<(Type)0.5 != (Type)0, Type, double>::type Real;
    const gpu__bin_range<Real> bin = gpu__bin_range<Real>::make(range.lo, range.hi, bins);
    if constexpr ((Type)0.5 != (Type)0) return gpu__count_into(context, out, bins, x, n, bin);
    else return gpu__count_into(context, out, bins, x, n, gpu__bin_whole<Type>{bin, bin.sure});
}

/* ---- Weighted counts ------------------------------------------------------------------------------------------- */

/* A warp takes a part of the elements and a slice of the bins, for which it has a row of sums, in shared memory if it
   fits. Among lanes with the same bin the lowest adds the weights of all of them, in the order of the lanes, so that
   the sum is that of a sequential loop. The next elements are loaded meanwhile. */
enum {
    GPU__WEIGHTS_WARPS = 4,
    GPU__WEIGHTS_SHARED = 1024 /* bins */,
    GPU__WEIGHTS_SLICES = 256,
    GPU__WEIGHTS_AHEAD = 4
};
template <class Index, class Type, bool Shared> static __global__ void __launch_bounds__(GPU__WEIGHTS_WARPS * 32)
    gpu__weights_parts(double *sums, unsigned bins, unsigned width, const Index *x, const Type *w, size_t n,
                       size_t parts, size_t length)
{
    __shared__ double weight[GPU__WEIGHTS_WARPS][32], rows[Shared ? GPU__WEIGHTS_WARPS * GPU__WEIGHTS_SHARED : 1];
    const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32, low = blockIdx.y * width,
                   count = bins - low < width ? bins - low : width;
    const size_t part = (size_t)blockIdx.x * GPU__WEIGHTS_WARPS + warp, first = part * length;
    if (part >= parts) return;
    const size_t end = n - first < length ? n : first + length;
    volatile double *const row = Shared ? rows + warp * width : sums + part * bins + low;
    for (unsigned b = lane; b < count; b += 32) row[b] = 0;
    __syncwarp();
    Index next_index[GPU__WEIGHTS_AHEAD]; /* as loaded: its bin is computed when it is used, which waits for the load */
    Type next[GPU__WEIGHTS_AHEAD];
    auto load = [&](size_t i, int u) {
        next_index[u] = i < end ? x[i] : (Index)-1;
        next[u] = i < end ? w[i] : (Type)0;
    };
    GPU__UNROLLED (int u = 0; u < GPU__WEIGHTS_AHEAD; u++) load(first + u * 32 + lane, u);
    for (size_t i = first; i < end; i += GPU__WEIGHTS_AHEAD * 32) {
        GPU__UNROLLED (int u = 0; u < GPU__WEIGHTS_AHEAD; u++) {
            const unsigned long long place = (unsigned long long)next_index[u] - low;
            const unsigned bin = place < count ? (unsigned)place : ~0u; /* no bin of a slice has the number ~0u */
            const double mine = (double)next[u];
            load(i + (GPU__WEIGHTS_AHEAD + u) * 32 + lane, u);
            if (!__any_sync(~0u, bin < count)) continue;
            weight[warp][lane] = mine;
            const unsigned same = __match_any_sync(~0u, bin);
            __syncwarp();
            if (bin < count && __ffs((int)same) - 1 == (int)lane) {
                double sum = row[bin];
                for (unsigned m = same; m; m &= m - 1) sum += weight[warp][__ffs((int)m) - 1];
                row[bin] = sum;
            }
            __syncwarp();
        }
    }
    if (Shared)
        for (unsigned b = lane; b < count; b += 32) sums[part * bins + low + b] = row[b];
}
/* Each warp folds the partial sums of one bin. */
template <int Threads> static __global__ void __launch_bounds__(Threads)
    gpu__weights_fold_parts(double *out, const double *sums, unsigned bins, size_t parts)
{
    const unsigned lane = threadIdx.x % 32, bin = blockIdx.x * (Threads / 32) + threadIdx.x / 32;
    if (bin >= bins) return;
    double sum = 0;
    for (size_t p = lane; p < parts; p += 32) sum += sums[p * bins + bin];
    for (unsigned s = 16; s; s /= 2) sum += __shfl_down_sync(~0u, sum, s);
    if (lane == 0) out[bin] = sum;
}
template <class Index, class Type> static cudaError_t gpu__weights(const gpu__launch_context *context, double *out,
                                                                   unsigned bins, const Index *x, const Type *w,
                                                                   size_t n, const gpu__weights_split &split)
{
    const cudaStream_t stream = (cudaStream_t)context->stream;
    const size_t parts = split.parts, length = split.length;
    double *const sums = parts > 1 ? (double *)context->space : out;
    const size_t slices = gpu__ceil_div(bins, GPU__WEIGHTS_SHARED);
    const unsigned width = slices == 1                    ? bins
                           : slices < GPU__WEIGHTS_SLICES ? (unsigned)GPU__WEIGHTS_SHARED
                                                          : (unsigned)gpu__ceil_div(bins, GPU__WEIGHTS_SLICES);
    const dim3 blocks((unsigned)gpu__ceil_div(parts, GPU__WEIGHTS_WARPS), (unsigned)gpu__ceil_div(bins, width));
    const auto kernel =
        width <= GPU__WEIGHTS_SHARED ? gpu__weights_parts<Index, Type, true> : gpu__weights_parts<Index, Type, false>;
    kernel<<<blocks, GPU__WEIGHTS_WARPS * 32, 0, stream>>>(sums, bins, width, x, w, n, parts, length);
    if (parts > 1)
        gpu__weights_fold_parts<256><<<(unsigned)gpu__ceil_div(bins, 8), 256, 0, stream>>>(out, sums, bins, parts);
    return cudaGetLastError();
}
