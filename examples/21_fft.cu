/* Fourier transforms at work. A signal of two tones under noise four times as strong: its spectrum shows both, plotted in
   fft_spectrum.svg. An image with stripes across it, which are two points in its spectrum: without these the image is
   clean again, fft_striped.pgm and fft_clean.pgm. And an equation: the potential u of a charge density f on a periodic
   square, where the Laplacian of u is f. In the spectrum derivatives are factors, so the solution is one division for each
   frequency. Each part checks its result.

   Counterpart of fft and fftn of the guides to CuPy and Numba, without a plan and with one function call each.

   nvcc -O3 -std=c++17 -arch=native -Xcompiler -fopenmp -I. examples/21_fft.cu -o fft
   cc -O3 -fopenmp -I. -x c examples/21_fft.cu -o fft -lm                                                              */

#define GPU_FFT
#define GPU_IMPLEMENTATION
#include "gpu.h"
#include "plot.h"

#define PI 3.14159265358979323846

/* The two tones, 50 and 120 Hz, at 1000 samples a second. */
GPU_VECTORIZE(double, tones, (size_t, i, index), (double, noise))
{
    const double t = (double)i / 1000;
    return 0.7 * sin(2 * PI * 50 * t) + sin(2 * PI * 120 * t) + noise;
}
static int two_tones(void)
{
    enum { N = 8192, HALF = N / 2 + 1 };
    double *noise = GPU_NEW(double, N), *x = GPU_NEW(double, N), *height = GPU_NEW(double, HALF), *hz = GPU_NEW(double, HALF);
    gpu_c64 *spectrum = GPU_NEW(gpu_c64, HALF);
    static double h[HALF], f[HALF];
    plot p = plot_new("Two tones in noise", "frequency in Hz", "amplitude");
    size_t i, first = 0, second = 0;
    GPU_CHECK(gpu_error());
    GPU_CHECK(gpu_rand_normal(noise, 0.0, 3.5, N));
    GPU_CHECK(tones(x, noise, N));
    GPU_CHECK(gpu_rfft(spectrum, x, N));
    GPU_CHECK(gpu_complex_abs(height, spectrum, HALF));
    GPU_CHECK(gpu_scale(height, 2.0 / N, height, HALF));
    GPU_CHECK(gpu_rfftfreq(hz, N, 0.001));
    GPU_CHECK(gpu_copy(h, height, sizeof h));
    GPU_CHECK(gpu_copy(f, hz, sizeof f));
    for (i = 1; i < HALF; i++) first = h[i] > h[first] ? i : first;
    for (i = 1; i < HALF; i++) /* the highest that is not beside the first */
        if ((i + 3 < first || i > first + 3) && h[i] > h[second]) second = i;
    printf("  signal: tones at %.1f Hz and %.1f Hz\n", f[second], f[first]);
    plot_line(&p, "spectrum", f, h, HALF);
    if (!plot_write(&p, "fft_spectrum.svg")) printf("  cannot write fft_spectrum.svg\n");
    gpu_free(noise), gpu_free(x), gpu_free(height), gpu_free(hz), gpu_free(spectrum);
    return fabs(f[first] - 120) < 0.2 && fabs(f[second] - 50) < 0.2;
}

/* A disk and a square, and stripes over them: 40 waves across and 24 down the image. */
GPU_KERNEL(draw, (float *, image), (size_t, n), (float, stripes))
{
    GPU_FOR_2D(x, y, n, n) {
        const float u = (float)x / (float)n, v = (float)y / (float)n, dx = u - 0.35f, dy = v - 0.4f;
        const int inside = dx * dx + dy * dy < 0.04f || (u > 0.6f && u < 0.85f && v > 0.55f && v < 0.8f);
        image[y * n + x] = (inside ? 0.75f : 0.3f) + stripes * sinf(6.2831853f * (40 * u + 24 * v));
    }
}
/* Clears what lies within three places of the stripes' frequency. Of a real image the other one, its mirror image at
   negative frequencies, is not stored. */
