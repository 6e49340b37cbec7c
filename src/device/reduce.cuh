/* The order is that of src/language/reduce_order.h. */

#define GPU__REDUCE_THREADS 512

template <class Accum> struct gpu__is_integer {
    static constexpr bool value = false;
};
template <> struct gpu__is_integer<{bool|char|short|int|long|long long}> {
    static constexpr bool value = true;
};
template <>
struct gpu__is_integer<{signed char|unsigned char|unsigned short|unsigned|unsigned long|unsigned long long}> {
    static constexpr bool value = true;
};

template <class Accum> struct gpu__words {
    static constexpr int value = (int)((sizeof(Accum) + 3) / 4);
};

#ifdef __CUDA_ARCH__
/* Stands between map and combine: without it the compiler would fuse a product with the sum to an fma, while the CPU
   rounds the product first. */
template <class Accum> GPU__DEVICE_FN Accum gpu__keep(Accum v, unsigned zero)
{
    if constexpr (!gpu__is_integer<Accum>::value && sizeof(Accum) % 4 == 0) {
        unsigned w[gpu__words<Accum>::value];
        memcpy(w, &v, sizeof(Accum));
        GPU__UNROLLED (int k = 0; k < gpu__words<Accum>::value; k++) w[k] ^= zero;
        memcpy(&v, w, sizeof(Accum));
    }
    return v;
}
template <> __device__ __forceinline__ double gpu__keep<double>(double v, unsigned zero)
{
    return __hiloint2double(__double2hiint(v), __double2loint(v) ^ (int)zero);
}

/* A warp shuffle of any type, word by word. */
template <class Accum> GPU__DEVICE_FN Accum gpu__shuffle(Accum v, int lane)
{
    unsigned w[gpu__words<Accum>::value] = {};
    memcpy(w, &v, sizeof(Accum));
    GPU__UNROLLED (int k = 0; k < gpu__words<Accum>::value; k++) w[k] = __shfl_sync(0xffffffffu, w[k], lane);
    memcpy(&v, w, sizeof(Accum));
    return v;
}

/* The fixed tree over 2048 lanes of which `limit` exist: slot q * Pack + v of thread t holds lane (q * 512 + t) * Pack
   + v. Thread 0 gets the result in a[0]. */
template <auto Combine, int Pack, class Accum>
GPU__DEVICE_FN void gpu__reduce_tree(Accum *a, unsigned limit, Accum *shared)
{
    constexpr int Count = GPU__REDUCE_THREADS, Slots = GPU__LANES / Count / Pack;
    const unsigned t = threadIdx.x;
    GPU__UNROLLED (int h = Slots / 2; h; h /= 2)
        GPU__UNROLLED (int k = 0; k < h * Pack; k++)
            if ((k / Pack + h) * Count * Pack + t * Pack + k % Pack < limit) a[k] = Combine(a[k], a[k + h * Pack]);
    /* Several columns at a time while they fit; each step writes where no earlier step reads, so one barrier a step
       is enough. */
    constexpr int Chunk = sizeof(Accum) * Pack * Count <= 16384 ? Pack : 1;
    GPU__UNROLLED (int v0 = 0; v0 < Pack; v0 += Chunk) {
        __syncthreads();
        GPU__UNROLLED (unsigned w = Count / 2; w >= 32; w /= 2) {
            if (t >= w && t < 2 * w) {
                GPU__UNROLLED (int c = 0; c < Chunk; c++) shared[c * (Count - 32) + t - 32] = a[v0 + c];
            }
            __syncthreads();
            if (t < w) {
                GPU__UNROLLED (int c = 0; c < Chunk; c++)
                    if ((t + w) * Pack + v0 + c < limit)
                        a[v0 + c] = Combine(a[v0 + c], shared[c * (Count - 32) + t + w - 32]);
            }
        }
    }
    if (t < 32) {
        GPU__UNROLLED (unsigned w = 16; w; w /= 2)
            GPU__UNROLLED (int v = 0; v < Pack; v++) {
                Accum b = gpu__shuffle(a[v], (int)((t + w) & 31));
                if ((t + w) * Pack + v < limit) a[v] = Combine(a[v], b);
            }
        GPU__UNROLLED (int h = Pack / 2; h; h /= 2)
            GPU__UNROLLED (int v = 0; v < h; v++)
                if ((unsigned)(v + h) < limit) a[v] = Combine(a[v], a[v + h]);
    }
}

