/* What gpu.h and gpu_kernels.cuh need of CUDA, on the CPU: the device code runs here, so that AddressSanitizer and
   UndefinedBehaviorSanitizer see every access. The blocks of a grid run one after the other, those of a cluster by
   turns; the threads of a block are fibers, which wait for each other at barriers and at what a warp does together.
   Memory of the device is the host's, and whatever is queued on a stream is done at once. The types are those of CUDA's
   own headers; runtime.cpp has the functions. rewrite.py says what becomes of the text that is not C++. */

#ifndef EMULATOR_CUDA_RUNTIME_H
#define EMULATOR_CUDA_RUNTIME_H

#define __CUDACC_VER_MAJOR__ 0
#define __CUDACC_VER_MINOR__ 0
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <cuda_runtime_api.h>
#include <functional>
#include <tuple>
#include <type_traits>
#include <vector_functions.h>
#undef __device__
#undef __host__
#undef __global__
#undef __constant__
#undef __grid_constant__
#undef __launch_bounds__
#undef __forceinline__
#undef __noinline__
#define __device__
#define __host__
#define __global__
#define __constant__
#define __grid_constant__
#define __launch_bounds__(...)
#define __forceinline__ inline
#define __noinline__ /* empty, since attributes have this spelling, too */
#define __builtin_assume(condition) (void)0

extern thread_local uint3 threadIdx, blockIdx;
extern thread_local dim3 blockDim, gridDim;

