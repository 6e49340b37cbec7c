/* Measures gpu.h itself, and CUB where nvcc has it: prints one line a row, `who key/n value unit`, which tests/bench/run sets
   beside the other peers. Usage: bench [gpu|cpu|overheads]. Sizes are those of the peers' script; inputs are random, buffers rotate so that no row
   finds its data in a cache, and a figure is the median of its repetitions. */
#if !defined(__cplusplus) && !defined(_POSIX_C_SOURCE)
#define _POSIX_C_SOURCE 200809L /* clock_gettime, barriers of threads */
#endif
#if defined(__CUDACC__) && defined(__has_include) /* before gpu.h, which gives names such as gridDim another meaning */
#if __has_include(<cub/device/device_reduce.cuh>)
#include <cub/device/device_reduce.cuh>
#include <cub/device/device_scan.cuh>
#define WITH_CUB
#endif
#endif
#define GPU_ORDER
#define GPU_IMPLEMENTATION
#include "gpu.h"
#include <pthread.h>
#include <time.h>

GPU_VECTORIZE(float, add, (float, x), (float, y)) { return x + y; }
GPU_VECTORIZE(float, gauss, (float, x)) { return expf(-x * x); }
GPU_VECTORIZE(float, sin_times_cos, (float, x)) { return sinf(x) * cosf(x); }
GPU_VECTORIZE(float, fused, (float, x), (float, y)) { return (2 * x + 3 * y) / (x + y + 1); }
GPU_REDUCE(double, sum, 0.0, a + b, (float, x)) { return (double)x; }
GPU_REDUCE(double, sumsq, 0.0, a + b, (float, x)) { return (double)x * (double)x; }
GPU_REDUCE(double, dot, 0.0, a + b, (float, x), (float, y)) { return (double)x * (double)y; }
GPU_SCAN(float, prefix, 0.0f, a + b)
GPU_SCAN(double, prefix_f64, 0.0, a + b)
GPU_REDUCE(double, pi_hits, 0.0, a + b, (size_t, i, index), (uint64_t, seed, scalar)) /* eight points an element */
{
    gpu_f32x16 u = gpu_random_f32x16(seed, i, 0);
    int hits = 0, k;
    for (k = 0; k < 16; k += 2) hits += fmaf(u.v[k], u.v[k], u.v[k + 1] * u.v[k + 1]) < 1;
    return hits;
}
GPU_KERNEL(add_kernel, (float *, c), (const float *, a), (const float *, b), (size_t, n)) { GPU_FOR(i, n) c[i] = a[i] + b[i]; }

GPU_KERNEL(add_2d_kernel, (float *, c), (const float *, a), (const float *, b), (size_t, w), (size_t, h))
{
    GPU_FOR_2D(i, j, w, h) c[j * w + i] = a[j * w + i] + b[j * w + i];
}

GPU_VECTORIZE(float, noise, (float, x), (unsigned, seed, scalar)) /* any old hash will do: the data must only not be constant */
{
    unsigned h = (unsigned)(x * 16777216.0f) * 747796405u + seed * 2891336453u;
    h = ((h >> ((h >> 28) + 4)) ^ h) * 277803737u;
    return (float)((h >> 22) ^ h) * (1.0f / 4294967296.0f);
}
GPU_KERNEL(guarded_kernel, (float *, c), (const float *, a), (const float *, b), (int, n))
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) c[i] = a[i] + b[i];
}
GPU_KERNEL(ramp, (float *, x), (size_t, n)) { GPU_FOR(i, n) x[i] = (float)(i & 0xffffff) / 16777216.0f; }

enum { SETS = 4 };
static float *x[SETS], *y[SETS], *z[SETS];

static void row_of(const char *who, const char *key, size_t n, double value, const char *unit)
{
    printf("%s %s/%zu %.6g %s\n", who, key, n, value, unit);
    fflush(stdout);
}
static void row(const char *key, size_t n, double value, const char *unit)
{
    row_of("gpu.h", key, n, value, unit);
}

#ifdef GPU__CUDA
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
#endif

static double now_us(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return 1e6 * (double)t.tv_sec + 1e-3 * (double)t.tv_nsec;
}

static int compare(const void *a, const void *b)
{
    double p = *(const double *)a, q = *(const double *)b;
    return (p > q) - (p < q);
}

