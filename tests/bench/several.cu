/* Exchanges between all GPUs of a host: microseconds of gpu_each_allreduce on floats, and GB/s of a copy from one GPU to
   another. tests/bench/nccl.py measures the same through PyTorch; run them by turns.

   nvcc -O3 -std=c++17 -arch=native -Xcompiler -fopenmp -I. tests/bench/several.cu -o several && ./several */

#define GPU_SEVERAL_DEVICES
#define GPU_IMPLEMENTATION
#include "gpu.h"

enum { RUNS = 7 };
static int ascending(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}
static gpu_status bench(int part, int parts, void *user)
{
    static const size_t sizes[] = {(size_t)1 << 10, (size_t)1 << 20, (size_t)1 << 24, (size_t)1 << 26, (size_t)1 << 28};
    static float *from[64];
    float *const p = GPU_NEW(float, (size_t)1 << 28);
    double us[RUNS];
    size_t k;
    int r, i;
    (void)user;
    GPU_CHECK(gpu_error());
    GPU_CHECK(gpu_rand_uniform(p, (size_t)1 << 28));
    from[part] = p;
    for (k = 0; k < sizeof sizes / sizeof *sizes; k++) {
        const int repeat = sizes[k] > 1 << 22 ? 10 : 100;
        for (r = -1; r < RUNS; r++) {
            GPU_CHECK(gpu_each_barrier());
            GPU_CHECK(gpu_timer_start());
            for (i = 0; i < repeat; i++) GPU_CHECK(gpu_each_allreduce(p, sizes[k], GPU_FOLD_MAX));
            if (r >= 0) us[r] = gpu_timer_ms() * 1e3 / repeat;
        }
        qsort(us, RUNS, sizeof *us, ascending);
        if (!part) printf("gpu.h allreduce of %9zu floats on %d: %8.1f us (%.1f to %.1f)\n", sizes[k], parts, us[RUNS / 2], us[0], us[RUNS - 1]);
    }
    for (r = 0; r < 3; r++) {
        GPU_CHECK(gpu_each_barrier());
        GPU_CHECK(gpu_timer_start());
        if (part == 1) GPU_CHECK(gpu_copy(p, from[0], sizeof *p << 28));
        if (part == 1 && r == 2) printf("gpu.h copy from device 0 to 1: %.0f GB/s\n", (double)(sizeof *p << 28) / gpu_timer_ms() * 1e-6);
        GPU_CHECK(gpu_each_barrier());
        GPU_CHECK(gpu_timer_start());
        GPU_CHECK(gpu_each_broadcast(p, sizeof *p << 28, 0));
        if (!part && r == 2) printf("gpu.h broadcast of 1 GiB: %.0f GB/s\n", (double)(sizeof *p << 28) / gpu_timer_ms() * 1e-6);
    }
    return gpu_free(p);
}
int main(void) { return (int)gpu_each_device(bench, NULL); }