namespace emulator
{
/* ---- Launches ------------------------------------------------------------------------------------------------------ */
struct shape {
    dim3 grid, block;
    size_t shared;
    cudaStream_t stream;
    unsigned cluster = 1; /* blocks */
};
/* Runs the grid, in each thread of which `body` is called, or records that for a graph. */
cudaError_t run(const void *kernel, const shape &s, const std::function<void()> &body);
/* What cudaLaunchKernel calls: run() with a kernel's own types of parameters. */
void know(const void *kernel, cudaError_t (*launch)(const void *, const shape &, void **));
cudaError_t last_error(cudaError_t e); /* remembers it */

template <class... Param> cudaError_t start(void (*kernel)(Param...), const shape &s, Param... p)
{
    return run((const void *)kernel, s, [=] { kernel(p...); });
}
template <class... Param, size_t... K>
cudaError_t start_with(void (*kernel)(Param...), const shape &s, void **argv, std::index_sequence<K...>)
{
    return start<Param...>(kernel, s, *(std::remove_reference_t<Param> *)argv[K]...);
}
/* `(const void *)kernel` becomes `emulator::kernel * kernel`. */
static const struct known {
} kernel = {};
template <class... Param> const void *operator*(const known &, void (*kernel)(Param...))
{
    know((const void *)kernel, [](const void *k, const shape &s, void **argv) {
        return start_with((void (*)(Param...))k, s, argv, std::index_sequence_for<Param...>());
    });
    return (const void *)kernel;
}
/* `kernel<<<...>>>(...)` becomes `kernel->*emulator::launch(...)(...)`. */
template <class... Arg> struct arguments {
    shape s;
    std::tuple<Arg...> arg;
};
struct launch {
    shape s;
    launch(dim3 grid, dim3 block, size_t shared, cudaStream_t stream) : s{grid, block, shared, stream} {}
    template <class... Arg> arguments<Arg...> operator()(const Arg &...a) const { return {s, {a...}}; }
};
template <class... Param> void launch_with(const void *kernel, const shape &s, Param... p)
{
    void *argv[] = {(void *)&p..., nullptr};
    (void)cudaLaunchKernel(kernel, s.grid, s.block, argv, s.shared, s.stream); /* as nvcc does */
}
template <class... Param, class... Arg> void operator->*(void (*kernel)(Param...), const arguments<Arg...> &a)
{
    std::apply([&](const Arg &...arg) { launch_with(emulator::kernel * kernel, a.s, Param(arg)...); }, a.arg);
}

/* ---- Within a block ------------------------------------------------------------------------------------------------ */
enum operation { sync_warp, shuffle, ballot, match_any, match_all, add, least, greatest, all_bits, any_bit, odd_bits };
/* What the lanes of `mask` do together; the result for this lane. */
uint64_t together(operation what, unsigned mask, uint64_t value, unsigned lane);
unsigned lane();
enum { count_true, all_true, any_true };
int barrier(int predicate, int what);
void yield();
[[noreturn]] void fail(const char *why);

/* Memory that the block shares. `key` tells one variable from another. */
void *shared(const void *key, size_t bytes, size_t alignment);
template <class T> T &shared(const void *key, size_t alignment)
{
    return *(T *)shared(key, sizeof(T), alignment > alignof(T) ? alignment : alignof(T));
}
void *dynamic_shared();
unsigned dynamic_bytes();
unsigned to_shared(const void *p);
inline double coarse(double x);
void *from_shared(unsigned address);
/* Clusters: the same address in the block of a rank, for from_shared; and the barrier. */
unsigned cluster_rank();
unsigned of_block(unsigned address, unsigned rank);
void cluster_arrive();
void cluster_wait();
void came(unsigned barrier, unsigned bytes);
/* An asynchronous store, whose bytes the barrier counts. */
template <class T> void give(unsigned to, T x, T y, unsigned barrier)
{
    ((T *)from_shared(to))[0] = x, ((T *)from_shared(to))[1] = y;
    came(barrier, 2 * sizeof(T));
}

/* A copy that is done as late as may be: when the thread waits for it. Of `bytes` only `there` are read. */
void copy_later(unsigned to, const void *from, unsigned bytes, unsigned there);
void commit_copies();
void wait_for_copies(int pending);
void bulk_copy(unsigned to, const void *from, unsigned bytes, unsigned barrier);
void barrier_start(unsigned barrier, int arrivals);
void barrier_expect(unsigned barrier, int bytes);
bool barrier_passed(unsigned barrier, unsigned parity);

/* Relaxed accesses, in loops that wait for another thread. */
template <class Word> Word load(const void *p)
{
    yield();
    return *(const volatile Word *)p;
}
template <class Word> void store(void *p, Word v) { *(volatile Word *)p = v; }
/* c += a * b on the tensor cores: 16 x 4 times 4 x 8, of which a lane has what the PTX manual says. */
static inline void mma_16_8_4(double &c0, double &c1, double &c2, double &c3, double a0, double a1, double b);
static inline void bits_alike(unsigned &vote, unsigned v, unsigned bit)
{
    const unsigned set = (v & bit) != 0;
    vote = (unsigned)together(ballot, ~0u, set, 0);
    if (!set) vote = ~vote;
}
template <class T> T &value_of(unsigned long long p) { return *(T *)p; }
template <class T> T &value_of(const void *p) { return *(T *)p; }
template <class T> uint64_t bits_of(T v)
{
    uint64_t b = 0;
    static_assert(sizeof v <= 8, "a shuffle moves at most 8 bytes");
    memcpy(&b, &v, sizeof v);
    return b;
}
template <class T> T of_bits(uint64_t b)
{
    T v;
    memcpy(&v, &b, sizeof v);
    return v;
}
template <class T> T moved(unsigned mask, T v, int from, int width)
{
    const int own = (int)lane(), first = own / width * width;
    return of_bits<T>(together(shuffle, mask, bits_of(v), (unsigned)(from < first || from >= first + width ? own : from)));
}
} // namespace emulator

