// prints: 64 threads, the last is 63 of block 3
// prints: 2016 2016
// prints: 224
#include <cstdio>
#define INDEX (blockIdx.x * blockDim.x + threadIdx.x)
__device__ int index_of() { return blockIdx.x * blockDim.x + threadIdx.x; }
__device__ int through_a_macro() { return INDEX; }
struct Where {
    int scale;
    __device__ int operator()(int n) const { return threadIdx.x < blockDim.x ? scale * n : 0; }
};
__host__ __device__ inline dim3 twice(dim3 d) { return dim3(2 * d.x, d.y, d.z); }
__device__ void report(int n)
{
    uint3 t = threadIdx;
    if (t.x == blockDim.x - 1 && blockIdx.x == gridDim.x - 1)
        printf("%d threads, the last is %d of block %d\n", n, INDEX, blockIdx.x);
}
__global__ void count(int *sum, Where where)
{
    const dim3 b = twice(blockDim);
    atomicAdd(sum, where(index_of()));
    atomicAdd(sum + 1, through_a_macro());
    report(b.x * gridDim.x / 2);
}
// ... and those of parameters
__device__ int cell(int x, int gridDim) { return x * gridDim + threadIdx.x; }
__global__ void cells(int *sum, int gridDim) { atomicAdd(sum, cell(blockIdx.x + 1, gridDim)); }
int main()
{
    dim3 gridDim(4), blockDim(16, 1); // names of the device are free on the host
    int *sum, threadIdx = 2;
    cudaMallocManaged(&sum, threadIdx * sizeof(int));
    sum[0] = sum[1] = 0;
    count<<<gridDim, blockDim>>>(sum, Where{1});
    cudaDeviceSynchronize();
    printf("%d %d\n", sum[0], sum[1]);
    sum[0] = 0;
    cells<<<2, 8>>>(sum, 7);
    cudaDeviceSynchronize();
    printf("%d\n", sum[0]);
    return cudaFree(sum);
}
