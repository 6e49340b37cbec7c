/* Mandelbrot: for each pixel, how often z = z^2 + c is computed before |z| exceeds 2. Neighbouring pixels take very
   different numbers of steps, so threads of a warp wait for each other, and shares of the CPU's loop are unequal:
   GPU_FOR_2D leaves the distribution to the library. Writes mandelbrot.ppm. Shows a kernel over two dimensions.

   Counterpart of the Mandelbrot programs of Numba's documentation (@jit, @cuda.jit).

   nvcc -O3 -std=c++17 -arch=native -Xcompiler -fopenmp -I. examples/20_mandelbrot.cu -o mandelbrot
   cc -O3 -fopenmp -I. -x c examples/20_mandelbrot.cu -o mandelbrot -lm                                                */

#define GPU_IMPLEMENTATION
#include "gpu.h"

GPU_KERNEL(escape_times, (int *, steps), (int, width), (int, height), (int, most))
{
    GPU_FOR_2D(px, py, width, height)
    {
        const double cx = -2 + 2.5 * ((double)px + 0.5) / width, cy = -1.25 + 2.5 * ((double)py + 0.5) / height;
        double x = 0, y = 0, xx = 0, yy = 0;
        int k = 0;
        for (; k < most && xx + yy <= 4; k++) {
            y = 2 * x * y + cy;
            x = xx - yy + cx;
            xx = x * x, yy = y * y;
        }
        steps[py * (size_t)width + px] = k;
    }
}

/* The same by complex multiplication, on the host. */
static int escape_time(int px, int py, int width, int height, int most)
{
    const double c[2] = {-2 + 2.5 * (px + 0.5) / width, -1.25 + 2.5 * (py + 0.5) / height};
    double z[2] = {0, 0};
    int k = 0;
    for (; k < most && z[0] * z[0] + z[1] * z[1] <= 4; k++) {
        const double re = z[0] * z[0] - z[1] * z[1] + c[0], im = z[0] * z[1] + z[1] * z[0] + c[1];
        z[0] = re, z[1] = im;
    }
    return k;
}

static void picture(const char *name, const int *steps, int width, int height, int most)
{
    FILE *f = fopen(name, "wb");
    if (!f) {
        printf("%s cannot be written\n", name);
        return;
    }
    fprintf(f, "P6\n%d %d\n255\n", width, height);
    for (size_t i = 0; i < (size_t)width * height; i++)
        for (int channel = 0; channel < 3; channel++)
            fputc(steps[i] == most ? 0 : (int)(127.5 - 127.5 * cos(0.25 * sqrt(steps[i]) * (1 + 0.25 * channel) + 0.5 * channel)), f);
    fclose(f);
    printf("wrote %s\n", name);
}

int main(int argc, char **argv)
{
    const int width = argc > 1 ? atoi(argv[1]) : gpu_device() == GPU_CPU ? 512 : 2048, most = argc > 2 ? atoi(argv[2]) : 1000;
    const size_t n = (size_t)width * width;
    int *steps, *host, differ = 0, seen = 0, ok;
    double total = 0, inside = 0, area;
    gpu_stats t;
    if (argc > 1 && !strcmp(argv[1], "--help")) return puts("usage: mandelbrot [pixels of a side] [most steps] [file.ppm]"), 0;
    if (width < 16 || most < 1) return fputs("expected at least 16 pixels and 1 step: see --help\n", stderr), 1;
    steps = GPU_NEW(int, n);
    GPU_CHECK(gpu_error());
    GPU_BENCH(t, 3) GPU_CHECK(escape_times(gpu_for_2d(width, width), steps, width, width, most));
    host = GPU_TO_HOST(int, steps, n);
    GPU_CHECK(gpu_error());
    for (size_t i = 0; i < n; i++) total += host[i], inside += host[i] == most;
    for (int y = width / 37; y < width; y += width / 16)
        for (int x = 0; x < width; x += 1 + width / 300, seen++) differ += host[(size_t)y * width + x] != escape_time(x, y, width, width, most);
    /* One rounding more or less changes the step at which a point near the edge leaves. The area is known: 1.50659. */
    area = inside / (double)n * 6.25;
    ok = differ <= seen / 50 && (most < 500 || width < 256 || fabs(area - 1.50659) < 0.03);
    printf("%d x %d pixels, up to %d steps, on %s: %.2f ms, %.3g steps/s\n", width, width, most, gpu_backend_name(), t.median_ms, total / t.median_ms * 1e3);
    printf("area of the set %.4f (1.5066), %d of %d pixels differ from the host's\n", area, differ, seen);
    picture(argc > 3 ? argv[3] : "mandelbrot.ppm", host, width, width, most);
    gpu_free(steps), gpu_free(host);
    puts(ok ? "PASSED" : "FAILED");
    return !ok;
}