/* Median of the wall-clock time of one call in microseconds: of single calls, or of batches where a call only queues work. */
#define WALL_US(result, reps, batch, call)                                                                             \
    do {                                                                                                               \
        double wall[200];                                                                                              \
        int r_, b_;                                                                                                    \
        for (r_ = -2; r_ < (reps); r_++) {                                                                             \
            double start_;                                                                                             \
            GPU_CHECK(gpu_sync());                                                                                     \
            start_ = now_us();                                                                                         \
            for (b_ = 0; b_ < (batch); b_++) { call; }                                                                 \
            GPU_CHECK(gpu_sync());                                                                                     \
            if (r_ >= 0) wall[r_] = (now_us() - start_) / (batch);                                                     \
        }                                                                                                              \
        qsort(wall, (size_t)(reps), sizeof *wall, compare);                                                            \
        (result) = wall[(reps) / 2];                                                                                   \
    } while (0)

#define GBS(key, n, bytes, call) GBS_OF("gpu.h", key, n, bytes, GPU_CHECK(call))
#define GBS_OF(who, key, n, bytes, call)                                                                               \
    do {                                                                                                               \
        gpu_stats s_;                                                                                                  \
        int k = 0;                                                                                                     \
        GPU_BENCH(s_, 40) { call; k = (k + 1) % SETS; }                                                                \
        row_of(who, key, n, (double)(n) * (bytes) / s_.median_ms * 1e-6, "GB/s");                                             \
    } while (0)

#ifdef GPU__CUDA
/* 16 host threads, each launching small kernels on a stream of its own: bare CUDA, and by gpu.h. */
enum { THREADS = 16, LAUNCHES = 20000 };
static pthread_barrier_t ready;
static int by_gpu_h;
static void *launch_many(void *argument)
{
    const size_t n = 1000;
    gpu_stream stream = gpu_stream_new();
    float *c = GPU_ZEROS(float, n), *a = GPU_ZEROS(float, n), *b = GPU_ZEROS(float, n);
    cudaStream_t native = (cudaStream_t)gpu_stream_native(stream);
    int k;
    GPU_CHECK(gpu_use_stream(stream));
    (void)argument;
    for (k = 0; k < 100; k++) {
        GPU_CHECK(add_kernel(gpu_1d(n), c, a, b, n));
        bare<<<4, 256, 0, native>>>(c, a, b, n);
    }
    GPU_CHECK(gpu_stream_sync(stream));
    pthread_barrier_wait(&ready);
    if (by_gpu_h)
        for (k = 0; k < LAUNCHES; k++) GPU_CHECK(add_kernel(gpu_1d(n), c, a, b, n));
    else
        for (k = 0; k < LAUNCHES; k++) bare<<<4, 256, 0, native>>>(c, a, b, n);
    GPU_CHECK(gpu_stream_sync(stream));
    pthread_barrier_wait(&ready);
    GPU_CHECK(gpu_use_stream(NULL));
    GPU_CHECK(gpu_free(a)), GPU_CHECK(gpu_free(b)), GPU_CHECK(gpu_free(c));
    GPU_CHECK(gpu_stream_free(stream));
    return NULL;
}
static double many_threads(int ours) /* launches a second, all threads together */
{
    pthread_t thread[THREADS];
    double start, us;
    int k;
    by_gpu_h = ours;
    pthread_barrier_init(&ready, NULL, THREADS + 1);
    for (k = 0; k < THREADS; k++) pthread_create(&thread[k], NULL, launch_many, NULL);
    pthread_barrier_wait(&ready);
    start = now_us();
    pthread_barrier_wait(&ready);
    us = now_us() - start;
    for (k = 0; k < THREADS; k++) pthread_join(thread[k], NULL);
    pthread_barrier_destroy(&ready);
    return THREADS * (double)LAUNCHES / us * 1e6;
}

