// prints: tiles: 4950
// prints: pairs: 4950
// prints: grid: 2048 of 2048
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cstdio>
namespace cg = cooperative_groups;
__global__ void by_tiles(const int *x, int *sum, int n)
{
    cg::thread_block block = cg::this_thread_block();
    cg::thread_block_tile<32> tile = cg::tiled_partition<32>(block);
    int v = 0;
    for (int i = block.thread_rank(); i < n; i += block.size()) v += x[i];
    v = cg::reduce(tile, v, cg::plus<int>());
    if (tile.thread_rank() == 0) atomicAdd(sum, v);
}
// An int in place of the unsigned number of a tile, as courses have it.
template <int SIZE> __device__ int sum_of(cg::thread_block_tile<SIZE> tile, int v)
{
    for (int k = SIZE / 2; k > 0; k /= 2) v += tile.shfl_down(v, k);
    return v;
}
__global__ void by_pairs(const int *x, int *sum, int n)
{
    cg::thread_block_tile<2> pair = cg::tiled_partition<2>(cg::this_thread_block());
    const int v = sum_of<2>(pair, threadIdx.x < n ? x[threadIdx.x] : 0);
    if (pair.thread_rank() == 0) atomicAdd(sum, v);
}
// Each step reads what other blocks wrote in the one before.
__global__ void ring(int *a, int *b, int n, int steps)
{
    cg::grid_group grid = cg::this_grid();
    for (int k = 0; k < steps; k++) {
        for (int i = grid.thread_rank(); i < n; i += grid.size()) b[(i + 1) % n] = a[i] + 1;
        grid.sync();
        int *t = a;
        a = b, b = t;
    }
}
int main()
{
    int *x, *y, blocks = 0, n = 2048, steps = 6;
    cudaDeviceProp prop;
    cudaMallocManaged(&x, n * sizeof(int));
    cudaMallocManaged(&y, n * sizeof(int));
    for (int i = 0; i < 100; i++) x[i] = i;
    y[0] = 0;
    by_tiles<<<1, 96>>>(x, y, 100);
    cudaDeviceSynchronize();
    printf("tiles: %d\n", y[0]);
    y[0] = 0;
    by_pairs<<<1, 128>>>(x, y, 100);
    cudaDeviceSynchronize();
    printf("pairs: %d\n", y[0]);
    for (int i = 0; i < n; i++) x[i] = i;
    cudaGetDeviceProperties(&prop, 0);
    cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, ring, 128, 0);
    void *args[] = {&x, &y, &n, &steps};
    cudaError_t e =
        cudaLaunchCooperativeKernel((void *)ring, dim3(blocks * prop.multiProcessorCount), dim3(128), args, 0, 0);
    if (e == cudaSuccess) e = cudaDeviceSynchronize();
    int right = 0;
    for (int i = 0; i < n; i++) right += x[(i + steps) % n] == i + steps;
    printf("grid: %d of %d%s\n", right, n, e ? cudaGetErrorString(e) : "");
    cudaFree(x), cudaFree(y);
}
