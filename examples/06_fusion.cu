/* Fusion: (2x + 3y) / (x + y + 1) over ten million floats as one call, and as three calls with intermediate results in
   memory. The arithmetic is the same; the memory traffic is not, and it determines the time.

   Counterpart of CuPy's kernel fusion (cp.fuse against separate operations) on ten million floats. Nothing has to be fused
   at run time here: the expression is one function, and one call reads each input once and writes the result once. Three
   calls move 9 arrays and one call 3, so they take three times as long where memory is the limit. The results have the
   same bits, since both forms use fmaf for each product that is added.

   nvcc -O3 -std=c++17 -arch=native -Xcompiler -fopenmp -I. examples/06_fusion.cu -o fusion
   cc -O3 -fopenmp -I. -x c examples/06_fusion.cu -o fusion -lm                                                        */

#define GPU_IMPLEMENTATION
#include "gpu.h"

GPU_VECTORIZE(float, fused, (float, x), (float, y)) { return fmaf(3.0f, y, 2.0f * x) / (x + y + 1.0f); }

GPU_VECTORIZE(float, numerator, (float, x), (float, y)) { return fmaf(3.0f, y, 2.0f * x); }
GPU_VECTORIZE(float, denominator, (float, x), (float, y)) { return x + y + 1.0f; }
GPU_VECTORIZE(float, quotient, (float, p), (float, q)) { return p / q; }

static float uniform(uint32_t *state) /* in [0, 1): the denominator stays away from zero */
{
    *state = *state * 1664525u + 1013904223u;
    return (float)(*state >> 8) / 16777216.0f;
}

static double report(const char *what, int arrays, size_t n, gpu_stats time)
{
    double bytes = (double)arrays * (double)n * sizeof(float);
    printf("%-12s %8.4f ms  %d arrays through memory, %7.1f GB/s\n", what, time.median_ms, arrays, bytes / time.median_ms * 1e-6);
    return time.median_ms;
}

int main(void)
{
    const size_t n = 10000000;
    float *x = (float *)malloc(n * sizeof *x), *y = (float *)malloc(n * sizeof *y), *one, *three;
    float *dev_x, *dev_y, *dev_p, *dev_q, *dev_one, *dev_three;
    uint32_t random = 1;
    gpu_stats time;
    gpu_info info;
    double ms;
    size_t bad = 0;

    GPU_CHECK(gpu_query(gpu_device(), &info));
    printf("on %s (%s), n = %zu\n", info.name, info.backend, n);
    if (!x || !y) return 1;
    for (size_t i = 0; i < n; i++) x[i] = uniform(&random), y[i] = uniform(&random);
    dev_x = GPU_TO_DEVICE(float, x, n), dev_y = GPU_TO_DEVICE(float, y, n);
    dev_p = GPU_NEW(float, n), dev_q = GPU_NEW(float, n), dev_one = GPU_NEW(float, n), dev_three = GPU_NEW(float, n);
    GPU_CHECK(gpu_error());

    GPU_BENCH(time, 100) GPU_CHECK(fused(dev_one, dev_x, dev_y, n));
    ms = report("one call", 3, n, time);
    GPU_BENCH(time, 100)
    {
        GPU_CHECK(numerator(dev_p, dev_x, dev_y, n));
        GPU_CHECK(denominator(dev_q, dev_x, dev_y, n));
        GPU_CHECK(quotient(dev_three, dev_p, dev_q, n));
    }
    ms = report("three calls", 9, n, time) / ms;
    printf("fusion makes it %.2f times as fast\n", ms);

    one = GPU_TO_HOST(float, dev_one, n), three = GPU_TO_HOST(float, dev_three, n);
    GPU_CHECK(gpu_error());
    for (size_t i = 0; i < n; i++) {
        double expected = (2 * (double)x[i] + 3 * (double)y[i]) / ((double)x[i] + (double)y[i] + 1);
        bad += !(fabs(one[i] - expected) <= 4e-7 * expected) || memcmp(&one[i], &three[i], sizeof one[i]) != 0;
    }
    GPU_CHECK(gpu_free(dev_x));
    GPU_CHECK(gpu_free(dev_y));
    GPU_CHECK(gpu_free(dev_p));
    GPU_CHECK(gpu_free(dev_q));
    GPU_CHECK(gpu_free(dev_one));
    GPU_CHECK(gpu_free(dev_three));
    GPU_CHECK(gpu_free(one));
    GPU_CHECK(gpu_free(three));
    free(x), free(y);
    printf("%s\n", bad ? "FAILED" : "PASSED");
    return bad != 0;
}
