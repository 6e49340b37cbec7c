/* Rows of arrays, reductions, scans, functions of matrices, random numbers, launches and memory; bench.h says how. */
#if defined(WITH_VENDOR) /* before gpu.h, which gives names such as gridDim another meaning */
#include <cub/device/device_histogram.cuh>
#include <cub/device/device_reduce.cuh>
#include <cub/device/device_scan.cuh>
#include <cublas_v2.h>
#include <curand.h>
#endif
#define GPU_IMPLEMENTATION
#include "gpu.h"
#include "bench.h"

GPU_VECTORIZE(float, add, (float, x), (float, y)) { return x + y; }
GPU_VECTORIZE(float, gauss, (float, x)) { return expf(-x * x); }
GPU_VECTORIZE(float, sin_times_cos, (float, x)) { return sinf(x) * cosf(x); }
GPU_VECTORIZE(float, fused, (float, x), (float, y)) { return (2 * x + 3 * y) / (x + y + 1); }
GPU_REDUCE(double, sum, 0.0, a + b, (float, x)) { return (double)x; }
GPU_REDUCE(double, sumsq, 0.0, a + b, (float, x)) { return (double)x * (double)x; }
GPU_REDUCE(double, weighted, 0.0, a + b, (float, x), (float, w)) { return (double)x * (double)w; }
GPU_SCAN(float, prefix, 0.0f, a + b)
GPU_SCAN(double, prefix_f64, 0.0, a + b)
GPU_REDUCE(double, pi_hits, 0.0, a + b, (size_t, i, index), (uint64_t, seed, scalar)) /* eight points an element */
{
    gpu_f32x16 u = gpu_random_f32x16(seed, i, 0);
    int hits = 0, k;
    for (k = 0; k < 16; k += 2) hits += fmaf(u.v[k], u.v[k], u.v[k + 1] * u.v[k + 1]) < 1;
    return hits;
}
GPU_KERNEL(add_kernel, (float *, c), (const float *, a), (const float *, b), (size_t, n))
{
    GPU_FOR (i, n) c[i] = a[i] + b[i];
}
GPU_KERNEL(add_2d_kernel, (float *, c), (const float *, a), (const float *, b), (size_t, w), (size_t, h))
{
    GPU_FOR_2D (i, j, w, h) c[j * w + i] = a[j * w + i] + b[j * w + i];
}
GPU_KERNEL(guarded_kernel, (float *, c), (const float *, a), (const float *, b), (int, n))
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) c[i] = a[i] + b[i];
}

/* ------------------------------------------------------------------------------------------------- the ceilings -- */
/* The most that the arithmetic does: d[0] times 12 independent multiply-adds in each lane of d[1] threads. */
enum { CHAINS = 12 };
#ifdef GPU__CUDA
template <class T> __global__ void fma_kernel(T *out, size_t steps, T a, T b)
{
    T v[CHAINS];
    for (int j = 0; j < CHAINS; j++) v[j] = (T)(threadIdx.x + j);
    for (size_t k = 0; k < steps; k++)
        for (int j = 0; j < CHAINS; j++) v[j] = v[j] * a + b;
    for (int j = 1; j < CHAINS; j++) v[0] += v[j];
    if (v[0] == (T)-1) *out = v[0];
}
template <class T> static int fma_loop(const size_t *d, T *out)
{
    return fma_kernel<T><<<(unsigned)(d[1] / 256), 256>>>(out, d[0], (T)0.999, (T)0.001), 0;
}
#define FMA_F32 fma_loop<float>(d, F(0))
#define FMA_F64 fma_loop<double>(d, D(0))
#else
/* A vector of 16, 32 or 64 bytes for each instruction set; all threads. */
#define FMA_LOOP(T, name, bytes, target)                                                                               \
    typedef T vector_##name __attribute__((vector_size(bytes)));                                                       \
    target static double one_##name(size_t steps, T a, T b)                                                            \
    {                                                                                                                  \
        vector_##name v[CHAINS];                                                                                       \
        size_t k;                                                                                                      \
        int j;                                                                                                         \
        memset(v, 0, sizeof v);                                                                                        \
        for (k = 0; k < steps; k++) _Pragma("GCC unroll 12") for (j = 0; j < CHAINS; j++) v[j] = v[j] * a + b;         \
        for (j = 1; j < CHAINS; j++) v[0] += v[j];                                                                     \
        return (double)v[0][0];                                                                                        \
    }
