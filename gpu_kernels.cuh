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
    __device__ __forceinline__ void one(int at, const T *p, size_t i) { T v = p[i]; memcpy(raw + at * sizeof(T), &v, sizeof(T)); }
    __device__ __forceinline__ T at(int j) const { T v; memcpy(&v, raw + j * sizeof(T), sizeof(T)); return v; }
};
template <class T, int COUNT> struct gpu__held<gpu__scalar<T>, COUNT> {
    T v;
    template <int V> __device__ __forceinline__ void pack(int, T p, size_t) { v = p; }
    __device__ __forceinline__ void one(int, T p, size_t) { v = p; }
    __device__ __forceinline__ T at(int) const { return v; }
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

/* Whether every access of a pack that starts `skip` elements in is aligned; scalars always are. */
template <class T> static inline bool gpu__aligned(gpu__array<T>, const T *p, int skip, int v) { return ((uintptr_t)(p + skip) & (uintptr_t)(gpu__access(v * (int)sizeof(T)) - 1)) == 0; }
template <class T> static inline bool gpu__aligned(gpu__scalar<T>, const T &, int, int) { return true; }

/* ---- Map ---------------------------------------------------------------------------------------------------------- */

#define GPU__MAP_THREADS 256

template <auto F, int K, int V, class R, class... H> static __device__ __forceinline__ void gpu__map_store(R *out, size_t i, size_t stride, const H &...h)
{
    alignas(16) unsigned char y[K * V * sizeof(R)];
#pragma unroll
    for (int j = 0; j < K * V; j++) {
        R r = F(h.at(j)...);
        memcpy(y + j * sizeof(R), &r, sizeof(R));
    }
#pragma unroll
    for (int k = 0; k < K; k++) {
        if constexpr (V == 1) memcpy(out + i + k * stride, y + k * sizeof(R), sizeof(R));
        else gpu__move<V * (int)sizeof(R)>(out + i + k * stride, y + k * V * sizeof(R));
    }
}

/* A block does one tile of 256 * V * packs elements. A full tile takes all its loads first (so `out` may be an input) and
 * needs no guard; small n comes with packs = 1, so that every multiprocessor has work. The last block also does the elements
 * in front of the first aligned one (head < V) and behind the last whole pack. V = 1 is the path for any alignment. */
template <auto F, int K, int V, class R, class... P>
static __global__ void __launch_bounds__(GPU__MAP_THREADS) gpu__map_kernel(R *out, size_t n, int head, int packs, typename P::arg... in)
{
    const size_t row = (size_t)GPU__MAP_THREADS * V;
    const size_t base = head + blockIdx.x * (row * packs);
    const size_t i = base + threadIdx.x * V;
    if (packs == K && base + row * K <= n) {
        gpu__map_store<F, K, V, R>(out, i, row, gpu__fetch<P, K, V>(in, i, row)...);
    } else {
#pragma unroll 1
        for (int k = 0; k < packs; k++) {
            const size_t e = i + k * row;
            if (e + V <= n) gpu__map_store<F, 1, V, R>(out, e, row, gpu__fetch<P, 1, V>(in, e, row)...);
        }
    }
    if (V > 1 && blockIdx.x == gridDim.x - 1) {
        const size_t behind = head + (n - head) / V * V;
        const size_t e = (int)threadIdx.x < head ? threadIdx.x : behind + (threadIdx.x - head);
        if (e < n) out[e] = F(gpu__pick(P(), in, e)...);
    }
}

template <auto F, int K, int V, class R, class... P>
static inline cudaError_t gpu__map_start(cudaStream_t stream, int multiprocessors, R *out, size_t n, int head, typename P::arg... in)
{
    const size_t row = (size_t)GPU__MAP_THREADS * V;
    int packs = n / (row * K) >= (size_t)(multiprocessors * 2) ? K : 1;
    size_t blocks = (n - head + row * packs - 1) / (row * packs);
    if (blocks == 0) blocks = 1;
    if (blocks > 0x7fffffffu) return cudaErrorInvalidConfiguration;
    void *argv[] = {&out, &n, &head, &packs, (void *)&in...};
    return cudaLaunchKernel((const void *)gpu__map_kernel<F, K, V, R, P...>, dim3((unsigned)blocks), dim3(GPU__MAP_THREADS), argv, 0, stream);
}

/* Packs a thread has in flight: 64 bytes of loads, and at most 32 elements, because each is one more copy of the lifted function. */
__host__ __device__ constexpr int gpu__map_packs(int v, int load_bytes)
{
    int k = 1;
    while (k < 4 && k * v * load_bytes < 64 && k * 2 * v <= 32) k *= 2;
    return k;
}

/* out[i] = F(in[i]...) for i < n. `out` may equal an input, and must not otherwise overlap one. PACKS = 0 lets the rule above choose. */
template <auto F, class R, int PACKS, class... P>
static inline cudaError_t gpu__map_launch_packs(cudaStream_t stream, int multiprocessors, R *out, size_t n, typename P::arg... in)
{
    constexpr int V = gpu__pack_elements((int)sizeof(R), gpu__bytes<P>::value...);
    constexpr int K = PACKS ? PACKS : gpu__map_packs(V, gpu__max(1, (0 + ... + gpu__bytes<P>::value)));
    if (n == 0) return cudaSuccess;
    if constexpr (V > 1) {
        for (int head = 0; head < V; head++)
            if (gpu__aligned(gpu__array<R>(), (const R *)out, head, V) && (gpu__aligned(P(), in, head, V) && ...))
                return gpu__map_start<F, K, V, R, P...>(stream, multiprocessors, out, n, (size_t)head < n ? head : (int)n, in...);
    }
    return gpu__map_start<F, gpu__min(K * V, 16), 1, R, P...>(stream, multiprocessors, out, n, 0, in...);
}
template <auto F, class R, class... P>
static inline cudaError_t gpu__map_launch(const gpu__room *room, R *out, size_t n, typename P::arg... in)
{
    return gpu__map_launch_packs<F, R, 0, P...>((cudaStream_t)room->stream, room->multiprocessors, out, n, in...);
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

/* Tiles in flight: 64 bytes of loads a thread. */
__host__ __device__ constexpr int gpu__reduce_tiles(int load_bytes)
{
    int u = 1;
    while (u < 4 && u * 4 * load_bytes < 64) u *= 2;
    return u;
}

/* *out and, where place has one, the host's slot get COMBINE over MAP(in[i]...) for i < n, in the order above. Either may be NULL. TILES = 0: the rule above. */
template <auto MAP, auto COMBINE, class A, int TILES, class... P>
static inline cudaError_t gpu__reduce_launch_tiles(cudaStream_t stream, const gpu__reduce_place &place, A identity, A *out, size_t n, typename P::arg... in)
{
    static_assert(sizeof(A) <= GPU__REDUCE_MAX_BYTES, "the accumulator of a reduction may have at most 96 bytes");
    constexpr int V = gpu__min(4, gpu__pack_elements(gpu__bytes<P>::value...));
    constexpr int U = TILES ? TILES : gpu__reduce_tiles(gpu__max(1, (0 + ... + gpu__bytes<P>::value)));
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
 *   tile   32 rows = 4096 elements: HALVING over their totals; R = the value of the row in front
 *   group  32 tiles: HALVING over their totals; Tp = the value of the tile in front
 *   super  32 groups: HALVING over their totals; Gp = the value of the group in front
 *   all    supers one after the other: S(0) = total(0), S(k) = S(k - 1) (+) total(k); Sp = S of the super in front
 * Prefix of a tile  P = Sp (+) (Gp (+) Tp); prefix of a quad  X = P (+) (R (+) L); what does not exist (the first of its kind) is left out.
 * inclusive: out = X (+) s_j.   exclusive: out = X for j = 0 (the identity for element 0), X (+) s_(j-1) for j > 0. */

#define GPU__SCAN_TILE 4096

/* Words of 8 bytes that a scan of n elements needs in place.state; all of them zero before the first scan, none cleared between scans. */
static inline size_t gpu__scan_words(size_t n, size_t accumulator_bytes)
{
    size_t tiles = (n + GPU__SCAN_TILE - 1) / GPU__SCAN_TILE, groups = (tiles + 31) / 32, supers = (groups + 31) / 32;
    return 2 + (tiles + groups + supers + 1) * ((accumulator_bytes + 3) / 4);
}

typedef struct {
    unsigned long long *state; /* device, gpu__scan_words() words, used by scans of one stream alone */
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

/* What stands in front of this tile; only for warp 0 of tiles other than a scan's only one. */
template <auto COMBINE, class A>
static __device__ __forceinline__ A gpu__scan_prefix(unsigned long long *state, unsigned tile, unsigned tiles, unsigned tag, A total, int lane)
{
    typedef gpu__mail<A> mail;
    constexpr int W = mail::W;
    unsigned long long *to_tile = state + 2, *to_group = to_tile + (size_t)tiles * W, *to_super = to_group + (size_t)((tiles + 31) / 32) * W;
    const int t = tile & 31, g = (tile >> 5) & 31;
    const unsigned super = tile >> 10;
    if (lane == 0) mail::send(to_tile + (size_t)tile * W, total, tag);
    mail a, b, c;
    const unsigned long long *pa = to_tile + (size_t)(tile - t + lane) * W, *pb = to_group + (size_t)((tile >> 5) - g + lane) * W, *pc = to_super + (size_t)super * W;
    bool wait_a = lane < t, wait_b = lane < g, wait_c = super > 0;
    while (wait_a) {
        a.read(pa);
        if (wait_b) b.read(pb), wait_b = !b.here(tag);
        if (wait_c) c.read(pc), wait_c = !c.here(tag);
        wait_a = !a.here(tag);
    }
    __syncwarp();
    A v = lane < t ? a.value() : total;
    v = gpu__halving<COMBINE>(v, lane);
    if (t == 31 && lane == 31) mail::send(to_group + (size_t)(tile >> 5) * W, v, tag);
    A before = gpu__shuffle(v, (t - 1) & 31), group = gpu__shuffle(v, 31);
    while (wait_b) {
        b.read(pb);
        if (wait_c) c.read(pc), wait_c = !c.here(tag);
        wait_b = !b.here(tag);
    }
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

/* One block a tile, tiles handed out in order by a counter, so that a block only ever waits for blocks that already run. The
 * counter's upper half numbers the scans; whoever draws the last tile starts the next number. */
template <auto COMBINE, class A, class T, bool EXCLUSIVE, bool PACKED, int THREADS, int BLOCKS>
static __global__ void __launch_bounds__(THREADS, BLOCKS) gpu__scan_kernel(unsigned long long *state, A identity, T *out, const T *in, size_t n)
{
    constexpr int ROWS = 1024 / THREADS;                          /* rows of a warp */
    constexpr bool TURN = !PACKED && sizeof(T) <= 8;              /* misaligned: coalesced single elements, turned into quads in shared memory */
    __shared__ alignas(16) unsigned char room[sizeof(A) * 33];
    __shared__ alignas(16) unsigned char turn[TURN ? THREADS * 4 * sizeof(T) : 16];
#ifndef GPU__SCAN_BLOCKIDX
    __shared__ unsigned long long drawn;
#endif
    A *totals = (A *)room;
    const int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
    const unsigned tiles = gridDim.x;
    unsigned tile = 0, tag = 0;
    if (tiles > 1) {
#ifdef GPU__SCAN_BLOCKIDX
        tile = blockIdx.x;
        if (warp == 0) {
            unsigned long long d;
            asm volatile("ld.relaxed.gpu.global.u64 %0, [%1];" : "=l"(d) : "l"(state) : "memory");
            tag = (unsigned)(d >> 32) + 1;
        }
#else
        if (threadIdx.x == 0) {
            unsigned long long d = atomicAdd(state, 1ull);
            if ((unsigned)d == tiles - 1) atomicExch(state, ((d >> 32) + 1 == 0xffffffffull ? 0 : (d >> 32) + 1) << 32);
            drawn = d;
        }
        __syncthreads();
        tile = (unsigned)drawn;
        tag = (unsigned)(drawn >> 32) + 1;
#endif
    }
    const size_t base = (size_t)tile * GPU__SCAN_TILE + (size_t)warp * ROWS * 128;
    const bool full = ((size_t)tile + 1) * GPU__SCAN_TILE <= n;
    gpu__held<gpu__array<T>, ROWS * 4> x;
    T *mine = (T *)turn + warp * 128;
    if (PACKED && full) {
#pragma unroll
        for (int k = 0; k < ROWS; k++) x.template pack<4>(k * 4, in, base + k * 128 + lane * 4);
    } else {
#pragma unroll
        for (int k = 0; k < ROWS * 4; k++) {
            const size_t i = base + (k / 4) * 128 + (TURN ? (k % 4) * 32 + lane : lane * 4 + k % 4);
            T v = full || i < n ? in[i] : (T)identity;
            memcpy(x.raw + k * sizeof(T), &v, sizeof(T));
        }
        if constexpr (TURN) {
#pragma unroll
            for (int k = 0; k < ROWS; k++) {
#pragma unroll
                for (int j = 0; j < 4; j++) mine[j * 32 + lane] = x.at(k * 4 + j);
                __syncwarp();
                gpu__move<4 * (int)sizeof(T)>(x.raw + k * 4 * sizeof(T), mine + lane * 4);
                __syncwarp();
            }
        }
    }
    A q[ROWS];
#pragma unroll
    for (int k = 0; k < ROWS; k++) {
        A s = (A)x.at(k * 4);
#pragma unroll
        for (int j = 1; j < 4; j++) s = COMBINE(s, (A)x.at(k * 4 + j));
        s = gpu__halving<COMBINE>(s, lane);
        if (lane == 31) totals[warp * ROWS + k] = s;
        q[k] = gpu__shuffle(s, (lane - 1) & 31);
    }
    __syncthreads();
    A r = gpu__halving<COMBINE>((A)totals[lane], lane);
    A total = gpu__shuffle(r, 31);
#pragma unroll
    for (int k = 0; k < ROWS; k++) {
        const int row = warp * ROWS + k;
        A before = gpu__shuffle(r, (row - 1) & 31);
        if (row > 0) q[k] = lane > 0 ? COMBINE(before, q[k]) : before;
    }
    if (tiles > 1) {
        if (warp == 0) {
            A p = gpu__scan_prefix<COMBINE>(state, tile, tiles, tag, total, lane);
            if (lane == 0) totals[32] = p;
#ifdef GPU__SCAN_BLOCKIDX
            if (lane == 0 && tile == tiles - 1) atomicAdd(state, 1ull << 32);
#endif
        }
        __syncthreads();
        if (tile > 0) {
            A p = totals[32];
#pragma unroll
            for (int k = 0; k < ROWS; k++) q[k] = warp * ROWS + k > 0 || lane > 0 ? COMBINE(p, q[k]) : p;
        }
    }
#pragma unroll
    for (int k = 0; k < ROWS; k++) {
        const bool some = tile > 0 || warp * ROWS + k > 0 || lane > 0;
        alignas(16) unsigned char y[4 * sizeof(T)];
        A s = (A)x.at(k * 4);
#pragma unroll
        for (int j = 0; j < 4; j++) {
            if (!EXCLUSIVE && j > 0) s = COMBINE(s, (A)x.at(k * 4 + j));
            if (EXCLUSIVE && j > 1) s = COMBINE(s, (A)x.at(k * 4 + j - 1));
            T v;
            if (EXCLUSIVE && j == 0) v = (T)(some ? q[k] : identity);
            else v = (T)(some ? COMBINE(q[k], s) : s);
            memcpy(y + j * sizeof(T), &v, sizeof(T));
        }
        const size_t i = base + k * 128 + lane * 4;
        if (PACKED && full) {
            gpu__move<4 * (int)sizeof(T)>(out + i, y);
        } else if (TURN) {
            gpu__move<4 * (int)sizeof(T)>(mine + lane * 4, y);
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
                if (i + j < n) memcpy(out + i + j, y + j * sizeof(T), sizeof(T));
        }
    }
}

template <auto COMBINE, class A, class T, bool EXCLUSIVE, int THREADS, int BLOCKS>
static inline cudaError_t gpu__scan_launch_threads(cudaStream_t stream, const gpu__scan_place &place, A identity, T *out, const T *in, size_t n)
{
    if (n == 0) return cudaSuccess;
    size_t tiles = (n + GPU__SCAN_TILE - 1) / GPU__SCAN_TILE;
    if (tiles > 0x7fffffffu) return cudaErrorInvalidConfiguration;
    unsigned long long *state = place.state;
    void *argv[] = {&state, &identity, &out, &in, &n};
    const bool packed = gpu__aligned(gpu__array<T>(), in, 0, 4) && gpu__aligned(gpu__array<T>(), (const T *)out, 0, 4);
    const void *kernel = packed ? (const void *)gpu__scan_kernel<COMBINE, A, T, EXCLUSIVE, true, THREADS, BLOCKS>
                                : (const void *)gpu__scan_kernel<COMBINE, A, T, EXCLUSIVE, false, THREADS, BLOCKS>;
    return cudaLaunchKernel(kernel, dim3((unsigned)tiles), dim3(THREADS), argv, 0, stream);
}

/* out = the scan of in, inclusive or exclusive, in the order above. `out` may equal `in`. */
template <auto COMBINE, class A, class T, bool EXCLUSIVE>
static inline cudaError_t gpu__scan_launch(cudaStream_t stream, const gpu__scan_place &place, A identity, T *out, const T *in, size_t n)
{
    return gpu__scan_launch_threads<COMBINE, A, T, EXCLUSIVE, (sizeof(T) <= 8 && sizeof(A) <= 8 ? 256 : sizeof(T) <= 16 ? 512 : 1024), 1>(stream, place, identity, out, in, n);
}

template <auto COMBINE, class A, class T>
static inline cudaError_t gpu__scan_launch(const gpu__room *room, T *out, const T *in, size_t n)
{
    gpu__scan_place place = {(unsigned long long *)room->scan};
    A identity = *(const A *)room->identity;
    return room->exclusive ? gpu__scan_launch<COMBINE, A, T, true>((cudaStream_t)room->stream, place, identity, out, in, n)
                           : gpu__scan_launch<COMBINE, A, T, false>((cudaStream_t)room->stream, place, identity, out, in, n);
}

#endif /* GPU_KERNELS_CUH */
