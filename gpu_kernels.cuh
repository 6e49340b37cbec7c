/* gpu_kernels.cuh - the device code of gpu.h: the templates that its macros instantiate and its kernels. gpu.h includes
   it by itself under nvcc; there is nothing to include by hand. */

#ifndef GPU_KERNELS_CUH
#define GPU_KERNELS_CUH

#ifndef GPU__CUDA
#error "gpu_kernels.cuh is included by gpu.h when nvcc compiles a CUDA file: include gpu.h instead"
#endif

/* The __global__ function of a GPU_KERNEL. The body is a template argument, so it inlines; the instance is as private to
   its file as the body is, so two files may use one kernel name. */
template <auto body, class... P> __global__ void gpu__entry(P... p)
{
    body(p...);
}

/* Asked for its attributes to find out whether this program holds code for a device. */
template <int> __global__ void gpu__probe() {}

/* ---- Parameters, packs and words ---------------------------------------------------------------------------------- */

/* How a parameter of a lifted function arrives: an array, one element for each call, or one value for all of them. */
template <class T> struct gpu__array { typedef T type; typedef const T *arg; };
template <class T> struct gpu__scalar { typedef T type; typedef T arg; };
template <class T> struct gpu__counted { typedef T type; typedef size_t arg; }; /* the element's index, from `arg` on */

template <int BYTES> struct gpu__word;
template <> struct gpu__word<1> { typedef unsigned char type; };
template <> struct gpu__word<2> { typedef unsigned short type; };
template <> struct gpu__word<4> { typedef unsigned int type; };
template <> struct gpu__word<8> { typedef uint2 type; };
template <> struct gpu__word<16> { typedef uint4 type; };

template <class P> struct gpu__bytes { static constexpr int value = 0; };
template <class T> struct gpu__bytes<gpu__array<T>> { static constexpr int value = (int)sizeof(T); };

/* The widest access, up to 16 bytes, that divides `bytes`. */
__host__ __device__ constexpr int gpu__access(int bytes) { return (bytes & -bytes) < 16 ? (bytes & -bytes) : 16; }
__host__ __device__ constexpr int gpu__max(int a, int b) { return a > b ? a : b; }
template <class... B> __host__ __device__ constexpr int gpu__max_of(B... b)
{
    int m = 0;
    ((m = b > m ? b : m), ...);
    return m;
}
__host__ __device__ constexpr int gpu__min(int a, int b) { return a < b ? a : b; }

/* Elements of a pack: one count for all arrays, such that the widest element type is moved 16 bytes at a time;
 * odd sizes get several accesses, and very large elements a pack of one, because registers are finite. */
template <class... B> __host__ __device__ constexpr int gpu__pack_elements(B... bytes)
{
    int widest = 1, largest = 1;
    ((widest = gpu__max(widest, bytes ? gpu__access(bytes) : 1), largest = gpu__max(largest, bytes)), ...);
    int v = 16 / widest;
    while (v > 1 && v * largest > 96) v /= 2;
    return v;
}

/* Copies a pack with accesses as wide as its size allows; the caller has checked the alignment. */
template <int BYTES> static __device__ __forceinline__ void gpu__move(void *to, const void *from)
{
    constexpr int A = gpu__access(BYTES);
    typedef typename gpu__word<A>::type W;
#pragma unroll
    for (int c = 0; c < BYTES / A; c++) ((W *)to)[c] = ((const W *)from)[c];
}

/* COUNT elements of one parameter in registers. */
template <class P, int COUNT> struct gpu__held;
template <class T, int COUNT> struct gpu__held<gpu__array<T>, COUNT> {
    alignas(16) unsigned char raw[COUNT * sizeof(T)];
    template <int V> __device__ __forceinline__ void pack(int at, const T *p, size_t i) { gpu__move<V * (int)sizeof(T)>(raw + at * sizeof(T), p + i); }
    /* A pack wider than one access would leave gaps between the lanes of each access: the warp then moves its whole stretch
     * densely and turns it into packs in shared memory. Lane l holds elements i + l * COUNT. */
    static constexpr int BYTES = COUNT * (int)sizeof(T), A = gpu__access(BYTES);
    static constexpr bool turned = BYTES > A;
    typedef typename gpu__word<A>::type word;
    __device__ __forceinline__ void dense(const T *p, size_t warp_start, int lane)
    {
        const word *w = (const word *)(p + warp_start);
#pragma unroll
        for (int c = 0; c < BYTES / A; c++) ((word *)raw)[c] = w[c * 32 + lane];
    }
    /* dense() for any alignment: aligned 16-byte accesses on both sides of each one wanted, shifted into place. */
    __device__ __forceinline__ void shifted(const T *p, size_t warp_start, int lane)
    {
        const unsigned char *from = (const unsigned char *)(p + warp_start);
        if constexpr (A == 16) {
            const int off = (int)((uintptr_t)from & 15);
            const uint4 *w = (const uint4 *)(from - off);
#pragma unroll
            for (int c = 0; c < BYTES / A; c++) {
                const uint4 lo = w[c * 32 + lane], hi = w[c * 32 + lane + 1];
                unsigned u[8] = {lo.x, lo.y, lo.z, lo.w, hi.x, hi.y, hi.z, hi.w};
#pragma unroll
                for (int k = 0; k < 6; k++) u[k] = off & 8 ? u[k + 2] : u[k];
#pragma unroll
                for (int k = 0; k < 5; k++) u[k] = off & 4 ? u[k + 1] : u[k];
#pragma unroll
                for (int k = 0; k < 4; k++) ((unsigned *)raw)[c * 4 + k] = __funnelshift_r(u[k], u[k + 1], 8 * (off & 3));
            }
        } else {
#pragma unroll
            for (int c = 0; c < BYTES / A; c++)
#pragma unroll
                for (int k = 0; k < A; k++) raw[c * A + k] = from[(c * 32 + lane) * A + k];
        }
    }
    __device__ __forceinline__ void turn(unsigned char *room, int lane)
    {
        if constexpr (turned) {
            word *w = (word *)room;
#pragma unroll
            for (int c = 0; c < BYTES / A; c++) w[c * 32 + lane] = ((word *)raw)[c];
            __syncwarp();
#pragma unroll
            for (int c = 0; c < BYTES / A; c++) ((word *)raw)[c] = w[lane * (BYTES / A) + c];
            __syncwarp();
        }
    }
    __device__ __forceinline__ void one(int at, const T *p, size_t i) { T v = p[i]; memcpy(raw + at * sizeof(T), &v, sizeof(T)); }
    __device__ __forceinline__ T at(int j) const { T v; memcpy(&v, raw + j * sizeof(T), sizeof(T)); return v; }
};
template <class T, int COUNT> struct gpu__held<gpu__scalar<T>, COUNT> {
    T v;
    static constexpr int BYTES = 0;
    static constexpr bool turned = false;
    __device__ __forceinline__ void dense(T p, size_t, int) { v = p; }
    __device__ __forceinline__ void shifted(T p, size_t, int) { v = p; }
    __device__ __forceinline__ void turn(unsigned char *, int) { }
    template <int V> __device__ __forceinline__ void pack(int, T p, size_t) { v = p; }
    __device__ __forceinline__ void one(int, T p, size_t) { v = p; }
    __device__ __forceinline__ T at(int) const { return v; }
};

