/* Neural network: two spirals are told apart by two hidden layers, trained by batches with gradients written by hand.
   Every step consists of matrix products (gpu_gemm, transposed where the gradient requires it), sums of columns, and
   elementwise functions in between. Only the loss is copied to the host, now and then. Writes neural_network.pgm, the
   output of the network for each point of the plane. Shows training without a framework.

   Counterpart of the small networks of PyTorch's and JAX's first tutorials.

   nvcc -O3 -std=c++17 -arch=native -Xcompiler -fopenmp -I. examples/32_neural_network.cu -o neural_network
   cc -O3 -fopenmp -I. -x c examples/32_neural_network.cu -o neural_network -lm                                        */

#define GPU_IMPLEMENTATION
#include "gpu.h"

enum { LAYERS = 3, BATCH = 512, SIDE = 128, MOST = SIDE * SIDE };
static const size_t width[LAYERS + 1] = {2, 64, 64, 1};

GPU_VECTORIZE(float, back_through_tanh, (float, d), (float, y)) { return d * (1 - y * y); }
GPU_VECTORIZE(float, error_of, (float, z), (float, label)) { return (1 / (1 + expf(-z)) - label) / BATCH; } /* of the cross-entropy */
GPU_REDUCE(double, cross_entropy, 0.0, a + b, (float, z), (float, label)) { return fmaxf(z, 0) - z * label + log1pf(expf(-fabsf(z))); }
/* Adam: Kingma and Ba, 2014. The step is scaled for its number on the host. */
typedef struct {
    float w, m, v;
} weight;
GPU_VECTORIZE(weight, adam, (weight, p), (float, g), (float, rate, scalar), (float, root, scalar))
{
    p.m = 0.9f * p.m + 0.1f * g, p.v = 0.999f * p.v + 0.001f * g * g;
    p.w -= rate * p.m / (sqrtf(p.v) * root + 1e-8f);
    return p;
}
GPU_VECTORIZE(float, value_of, (weight, p)) { return p.w; }

/* A layer's weights [in][out] and its bias behind them, with what Adam keeps; the values alone; the gradient; what comes out. */
static struct {
    weight *p;
    float *w, *g, *y, *d;
    size_t n;
} layer[LAYERS];

static void make(size_t in, size_t out, int k)
{
    layer[k].n = in * out + out;
    layer[k].p = GPU_ZEROS(weight, layer[k].n), layer[k].w = GPU_ZEROS(float, layer[k].n), layer[k].g = GPU_NEW(float, layer[k].n);
    layer[k].y = GPU_NEW(float, MOST * out), layer[k].d = GPU_NEW(float, MOST * out);
    GPU_CHECK(gpu_error());
    GPU_CHECK(gpu_rand_normal_f32(layer[k].w, 0, 1 / sqrtf((float)in), in * out));
    GPU_CHECK(gpu_copy_2d(layer[k].p, sizeof(weight), layer[k].w, sizeof(float), sizeof(float), layer[k].n));
}
static const float *forward(const float *x, size_t n)
{
    for (int k = 0; k < LAYERS; k++) {
        const size_t in = width[k], out = width[k + 1];
        GPU_CHECK(gpu_matmul_f32(layer[k].y, x, layer[k].w, n, out, in));
        GPU_CHECK(gpu_add_row_f32(layer[k].y, layer[k].y, layer[k].w + in * out, n, out));
        if (k < LAYERS - 1) GPU_CHECK(gpu_tanh_f32(layer[k].y, layer[k].y, n * out));
        x = layer[k].y;
    }
    return x;
}
static void backward(const float *x, const float *label, size_t n, float rate, int step)
{
    GPU_CHECK(error_of(layer[LAYERS - 1].d, layer[LAYERS - 1].y, label, n));
    for (int k = LAYERS - 1; k >= 0; k--) {
        const size_t in = width[k], out = width[k + 1];
        gpu_gemm_spec s = gpu_gemm_of(in, out, n); /* the input, transposed, times the error */
        s.transpose_a = 1;
        GPU_CHECK(gpu_gemm_f32(layer[k].g, k ? layer[k - 1].y : x, layer[k].d, s));
        GPU_CHECK(gpu_sum_cols_f32(layer[k].g + in * out, layer[k].d, n, out));
        if (k) {
            s = gpu_gemm_of(n, in, out); /* the error times the weights, transposed */
            s.transpose_b = 1;
            GPU_CHECK(gpu_gemm_f32(layer[k - 1].d, layer[k].d, layer[k].w, s));
            GPU_CHECK(back_through_tanh(layer[k - 1].d, layer[k - 1].d, layer[k - 1].y, n * in));
        }
        GPU_CHECK(adam(layer[k].p, layer[k].p, layer[k].g, rate / (float)(1 - pow(0.9, step)), (float)(1 / sqrt(1 - pow(0.999, step))), layer[k].n));
        GPU_CHECK(value_of(layer[k].w, layer[k].p, layer[k].n));
    }
}
/* What the network says of a point, in double on the host, from copies of the weights. */
static double say(float *const *w, double x, double y)
{
    double a[64] = {x, y}, b[64];
    for (int k = 0; k < LAYERS; k++) {
        for (size_t o = 0; o < width[k + 1]; o++) {
            b[o] = w[k][width[k] * width[k + 1] + o];
            for (size_t i = 0; i < width[k]; i++) b[o] += a[i] * w[k][i * width[k + 1] + o];
            if (k < LAYERS - 1) b[o] = tanh(b[o]);
        }
        memcpy(a, b, width[k + 1] * sizeof *a);
    }
    return a[0];
}

