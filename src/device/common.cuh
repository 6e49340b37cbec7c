/* gpu_kernels.cuh - what gpu.h needs under nvcc alone: the templates that its macros instantiate and its kernels, and
   behind them the CUDA backend. gpu.h includes it by itself; there is nothing to include by hand.

   What runs on the device alone stands under #ifdef __CUDA_ARCH__, the bodies of kernels too: nvcc's front end would
   read it once more in its pass over the host code, which needs no more of a kernel than its parameters. */

#ifndef GPU_KERNELS_CUH
#define GPU_KERNELS_CUH

#ifndef GPU__CUDA
#error "gpu_kernels.cuh is included by gpu.h when nvcc compiles a CUDA file: include gpu.h instead"
#endif

/* A function of device code. */
#define GPU__DEVICE_FN static __device__ __forceinline__
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
    __threadfence();
    const unsigned old = atomicAdd((unsigned *)counter, first ? 0x80000000u - (blocks - 1) : 1);
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
    if (!workspace) gpu__grid_fault("the launch is cooperative: launch with gpu_cooperative(config)", file, line);
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
template <> struct gpu__word<{1|2|4}> {
    typedef unsigned {char|short|int} type;
};
template <> struct gpu__word<{8|16}> {
    typedef {uint2|uint4} type;
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
template <int ByteCount> GPU__DEVICE_FN void gpu__move(void *to, const void *from)
{
    constexpr int Access = gpu__access(ByteCount);
    typedef typename gpu__word<Access>::type Word;
    GPU__UNROLLED (int c = 0; c < ByteCount / Access; c++) ((Word *)to)[c] = ((const Word *)from)[c];
}

#ifdef __CUDA_ARCH__
/* The same for data that is read or written once: streaming accesses, which do not displace other data in the cache. */
template <int ByteCount> GPU__DEVICE_FN void gpu__move_in_once(void *to, const void *from)
{
    if constexpr (ByteCount % 16 == 0) {
        GPU__UNROLLED (int c = 0; c < ByteCount / 16; c++) ((uint4 *)to)[c] = __ldlu((const uint4 *)from + c);
    } else gpu__move<ByteCount>(to, from);
}
template <int ByteCount> GPU__DEVICE_FN void gpu__move_out_once(void *to, const void *from)
{
    if constexpr (ByteCount % 16 == 0) {
        GPU__UNROLLED (int c = 0; c < ByteCount / 16; c++) __stcs((uint4 *)to + c, ((const uint4 *)from)[c]);
    } else gpu__move<ByteCount>(to, from);
}
/* The same if `now` is true, by a predicated store: a branch would delay the code after it. */
template <int ByteCount> GPU__DEVICE_FN void gpu__move_out_if(bool now, void *to, const void *from)
{
    if constexpr (ByteCount == 16) {
        uint4 v;
        memcpy(&v, from, 16);
        asm volatile("{ .reg .pred p; setp.ne.u32 p, %0, 0; @p st.global.cs.v4.u32 [%1], {%2, %3, %4, %5}; }" ::"r"(
                         (unsigned)now),
                     "l"(to), "r"(v.x), "r"(v.y), "r"(v.z), "r"(v.w)
                     : "memory");
    } else if (now) gpu__move_out_once<ByteCount>(to, from);
}

/* The 16 bytes that begin `skip` bytes after the first of lo, 0 <= skip < 16: an access to an unaligned address is two
   aligned ones, and this. */
GPU__DEVICE_FN uint4 gpu__unaligned(uint4 lo, uint4 hi, unsigned skip)
{
    unsigned u[8] = {lo.x, lo.y, lo.z, lo.w, hi.x, hi.y, hi.z, hi.w};
    GPU__UNROLLED (int k = 0; k < 6; k++) u[k] = skip & 8 ? u[k + 2] : u[k];
    GPU__UNROLLED (int k = 0; k < 5; k++) u[k] = skip & 4 ? u[k + 1] : u[k];
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
        GPU__UNROLLED (int c = 0; c < ByteCount / Access; c++) ((word *)raw)[c] = w[c * 32 + lane];
    }
    /* dense() for any alignment. It also reads the rest of the last 16 aligned bytes, all of them even if the address
       is aligned: the caller makes sure that they are in the array. */
    __device__ __forceinline__ void shifted(const Type *p, size_t warp_start, int lane)
    {
        const unsigned char *from = (const unsigned char *)(p + warp_start);
        if constexpr (Access == 16) {
            const unsigned skip = (unsigned)((uintptr_t)from & 15);
            const uint4 *w = (const uint4 *)(from - skip);
            GPU__UNROLLED (int c = 0; c < ByteCount / Access; c++)
                ((uint4 *)raw)[c] = gpu__unaligned(w[c * 32 + lane], w[c * 32 + lane + 1], skip);
        } else {
            GPU__UNROLLED (int c = 0; c < ByteCount / Access; c++)
                GPU__UNROLLED (int k = 0; k < Access; k++) raw[c * Access + k] = from[(c * 32 + lane) * Access + k];
        }
    }
    __device__ __forceinline__ void to_blocked(unsigned char *storage, int lane)
    {
        if constexpr (blocked) {
            word *w = (word *)storage;
            GPU__UNROLLED (int c = 0; c < ByteCount / Access; c++) w[c * 32 + lane] = ((word *)raw)[c];
            __syncwarp();
            GPU__UNROLLED (int c = 0; c < ByteCount / Access; c++)
                ((word *)raw)[c] = w[lane * (ByteCount / Access) + c];
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
template <class Type, int Elements> struct gpu__fragment<gpu__{scalar|pointed}<Type>, Elements> {
    Type v;
    static constexpr int ByteCount = 0;
    static constexpr bool blocked = false;
    __device__ __forceinline__ void dense({Type|const Type *} p, size_t, int) { v = {|*}p; }
    __device__ __forceinline__ void shifted({2} p, size_t, int) { v = {3}p; }
    __device__ __forceinline__ void to_blocked(unsigned char *, int) {}
    template <int Pack> __device__ __forceinline__ void pack(int, {2} p, size_t) { v = {3}p; }
    __device__ __forceinline__ void one(int, {2} p, size_t) { v = {3}p; }
    __device__ __forceinline__ Type at(int) const { return v; }
};
template <class Type, int Elements> struct gpu__fragment<gpu__counted<Type>, Elements> {
    Type v[Elements];
    static constexpr int ByteCount = 0;
    static constexpr bool blocked = false;
    __device__ __forceinline__ void dense(size_t p, size_t warp_start, int lane)
    {
        GPU__UNROLLED (int j = 0; j < Elements; j++) v[j] = (Type)(p + warp_start + lane * Elements + j);
    }
    __device__ __forceinline__ void shifted(size_t p, size_t warp_start, int lane) { dense(p, warp_start, lane); }
    __device__ __forceinline__ void to_blocked(unsigned char *, int) {}
    template <int Pack> __device__ __forceinline__ void pack(int at, size_t p, size_t i)
    {
        GPU__UNROLLED (int j = 0; j < Pack; j++) v[at + j] = (Type)(p + i + j);
    }
    __device__ __forceinline__ void one(int at, size_t p, size_t i) { v[at] = (Type)(p + i); }
    __device__ __forceinline__ Type at(int j) const { return v[j]; }
};

/* Loads `Packs` packs of Pack elements, `stride` elements apart; all loads of a parameter precede any arithmetic. */
template <class Param, int Packs, int Pack>
GPU__DEVICE_FN gpu__fragment<Param, Packs * Pack> gpu__fetch(typename Param::arg p, size_t i, size_t stride)
{
    gpu__fragment<Param, Packs * Pack> h;
    GPU__UNROLLED (int k = 0; k < Packs; k++) {
        if constexpr (Pack == 1) h.one(k, p, i + k * stride);
        else h.template pack<Pack>(k * Pack, p, i + k * stride);
    }
    return h;
}
template <class Type> GPU__DEVICE_FN Type gpu__pick(gpu__array<Type>, const Type *p, size_t i) { return p[i]; }
template <class Type> GPU__DEVICE_FN Type gpu__pick(gpu__scalar<Type>, Type p, size_t) { return p; }
template <class Type> GPU__DEVICE_FN Type gpu__pick(gpu__pointed<Type>, const Type *p, size_t) { return *p; }
template <class Type> GPU__DEVICE_FN Type gpu__pick(gpu__counted<Type>, size_t p, size_t i) { return (Type)(p + i); }
#endif

/* Whether every access of a pack that starts `skip` elements in is aligned; scalars always are. */
template <class Type> static inline bool gpu__aligned(gpu__array<Type>, const Type *p, int skip, int v)
{
    return ((uintptr_t)(p + skip) & (uintptr_t)(gpu__access(v * (int)sizeof(Type)) - 1)) == 0;
}
template <class Type> static inline bool gpu__aligned(gpu__scalar<Type>, const Type &, int, int) { return true; }
template <class Type> static inline bool gpu__aligned(gpu__pointed<Type>, const Type *, int, int) { return true; }
template <class Type> static inline bool gpu__aligned(gpu__counted<Type>, size_t, int, int) { return true; }
