/* Derivatives, by GPU_GRAD: against closed forms in long double, and bit by bit against dual numbers done by hand. */

#define GPU_DERIVATIVES
#include "gpu.h"
#define TEST_MAIN
#include "test.h"
#include "prewritten.h"

#define LN2 0.693147180559945309417232121458176568L
#define LN10 2.30258509299404568401799145468436421L
#define PI 3.14159265358979323846264338327950288L

/* -- functions of one argument: first and second derivatives -- */

/* Second derivatives: exact in C++; in C differences, whose error is one of the size of the function's about there. */
#ifdef __cplusplus
#define SECOND_TOLERANCE 1e-13L
#else
#define SECOND_TOLERANCE 4e-12L
#endif
typedef struct one_row {
    const char *name;
    double low, high; /* where the points are */
    double (*value)(double x), (*scalar)(double x), (*grad)(double *g, double x),
        (*hess)(double *h, double *g, double x);
    long double (*first)(long double x), (*second)(long double x);
} one_row;
static void check_one(const one_row *r)
{
    int k;
    for (k = 0; k <= 400; k++) {
        const double at = r->low + (r->high - r->low) * (k / 400.0) + 0.0078125 * uniform() * (k % 400 != 0);
        const long double f = (long double)r->value(at), g = r->first(at), h = r->second(at);
        double grad = -7, again = -7, hess = -7;
        const double v = r->grad(&grad, at), w = r->hess(&hess, &again, at);
        if (!same_bits(&v, &w, 8) || v != r->value(at) || v != r->scalar(at))
            test__fail(__FILE__, __LINE__, "%s(%.17g) = %.17g and %.17g", r->name, at, v, w);
        if (!same_bits(&grad, &again, 8) || !(fabsl(grad - g) <= fabsl(g) * 1.5e-15L + 1e-300L))
            test__fail(__FILE__, __LINE__, "%s'(%.17g) = %.17g, expected %.17Lg", r->name, at, grad, g);
        if (!(fabsl(hess - h) <= (fabsl(h) + fabsl(g) + fabsl(f)) * SECOND_TOLERANCE))
            test__fail(__FILE__, __LINE__, "%s''(%.17g) = %.17g, expected %.17Lg", r->name, at, hess, h);
    }
}
/* by_1, by_2: the derivatives by x, a long double */
#define OF_ONE(name, NAME, low, high, by_1, by_2)                                                                      \
    GPU_GRAD(double, of_##name, x) { return NAME(x); }                                                                 \
    static long double first_##name(long double x) { return (void)x, by_1; }                                           \
    static long double second_##name(long double x) { return (void)x, by_2; }                                          \
    static const one_row row_##name = {#name, low, high, gpu_math_##name##_f64, of_##name##_scalar,                    \
        of_##name##_grad_scalar, of_##name##_hess_scalar, first_##name, second_##name};                                \
    TEST(derivative_of_##name) { check_one(&row_##name); }
OF_ONE(exp, GPU_EXP, -8, 8, expl(x), expl(x))
OF_ONE(exp2, GPU_EXP2, -8, 8, exp2l(x) * LN2, exp2l(x) * LN2 * LN2)
OF_ONE(exp10, GPU_EXP10, -4, 4, expl(x * LN10) * LN10, expl(x * LN10) * LN10 * LN10)
OF_ONE(expm1, GPU_EXPM1, -5, 5, expl(x), expl(x))
OF_ONE(log, GPU_LOG, 0.5, 20, 1 / x, -1 / (x * x))
OF_ONE(log2, GPU_LOG2, 0.5, 20, 1 / (x * LN2), -1 / (x * x * LN2))
OF_ONE(log10, GPU_LOG10, 0.5, 20, 1 / (x * LN10), -1 / (x * x * LN10))
OF_ONE(log1p, GPU_LOG1P, -0.5, 5, 1 / (1 + x), -1 / ((1 + x) * (1 + x)))
OF_ONE(sin, GPU_SIN, -6, 6, cosl(x), -sinl(x))
OF_ONE(cos, GPU_COS, -6, 6, -sinl(x), -cosl(x))
OF_ONE(tan, GPU_TAN, -1.25, 1.25, 1 / (cosl(x) * cosl(x)), 2 * tanl(x) / (cosl(x) * cosl(x)))
OF_ONE(sinpi, GPU_SINPI, -0.4, 0.4, PI *cosl(PI *x), -PI * PI * sinl(PI * x))
OF_ONE(cospi, GPU_COSPI, 0.1, 0.9, -PI * sinl(PI * x), -PI * PI * cosl(PI * x))
OF_ONE(asin, GPU_ASIN, -0.9, 0.9, 1 / sqrtl((1 - x) * (1 + x)), x / (sqrtl((1 - x) * (1 + x)) * (1 - x) * (1 + x)))
OF_ONE(acos, GPU_ACOS, -0.9, 0.9, -1 / sqrtl((1 - x) * (1 + x)), -x / (sqrtl((1 - x) * (1 + x)) * (1 - x) * (1 + x)))
OF_ONE(atan, GPU_ATAN, -5, 5, 1 / (1 + x * x), -2 * x / ((1 + x * x) * (1 + x * x)))
OF_ONE(sinh, GPU_SINH, -5, 5, coshl(x), sinhl(x))
OF_ONE(cosh, GPU_COSH, -5, 5, sinhl(x), coshl(x))
OF_ONE(tanh, GPU_TANH, -20, 20, 1 / (coshl(x) * coshl(x)), -2 * tanhl(x) / (coshl(x) * coshl(x)))
OF_ONE(sigmoid, GPU_SIGMOID, -30, 30, 1 / ((1 + expl(-x)) * (1 + expl(x))),
       (1 / (1 + expl(x)) - 1 / (1 + expl(-x))) / ((1 + expl(-x)) * (1 + expl(x))))
OF_ONE(cbrt, GPU_CBRT, 0.5, 9, 1 / (3 * cbrtl(x) * cbrtl(x)), -2 / (9 * cbrtl(x) * cbrtl(x) * x))
OF_ONE(erf, GPU_ERF, -2, 2, 2 / sqrtl(PI) * expl(-x * x), -4 * x / sqrtl(PI) * expl(-x * x))
OF_ONE(erfc, GPU_ERFC, -2, 2, -2 / sqrtl(PI) * expl(-x * x), 4 * x / sqrtl(PI) * expl(-x * x))
OF_ONE(sqrt, GPU_SQRT, 0.5, 9, 1 / (2 * sqrtl(x)), -1 / (4 * x * sqrtl(x)))
OF_ONE(rsqrt, GPU_RSQRT, 0.5, 9, -1 / (2 * x * sqrtl(x)), 3 / (4 * x * x * sqrtl(x)))
OF_ONE(abs, GPU_ABS, 0.5, 9, 1, 0)

/* -- functions of two -- */

typedef struct two_row {
    const char *name;
    double low, high;
    double (*value)(double x, double y), (*scalar)(double x, double y);
    double (*grad)(double *g, double x, double y), (*hess)(double *h, double *g, double x, double y);
    void (*wanted)(long double *by, long double x, long double y); /* x, y, xx, xy, yy */
} two_row;
static void check_two(const two_row *r)
{
    int k;
    for (k = 0; k < 400; k++) {
        const double a = r->low + (r->high - r->low) * fabs(uniform());
        const double b = r->low + (r->high - r->low) * fabs(uniform());
        double grad[2], again[2], h[4], got[5];
        long double want[5];
        const double v = r->grad(grad, a, b);
        double scale;
        int i;
        r->wanted(want, a, b);
        scale = 1 + fabs(v) + (double)(fabsl(want[2]) + fabsl(want[3]) + fabsl(want[4]));
        if (r->high > 100 && fabs(a - b) < 2) continue; /* a difference must not cross the place where they are equal */
        test_row("%s(%.17g, %.17g)", r->name, a, b);
        CHECK(v == r->value(a, b) && v == r->scalar(a, b));
        CHECK(r->hess(h, again, a, b) == v);
        CHECK(same_bits(grad, again, sizeof grad) && h[1] - h[2] <= 1e-13 * scale && h[2] - h[1] <= 1e-13 * scale);
        got[0] = grad[0], got[1] = grad[1], got[2] = h[0], got[3] = h[1], got[4] = h[3];
        for (i = 0; i < 5; i++) {
            const long double first = fabsl(want[i]) * 4e-15L + 1e-300L,
                              second = (long double)scale * SECOND_TOLERANCE * 10;
            if (!(fabsl(got[i] - want[i]) <= (i < 2 ? first : second)))
                test__fail(__FILE__, __LINE__, "derivative %d is %.17g, expected %.17Lg", i, got[i], want[i]);
        }
    }
}
#define OF_TWO(name, NAME, low, high, by_x, by_y, xx, xy, yy)                                                          \
    GPU_GRAD(double, of_##name, x, y) { return NAME(x, y); }                                                           \
    static void wanted_##name(long double *by, long double x, long double y)                                           \
    { const long double r2 = x * x + y * y; (void)r2, by[0] = by_x, by[1] = by_y, by[2] = xx, by[3] = xy, by[4] = yy; }\
    static const two_row row_##name = {#name, low, high, gpu_math_##name##_f64, of_##name##_scalar,                    \
        of_##name##_grad_scalar, of_##name##_hess_scalar, wanted_##name};                                              \
    TEST(derivatives_of_##name) { check_two(&row_##name); }
OF_TWO(pow, GPU_POW, 0.5, 3, y *powl(x, y - 1), powl(x, y) * logl(x), y *(y - 1) * powl(x, y - 2),
       powl(x, y - 1) * (1 + y * logl(x)), powl(x, y) * logl(x) * logl(x))
OF_TWO(atan2, GPU_ATAN2, 0.5, 4, y / r2, -x / r2, -2 * x * y / (r2 * r2), (x * x - y * y) / (r2 * r2),
       2 * x * y / (r2 * r2))
OF_TWO(hypot, GPU_HYPOT, 0.5, 4, x / sqrtl(r2), y / sqrtl(r2), y *y / (r2 * sqrtl(r2)), -x *y / (r2 * sqrtl(r2)),
       x *x / (r2 * sqrtl(r2)))
OF_TWO(min, GPU_MIN, 0.5, 400, (x < y ? 1.0L : 0.0L), (x < y ? 0.0L : 1.0L), 0, 0, 0)
OF_TWO(max, GPU_MAX, 0.5, 400, (x > y ? 1.0L : 0.0L), (x > y ? 0.0L : 1.0L), 0, 0, 0)

/* Where formulas have 0 / 0 or the logarithm of a negative number, and at kinks. */
GPU_GRAD(double, cubed, x) { return GPU_POW(x, 3); }
GPU_GRAD(double, two_to, x) { return GPU_POW(2, x); }
GPU_GRAD(double, to_the_0, x, y) { return GPU_POW(x, 0) + 0 * y; }
GPU_GRAD(double, kinks, x, y) { return GPU_ABS(x) + 10 * GPU_MIN(x, y) + 100 * GPU_MAX(x, y) + GPU_HYPOT(x, y); }
TEST(derivatives_at_the_edge)
{
    double g[2] = {-7, -7};
    CHECK(cubed_grad_scalar(g, -2) == -8 && g[0] == 12);
    CHECK(cubed_grad_scalar(g, 0) == 0 && g[0] == 0);
    CHECK(two_to_grad_scalar(g, 3) == 8 && fabs(g[0] - 8 * (double)LN2) < 1e-15);
    CHECK(to_the_0_grad_scalar(g, 0, 5) == 1 && g[0] == 0 && g[1] == 0);
    CHECK(kinks_grad_scalar(g, 0, 0) == 0 && g[0] == 0 && g[1] == 110); /* of equal ones, the second */
    CHECK(kinks_grad_scalar(g, -3, 4) == 3 - 30 + 400 + 5 && fabs(g[0] - (-1 + 10 - 0.6)) < 1e-14 &&
          fabs(g[1] - 100.8) < 1e-13);
    CHECK(isnan(kinks_grad_scalar(g, (double)NAN, 4)));
    CHECK(of_exp_grad_scalar(g, 1000) == (double)INFINITY && g[0] == (double)INFINITY);
    CHECK(of_exp_grad_scalar(g, -1000) == 0 && g[0] == 0);
    CHECK(isnan(of_log_grad_scalar(g, -1)));
}

/* -- bit by bit: the same operations by hand -- */

typedef struct dual {
    double v, d[2];
} dual;
static dual dual_of(double v, int k)
{
    dual r = {v, {0, 0}};
    if (k >= 0) r.d[k] = 1;
    return r;
}
static dual times(dual a, dual b)
{
    volatile double p = a.v * b.v, q; /* no compiler fuses them */
    dual r;
    int k;
    r.v = p;
    for (k = 0; k < 2; k++) p = a.v * b.d[k], q = a.d[k] * b.v, r.d[k] = p + q;
    return r;
}
static dual minus(dual a, dual b)
{
    int k;
    a.v -= b.v;
    for (k = 0; k < 2; k++) a.d[k] -= b.d[k];
    return a;
}
static dual plus(dual a, dual b)
{
    int k;
    a.v += b.v;
    for (k = 0; k < 2; k++) a.d[k] += b.d[k];
    return a;
}
static dual times_number(dual a, double c)
{
    volatile double p = a.v * c;
    int k;
    a.v = p;
    for (k = 0; k < 2; k++) p = a.d[k] * c, a.d[k] = p;
    return a;
}
static dual chain(dual a, double v, double slope)
{
    volatile double p;
    int k;
    a.v = v;
    for (k = 0; k < 2; k++) p = a.d[k] * slope, a.d[k] = p;
    return a;
}
GPU_GRAD(double, rosenbrock, x, y) { gpu_real u = y - x * x; return (1 - x) * (1 - x) + 100 * u * u + GPU_EXP(-x * x); }
static dual rosenbrock_by_hand(double x0, double y0)
{
    const dual x = dual_of(x0, 0), y = dual_of(y0, 1), one = dual_of(1, -1), u = minus(y, times(x, x)),
               w = minus(one, x);
    const dual e = times(times_number(x, -1), x);
    return plus(plus(times(w, w), times(times_number(u, 100), u)),
                chain(e, gpu_math_exp_f64(e.v), gpu_math_exp_f64(e.v)));
}
TEST(the_same_bits_as_dual_numbers)
{
    static const size_t lengths[] = {0, 1, 2, 3, 255, 256, 257, 70001};
    enum { most = 70001 };
    static double x[most], y[most], v[most], dx[most], dy[most], only[most];
    size_t k, i;
    for (i = 0; i < most; i++) x[i] = uniform() * 3, y[i] = uniform() * 10;
    x[7] = 0, y[7] = 0, x[8] = 1, y[8] = 1, x[9] = -1e10, x[10] = 1e-10;
    for (k = 0; k < sizeof lengths / sizeof *lengths; k++) {
        const size_t n = lengths[k], shift = k % 3;
        double *gx = (double *)on_device(x, n, 8, shift), *gy = (double *)on_device(y, n, 8, shift);
        double *gv = (double *)on_device(NULL, n + 1, 8, shift);
        double *gdx = (double *)on_device(NULL, n, 8, 0);
        double *gdy = (double *)on_device(NULL, n, 8, shift);
        CHECK_STATUS(rosenbrock_grad(gv, gdx, gdy, gx, gy, n), GPU_OK, "");
        to_host(v, gv, n * 8), to_host(dx, gdx, n * 8), to_host(dy, gdy, n * 8);
        CHECK_STATUS(rosenbrock(gv, gx, gy, n), GPU_OK, "");
        to_host(only, gv, n * 8);
        CHECK(same_bits(only, v, n * 8));
        for (i = 0; i < n; i++) {
            const dual want = rosenbrock_by_hand(x[i], y[i]);
            double grad[2];
            const double at = rosenbrock_grad_scalar(grad, x[i], y[i]);
            if (v[i] != want.v || dx[i] != want.d[0] || dy[i] != want.d[1] || at != v[i] || grad[0] != dx[i] ||
                grad[1] != dy[i]) {
                test__fail(__FILE__, __LINE__, "at %.17g, %.17g: %.17g (%.17g, %.17g), expected %.17g (%.17g, %.17g)",
                           x[i], y[i], v[i], dx[i], dy[i], want.v, want.d[0], want.d[1]);
                break;
            }
        }
        release(gx, 8, shift), release(gy, 8, shift), release(gv, 8, shift), release(gdx, 8, 0), release(gdy, 8, shift);
    }
}
/* Host arrays, results that are not wanted, in place of a variable for the value alone. */
TEST(arrays_that_are_not_wanted)
{
    enum { n = 1000 };
    static double x[n], y[n], v[n], dx[n], dy[n], other[n];
    size_t i;
    for (i = 0; i < n; i++) x[i] = uniform(), y[i] = uniform();
    CHECK_STATUS(rosenbrock_grad(v, dx, dy, x, y, n), GPU_OK, "");
    CHECK_STATUS(rosenbrock_grad(NULL, other, NULL, x, y, n), GPU_OK, "");
    CHECK(same_bits(other, dx, sizeof dx));
    CHECK_STATUS(rosenbrock_grad(NULL, NULL, other, x, y, n), GPU_OK, "");
    CHECK(same_bits(other, dy, sizeof dy));
    CHECK_STATUS(rosenbrock_grad(other, NULL, NULL, x, y, n), GPU_OK, "");
    CHECK(same_bits(other, v, sizeof v));
    CHECK_STATUS(rosenbrock(x, x, y, n), GPU_OK, "");
    CHECK(same_bits(x, v, sizeof v));
}
TEST(second_derivatives_of_arrays)
{
    enum { n = 777 };
    static double x[n], y[n], h[n * 4 + 1], one[4];
    double *dh = (double *)on_device(NULL, n * 4 + 1, 8, 0), *gx, *gy;
    size_t i;
    for (i = 0; i < n; i++) x[i] = uniform() * 2, y[i] = uniform() * 2;
    gx = (double *)on_device(x, n, 8, 0), gy = (double *)on_device(y, n, 8, 0);
    CHECK_STATUS(rosenbrock_hess(dh, gx, gy, n), GPU_OK, "");
    to_host(h, dh, sizeof h);
    CHECK(*(unsigned char *)&h[n * 4] == 0xa5);
    for (i = 0; i < n; i++) {
        const long double a = x[i], b = y[i], e = expl(-a * a);
        const long double first = 2 - 400 * (b - a * a) + 800 * a * a + e * (4 * a * a - 2);
        const long double want[4] = {first, -400 * a, -400 * a, 200};
        int k;
        (void)rosenbrock_hess_scalar(one, NULL, x[i], y[i]);
        CHECK(same_bits(one, h + 4 * i, sizeof one));
        for (k = 0; k < 4; k++)
            if (!(fabsl(h[4 * i + (size_t)k] - want[k]) <= 4000 * SECOND_TOLERANCE))
                test__fail(__FILE__, __LINE__, "at %g, %g: %.17g, expected %.17Lg", x[i], y[i], h[4 * i + (size_t)k],
                           want[k]);
    }
    release(dh, 8, 0), release(gx, 8, 0), release(gy, 8, 0);
}

/* -- what bodies are made of -- */

GPU_REAL_FN gpu_real softplus(gpu_real x) { return GPU_VALUE(x) > 30 ? x : GPU_LOG1P(GPU_EXP(x)); }
/* A loss with parameters for all elements, loops, arrays of gpu_real, assignments, choices and whole numbers. */
GPU_GRAD(float, loss, (w, scalar), x, (b, scalar), y)
{
    gpu_real part[3], sum = 0;
    int i;
    part[0] = softplus(-y * (w * x + b));
    part[1] = w;
    part[1] *= w;
    part[1] /= 2;
    part[2] = GPU_VALUE(x) > 0.5 ? 3 * x : x - 1;
    part[2] -= 1u;
    for (i = 0; i < 3; i++) sum += part[i];
    return +sum;
}
TEST(a_loss_with_parameters)
{
    enum { n = 3001 };
    static float x[n], y[n], v[n], dw[n], dx[n], db[n], dy[n];
    const float w = 0.3f, b = -0.2f;
    size_t i;
    for (i = 0; i < n; i++) x[i] = (float)uniform() * 3, y[i] = i % 3 ? 1.0f : -1.0f;
    x[5] = 1000;
    CHECK_STATUS(loss_grad(v, dw, dx, db, dy, w, x, b, y, n), GPU_OK, "");
    for (i = 0; i < n; i++) {
        const long double z = -(long double)y[i] * ((long double)w * x[i] + b), s = 1 / (1 + expl(-z)),
                          plain = z > 30 ? z : log1pl(expl(z));
        const long double choice = x[i] > 0.5f ? 3.0L * x[i] : x[i] - 1.0L, slope = z > 30 ? 1 : s;
        float grad[4];
        CHECK_CLOSE(v[i], plain + (long double)w * w / 2 + choice - 1, 1e-6, 1e-7);
        CHECK_CLOSE(dw[i], -y[i] * (long double)x[i] * slope + w, 1e-7, 1e-7);
        CHECK_CLOSE(dx[i], -y[i] * (long double)w * slope + (x[i] > 0.5f ? 3 : 1), 1e-7, 1e-7);
        CHECK_CLOSE(db[i], -y[i] * slope, 1e-7, 1e-7);
        CHECK_CLOSE(dy[i], -((long double)w * x[i] + b) * slope, 1e-7, 1e-7);
        CHECK(loss_grad_scalar(grad, w, x[i], b, y[i]) == v[i] && grad[0] == dw[i] && grad[1] == dx[i] &&
              grad[2] == db[i] && grad[3] == dy[i]);
    }
}
/* Quotients: exact to rounding, whatever C does for them. */
GPU_GRAD(double, ratio, x, y) { return (x * x + 1) / (y - 3) + 2 / x + y / 7; }
TEST(quotients)
{
    int k;
    for (k = 0; k < 1000; k++) {
        const double x = 0.5 + fabs(uniform()) * 4, y = uniform() * 2;
        double g[2];
        CHECK_CLOSE(ratio_grad_scalar(g, x, y), (x * x + 1) / ((long double)y - 3) + 2 / (long double)x + y / 7.0L,
                    1e-14, 3e-15);
        CHECK_CLOSE(g[0], 2 * x / ((long double)y - 3) - 2 / ((long double)x * x), 1e-15, 3e-15);
        CHECK_CLOSE(g[1], -(x * (long double)x + 1) / (((long double)y - 3) * ((long double)y - 3)) + 1 / 7.0L, 1e-15,
                    3e-15);
    }
}
/* Sixteen variables, and one. */
GPU_GRAD(double, sixteen, a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p)
{
    return a * b + 2 * b * c + 3 * c * d + 4 * d * e + 5 * e * f + 6 * f * g + 7 * g * h + 8 * h * i + 9 * i * j +
           10 * j * k + 11 * k * l + 12 * l * m + 13 * m * n + 14 * n * o + 15 * o * p + 16 * p * a;
}
TEST(sixteen_variables)
{
    enum { n = 130 };
    static double x[16][n], d[16][n], v[n], hess[n * 256];
    int k, other;
    size_t i;
    for (k = 0; k < 16; k++)
        for (i = 0; i < n; i++) x[k][i] = (double)(int)(uniform() * 100);
    CHECK_STATUS(sixteen_grad(v, d[0], d[1], d[2], d[3], d[4], d[5], d[6], d[7], d[8], d[9], d[10], d[11], d[12], d[13],
                              d[14], d[15], x[0], x[1], x[2], x[3], x[4], x[5], x[6], x[7], x[8], x[9], x[10], x[11],
                              x[12], x[13], x[14], x[15], n),
                 GPU_OK, "");
    CHECK_STATUS(sixteen_hess(hess, x[0], x[1], x[2], x[3], x[4], x[5], x[6], x[7], x[8], x[9], x[10], x[11], x[12],
                              x[13], x[14], x[15], n),
                 GPU_OK, "");
    for (i = 0; i < n; i++) {
        double sum = 0;
        for (k = 0; k < 16; k++) {
            const int next = (k + 1) % 16, before = (k + 15) % 16;
            sum += (k + 1) * x[k][i] * x[next][i];
            CHECK(d[k][i] == (k + 1) * x[next][i] + (before + 1) * x[before][i]);
            for (other = 0; other < 16; other++)
                CHECK_CLOSE(hess[i * 256 + (size_t)(k * 16 + other)],
                            other == next     ? k + 1
                            : other == before ? before + 1
                                              : 0,
                            1e-7, 0);
        }
        CHECK(v[i] == sum);
    }
}
GPU_GRAD(float, square, x) { return x * x; }
TEST(one_variable)
{
    float x[3] = {1, 2, -3}, v[3], d[3], h[3];
    CHECK_STATUS(square_grad(v, d, x, 3), GPU_OK, "");
    CHECK_STATUS(square_hess(h, x, 3), GPU_OK, "");
    CHECK(v[2] == 9 && d[2] == -6 && fabsf(h[2] - 2) < 1e-6f && d[0] == 2);
}
/* In a kernel, at one point. */
GPU_KERNEL(descend, (double *, at), (int, steps))
{
    double g[2];
    int k;
    if (GPU_THREAD_X || GPU_BLOCK_X) return;
    for (k = 0; k < steps; k++) {
        (void)rosenbrock_grad_scalar(g, at[0], at[1]);
        at[0] -= 1e-3 * g[0], at[1] -= 1e-3 * g[1];
    }
}
TEST(a_descent_in_a_kernel)
{
    double start[2] = {-1, 1}, end[2], x = -1, y = 1, g[2], *at = (double *)on_device(start, 2, 8, 0);
    int k;
    CHECK_STATUS(descend(gpu_grid(1, 1, 1, 32, 1, 1), at, 500), GPU_OK, "");
    to_host(end, at, sizeof end);
    for (k = 0; k < 500; k++) {
        (void)rosenbrock_grad_scalar(g, x, y);
        x -= 1e-3 * g[0], y -= 1e-3 * g[1];
    }
    CHECK_CLOSE(end[0], x, 1e-9, 0); /* a GPU may fuse the step itself */
    CHECK_CLOSE(end[1], y, 1e-9, 0);
    CHECK(rosenbrock_scalar(x, y) < rosenbrock_scalar(-1, 1));
    release(at, 8, 0);
}

TEST(wrong_arguments_of_derivatives)
{
    double *x = GPU_ZEROS(double, 64), *out = GPU_ZEROS(double, 64), *d = GPU_ZEROS(double, 64);
    CHECK_SUFFIXED(rosenbrock(NULL, x, x, 64), GPU_ERROR_INVALID_ARGUMENT, "rosenbrock: out is NULL");
    CHECK_SUFFIXED(rosenbrock(out, x, NULL, 64), GPU_ERROR_INVALID_ARGUMENT, "y is NULL");
    CHECK_SUFFIXED(rosenbrock(out, x, x, 65), GPU_ERROR_INVALID_ARGUMENT, "beyond the end of");
    CHECK_SUFFIXED(rosenbrock(out, x, x, (size_t)-1), GPU_ERROR_INVALID_ARGUMENT, "more than any machine has");
    CHECK_SUFFIXED(rosenbrock(x + 1, x, x, 60), GPU_ERROR_INVALID_ARGUMENT, "overlap");
    CHECK_SUFFIXED(rosenbrock_grad(NULL, NULL, NULL, x, x, 64), GPU_ERROR_INVALID_ARGUMENT,
                   "rosenbrock_grad: all arrays for results are NULL");
    CHECK_SUFFIXED(rosenbrock_grad(out, d, d, x, x, 64), GPU_ERROR_INVALID_ARGUMENT, "dx and dy overlap");
    CHECK_SUFFIXED(rosenbrock_grad(out, x, d, x, x, 64), GPU_ERROR_INVALID_ARGUMENT, "dx and x overlap");
    CHECK_SUFFIXED(rosenbrock_grad(NULL, d + 1, NULL, x, x, 64), GPU_ERROR_INVALID_ARGUMENT, "beyond the end of dx");
    CHECK_SUFFIXED(rosenbrock_hess(out, x, x, 64), GPU_ERROR_INVALID_ARGUMENT, "beyond the end of hess");
    CHECK_STATUS(rosenbrock_grad(out, d, NULL, NULL, NULL, 0), GPU_OK, "");
    GPU_CHECK(gpu_free(x));
    GPU_CHECK(gpu_free(out));
    GPU_CHECK(gpu_free(d));
}
TEST(derivatives_in_a_graph)
{
    enum { n = 50 };
    double x[n], y[n], dx[n], want[n], *gx, *gy, *gdx = (double *)on_device(NULL, n, 8, 0);
    gpu_graph graph;
    size_t i;
    for (i = 0; i < n; i++) x[i] = uniform(), y[i] = uniform();
    CHECK_STATUS(rosenbrock_grad(NULL, want, NULL, x, y, n), GPU_OK, "");
    gx = (double *)on_device(x, n, 8, 0), gy = (double *)on_device(y, n, 8, 0);
    GPU_CHECK(gpu_graph_begin());
    CHECK_STATUS(rosenbrock_grad(NULL, gdx, NULL, gx, gy, n), GPU_OK, "");
    graph = gpu_graph_end();
    GPU_CHECK(gpu_error());
    GPU_CHECK(gpu_graph_launch(graph));
    to_host(dx, gdx, sizeof dx);
    CHECK(same_bits(dx, want, sizeof dx));
    GPU_CHECK(gpu_graph_free(graph));
    release(gx, 8, 0), release(gy, 8, 0), release(gdx, 8, 0);
}
