/* Heat: a plate with a hot edge and a hot disk cools down step by step: each point moves towards the mean of its four
   neighbours. gpu_stencil5_f32 does a step at the speed of memory; two arrays take turns. The border keeps its
   temperature. The check is a second plate whose solution is known: one sine wave across it keeps its shape, and its
   amplitude decreases by the same factor in every step. Writes heat.ppm, a picture that any viewer opens.

   Counterpart of the domain decomposition of a course on GPU computing with MPI, here on one device; mpi_heat does it on
   several.

   nvcc -O3 -std=c++17 -arch=native -Xcompiler -fopenmp -I. examples/19_heat.cu -o heat
   cc -O3 -fopenmp -I. -x c examples/19_heat.cu -o heat -lm                                                            */

#define GPU_IMPLEMENTATION
#include "gpu.h"

/* Temperatures 0 to 1 at the start: the upper edge and a disk are hot. */
GPU_KERNEL(set_up, (float *, t), (size_t, rows), (size_t, cols))
{
    GPU_FOR_2D(x, y, cols, rows) {
        const float dx = (float)x / (float)cols - 0.35f, dy = (float)y / (float)rows - 0.6f;
        t[y * cols + x] = y == 0 ? 1.0f : dx * dx + dy * dy < 0.03f ? 1.0f : 0.0f;
    }
}

/* sin(pi x) sin(pi y), zero at the border. */
GPU_KERNEL(wave, (double *, t), (size_t, rows), (size_t, cols))
{
    GPU_FOR_2D(x, y, cols, rows) {
        const double pi = 3.14159265358979323846;
        t[y * cols + x] = sin(pi * (double)x / (double)(cols - 1)) * sin(pi * (double)y / (double)(rows - 1));
    }
}

/* What is left of the wave after `steps` steps, against what the formula says. */
static int check(size_t rows, size_t cols, int steps, double rate)
{
    const double pi = 3.14159265358979323846, sx = sin(pi / 2 / (double)(cols - 1)), sy = sin(pi / 2 / (double)(rows - 1));
    const double factor = pow(1 - 4 * rate * (sx * sx + sy * sy), steps);
    double *t = GPU_NEW(double, rows * cols), *next = GPU_NEW(double, rows * cols), *start = GPU_NEW(double, rows * cols);
    double left;
    int k;
    GPU_CHECK(gpu_error());
    GPU_CHECK(wave(gpu_for_2d(cols, rows), start, rows, cols));
    GPU_CHECK(gpu_copy(t, start, rows * cols * sizeof *t));
    for (k = 0; k < steps; k++) {
        double *swap = t;
        GPU_CHECK(gpu_stencil5_f64(next, t, rows, cols, 1 - 4 * rate, rate));
        t = next;
        next = swap;
    }
    left = gpu_dot_f64(t, start, rows * cols) / gpu_dot_f64(start, start, rows * cols);
    printf("a sine wave keeps %.12f of its height in %d steps; the formula says %.12f\n", left, steps, factor);
    GPU_CHECK(gpu_free(t));
    GPU_CHECK(gpu_free(next));
    GPU_CHECK(gpu_free(start));
    return fabs(left - factor) < 1e-11;
}

/* Black, red, yellow, white. */
static void picture(const char *name, const float *t, size_t rows, size_t cols)
{
    FILE *f = fopen(name, "wb");
    size_t i;
    if (!f) {
        printf("%s cannot be written\n", name);
        return;
    }
    fprintf(f, "P6\n%zu %zu\n255\n", cols, rows);
    for (i = 0; i < rows * cols; i++) {
        int k;
        for (k = 0; k < 3; k++) {
            const float part = 3 * sqrtf(t[i] < 0 ? 0 : t[i]) - (float)k;
            fputc((int)(255 * (part < 0 ? 0 : part > 1 ? 1 : part)), f);
        }
    }
    fclose(f);
}

int main(void)
{
    const size_t rows = 512, cols = 768, n = rows * cols;
    const float rate = 0.2f; /* up to 0.25 is stable */
    const int steps = 2000;
    float *t = GPU_NEW(float, n), *next = GPU_NEW(float, n), *host = (float *)malloc(n * sizeof(float));
    double before, ms;
    gpu_info device;
    int k, ok;
    GPU_CHECK(gpu_error());
    GPU_CHECK(gpu_query(gpu_device(), &device));
    if (!host) return fprintf(stderr, "no host memory for %zu floats\n", n), 1;

    GPU_CHECK(set_up(gpu_for_2d(cols, rows), t, rows, cols));
    before = gpu_mean_f32(t, n);
    GPU_CHECK(gpu_timer_start());
    for (k = 0; k < steps; k++) {
        float *swap = t;
        GPU_CHECK(gpu_stencil5_f32(next, t, rows, cols, 1 - 4 * rate, rate));
        t = next;
        next = swap;
    }
    ms = gpu_timer_ms();
    printf("%zu x %zu points, %d steps on %s (%s): %.1f ms, %.1f GB/s\n", rows, cols, steps, device.name, device.backend, ms, (double)n * 8 * steps / ms * 1e-6);
    printf("mean temperature %.6f before, %.6f after; between %g and %g\n", before, gpu_mean_f32(t, n), (double)gpu_min_f32(t, n), (double)gpu_max_f32(t, n));
    ok = gpu_min_f32(t, n) >= 0 && gpu_max_f32(t, n) <= 1.00001f;
    GPU_CHECK(gpu_copy(host, t, n * sizeof *host));
    picture("heat.ppm", host, rows, cols);
    ok &= check(257, 513, 1000, 0.2);

    free(host);
    GPU_CHECK(gpu_free(t));
    GPU_CHECK(gpu_free(next));
    printf("wrote heat.ppm\n%s\n", ok ? "PASSED" : "FAILED");
    return !ok;
}
