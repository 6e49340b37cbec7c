/* What is pasted from a CUDA program beside a kernel: functions with CUDA's specifiers, in C too, and in C++ kernels
   that are templates. */

#define GPU_CUDA_DEVICE_FUNCTIONS
#define GPU_IMPLEMENTATION
#include "gpu.h"
#ifdef __cplusplus /* headers of the C++ library use some of these names for themselves */
#include <memory>
#include <vector>
#endif
#define TEST_MAIN
#include "test.h"

#define RIGHT(call)                                                                                                    \
    do {                                                                                                               \
        CHECK_STATUS(call, GPU_OK, "");                                                                                \
        CHECK_STATUS(gpu_sync(), GPU_OK, "");                                                                          \
    } while (0)

/* ---------------------------------------------------------------------------------------------------- specifiers -- */

__device__ float plain(float x) { return x + 1; }
__host__ __device__ float on_both(float x) { return x + 2; }
__inline__ __device__ float with_inline(float x) { return plain(x) + 4; }
__device__ __forceinline__ float forced(float x) { return with_inline(x) + 8; }
__noinline__ __device__ float kept_apart(float x) { return forced(x) + 16; }
__device__ void exchange(float *__restrict__ a, float *__restrict__ b)
{
    const float x = *a;
    *a = *b, *b = x;
}
__inline__ __device__ int sum_of_warp(int v) /* which is called by all threads of a warp */
{
    int by;
    for (by = warpSize / 2; by > 0; by /= 2) v += __shfl_down_sync(0xffffffff, v, by);
    return v;
}
__device__ int sum_of_block(int *shared, int v)
{
    const int lane = threadIdx.x % warpSize, warp = threadIdx.x / warpSize;
    v = sum_of_warp(v);
    if (lane == 0) shared[warp] = v;
    __syncthreads();
    v = (int)threadIdx.x < (int)blockDim.x / warpSize ? shared[lane] : 0;
    return warp == 0 ? sum_of_warp(v) : 0;
}
__device__ int launches;
__constant__ float offset[2];

GPU_KERNEL(specifiers, (float *, x), (float *, y), (int, n))
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i == 0) launches += 1;
    if (i >= n) return;
    x[i] = kept_apart(x[i]) + on_both(0) + offset[1];
    exchange(x + i, y + i);
}
GPU_KERNEL(sums_of_blocks, (int *, sum), (const int *, in))
{
    GPU_SHARED(int, shared, [32]);
    const int total = sum_of_block(shared, in[blockIdx.x * blockDim.x + threadIdx.x]);
    if (threadIdx.x == 0) sum[blockIdx.x] = total;
}
TEST(functions_with_cudas_specifiers)
{
    enum { N = 300 };
    const float to[2] = {50, 100};
    float *x = GPU_MANAGED(float, N), *y = GPU_MANAGED(float, N);
    int i, wrong = 0, times = 0;
    for (i = 0; i < N; i++) x[i] = (float)i, y[i] = (float)-i;
    RIGHT(gpu_set_constant(offset, to, sizeof to));
    RIGHT(specifiers(gpu_1d(N), x, y, N));
    for (i = 0; i < N; i++) wrong += x[i] != (float)-i || y[i] != (float)i + 131;
    CHECK_INT(wrong, 0);
    RIGHT(gpu_get_constant(&times, launches, sizeof times));
    CHECK_INT(times, 1);
    CHECK(on_both(1) == 3);
    gpu_free(x), gpu_free(y);
}
TEST(functions_with_barriers)
{
    enum { BLOCKS = 3, THREADS = 128 };
    int *in = GPU_MANAGED(int, BLOCKS *THREADS), *sum = GPU_MANAGED(int, BLOCKS), wanted[BLOCKS] = {0}, i;
    for (i = 0; i < BLOCKS * THREADS; i++) in[i] = i * 7 % 31, wanted[i / THREADS] += in[i];
    RIGHT(sums_of_blocks(gpu_grid(BLOCKS, 1, 1, THREADS, 1, 1), sum, in));
    CHECK(!memcmp(sum, wanted, sizeof wanted));
    gpu_free(in), gpu_free(sum);
}

