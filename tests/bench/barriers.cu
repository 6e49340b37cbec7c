/* What barriers cost on the CPU: ten kernels of the kinds that courses and benchmark collections have, each beside the plain
   loop that does the same work, on one core and by OpenMP on all. One line for each: milliseconds of the three, the kernel's as a
   multiple of the loop's, nanoseconds for a thread and a barrier (or warp operation); each result is compared with the loop's. The
   last line is a launch without a barrier.
       cc -O3 -fopenmp -I. -x c tests/bench/barriers.cu -o barriers -lm && OMP_WAIT_POLICY=passive GPU_DEVICE=cpu ./barriers */
#define GPU_IMPLEMENTATION
#include "gpu.h"

enum { T = 16, SIDE = 256, N = 1 << 16, BLOCK = 256, BINS = 256, REPEATS = 21 };
static float *x, *y, *a, *b, *c;
static int *codes, *counts, *score, *match;
static int parallel; /* the loops run by OpenMP */
#define IN_PARALLEL _Pragma("omp parallel for schedule(static) if (parallel)")

/* -- Needleman-Wunsch: tiles of 16 x 16, a launch for each diagonal of tiles -- */
GPU_KERNEL(align_tiles, (int *, s), (const int *, m), (int, diagonal), (int, first))
{
    __shared__ int tile[T + 1][T + 1];
    const int t = (int)threadIdx.x, column = first + (int)blockIdx.x, row = diagonal - column;
    int *corner = s + row * T * (SIDE + 1) + column * T, k;
    if (t == 0) tile[0][0] = corner[0];
    tile[0][t + 1] = corner[t + 1];
    tile[t + 1][0] = corner[(t + 1) * (SIDE + 1)];
    __syncthreads();
    for (k = 0; k < 2 * T - 1; k++) {
        const int i = k - t + 1;
        if (i >= 1 && i <= T) {
            const int d = tile[i - 1][t] + m[(row * T + i - 1) * SIDE + column * T + t], u = tile[i - 1][t + 1] - 10, l = tile[i][t] - 10;
            tile[i][t + 1] = d > u ? (d > l ? d : l) : (u > l ? u : l);
        }
        __syncthreads();
    }
    for (k = 1; k <= T; k++) corner[k * (SIDE + 1) + t + 1] = tile[k][t + 1];
}
static void align_kernel(void)
{
    int d;
    for (d = 0; d < 2 * (SIDE / T) - 1; d++) {
        const int first = d < SIDE / T ? 0 : d - SIDE / T + 1, last = d < SIDE / T ? d : SIDE / T - 1;
        GPU_CHECK(align_tiles(gpu_grid((unsigned)(last - first + 1), 1, 1, T, 1, 1), score, match, d, first));
    }
}
static void align_part(int top, int left, int side)
{
    int i, j;
    for (i = top + 1; i <= top + side; i++)
        for (j = left + 1; j <= left + side; j++) {
            int *s = score + i * (SIDE + 1) + j;
            const int d = s[-SIDE - 2] + match[(i - 1) * SIDE + j - 1], u = s[-SIDE - 1] - 10, l = s[-1] - 10;
            *s = d > u ? (d > l ? d : l) : (u > l ? u : l);
        }
}
static void align_loop(void)
{
    enum { SIZE = 64, TILES = SIDE / SIZE };
    int d, k;
    if (!parallel) {
        align_part(0, 0, SIDE);
        return;
    }
    for (d = 0; d < 2 * TILES - 1; d++)
        IN_PARALLEL for (k = d < TILES ? 0 : d - TILES + 1; k <= (d < TILES ? d : TILES - 1); k++) align_part((d - k) * SIZE, k * SIZE, SIZE);
}
/* -- a histogram in shared memory -- */
GPU_KERNEL(count_codes, (const int *, in), (int *, out), (int, n))
{
    __shared__ int s[BINS];
    int i;
    s[threadIdx.x] = 0;
    __syncthreads();
    for (i = (int)(blockIdx.x * blockDim.x + threadIdx.x); i < n; i += (int)(gridDim.x * blockDim.x)) atomicAdd(&s[in[i]], 1);
    __syncthreads();
    atomicAdd(&out[threadIdx.x], s[threadIdx.x]);
}
static void count_kernel(void)
{
    GPU_CHECK(gpu_set(counts, 0, BINS * sizeof *counts));
    GPU_CHECK(count_codes(gpu_grid(64, 1, 1, BINS, 1, 1), codes, counts, N));
}
static void count_loop(void)
{
    int i;
    memset(counts, 0, BINS * sizeof *counts);
    if (!parallel)
        for (i = 0; i < N; i++) counts[codes[i]]++;
    else
#pragma omp parallel
    {
        int own[BINS] = {0};
        int k;
#pragma omp for
        for (k = 0; k < N; k++) own[codes[k]]++;
#pragma omp critical
        for (k = 0; k < BINS; k++) counts[k] += own[k];
    }
}
/* -- FDTD: a stencil whose tile and halo are in shared memory -- */
GPU_KERNEL(fdtd_step, (const float *, in), (float *, out))
{
    __shared__ float tile[T + 2][T + 2];
    const int i = (int)threadIdx.x, j = (int)threadIdx.y, gx = (int)(blockIdx.x * T) + i, gy = (int)(blockIdx.y * T) + j;
    const float *p = in + gy * SIDE + gx;
    tile[j + 1][i + 1] = *p;
    if (i == 0) tile[j + 1][0] = gx ? p[-1] : 0;
    if (i == T - 1) tile[j + 1][T + 1] = gx + 1 < SIDE ? p[1] : 0;
    if (j == 0) tile[0][i + 1] = gy ? p[-SIDE] : 0;
    if (j == T - 1) tile[T + 1][i + 1] = gy + 1 < SIDE ? p[SIDE] : 0;
    __syncthreads();
    out[gy * SIDE + gx] = tile[j + 1][i + 1] + 0.25f * (tile[j][i + 1] + tile[j + 2][i + 1] + tile[j + 1][i] + tile[j + 1][i + 2]);
}
static void fdtd_kernel(void) { GPU_CHECK(fdtd_step(gpu_grid(SIDE / T, SIDE / T, 1, T, T, 1), x, y)); }
static void fdtd_loop(void)
{
    int j;
    IN_PARALLEL for (j = 0; j < SIDE; j++)
        for (int i = 0; i < SIDE; i++) {
            const float *p = x + j * SIDE + i, u = j ? p[-SIDE] : 0, d = j + 1 < SIDE ? p[SIDE] : 0, l = i ? p[-1] : 0, r = i + 1 < SIDE ? p[1] : 0;
            y[j * SIDE + i] = *p + 0.25f * (u + d + l + r);
        }
}
/* -- a sum by a tree; with its last five steps among the lanes of a warp; and by warps alone -- */
GPU_KERNEL(tree_sum, (const float *, in), (float *, out))
{
    __shared__ float s[BLOCK];
    unsigned t = threadIdx.x, d;
    s[t] = in[blockIdx.x * BLOCK + t];
    __syncthreads();
    for (d = BLOCK / 2; d; d /= 2) {
        if (t < d) s[t] += s[t + d];
        __syncthreads();
    }
    if (t == 0) out[blockIdx.x] = s[0];
}
static void tree_kernel(void) { GPU_CHECK(tree_sum(gpu_grid(N / BLOCK, 1, 1, BLOCK, 1, 1), x, y)); }
GPU_KERNEL(warp_sum, (const float *, in), (float *, out))
{
    __shared__ float s[BLOCK / 32];
    unsigned t = threadIdx.x, d;
    float v = in[blockIdx.x * BLOCK + t];
    for (d = 16; d; d /= 2) v += __shfl_down_sync(0xffffffffu, v, d);
    if (t % 32 == 0) s[t / 32] = v;
    __syncthreads();
    if (t == 0) {
        for (d = 1; d < BLOCK / 32; d++) v += s[d];
        out[blockIdx.x] = v;
    }
}
static void warp_kernel(void) { GPU_CHECK(warp_sum(gpu_grid(N / BLOCK, 1, 1, BLOCK, 1, 1), x, y)); }
static void sum_loop(void) /* of whole numbers: exact in any order */
{
    int k;
    IN_PARALLEL for (k = 0; k < N / BLOCK; k++)
    {
        float sum = 0;
        for (int i = 0; i < BLOCK; i++) sum += x[k * BLOCK + i];
        y[k] = sum;
    }
}
/* -- an inclusive scan of each block, by doubling -- */
GPU_KERNEL(scan_blocks, (const float *, in), (float *, out))
{
    __shared__ float s[BLOCK];
    unsigned t = threadIdx.x, d;
    float v = in[blockIdx.x * BLOCK + t];
    s[t] = v;
    __syncthreads();
    for (d = 1; d < BLOCK; d *= 2) {
        if (t >= d) v += s[t - d];
        __syncthreads();
        s[t] = v;
        __syncthreads();
    }
    out[blockIdx.x * BLOCK + t] = v;
}
static void scan_kernel(void) { GPU_CHECK(scan_blocks(gpu_grid(N / BLOCK, 1, 1, BLOCK, 1, 1), x, y)); }
static void scan_loop(void)
{
    int k;
    IN_PARALLEL for (k = 0; k < N; k += BLOCK)
    {
        float sum = 0;
        for (int i = k; i < k + BLOCK; i++) y[i] = sum += x[i];
    }
}
/* -- a bitonic sort of each block -- */
GPU_KERNEL(sort_blocks, (const float *, in), (float *, out))
{
    __shared__ float s[BLOCK];
    unsigned t = threadIdx.x, k, j;
    s[t] = in[blockIdx.x * BLOCK + t];
    __syncthreads();
    for (k = 2; k <= BLOCK; k *= 2)
        for (j = k / 2; j; j /= 2) {
            const unsigned o = t ^ j;
            if (o > t && (s[t] > s[o]) == !(t & k)) {
                const float v = s[t];
                s[t] = s[o], s[o] = v;
            }
            __syncthreads();
        }
    out[blockIdx.x * BLOCK + t] = s[t];
}
static void sort_kernel(void) { GPU_CHECK(sort_blocks(gpu_grid(N / BLOCK, 1, 1, BLOCK, 1, 1), x, y)); }
static int by_value(const void *p, const void *q) { return (*(const float *)p > *(const float *)q) - (*(const float *)p < *(const float *)q); }
static void sort_loop(void)
{
    int k;
    memcpy(y, x, N * sizeof *y);
    IN_PARALLEL for (k = 0; k < N / BLOCK; k++) qsort(y + k * BLOCK, BLOCK, sizeof *y, by_value);
}
/* -- a matrix product in tiles -- */
GPU_KERNEL(multiply_tiles, (const float *, p), (const float *, q), (float *, r))
{
    __shared__ float s[T][T], u[T][T];
    const int i = (int)threadIdx.x, j = (int)threadIdx.y, row = (int)(blockIdx.y * T) + j, column = (int)(blockIdx.x * T) + i;
    float sum = 0;
    int k, m;
    for (k = 0; k < SIDE; k += T) {
        s[j][i] = p[row * SIDE + k + i];
        u[j][i] = q[(k + j) * SIDE + column];
        __syncthreads();
        for (m = 0; m < T; m++) sum += s[j][m] * u[m][i];
        __syncthreads();
    }
    r[row * SIDE + column] = sum;
}
static void multiply_kernel(void) { GPU_CHECK(multiply_tiles(gpu_grid(SIDE / T, SIDE / T, 1, T, T, 1), a, b, c)); }
static void multiply_loop(void)
{
    int i;
    memset(c, 0, SIDE * SIDE * sizeof *c);
    IN_PARALLEL for (i = 0; i < SIDE; i++)
        for (int k = 0; k < SIDE; k++)
            for (int j = 0; j < SIDE; j++) c[i * SIDE + j] += a[i * SIDE + k] * b[k * SIDE + j];
}
/* -- a transpose -- */
GPU_KERNEL(transpose_tiles, (const float *, in), (float *, out))
{
    __shared__ float tile[T][T + 1];
    const int i = (int)threadIdx.x, j = (int)threadIdx.y, left = (int)blockIdx.x * T, top = (int)blockIdx.y * T;
    tile[j][i] = in[(top + j) * SIDE + left + i];
    __syncthreads();
    out[(left + j) * SIDE + top + i] = tile[i][j];
}
static void transpose_kernel(void) { GPU_CHECK(transpose_tiles(gpu_grid(SIDE / T, SIDE / T, 1, T, T, 1), x, y)); }
static void transpose_loop(void)
{
    int i;
    IN_PARALLEL for (i = 0; i < SIDE; i++)
        for (int j = 0; j < SIDE; j++) y[j * SIDE + i] = x[i * SIDE + j];
}
/* -- the cheapest way down a grid of costs, several rows a launch -- */
enum { DOWN = 16 };
GPU_KERNEL(path_rows, (const float *, cost), (float *, out))
{
    __shared__ float from[BLOCK];
    const int t = (int)threadIdx.x;
    int k;
    float v = cost[t];
    for (k = 1; k < SIDE; k++) {
        float best;
        from[t] = v;
        __syncthreads();
        best = from[t];
        if (t && from[t - 1] < best) best = from[t - 1];
        if (t + 1 < SIDE && from[t + 1] < best) best = from[t + 1];
        v = best + cost[k * SIDE + t];
        __syncthreads();
    }
    out[t] = v;
}
static void path_kernel(void) { GPU_CHECK(path_rows(gpu_grid(1, 1, 1, BLOCK, 1, 1), x, y)); }
static void path_loop(void)
{
    float from[SIDE];
    int k, t;
    memcpy(y, x, sizeof from);
    for (k = 1; k < SIDE; k++) {
        memcpy(from, y, sizeof from);
        IN_PARALLEL for (t = 0; t < SIDE; t++)
        {
            float best = from[t];
            if (t && from[t - 1] < best) best = from[t - 1];
            if (t + 1 < SIDE && from[t + 1] < best) best = from[t + 1];
            y[t] = best + x[k * SIDE + t];
        }
    }
}

