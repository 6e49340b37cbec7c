/* Roofline: how fast can a function be on this machine? No faster than its memory moves the bytes, and no faster than its
   units compute the operations: Williams, Waterman and Patterson (2009). Both limits are measured, and functions of the
   library are plotted below them: those on the left are limited by memory, those on the right by arithmetic. Writes
   roofline.svg. Shows GPU_BENCH, and how much of the limit a function reaches.

   Counterpart of the performance models of courses on GPU computing.

   nvcc -O3 -std=c++17 -arch=native -Xcompiler -fopenmp -I. examples/34_roofline.cu -o roofline
   cc -O3 -fopenmp -I. -x c examples/34_roofline.cu -o roofline -lm                                                    */

#define GPU_IMPLEMENTATION
#include "gpu.h"
#include "plot.h"

/* Eight chains of multiplications and additions, 32 of each: 512 operations an element, on no memory but the element's. */
GPU_VECTORIZE(float, work, (float, x))
{
    float a = x, b = x + 1, c = x + 2, d = x + 3, e = x + 4, f = x + 5, g = x + 6, h = x + 7;
    for (int k = 0; k < 32; k++) {
        a = fmaf(a, 0.5f, 1), b = fmaf(b, 0.5f, 1), c = fmaf(c, 0.5f, 1), d = fmaf(d, 0.5f, 1);
        e = fmaf(e, 0.5f, 1), f = fmaf(f, 0.5f, 1), g = fmaf(g, 0.5f, 1), h = fmaf(h, 0.5f, 1);
    }
    return a + b + c + d + (e + f + g + h);
}
/* The same with operations that a processor without fused ones has too. */
GPU_VECTORIZE(float, work_apart, (float, x))
{
    float a = x, b = x + 1, c = x + 2, d = x + 3, e = x + 4, f = x + 5, g = x + 6, h = x + 7;
    for (int k = 0; k < 32; k++) {
        a = a * 0.5f + 1, b = b * 0.5f + 1, c = c * 0.5f + 1, d = d * 0.5f + 1;
        e = e * 0.5f + 1, f = f * 0.5f + 1, g = g * 0.5f + 1, h = h * 0.5f + 1;
    }
    return a + b + c + d + (e + f + g + h);
}
GPU_VECTORIZE(float, polynomial, (float, x)) { return 1 + x * (2 + x * (3 + x * (4 + x * (5 + x * (6 + x * (7 + x * 8)))))); }

enum { MOST = 8 };
static struct {
    const char *name;
    double operations, bytes, ms;
} row[MOST];
static int rows;
static void add(const char *name, double operations, double bytes, double ms)
{
    row[rows].name = name, row[rows].operations = operations, row[rows].bytes = bytes, row[rows++].ms = ms;
}