/* Memory and launches: what the host pays. */
static void overheads(void)
{
    const size_t bytes = (size_t)1 << 20, small = 1000;
    float *a = GPU_ZEROS(float, small), *b = GPU_ZEROS(float, small), *c = GPU_ZEROS(float, small);
    gpu_graph graph;
    gpu_stream stream;
    double us;
    int k, r;
    WALL_US(us, 51, 1000, { void *p = gpu_malloc(bytes); (void)gpu_free(p); });
    row("malloc and free", bytes, us, "us");
    WALL_US(us, 51, 1000, { void *p; cudaMallocAsync(&p, bytes, 0); cudaFreeAsync(p, 0); });
    row_of("CUDA", "malloc and free", bytes, us, "us");
    stream = gpu_stream_new();
    GPU_CHECK(gpu_use_stream(stream));
    WALL_US(us, 51, 1000, { void *p = gpu_malloc(bytes); (void)gpu_free(p); });
    row("malloc and free on a stream", bytes, us, "us");
    WALL_US(us, 51, 1, for (k = 0; k < 100; k++) (void)add_kernel(gpu_1d(small), c, a, b, small));
    row("100 launches", small, us, "us");
    GPU_CHECK(gpu_graph_begin());
    for (k = 0; k < 100; k++) GPU_CHECK(add_kernel(gpu_1d(small), c, a, b, small));
    graph = gpu_graph_end();
    WALL_US(us, 51, 1, GPU_CHECK(gpu_graph_launch(graph)));
    row("graph of 100 launches", small, us, "us");
    WALL_US(us, 51, 20, GPU_CHECK(gpu_graph_launch(graph)));
    row("graph of 100 launches, 20 queued", small, us, "us");
    GPU_CHECK(gpu_graph_free(graph));
    GPU_CHECK(gpu_use_stream(NULL));
    GPU_CHECK(gpu_stream_free(stream));
    for (r = 0; r < 3; r++) { /* in turn: their spread is the noise */
        row_of("CUDA", "16 threads, launches", small, many_threads(0), "1/s");
        row("16 threads, launches", small, many_threads(1), "1/s");
    }
    GPU_CHECK(gpu_free(a)), GPU_CHECK(gpu_free(b)), GPU_CHECK(gpu_free(c));
}

