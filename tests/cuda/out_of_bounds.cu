// prints: 15 of 16 elements, freed: no error
#include <cstdio>
// A block of 64 threads writes 64 elements to an array of 16, as courses' programs do that a GPU lets pass.
__global__ void fill(int *x) { x[threadIdx.x] = threadIdx.x; }
int main()
{
    int *x, host[16];
    cudaMalloc(&x, sizeof host);
    fill<<<1, 64>>>(x);
    cudaMemcpy(host, x, sizeof host, cudaMemcpyDeviceToHost);
    const cudaError_t e = cudaFree(x);
    printf("%d of 16 elements, freed: %s\n", host[15], cudaGetErrorString(e));
    return e;
}
