/* CUDA's cooperative groups in kernels as they stand in CUDA's guide and samples, by g++, clang++ and nvcc: each result
   against a loop of the host, and what every operation of a group answers against its definition. */

#define GPU_COOPERATIVE
#define GPU_COOPERATIVE_GROUPS
#define GPU_IMPLEMENTATION
#include "gpu.h"
#define TEST_MAIN
#include "test.h"
namespace cg = cooperative_groups;

#define RIGHT(call)                                                                                                    \
    do {                                                                                                               \
        CHECK_STATUS(call, GPU_OK, "");                                                                                \
        CHECK_STATUS(gpu_sync(), GPU_OK, "");                                                                          \
    } while (0)
static unsigned seed = 1;
static unsigned draw(unsigned n) { return ((seed = seed * 1664525u + 1013904223u) >> 8) % n; }
static int *ints(int n)
{
    int *p = GPU_MANAGED(int, (size_t)n);
    for (int i = 0; i < n; i++) p[i] = (int)draw(1000) - 300;
    return p;
}

/* --------------------------------------------------------------------- 1. the guide's sum of a block, by a group -- */

GPU_FN int sum_in(cg::thread_group g, int *temp, int value)
{
    const int lane = (int)g.thread_rank();
    for (int i = (int)g.size() / 2; i > 0; i /= 2) {
        temp[lane] = value;
        g.sync();
        if (lane < i) value += temp[lane + i];
        g.sync();
    }
    return value;
}
GPU_KERNEL(sum_of_blocks, (int *, sum), (const int *, in), (int, n))
{
    GPU_SHARED_DYNAMIC(int, temp);
    auto g = cg::this_thread_block();
    int mine = 0;
    for (int i = (int)(blockIdx.x * blockDim.x + g.thread_rank()); i < n; i += (int)(gridDim.x * blockDim.x))
        mine += in[i];
    const int total = sum_in(g, temp, mine);
    if (g.thread_rank() == 0) atomicAdd(sum, total);
}
/* each 16 threads for themselves, in a tile made at run time */
GPU_KERNEL(sum_of_tiles, (int *, sum), (const int *, in), (int, n))
{
    GPU_SHARED_DYNAMIC(int, temp);
    cg::thread_block block = cg::this_thread_block();
    cg::thread_group tile = cg::tiled_partition(block, 16);
    const int i = (int)(blockIdx.x * blockDim.x + block.thread_rank());
    const int total = sum_in(tile, temp + block.thread_rank() / 16 * 16, i < n ? in[i] : 0);
    if (tile.thread_rank() == 0) atomicAdd(sum, total);
}
TEST(the_guides_sum_by_a_group)
{
    enum { N = 5000 };
    int *in = ints(N), *sum = GPU_MANAGED(int, 2), wanted = 0;
    for (int i = 0; i < N; i++) wanted += in[i];
    sum[0] = sum[1] = 0;
    RIGHT(sum_of_blocks(gpu_config_shared(gpu_grid(7, 1, 1, 256, 1, 1), 256 * sizeof(int)), sum, in, N));
    RIGHT(
        sum_of_tiles(gpu_config_shared(gpu_grid((N + 127) / 128, 1, 1, 128, 1, 1), 128 * sizeof(int)), sum + 1, in, N));
    CHECK_INT(sum[0], wanted);
    CHECK_INT(sum[1], wanted);
    gpu_free(in), gpu_free(sum);
}

/* ------------------------------------------------------------ 2. the samples' reduction with tiles, in one order -- */

