#define GPU__MAP_THREADS 256 /* threads a block */
/* The threads of a multiprocessor of data centres' GPUs, which has registers for so many if each has 32. */
#if defined(__CUDA_ARCH__) && (__CUDA_ARCH__ == 800 || __CUDA_ARCH__ == 900 || __CUDA_ARCH__ / 100 == 10)
#define GPU__MAP_RESIDENT 2048
#else
#define GPU__MAP_RESIDENT 0
#endif
/* Whether a function of this type returns a gpu__tried; the threads of a block, since smaller blocks are faster where
   arithmetic on floats takes about as long as memory; and how many threads are to fit into a multiprocessor: without
   that the compiler takes a few registers more than 32 for some functions of one float. */
template <class Function> struct gpu__is_tried {
    enum { value = 0, Threads = GPU__MAP_THREADS, Resident = 0 };
};
template <class Type, auto Usual, class... Arg> struct gpu__is_tried<gpu__tried<Type, Usual> (*)(Arg...)> {
    enum {
        value = 1,
        Threads = sizeof(Type) == 4 ? 128 : GPU__MAP_THREADS,
        Resident = sizeof(Type) == 4 && sizeof...(Arg) == 1 ? GPU__MAP_RESIDENT : 0
    };
};
/* y[j] = Function(h.at(j)...) for a function that returns a gpu__tried. A pack has one branch for the elements that are
   to be computed again, so that the compiler interleaves the first tries. */
template <auto Function, int Pack, class Result, class... Fragment>
GPU__DEVICE_FN void gpu__map_tried(Result *y, const Fragment &...h)
{
    typedef decltype(Function(h.at(0)...)) Tried;
    uint32_t again = 0;
    GPU__UNROLLED (int j = 0; j < Pack; j++) {
        const Tried t = Function(h.at(j)...);
        y[j] = t.value;
        again |= t.again;
    }
    if (again >> 31)
        GPU__UNROLLED (int j = 0; j < Pack; j++) y[j] = Tried::usual(h.at(j)...);
}
/* Function(x...) for single elements */
template <auto Function, class... Arg> GPU__DEVICE_FN auto gpu__map_one(Arg... x)
{
    if constexpr (gpu__is_tried<decltype(Function)>::value) return decltype(Function(x...))::usual(x...);
    else return Function(x...);
}
/* Each thread takes Pack consecutive elements, a warp 32 * Pack contiguous ones: all loads, then the function, then the
   stores. */
template <auto Function, int Pack, class Result, class... Fragment>
GPU__DEVICE_FN void gpu__map_warp(Result *out, size_t start, int lane, unsigned char *storage, Fragment... h)
{
    gpu__fragment<gpu__array<Result>, Pack> y;
    (h.to_blocked(storage, lane), ...);
    if constexpr (gpu__is_tried<decltype(Function)>::value) gpu__map_tried<Function, Pack>((Result *)y.raw, h...);
    else
        GPU__UNROLLED (int j = 0; j < Pack; j++) {
            Result r = Function(h.at(j)...);
            memcpy(y.raw + j * sizeof(Result), &r, sizeof(Result));
        }
    typedef typename gpu__fragment<gpu__array<Result>, Pack>::word word;
    constexpr int Chunk = Pack * (int)sizeof(Result) / (int)sizeof(word);
    if constexpr (Chunk > 1) {
        GPU__UNROLLED (int c = 0; c < Chunk; c++) ((word *)storage)[lane * Chunk + c] = ((word *)y.raw)[c];
        __syncwarp();
        GPU__UNROLLED (int c = 0; c < Chunk; c++) ((word *)y.raw)[c] = ((word *)storage)[c * 32 + lane];
    }
    GPU__UNROLLED (int c = 0; c < Chunk; c++) ((word *)(out + start))[c * 32 + lane] = ((word *)y.raw)[c];
}
template <class Param, int Pack, bool Shifted>
GPU__DEVICE_FN gpu__fragment<Param, Pack> gpu__fetch_warp(typename Param::arg p, size_t start, int lane)
{
    gpu__fragment<Param, Pack> h;
    if constexpr (Shifted) h.shifted(p, start, lane);
    else h.dense(p, start, lane);
    return h;
}

/* One pack for each thread: more loads in flight for each thread were measured to be slower, since then fewer blocks
   touch more regions of memory at once. Every element is loaded by the warp that stores it, before it does (so `out`
   may be an input). The elements before the first aligned one (head < Pack) and after the last whole warp are done one
   by one. Shifted: only `out` is aligned. The first and last 16 bytes of an input are then done one by one, since a
   shifted access also reads the bytes around the ones it needs. */
template <auto Function, int Pack, bool Shifted, class Result, class... Param> static __global__ void
__launch_bounds__(gpu__is_tried<decltype(Function)>::Threads,
                  gpu__is_tried<decltype(Function)>::Resident / gpu__is_tried<decltype(Function)>::Threads)
    gpu__map_kernel(Result *out, size_t n, int head, typename Param::arg... in)
{
    constexpr int Widest = gpu__max_of(
        (gpu__fragment<gpu__array<Result>, Pack>::blocked ? gpu__fragment<gpu__array<Result>, Pack>::ByteCount : 0),
        (gpu__fragment<Param, Pack>::blocked ? gpu__fragment<Param, Pack>::ByteCount : 0)...);
    constexpr int Threads = gpu__is_tried<decltype(Function)>::Threads;
    __shared__ alignas(16) unsigned char storage[Widest ? Threads * Widest : 16];
    const int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
    const size_t start = head + (blockIdx.x * (size_t)Threads + warp * 32) * Pack;
    gpu__follow();
    if (Shifted ? start >= 16 && start + 32 * Pack + 16 <= n : start + 32 * Pack <= n) {
        gpu__map_warp<Function, Pack, Result>(out, start, lane, storage + warp * 32 * Widest,
                                              gpu__fetch_warp<Param, Pack, Shifted>(in, start, lane)...);
    } else if (start < n) {
#pragma unroll 1
        for (size_t i = start + lane; i < n && i < start + 32 * Pack; i += 32)
            out[i] = gpu__map_one<Function>(gpu__pick(Param(), in, i)...);
    }
    if (blockIdx.x == 0 && (int)threadIdx.x < head)
        out[threadIdx.x] = gpu__map_one<Function>(gpu__pick(Param(), in, (size_t)threadIdx.x)...);
}