/* ---- Device functions ---------------------------------------------------------------------------------------------- */
static inline void __syncthreads() { emulator::barrier(0, emulator::any_true); }
static inline int __syncthreads_count(int p) { return emulator::barrier(p, emulator::count_true); }
static inline int __syncthreads_and(int p) { return emulator::barrier(p, emulator::all_true); }
static inline int __syncthreads_or(int p) { return emulator::barrier(p, emulator::any_true); }
static inline void __syncwarp(unsigned mask = ~0u) { emulator::together(emulator::sync_warp, mask, 0, 0); }
static inline void __threadfence() {}
static inline void __threadfence_block() {}
static inline void __threadfence_system() {}
static inline void __nanosleep(unsigned) { emulator::yield(); }
static inline long long clock64() { return 0; }
[[noreturn]] static inline void __trap() { emulator::fail("__trap"); }
template <class T> T __shfl_sync(unsigned mask, T v, int from, int width = 32)
{
    const int first = (int)emulator::lane() / width * width;
    return emulator::moved(mask, v, first + (from & (width - 1)), width);
}
template <class T> T __shfl_up_sync(unsigned mask, T v, unsigned by, int width = 32)
{
    return emulator::moved(mask, v, (int)(emulator::lane() - by), width);
}
template <class T> T __shfl_down_sync(unsigned mask, T v, unsigned by, int width = 32)
{
    return emulator::moved(mask, v, (int)(emulator::lane() + by), width);
}
template <class T> T __shfl_xor_sync(unsigned mask, T v, int with, int width = 32)
{
    return emulator::moved(mask, v, (int)emulator::lane() ^ with, width);
}
static inline unsigned __ballot_sync(unsigned mask, int p)
{
    return (unsigned)emulator::together(emulator::ballot, mask, p != 0, 0);
}
static inline int __any_sync(unsigned mask, int p) { return __ballot_sync(mask, p) != 0; }
static inline int __all_sync(unsigned mask, int p) { return __ballot_sync(mask, !p) == 0; }
static inline unsigned __reduce_max_sync(unsigned mask, unsigned v)
{
    return (unsigned)emulator::together(emulator::greatest, mask, v, 0);
}
static inline unsigned __reduce_min_sync(unsigned mask, unsigned v)
{
    return (unsigned)emulator::together(emulator::least, mask, v, 0);
}
template <class T> unsigned __match_any_sync(unsigned mask, T v)
{
    return (unsigned)emulator::together(emulator::match_any, mask, emulator::bits_of(v), 0);
}
static inline void emulator::mma_16_8_4(double &c0, double &c1, double &c2, double &c3, double a0, double a1, double b)
{
    const int row = (int)lane() / 4, col = (int)lane() % 4 * 2;
    for (int k = 0; k < 4; k++) {
        const double upper = __shfl_sync(~0u, a0, row * 4 + k), lower = __shfl_sync(~0u, a1, row * 4 + k);
        const double left = __shfl_sync(~0u, b, col * 4 + k), right = __shfl_sync(~0u, b, (col + 1) * 4 + k);
        c0 = std::fma(upper, left, c0), c1 = std::fma(upper, right, c1);
        c2 = std::fma(lower, left, c2), c3 = std::fma(lower, right, c3);
    }
}
/* As exact as the processor's approximations for doubles: their low 32 bits are zero. */
inline double emulator::coarse(double x)
{
    unsigned long long b;
    memcpy(&b, &x, sizeof b);
    b &= ~0xffffffffull;
    memcpy(&x, &b, sizeof b);
    return x;
}
static inline unsigned __cvta_generic_to_shared(const void *p) { return emulator::to_shared(p); }
static inline int __popc(unsigned v) { return __builtin_popcount(v); }
static inline int __popcll(unsigned long long v) { return __builtin_popcountll(v); }
template <class T> T rsqrt(T x) { return 1 / std::sqrt(x); }
static inline int __ffs(int v) { return __builtin_ffs(v); }
static inline int __ffsll(long long v) { return __builtin_ffsll(v); }
static inline int __clz(int v) { return v ? __builtin_clz((unsigned)v) : 32; }
static inline int __clzll(long long v) { return v ? __builtin_clzll((unsigned long long)v) : 64; }
static inline unsigned __umulhi(unsigned a, unsigned b) { return (unsigned)((unsigned long long)a * b >> 32); }
static inline unsigned long long __umul64hi(unsigned long long a, unsigned long long b)
{
    return (unsigned long long)((unsigned __int128)a * b >> 64);
}
static inline unsigned __funnelshift_r(unsigned low, unsigned high, unsigned by)
{
    return (unsigned)(((unsigned long long)high << 32 | low) >> (by & 31));
}
static inline unsigned __funnelshift_rc(unsigned low, unsigned high, unsigned by)
{
    return (unsigned)(((unsigned long long)high << 32 | low) >> (by < 32 ? by : 32));
}
static inline unsigned __funnelshift_lc(unsigned low, unsigned high, unsigned by)
{
    return (unsigned)(((unsigned long long)high << 32 | low) << (by < 32 ? by : 32) >> 32);
}
static inline int __double2hiint(double v) { return (int)(emulator::bits_of(v) >> 32); }
static inline int __double2loint(double v) { return (int)emulator::bits_of(v); }
static inline double __hiloint2double(int high, int low)
{
    return emulator::of_bits<double>((uint64_t)(unsigned)high << 32 | (unsigned)low);
}
static inline unsigned __float_as_uint(float v) { return (unsigned)emulator::bits_of(v); }
static inline float __uint_as_float(unsigned v) { return emulator::of_bits<float>(v); }
static inline int __float_as_int(float v) { return (int)emulator::bits_of(v); }
static inline float __int_as_float(int v) { return emulator::of_bits<float>((unsigned)v); }
static inline float rsqrt(float v) { return 1 / sqrtf(v); }
static inline double rsqrt(double v) { return 1 / sqrt(v); }
static inline void sincospi(double x, double *sine, double *cosine) { *sine = sin(M_PI * x), *cosine = cos(M_PI * x); }
static inline long long __double2ll_rn(double v) { return llrint(v); }
static inline float __fmaf_rn(float a, float b, float c) { return std::fma(a, b, c); }
static inline double __fma_rn(double a, double b, double c) { return std::fma(a, b, c); }
static inline double __dmul_rn(double a, double b) { return a * b; }
static inline double __dadd_rn(double a, double b) { return a + b; }
static inline float __fmul_rn(float a, float b) { return a * b; }
static inline float __fadd_rn(float a, float b) { return a + b; }
template <class A, class B> std::common_type_t<A, B> min(A a, B b)
{
    return (std::common_type_t<A, B>)b < (std::common_type_t<A, B>)a ? b : a;
}
template <class A, class B> std::common_type_t<A, B> max(A a, B b)
{
    return (std::common_type_t<A, B>)a < (std::common_type_t<A, B>)b ? b : a;
}
template <class T> T __ldcg(const T *p) { return *(const volatile T *)p; }
static inline uint4 __ldcg(const uint4 *p) { return *p; }
static inline uint2 __ldcg(const uint2 *p) { return *p; }
template <class T> T __ldlu(const T *p) { return *p; }
template <class T> T __ldcs(const T *p) { return *p; }
template <class T> T __ldg(const T *p) { return *p; }
template <class T> void __stcs(T *p, T v) { *p = v; }

