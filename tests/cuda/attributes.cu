// prints: tiles 3072, none 0, half 1024, whole 2048
// prints: 32 blocks of 32 threads, 8 of them with 20000 bytes each
#include <cstdio>
#define CHECK(call) if ((call) != cudaSuccess) printf("%s fails\n", #call)
__global__ void tiles(float *x)
{
    __shared__ float a[16][16], b[512];
    a[threadIdx.x % 16][0] = b[threadIdx.x] = x[threadIdx.x];
    __syncthreads();
    x[threadIdx.x] = a[0][0] + b[0];
}
__global__ void none(float *x) { x[threadIdx.x] = 1; }
template <int N> __global__ void sized(float *x)
{
    __shared__ double part[N];
    part[threadIdx.x] = x[threadIdx.x];
    x[threadIdx.x] = part[0];
}
static size_t bytes_of(const void *kernel)
{
    cudaFuncAttributes of;
    CHECK(cudaFuncGetAttributes(&of, kernel));
    if (of.maxThreadsPerBlock < 1 || of.numRegs < 1) printf("no threads or registers\n");
    return of.sharedSizeBytes;
}
int main()
{
    int blocks[2];
    cudaFuncAttributes whole;
    CHECK(cudaFuncGetAttributes(&whole, sized<256>));
    printf("tiles %zu, none %zu, half %zu, whole %zu\n", bytes_of((void *)tiles), bytes_of((void *)none),
           bytes_of((void *)sized<128>), whole.sharedSizeBytes);
    CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks[0], none, 32, 0));
    CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks[1], none, 32, 20000));
    printf("%d blocks of 32 threads, %d of them with 20000 bytes each\n", blocks[0], blocks[1]);
    return 0;
}
