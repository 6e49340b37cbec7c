/* Output i sees x[i - left .. i - left + width), zero outside [0, n), where left is width - 1 for a moving average and
   width / 2 for a convolution. out must not overlap x. */

#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ < 800
#define GPU__WINDOW_BLOCKS 8 /* the maximum with 1024 threads a multiprocessor */
#else
#define GPU__WINDOW_BLOCKS 10
#endif
/* GPU__WINDOW_EACH and GPU__TAP_EACH neighbouring outputs belong to a thread. The numbers are odd, so that lanes, which
   read with that stride, have no bank conflicts at any offset. */
enum {
    GPU__WINDOW_THREADS = GPU__WINDOW_LANES,
    GPU__WINDOW_EACH = GPU__WINDOW_RUN,
    GPU__TAP_THREADS = 256,
    GPU__TAP_EACH = 9,
    GPU__TAP_CHUNK = 512
};

/* The address of x[start] in a buffer that begins with the aligned 16 bytes that contain x[start]. */
template <class Type> static __device__ inline Type *gpu__window_address(Type *buffer, const Type *x, long long start)
{
    return buffer + (((uintptr_t)x + (uintptr_t)start * sizeof(Type)) & 15) / sizeof(Type);
}
/* Starts to copy x[start, start + count), zero outside [0, n), to the buffer; gpu__copies_done() and a barrier complete
   the copy. */
template <unsigned Threads, unsigned Each, class Type> static __device__ inline void
gpu__window_load(Type *buffer, const Type *x, long long n, long long start, unsigned count)
{
    constexpr unsigned Pack = 16 / sizeof(Type);
    const unsigned skip = (unsigned)(gpu__window_address(buffer, x, start) - buffer), t = threadIdx.x * Pack;
    start -= skip, count += skip;
    if (start >= 0 && start + count + Pack <= n) {
        const Type *const from = x + start + t;
        Type *const to = buffer + t;
        count = count > t ? count - t : 0;
        GPU__UNROLLED (unsigned u = 0; u < Each / Pack + 1; ++u) /* the part that every tile has, unrolled */
            if (u * Threads * Pack < count) gpu__copy_16(to + u * Threads * Pack, from + u * Threads * Pack);
#pragma unroll 1
        for (unsigned c = (Each / Pack + 1) * Threads * Pack; c < count; c += Threads * Pack)
            gpu__copy_16(to + c, from + c);
    } else
#pragma unroll 1
        for (unsigned c = threadIdx.x; c < count; c += Threads) {
            const long long i = start + c;
            buffer[c] = i >= 0 && i < n ? x[i] : Type();
        }
}

/* Stores a thread's outputs to out[first + Each * thread, ...), through the warp's own part of `stage` so that the
   stores are coalesced. No thread may still read `stage`. */
template <unsigned Each, class Type> static __device__ inline void
gpu__window_store(Type *out, Type *stage, const Type (&v)[Each], long long first, long long n)
{
    constexpr unsigned Pack = 16 / sizeof(Type);
    const unsigned lane = threadIdx.x % 32, begin = (threadIdx.x - lane) * Each;
    stage += begin, out += first + begin, n -= first + begin;
    GPU__UNROLLED (unsigned j = 0; j < Each; ++j) stage[lane * Each + j] = v[j];
    __syncwarp();
    if (n >= 32 * Each && (uintptr_t)out % 16 == 0)
        GPU__UNROLLED (unsigned i = lane * Pack; i < 32 * Each; i += 32 * Pack)
            gpu__move_out_once<16>(out + i, stage + i);
    else
        GPU__UNROLLED (unsigned i = lane; i < 32 * Each; i += 32)
            if ((long long)i < n) out[i] = stage[i];
}

/* The order of the sums is that of families/window/order.h; z[k] is x[k - left]. */

/* The sum of z[start .. start + count), count <= 1152, over the lanes of a block: gpu__window_lanes, then a barrier,
   then gpu__window_joined. */
