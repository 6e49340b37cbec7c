/* Moving average: the mean of each element and those before it, over windows of 3 to 100001, three ways: the library's
   gpu_moving_average_f32; a kernel of your own with the obvious loop; and a prefix sum, which loses digits to cancellation
   on long data. The library sums each block's first window, and then only adds the element that enters and subtracts the
   one that leaves, in double and within the block, so its cost hardly depends on the width and no digits are lost.

   Counterpart of Numba's @guvectorize moving_average, whose window shrinks at the start.

   nvcc -O3 -std=c++17 -arch=native -Xcompiler -fopenmp -I. examples/11_moving_average.cu -o moving_average
   cc -O3 -fopenmp -I. -x c examples/11_moving_average.cu -o moving_average -lm                                        */

#define GPU_IMPLEMENTATION
#include "gpu.h"

GPU_KERNEL(by_hand, (float *, out), (const float *, x), (size_t, n), (size_t, width))
{
    GPU_FOR(i, n) {
        size_t first = i + 1 < width ? 0 : i + 1 - width, k;
        double sum = 0;
        for (k = first; k <= i; k++) sum += (double)x[k];
        out[i] = (float)(sum / (double)(i + 1 - first));
    }
}

GPU_KERNEL(from_prefix, (float *, out), (const float *, sums), (size_t, n), (size_t, width))
{
    GPU_FOR(i, n) out[i] = i < width ? sums[i] / (float)(i + 1) : (sums[i] - sums[i - width]) / (float)width;
}

/* The largest error, of every 997th element and the first hundred. */
static double error_of(const float *out, const float *x, size_t n, size_t width)
{
    double worst = 0;
    size_t i, k;
    for (i = 0; i < n; i += i < 100 ? 1 : n / 997) {
        size_t first = i + 1 < width ? 0 : i + 1 - width;
        double sum = 0, e;
        for (k = first; k <= i; k++) sum += (double)x[k];
        e = fabs((double)out[i] - sum / (double)(i + 1 - first));
        if (!(e <= worst)) worst = e;
    }
    return worst;
}

int main(void)
{
    static const size_t widths[] = {3, 101, 1001, 100001};
    static const double five[] = {1, 2, 3, 4, 5};
    const size_t n = (size_t)1 << 22;
    float *x = (float *)malloc(n * sizeof *x), *host = (float *)malloc(n * sizeof *host);
    double mean[5];
    float *dx, *out, *sums;
    gpu_info device;
    gpu_stats t, loop;
    uint32_t state = 1;
    size_t i, w;
    int ok = 1;
    GPU_CHECK(gpu_query(gpu_device(), &device));
    if (!x || !host) return fprintf(stderr, "no host memory for two arrays of %zu floats\n", n), 1;

    GPU_CHECK(gpu_moving_average_f64(mean, five, 5, 3)); /* host arrays: they are carried to the device and back */
    printf("1 2 3 4 5 with a window of 3: %g %g %g %g %g\n\n", mean[0], mean[1], mean[2], mean[3], mean[4]);
    ok &= mean[0] == 1 && mean[1] == 1.5 && mean[2] == 2 && mean[3] == 3 && mean[4] == 4;

    for (i = 0; i < n; i++) state = state * 1664525u + 1013904223u, x[i] = 100 + (float)(state >> 8) / 16777216.0f;
    dx = GPU_TO_DEVICE(float, x, n), out = GPU_NEW(float, n), sums = GPU_NEW(float, n);
    GPU_CHECK(gpu_error());
    printf("%zu floats around 100 on %s (%s)\n\n%10s  %-30s  %-30s  %-30s\n", n, device.name, device.backend, "window", "gpu_moving_average", "a loop a thread",
           "prefix sum in float");
    for (w = 0; w < sizeof widths / sizeof *widths; w++) {
        const size_t width = widths[w];
        double e;
        GPU_BENCH(t, 10) GPU_CHECK(gpu_moving_average_f32(out, dx, n, width));
        GPU_CHECK(gpu_copy(host, out, n * sizeof *host));
        e = error_of(host, x, n, width);
        ok &= e < 1e-5; /* half a unit in the last place of 100 is 4e-6 */
        printf("%10zu  %9.3f ms, error %-8.1e", width, t.median_ms, e);
        if (width <= 101) {
            GPU_BENCH(loop, 1) GPU_CHECK(by_hand(gpu_for(n), out, dx, n, width));
            GPU_CHECK(gpu_copy(host, out, n * sizeof *host));
            e = error_of(host, x, n, width);
            ok &= e < 1e-5;
            printf("     %9.3f ms, error %-8.1e", loop.median_ms, e);
        } else
            printf("     %30s", "");
        GPU_BENCH(t, 10)
        {
            GPU_CHECK(gpu_cumsum_f32(sums, dx, n));
            GPU_CHECK(from_prefix(gpu_for(n), out, sums, n, width));
        }
        GPU_CHECK(gpu_copy(host, out, n * sizeof *host));
        printf("     %9.3f ms, error %-8.1e\n", t.median_ms, error_of(host, x, n, width));
    }
    GPU_CHECK(gpu_free(dx));
    GPU_CHECK(gpu_free(out));
    GPU_CHECK(gpu_free(sums));
    free(x), free(host);
    printf("\n%s\n", ok ? "PASSED" : "FAILED");
    return !ok;
}
