// prints: cudaErrorInvalidConfiguration: invalid configuration argument
// prints: cudaErrorInvalidValue: invalid argument
// prints: cudaErrorMemoryAllocation: out of memory
// prints: cudaErrorInvalidDevice: invalid device ordinal
// prints: unspecified launch failure, and again unspecified launch failure
#include <cuda.h>
#include <stdio.h>
__global__ void nothing() {}
__global__ void halves(int *p)
{
    if (threadIdx.x < 16)
        __syncthreads(); // the other threads wait elsewhere
    else {
        p[threadIdx.x] = 1;
        __syncthreads();
    }
}
static void show(cudaError_t e)
{
    printf("%s: %s\n", cudaGetErrorName(e), cudaGetErrorString(e));
    cudaGetLastError();
}
int main()
{
    float *p = NULL, x[4];
    nothing<<<1, 2048>>>();
    show(cudaGetLastError());
    cudaMalloc(&p, sizeof x);
    show(cudaMemcpy(x, p, sizeof x, cudaMemcpyHostToDevice));
    show(cudaMalloc(&p, (size_t)-1));
    show(cudaSetDevice(1000));
    int *q;
    cudaMalloc(&q, 32 * sizeof(int));
    halves<<<1, 32>>>(q);
    const char *first = cudaGetErrorString(cudaDeviceSynchronize());
    printf("%s, and again %s\n", first, cudaGetErrorString(cudaGetLastError()));
    return 0;
}
