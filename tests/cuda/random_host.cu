// prints: uniform: 0.50
// prints: normal: 3.00, 2.00
// prints: poisson of 5: 5.0, 5.0
// prints: poisson of 100: 100, 10
// prints: the same numbers again: 1
// prints: no generator: 101
#include <cmath>
#include <cstdio>
#include <curand.h>
#include <curand_kernel.h>

__global__ void poisson(double lambda, unsigned *out)
{
    const int k = threadIdx.x + blockIdx.x * blockDim.x;
    curandState state;
    curand_init(42, k, 0, &state);
    out[k] = curand_poisson(&state, lambda);
}
template <class T> static double mean(const T *x, int n, double of, int power)
{
    double sum = 0;
    for (int k = 0; k < n; k++) sum += pow(x[k] - of, power);
    return sum / n;
}
int main()
{
    const int n = 1 << 16;
    curandGenerator_t generator;
    float *x, first;
    unsigned *count;
    cudaMallocManaged(&x, n * sizeof *x);
    cudaMallocManaged(&count, n * sizeof *count);
    curandCreateGenerator(&generator, CURAND_RNG_PSEUDO_DEFAULT);
    curandSetPseudoRandomGeneratorSeed(generator, 1234ULL);
    curandGenerateUniform(generator, x, n);
    cudaDeviceSynchronize();
    first = x[0];
    printf("uniform: %.2f\n", mean(x, n, 0, 1));
    curandGenerateNormal(generator, x, n, 3.0f, 2.0f);
    cudaDeviceSynchronize();
    printf("normal: %.2f, %.2f\n", mean(x, n, 0, 1), sqrt(mean(x, n, 3, 2)));
    curandGeneratePoisson(generator, count, n, 5.0);
    cudaDeviceSynchronize();
    printf("poisson of 5: %.1f, %.1f\n", mean(count, n, 0, 1), mean(count, n, 5, 2));
    poisson<<<n / 256, 256>>>(100.0, count);
    cudaDeviceSynchronize();
    printf("poisson of 100: %.0f, %.0f\n", mean(count, n, 0, 1), sqrt(mean(count, n, 100, 2)));
    curandSetPseudoRandomGeneratorSeed(generator, 1234ULL);
    curandSetGeneratorOffset(generator, 0);
    curandGenerateUniform(generator, x, n);
    cudaDeviceSynchronize();
    printf("the same numbers again: %d\n", x[0] == first);
    curandDestroyGenerator(generator);
    printf("no generator: %d\n", curandGenerateUniform(NULL, x, n));
    cudaFree(x), cudaFree(count);
    return cudaGetLastError();
}
