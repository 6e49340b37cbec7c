/* GPU_GRAD where doubles end: zeros, infinities, NaN, tiny and huge numbers. Each function is written twice, as a body
   and in reverse Polish notation, which is evaluated here by the rules of the contract. */

#define GPU_DERIVATIVES
#include "gpu.h"
#include "test.h"
#include "prewritten.h"

/* A number with its derivatives by x and y. odd: where the contract lets C's derivatives differ. */
typedef struct number {
    double v, d[2];
    int odd;
} number;
static double product(double a, double b)
{
    volatile double p = a * b; /* no compiler fuses it with a sum */
    return p;
}
static double term(double factor, double d) { return d == 0 ? 0 : product(factor, d); }
static double slope(double by, double d) { return by == 0 ? 0 : term(by, d); }
static int is_odd_number(double x) { return !(fabs(x) < 1e150) || (x != 0 && fabs(x) < 1e-120); }
static int is_odd(number a) { return is_odd_number(a.v) || is_odd_number(a.d[0]) || is_odd_number(a.d[1]); }
static number function(number a, double v, double by, int saturates)
{
    number r = a;
    int k;
    r.v = v;
    for (k = 0; k < 2; k++) r.d[k] = saturates ? slope(by, a.d[k]) : term(by, a.d[k]);
    return r;
}
static double quotient(double a, double da, double b, double db)
{
    if (db == 0) return da == 0 ? 0 : da / b;
    if (isfinite(a) && isinf(b)) return 0;
    return (da - product(a, db / b)) / b;
}
static number of_two(char op, number a, number b)
{
    number r = a;
    int k;
    r.odd |= b.odd;
    if (op == '/') r.odd |= !(fabs(b.v) > 1e-150);
    r.v = op == '+'   ? a.v + b.v
          : op == '-' ? a.v - b.v
          : op == '*' ? a.v * b.v
          : op == '/' ? a.v / b.v
                      : gpu_math_max_f64(a.v, b.v);
    for (k = 0; k < 2; k++) switch (op) {
        case '+':
            r.d[k] = a.d[k] + b.d[k];
            break;
        case '-':
            r.d[k] = a.d[k] - b.d[k];
            break;
        case '*':
            r.d[k] = term(a.v, b.d[k]) + term(b.v, a.d[k]);
            break;
        case '/':
            r.d[k] = quotient(a.v, a.d[k], b.v, b.d[k]);
            break;
        default:
            r.d[k] = a.v > b.v || a.v != a.v ? a.d[k] : b.d[k];
        }
    return r;
}
static number of_one(char op, number a)
{
    const double x = a.v;
    double r;
    switch (op) {
    case 'n':
        a.v = -a.v, a.d[0] = -a.d[0], a.d[1] = -a.d[1];
        return a;
    case 'E':
        r = gpu_math_exp_f64(x);
        return function(a, r, r, 1);
    case 'L':
        return function(a, gpu_math_log_f64(x), 1 / x, 0);
    case 'S':
        return function(a, gpu_math_sin_f64(x), gpu_math_cos_f64(x), 0);
    case 'Q':
        r = gpu_math_sqrt_f64(x);
        return function(a, r, 0.5 / r, 0);
    default:
        r = gpu_math_cosh_f64(x);
        return function(a, gpu_math_tanh_f64(x), 1 / product(r, r), 1); /* T */
    }
}
static number polish(const char *text, double x, double y)
{
    number stack[16];
    int n = 0;
    for (; *text; text++) {
        if (*text == 'x' || *text == 'y' || (*text >= '0' && *text <= '9')) {
            number *top = &stack[n++];
            top->v = *text == 'x' ? x : *text == 'y' ? y : *text - '0';
            top->d[0] = *text == 'x', top->d[1] = *text == 'y';
            top->odd = 0;
        } else if (*text < 'A' || *text == 'M')
            n--, stack[n - 1] = of_two(*text, stack[n - 1], stack[n]);
        else
            stack[n - 1] = of_one(*text, stack[n - 1]);
        stack[n - 1].odd |= is_odd(stack[n - 1]);
    }
    return stack[0];
}