template <class Type> static __device__ inline void gpu__window_lanes(double *scratch, const Type *x, long long n,
                                                                      long long start, unsigned count)
{
    const unsigned t = threadIdx.x;
    double sum = 0;
    GPU__UNROLLED (unsigned k = 0; k < GPU__WINDOW_TILE; k += GPU__WINDOW_LANES) {
        const long long i = start + k + t;
        if (k + t < count && i >= 0 && i < n) sum += (double)x[i];
    }
    GPU__UNROLLED (unsigned s = 16; s > 0; s /= 2) sum += __shfl_xor_sync(~0u, sum, s);
    if (t % 32 == 0) scratch[t / 32] = sum;
}
static __device__ inline double gpu__window_joined(const double *scratch)
{
    return (scratch[0] + scratch[2]) + (scratch[1] + scratch[3]);
}

/* The sums of runs of 1152, for windows wider than GPU__WINDOW_NARROW. */
template <class Type> static __global__ void __launch_bounds__(GPU__WINDOW_THREADS)
    gpu__window_runs(double *sums, const Type *x, long long n, long long left)
{
    gpu__follow();
    __shared__ double scratch[4];
    gpu__window_lanes(scratch, x, n, (long long)blockIdx.x * GPU__WINDOW_TILE - left, GPU__WINDOW_TILE);
    __syncthreads();
    if (threadIdx.x == 0) sums[blockIdx.x] = gpu__window_joined(scratch);
}
/* One power of 16 of gpu__window_between: adds `picks` sums, from sums[r + at] on with the given stride, to u[r];
   next[r] is the sum of 16 of them. */
template <int Radix> static __global__ void __launch_bounds__(256)
    gpu__window_power(double *u, double *next, const double *sums, size_t outs, size_t count, size_t at, size_t stride,
                      unsigned picks)
{
    gpu__follow();
    const size_t r = (size_t)blockIdx.x * 256 + threadIdx.x;
    if (r < outs) {
        double sum = stride == 1 ? 0.0 : u[r];
        for (unsigned k = 0; k < picks; ++k) sum += sums[r + at + k * stride];
        u[r] = sum;
    }
    if (next != NULL && r + (Radix - 1) * stride < count) {
        double sum = sums[r];
        GPU__UNROLLED (unsigned k = 1; k < Radix; ++k) sum += sums[r + k * stride];
        next[r] = sum;
    }
}

/* The sum U of the runs between the first and the last run of a thread's windows. The block's Threads + q runs have
   their sums in `sums`; `spare` is a buffer of the same size. */
static __device__ inline double gpu__window_within(const double *sums, double *spare, unsigned q)
{
    constexpr unsigned Radix = GPU__WINDOW_RADIX, Threads = GPU__WINDOW_THREADS;
    static_assert(GPU__WINDOW_NARROW / GPU__WINDOW_RUN <= Radix * Radix, "two powers are enough");
    const unsigned t = threadIdx.x, m = q - 1, single = m % Radix;
    double u = 0;
    for (unsigned k = 0; k < single; ++k) u += sums[t + 1 + k];
    if (m >= Radix) {
        for (unsigned r = t; r + Radix <= Threads + q; r += Threads) {
            double sum = sums[r];
            GPU__UNROLLED (unsigned k = 1; k < Radix; ++k) sum += sums[r + k];
            spare[r] = sum;
        }
        __syncthreads();
        for (unsigned k = 0; k < m / Radix; ++k) u += spare[t + 1 + single + k * Radix];
    }
    return u;
}

/* Computes the means from the sums: of `width` values, or of those that there are at the beginning. */
template <unsigned Each, class Type> GPU__DEVICE_FN void gpu__window_means(Type (&v)[Each], const double (&sum)[Each],
                                                                           long long width, long long start, unsigned t)
{
    const double inverse = 1.0 / (double)width;
    GPU__UNROLLED (unsigned j = 0; j < Each; ++j)
        v[j] = (Type)(sizeof(Type) == 4 ? sum[j] * inverse : sum[j] / (double)width);
    if (start >= 0) return;
    GPU__UNROLLED (unsigned j = 0; j < Each; ++j) {
        const long long a = start + t * Each + j;
        if (a < 0) v[j] = (Type)(sum[j] / (double)(a + width));
    }
}