/* Combines the map results of Unroll tiles, of which all are loaded before the first is combined, into a[0..3]. */
template <auto Map, auto Combine, int Unroll, class Accum, class... Fragment>
GPU__DEVICE_FN void gpu__reduce_fold(Accum *a, bool first, unsigned zero, const Fragment &...h)
{
    GPU__UNROLLED (int u = 0; u < Unroll; u++)
        GPU__UNROLLED (int k = 0; k < 4; k++) {
            Accum v = gpu__keep<Accum>(Map(h.at(u * 4 + k)...), zero);
            if (u == 0 && first) a[k] = v;
            else a[k] = Combine(a[k], v);
        }
}

/* Whether this block is the last of the grid to arrive. It then sees all that the other blocks wrote, through L2
   (__ldcg), and the ticket is zero again. */
template <int = 0> GPU__DEVICE_FN bool gpu__last_block(unsigned *ticket)
{
    __shared__ bool last;
    __syncthreads();
    if (threadIdx.x == 0) {
        __threadfence();
        last = atomicInc(ticket, gridDim.x - 1) == gridDim.x - 1;
        __threadfence();
    }
    __syncthreads();
    return last;
}

template <class Accum>
GPU__DEVICE_FN void gpu__partial(Accum *v, const void *partials, unsigned b) /* what another block wrote */
{
    constexpr int Width = gpu__access((int)sizeof(Accum));
    typedef typename gpu__word<gpu__min(Width, 8)>::type word;
    GPU__UNROLLED (int c = 0; c < (int)(sizeof(Accum) / sizeof(word)); c++)
        ((word *)v)[c] = __ldcg((const word *)((const Accum *)partials + b) + c);
}
template <class Result>
GPU__DEVICE_FN void gpu__reduce_deliver(const gpu__launch_context &context, Result *out, Result value)
{
    if (out) *out = value;
    if (context.value) {
        memcpy(context.value, &value, sizeof(Result));
        __threadfence_system();
        *(volatile unsigned long long *)context.flag = context.sequence;
    }
}
#endif