template <class T, int COUNT> struct gpu__held<gpu__counted<T>, COUNT> {
    T v[COUNT];
    static constexpr int BYTES = 0;
    static constexpr bool turned = false;
    __device__ __forceinline__ void dense(size_t p, size_t warp_start, int lane)
    {
#pragma unroll
        for (int j = 0; j < COUNT; j++) v[j] = (T)(p + warp_start + lane * COUNT + j);
    }
    __device__ __forceinline__ void shifted(size_t p, size_t warp_start, int lane) { dense(p, warp_start, lane); }
    __device__ __forceinline__ void turn(unsigned char *, int) { }
    template <int V> __device__ __forceinline__ void pack(int at, size_t p, size_t i)
    {
#pragma unroll
        for (int j = 0; j < V; j++) v[at + j] = (T)(p + i + j);
    }
    __device__ __forceinline__ void one(int at, size_t p, size_t i) { v[at] = (T)(p + i); }
    __device__ __forceinline__ T at(int j) const { return v[j]; }
};

/* K packs of V elements, `stride` elements apart: all loads of a parameter before anything is computed. */
template <class P, int K, int V> static __device__ __forceinline__ gpu__held<P, K * V> gpu__fetch(typename P::arg p, size_t i, size_t stride)
{
    gpu__held<P, K * V> h;
#pragma unroll
    for (int k = 0; k < K; k++) {
        if constexpr (V == 1) h.one(k, p, i + k * stride);
        else h.template pack<V>(k * V, p, i + k * stride);
    }
    return h;
}
template <class T> static __device__ __forceinline__ T gpu__pick(gpu__array<T>, const T *p, size_t i) { return p[i]; }
template <class T> static __device__ __forceinline__ T gpu__pick(gpu__scalar<T>, T p, size_t) { return p; }
template <class T> static __device__ __forceinline__ T gpu__pick(gpu__counted<T>, size_t p, size_t i) { return (T)(p + i); }

/* Whether every access of a pack that starts `skip` elements in is aligned; scalars always are. */
template <class T> static inline bool gpu__aligned(gpu__array<T>, const T *p, int skip, int v) { return ((uintptr_t)(p + skip) & (uintptr_t)(gpu__access(v * (int)sizeof(T)) - 1)) == 0; }
template <class T> static inline bool gpu__aligned(gpu__scalar<T>, const T &, int, int) { return true; }
template <class T> static inline bool gpu__aligned(gpu__counted<T>, size_t, int, int) { return true; }

/* ---- Map ---------------------------------------------------------------------------------------------------------- */

#define GPU__MAP_THREADS 256

/* V consecutive elements of a thread, one warp's 32 * V of them dense: loads of all parameters, then the function, then the stores. */
template <auto F, int V, class R, class... H> static __device__ __forceinline__ void gpu__map_warp(R *out, size_t start, int lane, unsigned char *room, H... h)
{
    gpu__held<gpu__array<R>, V> y;
    (h.turn(room, lane), ...);
#pragma unroll
    for (int j = 0; j < V; j++) {
        R r = F(h.at(j)...);
        memcpy(y.raw + j * sizeof(R), &r, sizeof(R));
    }
    typedef typename gpu__held<gpu__array<R>, V>::word word;
    constexpr int C = V * (int)sizeof(R) / (int)sizeof(word);
    if constexpr (C > 1) {
#pragma unroll
        for (int c = 0; c < C; c++) ((word *)room)[lane * C + c] = ((word *)y.raw)[c];
        __syncwarp();
#pragma unroll
        for (int c = 0; c < C; c++) ((word *)y.raw)[c] = ((word *)room)[c * 32 + lane];
    }
#pragma unroll
    for (int c = 0; c < C; c++) ((word *)(out + start))[c * 32 + lane] = ((word *)y.raw)[c];
}
template <class P, int V, bool SHIFTED> static __device__ __forceinline__ gpu__held<P, V> gpu__fetch_warp(typename P::arg p, size_t start, int lane)
{
    gpu__held<P, V> h;
    if constexpr (SHIFTED) h.shifted(p, start, lane);
    else h.dense(p, start, lane);
    return h;
}

/* One pack a thread: more in flight a thread measured slower, since fewer blocks then walk more places of memory at once.
 * Every element is loaded by the warp that stores it, and before it does (so `out` may be an input). The elements in front of the first
 * aligned one (head < V) and behind the last whole warp are done one by one. SHIFTED: only `out` is aligned; the first and last 16 bytes
 * of an input are left to the single elements, because a shifted access also reads beside what it wants. */
template <auto F, int V, bool SHIFTED, class R, class... P>
static __global__ void __launch_bounds__(GPU__MAP_THREADS) gpu__map_kernel(R *out, size_t n, int head, typename P::arg... in)
{
    constexpr int WIDEST = gpu__max_of((gpu__held<gpu__array<R>, V>::turned ? gpu__held<gpu__array<R>, V>::BYTES : 0), (gpu__held<P, V>::turned ? gpu__held<P, V>::BYTES : 0)...);
    __shared__ alignas(16) unsigned char room[WIDEST ? GPU__MAP_THREADS * WIDEST : 16];
    const int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
    const size_t start = head + (blockIdx.x * (size_t)GPU__MAP_THREADS + warp * 32) * V;
    if (SHIFTED ? start >= 16 && start + 32 * V + 16 <= n : start + 32 * V <= n) {
        gpu__map_warp<F, V, R>(out, start, lane, room + warp * 32 * WIDEST, gpu__fetch_warp<P, V, SHIFTED>(in, start, lane)...);
    } else if (start < n) {
#pragma unroll 1
        for (size_t i = start + lane; i < n && i < start + 32 * V; i += 32) out[i] = F(gpu__pick(P(), in, i)...);
    }
    if (blockIdx.x == 0 && (int)threadIdx.x < head) out[threadIdx.x] = F(gpu__pick(P(), in, (size_t)threadIdx.x)...);
}

template <auto F, int U, class R, class... H> static __device__ __forceinline__ void gpu__map_loose(R *out, const H &...h)
{
    R y[U];
#pragma unroll
    for (int k = 0; k < U; k++) y[k] = F(h.at(k)...);
#pragma unroll
    for (int k = 0; k < U; k++) out[k * GPU__MAP_THREADS] = y[k];
}

/* The same for arrays that share no alignment: single elements, U of them in flight a thread. */
template <auto F, int U, class R, class... P>
static __global__ void __launch_bounds__(GPU__MAP_THREADS) gpu__map_loose_kernel(R *out, size_t n, typename P::arg... in)
{
    const size_t base = blockIdx.x * (size_t)(GPU__MAP_THREADS * U), i = base + threadIdx.x;
    if (base + GPU__MAP_THREADS * U <= n) {
        gpu__map_loose<F, U, R>(out + i, gpu__fetch<P, U, 1>(in, i, GPU__MAP_THREADS)...);
    } else {
#pragma unroll 1
        for (size_t e = i; e < n; e += GPU__MAP_THREADS) out[e] = F(gpu__pick(P(), in, e)...);
    }
}

