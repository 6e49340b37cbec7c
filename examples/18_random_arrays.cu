/* Random arrays: a 2000 x 2000 array of random integers, generated on the device where it is used instead of on the host
   and copied, then sin(a) * 2 + sqrt(abs(a)) in one pass over memory. And the meaning of a seed: the same numbers on every
   machine.

   Counterpart of the basic operations of a CuPy tutorial: np.random.randint and cp.asarray against cp.random.randint, and
   cp.sin(a) * 2 + cp.sqrt(cp.abs(a)).

   nvcc -O3 -std=c++17 -arch=native -Xcompiler -fopenmp -I. examples/18_random_arrays.cu -o random_arrays
   cc -O3 -fopenmp -I. -x c examples/18_random_arrays.cu -o random_arrays -lm                                          */

#define GPU_IMPLEMENTATION
#include "gpu.h"

GPU_VECTORIZE(float, basic_operations, (int32_t, a)) { return sinf((float)a) * 2 + sqrtf(fabsf((float)a)); }

static int failed;
static void check(const char *what, int ok)
{
    printf("   %-66s %s\n", what, ok ? "ok" : "WRONG");
    failed |= !ok;
}

int main(void)
{
    const size_t rows = 2000, cols = 2000, n = rows * cols, bytes = n * sizeof(int32_t);
    int32_t *host = (int32_t *)malloc(bytes), *back, *a = GPU_NEW(int32_t, n), *order = GPU_NEW(int32_t, 10), *first;
    float *result = GPU_NEW(float, n), *normal = GPU_NEW(float, n), *z;
    double sum = 0, sum_of_squares = 0, worst = 0, copy_ms;
    size_t i, outside = 0;
    gpu_info device;
    gpu_stats make, compute;
    int here = gpu_device();
    if (!host) return fprintf(stderr, "no host memory\n"), 1;
    GPU_CHECK(gpu_error());
    GPU_CHECK(gpu_query(here, &device));
    printf("%zu x %zu random integers in [-255, 255), on %s (%s)\n", rows, cols, device.name, device.backend);

    /* Made on the host and copied, against made on the device. The current device decides where a fill runs. */
    GPU_CHECK(gpu_use(GPU_CPU));
    GPU_CHECK(gpu_seed(2024));
    GPU_CHECK(gpu_rand_int_i32(host, -255, 255, n));
    GPU_CHECK(gpu_use(here));
    GPU_CHECK(gpu_copy(a, host, bytes)); /* the first copy warms up */
    GPU_CHECK(gpu_timer_start());
    GPU_CHECK(gpu_copy(a, host, bytes));
    copy_ms = gpu_timer_ms();
    GPU_BENCH(make, 20) GPU_CHECK(gpu_rand_int_i32(a, -255, 255, n));
    printf("   copied from the host %8.3f ms, made on the device %8.3f ms\n", copy_ms, make.median_ms);

    GPU_CHECK(gpu_seed(2024)); /* the same seed on another device */
    GPU_CHECK(gpu_rand_int_i32(a, -255, 255, n));
    back = GPU_TO_HOST(int32_t, a, n);
    GPU_CHECK(gpu_error());
    check("the same seed gives the same integers on the CPU and on this device", !memcmp(host, back, bytes));
    for (i = 0; i < n; i++) sum += back[i], outside += back[i] < -255 || back[i] >= 255;
    check("all lie in the range, and their mean is -0.5", !outside && fabs(sum / (double)n + 0.5) < 5 * 147.2 / sqrt((double)n));

    GPU_BENCH(compute, 20) GPU_CHECK(basic_operations(result, a, n));
    printf("   sin(a) * 2 + sqrt(abs(a)) %8.3f ms, %.1f GB/s\n", compute.median_ms, 8e-6 * (double)n / compute.median_ms);
    z = GPU_TO_HOST(float, result, n);
    for (i = 0; i < n; i++) {
        const double exact = sin((double)back[i]) * 2 + sqrt(fabs((double)back[i])), error = fabs((double)z[i] - exact);
        worst = error > worst ? error : worst;
    }
    check("close to the same in double", worst < 1e-5);
    GPU_CHECK(gpu_free(z));

    GPU_CHECK(gpu_rand_normal_f32(normal, 10, 2, n)); /* the generator goes on where it stopped */
    z = GPU_TO_HOST(float, normal, n);
    GPU_CHECK(gpu_error());
    for (sum = 0, i = 0; i < n; i++) sum += (double)z[i], sum_of_squares += ((double)z[i] - 10) * ((double)z[i] - 10);
    printf("   normal numbers: mean %.4f, standard deviation %.4f\n", sum / (double)n, sqrt(sum_of_squares / (double)n));
    check("mean 10, standard deviation 2", fabs(sum / (double)n - 10) < 0.01 && fabs(sqrt(sum_of_squares / (double)n) - 2) < 0.01);

    GPU_CHECK(gpu_rand_permutation_i32(order, 10));
    first = GPU_TO_HOST(int32_t, order, 10);
    printf("   a permutation:");
    for (sum = 0, i = 0; i < 10; i++) printf(" %d", first[i]), sum += (double)(1 << first[i]);
    printf("\n");
    check("holds 0 to 9, each once", sum == 1023);

    free(host);
    GPU_CHECK(gpu_free(z)), GPU_CHECK(gpu_free(back)), GPU_CHECK(gpu_free(first)), GPU_CHECK(gpu_free(a));
    GPU_CHECK(gpu_free(order)), GPU_CHECK(gpu_free(result)), GPU_CHECK(gpu_free(normal));
    printf("\n%s\n", failed ? "FAILED" : "PASSED");
    return failed;
}