/* The sums of the warp's runs after a thread's own run and before it; the warp's totals go to `scratch`. */
GPU__DEVICE_FN void gpu__window_sides(double *scratch, double &behind, double &before, unsigned lane, unsigned warp)
{
    constexpr unsigned Warps = GPU__WINDOW_THREADS / 32;
    GPU__UNROLLED (unsigned d = 1; d < 32; d *= 2) {
        const double down = __shfl_down_sync(~0u, behind, d), up = __shfl_up_sync(~0u, before, d);
        if (lane + d < 32) behind += down;
        if (lane >= d) before += up;
    }
    if (lane == 0) scratch[Warps + warp] = behind;
    if (lane == 31) scratch[2 * Warps + warp] = before;
    behind = __shfl_down_sync(~0u, behind, 1), before = __shfl_up_sync(~0u, before, 1);
}

/* Computes the sums of the q runs after those that belong to threads. */
template <class Type>
GPU__DEVICE_FN void gpu__window_more_runs(double *sums, const Type *leaving, unsigned q, unsigned t)
{
    constexpr unsigned Each = GPU__WINDOW_EACH, Threads = GPU__WINDOW_THREADS;
    for (unsigned r = t + Threads; r < Threads + q; r += Threads) {
        double total = (double)leaving[r * Each];
        GPU__UNROLLED (unsigned j = 1; j < Each; ++j) total += (double)leaving[r * Each + j];
        sums[r] = total;
    }
}

/* Adds the warps' totals: of the following warps to u, of the preceding warps to e. */
GPU__DEVICE_FN void gpu__window_add_warps(double &u, double &e, const double *scratch, unsigned warp)
{
    constexpr unsigned Warps = GPU__WINDOW_THREADS / 32;
    GPU__UNROLLED (unsigned w = Warps - 1; w > 0; --w)
        if (w > warp) u += scratch[Warps + w];
    GPU__UNROLLED (unsigned w = 0; w + 1 < Warps; ++w)
        if (w < warp) e += scratch[2 * Warps + w];
}

/* The sums of a thread's windows, (Q + U) + P. sum[j] is Q on entry; U is u or, once the window ends in the next run,
   `more`; P is `front`, which grows by one value of `in` from output to output. */
template <class Type, unsigned Each> GPU__DEVICE_FN void
gpu__window_join(double (&sum)[Each], const Type (&in)[Each], double front, double u, double more, unsigned s)
{
    sum[0] = (sum[0] + u) + front;
    GPU__UNROLLED (unsigned j = 1; j < Each; ++j) {
        const double e = (double)in[j];
        front = s + j == Each ? e : front + e;
        if (s + j == Each) u = more;
        sum[j] = (sum[j] + u) + front;
    }
}

/* An exclusive scan of front[]; `before` becomes the sum of all its values. */
template <unsigned Each> GPU__DEVICE_FN void gpu__window_exclusive(double (&front)[Each], double &before)
{
    GPU__UNROLLED (unsigned j = 1; j < Each; ++j) {
        const double v = front[j];
        front[j] = before;
        before += v;
    }
    front[0] = 0;
}

/* The sums of the windows of a tile, for windows up to Each + 1 wide: a thread adds the elements of each. */
template <unsigned Each, class Type>
GPU__DEVICE_FN void gpu__window_sums_narrow(double (&sum)[Each], const Type *leaving, long long width, unsigned t)
{
    double v[2 * Each - 1];
    gpu__copies_done();
    __syncthreads();
    GPU__UNROLLED (unsigned j = 0; j < 2 * Each - 1; ++j)
        v[j] = j < Each || j < Each + width ? (double)leaving[t * Each + j] : 0.0;
    GPU__UNROLLED (unsigned j = 0; j < Each; ++j) {
        sum[j] = v[j];
        GPU__UNROLLED (unsigned k = 1; k < Each; ++k)
            if (k < width) sum[j] += v[j + k];
    }
    __syncthreads();
}
/* The same for windows whose elements are all in shared memory: `sums` receives the sums of runs of Each elements, of
   which a window has q; at its end are s + 1 single elements. */
