/* Gradient: one body of C gives a function and its first and second derivatives. Rosenbrock's valley is minimised from
   (-1, 1) by 1000 steps of gradient descent, small ones as in JAX's example, and then by Newton's method, which uses
   second derivatives and needs two steps. Writes gradient.svg, the two paths. Then the sensitivities of a million option
   prices, delta, rho, vega and the others, from the formula of the price alone, checked against their known formulas.

   Counterpart of JAX's grad and jit on the Rosenbrock function.

   nvcc -O3 -std=c++17 -arch=native -Xcompiler -fopenmp -I. examples/23_gradient.cu -o gradient
   cc -O3 -fopenmp -I. -x c examples/23_gradient.cu -o gradient -lm                                                    */

#define GPU_DERIVATIVES
#define GPU_IMPLEMENTATION
#include "gpu.h"
#include "plot.h"

GPU_GRAD(double, rosenbrock, x, y) { return (1 - x) * (1 - x) + 100 * (y - x * x) * (y - x * x); }

/* Black and Scholes: what the right to buy a share for `strike` after some years is worth. */
GPU_REAL_FN gpu_real normal(gpu_real x) { return 0.5 * GPU_ERFC(x * -0.70710678118654752); }
GPU_GRAD(double, call_price, spot, strike, rate, volatility, years)
{
    gpu_real s = volatility * GPU_SQRT(years), d = (GPU_LOG(spot / strike) + (rate + 0.5 * volatility * volatility) * years) / s;
    return spot * normal(d) - strike * GPU_EXP(-rate * years) * normal(d - s);
}

enum { STEPS = 1000 };
typedef struct path {
    double x[STEPS + 1], y[STEPS + 1];
    int n;
} path;

static path descend(double rate)
{
    static path p;
    double grad[2], x = -1, y = 1;
    for (p.n = 0; p.n <= STEPS; p.n++) {
        p.x[p.n] = x, p.y[p.n] = y;
        (void)rosenbrock_grad_scalar(grad, x, y);
        x -= rate * grad[0], y -= rate * grad[1];
    }
    return p;
}
/* Newton's method: the step to where the quadratic of the first two derivatives is least. */
static path newton(void)
{
    static path p;
    double grad[2], h[4], x = -1, y = 1;
    for (p.n = 0; p.n <= STEPS;) {
        p.x[p.n] = x, p.y[p.n] = y, p.n++;
        (void)rosenbrock_hess_scalar(h, grad, x, y);
        if (fabs(grad[0]) + fabs(grad[1]) < 1e-12) break;
        {
            const double det = h[0] * h[3] - h[1] * h[2];
            x -= (h[3] * grad[0] - h[1] * grad[1]) / det, y -= (h[0] * grad[1] - h[2] * grad[0]) / det;
        }
    }
    return p;
}
static int valley(void)
{
    static path slow, fast;
    const double one = 1;
    plot p = plot_new("Rosenbrock's valley", "x", "y");
    int ok;
    slow = descend(0.001), fast = newton();
    printf("gradient descent: %4d steps to (%.6f, %.6f), where the function is %.3g\n", slow.n - 1, slow.x[STEPS], slow.y[STEPS], rosenbrock_scalar(slow.x[STEPS], slow.y[STEPS]));
    printf("Newton's method:  %4d steps to (%.6f, %.6f), where the function is %.3g\n", fast.n - 1, fast.x[fast.n - 1], fast.y[fast.n - 1], rosenbrock_scalar(fast.x[fast.n - 1], fast.y[fast.n - 1]));
    plot_line(&p, "gradient descent", slow.x, slow.y, (size_t)slow.n);
    plot_line(&p, "Newton's method", fast.x, fast.y, (size_t)fast.n);
    plot_points(&p, "minimum", &one, &one, 1);
    ok = plot_write(&p, "gradient.svg");
    printf("%s\n\n", ok ? "wrote gradient.svg" : "gradient.svg cannot be written");
    return ok && rosenbrock_scalar(slow.x[STEPS], slow.y[STEPS]) < 4 && fast.n < 20 && fabs(fast.x[fast.n - 1] - 1) < 1e-9 && fabs(fast.y[fast.n - 1] - 1) < 1e-9;
}

/* Contracts with every parameter at random. */
GPU_KERNEL(draw, (double *, spot), (double *, strike), (double *, rate), (double *, volatility), (double *, years), (size_t, n))
{
    GPU_FOR(i, n) {
        spot[i] = 50 + 100 * gpu_random_f64(1, i, 0);
        strike[i] = 50 + 100 * gpu_random_f64(1, i, 1);
        rate[i] = 0.05 * gpu_random_f64(1, i, 2);
        volatility[i] = 0.1 + 0.4 * gpu_random_f64(1, i, 3);
        years[i] = 0.1 + 2 * gpu_random_f64(1, i, 4);
    }
}
/* The textbook's formulas for three of the five. */
GPU_VECTORIZE(double, off, (double, spot), (double, strike), (double, rate), (double, volatility), (double, years), (double, delta), (double, rho), (double, vega))
{
    const double s = volatility * sqrt(years), d = (log(spot / strike) + (rate + 0.5 * volatility * volatility) * years) / s;
    const double want_rho = strike * years * exp(-rate * years) * 0.5 * erfc(-(d - s) * 0.70710678118654752);
    const double want_vega = spot * sqrt(years) * exp(-0.5 * d * d) * 0.39894228040143268;
    return fmax(fabs(delta - 0.5 * erfc(-d * 0.70710678118654752)), fmax(fabs(rho - want_rho), fabs(vega - want_vega)) / 100);
}
static int sensitivities(void)
{
    const size_t n = 1000000;
    double *a[11], worst;
    gpu_stats t, value;
    int k;
    for (k = 0; k < 11; k++) a[k] = GPU_NEW(double, n);
    GPU_CHECK(gpu_error());
    GPU_CHECK(draw(gpu_for(n), a[0], a[1], a[2], a[3], a[4], n));
    GPU_BENCH(value, 1) GPU_CHECK(call_price(a[5], a[0], a[1], a[2], a[3], a[4], n));
    GPU_BENCH(t, 1) GPU_CHECK(call_price_grad(a[5], a[6], a[7], a[8], a[9], a[10], a[0], a[1], a[2], a[3], a[4], n));
    printf("%zu prices: %.3f ms; with all five derivatives: %.3f ms\n", n, value.median_ms, t.median_ms);
    GPU_CHECK(off(a[5], a[0], a[1], a[2], a[3], a[4], a[6], a[8], a[9], n));
    worst = gpu_max_f64(a[5], n);
    printf("delta, rho and vega are at most %.1e off the formulas\n", worst);
    for (k = 0; k < 11; k++) GPU_CHECK(gpu_free(a[k]));
    return worst < 1e-12;
}

int main(void)
{
    gpu_info info;
    int ok;
    GPU_CHECK(gpu_query(gpu_device(), &info));
    printf("on %s (%s)\n\n", info.name, info.backend);
    ok = valley();
    ok &= sensitivities();
    printf("%s\n", ok ? "PASSED" : "FAILED");
    return !ok;
}
