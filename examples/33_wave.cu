/* Waves: a drop falls into a basin with a wall that has two slits. Each step of the wave equation needs the two previous
   states; three arrays take turns, and a graph of three steps is captured once and launched many times, which costs one
   launch instead of three. The check is a standing wave, whose frequency on the grid is known exactly. Writes wave.ppm.
   Shows graphs.

   Counterpart of the wave equations of courses on Numba and CuPy (@stencil, ElementwiseKernel).

   nvcc -O3 -std=c++17 -arch=native -Xcompiler -fopenmp -I. examples/33_wave.cu -o wave
   cc -O3 -fopenmp -I. -x c examples/33_wave.cu -o wave -lm                                                            */

#define GPU_IMPLEMENTATION
#include "gpu.h"

/* next = 2 now - before + c (the sum of the four neighbours - 4 now); the border stays 0. speed holds c, 0 in walls. */
GPU_KERNEL(wave_step, (float *, next), (const float *, now), (const float *, before), (const float *, speed), (size_t, cols), (size_t, rows))
{
    GPU_FOR_2D(x, y, cols - 2, rows - 2)
    {
        const size_t i = (y + 1) * cols + x + 1;
        next[i] = 2 * now[i] - before[i] + speed[i] * (now[i - 1] + now[i + 1] + now[i - cols] + now[i + cols] - 4 * now[i]);
    }
}

static size_t cols, rows;
static float *u[3], *speed;

/* `steps` steps, a multiple of 3: u[0] is then the last state again. Returns milliseconds. */
static double run(int steps)
{
    gpu_stream stream = gpu_stream_new();
    gpu_graph graph;
    double ms;
    GPU_CHECK(gpu_use_stream(stream));
    GPU_CHECK(gpu_graph_begin());
    for (int k = 0; k < 3; k++) /* u[0] is the state now, u[2] the one before */
        GPU_CHECK(wave_step(gpu_for_2d(cols - 2, rows - 2), u[(k + 1) % 3], u[k], u[(k + 2) % 3], speed, cols, rows));
    graph = gpu_graph_end();
    GPU_CHECK(gpu_error());
    GPU_CHECK(gpu_timer_start());
    for (int s = 0; s < steps; s += 3) GPU_CHECK(gpu_graph_launch(graph));
    ms = gpu_timer_ms();
    GPU_CHECK(gpu_use_stream(NULL));
    GPU_CHECK(gpu_graph_free(graph));
    GPU_CHECK(gpu_stream_free(stream));
    return ms;
}
static void begin(size_t new_cols, size_t new_rows, const float *now, const float *before, const float *c)
{
    const size_t bytes = new_cols * new_rows * sizeof(float);
    cols = new_cols, rows = new_rows;
    for (int k = 0; k < 3; k++) u[k] = (float *)gpu_malloc(bytes);
    speed = (float *)gpu_malloc(bytes);
    GPU_CHECK(gpu_error());
    GPU_CHECK(gpu_copy(u[0], now, bytes));
    GPU_CHECK(gpu_set(u[1], 0, bytes));
    GPU_CHECK(gpu_copy(u[2], before, bytes));
    GPU_CHECK(gpu_copy(speed, c, bytes));
}
static void end(void)
{
    for (int k = 0; k < 3; k++) GPU_CHECK(gpu_free(u[k]));
    GPU_CHECK(gpu_free(speed));
}
/* sin(pi p x) sin(pi q y) cos(w k): the largest difference after 300 steps. */
static double standing_wave(void)
{
    enum { W = 129, H = 65, STEPS = 300 };
    static float now[H][W], before[H][W], c[H][W];
    const double pi = 3.14159265358979323846, sx = sin(3 * pi / 2 / (W - 1)), sy = sin(2 * pi / 2 / (H - 1)), w = 2 * asin(sqrt(0.25 * (sx * sx + sy * sy)));
    double worst = 0;
    float *h;
    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++) {
            const double shape = sin(3 * pi * x / (W - 1)) * sin(2 * pi * y / (H - 1));
            now[y][x] = (float)shape, before[y][x] = (float)(shape * cos(w)), c[y][x] = 0.25f;
        }
    begin(W, H, &now[0][0], &before[0][0], &c[0][0]);
    (void)run(STEPS);
    h = GPU_TO_HOST(float, u[0], W * H);
    GPU_CHECK(gpu_error());
    for (int i = 0; i < W * H; i++) worst = fmax(worst, fabs(h[i] - now[i / W][i % W] * cos(w * STEPS)));
    gpu_free(h);
    end();
    return worst;
}

int main(int argc, char **argv)
{
    const size_t side = argc > 1 ? (size_t)strtoull(argv[1], NULL, 10) : gpu_device() == GPU_CPU ? 512 : 2048, n = side * side;
    const int steps = (argc > 2 ? atoi(argv[2]) : (int)side) / 3 * 3;
    const char *file = argc > 3 ? argv[3] : "wave.ppm";
    const double error = argc > 1 && !strcmp(argv[1], "--help") ? 0 : standing_wave();
    float *now, *c, *h;
    double ms, most = 0;
    FILE *f;
    int ok;
    if (argc > 1 && !strcmp(argv[1], "--help")) return puts("usage: wave [points of a side] [steps] [file.ppm]"), 0;
    if (side < 16 || steps < 3) return fputs("expected at least 16 points a side and 3 steps: see --help\n", stderr), 1;
    now = (float *)calloc(n, sizeof *now), c = (float *)malloc(n * sizeof *c);
    if (!now || !c) return fputs("no host memory\n", stderr), 1;
    for (size_t y = 0; y < side; y++)
        for (size_t x = 0; x < side; x++) {
            const double px = (double)x / (double)side, py = (double)y / (double)side, d = pow(px - 0.25, 2) + pow(py - 0.5, 2);
            now[y * side + x] = (float)(x && y && x < side - 1 && y < side - 1 ? exp(-4000 * d) : 0);
            c[y * side + x] = fabs(px - 0.5) < 0.01 && fabs(fabs(py - 0.5) - 0.08) > 0.02 ? 0 : 0.25f;
        }
    begin(side, side, now, now, c);
    ms = run(steps);
    h = GPU_TO_HOST(float, u[0], n);
    GPU_CHECK(gpu_error());
    for (size_t i = 0; i < n; i++) most = fmax(most, fabs(h[i]));
    ok = error < 1e-3 && most < 2; /* the height of the drop was 1 */
    printf("%zu x %zu points, %d steps on %s: %.2f ms, %.3g points/s, %.1f GB/s\n", side, side, steps, gpu_backend_name(), ms, (double)n * steps / ms * 1e3,
           16e-6 * (double)n * steps / ms);
    printf("a standing wave differs by %.1e after 300 steps; the highest wave is %.2f\n", error, most);
    if ((f = fopen(file, "wb"))) {
        fprintf(f, "P6\n%zu %zu\n255\n", side, side);
        for (size_t i = 0; i < n; i++) {
            const double v = c[i] > 0 ? fmax(-1, fmin(1, 8 * h[i])) : 0;
            fputc((int)(c[i] > 0 ? 127 + 127 * v : 60), f), fputc((int)(c[i] > 0 ? 150 + 60 * v : 60), f), fputc((int)(c[i] > 0 ? 200 - 40 * v : 60), f);
        }
        fclose(f);
        printf("wrote %s\n", file);
    }
    end();
    gpu_free(h), free(now), free(c);
    puts(ok ? "PASSED" : "FAILED");
    return !ok;
}
