/* Normalize: (x - mean) / std of 20 million doubles, and then the dot product of the result with itself, which must be
   their number. First on the CPU and then on the GPU, with the arrays in their memory; then on arrays that stay in host
   memory, which the library stages through the GPU. Mean and variance come from one pass over the data, and are accurate
   also for data around 1e8, where E[x^2] - E[x]^2 has no correct digit.

   Counterpart of a tutorial's pre-processing on the CPU, with Numba's parallel loops, and the GPU's dot product after it.

   nvcc -O3 -std=c++17 -arch=native -Xcompiler -fopenmp -I. examples/12_normalize.cu -o normalize
   cc -O3 -fopenmp -I. -x c examples/12_normalize.cu -o normalize -lm                                                  */

#define GPU_IMPLEMENTATION
#include "gpu.h"

GPU_REDUCE(double, sum_of_squares, 0.0, a + b, (double, x)) { return x * x; }

static int failed;

/* One line: mean, deviation and dot product of what came out, which are 0, 1 and n. */
static void report(const char *what, const double *y, size_t n, double ms)
{
    double mean = gpu_mean_f64(y, n), deviation = gpu_std_f64(y, n, 0), dot = gpu_dot_f64(y, y, n);
    int ok = fabs(mean) < 1e-9 && fabs(deviation - 1) < 1e-9 && fabs(dot - (double)n) < 1e-6 * (double)n;
    failed |= !ok;
    printf("%-34s %9.3f ms   mean %9.1e   std %.9f   y . y %.6f   %s\n", what, ms, mean, deviation, dot, ok ? "ok" : "WRONG");
}

static void normalize_on(const char *what, const double *host, size_t n)
{
    double *x = GPU_TO_DEVICE(double, host, n), *y = GPU_NEW(double, n);
    gpu_stats t;
    GPU_CHECK(gpu_error());
    GPU_BENCH(t, 10) GPU_CHECK(gpu_normalize_f64(y, x, n));
    report(what, y, n, t.median_ms);
    GPU_CHECK(gpu_free(x));
    GPU_CHECK(gpu_free(y));
}

int main(void)
{
    const size_t n = 20000000;
    double *x = (double *)malloc(n * sizeof *x), *y = (double *)malloc(n * sizeof *y), naive, variance, mean;
    const int device = gpu_device();
    uint32_t state = 7;
    gpu_info info;
    size_t i;
    GPU_CHECK(gpu_query(device, &info));
    if (!x || !y) return fprintf(stderr, "no host memory for two arrays of %zu doubles\n", n), 1;
    for (i = 0; i < n; i++) state = state * 1664525u + 1013904223u, x[i] = (double)state / 4294967296.0;

    printf("%zu doubles, uniform in [0, 1), on %s (%s)\n\n", n, info.name, info.backend);
    GPU_CHECK(gpu_use(GPU_CPU));
    normalize_on("CPU, all threads", x, n);
    GPU_CHECK(gpu_use(device));
    if (device >= 0) normalize_on("GPU, arrays in its memory", x, n);
    GPU_CHECK(gpu_timer_start());
    GPU_CHECK(gpu_normalize_f64(y, x, n)); /* ordinary host arrays: the result is in y when this returns */
    report("current device, arrays of the host", y, n, gpu_timer_ms());

    for (i = 0; i < n; i++) x[i] += 1e8;
    mean = gpu_mean_f64(x, n);
    variance = gpu_var_f64(x, n, 0);
    naive = sum_of_squares(x, n) / (double)n - mean * mean;
    printf("\nthe same numbers plus 1e8: variance %.9f (1/12 = %.9f); E[x^2] - E[x]^2 gives %.9f\n", variance, 1.0 / 12, naive);
    failed |= !(fabs(variance - 1.0 / 12) < 1e-4);

    free(x), free(y);
    printf("\n%s\n", failed ? "FAILED" : "PASSED");
    return failed;
}