template <class T, class V> T atomicAdd(T *p, V v)
{
    const T old = *p;
    *p = old + (T)v;
    return old;
}
template <class T, class V> T atomicMin(T *p, V v)
{
    const T old = *p;
    if ((T)v < old) *p = (T)v;
    return old;
}
template <class T, class V> T atomicMax(T *p, V v)
{
    const T old = *p;
    if (old < (T)v) *p = (T)v;
    return old;
}
template <class T, class V> T atomicExch(T *p, V v)
{
    const T old = *p;
    *p = (T)v;
    return old;
}
template <class T, class V, class W> T atomicCAS(T *p, V expected, W v)
{
    const T old = *p;
    if (old == (T)expected) *p = (T)v;
    return old;
}
static inline unsigned atomicInc(unsigned *p, unsigned most)
{
    const unsigned old = *p;
    *p = old >= most ? 0 : old + 1;
    return old;
}

/* ---- What CUDA's runtime has for C++ alone ------------------------------------------------------------------------- */
template <class T> cudaError_t cudaMalloc(T **p, size_t bytes) { return cudaMalloc((void **)p, bytes); }
template <class T> cudaError_t cudaFuncSetAttribute(T *kernel, cudaFuncAttribute what, int value)
{
    return cudaFuncSetAttribute((const void *)kernel, what, value);
}
template <class T> cudaError_t cudaFuncGetAttributes(cudaFuncAttributes *a, T *kernel)
{
    return cudaFuncGetAttributes(a, (const void *)kernel);
}
template <class T> cudaError_t
cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, T *kernel, int threads, size_t shared)
{
    return cudaOccupancyMaxActiveBlocksPerMultiprocessor(blocks, (const void *)kernel, threads, shared);
}
namespace emulator
{
template <class... Param> cudaError_t launch_with(const cudaLaunchConfig_t *c, const void *kernel, Param... p)
{
    void *argv[] = {(void *)&p..., nullptr};
    return cudaLaunchKernelExC(c, kernel, argv);
}
inline shape shape_of(const cudaLaunchConfig_t *c)
{
    shape s{c->gridDim, c->blockDim, c->dynamicSmemBytes, c->stream};
    for (unsigned k = 0; k < c->numAttrs; k++)
        if (c->attrs[k].id == cudaLaunchAttributeClusterDimension) s.cluster = c->attrs[k].val.clusterDim.x;
    return s;
}
} // namespace emulator
template <class... Param, class... Arg>
cudaError_t cudaLaunchKernelEx(const cudaLaunchConfig_t *c, void (*kernel)(Param...), const Arg &...arg)
{
    return emulator::launch_with<Param...>(c, emulator::kernel * kernel, Param(arg)...);
}
#endif
