/* All devices of a machine at once: the sum of squares of an array that is divided among them. Each device has a host
   thread and its part of the array in its own memory, and sums it there; only the sums are copied, to the first device.
   The array is cut into 64 shares for any number of devices, and the sums of the shares are added in order: one device and
   eight give the same digits. On a machine without a GPU, GPU_CPU_DEVICES=4 makes the CPU act as four devices.

   Counterpart of the multi-GPU chapter of a course on GPU computing, where each GPU is driven by a process.

   nvcc -O3 -std=c++17 -arch=native -Xcompiler -fopenmp -I. examples/16_multi_gpu.cu -o multi_gpu
   cc -O3 -fopenmp -I. -x c examples/16_multi_gpu.cu -o multi_gpu -lm                                                  */

#define GPU_SEVERAL_DEVICES
#define GPU_IMPLEMENTATION
#include "gpu.h"

enum { SHARES = 64, REPEAT = 10, MOST = 64 };

GPU_REDUCE(double, sum_of_squares, 0.0, a + b, (float, x)) { return (double)x * x; }
GPU_VECTORIZE(float, ramp, (size_t, i, index), (size_t, begin, scalar)) { return (float)((begin + i) % 1000) * 0.001f; }

typedef struct job {
    size_t n;
    double share[SHARES]; /* the sums, in the order of the shares */
    double ms[MOST];      /* how long each device took */
    int devices;
} job;

/* What each device does, on a thread of its own. */
static gpu_status part_of_the_sum(int part, int parts, void *user)
{
    job *const j = (job *)user;
    size_t first, shares, share, begin, count, own = 0, at;
    double *sums;
    float *x;
    int r;
    GPU_CHECK(gpu_split(SHARES, part, parts, &first, &shares));
    for (share = first; share < first + shares; share++) {
        GPU_CHECK(gpu_split(j->n, (int)share, SHARES, &begin, &count));
        own += count;
    }
    GPU_CHECK(gpu_split(j->n, (int)first, SHARES, &begin, &count));
    x = GPU_NEW(float, own), sums = GPU_NEW(double, shares);
    GPU_CHECK(gpu_error());
    GPU_CHECK(ramp(x, begin, own));
    for (r = -1; r < REPEAT; r++) {
        if (r == 0) {
            GPU_CHECK(gpu_each_barrier()); /* all begin together */
            GPU_CHECK(gpu_timer_start());
        }
        for (share = first, at = 0; share < first + shares; share++, at += count) {
            GPU_CHECK(gpu_split(j->n, (int)share, SHARES, &begin, &count));
            GPU_CHECK(sum_of_squares_to(sums + share - first, x + at, count));
        }
    }
    j->ms[part] = gpu_timer_ms();
    if (!part) j->devices = parts;
    GPU_CHECK(gpu_each_gather(j->share, sums, SHARES, sizeof(double), 0));
    GPU_CHECK(gpu_free(sums));
    return gpu_free(x);
}

int main(int argc, char **argv)
{
    static job j;
    double expected = 0, total = 0, slowest = 0;
    size_t i;
    int k, ok;
    gpu_info device;
    j.n = argc > 1 ? (size_t)atoll(argv[1]) : 100000000;
    GPU_CHECK(gpu_query(gpu_device(), &device));
    GPU_CHECK(gpu_each_device(part_of_the_sum, &j));
    for (k = 0; k < SHARES; k++) total += j.share[k];
    for (k = 0; k < j.devices; k++) slowest = fmax(slowest, j.ms[k]);

    for (i = 0; i < 1000; i++) expected += (double)((float)i * 0.001f) * ((float)i * 0.001f);
    expected *= (double)(j.n / 1000); /* n is a multiple of 1000 */
    ok = fabs(total - expected) <= 1e-12 * expected;
    printf("sum of %zu squares on %d device%s like %s (%s): %.15g\n", j.n, j.devices, j.devices == 1 ? "" : "s",
           device.name, device.backend, total);
    printf("%.3f ms a sum, %.0f GB/s together\n", slowest / REPEAT, 4e-6 * (double)j.n / (slowest / REPEAT));
    printf("%s\n", ok ? "PASSED" : "FAILED");
    return !ok;
}
