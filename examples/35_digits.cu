/* Digits: a network learns to read digits that the program draws itself, shifted, faint and noisy. The forward pass is
   written line by line; the tape records it, and gpu_backward gives the gradient of the loss by every weight. A step,
   with the way back and the update, is captured in a graph once and launched for each batch. Writes digits.svg, the
   loss. Shows training without a backward pass written by hand: compare 32_neural_network.

   Counterpart of the MNIST programs in PyTorch's and JAX's tutorials.

   nvcc -O3 -std=c++17 -arch=native -Xcompiler -fopenmp -I. examples/35_digits.cu -o digits
   cc -O3 -fopenmp -I. -x c examples/35_digits.cu -o digits -lm                                                        */

#define GPU_IMPLEMENTATION
#define GPU_ROWWISE
#define GPU_TAPE
#include "gpu.h"
#include "plot.h"

enum { SIDE = 12, PIXELS = SIDE * SIDE, HIDDEN = 64, CLASSES = 10, BATCH = 256, IMAGES = 64 * BATCH, MOST = 2000 };

/* The font: five rows of three pixels for each digit, three bits a row. */
static const unsigned char font[CLASSES][5] = {{7, 5, 5, 5, 7}, {2, 6, 2, 2, 7}, {7, 1, 7, 4, 7}, {7, 1, 3, 1, 7}, {5, 5, 7, 1, 1},
                                               {7, 4, 7, 1, 7}, {7, 4, 7, 5, 7}, {7, 1, 2, 2, 2}, {7, 5, 7, 5, 7}, {7, 5, 7, 1, 7}};
static float noise(void) /* in [0, 1) */
{
    static uint32_t state = 1;
    state = state * 1664525u + 1013904223u;
    return (float)(state >> 8) / 16777216.0f;
}
/* Draws a digit of two by two pixels for each of the font at a random place. */
static void draw(float *image, int digit)
{
    const int top = (int)(3 * noise()), left = (int)(7 * noise());
    const float ink = 0.4f + 0.6f * noise();
    for (int k = 0; k < PIXELS; k++) {
        const int y = k / SIDE - top, x = k % SIDE - left, inside = y >= 0 && y < 10 && x >= 0 && x < 6;
        image[k] = 0.3f * noise() + (inside && font[digit][y / 2] >> (2 - x / 2) & 1 ? ink : 0);
    }
}

/* The network: what it learns, its gradients' running means, and what it computes. */
enum { W1, B1, W2, B2, PARTS };
static const size_t size[PARTS] = {(size_t)PIXELS * HIDDEN, HIDDEN, (size_t)HIDDEN * CLASSES, CLASSES};
static float *w[PARTS], *mean[PARTS], *images, *x, *h, *y, *losses;
static int64_t *labels, *label;
static double *loss;

static void forward(void)
{
    GPU_CHECK(gpu_matmul_f32(h, x, w[W1], BATCH, HIDDEN, PIXELS));
    GPU_CHECK(gpu_add_row_f32(h, h, w[B1], BATCH, HIDDEN));
    GPU_CHECK(gpu_tanh_f32(h, h, (size_t)BATCH * HIDDEN));
    GPU_CHECK(gpu_matmul_f32(y, h, w[W2], BATCH, CLASSES, HIDDEN));
    GPU_CHECK(gpu_add_row_f32(y, y, w[B2], BATCH, CLASSES));
    GPU_CHECK(gpu_cross_entropy_rows_f32(losses, y, label, BATCH, CLASSES));
    GPU_CHECK(gpu_mean_to_f32(loss, losses, BATCH));
}
static void backward(gpu_tape *t)
{
    GPU_CHECK(gpu_tape_restart(t));
    GPU_CHECK(gpu_tape_constant(t, x));
    forward();
    GPU_CHECK(gpu_tape_end(t));
    GPU_CHECK(gpu_backward(t, loss));
}
static void step(gpu_tape *t)
{
    backward(t);
    for (int k = 0; k < PARTS; k++) {
        GPU_CHECK(gpu_axpy_f32(mean[k], 0.9f, mean[k], (float *)gpu_gradient(t, w[k]), size[k]));
        GPU_CHECK(gpu_axpy_f32(w[k], -0.05f, mean[k], w[k], size[k]));
    }
}
static double value(const double *p)
{
    double v;
    GPU_CHECK(gpu_copy(&v, p, sizeof v));
    return v;
}
/* The loss after the first weight of the second layer has changed. */
static double loss_with(float change)
{
    GPU_CHECK(gpu_add_scalar_f32(w[W2], w[W2], change, 1));
    forward();
    return value(loss);
}