template <auto F, int V, bool SHIFTED, class R, class... P>
static inline cudaError_t gpu__map_start(cudaStream_t stream, R *out, size_t n, int head, typename P::arg... in)
{
    const size_t tile = (size_t)GPU__MAP_THREADS * V, blocks = (n - head + tile - 1) / tile;
    if (blocks > 0x7fffffffu) return cudaErrorInvalidConfiguration;
    void *argv[] = {&out, &n, &head, (void *)&in...};
    return cudaLaunchKernel((const void *)gpu__map_kernel<F, V, SHIFTED, R, P...>, dim3(blocks ? (unsigned)blocks : 1), dim3(GPU__MAP_THREADS), argv, 0, stream);
}
template <auto F, int U, class R, class... P>
static inline cudaError_t gpu__map_start_loose(cudaStream_t stream, R *out, size_t n, typename P::arg... in)
{
    const size_t tile = (size_t)GPU__MAP_THREADS * U, blocks = (n + tile - 1) / tile;
    if (blocks > 0x7fffffffu) return cudaErrorInvalidConfiguration;
    void *argv[] = {&out, &n, (void *)&in...};
    return cudaLaunchKernel((const void *)gpu__map_loose_kernel<F, U, R, P...>, dim3((unsigned)blocks), dim3(GPU__MAP_THREADS), argv, 0, stream);
}

/* out[i] = F(in[i]...) for i < n. `out` may equal an input, and must not otherwise overlap one. */
template <auto F, class R, int U, class... P>
static inline cudaError_t gpu__map_launch_loose(cudaStream_t stream, R *out, size_t n, typename P::arg... in)
{
    constexpr int V = gpu__pack_elements((int)sizeof(R), gpu__bytes<P>::value...);
    if (n == 0) return cudaSuccess;
    if constexpr (V > 1) {
        for (int head = 0; head < V; head++)
            if (gpu__aligned(gpu__array<R>(), (const R *)out, head, V) && (gpu__aligned(P(), in, head, V) && ...))
                return gpu__map_start<F, V, false, R, P...>(stream, out, n, (size_t)head < n ? head : (int)n, in...);
    }
    /* Single elements of 1 or 2 bytes would be bound by the number of accesses. */
    if constexpr (V > 4 && U > 0) {
        for (int head = 0; head < V; head++)
            if (gpu__aligned(gpu__array<R>(), (const R *)out, head, V)) return gpu__map_start<F, V, true, R, P...>(stream, out, n, (size_t)head < n ? head : (int)n, in...);
    }
    return gpu__map_start_loose<F, U, R, P...>(stream, out, n, in...);
}
template <auto F, class R, class... P> static inline cudaError_t gpu__map_launch(const gpu__room *room, R *out, size_t n, typename P::arg... in)
{
    return gpu__map_launch_loose<F, R, 4, P...>((cudaStream_t)room->stream, out, n, in...);
}

/* ---- Reduce ------------------------------------------------------------------------------------------------------- */

/* The order, a function of n alone.
 * Element i is in tile i / 2048 and lane i % 2048. T = ceil(n / 2048) tiles, B = clamp(ceil(T / 4), 1, 1056) blocks; block b owns
 * the tiles [T * b / B, T * (b + 1) / B). A lane starts with its first mapped value and combines the rest in tile order;
 * then for s = 1024, 512, ... 1: lane[j] = lane[j] (+) lane[j + s] for j < s, left out where lane j + s saw no element.
 * The B results are combined in the same way (from s = 1024 down, left out where j + s >= B). n = 0 gives the identity. */

#define GPU__REDUCE_THREADS 512
#define GPU__REDUCE_LANES 2048
#define GPU__REDUCE_BLOCKS 1056
#define GPU__REDUCE_TILES 4
#define GPU__REDUCE_MAX_BYTES 96

/* What a reduction needs beside its arguments; one of these belongs to a stream. */
typedef struct {
    void *partials;          /* device, GPU__REDUCE_BLOCKS accumulators */
    unsigned *ticket;        /* device, zero before the first use; every launch leaves it at zero */
    void *host_value;        /* device address of mapped pinned memory for the result, or NULL */
    volatile unsigned long long *host_flag; /* device address of mapped pinned memory: becomes `sequence` once host_value is complete */
    unsigned long long sequence;
    unsigned zero;           /* must be 0: a value the compiler cannot see, see gpu__keep */
} gpu__reduce_place;

template <class A> struct gpu__is_integer { static constexpr bool value = false; };
template <> struct gpu__is_integer<bool> { static constexpr bool value = true; };
template <> struct gpu__is_integer<char> { static constexpr bool value = true; };
template <> struct gpu__is_integer<signed char> { static constexpr bool value = true; };
template <> struct gpu__is_integer<unsigned char> { static constexpr bool value = true; };
template <> struct gpu__is_integer<short> { static constexpr bool value = true; };
template <> struct gpu__is_integer<unsigned short> { static constexpr bool value = true; };
template <> struct gpu__is_integer<int> { static constexpr bool value = true; };
template <> struct gpu__is_integer<unsigned> { static constexpr bool value = true; };
template <> struct gpu__is_integer<long> { static constexpr bool value = true; };
template <> struct gpu__is_integer<unsigned long> { static constexpr bool value = true; };
template <> struct gpu__is_integer<long long> { static constexpr bool value = true; };
template <> struct gpu__is_integer<unsigned long long> { static constexpr bool value = true; };

template <class A> struct gpu__words { static constexpr int value = (int)((sizeof(A) + 3) / 4); };

/* Stands between map and combine, because a product that meets the sum would be fused to an fma, and the CPU rounds it first. */
template <class A> static __device__ __forceinline__ A gpu__keep(A v, unsigned zero)
{
    if constexpr (!gpu__is_integer<A>::value && sizeof(A) % 4 == 0) {
        unsigned w[gpu__words<A>::value];
        memcpy(w, &v, sizeof(A));
#pragma unroll
        for (int k = 0; k < gpu__words<A>::value; k++) w[k] ^= zero;
        memcpy(&v, w, sizeof(A));
    }
    return v;
}
template <> __device__ __forceinline__ double gpu__keep<double>(double v, unsigned zero)
{
    return __hiloint2double(__double2hiint(v), __double2loint(v) ^ (int)zero);
}

/* A warp shuffle of any type, word by word. */
template <class A> static __device__ __forceinline__ A gpu__shuffle(A v, int lane)
{
    unsigned w[gpu__words<A>::value] = {};
    memcpy(w, &v, sizeof(A));
#pragma unroll
    for (int k = 0; k < gpu__words<A>::value; k++) w[k] = __shfl_sync(0xffffffffu, w[k], lane);
    memcpy(&v, w, sizeof(A));
    return v;
}

/* The fixed tree over 2048 lanes of which `limit` exist: slot q * V + v of thread t is lane (q * 512 + t) * V + v. Thread 0 gets the result in a[0]. */
template <auto COMBINE, int V, class A> static __device__ __forceinline__ void gpu__reduce_tree(A *a, unsigned limit, A *shared)
{
    constexpr int N = GPU__REDUCE_THREADS, Q = GPU__REDUCE_LANES / N / V;
    const unsigned t = threadIdx.x;
#pragma unroll
    for (int h = Q / 2; h; h /= 2)
#pragma unroll
        for (int k = 0; k < h * V; k++)
            if ((k / V + h) * N * V + t * V + k % V < limit) a[k] = COMBINE(a[k], a[k + h * V]);
    /* Several columns at a time while they fit; each step writes where no earlier step reads, so one barrier a step is enough. */
    constexpr int C = sizeof(A) * V * N <= 16384 ? V : 1;
#pragma unroll
    for (int v0 = 0; v0 < V; v0 += C) {
        __syncthreads();
#pragma unroll
        for (unsigned w = N / 2; w >= 32; w /= 2) {
            if (t >= w && t < 2 * w) {
#pragma unroll
                for (int c = 0; c < C; c++) shared[c * (N - 32) + t - 32] = a[v0 + c];
            }
            __syncthreads();
            if (t < w) {
#pragma unroll
                for (int c = 0; c < C; c++)
                    if ((t + w) * V + v0 + c < limit) a[v0 + c] = COMBINE(a[v0 + c], shared[c * (N - 32) + t + w - 32]);
            }
        }
    }
    if (t < 32) {
#pragma unroll
        for (unsigned w = 16; w; w /= 2)
#pragma unroll
            for (int v = 0; v < V; v++) {
                A b = gpu__shuffle(a[v], (int)((t + w) & 31));
                if ((t + w) * V + v < limit) a[v] = COMBINE(a[v], b);
            }
#pragma unroll
        for (int h = V / 2; h; h /= 2)
#pragma unroll
            for (int v = 0; v < h; v++)
                if ((unsigned)(v + h) < limit) a[v] = COMBINE(a[v], a[v + h]);
    }
}

