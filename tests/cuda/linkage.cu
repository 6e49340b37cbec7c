// prints: 6 4 2 0
// prints: 7 3
#include <stdio.h>
extern "C" __global__ void reversed(int *x)
{
    extern __shared__ int s[];
    s[threadIdx.x] = 2 * x[threadIdx.x];
    __syncthreads();
    x[threadIdx.x] = s[blockDim.x - 1 - threadIdx.x];
}
extern "C" {
__global__ void bounds(int *x)
{
    extern __shared__ __align__(16) unsigned char bytes[];
    int (*const rows)[2] = (int (*)[2])bytes;
    rows[threadIdx.x][0] = umax(3u, 7u), rows[threadIdx.x][1] = umin(3u, 7u);
    x[0] = rows[0][0], x[1] = rows[0][1];
}
}
int main()
{
    int *x;
    cudaMallocManaged(&x, 4 * sizeof *x);
    for (int i = 0; i < 4; i++) x[i] = i;
    reversed<<<1, 4, 4 * sizeof(int)>>>(x);
    cudaDeviceSynchronize();
    printf("%d %d %d %d\n", x[0], x[1], x[2], x[3]);
    bounds<<<1, 1, 2 * sizeof(int)>>>(x);
    cudaDeviceSynchronize();
    printf("%d %d\n", x[0], x[1]);
    return cudaFree(x);
}
