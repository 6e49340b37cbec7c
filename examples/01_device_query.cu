/* Device query: which devices this program can use, their properties, and whether each of them works.

   Counterpart of the device queries of CUDA Python (cuInit, cuDeviceGetCount, cuDeviceGetName; cuda.core.Device), of Numba
   (cuda.get_current_device) and Numba's cuda.detect(), which ends with a verdict for each card. The CPU is a device too:
   GPU_CPU, number -1. For the verdict each device computes: memory is allocated, filled by a kernel, copied back and
   compared.

   nvcc -O3 -std=c++17 -arch=native -Xcompiler -fopenmp -I. examples/01_device_query.cu -o device_query
   cc -O3 -fopenmp -I. -x c examples/01_device_query.cu -o device_query -lm                                            */

#define GPU_IMPLEMENTATION
#include "gpu.h"

GPU_KERNEL(count_up, (int *, out), (size_t, n))
{
    GPU_FOR(i, n) out[i] = (int)i;
}

static void print_info(const gpu_info *d)
{
    printf("  name                       %s\n", d->name);
    printf("  backend                    %s\n", d->backend);
    if (d->device == GPU_CPU) {
        printf("  threads in use             %d of %d logical cores\n", d->multiprocessors, d->cores);
        printf("  vector width               %d bits\n", d->simd_bits);
    } else {
        printf("  compute capability         %d.%d\n", d->compute_major, d->compute_minor);
        printf("  multiprocessors            %d, up to %d threads each, warps of %d\n", d->multiprocessors,
               d->max_threads_per_multiprocessor, d->warp_size);
        printf("  clock                      %.2f GHz\n", 1e-6 * d->clock_khz);
        printf("  memory bandwidth           %.0f GB/s (%d-bit bus at %.2f GHz)\n", d->bandwidth_gbs, d->memory_bus_bits,
               1e-6 * d->memory_clock_khz);
        printf("  CUDA driver, runtime       %d.%d, %d.%d\n", d->driver_version / 1000, d->driver_version % 1000 / 10,
               d->runtime_version / 1000, d->runtime_version % 1000 / 10);
    }
    printf("  memory                     %.2f GB free of %.2f GB\n", 1e-9 * (double)d->free_memory, 1e-9 * (double)d->total_memory);
    if (d->l2_bytes) printf("  last-level cache           %.1f MB\n", 1e-6 * (double)d->l2_bytes);
    printf("  largest block              %d threads, at most %u x %u x %u\n", d->max_threads_per_block, d->max_block.x, d->max_block.y,
           d->max_block.z);
    printf("  largest grid               %u x %u x %u blocks\n", d->max_grid.x, d->max_grid.y, d->max_grid.z);
    printf("  shared memory of a block   %.0f KiB, up to %.0f KiB on request\n", (double)d->shared_per_block / 1024,
           (double)d->shared_per_block_optin / 1024);
}

/* Milliseconds for a kernel that writes n numbers on the current device, or -1 where a number came back wrong. */
static double try_device(size_t n)
{
    gpu_stats time;
    int *numbers = GPU_NEW(int, n), *back, wrong = 0;
    GPU_CHECK(gpu_error());
    GPU_BENCH(time, 5) GPU_CHECK(count_up(gpu_for(n), numbers, n));
    back = GPU_TO_HOST(int, numbers, n);
    GPU_CHECK(gpu_error());
    for (size_t i = 0; i < n; i++) wrong |= back[i] != (int)i;
    GPU_CHECK(gpu_free(back));
    GPU_CHECK(gpu_free(numbers));
    return wrong ? -1 : time.median_ms;
}

int main(void)
{
    const size_t n = (size_t)1 << 24;
    const int start = gpu_device(), gpus = gpu_device_count();
    int device, failed = 0;

    printf("%d GPU%s and the CPU; this thread starts on device %d (%s)\n", gpus, gpus == 1 ? "" : "s", start, gpu_backend_name());
    for (device = GPU_CPU; device < gpus; device++) {
        gpu_info info;
        double ms;
        GPU_CHECK(gpu_query(device, &info));
        printf("\nDevice %d%s\n", device, device == GPU_CPU ? " (GPU_CPU)" : "");
        print_info(&info);
        GPU_CHECK(gpu_use(device));
        ms = try_device(n);
        if (ms < 0)
            printf("  test                       WRONG NUMBERS\n"), failed++;
        else
            printf("  test                       wrote %zu numbers in %.3f ms, %.1f GB/s, all correct\n", n, ms,
                   (double)n * sizeof(int) / ms * 1e-6);
    }
    GPU_CHECK(gpu_use(start));

    printf("\nThis machine, line by line:\n");
    (void)gpu_doctor(stdout); /* what it finds is advice: the program above has worked */
    printf("\n%s\n", failed ? "FAILED" : "PASSED");
    return failed != 0;
}