template <unsigned Each, class Type>
GPU__DEVICE_FN void gpu__window_sums_runs(double (&sum)[Each], double *sums, const Type *leaving, const Type *entering,
                                          unsigned width, unsigned t)
{
    const unsigned q = (width - 1) / Each, s = (width - 1) % Each;
    Type in[Each];
    gpu__copies_done();
    __syncthreads();
    double total = (double)leaving[t * Each], front = (double)entering[(t + q) * Each];
    GPU__UNROLLED (unsigned j = 0; j < Each; ++j) sum[j] = (double)leaving[t * Each + j];
    GPU__UNROLLED (unsigned j = 1; j < Each; ++j) total += sum[j];
    sums[t] = total;
    gpu__window_more_runs(sums, leaving, q, t);
    for (unsigned k = 1; k <= s; ++k) front += (double)entering[(t + q) * Each + k];
    GPU__UNROLLED (unsigned j = 1; j < Each; ++j) in[j] = entering[(t + q) * Each + s + j];
    GPU__UNROLLED (unsigned j = Each - 1; j > 0; --j) sum[j - 1] += sum[j];
    __syncthreads();
    double u = gpu__window_within(sums, sums + GPU__WINDOW_THREADS + q, q);
    const double more = u + sums[t + q];
    gpu__window_join(sum, in, front, u, more, s);
}
/* The same for windows over several tiles: `between` is the sum of the whole tiles between the tile of the elements
   that leave the windows and that of those that enter. */
template <unsigned Each, class Type>
GPU__DEVICE_FN void gpu__window_sums_tiles(double (&sum)[Each], const Type *leaving, const Type *entering,
                                           const Type *x, long long n, long long start, long long width,
                                           const double &between, unsigned t)
{
    __shared__ double scratch[3 * GPU__WINDOW_THREADS / 32];
    const unsigned q = (unsigned)(width / GPU__WINDOW_TILE), s = (unsigned)(width % GPU__WINDOW_TILE), lane = t % 32,
                   warp = t / 32;
    double front[Each], behind, before;
    gpu__window_lanes(scratch, x, n, start + (long long)q * GPU__WINDOW_TILE, s);
    gpu__copies_done();
    __syncthreads();
    GPU__UNROLLED (unsigned j = 0; j < Each; ++j)
        sum[j] = (double)leaving[t * Each + j], front[j] = (double)entering[t * Each + j];
    GPU__UNROLLED (unsigned j = Each - 1; j > 0; --j) sum[j - 1] += sum[j];
    behind = sum[0], before = front[0];
    gpu__window_exclusive(front, before);
    gpu__window_sides(scratch, behind, before, lane, warp);
    __syncthreads();
    double u = between, e = gpu__window_joined(scratch);
    gpu__window_add_warps(u, e, scratch, warp);
    if (lane < 31) u += behind;
    if (lane > 0) e += before;
    GPU__UNROLLED (unsigned j = 0; j < Each; ++j) sum[j] = (sum[j] + u) + (front[j] + e);
}

/* A block computes one tile of outputs. Many small blocks, in order, access neighbouring memory at a time; they were
   measured to be faster than fewer blocks that prefetch their next tile. Span 0: windows up to 9 wide. Span 1: the
   buffer has all elements of the tile's windows. Span 2, for wider ones: it has two parts of capacity / 2 elements, for
   the elements that leave the windows and for those that enter. */
