/* SPDX-License-Identifier: MIT OR Unlicense */
/* Joined from the parts in src/ by src/join: change those, then run make. */
/* -------------------------------------------------------------------------------------------- src/device/common.cuh */
/* gpu_kernels.cuh - the device code of gpu.h: the templates that its macros instantiate and its kernels. gpu.h includes
   it by itself under nvcc; there is nothing to include by hand.

   What runs on the device alone stands under #ifdef __CUDA_ARCH__, the bodies of kernels too: nvcc's front end would
   read it once more in its pass over the host code, which needs no more of a kernel than its parameters. */

#ifndef GPU_KERNELS_CUH
#define GPU_KERNELS_CUH

#ifndef GPU__CUDA
#error "gpu_kernels.cuh is included by gpu.h when nvcc compiles a CUDA file: include gpu.h instead"
#endif

/* The __global__ function of a GPU_KERNEL. The body is a template argument, so it inlines; the instance is as
   private to its file as the body is, so two files may use one kernel name. */
template <auto body, class... Param> __global__ void gpu__entry(Param... p)
{
    body((const gpu__thread_indices *)0, p...); /* used by the CPU only */
}

/* GPU_AT under GPU_DEBUG: the address of p[i], or of the sink where that is outside. `bytes`: of an array, -1 for a
   pointer. */
static __constant__ gpu__at_report *gpu__at_table;
#ifdef __CUDA_ARCH__
static GPU__UNUSED __device__ __noinline__ void *gpu__outside(gpu__at_report *r, long long i, long long end,
                                                              const char *name, const char *file, int line)
{
    if (atomicCAS(&r->found, 0, 1) == 0) {
        r->line = line, r->index = i, r->extent = end;
        r->thread.x = threadIdx.x, r->thread.y = threadIdx.y, r->thread.z = threadIdx.z;
        r->block.x = blockIdx.x, r->block.y = blockIdx.y, r->block.z = blockIdx.z;
        for (int k = 0; k < (int)sizeof r->name - 1 && (r->name[k] = name[k]); k++) {
        }
        for (int k = 0; k < (int)sizeof r->file - 1 && (r->file[k] = file[k]); k++) {
        }
    }
    return r->sink;
}
static GPU__UNUSED __device__ inline void *gpu__device_element(const volatile void *pointer, long long i, size_t size,
                                                               long long bytes, const char *name, const char *file,
                                                               int line)
{
    gpu__at_report *r = gpu__at_table;
    const char *p = (const char *)pointer;
    long long first = 0, end = bytes / (long long)size;
    if (!r) return (void *)(p + i * (long long)size);
    if (bytes < 0) {
        extern __shared__ __align__(16) unsigned char gpu__dynamic_bytes[];
        const unsigned long long *range = (const unsigned long long *)(r + 1), at = (unsigned long long)p;
        unsigned dynamic;
        unsigned long long from = (unsigned long long)gpu__dynamic_bytes, to;
        size_t k = 0;
        asm("mov.u32 %0, %%dynamic_smem_size;" : "=r"(dynamic));
        to = from + dynamic;
        while ((at < from || at >= to) && k < r->ranges) from = range[2 * k], to = range[2 * k + 1], k++;
        if (at < from || at >= to) return (void *)(p + i * (long long)size); /* not memory of this array */
        first = -(long long)((at - from) / size), end = (long long)((to - at) / size);
    }
    if (i >= first && i < end) return (void *)(p + i * (long long)size);
    if (size > sizeof r->sink) __trap();
    return gpu__outside(r, i, end, name, file, line);
}

/* gpu_grid_sync(). The driver gives each cooperative launch a counter of its own, whose address is in two registers (0
   in other launches). They are read as in <cooperative_groups.h>, which would take longer to compile than this whole
   file. Bit 31 of the counter flips each time all blocks have arrived: every block adds 1, except the first, which adds
   1 << 31 less the others' sum. */
extern "C" __device__ void __assertfail(const char *, const char *, unsigned, const char *, size_t);
static GPU__UNUSED __device__ __noinline__ void gpu__grid_fault(const char *what, const char *file, int line)
{
    static int said;
    if (atomicExch(&said, 1) == 0) __assertfail(what, file, (unsigned)line, "gpu_grid_sync", 1); /* does not return */
}
static GPU__UNUSED __device__ inline void gpu__grid_wait(volatile unsigned *counter, const char *file, int line)
{
    const unsigned blocks = gridDim.x * gridDim.y * gridDim.z, first = !(blockIdx.x | blockIdx.y | blockIdx.z);
    const long long start = clock64();
    unsigned old;
    __threadfence();
    old = atomicAdd((unsigned *)counter, first ? 0x80000000u - (blocks - 1) : 1);
    while (!((*counter ^ old) & 0x80000000u))
        if (gpu__at_table && clock64() - start > 20000000000LL) { /* GPU_DEBUG is set, and some 10 s have gone by */
            gpu__grid_fault("all blocks of the grid reach gpu_grid_sync() within 10 s (GPU_DEBUG)", file, line);
            return;
        }
    __threadfence();
}
static GPU__UNUSED __device__ inline void gpu__device_grid_sync(const char *file, int line)
{
    const unsigned threads = blockDim.x * blockDim.y * blockDim.z;
    unsigned long long workspace; /* its size, then the counter */
    unsigned high, low;
    asm("mov.u32 %0, %%envreg1; mov.u32 %1, %%envreg2;" : "=r"(high), "=r"(low));
    workspace = (unsigned long long)high << 32 | low;
    if (!workspace)
        gpu__grid_fault("the launch is cooperative: launch with gpu_cooperative(config)", file, line);
    else if (__syncthreads_count(1) != (int)threads)
        gpu__grid_fault("all threads of the grid reach gpu_grid_sync(): one has ended before", file, line);
    else {
        if (!(threadIdx.x | threadIdx.y | threadIdx.z)) gpu__grid_wait((volatile unsigned *)workspace + 1, file, line);
        __syncthreads();
    }
}
#endif

/* ---- Parameters, packs and words --------------------------------------------------------------------------------- */

/* The kinds of a lifted function's parameters: an array, of which each call gets one element, or one value for all
   calls. */
template <class Type> struct gpu__array {
    typedef Type type;
    typedef const Type *arg;
};
template <class Type> struct gpu__scalar {
    typedef Type type;
    typedef Type arg;
};
/* One value for all calls, in device memory. */
template <class Type> struct gpu__pointed {
    typedef Type type;
    typedef const Type *arg;
};
template <class Type> struct gpu__counted {
    typedef Type type;
    typedef size_t arg;
}; /* each call gets `arg` plus the element's index */

template <int ByteCount> struct gpu__word;
template <> struct gpu__word<1> {
    typedef unsigned char type;
};
template <> struct gpu__word<2> {
    typedef unsigned short type;
};
template <> struct gpu__word<4> {
    typedef unsigned int type;
};
template <> struct gpu__word<8> {
    typedef uint2 type;
};
template <> struct gpu__word<16> {
    typedef uint4 type;
};

template <class Param> struct gpu__bytes_in {
    static constexpr int value = 0;
};
template <class Type> struct gpu__bytes_in<gpu__array<Type>> {
    static constexpr int value = (int)sizeof(Type);
};

/* The widest access, up to 16 bytes, that divides `bytes`. */
__host__ __device__ constexpr int gpu__access(int bytes) { return (bytes & -bytes) < 16 ? (bytes & -bytes) : 16; }
__host__ __device__ constexpr int gpu__max(int a, int b) { return a > b ? a : b; }
template <class... Bytes> __host__ __device__ constexpr int gpu__max_of(Bytes... b)
{
    int m = 0;
    ((m = b > m ? b : m), ...);
    return m;
}
__host__ __device__ constexpr int gpu__min(int a, int b) { return a < b ? a : b; }

/* Elements of a pack: one count for all arrays, chosen so that the widest element type is moved by 16-byte accesses.
   Odd sizes take several accesses; very large elements get packs of one, since registers are limited. */
template <class... Bytes> __host__ __device__ constexpr int gpu__pack_elements(Bytes... bytes)
{
    int widest = 1, largest = 1;
    ((widest = gpu__max(widest, bytes ? gpu__access(bytes) : 1), largest = gpu__max(largest, bytes)), ...);
    int v = 16 / widest;
    while (v > 1 && v * largest > 96) v /= 2;
    return v;
}

/* Copies a pack with accesses as wide as its size allows; the caller has checked the alignment. */
template <int ByteCount> static __device__ __forceinline__ void gpu__move(void *to, const void *from)
{
    constexpr int Access = gpu__access(ByteCount);
    typedef typename gpu__word<Access>::type Word;
#pragma unroll
    for (int c = 0; c < ByteCount / Access; c++) ((Word *)to)[c] = ((const Word *)from)[c];
}

#ifdef __CUDA_ARCH__
/* The same for data that is read or written once: streaming accesses, which do not displace other data in the cache. */
template <int ByteCount> static __device__ __forceinline__ void gpu__move_in_once(void *to, const void *from)
{
    if constexpr (ByteCount % 16 == 0) {
#pragma unroll
        for (int c = 0; c < ByteCount / 16; c++) ((uint4 *)to)[c] = __ldlu((const uint4 *)from + c);
    } else
        gpu__move<ByteCount>(to, from);
}
template <int ByteCount> static __device__ __forceinline__ void gpu__move_out_once(void *to, const void *from)
{
    if constexpr (ByteCount % 16 == 0) {
#pragma unroll
        for (int c = 0; c < ByteCount / 16; c++) __stcs((uint4 *)to + c, ((const uint4 *)from)[c]);
    } else
        gpu__move<ByteCount>(to, from);
}
/* The same if `now` is true, by a predicated store: a branch would delay the code after it. */
template <int ByteCount> static __device__ __forceinline__ void gpu__move_out_if(bool now, void *to, const void *from)
{
    if constexpr (ByteCount == 16) {
        uint4 v;
        memcpy(&v, from, 16);
        asm volatile("{ .reg .pred p; setp.ne.u32 p, %0, 0; @p st.global.cs.v4.u32 [%1], {%2, %3, %4, %5}; }" ::"r"(
                         (unsigned)now),
                     "l"(to), "r"(v.x), "r"(v.y), "r"(v.z), "r"(v.w)
                     : "memory");
    } else if (now)
        gpu__move_out_once<ByteCount>(to, from);
}

/* The 16 bytes that begin `skip` bytes after the first of lo, 0 <= skip < 16: an access to an unaligned address is two
   aligned ones, and this. */
static __device__ __forceinline__ uint4 gpu__unaligned(uint4 lo, uint4 hi, unsigned skip)
{
    unsigned u[8] = {lo.x, lo.y, lo.z, lo.w, hi.x, hi.y, hi.z, hi.w};
#pragma unroll
    for (int k = 0; k < 6; k++) u[k] = skip & 8 ? u[k + 2] : u[k];
#pragma unroll
    for (int k = 0; k < 5; k++) u[k] = skip & 4 ? u[k + 1] : u[k];
    const unsigned bits = skip % 4 * 8;
    return make_uint4(__funnelshift_r(u[0], u[1], bits), __funnelshift_r(u[1], u[2], bits),
                      __funnelshift_r(u[2], u[3], bits), __funnelshift_r(u[3], u[4], bits));
}

/* `Elements` elements of one parameter, in registers. */
template <class Param, int Elements> struct gpu__fragment;
template <class Type, int Elements> struct gpu__fragment<gpu__array<Type>, Elements> {
    alignas(16) unsigned char raw[Elements * sizeof(Type)];
    template <int Pack> __device__ __forceinline__ void pack(int at, const Type *p, size_t i)
    {
        gpu__move<Pack *(int)sizeof(Type)>(raw + at * sizeof(Type), p + i);
    }
    /* A pack wider than one access would leave gaps between the lanes of each access. The warp then loads its elements
       striped, with contiguous accesses, and exchanges them through shared memory (striped to blocked): lane l holds
       elements i + l * Elements. */
    static constexpr int ByteCount = Elements * (int)sizeof(Type), Access = gpu__access(ByteCount);
    static constexpr bool blocked = ByteCount > Access;
    typedef typename gpu__word<Access>::type word;
    __device__ __forceinline__ void dense(const Type *p, size_t warp_start, int lane)
    {
        const word *w = (const word *)(p + warp_start);
#pragma unroll
        for (int c = 0; c < ByteCount / Access; c++) ((word *)raw)[c] = w[c * 32 + lane];
    }
    /* dense() for any alignment. It also reads the rest of the last 16 aligned bytes, all of them even if the address
       is aligned: the caller makes sure that they are in the array. */
    __device__ __forceinline__ void shifted(const Type *p, size_t warp_start, int lane)
    {
        const unsigned char *from = (const unsigned char *)(p + warp_start);
        if constexpr (Access == 16) {
            const unsigned skip = (unsigned)((uintptr_t)from & 15);
            const uint4 *w = (const uint4 *)(from - skip);
#pragma unroll
            for (int c = 0; c < ByteCount / Access; c++)
                ((uint4 *)raw)[c] = gpu__unaligned(w[c * 32 + lane], w[c * 32 + lane + 1], skip);
        } else {
#pragma unroll
            for (int c = 0; c < ByteCount / Access; c++)
#pragma unroll
                for (int k = 0; k < Access; k++) raw[c * Access + k] = from[(c * 32 + lane) * Access + k];
        }
    }
    __device__ __forceinline__ void to_blocked(unsigned char *storage, int lane)
    {
        if constexpr (blocked) {
            word *w = (word *)storage;
#pragma unroll
            for (int c = 0; c < ByteCount / Access; c++) w[c * 32 + lane] = ((word *)raw)[c];
            __syncwarp();
#pragma unroll
            for (int c = 0; c < ByteCount / Access; c++) ((word *)raw)[c] = w[lane * (ByteCount / Access) + c];
            __syncwarp();
        }
    }
    __device__ __forceinline__ void one(int at, const Type *p, size_t i)
    {
        Type v = p[i];
        memcpy(raw + at * sizeof(Type), &v, sizeof(Type));
    }
    __device__ __forceinline__ Type at(int j) const
    {
        Type v;
        memcpy(&v, raw + j * sizeof(Type), sizeof(Type));
        return v;
    }
};
template <class Type, int Elements> struct gpu__fragment<gpu__scalar<Type>, Elements> {
    Type v;
    static constexpr int ByteCount = 0;
    static constexpr bool blocked = false;
    __device__ __forceinline__ void dense(Type p, size_t, int) { v = p; }
    __device__ __forceinline__ void shifted(Type p, size_t, int) { v = p; }
    __device__ __forceinline__ void to_blocked(unsigned char *, int) {}
    template <int Pack> __device__ __forceinline__ void pack(int, Type p, size_t) { v = p; }
    __device__ __forceinline__ void one(int, Type p, size_t) { v = p; }
    __device__ __forceinline__ Type at(int) const { return v; }
};

template <class Type, int Elements> struct gpu__fragment<gpu__pointed<Type>, Elements> {
    Type v;
    static constexpr int ByteCount = 0;
    static constexpr bool blocked = false;
    __device__ __forceinline__ void dense(const Type *p, size_t, int) { v = *p; }
    __device__ __forceinline__ void shifted(const Type *p, size_t, int) { v = *p; }
    __device__ __forceinline__ void to_blocked(unsigned char *, int) {}
    template <int Pack> __device__ __forceinline__ void pack(int, const Type *p, size_t) { v = *p; }
    __device__ __forceinline__ void one(int, const Type *p, size_t) { v = *p; }
    __device__ __forceinline__ Type at(int) const { return v; }
};
template <class Type, int Elements> struct gpu__fragment<gpu__counted<Type>, Elements> {
    Type v[Elements];
    static constexpr int ByteCount = 0;
    static constexpr bool blocked = false;
    __device__ __forceinline__ void dense(size_t p, size_t warp_start, int lane)
    {
#pragma unroll
        for (int j = 0; j < Elements; j++) v[j] = (Type)(p + warp_start + lane * Elements + j);
    }
    __device__ __forceinline__ void shifted(size_t p, size_t warp_start, int lane) { dense(p, warp_start, lane); }
    __device__ __forceinline__ void to_blocked(unsigned char *, int) {}
    template <int Pack> __device__ __forceinline__ void pack(int at, size_t p, size_t i)
    {
#pragma unroll
        for (int j = 0; j < Pack; j++) v[at + j] = (Type)(p + i + j);
    }
    __device__ __forceinline__ void one(int at, size_t p, size_t i) { v[at] = (Type)(p + i); }
    __device__ __forceinline__ Type at(int j) const { return v[j]; }
};

/* Loads `Packs` packs of Pack elements, `stride` elements apart; all loads of a parameter precede any arithmetic. */
template <class Param, int Packs, int Pack> static __device__ __forceinline__ gpu__fragment<Param, Packs * Pack>
gpu__fetch(typename Param::arg p, size_t i, size_t stride)
{
    gpu__fragment<Param, Packs * Pack> h;
#pragma unroll
    for (int k = 0; k < Packs; k++) {
        if constexpr (Pack == 1)
            h.one(k, p, i + k * stride);
        else
            h.template pack<Pack>(k * Pack, p, i + k * stride);
    }
    return h;
}
template <class Type> static __device__ __forceinline__ Type gpu__pick(gpu__array<Type>, const Type *p, size_t i)
{
    return p[i];
}
template <class Type> static __device__ __forceinline__ Type gpu__pick(gpu__scalar<Type>, Type p, size_t) { return p; }
template <class Type> static __device__ __forceinline__ Type gpu__pick(gpu__pointed<Type>, const Type *p, size_t)
{
    return *p;
}
template <class Type> static __device__ __forceinline__ Type gpu__pick(gpu__counted<Type>, size_t p, size_t i)
{
    return (Type)(p + i);
}
#endif

/* Whether every access of a pack that starts `skip` elements in is aligned; scalars always are. */
template <class Type> static inline bool gpu__aligned(gpu__array<Type>, const Type *p, int skip, int v)
{
    return ((uintptr_t)(p + skip) & (uintptr_t)(gpu__access(v * (int)sizeof(Type)) - 1)) == 0;
}
template <class Type> static inline bool gpu__aligned(gpu__scalar<Type>, const Type &, int, int) { return true; }
template <class Type> static inline bool gpu__aligned(gpu__pointed<Type>, const Type *, int, int) { return true; }
template <class Type> static inline bool gpu__aligned(gpu__counted<Type>, size_t, int, int) { return true; }
/* ----------------------------------------------------------------------------------------------- src/device/map.cuh */
/* ---- Map --------------------------------------------------------------------------------------------------------- */

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
#ifdef __CUDA_ARCH__
/* y[j] = Function(h.at(j)...) for a function that returns a gpu__tried. A pack has one branch for the elements that are
   to be computed again, so that the compiler interleaves the first tries. */
template <auto Function, int Pack, class Result, class... Fragment>
static __device__ __forceinline__ void gpu__map_tried(Result *y, const Fragment &...h)
{
    typedef decltype(Function(h.at(0)...)) Tried;
    uint32_t again = 0;
#pragma unroll
    for (int j = 0; j < Pack; j++) {
        const Tried t = Function(h.at(j)...);
        y[j] = t.value;
        again |= t.again;
    }
    if (again >> 31)
#pragma unroll
        for (int j = 0; j < Pack; j++) y[j] = Tried::usual(h.at(j)...);
}
/* Function(x...) for single elements */
template <auto Function, class... Arg> static __device__ __forceinline__ auto gpu__map_one(Arg... x)
{
    if constexpr (gpu__is_tried<decltype(Function)>::value)
        return decltype(Function(x...))::usual(x...);
    else
        return Function(x...);
}
/* Each thread takes Pack consecutive elements, a warp 32 * Pack contiguous ones: all loads, then the function, then the
   stores. */
template <auto Function, int Pack, class Result, class... Fragment> static __device__ __forceinline__ void
gpu__map_warp(Result *out, size_t start, int lane, unsigned char *storage, Fragment... h)
{
    gpu__fragment<gpu__array<Result>, Pack> y;
    (h.to_blocked(storage, lane), ...);
    if constexpr (gpu__is_tried<decltype(Function)>::value)
        gpu__map_tried<Function, Pack>((Result *)y.raw, h...);
    else
#pragma unroll
        for (int j = 0; j < Pack; j++) {
            Result r = Function(h.at(j)...);
            memcpy(y.raw + j * sizeof(Result), &r, sizeof(Result));
        }
    typedef typename gpu__fragment<gpu__array<Result>, Pack>::word word;
    constexpr int Chunk = Pack * (int)sizeof(Result) / (int)sizeof(word);
    if constexpr (Chunk > 1) {
#pragma unroll
        for (int c = 0; c < Chunk; c++) ((word *)storage)[lane * Chunk + c] = ((word *)y.raw)[c];
        __syncwarp();
#pragma unroll
        for (int c = 0; c < Chunk; c++) ((word *)y.raw)[c] = ((word *)storage)[c * 32 + lane];
    }
#pragma unroll
    for (int c = 0; c < Chunk; c++) ((word *)(out + start))[c * 32 + lane] = ((word *)y.raw)[c];
}
template <class Param, int Pack, bool Shifted> static __device__ __forceinline__ gpu__fragment<Param, Pack>
gpu__fetch_warp(typename Param::arg p, size_t start, int lane)
{
    gpu__fragment<Param, Pack> h;
    if constexpr (Shifted)
        h.shifted(p, start, lane);
    else
        h.dense(p, start, lane);
    return h;
}
#endif

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
#ifdef __CUDA_ARCH__
    constexpr int Widest = gpu__max_of(
        (gpu__fragment<gpu__array<Result>, Pack>::blocked ? gpu__fragment<gpu__array<Result>, Pack>::ByteCount : 0),
        (gpu__fragment<Param, Pack>::blocked ? gpu__fragment<Param, Pack>::ByteCount : 0)...);
    constexpr int Threads = gpu__is_tried<decltype(Function)>::Threads;
    __shared__ alignas(16) unsigned char storage[Widest ? Threads * Widest : 16];
    const int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
    const size_t start = head + (blockIdx.x * (size_t)Threads + warp * 32) * Pack;
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
#endif
}

#ifdef __CUDA_ARCH__
template <auto Function, int Unroll, class Result, class... Fragment>
static __device__ __forceinline__ void gpu__map_loose(Result *out, const Fragment &...h)
{
    Result y[Unroll];
    if constexpr (gpu__is_tried<decltype(Function)>::value)
        gpu__map_tried<Function, Unroll>(y, h...);
    else
#pragma unroll
        for (int k = 0; k < Unroll; k++) y[k] = Function(h.at(k)...);
#pragma unroll
    for (int k = 0; k < Unroll; k++) out[k * GPU__MAP_THREADS] = y[k];
}
#endif

/* The same for arrays that share no alignment: single elements, Unroll of them in flight a thread. */
template <auto Function, int Unroll, class Result, class... Param>
static __global__ void __launch_bounds__(GPU__MAP_THREADS)
    gpu__map_loose_kernel(Result *out, size_t n, typename Param::arg... in)
{
#ifdef __CUDA_ARCH__
    const size_t base = blockIdx.x * (size_t)(GPU__MAP_THREADS * Unroll), end = base + GPU__MAP_THREADS * Unroll;
    const size_t i = base + threadIdx.x;
    if (Unroll > 1 && end <= n) {
        if constexpr (Unroll > 1)
            gpu__map_loose<Function, Unroll, Result>(out + i, gpu__fetch<Param, Unroll, 1>(in, i, GPU__MAP_THREADS)...);
    } else {
#pragma unroll 1
        for (size_t e = i; e < n && e < end; e += GPU__MAP_THREADS)
            out[e] = gpu__map_one<Function>(gpu__pick(Param(), in, e)...);
    }
#endif
}

template <auto Function, int Pack, bool Shifted, class Result, class... Param> static inline cudaError_t
gpu__map_start(cudaStream_t stream, Result *out, size_t n, int head, typename Param::arg... in)
{
    constexpr int Threads = gpu__is_tried<decltype(Function)>::Threads;
    const size_t tile = (size_t)Threads * Pack, blocks = (n - head + tile - 1) / tile;
    if (blocks > 0x7fffffffu) return cudaErrorInvalidConfiguration;
    void *argv[] = {&out, &n, &head, (void *)&in...};
    return cudaLaunchKernel((const void *)gpu__map_kernel<Function, Pack, Shifted, Result, Param...>,
                            dim3(blocks ? (unsigned)blocks : 1), dim3(Threads), argv, 0, stream);
}
template <auto Function, int Unroll, class Result, class... Param>
static inline cudaError_t gpu__map_start_loose(cudaStream_t stream, Result *out, size_t n, typename Param::arg... in)
{
    const size_t tile = (size_t)GPU__MAP_THREADS * Unroll, blocks = (n + tile - 1) / tile;
    if (blocks > 0x7fffffffu) return cudaErrorInvalidConfiguration;
    void *argv[] = {&out, &n, (void *)&in...};
    return cudaLaunchKernel((const void *)gpu__map_loose_kernel<Function, Unroll, Result, Param...>,
                            dim3((unsigned)blocks), dim3(GPU__MAP_THREADS), argv, 0, stream);
}

/* out[i] = F(in[i]...) for i < n. `out` may equal an input, and must not otherwise overlap one. */
template <auto Function, class Result, int Unroll, class... Param>
static inline cudaError_t gpu__map_launch_loose(cudaStream_t stream, Result *out, size_t n, typename Param::arg... in)
{
    constexpr int Pack = gpu__pack_elements((int)sizeof(Result), gpu__bytes_in<Param>::value...);
    if (n == 0) return cudaSuccess;
    if constexpr (Pack > 1) {
        for (int head = 0; head < Pack; head++)
            if (gpu__aligned(gpu__array<Result>(), (const Result *)out, head, Pack) &&
                (gpu__aligned(Param(), in, head, Pack) && ...))
                return gpu__map_start<Function, Pack, false, Result, Param...>(stream, out, n,
                                                                               (size_t)head < n ? head : (int)n, in...);
    }
    /* Loads of single elements of 1 or 2 bytes would be limited by the number of accesses. */
    if constexpr (Pack > 4 && Unroll > 0) {
        for (int head = 0; head < Pack; head++)
            if (gpu__aligned(gpu__array<Result>(), (const Result *)out, head, Pack))
                return gpu__map_start<Function, Pack, true, Result, Param...>(stream, out, n,
                                                                              (size_t)head < n ? head : (int)n, in...);
    }
    return gpu__map_start_loose<Function, Unroll, Result, Param...>(stream, out, n, in...);
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
                                 Param...>((cudaStream_t)context->stream, out, n, in...);
}
/* -------------------------------------------------------------------------------------------- src/device/reduce.cuh */
/* ---- Reduce ------------------------------------------------------------------------------------------------------ */

/* The order is that of src/language/reduce_order.h. */

#define GPU__REDUCE_THREADS 512

template <class Accum> struct gpu__is_integer {
    static constexpr bool value = false;
};
template <> struct gpu__is_integer<bool> {
    static constexpr bool value = true;
};
template <> struct gpu__is_integer<char> {
    static constexpr bool value = true;
};
template <> struct gpu__is_integer<signed char> {
    static constexpr bool value = true;
};
template <> struct gpu__is_integer<unsigned char> {
    static constexpr bool value = true;
};
template <> struct gpu__is_integer<short> {
    static constexpr bool value = true;
};
template <> struct gpu__is_integer<unsigned short> {
    static constexpr bool value = true;
};
template <> struct gpu__is_integer<int> {
    static constexpr bool value = true;
};
template <> struct gpu__is_integer<unsigned> {
    static constexpr bool value = true;
};
template <> struct gpu__is_integer<long> {
    static constexpr bool value = true;
};
template <> struct gpu__is_integer<unsigned long> {
    static constexpr bool value = true;
};
template <> struct gpu__is_integer<long long> {
    static constexpr bool value = true;
};
template <> struct gpu__is_integer<unsigned long long> {
    static constexpr bool value = true;
};

template <class Accum> struct gpu__words {
    static constexpr int value = (int)((sizeof(Accum) + 3) / 4);
};

#ifdef __CUDA_ARCH__
/* Stands between map and combine: without it the compiler would fuse a product with the sum to an fma, while the CPU
   rounds the product first. */
template <class Accum> static __device__ __forceinline__ Accum gpu__keep(Accum v, unsigned zero)
{
    if constexpr (!gpu__is_integer<Accum>::value && sizeof(Accum) % 4 == 0) {
        unsigned w[gpu__words<Accum>::value];
        memcpy(w, &v, sizeof(Accum));
#pragma unroll
        for (int k = 0; k < gpu__words<Accum>::value; k++) w[k] ^= zero;
        memcpy(&v, w, sizeof(Accum));
    }
    return v;
}
template <> __device__ __forceinline__ double gpu__keep<double>(double v, unsigned zero)
{
    return __hiloint2double(__double2hiint(v), __double2loint(v) ^ (int)zero);
}

/* A warp shuffle of any type, word by word. */
template <class Accum> static __device__ __forceinline__ Accum gpu__shuffle(Accum v, int lane)
{
    unsigned w[gpu__words<Accum>::value] = {};
    memcpy(w, &v, sizeof(Accum));
#pragma unroll
    for (int k = 0; k < gpu__words<Accum>::value; k++) w[k] = __shfl_sync(0xffffffffu, w[k], lane);
    memcpy(&v, w, sizeof(Accum));
    return v;
}

/* The fixed tree over 2048 lanes of which `limit` exist: slot q * Pack + v of thread t holds lane (q * 512 + t) * Pack
   + v. Thread 0 gets the result in a[0]. */
template <auto Combine, int Pack, class Accum>
static __device__ __forceinline__ void gpu__reduce_tree(Accum *a, unsigned limit, Accum *shared)
{
    constexpr int Count = GPU__REDUCE_THREADS, Slots = GPU__LANES / Count / Pack;
    const unsigned t = threadIdx.x;
#pragma unroll
    for (int h = Slots / 2; h; h /= 2)
#pragma unroll
        for (int k = 0; k < h * Pack; k++)
            if ((k / Pack + h) * Count * Pack + t * Pack + k % Pack < limit) a[k] = Combine(a[k], a[k + h * Pack]);
    /* Several columns at a time while they fit; each step writes where no earlier step reads, so one barrier a step
       is enough. */
    constexpr int Chunk = sizeof(Accum) * Pack * Count <= 16384 ? Pack : 1;
#pragma unroll
    for (int v0 = 0; v0 < Pack; v0 += Chunk) {
        __syncthreads();
#pragma unroll
        for (unsigned w = Count / 2; w >= 32; w /= 2) {
            if (t >= w && t < 2 * w) {
#pragma unroll
                for (int c = 0; c < Chunk; c++) shared[c * (Count - 32) + t - 32] = a[v0 + c];
            }
            __syncthreads();
            if (t < w) {
#pragma unroll
                for (int c = 0; c < Chunk; c++)
                    if ((t + w) * Pack + v0 + c < limit)
                        a[v0 + c] = Combine(a[v0 + c], shared[c * (Count - 32) + t + w - 32]);
            }
        }
    }
    if (t < 32) {
#pragma unroll
        for (unsigned w = 16; w; w /= 2)
#pragma unroll
            for (int v = 0; v < Pack; v++) {
                Accum b = gpu__shuffle(a[v], (int)((t + w) & 31));
                if ((t + w) * Pack + v < limit) a[v] = Combine(a[v], b);
            }
#pragma unroll
        for (int h = Pack / 2; h; h /= 2)
#pragma unroll
            for (int v = 0; v < h; v++)
                if ((unsigned)(v + h) < limit) a[v] = Combine(a[v], a[v + h]);
    }
}

/* Combines the map results of Unroll tiles, of which all are loaded before the first is combined, into a[0..3]. */
template <auto Map, auto Combine, int Unroll, class Accum, class... Fragment>
static __device__ __forceinline__ void gpu__reduce_fold(Accum *a, bool first, unsigned zero, const Fragment &...h)
{
#pragma unroll
    for (int u = 0; u < Unroll; u++)
#pragma unroll
        for (int k = 0; k < 4; k++) {
            Accum v = gpu__keep<Accum>(Map(h.at(u * 4 + k)...), zero);
            if (u == 0 && first)
                a[k] = v;
            else
                a[k] = Combine(a[k], v);
        }
}

/* Whether this block is the last of the grid to arrive. It then sees all that the other blocks wrote, through L2
   (__ldcg), and the ticket is zero again. */
template <int = 0> static __device__ __forceinline__ bool gpu__last_block(unsigned *ticket)
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

template <class Accum> static __device__ __forceinline__ void gpu__partial(Accum *v, const void *partials,
                                                                           unsigned b) /* what another block wrote */
{
    constexpr int Width = gpu__access((int)sizeof(Accum));
    typedef typename gpu__word<gpu__min(Width, 8)>::type word;
#pragma unroll
    for (int c = 0; c < (int)(sizeof(Accum) / sizeof(word)); c++)
        ((word *)v)[c] = __ldcg((const word *)((const Accum *)partials + b) + c);
}
template <class Result> static __device__ __forceinline__ void gpu__reduce_deliver(const gpu__launch_context &context,
                                                                                   Result *out, Result value)
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
#ifdef __CUDA_ARCH__
/* Adds them in one block, as gpu__norm_finish does. Returns the scale; thread 0 gets the sum in a[0]. */
template <auto Map, auto Combine, class Type> static __device__ __forceinline__ double
gpu__norm_again(double *a, double *shared, const Type *x, size_t n, unsigned zero)
{
    constexpr unsigned Count = GPU__REDUCE_THREADS;
    __shared__ double scale;
    if (threadIdx.x == 0) scale = n ? gpu__norm_scale(a[0], sizeof(Type)) : 1;
    __syncthreads();
    if (scale == 1) return 1;
    for (size_t tile = 0; tile < n; tile += GPU__LANES)
#pragma unroll
        for (int k = 0; k < 4; k++) {
            const size_t i = tile + k * Count + threadIdx.x;
            if (i >= n) continue;
            const double v = gpu__keep<double>(Map((Type)(x[i] * (Type)scale)), zero);
            a[k] = tile ? Combine(a[k], v) : v;
        }
    gpu__reduce_tree<Combine, 1>(a, n < GPU__LANES ? (unsigned)n : (unsigned)GPU__LANES, shared);
    return scale;
}
#endif
/* A virtual block of the order is a block of the grid. The last block to finish combines the results of all blocks. */
template <auto Map, auto Combine, auto Finish, class Accum, int Unroll, int Pack, class Result, class... Param>
static __global__ void __launch_bounds__(GPU__REDUCE_THREADS)
    gpu__reduce_kernel(gpu__launch_context context, Accum identity, Result *out, size_t n, typename Param::arg... in)
{
#ifdef __CUDA_ARCH__
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
#pragma unroll
            for (int k = 0; k < 4; k++) {
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
#pragma unroll
        for (int k = 0; k < 4; k++) {
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
#endif
}

template <auto Map, auto Combine, auto Finish, class Accum, int Unroll, int Pack, class Result, class... Param>
static inline cudaError_t gpu__reduce_start(const gpu__launch_context *context, Result *out, size_t n,
                                            typename Param::arg... in)
{
    gpu__launch_context copy = *context; /* by value: the kernel has no access to the host's memory */
    Accum identity = *(const Accum *)context->identity;
    const size_t blocks = gpu__order_blocks(n, GPU__LANES, GPU__BLOCKS);
    void *argv[] = {&copy, &identity, &out, &n, (void *)&in...};
    return cudaLaunchKernel(
        (const void *)gpu__reduce_kernel<Map, Combine, Finish, Accum, Unroll, Pack, Result, Param...>,
        dim3((unsigned)blocks), dim3(GPU__REDUCE_THREADS), argv, 0, (cudaStream_t)context->stream);
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
template <class Accum> static __device__ __forceinline__ Accum gpu__as_it_is(Accum value, size_t) { return value; }

/* ---- Ordered reduce ---------------------------------------------------------------------------------------------- */

/* The order is that of src/language/reduce_order.h. A warp takes a part, a lane a run; a block's four warps
   are the four parts that are combined one after the other. */
enum { GPU__ORDERED_THREADS = 128 };

#ifdef __CUDA_ARCH__
/* The tree of neighbours over a warp's values, of which `count` exist; lane 0 gets the result. */
template <auto Combine, class Accum>
static __device__ __forceinline__ Accum gpu__neighbours(Accum v, int lane, int count)
{
#pragma unroll
    for (int s = 1; s < 32; s *= 2) {
        const Accum b = gpu__shuffle(v, (lane + s) & 31);
        if (!(lane & (2 * s - 1)) && lane + s < count) v = Combine(v, b);
    }
    return v;
}
template <auto Map, auto Combine, int Chunk, class Accum, class... Fragment>
static __device__ __forceinline__ void gpu__ordered_fold(Accum &v, bool first, unsigned zero, const Fragment &...h)
{
#pragma unroll
    for (int j = 0; j < Chunk; j++) {
        const Accum m = gpu__keep<Accum>(Map(h.at(j)...), zero);
        v = j == 0 && first ? m : Combine(v, m);
    }
}
#endif

/* Packs of Pack elements; Chunk elements of a run are loaded at a time. */
template <auto Map, auto Combine, class Accum, int Pack, int Chunk, class... Param>
static __global__ void __launch_bounds__(GPU__ORDERED_THREADS)
    gpu__ordered_kernel(gpu__launch_context context, Accum identity, Accum *out, size_t n, unsigned parts,
                        typename Param::arg... in)
{
#ifdef __CUDA_ARCH__
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
#pragma unroll
                for (int c = 0; c < GPU__ORDERED_RUN; c += Chunk)
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
#pragma unroll
        for (unsigned k = 1; k < 8; k++)
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
#endif
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
    return cudaLaunchKernel((const void *)gpu__ordered_kernel<Map, Combine, Accum, Pack, Chunk, Param...>,
                            dim3((parts + 3) / 4), dim3(GPU__ORDERED_THREADS), argv, 0, (cudaStream_t)context->stream);
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
/* ---------------------------------------------------------------------------------------------- src/device/scan.cuh */
/* ---- Scan -------------------------------------------------------------------------------------------------------- */

/* The order, a function of n alone. HALVING is the inclusive scan of up to 32 values by recursive halving: for
   d = 1, 2, 4, 8, 16 and every j with bit d set: v[j] = v[(j & -d) - 1] (+) v[j]. All arithmetic is in ACC.
     quad   Quad elements (4; 2 of 8 bytes, 1 of more), one after the other: s0 = x0, s1 = s0 (+) x1, ...
     row    32 quads: HALVING over their totals; L = the value of the preceding quad
     band   Rows rows, one after the other: r0 = total(0), r1 = r0 (+) total(1), ...; R = the value of the preceding row
     tile   Bands bands: HALVING over their totals; D = the value of the preceding band
     group  32 tiles: HALVING over their totals; Tp = the value of the preceding tile
     super  32 groups: HALVING over their totals; Gp = the value of the preceding group
     all    supers one after the other: S(0) = total(0), S(k) = S(k - 1) (+) total(k); Sp = S of the preceding super
   Prefix of a tile  P = Sp (+) (Gp (+) Tp); prefix of a quad  X = P (+) (D (+) (R (+) L)); a value that does not exist
   (for the first of its kind) is left out.
   inclusive: out = X (+) s_j.   exclusive: out = X for j = 0 (the identity for element 0), X (+) s_(j-1) for j > 0. */

/* The shape of a scan of elements of `size` bytes in accumulators of `wide`: quads of 16 bytes where they can be, at
   most 128 bytes of elements in a thread's registers where they can be, as many bands as leave shared memory for the
   totals of all quads, and registers where accumulators are wide. */
__host__ __device__ constexpr int gpu__scan_quad(int size) { return size <= 4 ? 4 : size <= 8 ? 2 : 1; }
__host__ __device__ constexpr int gpu__scan_rows(int size)
{
    return size <= 4 ? 8 : size <= 8 ? 16 : size <= 16 ? 8 : size <= 32 ? 4 : 2;
}
/* The stride of the rows' totals in shared memory, see gpu__scan_band. */
__host__ __device__ constexpr int gpu__scan_stride(int size) { return 32 + 32 / gpu__scan_rows(size); }
__host__ __device__ constexpr int gpu__scan_bands(int size, int wide)
{
    int bands = wide > size ? 14 : 16;
    while (bands > 1 && bands * gpu__scan_rows(size) * gpu__scan_stride(size) * wide > 36864) bands /= 2;
    return bands;
}
__host__ __device__ constexpr int gpu__scan_tile(int size, int wide)
{
    return gpu__scan_bands(size, wide) * gpu__scan_rows(size) * 32 * gpu__scan_quad(size);
}
template <class Type, class Accum> struct gpu__scan_shape {
    static constexpr int Size = (int)sizeof(Type), Quad = gpu__scan_quad(Size), Rows = gpu__scan_rows(Size),
                         Stride = gpu__scan_stride(Size), Pieces = 32 / Rows;
    static constexpr int Bands = gpu__scan_bands(Size, (int)sizeof(Accum)), Row = 32 * Quad, Band = Rows * Row,
                         Tile = Bands * Band;
};

/* Bytes of tile status words that a scan of n elements needs as workspace. All are zero before the first scan; none is
   cleared between scans. */
static inline size_t gpu__scan_bytes(size_t n, size_t size, size_t wide)
{
    const size_t tile = gpu__scan_tile((int)size, (int)wide), tiles = (n + tile - 1) / tile, groups = (tiles + 31) / 32,
                 supers = (groups + 31) / 32;
    return 8 * (2 + (tiles + groups + supers + 1) * ((wide + 3) / 4));
}

#ifdef __CUDA_ARCH__
/* Tile status word for decoupled look-back: each 4 bytes of payload are tagged with the number of the scan in one
   8-byte word, so stale words are recognised without a fence and without clearing. */
template <class Accum> struct gpu__tile_status {
    static constexpr int Width = gpu__words<Accum>::value;
    unsigned long long w[Width];
    __device__ __forceinline__ void read(const unsigned long long *p)
    {
#pragma unroll
        for (int k = 0; k < Width; k++)
            asm volatile("ld.relaxed.gpu.global.u64 %0, [%1];" : "=l"(w[k]) : "l"(p + k) : "memory");
    }
    __device__ __forceinline__ bool here(unsigned tag) const
    {
        bool all = true;
#pragma unroll
        for (int k = 0; k < Width; k++) all = all && (unsigned)(w[k] >> 32) == tag;
        return all;
    }
    __device__ __forceinline__ Accum value() const
    {
        unsigned u[Width];
        Accum v;
#pragma unroll
        for (int k = 0; k < Width; k++) u[k] = (unsigned)w[k];
        memcpy(&v, u, sizeof(Accum));
        return v;
    }
    static __device__ __forceinline__ void send(unsigned long long *p, Accum v, unsigned tag)
    {
        unsigned u[Width] = {};
        memcpy(u, &v, sizeof(Accum));
#pragma unroll
        for (int k = 0; k < Width; k++)
            asm volatile("st.relaxed.gpu.global.u64 [%0], %1;" ::"l"(p + k), "l"((unsigned long long)tag << 32 | u[k])
                         : "memory");
    }
};

template <auto Combine, int Count = 32, class Accum>
static __device__ __forceinline__ Accum gpu__halving(Accum v, int lane)
{
#pragma unroll
    for (int d = 1; d < Count; d *= 2) {
        Accum b = gpu__shuffle(v, ((lane & -d) - 1) & 31);
        if (lane & d) v = Combine(b, v);
    }
    return v;
}

/* The look-back of a tile, in two halves, one warp each: tiles_before reads the preceding tiles of the group,
   groups_before the preceding groups of the super, and the preceding super. They write Tp, Gp and Sp to `found`, each
   only if something precedes. */
template <class Accum> struct gpu__scan_look_back {
    typedef gpu__tile_status<Accum> status;
    static constexpr int Width = status::Width;
    unsigned long long *to_tile, *to_group, *to_super;
    unsigned tag;
    __device__ __forceinline__ gpu__scan_look_back(unsigned long long *state, unsigned tiles, unsigned tag_)
        : to_tile(state + 2), to_group(to_tile + (size_t)tiles * Width),
          to_super(to_group + (size_t)((tiles + 31) / 32) * Width), tag(tag_)
    {
    }
    template <auto Combine>
    __device__ __forceinline__ void tiles_before(Accum *found, unsigned tile, Accum total, int lane) const
    {
        const int t = tile & 31;
        status a;
        for (bool wait = lane < t; wait; wait = !a.here(tag)) a.read(to_tile + (size_t)(tile - t + lane) * Width);
        __syncwarp();
        const Accum v = gpu__halving<Combine>(lane < t ? a.value() : total, lane);
        if (lane == t - 1) found[0] = v;
        if (t == 31 && lane == 31) status::send(to_group + (size_t)(tile >> 5) * Width, v, tag);
    }
    template <auto Combine>
    __device__ __forceinline__ void groups_before(Accum *found, unsigned tile, Accum any, int lane) const
    {
        const int g = (tile >> 5) & 31, most = g + ((tile & 1023) == 1023); /* the super's last tile makes its total */
        const unsigned super = tile >> 10;
        status b, c;
        bool wait_b = lane < most;
        bool wait_c = super > 0;
        while (wait_b || wait_c) {
            if (wait_b) b.read(to_group + (size_t)((tile >> 5) - g + lane) * Width);
            if (wait_c) c.read(to_super + (size_t)super * Width);
            wait_b = wait_b && !b.here(tag), wait_c = wait_c && !c.here(tag);
        }
        __syncwarp();
        const Accum v = gpu__halving<Combine>(lane < most ? b.value() : any, lane);
        if (lane == g - 1) found[1] = v;
        if (super > 0 && lane == 0) found[2] = c.value();
        if (most == 32 && lane == 31)
            status::send(to_super + (size_t)(super + 1) * Width, super > 0 ? Combine(c.value(), v) : v, tag);
    }
    template <auto Combine> static __device__ __forceinline__ Accum prefix(const Accum *found, unsigned tile)
    {
        const bool t = tile & 31, g = tile >> 5 & 31;
        Accum p = t ? found[0] : g ? found[1] : found[2];
        if (t && g) p = Combine(found[1], p);
        if (tile >> 10 && (t || g)) p = Combine(found[2], p);
        return p;
    }
};

/* Loads a band's elements of one tile: quads, or (Striped) single elements, striped over the lanes, which become quads
   afterwards. */
template <class Shape, bool Packed, bool Striped, class Type, class Source> static __device__ __forceinline__ void
gpu__scan_load(Source &x, const Type *in, size_t base, bool full, size_t n, Type filler, int lane)
{
    if (Packed && full) {
#pragma unroll
        for (int k = 0; k < Shape::Rows; k++)
            gpu__move_in_once<Shape::Quad * Shape::Size>(x.raw + k * Shape::Quad * Shape::Size,
                                                         in + base + (k * 32 + lane) * Shape::Quad);
    } else {
#pragma unroll
        for (int k = 0; k < Shape::Rows * Shape::Quad; k++) {
            const size_t i = base + (k / Shape::Quad) * Shape::Row +
                             (Striped ? (k % Shape::Quad) * 32 + lane : lane * Shape::Quad + k % Shape::Quad);
            Type v = full || i < n ? in[i] : filler;
            memcpy(x.raw + k * Shape::Size, &v, Shape::Size);
        }
    }
}

/* Makes quads of elements that were loaded one by one: a striped-to-blocked exchange through the warp's row in shared
   memory. */
template <class Shape, class Type, class Source>
static __device__ __forceinline__ void gpu__scan_to_quads(Source &x, Type *row, int lane)
{
#pragma unroll
    for (int k = 0; k < Shape::Rows; k++) {
#pragma unroll
        for (int j = 0; j < Shape::Quad; j++) row[j * 32 + lane] = x.at(k * Shape::Quad + j);
        __syncwarp();
        gpu__move<Shape::Quad * Shape::Size>(x.raw + k * Shape::Quad * Shape::Size, row + lane * Shape::Quad);
        __syncwarp();
    }
}

/* The sums within a quad are computed twice, since storing them would take more registers than the elements do. After
   this call the compiler must assume that the elements have changed, so it cannot reuse the first sums. */
template <class Shape, class Source> static __device__ __forceinline__ void gpu__scan_forget_sums(Source &x)
{
#pragma unroll
    for (int k = 0; k < Shape::Rows * Shape::Quad * Shape::Size / 4; k++)
        asm volatile("" : "+r"(((unsigned *)x.raw)[k]));
}

/* Prefetches the tile that is one grid ahead into L2. Whichever block draws it, it is loaded gridDim.x draws later. */
template <class Shape, class Type>
static __device__ __forceinline__ void gpu__scan_prefetch(const Type *in, unsigned tile, size_t n)
{
    const char *from = (const char *)(in + ((size_t)tile + gridDim.x) * Shape::Tile) + threadIdx.x * 128;
#pragma unroll
    for (int k = 0; k < Shape::Tile * Shape::Size; k += Shape::Bands * 32 * 128)
        if (k + (int)threadIdx.x * 128 < Shape::Tile * Shape::Size && from + k < (const char *)(in + n))
            asm volatile("prefetch.global.L2 [%0];" ::"l"(from + k));
}

/* Computes the results of row k's quad, with X = `q`; the first quad of all (`first`) has no X. */
template <auto Combine, class Shape, bool Exclusive, class Type, class Accum, class Source>
static __device__ __forceinline__ void gpu__scan_results(gpu__fragment<gpu__array<Type>, Shape::Quad> &y,
                                                         const Source &x, int k, Accum q, bool first, Accum identity)
{
    Accum s = (Accum)x.at(k * Shape::Quad);
#pragma unroll
    for (int j = 0; j < Shape::Quad; j++) {
        if (!Exclusive && j > 0) s = Combine(s, (Accum)x.at(k * Shape::Quad + j));
        if (Exclusive && j > 1) s = Combine(s, (Accum)x.at(k * Shape::Quad + j - 1));
        Type v;
        if (Exclusive && j == 0)
            v = (Type)(first ? identity : q);
        else
            v = (Type)(first ? s : Combine(q, s));
        memcpy(y.raw + j * Shape::Size, &v, Shape::Size);
    }
}

/* Writes row k of a band as gpu__scan_load has read it: as quads or, after an exchange through shared memory, as single
   elements (Striped). */
template <class Shape, bool Packed, bool Striped, class Type>
static __device__ __forceinline__ void gpu__scan_store(Type *out, const gpu__fragment<gpu__array<Type>, Shape::Quad> &y,
                                                       Type *row, size_t base, int k, bool full, size_t n, int lane)
{
    const size_t i = base + (k * 32 + lane) * Shape::Quad;
    if (Packed && full) {
        gpu__move_out_once<Shape::Quad * Shape::Size>(out + i, y.raw);
    } else if (Striped) {
        gpu__move<Shape::Quad * Shape::Size>(row + lane * Shape::Quad, y.raw);
        __syncwarp();
#pragma unroll
        for (int j = 0; j < Shape::Quad; j++) {
            const size_t e = base + (k * Shape::Quad + j) * 32 + lane;
            if (full || e < n) out[e] = row[j * 32 + lane];
        }
        __syncwarp();
    } else {
#pragma unroll
        for (int j = 0; j < Shape::Quad; j++)
            if (i + j < n) out[i + j] = y.at(j);
    }
}

/* The quads of a band, in shared memory. There a lane takes a piece of Rows neighbouring quads of one row, so that
   HALVING is mostly additions within a lane; an accumulator of 8 bytes would need two shuffles. A piece is padded by
   one element against bank conflicts; the padding of the last piece holds the row's total. */
template <auto Combine, class Shape, class Accum> struct gpu__scan_band {
    /* number of steps of HALVING across the pieces of a row, of which there are 2 to 16 */
    static constexpr int Steps = Shape::Pieces <= 2 ? 1 : Shape::Pieces <= 4 ? 2 : Shape::Pieces <= 8 ? 3 : 4;
    Accum *quads, *mine; /* of the band, of this lane's piece */
    Accum front, ahead;  /* the prefix of the row in the band, of the piece in the row */
    Accum from[Steps];   /* the values received in the steps across pieces */
    int row, piece;
    __device__ __forceinline__ gpu__scan_band(Accum *quads_, int lane)
        : quads(quads_), row(lane / Shape::Pieces), piece(lane % Shape::Pieces)
    {
        mine = quads + row * Shape::Stride + piece * (Shape::Rows + 1);
    }

    /* Computes the band's total; leaves in `quads` the result of HALVING within each piece. */
    template <class Source> __device__ __forceinline__ Accum total(const Source &x, int lane)
    {
        Accum v[Shape::Rows], sum;
#pragma unroll
        for (int k = 0; k < Shape::Rows; k++) {
            sum = (Accum)x.at(k * Shape::Quad);
#pragma unroll
            for (int j = 1; j < Shape::Quad; j++) sum = Combine(sum, (Accum)x.at(k * Shape::Quad + j));
            quads[k * Shape::Stride + lane + lane / Shape::Rows] = sum;
        }
        __syncwarp();
#pragma unroll
        for (int i = 0; i < Shape::Rows; i++) v[i] = mine[i];
#pragma unroll
        for (int d = 1; d < Shape::Rows; d *= 2)
#pragma unroll
            for (int i = 0; i < Shape::Rows; i++)
                if (i & d) v[i] = Combine(v[(i & -d) - 1], v[i]);
#pragma unroll
        for (int i = 0; i < Shape::Rows - 1; i++) mine[i] = v[i];
        Accum last = v[Shape::Rows - 1];
#pragma unroll
        for (int e = 0; e < Steps; e++) {
            from[e] = gpu__shuffle(last, (lane - piece + (piece & -(1 << e)) - 1) & 31);
            if (piece & 1 << e) last = Combine(from[e], last);
        }
        if (piece == Shape::Pieces - 1) mine[Shape::Rows] = last;
        __syncwarp();
        ahead = gpu__shuffle(last, (lane - 1) & 31);
        front = sum = quads[Shape::Stride - 1];
#pragma unroll
        for (int k = 1; k < Shape::Rows; k++) {
            if (row == k) front = sum;
            sum = Combine(sum, quads[k * Shape::Stride + Shape::Stride - 1]);
        }
        return sum;
    }
    /* quads[...] = D (+) (R (+) L), where D is `before`, the prefix of the band; without `some` the band has none */
    __device__ __forceinline__ void prefix(Accum before, bool some, int lane)
    {
        Accum l = ahead;
#pragma unroll
        for (int i = 0; i < Shape::Rows; i++) {
            Accum q = l;
            if (row > 0) q = piece > 0 || i > 0 ? Combine(front, q) : front;
            if (some) q = lane > 0 || i > 0 ? Combine(before, q) : before;
            if (i < Shape::Rows - 1) l = mine[i];
            mine[i] = q;
#pragma unroll
            for (int e = 0; e < Steps; e++)
                if (piece & 1 << e) l = Combine(from[e], l);
        }
        __syncwarp();
    }
};
#endif

/* Blocks draw tiles in order from a counter, so a tile only waits for tiles that are finished or that a running block
   works on. The counter's upper half is the number of the scan; the last draw starts the next number. Many tiles wait
   for a tile's total, so a tile is drawn as late, and its total sent as early, as possible. A tile stays in registers
   while it waits for its prefix. The loads of a multiprocessor return in order, so loads of the next tile, or of
   spilled registers, would delay the polling; therefore the tile that some block needs next, a grid ahead, is only
   prefetched into L2, which returns no data. Elements are read and written by streaming accesses, which do not evict
   the prefetched ones. (Measured to be slower: tiles in shared memory, three and four blocks a multiprocessor, double
   buffering with a warp for the look-back alone, drawing early.) */
template <auto Combine, class Accum, class Type, bool Exclusive, bool Packed>
static __global__ void __launch_bounds__(gpu__scan_shape<Type, Accum>::Bands * 32, 2)
    gpu__scan_kernel(unsigned long long *state, Accum identity, Type *out, const Type *in, size_t n, unsigned tiles)
{
#ifdef __CUDA_ARCH__
    typedef gpu__scan_shape<Type, Accum> Shape;
    constexpr int Bands = Shape::Bands, Rows = Shape::Rows, Quad = Shape::Quad;
    /* misaligned: single elements are moved, coalesced, and become quads in shared memory (striped to blocked) */
    constexpr bool Striped = !Packed && sizeof(Type) <= 8;
    __shared__ alignas(16) unsigned char total_storage[sizeof(Accum) * (Bands + 3)];
    __shared__ alignas(16) unsigned char quad_storage[Bands * Rows * Shape::Stride * sizeof(Accum)];
    __shared__ alignas(16) unsigned char exchange[Striped ? Bands * Shape::Row * sizeof(Type) : 16];
    __shared__ unsigned long long drawn;
    __shared__ unsigned following;
    const int lane = threadIdx.x & 31, band = threadIdx.x >> 5;
    Accum *totals = (Accum *)total_storage, *found = totals + Bands,
          *quads = (Accum *)quad_storage + band * (Rows * Shape::Stride);
    Type *mine = (Type *)exchange + band * Shape::Row;
    const unsigned long long final = (unsigned long long)tiles + gridDim.x - 1;
    unsigned tile = 0, tag = 0;
    if (tiles > 1) {
        if (threadIdx.x == 0) drawn = atomicAdd(state, 1ull);
        __syncthreads();
        tile = (unsigned)drawn;
        tag = (unsigned)(drawn >> 32) + 1;
    }
    const gpu__scan_look_back<Accum> look_back(state, tiles, tag);
    gpu__fragment<gpu__array<Type>, Rows * Quad> x;
    while (tile < tiles) {
        const size_t base = (size_t)tile * Shape::Tile + band * Shape::Band;
        const bool full = ((size_t)tile + 1) * Shape::Tile <= n;
        unsigned next = tiles;
        gpu__scan_load<Shape, Packed, Striped>(x, in, base, full, n, (Type)identity, lane);
        if (Striped) gpu__scan_to_quads<Shape>(x, mine, lane);
        gpu__scan_band<Combine, Shape, Accum> own(quads, lane);
        const Accum sum = own.total(x, lane);
        if constexpr (sizeof(Accum) > sizeof(Type) && sizeof(Type) % 4 == 0) gpu__scan_forget_sums<Shape>(x);
        if (lane == 0) totals[band] = sum;
        __syncthreads();
        const Accum r = gpu__halving<Combine, Bands>((Accum)totals[lane < Bands ? lane : Bands - 1], lane),
                    total = gpu__shuffle(r, Bands - 1);
        if (tiles > 1 && threadIdx.x == 0)
            gpu__tile_status<Accum>::send(look_back.to_tile + (size_t)tile * look_back.Width, total, tag);
        own.prefix(gpu__shuffle(r, (band - 1) & 31), band > 0, lane);
        if (tiles > 1) {
            gpu__scan_prefetch<Shape>(in, tile, n);
            if (band == 0) look_back.template tiles_before<Combine>(found, tile, total, lane);
            if (band == (Bands > 1)) look_back.template groups_before<Combine>(found, tile, total, lane);
            __syncthreads();
            if (threadIdx.x == 0) next = (unsigned)atomicAdd(state, 1ull);
        }
        const Accum prefix = tile > 0 ? look_back.template prefix<Combine>(found, tile) : identity;
#pragma unroll
        for (int k = 0; k < Rows; k++) {
            const bool first =
                band == 0 && k == 0 && lane == 0; /* the tile's first quad, which nothing in the tile precedes */
            gpu__fragment<gpu__array<Type>, Quad> y;
            Accum q = quads[k * Shape::Stride + lane + lane / Rows];
            if (tile > 0) q = first ? prefix : Combine(prefix, q);
            gpu__scan_results<Combine, Shape, Exclusive>(y, x, k, q, first && tile == 0, identity);
            gpu__scan_store<Shape, Packed, Striped>(out, y, mine, base, k, full, n, lane);
        }
        if (tiles > 1) {
            if (threadIdx.x == 0) following = next;
            __syncthreads();
            next = following;
        }
        tile = next;
    }
    /* every block draws one number beyond its last tile; the last of these draws ends the scan */
    if (tiles > 1 && threadIdx.x == 0 && tile == final)
        atomicExch(state, (unsigned long long)(tag == 0xffffffffu ? 0 : tag) << 32);
#endif
}

/* out = the scan of in, inclusive or exclusive, in the order that the head of this file
   describes. `out` may equal `in`. */
template <auto Combine, class Accum, class Type, bool Exclusive>
static inline cudaError_t gpu__scan_start(const gpu__launch_context *context, Type *out, const Type *in, size_t n)
{
    typedef gpu__scan_shape<Type, Accum> Shape;
    if (n == 0) return cudaSuccess;
    const size_t count = (n + Shape::Tile - 1) / Shape::Tile;
    if (count > 0x7fffffffu) return cudaErrorInvalidConfiguration;
    unsigned tiles = (unsigned)count, blocks = (unsigned)(context->multiprocessors * 2);
    if (blocks > tiles) blocks = tiles;
    unsigned long long *state = (unsigned long long *)context->scan;
    Accum identity = *(const Accum *)context->identity;
    void *argv[] = {&state, &identity, &out, &in, &n, &tiles};
    const bool packed = gpu__aligned(gpu__array<Type>(), in, 0, Shape::Quad) &&
                        gpu__aligned(gpu__array<Type>(), (const Type *)out, 0, Shape::Quad);
    const void *kernel = packed ? (const void *)gpu__scan_kernel<Combine, Accum, Type, Exclusive, true>
                                : (const void *)gpu__scan_kernel<Combine, Accum, Type, Exclusive, false>;
    return cudaLaunchKernel(kernel, dim3(blocks), dim3(Shape::Bands * 32), argv, 0, (cudaStream_t)context->stream);
}

template <auto Combine, class Accum, class Type>
static inline cudaError_t gpu__scan_launch(const gpu__launch_context *context, Type *out, const Type *in, size_t n)
{
    return context->exclusive ? gpu__scan_start<Combine, Accum, Type, true>(context, out, in, n)
                              : gpu__scan_start<Combine, Accum, Type, false>(context, out, in, n);
}
/* --------------------------------------------------------------------------------------------- src/device/packs.cuh */
/* ---- Shared pieces of the prewritten kernels --------------------------------------------------------------------- */

template <class Type, int Pack> struct alignas(Pack == 1 ? alignof(Type) : sizeof(Type) * Pack) gpu__pack {
    Type v[Pack];
};

static inline bool gpu__aligned(const void *p, size_t bytes) { return (uintptr_t)p % bytes == 0; }

#ifdef __CUDA_ARCH__
/* The lane within a tile of 4 * threads elements that value q (0..3) of thread t holds when it loads Pack elements
   at once: Pack consecutive ones a load, the loads `threads * Pack` apart. */
template <int Pack> static __device__ inline unsigned gpu__lane_of(unsigned q, unsigned t, unsigned threads)
{
    return (q / Pack) * threads * Pack + t * Pack + q % Pack;
}

/* Loads four values of one tile; `base` points at lane 0. */
template <int Pack, class Type>
static __device__ inline void gpu__load4(Type (&v)[4], const Type *base, unsigned t, unsigned threads)
{
#pragma unroll
    for (unsigned p = 0; p < 4 / Pack; ++p) {
        const gpu__pack<Type, Pack> k = *(const gpu__pack<Type, Pack> *)(base + (size_t)p * threads * Pack + t * Pack);
#pragma unroll
        for (int i = 0; i < Pack; ++i) v[p * Pack + i] = k.v[i];
    }
}

/* Asynchronous copy of 16 aligned bytes from global to shared memory, not through registers; gpu__copies_done() waits
   for those of the thread. */
static __device__ __forceinline__ void gpu__copy_16(void *to, const void *from)
{
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 800
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"((unsigned)__cvta_generic_to_shared(to)), "l"(from)
                 : "memory");
#else
    *(uint4 *)to = *(const uint4 *)from;
#endif
}
static __device__ __forceinline__ void gpu__copies_done(void)
{
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 800
    asm volatile("cp.async.wait_all;" ::: "memory");
#endif
}
/* For a pipeline: the copies since the last commit are a group; waits for all groups but the last Pending. */
static __device__ __forceinline__ void gpu__copies_commit(void)
{
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 800
    asm volatile("cp.async.commit_group;" ::: "memory");
#endif
}
template <int Pending> static __device__ __forceinline__ void gpu__copies_wait(void)
{
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 800
    asm volatile("cp.async.wait_group %0;" ::"n"(Pending) : "memory");
#endif
}

/* Barriers in shared memory (mbarrier, from sm_90 on), which count arriving threads and copied bytes. */
static __device__ __forceinline__ unsigned gpu__in_shared(const void *p)
{
    return (unsigned)__cvta_generic_to_shared(p);
}
static __device__ __forceinline__ void gpu__barrier_start(unsigned long long *b, int arrivals)
{
#if __CUDA_ARCH__ >= 900
    asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(gpu__in_shared(b)), "r"(arrivals) : "memory");
#endif
}
static __device__ __forceinline__ void gpu__barrier_expect(unsigned long long *b, int bytes)
{
#if __CUDA_ARCH__ >= 900
    asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(gpu__in_shared(b)), "r"(bytes)
                 : "memory");
#endif
}
static __device__ __forceinline__ void gpu__barrier_wait(unsigned long long *b, unsigned parity)
{
#if __CUDA_ARCH__ >= 900
    unsigned done;
    do {
        asm volatile("{ .reg .pred p; mbarrier.try_wait.parity.shared::cta.b64 p, [%1], %2; selp.u32 %0, 1, 0, p; }"
                     : "=r"(done)
                     : "r"(gpu__in_shared(b)), "r"(parity)
                     : "memory");
    } while (!done);
#endif
}
#endif

/* The elements of a 16-byte load, at most four. */
template <class Type> constexpr int gpu__vector = sizeof(Type) >= 16 ? 1 : sizeof(Type) >= 8 ? 2 : 4;
/* -------------------------------------------------------------------------------------------- src/device/launch.cuh */
/* ---- Launches of prewritten kernels ------------------------------------------------------------------------------ */

/* What is known of a kernel on one device. A kernel that is compiled for other architectures only is empty, without
   static shared memory. */
enum {
    GPU__KERNEL_KNOWN = 1,
    GPU__KERNEL_SM_90 = 2,      /* it may follow a kernel that still runs, and have clusters */
    GPU__KERNEL_HAS_SHARED = 4, /* it has static shared memory */
    GPU__KERNEL_PREPARED = 8    /* its limit of dynamic shared memory is set */
};
/* Finds that once for each device: all threads compute the same value. It stays 0 after an error. */
static inline cudaError_t gpu__kernel_ask(signed char *state, const void *kernel)
{
    cudaFuncAttributes f;
    if (*state) return cudaSuccess;
    const cudaError_t e = cudaFuncGetAttributes(&f, kernel);
    if (e) return e;
    /* (older versions of CUDA cannot capture a launch that follows) */
    *state = GPU__KERNEL_KNOWN | (CUDART_VERSION >= 12030 && f.ptxVersion >= 90 ? GPU__KERNEL_SM_90 : 0) |
             (f.sharedSizeBytes ? GPU__KERNEL_HAS_SHARED : 0);
    return cudaSuccess;
}
template <auto kernel> static signed char &gpu__kernel_state(int device)
{
    static signed char state[GPU__MAX_DEVICES];
    return state[device];
}
template <auto kernel> static bool gpu__kernel_has(int device, int flag)
{
    signed char &state = gpu__kernel_state<kernel>(device);
    if (gpu__kernel_ask(&state, (const void *)kernel)) (void)cudaGetLastError(); /* a launch will have it, too */
    return state & flag;
}

/* The shape of a launch. From sm_90 on, the blocks of a kernel that follows may start while the kernel before it still
   runs (programmatic dependent launch): it calls gpu__follow before it reads or writes memory. */
struct gpu__launch_shape {
    const gpu__launch_context *context;
    dim3 blocks;
    unsigned threads, cluster = 0;      /* blocks of a cluster; up to 1: no clusters */
    size_t shared = 0, most_shared = 0; /* bytes of dynamic shared memory: here, and at most in any launch */
    bool follows = true;
};
struct gpu__launch_config {
    cudaLaunchConfig_t config;
    cudaLaunchAttribute attribute[2];
};
/* Fills in the configuration, and sets the kernel's limit of dynamic shared memory once for each device. */
static inline cudaError_t gpu__launch_configure(gpu__launch_config *to, const gpu__launch_shape &shape,
                                                const void *kernel, signed char *state)
{
    cudaLaunchConfig_t &c = to->config;
    cudaError_t e = gpu__kernel_ask(state, kernel);
    if (e) return e;
    if (!(*state & GPU__KERNEL_PREPARED)) {
        if (shape.most_shared > 48 << 10)
            e = cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, (int)shape.most_shared);
        if (e) return e;
        *state |= GPU__KERNEL_PREPARED;
    }
    c = cudaLaunchConfig_t();
    c.gridDim = shape.blocks, c.blockDim = dim3(shape.threads), c.dynamicSmemBytes = shape.shared;
    c.stream = (cudaStream_t)shape.context->stream, c.attrs = to->attribute;
    if (shape.follows && *state & GPU__KERNEL_SM_90) {
        cudaLaunchAttribute &a = to->attribute[c.numAttrs++];
        a.id = cudaLaunchAttributeProgrammaticStreamSerialization;
        a.val.programmaticStreamSerializationAllowed = 1;
    }
    if (shape.cluster > 1) {
        cudaLaunchAttribute &a = to->attribute[c.numAttrs++];
        a.id = cudaLaunchAttributeClusterDimension;
        a.val.clusterDim.x = shape.cluster, a.val.clusterDim.y = a.val.clusterDim.z = 1;
    }
    return cudaSuccess;
}
template <auto kernel, class... Arg>
static cudaError_t gpu__launch_kernel(const gpu__launch_shape &shape, const Arg &...arg)
{
    gpu__launch_config to;
    const cudaError_t e =
        gpu__launch_configure(&to, shape, (const void *)kernel, &gpu__kernel_state<kernel>(shape.context->device));
    return e ? e : cudaLaunchKernelEx(&to.config, kernel, arg...);
}

#ifdef __CUDA_ARCH__
/* Programmatic dependent launch: waits until the kernels before this one are complete. With `lead` the next kernel's
   blocks may start as soon as all blocks of this one have arrived here. They poll while they wait, so if there are many
   of them they slow this kernel down. */
static __device__ __forceinline__ void gpu__follow(bool lead)
{
#if __CUDA_ARCH__ >= 900
    asm volatile("griddepcontrol.wait;" ::: "memory");
    if (lead) asm volatile("griddepcontrol.launch_dependents;" ::: "memory");
#endif
}
#endif
/* ----------------------------------------------------------------------------------------- src/device/operators.cuh */
/* ---- Along an axis ----------------------------------------------------------------------------------------------- */

/* The operations of reductions along an axis. In, Acc and Out are the types of elements, accumulators and results.
   Pair: map has a second operand (the vector of a matvec). Pivot: that operand is the first element of the part of the
   row or column that is reduced. Index: map needs the element's index. Serial: a short row is reduced by one lane.
   none() is the identity; it leaves every value bit for bit unchanged, which is why that of a sum is -0.0. `mode` is
   the same for all threads: for a sum the divisor (1, or the count for a mean); for an extreme value all ones for the
   minimum, which is computed as the maximum of mirrored values; for a variance ddof. The accumulators of parts, of
   `count` elements each, are converted by part() and combined by the operation Fold; `from` is the distance of the
   part's pivot from the first element of the row or column. */
struct gpu__op_plain {
    static constexpr bool Pivot = false, Index = false, Serial = false;
    template <class Acc> static __device__ __forceinline__ Acc part(Acc a, size_t, double) { return a; }
};

template <class In> struct gpu__wide {
    typedef long long type;
};
template <> struct gpu__wide<float> {
    typedef double type;
};
template <> struct gpu__wide<double> {
    typedef double type;
};

template <class Type, class Accum = typename gpu__wide<Type>::type, class Result = Accum> struct gpu__op_sum
    : gpu__op_plain {
    typedef gpu__op_sum Fold;
    typedef Type In;
    typedef Accum Acc;
    typedef Result Out;
    typedef double Mode;
    static constexpr bool Pair = false;
    static __device__ Acc none() { return (Acc)-0.0; }
    static __device__ Acc map(In a, In, size_t, Mode) { return (Acc)a; }
    static __device__ Acc combine(Acc a, Acc b) { return a + b; }
    static __device__ Out finish(Acc a, Mode divisor) { return divisor == 1.0 ? (Out)a : (Out)((double)a / divisor); }
};

/* The product of two floats is exact in double; two doubles are rounded before the addition, so that a CPU needs no
   fma. */
template <class Type, class Result = Type> struct gpu__op_dot : gpu__op_plain {
    typedef gpu__op_dot Fold;
    typedef Type In;
    typedef double Acc;
    typedef Result Out;
    typedef double Mode;
    static constexpr bool Pair = true;
    static __device__ Acc none() { return -0.0; }
    static __device__ Acc map(In a, Acc b, size_t, Mode) { return __dmul_rn((double)a, b); }
    static __device__ Acc combine(Acc a, Acc b) { return a + b; }
    static __device__ Out finish(Acc a, Mode) { return (Out)a; }
};

template <class Type> struct gpu__op_extreme : gpu__op_plain {
    typedef gpu__op_extreme Fold;
    typedef Type In;
    typedef Type Acc;
    typedef Type Out;
    typedef bool Mode;
    static constexpr bool Pair = false;
    static constexpr bool Real = (Type)0.5 != (Type)0;
    static __device__ Acc none()
    {
        if constexpr (Real)
            return (Type)-INFINITY;
        else
            return (Type)((Type)1 << (sizeof(Type) * 8 - 1));
    }
    static __device__ Acc mirror(Type a, Mode smallest)
    {
        if constexpr (Real)
            return smallest ? -a : a;
        else
            return smallest ? (Type)~a : a;
    }
    static __device__ Acc map(In a, In, size_t, Mode smallest) { return mirror(a, smallest); }
    static __device__ Acc combine(Acc a, Acc b) { return a > b || a != a ? a : b; }
    static __device__ Out finish(Acc a, Mode smallest) { return mirror(a, smallest); }
};

/* An extreme value and its index: the first of equal ones; a NaN replaces any number. The result does not depend on the
   order. */
template <class Type> struct gpu__best {
    Type value; /* mirrored for the minimum */
    unsigned long long index;
};
#ifdef __CUDA_ARCH__
template <class Type> static __device__ inline bool gpu__beats(Type a, Type b) { return !(a <= b) && b == b; }
template <class Type>
static __device__ inline gpu__best<Type> gpu__better(const gpu__best<Type> &a, const gpu__best<Type> &b)
{
    const bool same = a.value == b.value || (a.value != a.value && b.value != b.value);
    return same ? (b.index < a.index ? b : a) : gpu__beats(b.value, a.value) ? b : a;
}
#endif
template <class Type> struct gpu__op_arg : gpu__op_plain {
    typedef gpu__op_arg Fold;
    typedef gpu__op_extreme<Type> Extreme;
    typedef Type In;
    typedef gpu__best<Type> Acc;
    typedef long long Out;
    typedef bool Mode;
    static constexpr bool Pair = false, Index = true, Serial = true;
    static __device__ Acc none() { return {Extreme::none(), ~0ull}; }
    static __device__ Acc map(In a, In, size_t i, Mode smallest) { return {Extreme::mirror(a, smallest), i}; }
    static __device__ Acc combine(const Acc &a, const Acc &b) { return gpu__better(a, b); }
    static __device__ Out finish(const Acc &a, Mode) { return (long long)a.index; }
};

/* The sums of x - pivot and of its squares; part() converts them to moments. */
template <class Result> struct gpu__op_moments : gpu__op_plain {
    typedef gpu__triple Acc;
    typedef Result Out;
    typedef double Mode;
    static __device__ Acc none() { return {0, 0, 0}; }
    static __device__ Acc combine(const Acc &a, const Acc &b) { return a.count == 0 ? b : gpu__merge(a, b); }
    static __device__ Out finish(const Acc &a, Mode ddof) { return (Out)gpu__moments_of(a, 0, ddof).var; }
};
struct gpu__sums {
    double sum, squares;
};
template <class Type, class Result> struct gpu__op_var : gpu__op_plain {
    typedef gpu__op_moments<Result> Fold;
    typedef Type In;
    typedef gpu__sums Acc;
    typedef Result Out;
    typedef double Mode;
    static constexpr bool Pair = false, Pivot = true, Serial = true;
    static __device__ Acc none() { return {-0.0, -0.0}; }
    static __device__ Acc map(In a, In pivot, size_t, Mode)
    {
        const double d = (double)a - (double)pivot;
        return {d, __dmul_rn(d, d)};
    }
    static __device__ Acc combine(const Acc &a, const Acc &b) { return {a.sum + b.sum, a.squares + b.squares}; }
    static __device__ gpu__triple part(const Acc &a, size_t count, double from)
    {
        return gpu__lane_moments(a.sum, a.squares, count, from);
    }
};

#ifdef __CUDA_ARCH__
/* Warp shuffles of accumulators, member by member. */
template <class Acc> static __device__ __forceinline__ Acc gpu__shuffle_down(Acc v, unsigned s, unsigned width = 32)
{
    return __shfl_down_sync(~0u, v, s, width);
}
template <class Type> static __device__ __forceinline__ gpu__best<Type>
gpu__shuffle_down(const gpu__best<Type> &v, unsigned s, unsigned width = 32)
{
    return {__shfl_down_sync(~0u, v.value, s, width), __shfl_down_sync(~0u, v.index, s, width)};
}
static __device__ __forceinline__ gpu__sums gpu__shuffle_down(const gpu__sums &v, unsigned s, unsigned width = 32)
{
    return {__shfl_down_sync(~0u, v.sum, s, width), __shfl_down_sync(~0u, v.squares, s, width)};
}
template <class Acc> static __device__ __forceinline__ Acc gpu__shuffle_xor(Acc v, unsigned s)
{
    return __shfl_xor_sync(~0u, v, s);
}
template <class Type>
static __device__ __forceinline__ gpu__best<Type> gpu__shuffle_xor(const gpu__best<Type> &v, unsigned s)
{
    return {__shfl_xor_sync(~0u, v.value, s), __shfl_xor_sync(~0u, v.index, s)};
}
static __device__ __forceinline__ gpu__sums gpu__shuffle_xor(const gpu__sums &v, unsigned s)
{
    return {__shfl_xor_sync(~0u, v.sum, s), __shfl_xor_sync(~0u, v.squares, s)};
}
template <class Acc> static __device__ __forceinline__ Acc gpu__load_part(const Acc *p) { return __ldcg(p); }
template <class Type> static __device__ __forceinline__ gpu__best<Type> gpu__load_part(const gpu__best<Type> *p)
{
    return {__ldcg(&p->value), __ldcg(&p->index)};
}
static __device__ __forceinline__ gpu__triple gpu__load_part(const gpu__triple *p)
{
    return {__ldcg(&p->count), __ldcg(&p->mean), __ldcg(&p->m2)};
}
#endif
/* --- src/join again */
template <class Type> struct gpu__types_of;
template <> struct gpu__types_of<float> {
    typedef float wrap;
    typedef double sum;
    typedef double wrap_sum;
    typedef float total;
    typedef float mean;
    typedef float tap;
    typedef gpu__any_32 bits;
    static const gpu_type tag = GPU_F32;
#ifdef GPU_FFT
    typedef gpu_c32 complex;
#endif
};
template <> struct gpu__types_of<double> {
    typedef double wrap;
    typedef double sum;
    typedef double wrap_sum;
    typedef double total;
    typedef double mean;
    typedef double tap;
    typedef gpu__any_64 bits;
    static const gpu_type tag = GPU_F64;
#ifdef GPU_FFT
    typedef gpu_c64 complex;
#endif
};
template <> struct gpu__types_of<int32_t> {
    typedef uint32_t wrap;
    typedef int64_t sum;
    typedef uint64_t wrap_sum;
    typedef int64_t total;
    typedef double mean;
    typedef double tap;
    typedef gpu__any_32 bits;
    static const gpu_type tag = GPU_I32;
#ifdef GPU_FFT
    typedef gpu_c64 complex;
#endif
};
template <> struct gpu__types_of<int64_t> {
    typedef uint64_t wrap;
    typedef int64_t sum;
    typedef uint64_t wrap_sum;
    typedef int64_t total;
    typedef double mean;
    typedef double tap;
    typedef gpu__any_64 bits;
    static const gpu_type tag = GPU_I64;
#ifdef GPU_FFT
    typedef gpu_c64 complex;
#endif
};
template <> struct gpu__types_of<uint8_t> {
    typedef uint64_t wrap;
    typedef uint64_t sum;
    typedef uint64_t wrap_sum;
    typedef uint64_t total;
    typedef double mean;
    typedef float tap;
    typedef uint8_t bits;
    static const gpu_type tag = GPU_U8;
#ifdef GPU_FFT
    typedef gpu_c64 complex;
#endif
};
template <> struct gpu__types_of<uint32_t> {
    typedef uint64_t wrap;
    typedef uint64_t sum;
    typedef uint64_t wrap_sum;
    typedef uint64_t total;
    typedef double mean;
    typedef float tap;
    typedef gpu__any_32 bits;
    static const gpu_type tag = GPU_U32;
#ifdef GPU_FFT
    typedef gpu_c64 complex;
#endif
};
template <> struct gpu__types_of<uint64_t> {
    typedef uint64_t wrap;
    typedef uint64_t sum;
    typedef uint64_t wrap_sum;
    typedef uint64_t total;
    typedef double mean;
    typedef float tap;
    typedef gpu__any_64 bits;
    static const gpu_type tag = GPU_U64;
#ifdef GPU_FFT
    typedef gpu_c64 complex;
#endif
};
/* -------------------------------------------------------------------------------- src/families/shared/transpose.cuh */
/* ---- Transpose --------------------------------------------------------------------------------------------------- */

/* out[c * rows + r] = in[r * cols + c]. out and in must not overlap. Elements of 1, 2, 4, 8 or 16 bytes, naturally
   aligned (16-byte ones: 8). A tile goes through shared memory as packs of Pack elements; a thread then transposes
   Pack x Pack of them in registers. Column `c ^ (row / Pack)` instead of padding keeps both directions free of bank
   conflicts. */

struct gpu__word16 {
    unsigned long long a, b;
};

template <class Element, int Pack, int Count, int Threads> static __global__ void __launch_bounds__(Threads)
    gpu__transpose_tiles(Element *out, const Element *in, size_t rows, size_t cols, size_t tiles_x, size_t tiles_y,
                         size_t band)
{
#ifdef __CUDA_ARCH__
    typedef gpu__pack<Element, Pack> pack;
    constexpr unsigned Chunk = Count / Pack, Shape = sizeof(pack) < 4 ? 4 / sizeof(pack) : 1,
                       Steps = Count * Chunk / Threads;
    __shared__ pack tile[Count * Chunk];
    const unsigned t = threadIdx.x;
    /* tiles are rastered in bands of `band` columns, so that tiles which share sectors, of the input or of the output,
       run while these are in the cache */
    size_t id = blockIdx.x;
    const size_t first = id / (band * tiles_y) * band;
    id -= first * tiles_y;
    const size_t width = tiles_x - first < band ? tiles_x - first : band;
    const size_t row0 = id / width * Count, col0 = (first + id % width) * Count;
    const bool full = row0 + Count <= rows && col0 + Count <= cols;

    pack k[Steps];
#pragma unroll
    for (unsigned i = 0; i < Steps; ++i) {
        const unsigned r = t / Chunk + i * (Threads / Chunk), c = t % Chunk;
        if (full || (row0 + r < rows && col0 + c * Pack < cols))
            k[i] = *(const pack *)(in + (row0 + r) * cols + col0 + c * Pack);
    }
#pragma unroll
    for (unsigned i = 0; i < Steps; ++i) {
        const unsigned r = t / Chunk + i * (Threads / Chunk), c = t % Chunk;
        tile[r * Chunk + (c ^ (r / Pack * Shape % Chunk))] = k[i];
    }
    __syncthreads();
#pragma unroll
    for (unsigned m = t; m < Chunk * Chunk; m += Threads) {
        const unsigned l = m % Chunk, c = m / Chunk;
        pack a[Pack];
#pragma unroll
        for (int j = 0; j < Pack; ++j) a[j] = tile[(l * Pack + j) * Chunk + (c ^ (l * Shape % Chunk))];
#pragma unroll
        for (int i = 0; i < Pack; ++i) {
            pack b;
#pragma unroll
            for (int j = 0; j < Pack; ++j) b.v[j] = a[j].v[i];
            if (full || (row0 + l * Pack < rows && col0 + c * Pack + i < cols))
                *(pack *)(out + (col0 + c * Pack + i) * rows + row0 + l * Pack) = b;
        }
    }
#endif
}

/* For rows of any alignment. Every row of the output is split at its own multiples of 32 bytes, so that no block writes
   part of a sector. For that a tile reads Apart - 1 additional rows of input, which are in the cache. */
template <class Element, int Width, int Height> static __global__ void __launch_bounds__(256)
    gpu__transpose_any(Element *out, const Element *in, size_t rows, size_t cols, size_t tiles_y)
{
#ifdef __CUDA_ARCH__
    constexpr unsigned Apart = 32 / sizeof(Element), Lines = Height + Apart - 1, Step = 256 / Width, Batch = 8;
    __shared__ gpu__pack<Element, 1> tile[Lines * (Width + 1)];
    const unsigned t = threadIdx.x, x = t % Width, y = t / Width;
    const size_t col0 = blockIdx.x / tiles_y * Width,
                 row0 = blockIdx.x % tiles_y * Height; /* tile row i is input row row0 + i - (Apart - 1) */
    for (unsigned i0 = y; i0 < Lines; i0 += Step * Batch) {
        gpu__pack<Element, 1> k[Batch];
#pragma unroll
        for (unsigned u = 0; u < Batch; ++u) {
            const unsigned i = i0 + u * Step;
            const size_t r = row0 + i - (Apart - 1); /* wraps to a huge number above the first row */
            if (i < Lines && r < rows && col0 + x < cols) k[u].v[0] = in[r * cols + col0 + x];
        }
#pragma unroll
        for (unsigned u = 0; u < Batch; ++u)
            if (i0 + u * Step < Lines) tile[(i0 + u * Step) * (Width + 1) + x] = k[u];
    }
    __syncthreads();
    const size_t phase = (uintptr_t)out / sizeof(Element);
    constexpr unsigned Across = Height < 32 ? Height : 32;
#pragma unroll 4
    for (unsigned c = t / Across; c < Width; c += 256 / Across) {
        const unsigned shift = (unsigned)((phase + (col0 + c) * rows) % Apart);
        if (col0 + c < cols)
#pragma unroll
            for (unsigned j = t % Across; j < Height; j += Across) {
                const size_t r = row0 + j - shift;
                if (r < rows) out[(col0 + c) * rows + r] = tile[(j + Apart - 1 - shift) * (Width + 1) + c].v[0];
            }
    }
#endif
}

/* For a matrix whose shorter side is `thin` <= 32. A tile spans the whole short side, so it is contiguous in one of the
   two arrays and consists of `thin` long pieces in the other. */
template <class Element, bool Tall> static __global__ void __launch_bounds__(256)
    gpu__transpose_thin(Element *out, const Element *in, size_t length, unsigned thin, unsigned span)
{
#ifdef __CUDA_ARCH__
    __shared__ gpu__pack<Element, 1> tile[(sizeof(Element) > 8 ? 2048 : 4096) + 64];
    const size_t start = (size_t)blockIdx.x * span;
    const unsigned here = length - start < span ? (unsigned)(length - start) : span, pitch = span | 1;
    const unsigned t = threadIdx.x, lane = t % 32, warp = t / 32;
    /* the contiguous side, with (k, r) = (i % thin, i / thin) updated without divisions; then the side of `thin`
       separate pieces, one warp for each */
    const unsigned step_k = 256 % thin, step_r = 256 / thin, count = here * thin;
    unsigned k = t % thin, r = t / thin;
    auto next = [&] {
        k += step_k, r += step_r;
        if (k >= thin) k -= thin, ++r;
    };
    if (Tall) {
#pragma unroll 16
        for (unsigned i = t; i < count; i += 256, next()) tile[k * pitch + r].v[0] = in[start * thin + i];
        __syncthreads();
        for (unsigned q = warp; q < thin; q += 8)
#pragma unroll 8
            for (unsigned j = lane; j < here; j += 32) out[q * length + start + j] = tile[q * pitch + j].v[0];
    } else {
#pragma unroll 8
        for (unsigned i = t; i < count; i += 256)
            tile[i / here * pitch + i % here].v[0] = in[i / here * length + start + i % here];
        __syncthreads();
#pragma unroll 8
        for (unsigned i = t; i < count; i += 256) out[start * thin + i] = tile[i % thin * pitch + i / thin].v[0];
    }
#endif
}

/* Launches the kernel for a matrix whose rows can be accessed in packs. */
template <class Element, int Pack, int Count>
static cudaError_t gpu__transpose_launch(cudaStream_t stream, void *out, const void *in, size_t rows, size_t cols)
{
    constexpr size_t limit = sizeof(Element) > 8 ? 2048 : 4096;
    const size_t thin = rows < cols ? rows : cols, length = rows < cols ? cols : rows;
    if (thin <= 32 && length >= 1024) {
        const size_t span = limit / thin;
        const unsigned blocks = (unsigned)gpu__ceil_div(length, span);
        if (rows >= cols)
            gpu__transpose_thin<Element, true><<<blocks, 256, 0, stream>>>((Element *)out, (const Element *)in, length,
                                                                           (unsigned)thin, (unsigned)span);
        else
            gpu__transpose_thin<Element, false><<<blocks, 256, 0, stream>>>((Element *)out, (const Element *)in, length,
                                                                            (unsigned)thin, (unsigned)span);
        return cudaGetLastError();
    }
    const size_t x = gpu__ceil_div(cols, Count), y = gpu__ceil_div(rows, Count), band = 4;
    if (rows % Pack == 0 && cols % Pack == 0 && gpu__aligned(in, sizeof(Element) * Pack) &&
        gpu__aligned(out, sizeof(Element) * Pack))
        gpu__transpose_tiles<Element, Pack, Count, 256>
            <<<(unsigned)(x * y), 256, 0, stream>>>((Element *)out, (const Element *)in, rows, cols, x, y, band);
    else {
        constexpr int Width = sizeof(Element) == 1   ? 128
                              : sizeof(Element) <= 4 ? 64
                                                     : 32,
                      Height = sizeof(Element) <= 2   ? 128
                               : sizeof(Element) <= 8 ? 64
                                                      : 32;
        const size_t tiles_y = gpu__ceil_div(rows + 32 / sizeof(Element) - 1, Height);
        gpu__transpose_any<Element, Width, Height>
            <<<(unsigned)(gpu__ceil_div(cols, Width) * tiles_y), 256, 0, stream>>>((Element *)out, (const Element *)in,
                                                                                   rows, cols, tiles_y);
    }
    return cudaGetLastError();
}

/* Chooses the kernel by the shape and the alignment. */
template <int ByteCount>
static cudaError_t gpu__transpose(cudaStream_t stream, void *out, const void *in, size_t rows, size_t cols)
{
    static_assert(ByteCount == 1 || ByteCount == 2 || ByteCount == 4 || ByteCount == 8 || ByteCount == 16,
                  "an element has 1, 2, 4, 8 or 16 bytes");
    if (rows == 0 || cols == 0) return cudaSuccess;
    if (rows == 1 || cols == 1)
        return cudaMemcpyAsync(out, in, rows * cols * ByteCount, cudaMemcpyDeviceToDevice, stream);
    if constexpr (ByteCount == 1)
        return gpu__transpose_launch<unsigned char, 4, 128>(stream, out, in, rows, cols);
    else if constexpr (ByteCount == 2)
        return gpu__transpose_launch<unsigned short, 2, 128>(stream, out, in, rows, cols);
    else if constexpr (ByteCount == 4)
        return gpu__transpose_launch<unsigned, 2, 64>(stream, out, in, rows, cols);
    else if constexpr (ByteCount == 8)
        return gpu__transpose_launch<unsigned long long, 1, 32>(stream, out, in, rows, cols);
    else if (gpu__aligned(in, 16) && gpu__aligned(out, 16))
        return gpu__transpose_launch<uint4, 1, 32>(stream, out, in, rows, cols);
    else
        return gpu__transpose_launch<gpu__word16, 1, 32>(stream, out, in, rows, cols);
}
/* ----------------------------------------------------------------------------- src/families/broadcast/broadcast.cuh */
/* ---- Broadcast --------------------------------------------------------------------------------------------------- */

/* out[r][c] = Function(m[r][c], v[c]), or v[r] by column, over the flat array of n elements. A thread takes one pack;
   the first `head` elements, up to the first aligned one, are done one by one. Even: every pack lies within a row, and
   v can be read by packs. Every element is read by the thread that writes it, so out may be m. */
template <auto Function, bool ByColumn, int Pack, bool Even, class Type>
static __global__ void __launch_bounds__(GPU__MAP_THREADS)
    gpu__broadcast_kernel(Type *out, const Type *m, const Type *v, size_t n, size_t cols, int head)
{
#ifdef __CUDA_ARCH__
    const size_t i = head + (blockIdx.x * (size_t)GPU__MAP_THREADS + threadIdx.x) * Pack;
    /* A division of 64 bits takes longer than the memory access. */
    auto row_of = [&](size_t k) -> size_t { return n >> 32 ? k / cols : (unsigned)k / (unsigned)cols; };
    auto one = [&](size_t k) { out[k] = Function(m[k], v[ByColumn ? row_of(k) : k - row_of(k) * cols]); };
    if (i + Pack <= n) {
        gpu__pack<Type, Pack> x = *(const gpu__pack<Type, Pack> *)(m + i), y;
        size_t r = row_of(i), c = i - r * cols;
        if constexpr (Even && !ByColumn) {
            y = *(const gpu__pack<Type, Pack> *)(v + c);
        } else {
#pragma unroll
            for (int k = 0; k < Pack; ++k) {
                y.v[k] = v[ByColumn ? r : c];
                if (!Even && ++c == cols) c = 0, ++r;
            }
        }
#pragma unroll
        for (int k = 0; k < Pack; ++k) x.v[k] = Function(x.v[k], y.v[k]);
        *(gpu__pack<Type, Pack> *)(out + i) = x;
    } else
        for (size_t k = i; k < n; ++k) one(k);
    if (blockIdx.x == 0 && (int)threadIdx.x < head) one(threadIdx.x);
#endif
}
template <auto Function, bool ByColumn, int Pack, bool Even, class Type>
static cudaError_t gpu__broadcast_start(const gpu__launch_context *context, Type *out, const Type *m, const Type *v,
                                        size_t n, size_t cols, int head)
{
    const size_t blocks = gpu__ceil_div(n - head, (size_t)GPU__MAP_THREADS * Pack);
    if (blocks > 0x7fffffffu) return cudaErrorInvalidConfiguration;
    gpu__broadcast_kernel<Function, ByColumn, Pack, Even, Type>
        <<<blocks ? (unsigned)blocks : 1, GPU__MAP_THREADS, 0, (cudaStream_t)context->stream>>>(out, m, v, n, cols,
                                                                                                head);
    return cudaGetLastError();
}
template <auto Function, bool ByColumn, class Type> static cudaError_t
gpu__broadcast(const gpu__launch_context *context, Type *out, const Type *m, const Type *v, size_t n, size_t cols)
{
    constexpr int Pack = gpu__vector<Type>, Bytes = Pack * (int)sizeof(Type);
    const size_t head = (Bytes - (uintptr_t)out % Bytes) % Bytes / sizeof(Type);
    if (n == 0) return cudaSuccess;
    if (head > n || !gpu__aligned(out + head, Bytes) || !gpu__aligned(m + head, Bytes))
        return gpu__broadcast_start<Function, ByColumn, 1, false>(context, out, m, v, n, cols, 0);
    if (head == 0 && cols % Pack == 0 && (ByColumn || gpu__aligned(v, Bytes)))
        return gpu__broadcast_start<Function, ByColumn, Pack, true>(context, out, m, v, n, cols, 0);
    return gpu__broadcast_start<Function, ByColumn, Pack, false>(context, out, m, v, n, cols, (int)head);
}
/* -------------------------------------------------------------------------------------- src/families/reduce/any.cuh */
/* ---- gpu_any, gpu_all -------------------------------------------------------------------------------------------- */

static __device__ __forceinline__ int gpu__either(int a, int b) { return a | b; }
static __device__ __forceinline__ int gpu__both(int a, int b) { return a & b; }
template <class Type> static __device__ __forceinline__ int gpu__is_not_zero(Type x) { return x != 0; }
template <auto Combine, class Type>
static cudaError_t gpu__any_launch(const gpu__launch_context *context, int *out, const Type *x, size_t n)
{
    return gpu__reduce_launch<gpu__is_not_zero<Type>, Combine, gpu__as_it_is<int>, int, int, gpu__array<Type>>(
        context, out, n, x);
}
/* ---------------------------------------------------------------------------------- src/families/reduce/extreme.cuh */
/* ---- argmin, argmax ---------------------------------------------------------------------------------------------- */

#ifdef __CUDA_ARCH__
/* The first index of the extreme value; the first NaN where there is one. A lane stores its best value and the tile of
   that value, which a later equal value does not replace; indices are computed only when lanes are combined. The result
   does not depend on the order. */

template <class Type> static __device__ inline gpu__best<Type>
gpu__better_of_block(gpu__best<Type> b, gpu__best<Type> *shared) /* 512 threads; thread 0 gets the result */
{
    for (unsigned s = 16; s > 0; s /= 2) {
        gpu__best<Type> o;
        o.value = __shfl_down_sync(~0u, b.value, s);
        o.index = __shfl_down_sync(~0u, b.index, s);
        b = gpu__better(b, o);
    }
    __syncthreads();
    if (threadIdx.x % 32 == 0) shared[threadIdx.x / 32] = b;
    __syncthreads();
    if (threadIdx.x < 32) {
        b = shared[threadIdx.x % 16];
        for (unsigned s = 8; s > 0; s /= 2) {
            gpu__best<Type> o;
            o.value = __shfl_down_sync(~0u, b.value, s);
            o.index = __shfl_down_sync(~0u, b.index, s);
            b = gpu__better(b, o);
        }
    }
    return b;
}
#endif

/* Finds the extreme value of a block's elements; the last block to finish combines those of all blocks. */
template <class Type, int Pack> static __global__ void __launch_bounds__(512)
    gpu__arg_blocks(long long *out, gpu__best<Type> *partial, unsigned *ticket, const Type *x, size_t n, bool smallest)
{
#ifdef __CUDA_ARCH__
    constexpr int Unroll = Pack == 2 ? 2 : 4;
    typedef gpu__op_extreme<Type> Op;
    __shared__ gpu__best<Type> shared[16];
    const unsigned t = threadIdx.x;
    const size_t group = (size_t)Unroll * GPU__LANES, groups = n / group;
    Type best[4];
    unsigned tile[4];
#pragma unroll
    for (unsigned q = 0; q < 4; ++q)
        best[q] = Op::none(), tile[q] = ~0u; /* a lane whose values are all none() has no element */
    unsigned round = 0;
    for (size_t g = blockIdx.x; g < groups; g += gridDim.x, round += Unroll) {
        Type v[Unroll][4];
#pragma unroll
        for (int u = 0; u < Unroll; ++u) gpu__load4<Pack>(v[u], x + g * group + u * GPU__LANES, t, 512);
#pragma unroll
        for (int u = 0; u < Unroll; ++u)
#pragma unroll
            for (unsigned q = 0; q < 4; ++q) {
                const Type a = Op::mirror(v[u][q], smallest);
                if (gpu__beats(a, best[q])) best[q] = a, tile[q] = round + u;
            }
    }
    gpu__best<Type> b = {Op::none(), ~0ull};
#pragma unroll
    for (unsigned q = 0; q < 4; ++q) {
        gpu__best<Type> o;
        o.value = best[q];
        o.index = tile[q] == ~0u ? ~0ull
                                 : (blockIdx.x + (unsigned long long)(tile[q] / Unroll) * gridDim.x) * group +
                                       tile[q] % Unroll * GPU__LANES + gpu__lane_of<Pack>(q, t, 512);
        b = gpu__better(b, o);
    }
    if (blockIdx.x == 0)
        for (size_t i = groups * group + t; i < n; i += 512) {
            gpu__best<Type> o;
            o.value = Op::mirror(x[i], smallest);
            o.index = i;
            b = gpu__better(b, o);
        }
    b = gpu__better_of_block(b, shared);
    if (t == 0) partial[blockIdx.x] = b;
    if (!gpu__last_block(ticket)) return;
    b = {Op::none(), ~0ull};
    for (unsigned i = t; i < gridDim.x; i += 512) {
        gpu__best<Type> o;
        o.value = __ldcg(&partial[i].value);
        o.index = __ldcg(&partial[i].index);
        b = gpu__better(b, o);
    }
    b = gpu__better_of_block(b, shared);
    /* if even the best value is none(), all elements are equal, and the first of them is at 0 */
    if (t == 0) *out = b.value == Op::none() ? 0 : (long long)b.index;
#endif
}

template <class Type> static cudaError_t gpu__arg_launch(const gpu__launch_context *context, long long *out,
                                                         const Type *x, size_t n, bool smallest)
{
    constexpr int Pack = gpu__vector<Type>;
    gpu__best<Type> *partial = (gpu__best<Type> *)context->partials;
    const cudaStream_t stream = (cudaStream_t)context->stream;
    const size_t most = context->multiprocessors * 4 < GPU__MOMENT_BLOCKS ? context->multiprocessors * 4
                                                                          : GPU__MOMENT_BLOCKS,
                 want = gpu__ceil_div(n, 4 * GPU__LANES);
    const unsigned blocks = (unsigned)(want < most ? want : most);
    if (gpu__aligned(x, sizeof(Type) * Pack))
        gpu__arg_blocks<Type, Pack><<<blocks, 512, 0, stream>>>(out, partial, context->ticket, x, n, smallest);
    else
        gpu__arg_blocks<Type, 1><<<blocks, 512, 0, stream>>>(out, partial, context->ticket, x, n, smallest);
    return cudaGetLastError();
}
/* ---------------------------------------------------------------------------------- src/families/reduce/moments.cuh */
/* ---- Moments ----------------------------------------------------------------------------------------------------- */

#ifdef __CUDA_ARCH__
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
            gpu__triple o;
            o.count = __shfl_down_sync(~0u, r.count, s);
            o.mean = __shfl_down_sync(~0u, r.mean, s);
            o.m2 = __shfl_down_sync(~0u, r.m2, s);
            if (t < s) r = gpu__merge(r, o);
        }
    }
    return r;
}
#endif

/* The moments of a block's elements; the last block to finish merges those of all blocks. */
template <class Type, int Pack, int Unroll, int Multiple> static __global__ void __launch_bounds__(512, Multiple)
    gpu__moments_blocks(gpu__moments *out, int what, gpu__triple *partial, unsigned *ticket, const Type *x, size_t n,
                        double ddof)
{
#ifdef __CUDA_ARCH__
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
#pragma unroll
        for (int u = 0; u < Unroll; ++u) gpu__load4<Pack>(v[u], p + i + u * GPU__LANES, t, 512);
#pragma unroll
        for (int u = 0; u < Unroll; ++u)
#pragma unroll
            for (unsigned q = 0; q < 4; ++q) add(q, v[u][q]);
    }
    for (; i < length; i += GPU__LANES)
#pragma unroll
        for (unsigned q = 0; q < 4; ++q) {
            const size_t l = i + gpu__lane_of<Pack>(q, t, 512);
            if (l < length) add(q, p[l]);
        }
#pragma unroll
    for (unsigned q = 0; q < 4; ++q) {
        sums[0][gpu__lane_of<Pack>(q, t, 512)] = s[q];
        sums[1][gpu__lane_of<Pack>(q, t, 512)] = s2[q];
    }
    __syncthreads();
    gpu__triple m[4];
#pragma unroll
    for (unsigned q = 0; q < 4; ++q) {
        const unsigned l = q * 512 + t;
        m[q] =
            gpu__lane_moments(sums[0][l], sums[1][l], length / GPU__LANES + (l < length % GPU__LANES), pivot - origin);
    }
    __syncthreads();
    gpu__triple *shared = (gpu__triple *)sums;
    gpu__triple r = gpu__fold_triples(m, shared);
    if (t == 0) partial[blockIdx.x] = r;
    if (!gpu__last_block(ticket)) return;
#pragma unroll
    for (unsigned q = 0; q < 4; ++q) {
        const unsigned l = q * 512 + t;
        m[q] = {};
        if (l < gridDim.x) m[q] = {__ldcg(&partial[l].count), __ldcg(&partial[l].mean), __ldcg(&partial[l].m2)};
    }
    r = gpu__fold_triples(m, shared);
    if (t == 0) {
        const gpu__moments all = gpu__moments_of(r, origin, ddof);
        if (what == GPU__MOMENTS_ALL)
            *out = all;
        else
            *(double *)out = what ? all.std : all.var;
    }
#endif
}

/* what: 0 writes the variance to *out, 1 its square root, 2 the whole gpu__moments. */
template <class Type> static cudaError_t gpu__moments_launch(const gpu__launch_context *context, gpu__moments *out,
                                                             int what, const Type *x, size_t n, double ddof)
{
    constexpr int Pack = gpu__vector<Type>;
    gpu__triple *partial = (gpu__triple *)context->partials;
    const cudaStream_t stream = (cudaStream_t)context->stream;
    const unsigned blocks = (unsigned)gpu__order_blocks(n, GPU__LANES, GPU__MOMENT_BLOCKS);
    if (gpu__aligned(x, sizeof(Type) * Pack))
        gpu__moments_blocks<Type, Pack, Pack == 2 ? 4 : 8, 2>
            <<<blocks, 512, 0, stream>>>(out, what, partial, context->ticket, x, n, ddof);
    else
        gpu__moments_blocks<Type, 1, 4, 2><<<blocks, 512, 0, stream>>>(out, what, partial, context->ticket, x, n, ddof);
    return cudaGetLastError();
}

/* out = (x - mean) * (1 / sqrt(M2 / (count - ddof))), in double; out may be x. */
template <class Type, int Pack, int Unroll> static __global__ void __launch_bounds__(256)
    gpu__normalize_tiles(Type *out, const Type *x, const gpu__moments *m, size_t n)
{
#ifdef __CUDA_ARCH__
    constexpr size_t Tile = (size_t)256 * Pack * Unroll;
    const size_t begin = blockIdx.x * Tile;
    if (begin + Tile <= n) {
        gpu__pack<Type, Pack> v[Unroll];
#pragma unroll
        for (int u = 0; u < Unroll; ++u)
            v[u] = *(const gpu__pack<Type, Pack> *)(x + begin + ((size_t)u * 256 + threadIdx.x) * Pack);
        const double mean = m->mean, inverse = m->inverse;
#pragma unroll
        for (int u = 0; u < Unroll; ++u) {
#pragma unroll
            for (int j = 0; j < Pack; ++j) v[u].v[j] = (Type)__dmul_rn((double)v[u].v[j] - mean, inverse);
            *(gpu__pack<Type, Pack> *)(out + begin + ((size_t)u * 256 + threadIdx.x) * Pack) = v[u];
        }
    } else
        for (size_t i = begin + threadIdx.x; i < n; i += 256)
            out[i] = (Type)__dmul_rn((double)x[i] - m->mean, m->inverse);
#endif
}
template <class Type> static cudaError_t gpu__normalize_launch(const gpu__launch_context *context, Type *out,
                                                               const Type *x, size_t n, double ddof)
{
    constexpr int Pack = gpu__vector<Type>;
    const cudaStream_t stream = (cudaStream_t)context->stream;
    gpu__moments *moments = (gpu__moments *)((char *)context->partials + (GPU__BLOCKS - 1) * GPU__PARTIAL_BYTES);
    const cudaError_t e = gpu__moments_launch(context, moments, GPU__MOMENTS_ALL, x, n, ddof);
    if (e != cudaSuccess) return e;
    if (gpu__aligned(x, 16) && gpu__aligned(out, 16))
        gpu__normalize_tiles<Type, Pack, 1>
            <<<(unsigned)gpu__ceil_div(n, (size_t)256 * Pack), 256, 0, stream>>>(out, x, moments, n);
    else
        gpu__normalize_tiles<Type, 1, 4><<<(unsigned)gpu__ceil_div(n, 1024), 256, 0, stream>>>(out, x, moments, n);
    return cudaGetLastError();
}
/* --------------------------------------------------------------------------------------- src/families/axis/axis.cuh */
#ifdef __CUDA_ARCH__
/* The result of a row or column that consists of one part. */
template <class Op> static __device__ __forceinline__ typename Op::Out
gpu__axis_finish(const typename Op::Acc &a, size_t count, typename Op::Mode mode)
{
    return Op::Fold::finish(Op::part(a, count, 0), mode);
}
/* A part of a row or column, which has `count` elements and begins at `begin`, before the parts are combined: Op::part
   shifts it from its own pivot, its first element, to the pivot of the first part, which begins at `start`. */
template <class Op> static __device__ __forceinline__ typename Op::Fold::Acc
gpu__axis_part(const typename Op::Acc &a, size_t count, const typename Op::In *begin, const typename Op::In *start)
{
    return Op::part(a, count, Op::Pivot && count > 0 ? (double)*begin - (double)*start : 0);
}

/* Loads up to Count elements of a row in shared memory, Element at a time, and stores them in its lanes (First) or
   combines them with the lanes. */
template <class Op, int Count, int Element, bool First>
static __device__ __forceinline__ void gpu__row_lanes(typename Op::Acc (&acc)[Count], const typename Op::In *row,
                                                      const typename Op::Acc *x, unsigned cols, typename Op::Mode mode)
{
    typedef gpu__pack<typename Op::In, Element> pack;
#pragma unroll
    for (int j = 0; j < Count / Element; ++j) {
        pack k = {};
        if (j * Element < cols) k = ((const pack *)row)[j];
#pragma unroll
        for (int e = 0; e < Element; ++e) {
            const typename Op::Acc v =
                j * Element < cols ? Op::map(k.v[e], Op::Pair ? x[j * Element + e] : typename Op::Acc(), 0, mode)
                                   : Op::none();
            acc[j * Element + e] = First ? v : Op::combine(acc[j * Element + e], v);
        }
    }
}
/* Reduces a row in one lane. */
template <class Op, int Element> static __device__ __forceinline__ typename Op::Acc
gpu__row_serial(const typename Op::In *row, unsigned cols, typename Op::Mode mode)
{
    typedef gpu__pack<typename Op::In, Element> pack;
    typename Op::Acc acc = Op::none();
#pragma unroll 4
    for (unsigned j = 0; j < cols; j += Element) {
        const pack k = *(const pack *)(row + j);
#pragma unroll
        for (int e = 0; e < Element; ++e) acc = Op::combine(acc, Op::map(k.v[e], row[0], j + e, mode));
    }
    return acc;
}
template <class Op, int Half, int Count>
static __device__ __forceinline__ void gpu__row_halves(typename Op::Acc (&acc)[Count])
{
#pragma unroll
    for (int j = 0; j < Half; ++j) acc[j] = Op::combine(acc[j], acc[j + Half]);
    if constexpr (Half > 1) gpu__row_halves<Op, Half / 2>(acc);
}
#endif

/* Short rows, of at most 256 bytes: a block copies 128 * Result of them to shared memory, then each thread reduces
   Result rows. Wide: a row consists of whole packs; rows of 8 or 16 packs are padded by one pack against bank
   conflicts. Resident: the number of blocks a multiprocessor that registers must allow, for a single pass of Count
   columns; or 0, for up to two passes. */
template <class Op, int Count, int Result, bool Wide, int Resident>
static __global__ void __launch_bounds__(128, Resident)
    gpu__rows_by_thread(typename Op::Out *out, const typename Op::In *a, const typename Op::In *x, size_t rows,
                        unsigned cols, unsigned magic, bool aligned, typename Op::Mode mode)
{
#ifdef __CUDA_ARCH__
    typedef typename Op::In In;
    typedef typename Op::Acc Acc;
    constexpr unsigned Pack = 16 / sizeof(In), Lanes = 128 * Result, Element = Wide ? Pack : 1;
    static_assert(sizeof(In) >= 4, "256 bytes are at most two passes of 32 columns");
    extern __shared__ uint4 gpu__tile[];
    const unsigned t = threadIdx.x, packs = cols / Pack, pad = Wide && packs % 8 == 0 ? 1 : 0,
                   stride = cols + pad * Pack;
    const size_t row0 = (size_t)blockIdx.x * Lanes;
    const unsigned have = rows - row0 < Lanes ? (unsigned)(rows - row0) : Lanes;
    const In *from = a + row0 * cols;
    In *tile = (In *)gpu__tile;
    Acc *other = (Acc *)(tile + Lanes * stride);
    if (Wide) {
        for (unsigned k = t; k < have * packs; k += 128)
            gpu__copy_16(tile + (k + (pad ? __umulhi(k, magic) : 0)) * Pack, from + k * Pack);
    } else {
        const unsigned n = have * cols, whole = aligned ? n / Pack : 0;
        for (unsigned k = t; k < whole; k += 128) gpu__copy_16(tile + k * Pack, from + k * Pack);
        for (unsigned k = whole * Pack + t; k < n; k += 128) tile[k] = from[k];
    }
    if constexpr (Op::Pair)
        for (unsigned k = t; k < cols; k += 128) other[k] = (Acc)x[k];
    gpu__copies_done();
    __syncthreads();
#pragma unroll 1
    for (unsigned r = t; r < have; r += 128) {
        if constexpr (Op::Serial) {
            out[row0 + r] =
                gpu__axis_finish<Op>(gpu__row_serial<Op, Element>(tile + r * stride, cols, mode), cols, mode);
            continue;
        } else {
            Acc acc[Count];
            gpu__row_lanes<Op, Count, Element, true>(acc, tile + r * stride, other, cols, mode);
            if (Resident == 0 && cols > Count)
                gpu__row_lanes<Op, Count, Element, false>(acc, tile + r * stride + Count, other + Count, cols - Count,
                                                          mode);
            gpu__row_halves<Op, Count / 2>(acc);
            out[row0 + r] = Op::finish(acc[0], mode);
        }
    }
#endif
}
/* Launches the kernel for short rows. */
template <class Op> static void gpu__rows_short(cudaStream_t stream, typename Op::Out *out, const typename Op::In *a,
                                                const typename Op::In *x, size_t rows, size_t cols,
                                                typename Op::Mode mode)
{
    typedef typename Op::In In;
    constexpr unsigned Pack = 16 / sizeof(In);
    const bool aligned = gpu__aligned(a, 16), wide = aligned && cols > 0 && cols % Pack == 0;
    const unsigned packs = (unsigned)cols / Pack, magic = wide ? 0xffffffffu / packs + 1 : 0,
                   Lanes = cols <= 8 ? 512 : 128;
    const size_t bytes = Lanes * (cols + (wide && packs % 8 == 0 ? Pack : 0)) * sizeof(In) +
                         (Op::Pair ? cols * sizeof(typename Op::Acc) : 0);
    void (*kernel)(typename Op::Out *, const In *, const In *, size_t, unsigned, unsigned, bool, typename Op::Mode);
    if (cols <= 8)
        kernel = wide ? gpu__rows_by_thread<Op, 8, 4, true, 0> : gpu__rows_by_thread<Op, 8, 4, false, 0>;
    else if (cols <= 32 && Op::Pair) /* one pass needs fewer registers, so more threads fit */
        kernel = wide ? gpu__rows_by_thread<Op, 32, 1, true, 5> : gpu__rows_by_thread<Op, 32, 1, false, 5>;
    else
        kernel = wide ? gpu__rows_by_thread<Op, 32, 1, true, 0> : gpu__rows_by_thread<Op, 32, 1, false, 0>;
    kernel<<<(unsigned)gpu__ceil_div(rows, Lanes), 128, bytes, stream>>>(out, a, x, rows, (unsigned)cols, magic,
                                                                         aligned, mode);
}

#ifdef __CUDA_ARCH__
/* The tree over the lanes of each row, first within a thread where its lanes are far enough apart, then between
   threads. While a thread has several rows, each step splits them: either half of the threads continues with half of
   the rows and receives the other half's lanes of these. In the end one thread has the result of one row in acc[0][0];
   its number in the thread's rows is returned. */
template <class Op, int Pack, int Result> static __device__ __forceinline__ unsigned
    gpu__rows_fold(typename Op::Acc (&acc)[Result][4], unsigned t, unsigned threads)
{
    typedef typename Op::Acc Acc;
#pragma unroll
    for (int r = 0; r < Result; ++r) {
        if (Pack == 1) acc[r][1] = Op::combine(acc[r][1], acc[r][3]);
        if (Pack <= 2) acc[r][0] = Op::combine(acc[r][0], acc[r][2]);
        if (Pack == 2) acc[r][1] = Op::combine(acc[r][1], acc[r][3]);
        if (Pack == 1) acc[r][0] = Op::combine(acc[r][0], acc[r][1]);
    }
    unsigned s = threads / 2, row = 0;
#pragma unroll
    for (int h = Result / 2; h > 0; h /= 2, s /= 2) {
        const bool upper = t & s;
        row += upper ? h : 0;
#pragma unroll
        for (int r = 0; r < h; ++r)
#pragma unroll
            for (int q = 0; q < Pack; ++q) {
                const Acc keep = upper ? acc[r + h][q] : acc[r][q],
                          got = gpu__shuffle_xor(upper ? acc[r][q] : acc[r + h][q], s);
                acc[r][q] = Op::combine(upper ? got : keep, upper ? keep : got);
            }
    }
    for (; s > 0; s /= 2)
#pragma unroll
        for (int q = 0; q < Pack; ++q) acc[0][q] = Op::combine(acc[0][q], gpu__shuffle_down(acc[0][q], s, threads));
    if (Pack == 4) acc[0][0] = Op::combine(acc[0][0], acc[0][2]), acc[0][1] = Op::combine(acc[0][1], acc[0][3]);
    if (Pack >= 2) acc[0][0] = Op::combine(acc[0][0], acc[0][1]);
    return row;
}
#endif
/* `group` neighbouring threads have the 4 * group lanes of a row. A thread loads Result <= group rows; the distance of
   these is the number of rows that a warp works on at a time. */
template <class Op, int Pack, int Result, int Unroll> static __global__ void __launch_bounds__(256)
    gpu__rows_by_group(typename Op::Out *out, const typename Op::In *a, const typename Op::In *x, size_t rows,
                       size_t cols, unsigned group, typename Op::Mode mode)
{
#ifdef __CUDA_ARCH__
    typedef typename Op::In In;
    typedef typename Op::Acc Acc;
    const unsigned t = threadIdx.x % group, apart = 32 / group;
    const size_t row0 = ((size_t)blockIdx.x * 8 + threadIdx.x / 32) * Result * apart + threadIdx.x % 32 / group;
    const In *from[Result];
    In pivot[Result];
    Acc acc[Result][4];
#pragma unroll
    for (int r = 0; r < Result; ++r) {
        /* rows beyond the end are replaced by the last row */
        from[r] = a + (row0 + r * apart < rows ? row0 + r * apart : rows - 1) * cols;
        pivot[r] = Op::Pivot ? *from[r] : In();
#pragma unroll
        for (int q = 0; q < 4; ++q) acc[r][q] = Op::none();
    }
    const bool pair_aligned = Op::Pair && (uintptr_t)x % (sizeof(In) * Pack) == 0;
    const unsigned width = 4 * group, n = (unsigned)cols;
    unsigned i = 0;
    for (; i + Unroll * width <= n; i += Unroll * width) {
        In v[Result][Unroll][4], w[Unroll][4] = {};
#pragma unroll
        for (int r = 0; r < Result; ++r)
#pragma unroll
            for (int u = 0; u < Unroll; ++u) gpu__load4<Pack>(v[r][u], from[r] + i + u * width, t, group);
        if (Op::Pair)
#pragma unroll
            for (int u = 0; u < Unroll; ++u)
                if (pair_aligned)
                    gpu__load4<Pack>(w[u], x + i + u * width, t, group);
                else
#pragma unroll
                    for (int q = 0; q < 4; ++q) w[u][q] = x[i + u * width + gpu__lane_of<Pack>(q, t, group)];
#pragma unroll
        for (int r = 0; r < Result; ++r)
#pragma unroll
            for (int u = 0; u < Unroll; ++u)
#pragma unroll
                for (int q = 0; q < 4; ++q)
                    acc[r][q] = Op::combine(acc[r][q], Op::map(v[r][u][q], Op::Pivot ? pivot[r] : w[u][q],
                                                               i + u * width + gpu__lane_of<Pack>(q, t, group), mode));
    }
    if (i < n) {
        In v[Result][Unroll][4];
#pragma unroll
        for (int r = 0; r < Result; ++r)
#pragma unroll
            for (int u = 0; u < Unroll; ++u)
#pragma unroll
                for (int q = 0; q < 4; q += Pack) {
                    const unsigned c = i + u * width + gpu__lane_of<Pack>(q, t, group);
                    gpu__pack<In, Pack> k = {};
                    if (c < n) /* Pack divides cols, so a pack is inside or outside */
                        k = *(const gpu__pack<In, Pack> *)(from[r] + c);
#pragma unroll
                    for (int j = 0; j < Pack; ++j) v[r][u][q + j] = k.v[j];
                }
#pragma unroll
        for (int u = 0; u < Unroll; ++u)
#pragma unroll
            for (int q = 0; q < 4; ++q) {
                const unsigned c = i + u * width + gpu__lane_of<Pack>(q, t, group);
                if (c < n) {
                    const In w = Op::Pair ? x[c] : In();
#pragma unroll
                    for (int r = 0; r < Result; ++r)
                        acc[r][q] = Op::combine(acc[r][q], Op::map(v[r][u][q], Op::Pivot ? pivot[r] : w, c, mode));
                }
            }
    }
    const unsigned row = gpu__rows_fold<Op, Pack>(acc, t, group);
    if (t % (group / Result) == 0 && row0 + row * apart < rows)
        out[row0 + row * apart] = gpu__axis_finish<Op>(acc[0][0], cols, mode);
#endif
}
template <class Op, int Pack> static void gpu__rows_grouped(cudaStream_t stream, typename Op::Out *out,
                                                            const typename Op::In *a, const typename Op::In *x,
                                                            size_t rows, size_t cols, typename Op::Mode mode)
{
    const unsigned group = cols <= 512 ? 8 : 32;
    const size_t a_block = 8 * (32 / group);
    if (cols <= 128)
        gpu__rows_by_group<Op, Pack, 2, 2>
            <<<(unsigned)gpu__ceil_div(rows, a_block * 2), 256, 0, stream>>>(out, a, x, rows, cols, group, mode);
    else
        gpu__rows_by_group<Op, Pack, 1, 4>
            <<<(unsigned)gpu__ceil_div(rows, a_block), 256, 0, stream>>>(out, a, x, rows, cols, group, mode);
}

/* The second level, for chunks of rows and segments of columns: out[o] = finish(fold over p of partial[p * outs + o]),
   with 64 lanes (families/axis/order.h), for Threads / ThreadsY outputs. */
template <class Op, int ThreadsY, int Threads>
static __device__ __forceinline__ void gpu__fold_outs(typename Op::Out *out, const typename Op::Acc *partial,
                                                      size_t outs, unsigned parts, size_t first, typename Op::Mode mode)
{
    typedef typename Op::Acc Acc;
    constexpr unsigned ThreadsX = Threads / ThreadsY, Multiple = GPU__PART_LANES / ThreadsY,
                       Loads = Multiple == 1 ? 8 : 4; /* outputs; lanes of a thread; loads in flight for each lane */
    __shared__ Acc lanes[ThreadsY][ThreadsX];
    const unsigned tx = threadIdx.x % ThreadsX, ty = threadIdx.x / ThreadsX;
    const size_t o = first + tx;
    Acc acc[Multiple];
#pragma unroll
    for (unsigned i = 0; i < Multiple; ++i) acc[i] = Op::none();
    if (o < outs)
        for (unsigned p = ty; p < parts; p += Loads * GPU__PART_LANES) {
            Acc v[Loads][Multiple]; /* so that all loads are issued before the first one is used */
#pragma unroll
            for (unsigned b = 0; b < Loads; ++b)
#pragma unroll
                for (unsigned i = 0; i < Multiple; ++i) {
                    const size_t at = p + b * GPU__PART_LANES + i * ThreadsY;
                    v[b][i] = at < parts ? gpu__load_part(&partial[at * outs + o]) : Op::none();
                }
#pragma unroll
            for (unsigned b = 0; b < Loads; ++b)
#pragma unroll
                for (unsigned i = 0; i < Multiple; ++i) acc[i] = Op::combine(acc[i], v[b][i]);
        }
    if (Multiple == 4)
        acc[0] = Op::combine(acc[0], acc[2 % Multiple]),
        acc[1 % Multiple] = Op::combine(acc[1 % Multiple], acc[3 % Multiple]);
    lanes[ty][tx] = Multiple > 1 ? Op::combine(acc[0], acc[1 % Multiple]) : acc[0];
    for (unsigned s = ThreadsY / 2; s > 0; s /= 2) {
        __syncthreads();
        if (ty < s) lanes[ty][tx] = Op::combine(lanes[ty][tx], lanes[ty + s][tx]);
    }
    if (ty == 0 && o < outs) out[o] = Op::finish(lanes[0][tx], mode);
}
template <class Op, int ThreadsY> static __global__ void __launch_bounds__(512)
    gpu__fold_parts(typename Op::Out *out, const typename Op::Acc *partial, size_t outs, unsigned parts,
                    typename Op::Mode mode)
{
    gpu__fold_outs<Op, ThreadsY, 512>(out, partial, outs, parts, (size_t)blockIdx.x * (512 / ThreadsY), mode);
}
/* If there are few outputs, the last block of the first level does the second one too, since another launch would cost
   2 us. */
constexpr size_t GPU__FOLD_HERE = 4;
template <class Op> static void gpu__fold(cudaStream_t stream, typename Op::Out *out, const typename Op::Acc *partial,
                                          size_t outs, unsigned parts, typename Op::Mode mode)
{
    if (parts == 1 || outs <= GPU__FOLD_HERE) return;
    if (parts <= 16)
        gpu__fold_parts<Op, 16><<<(unsigned)gpu__ceil_div(outs, 32), 512, 0, stream>>>(out, partial, outs, parts, mode);
    else
        gpu__fold_parts<Op, 64><<<(unsigned)gpu__ceil_div(outs, 8), 512, 0, stream>>>(out, partial, outs, parts, mode);
}

#ifdef __CUDA_ARCH__
/* Sets the addresses of a block's rows and clears its lanes. Rows beyond the end are replaced by another row, whose
   result is not stored. */
template <class Op, int Result>
static __device__ __forceinline__ void gpu__rows_start(const typename Op::In *(&from)[Result],
                                                       typename Op::Acc (&acc)[Result][4], const typename Op::In *a,
                                                       size_t row0, size_t rows, size_t cols, unsigned apart)
{
#pragma unroll
    for (int r = 0; r < Result; ++r) {
        from[r] = a + (row0 + r * apart < rows ? row0 + r * apart : row0 < rows ? row0 : rows - 1) * cols;
#pragma unroll
        for (int q = 0; q < 4; ++q) acc[r][q] = Op::none();
    }
}

/* Writes the lanes of a block's rows to shared memory and does the first two steps of the tree over them. */
template <class Op, int Pack, int Result>
static __device__ __forceinline__ void gpu__rows_lay_out(typename Op::Acc (&lanes)[Result][GPU__ROW_LANES],
                                                         const typename Op::Acc (&acc)[Result][4], int skew, unsigned t)
{
#pragma unroll
    for (int r = 0; r < Result; ++r)
#pragma unroll
        for (int q = 0; q < 4; ++q) lanes[r][(gpu__lane_of<Pack>(q, t, 256) - skew) % GPU__ROW_LANES] = acc[r][q];
    __syncthreads();
#pragma unroll
    for (int r = 0; r < Result; ++r) {
        typename Op::Acc *l = lanes[r];
        l[t] = Op::combine(Op::combine(l[t], l[t + 512]), Op::combine(l[t + 256], l[t + 768]));
    }
    __syncthreads();
}

/* The other steps of the tree, by one warp for each row, and the store of the row's result. */
template <class Op, int Result> static __device__ __forceinline__ void
gpu__rows_fold_block(typename Op::Out *out, typename Op::Fold::Acc *partial,
                     const typename Op::Acc (&lanes)[Result][GPU__ROW_LANES], size_t row0, size_t rows, unsigned apart,
                     unsigned part, unsigned parts, unsigned t, typename Op::Mode mode, const typename Op::In *a,
                     size_t cols, size_t begin, int length)
{
    typedef typename Op::Acc Acc;
    if (t < 32 * Result) {
        const Acc *l = lanes[t / 32] + t % 32;
        Acc y = Op::combine(Op::combine(Op::combine(l[0], l[128]), Op::combine(l[64], l[192])),
                            Op::combine(Op::combine(l[32], l[160]), Op::combine(l[96], l[224])));
        for (unsigned s = 16; s > 0; s /= 2) y = Op::combine(y, gpu__shuffle_down(y, s));
        const size_t row = row0 + t / 32 * apart;
        if (t % 32 == 0 && row < rows) {
            if (parts == 1)
                out[row] = gpu__axis_finish<Op>(y, cols, mode);
            else
                partial[part * rows + row] = gpu__axis_part<Op>(y, length, a + row * cols + begin, a + row * cols);
        }
    }
}
#endif

/* A block reduces one chunk of Result rows, whose distance is `apart` rows so that they have the same alignment.
   Results go to partial[chunk * rows + row] or, if there is only one chunk, finished to out. */
template <class Op, int Pack, int Result, int Unroll> static __global__ void __launch_bounds__(256)
    gpu__rows_by_block(typename Op::Out *out, typename Op::Fold::Acc *partial, unsigned *ticket,
                       const typename Op::In *a, const typename Op::In *x, size_t rows, size_t cols, unsigned apart,
                       size_t chunk, unsigned parts, typename Op::Mode mode)
{
#ifdef __CUDA_ARCH__
    typedef typename Op::In In;
    typedef typename Op::Acc Acc;
    typedef gpu__pack<In, Pack> pack;
    __shared__ Acc lanes[Result][GPU__ROW_LANES];
    /* Neighbouring blocks have neighbouring chunks of a row; with an x, the same chunk of different rows, so that they
       share that part of x. */
    const unsigned t = threadIdx.x, groups = gridDim.x / parts,
                   part = Op::Pair ? blockIdx.x / groups : blockIdx.x % parts;
    const unsigned group = Op::Pair ? blockIdx.x % groups : blockIdx.x / parts;
    const size_t row0 = (size_t)(group / apart) * (apart * Result) + group % apart, begin = part * chunk;
    const int length = (int)(begin >= cols ? 0 : cols - begin < chunk ? cols - begin : chunk);
    const In *from[Result];
    Acc acc[Result][4];
    gpu__rows_start<Op>(from, acc, a + begin, row0, rows, cols, apart);
    /* Packs begin `skew` elements before the row, where memory is aligned: lane l of a thread holds element
       l + skew. */
    const int skew = (int)((uintptr_t)from[0] / sizeof(In) % Pack), end = length + skew;
    In pivot[Result];
#pragma unroll
    for (int r = 0; r < Result; ++r) pivot[r] = Op::Pivot && length > 0 ? *from[r] : In();
    const In *other = Op::Pair ? x + begin - skew : NULL;
    const bool other_aligned = Op::Pair && (uintptr_t)other % sizeof(pack) == 0;
#pragma unroll
    for (int r = 0; r < Result; ++r) from[r] -= skew;
    /* a tile that is partly outside the chunk */
    auto guarded = [&](int i) {
        constexpr int Lanes = 4;
#pragma unroll
        for (int p = 0; p < Lanes; p += Pack) {
            const int c = i + (int)gpu__lane_of<Pack>(p, t, 256);
#pragma unroll
            for (int r = 0; r < Result; ++r) {
                pack k = {};
                if (c >= skew && c + Pack <= end)
                    k = *(const pack *)(from[r] + c);
                else
#pragma unroll
                    for (int j = 0; j < Pack; ++j)
                        if (c + j >= skew && c + j < end) k.v[j] = from[r][c + j];
#pragma unroll
                for (int j = 0; j < Pack; ++j)
                    if (c + j >= skew && c + j < end)
                        acc[r][p + j] = Op::combine(acc[r][p + j], Op::map(k.v[j], Op::Pair ? other[c + j] : pivot[r],
                                                                           begin + c + j - skew, mode));
            }
        }
    };
    int i = 0;
    if (skew) guarded(0), i = GPU__ROW_LANES;
    for (; i + Unroll * GPU__ROW_LANES <= end; i += Unroll * GPU__ROW_LANES) {
        In v[Result][Unroll][4], w[Unroll][4] = {};
#pragma unroll
        for (int r = 0; r < Result; ++r)
#pragma unroll
            for (int u = 0; u < Unroll; ++u) gpu__load4<Pack>(v[r][u], from[r] + i + u * GPU__ROW_LANES, t, 256);
        if (Op::Pair) {
#pragma unroll
            for (int u = 0; u < Unroll; ++u)
                if (other_aligned)
                    gpu__load4<Pack>(w[u], other + i + u * GPU__ROW_LANES, t, 256);
                else
#pragma unroll
                    for (int q = 0; q < 4; ++q) w[u][q] = other[i + u * GPU__ROW_LANES + gpu__lane_of<Pack>(q, t, 256)];
        }
#pragma unroll
        for (int u = 0; u < Unroll; ++u)
#pragma unroll
            for (int r = 0; r < Result; ++r)
#pragma unroll
                for (int q = 0; q < 4; ++q)
                    acc[r][q] = Op::combine(
                        acc[r][q],
                        Op::map(v[r][u][q], Op::Pivot ? pivot[r] : w[u][q],
                                begin + i + u * GPU__ROW_LANES + gpu__lane_of<Pack>(q, t, 256) - skew, mode));
    }
    for (; i < end; i += GPU__ROW_LANES) guarded(i);
    gpu__rows_lay_out<Op, Pack>(lanes, acc, skew, t);
    gpu__rows_fold_block<Op>(out, partial, lanes, row0, rows, apart, part, parts, t, mode, a, cols, begin, length);
    if (parts > 1 && rows <= GPU__FOLD_HERE && gpu__last_block(ticket))
        gpu__fold_outs<typename Op::Fold, 256 / GPU__FOLD_HERE, 256>(out, partial, rows, parts, 0, mode);
#endif
}

template <int Count> struct gpu__constant {
    static constexpr int value = Count;
};

/* A block takes 128 * Chunk columns of one segment; warp q is row lane q. */
template <class Op, int Pack, int Chunk, int Unroll> static __global__ void __launch_bounds__(256, 4)
    gpu__cols_wide(typename Op::Out *out, typename Op::Fold::Acc *partial, const typename Op::In *a,
                   const typename Op::In *x, size_t rows, size_t cols, unsigned blocks_x, unsigned parts,
                   typename Op::Mode mode)
{
#ifdef __CUDA_ARCH__
    typedef typename Op::In In;
    typedef typename Op::Acc Acc;
    __shared__ Acc lanes[8][128];
    const unsigned lane = threadIdx.x % 32, q = threadIdx.x / 32, part = blockIdx.x / blocks_x;
    const size_t col0 = (size_t)(blockIdx.x % blocks_x) * (128 * Chunk), steps = (rows + 7) / 8;
    const size_t first = steps * part / parts * 8;
    size_t row = first + q;
    const size_t stop = steps * (part + 1) / parts * 8, end = stop < rows ? stop : rows;
    Acc acc[Chunk][4];
#pragma unroll
    for (int c = 0; c < Chunk; ++c)
#pragma unroll
        for (int i = 0; i < 4; ++i) acc[c][i] = Op::none();
    /* Pack divides cols, so a pack is inside or outside; values outside are never used. */
    bool inside[Chunk][4 / Pack];
#pragma unroll
    for (int c = 0; c < Chunk; ++c)
#pragma unroll
        for (int p = 0; p < 4 / Pack; ++p)
            inside[c][p] = col0 + c * 128 + gpu__lane_of<Pack>(p * Pack, lane, 32) < cols;
    In pivot[Chunk][4];
#pragma unroll
    for (int c = 0; c < Chunk; ++c)
#pragma unroll
        for (int i = 0; i < 4; ++i)
            pivot[c][i] = Op::Pivot && inside[c][i / Pack]
                              ? a[first * cols + col0 + c * 128 + gpu__lane_of<Pack>(i, lane, 32)]
                              : In();
    auto steps_of = [&](auto count) {
        constexpr int Multiple = decltype(count)::value;
        In v[Multiple][Chunk][4], w[Multiple];
#pragma unroll
        for (int u = 0; u < Multiple; ++u) {
#pragma unroll
            for (int c = 0; c < Chunk; ++c)
#pragma unroll
                for (int p = 0; p < 4 / Pack; ++p) {
                    gpu__pack<In, Pack> k = {};
                    if (inside[c][p])
                        k = *(const gpu__pack<In, Pack> *)(a + (row + u * 8) * cols + col0 + c * 128 +
                                                           gpu__lane_of<Pack>(p * Pack, lane, 32));
#pragma unroll
                    for (int j = 0; j < Pack; ++j) v[u][c][p * Pack + j] = k.v[j];
                }
            w[u] = Op::Pair ? x[row + u * 8] : In();
        }
#pragma unroll
        for (int u = 0; u < Multiple; ++u)
#pragma unroll
            for (int c = 0; c < Chunk; ++c)
#pragma unroll
                for (int i = 0; i < 4; ++i)
                    acc[c][i] =
                        Op::combine(acc[c][i], Op::map(v[u][c][i], Op::Pivot ? pivot[c][i] : w[u], row + u * 8, mode));
    };
    for (; row + (Unroll - 1) * 8 < end; row += Unroll * 8) steps_of(gpu__constant<Unroll>());
    for (; row < end; row += 8) steps_of(gpu__constant<1>());
#pragma unroll
    for (int c = 0; c < Chunk; ++c) {
        if (c > 0) __syncthreads();
#pragma unroll
        for (int i = 0; i < 4; ++i) lanes[q][gpu__lane_of<Pack>(i, lane, 32)] = acc[c][i];
        __syncthreads();
        const unsigned t = threadIdx.x;
        const size_t at = col0 + c * 128 + t;
        if (t < 128 && at < cols) {
            const Acc y =
                Op::combine(Op::combine(Op::combine(lanes[0][t], lanes[4][t]), Op::combine(lanes[2][t], lanes[6][t])),
                            Op::combine(Op::combine(lanes[1][t], lanes[5][t]), Op::combine(lanes[3][t], lanes[7][t])));
            if (parts == 1)
                out[at] = gpu__axis_finish<Op>(y, rows, mode);
            else
                partial[part * cols + at] = gpu__axis_part<Op>(y, end - first, a + first * cols + at, a + at);
        }
    }
#endif
}

/* Fewer than 128 columns: Q rows, one for each row lane, are one contiguous tile of up to 1024 elements, which is
   loaded without regard to columns. */
template <class Op, int Pack, int Unroll> static __global__ void __launch_bounds__(256)
    gpu__cols_narrow(typename Op::Out *out, typename Op::Fold::Acc *partial, unsigned *ticket, const typename Op::In *a,
                     const typename Op::In *x, size_t rows, unsigned cols, unsigned slots, unsigned parts,
                     typename Op::Mode mode)
{
#ifdef __CUDA_ARCH__
    typedef typename Op::In In;
    typedef typename Op::Acc Acc;
    __shared__ Acc lanes[1024];
    const unsigned t = threadIdx.x, width = slots * cols, part = blockIdx.x;
    const size_t steps = (rows + slots - 1) / slots, n = rows * cols;
    const size_t first = steps * part / parts, stop = steps * (part + 1) / parts;
    size_t step = first;
    unsigned row[4] = {};
    In pivot[4] = {};
    Acc acc[4];
#pragma unroll
    for (int i = 0; i < 4; ++i) {
        acc[i] = Op::none();
        if (Op::Pair || Op::Index) row[i] = gpu__lane_of<Pack>(i, t, 256) / cols;
        if (Op::Pivot) pivot[i] = a[first * width + gpu__lane_of<Pack>(i, t, 256) % cols];
    }
    for (; step + Unroll <= stop && (step + Unroll) * width <= n; step += Unroll) {
        In v[Unroll][4], w[Unroll][4] = {};
#pragma unroll
        for (int u = 0; u < Unroll; ++u)
#pragma unroll
            for (int p = 0; p < 4; p += Pack) {
                const unsigned l = gpu__lane_of<Pack>(p, t, 256);
                gpu__pack<In, Pack> k = {};
                if (l < width) /* width is a multiple of 8, so a pack is inside or outside */
                    k = *(const gpu__pack<In, Pack> *)(a + (step + u) * width + l);
#pragma unroll
                for (int j = 0; j < Pack; ++j) {
                    v[u][p + j] = k.v[j];
                    if (Op::Pair && l < width) w[u][p + j] = x[(step + u) * slots + row[p + j]];
                }
            }
#pragma unroll
        for (int u = 0; u < Unroll; ++u)
#pragma unroll
            for (int i = 0; i < 4; ++i)
                acc[i] =
                    Op::combine(acc[i], Op::map(v[u][i], Op::Pivot ? pivot[i] : w[u][i], (step + u) * slots + row[i],
                                                mode)); /* lanes beyond the width are never read */
    }
    for (; step < stop; ++step)
#pragma unroll
        for (int i = 0; i < 4; ++i) {
            const unsigned l = gpu__lane_of<Pack>(i, t, 256);
            if (l < width && step * width + l < n)
                acc[i] =
                    Op::combine(acc[i], Op::map(a[step * width + l], Op::Pair ? x[step * slots + row[i]] : pivot[i],
                                                step * slots + row[i], mode));
        }
#pragma unroll
    for (int i = 0; i < 4; ++i) lanes[gpu__lane_of<Pack>(i, t, 256)] = acc[i];
    for (unsigned s = slots / 2; s > 0; s /= 2) {
        __syncthreads();
        for (unsigned i = t; i < s * cols; i += 256) lanes[i] = Op::combine(lanes[i], lanes[i + s * cols]);
    }
    __syncthreads();
    if (t < cols) {
        const size_t from = first * slots, end = stop * slots < rows ? stop * slots : rows;
        if (parts == 1)
            out[t] = gpu__axis_finish<Op>(lanes[t], rows, mode);
        else
            partial[(size_t)part * cols + t] = gpu__axis_part<Op>(lanes[t], end - from, a + from * cols + t, a + t);
    }
    if (parts > 1 && cols <= GPU__FOLD_HERE && gpu__last_block(ticket))
        gpu__fold_outs<typename Op::Fold, 256 / GPU__FOLD_HERE, 256>(out, partial, cols, parts, 0, mode);
#endif
}

/* Few rows, many columns: a thread reduces all rows of its columns. Only Lanes of the eight row lanes have elements. */
template <class Op, int Pack, int Lanes> static __global__ void __launch_bounds__(256)
    gpu__cols_flat(typename Op::Out *out, const typename Op::In *a, const typename Op::In *x, unsigned rows,
                   size_t cols, typename Op::Mode mode)
{
#ifdef __CUDA_ARCH__
    typedef typename Op::In In;
    typedef typename Op::Acc Acc;
    const size_t c = ((size_t)blockIdx.x * 256 + threadIdx.x) * Pack;
    if (c >= cols) return;
    Acc acc[Lanes][Pack];
#pragma unroll
    for (int q = 0; q < Lanes; ++q)
#pragma unroll
        for (int i = 0; i < Pack; ++i) acc[q][i] = Op::none();
    gpu__pack<In, Pack> pivot = {};
    if (Op::Pivot) pivot = *(const gpu__pack<In, Pack> *)(a + c);
    for (unsigned row = 0; row < rows; row += Lanes) {
        gpu__pack<In, Pack> k[Lanes];
#pragma unroll
        for (int q = 0; q < Lanes; ++q)
            if (row + q < rows) k[q] = *(const gpu__pack<In, Pack> *)(a + (row + q) * cols + c);
#pragma unroll
        for (int q = 0; q < Lanes; ++q)
            if (row + q < rows) {
                const In w = Op::Pair ? x[row + q] : In();
#pragma unroll
                for (int i = 0; i < Pack; ++i)
                    acc[q][i] = Op::combine(acc[q][i], Op::map(k[q].v[i], Op::Pivot ? pivot.v[i] : w, row + q, mode));
            }
    }
    gpu__pack<typename Op::Out, Pack> r;
#pragma unroll
    for (int s = Lanes / 2; s > 0; s /= 2)
#pragma unroll
        for (int q = 0; q < s; ++q)
#pragma unroll
            for (int i = 0; i < Pack; ++i) acc[q][i] = Op::combine(acc[q][i], acc[q + s][i]);
#pragma unroll
    for (int i = 0; i < Pack; ++i) r.v[i] = gpu__axis_finish<Op>(acc[0][i], rows, mode);
    if ((uintptr_t)(out + c) % sizeof r == 0)
        *(gpu__pack<typename Op::Out, Pack> *)(out + c) = r;
    else
#pragma unroll
        for (int i = 0; i < Pack; ++i) out[c + i] = r.v[i];
#endif
}

template <class Op, int Pack> static void gpu__cols_flat_start(cudaStream_t stream, typename Op::Out *out,
                                                               const typename Op::In *a, const typename Op::In *x,
                                                               size_t rows, size_t cols, typename Op::Mode mode)
{
    const unsigned blocks = (unsigned)gpu__ceil_div(cols, 256 * Pack);
    if (rows == 1)
        gpu__cols_flat<Op, Pack, 1><<<blocks, 256, 0, stream>>>(out, a, x, 1, cols, mode);
    else if (rows <= 4)
        gpu__cols_flat<Op, Pack, 4><<<blocks, 256, 0, stream>>>(out, a, x, (unsigned)rows, cols, mode);
    else
        gpu__cols_flat<Op, Pack, 8><<<blocks, 256, 0, stream>>>(out, a, x, (unsigned)rows, cols, mode);
}

/* Launches the reduction of columns: chooses the kernel by the shape and the alignment. */
template <class Op> static cudaError_t gpu__cols(const gpu__launch_context *context, typename Op::Out *out,
                                                 const typename Op::In *a, const typename Op::In *x, size_t rows,
                                                 size_t cols, typename Op::Mode mode)
{
    typedef typename Op::In In;
    constexpr int Pack = gpu__vector<In>;
    if (cols == 0) return cudaSuccess;
    const unsigned parts = (unsigned)gpu__col_parts(rows, cols), slots = (unsigned)gpu__col_lanes(cols);
    typename Op::Fold::Acc *partial = (typename Op::Fold::Acc *)context->space;
    const cudaStream_t stream = (cudaStream_t)context->stream;
    const bool aligned = gpu__aligned(a, sizeof(In) * Pack), vector = aligned && cols % Pack == 0;
    if (cols < 128) {
        if (aligned)
            gpu__cols_narrow<Op, Pack, 4><<<parts, 256, 0, stream>>>(out, partial, context->ticket, a, x, rows,
                                                                     (unsigned)cols, slots, parts, mode);
        else
            gpu__cols_narrow<Op, 1, 4><<<parts, 256, 0, stream>>>(out, partial, context->ticket, a, x, rows,
                                                                  (unsigned)cols, slots, parts, mode);
    } else if (parts == 1 && rows <= 32 && cols >= 4096) {
        if (vector)
            gpu__cols_flat_start<Op, Pack>(stream, out, a, x, rows, cols, mode);
        else
            gpu__cols_flat_start<Op, 1>(stream, out, a, x, rows, cols, mode);
    } else {
        constexpr int Chunk = Pack == 4 || sizeof(typename Op::Acc) > 8 ? 1 : 2,
                      Unroll = Pack == 4 ? 8 : 4; /* measured on an H200 */
        const size_t blocks = gpu__ceil_div(cols, 128 * Chunk), narrow = gpu__ceil_div(cols, 128);
        if (vector)
            gpu__cols_wide<Op, Pack, Chunk, Unroll><<<(unsigned)(blocks * parts), 256, 0, stream>>>(
                out, partial, a, x, rows, cols, (unsigned)blocks, parts, mode);
        else
            gpu__cols_wide<Op, 1, 1, 8><<<(unsigned)(narrow * parts), 256, 0, stream>>>(out, partial, a, x, rows, cols,
                                                                                        (unsigned)narrow, parts, mode);
    }
    gpu__fold<typename Op::Fold>(stream, out, partial, cols, parts, mode);
    return cudaGetLastError();
}

/* Launches the reduction of rows: chooses the kernel by their length and alignment. */
template <class Op, int Result> static cudaError_t gpu__rows(const gpu__launch_context *context, typename Op::Out *out,
                                                             const typename Op::In *a, const typename Op::In *x,
                                                             size_t rows, size_t cols, typename Op::Mode mode)
{
    typedef typename Op::In In;
    constexpr int Pack = gpu__vector<In>;
    if (rows == 0) return cudaSuccess;
    if constexpr (!Op::Pair)
        if (cols == 1) /* the same as one row */
            return gpu__cols<Op>(context, out, a, x, 1, rows, mode);
    const cudaStream_t stream = (cudaStream_t)context->stream;
    if (cols * sizeof(In) <= 256)
        gpu__rows_short<Op>(stream, out, a, x, rows, cols, mode);
    else if (cols <= 4096) {
        if (gpu__aligned(a, sizeof(In) * Pack) && cols % Pack == 0)
            gpu__rows_grouped<Op, Pack>(stream, out, a, x, rows, cols, mode);
        else
            gpu__rows_grouped<Op, 1>(stream, out, a, x, rows, cols, mode);
    } else {
        const size_t chunk = gpu__row_chunk(cols);
        const unsigned parts = (unsigned)gpu__row_parts(cols);
        typename Op::Fold::Acc *partial = (typename Op::Fold::Acc *)context->space;
        const unsigned apart = Result == 1 || cols % Pack == 0 ? 1 : Pack;
        const size_t groups = gpu__ceil_div(rows, Result * apart) * apart;
        if (Result > 1 && groups * parts >= (size_t)context->multiprocessors * 2)
            gpu__rows_by_block<Op, Pack, Result, 2><<<(unsigned)(groups * parts), 256, 0, stream>>>(
                out, partial, context->ticket, a, x, rows, cols, apart, chunk, parts, mode);
        else
            gpu__rows_by_block<Op, Pack, 1, 4><<<(unsigned)(rows * parts), 256, 0, stream>>>(
                out, partial, context->ticket, a, x, rows, cols, 1, chunk, parts, mode);
        gpu__fold<typename Op::Fold>(stream, out, partial, rows, parts, mode);
    }
    return cudaGetLastError();
}

/* Launches the kernels for the job of a reduction along an axis, of columns or of rows. */
template <bool Columns, class Op> static cudaError_t gpu__axis_launch(const gpu__launch_context *context, void *out,
                                                                      const void *const *in, const gpu__job *j,
                                                                      typename Op::Mode mode)
{
    typename Op::Out *const to = (typename Op::Out *)out;
    const typename Op::In *const a = (const typename Op::In *)in[0], *const x = (const typename Op::In *)in[1];
    if constexpr (Columns)
        return gpu__cols<Op>(context, to, a, NULL, j->rows, j->cols, mode);
    else
        return gpu__rows < Op, Op::Pair ? 2 : 1 > (context, to, a, x, j->rows, j->cols, mode);
}
/* --------------------------------------------------------------------------------------- src/families/axis/scan.cuh */
/* ---- Running sums along an axis ---------------------------------------------------------------------------------- */

/* The order is that of families/axis/order.h. A block scans a segment, tile after tile, and each of its threads one
   piece of a tile; the next tile is loaded meanwhile. Contiguous tiles go through shared memory (Staged), so that
   accesses are coalesced: the tiles of rows, of which a block takes several if they are short, and those of a matrix of
   fewer than 32 columns. Otherwise each thread of a warp has a column of its own. If a chain has several segments, a
   first launch computes their sums (Totals). */
typedef struct gpu__scan_axis_grid {
    size_t rows, cols, chains; /* chains: the rows, or the columns */
    size_t blocks;             /* blocks for one segment of every chain */
    size_t tiles, per_segment;
    size_t base_step, span; /* contiguous tiles: distance of blocks; maximum size of a block's part */
    unsigned pieces, most;  /* pieces of a tile; maximum size of a contiguous tile */
    unsigned own;           /* elements of one row in the tile */
    unsigned period;        /* the sum restarts after this many elements of a piece: very short rows share one */
    bool colwise;
} gpu__scan_axis_grid;

/* The index of element i of a tile in shared memory, with padding against bank conflicts. */
template <class Type> static __host__ __device__ constexpr unsigned gpu__scan_padded(unsigned i)
{
    return i + i / (128 / (unsigned)sizeof(Type));
}
#ifdef __CUDA_ARCH__
/* The part of its block's tiles that a thread works on. */
template <bool Staged> struct gpu__scan_axis_thread {
    unsigned piece, apart;         /* distance of the threads of neighbouring pieces */
    unsigned start, step, own_end; /* contiguous tiles: indices of the piece's elements */
    size_t chain, segment, base, span;
    __device__ __forceinline__ gpu__scan_axis_thread(const gpu__scan_axis_grid &g)
    {
        const unsigned t = threadIdx.x, wide = GPU__SCAN_PIECES / g.pieces, slot = g.colwise ? t % wide : t / g.pieces;
        const size_t block = blockIdx.x % g.blocks;
        piece = g.colwise ? t / wide : t % g.pieces, apart = g.colwise ? wide : 1;
        chain = block * wide + slot, segment = blockIdx.x / g.blocks;
        base = block * g.base_step;
        span = g.rows * g.cols - base < g.span ? g.rows * g.cols - base : g.span;
        step = Staged && g.colwise ? (unsigned)g.cols : 1;
        start = g.colwise ? piece * GPU__SCAN_PIECE * step + slot : slot * g.own + piece * GPU__SCAN_PIECE;
        own_end = !g.colwise ? (slot + 1) * g.own : slot < g.cols ? GPU__SCAN_TILE : 0;
    }
    /* Number of elements of the piece or, if tiles are contiguous, of the tile. */
    __device__ __forceinline__ unsigned count(const gpu__scan_axis_grid &g, size_t tile) const
    {
        const size_t all = Staged           ? span
                           : chain < g.cols ? g.rows
                                            : 0,
                     most = Staged ? g.most : GPU__SCAN_PIECE,
                     from = Staged ? tile * most : (tile * g.pieces + piece) * most;
        return (unsigned)(from >= all ? 0 : all - from < most ? all - from : most);
    }
    /* The index, in the piece or contiguous tile, of the k-th element that the thread loads and stores; and its index
       in memory. */
    static __device__ __forceinline__ unsigned moved(unsigned k)
    {
        return Staged ? k * GPU__SCAN_PIECES + threadIdx.x : k;
    }
    __device__ __forceinline__ size_t address(const gpu__scan_axis_grid &g, size_t tile, unsigned k) const
    {
        return Staged ? base + tile * g.most + moved(k)
                      : ((tile * g.pieces + piece) * GPU__SCAN_PIECE + k) * g.cols + chain;
    }
};

/* Recursive halving over the sums of pieces: by shuffles within a warp, then through shared memory. Leaves all results
   in `values`. */
template <class Accum> static __device__ __forceinline__ void
gpu__scan_axis_halve(Accum v, Accum *values, unsigned piece, unsigned pieces, unsigned apart)
{
    const unsigned t = threadIdx.x;
    unsigned d = 1;
    for (; d < pieces && 2 * d * apart <= 32; d *= 2) {
        const Accum front = gpu__shuffle(v, (int)((t - ((piece & (d - 1)) + 1) * apart) & 31));
        if (piece & d) v = front + v;
    }
    for (; d < pieces; d *= 2) {
        values[t] = v;
        __syncthreads();
        if (piece & d) v = values[t - ((piece & (d - 1)) + 1) * apart] + v;
        __syncthreads();
    }
    values[t] = v;
    __syncthreads();
}
#endif

/* Scans a segment of each of its chains, tile after tile; with Totals it only sums them up. */
template <class Type, class Accum, bool Staged, bool Totals>
static __global__ void __launch_bounds__(GPU__SCAN_PIECES, (sizeof(Type) == 4 ? 3 : 2) + Staged)
    gpu__scan_axis_kernel(Type *out, const Type *in, Accum *sums, gpu__scan_axis_grid g)
{
#ifdef __CUDA_ARCH__
    constexpr unsigned Piece = GPU__SCAN_PIECE;
    constexpr Accum Nothing = (Accum)-0.0;
    __shared__ Accum values[GPU__SCAN_PIECES];
    __shared__ Type staged[Staged ? gpu__scan_padded<Type>(GPU__SCAN_TILE) : 1];
    const gpu__scan_axis_thread<Staged> my(g);
    const size_t first = my.segment * g.per_segment,
                 last = first + g.per_segment < g.tiles ? first + g.per_segment : g.tiles;
    Type next[Piece], x[Piece];
    Accum before = Nothing, sum = Nothing;
    if (!Totals && my.chain < g.chains)
#pragma unroll 16
        for (size_t k = 0; k < my.segment; ++k) before = before + sums[k * g.chains + my.chain];
    auto load = [&](size_t tile) {
        const unsigned n = my.count(g, tile);
#pragma unroll
        for (unsigned k = 0; k < Piece; ++k) next[k] = my.moved(k) < n ? in[my.address(g, tile, k)] : Type();
    };
    load(first);
    for (size_t tile = first; tile < last; ++tile) {
        const unsigned n = my.count(g, tile), end = my.own_end < n ? my.own_end : n;
        auto padded = [&](unsigned k) { return gpu__scan_padded<Type>(my.start + k * my.step); };
        if (Staged) {
#pragma unroll
            for (unsigned k = 0; k < Piece; ++k)
                if (my.moved(k) < n) staged[gpu__scan_padded<Type>(my.moved(k))] = next[k];
            __syncthreads();
        }
#pragma unroll
        for (unsigned k = 0; !Staged && k < Piece; ++k) x[k] = next[k];
        auto element = [&](unsigned k) {
            return (Accum)(!Staged ? x[k] : my.start + k * my.step < end ? staged[padded(k)] : Type());
        };
        if (tile + 1 < last) load(tile + 1);
        Accum s = Nothing;
#pragma unroll
        for (unsigned k = 0; k < Piece; ++k) s = s + element(k);
        gpu__scan_axis_halve(s, values, my.piece, g.pieces, my.apart);
        if (!Totals) {
            const Accum front = before + (sum + (my.piece > 0 ? values[threadIdx.x - my.apart] : Nothing));
            unsigned at = 0;
            s = Nothing;
#pragma unroll
            for (unsigned k = 0; k < Piece; ++k, ++at) {
                if (Staged && at == g.period) s = Nothing, at = 0;
                s = s + element(k);
                if (!Staged && k < n) out[my.address(g, tile, k)] = (Type)(front + s);
                if (Staged && my.start + k * my.step < end) staged[padded(k)] = (Type)(front + s);
            }
            if (Staged) __syncthreads();
#pragma unroll
            for (unsigned k = 0; Staged && k < Piece; ++k)
                if (my.moved(k) < n) out[my.address(g, tile, k)] = staged[gpu__scan_padded<Type>(my.moved(k))];
        }
        sum = sum + values[threadIdx.x + (g.pieces - 1 - my.piece) * my.apart];
        __syncthreads(); /* values and staged are free again */
    }
    if (Totals && my.piece == 0 && my.chain < g.chains) sums[my.segment * g.chains + my.chain] = sum;
#endif
}

template <class Type, class Accum, bool Staged> static void
gpu__scan_axis_start(cudaStream_t stream, Type *out, const Type *in, Accum *sums, const gpu__scan_axis_grid &g)
{
    const unsigned blocks = (unsigned)(g.blocks * gpu__ceil_div(g.tiles, g.per_segment));
    if (g.tiles > g.per_segment)
        gpu__scan_axis_kernel<Type, Accum, Staged, true><<<blocks, GPU__SCAN_PIECES, 0, stream>>>(out, in, sums, g);
    gpu__scan_axis_kernel<Type, Accum, Staged, false><<<blocks, GPU__SCAN_PIECES, 0, stream>>>(out, in, sums, g);
}
static inline gpu__scan_axis_grid gpu__scan_axis_grid_of(const gpu__job *j)
{
    const gpu__scan_split *const split = (const gpu__scan_split *)j->detail;
    const bool colwise = split->colwise;
    const size_t rows = j->rows, cols = j->cols, length = colwise ? rows : cols;
    const size_t most = gpu__scan_pieces(cols, colwise), have = gpu__ceil_div(length, GPU__SCAN_PIECE);
    gpu__scan_axis_grid g = {};
    g.rows = rows, g.cols = cols, g.chains = colwise ? cols : rows, g.colwise = colwise;
    for (g.pieces = 1; g.pieces < have && g.pieces < most;) g.pieces *= 2;
    g.tiles = gpu__ceil_div(length, (size_t)g.pieces * GPU__SCAN_PIECE);
    g.per_segment = split->per_segment;
    g.period = GPU__SCAN_PIECE;
    g.span = rows * cols;
    if (colwise && cols < GPU__SCAN_COLS) {
        g.blocks = 1, g.most = g.pieces * GPU__SCAN_PIECE * (unsigned)cols;
    } else if (colwise) {
        g.blocks = gpu__ceil_div(cols, GPU__SCAN_PIECES / g.pieces);
    } else if (g.tiles > 1) {
        g.blocks = rows, g.base_step = g.span = cols, g.own = g.most = GPU__SCAN_TILE;
    } else {
        const unsigned many =
            cols <= GPU__SCAN_PIECE / 2 ? GPU__SCAN_PIECE / (unsigned)cols : 1; /* rows of one thread */
        g.own = many * (unsigned)cols;
        if (many > 1) g.period = (unsigned)cols;
        g.base_step = g.most = GPU__SCAN_PIECES / g.pieces * g.own;
        g.blocks = gpu__ceil_div(rows * cols, g.most);
    }
    return g;
}
template <class Type, class Accum>
static cudaError_t gpu__scan_axis(const gpu__launch_context *context, Type *out, const Type *in, const gpu__job *j)
{
    const cudaStream_t stream = (cudaStream_t)context->stream;
    const gpu__scan_axis_grid g = gpu__scan_axis_grid_of(j);
    if ((g.colwise ? g.rows : g.cols) == 1)
        return in == out ? cudaSuccess
                         : cudaMemcpyAsync(out, in, g.rows * g.cols * sizeof(Type), cudaMemcpyDefault, stream);
    if (g.colwise && g.cols >= GPU__SCAN_COLS)
        gpu__scan_axis_start<Type, Accum, false>(stream, out, in, (Accum *)context->space, g);
    else
        gpu__scan_axis_start<Type, Accum, true>(stream, out, in, (Accum *)context->space, g);
    return cudaGetLastError();
}
/* ----------------------------------------------------------------------------------- src/families/exchange/fold.cuh */
#ifdef GPU_SEVERAL_DEVICES
/* ---- Exchange between the devices of a process ------------------------------------------------------------------- */

/* The index in a device's flags. For both synchronisations of an exchange, each part and each block of its kernel, a
   flag is the last epoch in which that block has arrived. */
__host__ __device__ constexpr int gpu__exchange_flag(int meeting, int part, int block)
{
    return (meeting * GPU__MAX_DEVICES + part) * GPU__EXCHANGE_BLOCKS + block;
}

#ifdef __CUDA_ARCH__
/* Synchronises block b with the blocks b of all parts: afterwards it sees everything that their threads have written
   before. */
static __device__ __forceinline__ void gpu__exchange_meet(const gpu__exchange_args &a, int meeting)
{
    __syncthreads();
    if ((int)threadIdx.x < a.parts) {
        uint64_t *theirs = a.flags[threadIdx.x] + gpu__exchange_flag(meeting, a.part, blockIdx.x), seen;
        const uint64_t *ours = a.flags[a.part] + gpu__exchange_flag(meeting, threadIdx.x, blockIdx.x);
        asm volatile("st.release.sys.global.u64 [%0], %1;" ::"l"(theirs), "l"(a.epoch) : "memory");
        do asm volatile("ld.acquire.sys.global.u64 %0, [%1];" : "=l"(seen) : "l"(ours) : "memory");
        while (seen < a.epoch);
    }
    __syncthreads();
}
template <class Type, gpu_fold Fold> static __device__ __forceinline__ typename gpu__types_of<Type>::sum
gpu__folded(typename gpu__types_of<Type>::sum a, typename gpu__types_of<Type>::sum b)
{
    typedef typename gpu__types_of<Type>::sum Accum;
    typedef typename gpu__types_of<Type>::wrap_sum Wrap;
    if (Fold == GPU_FOLD_MIN) return GPU__FIRST_OF(a, b, <);
    if (Fold == GPU_FOLD_MAX) return GPU__FIRST_OF(a, b, >);
    return (Accum)((Wrap)a + (Wrap)b);
}
/* Folds tiles of Unroll packs a thread, so that enough loads are in flight to saturate the link; then the elements that
   are not aligned. */
template <class Type, gpu_fold Fold>
static __device__ __forceinline__ void gpu__exchange_share(const gpu__exchange_args &a)
{
    typedef typename gpu__types_of<Type>::sum Accum;
    constexpr int Pack = 16 / (int)sizeof(Type), Unroll = 4, Threads = 512;
    const size_t singles = a.end - a.begin - a.packs * Pack;
    for (size_t tile = (size_t)blockIdx.x * Unroll * Threads; tile < a.packs;
         tile += (size_t)gridDim.x * Unroll * Threads) {
        Accum v[Unroll][Pack];
        for (int k = 0; k < a.parts; k++) {
            const uint4 *const x = (const uint4 *)((const Type *)a.array[k] + a.begin + a.head);
            alignas(16) Type in[Unroll][Pack];
#pragma unroll
            for (int u = 0; u < Unroll; u++) {
                const size_t at = tile + u * Threads + threadIdx.x;
                *(uint4 *)in[u] = at < a.packs ? x[at] : uint4();
            }
#pragma unroll
            for (int u = 0; u < Unroll; u++)
#pragma unroll
                for (int j = 0; j < Pack; j++)
                    v[u][j] = k ? gpu__folded<Type, Fold>(v[u][j], (Accum)in[u][j]) : (Accum)in[u][j];
        }
        for (int k = a.to; k < a.to_end; k++) {
            uint4 *const out = (uint4 *)((Type *)a.array[k] + a.begin + a.head);
#pragma unroll
            for (int u = 0; u < Unroll; u++) {
                const size_t at = tile + u * Threads + threadIdx.x;
                alignas(16) Type result[Pack];
#pragma unroll
                for (int j = 0; j < Pack; j++) result[j] = (Type)v[u][j];
                if (at < a.packs) out[at] = *(const uint4 *)result;
            }
        }
    }
    for (size_t i = (size_t)blockIdx.x * Threads + threadIdx.x; i < singles; i += (size_t)gridDim.x * Threads) {
        const size_t at = a.begin + (i < a.head ? i : i + a.packs * Pack);
        Accum v = (Accum)((const Type *)a.array[0])[at];
        for (int k = 1; k < a.parts; k++) v = gpu__folded<Type, Fold>(v, (Accum)((const Type *)a.array[k])[at]);
        for (int k = a.to; k < a.to_end; k++) ((Type *)a.array[k])[at] = (Type)v;
    }
}
#endif

template <class Type> __global__ void __launch_bounds__(512)
    gpu__exchange_parts(const __grid_constant__ gpu__exchange_args a)
{
#ifdef __CUDA_ARCH__
    if (a.meetings & 1) gpu__exchange_meet(a, 0); /* all parts have completed the work that was queued before */
    if (a.fold == GPU_FOLD_SUM)
        gpu__exchange_share<Type, GPU_FOLD_SUM>(a);
    else if (a.fold == GPU_FOLD_MIN)
        gpu__exchange_share<Type, GPU_FOLD_MIN>(a);
    else
        gpu__exchange_share<Type, GPU_FOLD_MAX>(a);
    if (a.meetings & 2) gpu__exchange_meet(a, 1); /* all parts have read and written their shares */
#endif
}
/* head: the number of elements before the first one that is aligned to 16 bytes in every array; packs: that of packs of
   16 bytes after it. */
template <class Type> static cudaError_t gpu__exchange_launch(gpu__exchange_args a, cudaStream_t stream)
{
    const size_t n = a.end - a.begin;
    const uintptr_t low = ((uintptr_t)a.array[0] + a.begin * sizeof(Type)) & 15;
    bool alike = low % sizeof(Type) == 0;
    for (int k = 1; k < a.parts; k++) alike &= ((uintptr_t)a.array[0] & 15) == ((uintptr_t)a.array[k] & 15);
    a.head = (16 - low) % 16 / sizeof(Type);
    if (!alike || a.head > n) a.head = n;
    a.packs = (n - a.head) / (16 / sizeof(Type));
    gpu__exchange_parts<Type><<<(unsigned)a.blocks, 512, 0, stream>>>(a);
    return cudaGetLastError();
}
#endif
/* ----------------------------------------------------------------------------- src/families/transpose/transpose.cuh */
template <int Size> static int gpu__transpose_device(const gpu__job *j, const gpu__launch_context *context, void *out,
                                                     const void *const *in)
{
    return (int)gpu__transpose<Size>((cudaStream_t)context->stream, out, in[0], j->rows, j->cols);
}
/* ------------------------------------------------------------------------------------- src/families/count/count.cuh */
/* ---- Histogram --------------------------------------------------------------------------------------------------- */

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

#ifdef __CUDA_ARCH__
/* Adds the block's counts to global memory: counts[b] += the sum of the counters of bin b. */
template <int Threads> static __device__ __forceinline__ void
gpu__histogram_add(unsigned long long *counts, const unsigned *counters, unsigned bins, unsigned copies, unsigned t)
{
    for (unsigned b = t; b < bins; b += Threads) {
        unsigned long long sum = 0;
        for (unsigned k = 0; k < copies; ++k) sum += counters[b * copies + ((k + t) & (copies - 1))];
        if (sum > 0) atomicAdd(counts + b, sum);
    }
}

/* A tile for few bins: values whose bin must be checked are rare, unless they are integers on edges. */
template <int Threads, class Type, class Bin, int Pack, int Unroll, class Put>
static __device__ __forceinline__ void gpu__histogram_few(const Put &put, const Bin &bin,
                                                          const gpu__pack<Type, Pack> (&v)[Unroll], const Type *from,
                                                          unsigned t)
{
    decltype(Bin::sure + 0) worst = 0, each;
    unsigned b[Unroll * Pack];
#pragma unroll
    for (int m = 0; m < Unroll * Pack; ++m) {
        b[m] = bin.fast(v[m / Pack].v[m % Pack], each);
        worst = max(worst, each);
    }
    if (worst <= bin.sure)
#pragma unroll
        for (int m = 0; m < Unroll * Pack; ++m) put(b[m]);
    else
#pragma unroll 1
        for (int u = 0; u < Unroll; ++u) { /* loads again, since a variable index would put v into local memory */
            const gpu__pack<Type, Pack> w = *(const gpu__pack<Type, Pack> *)(from + ((size_t)u * Threads + t) * Pack);
#pragma unroll
            for (int i = 0; i < Pack; ++i) put(bin.slow(w.v[i]));
        }
}

/* A tile for many bins: nearly every tile has a lane with a value to be checked, so the lanes check their values in a
   loop, each its next one. */
template <class Type, class Bin, int Pack, int Unroll, class Put> static __device__ __forceinline__ void
gpu__histogram_many(const Put &put, const Bin &bin, const gpu__pack<Type, Pack> (&v)[Unroll])
{
    unsigned unsure = 0;
#pragma unroll
    for (int m = 0; m < Unroll * Pack; ++m) {
        decltype(Bin::sure + 0) off;
        const unsigned b = bin.fast(v[m / Pack].v[m % Pack], off);
        const bool sure = off <= bin.sure;
        unsure |= (unsigned)!sure << m;
        put(sure ? b : ~0u);
    }
    for (; unsure != 0; unsure &= unsure - 1) {
        const unsigned at = __ffs((int)unsure) - 1;
        Type value = v[0].v[0];
#pragma unroll
        for (int m = 1; m < Unroll * Pack; ++m) value = (int)at == m ? v[m / Pack].v[m % Pack] : value;
        put(bin.slow(value));
    }
}
#endif

/* A block counts the bins [slice * width, +width) in shared memory, in `copies` copies of each counter: with 32 every
   lane of a warp has its own bank. If the bins do not fit, they are split into slices, whose blocks read the same data
   at the same time, so that all but one find it in L2. width == 0: counts in global memory. */
template <class Type, class Bin, int Pack, int Threads, int Unroll, bool Collect>
static __global__ void __launch_bounds__(Threads)
    gpu__histogram_count(unsigned long long *counts, const Type *x, size_t n, Bin bin, unsigned bins, unsigned width,
                         unsigned slices, unsigned shift)
{
#ifdef __CUDA_ARCH__
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
            } else if (b - low < here)
                atomicAdd(gpu__counters + (b - low) * copies + mine, 1u);
        } else /* values outside have a counter of their own, since an if would be a branch for every value */
            asm volatile("red.shared.add.u32 [%0], 1;" ::"r"(counters + min(b, here) * apart) : "memory");
    };
    size_t head = (sizeof(gpu__pack<Type, Pack>) - (uintptr_t)x % sizeof(gpu__pack<Type, Pack>)) %
                  sizeof(gpu__pack<Type, Pack>) / sizeof(Type);
    if (head > n) head = n;
    const size_t tile = (size_t)Threads * Unroll * Pack, tiles = (n - head) / tile;
    for (size_t k = part; k < tiles; k += parts) {
        gpu__pack<Type, Pack> v[Unroll];
#pragma unroll
        for (int u = 0; u < Unroll; ++u)
            v[u] = *(const gpu__pack<Type, Pack> *)(x + head + k * tile + ((size_t)u * Threads + t) * Pack);
        if (Collect)
            gpu__histogram_many(put, bin, v);
        else
            gpu__histogram_few<Threads, Type>(put, bin, v, x + head + k * tile, t);
    }
    if (part == parts - 1) {
        for (size_t i = t; i < head; i += Threads) put(bin.slow(x[i]));
        for (size_t i = head + tiles * tile + t; i < n; i += Threads) put(bin.slow(x[i]));
    }
    __syncthreads();
    gpu__histogram_add<Threads>(counts + low, gpu__counters, here, copies, t);
#endif
}

/* shared_limit: the largest dynamic shared memory a block may opt in to. */
template <class Type, class Bin> static cudaError_t gpu__count_into(cudaStream_t stream, int multiprocessors,
                                                                    size_t shared_limit, unsigned long long *counts,
                                                                    unsigned bins, const Type *x, size_t n, Bin bin)
{
    constexpr int Pack = 16 / sizeof(Type);
    cudaError_t e = cudaMemsetAsync(counts, 0, bins * sizeof *counts, stream);
    if (e != cudaSuccess || n == 0) return e;
    if (bins <= 8192) {
        unsigned shift = 5;
        while (shift > 0 && bins << shift > 8192) --shift;
        const size_t tiles = gpu__ceil_div(n, (size_t)512 * 4 * Pack), most = (size_t)multiprocessors * 4;
        gpu__histogram_count<Type, Bin, Pack, 512, 4, false>
            <<<(unsigned)(tiles < most ? tiles : most), 512, ((bins + 1) << shift) * 4, stream>>>(counts, x, n, bin,
                                                                                                  bins, bins, 1, shift);
        return cudaGetLastError();
    }
    const size_t fit = shared_limit / 4, slices = gpu__ceil_div(bins, fit), tile = (size_t)1024 * 2 * Pack;
    const size_t tiles = gpu__ceil_div(n, tile);
    if (slices > 8 || tiles * tile / 4 < bins) { /* clearing the counters would cost more than they save */
        const size_t most = (size_t)multiprocessors * 2;
        gpu__histogram_count<Type, Bin, Pack, 1024, 2, true>
            <<<(unsigned)(tiles < most ? tiles : most), 1024, 0, stream>>>(counts, x, n, bin, bins, 0, 1, 0);
        return cudaGetLastError();
    }
    const unsigned width = (unsigned)gpu__ceil_div(bins, slices);
    const size_t per = shared_limit / (width * 4) < 2 ? 1 : 2,
                 most = gpu__ceil_div((size_t)multiprocessors * per, slices);
    e = cudaFuncSetAttribute(gpu__histogram_count<Type, Bin, Pack, 1024, 2, true>,
                             cudaFuncAttributeMaxDynamicSharedMemorySize, (int)(width * 4));
    if (e != cudaSuccess) return e;
    gpu__histogram_count<Type, Bin, Pack, 1024, 2, true>
        <<<(unsigned)((tiles < most ? tiles : most) * slices), 1024, width * 4, stream>>>(counts, x, n, bin, bins,
                                                                                          width, (unsigned)slices, 0);
    return cudaGetLastError();
}

template <class Type> static cudaError_t gpu__histogram(cudaStream_t stream, int multiprocessors, size_t shared_limit,
                                                        unsigned long long *counts, unsigned bins, const Type *x,
                                                        size_t n, double lo, double hi)
{
    if constexpr ((Type)0.5 != (Type)0)
        return gpu__count_into(stream, multiprocessors, shared_limit, counts, bins, x, n,
                               gpu__bin_range<Type>::make(lo, hi, bins));
    else
        return gpu__count_into(stream, multiprocessors, shared_limit, counts, bins, x, n,
                               gpu__bin_whole<Type>{gpu__bin_range<double>::make(lo, hi, bins),
                                                    gpu__bin_range<double>::make(lo, hi, bins).sure});
}
template <class Type> static cudaError_t gpu__bincount(cudaStream_t stream, int multiprocessors, size_t shared_limit,
                                                       unsigned long long *counts, unsigned bins, const Type *x,
                                                       size_t n)
{
    return gpu__count_into(stream, multiprocessors, shared_limit, counts, bins, x, n, gpu__bin_index<Type>{bins});
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
#ifdef __CUDA_ARCH__
    __shared__ double weight[GPU__WEIGHTS_WARPS][32], rows[Shared ? GPU__WEIGHTS_WARPS * GPU__WEIGHTS_SHARED : 1];
    const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32, low = blockIdx.y * width,
                   count = bins - low < width ? bins - low : width;
    const size_t part = (size_t)blockIdx.x * GPU__WEIGHTS_WARPS + warp, first = part * length;
    if (part >= parts) return;
    const size_t end = n - first < length ? n : first + length;
    volatile double *const row = Shared ? rows + warp * width : sums + part * bins + low;
    for (unsigned b = lane; b < count; b += 32) row[b] = 0;
    __syncwarp();
    auto bin_at = [&](size_t i) { /* no bin of a slice has the number ~0u */
                                  return i < end && (unsigned long long)x[i] - low < count ? (unsigned)x[i] - low : ~0u;
    };
    unsigned next_bin[GPU__WEIGHTS_AHEAD];
    Type next[GPU__WEIGHTS_AHEAD];
    auto load = [&](size_t i, int u) {
        next_bin[u] = bin_at(i);
        next[u] = i < end ? w[i] : (Type)0;
    };
#pragma unroll
    for (int u = 0; u < GPU__WEIGHTS_AHEAD; u++) load(first + u * 32 + lane, u);
    for (size_t i = first; i < end; i += GPU__WEIGHTS_AHEAD * 32) {
#pragma unroll
        for (int u = 0; u < GPU__WEIGHTS_AHEAD; u++) {
            const unsigned bin = next_bin[u];
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
#endif
}
/* Each warp folds the partial sums of one bin. */
template <int Threads> static __global__ void __launch_bounds__(Threads)
    gpu__weights_fold_parts(double *out, const double *sums, unsigned bins, size_t parts)
{
#ifdef __CUDA_ARCH__
    const unsigned lane = threadIdx.x % 32, bin = blockIdx.x * (Threads / 32) + threadIdx.x / 32;
    if (bin >= bins) return;
    double sum = 0;
    for (size_t p = lane; p < parts; p += 32) sum += sums[p * bins + bin];
    for (unsigned s = 16; s; s /= 2) sum += __shfl_down_sync(~0u, sum, s);
    if (lane == 0) out[bin] = sum;
#endif
}
template <class Index, class Type> static cudaError_t gpu__weights(cudaStream_t stream, double *out, double *space,
                                                                   unsigned bins, const Index *x, const Type *w,
                                                                   size_t n, const gpu__weights_split &split)
{
    const size_t parts = split.parts, length = split.length;
    double *const sums = parts > 1 ? space : out;
    const size_t slices = gpu__ceil_div(bins, GPU__WEIGHTS_SHARED);
    const unsigned width = slices == 1                    ? bins
                           : slices < GPU__WEIGHTS_SLICES ? (unsigned)GPU__WEIGHTS_SHARED
                                                          : (unsigned)gpu__ceil_div(bins, GPU__WEIGHTS_SLICES);
    const dim3 blocks((unsigned)gpu__ceil_div(parts, GPU__WEIGHTS_WARPS), (unsigned)gpu__ceil_div(bins, width));
    if (width <= GPU__WEIGHTS_SHARED)
        gpu__weights_parts<Index, Type, true>
            <<<blocks, GPU__WEIGHTS_WARPS * 32, 0, stream>>>(sums, bins, width, x, w, n, parts, length);
    else
        gpu__weights_parts<Index, Type, false>
            <<<blocks, GPU__WEIGHTS_WARPS * 32, 0, stream>>>(sums, bins, width, x, w, n, parts, length);
    if (parts > 1)
        gpu__weights_fold_parts<256><<<(unsigned)gpu__ceil_div(bins, 8), 256, 0, stream>>>(out, sums, bins, parts);
    return cudaGetLastError();
}
/* ----------------------------------------------------------------------------------- src/families/window/window.cuh */
/* ---- Windows ----------------------------------------------------------------------------------------------------- */

/* Output i sees x[i - left .. i - left + width), zero outside [0, n). Trailing (the mean of the last `width`
   values): left = width - 1, outs = n. 'valid': left = 0, outs = n - width + 1. 'same': left = width / 2, outs = n.
   out must not overlap x. */

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

#ifdef __CUDA_ARCH__
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
#pragma unroll
        for (unsigned u = 0; u < Each / Pack + 1; ++u) /* the part that every tile has, unrolled */
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
gpu__window_store(Type *out, Type *stage, const Type (&v)[Each], long long first, long long outs)
{
    constexpr unsigned Pack = 16 / sizeof(Type);
    const unsigned lane = threadIdx.x % 32, begin = (threadIdx.x - lane) * Each;
    stage += begin, out += first + begin, outs -= first + begin;
#pragma unroll
    for (unsigned j = 0; j < Each; ++j) stage[lane * Each + j] = v[j];
    __syncwarp();
    if (outs >= 32 * Each && (uintptr_t)out % 16 == 0)
#pragma unroll
        for (unsigned i = lane * Pack; i < 32 * Each; i += 32 * Pack) gpu__move_out_once<16>(out + i, stage + i);
    else
#pragma unroll
        for (unsigned i = lane; i < 32 * Each; i += 32)
            if ((long long)i < outs) out[i] = stage[i];
}

/* The order of the sums is that of families/window/order.h; z[k] is x[k - left]. */

/* The sum of z[start .. start + count), count <= 1152, over the lanes of a block: gpu__window_lanes, then a barrier,
   then gpu__window_joined. */
template <class Type> static __device__ inline void gpu__window_lanes(double *scratch, const Type *x, long long n,
                                                                      long long start, unsigned count)
{
    const unsigned t = threadIdx.x;
    double sum = 0;
#pragma unroll
    for (unsigned k = 0; k < GPU__WINDOW_TILE; k += GPU__WINDOW_LANES) {
        const long long i = start + k + t;
        if (k + t < count && i >= 0 && i < n) sum += (double)x[i];
    }
#pragma unroll
    for (unsigned s = 16; s > 0; s /= 2) sum += __shfl_xor_sync(~0u, sum, s);
    if (t % 32 == 0) scratch[t / 32] = sum;
}
static __device__ inline double gpu__window_joined(const double *scratch)
{
    return (scratch[0] + scratch[2]) + (scratch[1] + scratch[3]);
}
#endif

/* The sums of runs of 1152, for windows wider than GPU__WINDOW_NARROW. */
template <class Type> static __global__ void __launch_bounds__(GPU__WINDOW_THREADS)
    gpu__window_runs(double *sums, const Type *x, long long n, long long left)
{
#ifdef __CUDA_ARCH__
    __shared__ double scratch[4];
    gpu__window_lanes(scratch, x, n, (long long)blockIdx.x * GPU__WINDOW_TILE - left, GPU__WINDOW_TILE);
    __syncthreads();
    if (threadIdx.x == 0) sums[blockIdx.x] = gpu__window_joined(scratch);
#endif
}
/* One power of 16 of gpu__window_between: adds `picks` sums, from sums[r + at] on with the given stride, to u[r];
   next[r] is the sum of 16 of them. */
template <int Radix> static __global__ void __launch_bounds__(256)
    gpu__window_power(double *u, double *next, const double *sums, size_t outs, size_t count, size_t at, size_t stride,
                      unsigned picks)
{
#ifdef __CUDA_ARCH__
    const size_t r = (size_t)blockIdx.x * 256 + threadIdx.x;
    if (r < outs) {
        double sum = stride == 1 ? 0.0 : u[r];
        for (unsigned k = 0; k < picks; ++k) sum += sums[r + at + k * stride];
        u[r] = sum;
    }
    if (next != NULL && r + (Radix - 1) * stride < count) {
        double sum = sums[r];
#pragma unroll
        for (unsigned k = 1; k < Radix; ++k) sum += sums[r + k * stride];
        next[r] = sum;
    }
#endif
}

#ifdef __CUDA_ARCH__
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
#pragma unroll
            for (unsigned k = 1; k < Radix; ++k) sum += sums[r + k];
            spare[r] = sum;
        }
        __syncthreads();
        for (unsigned k = 0; k < m / Radix; ++k) u += spare[t + 1 + single + k * Radix];
    }
    return u;
}

/* Computes the means from the sums: of `width` values or, with shrink, of those inside [0, n). */
template <unsigned Each, class Type>
static __device__ __forceinline__ void gpu__window_means(Type (&v)[Each], const double (&sum)[Each], long long n,
                                                         long long width, long long start, bool shrink, unsigned t)
{
    constexpr unsigned Tile = GPU__WINDOW_TILE;
    if (!shrink || (start >= 0 && start + Tile + width <= n)) {
        const double inverse = 1.0 / (double)width;
#pragma unroll
        for (unsigned j = 0; j < Each; ++j)
            v[j] = (Type)(sizeof(Type) == 4 ? sum[j] * inverse : sum[j] / (double)width);
    } else
#pragma unroll
        for (unsigned j = 0; j < Each; ++j) {
            const long long a = start + t * Each + j, b = a + width, have = (b < n ? b : n) - (a < 0 ? 0 : a);
            v[j] = (Type)(sizeof(Type) == 4 && have == width ? sum[j] * (1.0 / (double)width) : sum[j] / (double)have);
        }
}

/* The sums of the warp's runs after a thread's own run and before it; the warp's totals go to `scratch`. */
static __device__ __forceinline__ void gpu__window_sides(double *scratch, double &behind, double &before, unsigned lane,
                                                         unsigned warp)
{
    constexpr unsigned Warps = GPU__WINDOW_THREADS / 32;
#pragma unroll
    for (unsigned d = 1; d < 32; d *= 2) {
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
static __device__ __forceinline__ void gpu__window_more_runs(double *sums, const Type *leaving, unsigned q, unsigned t)
{
    constexpr unsigned Each = GPU__WINDOW_EACH, Threads = GPU__WINDOW_THREADS;
    for (unsigned r = t + Threads; r < Threads + q; r += Threads) {
        double total = (double)leaving[r * Each];
#pragma unroll
        for (unsigned j = 1; j < Each; ++j) total += (double)leaving[r * Each + j];
        sums[r] = total;
    }
}

/* Adds the warps' totals: of the following warps to u, of the preceding warps to e. */
static __device__ __forceinline__ void gpu__window_add_warps(double &u, double &e, const double *scratch, unsigned warp)
{
    constexpr unsigned Warps = GPU__WINDOW_THREADS / 32;
#pragma unroll
    for (unsigned w = Warps - 1; w > 0; --w)
        if (w > warp) u += scratch[Warps + w];
#pragma unroll
    for (unsigned w = 0; w + 1 < Warps; ++w)
        if (w < warp) e += scratch[2 * Warps + w];
}

/* The sums of a thread's windows, (Q + U) + P. sum[j] is Q on entry; U is u or, once the window ends in the next run,
   `more`; P is `front`, which grows by one value of `in` from output to output. */
template <class Type, unsigned Each> static __device__ __forceinline__ void
gpu__window_join(double (&sum)[Each], const Type (&in)[Each], double front, double u, double more, unsigned s)
{
    sum[0] = (sum[0] + u) + front;
#pragma unroll
    for (unsigned j = 1; j < Each; ++j) {
        const double e = (double)in[j];
        front = s + j == Each ? e : front + e;
        if (s + j == Each) u = more;
        sum[j] = (sum[j] + u) + front;
    }
}

/* An exclusive scan of front[]; `before` becomes the sum of all its values. */
template <unsigned Each>
static __device__ __forceinline__ void gpu__window_exclusive(double (&front)[Each], double &before)
{
#pragma unroll
    for (unsigned j = 1; j < Each; ++j) {
        const double v = front[j];
        front[j] = before;
        before += v;
    }
    front[0] = 0;
}

/* The sums of the windows of a tile, for windows up to Each + 1 wide: a thread adds the elements of each. */
template <unsigned Each, class Type> static __device__ __forceinline__ void
gpu__window_sums_narrow(double (&sum)[Each], const Type *leaving, long long width, unsigned t)
{
    double v[2 * Each - 1];
    gpu__copies_done();
    __syncthreads();
#pragma unroll
    for (unsigned j = 0; j < 2 * Each - 1; ++j)
        v[j] = j < Each || j < Each + width ? (double)leaving[t * Each + j] : 0.0;
#pragma unroll
    for (unsigned j = 0; j < Each; ++j) {
        sum[j] = v[j];
#pragma unroll
        for (unsigned k = 1; k < Each; ++k)
            if (k < width) sum[j] += v[j + k];
    }
    __syncthreads();
}
/* The same for windows whose elements are all in shared memory: `sums` receives the sums of runs of Each elements, of
   which a window has q; at its end are s + 1 single elements. */
template <unsigned Each, class Type>
static __device__ __forceinline__ void gpu__window_sums_runs(double (&sum)[Each], double *sums, const Type *leaving,
                                                             const Type *entering, unsigned width, unsigned t)
{
    const unsigned q = (width - 1) / Each, s = (width - 1) % Each;
    Type in[Each];
    gpu__copies_done();
    __syncthreads();
    double total = (double)leaving[t * Each], front = (double)entering[(t + q) * Each];
#pragma unroll
    for (unsigned j = 0; j < Each; ++j) sum[j] = (double)leaving[t * Each + j];
#pragma unroll
    for (unsigned j = 1; j < Each; ++j) total += sum[j];
    sums[t] = total;
    gpu__window_more_runs(sums, leaving, q, t);
    for (unsigned k = 1; k <= s; ++k) front += (double)entering[(t + q) * Each + k];
#pragma unroll
    for (unsigned j = 1; j < Each; ++j) in[j] = entering[(t + q) * Each + s + j];
#pragma unroll
    for (unsigned j = Each - 1; j > 0; --j) sum[j - 1] += sum[j];
    __syncthreads();
    double u = gpu__window_within(sums, sums + GPU__WINDOW_THREADS + q, q);
    const double more = u + sums[t + q];
    gpu__window_join(sum, in, front, u, more, s);
}
/* The same for windows over several tiles: `between` is the sum of the whole tiles between the tile of the elements
   that leave the windows and that of those that enter. */
template <unsigned Each, class Type> static __device__ __forceinline__ void
gpu__window_sums_tiles(double (&sum)[Each], const Type *leaving, const Type *entering, const Type *x, long long n,
                       long long start, long long width, const double &between, unsigned t)
{
    __shared__ double scratch[3 * GPU__WINDOW_THREADS / 32];
    const unsigned q = (unsigned)(width / GPU__WINDOW_TILE), s = (unsigned)(width % GPU__WINDOW_TILE), lane = t % 32,
                   warp = t / 32;
    double front[Each], behind, before;
    gpu__window_lanes(scratch, x, n, start + (long long)q * GPU__WINDOW_TILE, s);
    gpu__copies_done();
    __syncthreads();
#pragma unroll
    for (unsigned j = 0; j < Each; ++j)
        sum[j] = (double)leaving[t * Each + j], front[j] = (double)entering[t * Each + j];
#pragma unroll
    for (unsigned j = Each - 1; j > 0; --j) sum[j - 1] += sum[j];
    behind = sum[0], before = front[0];
    gpu__window_exclusive(front, before);
    gpu__window_sides(scratch, behind, before, lane, warp);
    __syncthreads();
    double u = between, e = gpu__window_joined(scratch);
    gpu__window_add_warps(u, e, scratch, warp);
    if (lane < 31) u += behind;
    if (lane > 0) e += before;
#pragma unroll
    for (unsigned j = 0; j < Each; ++j) sum[j] = (sum[j] + u) + (front[j] + e);
}
#endif

/* A block computes one tile of outputs. Many small blocks, in order, access neighbouring memory at a time; they were
   measured to be faster than fewer blocks that prefetch their next tile. Span 0: windows up to 9 wide. Span 1: the
   buffer has all elements of the tile's windows. Span 2, for wider ones: it has two parts of capacity / 2 elements, for
   the elements that leave the windows and for those that enter. shrink: divide by the number of values inside [0, n),
   else by the width. */
template <int Span, class Type>
static __global__ void __launch_bounds__(GPU__WINDOW_THREADS, Span == 2           ? 6
                                                              : sizeof(Type) == 4 ? GPU__WINDOW_BLOCKS
                                                                                  : 8)
    gpu__moving_mean_tiles(Type *out, const Type *x, const double *between, long long n, long long width,
                           long long left, long long outs, bool shrink, unsigned capacity)
{
#ifdef __CUDA_ARCH__
    constexpr unsigned Each = GPU__WINDOW_EACH, Threads = GPU__WINDOW_THREADS, Tile = GPU__WINDOW_TILE;
    extern __shared__ uint4 gpu__window_shared[];
    const unsigned t = threadIdx.x;
    Type *const buffer = (Type *)gpu__window_shared;
    const long long first = (long long)blockIdx.x * Tile, start = first - left;
    const Type *const leaving = gpu__window_address(buffer, x, start);
    const Type *const entering = Span == 2 ? gpu__window_address(buffer + capacity / 2, x, start + width) : leaving;
    double sum[Each];
    gpu__window_load<Threads, Each>(buffer, x, n, start, Tile + (Span == 2 ? 0u : (unsigned)width));
    if (Span == 2) gpu__window_load<Threads, Each>(buffer + capacity / 2, x, n, start + width, Tile);
    if constexpr (Span == 0)
        gpu__window_sums_narrow(sum, leaving, width, t);
    else if constexpr (Span == 1)
        gpu__window_sums_runs(sum, (double *)(buffer + capacity), leaving, entering, (unsigned)width, t);
    else
        gpu__window_sums_tiles(sum, leaving, entering, x, n, start, width, between[blockIdx.x], t);
    Type v[Each];
    gpu__window_means(v, sum, n, width, start, shrink, t);
    gpu__window_store(out, buffer, v, first, outs);
#endif
}

/* Launches a moving mean; wide windows need the sums of runs first. */
template <class Type> static cudaError_t gpu__moving_mean(const gpu__launch_context *context, Type *out, const Type *x,
                                                          size_t n, size_t width, size_t left, size_t outs, bool shrink)
{
    if (outs == 0) return cudaSuccess;
    const cudaStream_t stream = (cudaStream_t)context->stream;
    const size_t tiles = gpu__ceil_div(outs, GPU__WINDOW_TILE),
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
        gpu__window_runs<Type>
            <<<(unsigned)count, GPU__WINDOW_THREADS, 0, stream>>>(sums, x, (long long)n, (long long)left);
        for (;; m /= GPU__WINDOW_RADIX, stride *= GPU__WINDOW_RADIX) {
            const bool last = m < GPU__WINDOW_RADIX;
            gpu__window_power<GPU__WINDOW_RADIX>
                <<<(unsigned)gpu__ceil_div(last ? tiles : count, 256), 256, 0, stream>>>(
                    u, last ? NULL : next, sums, tiles, count, at, stride, (unsigned)(m % GPU__WINDOW_RADIX));
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
    (width <= GPU__WINDOW_RUN ? gpu__moving_mean_tiles<0, Type>
     : width <= GPU__WINDOW_NARROW
         ? gpu__moving_mean_tiles<1, Type>
         : gpu__moving_mean_tiles<2, Type>)<<<(unsigned)tiles, GPU__WINDOW_THREADS, bytes, stream>>>(
        out, x, u, (long long)n, (long long)width, (long long)left, (long long)outs, shrink, (unsigned)capacity);
    return cudaGetLastError();
}

/* out[i] = sum over k < width of h[width - 1 - k] * x[i - left + k], k ascending, products and sums in Acc:
   np.convolve(x, h) with left = 0 ('valid'), width / 2 ('same'), width - 1 ('full'). */
template <class Type, class Acc> static __global__ void __launch_bounds__(GPU__TAP_THREADS)
    gpu__convolve_tiles(Type *out, const Type *x, const Type *h, long long n, long long width, long long left,
                        long long outs)
{
#ifdef __CUDA_ARCH__
    constexpr unsigned Each = GPU__TAP_EACH, Tile = GPU__TAP_THREADS * Each;
    __shared__ alignas(16) Type buffer[Tile + GPU__TAP_CHUNK + 32 / sizeof(Type)];
    __shared__ alignas(16) Acc taps[GPU__TAP_CHUNK];
    const unsigned t = threadIdx.x;
    const long long first = (long long)blockIdx.x * Tile;
    Acc acc[Each] = {};
    for (long long w0 = 0; w0 < width; w0 += GPU__TAP_CHUNK) {
        const unsigned w = width - w0 < GPU__TAP_CHUNK ? (unsigned)(width - w0) : GPU__TAP_CHUNK;
        const Type *const s = gpu__window_address(buffer, x, first - left + w0) + t * Each;
        __syncthreads();
        gpu__window_load<GPU__TAP_THREADS, Each>(buffer, x, n, first - left + w0, Tile + w);
        for (unsigned k = t; k < w; k += GPU__TAP_THREADS) taps[k] = (Acc)h[width - 1 - (w0 + k)];
        gpu__copies_done();
        __syncthreads();
        Acc v[Each + 4];
#pragma unroll
        for (unsigned j = 0; j < Each; ++j) v[j] = (Acc)s[j];
        unsigned k = 0;
#pragma unroll 2
        for (; k + 4 <= w; k += 4) {
            Acc tap[4];
#pragma unroll
            for (unsigned j = 0; j < 4; ++j) {
                v[Each + j] = (Acc)s[Each + k + j];
                tap[j] = taps[k + j];
            }
#pragma unroll
            for (unsigned u = 0; u < 4; ++u)
#pragma unroll
                for (unsigned j = 0; j < Each; ++j) acc[j] += tap[u] * v[u + j];
#pragma unroll
            for (unsigned j = 0; j < Each; ++j) v[j] = v[j + 4];
        }
        for (; k < w; ++k) {
            const Acc tap = taps[k];
#pragma unroll
            for (unsigned j = 0; j < Each; ++j) acc[j] += tap * (Acc)s[k + j];
        }
    }
    Type r[Each];
#pragma unroll
    for (unsigned j = 0; j < Each; ++j) r[j] = (Type)acc[j];
    __syncthreads();
    gpu__window_store(out, buffer, r, first, outs);
#endif
}
template <class Type, class Acc> static cudaError_t gpu__convolve(cudaStream_t stream, Type *out, const Type *x,
                                                                  const Type *h, size_t n, size_t width, size_t left,
                                                                  size_t outs)
{
    if (outs == 0) return cudaSuccess;
    gpu__convolve_tiles<Type, Acc>
        <<<(unsigned)gpu__ceil_div(outs, GPU__TAP_THREADS * GPU__TAP_EACH), GPU__TAP_THREADS, 0, stream>>>(
            out, x, h, (long long)n, (long long)width, (long long)left, (long long)outs);
    return cudaGetLastError();
}

/* Five-point stencil: out = c0 * x + c1 * (((north + south) + west) + east); the border is copied. out must not overlap
   x. A thread computes Result rows of Pack columns, and issues all its loads before the first use. */
template <class Type, int Pack, int Result> static __global__ void __launch_bounds__(256)
    gpu__stencil5_rows(Type *out, const Type *x, size_t rows, size_t cols, unsigned blocks_x, Type c0, Type c1)
{
#ifdef __CUDA_ARCH__
    typedef gpu__pack<Type, Pack> pack;
    const unsigned lane = threadIdx.x % 32;
    const size_t c = ((size_t)(blockIdx.x % blocks_x) * 256 + threadIdx.x) * Pack,
                 r0 = (size_t)(blockIdx.x / blocks_x) * Result;
    const bool in = c < cols;
    pack k[Result + 2] = {};
    Type west[Result], east[Result];
#pragma unroll
    for (int i = 0; i < Result + 2; ++i)
        if (in && r0 + i >= 1 && r0 + i - 1 < rows) k[i] = *(const pack *)(x + (r0 + i - 1) * cols + c);
#pragma unroll
    for (int i = 0; i < Result; ++i) {
        west[i] = east[i] = Type();
        if (in && r0 + i < rows) {
            if (lane == 0 && c > 0) west[i] = x[(r0 + i) * cols + c - 1];
            if (lane == 31 && c + Pack < cols) east[i] = x[(r0 + i) * cols + c + Pack];
        }
    }
#pragma unroll
    for (int i = 0; i < Result; ++i) {
        const Type from_west = __shfl_up_sync(~0u, k[i + 1].v[Pack - 1], 1),
                   from_east = __shfl_down_sync(~0u, k[i + 1].v[0], 1);
        if (lane > 0) west[i] = from_west;
        if (lane < 31) east[i] = from_east;
        pack p;
#pragma unroll
        for (int j = 0; j < Pack; ++j) {
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
#endif
}
template <class Type> static cudaError_t gpu__stencil5(cudaStream_t stream, Type *out, const Type *x, size_t rows,
                                                       size_t cols, Type c0, Type c1)
{
    constexpr int Pack = gpu__vector<Type>;
    if (rows == 0 || cols == 0) return cudaSuccess;
    if (cols % Pack == 0 && gpu__aligned(x, 16) && gpu__aligned(out, 16)) {
        const unsigned bx = (unsigned)gpu__ceil_div(cols, 256 * Pack);
        gpu__stencil5_rows<Type, Pack, 10>
            <<<bx *(unsigned)gpu__ceil_div(rows, 10), 256, 0, stream>>>(out, x, rows, cols, bx, c0, c1);
    } else {
        const unsigned bx = (unsigned)gpu__ceil_div(cols, 256);
        gpu__stencil5_rows<Type, 1, 8>
            <<<bx *(unsigned)gpu__ceil_div(rows, 8), 256, 0, stream>>>(out, x, rows, cols, bx, c0, c1);
    }
    return cudaGetLastError();
}
/* ------------------------------------------------------------------------------------ src/families/window/plane.cuh */
/* ---- Filters of a plane ------------------------------------------------------------------------------------------ */

/* The order of the sums is that of families/window/order.h. */
enum {
    GPU__PLANE_THREADS = 128,
    GPU__PLANE_TOGETHER = 4, /* rows of a strip between two barriers */
    GPU__PLANE_EACH = 9,     /* neighbouring outputs of a thread if the filter's size is not a constant */
    GPU__PLANE_SPAN = 32 * GPU__PLANE_EACH,
    GPU__PLANE_WARPS = 8,
    GPU__PLANE_HIGH = 8, /* the part of a filter of any size that is applied at a time */
    GPU__PLANE_WIDE = 32
};

template <class Type> using gpu__tap = typename gpu__types_of<Type>::tap;

/* The halo: columns on each side of a block's own. It suffices for 9 columns of a filter, in whole packs. */
template <class Type> constexpr int gpu__plane_halo = sizeof(Type) == 1 ? 16 : 4;

#ifdef __CUDA_ARCH__
template <class Type> static __device__ __forceinline__ Type gpu__plane_at(const Type *x, long long rows,
                                                                           long long cols, long long r, long long c,
                                                                           int border)
{
    r = gpu__border_at(r, rows, border), c = gpu__border_at(c, cols, border);
    return r >= 0 && c >= 0 ? x[r * cols + c] : Type();
}

/* Copies one element from global to shared memory; asynchronously, as gpu__copy_16 does, if it has 4 or 8 bytes. */
template <class Type> static __device__ __forceinline__ void gpu__copy_one(Type *to, const Type *from)
{
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 800
    if constexpr (sizeof(Type) >= 4)
        asm volatile("cp.async.ca.shared.global [%0], [%1], %2;" ::"r"((unsigned)__cvta_generic_to_shared(to)),
                     "l"(from), "n"(sizeof(Type))
                     : "memory");
    else
#endif
        *to = *from;
}

/* Starts to copy a row of a strip, with halo, to shared memory; `from` is the address of the thread's first element.
   Wide: a row consists of whole packs. */
template <int Width, bool Wide, class Type>
static __device__ __forceinline__ void gpu__plane_copy(Type *to, const Type *from)
{
    constexpr int Pack = Wide ? 16 / (int)sizeof(Type) : 1, Count = Width + 2 * gpu__plane_halo<Type>;
#pragma unroll
    for (int s = 0; s < Count; s += GPU__PLANE_THREADS * Pack) {
        const int k = s + (int)threadIdx.x * Pack;
        if (k >= Count) continue;
        if constexpr (Wide)
            gpu__copy_16(to + k, from + s);
        else
            gpu__copy_one(to + k, from + s);
    }
}
/* The same at an edge of the plane: only to[first] to to[end - 1] are inside; to[0] is column c0. row: NULL if the
   border makes all of the row 0. */
template <int Width, bool Wide, class Type> static __device__ __forceinline__ void
gpu__plane_load(Type *to, const Type *row, int first, int end, long long c0, long long cols, int border)
{
    constexpr int Pack = Wide ? 16 / (int)sizeof(Type) : 1, Halo = gpu__plane_halo<Type>, Count = Width + 2 * Halo;
#pragma unroll
    for (int s = 0; s < Count; s += GPU__PLANE_THREADS * Pack) {
        const int k = s + (int)threadIdx.x * Pack;
        if (k >= Count || k >= end + Halo) continue; /* no output needs it */
        if (row && k >= first && k + Pack <= end) {
            if constexpr (Wide)
                gpu__copy_16(to + k, row + c0 + k);
            else
                gpu__copy_one(to + k, row + c0 + k);
        } else
#pragma unroll 1
            for (int i = 0; i < Pack; ++i) {
                const long long c = gpu__border_at(c0 + k + i, cols, border);
                to[k + i] = row && c >= 0 ? row[c] : Type();
            }
    }
}
/* Called by one thread: initialises the barriers of the ring buffer's slots, for gpu__plane_fetch. */
template <int Count> static __device__ __forceinline__ void gpu__plane_prepare(unsigned long long *arrived)
{
#if __CUDA_ARCH__ >= 900
#pragma unroll
    for (int i = 0; i < Count; ++i) gpu__barrier_start(arrived + i, 1);
    asm volatile("fence.proxy.async.shared::cta;" ::: "memory"); /* makes them visible to bulk copies */
#endif
}
/* Called by one thread: starts bulk copies of `count` whole rows; the barrier `arrived` counts their bytes. */
template <int Bytes, class Type> static __device__ __forceinline__ void
gpu__plane_fetch(void *to, const Type *from, long long cols, int count, unsigned long long *arrived)
{
#if __CUDA_ARCH__ >= 900
    gpu__barrier_expect(arrived, count * Bytes);
#pragma unroll 1
    for (int i = 0; i < count; ++i)
        asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::"r"(
                         gpu__in_shared(to) + i * Bytes),
                     "l"(from + i * cols), "n"(Bytes), "r"(gpu__in_shared(arrived))
                     : "memory");
#endif
}
#endif

/* gpu__plane_window loads the elements of a row under the filter for all outputs of a thread. These are neighbours,
   which share elements (Wide), or have a distance of GPU__PLANE_THREADS. The element for output j and tap k is
   v[gpu__plane_index(j, k)]. */
template <int Cols, bool Wide> static __host__ __device__ constexpr int gpu__plane_index(int j, int k)
{
    return Wide ? j + k : j * Cols + k;
}
#ifdef __CUDA_ARCH__
template <int Cols, bool Wide, int Each, class Type, int Count>
static __device__ __forceinline__ void gpu__plane_window(Type (&v)[Count], const Type *row)
{
    constexpr int Skip = gpu__plane_halo<Type> - Cols / 2;
    if constexpr (Wide) {
        constexpr int Packs = (Skip + Count + Each - 1) / Each;
        gpu__pack<Type, Each> k[Packs];
#pragma unroll
        for (int i = 0; i < Packs; ++i) k[i] = ((const gpu__pack<Type, Each> *)row)[threadIdx.x + i];
#pragma unroll
        for (int i = 0; i < Count; ++i) v[i] = k[(Skip + i) / Each].v[(Skip + i) % Each];
    } else
#pragma unroll
        for (int j = 0; j < Each; ++j)
#pragma unroll
            for (int k = 0; k < Cols; ++k)
                v[gpu__plane_index<Cols, Wide>(j, k)] = row[Skip + threadIdx.x + j * GPU__PLANE_THREADS + k];
}
#endif

/* A block computes `height` rows of a strip, from top to bottom. It loads each row of x once, some rows ahead, into a
   ring buffer; with each further row the filter completes the row of outputs whose last row of input it is. */
template <class Filter, class Type> static __global__ void __launch_bounds__(GPU__PLANE_THREADS, Filter::Resident)
    gpu__plane_strips(Type *out, const Type *x, const gpu__tap<Type> *h, long long rows, long long cols,
                      unsigned strips, unsigned height, int border)
{
#ifdef __CUDA_ARCH__
    constexpr int Rows = Filter::Rows, Cols = Filter::Cols, Each = Filter::Each, Width = GPU__PLANE_THREADS * Each,
                  Together = GPU__PLANE_TOGETHER, Stages = 4 * Together; /* rows in the ring */
    constexpr bool Wide = Filter::Wide;
    constexpr int Halo = gpu__plane_halo<Type>, Above = Rows / 2, Bytes = (Width + 2 * Halo) * (int)sizeof(Type);
    static_assert(Bytes % 16 == 0, "bulk copies need multiples of 16 bytes");
    static_assert(Cols / 2 <= Halo && Cols - 1 - Cols / 2 <= Halo, "the halo must contain the filter");
    __shared__ alignas(16) Type ring[Stages][Width + 2 * Halo];
    __shared__ unsigned long long arrived[Stages / Together];
    const long long r0 = (long long)(blockIdx.x / strips) * height, c0 = (long long)(blockIdx.x % strips) * Width;
    const int first = c0 == 0 ? Halo : 0, end = (int)min(cols - c0 + Halo, (long long)Width + 2 * Halo);
    const int steps = (int)min(rows - r0, (long long)height) + Rows - 1;
    const Type *row = x + (r0 - Above) * cols + c0 - Halo;  /* used if no row is cut by an edge */
    const int begin = (int)threadIdx.x * (Wide ? Each : 1); /* of the thread's outputs */
    Type *to = out + (r0 - (Rows - 1)) * cols + c0 + begin; /* of the first step's outputs, which are not stored */
    const bool ours = begin < end - Halo;
    /* Away from the plane's edges rows are copied as they are; from sm_90 on one thread does so by bulk copies, which
       leaves the other threads' time to the filter. */
    const bool whole = first == 0 && end == Width + 2 * Halo && r0 >= Above && r0 - Above + steps <= rows,
               by_one = __CUDA_ARCH__ >= 900 && Wide && whole;
    if (by_one && threadIdx.x == 0) gpu__plane_prepare<Stages / Together>(arrived);
    __syncthreads();
    Filter filter(h);
    const Type *mine = row + threadIdx.x * (Wide ? 16 / sizeof(Type) : 1); /* the thread's first element */
    auto load = [&](int u) {
        Type(*const slot)[Width + 2 * Halo] = ring + (unsigned)u % Stages;
        if (by_one) {
            if (threadIdx.x == 0 && u < steps)
                gpu__plane_fetch<Bytes>(slot, row, cols, min(steps - u, Together),
                                        arrived + (unsigned)u % Stages / Together);
            row += Together * cols;
            return;
        }
#pragma unroll
        for (int t = 0; t < Together; ++t) {
            if (whole) {
                if (u + t < steps) gpu__plane_copy<Width, Wide>(slot[t], mine);
                mine += cols;
                continue;
            }
            if (u + t >= steps) continue;
            const long long r = gpu__border_at(r0 - Above + u + t, rows, border);
            gpu__plane_load<Width, Wide>(slot[t], r < 0 ? (const Type *)NULL : x + r * cols, first, end, c0 - Halo,
                                         cols, border);
        }
        gpu__copies_commit();
    };
#pragma unroll 1
    for (int u = 0; u < Stages - Together; u += Together) load(u);
#pragma unroll 1
    for (int u = 0; u < steps; u += Together) {
        const Type(*const slot)[Width + 2 * Halo] = ring + (unsigned)u % Stages;
        if (by_one)
            gpu__barrier_wait(arrived + (unsigned)u % Stages / Together, (unsigned)u / Stages % 2);
        else
            gpu__copies_wait<Stages / Together - 2>();
        __syncthreads(); /* all threads have read the earlier rows, whose slots the next rows overwrite */
        load(u + Stages - Together);
#pragma unroll
        for (int t = 0; t < Together; ++t, to += cols) {
            Type v[Filter::Count];
            gpu__pack<Type, Each> result;
            gpu__plane_window<Cols, Wide, Each>(v, slot[t]);
            filter.step(v, result.v);
            /* only the store is conditional: a branch would delay the next row's work */
            const bool now = u + t >= Rows - 1 && u + t < steps;
            if constexpr (Wide) {
                gpu__move_out_if<(int)sizeof result>(now && ours, to, &result);
            } else
#pragma unroll
                for (int j = 0; j < Each; ++j)
                    if (now && begin + j * GPU__PLANE_THREADS < end - Halo) to[j * GPU__PLANE_THREADS] = result.v[j];
        }
    }
#endif
}
template <template <class, bool> class Filter, class Type>
static cudaError_t gpu__plane(const gpu__launch_context *context, Type *out, const Type *x, const gpu__tap<Type> *h,
                              size_t rows, size_t cols, int border)
{
    typedef Filter<Type, true> Packed;
    typedef Filter<Type, false> Single;
    /* Strips are so high that few rows are read by two blocks, but not so high that some multiprocessors would have no
       block. Their number of steps is a multiple of those between barriers. */
    const size_t strips = gpu__ceil_div(cols, GPU__PLANE_THREADS * Packed::Each), Extra = Packed::Rows - 1,
                 abreast = (size_t)context->multiprocessors * Packed::Resident / strips, most = Extra > 2 ? 84 : 38,
                 even = gpu__ceil_div(rows, abreast ? abreast : 1), some = even < most ? even : most;
    const unsigned height = (unsigned)(gpu__ceil_div(some + Extra, GPU__PLANE_TOGETHER) * GPU__PLANE_TOGETHER - Extra);
    const bool wide = cols * sizeof(Type) % 16 == 0 && gpu__aligned(x, 16) && gpu__aligned(out, 16);
    (wide ? gpu__plane_strips<Packed, Type>
          : gpu__plane_strips<Single, Type>)<<<(unsigned)(strips * gpu__ceil_div(rows, height)), GPU__PLANE_THREADS, 0,
                                               (cudaStream_t)context->stream>>>(
        out, x, h, (long long)rows, (long long)cols, (unsigned)strips, height, border);
    return cudaGetLastError();
}

/* Conversion of elements to keys, and back; see families/window/plane.h. */
template <size_t Size> struct gpu__key_type {
    typedef int type;
};
template <> struct gpu__key_type<8> {
    typedef long long type;
};
template <size_t Size> using gpu__key = typename gpu__key_type<Size>::type;
#ifdef __CUDA_ARCH__
template <class Type> static __device__ __forceinline__ gpu__key<sizeof(Type)> gpu__key_of(Type v)
{
    typedef gpu__key<sizeof(Type)> Key;
    constexpr Key Most = (Key)(~0ull >> (65 - 8 * sizeof(Type)));
    if constexpr ((Type)0.5 == (Type)0) return (Key)v;
    Key key;
    memcpy(&key, &v, sizeof v);
    return v != v ? Most : key < 0 ? key ^ Most : key;
}
template <class Type> static __device__ __forceinline__ void gpu__of_key(Type &v, gpu__key<sizeof(Type)> key)
{
    typedef gpu__key<sizeof(Type)> Key;
    constexpr Key Most = (Key)(~0ull >> (65 - 8 * sizeof(Type)));
    if constexpr ((Type)0.5 == (Type)0) {
        v = (Type)key;
    } else {
        key = key < 0 ? key ^ Most : key;
        memcpy(&v, &key, sizeof v);
    }
}
#endif

/* Adds a product. One of floats or bytes is exact in double, so it may be fused; one of doubles is rounded first. */
template <class Type> static __device__ __forceinline__ double gpu__conv2d_add(double sum, double tap, double v)
{
    return sizeof(Type) <= 4 ? fma(tap, v, sum) : sum + __dmul_rn(tap, v);
}
#ifdef __CUDA_ARCH__
template <class Type> static __device__ __forceinline__ Type gpu__plane_result(double sum)
{
    if constexpr (sizeof(Type) == 1)
        return gpu__byte_of(sum);
    else
        return (Type)sum;
}
#endif
/* A square filter of constant size. The sums of the output rows that are not complete yet are in registers, and so are
   the taps if there are few. */
template <int Size, class Type, bool Packed> struct gpu__conv2d_square {
    static constexpr bool Wide = Packed;
    static constexpr int Rows = Size, Cols = Size, Each = sizeof(Type) == 1 ? 4 : gpu__vector<Type>,
                         Resident = Size == 7 ? 3 : 4, Count = Packed ? Each + Size - 1 : Each * Size,
                         RegisterTaps = Size <= 5 ? Size * Size : 1;
#ifdef __CUDA_ARCH__
    double sum[Size + 1][Each], register_tap[RegisterTaps];
    const double *taps;
    __device__ __forceinline__ gpu__conv2d_square(const gpu__tap<Type> *h)
    {
        __shared__ alignas(16) double shared[Size * Size];
        for (int i = threadIdx.x; i < Size * Size; i += GPU__PLANE_THREADS) shared[i] = (double)h[Size * Size - 1 - i];
        __syncthreads();
        taps = shared;
#pragma unroll
        for (int i = 0; i < RegisterTaps; ++i) register_tap[i] = shared[i];
#pragma unroll
        for (int i = 0; i < Size * Each; ++i) sum[i / Each][i % Each] = 0;
    }
    /* After a step sum[r] belongs to the output row that is complete r rows later. It is computed from the previous
       sum[r + 1], so that no values have to be moved. */
    __device__ __forceinline__ void step(const Type (&v)[Count], Type (&result)[Each])
    {
        double w[Count];
#pragma unroll
        for (int i = 0; i < Count; ++i) w[i] = (double)v[i];
#pragma unroll
        for (int j = 0; j < Each; ++j) sum[Size][j] = 0;
#pragma unroll
        for (int k = 0; k < Size; ++k)
#pragma unroll
            for (int r = 0; r < Size; ++r) {
                const int row = Size - 1 - r;
                const double tap =
                    RegisterTaps > 1 ? register_tap[(row * Size + k) % RegisterTaps] : taps[row * Size + k];
#pragma unroll
                for (int j = 0; j < Each; ++j)
                    sum[r][j] =
                        gpu__conv2d_add<Type>(sum[k == 0 ? r + 1 : r][j], tap, w[gpu__plane_index<Size, Packed>(j, k)]);
            }
#pragma unroll
        for (int j = 0; j < Each; ++j) result[j] = gpu__plane_result<Type>(sum[0][j]);
    }
#endif
};
template <class Type, bool Packed> using gpu__conv2d_3 = gpu__conv2d_square<3, Type, Packed>;
template <class Type, bool Packed> using gpu__conv2d_5 = gpu__conv2d_square<5, Type, Packed>;
template <class Type, bool Packed> using gpu__conv2d_7 = gpu__conv2d_square<7, Type, Packed>;

#ifdef __CUDA_ARCH__
/* Adds one row of n taps to the sums of a thread's outputs, whose elements begin at s. */
template <class Type> static __device__ __forceinline__ void gpu__conv2d_taps(double (&sum)[GPU__PLANE_EACH],
                                                                              const Type *s, const double *tap, int n)
{
    constexpr int Each = GPU__PLANE_EACH;
    double v[Each + 4];
    int k = 0;
#pragma unroll
    for (int j = 0; j < Each; ++j) v[j] = (double)s[j];
#pragma unroll 1
    for (; k + 4 <= n; k += 4) {
#pragma unroll
        for (int u = 0; u < 4; ++u) v[Each + u] = (double)s[Each + k + u];
#pragma unroll
        for (int u = 0; u < 4; ++u)
#pragma unroll
            for (int j = 0; j < Each; ++j) sum[j] = gpu__conv2d_add<Type>(sum[j], tap[k + u], v[u + j]);
#pragma unroll
        for (int j = 0; j < Each; ++j) v[j] = v[j + 4];
    }
    for (; k < n; ++k)
#pragma unroll
        for (int j = 0; j < Each; ++j) sum[j] = gpu__conv2d_add<Type>(sum[j], tap[k], (double)s[k + j]);
}
#endif
/* A filter of any size, applied part by part: several rows of it if they fit, otherwise pieces of one row. A warp
   computes a row of outputs. */
template <class Type> static __global__ void __launch_bounds__(32 * GPU__PLANE_WARPS)
    gpu__conv2d_tiles(Type *out, const Type *x, const gpu__tap<Type> *h, long long rows, long long cols, long long high,
                      long long wide, unsigned strips, int border)
{
#ifdef __CUDA_ARCH__
    constexpr int Warps = GPU__PLANE_WARPS, High = GPU__PLANE_HIGH, Wide = GPU__PLANE_WIDE, Span = GPU__PLANE_SPAN,
                  Each = GPU__PLANE_EACH;
    __shared__ alignas(16) Type buffer[Warps + High - 1][Span + Wide];
    __shared__ double taps[High][Wide];
    const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    const long long r0 = (long long)(blockIdx.x / strips) * Warps, c0 = (long long)(blockIdx.x % strips) * Span;
    const int most = wide <= Wide ? High : 1;
    double sum[Each] = {};
    for (long long row = 0; row < high; row += most)
        for (long long column = 0; column < wide; column += Wide) {
            const int m = high - row < most ? (int)(high - row) : most,
                      n = wide - column < Wide ? (int)(wide - column) : Wide;
            __syncthreads();
            for (int i = warp; i < Warps + m - 1; i += Warps)
                for (int s = lane; s < Span + n - 1; s += 32)
                    buffer[i][s] =
                        gpu__plane_at(x, rows, cols, r0 - high / 2 + row + i, c0 - wide / 2 + column + s, border);
            for (int i = warp; i < m; i += Warps)
                if (lane < n) taps[i][lane] = (double)h[(high - 1 - row - i) * wide + (wide - 1 - column - lane)];
            __syncthreads();
#pragma unroll 1
            for (int i = 0; i < m; ++i) gpu__conv2d_taps(sum, buffer[warp + i] + lane * Each, taps[i], n);
        }
    Type v[Each];
#pragma unroll
    for (int j = 0; j < Each; ++j) v[j] = gpu__plane_result<Type>(sum[j]);
    __syncthreads();
    const long long r = r0 + warp;
    if (r < rows) gpu__window_store(out, &buffer[0][0], v, r * cols + c0 - warp * Span, (r + 1) * cols);
#endif
}
static_assert(GPU__PLANE_WIDE == 32, "each lane loads one tap");

template <class Type> static cudaError_t gpu__conv2d(const gpu__launch_context *context, Type *out, const Type *x,
                                                     const gpu__tap<Type> *h, size_t rows, size_t cols,
                                                     const gpu__filter &filter)
{
    const int border = filter.border;
    const size_t high = filter.rows, wide = filter.cols, strips = gpu__ceil_div(cols, GPU__PLANE_SPAN);
    if (high == wide && high == 3) return gpu__plane<gpu__conv2d_3>(context, out, x, h, rows, cols, border);
    if (high == wide && high == 5) return gpu__plane<gpu__conv2d_5>(context, out, x, h, rows, cols, border);
    if (high == wide && high == 7) return gpu__plane<gpu__conv2d_7>(context, out, x, h, rows, cols, border);
    gpu__conv2d_tiles<Type><<<(unsigned)(strips * gpu__ceil_div(rows, GPU__PLANE_WARPS)), 32 * GPU__PLANE_WARPS, 0,
                              (cudaStream_t)context->stream>>>(
        out, x, h, (long long)rows, (long long)cols, (long long)high, (long long)wide, (unsigned)strips, border);
    return cudaGetLastError();
}

/* The median of 3 by 3: of the least of three sorted columns the greatest, of their middle ones the median, of the
   greatest the least; of these the median. Keys are integers in the elements' order, see families/window/plane.h. */
template <class Type, bool Packed> struct gpu__median_3x3 {
    static constexpr bool Wide = Packed;
    static constexpr int Rows = 3, Cols = 3, Each = gpu__vector<Type>, Resident = 4,
                         Count = Packed ? Each + 2 : 3 * Each;
#ifdef __CUDA_ARCH__
    typedef gpu__key<sizeof(Type)> Key;
    Key last[Count], least_of[Count], most_of[Count]; /* of the row before; of the two rows before */
    __device__ __forceinline__ gpu__median_3x3(const gpu__tap<Type> *)
    {
#pragma unroll
        for (int i = 0; i < Count; ++i) last[i] = least_of[i] = most_of[i] = 0;
    }
    static __device__ __forceinline__ Key least(Key a, Key b) { return a < b ? a : b; }
    static __device__ __forceinline__ Key most(Key a, Key b) { return a < b ? b : a; }
    static __device__ __forceinline__ Key middle(Key a, Key b, Key c)
    {
        return most(least(a, b), least(most(a, b), c));
    }
    __device__ __forceinline__ void step(const Type (&v)[Count], Type (&result)[Each])
    {
        Key low[Count], mid[Count], high[Count];
#pragma unroll
        for (int i = 0; i < Count; ++i) {
            const Key k = gpu__key_of(v[i]);
            low[i] = least(least_of[i], k), mid[i] = most(least_of[i], least(most_of[i], k)),
            high[i] = most(most_of[i], k);
            least_of[i] = least(last[i], k), most_of[i] = most(last[i], k), last[i] = k;
        }
#pragma unroll
        for (int j = 0; j < Each; ++j) {
            constexpr bool Wide = Packed;
            const int x = gpu__plane_index<3, Wide>(j, 0), y = gpu__plane_index<3, Wide>(j, 1),
                      z = gpu__plane_index<3, Wide>(j, 2);
            gpu__of_key(result[j], middle(most(most(low[x], low[y]), low[z]), middle(mid[x], mid[y], mid[z]),
                                          least(least(high[x], high[y]), high[z])));
        }
    }
#endif
};
/* ------------------------------------------------------------------------------------ src/families/matmul/tiles.cuh */
/* ---- Matrix multiplication in float and double ------------------------------------------------------------------- */

/* C[m][n] = alpha * A B + beta * C of a batch of matrices. Element (i, k) of A is a[i * a_i + k * a_k], (k, j) of B is
   b[j * b_j + k * b_k], (i, j) of C is c[i * c_i + j * c_j]; one stride of each is 1. The terms of a sum are divided
   into `splits` splits of split_k terms; if there are several, their sums go to `partial`, [batch][splits][m][n]. */
template <class Type> struct gpu__matmul_args {
    const Type *a, *b;
    Type *c, *partial;
    size_t m, n, k, a_i, a_k, b_j, b_k, c_i, c_j, stride_a, stride_b, stride_c, split_k;
    unsigned tiles_m, tiles_n, splits;
    unsigned long long over_tiles, over_splits, over_band, over_last; /* reciprocals for gpu__matmul_block_of */
    bool aligned_a, aligned_b, aligned_c;                             /* 16 bytes can be moved at a time */
    Type alpha, beta;
};

#ifdef __CUDA_ARCH__
/* An asynchronous copy to shared memory; the elements beyond `bytes` are set to zero. It is predicated by `now`: a
   branch would prevent the compiler from scheduling the code around it. */
template <int Width>
static __device__ __forceinline__ void gpu__copy_async(void *to, const void *from, int bytes, bool now = true)
{
#if __CUDA_ARCH__ >= 800
    const unsigned at = (unsigned)__cvta_generic_to_shared(to), wanted = now;
    if constexpr (Width == 16)
        asm volatile("{ .reg .pred p; setp.ne.u32 p, %3, 0;"
                     "@p cp.async.cg.shared.global.L2::128B [%0], [%1], 16, %2; }" ::"r"(at),
                     "l"(from), "r"(bytes), "r"(wanted));
    else
        asm volatile("{ .reg .pred p; setp.ne.u32 p, %4, 0;"
                     "@p cp.async.ca.shared.global [%0], [%1], %2, %3; }" ::"r"(at),
                     "l"(from), "n"(Width), "r"(bytes), "r"(wanted));
#else
#pragma unroll
    for (int i = 0; i < Width / 4; i++)
        if (now) ((unsigned *)to)[i] = i * 4 < bytes ? ((const unsigned *)from)[i] : 0;
#endif
}

/* Reads threadIdx.x anew, so that the compiler does not move computations for rare code in front of the loop. */
static __device__ __forceinline__ unsigned gpu__thread_again()
{
    unsigned t;
    asm volatile("mov.u32 %0, %%tid.x;" : "=r"(t));
    return t;
}
/* A thread's share of the copies of an operand to shared memory: successive tiles along k, of Side x Depth elements,
   where element (i, k) is at i * AtI + k * AtK. In global memory the operand is contiguous along k (AlongK) or along
   the side, with `stride` between rows; a copy has Width elements. If the copy transposes the tile, 8 lanes of a warp
   are along k and 4 along the side, in flat tiles 4 and 8: they read whole sectors, and have no bank conflicts. */
template <class Type, int Side, int Depth, int Threads, int AtI, int AtK, bool AlongK, int Width>
struct gpu__matmul_feed {
    static constexpr bool Along = AlongK;
    static constexpr int Abreast = Width;
    static constexpr int AcrossK = Width > 1 ? Depth / Width : gpu__min(Depth, 8),
                         AcrossI = gpu__min(Side / Width, Threads), LanesK = AlongK ? AcrossK : Threads / AcrossI,
                         LanesI = AlongK ? Threads / AcrossK : AcrossI, JumpI = AlongK ? LanesI : LanesI * Width,
                         JumpK = AlongK ? LanesK * Width : LanesK, StepsI = Side / JumpI, StepsK = Depth / JumpK,
                         Bytes = Width * (int)sizeof(Type), Across = AlongK ? StepsK : StepsI, Copies = StepsI * StepsK;
    static_assert(LanesI * LanesK == Threads && StepsI * JumpI == Side && StepsK * JumpK == Depth,
                  "threads share a tile evenly");
    /* distance of the thread's copy n from its first copy */
    static constexpr __device__ int further_i(int n) { return (AlongK ? n / Across : n % Across) * JumpI; }
    static constexpr __device__ int further_k(int n) { return (AlongK ? n % Across : n / Across) * JumpK; }

    unsigned side_at, k_at; /* position of the thread's first copy */
    const Type *from;       /* of the next copy */
    ptrdiff_t apart, back;  /* to the next row of copies; from the last one to the next tile's first one */
    __device__ __forceinline__ gpu__matmul_feed(const Type *tile, size_t stride, unsigned thread)
        : side_at(AlongK ? thread / LanesK : thread % LanesI * Width),
          k_at(AlongK ? thread % LanesK * Width : thread / LanesI),
          from(tile + (AlongK ? side_at * stride + k_at : k_at * stride + side_at)),
          apart((ptrdiff_t)((AlongK ? JumpI : JumpK) * stride)), back(AlongK ? Depth - (StepsI - 1) * apart : apart)
    {
    }
    /* Makes copy n of Copies; they have to be made in order. Elements beyond `bytes` are set to zero. */
    __device__ __forceinline__ void copy(Type *to, int n, int bytes = Bytes, bool now = true)
    {
        gpu__copy_async<Bytes>(to + side_at * AtI + k_at * AtK + further_i(n) * AtI + further_k(n) * AtK,
                               from + (AlongK ? further_k(n) : further_i(n)), bytes, now);
        if ((n + 1) % Across == 0) from += n + 1 < Copies ? apart : back;
    }
    __device__ __forceinline__ void copy_all(Type *to, bool now = true)
    {
#pragma unroll
        for (int n = 0; n < Copies; n++) copy(to, n, Bytes, now);
    }
    /* The same for a tile of which only `side` by `depth` elements exist; the rest is set to zero. */
    __device__ __forceinline__ void copy_some(Type *to, int side, int depth)
    {
        if (side >= Side && depth >= Depth) return copy_all(to);
#pragma unroll 4
        for (int n = 0; n < Copies; n++) {
            const int more_i = side - (int)side_at - further_i(n), more_k = depth - (int)k_at - further_k(n),
                      have = AlongK ? more_k : more_i;
            copy(to, n, more_i <= 0 || more_k <= 0 ? 0 : have < Width ? have * (int)sizeof(Type) : Bytes);
        }
    }
    /* Copies a tile at any address with any storage, of which `side` by `depth` elements exist. */
    template <bool along, int width> using other = gpu__matmul_feed<Type, Side, Depth, Threads, AtI, AtK, along, width>;
    static __device__ __forceinline__ void copy_rest(Type *to, const Type *tile, size_t s_i, size_t s_k, bool wide,
                                                     int side, int depth)
    {
        constexpr int Most = 16 / (int)sizeof(Type);
        const unsigned t = gpu__thread_again();
        if constexpr (AtK == 1) {
            if (wide)
                other<true, Most>(tile, s_i, t).copy_some(to, side, depth);
            else
                other<true, 1>(tile, s_i, t).copy_some(to, side, depth);
        } else if (s_i != 1)
            other<true, 1>(tile, s_i, t).copy_some(to, side, depth);
        else if (wide)
            other<false, Most>(tile, s_k, t).copy_some(to, side, depth);
        else
            other<false, 1>(tile, s_k, t).copy_some(to, side, depth);
    }
};
#endif

/* Multiplies a block's tiles of A and B by ordinary multiply-adds: a thread has RowsPerThread x ColsPerThread sums, in
   groups of Width neighbours, so that it loads its operands 16 bytes at a time. Plain operands are contiguous along k
   in A, which is transposed by the copy, and along the columns in B, of which a copy has Abreast elements. */
template <class Element, int SideA, int SideB, int Deep, int RowsPerThread, int ColsPerThread,
          int Abreast = 16 / (int)sizeof(Element)>
struct gpu__matmul_fma {
    typedef Element type;
    static constexpr bool Single = Abreast == 1;
    static constexpr int Width = 16 / (int)sizeof(Element), ThreadsM = SideA / RowsPerThread,
                         ThreadsN = SideB / ColsPerThread, Threads = ThreadsM * ThreadsN,
                         TileM = ThreadsM * RowsPerThread, TileN = ThreadsN * ColsPerThread,
                         PatchM = ThreadsN >= 8 ? (ThreadsM < 4 ? ThreadsM : 4) : 32 / ThreadsN, PatchN = 32 / PatchM,
                         Depth = Deep, StepK = 1, Pad = Deep < 8 ? 8 : 4, AtI_a = 1, AtK_a = SideA + Pad, AtI_b = 1,
                         AtK_b = SideB + Pad, StageA = Deep * AtK_a, StageB = Deep * AtK_b,
                         Slots = ColsPerThread < 16 ? 0 : ColsPerThread; /* small tiles have other blocks beside them */
#ifdef __CUDA_ARCH__
    typedef gpu__matmul_feed<Element, SideA, Deep, Threads, AtI_a, AtK_a, true, 1> FeedA;
    typedef gpu__matmul_feed<Element, SideB, Deep, Threads, AtI_b, AtK_b, false, Abreast> FeedB;
    static __device__ __forceinline__ bool plain(const gpu__matmul_args<Element> &g)
    {
        return g.a_k == 1 && g.b_j == 1 && (Abreast == 1 || g.aligned_b);
    }
    Element sum[RowsPerThread][ColsPerThread];
    int row, col;
    __device__ __forceinline__ gpu__matmul_fma() : sum{}
    {
        const int lane = threadIdx.x % 32, warp = threadIdx.x / 32, across = ThreadsN / PatchN;
        /* a quarter of a warp is two rows by half the columns of a patch, so it reads both operands from few banks */
        const bool square = PatchM >= 4 && PatchN >= 4;
        const int r = square ? lane / (2 * PatchN) * 2 + lane % 2 : lane / PatchN,
                  c = square ? lane % (2 * PatchN) / 2 : lane % PatchN;
        row = (warp / across * PatchM + r) * Width;
        col = (warp % across * PatchN + c) * Width;
    }
    alignas(16) Element x[2][RowsPerThread]; /* double buffer: the operands of this step and of the next one */
    alignas(16) Element y[2][ColsPerThread];
    __device__ __forceinline__ void load(int buffer, const Element *a, const Element *b)
    {
#pragma unroll
        for (int i = 0; i < RowsPerThread; i += Width) *(uint4 *)&x[buffer][i] = *(const uint4 *)&a[row + i * ThreadsM];
#pragma unroll
        for (int j = 0; j < ColsPerThread; j += Width) *(uint4 *)&y[buffer][j] = *(const uint4 *)&b[col + j * ThreadsN];
    }
    /* Multiplies the operands of step s, and loads those of the next step from a and b. (The number of steps is even.)
       `meanwhile` is called Slots times in between. */
    template <class Meanwhile>
    __device__ __forceinline__ void step(int s, const Element *a, const Element *b, Meanwhile meanwhile)
    {
        load((s + 1) % 2, a, b);
#pragma unroll
        for (int j = 0; j < ColsPerThread; j++) {
#pragma unroll
            for (int iteration = 0; iteration < RowsPerThread;
                 iteration++) { /* up, then down: shares an operand with the last one */
                const int i = j % 2 ? RowsPerThread - 1 - iteration : iteration;
                sum[i][j] = fma(x[s % 2][i], y[s % 2][j], sum[i][j]);
            }
            if (j < Slots) meanwhile(j);
        }
    }
    /* The position of the thread's first sum in the tile; then its groups of Width neighbouring sums, with their
       distances from the first one. */
    __device__ __forceinline__ int first_row() const { return row; }
    __device__ __forceinline__ int first_col() const { return col; }
    static constexpr int PerRow = ColsPerThread / Width, Groups = RowsPerThread * PerRow;
    static __device__ __forceinline__ int group_row(int n)
    {
        const int i = n / PerRow;
        return i / Width * Width * ThreadsM + i % Width;
    }
    static __device__ __forceinline__ int group_col(int n) { return n % PerRow * Width * ThreadsN; }
    __device__ __forceinline__ const Element *group(int n) const { return &sum[n / PerRow][n % PerRow * Width]; }
#endif
};

/* The same for doubles by the tensor cores: a warp has PartsM x PartsN fragments of 16 x 8 sums. Operands keep their
   storage order in shared memory, since fragments are loaded without bank conflicts in either order. Abreast: number of
   elements of a copy. */
template <int WarpsM, int WarpsN, int PartsM, int PartsN, bool AlongA, bool AlongB, int Abreast = 2>
struct gpu__matmul_dmma {
    typedef double type;
    static constexpr bool Single = Abreast == 1;
    static constexpr int Width = 2, Depth = 16, StepK = 4, Threads = 32 * WarpsM * WarpsN, TileM = WarpsM * PartsM * 16,
                         TileN = WarpsN * PartsN * 8, AtI_a = AlongA ? Depth + 4 : 1, AtK_a = AlongA ? 1 : TileM + 4,
                         AtI_b = AlongB ? Depth + 4 : 1, AtK_b = AlongB ? 1 : TileN + 4,
                         StageA = AlongA ? TileM * AtI_a : Depth * AtK_a,
                         StageB = AlongB ? TileN * AtI_b : Depth * AtK_b, Slots = PartsM * PartsN;
#ifdef __CUDA_ARCH__
    typedef gpu__matmul_feed<double, TileM, Depth, Threads, AtI_a, AtK_a, AlongA, Abreast> FeedA;
    typedef gpu__matmul_feed<double, TileN, Depth, Threads, AtI_b, AtK_b, AlongB, Abreast> FeedB;
    static __device__ __forceinline__ bool plain(const gpu__matmul_args<double> &g)
    {
        return Abreast == 1 || (g.aligned_a && g.aligned_b);
    }
    double sum[PartsM][PartsN][4], x[2][PartsM][2], y[2][PartsN];
    int row, col, g, t;
    __device__ __forceinline__ gpu__matmul_dmma() : sum{}
    {
        const int warp = threadIdx.x / 32;
        row = warp / WarpsN * PartsM * 16, col = warp % WarpsN * PartsN * 8;
        g = threadIdx.x % 32 / 4, t = threadIdx.x % 4;
    }
    __device__ __forceinline__ void load(int buffer, const double *a, const double *b)
    {
#pragma unroll
        for (int i = 0; i < PartsM; i++)
#pragma unroll
            for (int e = 0; e < 2; e++) x[buffer][i][e] = a[t * AtK_a + (row + i * 16 + g + e * 8) * AtI_a];
#pragma unroll
        for (int j = 0; j < PartsN; j++) y[buffer][j] = b[t * AtK_b + (col + j * 8 + g) * AtI_b];
    }
    /* 16 x 8 sums += 16 x 4 by 4 x 8. (16 x 8 by 8 x 8 is slower: the fragments need too many registers.) */
    static __device__ __forceinline__ void multiply(double (&s)[4], const double (&x)[2], double y)
    {
#if __CUDA_ARCH__ >= 900
        asm volatile("mma.sync.aligned.m16n8k4.row.col.f64.f64.f64.f64 {%0,%1,%2,%3},{%4,%5},{%6},{%0,%1,%2,%3};"
                     : "+d"(s[0]), "+d"(s[1]), "+d"(s[2]), "+d"(s[3])
                     : "d"(x[0]), "d"(x[1]), "d"(y));
#elif __CUDA_ARCH__ >= 800
#pragma unroll
        for (int e = 0; e < 2; e++) /* rows g and g + 8 */
            asm volatile("mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {%0,%1},{%2},{%3},{%0,%1};"
                         : "+d"(s[e * 2]), "+d"(s[e * 2 + 1])
                         : "d"(x[e]), "d"(y));
#else
        (void)s, (void)x, (void)y; /* not launched on these architectures */
#endif
    }
    template <class Meanwhile>
    __device__ __forceinline__ void step(int s, const double *a, const double *b, Meanwhile meanwhile)
    {
        load((s + 1) % 2, a, b);
#pragma unroll
        for (int i = 0; i < PartsM; i++)
#pragma unroll
            for (int j = 0; j < PartsN; j++) {
                meanwhile(i * PartsN + j);
                multiply(sum[i][j], x[s % 2][i], y[s % 2][j]);
            }
    }
    __device__ __forceinline__ int first_row() const { return row + g; }
    __device__ __forceinline__ int first_col() const { return col + t * 2; }
    static constexpr int Groups = PartsM * PartsN * 2;
    static __device__ __forceinline__ int group_row(int n) { return n / 2 / PartsN * 16 + n % 2 * 8; }
    static __device__ __forceinline__ int group_col(int n) { return n / 2 % PartsN * 8; }
    __device__ __forceinline__ const double *group(int n) const
    {
        return &sum[n / 2 / PartsN][n / 2 % PartsN][n % 2 * 2];
    }
#endif
};

/* Tiles are rastered in bands of this many rows of tiles, so that those which run at the same time share operands in
   the cache: down the columns of a band, then the next band. */
enum { GPU__MATMUL_BAND = 8 };
#ifdef __CUDA_ARCH__
/* Row and column of tile `id` of tiles_m x tiles_n, counted in tiles. The caller knows how to divide: by_band(x) is
   x / (band * tiles_n), and by_height(x, height) has the row x % height and the column x / height. (References, so that
   the compiler makes the code that it makes of the caller's own expressions.) */
struct gpu__tile_at {
    unsigned row, col;
};
template <class ByBand, class ByHeight>
static __device__ __forceinline__ gpu__tile_at gpu__raster(unsigned id, const unsigned &tiles_m,
                                                           const unsigned &tiles_n, const unsigned &band,
                                                           const ByBand &by_band, const ByHeight &by_height)
{
    const unsigned first = by_band(id) * band;
    id -= first * tiles_n;
    const unsigned height = tiles_m - first < band ? tiles_m - first : band;
    const gpu__tile_at at = by_height(id, height);
    return {first + at.row, at.col};
}
#endif
/* n / d by a multiplication, for n + 1 and d of 32 bits. The reciprocal is (2^64 - e) / d with 1 <= e <= d; (n + 1)
   times it is 2^64 (n + 1) / d minus (n + 1) e / d, where the latter is more than 0 and at most 2^64 / d; so the upper
   half of the product is n / d rounded down. (For a larger d it is 0, which is correct.) */
static inline unsigned long long gpu__reciprocal(unsigned long long d) { return ~0ull / d; }
#ifdef __CUDA_ARCH__
static __device__ __forceinline__ unsigned gpu__divide_by(unsigned n, unsigned long long over)
{
    return (unsigned)__umul64hi(n + 1, over);
}

/* A block's tile of C, and the split that it sums up. */
struct gpu__matmul_block {
    size_t matrix, piece, row0, col0, k0; /* piece: number of the split, counted over all matrices */
    int rows, cols, again_i, again_j;     /* again: rows and columns that another block computes as well */
    /* The number of pairs of tiles along k. The first `whole` pairs are complete and can be copied by feeds. The last
       pair has a depth of `last`; if k is 0, there is one with a depth of 0. */
    unsigned iterations, whole;
    int last;
};
template <class Shape> static __device__ __forceinline__ gpu__matmul_block
gpu__matmul_block_of(const gpu__matmul_args<typename Shape::type> &g)
{
    constexpr int Width = Shape::Width, Depth = Shape::Depth;
    const unsigned Band = GPU__MATMUL_BAND, piece = gpu__divide_by(blockIdx.x, g.over_tiles),
                   id = blockIdx.x - piece * g.tiles_m * g.tiles_n, matrix = gpu__divide_by(piece, g.over_splits);
    const gpu__tile_at tile = gpu__raster(
        id, g.tiles_m, g.tiles_n, Band, [&](unsigned x) { return gpu__divide_by(x, g.over_band); },
        [&](unsigned x, unsigned height) {
            const unsigned col = height < Band ? gpu__divide_by(x, g.over_last) : x / Band;
            return gpu__tile_at{x - col * height, col};
        });
    gpu__matmul_block p;
    p.matrix = matrix, p.piece = piece, p.k0 = (piece - matrix * g.splits) * g.split_k;
    p.row0 = (size_t)tile.row * Shape::TileM, p.col0 = (size_t)tile.col * Shape::TileN;
    p.rows = (int)min(g.m - p.row0, (size_t)Shape::TileM), p.cols = (int)min(g.n - p.col0, (size_t)Shape::TileN);
    p.again_i = p.again_j = 0;
    /* (tiles that are moved back to end with the matrix must begin at an address that is aligned for the feeds' copies
       and C's stores) */
    const bool plain = Shape::plain(g), even = (Shape::FeedA::Along || g.m % Shape::FeedA::Abreast == 0) &&
                                               (Shape::FeedB::Along || g.n % Shape::FeedB::Abreast == 0) &&
                                               (!g.aligned_c || g.n % Width == 0);
    if (plain && even && g.m >= Shape::TileM && g.n >= Shape::TileN) { /* moves the last tiles back */
        p.again_i = Shape::TileM - p.rows, p.again_j = Shape::TileN - p.cols;
        p.row0 -= p.again_i, p.col0 -= p.again_j, p.rows = Shape::TileM, p.cols = Shape::TileN;
    }
    const size_t depth = g.k > p.k0 ? min(g.k - p.k0, g.split_k) : 0;
    p.iterations = depth ? (unsigned)((depth + Depth - 1) / Depth) : 1;
    p.whole = plain && p.rows == Shape::TileM && p.cols == Shape::TileN ? (unsigned)(depth / Depth) : 0;
    p.last = (int)(depth - (size_t)(p.iterations - 1) * Depth);
    return p;
}

/* Stores a group of sums at `to`, or only its columns from `first` to before `end`. */
template <class Type, int Width>
static __device__ __forceinline__ void gpu__matmul_store_group(const Type (&sum)[Width], Type *to, size_t c_j,
                                                               Type alpha, Type beta, bool aligned, int first, int end)
{
    if (aligned && Width <= end) {
        alignas(16) Type v[Width];
        if (beta != 0) *(uint4 *)v = *(const uint4 *)to;
#pragma unroll
        for (int e = 0; e < Width; e++) v[e] = beta != 0 ? fma(alpha, sum[e], beta * v[e]) : alpha * sum[e];
        *(uint4 *)to = *(const uint4 *)v;
    } else
#pragma unroll
        for (int e = 0; e < Width; e++)
            if (e >= first && e < end)
                to[e * c_j] = beta != 0 ? fma(alpha, sum[e], beta * to[e * c_j]) : alpha * sum[e];
}
/* Stores a block's sums to C, or to the sums of splits that another kernel adds up. `ring` is shared memory, RingBytes
   long, that the multiplication no longer needs. */
template <int RingBytes, class Shape, class Type> static __device__ __forceinline__ void
gpu__matmul_store(const Shape &shape, const gpu__matmul_args<Type> &g, const gpu__matmul_block &at, Type *ring)
{
    constexpr int Width = Shape::Width, Groups = Shape::Groups, Fit = RingBytes / (16 * Shape::Threads),
                  Some = Fit < Groups ? Groups / 2 : Groups; /* groups that a thread copies at a time */
    static_assert(Some <= Fit, "the sums of a block fit into its ring, half of them at a time");
    const bool whole = at.rows == Shape::TileM && at.cols == Shape::TileN;
    const size_t c_i = g.partial ? g.n : g.c_i, c_j = g.partial ? 1 : g.c_j;
    const Type alpha = g.partial ? (Type)1 : g.alpha, beta = g.partial ? (Type)0 : g.beta;
    Type *const c = (g.partial ? g.partial + at.piece * g.m * g.n : g.c + at.matrix * g.stride_c) +
                    (at.row0 + shape.first_row()) * c_i + (at.col0 + shape.first_col()) * c_j;
    if (whole && g.aligned_c && beta == 0) { /* the usual case: from registers */
#pragma unroll
        for (int n = 0; n < Groups; n++) {
            /* (the product is computed even if alpha is 1: vector stores of the sums themselves would constrain their
               registers in the loop too, where they would have bank conflicts with those of the operands) */
            alignas(16) Type v[Width];
#pragma unroll
            for (int e = 0; e < Width; e++) v[e] = alpha * shape.group(n)[e];
            *(uint4 *)(c + Shape::group_row(n) * c_i + Shape::group_col(n)) = *(const uint4 *)v;
        }
        return;
    }
    /* All other cases use a loop over a copy in shared memory, since unrolled checks would be half of the kernel's
       code. A thread copies its own sums, multiplied by a 1 that is not a constant for the compiler, for the same
       reason as above. */
    const Type one = (Type)(g.splits ? 1 : 0);
    const int rows = at.rows - shape.first_row(), cols = at.cols - shape.first_col(),
              again_i = at.again_i - shape.first_row(), again_j = at.again_j - shape.first_col();
    uint4 *const mine = (uint4 *)ring + threadIdx.x;
    __syncthreads();
#pragma unroll
    for (int n0 = 0; n0 < Groups; n0 += Some) {
#pragma unroll
        for (int n = 0; n < Some; n++) {
            alignas(16) Type v[Width];
#pragma unroll
            for (int e = 0; e < Width; e++) v[e] = one * shape.group(n0 + n)[e];
            mine[n * Shape::Threads] = *(const uint4 *)v;
        }
#pragma unroll 2
        for (int n = 0; n < Some; n++) {
            const int i = Shape::group_row(n0 + n), j = Shape::group_col(n0 + n);
            if (i >= rows || j >= cols || i < again_i || j + Width <= again_j) continue;
            alignas(16) Type v[Width];
            *(uint4 *)v = mine[n * Shape::Threads];
            gpu__matmul_store_group(v, c + i * c_i + j * c_j, c_j, alpha, beta, g.aligned_c, again_j - j, cols - j);
        }
    }
}
#endif

/* A compile-time constant that is passed as an argument. */
template <bool value> struct gpu__bool {
    __host__ __device__ constexpr operator bool() const { return value; }
};
#ifdef __CUDA_ARCH__
/* If a block is alone on its multiprocessor, the copies of complete tiles are spread over the multiply-adds of an
   iteration, since together they would wait for their addresses. Each step has Shape::Slots slots for them, except the
   last one, which has none. */
template <class Shape> struct gpu__matmul_spread {
    static constexpr int Steps = Shape::Depth / Shape::StepK, CopiesA = Shape::FeedA::Copies,
                         Copies = CopiesA + Shape::FeedB::Copies, Slots = Shape::Slots * (Steps - 1),
                         Apart = Slots < Copies ? 1 : Slots / Copies,
                         Abreast = Slots ? (Copies + Slots - 1) / Slots : 0;
    static __device__ __forceinline__ void copy(typename Shape::FeedA &a, typename Shape::FeedB &b,
                                                typename Shape::type *to, int step, int slot)
    {
        if constexpr (Slots > 0) {
            const int at = step * Shape::Slots + slot;
            if (at % Apart || step == Steps - 1) return;
#pragma unroll
            for (int n = at / Apart * Abreast; n < (at / Apart + 1) * Abreast; n++)
                if (n < CopiesA)
                    a.copy(to, n);
                else if (n < Copies)
                    b.copy(to + Shape::StageA, n - CopiesA);
        }
    }
};
#endif

/* A block computes a tile of C, or of one split's sums. */
template <class Shape, int Stages, int Blocks> static __global__ void __launch_bounds__(Shape::Threads, Blocks)
    gpu__matmul_tiled(const __grid_constant__ gpu__matmul_args<typename Shape::type> g)
{
#ifdef __CUDA_ARCH__
    typedef typename Shape::type Type;
    typedef typename Shape::FeedA FeedA;
    typedef typename Shape::FeedB FeedB;
    constexpr int Depth = Shape::Depth, StageA = Shape::StageA, Stage = StageA + Shape::StageB, End = Stages * Stage;
    extern __shared__ __align__(16) unsigned char gpu__dynamic_bytes[];
    Type *const ring = (Type *)gpu__dynamic_bytes; /* ring of Stages pairs of tiles, all but one of them in flight */
    gpu__follow(!g.partial);
    const gpu__matmul_block at = gpu__matmul_block_of<Shape>(g);
    const Type *const a = g.a + at.matrix * g.stride_a + at.row0 * g.a_i + at.k0 * g.a_k;
    const Type *const b = g.b + at.matrix * g.stride_b + at.col0 * g.b_j + at.k0 * g.b_k;
    FeedA feed_a(a, FeedA::Along ? g.a_i : g.a_k, threadIdx.x);
    FeedB feed_b(b, FeedB::Along ? g.b_j : g.b_k, threadIdx.x);
    auto fetch = [&](unsigned iteration, Type *to) {
        const int deep = iteration + 1 < at.iterations ? Depth : at.last;
        const size_t k = (size_t)iteration * Depth;
        if (iteration < at.whole) /* by advancing pointers */
            feed_a.copy_all(to), feed_b.copy_all(to + StageA);
        else if (iteration < at.iterations) {
            FeedA::copy_rest(to, a + k * g.a_k, g.a_i, g.a_k, g.aligned_a, at.rows, deep);
            FeedB::copy_rest(to + StageA, b + k * g.b_k, g.b_j, g.b_k, g.aligned_b, at.cols, deep);
        }
    };
#pragma unroll 1
    for (unsigned s = 0; s < Stages - 1; s++) {
        fetch(s, ring + s * Stage);
        gpu__copies_commit();
    }
    /* The operands of a step are loaded from shared memory during the previous step, also across tiles. */
    Shape shape;
    gpu__copies_wait<Stages - 2>();
    __syncthreads();
    shape.load(0, ring, ring + StageA);
    unsigned iteration = 0, from = 0, to = End - Stage;
    /* Multiplies a pair of tiles. now: it also copies a whole tile, by predicated instructions without a branch */
    auto multiply = [&](bool now) {
        constexpr int Steps = Depth / Shape::StepK;
        if (Depth >= 8 && !Shape::Slots) feed_a.copy_all(ring + to, now), feed_b.copy_all(ring + to + StageA, now);
#pragma unroll
        for (int s = 0; s < Steps; s++) {
            if (s == Steps - 1) {
                gpu__copies_commit();
                gpu__copies_wait<Stages - 2>();
                __syncthreads();
                from = from + Stage < End ? from + Stage : 0;
            }
            const int k = (s + 1) % Steps * Shape::StepK;
            const Type *const next = ring + from;
            shape.step(s, next + k * Shape::AtK_a, next + StageA + k * Shape::AtK_b, [&](int slot) {
                if (now) gpu__matmul_spread<Shape>::copy(feed_a, feed_b, ring + to, s, slot);
            });
            if (Depth < 8) { /* a flat tile skips the zeros after the last k; its loads must stay before the branch */
                asm volatile("" ::: "memory");
                if (s + 1 == at.last && iteration + 1 == at.iterations) break;
            }
        }
        to = to + Stage < End ? to + Stage : 0;
    };
    if constexpr (Depth < 8) { /* flat tiles have few iterations: each may be the last one */
#pragma unroll 1
        for (; iteration < at.iterations; iteration++) fetch(iteration + Stages - 1, ring + to), multiply(false);
    } else {
        /* The inner loop has no branch: it copies complete tiles, or none. Any other tile is copied before a pass of
           the inner loop with one iteration, so that the code of the multiply-adds exists only once. */
        unsigned stop = at.whole == at.iterations ? at.iterations : at.whole < Stages ? 0 : at.whole + 1 - Stages;
        for (;;) {
#pragma unroll 1
            for (; iteration < stop; iteration++) multiply(iteration + Stages - 1 < at.whole);
            if (iteration == at.iterations) break;
            if (iteration + Stages - 1 >= at.whole) fetch(iteration + Stages - 1, ring + to);
            stop = iteration + 1;
        }
    }
    gpu__matmul_store<End *(int)sizeof(Type)>(shape, g, at, ring);
#endif
}

/* Adds the sums of the splits, in ascending order. */
template <class Type> static __global__ void __launch_bounds__(256)
    gpu__matmul_add_splits(const __grid_constant__ gpu__matmul_args<Type> g, size_t count)
{
#ifdef __CUDA_ARCH__
    const size_t at = (size_t)blockIdx.x * 256 + threadIdx.x, area = g.m * g.n;
    gpu__follow(false);
    if (at >= count) return;
    const size_t matrix = at / area, element = at % area;
    const Type *p = g.partial + matrix * g.splits * area + element;
    Type sum = 0;
#pragma unroll 8
    for (unsigned s = 0; s < g.splits; s++) sum += p[s * area];
    Type *const to = g.c + matrix * g.stride_c + element / g.n * g.c_i + element % g.n * g.c_j;
    *to = g.beta != 0 ? fma(g.alpha, sum, g.beta * *to) : g.alpha * sum;
#endif
}

/* Calls launch(g, blocks) for as many matrices as a grid has blocks for, with `each` blocks for a matrix, and adds up
   the splits. */
template <class Type, class Launch> static cudaError_t gpu__matmul_batches(const gpu__launch_context *context,
                                                                           gpu__matmul_args<Type> g, size_t batch,
                                                                           size_t each, Launch launch)
{
    const size_t most = 0x7fffffff;
    cudaError_t e = cudaSuccess;
    if (each > most) return cudaErrorInvalidConfiguration;
    for (size_t left = batch; left && !e;) {
        const size_t some = left < most / each ? left : most / each, sums = some * g.m * g.n;
        e = launch(g, (unsigned)(some * each));
        if (g.partial && !e)
            e = gpu__launch_kernel<gpu__matmul_add_splits<Type>>({context, (unsigned)gpu__ceil_div(sums, 256), 256}, g,
                                                                 sums);
        g.a += some * g.stride_a, g.b += some * g.stride_b, g.c += some * g.stride_c, left -= some;
    }
    return e;
}
template <class Type> static bool gpu__matmul_aligned_c(const gpu__matmul_args<Type> &g)
{
    const size_t width = 16 / sizeof(Type);
    if (g.partial) return g.n % width == 0;
    return g.c_j == 1 && (uintptr_t)g.c % 16 == 0 && g.c_i % width == 0 && g.stride_c % width == 0;
}
template <class Shape, int Stages> constexpr size_t gpu__matmul_shared()
{
    return Stages * (Shape::StageA + Shape::StageB) * sizeof(typename Shape::type);
}
/* What all kinds of tiles have in common; launch queues the kernel. */
template <class Type> static cudaError_t gpu__matmul_run_tiles(
    const gpu__launch_context *context, gpu__matmul_args<Type> g, size_t batch, size_t tile_m, size_t tile_n,
    cudaError_t (*launch)(const gpu__launch_context *, const gpu__matmul_args<Type> &, unsigned blocks))
{
    const size_t tiles_m = gpu__ceil_div(g.m, tile_m), tiles_n = gpu__ceil_div(g.n, tile_n);
    if (tiles_m > (size_t)0x7fffffff / tiles_n / g.splits) return cudaErrorInvalidConfiguration;
    g.tiles_m = (unsigned)tiles_m, g.tiles_n = (unsigned)tiles_n;
    g.over_tiles = gpu__reciprocal(g.tiles_m * g.tiles_n), g.over_splits = gpu__reciprocal(g.splits);
    g.over_band = gpu__reciprocal((size_t)GPU__MATMUL_BAND * g.tiles_n);
    g.over_last = gpu__reciprocal(g.tiles_m % GPU__MATMUL_BAND ? g.tiles_m % GPU__MATMUL_BAND : 1);
    g.aligned_c = gpu__matmul_aligned_c(g);
    return gpu__matmul_batches(context, g, batch, tiles_m * tiles_n * g.splits,
                               [=](const auto &some, unsigned blocks) { return launch(context, some, blocks); });
}
template <class Shape, int Stages, int Blocks> static cudaError_t
gpu__matmul_run(const gpu__launch_context *context, gpu__matmul_args<typename Shape::type> g, size_t batch)
{
    /* if elements are copied one by one, the last tiles may begin at any of them */
    if (Shape::Single) g.aligned_a = g.aligned_b = false;
    return gpu__matmul_run_tiles<typename Shape::type>(
        context, g, batch, Shape::TileM, Shape::TileN,
        [](const gpu__launch_context *where, const gpu__matmul_args<typename Shape::type> &some, unsigned blocks) {
            constexpr size_t shared = gpu__matmul_shared<Shape, Stages>();
            return gpu__launch_kernel<gpu__matmul_tiled<Shape, Stages, Blocks>>(
                {where, blocks, Shape::Threads, 0, shared, shared}, some);
        });
}

/* Calls call(a, b) with two run-time properties as compile-time constants. */
template <class Call> static cudaError_t gpu__with_constants(bool a, bool b, Call call)
{
    const gpu__bool<true> yes;
    const gpu__bool<false> no;
    if (a) return b ? call(yes, yes) : call(yes, no);
    return b ? call(no, yes) : call(no, no);
}

/* Transposes the multiplication: C' = B' A'. */
template <class Type> static void gpu__matmul_transpose(gpu__matmul_args<Type> &g)
{
    auto swap = [](auto &x, auto &y) {
        auto t = x;
        x = y, y = t;
    };
    swap(g.a, g.b), swap(g.m, g.n), swap(g.a_i, g.b_j), swap(g.a_k, g.b_k), swap(g.c_i, g.c_j);
    swap(g.stride_a, g.stride_b), swap(g.aligned_a, g.aligned_b);
}
template <class Type>
static gpu__matmul_args<Type> gpu__matmul_args_of(const gpu_gemm_spec &g, void *c, const void *a, const void *b)
{
    const size_t width = 16 / sizeof(Type);
    auto aligned = [=](const void *p, size_t ld, size_t stride) {
        return (uintptr_t)p % 16 == 0 && ld % width == 0 && stride % width == 0;
    };
    gpu__matmul_args<Type> args = {};
    args.a = (const Type *)a, args.b = (const Type *)b, args.c = (Type *)c;
    args.m = g.m, args.n = g.n, args.k = g.k;
    args.a_i = g.transpose_a ? 1 : g.lda, args.a_k = g.transpose_a ? g.lda : 1;
    args.b_j = g.transpose_b ? g.ldb : 1, args.b_k = g.transpose_b ? 1 : g.ldb;
    args.c_i = g.ldc, args.c_j = 1;
    args.stride_a = g.stride_a, args.stride_b = g.stride_b, args.stride_c = g.stride_c;
    args.aligned_a = aligned(a, g.lda, g.stride_a), args.aligned_b = aligned(b, g.ldb, g.stride_b);
    args.alpha = (Type)g.alpha, args.beta = (Type)g.beta;
    return args;
}
/* ------------------------------------------------------------------------------------ src/families/matmul/small.cuh */
/* ---- Multiplication of small matrices, in batches or alone ------------------------------------------------------- */

/* C has at most 32 x 32 elements. A thread computes Side x Side of them, and a block of 64 threads multiplies as many
   pairs of matrices as fit. The operands are copied to shared memory in pieces along k, while other blocks compute. In
   shared memory A is contiguous along k, and B along its columns. An operand with another storage is transposed by the
   copy, element by element. */
enum { GPU__MATMUL_SMALL_THREADS = 64, GPU__MATMUL_SMALL_SIDE = 4 };

/* How the threads of a block copy an operand: `chunks` threads copy one stored row; at a time they copy `step` rows for
   each of `groups` matrices of the batch. In shared memory such an operand begins at `at` and has `size` elements, with
   rows of `pitch` elements; apart_at and apart_lines are the distances there of the elements of a stored row, and of
   stored rows. */
struct gpu__matmul_gather {
    unsigned lines, chunks, over_chunks, step, over_step, groups, pitch, at, size, apart_at, apart_lines;
    bool along; /* the stored rows run along k */
    bool wide;  /* copies of 16 bytes */
};
template <class Type> struct gpu__matmul_small_args {
    gpu__matmul_args<Type> g;
    gpu__matmul_gather a, b;
    unsigned batch, per_block, down, across, over_threads, over_pair, depth, size; /* elements in shared memory */
};
/* The reciprocal for t / d = t * gpu__small_reciprocal(d) >> 16, where t < 64. */
static inline unsigned gpu__small_reciprocal(unsigned d) { return 65536 / d + 1; }

#ifdef __CUDA_ARCH__
/* Copies one operand of `count` matrices of the batch to shared memory, as the gather describes it. */
template <class Type, int Width>
static __device__ __forceinline__ void gpu__matmul_gather_of(const gpu__matmul_gather &s, Type *to, const Type *from,
                                                             size_t stride, size_t ld, unsigned count, unsigned apart,
                                                             unsigned depth, unsigned side)
{
    constexpr int Bytes = Width * (int)sizeof(Type);
    const unsigned line = threadIdx.x * s.over_chunks >> 16, at = (threadIdx.x - line * s.chunks) * Width,
                   group = line * s.over_step >> 16, begin = line - group * s.step, end = s.along ? side : depth;
    const int have = (int)(s.along ? depth : side) - (int)at,
              bytes = (have < 0 ? 0 : min(have, Width)) * (int)sizeof(Type);
    const bool whole = have >= Width && s.lines <= end; /* no element is missing */
    if (group >= s.groups) return;
    to += s.at + begin * s.apart_lines + at * s.apart_at, from += begin * ld + at;
#pragma unroll 1
    for (unsigned p = group; p < count; p += s.groups) {
        const Type *row = from + p * stride;
        Type *into = to + p * apart;
#pragma unroll 4
        for (unsigned l = begin; l < s.lines; l += s.step, row += s.step * ld, into += s.step * s.apart_lines)
            if (whole)
                gpu__copy_async<Bytes>(into, row, Bytes);
            else
                gpu__copy_async<Bytes>(into, row, l < end ? bytes : 0);
    }
}
/* A thread computes the rows row_at + i * down of C, and the columns gpu__matmul_small_col(j, col_at, across). */
template <int Width>
static __device__ __forceinline__ unsigned gpu__matmul_small_col(int j, unsigned at, unsigned across)
{
    return (at + j / Width * across) * Width + j % Width;
}
template <class Type, int Side>
static __device__ __forceinline__ void gpu__matmul_small_store(const gpu__matmul_small_args<Type> &s, Type *c,
                                                               const Type (&sum)[Side][Side], unsigned row_at,
                                                               unsigned col_at)
{
    constexpr int Width = 16 / (int)sizeof(Type);
    const gpu__matmul_args<Type> &g = s.g;
#pragma unroll
    for (int i = 0; i < Side; i++) {
        const unsigned row = row_at + i * s.down;
        if (row >= g.m) continue;
#pragma unroll
        for (int j = 0; j < Side; j += Width) {
            const unsigned col = gpu__matmul_small_col<Width>(j, col_at, s.across);
            Type *const to = c + row * g.c_i + col;
            if (g.aligned_c && col + Width <= g.n) {
                alignas(16) Type v[Width];
                if (g.beta != 0) *(uint4 *)v = *(const uint4 *)to;
#pragma unroll
                for (int e = 0; e < Width; e++)
                    v[e] = g.beta != 0 ? fma(g.alpha, sum[i][j + e], g.beta * v[e]) : g.alpha * sum[i][j + e];
                *(uint4 *)to = *(const uint4 *)v;
            } else
#pragma unroll
                for (int e = 0; e < Width; e++) {
                    if (col + e >= g.n) continue;
                    to[e] = g.beta != 0 ? fma(g.alpha, sum[i][j + e], g.beta * to[e]) : g.alpha * sum[i][j + e];
                }
        }
    }
}
#endif

/* A block computes up to per_block small matrices C. */
template <class Type> static __global__ void __launch_bounds__(GPU__MATMUL_SMALL_THREADS, 12)
    gpu__matmul_small(const __grid_constant__ gpu__matmul_small_args<Type> s)
{
#ifdef __CUDA_ARCH__
    constexpr int Width = 16 / (int)sizeof(Type), Side = GPU__MATMUL_SMALL_SIDE;
    const gpu__matmul_args<Type> &g = s.g;
    extern __shared__ __align__(16) unsigned char gpu__dynamic_bytes[];
    Type *const stage = (Type *)gpu__dynamic_bytes;
    const unsigned first = blockIdx.x * s.per_block, count = min(s.per_block, s.batch - first), t = threadIdx.x;

    /* the thread's matrix, and its position there: threads are numbered two rows at a time, so that a quarter of a warp
       reads both operands without bank conflicts */
    const unsigned mine = t * s.over_threads >> 16, within = t - mine * s.down * s.across, pair = s.down % 2 ? 1 : 2,
                   rank = within * s.over_pair >> 16, rest = within - rank * pair * s.across,
                   row_at = rank * pair + rest % pair, col_at = rest / pair;
    const Type *const a = stage + mine * s.size, *const b = a + s.b.at;
    Type sum[Side][Side] = {};
    gpu__follow(true);
    for (size_t k0 = 0; k0 < g.k; k0 += s.depth) {
        const unsigned depth = g.k - k0 < s.depth ? (unsigned)(g.k - k0) : s.depth;
        auto gather = [&](const gpu__matmul_gather &how, const Type *from, size_t stride, size_t s_i, size_t s_k,
                          size_t side) {
            from += first * stride + k0 * s_k;
            const size_t ld = how.along ? s_i : s_k;
            if (how.wide)
                gpu__matmul_gather_of<Type, Width>(how, stage, from, stride, ld, count, s.size, depth, (unsigned)side);
            else
                gpu__matmul_gather_of<Type, 1>(how, stage, from, stride, ld, count, s.size, depth, (unsigned)side);
        };
        gather(s.a, g.a, g.stride_a, g.a_i, g.a_k, g.m);
        gather(s.b, g.b, g.stride_b, g.b_j, g.b_k, g.n);
        gpu__copies_commit();
        gpu__copies_wait<0>();
        __syncthreads();
#pragma unroll 1
        for (unsigned k = 0; mine < count && k < depth; k += Width) {
            alignas(16) Type x[Side][Width], y[Width][Side];
#pragma unroll
            for (int i = 0; i < Side; i++) *(uint4 *)x[i] = *(const uint4 *)(a + k + (row_at + i * s.down) * s.a.pitch);
#pragma unroll
            for (int e = 0; e < Width; e++)
#pragma unroll
                for (int j = 0; j < Side; j += Width)
                    *(uint4 *)&y[e][j] =
                        *(const uint4 *)(b + (k + e) * s.b.pitch + gpu__matmul_small_col<Width>(j, col_at, s.across));
#pragma unroll
            for (int e = 0; e < Width; e++)
#pragma unroll
                for (int i = 0; i < Side; i++)
#pragma unroll
                    for (int j = 0; j < Side; j++) sum[i][j] = fma(x[i][e], y[e][j], sum[i][j]);
        }
        if (k0 + s.depth < g.k) __syncthreads();
    }
    if (mine < count) gpu__matmul_small_store(s, g.c + (first + mine) * g.stride_c, sum, row_at, col_at);
#endif
}

/* Plans the copy of an operand of `side` rows or columns, padded to `rows`. keep_along: it is contiguous along k in
   shared memory; along: in global memory. */
template <class Type> static gpu__matmul_gather gpu__matmul_gather_plan(bool keep_along, bool along, bool wide,
                                                                        size_t side, unsigned rows, size_t depth)
{
    const size_t Width = 16 / sizeof(Type);
    gpu__matmul_gather s = {};
    s.along = along, s.wide = wide && along == keep_along;
    s.lines = (unsigned)(along ? side : depth);
    s.chunks = (unsigned)gpu__ceil_div(along ? depth : side, s.wide ? Width : 1);
    const unsigned abreast = GPU__MATMUL_SMALL_THREADS / s.chunks;
    s.step = abreast < s.lines ? abreast : s.lines, s.groups = abreast / s.step;
    s.over_chunks = gpu__small_reciprocal(s.chunks), s.over_step = gpu__small_reciprocal(s.step);
    /* along k the pitch is an odd number of 16-byte chunks, against bank conflicts */
    s.pitch = (unsigned)(keep_along ? (depth / Width | 1) * Width : rows),
    s.size = s.pitch * (unsigned)(keep_along ? rows : depth);
    s.apart_at = along == keep_along ? 1 : s.pitch, s.apart_lines = along == keep_along ? s.pitch : 1;
    return s;
}
/* Launches multiplications of small matrices: a block computes as many of them as its threads and 44 KiB of shared
   memory allow. */
template <class Type> static cudaError_t gpu__matmul_by_small(const gpu__launch_context *context,
                                                              const gpu__matmul_args<Type> &g, size_t batch)
{
    const size_t Width = 16 / sizeof(Type), limit = 44 << 10, Side = GPU__MATMUL_SMALL_SIDE;
    gpu__matmul_small_args<Type> s = {};
    size_t depth = !g.k ? Width : g.k < 64 ? gpu__ceil_div(g.k, Width) * Width : 64, size;
    s.g = g, s.g.aligned_c = gpu__matmul_aligned_c(g);
    s.down = (unsigned)gpu__ceil_div(g.m, Side), s.across = (unsigned)gpu__ceil_div(g.n, Side);
    s.per_block = GPU__MATMUL_SMALL_THREADS / (s.down * s.across);
    s.over_threads = gpu__small_reciprocal(s.down * s.across),
    s.over_pair = gpu__small_reciprocal((s.down % 2 ? 1 : 2) * s.across);
    for (;; depth = gpu__ceil_div(depth / 2, Width) * Width) {
        s.a = gpu__matmul_gather_plan<Type>(true, g.a_k == 1, g.aligned_a, g.m, s.down * (unsigned)Side, depth);
        s.b = gpu__matmul_gather_plan<Type>(false, g.b_k == 1, g.aligned_b, g.n, s.across * (unsigned)Side, depth);
        s.b.at = s.a.size, s.size = (unsigned)(((s.a.size + s.b.size) / Width | 1) * Width);
        size = s.size * sizeof(Type);
        if (size * s.per_block <= limit || depth <= 16) break;
    }
    if (size * s.per_block > limit) s.per_block = (unsigned)(limit / size);
    s.depth = (unsigned)depth;
    return gpu__matmul_batches(context, s.g, batch, 1, [=](const auto &some, unsigned matrices) {
        const unsigned blocks = (unsigned)gpu__ceil_div(matrices, s.per_block);
        gpu__matmul_small_args<Type> now = s;
        now.g = some, now.batch = matrices;
        return gpu__launch_kernel<gpu__matmul_small<Type>>(
            {context, blocks, GPU__MATMUL_SMALL_THREADS, 0, size * s.per_block}, now);
    });
}
/* ------------------------------------------------------------------------------------- src/families/matmul/thin.cuh */
/* ---- Matrix multiplication with few columns ---------------------------------------------------------------------- */

/* A is large and read once; B and C have at most Cols columns. (If C has few rows instead, C' = B' A' is computed.) A
   warp computes the sums of 128 rows, a lane those of four. The four warps of a block take the pieces of its split of k
   alternately; each has a ring buffer of its own in shared memory and waits for no other warp. In the end the block
   adds the sums of its warps, in ascending order. Along: A is contiguous along k, and a piece is 64 bytes of each row,
   whose 16-byte chunks are permuted by the row's number; otherwise a piece consists of rows of 128 elements along m.
   Columns are computed in groups. A group beyond the last column costs no time; missing columns within a group do. */
template <class Type_, bool Along_> struct gpu__matmul_thin {
    typedef Type_ type;
    static constexpr bool Along = Along_;
    static constexpr int Cols = sizeof(type) == 4 ? GPU__MATMUL_THIN_MOST : GPU__MATMUL_THIN_MOST_F64, First = 4,
                         Second = 20, Width = 16 / (int)sizeof(type), Rows = GPU__MATMUL_THIN_ROWS,
                         RowsPerLane = Rows / 32, Chunks = 512 / Rows, Depth = Chunks * Width, Warps = 4,
                         Threads = 32 * Warps, Stages = 2, StageA = Rows * Depth, Stage = StageA + Depth * Cols,
                         Pitch = Along ? Rows + 1 : Rows + Width, Bytes = (Warps * Stages * Stage) * (int)sizeof(type);
    static_assert(Stages * Stage >= Cols * Pitch, "the sums of a warp fit into its ring");
    /* whether column `j` begins a group beyond the last of `cols` columns */
    static __device__ __forceinline__ bool beyond(int j, int cols) { return (j == First || j == Second) && j >= cols; }
};

#ifdef __CUDA_ARCH__
/* Copies a warp's piece of A, of which `rows` rows and `depth` terms exist; the rest is zeroed. Whole: all exist. */
template <class Shape, int Width, bool Whole> static __device__ __forceinline__ void
gpu__matmul_thin_copy(typename Shape::type *to, const typename Shape::type *from, size_t ld, int rows, int depth)
{
    typedef typename Shape::type Type;
    constexpr int Most = Shape::Width, Bytes = Width * (int)sizeof(Type),
                  Chunks = (Shape::Along ? Shape::Depth : Shape::Rows) / Width, Across = Chunks < 32 ? Chunks : 32,
                  Abreast = 32 / Across, Lines = Shape::Along ? Shape::Rows : Shape::Depth;
    const int lane = threadIdx.x % 32;
    for (int c = lane % Across; c < Chunks; c += Across) {
        const int at = c * Width, have = (Shape::Along ? depth : rows) - at,
                  bytes = (have < 0 ? 0 : min(have, Width)) * (int)sizeof(Type), end = Shape::Along ? rows : depth;
        const Type *p = from + lane / Across * ld + at;
#pragma unroll(Whole ? 16 : 1)
        for (int l0 = 0; l0 < Lines; l0 += Abreast, p += Abreast * ld) {
            const int l = l0 + lane / Across, chunk = at / Most ^ l / (8 / Shape::Chunks) % Shape::Chunks;
            gpu__copy_async<Bytes>(
                to + (Shape::Along ? l * Shape::Depth + chunk * Most + at % Most : l * Shape::Rows + at), p,
                Whole ? Bytes : (l < end) * bytes);
        }
    }
}
/* Copies the corresponding piece of B: a lane copies one k of every Abreast-th column. */
template <class Shape, bool Whole>
static __device__ __forceinline__ void gpu__matmul_thin_copy_b(typename Shape::type *to, const typename Shape::type *b,
                                                               size_t b_j, size_t b_k, int cols, int depth)
{
    typedef typename Shape::type Type;
    constexpr int Depth = Shape::Depth, Cols = Shape::Cols, Abreast = 32 / Depth, Bytes = (int)sizeof(Type);
    const int k = threadIdx.x % Depth, j0 = threadIdx.x % 32 / Depth;
    const Type *p = b + j0 * b_j + k * b_k;
#pragma unroll(Whole ? Cols : 1)
    for (int j = 0; j < Cols; j += Abreast, p += Abreast * b_j) {
        if (Shape::beyond(j, cols)) break;
        gpu__copy_async<Bytes>(to + k * Cols + j0 + j, p, Whole || k < depth ? Bytes : 0, j0 + j < cols);
    }
}
/* Adds the products of a piece to the sums of the columns from `First` to `Last`. Wide groups loop over the chunks:
   unrolled, their code is three times as long, and 32 columns take 4 to 7 % more time on an H100. */
template <class Shape, int First, int Last> static __device__ __forceinline__ void
gpu__matmul_thin_multiply(typename Shape::type (&sum)[Shape::RowsPerLane][Shape::Cols], const typename Shape::type *a)
{
    typedef typename Shape::type Type;
    constexpr int Width = Shape::Width, RowsPerLane = Shape::RowsPerLane;
    const int lane = threadIdx.x % 32;
    const Type *const b = a + Shape::StageA;
#pragma unroll(Last - First > Shape::First ? 1 : Shape::Chunks)
    for (int c = 0; c < Shape::Chunks; c++) {
        alignas(16) Type x[RowsPerLane][Width];
#pragma unroll
        for (int i = 0; i < RowsPerLane; i++)
            if (Shape::Along)
                *(uint4 *)x[i] = *(const uint4 *)(a + (lane + 32 * i) * Shape::Depth +
                                                  (c ^ lane / (8 / Shape::Chunks) % Shape::Chunks) * Width);
            else { /* Width neighbouring rows for k = i % Width */
                alignas(16) Type v[Width];
                *(uint4 *)v =
                    *(const uint4 *)(a + (c * Width + i % Width) * Shape::Rows + (lane + i / Width * 32) * Width);
#pragma unroll
                for (int e = 0; e < Width; e++) x[i / Width * Width + e][i % Width] = v[e];
            }
#pragma unroll
        for (int k = 0; k < Width; k++) {
            alignas(16) Type y[Last - First];
#pragma unroll
            for (int j = First; j < Last; j += Width)
                *(uint4 *)&y[j - First] = *(const uint4 *)(b + (c * Width + k) * Shape::Cols + j);
#pragma unroll
            for (int j = First; j < Last; j++)
#pragma unroll
                /* alternately ascending and descending: each product has one operand in common with the last */
                for (int n = 0; n < RowsPerLane; n++) {
                    const int i = j % 2 ? RowsPerLane - 1 - n : n;
                    sum[i][j] = fma(x[i][k], y[j - First], sum[i][j]);
                }
        }
    }
}
/* Adds the sums of the warps, and writes the results to C or to the sums of splits. */
template <class Shape> static __device__ __forceinline__ void
gpu__matmul_thin_store(typename Shape::type (&sum)[Shape::RowsPerLane][Shape::Cols], typename Shape::type *ring,
                       const gpu__matmul_args<typename Shape::type> &g, typename Shape::type *c, size_t c_i, size_t c_j,
                       int rows)
{
    typedef typename Shape::type Type;
    constexpr int Width = Shape::Width, Cols = Shape::Cols, Rows = Shape::Rows, Pitch = Shape::Pitch,
                  Apart = Shape::Stages * Shape::Stage;
    const int lane = threadIdx.x % 32;
    /* (volatile: vector stores would constrain the registers of the sums, which would then have bank conflicts with
       those of the operands) */
    volatile Type *const mine = ring + threadIdx.x / 32 * Apart;
    __syncthreads();
#pragma unroll
    for (int j = 0; j < Cols; j++) {
        if (Shape::beyond(j, (int)g.n)) break;
#pragma unroll
        for (int i = 0; i < Shape::RowsPerLane; i++)
            mine[j * Pitch + (Shape::Along ? lane + 32 * i : (lane + i / Width * 32) * Width + i % Width)] = sum[i][j];
    }
    __syncthreads();
#pragma unroll 1
    for (int e = threadIdx.x; e < Rows * Cols; e += Shape::Threads) {
        const int i = Shape::Along ? e / Cols : e % Rows, j = Shape::Along ? e % Cols : e / Rows;
        if (i >= rows || j >= g.n) continue;
        Type v = 0, *const to = c + i * c_i + j * c_j;
#pragma unroll
        for (int w = 0; w < Shape::Warps; w++) v += ring[w * Apart + j * Pitch + i];
        *to = g.partial ? v : g.beta != 0 ? fma(g.alpha, v, g.beta * *to) : g.alpha * v;
    }
}
#endif

/* Element (i, j) of a split's sums is at i * partial_i + j * partial_j. */
template <class Shape> static __global__ void __launch_bounds__(Shape::Threads, 2)
    gpu__matmul_thin_rows(const __grid_constant__ gpu__matmul_args<typename Shape::type> g, size_t partial_i,
                          size_t partial_j)
{
#ifdef __CUDA_ARCH__
    typedef typename Shape::type Type;
    constexpr int Stages = Shape::Stages, Depth = Shape::Depth, Step = Depth * Shape::Warps;
    extern __shared__ __align__(16) unsigned char gpu__dynamic_bytes[];
    const int warp = threadIdx.x / 32;
    Type *const rings = (Type *)gpu__dynamic_bytes, *const ring = rings + warp * Stages * Shape::Stage;
    const unsigned tile = blockIdx.x % g.tiles_m, piece = blockIdx.x / g.tiles_m;
    const size_t split = piece % g.splits, matrix = piece / g.splits, row0 = (size_t)tile * Shape::Rows,
                 k0 = split * g.split_k, depth = g.k > k0 ? (g.k - k0 < g.split_k ? g.k - k0 : g.split_k) : 0;
    const int rows = g.m - row0 < Shape::Rows ? (int)(g.m - row0) : Shape::Rows;
    size_t next = (size_t)warp * Depth;
    const Type *a = g.a + matrix * g.stride_a + row0 * g.a_i + (k0 + next) * g.a_k,
               *b = g.b + matrix * g.stride_b + (k0 + next) * g.b_k;

    auto fetch = [&](int slot) {
        Type *const to = ring + slot * Shape::Stage;
        if (next < depth) {
            const int some = depth - next < Depth ? (int)(depth - next) : Depth;
            const size_t ld = Shape::Along ? g.a_i : g.a_k;
            if (g.aligned_a && rows == Shape::Rows && some == Depth) {
                gpu__matmul_thin_copy<Shape, Shape::Width, true>(to, a, ld, rows, some);
                gpu__matmul_thin_copy_b<Shape, true>(to + Shape::StageA, b, g.b_j, g.b_k, (int)g.n, some);
            } else {
                if (g.aligned_a)
                    gpu__matmul_thin_copy<Shape, Shape::Width, false>(to, a, ld, rows, some);
                else
                    gpu__matmul_thin_copy<Shape, 1, false>(to, a, ld, rows, some);
                gpu__matmul_thin_copy_b<Shape, false>(to + Shape::StageA, b, g.b_j, g.b_k, (int)g.n, some);
            }
        }
        a += Step * g.a_k, b += Step * g.b_k, next += Step;
        gpu__copies_commit();
    };
    Type sum[Shape::RowsPerLane][Shape::Cols] = {};
    int slot = 0;
    gpu__follow(!g.partial);
#pragma unroll 1
    for (int s = 0; s < Stages - 1; s++) fetch(s);
#pragma unroll 1
    for (size_t k = (size_t)warp * Depth; k < depth; k += Step) {
        gpu__copies_wait<Stages - 2>();
        __syncwarp(); /* all lanes' copies are complete, and no lane still reads the slot that is filled next */
        fetch(slot ? slot - 1 : Stages - 1);
        const Type *const piece = ring + slot * Shape::Stage;
        if (Shape::Cols == Shape::First || g.n <= Shape::First)
            gpu__matmul_thin_multiply<Shape, 0, Shape::First>(sum, piece);
        else if constexpr (Shape::Cols > Shape::First) {
            gpu__matmul_thin_multiply<Shape, 0, Shape::Second>(sum, piece);
            if (g.n > Shape::Second) gpu__matmul_thin_multiply<Shape, Shape::Second, Shape::Cols>(sum, piece);
        }
        slot = slot + 1 < Stages ? slot + 1 : 0;
    }
    Type *const c = (g.partial ? g.partial + piece * g.m * g.n : g.c + matrix * g.stride_c);
    const size_t c_i = g.partial ? partial_i : g.c_i, c_j = g.partial ? partial_j : g.c_j;
    gpu__matmul_thin_store<Shape>(sum, rings, g, c + row0 * c_i, c_i, c_j, rows);
#endif
}
template <class Shape> static cudaError_t
gpu__matmul_thin_run(const gpu__launch_context *context, const gpu__matmul_args<typename Shape::type> &g, size_t batch)
{
    const size_t tiles = gpu__ceil_div(g.m < g.n ? g.n : g.m, Shape::Rows);
    if (tiles > (size_t)0x7fffffff / g.splits) return cudaErrorInvalidConfiguration;
    return gpu__matmul_batches(context, g, batch, tiles * g.splits, [=](auto some, unsigned blocks) {
        const size_t cols = some.n;
        const bool transposed = some.m < some.n;
        if (transposed) gpu__matmul_transpose(some);
        some.tiles_m = (unsigned)tiles;
        return gpu__launch_kernel<gpu__matmul_thin_rows<Shape>>(
            {context, blocks, Shape::Threads, 0, Shape::Bytes, Shape::Bytes}, some, transposed ? 1 : cols,
            transposed ? cols : 1);
    });
}
template <class Type> static cudaError_t gpu__matmul_by_thin(const gpu__launch_context *context,
                                                             const gpu__matmul_args<Type> &g, size_t batch)
{
    if ((g.m < g.n ? g.b_k : g.a_k) == 1) return gpu__matmul_thin_run<gpu__matmul_thin<Type, true>>(context, g, batch);
    return gpu__matmul_thin_run<gpu__matmul_thin<Type, false>>(context, g, batch);
}
/* -------------------------------------------------------------------------------------- src/families/matmul/mma.cuh */
/* ---- Matrix multiplication on tensor cores ----------------------------------------------------------------------- */

/* C = alpha A B + beta C for bf16, f16 and tf32, with sums in float. A block computes a tile of C. Pieces of A and B go
   through a ring buffer in shared memory, with the layout that they have in global memory: rows along k ("k-major"), or
   rows along m or n ("mn-major"). The 16-byte chunks of a row are permuted by the number of the row, so that the same
   chunk of eight rows is in different banks. */

template <int precision> struct gpu__mma_element;
template <> struct gpu__mma_element<GPU__MATMUL_BF16> {
    typedef gpu_bf16 type;
    static __device__ __forceinline__ float wide(gpu_bf16 x) { return __uint_as_float((unsigned)x.bits << 16); }
    static __device__ __forceinline__ unsigned word(const float *x)
    {
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 800
        unsigned y;
        asm("cvt.rn.bf16x2.f32 %0, %1, %2;" : "=r"(y) : "f"(x[1]), "f"(x[0]));
        return y;
#else
        return gpu_bf16_of(x[0]).bits | (unsigned)gpu_bf16_of(x[1]).bits << 16;
#endif
    }
};
template <> struct gpu__mma_element<GPU__MATMUL_F16> {
    typedef gpu_f16 type;
    static __device__ __forceinline__ float wide(gpu_f16 x)
    {
        float y;
        asm("cvt.f32.f16 %0, %1;" : "=f"(y) : "h"(x.bits));
        return y;
    }
    static __device__ __forceinline__ unsigned word(const float *x)
    {
        unsigned short lo, hi;
        asm("cvt.rn.f16.f32 %0, %1;" : "=h"(lo) : "f"(x[0]));
        asm("cvt.rn.f16.f32 %0, %1;" : "=h"(hi) : "f"(x[1]));
        return lo | (unsigned)hi << 16;
    }
};
template <> struct gpu__mma_element<GPU__MATMUL_TF32> {
    typedef float type;
    static __device__ __forceinline__ float wide(float x) { return x; }
    static __device__ __forceinline__ unsigned word(const float *x) { return __float_as_uint(*x); }
};
template <int precision> using gpu__mma_type = typename gpu__mma_element<precision>::type;

/* An operand as it is stored. vector: every row can be read 16 bytes at a time. */
struct gpu__tensor_operand {
    const void *p;
    size_t rows, cols, ld, stride;
    bool vector;
};
struct gpu__tensor_args {
    gpu__tensor_operand a, b;
    void *c;
    float *partials; /* the sums of splits, [splits][batch][m][pitch]; or NULL */
    size_t m, n, k, split, batch, ldc, stride_c, pitch;
    unsigned tiles_m, tiles_n, band, splits;
    float alpha, beta;
    bool vector;                     /* the same for C's rows */
    bool transposed_a, transposed_b; /* whether they are stored transposed */
};

/* The tile that block `id` computes, the terms [k0, k1) of its sums, and their split. */
struct gpu__tensor_tile {
    size_t row, col, k0, k1;
    unsigned split, batch;
};
#ifdef __CUDA_ARCH__
template <int Rows, int Cols>
static __device__ __forceinline__ gpu__tensor_tile gpu__tensor_tile_of(const gpu__tensor_args &w, unsigned id)
{
    gpu__tensor_tile p;
    const unsigned tiles = w.tiles_m * w.tiles_n;
    p.split = id / tiles % w.splits, p.batch = id / tiles / w.splits;
    const gpu__tile_at tile = gpu__raster(
        id % tiles, w.tiles_m, w.tiles_n, w.band, [&](unsigned x) { return x / (w.band * w.tiles_n); },
        [](unsigned x, unsigned height) {
            return gpu__tile_at{x % height, x / height};
        });
    p.row = (size_t)tile.row * Rows, p.col = (size_t)tile.col * Cols;
    p.k0 = p.split * w.split, p.k1 = w.k - p.k0 < w.split ? w.k : p.k0 + w.split;
    return p;
}
#endif

/* ---- Epilogue: a warp's accumulators to C ------------------------------------------------------------------------ */

/* The destination of sums: C, or the workspace for the sums of a split. */
struct gpu__tensor_target {
    void *c;
    size_t m, n, ld;
    float alpha, beta;
    bool vector;
};
#ifdef __CUDA_ARCH__
template <int precision>
static __device__ __forceinline__ gpu__tensor_target gpu__tensor_target_of(const gpu__tensor_args &w,
                                                                           const gpu__tensor_tile &p)
{
    gpu__mma_type<precision> *const c = (gpu__mma_type<precision> *)w.c + p.batch * w.stride_c;
    return {c, w.m, w.n, w.ldc, w.alpha, w.beta, w.vector};
}
static __device__ __forceinline__ gpu__tensor_target gpu__tensor_partial_of(const gpu__tensor_args &w,
                                                                            const gpu__tensor_tile &p)
{
    return {w.partials + ((size_t)p.split * w.batch + p.batch) * w.m * w.pitch, w.m, w.pitch, w.pitch, 1, 0, true};
}

/* Loads 16 bytes of a row of C into words (get), or stores them (set). Only `left` of their elements exist. */
template <class Type>
static __device__ __forceinline__ void gpu__mma_get(unsigned (&x)[4], const Type *c, int left, bool vector)
{
    constexpr int Width = 16 / sizeof(Type), Bits = 8 * sizeof(Type);
    uint4 v = {0, 0, 0, 0};
    if (vector && left >= Width)
        v = *(const uint4 *)c;
    else
#pragma unroll 1
        for (int e = min(left, Width) - 1; e >= 0; e--) {
            gpu__pack<Type, 4 / sizeof(Type)> one = {};
            one.v[0] = c[e];
            v.w = __funnelshift_lc(v.z, v.w, Bits), v.z = __funnelshift_lc(v.y, v.z, Bits);
            v.y = __funnelshift_lc(v.x, v.y, Bits), v.x = __funnelshift_lc(0, v.x, Bits);
            v.x |= *(unsigned *)&one;
        }
    x[0] = v.x, x[1] = v.y, x[2] = v.z, x[3] = v.w;
}
template <class Type>
static __device__ __forceinline__ void gpu__mma_set(Type *c, const unsigned (&x)[4], int left, bool vector)
{
    constexpr int Width = 16 / sizeof(Type), Bits = 8 * sizeof(Type);
    uint4 v = make_uint4(x[0], x[1], x[2], x[3]);
    if (vector && left >= Width)
        __stcs((uint4 *)c, v); /* (the compiler splits a plain assignment of permuted words into four stores) */
    else
#pragma unroll 1
        for (int e = 0; e < min(left, Width); e++) {
            c[e] = *(const Type *)&v.x;
            v.x = __funnelshift_rc(v.x, v.y, Bits), v.y = __funnelshift_rc(v.y, v.z, Bits);
            v.z = __funnelshift_rc(v.z, v.w, Bits), v.w = __funnelshift_rc(v.w, 0, Bits);
        }
}
/* Stores alpha * sum + beta * C. `trade`, which is its own inverse, rearranges the sums of lanes to the order of
   memory. Whole: all 16 bytes are written at once, and C is not read. */
template <int precision, bool Whole, class Trade> static __device__ __forceinline__ void
gpu__mma_put(gpu__mma_type<precision> *c, const float *sum, int left, const gpu__tensor_target &to, const Trade &trade)
{
    typedef gpu__mma_element<precision> element;
    constexpr int Count = 4 / sizeof(gpu__mma_type<precision>);
    const bool add = !Whole && to.beta != 0;
    unsigned x[4] = {};
    if (add) gpu__mma_get(x, c, left, to.vector), trade(x);
#pragma unroll
    for (int i = 0; i < 4; i++) {
        const auto old = *(const gpu__pack<gpu__mma_type<precision>, Count> *)(x + i);
        float y[Count];
#pragma unroll
        for (int e = 0; e < Count; e++) {
            y[e] = to.alpha * sum[i * Count + e];
            if (add) y[e] = fmaf(to.beta, element::wide(old.v[e]), y[e]);
        }
        x[i] = element::word(y);
    }
    trade(x);
    gpu__mma_set(c, x, Whole ? 16 : left, Whole || to.vector);
}
/* Exchanges words between lanes whose numbers differ in `bit`. Of each pair of words with distance `Apart`, the lane
   without the bit receives both first words and the other lane both second words. The operation is its own inverse. */
template <int Apart> static __device__ __forceinline__ void gpu__mma_exchange(unsigned (&x)[4], int bit)
{
    const bool second = threadIdx.x & bit;
#pragma unroll
    for (int i = 0; i < 4; i++)
        if (!(i & Apart)) {
            const unsigned got = __shfl_xor_sync(~0u, second ? x[i] : x[i + Apart], bit);
            x[i] = second ? got : x[i], x[i + Apart] = second ? x[i + Apart] : got;
        }
}
/* Stores a lane's sums, 16 bytes a pass. The first pass writes at `c`; from there C is `rows` by `cols`. */
template <int precision, bool Swap, int Apart, bool Whole, int Bands, int Tiles>
static __device__ __forceinline__ void gpu__mma_store(const float (&acc)[Bands][Tiles][4], const gpu__tensor_target &to,
                                                      gpu__mma_type<precision> *c, int rows, int cols)
{
    constexpr int Width = 16 / sizeof(*c), Group = Swap ? 1 : Width / 2, Halves = Swap ? 1 : 2,
                  Passes = Bands * (Tiles / Group) * Halves;
#pragma unroll(Whole ? Passes : 1)
    for (int pass = 0; pass < Passes; pass++) {
        const int h = pass % Halves, t = pass / Halves % (Tiles / Group), b = pass / Halves / (Tiles / Group);
        const int down = Swap ? t * 8 : b * 16 + h * Apart, right = Swap ? b * 16 : t * Group * 8;
        float sum[Width];
#pragma unroll
        for (int i = 0; i < Passes; i++) /* registers need constant indices */
            if (i == pass)
#pragma unroll
                for (int e = 0; e < Width; e++) {
                    const float(&v)[Tiles][4] = acc[i / Halves / (Tiles / Group)];
                    const int tile = i / Halves % (Tiles / Group) * Group;
                    sum[e] = Swap ? v[tile][e % 2 * 2 + e / 2] : v[tile + e / 2][i % Halves * 2 + e % 2];
                }
        gpu__mma_put<precision, Whole>(c + down * to.ld + right, sum, down < rows ? cols - right : 0, to,
                                       [](unsigned(&x)[4]) {
                                           if (Group == 4) gpu__mma_exchange<1>(x, 1);
                                           gpu__mma_exchange<2>(x, Swap ? 8 : Group / 2);
                                       });
    }
}
/* Stores a warp's part of a tile. In each eight columns from `col0` on, a lane has two neighbouring sums of the rows
   `row0` and row0 + Apart. Lanes exchange words so that stores are 16 bytes wide. Swap: the tile is transposed, and
   Apart is 1. */
template <int precision, bool Swap, int Apart, int Bands, int Tiles> static __device__ __forceinline__ void
gpu__mma_finish(const float (&acc)[Bands][Tiles][4], const gpu__tensor_target &to, size_t row0, size_t col0)
{
    typedef gpu__mma_type<precision> Type;
    constexpr int Width = 16 / sizeof(Type), Group = Swap ? 1 : Width / 2; /* Group: tiles that give a lane 16 bytes */
    constexpr int Down = Swap ? Tiles * 8 - 8 : Bands * 16 - 16 + Apart,   /* to a lane's last row and column */
        Right = Swap ? Bands * 16 - 16 : (Tiles - Group) * 8;
    const int g = threadIdx.x % 32 / 4, q = threadIdx.x % 4;
    const size_t row = Swap ? col0 + q * 2 + g / 2 % 2 : row0,
                 col = Swap ? row0 - g / 2 % 2 * 2 : col0 + q % Group * 8 + q / Group * Width;
    const int rows = row < to.m ? (int)min(to.m - row, (size_t)(Down + 1)) : 0,
              cols = col < to.n ? (int)min(to.n - col, (size_t)(Right + Width)) : 0;
    Type *const c = (Type *)to.c + row * to.ld + col;
    if (__all_sync(~0u, to.vector && to.beta == 0 && rows > Down && cols == Right + Width))
        gpu__mma_store<precision, Swap, Apart, true>(acc, to, c, rows, cols);
    else
        gpu__mma_store<precision, Swap, Apart, false>(acc, to, c, rows, cols);
}
#endif

/* Adds the sums of the splits, in an order that depends on their number: each of eight warps adds an eighth of them,
   and the first warp adds these eight sums. A lane computes 16 bytes of C. (The plan splits k only if C is small.) */
template <int precision> static __global__ void __launch_bounds__(256) gpu__tensor_add_splits(const gpu__tensor_args w)
{
#ifdef __CUDA_ARCH__
    typedef gpu__mma_type<precision> Type;
    constexpr unsigned Width = 16 / sizeof(Type);
    __shared__ gpu__pack<float, Width> sums[8][32];
    const unsigned across = (unsigned)w.pitch / Width, m = (unsigned)w.m, all = (unsigned)w.batch * m * across;
    const unsigned warp = threadIdx.x / 32, lane = threadIdx.x % 32, i = blockIdx.x * 32 + lane,
                   each = (w.splits + 7) / 8, end = min(warp * each + each, w.splits);
    gpu__pack<float, Width> sum = {};
    gpu__follow(false);
#pragma unroll 4
    for (unsigned k = warp * each; k < end && i < all; k++) {
        const auto v = ((const gpu__pack<float, Width> *)w.partials)[(size_t)k * all + i];
#pragma unroll
        for (unsigned e = 0; e < Width; e++) sum.v[e] += v.v[e];
    }
    sums[warp][lane] = sum;
    __syncthreads();
    if (warp || i >= all) return;
#pragma unroll
    for (int k = 1; k < 8; k++)
#pragma unroll
        for (unsigned e = 0; e < Width; e++) sum.v[e] += sums[k][lane].v[e];
    gpu__tensor_tile p = {};
    const unsigned row = i / across, col = i % across * Width;
    p.batch = row / m;
    const gpu__tensor_target to = gpu__tensor_target_of<precision>(w, p);
    const size_t left = col < w.n ? w.n - col : 0;
    gpu__mma_put<precision, false>((Type *)to.c + row % m * to.ld + col, sum.v, left < Width ? (int)left : (int)Width,
                                   to, [](unsigned(&)[4]) {});
#endif
}

/* ---- Operands whose rows do not start at multiples of 16 bytes are copied to aligned rows, padded with zeros ----- */

template <class Type> struct gpu__tensor_copies {
    Type *to[2];
    gpu__tensor_operand from[2];
    size_t pitch[2], matrices[2];
};
#ifdef __CUDA_ARCH__
/* Reads 16 bytes at any address. The array contains the 16 aligned bytes before and after the first aligned address. */
static __device__ __forceinline__ uint4 gpu__tensor_read(const void *p)
{
    const unsigned skip = (unsigned)((uintptr_t)p & 15);
    const uint4 *w = (const uint4 *)((const char *)p - skip);
    const uint4 lo = w[0];
    return gpu__unaligned(lo, skip ? w[1] : lo, skip);
}
#endif
/* Copies operands to aligned rows in the workspace, 16 bytes a thread. */
template <class Type> static __global__ void __launch_bounds__(256) gpu__tensor_copy(const gpu__tensor_copies<Type> k)
{
#ifdef __CUDA_ARCH__
    constexpr int Width = 16 / sizeof(Type);
    const int side = blockIdx.y;
    const gpu__tensor_operand from = k.from[side];
    const size_t across = k.pitch[side] / Width, per = from.rows * across, all = k.matrices[side] * per;
    const char *first = (const char *)from.p,
               *last = (const char *)((const Type *)from.p + (k.matrices[side] - 1) * from.stride +
                                      (from.rows - 1) * from.ld + from.cols);
    gpu__follow(false);
    for (size_t i = blockIdx.x * (size_t)256 + threadIdx.x; i < all; i += gridDim.x * (size_t)256) {
        const size_t row = i % per / across, col = i % across * Width;
        const Type *p = (const Type *)from.p + i / per * from.stride + row * from.ld + col;
        gpu__pack<Type, Width> v = {};
        if ((const char *)p - 15 >= first && (const char *)p + 31 <= last) {
            const uint4 read = gpu__tensor_read(p);
            memcpy(&v, &read, 16);
        } else
#pragma unroll
            for (int e = 0; e < Width; e++)
                if (col + e < from.cols) v.v[e] = p[e];
#pragma unroll
        for (int e = 0; e < Width; e++)
            if (col + e >= from.cols) v.v[e] = Type();
        ((gpu__pack<Type, Width> *)k.to[side])[i] = v;
    }
#endif
}

/* Transposes the matrices of a batch to rows with the given pitch, padded with zeros. A block transposes 64 x 64
   elements. */
template <class Type> static __global__ void __launch_bounds__(256)
    gpu__tensor_transpose(Type *to, const gpu__tensor_operand from, size_t pitch, unsigned across)
{
#ifdef __CUDA_ARCH__
    __shared__ Type tile[64][65];
    const size_t row0 = (size_t)(blockIdx.x / across) * 64, col0 = (size_t)(blockIdx.x % across) * 64;
    const unsigned x = threadIdx.x % 64, y = threadIdx.x / 64;
    const Type *const p = (const Type *)from.p + blockIdx.y * from.stride + row0 * from.ld + col0;
    gpu__follow(false);
#pragma unroll
    for (unsigned r = y; r < 64; r += 4)
        tile[r][x] = row0 + r < from.rows && col0 + x < from.cols ? p[r * from.ld + x] : Type();
    __syncthreads();
    to += (blockIdx.y * from.cols + col0) * pitch + row0;
#pragma unroll
    for (unsigned c = y; c < 64; c += 4)
        if (col0 + c < from.cols && row0 + x < pitch) to[c * pitch + x] = tile[x][c];
#endif
}

/* ---- Every architecture from sm_75 on: mma.sync ------------------------------------------------------------------ */

#ifdef __CUDA_ARCH__
/* Copies `bytes` of 16 to shared memory and sets the rest to zero; gpu__copies_commit ends a group. */
static __device__ __forceinline__ void gpu__mma_fetch(char *to, const void *from, int bytes)
{
#if __CUDA_ARCH__ >= 800
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;" ::"r"((unsigned)__cvta_generic_to_shared(to)),
                 "l"(from), "r"(bytes)
                 : "memory");
#else
    unsigned short v[8];
    for (int e = 0; e < 8; e++) v[e] = 2 * e < bytes ? ((const unsigned short *)from)[e] : 0;
    memcpy(to, v, 16);
#endif
}
#endif

/* A piece of an operand in the ring: `Count` of m or n by `Slices` times 32 bytes along k, k-major or mn-major. */
template <class Type, int Count, int Slices, bool MnMajor> struct gpu__mma_piece {
    static constexpr int Width = 16 / sizeof(Type), Deep = 2 * Slices * Width; /* elements of a chunk; terms */
    static constexpr int Rows = MnMajor ? Deep : Count, Chunks = MnMajor ? Count / Width : 2 * Slices,
                         Bytes = Rows * Chunks * 16;
#ifdef __CUDA_ARCH__
    static __device__ __forceinline__ int at(int row, int chunk)
    {
        const int flip = Chunks == 4 ? row / 2 % 4 : MnMajor && sizeof(Type) == 4 ? row % 4 * 2 : row % 8;
        return (row * Chunks + (chunk ^ flip)) * 16;
    }
    /* A thread's share of successive pieces along k: chunks of one column, Apart rows apart, so that their addresses
       are cheap to compute. */
    template <int Threads> struct loader {
        static constexpr int Apart = Threads / Chunks, Steps = Rows / Apart;
        static_assert(Apart * Chunks == Threads && Steps * Apart == Rows && Apart % 4 == 0,
                      "threads share a piece evenly");
        const Type *from;
        size_t ld;
        long long rows, cols; /* rows and columns left from here on */
        int to;
        bool vector;
        __device__ __forceinline__ loader(const gpu__tensor_operand &s, size_t matrix, size_t mn, size_t k)
        {
            const int r = threadIdx.x / Chunks, c = threadIdx.x % Chunks;
            const size_t row = (MnMajor ? k : mn) + r, col = (MnMajor ? mn : k) + c * Width;
            ld = s.ld, vector = s.vector, to = at(r, c);
            from = (const Type *)s.p + matrix * s.stride + row * ld + col;
            rows = (long long)(s.rows - row), cols = (long long)(s.cols - col);
        }
        __device__ __forceinline__ void next(char *ring)
        {
            const int here = cols >= Width ? Width : cols > 0 ? (int)cols : 0;
            const int high = rows >= Rows ? Rows : (int)rows;
            const Type *p = from;
            ring += to;
            if (vector) {
#pragma unroll
                for (int i = 0; i < Steps; i++, p += Apart * ld)
                    gpu__mma_fetch(ring + i * Apart * Chunks * 16, p, high > i * Apart ? here * (int)sizeof(Type) : 0);
            } else
#pragma unroll 1
                for (int i = 0; i < Steps; i++, p += Apart * ld) {
                    gpu__pack<Type, Width> v = {};
#pragma unroll
                    for (int e = 0; e < Width; e++)
                        if (e < here && high > i * Apart) v.v[e] = p[e];
                    *(gpu__pack<Type, Width> *)(ring + i * Apart * Chunks * 16) = v;
                }
            if (MnMajor)
                from += Deep * ld, rows -= Deep;
            else
                from += Deep, cols -= Deep;
        }
    };
    /* Loads the fragments of 16 rows of A (First) or columns of B from `mn` on, for the terms of slice ks (32 bytes):
       by ldmatrix, except where it would have to transpose elements of 4 bytes. */
    template <bool First>
    static __device__ __forceinline__ void fragments(unsigned (&f)[4], const char *ring, int mn, int ks)
    {
        const int lane = threadIdx.x % 32, g = lane / 4, q = lane % 4;
        if constexpr (MnMajor && sizeof(Type) == 4) {
#pragma unroll
            for (int i = 0; i < 4; i++) {
                const int col = mn + g + 8 * (First ? i % 2 : i / 2), row = ks * 8 + q + 4 * (First ? i / 2 : i % 2);
                f[i] = *(const unsigned *)(ring + at(row, col / 4) + col % 4 * 4);
            }
        } else {
            constexpr bool Down = First != MnMajor;
            const int r = Down ? lane % 16 : lane % 8 + lane / 16 * 8, c = Down ? lane / 16 : lane / 8 % 2;
            const unsigned from = (unsigned)__cvta_generic_to_shared(
                ring + (MnMajor ? at(ks * 16 + r, mn / Width + c) : at(mn + r, ks * 2 + c)));
            if constexpr (MnMajor)
                asm volatile("ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%0, %1, %2, %3}, [%4];"
                             : "=r"(f[0]), "=r"(f[1]), "=r"(f[2]), "=r"(f[3])
                             : "r"(from));
            else
                asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
                             : "=r"(f[0]), "=r"(f[1]), "=r"(f[2]), "=r"(f[3])
                             : "r"(from));
        }
        if constexpr (sizeof(Type) == 4)
#pragma unroll
            for (int i = 0; i < 4; i++) {
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 800
                asm("cvt.rna.tf32.f32 %0, %0;" : "+r"(f[i]));
#else
                if ((f[i] & 0x7f800000) != 0x7f800000) f[i] = (f[i] + 0x1000) & 0xffffe000;
#endif
            }
    }
#endif
};

#ifdef __CUDA_ARCH__
#if __CUDA_ARCH__ < 800
/* sm_75 has no tensor core instruction for these types: there lanes exchange operands by shuffles, which is slow. */
template <int precision>
static __device__ __noinline__ float4 gpu__mma_by_shuffles(float4 d, uint4 a, unsigned b0, unsigned b1)
{
    typedef gpu__mma_type<precision> Type;
    typedef gpu__pack<Type, 4 / sizeof(Type)> word;
    const int lane = threadIdx.x % 32, g = lane / 4, q = lane % 4;
#pragma unroll 1
    for (int k = 0; k < 8; k++) {
        unsigned x[4]; /* A's row g, its row g + 8, B's columns 2 q and 2 q + 1 */
        x[0] = __shfl_sync(~0u, k / 4 ? a.z : a.x, g * 4 + k % 4);
        x[1] = __shfl_sync(~0u, k / 4 ? a.w : a.y, g * 4 + k % 4);
        x[2] = __shfl_sync(~0u, k / 4 ? b1 : b0, q * 8 + k % 4);
        x[3] = __shfl_sync(~0u, k / 4 ? b1 : b0, q * 8 + 4 + k % 4);
        word v[4];
        memcpy(v, x, 16);
#pragma unroll
        for (int e = 0; e < 4 / (int)sizeof(Type); e++) {
            float y[4];
#pragma unroll
            for (int i = 0; i < 4; i++) y[i] = gpu__mma_element<precision>::wide(v[i].v[e]);
            d.x = fmaf(y[0], y[2], d.x), d.y = fmaf(y[0], y[3], d.y);
            d.z = fmaf(y[1], y[2], d.z), d.w = fmaf(y[1], y[3], d.w);
        }
    }
    return d;
}
#endif
/* D[16][8] += A[16][32 bytes] B[32 bytes][8]. */
template <int precision>
static __device__ __forceinline__ void gpu__mma(float (&d)[4], const unsigned (&a)[4], unsigned b0, unsigned b1)
{
#if __CUDA_ARCH__ >= 800
#define GPU__MMA(shape, type) \
    asm("mma.sync.aligned." shape ".row.col.f32." type "." type \
        ".f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};" \
        : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3]) \
        : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b0), "r"(b1))
    if constexpr (precision == GPU__MATMUL_BF16)
        GPU__MMA("m16n8k16", "bf16");
    else if constexpr (precision == GPU__MATMUL_F16)
        GPU__MMA("m16n8k16", "f16");
    else
        GPU__MMA("m16n8k8", "tf32");
#undef GPU__MMA
#else
    const float4 r = gpu__mma_by_shuffles<precision>(make_float4(d[0], d[1], d[2], d[3]),
                                                     make_uint4(a[0], a[1], a[2], a[3]), b0, b1);
    d[0] = r.x, d[1] = r.y, d[2] = r.z, d[3] = r.w;
#endif
}
#endif

/* The shape of a kernel: a tile of Rows x Cols, the part of each warp, and the ring buffer. */
template <int precision_, int Rows_, int Cols_> struct gpu__mma_shape {
    static constexpr int precision = precision_;
    typedef gpu__mma_type<precision> Type;
    static constexpr bool Square = Rows_ == Cols_;
    static constexpr int Rows = Rows_, Cols = Cols_, WarpRows = Square ? Rows * Cols / 256 : 32,
                         WarpCols = Square ? 64 : 32, Across = Cols / WarpCols, Threads = Rows / WarpRows * Across * 32;
    /* narrow tiles are limited by memory: they use longer pieces of rows, and more blocks */
    static constexpr int Slices = Rows == 128 && Cols == 128 ? 2 : 4, Blocks = Rows == 128 && Cols == 128 ? 2 : 5;
    template <bool MnMajor> using PieceA = gpu__mma_piece<Type, Rows, Slices, MnMajor>;
    template <bool MnMajor> using PieceB = gpu__mma_piece<Type, Cols, Slices, MnMajor>;
    static constexpr int Deep = PieceA<false>::Deep, StageA = PieceA<false>::Bytes,
                         Stage = StageA + PieceB<false>::Bytes, Stages = Slices == 4 ? 3 : 4, Bytes = Stage * Stages,
                         RowParts = WarpRows / 16, ColParts = WarpCols / 8;
};

#ifdef __CUDA_ARCH__
/* On sm_75 the host launches only the square tiles of 64. Other kernels are empty there, since each takes seconds to
   compile. */
template <class Shape> static __device__ __forceinline__ bool gpu__mma_here()
{
#if __CUDA_ARCH__ < 800
    return Shape::Rows == 64;
#else
    return true;
#endif
}
#endif
#ifdef __CUDA_ARCH__
/* Computes the sums of a warp's part of a tile. There is one loop for each combination of the operands' storage. */
template <class Shape, bool MnMajorA, bool MnMajorB>
static __device__ __forceinline__ void gpu__mma_multiply(float (&acc)[Shape::RowParts][Shape::ColParts][4], char *ring,
                                                         const gpu__tensor_args &w, const gpu__tensor_tile &p, int row,
                                                         int col)
{
    typedef typename Shape::template PieceA<MnMajorA> PieceA;
    typedef typename Shape::template PieceB<MnMajorB> PieceB;
    typename PieceA::template loader<Shape::Threads> a(w.a, p.batch, p.row, p.k0);
    typename PieceB::template loader<Shape::Threads> b(w.b, p.batch, p.col, p.k0);
    const int steps = (int)((p.k1 - p.k0 + Shape::Deep - 1) / Shape::Deep);
    int to = 0, at = 0;
    /* Copies are issued Stages - 1 steps ahead of the multiplication. */
#pragma unroll 1
    for (int ahead = 0; ahead < steps + Shape::Stages - 1; ahead++) {
        if (ahead >= Shape::Stages - 1) {
            gpu__copies_wait<Shape::Stages - 2>();
            __syncthreads();
        }
        if (ahead < steps) a.next(ring + to), b.next(ring + to + Shape::StageA);
        gpu__copies_commit(); /* also an empty group after the last one, so that the count of groups stays right */
        to = to + Shape::Stage < Shape::Bytes ? to + Shape::Stage : 0;
        if (ahead < Shape::Stages - 1) continue;
        const char *const from = ring + at;
#pragma unroll
        for (int ks = 0; ks < Shape::Slices; ks++) {
            unsigned fa[Shape::RowParts][4], fb[Shape::ColParts / 2][4];
#pragma unroll
            for (int i = 0; i < Shape::RowParts; i++) PieceA::template fragments<true>(fa[i], from, row + i * 16, ks);
#pragma unroll
            for (int j = 0; j < Shape::ColParts / 2; j++)
                PieceB::template fragments<false>(fb[j], from + Shape::StageA, col + j * 16, ks);
#pragma unroll
            for (int i = 0; i < Shape::RowParts; i++)
#pragma unroll
                for (int j = 0; j < Shape::ColParts; j++)
                    gpu__mma<Shape::precision>(acc[i][j], fa[i], fb[j / 2][j % 2 * 2], fb[j / 2][j % 2 * 2 + 1]);
        }
        at = at + Shape::Stage < Shape::Bytes ? at + Shape::Stage : 0;
    }
}
#endif
/* A block computes a tile of C, or of one split's sums. */
template <class Shape> static __global__ void __launch_bounds__(Shape::Threads, Shape::Blocks)
    gpu__mma_tiles(const __grid_constant__ gpu__tensor_args w)
{
#ifdef __CUDA_ARCH__
    extern __shared__ __align__(16) unsigned char gpu__dynamic_bytes[];
    char *const ring = (char *)gpu__dynamic_bytes;
    if (!gpu__mma_here<Shape>()) return;
    const int warp = threadIdx.x / 32, row = warp / Shape::Across * Shape::WarpRows,
              col = warp % Shape::Across * Shape::WarpCols;
    const gpu__tensor_tile p = gpu__tensor_tile_of<Shape::Rows, Shape::Cols>(w, blockIdx.x);
    float acc[Shape::RowParts][Shape::ColParts][4] = {};
    gpu__follow(!w.partials);
    if (w.transposed_a && w.transposed_b)
        gpu__mma_multiply<Shape, true, false>(acc, ring, w, p, row, col);
    else if (w.transposed_a)
        gpu__mma_multiply<Shape, true, true>(acc, ring, w, p, row, col);
    else if (w.transposed_b)
        gpu__mma_multiply<Shape, false, false>(acc, ring, w, p, row, col);
    else
        gpu__mma_multiply<Shape, false, true>(acc, ring, w, p, row, col);
    const size_t row0 = p.row + row + threadIdx.x % 32 / 4, col0 = p.col + col;
    if (w.partials)
        gpu__mma_finish<GPU__MATMUL_TF32, false, 8>(acc, gpu__tensor_partial_of(w, p), row0, col0);
    else
        gpu__mma_finish<Shape::precision, false, 8>(acc, gpu__tensor_target_of<Shape::precision>(w, p), row0, col0);
#endif
}

template <class Shape>
static cudaError_t gpu__mma_tiles_launch(const gpu__launch_context *context, const gpu__tensor_args &w)
{
    const size_t steps = gpu__ceil_div(w.split, Shape::Deep),
                 shared = Shape::Stage * (steps < Shape::Stages ? steps : Shape::Stages); /* so that more blocks fit */
    return gpu__launch_kernel<gpu__mma_tiles<Shape>>(
        {context, (unsigned)(w.tiles_m * w.tiles_n * w.splits * w.batch), Shape::Threads, 0, shared, Shape::Bytes}, w);
}
/* ------------------------------------------------------------------------------------ src/families/matmul/wgmma.cuh */
/* ---- sm_90a: wgmma fed by the tensor memory accelerator ---------------------------------------------------------- */

/* Persistent kernel: each multiprocessor runs one block, which computes tile after tile. Warpgroup 0, the producer,
   fills a ring buffer with pieces: 128 bytes along k of 128 rows of X and of Cols rows of Y. Warpgroups 1 and 2, the
   consumers, multiply 64 rows each. D = X Y is the tile of C. The instruction for tf32 requires Y to be k-major. If B
   is not, the tile is transposed (Swap): X = B', Y = A'. */

struct alignas(64) gpu__tensor_map {
    unsigned long long opaque[16];
};
/* For tf32 the fragments of X are loaded to registers, and a kernel is compiled for each storage of X, k-major or
   mn-major. For bf16 and f16 one kernel has a loop for each combination of the operands' storage. */
template <int precision_, int Cols_, bool Swap_ = false, bool MnMajorX_ = false> struct gpu__wgmma_shape {
    static constexpr int precision = precision_;
    static constexpr bool Words = precision == GPU__MATMUL_TF32, Swap = Swap_, Pairs = MnMajorX_;
    static constexpr int Rows = 128, Cols = Cols_, Deep = 128 / sizeof(gpu__mma_type<precision>), BytesX = Rows * 128,
                         Stage = BytesX + Cols * 128, Stages = Cols == 256 ? 4 : 6,
                         Cluster = Cols == 256 ? 2 : 1; /* blocks, neighbours along m, that share Y */
    static constexpr int Bytes = 1024 + Stage * Stages; /* including the alignment of the ring buffer */
    static __host__ __device__ __forceinline__ bool mn_major_x(const gpu__tensor_args &w)
    {
        return Words ? Pairs : w.transposed_a;
    }
    static __host__ __device__ __forceinline__ bool mn_major_y(const gpu__tensor_args &w)
    {
        return !Words && !w.transposed_b;
    }
};

#ifdef __CUDA_ARCH_FEAT_SM90_ALL
/* Arrives at the same barrier in block `rank` of the cluster. */
static __device__ __forceinline__ void gpu__barrier_arrive(unsigned long long *b, unsigned rank)
{
    asm volatile(
        "{ .reg .b32 at; mapa.shared::cluster.u32 at, %0, %1; mbarrier.arrive.shared::cluster.b64 _, [at]; }" ::"r"(
            gpu__in_shared(b)),
        "r"(rank)
        : "memory");
}
static __device__ __forceinline__ void gpu__cluster_sync(void)
{
    asm volatile("barrier.cluster.arrive.release; barrier.cluster.wait.acquire;" ::: "memory");
}
/* Copies a box to shared memory, at the same address in every block of `mask`; their barriers count the bytes. */
template <bool All> static __device__ __forceinline__ void
gpu__tma_fetch(void *to, const gpu__tensor_map *map, unsigned long long *b, size_t col, size_t row, unsigned matrix)
{
    if (All)
        asm volatile("cp.async.bulk.tensor.3d.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster "
                     "[%0], [%1, {%3, %4, %5}], [%2], %6;" ::"r"(gpu__in_shared(to)),
                     "l"(map), "r"(gpu__in_shared(b)), "r"((int)col), "r"((int)row), "r"((int)matrix),
                     "h"((unsigned short)3)
                     : "memory");
    else
        asm volatile("cp.async.bulk.tensor.3d.shared::cluster.global.mbarrier::complete_tx::bytes "
                     "[%0], [%1, {%3, %4, %5}], [%2];" ::"r"(gpu__in_shared(to)),
                     "l"(map), "r"(gpu__in_shared(b)), "r"((int)col), "r"((int)row), "r"((int)matrix)
                     : "memory");
}

/* The descriptor of an operand in shared memory, in units of 16 bytes: rows of 128 bytes, swizzled in groups of eight.
   k-major: a row is one of m or n. mn-major: it is one of k in a panel of 64 elements; panels are 8192 bytes apart. */
static __device__ __forceinline__ unsigned long long gpu__wgmma_operand(const void *p)
{
    return (gpu__in_shared(p) & 0x3ffff) / 16 | (unsigned long long)(8192 / 16) << 16 |
           (unsigned long long)(1024 / 16) << 32 | (unsigned long long)1 << 62;
}
#define GPU__REGISTERS_64 \
    "%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, %16, %17, %18, %19, %20, %21, " \
    "%22, %23, %24, %25, %26, %27, %28, %29, %30, %31, %32, %33, %34, %35, %36, %37, %38, %39, %40, %41, " \
    "%42, %43, %44, %45, %46, %47, %48, %49, %50, %51, %52, %53, %54, %55, %56, %57, %58, %59, %60, %61, " \
    "%62, %63"
#define GPU__REGISTERS_128 \
    GPU__REGISTERS_64 \
    ", %64, %65, %66, %67, %68, %69, %70, %71, %72, %73, %74, %75, %76, %77, %78, %79, %80, %81, %82, %83, " \
    "%84, %85, %86, %87, %88, %89, %90, %91, %92, %93, %94, %95, %96, %97, %98, %99, %100, %101, %102, " \
    "%103, %104, %105, %106, %107, %108, %109, %110, %111, %112, %113, %114, %115, %116, %117, %118, " \
    "%119, %120, %121, %122, %123, %124, %125, %126, %127"
#define GPU__ACC_4(i) \
    "+f"(d[i][0]), "+f"(d[i][1]), "+f"(d[i][2]), "+f"(d[i][3]), "+f"(d[i + 1][0]), "+f"(d[i + 1][1]), \
        "+f"(d[i + 1][2]), "+f"(d[i + 1][3]), "+f"(d[i + 2][0]), "+f"(d[i + 2][1]), "+f"(d[i + 2][2]), \
        "+f"(d[i + 2][3]), "+f"(d[i + 3][0]), "+f"(d[i + 3][1]), "+f"(d[i + 3][2]), "+f"(d[i + 3][3])
#define GPU__ACC_16(i) GPU__ACC_4(i), GPU__ACC_4(i + 4), GPU__ACC_4(i + 8), GPU__ACC_4(i + 12)

/* D (+)= X Y for a warpgroup's 64 rows and 32 bytes along k, X from shared memory (x) or registers (f). */
template <class Shape, bool MnMajorX, bool MnMajorY> static __device__ __forceinline__ void
gpu__wgmma(float (&d)[Shape::Cols / 8][4], unsigned long long x, const unsigned *f, unsigned long long y, int more)
{
#define GPU__WGMMA(shape, type, list, x0, y0, m0, t0, t1) \
    "{ .reg .pred p; setp.ne.b32 p, " m0 ", 0; wgmma.mma_async.sync.aligned." shape ".f32." type "." type " {" list \
    "}, " x0 ", " y0 ", p, 1, 1, " t0 ", " t1 "; }"
#define GPU__WGMMA_SS(type) \
    if constexpr (Shape::Cols == 256) \
        asm volatile(GPU__WGMMA("m64n256k16", type, GPU__REGISTERS_128, "%128", "%129", "%130", "%131", "%132") \
                     : GPU__ACC_16(0), GPU__ACC_16(16) \
                     : "l"(x), "l"(y), "r"(more), "n"(MnMajorX), "n"(MnMajorY)); \
    else \
        asm volatile(GPU__WGMMA("m64n128k16", type, GPU__REGISTERS_64, "%64", "%65", "%66", "%67", "%68") \
                     : GPU__ACC_16(0) \
                     : "l"(x), "l"(y), "r"(more), "n"(MnMajorX), "n"(MnMajorY))
    if constexpr (Shape::precision == GPU__MATMUL_BF16) {
        GPU__WGMMA_SS("bf16");
    } else if constexpr (Shape::precision == GPU__MATMUL_F16) {
        GPU__WGMMA_SS("f16");
    } else if constexpr (Shape::Cols == 256)
        asm volatile("{ .reg .pred p; setp.ne.b32 p, %133, 0; wgmma.mma_async.sync.aligned.m64n256k8.f32.tf32.tf32 "
                     "{" GPU__REGISTERS_128 "}, {%128, %129, %130, %131}, %132, p, 1, 1; }"
                     : GPU__ACC_16(0), GPU__ACC_16(16)
                     : "r"(f[0]), "r"(f[1]), "r"(f[2]), "r"(f[3]), "l"(y), "r"(more));
    else
        asm volatile("{ .reg .pred p; setp.ne.b32 p, %69, 0; wgmma.mma_async.sync.aligned.m64n128k8.f32.tf32.tf32 "
                     "{" GPU__REGISTERS_64 "}, {%64, %65, %66, %67}, %68, p, 1, 1; }"
                     : GPU__ACC_16(0)
                     : "r"(f[0]), "r"(f[1]), "r"(f[2]), "r"(f[3]), "l"(y), "r"(more));
}

#undef GPU__WGMMA
#undef GPU__WGMMA_SS
#undef GPU__ACC_16
#undef GPU__ACC_4
#undef GPU__REGISTERS_64
#undef GPU__REGISTERS_128

/* The row of a lane's first accumulator among the 64 rows of a warpgroup. Pairs: rows are permuted so that the lane's
   second row is the next one instead of the eighth after it; then eight lanes have eight neighbours of a column of D,
   which suits the store of the transposed tile. */
template <bool Pairs> static __device__ __forceinline__ unsigned gpu__wgmma_row(void)
{
    const unsigned warp = threadIdx.x / 32 % 4, g = threadIdx.x % 32 / 4;
    return warp * 16 + (Pairs ? g / 4 * 8 + g % 2 * 4 + g / 2 % 2 * 2 : g);
}
/* Loads the fragments of X for tf32, four slices along k. If X is mn-major, a load has two neighbouring rows; half of
   the lanes load the later k of a slice first, so that 16 lanes have no bank conflicts. */
template <bool MnMajor> static __device__ __forceinline__ void gpu__wgmma_words(unsigned (&f)[16], const char *x)
{
    const unsigned row = gpu__wgmma_row<MnMajor>(), q = threadIdx.x % 4, late = threadIdx.x / 4 % 2;
    if constexpr (MnMajor) {
        const unsigned k[2] = {late * 4 + q, (late ^ 1) * 4 + q};
        x += row / 32 * 4096 + row % 4 * 4;
#pragma unroll
        for (int s = 0; s < 4; s++) {
            uint2 pair[2];
#pragma unroll
            for (int h = 0; h < 2; h++)
                pair[h] = *(const uint2 *)(x + k[h] * 128 + (row / 4 % 8 ^ k[h]) * 16 + s * 1024);
            f[s * 4] = late ? pair[1].x : pair[0].x, f[s * 4 + 1] = late ? pair[1].y : pair[0].y;
            f[s * 4 + 2] = late ? pair[0].x : pair[1].x, f[s * 4 + 3] = late ? pair[0].y : pair[1].y;
        }
    } else
#pragma unroll
        for (int i = 0; i < 16; i++)
            f[i] = *(const unsigned *)(x + (row + i % 2 * 8) * 128 + (i / 2 ^ row % 8) * 16 + q * 4);
}

/* Warpgroup 0: one thread starts the copies of the pieces of its block's tiles, in the order in which they are
   multiplied. */
template <class Shape> static __device__ __forceinline__ void
gpu__wgmma_produce(char *ring, unsigned long long *full, unsigned long long *empty, const gpu__tensor_map *map_x,
                   const gpu__tensor_map *map_y, const gpu__tensor_args &w, unsigned count, unsigned rank)
{
    constexpr int Deep = Shape::Deep, Part = Shape::Cols / Shape::Cluster; /* of Y, which each block copies for all */
    const gpu__tensor_operand &x = Shape::Swap ? w.b : w.a, &y = Shape::Swap ? w.a : w.b;
    const bool mn_x = Shape::mn_major_x(w), mn_y = Shape::mn_major_y(w);
    unsigned slot = 0, parity = 1;
    for (unsigned id = blockIdx.x / Shape::Cluster; id < count; id += gridDim.x / Shape::Cluster) {
        gpu__tensor_tile p = gpu__tensor_tile_of<Shape::Rows * Shape::Cluster, Shape::Cols>(w, id);
        p.row += rank * Shape::Rows;
        const unsigned matrix_x = x.stride ? p.batch : 0, matrix_y = y.stride ? p.batch : 0;
        for (size_t k = p.k0; k < p.k1; k += Deep) {
            char *to = ring + slot * Shape::Stage;
            gpu__barrier_wait(empty + slot, parity);
            gpu__barrier_expect(full + slot, Shape::Stage);
#pragma unroll(Shape::Words ? 8 : 1) /* for tf32 the storage, and so the number of copies, is a constant */
            for (int i = 0; i < Shape::Rows; i += mn_x ? Deep : Shape::Rows)
                gpu__tma_fetch<false>(to + i * 128, map_x, full + slot, mn_x ? p.row + i : k, mn_x ? k : p.row,
                                      matrix_x);
#pragma unroll(Shape::Words ? 8 : 1)
            for (int i = rank * Part; i < (int)(rank + 1) * Part; i += mn_y ? Deep : Part)
                gpu__tma_fetch<(Shape::Cluster > 1)>(to + Shape::BytesX + i * 128, map_y, full + slot,
                                                     mn_y ? p.col + i : k, mn_y ? k : p.col + i, matrix_y);
            if (++slot == Shape::Stages) slot = 0, parity ^= 1;
        }
    }
}

/* Warpgroups 1 and 2. A slot is released when the multiplication of the next one has been issued, so that the tensor
   cores always have work. In tf32 the fragments of two pieces alternate. */
template <class Shape> static __device__ __forceinline__ void gpu__wgmma_consume(char *ring, unsigned long long *full,
                                                                                 unsigned long long *empty,
                                                                                 const gpu__tensor_args &w,
                                                                                 unsigned count, unsigned rank)
{
    constexpr int Deep = Shape::Deep;
    const int group = __shfl_sync(~0u, threadIdx.x / 128, 0) - 1, lane = threadIdx.x % 32; /* (uniform in a warp) */
    const unsigned long long first_x = gpu__wgmma_operand(ring + group * 8192),
                             first_y = gpu__wgmma_operand(ring + Shape::BytesX);
    float acc[1][Shape::Cols / 8][4];
    unsigned f[2][16], slot = 0, parity = 0, last = 0;
    const bool alternate =
        w.k <= 2 * Deep; /* storing a tile takes longer than multiplying it, so the groups alternate */
    if (alternate && group) asm volatile("bar.sync 1, 256;" ::: "memory");
    auto multiply = [&](auto mn_x, auto mn_y, unsigned(&x)[16], int step) {
        const unsigned at = slot * Shape::Stage;
        gpu__barrier_wait(full + slot, parity);
        if constexpr (Shape::Words) gpu__wgmma_words<mn_x>(x, ring + at + group * 8192);
        asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
#pragma unroll
        for (int s = 0; s < 4; s++)
            gpu__wgmma<Shape, mn_x, mn_y>(acc[0], first_x + (at + s * (mn_x ? 2048 : 32)) / 16, x + s * 4,
                                          first_y + (at + s * (mn_y ? 2048 : 32)) / 16, step + s > 0);
        asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory");
        asm volatile("wgmma.wait_group.sync.aligned 1;" ::: "memory");
        if (step > 0 && lane < Shape::Cluster) gpu__barrier_arrive(empty + last, lane);
        last = slot;
        if (++slot == Shape::Stages) slot = 0, parity ^= 1;
    };
    auto tile = [&](auto mn_x, auto mn_y, int steps) {
        int step = 0;
        if constexpr (Shape::Words) {
            for (; step + 1 < steps; step += 2) multiply(mn_x, mn_y, f[0], step), multiply(mn_x, mn_y, f[1], step + 1);
            if (step < steps) multiply(mn_x, mn_y, f[0], step);
        } else
#pragma unroll 1
            for (; step < steps; step++) multiply(mn_x, mn_y, f[0], step);
        asm volatile("wgmma.wait_group.sync.aligned 0;" ::: "memory");
    };
    const gpu__bool<true> yes;
    const gpu__bool<false> no;
    for (unsigned id = blockIdx.x / Shape::Cluster; id < count; id += gridDim.x / Shape::Cluster) {
        gpu__tensor_tile p = gpu__tensor_tile_of<Shape::Rows * Shape::Cluster, Shape::Cols>(w, id);
        p.row += rank * Shape::Rows;
        const int steps = (int)((p.k1 - p.k0 + Deep - 1) / Deep);
        if constexpr (Shape::Words)
            tile(gpu__bool<Shape::Pairs>(), no, steps);
        else if (w.transposed_a && w.transposed_b)
            tile(yes, no, steps);
        else if (w.transposed_a)
            tile(yes, yes, steps);
        else if (w.transposed_b)
            tile(no, no, steps);
        else
            tile(no, yes, steps);
        if (lane < Shape::Cluster) gpu__barrier_arrive(empty + last, lane);
        if (alternate && !group && id < gridDim.x / Shape::Cluster) asm volatile("bar.arrive 1, 256;" ::: "memory");
        gpu__mma_finish<Shape::precision, Shape::Swap, Shape::Pairs ? 1 : 8>(
            acc, gpu__tensor_target_of<Shape::precision>(w, p), p.row + group * 64 + gpu__wgmma_row<Shape::Pairs>(),
            p.col);
    }
}
#endif

/* It has code only in programs that are compiled for sm_90a; gpu__wgmma_here recognises that by its static shared
   memory. */
template <class Shape> static __global__ void __launch_bounds__(384, 1)
    gpu__wgmma_tiles(const __grid_constant__ gpu__tensor_map mx, const __grid_constant__ gpu__tensor_map my,
                     const __grid_constant__ gpu__tensor_args w, unsigned count)
{
#ifdef __CUDA_ARCH_FEAT_SM90_ALL
    extern __shared__ __align__(16) unsigned char gpu__dynamic_bytes[];
    __shared__ unsigned long long full[Shape::Stages], empty[Shape::Stages];
    char *ring = (char *)gpu__dynamic_bytes;
    ring += (1024 - gpu__in_shared(ring) % 1024) % 1024;
    if (threadIdx.x == 0) {
        for (int i = 0; i < Shape::Stages; i++)
            gpu__barrier_start(full + i, 1), gpu__barrier_start(empty + i, 8 * Shape::Cluster);
        asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
    }
    const unsigned rank = blockIdx.x % Shape::Cluster;
    gpu__cluster_sync();
    gpu__follow(true);
    if (threadIdx.x < 128) {
        asm volatile("setmaxnreg.dec.sync.aligned.u32 40;");
        if (threadIdx.x == 0) gpu__wgmma_produce<Shape>(ring, full, empty, &mx, &my, w, count, rank);
    } else {
        asm volatile("setmaxnreg.inc.sync.aligned.u32 232;");
        gpu__wgmma_consume<Shape>(ring, full, empty, w, count, rank);
    }
    gpu__cluster_sync(); /* no block ends while another one writes to its ring buffer or barriers */
#else
    (void)mx, (void)my, (void)w, (void)count;
#endif
}

/* Whether the device runs code for sm_90a: otherwise the kernel is empty, without barriers in shared memory. */
template <class Shape> static bool gpu__wgmma_here(int device)
{
    return gpu__kernel_has<gpu__wgmma_tiles<Shape>>(device, GPU__KERNEL_HAS_SHARED);
}
/* cuTensorMapEncodeTiled, obtained from the driver at run time, so that programs need not link with it. */
typedef int gpu__tensor_encode(gpu__tensor_map *, int type, unsigned rank, void *, const unsigned long long *dims,
                               const unsigned long long *strides, const unsigned *box, const unsigned *steps, int, int,
                               int, int);
static inline gpu__tensor_encode *gpu__tensor_encoder(void)
{
    void *f = NULL;
    cudaDriverEntryPointQueryResult found;
#if CUDART_VERSION >= 12050
    if (cudaGetDriverEntryPointByVersion("cuTensorMapEncodeTiled", &f, 12000, cudaEnableDefault, &found)) f = NULL;
#else
    if (cudaGetDriverEntryPoint("cuTensorMapEncodeTiled", &f, cudaEnableDefault, &found)) f = NULL;
#endif
    return (gpu__tensor_encode *)f;
}
/* Describes an operand to TMA as boxes of 128 bytes by `tall` rows; elements outside read as zero. */
template <int precision>
static bool gpu__tensor_map_of(gpu__tensor_map *map, const gpu__tensor_operand &s, size_t batch, unsigned tall)
{
    constexpr size_t size = sizeof(gpu__mma_type<precision>);
    static gpu__tensor_encode *const encode = gpu__tensor_encoder();
    const size_t matrices = s.stride ? batch : 1, pitch = s.stride ? s.stride : s.rows * s.ld;
    const unsigned long long dims[3] = {s.cols, s.rows, matrices}, strides[2] = {s.ld * size, pitch * size};
    const unsigned box[3] = {128 / (unsigned)size, tall, 1}, steps[3] = {1, 1, 1};
    if (!encode || !s.vector || (s.cols | s.rows | matrices) >> 31 || (s.ld | pitch) * size >> 40) return false;
    enum { Half = 6, Bf16 = 9, Tf32 = 11, Swizzle128 = 3, Promote256 = 3 }; /* Tf32: the copy rounds */
    return !encode(map,
                   precision == GPU__MATMUL_BF16  ? Bf16
                   : precision == GPU__MATMUL_F16 ? Half
                                                  : Tf32,
                   3, (void *)s.p, dims, strides, box, steps, 0, Swizzle128, Promote256, 0);
}

/* Launches this kernel if it can compute C, and then sets *done. */
template <class Shape>
static cudaError_t gpu__wgmma_launch(const gpu__launch_context *context, gpu__tensor_args w, bool *done)
{
    constexpr unsigned Deep = Shape::Deep;
    gpu__tensor_map mx, my;
    const gpu__tensor_operand &x = Shape::Swap ? w.b : w.a, &y = Shape::Swap ? w.a : w.b;
    if (!gpu__wgmma_here<Shape>(context->device) ||
        !gpu__tensor_map_of<Shape::precision>(&mx, x, w.batch, Shape::mn_major_x(w) ? Deep : Shape::Rows) ||
        !gpu__tensor_map_of<Shape::precision>(&my, y, w.batch,
                                              Shape::mn_major_y(w) ? Deep : Shape::Cols / Shape::Cluster))
        return cudaSuccess;
    *done = true;
    w.tiles_m = (unsigned)gpu__ceil_div(Shape::Swap ? w.n : w.m, Shape::Rows * Shape::Cluster);
    w.tiles_n = (unsigned)gpu__ceil_div(Shape::Swap ? w.m : w.n, Shape::Cols);
    const unsigned count = (unsigned)(w.tiles_m * w.tiles_n * w.splits * w.batch),
                   most = context->multiprocessors / Shape::Cluster;
    return gpu__launch_kernel<gpu__wgmma_tiles<Shape>>(
        {context, (count < most ? count : most) * Shape::Cluster, 384, Shape::Cluster, Shape::Bytes, Shape::Bytes}, mx,
        my, w, count);
}
/* Launches tiles 256 wide if there are enough of them for all multiprocessors, otherwise narrower ones. */
template <int precision, bool Swap, bool MnMajorX>
static cudaError_t gpu__wgmma_wide(const gpu__launch_context *context, const gpu__tensor_args &w, bool *done)
{
    const size_t down = gpu__ceil_div(Swap ? w.n : w.m, 128), across = gpu__ceil_div(Swap ? w.m : w.n, 256);
    if (down * across * w.batch >= 128 && (down % 2 == 0 || down > 8))
        return gpu__wgmma_launch<gpu__wgmma_shape<precision, 256, Swap, MnMajorX>>(context, w, done);
    return gpu__wgmma_launch<gpu__wgmma_shape<precision, 128, Swap, MnMajorX>>(context, w, done);
}
template <int precision>
static cudaError_t gpu__wgmma_of(const gpu__launch_context *context, const gpu__tensor_args &w, bool *done)
{
    if constexpr (precision != GPU__MATMUL_TF32) return gpu__wgmma_wide<precision, false, false>(context, w, done);
    /* Y must be k-major. (If neither operand is, the kernel with mma.sync computes C.) */
    else if (!w.transposed_b)
        return w.transposed_a ? cudaSuccess : gpu__wgmma_wide<precision, true, true>(context, w, done);
    else if (w.transposed_a)
        return gpu__wgmma_wide<precision, false, true>(context, w, done);
    else
        return gpu__wgmma_wide<precision, false, false>(context, w, done);
}

/* ---- Launch ------------------------------------------------------------------------------------------------------ */

/* Copies the operands for which the plan has a pitch to aligned rows in the workspace. */
template <int precision> static cudaError_t gpu__tensor_align(const gpu__launch_context *context, gpu__tensor_args &w,
                                                              const gpu__tensor_plan &plan, char *space)
{
    typedef gpu__mma_type<precision> Type;
    gpu__tensor_copies<Type> k;
    unsigned count = 0;
    size_t most = 0;
    for (int side = 0; side < 2; side++) {
        gpu__tensor_operand &s = side ? w.b : w.a;
        if (!plan.pitch[side] || (side && plan.transposed)) continue;
        const size_t matrices = s.stride ? w.batch : 1, chunks = matrices * s.rows * plan.pitch[side];
        k.from[count] = s, k.to[count] = (Type *)(space + plan.at[side]);
        k.pitch[count] = plan.pitch[side], k.matrices[count] = matrices;
        s.p = k.to[count++], s.ld = s.cols = plan.pitch[side], s.stride = s.stride ? s.rows * s.ld : 0, s.vector = true;
        if (most < chunks) most = chunks;
    }
    if (!count) return cudaSuccess;
    const size_t blocks = gpu__ceil_div(most / (16 / sizeof(Type)), 256);
    return gpu__launch_kernel<gpu__tensor_copy<Type>>(
        {context, dim3((unsigned)(blocks < 4096 ? blocks : 4096), count), 256}, k);
}

/* Transposes an operand, of which a batch has one or `batch` matrices, into the workspace, and returns the copy. */
template <class Type> static cudaError_t gpu__tensor_transposed(const gpu__launch_context *context,
                                                                gpu__tensor_operand *side, size_t batch, void *to,
                                                                size_t pitch)
{
    const gpu__tensor_operand from = *side;
    const size_t across = gpu__ceil_div(from.cols, 64), down = gpu__ceil_div(pitch, 64);
    *side = {to, from.cols, pitch, pitch, from.stride ? from.cols * pitch : 0, true};
    return gpu__launch_kernel<gpu__tensor_transpose<Type>>(
        {context, dim3((unsigned)(across * down), from.stride ? (unsigned)batch : 1), 256}, (Type *)to, from, pitch,
        (unsigned)across);
}

template <int precision> static gpu__tensor_args
gpu__tensor_args_of(const gpu_gemm_spec &g, const gpu__tensor_plan &plan, void *c, const void *a, const void *b)
{
    constexpr size_t Width = 16 / sizeof(gpu__mma_type<precision>);
    gpu__tensor_args w;
    w.m = g.m, w.n = g.n, w.k = g.k, w.batch = g.batch;
    w.a = {a, g.transpose_a ? w.k : g.m, g.transpose_a ? g.m : w.k, g.lda, g.batch > 1 ? g.stride_a : 0, false};
    w.b = {b, g.transpose_b ? g.n : w.k, g.transpose_b ? w.k : g.n, g.ldb, g.batch > 1 ? g.stride_b : 0, false};
    for (gpu__tensor_operand *s : {&w.a, &w.b})
        s->vector = (uintptr_t)s->p % 16 == 0 && s->ld % Width == 0 && s->stride % Width == 0;
    w.c = c, w.ldc = g.ldc, w.stride_c = g.batch > 1 ? g.stride_c : 0, w.partials = NULL;
    w.vector = (uintptr_t)c % 16 == 0 && w.ldc % Width == 0 && w.stride_c % Width == 0;
    w.pitch = gpu__tensor_pitch(g.n), w.split = plan.split, w.splits = (unsigned)plan.splits;
    w.tiles_m = (unsigned)plan.tiles_m, w.tiles_n = (unsigned)plan.tiles_n;
    w.band = w.k <= 96 ? 1 : 8; /* tiles share little in L2: whole rows of tiles */
    w.alpha = (float)g.alpha, w.beta = (float)g.beta;
    w.transposed_a = g.transpose_a, w.transposed_b = g.transpose_b || plan.transposed;
    return w;
}
/* Launches the kernel for the plan's tiles: the kernel with wgmma for the largest ones if it can compute C, otherwise
   the kernel with mma.sync. */
template <int precision> static cudaError_t gpu__tensor_by_plan(const gpu__launch_context *context,
                                                                const gpu__tensor_args &w, const gpu__tensor_plan &plan)
{
    typedef gpu__mma_shape<precision, GPU__TILE_SMALL_TENSOR> least;
    if (context->shared_limit <= 64 << 10) { /* sm_75, see gpu__mma_here */
        gpu__tensor_args by_shuffles = w;
        by_shuffles.tiles_m = (unsigned)gpu__ceil_div(w.m, least::Rows);
        by_shuffles.tiles_n = (unsigned)gpu__ceil_div(w.n, least::Cols);
        return gpu__mma_tiles_launch<least>(context, by_shuffles);
    }
    if (plan.tiles == GPU__TENSOR_FLAT_TILES)
        return gpu__mma_tiles_launch<gpu__mma_shape<precision, GPU__TILE_FLAT_TENSOR>>(context, w);
    if (plan.tiles == GPU__TENSOR_TALL_TILES)
        return gpu__mma_tiles_launch<gpu__mma_shape<precision, GPU__TILE_TALL_TENSOR>>(context, w);
    if (plan.tiles == GPU__TENSOR_SMALL_TILES) return gpu__mma_tiles_launch<least>(context, w);
    bool done = false;
    cudaError_t e = cudaSuccess;
    if (w.k) e = gpu__wgmma_of<precision>(context, w, &done);
    if (e || done) return e;
    return gpu__mma_tiles_launch<gpu__mma_shape<precision, GPU__TILE_LARGE_TENSOR>>(context, w);
}

/* Computes some matrices of the batch: copies operands if the plan says so, launches the kernel, adds the splits. */
template <int precision> static cudaError_t gpu__tensor_some(const gpu__launch_context *context, const gpu_gemm_spec &g,
                                                             const gpu__tensor_plan &plan, void *c, const void *a,
                                                             const void *b)
{
    gpu__tensor_args w = gpu__tensor_args_of<precision>(g, plan, c, a, b);
    if (plan.splits > 1) w.partials = (float *)((char *)context->space + plan.at_partials);
    cudaError_t e = gpu__tensor_align<precision>(context, w, plan, (char *)context->space);
    if constexpr (precision == GPU__MATMUL_TF32)
        if (!e && plan.transposed)
            e = gpu__tensor_transposed<float>(context, &w.b, w.batch, (char *)context->space + plan.at[1],
                                              plan.pitch[1]);
    if (e) return e;
    e = gpu__tensor_by_plan<precision>(context, w, plan);
    if (e || plan.splits == 1) return e;
    constexpr size_t Width = 16 / sizeof(gpu__mma_type<precision>);
    const size_t blocks = gpu__ceil_div(w.batch * w.m * w.pitch / Width, 32);
    return gpu__launch_kernel<gpu__tensor_add_splits<precision>>({context, (unsigned)blocks, 256}, w);
}

/* Launches the kernels for as many matrices of the batch at a time as a grid has blocks. */
template <int precision> static cudaError_t gpu__tensor_launch(const gpu__launch_context *context,
                                                               const gpu__matmul_detail &detail, void *c, const void *a,
                                                               const void *b)
{
    typedef gpu__mma_type<precision> Type;
    const gpu_gemm_spec &g = detail.spec;
    const gpu__tensor_plan &plan = detail.plan.tensor_cores;
    const size_t most = (size_t)0x7fffffff / (plan.tiles_m * plan.tiles_n * plan.splits);
    cudaError_t e = cudaSuccess;
    for (size_t first = 0; first < g.batch && !e; first += most) {
        gpu_gemm_spec part = g;
        part.batch = g.batch - first < most ? g.batch - first : most;
        e = gpu__tensor_some<precision>(context, part, plan, (Type *)c + first * g.stride_c,
                                        (const Type *)a + first * g.stride_a, (const Type *)b + first * g.stride_b);
    }
    return e;
}
/* ----------------------------------------------------------------------------------- src/families/matmul/launch.cuh */
/* ---- Matrix multiplication: the launch of a plan ----------------------------------------------------------------- */

/* Tiles of doubles for the tensor cores, of Rows x Cols sums, in WarpsM x WarpsN warps. */
template <int Rows, int Cols, int Depth, int WarpsM, int WarpsN, bool AlongA, bool AlongB, int Abreast = 2>
struct gpu__matmul_dmma_tile {
    typedef gpu__matmul_dmma<WarpsM, WarpsN, Rows / WarpsM / 16, Cols / WarpsN / 8, AlongA, AlongB, Abreast> shape;
    static_assert(shape::TileM == Rows && shape::TileN == Cols && shape::Depth == Depth, "the tile of the plan");
};
/* Launches them. They read the operands as they are stored. (Everything is a template, so that a program without matrix
   multiplications has none of these kernels.) */
template <int Rows, int Cols, int Depth, int WarpsM, int WarpsN, int Stages, int Blocks> static cudaError_t
gpu__matmul_by_tensor_cores(const gpu__launch_context *context, const gpu__matmul_args<double> &g, size_t batch)
{
    if (g.a_k == 1 && g.b_j == 1 && !(g.aligned_a && g.aligned_b)) /* unaligned: copied element by element */
        return gpu__matmul_run<typename gpu__matmul_dmma_tile<Rows, Cols, Depth, WarpsM, WarpsN, true, false, 1>::shape,
                               Stages, Blocks>(context, g, batch);
    return gpu__with_constants(g.a_k == 1, g.b_k == 1, [&](auto a, auto b) {
        return gpu__matmul_run<typename gpu__matmul_dmma_tile<Rows, Cols, Depth, WarpsM, WarpsN, a, b>::shape, Stages,
                               Blocks>(context, g, batch);
    });
}
template <int = 0> static cudaError_t gpu__matmul_by_plan(const gpu__launch_context *context,
                                                          gpu__matmul_args<double> &g, size_t batch, int tiles)
{
    typedef gpu__matmul_dmma_tile<GPU__TILE_LARGE_F64, 4, 2, true, true>::shape large;
    typedef gpu__matmul_dmma_tile<GPU__TILE_FLAT_F64, 1, 4, true, true>::shape flat;
    const size_t limit = context->shared_limit;
    if (tiles == GPU__MATMUL_SMALL_MATRICES) return gpu__matmul_by_small(context, g, batch);
    if (tiles == GPU__MATMUL_THIN && gpu__matmul_thin<double, true>::Bytes <= limit)
        return gpu__matmul_by_thin(context, g, batch);
    if (tiles == GPU__MATMUL_SMALL_TILES || gpu__matmul_shared<flat, 3>() > limit)
        return gpu__matmul_run<gpu__matmul_fma<double, GPU__TILE_SMALL_F64, 4, 4>, 3, 2>(context, g, batch);
    if (tiles == GPU__MATMUL_LARGE_TILES && gpu__matmul_shared<large, 4>() <= limit)
        return gpu__matmul_by_tensor_cores<GPU__TILE_LARGE_F64, 4, 2, 4, 1>(context, g, batch);
    if (tiles != GPU__MATMUL_FLAT_TILES)
        return gpu__matmul_by_tensor_cores<GPU__TILE_MIDDLE_F64, 2, 2, 3, 3>(context, g, batch);
    if (g.n < g.m) gpu__matmul_transpose(g);
    return gpu__matmul_by_tensor_cores<GPU__TILE_FLAT_F64, 1, 4, 3, 3>(context, g, batch);
}
/* Launches tiles of floats, with eight rows for each thread. They read plain operands by pointers that they advance,
   transposed ones element by element, with checks; for large tiles the plan has these transposed in the workspace. */
template <int Rows, int Cols, int Deep, int ColsPerThread, int Stages, int Blocks, int Abreast = 4> static cudaError_t
gpu__matmul_by_threads(const gpu__launch_context *context, const gpu__matmul_args<float> &g, size_t batch)
{
    return gpu__matmul_run<gpu__matmul_fma<float, Rows, Cols, Deep, 8, ColsPerThread, Abreast>, Stages, Blocks>(
        context, g, batch);
}
template <int = 0> static cudaError_t gpu__matmul_by_plan(const gpu__launch_context *context,
                                                          gpu__matmul_args<float> &g, size_t batch, int tiles)
{
    typedef gpu__matmul_fma<float, GPU__TILE_LARGE_F32, 8, 16> large;
    const size_t limit = context->shared_limit;
    const bool wide = (g.a_k == 1 || g.aligned_a) && (g.b_k == 1 || g.aligned_b);
    if (tiles == GPU__MATMUL_SMALL_MATRICES) return gpu__matmul_by_small(context, g, batch);
    if (tiles == GPU__MATMUL_THIN && gpu__matmul_thin<float, true>::Bytes <= limit)
        return gpu__matmul_by_thin(context, g, batch);
    if (tiles == GPU__MATMUL_LARGE_TILES && wide && g.a_k == 1 && g.b_j == 1 && gpu__matmul_shared<large, 3>() <= limit)
        return gpu__matmul_by_threads<GPU__TILE_LARGE_F32, 16, 3, 1>(context, g, batch);
    if (tiles == GPU__MATMUL_LARGE_TILES || tiles == GPU__MATMUL_MIDDLE_TILES)
        return wide ? gpu__matmul_by_threads<GPU__TILE_MIDDLE_F32, 8, 2, 7>(context, g, batch)
                    : gpu__matmul_by_threads<GPU__TILE_MIDDLE_F32, 8, 2, 7, 1>(context, g, batch);
    if (tiles == GPU__MATMUL_FLAT_TILES) return gpu__matmul_by_threads<GPU__TILE_FLAT_F32, 16, 6, 4>(context, g, batch);
    return gpu__matmul_by_threads<GPU__TILE_SMALL_F32, 4, 3, 4>(context, g, batch);
}
/* Launches the kernel for the tiles of the plan, or for smaller tiles if a block has too little shared memory for
   these. That does not change results, since the order of a sum depends on the splits only. */
template <class Type> static cudaError_t gpu__matmul_by_tiles(const gpu__launch_context *context, const gpu__job *j,
                                                              void *c, const void *a, const void *b)
{
    const gpu_gemm_spec &spec = gpu__matmul_detail_of(j)->spec;
    const gpu__matmul_plan &plan = gpu__matmul_detail_of(j)->plan.gpu;
    gpu__matmul_args<Type> g = gpu__matmul_args_of<Type>(spec, c, a, b);
    if (plan.tiles == GPU__MATMUL_MATVEC) return gpu__rows<gpu__op_dot<Type>, 2>(context, g.c, g.a, g.b, g.m, g.k, 1.0);
    g.splits = (unsigned)plan.splits, g.split_k = plan.split_k;
    char *const space = (char *)context->space;
    cudaError_t e = cudaSuccess;
    if (plan.pitch_a) {
        gpu__tensor_operand side = {a, g.k, g.m, g.a_k, g.stride_a, false};
        e = gpu__tensor_transposed<Type>(context, &side, spec.batch, space, plan.pitch_a);
        g.a = (const Type *)side.p, g.a_i = side.ld, g.a_k = 1, g.stride_a = side.stride, g.aligned_a = true;
    }
    if (plan.pitch_b && !e) {
        gpu__tensor_operand side = {b, g.n, g.k, g.b_j, g.stride_b, false};
        e = gpu__tensor_transposed<Type>(context, &side, spec.batch, space + plan.copied_a, plan.pitch_b);
        g.b = (const Type *)side.p, g.b_k = side.ld, g.b_j = 1, g.stride_b = side.stride, g.aligned_b = true;
    }
    if (e) return e;
    g.partial = plan.splits > 1 ? (Type *)(space + plan.copied_a + plan.copied_b) : NULL;
    return gpu__matmul_by_plan(context, g, spec.batch, plan.tiles);
}

/* The job's function that launches its kernels. */
template <int precision>
static int gpu__matmul_device(const gpu__job *j, const gpu__launch_context *context, void *out, const void *const *in)
{
    if constexpr (precision == GPU__MATMUL_F32)
        return (int)gpu__matmul_by_tiles<float>(context, j, out, in[1], in[2]);
    else if constexpr (precision == GPU__MATMUL_F64)
        return (int)gpu__matmul_by_tiles<double>(context, j, out, in[1], in[2]);
    else
        return (int)gpu__tensor_launch<precision>(context, *gpu__matmul_detail_of(j), out, in[1], in[2]);
}

/* out[i * n + j] = x[i] * y[j]: a block computes 1024 columns of a row. Short rows are combined, with one element for
   each thread. */
template <class Type> static __global__ void __launch_bounds__(256)
    gpu__outer_rows(Type *out, const Type *x, const Type *y, size_t n, size_t across, size_t tiles)
{
#ifdef __CUDA_ARCH__
    for (size_t tile = blockIdx.x; tile < tiles; tile += gridDim.x) {
        const size_t row = tile / across, col0 = tile % across * 1024 + threadIdx.x;
        const Type v = x[row];
#pragma unroll
        for (unsigned q = 0; q < 4; q++)
            if (col0 + q * 256 < n) out[row * n + col0 + q * 256] = v * y[col0 + q * 256];
    }
#endif
}
template <class Type> static __global__ void __launch_bounds__(256)
    gpu__outer_short(Type *out, const Type *x, const Type *y, size_t count, unsigned n)
{
#ifdef __CUDA_ARCH__
    const size_t step = (size_t)gridDim.x * 256;
    for (size_t i = (size_t)blockIdx.x * 256 + threadIdx.x; i < count; i += step) out[i] = x[i / n] * y[i % n];
#endif
}
template <class Type>
static cudaError_t gpu__outer(cudaStream_t stream, Type *out, const Type *x, const Type *y, size_t m, size_t n)
{
    const size_t most = 0x7fffffff, across = gpu__ceil_div(n, 1024);
    if (n < 1024) {
        const size_t blocks = gpu__ceil_div(m * n, 256);
        gpu__outer_short<Type>
            <<<(unsigned)(blocks < most ? blocks : most), 256, 0, stream>>>(out, x, y, m * n, (unsigned)n);
    } else {
        const size_t tiles = m * across;
        gpu__outer_rows<Type><<<(unsigned)(tiles < most ? tiles : most), 256, 0, stream>>>(out, x, y, n, across, tiles);
    }
    return cudaGetLastError();
}
/* ------------------------------------------------------------------------------------ src/families/random/fills.cuh */
/* ---- Random ------------------------------------------------------------------------------------------------------ */

#define GPU__FILL_THREADS 256

#ifdef __CUDA_ARCH__
/* The words of a block of a fill. The round keys come from the launch's parameters, which an instruction reads
   directly. Words 2 and 3 of the counter are constant in a launch, and word 1 in a tile, so the compiler can move two
   of the products out of the loop. */
template <int = 0>
static __device__ __forceinline__ gpu_u32x4 gpu__fill_words(const gpu__fill &j, uint32_t low, uint32_t high)
{
    uint32_t c0 = low, c1 = high, c2 = j.sequence, c3 = j.purpose;
#pragma unroll
    for (int r = 0; r < GPU__ROUNDS; r++) GPU__PHILOX_ROUND(c0, c1, c2, c3, j.key[2 * r], j.key[2 * r + 1])
    gpu_u32x4 w;
    w.v[0] = c0, w.v[1] = c1, w.v[2] = c2, w.v[3] = c3;
    return w;
}
#endif

/* Not inline, since it is called rarely and would cost the usual path registers. */
template <int = 0>
static __device__ __noinline__ uint64_t gpu__fill_again_call(const gpu__fill *j, uint64_t at, uint64_t word)
{
    return gpu__fill_again(j, at, word);
}

template <int = 0> static __device__ __forceinline__ void gpu__fill_retry_32(const gpu__fill &j, uint64_t block,
                                                                             const gpu_u32x4 &w, uint32_t *v)
{
    uint32_t low = ~0u;
#pragma unroll
    for (int l = 0; l < 4; l++) low = min(low, w.v[l] * (uint32_t)j.law.range);
    if (low < (uint32_t)j.law.limit)
#pragma unroll 1
        for (int l = 0; l < 4; l++) { /* rotated, since a variable index would put the words into local memory */
            const uint32_t word = l == 0 ? w.v[0] : l == 1 ? w.v[1] : l == 2 ? w.v[2] : w.v[3];
            const uint32_t x = (uint32_t)gpu__fill_again_call(&j, block * 4 + l, word);
            v[0] = v[1], v[1] = v[2], v[2] = v[3], v[3] = x;
        }
}
template <int = 0> static __device__ __forceinline__ void gpu__fill_retry_64(const gpu__fill &j, uint64_t block,
                                                                             const gpu_u32x4 &w, uint32_t *v)
{
#pragma unroll
    for (uint32_t l = 0; l < 2; l++) {
        const uint64_t word = gpu__word64_of(w, l);
        if (word * j.law.range < j.law.limit) {
            const uint64_t x = gpu__fill_again_call(&j, block * 2 + l, word);
            v[2 * l] = (uint32_t)x, v[2 * l + 1] = (uint32_t)(x >> 32);
        }
    }
}
/* Computes the numbers of a block, 8 or 16 bytes of them, for each kind of GPU__FILLS. */
template <int Kind, class Word, class Made, class Number, Made (*Scalar)(Word, gpu__law)> struct gpu__fill_maker {
    static constexpr int Per = (int)(16 / sizeof(Word) * sizeof(Made) / sizeof(Number)),
                         ByteCount = Per * (int)sizeof(Number);
    static constexpr int kind = Kind;
    static constexpr bool table = kind == GPU__K_poisson_i32 || kind == GPU__K_poisson_i64;
    static __device__ __forceinline__ void make(const gpu__fill &j, const gpu__law &law, uint64_t block,
                                                const gpu_u32x4 &w, uint32_t *v)
    {
#pragma unroll
        for (int l = 0; l < (int)(16 / sizeof(Word)); l++) {
            Word a;
            memcpy(&a, w.v + l * (int)(sizeof(Word) / 4), sizeof a);
            const Made b = Scalar(a, law);
            memcpy(v + l * (int)(sizeof(Made) / 4), &b, sizeof b);
        }
        if (kind == GPU__K_int_i32) gpu__fill_retry_32(j, block, w, v);
        if (kind == GPU__K_int_i64) gpu__fill_retry_64(j, block, w, v);
    }
};
template <int Kind> struct gpu__filler;
#define GPU__FILLER(name, s, Word, Made, Number, purpose) \
    template <> struct gpu__filler<GPU__K_##name##_##s> { \
        typedef gpu__fill_maker<GPU__K_##name##_##s, Word, Made, Number, gpu__##name##_##s##_scalar> type; \
    };
GPU__FILLS(GPU__FILLER)
#undef GPU__FILLER

#ifdef __CUDA_ARCH__
/* Copies the cells of a Poisson table to shared memory, since lanes read different ones. */
template <int = 0> static __device__ __forceinline__ void gpu__fill_cells(gpu__law &law)
{
    extern __shared__ uint64_t gpu__cells[];
    for (uint32_t c = threadIdx.x; c < 1u << law.bits; c += GPU__FILL_THREADS) gpu__cells[c] = law.table[c];
    law.table = gpu__cells;
    __syncthreads();
}
#endif

/* out[0] is number `from` of block `first`. A thread computes blocks with a stride of 256, so that each store of a warp
   is contiguous. `aligned`: a block is one store; otherwise, and in the last tile, a warp exchanges its numbers through
   shared memory (striped to blocked). Hot: the loop over whole tiles is unrolled. */
template <int Kind, int Steps, bool Hot> static __global__ void __launch_bounds__(GPU__FILL_THREADS)
    gpu__fill_kernel(const __grid_constant__ gpu__fill j, void *out, uint64_t first, uint32_t from, uint64_t n,
                     bool aligned)
{
#ifdef __CUDA_ARCH__
    typedef typename gpu__filler<Kind>::type filler;
    constexpr uint32_t Per = filler::Per, Blocks = GPU__FILL_THREADS * Steps,
                       Tile = Blocks * Per; /* a tile in blocks and in numbers */
    typedef typename gpu__word<filler::ByteCount>::type pack;
    typedef typename gpu__word<filler::ByteCount / filler::Per>::type number;
    __shared__ pack storage[GPU__FILL_THREADS];
    const uint32_t t = threadIdx.x, lane = t & 31;
    gpu__law law = j.law;
    if (filler::table) gpu__fill_cells(law);
    for (uint64_t tile = blockIdx.x; tile * Tile < n + from; tile += gridDim.x) {
        const uint64_t block = first + tile * Blocks + t, left = n + from - tile * Tile;
        const uint32_t begin = tile ? 0 : from, end = left < Tile ? (uint32_t)left : Tile;
        number *const o = (number *)out + tile * Tile - from;
        const bool whole = aligned && end == Tile;
        const uint32_t low = (uint32_t)block, high = (uint32_t)((first + tile * Blocks) >> 32);
        if (Hot && whole && (uint32_t)(first + tile * Blocks) <= 0u - Blocks) {
#pragma unroll
            for (int s = 0; s < Steps; s++) {
                alignas(16) uint32_t v[4];
                filler::make(j, law, block + (uint32_t)(s * GPU__FILL_THREADS),
                             gpu__fill_words(j, low + (uint32_t)(s * GPU__FILL_THREADS), high), v);
                ((pack *)o)[s * GPU__FILL_THREADS + t] = *(pack *)v;
            }
        } else {
#pragma unroll 1
            for (uint32_t row = 0; row < Blocks; row += GPU__FILL_THREADS) {
                const uint32_t run = (row + t - lane) * Per; /* the warp's first number */
                alignas(16) uint32_t v[4];
                if (run >= end) break;
                filler::make(j, law, block + row,
                             gpu__fill_words(j, (uint32_t)(block + row), (uint32_t)((block + row) >> 32)), v);
                if (whole)
                    ((pack *)o)[row + t] = *(pack *)v;
                else {
                    __syncwarp();
                    storage[t] = *(pack *)v;
                    __syncwarp();
#pragma unroll
                    for (uint32_t l = 0; l < Per; l++) {
                        const uint32_t e = run + l * 32 + lane;
                        if (e >= begin && e < end) o[e] = ((number *)(storage + (t - lane)))[l * 32 + lane];
                    }
                }
            }
        }
        if (!filler::table) break; /* every block of the grid has one tile */
    }
#endif
}

/* The kinds that are a function of the position. */
template <bool Permute> static __global__ void __launch_bounds__(GPU__FILL_THREADS)
    gpu__fill_at_kernel(const __grid_constant__ gpu__fill j, void *out, uint64_t first, uint32_t, uint64_t n, bool)
{
#ifdef __CUDA_ARCH__
    for (uint64_t i = blockIdx.x * (uint64_t)GPU__FILL_THREADS + threadIdx.x; i < n;
         i += gridDim.x * (uint64_t)GPU__FILL_THREADS) {
        const uint64_t x = gpu__fill_at(&j, first + i, Permute);
        if (j.size == 4)
            ((uint32_t *)out)[i] = (uint32_t)x;
        else
            ((uint64_t *)out)[i] = x;
    }
#endif
}

/* The device code of a fill, with the signature of a map's; in[0] is the index, in[1] the fill. */
template <int Kind>
static int gpu__fill_device(const gpu__launch_context *context, void *out, const void *const *in, size_t n_)
{
    constexpr bool by_place = Kind >= GPU__K_rejection_i32;
    constexpr int Steps = Kind == GPU__K_normal_f32 ? 8 : 4; /* measured; 8 for kinds that are limited by arithmetic */
    const void *kernel;
    if constexpr (by_place)
        kernel = (const void *)gpu__fill_at_kernel<Kind >= GPU__K_permutation_i32>;
    else
        kernel = (const void *)gpu__fill_kernel < Kind, Steps,
        Kind == GPU__K_normal_f32 || Kind == GPU__K_uniform_f32 > ;
    gpu__fill j = *(const gpu__fill *)in[1];
    const uint64_t at = j.position + (uintptr_t)in[0], per = by_place ? 1 : (uint64_t)j.per;
    const uint64_t tile = GPU__FILL_THREADS * per * (by_place ? 1 : Steps),
                   most = by_place      ? 8448
                          : j.law.table ? (uint64_t)context->multiprocessors * 7
                                        : 0x7fffffffu;
    const size_t bytes = j.law.table ? sizeof(uint64_t) << j.law.bits : 0;
    const cudaStream_t stream = (cudaStream_t)context->stream;
    uint64_t n = n_, first = at / per, tiles;
    uint32_t from = (uint32_t)(at % per);
    bool aligned = from == 0 && (uintptr_t)out % (per * j.size) == 0;
    void *argv[] = {&j, &out, &first, &from, &n, &aligned}, *table = NULL;
    cudaError_t e = cudaSuccess;
    tiles = (from + n + tile - 1) / tile;
    if (bytes) { /* the call returns when the host memory has been read */
        e = cudaMallocAsync(&table, bytes, stream);
        if (!e) e = cudaMemcpyAsync(table, j.law.table, bytes, cudaMemcpyHostToDevice, stream);
        j.law.table = (const uint64_t *)table;
    }
    if (!e)
        e = cudaLaunchKernel(kernel, dim3((unsigned)(tiles < most ? tiles : most)), dim3(GPU__FILL_THREADS), argv,
                             bytes, stream);
    if (table) {
        const cudaError_t freed = cudaFreeAsync(table, stream);
        if (!e) e = freed;
    }
    return (int)e;
}
/* -------------------------------------------------------------------------------------- src/families/order/sort.cuh */
#ifdef GPU_ORDER
/* ---- Sort -------------------------------------------------------------------------------------------------------- */

/* Radix sort. Short rows: a block sorts a row, or a group of very short ones, in shared memory. Longer rows: a first
   kernel counts the digits of all passes; each pass then reads and writes the elements once ("onesweep"). A tile finds
   the positions of its elements of each digit by decoupled look-back. Within a tile the rank of an element comes from
   counters, one for each digit and warp; lanes with the same digit find each other by votes. */

template <class Bits> struct gpu__sort_digit {
    unsigned flip; /* all bits of a digit, for descending order, or 0 */
    int shift;
    template <auto Key> __device__ __forceinline__ unsigned of(Bits b) const
    {
        return ((unsigned)(Key(b) >> shift) & (GPU__DIGITS - 1)) ^ flip;
    }
};

#ifdef __CUDA_ARCH__
/* The status word of a digit in a tile: 3 bits of state, 29 bits of count. Odd and even passes use different states, so
   that words of the previous pass are recognised, and the words are cleared only once for all passes. */
static __device__ __forceinline__ unsigned gpu__sort_status(int pass, bool whole) { return 1 + pass % 2 * 2 + whole; }
static __device__ __forceinline__ void gpu__sort_send(unsigned *p, unsigned what, unsigned count)
{
    asm volatile("st.relaxed.gpu.global.u32 [%0], %1;" ::"l"(p), "r"(what << 29 | count) : "memory");
}
static __device__ __forceinline__ unsigned gpu__sort_receive(const unsigned *p)
{
    unsigned word;
    asm volatile("ld.relaxed.gpu.global.u32 %0, [%1];" : "=r"(word) : "l"(p) : "memory");
    return word;
}
/* The number of elements of this digit in the preceding tiles; the word of the first tile is an inclusive prefix.
   Several words are loaded at a time, since each load has the latency of the L2 cache; the memory before the first
   tile's words may be read. */
static __device__ __forceinline__ unsigned gpu__sort_look_back(const unsigned *word, int pass)
{
    const unsigned part = gpu__sort_status(pass, false), whole = gpu__sort_status(pass, true);
    unsigned count = 0;
    for (;; word -= GPU__SORT_AHEAD * GPU__DIGITS) {
        unsigned seen[GPU__SORT_AHEAD];
#pragma unroll
        for (int k = 0; k < GPU__SORT_AHEAD; k++) seen[k] = gpu__sort_receive(word - (k + 1) * GPU__DIGITS);
#pragma unroll
        for (int k = 0; k < GPU__SORT_AHEAD; k++) {
            while (seen[k] >> 29 != part && seen[k] >> 29 != whole)
                seen[k] = gpu__sort_receive(word - (k + 1) * GPU__DIGITS);
            count += seen[k] & 0x1fffffffu;
            if (seen[k] >> 29 == whole) return count;
        }
    }
}

/* The lanes that have the same value of the bit as this one. Written in C++, a bit takes seven instructions instead of
   three. */
static __device__ __forceinline__ unsigned gpu__sort_like(unsigned v, unsigned bit)
{
    unsigned vote;
    asm volatile("{ .reg .pred set;\n\t"
                 "and.b32 %0, %1, %2;\n\t"
                 "setp.ne.u32 set, %0, 0;\n\t"
                 "vote.sync.ballot.b32 %0, set, 0xffffffff;\n\t"
                 "@!set not.b32 %0, %0; }"
                 : "=r"(vote)
                 : "r"(v), "r"(bit));
    return vote;
}
/* The lanes of the warp that have the same digit. `digits` is 4 times the digit; higher bits are ignored. */
static __device__ __forceinline__ unsigned gpu__sort_peers(unsigned digits)
{
    unsigned like[8];
#pragma unroll
    for (int bit = 0; bit < 8; bit++) like[bit] = gpu__sort_like(digits, 4u << bit);
    const unsigned a = like[0] & like[1] & like[2], b = like[3] & like[4] & like[5];
    return like[6] & like[7] & a & b;
}
/* Inclusive sum over the lanes of a warp. */
template <class Count> static __device__ __forceinline__ Count gpu__sort_warp_sum(Count v, int lane)
{
#pragma unroll
    for (int d = 1; d < 32; d *= 2) {
        const Count below = __shfl_up_sync(~0u, v, d);
        if (lane >= d) v += below;
    }
    return v;
}
/* Exclusive sum over the first 256 threads; `sums` has one element for each of their warps. */
template <class Count> static __device__ __forceinline__ Count gpu__sort_digit_sum(Count v, Count *sums)
{
    const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    const Count inclusive = gpu__sort_warp_sum(v, lane);
    Count before = inclusive - v;
    if (warp < GPU__DIGITS / 32 && lane == 31) sums[warp] = inclusive;
    __syncthreads();
#pragma unroll
    for (int w = 0; w < GPU__DIGITS / 32 - 1; w++)
        if (w < warp) before += sums[w];
    return before;
}

/* The ranks of a tile's elements; each lane has every 32nd of its warp's elements. */
template <int Threads, int Items> struct gpu__sort_ranks {
    static constexpr int Warps = Threads / 32;
    unsigned *counters;   /* GPU__DIGITS for each warp */
    unsigned rank[Items]; /* before assign(k): the offset of its digit's counter */
    __device__ __forceinline__ gpu__sort_ranks(unsigned *counters_) : counters(counters_) {}
    __device__ __forceinline__ void clear()
    {
        for (int i = threadIdx.x; i < Warps * GPU__DIGITS; i += Threads) counters[i] = 0;
    }
    __device__ __forceinline__ unsigned &counter(unsigned offset) { return *(unsigned *)((char *)counters + offset); }
    __device__ __forceinline__ void count(int k, unsigned digit)
    {
        rank[k] = threadIdx.x / 32 * (GPU__DIGITS * 4) ^ digit * 4;
        atomicAdd(&counter(rank[k]), 1u);
    }
    /* In thread d, `total` becomes the number of elements with digit d in the tile, and the result is the rank of the
       first of them. The counters become the ranks of each warp's first elements. */
    template <class Publish>
    __device__ __forceinline__ unsigned start(unsigned *sums, unsigned &total, const Publish &publish)
    {
        unsigned count[Warps], first;
        total = 0;
        if (threadIdx.x < GPU__DIGITS) {
#pragma unroll
            for (int w = 0; w < Warps; w++) total += count[w] = counters[w * GPU__DIGITS + threadIdx.x];
            publish(total);
        }
        unsigned next = first = gpu__sort_digit_sum(total, sums);
        if (threadIdx.x < GPU__DIGITS)
#pragma unroll
            for (int w = 0; w < Warps; w++) {
                counters[w * GPU__DIGITS + threadIdx.x] = next;
                next += count[w];
            }
        __syncthreads();
        return first;
    }
    /* Lanes with the same digit get consecutive ranks, from the lowest lane on; the highest one updates the counter. */
    __device__ __forceinline__ void assign(int k, int lane)
    {
        const unsigned offset = rank[k], peers = gpu__sort_peers(offset), below = (1u << lane) - 1;
        rank[k] = counter(offset) + __popc(peers & below);
        __syncwarp();
        if (!(peers & ~below << 1)) counter(offset) = rank[k] + 1;
        __syncwarp();
    }
};
#endif

/* -- rows that a block sorts -- */

template <class Bits> struct gpu__sort_block_args {
    Bits *keys_out; /* NULL: only the index is wanted */
    const Bits *keys;
    unsigned char *values_out;   /* NULL: only keys are wanted */
    const unsigned char *values; /* NULL: the index */
    size_t rows;
    unsigned cols, group, value; /* group: rows of a block; value: bytes of a value */
    bool descending;
};
template <class Value, int Items, class Position>
static __device__ __forceinline__ void gpu__sort_block_values(Value *out, const Value *in, unsigned n, unsigned cols,
                                                              const unsigned short *origin, const Position &position)
{
#ifdef __CUDA_ARCH__
    Value v[Items];
#pragma unroll
    for (int k = 0; k < Items; k++) {
        const unsigned i = position(k);
        if (i < n) v[k] = in ? in[origin[i]] : (Value)(cols < n ? origin[i] % cols : origin[i]);
    }
    __syncthreads(); /* out may be the same array as in */
#pragma unroll
    for (int k = 0; k < Items; k++)
        if (position(k) < n) out[position(k)] = v[k];
#endif
}
/* Sorts a group of rows in a block's shared memory, digit by digit. */
template <auto Key, class Bits, int Threads> static __global__ void __launch_bounds__(Threads)
    gpu__sort_block(gpu__sort_block_args<Bits> a)
{
#ifdef __CUDA_ARCH__
    constexpr int Warps = Threads / 32, Items = GPU__SORT_BLOCK_ITEMS, Most = Threads * Items, Passes = sizeof(Bits);
    __shared__ Bits keys[Most];
    __shared__ unsigned short origins[Most];
    __shared__ unsigned counters[Warps * GPU__DIGITS], sums[GPU__DIGITS / 32];
    const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    const size_t row = (size_t)blockIdx.x * a.group, start = row * a.cols;
    const unsigned n = (unsigned)(a.rows - row < a.group ? a.rows - row : a.group) * a.cols;
    const int items = (int)((n + Threads - 1) / Threads); /* maximum for a lane */
    const bool carry = a.values_out || a.group > 1;
    auto position = [&](int k) { return k < items ? (unsigned)((warp * items + k) * 32 + lane) : ~0u; };
    gpu__sort_ranks<Threads, Items> ranks(counters);
    Bits key[Items];
    unsigned short origin[Items];
#pragma unroll
    for (int k = 0; k < Items; k++) {
        const unsigned i = position(k);
        key[k] = i < n ? a.keys[start + i] : (Bits)0;
        origin[k] = (unsigned short)i;
    }
    for (int pass = 0; pass < Passes + (a.group > 1); pass++) {
        const gpu__sort_digit<Bits> digit = {a.descending ? GPU__DIGITS - 1u : 0u, pass % Passes * 8};
        auto digit_of = [&](int k) {
            if (position(k) >= n) return GPU__DIGITS - 1u; /* sorts after all others */
            if (pass < Passes) return digit.template of<Key>(key[k]);
            const unsigned r = origin[k] / a.cols; /* the last pass separates the rows */
            return r < 255 ? r : 255u;
        };
        unsigned total;
        ranks.clear();
        __syncthreads();
#pragma unroll
        for (int k = 0; k < Items; k++)
            if (k < items) ranks.count(k, digit_of(k));
        __syncthreads();
        ranks.start(sums, total, [](unsigned) {});
#pragma unroll
        for (int k = 0; k < Items; k++)
            if (k < items) {
                ranks.assign(k, lane);
                keys[ranks.rank[k]] = key[k];
                if (carry) origins[ranks.rank[k]] = origin[k];
            }
        __syncthreads();
#pragma unroll
        for (int k = 0; k < Items; k++)
            if (k < items) {
                key[k] = keys[position(k)];
                if (carry) origin[k] = origins[position(k)];
            }
    }
#pragma unroll
    for (int k = 0; k < Items; k++)
        if (a.keys_out && position(k) < n) a.keys_out[start + position(k)] = key[k];
    if (a.values_out && a.value == 8)
        gpu__sort_block_values<unsigned long long, Items>(
            (unsigned long long *)a.values_out + start, a.values ? (const unsigned long long *)a.values + start : NULL,
            n, a.cols, origins, position);
    else if (a.values_out)
        gpu__sort_block_values<unsigned, Items>((unsigned *)a.values_out + start,
                                                a.values ? (const unsigned *)a.values + start : NULL, n, a.cols,
                                                origins, position);
#endif
}
template <auto Key, class Bits>
static cudaError_t gpu__sort_blocks(const gpu__sort_detail *d, cudaStream_t stream, void *out, const void *const *in)
{
    const size_t rows = d->rows, cols = d->cols;
    const bool index = d->index, value = d->value != 0;
    size_t group = 1;
    while (group < 128 && 2 * group * cols <= 1024) group *= 2;
    gpu__sort_block_args<Bits> a = {};
    a.keys_out = index ? NULL : (Bits *)out;
    a.keys = (const Bits *)in[0];
    a.values_out = (unsigned char *)(index ? out : value ? (void *)in[2] : NULL);
    a.values = (const unsigned char *)(value && !index ? in[1] : NULL);
    a.rows = rows, a.cols = (unsigned)cols, a.group = (unsigned)(group < rows ? group : rows);
    a.value = (unsigned)d->value, a.descending = d->descending;
    const unsigned blocks = (unsigned)gpu__ceil_div(rows, a.group);
    if (a.group * cols <= 256 * GPU__SORT_BLOCK_ITEMS)
        gpu__sort_block<Key, Bits, 256><<<blocks, 256, 0, stream>>>(a);
    else if constexpr (sizeof(Bits) <= 4)
        gpu__sort_block<Key, Bits, 512><<<blocks, 512, 0, stream>>>(a);
    return cudaGetLastError();
}

/* -- longer rows -- */

/* Counts the digits of each pass: counts[row][pass][digit]. `share` blocks read a row. */
template <auto Key, class Bits> static __global__ void __launch_bounds__(256)
    gpu__sort_count(unsigned long long *counts, const Bits *in, size_t cols, unsigned share, Bits flip,
                    const unsigned *needed)
{
#ifdef __CUDA_ARCH__
    if (needed && !*needed) return;
    constexpr int Passes = sizeof(Bits), Batch = 8;
    __shared__ unsigned count[Passes * GPU__DIGITS];
    const size_t row = blockIdx.x / share, step = (size_t)share * 256, begin = blockIdx.x % share * 256u + threadIdx.x;
    for (int i = threadIdx.x; i < Passes * GPU__DIGITS; i += 256) count[i] = 0;
    __syncthreads();
    in += row * cols;
    auto add = [&](Bits b) {
        b = Key(b) ^ flip;
#pragma unroll
        for (int p = 0; p < Passes; p++)
            atomicAdd(&count[p * GPU__DIGITS + (unsigned)(b >> p * 8 & (GPU__DIGITS - 1))], 1u);
    };
    size_t i = begin;
    for (; i + (Batch - 1) * step < cols; i += Batch * step) {
        Bits b[Batch];
#pragma unroll
        for (int k = 0; k < Batch; k++) b[k] = in[i + k * step];
#pragma unroll
        for (int k = 0; k < Batch; k++) add(b[k]);
    }
    for (; i < cols; i += step) add(in[i]);
    __syncthreads();
    for (int d = threadIdx.x; d < Passes * GPU__DIGITS; d += 256)
        if (count[d]) atomicAdd(&counts[row * (Passes * GPU__DIGITS) + d], (unsigned long long)count[d]);
#endif
}
/* Replaces the counts of a pass by the positions of each digit's first element. */
template <int Digits> static __global__ void __launch_bounds__(Digits) gpu__sort_offsets(unsigned long long *counts)
{
#ifdef __CUDA_ARCH__
    __shared__ unsigned long long sums[Digits / 32];
    unsigned long long *const mine = counts + (size_t)blockIdx.x * Digits + threadIdx.x;
    *mine = gpu__sort_digit_sum(*mine, sums);
#endif
}

/* A pass moves words: keys or, if keys and values have 4 bytes each, pairs of both with the key in the lower half. The
   first pass combines the pairs, the last one splits them. Values of other sizes move separately, after the keys. */
template <class Bits, class Word> struct gpu__sort_pass_args {
    const void *in;                                 /* words or keys */
    void *out;                                      /* NULL: the keys are not wanted */
    const void *values;                             /* separate from the keys; NULL: the index */
    void *values_out;                               /* NULL: words */
    size_t cols, begin;                             /* columns of a row; the first column of this launch */
    unsigned count, tiles;                          /* elements and tiles of a row in this launch */
    unsigned long long *positions, *positions_next; /* for this pass, first row; for the next launch, or NULL */
    unsigned *status, *ticket;
    const unsigned *needed; /* NULL, or 0 there: nothing is to be done */
    unsigned flip;
    int pass;
    bool words_in; /* in holds words */
    bool wide;     /* values of 4 bytes are written as 8 */
};
template <auto Key, class Bits, class Word, class Value, int Items> struct gpu__sort_tile {
    static constexpr int Threads = GPU__SORT_THREADS(sizeof(Bits), sizeof(Value)), Warps = Threads / 32,
                         Tile = Threads * Items;
    static constexpr bool Together = sizeof(Word) > sizeof(Bits), Apart = !Together && sizeof(Value) > 1;
    static constexpr int Widest = sizeof(Word) > sizeof(Value) ? sizeof(Word) : sizeof(Value),
                         Bytes = Tile * Widest > Warps *GPU__DIGITS * 4 ? Tile *Widest : Warps *GPU__DIGITS * 4;
    typedef gpu__sort_pass_args<Bits, Word> Args;
#ifdef __CUDA_ARCH__
    typedef gpu__sort_ranks<Threads, Items> Ranks;
    /* Each lane loads every 32nd of its warp's elements. */
    template <bool Full> static __device__ __forceinline__ void load(const Args &a, Word (&word)[Items], Ranks &ranks,
                                                                     const gpu__sort_digit<Bits> &digit, size_t start,
                                                                     size_t column, unsigned first, unsigned n)
    {
#pragma unroll
        for (int k = 0; k < Items; k++) {
            const unsigned i = first + k * 32;
            if (!Full && i >= n)
                word[k] = 0;
            else if (Together && a.words_in)
                word[k] = ((const Word *)a.in)[start + i];
            else
                word[k] = ((const Bits *)a.in)[start + i];
        }
        if constexpr (Together) {
#pragma unroll
            for (int k = 0; k < Items && !a.words_in; k++) {
                const unsigned i = first + k * 32;
                unsigned v = (unsigned)(column + i);
                if (a.values) v = Full || i < n ? ((const unsigned *)a.values)[start + i] : 0u;
                word[k] |= (Word)v << 32;
            }
        }
#pragma unroll
        for (int k = 0; k < Items; k++) /* missing elements sort after all others */
            ranks.count(k, Full || first + k * 32 < n ? digit.template of<Key>((Bits)word[k]) : GPU__DIGITS - 1u);
    }
    template <bool Full> static __device__ __forceinline__ void
    load_values(const Args &a, Value (&v)[Items], size_t start, size_t column, unsigned first, unsigned n)
    {
#pragma unroll
        for (int k = 0; k < Items; k++) {
            const unsigned i = first + k * 32;
            v[k] = !a.values ? (Value)(column + i) : Full || i < n ? ((const Value *)a.values)[start + i] : (Value)0;
        }
    }
    /* Writes element i of the sorted tile to the position that follows from its digit. The barriers keep the compiler
       from collecting the stores, which take up to 7 % longer in bursts. */
    template <bool Full> static __device__ __forceinline__ void store(const Args &a, const Word *sorted,
                                                                      char *const *to, char *const *values_to,
                                                                      unsigned char (&digits)[Items],
                                                                      const gpu__sort_digit<Bits> &digit, unsigned n)
    {
#pragma unroll
        for (int k = 0; k < Items; k++) {
            const unsigned i = k * Threads + threadIdx.x;
            const Word w = sorted[i];
            const unsigned d = digit.template of<Key>((Bits)w);
            char *const early = Full ? NULL : to[d]; /* before the barrier, so that no branch is around it and d */
            __syncwarp();
            if (Apart) digits[k] = (unsigned char)d;
            if (!Full && i >= n) continue;
            if (!Together || !a.values_out) {
                if (sizeof(Value) == 1 || a.out) at<Word>(Full ? to[d] : early)[k * Threads] = w;
            } else {
                if (a.out) at<Bits>(Full ? to[d] : early)[k * Threads] = (Bits)w;
                store_value(a, values_to[d], k, (unsigned)((unsigned long long)w >> 32));
            }
        }
    }
    /* The address of this thread's first element, given that of the tile's first one. */
    template <class T> static __device__ __forceinline__ T *at(char *to)
    {
        T *const p = (T *)to + threadIdx.x;
        __builtin_assume(__isGlobal(p));
        return p;
    }
    template <class V> static __device__ __forceinline__ void store_value(const Args &a, char *to, int k, V v)
    {
        if (sizeof(V) == 4 && a.wide)
            at<unsigned long long>(to)[k * Threads] = v;
        else
            at<V>(to)[k * Threads] = v;
    }
    template <bool Full> static __device__ __forceinline__ void
    store_values(const Args &a, const Value *sorted, char *const *to, const unsigned char (&digits)[Items], unsigned n)
    {
#pragma unroll
        for (int k = 0; k < Items; k++) {
            const unsigned i = k * Threads + threadIdx.x;
            __syncwarp();
            if (Full || i < n) store_value(a, to[digits[k]], k, sorted[i]);
        }
    }
#endif
};
/* One pass of the sort over one tile. */
template <auto Key, class Bits, class Word, class Value, int Items> static __global__ void
__launch_bounds__(GPU__SORT_THREADS(sizeof(Bits), sizeof(Value)), GPU__SORT_RESIDENT(sizeof(Bits), sizeof(Value)))
    gpu__sort_pass_kernel(gpu__sort_pass_args<Bits, Word> a)
{
#ifdef __CUDA_ARCH__
    typedef gpu__sort_tile<Key, Bits, Word, Value, Items> Tile;
    __shared__ alignas(16) unsigned char storage[Tile::Bytes]; /* counters, then words, then values */
    /* The addresses of the tile's first element, and of its value, if all had this digit. */
    __shared__ char *to[GPU__DIGITS], *values_to[sizeof(Value) > 1 ? GPU__DIGITS : 1];
    __shared__ unsigned sums[GPU__DIGITS / 32], drawn;
    const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    const gpu__sort_digit<Bits> digit = {a.flip, a.pass * 8};
    typename Tile::Ranks ranks((unsigned *)storage);
    if (a.needed && !*a.needed) return;
    if (threadIdx.x == 0) drawn = atomicAdd(a.ticket, 1u);
    ranks.clear();
    __syncthreads();

    const size_t row = drawn / a.tiles;
    const unsigned tile = (unsigned)(drawn - row * a.tiles), begin = tile * Tile::Tile,
                   n = a.count - begin < Tile::Tile ? a.count - begin : Tile::Tile, first = warp * (Items * 32) + lane;
    const size_t column = a.begin + begin, start = row * a.cols + column;
    const bool full = n == Tile::Tile;
    Word word[Items];
    if (full)
        Tile::template load<true>(a, word, ranks, digit, start, column, first, n);
    else
        Tile::template load<false>(a, word, ranks, digit, start, column, first, n);
    __syncthreads();
    unsigned *const status = a.status + (size_t)drawn * GPU__DIGITS + threadIdx.x;
    unsigned total;
    const unsigned local = ranks.start(
        sums, total, [&](unsigned count) { gpu__sort_send(status, gpu__sort_status(a.pass, tile == 0), count); });
#pragma unroll
    for (int k = 0; k < Items; k++) ranks.assign(k, lane);
    __syncthreads();
#pragma unroll
    for (int k = 0; k < Items; k++) ((Word *)storage)[ranks.rank[k]] = word[k];
    if (threadIdx.x < GPU__DIGITS) {
        const size_t position = row * (sizeof(Bits) * GPU__DIGITS) + threadIdx.x;
        const size_t goes = (size_t)a.positions[position];
        const unsigned before = tile ? gpu__sort_look_back(status, a.pass) : 0;
        if (tile) gpu__sort_send(status, gpu__sort_status(a.pass, true), before + total);
        const size_t at = row * a.cols + goes + before - local;
        to[threadIdx.x] = (char *)a.out + at * (Tile::Together && a.values_out ? sizeof(Bits) : sizeof(Word));
        if (sizeof(Value) > 1) values_to[threadIdx.x] = (char *)a.values_out + at * (a.wide ? 8 : sizeof(Value));
        if (a.positions_next && tile + 1 == a.tiles) a.positions_next[position] = goes + before + total;
    }
    __syncthreads();
    unsigned char digits[Items];
    if (full)
        Tile::template store<true>(a, (const Word *)storage, to, values_to, digits, digit, n);
    else
        Tile::template store<false>(a, (const Word *)storage, to, values_to, digits, digit, n);
    if constexpr (Tile::Apart) {
        Value v[Items];
        if (full)
            Tile::template load_values<true>(a, v, start, column, first, n);
        else
            Tile::template load_values<false>(a, v, start, column, first, n);
        __syncthreads();
#pragma unroll
        for (int k = 0; k < Items; k++) ((Value *)storage)[ranks.rank[k]] = v[k];
        __syncthreads();
        if (full)
            Tile::template store_values<true>(a, (const Value *)storage, values_to, digits, n);
        else
            Tile::template store_values<false>(a, (const Value *)storage, values_to, digits, n);
    }
#endif
}

/* Counts the digits of all passes, and converts the counts to positions. */
template <auto Key, class Bits>
static cudaError_t gpu__sort_count_all(const gpu__sort_plan *p, const gpu__launch_context *context, const void *in,
                                       Bits flip, const unsigned *needed)
{
    const cudaStream_t stream = (cudaStream_t)context->stream;
    unsigned long long *const counts = (unsigned long long *)((char *)context->space + p->counts);
    const size_t most = gpu__ceil_div((size_t)context->multiprocessors * 8, p->rows),
                 want = gpu__ceil_div(p->cols, 4096);
    const unsigned share = (unsigned)(want < most ? want : most);
    const cudaError_t e = cudaMemsetAsync(context->space, 0, p->keys, stream);
    gpu__sort_count<Key, Bits>
        <<<(unsigned)(p->rows * share), 256, 0, stream>>>(counts, (const Bits *)in, p->cols, share, flip, needed);
    gpu__sort_offsets<GPU__DIGITS><<<(unsigned)(p->rows * sizeof(Bits)), GPU__DIGITS, 0, stream>>>(counts);
    return e;
}
/* One pass over all rows; one launch for each portion of the columns. */
template <auto Key, class Bits, class Word, class Value, int Items> static void
gpu__sort_pass_of(const gpu__sort_plan *p, const gpu__launch_context *context, gpu__sort_pass_args<Bits, Word> a)
{
    char *const space = (char *)context->space;
    unsigned long long *const counts = (unsigned long long *)(space + p->counts) + a.pass * GPU__DIGITS;
    const size_t counters = p->rows * sizeof(Bits) * GPU__DIGITS;
    for (size_t q = 0; q < p->portions; q++) {
        const size_t left = p->cols - q * p->portion;
        a.begin = q * p->portion, a.count = (unsigned)(left < p->portion ? left : p->portion);
        a.tiles = (unsigned)gpu__ceil_div(a.count, p->tile);
        a.positions = counts + q % 2 * counters;
        a.positions_next = q + 1 < p->portions ? counts + (q + 1) % 2 * counters : NULL;
        a.status = (unsigned *)(space + p->status) + p->rows * (q * (p->portion / p->tile)) * GPU__DIGITS;
        a.ticket = (unsigned *)(space + p->tickets) + a.pass * p->portions + q;
        gpu__sort_pass_kernel<Key, Bits, Word, Value, Items>
            <<<(unsigned)(p->rows * a.tiles), GPU__SORT_THREADS(sizeof(Bits), sizeof(Value)), 0,
               (cudaStream_t)context->stream>>>(a);
    }
}
/* All passes. Keys without values, or separate from them, alternate between the workspace and the result, which the
   last pass writes. Pairs of both alternate between two parts of the workspace. */
template <auto Key, class Bits, class Word, class Value> static cudaError_t
gpu__sort_passes(const gpu__sort_detail *d, const gpu__launch_context *context, void *out, const void *const *in)
{
    constexpr int Passes = sizeof(Bits), Items = GPU__SORT_ITEMS(sizeof(Bits), sizeof(Value));
    constexpr bool Together = sizeof(Word) > sizeof(Bits), Values = sizeof(Value) > 1;
    const cudaStream_t stream = (cudaStream_t)context->stream;
    const bool index = d->index;
    const size_t n = d->rows * d->cols;
    char *const space = (char *)context->space;
    gpu__sort_plan p;
    gpu__sort_plan_of(&p, d);
    void *const keys_out = index ? space + p.more_keys : (char *)out;
    void *const sorted_values = Values ? (void *)in[2] : NULL; /* a sort of keys alone has no third array */
    void *const values_out = index ? out : sorted_values;
    void *const keys = space + p.keys, *const more_keys = space + p.more_keys, *const values = space + p.values;
    gpu__sort_pass_args<Bits, Word> a = {};
    a.needed = d->needed;
    a.in = in[0], a.values = index || !Values ? NULL : in[1];
    a.cols = p.cols, a.flip = d->descending ? GPU__DIGITS - 1 : 0;
    cudaError_t e = gpu__sort_count_all<Key, Bits>(&p, context, a.in, a.flip ? (Bits) ~(Bits)0 : (Bits)0, a.needed);
    if (Passes % 2 && a.in == keys_out && !e) /* a pass must not write to the memory that it reads */
        e = cudaMemcpyAsync(keys, a.in, n * sizeof(Bits), cudaMemcpyDeviceToDevice, stream), a.in = keys;
    if (Passes % 2 && a.values && a.values == values_out && !e)
        e = cudaMemcpyAsync(values, a.values, n * sizeof(Value), cudaMemcpyDeviceToDevice, stream), a.values = values;
    for (int pass = 0; pass < Passes; pass++) {
        const bool final = pass + 1 == Passes, to_out = (Passes - pass) % 2;
        a.pass = pass, a.words_in = Together && pass;
        a.wide = final && p.moved < d->value;
        a.out = final && index ? NULL : Together && !final ? to_out ? more_keys : keys : to_out ? keys_out : keys;
        a.values_out = !Values || (Together && !final) ? NULL : to_out ? values_out : values;
        gpu__sort_pass_of<Key, Bits, Word, Value, Items>(&p, context, a);
        a.in = a.out, a.values = a.values_out;
    }
    return e ? e : cudaGetLastError();
}
template <auto Key, class Bits> static cudaError_t
gpu__sort_keys(const gpu__sort_detail *d, const gpu__launch_context *context, void *out, const void *const *in)
{
    if (!context->space) return gpu__sort_blocks<Key, Bits>(d, (cudaStream_t)context->stream, out, in);
    return gpu__sort_passes<Key, Bits, Bits, unsigned char>(d, context, out, in);
}
template <auto Key, class Bits> static cudaError_t
gpu__sort_with(const gpu__sort_detail *d, const gpu__launch_context *context, void *out, const void *const *in)
{
    typedef typename std::conditional<sizeof(Bits) == 4, unsigned long long, Bits>::type Word;
    gpu__sort_plan p;
    if (!context->space) return gpu__sort_blocks<Key, Bits>(d, (cudaStream_t)context->stream, out, in);
    gpu__sort_plan_of(&p, d);
    if (p.moved == 4) return gpu__sort_passes<Key, Bits, Word, unsigned>(d, context, out, in);
    return gpu__sort_passes<Key, Bits, Bits, unsigned long long>(d, context, out, in);
}
#endif
/* -------------------------------------------------------------------------------------- src/families/order/rows.cuh */
#ifdef GPU_ORDER
/* ---- Short rows -------------------------------------------------------------------------------------------------- */

/* Rows that fit in registers: each of `lanes` threads has Items keys of a row, and in the end those from position t *
   Items on. A thread sorts its keys by Batcher's odd-even merges; then neighbouring runs are merged by bitonic merges,
   whose first stage compares mirrored positions, so that all runs ascend. Keys are compared as codes, which are
   unsigned and ascend. If the columns of the sorted elements are wanted, the lower half of a code is the column. */
enum { GPU__NETWORK_THREADS = 128 };
template <class Bits> struct gpu__network_args {
    void *out; /* elements, or columns as int64_t */
    const Bits *in;
    size_t rows;
    unsigned cols, lanes; /* of a row */
    Bits flip;
};
#ifdef __CUDA_ARCH__
template <class Word> static __device__ __forceinline__ void gpu__network_order(Word &a, Word &b)
{
    const Word low = a < b ? a : b, high = a < b ? b : a;
    a = low, b = high;
}
template <class Word> static __device__ __forceinline__ Word gpu__network_keep(Word mine, Word other, bool upper)
{
    return (other < mine) != upper ? other : mine;
}
template <int Items, class Word> static __device__ __forceinline__ void gpu__network_of_thread(Word (&x)[Items])
{
#pragma unroll
    for (int p = 0; 1 << p < Items; p++)
#pragma unroll
        for (int q = p; q >= 0; q--)
#pragma unroll
            for (int i = 0; i < Items; i++) {
                const int d = 1 << q, run = 1 << p;
                if (i + d < Items && i >= d % run && (i - d % run) / d % 2 == 0 && i / (2 * run) == (i + d) / (2 * run))
                    gpu__network_order(x[i], x[i + d]);
            }
}
/* Compares every key with one of the lane whose number differs in the bits of `mask`, across warps through shared
   memory. */
template <bool Mirrored, int Items, class Word>
static __device__ __forceinline__ void gpu__network_stage(Word (&x)[Items], unsigned mask, bool upper, Word *shared)
{
    if (mask >= 32) {
        __syncthreads();
#pragma unroll
        for (int i = 0; i < Items; i++) shared[i * GPU__NETWORK_THREADS + threadIdx.x] = x[i];
        __syncthreads();
        const Word *const other = shared + (threadIdx.x ^ mask);
#pragma unroll
        for (int i = 0; i < Items; i++)
            x[i] = gpu__network_keep(x[i], other[(Mirrored ? Items - 1 - i : i) * GPU__NETWORK_THREADS], upper);
    } else if (Mirrored)
#pragma unroll
        for (int i = 0; i < Items / 2; i++) {
            const Word a = __shfl_xor_sync(~0u, x[Items - 1 - i], mask), b = __shfl_xor_sync(~0u, x[i], mask);
            x[i] = gpu__network_keep(x[i], a, upper);
            x[Items - 1 - i] = gpu__network_keep(x[Items - 1 - i], b, upper);
        }
    else
#pragma unroll
        for (int i = 0; i < Items; i++) x[i] = gpu__network_keep(x[i], (Word)__shfl_xor_sync(~0u, x[i], mask), upper);
}
template <int Items, class Word>
static __device__ __forceinline__ void gpu__network_sort(Word (&x)[Items], unsigned lanes, Word *shared)
{
    gpu__network_of_thread(x);
    for (unsigned run = 2; run <= lanes; run *= 2) {
        gpu__network_stage<true>(x, run - 1, threadIdx.x & run / 2, shared);
        for (unsigned d = run / 4; d; d /= 2) gpu__network_stage<false>(x, d, threadIdx.x & d, shared);
#pragma unroll
        for (int d = Items / 2; d > 0; d /= 2)
#pragma unroll
            for (int i = 0; i < Items; i++)
                if (!(i & d)) gpu__network_order(x[i], x[i + d]);
    }
}
/* The keys that the threads of a warp access at the same time are in different banks. */
static __device__ __forceinline__ unsigned gpu__network_slot(unsigned i) { return i + i / 32; }
/* Codes do not distinguish -0 from +0, nor NaNs from each other: a warp copies these elements of a row once more, in
   their order. */
template <auto Key, class Bits>
static __device__ void gpu__network_ties(Bits *sorted, unsigned begin, const Bits *row, unsigned cols, Bits flip)
{
    const unsigned lane = threadIdx.x % 32;
    const Bits code[2] = {(Bits)(Key(0) ^ flip), (Bits)(Key((Bits) ~(Bits)0) ^ flip)};
    unsigned at[2] = {begin, begin};
    for (int writes = 0; writes < 2; writes++)
        for (unsigned c = lane; c - lane < cols; c += 32) {
            const Bits b = c < cols ? row[c] : (Bits)0, mine = Key(b) ^ flip;
#pragma unroll
            for (int k = 0; k < 2; k++) {
                const unsigned vote = __ballot_sync(~0u, c < cols && (writes ? mine == code[k] : mine < code[k]));
                if (writes && vote >> lane & 1)
                    sorted[gpu__network_slot(at[k] + __popc(vote & ((1u << lane) - 1)))] = b;
                at[k] += __popc(vote);
            }
        }
}
#endif
/* Sorts the rows of a block in registers. */
template <auto Key, auto Back, class Bits, class Word, int Items>
static __global__ void __launch_bounds__(GPU__NETWORK_THREADS) gpu__network_kernel(gpu__network_args<Bits> a)
{
#ifdef __CUDA_ARCH__
    constexpr int Threads = GPU__NETWORK_THREADS;
    constexpr bool Index = sizeof(Word) > sizeof(Bits);
    __shared__ Word shared[Items * Threads / 32 * 33];
    const unsigned rows = Threads / a.lanes, row = threadIdx.x / a.lanes, t = threadIdx.x % a.lanes;
    const size_t first = (size_t)blockIdx.x * rows, start = (first + row) * a.cols;
    const unsigned live = a.rows - first < rows ? (unsigned)(a.rows - first) : rows;
    Word x[Items];
    bool ties = false;
#pragma unroll
    for (int i = 0; i < Items; i++) {
        const unsigned c = t + i * a.lanes;
        x[i] = (Word) ~(Word)0;
        if (row < live && c < a.cols) {
            const Bits b = a.in[start + c], key = Key(b);
            ties |= Back(key) != b;
            x[i] = Index ? (Word)(key ^ a.flip) << 32 % (sizeof(Word) * 8) | c : (Word)(key ^ a.flip);
        }
    }
    gpu__network_sort(x, a.lanes, shared);
    ties = __syncthreads_or(ties);
#pragma unroll
    for (int i = 0; i < Items; i++) {
        const unsigned p = t * Items + i;
        if (p < a.cols) shared[gpu__network_slot(row * a.cols + p)] = Index ? x[i] : (Word)Back((Bits)x[i] ^ a.flip);
    }
    __syncthreads();
    if (!Index && ties) {
        for (unsigned r = threadIdx.x / 32; r < live; r += Threads / 32)
            gpu__network_ties<Key>((Bits *)shared, r * a.cols, a.in + (first + r) * a.cols, a.cols, a.flip);
        __syncthreads();
    }
    for (unsigned i = threadIdx.x; i < live * a.cols; i += Threads) {
        const Word w = shared[gpu__network_slot(i)];
        if (Index)
            ((long long *)a.out)[first * a.cols + i] = (long long)(unsigned)w;
        else
            ((Bits *)a.out)[first * a.cols + i] = (Bits)w;
    }
#endif
}
template <auto Key, auto Back, class Bits, class Word>
static cudaError_t gpu__networks(const gpu__sort_detail *d, cudaStream_t stream, void *out, const void *in)
{
    gpu__network_args<Bits> a = {};
    a.out = out, a.in = (const Bits *)in;
    a.rows = d->rows, a.cols = (unsigned)d->cols;
    a.flip = d->descending ? (Bits) ~(Bits)0 : (Bits)0;
    const unsigned items = a.cols > 128 ? 32 : 8;
    for (a.lanes = 1; a.lanes * items < a.cols;) a.lanes *= 2;
    const unsigned blocks = (unsigned)gpu__ceil_div(a.rows, GPU__NETWORK_THREADS / a.lanes);
    if (items == 8)
        gpu__network_kernel<Key, Back, Bits, Word, 8><<<blocks, GPU__NETWORK_THREADS, 0, stream>>>(a);
    else
        gpu__network_kernel<Key, Back, Bits, Word, 32><<<blocks, GPU__NETWORK_THREADS, 0, stream>>>(a);
    return cudaGetLastError();
}
/* gpu_sort_rows and gpu_argsort_rows. Rows of a few bytes are sorted by the digits of one pass. */
template <auto Key, auto Back, class Bits> static cudaError_t
gpu__sort_rows(const gpu__sort_detail *d, const gpu__launch_context *context, void *out, const void *const *in)
{
    if constexpr (sizeof(Bits) >= 4)
        if (!context->space) return gpu__networks<Key, Back, Bits, Bits>(d, (cudaStream_t)context->stream, out, in[0]);
    return gpu__sort_keys<Key, Bits>(d, context, out, in);
}
template <auto Key, auto Back, class Bits> static cudaError_t
gpu__argsort_rows(const gpu__sort_detail *d, const gpu__launch_context *context, void *out, const void *const *in)
{
    if constexpr (sizeof(Bits) == 4)
        if (!context->space)
            return gpu__networks<Key, Back, Bits, unsigned long long>(d, (cudaStream_t)context->stream, out, in[0]);
    return gpu__sort_with<Key, Bits>(d, context, out, in);
}
#endif
/* ------------------------------------------------------------------------------------ src/families/order/choose.cuh */
#ifdef GPU_ORDER
/* ---- Selection --------------------------------------------------------------------------------------------------- */

/* A tile is loaded in rows of 32 quads, one for each lane of a warp: a quad has 4 elements, or fewer if they are wide.
   Within a row at most 128 elements are selected, so four rows are counted in the bytes of one word, and one sum over
   the lanes serves all four. Tiles find their offsets in the result by decoupled look-back, in which a warp reads
   GPU__SELECT_WINDOW tiles at a time. Selected elements are gathered in shared memory, so that the stores are
   coalesced. */
#ifdef __CUDA_ARCH__
static __device__ __forceinline__ void gpu__select_send(unsigned long long *p, bool whole, unsigned long long count)
{
    asm volatile("st.relaxed.gpu.global.u64 [%0], %1;" ::"l"(p), "l"((whole ? 2ull : 1ull) << 62 | count) : "memory");
}
static __device__ __forceinline__ unsigned long long gpu__select_receive(const unsigned long long *p)
{
    unsigned long long word;
    asm volatile("ld.relaxed.gpu.global.u64 %0, [%1];" : "=l"(word) : "l"(p) : "memory");
    return word;
}
/* The number of selected elements in all preceding tiles; all lanes of the warp get it. */
static __device__ __forceinline__ unsigned long long gpu__select_look_back(const unsigned long long *status,
                                                                           unsigned tile, int lane)
{
    constexpr int Words = GPU__SELECT_WINDOW / 32;
    unsigned long long count = 0;
    for (long long t = (long long)tile - 1 - lane;; t -= GPU__SELECT_WINDOW) {
        unsigned long long word[Words], part = 0;
        bool wait = false, found = false;
#pragma unroll
        for (int k = 0; k < Words; k++)
            word[k] = t - k * 32 < 0 ? 2ull << 62 : gpu__select_receive(status + (t - k * 32));
        do {
            wait = false;
#pragma unroll
            for (int k = 0; k < Words; k++) {
                if (word[k] == 0) word[k] = gpu__select_receive(status + (t - k * 32));
                wait |= word[k] == 0;
            }
        } while (__any_sync(~0u, wait));
#pragma unroll
        for (int k = 0; k < Words; k++) { /* up to the nearest inclusive prefix */
            const unsigned whole = __ballot_sync(~0u, word[k] >> 63 != 0);
            if (!found && (!whole || lane < __ffs((int)whole))) part += word[k] & ((1ull << 62) - 1);
            found |= whole != 0;
        }
#pragma unroll
        for (int d = 16; d; d /= 2) part += __shfl_xor_sync(~0u, part, d);
        count += part;
        if (found) return count;
    }
}
#endif
/* Limits a selection: at most `most` elements are written, and nothing is done if `needed` is not NULL and *needed is
   0. */
struct gpu__select_limits {
    size_t most;
    const unsigned *needed;
};
/* The shape of a tile, and what shared memory keeps of a selected element: for an index, the offset in the tile. */
template <class First, class Element, int Index> struct gpu__select_shape {
    static constexpr int Size = gpu__bytes_in<First>::value,
                         Items = GPU__SELECT_ITEMS(Index ? gpu__max(Size, 4) : (int)sizeof(Element)),
                         Quad = Size <= 4 && Items % 4 == 0   ? 4
                                : Size <= 8 && Items % 2 == 0 ? 2
                                                              : 1,
                         Rows = Items / Quad, Words = (Rows + 3) / 4, Stride = 32 * Quad,
                         Tile = GPU__SELECT_THREADS * Items;
    typedef typename std::conditional<Index != 0, unsigned, gpu__pack<Element, 1>>::type Kept;
    static constexpr bool Staged = sizeof(Kept) * Tile <= 32768;
    static __device__ constexpr int at(int k) { return k / Quad * Stride + k % Quad; } /* of a thread's k-th element */
};
#ifdef __CUDA_ARCH__
/* Loads one parameter's elements of a thread, whose first quad is at base + offset. Without Quads, the tile has less
   than Shape::Tile elements, or an array is not aligned: elements are loaded one by one, the last one in place of those
   that do not exist, since branches would delay the loads. */
template <class Shape, bool Quads, class Param>
static __device__ __forceinline__ void gpu__select_load(gpu__fragment<Param, Shape::Items> &x, typename Param::arg p,
                                                        size_t base, unsigned offset, unsigned left)
{
#pragma unroll
    for (int k = 0; k < Shape::Items; k += Quads ? Shape::Quad : 1) {
        const unsigned i = offset + Shape::at(k);
        if constexpr (Quads)
            x.template pack<Shape::Quad>(k, p, base + i);
        else
            x.one(k, p, base + (i < left ? i : left - 1));
    }
}
/* Loads a thread's elements; returns for which of them the condition holds, in bits. `more` becomes the elements of the
   parameters behind the first one. */
template <auto Condition, class Shape, bool Quads, class First, class... Param>
static __device__ __forceinline__ unsigned
gpu__select_ask(gpu__fragment<First, Shape::Items> &value, size_t base, unsigned offset, unsigned left,
                typename First::arg x, typename Param::arg... in, gpu__fragment<Param, Shape::Items> &&...more)
{
    unsigned chosen = 0;
    gpu__select_load<Shape, Quads, First>(value, x, base, offset, left);
    (gpu__select_load<Shape, Quads, Param>(more, in, base, offset, left), ...);
#pragma unroll
    for (int k = 0; k < Shape::Items; k++)
        if (Quads || offset + Shape::at(k) < left) chosen |= (unsigned)Condition(value.at(k), more.at(k)...) << k;
    return chosen;
}
/* Prefetches a tile of a parameter into L2. */
template <class Shape, class Type>
static __device__ __forceinline__ void gpu__select_prefetch(gpu__array<Type>, const Type *p, size_t start, size_t n)
{
    constexpr size_t Bytes = (size_t)Shape::Tile * sizeof(Type);
    for (size_t at = threadIdx.x * 128u; at < Bytes && start * sizeof(Type) + at < n * sizeof(Type);
         at += GPU__SELECT_THREADS * 128)
        asm volatile("prefetch.global.L2 [%0];" ::"l"((const char *)(p + start) + at));
}
template <class Shape, class Param>
static __device__ __forceinline__ void gpu__select_prefetch(Param, typename Param::arg, size_t, size_t)
{
}
/* Before: in each byte, how many elements of a row this lane has selected. After: how many the lower lanes have;
   returns how many all lanes have. */
template <int Words>
static __device__ __forceinline__ void gpu__select_rank(unsigned (&rank)[Words], unsigned (&all)[Words], int lane)
{
#pragma unroll
    for (int w = 0; w < Words; w++) {
        const unsigned inclusive = gpu__sort_warp_sum(rank[w], lane);
        all[w] = __shfl_sync(~0u, inclusive, 31);
        rank[w] = inclusive - rank[w];
    }
}
/* Publishes the count of a tile; returns how many elements are selected before it. */
static __device__ __forceinline__ unsigned long long gpu__select_offset(unsigned long long *status, unsigned tile,
                                                                        unsigned total, int lane)
{
    if (lane == 0) gpu__select_send(status + tile, tile == 0, total);
    if (tile == 0) return 0;
    const unsigned long long found = gpu__select_look_back(status, tile, lane);
    if (lane == 0) gpu__select_send(status + tile, true, found + total);
    return found;
}
/* Writes a thread's selected elements to their positions among those of the tile, of which there are less than `most`.
   `front` is the position of the first one of its warp. */
template <class Shape, int Index, class Value> static __device__ __forceinline__ void
gpu__select_gather(typename Shape::Kept *to, unsigned long long most, const Value &value, unsigned chosen,
                   const unsigned (&rank)[Shape::Words], const unsigned (&all)[Shape::Words], unsigned front,
                   unsigned offset)
{
#pragma unroll
    for (int r = 0; r < Shape::Rows; r++) {
        unsigned at = front + (rank[r / 4] >> r % 4 * 8 & 255);
        front += all[r / 4] >> r % 4 * 8 & 255;
#pragma unroll
        for (int k = r * Shape::Quad; k < (r + 1) * Shape::Quad; k++)
            if (chosen >> k & 1) {
                if constexpr (Index)
                    to[at] = offset + Shape::at(k);
                else if (Shape::Staged || at < most)
                    to[at].v[0] = value.at(k);
                at++;
            }
    }
}
/* Writes a tile's selected elements, which are in shared memory. Warps write whole lines, apart from the first one. */
template <int Index, class Element, class Kept>
static __device__ __forceinline__ void gpu__select_write(Element *out, const Kept *selected, size_t start, size_t most)
{
    const unsigned skip = (unsigned)((uintptr_t)out / sizeof(Element) % 32), end = (unsigned)most;
    for (unsigned i = (threadIdx.x - skip) % GPU__SELECT_THREADS; i < end; i += GPU__SELECT_THREADS) {
        if constexpr (Index)
            out[i] = (Element)(start + selected[i]);
        else
            *(gpu__pack<Element, 1> *)(out + i) = selected[i];
    }
}
#endif
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ < 800
#define GPU__SELECT_BOUND 2 /* a multiprocessor of these has 1024 threads */
#else
#define GPU__SELECT_BOUND GPU__SELECT_RESIDENT
#endif
/* Selects from one tile. `ahead`: the number of tiles that other blocks load at the same time; `aligned`: whether
   all arrays can be loaded in quads. */
template <auto Condition, int Index, class Element, class First, class... Param>
static __global__ void __launch_bounds__(GPU__SELECT_THREADS, GPU__SELECT_BOUND)
    gpu__select_kernel(Element *out, int64_t *count, unsigned long long *status, size_t n, unsigned tiles,
                       unsigned ahead, bool aligned, gpu__select_limits limits, typename First::arg x,
                       typename Param::arg... in)
{
#ifdef __CUDA_ARCH__
    typedef gpu__select_shape<First, Element, Index> Shape;
    typedef typename Shape::Kept Kept;
    constexpr int Items = Shape::Items, Quad = Shape::Quad, Rows = Shape::Rows, Words = Shape::Words,
                  Warps = GPU__SELECT_THREADS / 32;
    __shared__ Kept selected[Shape::Staged ? Shape::Tile : 1];
    __shared__ unsigned in_warp[Warps];
    __shared__ unsigned long long before;
    __shared__ unsigned drawn;
    const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    if (limits.needed && !*limits.needed) return;
    if (threadIdx.x == 0) drawn = (unsigned)atomicAdd(status, 1ull);
    __syncthreads();
    const unsigned tile = drawn, offset = warp * (Items * 32) + lane * Quad; /* of the thread's first quad */
    const size_t base = (size_t)tile * Shape::Tile;
    const unsigned left = n - base < Shape::Tile ? (unsigned)(n - base) : Shape::Tile;
    gpu__fragment<First, Items> value;
    unsigned chosen;
    if (left == Shape::Tile && aligned)
        chosen = gpu__select_ask<Condition, Shape, true, First, Param...>(value, base, offset, left, x, in...,
                                                                          gpu__fragment<Param, Items>()...);
    else
        chosen = gpu__select_ask<Condition, Shape, false, First, Param...>(value, base, offset, left, x, in...,
                                                                           gpu__fragment<Param, Items>()...);
    const size_t next = base + (size_t)ahead * Shape::Tile;
    gpu__select_prefetch<Shape>(First(), x, next, n);
    (gpu__select_prefetch<Shape>(Param(), in, next, n), ...);
    unsigned rank[Words] = {}, all[Words];
#pragma unroll
    for (int k = 0; k < Items; k++) rank[k / Quad / 4] += (chosen >> k & 1) << k / Quad % 4 * 8;
    gpu__select_rank(rank, all, lane);
    unsigned sum = 0;
#pragma unroll
    for (int r = 0; r < Rows; r++) sum += all[r / 4] >> r % 4 * 8 & 255;
    if (lane == 0) in_warp[warp] = sum;
    __syncthreads();
    const unsigned to_here = gpu__sort_warp_sum(lane < Warps ? in_warp[lane] : 0u, lane),
                   total = __shfl_sync(~0u, to_here, 31);
    const unsigned front = __shfl_sync(~0u, to_here, warp) - sum;
    if (warp == 0) {
        const unsigned long long found = gpu__select_offset(status + 1, tile, total, lane);
        if (lane == 0) before = found;
        if (lane == 0 && tile + 1 == tiles) *count = (int64_t)(found + total);
    }
    if constexpr (Shape::Staged)
        gpu__select_gather<Shape, Index>(selected, ~0ull, value, chosen, rank, all, front, offset);
    __syncthreads();
    if (before >= limits.most) return;
    const unsigned long long most = limits.most - before;
    if constexpr (Shape::Staged)
        gpu__select_write<Index>(out + before, selected, base, total < most ? total : most);
    else
        gpu__select_gather<Shape, Index>((Kept *)(out + before), most, value, chosen, rank, all, front, offset);
#endif
}
template <auto Condition, class Element, int Index, class First, class... Param>
static cudaError_t gpu__select_launch(size_t n, const gpu__launch_context *context, Element *out, int64_t *count,
                                      gpu__select_limits limits, typename First::arg x, typename Param::arg... in)
{
    typedef gpu__select_shape<First, Element, Index> Shape;
    const cudaStream_t stream = (cudaStream_t)context->stream;
    const unsigned tiles = (unsigned)gpu__ceil_div(n, (size_t)Shape::Tile),
                   ahead = (unsigned)context->multiprocessors * GPU__SELECT_RESIDENT;
    const bool aligned =
        gpu__aligned(First(), x, 0, Shape::Quad) && (gpu__aligned(Param(), in, 0, Shape::Quad) && ... && true);
    const cudaError_t e = cudaMemsetAsync(context->space, 0, 8 + tiles * sizeof(uint64_t), stream);
    gpu__select_kernel<Condition, Index, Element, First, Param...><<<tiles, GPU__SELECT_THREADS, 0, stream>>>(
        out, count, (unsigned long long *)context->space, n, tiles, ahead, aligned, limits, x, in...);
    return e ? e : cudaGetLastError();
}

/* ---- Gather and scatter ------------------------------------------------------------------------------------------ */

static __host__ __device__ __forceinline__ size_t gpu__resolved_index_on_device(int64_t index, size_t count)
{
    if (index < 0) index += (int64_t)count;
    return index >= 0 && (uint64_t)index < count ? (size_t)index : count;
}
template <class Word> static __global__ void __launch_bounds__(256)
    gpu__gather_kernel(Word *out, const Word *x, size_t count, const int64_t *index, size_t n)
{
#ifdef __CUDA_ARCH__
    constexpr int Items = 4;
    const size_t start = (size_t)blockIdx.x * (256 * Items) + threadIdx.x;
    size_t at[Items];
    Word v[Items];
#pragma unroll
    for (int k = 0; k < Items; k++)
        at[k] = start + k * 256 < n ? gpu__resolved_index_on_device(index[start + k * 256], count) : count;
#pragma unroll
    for (int k = 0; k < Items; k++) v[k] = at[k] < count ? x[at[k]] : (Word)0;
#pragma unroll
    for (int k = 0; k < Items; k++)
        if (start + k * 256 < n) out[start + k * 256] = v[k];
#endif
}
template <size_t Size>
static int gpu__gather_device(const gpu__job *j, const gpu__launch_context *context, void *out, const void *const *in)
{
    typedef typename gpu__word<Size == 8 ? 4 : Size>::type Half;
    typedef typename std::conditional<Size == 8, unsigned long long, Half>::type Word;
    gpu__gather_kernel<Word><<<(unsigned)gpu__ceil_div(j->n, 1024), 256, 0, (cudaStream_t)context->stream>>>(
        (Word *)out, (const Word *)in[0], j->in[0].count, (const int64_t *)in[1], j->n);
    return (int)cudaGetLastError();
}
/* Two launches: the first finds, for each position of the result, the last element that goes there; the second (Writes)
   writes these elements. */
template <class Number, class Word, bool Writes> static __global__ void __launch_bounds__(256)
    gpu__scatter_kernel(Word *out, Number *last, size_t count, const Word *x, const int64_t *index, size_t n)
{
#ifdef __CUDA_ARCH__
    const size_t i = (size_t)blockIdx.x * 256 + threadIdx.x;
    if (i >= n) return;
    const size_t at = gpu__resolved_index_on_device(index[i], count);
    if (at == count) return;
    if (!Writes)
        atomicMax(&last[at], (Number)(i + 1));
    else if (last[at] == (Number)(i + 1))
        out[at] = x[i];
#endif
}
template <class Number, class Word> static cudaError_t
gpu__scatter(const gpu__job *j, const gpu__launch_context *context, Word *out, const Word *x, const int64_t *index)
{
    const cudaStream_t stream = (cudaStream_t)context->stream;
    const size_t n = j->n, count = j->out_count;
    const unsigned blocks = (unsigned)gpu__ceil_div(n, 256);
    Number *const last = (Number *)context->space;
    const cudaError_t e = cudaMemsetAsync(last, 0, count * sizeof(Number), stream);
    if (e || !n) return e;
    gpu__scatter_kernel<Number, Word, false><<<blocks, 256, 0, stream>>>(out, last, count, x, index, n);
    gpu__scatter_kernel<Number, Word, true><<<blocks, 256, 0, stream>>>(out, last, count, x, index, n);
    return cudaGetLastError();
}
template <size_t Size>
static int gpu__scatter_device(const gpu__job *j, const gpu__launch_context *context, void *out, const void *const *in)
{
    typedef typename gpu__word<Size == 8 ? 4 : Size>::type Half;
    typedef typename std::conditional<Size == 8, unsigned long long, Half>::type Word;
    if (j->n >> 32)
        return (int)gpu__scatter<unsigned long long>(j, context, (Word *)out, (const Word *)in[1],
                                                     (const int64_t *)in[2]);
    return (int)gpu__scatter<unsigned>(j, context, (Word *)out, (const Word *)in[1], (const int64_t *)in[2]);
}
#endif
/* --------------------------------------------------------------------------------------- src/families/order/top.cuh */
#ifdef GPU_ORDER
/* ---- The k largest ----------------------------------------------------------------------------------------------- */

struct gpu__top_state {
    gpu__top_bound bound;
    long long count, exact_count; /* elements within the bound of the sample, and within the exact one */
    unsigned exact;               /* whether the exact one was needed */
    unsigned arrived, round;      /* of the blocks that compute the exact bound */
    unsigned long long left;      /* k, less the elements that are known to come first */
};
static_assert(sizeof(gpu__top_state) <= 256, "the digits' counts follow at byte 256");
#ifdef __CUDA_ARCH__
/* Whether (code, position) precedes (than, at). */
template <class Bits> static __device__ __forceinline__ bool gpu__top_before(Bits code, unsigned long long position,
                                                                             Bits than, unsigned long long at)
{
    return code < than || (code == than && position < at);
}
/* The position of a sample: pseudo-random within a stretch of `step` elements, so that samples do not coincide with a
   period of the data. */
static __device__ __forceinline__ size_t gpu__top_sample_at(size_t sample, size_t step)
{
    unsigned long long mixed = (sample + 1) * 0x9e3779b97f4a7c15ull;
    mixed ^= mixed >> 29;
    return sample * step + (size_t)((mixed * 0xbf58476d1ce4e5b9ull >> 32) & (step - 1));
}
#endif
/* A warp finds the first element, in sorted order, of a group of samples. Neighbouring samples belong to different
   groups. */
template <auto Key, class Bits> static __global__ void __launch_bounds__(256)
    gpu__top_sample(Bits *least, long long *positions, const Bits *x, size_t samples, size_t step, unsigned groups,
                    Bits flip)
{
#ifdef __CUDA_ARCH__
    constexpr int Batch = 8;
    const unsigned group = blockIdx.x * 8 + threadIdx.x / 32, lane = threadIdx.x % 32;
    Bits first = 0;
    unsigned long long position = ~0ull;
    for (size_t s = group + (size_t)lane * groups; s < samples; s += (size_t)groups * (32 * Batch)) {
        Bits b[Batch];
#pragma unroll
        for (int k = 0; k < Batch; k++) {
            const size_t at = s + (size_t)k * groups * 32;
            if (at < samples) b[k] = x[gpu__top_sample_at(at, step)];
        }
#pragma unroll
        for (int k = 0; k < Batch; k++) {
            const size_t at = s + (size_t)k * groups * 32;
            const Bits code = Key(b[k]) ^ flip;
            if (at >= samples || (position != ~0ull && code >= first)) continue;
            first = code, position = gpu__top_sample_at(at, step);
        }
    }
#pragma unroll
    for (int d = 16; d; d /= 2) {
        const Bits other = __shfl_xor_sync(~0u, first, d);
        const unsigned long long at = __shfl_xor_sync(~0u, position, d);
        if (at != ~0ull && (position == ~0ull || gpu__top_before(other, at, first, position)))
            first = other, position = at;
    }
    if (lane == 0) least[group] = x[position], positions[group] = (long long)position;
#endif
}
/* Ranks a few elements, given with their positions in the array: a warp counts the elements that precede one of them.
   The k-th becomes the bound or, with `values`, the first k are the result. */
template <auto Key, class Bits> static __global__ void __launch_bounds__(256)
    gpu__top_order(gpu__top_state *state, const Bits *keys, const long long *positions, size_t n, size_t k, Bits flip,
                   Bits *values, long long *index_out)
{
#ifdef __CUDA_ARCH__
    const size_t i = (size_t)blockIdx.x * 8 + threadIdx.x / 32;
    if (values) n = (size_t)(state->exact ? state->exact_count : state->count);
    if (i >= n) return;
    const Bits code = Key(keys[i]) ^ flip;
    const long long position = positions[i];
    unsigned before = 0;
    for (size_t e = threadIdx.x % 32; e < n; e += 32)
        before += gpu__top_before((Bits)(Key(keys[e]) ^ flip), positions[e], code, position);
#pragma unroll
    for (int d = 16; d; d /= 2) before += __shfl_xor_sync(~0u, before, d);
    if (threadIdx.x % 32) return;
    if (!values && before == k - 1)
        state->bound.code = code, state->bound.end = (unsigned long long)position + 1, state->bound.flip = flip;
    if (values && before < k) {
        values[before] = keys[i];
        if (index_out) index_out[before] = position;
    }
#endif
}
#ifdef __CUDA_ARCH__
/* A barrier for all blocks of the grid, which are resident together; the threads of the last block to arrive call
   `last` before it opens. */
template <class Last>
static __device__ __forceinline__ void gpu__top_meet(gpu__top_state *state, unsigned round, const Last &last)
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
static __device__ __forceinline__ void gpu__top_choose(gpu__top_state *state, unsigned long long *counts,
                                                       bool of_position, int shift)
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
#endif
/* Computes the exact bound, from the highest digit on: first the digits of the key, then, among equal keys, those of
   the position. */
template <auto Key, class Bits> static __global__ void __launch_bounds__(GPU__DIGITS)
    gpu__top_exact(gpu__top_state *state, unsigned long long *counts, const Bits *x, size_t n, size_t k, size_t most,
                   int position_digits, Bits flip)
{
#ifdef __CUDA_ARCH__
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
#endif
}
/* Loads the elements within the bound, padded with `last` to the number that is sorted. */
template <class Bits> static __global__ void __launch_bounds__(256)
    gpu__top_collect(Bits *keys, long long *index, const gpu__top_state *state, const Bits *x, size_t most, Bits last)
{
#ifdef __CUDA_ARCH__
    const size_t i = (size_t)blockIdx.x * 256 + threadIdx.x;
    const bool there = (long long)i < (state->exact ? state->exact_count : state->count);
    if (i >= most) return;
    keys[i] = there ? x[index[i]] : last;
    if (!there) index[i] = 0;
#endif
}
template <class Bits> static __global__ void __launch_bounds__(256)
    gpu__top_write(Bits *values, long long *index_out, const Bits *keys, const long long *index, size_t k)
{
#ifdef __CUDA_ARCH__
    const size_t i = (size_t)blockIdx.x * 256 + threadIdx.x;
    if (i >= k) return;
    values[i] = keys[i];
    if (index_out) index_out[i] = index[i];
#endif
}
/* Sorts n pairs of a key and an index. */
template <auto Key, class Bits> static cudaError_t gpu__top_sort(int descending, const gpu__launch_context *context,
                                                                 char *space, size_t n, void *keys_out, void *index_out,
                                                                 const void *keys, const void *index)
{
    const void *const in[3] = {keys, index, index_out};
    const gpu__sort_detail d = gpu__sort_detail_of(sizeof(Bits), 1, n, sizeof(int64_t), 0, descending);
    gpu__launch_context to = *context;
    to.space = n > gpu__sort_in_block(sizeof(Bits)) ? space : NULL;
    return gpu__sort_with<Key, Bits>(&d, &to, keys_out, in);
}
/* The k largest by the bound of a sample, see families/order/top.h. */
template <auto Key, auto Within, class Bits>
static cudaError_t gpu__top_of_sample(const gpu__job *j, const gpu__top_plan *p, const gpu__launch_context *context,
                                      Bits last, Bits *values, long long *index_out, const Bits *x)
{
    const cudaStream_t stream = (cudaStream_t)context->stream;
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
    cudaError_t e = cudaMemsetAsync(state, 0, p->status - p->state, stream);
    gpu__top_sample<Key, Bits><<<(unsigned)gpu__ceil_div(p->groups, 8), 256, 0, stream>>>(
        least, positions, x, n / p->step, p->step, (unsigned)p->groups, flip);
    gpu__top_order<Key, Bits><<<(unsigned)gpu__ceil_div(p->groups, 8), 256, 0, stream>>>(
        state, least, positions, p->groups, p->rank, flip, NULL, NULL);
    for (int exact = 0; exact < 2 && !e; exact++) {
        to.space = space + p->status + exact * gpu__select_space(n, sizeof(int64_t));
        if (exact) {
            limits.needed = &state->exact;
            gpu__top_exact<Key, Bits><<<(unsigned)context->multiprocessors, GPU__DIGITS, 0, stream>>>(
                state, (unsigned long long *)(space + p->state + 256), x, n, k, p->most, position_digits, flip);
        }
        e = gpu__select_launch<Within, int64_t, 1, gpu__array<Bits>, gpu__counted<size_t>,
                               gpu__scalar<const gpu__top_bound *>>(
            n, &to, (int64_t *)index, (int64_t *)(exact ? &state->exact_count : &state->count), limits, x, 0, bound);
    }
    gpu__top_collect<Bits>
        <<<(unsigned)gpu__ceil_div(p->most, 256), 256, 0, stream>>>(keys, index, state, x, p->most, last);
    if (p->few)
        gpu__top_order<Key, Bits><<<(unsigned)gpu__ceil_div(p->most, 8), 256, 0, stream>>>(state, keys, index, p->most,
                                                                                           k, flip, values, index_out);
    else {
        if (!e)
            e = gpu__top_sort<Key, Bits>(d->descending, context, space + p->sort, p->most, keys_sorted, index_sorted,
                                         keys, index);
        gpu__top_write<Bits>
            <<<(unsigned)gpu__ceil_div(k, 256), 256, 0, stream>>>(values, index_out, keys_sorted, index_sorted, k);
    }
    return e ? e : cudaGetLastError();
}
#endif
/* ------------------------------------------------------------------------------------ src/families/order/unique.cuh */
#ifdef GPU_ORDER
/* ---- Unique elements of which there are few ---------------------------------------------------------------------- */

/* Each block has a hash table of its codes and their counts; the blocks' tables are merged into one more table, which
   is sorted. If a table becomes more than half full, a flag is set, and the array is sorted after all. The code of all
   ones marks an empty slot; elements with that code are counted after the slots. */
template <class Bits> struct gpu__unique_table {
    typedef typename std::conditional<sizeof(Bits) == 8, unsigned long long, unsigned>::type Word;
    static constexpr unsigned Slots = GPU__UNIQUE_SLOTS(sizeof(Bits));
    unsigned long long counts[Slots + 1], first[2]; /* index of the first zero, and of the first NaN */
    Word codes[Slots];
    unsigned found, many;
};
#ifdef __CUDA_ARCH__
/* The slot of a code, which is inserted if it is not in the table; Slots + 1 if the table is too full. */
template <unsigned Slots, class Word>
static __device__ __forceinline__ unsigned gpu__unique_slot(Word *codes, unsigned *found, Word code)
{
    constexpr int Probes = 128;
    const Word empty = (Word) ~(Word)0;
    unsigned slot = (unsigned)((code ^ code >> (sizeof(Word) * 4)) * 0x9e3779b1u >> 7) % Slots;
    if (code == empty) return Slots;
    for (int k = 0; k < Probes; k++, slot = (slot + 1) % Slots) {
        Word seen = ((volatile Word *)codes)[slot];
        if (seen == empty) {
            if (*(volatile unsigned *)found > Slots / 2) break;
            seen = atomicCAS(&codes[slot], empty, code);
            if (seen == empty) atomicAdd(found, 1u), seen = code;
        }
        if (seen == code) return slot;
    }
    return Slots + 1;
}
#endif
/* Counts the codes of a block's elements in its table, then merges that into the table of all blocks. */
template <auto Key, class Bits> static __global__ void __launch_bounds__(512)
    gpu__unique_find(gpu__unique_table<Bits> *all, const Bits *x, size_t n)
{
#ifdef __CUDA_ARCH__
    typedef gpu__unique_table<Bits> Table;
    typedef typename Table::Word Word;
    constexpr unsigned Slots = Table::Slots;
    constexpr int Threads = 512, Items = 8;
    __shared__ Word codes[Slots];
    __shared__ unsigned counts[Slots + 2], found;
    __shared__ unsigned long long first[2];
    const Word zero = Key(0), nan = Key((Bits) ~(Bits)0);
    for (unsigned i = threadIdx.x; i < Slots + 2; i += Threads) {
        counts[i] = 0;
        if (i < Slots) codes[i] = (Word) ~(Word)0;
        if (i < 2) first[i] = ~0ull;
    }
    if (threadIdx.x == 0) found = 0;
    __syncthreads();
    bool many = false;
    auto meet = [&](Bits b, size_t i) {
        const Word code = Key(b);
        const unsigned slot = gpu__unique_slot<Slots>(codes, &found, code);
        atomicAdd(&counts[slot], 1u);
        many |= slot > Slots;
        if (code != zero && code != nan) return;
        unsigned long long *const least = &first[code != zero];
        if (i < *(volatile unsigned long long *)least) atomicMin(least, (unsigned long long)i);
    };
    const size_t step = (size_t)gridDim.x * (Threads * Items);
    for (size_t i = (size_t)blockIdx.x * (Threads * Items) + threadIdx.x; i < n && !many; i += step) {
        Bits b[Items];
        if (i + (Items - 1) * Threads < n) {
#pragma unroll
            for (int k = 0; k < Items; k++) b[k] = x[i + k * Threads];
#pragma unroll
            for (int k = 0; k < Items; k++) meet(b[k], i + k * Threads);
        } else
            for (int k = 0; k < Items; k++)
                if (i + k * Threads < n) meet(x[i + k * Threads], i + k * Threads);
    }
    many = __syncthreads_or(many);
    for (unsigned i = threadIdx.x; i <= Slots && !many; i += Threads) {
        if (!counts[i]) continue;
        const unsigned slot = i < Slots ? gpu__unique_slot<Slots>(all->codes, &all->found, codes[i]) : i;
        if (slot > Slots)
            many = true;
        else
            atomicAdd(&all->counts[slot], (unsigned long long)counts[i]);
    }
    if (threadIdx.x < 2) atomicMin(&all->first[threadIdx.x], first[threadIdx.x]);
    if (many) all->many = 1;
#endif
}
/* Writes the elements of the table and their slots, in any order, padded with `last` to the number that is sorted. */
template <auto Back, class Bits> static __global__ void __launch_bounds__(1024)
    gpu__unique_list(Bits *keys, long long *slots, gpu__unique_table<Bits> *all, unsigned most, Bits last)
{
#ifdef __CUDA_ARCH__
    constexpr unsigned Slots = gpu__unique_table<Bits>::Slots;
    __shared__ unsigned listed;
    if (threadIdx.x == 0) listed = 0;
    __syncthreads();
    for (unsigned i = threadIdx.x; i <= Slots; i += 1024) {
        if (!all->counts[i]) continue;
        const unsigned at = atomicAdd(&listed, 1u);
        if (at < most) keys[at] = Back(i < Slots ? (Bits)all->codes[i] : (Bits) ~(Bits)0), slots[at] = i;
    }
    __syncthreads();
    for (unsigned i = listed + threadIdx.x; i < most; i += 1024) keys[i] = last, slots[i] = 0;
    if (threadIdx.x == 0) {
        if (listed > Slots / 2 + 1) all->many = 1;
        all->found = listed;
    }
#endif
}
template <auto Key, class Bits> static __global__ void __launch_bounds__(256)
    gpu__unique_write(Bits *values, int64_t *count, int64_t *counts, const gpu__unique_table<Bits> *all,
                      const Bits *keys, const long long *slots, const Bits *x)
{
#ifdef __CUDA_ARCH__
    const unsigned i = blockIdx.x * 256 + threadIdx.x;
    if (all->many || i >= all->found) return;
    const Bits code = Key(keys[i]), zero = Key(0), nan = Key((Bits) ~(Bits)0);
    values[i] = code == zero || code == nan ? x[all->first[code != zero]] : keys[i];
    if (counts) counts[i] = (int64_t)all->counts[slots[i]];
    if (i == 0) *count = all->found;
#endif
}
/* Launches the kernels of the attempt. *needed becomes the address of a flag, which they set if too many elements are
   unique; the kernels that sort the array do nothing otherwise. */
template <auto Key, auto Back, class Bits>
static cudaError_t gpu__unique_few(size_t n, const gpu__launch_context *context, Bits last, Bits *values,
                                   int64_t *count, int64_t *counts, const Bits *x, char *space, const unsigned **needed)
{
    typedef gpu__unique_table<Bits> Table;
    const cudaStream_t stream = (cudaStream_t)context->stream;
    const size_t most = gpu__sort_in_block(sizeof(Bits)), blocks = gpu__ceil_div(n, 4096);
    Table *const all = (Table *)space;
    Bits *const keys = (Bits *)(space + ((sizeof(Table) + 255) & ~(size_t)255)), *const sorted = keys + most;
    long long *const slots = (long long *)(sorted + most), *const slots_sorted = slots + most;
    const void *const in[3] = {keys, slots, slots_sorted};
    const gpu__sort_detail d = gpu__sort_detail_of(sizeof(Bits), 1, most, sizeof(int64_t), 0, 0);
    cudaError_t e = cudaMemsetAsync(all, 0, sizeof *all, stream);
    if (!e) e = cudaMemsetAsync(all->first, 0xff, sizeof all->first + sizeof all->codes, stream);
    gpu__unique_find<Key, Bits>
        <<<(unsigned)(blocks < 3 * (size_t)context->multiprocessors ? blocks : 3 * (size_t)context->multiprocessors),
           512, 0, stream>>>(all, x, n);
    gpu__unique_list<Back, Bits><<<1, 1024, 0, stream>>>(keys, slots, all, (unsigned)most, last);
    if (!e) e = gpu__sort_blocks<Key, Bits>(&d, stream, sorted, in);
    gpu__unique_write<Key, Bits>
        <<<(unsigned)gpu__ceil_div(most, 256), 256, 0, stream>>>(values, count, counts, all, sorted, slots_sorted, x);
    *needed = &all->many;
    return e ? e : cudaGetLastError();
}
#endif
/* ---------------------------------------------------------------------------------- src/families/order/quantile.cuh */
#ifdef GPU_ORDER
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
#ifdef __CUDA_ARCH__
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
        if (!((key ^ first) & digit.known))
            atomicAdd(&count[at], 1u);
        else if (!((key ^ second) & digit.known))
            atomicAdd(&count[Digits + at], 1u);
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
#pragma unroll
        for (int k = 0; k < Batch; k++) gpu__move<16>(b + k * Quad, x + (i + k * step) * Quad);
#pragma unroll
        for (int k = 0; k < Batch * Quad; k++) add(b[k]);
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
#endif
}
#ifdef __CUDA_ARCH__
/* Exclusive sum over the threads of a block. */
static __device__ __forceinline__ unsigned long long gpu__quantile_sum(unsigned long long count)
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
#endif
/* Determines the digit of both ranks: the one at which the sum of counts reaches the rank. A thread has two digits. The
   last pass also determines the element to be found, if there is one. */
template <auto Key, class Bits, bool Real> static __global__ void __launch_bounds__(GPU__QUANTILE_THREADS)
    gpu__quantile_choose(gpu__quantile_state *state, unsigned long long *counts, gpu__quantile_rank rank,
                         gpu__quantile_digit<Bits> digit)
{
#ifdef __CUDA_ARCH__
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
    if (state->nan)
        state->target = Key((Bits) ~(Bits)0), state->nth = ~0ull;
    else if (state->zeros[0] && state->zeros[1] && state->key[1] == Key(0))
        state->target = Key(0), state->nth = state->left[state->key[0] != state->key[1]];
#endif
}
/* Counts the elements with the key `target` in each chunk of the array. */
template <auto Key, class Bits> static __global__ void __launch_bounds__(256)
    gpu__quantile_seek(const gpu__quantile_state *state, unsigned long long *counts, const Bits *x, size_t n,
                       size_t chunk)
{
#ifdef __CUDA_ARCH__
    if (!state->nth) return;
    const size_t begin = blockIdx.x * chunk, end = n - begin < chunk ? n : begin + chunk;
    unsigned long long found = 0;
    for (size_t i = begin + threadIdx.x; i < end; i += 256) found += Key(x[i]) == (Bits)state->target;
    if (found) atomicAdd(&counts[blockIdx.x], found);
#endif
}
#ifdef __CUDA_ARCH__
/* The index of the nth element with the key `target`. */
template <auto Key, class Bits>
static __device__ __forceinline__ size_t gpu__quantile_find(const gpu__quantile_state *state,
                                                            const unsigned long long *counts, const Bits *x, size_t n,
                                                            size_t chunk)
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
#endif
/* Finds that element, if one is needed, and computes the quantile. */
template <auto Key, auto Back, auto Between, class Bits, class Type>
static __global__ void __launch_bounds__(GPU__QUANTILE_THREADS)
    gpu__quantile_end(void *out, bool narrow, const gpu__quantile_state *state, const unsigned long long *counts,
                      const Bits *x, size_t n, size_t chunk, double t)
{
#ifdef __CUDA_ARCH__
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
    if (narrow)
        *(float *)out = (float)value;
    else
        *(double *)out = value;
#endif
}
template <auto Key, auto Back, auto Between, class Bits, class Type> static cudaError_t
gpu__quantile_of_digits(const gpu__job *j, const gpu__launch_context *context, void *out, const Bits *x)
{
    constexpr bool Real = std::is_floating_point<Type>::value;
    constexpr int Threads = GPU__QUANTILE_THREADS;
    const cudaStream_t stream = (cudaStream_t)context->stream;
    const size_t n = gpu__sort_of(j)->cols, chunk = gpu__ceil_div(n, Threads);
    const unsigned chunks = (unsigned)gpu__ceil_div(n, chunk), blocks = (unsigned)context->multiprocessors;
    gpu__quantile_state *const state = (gpu__quantile_state *)context->space;
    unsigned long long *const counts = (unsigned long long *)((char *)context->space + 256),
                              *const in_chunk = counts + (2 << GPU__QUANTILE_BITS);
    const gpu__quantile_rank rank = gpu__quantile_rank_of(n, gpu__sorted_of(j)->q);
    const bool aligned = (uintptr_t)x % 16 == 0;
    const cudaError_t e = cudaMemsetAsync(state, 0, GPU__QUANTILE_SPACE, stream);
    for (int pass = 0; pass < gpu__quantile_digit<Bits>::Passes; pass++) {
        const gpu__quantile_digit<Bits> digit(pass);
        if (Real && !pass)
            gpu__quantile_count<Key, Bits, Real><<<blocks, Threads, 0, stream>>>(state, counts, x, n, aligned, digit);
        else
            gpu__quantile_count<Key, Bits, false><<<blocks, Threads, 0, stream>>>(state, counts, x, n, aligned, digit);
        gpu__quantile_choose<Key, Bits, Real><<<1, Threads, 0, stream>>>(state, counts, rank, digit);
    }
    if (Real) gpu__quantile_seek<Key, Bits><<<chunks, 256, 0, stream>>>(state, in_chunk, x, n, chunk);
    gpu__quantile_end<Key, Back, Between, Bits, Type>
        <<<1, Threads, 0, stream>>>(out, j->out_size == sizeof(float), state, in_chunk, x, n, chunk, rank.t);
    return e ? e : cudaGetLastError();
}
#endif
/* ------------------------------------------------------------------------------------ src/families/order/sorted.cuh */
#ifdef GPU_ORDER
/* ---- Functions of a sorted copy ---------------------------------------------------------------------------------- */

/* Sorts x into `copy`; `space` is the workspace of the sort's passes. */
template <auto Key, class Bits> static cudaError_t gpu__sorted(const gpu__job *j, const gpu__launch_context *context,
                                                               const void *x, void *copy, char *space,
                                                               const unsigned *needed)
{
    const void *const in[3] = {x, NULL, NULL};
    gpu__sort_detail d = *gpu__sort_of(j);
    gpu__launch_context to = *context;
    to.space = d.cols > gpu__sort_in_block(sizeof(Bits)) ? space : NULL;
    d.needed = needed;
    return d.index ? gpu__sort_with<Key, Bits>(&d, &to, copy, in) : gpu__sort_keys<Key, Bits>(&d, &to, copy, in);
}
template <class Word> static __global__ void __launch_bounds__(256)
    gpu__top_kernel(Word *values, int64_t *index_out, const Word *x, const int64_t *index, size_t cols, size_t k,
                    size_t n)
{
#ifdef __CUDA_ARCH__
    const size_t i = (size_t)blockIdx.x * 256 + threadIdx.x;
    if (i >= n) return;
    const size_t row = i / k;
    const int64_t at = index[row * cols + (i - row * k)];
    values[i] = x[row * cols + at];
    if (index_out) index_out[i] = at;
#endif
}
/* Launches gpu_top: by the bound of a sample for a long array, otherwise from a sorted copy. */
template <auto Key, auto Within, class Bits> static cudaError_t
gpu__top_launch(const gpu__job *j, const gpu__launch_context *context, Bits last, void *out, const void *const *in)
{
    const gpu__sort_detail *const d = gpu__sort_of(j);
    const size_t k = gpu__sorted_of(j)->k;
    long long *const index = (long long *)(j->in[1].count ? in[1] : NULL);
    gpu__top_plan plan;
    if (d->rows == 1 && gpu__top_plan_of(&plan, sizeof(Bits), k, d->cols))
        return gpu__top_of_sample<Key, Within>(j, &plan, context, last, (Bits *)out, index, (const Bits *)in[0]);
    gpu__launch_context to = *context;
    to.space = d->cols > gpu__sort_in_block(sizeof(Bits)) ? (char *)context->space + gpu__sorted_copy_bytes(d) : NULL;
    const cudaError_t e = gpu__sort_with<Key, Bits>(d, &to, context->space, in);
    gpu__top_kernel<Bits><<<(unsigned)gpu__ceil_div(j->out_count, 256), 256, 0, (cudaStream_t)context->stream>>>(
        (Bits *)out, (int64_t *)index, (const Bits *)in[0], (const int64_t *)context->space, d->cols, k, j->out_count);
    return e ? e : cudaGetLastError();
}
template <auto Quantile, class Type, class Result> static __global__ void __launch_bounds__(256)
    gpu__quantile_kernel(Result *out, const Type *sorted, size_t rows, size_t cols, double q)
{
#ifdef __CUDA_ARCH__
    const size_t i = (size_t)blockIdx.x * 256 + threadIdx.x;
    if (i < rows) out[i] = (Result)Quantile(sorted + i * cols, cols, q);
#endif
}
template <auto Key, auto Back, auto Quantile, auto Between, class Bits, class Type> static cudaError_t
gpu__quantile_launch(const gpu__job *j, const gpu__launch_context *context, void *out, const void *const *in)
{
    const cudaStream_t stream = (cudaStream_t)context->stream;
    const gpu__sorted_detail *const d = gpu__sorted_of(j);
    const size_t rows = d->sort.rows, cols = d->sort.cols, bytes = gpu__sorted_copy_bytes(&d->sort);
    const unsigned blocks = (unsigned)gpu__ceil_div(rows, 256);
    const bool columns = d->columns;
    if (gpu__quantile_by_digits(d))
        return gpu__quantile_of_digits<Key, Back, Between, Bits, Type>(j, context, out, (const Bits *)in[0]);
    char *const space = (char *)context->space, *const transposed = space + bytes;
    cudaError_t e = columns ? gpu__transpose<sizeof(Bits)>(stream, transposed, in[0], cols, rows) : cudaSuccess;
    const void *const x = columns ? transposed : in[0];
    gpu__launch_context to = *context;
    to.space = cols > gpu__sort_in_block(sizeof(Bits)) ? transposed + (columns ? bytes : 0) : NULL;
    if (!e) e = gpu__sort_keys<Key, Bits>(&d->sort, &to, space, &x);
    if (j->out_size == sizeof(double))
        gpu__quantile_kernel<Quantile, Type, double>
            <<<blocks, 256, 0, stream>>>((double *)out, (const Type *)space, rows, cols, d->q);
    else
        gpu__quantile_kernel<Quantile, Type, float>
            <<<blocks, 256, 0, stream>>>((float *)out, (const Type *)space, rows, cols, d->q);
    return e ? e : cudaGetLastError();
}

/* Writes the first element of each run of equal elements, and the length of the run. */
template <class Word> static __global__ void __launch_bounds__(256)
    gpu__unique_runs(Word *values, int64_t *counts, const int64_t *found, const int64_t *starts, const Word *sorted,
                     size_t n, const unsigned *needed)
{
#ifdef __CUDA_ARCH__
    if (needed && !*needed) return;
    const size_t u = (size_t)blockIdx.x * 256 + threadIdx.x, runs = (size_t)*found;
    if (u >= runs) return;
    values[u] = sorted[starts[u]];
    if (counts) counts[u] = (u + 1 < runs ? starts[u + 1] : (int64_t)n) - starts[u];
#endif
}
/* The number of the run that element i belongs to. */
static __device__ __forceinline__ size_t gpu__unique_run_of(const int64_t *starts, size_t runs, size_t i)
{
    size_t low = 0;
    while (runs > 1) {
        const size_t half = runs / 2;
        if ((size_t)starts[low + half] <= i) low += half;
        runs -= half;
    }
    return low;
}
template <int Threads> static __global__ void __launch_bounds__(Threads)
    gpu__unique_inverse(int64_t *inverse, const int64_t *index, const int64_t *found, const int64_t *starts, size_t n)
{
#ifdef __CUDA_ARCH__
    const size_t i = (size_t)blockIdx.x * Threads + threadIdx.x;
    if (i < n) inverse[index[i]] = (int64_t)gpu__unique_run_of(starts, (size_t)*found, i);
#endif
}
/* Launches gpu_unique: tries hash tables if the plan has workspace for them, then works on a sorted copy. */
template <auto Key, auto Back, auto Starts, class Bits> static cudaError_t
gpu__unique_launch(const gpu__job *j, const gpu__launch_context *context, Bits last, void *out, const void *const *in)
{
    const cudaStream_t stream = (cudaStream_t)context->stream;
    const size_t n = j->n;
    const unsigned blocks = (unsigned)gpu__ceil_div(n, 256);
    const gpu__sort_detail *const d = gpu__sort_of(j);
    const bool index = d->index;
    char *const copy = (char *)context->space, *const starts = copy + gpu__sorted_copy_bytes(d),
                *const gathered = starts + gpu__sorted_bytes(d, sizeof(int64_t)),
                *const status = gathered + gpu__sorted_bytes(d, sizeof(Bits)),
                *const space =
                    status + ((gpu__ceil_div(n, GPU__SELECT_THREADS) * sizeof(uint64_t) + 511) & ~(size_t)255);
    int64_t *const found = (int64_t *)in[1];
    gpu__launch_context to = *context;
    int64_t *const counts = (int64_t *)(j->in[2].count ? in[2] : NULL);
    const unsigned *needed = NULL;
    cudaError_t e = cudaSuccess;
    if (gpu__unique_space(sizeof(Bits), n, index)) /* sorts after all others */
        e = gpu__unique_few<Key, Back>(n, context, last, (Bits *)out, found, counts, (const Bits *)in[0],
                                       copy + ((j->space - gpu__unique_space(sizeof(Bits), n, index)) & ~(size_t)255),
                                       &needed);
    if (!e) e = gpu__sorted<Key, Bits>(j, context, in[0], copy, space, needed);
    const Bits *const sorted = (const Bits *)(index ? gathered : copy);
    if (e) return e;
    if (index)
        gpu__gather_kernel<Bits><<<(unsigned)gpu__ceil_div(n, 1024), 256, 0, stream>>>(
            (Bits *)gathered, (const Bits *)in[0], n, (const int64_t *)copy, n);
    to.space = status;
    e = gpu__select_launch<Starts, int64_t, 1, gpu__array<Bits>, gpu__counted<size_t>, gpu__scalar<const Bits *>>(
        n, &to, (int64_t *)starts, found, gpu__select_limits{n, needed}, sorted, 0, sorted);
    gpu__unique_runs<Bits>
        <<<blocks, 256, 0, stream>>>((Bits *)out, counts, found, (const int64_t *)starts, sorted, n, needed);
    if (index)
        gpu__unique_inverse<256>
            <<<blocks, 256, 0, stream>>>((int64_t *)in[3], (const int64_t *)copy, found, (const int64_t *)starts, n);
    return e ? e : cudaGetLastError();
}

template <auto Search, class Bits> static __global__ void __launch_bounds__(256)
    gpu__search_kernel(int64_t *out, const Bits *sorted, size_t m, const Bits *x, size_t n, int right)
{
#ifdef __CUDA_ARCH__
    const size_t i = (size_t)blockIdx.x * 256 + threadIdx.x;
    if (i < n) out[i] = Search(sorted, m, x[i], right);
#endif
}
template <auto Search, class Bits> static cudaError_t
gpu__search_launch(const gpu__job *j, const gpu__launch_context *context, int64_t *out, const void *const *in)
{
    gpu__search_kernel<Search, Bits><<<(unsigned)gpu__ceil_div(j->n, 256), 256, 0, (cudaStream_t)context->stream>>>(
        out, (const Bits *)in[0], j->in[0].count, (const Bits *)in[1], j->n, *(const gpu_side *)j->detail == GPU_RIGHT);
    return cudaGetLastError();
}
#endif
/* ---------------------------------------------------------------------------------- src/families/order/top_rows.cuh */
#ifdef GPU_ORDER
/* ---- The k largest of each row ----------------------------------------------------------------------------------- */

/* A warp reads a row once, by chunks that it holds in registers. Its lanes hold the 32 elements that come first so far,
   in order, as pairs of code and column. At least k elements of a chunk are within the k-th of the lanes' first codes,
   which bounds the few candidates that are inserted one by one. */
#ifdef __CUDA_ARCH__
template <class Bits> struct gpu__top_pick {
    typedef typename std::conditional<sizeof(Bits) < 4, unsigned, Bits>::type Code; /* as a shuffle moves it */
    Code code;
    unsigned column;
    __device__ __forceinline__ bool before(const gpu__top_pick &than) const
    {
        return code < than.code || (code == than.code && column < than.column);
    }
    __device__ __forceinline__ gpu__top_pick of_lane(int lane) const
    {
        return {__shfl_sync(~0u, code, lane), __shfl_sync(~0u, column, lane)};
    }
};
/* Sorts one code of each lane by a bitonic network. */
template <class Code> static __device__ __forceinline__ Code gpu__top_sort_lanes(Code v, int lane)
{
#pragma unroll
    for (int run = 2; run <= 32; run *= 2)
#pragma unroll
        for (int d = run / 2; d; d /= 2) {
            const Code other = __shfl_xor_sync(~0u, v, d);
            v = gpu__network_keep(v, other, !(lane & d) != !(lane & run % 32));
        }
    return v;
}
/* A chunk: rows of 32 quads, one for each lane, as in a selection. Elements beyond the end have the last code. */
template <auto Key, class Bits, int Items> struct gpu__top_chunk {
    typedef typename gpu__top_pick<Bits>::Code Code;
    static constexpr int Quad = sizeof(Bits) == 8 ? 2 : 4, Size = Items * 32;
    Code code[Items];
    static __device__ __forceinline__ unsigned at(int k, int lane)
    {
        return (unsigned)(k / Quad * (32 * Quad) + lane * Quad + k % Quad);
    }
    __device__ __forceinline__ void load(const Bits *x, unsigned left, bool quads, Bits flip, int lane)
    {
        alignas(16) Bits b[Items];
        if (quads && left >= Size) {
#pragma unroll
            for (int k = 0; k < Items; k += Quad) gpu__move<Quad *(int)sizeof(Bits)>(b + k, x + at(k, lane));
        } else
#pragma unroll
            for (int k = 0; k < Items; k++) b[k] = at(k, lane) < left ? x[at(k, lane)] : (Bits)0;
#pragma unroll
        for (int k = 0; k < Items; k++) code[k] = (Code)(Bits)(Key(b[k]) ^ flip);
        if (left >= Size) return;
#pragma unroll
        for (int k = 0; k < Items; k++)
            if (at(k, lane) >= left) code[k] = (Code) ~(Code)0;
    }
    /* An upper bound of the codes of the chunk's elements that may be among the first k, of which `kth` is the last one
       so far. */
    __device__ __forceinline__ Code bound(Code kth, int k, int lane) const
    {
        Code least = code[0];
#pragma unroll
        for (int i = 1; i < Items; i++) least = code[i] < least ? code[i] : least;
        if (__popc(__ballot_sync(~0u, least <= kth)) < k) return kth;
        const Code within = __shfl_sync(~0u, gpu__top_sort_lanes(least, lane), k - 1);
        return within < kth ? within : kth;
    }
    __device__ __forceinline__ unsigned candidates(Code bound) const
    {
        unsigned mask = 0;
#pragma unroll
        for (int i = 0; i < Items; i++) mask |= (unsigned)(code[i] <= bound) << i;
        return mask;
    }
};
/* Inserts those of the lanes' candidates that precede the k-th pick; `live`: whether this lane has one. */
template <class Pick> static __device__ __forceinline__ void gpu__top_insert(Pick &pick, Pick &kth, const Pick &mine,
                                                                             bool live, int k, int lane)
{
    for (;;) {
        const unsigned votes = __ballot_sync(~0u, live && mine.before(kth));
        if (!votes) return;
        const int from = __ffs((int)votes) - 1;
        const Pick next = mine.of_lane(from), lower = pick.of_lane((lane - 1) & 31);
        const int rank = __popc(__ballot_sync(~0u, pick.before(next)));
        if (lane > rank) pick = lower;
        if (lane == rank) pick = next;
        if (lane == from) live = false;
        kth = pick.of_lane(k - 1);
    }
}
#endif
template <auto Key, class Bits, int Items> static __global__ void __launch_bounds__(GPU__TOP_WARPS * 32)
    gpu__top_of_rows(Bits *values, long long *index_out, const Bits *x, size_t rows, unsigned cols, int k, bool quads,
                     Bits flip)
{
#ifdef __CUDA_ARCH__
    typedef gpu__top_chunk<Key, Bits, Items> Chunk;
    typedef gpu__top_pick<Bits> Pick;
    const int lane = threadIdx.x % 32;
    const size_t row = (size_t)blockIdx.x * GPU__TOP_WARPS + threadIdx.x / 32;
    if (row >= rows) return;
    x += row * cols;
    Pick pick = {(typename Pick::Code) ~(typename Pick::Code)0, ~0u}, kth = pick;
    for (unsigned base = 0; base < cols; base += Chunk::Size) {
        Chunk chunk;
        chunk.load(x + base, cols - base, quads, flip, lane);
        unsigned mask = chunk.candidates(chunk.bound(kth.code, k, lane));
        while (__any_sync(~0u, mask != 0)) { /* loads the candidates once more, since registers have no index */
            const unsigned column = base + Chunk::at(__ffs((int)mask) - 1, lane);
            const bool live = mask && column < cols;
            const Pick mine = {live ? (typename Pick::Code)(Bits)(Key(x[column]) ^ flip) : kth.code, column};
            gpu__top_insert(pick, kth, mine, live, k, lane);
            mask &= mask - 1;
        }
    }
    if (lane >= k) return;
    values[row * k + lane] = x[pick.column];
    if (index_out) index_out[row * k + lane] = pick.column;
#endif
}
/* Launches gpu_top_rows. */
template <auto Key, auto Within, class Bits> static cudaError_t
gpu__top_rows_launch(const gpu__job *j, const gpu__launch_context *context, Bits last, void *out, const void *const *in)
{
    const cudaStream_t stream = (cudaStream_t)context->stream;
    const gpu__sort_detail *const d = gpu__sort_of(j);
    const size_t rows = d->rows, cols = d->cols, k = gpu__sorted_of(j)->k;
    if (!gpu__top_by_warps(rows, cols, k)) return gpu__top_launch<Key, Within, Bits>(j, context, last, out, in);
    const Bits flip = d->descending ? (Bits) ~(Bits)0 : (Bits)0, *const x = (const Bits *)in[0];
    constexpr int Few = 8, Many = sizeof(Bits) == 8 ? 16 : 32;
    const size_t quad = gpu__access(gpu__min(16, 4 * (int)sizeof(Bits)));
    const bool quads = (uintptr_t)x % quad == 0 && cols * sizeof(Bits) % quad == 0;
    long long *const index = (long long *)(j->in[1].count ? in[1] : NULL);
    const unsigned blocks = (unsigned)gpu__ceil_div(rows, GPU__TOP_WARPS);
    if (cols <= Few * 32)
        gpu__top_of_rows<Key, Bits, Few><<<blocks, GPU__TOP_WARPS * 32, 0, stream>>>(
            (Bits *)out, index, x, rows, (unsigned)cols, (int)k, quads, flip);
    else
        gpu__top_of_rows<Key, Bits, Many><<<blocks, GPU__TOP_WARPS * 32, 0, stream>>>(
            (Bits *)out, index, x, rows, (unsigned)cols, (int)k, quads, flip);
    return cudaGetLastError();
}
#endif
/* --------------------------------------------------------------------------------------- src/families/rows/rows.cuh */
#ifdef GPU_ROWWISE
/* ---- Functions of rows ------------------------------------------------------------------------------------------- */

/* The rows of a block, each with a thread of its own: as many as take 3/32 of the shared memory that a block may have,
   so that several blocks, in different stages, keep memory busy. All threads load and store. If the body has loops that
   threads share, threadIdx.x is the thread's number among those of its row, and threadIdx.y the row. */
enum { GPU__ROWS_THREADS = 128, GPU__ROWS_MOST = 256, GPU__ROWS_LEAST = 2, GPU__ROWS_SHARED_LEFT = 46 << 10 };

#ifdef __CUDA_ARCH__
static __device__ __forceinline__ unsigned gpu__rows_thread(void) { return threadIdx.y * blockDim.x + threadIdx.x; }
static __device__ __forceinline__ unsigned gpu__rows_threads(void) { return blockDim.x * blockDim.y; }
/* What the warps of a block tell each other. Only bodies with loops that threads share use it, so a kernel has static
   shared memory just if they are to share rows: its launch asks for that. */
static __device__ __forceinline__ double *gpu__row_shared(void)
{
    __shared__ double of_lanes[GPU__ROW_TEAM + 1];
    return of_lanes;
}
static __device__ __forceinline__ bool gpu__row_wait(const gpu__row_team &team)
{
    if (threadIdx.z) gpu__row_shared()[0] = 0; /* never: it is there to be found */
    if (team.threads > 32)
        __syncthreads();
    else if (team.threads > 1)
        __syncwarp();
    return false;
}
static __device__ __forceinline__ unsigned gpu__row_lanes_for(const gpu__row_team &team, size_t n)
{
    const unsigned lanes = gpu__row_team_of(n);
    return lanes < team.threads ? lanes : team.threads;
}
/* How many of n elements this thread of `step` has: step is 1, 32 or GPU__ROW_TEAM. */
static __device__ __forceinline__ size_t gpu__row_trips(const gpu__row_team &team, size_t n, unsigned step)
{
    static_assert(GPU__ROW_TEAM == 256, "the shift");
    return team.thread >= step || team.thread >= n ? 0
                                                   : (n - team.thread + step - 1) >> (step > 32  ? 8
                                                                                      : step > 1 ? 5
                                                                                                 : 0);
}
/* How two lanes become one; a sum is not contracted with what is summed up. */
struct gpu__row_add {
    static __device__ __forceinline__ float of(float x, float y) { return __fadd_rn(x, y); }
    static __device__ __forceinline__ double of(double x, double y) { return __dadd_rn(x, y); }
    template <class Type> static __device__ __forceinline__ Type of(Type x, Type y) { return (Type)(x + y); }
};
struct gpu__row_greater {
    template <class Type> static __device__ __forceinline__ Type of(Type x, Type y) { return y > x || y != y ? y : x; }
};
struct gpu__row_less {
    template <class Type> static __device__ __forceinline__ Type of(Type x, Type y) { return y < x || y != y ? y : x; }
};
/* Folds the lanes of a row by halves; all its threads get the result. More than one are all in use. */
template <class Op, class Type>
static __device__ __forceinline__ Type gpu__row_fold(const gpu__row_team &team, Type v, unsigned lanes)
{
    static_assert(sizeof(Type) <= sizeof(double), "GPU_ROW_SUM takes an arithmetic type of up to 8 bytes");
    Type *const of_lanes = (Type *)gpu__row_shared();
    const unsigned t = team.thread;
    if (lanes > 32) {
        of_lanes[t] = v;
        __syncthreads();
        if (t < 32) {
            const Type *const s = of_lanes + t;
            v = Op::of(Op::of(Op::of(v, s[128]), Op::of(s[64], s[192])),
                       Op::of(Op::of(s[32], s[160]), Op::of(s[96], s[224])));
        }
    }
    if (lanes > 1 && t < 32)
#pragma unroll
        for (int h = 16; h; h /= 2) v = Op::of(v, (Type)__shfl_down_sync(~0u, v, h));
    if (team.threads > 32) {
        if (t == 0) of_lanes[GPU__ROW_TEAM] = v;
        __syncthreads();
        return of_lanes[GPU__ROW_TEAM];
    }
    return team.threads > 1 ? (Type)__shfl_sync(~0u, v, 0) : v;
}
#endif

/* A parameter of GPU_ROWS. The rows of an array are staged in shared memory, in words as wide as an element's
   alignment. If threads have a row each, the stride there is an odd number of words of 4 bytes or more, so that they
   have no bank conflicts. Rows that follow each other without a gap have the same alignment to 16 bytes as in memory,
   and are moved 16 bytes at a time. */
template <class Type, int Kind, bool Array = (Kind & GPU__ROW_UPDATED) != 0> struct gpu__row_parameter;
template <class Type> struct gpu__row_pointee;
template <class Type> struct gpu__row_pointee<Type *> {
    typedef Type type;
    typedef Type element;
};
template <class Type> struct gpu__row_pointee<const Type *> {
    typedef const Type type;
    typedef Type element;
};
template <class Type, int Kind> struct gpu__row_parameter<Type, Kind, true> {
    typedef typename gpu__row_pointee<Type>::element Element;
    static constexpr unsigned Unit = alignof(Element) < 16 ? alignof(Element) : 16;
    typedef typename gpu__word<(int)Unit>::type word;
    struct arg {
        Type p;
        size_t width;
        unsigned words, stride, magic, offset; /* words: of a row; magic 0: no gaps; offset: in units of 16 bytes */
    };
    /* Sets up `to` for in_block rows in a block, after `used` units of 16 bytes of shared memory. */
    static void plan(arg &to, unsigned &used, unsigned in_block, bool gaps, const gpu__rows_detail *d, int k, void *out,
                     const void *in)
    {
        const size_t words = d->width[k] * sizeof(Element) / Unit;
        const unsigned apart = Unit < 4 ? 4 / Unit : 1;
        to.p = (Type)(k == d->out ? out : (void *)in);
        to.width = d->width[k];
        to.words = (unsigned)(words > 0xfffff ? 0xfffff : words); /* too long for shared memory */
        to.stride = to.words < 2 || !gaps ? to.words : (unsigned)(gpu__ceil_div(to.words, apart) | 1) * apart;
        to.magic = to.stride > to.words ? 0xffffffffu / to.words + 1 : 0;
        to.offset = used;
        used += (unsigned)gpu__ceil_div((size_t)to.stride * Unit * in_block, 16) + (to.magic == 0);
    }
#ifdef __CUDA_ARCH__
    /* The words of a block's rows, which follow each other in memory. They are moved 16 aligned bytes at a time, but
       for a few `before` and after those packs. */
    static constexpr unsigned Per = 16 / Unit, Batch = Unit < 4 ? Unit : 4; /* packs that a thread loads at a time */
    typedef gpu__pack<word, (int)Per> pack;
    struct words {
        word *memory, *tile;
        unsigned count, before, packs, apart, magic;
        __device__ __forceinline__ words(const arg &a, uint4 *shared, size_t row0, unsigned have)
            : memory((word *)(a.p + row0 * a.width)), tile((word *)(shared + a.offset) + skew(a, row0)),
              count(have * a.words), apart(a.stride - a.words), magic(a.magic)
        {
            const unsigned until = (unsigned)(0 - (size_t)memory) % 16 / Unit;
            before = until < count ? until : count;
            packs = (count - before) / Per;
        }
        __device__ __forceinline__ word &staged(unsigned i) const { return tile[i + __umulhi(i, magic) * apart]; }
        __device__ __forceinline__ pack &in_memory(unsigned k) const { return ((pack *)(memory + before))[k]; }
        __device__ __forceinline__ pack &without_gaps(unsigned k) const { return ((pack *)(tile + before))[k]; }
        /* This thread's word of those that are in no pack; at least `count` if there is none. */
        __device__ __forceinline__ unsigned single() const
        {
            return gpu__rows_thread() < before ? gpu__rows_thread() : gpu__rows_thread() + packs * Per;
        }
    };
    static __device__ __forceinline__ void load(const arg &a, uint4 *tile, size_t row0, unsigned have)
    {
        if constexpr ((Kind & GPU__ROW_READ) != 0) {
            const words w(a, tile, row0, have);
            if (w.single() < w.count) w.staged(w.single()) = w.memory[w.single()];
            const unsigned step = gpu__rows_threads();
            for (unsigned k = gpu__rows_thread(); k < w.packs; k += Batch * step) {
                pack p[Batch];
#pragma unroll
                for (unsigned b = 0; b < Batch; b++)
                    if (k + b * step < w.packs) p[b] = w.in_memory(k + b * step);
#pragma unroll
                for (unsigned b = 0; b < Batch && !a.magic; b++)
                    if (k + b * step < w.packs) w.without_gaps(k + b * step) = p[b];
#pragma unroll
                for (unsigned b = 0; b < Batch && a.magic; b++)
#pragma unroll
                    for (unsigned m = 0; m < Per; m++)
                        if (k + b * step < w.packs) w.staged(w.before + (k + b * step) * Per + m) = p[b].v[m];
            }
        }
    }
    static __device__ __forceinline__ unsigned skew(const arg &a, size_t row0)
    {
        return a.magic ? 0 : (unsigned)((size_t)(a.p + row0 * a.width) % 16 / Unit);
    }
    static __device__ __forceinline__ Type row(const arg &a, uint4 *tile, unsigned t, size_t row0)
    {
        return (Type)((word *)(tile + a.offset) + skew(a, row0) + t * a.stride);
    }
    static __device__ __forceinline__ void store(const arg &a, uint4 *tile, size_t row0, unsigned have)
    {
        if constexpr ((Kind & GPU__ROW_WRITTEN) != 0) {
            const words w(a, tile, row0, have);
            if (w.single() < w.count) w.memory[w.single()] = w.staged(w.single());
            for (unsigned k = gpu__rows_thread(); k < w.packs; k += gpu__rows_threads()) {
                pack p;
                if (a.magic)
#pragma unroll
                    for (unsigned m = 0; m < Per; m++) p.v[m] = w.staged(w.before + k * Per + m);
                else
                    p = w.without_gaps(k);
                w.in_memory(k) = p;
            }
        }
    }
    static __device__ __forceinline__ Type at(const arg &a, size_t r) { return a.p + r * a.width; }
#endif
};
/* A parameter that is one value for all rows, or the row's number. */
template <class Type, int Kind> struct gpu__row_parameter<Type, Kind, false> {
    typedef Type arg;
    static void plan(arg &to, unsigned &, unsigned, bool, const gpu__rows_detail *, int, void *, const void *in)
    {
        if (Kind != GPU__ROW_INDEX) memcpy((void *)&to, in, sizeof to);
    }
#ifdef __CUDA_ARCH__
    static __device__ __forceinline__ void load(const arg &, uint4 *, size_t, unsigned) {}
    static __device__ __forceinline__ void store(const arg &, uint4 *, size_t, unsigned) {}
    static __device__ __forceinline__ Type at(const arg &a, size_t r)
    {
        if constexpr (Kind == GPU__ROW_INDEX)
            return (Type)r;
        else
            return a;
    }
    static __device__ __forceinline__ Type row(const arg &a, uint4 *, unsigned t, size_t row0)
    {
        return at(a, row0 + t);
    }
#endif
};

template <auto Body, class... Param> static __global__ void __launch_bounds__(GPU__ROWS_MOST)
    gpu__rows_staged(size_t rows, unsigned in_block, typename Param::arg... a)
{
#ifdef __CUDA_ARCH__
    extern __shared__ uint4 gpu__tile[];
    const size_t row0 = (size_t)blockIdx.x * in_block;
    const unsigned have = rows - row0 < in_block ? (unsigned)(rows - row0) : in_block;
    const gpu__row_team team = {threadIdx.x, blockDim.x};
    (Param::load(a, gpu__tile, row0, have), ...);
    __syncthreads();
    for (unsigned t = threadIdx.y; t < have; t += blockDim.y) Body(Param::row(a, gpu__tile, t, row0)..., team);
    __syncthreads();
    (Param::store(a, gpu__tile, row0, have), ...);
#endif
}
/* For rows that are too long for shared memory: works on them in place. */
template <auto Body, class... Param> static __global__ void __launch_bounds__(GPU__ROWS_MOST)
    gpu__rows_direct(size_t rows, typename Param::arg... a)
{
#ifdef __CUDA_ARCH__
    const size_t r = (size_t)blockIdx.x * blockDim.y + threadIdx.y;
    const gpu__row_team team = {threadIdx.x, blockDim.x};
    if (r < rows) Body(Param::at(a, r)..., team);
#endif
}
template <int K, class First, class... Rest> struct gpu__nth : gpu__nth<K - 1, Rest...> {
};
template <class First, class... Rest> struct gpu__nth<0, First, Rest...> {
    typedef First type;
};
template <auto Body, class... Param> struct gpu__rows_launcher {
    size_t rows;
    unsigned team; /* threads of a row */
    size_t budget; /* bytes of shared memory */
    const gpu__rows_detail *detail;
    void *out;
    const void *const *in;
    /* Plans the parameters one after the other, for blocks of in_block rows, then launches the kernel with them. */
    template <int K, class... Arg> cudaError_t run(cudaStream_t stream, unsigned in_block, unsigned used, Arg... a)
    {
        if constexpr (K < (int)sizeof...(Param)) {
            typedef typename gpu__nth<K, Param...>::type Next;
            typename Next::arg next = typename Next::arg();
            Next::plan(next, used, in_block, team == 1, detail, K, out, in[K]);
            return run<K + 1>(stream, in_block, used, a..., next);
        } else {
            const size_t bytes = (size_t)used * 16;
            if (bytes > budget) {
                const dim3 shape(team, team > 1 ? 1 : 32);
                if (in_block > (team > 1 ? 1 : (int)GPU__ROWS_LEAST)) return run<0>(stream, in_block / 2, 0);
                gpu__rows_direct<Body, Param...>
                    <<<(unsigned)gpu__ceil_div(rows, shape.y), shape, 0, stream>>>(rows, a...);
                return cudaGetLastError();
            }
            const dim3 shape(team, team > 1 ? in_block : gpu__max((int)in_block, (int)GPU__ROWS_THREADS));
            gpu__rows_staged<Body, Param...>
                <<<(unsigned)gpu__ceil_div(rows, in_block), shape, bytes, stream>>>(rows, in_block, a...);
            return cudaGetLastError();
        }
    }
};
template <auto Body, class... Param> static cudaError_t
gpu__rows_launch(const gpu__job *j, const gpu__launch_context *context, void *out, const void *const *in, size_t)
{
    const gpu__rows_detail *const d = (const gpu__rows_detail *)j->detail;
    const bool shared = gpu__kernel_has<gpu__rows_staged<Body, Param...>>(context->device, GPU__KERNEL_HAS_SHARED);
    const size_t budget = shared ? (size_t)GPU__ROWS_SHARED_LEFT : context->shared_limit * 3 / 32;
    gpu__rows_launcher<Body, Param...> launcher = {j->n, 1, budget < 49152 ? budget : 49152, d, out, in};
    for (int k = 0; shared && k < d->op->count; k++)
        launcher.team = gpu__max(launcher.team, gpu__row_team_of(d->width[k]));
    unsigned in_block = GPU__ROWS_MOST / launcher.team;
    while (launcher.team == 1 && in_block > 32 && j->n / in_block < (size_t)context->multiprocessors * 4) in_block /= 2;
    return launcher.template run<0>((cudaStream_t)context->stream, in_block, 0);
}
#endif
/* ------------------------------------------------------------------------------------ src/families/rows/softmax.cuh */
#ifdef GPU_ROWWISE
/* ---- Softmax and the like along rows ----------------------------------------------------------------------------- */

#ifdef __CUDA_ARCH__
/* The maximum over the threads of a row, which are a part of a warp, a warp or the block; all get the result. */
template <int Threads, class Type> static __device__ __forceinline__ Type gpu__rowwise_max(Type m, Type *of_warps)
{
#pragma unroll
    for (int s = (Threads < 32 ? Threads : 32) / 2; s; s /= 2) {
        const Type other = __shfl_xor_sync(~0u, m, s);
        m = other > m ? other : m;
    }
    if constexpr (Threads > 32) {
        if (threadIdx.x % 32 == 0) of_warps[threadIdx.x / 32] = m;
        __syncthreads();
#pragma unroll
        for (int w = 0; w < Threads / 32; w++) m = of_warps[w] > m ? of_warps[w] : m;
    }
    return m;
}
/* Folds the lanes of a row by halves; all its threads get the result. Value q of thread t is lane
   gpu__lane_of<Pack>(q, t, Threads): the first steps are within a thread, the next ones between warps and between the
   threads of a warp, the last ones between the Pack values that consecutive lanes are in. `lanes` holds 4 * 257 numbers
   if there are several warps. */
template <int Threads, int Pack>
static __device__ __forceinline__ double gpu__rowwise_fold(double (&a)[4], double *lanes)
{
    const unsigned t = threadIdx.x;
    if (Pack == 1) a[1] += a[3];
    if (Pack <= 2) a[0] += a[2];
    if (Pack == 2) a[1] += a[3];
    if (Pack == 1) a[0] += a[1];
    if constexpr (Threads > 32) { /* warp q folds value q of all threads */
        static_assert(Threads == 256, "three halves are between warps");
        double *const folded = lanes + 4 * 256;
#pragma unroll
        for (int q = 0; q < Pack; q++) lanes[q * 256 + t] = a[q];
        __syncthreads();
        if (t < Pack * 32) {
            const double *const s = lanes + t / 32 * 256 + t % 32;
            double v = ((s[0] + s[128]) + (s[64] + s[192])) + ((s[32] + s[160]) + (s[96] + s[224]));
#pragma unroll
            for (int d = 16; d; d /= 2) v += __shfl_xor_sync(~0u, v, d);
            if (t % 32 == 0) folded[t / 32] = v;
        }
        __syncthreads();
        if (Pack == 4) return (folded[0] + folded[2]) + (folded[1] + folded[3]);
        return Pack == 2 ? folded[0] + folded[1] : folded[0];
    } else { /* the values are divided among the threads, which takes fewer shuffles than to fold each of them */
        constexpr int Apart = Pack == 4 ? Threads / 4 : Pack == 2 ? Threads / 2 : Threads;
        if (Pack == 4) {
            const bool upper = t & Threads / 2;
            const double first = __shfl_xor_sync(~0u, upper ? a[0] : a[2], Threads / 2);
            const double second = __shfl_xor_sync(~0u, upper ? a[1] : a[3], Threads / 2);
            a[0] = (upper ? a[2] : a[0]) + first, a[1] = (upper ? a[3] : a[1]) + second;
        }
        if (Pack >= 2) {
            const bool upper = t & Apart;
            const double other = __shfl_xor_sync(~0u, upper ? a[0] : a[1], Apart);
            a[0] = (upper ? a[1] : a[0]) + other;
        }
#pragma unroll
        for (int d = Apart / 2; d; d /= 2) a[0] += __shfl_xor_sync(~0u, a[0], d);
#pragma unroll
        for (int d = Threads / 2; d >= Apart; d /= 2) a[0] += __shfl_xor_sync(~0u, a[0], d);
        return a[0];
    }
}
template <int Pack, class Type> static __device__ __forceinline__ void gpu__rowwise_get(Type *to, const Type *from)
{
    const gpu__pack<Type, Pack> k = *(const gpu__pack<Type, Pack> *)from;
#pragma unroll
    for (int i = 0; i < Pack; i++) to[i] = k.v[i];
}
template <int Pack, class Type> static __device__ __forceinline__ void gpu__rowwise_put(Type *to, const Type *from)
{
    gpu__pack<Type, Pack> k;
#pragma unroll
    for (int i = 0; i < Pack; i++) k.v[i] = from[i];
    *(gpu__pack<Type, Pack> *)to = k;
}
static __device__ __forceinline__ int gpu__rowwise_upper(float x) { return (int)gpu__bits32(x); }
static __device__ __forceinline__ int gpu__rowwise_upper(double x) { return (int)(gpu__bits64(x) >> 32); }
/* One row in the registers of its threads: `n` elements, 4 * Packs in each thread. */
template <class Type, int Threads, int Packs, int Pack> struct gpu__row_registers {
    Type v[Packs][4];
    static __device__ __forceinline__ unsigned column(int p, int q, unsigned t)
    {
        return p * 4 * Threads + gpu__lane_of<Pack>(q, t, Threads);
    }
    /* Whether any thread has elements in this pack. */
    static __device__ __forceinline__ bool used(int p, unsigned n) { return p == 0 || p * 4 * Threads < n; }
    __device__ __forceinline__ void load(const Type *x, unsigned n, unsigned t, Type fill)
    {
#pragma unroll
        for (int p = 0; p < Packs; p++)
#pragma unroll
            for (int q = 0; q < 4; q += Pack) {
#pragma unroll
                for (int i = 0; i < Pack; i++) v[p][q + i] = fill;
                if (column(p, q, t) < n) gpu__rowwise_get<Pack>(&v[p][q], x + column(p, q, t));
            }
    }
    __device__ __forceinline__ void store(Type *out, unsigned n, unsigned t)
    {
#pragma unroll
        for (int p = 0; p < Packs; p++)
#pragma unroll
            for (int q = 0; q < 4; q += Pack)
                if (column(p, q, t) < n) gpu__rowwise_put<Pack>(out + column(p, q, t), &v[p][q]);
    }
    __device__ __forceinline__ Type greatest() const
    {
        Type m = v[0][0];
#pragma unroll
        for (int k = 1; k < 4 * Packs; k++) m = v[k / 4][k % 4] > m || m != m ? v[k / 4][k % 4] : m;
        return m == m ? m : -(Type)INFINITY;
    }
    /* The sum of exp(v - from); with `replace` v is replaced by the exponentials. Otherwise `rest` becomes the sum less
       the greatest, for which a second round leaves out what is 1, if that is needed for any row of the warp. */
    __device__ __forceinline__ double exponentials(Type from, bool replace, unsigned n, double *lanes, double &rest)
    {
        double sum = 0;
        int most = 0x7fffffff; /* the upper bits of the greatest exponential that counts, or of a NaN */
#pragma unroll 1
        for (bool again = false;; again = true) {
            double a[4] = {0, 0, 0, 0};
#pragma unroll
            for (int p = 0; p < Packs && used(p, n); p++)
#pragma unroll
                for (int q = 0; q < 4; q++) {
                    const Type e = gpu__exp_below_t(v[p][q] - from);
                    a[q] += gpu__rowwise_upper(e) > most ? 0 : (double)e;
                    v[p][q] = replace ? e : v[p][q];
                }
            rest = gpu__rowwise_fold<Threads, Pack>(a, lanes);
            if (again) return sum;
            sum = rest, rest -= 1;
            if (replace || !__any_sync(~0u, gpu__rest_counts(sum, sizeof(Type)))) return sum;
            most = gpu__rowwise_upper((Type)1) - 1;
        }
    }
    __device__ __forceinline__ double sum(unsigned n, double *lanes) const
    {
        double a[4] = {0, 0, 0, 0};
#pragma unroll
        for (int p = 0; p < Packs && used(p, n); p++)
#pragma unroll
            for (int q = 0; q < 4; q++) a[q] += (double)v[p][q];
        return gpu__rowwise_fold<Threads, Pack>(a, lanes);
    }
    __device__ __forceinline__ double squares(double mean, unsigned n, unsigned t, double *lanes) const
    {
        double a[4] = {0, 0, 0, 0};
#pragma unroll
        for (int p = 0; p < Packs && used(p, n); p++)
#pragma unroll
            for (int q = 0; q < 4; q++) {
                const double d = (double)v[p][q] - mean;
                if (column(p, q, t) < n) a[q] += gpu__times(d, d);
            }
        return gpu__rowwise_fold<Threads, Pack>(a, lanes);
    }
    __device__ __forceinline__ void scale(Type factor, unsigned n)
    {
#pragma unroll
        for (int p = 0; p < Packs && used(p, n); p++)
#pragma unroll
            for (int q = 0; q < 4; q++) v[p][q] *= factor;
    }
    __device__ __forceinline__ void subtract(double first, double second, unsigned n)
    {
#pragma unroll
        for (int p = 0; p < Packs && used(p, n); p++)
#pragma unroll
            for (int q = 0; q < 4; q++) v[p][q] = (Type)(((double)v[p][q] - first) - second);
    }
    __device__ __forceinline__ void normalize(double mean, double inverse, const Type *gain, const Type *bias,
                                              unsigned n, unsigned t)
    {
#pragma unroll
        for (int p = 0; p < Packs && used(p, n); p++)
#pragma unroll
            for (int q = 0; q < 4; q += Pack) {
                Type g[Pack], b[Pack];
#pragma unroll
                for (int i = 0; i < Pack; i++) g[i] = 1, b[i] = 0;
                if (gain && column(p, q, t) < n) gpu__rowwise_get<Pack>(g, gain + column(p, q, t));
                if (bias && column(p, q, t) < n) gpu__rowwise_get<Pack>(b, bias + column(p, q, t));
#pragma unroll
                for (int i = 0; i < Pack; i++)
                    v[p][q + i] = (Type)gpu__normalized((double)v[p][q + i], mean, inverse, (double)g[i], (double)b[i]);
            }
    }
};
#endif

/* The number of blocks a multiprocessor that registers must allow, given the number of those that hold elements; at
   most as many as sm_75 has threads for. */
__host__ __device__ constexpr int gpu__rowwise_resident(int held, bool norm)
{
    return gpu__min(4, gpu__max(1, 256 / (held + (norm ? 68 : 36))));
}
/* Computes whole rows or chunks of them in one pass over memory: Rows rows for each group of Threads threads. With
   `part` it computes the statistics of each chunk, for gpu__rowwise_join_kernel. Kind is that of the results, and
   GPU__ROWWISE_LOG for both with a logarithm, which `how` tells apart: what they need more would slow softmax. (There
   `softmax` is false, but no constant: nvcc would keep exponentials in registers, and take 10 % longer.) */
template <class Type, int Kind, int Threads, int Packs, int Pack, int Rows> static __global__ void
    __launch_bounds__(256, gpu__rowwise_resident(Packs *Rows *(int)sizeof(Type), Kind == GPU__ROWWISE_NORM))
        gpu__rowwise_kernel(Type *out, const Type *x, const Type *gain, const Type *bias, gpu__triple *part,
                            size_t rows, size_t cols, unsigned chunks, int how, double epsilon)
{
#ifdef __CUDA_ARCH__
    constexpr bool Norm = Kind == GPU__ROWWISE_NORM;
    const bool softmax = Kind == GPU__ROWWISE_SOFTMAX || how == GPU__ROWWISE_SOFTMAX;
    const bool of_sum = Kind != GPU__ROWWISE_SOFTMAX && how == GPU__ROWWISE_LOG_OF_SUM;
    constexpr unsigned Groups = 256 / Threads;
    __shared__ double lanes[Threads > 32 ? 4 * 257 : 1];
    __shared__ Type of_warps[8];
    gpu__row_registers<Type, Threads, Packs, Pack> row[Rows];
    const unsigned t = threadIdx.x % Threads, chunk = Threads > 32 && chunks > 1 ? blockIdx.x % chunks : 0;
    const size_t first =
        Threads > 32 ? blockIdx.x / chunks : (size_t)blockIdx.x * Groups * Rows + threadIdx.x / Threads;
    const size_t begin = (size_t)chunk * GPU__ROWWISE_CHUNK;
    const unsigned n = cols - begin < GPU__ROWWISE_CHUNK ? (unsigned)(cols - begin) : (unsigned)GPU__ROWWISE_CHUNK;
#pragma unroll
    for (int k = 0; k < Rows; k++) { /* rows beyond the end are replaced by the last one */
        const size_t r = first + k * Groups < rows ? first + k * Groups : rows - 1;
        row[k].load(x + r * cols + begin, n, t, Norm ? (Type)0 : -(Type)INFINITY);
    }
    double count[Rows], mean[Rows], m2[Rows]; /* as in gpu__rowwise_stats */
#pragma unroll
    for (int k = 0; k < Rows; k++)
        if constexpr (Norm) {
            count[k] = (double)n;
            mean[k] = row[k].sum(n, lanes) / count[k];
            m2[k] = row[k].squares(mean[k], n, t, lanes);
        } else {
            const Type m = gpu__rowwise_max<Threads>(row[k].greatest(), of_warps);
            const bool finite = part || of_sum;
            mean[k] = (double)m;
            m2[k] = row[k].exponentials(finite ? (Type)gpu__finite_or_0(m) : m, softmax, n, lanes, count[k]);
        }
    if (Threads > 32 && part) {
        const gpu__triple own = {count[0], mean[0], m2[0]};
        if (t == 0) part[blockIdx.x] = own;
        return;
    }
    double last = m2[0], others = count[0]; /* of row t % Rows, since each takes some fifty instructions */
#pragma unroll
    for (int k = 1; k < Rows; k++)
        if (t % Rows >= k) last = m2[k], others = count[k]; /* the greatest k that fits */
    if constexpr (Norm)
        last = 1 / sqrt(last / (double)n + epsilon);
    else if (softmax)
        last = 1 / last;
    else
        last = gpu__log_of_stats(last, others, sizeof(Type));
#pragma unroll
    for (int k = 0; k < Rows; k++) {
        const size_t r = first + k * Groups;
        const double factor = Rows > 1 ? __shfl_sync(~0u, last, k, Threads) : last;
        if (of_sum) {
            if (t == 0 && r < rows) out[r] = (Type)gpu__log_of_sum(mean[k], m2[k], factor);
            continue;
        }
        if constexpr (Norm)
            row[k].normalize(mean[k], factor, gain, bias, n, t);
        else if (softmax)
            row[k].scale((Type)factor, n);
        else
            row[k].subtract(mean[k], factor, n);
        if (r < rows) row[k].store(out + r * cols, n, t);
    }
#endif
}
/* Combines the statistics of a row's chunks, as gpu__rowwise_join does on the host; the results follow those of the
   chunks. */
static GPU__UNUSED __global__ void __launch_bounds__(GPU__ROWWISE_FOLD)
    gpu__rowwise_join_kernel(gpu__triple *part, size_t rows, unsigned chunks, int how)
{
#ifdef __CUDA_ARCH__
    __shared__ gpu__triple lane[GPU__ROWWISE_FOLD];
    __shared__ double of_warps[8];
    const unsigned t = threadIdx.x;
    const gpu__triple *const own = part + (size_t)blockIdx.x * chunks;
    gpu__triple sum = {0, 0, 0};
    double m = -(double)INFINITY;
    for (unsigned p = t; p < chunks && how != GPU__ROWWISE_NORM; p += GPU__ROWWISE_FOLD)
        m = own[p].mean > m ? own[p].mean : m;
    m = gpu__rowwise_max<GPU__ROWWISE_FOLD>(m, of_warps);
    for (unsigned p = t; p < chunks; p += GPU__ROWWISE_FOLD)
        if (how == GPU__ROWWISE_NORM)
            sum = p == t ? own[p] : gpu__merge(sum, own[p]);
        else {
            const double part_sum = gpu__times(own[p].m2, gpu__chunk_weight(own[p].mean, m, how));
            sum.m2 += part_sum;
            sum.count += own[p].mean == m ? own[p].count : part_sum;
        }
    lane[t] = sum;
    for (unsigned s = GPU__ROWWISE_FOLD / 2; s; s /= 2) {
        __syncthreads();
        if (t < s) {
            if (how == GPU__ROWWISE_NORM)
                lane[t] = gpu__merge(lane[t], lane[t + s]);
            else
                lane[t].m2 += lane[t + s].m2, lane[t].count += lane[t + s].count;
        }
    }
    if (t) return;
    if (how != GPU__ROWWISE_NORM) lane[0].mean = m;
    part[rows * chunks + blockIdx.x] = lane[0];
#endif
}
/* The second pass for rows of several chunks, whose statistics are in `part`. */
template <class Type, int Kind> static __global__ void __launch_bounds__(256)
    gpu__rowwise_apply_kernel(Type *out, const Type *x, const Type *gain, const Type *bias, const gpu__triple *part,
                              size_t rows, size_t cols, unsigned chunks, int how, double epsilon)
{
#ifdef __CUDA_ARCH__
    constexpr bool Norm = Kind == GPU__ROWWISE_NORM;
    const size_t r = blockIdx.x / chunks, begin = (size_t)(blockIdx.x % chunks) * GPU__ROWWISE_CHUNK;
    const unsigned n = cols - begin < GPU__ROWWISE_CHUNK ? (unsigned)(cols - begin) : (unsigned)GPU__ROWWISE_CHUNK;
    const gpu__triple s = part[rows * chunks + r];
    const Type shift = (Type)s.mean, scale = (Type)(1 / s.m2);
    const double factor = Norm ? 1 / sqrt(s.m2 / s.count + epsilon) : gpu__log_of_stats(s.m2, s.count, sizeof(Type));
    if (how == GPU__ROWWISE_LOG_OF_SUM) {
        if (begin == 0 && threadIdx.x == 0) out[r] = (Type)gpu__log_of_sum(s.mean, s.m2, factor);
        return;
    }
#pragma unroll 8
    for (unsigned i = threadIdx.x; i < n; i += 256) {
        const Type v = x[r * cols + begin + i];
        out[r * cols + begin + i] =
            Norm ? (Type)gpu__normalized((double)v, s.mean, factor, gain ? (double)gain[begin + i] : 1,
                                         bias ? (double)bias[begin + i] : 0)
            : how == GPU__ROWWISE_SOFTMAX ? gpu__exp_below_t(v - shift) * scale
                                          : (Type)(((double)v - s.mean) - factor);
    }
#endif
}
/* Launches the kernels for rows that can be accessed Pack elements at a time. */
template <class Type, int Kind, int Pack>
static cudaError_t gpu__rowwise_packs(const gpu__job *j, cudaStream_t stream, gpu__triple *part, Type *out,
                                      const Type *x, const Type *gain, const Type *bias)
{
    const gpu__rowwise d = *(const gpu__rowwise *)j->detail;
    const size_t rows = j->rows, cols = j->cols;
    const unsigned chunks = (unsigned)d.chunks;
    void (*kernel)(Type *, const Type *, const Type *, const Type *, gpu__triple *, size_t, size_t, unsigned, int,
                   double);
    unsigned in_block = 1;
    if (cols <= 16)
        kernel = gpu__rowwise_kernel<Type, Kind, 4, 1, Pack, 4>, in_block = 256;
    else if (cols <= 32)
        kernel = gpu__rowwise_kernel<Type, Kind, 8, 1, Pack, 4>, in_block = 128;
    else if (cols <= 128)
        kernel = gpu__rowwise_kernel<Type, Kind, 8, 4, Pack, 1>, in_block = 32;
    else if (cols <= 512)
        kernel = gpu__rowwise_kernel<Type, Kind, 32, 4, Pack, 1>, in_block = 8;
    else if (cols <= 1024)
        kernel = gpu__rowwise_kernel<Type, Kind, 32, 8, Pack, 1>, in_block = 8;
    else if (cols <= 2048)
        kernel = gpu__rowwise_kernel<Type, Kind, 256, 2, Pack, 1>;
    else if (cols <= 4096)
        kernel = gpu__rowwise_kernel<Type, Kind, 256, 4, Pack, 1>;
    else if (cols <= 8192)
        kernel = gpu__rowwise_kernel<Type, Kind, 256, 8, Pack, 1>;
    else
        kernel = gpu__rowwise_kernel<Type, Kind, 256, 16, Pack, 1>;
    kernel<<<(unsigned)(gpu__ceil_div(rows, in_block) * chunks), 256, 0, stream>>>(out, x, gain, bias, part, rows, cols,
                                                                                   chunks, d.how, d.epsilon);
    if (chunks > 1) {
        gpu__rowwise_join_kernel<<<(unsigned)rows, GPU__ROWWISE_FOLD, 0, stream>>>(part, rows, chunks, d.how);
        gpu__rowwise_apply_kernel<Type, Kind><<<(unsigned)(rows * chunks), 256, 0, stream>>>(
            out, x, gain, bias, part, rows, cols, chunks, d.how, d.epsilon);
    }
    return cudaGetLastError();
}
template <class Type, int Kind> static cudaError_t
gpu__rowwise_launch(const gpu__job *j, const gpu__launch_context *context, void *out, const void *const *in)
{
    constexpr int Pack = 16 / (int)sizeof(Type);
    const cudaStream_t stream = (cudaStream_t)context->stream;
    const gpu__rowwise d = *(const gpu__rowwise *)j->detail;
    gpu__triple *const part = d.chunks > 1 ? (gpu__triple *)context->space : NULL;
    const bool whole = j->cols % Pack == 0 && gpu__aligned(in[0], 16) && gpu__aligned(in[1], 16) &&
                       gpu__aligned(in[2], 16) && (d.how == GPU__ROWWISE_LOG_OF_SUM || gpu__aligned(out, 16));
    return (whole ? gpu__rowwise_packs<Type, Kind, Pack>
                  : gpu__rowwise_packs<Type, Kind, 1>)(j, stream, part, (Type *)out, (const Type *)in[0],
                                                       (const Type *)in[1], (const Type *)in[2]);
}
#endif
/* ------------------------------------------------------------------------- src/families/collectives/collectives.cuh */
#if defined(GPU_COLLECTIVES) && defined(__CUDA_ARCH__)
/* ---- Collectives ------------------------------------------------------------------------------------------------- */

/* Sums, extremes and scans over the first `count` lanes of a warp. All lanes of the warp take part, and all get the
   result of a sum. */
template <int Op, class Type> static __device__ __forceinline__ Type gpu__collect_two(Type a, Type b)
{
    if (Op == GPU__COLLECT_MAX) return GPU__FIRST_OF(a, b, >);
    if (Op == GPU__COLLECT_MIN) return GPU__FIRST_OF(a, b, <);
    return a + b;
}
template <int Op, class Type>
static __device__ __forceinline__ Type gpu__lanes_collect(Type v, unsigned lane, unsigned count, unsigned mask)
{
#pragma unroll
    for (unsigned k = 0; k < 5; k++) {
        const unsigned s = Op == GPU__COLLECT_SCAN ? 1u << k : 16u >> k;
        const Type other = Op == GPU__COLLECT_SCAN ? __shfl_up_sync(mask, v, s) : __shfl_down_sync(mask, v, s);
        if (Op == GPU__COLLECT_SCAN ? lane >= s : lane + s < count) v = gpu__collect_two<Op>(v, other);
    }
    return Op == GPU__COLLECT_SCAN ? v : __shfl_sync(mask, v, 0);
}
template <int Op, class Type> static __device__ __forceinline__ Type gpu__warp_collect(Type v, gpu__member me)
{
    return gpu__lanes_collect<Op>(v, me.number % 32, gpu__lanes_of_warp(me), gpu__warp_mask(me));
}
/* The first warp combines the results of all warps: it has 32 lanes, or it is the only warp. Two barriers suffice,
   since the next collective writes of_warps only after the second one, and `all` after one more. */
template <int Op, class Type> static __device__ __forceinline__ Type gpu__block_collect(Type v, gpu__member me)
{
    __shared__ Type of_warps[32], all[32];
    const unsigned warp = me.number / 32, lane = me.number % 32, warps = (me.threads + 31) / 32;
    v = gpu__warp_collect<Op>(v, me);
    if (lane == gpu__lanes_of_warp(me) - 1) of_warps[warp] = v;
    __syncthreads();
    if (warp == 0)
        all[lane] = gpu__lanes_collect<Op>(of_warps[lane < warps ? lane : 0], lane, warps, gpu__warp_mask(me));
    __syncthreads();
    if (Op != GPU__COLLECT_SCAN) return all[0];
    return warp ? all[warp - 1] + v : v;
}
template <class Type> static __device__ __forceinline__ Type gpu__block_from(Type v, unsigned thread, gpu__member me)
{
    __shared__ Type given;
    if (me.number == thread) given = v;
    __syncthreads();
    v = given;
    __syncthreads();
    return v;
}
#endif
/* -------------------------------------------------------------------------------- src/families/derivatives/call.cuh */
#ifdef GPU_DERIVATIVES
/* ---- Derivatives ------------------------------------------------------------------------------------------------- */

template <class Type, int Count> struct gpu__grad_pointers {
    Type *out, *slope[Count];
    const Type *variable[Count]; /* NULL: one value for all elements */
    Type value[Count];
};
/* One thread for each element; results that are not wanted are NULL. */
template <class Lifted, class Type, int Order>
static __global__ void __launch_bounds__(Order == GPU__GRAD_SECOND ? 64 : 256)
    gpu__grad_kernel(const gpu__grad_pointers<Type, Lifted::count> p, size_t n)
{
#ifdef __CUDA_ARCH__
    constexpr int Count = Lifted::count;
    const size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    double x[Count], g[Count];
    if (i >= n) return;
#pragma unroll
    for (int k = 0; k < Count; k++) x[k] = (double)(p.variable[k] ? p.variable[k][i] : p.value[k]);
    if constexpr (Order == GPU__GRAD_SECOND) {
#pragma unroll 1
        for (int b = 0; b < Count; b++) {
            Lifted::hessian_row(g, (double *)0, x, b);
#pragma unroll
            for (int k = 0; k < Count; k++) p.out[i * (Count * Count) + b * Count + k] = (Type)g[k];
        }
    } else {
        const double v = Order == GPU__GRAD_FIRST ? Lifted::gradient(g, x) : Lifted::value(x);
        if (p.out) p.out[i] = (Type)v;
#pragma unroll
        for (int k = 0; k < Count && Order == GPU__GRAD_FIRST; k++)
            if (p.slope[k]) p.slope[k][i] = (Type)g[k];
    }
#endif
}
template <class Lifted, class Type> static cudaError_t
gpu__grad_launch(const gpu__job *j, const gpu__launch_context *context, Type *out, const void *const *in)
{
    constexpr int Count = Lifted::count;
    const cudaStream_t stream = (cudaStream_t)context->stream;
    const gpu__grad_detail *const d = (const gpu__grad_detail *)j->detail;
    const size_t n = j->n;
    const unsigned blocks = (unsigned)gpu__ceil_div(n, 256);
    gpu__grad_pointers<Type, Count> p;
    p.out = d->out < 0 ? out : NULL;
    for (int k = 0; k < Count; k++) {
        const bool scalar = d->scalars >> k & 1;
        p.slope[k] = k == d->out ? out : (Type *)in[k];
        p.variable[k] = scalar ? NULL : (const Type *)in[Count + k];
        p.value[k] = scalar ? *(const Type *)in[Count + k] : (Type)0;
    }
    if (d->order == GPU__GRAD_VALUE)
        gpu__grad_kernel<Lifted, Type, GPU__GRAD_VALUE><<<blocks, 256, 0, stream>>>(p, n);
    else if (d->order == GPU__GRAD_FIRST)
        gpu__grad_kernel<Lifted, Type, GPU__GRAD_FIRST><<<blocks, 256, 0, stream>>>(p, n);
    else
        gpu__grad_kernel<Lifted, Type, GPU__GRAD_SECOND><<<(unsigned)gpu__ceil_div(n, 64), 64, 0, stream>>>(p, n);
    return cudaGetLastError();
}
#endif
/* ----------------------------------------------------------------------------------- src/families/fourier/block.cuh */
#ifdef GPU_FFT
/* ---- Fourier transforms: one pass ------------------------------------------------------------------------------- */

/* A block loads `tile` lanes, sequences of n elements, to shared memory, makes the passes of Stockham's algorithm, each
   of one radix, and stores the lanes. A thread has up to 16 or 20 elements of a pass in registers. A transform of any
   length is one launch of this kernel, or two or three for the factors of its length. These differ only in their
   arguments: addresses of elements, factors that they are multiplied by, and the numbering of threads, so that
   neighbouring threads access neighbouring memory. */
/* (Measured to be slower, or not faster: 20 doubles a thread; loads that do not allocate in L1, or evict first;
   prefetching the next tile to L2; short rows without shared memory, whose stores cover parts of sectors; columns of
   4096 elements in two passes.) */
#define GPU__FFT_RADICES(DO) DO(2) DO(3) DO(4) DO(5) DO(7) DO(8) DO(10) DO(11) DO(12) DO(13) DO(15) DO(16)
template <class Type> struct alignas(2 * sizeof(Type)) gpu__fft_z {
    Type x, y;
};
enum {
    GPU__FFT_IN_BY_LANE = 1, /* neighbouring threads read neighbouring lanes, not neighbouring elements */
    GPU__FFT_OUT_BY_LANE = 2,
    GPU__FFT_IN_CONJUGATE = 16, /* numbers are conjugated, which makes the transform its inverse */
    GPU__FFT_OUT_CONJUGATE = 32,
    GPU__FFT_IN_NARROW = 64, /* complex numbers have only the alignment of real ones */
    GPU__FFT_OUT_NARROW = 128,
    GPU__FFT_IN_REAL = 256,       /* elements are real numbers */
    GPU__FFT_OUT_REAL = 512,      /* only the real parts are written */
    GPU__FFT_IN_HERMITIAN = 1024, /* the elements of the upper half are the conjugates of those of the lower half */
    GPU__FFT_IN_JOINED = 2048,    /* from the spectrum of twice as many real numbers, see split and join */
    GPU__FFT_OUT_SPLIT = 4096,
    GPU__FFT_IN_PLAIN = 4, /* the first pass loads from global memory directly, the last one stores there */
    GPU__FFT_OUT_PLAIN = 8,
    GPU__FFT_BACK = 16384,   /* as OUT_CONJUGATE, before the multiplication by a factor */
    GPU__FFT_TWIDDLED = 8192 /* results are multiplied by a root of the whole length, the twiddle factor */
};
/* The strides by which the address of an element follows from its block's three outer indices, its lane and its index
   in the lane, in complex numbers (in real ones if the array is real); likewise its number in the whole transform. */
typedef struct gpu__fft_side {
    size_t outer[3], lane, element;
    size_t number_second, number_third, number_lane, number_element; /* for the second and third outer index, ... */
    size_t count; /* elements whose number is not below it are zero, or not stored; 0: no limit */
    size_t row;   /* HERMITIAN: stride of lanes, each of which is a whole transform */
} gpu__fft_side;
template <class Type> struct gpu__fft_period { /* the n of roots exp(-2 pi i k / n) */
    double n = 1, per = 1;
    gpu__fft_period() = default;
    explicit gpu__fft_period(size_t length) : n((double)length), per(1 / (double)length) {}
};
template <> struct gpu__fft_period<float> {
    size_t n = 1;
    uint64_t per = 0;
    gpu__fft_period() = default;
    explicit gpu__fft_period(size_t length)
        : n(length), per(length > 1 ? ~(uint64_t)0 / length + !(length & (length - 1)) : 0)
    {
    }
};
template <class Type> struct gpu__fft_args {
    const Type *in;
    Type *out;
    gpu__fft_side from, to;
    size_t lanes;                            /* of one outer index */
    unsigned second, third;                  /* number of second and third outer indices */
    unsigned tiles, tile, n, passes, rounds; /* tiles of one outer index */
    unsigned element_shift, lane_step;       /* strides in shared memory: 1 << element_shift, lane_step */
    unsigned pad_shift;                      /* in shared memory one element is left free after each 1 << pad_shift */
    unsigned tile_shift;                     /* lanes by lane: tile is 1 << tile_shift */
    int flags;
    gpu__fft_period<Type> whole; /* TWIDDLED: the factor is root `element * (lane / divisor)` of it */
    size_t divisor;
    Type scale;
    const gpu__fft_z<Type> *roots, *halves;
    const gpu__fft_z<Type> *times_in, *times_out; /* NULL, or factors by the number of the element */
    const gpu__fft_z<Type> *times_between;        /* two rounds: factors between them */
    const unsigned short *order; /* NULL, or Rader's algorithm for the prime n + 1: element k of the array, k > 0, is
                                    element order[k - 1] of the first round and n - order[k - 1] of the second */
    uint64_t per_tiles, per_second, per_third;
    unsigned per_in, per_out; /* likewise of the number of elements or lanes across which a tile is loaded or stored */
    unsigned char radix[16];
    unsigned per_step[16], per_s[16]; /* of each pass: 2^32 / (n / radix) and 2^32 / s, rounded up, to divide by them */
    /* a cluster of 1 << cluster_shift blocks has a tile, see gpu__fft_block::spread */
    const gpu__fft_z<Type> *spread_roots;
    unsigned cluster_shift;
    unsigned tile_lanes, part_shift; /* lanes of the tile: 1 << part_shift; a block's lane has the part above that */
    unsigned barrier;                /* its index in shared memory */
};

/* How many butterflies of a radix a thread has registers for, by the size of a real number: 16 elements; 20 floats, if
   the radix has a factor of 5. */
static constexpr __host__ __device__ unsigned gpu__fft_count(unsigned radix, size_t size)
{
    return (size == 4 && radix % 5 == 0 ? 20 : 16) / radix;
}

#ifdef __CUDA_ARCH__
template <class Type> static __device__ __forceinline__ gpu__fft_z<Type> gpu__fft_number(Type x, Type y)
{
    gpu__fft_z<Type> z;
    z.x = x, z.y = y;
    return z;
}
template <class Type>
static __device__ __forceinline__ gpu__fft_z<Type> operator+(gpu__fft_z<Type> a, gpu__fft_z<Type> b)
{
    return gpu__fft_number(a.x + b.x, a.y + b.y);
}
template <class Type>
static __device__ __forceinline__ gpu__fft_z<Type> operator-(gpu__fft_z<Type> a, gpu__fft_z<Type> b)
{
    return gpu__fft_number(a.x - b.x, a.y - b.y);
}
template <class Type>
static __device__ __forceinline__ gpu__fft_z<Type> operator*(gpu__fft_z<Type> a, gpu__fft_z<Type> b)
{
    return gpu__fft_number(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x);
}
template <class Type> static __device__ __forceinline__ gpu__fft_z<Type> gpu__fft_minus_i(gpu__fft_z<Type> a)
{
    return gpu__fft_number(a.y, -a.x);
}
template <class Type> static __device__ __forceinline__ void gpu__fft_conjugate(gpu__fft_z<Type> &a) { a.y = -a.y; }
/* exp(-2 pi i k / n), from the nearest quarter turn and the remainder. `per` is 1 / n: for floats in units of 2^-64, so
   that the fraction of a turn is computed by 32-bit integers. */
template <class Type>
static __device__ __forceinline__ gpu__fft_z<Type> gpu__fft_by_quarter(unsigned quarter, Type s, Type c)
{
    const Type x = quarter & 1 ? -s : c, y = quarter & 1 ? -c : -s;
    return quarter & 2 ? gpu__fft_number(-x, -y) : gpu__fft_number(x, y);
}
static __device__ __forceinline__ gpu__fft_z<float> gpu__fft_root_of(size_t k, const gpu__fft_period<float> &w)
{
    const unsigned turn = (unsigned)(k * w.per >> 32), quarter = (turn + 0x20000000u) >> 30;
    const float x = (float)(int)(turn - (quarter << 30)) * 0x1p-30f, y = x * x; /* in quarter turns, at most 1/2 */
    float s = 1.6044118478736e-4f, c = -2.5202042373061e-5f;
    s = s * y - 4.6817541353187e-3f, c = c * y + 9.1926027483943e-4f;
    s = s * y + 7.9692626246167e-2f, c = c * y - 2.0863480763353e-2f;
    s = s * y - 0.64596409750625f, c = c * y + 0.25366950790105f;
    s = s * y * x + 1.5707963267949f * x, c = (c * y - 1.2337005501362f) * y + 1;
    return gpu__fft_by_quarter(quarter, s, c);
}
static __device__ __forceinline__ gpu__fft_z<double> gpu__fft_root_of(size_t k, const gpu__fft_period<double> &w)
{
    const double turns = 4 * (double)k, half = 6755399441055744; /* adding it rounds to an integer */
    const double quarter = turns * w.per + half - half;
    const double x = fma(-quarter, w.n, turns) * w.per * 1.5707963267948966, y = x * x; /* the remainder is exact */
    double s = 1.58969099521155010221e-10, c = -1.13596475577881948265e-11;
    s = s * y - 2.50507602534068634195e-8, c = c * y + 2.08757232129817482790e-9;
    s = s * y + 2.75573137070700676789e-6, c = c * y - 2.75573143513906633035e-7;
    s = s * y - 1.98412698298579493134e-4, c = c * y + 2.48015872894767294178e-5;
    s = s * y + 8.33333333332248946124e-3, c = c * y - 1.38888888888741095749e-3;
    s = s * y - 1.66666666666666324348e-1, c = c * y + 4.16666666666666019037e-2;
    return gpu__fft_by_quarter((unsigned)(int)quarter, s * y * x + x, c * y * y + (1 - 0.5 * y));
}

/* ---- butterflies: replace x by its transform, in order ---- */
template <int Radix> struct gpu__fft_circle; /* cosines and sines of the first half of a turn in Radix steps */
template <> struct gpu__fft_circle<3> {
    static __device__ __forceinline__ constexpr double cosine(int) { return -0.5; }
    static __device__ __forceinline__ constexpr double sine(int) { return 0.86602540378443864676; }
};
template <> struct gpu__fft_circle<5> {
    static __device__ __forceinline__ constexpr double cosine(int k)
    {
        return k == 1 ? 0.30901699437494742410 : -0.80901699437494742410;
    }
    static __device__ __forceinline__ constexpr double sine(int k)
    {
        return k == 1 ? 0.95105651629515357212 : 0.58778525229247312917;
    }
};
template <> struct gpu__fft_circle<7> {
    static __device__ __forceinline__ constexpr double cosine(int k)
    {
        return k == 1 ? 0.62348980185873353053 : k == 2 ? -0.22252093395631440429 : -0.90096886790241912624;
    }
    static __device__ __forceinline__ constexpr double sine(int k)
    {
        return k == 1 ? 0.78183148246802980871 : k == 2 ? 0.97492791218182360702 : 0.43388373911755812048;
    }
};
template <> struct gpu__fft_circle<11> {
    static __device__ __forceinline__ constexpr double cosine(int k)
    {
        return k == 1   ? 0.84125353283118116886
               : k == 2 ? 0.41541501300188642553
               : k == 3 ? -0.14231483827328514044
               : k == 4 ? -0.65486073394528506406
                        : -0.95949297361449738989;
    }
    static __device__ __forceinline__ constexpr double sine(int k)
    {
        return k == 1   ? 0.54064081745559758211
               : k == 2 ? 0.90963199535451837141
               : k == 3 ? 0.98982144188093273238
               : k == 4 ? 0.75574957435425828377
                        : 0.28173255684142969771;
    }
};
template <> struct gpu__fft_circle<13> {
    static __device__ __forceinline__ constexpr double cosine(int k)
    {
        return k == 1   ? 0.88545602565320989590
               : k == 2 ? 0.56806474673115580252
               : k == 3 ? 0.12053668025532305335
               : k == 4 ? -0.35460488704253562597
               : k == 5 ? -0.74851074817110109864
                        : -0.97094181742605202716;
    }
    static __device__ __forceinline__ constexpr double sine(int k)
    {
        return k == 1   ? 0.46472317204376854566
               : k == 2 ? 0.82298386589365639458
               : k == 3 ? 0.99270887409805399280
               : k == 4 ? 0.93501624268541482344
               : k == 5 ? 0.66312265824079520238
                        : 0.23931566428755776715;
    }
};
template <int Radix> struct gpu__fft_butterfly { /* an odd radix: by pairs of elements, k and Radix - k */
    template <class Type> static __device__ __forceinline__ void run(gpu__fft_z<Type> (&x)[Radix])
    {
        constexpr int Half = Radix / 2;
        gpu__fft_z<Type> sum[Half], gap[Half];
        const gpu__fft_z<Type> first = x[0];
#pragma unroll
        for (int j = 0; j < Half; j++) {
            sum[j] = x[j + 1] + x[Radix - 1 - j], gap[j] = x[j + 1] - x[Radix - 1 - j];
            x[0] = x[0] + sum[j];
        }
#pragma unroll
        for (int k = 1; k <= Half; k++) {
            gpu__fft_z<Type> a = first, b = gpu__fft_number((Type)0, (Type)0);
#pragma unroll
            for (int j = 0; j < Half; j++) {
                const int turn = (j + 1) * k % Radix, other = turn > Half ? Radix - turn : turn;
                const Type c = (Type)gpu__fft_circle<Radix>::cosine(other),
                           s = (Type)(turn > Half ? -gpu__fft_circle<Radix>::sine(other)
                                                  : gpu__fft_circle<Radix>::sine(other));
                a.x += c * sum[j].x, a.y += c * sum[j].y, b.x += s * gap[j].x, b.y += s * gap[j].y;
            }
            x[k] = gpu__fft_number(a.x + b.y, a.y - b.x);
            x[Radix - k] = gpu__fft_number(a.x - b.y, a.y + b.x);
        }
    }
};
template <> struct gpu__fft_butterfly<2> {
    template <class Type> static __device__ __forceinline__ void run(gpu__fft_z<Type> (&x)[2])
    {
        const gpu__fft_z<Type> a = x[0];
        x[0] = a + x[1], x[1] = a - x[1];
    }
};
template <class Type> static __device__ __forceinline__ void gpu__fft_four(gpu__fft_z<Type> &x0, gpu__fft_z<Type> &x1,
                                                                           gpu__fft_z<Type> &x2, gpu__fft_z<Type> &x3)
{
    const gpu__fft_z<Type> a = x0 + x2, b = x0 - x2, c = x1 + x3, d = gpu__fft_minus_i(x1 - x3);
    x0 = a + c, x1 = b + d, x2 = a - c, x3 = b - d;
}
template <> struct gpu__fft_butterfly<4> {
    template <class Type> static __device__ __forceinline__ void run(gpu__fft_z<Type> (&x)[4])
    {
        gpu__fft_four(x[0], x[1], x[2], x[3]);
    }
};
/* 8 and 16: transforms of four over every second or fourth element, roots, then transforms of two or four across. */
template <> struct gpu__fft_butterfly<8> {
    template <class Type> static __device__ __forceinline__ void run(gpu__fft_z<Type> (&x)[8])
    {
        const Type h = (Type)0.70710678118654752440;
        gpu__fft_z<Type> o1, o2, o3;
        gpu__fft_four(x[0], x[2], x[4], x[6]);
        gpu__fft_four(x[1], x[3], x[5], x[7]);
        o1 = gpu__fft_number((x[3].x + x[3].y) * h, (x[3].y - x[3].x) * h);
        o2 = gpu__fft_minus_i(x[5]);
        o3 = gpu__fft_number((x[7].y - x[7].x) * h, (x[7].x + x[7].y) * -h);
        const gpu__fft_z<Type> e0 = x[0], e1 = x[2], e2 = x[4], e3 = x[6], o0 = x[1];
        x[0] = e0 + o0, x[1] = e1 + o1, x[2] = e2 + o2, x[3] = e3 + o3;
        x[4] = e0 - o0, x[5] = e1 - o1, x[6] = e2 - o2, x[7] = e3 - o3;
    }
};
template <> struct gpu__fft_butterfly<16> {
    template <class Type> static __device__ __forceinline__ void run(gpu__fft_z<Type> (&x)[16])
    {
        const Type c = (Type)0.92387953251128675613, s = (Type)0.38268343236508977173, h = (Type)0.70710678118654752440;
#pragma unroll
        for (int j = 0; j < 4; j++) gpu__fft_four(x[j], x[4 + j], x[8 + j], x[12 + j]);
        x[5] = x[5] * gpu__fft_number(c, -s);
        x[6] = gpu__fft_number((x[6].x + x[6].y) * h, (x[6].y - x[6].x) * h);
        x[7] = x[7] * gpu__fft_number(s, -c);
        x[9] = gpu__fft_number((x[9].x + x[9].y) * h, (x[9].y - x[9].x) * h);
        x[10] = gpu__fft_minus_i(x[10]);
        x[11] = gpu__fft_number((x[11].y - x[11].x) * h, (x[11].x + x[11].y) * -h);
        x[13] = x[13] * gpu__fft_number(s, -c);
        x[14] = gpu__fft_number((x[14].y - x[14].x) * h, (x[14].x + x[14].y) * -h);
        x[15] = x[15] * gpu__fft_number(-c, s);
#pragma unroll
        for (int j = 0; j < 4; j++) gpu__fft_four(x[4 * j], x[4 * j + 1], x[4 * j + 2], x[4 * j + 3]);
            /* element 4 j + k is number j + 4 k */
#pragma unroll
        for (int j = 0; j < 4; j++)
#pragma unroll
            for (int k = j + 1; k < 4; k++) {
                const gpu__fft_z<Type> t = x[4 * j + k];
                x[4 * j + k] = x[4 * k + j], x[4 * k + j] = t;
            }
    }
};
/* A radix of two coprime factors: n = (B n1 + A n2) mod A B makes it A transforms of B elements and B of A, without a
   multiplication between them (Good and Thomas). */
template <int A, int B> struct gpu__fft_coprime {
    template <class Type> static __device__ __forceinline__ void run(gpu__fft_z<Type> (&x)[A * B])
    {
        gpu__fft_z<Type> y[A][B], t[A];
#pragma unroll
        for (int k = 0; k < A; k++) {
#pragma unroll
            for (int j = 0; j < B; j++) y[k][j] = x[(B * k + A * j) % (A * B)];
            gpu__fft_butterfly<B>::run(y[k]);
        }
#pragma unroll
        for (int j = 0; j < B; j++) {
#pragma unroll
            for (int k = 0; k < A; k++) t[k] = y[k][j];
            gpu__fft_butterfly<A>::run(t);
#pragma unroll
            for (int k = 0; k < A; k++) y[k][j] = t[k];
        }
#pragma unroll
        for (int k = 0; k < A * B; k++) x[k] = y[k % A][k % B];
    }
};
template <> struct gpu__fft_butterfly<10> : gpu__fft_coprime<2, 5> {
};
template <> struct gpu__fft_butterfly<20> : gpu__fft_coprime<4, 5> {
};
template <> struct gpu__fft_butterfly<12> : gpu__fft_coprime<4, 3> {
};
template <> struct gpu__fft_butterfly<15> : gpu__fft_coprime<3, 5> {
};

template <class Type> static __device__ __forceinline__ void
gpu__fft_split_pair(gpu__fft_z<Type> &u, gpu__fft_z<Type> &v, const gpu__fft_z<Type> &root)
{
    const Type h = (Type)0.5;
    const gpu__fft_z<Type> e = gpu__fft_number((u.x + v.x) * h, (u.y - v.y) * h);
    const gpu__fft_z<Type> o = gpu__fft_number((u.y + v.y) * h, (v.x - u.x) * h) * root;
    u = e + o, v = gpu__fft_number(e.x - o.x, o.y - e.y);
}
template <class Type> static __device__ __forceinline__ void
gpu__fft_join_pair(gpu__fft_z<Type> &u, gpu__fft_z<Type> &v, bool first, gpu__fft_z<Type> root)
{
    const Type h = (Type)0.5;
    if (first) u.y = v.y = 0;
    root.y = -root.y;
    const gpu__fft_z<Type> e = gpu__fft_number((u.x + v.x) * h, (u.y - v.y) * h);
    const gpu__fft_z<Type> o = gpu__fft_number((u.x - v.x) * h, (u.y + v.y) * h) * root;
    u = gpu__fft_number(e.x - o.y, e.y + o.x), v = gpu__fft_number(e.x + o.y, o.x - e.y);
}

/* Reads a number, with which the 128 bytes around it come to L2, where neighbouring blocks find their columns. */
static __device__ __forceinline__ gpu__fft_z<float> gpu__fft_read(const gpu__fft_z<float> *p)
{
    gpu__fft_z<float> v;
#if __CUDA_ARCH__ >= 750
    asm volatile("ld.global.L2::128B.v2.f32 {%0, %1}, [%2];" : "=f"(v.x), "=f"(v.y) : "l"(p));
#else
    v = *p;
#endif
    return v;
}
static __device__ __forceinline__ gpu__fft_z<double> gpu__fft_read(const gpu__fft_z<double> *p)
{
    gpu__fft_z<double> v;
#if __CUDA_ARCH__ >= 750
    asm volatile("ld.global.L2::128B.v2.f64 {%0, %1}, [%2];" : "=d"(v.x), "=d"(v.y) : "l"(p));
#else
    v = *p;
#endif
    return v;
}

#if __CUDA_ARCH__ >= 900
/* Writes a number to the shared memory of a block of the cluster, whose barrier counts the bytes. `to` and `barrier`
   are addresses in the own block. */
static __device__ __forceinline__ void gpu__fft_give(unsigned to, unsigned barrier, unsigned rank,
                                                     const gpu__fft_z<float> &v)
{
    asm("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(to) : "r"(to), "r"(rank));
    asm("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(barrier) : "r"(barrier), "r"(rank));
    asm volatile("st.async.shared::cluster.mbarrier::complete_tx::bytes.v2.f32 [%0], {%1, %2}, [%3];" ::"r"(to),
                 "f"(v.x), "f"(v.y), "r"(barrier)
                 : "memory");
}
static __device__ __forceinline__ void gpu__fft_give(unsigned to, unsigned barrier, unsigned rank,
                                                     const gpu__fft_z<double> &v)
{
    asm("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(to) : "r"(to), "r"(rank));
    asm("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(barrier) : "r"(barrier), "r"(rank));
    asm volatile("st.async.shared::cluster.mbarrier::complete_tx::bytes.v2.f64 [%0], {%1, %2}, [%3];" ::"r"(to),
                 "d"(v.x), "d"(v.y), "r"(barrier)
                 : "memory");
}
#endif

/* ---- a block ---- */
template <class Type, bool Cluster> struct gpu__fft_block {
    typedef gpu__fft_z<Type> z;
    const gpu__fft_args<Type> &a;
    z *const shared;
    const Type *in;
    Type *out;
    size_t first_lane, first_number; /* first_number: offset of the numbers of stored elements */
    unsigned there;                  /* lanes of this tile that exist */

    __device__ __forceinline__ gpu__fft_block(const gpu__fft_args<Type> &args, z *memory) : a(args), shared(memory)
    {
        const unsigned group = Cluster ? blockIdx.x >> a.cluster_shift : blockIdx.x;
        const unsigned tiles = quotient(group, a.per_tiles), seconds = quotient(tiles, a.per_third);
        const size_t tile = group - tiles * a.tiles, third = tiles - seconds * a.third;
        const size_t outer = quotient(seconds, a.per_second), second = seconds - (unsigned)outer * a.second;
        first_number = second * a.to.number_second + third * a.to.number_third;
        first_lane = tile * lanes();
        there = a.lanes - first_lane < lanes() ? (unsigned)(a.lanes - first_lane) : lanes();
        in = a.in + (outer * a.from.outer[0] + second * a.from.outer[1] + third * a.from.outer[2]) *
                        (a.flags & GPU__FFT_IN_REAL ? 1 : 2);
        out = a.out + (outer * a.to.outer[0] + second * a.to.outer[1] + third * a.to.outer[2]) *
                          (a.flags & GPU__FFT_OUT_REAL ? 1 : 2);
    }
    __device__ __forceinline__ unsigned lanes() const { return Cluster ? a.tile_lanes : a.tile; } /* of a tile */
    /* x / d, if `per` is 2^64 / d, rounded up; 0 for d = 1. */
    static __device__ __forceinline__ unsigned quotient(unsigned x, uint64_t per)
    {
        return per ? (unsigned)__umul64hi(x, per) : x;
    }
    __device__ __forceinline__ unsigned padded(unsigned element) const { return element + (element >> a.pad_shift); }
    __device__ __forceinline__ unsigned place(unsigned element, unsigned lane) const
    {
        return (padded(element) << a.element_shift) + lane * a.lane_step;
    }
    __device__ __forceinline__ z &at(unsigned element, unsigned lane) { return shared[place(element, lane)]; }
    /* Reads or writes a number. Plain: it needs no conversion. */
    template <bool Plain> __device__ __forceinline__ z fetch(size_t index) const
    {
        const Type *const p = in + 2 * index;
        return !Plain && a.flags & GPU__FFT_IN_NARROW ? gpu__fft_number(p[0], p[1]) : *(const z *)(const void *)p;
    }
    template <bool Plain> __device__ __forceinline__ void keep(size_t index, z v) const
    {
        Type *const p = out + 2 * index;
        v.x *= a.scale, v.y *= a.flags & GPU__FFT_OUT_CONJUGATE ? -a.scale : a.scale;
        if (!Plain && a.flags & GPU__FFT_OUT_REAL)
            out[index] = v.x;
        else if (!Plain && a.flags & GPU__FFT_OUT_NARROW)
            p[0] = v.x, p[1] = v.y;
        else
            *(z *)(void *)p = v;
    }
    /* Loads an element of a lane with the changes that the flags ask for; store likewise. */
    __device__ __forceinline__ z load(unsigned element, size_t lane, size_t index) const
    {
        if (!a.from.count) return fetch<false>(index);
        const size_t k =
            element * a.from.number_element + (a.divisor == 1 ? lane : lane / a.divisor) * a.from.number_lane;
        z v = gpu__fft_number((Type)0, (Type)0);
        if (k >= a.from.count) return v;
        if (a.flags & GPU__FFT_IN_REAL)
            v.x = in[index];
        else if (a.flags & GPU__FFT_IN_HERMITIAN) {
            const bool upper = k > a.from.count / 2;
            v = fetch<false>((upper ? a.from.count - k : k) + lane * a.from.row);
            v.y = k == 0 ? 0 : upper ? -v.y : v.y;
        } else
            v = fetch<false>(index);
        if (a.times_in) {
            if (a.flags & GPU__FFT_IN_CONJUGATE) gpu__fft_conjugate(v);
            v = v * a.times_in[k];
            if (a.flags & GPU__FFT_IN_CONJUGATE) gpu__fft_conjugate(v);
        }
        return v;
    }
    __device__ __forceinline__ void store(unsigned element, size_t lane, size_t index, z v) const
    {
        if (a.to.count) {
            const size_t k = element * a.to.number_element + lane * a.to.number_lane + first_number;
            if (k >= a.to.count) return;
            if (a.flags & GPU__FFT_BACK) gpu__fft_conjugate(v);
            if (a.times_out) v = v * a.times_out[k];
        }
        keep<false>(index, v);
    }
    /* The position of a thread in a tile that is loaded or stored, and the index in memory; next() advances them by
       blockDim.x. */
    struct walk {
        unsigned element, lane, across, by_elements, by_lanes;
        size_t index, by, wrap;
        bool by_lane;
        __device__ __forceinline__ walk(unsigned all, unsigned per, bool lane_first, size_t element_stride,
                                        size_t lane_stride, size_t first_lane)
            : across(all), by_lane(lane_first)
        {
            const unsigned by_whole = all > 1 ? __umulhi(blockDim.x, per) : blockDim.x;
            const unsigned whole = all > 1 ? __umulhi(threadIdx.x, per) : threadIdx.x;
            const unsigned by_rest = blockDim.x - by_whole * all, rest = threadIdx.x - whole * all;
            by_lanes = lane_first ? by_rest : by_whole, by_elements = lane_first ? by_whole : by_rest;
            lane = lane_first ? rest : whole, element = lane_first ? whole : rest;
            index = element * element_stride + (first_lane + lane) * lane_stride;
            by = by_elements * element_stride + by_lanes * lane_stride;
            wrap = lane_first ? element_stride - across * lane_stride : lane_stride - across * element_stride;
        }
        __device__ __forceinline__ void next()
        {
            lane += by_lanes, element += by_elements, index += by;
            if ((by_lane ? lane : element) < across) return;
            index += wrap;
            if (by_lane)
                lane -= across, ++element;
            else
                element -= across, ++lane;
        }
    };
    __device__ __forceinline__ walk walk_from(unsigned n) const
    {
        const bool by_lane = a.flags & GPU__FFT_IN_BY_LANE;
        return walk(by_lane ? a.tile : n, a.per_in, by_lane, a.from.element, a.from.lane, first_lane);
    }
    __device__ __forceinline__ walk walk_to(unsigned n) const
    {
        const bool by_lane = a.flags & GPU__FFT_OUT_BY_LANE;
        return walk(by_lane ? a.tile : n, a.per_out, by_lane, a.to.element, a.to.lane, first_lane);
    }
    /* Loads a tile to shared memory; with Rader's algorithm the elements from 1 on. Elements that need no conversion
       are loaded in batches, so that enough loads are in flight. */
    template <bool Plain> __device__ __forceinline__ void copy_in()
    {
        constexpr int Batch = Plain ? 4 : 1;
        const unsigned all = a.n * a.tile, skipped = a.order != NULL;
        walk w = walk_from(a.n);
        w.index += skipped * a.from.element;
#pragma unroll 1
        for (unsigned i = threadIdx.x; i < all; i += Batch * blockDim.x) {
            z v[Batch];
            unsigned to[Batch];
#pragma unroll
            for (int k = 0; k < Batch; k++, w.next()) {
                to[k] = ~0u;
                if (w.element >= a.n || w.lane >= there) continue;
                if constexpr (Plain)
                    v[k] = fetch<Plain>(w.index);
                else
                    v[k] = load(w.element + skipped, first_lane + w.lane, w.index);
                to[k] = place(a.order ? a.order[w.element] : w.element, w.lane);
            }
#pragma unroll
            for (int k = 0; k < Batch; k++) {
                if (a.flags & GPU__FFT_IN_CONJUGATE) gpu__fft_conjugate(v[k]);
                if (~to[k]) shared[to[k]] = v[k];
            }
        }
        __syncthreads();
    }
    template <bool Plain> __device__ __forceinline__ void copy_out()
    {
        const unsigned all = a.n * a.tile, skipped = a.order != NULL;
        walk w = walk_to(a.n);
        w.index += skipped * a.to.element;
#pragma unroll(Plain ? 4 : 1)
        for (unsigned i = threadIdx.x; i < all; i += blockDim.x, w.next()) {
            if (w.lane >= there) continue;
            const unsigned order = a.order ? a.order[w.element] : w.element;
            const z v = at(a.order && order ? a.n - order : order, w.lane);
            if constexpr (Plain)
                keep<Plain>(w.index, v);
            else
                store(w.element + skipped, first_lane + w.lane, w.index, v);
        }
    }
    /* Between two rounds: the product and the conjugation that make a convolution of two transforms. */
    __device__ __forceinline__ void between()
    {
        const unsigned all = a.n * a.tile;
        walk w = walk_to(a.n);
#pragma unroll 4
        for (unsigned i = threadIdx.x; i < all; i += blockDim.x, w.next()) {
            if (a.order && !w.element) continue;
            z &v = at(w.element, w.lane);
            v = v * a.times_between[w.element];
            gpu__fft_conjugate(v);
        }
        /* element 0 of the array, which is a part of all others */
        for (unsigned here = threadIdx.x; a.order && here < there; here += blockDim.x) {
            const size_t lane = first_lane + here;
            z &v = at(0, here), first = load(0, lane, lane * a.from.lane);
            const z sum = v;
            if (a.flags & GPU__FFT_IN_CONJUGATE) gpu__fft_conjugate(first);
            v = sum * a.times_between[0] + first, first = first + sum;
            gpu__fft_conjugate(v), gpu__fft_conjugate(first); /* which OUT_CONJUGATE, of the second round, undoes */
            store(0, lane, lane * a.to.lane, first);
        }
        __syncthreads();
    }
    /* Conversion of spectra of real numbers, see families/fourier/lanes.h. */
    template <bool Plain> __device__ __forceinline__ void join()
    {
        for (walk w = walk_from(a.n / 2 + 1); w.lane < there; w.next()) {
            const unsigned k = w.element;
            z u = fetch<Plain>(w.index), v = fetch<Plain>(w.index + a.n - 2 * k);
            gpu__fft_join_pair(u, v, k == 0, a.halves[k]);
            gpu__fft_conjugate(u), gpu__fft_conjugate(v);
            at(k, w.lane) = u;
            if (k) at(a.n - k, w.lane) = v;
        }
        __syncthreads();
    }
    template <bool Plain> __device__ __forceinline__ void split()
    {
        for (walk w = walk_to(a.n / 2 + 1); w.lane < there; w.next()) {
            const unsigned k = w.element;
            z u = at(k, w.lane), v = at(k ? a.n - k : 0, w.lane);
            gpu__fft_split_pair(u, v, a.halves[k]);
            keep<Plain>(w.index, u), keep<Plain>(w.index + a.n - 2 * k, v);
        }
    }
    enum { From_memory = 1, To_memory = 2 };
    struct stage { /* a pass: the product of the radices before it, what is left of n behind it, its roots */
        unsigned s, m, per_step, per_s;
        const z *roots;
    };
    /* Multiplies by the twiddle factors of elements first + k * s of a column. Factors are computed for the first
       element of each group of four, and for the distances 1 to 3 from it; the others are products of two of these. */
    template <int Radix>
    __device__ __forceinline__ void twiddle(z (&x)[Radix], unsigned first, unsigned s, size_t column) const
    {
        constexpr int Group = Radix > 5 ? 4 : 1;
        z among[Group];
#pragma unroll
        for (int k = 1; k < Group; k++) among[k] = gpu__fft_root_of(k * s * column, a.whole);
#pragma unroll
        for (int k = 0; k < Radix; k += Group) {
            const z root = gpu__fft_root_of((first + k * s) * column, a.whole);
            x[k] = x[k] * root;
#pragma unroll
            for (int j = 1; j < Group; j++)
                if (k + j < Radix) x[k + j] = x[k + j] * (root * among[j]);
        }
    }
    /* Stores the results of a butterfly of the last pass, elements first + k * s of a lane. */
    template <int Radix>
    __device__ __forceinline__ void finish(z (&x)[Radix], unsigned first, unsigned s, size_t where) const
    {
        z *const end = (z *)(void *)out + first * a.to.element + where * a.to.lane;
        const size_t gap = s * a.to.element;
        if (a.flags & GPU__FFT_TWIDDLED)
            twiddle(x, first, s, a.divisor == 1 ? where : where / a.divisor);
        else {
            const Type scale = a.flags & GPU__FFT_OUT_CONJUGATE ? -a.scale : a.scale;
#pragma unroll
            for (int k = 0; k < Radix; k++) x[k].x *= a.scale, x[k].y *= scale;
        }
#pragma unroll
        for (int k = 0; k < Radix; k++)
            if (Cluster && a.flags & GPU__FFT_OUT_NARROW)
                ((Type *)(end + k * gap))[0] = x[k].x, ((Type *)(end + k * gap))[1] = x[k].y;
            else
                end[k * gap] = x[k];
    }
    /* A pass: butterfly q + s * p reads every `step`-th element and writes every s-th one from q + s * radix * p on,
       element k multiplied by root p * k. Neighbouring threads have neighbouring lanes or butterflies. */
    template <int Radix> __device__ __forceinline__ void pass(const stage &now, int ways, bool by_lane)
    {
        constexpr int Count = gpu__fft_count(Radix, sizeof(Type));
        const unsigned s = now.s, m = now.m;
        z x[Count][Radix];
        unsigned lane[Count], to[Count], thread = threadIdx.x, threads = blockDim.x, step = a.n / Radix;
        /* keeps the compiler from computing values of these ahead of all passes, in registers that are then occupied */
        asm volatile("" : "+r"(thread), "+r"(threads), "+r"(step));
        const unsigned all = step * a.tile;
#pragma unroll
        for (int i = 0; i < Count; i++) {
            /* A thread without an item reads the last one, since values that are set conditionally would occupy
               registers. */
            const unsigned item = thread + i * threads < all ? thread + i * threads : all - 1;
            lane[i] = by_lane ? item & (a.tile - 1) : step == 1 ? item : __umulhi(item, now.per_step);
            const unsigned b = by_lane ? item >> a.tile_shift : item - lane[i] * step;
            const unsigned p = s == 1 ? b : __umulhi(b, now.per_s);
            to[i] = b + p * s * (Radix - 1);
            if (ways & From_memory) {
                const size_t where = first_lane + (lane[i] < there ? lane[i] : there - 1);
                const z *const from = (const z *)(const void *)in + b * a.from.element + where * a.from.lane;
                const size_t gap = step * a.from.element;
#pragma unroll
                for (int k = 0; k < Radix; k++) x[i][k] = gpu__fft_read(from + k * gap);
                if (a.flags & GPU__FFT_IN_CONJUGATE)
#pragma unroll
                    for (int k = 0; k < Radix; k++) gpu__fft_conjugate(x[i][k]);
            } else {
                const z *const from = &at(b, lane[i]);
                const unsigned gap = padded(step) << a.element_shift;
#pragma unroll
                for (int k = 0; k < Radix; k++) x[i][k] = from[k * gap];
            }
            gpu__fft_butterfly<Radix>::run(x[i]);
            if (m > 1)
#pragma unroll
                for (int k = 1; k < Radix; k++) x[i][k] = x[i][k] * now.roots[(k - 1) * m + p];
        }
        if (ways & To_memory) {
#pragma unroll
            for (int i = 0; i < Count; i++) {
                unsigned first = to[i], own = lane[i], gap = s;
                if (Cluster) first = first * 16 + part_of(own), own &= a.tile_lanes - 1, gap *= 16;
                if (thread + i * threads < all && own < there) finish(x[i], first, gap, first_lane + own);
            }
            return;
        }
        if (!(ways & From_memory)) __syncthreads();
#pragma unroll
        for (int i = 0; i < Count; i++) {
            z *const end = &at(to[i], lane[i]);
            const unsigned gap = padded(s) << a.element_shift;
            if (thread + i * threads < all)
#pragma unroll
                for (int k = 0; k < Radix; k++) end[k * gap] = x[i][k];
        }
        __syncthreads();
    }
    /* A cluster of blocks transforms lanes of 16 n elements. Its blocks divide the butterflies of the first pass, of
       radix 16. The results are 16 parts, lanes of n elements, and the transform of part k is every 16th element of the
       whole from element k on. The blocks divide the parts, too: each writes its results to the shared memory of the
       blocks that have the parts. (A second barrier of the cluster in place of one that counts bytes took 8 % longer,
       since it waits for all writes; loading the next tile meanwhile 10 to 30 %.) */
    __device__ __forceinline__ unsigned rank() const { return blockIdx.x & ((1 << a.cluster_shift) - 1); }
    __device__ __forceinline__ unsigned part_of(unsigned lane) const
    {
        const unsigned parts = 16 >> a.cluster_shift;
        return rank() * parts + ((lane >> a.part_shift) & (parts - 1));
    }
    __device__ __forceinline__ void spread()
    {
#if __CUDA_ARCH__ >= 900
        unsigned long long *const barrier = (unsigned long long *)(void *)(shared + a.barrier);
        const unsigned item = threadIdx.x, share = a.n >> a.cluster_shift, items = share * a.tile_lanes;
        const bool by_lane = a.flags & GPU__FFT_IN_BY_LANE;
        const unsigned lane = by_lane ? item & (a.tile_lanes - 1) : item / share, here = gpu__in_shared(shared);
        const unsigned p = rank() * share + (by_lane ? item >> a.part_shift : item - lane * share);
        z x[16];
        if (!item) {
            gpu__barrier_start(barrier, 1), gpu__barrier_expect(barrier, (int)(a.n * a.tile * sizeof(z)));
            asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
        }
        __syncwarp();
        asm volatile("barrier.cluster.arrive.relaxed.aligned;" ::: "memory");
        if (item < items) {
            const size_t where = first_lane + (lane < there ? lane : there - 1), gap = a.n * a.from.element;
            const z *const from = (const z *)(const void *)in + p * a.from.element + where * a.from.lane;
#pragma unroll
            for (int k = 0; k < 16; k++)
                if (a.flags & GPU__FFT_IN_NARROW)
                    x[k].x = ((const Type *)(from + k * gap))[0], x[k].y = ((const Type *)(from + k * gap))[1];
                else
                    x[k] = gpu__fft_read(from + k * gap);
            if (a.flags & GPU__FFT_IN_CONJUGATE)
#pragma unroll
                for (int k = 0; k < 16; k++) gpu__fft_conjugate(x[k]);
            gpu__fft_butterfly<16>::run(x);
#pragma unroll
            for (int k = 1; k < 16; k++) x[k] = x[k] * a.spread_roots[(k - 1) * a.n + p];
        }
        __syncwarp();
        asm volatile("barrier.cluster.wait.aligned;" ::: "memory"); /* all blocks have begun */
        if (item < items)
#pragma unroll
            for (unsigned k = 0; k < 16; k++) {
                const unsigned part = k & ((16 >> a.cluster_shift) - 1);
                const unsigned to = place(p, part << a.part_shift | lane);
                gpu__fft_give(here + to * (unsigned)sizeof(z), gpu__in_shared(barrier), k << a.cluster_shift >> 4,
                              x[k]);
            }
        gpu__barrier_wait(barrier, 0);
#endif
    }
    __device__ __forceinline__ void passes(bool first_round, bool last_round)
    {
        stage now = {1, a.n, 0, 0, a.roots};
        for (unsigned k = 0; k < a.passes; k++) {
            const unsigned radix = a.radix[k];
            const bool last = k + 1 == a.passes,
                       by_lane = a.flags & (last ? GPU__FFT_OUT_BY_LANE : GPU__FFT_IN_BY_LANE);
            const int ways = (first_round && !k && a.flags & GPU__FFT_IN_PLAIN ? From_memory : 0) |
                             (last_round && last && a.flags & GPU__FFT_OUT_PLAIN ? To_memory : 0);
            now.m /= radix, now.per_step = a.per_step[k], now.per_s = a.per_s[k];
            switch (radix) {
#define GPU__FFT_PASS(R) \
    case R: \
        if constexpr (!Cluster || !(R & (R - 1))) pass<R>(now, ways, by_lane); \
        break;
                GPU__FFT_RADICES(GPU__FFT_PASS)
#undef GPU__FFT_PASS
            case 20:
                if constexpr (!Cluster && gpu__fft_count(20, sizeof(Type)) > 0) pass<20>(now, ways, by_lane);
            }
            now.roots += (radix - 1) * now.m, now.s *= radix;
        }
    }
    __device__ __forceinline__ void run()
    {
        const bool converts = a.from.count || a.flags & GPU__FFT_IN_NARROW;
        if (a.flags & GPU__FFT_IN_JOINED)
            converts ? join<false>() : join<true>();
        else if (!(a.flags & GPU__FFT_IN_PLAIN))
            converts ? copy_in<false>() : copy_in<true>();
        for (unsigned round = 0; round < a.rounds; round++) {
            if (round) between();
            passes(!round, round + 1 == a.rounds);
        }
        const bool changes = a.to.count || a.flags & (GPU__FFT_OUT_NARROW | GPU__FFT_OUT_REAL);
        if (a.flags & GPU__FFT_OUT_SPLIT)
            changes ? split<false>() : split<true>();
        else if (!(a.flags & GPU__FFT_OUT_PLAIN))
            changes ? copy_out<false>() : copy_out<true>();
    }
};
#endif
/* With clusters lengths are powers of two. */
template <class Type, bool Cluster> static __global__ void __launch_bounds__(sizeof(Type) == 4 ? 1024 : 512, 1)
    gpu__fft_kernel(const gpu__fft_args<Type> args)
{
#ifdef __CUDA_ARCH__
    extern __shared__ __align__(16) unsigned char gpu__dynamic_bytes[];
    gpu__fft_block<Type, Cluster> block(args, (gpu__fft_z<Type> *)(void *)gpu__dynamic_bytes);
    if constexpr (Cluster)
        block.spread(), block.passes(false, true);
    else
        block.run();
#endif
}
#endif
/* ----------------------------------------------------------------------------------- src/families/fourier/steps.cuh */
#ifdef GPU_FFT
/* ---- Fourier transforms: short rows, and the steps between transforms ------------------------------------------- */

/* Rows of one radix, a row by a thread. The rows of a warp pass through shared memory, so that neighbouring threads
   access neighbouring memory, by 16 bytes if the arrays are aligned to that. */
#ifdef __CUDA_ARCH__
template <class Type, int N> struct gpu__fft_short {
    typedef gpu__fft_z<Type> z;
    static constexpr unsigned Wide = sizeof(Type) == 4 && N % 2 == 0 ? 2 : 1, Packs = N / Wide, Pitch = Packs | 1;
    struct alignas(Wide * sizeof(z)) pack {
        Type v[2 * Wide];
    };
    static __device__ __forceinline__ void run(const gpu__fft_args<Type> &a, void *space)
    {
        const unsigned lane = threadIdx.x % 32;
        const size_t first = blockIdx.x * (size_t)blockDim.x + threadIdx.x - lane;
        if (first >= a.lanes) return;
        const unsigned all = (unsigned)(a.lanes - first < 32 ? a.lanes - first : 32) * Packs;
        const Type *const in = a.in + first * 2 * N;
        Type *const out = a.out + first * 2 * N;
        const Type sign = a.flags & GPU__FFT_IN_CONJUGATE ? -1 : 1;
        const Type scale = a.flags & GPU__FFT_OUT_CONJUGATE ? -a.scale : a.scale;
        pack *const shared = (pack *)space + (threadIdx.x - lane) * Pitch, *const row = shared + lane * Pitch;
        pack p[Packs];
        z x[N];
#pragma unroll
        for (unsigned k = 0, i = lane; k < Packs; k++, i += 32)
            if (i < all) p[k] = get(in + i * (2 * Wide), a.flags & GPU__FFT_IN_NARROW);
#pragma unroll
        for (unsigned k = 0, i = lane; k < Packs; k++, i += 32) shared[i / Packs * Pitch + i % Packs] = p[k];
        __syncwarp();
#pragma unroll
        for (unsigned k = 0; k < Packs; k++) p[k] = row[k];
#pragma unroll
        for (unsigned k = 0; k < N; k++)
            x[k] = gpu__fft_number(p[k / Wide].v[k % Wide * 2], p[k / Wide].v[k % Wide * 2 + 1] * sign);
        gpu__fft_butterfly<N>::run(x);
#pragma unroll
        for (unsigned k = 0; k < N; k++)
            p[k / Wide].v[k % Wide * 2] = x[k].x * a.scale, p[k / Wide].v[k % Wide * 2 + 1] = x[k].y * scale;
#pragma unroll
        for (unsigned k = 0; k < Packs; k++) row[k] = p[k];
        __syncwarp();
#pragma unroll
        for (unsigned k = 0, i = lane; k < Packs; k++, i += 32)
            if (i < all)
                put(out + i * (2 * Wide), shared[i / Packs * Pitch + i % Packs], a.flags & GPU__FFT_OUT_NARROW);
    }
    static __device__ __forceinline__ pack get(const Type *from, bool narrow)
    {
        pack p;
        if (!narrow) return *(const pack *)(const void *)from;
#pragma unroll
        for (unsigned k = 0; k < 2 * Wide; k++) p.v[k] = from[k];
        return p;
    }
    static __device__ __forceinline__ void put(Type *to, const pack &p, bool narrow)
    {
        if (!narrow)
            *(pack *)(void *)to = p;
        else
#pragma unroll
            for (unsigned k = 0; k < 2 * Wide; k++) to[k] = p.v[k];
    }
};
#endif
template <class Type> static __global__ void __launch_bounds__(128)
    gpu__fft_short_kernel(const gpu__fft_args<Type> args)
{
#ifdef __CUDA_ARCH__
    extern __shared__ __align__(16) unsigned char gpu__dynamic_bytes[];
    switch (args.n) {
#define GPU__FFT_SHORT(R) \
    case R: \
        gpu__fft_short<Type, R>::run(args, gpu__dynamic_bytes); \
        break;
        GPU__FFT_RADICES(GPU__FFT_SHORT)
#undef GPU__FFT_SHORT
    }
#endif
}
/* The pairs of long rows of real numbers: split, in index (in is out), or join. */
template <class Type> static __global__ void __launch_bounds__(256)
    gpu__fft_pairs_kernel(Type *out, const Type *in, size_t n, size_t blocks, bool joins, gpu__fft_period<Type> whole)
{
#ifdef __CUDA_ARCH__
    const size_t row = blockIdx.x / blocks, k = blockIdx.x % blocks * 256 + threadIdx.x;
    const Type *const from = in + row * 2 * (n + 1);
    Type *const to = out + row * 2 * (joins ? n : n + 1);
    gpu__fft_z<Type> u, v;
    if (k > n / 2) return;
    const size_t o = joins || k ? n - k : 0;
    u.x = from[2 * k], u.y = from[2 * k + 1], v.x = from[2 * o], v.y = from[2 * o + 1];
    const gpu__fft_z<Type> root = gpu__fft_root_of(k, whole);
    if (joins)
        gpu__fft_join_pair(u, v, k == 0, root);
    else
        gpu__fft_split_pair(u, v, root);
    to[2 * k] = u.x, to[2 * k + 1] = u.y;
    if (!joins || k) to[2 * (n - k)] = v.x, to[2 * (n - k) + 1] = v.y;
#endif
}
/* The other steps of a convolution: padding with zeros, and the product of spectra. */
template <class Type> static __global__ void __launch_bounds__(256)
    gpu__fft_fill_kernel(Type *out, const Type *x, size_t n, size_t all, bool reversed)
{
#ifdef __CUDA_ARCH__
    const size_t i = blockIdx.x * (size_t)256 + threadIdx.x;
    if (i < all) out[i] = i < n ? x[reversed ? n - 1 - i : i] : 0;
#endif
}
template <class Type> static __global__ void __launch_bounds__(256)
    gpu__fft_times_kernel(gpu__fft_z<Type> *x, const gpu__fft_z<Type> *y, size_t n)
{
#ifdef __CUDA_ARCH__
    const size_t i = blockIdx.x * (size_t)256 + threadIdx.x;
    if (i < n) x[i] = x[i] * y[i];
#endif
}
template <auto Function, class Type> static __global__ void __launch_bounds__(256)
    gpu__fft_direct_kernel(Type *out, size_t n, const gpu__fft_direct d)
{
#ifdef __CUDA_ARCH__
    const size_t i = blockIdx.x * (size_t)256 + threadIdx.x;
    if (i < n) out[i] = Function(&d, i);
#endif
}
#endif
/* ---------------------------------------------------------------------------------- src/families/fourier/launch.cuh */
#ifdef GPU_FFT
/* ---- Fourier transforms: how a length is cut into passes --------------------------------------------------------- */

/* A transform along an axis, x[outer][n][inner], on the way from one array to another. */
template <class Type> struct gpu__fft_task {
    const Type *in;
    Type *out;
    size_t outer, n, inner, in_pitch, out_pitch; /* pitches: of an outer index */
    int flags;                                   /* IN_CONJUGATE, OUT_CONJUGATE, IN_REAL and so on */
    size_t in_count, out_count;                  /* 0, or how many numbers there are */
    Type scale;
    const gpu__fft_z<Type> *times_in, *times_out;
};
/* The radices of a block's passes: as few as possible; of these choices the one that leaves the fewest elements of a
   thread unused, see gpu__fft_count; of these the one with the least sum. */
struct gpu__fft_block_radices {
    unsigned char radix[16], trial[16];
    unsigned passes = 17, used = 0, sum = 0;
    size_t size; /* of a real number */

    gpu__fft_block_radices(size_t n, size_t size_) : size(size_)
    {
        if (n > 1)
            search((unsigned)n, 20, 0, 20, 0);
        else
            passes = 0;
        order((unsigned)n);
    }
    void search(unsigned n, unsigned most, unsigned depth, unsigned used_, unsigned sum_)
    {
        static const unsigned char known[] = {20, 16, 15, 13, 12, 11, 10, 8, 7, 5, 4, 3, 2};
        if (n == 1) {
            if (depth < passes || used_ > used || (used_ == used && sum_ < sum))
                memcpy(radix, trial, passes = depth), used = used_, sum = sum_;
            return;
        }
        for (unsigned r : known) {
            const unsigned full = gpu__fft_count(r, size) * r;
            if (!full || r > most || n % r || depth + 1 > passes) continue;
            trial[depth] = (unsigned char)r;
            search(n / r, r, depth + 1, full < used_ ? full : used_, sum_ + r);
        }
    }
    /* A power of two comes first, if possible one whose square divides n: results of the first pass then lie in shared
       memory with one element of padding after each `radix`, which all later passes (and the first one, too) access at
       constant strides and without bank conflicts. Otherwise an odd radix comes first, which needs no padding. */
    void order(unsigned n)
    {
        unsigned best = 0, first = 0;
        for (unsigned k = 0; k < passes; k++) {
            const unsigned r = radix[k], two = !(r & (r - 1)) && r > 2;
            const unsigned rank = r + (two && n % (r * r) == 0 ? 96 : two && r > 4 ? 64 : r % 2 ? 32 : 0);
            if (rank > best) best = rank, first = k;
        }
        for (; first; first--) {
            const unsigned char r = radix[first];
            radix[first] = radix[first - 1], radix[first - 1] = r;
        }
    }
};
/* The roots of the passes of a block, as [k - 1][p] for each, and the first half of the roots of 2 n. */
enum {
    GPU__FFT_TABLE_ROOTS,
    GPU__FFT_TABLE_HALVES,
    GPU__FFT_TABLE_ORDER,
    GPU__FFT_TABLE_RADER,
    GPU__FFT_TABLE_CHIRP,
    GPU__FFT_TABLE_RESPONSE
};
/* Rader's algorithm: element g^q of a transform of a prime length p is a cyclic convolution of p - 1 elements, where g
   is a primitive root. Returns whether n is a prime for which that is fast. */
static inline bool gpu__fft_is_rader(size_t n)
{
    for (size_t d = 2; d * d <= n; d++)
        if (n % d == 0) return false;
    return n > 2 && n < 65536 && gpu__fft_is_smooth(n - 1);
}
/* power[q] = g^q modulo p for q < p - 1, of the least primitive root. */
static inline void gpu__fft_rader_powers(unsigned short *power, unsigned p)
{
    unsigned q = 0, v = 1;
    for (unsigned g = 2; q < p - 1; g++)
        for (q = 0, v = 1; q < p - 1; v = v * g % p) {
            power[q++] = (unsigned short)v;
            if (v * g % p == 1) break;
        }
}
static inline int gpu__fft_fill_rader(void *host, size_t p, size_t size, int response, gpu__fft_code *code)
{
    const size_t n = p - 1, all = (n * 2 * size + 63) & ~(size_t)63;
    gpu__fft_plan *const plan = gpu__fft_plan_get(GPU__FFT_LINE, n, size, code);
    unsigned short *const power = (unsigned short *)GPU__FFT_MALLOC(n * sizeof *power);
    char *const space = plan ? (char *)GPU__FFT_MALLOC(all + gpu__fft_line_bytes(plan) + 64) : NULL;
    char *const b = (char *)(((uintptr_t)space + 63) & ~(uintptr_t)63);
    if (power && space) {
        gpu__fft_line t;
        memset((void *)&t, 0, sizeof t);
        gpu__fft_rader_powers(power, (unsigned)p);
        for (size_t q = 0; q < n; q++) {
            if (!response) ((unsigned short *)host)[power[q] - 1] = (unsigned short)q;
            gpu__fft_set_root(b, q, power[q ? n - q : 0], p, size);
        }
        t.plan = plan, t.code = code, t.size = size, t.scale = 1 / (double)n, t.in = t.out = b;
        t.at = gpu__fft_buffers_at(plan, b + all);
        if (response) gpu__fft_line_run(&t), memcpy(host, b, n * 2 * size);
    }
    GPU__FFT_FREE(power);
    GPU__FFT_FREE(space);
    gpu__fft_plan_give(plan);
    return power && space;
}
static inline int gpu__fft_fill_table(void *host, const gpu__table_key *key)
{
    const size_t n = key->n, size = key->size;
    size_t at = 0, m = n;
    if (key->kind == GPU__FFT_TABLE_ROOTS) {
        const gpu__fft_block_radices passes(n, size);
        for (unsigned pass = 0; pass < passes.passes; pass++) {
            const size_t now = m;
            m /= passes.radix[pass];
            for (size_t k = 1; k < passes.radix[pass]; k++)
                for (size_t p = 0; p < m; p++) gpu__fft_set_root(host, at++, p * k, now, size);
        }
    } else if (key->kind == GPU__FFT_TABLE_HALVES)
        for (; at <= n / 2; at++) gpu__fft_set_root(host, at, at, n, size);
    else { /* what the CPU computes for this length */
        gpu__fft_code *const code = ((gpu__fft_code *const *)key->with)[gpu__cpu_level()];
        if (key->kind < GPU__FFT_TABLE_CHIRP)
            return gpu__fft_fill_rader(host, n, size, key->kind == GPU__FFT_TABLE_RADER, code);
        gpu__fft_plan *const p = gpu__fft_plan_get(GPU__FFT_LINE, n, size, code);
        if (!p) return 0;
        if (key->kind == GPU__FFT_TABLE_CHIRP)
            memcpy(host, p->chirp, n * 2 * size);
        else
            memcpy(host, p->response, p->padded->n * 2 * size);
        gpu__fft_plan_give(p);
    }
    return 1;
}
template <class Type> struct gpu__fft_device {
    typedef gpu__fft_z<Type> z;
    static constexpr size_t Most = sizeof(Type) == 4 ? 16384 : 8192; /* elements of a block, at most 16 a thread */
    static constexpr unsigned Most_threads = sizeof(Type) == 4 ? 1024 : 512;
    static constexpr int Plain_flags =
        GPU__FFT_IN_BY_LANE | GPU__FFT_OUT_BY_LANE | GPU__FFT_IN_CONJUGATE | GPU__FFT_OUT_CONJUGATE | GPU__FFT_TWIDDLED;
    static constexpr unsigned Banks = sizeof(Type) == 4 ? 16 : 8; /* of shared memory, as wide as an element */
    const gpu__launch_context *context;
    gpu__fft_code *const *code;
    z *spare; /* workspace, which is taken from the front */
    size_t capacity;
    bool clusters; /* the device has them, and code for them */

    gpu__fft_device(const gpu__launch_context *c, gpu__fft_code *const *code_, void *space)
        : context(c), code(code_), spare((z *)space), capacity(Most)
    {
        while (capacity > 1024 && (capacity + capacity / 8 + 64) * sizeof(z) > c->shared_limit) capacity /= 2;
        clusters = gpu__kernel_has<gpu__fft_kernel<Type, true>>(c->device, GPU__KERNEL_SM_90);
    }
    cudaError_t table(const z **to, int kind, size_t n, size_t count) const
    {
        gpu__table_key key;
        memset(&key, 0, sizeof key);
        key.family = "fourier", key.kind = (size_t)kind, key.n = n, key.size = sizeof(Type);
        key.with = kind >= GPU__FFT_TABLE_ORDER ? (const void *)code : NULL;
        return (cudaError_t)gpu__device_table((const void **)to, count * sizeof(z), &key, gpu__fft_fill_table);
    }
    /* So many threads that the elements of each are enough for every pass. */
    static unsigned threads_of(const gpu__fft_block_radices &r, unsigned n, unsigned tile)
    {
        unsigned threads = 32;
        for (unsigned k = 0; k < r.passes; k++) {
            const unsigned each = gpu__fft_count(r.radix[k], sizeof(Type)),
                           need = (n / r.radix[k] * tile + each - 1) / each;
            if (need > threads) threads = need;
        }
        return (threads + 31) / 32 * 32;
    }
    /* x / d is __umulhi(x, per(d)) for x and d below 2^16, except for d = 1. */
    static unsigned per(unsigned d) { return d > 1 ? 0xffffffffu / d + 1 : 0; }
    /* Likewise __umul64hi(x, long_per(d)) for all x and d of 32 bits. */
    static uint64_t long_per(unsigned d) { return d > 1 ? ~(uint64_t)0 / d + 1 : 0; }
    /* The divisor of gpu__fft_block's walk: consecutive threads go through so many elements or lanes. */
    static unsigned across(const gpu__fft_args<Type> &a, int by_lane, int half)
    {
        return a.flags & by_lane ? a.tile : a.flags & half ? a.n / 2 + 1 : a.n;
    }
    /* How a tile lies in shared memory; returns its elements. */
    static size_t shared_layout(gpu__fft_args<Type> &a, bool by_lane)
    {
        const unsigned first = a.passes ? a.radix[0] : 1, want = a.tile < Banks ? Banks / a.tile : 1;
        const bool pads = !(by_lane && a.tile * 4 > Banks) && !(first & (first - 1)) &&
                          (a.flags & GPU__FFT_IN_PLAIN || a.n % (first * first) == 0);
        for (a.pad_shift = pads ? 0 : 31; pads && 1u << a.pad_shift < first;) a.pad_shift++;
        unsigned step = a.n + (a.n >> a.pad_shift) + 1;
        if (by_lane)
            a.element_shift = a.tile_shift, a.lane_step = 1;
        else {
            while (step % Banks != want % Banks) step++;
            a.element_shift = 0, a.lane_step = step;
        }
        return (size_t)step * a.tile;
    }
    /* Rows of a block: those of 128 threads, or some more, if then fewer threads are idle. */
    unsigned row_tile(const gpu__fft_block_radices &r, unsigned n, size_t rows) const
    {
        const unsigned each = r.passes ? r.used : 1, first = 128 * each / n > 1 ? 128 * each / n : 1;
        unsigned best = first;
        for (unsigned t = first + 1; t < first + 5 && t * n <= capacity && threads_of(r, n, t) <= Most_threads / 4; t++)
            if (t * threads_of(r, n, best) * 32 > best * threads_of(r, n, t) * 33) best = t;
        return best < rows ? best : (unsigned)rows;
    }
    /* Columns of a block: pieces of a row of 64 bytes for floats and 128 for doubles, if a block then leaves room for a
       second one, and more while four blocks have room. */
    unsigned column_tile(const gpu__fft_block_radices &r, unsigned n, size_t columns) const
    {
        unsigned tile = 1;
        for (; tile < columns && tile * 2 <= capacity / n; tile *= 2) {
            const unsigned most = tile < 4 ? Most_threads : tile < 8 ? Most_threads / 2 : Most_threads / 4;
            if (threads_of(r, n, tile * 2) > most || (tile >= 8 && tile * n >= 4096)) break;
        }
        return tile;
    }
    /* How many blocks make a cluster that shares a tile, see gpu__fft_block::spread; 1: a block has a tile of its own.
       Columns come in pieces of 64 bytes, rows go in pieces of 32 bytes or more. Then a block has a fourth of the
       elements that fill a multiprocessor, so that some blocks load while others compute; more where the cluster would
       otherwise be too large. */
    unsigned cluster_of(size_t n, int flags) const
    {
        const int across = flags & (GPU__FFT_IN_BY_LANE | GPU__FFT_OUT_BY_LANE);
        const bool columns = !(flags & GPU__FFT_TWIDDLED) && across == (GPU__FFT_IN_BY_LANE | GPU__FFT_OUT_BY_LANE);
        const size_t lanes = across ? 64 / sizeof(z) : 1, least = columns ? 2048 : across ? 4096 : Most / 2;
        const size_t most = columns ? capacity : Most / 2;
        unsigned c = 2;
        if (!clusters || n < least || n & (n - 1)) return 1;
        while (c < (across ? 8 : sizeof(z) / 2) && n * lanes > c * (Most / 4)) c *= 2;
        return n * lanes <= c * most ? c : 1;
    }
    /* Divides a tile among a cluster: the kernel's arguments become those of a block's parts. */
    void divide(gpu__fft_args<Type> &a, gpu__fft_block_radices &r, unsigned cluster) const
    {
        const bool rows = !(a.flags & (GPU__FFT_IN_BY_LANE | GPU__FFT_OUT_BY_LANE));
        a.n /= 16, a.spread_roots = a.roots, a.roots += 15 * a.n;
        memmove(r.radix, r.radix + 1, --r.passes);
        a.tile_lanes = rows ? 1 : 64 / sizeof(z), a.tile = a.tile_lanes * 16 / cluster;
        while (1u << a.cluster_shift < cluster) a.cluster_shift++;
        while (1u << a.part_shift < a.tile_lanes) a.part_shift++;
        a.flags |= GPU__FFT_OUT_PLAIN | (rows ? GPU__FFT_OUT_BY_LANE : 0);
    }
    /* Sets the arguments that follow from the length and the lanes, and launches the kernel. */
    cudaError_t launch(gpu__fft_args<Type> &a, size_t outer) const
    {
        const bool rows = !(a.flags & GPU__FFT_IN_BY_LANE) && !(a.flags & GPU__FFT_OUT_BY_LANE);
        const bool by_lane = (a.flags & GPU__FFT_IN_BY_LANE) && (a.flags & GPU__FFT_OUT_BY_LANE);
        const bool plain = !(a.flags & ~Plain_flags) && !a.from.count && !a.to.count && a.rounds == 1;
        const unsigned cluster = plain ? cluster_of(a.n, a.flags) : 1;
        gpu__fft_block_radices radices(a.n, sizeof(Type));
        cudaError_t e = table(&a.roots, GPU__FFT_TABLE_ROOTS, a.n, a.n + 1);
        if (e) return e;
        if (cluster > 1)
            divide(a, radices, cluster);
        else
            a.tile = rows ? row_tile(radices, a.n, a.lanes) : column_tile(radices, a.n, a.lanes);
        memcpy(a.radix, radices.radix, a.passes = radices.passes);
        for (unsigned k = 0, s = 1; k < a.passes; s *= a.radix[k++])
            a.per_step[k] = per(a.n / a.radix[k]), a.per_s[k] = per(s);
        for (a.tile_shift = 0; 2u << a.tile_shift <= a.tile;) a.tile_shift++;
        const unsigned threads = threads_of(radices, a.n, a.tile);
        if (threads > Most_threads) return cudaErrorInvalidConfiguration;
        a.tiles = (unsigned)gpu__ceil_div(a.lanes, cluster > 1 ? a.tile_lanes : a.tile);
        if ((size_t)a.in % sizeof(z)) a.flags |= GPU__FFT_IN_NARROW;
        if ((size_t)a.out % sizeof(z)) a.flags |= GPU__FFT_OUT_NARROW;
        /* The first and the last pass access global memory directly if the elements need no conversion, and if
           neighbouring threads access neighbouring elements. */
        if (a.passes && !(a.flags & (GPU__FFT_IN_NARROW | GPU__FFT_IN_JOINED)) && !a.from.count && !a.order &&
            (a.flags & GPU__FFT_IN_BY_LANE || a.n / a.radix[0] >= 8) && (a.passes > 1 || rows || by_lane) &&
            cluster == 1)
            a.flags |= GPU__FFT_IN_PLAIN;
        if (a.passes && !(a.flags & (GPU__FFT_OUT_NARROW | GPU__FFT_OUT_SPLIT | GPU__FFT_OUT_REAL)) && !a.to.count &&
            !a.order && (a.flags & GPU__FFT_OUT_BY_LANE || a.n / a.radix[a.passes - 1] >= 8))
            a.flags |= GPU__FFT_OUT_PLAIN;
        a.per_tiles = long_per(a.tiles), a.per_second = long_per(a.second), a.per_third = long_per(a.third);
        a.per_in = per(across(a, GPU__FFT_IN_BY_LANE, GPU__FFT_IN_JOINED));
        a.per_out = per(across(a, GPU__FFT_OUT_BY_LANE, GPU__FFT_OUT_SPLIT));
        a.barrier = (unsigned)shared_layout(a, by_lane);
        return start(a, outer * a.tiles * cluster, threads, cluster, (a.barrier + (cluster > 1)) * sizeof(z));
    }
    cudaError_t start(const gpu__fft_args<Type> &a, size_t blocks, unsigned threads, unsigned cluster,
                      size_t bytes) const
    {
        const gpu__launch_shape shape = {context, dim3((unsigned)blocks), threads, cluster,
                                         bytes,   context->shared_limit,  false};
        if (blocks > 0x7fffffffu) return cudaErrorInvalidConfiguration;
        return cluster > 1 ? gpu__launch_kernel<gpu__fft_kernel<Type, true>>(shape, a)
                           : gpu__launch_kernel<gpu__fft_kernel<Type, false>>(shape, a);
    }
    static gpu__fft_args<Type> args_of(const gpu__fft_task<Type> &t)
    {
        gpu__fft_args<Type> a = {};
        a.in = t.in, a.out = t.out, a.second = a.third = 1, a.rounds = 1, a.divisor = 1;
        a.flags = t.flags, a.scale = t.scale, a.times_in = t.times_in, a.times_out = t.times_out;
        a.from.count = t.in_count, a.to.count = t.out_count;
        return a;
    }
    /* Whether a block can hold the lanes of n elements: one lane, or four if neighbouring lanes are neighbours in
       memory. */
    bool fits(size_t n, size_t inner) const
    {
        const unsigned tile = inner > 1 ? 4 : 1;
        return n * tile <= capacity &&
               threads_of(gpu__fft_block_radices(n, sizeof(Type)), (unsigned)n, tile) <= Most_threads;
    }
    /* Whether it is worth it: three passes by blocks that load while others compute take less time than two by blocks
       that fill a multiprocessor and make four passes in turn. */
    bool suits(size_t n, bool plain) const
    {
        const gpu__fft_block_radices r(n, sizeof(Type));
        if (plain && cluster_of(n, GPU__FFT_TWIDDLED | GPU__FFT_IN_BY_LANE | GPU__FFT_OUT_BY_LANE) > 1) return true;
        return fits(n, 2) && (r.passes < 4 || threads_of(r, (unsigned)n, 4) <= Most_threads / 2);
    }
    /* Rows of one radix that need no conversion. */
    bool are_short(const gpu__fft_task<Type> &t) const
    {
        return t.inner == 1 && t.n <= 16 && gpu__fft_block_radices(t.n, sizeof(Type)).passes == 1 &&
               !(t.flags & ~(GPU__FFT_IN_CONJUGATE | GPU__FFT_OUT_CONJUGATE)) && !t.in_count && !t.out_count &&
               t.in_pitch == t.n && t.out_pitch == t.n;
    }
    cudaError_t short_rows(const gpu__fft_task<Type> &t) const
    {
        gpu__fft_args<Type> a = args_of(t);
        a.n = (unsigned)t.n, a.lanes = t.outer;
        if ((size_t)a.in % 16) a.flags |= GPU__FFT_IN_NARROW;
        if ((size_t)a.out % 16) a.flags |= GPU__FFT_OUT_NARROW;
        if (gpu__ceil_div(a.lanes, 128) > 0x7fffffffu) return cudaErrorInvalidConfiguration;
        gpu__fft_short_kernel<Type><<<(unsigned)gpu__ceil_div(a.lanes, 128), 128, 128 * (t.n + 2) * sizeof(z),
                                      (cudaStream_t)context->stream>>>(a);
        return cudaGetLastError();
    }
    /* One pass: lanes are the inner index, or the rows. */
    cudaError_t one(const gpu__fft_task<Type> &t, size_t n, const z *between, const z *halves,
                    const void *order = NULL) const
    {
        gpu__fft_args<Type> a = args_of(t);
        const bool rows = t.inner == 1;
        a.n = (unsigned)n, a.lanes = rows ? t.outer : t.inner;
        a.from.element = a.to.element = rows ? 1 : t.inner;
        a.from.lane = a.from.row = rows ? t.in_pitch : 1, a.to.lane = rows ? t.out_pitch : 1;
        a.from.outer[0] = t.in_pitch, a.to.outer[0] = t.out_pitch;
        a.from.number_element = a.to.number_element = 1;
        a.halves = halves;
        if (!rows) a.flags |= GPU__FFT_IN_BY_LANE | GPU__FFT_OUT_BY_LANE;
        if (between) a.rounds = 2, a.times_between = between, a.order = (const unsigned short *)order;
        return launch(a, rows ? 1 : t.outer);
    }
    /* The larger of two factors of n, as near to the square root as possible; 0 if one of them does not suit, or does
       not fit, a block. */
    size_t part_of(size_t n, bool suitable, bool plain) const
    {
        size_t d = (size_t)sqrt((double)n);
        while (n % d) d--;
        return (suitable ? suits(n / d, plain) && suits(d, plain) : fits(n / d, 2) && fits(d, 2)) ? n / d : 0;
    }
    /* Several passes, with their intermediate results in `temp`, which must not be an array of the task. */
    cudaError_t several(const gpu__fft_task<Type> &t, size_t n, z *temp) const
    {
        const size_t half = part_of(n, true, is_plain(t)), n1 = half ? half : third_of(n), rest = n / n1;
        const size_t n2 = half ? rest : part_of(rest, false, false);
        const size_t n3 = half ? 1 : n2 ? rest / n2 : 0;
        gpu__fft_args<Type> a = args_of(t);
        cudaError_t e;
        if (!n3) return cudaErrorInvalidConfiguration;
        /* columns: elements lie `rest` apart, and each is multiplied by a root of n */
        a.out = (Type *)temp, a.scale = 1, a.times_out = NULL, a.to.count = 0;
        a.flags &= ~(GPU__FFT_OUT_CONJUGATE | GPU__FFT_OUT_REAL | GPU__FFT_BACK);
        a.flags |= GPU__FFT_TWIDDLED | GPU__FFT_IN_BY_LANE | GPU__FFT_OUT_BY_LANE;
        a.n = (unsigned)n1, a.lanes = rest * t.inner, a.divisor = t.inner;
        a.from.element = a.to.element = rest * t.inner, a.from.lane = a.to.lane = 1;
        a.from.outer[0] = t.in_pitch, a.to.outer[0] = n * t.inner;
        a.from.number_element = rest, a.from.number_lane = 1;
        a.whole = gpu__fft_period<Type>(n);
        e = launch(a, t.outer);
        if (!e && n3 > 1) { /* the same for each of the n1 parts */
            a = args_of(t);
            a.in = a.out = (Type *)temp, a.scale = 1, a.times_in = a.times_out = NULL, a.from.count = a.to.count = 0;
            a.flags = GPU__FFT_TWIDDLED | GPU__FFT_IN_BY_LANE | GPU__FFT_OUT_BY_LANE;
            a.n = (unsigned)n2, a.lanes = n3 * t.inner, a.divisor = t.inner;
            a.from.element = a.to.element = n3 * t.inner, a.from.lane = a.to.lane = 1;
            a.from.outer[0] = a.to.outer[0] = rest * t.inner;
            a.whole = gpu__fft_period<Type>(rest);
            e = launch(a, t.outer * n1);
        }
        if (e) return e;
        /* rows of the remaining factor, stored at their final indices k1 + n1 * (k2 + n2 * k3) */
        a = args_of(t);
        const size_t last = n3 > 1 ? n3 : rest, k2 = n3 > 1 ? n2 : 1;
        a.in = (const Type *)temp, a.times_in = NULL, a.from.count = 0;
        a.flags &= GPU__FFT_OUT_CONJUGATE | GPU__FFT_OUT_REAL | GPU__FFT_BACK;
        a.n = (unsigned)last;
        a.from.element = t.inner, a.to.element = n1 * k2 * t.inner;
        a.from.outer[0] = n * t.inner, a.to.outer[0] = t.out_pitch;
        a.to.number_element = n1 * k2;
        if (t.inner == 1) { /* a lane is a k1, the second outer index a k2 */
            a.flags |= GPU__FFT_OUT_BY_LANE;
            a.lanes = n1, a.second = k2;
            a.from.lane = rest, a.to.lane = 1, a.to.number_lane = 1;
            a.from.outer[1] = last, a.to.outer[1] = n1, a.to.number_second = n1;
        } else {
            a.flags |= GPU__FFT_IN_BY_LANE | GPU__FFT_OUT_BY_LANE;
            a.lanes = t.inner, a.second = n1, a.third = k2, a.divisor = t.inner;
            a.from.lane = a.to.lane = 1;
            a.from.outer[1] = rest * t.inner, a.from.outer[2] = last * t.inner;
            a.to.outer[1] = t.inner, a.to.outer[2] = n1 * t.inner;
            a.to.number_second = 1, a.to.number_third = n1;
        }
        return launch(a, t.outer * a.second * a.third);
    }
    size_t third_of(size_t n) const /* a divisor near the third root, so that the rest is two parts */
    {
        const double root = cbrt((double)n);
        size_t best = 1;
        for (size_t d = 2; d <= capacity / 4; d++)
            if (n % d == 0 && fabs(log((double)d / root)) < fabs(log((double)best / root)) && fits(d, 2)) best = d;
        return best;
    }
    cudaError_t rader(gpu__fft_task<Type> t) const
    {
        const z *order, *response;
        cudaError_t e = table(&order, GPU__FFT_TABLE_ORDER, t.n, t.n);
        if (!e) e = table(&response, GPU__FFT_TABLE_RADER, t.n, t.n);
        t.flags ^= GPU__FFT_OUT_CONJUGATE; /* the second round is an inverse transform */
        return e ? e : one(t, t.n - 1, response, NULL, order);
    }
    static bool is_plain(const gpu__fft_task<Type> &t)
    {
        return !(t.flags & ~Plain_flags) && !t.in_count && !t.out_count;
    }
    /* Whether clusters make it in one pass, with enough blocks for all multiprocessors. */
    bool suits_clusters(const gpu__fft_task<Type> &t) const
    {
        const bool rows = t.inner == 1;
        const size_t tiles = rows ? t.outer : t.outer * gpu__ceil_div(t.inner, 64 / sizeof(z));
        const unsigned c = is_plain(t) ? cluster_of(t.n, rows ? 0 : GPU__FFT_IN_BY_LANE | GPU__FFT_OUT_BY_LANE) : 1;
        return c > 1 && tiles * c >= (size_t)context->multiprocessors;
    }
    /* A transform of any length: in one pass, in several, or as a convolution with a chirp. It uses workspace that the
       next transform may overwrite. */
    cudaError_t axis(const gpu__fft_task<Type> &t, const z *halves = NULL) const
    {
        if (are_short(t)) return short_rows(t);
        if (gpu__fft_is_smooth(t.n))
            return fits(t.n, t.inner) || suits_clusters(t) ? one(t, t.n, NULL, halves) : several(t, t.n, spare);
        if (gpu__fft_is_rader(t.n) && fits(t.n - 1, t.inner)) return rader(t);
        const size_t more = gpu__fft_quick(2 * t.n - 1);
        const z *chirp, *response;
        cudaError_t e = table(&chirp, GPU__FFT_TABLE_CHIRP, t.n, t.n);
        if (!e) e = table(&response, GPU__FFT_TABLE_RESPONSE, t.n, more);
        if (e) return e;
        gpu__fft_task<Type> first = t, second = t;
        first.times_in = chirp, second.times_out = chirp, second.flags |= GPU__FFT_BACK;
        if (!first.in_count) first.in_count = t.n;
        if (!second.out_count) second.out_count = t.n;
        if (fits(more, t.inner)) {
            first.times_out = chirp, first.out_count = second.out_count, first.flags |= GPU__FFT_BACK;
            return one(first, more, response, NULL);
        }
        z *const middle = spare, *const temp = spare + t.outer * more * t.inner;
        first.out = (Type *)middle, first.out_pitch = more * t.inner, first.scale = 1;
        first.flags &= ~(GPU__FFT_OUT_CONJUGATE | GPU__FFT_OUT_REAL);
        first.times_out = response, first.out_count = more;
        second.in = (const Type *)middle, second.in_pitch = more * t.inner;
        second.flags =
            (second.flags & (GPU__FFT_OUT_CONJUGATE | GPU__FFT_OUT_REAL | GPU__FFT_BACK)) | GPU__FFT_IN_CONJUGATE;
        second.in_count = 0;
        e = several(first, more, temp);
        return e ? e : several(second, more, temp);
    }
};

/* Transforms along all axes of a job: along the last axis first or, if the result is real, last. */
template <class Type> struct gpu__fft_axes {
    typedef gpu__fft_z<Type> z;
    const gpu__fft_detail *d;
    gpu__fft_device<Type> device;

    cudaError_t pairs(Type *out, const Type *in, size_t rows, size_t n, bool joins) const
    {
        const size_t blocks = gpu__ceil_div(n / 2 + 1, 256);
        if (rows * blocks > 0x7fffffffu) return cudaErrorInvalidConfiguration;
        gpu__fft_pairs_kernel<Type><<<(unsigned)(rows * blocks), 256, 0, (cudaStream_t)device.context->stream>>>(
            out, in, n, blocks, joins, gpu__fft_period<Type>(2 * n));
        return cudaGetLastError();
    }
    /* Transforms rows of real numbers. An even number of them is transformed as half as many complex numbers, an odd
       number as complex numbers without imaginary parts. */
    cudaError_t real(gpu__fft_task<Type> t, bool back) const
    {
        const size_t n = t.n, half = n / 2;
        const bool at_once = n % 2 == 0 && gpu__fft_is_smooth(half) && device.fits(half, 1);
        const z *halves = NULL;
        t.in_pitch = back ? half + 1 : n, t.out_pitch = back ? n : half + 1;
        if (n % 2) {
            t.flags = back ? GPU__FFT_IN_HERMITIAN | GPU__FFT_IN_CONJUGATE | GPU__FFT_OUT_CONJUGATE | GPU__FFT_OUT_REAL
                           : GPU__FFT_IN_REAL;
            t.in_count = n, t.out_count = back ? 0 : half + 1;
            return device.axis(t);
        }
        cudaError_t e = at_once ? device.table(&halves, GPU__FFT_TABLE_HALVES, n, half + 1) : cudaSuccess;
        if (e) return e;
        t.n = half;
        (back ? t.out_pitch : t.in_pitch) = half;
        t.flags = (back ? GPU__FFT_IN_CONJUGATE | GPU__FFT_OUT_CONJUGATE : 0);
        if (back) t.scale *= 2;
        if (at_once) {
            t.flags |= back ? GPU__FFT_IN_JOINED : GPU__FFT_OUT_SPLIT;
            return device.axis(t, halves);
        }
        if (back) {
            e = pairs(t.out, t.in, t.outer, half, true);
            t.in = t.out, t.in_pitch = half;
            return e ? e : device.axis(t);
        }
        e = device.axis(t);
        return e ? e : pairs(t.out, t.out, t.outer, half, false);
    }
    cudaError_t run(Type *out, const Type *in)
    {
        const size_t whole = gpu__fft_complex_count(d);
        Type *result = out;
        cudaError_t e = cudaSuccess;
        double scale = 1;
        int left = d->axes;
        for (int k = 0; k < 3; k++)
            if (d->inverse && d->axes >> k & 1) scale /= (double)d->dims[k];
        if (d->kind == GPU__FFT_TO_REAL && d->axes != GPU__FFT_ROWS) out = (Type *)device.spare, device.spare += whole;
        for (int k = 0; k < 3 && !e; k++) {
            const int axis = d->kind == GPU__FFT_TO_REAL ? k : 2 - k;
            gpu__fft_axis x;
            gpu__fft_task<Type> t;
            if (!(left >> axis & 1)) continue;
            left &= ~(1 << axis);
            gpu__fft_axis_of(&x, d, axis);
            if (x.real == GPU__FFT_TO_REAL) out = result;
            memset((void *)&t, 0, sizeof t);
            t.in = in, t.out = out, t.outer = x.outer, t.n = x.n, t.inner = x.inner;
            t.in_pitch = t.out_pitch = x.n * x.inner;
            t.scale = (Type)(left ? 1 : scale);
            t.flags = d->inverse ? GPU__FFT_IN_CONJUGATE | GPU__FFT_OUT_CONJUGATE : 0;
            e = x.real ? real(t, x.real == GPU__FFT_TO_REAL) : device.axis(t);
            in = out;
        }
        return e;
    }
};
template <class Type>
static int gpu__fft_run_device(const gpu__job *j, const gpu__launch_context *context, void *out, const void *in)
{
    const gpu__fft_detail *const d = (const gpu__fft_detail *)j->detail;
    gpu__fft_axes<Type> axes = {d, gpu__fft_device<Type>(context, d->code, context->space)};
    return (int)axes.run((Type *)out, (const Type *)in);
}
/* A convolution: pads both arrays with zeros, multiplies their spectra, and transforms the product back. */
template <class Type> static int gpu__fft_convolve_device(const gpu__job *j, const gpu__launch_context *context,
                                                          void *out, const void *const *in)
{
    const gpu__fft_detail *const d = (const gpu__fft_detail *)j->detail;
    const size_t n[2] = {d->dims[0], d->dims[1]}, all = d->dims[2], numbers = all / 2 + 1;
    const cudaStream_t stream = (cudaStream_t)context->stream;
    gpu__fft_z<Type> *const space = (gpu__fft_z<Type> *)context->space, *const spectrum = space + numbers;
    gpu__fft_axes<Type> axes = {d, gpu__fft_device<Type>(context, d->code, space + 3 * numbers)};
    gpu__fft_task<Type> t;
    cudaError_t e = cudaSuccess;
    memset((void *)&t, 0, sizeof t);
    t.outer = t.inner = 1, t.n = all, t.scale = 1;
    for (int k = 0; k < 2 && !e; k++) {
        gpu__fft_fill_kernel<Type><<<(unsigned)gpu__ceil_div(all, 256), 256, 0, stream>>>(
            (Type *)space, (const Type *)in[k], n[k], all, k && d->inverse);
        t.in = (const Type *)space, t.out = (Type *)(spectrum + (k ? numbers : 0));
        e = cudaGetLastError();
        if (!e) e = axes.real(t, false);
    }
    if (e) return (int)e;
    gpu__fft_times_kernel<Type>
        <<<(unsigned)gpu__ceil_div(numbers, 256), 256, 0, stream>>>(spectrum, spectrum + numbers, numbers);
    t.in = (const Type *)spectrum, t.out = (Type *)space, t.scale = (Type)(1 / (double)all);
    e = cudaGetLastError();
    if (!e) e = axes.real(t, true);
    if (!e) e = cudaMemcpyAsync(out, space, (n[0] + n[1] - 1) * sizeof(Type), cudaMemcpyDeviceToDevice, stream);
    return (int)e;
}
template <auto Function, class Type>
static cudaError_t gpu__fft_direct_launch(cudaStream_t stream, Type *out, size_t n, const gpu__fft_direct &d)
{
    gpu__fft_direct_kernel<Function, Type><<<(unsigned)gpu__ceil_div(n, 256), 256, 0, stream>>>(out, n, d);
    return cudaGetLastError();
}
#endif
/* -------------------------------------------------------------------------------------- src/families/linalg/run.cuh */
#ifdef GPU_LINALG
/* ---- Linear algebra: steps and products on a GPU -------------------------------------------------------------- */

#ifdef __CUDA_ARCH__
template <class Type> static __device__ __forceinline__ Type gpu__la_warp_sum(Type v)
{
#pragma unroll
    for (int d = 16; d; d /= 2) v += __shfl_xor_sync(~0u, v, d);
    return v;
}
/* The sum over a block of whole warps, in a fixed order; all of its threads get it. */
template <class Type> static __device__ __forceinline__ Type gpu__la_block_sum(Type v)
{
    __shared__ Type part[32];
    __syncthreads();
    v = gpu__la_warp_sum(v);
    if (blockDim.x <= 32) return v;
    if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = v;
    __syncthreads();
    return gpu__la_warp_sum(threadIdx.x % 32 < blockDim.x / 32 ? part[threadIdx.x % 32] : (Type)0);
}
template <class Type> static __device__ __forceinline__ Type gpu__la_block_max(Type v)
{
    __shared__ Type part[32];
    __syncthreads();
#pragma unroll
    for (int d = 16; d; d /= 2) v = max(v, __shfl_xor_sync(~0u, v, d));
    if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = v;
    __syncthreads();
    v = threadIdx.x % 32 < blockDim.x / 32 ? part[threadIdx.x % 32] : part[0];
#pragma unroll
    for (int d = 16; d; d /= 2) v = max(v, __shfl_xor_sync(~0u, v, d));
    return v;
}
/* The index of the largest value of a block; the first one if several are equal. */
template <class Type> static __device__ __forceinline__ size_t gpu__la_block_argmax(Type v, size_t at)
{
    __shared__ Type part[32];
    __shared__ size_t index[32];
    auto step = [&](int d) {
        const Type w = __shfl_xor_sync(~0u, v, d);
        const size_t there = __shfl_xor_sync(~0u, (unsigned long long)at, d);
        if (w > v || (w == v && there < at)) v = w, at = there;
    };
    __syncthreads();
#pragma unroll
    for (int d = 16; d; d /= 2) step(d);
    if (blockDim.x <= 32) return at;
    if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = v, index[threadIdx.x / 32] = at;
    __syncthreads();
    const int from = threadIdx.x % 32 < blockDim.x / 32 ? threadIdx.x % 32 : 0;
    v = part[from], at = index[from];
#pragma unroll
    for (int d = 16; d; d /= 2) step(d);
    return at;
}
#endif
/* Runs a step, Code(s, matrix, block), by blocks of up to Most threads. Each: every thread has a matrix of its own. */
template <auto Code, int Each, int Most> static __global__ void __launch_bounds__(Most)
    gpu__la_kernel(const gpu__la_step s, size_t blocks, size_t total)
{
#ifdef __CUDA_ARCH__
    if constexpr (Each) {
        const size_t z = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
        if (z < total) Code(&s, z, 0);
    } else
        for (size_t i = blockIdx.x; i < total; i += gridDim.x) {
            Code(&s, i / blocks, i % blocks);
            __syncthreads();
        }
#endif
}
template <auto Code, int Each, int Most = Each ? 128 : 1024>
static void gpu__la_launch(gpu__la *la, const gpu__la_step *s, size_t blocks, size_t batch, unsigned threads)
{
    const size_t total = blocks * batch, grid = Each ? gpu__ceil_div(total, threads) : total;
    if (!total || la->error || la->measuring) return;
    gpu__la_kernel<Code, Each, Most>
        <<<(unsigned)(grid < 0x7fffffff ? grid : 0x7fffffff), threads, 0, (cudaStream_t)la->context->stream>>>(
            *s, blocks, total);
    la->error = (int)cudaGetLastError();
}
/* Finds the first matrix whose info is not 0, and that info. */
template <int = 0> static __global__ void gpu__la_failed(int64_t *failed, const int *info, size_t batch)
{
#ifdef __CUDA_ARCH__
    __shared__ unsigned long long first;
    if (threadIdx.x == 0) first = ~0ull;
    __syncthreads();
    for (size_t z = threadIdx.x; z < batch; z += blockDim.x)
        if (info[z]) {
            atomicMin(&first, (unsigned long long)z);
            break;
        }
    __syncthreads();
    if (threadIdx.x == 0) failed[0] = first == ~0ull ? 0 : (int64_t)first, failed[1] = first == ~0ull ? 0 : info[first];
#endif
}
template <int> static void gpu__la_find_failed(gpu__la *la, int64_t *failed, const int *info)
{
    if (la->error) return;
    gpu__la_failed<<<1, 1024, 0, (cudaStream_t)la->context->stream>>>(failed, info, la->batch);
    la->error = (int)cudaGetLastError();
}
template <class Type> static void gpu__la_gemm_device(gpu__la *la, const gpu__matmul_detail *d, void *c, const void *a,
                                                      const void *b, void *space)
{
    const gpu__matmul_plan &plan = d->plan.gpu;
    gpu__matmul_args<Type> g = gpu__matmul_args_of<Type>(d->spec, c, a, b);
    if (la->error) return;
    g.splits = (unsigned)plan.splits, g.split_k = plan.split_k;
    g.partial = plan.splits > 1 ? (Type *)space : NULL;
    la->error = (int)gpu__matmul_by_plan(la->context, g, d->spec.batch, plan.tiles);
}
#endif
/* ----------------------------------------------------------------------------------- src/families/linalg/factor.cuh */
#ifdef GPU_LINALG
/* ---- Linear algebra: steps of factorisations for which a GPU has methods of its own ---------------------------- */

#ifdef __CUDA_ARCH__
/* The largest value of a warp, where each is -1 or not negative, and the least `at` among its equals. */
template <class Type> static __device__ __forceinline__ void gpu__la_warp_first(Type &v, unsigned &at)
{
#if __CUDA_ARCH__ >= 800
    if constexpr (sizeof(Type) == 4) { /* as integers, such floats have the same order */
        const unsigned key = v < 0 ? 0 : __float_as_uint(v) + 1, most = __reduce_max_sync(~0u, key);
        at = __reduce_min_sync(~0u, key == most ? at : ~0u);
        v = most ? __uint_as_float(most - 1) : -1.f;
    } else
#endif
    {
#pragma unroll
        for (int d = 16; d; d /= 2) {
            const Type w = __shfl_xor_sync(~0u, v, d);
            const unsigned there = __shfl_xor_sync(~0u, at, d);
            if (w > v || (w == v && there < at)) v = w, at = there;
        }
    }
}
#endif
/* ---- panels: a thread has a row of 32 columns in registers ---- */
enum {
    GPU__LA_PANEL_ROWS = 256, /* of a block, if there are several */
    GPU__LA_MAIL = 128        /* at least the words that a block sends for a column */
};
constexpr size_t gpu__la_panel_threads = 512; /* in a block, at most */
#ifdef __CUDA_ARCH__
/* Blocks that are resident together send each other numbers in words that have 32 bits of a number and a tag, which no
   earlier word in that place had. So a word is its own flag, and no fence is needed. */
template <int Words>
static __device__ __forceinline__ void gpu__la_send(unsigned long long *p, const unsigned (&v)[Words], unsigned tag)
{
#pragma unroll
    for (int w = 0; w < Words; w++)
        asm volatile("st.relaxed.gpu.global.u64 [%0], %1;" ::"l"(p + 32 * w), "l"((unsigned long long)tag << 32 | v[w])
                     : "memory");
}
template <int Words>
static __device__ __forceinline__ void gpu__la_receive(const unsigned long long *p, unsigned (&v)[Words], unsigned tag)
{
    for (bool there = false; !there;) {
        there = true;
#pragma unroll
        for (int w = 0; w < Words; w++) {
            unsigned long long word;
            asm volatile("ld.relaxed.gpu.global.u64 %0, [%1];" : "=l"(word) : "l"(p + 32 * w) : "memory");
            v[w] = (unsigned)word;
            there &= (unsigned)(word >> 32) == tag;
        }
    }
}
/* Element c of lane r becomes element r of lane c. */
template <class Type> static __device__ __forceinline__ void gpu__la_transpose(Type (&v)[32])
{
    const int lane = threadIdx.x % 32;
#pragma unroll
    for (int d = 16; d; d /= 2)
#pragma unroll
        for (int c = 0; c < 32; c++) {
            if (c & d) continue;
            const Type other = __shfl_xor_sync(~0u, lane & d ? v[c] : v[c + d], d);
            v[c] = lane & d ? other : v[c];
            v[c + d] = lane & d ? v[c + d] : other;
        }
}
/* Loads n columns of the thread's row; there are m rows. */
template <class Type> static __device__ __forceinline__ void gpu__la_panel_load(Type (&v)[32], const Type *a, size_t ld,
                                                                                unsigned m, unsigned n, unsigned row)
{
    const unsigned lane = threadIdx.x % 32, first = row - lane;
#pragma unroll
    for (int i = 0; i < 32; i++) v[i] = lane < n && first + i < m ? a[(first + i) * ld + lane] : (Type)0;
    gpu__la_transpose(v);
}
/* Stores it as row `at`, after the columns have been moved to the left n times, cyclically. */
template <class Type> static __device__ __forceinline__ void gpu__la_panel_store(Type (&v)[32], Type *a, size_t ld,
                                                                                 unsigned m, unsigned n, unsigned at)
{
    const unsigned column = (threadIdx.x + n) % 32;
    gpu__la_transpose(v);
#pragma unroll
    for (int i = 0; i < 32; i++) {
        const unsigned to = __shfl_sync(~0u, at, i);
        if (column < n && to < m) a[to * ld + column] = v[i];
    }
}
/* Candidates for a pivot row, one of each warp: size, position, and elements. */
template <class Type> struct gpu__la_candidates {
    alignas(16) Type row[16][32];
    Type size[16];
    unsigned position[16];
};
/* The best of them, for a warp: returns its elements. */
template <class Type> static __device__ __forceinline__ const Type *gpu__la_best(const gpu__la_candidates<Type> &c,
                                                                                 Type *size, unsigned *position)
{
    const unsigned lane = threadIdx.x % 32, known = lane < blockDim.x / 32;
    unsigned at = known ? c.position[lane] * 32 + lane : ~0u;
    *size = known ? c.size[lane] : (Type)-1;
    gpu__la_warp_first(*size, at);
    *position = at / 32;
    return c.row[at % 32];
}
/* Each block sends its candidate to all; each warp finds the best of some blocks. */
template <class Type>
static __device__ __forceinline__ void gpu__la_exchange(gpu__la_candidates<Type> *to, unsigned long long *mail,
                                                        const Type *row, Type size, unsigned position, unsigned tag)
{
    constexpr int Words = sizeof(Type) / 4;
    const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    unsigned word[Words + 1], best = ~0u;
    Type most = -1, element = 0;
    if (warp == 0) { /* an element, and in the last words the size, then the position */
        memcpy(word, row + lane, sizeof *row);
        unsigned parts[Words];
        memcpy(parts, &size, sizeof size);
        word[Words] = lane < Words ? parts[lane % Words] : position;
        gpu__la_send(mail + blockIdx.x * GPU__LA_MAIL + lane, word, tag);
    }
    for (unsigned block = warp; block < gridDim.x; block += blockDim.x / 32) {
        unsigned parts[Words];
        gpu__la_receive(mail + block * GPU__LA_MAIL + lane, word, tag);
#pragma unroll
        for (int w = 0; w < Words; w++) parts[w] = __shfl_sync(~0u, word[Words], w);
        memcpy(&size, parts, sizeof size);
        position = __shfl_sync(~0u, word[Words], Words);
        if (size > most || (size == most && position < best)) {
            most = size, best = position;
            memcpy(&element, word, sizeof element);
        }
    }
    to->row[warp][lane] = element;
    if (lane == 0) to->size[warp] = most, to->position[warp] = best < ~0u / 64 ? best : ~0u / 64;
}
#endif
/* Runs a panel's kernel with a block for each PANEL_ROWS rows, or more if there are too few multiprocessors: the blocks
   of a matrix wait for each other, so as many matrices as are resident together are done at a time, from number s.k on.
   In a batch of many matrices each has one block, if possible. Returns false if the panel is too high. */
template <int = 0> static bool gpu__la_launch_panel(gpu__la *la, void (*kernel)(gpu__la_step), gpu__la_step s)
{
    if (la->measuring || la->error) return true;
    const size_t most = gpu__la_panel_threads, resident = (size_t)la->context->multiprocessors;
    size_t threads = GPU__LA_PANEL_ROWS, abreast = 65535;
    const bool alone = s.m <= threads || (s.m <= most && la->batch * gpu__ceil_div(s.m, threads) > resident);
    while (threads < most && threads * resident < s.m) threads *= 2;
    if (threads * resident < s.m) return false;
    if (alone)
        threads = gpu__ceil_div(s.m, 32) * 32;
    else
        abreast = resident / gpu__ceil_div(s.m, threads);
    for (s.k = 0; s.k < la->batch && !la->error; s.k += abreast) {
        const size_t left = la->batch - s.k;
        const dim3 grid((unsigned)gpu__ceil_div(s.m, threads), (unsigned)(left < abreast ? left : abreast));
        const cudaStream_t stream = (cudaStream_t)la->context->stream;
        void *argv[] = {&s};
        if (alone) kernel<<<grid, (unsigned)threads, 0, stream>>>(s);
        la->error = (int)(alone ? cudaGetLastError()
                                : cudaLaunchCooperativeKernel((const void *)kernel, grid, dim3((unsigned)threads), argv,
                                                              0, stream));
    }
    return true;
}
/* The bytes that the blocks of a matrix need for their words: two sets, used by turns. */
static inline size_t gpu__la_mail_bytes(size_t m)
{
    return m > GPU__LA_PANEL_ROWS ? 2 * 8 * GPU__LA_MAIL * gpu__ceil_div(m, GPU__LA_PANEL_ROWS) : 0;
}

/* ---- LU ---- */
/* Factors the panel x[0], m by n, n <= 32; x[1] gets its pivots, x[2] for each of its first 32 rows which one comes
   there, for each of these where it goes to, and a zero; x[3] is the blocks' mail. Rows stay where they are; `at` is
   the position after the swaps so far. In every step the elements move by one column, so that the current one is in
   v[0] and those that are done come round. Two sets of candidates, by turns or for warps and blocks, spare a barrier.
   */
template <class Type> static __global__ void __launch_bounds__(gpu__la_panel_threads, 1)
    gpu__la_lu_columns(const gpu__la_step s)
{
#ifdef __CUDA_ARCH__
    __shared__ gpu__la_candidates<Type> candidates[2];
    const size_t z = s.k + blockIdx.y, ld = s.x[0].ld;
    Type *const a = (Type *)s.x[0].p + z * s.x[0].stride, v[32];
    int *const pivots = (int *)s.x[1].p + z * s.x[1].stride, *const order = (int *)s.x[2].p + z * s.x[2].stride;
    unsigned long long *const mail = (unsigned long long *)s.x[3].p + z * s.x[3].stride;
    int *const info = s.info + z / s.per_info;
    const unsigned m = (unsigned)s.m, n = (unsigned)s.n, none = ~0u / 64, row = blockIdx.x * blockDim.x + threadIdx.x;
    const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    unsigned at = row < m ? row : none;
    gpu__la_panel_load(v, a, ld, m, n, row);
    for (unsigned j = 0; j < n; j++) {
        gpu__la_candidates<Type> *const mine = candidates + (gridDim.x > 1 ? 0 : j & 1);
        const bool open = at >= j && at < none;
        Type most = open && fabs(v[0]) >= 0 ? (Type)fabs(v[0]) : (Type)-1; /* NaN is smaller than all others */
        unsigned first = open ? at : none;
        gpu__la_warp_first(most, first);
        if (lane == 0) mine->size[warp] = most, mine->position[warp] = first;
        if (open && at == first) {
#pragma unroll
            for (int c = 0; c < 32; c++) mine->row[warp][c] = c + j < 32 ? v[c] : (Type)0;
        }
        __syncthreads();
        const Type *u = gpu__la_best(*mine, &most, &first);
        if (gridDim.x > 1) {
            gpu__la_exchange(candidates + 1, mail + (j & 1) * gridDim.x * GPU__LA_MAIL, u, most, first,
                             (unsigned)(s.at + j + 1));
            __syncthreads();
            u = gpu__la_best(candidates[1], &most, &first);
        }
        const Type pivot = u[0];
        if (row == 0) {
            pivots[j] = (int)(s.at + first);
            if (pivot == 0 && *info == 0) *info = (int)(s.at + j + 1);
            if (!isfinite(pivot) && *info == 0) *info = GPU__LA_NOT_FINITE;
        }
        at = at == first ? j : at == j ? first : at;
        const bool below = at > j && pivot != 0;
        const Type head = v[0], l = below ? head / pivot : (Type)0;
#pragma unroll
        for (int c = 1; c < 32; c++) v[c - 1] = v[c] - l * u[c];
        v[31] = below ? l : head;
    }
    if (row == 0) order[64] = 0;
    if (row < m && at < n) order[at] = (int)row;
    if (row < n) order[32 + row] = (int)at;
    gpu__la_panel_store(v, a, ld, m, n, at);
#endif
}
/* The same lists for a panel that was factored otherwise, from its pivots; by a warp. */
template <class Type> static __device__ void gpu__la_lu_order(const gpu__la_step *s, size_t z, size_t)
{
#ifdef __CUDA_ARCH__
    const int *const pivots = (const int *)s->x[1].p + z * s->x[1].stride;
    int *const order = (int *)s->x[2].p + z * s->x[2].stride;
    const int lane = threadIdx.x, count = (int)s->n;
    int from = lane, to = lane;
    for (int j = 0; j < count; j++) {
        const int pivot = pivots[j] - (int)s->at;
        const unsigned one_of_these = __ballot_sync(~0u, to == pivot);
        if (lane == j) from = one_of_these ? __ffs((int)one_of_these) - 1 : pivot;
        to = to == j ? pivot : to == pivot ? j : to;
    }
    order[lane] = from, order[32 + lane] = to, order[64] = 0;
#endif
}
#ifdef __CUDA_ARCH__
/* Swaps rows of a column: x gets the first n elements. */
template <class Type>
static __device__ __forceinline__ void gpu__la_lu_swap(Type (&x)[32], Type *b, size_t ld, const int *order, int n)
{
    Type go[32];
#pragma unroll
    for (int i = 0; i < 32; i++) x[i] = i < n ? b[order[i] * ld] : (Type)0;
#pragma unroll
    for (int i = 0; i < 32; i++) go[i] = i < n && order[32 + i] >= n ? b[i * ld] : (Type)0;
#pragma unroll
    for (int i = 0; i < 32; i++)
        if (i < n && order[32 + i] >= n) b[order[32 + i] * ld] = go[i];
}
template <class Type>
static __device__ __forceinline__ void gpu__la_lu_keep(const Type (&x)[32], Type *b, size_t ld, int n)
{
#pragma unroll
    for (int i = 0; i < 32; i++)
        if (i < n) b[i * ld] = x[i];
}
#endif
/* After n columns of a panel are factored, at s->at of s->m columns: swaps rows of the others, a thread those of one
   column, and solves for U in those to the right, from which it first subtracts what the s->k columns to the left of
   the panel (32 or none) and U above it contribute. All s->flag blocks read these columns, so the last one swaps them.
   x[1]: the panel's lists, x[2]: its first row. */
template <class Type> static __device__ void gpu__la_lu_apply(const gpu__la_step *s, size_t z, size_t block)
{
#ifdef __CUDA_ARCH__
    __shared__ __align__(16)
        Type l[2][32][32 + 16 / sizeof(Type)]; /* of the panel, and to the left of it, transposed */
    __shared__ int order[64];
    __shared__ bool is_last;
    const Type *const panel = (const Type *)s->x[0].p + z * s->x[0].stride;
    int *const lists = (int *)s->x[1].p + z * s->x[1].stride, n = (int)s->n;
    const size_t ld = s->x[0].ld, left = s->at - s->k, place = block * blockDim.x + threadIdx.x,
                 column = place < left ? place : place + s->k + n;
    const bool mine = column < s->m, right = mine && column >= s->at;
    Type *const row = (Type *)s->x[2].p + z * s->x[2].stride, *const b = row + column, x[32];
    for (int e = threadIdx.x; e < 64; e += blockDim.x)
        if (e % 32 < n) order[e] = lists[e];
    __syncthreads();
    if ((block + 1) * blockDim.x > left) {
#pragma unroll 16
        for (int e = threadIdx.x; e < 1024; e += blockDim.x) {
            const int i = e / 32, p = e % 32;
            l[0][p][i] = p < i && i < n ? panel[i * ld + p] : (Type)0;
            if (s->k) l[1][p][i] = i < n ? (panel - 32)[order[i] * ld + p] : (Type)0;
        }
    }
    if (mine) gpu__la_lu_swap(x, b, ld, order, n);
    __syncthreads();
    if (right && s->k) {
        const Type *u = b - 32 * ld;
#pragma unroll 8
        for (int p = 0; p < 32; p++, u += ld)
#pragma unroll
            for (int i = 0; i < 32; i++) x[i] -= l[1][p][i] * *u;
    }
    if (right) {
#pragma unroll
        for (int p = 0; p < 32; p++)
#pragma unroll
            for (int i = p + 1; i < 32; i++) x[i] -= l[0][p][i] * x[p];
    }
    if (mine) gpu__la_lu_keep(x, b, ld, n);
    if (!s->k) return;
    if (threadIdx.x == 0) is_last = atomicAdd(lists + 64, 1) == s->flag - 1;
    __syncthreads();
    if (is_last && threadIdx.x < 32) {
        gpu__la_lu_swap(x, row + left + threadIdx.x, ld, order, n);
        gpu__la_lu_keep(x, row + left + threadIdx.x, ld, n);
    }
#endif
}
/* ---- triangles of up to 64 rows, and few columns of B ---- */
/* The step gpu__la_solve_base: a warp solves for a column, of which a lane has two rows. */
template <class Type> static __device__ void gpu__la_solve_few(const gpu__la_step *s, size_t z, size_t)
{
#ifdef __CUDA_ARCH__
    __shared__ Type t[64][65];
    const Type *const from = (const Type *)s->x[0].p + z * s->x[0].stride;
    const size_t tr = s->x[0].ld, tc = s->x[2].ld, br = s->x[1].ld, bc = s->x[3].ld;
    const int n = (int)s->n, back = s->flag & GPU__LA_BACKWARD, unit = s->flag & GPU__LA_UNIT_DIAGONAL;
    const int i = threadIdx.x % 32;
    Type *const b = (Type *)s->x[1].p + z * s->x[1].stride + threadIdx.x / 32 * bc;
    auto row = [=](int j) { return (size_t)(back ? n - 1 - j : j); };
    for (int first = 0; first < n; first += 32)
#pragma unroll 16
        for (int slow = threadIdx.x / 32; slow < n; slow += blockDim.x / 32) {
            const int fast = first + i, j = tc == 1 ? slow : fast, p = tc == 1 ? fast : slow;
            if (fast < n && (p < j || (p == j && !unit))) t[p][j] = from[row(j) * tr + row(p) * tc];
        }
    Type x = i < n ? b[row(i) * br] : (Type)0, y = i + 32 < n ? b[row(i + 32) * br] : (Type)0;
    __syncthreads();
    for (int p = 0; p < n; p++) {
        Type &mine = p < 32 ? x : y;
        if (i == p % 32 && !unit) mine /= t[p][p];
        const Type known = __shfl_sync(~0u, mine, p % 32);
        if (i > p && i < n) x -= t[p][i] * known;
        if (i + 32 > p && i + 32 < n) y -= t[p][i + 32] * known;
    }
    if (i < n) b[row(i) * br] = x;
    if (i + 32 < n) b[row(i + 32) * br] = y;
#endif
}
/* ---- QR ---- */
#ifdef __CUDA_ARCH__
/* Of 2 D sums, D for lanes that have a bit. (In a loop over D, nvcc would not unroll what is done here.) */
template <int D, class Type> static __device__ __forceinline__ void gpu__la_halve(Type (&sum)[16])
{
    const bool upper = threadIdx.x & D;
#pragma unroll
    for (int c = 0; c < D; c++) {
        const Type other = __shfl_xor_sync(~0u, upper ? sum[c] : sum[c + D], D);
        sum[c] = (upper ? sum[c + D] : sum[c]) + other;
    }
}
/* The sums of products of v[0] with all columns over the rows of a warp for which `below`: lane c gets that of column
   c. They are made together, by halving the columns. */
template <class Type> static __device__ __forceinline__ Type gpu__la_panel_dots(const Type (&v)[32], bool below)
{
    const unsigned lane = threadIdx.x % 32;
    const Type x = below ? v[0] : (Type)0;
    Type sum[16];
#pragma unroll
    for (int c = 0; c < 16; c++) {
        const Type low = x * v[c], high = x * v[c + 16];
        sum[c] = (lane & 16 ? high : low) + __shfl_xor_sync(~0u, lane & 16 ? low : high, 16);
    }
    gpu__la_halve<8>(sum), gpu__la_halve<4>(sum), gpu__la_halve<2>(sum), gpu__la_halve<1>(sum);
    return sum[0];
}
/* Adds these sums of all warps and blocks, in a fixed order; lane c of each warp gets those of column c. `head` is row
   j of the panel, which the first block sends to the others. */
template <class Type> static __device__ __forceinline__ Type gpu__la_panel_total(Type mine, Type *head,
                                                                                 unsigned long long *mail, unsigned tag)
{
    constexpr int Words = sizeof(Type) / 4;
    __shared__ Type part[16][32], parts[16][32];
    const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32, warps = blockDim.x / 32;
    unsigned word[Words];
    part[warp][lane] = mine;
    __syncthreads();
    Type first = 0, second = 0; /* of 256 rows each: the order is that of two blocks */
    if (warp == 0)
#pragma unroll
        for (unsigned w = 0; w < 8; w++) {
            first += w < warps ? part[w][lane] : (Type)0;
            second += w + 8 < warps ? part[w + 8][lane] : (Type)0;
        }
    mine = first + second;
    if (gridDim.x > 1) {
        if (warp == 0) {
            memcpy(word, &mine, sizeof mine);
            gpu__la_send(mail + blockIdx.x * GPU__LA_MAIL + lane, word, tag);
            memcpy(word, head + lane, sizeof mine);
            if (blockIdx.x == 0) gpu__la_send(mail + 64 + lane, word, tag);
        }
        mine = 0;
        for (unsigned block = warp; block < gridDim.x; block += warps) {
            Type other;
            gpu__la_receive(mail + block * GPU__LA_MAIL + lane, word, tag);
            memcpy(&other, word, sizeof other);
            mine += other;
        }
        if (warp == 0) {
            gpu__la_receive(mail + 64 + lane, word, tag);
            memcpy(head + lane, word, sizeof mine);
        }
    }
    parts[warp][lane] = mine;
    __syncthreads();
    mine = parts[0][lane];
    if (gridDim.x > 1)
#pragma unroll
        for (unsigned w = 1; w < 16; w++) mine += w < warps ? parts[w][lane] : (Type)0;
    return mine;
}
/* T of H1 H2 ... = 1 - V T V' to `to`, from the products g[j][i] of vectors i < j, by a warp: a lane has a row of T. */
template <class Type> static __device__ __forceinline__ void
gpu__la_triangle_of(Type *to, size_t ld, const Type (*g)[32], const Type *tau, int n)
{
    const int i = threadIdx.x % 32;
    Type t[32];
#pragma unroll
    for (int j = 0; j < 32; j++) {
        Type sum = 0;
        if (j >= n) break;
#pragma unroll
        for (int p = 0; p < j; p++) sum += t[p] * g[j][p];
        t[j] = i < j ? -tau[j] * sum : i == j ? tau[j] : (Type)0;
        if (i < n) to[i * ld + j] = t[j];
    }
}
/* The step gpu__la_qr_triangle. */
template <class Type> static __device__ void gpu__la_triangle_held(const gpu__la_step *s, size_t z)
{
    __shared__ __align__(16) Type g[32][32];
    __shared__ Type tau[32];
    const Type *const from = (const Type *)s->x[1].p + z * s->x[1].stride;
    const int n = (int)s->n, i = threadIdx.x;
    if (i < n) tau[i] = ((const Type *)s->x[2].p + z * s->x[2].stride)[i];
    for (int p = 0; p < 32; p++) g[i][p] = i < n && p < n ? from[p * s->x[1].ld + i] : (Type)0;
    __syncwarp();
    gpu__la_triangle_of((Type *)s->x[0].p + z * s->x[0].stride, s->x[0].ld, g, tau, n);
    __syncwarp();
}
#endif
/* Factors the panel x[0], m by n, n <= 32, as the step gpu__la_qr_panel does; x[1] gets tau, x[2] V with its zeros and
   ones, x[4] the triangle T; x[3] is the blocks' mail. The elements of a row move as in gpu__la_lu_columns. If a column
   is faint, its sums are made again with the column scaled up. */
template <class Type, auto Reflector> static __global__ void __launch_bounds__(gpu__la_panel_threads, 1)
    gpu__la_qr_columns(const gpu__la_step s)
{
#ifdef __CUDA_ARCH__
    constexpr Type Faint = sizeof(Type) == 4 ? (Type)8.2718061e-25 : (Type)4.5131906e-277;
    constexpr Type Much = sizeof(Type) == 4 ? (Type)1152921504606846976.0 : (Type)3.273390607896142e150;
    __shared__ __align__(16) Type minus[16][32], g[32][32];
    __shared__ __align__(16) Type heads[2][32], taus[32];
    const size_t z = s.k + blockIdx.y, ld = s.x[0].ld;
    Type *const a = (Type *)s.x[0].p + z * s.x[0].stride, *const tau = (Type *)s.x[1].p + z * s.x[1].stride, v[32];
    Type *const out = (Type *)s.x[2].p + z * s.x[2].stride;
    unsigned long long *const mail = (unsigned long long *)s.x[3].p + z * s.x[3].stride;
    const unsigned m = (unsigned)s.m, n = (unsigned)s.n, row = blockIdx.x * blockDim.x + threadIdx.x;
    const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    unsigned round = 0;
    gpu__la_panel_load(v, a, ld, m, n, row);
    for (unsigned j = 0; j < n; j++) {
        Type alpha = 0, up = 1, total, head, beta, over;
        for (bool again = true; again;) {
            const unsigned set = round++ & 1;
            if (row == j) {
#pragma unroll
                for (int c = 0; c < 32; c++) heads[set][c] = v[c];
            }
            total =
                gpu__la_panel_total(gpu__la_panel_dots(v, row > j), heads[set], mail + set * gridDim.x * GPU__LA_MAIL,
                                    (unsigned)(2 * (s.at + j) + (up == 1 ? 1 : 2)));
            head = heads[set][lane];
            const Type square = __shfl_sync(~0u, total, 0);
            if (up == 1) alpha = __shfl_sync(~0u, head, 0);
            again = up == 1 && !(alpha * alpha + square > Faint);
            if (again && row > j) v[0] *= Much;
            if (again) up = Much;
        }
        const Type t = Reflector(alpha, __shfl_sync(~0u, total, 0), up, &beta, &over);
        if (up != 1) over /= up;
        const Type product = head + over * total; /* of the column's vector and column `lane` */
        minus[warp][lane] = lane + j < 32 ? product : (Type)0;
        if (row < 32 && lane + j >= 32) g[j][lane + j - 32] = product;
        if (row == j) tau[j] = taus[j] = t;
        __syncwarp();
        const Type x = row > j ? v[0] * over : v[0], y = row > j ? x * t : row == j ? t : (Type)0;
#pragma unroll
        for (int c = 1; c < 32; c++) v[c - 1] = v[c] - y * minus[warp][c];
        v[31] = row == j ? beta : x;
    }
    __syncwarp();
    if (row < 32) gpu__la_triangle_of((Type *)s.x[4].p + z * s.x[4].stride, s.x[4].ld, g, taus, (int)n);
    const unsigned column = (lane + n) % 32;
    gpu__la_transpose(v);
#pragma unroll
    for (int i = 0; i < 32; i++) {
        const unsigned r = row - lane + i;
        if (column >= n || r >= m) continue;
        a[r * ld + column] = v[i];
        out[r * s.x[2].ld + column] = r > column ? v[i] : (Type)(r == column);
    }
#endif
}
#endif
/* ------------------------------------------------------------------------------------ src/families/linalg/tiles.cuh */
#ifdef GPU_LINALG
/* ---- Linear algebra: Cholesky's factorisation and solutions with triangles, each in one launch ------------------- */

/* The matrix is divided into tiles of 64 x 64. A block draws the number of a tile, in an order in which a tile comes
   after those that it depends on, so it waits only for blocks that have begun: for the tiles that it multiplies, one
   after the other, and for the triangle on the diagonal. A word for each tile says that it is done. */
enum { GPU__LA_TILE = 64, GPU__LA_TILE_DEPTH = 16, GPU__LA_TILE_THREADS = 256 };
template <class Type> struct gpu__la_tile_memory {
    static constexpr int Pitch = GPU__LA_TILE + 16 / (int)sizeof(Type);
    union {
        struct {
            alignas(16) Type a[2][GPU__LA_TILE_DEPTH][Pitch], b[2][GPU__LA_TILE_DEPTH][Pitch];
        } of;
        Type tile[GPU__LA_TILE][GPU__LA_TILE + 1]; /* row v: the vector that is solved for by thread v */
    };
    alignas(16) Type t[GPU__LA_TILE][16 + 16 / (int)sizeof(Type)]; /* 16 columns of a triangle */
    Type column[2][GPU__LA_TILE];
    unsigned number, ready;
};
/* Element (i, k) is p[i * across + k * along]. Of a factor, k is the index of summation. */
template <class Type> struct gpu__la_operand {
    const Type *p;
    ptrdiff_t across, along;
    __device__ bool contiguous() const { return along == 1 || along == -1; } /* along the sum */
};
#ifdef __CUDA_ARCH__
/* Waits until more than `tile` of the first `count` tiles are done, each of which has a word in `done`; returns how
   many are. `also` are the words of other tiles that are needed with them, or NULL. */
static __device__ __forceinline__ unsigned gpu__la_await(unsigned *shared, unsigned tile, unsigned count,
                                                         const unsigned *done, const unsigned *also)
{
    const unsigned lane = threadIdx.x % 32, mine = tile + lane;
    if (threadIdx.x < 32) {
        unsigned there = 0;
        do {
            unsigned word = 1, other = 1;
            if (mine < count)
                asm volatile("ld.relaxed.gpu.global.u32 %0, [%1];" : "=r"(word) : "l"(done + mine) : "memory");
            if (mine < count && also)
                asm volatile("ld.relaxed.gpu.global.u32 %0, [%1];" : "=r"(other) : "l"(also + mine) : "memory");
            there = __ballot_sync(~0u, word && other);
        } while (!(there & 1));
        __threadfence();
        if (lane == 0) *shared = tile + (~there ? __ffs((int)~there) - 1 : 32);
    }
    __syncthreads();
    return min(*shared, count);
}
static __device__ __forceinline__ void gpu__la_done(unsigned *word)
{
    __syncthreads();
    if (threadIdx.x == 0) {
        __threadfence();
        asm volatile("st.relaxed.gpu.global.u32 [%0], %1;" ::"l"(word), "r"(1u) : "memory");
    }
}
/* Four elements of 64 x 16 for each thread, lanes along the contiguous dimension; 0 beyond `rows` and `deep`. */
template <class Type>
static __device__ __forceinline__ void gpu__la_tile_fetch(Type (&x)[4], gpu__la_operand<Type> v, int rows, int deep)
{
    const bool along = v.contiguous();
#pragma unroll
    for (int q = 0; q < 4; q++) {
        const int e = threadIdx.x + q * GPU__LA_TILE_THREADS, i = along ? e / 16 : e % 64, k = along ? e % 16 : e / 64;
        x[q] = i < rows && k < deep ? __ldcg(v.p + (i * v.across + k * v.along)) : (Type)0;
    }
}
template <class Type, int Pitch>
static __device__ __forceinline__ void gpu__la_tile_put(Type (*to)[Pitch], const Type (&x)[4], bool along)
{
#pragma unroll
    for (int q = 0; q < 4; q++) {
        const int e = threadIdx.x + q * GPU__LA_TILE_THREADS;
        to[along ? e % 16 : e / 64][along ? e / 16 : e % 64] = x[q];
    }
}
/* sum -= A B, where A has the rows and B the columns of the tile, and both `count` tiles along the sum, for which it
   waits by `await`. A thread has 4 x 4 sums. */
template <class Type, class Await>
static __device__ __forceinline__ void gpu__la_tile_multiply(Type (&sum)[4][4], gpu__la_tile_memory<Type> &s,
                                                             gpu__la_operand<Type> a, gpu__la_operand<Type> b, int rows,
                                                             int cols, unsigned count, const Await &await)
{
    constexpr unsigned Steps = GPU__LA_TILE / GPU__LA_TILE_DEPTH;
    const int top = threadIdx.x / 16 * 4, left = threadIdx.x % 16 * 4;
    const bool along_a = a.contiguous(), along_b = b.contiguous();
    unsigned ready = 0;
    Type x[4], y[4];
    auto fetch = [&](unsigned step) {
        if (step / Steps >= ready) ready = await(step / Steps);
        gpu__la_tile_fetch(x, a, rows, 16), gpu__la_tile_fetch(y, b, cols, 16);
        a.p += GPU__LA_TILE_DEPTH * a.along, b.p += GPU__LA_TILE_DEPTH * b.along;
    };
    if (count) fetch(0);
    for (unsigned step = 0; step < count * Steps; step++) {
        const unsigned next = step + 1, set = step & 1;
        const bool ahead = next < count * Steps && next / Steps < ready;
        gpu__la_tile_put(s.of.a[set], x, along_a), gpu__la_tile_put(s.of.b[set], y, along_b);
        __syncthreads();
        if (ahead) fetch(next);
#pragma unroll
        for (int k = 0; k < GPU__LA_TILE_DEPTH; k++) {
            alignas(16) Type p[4], q[4];
#pragma unroll
            for (int i = 0; i < 4; i += 16 / (int)sizeof(Type)) {
                *(uint4 *)(p + i) = *(const uint4 *)&s.of.a[set][k][top + i];
                *(uint4 *)(q + i) = *(const uint4 *)&s.of.b[set][k][left + i];
            }
#pragma unroll
            for (int i = 0; i < 4; i++)
#pragma unroll
                for (int j = 0; j < 4; j++) sum[i][j] -= p[i] * q[j];
        }
        if (!ahead && next < count * Steps) fetch(next);
    }
    __syncthreads();
}
/* Solves for the vectors in s.tile, n elements each, with the lower triangle t, of which it has 16 columns at a time,
   the first of them in `next`; then all threads, by turns, subtract what these contribute to the elements after them.
   It multiplies by reciprocals of the diagonal, unless one of them is inexact. */
template <class Type> static __device__ __forceinline__ void
gpu__la_tile_solve(gpu__la_tile_memory<Type> &s, Type (&next)[4], gpu__la_operand<Type> t, int n, bool unit)
{
    const int v = threadIdx.x % 64, part = threadIdx.x / 64;
    const bool along = t.contiguous();
    constexpr Type Least = sizeof(Type) == 4 ? (Type)1e-37 : (Type)1e-307;
    for (int base = 0; base < n; base += 16) {
        bool exact = true;
        Type x[16];
#pragma unroll
        for (int q = 0; q < 4; q++) {
            const int e = threadIdx.x + q * GPU__LA_TILE_THREADS, i = along ? e / 16 : e % 64,
                      p = along ? e % 16 : e / 64;
            s.t[i][p] = next[q];
            if (i != base + p) continue;
            const Type by = unit || i >= n ? (Type)1 : 1 / next[q];
            s.column[0][p] = by;
            exact = fabs(by) >= Least && fabs(by) <= 1 / Least;
        }
        exact = __syncthreads_and(exact);
        t.p += 16 * t.along;
        if (base + 16 < n) gpu__la_tile_fetch(next, t, n, n - base - 16);
        if (part == 0) {
#pragma unroll
            for (int p = 0; p < 16; p++) x[p] = s.tile[v][base + p];
#pragma unroll
            for (int p = 0; p < 16; p++) {
                x[p] *= exact ? s.column[0][p] : (Type)1;
                if (!exact && !unit && base + p < n) x[p] /= s.t[base + p][p];
#pragma unroll
                for (int i = p + 1; i < 16; i++) x[i] -= s.t[base + i][p] * x[p];
            }
#pragma unroll
            for (int p = 0; p < 16; p++) s.tile[v][base + p] = x[p];
        }
        __syncthreads();
#pragma unroll
        for (int p = 0; p < 16; p++) x[p] = s.tile[v][base + p];
#pragma unroll 4
        for (int i = base + 16 + part; i < n; i += 4) {
            Type rest = s.tile[v][i];
#pragma unroll
            for (int p = 0; p < 16; p++) rest -= s.t[i][p] * x[p];
            s.tile[v][i] = rest;
        }
        __syncthreads();
    }
}
/* Factors the n by n tile in s.tile, 16 columns at a time: a thread has four of them, of a row. Returns the order of
   the first leading minor that is not positive, or 0. */
template <class Type> static __device__ __forceinline__ int gpu__la_tile_factor(gpu__la_tile_memory<Type> &s, int n)
{
    const int i = threadIdx.x % 64, part = threadIdx.x / 64;
    Type x[16];
    for (int base = 0; base < n; base += 16) {
        const int left = base + 4 * part;
#pragma unroll
        for (int c = 0; c < 4; c++) x[c] = s.tile[i][left + c];
#pragma unroll
        for (int j = 0; j < 16; j++) {
            Type *const column = s.column[j & 1];
            if (base + j >= n) break;
            if (part == j / 4) column[i] = x[j % 4];
            __syncthreads();
            const Type d = column[base + j], by = rsqrt(d), mine = column[i] * by;
            if (!(d > 0)) return base + j + 1; /* as all threads see */
#pragma unroll
            for (int c = 0; c < 4; c++)
                if (left + c > base + j) x[c] -= mine * (by * column[left + c]);
            if (part == j / 4) x[j % 4] = i == base + j ? sqrt(d) : mine;
        }
#pragma unroll
        for (int c = 0; c < 4; c++) s.tile[i][left + c] = x[c];
        __syncthreads();
#pragma unroll
        for (int p = 0; p < 16; p++) x[p] = s.tile[i][base + p];
#pragma unroll 4
        for (int c = base + 16 + part; c < n; c += 4) {
            Type rest = s.tile[i][c];
#pragma unroll
            for (int p = 0; p < 16; p++) rest -= x[p] * s.tile[c][base + p];
            s.tile[i][c] = rest;
        }
        __syncthreads();
    }
    return 0;
}
/* Draws the number of this block: words[0] counts them. */
static __device__ __forceinline__ unsigned gpu__la_draw(unsigned *shared, unsigned *words, bool alone)
{
    if (threadIdx.x == 0) *shared = alone ? blockIdx.x : atomicAdd(words, 1u);
    __syncthreads();
    return *shared;
}
#endif
/* A = L L' for the lower triangle of x[0]; of each matrix, tile (i, j) has word i * across + j. */
template <class Type> static __global__ void __launch_bounds__(GPU__LA_TILE_THREADS)
    gpu__la_cholesky_tiles(const gpu__la_step step, unsigned *words, unsigned batch)
{
#ifdef __CUDA_ARCH__
    __shared__ gpu__la_tile_memory<Type> s;
    const unsigned across = (unsigned)((step.n + 63) / 64), number = gpu__la_draw(&s.number, words, across == 1),
                   z = number % batch;
    const int top = threadIdx.x / 16 * 4, left = threadIdx.x % 16 * 4;
    const size_t ld = step.x[0].ld;
    Type *const a = (Type *)step.x[0].p + z * step.x[0].stride;
    unsigned *const done = words + 1 + (size_t)z * across * across;
    unsigned j = 0, i = number / batch;
    for (; i >= across - j; j++) i -= across - j;
    i += j;
    Type *const tile = a + i * 64 * ld + j * 64;
    const int rows = (int)min(step.n - i * 64, (size_t)64), cols = (int)min(step.n - j * 64, (size_t)64);
    Type sum[4][4];
#pragma unroll
    for (int r = 0; r < 4; r++)
#pragma unroll
        for (int c = 0; c < 4; c++)
            sum[r][c] = top + r < rows && left + c < cols ? tile[(top + r) * ld + left + c] : (Type)0;
    gpu__la_tile_multiply(
        sum, s, {a + i * 64 * ld, (ptrdiff_t)ld, 1}, {a + j * 64 * ld, (ptrdiff_t)ld, 1}, rows, cols, j,
        [&](unsigned p) { return gpu__la_await(&s.ready, p, j, done + i * across, done + j * across); });
#pragma unroll
    for (int r = 0; r < 4; r++)
#pragma unroll
        for (int c = 0; c < 4; c++) s.tile[top + r][left + c] = sum[r][c];
    __syncthreads();
    if (i == j) {
        const int wrong = gpu__la_tile_factor(s, rows);
        volatile int *const info = step.info + z / step.per_info;
        if (wrong && threadIdx.x == 0 && *info == 0) *info = (int)j * 64 + wrong;
    } else {
        const gpu__la_operand<Type> t = {a + j * 64 * (ld + 1), (ptrdiff_t)ld, 1};
        Type first[4];
        gpu__la_await(&s.ready, j, j + 1, done + j * across, NULL);
        gpu__la_tile_fetch(first, t, cols, cols);
        gpu__la_tile_solve(s, first, t, cols, false);
    }
#pragma unroll 8
    for (int e = threadIdx.x; e < 64 * 64; e += GPU__LA_TILE_THREADS)
        if (e / 64 < rows && e % 64 < (i == j ? e / 64 + 1 : cols)) tile[e / 64 * ld + e % 64] = s.tile[e / 64][e % 64];
    if (across > 1) gpu__la_done(done + i * across + j);
#endif
}
/* Solves the triangle x[0] (n by n) for the m columns of x[1], in place: the strides of T are x[0].ld and x[2].ld,
   those of B x[1].ld and x[3].ld. Tile i of rows, in the order in which they are solved for, and tile c of columns have
   word c * down + i. */
template <class Type> static __global__ void __launch_bounds__(GPU__LA_TILE_THREADS)
    gpu__la_solve_tiles(const gpu__la_step step, unsigned *words, unsigned batch)
{
#ifdef __CUDA_ARCH__
    __shared__ gpu__la_tile_memory<Type> s;
    const unsigned across = (unsigned)((step.m + 63) / 64), down = (unsigned)((step.n + 63) / 64),
                   number = gpu__la_draw(&s.number, words, down == 1), z = number % batch;
    const unsigned i = number / batch / across, c = number / batch % across;
    const bool back = step.flag & GPU__LA_BACKWARD;
    const ptrdiff_t sign = back ? -1 : 1, tr = sign * (ptrdiff_t)step.x[0].ld, tc = sign * (ptrdiff_t)step.x[2].ld,
                    br = sign * (ptrdiff_t)step.x[1].ld, bc = (ptrdiff_t)step.x[3].ld;
    const ptrdiff_t last = back ? (ptrdiff_t)step.n - 1 : 0;
    const Type *const t = (const Type *)step.x[0].p + z * step.x[0].stride - last * (tr + tc);
    Type *const b = (Type *)step.x[1].p + z * step.x[1].stride - last * br + c * 64 * bc, *const tile = b + i * 64 * br;
    const int rows = (int)min(step.n - i * 64, (size_t)64), cols = (int)min(step.m - c * 64, (size_t)64);
    const int top = threadIdx.x / 16 * 4, left = threadIdx.x % 16 * 4;
    unsigned *const done = words + 1 + ((size_t)z * across + c) * down;
    const gpu__la_operand<Type> triangle = {t + i * 64 * (tr + tc), tr, tc};
    Type sum[4][4], first[4];
    gpu__la_tile_fetch(first, triangle, rows, rows);
#pragma unroll
    for (int r = 0; r < 4; r++)
#pragma unroll
        for (int k = 0; k < 4; k++)
            sum[r][k] = top + r < rows && left + k < cols ? tile[(top + r) * br + (left + k) * bc] : (Type)0;
    gpu__la_tile_multiply(sum, s, {t + i * 64 * tr, tr, tc}, {b, bc, br}, rows, cols, i,
                          [&](unsigned p) { return gpu__la_await(&s.ready, p, i, done, NULL); });
#pragma unroll
    for (int r = 0; r < 4; r++)
#pragma unroll
        for (int k = 0; k < 4; k++) s.tile[left + k][top + r] = sum[r][k];
    __syncthreads();
    gpu__la_tile_solve(s, first, triangle, rows, step.flag & GPU__LA_UNIT_DIAGONAL);
#pragma unroll 8
    for (int e = threadIdx.x; e < 64 * 64; e += GPU__LA_TILE_THREADS) {
        const int r = bc == 1 ? e / 64 : e % 64, k = bc == 1 ? e % 64 : e / 64;
        if (r < rows && k < cols) tile[r * br + k * bc] = s.tile[k][r];
    }
    if (down > 1) gpu__la_done(done + i);
#endif
}
/* Launches one of them, for `tiles` tiles of each matrix, of which tile 0 depends on none. */
template <class Type> static void gpu__la_launch_tiles(gpu__la *la, void (*kernel)(gpu__la_step, unsigned *, unsigned),
                                                       const gpu__la_step *s, size_t tiles, size_t words_each)
{
    const size_t used = la->used, bytes = (1 + la->batch * words_each) * sizeof(unsigned);
    unsigned *const words = (unsigned *)gpu__la_take(la, words_each > 1 ? bytes : 0);
    la->used = used;
    if (words_each > 1) gpu__la_zero(la, words, bytes);
    if (la->measuring || la->error || !tiles) return;
    kernel<<<(unsigned)(tiles * la->batch), GPU__LA_TILE_THREADS, 0, (cudaStream_t)la->context->stream>>>(
        *s, words, (unsigned)la->batch);
    la->error = (int)cudaGetLastError();
}
#endif
/* ------------------------------------------------------------------------------------ src/families/linalg/eigen.cuh */
#ifdef GPU_LINALG
/* ---- Linear algebra: steps of eigenproblems for which a GPU has methods of its own ----------------------------- */

#ifdef __CUDA_ARCH__
template <class Type> static __device__ __forceinline__ Type gpu__la_warp_product(Type v)
{
#pragma unroll
    for (int d = 16; d; d /= 2) v *= __shfl_xor_sync(~0u, v, d);
    return v;
}
/* The sums over a warp of eight values: lane l gets number l / 4, in sum[0]. */
template <class Type> static __device__ __forceinline__ void gpu__la_eight_sums(Type *sum)
{
    const unsigned lane = threadIdx.x % 32;
#pragma unroll
    for (int d = 16, k = 4; k; d /= 2, k /= 2)
#pragma unroll
        for (int q = 0; q < k; q++) {
            const Type other = __shfl_xor_sync(~0u, lane & d ? sum[q] : sum[q + k], d);
            sum[q] = (lane & d ? sum[q + k] : sum[q]) + other;
        }
    sum[0] += __shfl_xor_sync(~0u, sum[0], 2);
    sum[0] += __shfl_xor_sync(~0u, sum[0], 1);
}
#endif
/* ---- reduction to a tridiagonal matrix ---- */
enum { GPU__LA_MEETING = 512, GPU__LA_PANEL_THREADS = 256 }; /* most blocks of a matrix; threads of each */
#ifdef __CUDA_ARCH__
/* A panel of the reduction in one launch. The rows of the matrix that are left are divided among its blocks. Column i
   of the panel takes two phases, between which the blocks wait for each other:
   - update(i): W of column i - 1, then row i of A without the contributions of V and W, and its sum of squares;
   - products(i): the reflector v, and the products of v and the block's rows of A and of V and W.
   A phase takes as long as the loads that wait for each other. So what other blocks do not change is loaded before the
   block waits for them; by __ldcg, if they change other elements of the same cache line. Warp 0 does what is not
   divided among warps. x[2] of the step has the products y = A v, then V v and W v, then for each block its sum of
   squares and its part of the product of y and v. */
template <class Type> struct gpu__la_panel {
    enum { Warps = GPU__LA_PANEL_THREADS / 32, Most = 32, Each = Most / Warps, Rows = 8 };
    struct
        tile { /* of 32 rows of the block: a warp's rows of V and W, and for warp 0 the last v, y, and the row of A */
        Type v[Each], w[Each], last, y, row;
    };
    Type *a, *v, *w, *x, *y, *dots, *squares, *meets, *d, *e, *taus; /* x: rows of A, later the second copy of V */
    unsigned *counter, met, n, ld, at, low, high, block, blocks, most, columns, extra, lane, warp;
    Type tau; /* of warp 0 */
    template <int Pack> struct __align__(Pack * sizeof(Type)) pack { Type at[Pack]; };

    __device__ gpu__la_panel(const gpu__la_step &s, size_t z, unsigned all)
        : met(0), n((unsigned)s.n), ld((unsigned)s.x[0].ld), at((unsigned)s.at), block(blockIdx.x % all), blocks(all),
          most((unsigned)s.k), columns((unsigned)s.m), extra(0), lane(threadIdx.x % 32), warp(threadIdx.x / 32), tau(0)
    {
        const unsigned rows = (n - at + blocks - 1) / blocks;
        a = (Type *)s.x[0].p + z * s.x[0].stride, v = (Type *)s.x[1].p + z * s.x[1].stride;
        w = row_of(v, most), x = row_of(w, most), y = (Type *)s.x[2].p + z * s.x[2].stride;
        dots = y + n, squares = dots + 2 * most, meets = squares + GPU__LA_MEETING;
        d = (Type *)s.x[3].p + z * s.x[3].stride, e = d + n, taus = e + n;
        counter = (unsigned *)s.x[4].p + z * s.x[4].stride;
        low = at + block * rows < n ? at + block * rows : n, high = n - low < rows ? n : low + rows;
    }
    __device__ Type *row_of(Type *of, unsigned i) const { return of + (size_t)i * n; }
    __device__ void arrive(void)
    {
        __syncthreads();
        met += blocks;
        if (blocks > 1 && threadIdx.x == 0)
            asm volatile("red.release.gpu.global.add.u32 [%0], 1;" ::"l"(counter) : "memory");
    }
    __device__ void wait(void)
    {
        unsigned seen = met;
        if (blocks == 1) return;
        if (threadIdx.x == 0) {
            do asm volatile("ld.acquire.gpu.global.u32 %0, [%1];" : "=r"(seen) : "l"(counter) : "memory");
            while (seen < met);
        }
        __syncthreads();
    }
    __device__ Type of_blocks(const Type *part) const /* a lane's part of the sum over all blocks */
    {
        Type sum = 0;
#pragma unroll 4
        for (unsigned k = lane; k < blocks; k += 32) sum += __ldcg(part + k);
        return sum;
    }
    __device__ tile tile_at(unsigned i, unsigned r) const
    {
        const unsigned done = i ? i - 1 : 0;
        tile t = {};
        if (r >= high) return t;
#pragma unroll
        for (unsigned k = 0; k < Each; k++)
            if (warp + k * Warps < done)
                t.v[k] = __ldcg(row_of(v, warp + k * Warps) + r), t.w[k] = __ldcg(row_of(w, warp + k * Warps) + r);
        if (warp == 0 && i) t.last = __ldcg(row_of(v, done) + r), t.y = __ldcg(y + r);
        if (warp == 0 && i < columns) t.row = a[(size_t)(at + i) * ld + r];
        return t;
    }
    __device__ void update(unsigned i)
    {
        __shared__ Type by_v[Most], by_w[Most], v_here[Most], w_here[Most], part[2][Warps][33];
        const unsigned j = at + i, done = i ? i - 1 : 0;
        unsigned base = low > j ? low : j;
        tile t = tile_at(i, base + lane);
        Type square = 0, share = 0, mine = 0;
        if (warp == 0 && lane < done) v_here[lane] = __ldcg(row_of(v, lane) + j);
        if (warp == 1 && lane < done) w_here[lane] = __ldcg(row_of(w, lane) + j);
        if (i) wait();
        if (warp < 2 && lane < done) (warp ? by_w : by_v)[lane] = __ldcg(dots + warp * most + lane);
        if (warp == 0 && i) share = of_blocks(meets), mine = __ldcg(y + j);
        __syncthreads();
        for (bool first = true; base < high || first; base += 32, first = false) {
            Type sum = 0, change = 0;
#pragma unroll
            for (unsigned k = 0; k < Each; k++) {
                const unsigned p = warp + k * Warps;
                if (p >= done) break;
                sum += t.v[k] * by_w[p] + t.w[k] * by_v[p];
                change += t.v[k] * w_here[p] + t.w[k] * v_here[p];
            }
            part[0][warp][lane] = sum, part[1][warp][lane] = change;
            if (first && warp == 0 && i) { /* the factor of v in W, and element j of W */
                const Type x_v = lane < done ? by_v[lane] : (Type)0, x_w = lane < done ? by_w[lane] : (Type)0;
                share = tau * tau / 2 * gpu__la_warp_sum(share - 2 * x_v * x_w);
                mine -= gpu__la_warp_sum(lane < done ? v_here[lane] * x_w + w_here[lane] * x_v : (Type)0);
                mine = tau * mine - share;
            }
            __syncthreads();
            if (warp == 0) square += finish(i, t, base + lane, sum, change, share, mine, part);
            if (base + 32 < high) t = tile_at(i, base + 32 + lane), __syncthreads();
        }
        if (warp) return;
        __syncwarp();
        square = gpu__la_warp_sum(square);
        if (lane == 0) squares[block] = square;
    }
    /* Element r of W of column i - 1 and of row i of A; returns its square, if it is below the first element. */
    __device__ Type finish(unsigned i, const tile &t, unsigned r, Type sum, Type change, Type share, Type mine,
                           const Type (*part)[Warps][33])
    {
        if (r >= high) return 0;
#pragma unroll
        for (unsigned k = 1; k < Warps; k++) sum += part[0][k][lane], change += part[1][k][lane];
        const Type own = i ? tau * (t.y - sum) - share * t.last : (Type)0, u = t.row - change - t.last * mine - own;
        if (i) row_of(w, i - 1)[r] = own, row_of(x, i - 1)[r] = t.last;
        if (i == columns) return 0;
        row_of(x, i)[r] = u;
        if (r == at + i) d[r] = u;
        return r > at + i + 1 ? u * u : (Type)0;
    }
    /* Computes the reflector of column i, u, from the sum of its squares, by warp 0; returns the factor of u. */
    template <auto Reflector> __device__ Type reflect(unsigned i, const Type *u, Type square, Type alpha)
    {
        constexpr Type Faint = sizeof(Type) == 4 ? (Type)8.2718061e-25 : (Type)4.5131906e-277;
        constexpr Type Much = sizeof(Type) == 4 ? (Type)1152921504606846976.0 : (Type)3.273390607896142e150;
        const unsigned j = at + i;
        Type up = 1, beta, over;
        square = gpu__la_warp_sum(square);
        if (!(alpha * alpha + square > Faint)) { /* as all blocks see */
            up = Much, square = 0;
#pragma unroll 4
            for (unsigned c = j + 2 + lane; c < n; c += 32) square += u[c] * up * (u[c] * up);
            square = gpu__la_warp_sum(square);
        }
        tau = Reflector(alpha, square, up, &beta, &over);
        if (block == 0 && lane == 0) e[j] = beta, taus[j] = tau;
        return over;
    }
    /* Row k of those that the block multiplies by v, and where its product goes: `mine` rows of A from `first` on, then
       rows of V and W. */
    __device__ const Type *factor(unsigned k, unsigned mine, unsigned first, unsigned i) const
    {
        const unsigned p = block + (k - mine) * blocks, index = k < mine ? first + k : p < i ? p : p - i + most;
        return (k < mine ? a : v) + (size_t)index * (k < mine ? ld : n);
    }
    __device__ Type *result(unsigned k, unsigned mine, unsigned first, unsigned i) const
    {
        const unsigned p = block + (k - mine) * blocks;
        return y + (k < mine ? first + k : n + (p < i ? p : p - i + most));
    }
    template <int Pack> __device__ void load(pack<Pack> *p, const Type *const *row, unsigned k) const
    {
#pragma unroll
        for (int q = 0; q < Rows; q++)
            if (k < n) p[q] = *(const pack<Pack> *)(row[q] + k);
    }
    /* Adds the products of eight rows and u from element `begin` on. The packs p of the rows, which begin at element k,
       are loaded a step ahead. */
    template <int Pack> __device__ void multiply(Type *sum, pack<Pack> *p, const Type *const *row, const Type *u,
                                                 unsigned k, unsigned begin, unsigned step) const
    {
        while (k < n) {
            pack<Pack> b = *(const pack<Pack> *)(u + k);
            if (k < begin) { /* what is there may have been written by nobody */
#pragma unroll
                for (int l = 0; l < Pack; l++) {
                    if (k + l >= begin) continue;
                    b.at[l] = 0;
#pragma unroll
                    for (int q = 0; q < Rows; q++) p[q].at[l] = 0;
                }
            }
#pragma unroll
            for (int q = 0; q < Rows; q++)
#pragma unroll
                for (int l = 0; l < Pack; l++) sum[q] += p[q].at[l] * b.at[l];
            load(p, row, k += step);
        }
    }
    /* Eight rows at a time, by one warp or, if there are few rows, by several. */
    template <auto Reflector, int Pack> __device__ void products(unsigned i)
    {
        __shared__ Type part[Rows * Warps], factor_of_u;
        const unsigned j = at + i, first = low > j ? low : j + 1, mine = first < high ? high - first : 0;
        const Type *const u = row_of(x, i);
        unsigned shift = 0; /* 1 << shift warps for eight rows */
        while (block + extra * blocks < 2 * i) extra++;
        const unsigned all = mine + extra, groups = (all + Rows - 1) / Rows;
        while (groups && groups << (shift + 1) <= Warps) shift++;
        const unsigned segment = warp & ((1u << shift) - 1), step = 32 * Pack << shift;
        const unsigned start = (j + 2) / Pack * Pack + (segment * 32 + lane) * Pack;
        Type edge = 0, own = 0, square = 0, alpha = 0;
        bool waited = false;
        for (unsigned g = warp >> shift; g < groups || !waited; g += Warps >> shift) {
            const Type *row[Rows];
            pack<Pack> p[Rows];
            Type sum[Rows] = {};
            const unsigned k = g < groups ? start : n;
#pragma unroll
            for (unsigned q = 0; q < Rows; q++) row[q] = factor(min(g * Rows + q, all - 1), mine, first, i);
            const bool late = !waited && g * Rows + Rows > mine; /* the last row of W is not complete yet */
            if (!late) load(p, row, k);
            if (!waited) {
                wait(), waited = true;
                if (late) load(p, row, k);
                if (warp == 0) square = of_blocks(squares), alpha = __ldcg(u + j + 1);
                if (warp == 0 && lane < all) edge = factor(lane, mine, first, i)[j + 1];
                if (warp == 0 && lane < mine) own = u[first + lane];
            }
            multiply(sum, p, row, u, k, j + 2, step);
            if (g >= groups) break;
            __syncwarp();
            gpu__la_eight_sums(sum);
            const unsigned to = g * Rows + lane / 4;
            if (lane % 4 == 0 && to < all)
                *(shift ? part + (to << shift) + segment : result(to, mine, first, i)) = sum[0];
            __syncwarp();
        }
        if (warp == 0) {
            const Type over = reflect<Reflector>(i, u, square, alpha);
            if (lane == 0) factor_of_u = over;
        }
        __syncthreads();
        if (warp == 0) combine(i, part, shift, all, mine, first, edge, own, factor_of_u);
        store(i, u, first, factor_of_u);
    }
    /* Adds what several warps have summed, for the products with v, and sums the block's part of the product of y and
       v. */
    __device__ void combine(unsigned i, const Type *part, unsigned shift, unsigned all, unsigned mine, unsigned first,
                            Type edge, Type own, Type over)
    {
        const Type *const u = row_of(x, i);
        Type meeting = 0;
        for (unsigned k = lane; k < all; k += 32) {
            Type *const to = result(k, mine, first, i), sum = shift ? part[k << shift] : *to;
            if (k >= 32) edge = factor(k, mine, first, i)[at + i + 1], own = k < mine ? u[first + k] : (Type)0;
            for (unsigned q = 1; q < 1u << shift; q++) sum += part[(k << shift) + q];
            *to = sum = sum * over + edge;
            if (k < mine) meeting += sum * (first + k == at + i + 1 ? (Type)1 : own * over);
        }
        __syncwarp();
        meeting = gpu__la_warp_sum(meeting);
        if (lane == 0) meets[block] = meeting;
    }
    /* Stores the block's part of v, also in A, where zeros precede it. */
    __device__ void store(unsigned i, const Type *u, unsigned first, Type over)
    {
        const unsigned j = at + i;
        Type *const row = a + (size_t)j * ld;
        for (unsigned r = first + threadIdx.x; r < high; r += blockDim.x)
            row[r] = row_of(v, i)[r] = r == j + 1 ? (Type)1 : u[r] * over;
        for (unsigned c = block * blockDim.x + threadIdx.x; c <= j; c += blocks * blockDim.x) row[c] = 0;
    }
};
#endif
template <class Type, auto Reflector> static __global__ void __launch_bounds__(GPU__LA_PANEL_THREADS, 2)
    gpu__la_reduce_panel(const gpu__la_step s, unsigned blocks, size_t batch)
{
#ifdef __CUDA_ARCH__
    constexpr int Pack = 16 / sizeof(Type);
    for (size_t z = blockIdx.x / blocks; z < batch; z += gridDim.x / blocks) {
        gpu__la_panel<Type> p(s, z, blocks);
        for (unsigned i = 0;; i++) {
            p.update(i);
            if (i == s.m || s.at + i + 1 == s.n) break;
            p.arrive();
            if ((s.x[0].ld | s.n) % Pack == 0)
                p.template products<Reflector, Pack>(i);
            else
                p.template products<Reflector, 1>(i);
            p.arrive();
        }
        __syncthreads();
    }
#endif
}
/* The s->m columns of A from s->at on. Blocks that wait for each other have to be resident at once: the launch is
   cooperative. */
template <class Type, auto Reflector> static void gpu__la_panel_of(gpu__la *la, const gpu__la_step *s)
{
    const auto kernel = gpu__la_reduce_panel<Type, Reflector>;
    gpu__la_step step = *s;
    size_t batch = la->batch, all;
    if (la->measuring || la->error) return;
    all = la->context->multiprocessors > 1 ? 2 * (size_t)la->context->multiprocessors : 1;
    if (all > GPU__LA_MEETING) all = GPU__LA_MEETING;
    all = gpu__least(batch < all ? all / batch : 1, gpu__ceil_div(s->n - s->at, 8));
    unsigned blocks = (unsigned)all;
    void *argument[] = {&step, &blocks, &batch};
    if (blocks == 1) {
        kernel<<<(unsigned)(batch < 65536 ? batch : 65536), GPU__LA_PANEL_THREADS, 0,
                 (cudaStream_t)la->context->stream>>>(step, blocks, batch);
        la->error = (int)cudaGetLastError();
    } else
        la->error =
            (int)cudaLaunchCooperativeKernel((const void *)kernel, (unsigned)(blocks * batch), GPU__LA_PANEL_THREADS,
                                             argument, 0, (cudaStream_t)la->context->stream);
}
/* ---- blocks of reflectors ---- */
/* x[0] = the upper triangles T, of blocks of 64 of the m reflectors that are the rows of x[1]: H1 H2 ... = 1 - V'T V.
   x[2] has tau. Each of 256 threads sums 16 elements of V V', piece by piece as in gpu__la_products, which go to shared
   memory; then 64 of them have a row of T in registers. */
template <class Type> static __device__ void gpu__la_triangles(const gpu__la_step *s, size_t z, size_t block)
{
#ifdef __CUDA_ARCH__
    __shared__ __align__(16) Type g[64][64];
    __shared__ Type tile[16][65], tau[64];
    const size_t n = s->n, first = block * 64, some = s->m - first < 64 ? s->m - first : 64, ld = s->x[1].ld;
    const Type *const v = (const Type *)s->x[1].p + z * s->x[1].stride + first * ld;
    const unsigned i = threadIdx.x / 16, k = threadIdx.x % 16;
    Type sum[4][4] = {};
    if (threadIdx.x < 64)
        tau[threadIdx.x] = threadIdx.x < some ? ((const Type *)s->x[2].p + z * s->x[2].stride)[first + threadIdx.x] : 0;
    for (size_t c = first; c < n; c += 16) {
        __syncthreads();
        for (unsigned r = i; r < 64; r += 16) tile[k][r] = r < some && c + k < n ? v[r * ld + c + k] : (Type)0;
        __syncthreads();
        Type part[4][4] = {};
#pragma unroll
        for (int l = 0; l < 16; l++)
#pragma unroll
            for (int p = 0; p < 4; p++)
#pragma unroll
                for (int q = 0; q < 4; q++) part[p][q] += tile[l][i + 16 * p] * tile[l][k + 16 * q];
#pragma unroll
        for (int p = 0; p < 4; p++)
#pragma unroll
            for (int q = 0; q < 4; q++) sum[p][q] += part[p][q];
    }
#pragma unroll
    for (int p = 0; p < 4; p++)
#pragma unroll
        for (int q = 0; q < 4; q++) g[i + 16 * p][k + 16 * q] = sum[p][q];
    __syncthreads();
    if (threadIdx.x < 64) {
        Type *const to = (Type *)s->x[0].p + z * s->x[0].stride + (first + threadIdx.x) * 64, t[64];
#pragma unroll
        for (int j = 0; j < 64; j++) {
            Type dot = 0;
#pragma unroll
            for (int p = 0; p < j; p++) dot += t[p] * g[j][p];
            t[j] = threadIdx.x < j ? -tau[j] * dot : threadIdx.x == j ? tau[j] : (Type)0;
            to[j] = t[j];
        }
    }
#endif
}
/* ---- small matrices: a warp for each ---- */
#ifdef __CUDA_ARCH__
/* A symmetric matrix of up to 32 Rows rows in shared memory. A lane has Rows of its columns or rows. */
template <class Type, int Rows> struct gpu__la_small {
    enum { Most = 32 * Rows };
    Type a[Most][Most + 1], d[Most], e[Most], v[Most], w[Most], tau[Most];
    int rank[Most];

    /* y += A v, by the columns of a lane, for v that is zero up to element j. Four rows are loaded before they are
       used. */
    __device__ void times(Type *y, int j, int n) const
    {
        for (int r = (j + 1) & ~3; r < n; r += 4) {
            Type b[4], u[4][Rows];
#pragma unroll
            for (int q = 0; q < 4; q++) {
                b[q] = v[r + q];
                for (int k = 0; k < Rows; k++) u[q][k] = a[r + q][threadIdx.x + 32 * k];
            }
#pragma unroll
            for (int q = 0; q < 4; q++)
                for (int k = 0; k < Rows; k++) y[k] += u[q][k] * b[q];
        }
    }
    /* A -= v y' + w x', likewise. */
    __device__ void subtract(const Type *y, const Type *x, int j, int n)
    {
        for (int r = (j + 1) & ~3; r < n; r += 4) {
            Type b[4], c[4], u[4][Rows];
#pragma unroll
            for (int q = 0; q < 4; q++) {
                b[q] = v[r + q], c[q] = w[r + q];
                for (int k = 0; k < Rows; k++) u[q][k] = a[r + q][threadIdx.x + 32 * k];
            }
#pragma unroll
            for (int q = 0; q < 4; q++)
                for (int k = 0; k < Rows; k++) a[r + q][threadIdx.x + 32 * k] = u[q][k] - (b[q] * y[k] + c[q] * x[k]);
        }
    }
    /* A = H T H': T goes to d and e, the reflectors' vectors to the rows of a. */
    template <auto Reflector> __device__ void reduce(int n)
    {
        constexpr Type Faint = sizeof(Type) == 4 ? (Type)8.2718061e-25 : (Type)4.5131906e-277;
        constexpr Type Much = sizeof(Type) == 4 ? (Type)1152921504606846976.0 : (Type)3.273390607896142e150;
        const int lane = threadIdx.x;
        for (int j = 0; j + 1 < n; j++) {
            const Type alpha = a[j][j + 1];
            Type x[Rows], y[Rows] = {}, square = 0, up = 1, beta, over;
            for (int k = 0; k < Rows; k++) {
                const int c = lane + 32 * k;
                x[k] = c > j + 1 && c < n ? a[j][c] : (Type)0;
                square += x[k] * x[k];
            }
            square = gpu__la_warp_sum(square);
            if (!(alpha * alpha + square > Faint)) {
                up = Much, square = 0;
                for (int k = 0; k < Rows; k++) square += x[k] * up * (x[k] * up);
                square = gpu__la_warp_sum(square);
            }
            const Type t = Reflector(alpha, square, up, &beta, &over);
            __syncwarp();
            for (int k = 0; k < Rows; k++) {
                const int c = lane + 32 * k;
                x[k] = c == j + 1 ? (Type)1 : x[k] * over;
                v[c] = x[k];
                if (c > j) a[j][c] = x[k];
            }
            if (lane == 0) d[j] = a[j][j], e[j] = beta, tau[j] = t;
            __syncwarp();
            times(y, j, n);
            Type meeting = 0;
            for (int k = 0; k < Rows; k++) meeting += y[k] * x[k];
            meeting = t * t / 2 * gpu__la_warp_sum(meeting);
            for (int k = 0; k < Rows; k++)
                w[lane + 32 * k] = y[k] = lane + 32 * k > j ? t * y[k] - meeting * x[k] : (Type)0;
            __syncwarp();
            subtract(y, x, j, n);
            __syncwarp();
        }
        if (lane == 0) d[n - 1] = a[n - 1][n - 1], e[n - 1] = 0;
        __syncwarp();
    }
    /* Replaces the reflectors in a by their product, in reverse order. */
    __device__ void multiply(int n)
    {
        const int lane = threadIdx.x;
        for (int j = n - 2; j >= 0; j--) {
            const Type t = tau[j];
            Type dot[Rows] = {};
            for (int k = 0; k < Rows; k++) {
                const int c = lane + 32 * k;
                v[c] = c > j ? a[j][c] : (Type)0, w[c] = 0;
                if (c > j && c < n) a[j + 1][c] = a[c][j + 1] = c == j + 1;
            }
            __syncwarp();
            times(dot, j, n);
            for (int k = 0; k < Rows; k++) dot[k] *= t;
            subtract(dot, dot, j, n);
            __syncwarp();
        }
        for (int k = 0; k < Rows; k++)
            if (lane + 32 * k < n) a[0][lane + 32 * k] = a[lane + 32 * k][0] = lane + 32 * k == 0;
        __syncwarp();
    }
    /* The largest element by absolute value. */
    __device__ Type largest(int n) const
    {
        Type most = 0;
        for (int c = threadIdx.x; c < n; c += 32) most = max(most, max(fabs(d[c]), c + 1 < n ? fabs(e[c]) : (Type)0));
#pragma unroll
        for (int s = 16; s; s /= 2) most = max(most, __shfl_xor_sync(~0u, most, s));
        return most;
    }
    /* The first row from l on below which the matrix splits, after some sweeps as in gpu__la_ql_sweep. */
    __device__ int end(int l, int n, int tries) const
    {
        const Type eps = sizeof(Type) == 4 ? (Type)1.1920928955078125e-7 : (Type)2.220446049250313e-16;
        const Type least = eps * (tries < GPU__LA_PATIENCE ? eps : largest(n));
        for (int k = l / 32; k < Rows; k++) {
            const int c = threadIdx.x + 32 * k;
            const bool here = c >= l && (c + 1 >= n || fabs(e[c]) <= eps / 2 * (fabs(d[c]) + fabs(d[c + 1])) + least);
            const unsigned any = __ballot_sync(~0u, here);
            if (any) return 32 * k + __ffs((int)any) - 1;
        }
        return n - 1;
    }
    /* One sweep of implicit QL with Wilkinson's shift over rows l to m, as gpu__la_ql_sweep, which also rotates the
       columns of a. All lanes compute the rotations. */
    __device__ void sweep(int l, int m)
    {
        const Type least = sizeof(Type) == 4 ? (Type)9.8607613e-32 : (Type)1.0020841800044864e-292;
        const int lane = threadIdx.x;
        Type g = (d[l + 1] - d[l]) / (2 * e[l]), r = hypot(g, (Type)1), p = 0, s = 1, c = 1, x[Rows], y[Rows];
        Type high = d[m], here = d[m - 1], beside = e[m - 1];
        int i = m - 1;
        g = high - d[l] + e[l] / (g + (g < 0 ? -r : r));
        for (int k = 0; k < Rows; k++) x[k] = a[lane + 32 * k][m - 1], y[k] = a[lane + 32 * k][m];
        for (; i >= l; i--) {
            const int next = i > l ? i - 1 : l; /* what the next step reads is loaded before this one stores */
            const Type low = d[next], below = e[next], f = s * beside, b = c * beside, square = f * f + g * g;
            Type ahead[Rows];
            for (int k = 0; k < Rows; k++) ahead[k] = a[lane + 32 * k][next];
            if (square > least && square < 1 / least) {
                /* `rest` is what is missing to 1. (A factor near 1 is rounded more finely below 1 than above: to
                   correct by one would shorten the vectors a little by every rotation.) */
                const Type over = rsqrt(square), length = square * over, sine = f * over, cosine = g * over;
                const Type rest = fma(-cosine, cosine, fma(-sine, sine, (Type)1));
                r = fma(length / 2, rest, length), s = fma(sine / 2, rest, sine), c = fma(cosine / 2, rest, cosine);
            } else {
                r = hypot(f, g);
                if (r == 0) break; /* the block splits here */
                s = f / r, c = g / r;
            }
            const Type u = high - p, t = (here - u) * s + 2 * c * b;
            p = s * t, g = c * t - b;
            w[i + 1] = r, v[i + 1] = u + p; /* the same values by all lanes */
            for (int k = 0; k < Rows; k++) {
                a[lane + 32 * k][i + 1] = s * x[k] + c * y[k];
                y[k] = c * x[k] - s * y[k];
                x[k] = ahead[k];
            }
            high = here, here = low, beside = below;
        }
        for (int k = 0; k < Rows; k++) a[lane + 32 * k][i + 1] = y[k];
        __syncwarp();
        for (int k = i + 2 + lane; k <= m; k += 32) d[k] = v[k], e[k] = k < m ? w[k] : (Type)0;
        if (lane == 0) d[i + 1] = high - p, e[i + 1] = i < l ? g : (Type)0;
        __syncwarp();
    }
    __device__ bool converge(int n)
    {
        for (int l = 0, tries = 0; l < n;) {
            const int m = end(l, n, tries);
            if (m == l)
                l++, tries = 0;
            else if (++tries > GPU__LA_QL_SWEEPS)
                return false;
            else
                sweep(l, m);
        }
        return true;
    }
};
#endif
/* The eigenvalues of x[0], sorted, to x[1], and the vectors to the columns of x[2]. flag: instead, of the tridiagonal
   matrix with the diagonal x[1] and x[3] beside it. */
template <class Type, auto Reflector, int Rows>
static __device__ void gpu__la_eigen_held(const gpu__la_step *s, size_t z, size_t)
{
#ifdef __CUDA_ARCH__
    __shared__ gpu__la_small<Type, Rows> m;
    const int n = (int)s->n, lane = threadIdx.x;
    const Type *const from = (const Type *)s->x[0].p + z * s->x[0].stride;
    const Type *const beside = (const Type *)s->x[3].p + z * s->x[3].stride;
    Type *const values = (Type *)s->x[1].p + z * s->x[1].stride, *const to = (Type *)s->x[2].p + z * s->x[2].stride;
    for (int i = 0; i < (n + 3) / 4 * 4; i++) /* padded with zeros */
        for (int c = lane; c < 32 * Rows; c += 32)
            m.a[i][c] = i >= n || c >= n ? (Type)0 : s->flag ? (Type)(i == c) : from[i * s->x[0].ld + c];
    for (int c = lane; s->flag && c < n; c += 32) m.d[c] = values[c], m.e[c] = beside[c];
    __syncwarp();
    if (!s->flag) {
        m.template reduce<Reflector>(n);
        m.multiply(n);
    }
    if (!m.converge(n) && lane == 0) {
        int *const info = s->info + z / s->per_info;
        if (*info == 0) *info = GPU__LA_NOT_CONVERGED;
    }
    for (int c = lane; c < n; c += 32) {
        const Type v = m.d[c];
        int rank = 0;
        for (int j = 0; j < n; j++) rank += m.d[j] < v || (!(m.d[j] > v) && j < c);
        m.rank[c] = rank;
        values[rank] = v;
    }
    __syncwarp();
    for (int i = 0; i < n; i++)
        for (int c = lane; c < n; c += 32) to[i * s->x[2].ld + m.rank[c]] = m.a[i][c];
    __syncwarp();
#endif
}
/* x[0] = S, the antisymmetric matrix of the sines by which rotations make the rows of B orthogonal, each with each,
   according to their products x[2], n by n. S is zero for large angles, and for pairs of the first rows, up to `flag`.
   x[1] = the sums of absolute values of the rows of S, which bound its norm. */
template <class Type> static __device__ void gpu__la_angles(const gpu__la_step *s, size_t z, size_t block)
{
#ifdef __CUDA_ARCH__
    const size_t n = s->n, apart = (size_t)s->flag, last = block * 32 + 32 < n ? block * 32 + 32 : n;
    const Type *const g = (Type *)s->x[2].p + z * s->x[2].stride, least = (Type)s->least;
    for (size_t i = block * 32 + threadIdx.x / 32; i < last; i += blockDim.x / 32) {
        const Type square = g[i * n + i];
        Type *const to = (Type *)s->x[0].p + z * s->x[0].stride + i * n, sum = 0;
        for (size_t j = threadIdx.x % 32; j < n; j += 32) {
            const Type other = g[j * n + j], dot = g[i * n + j], further = other - square;
            const bool small = square > least && other > least && 8 * fabs(dot) < fabs(further);
            to[j] = small && (i >= apart || j >= apart) ? -dot / further : (Type)0;
            sum += fabs(to[j]);
        }
        sum = gpu__la_warp_sum(sum);
        if (threadIdx.x % 32 == 0) ((Type *)s->x[1].p + z * s->x[1].stride)[i] = sum;
    }
#endif
}
/* Scales the elements of S, x[0], so that the sums x[1] become at most `number`. x[2] = S, x[3] = S / 8 + 1 / 2. */
template <class Type> static __device__ void gpu__la_small_angles(const gpu__la_step *s, size_t z, size_t block)
{
#ifdef __CUDA_ARCH__
    const size_t n = s->n, last = block * 32 + 32 < n ? block * 32 + 32 : n;
    const Type *const sums = (Type *)s->x[1].p + z * s->x[1].stride, most = (Type)s->number;
    for (size_t i = block * 32 + threadIdx.x / 32; i < last; i += blockDim.x / 32)
        for (size_t j = threadIdx.x % 32; j < n; j += 32) {
            const size_t at = i * n + j;
            const Type sum = max(sums[i], sums[j]);
            Type *const sine = (Type *)s->x[0].p + z * s->x[0].stride + at;
            if (sum > most) *sine *= most / sum;
            ((Type *)s->x[2].p + z * s->x[2].stride)[at] = *sine;
            ((Type *)s->x[3].p + z * s->x[3].stride)[at] = *sine / 8 + (i == j ? (Type)0.5 : (Type)0);
        }
#endif
}
/* The step gpu__la_sweeps for up to 32 rows of 32 elements, by a warp: a lane has a row of B and of W in registers. */
template <class Type> static __device__ void gpu__la_sweeps_held(const gpu__la_step *s, size_t z, size_t)
{
#ifdef __CUDA_ARCH__
    constexpr Type Eps = sizeof(Type) == 4 ? (Type)1.1920928955078125e-7 : (Type)2.220446049250313e-16;
    constexpr Type Small = sizeof(Type) == 4 ? (Type)9.8607613e-32 : (Type)1.0020841800044864e-292;
    const int lane = threadIdx.x, n = (int)s->n, m = (int)s->m, wide = (int)s->k, last = n + n % 2 - 1;
    Type *const from = (Type *)s->x[0].p + z * s->x[0].stride + lane * s->x[0].ld;
    Type *const other = (Type *)s->x[1].p + z * s->x[1].stride + lane * wide, b[32], w[32];
    const Type tol = (Type)s->number;
    int sweep = 0;
#pragma unroll
    for (int c = 0; c < 32; c++) {
        b[c] = lane < n && c < m ? from[c] : (Type)0;
        w[c] = lane < n && c < wide ? other[c] : (Type)0;
    }
    for (bool moved = true; moved && sweep < 60; sweep++) {
        moved = false;
        for (int round = 0; round < last; round++) {
            int pair = 2 * round - lane;
            pair = pair < 0 ? pair + last : pair < last ? pair : pair - last;
            pair = lane > last ? lane : lane == last ? round : lane == round ? last : pair;
            Type mine = 0, product = 0;
#pragma unroll
            for (int c = 0; c < 32; c++) mine += b[c] * b[c], product += b[c] * __shfl_sync(~0u, b[c], pair);
            const Type theirs = __shfl_sync(~0u, mine, pair);
            const bool low = lane < pair, swap = low ? mine < theirs : theirs < mine;
            const Type lengths = sqrt(mine) * sqrt(theirs); /* rounded alike in both lanes, which have to agree */
            const bool turn = pair != lane && fabs(product) > tol * lengths && mine > Small && theirs > Small;
            if (!__any_sync(~0u, turn)) continue;
            moved = true;
            const Type zeta = (low ? theirs - mine : mine - theirs) / (2 * product), size = fabs(zeta);
            Type t = size > 1 / Eps ? 1 / (2 * size) : 1 / (size + sqrt(1 + zeta * zeta)), sine;
            if (zeta < 0) t = -t;
            const Type c = 1 / sqrt(1 + t * t);
            sine = low == swap ? c * t : -c * t;
            t = sine / (1 + c); /* x + sine (y - t x), where x becomes the own row */
            auto rotate = [=](Type &own) {
                const Type there = __shfl_sync(~0u, own, pair), x = swap ? there : own, y = swap ? own : there;
                if (turn) own = x + sine * (y - t * x);
            };
#pragma unroll
            for (int k = 0; k < 32; k++) rotate(b[k]);
            if (!wide) continue;
#pragma unroll
            for (int k = 0; k < 32; k++) rotate(w[k]);
        }
        if (!moved) break;
    }
    if (sweep == 60 && lane == 0 && s->info[z] == 0) s->info[z] = GPU__LA_NOT_CONVERGED;
#pragma unroll
    for (int c = 0; c < 32; c++) {
        if (lane < n && c < m) from[c] = b[c];
        if (lane < n && c < wide) other[c] = w[c];
    }
#endif
}
#endif
/* --------------------------------------------------------------------------------------- src/device/class_begin.cuh */
/* ---- The prewritten functions ------------------------------------------------------------------------------------ */

/* Macros open and close the class, since clang-format would indent everything in between. */
#define GPU__CLASS_OPENS template <class Type, int> struct gpu__all {
#define GPU__CLASS_ENDS }
namespace
{
GPU__EXPR_CLASS(of_a)
GPU__EXPR_CLASS(of_iab)
GPU__EXPR_CLASS(of_irtqa)
GPU__EXPR_CLASS(of_x)
GPU__EXPR_CLASS(of_s)
GPU__EXPR_CLASS(of_xy)
GPU__EXPR_CLASS(of_yx)
GPU__EXPR_CLASS(of_xa)
GPU__EXPR_CLASS(of_ax)
GPU__EXPR_CLASS(of_axy)
GPU__EXPR_CLASS(of_xab)
GPU__EXPR_CLASS(of_xha)
GPU__EXPR_CLASS(of_xhy)
GPU__EXPR_CLASS(of_xrt)
/* The class has every function for every type. Bare names refuse the types that a function does not have
   (language/bare_names.h), and no public name stands for them, so their code is never compiled. The `int` parameter
   delays the instantiation: a function template passes a parameter of its own for it, so the class is instantiated only
   in a file that calls the function. */
GPU__CLASS_OPENS
/* --- src/join again */
typedef typename gpu__types_of<Type>::wrap gpu__wrap_t;
typedef typename gpu__types_of<Type>::sum gpu__sum_t;
typedef typename gpu__types_of<Type>::wrap_sum gpu__wrap_sum_t;
typedef typename gpu__types_of<Type>::total gpu__total_t;
typedef typename gpu__types_of<Type>::mean gpu__mean_t;
typedef typename gpu__types_of<Type>::tap gpu__tap_t;
typedef typename gpu__types_of<Type>::bits gpu__bits_t;
static const gpu_type gpu__tag_t = gpu__types_of<Type>::tag;
#ifdef GPU_FFT
typedef typename gpu__types_of<Type>::complex gpu__complex_t;
#endif
/* --- src/families/shared/extreme.h again */
typedef struct gpu__best_t {
    Type value;
    int64_t at;
} gpu__best_t;
GPU__BODY int gpu__arg_beats_t(Type a, Type b,
        int smallest) { return b == b && (a != a || (smallest ? a < b : a > b)); }
GPU__BODY Type gpu__arg_first_t(Type a, Type b, int smallest)
{
    return smallest ? GPU__FIRST_OF(a, b, <) : GPU__FIRST_OF(a, b, >);
}
GPU__BODY int gpu__arg_among_t(const Type *x, size_t n, Type v)
{
    int here = 0;
    size_t k;
    for (k = 0; k < n; k++) here |= (x[k] == v) | ((v != v) & (x[k] != x[k]));
    return here;
}
GPU__BODY Type gpu__arg_extreme_t(const Type *x, size_t n, int smallest)
{
    Type lane[GPU__GRAIN];
    const size_t m = n < GPU__GRAIN ? n : (size_t)GPU__GRAIN, whole = n & ~(size_t)(GPU__GRAIN - 1);
    size_t i, k;
    for (i = 0; i < m; i++) lane[i] = x[i];
    for (; i < GPU__GRAIN; i++) lane[i] = x[0];
    for (k = GPU__GRAIN; k < whole; k += GPU__GRAIN) {
        GPU__LINES((uintptr_t)(x + k) + GPU__PREFETCH_BYTES, sizeof(Type))
        for (i = 0; i < GPU__GRAIN; i++) lane[i] = gpu__arg_first_t(lane[i], x[k + i], smallest);
    }
    for (i = whole; i < n; i++) lane[i - whole] = gpu__arg_first_t(lane[i - whole], x[i], smallest);
    GPU__NO_ALIAS for (i = 0; i < 32; i++) lane[i] = gpu__arg_first_t(lane[i], lane[i + 32], smallest);
    GPU__NO_ALIAS for (i = 0; i < 16; i++) lane[i] = gpu__arg_first_t(lane[i], lane[i + 16], smallest);
    GPU__NO_ALIAS for (i = 0; i < 8; i++) lane[i] = gpu__arg_first_t(lane[i], lane[i + 8], smallest);
    GPU__NO_ALIAS for (i = 0; i < 4; i++) lane[i] = gpu__arg_first_t(lane[i], lane[i + 4], smallest);
    GPU__NO_ALIAS for (i = 0; i < 2; i++) lane[i] = gpu__arg_first_t(lane[i], lane[i + 2], smallest);
    return gpu__arg_first_t(lane[0], lane[1], smallest);
}
GPU__BODY void gpu__arg_chunk_t(gpu__best_t *best, const Type *x, size_t begin, size_t n, int smallest)
{
    Type v;
    size_t i;
    x += begin;
    v = smallest ? gpu__arg_extreme_t(x, n, 1) : gpu__arg_extreme_t(x, n, 0);
    if (best->at >= 0 && !gpu__arg_beats_t(v, best->value, smallest)) return;
    for (i = 0; i + GPU__GRAIN <= n && !gpu__arg_among_t(x + i, GPU__GRAIN, v); i += GPU__GRAIN) {
    }
    for (; i + 16 <= n && !gpu__arg_among_t(x + i, 16, v); i += 16) {
    }
    while (!(x[i] == v || (v != v && x[i] != x[i]))) i++;
    best->value = v;
    best->at = (int64_t)(begin + i);
}
/* --- src/families/create/create.h again */
GPU__EXPR(Type, "gpu_arange", gpu_arange_t, Type, of_iab,
          GPU__IS_REAL(Type) ? (Type)(GPU__TIMES((double)i, (double)b) + (double)a)
                          : (Type)((gpu__wrap_t)a + (gpu__wrap_t)i * (gpu__wrap_t)b))
GPU__EXPR(Type, "gpu_linspace", gpu__linspace_t, Type, of_irtqa, i && (double)i == q ? a : (Type)(GPU__TIMES((double)i, t) + r))
GPU__PRE_SCOPE gpu_status gpu_linspace_t(Type *out, Type start, Type stop, size_t n)
{
    const double last = (double)n - 1, step = n > 1 ? ((double)stop - (double)start) / last : 0.0;
    return gpu__linspace_t(out, (double)start, step, last, stop, n);
}
/* --- src/families/elementwise/elementwise.h again */
GPU__EXPR(Type, "gpu_fill", gpu_fill_t, Type, of_a, a)
GPU__EXPR(Type, "gpu_add", gpu_add_t, Type, of_xy, (Type)((gpu__wrap_t)x + (gpu__wrap_t)y))
GPU__EXPR(Type, "gpu_sub", gpu_sub_t, Type, of_xy, (Type)((gpu__wrap_t)x - (gpu__wrap_t)y))
GPU__EXPR(Type, "gpu_mul", gpu_mul_t, Type, of_xy, (Type)((gpu__wrap_t)x *(gpu__wrap_t)y))
GPU__EXPR(Type, "gpu_axpy", gpu_axpy_t, Type, of_axy, (Type)(GPU__TIMES((gpu__wrap_t)a, (gpu__wrap_t)x) + (gpu__wrap_t)y))
GPU__EXPR(Type, "gpu_scale", gpu_scale_t, Type, of_ax, (Type)((gpu__wrap_t)a *(gpu__wrap_t)x))
GPU__EXPR(Type, "gpu_add_scalar", gpu_add_scalar_t, Type, of_xa, (Type)((gpu__wrap_t)x + (gpu__wrap_t)a))
GPU__EXPR(Type, "gpu_sub_scalar", gpu_sub_scalar_t, Type, of_xa, (Type)((gpu__wrap_t)x - (gpu__wrap_t)a))
GPU__EXPR(Type, "gpu_scalar_sub", gpu_scalar_sub_t, Type, of_ax, (Type)((gpu__wrap_t)a - (gpu__wrap_t)x))
GPU__EXPR(Type, "gpu_square", gpu_square_t, Type, of_x, (Type)((gpu__wrap_t)x *(gpu__wrap_t)x))
GPU__EXPR(Type, "gpu_sign", gpu_sign_t, Type, of_x, x != x ? x : (Type)((x > 0) - (x < 0)))
GPU__EXPR(Type, "gpu_minimum", gpu_minimum_t, Type, of_xy, GPU__FIRST_OF(x, y, <))
GPU__EXPR(Type, "gpu_maximum", gpu_maximum_t, Type, of_xy, GPU__FIRST_OF(x, y, >))
GPU__EXPR(Type, "gpu_abs", gpu_abs_t, Type, of_x,
          GPU__IS_REAL(Type) ? GPU__MATH(Type, fabs, x) : (Type)(x < 0 ? 0 - (gpu__wrap_t)x : (gpu__wrap_t)x))
GPU__EXPR(Type, "gpu_clip", gpu_clip_t, Type, of_xab, x<a ? (a > b ? b : a) : x> b ? b : x)
GPU__EXPR(Type, "gpu_div", gpu_div_t, Type, of_xy, x / y)
GPU__EXPR(Type, "gpu_sqrt", gpu_sqrt_t, Type, of_x, GPU__MATH(Type, sqrt, x))
GPU__EXPR(Type, "gpu_div_scalar", gpu_div_scalar_t, Type, of_xa, x / a)
GPU__EXPR(Type, "gpu_scalar_div", gpu_scalar_div_t, Type, of_ax, a / x)
GPU__EXPR(Type, "gpu_reciprocal", gpu_reciprocal_t, Type, of_x, 1 / x)
GPU__EXPR(Type, "gpu_floor", gpu_floor_t, Type, of_x, GPU__MATH(Type, floor, x))
GPU__EXPR(Type, "gpu_ceil", gpu_ceil_t, Type, of_x, GPU__MATH(Type, ceil, x))
GPU__EXPR(Type, "gpu_round", gpu_round_t, Type, of_x, GPU__MATH(Type, rint, x))
#ifdef GPU_MATH
GPU__QUICK_ROW(Type, gpu_cbrt_t, cbrt)
GPU__QUICK_ROW(Type, gpu_exp2_t, exp2)
GPU__QUICK_ROW(Type, gpu_log2_t, log2)
GPU__QUICK_ROW(Type, gpu_log10_t, log10)
GPU__QUICK_ROW_OF_TWO(Type, gpu_atan2_t, atan2, of_yx)
#else
GPU__EXPR(Type, "gpu_cbrt", gpu_cbrt_t, Type, of_x, GPU__MATH(Type, cbrt, x))
GPU__EXPR(Type, "gpu_exp2", gpu_exp2_t, Type, of_x, GPU__MATH(Type, exp2, x))
GPU__EXPR(Type, "gpu_log2", gpu_log2_t, Type, of_x, GPU__MATH(Type, log2, x))
GPU__EXPR(Type, "gpu_log10", gpu_log10_t, Type, of_x, GPU__MATH(Type, log10, x))
GPU__EXPR(Type, "gpu_atan2", gpu_atan2_t, Type, of_yx, GPU__MATH_2(Type, atan2, y, x))
#endif
GPU__QUICK_ROW(Type, gpu_exp_t, exp)
GPU__QUICK_ROW(Type, gpu_log_t, log)
GPU__MATH_ROW(Type, gpu_tanh_t, tanh)
GPU__QUICK_ROW(Type, gpu_sigmoid_t, sigmoid)
GPU__ANGLE_ROW(Type, gpu_sin_t, sin)
GPU__ANGLE_ROW(Type, gpu_cos_t, cos)
GPU__POW_ROW(Type, gpu_pow_t, pow)
/* --- src/families/elementwise/compare.h again */
GPU__EXPR(uint8_t, "gpu_compare", gpu__compare_t, Type, of_xhy, GPU__COMPARED(x, h, y))
GPU__EXPR(uint8_t, "gpu_compare_scalar", gpu__compare_to_t, Type, of_xha, GPU__COMPARED(x, h, a))
GPU__PRE_SCOPE gpu_status gpu_compare_t(uint8_t *mask, const Type *x, gpu_comparison how, const Type *y, size_t n)
{
    const gpu_status s = gpu__comparison("gpu_compare", how);
    return s ? s : gpu__compare_t(mask, x, (int)how, y, n);
}
GPU__PRE_SCOPE gpu_status gpu_compare_scalar_t(uint8_t *mask, const Type *x, gpu_comparison how, Type a, size_t n)
{
    const gpu_status s = gpu__comparison("gpu_compare_scalar", how);
    return s ? s : gpu__compare_to_t(mask, x, (int)how, a, n);
}
/* --- src/families/elementwise/cast.h again */
#ifdef GPU__CUDA
GPU__CASTS_FROM(GPU__CAST_ROW, Type, gpu__cast_t)
GPU__PRE_SCOPE gpu_status gpu_cast_t(Type *out, const void *x, gpu_type type, size_t n)
{
    switch (type) {
        GPU__CASTS_FROM(GPU__CAST_CASE, Type, gpu__cast_t)
    }
    return gpu__cast_refused(type);
}
#else
GPU__PRE_COPIES(GPU__CAST_COPY, Type, gpu__cast_t)
GPU__PRE_SCOPE gpu_status gpu_cast_t(Type *out, const void *x, gpu_type type, size_t n)
{
    static const gpu__map maps[] = {GPU__CAST_MAPS(Type, gpu__cast_t)};
    return gpu__cast(maps, out, x, type, n);
}
#endif
/* --- src/families/elementwise/masks.h again */
GPU__EXPR(uint8_t, "gpu_mask_and", gpu_mask_and_t, uint8_t, of_xy, (uint8_t)((x != 0) & (y != 0)))
GPU__EXPR(uint8_t, "gpu_mask_or", gpu_mask_or_t, uint8_t, of_xy, (uint8_t)((x | y) != 0))
GPU__EXPR(uint8_t, "gpu_mask_xor", gpu_mask_xor_t, uint8_t, of_xy, (uint8_t)((x != 0) ^ (y != 0)))
GPU__EXPR(uint8_t, "gpu_mask_not", gpu_mask_not_t, uint8_t, of_x, (uint8_t)(x == 0))
/* --- src/families/math/rows.h again */
#ifdef GPU_MATH
GPU__QUICK_ROW(Type, gpu_exp10_t, exp10)
GPU__QUICK_ROW(Type, gpu_expm1_t, expm1)
GPU__QUICK_ROW(Type, gpu_log1p_t, log1p)
GPU__ANGLE_ROW(Type, gpu_tan_t, tan)
GPU__MATH_ROW(Type, gpu_sinpi_t, sinpi)
GPU__MATH_ROW(Type, gpu_cospi_t, cospi)
GPU__QUICK_ROW(Type, gpu_asin_t, asin)
GPU__QUICK_ROW(Type, gpu_acos_t, acos)
GPU__QUICK_ROW(Type, gpu_atan_t, atan)
GPU__QUICK_ROW(Type, gpu_sinh_t, sinh)
GPU__QUICK_ROW(Type, gpu_cosh_t, cosh)
GPU__QUICK_ROW(Type, gpu_erf_t, erf)
GPU__QUICK_ROW(Type, gpu_rsqrt_t, rsqrt)
GPU__MATH_ROW_OF_TWO(Type, gpu_hypot_t, hypot, of_xy)
#endif
/* --- src/families/broadcast/broadcast.h again */
GPU__BROADCAST("gpu_add_row", gpu_add_row_t, gpu_add_t, Type, 0)
GPU__BROADCAST("gpu_add_col", gpu_add_col_t, gpu_add_t, Type, 1)
GPU__BROADCAST("gpu_sub_row", gpu_sub_row_t, gpu_sub_t, Type, 0)
GPU__BROADCAST("gpu_sub_col", gpu_sub_col_t, gpu_sub_t, Type, 1)
GPU__BROADCAST("gpu_mul_row", gpu_mul_row_t, gpu_mul_t, Type, 0)
GPU__BROADCAST("gpu_mul_col", gpu_mul_col_t, gpu_mul_t, Type, 1)
GPU__AXPY_FROM(gpu_axpy_from_t, gpu_axpy_t, Type)
GPU__SCALE_FROM(gpu_scale_from_t, gpu_scale_t, Type)
GPU__BROADCAST("gpu_div_row", gpu_div_row_t, gpu_div_t, Type, 0)
GPU__BROADCAST("gpu_div_col", gpu_div_col_t, gpu_div_t, Type, 1)
/* --- src/families/reduce/reduce.h again */
GPU__FOLD(gpu__sum_t, "gpu_sum", gpu_sum_t, Type, 0, (gpu__sum_t)((gpu__wrap_sum_t)a + (gpu__wrap_sum_t)b), of_x,
          (gpu__sum_t)x)
GPU__VALUE(gpu__sum_t, gpu_sum_t, gpu_sum_to_t, 0, Type, of_x)
GPU__FOLD(gpu__sum_t, "gpu_prod", gpu_prod_t, Type, 0, (gpu__sum_t)((gpu__wrap_sum_t)a *(gpu__wrap_sum_t)b), of_x,
          (gpu__sum_t)x)
GPU__VALUE(gpu__sum_t, gpu_prod_t, gpu_prod_to_t, 1, Type, of_x)
GPU__FOLD(Type, "gpu_min", gpu_min_t, Type, GPU__NOT_EMPTY, GPU__FIRST_OF(a, b, <), of_x, x)
GPU__VALUE(Type, gpu_min_t, gpu_min_to_t, 0, Type, of_x)
GPU__FOLD(Type, "gpu_max", gpu_max_t, Type, GPU__NOT_EMPTY, GPU__FIRST_OF(a, b, >), of_x, x)
GPU__VALUE(Type, gpu_max_t, gpu_max_to_t, 0, Type, of_x)
GPU__FOLD(gpu__sum_t, "gpu_dot", gpu_dot_t, Type, 0, (gpu__sum_t)((gpu__wrap_sum_t)a + (gpu__wrap_sum_t)b), of_xy,
          (gpu__sum_t)GPU__TIMES((gpu__wrap_sum_t)x, (gpu__wrap_sum_t)y))
GPU__VALUE(gpu__sum_t, gpu_dot_t, gpu_dot_to_t, 0, Type, of_xy)
GPU__FOLD(int64_t, "gpu_count_nonzero", gpu_count_nonzero_t, Type, 0, a + b, of_x, x != 0)
GPU__VALUE(int64_t, gpu_count_nonzero_t, gpu_count_nonzero_to_t, 0, Type, of_x)
GPU__FOLD(double, "gpu_total", gpu_total_t, Type, 0, a + b, of_x, (double)x)
GPU__FINISHED(double, "gpu_mean", gpu_mean_t, gpu_mean_to_t, gpu_total_t, Type, n ? v / (double)n : (double)NAN)
#if !defined(GPU__CUDA)
GPU__FINISHED(double, "gpu_mean", gpu_mean_t, gpu_mean_to_t, gpu_sum_t, Type, n ? v / (double)n : (double)NAN)
#endif
GPU__FOLD(double, "gpu_squares", gpu_squares_t, Type, 0, a + b, of_x, GPU__TIMES((double)x, (double)x))
GPU__LIFTED_FN double gpu_norm_t__step(double v, size_t n, double scale) { return (void)n, sqrt(v) / scale; }
static inline void gpu_norm_t__finish(void *value, size_t n, const void *x)
{
    gpu__norm_finish(value, n, x, sizeof(Type));
}
GPU__FOLD_DEVICE(double, gpu_norm_t, double, gpu_squares_t, gpu_norm_t__step, Type, of_x)
GPU__FOLD_OP(double, "gpu_norm", gpu_norm_t, gpu_squares_t, GPU__FLAGS(double), Type, of_x, gpu_norm_t__finish)
GPU__VALUE(double, gpu_norm_t, gpu_norm_to_t, 0, Type, of_x)
GPU__FOLD(int, "gpu_allclose", gpu_allclose_t, Type, 0, a &b, of_xyrt,
          (fabs((double)x - (double)y) <= GPU__TIMES(r, fabs((double)y)) + t && fabs((double)y) <= GPU__DBL_MAX) ||
              x == y)
static inline gpu_status gpu__allclose_t(int *out, int *value, const Type *x, const Type *y, size_t n, double rtol,
                                         double atol)
{
    const void *in[4];
    in[0] = x;
    in[1] = y;
    in[2] = &rtol;
    in[3] = &atol;
    *value = 1;
    return gpu__reduce_call(gpu_allclose_t__reduction(), out, value, in, n);
}
GPU__PRE_SCOPE int gpu_allclose_t(const Type *x, const Type *y, size_t n, double rtol, double atol)
{
    int value;
    (void)gpu__allclose_t(NULL, &value, x, y, n, rtol, atol);
    return value;
}
GPU__PRE_SCOPE gpu_status gpu_allclose_to_t(int *out, const Type *x, const Type *y, size_t n, double rtol, double atol)
{
    int value;
    return gpu__allclose_t((int *)GPU__TARGET(out), &value, x, y, n, rtol, atol);
}
/* --- src/families/reduce/any.h again */
GPU__ON_DEVICE(gpu__any_t, gpu__any_launch<gpu__either>(context, (int *)out, (const Type *)in[0], j->n))
GPU__ON_DEVICE(gpu__all_t, gpu__any_launch<gpu__both>(context, (int *)out, (const Type *)in[0], j->n))
GPU__PRE_SCOPE int gpu_any_t(const Type *x, size_t n)
{
    return gpu__any(x, n, sizeof *x, gpu__tag_t, 0, GPU__DEVICE_CODE(gpu__any_t));
}
GPU__PRE_SCOPE gpu_status gpu_any_to_t(int *out, const Type *x, size_t n)
{
    return gpu__any_to(out, x, n, sizeof *x, gpu__tag_t, 0, 0, GPU__DEVICE_CODE(gpu__any_t));
}
GPU__PRE_SCOPE int gpu_all_t(const Type *x, size_t n)
{
    return gpu__any(x, n, sizeof *x, gpu__tag_t, 1, GPU__DEVICE_CODE(gpu__all_t));
}
GPU__PRE_SCOPE gpu_status gpu_all_to_t(int *out, const Type *x, size_t n)
{
    return gpu__any_to(out, x, n, sizeof *x, gpu__tag_t, 1, 0, GPU__DEVICE_CODE(gpu__all_t));
}
/* --- src/families/reduce/extreme.h again */
GPU__BODY void gpu__arg_chunks_t(const gpu__job *j, gpu__best_t *best, size_t first, size_t last)
{
    const int smallest = *(const int *)j->detail;
    best->at = -1;
    for (; first < last; first++) {
        const size_t begin = first * GPU__ARG_CHUNK, left = j->n - begin;
        gpu__arg_chunk_t(best, (const Type *)j->in[0].p, begin, left < GPU__ARG_CHUNK ? left : (size_t)GPU__ARG_CHUNK,
                         smallest);
    }
}
GPU__PART_LEVELS(gpu__arg_t, gpu__arg_chunks_t(j, (gpu__best_t *)scratch + thread, first, last))
static inline void gpu__arg_finish_t(const gpu__job *j, void *scratch, size_t threads)
{
    const gpu__best_t *const all = (const gpu__best_t *)scratch;
    size_t t, k = 0;
    for (t = 1; t < threads; t++)
        if (all[t].at >= 0 && gpu__arg_beats_t(all[t].value, all[k].value, *(const int *)j->detail)) k = t;
    *(int64_t *)j->out = all[k].at;
}
GPU__ON_DEVICE(gpu__arg_t,
               gpu__arg_launch(context, (long long *)out, (const Type *)in[0], j->n, *(const int *)j->detail != 0))
static inline gpu_status gpu__arg_t(const char *name, int smallest, int flag, int64_t *out, const Type *x, size_t n)
{
    gpu__job j;
    gpu__job_of(&j, name, out, 1, sizeof *out, n);
    if (!n) return gpu__refuse(name, "n is 0: an empty array has no minimum or maximum; expected at least one element");
    gpu__job_in(&j, 0, "x", x, n, sizeof *x);
    j.flag = flag;
    gpu__job_detail(&j, &smallest, sizeof smallest);
    j.tasks = gpu__ceil_div(n, GPU__ARG_CHUNK);
    j.scratch_of_thread = sizeof(gpu__best_t);
    j.finish = gpu__arg_finish_t;
    GPU__JOB_CODE(j, gpu__arg_t)
    return gpu__job_call(&j);
}
GPU__PRE_SCOPE gpu_status gpu_argmin_to_t(int64_t *out, const Type *x, size_t n)
{
    return gpu__arg_t("gpu_argmin", 1, 0, out, x, n);
}
GPU__PRE_SCOPE gpu_status gpu_argmax_to_t(int64_t *out, const Type *x, size_t n)
{
    return gpu__arg_t("gpu_argmax", 0, 0, out, x, n);
}
GPU__PRE_SCOPE int64_t gpu_argmin_t(const Type *x, size_t n)
{
    int64_t at = -1;
    return gpu__arg_t("gpu_argmin", 1, GPU__JOB_LOCAL_OUT, &at, x, n) ? -1 : at;
}
GPU__PRE_SCOPE int64_t gpu_argmax_t(const Type *x, size_t n)
{
    int64_t at = -1;
    return gpu__arg_t("gpu_argmax", 0, GPU__JOB_LOCAL_OUT, &at, x, n) ? -1 : at;
}
/* --- src/families/reduce/moments.h again */
GPU__BODY void gpu__moments_sums_t(double *sums, double *squares, const void *x_, size_t length, double pivot)
{
    const Type *const x = (const Type *)x_;
    size_t i, k, q;
    for (i = 0; i < GPU__LANES; i++) sums[i] = squares[i] = 0;
    for (k = 0; k + 4 * GPU__LANES <= length; k += 4 * GPU__LANES)
        for (q = 0; q < GPU__LANES; q += GPU__GRAIN) {
            const Type *const y = x + k + q;
            GPU__LINES(y + 4 * GPU__LANES, sizeof(Type))
            GPU__LINES(y + 5 * GPU__LANES, sizeof(Type))
            GPU__LINES(y + 6 * GPU__LANES, sizeof(Type))
            GPU__LINES(y + 7 * GPU__LANES, sizeof(Type))
            GPU__NO_ALIAS for (i = 0; i < GPU__GRAIN; i++)
            {
                const double d0 = (double)y[i] - pivot, d1 = (double)y[i + GPU__LANES] - pivot;
                const double d2 = (double)y[i + 2 * GPU__LANES] - pivot, d3 = (double)y[i + 3 * GPU__LANES] - pivot;
                sums[q + i] = (((sums[q + i] + d0) + d1) + d2) + d3;
                squares[q + i] = (((squares[q + i] + d0 * d0) + d1 * d1) + d2 * d2) + d3 * d3;
            }
        }
    for (; k + GPU__LANES <= length; k += GPU__LANES) GPU__NO_ALIAS for (i = 0; i < GPU__LANES; i++)
        {
            const double d = (double)x[k + i] - pivot;
            sums[i] += d;
            squares[i] += d * d;
        }
    for (i = 0; k + i < length; i++) {
        const double d = (double)x[k + i] - pivot;
        sums[i] += d;
        squares[i] += d * d;
    }
}
GPU__PART_LEVELS(gpu__moments_t, gpu__moments_blocks(j, (gpu__triple *)scratch, first, last, (gpu_type)gpu__tag_t,
                                                     sizeof(Type), gpu__moments_sums_t))
GPU__ON_DEVICE(gpu__moments_t,
               gpu__moments_launch(context, (gpu__moments *)out, ((const gpu__moments_detail *)j->detail)->wanted,
                                   (const Type *)in[0], j->n, ((const gpu__moments_detail *)j->detail)->ddof))
static inline gpu_status gpu__moments_t(const char *name, int wanted, int flag, double *out, const Type *x, size_t n,
                                        double ddof)
{
    const gpu__moments_detail d = {wanted, (gpu_type)gpu__tag_t, ddof};
    gpu__job_part *const part[3] = GPU__PART_TABLE(gpu__moments_t);
    gpu__job j;
    gpu__job_of(&j, name, out, 1, sizeof *out, n);
    gpu__job_in(&j, 0, "x", x, n, sizeof *x);
    j.flag = flag;
    gpu__job_detail(&j, &d, sizeof d);
    GPU__JOB_DEVICE(j, gpu__moments_t)
    return gpu__moments_call(&j, part);
}
GPU__PRE_SCOPE gpu_status gpu_var_to_t(double *out, const Type *x, size_t n, double ddof)
{
    return gpu__moments_t("gpu_var", GPU__MOMENTS_VAR, 0, out, x, n, ddof);
}
GPU__PRE_SCOPE gpu_status gpu_std_to_t(double *out, const Type *x, size_t n, double ddof)
{
    return gpu__moments_t("gpu_std", GPU__MOMENTS_STD, 0, out, x, n, ddof);
}
GPU__PRE_SCOPE double gpu_var_t(const Type *x, size_t n, double ddof)
{
    double v = 0;
    return gpu__moments_t("gpu_var", GPU__MOMENTS_VAR, GPU__JOB_LOCAL_OUT, &v, x, n, ddof) ? (double)NAN : v;
}
GPU__PRE_SCOPE double gpu_std_t(const Type *x, size_t n, double ddof)
{
    double v = 0;
    return gpu__moments_t("gpu_std", GPU__MOMENTS_STD, GPU__JOB_LOCAL_OUT, &v, x, n, ddof) ? (double)NAN : v;
}
/* --- src/families/reduce/normalize.h again */
GPU__NORMALIZE_LOOPS(Type, gpu__normalize_t, Type, of_xrt, (Type)(((double)x - r) * t))
static inline void gpu__normalize_start_t(const gpu__job *j, void *scratch)
{
    gpu__job_part *const part[3] = GPU__PART_TABLE(gpu__moments_t);
    gpu__triple *const partial = (gpu__triple *)(void *)((gpu__moments *)scratch + 1);
    const gpu__moments_detail d = {GPU__MOMENTS_ALL, (gpu_type)gpu__tag_t, 0};
    gpu__job m = *j;
    m.tasks = gpu__order_blocks(j->n, GPU__LANES, GPU__MOMENT_BLOCKS);
    gpu__job_detail(&m, &d, sizeof d);
    m.out = scratch;
    gpu__job_parts(&m, part, m.tasks, partial);
    gpu__moments_finish(&m, partial, 1);
}
GPU__ON_DEVICE(gpu__normalize_t, gpu__normalize_launch(context, (Type *)out, (const Type *)in[0], j->n, 0.0))
GPU__PRE_SCOPE gpu_status gpu_normalize_t(Type *out, const Type *x, size_t n)
{
    static const gpu__map map = GPU__LOOPS_OF(Type, "gpu_normalize", gpu__normalize_t, Type, of_xrt);
    gpu__job j;
    gpu__job_of(&j, "gpu_normalize", out, n, sizeof *out, n);
    gpu__job_in(&j, 0, "x", x, n, sizeof *x);
    j.in_place = 1;
    j.map = &map;
    j.start = gpu__normalize_start_t;
    j.part[0] = j.part[1] = j.part[2] = gpu__normalize_part;
    j.tasks = gpu__ceil_div(n, GPU__GRAIN);
    j.scratch = sizeof(gpu__moments) + gpu__order_blocks(n, GPU__LANES, GPU__MOMENT_BLOCKS) * sizeof(gpu__triple);
    GPU__JOB_DEVICE(j, gpu__normalize_t)
    return gpu__job_call(&j);
}
/* --- src/families/scan/cumsum.h again */
GPU__CUMSUM(gpu_cumsum_t, gpu_cumsum_exclusive_t, Type, gpu__sum_t, gpu__wrap_sum_t)
/* --- src/families/axis/axis.h again */
GPU__BODY void gpu__axis_add_t(void *lane, const void *x_, size_t dx, const void *y_, size_t dy, size_t n, int is_first,
                               int op)
{
    const Type *const x = (const Type *)x_, *const y = (const Type *)y_;
    gpu__sum_t *const sum = (gpu__sum_t *)lane;
    double *const mean = (double *)lane;
    Type *const extreme = (Type *)lane;
    size_t i;
    if (op == GPU__AXIS_SUM || op == GPU__AXIS_DOT) GPU__NO_ALIAS for (i = 0; i < n; i++)
        {
            const gpu__sum_t v =
                op == GPU__AXIS_DOT ? GPU__TIMES((gpu__sum_t)x[i * dx], (gpu__sum_t)y[i * dy]) : (gpu__sum_t)x[i * dx];
            sum[i] = is_first ? v : (gpu__sum_t)((gpu__wrap_sum_t)sum[i] + (gpu__wrap_sum_t)v);
        }
    else if (op == GPU__AXIS_MEAN)
        GPU__NO_ALIAS for (i = 0; i < n; i++) mean[i] = is_first ? (double)x[i * dx] : mean[i] + (double)x[i * dx];
    else if (op == GPU__AXIS_VAR)
        GPU__NO_ALIAS for (i = 0; i < n; i++)
        {
            const double d = (double)x[i * dx] - (double)y[i * dy], square = GPU__TIMES(d, d);
            mean[i] = is_first ? d : mean[i] + d;
            mean[i + GPU__AXIS_SQUARES] = is_first ? square : mean[i + GPU__AXIS_SQUARES] + square;
        }
    else
        GPU__NO_ALIAS for (i = 0; i < n; i++) extreme[i] =
            is_first ? x[i * dx] : gpu__arg_first_t(extreme[i], x[i * dx], op == GPU__AXIS_MIN);
}
GPU__BODY void gpu__axis_merge_t(void *lane, const void *more, size_t n, int op)
{
    gpu__sum_t *const sum = (gpu__sum_t *)lane;
    double *const mean = (double *)lane;
    Type *const extreme = (Type *)lane;
    size_t i;
    if (op == GPU__AXIS_SUM || op == GPU__AXIS_DOT)
        GPU__NO_ALIAS for (i = 0; i < n; i++) sum[i] =
            (gpu__sum_t)((gpu__wrap_sum_t)sum[i] + (gpu__wrap_sum_t)((const gpu__sum_t *)more)[i]);
    else if (op == GPU__AXIS_MEAN)
        GPU__NO_ALIAS for (i = 0; i < n; i++) mean[i] += ((const double *)more)[i];
    else if (op == GPU__AXIS_VAR)
        GPU__NO_ALIAS for (i = 0; i < n; i++)
        {
            mean[i] += ((const double *)more)[i];
            mean[i + GPU__AXIS_SQUARES] += ((const double *)more)[i + GPU__AXIS_SQUARES];
        }
    else
        GPU__NO_ALIAS for (i = 0; i < n; i++) extreme[i] =
            gpu__arg_first_t(extreme[i], ((const Type *)more)[i], op == GPU__AXIS_MIN);
}
GPU__BODY void gpu__axis_final_t(const gpu__job *j, size_t o, const void *lane, size_t n, int op)
{
    const gpu__sum_t *const sum = (const gpu__sum_t *)lane;
    const gpu__axis_detail *const d = gpu__axis_of(j);
    const double *const mean = (const double *)lane, count = d->count;
    size_t i;
    if (op == GPU__AXIS_SUM || op == GPU__AXIS_DOT)
        GPU__NO_ALIAS for (i = 0; i < n; i++)((gpu__total_t *)j->out)[o + i] = (gpu__total_t)sum[i];
    else if (op == GPU__AXIS_MEAN)
        GPU__NO_ALIAS for (i = 0; i < n; i++)((gpu__mean_t *)j->out)[o + i] = (gpu__mean_t)(mean[i] / count);
    else if (op == GPU__AXIS_VAR)
        for (i = 0; i < n; i++) {
            const gpu__triple all = gpu__lane_moments(mean[i], mean[i + GPU__AXIS_SQUARES], (size_t)count, 0);
            ((gpu__mean_t *)j->out)[o + i] = (gpu__mean_t)gpu__moments_of(all, 0, d->ddof).var;
        }
    else
        memcpy((Type *)j->out + o, lane, n * sizeof(Type));
}
GPU__BODY gpu__axis_type gpu__axis_type_t(void)
{
    const gpu__axis_type t = {(gpu_type)gpu__tag_t, sizeof(Type), gpu__axis_add_t, gpu__axis_merge_t,
            gpu__axis_final_t};
    return t;
}
GPU__BODY void gpu__axis_rows_t(const gpu__job *j, void *scratch, size_t first, size_t last, int op)
{
    gpu__axis_rows(j, scratch, first, last, op, gpu__axis_type_t());
}
GPU__BODY void gpu__axis_cols_t(const gpu__job *j, void *scratch, size_t first, size_t last, int op)
{
    gpu__axis_cols(j, scratch, first, last, op, gpu__axis_type_t());
}
GPU__HOT static inline void gpu__axis_finish_t(const gpu__job *j, void *scratch, size_t threads)
{
    (void)threads;
    gpu__axis_finish(j, scratch, gpu__axis_type_t());
}
GPU__BODY void gpu__arg_axis_put_t(const gpu__job *j, void *scratch, size_t part, size_t o, Type value, int64_t at)
{
    gpu__best_t *const to = (gpu__best_t *)scratch + part * j->out_count + o;
    if (gpu__axis_of(j)->parts > 1) {
        to->value = value;
        to->at = at;
    } else
        ((int64_t *)j->out)[o] = at;
}
static inline void gpu__arg_axis_finish_t(const gpu__job *j, void *scratch, size_t threads)
{
    const gpu__axis_detail *const d = gpu__axis_of(j);
    const size_t outs = j->out_count;
    size_t o, p;
    (void)threads;
    for (o = 0; o < outs; o++) {
        const gpu__best_t *const all = (const gpu__best_t *)scratch + o, *best = all;
        for (p = 1; p < d->parts; p++)
            if (gpu__arg_beats_t(all[p * outs].value, best->value, d->op == GPU__AXIS_ARGMIN)) best = all + p * outs;
        ((int64_t *)j->out)[o] = best->at;
    }
}
GPU__BODY void gpu__arg_axis_rows_t(const gpu__job *j, void *scratch, size_t first, size_t last, int op)
{
    const gpu__axis_detail *const d = gpu__axis_of(j);
    const size_t cols = j->cols, parts = d->parts, chunk = d->chunk;
    for (; first < last; first++) {
        const size_t r = first / parts, begin = first % parts * chunk, n = cols - begin < chunk ? cols - begin : chunk;
        const Type *const x = (const Type *)j->in[0].p + r * cols + begin;
        gpu__best_t best = {x[0], 0};
        size_t k;
        if (n < GPU__GRAIN)
            for (k = 1; k < n; k++) {
                if (gpu__arg_beats_t(x[k], best.value, op == GPU__AXIS_ARGMIN)) {
                    best.value = x[k];
                    best.at = (int64_t)k;
                }
            }
        else
            for (k = 0; k < n; k += GPU__ARG_CHUNK)
                gpu__arg_chunk_t(&best, x, k, n - k < GPU__ARG_CHUNK ? n - k : (size_t)GPU__ARG_CHUNK,
                                 op == GPU__AXIS_ARGMIN);
        gpu__arg_axis_put_t(j, scratch, first % parts, r, best.value, best.at + (int64_t)begin);
    }
}
GPU__BODY void gpu__arg_axis_cols_t(const gpu__job *j, void *scratch, size_t first, size_t last, int op)
{
    const gpu__axis_detail *const d = gpu__axis_of(j);
    const size_t rows = j->rows, cols = j->cols, parts = d->parts, blocks = d->blocks;
    const size_t lanes = gpu__col_lanes(cols), steps = gpu__ceil_div(rows, lanes);
    Type value[GPU__COL_BLOCK];
    int32_t at[GPU__COL_BLOCK];
    for (; first < last; first++) {
        const size_t part = first / blocks, c = first % blocks * GPU__COL_BLOCK, left = cols - c;
        const size_t r = steps * part / parts * lanes, end = steps * (part + 1) / parts * lanes;
        const size_t have = (end < rows ? end : rows) - r,
                     width = left < GPU__COL_BLOCK ? left : (size_t)GPU__COL_BLOCK;
        const Type *x = (const Type *)j->in[0].p + r * cols + c;
        size_t i, k;
        for (i = 0; i < width; i++) {
            value[i] = x[i];
            at[i] = 0;
        }
        for (k = 1; k < have; k++) {
            const int32_t here = (int32_t)k;
            x += cols;
            GPU__NO_ALIAS for (i = 0; i < width; i++)
            {
                const int beats = gpu__arg_beats_t(x[i], value[i], op == GPU__AXIS_ARGMIN);
                value[i] = beats ? x[i] : value[i];
                at[i] = beats ? here : at[i];
            }
        }
        for (i = 0; i < width; i++) gpu__arg_axis_put_t(j, scratch, part, c + i, value[i], (int64_t)r + at[i]);
    }
}
GPU__PARTS_OF_OPS(gpu__axis_rows_t)
GPU__PARTS_OF_OPS(gpu__axis_cols_t)
GPU__PARTS_OF_OPS(gpu__arg_axis_rows_t)
GPU__PARTS_OF_OPS(gpu__arg_axis_cols_t)
GPU__AXIS(gpu__total_t, "gpu_sum_rows", gpu_sum_rows_t, gpu__axis_rows_t, 0, Type, GPU__AXIS_SUM, gpu__axis_finish_t, (),
          0)
GPU__AXIS(gpu__total_t, "gpu_sum_cols", gpu_sum_cols_t, gpu__axis_cols_t, 1, Type, GPU__AXIS_SUM, gpu__axis_finish_t, (),
          0)
GPU__AXIS(gpu__mean_t, "gpu_mean_rows", gpu_mean_rows_t, gpu__axis_rows_t, 0, Type, GPU__AXIS_MEAN, gpu__axis_finish_t, (),
          0)
GPU__AXIS(gpu__mean_t, "gpu_mean_cols", gpu_mean_cols_t, gpu__axis_cols_t, 1, Type, GPU__AXIS_MEAN, gpu__axis_finish_t, (),
          0)
GPU__AXIS(Type, "gpu_min_rows", gpu_min_rows_t, gpu__axis_rows_t, 0, Type, GPU__AXIS_MIN, gpu__axis_finish_t, (), 0)
GPU__AXIS(Type, "gpu_min_cols", gpu_min_cols_t, gpu__axis_cols_t, 1, Type, GPU__AXIS_MIN, gpu__axis_finish_t, (), 0)
GPU__AXIS(Type, "gpu_max_rows", gpu_max_rows_t, gpu__axis_rows_t, 0, Type, GPU__AXIS_MAX, gpu__axis_finish_t, (), 0)
GPU__AXIS(Type, "gpu_max_cols", gpu_max_cols_t, gpu__axis_cols_t, 1, Type, GPU__AXIS_MAX, gpu__axis_finish_t, (), 0)
GPU__AXIS(gpu__mean_t, "gpu_var_rows", gpu_var_rows_t, gpu__axis_rows_t, 0, Type, GPU__AXIS_VAR, gpu__var_finish,
          (, double ddof), ddof)
GPU__AXIS(gpu__mean_t, "gpu_var_cols", gpu_var_cols_t, gpu__axis_cols_t, 1, Type, GPU__AXIS_VAR, gpu__var_finish,
          (, double ddof), ddof)
GPU__AXIS(int64_t, "gpu_argmin_rows", gpu_argmin_rows_t, gpu__arg_axis_rows_t, 0, Type, GPU__AXIS_ARGMIN,
          gpu__arg_axis_finish_t, (), 0)
GPU__AXIS(int64_t, "gpu_argmin_cols", gpu_argmin_cols_t, gpu__arg_axis_cols_t, 1, Type, GPU__AXIS_ARGMIN,
          gpu__arg_axis_finish_t, (), 0)
GPU__AXIS(int64_t, "gpu_argmax_rows", gpu_argmax_rows_t, gpu__arg_axis_rows_t, 0, Type, GPU__AXIS_ARGMAX,
          gpu__arg_axis_finish_t, (), 0)
GPU__AXIS(int64_t, "gpu_argmax_cols", gpu_argmax_cols_t, gpu__arg_axis_cols_t, 1, Type, GPU__AXIS_ARGMAX,
          gpu__arg_axis_finish_t, (), 0)
GPU__ON_DEVICE(gpu_sum_rows_t,
               gpu__axis_launch<false, gpu__op_sum<Type, gpu__sum_t, gpu__total_t>>(context, out, in, j, 1.0))
GPU__ON_DEVICE(gpu_sum_cols_t,
               gpu__axis_launch<true, gpu__op_sum<Type, gpu__sum_t, gpu__total_t>>(context, out, in, j, 1.0))
GPU__ON_DEVICE(gpu_mean_rows_t, gpu__axis_launch<false, gpu__op_sum<Type, double, gpu__mean_t>>(context, out, in, j,
                                                                                             gpu__axis_of(j)->count))
GPU__ON_DEVICE(gpu_mean_cols_t,
               gpu__axis_launch<true, gpu__op_sum<Type, double, gpu__mean_t>>(context, out, in, j,
                       gpu__axis_of(j)->count))
GPU__ON_DEVICE(gpu_min_rows_t, gpu__axis_launch<false, gpu__op_extreme<Type>>(context, out, in, j, true))
GPU__ON_DEVICE(gpu_min_cols_t, gpu__axis_launch<true, gpu__op_extreme<Type>>(context, out, in, j, true))
GPU__ON_DEVICE(gpu_max_rows_t, gpu__axis_launch<false, gpu__op_extreme<Type>>(context, out, in, j, false))
GPU__ON_DEVICE(gpu_max_cols_t, gpu__axis_launch<true, gpu__op_extreme<Type>>(context, out, in, j, false))
GPU__ON_DEVICE(gpu_var_rows_t,
               gpu__axis_launch<false, gpu__op_var<Type, gpu__mean_t>>(context, out, in, j, gpu__axis_of(j)->ddof))
GPU__ON_DEVICE(gpu_var_cols_t,
               gpu__axis_launch<true, gpu__op_var<Type, gpu__mean_t>>(context, out, in, j, gpu__axis_of(j)->ddof))
GPU__ON_DEVICE(gpu_argmin_rows_t, gpu__axis_launch<false, gpu__op_arg<Type>>(context, out, in, j, true))
GPU__ON_DEVICE(gpu_argmin_cols_t, gpu__axis_launch<true, gpu__op_arg<Type>>(context, out, in, j, true))
GPU__ON_DEVICE(gpu_argmax_rows_t, gpu__axis_launch<false, gpu__op_arg<Type>>(context, out, in, j, false))
GPU__ON_DEVICE(gpu_argmax_cols_t, gpu__axis_launch<true, gpu__op_arg<Type>>(context, out, in, j, false))
GPU__PART_LEVELS(gpu__matvec_t, gpu__axis_rows_t(j, scratch, first, last, GPU__AXIS_DOT))
GPU__ON_DEVICE(gpu__matvec_t, gpu__axis_launch<false, gpu__op_dot<Type>>(context, out, in, j, 1.0))
GPU__PRE_SCOPE gpu_status gpu_matvec_t(Type *out, const Type *a, const Type *x, size_t rows, size_t cols)
{
    static const gpu__axis_function f = {"gpu_matvec",
                                         GPU__AXIS_DOT,
                                         0,
                                         sizeof *out,
                                         sizeof *a,
                                         GPU__PART_TABLE(gpu__matvec_t),
                                         gpu__axis_finish_t,
                                         GPU__DEVICE_CODE(gpu__matvec_t)};
    return gpu__axis_call(&f, out, a, x, rows, cols, 0);
}
/* --- src/families/axis/scan.h again */
GPU__BODY void gpu__scan_halve_t(gpu__wrap_sum_t *v, size_t lanes, size_t w)
{
    size_t d, b, k, c;
    for (d = 1; d < lanes; d *= 2)
        for (b = d; b < lanes; b += 2 * d)
            for (k = b; k < b + d && k < lanes; k++)
                GPU__NO_ALIAS for (c = 0; c < w; c++) v[k * w + c] = v[(b - 1) * w + c] + v[k * w + c];
}
GPU__BODY gpu__wrap_sum_t gpu__scan_piece_t(gpu__wrap_sum_t *to, const Type *x, size_t n)
{
    gpu__wrap_sum_t s = (gpu__wrap_sum_t)-0.0;
    size_t i;
    for (i = 0; i < n; i++) to[i] = s = s + (gpu__wrap_sum_t)x[i];
    return s;
}
GPU__BODY void gpu__scan_add_t(Type *out, gpu__wrap_sum_t front, const gpu__wrap_sum_t *s, size_t n)
{
    size_t i;
    GPU__NO_ALIAS for (i = 0; i < n; i++) out[i] = (Type)(front + s[i]);
}
GPU__BODY void gpu__scan_row_tile_t(Type *out, const Type *x, size_t n, gpu__wrap_sum_t before, gpu__wrap_sum_t *sum)
{
    enum { piece = GPU__SCAN_PIECE };
    gpu__wrap_sum_t s[GPU__SCAN_TILE], v[GPU__SCAN_PIECES + 1];
    const size_t pieces = gpu__ceil_div(n, piece);
    size_t p, i;
    v[0] = (gpu__wrap_sum_t)-0.0;
    if (n <= piece) {
        const gpu__wrap_sum_t front = before + *sum;
        for (i = 0; i < n; i++) {
            v[0] = v[0] + (gpu__wrap_sum_t)x[i];
            if (out) out[i] = (Type)(front + v[0]);
        }
        *sum = *sum + v[0];
        return;
    }
    for (p = 0; p < pieces; p++) {
        const size_t at = p * piece, m = n - at < piece ? n - at : (size_t)piece;
        v[p + 1] = gpu__scan_piece_t(s + at, x + at, m);
    }
    gpu__scan_halve_t(v + 1, pieces, 1);
    for (p = 0; out && p < pieces; p++) {
        const size_t at = p * piece, m = n - at < piece ? n - at : (size_t)piece;
        gpu__scan_add_t(out + at, before + (*sum + v[p]), s + at, m);
    }
    *sum = *sum + v[pieces];
}
GPU__BODY void gpu__scan_rows_t(const gpu__job *j, gpu__wrap_sum_t *totals, size_t first, size_t last)
{
    const gpu__scan_split *const d = (const gpu__scan_split *)j->detail;
    const size_t cols = j->cols, segments = d->segments, length = d->per_segment * GPU__SCAN_TILE;
    const int out_too = !d->totals;
    gpu__wrap_sum_t before = (gpu__wrap_sum_t)-0.0, sum;
    size_t k, i;
    for (k = first - first % segments; out_too && k < first; k++) before = before + totals[k];
    for (k = first; k < last; k++) {
        const size_t begin = k % segments * length, n = cols - begin < length ? cols - begin : length;
        const Type *const x = (const Type *)j->in[0].p + k / segments * cols + begin;
        Type *const out = (Type *)j->out + k / segments * cols + begin;
        if (begin == 0) before = (gpu__wrap_sum_t)-0.0;
        for (sum = (gpu__wrap_sum_t)-0.0, i = 0; i < n; i += GPU__SCAN_TILE)
            gpu__scan_row_tile_t(out_too ? out + i : NULL, x + i,
                                 n - i < GPU__SCAN_TILE ? n - i : (size_t)GPU__SCAN_TILE, before, &sum);
        if (out_too)
            before = before + sum;
        else
            totals[k] = sum;
    }
}
GPU__BODY void gpu__scan_col_tile_t(Type *out, const Type *x, size_t n, size_t cols, size_t w,
        const gpu__wrap_sum_t *before,
                                    gpu__wrap_sum_t *sum)
{
    gpu__wrap_sum_t v[9 * GPU__SCAN_STRIP], front[GPU__SCAN_STRIP], s[GPU__SCAN_STRIP];
    const size_t pieces = gpu__ceil_div(n, GPU__SCAN_PIECE);
    size_t p, r, c, end;
    for (c = 0; c < (pieces + 1) * w; c++) v[c] = (gpu__wrap_sum_t)-0.0;
    for (r = 0; r < n; r++) {
        gpu__wrap_sum_t *const to = v + (r / GPU__SCAN_PIECE + 1) * w;
        gpu__axis_prefetch((uintptr_t)(x + (r + GPU__SCAN_PIECE) * cols), w * sizeof *x);
        GPU__NO_ALIAS for (c = 0; c < w; c++) to[c] = to[c] + (gpu__wrap_sum_t)x[r * cols + c];
    }
    gpu__scan_halve_t(v + w, pieces, w);
    for (p = r = 0; out && p < pieces; p++) {
        for (c = 0; c < w; c++) {
            front[c] = before[c] + (sum[c] + v[p * w + c]);
            s[c] = (gpu__wrap_sum_t)-0.0;
        }
        for (end = n - r < GPU__SCAN_PIECE ? n : r + GPU__SCAN_PIECE; r < end; r++)
            GPU__NO_ALIAS for (c = 0; c < w; c++)
            {
                s[c] = s[c] + (gpu__wrap_sum_t)x[r * cols + c];
                out[r * cols + c] = (Type)(front[c] + s[c]);
            }
    }
    for (c = 0; c < w; c++) sum[c] = sum[c] + v[pieces * w + c];
}
GPU__BODY void gpu__scan_cols_t(const gpu__job *j, gpu__wrap_sum_t *totals, size_t first, size_t last)
{
    const gpu__scan_split *const d = (const gpu__scan_split *)j->detail;
    const size_t rows = j->rows, cols = j->cols, segments = d->segments;
    const size_t tile = gpu__scan_pieces(cols, 1) * GPU__SCAN_PIECE, length = d->per_segment * tile;
    const int out_too = !d->totals;
    gpu__wrap_sum_t before[GPU__SCAN_STRIP], sum[GPU__SCAN_STRIP];
    size_t k, r, c, g;
    for (k = first; k < last; k++) {
        const size_t begin = k % segments * length, end = rows - begin < length ? rows : begin + length;
        const size_t at = k / segments * GPU__SCAN_STRIP, left = cols - at,
                     w = left < GPU__SCAN_STRIP ? left : (size_t)GPU__SCAN_STRIP;
        for (c = 0; c < w; c++) {
            if (k == first || begin == 0) before[c] = (gpu__wrap_sum_t)-0.0;
            for (g = 0; out_too && k == first && g < k % segments; g++)
                before[c] = before[c] + totals[g * cols + at + c];
            sum[c] = (gpu__wrap_sum_t)-0.0;
        }
        for (r = begin; r < end; r += tile)
            gpu__scan_col_tile_t(out_too ? (Type *)j->out + r * cols + at : NULL,
                    (const Type *)j->in[0].p + r * cols + at,
                                 end - r < tile ? end - r : tile, cols, w, before, sum);
        for (c = 0; c < w; c++) {
            before[c] = before[c] + sum[c];
            if (!out_too) totals[k % segments * cols + at + c] = sum[c];
        }
    }
}
GPU__PART_LEVELS(gpu__scan_axis_t, {
    const gpu__scan_split *const d = (const gpu__scan_split *)j->detail;
    if (!d->totals || last - first < j->tasks) {
        if (d->colwise)
            gpu__scan_cols_t(j, (gpu__wrap_sum_t *)scratch, first, last);
        else
            gpu__scan_rows_t(j, (gpu__wrap_sum_t *)scratch, first, last);
    }
})
GPU__ON_DEVICE(gpu__scan_axis_t, gpu__scan_axis<Type, gpu__wrap_sum_t>(context, (Type *)out, (const Type *)in[0], j))
GPU__PRE_SCOPE gpu_status gpu_cumsum_rows_t(Type *out, const Type *a, size_t rows, size_t cols)
{
    gpu__scan_split d;
    gpu__job j;
    const gpu_status s = gpu__scan_axis_job(&j, &d, "gpu_cumsum_rows", 0, out, a, sizeof *a, rows, cols);
    GPU__JOB_CODE(j, gpu__scan_axis_t)
    return s ? s : gpu__job_call(&j);
}
GPU__PRE_SCOPE gpu_status gpu_cumsum_cols_t(Type *out, const Type *a, size_t rows, size_t cols)
{
    gpu__scan_split d;
    gpu__job j;
    const gpu_status s = gpu__scan_axis_job(&j, &d, "gpu_cumsum_cols", 1, out, a, sizeof *a, rows, cols);
    GPU__JOB_CODE(j, gpu__scan_axis_t)
    return s ? s : gpu__job_call(&j);
}
/* --- src/families/exchange/fold.h again */
#ifdef GPU_SEVERAL_DEVICES
static inline void gpu__fold_share_t(const gpu__exchange_args *a)
{
    gpu__sum_t v[256];
    size_t at, n, i;
    int k;
    for (at = a->begin; at < a->end; at += n) {
        n = a->end - at < 256 ? a->end - at : 256;
        for (k = 0; k < a->parts; k++) {
            const Type *const x = (const Type *)a->array[k] + at;
            if (!k)
                for (i = 0; i < n; i++) v[i] = (gpu__sum_t)x[i];
            else if (a->fold == GPU_FOLD_SUM)
                for (i = 0; i < n; i++) v[i] = (gpu__sum_t)((gpu__wrap_sum_t)v[i] + (gpu__wrap_sum_t)x[i]);
            else if (a->fold == GPU_FOLD_MIN)
                for (i = 0; i < n; i++) v[i] = GPU__FIRST_OF(v[i], (gpu__sum_t)x[i], <);
            else
                for (i = 0; i < n; i++) v[i] = GPU__FIRST_OF(v[i], (gpu__sum_t)x[i], >);
        }
        for (k = a->to; k < a->to_end; k++)
            for (i = 0; i < n; i++) ((Type *)a->array[k])[at + i] = (Type)v[i];
    }
}
#ifdef GPU__CUDA
static int gpu__fold_share_device_t(const gpu__exchange_args *a, void *stream)
{
    return (int)gpu__exchange_launch<Type>(*a, (cudaStream_t)stream);
}
#endif
static inline gpu_status gpu__each_fold_t(const char *call, Type *p, size_t n, gpu_fold fold, int all)
{
    gpu__exchange x;
    x.call = call;
    x.p = p;
    x.n = n;
    x.size = sizeof *p;
    x.type = (gpu_type)gpu__tag_t;
    x.fold = fold;
    x.all = all;
    x.host = gpu__fold_share_t;
#ifdef GPU__CUDA
    x.device = gpu__fold_share_device_t;
#else
    x.device = NULL;
#endif
    return gpu__each_exchange(&x);
}
GPU__PRE_SCOPE gpu_status gpu_each_allreduce_t(Type *p, size_t n, gpu_fold fold)
{
    return gpu__each_fold_t("gpu_each_allreduce", p, n, fold, 1);
}
GPU__PRE_SCOPE gpu_status gpu_each_reduce_scatter_t(Type *p, size_t n, gpu_fold fold)
{
    return gpu__each_fold_t("gpu_each_reduce_scatter", p, n, fold, 0);
}
#endif
/* --- src/families/transpose/transpose.h again */
GPU__PRE_SCOPE gpu_status gpu_transpose_t(Type *out, const Type *a, size_t rows, size_t cols)
{
    return gpu__transpose_call(out, a, rows, cols, sizeof *a, GPU__TRANSPOSE_ON_DEVICE(sizeof *a));
}
/* --- src/families/count/count.h again */
GPU__HOT static inline void gpu__histogram_part_t(const gpu__job *j, void *scratch, size_t thread, size_t first,
                                                  size_t last)
{
    gpu__histogram_of(j, gpu__counts_of(j, scratch, thread), first, last, (gpu_type)gpu__tag_t);
}
GPU__ON_DEVICE(gpu__histogram_t,
               gpu__histogram((cudaStream_t)context->stream, context->multiprocessors, context->shared_limit,
                              (unsigned long long *)out, (unsigned)j->out_count, (const Type *)in[0], j->n,
                              ((const gpu__range *)j->detail)->lo, ((const gpu__range *)j->detail)->hi))
GPU__PRE_SCOPE gpu_status gpu_histogram_t(int64_t *counts, size_t bins, const Type *x, size_t n, double lo, double hi)
{
    gpu__job j;
    gpu__job_of(&j, "gpu_histogram", counts, bins, sizeof *counts, n);
    j.part[0] = j.part[1] = j.part[2] = gpu__histogram_part_t;
    GPU__JOB_DEVICE(j, gpu__histogram_t)
    return gpu__histogram_call(&j, x, sizeof *x, lo, hi);
}
GPU__HOT static inline void gpu__bincount_part_t(const gpu__job *j, void *scratch, size_t thread, size_t first,
                                                 size_t last)
{
    gpu__bincount_of(j, gpu__counts_of(j, scratch, thread), first, last, (gpu_type)gpu__tag_t);
}
GPU__ON_DEVICE(gpu__bincount_t,
               gpu__bincount((cudaStream_t)context->stream, context->multiprocessors, context->shared_limit,
                             (unsigned long long *)out, (unsigned)j->out_count, (const Type *)in[0], j->n))
GPU__PRE_SCOPE gpu_status gpu_bincount_t(int64_t *counts, size_t bins, const Type *x, size_t n)
{
    gpu__job j;
    gpu__job_of(&j, "gpu_bincount", counts, bins, sizeof *counts, n);
    j.part[0] = j.part[1] = j.part[2] = gpu__bincount_part_t;
    GPU__JOB_DEVICE(j, gpu__bincount_t)
    return gpu__count_call(&j, x, sizeof *x);
}
GPU__WEIGHTS(gpu_bincount_weights_t, gpu__weights_t, int32_t, GPU_I32, Type, gpu__tag_t)
GPU__WEIGHTS(gpu_bincount_weights_t_i64, gpu__weights_i64_t, int64_t, GPU_I64, Type, gpu__tag_t)
#ifdef GPU__CUDA
static gpu_status gpu_bincount_weights_t(double *sums, size_t bins, const int64_t *x, const Type *w, size_t n)
{
    return gpu_bincount_weights_t_i64(sums, bins, x, w, n);
}
#endif
/* --- src/families/window/window.h again */
GPU__BODY void gpu__window_load_t(double *to, const gpu__job *j, size_t at, size_t count)
{
    const size_t n = j->n, left = gpu__width_of(j) - 1, none = at < left ? (left - at < count ? left - at : count) : 0;
    const size_t from = at + none - left, have = from >= n || none == count ? 0
                                                 : n - from < count - none  ? n - from
                                                                            : count - none;
    const Type *const x = (const Type *)j->in[0].p;
    size_t k;
    for (k = 0; k < none; k++) to[k] = 0;
    to += none;
    for (k = 0; k < have; k++) to[k] = (double)x[from + k];
    for (; k < count - none; k++) to[k] = 0;
}
GPU__BODY void gpu__window_means_t(const double *back, const double *front, const gpu__job *j, size_t at, size_t count)
{
    const size_t left = j->n - at, m = left < count ? left : count;
    const size_t wide = gpu__width_of(j);
    const double width = (double)wide, inverse = 1 / width;
    Type *const out = (Type *)j->out + at;
    size_t i = 0;
    for (; i < m && at + i + 1 < wide; i++) out[i] = (Type)((front ? back[i] + front[i] : back[i]) / (double)(at + i + 1));
    if (!front)
        for (; i < m; i++) out[i] = (Type)(sizeof(Type) == 4 ? back[i] * inverse : back[i] / width);
    else
        for (; i < m; i++) out[i] = (Type)(sizeof(Type) == 4 ? (back[i] + front[i]) * inverse : (back[i] + front[i]) / width);
}
GPU__BODY void gpu__window_short_t(const gpu__job *j, double *z, size_t at)
{
    const size_t width = gpu__width_of(j);
    size_t i, k, l;
    gpu__window_load_t(z, j, at, GPU__WINDOW_NARROW + width);
    for (i = 0; i < GPU__WINDOW_NARROW; i += 32) {
        double sum[32];
        memcpy(sum, z + i, sizeof sum);
        for (k = 1; k < width; k++)
            for (l = 0; l < 32; l++) sum[l] += z[i + k + l];
        memcpy(z + i, sum, sizeof sum);
    }
    gpu__window_means_t(z, NULL, j, at, GPU__WINDOW_NARROW);
}
GPU__BODY void gpu__window_tasks_t(const gpu__job *j, const double *between, size_t first, size_t last)
{
    enum { many = GPU__WINDOW_NARROW };
    const size_t width = gpu__width_of(j), tile = GPU__WINDOW_TILE;
    double z[2 * many], front[2 * many];
    for (; first < last; first++)
        if (width <= GPU__WINDOW_RUN)
            gpu__window_short_t(j, z, first * many);
        else if (width <= many) {
            gpu__window_load_t(z, j, first * many, many + width);
            gpu__window_narrow(z, front, width);
            gpu__window_means_t(z, front + width - 1, j, first * many, many);
        } else {
            gpu__window_load_t(z, j, (first + width / tile) * tile, width % tile);
            front[0] = gpu__window_lanes(z, width % tile);
            gpu__window_load_t(z, j, first * tile, tile);
            gpu__window_load_t(z + tile, j, first * tile + width, tile);
            gpu__window_wide(z, front, between[first]);
            gpu__window_means_t(z, front, j, first * tile, tile);
        }
}
GPU__PART_LEVELS(gpu__moving_average_t, gpu__window_tasks_t(j, (const double *)scratch, first, last))
GPU__BODY void gpu__window_sums_t(const gpu__job *j, double *sums, size_t first, size_t last)
{
    double z[GPU__WINDOW_TILE];
    for (; first < last; first++) {
        gpu__window_load_t(z, j, first * GPU__WINDOW_TILE, GPU__WINDOW_TILE);
        sums[first] = gpu__window_lanes(z, GPU__WINDOW_TILE);
    }
}
GPU__PART_LEVELS(gpu__window_runs_t, gpu__window_sums_t(j, (double *)scratch + j->tasks, first, last))
static inline void gpu__moving_average_start_t(const gpu__job *j, void *scratch)
{
    const size_t between = gpu__width_of(j) / GPU__WINDOW_TILE - 1;
    gpu__job_part *const runs[3] = GPU__PART_TABLE(gpu__window_runs_t);
    gpu__job_parts(j, runs, j->tasks + between, scratch);
    gpu__window_between((double *)scratch, (double *)scratch + j->tasks, j->tasks, between);
}
GPU__ON_DEVICE(gpu__moving_average_t, gpu__moving_mean(context, (Type *)out, (const Type *)in[0], j->n,
        gpu__width_of(j),
                                                       gpu__width_of(j) - 1, j->n, true))
GPU__PRE_SCOPE gpu_status gpu_moving_average_t(Type *out, const Type *x, size_t n, size_t width)
{
    gpu__job j;
    const int narrow = width <= GPU__WINDOW_NARROW;
    gpu__job_of(&j, "gpu_moving_average", out, n, sizeof *out, n);
    gpu__job_in(&j, 0, "x", x, n, sizeof *x);
    gpu__job_detail(&j, &width, sizeof width);
    j.tasks = gpu__ceil_div(n, narrow ? GPU__WINDOW_NARROW : GPU__WINDOW_TILE);
    if (!narrow) {
        const size_t runs = j.tasks + width / GPU__WINDOW_TILE - 1;
        j.scratch = (j.tasks + runs) * sizeof(double);
        j.space = (j.tasks + 2 * runs) * sizeof(double);
        j.start = gpu__moving_average_start_t;
    }
    GPU__JOB_CODE(j, gpu__moving_average_t)
    return gpu__window_call(&j, "window", width);
}
GPU__BODY void gpu__conv1d_tiles_t(const gpu__job *j, size_t first, size_t last)
{
    const size_t n = j->n, width = gpu__width_of(j), left = width / 2;
    const Type *const x = (const Type *)j->in[0].p, *const h = (const Type *)j->in[1].p;
    double sum[GPU__WINDOW_TILE];
    for (; first < last; first++) {
        const size_t begin = first * GPU__WINDOW_TILE,
                     m = n - begin < GPU__WINDOW_TILE ? n - begin : (size_t)GPU__WINDOW_TILE;
        size_t i, k;
        for (i = 0; i < m; i++) sum[i] = 0;
        for (k = 0; k < width; k++) {
            const double tap = (double)h[width - 1 - k];
            const size_t at = begin + k, lo = at < left ? left - at : 0, stop = n + left - at, hi = stop < m ? stop : m;
            const Type *const p = x + (at + lo - left);
            if (n + left <= at) break;
            if (lo >= m) continue;
            GPU__NO_ALIAS for (i = lo; i < hi; i++) sum[i] += tap * (double)p[i - lo];
        }
        for (i = 0; i < m; i++) ((Type *)j->out)[begin + i] = (Type)sum[i];
    }
}
GPU__PART_LEVELS(gpu__conv1d_t, gpu__conv1d_tiles_t(j, first, last))
GPU__ON_DEVICE(gpu__conv1d_t,
               gpu__convolve<Type, double>((cudaStream_t)context->stream, (Type *)out, (const Type *)in[0],
                       (const Type *)in[1],
                                        j->n, gpu__width_of(j), gpu__width_of(j) / 2, j->n))
GPU__PRE_SCOPE gpu_status gpu_conv1d_t(Type *out, const Type *x, size_t n, const Type *h, size_t width)
{
    gpu__job j;
    gpu__job_of(&j, "gpu_conv1d", out, n, sizeof *out, n);
    gpu__job_in(&j, 0, "x", x, n, sizeof *x);
    gpu__job_in(&j, 1, "h", h, width, sizeof *h);
    gpu__job_detail(&j, &width, sizeof width);
    j.tasks = gpu__ceil_div(n, GPU__WINDOW_TILE);
    GPU__JOB_CODE(j, gpu__conv1d_t)
    return gpu__window_call(&j, "filter", width);
}
GPU__BODY void gpu__stencil5_rows_t(const gpu__job *j, size_t first, size_t last)
{
    const size_t rows = j->rows, cols = j->cols;
    const Type c0 = ((const Type *)j->detail)[0], c1 = ((const Type *)j->detail)[1];
    for (; first < last; first++) {
        const Type *const x = (const Type *)j->in[0].p + first * cols;
        Type *const out = (Type *)j->out + first * cols;
        if (first == 0 || first + 1 == rows || cols < 3)
            memcpy(out, x, cols * sizeof *x);
        else {
            const Type *const north = x - cols, *const south = x + cols;
            size_t c;
            GPU__NO_ALIAS for (c = 1; c < cols - 1; c++) out[c] =
                GPU__TIMES(c0, x[c]) + GPU__TIMES(c1, ((north[c] + south[c]) + x[c - 1]) + x[c + 1]);
            out[0] = x[0];
            out[cols - 1] = x[cols - 1];
        }
    }
}
GPU__PART_LEVELS(gpu__stencil5_t, gpu__stencil5_rows_t(j, first, last))
GPU__ON_DEVICE(gpu__stencil5_t, gpu__stencil5((cudaStream_t)context->stream, (Type *)out, (const Type *)in[0], j->rows,
                                              j->cols, ((const Type *)j->detail)[0], ((const Type *)j->detail)[1]))
GPU__PRE_SCOPE gpu_status gpu_stencil5_t(Type *out, const Type *x, size_t rows, size_t cols, Type center,
        Type neighbour)
{
    const Type coefficients[2] = {center, neighbour};
    gpu_status s = gpu__shape("gpu_stencil5", rows, cols);
    gpu__job j;
    gpu__job_of(&j, "gpu_stencil5", out, rows * cols, sizeof *out, rows * cols);
    if (s) return s;
    gpu__job_in(&j, 0, "x", x, rows * cols, sizeof *x);
    j.rows = j.tasks = rows;
    j.cols = cols;
    gpu__job_detail(&j, coefficients, sizeof coefficients);
    GPU__JOB_CODE(j, gpu__stencil5_t)
    return gpu__job_call(&j);
}
/* --- src/families/window/plane.h again */
GPU__PART_LEVELS(gpu__conv2d_t, gpu__conv2d_tiles(j, first, last, (gpu_type)gpu__tag_t))
GPU__ON_DEVICE(gpu__conv2d_t, gpu__conv2d(context, (Type *)out, (const Type *)in[0], (const gpu__tap_t *)in[1], j->rows,
                                          j->cols, *(const gpu__filter *)j->detail))
GPU__PRE_SCOPE gpu_status gpu_conv2d_t(Type *out, const Type *x, size_t rows, size_t cols, const gpu__tap_t *h,
        size_t h_rows,
                                       size_t h_cols, gpu_border border)
{
    gpu__job j;
    gpu__job_of(&j, "gpu_conv2d", out, rows * cols, sizeof *out, rows * cols);
    GPU__JOB_CODE(j, gpu__conv2d_t)
    return gpu__conv2d_call(&j, x, rows, cols, h, sizeof *h, h_rows, h_cols, border);
}
GPU__ON_DEVICE(gpu__median3x3_t,
               gpu__plane<gpu__median_3x3>(context, (Type *)out, (const Type *)in[0], (const gpu__tap_t *)NULL, j->rows,
                                           j->cols, GPU_BORDER_CLAMP))
GPU__PRE_SCOPE gpu_status gpu_median3x3_t(Type *out, const Type *x, size_t rows, size_t cols)
{
    return gpu__median_call(out, x, rows, cols, sizeof *x, GPU__IS_REAL(Type), GPU__DEVICE_CODE(gpu__median3x3_t));
}
/* --- src/families/matmul/host.h again */
GPU__BODY void gpu__outer_rows_t(const gpu__job *j, size_t first, size_t last)
{
    const size_t n = j->cols;
    const Type *const y = (const Type *)j->in[1].p;
    size_t c;
    for (; first < last; first++) {
        const Type x = ((const Type *)j->in[0].p)[first];
        Type *const out = (Type *)j->out + first * n;
        GPU__NO_ALIAS for (c = 0; c < n; c++) out[c] = x * y[c];
    }
}
GPU__PART_LEVELS(gpu__outer_t, gpu__outer_rows_t(j, first, last))
GPU__ON_DEVICE(gpu__outer_t, gpu__outer((cudaStream_t)context->stream, (Type *)out, (const Type *)in[0],
        (const Type *)in[1],
                                        j->rows, j->cols))
GPU__PRE_SCOPE gpu_status gpu_outer_t(Type *out, const Type *x, const Type *y, size_t m, size_t n)
{
    const gpu_status s = m && n ? gpu__shape("gpu_outer", m, n) : GPU_OK;
    gpu__job j;
    gpu__job_of(&j, "gpu_outer", out, m * n, sizeof *out, m * n);
    if (s) return s;
    gpu__job_in(&j, 0, "x", x, n ? m : 0, sizeof *x);
    gpu__job_in(&j, 1, "y", y, m ? n : 0, sizeof *y);
    j.rows = j.tasks = m;
    j.cols = n;
    GPU__JOB_CODE(j, gpu__outer_t)
    return gpu__job_call(&j);
}
/* --- src/families/random/fills.h again */
GPU__PRE_SCOPE gpu_status gpu_rand_uniform_t(Type *out, size_t n)
{
    return gpu__rand_real(GPU__KIND(gpu__kind_uniform_t, out), out, 0, 0, n);
}
GPU__PRE_SCOPE gpu_status gpu_rand_normal_t(Type *out, Type mean, Type sd, size_t n)
{
    return gpu__rand_normal(GPU__KIND(gpu__kind_normal_t, out), out, (double)mean, (double)sd, n);
}
GPU__PRE_SCOPE gpu_status gpu_rand_lognormal_t(Type *out, Type mean, Type sd, size_t n)
{
    return gpu__rand_normal(GPU__KIND(gpu__kind_lognormal_t, out), out, (double)mean, (double)sd, n);
}
GPU__PRE_SCOPE gpu_status gpu_rand_exponential_t(Type *out, Type scale, size_t n)
{
    return gpu__rand_exponential(GPU__KIND(gpu__kind_exponential_t, out), out, (double)scale, n);
}
GPU__PRE_SCOPE gpu_status gpu_rand_int_t(Type *out, Type lo, Type hi, size_t n)
{
    return gpu__rand_int(GPU__KIND(gpu__kind_int_t, out), out, lo, hi, n);
}
GPU__PRE_SCOPE gpu_status gpu_rand_poisson_t(Type *out, double rate, size_t n)
{
    return gpu__rand_poisson(GPU__KIND(gpu__kind_poisson_t, out), GPU__KIND(gpu__kind_rejection_t, out),
                             sizeof(Type) == 4 ? 1e9 : 1152921504606846976.0, out, rate, n);
}
GPU__PRE_SCOPE gpu_status gpu_rand_permutation_t(Type *out, size_t n)
{
    return gpu__rand_permutation(GPU__KIND(gpu__kind_permutation_t, out), out, n,
                                 sizeof(Type) == 4 ? (size_t)0x7fffffff : (size_t)PTRDIFF_MAX);
}
/* --- src/families/order/key.h again */
#ifdef GPU_ORDER
GPU__LIFTED_FN gpu__bits_t gpu__sort_key_t(gpu__bits_t b)
{
    const gpu__bits_t top = (gpu__bits_t)((gpu__bits_t)1 << (sizeof b * 8 - 1));
    if (GPU__IS_REAL(Type)) {
        const gpu__bits_t infinity = (gpu__bits_t)(top - ((gpu__bits_t)1 << (sizeof b == 8   ? 52
                                                                             : sizeof b == 4 ? 23
                                                                                             : 0)));
        const gpu__bits_t most = (gpu__bits_t)(2 * infinity + 1), sign = (gpu__bits_t)(0 - (b >> (sizeof b * 8 - 1)));
        const gpu__bits_t key = (gpu__bits_t)((gpu__bits_t)((b & ~top) ^ sign) - sign + infinity);
        return key < most ? key : most;
    }
    return (int)gpu__tag_t == (int)GPU_I32 || (int)gpu__tag_t == (int)GPU_I64 ? (gpu__bits_t)(b ^ top) : b;
}
GPU__LIFTED_FN gpu__bits_t gpu__sort_bits_t(gpu__bits_t key)
{
    const gpu__bits_t top = (gpu__bits_t)((gpu__bits_t)1 << (sizeof key * 8 - 1));
    if (GPU__IS_REAL(Type)) {
        const gpu__bits_t infinity = (gpu__bits_t)(top - ((gpu__bits_t)1 << (sizeof key == 8   ? 52
                                                                             : sizeof key == 4 ? 23
                                                                                               : 0)));
        return (gpu__bits_t)(key < infinity ? (gpu__bits_t)(infinity - key) | top : (gpu__bits_t)(key - infinity));
    }
    return gpu__sort_key_t(key);
}
#endif
/* --- src/families/order/fast.h again */
#if defined(GPU_ORDER) && defined(GPU__X86)
GPU__FAST uint64_t gpu__fast_encode_t(void *codes, const void *x, size_t n, int descending)
{
    const gpu__bits_t flip = descending ? (gpu__bits_t) ~(gpu__bits_t)0 : 0, *const in = (const gpu__bits_t *)x;
    const gpu__bits_t top = (gpu__bits_t)((gpu__bits_t)1 << (sizeof flip * 8 - 1)),
                      infinity = (gpu__bits_t)(top - ((gpu__bits_t)1 << (sizeof top == 8   ? 52
                                                                         : sizeof top == 4 ? 23
                                                                                           : 0)));
    gpu__bits_t lost = 0, *const out = (gpu__bits_t *)codes;
    size_t i;
    for (i = 0; codes && i < n; i++) out[i] = (gpu__bits_t)(gpu__sort_key_t(in[i]) ^ flip);
    for (i = 0; !codes && i < n; i++)
        if (GPU__IS_REAL(Type)) lost = (gpu__bits_t)(lost | (in[i] == top) | ((gpu__bits_t)(in[i] & ~top) > infinity));
    return lost;
}
GPU__FAST void gpu__fast_decode_t(void *out, const void *codes, size_t n, int descending)
{
    const gpu__bits_t flip = descending ? (gpu__bits_t) ~(gpu__bits_t)0 : 0;
    size_t i;
    for (i = 0; i < n; i++)
        ((gpu__bits_t *)out)[i] = gpu__sort_bits_t((gpu__bits_t)(((const gpu__bits_t *)codes)[i] ^ flip));
}
#endif
/* --- src/families/order/short.h again */
#ifdef GPU_ORDER
typedef struct gpu__short_apart_t {
    gpu__bits_t *zero, *nan;
    size_t zeros, nans, below;
} gpu__short_apart_t;
GPU__BODY void gpu__short_set_apart_t(gpu__short_apart_t *a, const gpu__bits_t *x, size_t n, size_t step)
{
    const gpu__bits_t nan = gpu__sort_key_t((gpu__bits_t) ~(gpu__bits_t)0), zero = gpu__sort_key_t(0);
    size_t c, zeros = 0, nans = 0, below = 0;
    for (c = 0; c < n; c++) {
        const gpu__bits_t b = x[c * step], key = gpu__sort_key_t(b);
        a->zero[zeros] = a->nan[nans] = b;
        zeros += key == zero, nans += key == nan, below += key < zero;
    }
    a->zeros = zeros, a->nans = nans, a->below = below;
}
GPU__BODY void gpu__short_restore_t(const gpu__short_apart_t *a, gpu__bits_t *out, size_t n, int descending)
{
    memcpy(out + (descending ? n - a->below - a->zeros : a->below), a->zero, a->zeros * sizeof *out);
    memcpy(out + (descending ? 0 : n - a->nans), a->nan, a->nans * sizeof *out);
}
GPU__BODY void gpu__short_load_t(const gpu__sort_detail *d, char *codes, const gpu__bits_t *x, size_t rows,
                                 size_t width, const size_t size)
{
    const size_t n = d->cols, lanes = GPU__SHORT_COLUMN / size;
    size_t tile, l, c;
    if (rows < lanes) memset(codes, 0, n * width * size);
    if (d->columns)
        for (c = 0; c < n; c++)
            for (l = 0; l < rows; l++) gpu__short_set(codes, c * width + l, x[c * d->rows + l], size);
    else
        GPU__SHORT_EACH(0, rows, 0, n, GPU__SHORT_TO_LANE)
    for (l = n * width; l < ((n + 7) & ~(size_t)7) * width; l++)
        gpu__short_set(codes, l, size == 8 ? ~(uint64_t)0 >> 1 : ~(uint64_t)0, size);
}
GPU__BODY void gpu__short_keys_t(const gpu__sort_cpu *s, char *codes, size_t first, size_t last)
{
    typedef gpu__bits_t gpu__element;
    const size_t size = sizeof(Type) < 4 ? 4 : sizeof(Type), lanes = GPU__SHORT_COLUMN / size, n = s->d.cols,
                 rows = last - first, from = s->d.from, to = s->d.to, next = s->d.columns ? 1 : n,
                 step = s->d.columns ? s->d.rows : 1;
    const gpu__bits_t *const x = (const gpu__bits_t *)(const void *)s->x + first * next,
                             flip = s->d.descending ? (gpu__bits_t) ~(gpu__bits_t)0 : 0,
                             most = gpu__sort_key_t((gpu__bits_t) ~(gpu__bits_t)0);
    const uint64_t sign = sizeof(Type) == 8 ? (uint64_t)1 << 63 : 0;
    gpu__bits_t *const out = (gpu__bits_t *)(void *)s->out + first * n, lost = 0, nan = 0, others = 0;
    gpu__short_apart_t apart;
    size_t tile, l, c, r;
    gpu__short_load_t(&s->d, codes, x, rows, lanes, size);
    GPU__VECTOR_LOOP for (l = 0; l < n * lanes; l++)
    {
        const gpu__bits_t b = (gpu__bits_t)gpu__short_get(codes, l, size), key = gpu__sort_key_t(b),
                          all = (GPU__IS_REAL(Type) & (key == most)) ? (gpu__bits_t) ~(gpu__bits_t)0 : (gpu__bits_t)0;
        nan = (gpu__bits_t)(nan | (b & all));
        others = (gpu__bits_t)(others | (~b & all));
        lost = (gpu__bits_t)(lost | ((gpu__sort_bits_t(key) ^ b) & ~all));
        gpu__short_set(codes, l, (uint64_t)(gpu__bits_t)(key ^ flip) ^ sign, size);
    }
    gpu__short_sort(codes, n, size);
    GPU__VECTOR_LOOP for (l = 0; l < n * lanes; l++)
    {
        const gpu__bits_t key = (gpu__bits_t)((gpu__bits_t)(gpu__short_get(codes, l, size) ^ sign) ^ flip);
        const gpu__bits_t b = gpu__sort_bits_t(key);
        gpu__short_set(codes, l, (GPU__IS_REAL(Type) & (key == most)) ? nan : b, size);
    }
    if (!(lost | (nan & others))) {
        GPU__SHORT_EACH(0, rows, from, to, GPU__SHORT_TO_ROW)
        if (to < n) {
            GPU__SHORT_EACH(0, rows, n - 1, n, GPU__SHORT_TO_ROW)
        }
        return;
    }
    apart.zero = (gpu__bits_t *)(void *)(codes + (n + 7) * GPU__SHORT_COLUMN);
    apart.nan = apart.zero + n + 1;
    for (r = 0; r < rows; r++) {
        gpu__short_set_apart_t(&apart, x + r * next, n, step);
        GPU__SHORT_EACH(r, r + 1, 0, n, GPU__SHORT_TO_ROW)
        gpu__short_restore_t(&apart, out + r * n, n, s->d.descending);
    }
}
GPU__BODY void gpu__short_index_t(const gpu__sort_cpu *s, char *codes, size_t first, size_t last)
{
    const size_t code = gpu__short_size(sizeof(Type), 1), size = code == 16 ? 8 : code,
            lanes = GPU__SHORT_COLUMN / size,
                 width = gpu__short_column(code) / size, n = s->d.cols, rows = last - first;
    const int shift = code == 16 ? 0 : (int)(size - sizeof(Type)) * 8;
    const gpu__bits_t *const x = (const gpu__bits_t *)(const void *)s->x + first * n,
                             flip = s->d.descending ? (gpu__bits_t) ~(gpu__bits_t)0 : 0;
    const uint64_t sign = size == 8 ? (uint64_t)1 << 63 : 0, mask = shift ? ((uint64_t)1 << shift) - 1 : ~(uint64_t)0;
    uint64_t *const index = (uint64_t *)(void *)s->out + first * n;
    size_t tile, l, c;
    gpu__short_load_t(&s->d, codes, x, rows, width, size);
    for (c = 0; c < n; c++) {
        GPU__VECTOR_LOOP for (l = c * width; l < c * width + lanes; l++)
        {
            const gpu__bits_t key = gpu__sort_key_t((gpu__bits_t)gpu__short_get(codes, l, size));
            gpu__short_set(codes, l, ((uint64_t)(gpu__bits_t)(key ^ flip) << shift | (shift ? c : 0)) ^ sign, size);
        }
        for (l = c * width + lanes; l < (c + 1) * width; l++) gpu__short_set(codes, l, c, size);
    }
    gpu__short_sort(codes, n, code);
    GPU__SHORT_EACH(0, rows, 0, s->d.to, GPU__SHORT_TO_INDEX)
}
GPU__BODY void gpu__short_rows_t(const gpu__sort_cpu *s, char *scratch, size_t first, size_t last)
{
    const size_t code = gpu__short_size(sizeof(Type), s->d.index), lanes = GPU__SHORT_COLUMN / (code == 16 ? 8 : code);
    if (s->d.cols == 1 && s->d.index)
        memset(s->out + first * sizeof(int64_t), 0, (last - first) * sizeof(int64_t));
    else if (s->d.cols == 1)
        memmove(s->out + first * sizeof(Type), s->x + first * sizeof(Type), (last - first) * sizeof(Type));
    else
        for (; first < last; first += lanes) {
            const size_t end = last - first < lanes ? last : first + lanes;
            if (s->d.index)
                gpu__short_index_t(s, scratch, first, end);
            else
                gpu__short_keys_t(s, scratch, first, end);
        }
}
GPU__PRE_COPIES(GPU__SHORT_LEVEL, gpu__short_t, { gpu__short_rows_t(s, scratch, first, last); })
#endif
/* --- src/families/order/sort.h again */
#ifdef GPU_ORDER
GPU__HOT static inline void gpu__sort_chunks_t(const void *pass, size_t thread, size_t first, size_t last)
{
    const gpu__sort_pass *const p = (const gpu__sort_pass *)pass;
    const gpu__bits_t *const x = (const gpu__bits_t *)p->keys,
                             flip = p->sort->d.descending ? (gpu__bits_t) ~(gpu__bits_t)0 : 0;
    gpu__bits_t *const to = (gpu__bits_t *)p->keys_to;
    (void)thread;
    for (; first < last; first++) {
        size_t *const at = gpu__sort_counts(p, first, p->digit), i, end;
        gpu__share(p->n, first, p->chunks, &i, &end);
        if (!p->moves) {
            memset(at, 0, (size_t)(p->end - p->digit) * GPU__DIGITS * sizeof *at);
            for (; i < end; i++) {
                const gpu__bits_t key = (gpu__bits_t)(gpu__sort_key_t(x[i]) ^ flip);
                int d;
                for (d = p->digit; d < p->end; d++)
                    at[(size_t)(d - p->digit) * GPU__DIGITS + (size_t)(key >> d * 8 & 255)]++;
            }
        } else
            for (; i < end; i++) {
                const gpu__bits_t key = (gpu__bits_t)(gpu__sort_key_t(x[i]) ^ flip);
                const size_t next = at[key >> p->digit * 8 & 255]++;
                if (to) to[next] = x[i];
                if (p->value == 8)
                    ((gpu__any_64 *)p->values_to)[next] = p->values ? ((const gpu__any_64 *)p->values)[i] : i;
                else if (p->value)
                    ((gpu__any_32 *)p->values_to)[next] = p->values ? ((const gpu__any_32 *)p->values)[i] : (uint32_t)i;
            }
    }
}
static inline int gpu__sort_fast_t(const gpu__sort_cpu *s, size_t row, char *scratch, size_t counts, size_t chunks)
{
#ifdef GPU__X86
    return gpu__fast_serves(s, row, scratch, counts, chunks, gpu__fast_encode_t, gpu__fast_decode_t);
#else
    return (void)s, (void)row, (void)scratch, (void)counts, (void)chunks, 0;
#endif
}
static inline void gpu__sort_rows_t(const void *sort, size_t thread, size_t first, size_t last)
{
    const gpu__sort_cpu *const s = (const gpu__sort_cpu *)sort;
    char *const mine = s->scratch + thread * s->job->scratch_of_thread;
    gpu__short_part *const side_by_side[3] = GPU__PART_TABLE(gpu__short_t);
    if (gpu__short_serves(&s->d))
        side_by_side[gpu__cpu_level()](s, mine, first, last);
    else
        for (; first < last; first++)
            if (!gpu__sort_fast_t(s, first, mine, 0, 1)) {
                const size_t counts = gpu__sort_scratch(&s->d, 1) - gpu__sort_scratch(&s->d, 0);
                gpu__sort_row(s, first, 1, mine + counts, (size_t *)(void *)mine, gpu__sort_chunks_t);
            }
}
static inline void gpu__sort_all_t(const gpu__sort_cpu *s)
{
    const size_t chunks = gpu__sort_chunk_count(s->d.cols),
                 counts = gpu__sort_scratch(&s->d, chunks) - gpu__sort_scratch(&s->d, 0);
    size_t row;
    if (chunks == 1) gpu__job_steps(s->job, gpu__sort_rows_t, s->d.rows, s);
    for (row = 0; chunks > 1 && row < s->d.rows; row++)
        if (!gpu__sort_fast_t(s, row, s->scratch, counts, chunks))
            gpu__sort_row(s, row, chunks, s->scratch + counts, (size_t *)(void *)s->scratch, gpu__sort_chunks_t);
}
static inline void gpu__sort_part_t(const gpu__job *j, void *scratch, size_t thread, size_t first, size_t last)
{
    const gpu__sort_cpu s = gpu__sort_cpu_of(j, scratch);
    if (gpu__sort_chunk_count(s.d.cols) > 1)
        gpu__sort_all_t(&s);
    else
        gpu__sort_rows_t(&s, thread, first, last);
}
GPU__ON_DEVICE(gpu__sort_t, gpu__sort_keys<gpu__sort_key_t, gpu__bits_t>(gpu__sort_of(j), context, out, in))
GPU__ON_DEVICE(gpu__sort_with_t, gpu__sort_with<gpu__sort_key_t, gpu__bits_t>(gpu__sort_of(j), context, out, in))
GPU__ON_DEVICE(gpu__sort_rows_t,
               gpu__sort_rows<gpu__sort_key_t, gpu__sort_bits_t, gpu__bits_t>(gpu__sort_of(j), context, out, in))
GPU__ON_DEVICE(gpu__argsort_rows_t,
               gpu__argsort_rows<gpu__sort_key_t, gpu__sort_bits_t, gpu__bits_t>(gpu__sort_of(j), context, out, in))
GPU__PRE_SCOPE gpu_status gpu_sort_t(Type *out, const Type *x, size_t n, gpu_order order)
{
    gpu__job j;
    gpu__job_of(&j, "gpu_sort", out, n, sizeof *out, n);
    GPU__JOB_DEVICE(j, gpu__sort_t)
    return gpu__sort_call(&j, x, sizeof *x, 1, n, 0, 0, order, gpu__sort_part_t);
}
GPU__PRE_SCOPE gpu_status gpu_argsort_t(int64_t *index, const Type *x, size_t n, gpu_order order)
{
    gpu__job j;
    gpu__job_of(&j, "gpu_argsort", index, n, sizeof *index, n);
    GPU__JOB_DEVICE(j, gpu__sort_with_t)
    return gpu__sort_call(&j, x, sizeof *x, 1, n, sizeof *index, 1, order, gpu__sort_part_t);
}
GPU__PRE_SCOPE gpu_status gpu_argsort_short_t(uint32_t *index, const Type *x, size_t n, gpu_order order)
{
    gpu__job j;
    gpu__job_of(&j, "gpu_argsort_short", index, n, sizeof *index, n);
    GPU__JOB_DEVICE(j, gpu__sort_with_t)
    if (n && (n - 1) >> 31 > 1)
        return gpu__refuse(j.name, "n is %zu, more than a uint32_t can index; use gpu_argsort", n);
    return gpu__sort_call(&j, x, sizeof *x, 1, n, sizeof *index, 1, order, gpu__sort_part_t);
}
GPU__PRE_SCOPE gpu_status gpu_sort_pairs_t(Type *keys_out, void *values_out, const Type *keys, const void *values,
                                           size_t value_size, size_t n, gpu_order order)
{
    gpu__job j;
    gpu__job_of(&j, "gpu_sort_pairs", keys_out, n, sizeof *keys_out, n);
    if (value_size != 4 && value_size != 8)
        return gpu__refuse(j.name, "values of %zu bytes; expected 4 or 8, and the same type in both arrays",
                           value_size);
    j.out_name = "keys_out";
    j.inputs = 3;
    j.results = 1 << 2;
    gpu__job_in(&j, 1, "values", values, n, value_size);
    gpu__job_in(&j, 2, "values_out", values_out, n, value_size);
    GPU__JOB_DEVICE(j, gpu__sort_with_t)
    return gpu__sort_call(&j, keys, sizeof *keys, 1, n, value_size, 0, order, gpu__sort_part_t);
}
GPU__PRE_SCOPE gpu_status gpu_sort_rows_t(Type *out, const Type *a, size_t rows, size_t cols, gpu_order order)
{
    const gpu_status s = gpu__shape("gpu_sort_rows", rows, cols);
    gpu__job j;
    if (s) return s;
    gpu__job_of(&j, "gpu_sort_rows", out, rows * cols, sizeof *out, rows * cols);
    GPU__JOB_DEVICE(j, gpu__sort_rows_t)
    return gpu__sort_call(&j, a, sizeof *a, rows, cols, 0, 0, order, gpu__sort_part_t);
}
GPU__PRE_SCOPE gpu_status gpu_argsort_rows_t(int64_t *index, const Type *a, size_t rows, size_t cols, gpu_order order)
{
    const gpu_status s = gpu__shape("gpu_argsort_rows", rows, cols);
    gpu__job j;
    if (s) return s;
    gpu__job_of(&j, "gpu_argsort_rows", index, rows * cols, sizeof *index, rows * cols);
    GPU__JOB_DEVICE(j, gpu__argsort_rows_t)
    return gpu__sort_call(&j, a, sizeof *a, rows, cols, sizeof *index, 1, order, gpu__sort_part_t);
}
#endif
/* --- src/families/order/choose.h again */
#ifdef GPU_ORDER
GPU__SELECT(Type, "gpu_compress", gpu_compress_t, 0, ((void)x, mask != 0), (Type, x), (uint8_t, mask))
GPU__SELECT(int64_t, "gpu_nonzero", gpu_nonzero_t, 1, x != 0, (Type, x))
GPU__MAP(Type, "gpu_where", gpu_where_t, (uint8_t, mask), (Type, x), (Type, y)) { return mask ? x : y; }
GPU__ON_DEVICE(gpu__gather_t, gpu__gather_device<sizeof(Type)>(j, context, out, in))
GPU__ON_DEVICE(gpu__scatter_t, gpu__scatter_device<sizeof(Type)>(j, context, out, in))
GPU__PRE_SCOPE gpu_status gpu_gather_t(Type *out, const Type *x, size_t count, const int64_t *index, size_t n)
{
    return gpu__gather_call(out, x, count, index, n, sizeof *x, GPU__DEVICE_CODE(gpu__gather_t));
}
GPU__PRE_SCOPE gpu_status gpu_scatter_t(Type *out, size_t count, const Type *x, const int64_t *index, size_t n)
{
    return gpu__scatter_call(out, count, x, index, n, sizeof *x, GPU__DEVICE_CODE(gpu__scatter_t));
}
#endif
/* --- src/families/order/top.h again */
#ifdef GPU_ORDER
static inline gpu__bits_t gpu__sort_last_t(int descending)
{
    const gpu__bits_t top = (gpu__bits_t)((gpu__bits_t)1 << (sizeof(Type) * 8 - 1)),
            all = (gpu__bits_t) ~(gpu__bits_t)0;
    const gpu__bits_t step = (gpu__bits_t)((gpu__bits_t)1 << (sizeof top == 8 ? 52 : sizeof top == 4 ? 23 : 0));
    if (GPU__IS_REAL(Type)) return descending ? (gpu__bits_t)((top - step) | top) : all;
    if (gpu__sort_key_t(0) == top) return descending ? top : (gpu__bits_t)~top;
    return descending ? 0 : all;
}
GPU__LIFTED_FN GPU__BOOL gpu__top_within_t(gpu__bits_t b, size_t i, const gpu__top_bound *bound)
{
    const gpu__bits_t code = (gpu__bits_t)(gpu__sort_key_t(b) ^ (gpu__bits_t)bound->flip),
                      most = (gpu__bits_t)bound->code;
    return (code < most) | ((code == most) & (i < bound->end));
}
GPU__BODY int gpu__top_block_t(uint64_t *codes, const void *x, size_t n, int descending, const uint64_t *below)
{
    const gpu__bits_t *const in = (const gpu__bits_t *)x, flip = descending ? (gpu__bits_t) ~(gpu__bits_t)0 : 0,
                             bound = below ? (gpu__bits_t)*below : 0;
    gpu__bits_t any = !below;
    size_t i;
    for (i = 0; i < n; i++) any = (gpu__bits_t)(any | ((gpu__bits_t)(gpu__sort_key_t(in[i]) ^ flip) < bound));
    for (i = 0; any && i < n; i++) codes[i] = (gpu__bits_t)(gpu__sort_key_t(in[i]) ^ flip);
    return any != 0;
}
GPU__PART_LEVELS(gpu__top_scan_t, gpu__top_scan(j, scratch, first, last, gpu__top_block_t))
#endif
/* --- src/families/order/sorted.h again */
#ifdef GPU_ORDER
static inline void gpu__sorted_first_t(const gpu__job *j, void *scratch)
{
    gpu__sorted_start(j, (char *)scratch, gpu__sort_all_t);
}
GPU__ON_DEVICE(gpu__top_t, gpu__top_launch<gpu__sort_key_t, gpu__top_within_t, gpu__bits_t>(
                               j, context, gpu__sort_last_t(gpu__sort_of(j)->descending), out, in))
GPU__ON_DEVICE(gpu__top_rows_t, gpu__top_rows_launch<gpu__sort_key_t, gpu__top_within_t, gpu__bits_t>(
                                    j, context, gpu__sort_last_t(gpu__sort_of(j)->descending), out, in))
static inline gpu_status gpu__top_t(const char *name, Type *values, int64_t *index, size_t k, const Type *x, size_t n,
                                    int largest)
{
    gpu__job_part *const scan[3] = GPU__PART_TABLE(gpu__top_scan_t);
    gpu__job j;
    gpu__job_of(&j, name, values, k, sizeof *values, n);
    j.start = gpu__sorted_first_t;
    j.device = GPU__DEVICE_CODE(gpu__top_t);
    return gpu__top_call(&j, 0, index, k, x, 1, n, largest, scan);
}
static inline gpu_status gpu__top_rows_t(const char *name, Type *values, int64_t *index, size_t k, const Type *a,
        size_t rows,
                                         size_t cols, int largest)
{
    const gpu_status s = gpu__shape(name, rows, cols);
    gpu__job_part *const scan[3] = GPU__PART_TABLE(gpu__top_scan_t);
    gpu__job j;
    if (s) return s;
    gpu__job_of(&j, name, values, rows * k, sizeof *values, rows * cols);
    j.start = gpu__sorted_first_t;
    j.device = GPU__DEVICE_CODE(gpu__top_rows_t);
    return gpu__top_call(&j, 1, index, k, a, rows, cols, largest, scan);
}
GPU__PRE_SCOPE gpu_status gpu_top_t(Type *values, int64_t *index, size_t k, const Type *x, size_t n)
{
    return gpu__top_t("gpu_top", values, index, k, x, n, 1);
}
GPU__PRE_SCOPE gpu_status gpu_bottom_t(Type *values, int64_t *index, size_t k, const Type *x, size_t n)
{
    return gpu__top_t("gpu_bottom", values, index, k, x, n, 0);
}
GPU__PRE_SCOPE gpu_status gpu_top_rows_t(Type *values, int64_t *index, size_t k, const Type *a, size_t rows,
        size_t cols)
{
    return gpu__top_rows_t("gpu_top_rows", values, index, k, a, rows, cols, 1);
}
GPU__PRE_SCOPE gpu_status gpu_bottom_rows_t(Type *values, int64_t *index, size_t k, const Type *a, size_t rows,
        size_t cols)
{
    return gpu__top_rows_t("gpu_bottom_rows", values, index, k, a, rows, cols, 0);
}
GPU__LIFTED_FN double gpu__quantile_between_t(Type low, Type high, Type last, double t)
{
    if (last != last) return (double)last;
    if (low == high || t == 0) return (double)low;
    return gpu__between((double)low, (double)high, t);
}
GPU__LIFTED_FN double gpu__quantile_of_t(const Type *x, size_t n, double q)
{
    const gpu__quantile_rank rank = gpu__quantile_rank_of(n, q);
    return gpu__quantile_between_t(x[rank.low], x[rank.high], x[n - 1], rank.t);
}
static inline void gpu__quantile_part_t(const gpu__job *j, void *scratch, size_t thread, size_t first, size_t last)
{
    const size_t cols = gpu__sort_of(j)->cols;
    const gpu__quantile_rank rank = gpu__quantile_rank_of(cols, gpu__sorted_of(j)->q);
    (void)thread;
    for (; first < last; first++) {
        const Type *const x = (const Type *)scratch + first * cols;
        const double v = gpu__quantile_between_t(x[rank.low], x[rank.high], x[cols - 1], rank.t);
        if (j->out_size == sizeof(double))
            ((double *)j->out)[first] = v;
        else
            ((float *)j->out)[first] = (float)v;
    }
}
GPU__ON_DEVICE(gpu__quantile_t, gpu__quantile_launch<gpu__sort_key_t, gpu__sort_bits_t, gpu__quantile_of_t,
                                                     gpu__quantile_between_t, gpu__bits_t, Type>(j, context, out, in))
static inline gpu_status gpu__quantile_t(const char *name, void *out, size_t size, const char *what, const Type *a,
                                         size_t rows, size_t cols, double q, int flags)
{
    gpu__job j;
    gpu__job_of(&j, name, out, flags & GPU__QUANTILE_COLUMNS ? cols : rows, size, rows * cols);
    j.start = gpu__sorted_first_t;
    j.part[0] = j.part[1] = j.part[2] = gpu__quantile_part_t;
    j.device = GPU__DEVICE_CODE(gpu__quantile_t);
    return gpu__quantile_call(&j, what, a, sizeof *a, rows, cols, q, flags);
}
GPU__PRE_SCOPE gpu_status gpu_quantile_to_t(double *out, const Type *x, size_t n, double q)
{
    return gpu__quantile_t("gpu_quantile_to", out, sizeof *out, "x", x, 1, n, q, 0);
}
GPU__PRE_SCOPE double gpu_quantile_t(const Type *x, size_t n, double q)
{
    double value;
    return gpu__quantile_t("gpu_quantile", &value, sizeof value, "x", x, 1, n, q, GPU__QUANTILE_VALUE) ? (double)NAN
                                                                                                       : value;
}
GPU__PRE_SCOPE gpu_status gpu_median_to_t(double *out, const Type *x, size_t n)
{
    return gpu__quantile_t("gpu_median_to", out, sizeof *out, "x", x, 1, n, 0, GPU__QUANTILE_MEDIAN);
}
GPU__PRE_SCOPE double gpu_median_t(const Type *x, size_t n)
{
    double value;
    return gpu__quantile_t("gpu_median", &value, sizeof value, "x", x, 1, n, 0,
                           GPU__QUANTILE_MEDIAN | GPU__QUANTILE_VALUE)
               ? (double)NAN
               : value;
}
GPU__PRE_SCOPE gpu_status gpu_quantile_rows_t(gpu__mean_t *out, const Type *a, size_t rows, size_t cols, double q)
{
    return gpu__quantile_t("gpu_quantile_rows", out, sizeof *out, "a", a, rows, cols, q, 0);
}
GPU__PRE_SCOPE gpu_status gpu_median_rows_t(gpu__mean_t *out, const Type *a, size_t rows, size_t cols)
{
    return gpu__quantile_t("gpu_median_rows", out, sizeof *out, "a", a, rows, cols, 0, GPU__QUANTILE_MEDIAN);
}
GPU__PRE_SCOPE gpu_status gpu_quantile_cols_t(gpu__mean_t *out, const Type *a, size_t rows, size_t cols, double q)
{
    return gpu__quantile_t("gpu_quantile_cols", out, sizeof *out, "a", a, rows, cols, q, GPU__QUANTILE_COLUMNS);
}
GPU__PRE_SCOPE gpu_status gpu_median_cols_t(gpu__mean_t *out, const Type *a, size_t rows, size_t cols)
{
    return gpu__quantile_t("gpu_median_cols", out, sizeof *out, "a", a, rows, cols, 0,
                           GPU__QUANTILE_COLUMNS | GPU__QUANTILE_MEDIAN);
}
GPU__LIFTED_FN GPU__BOOL gpu__run_starts_t(gpu__bits_t b, size_t i, const gpu__bits_t *sorted)
{
    return !i || gpu__sort_key_t(sorted[i - 1]) != gpu__sort_key_t(b);
}
GPU__BODY void gpu__unique_runs_t(const gpu__job *j, const void *sorted)
{
    const size_t n = j->n;
    const int64_t *const index = gpu__sort_of(j)->index ? (const int64_t *)sorted : NULL;
    int64_t *const counts = (int64_t *)(uintptr_t)j->in[2].p, *const inverse = (int64_t *)(uintptr_t)j->in[3].p;
    gpu__bits_t key[GPU__SELECT_BLOCK + 1], some[GPU__SELECT_BLOCK];
    uint8_t starts[GPU__SELECT_BLOCK];
    size_t begin, i, k, found = 0;
    key[0] = 0;
    for (begin = 0; begin < n; begin += GPU__SELECT_BLOCK) {
        const size_t count = n - begin < GPU__SELECT_BLOCK ? n - begin : (size_t)GPU__SELECT_BLOCK, before = found;
        const gpu__bits_t *const x = index ? some : (const gpu__bits_t *)sorted + begin;
        for (i = 0; index && i < count; i++) some[i] = ((const gpu__bits_t *)j->in[0].p)[index[begin + i]];
        for (i = 0; i < count; i++) key[i + 1] = gpu__sort_key_t(x[i]);
        for (i = 0; i < count; i++) starts[i] = key[i] != key[i + 1];
        if (!begin) starts[0] = 1;
        key[0] = key[count];
        for (i = 0, k = found; inverse && i < count; i++) inverse[index[begin + i]] = (int64_t)(k += starts[i]) - 1;
        found += gpu__select_block((char *)j->out + found * sizeof *x, x, sizeof *x, starts, 0, count);
        if (counts)
            (void)gpu__select_block((char *)(counts + before), NULL, sizeof *counts, starts, begin, begin + count);
    }
    for (i = 0; counts && i < found; i++) counts[i] = (i + 1 < found ? counts[i + 1] : (int64_t)n) - counts[i];
    *(int64_t *)(uintptr_t)j->in[1].p = (int64_t)found;
}
GPU__PART_LEVELS(gpu__unique_t, {
    if (first < last) gpu__unique_runs_t(j, scratch);
})
GPU__ON_DEVICE(gpu__unique_t, gpu__unique_launch<gpu__sort_key_t, gpu__sort_bits_t, gpu__run_starts_t, gpu__bits_t>(
                                  j, context, gpu__sort_last_t(0), out, in))
GPU__PRE_SCOPE gpu_status gpu_unique_t(Type *values, int64_t *count, int64_t *counts, int64_t *inverse, const Type *x,
                                       size_t n)
{
    gpu__job_part *const part[3] = GPU__PART_TABLE(gpu__unique_t);
    gpu__job j;
    gpu__job_of(&j, "gpu_unique", values, n, sizeof *values, n);
    j.start = gpu__sorted_first_t;
    memcpy(j.part, part, sizeof j.part);
    j.device = GPU__DEVICE_CODE(gpu__unique_t);
    return gpu__unique_call(&j, x, sizeof *x, count, counts, inverse);
}
GPU__LIFTED_FN int64_t gpu__search_t(const gpu__bits_t *sorted, size_t m, gpu__bits_t b, int right)
{
    const gpu__bits_t key = gpu__sort_key_t(b);
    size_t low = 0;
    while (m) {
        const size_t half = m / 2;
        const gpu__bits_t middle = gpu__sort_key_t(sorted[low + half]);
        if (right ? middle <= key : middle < key) {
            low += half + 1;
            m -= half + 1;
        } else
            m = half;
    }
    return (int64_t)low;
}
GPU__BODY void gpu__search_some_t(int64_t *out, const gpu__bits_t *sorted, size_t m, const gpu__bits_t *x, size_t n,
                                  int right)
{
    uint64_t key[GPU__SEARCH_SOME], low[GPU__SEARCH_SOME];
    gpu__bits_t some[GPU__SEARCH_SOME];
    size_t i, half;
    memset(some, 0, sizeof some);
    memcpy(some, x, n * sizeof *x);
    for (i = 0; i < GPU__SEARCH_SOME; i++) {
        low[i] = 0;
        key[i] = gpu__sort_key_t(some[i]);
    }
    for (; m; m -= half) {
        half = m - m / 2;
        for (i = 0; i < GPU__SEARCH_SOME; i++) some[i] = sorted[low[i] + half - 1];
        for (i = 0; i < GPU__SEARCH_SOME; i++) {
            const uint64_t last = gpu__sort_key_t(some[i]);
            low[i] += half & (0 - (uint64_t)((last < key[i]) | (right & (last == key[i]))));
        }
    }
    for (i = 0; i < n; i++) out[i] = (int64_t)low[i];
}
GPU__BODY void gpu__search_range_t(const gpu__job *j, size_t first, size_t last)
{
    const size_t end = last * GPU__GRAIN < j->n ? last * GPU__GRAIN : j->n;
    const int right = *(const gpu_side *)j->detail == GPU_RIGHT;
    size_t i;
    for (i = first * GPU__GRAIN; i < end; i += GPU__SEARCH_SOME) {
        const size_t some = end - i < (size_t)GPU__SEARCH_SOME ? end - i : (size_t)GPU__SEARCH_SOME;
        (void)gpu__search_some_t((int64_t *)j->out + i, (const gpu__bits_t *)j->in[0].p, j->in[0].count,
                                 (const gpu__bits_t *)j->in[1].p + i, some, right);
    }
}
GPU__PART_LEVELS(gpu__search_t, gpu__search_range_t(j, first, last))
GPU__ON_DEVICE(gpu__search_t, gpu__search_launch<gpu__search_t, gpu__bits_t>(j, context, (int64_t *)out, in))
GPU__PRE_SCOPE gpu_status gpu_searchsorted_t(int64_t *index, const Type *sorted, size_t m, const Type *x, size_t n,
                                             gpu_side side)
{
    gpu__job_part *const part[3] = GPU__PART_TABLE(gpu__search_t);
    return gpu__searchsorted_call(index, sorted, m, x, n, sizeof *x, side, part, GPU__DEVICE_CODE(gpu__search_t));
}
#endif
/* --- src/families/rows/softmax.h again */
#ifdef GPU_ROWWISE
GPU__BODY Type gpu__rowwise_max_t(const Type *x, size_t n)
{
    enum { lanes = 64 };
    Type m[lanes];
    size_t i, k;
    for (i = 0; i < lanes; i++) m[i] = -(Type)INFINITY;
    for (k = 0; k + lanes <= n; k += lanes)
        GPU__NO_ALIAS for (i = 0; i < lanes; i++) m[i] = x[k + i] > m[i] ? x[k + i] : m[i];
    for (i = 0; k + i < n; i++) m[i] = x[k + i] > m[i] ? x[k + i] : m[i];
    for (k = lanes / 2; k; k /= 2)
        for (i = 0; i < k; i++) m[i] = m[i + k] > m[i] ? m[i + k] : m[i];
    return m[0];
}
GPU__BODY double gpu__rowwise_fold_t(double *tree, size_t lanes)
{
    size_t i, k;
    for (k = lanes / 2; k; k /= 2)
        GPU__NO_ALIAS for (i = 0; i < k; i++) tree[k + i] = tree[2 * k + i] + tree[3 * k + i];
    return tree[1];
}
GPU__BODY double gpu__rowwise_rest_t(double *tree, size_t lanes, const Type *e, size_t n)
{
    size_t at = 0, k;
    double lane = 0;
    if (!gpu__rest_counts(tree[1], sizeof *e)) return tree[1] - 1;
    for (k = 1; k < lanes; k *= 2) at += tree[3 * k + at] < 1 ? 0 : k;
    for (k = at; k < n; k += lanes) lane += e[k] < 1 ? (double)e[k] : 0;
    tree[lanes + at] = lane;
    for (k = lanes / 2; k; k /= 2) {
        at %= k;
        tree[k + at] = tree[2 * k + at] + tree[3 * k + at];
    }
    return tree[1];
}
enum { gpu__rowwise_exp_t, gpu__rowwise_square_t, gpu__rowwise_plain_t };
GPU__BODY double gpu__rowwise_sum_t(Type *e, const Type *x, size_t n, double from, size_t cols, int of, double *rest)
{
    const size_t lanes = cols <= 128 ? 32 : cols <= 1024 ? 128 : GPU__ROWWISE_LANES;
    const Type shift = (Type)from;
    double tree[2 * GPU__ROWWISE_LANES], *const sum = tree + lanes;
    size_t i, k;
    for (i = 0; i < lanes; i++) sum[i] = 0;
    for (k = 0; k < n; k += lanes) {
        const size_t count = n - k < lanes ? n - k : lanes;
        const Type *const some = x + k;
        Type *const to = of == gpu__rowwise_exp_t ? e + k : e;
        if (of == gpu__rowwise_exp_t) {
            GPU__NO_ALIAS for (i = 0; i < count; i++) to[i] = gpu__exp_below_t(some[i] - shift);
            GPU__NO_ALIAS for (i = 0; i < count; i++) sum[i] += (double)to[i];
        } else if (of == gpu__rowwise_square_t)
            GPU__NO_ALIAS for (i = 0; i < count; i++)
            {
                const double d = (double)some[i] - from;
                sum[i] += GPU__TIMES(d, d);
            }
        else
            GPU__NO_ALIAS for (i = 0; i < count; i++) sum[i] += (double)some[i];
    }
    from = gpu__rowwise_fold_t(tree, lanes);
    if (rest) *rest = gpu__rowwise_rest_t(tree, lanes, e, n);
    return from;
}
GPU__BODY gpu__rowwise_stats gpu__rowwise_chunk_t(Type *e, const Type *x, size_t n, size_t cols, int how, int several)
{
    gpu__rowwise_stats s;
    s.count = (double)n;
    if (how == GPU__ROWWISE_NORM) {
        s.mean = gpu__rowwise_sum_t(NULL, x, n, 0, cols, gpu__rowwise_plain_t, NULL) / s.count;
        s.m2 = gpu__rowwise_sum_t(NULL, x, n, s.mean, cols, gpu__rowwise_square_t, NULL);
        return s;
    }
    s.mean = (double)gpu__rowwise_max_t(x, n);
    s.m2 = gpu__rowwise_sum_t(e, x, n, several || how == GPU__ROWWISE_LOG_OF_SUM ? gpu__finite_or_0(s.mean) : s.mean,
                              cols, gpu__rowwise_exp_t, how == GPU__ROWWISE_SOFTMAX ? NULL : &s.count);
    return s;
}
GPU__BODY void gpu__rowwise_apply_t(const gpu__job *j, size_t r, size_t begin, size_t n, gpu__rowwise_stats s,
                                    int computed)
{
    const gpu__rowwise *const d = gpu__rowwise_of(j);
    const Type *const x = (const Type *)j->in[0].p + r * j->cols + begin, shift = (Type)s.mean;
    const Type *const gain = (const Type *)j->in[1].p, *const bias = (const Type *)j->in[2].p;
    Type *const out = (Type *)j->out + r * j->cols + begin;
    const Type scale = (Type)(1 / s.m2);
    size_t i;
    if (d->how == GPU__ROWWISE_SOFTMAX) {
        if (!computed) GPU__NO_ALIAS for (i = 0; i < n; i++) out[i] = gpu__exp_below_t(x[i] - shift);
        GPU__NO_ALIAS for (i = 0; i < n; i++) out[i] *= scale;
    } else if (d->how == GPU__ROWWISE_LOG) {
        const double log_of_sum = gpu__log_of_stats(s.m2, s.count, sizeof *x);
        GPU__NO_ALIAS for (i = 0; i < n; i++) out[i] = (Type)(((double)x[i] - s.mean) - log_of_sum);
    } else {
        const double inverse = 1 / sqrt(s.m2 / s.count + d->epsilon);
        if (gain || bias)
            for (i = 0; i < n; i++)
                out[i] = (Type)gpu__normalized((double)x[i], s.mean, inverse, gain ? (double)gain[begin + i] : 1,
                                            bias ? (double)bias[begin + i] : 0);
        else
            GPU__NO_ALIAS for (i = 0; i < n; i++) out[i] = (Type)gpu__normalized((double)x[i], s.mean, inverse, 1, 0);
    }
}
GPU__BODY double gpu__rowwise_short_sum_t(const Type *x, size_t n, double from, int of)
{
    double sum[32];
    size_t i, k, s;
    for (k = 0; k < n; k += 32)
        for (i = 0; i < (n - k < 32 ? n - k : 32); i++) {
            const double d = of == gpu__rowwise_square_t ? (double)x[k + i] - from : (double)x[k + i];
            sum[i] = (k ? sum[i] : 0) + (of == gpu__rowwise_square_t ? GPU__TIMES(d, d) : d);
        }
    for (s = 16; s; s /= 2)
        for (i = 0; i < s && i + s < n; i++) sum[i] += sum[i + s];
    return sum[0];
}
GPU__BODY void gpu__rowwise_short_t(const gpu__job *j, size_t first, size_t last)
{
    enum { room = 512 };
    const int how = gpu__rowwise_of(j)->how;
    const size_t cols = j->cols, most = room / cols;
    Type e[room];
    gpu__rowwise_stats s[room];
    for (; first < last; first += most) {
        const size_t rows = last - first < most ? last - first : most, n = rows * cols;
        const Type *const x = (const Type *)j->in[0].p + first * cols;
        size_t r, i;
        for (r = 0; r < rows; r++) {
            Type m = -(Type)INFINITY;
            s[r].count = (double)cols;
            if (how == GPU__ROWWISE_NORM) {
                s[r].mean = gpu__rowwise_short_sum_t(x + r * cols, cols, 0, gpu__rowwise_plain_t) / s[r].count;
                s[r].m2 = gpu__rowwise_short_sum_t(x + r * cols, cols, s[r].mean, gpu__rowwise_square_t);
                continue;
            }
            for (i = 0; i < cols; i++) m = x[r * cols + i] > m ? x[r * cols + i] : m;
            s[r].mean = (double)m;
            if (how == GPU__ROWWISE_LOG_OF_SUM) m = (Type)gpu__finite_or_0((double)m);
            for (i = 0; i < cols; i++) e[r * cols + i] = x[r * cols + i] - m;
        }
        if (how != GPU__ROWWISE_NORM) GPU__NO_ALIAS for (i = 0; i < n; i++) e[i] = gpu__exp_below_t(e[i]);
        for (r = 0; r < rows; r++) {
            Type *const out = (Type *)j->out + (first + r) * cols;
            if (how != GPU__ROWWISE_NORM)
                s[r].m2 = gpu__rowwise_short_sum_t(e + r * cols, cols, 0, gpu__rowwise_plain_t);
            if (how == GPU__ROWWISE_SOFTMAX)
                memcpy(out, e + r * cols, cols * sizeof *out);
            else if (how != GPU__ROWWISE_NORM && gpu__rest_counts(s[r].m2, sizeof *x)) {
                for (i = r * cols; i < (r + 1) * cols; i++) e[i] = e[i] < 1 ? e[i] : 0;
                s[r].count = gpu__rowwise_short_sum_t(e + r * cols, cols, 0, gpu__rowwise_plain_t);
            }
            if (how == GPU__ROWWISE_LOG_OF_SUM)
                ((Type *)j->out)[first + r] =
                    (Type)gpu__log_of_sum(s[r].mean, s[r].m2, gpu__log_of_stats(s[r].m2, s[r].count, sizeof *x));
            else
                gpu__rowwise_apply_t(j, first + r, 0, cols, s[r], 1);
        }
    }
}
GPU__BODY void gpu__rowwise_rows_t(const gpu__job *j, void *scratch, size_t first, size_t last)
{
    const gpu__rowwise *const d = gpu__rowwise_of(j);
    const size_t cols = j->cols, chunks = d->chunks;
    if (cols <= 128) {
        gpu__rowwise_short_t(j, first, last);
        return;
    }
    for (; first < last; first++) {
        const size_t r = first / chunks, begin = first % chunks * GPU__ROWWISE_CHUNK;
        const size_t n = chunks > 1 && cols - begin > GPU__ROWWISE_CHUNK ? (size_t)GPU__ROWWISE_CHUNK : cols - begin;
        const Type *const x = (const Type *)j->in[0].p + r * cols;
        Type e[GPU__ROWWISE_CHUNK];
        gpu__rowwise_stats s;
        if (chunks > 1)
            s = gpu__rowwise_of_rows(j, scratch)[r];
        else if (d->how == GPU__ROWWISE_SOFTMAX)
            s = gpu__rowwise_chunk_t((Type *)j->out + r * cols, x, n, cols, GPU__ROWWISE_SOFTMAX, 0);
        else if (d->how == GPU__ROWWISE_NORM)
            s = gpu__rowwise_chunk_t(NULL, x, n, cols, GPU__ROWWISE_NORM, 0);
        else
            s = gpu__rowwise_chunk_t(e, x, n, cols, d->how, 0);
        if (d->how != GPU__ROWWISE_LOG_OF_SUM)
            gpu__rowwise_apply_t(j, r, begin, n, s, chunks < 2);
        else if (!begin)
            ((Type *)j->out)[r] = (Type)gpu__log_of_sum(s.mean, s.m2, gpu__log_of_stats(s.m2, s.count, sizeof *x));
    }
}
GPU__BODY void gpu__rowwise_chunks_t(const gpu__job *j, void *scratch, size_t first, size_t last)
{
    const gpu__rowwise *const d = gpu__rowwise_of(j);
    const size_t cols = j->cols, chunks = d->chunks;
    for (; first < last; first++) {
        const size_t r = first / chunks, begin = first % chunks * GPU__ROWWISE_CHUNK;
        const size_t n = cols - begin > GPU__ROWWISE_CHUNK ? (size_t)GPU__ROWWISE_CHUNK : cols - begin;
        Type e[GPU__ROWWISE_CHUNK];
        ((gpu__rowwise_stats *)scratch)[first] =
            gpu__rowwise_chunk_t(e, (const Type *)j->in[0].p + r * cols + begin, n, cols, d->how, 1);
    }
}
GPU__ROWWISE_LEVELS(gpu__rowwise_t, gpu__rowwise_rows_t(j, scratch, first, last))
GPU__ROWWISE_LEVELS(gpu__rowwise_chunk_t, gpu__rowwise_chunks_t(j, scratch, first, last))
static inline void gpu__rowwise_start_t(const gpu__job *j, void *scratch)
{
    gpu__job_part *const part[3] = GPU__ROWWISE_TABLE(gpu__rowwise_chunk_t);
    gpu__rowwise_start(j, scratch, part);
}
GPU__ON_DEVICE(gpu__rowwise_softmax_t, gpu__rowwise_launch<Type, GPU__ROWWISE_SOFTMAX>(j, context, out, in))
GPU__ON_DEVICE(gpu__rowwise_log_t, gpu__rowwise_launch<Type, GPU__ROWWISE_LOG>(j, context, out, in))
GPU__ON_DEVICE(gpu__rowwise_norm_t, gpu__rowwise_launch<Type, GPU__ROWWISE_NORM>(j, context, out, in))
static inline gpu_status gpu__rowwise_call_t(gpu__job *j, gpu__rowwise *d, const char *name, int how, Type *out,
                                             const Type *a, size_t rows, size_t cols)
{
    gpu__job_part *const part[3] = GPU__ROWWISE_TABLE(gpu__rowwise_t);
    const gpu_status s = gpu__shape(name, rows, cols);
    const size_t outs = how == GPU__ROWWISE_LOG_OF_SUM ? rows : rows * cols;
    if (s) return s;
    gpu__job_of(j, name, out, outs, sizeof *out, rows * cols);
    gpu__job_in(j, 0, "a", a, rows * cols, sizeof *a);
    gpu__job_in(j, 1, "gain", NULL, 0, sizeof *a);
    gpu__job_in(j, 2, "bias", NULL, 0, sizeof *a);
    j->inputs = 3;
    j->in_place = how != GPU__ROWWISE_LOG_OF_SUM;
    j->rows = rows, j->cols = cols;
    d->how = how;
    d->chunks = gpu__ceil_div(cols, GPU__ROWWISE_CHUNK);
    d->epsilon = 0;
    gpu__job_detail(j, d, sizeof *d);
    j->tasks = rows * d->chunks;
    if (d->chunks > 1) {
        j->space = j->scratch = rows * (d->chunks + 1) * sizeof(gpu__rowwise_stats);
        j->start = gpu__rowwise_start_t;
    }
    memcpy(j->part, part, sizeof part);
    return GPU_OK;
}
static inline gpu_status gpu__rowwise_exponentials_t(const char *name, int how, Type *out, const Type *a, size_t rows,
                                                     size_t cols, gpu__job_device *device)
{
    gpu__rowwise d;
    gpu__job j;
    const gpu_status s = gpu__rowwise_call_t(&j, &d, name, how, out, a, rows, cols);
    j.device = device;
    return s ? s : gpu__job_call(&j);
}
GPU__PRE_SCOPE gpu_status gpu_softmax_rows_t(Type *out, const Type *a, size_t rows, size_t cols)
{
    return gpu__rowwise_exponentials_t("gpu_softmax_rows", GPU__ROWWISE_SOFTMAX, out, a, rows, cols,
                                       GPU__DEVICE_CODE(gpu__rowwise_softmax_t));
}
GPU__PRE_SCOPE gpu_status gpu_log_softmax_rows_t(Type *out, const Type *a, size_t rows, size_t cols)
{
    return gpu__rowwise_exponentials_t("gpu_log_softmax_rows", GPU__ROWWISE_LOG, out, a, rows, cols,
                                       GPU__DEVICE_CODE(gpu__rowwise_log_t));
}
GPU__PRE_SCOPE gpu_status gpu_logsumexp_rows_t(Type *out, const Type *a, size_t rows, size_t cols)
{
    return gpu__rowwise_exponentials_t("gpu_logsumexp_rows", GPU__ROWWISE_LOG_OF_SUM, out, a, rows, cols,
                                       GPU__DEVICE_CODE(gpu__rowwise_log_t));
}
GPU__PRE_SCOPE gpu_status gpu_layer_norm_rows_t(Type *out, const Type *a, const Type *gain, const Type *bias,
        size_t rows,
                                                size_t cols, double epsilon)
{
    gpu__rowwise d;
    gpu__job j;
    const gpu_status s = gpu__rowwise_call_t(&j, &d, "gpu_layer_norm_rows", GPU__ROWWISE_NORM, out, a, rows, cols);
    if (s) return s;
    if (!(epsilon >= 0 && epsilon <= GPU__DBL_MAX))
        return gpu__refuse("gpu_layer_norm_rows", "epsilon is %s; expected a number of 0 or more",
                           gpu__real_text(epsilon, 'g', 6));
    if (gain) gpu__job_in(&j, 1, "gain", gain, cols, sizeof *gain);
    if (bias) gpu__job_in(&j, 2, "bias", bias, cols, sizeof *bias);
    d.epsilon = epsilon;
    GPU__JOB_DEVICE(j, gpu__rowwise_norm_t)
    return gpu__job_call(&j);
}
#endif
/* --- src/families/fourier/lanes.h again */
#ifdef GPU_FFT
#ifdef GPU__CUDA
#pragma nv_diagnostic push
#pragma nv_diag_suppress 1675
#endif
GPU__BODY void gpu__fft_by_2_t(const gpu__fft_step *t, const Type *__restrict in, Type *__restrict out, size_t s,
        size_t m,
                               size_t p, const Type *__restrict w, const int twiddled, const int end)
{
    GPU__FFT_W(Type, 1)
    GPU__FFT_FOR_LANES(Type, 2)
    {
        GPU__FFT_X(Type, 0);
        GPU__FFT_X(Type, 1);
        GPU__FFT_Y0(Type, x0r + x1r, x0i + x1i) GPU__FFT_Y(Type, 1, x0r - x1r, x0i - x1i)
    }
}
GPU__BODY void gpu__fft_by_3_t(const gpu__fft_step *t, const Type *__restrict in, Type *__restrict out, size_t s,
        size_t m,
                               size_t p, const Type *__restrict w, const int twiddled, const int end)
{
    const Type sine = (Type)0.86602540378443864676;
    GPU__FFT_W(Type, 1) GPU__FFT_W(Type, 2) GPU__FFT_FOR_LANES(Type, 3)
    {
        GPU__FFT_X(Type, 0);
        GPU__FFT_X(Type, 1);
        GPU__FFT_X(Type, 2);
        const Type tr = x1r + x2r, ti = x1i + x2i, ur = (x1r - x2r) * sine, ui = (x1i - x2i) * sine;
        const Type ar = x0r - tr * (Type)0.5, ai = x0i - ti * (Type)0.5;
        GPU__FFT_Y0(Type, x0r + tr, x0i + ti)
        GPU__FFT_Y(Type, 1, ar + ui, ai - ur)
        GPU__FFT_Y(Type, 2, ar - ui, ai + ur)
    }
}
GPU__BODY void gpu__fft_by_4_t(const gpu__fft_step *t, const Type *__restrict in, Type *__restrict out, size_t s,
        size_t m,
                               size_t p, const Type *__restrict w, const int twiddled, const int end)
{
    GPU__FFT_W(Type, 1) GPU__FFT_W(Type, 2) GPU__FFT_W(Type, 3) GPU__FFT_FOR_LANES(Type, 4)
    {
        GPU__FFT_X(Type, 0);
        GPU__FFT_X(Type, 1);
        GPU__FFT_X(Type, 2);
        GPU__FFT_X(Type, 3);
        const Type ar = x0r + x2r, ai = x0i + x2i, br = x0r - x2r, bi = x0i - x2i;
        const Type cr = x1r + x3r, ci = x1i + x3i, dr = x1r - x3r, di = x1i - x3i;
        GPU__FFT_Y0(Type, ar + cr, ai + ci)
        GPU__FFT_Y(Type, 1, br + di, bi - dr)
        GPU__FFT_Y(Type, 2, ar - cr, ai - ci)
        GPU__FFT_Y(Type, 3, br - di, bi + dr)
    }
}
GPU__BODY void gpu__fft_by_5_t(const gpu__fft_step *t, const Type *__restrict in, Type *__restrict out, size_t s,
        size_t m,
                               size_t p, const Type *__restrict w, const int twiddled, const int end)
{
    const Type c1 = (Type)0.30901699437494742410, c2 = (Type)-0.80901699437494742410;
    const Type s1 = (Type)0.95105651629515357212, s2 = (Type)0.58778525229247312917;
    GPU__FFT_W(Type, 1) GPU__FFT_W(Type, 2) GPU__FFT_W(Type, 3) GPU__FFT_W(Type, 4) GPU__FFT_FOR_LANES(Type, 5)
    {
        GPU__FFT_X(Type, 0);
        GPU__FFT_X(Type, 1);
        GPU__FFT_X(Type, 2);
        GPU__FFT_X(Type, 3);
        GPU__FFT_X(Type, 4);
        const Type t1r = x1r + x4r, t1i = x1i + x4i, t2r = x2r + x3r, t2i = x2i + x3i;
        const Type u1r = x1r - x4r, u1i = x1i - x4i, u2r = x2r - x3r, u2i = x2i - x3i;
        const Type a1r = x0r + c1 * t1r + c2 * t2r, a1i = x0i + c1 * t1i + c2 * t2i;
        const Type a2r = x0r + c2 * t1r + c1 * t2r, a2i = x0i + c2 * t1i + c1 * t2i;
        const Type b1r = s1 * u1r + s2 * u2r, b1i = s1 * u1i + s2 * u2i;
        const Type b2r = s2 * u1r - s1 * u2r, b2i = s2 * u1i - s1 * u2i;
        GPU__FFT_Y0(Type, x0r + t1r + t2r, x0i + t1i + t2i)
        GPU__FFT_Y(Type, 1, a1r + b1i, a1i - b1r)
        GPU__FFT_Y(Type, 2, a2r + b2i, a2i - b2r)
        GPU__FFT_Y(Type, 3, a2r - b2i, a2i + b2r)
        GPU__FFT_Y(Type, 4, a1r - b1i, a1i + b1r)
    }
}
GPU__BODY void gpu__fft_by_8_t(const gpu__fft_step *t, const Type *__restrict in, Type *__restrict out, size_t s,
        size_t m,
                               size_t p, const Type *__restrict w, const int twiddled, const int end)
{
    const Type h = (Type)0.70710678118654752440;
    GPU__FFT_W(Type, 1)
    GPU__FFT_W(Type, 2)
    GPU__FFT_W(Type, 3) GPU__FFT_W(Type, 4) GPU__FFT_W(Type, 5) GPU__FFT_W(Type, 6) GPU__FFT_W(Type,
            7) GPU__FFT_FOR_LANES(Type, 8)
    {
        GPU__FFT_X(Type, 0);
        GPU__FFT_X(Type, 1);
        GPU__FFT_X(Type, 2);
        GPU__FFT_X(Type, 3);
        GPU__FFT_X(Type, 4);
        GPU__FFT_X(Type, 5);
        GPU__FFT_X(Type, 6);
        GPU__FFT_X(Type, 7);
        const Type a0r = x0r + x4r, a0i = x0i + x4i, b0r = x0r - x4r, b0i = x0i - x4i;
        const Type a1r = x1r + x5r, a1i = x1i + x5i, v1r = x1r - x5r, v1i = x1i - x5i;
        const Type a2r = x2r + x6r, a2i = x2i + x6i, b2r = x2i - x6i, b2i = x6r - x2r;
        const Type a3r = x3r + x7r, a3i = x3i + x7i, v3r = x3r - x7r, v3i = x3i - x7i;
        const Type b1r = (v1r + v1i) * h, b1i = (v1i - v1r) * h, b3r = (v3i - v3r) * h, b3i = (v3r + v3i) * -h;
        const Type cr = a0r + a2r, ci = a0i + a2i, dr = a0r - a2r, di = a0i - a2i;
        const Type er = a1r + a3r, ei = a1i + a3i, fr = a1i - a3i, fi = a3r - a1r;
        const Type gr = b0r + b2r, gi = b0i + b2i, hr = b0r - b2r, hi = b0i - b2i;
        const Type jr = b1r + b3r, ji = b1i + b3i, kr = b1i - b3i, ki = b3r - b1r;
        GPU__FFT_Y0(Type, cr + er, ci + ei)
        GPU__FFT_Y(Type, 1, gr + jr, gi + ji)
        GPU__FFT_Y(Type, 2, dr + fr, di + fi)
        GPU__FFT_Y(Type, 3, hr + kr, hi + ki)
        GPU__FFT_Y(Type, 4, cr - er, ci - ei)
        GPU__FFT_Y(Type, 5, gr - jr, gi - ji)
        GPU__FFT_Y(Type, 6, dr - fr, di - fi)
        GPU__FFT_Y(Type, 7, hr - kr, hi - ki)
    }
}
GPU__BODY void gpu__fft_by_odd_t(size_t radix, const Type *__restrict in, Type *__restrict out, size_t s, size_t m,
                                 const Type *__restrict w, const Type *__restrict circle)
{
    Type sum[GPU__FFT_ODD * GPU__FFT_V(Type)], gap[GPU__FFT_ODD * GPU__FFT_V(Type)];
    Type a[2 * GPU__FFT_V(Type)], b[2 * GPU__FFT_V(Type)];
    const size_t lane = GPU__FFT_V(Type), half = radix / 2, step = 2 * lane;
    size_t p, q, j, k, l;
    for (p = 0; p < m; p++, w += 2 * (radix - 1))
        for (q = 0; q < s; q++) {
            const Type *const x = in + (q + p * s) * step;
            Type *const y = out + (q + p * s * radix) * step;
            for (l = 0; l < step; l++) a[l] = x[l];
            for (j = 0; j < half; j++) {
                const Type *const u = x + s * m * (j + 1) * step, *const v = x + s * m * (radix - 1 - j) * step;
                Type *const t = sum + j * step, *const d = gap + j * step;
                GPU__VECTOR_LOOP for (l = 0; l < step; l++)
                {
                    t[l] = u[l] + v[l];
                    d[l] = u[l] - v[l];
                    a[l] += t[l];
                }
            }
            GPU__VECTOR_LOOP for (l = 0; l < step; l++) y[l] = a[l];
            for (k = 1; k <= half; k++) {
                const Type *const w0 = w + 2 * k - 2, *const w1 = w + 2 * (radix - k) - 2;
                Type *const y0 = y + k * s * step, *const y1 = y + (radix - k) * s * step;
                for (l = 0; l < step; l++) {
                    a[l] = x[l];
                    b[l] = 0;
                }
                for (j = 0; j < half; j++) {
                    const size_t turn = (j + 1) * k % radix;
                    const Type c = circle[2 * turn], e = circle[2 * turn + 1];
                    const Type *const t = sum + j * step, *const d = gap + j * step;
                    GPU__VECTOR_LOOP for (l = 0; l < step; l++)
                    {
                        a[l] += c * t[l];
                        b[l] += e * d[l];
                    }
                }
                GPU__VECTOR_LOOP for (l = 0; l < GPU__FFT_V(Type); l++)
                {
                    const Type r0 = a[l] + b[lane + l], i0 = a[lane + l] - b[l], r1 = a[l] - b[lane + l],
                            i1 = a[lane + l] + b[l];
                    y0[l] = r0 * w0[0] - i0 * w0[1];
                    y0[lane + l] = r0 * w0[1] + i0 * w0[0];
                    y1[l] = r1 * w1[0] - i1 * w1[1];
                    y1[lane + l] = r1 * w1[1] + i1 * w1[0];
                }
            }
        }
}
GPU__BODY void gpu__fft_pass_t(const gpu__fft_step *t, size_t radix, const Type *in, Type *out, size_t s, size_t m,
                               const Type *w, const Type *circle, int end)
{
    size_t p;
    switch ((int)radix << 8 | end) {
        GPU__FFT_CASE(gpu__fft_by_2_t, 2, 0)
        GPU__FFT_CASE(gpu__fft_by_3_t, 3, 0)
        GPU__FFT_CASE(gpu__fft_by_4_t, 4, 0)
        GPU__FFT_CASE(gpu__fft_by_5_t, 5, 0)
        GPU__FFT_CASE(gpu__fft_by_8_t, 8, 0)
        GPU__FFT_CASE(gpu__fft_by_4_t, 4, GPU__FFT_GET)
        GPU__FFT_CASE(gpu__fft_by_8_t, 8, GPU__FFT_GET)
        GPU__FFT_CASE(gpu__fft_by_4_t, 4, GPU__FFT_TWIDDLE)
        GPU__FFT_CASE(gpu__fft_by_8_t, 8, GPU__FFT_TWIDDLE)
        GPU__FFT_CASE(gpu__fft_by_4_t, 4, GPU__FFT_PUT)
        GPU__FFT_CASE(gpu__fft_by_8_t, 8, GPU__FFT_PUT)
    default:
        gpu__fft_by_odd_t(radix, in, out, s, m, w, circle);
    }
}
GPU__BODY void gpu__fft_prefetch_t(const Type *x, size_t ahead)
{
    GPU__PREFETCH((uintptr_t)x + ahead);
    GPU__PREFETCH((uintptr_t)x + ahead + GPU__FFT_LANE);
}
GPU__BODY void gpu__fft_get_t(Type *__restrict to, const Type *__restrict x, size_t n, size_t stride, size_t count,
        int swaps,
                              size_t ahead)
{
    const size_t real = swaps ? GPU__FFT_V(Type) : 0, imaginary = GPU__FFT_V(Type) - real;
    size_t i, l;
    for (i = 0; i < n; i++, x += 2 * stride, to += 2 * GPU__FFT_V(Type)) {
        Type *const r = to + real, *const m = to + imaginary;
        if (ahead) gpu__fft_prefetch_t(x, ahead);
        if (count == GPU__FFT_V(Type)) GPU__VECTOR_LOOP for (l = 0; l < GPU__FFT_V(Type); l++)
            {
                r[l] = x[2 * l];
                m[l] = x[2 * l + 1];
            }
        else {
            memset(to, 0, 2 * GPU__FFT_LANE);
            for (l = 0; l < count; l++) {
                r[l] = x[2 * l];
                m[l] = x[2 * l + 1];
            }
        }
    }
}
GPU__BODY void gpu__fft_put_t(Type *__restrict x, const Type *__restrict from, size_t n, size_t stride, size_t count,
                              int swaps, Type scale, size_t ahead)
{
    const size_t real = swaps ? GPU__FFT_V(Type) : 0, imaginary = GPU__FFT_V(Type) - real;
    size_t i, l;
    for (i = 0; i < n; i++, x += 2 * stride, from += 2 * GPU__FFT_V(Type)) {
        const Type *const r = from + real, *const m = from + imaginary;
        if (ahead) gpu__fft_prefetch_t(x, ahead);
        if (count == GPU__FFT_V(Type)) GPU__VECTOR_LOOP for (l = 0; l < GPU__FFT_V(Type); l++)
            {
                x[2 * l] = r[l] * scale;
                x[2 * l + 1] = m[l] * scale;
            }
        else
            for (l = 0; l < count; l++) {
                x[2 * l] = r[l] * scale;
                x[2 * l + 1] = m[l] * scale;
            }
    }
}
GPU__BODY void gpu__fft_shuffle_t(Type *__restrict to, const Type *__restrict from, size_t step, size_t gap)
{
    size_t r, k;
    for (r = 0; r < GPU__FFT_V(Type) / 2; r++) {
        const Type *const a = from + r * gap, *const b = a + GPU__FFT_V(Type) / 2 * gap;
        Type *const c = to + 2 * r * step, *const d = c + step;
        GPU__VECTOR_LOOP for (k = 0; k < GPU__FFT_V(Type) / 2; k++)
        {
            c[2 * k] = a[k];
            c[2 * k + 1] = b[k];
        }
        GPU__VECTOR_LOOP for (k = 0; k < GPU__FFT_V(Type) / 2; k++)
        {
            d[2 * k] = a[GPU__FFT_V(Type) / 2 + k];
            d[2 * k + 1] = b[GPU__FFT_V(Type) / 2 + k];
        }
    }
}
#ifdef GPU__X86
GPU__HOT GPU__AVX512 static inline void gpu__fft_square_t(Type *to, const Type *from, size_t step, size_t gap)
{
    enum { lane = GPU__FFT_LANE / sizeof(Type), half = lane / 2 };
    typedef Type row GPU__VECTOR(64);
    const void *const low = sizeof(Type) == 4 ? (const void *)gpu__fft_shuffle_4 : (const void *)gpu__fft_shuffle_8;
    row a[lane], b[lane], index[2];
    int r, round;
    memcpy(index, low, sizeof index);
    GPU__FFT_UNROLLED for (r = 0; r < lane; r++) memcpy(&a[r], from + (size_t)r * gap, sizeof *a);
    GPU__FFT_UNROLLED for (round = 1; round < lane; round *= 2)
    {
        GPU__FFT_UNROLLED for (r = 0; r < lane; r++)
        {
            b[r] = a[r / 2];
            if (sizeof(Type) == 4)
                __asm__("vpermt2ps %2, %1, %0" : "+v"(b[r]) : "v"(index[r % 2]), "v"(a[r / 2 + half]));
            else
                __asm__("vpermt2pd %2, %1, %0" : "+v"(b[r]) : "v"(index[r % 2]), "v"(a[r / 2 + half]));
        }
        GPU__FFT_UNROLLED for (r = 0; r < lane; r++) a[r] = b[r];
    }
    GPU__FFT_UNROLLED for (r = 0; r < lane; r++) memcpy(to + (size_t)r * step, &a[r], sizeof *a);
}
#endif
GPU__BODY void gpu__fft_transpose_t(Type *to, const Type *from, size_t step, size_t gap, const int wide)
{
#ifdef GPU__X86
    if (wide) {
        gpu__fft_square_t(to, from, step, gap);
        return;
    }
#endif
    (void)wide;
    Type a[GPU__FFT_V(Type) * GPU__FFT_V(Type)], b[GPU__FFT_V(Type) * GPU__FFT_V(Type)];
    gpu__fft_shuffle_t(a, from, GPU__FFT_V(Type), gap);
    gpu__fft_shuffle_t(b, a, GPU__FFT_V(Type), GPU__FFT_V(Type));
    if (GPU__FFT_V(Type) > 8) {
        gpu__fft_shuffle_t(a, b, GPU__FFT_V(Type), GPU__FFT_V(Type));
        gpu__fft_shuffle_t(to, a, step, GPU__FFT_V(Type));
    } else
        gpu__fft_shuffle_t(to, b, step, GPU__FFT_V(Type));
}
GPU__BODY void gpu__fft_twiddle_t(const gpu__fft_step *t, Type *__restrict to, const Type *__restrict from,
        int multiplied,
                                  const int wide)
{
    const size_t lane = GPU__FFT_V(Type), n = t->lanes->n, mask = ((size_t)1 << t->shift) - 1;
    const Type *const roots = (const Type *)t->roots + (t->coarse ? 0 : t->first * n * 2);
    Type twiddled[GPU__FFT_V(Type) * 2 * GPU__FFT_V(Type)];
    size_t k0, k, l, half, root = 0;
    for (k0 = 0; k0 < n; k0 += lane, to += t->out_stride * 2 * lane) {
        for (k = 0; k < lane && k0 + k < n && !multiplied; k++) {
            const Type *const x = from + (k0 + k) * 2 * lane, *const u = roots + (k0 + k) * 2 * lane;
            Type *const y = twiddled + k * 2 * lane;
            if (t->coarse) {
                const double *const c = t->coarse + 2 * (root >> t->shift), *const e = t->fine + 2 * (root & mask);
                const Type cr = (Type)(c[0] * e[0] - c[1] * e[1]), ci = (Type)(c[0] * e[1] + c[1] * e[0]);
                GPU__VECTOR_LOOP for (l = 0; l < GPU__FFT_V(Type); l++)
                {
                    const Type wr = cr * u[l] - ci * u[GPU__FFT_V(Type) + l],
                            wi = cr * u[GPU__FFT_V(Type) + l] + ci * u[l];
                    y[l] = x[l] * wr - x[GPU__FFT_V(Type) + l] * wi;
                    y[GPU__FFT_V(Type) + l] = x[l] * wi + x[GPU__FFT_V(Type) + l] * wr;
                }
                root += t->first;
                if (root >= t->n) root -= t->n;
            } else
                GPU__VECTOR_LOOP for (l = 0; l < GPU__FFT_V(Type); l++)
                {
                    y[l] = x[l] * u[l] - x[GPU__FFT_V(Type) + l] * u[GPU__FFT_V(Type) + l];
                    y[GPU__FFT_V(Type) + l] = x[l] * u[GPU__FFT_V(Type) + l] + x[GPU__FFT_V(Type) + l] * u[l];
                }
        }
        if (k < lane && !multiplied) memset(twiddled + k * 2 * lane, 0, (lane - k) * 2 * GPU__FFT_LANE);
        for (half = 0; half < 2; half++)
            gpu__fft_transpose_t(to + half * lane, (multiplied ? from + k0 * 2 * lane : twiddled) + half * lane,
                                 2 * lane, 2 * lane, wide);
    }
}
GPU__BODY void gpu__fft_rows_t(Type *lanes, Type *x, size_t n, size_t pitch, size_t count, int swaps, int puts,
        Type scale,
                               size_t ahead, const int wide)
{
    const size_t lane = GPU__FFT_V(Type);
    Type tile[GPU__FFT_V(Type) * 2 * GPU__FFT_V(Type)], other[GPU__FFT_V(Type) * 2 * GPU__FFT_V(Type)];
    size_t i, l, half;
    if (count < lane || n % lane) memset(tile, 0, sizeof tile);
    for (i = 0; i < n; i += lane) {
        const size_t some = n - i < lane ? n - i : lane;
        Type *const at = lanes + i * 2 * lane, *const from = puts && some == lane ? at : tile,
                 *const to = !puts && some == lane ? at : other;
        if (puts && from == tile) memcpy(tile, at, some * 2 * GPU__FFT_LANE);
        if (!puts)
            for (l = 0; l < count; l++)
                gpu__fft_get_t(tile + l * 2 * lane, x + (l * pitch + i) * 2, 1, 0, some, swaps, ahead);
        for (half = 0; half < 2; half++)
            gpu__fft_transpose_t(to + half * lane, from + half * lane, 2 * lane, 2 * lane, wide);
        if (!puts && to == other) memcpy(at, other, some * 2 * GPU__FFT_LANE);
        for (l = 0; puts && l < count; l++)
            gpu__fft_put_t(x + (l * pitch + i) * 2, other + l * 2 * lane, 1, 0, some, swaps, scale, ahead);
    }
}
GPU__BODY void gpu__fft_multiply_t(const gpu__fft_step *t, const Type *x, const Type *w, Type *y)
{
    const size_t a = t->swaps && t->does & GPU__FFT_SWAPS_IN, b = t->swaps && t->does & GPU__FFT_SWAPS_OUT;
    const Type scale = (Type)t->scale;
    size_t i;
    if (a || b)
        for (i = 0; i < t->count; i++) {
            const Type re = x[2 * i + a], im = x[2 * i + 1 - a], wr = w[2 * i] * scale, wi = w[2 * i + 1] * scale;
            y[2 * i + b] = re * wr - im * wi;
            y[2 * i + 1 - b] = re * wi + im * wr;
        }
    else
        GPU__VECTOR_LOOP for (i = 0; i < t->count; i++)
        {
            const Type re = x[2 * i], im = x[2 * i + 1], wr = w[2 * i] * scale, wi = w[2 * i + 1] * scale;
            y[2 * i] = re * wr - im * wi;
            y[2 * i + 1] = re * wi + im * wr;
        }
}
GPU__BODY void gpu__fft_split_t(const gpu__fft_step *t, const Type *w, Type *y)
{
    const Type half = (Type)0.5;
    size_t k;
    for (k = t->first; k < t->first + t->count; k++) {
        Type *const u = y + 2 * k, *const v = y + 2 * (t->n - k), *const p = k ? v : u;
        const Type er = (u[0] + p[0]) * half, ei = (u[1] - p[1]) * half;
        const Type dr = (u[1] + p[1]) * half, di = (p[0] - u[0]) * half;
        const Type sr = dr * w[2 * k] - di * w[2 * k + 1], si = dr * w[2 * k + 1] + di * w[2 * k];
        u[0] = er + sr;
        u[1] = ei + si;
        v[0] = er - sr;
        v[1] = si - ei;
    }
}
GPU__BODY void gpu__fft_join_t(const gpu__fft_step *t, const Type *x, const Type *w, Type *y)
{
    const Type half = (Type)0.5;
    size_t k;
    for (k = t->first; k < t->first + t->count; k++) {
        const size_t o = t->n - k;
        const Type ui = k ? x[2 * k + 1] : 0, vi = k ? x[2 * o + 1] : 0;
        const Type er = (x[2 * k] + x[2 * o]) * half, ei = (ui - vi) * half;
        const Type dr = (x[2 * k] - x[2 * o]) * half, di = (ui + vi) * half;
        const Type sr = dr * w[2 * k] + di * w[2 * k + 1], si = di * w[2 * k] - dr * w[2 * k + 1];
        y[2 * k] = er - si;
        y[2 * k + 1] = ei + sr;
        if (k) {
            y[2 * o] = er + si;
            y[2 * o + 1] = sr - ei;
        }
    }
}
GPU__BODY void gpu__fft_lanes_do_t(const gpu__fft_step *t, const int wide)
{
    const gpu__fft_lanes *const f = t->lanes;
    const int fused = wide && t->fused && t->count == GPU__FFT_V(Type) && f->n % GPU__FFT_V(Type) == 0 && f->passes > 1
                          ? t->does
                          : 0,
              gets = fused && f->radix[0] % 4 == 0 ? fused & GPU__FFT_GET : 0,
              puts = fused && f->radix[f->passes - 1] % 4 == 0 ? fused & (GPU__FFT_PUT | GPU__FFT_TWIDDLE) : 0;
    const Type *from = (const Type *)(t->does & (GPU__FFT_GET | GPU__FFT_GET_ROWS) && !gets ? t->a : t->in);
    const Type *w = (const Type *)f->roots,
            *circle, *const roots = puts == GPU__FFT_TWIDDLE ? (const Type *)t->roots + t->first * f->n * 2 : NULL;
    size_t s = 1, m = f->n;
    int k;
    if (t->does & GPU__FFT_GET && !gets)
        gpu__fft_get_t((Type *)t->a, (const Type *)t->in, f->n, t->in_stride, t->count, t->swaps, t->ahead);
    if (t->does & GPU__FFT_GET_ROWS)
        gpu__fft_rows_t((Type *)t->a, (Type *)(uintptr_t)t->in, f->n, t->in_stride, t->count, t->swaps, 0, 1,
                t->ahead, wide);
    for (k = 0; k < f->passes && t->does & GPU__FFT_PASSES; k++) {
        const size_t radix = f->radix[k];
        const int end = k ? k + 1 < f->passes ? 0 : puts : gets;
        Type *const to = (Type *)(end == GPU__FFT_PUT ? t->out : from == t->a ? t->b : t->a);
        m /= radix;
        circle = w + 2 * (radix - 1) * m;
        gpu__fft_pass_t(t, radix, from, to, s, m, end == GPU__FFT_TWIDDLE ? roots : w, circle, end);
        w = circle + (radix > 5 && radix % 2 ? 2 * radix : 0);
        s *= radix;
        from = to;
    }
    if (t->does & GPU__FFT_TWIDDLE) gpu__fft_twiddle_t(t, (Type *)t->out, from, puts != 0, wide);
    if (t->does & GPU__FFT_PUT && !puts)
        gpu__fft_put_t((Type *)t->out, from, f->n, t->out_stride, t->count, t->swaps, (Type)t->scale, t->ahead);
    if (t->does & GPU__FFT_PUT_ROWS)
        gpu__fft_rows_t((Type *)(uintptr_t)from, (Type *)t->out, f->n, t->out_stride, t->count, t->swaps, 1,
                (Type)t->scale,
                        t->ahead, wide);
}
GPU__BODY void gpu__fft_do_t(const gpu__fft_step *t, const int wide)
{
    const Type *const x = (const Type *)t->in, *const w = (const Type *)t->roots;
    if (t->does & GPU__FFT_TIMES)
        gpu__fft_multiply_t(t, x, w, (Type *)t->out);
    else if (t->does & GPU__FFT_SPLIT)
        gpu__fft_split_t(t, w, (Type *)t->out);
    else if (t->does & GPU__FFT_JOIN)
        gpu__fft_join_t(t, x, w, (Type *)t->out);
    else
        gpu__fft_lanes_do_t(t, wide);
}
GPU__COPIES(GPU__FFT_COPY, gpu__fft_code_t, gpu__fft_do_t)
#ifdef GPU__CUDA
#pragma nv_diagnostic pop
#endif
#endif
/* --- src/families/fourier/fourier.h again */
#ifdef GPU_FFT
GPU__ON_DEVICE(gpu__fft_t, gpu__fft_run_device<Type>(j, context, out, in[0]))
static inline gpu_status gpu__fft_call_t(const char *call, void *out, const void *x, int kind, int inverse, int axes,
                                         size_t d0, size_t d1, size_t d2)
{
    static gpu__fft_code *const code[3] = GPU__TABLE(gpu__fft_code_t);
    const size_t number = sizeof(Type), real = d0 * d1 * d2, half = d0 * d1 * (d2 / 2 + 1);
    gpu__fft_detail d;
    gpu__job j;
    gpu_status s;
    memset(&d, 0, sizeof d);
    d.kind = kind;
    d.inverse = inverse;
    d.axes = axes;
    d.size = number;
    d.code = code;
    d.dims[0] = d0;
    d.dims[1] = d1;
    d.dims[2] = d2;
    s = gpu__fft_sizes(call, &d);
    if (s) return s;
    gpu__job_of(&j, call, out, kind == GPU__FFT_REAL ? half : real, kind == GPU__FFT_TO_REAL ? number : 2 * number,
                real);
    gpu__job_in(&j, 0, "x", x, kind == GPU__FFT_TO_REAL ? half : real, kind == GPU__FFT_REAL ? number : 2 * number);
    j.start = gpu__fft_start;
    j.in_place = kind == GPU__FFT_COMPLEX;
    GPU__JOB_DEVICE(j, gpu__fft_t)
    if (!gpu__current_is_cpu()) j.space = gpu__fft_space_of(&d);
    return gpu__fft_make(&j, &d);
}
GPU__PRE_SCOPE gpu_status gpu_fft_t(gpu__complex_t *out, const gpu__complex_t *x, size_t n)
{
    return gpu__fft_call_t("gpu_fft", out, x, GPU__FFT_COMPLEX, 0, GPU__FFT_ROWS, 1, 1, n);
}
GPU__PRE_SCOPE gpu_status gpu_ifft_t(gpu__complex_t *out, const gpu__complex_t *x, size_t n)
{
    return gpu__fft_call_t("gpu_ifft", out, x, GPU__FFT_COMPLEX, 1, GPU__FFT_ROWS, 1, 1, n);
}
GPU__PRE_SCOPE gpu_status gpu_fft_rows_t(gpu__complex_t *out, const gpu__complex_t *x, size_t rows, size_t cols)
{
    return gpu__fft_call_t("gpu_fft_rows", out, x, GPU__FFT_COMPLEX, 0, GPU__FFT_ROWS, 1, rows, cols);
}
GPU__PRE_SCOPE gpu_status gpu_ifft_rows_t(gpu__complex_t *out, const gpu__complex_t *x, size_t rows, size_t cols)
{
    return gpu__fft_call_t("gpu_ifft_rows", out, x, GPU__FFT_COMPLEX, 1, GPU__FFT_ROWS, 1, rows, cols);
}
GPU__PRE_SCOPE gpu_status gpu_fft_cols_t(gpu__complex_t *out, const gpu__complex_t *x, size_t rows, size_t cols)
{
    return gpu__fft_call_t("gpu_fft_cols", out, x, GPU__FFT_COMPLEX, 0, GPU__FFT_COLS, 1, rows, cols);
}
GPU__PRE_SCOPE gpu_status gpu_ifft_cols_t(gpu__complex_t *out, const gpu__complex_t *x, size_t rows, size_t cols)
{
    return gpu__fft_call_t("gpu_ifft_cols", out, x, GPU__FFT_COMPLEX, 1, GPU__FFT_COLS, 1, rows, cols);
}
GPU__PRE_SCOPE gpu_status gpu_fft_axis_t(gpu__complex_t *out, const gpu__complex_t *x, size_t outer, size_t n,
                                         size_t inner)
{
    return gpu__fft_call_t("gpu_fft_axis", out, x, GPU__FFT_COMPLEX, 0, GPU__FFT_COLS, outer, n, inner);
}
GPU__PRE_SCOPE gpu_status gpu_ifft_axis_t(gpu__complex_t *out, const gpu__complex_t *x, size_t outer, size_t n,
                                          size_t inner)
{
    return gpu__fft_call_t("gpu_ifft_axis", out, x, GPU__FFT_COMPLEX, 1, GPU__FFT_COLS, outer, n, inner);
}
GPU__PRE_SCOPE gpu_status gpu_fft2_t(gpu__complex_t *out, const gpu__complex_t *x, size_t rows, size_t cols)
{
    return gpu__fft_call_t("gpu_fft2", out, x, GPU__FFT_COMPLEX, 0, GPU__FFT_PLANES, 1, rows, cols);
}
GPU__PRE_SCOPE gpu_status gpu_ifft2_t(gpu__complex_t *out, const gpu__complex_t *x, size_t rows, size_t cols)
{
    return gpu__fft_call_t("gpu_ifft2", out, x, GPU__FFT_COMPLEX, 1, GPU__FFT_PLANES, 1, rows, cols);
}
GPU__PRE_SCOPE gpu_status gpu_fft3_t(gpu__complex_t *out, const gpu__complex_t *x, size_t depth, size_t rows,
                                     size_t cols)
{
    return gpu__fft_call_t("gpu_fft3", out, x, GPU__FFT_COMPLEX, 0, GPU__FFT_SPACE, depth, rows, cols);
}
GPU__PRE_SCOPE gpu_status gpu_ifft3_t(gpu__complex_t *out, const gpu__complex_t *x, size_t depth, size_t rows,
                                      size_t cols)
{
    return gpu__fft_call_t("gpu_ifft3", out, x, GPU__FFT_COMPLEX, 1, GPU__FFT_SPACE, depth, rows, cols);
}
GPU__PRE_SCOPE gpu_status gpu_rfft_t(gpu__complex_t *out, const Type *x, size_t n)
{
    return gpu__fft_call_t("gpu_rfft", out, x, GPU__FFT_REAL, 0, GPU__FFT_ROWS, 1, 1, n);
}
GPU__PRE_SCOPE gpu_status gpu_irfft_t(Type *out, const gpu__complex_t *x, size_t n)
{
    return gpu__fft_call_t("gpu_irfft", out, x, GPU__FFT_TO_REAL, 1, GPU__FFT_ROWS, 1, 1, n);
}
GPU__PRE_SCOPE gpu_status gpu_rfft_rows_t(gpu__complex_t *out, const Type *x, size_t rows, size_t cols)
{
    return gpu__fft_call_t("gpu_rfft_rows", out, x, GPU__FFT_REAL, 0, GPU__FFT_ROWS, 1, rows, cols);
}
GPU__PRE_SCOPE gpu_status gpu_irfft_rows_t(Type *out, const gpu__complex_t *x, size_t rows, size_t cols)
{
    return gpu__fft_call_t("gpu_irfft_rows", out, x, GPU__FFT_TO_REAL, 1, GPU__FFT_ROWS, 1, rows, cols);
}
GPU__PRE_SCOPE gpu_status gpu_rfft2_t(gpu__complex_t *out, const Type *x, size_t rows, size_t cols)
{
    return gpu__fft_call_t("gpu_rfft2", out, x, GPU__FFT_REAL, 0, GPU__FFT_PLANES, 1, rows, cols);
}
GPU__PRE_SCOPE gpu_status gpu_irfft2_t(Type *out, const gpu__complex_t *x, size_t rows, size_t cols)
{
    return gpu__fft_call_t("gpu_irfft2", out, x, GPU__FFT_TO_REAL, 1, GPU__FFT_PLANES, 1, rows, cols);
}
GPU__PRE_SCOPE gpu_status gpu_rfft3_t(gpu__complex_t *out, const Type *x, size_t depth, size_t rows, size_t cols)
{
    return gpu__fft_call_t("gpu_rfft3", out, x, GPU__FFT_REAL, 0, GPU__FFT_SPACE, depth, rows, cols);
}
GPU__PRE_SCOPE gpu_status gpu_irfft3_t(Type *out, const gpu__complex_t *x, size_t depth, size_t rows, size_t cols)
{
    return gpu__fft_call_t("gpu_irfft3", out, x, GPU__FFT_TO_REAL, 1, GPU__FFT_SPACE, depth, rows, cols);
}
#endif
/* --- src/families/fourier/convolve.h again */
#ifdef GPU_FFT
GPU__LIFTED_FN Type gpu__fft_direct_at_t(const gpu__fft_direct *d, size_t k)
{
    const Type *const a = (const Type *)d->a, *const b = (const Type *)d->b;
    const size_t at = d->out_reversed ? d->na + d->nb - 2 - k : k;
    size_t t;
    double sum = 0;
    for (t = at < d->na ? 0 : at - d->na + 1; t < d->nb && t <= at; t++)
        sum += GPU__TIMES((double)a[at - t], (double)b[d->b_reversed ? d->nb - 1 - t : t]);
    return (Type)sum;
}
GPU__BODY void gpu__fft_direct_piece_t(const gpu__job *j, size_t first, size_t last)
{
    const gpu__fft_direct d = gpu__fft_direct_of((const gpu__fft_detail *)j->detail, j->in[0].p, j->in[1].p);
    const Type *const b = (const Type *)d.b;
    Type *const out = (Type *)j->out;
    double sum[256];
    for (; first < last; first++) {
        const size_t begin = first * 256, end = j->out_count - begin < 256 ? j->out_count : begin + 256;
        size_t t, k;
        for (k = 0; k < 256; k++) sum[k] = 0;
        for (t = 0; t < d.nb; t++) {
            const double factor = (double)b[d.b_reversed ? d.nb - 1 - t : t];
            const size_t from = t > begin ? t : begin, to = t + d.na < end ? t + d.na : end;
            const Type *const a = (const Type *)d.a + (from - t);
            double *const s = sum + (from - begin);
            if (from < to) GPU__NO_ALIAS for (k = 0; k < to - from; k++) s[k] += (double)a[k] * factor;
        }
        for (k = begin; k < end; k++) out[d.out_reversed ? j->out_count - 1 - k : k] = (Type)sum[k - begin];
    }
}
GPU__PART_LEVELS(gpu__fft_directly_t, gpu__fft_direct_piece_t(j, first, last))
GPU__ON_DEVICE(gpu__fft_directly_t,
               gpu__fft_direct_launch<gpu__fft_direct_at_t>((cudaStream_t)context->stream, (Type *)out, j->out_count,
                                                            gpu__fft_direct_of((const gpu__fft_detail *)j->detail,
                                                                               in[0], in[1])))
GPU__ON_DEVICE(gpu__fft_convolve_t, gpu__fft_convolve_device<Type>(j, context, out, in))
static inline gpu_status gpu__fft_product_t(const char *call, Type *out, const Type *x, size_t n, const Type *h,
        size_t m,
                                            int correlates)
{
    static gpu__fft_code *const code[3] = GPU__TABLE(gpu__fft_code_t);
    gpu__fft_detail d;
    gpu__job j;
    if (!n || !m) return gpu__refuse(call, "n is %zu and m is %zu; expected at least one element in each array", n, m);
    if (n > (size_t)PTRDIFF_MAX / 64 || m > (size_t)PTRDIFF_MAX / 64)
        return gpu__refuse(call, "%zu and %zu elements are " GPU__TOO_LARGE, n, m);
    memset(&d, 0, sizeof d);
    d.kind = GPU__FFT_REAL;
    d.inverse = correlates;
    d.axes = GPU__FFT_ROWS;
    d.size = sizeof *out;
    d.code = code;
    d.dims[0] = n;
    d.dims[1] = m;
    gpu__job_of(&j, call, out, n + m - 1, sizeof *out, n + m - 1);
    gpu__job_in(&j, 0, "x", x, n, sizeof *x);
    gpu__job_in(&j, 1, "h", h, m, sizeof *h);
    if (n <= GPU__FFT_DIRECT || m <= GPU__FFT_DIRECT) {
        j.work = (n + m) * (n < m ? n : m);
        j.tasks = gpu__ceil_div(n + m - 1, 256);
        gpu__job_detail(&j, &d, sizeof d);
        GPU__JOB_CODE(j, gpu__fft_directly_t)
        return gpu__job_call(&j);
    }
    d.dims[2] = gpu__fft_quick(n + m - 1);
    j.space = 3 * (d.dims[2] / 2 + 1) * 2 * d.size + gpu__fft_space(&d, 1, d.dims[2] / 2, 1);
    j.start = gpu__fft_convolve_start;
    GPU__JOB_DEVICE(j, gpu__fft_convolve_t)
    return gpu__fft_make(&j, &d);
}
GPU__PRE_SCOPE gpu_status gpu_fft_convolve_t(Type *out, const Type *x, size_t n, const Type *h, size_t m)
{
    return gpu__fft_product_t("gpu_fft_convolve", out, x, n, h, m, 0);
}
GPU__PRE_SCOPE gpu_status gpu_fft_correlate_t(Type *out, const Type *x, size_t n, const Type *h, size_t m)
{
    return gpu__fft_product_t("gpu_fft_correlate", out, x, n, h, m, 1);
}
#endif
/* --- src/families/fourier/shift.h again */
#ifdef GPU_FFT
GPU__MAP(Type, "gpu_fftfreq", gpu__fftfreq_t, (size_t, i, index), (double, n, scalar), (double, nd, scalar),
         (double, above, scalar))
{
    return (Type)(((double)i >= above ? (double)i - n : (double)i) / nd);
}
GPU__PRE_SCOPE gpu_status gpu_fftfreq_t(Type *out, size_t n, Type d)
{
    return gpu__fftfreq_t(out, (double)n, (double)n * (double)d, (double)((n + 1) / 2), n);
}
GPU__PRE_SCOPE gpu_status gpu_rfftfreq_t(Type *out, size_t n, Type d)
{
    return gpu__fftfreq_t(out, (double)n, (double)n * (double)d, (double)n, n ? n / 2 + 1 : 0);
}
GPU__LIFTED_FN gpu__complex_t gpu__complex_of_t(Type re, Type im)
{
    gpu__complex_t z;
    z.re = re;
    z.im = im;
    return z;
}
GPU__MAP(gpu__complex_t, "gpu_complex_add", gpu_complex_add_t, (gpu__complex_t, x), (gpu__complex_t, y))
{
    return gpu__complex_of_t(x.re + y.re, x.im + y.im);
}
GPU__MAP(gpu__complex_t, "gpu_complex_sub", gpu_complex_sub_t, (gpu__complex_t, x), (gpu__complex_t, y))
{
    return gpu__complex_of_t(x.re - y.re, x.im - y.im);
}
GPU__MAP(gpu__complex_t, "gpu_complex_mul", gpu_complex_mul_t, (gpu__complex_t, x), (gpu__complex_t, y))
{
    return gpu__complex_of_t(GPU__TIMES(x.re, y.re) - GPU__TIMES(x.im, y.im),
                             GPU__TIMES(x.re, y.im) + GPU__TIMES(x.im, y.re));
}
GPU__MAP(gpu__complex_t, "gpu_complex_mul_conj", gpu_complex_mul_conj_t, (gpu__complex_t, x), (gpu__complex_t, y))
{
    return gpu__complex_of_t(GPU__TIMES(x.re, y.re) + GPU__TIMES(x.im, y.im),
                             GPU__TIMES(x.im, y.re) - GPU__TIMES(x.re, y.im));
}
GPU__MAP(Type, "gpu_complex_abs", gpu_complex_abs_t, (gpu__complex_t, x))
{
    return sizeof(Type) == 4 ? (Type)sqrt((double)x.re * (double)x.re + (double)x.im * (double)x.im)
                          : (Type)hypot((double)x.re, (double)x.im);
}
GPU__MAP(Type, "gpu_complex_angle", gpu_complex_angle_t, (gpu__complex_t, x))
{
    return sizeof(Type) == 4 ? (Type)atan2f((float)x.im, (float)x.re) : (Type)atan2((double)x.im, (double)x.re);
}
GPU__MAP(gpu__complex_t, "gpu_complex_scale", gpu_complex_scale_t, (Type, factor, scalar), (gpu__complex_t, x))
{
    return gpu__complex_of_t(factor * x.re, factor * x.im);
}
#endif
/* --- src/families/linalg/copies.h again */
#ifdef GPU_LINALG
static inline gpu__la_view gpu__la_move_t(gpu__la_view v, size_t i, size_t j)
{
    if (v.p) v.p = (Type *)v.p + i * v.ld + j;
    return v;
}
static inline gpu__la_view gpu__la_space_t(gpu__la *la, size_t rows, size_t cols)
{
    return gpu__la_view_of(gpu__la_take(la, la->batch * rows * cols * sizeof(Type)), cols, rows * cols);
}
static inline void gpu__la_gemm_t(gpu__la *la, gpu__la_view c, gpu__la_view a, gpu__la_view b, gpu__la_gemm_spec p,
                                  size_t batch)
{
    const int precision = sizeof(Type) == 4 ? GPU__MATMUL_F32 : GPU__MATMUL_F64;
    gpu__matmul_detail d;
    gpu__job j;
    if (!p.m || !p.n || !batch) return;
    gpu__matmul_plain_spec(&d.spec, p.m, p.n, p.k);
    d.spec.transpose_a = p.transpose_a;
    d.spec.transpose_b = p.transpose_b;
    d.spec.alpha = p.alpha;
    d.spec.beta = p.beta;
    d.spec.lda = a.ld;
    d.spec.ldb = b.ld;
    d.spec.ldc = c.ld;
    d.spec.batch = batch;
    if (batch > 1) {
        d.spec.stride_a = a.stride;
        d.spec.stride_b = b.stride;
        d.spec.stride_c = c.stride;
    }
#ifdef GPU__CUDA
    if (la->on_gpu) {
        const size_t used = la->used;
        void *const space = gpu__la_take(la, gpu__matmul_plan_gpu(&d, precision));
        if (d.plan.gpu.tiles == GPU__MATMUL_MATVEC) d.plan.gpu = gpu__matmul_plan_of(&d.spec, precision);
        if (d.plan.gpu.tiles == GPU__MATMUL_THIN) gpu__la_split_more(&d.plan.gpu, &d.spec);
        if (p.piece) gpu__la_split_into(&d.plan.gpu, p.k, p.piece);
        if (d.plan.gpu.splits > 1) la->used = used, gpu__la_take(la,
                batch * p.m * p.n * d.plan.gpu.splits * sizeof(Type));
        la->used = used;
        if (!la->measuring) gpu__la_gemm_device<Type>(la, &d, c.p, a.p, b.p, space);
        return;
    }
#endif
    gpu__job_of(&j, "", c.p, 0, sizeof(Type), 0);
    j.detail = &d;
    j.work = batch * p.m * p.n * p.k;
    j.in[1].p = a.p;
    j.in[2].p = b.p;
#ifdef GPU__CUDA
    if (sizeof(Type) == 4)
        gpu__matmul_cpu_f32(&j, &d);
    else
        gpu__matmul_cpu_f64(&j, &d);
#else
    (void)precision;
    gpu__matmul_cpu_t(&j, &d);
#endif
    if (j.scratch_of_thread > la->gemm_most) la->gemm_most = j.scratch_of_thread;
    if (la->measuring) return;
    if (la->alone)
        j.part[0](&j, la->gemm, 0, 0, j.tasks);
    else
        gpu__job_parts(&j, j.part, j.tasks, la->gemm);
}
GPU__LA_STEP(gpu__la_copy_t)
{
    Type *const to = GPU__LA_AT(Type, s, 0, z);
    const Type *const from = GPU__LA_AT(Type, s, 1, z);
    const size_t to_ld = s->x[0].ld, ld = s->x[1].ld, first = block * s->k,
                 last = s->m - first < s->k ? s->m : first + s->k;
    const int f = s->flag;
    const Type limit = GPU__LA_HUGE(Type) * (Type)s->number;
    Type scale = 1;
    int beyond = 0, wrong = 0, plain = f & GPU__LA_BESIDE;
    size_t i, j;
    if (f & GPU__LA_SCALED) scale = GPU__LA_AT(Type, s, 2, z)[0];
    if (f & GPU__LA_UNSCALED) scale = 1 / GPU__LA_AT(Type, s, 2, z)[0];
#ifdef __CUDA_ARCH__
    size_t abreast = GPU__LA_TEAM;
    while (abreast / 2 >= s->n) abreast /= 2;
    for (i = first + GPU__LA_THREAD / abreast; i < last; i += GPU__LA_TEAM / abreast)
        for (j = GPU__LA_THREAD % abreast; j < s->n; j += abreast) {
            const bool none = f & GPU__LA_IDENTITY || (f & GPU__LA_LOWER && j > i) || (f & GPU__LA_UPPER && j < i),
                       turned = f & GPU__LA_TRANSPOSED || (f & GPU__LA_MIRRORED && j > i);
            Type v = none ? (Type)0 : from[turned ? j * ld + i : i * ld + j] * scale;
            beyond |= !(GPU__LA_ABS(Type, v) <= limit);
            wrong |= !GPU__LA_FINITE(Type, v);
            plain |= GPU__LA_ABS(Type, v) >= GPU__LA_PLAIN(Type);
            if (i == j && f & (GPU__LA_UNIT | GPU__LA_IDENTITY)) v = 1;
            to[i * to_ld + j] = v;
        }
    wrong &= (f & GPU__LA_CHECKED) != 0;
#else
    for (i = first; i < last; i++) {
        Type *const row = to + i * to_ld;
        if (f & GPU__LA_IDENTITY) {
            for (j = 0; j < s->n; j++) row[j] = 0;
        } else if (f & GPU__LA_MIRRORED) {
            for (j = 0; j < s->n; j++) row[j] = (j <= i ? from[i * ld + j] : from[j * ld + i]) * scale;
        } else if (f & GPU__LA_TRANSPOSED) {
            for (j = 0; j < s->n; j++) row[j] = from[j * ld + i] * scale;
        } else {
            for (j = 0; j < s->n; j++) row[j] = from[i * ld + j] * scale;
        }
        if (f & GPU__LA_LOWER)
            for (j = i + 1; j < s->n; j++) row[j] = 0;
        if (f & GPU__LA_UPPER)
            for (j = 0; j < (i < s->n ? i : s->n); j++) row[j] = 0;
        if (f & GPU__LA_CHECKED)
            for (j = 0; j < s->n; j++) beyond |= !(GPU__LA_ABS(Type, row[j]) <= limit);
        if (beyond)
            for (j = 0; j < s->n; j++) wrong |= !GPU__LA_FINITE(Type, row[j]);
        for (j = 0; j < s->n && !plain && s->x[3].p; j++) plain |= GPU__LA_ABS(Type, row[j]) >= GPU__LA_PLAIN(Type);
        if (f & (GPU__LA_UNIT | GPU__LA_IDENTITY) && i < s->n) row[i] = 1;
    }
#endif
    if (wrong) GPU__LA_REPORT(s->info + z / s->per_info, GPU__LA_NOT_FINITE);
    if (s->x[3].p) {
        const Type level = GPU__LA_MAX((Type)(beyond ? 2 : plain && !(f & GPU__LA_BESIDE)));
        if (GPU__LA_THREAD == 0) GPU__LA_AT(Type, s, 3, z)[block] = level;
    }
}
static inline void gpu__la_copy_by_t(gpu__la *la, gpu__la_step s, gpu__la_view to, gpu__la_view from, int flag,
                                     int *info)
{
    s.x[0] = to;
    s.x[1] = from;
    s.flag = flag;
    s.info = info;
    s.k = gpu__la_copied_rows(la, s.n);
    GPU__LA_RUN(la, gpu__la_copy_t, &s, gpu__ceil_div(s.m, s.k), la->batch, s.m * s.n <= 64 ? 64 : GPU__LA_THREADS,
                s.m * s.n * la->batch)
}
static inline void gpu__la_copied_t(gpu__la *la, gpu__la_view to, gpu__la_view from, size_t m, size_t n, int flag,
                                    const Type *scale, int *info)
{
    gpu__la_step s;
    if (to.p == from.p && !(flag & ~GPU__LA_CHECKED) && !(flag && info)) return;
    gpu__la_step_of(&s, m, n);
    s.x[2] = gpu__la_view_of((void *)(uintptr_t)scale, 1, 1);
    s.number = 1;
    gpu__la_copy_by_t(la, s, to, from, flag, info);
}
static inline gpu__la_gauge gpu__la_gauge_of_t(gpu__la *la, size_t n, size_t k)
{
    gpu__la_gauge g;
    const size_t blocks =
        gpu__ceil_div(n, gpu__la_copied_rows(la, n)) + (k ? gpu__ceil_div(n, gpu__la_copied_rows(la, k)) : (size_t)0);
    g.level = gpu__la_space_t(la, 1, blocks);
    g.scale = gpu__la_take(la, la->batch * sizeof(Type));
    g.back = gpu__la_take(la, la->batch * sizeof(Type));
    g.first = g.blocks = 0;
    g.n = n;
    return g;
}
static inline void gpu__la_gauged_t(gpu__la *la, gpu__la_gauge *g, gpu__la_view to, gpu__la_view from, size_t n,
                                    int flag, int *info)
{
    gpu__la_step s;
    gpu__la_step_of(&s, g->n, n);
    s.x[3] = gpu__la_move_t(g->level, 0, g->blocks);
    s.number = flag & GPU__LA_BESIDE ? (double)GPU__LA_BESIDE_ROOM(Type) : gpu__la_room(g->n);
    gpu__la_copy_by_t(la, s, to, from, flag | GPU__LA_CHECKED, info);
    g->blocks += gpu__ceil_div(g->n, gpu__la_copied_rows(la, n));
    if (!(flag & GPU__LA_BESIDE)) g->first = g->blocks;
}
GPU__LA_STEP(gpu__la_rescale_t)
{
    const Type *const level = GPU__LA_AT(Type, s, 1, z);
    const size_t first = block * 32, last = s->m - first < 32 ? s->m : first + 32;
    Type most = 0, beside = 0, scale, also;
    size_t i, j;
    GPU__LA_EACH(i, 0, s->at) most = level[i] > most ? level[i] : most;
    GPU__LA_EACH(i, s->at, s->k) beside = level[i] > beside ? level[i] : beside;
    most = GPU__LA_MAX(most);
    beside = GPU__LA_MAX(beside);
    scale = most < 1 ? GPU__LA_RAISE(Type) : most > 1 ? (Type)s->number : (Type)1;
    also = beside > 1 ? GPU__LA_BESIDE_ROOM(Type) : (Type)1;
    if (block == 0 && GPU__LA_THREAD == 0) {
        GPU__LA_AT(Type, s, 2, z)[0] = scale;
        GPU__LA_AT(Type, s, 3, z)[0] = 1 / also;
    }
    if (scale == 1 && also == 1) return;
    GPU__LA_ROWS(i, first, last) GPU__LA_COLS(j, 0, s->n)
    {
        GPU__LA_AT(Type, s, 0, z)[i * s->x[0].ld + j] *= j < s->m && !s->flag ? scale : scale * also;
    }
}
static inline void gpu__la_rescaled_t(gpu__la *la, const gpu__la_gauge *g, gpu__la_view a, size_t n, int beside)
{
    const Type *const level = (const Type *)g->level.p;
    int needed = la->on_gpu || la->measuring;
    size_t i;
    gpu__la_step s;
    for (i = 0; i < la->batch * g->blocks && !needed; i++)
        needed = level[i / g->blocks * g->level.stride + i % g->blocks] != (Type)(i % g->blocks < g->first);
    for (i = 0; i < la->batch && !needed; i++) ((Type *)g->scale)[i] = ((Type *)g->back)[i] = 1;
    if (!needed) return;
    gpu__la_step_of(&s, g->n, n);
    s.x[0] = a;
    s.x[1] = g->level;
    s.x[2] = gpu__la_view_of(g->scale, 1, 1);
    s.x[3] = gpu__la_view_of(g->back, 1, 1);
    s.k = g->blocks;
    s.at = g->first;
    s.flag = beside;
    s.number = gpu__la_room(g->n);
    GPU__LA_RUN(la, gpu__la_rescale_t, &s, gpu__ceil_div(g->n, 32), la->batch, g->n <= 32 ? 32 : GPU__LA_THREADS,
                g->blocks * la->batch)
}
GPU__LA_STEP(gpu__la_unscale_u_t)
{
    const Type by = 1 / GPU__LA_AT(Type, s, 1, z)[0];
    const size_t first = block * 32, last = s->n - first < 32 ? s->n : first + 32;
    size_t i, j;
    if (by == 1) return;
    GPU__LA_ROWS(i, first, last)
    {
        Type *const row = GPU__LA_AT(Type, s, 0, z) + i * s->x[0].ld;
        GPU__LA_COLS(j, i, s->n)
        {
            row[j] *= by;
            if (!GPU__LA_FINITE(Type, row[j])) GPU__LA_REPORT(s->info + z, GPU__LA_NOT_FINITE);
        }
    }
}
GPU__LIFTED_FN Type gpu__la_scale_for_t(Type most)
{
    const int top = sizeof(Type) == 4 ? 126 : 1022;
    int e = 0;
    if (most > 0) (void)frexp((double)most, &e);
    return (Type)ldexp(1.0, e > top ? -top : e < -top + 1 ? top - 1 : -e);
}
GPU__LA_STEP(gpu__la_largest_t)
{
    const Type *const a = GPU__LA_AT(Type, s, 0, z);
    const size_t first = block * s->k, last = s->m - first < s->k ? s->m : first + s->k;
    Type most = 0;
    int wrong = 0;
    size_t i, j;
    GPU__LA_ROWS(i, first, last) GPU__LA_COLS(j, 0, s->n)
    {
        const Type v = GPU__LA_ABS(Type, a[i * s->x[0].ld + j]);
        most = v > most ? v : most;
        wrong |= !(v <= GPU__LA_HUGE(Type));
    }
    most = GPU__LA_MAX(wrong ? (Type)INFINITY : most);
    if (GPU__LA_THREAD == 0) GPU__LA_AT(Type, s, 1, z)[block] = most;
}
GPU__LA_STEP(gpu__la_scale_t)
{
    const Type *const part = GPU__LA_AT(Type, s, 0, z);
    Type most = 0;
    size_t i;
    (void)block;
    GPU__LA_EACH(i, 0, s->k) most = part[i] > most ? part[i] : most;
    most = GPU__LA_MAX(most);
    if (GPU__LA_THREAD) return;
    if (!(most <= GPU__LA_HUGE(Type))) {
        GPU__LA_REPORT(s->info + z / s->per_info, GPU__LA_NOT_FINITE);
        most = 1;
    }
    GPU__LA_AT(Type, s, 1, z)[0] = gpu__la_scale_for_t(most);
}
static inline Type *gpu__la_scale_of_t(gpu__la *la, gpu__la_view a, size_t m, size_t n, int *info)
{
    const size_t rows = (la->on_gpu ? 4096 : 32768) / n + 1, blocks = gpu__ceil_div(m, rows);
    Type *const scale = (Type *)gpu__la_take(la, la->batch * sizeof(Type));
    const gpu__la_view part = gpu__la_space_t(la, 1, blocks);
    gpu__la_step s;
    gpu__la_step_of(&s, m, n);
    s.x[0] = a;
    s.x[1] = part;
    s.k = rows;
    GPU__LA_RUN(la, gpu__la_largest_t, &s, blocks, la->batch, m * n <= 64 ? 32 : GPU__LA_THREADS, m * n * la->batch)
    s.x[0] = part;
    s.x[1] = gpu__la_view_of(scale, 1, 1);
    s.k = blocks;
    s.info = info;
    GPU__LA_RUN(la, gpu__la_scale_t, &s, 1, la->batch, blocks <= 32 ? 32 : GPU__LA_THREADS, blocks * la->batch)
    return scale;
}
#ifndef __CUDA_ARCH__
GPU__LIFTED_FN Type gpu__la_total_t(const void *vector)
{
    Type lane[GPU__LA_VECTOR_BYTES / sizeof(Type)], sum = 0;
    size_t l;
    memcpy(lane, vector, GPU__LA_WIDE(Type) * sizeof *lane);
    for (l = 0; l < GPU__LA_WIDE(Type); l++) sum += lane[l];
    return sum;
}
#endif
GPU__LIFTED_FN Type gpu__la_dot_t(const Type *x, const Type *y, size_t n)
{
    size_t i;
#ifdef __CUDA_ARCH__
    Type sum = 0;
    GPU__LA_COLS(i, 0, n) sum += x[i] * y[i];
    return GPU__LA_WARP_SUM(sum);
#else
    GPU__LA_VECTOR(Type, vector);
    vector sum[4] = {{0}}, p, q;
    Type rest = 0;
    size_t l;
    for (i = 0; i + 4 * GPU__LA_WIDE(Type) <= n; i += 4 * GPU__LA_WIDE(Type))
        for (l = 0; l < 4; l++) {
            memcpy(&p, x + i + l * GPU__LA_WIDE(Type), sizeof p);
            memcpy(&q, y + i + l * GPU__LA_WIDE(Type), sizeof q);
            sum[l] += p * q;
        }
    for (; i + GPU__LA_WIDE(Type) <= n; i += GPU__LA_WIDE(Type)) {
        memcpy(&p, x + i, sizeof p);
        memcpy(&q, y + i, sizeof q);
        sum[0] += p * q;
    }
    for (; i < n; i++) rest += x[i] * y[i];
    sum[0] = (sum[0] + sum[1]) + (sum[2] + sum[3]);
    return rest + gpu__la_total_t(sum);
#endif
}
GPU__LIFTED_FN void gpu__la_column_dots_t(Type *w, const Type *v, const Type *a, size_t ld, size_t m, size_t n)
{
    size_t r, c;
#ifdef __CUDA_ARCH__
    __shared__ Type part[32][33];
    Type sum = 0;
    c = GPU__LA_LANE;
    if (c < n) GPU__LA_ROWS(r, 0, m) sum += (r ? v[r * ld] : (Type)1) * a[r * ld + c];
    part[GPU__LA_WARP][c] = sum;
    __syncthreads();
    if (GPU__LA_WARP == 0 && c < n) {
        for (r = 1; r < GPU__LA_WARPS; r++) sum += part[r][c];
        w[c] = sum;
    }
    __syncthreads();
#else
    for (c = 0; c < n; c++) w[c] = a[c];
    for (r = 1; r < m; r++) GPU__LA_NO_ALIAS for (c = 0; c < n; c++) w[c] += v[r * ld] * a[r * ld + c];
#endif
}
#endif
/* --- src/families/linalg/factor.h again */
#ifdef GPU_LINALG
GPU__LA_STEP(gpu__la_lu_panel_t)
{
    Type *const a = GPU__LA_AT(Type, s, 0, z);
    int *const pivots = (int *)s->x[1].p + z * s->x[1].stride, *const info = s->info + z / s->per_info;
    const size_t ld = s->x[0].ld, m = s->m, n = s->n;
    size_t i, j, c, p;
    (void)block;
    for (j = 0; j < n && j < m; j++) {
        Type best = -1, pivot;
        p = j;
        GPU__LA_EACH(i, j, m)
        {
            const Type v = GPU__LA_ABS(Type, a[i * ld + j]);
            if (v > best) {
                best = v;
                p = i;
            }
        }
        p = GPU__LA_FIRST(best, p);
        pivot = a[p * ld + j];
        GPU__LA_SYNC();
        if (GPU__LA_THREAD == 0) {
            pivots[j] = (int)(s->at + p);
            if (pivot == 0 && *info == 0) *info = (int)(s->at + j + 1);
            if (!GPU__LA_FINITE(Type, pivot) && *info == 0) *info = GPU__LA_NOT_FINITE;
        }
        if (p != j) {
            GPU__LA_EACH(c, 0, n)
            {
                const Type v = a[j * ld + c];
                a[j * ld + c] = a[p * ld + c];
                a[p * ld + c] = v;
            }
        }
        GPU__LA_SYNC();
        if (pivot != 0) {
            GPU__LA_ROWS(i, j + 1, m)
            {
                const Type l = a[i * ld + j] / pivot;
                GPU__LA_WARP_SYNC();
                if (GPU__LA_LANE == 0) a[i * ld + j] = l;
                GPU__LA_NO_ALIAS GPU__LA_COLS(c, j + 1, n) a[i * ld + c] -= l * a[j * ld + c];
            }
        }
        GPU__LA_SYNC();
    }
}
GPU__LA_STEP(gpu__la_swap_rows_t)
{
    Type *const a = GPU__LA_AT(Type, s, 0, z);
    const int *const pivots = (const int *)s->x[1].p + z * s->x[1].stride;
    const size_t ld = s->x[0].ld, first = block * s->m, last = s->n - first < s->m ? s->n : first + s->m;
    size_t j, c;
    for (j = 0; j < s->k; j++) {
        const size_t p = (size_t)pivots[j] - s->at;
        if (p == j) continue;
        for (c = first; c < last; c++) {
            const Type v = a[j * ld + c];
            a[j * ld + c] = a[p * ld + c];
            a[p * ld + c] = v;
        }
    }
}
static inline void gpu__la_swap_t(gpu__la *la, gpu__la_view a, size_t n, gpu__la_view pivots, size_t at, size_t k)
{
    gpu__la_step s;
    gpu__la_step_of(&s, 4096, n);
    s.x[0] = a;
    s.x[1] = pivots;
    s.k = k;
    s.at = at;
    GPU__LA_RUN_CPU(la, gpu__la_swap_rows_t, &s, gpu__ceil_div(n, s.m), la->batch, n * k * la->batch)
}
GPU__LIFTED_FN void gpu__la_solve_vectors_t(const gpu__la_step *s, const Type *t, Type *x, const size_t parts)
{
    GPU__LA_VECTOR(Type, vector);
    const size_t n = s->n, tr = s->x[0].ld, tc = s->x[2].ld, wide = parts * GPU__LA_WIDE(Type);
    size_t ii, pp, q;
    for (ii = 0; ii < n; ii++) {
        const size_t i = GPU__LA_ROW(s, ii);
        const Type *const row = t + i * tr;
        vector sum[4], v;
        memcpy(sum, x + ii * wide, parts * sizeof v);
        for (pp = 0; pp < ii; pp++) {
            const Type by = row[GPU__LA_ROW(s, pp) * tc];
            for (q = 0; q < parts; q++) {
                memcpy(&v, x + pp * wide + q * GPU__LA_WIDE(Type), sizeof v);
                sum[q] -= v * by;
            }
        }
        if (!(s->flag & GPU__LA_UNIT_DIAGONAL))
            for (q = 0; q < parts; q++) sum[q] /= row[i * tc];
        memcpy(x + ii * wide, sum, parts * sizeof v);
    }
}
GPU__LIFTED_FN void gpu__la_solve_several_t(const gpu__la_step *s, const Type *t, Type *b, size_t first, size_t last)
{
    const size_t n = s->n, br = s->x[1].ld, bc = s->x[3].ld;
    Type x[GPU__LA_BASE * 128 / sizeof(Type)];
    size_t c, ii, l, wide;
    for (c = first; c < last; c += wide) {
        const size_t some = last - c;
        wide = some > GPU__LA_WIDE(Type) ? 4 * GPU__LA_WIDE(Type) : GPU__LA_WIDE(Type);
        for (ii = 0; ii < n; ii++) {
            const Type *const from = b + GPU__LA_ROW(s, ii) * br + c * bc;
            for (l = 0; l < wide; l++) x[ii * wide + l] = l < some ? from[l * bc] : 0;
        }
        if (wide > GPU__LA_WIDE(Type))
            gpu__la_solve_vectors_t(s, t, x, 4);
        else
            gpu__la_solve_vectors_t(s, t, x, 1);
        for (ii = 0; ii < n; ii++) {
            Type *const to = b + GPU__LA_ROW(s, ii) * br + c * bc;
            for (l = 0; l < wide && l < some; l++) to[l * bc] = x[ii * wide + l];
        }
    }
}
GPU__LIFTED_FN void gpu__la_solve_contiguous_t(const gpu__la_step *s, const Type *t, Type *b, size_t first, size_t last)
{
    const size_t n = s->n, tr = s->x[0].ld, tc = s->x[2].ld;
    const int back = s->flag & GPU__LA_BACKWARD;
    Type column[GPU__LA_BASE * GPU__LA_BASE];
    size_t i, p, c, ii;
    for (i = 0; i < n; i++)
        for (p = 0; p < n; p++) column[i * n + p] = t[p * tr + i * tc];
    for (c = first; c < last; c++)
        for (ii = 0; ii < n; ii++) {
            Type *const row = b + c * s->x[3].ld;
            Type v = row[i = GPU__LA_ROW(s, ii)];
            if (!(s->flag & GPU__LA_UNIT_DIAGONAL)) row[i] = v = v / column[i * (n + 1)];
            for (p = back ? 0 : i + 1; p < (back ? i : n); p++) row[p] -= v * column[i * n + p];
        }
}
GPU__LA_STEP(gpu__la_solve_base_t)
{
    const Type *const t = GPU__LA_AT(Type, s, 0, z);
    Type *const b = GPU__LA_AT(Type, s, 1, z);
    const size_t n = s->n, tr = s->x[0].ld, tc = s->x[2].ld, br = s->x[1].ld, bc = s->x[3].ld, first = block * s->k,
                 last = s->m - first < s->k ? s->m : first + s->k;
    size_t c, ii, pp;
    if (last - first > 2) {
        gpu__la_solve_several_t(s, t, b, first, last);
        return;
    }
    if (br == 1) {
        gpu__la_solve_contiguous_t(s, t, b, first, last);
        return;
    }
    for (c = first; c < last; c++)
        for (ii = 0; ii < n; ii++) {
            const size_t i = GPU__LA_ROW(s, ii);
            Type sum = b[i * br + c * bc];
            for (pp = 0; pp < ii; pp++) {
                const size_t p = GPU__LA_ROW(s, pp);
                sum -= t[i * tr + p * tc] * b[p * br + c * bc];
            }
            b[i * br + c * bc] = s->flag & GPU__LA_UNIT_DIAGONAL ? sum : sum / t[i * (tr + tc)];
        }
}
static inline void gpu__la_triangular_t(gpu__la *la, gpu__la_view t, gpu__la_view b, size_t n, size_t k,
                                        gpu__la_solving how)
{
    const size_t h = gpu__la_half(n, GPU__LA_BASE);
    const int back = how.flag & GPU__LA_BACKWARD;
    gpu__la_view first, second, off;
    gpu__la_gemm_spec p;
    if (n <= GPU__LA_BASE || la->on_gpu) {
        gpu__la_step s;
        gpu__la_step_of(&s, k, n);
        s.x[0] = t;
        s.x[1] = b;
        s.flag = how.flag;
        s.x[0].ld = how.transposed ? 1 : t.ld;
        s.x[2].ld = how.transposed ? t.ld : 1;
        s.x[1].ld = how.right ? 1 : b.ld;
        s.x[3].ld = how.right ? b.ld : 1;
        s.k = 512;
#ifdef GPU__CUDA
        if (la->on_gpu && n <= GPU__LA_TILE && k <= 4) {
            gpu__la_launch<gpu__la_solve_few<Type>, 0, 128>(la, &s, 1, la->batch, 32 * (unsigned)k);
            return;
        }
        if (la->on_gpu) {
            const size_t tiles = gpu__ceil_div(k, (size_t)GPU__LA_TILE) * gpu__ceil_div(n, (size_t)GPU__LA_TILE);
            gpu__la_launch_tiles<Type>(la, gpu__la_solve_tiles<Type>, &s, tiles, n > GPU__LA_TILE ? tiles : 0);
            return;
        }
#endif
        GPU__LA_RUN_CPU(la, gpu__la_solve_base_t, &s, gpu__ceil_div(k, s.k), la->batch, n * n / 2 * k * la->batch / 4)
        return;
    }
    first = back ? gpu__la_move_t(b, how.right ? 0 : h, how.right ? h : 0) : b;
    second = back ? b : gpu__la_move_t(b, how.right ? 0 : h, how.right ? h : 0);
    off = gpu__la_move_t(t, (back != 0) == (how.transposed != 0) ? h : 0, (back != 0) == (how.transposed != 0) ? 0 : h);
    gpu__la_triangular_t(la, back ? gpu__la_move_t(t, h, h) : t, first, back ? n - h : h, k, how);
    if (how.right) {
        p = gpu__la_gemm_spec_of(k, back ? h : n - h, back ? n - h : h, -1, 1);
        p.transpose_b = !how.transposed;
        gpu__la_gemm_t(la, second, first, off, p, la->batch);
    } else {
        p = gpu__la_gemm_spec_of(back ? h : n - h, k, back ? n - h : h, -1, 1);
        p.transpose_a = how.transposed;
        gpu__la_gemm_t(la, second, off, first, p, la->batch);
    }
    gpu__la_triangular_t(la, back ? t : gpu__la_move_t(t, h, h), second, back ? h : n - h, k, how);
}
static inline void gpu__la_lu_by_halves_t(gpu__la *la, gpu__la_view a, size_t m, size_t n, gpu__la_view pivots,
                                          size_t at, int *info)
{
    const size_t base = GPU__LA_BASE / 2;
    size_t h;
    gpu__la_view right, below, later = pivots;
    if (n <= base) {
        gpu__la_step s;
        gpu__la_step_of(&s, m, n);
        s.x[0] = a;
        s.x[1] = pivots;
        s.at = at;
        s.info = info;
        GPU__LA_RUN_CPU(la, gpu__la_lu_panel_t, &s, 1, la->batch, m * n * n * la->batch)
        return;
    }
    h = gpu__la_half(n, base);
    right = gpu__la_move_t(a, 0, h);
    below = gpu__la_move_t(a, h, h);
    if (later.p) later.p = (int *)later.p + h;
    gpu__la_lu_by_halves_t(la, a, m, h, pivots, at, info);
    gpu__la_swap_t(la, right, n - h, pivots, at, h);
    gpu__la_triangular_t(la, a, right, h, n - h, gpu__la_how(0, 0, GPU__LA_UNIT_DIAGONAL));
    gpu__la_gemm_t(la, below, gpu__la_move_t(a, h, 0), right, gpu__la_gemm_spec_of(m - h, n - h, h, -1, 1), la->batch);
    gpu__la_lu_by_halves_t(la, below, m - h, n - h, later, at + h, info);
    gpu__la_swap_t(la, gpu__la_move_t(a, h, 0), h, later, at + h, n - h);
}
#ifdef GPU__CUDA
static inline void gpu__la_lu_by_panels_t(gpu__la *la, gpu__la_view a, size_t n, size_t wide, gpu__la_view pivots,
                                          int *info)
{
    const size_t used = la->used, mail = gpu__la_mail_bytes(n), group = 2 * GPU__LA_BASE;
    gpu__la_step s;
    gpu__la_step_of(&s, n, n);
    s.info = info;
    s.x[2] = gpu__la_view_of(gpu__la_take(la, la->batch * 96 * sizeof(int)), 1, 96);
    s.x[3] = gpu__la_view_of(gpu__la_take(la, la->batch * mail), 1, mail / 8);
    if (mail) gpu__la_zero(la, s.x[3].p, la->batch * mail);
    for (s.at = 0; s.at < n; s.at += s.n) {
        const size_t begin = s.at / group * group;
        gpu__la_step rest;
        size_t next, columns, threads;
        s.m = n - s.at, s.n = gpu__least(s.m, GPU__LA_BASE);
        s.x[0] = gpu__la_move_t(a, s.at, s.at);
        s.x[1] = pivots;
        if (pivots.p) s.x[1].p = (int *)pivots.p + s.at;
        if (!gpu__la_launch_panel(la, gpu__la_lu_columns<Type>, s)) {
            gpu__la_launch<gpu__la_lu_panel_t, 0>(la, &s, 1, la->batch, 1024);
            gpu__la_launch<gpu__la_lu_order<Type>, 0>(la, &s, 1, la->batch, 32);
        }
        rest = s;
        rest.m = wide;
        rest.k = s.at - begin;
        rest.x[1] = s.x[2];
        rest.x[2] = gpu__la_move_t(a, s.at, 0);
        threads = wide - s.n - rest.k <= 32 ? 32 : 64;
        rest.flag = (int)gpu__ceil_div(wide - s.n - rest.k, threads);
        if (rest.flag == 0) rest.flag = rest.k != 0;
        gpu__la_launch<gpu__la_lu_apply<Type>, 0, 64>(la, &rest, (size_t)rest.flag, la->batch, (unsigned)threads);
        next = s.at + s.n;
        columns = next % group ? gpu__least(n - next, GPU__LA_BASE) : wide - next;
        gpu__la_gemm_t(la, gpu__la_move_t(a, next, next), gpu__la_move_t(a, next, begin),
                       gpu__la_move_t(a, begin, next), gpu__la_gemm_spec_of(n - next, columns, next - begin, -1, 1),
                       la->batch);
    }
    la->used = used;
}
#endif
static inline void gpu__la_factor_lu_t(gpu__la *la, gpu__la_view a, size_t n, gpu__la_view pivots, int *info)
{
#ifdef GPU__CUDA
    if (la->on_gpu) {
        gpu__la_lu_by_panels_t(la, a, n, n, pivots, info);
        return;
    }
#endif
    gpu__la_lu_by_halves_t(la, a, n, n, pivots, 0, info);
}
GPU__LA_STEP(gpu__la_cholesky_base_t)
{
    Type *const a = GPU__LA_AT(Type, s, 0, z);
    int *const info = s->info + z / s->per_info;
    const size_t ld = s->x[0].ld, n = s->n;
    Type column[GPU__LA_BASE];
    size_t i, j, c;
    (void)block;
    for (j = 0; j < n; j++) {
        const Type d = a[j * ld + j], root = d > 0 ? GPU__LA_ROOT(Type, d) : (Type)0;
        if (!(d > 0)) {
            if (*info == 0) *info = (int)(s->at + j + 1);
            return;
        }
        for (i = j; i < n; i++) column[i] = a[i * ld + j] = i == j ? root : a[i * ld + j] / root;
        for (i = j + 1; i < n; i++) {
            const Type v = column[i];
            GPU__LA_NO_ALIAS for (c = j + 1; c < i + 1; c++) a[i * ld + c] -= v * column[c];
        }
    }
}
static inline void gpu__la_minus_square_t(gpu__la *la, gpu__la_view c, gpu__la_view a, size_t n, size_t k)
{
    const size_t h = n / 2;
    const int whole = n <= 256;
    gpu__la_gemm_spec p = gpu__la_gemm_spec_of(whole ? n : n - h, whole ? n : h, k, -1, 1);
    p.transpose_b = 1;
    if (!whole) {
        gpu__la_minus_square_t(la, c, a, h, k);
        gpu__la_gemm_t(la, gpu__la_move_t(c, h, 0), gpu__la_move_t(a, h, 0), a, p, la->batch);
        gpu__la_minus_square_t(la, gpu__la_move_t(c, h, h), gpu__la_move_t(a, h, 0), n - h, k);
    } else
        gpu__la_gemm_t(la, c, a, a, p, la->batch);
}
static inline void gpu__la_factor_cholesky_t(gpu__la *la, gpu__la_view a, size_t n, size_t at, int *info)
{
    const size_t h = gpu__la_half(n, GPU__LA_BASE);
    gpu__la_view below = gpu__la_move_t(a, h, 0);
    if (n <= GPU__LA_BASE || la->on_gpu) {
        gpu__la_step s;
        gpu__la_step_of(&s, n, n);
        s.x[0] = a;
        s.at = at;
        s.info = info;
#ifdef GPU__CUDA
        if (la->on_gpu) {
            const size_t across = gpu__ceil_div(n, (size_t)GPU__LA_TILE), tiles = across * (across + 1) / 2;
            gpu__la_launch_tiles<Type>(la, gpu__la_cholesky_tiles<Type>, &s, tiles, across > 1 ? across * across : 0);
            return;
        }
#endif
        GPU__LA_RUN_CPU(la, gpu__la_cholesky_base_t, &s, 1, la->batch, n * n * n / 3 * la->batch)
        return;
    }
    gpu__la_factor_cholesky_t(la, a, h, at, info);
    gpu__la_triangular_t(la, a, below, h, n - h, gpu__la_how(0, 1, 0));
    gpu__la_minus_square_t(la, gpu__la_move_t(a, h, h), below, n - h, h);
    gpu__la_factor_cholesky_t(la, gpu__la_move_t(a, h, h), n - h, at + h, info);
}
GPU__LIFTED_FN Type gpu__la_reflector_t(Type alpha, Type sum, Type up, Type *beta, Type *over)
{
    const Type a = alpha * up, square = a * a + sum;
    Type b;
    *beta = alpha;
    *over = 0;
    if (!(sum > 0 && square > GPU__LA_SMALL(Type) / GPU__LA_EPS(Type))) return 0;
    b = GPU__LA_ROOT(Type, square);
    if (a > 0) b = -b;
    *beta = b / up;
    *over = up / (a - b);
    return (b - a) / b;
}
GPU__LIFTED_FN Type gpu__la_column_square_t(const Type *v, size_t ld, size_t n, Type up)
{
    const size_t piece = GPU__LA_CHAIN * GPU__LA_TEAM;
    Type sum = 0;
    size_t first, i;
    for (first = 0; first < n; first += piece) {
        const size_t last = n - first < piece ? n : first + piece;
        Type part = 0;
        GPU__LA_EACH(i, first, last) part += v[i * ld] * up * (v[i * ld] * up);
        sum += part;
    }
    return GPU__LA_SUM(sum);
}
GPU__LA_STEP(gpu__la_qr_panel_t)
{
    Type *const a = GPU__LA_AT(Type, s, 0, z), *const tau = GPU__LA_AT(Type, s, 1, z);
    const size_t ld = s->x[0].ld, m = s->m, n = s->n;
    GPU__LA_SHARED(Type, w, 32);
    size_t i, j, c;
    (void)block;
    for (j = 0; j < n && j < m; j++) {
        Type *const v = a + j * ld + j;
        Type sum = gpu__la_column_square_t(v + ld, ld, m - j - 1, 1), up = 1, beta, t, over;
        const Type alpha = v[0];
        if (!(alpha * alpha + sum > GPU__LA_FAINT(Type))) {
            up = GPU__LA_UP(Type);
            sum = gpu__la_column_square_t(v + ld, ld, m - j - 1, up);
        }
        t = gpu__la_reflector_t(alpha, sum, up, &beta, &over);
        GPU__LA_SYNC();
        GPU__LA_EACH(i, 1, m - j) v[i * ld] *= over;
        if (GPU__LA_THREAD == 0) {
            v[0] = beta;
            tau[j] = t;
        }
        GPU__LA_SYNC();
        gpu__la_column_dots_t(w, v, v + 1, ld, m - j, n - j - 1);
        GPU__LA_ROWS(i, 0, m - j)
        {
            const Type x = i ? v[i * ld] * t : t;
            GPU__LA_COLS(c, 0, n - j - 1) v[i * ld + 1 + c] -= x * w[c];
        }
        GPU__LA_SYNC();
    }
}
GPU__LA_STEP(gpu__la_qr_triangle_t)
{
#ifdef __CUDA_ARCH__
    gpu__la_triangle_held<Type>(s, z);
#else
    Type *const t = GPU__LA_AT(Type, s, 0, z);
    const Type *const g = GPU__LA_AT(Type, s, 1, z), *const tau = GPU__LA_AT(Type, s, 2, z);
    const size_t n = s->n, ld = s->x[0].ld, ldg = s->x[1].ld;
    size_t i, j, p;
    (void)block;
    for (j = 0; j < n; j++)
        for (i = 0; i < n; i++) {
            Type sum = 0;
            for (p = i; p < j; p++) sum += t[i * ld + p] * g[p * ldg + j];
            t[i * ld + j] = i < j ? -tau[j] * sum : i == j ? tau[j] : 0;
        }
#endif
}
static inline void gpu__la_products_t(gpu__la *la, gpu__la_view g, gpu__la_view v, gpu__la_view w, size_t m, size_t p,
                                      size_t n)
{
    gpu__la_gemm_spec s = gpu__la_gemm_spec_of(p, n, m, 1, 0);
    size_t i;
    s.transpose_a = 1;
    s.piece = gpu__ceil_div(gpu__ceil_div(m, GPU__LA_PIECES), GPU__LA_CHAIN) * GPU__LA_CHAIN;
    for (i = 0; i < m; i += s.k) {
        if (!la->on_gpu) s.k = gpu__least(m - i, s.piece);
        s.beta = i != 0;
        gpu__la_gemm_t(la, g, gpu__la_move_t(v, i, 0), gpu__la_move_t(w, i, 0), s, la->batch);
    }
}
static inline void gpu__la_reflect_t(gpu__la *la, gpu__la_view c, gpu__la_view v, gpu__la_view t, size_t m, size_t n,
                                     size_t k, int transposed)
{
    const size_t used = la->used;
    const gpu__la_view w = gpu__la_space_t(la, k, n), x = gpu__la_space_t(la, k, n);
    gpu__la_gemm_spec p = gpu__la_gemm_spec_of(k, n, m, 1, 0);
    p.transpose_a = 1;
    gpu__la_gemm_t(la, w, v, c, p, la->batch);
    p = gpu__la_gemm_spec_of(k, n, k, 1, 0);
    p.transpose_a = transposed;
    gpu__la_gemm_t(la, x, t, w, p, la->batch);
    gpu__la_gemm_t(la, c, v, x, gpu__la_gemm_spec_of(m, n, k, -1, 1), la->batch);
    la->used = used;
}
static inline void gpu__la_qr_block_t(gpu__la *la, gpu__la_view v, gpu__la_view t, gpu__la_view a, gpu__la_view tau,
                                      size_t m, size_t n)
{
    const size_t used = la->used;
    const gpu__la_view g = gpu__la_space_t(la, n, n);
    gpu__la_step s;
    gpu__la_copied_t(la, v, a, m, n, GPU__LA_LOWER | GPU__LA_UNIT, NULL, NULL);
    gpu__la_products_t(la, g, v, v, m, n, n);
    gpu__la_step_of(&s, n, n);
    s.x[0] = t;
    s.x[1] = g;
    s.x[2] = tau;
    GPU__LA_RUN(la, gpu__la_qr_triangle_t, &s, 1, la->batch, 32, n * n * n / 3 * la->batch)
    la->used = used;
}
static inline gpu__la_view gpu__la_triangles_space_t(gpu__la *la, size_t k)
{
    const size_t width = gpu__la_qr_width(la, k);
    return gpu__la_space_t(la, gpu__ceil_div(k, width) * width, width);
}
static inline void gpu__la_join_triangles_t(gpu__la *la, gpu__la_view t, gpu__la_view v, size_t m, size_t n)
{
    const size_t used = la->used;
    const gpu__la_view g = gpu__la_space_t(la, n, n), x = gpu__la_space_t(la, n, n);
    size_t h, i;
    gpu__la_products_t(la, g, v, gpu__la_move_t(v, 0, GPU__LA_BASE), m, (n - 1) / GPU__LA_BASE * GPU__LA_BASE,
                       n - GPU__LA_BASE);
    for (h = GPU__LA_BASE; h < n; h *= 2)
        for (i = 0; i + h < n; i += 2 * h) {
            const size_t j = i + h, some = gpu__least(n - j, h);
            gpu__la_gemm_t(la, x, gpu__la_move_t(g, i, j - GPU__LA_BASE), gpu__la_move_t(t, j, j),
                           gpu__la_gemm_spec_of(h, some, some, 1, 0), la->batch);
            gpu__la_gemm_t(la, gpu__la_move_t(t, i, j), gpu__la_move_t(t, i, i), x,
                           gpu__la_gemm_spec_of(h, some, h, -1, 0), la->batch);
        }
    la->used = used;
}
static inline void gpu__la_factor_panel_t(gpu__la *la, gpu__la_view a, gpu__la_view tau, gpu__la_view v, gpu__la_view t,
                                          size_t m, size_t n, size_t at, gpu__la_view mail)
{
    int held = 0;
    gpu__la_step s;
    gpu__la_step_of(&s, m, n);
    s.x[0] = a;
    s.x[1] = tau;
    (void)mail, (void)at;
#ifdef GPU__CUDA
    if (la->on_gpu) {
        s.at = at;
        s.x[2] = v;
        s.x[3] = mail;
        s.x[4] = t;
        held = gpu__la_launch_panel(la, gpu__la_qr_columns<Type, gpu__la_reflector_t>, s);
    }
#endif
    if (held && !la->measuring) return;
    GPU__LA_RUN(la, gpu__la_qr_panel_t, &s, 1, la->batch,
                m <= 32    ? 32
                : m <= 64  ? 128
                : m <= 512 ? 512
                           : 1024,
                m * n * n * 2 * la->batch)
    gpu__la_qr_block_t(la, v, t, a, tau, m, n);
}
static inline void gpu__la_factor_qr_t(gpu__la *la, gpu__la_view a, size_t m, size_t n, gpu__la_view tau,
                                       gpu__la_view t)
{
    const size_t least = m < n ? m : n, used = la->used, wide = t.ld;
    const gpu__la_view v = gpu__la_space_t(la, m, wide);
    gpu__la_view mail = gpu__la_view_of(NULL, 0, 0);
    size_t j, i, block, some;
#ifdef GPU__CUDA
    const size_t mail_bytes = la->on_gpu ? gpu__la_mail_bytes(m) : 0;
    mail = gpu__la_view_of(gpu__la_take(la, la->batch * mail_bytes), 1, mail_bytes / 8);
    if (mail_bytes) gpu__la_zero(la, mail.p, la->batch * mail_bytes);
#endif
    if (wide > GPU__LA_BASE || (la->on_gpu && least % (16 / sizeof(Type)))) {
        gpu__la_zero(la, v.p, la->batch * v.stride * sizeof(Type));
        gpu__la_zero(la, t.p, la->batch * t.stride * sizeof(Type));
    }
    for (j = 0; j < least; j += block) {
        const gpu__la_view triangle = gpu__la_move_t(t, j, 0);
        block = gpu__least(least - j, wide);
        for (i = 0; i < block; i += some) {
            const gpu__la_view mine = gpu__la_move_t(v, i, i), its = gpu__la_move_t(triangle, i, i);
            const size_t at = j + i;
            some = gpu__least(block - i, GPU__LA_BASE);
            gpu__la_factor_panel_t(la, gpu__la_move_t(a, at, at), gpu__la_move_t(tau, 0, at), mine, its, m - at, some,
                                   at, mail);
            if (i + some < block)
                gpu__la_reflect_t(la, gpu__la_move_t(a, at, at + some), mine, its, m - at, block - i - some, some, 1);
        }
        if (block > GPU__LA_BASE) gpu__la_join_triangles_t(la, triangle, v, m - j, block);
        if (j + block < n)
            gpu__la_reflect_t(la, gpu__la_move_t(a, j, j + block), v, triangle, m - j, n - j - block, block, 1);
    }
    la->used = used;
}
static inline void gpu__la_times_q_t(gpu__la *la, gpu__la_view c, gpu__la_view a, gpu__la_view tau, gpu__la_view t,
                                     size_t m, size_t n, size_t k, int how)
{
    const size_t used = la->used, wide = t.ld, blocks = gpu__ceil_div(k, wide);
    const gpu__la_view v = gpu__la_space_t(la, m, wide);
    size_t i;
    (void)tau;
    for (i = 0; i < blocks; i++) {
        const size_t j = (how == 1 ? i : blocks - 1 - i) * wide, some = gpu__least(k - j, wide),
                     left = how == GPU__LA_IDENTITY ? j : 0;
        gpu__la_view mine = v;
        mine.ld = some;
        gpu__la_copied_t(la, mine, gpu__la_move_t(a, j, j), m - j, some, GPU__LA_LOWER | GPU__LA_UNIT, NULL, NULL);
        gpu__la_reflect_t(la, gpu__la_move_t(c, j, left), mine, gpu__la_move_t(t, j, 0), m - j, n - left, some,
                          how == 1);
    }
    la->used = used;
}
#endif
/* --- src/families/linalg/eigen.h again */
#ifdef GPU_LINALG
GPU__LIFTED_FN void gpu__la_complete_w_t(const gpu__la_step *s, size_t z)
{
    const size_t n = s->n, nb = s->k, j = s->at, i = s->m;
    const Type *const v = GPU__LA_AT(Type, s, 1, z), *const last = v + (i - 1) * n;
    Type *const w = GPU__LA_AT(Type, s, 1, z) + nb * n, *const y = GPU__LA_AT(Type, s, 2, z);
    const Type t = (GPU__LA_AT(Type, s, 3, z) + 2 * n)[j - 1];
    Type sum;
    size_t r, p;
    for (p = 1; j + p * GPU__LA_STRIP < n; p++) {
        const Type *const part = GPU__LA_AT(Type, s, 4, z) + (p - 1) * n;
        GPU__NO_ALIAS for (r = j + p * GPU__LA_STRIP; r < n; r++) y[r] += part[r];
    }
    for (p = 0; p + 1 < i; p++) {
        const Type a = y[n + nb + p], b = y[n + p];
        const Type *const vp = v + p * n, *const wp = w + p * n;
        GPU__NO_ALIAS for (r = j; r < n; r++) y[r] -= vp[r] * a + wp[r] * b;
    }
    sum = gpu__la_dot_t(y + j, last + j, n - j) * (t * t / 2);
    GPU__NO_ALIAS for (r = j; r < n; r++) w[(i - 1) * n + r] = t * y[r] - sum * last[r];
}
GPU__LIFTED_FN void gpu__la_reflect_row_t(const gpu__la_step *s, size_t z, Type *row)
{
    const size_t n = s->n, nb = s->k, j = s->at, i = s->m;
    Type *const mine = GPU__LA_AT(Type, s, 1, z) + i * n, *const again = mine + 2 * nb * n;
    Type *const e = GPU__LA_AT(Type, s, 3, z) + n, *const tau = e + n;
    const Type alpha = row[j + 1];
    Type sum = gpu__la_dot_t(row + j + 2, row + j + 2, n - j - 2), up = 1, over;
    size_t r;
    if (!(alpha * alpha + sum > GPU__LA_FAINT(Type))) {
        up = GPU__LA_UP(Type);
        sum = 0;
        for (r = j + 2; r < n; r++) sum += row[r] * up * (row[r] * up);
    }
    tau[j] = gpu__la_reflector_t(alpha, sum, up, e + j, &over);
    for (r = 0; r < n; r++) mine[r] = again[r] = row[r] = r <= j ? 0 : r == j + 1 ? 1 : row[r] * over;
}
GPU__LA_STEP(gpu__la_tridiagonal_column_t)
{
    const size_t n = s->n, j = s->at;
    Type *const row = GPU__LA_AT(Type, s, 0, z) + j * s->x[0].ld;
    const Type *const v = GPU__LA_AT(Type, s, 1, z), *const w = v + s->k * n;
    size_t r, p;
    (void)block;
    if (s->m) gpu__la_complete_w_t(s, z);
    if (s->flag) return;
    for (p = 0; p < s->m; p++) {
        const Type a = w[p * n + j], b = v[p * n + j];
        const Type *const vp = v + p * n, *const wp = w + p * n;
        GPU__NO_ALIAS for (r = j; r < n; r++) row[r] -= vp[r] * a + wp[r] * b;
    }
    GPU__LA_AT(Type, s, 3, z)[j] = row[j];
    if (j + 1 < n) gpu__la_reflect_row_t(s, z, row);
}
#ifndef __CUDA_ARCH__
GPU__LIFTED_FN void gpu__la_times_strip_t(const Type *a, size_t ld, const Type *x, Type *y, size_t first, size_t last,
        size_t n)
{
    GPU__LA_VECTOR(Type, vector);
    size_t i, c, q, four;
    for (i = first; i < n; i++) y[i] = 0;
    for (i = first; i < last; i += four) {
        const Type *row[4];
        vector sum[4] = {{0}}, v, w, t;
        Type rest[4] = {0, 0, 0, 0}, by[4];
        four = last - i < 4 ? last - i : 4;
        for (q = 0; q < 4; q++) {
            row[q] = a + (i + (q < four ? q : 0)) * ld;
            by[q] = q < four ? x[i + q] : 0;
        }
        for (q = 0; q < four; q++) {
            rest[q] += row[q][i + q] * by[q];
            for (c = i + q + 1; c < i + four; c++) {
                rest[q] += row[q][c] * x[c];
                rest[c - i] += row[q][c] * by[q];
            }
        }
        for (c = i + four; c + GPU__LA_WIDE(Type) <= n; c += GPU__LA_WIDE(Type)) {
            memcpy(&v, x + c, sizeof v);
            memcpy(&w, y + c, sizeof w);
            for (q = 0; q < 4; q++) {
                memcpy(&t, row[q] + c, sizeof t);
                sum[q] += t * v;
                w += t * by[q];
            }
            memcpy(y + c, &w, sizeof w);
        }
        for (; c < n; c++)
            for (q = 0; q < four; q++) {
                rest[q] += row[q][c] * x[c];
                y[c] += row[q][c] * by[q];
            }
        for (q = 0; q < four; q++) y[i + q] += rest[q] + gpu__la_total_t(sum + q);
    }
}
#endif
GPU__LA_STEP(gpu__la_triangle_products_t)
{
#ifdef __CUDA_ARCH__
    (void)s, (void)z, (void)block;
#else
    const size_t n = s->n, nb = s->k, j = s->at, i = s->m;
    const Type *const v = GPU__LA_AT(Type, s, 1, z), *const mine = v + i * n;
    Type *const y = GPU__LA_AT(Type, s, 2, z);
    size_t p;
    if (!block) {
        for (p = 0; p < i; p++) {
            y[n + p] = gpu__la_dot_t(v + p * n + j + 1, mine + j + 1, n - j - 1);
            y[n + nb + p] = gpu__la_dot_t(v + (nb + p) * n + j + 1, mine + j + 1, n - j - 1);
        }
    } else {
        const size_t first = j + 1 + (block - 1) * GPU__LA_STRIP,
                     last = n - first < GPU__LA_STRIP ? n : first + GPU__LA_STRIP;
        Type *const to = block == 1 ? y : GPU__LA_AT(Type, s, 4, z) + (block - 2) * n;
        gpu__la_times_strip_t(GPU__LA_AT(Type, s, 0, z), s->x[0].ld, mine, to, first, last, n);
    }
#endif
}
static inline void gpu__la_minus_both_t(gpu__la *la, gpu__la_view a, gpu__la_view x, size_t n, size_t k)
{
    const size_t h = n / 2;
    const int whole = la->on_gpu || n <= 256;
    gpu__la_gemm_spec p = gpu__la_gemm_spec_of(whole ? n : h, whole ? n : n - h, 2 * k, -1, 1);
    p.transpose_a = 1;
    if (!whole) {
        gpu__la_minus_both_t(la, a, x, h, k);
        gpu__la_gemm_t(la, gpu__la_move_t(a, 0, h), x, gpu__la_move_t(x, k, h), p, la->batch);
        gpu__la_minus_both_t(la, gpu__la_move_t(a, h, h), gpu__la_move_t(x, 0, h), n - h, k);
    } else
        gpu__la_gemm_t(la, a, x, gpu__la_move_t(x, k, 0), p, la->batch);
}
#ifdef GPU__CUDA
static inline void gpu__la_panels_t(gpu__la *la, gpu__la_step *s)
{
    const size_t n = s->n, nb = s->k, panels = gpu__ceil_div(n, nb), bytes = la->batch * panels * sizeof(int);
    size_t j;
    s->x[2] = gpu__la_space_t(la, 1, n + 2 * nb + 2 * GPU__LA_MEETING);
    s->x[4] = gpu__la_view_of(gpu__la_take(la, bytes), 1, panels);
    gpu__la_zero(la, s->x[4].p, bytes);
    for (j = 0; j < n; j += nb) {
        s->at = j;
        s->m = gpu__least(nb, n - j);
        gpu__la_panel_of<Type, gpu__la_reflector_t>(la, s);
        if (s->x[4].p) s->x[4].p = (int *)s->x[4].p + 1;
        if (j + nb < n)
            gpu__la_minus_both_t(la, gpu__la_move_t(s->x[0], j + nb, j + nb), gpu__la_move_t(s->x[1], 0, j + nb),
                                 n - j - nb, nb);
    }
}
#endif
static inline void gpu__la_tridiagonal_t(gpu__la *la, gpu__la_view a, size_t n, gpu__la_view line)
{
    const size_t used = la->used, nb = gpu__least(n, GPU__LA_PANEL);
    const gpu__la_view v = gpu__la_space_t(la, 3 * nb, n);
    gpu__la_step s;
    size_t j, i = 0;
    gpu__la_step_of(&s, 0, n);
    s.x[0] = a;
    s.x[1] = v;
    s.x[3] = line;
    s.k = nb;
#ifdef GPU__CUDA
    if (la->on_gpu) {
        gpu__la_panels_t(la, &s);
        la->used = used;
        return;
    }
#endif
    s.x[2] = gpu__la_space_t(la, 1, n + 2 * nb);
    s.x[4] = gpu__la_space_t(la, n / GPU__LA_STRIP, n);
    for (j = 0; j < n; j++, i++) {
        s.at = j;
        s.m = i;
        s.flag = i == nb;
        GPU__LA_RUN_CPU(la, gpu__la_tridiagonal_column_t, &s, 1, la->batch, n * (i + 1) * 4 * la->batch)
        if (i == nb) {
            gpu__la_minus_both_t(la, gpu__la_move_t(a, j, j), gpu__la_move_t(v, 0, j), n - j, nb);
            s.m = i = 0;
            s.flag = 0;
            GPU__LA_RUN_CPU(la, gpu__la_tridiagonal_column_t, &s, 1, la->batch, n * 4 * la->batch)
        }
        if (j + 1 < n)
            GPU__LA_RUN_CPU(la, gpu__la_triangle_products_t, &s, 1 + gpu__ceil_div(n - j - 1, GPU__LA_STRIP), la->batch,
                            (n - j) * (n - j) / 2 * la->batch)
    }
    la->used = used;
}
GPU__LIFTED_FN Type gpu__la_length_t(Type x, Type y)
{
    const Type sum = x * x + y * y;
    if (sum > GPU__LA_SMALL(Type) / GPU__LA_EPS(Type) && sum <= GPU__LA_HUGE(Type)) return GPU__LA_ROOT(Type, sum);
    return sizeof(Type) == 4 ? (Type)hypotf((float)x, (float)y) : (Type)hypot((double)x, (double)y);
}
GPU__LIFTED_FN int gpu__la_ql_sweep_t(Type *d, Type *e, Type *c, Type *s, int n, int *l, int *tries, int *low,
        int *high)
{
    for (; *l < n; (*l)++, *tries = 0) {
        const int first = *l;
        Type g, r, p = 0, si = 1, co = 1, most = GPU__LA_EPS(Type);
        int i, m = first;
        for (i = 0; *tries >= GPU__LA_PATIENCE && i < n; i++) {
            most = GPU__LA_ABS(Type, d[i]) > most ? GPU__LA_ABS(Type, d[i]) : most;
            if (i + 1 < n) most = GPU__LA_ABS(Type, e[i]) > most ? GPU__LA_ABS(Type, e[i]) : most;
        }
        while (m + 1 < n &&
               !(GPU__LA_ABS(Type, e[m]) <=
                 GPU__LA_EPS(Type) / 2 * (GPU__LA_ABS(Type, d[m]) + GPU__LA_ABS(Type,
                         d[m + 1])) + GPU__LA_EPS(Type) * most))
            m++;
        if (m == first) continue;
        if (++*tries > GPU__LA_QL_SWEEPS) return -1;
        g = (d[first + 1] - d[first]) / (2 * e[first]);
        r = gpu__la_length_t(g, 1);
        g = d[m] - d[first] + e[first] / (g + (g < 0 ? -r : r));
        for (i = m - 1; i >= first; i--) {
            const Type f = si * e[i], b = co * e[i];
            e[i + 1] = r = gpu__la_length_t(f, g);
            if (r == 0) {
                d[i + 1] -= p;
                e[m] = 0;
                break;
            }
            s[i] = si = f / r;
            c[i] = co = g / r;
            g = d[i + 1] - p;
            r = (d[i] - g) * si + 2 * co * b;
            p = si * r;
            d[i + 1] = g + p;
            g = co * r - b;
        }
        *low = i + 1;
        *high = m;
        if (i < first) {
            d[first] -= p;
            e[first] = g;
            e[m] = 0;
        }
        return 1;
    }
    return 0;
}
GPU__LA_STEP(gpu__la_leaf_t)
{
    enum { most = GPU__LA_LEAF };
    Type *const q = GPU__LA_AT(Type, s, 0, z), *const values = GPU__LA_AT(Type, s, 1, z);
    const Type *const beside = GPU__LA_AT(Type, s, 2, z);
    const size_t n = s->n;
    GPU__LA_SHARED(Type, rows, (most + 1) * most);
    GPU__LA_SHARED(Type, d, most);
    GPU__LA_SHARED(Type, e, most);
    GPU__LA_SHARED(Type, co, most);
    GPU__LA_SHARED(Type, si, most);
    GPU__LA_SHARED(int, at, 5);
    size_t i, j, c;
    int r;
    (void)block;
    GPU__LA_EACH(i, 0, n)
    {
        d[i] = values[i];
        e[i] = beside[i];
        for (j = 0; j < n; j++) rows[j * (most + 1) + i] = i == j;
    }
    if (GPU__LA_THREAD == 0) at[0] = at[1] = at[2] = at[3] = 0;
    for (;;) {
        GPU__LA_SYNC();
        if (GPU__LA_THREAD == 0) at[4] = gpu__la_ql_sweep_t(d, e, co, si, (int)n, at, at + 1, at + 2, at + 3);
        GPU__LA_SYNC();
        if (at[4] <= 0) break;
        for (r = at[3] - 1; r >= at[2]; r--) {
            Type *const x = rows + r * (most + 1), *const y = x + most + 1;
            const Type cosine = co[r], sine = si[r];
            GPU__LA_NO_ALIAS GPU__LA_EACH(c, 0, n)
            {
                const Type v = x[c], w = y[c];
                y[c] = sine * v + cosine * w;
                x[c] = cosine * v - sine * w;
            }
        }
    }
    if (at[4] < 0 && GPU__LA_THREAD == 0) GPU__LA_REPORT(s->info + z / s->per_info, GPU__LA_NOT_CONVERGED);
    GPU__LA_EACH(i, 0, n)
    {
        size_t rank = 0;
        for (j = 0; j < n; j++) rank += d[j] < d[i] || (!(d[j] > d[i]) && j < i);
        values[rank] = d[i];
        for (c = 0; c < n; c++) q[c * s->x[0].ld + rank] = rows[i * (most + 1) + c];
    }
}
GPU__LA_STEP(gpu__la_cut_t)
{
    const size_t n = s->n, h = s->k;
    const Type *const d = GPU__LA_AT(Type, s, 0, z), *const e = d + n;
    Type *const to = GPU__LA_AT(Type, s, 1, z), *const beside = GPU__LA_AT(Type, s, 2, z);
    Type most = 0;
    size_t i;
    (void)block;
    GPU__LA_EACH(i, 0, n)
    {
        const Type v = GPU__LA_ABS(Type, d[i]) + (i ? GPU__LA_ABS(Type,
                e[i - 1]) : 0) + (i + 1 < n ? GPU__LA_ABS(Type, e[i]) : 0);
        most = v > most ? v : most;
    }
    most = GPU__LA_MAX(most);
    GPU__LA_EACH(i, 0, s->m)
    {
        Type v = most * (Type)1.01 + GPU__LA_SMALL(Type) / GPU__LA_EPS(Type);
        if (i < n) {
            v = d[i];
            if (i % h == h - 1 && i + 1 < n) v -= GPU__LA_ABS(Type, e[i]);
            if (i % h == 0 && i) v -= GPU__LA_ABS(Type, e[i - 1]);
        }
        to[i] = v;
        beside[i] = i + 1 < n ? e[i] : 0;
    }
}
GPU__LIFTED_FN size_t gpu__la_below_t(const Type *x, size_t n, Type v, int equal)
{
    size_t low = 0;
    while (n) {
        const size_t half = n / 2;
        if (x[low + half] < v || (equal && x[low + half] == v)) {
            low += half + 1;
            n -= half + 1;
        } else
            n = half;
    }
    return low;
}
GPU__LIFTED_FN Type gpu__la_sort_halves_t(const gpu__la_step *s, size_t z, Type between)
{
    const size_t n = s->n, h = n / 2;
    const Type *const values = GPU__LA_AT(Type, s, 0, z), *const q = GPU__LA_AT(Type, s, 1, z);
    Type *const d = GPU__LA_NUMBER(Type, s, z, GPU__LA_D), *const x = GPU__LA_NUMBER(Type, s, z, GPU__LA_Z);
    int *const from = GPU__LA_INDEX(s, z, GPU__LA_FROM);
    Type most = 0, top = 0;
    size_t i;
    GPU__LA_EACH(i, 0, n)
    {
        from[i] = (int)i;
        d[i] = values[i];
        x[i] = 0;
    }
    GPU__LA_SYNC();
    GPU__LA_EACH(i, 0, n)
    {
        const Type v = values[i];
        const size_t at = i < h ? i + gpu__la_below_t(values + h, h, v, 0) : i - h + gpu__la_below_t(values, h, v, 1);
        const Type u = (i < h         ? q[(h - 1) * h + i]
                     : between < 0 ? -q[h * h + i - h]
                                   : q[h * h + i - h]) *
                    (Type)0.70710678118654752440;
        d[at] = v;
        x[at] = u;
        from[at] = (int)i;
        most = GPU__LA_ABS(Type, v) > most ? GPU__LA_ABS(Type, v) : most;
        top = GPU__LA_ABS(Type, u) > top ? GPU__LA_ABS(Type, u) : top;
    }
    most = GPU__LA_MAX(most);
    top = GPU__LA_MAX(top);
    return most > top ? most : top;
}
GPU__LIFTED_FN void gpu__la_keep_t(const gpu__la_step *s, size_t z, size_t i, size_t *keep)
{
    GPU__LA_NUMBER(Type, s, z, GPU__LA_KEPT_D)[*keep] = GPU__LA_NUMBER(Type, s, z, GPU__LA_D)[i];
    GPU__LA_NUMBER(Type, s, z, GPU__LA_KEPT_Z)[*keep] = GPU__LA_NUMBER(Type, s, z, GPU__LA_Z)[i];
    GPU__LA_INDEX(s, z, GPU__LA_KEPT)[(*keep)++] = GPU__LA_INDEX(s, z, GPU__LA_FROM)[i];
}
GPU__LIFTED_FN int gpu__la_rotate_away_t(const gpu__la_step *s, size_t z, size_t last, size_t i, Type tol,
        int *rotations)
{
    Type *const d = GPU__LA_NUMBER(Type, s, z, GPU__LA_D), *const x = GPU__LA_NUMBER(Type, s, z, GPU__LA_Z);
    const int *const from = GPU__LA_INDEX(s, z, GPU__LA_FROM);
    const Type a = d[last], b = d[i], p = x[i], q = x[last];
    Type t, c, si;
    if (GPU__LA_ABS(Type, (b - a) * p * q) > tol * (p * p + q * q)) return 0;
    t = gpu__la_length_t(p, q);
    c = p / t;
    si = -q / t;
    x[i] = t;
    x[last] = 0;
    d[last] = a * c * c + b * si * si;
    d[i] = a * si * si + b * c * c;
    GPU__LA_NUMBER(Type, s, z, GPU__LA_COS)[*rotations] = c;
    GPU__LA_NUMBER(Type, s, z, GPU__LA_SIN)[*rotations] = si;
    GPU__LA_INDEX(s, z, GPU__LA_ROTATE_A)[*rotations] = from[last];
    GPU__LA_INDEX(s, z, GPU__LA_ROTATE_B)[(*rotations)++] = from[i];
    return 1;
}
GPU__LA_STEP(gpu__la_deflate_t)
{
    const size_t n = s->n, merges = s->m / n;
    const Type between = ((const Type *)s->x[4].p)[z / merges * s->m + z % merges * n + n / 2 - 1];
    const Type rho = 2 * GPU__LA_ABS(Type, between);
    const Type *const d = GPU__LA_NUMBER(Type, s, z, GPU__LA_D), *const x = GPU__LA_NUMBER(Type, s, z, GPU__LA_Z);
    int *const counts = GPU__LA_INDEX(s, z, GPU__LA_COUNTS);
    const Type tol = 4 * GPU__LA_EPS(Type) * gpu__la_sort_halves_t(s, z, between);
    size_t i, keep = 0, end = n, last = n;
    int rotations = 0;
    (void)block;
    GPU__LA_SYNC();
    if (GPU__LA_THREAD != 0) return;
    for (i = 0; i < n; i++) {
        size_t drop = n;
        if (!(rho * GPU__LA_ABS(Type, x[i]) > tol))
            drop = i;
        else {
            if (last < n) {
                if (gpu__la_rotate_away_t(s, z, last, i, tol, &rotations))
                    drop = last;
                else
                    gpu__la_keep_t(s, z, last, &keep);
            }
            last = i;
        }
        if (drop < n) {
            end--;
            GPU__LA_INDEX(s, z, GPU__LA_KEPT)[end] = GPU__LA_INDEX(s, z, GPU__LA_FROM)[drop];
            GPU__LA_NUMBER(Type, s, z, GPU__LA_LAMBDA)[end] = d[drop];
        }
    }
    if (last < n) gpu__la_keep_t(s, z, last, &keep);
    counts[0] = (int)keep;
    counts[1] = rotations;
    GPU__LA_NUMBER(Type, s, z, GPU__LA_RHO)[0] = rho;
}
GPU__LIFTED_FN void gpu__la_secular_sums_t(const Type *d, const Type *x, size_t from, size_t to, Type origin, Type mu,
        Type *sum,
                                           Type *slope)
{
    size_t i;
#ifdef __CUDA_ARCH__
    Type a = 0, b = 0;
    GPU__LA_COLS(i, from, to)
    {
        const Type t = x[i] / ((d[i] - origin) - mu);
        a += x[i] * t;
        b += t * t;
    }
    *sum = gpu__la_warp_sum(a);
    *slope = gpu__la_warp_sum(b);
#else
    GPU__LA_VECTOR(Type, vector);
    vector a = {0}, b = {0}, p, q;
    Type s = 0, u = 0;
    for (i = from; i + GPU__LA_WIDE(Type) <= to; i += GPU__LA_WIDE(Type)) {
        memcpy(&p, x + i, sizeof p);
        memcpy(&q, d + i, sizeof q);
        q = p / ((q - origin) - mu);
        a += p * q;
        b += q * q;
    }
    for (; i < to; i++) {
        const Type t = x[i] / ((d[i] - origin) - mu);
        s += x[i] * t;
        u += t * t;
    }
    *sum = s + gpu__la_total_t(&a);
    *slope = u + gpu__la_total_t(&b);
#endif
}
GPU__LIFTED_FN void gpu__la_root_t(const Type *d, const Type *x, size_t n, size_t j, Type rho, Type length,
        Type *mu_out, int *pole)
{
    const int last = j + 1 == n;
    const Type gap = last ? rho * length : d[j + 1] - d[j], one = 1 / rho;
    Type low = 0, high = gap, mu = gap / 2, origin = d[j], left, right, left_slope, right_slope, f;
    int step;
    *pole = (int)j;
    gpu__la_secular_sums_t(d, x, 0, j + 1, origin, mu, &left, &left_slope);
    gpu__la_secular_sums_t(d, x, j + 1, n, origin, mu, &right, &right_slope);
    f = one + left + right;
    if (!last && f < 0) {
        *pole = (int)j + 1;
        origin = d[j + 1];
        low = mu - gap < 0 ? mu - gap : -gap;
        high = 0;
        mu = low;
    } else if (!last)
        high = mu;
    for (step = 0; step < 80; step++) {
        const Type p = (d[j] - origin) - mu, q = last ? 0 : (d[j + 1] - origin) - mu;
        Type next;
        if (!(GPU__LA_ABS(Type, f) >
              GPU__LA_EPS(Type) * (one + 4 * (right - left) + GPU__LA_ABS(Type, mu) * (left_slope + right_slope))))
            break;
        if (f < 0)
            low = mu > low ? mu : low;
        else
            high = mu < high ? mu : high;
        if (last) {
            const Type c = f - left_slope * p;
            next = mu + (c > 0 ? p + left_slope * p * p / c : gap);
        } else {
            const Type c = f - left_slope * p - right_slope * q, a = (p + q) * f - p * q * (left_slope + right_slope),
                    b = p * q * f, under = a * a - 4 * b * c, r = under > 0 ? GPU__LA_ROOT(Type, under) : (Type)0;
            next = mu + (a > 0 ? 2 * b / (a + r) : c != 0 ? (a - r) / (2 * c) : gap);
        }
        if (!(next > low && next < high)) next = low + (high - low) / 2;
        if (next == mu || next == low || next == high) {
            mu = next;
            break;
        }
        mu = next;
        gpu__la_secular_sums_t(d, x, 0, j + 1, origin, mu, &left, &left_slope);
        gpu__la_secular_sums_t(d, x, j + 1, n, origin, mu, &right, &right_slope);
        f = one + left + right;
    }
    *mu_out = mu;
}
GPU__LA_STEP(gpu__la_roots_t)
{
    const Type *const d = GPU__LA_NUMBER(Type, s, z, GPU__LA_KEPT_D), *const x = GPU__LA_NUMBER(Type, s, z,
            GPU__LA_KEPT_Z);
    const size_t n = (size_t)GPU__LA_INDEX(s, z, GPU__LA_COUNTS)[0], first = block * s->k,
                 last = first + s->k < n ? first + s->k : n;
    Type length = 0;
    size_t j;
    if (first >= n) return;
    GPU__LA_COLS(j, 0, n) length += x[j] * x[j];
    length = GPU__LA_WARP_SUM(length);
    GPU__LA_ROWS(j, first, last)
    {
        Type mu;
        int pole;
        gpu__la_root_t(d, x, n, j, GPU__LA_NUMBER(Type, s, z, GPU__LA_RHO)[0], length, &mu, &pole);
        if (GPU__LA_LANE) continue;
        GPU__LA_NUMBER(Type, s, z, GPU__LA_MU)[j] = mu;
        GPU__LA_INDEX(s, z, GPU__LA_POLE)[j] = pole;
        GPU__LA_NUMBER(Type, s, z, GPU__LA_LAMBDA)[j] = d[pole] + mu;
    }
}
GPU__LA_STEP(gpu__la_new_z_t)
{
    const Type *const d = GPU__LA_NUMBER(Type, s, z, GPU__LA_KEPT_D), *const x = GPU__LA_NUMBER(Type, s, z,
            GPU__LA_KEPT_Z);
    const Type *const mu = GPU__LA_NUMBER(Type, s, z, GPU__LA_MU), *const lambda = GPU__LA_NUMBER(Type, s, z,
            GPU__LA_LAMBDA);
    const int *const pole = GPU__LA_INDEX(s, z, GPU__LA_POLE);
    const size_t n = (size_t)GPU__LA_INDEX(s, z, GPU__LA_COUNTS)[0], first = block * s->k,
                 last = first + s->k < s->n ? first + s->k : s->n;
    size_t i, j;
    GPU__LA_ROWS(i, first, last)
    {
        const Type v = lambda[i];
        Type product = 1;
        int rank = 0;
        GPU__LA_COLS(j, 0, s->n) rank += lambda[j] < v || (!(lambda[j] > v) && j < i);
        rank = GPU__LA_WARP_SUM(rank);
        if (GPU__LA_LANE == 0) GPU__LA_INDEX(s, z, GPU__LA_RANK)[i] = rank;
        if (i >= n) continue;
        GPU__LA_COLS(j, 0, n)
        {
            const Type up = (d[pole[j]] - d[i]) + mu[j];
            product *= j == i ? up : up / (d[j] - d[i]);
        }
#ifdef __CUDA_ARCH__
        product = gpu__la_warp_product(product);
#endif
        product = GPU__LA_ROOT(Type, GPU__LA_ABS(Type, product));
        if (GPU__LA_LANE == 0) GPU__LA_NUMBER(Type, s, z, GPU__LA_NEW_Z)[i] = x[i] < 0 ? -product : product;
    }
}
GPU__LA_STEP(gpu__la_vectors_t)
{
    const Type *const d = GPU__LA_NUMBER(Type, s, z, GPU__LA_KEPT_D), *const x = GPU__LA_NUMBER(Type, s, z,
            GPU__LA_NEW_Z);
    const Type *const mu = GPU__LA_NUMBER(Type, s, z, GPU__LA_MU), *const lambda = GPU__LA_NUMBER(Type, s, z,
            GPU__LA_LAMBDA);
    const int *const pole = GPU__LA_INDEX(s, z, GPU__LA_POLE), *const rank = GPU__LA_INDEX(s, z, GPU__LA_RANK);
    const int *const kept = GPU__LA_INDEX(s, z, GPU__LA_KEPT);
    const size_t n = s->n, count = (size_t)GPU__LA_INDEX(s, z, GPU__LA_COUNTS)[0], first = block * s->k,
                 last = first + s->k < n ? first + s->k : n, end = last < count ? last : count;
    Type *const to = GPU__LA_AT(Type, s, 5, z);
    GPU__LA_SHARED(Type, sums, 32 * 32);
    Type *const sum = sums + GPU__LA_WARP * 32;
    size_t i, j;
    GPU__LA_COLS(j, first, last) sum[j - first] = 0;
    GPU__LA_ROWS(i, 0, n) GPU__LA_COLS(j, first, last) to[i * n + (size_t)rank[j]] = 0;
    GPU__LA_SYNC();
    GPU__LA_ROWS(i, 0, count) GPU__LA_COLS(j, first, end)
    {
        const Type v = x[i] / ((d[i] - d[pole[j]]) - mu[j]);
        to[(size_t)kept[i] * n + (size_t)rank[j]] = v;
        sum[j - first] += v * v;
    }
    GPU__LA_SYNC();
    GPU__LA_EACH(j, first, last)
    {
        for (i = 1; i < GPU__LA_WARPS; i++) sums[j - first] += sums[i * 32 + j - first];
        sums[j - first] = 1 / GPU__LA_ROOT(Type, sums[j - first]);
        if (j >= count) to[(size_t)kept[j] * n + (size_t)rank[j]] = 1;
        GPU__LA_AT(Type, s, 0, z)[rank[j]] = lambda[j];
    }
    GPU__LA_SYNC();
    GPU__LA_ROWS(i, 0, count) GPU__LA_COLS(j, first, end) to[(size_t)kept[i] * n + (size_t)rank[j]] *= sums[j - first];
}
GPU__LA_STEP(gpu__la_apply_rotations_t)
{
    const Type *const co = GPU__LA_NUMBER(Type, s, z, GPU__LA_COS), *const si = GPU__LA_NUMBER(Type, s, z, GPU__LA_SIN);
    const size_t n = s->n, first = block * GPU__LA_CHUNK, last = n - first < GPU__LA_CHUNK ? n : first + GPU__LA_CHUNK;
    Type *const to = GPU__LA_AT(Type, s, 5, z);
    int rotation;
    size_t c;
    for (rotation = GPU__LA_INDEX(s, z, GPU__LA_COUNTS)[1] - 1; rotation >= 0; rotation--) {
        Type *const x = to + (size_t)GPU__LA_INDEX(s, z, GPU__LA_ROTATE_A)[rotation] * n;
        Type *const y = to + (size_t)GPU__LA_INDEX(s, z, GPU__LA_ROTATE_B)[rotation] * n;
        const Type a = co[rotation], b = si[rotation];
        GPU__LA_NO_ALIAS GPU__LA_EACH(c, first, last)
        {
            const Type v = x[c], w = y[c];
            x[c] = a * v - b * w;
            y[c] = b * v + a * w;
        }
    }
}
static inline void gpu__la_leaves_t(gpu__la *la, gpu__la_view line, gpu__la_view q, gpu__la_view d, gpu__la_view e,
                                    size_t n, size_t leaf, size_t leaves, int *info)
{
    gpu__la_step s;
    gpu__la_step_of(&s, leaf * leaves, n);
    s.x[0] = line;
    s.x[1] = d;
    s.x[2] = e;
    s.k = leaf;
    GPU__LA_RUN(la, gpu__la_cut_t, &s, 1, la->batch, GPU__LA_THREADS, leaf * leaves * la->batch)
    gpu__la_step_of(&s, 0, leaf);
    s.x[0] = gpu__la_view_of(q.p, leaf, leaf * leaf);
    s.x[1] = gpu__la_view_of(d.p, 1, leaf);
    s.x[2] = gpu__la_view_of(e.p, 1, leaf);
    s.info = info;
    s.per_info = leaves;
#ifdef GPU__CUDA
    if (la->on_gpu) {
        s.x[2] = s.x[0];
        s.x[3] = gpu__la_view_of(e.p, 1, leaf);
        s.flag = 1;
        gpu__la_launch<gpu__la_eigen_held<Type, gpu__la_reflector_t, 1>, 0, 32>(la, &s, 1, la->batch * leaves, 32);
    } else
#endif
        GPU__LA_RUN_CPU(la, gpu__la_leaf_t, &s, 1, la->batch * leaves, leaf * leaf * leaf * leaves * la->batch)
}
static inline gpu__la_view gpu__la_conquer_t(gpu__la *la, gpu__la_view line, size_t n, size_t *size, int *info)
{
    size_t leaf = n, leaves = 1, h;
    gpu__la_view q, next, small, d, e, numbers, indices;
    gpu__la_step s;
    for (; leaf > (la->on_gpu ? GPU__LA_LEAF : GPU__LA_LEAF_CPU); leaf = gpu__ceil_div(n, leaves)) leaves *= 2;
    *size = leaf * leaves;
    q = gpu__la_space_t(la, *size, *size);
    next = gpu__la_space_t(la, *size, leaves > 1 ? *size : 0);
    small = gpu__la_space_t(la, *size, leaves > 1 ? *size : 0);
    d = gpu__la_space_t(la, 1, *size);
    e = gpu__la_space_t(la, 1, *size);
    numbers = gpu__la_space_t(la, GPU__LA_NUMBERS, *size);
    indices.p = gpu__la_take(la, la->batch * GPU__LA_INDICES * *size * sizeof(int));
    gpu__la_leaves_t(la, line, q, d, e, n, leaf, leaves, info);
    for (h = leaf; h < *size; h *= 2) {
        const size_t both = 2 * h, batch = la->batch * (*size / both), roots = la->on_gpu ? 32 : GPU__LA_ROOTS,
                     blocks = gpu__ceil_div(both, roots);
        const gpu__la_view old = gpu__la_view_of(q.p, h, 2 * h * h), to = gpu__la_view_of(next.p, both, both * both);
        const gpu__la_view by = gpu__la_view_of(small.p, both, both * both);
        const gpu__la_gemm_spec p = gpu__la_gemm_spec_of(h, both, h, 1, 0);
        gpu__la_step_of(&s, *size, both);
        s.x[0] = gpu__la_view_of(d.p, 1, both);
        s.x[1] = old;
        s.x[2] = gpu__la_view_of(numbers.p, 1, GPU__LA_NUMBERS * both);
        s.x[3] = gpu__la_view_of(indices.p, 1, GPU__LA_INDICES * both);
        s.x[4] = e;
        s.x[5] = by;
        s.k = roots;
        GPU__LA_RUN(la, gpu__la_deflate_t, &s, 1, batch, both < 256 ? 64 : 256, both * batch)
        GPU__LA_RUN(la, gpu__la_roots_t, &s, blocks, batch, GPU__LA_THREADS, both * both * batch * 4)
        GPU__LA_RUN(la, gpu__la_new_z_t, &s, blocks, batch, GPU__LA_THREADS, both * both * batch)
        GPU__LA_RUN(la, gpu__la_vectors_t, &s, blocks, batch, both < 512 ? GPU__LA_THREADS : 1024, both * both * batch)
        GPU__LA_RUN(la, gpu__la_apply_rotations_t, &s, gpu__ceil_div(both, GPU__LA_CHUNK), batch, GPU__LA_CHUNK,
                    both * both * batch / 8)
        gpu__la_gemm_t(la, to, old, by, p, batch);
        gpu__la_gemm_t(la, gpu__la_move_t(to, h, 0), gpu__la_move_t(old, h, 0), gpu__la_move_t(by, h, 0), p, batch);
        next.p = q.p;
        q.p = to.p;
    }
    q.ld = *size;
    q.stride = *size * *size;
    gpu__la_copied_t(la, line, d, 1, n, 0, NULL, NULL);
    return q;
}
#ifdef GPU__CUDA
static inline gpu__la_view gpu__la_eigen_small_t(gpu__la *la, gpu__la_view a, size_t n, gpu__la_view line, int *info)
{
    const gpu__la_view q = gpu__la_space_t(la, n, n);
    gpu__la_step s;
    gpu__la_step_of(&s, n, n);
    s.x[0] = a;
    s.x[1] = line;
    s.x[2] = q;
    s.info = info;
    if (n <= 32)
        gpu__la_launch<gpu__la_eigen_held<Type, gpu__la_reflector_t, 1>, 0, 32>(la, &s, 1, la->batch, 32);
    else
        gpu__la_launch<gpu__la_eigen_held<Type, gpu__la_reflector_t, 2>, 0, 32>(la, &s, 1, la->batch, 32);
    return q;
}
#endif
static inline void gpu__la_back_t(gpu__la *la, gpu__la_view q, gpu__la_view a, size_t n, gpu__la_view tau)
{
    const size_t used = la->used, base = la->on_gpu ? GPU__LA_HELD : GPU__LA_BASE, blocks = gpu__ceil_div(n - 1, base);
    const gpu__la_view t = gpu__la_space_t(la, blocks * base, base), w = gpu__la_space_t(la, base, n),
                       x = gpu__la_space_t(la, base, n);
    size_t i;
    gpu__la_step s;
    gpu__la_step_of(&s, n - 1, n);
    s.x[0] = t;
    s.x[1] = a;
    s.x[2] = tau;
#ifdef GPU__CUDA
    if (la->on_gpu) gpu__la_launch<gpu__la_triangles<Type>, 0, 256>(la, &s, blocks, la->batch, 256);
#endif
    for (i = blocks; i-- > 0;) {
        const size_t first = i * base, rows = n - first - 1, some = gpu__least(rows, base);
        const gpu__la_view v = gpu__la_move_t(a, first, first + 1), c = gpu__la_move_t(q, first + 1, 0);
        gpu__la_gemm_spec p = gpu__la_gemm_spec_of(some, some, rows, 1, 0);
        if (!la->on_gpu) {
            p.transpose_b = 1;
            gpu__la_gemm_t(la, x, v, v, p, la->batch);
            gpu__la_step_of(&s, some, some);
            s.x[0] = gpu__la_move_t(t, first, 0);
            s.x[1] = x;
            s.x[2] = gpu__la_move_t(tau, 0, first);
            GPU__LA_RUN_CPU(la, gpu__la_qr_triangle_t, &s, 1, la->batch, some * some * some * la->batch)
        }
        gpu__la_gemm_t(la, w, v, c, gpu__la_gemm_spec_of(some, n, rows, 1, 0), la->batch);
        gpu__la_gemm_t(la, x, gpu__la_move_t(t, first, 0), w, gpu__la_gemm_spec_of(some, n, some, 1, 0), la->batch);
        p = gpu__la_gemm_spec_of(rows, n, some, -1, 1);
        p.transpose_a = 1;
        gpu__la_gemm_t(la, c, v, x, p, la->batch);
    }
    la->used = used;
}
static inline gpu__la_view gpu__la_eigen_t(gpu__la *la, gpu__la_view a, size_t n, gpu__la_view line, int vectors,
                                           int *info)
{
    size_t size;
    gpu__la_view q;
#ifdef GPU__CUDA
    if (la->on_gpu && n <= GPU__LA_HELD) return gpu__la_eigen_small_t(la, a, n, line, info);
#endif
    gpu__la_tridiagonal_t(la, a, n, line);
    q = gpu__la_conquer_t(la, line, n, &size, info);
    if (vectors && n > 1) gpu__la_back_t(la, q, a, n, gpu__la_move_t(line, 0, 2 * n));
    return q;
}
#endif
/* --- src/families/linalg/singular.h again */
#ifdef GPU_LINALG
GPU__LIFTED_FN void gpu__la_rotate_rows_t(Type *x, Type *y, size_t n, size_t from, size_t step, Type s, Type t,
        int swap)
{
    size_t i;
    if (swap) {
        GPU__LA_NO_ALIAS for (i = from; i < n; i += step)
        {
            const Type p = x[i], q = y[i];
            y[i] = p - s * (q + t * p);
            x[i] = q + s * (p - t * q);
        }
        return;
    }
    GPU__LA_NO_ALIAS for (i = from; i < n; i += step)
    {
        const Type p = x[i], q = y[i];
        x[i] = p - s * (q + t * p);
        y[i] = q + s * (p - t * q);
    }
}
#ifndef __CUDA_ARCH__
GPU__LIFTED_FN void gpu__la_three_dots_t(const Type *x, const Type *y, size_t n, Type *xx, Type *yy, Type *xy)
{
    GPU__LA_VECTOR(Type, vector);
    vector a = {0}, b = {0}, c = {0}, p, q;
    Type s = 0, t = 0, u = 0;
    size_t i;
    for (i = 0; i + GPU__LA_WIDE(Type) <= n; i += GPU__LA_WIDE(Type)) {
        memcpy(&p, x + i, sizeof p);
        memcpy(&q, y + i, sizeof q);
        a += p * p;
        b += q * q;
        c += p * q;
    }
    for (; i < n; i++) {
        s += x[i] * x[i];
        t += y[i] * y[i];
        u += x[i] * y[i];
    }
    *xx = s + gpu__la_total_t(&a);
    *yy = t + gpu__la_total_t(&b);
    *xy = u + gpu__la_total_t(&c);
}
#endif
GPU__LIFTED_FN int gpu__la_rotate_t(Type *x, Type *y, size_t n, Type *u, Type *v, size_t wide, Type tol, Type least,
        int whole)
{
    Type a = 0, b = 0, g = 0, c, s, t, zeta;
#ifdef __CUDA_ARCH__
    size_t i;
    const size_t from = whole ? threadIdx.x : threadIdx.x % 32, step = whole ? blockDim.x : 32;
    for (i = from; i < n; i += step) {
        const Type p = x[i], q = y[i];
        a += p * p, b += q * q, g += p * q;
    }
    if (whole)
        a = gpu__la_block_sum(a), b = gpu__la_block_sum(b), g = gpu__la_block_sum(g);
    else
        a = gpu__la_warp_sum(a), b = gpu__la_warp_sum(b), g = gpu__la_warp_sum(g);
#else
    const size_t from = 0, step = 1;
    (void)whole;
    gpu__la_three_dots_t(x, y, n, &a, &b, &g);
#endif
    if (!(GPU__LA_ABS(Type, g) > tol * GPU__LA_ROOT(Type, a) * GPU__LA_ROOT(Type, b))) return 0;
    if (!(a > least && b > least)) return 0;
    zeta = (b - a) / (2 * g);
    t = GPU__LA_ABS(Type, zeta) > 1 / GPU__LA_EPS(Type) ? 1 / (2 * GPU__LA_ABS(Type, zeta))
                                                  : 1 / (GPU__LA_ABS(Type, zeta) + GPU__LA_ROOT(Type, 1 + zeta * zeta));
    if (zeta < 0) t = -t;
    c = 1 / GPU__LA_ROOT(Type, 1 + t * t);
    s = c * t;
    t = s / (1 + c);
    if (step == 1) {
        gpu__la_rotate_rows_t(x, y, n, 0, 1, s, t, a < b && !whole);
        gpu__la_rotate_rows_t(u, v, wide, 0, 1, s, t, a < b && !whole);
    } else {
        gpu__la_rotate_rows_t(x, y, n, from, step, s, t, a < b && !whole);
        gpu__la_rotate_rows_t(u, v, wide, from, step, s, t, a < b && !whole);
    }
    return 1;
}
GPU__LA_STEP(gpu__la_sweeps_t)
{
    Type *const b = GPU__LA_AT(Type, s, 0, z), *const w = s->k ? GPU__LA_AT(Type, s, 1, z) : b;
    const size_t n = s->n, even = n + n % 2, ld = s->x[0].ld;
    GPU__LA_SHARED(int, any, 1);
    int sweep, moved = 1;
    size_t round, k, i, j;
    (void)block;
    for (sweep = 0; n > 1 && moved && sweep < GPU__LA_SWEEPS; sweep++) {
        GPU__LA_SYNC();
        if (GPU__LA_THREAD == 0) any[0] = 0;
        moved = 0;
        for (round = 0; round + 1 < even; round++) {
            GPU__LA_SYNC();
            for (k = GPU__LA_WARP; k < even / 2; k += GPU__LA_WARPS) {
                gpu__la_pair(even, round, k, &i, &j);
                if (j < n)
                    moved |= gpu__la_rotate_t(b + i * ld, b + j * ld, s->m, w + i * s->k, w + j * s->k, s->k,
                                              (Type)s->number, (Type)s->least, 0);
            }
        }
        if (moved && GPU__LA_LANE == 0) any[0] = 1;
        GPU__LA_SYNC();
        moved = any[0];
    }
    if (moved && n > 1 && GPU__LA_THREAD == 0 && s->info[z] == 0) s->info[z] = GPU__LA_NOT_CONVERGED;
}
GPU__LIFTED_FN int gpu__la_is_skew_t(const Type *g, size_t n, size_t i, size_t j, Type tol, Type least)
{
    const Type a = g[i * n + i], b = g[j * n + j];
    return GPU__LA_ABS(Type, g[i * n + j]) > tol * GPU__LA_ROOT(Type, a) * GPU__LA_ROOT(Type,
            b) && a > least && b > least;
}
GPU__LA_STEP(gpu__la_rounds_t)
{
    const Type *const g = GPU__LA_AT(Type, s, 3, z), tol = (Type)s->number, least = (Type)s->least;
    const size_t n = s->n, first = block * 32, last = n - first < 32 ? n : first + 32;
    int *const rounds = (int *)s->x[2].p;
    size_t i, j;
#ifdef __CUDA_ARCH__
    GPU__LA_ROWS(i, first, last) GPU__LA_COLS(j, i < s->flag ? s->flag : i + 1, n)
    {
        if (!gpu__la_is_skew_t(g, n, i, j, tol, least)) continue;
        GPU__LA_REPORT(rounds + gpu__la_round_of(n + n % 2, i, j), 1);
        if (gpu__la_is_skew_t(g, n, i, j, 8 * tol, least)) GPU__LA_REPORT(rounds + n, 1);
    }
#else
    enum { wide = 64 };
    Type root[wide];
    size_t from;
    for (from = first; from < n; from += wide) {
        const size_t to = n - from < wide ? n : from + wide;
        for (j = from; j < to; j++) root[j - from] = GPU__LA_ROOT(Type, g[j * n + j]);
        for (i = first; i < last && i < to; i++) {
            const Type limit = tol * GPU__LA_ROOT(Type, g[i * n + i]), *const row = g + i * n;
            const size_t behind = i < (size_t)s->flag ? (size_t)s->flag : i + 1, begin = from > behind ? from : behind;
            int found = 0;
            for (j = begin; j < to; j++) found |= GPU__LA_ABS(Type, row[j]) > limit * root[j - from];
            for (j = begin; found && j < to; j++) {
                if (!(GPU__LA_ABS(Type, row[j]) > limit * root[j - from]) || !gpu__la_is_skew_t(g, n, i, j, tol, least))
                    continue;
                GPU__LA_REPORT(rounds + gpu__la_round_of(n + n % 2, i, j), 1);
                if (GPU__LA_ABS(Type, row[j]) > 8 * limit * root[j - from]) GPU__LA_REPORT(rounds + n, 1);
            }
        }
    }
#endif
}
GPU__LIFTED_FN void gpu__la_rotate_pair_t(const gpu__la_step *s, size_t z, size_t round, size_t k)
{
    Type *const b = GPU__LA_AT(Type, s, 0, z), *const w = s->k ? GPU__LA_AT(Type, s, 1, z) : b;
    const Type tol = (Type)s->number, least = (Type)s->least;
    size_t i, j;
    gpu__la_pair(s->n + s->n % 2, round, k, &i, &j);
    if (j < s->n && j >= (size_t)s->flag && gpu__la_is_skew_t(GPU__LA_AT(Type, s, 3, z), s->n, i, j, tol, least) &&
        gpu__la_rotate_t(b + i * s->x[0].ld, b + j * s->x[0].ld, s->m, w + i * s->k, w + j * s->k, s->k, tol, least, 1))
        GPU__LA_REPORT((int *)s->x[2].p + s->n + 1, 1);
}
GPU__LA_STEP(gpu__la_round_t) { gpu__la_rotate_pair_t(s, z, s->at, block); }
GPU__LA_STEP(gpu__la_every_round_t)
{
    const size_t even = s->n + s->n % 2;
    size_t round, k;
    (void)block;
    for (round = 0; round + 1 < even; round++)
        for (k = 0; k < even / 2 && ((const int *)s->x[2].p)[round]; k++) gpu__la_rotate_pair_t(s, z, round, k);
}
GPU__LA_STEP(gpu__la_unconverged_t)
{
    (void)block;
    if (GPU__LA_THREAD == 0 && s->info[z] == 0) s->info[z] = GPU__LA_NOT_CONVERGED;
}
static inline void gpu__la_flags_t(gpu__la *la, int *to, const int *flags, size_t n)
{
    memset(to, 0, n * sizeof *to);
    if (la->measuring || la->error) return;
#ifdef GPU__CUDA
    if (la->on_gpu) {
        const cudaStream_t stream = (cudaStream_t)la->context->stream;
        la->error = (int)cudaMemcpyAsync(to, flags, n * sizeof *to, cudaMemcpyDeviceToHost, stream);
        if (!la->error) la->error = (int)cudaStreamSynchronize(stream);
        return;
    }
#endif
    memcpy(to, flags, n * sizeof *to);
}
GPU__LA_STEP(gpu__la_lengths_t)
{
    const size_t first = block * 32, last = s->n - first < 32 ? s->n : first + 32;
    size_t i;
    GPU__LA_ROWS(i, first, last)
    {
        const Type *const row = GPU__LA_AT(Type, s, 0, z) + i * s->x[0].ld;
        const Type sum = gpu__la_dot_t(row, row, s->m);
        if (GPU__LA_LANE == 0) GPU__LA_AT(Type, s, 1, z)[i] = sum > (Type)s->least ? GPU__LA_ROOT(Type, sum) : (Type)0;
    }
}
GPU__LA_STEP(gpu__la_sorted_t)
{
    const Type *const length = GPU__LA_AT(Type, s, 5, z), scale = s->flag && s->x[1].p ? GPU__LA_AT(Type, s, 1,
            z)[0] : (Type)1;
    const size_t n = s->n, first = block * 32, last = n - first < 32 ? n : first + 32;
    size_t i, j;
    GPU__LA_ROWS(i, first, last)
    {
        const Type v = length[i];
        size_t rank = 0;
        for (j = 0; j < n; j++) rank += length[j] > v || (!(length[j] < v) && j < i);
        if (s->flag) {
            if (GPU__LA_LANE == 0) GPU__LA_AT(Type, s, 2, z)[rank] = v / scale;
            if (!GPU__LA_FINITE(Type, v / scale)) GPU__LA_REPORT(s->info + z / s->per_info, GPU__LA_NOT_FINITE);
        } else {
            const Type *const x = GPU__LA_AT(Type, s, 0, z) + i * s->x[0].ld;
            Type *const to = GPU__LA_AT(Type, s, 3, z) + rank * s->x[3].ld;
            const Type over = v > 0 ? 1 / v : (Type)0;
            if (v > 0 && over <= GPU__LA_HUGE(Type)) {
                GPU__LA_COLS(j, 0, s->m) to[j] = x[j] * over;
            } else {
                GPU__LA_COLS(j, 0, s->m) to[j] = v > 0 ? x[j] / v : 0;
            }
        }
    }
}
GPU__LA_STEP(gpu__la_sorted_rows_t)
{
    const Type *const length = GPU__LA_AT(Type, s, 5, z);
    const size_t n = s->n, first = block * 32, last = n - first < 32 ? n : first + 32;
    size_t i, j;
    GPU__LA_ROWS(i, first, last)
    {
        const Type v = length[i];
        size_t rank = 0;
        for (j = 0; j < n; j++) rank += length[j] > v || (!(length[j] < v) && j < i);
        GPU__LA_COLS(j, 0, s->k)
        GPU__LA_AT(Type, s, 4, z)[rank * s->x[4].ld + j] = GPU__LA_AT(Type, s, 1, z)[i * s->x[1].ld + j];
    }
}
GPU__LA_STEP(gpu__la_complete_t)
{
    Type *const u = GPU__LA_AT(Type, s, 0, z), *const dots = GPU__LA_AT(Type, s, 1, z), *const share = dots + s->n;
    const Type *const length = GPU__LA_AT(Type, s, 2, z);
    const size_t n = s->n, m = s->m, ld = s->x[0].ld;
    size_t i, k, t, zeros = 0;
    int again;
    (void)block;
    for (i = 0; i < n; i++) zeros += length[i] > 0 ? 0 : 1;
    if (!zeros) return;
    if (s->flag) {
        GPU__LA_ROWS(i, n - zeros, n) GPU__LA_COLS(k, 0, m) u[i * ld + k] = GPU__LA_AT(Type, s, 3,
                z)[k * s->x[3].ld + i];
        return;
    }
    GPU__LA_EACH(k, 0, m) share[k] = 0;
    for (t = 0; t < n - zeros; t++) GPU__LA_EACH(k, 0, m) share[k] += u[t * ld + k] * u[t * ld + k];
    for (i = n - zeros; i < n; i++) {
        Type best = -GPU__LA_HUGE(Type), sum;
        size_t axis = 0;
        GPU__LA_EACH(k, 0, m) if (-share[k] > best)
        {
            best = -share[k];
            axis = k;
        }
        axis = GPU__LA_FIRST(best, axis);
        GPU__LA_EACH(k, 0, m) u[i * ld + k] = k == axis;
        for (again = 0; again < 3; again++) {
            GPU__LA_SYNC();
            GPU__LA_ROWS(t, 0, i)
            {
                sum = gpu__la_dot_t(u + t * ld, u + i * ld, m);
                if (GPU__LA_LANE == 0) dots[t] = sum;
            }
            GPU__LA_SYNC();
            for (t = 0; t < i; t++) GPU__LA_EACH(k, 0, m) u[i * ld + k] -= dots[t] * u[t * ld + k];
            sum = 0;
            GPU__LA_EACH(k, 0, m) sum += u[i * ld + k] * u[i * ld + k];
            sum = 1 / GPU__LA_ROOT(Type, GPU__LA_SUM(sum));
            GPU__LA_EACH(k, 0, m) u[i * ld + k] *= sum;
        }
        GPU__LA_EACH(k, 0, m) share[k] += u[i * ld + k] * u[i * ld + k];
        GPU__LA_SYNC();
    }
}
GPU__LA_STEP(gpu__la_many_zeros_t)
{
    size_t i, zeros = 0;
    (void)block;
    GPU__LA_EACH(i, 0, s->n) zeros += GPU__LA_AT(Type, s, 2, z)[i] > 0 ? 0 : 1;
    if (GPU__LA_SUM(zeros) > GPU__LA_FEW_ROWS && GPU__LA_THREAD == 0) GPU__LA_REPORT((int *)s->x[3].p, 1);
}
GPU__LA_STEP(gpu__la_resolved_t)
{
    Type *const square = GPU__LA_AT(Type, s, 1, z);
    Type most = 0;
    size_t i;
    (void)block;
    GPU__LA_ROWS(i, 0, s->n)
    {
        const Type *const row = GPU__LA_AT(Type, s, 0, z) + i * s->x[0].ld;
        const Type sum = gpu__la_dot_t(row, row, s->m);
        if (GPU__LA_LANE == 0) square[i] = sum;
    }
    GPU__LA_SYNC();
    GPU__LA_EACH(i, 0, s->n) most = square[i] > most ? square[i] : most;
    most = GPU__LA_MAX(most);
    GPU__LA_EACH(i, 0, s->n)
    if (square[i] > 16 * GPU__LA_EPS(Type) * most && square[i] > (Type)s->least) GPU__LA_REPORT((int *)s->x[2].p + i,
            1);
}
static inline double gpu__la_least_t(const gpu__la *la, size_t n)
{
    const double eps = (double)GPU__LA_EPS(Type);
    return n > (la->on_gpu ? GPU__LA_PRECONDITIONED : GPU__LA_UNCONDITIONED)
               ? eps * eps / 64
               : (double)(GPU__LA_SMALL(Type) / GPU__LA_EPS(Type));
}
#ifdef GPU__CUDA
static inline void gpu__la_rotate_at_once_t(gpu__la *la, gpu__la_step s, gpu__la_view g, int rotate_w)
{
    const size_t used = la->used, n = s.n, m = s.m, blocks = gpu__ceil_div(n, 32);
    const gpu__la_view b = s.x[0], w = s.x[1], sines = gpu__la_space_t(la, n, n), half = gpu__la_space_t(la, n, n),
                       sums = gpu__la_space_t(la, 1, n), old = gpu__la_space_t(la, n, m > n ? m : n);
    gpu__la_view from = old;
    s.x[0] = sines;
    s.x[1] = sums;
    s.x[2] = g;
    gpu__la_launch<gpu__la_angles<Type>, 0>(la, &s, blocks, la->batch, GPU__LA_THREADS);
    s.x[3] = half;
    s.number = sizeof(Type) == 4 ? 0.1 : 0.003;
    gpu__la_launch<gpu__la_small_angles<Type>, 0>(la, &s, blocks, la->batch, GPU__LA_THREADS);
    from.ld = n;
    gpu__la_gemm_t(la, from, sines, half, gpu__la_gemm_spec_of(n, n, n, 1, 0), la->batch);
    gpu__la_gemm_t(la, g, sines, from, gpu__la_gemm_spec_of(n, n, n, 1, 1), la->batch);
    from.ld = m;
    gpu__la_copied_t(la, from, b, n, m, 0, NULL, NULL);
    gpu__la_gemm_t(la, b, g, from, gpu__la_gemm_spec_of(n, m, n, 1, 1), la->batch);
    if (rotate_w) {
        from.ld = n;
        gpu__la_copied_t(la, from, w, n, n, 0, NULL, NULL);
        gpu__la_gemm_t(la, w, g, from, gpu__la_gemm_spec_of(n, n, n, 1, 1), la->batch);
    }
    la->used = used;
}
#endif
static inline void gpu__la_flagged_rounds_t(gpu__la *la, gpu__la_step s, const int *flags, size_t n, size_t m)
{
    const size_t rounds = n - 1 + n % 2;
    size_t first, k;
    int some[256];
    for (first = 0; first < rounds; first += 256) {
        const size_t count = gpu__least(rounds - first, 256);
        gpu__la_flags_t(la, some, flags ? flags + first : NULL, count);
        for (k = 0; k < count; k++) {
            if (!some[k]) continue;
            s.at = first + k;
            GPU__LA_RUN(la, gpu__la_round_t, &s, (rounds + 1) / 2, la->batch, GPU__LA_THREADS, n * m * 2 * la->batch)
        }
    }
}
static inline void gpu__la_jacobi_t(gpu__la *la, gpu__la_view b, gpu__la_view w, size_t n, size_t m, size_t apart,
                                    int rotate_w, int *info)
{
    const size_t even = n + n % 2, used = la->used;
    const int cycle = la->on_gpu ? GPU__LA_CYCLE : 1, sweeps = cycle * (apart ? 4 : GPU__LA_SWEEPS);
    int sweep, *flags;
    gpu__la_gemm_spec p = gpu__la_gemm_spec_of(n, n, m, 1, 0);
    gpu__la_view g;
    gpu__la_step s;
    gpu__la_step_of(&s, m, n);
    s.x[0] = b;
    s.x[1] = w;
    s.k = rotate_w ? n : 0;
    s.info = info;
    s.number = (double)GPU__LA_EPS(Type) * (4 + sqrt((double)m));
    s.least = gpu__la_least_t(la, n);
    s.flag = (int)apart;
    if (n < 2) return;
#ifdef GPU__CUDA
    if (la->on_gpu && n <= 32 && m <= 32) {
        gpu__la_launch<gpu__la_sweeps_held<Type>, 0, 32>(la, &s, 1, la->batch, 32);
        return;
    }
#endif
    if (n <= (la->on_gpu ? GPU__LA_ROUNDS : GPU__LA_UNCONDITIONED)) {
        GPU__LA_RUN(la, gpu__la_sweeps_t, &s, 1, la->batch, even >= 64 ? 1024 : (unsigned)(even / 2 * 32),
                    n * n * m * la->batch)
        return;
    }
    s.number /= 8;
    flags = (int *)gpu__la_take(la, (n + 2) * sizeof *flags);
    g = gpu__la_space_t(la, n, n);
    s.x[2] = gpu__la_view_of(flags, 0, 0);
    s.x[3] = g;
    p.transpose_b = 1;
    for (sweep = 0; sweep < sweeps; sweep++) {
        int state[2];
        gpu__la_zero(la, flags, (n + 1) * sizeof *flags);
        gpu__la_gemm_t(la, g, b, b, p, la->batch);
        GPU__LA_RUN(la, gpu__la_rounds_t, &s, gpu__ceil_div(n, 32), la->batch, GPU__LA_THREADS, n * n * la->batch)
        gpu__la_flags_t(la, state, flags ? flags + n : NULL, 2);
        if (la->measuring ? sweep : !state[0] || (sweep && sweep % cycle == 0 && !state[1])) break;
#ifdef GPU__CUDA
        if (sweep % cycle < cycle - 1) {
            gpu__la_rotate_at_once_t(la, s, g, rotate_w);
            continue;
        }
#endif
        gpu__la_zero(la, flags ? flags + n + 1 : NULL, sizeof *flags);
        if (la->alone) {
            GPU__LA_RUN_CPU(la, gpu__la_every_round_t, &s, 1, la->batch, 0)
            continue;
        }
        gpu__la_flagged_rounds_t(la, s, flags, n, m);
    }
    if (!apart && sweep == sweeps) {
        GPU__LA_RUN(la, gpu__la_unconverged_t, &s, 1, la->batch, 32, la->batch)
    }
    la->used = used;
}
typedef struct gpu__la_svd_of_t {
    gpu__la_view u, values, vt;
    int vectors, is_scaled;
    Type *scale;
} gpu__la_svd_of_t;
static inline void gpu__la_svd_out_t(gpu__la *la, gpu__la_svd_of_t to, gpu__la_view rows, gpu__la_view w,
                                     gpu__la_view tall, gpu__la_view tau, gpu__la_view t, size_t m, size_t n)
{
    const size_t q = m < n ? m : n, p = m < n ? n : m;
    const int wide = m < n;
    gpu__la_view longer = wide ? to.vt : to.u;
    gpu__la_copied_t(la, wide ? to.u : to.vt, w, q, q, wide ? GPU__LA_TRANSPOSED : 0, NULL, NULL);
    if (tall.ld) {
        if (wide) longer = gpu__la_space_t(la, p, q);
        gpu__la_copied_t(la, longer, longer, p, q, GPU__LA_IDENTITY, NULL, NULL);
        gpu__la_copied_t(la, longer, rows, q, q, GPU__LA_TRANSPOSED, NULL, NULL);
        gpu__la_times_q_t(la, longer, tall, tau, t, p, q, q, 0);
        if (wide) gpu__la_copied_t(la, to.vt, longer, q, p, GPU__LA_TRANSPOSED, NULL, NULL);
    } else
        gpu__la_copied_t(la, longer, rows, wide ? q : p, wide ? p : q, wide ? 0 : GPU__LA_TRANSPOSED, NULL, NULL);
}
typedef struct gpu__la_svd_work_t {
    size_t q, wide;
    gpu__la_view b, w, rows, sorted, lengths, memory;
    gpu__la_view tall, tau, t;
    Type *scale;
} gpu__la_svd_work_t;
static inline gpu__la_svd_work_t gpu__la_svd_begin_t(gpu__la *la, gpu__la_view a, size_t m, size_t n,
                                                     const gpu__la_svd_of_t *to, int *info)
{
    const size_t q = m < n ? m : n, p = m < n ? n : m;
    const int is_tall = p > q + q / 2 + 4;
    gpu__la_svd_work_t k;
    k.q = q;
    k.wide = is_tall ? q : p;
    k.scale = to->is_scaled ? to->scale : gpu__la_scale_of_t(la, a, m, n, info);
    k.b = gpu__la_space_t(la, q, k.wide);
    k.w = gpu__la_space_t(la, q, q);
    k.rows = gpu__la_space_t(la, q, k.wide);
    k.sorted = gpu__la_space_t(la, q, q);
    k.lengths = gpu__la_space_t(la, 1, q);
    k.memory = gpu__la_space_t(la, 1, q + k.wide);
    k.tall = k.tau = k.t = gpu__la_view_of(NULL, 0, 0);
    if (!is_tall) {
        gpu__la_copied_t(la, k.b, a, q, p, GPU__LA_SCALED | (m < n ? 0 : GPU__LA_TRANSPOSED), k.scale, NULL);
        return k;
    }
    k.tall = gpu__la_space_t(la, p, q);
    k.tau = gpu__la_space_t(la, 1, q);
    k.t = gpu__la_triangles_space_t(la, q);
    gpu__la_copied_t(la, k.tall, a, p, q, GPU__LA_SCALED | (m < n ? GPU__LA_TRANSPOSED : 0), k.scale, NULL);
    gpu__la_factor_qr_t(la, k.tall, p, q, k.tau, k.t);
    gpu__la_copied_t(la, k.b, k.tall, q, q, GPU__LA_TRANSPOSED | GPU__LA_LOWER, NULL, NULL);
    return k;
}
static inline void gpu__la_precondition_rows_t(gpu__la *la, const gpu__la_svd_work_t *k, size_t h, int rotate_w,
                                               int *info)
{
    const size_t here = la->used;
    const gpu__la_view g = gpu__la_space_t(la, h, h), line = gpu__la_space_t(la, 3, h);
    gpu__la_view e;
    gpu__la_gemm_spec by = gpu__la_gemm_spec_of(h, h, k->wide, 1, 0);
    by.transpose_b = 1;
    gpu__la_gemm_t(la, g, k->b, k->b, by, la->batch);
    if (h < k->q) gpu__la_copied_t(la, g, g, h, h, GPU__LA_SCALED, gpu__la_scale_of_t(la, g, h, h, info), NULL);
    e = gpu__la_eigen_t(la, g, h, gpu__la_view_of(line.p, 1, 3 * h), 1, info);
    by = gpu__la_gemm_spec_of(h, k->wide, h, 1, 0);
    by.transpose_a = 1;
    gpu__la_gemm_t(la, k->rows, e, k->b, by, la->batch);
    gpu__la_copied_t(la, k->b, k->rows, h, k->wide, 0, NULL, NULL);
    if (rotate_w && h == k->q) gpu__la_copied_t(la, k->w, e, h, h, GPU__LA_TRANSPOSED, NULL, NULL);
    if (rotate_w && h < k->q) {
        by.n = k->q;
        gpu__la_gemm_t(la, k->sorted, e, k->w, by, la->batch);
        gpu__la_copied_t(la, k->w, k->sorted, h, k->q, 0, NULL, NULL);
    }
    la->used = here;
}
static inline size_t gpu__la_unresolved_t(gpu__la *la, const gpu__la_svd_work_t *k, size_t h)
{
    const size_t used = la->used;
    int *const flags = (int *)gpu__la_take(la, h * sizeof *flags), some[256];
    size_t first, i, count;
    gpu__la_step s;
    gpu__la_step_of(&s, k->wide, h);
    s.x[0] = k->b;
    s.x[1] = k->lengths;
    s.x[2] = gpu__la_view_of(flags, 0, 0);
    s.least = gpu__la_least_t(la, k->q);
    gpu__la_zero(la, flags, h * sizeof *flags);
    GPU__LA_RUN(la, gpu__la_resolved_t, &s, 1, la->batch, 1024, h * k->wide * la->batch)
    la->used = used;
    for (first = 0; first < h; first += count) {
        count = gpu__least(h - first, sizeof some / sizeof *some);
        gpu__la_flags_t(la, some, flags ? flags + first : NULL, count);
        for (i = 0; i < count; i++)
            if (some[i]) return first + i;
    }
    return 0;
}
static inline void gpu__la_precondition_t(gpu__la *la, const gpu__la_svd_work_t *k, int rotate_w, int *info)
{
    size_t h = k->q;
    int stage;
    gpu__la_precondition_rows_t(la, k, h, rotate_w, info);
    if (la->on_gpu && k->q <= GPU__LA_ROUNDS) return;
    for (stage = 1; stage < GPU__LA_STAGES; stage++) {
        h = gpu__la_unresolved_t(la, k, h) / GPU__LA_FEW_ROWS * GPU__LA_FEW_ROWS;
        if (!h) break;
        gpu__la_jacobi_t(la, k->b, k->w, k->q, k->wide, h, rotate_w, info);
        gpu__la_precondition_rows_t(la, k, h, rotate_w, info);
    }
    for (h = GPU__LA_FEW_ROWS; la->measuring && h < k->q; h += GPU__LA_FEW_ROWS)
        gpu__la_precondition_rows_t(la, k, h, rotate_w, info);
}
static inline void gpu__la_completed_t(gpu__la *la, const gpu__la_svd_work_t *k, gpu__la_step *s)
{
    const size_t q = k->q, wide = k->wide, used = la->used;
    if (!la->on_gpu || q > GPU__LA_ROUNDS) {
        int *const flag = (int *)gpu__la_take(la, sizeof *flag), many;
        s->x[3] = gpu__la_view_of(flag, 0, 0);
        gpu__la_zero(la, flag, sizeof *flag);
        GPU__LA_RUN(la, gpu__la_many_zeros_t, s, 1, la->batch, GPU__LA_THREADS, q * la->batch)
        gpu__la_flags_t(la, &many, flag, 1);
        if (many || la->measuring) {
            const gpu__la_view all = gpu__la_space_t(la, wide, q), tall = gpu__la_view_of(k->b.p, q, k->b.stride),
                               tau = gpu__la_space_t(la, 1, q), t = gpu__la_triangles_space_t(la, q);
            gpu__la_copied_t(la, tall, k->rows, wide, q, GPU__LA_TRANSPOSED, NULL, NULL);
            gpu__la_factor_qr_t(la, tall, wide, q, tau, t);
            gpu__la_copied_t(la, all, all, wide, q, GPU__LA_IDENTITY, NULL, NULL);
            gpu__la_times_q_t(la, all, tall, tau, t, wide, q, q, GPU__LA_IDENTITY);
            s->x[3] = all;
            s->flag = 1;
        }
    }
    GPU__LA_RUN(la, gpu__la_complete_t, s, 1, la->batch, q <= 32 ? 128 : 1024, q * la->batch)
    la->used = used;
}
static inline void gpu__la_svd_end_t(gpu__la *la, const gpu__la_svd_work_t *k, gpu__la_svd_of_t to, size_t m, size_t n,
                                     int *info)
{
    const size_t q = k->q, wide = k->wide, blocks = gpu__ceil_div(q, 32);
    gpu__la_step s;
    gpu__la_step_of(&s, wide, q);
    s.x[0] = k->b;
    s.x[1] = k->lengths;
    s.least = gpu__la_least_t(la, q);
    GPU__LA_RUN(la, gpu__la_lengths_t, &s, blocks, la->batch, GPU__LA_THREADS, q * wide * la->batch)
    s.x[1] = gpu__la_view_of(to.is_scaled ? NULL : k->scale, 1, 1);
    s.info = info;
    s.x[2] = to.values;
    s.x[5] = k->lengths;
    s.flag = 1;
    GPU__LA_RUN(la, gpu__la_sorted_t, &s, blocks, la->batch, GPU__LA_THREADS, q * q * la->batch)
    if (!to.vectors) return;
    s.x[3] = k->rows;
    s.x[4] = k->sorted;
    s.k = q;
    s.flag = 0;
    GPU__LA_RUN(la, gpu__la_sorted_t, &s, blocks, la->batch, GPU__LA_THREADS, q * wide * la->batch)
    s.x[1] = k->w;
    GPU__LA_RUN(la, gpu__la_sorted_rows_t, &s, blocks, la->batch, GPU__LA_THREADS, q * q * la->batch)
    s.x[0] = k->rows;
    s.x[1] = k->memory;
    s.x[2] = k->lengths;
    gpu__la_completed_t(la, k, &s);
    gpu__la_svd_out_t(la, to, k->rows, k->sorted, k->tall, k->tau, k->t, m, n);
}
static inline void gpu__la_singular_t(gpu__la *la, gpu__la_view a, size_t m, size_t n, gpu__la_svd_of_t to, int *info)
{
    const size_t used = la->used;
    const gpu__la_svd_work_t k = gpu__la_svd_begin_t(la, a, m, n, &to, info);
    if (k.q > (la->on_gpu ? GPU__LA_PRECONDITIONED : GPU__LA_UNCONDITIONED))
        gpu__la_precondition_t(la, &k, to.vectors, info);
    else if (to.vectors)
        gpu__la_copied_t(la, k.w, k.w, k.q, k.q, GPU__LA_IDENTITY, NULL, NULL);
    gpu__la_jacobi_t(la, k.b, k.w, k.q, k.wide, 0, to.vectors, info);
    gpu__la_svd_end_t(la, &k, to, m, n, info);
    la->used = used;
}
#endif
/* --- src/families/linalg/tiny.h again */
#ifdef GPU_LINALG
GPU__LIFTED_FN int gpu__la_tiny_rescale_t(Type *a, Type *scale, int beyond, int n)
{
    int i, wrong = 0;
    Type most = GPU__LA_ABS(Type, a[0]);
    *scale = 1;
    if (!beyond && most >= GPU__LA_PLAIN(Type)) return 0;
    GPU__LA_UNROLL for (i = 1; i < n * n; i++) most = GPU__LA_ABS(Type, a[i]) > most ? GPU__LA_ABS(Type, a[i]) : most;
    if (!beyond && most >= GPU__LA_PLAIN(Type)) return 0;
    *scale = beyond ? GPU__LA_TINY_ROOM(Type) : GPU__LA_RAISE(Type);
    GPU__LA_UNROLL for (i = 0; i < n * n; i++)
    {
        wrong |= !GPU__LA_FINITE(Type, a[i]);
        a[i] *= *scale;
    }
    return wrong;
}
GPU__LIFTED_FN int gpu__la_tiny_load_t(Type *a, const Type *from, Type *scale, int n)
{
    int i, beyond = 0;
    GPU__LA_UNROLL for (i = 0; i < n * n; i++)
    {
        a[i] = from[i];
        beyond |= !(GPU__LA_ABS(Type, a[i]) <= GPU__LA_HUGE(Type) * GPU__LA_TINY_ROOM(Type));
    }
    return gpu__la_tiny_rescale_t(a, scale, beyond, n);
}
GPU__LIFTED_FN void gpu__la_exchange_t(Type *x, Type *y, int now)
{
    const Type v = *x;
    *x = now ? *y : v;
    *y = now ? v : *y;
}
GPU__LIFTED_FN int gpu__la_tiny_lu_t(Type *a, int *row, int n)
{
    int i, j, c, singular = 0;
    GPU__LA_UNROLL for (i = 0; i < n; i++) row[i] = i;
    GPU__LA_UNROLL for (j = 0; j < n; j++)
    {
        GPU__LA_UNROLL for (i = j + 1; i < n; i++)
        {
            const int now = GPU__LA_ABS(Type, a[i * n + j]) > GPU__LA_ABS(Type, a[j * n + j]), r = row[j];
            GPU__LA_UNROLL for (c = 0; c < n; c++) gpu__la_exchange_t(a + j * n + c, a + i * n + c, now);
            row[j] = now ? row[i] : r;
            row[i] = now ? r : row[i];
        }
        if (a[j * n + j] == 0 && !singular) singular = j + 1;
        GPU__LA_UNROLL for (i = j + 1; i < n; i++)
        {
            const Type l = a[j * n + j] == 0 ? 0 : a[i * n + j] / a[j * n + j];
            a[i * n + j] = l;
            GPU__LA_UNROLL for (c = j + 1; c < n; c++) a[i * n + c] -= l * a[j * n + c];
        }
    }
    return singular;
}
GPU__LIFTED_FN void gpu__la_tiny_substitute_t(const Type *a, Type *x, int n)
{
    int i, j;
    GPU__LA_UNROLL for (i = 0; i < n; i++) GPU__LA_UNROLL for (j = 0; j < i; j++) x[i] -= a[i * n + j] * x[j];
    GPU__LA_UNROLL for (i = n - 1; i >= 0; i--)
    {
        GPU__LA_UNROLL for (j = i + 1; j < n; j++) x[i] -= a[i * n + j] * x[j];
        x[i] /= a[i * n + i];
    }
}
GPU__LIFTED_FN void gpu__la_tiny_solve_of_t(const gpu__la_step *s, size_t z, const int n)
{
    const size_t k = s->k;
    const Type *const b = GPU__LA_AT(Type, s, 1, z);
    Type *const to = GPU__LA_AT(Type, s, 0, z), a[16], x[4], scale;
    int row[4], i, wrong = gpu__la_tiny_load_t(a, GPU__LA_AT(Type, s, 2, z), &scale, n), over = 0;
    const int singular = gpu__la_tiny_lu_t(a, row, n);
    size_t c;
    for (c = 0; c < k; c++) {
        Type by = scale;
        int beyond = 0;
        GPU__LA_UNROLL for (i = 0; i < n; i++)
        {
            x[i] = b[(size_t)row[i] * k + c];
            beyond |= !(GPU__LA_ABS(Type, x[i]) <= GPU__LA_HUGE(Type) * GPU__LA_BESIDE_ROOM(Type));
        }
        if (beyond) {
            GPU__LA_UNROLL for (i = 0; i < n; i++) wrong |= !GPU__LA_FINITE(Type, x[i]);
            by = scale * GPU__LA_BESIDE_ROOM(Type);
        }
        if (by != 1) GPU__LA_UNROLL for (i = 0; i < n; i++) x[i] *= by;
        gpu__la_tiny_substitute_t(a, x, n);
        if (by != scale) GPU__LA_UNROLL for (i = 0; i < n; i++) x[i] /= GPU__LA_BESIDE_ROOM(Type);
        GPU__LA_UNROLL for (i = 0; i < n; i++)
        {
            to[(size_t)i * k + c] = x[i];
            over |= !GPU__LA_FINITE(Type, x[i]);
        }
    }
    s->info[z] = wrong || (over && !singular) ? GPU__LA_NOT_FINITE : singular;
}
GPU__LA_STEP_OF_TINY(gpu__la_tiny_solve_t, gpu__la_tiny_solve_of_t)
GPU__LIFTED_FN void gpu__la_tiny_inv_of_t(const gpu__la_step *s, size_t z, const int n)
{
    Type *const to = GPU__LA_AT(Type, s, 0, z), a[16], x[4], scale;
    int row[4], i, j, over = 0;
    const int wrong = gpu__la_tiny_load_t(a, GPU__LA_AT(Type, s, 1, z), &scale, n);
    const int singular = gpu__la_tiny_lu_t(a, row, n);
    GPU__LA_UNROLL for (j = 0; j < n; j++)
    {
        GPU__LA_UNROLL for (i = 0; i < n; i++) x[i] = row[i] == j;
        gpu__la_tiny_substitute_t(a, x, n);
        if (scale != 1) GPU__LA_UNROLL for (i = 0; i < n; i++) x[i] *= scale;
        GPU__LA_UNROLL for (i = 0; i < n; i++)
        {
            to[i * n + j] = x[i];
            over |= !GPU__LA_FINITE(Type, x[i]);
        }
    }
    s->info[z] = wrong || (over && !singular) ? GPU__LA_NOT_FINITE : singular;
}
GPU__LA_STEP_OF_TINY(gpu__la_tiny_inv_t, gpu__la_tiny_inv_of_t)
GPU__LIFTED_FN void gpu__la_tiny_cholesky_of_t(const gpu__la_step *s, size_t z, const int n)
{
    const Type *const from = GPU__LA_AT(Type, s, 1, z);
    Type *const to = GPU__LA_AT(Type, s, 0, z), a[16];
    int i, j, c, wrong = 0, indefinite = 0;
    GPU__LA_UNROLL for (i = 0; i < n; i++) GPU__LA_UNROLL for (j = 0; j <= i; j++)
    {
        a[i * n + j] = from[i * n + j];
        wrong |= !(GPU__LA_ABS(Type, a[i * n + j]) <= GPU__LA_HUGE(Type));
    }
    GPU__LA_UNROLL for (j = 0; j < n; j++)
    {
        Type root;
        if (!(a[j * n + j] > 0) && !indefinite) indefinite = j + 1;
        root = GPU__LA_ROOT(Type, a[j * n + j] > 0 ? a[j * n + j] : (Type)1);
        a[j * n + j] = root;
        GPU__LA_UNROLL for (i = j + 1; i < n; i++) a[i * n + j] /= root;
        GPU__LA_UNROLL for (i = j + 1; i < n; i++) GPU__LA_UNROLL for (c = j + 1; c <= i; c++) a[i * n + c] -=
            a[i * n + j] * a[c * n + j];
    }
    GPU__LA_UNROLL for (i = 0; i < n; i++) GPU__LA_UNROLL for (j = 0; j < n; j++) to[i * n + j] =
        j <= i ? a[i * n + j] : 0;
    s->info[z] = wrong ? GPU__LA_NOT_FINITE : indefinite;
}
GPU__LA_STEP_OF_TINY(gpu__la_tiny_cholesky_t, gpu__la_tiny_cholesky_of_t)
GPU__LIFTED_FN Type gpu__la_angle_t(Type g, Type difference, Type *sine, Type *half)
{
    const Type zeta = difference / (2 * g);
    Type t, c;
    t = GPU__LA_ABS(Type, zeta) > 1 / GPU__LA_EPS(Type) ? 1 / (2 * GPU__LA_ABS(Type, zeta))
                                                  : 1 / (GPU__LA_ABS(Type, zeta) + GPU__LA_ROOT(Type, 1 + zeta * zeta));
    if (zeta < 0) t = -t;
    if (!(g != 0)) t = 0;
    c = 1 / GPU__LA_ROOT(Type, 1 + t * t);
    *sine = c * t;
    *half = c * t / (1 + c);
    return t;
}
GPU__LIFTED_FN void gpu__la_spin_t(Type *x, Type *y, Type s, Type t)
{
    const Type p = *x, q = *y;
    *x = p - s * (q + t * p);
    *y = q + s * (p - t * q);
}
GPU__LIFTED_FN void gpu__la_tiny_eigh_of_t(const gpu__la_step *s, size_t z, const int n)
{
    const Type *const from = GPU__LA_AT(Type, s, 2, z);
    Type *const values = GPU__LA_AT(Type, s, 0, z), a[16], v[16], scale;
    int i, j, k, sweep, wrong, beyond = 0, moved = 1;
    GPU__LA_UNROLL for (i = 0; i < n; i++) GPU__LA_UNROLL for (j = 0; j < n; j++)
    {
        a[i * n + j] = j <= i ? from[i * n + j] : from[j * n + i];
        v[i * n + j] = i == j;
        beyond |= !(GPU__LA_ABS(Type, a[i * n + j]) <= GPU__LA_HUGE(Type) * GPU__LA_TINY_ROOM(Type));
    }
    wrong = gpu__la_tiny_rescale_t(a, &scale, beyond, n);
    for (sweep = 0; sweep < 16 && moved; sweep++) {
        moved = 0;
        GPU__LA_UNROLL for (i = 0; i < n; i++) GPU__LA_UNROLL for (j = i + 1; j < n; j++)
        {
            const Type g = a[i * n + j], p = GPU__LA_ABS(Type, a[i * n + i]), q = GPU__LA_ABS(Type, a[j * n + j]);
            Type sine, half, t;
            if (!(GPU__LA_ABS(Type, g) > GPU__LA_EPS(Type) / 8 * (p < q ? p : q))) continue;
            moved = 1;
            t = gpu__la_angle_t(g, a[j * n + j] - a[i * n + i], &sine, &half);
            a[i * n + i] -= t * g;
            a[j * n + j] += t * g;
            a[i * n + j] = a[j * n + i] = 0;
            GPU__LA_UNROLL for (k = 0; k < n; k++)
            {
                if (k != i && k != j) {
                    gpu__la_spin_t(a + k * n + i, a + k * n + j, sine, half);
                    a[i * n + k] = a[k * n + i];
                    a[j * n + k] = a[k * n + j];
                }
                gpu__la_spin_t(v + k * n + i, v + k * n + j, sine, half);
            }
        }
    }
    GPU__LA_UNROLL for (i = 0; i < n; i++) GPU__LA_UNROLL for (j = 0; j + 1 < n - i; j++)
    {
        const int now = a[j * n + j] > a[(j + 1) * (n + 1)];
        gpu__la_exchange_t(a + j * n + j, a + (j + 1) * (n + 1), now);
        GPU__LA_UNROLL for (k = 0; k < n; k++) gpu__la_exchange_t(v + k * n + j, v + k * n + j + 1, now);
    }
    GPU__LA_UNROLL for (i = 0; i < n; i++)
    {
        values[i] = a[i * (n + 1)] / scale;
        wrong |= !GPU__LA_FINITE(Type, a[i * (n + 1)] / scale);
    }
    if (s->flag) GPU__LA_UNROLL for (i = 0; i < n * n; i++) GPU__LA_AT(Type, s, 1, z)[i] = v[i];
    s->info[z] = wrong ? GPU__LA_NOT_FINITE : moved ? GPU__LA_NOT_CONVERGED : 0;
}
GPU__LA_STEP_OF_TINY(gpu__la_tiny_eigh_t, gpu__la_tiny_eigh_of_t)
GPU__LIFTED_FN Type gpu__la_tiny_dot_t(const Type *x, const Type *y, int n)
{
    Type sum = 0;
    int i;
    GPU__LA_UNROLL for (i = 0; i < n; i++) sum += x[i] * y[i];
    return sum;
}
GPU__LIFTED_FN void gpu__la_tiny_complete_t(Type *u, const Type *length, int n)
{
    int i, j, k, again;
    GPU__LA_UNROLL for (i = 0; i < n; i++)
    {
        Type least = 2;
        int axis = 0;
        if (length[i] > 0) continue;
        GPU__LA_UNROLL for (k = 0; k < n; k++)
        {
            Type share = 0;
            GPU__LA_UNROLL for (j = 0; j < i; j++) share += u[j * n + k] * u[j * n + k];
            if (share < least) {
                least = share;
                axis = k;
            }
        }
        GPU__LA_UNROLL for (k = 0; k < n; k++) u[i * n + k] = k == axis;
        for (again = 0; again < 3; again++) {
            Type dots[4], over;
            GPU__LA_UNROLL for (j = 0; j < i; j++) dots[j] = gpu__la_tiny_dot_t(u + i * n, u + j * n, n);
            GPU__LA_UNROLL for (j = 0; j < i; j++) GPU__LA_UNROLL for (k = 0; k < n; k++) u[i * n + k] -=
                dots[j] * u[j * n + k];
            over = 1 / GPU__LA_ROOT(Type, gpu__la_tiny_dot_t(u + i * n, u + i * n, n));
            GPU__LA_UNROLL for (k = 0; k < n; k++) u[i * n + k] *= over;
        }
    }
}
GPU__LIFTED_FN int gpu__la_tiny_load_columns_t(Type *b, const Type *from, Type *scale, int n)
{
    Type most = 0;
    int i, wrong = 0;
    GPU__LA_UNROLL for (i = 0; i < n * n; i++)
    {
        b[i] = from[i % n * n + i / n];
        most = GPU__LA_ABS(Type, b[i]) > most ? GPU__LA_ABS(Type, b[i]) : most;
        wrong |= !(GPU__LA_ABS(Type, b[i]) <= GPU__LA_HUGE(Type));
    }
    *scale = gpu__la_scale_for_t(wrong ? (Type)1 : most);
    GPU__LA_UNROLL for (i = 0; i < n * n; i++) b[i] *= *scale;
    return wrong;
}
GPU__LIFTED_FN int gpu__la_tiny_sweep_t(Type *b, Type *w, int n)
{
    const Type small = GPU__LA_SMALL(Type) / GPU__LA_EPS(Type);
    int i, j, k, moved = 0;
    GPU__LA_UNROLL for (i = 0; i < n; i++) GPU__LA_UNROLL for (j = i + 1; j < n; j++)
    {
        Type *const x = b + i * n, *const y = b + j * n;
        const Type p = gpu__la_tiny_dot_t(x, x, n), q = gpu__la_tiny_dot_t(y, y, n), g = gpu__la_tiny_dot_t(x, y, n);
        const int swap = p < q;
        Type sine, half;
        if (!(GPU__LA_ABS(Type, g) > 4 * GPU__LA_EPS(Type) * GPU__LA_ROOT(Type, p) * GPU__LA_ROOT(Type,
                q) && p > small &&
              q > small))
            continue;
        moved = 1;
        (void)gpu__la_angle_t(g, q - p, &sine, &half);
        GPU__LA_UNROLL for (k = 0; k < n; k++)
        {
            gpu__la_spin_t(x + k, y + k, sine, half);
            gpu__la_exchange_t(x + k, y + k, swap);
            gpu__la_spin_t(w + i * n + k, w + j * n + k, sine, half);
            gpu__la_exchange_t(w + i * n + k, w + j * n + k, swap);
        }
    }
    return moved;
}
GPU__LIFTED_FN void gpu__la_tiny_sort_t(Type *length, Type *b, Type *w, int n)
{
    int i, j, k;
    GPU__LA_UNROLL for (i = 0; i < n; i++)
    {
        const Type sum = gpu__la_tiny_dot_t(b + i * n, b + i * n, n);
        length[i] = sum > GPU__LA_SMALL(Type) / GPU__LA_EPS(Type) ? GPU__LA_ROOT(Type, sum) : (Type)0;
    }
    GPU__LA_UNROLL for (i = 0; i < n; i++) GPU__LA_UNROLL for (j = 0; j + 1 < n - i; j++)
    {
        const int now = length[j] < length[j + 1];
        gpu__la_exchange_t(length + j, length + j + 1, now);
        GPU__LA_UNROLL for (k = 0; k < n; k++)
        {
            gpu__la_exchange_t(b + j * n + k, b + (j + 1) * n + k, now);
            gpu__la_exchange_t(w + j * n + k, w + (j + 1) * n + k, now);
        }
    }
}
GPU__LIFTED_FN void gpu__la_tiny_svd_of_t(const gpu__la_step *s, size_t z, const int n)
{
    Type *const values = GPU__LA_AT(Type, s, 0, z), b[16], w[16], length[4], scale;
    int wrong = gpu__la_tiny_load_columns_t(b, GPU__LA_AT(Type, s, 3, z), &scale, n), i, k, sweep, moved = 1;
    GPU__LA_UNROLL for (i = 0; i < n * n; i++) w[i] = i % (n + 1) == 0;
    for (sweep = 0; sweep < 24 && moved; sweep++) moved = gpu__la_tiny_sweep_t(b, w, n);
    gpu__la_tiny_sort_t(length, b, w, n);
    GPU__LA_UNROLL for (i = 0; i < n; i++)
    {
        values[i] = length[i] / scale;
        wrong |= !GPU__LA_FINITE(Type, length[i] / scale);
        GPU__LA_UNROLL for (k = 0; k < n; k++) b[i * n + k] = length[i] > 0 ? b[i * n + k] / length[i] : 0;
    }
    if (s->flag) {
        gpu__la_tiny_complete_t(b, length, n);
        GPU__LA_UNROLL for (i = 0; i < n * n; i++)
        {
            GPU__LA_AT(Type, s, 1, z)[i] = b[i % n * n + i / n];
            GPU__LA_AT(Type, s, 2, z)[i] = w[i];
        }
    }
    s->info[z] = wrong ? GPU__LA_NOT_FINITE : moved ? GPU__LA_NOT_CONVERGED : 0;
}
GPU__LA_STEP_OF_TINY(gpu__la_tiny_svd_t, gpu__la_tiny_svd_of_t)
static inline void gpu__la_tiny_arrays_t(const gpu__la *la, gpu__la_step *s, void *const *array, size_t first,
                                         size_t second, size_t third, size_t fourth)
{
    gpu__la_step_of(s, la->d->n, la->d->n);
    s->x[0] = gpu__la_view_of(array[0], 1, first);
    s->x[1] = gpu__la_view_of(array[1], 1, second);
    s->x[2] = gpu__la_view_of(array[2], 1, third);
    s->x[3] = gpu__la_view_of(array[3], 1, fourth);
    s->k = la->d->k;
    s->flag = la->d->flag;
    s->info = (int *)array[la->d->info];
}
#endif
/* --- src/families/linalg/functions.h again */
#ifdef GPU_LINALG
GPU__LA_STEP(gpu__la_determinant_t)
{
    const Type *const a = GPU__LA_AT(Type, s, 0, z);
    const int *const pivots = (const int *)s->x[3].p + z * s->x[3].stride;
    double product = 1, logarithm = 0;
    int64_t exponent = 0;
    size_t i;
    int scale;
    (void)block;
    if (GPU__LA_THREAD) return;
    if (s->info[z] > 0) product = s->info[z] = 0;
    for (i = 0; i < s->n && product != 0; i++) {
        const double v = (double)a[i * (s->x[0].ld + 1)];
        int e = 0;
        product = frexp(product * (pivots[i] == (int)i ? v : -v), &e);
        exponent += e;
        if (s->flag) logarithm += log(fabs(v));
    }
    (void)frexp((double)GPU__LA_AT(Type, s, 4, z)[0], &scale);
    exponent -= (scale - 1) * (int64_t)s->n;
    if (scale != 1) logarithm -= (scale - 1) * (double)s->n * 0.693147180559945309417;
    if (s->flag) {
        GPU__LA_AT(Type, s, 1, z)[0] = (Type)(product > 0 ? 1 : product < 0 ? -1 : 0);
        GPU__LA_AT(Type, s, 2, z)[0] = (Type)(product != 0 ? logarithm : -(double)INFINITY);
    } else
        GPU__LA_AT(Type, s, 1, z)
    [0] = (Type)ldexp(product, exponent > 5000 ? 5000 : exponent < -5000 ? -5000 : (int)exponent);
}
GPU__LA_STEP(gpu__la_diagonal_t)
{
    const Type *const a = GPU__LA_AT(Type, s, 0, z);
    size_t i;
    (void)block;
    if (GPU__LA_THREAD) return;
    for (i = 0; i < s->n && s->info[z] >= 0; i++) {
        const Type v = a[i * (s->x[0].ld + 1)];
        if (v == 0 && s->info[z] == 0) s->info[z] = (int)i + 1;
        if (!GPU__LA_FINITE(Type, v)) s->info[z] = GPU__LA_NOT_FINITE;
    }
}
GPU__LA_STEP(gpu__la_divide_t)
{
    const Type *const values = GPU__LA_AT(Type, s, 1, z);
    const Type limit = (Type)s->number * values[0];
    const size_t n = s->n, first = block * 32, last = n - first < 32 ? n : first + 32;
    size_t i, j;
    GPU__LA_ROWS(i, first, last)
    {
        Type *const row = GPU__LA_AT(Type, s, 0, z) + i * s->x[0].ld;
        const Type v = values[i];
        const int keep = v > limit && v > 0;
        GPU__LA_COLS(j, 0, s->m) row[j] = keep ? row[j] / v : 0;
    }
    if (s->x[2].p && block == 0 && GPU__LA_THREAD == 0) {
        int rank = 0;
        for (i = 0; i < n; i++) rank += values[i] > limit && values[i] > 0;
        ((int *)s->x[2].p)[z] = rank;
    }
}
GPU__LA_STEP(gpu__la_ratio_t)
{
    const Type *const v = GPU__LA_AT(Type, s, 0, z), first = v[0] / GPU__LA_AT(Type, s, 2, z)[0];
    (void)block;
    if (GPU__LA_THREAD) return;
    if (s->flag && !GPU__LA_FINITE(Type, first)) GPU__LA_REPORT(s->info + z, GPU__LA_NOT_FINITE);
    GPU__LA_AT(Type, s, 1, z)[0] = s->flag ? first : v[s->n - 1] > 0 ? v[0] / v[s->n - 1] : (Type)INFINITY;
}
GPU__LA_STEP(gpu__la_sums_t)
{
    const Type *const a = GPU__LA_AT(Type, s, 0, z), scale = GPU__LA_AT(Type, s, 2, z)[0];
    const size_t along = s->flag == GPU_NORM_ONE ? s->n : s->m, first = block * 32,
                 last = along - first < 32 ? along : first + 32, ld = s->x[0].ld;
    size_t i, j;
    if (s->flag == GPU_NORM_ONE) {
        GPU__LA_EACH(j, first, last)
        {
            double sum = 0;
            for (i = 0; i < s->m; i++) sum += (double)(GPU__LA_ABS(Type, a[i * ld + j]) * scale);
            GPU__LA_AT(Type, s, 1, z)[j] = (Type)sum;
        }
        return;
    }
    GPU__LA_ROWS(i, first, last)
    {
        double sum = 0;
        GPU__LA_COLS(j, 0, s->n)
        {
            const double v = (double)(a[i * ld + j] * scale);
            sum += s->flag == GPU_NORM_FROBENIUS ? v * v : v < 0 ? -v : v;
        }
        sum = GPU__LA_WARP_SUM(sum);
        if (GPU__LA_LANE == 0) GPU__LA_AT(Type, s, 1, z)[i] = (Type)sum;
    }
}
GPU__LA_STEP(gpu__la_norm_of_t)
{
    const Type *const v = GPU__LA_AT(Type, s, 0, z);
    Type most = 0;
    double sum = 0;
    size_t i;
    (void)block;
    GPU__LA_EACH(i, 0, s->n)
    {
        most = v[i] > most ? v[i] : most;
        sum += (double)v[i];
    }
    most = GPU__LA_MAX(most);
    sum = GPU__LA_SUM(sum);
    most = (s->flag == GPU_NORM_FROBENIUS ? (Type)sqrt(sum) : most) / GPU__LA_AT(Type, s, 2, z)[0];
    if (GPU__LA_THREAD) return;
    GPU__LA_AT(Type, s, 1, z)[0] = most;
    if (!GPU__LA_FINITE(Type, most)) GPU__LA_REPORT(s->info + z, GPU__LA_NOT_FINITE);
}
static inline gpu__la_view gpu__la_array_t(void *p, size_t rows, size_t cols)
{
    return gpu__la_view_of(p, cols, rows * cols);
}
static inline void gpu__la_verified_t(gpu__la *la, gpu__la_view x, size_t m, size_t n, int *info)
{
    gpu__la_copied_t(la, x, x, m, n, GPU__LA_CHECKED, NULL, info);
}
static inline int *gpu__la_begin_t(gpu__la *la, void *const *array)
{
    int *const info = (int *)array[la->d->info];
    gpu__la_zero(la, info, la->batch * sizeof *info);
    return info;
}
static inline Type *gpu__la_lu_of_t(gpu__la *la, gpu__la_view a, gpu__la_view to, size_t n, gpu__la_view pivots,
        int *info)
{
    gpu__la_gauge g = gpu__la_gauge_of_t(la, n, 0);
    gpu__la_gauged_t(la, &g, to, a, n, 0, info);
    gpu__la_rescaled_t(la, &g, to, n, 0);
    gpu__la_factor_lu_t(la, to, n, pivots, info);
    return (Type *)g.scale;
}
static inline void gpu__la_solved_t(gpu__la *la, gpu__la_view x, gpu__la_view a, gpu__la_view b, size_t n, size_t k,
                                    int flag, int *info)
{
    const gpu__la_view lu = gpu__la_space_t(la, n, la->on_gpu ? (n + k + 3) / 4 * 4 : n),
                       y = la->on_gpu ? gpu__la_move_t(lu, 0, n) : x, pivots = gpu__la_pivots(la, n);
    gpu__la_gauge g = gpu__la_gauge_of_t(la, n, k);
    gpu__la_gauged_t(la, &g, lu, a, n, 0, info);
    if (flag)
        gpu__la_copied_t(la, y, b, n, k, flag, NULL, NULL);
    else
        gpu__la_gauged_t(la, &g, y, b, k, GPU__LA_BESIDE, info);
    gpu__la_rescaled_t(la, &g, lu, la->on_gpu && !flag ? n + k : n, 0);
    if (la->on_gpu) {
#ifdef GPU__CUDA
        gpu__la_lu_by_panels_t(la, lu, n, n + k, pivots, info);
#endif
    } else {
        if (!flag) gpu__la_rescaled_t(la, &g, y, k, 1);
        gpu__la_factor_lu_t(la, lu, n, pivots, info);
        gpu__la_swap_t(la, y, k, pivots, 0, n);
        gpu__la_triangular_t(la, lu, y, n, k, gpu__la_how(0, 0, GPU__LA_UNIT_DIAGONAL));
    }
    gpu__la_triangular_t(la, lu, y, n, k, gpu__la_how(0, 0, GPU__LA_BACKWARD));
    gpu__la_copied_t(la, x, y, n, k, GPU__LA_SCALED | GPU__LA_CHECKED, (const Type *)(flag ? g.scale : g.back), info);
}
static inline void gpu__la_solve_t(gpu__la *la, void *const *array)
{
    if (la->d->n <= GPU__LA_TINY) {
        gpu__la_step s;
        gpu__la_tiny_arrays_t(la, &s, array, la->d->n * la->d->k, la->d->n * la->d->k, la->d->n * la->d->n, 0);
        GPU__LA_RUN_EACH(la, gpu__la_tiny_solve_t, &s, la->batch)
        return;
    }
    const size_t n = la->d->n, k = la->d->k;
    int *const info = gpu__la_begin_t(la, array);
    gpu__la_solved_t(la, gpu__la_array_t(array[0], n, k), gpu__la_array_t(array[2], n, n),
                     gpu__la_array_t(array[1], n, k), n, k, 0, info);
}
static inline void gpu__la_inverse_t(gpu__la *la, gpu__la_view out, gpu__la_view a, size_t n, int *info)
{
    gpu__la_solved_t(la, out, a, out, n, n, GPU__LA_IDENTITY, info);
}
static inline void gpu__la_inv_t(gpu__la *la, void *const *array)
{
    if (la->d->n <= GPU__LA_TINY) {
        gpu__la_step s;
        gpu__la_tiny_arrays_t(la, &s, array, la->d->n * la->d->n, la->d->n * la->d->n, 0, 0);
        GPU__LA_RUN_EACH(la, gpu__la_tiny_inv_t, &s, la->batch)
        return;
    }
    const size_t n = la->d->n;
    int *const info = gpu__la_begin_t(la, array);
    gpu__la_inverse_t(la, gpu__la_array_t(array[0], n, n), gpu__la_array_t(array[1], n, n), n, info);
}
static inline void gpu__la_lu_t(gpu__la *la, void *const *array)
{
    const size_t n = la->d->n;
    int *const info = gpu__la_begin_t(la, array), scaled = la->on_gpu || la->measuring;
    size_t z;
    gpu__la_step s;
    gpu__la_step_of(&s, n, n);
    s.x[0] = gpu__la_array_t(array[0], n, n);
    s.x[1] = gpu__la_view_of(
        gpu__la_lu_of_t(la, gpu__la_array_t(array[1], n, n), s.x[0], n, gpu__la_view_of(array[2], 1, n), info), 1, 1);
    s.info = info;
    for (z = 0; z < la->batch && !scaled; z++) scaled = ((const Type *)s.x[1].p)[z] != 1;
    if (scaled)
        GPU__LA_RUN(la, gpu__la_unscale_u_t, &s, gpu__ceil_div(n, 32), la->batch, GPU__LA_THREADS, n * la->batch)
}
static inline void gpu__la_det_t(gpu__la *la, void *const *array)
{
    const size_t n = la->d->n;
    int *const info = gpu__la_begin_t(la, array);
    const gpu__la_view a = gpu__la_array_t(array[1], n, n), pivots = gpu__la_pivots(la, n);
    gpu__la_step s;
    gpu__la_step_of(&s, n, n);
    s.x[0] = gpu__la_space_t(la, n, n);
    s.x[1] = gpu__la_view_of(array[0], 1, 1);
    s.x[2] = gpu__la_view_of(array[2], 1, 1);
    s.x[3] = pivots;
    s.x[4] = gpu__la_view_of(gpu__la_lu_of_t(la, a, s.x[0], n, pivots, info), 1, 1);
    s.flag = la->d->flag;
    s.info = info;
    GPU__LA_RUN(la, gpu__la_determinant_t, &s, 1, la->batch, 32, n * la->batch)
}
static inline void gpu__la_solve_triangular_t(gpu__la *la, void *const *array)
{
    const size_t n = la->d->n, k = la->d->k;
    const int shape = la->d->flag, upper = shape & GPU_UPPER, transposed = shape & GPU_TRANSPOSED;
    int *const info = gpu__la_begin_t(la, array), unit = shape & GPU_UNIT_DIAGONAL;
    const gpu__la_view x = gpu__la_array_t(array[0], n, k), t = gpu__la_array_t(array[2], n, n);
    gpu__la_step s;
    gpu__la_step_of(&s, n, n);
    s.x[0] = t;
    s.info = info;
    gpu__la_copied_t(la, x, gpu__la_array_t(array[1], n, k), n, k, 0, NULL, NULL);
    if (!unit) {
        GPU__LA_RUN(la, gpu__la_diagonal_t, &s, 1, la->batch, 32, n * la->batch)
    }
    gpu__la_triangular_t(
        la, t, x, n, k,
        gpu__la_how(transposed != 0, 0,
                    (!upper != !transposed ? GPU__LA_BACKWARD : 0) | (unit ? GPU__LA_UNIT_DIAGONAL : 0)));
    gpu__la_verified_t(la, x, n, k, info);
}
static inline void gpu__la_cholesky_t(gpu__la *la, void *const *array)
{
    if (la->d->n <= GPU__LA_TINY) {
        gpu__la_step s;
        gpu__la_tiny_arrays_t(la, &s, array, la->d->n * la->d->n, la->d->n * la->d->n, 0, 0);
        GPU__LA_RUN_EACH(la, gpu__la_tiny_cholesky_t, &s, la->batch)
        return;
    }
    const size_t n = la->d->n;
    int *const info = gpu__la_begin_t(la, array);
    const gpu__la_view l = gpu__la_array_t(array[0], n, n);
    gpu__la_copied_t(la, l, gpu__la_array_t(array[1], n, n), n, n, GPU__LA_CHECKED | GPU__LA_LOWER, NULL, info);
    gpu__la_factor_cholesky_t(la, l, n, 0, info);
    if (!la->on_gpu) gpu__la_copied_t(la, l, l, n, n, GPU__LA_LOWER, NULL, NULL);
}
static inline void gpu__la_cholesky_solve_t(gpu__la *la, void *const *array)
{
    const size_t n = la->d->n, k = la->d->k;
    int *const info = gpu__la_begin_t(la, array);
    const gpu__la_view x = gpu__la_array_t(array[0], n, k), l = gpu__la_array_t(array[2], n, n);
    gpu__la_step s;
    gpu__la_step_of(&s, n, n);
    s.x[0] = l;
    s.info = info;
    gpu__la_copied_t(la, x, gpu__la_array_t(array[1], n, k), n, k, 0, NULL, NULL);
    GPU__LA_RUN(la, gpu__la_diagonal_t, &s, 1, la->batch, 32, n * la->batch)
    gpu__la_triangular_t(la, l, x, n, k, gpu__la_how(0, 0, 0));
    gpu__la_triangular_t(la, l, x, n, k, gpu__la_how(1, 0, GPU__LA_BACKWARD));
    gpu__la_verified_t(la, x, n, k, info);
}
static inline void gpu__la_qr_t(gpu__la *la, void *const *array)
{
    const size_t m = la->d->m, n = la->d->n, k = m < n ? m : n;
    int *const info = gpu__la_begin_t(la, array);
    const gpu__la_view q = gpu__la_array_t(array[0], m, k), r = gpu__la_array_t(array[1], k, n),
                       a = gpu__la_array_t(array[2], m, n), work = gpu__la_space_t(la, m, n),
                       tau = gpu__la_space_t(la, 1, k), t = gpu__la_triangles_space_t(la, k);
    Type *const scale = gpu__la_scale_of_t(la, a, m, n, info);
    gpu__la_copied_t(la, work, a, m, n, GPU__LA_SCALED, scale, NULL);
    gpu__la_factor_qr_t(la, work, m, n, tau, t);
    gpu__la_copied_t(la, r, work, k, n, GPU__LA_UPPER | GPU__LA_UNSCALED | GPU__LA_CHECKED, scale, info);
    gpu__la_copied_t(la, q, q, m, k, GPU__LA_IDENTITY, NULL, NULL);
    gpu__la_times_q_t(la, q, work, tau, t, m, k, k, GPU__LA_IDENTITY);
}
static inline void gpu__la_eigh_t(gpu__la *la, void *const *array)
{
    if (la->d->n <= GPU__LA_TINY) {
        gpu__la_step s;
        gpu__la_tiny_arrays_t(la, &s, array, la->d->n, la->d->n * la->d->n, la->d->n * la->d->n, 0);
        if (!s.flag) s.x[2] = s.x[1];
        GPU__LA_RUN_EACH(la, gpu__la_tiny_eigh_t, &s, la->batch)
        return;
    }
    const size_t n = la->d->n;
    const int vectors = la->d->flag;
    int *const info = gpu__la_begin_t(la, array);
    const gpu__la_view a = gpu__la_space_t(la, n, n), line = gpu__la_space_t(la, 1, 3 * n);
    Type *scale;
    gpu__la_view q;
    gpu__la_copied_t(la, a, gpu__la_array_t(array[vectors ? 2 : 1], n, n), n, n, GPU__LA_MIRRORED, NULL, NULL);
    scale = gpu__la_scale_of_t(la, a, n, n, info);
    gpu__la_copied_t(la, a, a, n, n, GPU__LA_SCALED, scale, NULL);
    q = gpu__la_eigen_t(la, a, n, line, vectors, info);
    if (vectors) gpu__la_copied_t(la, gpu__la_array_t(array[1], n, n), q, n, n, 0, NULL, NULL);
    gpu__la_copied_t(la, gpu__la_array_t(array[0], 1, n), line, 1, n, GPU__LA_UNSCALED | GPU__LA_CHECKED, scale, info);
}
static inline void gpu__la_svd_t(gpu__la *la, void *const *array)
{
    if (la->d->n <= GPU__LA_TINY && la->d->m == la->d->n) {
        const size_t all = la->d->n * la->d->n;
        gpu__la_step s;
        gpu__la_tiny_arrays_t(la, &s, array, la->d->n, all, all, all);
        if (!s.flag) s.x[3] = s.x[1];
        GPU__LA_RUN_EACH(la, gpu__la_tiny_svd_t, &s, la->batch)
        return;
    }
    const size_t m = la->d->m, n = la->d->n, q = m < n ? m : n;
    int *const info = gpu__la_begin_t(la, array);
    gpu__la_svd_of_t to;
    memset(&to, 0, sizeof to);
    to.values = gpu__la_array_t(array[0], 1, q);
    to.vectors = la->d->flag;
    if (to.vectors) {
        to.u = gpu__la_array_t(array[1], m, q);
        to.vt = gpu__la_array_t(array[2], q, n);
    }
    gpu__la_singular_t(la, gpu__la_array_t(array[to.vectors ? 3 : 1], m, n), m, n, to, info);
}
static inline gpu__la_svd_of_t gpu__la_svd_in_space_t(gpu__la *la, gpu__la_view a, size_t m, size_t n, int vectors,
                                                      int *info)
{
    const size_t q = m < n ? m : n;
    gpu__la_svd_of_t to;
    memset(&to, 0, sizeof to);
    to.scale = gpu__la_scale_of_t(la, a, m, n, info);
    to.is_scaled = 1;
    to.values = gpu__la_space_t(la, 1, q);
    to.vectors = vectors;
    if (vectors) {
        to.u = gpu__la_space_t(la, m, q);
        to.vt = gpu__la_space_t(la, q, n);
    }
    gpu__la_singular_t(la, a, m, n, to, info);
    return to;
}
static inline double gpu__la_rcond_t(const gpu__la_detail *d)
{
    return d->number < 0 ? (double)GPU__LA_EPS(Type) * (double)(d->m > d->n ? d->m : d->n) : d->number;
}
static inline void gpu__la_divided_t(gpu__la *la, gpu__la_view rows, gpu__la_view values, size_t q, size_t wide,
                                     int *rank)
{
    gpu__la_step s;
    gpu__la_step_of(&s, wide, q);
    s.x[0] = rows;
    s.x[1] = values;
    s.x[2] = gpu__la_view_of(rank, 1, 1);
    s.number = gpu__la_rcond_t(la->d);
    GPU__LA_RUN(la, gpu__la_divide_t, &s, gpu__ceil_div(q, 32), la->batch, GPU__LA_THREADS, q * wide * la->batch)
}
static inline void gpu__la_shortened_t(gpu__la *la, gpu__la_view *a, gpu__la_view *b, size_t *m, size_t n, size_t k)
{
    const size_t rows = 4 * n > 512 ? 4 * n : 512, batch = la->batch;
    while (*m > 2 * rows) {
        const size_t chunks = gpu__ceil_div(*m, rows), all = chunks * rows;
        gpu__la_view x = gpu__la_space_t(la, all, n), y = gpu__la_space_t(la, all, k), tau, t;
        gpu__la_zero(la, x.p, batch * all * n * sizeof(Type));
        gpu__la_zero(la, y.p, batch * all * k * sizeof(Type));
        gpu__la_copied_t(la, x, *a, *m, n, 0, NULL, NULL);
        gpu__la_copied_t(la, y, *b, *m, k, 0, NULL, NULL);
        la->batch = batch * chunks;
        x = gpu__la_view_of(x.p, n, rows * n);
        y = gpu__la_view_of(y.p, k, rows * k);
        tau = gpu__la_space_t(la, 1, n);
        t = gpu__la_triangles_space_t(la, n);
        *a = gpu__la_space_t(la, n, n);
        *b = gpu__la_space_t(la, n, k);
        gpu__la_factor_qr_t(la, x, rows, n, tau, t);
        gpu__la_times_q_t(la, y, x, tau, t, rows, k, n, 1);
        gpu__la_copied_t(la, *a, x, n, n, GPU__LA_UPPER, NULL, NULL);
        gpu__la_copied_t(la, *b, y, n, k, 0, NULL, NULL);
        la->batch = batch;
        *m = chunks * n;
        a->stride = *m * n;
        b->stride = *m * k;
    }
}
GPU__LA_STEP(gpu__la_length_of_t)
{
    size_t i;
    double sum = 0;
    (void)block;
    GPU__LA_ROWS(i, 0, s->m)
    {
        const Type *const row = GPU__LA_AT(Type, s, 0, z) + i * s->x[0].ld;
        sum += (double)gpu__la_dot_t(row, row, s->n);
    }
    if (GPU__LA_THREAD == 0) ((double *)s->x[1].p)[z] = sqrt(sum);
}
static inline int gpu__la_is_regular_t(gpu__la *la, gpu__la_view r, size_t n, double rcond)
{
    const gpu__la_view inverse = gpu__la_space_t(la, n, n);
    double length[2] = {0, INFINITY};
    gpu__la_step s;
    size_t j, some;
    gpu__la_copied_t(la, inverse, inverse, n, n, GPU__LA_IDENTITY, NULL, NULL);
    for (j = 0; j < n; j += some) {
        some = gpu__least(n - j, GPU__LA_CHUNK);
        gpu__la_triangular_t(la, r, gpu__la_move_t(inverse, 0, j), j + some, some, gpu__la_how(0, 0, GPU__LA_BACKWARD));
    }
    gpu__la_step_of(&s, n, n);
    s.x[0] = r;
    s.x[1].p = length;
    GPU__LA_RUN_CPU(la, gpu__la_length_of_t, &s, 1, 1, n * n)
    s.x[0] = inverse;
    s.x[1].p = length + 1;
    GPU__LA_RUN_CPU(la, gpu__la_length_of_t, &s, 1, 1, n * n)
    return length[0] * length[1] * 4 * rcond < 1;
}
static inline int gpu__la_lstsq_by_qr_t(gpu__la *la, gpu__la_view *a, gpu__la_view *b, size_t *m, size_t n, size_t k,
                                        gpu__la_view x, double rcond)
{
    const int wide = *m < n;
    const size_t q = wide ? *m : n, p = wide ? n : *m;
    const gpu__la_view work = gpu__la_space_t(la, p, q), tau = gpu__la_space_t(la, 1, q),
                       t = gpu__la_triangles_space_t(la, q), r = gpu__la_space_t(la, q, q),
                       y = gpu__la_space_t(la, p, k);
    gpu__la_copied_t(la, work, *a, p, q, wide ? GPU__LA_TRANSPOSED : 0, NULL, NULL);
    gpu__la_factor_qr_t(la, work, p, q, tau, t);
    gpu__la_copied_t(la, r, work, q, q, GPU__LA_UPPER, NULL, NULL);
    if (!wide) {
        gpu__la_copied_t(la, y, *b, p, k, 0, NULL, NULL);
        gpu__la_times_q_t(la, y, work, tau, t, p, k, q, 1);
        *a = r;
        *b = y;
        *m = n;
    }
    if (!gpu__la_is_regular_t(la, r, q, rcond) && !la->measuring) return 0;
    if (wide) gpu__la_zero(la, y.p, p * k * sizeof(Type));
    if (wide) gpu__la_copied_t(la, y, *b, q, k, 0, NULL, NULL);
    gpu__la_triangular_t(la, r, y, q, k, gpu__la_how(wide, 0, wide ? 0 : GPU__LA_BACKWARD));
    if (wide) gpu__la_times_q_t(la, y, work, tau, t, p, k, q, 0);
    gpu__la_copied_t(la, x, y, n, k, 0, NULL, NULL);
    return !la->measuring;
}
static inline void gpu__la_lstsq_by_svd_t(gpu__la *la, gpu__la_view a, gpu__la_view b, size_t m, size_t n, size_t k,
                                          gpu__la_view x, int *rank, int *info)
{
    const size_t q = m < n ? m : n;
    const gpu__la_view c = gpu__la_space_t(la, q, k);
    const gpu__la_svd_of_t d = gpu__la_svd_in_space_t(la, a, m, n, 1, info);
    gpu__la_gemm_spec p = gpu__la_gemm_spec_of(q, k, m, 1, 0);
    p.transpose_a = 1;
    gpu__la_gemm_t(la, c, d.u, b, p, la->batch);
    gpu__la_divided_t(la, c, d.values, q, k, rank);
    p = gpu__la_gemm_spec_of(n, k, q, 1, 0);
    p.transpose_a = 1;
    gpu__la_gemm_t(la, x, d.vt, c, p, la->batch);
    gpu__la_copied_t(la, x, x, n, k, GPU__LA_SCALED, d.scale, NULL);
}
static inline void gpu__la_lstsq_t(gpu__la *la, void *const *array)
{
    const size_t n = la->d->n, k = la->d->k;
    size_t m = la->d->m;
    int *const info = gpu__la_begin_t(la, array), *const rank = (int *)array[1];
    const gpu__la_view x = gpu__la_array_t(array[0], n, k);
    gpu__la_view a = gpu__la_array_t(array[2], m, n), b = gpu__la_array_t(array[3], m, k);
    Type *const scale = gpu__la_scale_of_t(la, a, m, n, info);
    const gpu__la_view scaled = gpu__la_space_t(la, m, n);
    const double least = (double)GPU__LA_EPS(Type) * (double)(m > n ? m : n), rcond = gpu__la_rcond_t(la->d);
    int done = 0;
    gpu__la_copied_t(la, scaled, a, m, n, GPU__LA_SCALED, scale, NULL);
    a = scaled;
    gpu__la_shortened_t(la, &a, &b, &m, n, k);
    if (!la->on_gpu && (m > n ? m : n) > GPU__LA_TINY) {
        done = gpu__la_lstsq_by_qr_t(la, &a, &b, &m, n, k, x, rcond > least ? rcond : least);
        if (done && rank) rank[0] = (int)(m < n ? m : n);
    }
    if (!done) gpu__la_lstsq_by_svd_t(la, a, b, m, n, k, x, rank, info);
    gpu__la_copied_t(la, x, x, n, k, GPU__LA_SCALED, scale, NULL);
    gpu__la_verified_t(la, x, n, k, info);
}
static inline void gpu__la_pinv_t(gpu__la *la, void *const *array)
{
    const size_t m = la->d->m, n = la->d->n, q = m < n ? m : n;
    int *const info = gpu__la_begin_t(la, array);
    const gpu__la_svd_of_t d = gpu__la_svd_in_space_t(la, gpu__la_array_t(array[1], m, n), m, n, 1, info);
    const gpu__la_view out = gpu__la_array_t(array[0], n, m);
    gpu__la_gemm_spec p = gpu__la_gemm_spec_of(n, m, q, 1, 0);
    p.transpose_a = p.transpose_b = 1;
    gpu__la_divided_t(la, d.vt, d.values, q, n, NULL);
    gpu__la_gemm_t(la, out, d.vt, d.u, p, la->batch);
    gpu__la_copied_t(la, out, out, n, m, GPU__LA_SCALED | GPU__LA_CHECKED, d.scale, info);
}
static inline void gpu__la_cond_t(gpu__la *la, void *const *array)
{
    const size_t m = la->d->m, n = la->d->n;
    int *const info = gpu__la_begin_t(la, array);
    const gpu__la_svd_of_t d = gpu__la_svd_in_space_t(la, gpu__la_array_t(array[1], m, n), m, n, 0, info);
    gpu__la_step s;
    gpu__la_step_of(&s, 1, m < n ? m : n);
    s.x[0] = d.values;
    s.x[1] = gpu__la_view_of(array[0], 1, 1);
    s.x[2] = gpu__la_view_of(d.scale, 1, 1);
    s.flag = la->d->flag;
    s.info = info;
    GPU__LA_RUN(la, gpu__la_ratio_t, &s, 1, la->batch, 32, la->batch)
}
static inline void gpu__la_norm_t(gpu__la *la, void *const *array)
{
    const size_t m = la->d->m, n = la->d->n, along = la->d->flag == GPU_NORM_ONE ? n : m;
    int *const info = gpu__la_begin_t(la, array);
    const gpu__la_view a = gpu__la_array_t(array[1], m, n), part = gpu__la_space_t(la, 1, along);
    gpu__la_step s;
    gpu__la_step_of(&s, m, n);
    s.x[0] = a;
    s.x[1] = part;
    s.flag = la->d->flag;
    s.x[2] = gpu__la_view_of(gpu__la_scale_of_t(la, a, m, n, info), 1, 1);
    s.info = info;
    GPU__LA_RUN(la, gpu__la_sums_t, &s, gpu__ceil_div(along, 32), la->batch, GPU__LA_THREADS, m * n * la->batch)
    s.x[0] = part;
    s.x[1] = gpu__la_view_of(array[0], 1, 1);
    s.n = along;
    GPU__LA_RUN(la, gpu__la_norm_of_t, &s, 1, la->batch, GPU__LA_THREADS, along * la->batch)
}
static inline void gpu__la_power_t(gpu__la *la, void *const *array)
{
    const size_t n = la->d->n;
    const int64_t power = la->d->power;
    uint64_t left = power < 0 ? 0 - (uint64_t)power : (uint64_t)power, bit = 1;
    int *const info = gpu__la_begin_t(la, array);
    const gpu__la_view out = gpu__la_array_t(array[0], n, n), a = gpu__la_array_t(array[1], n, n);
    const gpu__la_view base = gpu__la_space_t(la, n, n);
    gpu__la_view x = gpu__la_space_t(la, n, n), y = gpu__la_space_t(la, n, n);
    const gpu__la_gemm_spec p = gpu__la_gemm_spec_of(n, n, n, 1, 0);
    if (power < 0)
        gpu__la_inverse_t(la, base, a, n, info);
    else
        gpu__la_copied_t(la, base, a, n, n, power ? GPU__LA_CHECKED : 0, NULL, info);
    gpu__la_copied_t(la, x, base, n, n, left ? 0 : GPU__LA_IDENTITY, NULL, NULL);
    while (left && bit <= left / 2) bit *= 2;
    for (bit /= 2; bit && left; bit /= 2) {
        gpu__la_view t = x;
        gpu__la_gemm_t(la, y, x, x, p, la->batch);
        x = y;
        y = t;
        if (!(left & bit)) continue;
        gpu__la_gemm_t(la, y, x, base, p, la->batch);
        t = x;
        x = y;
        y = t;
    }
    gpu__la_copied_t(la, out, x, n, n, GPU__LA_CHECKED, NULL, info);
}
GPU__PRE_SCOPE gpu_status gpu_solve_batch_t(Type *x, const Type *a, const Type *b, size_t n, size_t k, size_t batch,
        int *info)
{
    GPU__LA_JOB(Type, "gpu_solve", gpu__la_solve_t, x, n * k, n, n, k)
    j.out_name = "x";
    j.in_place = 1;
    GPU__LA_IN("b", b, n * k)
    GPU__LA_IN("a", a, n * n)
    return gpu__la_call(&j, &d, info, gpu__la_singular);
}
GPU__PRE_SCOPE gpu_status gpu_solve_t(Type *x, const Type *a, const Type *b, size_t n, size_t k)
{
    return gpu_solve_batch_t(x, a, b, n, k, 1, NULL);
}
GPU__PRE_SCOPE gpu_status gpu_inv_batch_t(Type *out, const Type *a, size_t n, size_t batch, int *info)
{
    GPU__LA_JOB(Type, "gpu_inv", gpu__la_inv_t, out, n * n, n, n, n)
    j.in_place = 1;
    GPU__LA_IN("a", a, n * n)
    return gpu__la_call(&j, &d, info, gpu__la_singular);
}
GPU__PRE_SCOPE gpu_status gpu_inv_t(Type *out, const Type *a, size_t n) { return gpu_inv_batch_t(out, a, n, 1, NULL); }
GPU__PRE_SCOPE gpu_status gpu_lu_batch_t(Type *lu, int *pivots, const Type *a, size_t n, size_t batch, int *info)
{
    GPU__LA_JOB(Type, "gpu_lu", gpu__la_lu_t, lu, n * n, n, n, 1)
    j.out_name = "lu";
    j.in_place = 1;
    GPU__LA_IN("a", a, n * n)
    GPU__LA_OUT("pivots", pivots, n)
    return gpu__la_call(&j, &d, info, gpu__la_singular);
}
GPU__PRE_SCOPE gpu_status gpu_lu_t(Type *lu, int *pivots, const Type *a, size_t n)
{
    return gpu_lu_batch_t(lu, pivots, a, n, 1, NULL);
}
GPU__PRE_SCOPE gpu_status gpu_det_batch_t(Type *det, const Type *a, size_t n, size_t batch, int *info)
{
    GPU__LA_JOB(Type, "gpu_det", gpu__la_det_t, det, 1, n, n, 1)
    j.out_name = "det";
    GPU__LA_IN("a", a, n * n)
    gpu__job_in(&j, j.inputs++, "logarithm", NULL, 0, sizeof *det);
    return gpu__la_call(&j, &d, info, gpu__la_finite);
}
GPU__PRE_SCOPE gpu_status gpu_det_t(Type *det, const Type *a, size_t n) { return gpu_det_batch_t(det, a, n, 1, NULL); }
GPU__PRE_SCOPE gpu_status gpu_slogdet_batch_t(Type *sign, Type *logarithm, const Type *a, size_t n, size_t batch,
        int *info)
{
    GPU__LA_JOB(Type, "gpu_slogdet", gpu__la_det_t, sign, 1, n, n, 1)
    j.out_name = "sign";
    d.flag = 1;
    GPU__LA_IN("a", a, n * n)
    GPU__LA_OUT("logarithm", logarithm, 1)
    return gpu__la_call(&j, &d, info, gpu__la_finite);
}
GPU__PRE_SCOPE gpu_status gpu_slogdet_t(Type *sign, Type *logarithm, const Type *a, size_t n)
{
    return gpu_slogdet_batch_t(sign, logarithm, a, n, 1, NULL);
}
GPU__PRE_SCOPE gpu_status gpu_solve_triangular_batch_t(Type *x, const Type *t, const Type *b, size_t n, size_t k,
        int shape,
                                                       size_t batch, int *info)
{
    GPU__LA_JOB(Type, "gpu_solve_triangular", gpu__la_solve_triangular_t, x, n * k, n, n, k)
    if (shape & ~(GPU_UPPER | GPU_TRANSPOSED | GPU_UNIT_DIAGONAL))
        return gpu__refuse(j.name,
                           "the shape is %d; expected GPU_LOWER or GPU_UPPER, optionally with GPU_TRANSPOSED and "
                           "GPU_UNIT_DIAGONAL",
                           shape);
    j.out_name = "x";
    j.in_place = 1;
    d.flag = shape;
    GPU__LA_IN("b", b, n * k)
    GPU__LA_IN("t", t, n * n)
    return gpu__la_call(&j, &d, info, gpu__la_zero_diagonal);
}
GPU__PRE_SCOPE gpu_status gpu_solve_triangular_t(Type *x, const Type *t, const Type *b, size_t n, size_t k, int shape)
{
    return gpu_solve_triangular_batch_t(x, t, b, n, k, shape, 1, NULL);
}
GPU__PRE_SCOPE gpu_status gpu_cholesky_batch_t(Type *l, const Type *a, size_t n, size_t batch, int *info)
{
    GPU__LA_JOB(Type, "gpu_cholesky", gpu__la_cholesky_t, l, n * n, n, n, 1)
    j.out_name = "l";
    j.in_place = 1;
    GPU__LA_IN("a", a, n * n)
    return gpu__la_call(&j, &d, info, gpu__la_indefinite);
}
GPU__PRE_SCOPE gpu_status gpu_cholesky_t(Type *l, const Type *a, size_t n) { return gpu_cholesky_batch_t(l, a, n, 1,
        NULL); }
GPU__PRE_SCOPE gpu_status gpu_cholesky_solve_batch_t(Type *x, const Type *l, const Type *b, size_t n, size_t k,
        size_t batch,
                                                     int *info)
{
    GPU__LA_JOB(Type, "gpu_cholesky_solve", gpu__la_cholesky_solve_t, x, n * k, n, n, k)
    j.out_name = "x";
    j.in_place = 1;
    GPU__LA_IN("b", b, n * k)
    GPU__LA_IN("l", l, n * n)
    return gpu__la_call(&j, &d, info, gpu__la_zero_diagonal);
}
GPU__PRE_SCOPE gpu_status gpu_cholesky_solve_t(Type *x, const Type *l, const Type *b, size_t n, size_t k)
{
    return gpu_cholesky_solve_batch_t(x, l, b, n, k, 1, NULL);
}
GPU__PRE_SCOPE gpu_status gpu_qr_batch_t(Type *q, Type *r, const Type *a, size_t m, size_t n, size_t batch, int *info)
{
    const size_t least = m < n ? m : n;
    GPU__LA_JOB(Type, "gpu_qr", gpu__la_qr_t, q, m * least, m, n, 1)
    j.out_name = "q";
    GPU__LA_OUT("r", r, least * n)
    GPU__LA_IN("a", a, m * n)
    return gpu__la_call(&j, &d, info, gpu__la_finite);
}
GPU__PRE_SCOPE gpu_status gpu_qr_t(Type *q, Type *r, const Type *a, size_t m, size_t n)
{
    return gpu_qr_batch_t(q, r, a, m, n, 1, NULL);
}
GPU__PRE_SCOPE gpu_status gpu_lstsq_batch_t(Type *x, int *rank, const Type *a, const Type *b, size_t m, size_t n,
        size_t k,
                                            double rcond, size_t batch, int *info)
{
    GPU__LA_JOB(Type, "gpu_lstsq", gpu__la_lstsq_t, x, n * k, m, n, k)
    j.out_name = "x";
    d.number = rcond < 1 ? rcond : 1;
    if (rcond != rcond) return gpu__refuse(j.name, "rcond is nan; expected a number, negative for the default");
    GPU__LA_OUT("rank", rank, rank ? 1 : (size_t)0)
    GPU__LA_IN("a", a, m * n)
    GPU__LA_IN("b", b, m * k)
    return gpu__la_call(&j, &d, info, gpu__la_finite);
}
GPU__PRE_SCOPE gpu_status gpu_lstsq_t(Type *x, int *rank, const Type *a, const Type *b, size_t m, size_t n, size_t k,
                                      double rcond)
{
    return gpu_lstsq_batch_t(x, rank, a, b, m, n, k, rcond, 1, NULL);
}
GPU__PRE_SCOPE gpu_status gpu_eigh_batch_t(Type *values, Type *vectors, const Type *a, size_t n, size_t batch,
        int *info)
{
    GPU__LA_JOB(Type, "gpu_eigh", gpu__la_eigh_t, values, n, n, n, 1)
    j.out_name = "values";
    d.flag = 1;
    GPU__LA_OUT("vectors", vectors, n * n)
    GPU__LA_IN("a", a, n * n)
    return gpu__la_call(&j, &d, info, gpu__la_finite);
}
GPU__PRE_SCOPE gpu_status gpu_eigh_t(Type *values, Type *vectors, const Type *a, size_t n)
{
    return gpu_eigh_batch_t(values, vectors, a, n, 1, NULL);
}
GPU__PRE_SCOPE gpu_status gpu_eigvalsh_batch_t(Type *values, const Type *a, size_t n, size_t batch, int *info)
{
    GPU__LA_JOB(Type, "gpu_eigvalsh", gpu__la_eigh_t, values, n, n, n, 1)
    j.out_name = "values";
    GPU__LA_IN("a", a, n * n)
    return gpu__la_call(&j, &d, info, gpu__la_finite);
}
GPU__PRE_SCOPE gpu_status gpu_eigvalsh_t(Type *values, const Type *a, size_t n)
{
    return gpu_eigvalsh_batch_t(values, a, n, 1, NULL);
}
GPU__PRE_SCOPE gpu_status gpu_svd_batch_t(Type *u, Type *values, Type *vt, const Type *a, size_t m, size_t n,
        size_t batch,
                                          int *info)
{
    const size_t least = m < n ? m : n;
    GPU__LA_JOB(Type, "gpu_svd", gpu__la_svd_t, values, least, m, n, 1)
    j.out_name = "values";
    d.flag = 1;
    GPU__LA_OUT("u", u, m * least)
    GPU__LA_OUT("vt", vt, least * n)
    GPU__LA_IN("a", a, m * n)
    return gpu__la_call(&j, &d, info, gpu__la_finite);
}
GPU__PRE_SCOPE gpu_status gpu_svd_t(Type *u, Type *values, Type *vt, const Type *a, size_t m, size_t n)
{
    return gpu_svd_batch_t(u, values, vt, a, m, n, 1, NULL);
}
GPU__PRE_SCOPE gpu_status gpu_svdvals_batch_t(Type *values, const Type *a, size_t m, size_t n, size_t batch, int *info)
{
    GPU__LA_JOB(Type, "gpu_svdvals", gpu__la_svd_t, values, m < n ? m : n, m, n, 1)
    j.out_name = "values";
    GPU__LA_IN("a", a, m * n)
    return gpu__la_call(&j, &d, info, gpu__la_finite);
}
GPU__PRE_SCOPE gpu_status gpu_svdvals_t(Type *values, const Type *a, size_t m, size_t n)
{
    return gpu_svdvals_batch_t(values, a, m, n, 1, NULL);
}
GPU__PRE_SCOPE gpu_status gpu_pinv_batch_t(Type *out, const Type *a, size_t m, size_t n, double rcond, size_t batch,
                                           int *info)
{
    GPU__LA_JOB(Type, "gpu_pinv", gpu__la_pinv_t, out, m * n, m, n, 1)
    d.number = rcond < 1 ? rcond : 1;
    if (rcond != rcond) return gpu__refuse(j.name, "rcond is nan; expected a number, negative for the default");
    GPU__LA_IN("a", a, m * n)
    return gpu__la_call(&j, &d, info, gpu__la_finite);
}
GPU__PRE_SCOPE gpu_status gpu_pinv_t(Type *out, const Type *a, size_t m, size_t n, double rcond)
{
    return gpu_pinv_batch_t(out, a, m, n, rcond, 1, NULL);
}
GPU__PRE_SCOPE gpu_status gpu_cond_batch_t(Type *cond, const Type *a, size_t m, size_t n, size_t batch, int *info)
{
    GPU__LA_JOB(Type, "gpu_cond", gpu__la_cond_t, cond, 1, m, n, 1)
    j.out_name = "cond";
    GPU__LA_IN("a", a, m * n)
    return gpu__la_call(&j, &d, info, gpu__la_finite);
}
GPU__PRE_SCOPE gpu_status gpu_cond_t(Type *cond, const Type *a, size_t m, size_t n)
{
    return gpu_cond_batch_t(cond, a, m, n, 1, NULL);
}
GPU__PRE_SCOPE gpu_status gpu_norm_matrix_batch_t(Type *norm, const Type *a, size_t m, size_t n, gpu_matrix_norm which,
                                                  size_t batch, int *info)
{
    GPU__LA_JOB(Type, "gpu_norm_matrix", gpu__la_norm_t, norm, 1, m, n, 1)
    if (which < GPU_NORM_FROBENIUS || which > GPU_NORM_INFINITY)
        return gpu__refuse(
            j.name, "the norm is %d; expected GPU_NORM_FROBENIUS, GPU_NORM_ONE, GPU_NORM_TWO or GPU_NORM_INFINITY",
            (int)which);
    if (which == GPU_NORM_TWO) d.driver = gpu__la_cond_t;
    j.out_name = "norm";
    d.flag = (int)which;
    GPU__LA_IN("a", a, m * n)
    return gpu__la_call(&j, &d, info, gpu__la_finite);
}
GPU__PRE_SCOPE gpu_status gpu_norm_matrix_t(Type *norm, const Type *a, size_t m, size_t n, gpu_matrix_norm which)
{
    return gpu_norm_matrix_batch_t(norm, a, m, n, which, 1, NULL);
}
GPU__PRE_SCOPE gpu_status gpu_matrix_power_batch_t(Type *out, const Type *a, size_t n, int64_t power, size_t batch,
        int *info)
{
    GPU__LA_JOB(Type, "gpu_matrix_power", gpu__la_power_t, out, n * n, n, n, n)
    j.in_place = 1;
    d.power = power;
    GPU__LA_IN("a", a, n * n)
    return gpu__la_call(&j, &d, info, gpu__la_singular);
}
GPU__PRE_SCOPE gpu_status gpu_matrix_power_t(Type *out, const Type *a, size_t n, int64_t power)
{
    return gpu_matrix_power_batch_t(out, a, n, power, 1, NULL);
}
#endif
/* ------------------------------------------------------------------------------------- src/device/class_of_void.cuh */
GPU__CLASS_ENDS;
/* The functions of elements of any type, whose size is a parameter. */
#define GPU__CLASS_OF_VOID_OPENS template <int gpu__k> struct gpu__all<void, gpu__k> {
GPU__CLASS_OF_VOID_OPENS
/* --- src/families/transpose/transpose.h again */
GPU__PRE_SCOPE gpu_status gpu_transpose_t(void *out, const void *a, size_t rows, size_t cols, size_t size)
{
    if (size == 1) return gpu__transpose_call(out, a, rows, cols, 1, GPU__TRANSPOSE_ON_DEVICE(1));
    if (size == 2) return gpu__transpose_call(out, a, rows, cols, 2, GPU__TRANSPOSE_ON_DEVICE(2));
    if (size == 4) return gpu__transpose_call(out, a, rows, cols, 4, GPU__TRANSPOSE_ON_DEVICE(4));
    if (size == 8) return gpu__transpose_call(out, a, rows, cols, 8, GPU__TRANSPOSE_ON_DEVICE(8));
    if (size == 16) return gpu__transpose_call(out, a, rows, cols, 16, GPU__TRANSPOSE_ON_DEVICE(16));
    return gpu__refuse("gpu_transpose", "elements of %zu bytes; expected 1, 2, 4, 8 or 16", size);
}
/* --- src/families/fourier/shift.h again */
#ifdef GPU_FFT
GPU__PRE_SCOPE gpu_status gpu_fftshift_t(void *out, const void *x, size_t n, size_t size)
{
    return gpu__fftshift("gpu_fftshift", out, x, 1, n, size, 0);
}
GPU__PRE_SCOPE gpu_status gpu_fftshift2_t(void *out, const void *x, size_t rows, size_t cols, size_t size)
{
    return gpu__fftshift("gpu_fftshift2", out, x, rows, cols, size, 0);
}
GPU__PRE_SCOPE gpu_status gpu_ifftshift_t(void *out, const void *x, size_t n, size_t size)
{
    return gpu__fftshift("gpu_ifftshift", out, x, 1, n, size, 1);
}
GPU__PRE_SCOPE gpu_status gpu_ifftshift2_t(void *out, const void *x, size_t rows, size_t cols, size_t size)
{
    return gpu__fftshift("gpu_ifftshift2", out, x, rows, cols, size, 1);
}
#endif
/* ----------------------------------------------------------------------------------------- src/device/class_end.cuh */
GPU__CLASS_ENDS;
template <class Type> struct gpu__short {
    GPU__SHORT_MAPS(bf16)
    GPU__SHORT_MAPS(f16)
};
} // namespace
GPU__MATMUL_EACH(GPU__MATMUL_FUNCTIONS)
GPU__SHORT_ARRAYS(bf16)
GPU__SHORT_ARRAYS(f16)
/* ----------------------------------------------------------------------------------------------- src/device/end.cuh */
#endif /* GPU_KERNELS_CUH */
