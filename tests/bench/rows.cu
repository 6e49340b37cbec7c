/* Functions along rows: GB/s, each input read once and each output written once. nvcc as bench.cu, or the C compiler. */

#define GPU_IMPLEMENTATION
#define GPU_ROWWISE
#include "gpu.h"

GPU_ROWS(float, softmax, (float *, y), (const float *, x), (size_t, cols))
{
    float m = x[0], s = 0;
    size_t i;
    for (i = 1; i < cols; i++) m = x[i] > m ? x[i] : m;
    for (i = 0; i < cols; i++) s += y[i] = expf(x[i] - m);
    for (i = 0; i < cols; i++) y[i] /= s;
}
GPU_ROWS(float, shared_softmax, (float *, y), (const float *, x), (size_t, cols))
{
    GPU_ROW_MAX(float, most, i, cols, x[i]);
    GPU_ROW_FOR(i, cols) y[i] = expf(x[i] - most);
    GPU_ROW_SUM(double, sum, i, cols, y[i]);
    const float scale = (float)(1 / sum);
    GPU_ROW_FOR(i, cols) y[i] *= scale;
}
GPU_ROWS(float, shared_norm, (float *, r, value), (const float *, x), (size_t, cols))
{
    GPU_ROW_SUM(float, sum, i, cols, x[i] * x[i]);
    r[0] = sqrtf(sum);
}
GPU_ROWS(float, norm, (float *, r, value), (const float *, x), (size_t, cols))
{
    float s = 0;
    size_t i;
    for (i = 0; i < cols; i++) s += x[i] * x[i];
    r[0] = sqrtf(s);
}

#define ROW(name, bytes, call)                                                                                         \
    {                                                                                                                  \
        gpu_stats t;                                                                                                   \
        GPU_BENCH(t, 15) GPU_CHECK(call);                                                                              \
        printf("%-24s %9zu x %-8zu %9.3f ms %8.0f GB/s\n", name, rows, cols, t.median_ms, (double)(bytes) / t.median_ms * 1e-6); \
    }

int main(int argc, char **argv)
{
    static const size_t shape[][2] = {{65536, 1024}, {4000000, 32}, {1000000, 10}, {262144, 256}, {262143, 255}, {32768, 2048}, {16384, 4096}, {8192, 8192}, {4096, 16384}, {64, 1048576}};
    const size_t most = argc > 1 ? (size_t)atoi(argv[1]) << 20 : (size_t)128 << 20;
    float *x = GPU_NEW(float, most), *y = GPU_NEW(float, most);
    double *dx = GPU_NEW(double, most / 2), *dy = GPU_NEW(double, most / 2);
    size_t k;
    GPU_CHECK(gpu_error());
    GPU_CHECK(gpu_rand_normal_f32(x, 0.0f, 1.0f, most));
    GPU_CHECK(gpu_rand_normal_f64(dx, 0.0, 1.0, most / 2));
    printf("%s\n", gpu_backend_name());
    for (k = 0; k < sizeof shape / sizeof *shape; k++) {
        size_t rows = shape[k][0], cols = shape[k][1], n;
        while (rows * cols > most) rows /= 2;
        n = rows * cols;
        ROW("gpu_softmax_rows_f32", n * 8, gpu_softmax_rows_f32(y, x, rows, cols))
        ROW("gpu_log_softmax_rows_f32", n * 8, gpu_log_softmax_rows_f32(y, x, rows, cols))
        ROW("gpu_logsumexp_rows_f32", n * 4, gpu_logsumexp_rows_f32(y, x, rows, cols))
        ROW("gpu_layer_norm_rows_f32", n * 8, gpu_layer_norm_rows_f32(y, x, NULL, NULL, rows, cols, 1e-5))
        ROW("softmax by GPU_ROW_FOR", n * 8, shared_softmax(y, x, rows, cols))
        ROW("norm by GPU_ROW_SUM", n * 4, shared_norm(y, x, rows, cols))
        if (cols < 4096) ROW("softmax by GPU_ROWS", n * 8, softmax(y, x, rows, cols))
        if (cols < 4096) ROW("norm by GPU_ROWS", n * 4, norm(y, x, rows, cols))
        if (2 * n > most) rows /= 2, n = rows * cols;
        if (k < 2) {
            ROW("gpu_softmax_rows_f64", n * 16, gpu_softmax_rows_f64(dy, dx, rows, cols))
            ROW("gpu_layer_norm_rows_f64", n * 16, gpu_layer_norm_rows_f64(dy, dx, NULL, NULL, rows, cols, 1e-5))
        }
    }
    return 0;
}
