/* A network that solves a differential equation: y' = -y with y(0) = 1, on [0, 2], whose solution is exp(-x). The network
   y(x) = sum of c tanh(w x + b), of five neurons, is trained until its residual y' + y is small at points between 0 and 2
   and y(0) is near 1; it never sees the solution. GPU_GRAD gives the derivatives of the squared residual with respect to
   all 15 parameters, element by element, and gpu_mean_rows combines them to the gradient of the whole loss. The optimiser
   is Adam (Kingma and Ba, 2014). Writes pinn.svg, both losses. Beside it the same gradient by the tape, for any number of
   neurons: y' is computed forward, by calls, and the tape goes back through them.

   Counterpart of the physics-informed network of a guide to JAX, whose network is one neuron.

   nvcc -O3 -std=c++17 -arch=native -Xcompiler -fopenmp -I. examples/24_pinn.cu -o pinn
   cc -O3 -fopenmp -I. -x c examples/24_pinn.cu -o pinn -lm                                                            */

#define GPU_DERIVATIVES
#define GPU_IMPLEMENTATION
#define GPU_TAPE
#include "gpu.h"
#include "plot.h"

enum { NEURONS = 5, PARAMETERS = 3 * NEURONS, POINTS = 64, STEPS = 3000, EVERY = 10 };
#define ALL(p) p[0], p[1], p[2], p[3], p[4], p[5], p[6], p[7], p[8], p[9], p[10], p[11], p[12], p[13], p[14]

/* What a neuron adds to y, and to the residual y' + y: the slope of tanh is 1 - tanh^2. */
GPU_REAL_FN gpu_real neuron(gpu_real x, gpu_real w, gpu_real b, gpu_real c) { return c * GPU_TANH(w * x + b); }
GPU_REAL_FN gpu_real neuron_residual(gpu_real x, gpu_real w, gpu_real b, gpu_real c)
{
    gpu_real t = GPU_TANH(w * x + b);
    return c * (w * (1 - t * t) + t);
}
GPU_GRAD(double, network, x, w0, w1, w2, w3, w4, b0, b1, b2, b3, b4, c0, c1, c2, c3, c4)
{
    return neuron(x, w0, b0, c0) + neuron(x, w1, b1, c1) + neuron(x, w2, b2, c2) + neuron(x, w3, b3, c3) + neuron(x, w4, b4, c4);
}
GPU_GRAD(double, physics, x, (w0, scalar), (w1, scalar), (w2, scalar), (w3, scalar), (w4, scalar), (b0, scalar), (b1, scalar), (b2, scalar), (b3, scalar), (b4, scalar),
         (c0, scalar), (c1, scalar), (c2, scalar), (c3, scalar), (c4, scalar))
{
    gpu_real r = neuron_residual(x, w0, b0, c0) + neuron_residual(x, w1, b1, c1) + neuron_residual(x, w2, b2, c2);
    r += neuron_residual(x, w3, b3, c3) + neuron_residual(x, w4, b4, c4);
    return r * r;
}

/* The losses at p, and the gradient of their sum: rows[k] has the derivatives by parameter k for all points, and the last
   row the squared residuals themselves. */
static double gradient(double *grad, double *start_loss, const double *p, double *x, double *rows, double *means)
{
    double *d[PARAMETERS], at_0[1 + PARAMETERS], mean[PARAMETERS + 1], off;
    int k;
    for (k = 0; k < PARAMETERS; k++) d[k] = rows + k * POINTS;
    GPU_CHECK(physics_grad(rows + PARAMETERS * POINTS, NULL, ALL(d), x, ALL(p), POINTS));
    GPU_CHECK(gpu_mean_rows_f64(means, rows, PARAMETERS + 1, POINTS));
    GPU_CHECK(gpu_copy(mean, means, sizeof mean));
    off = network_grad_scalar(at_0, 0, ALL(p)) - 1; /* the start is one point, and the host's */
    for (k = 0; k < PARAMETERS; k++) grad[k] = mean[k] + 2 * off * at_0[1 + k];
    *start_loss = off * off;
    return mean[PARAMETERS];
}
/* The same by the tape: p, grad and all others are device memory; z and t are matrices of POINTS rows. loss: the mean
   square of the residual, that of the start, and their sum. */