/* -- a launch of 100 blocks of 64 threads without a barrier -- */
GPU_KERNEL(add_elements, (const float *, p), (float *, r))
{
    const int i = (int)(blockIdx.x * blockDim.x + threadIdx.x);
    r[i] += p[i];
}
static void launches(void)
{
    int k;
    for (k = 0; k < 100; k++) GPU_CHECK(add_elements(gpu_grid(100, 1, 1, 64, 1, 1), x, y));
}

static const struct {
    const char *name;
    void (*loop)(void), (*kernel)(void);
    double waits; /* of threads at barriers and in warp operations */
} programs[] = {
    {"alignment", align_loop, align_kernel, SIDE / T * (SIDE / T) * T * 32.0},
    {"histogram", count_loop, count_kernel, 64 * BINS * 2.0},
    {"FDTD", fdtd_loop, fdtd_kernel, N},
    {"tree sum", sum_loop, tree_kernel, N * 9.0},
    {"warp sum", sum_loop, warp_kernel, N * 6.0},
    {"scan", scan_loop, scan_kernel, N * 17.0},
    {"bitonic sort", sort_loop, sort_kernel, N * 37.0},
    {"tiled product", multiply_loop, multiply_kernel, N * 2.0 * (SIDE / T)},
    {"transpose", transpose_loop, transpose_kernel, N},
    {"path", path_loop, path_kernel, 2.0 * (SIDE - 1) * SIDE},
};
static double median_ms(void (*run)(void))
{
    gpu_stats s;
    GPU_BENCH(s, REPEATS) { run(); }
    return s.median_ms;
}
int main(void)
{
    static float result[N];
    static int aligned[(SIDE + 1) * (SIDE + 1)], counted[BINS];
    size_t k;
    int i, wrong = 0;
    GPU_CHECK(gpu_use(GPU_CPU));
    x = GPU_NEW(float, N), y = GPU_ZEROS(float, N), a = GPU_NEW(float, N), b = GPU_NEW(float, N), c = GPU_ZEROS(float, N);
    codes = GPU_NEW(int, N), counts = GPU_ZEROS(int, BINS), score = GPU_NEW(int, (SIDE + 1) * (SIDE + 1)), match = GPU_NEW(int, N);
    for (i = 0; i < N; i++) {
        x[i] = (float)(gpu_random_u32(1, (uint64_t)i, 0) % 1000), codes[i] = (int)(gpu_random_u32(2, (uint64_t)i, 0) % BINS);
        a[i] = (float)(i % 7), b[i] = (float)(i % 5), match[i] = (int)(gpu_random_u32(3, (uint64_t)i, 0) % 16) - 5;
    }
    for (i = 0; i < (SIDE + 1) * (SIDE + 1); i++) score[i] = i <= SIDE ? -10 * i : -10 * (i / (SIDE + 1));
    printf("%-14s %9s %9s %9s %8s %25s\n", "", "loop ms", "OpenMP ms", "kernel ms", "ratio", "ns a thread and barrier");
    for (k = 0; k < sizeof programs / sizeof *programs; k++) {
        const double loop = median_ms(programs[k].loop);
        double kernel, openmp;
        parallel = 1;
        openmp = median_ms(programs[k].loop);
        parallel = 0;
        memcpy(result, k == 7 ? c : y, sizeof result), memcpy(aligned, score, sizeof aligned), memcpy(counted, counts, sizeof counted);
        if (k != 7) memset(y, 0xff, N * sizeof *y);
        kernel = median_ms(programs[k].kernel);
        for (i = 0; i < (k == 3 || k == 4 ? N / BLOCK : k == 9 ? SIDE : k < 2 ? 0 : N); i++) wrong += result[i] != (k == 7 ? c : y)[i];
        wrong += memcmp(aligned, score, sizeof aligned) != 0 || memcmp(counted, counts, sizeof counted) != 0;
        printf("%-14s %9.4f %9.4f %9.4f %8.1f %25.1f\n", programs[k].name, loop, openmp, kernel, kernel / loop, 1e6 * kernel / programs[k].waits);
    }
    printf("a launch of 100 blocks of 64 threads without a barrier: %.2f us\n", 1e3 * median_ms(launches) / 100);
    printf("%s\n", wrong ? "FAILED" : "PASSED");
    return wrong != 0;
}
