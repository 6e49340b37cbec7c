/* Monte Carlo: of random points in the unit square, a fraction pi / 4 is inside the quarter circle. Three ways: a
   reduction that draws its points itself and stores nothing; arrays of coordinates, as with NumPy; a kernel written by
   hand. A random number is a function of (seed, element, draw), so there are no generator states to set up, and all three
   give the same result on the CPU and on the GPU. The convergence is plotted in monte_carlo_pi.svg.

   Counterpart of Numba's @jit, @cuda.jit (xoroshiro states, a count for each thread) and @vectorize estimates of pi.

   nvcc -O3 -std=c++17 -arch=native -Xcompiler -fopenmp -I. examples/10_monte_carlo_pi.cu -o monte_carlo_pi
   cc -O3 -fopenmp -I. -x c examples/10_monte_carlo_pi.cu -o monte_carlo_pi -lm                                        */

#define GPU_IMPLEMENTATION
#include "gpu.h"

#define PI 3.14159265358979323846

GPU_FN int in_circle(float x, float y)
{
    return fmaf(x, x, y * y) < 1; /* fmaf by name: CPU and GPU round alike */
}

/* ------------------------------------------------------------- 1. a reduction; element i stands for eight points -- */

GPU_REDUCE(double, hits, 0.0, a + b, (size_t, i, index), (uint64_t, seed, scalar))
{
    gpu_f32x16 u = gpu_random_f32x16(seed, i, 0); /* draws 0 to 15 of element i, the cheapest way to have many */
    int inside = 0, k;
    for (k = 0; k < 16; k += 2) inside += in_circle(u.v[k], u.v[k + 1]);
    return inside;
}

static double pi_by_reduction(uint64_t seed, size_t samples)
{
    return 4 * hits(seed, samples / 8) / (double)samples;
}

/* --------------------------------------------------------------------------- 2. arrays: x, y, and which are inside -- */

GPU_VECTORIZE(unsigned char, check_inside, (float, x), (float, y)) { return (unsigned char)in_circle(x, y); }
GPU_REDUCE(uint64_t, count, 0, a + b, (unsigned char, inside)) { return inside; }

static double pi_by_arrays(uint64_t seed, size_t samples)
{
    float *x = GPU_NEW(float, samples), *y = GPU_NEW(float, samples);
    unsigned char *inside = GPU_NEW(unsigned char, samples);
    double pi;
    GPU_CHECK(gpu_error());
    GPU_CHECK(gpu_seed(seed));
    GPU_CHECK(gpu_rand_uniform_f32(x, samples));
    GPU_CHECK(gpu_rand_uniform_f32(y, samples));
    GPU_CHECK(check_inside(inside, x, y, samples));
    pi = 4 * (double)count(inside, samples) / (double)samples;
    GPU_CHECK(gpu_free(x));
    GPU_CHECK(gpu_free(y));
    GPU_CHECK(gpu_free(inside));
    return pi;
}

/* -------------------------------------------------------------- 3. a kernel: each thread counts, the host adds up -- */

enum { THREADS = 512 * 256 };

GPU_KERNEL(count_hits, (uint64_t, seed), (uint32_t, pairs_each), (uint32_t *, counts))
{
    GPU_FOR(t, THREADS)
    {
        uint32_t inside = 0, k;
        for (k = 0; k < pairs_each; k++) {
            gpu_f32x4 u = gpu_random_f32x4(seed, t, k); /* two points: draws 4 k to 4 k + 3 of element t */
            inside += (uint32_t)(in_circle(u.v[0], u.v[1]) + in_circle(u.v[2], u.v[3]));
        }
        counts[t] = inside;
    }
}

static double pi_by_kernel(uint64_t seed, size_t samples)
{
    uint32_t *counts = GPU_MANAGED(uint32_t, THREADS), pairs = (uint32_t)(samples / 2 / THREADS);
    double sum = 0;
    GPU_CHECK(gpu_error());
    GPU_CHECK(count_hits(gpu_grid(512, 1, 1, 256, 1, 1), seed, pairs, counts));
    GPU_CHECK(gpu_sync());
    for (size_t t = 0; t < THREADS; t++) sum += counts[t];
    GPU_CHECK(gpu_free(counts));
    return 4 * sum / (2.0 * pairs * THREADS);
}