typedef struct { gpu_tape *tape; double *p, *z, *t, *y, *slope, *loss; } taped;
static void gradient_by_tape(const taped *d, const double *x)
{
    const double *w = d->p, *b = w + NEURONS, *c = b + NEURONS;
    GPU_CHECK(gpu_tape_restart(d->tape)), GPU_CHECK(gpu_tape_constant(d->tape, x));
    GPU_CHECK(gpu_outer_f64(d->z, x, w, POINTS, NEURONS)); /* y = tanh(x w + b) c */
    GPU_CHECK(gpu_add_row_f64(d->z, d->z, b, POINTS, NEURONS));
    GPU_CHECK(gpu_tanh_f64(d->t, d->z, POINTS * NEURONS));
    GPU_CHECK(gpu_matvec_f64(d->y, d->t, c, POINTS, NEURONS));
    GPU_CHECK(gpu_square_f64(d->z, d->t, POINTS * NEURONS)); /* y' = (1 - tanh^2) w c */
    GPU_CHECK(gpu_scalar_sub_f64(d->z, 1, d->z, POINTS * NEURONS));
    GPU_CHECK(gpu_mul_row_f64(d->z, d->z, w, POINTS, NEURONS));
    GPU_CHECK(gpu_matvec_f64(d->slope, d->z, c, POINTS, NEURONS));
    GPU_CHECK(gpu_add_f64(d->slope, d->slope, d->y, POINTS));
    GPU_CHECK(gpu_dot_to_f64(d->loss, d->slope, d->slope, POINTS));
    GPU_CHECK(gpu_scale_f64(d->loss, 1.0 / POINTS, d->loss, 1));
    GPU_CHECK(gpu_add_scalar_f64(d->y, d->y, -1, 1)); /* the first point is 0 */
    GPU_CHECK(gpu_dot_to_f64(d->loss + 1, d->y, d->y, 1));
    GPU_CHECK(gpu_add_f64(d->loss + 2, d->loss, d->loss + 1, 1));
    GPU_CHECK(gpu_tape_end(d->tape)), GPU_CHECK(gpu_backward(d->tape, d->loss + 2));
}
/* Prints how far the two gradients are apart, and the time of each. */
static int compare(const double *p, double *x, double *rows, double *means)
{
    double by_hand[PARAMETERS], by_tape[PARAMETERS], start, off = 0;
    taped d;
    gpu_stats hand, tape;
    gpu_graph graph;
    int k;
    d.tape = gpu_tape_begin(), d.p = GPU_TO_DEVICE(double, p, PARAMETERS), d.loss = GPU_NEW(double, 3);
    d.z = GPU_NEW(double, 2 * POINTS * NEURONS), d.t = d.z + POINTS * NEURONS;
    d.y = GPU_NEW(double, 2 * POINTS), d.slope = d.y + POINTS;
    GPU_CHECK(gpu_error());
    GPU_BENCH(hand, 20) gradient(by_hand, &start, p, x, rows, means);
    gradient_by_tape(&d, x); /* the first time it allocates; then it is captured, and is one launch */
    GPU_CHECK(gpu_graph_begin()), gradient_by_tape(&d, x), graph = gpu_graph_end();
    GPU_BENCH(tape, 20) GPU_CHECK(gpu_graph_launch(graph));
    GPU_CHECK(gpu_copy(by_tape, gpu_gradient(d.tape, d.p), sizeof by_tape));
    for (k = 0; k < PARAMETERS; k++) off = fmax(off, fabs(by_hand[k] - by_tape[k]) / (1 + fabs(by_hand[k])));
    printf("a gradient by GPU_GRAD %.3f ms, by the tape %.3f ms; they differ by %.1e\n", hand.median_ms, tape.median_ms, off);
    GPU_CHECK(gpu_graph_free(graph)), GPU_CHECK(gpu_tape_free(d.tape));
    gpu_free(d.p), gpu_free(d.loss), gpu_free(d.z), gpu_free(d.y);
    return off < 1e-12;
}
static void adam(double *p, const double *grad, double *m, double *v, int step)
{
    const double rate = 0.1 / (1 + step / 300.0), keep_m = 1 - pow(0.9, step + 1), keep_v = 1 - pow(0.999, step + 1);
    int k;
    for (k = 0; k < PARAMETERS; k++) {
        m[k] = 0.9 * m[k] + 0.1 * grad[k];
        v[k] = 0.999 * v[k] + 0.001 * grad[k] * grad[k];
        p[k] -= rate * (m[k] / keep_m) / (sqrt(v[k] / keep_v) + 1e-8);
    }
}

