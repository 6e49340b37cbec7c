/* Vector addition: c = a + b over 50 million floats, from host memory to host memory. Copy in, addition and copy out are
   timed separately, because with a GPU the copies can cost far more than the addition; page-locked host memory makes them
   faster. The same kernel then runs on the CPU, directly on the host arrays.

   Counterpart of CUDA C's vector_add kernel, Numba's @cuda.jit vector addition (to_device, kernel, copy_to_host), CuPy's a
   + b against NumPy's with and without the transfer, and VecAdd<<<1, N>>> of the CUDA tutorials.

   nvcc -O3 -std=c++17 -arch=native -Xcompiler -fopenmp -I. examples/02_vector_add.cu -o vector_add
   cc -O3 -fopenmp -I. -x c examples/02_vector_add.cu -o vector_add -lm                                                */

#define GPU_IMPLEMENTATION
#include "gpu.h"
#include <float.h>

GPU_KERNEL(vector_add, (const float *, a), (const float *, b), (float *, c), (size_t, n))
{
    GPU_FOR(i, n) c[i] = a[i] + b[i];
}

static float uniform(uint32_t *state) /* in [-1, 1): a small generator is enough for test data */
{
    *state = *state * 1664525u + 1013904223u;
    return (float)(*state >> 8) / 8388608.0f - 1.0f;
}

/* Is c the float nearest to a + b, give or take the last bit? The reference is computed in double. */
static int check(const float *a, const float *b, const float *c, size_t n)
{
    size_t wrong = 0;
    for (size_t i = 0; i < n; i++) {
        double sum = (double)a[i] + (double)b[i];
        if (!(fabs(c[i] - sum) <= FLT_EPSILON * fabs(sum)) && wrong++ == 0)
            printf("MISMATCH at %zu: %g + %g gave %g\n", i, (double)a[i], (double)b[i], (double)c[i]);
    }
    return wrong == 0;
}

static double gbs(double bytes, double ms)
{
    return bytes / ms * 1e-6;
}

static int from_host_to_host(const char *what, const float *a, const float *b, float *c, size_t n)
{
    const size_t bytes = n * sizeof(float);
    const double size = (double)bytes;
    float *dev_a = GPU_NEW(float, n), *dev_b = GPU_NEW(float, n), *dev_c = GPU_NEW(float, n);
    double in_ms = 0, out_ms = 0;
    gpu_stats add;
    int round;
    GPU_CHECK(gpu_error());

    for (round = 0; round < 2; round++) { /* the first round warms up: it touches each page of memory for the first time */
        GPU_CHECK(gpu_timer_start());
        GPU_CHECK(gpu_copy(dev_a, a, bytes));
        GPU_CHECK(gpu_copy(dev_b, b, bytes));
        in_ms = gpu_timer_ms();

        GPU_BENCH(add, 10) GPU_CHECK(vector_add(gpu_for(n), dev_a, dev_b, dev_c, n));

        GPU_CHECK(gpu_timer_start());
        GPU_CHECK(gpu_copy(c, dev_c, bytes));
        out_ms = gpu_timer_ms();
    }
    printf("%-22s  %8.2f ms %6.1f GB/s  %8.3f ms %6.1f GB/s  %8.2f ms %6.1f GB/s  %8.2f ms\n", what, in_ms, gbs(2 * size, in_ms),
           add.median_ms, gbs(3 * size, add.median_ms), out_ms, gbs(size, out_ms), in_ms + add.median_ms + out_ms);

    GPU_CHECK(gpu_free(dev_a));
    GPU_CHECK(gpu_free(dev_b));
    GPU_CHECK(gpu_free(dev_c));
    return check(a, b, c, n);
}

int main(void)
{
    const size_t n = 50000000, bytes = n * sizeof(float);
    float *a = (float *)malloc(bytes), *b = (float *)malloc(bytes), *c = (float *)malloc(bytes);
    float *pinned_a = GPU_PINNED(float, n), *pinned_b = GPU_PINNED(float, n), *pinned_c = GPU_PINNED(float, n);
    uint32_t state = 42;
    gpu_info device;
    gpu_stats host;
    int ok;
    GPU_CHECK(gpu_error());
    GPU_CHECK(gpu_query(gpu_device(), &device));
    if (!a || !b || !c) return fprintf(stderr, "no host memory for 3 arrays of %zu bytes\n", bytes), 1;
    for (size_t i = 0; i < n; i++) a[i] = pinned_a[i] = uniform(&state), b[i] = pinned_b[i] = uniform(&state);

    printf("c = a + b, %zu floats, %.0f MB an array, on %s (%s)\n\n", n, 1e-6 * (double)bytes, device.name, device.backend);
    printf("%-22s  %-23s  %-23s  %-23s  %s\n", "host memory", "copy a and b in", "add", "copy c out", "together");
    ok = from_host_to_host("ordinary (malloc)", a, b, c, n);
    ok &= from_host_to_host("page-locked (pinned)", pinned_a, pinned_b, pinned_c, n);

    GPU_CHECK(gpu_use(GPU_CPU));
    GPU_BENCH(host, 10) GPU_CHECK(vector_add(gpu_for(n), a, b, c, n)); /* on the CPU any memory is fine */
    printf("%-22s  %-23s  %8.3f ms %6.1f GB/s  %-23s  %8.2f ms\n", "CPU, where it lies", "", host.median_ms,
           gbs(3 * (double)bytes, host.median_ms), "", host.median_ms);
    ok &= check(a, b, c, n);

    free(a), free(b), free(c);
    GPU_CHECK(gpu_free(pinned_a));
    GPU_CHECK(gpu_free(pinned_b));
    GPU_CHECK(gpu_free(pinned_c));
    printf("\n%s\n", ok ? "PASSED" : "FAILED");
    return !ok;
}