template <auto Function, int Unroll, class Result, class... Fragment>
GPU__DEVICE_FN void gpu__map_loose(Result *out, const Fragment &...h)
{
    Result y[Unroll];
    if constexpr (gpu__is_tried<decltype(Function)>::value) gpu__map_tried<Function, Unroll>(y, h...);
    else
        GPU__UNROLLED (int k = 0; k < Unroll; k++) y[k] = Function(h.at(k)...);
    GPU__UNROLLED (int k = 0; k < Unroll; k++) out[k * GPU__MAP_THREADS] = y[k];
}

/* The same for arrays that share no alignment: single elements, Unroll of them in flight a thread. */
template <auto Function, int Unroll, class Result, class... Param>
static __global__ void __launch_bounds__(GPU__MAP_THREADS)
    gpu__map_loose_kernel(Result *out, size_t n, typename Param::arg... in)
{
    const size_t base = blockIdx.x * (size_t)(GPU__MAP_THREADS * Unroll), end = base + GPU__MAP_THREADS * Unroll;
    const size_t i = base + threadIdx.x;
    gpu__follow();
    if (Unroll > 1 && end <= n) {
        if constexpr (Unroll > 1)
            gpu__map_loose<Function, Unroll, Result>(out + i, gpu__fetch<Param, Unroll, 1>(in, i, GPU__MAP_THREADS)...);
    } else {
#pragma unroll 1
        for (size_t e = i; e < n && e < end; e += GPU__MAP_THREADS)
            out[e] = gpu__map_one<Function>(gpu__pick(Param(), in, e)...);
    }
}

template <auto Function, int Pack, bool Shifted, class Result, class... Param> static inline cudaError_t
gpu__map_start(const gpu__launch_context *context, Result *out, size_t n, int head, typename Param::arg... in)
{
    constexpr int Threads = gpu__is_tried<decltype(Function)>::Threads;
    void *argv[] = {&out, &n, &head, (void *)&in...};
    return gpu__launch_with(context, (const void *)gpu__map_kernel<Function, Pack, Shifted, Result, Param...>,
                            gpu__ceil_div(n - head, (size_t)Threads * Pack), Threads, 0, argv);
}
template <auto Function, int Unroll, class Result, class... Param> static inline cudaError_t
gpu__map_start_loose(const gpu__launch_context *context, Result *out, size_t n, typename Param::arg... in)
{
    void *argv[] = {&out, &n, (void *)&in...};
    return gpu__launch_with(context, (const void *)gpu__map_loose_kernel<Function, Unroll, Result, Param...>,
                            gpu__ceil_div(n, (size_t)GPU__MAP_THREADS * Unroll), GPU__MAP_THREADS, 0, argv);
}

/* out[i] = F(in[i]...) for i < n. `out` may equal an input, and must not otherwise overlap one. */
template <auto Function, class Result, int Unroll, class... Param> static inline cudaError_t
gpu__map_launch_loose(const gpu__launch_context *context, Result *out, size_t n, typename Param::arg... in)
{
    constexpr int Pack = gpu__pack_elements((int)sizeof(Result), gpu__bytes_in<Param>::value...);
    if (n == 0) return cudaSuccess;
    if constexpr (Pack > 1) {
        for (int head = 0; head < Pack; head++)
            if (gpu__aligned(gpu__array<Result>(), (const Result *)out, head, Pack) &&
                (gpu__aligned(Param(), in, head, Pack) && ...))
                return gpu__map_start<Function, Pack, false, Result, Param...>(context, out, n,
                                                                               (size_t)head < n ? head : (int)n, in...);
    }
    /* Loads of single elements of 1 or 2 bytes would be limited by the number of accesses. */
    if constexpr (Pack > 4 && Unroll > 0) {
        for (int head = 0; head < Pack; head++)
            if (gpu__aligned(gpu__array<Result>(), (const Result *)out, head, Pack))
                return gpu__map_start<Function, Pack, true, Result, Param...>(context, out, n,
                                                                              (size_t)head < n ? head : (int)n, in...);
    }
    return gpu__map_start_loose<Function, Unroll, Result, Param...>(context, out, n, in...);
}
template <auto Function, class Result, class... Param> static inline cudaError_t
gpu__map_launch(const gpu__launch_context *context, Result *out, size_t n, typename Param::arg... in)
{
    /* with large structs ptxas would take a minute */
    constexpr int largest = gpu__max_of((int)sizeof(Result), gpu__bytes_in<Param>::value...);
    return gpu__map_launch_loose<Function, Result,
                                 (largest <= 64    ? 4
                                  : largest <= 128 ? 2
                                                   : 1),
                                 Param...>(context, out, n, in...);
}