/* The prewritten functions; the data are x and y, uniform in [0, 1). */
static void prewritten_on_gpu(size_t n, double *value)
{
    const size_t side = 16384, odd = 16383, window = (size_t)1 << 26;
    int64_t *counts = GPU_NEW(int64_t, 65536), *at = GPU_NEW(int64_t, side);
    GBS("max", n, 4, gpu_max_to_f32((float *)value, x[k], n));
    GBS("argmax", n, 4, gpu_argmax_to_f32(at, x[k], n));
    GBS("mean", n, 4, gpu_mean_to_f32(value, x[k], n));
    GBS("norm", n, 4, gpu_norm_to_f32(value, x[k], n));
    GBS("var", n, 4, gpu_var_to_f32(value, x[k], n, 0));
    GBS("normalize", n, 8, gpu_normalize_f32(z[k], x[k], n));
    GBS("cumsum", n, 8, gpu_cumsum_f32(z[k], x[k], n));
    GBS("fill", n, 4, gpu_fill_f32(z[k], 1, n));
    GBS("linspace", n, 4, gpu_linspace_f32(z[k], 0, 1, n));
    GBS("histogram 256", n, 4, gpu_histogram_f32(counts, 256, x[k], n, 0, 1));
    GBS("histogram 65536", n, 4, gpu_histogram_f32(counts, 65536, x[k], n, 0, 1));
    GPU_CHECK(gpu_fill_f32(z[0], 0.3f, n));
    GBS("histogram 256, one value", n, 4, gpu_histogram_f32(counts, 256, z[0], n, 0, 1));
    GBS("transpose", side * side, 8, gpu_transpose_f32(z[k], x[k], side, side));
    GBS("transpose odd", odd * (side + 1), 8, gpu_transpose_f32(z[k], x[k], odd, side + 1));
    GBS("row sums", side * side, 4, gpu_sum_rows_f32(z[k], x[k], side, side));
    GBS("column sums", side * side, 4, gpu_sum_cols_f32(z[k], x[k], side, side));
    GBS("row sums, 20 columns", (size_t)100000000, 4.2, gpu_sum_rows_f32(z[k], x[k], 5000000, 20));
    GBS("row max", side * side, 4, gpu_max_rows_f32(z[k], x[k], side, side));
    GBS("column max", side * side, 4, gpu_max_cols_f32(z[k], x[k], side, side));
    GBS("row argmax", side * side, 4, gpu_argmax_rows_f32(at, x[k], side, side));
    GBS("column argmax", side * side, 4, gpu_argmax_cols_f32(at, x[k], side, side));
    GBS("row variances", side * side, 4, gpu_var_rows_f32(z[k], x[k], side, side, 0));
    GBS("column variances", side * side, 4, gpu_var_cols_f32(z[k], x[k], side, side, 0));
    GBS("row variances, 20 columns", (size_t)100000000, 4.2, gpu_var_rows_f32(z[k], x[k], 5000000, 20, 0));
    GBS("matvec", side * side, 4, gpu_matvec_f32(z[k], x[k], y[0], side, side));
    GBS("moving average 101", window, 8, gpu_moving_average_f32(z[k], x[k], window, 101));
    GBS("convolution 101", window, 8, gpu_conv1d_f32(z[k], x[k], window, y[k], 101));
    GBS("a kernel by gpu_1d, a guard", n, 12, guarded_kernel(gpu_1d(n), z[k], x[k], y[k], (int)n));
    GBS("a kernel by gpu_1d, GPU_FOR", n, 12, add_kernel(gpu_1d(n), z[k], x[k], y[k], n));
    GBS("a kernel by gpu_for", n, 12, add_kernel(gpu_for(n), z[k], x[k], y[k], n));
    GBS("a kernel by gpu_2d", side * side, 12, add_2d_kernel(gpu_2d(side, side), z[k], x[k], y[k], side, side));
    GBS("a kernel by gpu_for_2d", side * side, 12, add_2d_kernel(gpu_for_2d(side, side), z[k], x[k], y[k], side, side));
    GBS("stencil", side * side, 8, gpu_stencil5_f32(z[k], x[k], side, side, 0.5f, 0.125f));
    GBS("median 3 x 3", side * side, 8, gpu_median3x3_f32(z[k], x[k], side, side));
    GBS("convolution 3 x 3", side * side, 8, gpu_conv2d_f32(z[k], x[k], side, side, y[k], 3, 3, GPU_BORDER_ZERO));
    GBS("convolution 5 x 5", side * side, 8, gpu_conv2d_f32(z[k], x[k], side, side, y[k], 5, 5, GPU_BORDER_ZERO));
    GBS("convolution 7 x 7", side * side, 8, gpu_conv2d_f32(z[k], x[k], side, side, y[k], 7, 7, GPU_BORDER_ZERO));
    GBS("convolution 5 x 5, odd", odd * odd, 8, gpu_conv2d_f32(z[k], x[k], odd, odd, y[k], 5, 5, GPU_BORDER_CLAMP));
    GBS("convolution 9 x 9", side * side, 8, gpu_conv2d_f32(z[k], x[k], side, side, y[k], 9, 9, GPU_BORDER_ZERO));
    GPU_CHECK(gpu_free(counts));
    GPU_CHECK(gpu_free(at));
}
#endif

