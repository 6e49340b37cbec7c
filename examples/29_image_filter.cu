/* Image filter: a picture in PNM's formats (P5 grey, P6 colour) is blurred by a Gaussian and its edges are found by
   Sobel's two filters; both are convolutions, gpu_conv2d_f32, and a GPU_VECTORIZE computes the length of the gradient.
   Without a file it generates a picture. Writes blur.pgm and edges.pgm. Shows library functions and a function of your own
   in one pipeline.

   Counterpart of the image filters of CuPy's and Numba's tutorials (scipy.ndimage, @stencil).

   nvcc -O3 -std=c++17 -arch=native -Xcompiler -fopenmp -I. examples/29_image_filter.cu -o image_filter
   cc -O3 -fopenmp -I. -x c examples/29_image_filter.cu -o image_filter -lm                                            */

#define GPU_IMPLEMENTATION
#include "gpu.h"

enum { WIDTH = 9 }; /* of the Gaussian */

GPU_VECTORIZE(float, length, (float, x), (float, y)) { return sqrtf(x * x + y * y); }

/* A number of the header, behind blanks and comments; -1 if there is none. */
static int header_number(FILE *f)
{
    int c, v = -1;
    while ((c = fgetc(f)) == ' ' || c == '\n' || c == '\r' || c == '\t' || c == '#')
        if (c == '#')
            while ((c = fgetc(f)) != '\n' && c != EOF) {}
    for (; c >= '0' && c <= '9' && v < 1000000; c = fgetc(f)) v = (v < 0 ? 0 : 10 * v) + c - '0';
    return v;
}
/* The picture as grey values of 0 to 255, or NULL. */
static float *read_pnm(const char *name, size_t *rows, size_t *cols)
{
    FILE *f = fopen(name, "rb");
    const int magic = f && fgetc(f) == 'P' ? fgetc(f) : 0, channels = magic == '6' ? 3 : 1;
    const int w = magic ? header_number(f) : -1, h = magic ? header_number(f) : -1, most = magic ? header_number(f) : -1;
    float *x = NULL;
    if ((magic == '5' || magic == '6') && w > 0 && h > 0 && most == 255) x = (float *)malloc((size_t)w * h * sizeof *x);
    for (size_t i = 0; x && i < (size_t)w * h; i++) {
        int sum = 0;
        for (int c = 0; c < channels; c++) sum += fgetc(f); /* -1 for each byte that is missing */
        x[i] = (float)sum / (float)channels;
        if (feof(f)) free(x), x = NULL;
    }
    if (f) fclose(f);
    *rows = (size_t)h, *cols = (size_t)w;
    return x;
}
static void write_pgm(const char *name, const float *x, size_t rows, size_t cols)
{
    FILE *f = fopen(name, "wb");
    if (!f) {
        printf("%s cannot be written\n", name);
        return;
    }
    fprintf(f, "P5\n%zu %zu\n255\n", cols, rows);
    for (size_t i = 0; i < rows * cols; i++) fputc(x[i] < 0 ? 0 : x[i] > 255 ? 255 : (int)(x[i] + 0.5f), f);
    fclose(f);
    printf("wrote %s\n", name);
}
/* Rings, a disk and stripes. */
static float *make_picture(size_t rows, size_t cols)
{
    float *x = (float *)malloc(rows * cols * sizeof *x);
    for (size_t r = 0; x && r < rows; r++)
        for (size_t c = 0; c < cols; c++) {
            const double dx = (double)c / (double)cols - 0.5, dy = (double)r / (double)rows - 0.5, d = sqrt(dx * dx + dy * dy);
            x[r * cols + c] = (float)(d < 0.15 ? 230 : d < 0.4 ? 127 + 100 * sin(120 * d) : (int)(16 * dx + 16) % 2 * 160 + 40);
        }
    return x;
}
/* Element (r, c) of the convolution with h[width][width], in double; outside, the picture goes on as at its border. */
static double at(const float *x, size_t rows, size_t cols, size_t r, size_t c, const float *h, int width)
{
    double sum = 0;
    for (int i = 0; i < width; i++)
        for (int k = 0; k < width; k++) {
            long y = (long)r + width / 2 - i, z = (long)c + width / 2 - k; /* h is mirrored */
            y = y < 0 ? 0 : y >= (long)rows ? (long)rows - 1 : y;
            z = z < 0 ? 0 : z >= (long)cols ? (long)cols - 1 : z;
            sum += (double)h[i * width + k] * x[(size_t)y * cols + (size_t)z];
        }
    return sum;
}

