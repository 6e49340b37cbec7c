/* Digits: a convolutional network learns to read digits that the program draws itself, shifted, faint and noisy. The
   convolution is a matrix product: gpu_gather lays out the pixels below the filters, a row for each place. The tape
   records the forward pass, and gpu_backward gives the gradient of the loss by every weight. A step, with the backward
   pass and the update, is captured in a graph once and launched for each batch. Digits that the network has not seen
   tell how well it reads. Writes digits.svg, the loss. Compare 32_neural_network, with a backward pass by hand.

   Counterpart of the MNIST programs in PyTorch's and JAX's tutorials.

   nvcc -O3 -std=c++17 -arch=native -Xcompiler -fopenmp -I. examples/35_digits.cu -o digits
   cc -O3 -fopenmp -I. -x c examples/35_digits.cu -o digits -lm                                                        */

#define GPU_IMPLEMENTATION
#define GPU_ORDER
#define GPU_ROWWISE
#define GPU_TAPE
#include "gpu.h"
#include "plot.h"

enum { SIDE = 12, PIXELS = SIDE * SIDE, CLASSES = 10, BATCH = 256, BATCHES = 64, TESTS = 4, STEPS = 1000 };
/* A filter of 5 by 5 pixels has 8 by 8 places in an image, four in each of 4 by 4 cells. */
enum { WIDE = 5, TAPS = WIDE * WIDE, FILTERS = 8, ACROSS = 4, CELLS = ACROSS * ACROSS, PLACES = 4 * BATCH * CELLS, FEATURES = CELLS * FILTERS };

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

/* Which pixel of a batch is element i of patches[place in its cell][image][cell][tap of the filter]. */
GPU_VECTORIZE(int64_t, pixel_of, (size_t, i, index))
{
    const size_t tap = i % TAPS, cell = i / TAPS % CELLS, image = i / TAPS / CELLS % BATCH, place = i / TAPS / CELLS / BATCH;
    const size_t row = cell / ACROSS * 2 + place / 2 + tap / WIDE, col = cell % ACROSS * 2 + place % 2 + tap % WIDE;
    return (int64_t)(image * PIXELS + row * SIDE + col);
}
GPU_REDUCE(int64_t, equal, 0, a + b, (int64_t, x), (int64_t, y)) { return x == y; }

/* What the network learns and its momentum, and what is computed. */
enum { W1, B1, W2, B2, PARTS };
static const size_t size[PARTS] = {(size_t)TAPS * FILTERS, FILTERS, (size_t)FEATURES * CLASSES, CLASSES};
static float *w[PARTS], *momentum[PARTS], *images, *x, *patches, *z, *h, *y, *losses;
static int64_t *pixel, *labels, *label, *said;
static double *loss, *trace;

static void take(size_t batch)
{
    GPU_CHECK(gpu_copy_async(x, images + batch * BATCH * PIXELS, sizeof(float) * BATCH * PIXELS));
    GPU_CHECK(gpu_copy_async(label, labels + batch * BATCH, sizeof *label * BATCH));
}
static void forward(void)
{
    GPU_CHECK(gpu_gather_f32(patches, x, (size_t)BATCH * PIXELS, pixel, (size_t)PLACES * TAPS));
    GPU_CHECK(gpu_matmul_f32(z, patches, w[W1], PLACES, FILTERS, TAPS)); /* the convolution, */
    GPU_CHECK(gpu_max_cols_f32(h, z, 4, (size_t)BATCH * FEATURES));      /* the largest in each cell, */
    GPU_CHECK(gpu_add_row_f32(h, h, w[B1], (size_t)BATCH * CELLS, FILTERS));
    GPU_CHECK(gpu_tanh_f32(h, h, (size_t)BATCH * FEATURES));
    GPU_CHECK(gpu_matmul_f32(y, h, w[W2], BATCH, CLASSES, FEATURES)); /* a score for each digit */
    GPU_CHECK(gpu_add_row_f32(y, y, w[B2], BATCH, CLASSES));
    GPU_CHECK(gpu_cross_entropy_rows_f32(losses, y, label, BATCH, CLASSES));
    GPU_CHECK(gpu_mean_to_f32(loss, losses, BATCH));
}
static void step(gpu_tape *t)
{
    GPU_CHECK(gpu_tape_restart(t)), GPU_CHECK(gpu_tape_constant(t, x));
    forward();
    GPU_CHECK(gpu_tape_end(t)), GPU_CHECK(gpu_backward(t, loss));
    for (int k = 0; k < PARTS; k++) {
        GPU_CHECK(gpu_axpy_f32(momentum[k], 0.9f, momentum[k], (float *)gpu_gradient(t, w[k]), size[k]));
        GPU_CHECK(gpu_axpy_f32(w[k], -0.05f, momentum[k], w[k], size[k]));
    }
}

