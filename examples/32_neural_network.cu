/* Neural network: two spirals are told apart by two hidden layers, trained by batches. The gradients come from the tape
   and, in the second half of the steps, from a backward pass written by hand: matrix products (gpu_gemm, transposed where
   the gradient requires it), sums of columns, and elementwise functions in between. Both are compared and timed. Writes
   neural_network.pgm, the output of the network for each point of the plane. Shows training without a framework.

   Counterpart of the small networks of PyTorch's and JAX's first tutorials.

   nvcc -O3 -std=c++17 -arch=native -Xcompiler -fopenmp -I. examples/32_neural_network.cu -o neural_network
   cc -O3 -fopenmp -I. -x c examples/32_neural_network.cu -o neural_network -lm                                        */

#define GPU_DERIVATIVES
#define GPU_IMPLEMENTATION
#define GPU_TAPE
#include "gpu.h"

enum { LAYERS = 3, PARTS = 2 * LAYERS, BATCH = 512, SIDE = 128, MOST = SIDE * SIDE };
static const size_t width[LAYERS + 1] = {2, 64, 64, 1};

GPU_GRAD(float, cross_entropy, z, label) { return (GPU_VALUE(z) > 0 ? z + GPU_LOG1P(GPU_EXP(-z)) : GPU_LOG1P(GPU_EXP(z))) - z * label; }
GPU_VECTORIZE(float, error_of, (float, z), (float, label)) { return (1 / (1 + expf(-z)) - label) / BATCH; } /* its derivative */
GPU_VECTORIZE(float, back_through_tanh, (float, d), (float, y)) { return d * (1 - y * y); }
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
GPU_REDUCE(double, right_of, 0.0, a + b, (float, z), (float, label)) { return (z > 0) == (label > 0.5f); }

/* Of each layer the weights [in][out], then the bias: with what Adam keeps, the values alone, and the gradient. */
static struct {
    weight *p;
    float *w, *by_hand, *g; /* g: by_hand, or memory of the tape */
    size_t n;
} part[PARTS];
static float *y[LAYERS], *d[LAYERS], *losses; /* what comes out of each layer, and the derivatives by it */
static double *loss;

static void make(int k, size_t n, float deviation)
{
    part[k].n = n, part[k].p = GPU_ZEROS(weight, n), part[k].w = GPU_NEW(float, n), part[k].by_hand = GPU_NEW(float, n);
    GPU_CHECK(gpu_rand_normal_f32(part[k].w, 0, deviation, n));
    GPU_CHECK(gpu_copy_2d(part[k].p, sizeof(weight), part[k].w, sizeof(float), sizeof(float), n));
}
static const float *forward(const float *x, size_t n)
{
    for (int k = 0; k < LAYERS; x = y[k++]) {
        const size_t in = width[k], out = width[k + 1];
        GPU_CHECK(gpu_matmul_f32(y[k], x, part[2 * k].w, n, out, in));
        GPU_CHECK(gpu_add_row_f32(y[k], y[k], part[2 * k + 1].w, n, out));
        if (k < LAYERS - 1) GPU_CHECK(gpu_tanh_f32(y[k], y[k], n * out));
    }
    return x;
}
static void gradient_by_tape(gpu_tape *t, const float *x, const float *label)
{
    GPU_CHECK(gpu_tape_restart(t));
    GPU_CHECK(gpu_tape_constant(t, x)), GPU_CHECK(gpu_tape_constant(t, label));
    GPU_CHECK(cross_entropy(losses, forward(x, BATCH), label, BATCH));
    GPU_CHECK(gpu_mean_to_f32(loss, losses, BATCH));
    GPU_CHECK(gpu_tape_end(t)), GPU_CHECK(gpu_backward(t, loss));
    for (int k = 0; k < PARTS; k++) part[k].g = (float *)gpu_gradient(t, part[k].w);
}
static void gradient_by_hand(const float *x, const float *label)
{
    GPU_CHECK(error_of(d[LAYERS - 1], forward(x, BATCH), label, BATCH));
    for (int k = LAYERS - 1; k >= 0; k--) {
        const size_t in = width[k], out = width[k + 1];
        gpu_gemm_spec s = gpu_gemm_of(in, out, BATCH); /* the input, transposed, times the error */
        s.transpose_a = 1;
        GPU_CHECK(gpu_gemm_f32(part[2 * k].by_hand, k ? y[k - 1] : x, d[k], s));
        GPU_CHECK(gpu_sum_cols_f32(part[2 * k + 1].by_hand, d[k], BATCH, out));
        if (!k) break;
        s = gpu_gemm_of(BATCH, in, out); /* the error times the weights, transposed */
        s.transpose_b = 1;
        GPU_CHECK(gpu_gemm_f32(d[k - 1], d[k], part[2 * k].w, s));
        GPU_CHECK(back_through_tanh(d[k - 1], d[k - 1], y[k - 1], BATCH * in));
    }
    for (int k = 0; k < PARTS; k++) part[k].g = part[k].by_hand;
}
static void update(float rate, int step)
{
    const float root = (float)(1 / sqrt(1 - pow(0.999, step)));
    for (int k = 0; k < PARTS; k++) {
        GPU_CHECK(adam(part[k].p, part[k].p, part[k].g, rate / (float)(1 - pow(0.9, step)), root, part[k].n));
        GPU_CHECK(value_of(part[k].w, part[k].p, part[k].n));
    }
}