#if defined(__x86_64__)
FMA_LOOP(float, f32_512, 64, __attribute__((target("avx512f"))))
FMA_LOOP(double, f64_512, 64, __attribute__((target("avx512f"))))
FMA_LOOP(float, f32_256, 32, __attribute__((target("avx2,fma"))))
FMA_LOOP(double, f64_256, 32, __attribute__((target("avx2,fma"))))
#define BEST(T)                                                                                                        \
    (__builtin_cpu_supports("avx512f") ? one_##T##_512 : __builtin_cpu_supports("avx2") ? one_##T##_256 : one_##T##_128)
#else
#define BEST(T) one_##T##_128
#endif
FMA_LOOP(float, f32_128, 16, )
FMA_LOOP(double, f64_128, 16, )
static size_t lanes(size_t size) /* of what BEST chooses */
{
#if defined(__x86_64__)
    return (__builtin_cpu_supports("avx512f") ? 64 : __builtin_cpu_supports("avx2") ? 32 : 16) / size;
#else
    return 16 / size;
#endif
}
/* So many multiply-adds in all as on a GPU: d[0] * d[1] * 12. */
static int fma_all(const size_t *d, int wide)
{
    const ptrdiff_t parts = 256;
    const size_t steps = d[0] * d[1] / lanes(wide ? 8 : 4) / (size_t)parts;
    double keep = 0;
    ptrdiff_t k;
    _Pragma("omp parallel for reduction(+ : keep)") for (k = 0; k < parts; k++) keep +=
        wide ? BEST(f64)(steps, 0.999, 0.001) : BEST(f32)(steps, 0.999f, 0.001f);
    return keep == -1;
}
#define FMA_F32 fma_all(d, 0)
#define FMA_F64 fma_all(d, 1)
#endif

#ifdef GPU__CUDA
#ifdef WITH_VENDOR
static cublasHandle_t cublas;
static curandGenerator_t curand;
#endif
static void new_row(void)
{
#ifdef WITH_VENDOR
    if (!cublas) (void)cublasCreate(&cublas);
    if (!curand) (void)curandCreateGenerator(&curand, CURAND_RNG_PSEUDO_PHILOX4_32_10);
#endif
}
__global__ void bare(float *c, const float *a, const float *b, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) c[i] = a[i] + b[i];
}
__global__ void float4_add(float4 *c, const float4 *a, const float4 *b)
{
    size_t i = (size_t)blockIdx.x * 256 + threadIdx.x;
    float4 p = a[i], q = b[i];
    c[i] = make_float4(p.x + q.x, p.y + q.y, p.z + q.z, p.w + q.w);
}
/* 16 host threads, each launching small kernels on a stream of its own: by gpu.h, and bare. */
static int threads_launch(int ours, const size_t *d, void *const *p)
{
    _Pragma("omp parallel num_threads(16)")
    {
        gpu_stream stream = gpu_stream_new();
        cudaStream_t native = (cudaStream_t)gpu_stream_native(stream);
        GPU_CHECK(gpu_use_stream(stream));
        if (ours)
            for (int k = 0; k < 20000; k++) GPU_CHECK(add_kernel(gpu_1d(d[0]), F(2), F(0), F(1), d[0]));
        else
            for (int k = 0; k < 20000; k++) bare<<<4, 256, 0, native>>>(F(2), F(0), F(1), d[0]);
        GPU_CHECK(gpu_stream_sync(stream));
        GPU_CHECK(gpu_use_stream(NULL));
        GPU_CHECK(gpu_stream_free(stream));
    }
    return 0;
}
static int many_launches(int by_graph, const size_t *d, void *const *p)
{
    static gpu_graph graph;
    static gpu_stream stream;
    int k;
    if (by_graph && graph) return (int)gpu_graph_launch(graph);
    if (!stream) stream = gpu_stream_new();
    GPU_CHECK(gpu_use_stream(stream));
    if (by_graph) GPU_CHECK(gpu_graph_begin());
    for (k = 0; k < 100; k++) GPU_CHECK(add_kernel(gpu_1d(d[0]), F(2), F(0), F(1), d[0]));
    if (by_graph) graph = gpu_graph_end();
    return (int)gpu_use_stream(NULL);
}
static int vendor(const char *what, const size_t *d, void *const *p)
{
    const size_t n = d[0];
    ROW_DO("CUDA add, a call", bare<<<4, 256>>>(F(2), F(0), F(1), n))
    ROW_DO("CUDA add", float4_add<<<(unsigned)(n / 1024), 256>>>(P(float4, 2), P(float4, 0), P(float4, 1)))
    ROW_DO("CUDA copy", cudaMemcpyAsync(p[1], p[0], 4 * n, cudaMemcpyDeviceToDevice, 0))
    ROW_DO("CUDA malloc and free", {
        void *q;
        cudaMallocAsync(&q, n, 0), cudaFreeAsync(q, 0);
    })
    ROW("CUDA launches of 16 threads", threads_launch(0, d, p))
#ifdef WITH_VENDOR
    const float one = 1, zero = 0;
    CUB("sum", DeviceReduce::Sum, F(0), F(1), n)
    CUB("max", DeviceReduce::Max, F(0), F(1), n)
#if CUB_VERSION >= 200800
    CUB("argmax", DeviceReduce::ArgMax, F(0), F(2), L(1), (int64_t)n)
#endif
    CUB("scan", DeviceScan::InclusiveSum, F(0), F(1), n)
    CUB("cumsum", DeviceScan::InclusiveSum, F(0), F(1), n)
    CUB("scan f64", DeviceScan::InclusiveSum, D(0), D(1), n)
    CUB("histogram", DeviceHistogram::HistogramEven, F(0), P(unsigned long long, 1), (int)d[1] + 1, 0.0f, 1.0f,
        (int64_t)n)
    ROW_DO("CUB sum, the value", {
        float v;
        if (!cub_bytes) cub::DeviceReduce::Sum(NULL, cub_bytes, F(0), F(1), n), cub_room = gpu_malloc(cub_bytes += 16);
        cub::DeviceReduce::Sum(cub_room, cub_bytes, F(0), F(1), n), cudaMemcpy(&v, F(1), 4, cudaMemcpyDeviceToHost);
    })
    ROW("cuBLAS dot", (cublasSetPointerMode(cublas, CUBLAS_POINTER_MODE_DEVICE),
                       cublasSdot_64(cublas, (int64_t)n, F(0), 1, F(1), 1, F(2)) +
                           cublasSetPointerMode(cublas, CUBLAS_POINTER_MODE_HOST)))
    ROW("cuBLAS norm",
        (cublasSetPointerMode(cublas, CUBLAS_POINTER_MODE_DEVICE),
         cublasSnrm2_64(cublas, (int64_t)n, F(0), 1, F(1)) + cublasSetPointerMode(cublas, CUBLAS_POINTER_MODE_HOST)))
    ROW("cuBLAS transpose", cublasSgeam(cublas, CUBLAS_OP_T, CUBLAS_OP_T, (int)n, (int)d[1], &one, F(0), (int)d[1],
                                        &zero, F(0), (int)d[1], F(1), (int)n))
    ROW("cuBLAS matvec",
        cublasSgemv(cublas, CUBLAS_OP_T, (int)d[1], (int)n, &one, F(0), (int)d[1], F(1), 1, &zero, F(2), 1))
    ROW("cuRAND uniform", curandGenerateUniform(curand, F(0), n))
    ROW("cuRAND normal", curandGenerateNormal(curand, F(0), n, 0, 1))
#endif
    return NOT_HERE;
}
#else
static void new_row(void) {}
#endif