typedef struct row {
    const char *body, *polish;
    double (*value)(double x, double y), (*gradient)(double *grad, double x, double y);
} row;
#define OF_XY(name, body, text)                                                                                        \
    GPU_GRAD(double, name, x, y) { return (void)x, (void)y, body; }                                                    \
    static const row row_##name = {#body, text, name##_scalar, name##_grad_scalar};
OF_XY(quotient_of, x / y, "xy/")
OF_XY(product_of, x * y, "xy*")
OF_XY(inverse, 1 / x, "1x/")
OF_XY(logistic, 1 / (1 + GPU_EXP(-x)), "11xnE+/")
OF_XY(sinc, GPU_SIN(x) / x, "xSx/")
OF_XY(grown, GPU_EXP(x) * GPU_TANH(y), "xEyT*")
OF_XY(root_and, GPU_SQRT(x) + y, "xQy+")
OF_XY(log_and, GPU_LOG(x) + y, "xLy+")
OF_XY(square_over, x * x / y, "xx*y/")
OF_XY(saturated, x / (1 + x), "x1x+/")
OF_XY(gauss, GPU_EXP(-x * x / 2) * y, "xnx*2/Ey*")
OF_XY(softmax, GPU_EXP(x) / (GPU_EXP(x) + GPU_EXP(y)), "xExEyE+/")
OF_XY(cubed, x * x *x - y, "xx*x*y-")
OF_XY(lifted_out, x / 7 - y * 3, "x7/y3*-")
OF_XY(near_one, (x - 1) * (x - 1) / (y - 1), "x1-x1-*y1-/")
OF_XY(clamped, GPU_MAX(GPU_LOG(x), y), "xLyM")
OF_XY(norm, GPU_SQRT(x * x + y * y), "xx*yy*+Q")
OF_XY(unit, y / GPU_SQRT(x * x + y * y), "yxx*yy*+Q/")
static const row *const rows[] = {
    &row_quotient_of, &row_product_of, &row_inverse, &row_logistic, &row_sinc, &row_grown, &row_root_and,
    &row_log_and, &row_square_over, &row_saturated, &row_gauss, &row_softmax, &row_cubed, &row_lifted_out,
    &row_near_one, &row_clamped, &row_norm, &row_unit,
};
/* An infinity on the way to a finite value. */
GPU_GRAD(double, angle, x, y) { return (y - x) / y / GPU_ATAN(y / x); }
GPU_GRAD(double, angle_of_two, x, y) { return y * (y * GPU_ATAN2(y, y / x)); }
static const double points[] = {
    0, 1, -1, 0.3, -2.7, 3, 17, -40, 1e-5, 1e5, -1e5, 800, -800, 1e-20, 1e-90, 1e-180, -1e-180, 1e-300, 1e-320,
    1e300, -1e300, (double)INFINITY, -(double)INFINITY, (double)NAN,
};
enum { POINTS = sizeof points / sizeof *points };