static void on_gpu(void)
{
#ifdef GPU__CUDA
    const size_t n = (size_t)1 << 28, small = 1000, big = 50000000;
    double us;
    double *value = GPU_NEW(double, 1);
    float *hx, *hy, *hz;
    size_t i;
    int k, r;
    for (k = 0; k < SETS; k++) {
        x[k] = GPU_NEW(float, n + 64), y[k] = GPU_NEW(float, n + 64), z[k] = GPU_NEW(float, n + 64);
        GPU_CHECK(gpu_error());
        GPU_CHECK(ramp(gpu_1d(n + 64), z[k], n + 64));
        GPU_CHECK(noise(x[k], z[k], (unsigned)k, n + 64));
        GPU_CHECK(noise(y[k], z[k], (unsigned)k + 100, n + 64));
    }
    for (r = 0; r < 2; r++) { /* the copy twice: its spread is the noise of the machine */
        gpu_stats s;
        k = 0;
        GPU_BENCH(s, 40) { cudaMemcpyAsync(z[k], x[k], n * 4, cudaMemcpyDeviceToDevice, 0); k = (k + 1) % SETS; }
        row(r ? "copy again" : "copy", n, (double)n * 8 / s.median_ms * 1e-6, "GB/s");
    }
    {
        gpu_stats s;
        k = 0;
        GPU_BENCH(s, 40) { float4_add<<<(unsigned)(n / 1024), 256>>>((float4 *)z[k], (float4 *)x[k], (float4 *)y[k]); k = (k + 1) % SETS; }
        row("float4 kernel", n, (double)n * 12 / s.median_ms * 1e-6, "GB/s");
    }
    GBS("add", n, 12, add(z[k], x[k], y[k], n));
    GBS("add kernel", n, 12, add_kernel(gpu_1d(n), z[k], x[k], y[k], n));
    GBS("fused", n, 12, fused(z[k], x[k], y[k], n));
    GBS("gauss", n, 8, gauss(z[k], x[k], n));
    GBS("add misaligned", n, 12, add(z[k] + 1, x[k] + 1, y[k] + 1, n));
    GBS("add misaligned apart", n, 12, add(z[k], x[k] + 1, y[k] + 2, n));
    GBS("sum", n, 4, sum_to(value, x[k], n));
    GBS("sum misaligned", n, 4, sum_to(value, x[k] + 1, n));
    GBS("dot", n, 8, dot_to(value, x[k], y[k], n));
    GBS("scan", n, 8, prefix(z[k], x[k], n));
    GBS("exclusive scan", n, 8, prefix_exclusive(z[k], x[k], n));
    GBS("scan f64", n / 2, 16, prefix_f64((double *)z[k], (double *)y[k], n / 2));
    GBS("uniform", n, 4, gpu_rand_uniform_f32(z[k], n));
    GBS("uniform misaligned", n, 4, gpu_rand_uniform_f32(z[k] + 1, n));
    GBS("uniform f64", n / 2, 8, gpu_rand_uniform_f64((double *)z[k], n / 2));
    GBS("normal", n, 4, gpu_rand_normal_f32(z[k], 0, 1, n));
    GBS("normal f64", n / 2, 8, gpu_rand_normal_f64((double *)z[k], 0, 1, n / 2));
    GBS("lognormal", n, 4, gpu_rand_lognormal_f32(z[k], 0, 1, n));
    GBS("exponential", n, 4, gpu_rand_exponential_f32(z[k], 1, n));
    GBS("integers below 1000", n, 4, gpu_rand_int_i32((int32_t *)z[k], 0, 1000, n));
    GBS("poisson 4", n, 4, gpu_rand_poisson_i32((int32_t *)z[k], 4, n));
    GBS("poisson 100", n, 4, gpu_rand_poisson_i32((int32_t *)z[k], 100, n));
    GBS("poisson 40000", n, 4, gpu_rand_poisson_i32((int32_t *)z[k], 40000, n));
    GBS("permutation", n, 4, gpu_rand_permutation_i32((int32_t *)z[k], n));
    {
        gpu_stats s;
        const size_t samples = (size_t)1 << 36;
        GPU_BENCH(s, 5) (void)pi_hits_to(value, 1, samples / 8);
        row("pi", samples, (double)samples / s.median_ms * 1e3, "samples/s");
        WALL_US(us, 41, 1, (void)pi_hits(1, 100000000 / 8));
        row("pi on the host", 100000000, us / 1000, "ms");
    }
    prewritten_on_gpu(n, value);
#ifdef WITH_CUB
    {
        void *room = NULL;
        size_t bytes[3] = {0, 0, 0}, most = 0;
        cub::DeviceReduce::Sum(NULL, bytes[0], x[0], z[0], n);
        cub::DeviceScan::InclusiveSum(NULL, bytes[1], x[0], z[0], n);
        cub::DeviceScan::InclusiveSum(NULL, bytes[2], (double *)x[0], (double *)z[0], n / 2);
        for (k = 0; k < 3; k++) most = bytes[k] > most ? bytes[k] : most;
        room = gpu_malloc(most);
        GBS_OF("CUB", "sum", n, 4, cub::DeviceReduce::Sum(room, most, x[k], z[k], n));
        GBS_OF("CUB", "scan", n, 8, cub::DeviceScan::InclusiveSum(room, most, x[k], z[k], n));
        GBS_OF("CUB", "scan f64", n / 2, 16, cub::DeviceScan::InclusiveSum(room, most, (double *)x[k], (double *)z[k], n / 2));
        WALL_US(us, 101, 10, { float v; cub::DeviceReduce::Sum(room, most, x[0], z[0], small); cudaMemcpy(&v, z[0], 4, cudaMemcpyDeviceToHost); });
        row_of("CUB", "sum waits", small, us, "us");
        GPU_CHECK(gpu_free(room));
    }
#endif
    WALL_US(us, 21, 1000, (bare<<<4, 256>>>(z[0], x[0], y[0], small)));
    row("bare launch", small, us, "us");
    WALL_US(us, 21, 1000, (void)add_kernel(gpu_1d(small), z[0], x[0], y[0], small));
    row("launch", small, us, "us");
    WALL_US(us, 21, 1000, (void)add(z[0], x[0], y[0], small));
    row("add", small, us, "us");
    WALL_US(us, 21, 1000, (bare<<<4, 256>>>(z[0], x[0], y[0], small)));
    row("bare launch again", small, us, "us");
    WALL_US(us, 101, 10, (void)sum(x[0], small));
    row("sum waits", small, us, "us");
    hx = (float *)malloc(big * 4), hy = (float *)malloc(big * 4), hz = (float *)malloc(big * 4);
    for (i = 0; i < big; i++) hx[i] = (float)i, hy[i] = 1.0f, hz[i] = 0.0f;
    WALL_US(us, 11, 1, GPU_CHECK(add(hz, hx, hy, big)));
    row("add host arrays", big, us / 1000, "ms");
    if (hz[big - 1] != hx[big - 1] + 1) printf("host arrays: wrong\n");
    WALL_US(us, 11, 1, (void)sum(hx, big));
    row("sum host array", big, us / 1000, "ms");
    free(hx), free(hy), free(hz);
    for (k = 0; k < SETS; k++) GPU_CHECK(gpu_free(x[k])), GPU_CHECK(gpu_free(y[k])), GPU_CHECK(gpu_free(z[k]));
    GPU_CHECK(gpu_free(value));
#endif
}