static int host_add(const size_t *d)
{
    static float *x, *y, *z;
    const size_t n = d[0];
    size_t i;
    if (!x) {
        x = (float *)malloc(n * 4), y = (float *)malloc(n * 4), z = (float *)malloc(n * 4);
        for (i = 0; i < n; i++) x[i] = gpu_random_f32(1, i, 0), y[i] = gpu_random_f32(2, i, 0), z[i] = 0;
    }
    return (int)add(z, x, y, n);
}
#ifdef _OPENMP
static int openmp_add(const size_t *d, void *const *p)
{
    float *c = F(2), *a = F(0), *b = F(1);
    ptrdiff_t i, n = (ptrdiff_t)d[0];
    _Pragma("omp parallel for") for (i = 0; i < n; i++) c[i] = a[i] + b[i];
    return 0;
}
#endif
#ifndef GPU__CUDA
static int copy_all(size_t n, void *const *p) /* on the CPU by all cores */
{
    ptrdiff_t k;
    const size_t part = n / 64 + 1;
    _Pragma("omp parallel for") for (k = 0; k < 64; k++)
    {
        const size_t from = (size_t)k * part < n ? (size_t)k * part : n, to = from + part < n ? from + part : n;
        memcpy(F(1) + from, F(0) + from, 4 * (to - from));
    }
    return 0;
}
#endif

