/* The family order beside CUB, by turns in one run on one card: medians of times by events, on three inputs in rotation,
   and whether both give the same. order_peers.py has the other peers, order_cpu.py the CPU's rows.
   nvcc -O3 -std=c++17 -arch=native -Xcompiler -fopenmp -I. tests/bench/order.cu -o order
   ./order [log2 of the largest n] */
#include <cub/device/device_radix_sort.cuh>
#include <cub/device/device_select.cuh> /* CUDA's headers come first: gpu.h gives some of their names to the host, too */
#define GPU_ORDER
#define GPU_IMPLEMENTATION
#include "gpu.h"
#include <algorithm>
#include <functional>
#include <string>
#include <vector>

enum { ROTATION = 3, REPEATS = 21 };
static cudaStream_t stream;
static const size_t sizes[] = {1000, 4096, 1 << 14, 1 << 16, 1 << 18, 1 << 20, 1 << 22, 1 << 24, 1 << 26, 1 << 28};

/* Medians of both in milliseconds; k is which input. */
static void by_turns(double ms[2], const std::function<void(int)> &ours, const std::function<void(int)> &theirs)
{
    std::vector<float> times[2];
    cudaEvent_t from, to;
    cudaEventCreate(&from), cudaEventCreate(&to);
    for (int r = -3; r < REPEATS; r++)
        for (int who = 0; who < 2; who++) {
            float t = 0;
            const std::function<void(int)> &f = who ? theirs : ours;
            if (!f) continue;
            cudaEventRecord(from, stream);
            f((r + 3) % ROTATION);
            cudaEventRecord(to, stream);
            cudaEventSynchronize(to);
            cudaEventElapsedTime(&t, from, to);
            if (r >= 0) times[who].push_back(t);
        }
    for (int who = 0; who < 2; who++) {
        std::sort(times[who].begin(), times[who].end());
        ms[who] = times[who].empty() ? 0 : times[who][times[who].size() / 2];
    }
    cudaEventDestroy(from), cudaEventDestroy(to);
}
static void row(const char *what, size_t n, const double ms[2], const char *same)
{
    printf("%-28s %11zu %10.4f ms %10.4f ms CUB %7.2f Gkeys/s  ratio %.3f %s\n", what, n, ms[0], ms[1],
           (double)n / ms[0] / 1e6, ms[1] > 0 ? ms[0] / ms[1] : 0, same);
    fflush(stdout);
}
static const char *same_bytes(const void *a, const void *b, size_t bytes)
{
    std::vector<char> x(bytes), y(bytes);
    GPU_CHECK(gpu_sync());
    cudaMemcpy(x.data(), a, bytes, cudaMemcpyDeviceToHost);
    cudaMemcpy(y.data(), b, bytes, cudaMemcpyDeviceToHost);
    return memcmp(x.data(), y.data(), bytes) ? "DIFFERENT" : "same";
}
template <class T> static void fill(T *x, size_t n)
{
    if constexpr (std::is_same<T, float>::value || std::is_same<T, double>::value)
        GPU_CHECK(gpu_rand_normal(x, 0, 1, n));
    else
        GPU_CHECK(gpu_rand_int_i32((int32_t *)x, INT32_MIN, INT32_MAX, n * sizeof(T) / 4));
}

template <class T> static void keys(const char *name, size_t n)
{
    T *in[ROTATION], *out = GPU_NEW(T, n), *want = GPU_NEW(T, n);
    void *space = NULL;
    size_t bytes = 0;
    double ms[2];
    char what[64];
    for (int k = 0; k < ROTATION; k++) fill(in[k] = GPU_NEW(T, n), n);
    cub::DeviceRadixSort::SortKeys(space, bytes, in[0], want, n, 0, (int)sizeof(T) * 8, stream);
    space = gpu_malloc(bytes);
    by_turns(ms, [&](int k) { GPU_CHECK(gpu_sort(out, in[k], n, GPU_ASCENDING)); },
             [&](int k) { cub::DeviceRadixSort::SortKeys(space, bytes, in[k], want, n, 0, (int)sizeof(T) * 8, stream); });
    snprintf(what, sizeof what, "sort %s", name);
    row(what, n, ms, same_bytes(out, want, n * sizeof(T)));
    for (int k = 0; k < ROTATION; k++) GPU_CHECK(gpu_free(in[k]));
    GPU_CHECK(gpu_free(out)), GPU_CHECK(gpu_free(want)), GPU_CHECK(gpu_free(space));
}
template <class T, class V> static void pairs(const char *name, size_t n)
{
    T *in[ROTATION], *out = GPU_NEW(T, n), *want = GPU_NEW(T, n);
    V *v = GPU_NEW(V, n), *v_out = GPU_NEW(V, n), *v_want = GPU_NEW(V, n);
    void *space = NULL;
    size_t bytes = 0;
    double ms[2];
    char what[64];
    for (int k = 0; k < ROTATION; k++) fill(in[k] = GPU_NEW(T, n), n);
    fill(v, n);
    cub::DeviceRadixSort::SortPairs(space, bytes, in[0], want, v, v_want, n, 0, (int)sizeof(T) * 8, stream);
    space = gpu_malloc(bytes);
    by_turns(ms, [&](int k) { GPU_CHECK(gpu_sort_pairs(out, v_out, in[k], v, n, GPU_ASCENDING)); }, [&](int k) {
        cub::DeviceRadixSort::SortPairs(space, bytes, in[k], want, v, v_want, n, 0, (int)sizeof(T) * 8, stream);
    });
    snprintf(what, sizeof what, "pairs %s", name);
    row(what, n, ms, same_bytes(v_out, v_want, n * sizeof(V)));
    for (int k = 0; k < ROTATION; k++) GPU_CHECK(gpu_free(in[k]));
    GPU_CHECK(gpu_free(out)), GPU_CHECK(gpu_free(want)), GPU_CHECK(gpu_free(space));
    GPU_CHECK(gpu_free(v)), GPU_CHECK(gpu_free(v_out)), GPU_CHECK(gpu_free(v_want));
}
/* Without a peer. */
template <class T> static void alone(const char *what, size_t n, size_t out_bytes, const std::function<void(T *, void *)> &f)
{
    T *in[ROTATION];
    void *out = gpu_malloc(out_bytes);
    double ms[2];
    for (int k = 0; k < ROTATION; k++) fill(in[k] = GPU_NEW(T, n), n);
    by_turns(ms, [&](int k) { f(in[k], out); }, nullptr);
    row(what, n, ms, "");
    for (int k = 0; k < ROTATION; k++) GPU_CHECK(gpu_free(in[k]));
    GPU_CHECK(gpu_free(out));
}

