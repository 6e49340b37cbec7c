/* Game of life on a torus: a cell stays alive with two or three living neighbours, and becomes alive with three. A thread
   computes eight cells of a row at once, in the eight bytes of one integer: sums of bytes do not overflow, and the rule is
   one comparison for all eight. Writes life.pgm. Shows an integer used as a vector of bytes, on both backends.

   Counterpart of the game of life of CuPy's and Numba's tutorials.

   nvcc -O3 -std=c++17 -arch=native -Xcompiler -fopenmp -I. examples/28_game_of_life.cu -o life
   cc -O3 -fopenmp -I. -x c examples/28_game_of_life.cu -o life -lm                                                    */

#define GPU_IMPLEMENTATION
#include "gpu.h"

/* The cells and their neighbours on both sides, added up: byte k of `mid` is the cell k, the first in the lowest. */
GPU_FN uint64_t three(uint64_t left, uint64_t mid, uint64_t right) { return mid + (mid << 8 | left >> 56) + (mid >> 8 | right << 56); }
/* 1 in each byte of v that is the byte `is` (both below 128). */
GPU_FN uint64_t equal(uint64_t v, uint64_t is)
{
    const uint64_t ones = 0x0101010101010101u, differ = v ^ ones * is;
    return ~(differ + ones * 0x7f) >> 7 & ones;
}
GPU_KERNEL(step, (uint64_t *, next), (const uint64_t *, cells), (size_t, words), (size_t, rows))
{
    GPU_FOR_2D(x, y, words, rows)
    {
        const size_t up = (y ? y - 1 : rows - 1) * words, here = y * words, down = (y + 1 < rows ? y + 1 : 0) * words;
        const size_t l = x ? x - 1 : words - 1, r = x + 1 < words ? x + 1 : 0;
        const uint64_t own = cells[here + x];
        const uint64_t around = three(cells[up + l], cells[up + x], cells[up + r]) + three(cells[here + l], own, cells[here + r]) +
                                three(cells[down + l], cells[down + x], cells[down + r]); /* with the cell itself */
        next[here + x] = equal(around, 3) | (equal(around, 4) & own);
    }
}

/* One step by the rule as it is told. */
static void step_on_host(unsigned char *next, const unsigned char *c, size_t cols, size_t rows)
{
    for (size_t y = 0; y < rows; y++)
        for (size_t x = 0; x < cols; x++) {
            int alive = 0;
            for (size_t dy = 0; dy < 3; dy++)
                for (size_t dx = 0; dx < 3; dx++)
                    if (dx != 1 || dy != 1) alive += c[(y + rows + dy - 1) % rows * cols + (x + cols + dx - 1) % cols];
            next[y * cols + x] = c[y * cols + x] ? alive == 2 || alive == 3 : alive == 3;
        }
}
/* `steps` steps of a, with b as room; the result is in a. */
static void run(uint64_t **a, uint64_t **b, size_t cols, size_t rows, int steps)
{
    for (int s = 0; s < steps; s++) {
        uint64_t *swap = *a;
        GPU_CHECK(step(gpu_for_2d(cols / 8, rows), *b, *a, cols / 8, rows));
        *a = *b, *b = swap;
    }
}
/* A glider moves one cell down and right in four steps, and is back where it was after 4 * 64 on a torus of 64. */
static int glider_flies(void)
{
    enum { SIDE = 64 };
    static unsigned char start[SIDE][SIDE], end[SIDE][SIDE], moved[SIDE][SIDE];
    static const int glider[5][2] = {{0, 1}, {1, 2}, {2, 0}, {2, 1}, {2, 2}};
    uint64_t *a = (uint64_t *)gpu_malloc(sizeof start), *b = (uint64_t *)gpu_malloc(sizeof start);
    int ok;
    for (int k = 0; k < 5; k++) start[glider[k][0]][glider[k][1]] = moved[(glider[k][0] + 60) % SIDE][(glider[k][1] + 60) % SIDE] = 1;
    GPU_CHECK(gpu_copy(a, start, sizeof start));
    run(&a, &b, SIDE, SIDE, 240);
    GPU_CHECK(gpu_copy(end, a, sizeof end));
    ok = !memcmp(end, moved, sizeof end);
    run(&a, &b, SIDE, SIDE, 16);
    GPU_CHECK(gpu_copy(end, a, sizeof end));
    gpu_free(a), gpu_free(b);
    return ok && !memcmp(end, start, sizeof end);
}

int main(int argc, char **argv)
{
    const size_t asked = argc > 1 ? (size_t)strtoull(argv[1], NULL, 10) : gpu_device() == GPU_CPU ? 2048 : 16384, cols = (asked + 7) / 8 * 8, rows = asked, n = rows * cols;
    const int steps = argc > 2 ? atoi(argv[2]) : 100;
    const char *file = argc > 3 ? argv[3] : "life.pgm";
    unsigned char *host, *expected;
    uint64_t *a, *b;
    uint32_t state = 7;
    size_t alive = 0;
    double ms;
    int ok;
    FILE *f;
    if (argc > 1 && !strcmp(argv[1], "--help")) return puts("usage: life [cells of a side] [steps] [file.pgm]"), 0;
    if (asked < 8 || steps < 1) return fputs("expected at least 8 cells a side and 1 step: see --help\n", stderr), 1;
    a = (uint64_t *)gpu_malloc(n), b = (uint64_t *)gpu_malloc(n), host = (unsigned char *)malloc(n), expected = (unsigned char *)malloc(n);
    GPU_CHECK(gpu_error());
    if (!host || !expected) return fputs("no host memory\n", stderr), 1;
    for (size_t i = 0; i < n; i++) host[i] = (state = state * 1664525u + 1013904223u) >> 30 == 0; /* a quarter lives */
    GPU_CHECK(gpu_copy(a, host, n));
    step_on_host(expected, host, cols, rows);
    run(&a, &b, cols, rows, 1);
    GPU_CHECK(gpu_copy(host, a, n));
    ok = !memcmp(host, expected, n);
    GPU_CHECK(gpu_timer_start());
    run(&a, &b, cols, rows, steps);
    ms = gpu_timer_ms();
    GPU_CHECK(gpu_copy(host, a, n));
    for (size_t i = 0; i < n; i++) alive += host[i];
    printf("%zu x %zu cells, %d steps on %s: %.2f ms, %.3g cells/s, %.1f GB/s\n", cols, rows, steps, gpu_backend_name(), ms, (double)n * steps / ms * 1e3,
           2e-6 * (double)n * steps / ms);
    printf("%zu alive; the first step is the host's: %s; a glider flies around the torus: %s\n", alive, ok ? "yes" : "NO", glider_flies() ? "yes" : "NO");
    ok &= glider_flies();
    if ((f = fopen(file, "wb"))) {
        const size_t w = cols < 1024 ? cols : 1024, h = rows < 1024 ? rows : 1024; /* a corner of it */
        fprintf(f, "P5\n%zu %zu\n1\n", w, h);
        for (size_t y = 0; y < h; y++) fwrite(host + y * cols, 1, w, f);
        fclose(f);
        printf("wrote %s\n", file);
    }
    gpu_free(a), gpu_free(b), free(host), free(expected);
    puts(ok ? "PASSED" : "FAILED");
    return !ok;
}