static int once(const char *what, const size_t *d, void *const *p)
{
    static volatile double keep; /* so that no value is left out */
    const size_t n = d[0];
    (void)keep;
    ROW("add, a call", add(F(2), F(0), F(1), n)) /* the small ones first: names are compared in this order */
    ROW_DO("sum, the value", keep = sum(F(0), n))
    ROW_DO("malloc and free", gpu_free(gpu_malloc(n)))
    ROW("launch", add_kernel(gpu_1d(n), F(2), F(0), F(1), n))
    ROW("add", add(F(2), F(0), F(1), n))
    ROW("gauss", gauss(F(1), F(0), n))
    ROW("sincos", sin_times_cos(F(1), F(0), n))
    ROW("fused", fused(F(2), F(0), F(1), n))
    ROW("sum", sum_to(D(1), F(0), n))
    ROW("sumsq", sumsq_to(D(1), F(0), n))
    ROW("dot", gpu_dot_to_f32(D(2), F(0), F(1), n))
    ROW("weighted", weighted_to(D(2), F(0), F(1), n))
    ROW("max", gpu_max_to_f32(F(1), F(0), n))
    ROW("argmax", gpu_argmax_to_f32(L(1), F(0), n))
    ROW("mean", gpu_mean_to_f32(D(1), F(0), n))
    ROW("norm", gpu_norm_to_f32(D(1), F(0), n))
    ROW("var", gpu_var_to_f32(D(1), F(0), n, 0))
    ROW("normalize", gpu_normalize_f32(F(1), F(0), n))
    ROW("scan", prefix(F(1), F(0), n))
    ROW("exclusive scan", prefix_exclusive(F(1), F(0), n))
    ROW("scan f64", prefix_f64(D(1), D(0), n))
    ROW("cumsum", gpu_cumsum_f32(F(1), F(0), n))
    ROW("histogram", gpu_histogram_f32(L(1), d[1], F(0), n, 0, 1))
    ROW("transpose", gpu_transpose_f32(F(1), F(0), n, d[1]))
    ROW("row sums", gpu_sum_rows_f32(F(1), F(0), n, d[1]))
    ROW("column sums", gpu_sum_cols_f32(F(1), F(0), n, d[1]))
    ROW("row max", gpu_max_rows_f32(F(1), F(0), n, d[1]))
    ROW("column max", gpu_max_cols_f32(F(1), F(0), n, d[1]))
    ROW("row argmax", gpu_argmax_rows_f32(L(1), F(0), n, d[1]))
    ROW("column argmax", gpu_argmax_cols_f32(L(1), F(0), n, d[1]))
    ROW("row variances", gpu_var_rows_f32(F(1), F(0), n, d[1], 0))
    ROW("column variances", gpu_var_cols_f32(F(1), F(0), n, d[1], 0))
    ROW("matvec", gpu_matvec_f32(F(2), F(0), F(1), n, d[1]))
    ROW("uniform", gpu_rand_uniform_f32(F(0), n))
    ROW("uniform f64", gpu_rand_uniform_f64(D(0), n))
    ROW("normal", gpu_rand_normal_f32(F(0), 0, 1, n))
    ROW("normal f64", gpu_rand_normal_f64(D(0), 0, 1, n))
    ROW("lognormal", gpu_rand_lognormal_f32(F(0), 0, 1, n))
    ROW("exponential", gpu_rand_exponential_f32(F(0), 1, n))
    ROW("integers", gpu_rand_int_i32(I(0), 0, 1000, n))
    ROW("poisson", gpu_rand_poisson_i32(I(0), (double)d[1], n))
    ROW("permutation", gpu_rand_permutation_i32(I(0), n))
    ROW_DO("pi, the value", keep = pi_hits(1, n / 8))
    ROW("pi", pi_hits_to(D(0), 1, n / 8))
    ROW("moving average", gpu_moving_average_f32(F(1), F(0), n, d[1]))
    ROW("convolution 1-D", gpu_conv1d_f32(F(2), F(0), n, F(1), d[1]))
    ROW("stencil", gpu_stencil5_f32(F(1), F(0), n, d[1], 0.5f, 0.125f))
    ROW("median 3 x 3", gpu_median3x3_f32(F(1), F(0), n, d[1]))
    ROW("convolution", gpu_conv2d_f32(F(2), F(0), n, d[1], F(1), d[2], d[2], (gpu_border)d[3]))
    ROW("convolution u8", gpu_conv2d_u8(P(uint8_t, 2), P(uint8_t, 0), n, d[1], F(1), d[2], d[2], (gpu_border)d[3]))
    ROW("add_scalar", gpu_add_scalar_f32(F(1), F(0), 1, n))
    ROW("add_row", gpu_add_row_f32(F(2), F(0), F(1), n, d[1]))
    ROW("add_col", gpu_add_col_f32(F(2), F(0), F(1), n, d[1]))
    ROW("weighted counts", gpu_bincount_weights_f32_i64(D(2), d[1], L(0), F(1), n))
    ROW("fill", gpu_fill_f32(F(0), 1, n))
    ROW("linspace", gpu_linspace_f32(F(0), 0, 1, n))
    ROW("add misaligned", add(F(2) + 1, F(0) + 1, F(1) + 1, n))
    ROW("add misaligned apart", add(F(2), F(0) + 1, F(1) + 2, n))
    ROW("sum misaligned", sum_to(D(1), F(0) + 1, n))
    ROW("kernel, a guard", guarded_kernel(gpu_1d(n), F(2), F(0), F(1), (int)n))
    ROW("kernel, gpu_1d", add_kernel(gpu_1d(n), F(2), F(0), F(1), n))
    ROW("kernel, gpu_for", add_kernel(gpu_for(n), F(2), F(0), F(1), n))
    ROW("kernel, gpu_2d", add_2d_kernel(gpu_2d(d[1], n), F(2), F(0), F(1), d[1], n))
    ROW("kernel, gpu_for_2d", add_2d_kernel(gpu_for_2d(d[1], n), F(2), F(0), F(1), d[1], n))
    ROW("host add", host_add(d))
#ifdef GPU__CUDA
    ROW("launches of 16 threads", threads_launch(1, d, p))
    ROW("100 launches", many_launches(0, d, p))
    ROW("graph of 100 launches", many_launches(1, d, p))
#endif
    ROW("fma f32", FMA_F32)
    ROW("fma f64", FMA_F64)
#ifdef _OPENMP
    ROW("OpenMP add", openmp_add(d, p))
#endif
#ifdef GPU__CUDA
    return vendor(what, d, p);
#else
    ROW("copy", copy_all(n, p))
    return NOT_HERE;
#endif
}