/* S slots of map results, at elements i + q * stride. U tiles are loaded before the first is combined. */
template <auto MAP, auto COMBINE, int U, class A, class... H>
static __device__ __forceinline__ void gpu__reduce_fold(A *a, bool first, unsigned zero, const H &...h)
{
#pragma unroll
    for (int u = 0; u < U; u++)
#pragma unroll
        for (int k = 0; k < 4; k++) {
            A v = gpu__keep<A>(MAP(h.at(u * 4 + k)...), zero);
            if (u == 0 && first) a[k] = v;
            else a[k] = COMBINE(a[k], v);
        }
}

/* A virtual block of the order is a block of the grid. The block that finishes last combines the results of all. */
template <auto MAP, auto COMBINE, class A, int U, int V, class... P>
static __global__ void __launch_bounds__(GPU__REDUCE_THREADS) gpu__reduce_kernel(gpu__reduce_place place, A identity, A *out, size_t n, typename P::arg... in)
{
    constexpr int N = GPU__REDUCE_THREADS, Q = 4 / V;
    constexpr size_t L = GPU__REDUCE_LANES;
    constexpr int C = sizeof(A) * V * N <= 16384 ? V : 1;
    __shared__ alignas(16) unsigned char room[sizeof(A) * (N - 32) * C];
    __shared__ bool last;
    const size_t tiles = (n + L - 1) / L, blocks = gridDim.x;
    const size_t end = tiles * (blockIdx.x + 1) / blocks;
    size_t tile = tiles * blockIdx.x / blocks;
    bool first = true;
    A a[4];
    while (tile < end) {
        if (tile + U <= end && (tile + U) * L <= n) {
            gpu__reduce_fold<MAP, COMBINE, U>(a, first, place.zero, gpu__fetch<P, U * Q, V>(in, tile * L + threadIdx.x * V, (size_t)(N * V))...);
            tile += U;
        } else {
#pragma unroll
            for (int k = 0; k < 4; k++) {
                const size_t i = tile * L + (size_t)((k / V) * N + threadIdx.x) * V + k % V;
                if (i < n) {
                    A v = gpu__keep<A>(MAP(gpu__pick(P(), in, i)...), place.zero);
                    a[k] = first ? v : COMBINE(a[k], v);
                }
            }
            tile++;
        }
        first = false;
    }
    gpu__reduce_tree<COMBINE, V>(a, n < L ? (unsigned)n : (unsigned)L, (A *)room);
    if (blocks > 1) {
        if (threadIdx.x == 0) {
            memcpy((A *)place.partials + blockIdx.x, &a[0], sizeof(A));
            __threadfence();
            last = atomicInc(place.ticket, gridDim.x - 1) == gridDim.x - 1;
            __threadfence();
        }
        __syncthreads();
        if (!last) return;
#pragma unroll
        for (int k = 0; k < 4; k++) {
            const unsigned b = k * N + threadIdx.x;
            if (b < blocks) {
                constexpr int W = gpu__access((int)sizeof(A));
                typedef typename gpu__word<gpu__min(W, 8)>::type word;
#pragma unroll
                for (int c = 0; c < (int)(sizeof(A) / sizeof(word)); c++) ((word *)&a[k])[c] = __ldcg((const word *)((const A *)place.partials + b) + c);
            }
        }
        gpu__reduce_tree<COMBINE, 1>(a, (unsigned)blocks, (A *)room);
    }
    if (threadIdx.x == 0) {
        if (n == 0) a[0] = identity;
        if (out) *out = a[0];
        if (place.host_value) {
            memcpy(place.host_value, &a[0], sizeof(A));
            __threadfence_system();
            *place.host_flag = place.sequence;
        }
    }
}

template <auto MAP, auto COMBINE, class A, int U, int V, class... P>
static inline cudaError_t gpu__reduce_start(cudaStream_t stream, gpu__reduce_place place, A identity, A *out, size_t n, typename P::arg... in)
{
    size_t blocks = (n + (size_t)GPU__REDUCE_LANES * GPU__REDUCE_TILES - 1) / ((size_t)GPU__REDUCE_LANES * GPU__REDUCE_TILES);
    if (blocks < 1) blocks = 1;
    if (blocks > GPU__REDUCE_BLOCKS) blocks = GPU__REDUCE_BLOCKS;
    void *argv[] = {&place, &identity, &out, &n, (void *)&in...};
    return cudaLaunchKernel((const void *)gpu__reduce_kernel<MAP, COMBINE, A, U, V, P...>, dim3((unsigned)blocks), dim3(GPU__REDUCE_THREADS), argv, 0, stream);
}

/* Tiles in flight: 64 bytes of loads a thread; without loads there is nothing to wait for. */
__host__ __device__ constexpr int gpu__reduce_tiles(int load_bytes)
{
    int u = 1;
    if (!load_bytes) return 1;
    while (u < 4 && u * 4 * load_bytes < 64) u *= 2;
    return u;
}

/* *out and, where place has one, the host's slot get COMBINE over MAP(in[i]...) for i < n, in the order above. Either may be NULL. TILES = 0: the rule above. */
template <auto MAP, auto COMBINE, class A, int TILES, class... P>
static inline cudaError_t gpu__reduce_launch_tiles(cudaStream_t stream, const gpu__reduce_place &place, A identity, A *out, size_t n, typename P::arg... in)
{
    static_assert(sizeof(A) <= GPU__REDUCE_MAX_BYTES, "the accumulator of a reduction may have at most 96 bytes");
    constexpr int V = gpu__min(4, gpu__pack_elements(gpu__bytes<P>::value...));
    constexpr int U = TILES ? TILES : gpu__reduce_tiles((0 + ... + gpu__bytes<P>::value));
    if constexpr (V > 1) {
        if ((gpu__aligned(P(), in, 0, V) && ...)) return gpu__reduce_start<MAP, COMBINE, A, U, V, P...>(stream, place, identity, out, n, in...);
    }
    return gpu__reduce_start<MAP, COMBINE, A, U, 1, P...>(stream, place, identity, out, n, in...);
}
template <auto MAP, auto COMBINE, class A, class... P>
static inline cudaError_t gpu__reduce_launch(const gpu__room *room, A *out, size_t n, typename P::arg... in)
{
    gpu__reduce_place place = {room->partials, room->ticket, room->value, room->flag, room->sequence, 0};
    return gpu__reduce_launch_tiles<MAP, COMBINE, A, 0, P...>((cudaStream_t)room->stream, place, *(const A *)room->identity, out, n, in...);
}

