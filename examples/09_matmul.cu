/* Matrix product, C = A B, three ways: a naive kernel, in which every thread reads a row of A and a column of B from
   memory; a tiled one, whose blocks load tiles into shared memory once and use them 16 times; and gpu_matmul, in float and
   in the short types of a GPU's tensor cores. A product takes 2 n^3 operations on 3 n^2 numbers, so the speed depends on
   how often a number is used once it has been read. Writes matmul.svg, GFLOP/s over n.

   Counterpart of the products of a course on GPU computing from Python: NumPy's and CuPy's `@`, Numba's @cuda.jit kernels.

   nvcc -O3 -std=c++17 -arch=native -Xcompiler -fopenmp -I. examples/09_matmul.cu -o matmul
   cc -O3 -fopenmp -I. -x c examples/09_matmul.cu -o matmul -lm                                                            */

#define GPU_IMPLEMENTATION
#include "gpu.h"

#define TILE 16

enum { NAIVE, TILED, LIBRARY, TF32, BF16, WAYS };
static const char *const way_name[WAYS] = {"naive", "tiled", "gpu_matmul", "_tf32", "_bf16"};
static const char *const colour[WAYS] = {"#999", "#2a2", "#36c", "#c60", "#d33"};

GPU_KERNEL(product_naive, (const float *, A), (const float *, B), (float *, C), (size_t, n))
{
    GPU_FOR_2D(x, y, n, n) {
        float sum = 0;
        size_t k;
        for (k = 0; k < n; k++) sum += A[y * n + k] * B[k * n + x];
        C[y * n + x] = sum;
    }
}

GPU_KERNEL(product_tiled, (const float *, A), (const float *, B), (float *, C), (size_t, n))
{
    __shared__ float a[TILE][TILE], b[TILE][TILE];
    const unsigned tx = threadIdx.x, ty = threadIdx.y;
    const size_t x = (size_t)blockIdx.x * TILE + tx, y = (size_t)blockIdx.y * TILE + ty;
    float sum = 0;
    size_t k;
    unsigned j;
    for (k = 0; k < n; k += TILE) {
        a[ty][tx] = y < n && k + tx < n ? A[y * n + k + tx] : 0; /* each thread brings one element of either tile */
        b[ty][tx] = x < n && k + ty < n ? B[(k + ty) * n + x] : 0;
        __syncthreads(); /* the tiles are complete */
        for (j = 0; j < TILE; j++) sum += a[ty][j] * b[j][tx];
        __syncthreads(); /* nobody reads them any more */
    }
    if (x < n && y < n) C[y * n + x] = sum;
}

typedef struct matrices {
    float *a, *b, *c;
    gpu_bf16 *short_a, *short_b, *short_c;
} matrices;

static gpu_status product(int way, const matrices *m, size_t n)
{
    const unsigned tiles = (unsigned)((n + TILE - 1) / TILE);
    switch (way) {
    case NAIVE: return product_naive(gpu_for_2d(n, n), m->a, m->b, m->c, n);
    case TILED: return product_tiled(gpu_grid(tiles, tiles, 1, TILE, TILE, 1), m->a, m->b, m->c, n);
    case LIBRARY: return gpu_matmul_f32(m->c, m->a, m->b, n, n, n);
    case TF32: return gpu_matmul_tf32(m->c, m->a, m->b, n, n, n);
    default: return gpu_matmul_bf16(m->short_c, m->short_a, m->short_b, n, n, n);
    }
}

/* By whole numbers, for which each way is exact (bf16 has 8 bits, so c is rounded): all elements, n no multiple of a tile. */
static int check(const matrices *m, size_t n)
{
    float *a = (float *)malloc(n * n * sizeof *a), *b = (float *)malloc(n * n * sizeof *b), *c = (float *)malloc(n * n * sizeof *c);
    size_t i, k;
    int way, right = 1;
    for (i = 0; i < n * n; i++) a[i] = (float)(i % 7) - 3, b[i] = (float)(i % 5) - 2;
    GPU_CHECK(gpu_copy(m->a, a, n * n * sizeof *a));
    GPU_CHECK(gpu_copy(m->b, b, n * n * sizeof *b));
    GPU_CHECK(gpu_to_bf16(m->short_a, a, n * n)); /* host arrays are welcome */
    GPU_CHECK(gpu_to_bf16(m->short_b, b, n * n));
    for (way = 0; way < WAYS; way++) {
        int wrong = 0;
        GPU_CHECK(gpu_fill_f32(m->c, -1, n * n));
        GPU_CHECK(product(way, m, n));
        if (way == BF16) GPU_CHECK(gpu_from_bf16(m->c, m->short_c, n * n));
        GPU_CHECK(gpu_copy(c, m->c, n * n * sizeof *c));
        for (i = 0; i < n * n; i++) {
            float sum = 0;
            for (k = 0; k < n; k++) sum += a[i / n * n + k] * b[k * n + i % n];
            wrong += c[i] != (way == BF16 ? gpu_f32_of_bf16(gpu_bf16_of(sum)) : sum);
        }
        if (wrong) right = 0, printf("\n%s: %d of %zu elements are wrong", way_name[way], wrong, n * n);
    }
    free(a), free(b), free(c);
    return right;
}