int main(int argc, char **argv)
{
    static const float sobel_x[9] = {1, 0, -1, 2, 0, -2, 1, 0, -1}, sobel_y[9] = {1, 2, 1, 0, 0, 0, -1, -2, -1};
    const double sigma = argc > 2 ? strtod(argv[2], NULL) : 2;
    size_t rows = 1080, cols = 1920, n;
    float gauss[WIDTH * WIDTH], sum = 0, *picture, *x, *blurred, *gx, *gy, *edges, *hb, *he;
    double worst = 0;
    gpu_stats t;
    if (argc > 1 && !strcmp(argv[1], "--help")) return puts("usage: image_filter [picture.pgm or .ppm] [sigma of the blur, 0.3 to 3]"), 0;
    if (!(sigma >= 0.3 && sigma <= 3)) return fputs("expected a sigma from 0.3 to 3\n", stderr), 1;
    picture = argc > 1 ? read_pnm(argv[1], &rows, &cols) : make_picture(rows, cols);
    if (!picture) return fprintf(stderr, "%s: expected a file of PNM's binary formats P5 or P6 with values up to 255\n", argc > 1 ? argv[1] : "memory"), 1;
    n = rows * cols;
    for (int i = 0; i < WIDTH * WIDTH; i++) {
        const double dx = i % WIDTH - WIDTH / 2, dy = i / WIDTH - WIDTH / 2;
        sum += gauss[i] = (float)exp(-(dx * dx + dy * dy) / (2 * sigma * sigma));
    }
    for (int i = 0; i < WIDTH * WIDTH; i++) gauss[i] /= sum;

    x = GPU_TO_DEVICE(float, picture, n), blurred = GPU_NEW(float, n), gx = GPU_NEW(float, n), gy = GPU_NEW(float, n), edges = GPU_NEW(float, n);
    GPU_CHECK(gpu_error());
    GPU_BENCH(t, 5)
    {
        GPU_CHECK(gpu_conv2d_f32(blurred, x, rows, cols, gauss, WIDTH, WIDTH, GPU_BORDER_CLAMP));
        GPU_CHECK(gpu_conv2d_f32(gx, blurred, rows, cols, sobel_x, 3, 3, GPU_BORDER_CLAMP));
        GPU_CHECK(gpu_conv2d_f32(gy, blurred, rows, cols, sobel_y, 3, 3, GPU_BORDER_CLAMP));
        GPU_CHECK(length(edges, gx, gy, n));
    }
    hb = GPU_TO_HOST(float, blurred, n), he = GPU_TO_HOST(float, edges, n);
    GPU_CHECK(gpu_error());
    for (size_t i = 0; i < n; i += i < cols ? 7 : n / 1009 + 1) { /* the upper border, and points everywhere */
        const size_t r = i / cols, c = i % cols;
        const double blur = at(picture, rows, cols, r, c, gauss, WIDTH), a = at(hb, rows, cols, r, c, sobel_x, 3), b = at(hb, rows, cols, r, c, sobel_y, 3);
        const double e = fmax(fabs(hb[i] - blur), fabs(he[i] - sqrt(a * a + b * b)));
        if (!(e <= worst)) worst = e;
    }
    printf("%zu x %zu pixels on %s: blur and edges in %.3f ms, %.3g pixels/s; largest error %.1e of 255\n", cols, rows, gpu_backend_name(), t.median_ms,
           (double)n / t.median_ms * 1e3, worst);
    write_pgm("blur.pgm", hb, rows, cols);
    write_pgm("edges.pgm", he, rows, cols);
    gpu_free(x), gpu_free(blurred), gpu_free(gx), gpu_free(gy), gpu_free(edges), gpu_free(hb), gpu_free(he), free(picture);
    puts(worst < 1e-2 ? "PASSED" : "FAILED");
    return worst < 1e-2 ? 0 : 1;
}