/* x > 0.5 of normally distributed numbers, beside CUB's. */
struct more_than_half {
    __device__ bool operator()(float v) const { return v > 0.5f; }
};
GPU_SELECT(float, above_half, (float, x)) { return x > 0.5f; }
static void select(size_t n)
{
    float *in[ROTATION], *out = GPU_NEW(float, n), *want = GPU_NEW(float, n);
    int64_t *count = GPU_NEW(int64_t, 2), found = 0;
    void *space = NULL;
    size_t bytes = 0;
    double ms[2];
    for (int k = 0; k < ROTATION; k++) fill(in[k] = GPU_NEW(float, n), n);
    cub::DeviceSelect::If(space, bytes, in[0], want, count + 1, (int64_t)n, more_than_half(), stream);
    space = gpu_malloc(bytes);
    by_turns(ms, [&](int k) { GPU_CHECK(above_half(out, count, in[k], n)); },
             [&](int k) { cub::DeviceSelect::If(space, bytes, in[k], want, count + 1, (int64_t)n, more_than_half(), stream); });
    GPU_CHECK(gpu_copy(&found, count, sizeof found));
    row("select x > 0.5 f32", n, ms, same_bytes(out, want, (size_t)found * 4));
    for (int k = 0; k < ROTATION; k++) GPU_CHECK(gpu_free(in[k]));
    GPU_CHECK(gpu_free(out)), GPU_CHECK(gpu_free(want)), GPU_CHECK(gpu_free(count)), GPU_CHECK(gpu_free(space));
}
static void others(size_t n)
{
    alone<float>("argsort f32", n, n * 8, [&](float *x, void *out) { GPU_CHECK(gpu_argsort((int64_t *)out, x, n, GPU_ASCENDING)); });
    alone<float>("argsort_short f32", n, n * 4, [&](float *x, void *out) { GPU_CHECK(gpu_argsort_short((uint32_t *)out, x, n, GPU_ASCENDING)); });
    for (size_t cols : {16, 128, 1024, 4096, 65536})
        alone<float>((std::string("rows of ") + std::to_string(cols) + " f32").c_str(), n, n * 4,
                     [&](float *x, void *out) { GPU_CHECK(gpu_sort_rows((float *)out, x, n / cols, cols, GPU_ASCENDING)); });
    alone<float>("argsort of rows of 1024 f32", n, n * 8, [&](float *x, void *out) { GPU_CHECK(gpu_argsort_rows((int64_t *)out, x, n / 1024, 1024, GPU_ASCENDING)); });
    alone<float>("top 100 f32", n, 4096, [&](float *x, void *out) { GPU_CHECK(gpu_top((float *)out, (int64_t *)out + 64, 100, x, n)); });
    alone<float>("top 8 of rows of 1024 f32", n, n / 32 + n / 16, [&](float *x, void *out) { GPU_CHECK(gpu_top_rows((float *)out, (int64_t *)out + n / 256, 8, x, n / 1024, 1024)); });
    alone<float>("median f32", n, 8, [&](float *x, void *out) { GPU_CHECK(gpu_median_to((double *)out, x, n)); });
    alone<int32_t>("unique of 1000 i32", n, n * 4 + 64, [&](int32_t *x, void *out) {
        static std::vector<const int32_t *> done;
        if (std::find(done.begin(), done.end(), x) == done.end()) GPU_CHECK(gpu_rand_int_i32(x, 0, 999, n)), done.push_back(x);
        GPU_CHECK(gpu_unique((int32_t *)out + 16, (int64_t *)out, NULL, NULL, x, n));
    });
}

int main(int argc, char **argv)
{
    const size_t most = (size_t)1 << (argc > 1 ? atoi(argv[1]) : 28), large = most < 1 << 26 ? most : (size_t)1 << 26;
    gpu_print_devices(stdout);
    stream = (cudaStream_t)gpu_stream_native(NULL);
    for (size_t n : sizes)
        if (n <= most) {
            keys<float>("f32", n), keys<uint32_t>("u32", n), keys<int64_t>("i64", n), keys<double>("f64", n);
            pairs<float, uint32_t>("f32 + u32", n), pairs<uint64_t, uint64_t>("u64 + u64", n);
        }
    select(large), select(most);
    others(large);
    return 0;
}
