// prints: XORWOW: 2501467243 3857148075, Philox: 482218876 347447205
// prints: pi: 3.14570
// prints: assertion: device-side assert triggered
#include <cassert>
#include <cstdio>
#include <cmath>
#include <curand_kernel.h>
__global__ void setup(curandState *states, unsigned long long seed)
{
    const int id = blockIdx.x * blockDim.x + threadIdx.x;
    curand_init(seed, id, 0, &states[id]);
}
__global__ void estimate(curandState *states, unsigned *hits, int tries)
{
    const int id = blockIdx.x * blockDim.x + threadIdx.x;
    curandState local = states[id];
    unsigned n = 0;
    for (int k = 0; k < tries; k++) {
        const float x = curand_uniform(&local), y = curand_uniform(&local);
        n += x * x + y * y <= 1.0f;
    }
    atomicAdd(hits, n);
    states[id] = local;
}
__global__ void first(unsigned *x)
{
    curandStateXORWOW_t a;
    curandStatePhilox4_32_10_t b;
    curand_init(1234, threadIdx.x, 5, &a);
    curand_init(1234, threadIdx.x, 5, &b);
    x[2 * threadIdx.x] = curand(&a);
    x[2 * threadIdx.x + 1] = curand(&b);
}
__global__ void checked(int n) { assert(threadIdx.x < n); }
int main()
{
    const int threads = 256, blocks = 4, tries = 200;
    curandState *states;
    unsigned *hits;
    cudaMalloc(&states, threads * blocks * sizeof(curandState));
    cudaMallocManaged(&hits, 8 * sizeof *hits);
    first<<<1, 4>>>(hits);
    cudaDeviceSynchronize();
    printf("XORWOW: %u %u, Philox: %u %u\n", hits[0], hits[6], hits[1], hits[7]);
    *hits = 0;
    setup<<<blocks, threads>>>(states, 42ULL);
    estimate<<<blocks, threads>>>(states, hits, tries);
    cudaDeviceSynchronize();
    printf("pi: %.5f\n", 4.0 * *hits / (double(threads) * blocks * tries));
    cudaFree(states), cudaFree(hits);
    checked<<<1, 64>>>(40);
    printf("assertion: %s\n", cudaGetErrorString(cudaDeviceSynchronize()));
}