static int same(double a, double b) { return a != a ? b != b : same_bits(&a, &b, 8); }
TEST(values_and_derivatives_where_doubles_end)
{
    size_t f, i;
    for (f = 0; f < sizeof rows / sizeof *rows; f++)
        for (i = 0; i < (size_t)POINTS * POINTS; i++) {
            const double x = points[i / POINTS], y = points[i % POINTS];
            const number want = polish(rows[f]->polish, x, y);
            double grad[2] = {-7, -7}, v = rows[f]->gradient(grad, x, y);
            if (!same(v, want.v + 0.0) || !same(rows[f]->value(x, y), v))
                test__fail(__FILE__, __LINE__, "%s at (%g, %g) is %.17g, expected %.17g", rows[f]->body, x, y, v,
                           want.v);
#ifndef __cplusplus
            if (want.odd) continue;
#endif
            if (!same(grad[0], want.d[0] + 0.0) || !same(grad[1], want.d[1] + 0.0))
                test__fail(__FILE__, __LINE__, "%s at (%g, %g) has the derivatives %.17g, %.17g, expected %.17g, %.17g",
                           rows[f]->body, x, y, grad[0], grad[1], want.d[0], want.d[1]);
        }
}
/* What is exact at such points, in C and in C++. */
typedef struct known {
    double (*gradient)(double *grad, double x, double y);
    double x, y, v, dx, dy;
} known;
#define INF ((double)INFINITY)
#define NONE ((double)NAN)
TEST(known_derivatives_where_doubles_end)
{
    static const known at[] = {
        {quotient_of_grad_scalar, 1, 0, INF, INF, -INF},
        {quotient_of_grad_scalar, 0, 0, NONE, INF, NONE},
        {quotient_of_grad_scalar, 0x1p-598, 0x1p-598, 1, 0x1p598, -0x1p598},
        {quotient_of_grad_scalar, INF, 2, INF, 0.5, -INF},
        {quotient_of_grad_scalar, 2, INF, 0, 0, 0},
        {logistic_grad_scalar, -800, 3, 0, 0, 0},
        {logistic_grad_scalar, 800, 3, 1, 0, 0},
        {sinc_grad_scalar, 0, 3, NONE, NONE, NONE},
        {grown_grad_scalar, 800, 1, INF, INF, INF},
        {grown_grad_scalar, -800, 1, 0, 0, 0},
        {product_of_grad_scalar, INF, 2, INF, 2, INF},
        {product_of_grad_scalar, 2, -INF, -INF, -INF, 2},
        {root_and_grad_scalar, 0, 1, 1, INF, 1},
        {log_and_grad_scalar, 0, 1, -INF, INF, 1},
        {clamped_grad_scalar, 0, -100, -100, 0, 1},
        {cubed_grad_scalar, 0x1p300, 0, 0x1p900, 3 * 0x1p600, -1},
        {near_one_grad_scalar, 1, 3, 0, 0, 0},
    };
    size_t i;
    for (i = 0; i < sizeof at / sizeof *at; i++) {
        double g[2] = {-7, -7}, v = at[i].gradient(g, at[i].x, at[i].y);
        if (!same(v, at[i].v) || !same(g[0], at[i].dx) || (!same(g[1], at[i].dy) && !isnan(at[i].dy)))
            test__fail(__FILE__, __LINE__, "row %d at (%g, %g): %g (%g, %g), expected %g (%g, %g)", (int)i, at[i].x,
                       at[i].y, v, g[0], g[1], at[i].v, at[i].dx, at[i].dy);
    }
}
TEST(an_infinity_on_the_way_to_a_finite_value)
{
    const double right = 1 / gpu_math_atan_f64(INF);
    double g[2];
    CHECK(angle_scalar(0, 1) == right && angle_grad_scalar(g, 0, 1) == right);
    CHECK(angle_of_two_scalar(0, 1) == 0 && angle_of_two_grad_scalar(g, 0, 1) == 0);
}
/* Arrays have the same bits as points. */
TEST(arrays_where_doubles_end)
{
    enum { n = POINTS * POINTS };
    static double x[n], y[n], v[n], dx[n], dy[n];
    int i;
    for (i = 0; i < n; i++) x[i] = points[i / POINTS], y[i] = points[i % POINTS];
    CHECK_STATUS(square_over_grad(v, dx, dy, x, y, n), GPU_OK, "");
    for (i = 0; i < n; i++) {
        double g[2], at = square_over_grad_scalar(g, x[i], y[i]);
        CHECK(same(at, v[i]) && same(g[0], dx[i]) && same(g[1], dy[i]));
    }
}

/* The program's own names and complex numbers are as they were. */
typedef struct logger {
    int (*log)(const char *text);
    double exp, pow;
} logger;
static int length(const char *text) { return (int)strlen(text); }
TEST(everyday_names_after_GPU_DERIVATIVES)
{
    logger l;
    double sin = 2, round = 1;
    l.log = length, l.exp = 1, l.pow = 2;
    CHECK(l.log("hello") == 5 && l.exp + l.pow + sin + round == 6);
    CHECK((sqrt)(4.0) == 2 && fabs(-2.0) == 2);
}
#ifndef __cplusplus
TEST(the_programs_own_complex_numbers)
{
    volatile union {
        double part[2];
        double _Complex z;
    } a, b, r;
    a.part[0] = a.part[1] = INF, b.part[0] = 1, b.part[1] = 0;
    r.z = a.z * b.z; /* infinite, by annex G of the C standard */
    CHECK(isinf(r.part[0]) || isinf(r.part[1]));
}
#endif