template <int Span, class Type>
static __global__ void __launch_bounds__(GPU__WINDOW_THREADS, Span == 2           ? 6
                                                              : sizeof(Type) == 4 ? GPU__WINDOW_BLOCKS
                                                                                  : 8)
    gpu__moving_mean_tiles(Type *out, const Type *x, const double *between, long long n, long long width,
                           unsigned capacity)
{
    gpu__follow();
    constexpr unsigned Each = GPU__WINDOW_EACH, Threads = GPU__WINDOW_THREADS, Tile = GPU__WINDOW_TILE;
    extern __shared__ uint4 gpu__window_shared[];
    const unsigned t = threadIdx.x;
    Type *const buffer = (Type *)gpu__window_shared;
    const long long first = (long long)blockIdx.x * Tile, start = first - (width - 1);
    const Type *const leaving = gpu__window_address(buffer, x, start);
    const Type *const entering = Span == 2 ? gpu__window_address(buffer + capacity / 2, x, start + width) : leaving;
    double sum[Each];
    gpu__window_load<Threads, Each>(buffer, x, n, start, Tile + (Span == 2 ? 0u : (unsigned)width));
    if (Span == 2) gpu__window_load<Threads, Each>(buffer + capacity / 2, x, n, start + width, Tile);
    if constexpr (Span == 0) gpu__window_sums_narrow(sum, leaving, width, t);
    else if constexpr (Span == 1)
        gpu__window_sums_runs(sum, (double *)(buffer + capacity), leaving, entering, (unsigned)width, t);
    else gpu__window_sums_tiles(sum, leaving, entering, x, n, start, width, between[blockIdx.x], t);
    Type v[Each];
    gpu__window_means(v, sum, width, start, t);
    gpu__window_store(out, buffer, v, first, n);
}

/* Launches a moving mean; wide windows need the sums of runs first. */
template <class Type> static cudaError_t gpu__moving_mean(const gpu__launch_context *context, Type *out, const Type *x,
                                                          size_t n, size_t width)
{
    if (n == 0) return cudaSuccess;
    cudaError_t e = cudaSuccess;
    const size_t tiles = gpu__ceil_div(n, GPU__WINDOW_TILE),
                 spare = 32 / sizeof(Type); /* up to 16 bytes before and after the elements */
    double *u = NULL;
    size_t capacity = 2 * (GPU__WINDOW_TILE + spare), bytes = capacity * sizeof(Type);
    static_assert((GPU__WINDOW_TILE + GPU__WINDOW_NARROW + 64 / sizeof(Type)) * sizeof(Type) +
                          2 * (GPU__WINDOW_THREADS + GPU__WINDOW_NARROW / GPU__WINDOW_RUN) * sizeof(double) <=
                      48 * 1024,
                  "every device allows a block this much shared memory");
    if (width > GPU__WINDOW_NARROW) {
        size_t m = width / GPU__WINDOW_TILE - 1, count = tiles + m, at = 1, stride = 1;
        double *sums = (double *)context->space + tiles, *next = sums + count;
        u = (double *)context->space;
        e = gpu__launch(context, gpu__window_runs<Type>, count, GPU__WINDOW_THREADS, 0, sums, x, (long long)n,
                        (long long)width - 1);
        for (; !e; m /= GPU__WINDOW_RADIX, stride *= GPU__WINDOW_RADIX) {
            const bool last = m < GPU__WINDOW_RADIX;
            e = gpu__launch(context, gpu__window_power<GPU__WINDOW_RADIX>, gpu__ceil_div(last ? tiles : count, 256),
                            256, 0, u, last ? NULL : next, sums, tiles, count, at, stride,
                            (unsigned)(m % GPU__WINDOW_RADIX));
            if (last) break;
            at += m % GPU__WINDOW_RADIX * stride;
            count -= (GPU__WINDOW_RADIX - 1) * stride;
            double *const done = sums;
            sums = next, next = done;
        }
    } else {
        capacity = gpu__ceil_div(GPU__WINDOW_TILE + width + spare, spare) * spare;
        bytes =
            capacity * sizeof(Type) +
            (width > GPU__WINDOW_RUN ? 2 * (GPU__WINDOW_THREADS + (width - 1) / GPU__WINDOW_RUN) * sizeof(double) : 0);
    }
    return e ? e
             : gpu__launch(context,
                           width <= GPU__WINDOW_RUN      ? gpu__moving_mean_tiles<0, Type>
                           : width <= GPU__WINDOW_NARROW ? gpu__moving_mean_tiles<1, Type>
                                                         : gpu__moving_mean_tiles<2, Type>,
                           tiles, GPU__WINDOW_THREADS, bytes, out, x, u, (long long)n, (long long)width,
                           (unsigned)capacity);
}

