/* Times of the family linalg on the current device, milliseconds, medians: the rows of tests/bench/RESULTS.md. The names
   of the rows are those of tests/bench/linalg.py, which times NumPy, CuPy and PyTorch.

       nvcc -O3 -std=c++17 -arch=sm_90a -Xcompiler -fopenmp -I. tests/bench/linalg.cu -o linalg
       ./linalg [rows that begin so]                 (-DBENCH_F64: doubles)
       gcc -std=c99 -O3 -fopenmp -I. -x c tests/bench/linalg.cu -o linalg -lm */

#define GPU_LINALG
#define GPU_IMPLEMENTATION
#include "gpu.h"
#include <time.h>

#ifdef BENCH_F64
typedef double real;
#define TYPE "f64"
#else
typedef float real;
#define TYPE "f32"
#endif

enum { SOLVE, INV, CHOLESKY, QR, EIGH, SVD, LSTSQ, MATMUL };
static const char *const name_of[] = {"solve", "inv", "cholesky", "qr", "eigh", "svd", "lstsq", "matmul"};
static const struct {
    int what;
    size_t m, n, batch;
} row[] = {
    {SOLVE, 64, 64, 1}, {SOLVE, 256, 256, 1}, {SOLVE, 512, 512, 1}, {SOLVE, 1024, 1024, 1}, {SOLVE, 2048, 2048, 1}, {SOLVE, 4096, 4096, 1},
    {INV, 64, 64, 1}, {INV, 256, 256, 1}, {INV, 512, 512, 1}, {INV, 1024, 1024, 1}, {INV, 2048, 2048, 1}, {INV, 4096, 4096, 1},
    {CHOLESKY, 64, 64, 1}, {CHOLESKY, 256, 256, 1}, {CHOLESKY, 512, 512, 1}, {CHOLESKY, 1024, 1024, 1}, {CHOLESKY, 2048, 2048, 1}, {CHOLESKY, 4096, 4096, 1},
    {QR, 64, 64, 1}, {QR, 256, 256, 1}, {QR, 512, 512, 1}, {QR, 1024, 1024, 1}, {QR, 2048, 2048, 1}, {QR, 4096, 4096, 1},
    {EIGH, 64, 64, 1}, {EIGH, 256, 256, 1}, {EIGH, 512, 512, 1}, {EIGH, 1024, 1024, 1}, {EIGH, 2048, 2048, 1}, {EIGH, 4096, 4096, 1},
    {SVD, 64, 64, 1}, {SVD, 256, 256, 1}, {SVD, 512, 512, 1}, {SVD, 1024, 1024, 1}, {SVD, 2048, 2048, 1},
    {LSTSQ, 100000, 32, 1},
    {SOLVE, 3, 3, 1000000}, {CHOLESKY, 3, 3, 1000000}, {INV, 3, 3, 1000000}, {EIGH, 3, 3, 1000000}, {SVD, 3, 3, 1000000},
    {SOLVE, 32, 32, 10000}, {EIGH, 32, 32, 10000}, {SVD, 32, 32, 10000},
    {SOLVE, 64, 64, 2000}, {EIGH, 64, 64, 2000}, {SVD, 64, 64, 2000},
};
static uint64_t state = 88172645463325252u;
static double uniform(void)
{
    state ^= state << 13, state ^= state >> 7, state ^= state << 17;
    return (double)(state >> 11) / 4503599627370496.0 - 1;
}
/* A symmetric matrix with a large diagonal for Cholesky, a random one for the others. */
static real *matrices(int what, size_t m, size_t n, size_t batch)
{
    real *const a = (real *)malloc(m * n * batch * sizeof *a);
    real *p = a, *d;
    size_t z, i, j;
    for (z = 0; z < batch; z++, p += m * n)
        for (i = 0; i < m; i++)
            for (j = 0; j < n; j++) {
                p[i * n + j] = (real)uniform();
                if ((what == CHOLESKY || what == EIGH) && j < i) p[j * n + i] = p[i * n + j];
                if (what == CHOLESKY && i == j) p[i * n + j] += (real)(2 * n);
            }
    d = GPU_NEW(real, m * n * batch);
    GPU_CHECK(gpu_copy(d, a, m * n * batch * sizeof *a));
    free(a);
    return d;
}
static double now(void)
{
    struct timespec t;
    timespec_get(&t, TIME_UTC);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}
static real *a, *b, *x, *u, *v, *w;
static int *info;
static void run(int what, size_t m, size_t n, size_t batch)
{
    const size_t least = m < n ? m : n;
    (void)least;
    if (what == SOLVE) GPU_CHECK(gpu_solve_batch(x, a, b, n, 1, batch, info));
    if (what == INV) GPU_CHECK(gpu_inv_batch(u, a, n, batch, info));
    if (what == CHOLESKY) GPU_CHECK(gpu_cholesky_batch(u, a, n, batch, info));
    if (what == QR) GPU_CHECK(gpu_qr_batch(u, v, a, m, n, batch, info));
    if (what == EIGH) GPU_CHECK(gpu_eigh_batch(w, u, a, n, batch, info));
    if (what == SVD) GPU_CHECK(gpu_svd_batch(u, w, v, a, m, n, batch, info));
    if (what == LSTSQ) GPU_CHECK(gpu_lstsq_batch(x, (int *)NULL, a, b, m, n, 1, -1.0, batch, info));
}
int main(int argc, char **argv)
{
    size_t r;
    const int on_cpu = gpu_device() == GPU_CPU;
    printf("%s, " TYPE "\n", gpu_backend_name());
    for (r = 0; r < sizeof row / sizeof *row; r++) {
        const int what = row[r].what;
        const size_t m = row[r].m, n = row[r].n, batch = row[r].batch;
        double best[64], start, total = 0;
        int times = 0, i, j;
        char label[80];
        snprintf(label, sizeof label, batch > 1 ? "%s %zux%zu x%zu" : "%s %zux%zu", name_of[what], m, n, batch);
        if (argc > 1 && strncmp(label, argv[1], strlen(argv[1])) != 0) continue;
        if (on_cpu && (n > 2048 || batch > 100000)) continue;
        a = matrices(what, m, n, batch), b = matrices(SOLVE, m, 1, batch);
        x = GPU_NEW(real, m * batch), u = GPU_NEW(real, m * n * batch), v = GPU_NEW(real, n * n * batch), w = GPU_NEW(real, n * batch);
        info = GPU_NEW(int, batch);
        run(what, m, n, batch), GPU_CHECK(gpu_sync());
        while (times < 40 && (times < 3 || total < 0.25)) {
            start = now();
            run(what, m, n, batch), GPU_CHECK(gpu_sync());
            best[times] = now() - start, total += best[times++];
        }
        for (i = 0; i < times; i++)
            for (j = i; j && best[j - 1] > best[j]; j--) {
                const double t = best[j];
                best[j] = best[j - 1], best[j - 1] = t;
            }
        printf("%-24s %10.4f\n", label, best[times / 2] * 1e3), fflush(stdout);
        GPU_CHECK(gpu_free(a)), GPU_CHECK(gpu_free(b)), GPU_CHECK(gpu_free(x)), GPU_CHECK(gpu_free(u)), GPU_CHECK(gpu_free(v)), GPU_CHECK(gpu_free(w)), GPU_CHECK(gpu_free(info));
    }
    return 0;
}
