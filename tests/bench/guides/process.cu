/* What a whole process costs: a million random floats, the sum of their sigmoids, and the exit. `bare` leaves all that out
   and only starts the driver, which a program on a GPU cannot avoid.

   nvcc -O3 -std=c++17 -arch=native -Xcompiler -fopenmp -I. tests/bench/guides/process.cu -o process
   cc -O3 -fopenmp -I. -x c tests/bench/guides/process.cu -o process -lm                                                */

#define GPU_IMPLEMENTATION
#include "gpu.h"

GPU_REDUCE(double, sigmoids, 0.0, a + b, (float, x)) { return 1 / (1 + expf(-x)); }

int main(int argc, char **argv)
{
    const size_t n = 1000000;
    float *x;
    if (argc > 1 && !strcmp(argv[1], "bare")) {
#ifdef __CUDACC__
        return cudaFree(NULL) != cudaSuccess;
#else
        return 0;
#endif
    }
    x = GPU_NEW(float, n);
    GPU_CHECK(gpu_rand_uniform(x, n));
    printf("%g on %s\n", sigmoids(x, n), gpu_backend_name());
    GPU_CHECK(gpu_free(x));
    return 0;
}