/* ---- Scan --------------------------------------------------------------------------------------------------------- */

/* The order, a function of n alone. HALVING is the inclusive scan of up to 32 values by recursive halving: for d = 1, 2, 4, 8, 16 and every
 * j with bit d set: v[j] = v[(j & -d) - 1] (+) v[j]. All arithmetic is in ACC.
 *   quad   4 elements, one after the other: s0 = x0, s1 = s0 (+) x1, ...
 *   row    32 quads: HALVING over their totals; L = the value of the quad in front
 *   band   ROWS rows, one after the other: r0 = total(0), r1 = r0 (+) total(1), ...; R = the value of the row in front
 *   tile   BANDS bands: HALVING over their totals; D = the value of the band in front
 *   group  32 tiles: HALVING over their totals; Tp = the value of the tile in front
 *   super  32 groups: HALVING over their totals; Gp = the value of the group in front
 *   all    supers one after the other: S(0) = total(0), S(k) = S(k - 1) (+) total(k); Sp = S of the super in front
 * Prefix of a tile  P = Sp (+) (Gp (+) Tp); prefix of a quad  X = P (+) (D (+) (R (+) L)); what does not exist (the first of its kind) is left out.
 * inclusive: out = X (+) s_j.   exclusive: out = X for j = 0 (the identity for element 0), X (+) s_(j-1) for j > 0. */

__host__ __device__ constexpr int gpu__scan_tile(int bands, int rows) { return bands * rows * 128; }

/* Words of 8 bytes that a scan of n elements needs in place.state; all of them zero before the first scan, none cleared between scans. */
static inline size_t gpu__scan_words(size_t n, size_t accumulator_bytes, size_t tile)
{
    size_t tiles = (n + tile - 1) / tile, groups = (tiles + 31) / 32, supers = (groups + 31) / 32;
    return 2 + (tiles + groups + supers + 1) * ((accumulator_bytes + 3) / 4);
}

typedef struct {
    unsigned long long *state; /* device, gpu__scan_words() words, used by scans of one stream alone */
    int multiprocessors;
} gpu__scan_place;

/* A value on its way from block to block: each 4 bytes travel in one 8-byte word beside the number of this scan, so a word is
 * either complete or visibly old: no fence, no clearing. */
template <class A> struct gpu__mail {
    static constexpr int W = gpu__words<A>::value;
    unsigned long long w[W];
    __device__ __forceinline__ void read(const unsigned long long *p)
    {
#pragma unroll
        for (int k = 0; k < W; k++) asm volatile("ld.relaxed.gpu.global.u64 %0, [%1];" : "=l"(w[k]) : "l"(p + k) : "memory");
    }
    __device__ __forceinline__ bool here(unsigned tag) const
    {
        bool all = true;
#pragma unroll
        for (int k = 0; k < W; k++) all = all && (unsigned)(w[k] >> 32) == tag;
        return all;
    }
    __device__ __forceinline__ A value() const
    {
        unsigned u[W];
        A v;
#pragma unroll
        for (int k = 0; k < W; k++) u[k] = (unsigned)w[k];
        memcpy(&v, u, sizeof(A));
        return v;
    }
    static __device__ __forceinline__ void send(unsigned long long *p, A v, unsigned tag)
    {
        unsigned u[W] = {};
        memcpy(u, &v, sizeof(A));
#pragma unroll
        for (int k = 0; k < W; k++) asm volatile("st.relaxed.gpu.global.u64 [%0], %1;" ::"l"(p + k), "l"((unsigned long long)tag << 32 | u[k]) : "memory");
    }
};

template <auto COMBINE, class A> static __device__ __forceinline__ A gpu__halving(A v, int lane)
{
#pragma unroll
    for (int d = 1; d < 32; d *= 2) {
        A b = gpu__shuffle(v, ((lane & -d) - 1) & 31);
        if (lane & d) v = COMBINE(b, v);
    }
    return v;
}

/* What stands in front of this tile, whose total has been sent; only for warp 0 of scans of more than one tile. */
template <auto COMBINE, class A>
static __device__ __forceinline__ A gpu__scan_prefix(unsigned long long *state, unsigned tile, unsigned tiles, unsigned tag, A total, int lane)
{
    typedef gpu__mail<A> mail;
    constexpr int W = mail::W;
    unsigned long long *to_tile = state + 2, *to_group = to_tile + (size_t)tiles * W, *to_super = to_group + (size_t)((tiles + 31) / 32) * W;
    const int t = tile & 31, g = (tile >> 5) & 31;
    const unsigned super = tile >> 10;
    mail a, b, c;
    const unsigned long long *pa = to_tile + (size_t)(tile - t + lane) * W, *pb = to_group + (size_t)((tile >> 5) - g + lane) * W, *pc = to_super + (size_t)super * W;
    bool wait_a = lane < t, wait_b = lane < g, wait_c = super > 0;
    if (wait_a) a.read(pa);
    if (wait_b) b.read(pb), wait_b = !b.here(tag);
    if (wait_c) c.read(pc), wait_c = !c.here(tag);
    if (wait_a) wait_a = !a.here(tag);
    while (wait_a) a.read(pa), wait_a = !a.here(tag);
    __syncwarp();
    A v = lane < t ? a.value() : total;
    v = gpu__halving<COMBINE>(v, lane);
    if (t == 31 && lane == 31) mail::send(to_group + (size_t)(tile >> 5) * W, v, tag);
    A before = gpu__shuffle(v, (t - 1) & 31), group = gpu__shuffle(v, 31);
    while (wait_b) b.read(pb), wait_b = !b.here(tag);
    __syncwarp();
    A prefix = before;
    v = lane < g ? b.value() : group;
    v = gpu__halving<COMBINE>(v, lane);
    A groups = gpu__shuffle(v, (g - 1) & 31), whole = gpu__shuffle(v, 31);
    if (g > 0) prefix = t > 0 ? COMBINE(groups, before) : groups;
    while (wait_c) c.read(pc), wait_c = !c.here(tag);
    __syncwarp();
    if (super > 0) {
        A supers = c.value();
        prefix = t > 0 || g > 0 ? COMBINE(supers, prefix) : supers;
        whole = COMBINE(supers, whole);
    }
    if (t == 31 && g == 31 && lane == 0) mail::send(to_super + (size_t)(super + 1) * W, whole, tag);
    return prefix;
}

/* A band's elements of one tile: quads, or (turned) single elements that turn_quads() makes into quads. */
template <class T, int ROWS, bool PACKED, bool TURN>
static __device__ __forceinline__ void gpu__scan_load(gpu__held<gpu__array<T>, ROWS * 4> &x, const T *in, size_t base, bool full, size_t n, T filler, int lane)
{
    if (PACKED && full) {
#pragma unroll
        for (int k = 0; k < ROWS; k++) x.template pack<4>(k * 4, in, base + k * 128 + lane * 4);
    } else {
#pragma unroll
        for (int k = 0; k < ROWS * 4; k++) {
            const size_t i = base + (k / 4) * 128 + (TURN ? (k % 4) * 32 + lane : lane * 4 + k % 4);
            T v = full || i < n ? in[i] : filler;
            memcpy(x.raw + k * sizeof(T), &v, sizeof(T));
        }
    }
}

