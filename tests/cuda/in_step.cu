// prints: 32
#include <cstdio>

// Each lane stores where others have read in the statement before. A barrier is missing, but the lanes of a warp run in
// step.
__global__ void counts(int *x)
{
    __shared__ int s[32];
    int sum = 0;
    s[threadIdx.x] = x[threadIdx.x];
    __syncthreads();
    for (int k = 31 - threadIdx.x; k < 32; k++) sum += s[k];
    s[threadIdx.x] = sum;
    x[threadIdx.x] = sum;
}
int main()
{
    int *x, right = 0;
    cudaMallocManaged(&x, 32 * sizeof *x);
    for (int k = 0; k < 32; k++) x[k] = 1;
    counts<<<1, 32>>>(x);
    cudaDeviceSynchronize();
    for (int k = 0; k < 32; k++) right += x[k] == k + 1;
    printf("%d\n", right);
    return cudaFree(x);
}
