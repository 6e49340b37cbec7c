// prints: add: 12 multiply: 35
// prints: 16 threads of block 256, 1 1
// prints: done: 300
#include <cstdio>
__global__ void add(int *r, int a, int b) { *r = a + b; }
__global__ void multiply(int *r, int a, int b) { *r = a * b; }
typedef void (*kernel_t)(int *, int, int);
struct Op {
    const char *name;
    void (*run)(int *, int, int);
};
typedef int (*binary)(int, int);
__device__ int minus(int a, int b) { return a - b; }
template <binary F> __global__ void with(int *r, int a, int b) { *r = F(a, b); }
__global__ void where(int *r)
{
    if (blockIdx.x == 1 && threadIdx.x == 0) r[0] = blockDim.x, r[1] = warpSize / 2, r[2] = gridDim.y, r[3] = gridDim.z;
}
template <class T> __global__ void fill(T *p, T v, int n)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) p[i] = v;
}
int main()
{
    int *r, grid = 0, block = 0, n = 100, three = 3, sum = 0;
    cudaMallocManaged(&r, 100 * sizeof(int));
    const Op ops[] = {{"add", add}, {"multiply", &multiply}};
    for (int k = 0; k < 2; k++) {
        ops[k].run<<<1, 1>>>(r, 5, 7);
        cudaDeviceSynchronize();
        printf("%s: %d%c", ops[k].name, *r, k ? '\n' : ' ');
    }
    kernel_t kernels[2] = {add, multiply}, chosen = kernels[0];
    chosen<<<1, 1>>>(r, 1, 2);
    (*chosen)<<<1, 1>>>(r, 1, 2);
    kernels[1]<<<1, 1>>>(r, 1, 2);
    with<minus><<<1, 1>>>(r, 1, 2);
    where<<<2, 256>>>(r);
    cudaDeviceSynchronize();
    printf("%d threads of block %d, %d %d\n", r[1], r[0], r[2], r[3]);
    cudaOccupancyMaxPotentialBlockSize(&grid, &block, fill<int>, 0, 0);
    cudaFuncSetCacheConfig(fill<int>, cudaFuncCachePreferL1);
    void *args[] = {&r, &three, &n};
    cudaLaunchKernel((const void *)fill<int>, dim3(1), dim3(block), args, 0, NULL);
    cudaDeviceSynchronize();
    for (int i = 0; i < 100; i++) sum += r[i];
    printf("done: %d\n", sum);
    cudaFree(r);
}