/* Blocks draw tiles in order from a counter, so a tile only ever waits for tiles that are finished or that a running block works on. The
 * counter's upper half numbers the scans; the last draw starts the next number. A tile stays in registers while it waits for what
 * stands in front of it. Loads of the next tile would hold up the polling (a multiprocessor's loads return in order), so what some block
 * needs next is brought into L2 only, which returns nothing. */
template <auto COMBINE, class A, class T, bool EXCLUSIVE, bool PACKED, int BANDS, int ROWS, int BLOCKS, int PREFETCH, bool OPAQUE>
static __global__ void __launch_bounds__(BANDS * 32, BLOCKS) gpu__scan_kernel(unsigned long long *state, A identity, T *out, const T *in, size_t n, unsigned tiles)
{
    constexpr int TILE = gpu__scan_tile(BANDS, ROWS);
    constexpr bool TURN = !PACKED && sizeof(T) <= 8;              /* misaligned: coalesced single elements, turned into quads in shared memory */
    typedef gpu__mail<A> mail;
    __shared__ alignas(16) unsigned char room[sizeof(A) * (BANDS + 1)];
    __shared__ alignas(16) unsigned char turn[TURN ? BANDS * 128 * sizeof(T) : 16];
    __shared__ unsigned long long drawn, first_drawn;
    A *totals = (A *)room;
    const int lane = threadIdx.x & 31, band = threadIdx.x >> 5;
    T *mine = (T *)turn + band * 128;
    const unsigned long long final = (unsigned long long)tiles + gridDim.x - 1;
    unsigned tile = 0, tag = 0;
    if (tiles > 1) {
        if (threadIdx.x == 0) first_drawn = atomicAdd(state, 1ull);
        __syncthreads();
        tile = (unsigned)first_drawn;
        tag = (unsigned)(first_drawn >> 32) + 1;
        if (tile >= tiles) { /* every block draws once more than it has tiles, and another may have been faster */
            if (threadIdx.x == 0 && tile == final) atomicExch(state, (unsigned long long)(tag == 0xffffffffu ? 0 : tag) << 32);
            return;
        }
    }
    gpu__held<gpu__array<T>, ROWS * 4> x;
    gpu__scan_load<T, ROWS, PACKED, TURN>(x, in, (size_t)tile * TILE + (size_t)band * ROWS * 128, ((size_t)tile + 1) * TILE <= n, n, (T)identity, lane);
    for (;;) {
        const size_t base = (size_t)tile * TILE + (size_t)band * ROWS * 128;
        const bool full = ((size_t)tile + 1) * TILE <= n;
        unsigned long long draw = 0;
        if (TURN) {
#pragma unroll
            for (int k = 0; k < ROWS; k++) {
#pragma unroll
                for (int j = 0; j < 4; j++) mine[j * 32 + lane] = x.at(k * 4 + j);
                __syncwarp();
                gpu__move<4 * (int)sizeof(T)>(x.raw + k * 4 * sizeof(T), mine + lane * 4);
                __syncwarp();
            }
        }
        A q[ROWS], sum = identity;
#pragma unroll
        for (int k = 0; k < ROWS; k++) {
            A s = (A)x.at(k * 4);
#pragma unroll
            for (int j = 1; j < 4; j++) s = COMBINE(s, (A)x.at(k * 4 + j));
            s = gpu__halving<COMBINE>(s, lane);
            q[k] = gpu__shuffle(s, (lane - 1) & 31);
            s = gpu__shuffle(s, 31);
            if (k > 0) {
                q[k] = lane > 0 ? COMBINE(sum, q[k]) : sum;
                sum = COMBINE(sum, s);
            } else {
                sum = s;
            }
        }
        if constexpr (OPAQUE && sizeof(T) % 4 == 0) { /* the sums of a quad are made twice: kept, they would take more registers than the elements do */
#pragma unroll
            for (int k = 0; k < ROWS * (int)sizeof(T); k++) asm volatile("" : "+r"(((unsigned *)x.raw)[k]));
        }
        if (lane == 0) totals[band] = sum;
        __syncthreads();
        A r = gpu__halving<COMBINE>((A)totals[lane & (BANDS - 1)], lane);
        const A total = gpu__shuffle(r, BANDS - 1), before = gpu__shuffle(r, (band - 1) & 31);
        if (tiles > 1 && threadIdx.x == 0) mail::send(state + 2 + (size_t)tile * mail::W, total, tag);
        if (PREFETCH && tiles > 1) {
            /* Which block will get that tile is open, but it is the one that this many draws later will be loaded. */
            const char *from = (const char *)(in + ((size_t)tile + (size_t)PREFETCH * gridDim.x) * TILE);
            for (int k = threadIdx.x * 128; k < TILE * (int)sizeof(T); k += BANDS * 32 * 128)
                if (from + k < (const char *)(in + n)) asm volatile("prefetch.global.L2 [%0];" ::"l"(from + k));
        }
        if (tiles > 1 && band == 0) {
            A p = gpu__scan_prefix<COMBINE, A>(state, tile, tiles, tag, total, lane);
            if (lane == 0) totals[BANDS] = p;
        }
        if (band > 0) {
            q[0] = lane > 0 ? COMBINE(before, q[0]) : before;
#pragma unroll
            for (int k = 1; k < ROWS; k++) q[k] = COMBINE(before, q[k]);
        }
        if (tiles > 1) {
            __syncthreads();
            if (threadIdx.x == 0) draw = atomicAdd(state, 1ull);
            if (tile > 0) {
                A p = totals[BANDS];
#pragma unroll
                for (int k = 0; k < ROWS; k++) q[k] = band > 0 || k > 0 || lane > 0 ? COMBINE(p, q[k]) : p;
            }
        }
#pragma unroll
        for (int k = 0; k < ROWS; k++) {
            const bool some = tile > 0 || band > 0 || k > 0 || lane > 0;
            gpu__held<gpu__array<T>, 4> y;
            A s = (A)x.at(k * 4);
#pragma unroll
            for (int j = 0; j < 4; j++) {
                if (!EXCLUSIVE && j > 0) s = COMBINE(s, (A)x.at(k * 4 + j));
                if (EXCLUSIVE && j > 1) s = COMBINE(s, (A)x.at(k * 4 + j - 1));
                T v;
                if (EXCLUSIVE && j == 0) v = (T)(some ? q[k] : identity);
                else v = (T)(some ? COMBINE(q[k], s) : s);
                memcpy(y.raw + j * sizeof(T), &v, sizeof(T));
            }
            const size_t i = base + k * 128 + lane * 4;
            if (PACKED && full) {
                gpu__move<4 * (int)sizeof(T)>(out + i, y.raw);
            } else if (TURN) {
                gpu__move<4 * (int)sizeof(T)>(mine + lane * 4, y.raw);
                __syncwarp();
#pragma unroll
                for (int j = 0; j < 4; j++) {
                    const size_t e = base + k * 128 + j * 32 + lane;
                    if (full || e < n) out[e] = mine[j * 32 + lane];
                }
                __syncwarp();
            } else {
#pragma unroll
                for (int j = 0; j < 4; j++)
                    if (i + j < n) out[i + j] = y.at(j);
            }
        }
        if (tiles == 1) return;
        if (threadIdx.x == 0) drawn = draw;
        __syncthreads();
        const unsigned next = (unsigned)drawn;
        if (next >= tiles) { /* every block draws once more than it has tiles */
            if (threadIdx.x == 0 && next == final) atomicExch(state, (unsigned long long)(tag == 0xffffffffu ? 0 : tag) << 32);
            return;
        }
        tile = next;
        gpu__scan_load<T, ROWS, PACKED, TURN>(x, in, (size_t)tile * TILE + (size_t)band * ROWS * 128, ((size_t)tile + 1) * TILE <= n, n, (T)identity, lane);
    }
}

