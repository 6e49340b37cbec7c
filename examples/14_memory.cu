/* Memory: what the pool caches and releases, a limit, what an allocation costs, page-locked and managed memory, copying a
   part of a matrix, and what happens when memory is used wrongly.

   Counterpart of CuPy's memory pools: used_bytes, total_bytes and free_all_blocks of get_default_memory_pool(), set_limit,
   the pinned pool, and the pool of managed memory. Freed memory stays with the program, so that the next allocation of a
   similar size needs no driver call; gpu_memory_trim releases it. On the CPU the same calls work on host memory, which is
   released at once.

   nvcc -O3 -std=c++17 -arch=native -Xcompiler -fopenmp -I. examples/14_memory.cu -o memory
   cc -O3 -fopenmp -I. -x c examples/14_memory.cu -o memory -lm                                                        */

#define GPU_IMPLEMENTATION
#include "gpu.h"
#include <time.h>

GPU_VECTORIZE(float, twice, (float, x)) { return 2 * x; }

static int failed;
static void expect(int ok, const char *what)
{
    if (!ok) printf("   WRONG: %s\n", what);
    failed |= !ok;
}

static gpu_memory_stats show(const char *when)
{
    gpu_memory_stats m;
    GPU_CHECK(gpu_memory(&m));
    printf("   %-28s used %7.2f MB, peak %7.2f MB, held by this program %7.2f MB\n", when, 1e-6 * (double)m.used, 1e-6 * (double)m.peak,
           1e-6 * (double)m.reserved);
    return m;
}

static void the_pool(void)
{
    const size_t n = 5000 * 5000;
    double *a, *b;
    gpu_memory_stats m;
    printf("1. the pool: two matrices of 5000 x 5000 doubles\n");
    show("at the start");
    a = GPU_ZEROS(double, n), b = GPU_ZEROS(double, n);
    GPU_CHECK(gpu_error());
    m = show("both allocated");
    expect(m.used >= 2 * n * sizeof(double) && m.reserved >= m.used, "both are counted");
    GPU_CHECK(gpu_free(a));
    GPU_CHECK(gpu_free(b));
    m = show("both freed");
    expect(m.used < n, "none is used any more");
    GPU_CHECK(gpu_memory_trim());
    m = show("trimmed");
    expect(m.reserved < n * sizeof(double), "and none is held");

    GPU_CHECK(gpu_memory_limit(m.reserved + 100000000)); /* 100 MB more, and not the 200 of the matrix */
    a = GPU_NEW(double, n);
    expect(!a && gpu_error() == GPU_ERROR_OUT_OF_MEMORY, "more than the limit is refused");
    printf("   with a limit: %s\n", gpu_error_message());
    gpu_clear_error();
    GPU_CHECK(gpu_memory_limit(0));
}

static void what_it_costs(void)
{
    const size_t rounds = 100000, bytes = 1 << 20;
    clock_t start = clock();
    double us;
    size_t k;
    for (k = 0; k < rounds; k++) {
        void *p = gpu_malloc(bytes);
        if (!p || gpu_free(p)) failed = 1;
    }
    us = 1e6 * (double)(clock() - start) / CLOCKS_PER_SEC / (double)rounds;
    printf("2. gpu_malloc and gpu_free of 1 MiB: %.3f us the pair, %zu times\n", us, rounds);
}

/* Gigabytes a second for a copy to the device, the second of two: the first touches its pages for the first time. */
static double copy_speed(float *device, const float *host, size_t n)
{
    double ms = 0;
    for (int round = 0; round < 2; round++) {
        GPU_CHECK(gpu_timer_start());
        GPU_CHECK(gpu_copy(device, host, n * sizeof(float)));
        ms = gpu_timer_ms();
    }
    return (double)(n * sizeof(float)) / ms * 1e-6;
}

static void kinds_of_memory(void)
{
    static const char *const places[] = {"host", "page-locked host", "managed", "device"};
    const size_t n = 16 << 20;
    float *device = GPU_NEW(float, n), *pinned = GPU_PINNED(float, n), *ordinary = (float *)malloc(n * sizeof(float)), *managed = GPU_MANAGED(float, n);
    GPU_CHECK(gpu_error());
    if (!ordinary) exit(fprintf(stderr, "no host memory\n"));
    for (size_t i = 0; i < n; i++) ordinary[i] = pinned[i] = (float)i;

    printf("3. kinds of memory (gpu_where): gpu_malloc %s, gpu_malloc_pinned %s, gpu_malloc_managed %s, malloc %s\n", places[gpu_where(device)],
           places[gpu_where(pinned)], places[gpu_where(managed)], places[gpu_where(ordinary)]);
    printf("   copy of %.0f MB to the device: %5.1f GB/s from malloc, %5.1f GB/s from page-locked memory\n", 1e-6 * (double)n * sizeof(float),
           copy_speed(device, ordinary, n), copy_speed(device, pinned, n));

    for (size_t i = 0; i < n; i++) managed[i] = (float)i; /* managed memory: host and kernels use one pointer */
    GPU_CHECK(twice(managed, managed, n));
    GPU_CHECK(gpu_sync()); /* the host must wait before it reads */
    expect(managed[1] == 2 && managed[n - 1] == 2 * (float)(n - 1), "managed memory");

    GPU_CHECK(gpu_free(device));
    GPU_CHECK(gpu_free(pinned));
    GPU_CHECK(gpu_free(managed));
    free(ordinary);
}

static void part_of_a_matrix(void)
{
    enum { ROWS = 6, COLS = 8, H = 3, W = 4 };
    float matrix[ROWS * COLS], tile[H * W];
    float *device = GPU_NEW(float, ROWS * COLS);
    int ok = 1;
    GPU_CHECK(gpu_error());
    for (int i = 0; i < ROWS * COLS; i++) matrix[i] = (float)i;
    GPU_CHECK(gpu_copy(device, matrix, sizeof matrix));
    /* 3 rows of 4 from row 2, column 3: source rows lie COLS floats apart, those of the tile W */
    GPU_CHECK(gpu_copy_2d(tile, W * sizeof(float), device + 2 * COLS + 3, COLS * sizeof(float), W * sizeof(float), H));
    for (int i = 0; i < H * W; i++) ok &= tile[i] == matrix[(2 + i / W) * COLS + 3 + i % W];
    printf("4. a tile of %d x %d out of a matrix of %d x %d: %g ... %g\n", H, W, ROWS, COLS, (double)tile[0], (double)tile[H * W - 1]);
    expect(ok, "the tile");
    GPU_CHECK(gpu_free(device));

    expect(gpu_free(device) == GPU_ERROR_INVALID_POINTER, "a second free is refused");
    printf("5. mistakes are told: %s\n", gpu_error_message());
    gpu_clear_error();
}

int main(void)
{
    gpu_info device;
    GPU_CHECK(gpu_query(gpu_device(), &device));
    printf("on %s (%s)\n", device.name, device.backend);
    the_pool();
    what_it_costs();
    kinds_of_memory();
    part_of_a_matrix();
    printf("\n%s\n", failed ? "FAILED" : "PASSED");
    return failed;
}
