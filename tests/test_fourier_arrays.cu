/* The family fourier beside its transforms: frequencies, shifts, convolutions, complex arrays; and all refusals. */

#define GPU_FFT
#include "gpu.h"
#include "test.h"
#include "prewritten.h"

TEST(frequencies)
{
    static const size_t lengths[] = {1, 2, 5, 8, 1001};
    double f[1001];
    float g[1001];
    size_t k, i;
    for (k = 0; k < sizeof lengths / sizeof *lengths; k++) {
        const size_t n = lengths[k];
        CHECK(!gpu_fftfreq(f, n, 0.25));
        CHECK(!gpu_fftfreq(g, n, 0.25f));
        for (i = 0; i < n; i++) {
            const double expected = ((double)i - (2 * i >= n + n % 2 && i ? (double)n : 0)) / ((double)n * 0.25);
            CHECK_CLOSE(f[i], expected, 0, 1e-15);
            CHECK_CLOSE(g[i], expected, 0, 1e-7);
        }
        CHECK(!gpu_rfftfreq(f, n, 0.25));
        for (i = 0; i <= n / 2; i++) CHECK_CLOSE(f[i], (double)i / ((double)n * 0.25), 0, 1e-15);
    }
}
TEST(shifts)
{
    static const size_t shapes[][2] = {{1, 1}, {1, 2}, {1, 5}, {1, 8}, {3, 4}, {4, 3}, {5, 7}, {64, 63}};
    static gpu_c32 x[64 * 63], y[64 * 63], z[64 * 63];
    uint8_t bytes[5] = {0, 1, 2, 3, 4}, moved[5];
    size_t k, i, j;
    for (k = 0; k < sizeof shapes / sizeof *shapes; k++) {
        const size_t rows = shapes[k][0], cols = shapes[k][1];
        for (i = 0; i < rows * cols; i++) x[i].re = (float)i, x[i].im = -(float)i;
        memset(y, 0xff, sizeof y), memset(z, 0xff, sizeof z);
        if (rows == 1) {
            CHECK(!gpu_fftshift(y, x, cols) && !gpu_ifftshift(z, y, cols));
        } else
            CHECK(!gpu_fftshift2(y, x, rows, cols) && !gpu_ifftshift2(z, y, rows, cols));
        for (i = 0; i < rows; i++)
            for (j = 0; j < cols; j++)
                CHECK(y[(i + rows / 2) % rows * cols + (j + cols / 2) % cols].re == (float)(i * cols + j));
        CHECK(!memcmp(x, z, rows * cols * sizeof *x));
    }
    CHECK(!gpu_fftshift(moved, bytes, 5));
    CHECK(moved[0] == 3 && moved[1] == 4 && moved[2] == 0 && moved[4] == 2);
}
TEST(convolutions)
{
    static const size_t lengths[] = {1, 2, 7, 64, 65, 100, 1000, 3001};
    double *const x = (double *)malloc(3001 * sizeof *x);
    double *const h = (double *)malloc(3001 * sizeof *h);
    double *const y = (double *)malloc(6002 * sizeof *y);
    float *const fx = (float *)malloc(3001 * sizeof *fx);
    float *const fh = (float *)malloc(3001 * sizeof *fh);
    float *const fy = (float *)malloc(6002 * sizeof *fy);
    size_t a, b, k, j;
    int correlates;
    for (k = 0; k < 3001; k++) x[k] = fx[k] = (float)uniform(), h[k] = fh[k] = (float)uniform();
    for (a = 0; a < 8; a++)
        for (b = 0; b < 8; b++)
            for (correlates = 0; correlates < 2; correlates++) {
                const size_t n = lengths[a], m = lengths[b];
                double worst = 0, worst32 = 0;
                memset(y, 0xff, 6002 * sizeof *y), memset(fy, 0xff, 6002 * sizeof *fy);
                CHECK(!(correlates ? gpu_fft_correlate(y, x, n, h, m) : gpu_fft_convolve(y, x, n, h, m)));
                CHECK(!(correlates ? gpu_fft_correlate(fy, fx, n, fh, m) : gpu_fft_convolve(fy, fx, n, fh, m)));
                for (k = 0; k < n + m - 1; k++) {
                    double sum = 0;
                    for (j = k < n ? 0 : k - n + 1; j < m && j <= k; j++)
                        sum += x[k - j] * h[correlates ? m - 1 - j : j];
                    if (!(fabs(y[k] - sum) <= worst)) worst = fabs(y[k] - sum);
                    if (!(fabs((double)fy[k] - sum) <= worst32)) worst32 = fabs((double)fy[k] - sum);
                }
                /* roundings of the product of the norms */
                CHECK(worst < 1.2e-16 * (3 + log2((double)(n + m)) * sqrt((double)(n * m)) / 3));
                CHECK(worst32 < 6e-8 * (3 + log2((double)(n + m)) * sqrt((double)(n * m)) / 3));
                CHECK(y[n + m - 1] != y[n + m - 1]); /* nothing is written behind the end */
            }
    free(x), free(h), free(y), free(fx), free(fh), free(fy);
}
TEST(complex_arrays)
{
    enum { N = 1003 };
    static gpu_c32 a[N], b[N], y[N];
    static gpu_c64 c[N], d[N], z[N];
    static float r[N];
    static double q[N];
    size_t i;
    for (i = 0; i < N; i++) {
        c[i].re = a[i].re = (float)uniform(), c[i].im = a[i].im = (float)uniform();
        d[i].re = b[i].re = (float)uniform(), d[i].im = b[i].im = (float)uniform();
    }
#define EACH(name, real, imaginary)                                                                                    \
    CHECK(!gpu_complex_##name(y, a, b, N)), CHECK(!gpu_complex_##name(z, c, d, N));                                    \
    for (i = 0; i < N; i++) {                                                                                          \
        CHECK_CLOSE(z[i].re, real, 4e-16, 1e-15);                                                                      \
        CHECK_CLOSE(z[i].im, imaginary, 4e-16, 1e-15);                                                                 \
        CHECK_CLOSE(y[i].re, real, 2e-7, 1e-7);                                                                        \
        CHECK_CLOSE(y[i].im, imaginary, 2e-7, 1e-7);                                                                   \
    }
    EACH(add, c[i].re + d[i].re, c[i].im + d[i].im)
    EACH(sub, c[i].re - d[i].re, c[i].im - d[i].im)
    EACH(mul, c[i].re * d[i].re - c[i].im * d[i].im, c[i].re * d[i].im + c[i].im * d[i].re)
    EACH(mul_conj, c[i].re * d[i].re + c[i].im * d[i].im, c[i].im * d[i].re - c[i].re * d[i].im)
    CHECK(!gpu_complex_scale(y, 3.0f, a, N)), CHECK(!gpu_complex_scale(z, 3.0, c, N));
    for (i = 0; i < N; i++)
        CHECK(y[i].re == 3 * a[i].re && y[i].im == 3 * a[i].im && z[i].re == 3 * c[i].re && z[i].im == 3 * c[i].im);
    CHECK(!gpu_complex_abs(r, a, N)), CHECK(!gpu_complex_abs(q, c, N));
    for (i = 0; i < N; i++) {
        CHECK_CLOSE(r[i], hypot(c[i].re, c[i].im), 0, 1e-7);
        CHECK_CLOSE(q[i], hypot(c[i].re, c[i].im), 0, 1e-15);
    }
    CHECK(!gpu_complex_angle(r, a, N)), CHECK(!gpu_complex_angle(q, c, N));
    for (i = 0; i < N; i++) {
        CHECK_CLOSE(r[i], atan2(c[i].im, c[i].re), 0, 4e-7);
        CHECK_CLOSE(q[i], atan2(c[i].im, c[i].re), 0, 1e-15);
    }
    CHECK(!gpu_complex_mul(a, a, b, N));
    CHECK(!memcmp(a, (gpu_complex_mul(y, a, b, 0), a), sizeof *a)); /* no element: nothing happens */
    a[0].re = 3e30f, a[0].im = 4e30f, c[0].re = 3e200, c[0].im = 4e200;
    CHECK(!gpu_complex_abs(r, a, 1) && !gpu_complex_abs(q, c, 1));
    CHECK_CLOSE(r[0], 5e30, 0, 1e-6);
    CHECK_CLOSE(q[0], 5e200, 0, 1e-14);
}
TEST(refusals)
{
    gpu_c32 x[16], y[16];
    gpu_c64 z[16];
    float r[32];
    memset(x, 0, sizeof x), memset(r, 0, sizeof r), memset(z, 0, sizeof z);
    CHECK_STATUS(gpu_fft(y, x, 0), GPU_ERROR_INVALID_ARGUMENT, "n is 0; expected at least one element");
    CHECK_STATUS(gpu_irfft(r, x, 0), GPU_ERROR_INVALID_ARGUMENT, "n is 0");
    CHECK_STATUS(gpu_fft(y, (gpu_c32 *)NULL, 8), GPU_ERROR_INVALID_ARGUMENT, "x is NULL");
    CHECK_STATUS(gpu_fft((gpu_c32 *)NULL, x, 8), GPU_ERROR_INVALID_ARGUMENT, "out is NULL");
    CHECK_STATUS(gpu_fft(x + 1, x, 8), GPU_ERROR_INVALID_ARGUMENT, "out and x overlap; expected the same array");
    CHECK_STATUS(gpu_rfft(x, (float *)x, 8), GPU_ERROR_INVALID_ARGUMENT, "out and x overlap; expected two arrays");
    CHECK_STATUS(gpu_irfft((float *)x, x, 8), GPU_ERROR_INVALID_ARGUMENT, "out and x overlap; expected two arrays");
    CHECK_STATUS(gpu_fft_rows(y, x, 0, 4), GPU_ERROR_INVALID_ARGUMENT, "the array is 1 by 0 by 4");
    CHECK_STATUS(gpu_fft2(y, x, 4, 0), GPU_ERROR_INVALID_ARGUMENT, "at least one element along each axis");
    CHECK_STATUS(gpu_fft3(y, x, (size_t)1 << 30, (size_t)1 << 30, 8), GPU_ERROR_INVALID_ARGUMENT,
                 "more than any machine has");
    CHECK_STATUS(gpu_fft(z, z, (size_t)-8), GPU_ERROR_INVALID_ARGUMENT, "more than any machine has");
    CHECK_SUFFIXED(gpu_fftshift_bytes(y, x, 4, 0), GPU_ERROR_INVALID_ARGUMENT, "elements of 0 bytes");
    CHECK_STATUS(gpu_fftshift(x, x, 4), GPU_ERROR_INVALID_ARGUMENT, "overlap");
    CHECK_STATUS(gpu_fft_convolve(r, r + 8, 0, r + 9, 1), GPU_ERROR_INVALID_ARGUMENT, "n is 0 and m is 1");
    CHECK_STATUS(gpu_fft_convolve(r, r, 4, r + 9, 1), GPU_ERROR_INVALID_ARGUMENT, "overlap");
    CHECK_STATUS(gpu_complex_abs(r, (gpu_c32 *)NULL, 4), GPU_ERROR_INVALID_ARGUMENT, "x is NULL");
    CHECK_STATUS(gpu_fftfreq((float *)NULL, 4, 1.0f), GPU_ERROR_INVALID_ARGUMENT, "out is NULL");
    CHECK_SUFFIXED(gpu_fft_f32(y, x, 0), GPU_ERROR_INVALID_ARGUMENT, "n is 0");
    { /* what is known of an array's extent */
        gpu_c32 *const d = GPU_NEW(gpu_c32, 100);
        CHECK_STATUS(gpu_fft(d, d, 101), GPU_ERROR_INVALID_ARGUMENT, "beyond the end of out");
        gpu_free(d);
    }
}
