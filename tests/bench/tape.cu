/* Gradients by GPU_TAPE: a training step of a network 784-512-512-10 with SGD, by calls and captured in a graph, in
   batches of 128 and 8192; the gradient of a sum over 20 elementwise functions of 2^26 floats, by calls and as one
   function; a step of a logistic regression of 10^6 x 32. The medians of 15 rounds, in milliseconds; a line is
   `gpu.h NAME/SIZE VALUE ms`, as tests/bench/table.py reads it.

       tests/bench/run_tape        beside PyTorch and JAX; or alone:
       nvcc -O3 -std=c++17 -arch=native -Xcompiler -fopenmp -I. tests/bench/tape.cu -o tape && ./tape
       cc -O3 -fopenmp -I. -x c tests/bench/tape.cu -o tape -lm && ./tape 16        (sizes divided by 16)

   On the CPU the names begin with "cpu ". tests/bench/tape.py has the same rows for the peers. */

#define GPU_DERIVATIVES
#define GPU_IMPLEMENTATION
#define GPU_ROWWISE
#define GPU_TAPE
#include "gpu.h"

enum { LAYERS = 3, ROUNDS = 15, CHAIN = 5 };
static const size_t width[LAYERS + 1] = {784, 512, 512, 10};
static gpu_tape *tape;
static double *loss;

/* The time of a step; so many are timed together that a round takes some 30 ms. */
static void row(const char *name, size_t n, void (*step)(void))
{
    double ms[ROUNDS], once;
    const char *const cpu = gpu_device() == GPU_CPU ? "cpu " : "";
    int round, k, inner, i;
    for (k = 0; k < 3; k++) {
        GPU_CHECK(gpu_timer_start());
        step();
        once = gpu_timer_ms();
    }
    inner = once > 30 ? 1 : once < 0.03 ? 1000 : (int)(30 / once);
    for (round = 0; round < ROUNDS; round++) {
        double took;
        GPU_CHECK(gpu_timer_start());
        for (k = 0; k < inner; k++) step();
        took = gpu_timer_ms() / inner;
        for (i = round; i > 0 && ms[i - 1] > took; i--) ms[i] = ms[i - 1];
        ms[i] = took;
    }
    printf("gpu.h %s%s/%zu %.6g ms\n", cpu, name, n, ms[ROUNDS / 2]);
    fflush(stdout);
}
static double value(const double *p)
{
    double v = NAN;
    GPU_CHECK(gpu_copy(&v, p, sizeof v));
    return v;
}