/* out[i] = sum over k < width of h[width - 1 - k] * x[i - width / 2 + k], k ascending, in double. */
template <class Type> static __global__ void __launch_bounds__(GPU__TAP_THREADS)
    gpu__convolve_tiles(Type *out, const Type *x, const Type *h, long long n, long long width)
{
    gpu__follow();
    constexpr unsigned Each = GPU__TAP_EACH, Tile = GPU__TAP_THREADS * Each;
    __shared__ alignas(16) Type buffer[Tile + GPU__TAP_CHUNK + 32 / sizeof(Type)];
    __shared__ alignas(16) double taps[GPU__TAP_CHUNK];
    const unsigned t = threadIdx.x;
    const long long first = (long long)blockIdx.x * Tile, left = width / 2;
    double sum[Each] = {};
    bool special = false; /* whether a tap is infinite or NaN */
    for (long long w0 = 0; w0 < width; w0 += GPU__TAP_CHUNK) {
        const unsigned w = width - w0 < GPU__TAP_CHUNK ? (unsigned)(width - w0) : GPU__TAP_CHUNK;
        const Type *const s = gpu__window_address(buffer, x, first - left + w0) + t * Each;
        __syncthreads();
        gpu__window_load<GPU__TAP_THREADS, Each>(buffer, x, n, first - left + w0, Tile + w);
        for (unsigned k = t; k < w; k += GPU__TAP_THREADS) {
            taps[k] = (double)h[width - 1 - (w0 + k)];
            special |= taps[k] - taps[k] != 0;
        }
        gpu__copies_done();
        special = __syncthreads_or(special);
        double v[Each + 4];
        GPU__UNROLLED (unsigned j = 0; j < Each; ++j) v[j] = (double)s[j];
        unsigned k = 0;
#pragma unroll 2
        for (; k + 4 <= w; k += 4) {
            double tap[4];
            GPU__UNROLLED (unsigned j = 0; j < 4; ++j) {
                v[Each + j] = (double)s[Each + k + j];
                tap[j] = taps[k + j];
            }
            GPU__UNROLLED (unsigned u = 0; u < 4; ++u)
                GPU__UNROLLED (unsigned j = 0; j < Each; ++j) sum[j] += tap[u] * v[u + j];
            GPU__UNROLLED (unsigned j = 0; j < Each; ++j) v[j] = v[j + 4];
        }
        for (; k < w; ++k) {
            const double tap = taps[k];
            GPU__UNROLLED (unsigned j = 0; j < Each; ++j) sum[j] += tap * (double)s[k + j];
        }
    }
    Type r[Each];
    GPU__UNROLLED (unsigned j = 0; j < Each; ++j) r[j] = (Type)sum[j];
    __syncthreads();
    gpu__window_store(out, buffer, r, first, n);
    if (!special) return;
    __syncthreads(); /* products with the zeros outside were NaN: those sums are computed again, of elements alone */
    for (long long i = first + t; i < n && i < first + Tile; i += GPU__TAP_THREADS) {
        const long long at = i - left, end = min(width, n - at);
        if (at >= 0 && end == width) continue;
        double again = 0;
        for (long long k = max(-at, 0ll); k < end; ++k) again += (double)h[width - 1 - k] * (double)x[at + k];
        out[i] = (Type)again;
    }
}
template <class Type> static cudaError_t gpu__convolve(const gpu__launch_context *context, Type *out, const Type *x,
                                                       const Type *h, size_t n, size_t width)
{
    if (n == 0) return cudaSuccess;
    return gpu__launch(context, gpu__convolve_tiles<Type>, gpu__ceil_div(n, GPU__TAP_THREADS * GPU__TAP_EACH),
                       GPU__TAP_THREADS, 0, out, x, h, (long long)n, (long long)width);
}