GPU_KERNEL(sum_by_tiles, (float *, out), (const float *, in), (int, n))
{
    GPU_SHARED(float, of_warp, [32]);
    cg::thread_block cta = cg::this_thread_block();
    cg::thread_block_tile<32> tile32 = cg::tiled_partition<32>(cta);
    float sum = 0;
    for (int i = (int)(blockIdx.x * blockDim.x + threadIdx.x); i < n; i += (int)(blockDim.x * gridDim.x)) sum += in[i];
    sum = cg::reduce(tile32, sum, cg::plus<float>());
    if (tile32.thread_rank() == 0) of_warp[tile32.meta_group_rank()] = sum;
    cg::sync(cta);
    if (tile32.meta_group_rank() == 0) {
        sum = tile32.thread_rank() < tile32.meta_group_size() ? of_warp[tile32.thread_rank()] : 0.0f;
        sum = cg::reduce(tile32, sum, cg::plus<float>());
        if (tile32.thread_rank() == 0) out[blockIdx.x] = sum;
    }
}
static float butterfly(const float *x) /* of 32 numbers, as thread 0 gets it */
{
    float v[32];
    memcpy(v, x, sizeof v);
    for (int by = 16; by; by /= 2) {
        float next[32];
        for (int k = 0; k < 32; k++) next[k] = v[k] + v[k ^ by];
        memcpy(v, next, sizeof v);
    }
    return v[0];
}
TEST(a_sum_by_tiles_has_cudas_order)
{
    enum { N = 10000, BLOCKS = 3, THREADS = 256 };
    float *in = GPU_MANAGED(float, N), *out = GPU_MANAGED(float, BLOCKS);
    for (int i = 0; i < N; i++) in[i] = (float)draw(1 << 20) * 1e-3f;
    RIGHT(sum_by_tiles(gpu_grid(BLOCKS, 1, 1, THREADS, 1, 1), out, in, N));
    for (int b = 0; b < BLOCKS; b++) {
        float of[THREADS] = {0}, warp[32] = {0};
        for (int t = 0; t < THREADS; t++)
            for (int i = b * THREADS + t; i < N; i += BLOCKS * THREADS) of[t] += in[i];
        for (int w = 0; w < THREADS / 32; w++) warp[w] = butterfly(of + 32 * w);
        CHECK(out[b] == butterfly(warp));
    }
    gpu_free(in), gpu_free(out);
}

/* -------------------------------------------------------------------------------- 3. steps with a grid's barrier -- */

GPU_KERNEL(jacobi, (float *, a), (float *, b), (int, n), (int, steps))
{
    cg::grid_group grid = cg::this_grid();
    float *from = a, *to = b;
    for (int s = 0; s < steps; s++) {
        for (unsigned long long i = grid.thread_rank(); i < (unsigned long long)n; i += grid.size())
            to[i] = i == 0 || i + 1 == (unsigned long long)n ? from[i] : 0.5f * (from[i - 1] + from[i + 1]);
        if (s % 2)
            grid.sync();
        else
            cg::sync(grid);
        float *other = from;
        from = to, to = other;
    }
}
TEST(steps_with_a_barrier_of_the_grid)
{
    enum { N = 700, STEPS = 20 };
    float *a = GPU_MANAGED(float, N), *b = GPU_MANAGED(float, N), x[N], y[N];
    for (int i = 0; i < N; i++) a[i] = x[i] = (float)draw(100), b[i] = 0;
    RIGHT(jacobi(gpu_cooperative(gpu_grid(4, 1, 1, 64, 1, 1)), a, b, N, STEPS));
    for (int s = 0; s < STEPS; s++) {
        for (int i = 0; i < N; i++) y[i] = i == 0 || i == N - 1 ? x[i] : 0.5f * (x[i - 1] + x[i + 1]);
        memcpy(x, y, sizeof x);
    }
    CHECK(!memcmp(a, x, sizeof x));
    gpu_free(a), gpu_free(b);
}

/* -------------------------------------------------------------------- 4. a scan over the warps of a block, twice -- */