GPU_KERNEL(notch, (gpu_c32 *, spectrum), (size_t, rows), (size_t, cols))
{
    GPU_FOR_2D(x, y, cols, rows) {
        const float dx = (float)x - 40, dy = (float)y - 24;
        if (dx * dx + dy * dy < 9) spectrum[y * cols + x].re = spectrum[y * cols + x].im = 0;
    }
}
static void write_image(const char *name, const float *image, size_t n)
{
    FILE *const file = fopen(name, "wb");
    float *h = GPU_TO_HOST(float, image, n * n);
    size_t i;
    if (!file || !h) {
        printf("  cannot write %s\n", name);
        return;
    }
    fprintf(file, "P5\n%zu %zu\n255\n", n, n);
    for (i = 0; i < n * n; i++) fputc(h[i] < 0 ? 0 : h[i] > 1 ? 255 : (int)(h[i] * 255), file);
    fclose(file);
    gpu_free(h);
}
static int image(void)
{
    const size_t n = 512, cols = n / 2 + 1;
    float *clean = GPU_NEW(float, n * n), *striped = GPU_NEW(float, n * n), *again = GPU_NEW(float, n * n);
    gpu_c32 *spectrum = GPU_NEW(gpu_c32, n * cols);
    double before, after;
    GPU_CHECK(gpu_error());
    GPU_CHECK(draw(gpu_for_2d(n, n), clean, n, 0));
    GPU_CHECK(draw(gpu_for_2d(n, n), striped, n, 0.25f));
    GPU_CHECK(gpu_rfft2(spectrum, striped, n, n));
    GPU_CHECK(notch(gpu_for_2d(cols, n), spectrum, n, cols));
    GPU_CHECK(gpu_irfft2(again, spectrum, n, n));
    write_image("fft_striped.pgm", striped, n);
    write_image("fft_clean.pgm", again, n);
    GPU_CHECK(gpu_sub(striped, striped, clean, n * n));
    GPU_CHECK(gpu_sub(again, again, clean, n * n));
    before = gpu_norm(striped, n * n) / (double)n, after = gpu_norm(again, n * n) / (double)n;
    printf("  image: the stripes are %.3f, what is left of them %.4f (root mean square)\n", before, after);
    gpu_free(clean), gpu_free(striped), gpu_free(again), gpu_free(spectrum);
    return before > 0.17 && after < 0.01;
}

/* A density whose potential is known: u = exp(sin(x) + cos(2 y)) up to a constant, on 0 to 2 pi each way. */
GPU_KERNEL(densities, (double *, f), (double *, u), (size_t, n))
{
    GPU_FOR_2D(i, j, n, n) {
        const double x = 2 * PI * (double)i / (double)n, y = 2 * PI * (double)j / (double)n, e = exp(sin(x) + cos(2 * y));
        u[j * n + i] = e;
        f[j * n + i] = e * (cos(x) * cos(x) - sin(x) + 4 * sin(2 * y) * sin(2 * y) - 4 * cos(2 * y));
    }
}
/* Divides by what the Laplacian multiplies with, -(kx kx + ky ky); the mean, frequency 0, is free. */
GPU_KERNEL(divide, (gpu_c64 *, s), (size_t, n), (size_t, cols))
{
    GPU_FOR_2D(i, j, cols, n) {
        const double kx = (double)i, ky = j <= n / 2 ? (double)j : (double)j - (double)n, k = kx * kx + ky * ky;
        s[j * cols + i].re *= k > 0 ? -1 / k : 0;
        s[j * cols + i].im *= k > 0 ? -1 / k : 0;
    }
}
static int poisson(void)
{
    const size_t n = 256, cols = n / 2 + 1;
    double *f = GPU_NEW(double, n * n), *u = GPU_NEW(double, n * n), *found = GPU_NEW(double, n * n), error;
    gpu_c64 *spectrum = GPU_NEW(gpu_c64, n * cols);
    GPU_CHECK(gpu_error());
    GPU_CHECK(densities(gpu_for_2d(n, n), f, u, n));
    GPU_CHECK(gpu_rfft2(spectrum, f, n, n));
    GPU_CHECK(divide(gpu_for_2d(cols, n), spectrum, n, cols));
    GPU_CHECK(gpu_irfft2(found, spectrum, n, n));
    GPU_CHECK(gpu_sub(found, found, u, n * n)); /* the same everywhere, but for rounding */
    error = gpu_std(found, n * n, 0);
    printf("  Poisson's equation: the error is %.1e\n", error);
    gpu_free(f), gpu_free(u), gpu_free(found), gpu_free(spectrum);
    return error < 1e-13;
}

int main(void)
{
    int ok;
    printf("Fourier transforms on %s\n", gpu_backend_name());
    ok = two_tones();
    ok = image() && poisson() && ok;
    printf("%s\n", ok ? "PASSED" : "FAILED");
    return !ok;
}