static void plot(const char *name, const size_t *n, double rate[][WAYS], int sizes)
{
    FILE *f = fopen(name, "w");
    int k, way;
    double decade;
    if (!f) return;
    fprintf(f, "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"560\" height=\"340\" font-family=\"sans-serif\" font-size=\"12\">\n"
               "<rect width=\"560\" height=\"340\" fill=\"white\"/><text x=\"20\" y=\"20\">GFLOP/s of n x n matrices, over n</text>\n");
    for (decade = 0; decade <= 6; decade++)
        fprintf(f, "<line x1=\"50\" x2=\"440\" y1=\"%.0f\" y2=\"%.0f\" stroke=\"#ddd\"/><text x=\"44\" y=\"%.0f\" text-anchor=\"end\">%.0f</text>\n", 300 - decade * 44, 300 - decade * 44,
                304 - decade * 44, pow(10, decade));
    for (k = 0; k < sizes; k++) fprintf(f, "<text x=\"%d\" y=\"320\" text-anchor=\"middle\">%zu</text>\n", 60 + k * 72, n[k]);
    for (way = 0; way < WAYS; way++) {
        double y = 0;
        fprintf(f, "<polyline fill=\"none\" stroke-width=\"2\" stroke=\"%s\" points=\"", colour[way]);
        for (k = 0; k < sizes; k++)
            if (rate[k][way] > 0) y = 300 - 44 * fmax(log10(rate[k][way]), 0), fprintf(f, "%d,%.1f ", 60 + k * 72, y);
        fprintf(f, "\"/><rect x=\"452\" y=\"%d\" width=\"12\" height=\"3\" fill=\"%s\"/><text x=\"470\" y=\"%d\">%s</text>\n", 40 + way * 20, colour[way], 45 + way * 20, way_name[way]);
    }
    fprintf(f, "</svg>\n");
    fclose(f);
}

int main(void)
{
    static const size_t on_gpu[] = {128, 256, 512, 1024, 2048, 4096}, on_cpu[] = {32, 64, 128, 256, 512, 1024};
    const int cpu = gpu_device() == GPU_CPU, sizes = 6;
    const size_t *const n = cpu ? on_cpu : on_gpu, most = n[sizes - 1] * n[sizes - 1];
    matrices m = {GPU_NEW(float, most), GPU_NEW(float, most), GPU_NEW(float, most), GPU_NEW(gpu_bf16, most), GPU_NEW(gpu_bf16, most), GPU_NEW(gpu_bf16, most)};
    double rate[6][WAYS] = {{0}};
    gpu_info device;
    gpu_stats t;
    int k, way, ok;
    GPU_CHECK(gpu_error());
    GPU_CHECK(gpu_query(gpu_device(), &device));
    printf("C = A B, n x n floats, on %s (%s)\n\nmilliseconds, and GFLOP/s\n      n", device.name, device.backend);
    for (way = 0; way < WAYS; way++) printf("%20s", way_name[way]);
    ok = check(&m, 100);
    GPU_CHECK(gpu_rand_uniform_f32(m.a, most));
    GPU_CHECK(gpu_rand_uniform_f32(m.b, most));
    GPU_CHECK(gpu_to_bf16(m.short_a, m.a, most));
    GPU_CHECK(gpu_to_bf16(m.short_b, m.b, most));
    for (k = 0; k < sizes; k++) {
        printf("\n%7zu", n[k]);
        for (way = 0; way < WAYS; way++) {
            if (cpu && way < LIBRARY && n[k] > 256) { printf("%20s", "-"); continue; } /* blocks of 256 threads on a core: seconds */
            GPU_BENCH(t, cpu && way == TILED ? 1 : 5) GPU_CHECK(product(way, &m, n[k]));
            rate[k][way] = 2 * (double)n[k] * (double)n[k] * (double)n[k] / t.median_ms * 1e-6;
            printf("%11.3f %8.1f", t.median_ms, rate[k][way]);
        }
    }
    plot("matmul.svg", n, rate, sizes);
    GPU_CHECK(gpu_free(m.a)), GPU_CHECK(gpu_free(m.b)), GPU_CHECK(gpu_free(m.c));
    GPU_CHECK(gpu_free(m.short_a)), GPU_CHECK(gpu_free(m.short_b)), GPU_CHECK(gpu_free(m.short_c));
    printf("\n\nwrote matmul.svg\n%s\n", ok ? "PASSED" : "FAILED");
    return !ok;
}