int main(void)
{
    enum { IMAGES = (BATCHES + TESTS) * BATCH };
    static float image[IMAGES][PIXELS], slope;
    static int64_t digit[IMAGES];
    static double history[STEPS], around[3], difference, ms, right;
    gpu_tape *t;
    gpu_graph graph;
    plot p = plot_new("Loss of a network that reads digits", "step", "cross-entropy");
    int ok;
    for (int i = 0; i < IMAGES; i++) draw(image[i], i % CLASSES), digit[i] = i % CLASSES;
    for (int r = 0; r < SIDE; r++, puts("")) /* the first five */
        for (int i = 0; i < 5 * SIDE; i++) putchar(" .:-=+*#%@"[(int)(7 * image[i / SIDE][r * SIDE + i % SIDE])]);
    for (int k = 0; k < PARTS; k++) w[k] = GPU_ZEROS(float, size[k]), momentum[k] = GPU_ZEROS(float, size[k]);
    x = GPU_NEW(float, (size_t)BATCH * PIXELS), label = GPU_NEW(int64_t, BATCH), said = GPU_NEW(int64_t, BATCH);
    pixel = GPU_NEW(int64_t, (size_t)PLACES * TAPS), patches = GPU_NEW(float, (size_t)PLACES * TAPS);
    z = GPU_NEW(float, (size_t)PLACES * FILTERS), h = GPU_NEW(float, (size_t)BATCH * FEATURES), y = GPU_NEW(float, (size_t)BATCH * CLASSES);
    losses = GPU_NEW(float, BATCH), loss = GPU_NEW(double, 1), trace = GPU_NEW(double, STEPS);
    images = GPU_TO_DEVICE(float, image[0], (size_t)IMAGES * PIXELS), labels = GPU_TO_DEVICE(int64_t, digit, IMAGES);
    GPU_CHECK(gpu_error());
    GPU_CHECK(pixel_of(pixel, (size_t)PLACES * TAPS));
    GPU_CHECK(gpu_seed(1)), GPU_CHECK(gpu_rand_normal_f32(w[W1], 0, 0.2f, size[W1]));
    GPU_CHECK(gpu_rand_normal_f32(w[W2], 0, 0.1f, size[W2]));

    take(0);
    for (int k = 0; k < 3; k++) { /* the loss on both sides of the first weight: a difference, to compare the gradient with */
        GPU_CHECK(gpu_add_scalar_f32(w[W1], w[W1], k == 1 ? -0.002f : 0.001f, 1)), forward();
        GPU_CHECK(gpu_copy(&around[k], loss, sizeof *loss));
    }
    difference = (around[0] - around[1]) / 0.002;
    t = gpu_tape_begin();
    GPU_CHECK(gpu_error());
    step(t); /* gives the tape its memory; after that a step can be captured */
    GPU_CHECK(gpu_copy(&slope, gpu_gradient(t, w[W1]), sizeof slope));
    GPU_CHECK(gpu_graph_begin());
    step(t);
    graph = gpu_graph_end();
    GPU_CHECK(gpu_error());
    GPU_CHECK(gpu_timer_start());
    for (size_t s = 0; s < STEPS; s++) {
        take(s % BATCHES);
        GPU_CHECK(gpu_graph_launch(graph));
        GPU_CHECK(gpu_copy_async(trace + s, loss, sizeof *loss)); /* nothing waits for the device */
    }
    ms = gpu_timer_ms();
    GPU_CHECK(gpu_copy(history, trace, sizeof history));
    for (int s = 0; s < STEPS; s += STEPS / 5) printf("step %5d: loss %.4f\n", s, history[s]);
    for (size_t k = 0; k < TESTS; k++) {
        take(BATCHES + k), forward();
        GPU_CHECK(gpu_argmax_rows_f32(said, y, BATCH, CLASSES));
        right += (double)equal(said, label, BATCH) / (TESTS * BATCH);
    }
    printf("%d steps of %d images on %s: %.1f ms; %.1f %% of %d new digits right\n", STEPS, BATCH, gpu_backend_name(), ms, 100 * right, TESTS * BATCH);
    printf("a gradient: %.5f, by a difference %.5f; the tape holds %.1f MB\n", (double)slope, difference, 1e-6 * (double)gpu_tape_memory(t));
    plot_line(&p, "", NULL, history, STEPS);
    ok = plot_write(&p, "digits.svg");
    puts(ok ? "wrote digits.svg" : "digits.svg cannot be written");
    GPU_CHECK(gpu_graph_free(graph));
    GPU_CHECK(gpu_tape_free(t)), GPU_CHECK(gpu_shutdown()); /* frees all else */
    ok &= fabs((double)slope - difference) < 5e-4 && right > 0.97;
    puts(ok ? "PASSED" : "FAILED");
    return !ok;
}
