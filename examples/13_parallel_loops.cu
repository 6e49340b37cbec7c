/* Parallel loops: one function, exp(-x^2), over arrays of 1000 to 30 million floats: as a loop of one thread, by all
   threads of the CPU, on the GPU with the arrays there, and on the GPU with arrays in host memory, which the call copies
   there and back. Which is fastest depends on the size: the table says where each begins to win, and parallel_loops.svg
   shows it. Shows that one source runs in all four ways: gpu_set_threads, gpu_use, host arrays as arguments.

   Counterpart of the comparison of serial, prange and CUDA loops of a course on Numba.

   nvcc -O3 -std=c++17 -arch=native -Xcompiler -fopenmp -I. examples/13_parallel_loops.cu -o parallel_loops
   cc -O3 -fopenmp -I. -x c examples/13_parallel_loops.cu -o parallel_loops -lm                                        */

#define GPU_IMPLEMENTATION
#include "gpu.h"
#include "plot.h"

GPU_VECTORIZE(float, gauss, (float, x)) { return expf(-x * x); }

enum { ONE, ALL, THERE, BACK, WAYS, SIZES = 12 };
static const char *const names[WAYS] = {"one thread", "all threads", "GPU", "GPU, host arrays"};

static void use(int way)
{
    GPU_CHECK(gpu_use(way == THERE || way == BACK ? 0 : GPU_CPU));
    GPU_CHECK(gpu_set_threads(way == ONE ? 1 : 0));
}
/* Microseconds of a call, the best of a few. */
static double microseconds(int way, float *out, const float *x, size_t n)
{
    const int calls = n < 100000 ? 50 : 4;
    double best = HUGE_VAL;
    use(way);
    for (int r = 0; r < 4; r++) { /* the first warms up */
        double us;
        GPU_CHECK(gpu_timer_start());
        for (int c = 0; c < calls; c++) GPU_CHECK(gauss(out, x, n));
        us = gpu_timer_ms() * 1e3 / calls;
        if (r && us < best) best = us;
    }
    return best;
}
/* The largest error of some of the elements. */
static double error_of(const float *out, const float *x, size_t n)
{
    double worst = 0;
    for (size_t i = 0; i < n; i += n / 500 + 1) {
        const double e = fabs(out[i] - exp(-(double)x[i] * x[i]));
        if (!(e <= worst)) worst = e;
    }
    return worst;
}

int main(int argc, char **argv)
{
    const char *file = argc > 2 ? argv[2] : "parallel_loops.svg";
    const int gpu = gpu_device_count() > 0;
    static double n_of[SIZES], us[WAYS][SIZES];
    double most = argc > 1 ? strtod(argv[1], NULL) : gpu ? 3e7 : 3e6, worst = 0;
    plot p = plot_new("exp(-x^2) of n floats", "n", "microseconds");
    float *x, *out;
    if (argc > 1 && !strcmp(argv[1], "--help")) return puts("usage: parallel_loops [largest n] [file.svg]"), 0;
    if (!(most >= 1000)) most = 1000;
    GPU_CHECK(gpu_use(GPU_CPU));
    x = GPU_NEW(float, most), out = GPU_NEW(float, most);
    GPU_CHECK(gpu_error());
    GPU_CHECK(gpu_linspace_f32(x, -3, 3, (size_t)most));
    printf("%12s", "n");
    for (int way = 0; way < (gpu ? WAYS : THERE); way++) printf("%18s", names[way]);
    printf("   fastest   (microseconds)\n");
    for (int s = 0; s < SIZES; s++) {
        const size_t n = (size_t)(1000 * pow(most / 1000, s / (SIZES - 1.0)) + 0.5);
        int fastest = ONE;
        n_of[s] = (double)n;
        printf("%12zu", n);
        for (int way = 0; way < (gpu ? WAYS : THERE); way++) {
            float *there_x = NULL, *there_out = NULL;
            double e;
            use(way);
            memset(out, 0xff, n * sizeof *out);
            if (way == THERE) there_x = GPU_TO_DEVICE(float, x, n), there_out = GPU_NEW(float, n);
            GPU_CHECK(gpu_error());
            us[way][s] = way == THERE ? microseconds(way, there_out, there_x, n) : microseconds(way, out, x, n);
            if (way == THERE) GPU_CHECK(gpu_copy(out, there_out, n * sizeof *out));
            if (way == THERE) gpu_free(there_x), gpu_free(there_out);
            e = error_of(out, x, n);
            if (!(e <= worst)) worst = e;
            if (us[way][s] < us[fastest][s]) fastest = way;
            printf("%18.1f", us[way][s]);
        }
        printf("   %s\n", names[fastest]);
    }
    for (int way = 0; way < (gpu ? WAYS : THERE); way++) plot_line(&p, names[way], n_of, us[way], SIZES);
    p.log_x = p.log_y = 1;
    if (plot_write(&p, file)) printf("wrote %s\n", file);
    for (int way = 0; way < (gpu ? WAYS : THERE); way++)
        printf("%-18s %7.2f GB/s at n = %.0f\n", names[way], 8e-3 * n_of[SIZES - 1] / us[way][SIZES - 1], n_of[SIZES - 1]);
    use(ONE);
    gpu_free(x), gpu_free(out);
    printf("largest error %.1e\n%s\n", worst, worst < 1e-6 ? "PASSED" : "FAILED");
    return worst < 1e-6 ? 0 : 1;
}