/* Whether a last step takes a scale: that of gpu_norm, whose squares are added again, scaled, if they were extreme. */
template <class Finish> struct gpu__is_norm {
    static constexpr bool value = false;
};
template <class Result, class Accum> struct gpu__is_norm<Result (*)(Accum, size_t, double)> {
    static constexpr bool value = true;
};
/* Adds them in one block, as gpu__norm_finish does. Returns the scale; thread 0 gets the sum in a[0]. */
template <auto Map, auto Combine, class Type>
GPU__DEVICE_FN double gpu__norm_again(double *a, double *shared, const Type *x, size_t n, unsigned zero)
{
    constexpr unsigned Count = GPU__REDUCE_THREADS;
    __shared__ double scale;
    if (threadIdx.x == 0) scale = n ? gpu__norm_scale(a[0], sizeof(Type)) : 1;
    __syncthreads();
    if (scale == 1) return 1;
    for (size_t tile = 0; tile < n; tile += GPU__LANES)
        GPU__UNROLLED (int k = 0; k < 4; k++) {
            const size_t i = tile + k * Count + threadIdx.x;
            if (i >= n) continue;
            const double v = gpu__keep<double>(Map((Type)(x[i] * (Type)scale)), zero);
            a[k] = tile ? Combine(a[k], v) : v;
        }
    gpu__reduce_tree<Combine, 1>(a, n < GPU__LANES ? (unsigned)n : (unsigned)GPU__LANES, shared);
    return scale;
}
/* A virtual block of the order is a block of the grid. The last block to finish combines the results of all blocks. */
template <auto Map, auto Combine, auto Finish, class Accum, int Unroll, int Pack, class Result, class... Param>
static __global__ void __launch_bounds__(GPU__REDUCE_THREADS)
    gpu__reduce_kernel(gpu__launch_context context, Accum identity, Result *out, size_t n, typename Param::arg... in)
{
    gpu__follow();
    constexpr int Count = GPU__REDUCE_THREADS, Slots = 4 / Pack;
    constexpr size_t Lanes = GPU__LANES;
    constexpr bool Small = (0 + ... + gpu__bytes_in<Param>::value) <= 128; /* four elements fit the registers */
    constexpr int Chunk = sizeof(Accum) * Pack * Count <= 16384 ? Pack : 1;
    __shared__ alignas(16) unsigned char storage[sizeof(Accum) * (Count - 32) * Chunk];
    const size_t tiles = (n + Lanes - 1) / Lanes, blocks = gridDim.x;
    const size_t end = tiles * (blockIdx.x + 1) / blocks;
    size_t tile = tiles * blockIdx.x / blocks;
    bool first = true;
    Accum a[4];
    while (tile < end) {
        if (Small && tile + Unroll <= end && (tile + Unroll) * Lanes <= n) {
            if constexpr (Small)
                gpu__reduce_fold<Map, Combine, Unroll>(
                    a, first, context.zero,
                    gpu__fetch<Param, Unroll * Slots, Pack>(in, tile * Lanes + threadIdx.x * Pack,
                                                            (size_t)(Count * Pack))...);
            tile += Unroll;
        } else {
            GPU__UNROLLED (int k = 0; k < 4; k++) {
                const size_t i = tile * Lanes + (size_t)((k / Pack) * Count + threadIdx.x) * Pack + k % Pack;
                if (i < n) {
                    Accum v = gpu__keep<Accum>(Map(gpu__pick(Param(), in, i)...), context.zero);
                    a[k] = first ? v : Combine(a[k], v);
                }
            }
            tile++;
        }
        first = false;
    }
    gpu__reduce_tree<Combine, Pack>(a, n < Lanes ? (unsigned)n : (unsigned)Lanes, (Accum *)storage);
    if (blocks > 1) {
        if (threadIdx.x == 0) memcpy((Accum *)context.partials + blockIdx.x, &a[0], sizeof(Accum));
        if (!gpu__last_block(context.ticket)) return;
        GPU__UNROLLED (int k = 0; k < 4; k++) {
            const unsigned b = k * Count + threadIdx.x;
            if (b < blocks) gpu__partial(&a[k], context.partials, b);
        }
        gpu__reduce_tree<Combine, 1>(a, (unsigned)blocks, (Accum *)storage);
    }
    if constexpr (gpu__is_norm<decltype(Finish)>::value) {
        const double scale = gpu__norm_again<Map, Combine>(a, (double *)storage, in..., n, context.zero);
        if (threadIdx.x == 0) gpu__reduce_deliver<Result>(context, out, Finish(n ? a[0] : identity, n, scale));
    } else if (threadIdx.x == 0) {
        if (n == 0) a[0] = identity;
        gpu__reduce_deliver<Result>(context, out, Finish(a[0], n));
    }
}

template <auto Map, auto Combine, auto Finish, class Accum, int Unroll, int Pack, class Result, class... Param>
static inline cudaError_t gpu__reduce_start(const gpu__launch_context *context, Result *out, size_t n,
                                            typename Param::arg... in)
{
    gpu__launch_context copy = *context; /* by value: the kernel has no access to the host's memory */
    Accum identity = *(const Accum *)context->identity;
    const size_t blocks = gpu__order_blocks(n, GPU__LANES, GPU__BLOCKS);
    void *argv[] = {&copy, &identity, &out, &n, (void *)&in...};
    return gpu__launch_with(
        context, (const void *)gpu__reduce_kernel<Map, Combine, Finish, Accum, Unroll, Pack, Result, Param...>, blocks,
        GPU__REDUCE_THREADS, 0, argv);
}

