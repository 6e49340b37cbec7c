/* Rows of sorting, selection and what comes of them, beside CUB; bench.h says how. */
#if defined(WITH_VENDOR) /* CUDA's headers come first: gpu.h gives some of their names to the host, too */
#include <cub/device/device_radix_sort.cuh>
#include <cub/device/device_select.cuh>
#endif
#define GPU_ORDER
#define GPU_IMPLEMENTATION
#include "gpu.h"
#include "bench.h"

GPU_SELECT(float, above_half, (float, x)) { return x > 0.5f; }
static void new_row(void) {}
#ifdef WITH_VENDOR
struct more_than_half {
    __device__ bool operator()(float v) const { return v > 0.5f; }
};
static int vendor(const char *what, const size_t *d, void *const *p)
{
    const size_t n = d[0];
    CUB("sort f32", DeviceRadixSort::SortKeys, F(0), F(1), n)
    CUB("sort f64", DeviceRadixSort::SortKeys, D(0), D(1), n)
    CUB("sort i32", DeviceRadixSort::SortKeys, I(0), I(1), n)
    CUB("sort i64", DeviceRadixSort::SortKeys, L(0), L(1), n)
    CUB("pairs f32 + u32", DeviceRadixSort::SortPairs, F(0), F(2), P(uint32_t, 1), P(uint32_t, 3), n)
    CUB("pairs u64 + u64", DeviceRadixSort::SortPairs, P(uint64_t, 0), P(uint64_t, 2), P(uint64_t, 1), P(uint64_t, 3),
        n)
    CUB("select", DeviceSelect::If, F(0), F(1), L(2), (int64_t)n, more_than_half())
    return NOT_HERE;
}
#endif

/* The rows of one type: inputs x, y, a mask of bytes and places, where the row has them, then the outputs. */
#define OF_TYPE(T, s)                                                                                                  \
    ROW("sort " #s, gpu_sort_##s(P(T, 1), P(T, 0), n, GPU_ASCENDING))                                                  \
    ROW("argsort " #s, gpu_argsort_##s(L(1), P(T, 0), n, GPU_ASCENDING))                                               \
    ROW("sort rows " #s, gpu_sort_rows_##s(P(T, 1), P(T, 0), n, d[1], GPU_ASCENDING))                                  \
    ROW("top " #s, gpu_top_##s(P(T, 1), L(2), d[1], P(T, 0), n))                                                       \
    ROW("median " #s, gpu_median_to_##s(D(1), P(T, 0), n))                                                             \
    ROW("unique " #s, gpu_unique_##s(P(T, 1), L(2), NULL, NULL, P(T, 0), n))                                           \
    ROW("unique, inverse " #s, gpu_unique_##s(P(T, 1), L(2), L(3), L(4), P(T, 0), n))                                  \
    ROW("compress " #s, gpu_compress_##s(P(T, 2), L(3), P(T, 0), P(uint8_t, 1), n))                                    \
    ROW("where " #s, gpu_where_##s(P(T, 3), P(uint8_t, 2), P(T, 0), P(T, 1), n))
static int once(const char *what, const size_t *d, void *const *p)
{
    const size_t n = d[0];
    OF_TYPE(float, f32)
    OF_TYPE(double, f64)
    OF_TYPE(int32_t, i32)
    OF_TYPE(int64_t, i64)
    ROW("pairs f32 + u32", gpu_sort_pairs_f32(F(2), p[3], F(0), p[1], 4, n, GPU_ASCENDING))
    ROW("pairs u64 + u64", gpu_sort_pairs_u64(P(uint64_t, 2), p[3], P(uint64_t, 0), p[1], 8, n, GPU_ASCENDING))
    ROW("argsort_short f32", gpu_argsort_short_f32(P(uint32_t, 1), F(0), n, GPU_ASCENDING))
    ROW("argsort rows f32", gpu_argsort_rows_f32(L(1), F(0), n, d[1], GPU_ASCENDING))
    ROW("top rows f32", gpu_top_rows_f32(F(1), L(2), d[2], F(0), n, d[1]))
    ROW("select", above_half(F(1), L(2), F(0), n))
    ROW("nonzero", gpu_nonzero_u8(L(1), L(2), P(uint8_t, 0), n))
#ifdef WITH_VENDOR
    return vendor(what, d, p);
#else
    return NOT_HERE;
#endif
}
