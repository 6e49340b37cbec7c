/* Vectorise: a scalar function lifted over arrays in one line, and run unchanged on three targets: one CPU thread, all CPU
   threads, the GPU.

   Counterpart of Numba's @vectorize: scalar_add on five numbers, a + b with target='cuda' on a million float64, the
   portable compute(a, b) = a*a + b*b on a million float64, and the ufuncs gauss and sin * cos. Numba fixes the target in
   the definition; gpu_use chooses it at run time, and name_scalar is the function itself, for a plain loop.

   Arrays may be ordinary host memory, as NumPy's are for Numba: a GPU then gets them piece by piece, and the time of the
   call includes the copies. The last column is the same call on arrays that are already on the device.

   nvcc -O3 -std=c++17 -arch=native -Xcompiler -fopenmp -I. examples/03_vectorize.cu -o vectorize
   cc -O3 -fopenmp -I. -x c examples/03_vectorize.cu -o vectorize -lm                                                  */

#define GPU_IMPLEMENTATION
#include "gpu.h"

GPU_VECTORIZE(int, scalar_add, (int, a), (int, b)) { return a + b; }
GPU_VECTORIZE(double, add, (double, a), (double, b)) { return a + b; }
GPU_VECTORIZE(double, compute, (double, a), (double, b)) { return a * a + b * b; }
GPU_VECTORIZE(double, gauss, (double, x)) { return exp(-x * x); }
GPU_VECTORIZE(double, sin_cos, (double, x), (double, y)) { return sin(x) * cos(y); }

static double uniform(uint32_t *state) /* in [-4, 4): a small generator is enough for test data */
{
    *state = *state * 1664525u + 1013904223u;
    return (double)(*state >> 8) / 2097152.0 - 4;
}

/* The first target is a plain loop over the scalar function. */
static void add_loop(double *out, const double *a, const double *b, size_t n)
{
    for (size_t i = 0; i < n; i++) out[i] = add_scalar(a[i], b[i]);
}
static void compute_loop(double *out, const double *a, const double *b, size_t n)
{
    for (size_t i = 0; i < n; i++) out[i] = compute_scalar(a[i], b[i]);
}
static void gauss_loop(double *out, const double *a, const double *b, size_t n)
{
    (void)b;
    for (size_t i = 0; i < n; i++) out[i] = gauss_scalar(a[i]);
}
static void sin_cos_loop(double *out, const double *a, const double *b, size_t n)
{
    for (size_t i = 0; i < n; i++) out[i] = sin_cos_scalar(a[i], b[i]);
}
/* gauss with the arguments of the others, so that one table holds them all. */
static gpu_status gauss_of_two(double *out, const double *a, const double *b, size_t n)
{
    (void)b;
    return gauss(out, a, n);
}

static const struct {
    const char *name;
    void (*loop)(double *out, const double *a, const double *b, size_t n);
    gpu_status (*call)(double *out, const double *a, const double *b, size_t n);
} work[] = {{"a + b", add_loop, add}, {"a*a + b*b", compute_loop, compute}, {"gauss", gauss_loop, gauss_of_two}, {"sin * cos", sin_cos_loop, sin_cos}};

static double expected(int k, double a, double b)
{
    return k == 0 ? a + b : k == 1 ? a * a + b * b : k == 2 ? exp(-(a * a)) : 0.5 * (sin(a + b) + sin(a - b));
}

/* Counts what is wrong with the results of work[k], and clears them so that they cannot pass again. */
static size_t wrong(int k, double *out, const double *a, const double *b, size_t n)
{
    size_t bad = 0;
    for (size_t i = 0; i < n; i++) {
        double r = expected(k, a[i], b[i]);
        bad += !(fabs(out[i] - r) <= 1e-14 * (1 + fabs(r)));
        out[i] = -100;
    }
    return bad;
}

int main(void)
{
    const int x[5] = {1, 2, 3, 4, 5}, y[5] = {10, 20, 30, 40, 50}, device = gpu_device();
    const size_t n = 1000000;
    double *a = (double *)malloc(n * sizeof *a), *b = (double *)malloc(n * sizeof *b), *out = (double *)malloc(n * sizeof *out);
    size_t bad = 0;
    uint32_t random = 1;
    gpu_info info;
    int sums[5], k;

    GPU_CHECK(gpu_query(device, &info));
    printf("on %s (%s)\n\nscalar_add:", info.name, info.backend);
    GPU_CHECK(scalar_add(sums, x, y, 5));
    for (k = 0; k < 5; k++) {
        printf(" %d", sums[k]);
        bad += sums[k] != x[k] + y[k];
    }

    if (!a || !b || !out) return 1;
    for (size_t i = 0; i < n; i++) a[i] = uniform(&random), b[i] = uniform(&random);
    printf("\n\n%zu float64  one thread     all threads%s\n", n, device == GPU_CPU ? "" : "    GPU, host arrays  GPU, its own arrays");
    for (k = 0; k < 4; k++) {
        gpu_stats one, all, staged, there;
        GPU_CHECK(gpu_use(GPU_CPU));
        GPU_BENCH(one, 10) work[k].loop(out, a, b, n);
        bad += wrong(k, out, a, b, n);
        GPU_BENCH(all, 20) GPU_CHECK(work[k].call(out, a, b, n));
        bad += wrong(k, out, a, b, n);
        printf("%-15s  %8.3f ms    %8.3f ms", work[k].name, one.median_ms, all.median_ms);
        GPU_CHECK(gpu_use(device));
        if (device != GPU_CPU) {
            double *dev_a = GPU_TO_DEVICE(double, a, n), *dev_b = GPU_TO_DEVICE(double, b, n), *dev_out = GPU_NEW(double, n);
            GPU_CHECK(gpu_error());
            GPU_BENCH(staged, 20) GPU_CHECK(work[k].call(out, a, b, n));
            bad += wrong(k, out, a, b, n);
            GPU_BENCH(there, 20) GPU_CHECK(work[k].call(dev_out, dev_a, dev_b, n));
            GPU_CHECK(gpu_copy(out, dev_out, n * sizeof *out));
            bad += wrong(k, out, a, b, n);
            printf("         %8.3f ms          %8.4f ms", staged.median_ms, there.median_ms);
            GPU_CHECK(gpu_free(dev_a));
            GPU_CHECK(gpu_free(dev_b));
            GPU_CHECK(gpu_free(dev_out));
        }
        printf("\n");
    }
    free(a), free(b), free(out);
    printf("\n%s\n", bad ? "FAILED" : "PASSED");
    return bad != 0;
}
