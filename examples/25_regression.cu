/* Logistic regression: 100000 points with 32 features are generated on the device, and the weights that generated their
   labels are found again by gradient descent. A loss over data with many parameters needs the derivative of one number for
   each element, which GPU_GRAD gives; the chain rule for the weights is a product with the transposed matrix: gradient =
   X^T (d loss / d score) / n. It is written by hand, and by the tape, which finds it from the calls that compute the
   loss. Only the loss leaves the device. Writes regression.svg.

   Counterpart of logistic regression by JAX's grad and jit.

   nvcc -O3 -std=c++17 -arch=native -Xcompiler -fopenmp -I. examples/25_regression.cu -o regression
   cc -O3 -fopenmp -I. -x c examples/25_regression.cu -o regression -lm                                                */

#define GPU_DERIVATIVES
#define GPU_IMPLEMENTATION
#define GPU_TAPE
#include "gpu.h"
#include "plot.h"

enum { FEATURES = 32, STEPS = 150 };

/* log(1 + exp(-label score)), label being 1 or -1, so that nothing overflows. */
GPU_GRAD(float, logistic, score, label)
{
    gpu_real z = -label * score;
    return GPU_VALUE(z) > 0 ? z + GPU_LOG1P(GPU_EXP(-z)) : GPU_LOG1P(GPU_EXP(z));
}
GPU_FN float true_weight(size_t k) { return (k % 2 ? 1.0f : -1.0f) * (float)(k % 5) * 0.25f; }
GPU_KERNEL(make_data, (float *, x), (float *, label), (size_t, n))
{
    GPU_FOR(i, n) {
        float score = 0;
        size_t k;
        for (k = 0; k < FEATURES; k++) {
            x[i * FEATURES + k] = gpu_random_normal_f32(7, i, (uint32_t)k);
            score += x[i * FEATURES + k] * true_weight(k);
        }
        label[i] = gpu_random_f32(8, i, 0) < gpu_math_sigmoid_f32(score) ? 1.0f : -1.0f;
    }
}
GPU_VECTORIZE(uint8_t, is_right, (float, score), (float, label)) { return (score > 0) == (label > 0); }

typedef struct data {
    float *x, *label, *score, *slope, *loss, *w, *grad;
    double *mean;
    size_t n;
    gpu_tape *tape;
} data;
/* The mean loss at d->w; its gradient goes to d->grad. */
static double by_hand(data *d)
{
    GPU_CHECK(gpu_matvec_f32(d->score, d->x, d->w, d->n, FEATURES));
    GPU_CHECK(logistic_grad(d->loss, d->slope, NULL, d->score, d->label, d->n));
    GPU_CHECK(gpu_vecmat_f32(d->grad, d->slope, d->x, d->n, FEATURES));
    GPU_CHECK(gpu_scale_f32(d->grad, 1.0f / (float)d->n, d->grad, FEATURES));
    return gpu_mean_f32(d->loss, d->n);
}
static double by_tape(data *d)
{
    double loss;
    GPU_CHECK(gpu_tape_restart(d->tape));
    GPU_CHECK(gpu_tape_constant(d->tape, d->x)), GPU_CHECK(gpu_tape_constant(d->tape, d->label));
    GPU_CHECK(gpu_matvec_f32(d->score, d->x, d->w, d->n, FEATURES));
    GPU_CHECK(logistic(d->loss, d->score, d->label, d->n));
    GPU_CHECK(gpu_mean_to_f32(d->mean, d->loss, d->n));
    GPU_CHECK(gpu_tape_end(d->tape));
    GPU_CHECK(gpu_backward(d->tape, d->mean));
    GPU_CHECK(gpu_copy_async(d->grad, gpu_gradient(d->tape, d->w), FEATURES * sizeof(float)));
    GPU_CHECK(gpu_copy(&loss, d->mean, sizeof loss));
    return loss;
}

int main(void)
{
    const size_t n = 100000;
    static double losses[STEPS];
    float w[FEATURES], truth[FEATURES], worst = 0, grad[2][FEATURES], differ = 0;
    double at_truth, right, ms[2];
    uint8_t *hits = GPU_NEW(uint8_t, n);
    plot picture = plot_new("Logistic regression", "step", "mean loss");
    gpu_info info;
    data d;
    int k, way, ok;
    d.n = n;
    d.x = GPU_NEW(float, n * FEATURES), d.label = GPU_NEW(float, n), d.score = GPU_NEW(float, n), d.slope = GPU_NEW(float, n);
    d.loss = GPU_NEW(float, n), d.w = GPU_ZEROS(float, FEATURES), d.grad = GPU_NEW(float, FEATURES);
    d.mean = GPU_NEW(double, 1), d.tape = gpu_tape_begin();
    GPU_CHECK(gpu_error());
    GPU_CHECK(gpu_query(gpu_device(), &info));
    GPU_CHECK(make_data(gpu_for(n), d.x, d.label, n));

    for (way = 1; way >= 0; way--) { /* the same training, by the tape and by hand */
        GPU_CHECK(gpu_set(d.w, 0, sizeof w));
        GPU_CHECK(gpu_timer_start());
        for (k = 0; k < STEPS; k++) {
            losses[k] = way ? by_tape(&d) : by_hand(&d);
            if (!k) GPU_CHECK(gpu_copy(grad[way], d.grad, sizeof w));
            GPU_CHECK(gpu_axpy_f32(d.w, -2.0f, d.grad, d.w, FEATURES)); /* w -= 2 grad */
        }
        ms[way] = gpu_timer_ms();
    }
    GPU_CHECK(gpu_copy(w, d.w, sizeof w));
    GPU_CHECK(is_right(hits, d.score, d.label, n));
    right = (double)gpu_sum_u8(hits, n) / (double)n;
    printf("%zu points, %d features, %d steps on %s (%s)\n", n, FEATURES, STEPS, info.name, info.backend);
    for (k = 0; k < FEATURES; k++) differ = fmaxf(differ, fabsf(grad[0][k] - grad[1][k]));
    printf("a step by hand %.3f ms, by the tape %.3f ms; the gradients differ by %.1e\n", ms[0] / STEPS, ms[1] / STEPS, (double)differ);

    for (k = 0; k < FEATURES; k++) truth[k] = true_weight((size_t)k), worst = fmaxf(worst, fabsf(w[k] - truth[k]));
    GPU_CHECK(gpu_copy(d.w, truth, sizeof truth));
    at_truth = by_hand(&d);
    printf("loss %.6f at the start, %.6f at the end, %.6f with the weights that made the labels\n", losses[0], losses[STEPS - 1], at_truth);
    printf("%.2f %% of the labels are predicted; weights are at most %.3f off those\n", 100 * right, (double)worst);
    plot_line(&picture, "loss", NULL, losses, STEPS);
    picture.log_x = 1;
    ok = plot_write(&picture, "regression.svg");
    printf("%s\n", ok ? "wrote regression.svg" : "regression.svg cannot be written");

    GPU_CHECK(gpu_tape_free(d.tape)), GPU_CHECK(gpu_shutdown()); /* frees all else */
    ok &= differ < 1e-5f && losses[STEPS - 1] < at_truth && worst < 0.05f && right > 0.7;
    printf("%s\n", ok ? "PASSED" : "FAILED");
    return !ok;
}