/* Tiles in flight: 64 bytes of loads for each thread; a map without loads has no latency to hide. */
__host__ __device__ constexpr int gpu__reduce_tiles(int load_bytes)
{
    int u = 1;
    if (!load_bytes) return 1;
    while (u < 4 && u * 4 * load_bytes < 64) u *= 2;
    return u;
}

/* *out and, where the context has one, the host's slot get Finish(Combine over Map(in[i]...) for i < n, n), in the
   order above. Either may be NULL. */
template <auto Map, auto Combine, auto Finish, class Accum, class Result, class... Param> static inline cudaError_t
gpu__reduce_launch(const gpu__launch_context *context, Result *out, size_t n, typename Param::arg... in)
{
    static_assert(sizeof(Accum) <= GPU__PARTIAL_BYTES, "the accumulator of a reduction may have at most 96 bytes");
    constexpr int Pack = gpu__min(4, gpu__pack_elements(gpu__bytes_in<Param>::value...)),
                  Unroll = gpu__reduce_tiles((0 + ... + gpu__bytes_in<Param>::value));
    if constexpr (Pack > 1) {
        if ((gpu__aligned(Param(), in, 0, Pack) && ...))
            return gpu__reduce_start<Map, Combine, Finish, Accum, Unroll, Pack, Result, Param...>(context, out, n,
                                                                                                  in...);
    }
    return gpu__reduce_start<Map, Combine, Finish, Accum, Unroll, 1, Result, Param...>(context, out, n, in...);
}
template <class Accum> GPU__DEVICE_FN Accum gpu__as_it_is(Accum value, size_t) { return value; }

/* ---- Ordered reduce ---------------------------------------------------------------------------------------------- */

/* The order is that of src/language/reduce_order.h. A warp takes a part, a lane a run; a block's four warps
   are the four parts that are combined one after the other. */
enum { GPU__ORDERED_THREADS = 128 };

/* The tree of neighbours over a warp's values, of which `count` exist; lane 0 gets the result. */
template <auto Combine, class Accum> GPU__DEVICE_FN Accum gpu__neighbours(Accum v, int lane, int count)
{
    GPU__UNROLLED (int s = 1; s < 32; s *= 2) {
        const Accum b = gpu__shuffle(v, (lane + s) & 31);
        if (!(lane & (2 * s - 1)) && lane + s < count) v = Combine(v, b);
    }
    return v;
}
template <auto Map, auto Combine, int Chunk, class Accum, class... Fragment>
GPU__DEVICE_FN void gpu__ordered_fold(Accum &v, bool first, unsigned zero, const Fragment &...h)
{
    GPU__UNROLLED (int j = 0; j < Chunk; j++) {
        const Accum m = gpu__keep<Accum>(Map(h.at(j)...), zero);
        v = j == 0 && first ? m : Combine(v, m);
    }
}

