/* K-means: points are divided into k groups around their means. A GPU_VECTORIZE finds the nearest centre of each point,
   and gpu_bincount_weights adds up the points of each group, column by column; both repeat until no centre moves. The
   points are the lines of a CSV file with two columns (a header is skipped), or random points around k centres. Writes
   k_means.svg. Shows sums by key: no atomics, and the same bits on CPU and GPU.

   Counterpart of the k-means programs of CuPy's examples and of courses on Numba.

   nvcc -O3 -std=c++17 -arch=native -Xcompiler -fopenmp -I. examples/30_k_means.cu -o k_means
   cc -O3 -fopenmp -I. -x c examples/30_k_means.cu -o k_means -lm                                                      */

#define GPU_IMPLEMENTATION
#include "gpu.h"
#include "plot.h"

enum { MOST = 64 }; /* groups */

GPU_VECTORIZE(int32_t, nearest, (float, x), (float, y), (const float *, cx, scalar), (const float *, cy, scalar), (int, k, scalar))
{
    float least = INFINITY;
    int32_t at = 0;
    for (int c = 0; c < k; c++) {
        const float dx = x - cx[c], dy = y - cy[c], d = dx * dx + dy * dy;
        if (d < least) least = d, at = c;
    }
    return at;
}

/* The first two numbers of each line; returns how many lines had them. */
static size_t read_csv(const char *name, float **x, float **y)
{
    FILE *f = fopen(name, "r");
    size_t n = 0, room = 0;
    char line[1024];
    while (f && fgets(line, sizeof line, f)) {
        char *end, *second;
        const float a = strtof(line, &end);
        if (end == line || !(second = strpbrk(end, ",;\t "))) continue;
        if (n == room) {
            room = room ? 2 * room : 1024;
            *x = (float *)realloc(*x, room * sizeof **x), *y = (float *)realloc(*y, room * sizeof **y);
            if (!*x || !*y) return 0;
        }
        (*x)[n] = a, (*y)[n++] = strtof(second + 1, NULL);
    }
    if (f) fclose(f);
    return n;
}
static double uniform(uint64_t *s) { return (double)((*s = *s * 6364136223846793005u + 1442695040888963407u) >> 11) / 9007199254740992.0; }
static size_t draw(size_t n, int k, float **x, float **y)
{
    uint64_t s = 5;
    *x = (float *)malloc(n * sizeof **x), *y = (float *)malloc(n * sizeof **y);
    for (size_t i = 0; *x && *y && i < n; i++) {
        const double r = 0.07 * sqrt(-2 * log(1 - uniform(&s))), a = 6.283185307179586 * uniform(&s), place = 6.283185307179586 * (double)(i % (size_t)k) / k;
        (*x)[i] = (float)(cos(place) + r * cos(a)), (*y)[i] = (float)(sin(place) + r * sin(a));
    }
    return *x && *y ? n : 0;
}