/* Five-point stencil: out = c0 * x + c1 * (((north + south) + west) + east); the border is copied. out must not overlap
   x. A thread computes Result rows of Pack columns, and issues all its loads before the first use. */
template <class Type, int Pack, int Result> static __global__ void __launch_bounds__(256)
    gpu__stencil5_rows(Type *out, const Type *x, size_t rows, size_t cols, unsigned blocks_x, Type c0, Type c1)
{
    gpu__follow();
    typedef gpu__pack<Type, Pack> pack;
    const unsigned lane = threadIdx.x % 32;
    const size_t c = ((size_t)(blockIdx.x % blocks_x) * 256 + threadIdx.x) * Pack,
                 r0 = (size_t)(blockIdx.x / blocks_x) * Result;
    const bool in = c < cols;
    pack k[Result + 2] = {};
    Type west[Result], east[Result];
    GPU__UNROLLED (int i = 0; i < Result + 2; ++i)
        if (in && r0 + i >= 1 && r0 + i - 1 < rows) k[i] = *(const pack *)(x + (r0 + i - 1) * cols + c);
    GPU__UNROLLED (int i = 0; i < Result; ++i) {
        west[i] = east[i] = Type();
        if (in && r0 + i < rows) {
            if (lane == 0 && c > 0) west[i] = x[(r0 + i) * cols + c - 1];
            if (lane == 31 && c + Pack < cols) east[i] = x[(r0 + i) * cols + c + Pack];
        }
    }
    GPU__UNROLLED (int i = 0; i < Result; ++i) {
        const Type from_west = __shfl_up_sync(~0u, k[i + 1].v[Pack - 1], 1),
                   from_east = __shfl_down_sync(~0u, k[i + 1].v[0], 1);
        if (lane > 0) west[i] = from_west;
        if (lane < 31) east[i] = from_east;
        pack p;
        GPU__UNROLLED (int j = 0; j < Pack; ++j) {
            const Type w = j > 0 ? k[i + 1].v[j > 0 ? j - 1 : 0] : west[i],
                       e = j < Pack - 1 ? k[i + 1].v[j < Pack - 1 ? j + 1 : j] : east[i];
            const Type sum = ((k[i].v[j] + k[i + 2].v[j]) + w) + e;
            const bool border = r0 + i == 0 || r0 + i + 1 == rows || c + j == 0 || c + j + 1 == cols;
            p.v[j] = border ? k[i + 1].v[j] : c0 * k[i + 1].v[j] + c1 * sum;
        }
        if (in && r0 + i < rows)
            gpu__move_out_once<(int)sizeof p>(
                out + (r0 + i) * cols + c, &p); /* evict-first leaves the cache to rows that a neighbour reads again */
    }
}
template <class Type> static cudaError_t gpu__stencil5(const gpu__launch_context *context, Type *out, const Type *x,
                                                       size_t rows, size_t cols, Type c0, Type c1)
{
    constexpr int Pack = gpu__vector<Type>;
    if (rows == 0 || cols == 0) return cudaSuccess;
    const bool packed = cols % Pack == 0 && gpu__aligned(x, 16) && gpu__aligned(out, 16);
    const size_t across = gpu__ceil_div(cols, 256 * (packed ? Pack : 1));
    return gpu__launch(context, packed ? gpu__stencil5_rows<Type, Pack, 10> : gpu__stencil5_rows<Type, 1, 8>,
                       across * gpu__ceil_div(rows, packed ? 10 : 8), 256, 0, out, x, rows, cols, (unsigned)across, c0,
                       c1);
}