/* ---- the network ---- */
static struct {
    size_t batch;
    float *x, *h[LAYERS], *a[LAYERS], *w[2 * LAYERS], *losses; /* w: of one array, weights [in][out] and biases */
    size_t all;
    int64_t *label;
    gpu_graph graph;
} net;
GPU_KERNEL(make_labels, (int64_t *, label), (size_t, n))
{
    GPU_FOR (i, n) label[i] = (int64_t)(gpu_random_f32(2, i, 0) * 10);
}
static size_t weights(int k) { return k % 2 ? width[k / 2 + 1] : width[k / 2] * width[k / 2 + 1]; }
static void net_step(void)
{
    const float *x = net.x;
    int k;
    GPU_CHECK(gpu_tape_restart(tape));
    GPU_CHECK(gpu_tape_constant(tape, net.x));
    for (k = 0; k < LAYERS; x = net.a[k++]) {
        const size_t out = width[k + 1];
        GPU_CHECK(gpu_matmul_f32(net.h[k], x, net.w[2 * k], net.batch, out, width[k]));
        GPU_CHECK(gpu_add_row_f32(net.h[k], net.h[k], net.w[2 * k + 1], net.batch, out));
        if (k < LAYERS - 1) GPU_CHECK(gpu_clip_f32(net.a[k], net.h[k], 0, INFINITY, net.batch * out));
    }
    GPU_CHECK(gpu_cross_entropy_rows_f32(net.losses, x, net.label, net.batch, width[LAYERS]));
    GPU_CHECK(gpu_mean_to_f32(loss, net.losses, net.batch));
    GPU_CHECK(gpu_tape_end(tape));
    GPU_CHECK(gpu_backward(tape, loss));
    GPU_CHECK(gpu_axpy_f32(net.w[0], -0.01f, (float *)gpu_gradient(tape, net.w[0]), net.w[0], net.all));
}
static void net_launch(void) { GPU_CHECK(gpu_graph_launch(net.graph)); }
static void network(size_t batch)
{
    double start;
    int k;
    net.batch = batch;
    net.x = GPU_NEW(float, batch *width[0]), net.label = GPU_NEW(int64_t, batch), net.losses = GPU_NEW(float, batch);
    GPU_CHECK(gpu_rand_normal_f32(net.x, 0, 1, batch * width[0]));
    GPU_CHECK(make_labels(gpu_for(batch), net.label, batch));
    for (k = 0; k < LAYERS; k++) {
        net.h[k] = net.a[k] = GPU_NEW(float, batch *width[k + 1]);
        if (k < LAYERS - 1) net.a[k] = GPU_NEW(float, batch *width[k + 1]);
    }
    for (k = 0, net.all = 0; k < 2 * LAYERS; k++) net.all += weights(k);
    net.w[0] = GPU_ZEROS(float, net.all);
    for (k = 0; k < 2 * LAYERS; k++) {
        if (k) net.w[k] = net.w[k - 1] + weights(k - 1);
        if (k % 2 == 0) GPU_CHECK(gpu_rand_normal_f32(net.w[k], 0, 1 / sqrtf((float)width[k / 2]), weights(k)));
    }
    tape = gpu_tape_begin();
    GPU_CHECK(gpu_error());
    net_step();
    start = value(loss);
    row("tape, network, by calls", batch, net_step);
    GPU_CHECK(gpu_graph_begin());
    net_step();
    net.graph = gpu_graph_end();
    GPU_CHECK(gpu_error());
    row("tape, network", batch, net_launch);
    printf("# loss of the network %g, at the end %g; the tape holds %.1f MB\n", start, value(loss),
           1e-6 * (double)gpu_tape_memory(tape));
    GPU_CHECK(gpu_graph_free(net.graph)), GPU_CHECK(gpu_tape_free(tape));
    for (k = 0; k < LAYERS; k++) GPU_CHECK(gpu_free(net.h[k]));
    for (k = 0; k < LAYERS - 1; k++) GPU_CHECK(gpu_free(net.a[k]));
    GPU_CHECK(gpu_free(net.w[0])), GPU_CHECK(gpu_free(net.x)), GPU_CHECK(gpu_free(net.label));
    GPU_CHECK(gpu_free(net.losses));
}

/* ---- 20 elementwise functions ---- */
static float *chain_x, *chain_y;
static size_t chain_n;
static void chain_step(void)
{
    float *const x = chain_x, *const y = chain_y;
    int k;
    GPU_CHECK(gpu_tape_restart(tape));
    for (k = 0; k < CHAIN; k++) {
        GPU_CHECK(gpu_sin_f32(y, k ? y : x, chain_n));
        GPU_CHECK(gpu_tanh_f32(y, y, chain_n));
        GPU_CHECK(gpu_mul_f32(y, y, x, chain_n));
        GPU_CHECK(gpu_sigmoid_f32(y, y, chain_n));
    }
    GPU_CHECK(gpu_sum_to_f32(loss, y, chain_n));
    GPU_CHECK(gpu_tape_end(tape));
    GPU_CHECK(gpu_backward(tape, loss));
    (void)gpu_gradient(tape, x);
}
/* The same written as one function, as a program does that wants one pass forward and one backward; its gradient is
   that of the calls. */