int main(int argc, char **argv)
{
    enum { POINTS = 8192 };
    static float point[MOST][2], label[POINTS];
    const int steps = argc > 1 ? atoi(argv[1]) : 2000;
    float *x, *labels, *h;
    double right, ms[2] = {0}, differ = 0;
    gpu_tape *t;
    FILE *f;
    int ok;
    if (argc > 1 && !strcmp(argv[1], "--help")) return puts("usage: neural_network [steps] [file.pgm]"), 0;
    if (steps < 1) return fputs("expected at least 1 step: see --help\n", stderr), 1;
    for (int i = 0; i < POINTS; i++) { /* in an order that mixes the batches: 3001 has no factor in common with 8192 */
        const double r = 0.05 + 0.9 * ((unsigned)i * 3001u % POINTS) / POINTS, a = 9 * r + 3.14159265358979 * (i % 2);
        point[i][0] = (float)(r * cos(a)), point[i][1] = (float)(r * sin(a)), label[i] = (float)(i % 2);
    }
    GPU_CHECK(gpu_seed(3));
    for (int k = 0; k < LAYERS; k++) {
        make(2 * k, width[k] * width[k + 1], 1 / sqrtf((float)width[k])), make(2 * k + 1, width[k + 1], 0);
        y[k] = GPU_NEW(float, MOST * width[k + 1]), d[k] = GPU_NEW(float, BATCH * width[k + 1]);
    }
    x = GPU_TO_DEVICE(float, point, 2 * POINTS), labels = GPU_TO_DEVICE(float, label, POINTS);
    losses = GPU_NEW(float, POINTS), loss = GPU_NEW(double, 1), t = gpu_tape_begin();
    GPU_CHECK(gpu_error());
    gradient_by_hand(x, labels), gradient_by_tape(t, x, labels);
    for (int k = 0; k < PARTS; k++) { /* how far they are apart, relative to their norm */
        GPU_CHECK(gpu_sub_f32(y[1], part[k].g, part[k].by_hand, part[k].n));
        differ = fmax(differ, gpu_norm_f32(y[1], part[k].n) / gpu_norm_f32(part[k].g, part[k].n));
    }
    for (int way = 0, s = 0; way < 2; ms[way++] = gpu_timer_ms()) {
        GPU_CHECK(gpu_timer_start());
        for (; s < (way ? steps : (steps + 1) / 2); s++) {
            const size_t first = (size_t)s * BATCH % POINTS;
            if (way) gradient_by_hand(x + 2 * first, labels + first);
            else gradient_by_tape(t, x + 2 * first, labels + first);
            update(0.01f, s + 1);
            if (!way && s % (steps / 5 + 1) == 0) printf("step %5d: loss %.4f\n", s, gpu_mean_f32(losses, BATCH));
        }
    }
    GPU_CHECK(cross_entropy(losses, forward(x, POINTS), labels, POINTS));
    right = right_of(y[LAYERS - 1], labels, POINTS);
    printf("%d steps of %d points on %s: %.1f ms; loss %.4f, %.2f %% right\n", steps, BATCH, gpu_backend_name(), ms[0] + ms[1], gpu_mean_f32(losses, POINTS), 100 * right / POINTS);
    printf("a step by the tape %.3f ms, by hand %.3f ms; their gradients differ by %.1e\n", ms[0] / ((steps + 1) / 2), ms[1] / fmax(1, steps / 2), differ);
    for (int i = 0; i < MOST; i++) point[i][0] = (float)(i % SIDE * 2.0 / SIDE - 1), point[i][1] = (float)(i / SIDE * 2.0 / SIDE - 1);
    h = GPU_TO_HOST(float, forward(GPU_TO_DEVICE(float, point, 2 * MOST), MOST), MOST);
    if (h && (f = fopen(argc > 2 ? argv[2] : "neural_network.pgm", "wb"))) {
        fprintf(f, "P5\n%d %d\n255\n", SIDE, SIDE);
        for (int i = 0; i < MOST; i++) fputc((int)(255 / (1 + exp(-(double)h[i]))), f);
        fclose(f);
    }
    GPU_CHECK(gpu_tape_free(t)), GPU_CHECK(gpu_shutdown()); /* frees all else */
    ok = differ < 1e-4 && (steps < 1500 || right > 0.98 * POINTS);
    puts(ok ? "PASSED" : "FAILED");
    return !ok;
}
