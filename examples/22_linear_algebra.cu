/* Linear algebra: a line fitted to measurements, a system of equations solved, the principal components of a small data
   set drawn into a picture, and an image compressed by its singular values. The family is opt-in: GPU_LINALG.

   nvcc -O3 -std=c++17 -arch=native -Xcompiler -fopenmp -I. examples/22_linear_algebra.cu -o linear_algebra
   cc -O3 -fopenmp -I. -x c examples/22_linear_algebra.cu -o linear_algebra -lm                                        */

#define GPU_LINALG
#define GPU_IMPLEMENTATION
#include "gpu.h"
#include <math.h>

enum { POINTS = 200, N = 300, SIDE = 256, KEPT = 12 };

static double noise(unsigned i, unsigned k) { return (double)gpu_random_normal_f32(7, i, k); }

/* y = 0.5 + 3 x with noise: the columns of a are 1 and x. */
static int line(void)
{
    static double a[POINTS][2], y[POINTS];
    double fit[2];
    int rank;
    for (unsigned i = 0; i < POINTS; i++) {
        a[i][0] = 1, a[i][1] = i / (double)POINTS;
        y[i] = 0.5 + 3 * a[i][1] + 0.05 * noise(i, 0);
    }
    GPU_CHECK(gpu_lstsq(fit, &rank, &a[0][0], y, POINTS, 2, 1, -1.0));
    printf("line: y = %.3f + %.3f x, rank %d\n", fit[0], fit[1], rank);
    return rank == 2 && fabs(fit[0] - 0.5) < 0.05 && fabs(fit[1] - 3) < 0.1;
}

/* Heat in a rod with both ends at 0 degrees and a source in the middle: the second differences are a matrix. */
static int rod(void)
{
    static double a[N][N], heat[N], condition[1];
    for (int i = 0; i < N; i++) {
        a[i][i] = 2;
        if (i) a[i][i - 1] = a[i - 1][i] = -1;
        heat[i] = i == N / 2;
    }
    GPU_CHECK(gpu_cond(condition, &a[0][0], N, N));
    GPU_CHECK(gpu_solve(heat, &a[0][0], heat, N, 1));
    printf("rod: %.3f degrees in the middle, condition number %.0f\n", heat[N / 2], condition[0]);
    return fabs(heat[N / 2] - (N / 2 + 1) * (N - N / 2) / (N + 1.0)) < 1e-8;
}

/* The principal components are the eigenvectors of the covariance matrix. The picture has the points and both axes. */
static int components(void)
{
    static double x[POINTS][2];
    double mean[2] = {0, 0}, covariance[2][2] = {{0, 0}, {0, 0}}, variance[2], axis[2][2];
    FILE *const picture = fopen("22_linear_algebra.svg", "w");
    for (unsigned i = 0; i < POINTS; i++) {
        const double u = 2 * noise(i, 1), v = 0.5 * noise(i, 2);
        x[i][0] = 0.8 * u - 0.6 * v, x[i][1] = 0.6 * u + 0.8 * v;
        for (int k = 0; k < 2; k++) mean[k] += x[i][k] / POINTS;
    }
    for (int i = 0; i < POINTS; i++)
        for (int k = 0; k < 4; k++)
            covariance[k / 2][k % 2] += (x[i][k / 2] - mean[k / 2]) * (x[i][k % 2] - mean[k % 2]) / (POINTS - 1);
    GPU_CHECK(gpu_eigh(variance, &axis[0][0], &covariance[0][0], 2));
    printf("components: deviations %.2f and %.2f, the first along (%.2f, %.2f)\n", sqrt(variance[1]), sqrt(variance[0]),
           fabs(axis[0][1]), fabs(axis[1][1]));
    if (picture) {
        fprintf(picture, "<svg xmlns='http://www.w3.org/2000/svg' viewBox='-8 -6 16 12' width='640'>\n");
        for (int i = 0; i < POINTS; i++)
            fprintf(picture, "<circle cx='%.3f' cy='%.3f' r='0.08' fill='steelblue'/>\n", x[i][0], -x[i][1]);
        for (int k = 0; k < 2; k++) {
            const double dx = 2 * sqrt(variance[k]) * axis[0][k], dy = 2 * sqrt(variance[k]) * axis[1][k];
            fprintf(picture, "<line x1='%.3f' y1='%.3f' x2='%.3f' y2='%.3f' stroke='firebrick' stroke-width='0.06'/>\n",
                    mean[0] - dx, dy - mean[1], mean[0] + dx, -mean[1] - dy);
        }
        fprintf(picture, "</svg>\n");
        fclose(picture);
    }
    return fabs(fabs(axis[0][1]) - 0.8) < 0.05 && fabs(sqrt(variance[1]) - 2) < 0.3 && fabs(sqrt(variance[0]) - 0.5) < 0.1;
}

/* An image of rings is kept as KEPT columns, values and rows of its decomposition instead of SIDE. */
static int image(void)
{
    const size_t size = (size_t)SIDE * SIDE;
    float *const pixels = (float *)malloc(4 * size * sizeof(float)), *const u = pixels + size, *const vt = u + size,
                 *const again = vt + size, values[SIDE];
    double error = 0, total = 0;
    gpu_gemm_spec product = gpu_gemm_of(SIDE, SIDE, KEPT);
    for (int i = 0; i < SIDE; i++)
        for (int j = 0; j < SIDE; j++) {
            const double r = hypot(i - 100.0, j - 140.0), ring = 0.5 + 0.5 * cos(r / 9);
            pixels[i * SIDE + j] = (float)(ring * exp(-r / 150));
        }
    GPU_CHECK(gpu_svd(u, values, vt, pixels, SIDE, SIDE));
    for (int k = 0; k < KEPT; k++)
        for (int j = 0; j < SIDE; j++) vt[k * SIDE + j] *= values[k];
    product.lda = SIDE; /* the first KEPT columns of u */
    GPU_CHECK(gpu_gemm(again, u, vt, product));
    for (size_t i = 0; i < size; i++) {
        error += (double)(pixels[i] - again[i]) * (double)(pixels[i] - again[i]);
        total += (double)pixels[i] * (double)pixels[i];
    }
    printf("image: %.0f %% of the numbers, %.2f %% of the picture lost\n", 100.0 * KEPT * (2 * SIDE + 1) / (SIDE * SIDE),
           100 * sqrt(error / total));
    free(pixels);
    return sqrt(error / total) < 0.05;
}

int main(void)
{
    int fine;
    GPU_CHECK(gpu_timer_start());
    fine = line() & rod() & components() & image();
    printf("%.1f ms on the backend %s\n%s\n", gpu_timer_ms(), gpu_backend_name(), fine ? "PASSED" : "FAILED");
    return !fine;
}