GPU_GRAD(float, fused, x)
{
    gpu_real y = x;
    int k;
    for (k = 0; k < CHAIN; k++) y = GPU_SIGMOID(GPU_TANH(GPU_SIN(y)) * x);
    return y;
}
static void fused_step(void)
{
    GPU_CHECK(gpu_tape_restart(tape));
    GPU_CHECK(fused(chain_y, chain_x, chain_n));
    GPU_CHECK(gpu_sum_to_f32(loss, chain_y, chain_n));
    GPU_CHECK(gpu_tape_end(tape));
    GPU_CHECK(gpu_backward(tape, loss));
    (void)gpu_gradient(tape, chain_x);
}
static void chain(size_t n)
{
    float got[1000], want[1000];
    int k;
    chain_n = n, chain_x = GPU_NEW(float, n), chain_y = GPU_NEW(float, n);
    GPU_CHECK(gpu_rand_normal_f32(chain_x, 0, 1, n));
    tape = gpu_tape_begin();
    GPU_CHECK(gpu_error());
    row("tape, 20 functions", n, chain_step);
    GPU_CHECK(gpu_copy(want, gpu_gradient(tape, chain_x), sizeof want));
    row("tape, 20 functions in one", n, fused_step);
    GPU_CHECK(gpu_copy(got, gpu_gradient(tape, chain_x), sizeof got));
    for (k = 0; k < 1000; k++)
        if (!(fabsf(got[k] - want[k]) <= 1e-5f)) exit(fprintf(stderr, "dx[%d] is %g, not %g\n", k, got[k], want[k]));
    printf("# the tape holds %.1f arrays\n", (double)gpu_tape_memory(tape) / (double)(n * sizeof(float)));
    GPU_CHECK(gpu_tape_free(tape)), GPU_CHECK(gpu_free(chain_x)), GPU_CHECK(gpu_free(chain_y));
}

/* ---- logistic regression ---- */
enum { FEATURES = 32 };
GPU_GRAD(float, logistic, score, label)
{
    gpu_real z = -label * score;
    return GPU_VALUE(z) > 0 ? z + GPU_LOG1P(GPU_EXP(-z)) : GPU_LOG1P(GPU_EXP(z));
}
GPU_VECTORIZE(float, sign_of, (float, x)) { return x < 0 ? -1.0f : 1.0f; }
static struct {
    float *x, *label, *score, *losses, *w;
    size_t n;
} points;
static void points_step(void)
{
    GPU_CHECK(gpu_tape_restart(tape));
    GPU_CHECK(gpu_tape_constant(tape, points.x)), GPU_CHECK(gpu_tape_constant(tape, points.label));
    GPU_CHECK(gpu_matvec_f32(points.score, points.x, points.w, points.n, FEATURES));
    GPU_CHECK(logistic(points.losses, points.score, points.label, points.n));
    GPU_CHECK(gpu_mean_to_f32(loss, points.losses, points.n));
    GPU_CHECK(gpu_tape_end(tape));
    GPU_CHECK(gpu_backward(tape, loss));
    GPU_CHECK(gpu_axpy_f32(points.w, -0.1f, (float *)gpu_gradient(tape, points.w), points.w, FEATURES));
}
static void regression(size_t n)
{
    points.n = n, points.x = GPU_NEW(float, n *FEATURES), points.label = GPU_NEW(float, n);
    points.score = GPU_NEW(float, n), points.losses = GPU_NEW(float, n), points.w = GPU_ZEROS(float, FEATURES);
    GPU_CHECK(gpu_rand_normal_f32(points.x, 0, 1, n * FEATURES));
    GPU_CHECK(gpu_rand_normal_f32(points.label, 0, 1, n));
    GPU_CHECK(sign_of(points.label, points.label, n));
    tape = gpu_tape_begin();
    GPU_CHECK(gpu_error());
    row("tape, logistic regression", n, points_step);
    printf("# loss of the regression at the end %g\n", value(loss));
    GPU_CHECK(gpu_tape_free(tape)), GPU_CHECK(gpu_free(points.x)), GPU_CHECK(gpu_free(points.label));
    GPU_CHECK(gpu_free(points.score)), GPU_CHECK(gpu_free(points.losses)), GPU_CHECK(gpu_free(points.w));
}

int main(int argc, char **argv)
{
    const size_t divisor = argc > 1 ? (size_t)atoi(argv[1]) : 1;
    if (!divisor) return fputs("usage: tape [divisor of the sizes]\n", stderr), 1;
    GPU_CHECK(gpu_seed(1));
    loss = GPU_NEW(double, 1);
    network(128);
    network(8192 / divisor);
    chain(((size_t)1 << 26) / divisor);
    regression(1000000 / divisor);
    return gpu_error() != GPU_OK;
}