int main(int argc, char **argv)
{
    enum { POINTS = 8192 };
    static float point[MOST][2], label[POINTS];
    const int steps = argc > 1 ? atoi(argv[1]) : 2000;
    float *x, *y, *grid, *h, *w[LAYERS];
    double worst = 0, right = 0, ms, loss;
    FILE *f;
    if (argc > 1 && !strcmp(argv[1], "--help")) return puts("usage: neural_network [steps] [file.pgm]"), 0;
    if (steps < 1) return fputs("expected at least 1 step: see --help\n", stderr), 1;
    for (int i = 0; i < POINTS; i++) { /* in an order that mixes the batches: 3001 has no factor in common with 8192 */
        const double r = 0.05 + 0.9 * ((unsigned)i * 3001u % POINTS) / POINTS, a = 9 * r + 3.14159265358979 * (i % 2);
        point[i][0] = (float)(r * cos(a)), point[i][1] = (float)(r * sin(a)), label[i] = (float)(i % 2);
    }
    GPU_CHECK(gpu_seed(3));
    for (int k = 0; k < LAYERS; k++) make(width[k], width[k + 1], k);
    x = GPU_TO_DEVICE(float, point, 2 * POINTS), y = GPU_TO_DEVICE(float, label, POINTS);
    GPU_CHECK(gpu_error());
    GPU_CHECK(gpu_timer_start());
    for (int s = 0; s < steps; s++) {
        const size_t first = (size_t)s * BATCH % POINTS;
        forward(x + 2 * first, BATCH);
        if (s % (steps / 5 + 1) == 0) printf("step %5d: loss %.4f\n", s, cross_entropy(layer[LAYERS - 1].y, y + first, BATCH) / BATCH);
        backward(x + 2 * first, y + first, BATCH, 0.01f, s + 1);
    }
    ms = gpu_timer_ms();
    loss = cross_entropy(forward(x, POINTS), y, POINTS) / POINTS;
    h = GPU_TO_HOST(float, layer[LAYERS - 1].y, POINTS);
    for (int k = 0; k < LAYERS; k++) w[k] = GPU_TO_HOST(float, layer[k].w, layer[k].n);
    GPU_CHECK(gpu_error());
    for (int i = 0; i < POINTS; i++) right += (h[i] > 0) == (label[i] > 0.5f);
    for (int i = 0; i < POINTS; i += 13) worst = fmax(worst, fabs(h[i] - say(w, point[i][0], point[i][1])));
    printf("%d steps of %d points on %s: %.1f ms, %.3g points/s; loss %.4f, %.2f %% right\n", steps, BATCH, gpu_backend_name(), ms, (double)steps * BATCH / ms * 1e3, loss,
           100 * right / POINTS);
    printf("the host's network differs by %.1e\n", worst);
    for (int i = 0; i < MOST; i++) point[i][0] = (float)(i % SIDE * 2.0 / SIDE - 1), point[i][1] = (float)(i / SIDE * 2.0 / SIDE - 1);
    grid = GPU_TO_DEVICE(float, point, 2 * MOST);
    gpu_free(h), h = GPU_TO_HOST(float, forward(grid, MOST), MOST);
    if (h && (f = fopen(argc > 2 ? argv[2] : "neural_network.pgm", "wb"))) {
        fprintf(f, "P5\n%d %d\n255\n", SIDE, SIDE);
        for (int i = 0; i < MOST; i++) fputc((int)(255 / (1 + exp(-(double)h[i]))), f);
        fclose(f);
    }
    GPU_CHECK(gpu_shutdown()); /* frees all */
    puts(worst < 0.05 && (steps < 1500 || right > 0.98 * POINTS) ? "PASSED" : "FAILED");
    return worst < 0.05 && (steps < 1500 || right > 0.98 * POINTS) ? 0 : 1;
}
