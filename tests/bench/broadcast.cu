/* What a broadcast costs beside gpu_add, a border beside the zero border, weighted counts of 2^26 elements.
   nvcc -O3 -std=c++17 -arch=native -I. tests/bench/broadcast.cu -o broadcast && ./broadcast [rows and columns] */
#define GPU_IMPLEMENTATION
#include "gpu.h"

#define ROW(label, bytes, call)                                                                                        \
    {                                                                                                                  \
        gpu_stats t;                                                                                                   \
        GPU_BENCH(t, 20) GPU_CHECK(call);                                                                              \
        printf("%-28s %9.3f ms %9.1f GB/s\n", label, t.median_ms, (double)(bytes) / t.median_ms / 1e6);                \
    }

int main(int argc, char **argv)
{
    static const char *const border[] = {"zero", "clamp", "wrap", "reflect", "mirror"};
    const size_t n = argc > 1 ? (size_t)atol(argv[1]) : 16384, all = n * n, many = (size_t)1 << 26;
    float *const x = GPU_NEW(float, all), *const y = GPU_NEW(float, all), *const out = GPU_NEW(float, all);
    float *const h = GPU_NEW(float, 25);
    int64_t *const index = GPU_NEW(int64_t, many);
    double *const sums = GPU_NEW(double, 100);
    char label[64];
    int b, width;
    GPU_CHECK(gpu_rand_uniform_f32(x, all)), GPU_CHECK(gpu_rand_uniform_f32(y, all));
    GPU_CHECK(gpu_fill_f32(h, 0.04f, 25)), GPU_CHECK(gpu_rand_int_i64(index, 0, 100, many));
    ROW("add", 12 * all, gpu_add_f32(out, x, y, all))
    ROW("add_scalar", 8 * all, gpu_add_scalar_f32(out, x, 1, all))
    ROW("add_row", 8 * all, gpu_add_row_f32(out, x, y, n, n))
    ROW("add_col", 8 * all, gpu_add_col_f32(out, x, y, n, n))
    ROW("add_row, odd columns", 8 * n * (n - 1), gpu_add_row_f32(out, x, y, n, n - 1))
    for (width = 3; width <= 5; width += 2)
        for (b = 0; b < 5; b++) {
            (void)snprintf(label, sizeof label, "conv2d u8 %d by %d, %s", width, width, border[b]);
            ROW(label, 2 * all, gpu_conv2d_u8((uint8_t *)out, (const uint8_t *)x, n, n, h, (size_t)width, (size_t)width, (gpu_border)b))
            (void)snprintf(label, sizeof label, "conv2d f32 %d by %d, %s", width, width, border[b]);
            ROW(label, 8 * all, gpu_conv2d_f32(out, x, n, n, h, (size_t)width, (size_t)width, (gpu_border)b))
        }
    if (all >= many) ROW("bincount_weights, int64_t", 12 * many, gpu_bincount_weights_f32_i64(sums, 100, index, x, many))
    return 0;
}