template <auto COMBINE, class A, class T, bool EXCLUSIVE, int BANDS, int ROWS, int BLOCKS, int PREFETCH, bool OPAQUE>
static inline cudaError_t gpu__scan_launch_shape(cudaStream_t stream, const gpu__scan_place &place, A identity, T *out, const T *in, size_t n)
{
    if (n == 0) return cudaSuccess;
    const size_t count = (n + gpu__scan_tile(BANDS, ROWS) - 1) / gpu__scan_tile(BANDS, ROWS);
    if (count > 0x7fffffffu) return cudaErrorInvalidConfiguration;
    unsigned tiles = (unsigned)count, blocks = (unsigned)(place.multiprocessors * BLOCKS);
    if (blocks > tiles) blocks = tiles;
    unsigned long long *state = place.state;
    void *argv[] = {&state, &identity, &out, &in, &n, &tiles};
    const bool packed = gpu__aligned(gpu__array<T>(), in, 0, 4) && gpu__aligned(gpu__array<T>(), (const T *)out, 0, 4);
    const void *kernel = packed ? (const void *)gpu__scan_kernel<COMBINE, A, T, EXCLUSIVE, true, BANDS, ROWS, BLOCKS, PREFETCH, OPAQUE>
                                : (const void *)gpu__scan_kernel<COMBINE, A, T, EXCLUSIVE, false, BANDS, ROWS, BLOCKS, PREFETCH, OPAQUE>;
    return cudaLaunchKernel(kernel, dim3(blocks), dim3(BANDS * 32), argv, 0, stream);
}

/* Rows of a band: what fits the registers of a thread. */
__host__ __device__ constexpr int gpu__scan_rows(int element_bytes) { return element_bytes <= 4 ? 16 : element_bytes <= 8 ? 8 : element_bytes <= 16 ? 4 : element_bytes <= 32 ? 2 : 1; }
__host__ __device__ constexpr int gpu__scan_resident(int element_bytes) { return element_bytes <= 4 ? 2 : 1; }
#define GPU__SCAN_BANDS 8

/* out = the scan of in, inclusive or exclusive, in the order above. `out` may equal `in`. */
template <auto COMBINE, class A, class T, bool EXCLUSIVE>
static inline cudaError_t gpu__scan_launch(cudaStream_t stream, const gpu__scan_place &place, A identity, T *out, const T *in, size_t n)
{
    return gpu__scan_launch_shape<COMBINE, A, T, EXCLUSIVE, GPU__SCAN_BANDS, gpu__scan_rows((int)sizeof(T)), gpu__scan_resident((int)sizeof(T)), 1, (sizeof(A) > sizeof(T))>(stream, place, identity, out, in, n);
}

/* Bytes of messages that a scan of n elements of `size` bytes needs in room->scan; all zero before the first scan. */
static inline size_t gpu__scan_bytes(size_t n, size_t size, size_t accumulator_bytes)
{
    return 8 * gpu__scan_words(n, accumulator_bytes, gpu__scan_tile(GPU__SCAN_BANDS, gpu__scan_rows((int)size)));
}

template <auto COMBINE, class A, class T> static inline cudaError_t gpu__scan_launch(const gpu__room *room, T *out, const T *in, size_t n)
{
    gpu__scan_place place = {(unsigned long long *)room->scan, room->multiprocessors};
    A identity = *(const A *)room->identity;
    return room->exclusive ? gpu__scan_launch<COMBINE, A, T, true>((cudaStream_t)room->stream, place, identity, out, in, n)
                           : gpu__scan_launch<COMBINE, A, T, false>((cudaStream_t)room->stream, place, identity, out, in, n);
}

/* ---- Random ------------------------------------------------------------------------------------------------------- */

#define GPU__FILL_THREADS 256

/* The words of a block of a fill. The round keys come from the launch's parameters, which an instruction reads directly, and
   words 2 and 3 of the counter belong to the launch: one product of the first round leaves the loop. */
static __device__ __forceinline__ gpu_u32x4 gpu__fill_words(const gpu__fill &j, uint64_t block)
{
    uint32_t c0 = (uint32_t)block, c1 = (uint32_t)(block >> 32), c2 = j.sequence, c3 = j.purpose;
#pragma unroll
    for (int r = 0; r < GPU__ROUNDS; r++) GPU__PHILOX_ROUND(c0, c1, c2, c3, j.key[2 * r], j.key[2 * r + 1])
    gpu_u32x4 w;
    w.v[0] = c0, w.v[1] = c1, w.v[2] = c2, w.v[3] = c3;
    return w;
}

template <class W, class T, class F> static __device__ __forceinline__ void gpu__fill_map(const gpu_u32x4 &w, uint32_t *v, F f)
{
#pragma unroll
    for (int l = 0; l < (int)(16 / sizeof(W)); l++) {
        W a;
        memcpy(&a, &w.v[l * (sizeof(W) / 4)], sizeof(W));
        T b = f(a);
        memcpy(v + l * (sizeof(T) / 4), &b, sizeof(T));
    }
}

/* Calls, not inline: they are rare or slow, and would cost the others registers. */
static __device__ __noinline__ uint64_t gpu__fill_again_call(const gpu__fill *j, uint64_t at, uint64_t word) { return gpu__fill_again(j, at, word); }
static __device__ __noinline__ uint64_t gpu__fill_at_call(const gpu__fill *j, uint64_t at) { return gpu__fill_at(j, at); }

/* The numbers of a block, 16 bytes of them or 8. */
template <int KIND> static __device__ __forceinline__ void gpu__fill_block(const gpu__fill &j, const gpu__law &law, uint64_t block, uint32_t *v)
{
    const int kind = KIND < 0 ? j.kind : KIND;
    if (KIND < 0 && kind >= GPU__K_rejection_i32) {
#pragma unroll 1
        for (int l = 0; l < j.per; l++) {
            const uint64_t x = gpu__fill_at_call(&j, block * j.per + l);
            if (j.size == 4) v[3] = (uint32_t)x;
            else v[2] = (uint32_t)x, v[3] = (uint32_t)(x >> 32);
            if (l + 1 == j.per) break; /* rotate: an index that varies would put v into memory */
            if (j.size == 4) v[0] = v[1], v[1] = v[2], v[2] = v[3];
            else v[0] = v[2], v[1] = v[3];
        }
        return;
    }
    const gpu_u32x4 w = gpu__fill_words(j, block);
#define GPU__FILL_CASE(name, W, T, N, purpose)                                                                           \
    case GPU__K_##name: gpu__fill_map<W, T>(w, v, [&](W a) { return gpu__##name##_scalar(a, law); }); break;
    switch (kind) { GPU__FILLS(GPU__FILL_CASE) }
#undef GPU__FILL_CASE
    if (KIND < 0 && law.limit) {
        if (kind == GPU__K_int_i32) {
            uint32_t low = ~0u;
#pragma unroll
            for (int l = 0; l < 4; l++) low = min(low, w.v[l] * (uint32_t)law.range);
            if (low < (uint32_t)law.limit)
#pragma unroll
                for (int l = 0; l < 4; l++) v[l] = (uint32_t)gpu__fill_again_call(&j, block * 4 + l, w.v[l]);
        } else {
#pragma unroll
            for (uint32_t l = 0; l < 2; l++) {
                const uint64_t word = gpu__word64_of(w, l);
                if (word * law.range < law.limit) {
                    const uint64_t x = gpu__fill_again_call(&j, block * 2 + l, word);
                    v[2 * l] = (uint32_t)x, v[2 * l + 1] = (uint32_t)(x >> 32);
                }
            }
        }
    }
}