int main(int argc, char **argv)
{
    static float image[IMAGES][PIXELS], said[BATCH][CLASSES], slope;
    static int64_t digit[IMAGES];
    static double history[MOST];
    const int steps = argc > 1 ? atoi(argv[1]) : 1500;
    double difference, ms;
    int right = 0;
    gpu_tape *t;
    gpu_graph graph;
    plot p = plot_new("Loss of a network that reads digits", "step", "cross-entropy");
    if (argc > 1 && !strcmp(argv[1], "--help")) return puts("usage: digits [steps]"), 0;
    if (steps < 1 || steps > MOST) return fputs("expected 1 to 2000 steps: see --help\n", stderr), 1;
    for (int i = 0; i < IMAGES; i++) draw(image[i], i % CLASSES), digit[i] = i % CLASSES;
    for (int r = 0; r < SIDE; r++, puts("")) /* the first five */
        for (int i = 0; i < 5 * SIDE; i++) putchar(" .:-=+*#%@"[(int)(7 * image[i / SIDE][r * SIDE + i % SIDE])]);
    GPU_CHECK(gpu_seed(1));
    for (int k = 0; k < PARTS; k++) w[k] = GPU_ZEROS(float, size[k]), mean[k] = GPU_ZEROS(float, size[k]);
    x = GPU_NEW(float, (size_t)BATCH * PIXELS), label = GPU_NEW(int64_t, BATCH), losses = GPU_NEW(float, BATCH);
    h = GPU_NEW(float, (size_t)BATCH * HIDDEN), y = GPU_NEW(float, (size_t)BATCH * CLASSES), loss = GPU_NEW(double, 1);
    images = GPU_TO_DEVICE(float, image[0], (size_t)IMAGES * PIXELS), labels = GPU_TO_DEVICE(int64_t, digit, IMAGES);
    GPU_CHECK(gpu_error());
    GPU_CHECK(gpu_rand_normal_f32(w[W1], 0, 0.1f, size[W1]));
    GPU_CHECK(gpu_rand_normal_f32(w[W2], 0, 0.1f, size[W2]));
    GPU_CHECK(gpu_copy(x, images, sizeof(float) * BATCH * PIXELS));
    GPU_CHECK(gpu_copy(label, labels, sizeof *label * BATCH));
    t = gpu_tape_begin();
    GPU_CHECK(gpu_error());
    backward(t); /* one gradient is compared with a difference; then the tape has its memory, and the step is captured */
    GPU_CHECK(gpu_copy(&slope, gpu_gradient(t, w[W2]), sizeof slope));
    difference = loss_with(0.01f) / 0.02;
    difference -= loss_with(-0.02f) / 0.02;
    GPU_CHECK(gpu_graph_begin());
    step(t);
    graph = gpu_graph_end();
    GPU_CHECK(gpu_error());
    GPU_CHECK(gpu_timer_start());
    for (int s = 0; s < steps; s++) { /* the last batch is for the test */
        const size_t first = (size_t)s % (IMAGES / BATCH - 1) * BATCH;
        GPU_CHECK(gpu_copy_async(x, images + first * PIXELS, sizeof(float) * BATCH * PIXELS));
        GPU_CHECK(gpu_copy_async(label, labels + first, sizeof *label * BATCH));
        GPU_CHECK(gpu_graph_launch(graph));
        history[s] = value(loss);
        if (s % (steps / 5 + 1) == 0) printf("step %5d: loss %.4f\n", s, history[s]);
    }
    ms = gpu_timer_ms();
    GPU_CHECK(gpu_copy(x, images + (size_t)(IMAGES - BATCH) * PIXELS, sizeof(float) * BATCH * PIXELS));
    forward();
    GPU_CHECK(gpu_copy(said, y, sizeof said));
    for (int i = 0; i < BATCH; i++) {
        int best = 0;
        for (int c = 1; c < CLASSES; c++) best = said[i][c] > said[i][best] ? c : best;
        right += best == digit[IMAGES - BATCH + i];
    }
    printf("%d steps of %d images on %s: %.1f ms; %.1f %% of new digits right\n", steps, BATCH, gpu_backend_name(), ms, 100.0 * right / BATCH);
    printf("a gradient: %.5f, by a difference %.5f; the tape holds %.1f MB\n", (double)slope, difference, 1e-6 * (double)gpu_tape_memory(t));
    plot_line(&p, "", NULL, history, (size_t)steps);
    if (!plot_write(&p, "digits.svg")) fputs("digits.svg cannot be written\n", stderr);
    GPU_CHECK(gpu_graph_free(graph));
    GPU_CHECK(gpu_tape_free(t)), GPU_CHECK(gpu_shutdown()); /* frees all else */
    right = fabs((double)slope - difference) < 1e-4 && (steps < 1500 || right > 0.95 * BATCH);
    puts(right ? "PASSED" : "FAILED");
    return !right;
}