static void on_cpu(void)
{
    const size_t sizes[] = {1000, 1000000, 50000000}, most = 50000000;
    volatile double keep = 0;
    static int64_t counts[256];
    size_t i;
    int j;
    GPU_CHECK(gpu_use(GPU_CPU));
    x[0] = GPU_NEW(float, most), y[0] = GPU_NEW(float, most), z[0] = GPU_NEW(float, most);
    GPU_CHECK(ramp(gpu_1d(most), z[0], most));
    GPU_CHECK(noise(x[0], z[0], 1, most));
    GPU_CHECK(noise(y[0], z[0], 2, most));
    for (j = 0; j < 3; j++) {
        size_t n = sizes[j];
        int batch = n <= 1000 ? 1000 : n <= 1000000 ? 20 : 1;
        double us;
        WALL_US(us, 21, batch, (void)add(z[0], x[0], y[0], n));
        row("cpu add", n, us, "us");
        WALL_US(us, 21, batch, (void)add_kernel(gpu_1d(n), z[0], x[0], y[0], n));
        row("cpu add kernel", n, us, "us");
        WALL_US(us, 21, batch, (void)guarded_kernel(gpu_1d(n), z[0], x[0], y[0], (int)n));
        row("cpu guarded kernel", n, us, "us");
#ifdef _OPENMP
        {
            float *c = z[0], *a = x[0], *b = y[0];
            ptrdiff_t q, m = (ptrdiff_t)n;
            (void)i;
            WALL_US(us, 21, batch, {
                _Pragma("omp parallel for") for (q = 0; q < m; q++) c[q] = a[q] + b[q];
            });
            row("cpu openmp add", n, us, "us");
        }
#endif
        WALL_US(us, 21, batch, (void)gauss(z[0], x[0], n));
        row("cpu gauss", n, us, "us");
        WALL_US(us, 21, batch, (void)sin_times_cos(z[0], x[0], n));
        row("cpu sincos", n, us, "us");
        WALL_US(us, 21, batch, (void)fused(z[0], x[0], y[0], n));
        row("cpu fused", n, us, "us");
        WALL_US(us, 21, batch, keep = keep + sum(x[0], n));
        row("cpu sum", n, us, "us");
        WALL_US(us, 21, batch, keep = keep + sumsq(x[0], n));
        row("cpu sumsq", n, us, "us");
        WALL_US(us, 21, batch, (void)prefix(z[0], x[0], n));
        row("cpu scan", n, us, "us");
        WALL_US(us, 21, batch, (void)gpu_rand_uniform_f32(z[0], n));
        row("cpu uniform", n, us, "us");
        WALL_US(us, 21, batch, (void)gpu_rand_normal_f32(z[0], 0, 1, n));
        row("cpu normal", n, us, "us");
        WALL_US(us, 21, batch, keep = keep + pi_hits(1, n / 8));
        row("cpu pi", n, us, "us");
        WALL_US(us, 21, batch, keep = keep + (double)gpu_max_f32(x[0], n));
        row("cpu max", n, us, "us");
        WALL_US(us, 21, batch, keep = keep + (double)gpu_argmax_f32(x[0], n));
        row("cpu argmax", n, us, "us");
        WALL_US(us, 21, batch, keep = keep + gpu_var_f32(x[0], n, 0));
        row("cpu var", n, us, "us");
        WALL_US(us, 21, batch, (void)gpu_normalize_f32(z[0], x[0], n));
        row("cpu normalize", n, us, "us");
        WALL_US(us, 21, batch, (void)gpu_histogram_f32(counts, 256, x[0], n, 0, 1));
        row("cpu histogram 256", n, us, "us");
        WALL_US(us, 21, batch, (void)gpu_moving_average_f32(z[0], x[0], n, 101));
        row("cpu moving average 101", n, us, "us");
        WALL_US(us, 21, batch, (void)gpu_sum_rows_f32(z[0], x[0], n / 500, 500));
        row("cpu row sums", n, us, "us");
        WALL_US(us, 21, batch, (void)gpu_sum_cols_f32(z[0], x[0], n / 500, 500));
        row("cpu column sums", n, us, "us");
        WALL_US(us, 21, batch, (void)gpu_transpose_f32(z[0], x[0], n / 500, 500));
        row("cpu transpose", n, us, "us");
    }
    GPU_CHECK(gpu_free(x[0])), GPU_CHECK(gpu_free(y[0])), GPU_CHECK(gpu_free(z[0]));
}

