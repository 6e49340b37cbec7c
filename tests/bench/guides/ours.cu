/* The functions of arrays.py, by gpu.h, on the same sizes, timed as there: the median of nine calls, each waited for. With an
   argument the sizes of cores.py, for the cores of a CPU. */

#define GPU_IMPLEMENTATION
#include "gpu.h"

GPU_VECTORIZE(float, vector_add, (float, x), (float, y)) { return x + y; }
GPU_VECTORIZE(float, gauss, (float, x)) { return expf(-x * x); }
GPU_VECTORIZE(float, sigmoid, (float, x)) { return 1 / (1 + expf(-x)); }
GPU_VECTORIZE(float, fusion, (float, x), (float, y)) { return (2 * x + 3 * y) / (x + y + 1); }
GPU_REDUCE(double, weighted_sum, 0.0, a + b, (float, x), (float, w)) { return (double)x * (double)w; }
GPU_REDUCE(double, hits, 0.0, a + b, (size_t, i, index), (uint64_t, seed, scalar))
{
    const gpu_f32x16 u = gpu_random_f32x16(seed, i, 0);
    int inside = 0;
    for (int k = 0; k < 16; k += 2) inside += fmaf(u.v[k], u.v[k], u.v[k + 1] * u.v[k + 1]) < 1;
    return inside;
}

static int compare(const void *a, const void *b) { return *(const double *)a < *(const double *)b ? -1 : 1; }
#define MEASURE(program, call)                                                                                         \
    do {                                                                                                               \
        double ms[12];                                                                                                 \
        for (int r = 0; r < 12; r++) {                                                                                 \
            GPU_CHECK(gpu_timer_start());                                                                              \
            call;                                                                                                      \
            ms[r] = gpu_timer_ms();                                                                                    \
        }                                                                                                              \
        qsort(ms + 3, 9, sizeof *ms, compare);                                                                         \
        printf("%s\tgpu.h\t%.4f\n", program, ms[7]);                                                                   \
    } while (0)

int main(int argc, char **argv)
{
    const int cores = argc > 1;
    const size_t n = cores ? 5000000 : 50000000, side = cores ? 1024 : 4096, samples = cores ? 10000000 : 100000000;
    float *x = GPU_NEW(float, n), *y = GPU_NEW(float, n), *out = GPU_NEW(float, n);
    double *z = GPU_NEW(double, n), *normal = GPU_NEW(double, n);
    volatile double value;
    GPU_CHECK(gpu_error());
    GPU_CHECK(gpu_rand_uniform_f32(x, n));
    GPU_CHECK(gpu_rand_uniform_f32(y, n));
    GPU_CHECK(gpu_rand_uniform_f64(z, n));
    MEASURE("vector add", GPU_CHECK(vector_add(out, x, y, n)));
    MEASURE("gauss", GPU_CHECK(gauss(out, x, n)));
    MEASURE("sigmoid", GPU_CHECK(sigmoid(out, x, n)));
    MEASURE("weighted sum", value = weighted_sum(x, y, n));
    MEASURE("fusion", GPU_CHECK(fusion(out, x, y, n)));
    MEASURE("normalize", GPU_CHECK(gpu_normalize_f64(normal, z, n / 5 * 2)));
    MEASURE("matrix product", GPU_CHECK(gpu_matmul_f32(out, x, y, side, side, side)));
    MEASURE("Monte Carlo pi", value = 4 * hits(42, samples / 8) / (double)samples);
    MEASURE("moving average", GPU_CHECK(gpu_moving_average_f32(out, x, (size_t)1 << (cores ? 20 : 22), 101)));
    (void)value, (void)argv;
    return 0;
}
