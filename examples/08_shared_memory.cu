/* Shared memory: memory that the threads of a block use together, and the barriers that order their accesses. A sum by a
   tree, the tiled matrix product beside the naive one; then a kernel with a bug, which the CPU backend finds.

   Counterpart of the shared-memory section of a CUDA primer, and the tiled product of an introduction to CuPy and Numba.

   __shared__ memory belongs to a block. A thread sees what the others wrote to it after a barrier, __syncthreads(), that
   all threads of the block reach. The same source runs on the CPU, where the threads of a block take turns on one core.
   With GPU_DEBUG=1 GPU_DEVICE=cpu, it also looks for missing barriers.

   nvcc -O3 -std=c++17 -arch=native -Xcompiler -fopenmp -I. examples/08_shared_memory.cu -o shared_memory
   cc -O3 -fopenmp -I. -x c examples/08_shared_memory.cu -o shared_memory -lm                                            */

#define GPU_IMPLEMENTATION
#include "gpu.h"

static int failed;

static void report(const char *what, gpu_stats time, int ok)
{
    printf("   %-44s %9.4f ms  %s\n", what, time.median_ms, ok ? "ok" : "WRONG");
    failed |= !ok;
}

/* ------------------------------------------------------------------------------------- 1. a tree in shared memory -- */

GPU_KERNEL(block_sums, (const float *, x), (float *, sums), (int, n))
{
    GPU_SHARED_DYNAMIC(float, s); /* its size comes with the launch: one float for each thread */
    unsigned t = threadIdx.x;
    int i = blockIdx.x * blockDim.x + t;
    s[t] = i < n ? x[i] : 0; /* a thread without an element must not leave: it has barriers to reach */
    __syncthreads();
    for (unsigned half = blockDim.x / 2; half > 0; half /= 2) {
        if (t < half) s[t] += s[t + half];
        __syncthreads(); /* outside the if: all threads come here */
    }
    if (t == 0) sums[blockIdx.x] = s[0];
}

static void sum_by_a_tree(void)
{
    const int n = 100000, blocks = (n + 255) / 256;
    gpu_config grid = gpu_config_shared(gpu_grid(blocks, 1, 1, 256, 1, 1), 256 * sizeof(float));
    float *x = GPU_MANAGED(float, n), *sums = GPU_MANAGED(float, blocks);
    double sum = 0;
    gpu_stats time;
    GPU_CHECK(gpu_error());
    for (int i = 0; i < n; i++) x[i] = (float)(i % 10);
    GPU_BENCH(time, 5) GPU_CHECK(block_sums(grid, x, sums, n));
    for (int b = 0; b < blocks; b++) sum += sums[b];
    printf("1. the sum of %d numbers, %d blocks of 256 threads, 9 barriers each\n", n, blocks);
    report("tree in shared memory", time, sum == 4.5 * n);
    GPU_CHECK(gpu_free(x));
    GPU_CHECK(gpu_free(sums));
}

/* ------------------------------------------------------- 2. C = A B: each element of A and B is read n times, or n/16 -- */

#define TILE 16

GPU_KERNEL(product_naive, (const float *, A), (const float *, B), (float *, C), (int, n))
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    float s = 0;
    if (x >= n || y >= n) return;
    for (int k = 0; k < n; k++) s += A[y * n + k] * B[k * n + x];
    C[y * n + x] = s;
}

GPU_KERNEL(product_tiled, (const float *, A), (const float *, B), (float *, C), (int, n))
{
    __shared__ float a[TILE][TILE], b[TILE][TILE]; /* CUDA's own spelling; GPU_SHARED(float, a, [TILE][TILE]) is the same */
    int tx = threadIdx.x, ty = threadIdx.y, x = blockIdx.x * TILE + tx, y = blockIdx.y * TILE + ty;
    float s = 0;
    for (int k = 0; k < n; k += TILE) {
        a[ty][tx] = y < n && k + tx < n ? A[y * n + k + tx] : 0; /* each thread brings one element of either tile */
        b[ty][tx] = x < n && k + ty < n ? B[(k + ty) * n + x] : 0;
        __syncthreads(); /* the tiles are complete */
        for (int j = 0; j < TILE; j++) s += a[ty][j] * b[j][tx];
        __syncthreads(); /* nobody reads them any more */
    }
    if (x < n && y < n) C[y * n + x] = s;
}

static void matrix_product(void)
{
    const int n = 250, tiles = (n + TILE - 1) / TILE; /* not a multiple of the tile */
    const size_t size = (size_t)n * n;
    float *A = GPU_MANAGED(float, size), *B = GPU_MANAGED(float, size), *naive = GPU_MANAGED(float, size), *tiled = GPU_MANAGED(float, size);
    gpu_stats time;
    int ok[2] = {1, 1};
    GPU_CHECK(gpu_error());
    for (size_t i = 0; i < size; i++) A[i] = (float)(i % 7), B[i] = (float)(i % 5); /* small whole numbers: float is exact */
    printf("2. product of two %d x %d matrices\n", n, n);
    GPU_BENCH(time, 5) GPU_CHECK(product_naive(gpu_grid(tiles, tiles, 1, TILE, TILE, 1), A, B, naive, n));
    for (int y = 0; y < n; y++)
        for (int x = 0; x < n; x++) {
            float s = 0;
            for (int k = 0; k < n; k++) s += A[y * n + k] * B[k * n + x];
            ok[0] &= naive[y * n + x] == s;
        }
    report("naive", time, ok[0]);
    GPU_BENCH(time, 5) GPU_CHECK(product_tiled(gpu_grid(tiles, tiles, 1, TILE, TILE, 1), A, B, tiled, n));
    for (size_t i = 0; i < size; i++) ok[1] &= tiled[i] == naive[i];
    report("tiles of 16 x 16 in shared memory", time, ok[1]);
    GPU_CHECK(gpu_free(A));
    GPU_CHECK(gpu_free(B));
    GPU_CHECK(gpu_free(naive));
    GPU_CHECK(gpu_free(tiled));
}

/* ----------------------------------------------------------------------------------------------- 3. a bug, and its report -- */

GPU_KERNEL(mirrored, (int *, x), (int, n))
{
    __shared__ int s[64];
    int t = threadIdx.x;
    if (t < n) {
        s[t] = x[t];
        __syncthreads(); /* wrong: the other threads wait at the next one; on a GPU that may hang, or seem to work */
        x[t] = s[n - 1 - t];
    }
    __syncthreads();
    if (t == 0) x[0]++;
}

static void a_bug(void)
{
    int x[50] = {0}, device = gpu_device(), found;
    GPU_CHECK(gpu_use(GPU_CPU)); /* in a program built by nvcc too */
    found = mirrored(gpu_grid(1, 1, 1, 64, 1, 1), x, 50) == GPU_ERROR_KERNEL;
    printf("3. a kernel with a bug, on the CPU:\n   %s\n", gpu_error_message());
    gpu_clear_error();
    failed |= !found;
    GPU_CHECK(gpu_use(device));
}

int main(void)
{
    gpu_info device;
    GPU_CHECK(gpu_query(gpu_device(), &device));
    printf("on %s (%s)\n\n", device.name, device.backend);
    sum_by_a_tree();
    matrix_product();
    a_bug();
    printf("\n%s\n", failed ? "FAILED" : "PASSED");
    return failed;
}
