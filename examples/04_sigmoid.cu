/* Sigmoid: an element-wise function of your own, y = 1 / (1 + exp(-x)), over a million floats.

   Counterpart of CuPy's ElementwiseKernel 'sigmoid', which takes the operation as a string of CUDA C. Here it is a C
   function that the compiler checks; the macro lifts it over arrays and keeps it callable as sigmoid_scalar. One call is
   one pass over memory. The result is compared with the function in double, and on a GPU also with the CPU's.

   nvcc -O3 -std=c++17 -arch=native -Xcompiler -fopenmp -I. examples/04_sigmoid.cu -o sigmoid
   cc -O3 -fopenmp -I. -x c examples/04_sigmoid.cu -o sigmoid -lm                                                      */

#define GPU_IMPLEMENTATION
#include "gpu.h"

GPU_VECTORIZE(float, sigmoid, (float, x)) { return 1.0f / (1.0f + expf(-x)); }

static float normal(uint32_t *state) /* close to it: the sum of 12 uniform numbers, less their mean */
{
    float sum = -6;
    int k;
    for (k = 0; k < 12; k++) {
        *state = *state * 1664525u + 1013904223u;
        sum += (float)(*state >> 8) / 16777216.0f;
    }
    return sum;
}

static size_t wrong(const float *y, const float *x, size_t n)
{
    size_t bad = 0;
    for (size_t i = 0; i < n; i++) {
        double expected = 1 / (1 + exp(-(double)x[i]));
        if (!(fabs(y[i] - expected) <= 1e-6 * expected) && bad++ == 0) printf("MISMATCH: sigmoid(%g) gave %g, expected %g\n", (double)x[i], (double)y[i], expected);
    }
    return bad;
}

int main(void)
{
    const size_t n = 1000000;
    const double bytes = 2.0 * (double)n * sizeof(float); /* each x is read once, each y written once */
    float *x = (float *)malloc(n * sizeof *x), *y, *dev_x, *dev_y;
    uint32_t random = 1;
    gpu_stats time;
    gpu_info info;
    size_t bad;

    GPU_CHECK(gpu_query(gpu_device(), &info));
    printf("on %s (%s)\n", info.name, info.backend);
    if (!x) return 1;
    for (size_t i = 0; i < n; i++) x[i] = normal(&random);
    x[0] = 0, x[1] = 100, x[2] = -80, x[3] = INFINITY, x[4] = -INFINITY; /* the ends, which must saturate */

    dev_x = GPU_TO_DEVICE(float, x, n);
    dev_y = GPU_NEW(float, n);
    GPU_CHECK(gpu_error());
    GPU_BENCH(time, 20) GPU_CHECK(sigmoid(dev_y, dev_x, n));
    y = GPU_TO_HOST(float, dev_y, n);
    GPU_CHECK(gpu_error());
    printf("sigmoid of %zu floats: %.4f ms, %.1f GB/s\n", n, time.median_ms, bytes / time.median_ms * 1e-6);
    printf("sigmoid(0) = %g, sigmoid(100) = %g, sigmoid(-80) = %g, sigmoid(-inf) = %g\n", (double)y[0], (double)y[1], (double)y[2], (double)y[4]);
    bad = wrong(y, x, n);

    if (gpu_device() != GPU_CPU) { /* the same function on the CPU, straight on the host arrays */
        GPU_CHECK(gpu_use(GPU_CPU));
        GPU_BENCH(time, 20) GPU_CHECK(sigmoid(y, x, n));
        printf("on the CPU: %.4f ms\n", time.median_ms);
        bad += wrong(y, x, n);
    }
    GPU_CHECK(gpu_free(dev_x));
    GPU_CHECK(gpu_free(dev_y));
    GPU_CHECK(gpu_free(y));
    free(x);
    printf("%s\n", bad ? "FAILED" : "PASSED");
    return bad != 0;
}
