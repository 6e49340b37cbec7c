// Copies to shared memory that a thread waits for later, and what CUDA's headers bring with them.
// prints: 0 wrong of 64
// prints: 0 wrong of 100
#include <cuda_pipeline.h>
#include <stdio.h>
__global__ void reversed(const int *x, int *out, int n) // the last block is filled up with zeros
{
    __shared__ int s[32];
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    __pipeline_memcpy_async(&s[threadIdx.x], &x[i < n ? i : 0], sizeof(int), i < n ? 0 : sizeof(int));
    __pipeline_commit();
    __pipeline_wait_prior(0);
    __syncthreads();
    out[i] = s[31 - threadIdx.x];
}
int main()
{
    int *x, *out;
    cudaMallocManaged(&x, 128 * sizeof(int));
    cudaMallocManaged(&out, 128 * sizeof(int));
    for (int i = 0; i < 128; i++) x[i] = 3 * i + 1;
    for (int n : {64, 100}) { // CUDA's headers include <utility>, and so <initializer_list>
        int wrong = 0;
        reversed<<<4, 32>>>(x, out, n);
        cudaDeviceSynchronize();
        for (int i = 0; i < 128; i++) {
            const int from = i / 32 * 32 + 31 - i % 32;
            wrong += out[i] != (from < n ? x[from] : 0);
        }
        printf("%d wrong of %d\n", wrong, n);
    }
    cudaFree(x);
    return cudaFree(out);
}