GPU_KERNEL(scan_by_shuffles, (int *, out), (const int *, in))
{
    GPU_SHARED(int, total, [32]);
    cg::thread_block block = cg::this_thread_block();
    auto warp = cg::tiled_partition<32>(block);
    const unsigned i = block.thread_rank();
    int value = in[i];
    for (unsigned by = 1; by < warp.size(); by *= 2) {
        const int before = warp.shfl_up(value, by);
        if (warp.thread_rank() >= by) value += before;
    }
    if (warp.thread_rank() == warp.size() - 1) total[warp.meta_group_rank()] = value;
    block.sync();
    if (warp.meta_group_rank() == 0) {
        int t = warp.thread_rank() < warp.meta_group_size() ? total[warp.thread_rank()] : 0;
        t = cg::exclusive_scan(warp, t);
        total[warp.thread_rank()] = t;
    }
    block.sync();
    out[i] = value + total[warp.meta_group_rank()];
}
GPU_KERNEL(scan_by_scans, (int *, out), (const int *, in))
{
    GPU_SHARED(int, total, [32]);
    cg::thread_block block = cg::this_thread_block();
    auto warp = cg::tiled_partition<32>(block);
    const int upto = cg::inclusive_scan(warp, in[block.thread_rank()], cg::plus<int>());
    if (warp.thread_rank() == 31) total[warp.meta_group_rank()] = upto;
    block.sync();
    int before = 0;
    for (unsigned w = 0; w < warp.meta_group_rank(); w++) before += total[w];
    out[block.thread_rank()] = before + upto;
}
TEST(a_scan_over_warps)
{
    enum { N = 512 };
    int *in = ints(N), *out = ints(N), *other = ints(N), sum = 0, wrong = 0;
    RIGHT(scan_by_shuffles(gpu_grid(1, 1, 1, N, 1, 1), out, in));
    RIGHT(scan_by_scans(gpu_grid(1, 1, 1, N, 1, 1), other, in));
    for (int i = 0; i < N; i++) sum += in[i], wrong += (out[i] != sum) + (other[i] != sum);
    CHECK_INT(wrong, 0);
    gpu_free(in), gpu_free(out), gpu_free(other);
}

/* ------------------------------------------------------- 5. the guide's counter that the threads of a warp share -- */