/* ------------------------------------------------------------------------------------------------------------------- */

static int report(const char *what, double pi, double ms, size_t samples)
{
    const int ok = fabs(pi - PI) < 5 * sqrt(PI * (4 - PI) / (double)samples); /* five standard deviations */
    printf("%-34s pi = %.7f  error %9.2e  %9.3f ms  %.3g samples/s  %s\n", what, pi, pi - PI, ms, (double)samples / ms * 1e3, ok ? "ok" : "WRONG");
    return ok;
}
#define TIMED(what, call)                                                                                              \
    do {                                                                                                               \
        double pi = call; /* once to warm up */                                                                        \
        GPU_CHECK(gpu_timer_start());                                                                                  \
        pi = call;                                                                                                     \
        ok &= report(what, pi, gpu_timer_ms(), samples);                                                               \
    } while (0)

/* |error| over the number of samples, both logarithmic, for three seeds, and the 1 / sqrt(n) that theory promises. */
static void plot(const char *file)
{
    static const char *const colour[] = {"#3477b5", "#3a9a5b", "#d0722c"};
    const double most = gpu_device() == GPU_CPU ? 1.1e7 : 1.1e8;
    FILE *f = fopen(file, "w");
    if (!f) return;
    fprintf(f, "<svg xmlns='http://www.w3.org/2000/svg' width='640' height='400' font-family='sans-serif' font-size='12'>\n<rect width='640' height='400' fill='white'/>\n");
    for (int d = 3; d <= 8; d++) fprintf(f, "<path d='M%d 20V350' stroke='#ddd'/><text x='%d' y='366' text-anchor='middle'>1e%d</text>\n", 60 + (d - 3) * 108, 60 + (d - 3) * 108, d);
    for (int d = 0; d <= 6; d++) fprintf(f, "<path d='M60 %dH600' stroke='#ddd'/><text x='54' y='%d' text-anchor='end'>1e-%d</text>\n", 20 + d * 55, 24 + d * 55, d + 1);
    fprintf(f, "<text x='330' y='390' text-anchor='middle'>samples</text><text x='66' y='34'>|error| of pi; dashed: 1.64 / sqrt(n)</text>\n");
    for (int seed = 0; seed < 3; seed++) {
        fprintf(f, "<polyline fill='none' stroke='%s' points='", colour[seed]);
        for (double n = 1e3; n < most; n *= 1.5) {
            const double e = fabs(pi_by_reduction((uint64_t)seed, (size_t)n & ~(size_t)7) - PI), y = 20 - 55 * (log10(e > 1e-7 ? e : 1e-7) + 1);
            fprintf(f, "%.1f,%.1f ", 60 + 108 * (log10(n) - 3), y);
        }
        fprintf(f, "'/>\n");
    }
    fprintf(f, "<path d='M60 %.1fL600 %.1f' stroke='black' stroke-dasharray='5 4'/>\n</svg>\n", 20 - 55 * (log10(1.64) - 0.5), 20 - 55 * (log10(1.64) - 3));
    fclose(f);
    printf("convergence: %s\n", file);
}

int main(void)
{
    const size_t samples = 100000000;
    int ok = 1;
    gpu_info device;
    GPU_CHECK(gpu_query(gpu_device(), &device));
    printf("pi from %zu points, on %s (%s)\n\n", samples, device.name, device.backend);
    TIMED("1. reduction, eight points each", pi_by_reduction(42, samples));
    TIMED("2. arrays x, y, inside", pi_by_arrays(42, samples));
    TIMED("3. kernel, a count for each thread", pi_by_kernel(42, samples));
    plot("monte_carlo_pi.svg");
    printf("\n%s\n", ok ? "PASSED" : "FAILED");
    return !ok;
}
