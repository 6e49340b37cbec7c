/* Weighted sum: reductions of your own. Each element is mapped, and the results are combined.

   Counterpart of CuPy's ReductionKernel 'weighted_sum' (map x * w, reduce a + b, identity 0) on a million floats, and the
   sum of squares with which Numba's @njit and prange tutorials start. The accumulator is a double, so a million floats
   lose no digits. The order of the additions depends on n alone: the sum has the same bits on every run, for any number of
   threads, on any GPU and on the CPU, which the program checks.

   nvcc -O3 -std=c++17 -arch=native -Xcompiler -fopenmp -I. examples/05_weighted_sum.cu -o weighted_sum
   cc -O3 -fopenmp -I. -x c examples/05_weighted_sum.cu -o weighted_sum -lm                                            */

#define GPU_IMPLEMENTATION
#include "gpu.h"

GPU_REDUCE(double, weighted_sum, 0.0, a + b, (float, x), (float, w)) { return (double)x * w; }
GPU_REDUCE(double, sum_of_squares, 0.0, a + b, (double, x)) { return x * x; }

/* An accumulator may be a struct: smallest and largest value in one pass. */
typedef struct range {
    float low, high;
} range;
GPU_FN range both(range a, range b)
{
    range r;
    r.low = a.low < b.low ? a.low : b.low;
    r.high = a.high > b.high ? a.high : b.high;
    return r;
}
static range nothing(void)
{
    range r = {INFINITY, -INFINITY};
    return r;
}
GPU_REDUCE(range, range_of, nothing(), both(a, b), (float, x))
{
    range r;
    r.low = r.high = x;
    return r;
}

static float uniform(uint32_t *state) /* in [0, 1): a small generator is enough for test data */
{
    *state = *state * 1664525u + 1013904223u;
    return (float)(*state >> 8) / 16777216.0f;
}

int main(void)
{
    const size_t n = 1000000;
    float *x = (float *)malloc(n * sizeof *x), *w = (float *)malloc(n * sizeof *w), *dev_x, *dev_w;
    double *d = (double *)malloc(n * sizeof *d), *dev_d, *dev_result, result, squares, sum = 0, sum_squares = 0;
    const int device = gpu_device();
    uint32_t random = 1;
    range r, seen = nothing();
    gpu_stats waiting, queued;
    gpu_info info;
    int ok;

    GPU_CHECK(gpu_query(device, &info));
    printf("on %s (%s), n = %zu\n", info.name, info.backend, n);
    if (!x || !w || !d) return 1;
    for (size_t i = 0; i < n; i++) {
        x[i] = 2 * (uniform(&random) + uniform(&random) + uniform(&random)) - 3; /* bell-shaped, in [-3, 3) */
        w[i] = uniform(&random);
        d[i] = (double)x[i];
        sum += (double)x[i] * w[i];
        sum_squares += d[i] * d[i];
        if (x[i] < seen.low) seen.low = x[i];
        if (x[i] > seen.high) seen.high = x[i];
    }
    dev_x = GPU_TO_DEVICE(float, x, n), dev_w = GPU_TO_DEVICE(float, w, n), dev_d = GPU_TO_DEVICE(double, d, n), dev_result = GPU_NEW(double, 1);
    GPU_CHECK(gpu_error());

    GPU_BENCH(waiting, 20) result = weighted_sum(dev_x, dev_w, n);                          /* the value, on the host */
    GPU_BENCH(queued, 20) GPU_CHECK(weighted_sum_to(dev_result, dev_x, dev_w, n));           /* left on the device */
    result = weighted_sum(dev_x, dev_w, n);
    GPU_CHECK(gpu_error());
    ok = fabs(result - sum) <= 1e-9 * fabs(sum) + 1e-9;
    printf("weighted sum    %.17g, %.4f ms with the value on the host, %.4f ms left on the device\n", result, waiting.median_ms, queued.median_ms);

    GPU_BENCH(waiting, 20) squares = sum_of_squares(dev_d, n);
    squares = sum_of_squares(dev_d, n);
    GPU_CHECK(gpu_error());
    ok &= fabs(squares - sum_squares) <= 1e-12 * sum_squares;
    printf("sum of squares  %.17g, %.4f ms\n", squares, waiting.median_ms);

    r = range_of(dev_x, n);
    ok &= r.low >= seen.low && r.low <= seen.low && r.high >= seen.high && r.high <= seen.high;
    printf("range           [%g, %g]\n", (double)r.low, (double)r.high);

    GPU_CHECK(gpu_use(GPU_CPU)); /* the same bits on the CPU, from the host arrays */
    sum = weighted_sum(x, w, n);
    GPU_CHECK(gpu_error());
    ok &= memcmp(&sum, &result, sizeof sum) == 0;
    sum = sum_of_squares(d, n);
    ok &= memcmp(&sum, &squares, sizeof sum) == 0;
    printf("the CPU's sums  %s\n", ok ? "have the same bits" : "DIFFER");

    GPU_CHECK(gpu_free(dev_x));
    GPU_CHECK(gpu_free(dev_w));
    GPU_CHECK(gpu_free(dev_d));
    GPU_CHECK(gpu_free(dev_result));
    free(x), free(w), free(d);
    printf("%s\n", ok ? "PASSED" : "FAILED");
    return !ok;
}
