// prints: sum of 100003 elements: 15000750009
#include <stdio.h>
#include <stdlib.h>
#include <cuda_runtime.h>
#include "device_launch_parameters.h"

/* a comment that holds a launch, add<<<1, 1>>>(x), and a quote: ' */
__global__ void add(const float *a, const float *b, float *c, int n);

int main(void)
{
    const int n = 100003;
    const size_t bytes = n * sizeof(float);
    float *a = (float *)malloc(bytes), *b = (float *)malloc(bytes), *c = (float *)malloc(bytes);
    float *dev_a, *dev_b, *dev_c;
    for (int i = 0; i < n; i++) {
        a[i] = (float)i;
        b[i] = 2.0f * i;
    }
    cudaMalloc((void **)&dev_a, bytes);
    cudaMalloc((void **)&dev_b, bytes);
    cudaMalloc((void **)&dev_c, bytes);
    cudaMemcpy(dev_a, a, bytes, cudaMemcpyHostToDevice);
    cudaMemcpy(dev_b, b, bytes, cudaMemcpyHostToDevice);
    int threads = 256;
    add << <(n + threads - 1) / threads, threads >> > (dev_a, dev_b, dev_c, n);
    cudaMemcpy(c, dev_c, bytes, cudaMemcpyDeviceToHost);
    double sum = 0;
    for (int i = 0; i < n; i++) sum += c[i];
    printf("sum of %d elements: %.0f\n", n, sum);
    cudaFree(dev_a);
    cudaFree(dev_b);
    cudaFree(dev_c);
    free(a), free(b), free(c);
    return 0;
}

__global__ void add(const float *a, const float *b, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        c[i] = a[i] + b[i];
}