/* How cost grows with n, on the current device; `most` is a power of 4. */
static void growth(const char *where, size_t most)
{
    float *a = GPU_NEW(float, most), *b = GPU_NEW(float, most), *c = GPU_NEW(float, most);
    volatile double keep = 0;
    char key[40];
    size_t n;
    double us;
    GPU_CHECK(ramp(gpu_1d(most), c, most));
    GPU_CHECK(noise(a, c, 1, most));
    GPU_CHECK(noise(b, c, 2, most));
    for (n = 64; n <= most; n *= 4) {
        int batch = n <= 16384 ? 200 : n <= 1048576 ? 10 : 1;
        snprintf(key, sizeof key, "growth %sadd", where);
        WALL_US(us, 11, batch, (void)add(c, a, b, n));
        row(key, n, us, "us");
        snprintf(key, sizeof key, "growth %ssum", where);
        WALL_US(us, 11, batch, keep = keep + sum(a, n));
        row(key, n, us, "us");
        snprintf(key, sizeof key, "growth %ssort", where);
        WALL_US(us, 5, batch < 10 ? 1 : batch / 10, (void)gpu_sort_f32(c, a, n, GPU_ASCENDING));
        row(key, n, us, "us");
    }
    GPU_CHECK(gpu_free(a)), GPU_CHECK(gpu_free(b)), GPU_CHECK(gpu_free(c));
}

int main(int argc, char **argv)
{
    int gpu = argc < 2 || strcmp(argv[1], "cpu"), cpu = argc < 2 || strcmp(argv[1], "gpu");
#ifdef GPU__CUDA
    if (argc > 1 && !strcmp(argv[1], "overheads")) return gpu_device() >= 0 ? overheads(), 0 : 1;
    if (gpu && gpu_device() >= 0) overheads();
#endif
    if (gpu && gpu_device() >= 0) on_gpu(), growth("", (size_t)1 << 30);
    if (cpu) on_cpu(), growth("cpu ", (size_t)1 << 24);
    return 0;
}
