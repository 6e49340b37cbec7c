// prints: reduce 192 of 192
// prints: scan 192 of 192
// prints: others 192 of 192
// prints: one tile at a time 6
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
#include <cstdio>
namespace cg = cooperative_groups;
__global__ void sums(const int *x, int *all, int *upto, int *others)
{
    __shared__ cg::block_tile_memory<192> memory;
    cg::thread_block block = cg::this_thread_block(memory);
    auto tile = cg::tiled_partition<64>(block);
    const int t = block.thread_rank(), v = x[t];
    all[t] = cg::reduce(tile, v, cg::plus<int>());
    upto[t] = cg::inclusive_scan(tile, v) - cg::exclusive_scan(tile, v, cg::plus<int>());
    upto[t] += 1000 * cg::inclusive_scan(tile, v);
    others[t] = tile.shfl(v, 5) + 100 * tile.any(v == 100) + 200 * tile.all(v < 100) + 1000 * tile.meta_group_rank() +
                10000 * tile.meta_group_size();
}
// Each tile has its own number of steps, so the barriers of the tiles are apart; a tile of a tile is a warp.
__global__ void steps(int *counts)
{
    __shared__ int turn[3];
    auto tile = cg::tiled_partition<64>(cg::this_thread_block());
    auto warp = cg::tiled_partition<32>(tile);
    const int k = tile.meta_group_rank();
    if (tile.thread_rank() == 0) turn[k] = 0;
    tile.sync();
    for (int step = 0; step <= k; step++) {
        if (step % 2 == (int)warp.meta_group_rank() && warp.thread_rank() == 0) turn[k]++;
        tile.sync();
        if (turn[k] != step + 1) counts[k] = -100;
        tile.sync();
    }
    if (tile.thread_rank() == 63) counts[k] += turn[k];
}
int main()
{
    int *x, *all, *upto, *others, right[3] = {0, 0, 0};
    cudaMallocManaged(&x, 192 * sizeof(int));
    cudaMallocManaged(&all, 192 * sizeof(int));
    cudaMallocManaged(&upto, 192 * sizeof(int));
    cudaMallocManaged(&others, 192 * sizeof(int));
    for (int i = 0; i < 192; i++) x[i] = (i * 37 + 11) % 101;
    sums<<<1, 192>>>(x, all, upto, others);
    printf(cudaDeviceSynchronize() ? "failed\n" : "");
    for (int t = 0; t < 192; t++) {
        const int first = t / 64 * 64;
        int sum = 0, before = 0, any = 0, every = 1;
        for (int i = first; i < first + 64; i++) {
            sum += x[i];
            if (i <= t) before += x[i];
            any |= x[i] == 100;
            every &= x[i] < 100;
        }
        right[0] += all[t] == sum;
        right[1] += upto[t] == x[t] + 1000 * before;
        right[2] += others[t] == x[first + 5] + 100 * any + 200 * every + 1000 * (t / 64) + 30000;
    }
    printf("reduce %d of 192\nscan %d of 192\nothers %d of 192\n", right[0], right[1], right[2]);
    int *counts = all;
    counts[0] = counts[1] = counts[2] = 0;
    steps<<<1, 192>>>(counts);
    cudaDeviceSynchronize();
    printf("one tile at a time %d\n", counts[0] + counts[1] + counts[2]);
    cudaFree(x), cudaFree(all), cudaFree(upto), cudaFree(others);
    return 0;
}
