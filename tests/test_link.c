/* A plain C program whose implementation of gpu.h is in another file, perhaps built by nvcc: memory works on any
   device; a kernel or a vectorised function of this file has no device code, which a GPU must say. */

#include "gpu.h"
#include <string.h>

GPU_KERNEL(twice, (int *, p), (size_t, n))
{
    GPU_FOR(i, n) p[i] *= 2;
}

GPU_VECTORIZE(int, tripled, (int, x)) { return 3 * x; }
GPU_REDUCE(int64_t, sum, 0, a + b, (int, x)) { return x; }
GPU_SCAN(int, running, 0, a + b)

#define EXPECT(condition)                                                                                              \
    ((condition) ? (void)0 : (printf("%s:%d: %s; %s\n", __FILE__, __LINE__, #condition, gpu_error_message()), exit(1)))

int main(void)
{
    int host[100], *d, *h, i, device = gpu_device();
    for (i = 0; i < 100; i++) host[i] = i;
    d = GPU_TO_DEVICE(int, host, 100);
    EXPECT(d);
    if (device != GPU_CPU) {
        EXPECT(twice(gpu_1d(100), d, 100) == GPU_ERROR_NO_DEVICE_CODE);
        EXPECT(strstr(gpu_error_message(), "nvcc -x cu"));
        EXPECT(gpu_occupancy(twice, 256, 0) == -1 && gpu_error() == GPU_ERROR_NO_DEVICE_CODE);
        EXPECT(tripled(d, d, 100) == GPU_ERROR_NO_DEVICE_CODE && strstr(gpu_error_message(), ": tripled: ") &&
               strstr(gpu_error_message(), "nvcc -x cu"));
        EXPECT(sum(d, 100) == -1 && gpu_error() == GPU_ERROR_NO_DEVICE_CODE && strstr(gpu_error_message(), ": sum: "));
        EXPECT(running(d, d, 100) == GPU_ERROR_NO_DEVICE_CODE &&
               running_exclusive(d, d, 100) == GPU_ERROR_NO_DEVICE_CODE);
        h = GPU_TO_HOST(int, d, 100);
        EXPECT(h && h[0] == 0 && h[99] == 99 && gpu_free(h) == GPU_OK);
        EXPECT(gpu_free(d) == GPU_OK && gpu_use(GPU_CPU) == GPU_OK);
        d = GPU_TO_DEVICE(int, host, 100);
    }
    EXPECT(twice(gpu_1d(100), d, 100) == GPU_OK);
    h = GPU_TO_HOST(int, d, 100);
    EXPECT(h && h[0] == 0 && h[99] == 198);
    EXPECT(gpu_free(h) == GPU_OK && tripled(d, d, 100) == GPU_OK && running(d, d, 100) == GPU_OK);
    h = GPU_TO_HOST(int, d, 100);
    EXPECT(h && h[1] == 6 && h[99] == 6 * 4950 && sum(h, 2) == 6);
    EXPECT(gpu_free(d) == GPU_OK && gpu_free(h) == GPU_OK);
    printf("linked: %s\n", gpu_backend_name());
    return 0;
}