GPU_FN int next_of(int *counter) /* one atomic for all threads that are here at once */
{
    cg::coalesced_group g = cg::coalesced_threads();
    int first = 0;
    if (g.thread_rank() == 0) first = atomicAdd(counter, (int)g.size());
    return g.shfl(first, 0) + (int)g.thread_rank();
}
GPU_KERNEL(keep_positive, (int *, out), (int *, count), (const int *, in), (int, n))
{
    const int i = (int)(blockIdx.x * blockDim.x + threadIdx.x);
    if (i < n && in[i] > 0) out[next_of(count)] = in[i];
}
static int by_value(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
TEST(a_filter_with_an_atomic_of_coalesced_threads)
{
    enum { N = 3000 };
    int *in = ints(N), *out = ints(N), *count = GPU_MANAGED(int, 1), kept[N], n = 0;
    *count = 0;
    RIGHT(keep_positive(gpu_grid((N + 255) / 256, 1, 1, 256, 1, 1), out, count, in, N));
    for (int i = 0; i < N; i++)
        if (in[i] > 0) kept[n++] = in[i];
    CHECK_INT(*count, n);
    qsort(kept, (size_t)n, sizeof *kept, by_value);
    qsort(out, (size_t)n, sizeof *out, by_value);
    CHECK(!memcmp(out, kept, (size_t)n * sizeof *out));
    gpu_free(in), gpu_free(out), gpu_free(count);
}

/* ---------------------------------------------------- 6. a histogram with one atomic for equal values, by labels -- */

GPU_KERNEL(histogram, (int *, bins), (const int *, in))
{
    auto warp = cg::tiled_partition<32>(cg::this_thread_block());
    const int bin = in[blockIdx.x * blockDim.x + threadIdx.x] & 7;
    auto equal = cg::labeled_partition(warp, bin);
    auto odd = cg::binary_partition(warp, bin % 2 != 0);
    const int odds = cg::reduce(odd, 1, cg::plus<int>());
    if (equal.thread_rank() == 0) atomicAdd(bins + bin, (int)equal.size());
    if (odd.thread_rank() == 0 && bin % 2) atomicAdd(bins + 8, odds);
    if (equal.meta_group_rank() >= equal.meta_group_size()) atomicAdd(bins + 9, 1);
}
TEST(a_histogram_by_labeled_groups)
{
    enum { N = 2048 };
    int *in = ints(N), *bins = GPU_MANAGED(int, 10), wanted[10] = {0};
    memset(bins, 0, 10 * sizeof *bins);
    RIGHT(histogram(gpu_grid(N / 128, 1, 1, 128, 1, 1), bins, in));
    for (int i = 0; i < N; i++) wanted[in[i] & 7]++, wanted[8] += in[i] & 1;
    CHECK(!memcmp(bins, wanted, sizeof wanted));
    gpu_free(in), gpu_free(bins);
}

/* -------------------------------------------------------------------- 7. a matrix product whose tiles are copied -- */

GPU_KERNEL(product, (float *, c), (const float *, a), (const float *, b), (int, n))
{
    GPU_SHARED(float, as, [16][16]);
    GPU_SHARED(float, bs, [16][16]);
    cg::thread_block block = cg::this_thread_block();
    const int x = (int)block.thread_index().x, y = (int)block.thread_index().y;
    const int row = (int)block.group_index().y * 16, col = (int)block.group_index().x * 16;
    float sum = 0;
    for (int k = 0; k < n; k += 16) {
        for (int r = 0; r < 16; r++) {
            cg::memcpy_async(block, as[r], a + (row + r) * n + k, sizeof as[r]);
            cg::memcpy_async(block, bs[r], b + (k + r) * n + col, sizeof bs[r]);
        }
        cg::wait(block);
        for (int j = 0; j < 16; j++) sum += as[y][j] * bs[j][x];
        block.sync();
    }
    c[(row + y) * n + col + x] = sum;
}
TEST(a_matrix_product_of_copied_tiles)
{
    enum { N = 48 };
    float *a = GPU_MANAGED(float, N *N), *b = GPU_MANAGED(float, N *N), *c = GPU_MANAGED(float, N *N);
    int wrong = 0;
    for (int i = 0; i < N * N; i++) a[i] = (float)draw(10), b[i] = (float)draw(10);
    RIGHT(product(gpu_grid(N / 16, N / 16, 1, 16, 16, 1), c, a, b, N));
    for (int i = 0; i < N * N; i++) {
        float sum = 0;
        for (int k = 0; k < N; k++) sum += a[i / N * N + k] * b[k * N + i % N];
        wrong += c[i] != sum;
    }
    CHECK_INT(wrong, 0);
    gpu_free(a), gpu_free(b), gpu_free(c);
}

/* ------------------------------------------------------ what each operation answers, thread by thread of a block -- */

struct pair {
    double x;
    int y[3];
};
enum { ANSWERS = 40, BLOCK = 48 * 2 };
template <class Group> GPU_FN int ask(Group g, int value, int *answer)
{
    int k = 0, same = 0;
    answer[k++] = (int)g.thread_rank();
    answer[k++] = (int)g.size();
    answer[k++] = (int)g.num_threads();
    answer[k++] = (int)g.meta_group_rank();
    answer[k++] = (int)g.meta_group_size();
    answer[k++] = g.shfl(value, 2);
    answer[k++] = g.shfl_up(value, 1);
    answer[k++] = g.shfl_up(value, 2);
    answer[k++] = g.shfl_down(value, 2);
    answer[k++] = g.any(value % 5 == 0);
    answer[k++] = g.all(value % 5 != 0);
    answer[k++] = (int)g.ballot(value % 3 == 0);
    answer[k++] = (int)g.match_any(value % 4);
    answer[k++] = (int)g.match_all(value / 1000, same);
    answer[k++] = same;
    answer[k++] = cg::reduce(g, value, cg::plus<int>());
    answer[k++] = cg::reduce(g, value, cg::less<int>());
    answer[k++] = cg::reduce(g, value, cg::greater<int>());
    answer[k++] = cg::reduce(g, value, cg::bit_and<int>());
    answer[k++] = cg::reduce(g, value, cg::bit_or<int>());
    answer[k++] = cg::reduce(g, value, cg::bit_xor<int>());
    answer[k++] = cg::inclusive_scan(g, value);
    answer[k++] = cg::exclusive_scan(g, value, cg::greater<int>());
    g.sync();
    return k;
}
/* The same from the values of the group's threads, of which this is number `rank`; value k is that of rank k. */
static int asked(const int *value, int rank, int size, int meta_rank, int meta_size, int *answer)
{
    int k = 0, any = 0, all = 1, same = 1, sum = 0, upto = 0, most_before = 0;
    int least = value[0], most = value[0], of_and = -1, of_or = 0, of_xor = 0;
    unsigned thirds = 0, equal = 0, full = 0;
    for (int j = 0; j < size; j++) {
        const int v = value[j];
        any |= v % 5 == 0, all &= v % 5 != 0, same &= v / 1000 == value[0] / 1000;
        full |= 1u << j;
        if (v % 3 == 0) thirds |= 1u << j;
        if (v % 4 == value[rank] % 4) equal |= 1u << j;
        sum += v, of_and &= v, of_or |= v, of_xor ^= v;
        if (v < least) least = v;
        if (v > most) most = v;
        if (j <= rank) upto += v;
        if (j < rank && (j == 0 || v > most_before)) most_before = v;
    }
    answer[k++] = rank, answer[k++] = size, answer[k++] = size, answer[k++] = meta_rank, answer[k++] = meta_size;
    answer[k++] = value[2 % size];
    answer[k++] = rank ? value[rank - 1] : value[rank];
    answer[k++] = rank > 1 ? value[rank - 2] : value[rank];
    answer[k++] = rank + 2 < size ? value[rank + 2] : value[rank];
    answer[k++] = any, answer[k++] = all, answer[k++] = (int)thirds, answer[k++] = (int)equal;
    answer[k++] = same ? (int)full : 0, answer[k++] = same;
    answer[k++] = sum, answer[k++] = least, answer[k++] = most;
    answer[k++] = of_and, answer[k++] = of_or, answer[k++] = of_xor, answer[k++] = upto, answer[k++] = most_before;
    return k;
}
GPU_KERNEL(ask_tiles, (int *, answer), (const int *, in)) /* of 32, 8, and of 4 in those of 8: block (x, y) is 24 x 4 */
{
    cg::thread_block block = cg::this_thread_block();
    const int t = (int)block.thread_rank(), value = in[t];
    auto t32 = cg::tiled_partition<32>(block);
    auto t8 = cg::tiled_partition<8>(block);
    auto t4 = cg::tiled_partition<4>(t8);
    cg::thread_block_tile<8> plain = t8;
    ask(t32, value, answer + (0 * BLOCK + t) * ANSWERS);
    ask(plain, value, answer + (1 * BLOCK + t) * ANSWERS);
    ask(t4, value, answer + (2 * BLOCK + t) * ANSWERS);
}
GPU_KERNEL(ask_coalesced, (int *, answer), (const int *, in)) /* threads 0, 3, 6, ... of each warp; fours of them */
{
    const int t = (int)cg::this_thread_block().thread_rank();
    if (t % 32 % 3 == 0) {
        auto g = cg::coalesced_threads();
        ask(g, in[t], answer + t * ANSWERS);
        ask(cg::tiled_partition(g, 4), in[t], answer + (BLOCK + t) * ANSWERS);
    }
}
TEST(what_the_operations_answer)
{
    const int tile[] = {32, 8, 4}, parent[] = {BLOCK, BLOCK, 8};
    int *in = ints(BLOCK), *answer = GPU_MANAGED(int, 3 * BLOCK *ANSWERS), wanted[ANSWERS], value[32];
    for (int i = 0; i < BLOCK; i++) in[i] = 1 + (int)draw(1500);
    RIGHT(ask_tiles(gpu_grid(1, 1, 1, 24, 4, 1), answer, in));
    for (int k = 0; k < 3; k++)
        for (int t = 0; t < BLOCK; t++) {
            const int size = tile[k], first = t / size * size;
            const int n = asked(in + first, t - first, size, t % parent[k] / size, parent[k] / size, wanted);
            for (int j = 0; j < n; j++) CHECK_INT(answer[(k * BLOCK + t) * ANSWERS + j], wanted[j]);
        }
    RIGHT(ask_coalesced(gpu_grid(1, 1, 1, BLOCK, 1, 1), answer, in));
    for (int t = 0; t < BLOCK; t++) {
        const int rank = t % 32 / 3, warp = t / 32 * 32;
        if (t % 32 % 3) continue;
        for (int k = 0; k < 11; k++) value[k] = in[warp + 3 * k];
        int n = asked(value, rank, 11, 0, 1, wanted);
        for (int j = 0; j < n; j++) CHECK_INT(answer[t * ANSWERS + j], wanted[j]);
        n = asked(value + rank / 4 * 4, rank % 4, rank < 8 ? 4 : 3, rank / 4, 3, wanted);
        for (int j = 0; j < n; j++) CHECK_INT(answer[(BLOCK + t) * ANSWERS + j], wanted[j]);
    }
    gpu_free(in), gpu_free(answer);
}

/* Values of more than 8 bytes, shuffles by xor, indices of blocks and grids of three dimensions, the other barriers. */
GPU_KERNEL(rest_of_it, (int *, wrong))
{
    cg::grid_group grid = cg::this_grid();
    cg::thread_block block = cg::this_thread_block();
    auto tile = cg::tiled_partition<16>(block);
    const unsigned rank = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
    const unsigned number = (blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
    const struct pair mine = {rank + 0.5, {(int)rank, 7, -(int)rank}};
    const struct pair got = tile.shfl_xor(mine, 5);
    int bad = got.x != (rank ^ 5) + 0.5 || got.y[0] != (int)(rank ^ 5) || got.y[1] != 7 || got.y[2] != -(int)(rank ^ 5);
    bad += block.thread_rank() != rank || cg::thread_rank(block) != rank || block.size() != 32 ||
           cg::group_size(tile) != 16;
    bad += block.thread_index().y != threadIdx.y || block.group_index().z != blockIdx.z || block.dim_threads().x != 4;
    bad += block.group_dim().z != 4 || grid.group_dim().y != 3 || grid.dim_blocks().x != 2 ||
           grid.block_index().z != blockIdx.z;
    bad += grid.num_blocks() != 12 || grid.block_rank() != number || grid.size() != 384 || grid.num_threads() != 384;
    bad += grid.thread_rank() != number * 32 + rank;
    bad += grid.thread_index().z != blockIdx.z * blockDim.z + threadIdx.z || grid.dim_threads().y != 6;
    bad += tile.shfl((int)rank, 17) != (int)(rank / 16 * 16 + 1);
    bad += cg::this_thread().size() != 1 || cg::this_thread().thread_rank() != 0;
    block.barrier_wait(block.barrier_arrive());
    cg::thread_group any = tile;
    cg::sync(any);
    bad += any.size() != 16 || any.thread_rank() != rank % 16;
    if (bad) atomicAdd(wrong, 1);
}
GPU_KERNEL(copy_bytes, (char *, out), (const char *, in), (int, bytes)) /* odd pieces, by a tile each */
{
    GPU_SHARED(char, piece, [2][64]);
    auto tile = cg::tiled_partition<32>(cg::this_thread_block());
    const unsigned w = tile.meta_group_rank();
    if (tile.thread_rank() == 0) piece[w][bytes] = 99;
    tile.sync();
    cg::memcpy_async(tile, piece[w], in + (int)w * bytes, (size_t)bytes);
    cg::wait(tile);
    if (piece[w][bytes] != 99) out[0] = -1;
    for (int i = (int)tile.thread_rank(); i < bytes; i += 32) out[(int)w * bytes + i] = piece[w][i];
}
TEST(copies_of_odd_lengths)
{
    char *in = GPU_MANAGED(char, 200), *out = GPU_MANAGED(char, 200);
    for (int i = 0; i < 200; i++) in[i] = (char)(i + 1);
    for (int bytes = 1; bytes < 64; bytes += 6) {
        memset(out, 0, 200);
        RIGHT(copy_bytes(gpu_grid(1, 1, 1, 64, 1, 1), out, in, bytes));
        CHECK(!memcmp(out, in, 2 * (size_t)bytes) && out[2 * bytes] == 0);
    }
    gpu_free(in), gpu_free(out);
}
TEST(structs_indices_and_barriers)
{
    int *wrong = GPU_MANAGED(int, 1);
    *wrong = 0;
    RIGHT(rest_of_it(gpu_grid(2, 3, 2, 4, 2, 4), wrong));
    CHECK_INT(*wrong, 0);
    gpu_free(wrong);
}

/* ------------------------------------------------------------------------- mistakes that the CPU backend reports -- */

enum { FIRST_SYNC = __LINE__ + 4 };
GPU_KERNEL(two_barriers, (int *, p))
{
    cg::thread_block block = cg::this_thread_block();
    if (p[0] == (int)block.thread_rank()) block.sync();
    else block.sync();
    p[block.thread_rank()] = 1;
}
GPU_KERNEL(half_a_tile, (int *, p))
{
    auto tile = cg::tiled_partition<32>(cg::this_thread_block());
    if (tile.thread_rank() < 16) p[tile.thread_rank()] = tile.shfl_down(1, 1);
    else tile.sync();
}
GPU_KERNEL(grid_alone, (int *, p))
{
    cg::this_grid().sync();
    p[threadIdx.x] = 1;
}
GPU_KERNEL(tiles_of, (int, threads)) { cg::tiled_partition(cg::this_thread_block(), (unsigned)threads).sync(); }
GPU_KERNEL(half_a_large_tile, (int *, p))
{
    auto tile = cg::tiled_partition<64>(cg::this_thread_block());
    if (tile.thread_rank() < 40) p[tile.thread_rank()] = tile.shfl(1, 1);
    else tile.sync();
}
TEST(messages_name_the_call)
{
    char place[64];
    int *p = GPU_MANAGED(int, 64);
    if (strcmp(gpu_backend_name(), "cpu")) SKIP("a GPU reports no such mistakes");
    p[0] = 0;
    snprintf(place, sizeof place, "%s:%d", __FILE__, FIRST_SYNC);
    CHECK_STATUS(two_barriers(gpu_grid(1, 1, 1, 64, 1, 1), p), GPU_ERROR_KERNEL, place);
    snprintf(place, sizeof place, "%s:%d", __FILE__, FIRST_SYNC + 7);
    CHECK_STATUS(half_a_tile(gpu_grid(1, 1, 1, 64, 1, 1), p), GPU_ERROR_KERNEL, place);
    snprintf(place, sizeof place, "%s:%d", __FILE__, FIRST_SYNC + 19);
    CHECK_STATUS(half_a_large_tile(gpu_grid(1, 1, 1, 128, 1, 1), p), GPU_ERROR_KERNEL, place);
    CHECK_STATUS(half_a_large_tile(gpu_grid(1, 1, 1, 96, 1, 1), p), GPU_ERROR_KERNEL, "a tile of 64 threads");
    CHECK_STATUS(tiles_of(gpu_grid(1, 1, 1, 64, 1, 1), 12), GPU_ERROR_KERNEL, "tiles_of");
    CHECK_STATUS(tiles_of(gpu_grid(1, 1, 1, 128, 1, 1), 64), GPU_ERROR_KERNEL, "tiles_of");
    CHECK_STATUS(grid_alone(gpu_grid(1, 1, 1, 64, 1, 1), p), GPU_ERROR_KERNEL, "gpu_grid_sync()");
    gpu_free(p);
}