int main(int argc, char **argv)
{
    const int file = argc > 1 && strspn(argv[1], "0123456789") != strlen(argv[1]), k = argc > 2 ? atoi(argv[2]) : 6;
    float *hx = NULL, *hy = NULL, *x, *y, *cx, *cy, hcx[MOST], hcy[MOST];
    double sums[2][MOST], moved = 1, check[3][MOST] = {{0}}, worst = 0, ms, inertia = 0, px[MOST], py[MOST];
    static double some_x[2000], some_y[2000];
    int64_t counts[MOST];
    int32_t *group, *h;
    size_t n, wrong = 0;
    int rounds = 0, ok;
    plot p = plot_new("k-means", "x", "y");
    if (argc > 1 && !strcmp(argv[1], "--help")) return puts("usage: k_means [file.csv, or how many points] [k] [file.svg]"), 0;
    if (k < 1 || k > MOST) return fprintf(stderr, "k is %d; expected 1 to %d\n", k, MOST), 1;
    n = file ? read_csv(argv[1], &hx, &hy) : draw(argc > 1 ? (size_t)strtoull(argv[1], NULL, 10) : gpu_device() == GPU_CPU ? 300000 : 10000000, k, &hx, &hy);
    if (n < (size_t)k) return fprintf(stderr, "%zu points; expected a file with at least %d lines of two numbers\n", n, k), 1;
    x = GPU_TO_DEVICE(float, hx, n), y = GPU_TO_DEVICE(float, hy, n), group = GPU_NEW(int32_t, n), cx = GPU_NEW(float, k), cy = GPU_NEW(float, k);
    GPU_CHECK(gpu_error());
    for (int c = 0; c < k; c++) { /* begin with points far apart: each is the farthest from those before it */
        size_t far = 0;
        double most = -1;
        for (size_t i = 0; i < n; i += n / 1000 + 1) {
            double least = c ? HUGE_VAL : 0;
            for (int o = 0; o < c; o++) least = fmin(least, pow(hx[i] - hcx[o], 2) + pow(hy[i] - hcy[o], 2));
            if (least > most) most = least, far = i;
        }
        hcx[c] = hx[far], hcy[c] = hy[far];
    }
    GPU_CHECK(gpu_timer_start());
    for (; moved > 0 && rounds < 300; rounds++) {
        GPU_CHECK(gpu_copy(cx, hcx, (size_t)k * sizeof *cx));
        GPU_CHECK(gpu_copy(cy, hcy, (size_t)k * sizeof *cy));
        GPU_CHECK(nearest(group, x, y, cx, cy, k, n));
        GPU_CHECK(gpu_bincount_i32(counts, (size_t)k, group, n));
        GPU_CHECK(gpu_bincount_weights_f32(sums[0], (size_t)k, group, x, n));
        GPU_CHECK(gpu_bincount_weights_f32(sums[1], (size_t)k, group, y, n));
        moved = 0;
        for (int c = 0; c < k; c++)
            if (counts[c]) {
                const float to_x = (float)(sums[0][c] / (double)counts[c]), to_y = (float)(sums[1][c] / (double)counts[c]);
                moved += fabs(to_x - hcx[c]) + fabs(to_y - hcy[c]);
                hcx[c] = to_x, hcy[c] = to_y;
            }
    }
    ms = gpu_timer_ms();
    h = GPU_TO_HOST(int32_t, group, n);
    GPU_CHECK(gpu_error());
    for (size_t i = 0; i < n; i++) { /* each point is in the nearest group, and each centre is the mean of its points */
        double least = HUGE_VAL, own = pow(hx[i] - hcx[h[i]], 2) + pow(hy[i] - hcy[h[i]], 2);
        for (int c = 0; c < k; c++) least = fmin(least, pow(hx[i] - hcx[c], 2) + pow(hy[i] - hcy[c], 2));
        wrong += own > least * (1 + 1e-5) + 1e-12;
        inertia += own, check[0][h[i]] += hx[i], check[1][h[i]] += hy[i], check[2][h[i]]++;
    }
    for (int c = 0; c < k; c++)
        if (check[2][c] > 0) worst = fmax(worst, fabs(check[0][c] / check[2][c] - hcx[c]) + fabs(check[1][c] / check[2][c] - hcy[c]));
    ok = !wrong && moved == 0 && worst < 1e-5;
    printf("%zu points, %d groups on %s: %d rounds in %.2f ms, %.3g points/s; mean square distance %.6f\n", n, k, gpu_backend_name(), rounds, ms,
           (double)n * rounds / ms * 1e3, inertia / (double)n);
    printf("%zu points in a wrong group; the centres are the means to %.1e\n", wrong, worst);
    for (int c = 0; c < k; c++) px[c] = hcx[c], py[c] = hcy[c];
    for (size_t i = 0; i < 2000; i++) some_x[i] = hx[i * n / 2000], some_y[i] = hy[i * n / 2000];
    plot_points(&p, "points", some_x, some_y, 2000);
    plot_points(&p, "means", px, py, (size_t)k);
    p.equal = 1;
    if (plot_write(&p, argc > 3 ? argv[3] : "k_means.svg")) printf("wrote %s\n", argc > 3 ? argv[3] : "k_means.svg");
    gpu_free(x), gpu_free(y), gpu_free(group), gpu_free(cx), gpu_free(cy), gpu_free(h), free(hx), free(hy);
    puts(ok ? "PASSED" : "FAILED");
    return !ok;
}
