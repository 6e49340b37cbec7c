// prints: 5 9 13 17 21 25
// prints: calls: 6, factor 2
// prints: managed: 12
#include <iostream>
__constant__ float weights[3];
static __constant__ int factor = 2;
__device__ int calls = 0;
__device__ __managed__ int managed = 5;
__device__ __forceinline__ float weighted(const float *x, int i)
{
    float sum = 0;
    for (int k = 0; k < 3; k++) sum += weights[k] * x[i + k];
    return sum;
}
__global__ void filter(const float *x, float *y, int n)
{
    const int i = threadIdx.x;
    if (i < n) {
        y[i] = weighted(x, i) * factor / 2 + 1;
        atomicAdd(&calls, 1);
        atomicAdd(&managed, 1);
    }
}
int main()
{
    const float w[3] = {0, 4, 0};
    float x[8], y[6], *dx, *dy;
    int n = 0, f = 0;
    for (int i = 0; i < 8; i++) x[i] = float(i);
    cudaMalloc(&dx, sizeof x);
    cudaMalloc(&dy, sizeof y);
    cudaMemcpyToSymbol(weights, w, sizeof w);
    cudaMemcpy(dx, x, sizeof x, cudaMemcpyHostToDevice);
    filter<<<1, 32>>>(dx, dy, 6);
    cudaMemcpy(y, dy, sizeof y, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 6; i++) std::cout << y[i] << (i < 5 ? " " : "\n");
    cudaMemcpyFromSymbol(&n, calls, sizeof n);
    cudaMemcpyFromSymbol(&f, factor, sizeof f);
    std::cout << "calls: " << n << ", factor " << f << std::endl;
    cudaMemcpy(&n, &managed, sizeof n, cudaMemcpyDeviceToHost);
    int *p;
    cudaGetSymbolAddress((void **)&p, calls);
    cudaMemset(p, 0, sizeof *p);
    cudaMemcpyFromSymbol(&f, calls, sizeof f);
    managed += f + 1;
    std::cout << "managed: " << managed << std::endl;
    return n == 11 ? cudaDeviceReset() : 1;
}