#ifdef __cplusplus
static __device__ float already_static(float x) { return 2 * x; }
static __host__ __device__ inline float all_at_once(float x) { return 3 * x; }
template <typename T> __device__ T of_any_type(T x) { return x * x; }
struct line {
    float a, b;
    __host__ __device__ line(float a_, float b_) : a(a_), b(b_) {}
    __host__ __device__ float operator()(float x) const { return a * x + b; }
    __device__ static float zero() { return 0; }
};
GPU_KERNEL(cpp_specifiers, (float *, x), (int, n))
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const line f(2, 1);
    if (i < n) x[i] = f(already_static(x[i])) + all_at_once(1) + of_any_type(3.0f) + line::zero();
}
TEST(specifiers_of_cpp)
{
    float *x = GPU_MANAGED(float, 100);
    std::vector<int> any(3, 1);
    int wrong = *std::make_shared<int>(0) + (int)any.size() - 3;
    for (int i = 0; i < 100; i++) x[i] = (float)i;
    RIGHT(cpp_specifiers(gpu_1d(100), x, 100));
    for (int i = 0; i < 100; i++) wrong += x[i] != 4 * (float)i + 13;
    CHECK_INT(wrong, 0);
    gpu_free(x);
}

/* ------------------------------------------------------------------------------------ kernels that are templates -- */

GPU_KERNEL_TEMPLATE(((class, T), (int, N)), raise, (T *, x), (T, by), (size_t, n))
{
    GPU_FOR(i, n) x[i] = x[i] * (T)N + by;
}
GPU_KERNEL_TEMPLATE(((class, T), (int, BLOCK)), reverse, (T *__restrict__, out), (const T *__restrict__, x))
{
    GPU_SHARED(T, s, [BLOCK]);
    const int t = threadIdx.x;
    s[t] = x[blockIdx.x * BLOCK + t];
    __syncthreads();
    out[blockIdx.x * BLOCK + t] = s[BLOCK - 1 - t];
}
GPU_KERNEL_TEMPLATE(((template <class> class, Function), (typename, T)), apply, (Function<T>, f), (T *, x), (int, n))
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) x[i] = f(x[i]);
}
template <class T> struct add {
    T what;
    __host__ __device__ T operator()(T x) const { return x + what; }
};
template <class T> static void check_raise(T by)
{
    T *x = GPU_MANAGED(T, 1000);
    int wrong = 0;
    for (int i = 0; i < 1000; i++) x[i] = (T)(i % 50);
    RIGHT((raise<T, 3>(gpu_1d(1000), x, by, 1000)));
    RIGHT((raise<T, 2>(gpu_grid(1, 1, 1, 32, 1, 1), x, by, 1000)));
    for (int i = 0; i < 1000; i++) wrong += x[i] != (T)((T)((T)(i % 50) * 3 + by) * 2 + by);
    CHECK_INT(wrong, 0);
    gpu_free(x);
}
template <class T, int BLOCK> static void check_reverse()
{
    T *x = GPU_MANAGED(T, 256), *out = GPU_MANAGED(T, 256);
    int wrong = 0;
    for (int i = 0; i < 256; i++) x[i] = (T)i;
    GPU_CHECK(reverse<T, BLOCK>(gpu_grid(256 / BLOCK, 1, 1, BLOCK, 1, 1), out, x));
    GPU_CHECK(gpu_sync());
    for (int i = 0; i < 256; i++) wrong += out[i] != (T)(i / BLOCK * BLOCK + BLOCK - 1 - i % BLOCK);
    CHECK_INT(wrong, 0);
    gpu_free(x), gpu_free(out);
}
TEST(kernels_that_are_templates)
{
    double *x = GPU_MANAGED(double, 10);
    const add<double> half = {0.5};
    check_raise(1.5f), check_raise(0.25), check_raise(7), check_raise((unsigned char)1);
    check_reverse<float, 128>(), check_reverse<double, 64>(), check_reverse<char, 32>(), check_reverse<float, 64>();
    for (int i = 0; i < 10; i++) x[i] = i;
    RIGHT(apply(gpu_1d(10), half, x, 10)); /* what it is an instance of, the arguments tell */
    for (int i = 0; i < 10; i++) CHECK(x[i] == i + 0.5);
    gpu_free(x);
}
TEST(a_template_in_a_graph)
{
    float *x = GPU_MANAGED(float, 4), by = 1;
    gpu_graph graph;
    x[0] = x[1] = x[2] = x[3] = 1;
    GPU_CHECK(gpu_graph_begin());
    GPU_CHECK(raise<float, 2>(gpu_1d(4), x, by, 4));
    by = 100; /* it has been copied */
    graph = gpu_graph_end();
    RIGHT(gpu_graph_launch(graph));
    RIGHT(gpu_graph_launch(graph));
    CHECK(x[0] == 7 && x[3] == 7);
    gpu_graph_free(graph), gpu_free(x);
}
TEST(messages_name_a_template)
{
    float *x = GPU_MANAGED(float, 4);
    CHECK_STATUS((raise<float, 2>(gpu_grid(1, 1, 1, 2000, 1, 1), x, 1.0f, 4)), GPU_ERROR_LAUNCH, "raise");
    gpu_free(x);
}
#endif