/* out[0] is number `from` of block `first`. A thread makes blocks that lie a row of 256 apart, so that each store of a warp
   is one run of memory. KIND < 0: any kind, and any alignment: `aligned` says that whole blocks may be stored at once;
   otherwise the warp turns its numbers into runs in shared memory. The other instances are for aligned fills alone. */
template <int KIND, int STEPS>
static __global__ void __launch_bounds__(GPU__FILL_THREADS, KIND < 0 ? 5 : 1) gpu__fill_kernel(const __grid_constant__ gpu__fill j, void *out, uint64_t first, uint32_t from, uint64_t n, uint64_t tiles, bool aligned)
{
    constexpr uint32_t TILE = GPU__FILL_THREADS * STEPS;
    extern __shared__ uint64_t gpu__cells[];
    const uint32_t t = threadIdx.x, lane = t & 31;
    if (KIND >= 0) { /* grid = tiles */
        const uint64_t tile = (uint64_t)blockIdx.x * TILE;
        uint4 *const o = (uint4 *)out + tile + t;
        const uint64_t whole = n / 4;
        if (tile + TILE <= whole) {
#pragma unroll
            for (int s = 0; s < STEPS; s++) {
                alignas(16) uint32_t v[4];
                gpu__fill_block<KIND>(j, j.law, first + tile + (uint32_t)(s * GPU__FILL_THREADS) + t, v);
                o[s * GPU__FILL_THREADS] = *(uint4 *)v;
            }
            return;
        }
#pragma unroll 1
        for (uint64_t b = tile + t; b < tile + TILE && b * 4 < n; b += GPU__FILL_THREADS) {
            alignas(16) uint32_t v[4];
            gpu__fill_block<KIND>(j, j.law, first + b, v);
#pragma unroll
            for (int l = 0; l < 4; l++)
                if (b * 4 + l < n) ((uint32_t *)out)[b * 4 + l] = v[l];
        }
    } else {
        __shared__ alignas(16) uint32_t room[GPU__FILL_THREADS * 4];
        uint32_t *const mine = room + (t & ~31u) * 4;
        const uint32_t per = (uint32_t)j.per, words = (uint32_t)j.size / 4;
        gpu__law law = j.law;
        if (law.table) { /* lanes ask for different cells, which shared memory serves at once */
            for (uint32_t c = t; c < 1u << law.bits; c += GPU__FILL_THREADS) gpu__cells[c] = law.table[c];
            law.table = gpu__cells;
            __syncthreads();
        }
        for (uint64_t tile = blockIdx.x; tile < tiles; tile += gridDim.x)
#pragma unroll 1
            for (int s = 0; s < STEPS; s++) {
                const uint64_t b = tile * TILE + (uint32_t)(s * GPU__FILL_THREADS) + t, warp_first = (b - lane) * per;
                alignas(16) uint32_t v[4];
                if (warp_first >= n + from) break;
                gpu__fill_block<KIND>(j, law, first + b, v);
                if (aligned && (b + 1) * per <= n) {
                    if (per * words == 4) ((uint4 *)out)[b] = *(uint4 *)v;
                    else ((uint2 *)out)[b] = *(uint2 *)v;
                } else if (aligned) {
                    for (uint32_t l = 0; l < per; l++)
                        if (b * per + l < n)
                            for (uint32_t w = 0; w < words; w++) ((uint32_t *)out)[(b * per + l) * words + w] = l * words + w == 0 ? v[0] : l * words + w == 1 ? v[1] : l * words + w == 2 ? v[2] : v[3];
                } else {
                    __syncwarp();
                    if (per * words == 4) ((uint4 *)mine)[lane] = *(uint4 *)v;
                    else ((uint2 *)mine)[lane] = *(uint2 *)v;
                    __syncwarp();
                    for (uint32_t l = 0; l < per; l++) {
                        const uint64_t e = warp_first + l * 32 + lane - from; /* wraps for numbers in front of the first */
                        if (e >= n) continue;
                        if (words == 1) ((uint32_t *)out)[e] = mine[l * 32 + lane];
                        else ((uint64_t *)out)[e] = ((uint64_t *)mine)[l * 32 + lane];
                    }
                }
            }
    }
}

template <int KIND, int STEPS>
static inline cudaError_t gpu__fill_start(const gpu__room *room, const gpu__fill *j, void *out, uint64_t first, uint32_t from, uint64_t n, bool aligned)
{
    const uint64_t per = (uint64_t)j->per * GPU__FILL_THREADS * STEPS, most = j->law.table ? (uint64_t)room->multiprocessors * 7 : 0x7fffffffu;
    uint64_t tiles = (from + n + per - 1) / per;
    void *argv[] = {(void *)j, &out, &first, &from, &n, &tiles, &aligned};
    return cudaLaunchKernel((const void *)gpu__fill_kernel<KIND, STEPS>, dim3((unsigned)(tiles < most ? tiles : most)), dim3(GPU__FILL_THREADS), argv,
                            j->law.table ? sizeof(uint64_t) << j->law.bits : 0, (cudaStream_t)room->stream);
}

/* The device side of every fill, in the form that a map has; in[0] is the index, in[1] the fill. */
static inline int gpu__fill_device(const gpu__room *room, void *out, const void *const *in, size_t n)
{
    gpu__fill j = *(const gpu__fill *)in[1];
    const uint64_t at = j.position + (uintptr_t)in[0], first = at / j.per;
    const uint32_t from = (uint32_t)(at % j.per);
    const bool aligned = from == 0 && (uintptr_t)out % ((size_t)j.per * j.size) == 0;
    const size_t bytes = sizeof(uint64_t) << j.law.bits;
    void *table = NULL;
    cudaError_t e = cudaSuccess;
    if (aligned && j.kind == GPU__K_uniform_f32) return (int)gpu__fill_start<GPU__K_uniform_f32, 4>(room, &j, out, first, from, n, aligned);
    if (aligned && j.kind == GPU__K_normal_f32) return (int)gpu__fill_start<GPU__K_normal_f32, 8>(room, &j, out, first, from, n, aligned);
    if (j.law.table) { /* the copy has left the host's memory when the call returns */
        e = cudaMallocAsync(&table, bytes, (cudaStream_t)room->stream);
        if (!e) e = cudaMemcpyAsync(table, j.law.table, bytes, cudaMemcpyHostToDevice, (cudaStream_t)room->stream);
        j.law.table = (const uint64_t *)table;
    }
    if (!e) e = gpu__fill_start<-1, 4>(room, &j, out, first, from, n, aligned);
    if (table) {
        const cudaError_t freed = cudaFreeAsync(table, (cudaStream_t)room->stream);
        if (!e) e = freed;
    }
    return (int)e;
}

#endif /* GPU_KERNELS_CUH */
