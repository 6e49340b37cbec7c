/* Logistic regression: 100000 points with 32 features are generated on the device, and the weights that generated their
   labels are found again by gradient descent. A loss over data with many parameters needs the derivative of one number for
   each element, which GPU_GRAD gives; the chain rule for the weights is a product with the transposed matrix: gradient =
   X^T (d loss / d score) / n. Only the loss leaves the device. Writes regression.svg.

   Counterpart of logistic regression by JAX's grad and jit.

   nvcc -O3 -std=c++17 -arch=native -Xcompiler -fopenmp -I. examples/25_regression.cu -o regression
   cc -O3 -fopenmp -I. -x c examples/25_regression.cu -o regression -lm                                                */

#define GPU_DERIVATIVES
#define GPU_IMPLEMENTATION
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
    size_t n;
} data;
/* The mean loss at d->w; its gradient goes to d->grad. */
static double loss_and_gradient(data *d)
{
    gpu_gemm_spec transposed = gpu_gemm_of(FEATURES, 1, d->n);
    transposed.transpose_a = 1;
    transposed.alpha = 1.0 / (double)d->n;
    GPU_CHECK(gpu_matvec_f32(d->score, d->x, d->w, d->n, FEATURES));
    GPU_CHECK(logistic_grad(d->loss, d->slope, NULL, d->score, d->label, d->n));
    GPU_CHECK(gpu_gemm_f32(d->grad, d->x, d->slope, transposed));
    return gpu_mean_f32(d->loss, d->n);
}

int main(void)
{
    const size_t n = 100000;
    static double losses[STEPS];
    float w[FEATURES], truth[FEATURES], worst = 0;
    double at_truth, right, ms;
    uint8_t *hits = GPU_NEW(uint8_t, n);
    plot picture = plot_new("Logistic regression", "step", "mean loss");
    gpu_info info;
    data d;
    int k, ok;
    d.n = n;
    d.x = GPU_NEW(float, n * FEATURES), d.label = GPU_NEW(float, n), d.score = GPU_NEW(float, n), d.slope = GPU_NEW(float, n);
    d.loss = GPU_NEW(float, n), d.w = GPU_ZEROS(float, FEATURES), d.grad = GPU_NEW(float, FEATURES);
    GPU_CHECK(gpu_error());
    GPU_CHECK(gpu_query(gpu_device(), &info));
    GPU_CHECK(make_data(gpu_1d(n), d.x, d.label, n));

    GPU_CHECK(gpu_timer_start());
    for (k = 0; k < STEPS; k++) {
        losses[k] = loss_and_gradient(&d);
        GPU_CHECK(gpu_axpy_f32(d.w, -2.0f, d.grad, d.w, FEATURES)); /* w -= 2 grad */
    }
    ms = gpu_timer_ms();
    GPU_CHECK(gpu_copy(w, d.w, sizeof w));
    GPU_CHECK(is_right(hits, d.score, d.label, n));
    right = (double)gpu_sum_u8(hits, n) / (double)n;
    printf("%zu points, %d features, %d steps on %s (%s): %.0f ms\n", n, FEATURES, STEPS, info.name, info.backend, ms);

    for (k = 0; k < FEATURES; k++) truth[k] = true_weight((size_t)k), worst = fmaxf(worst, fabsf(w[k] - truth[k]));
    GPU_CHECK(gpu_copy(d.w, truth, sizeof truth));
    at_truth = loss_and_gradient(&d);
    printf("loss %.6f at the start, %.6f at the end, %.6f with the weights that made the labels\n", losses[0], losses[STEPS - 1], at_truth);
    printf("%.2f %% of the labels are predicted; weights are at most %.3f off those\n", 100 * right, (double)worst);
    plot_line(&picture, "loss", NULL, losses, STEPS);
    picture.log_x = 1;
    ok = plot_write(&picture, "regression.svg");
    printf("%s\n", ok ? "wrote regression.svg" : "regression.svg cannot be written");

    GPU_CHECK(gpu_free(d.x)), GPU_CHECK(gpu_free(d.label)), GPU_CHECK(gpu_free(d.score)), GPU_CHECK(gpu_free(d.slope));
    GPU_CHECK(gpu_free(d.loss)), GPU_CHECK(gpu_free(d.w)), GPU_CHECK(gpu_free(d.grad)), GPU_CHECK(gpu_free(hits));
    ok &= losses[STEPS - 1] < at_truth && worst < 0.05f && right > 0.7;
    printf("%s\n", ok ? "PASSED" : "FAILED");
    return !ok;
}