int main(int argc, char **argv)
{
    const int cpu = gpu_device() == GPU_CPU;
    const size_t n = argc > 1 ? (size_t)strtoull(argv[1], NULL, 10) : cpu ? (size_t)1 << 22 : (size_t)1 << 27, side = cpu ? 384 : 4096, image = (size_t)sqrt((double)n);
    const char *file = argc > 2 ? argv[2] : "roofline.svg";
    float *x, *y, *out, first[2], *a, *b, *c;
    double *sum, bandwidth, peak, roof_x[200], roof_y[200], point[MOST][2];
    gpu_stats t, t2;
    gpu_info device;
    plot p;
    int ok;
    if (argc > 1 && !strcmp(argv[1], "--help")) return puts("usage: roofline [n] [file.svg]"), 0;
    if (n < 1000) return fputs("expected at least 1000 elements: see --help\n", stderr), 1;
    GPU_CHECK(gpu_query(gpu_device(), &device));
    x = GPU_NEW(float, n), y = GPU_NEW(float, n), out = GPU_NEW(float, n), sum = GPU_NEW(double, 1);
    a = GPU_NEW(float, side * side), b = GPU_NEW(float, side * side), c = GPU_NEW(float, side * side);
    GPU_CHECK(gpu_error());
    GPU_CHECK(gpu_fill_f32(x, 2, n));
    GPU_CHECK(gpu_fill_f32(y, 3, n));
    GPU_CHECK(gpu_fill_f32(a, 1, side * side));
    GPU_CHECK(gpu_fill_f32(b, 1, side * side));

    GPU_BENCH(t, 10) GPU_CHECK(gpu_copy_async(out, x, n * sizeof *x));
    bandwidth = 8 * (double)n / t.min_ms * 1e-6; /* GB/s */
    GPU_BENCH(t, 5) GPU_CHECK(work(out, x, n));
    GPU_BENCH(t2, 5) GPU_CHECK(work_apart(out, x, n));
    GPU_CHECK(gpu_copy(first, out, sizeof *first));
    peak = 512 * (double)n / fmin(t.min_ms, t2.min_ms) * 1e-6; /* GFLOP/s */
    ok = fabs(first[0] - 16) < 1e-5; /* all eight chains end at 2 */

    GPU_BENCH(t, 10) GPU_CHECK(gpu_sum_to_f32(sum, x, n));
    add("gpu_sum", (double)n, 4 * (double)n, t.median_ms);
    GPU_BENCH(t, 10) GPU_CHECK(gpu_axpy_f32(out, 2, x, y, n));
    add("gpu_axpy", 2 * (double)n, 12 * (double)n, t.median_ms);
    GPU_BENCH(t, 10) GPU_CHECK(gpu_dot_to_f32(sum, x, y, n));
    add("gpu_dot", 2 * (double)n, 8 * (double)n, t.median_ms);
    GPU_BENCH(t, 10) GPU_CHECK(gpu_stencil5_f32(out, x, image, image, 0.5f, 0.125f));
    add("gpu_stencil5", 6 * (double)(image * image), 8 * (double)(image * image), t.median_ms);
    GPU_BENCH(t, 10) GPU_CHECK(polynomial(out, x, n));
    add("polynomial", 14 * (double)n, 8 * (double)n, t.median_ms);
    GPU_BENCH(t, 5) GPU_CHECK(gpu_matmul_f32(c, a, b, side, side, side));
    add("gpu_matmul", 2 * pow((double)side, 3), 12 * pow((double)side, 2), t.median_ms);
    GPU_CHECK(gpu_copy(first, c, sizeof *first));
    ok &= first[0] == (float)side && gpu_dot_f32(x, y, n) == 6 * (double)n;

    printf("%s (%s): memory %.1f GB/s, arithmetic %.0f GFLOP/s; the limits meet at %.1f operations a byte\n\n", device.name, device.backend, bandwidth, peak, peak / bandwidth);
    printf("%-14s %12s %12s %12s %12s %10s\n", "", "flop/byte", "GB/s", "GFLOP/s", "limit", "reached");
    for (int k = 0; k < rows; k++) {
        const double per_byte = row[k].operations / row[k].bytes, rate = row[k].operations / row[k].ms * 1e-6, limit = fmin(peak, per_byte * bandwidth);
        point[k][0] = per_byte, point[k][1] = rate;
        printf("%-14s %12.2f %12.1f %12.1f %12.1f %9.0f%%\n", row[k].name, per_byte, row[k].bytes / row[k].ms * 1e-6, rate, limit, 100 * rate / limit);
        ok &= rate > 0; /* (what fits into a cache may be above the limit) */
    }
    for (int k = 0; k < 200; k++) roof_x[k] = pow(10, -1 + k / 199.0 * 4.5), roof_y[k] = fmin(peak, roof_x[k] * bandwidth);
    p = plot_new("Roofline", "operations a byte", "GFLOP/s");
    p.log_x = p.log_y = 1;
    plot_line(&p, "limit", roof_x, roof_y, 200);
    for (int k = 0; k < rows; k++) plot_points(&p, row[k].name, &point[k][0], &point[k][1], 1);
    if (plot_write(&p, file)) printf("\nwrote %s\n", file);
    gpu_free(x), gpu_free(y), gpu_free(out), gpu_free(sum), gpu_free(a), gpu_free(b), gpu_free(c);
    puts(ok ? "PASSED" : "FAILED");
    return !ok;
}