/* Packs of Pack elements; Chunk elements of a run are loaded at a time. */
template <auto Map, auto Combine, class Accum, int Pack, int Chunk, class... Param>
static __global__ void __launch_bounds__(GPU__ORDERED_THREADS)
    gpu__ordered_kernel(gpu__launch_context context, Accum identity, Accum *out, size_t n, unsigned parts,
                        typename Param::arg... in)
{
    gpu__follow();
    constexpr int Warps = GPU__ORDERED_THREADS / 32;
    __shared__ alignas(16) unsigned char storage[Warps * sizeof(Accum)];
    Accum *const warps = (Accum *)storage;
    Accum a = identity;
    const int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
    const unsigned part = blockIdx.x * Warps + warp;
    if (part < parts) {
        const size_t tiles = (n + GPU__ORDERED_TILE - 1) / GPU__ORDERED_TILE, begin = tiles * part / parts,
                     end = tiles * (part + 1) / parts;
        for (size_t t = begin; t < end; t++) {
            const size_t i = t * GPU__ORDERED_TILE + lane * GPU__ORDERED_RUN;
            Accum v = identity;
            int runs = 32;
            if ((t + 1) * GPU__ORDERED_TILE <= n) {
                GPU__UNROLLED (int c = 0; c < GPU__ORDERED_RUN; c += Chunk)
                    gpu__ordered_fold<Map, Combine, Chunk>(
                        v, c == 0, context.zero, gpu__fetch<Param, Chunk / Pack, Pack>(in, i + c, (size_t)Pack)...);
            } else {
                runs = (int)(n - t * GPU__ORDERED_TILE + GPU__ORDERED_RUN - 1) / GPU__ORDERED_RUN;
                for (size_t e = i; e < n && e < i + GPU__ORDERED_RUN; e++) {
                    const Accum m = gpu__keep<Accum>(Map(gpu__pick(Param(), in, e)...), context.zero);
                    v = e == i ? m : Combine(v, m);
                }
            }
            v = gpu__neighbours<Combine>(v, lane, runs);
            if (lane == 0) a = t == begin ? v : Combine(a, v);
        }
        if (lane == 0) warps[warp] = a;
    }
    __syncthreads();
    if (threadIdx.x == 0) {
        a = warps[0];
        for (int w = 1; w < Warps && part + w < parts; w++) a = Combine(a, warps[w]);
    }
    if (gridDim.x > 1) {
        if (threadIdx.x == 0) memcpy((Accum *)context.partials + blockIdx.x, &a, sizeof(Accum));
        if (!gpu__last_block(context.ticket)) return;
        const int runs = (int)(gridDim.x + 7) / 8;
        const unsigned b = threadIdx.x * 8;
        if (b < gridDim.x) gpu__partial(&a, context.partials, b);
        GPU__UNROLLED (unsigned k = 1; k < 8; k++)
            if (b + k < gridDim.x) {
                Accum next;
                gpu__partial(&next, context.partials, b + k);
                a = Combine(a, next);
            }
        a = gpu__neighbours<Combine>(a, lane, runs - warp * 32);
        if (lane == 0) warps[warp] = a;
        __syncthreads();
        if (threadIdx.x == 0) {
            if (runs > 32) a = Combine(a, warps[1]);
            if (runs > 64) a = Combine(a, runs > 96 ? Combine(warps[2], warps[3]) : warps[2]);
        }
    }
    if (threadIdx.x == 0) gpu__reduce_deliver<Accum>(context, out, n ? a : identity);
}

template <auto Map, auto Combine, class Accum, int Pack, class... Param> static inline cudaError_t
gpu__ordered_start(const gpu__launch_context *context, Accum *out, size_t n, typename Param::arg... in)
{
    constexpr int ByteCount = (0 + ... + gpu__bytes_in<Param>::value),
                  Chunk = ByteCount * 16 <= 64  ? 16
                          : ByteCount * 8 <= 64 ? 8
                                                : 4; /* 64 bytes of loads a thread, as gpu__reduce_tiles */
    gpu__launch_context copy = *context;             /* by value: the kernel has no access to the host's memory */
    Accum identity = *(const Accum *)context->identity;
    unsigned parts = (unsigned)gpu__order_blocks(n, GPU__ORDERED_TILE, GPU__ORDERED_PARTS);
    void *argv[] = {&copy, &identity, &out, &n, &parts, (void *)&in...};
    return gpu__launch_with(context, (const void *)gpu__ordered_kernel<Map, Combine, Accum, Pack, Chunk, Param...>,
                            (parts + 3) / 4, GPU__ORDERED_THREADS, 0, argv);
}
/* As gpu__reduce_launch, in the order of the elements. */
template <auto Map, auto Combine, class Accum, class... Param> static inline cudaError_t
gpu__ordered_launch(const gpu__launch_context *context, Accum *out, size_t n, typename Param::arg... in)
{
    static_assert(sizeof(Accum) <= GPU__PARTIAL_BYTES, "the accumulator of a reduction may have at most 96 bytes");
    constexpr int Pack = gpu__min(4, gpu__pack_elements(gpu__bytes_in<Param>::value...));
    if constexpr (Pack > 1) {
        if ((gpu__aligned(Param(), in, 0, Pack) && ...))
            return gpu__ordered_start<Map, Combine, Accum, Pack, Param...>(context, out, n, in...);
    }
    return gpu__ordered_start<Map, Combine, Accum, 1, Param...>(context, out, n, in...);
}