int main(void)
{
    static double step_of[STEPS / EVERY], physics_of[STEPS / EVERY], start_of[STEPS / EVERY];
    double p[PARAMETERS], grad[PARAMETERS], m[PARAMETERS] = {0}, v[PARAMETERS] = {0}, worst = 0, worst_slope = 0, start, loss;
    double *x = GPU_NEW(double, POINTS), *rows = GPU_NEW(double, (PARAMETERS + 1) * POINTS), *means = GPU_NEW(double, PARAMETERS + 1);
    plot picture = plot_new("Losses of a network that solves y' = -y, y(0) = 1", "step", "loss");
    gpu_info info;
    int k, ok;
    GPU_CHECK(gpu_error()), GPU_CHECK(gpu_query(gpu_device(), &info)), GPU_CHECK(gpu_linspace_f64(x, 0, 2, POINTS));
    for (k = 0; k < PARAMETERS; k++) p[k] = gpu_random_normal_f64(3, (uint64_t)k, 0);
    ok = compare(p, x, rows, means);

    GPU_CHECK(gpu_timer_start());
    for (k = 0; k < STEPS; k++) {
        loss = gradient(grad, &start, p, x, rows, means);
        if (k % EVERY == 0) step_of[k / EVERY] = k, physics_of[k / EVERY] = loss, start_of[k / EVERY] = start;
        if (k % 1000 == 0) printf("step %4d: mean square of y' + y %.3e, (y(0) - 1)^2 %.3e\n", k, loss, start);
        adam(p, grad, m, v, k);
    }
    printf("%d steps on %s (%s): %.0f ms\n", STEPS, info.name, info.backend, gpu_timer_ms());

    for (k = 0; k <= 100; k++) { /* against the solution, which the training has not seen */
        double by[1 + PARAMETERS]; /* the first of the derivatives is y' */
        const double at = 0.02 * k, y = network_grad_scalar(by, at, ALL(p));
        worst = fmax(worst, fabs(y - exp(-at))), worst_slope = fmax(worst_slope, fabs(by[0] + exp(-at)));
    }
    printf("the network is at most %.1e off exp(-x), its derivative %.1e off -exp(-x)\n", worst, worst_slope);
    plot_line(&picture, "y' + y, mean square", step_of, physics_of, STEPS / EVERY);
    plot_line(&picture, "(y(0) - 1)^2", step_of, start_of, STEPS / EVERY);
    picture.log_y = 1;
    k = plot_write(&picture, "pinn.svg");
    printf("%s\n", k ? "wrote pinn.svg" : "pinn.svg cannot be written");
    GPU_CHECK(gpu_free(x)), GPU_CHECK(gpu_free(rows)), GPU_CHECK(gpu_free(means));
    ok &= k && worst < 2e-3 && worst_slope < 2e-2;
    printf("%s\n", ok ? "PASSED" : "FAILED");
    return !ok;
}
