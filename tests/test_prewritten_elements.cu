/* The functions of single elements: of test_prewritten. */

#define GPU_KERNELS_FOR_C
#include "gpu.h"
#include "test.h"
#include "prewritten.h"

TEST(bounds_that_are_nan)
{
    const double x[4] = {-5, 0.5, NAN, 5}, nan = (double)NAN;
    double y[4];
    GPU_CHECK(gpu_clip_f64(y, x, nan, 1, 4));
    CHECK(y[0] == -5 && y[1] == 0.5 && isnan(y[2]) && y[3] == 1);
    GPU_CHECK(gpu_clip_f64(y, x, 0, nan, 4));
    CHECK(y[0] == 0 && y[1] == 0.5 && isnan(y[2]) && y[3] == 5);
    GPU_CHECK(gpu_clip_f64(y, x, 2, 1, 4));
    CHECK(y[0] == 1 && y[1] == 1 && isnan(y[2]) && y[3] == 1);
}

/* What the functions of a type are checked with: `call` writes to o, and element i should be `expected`. */
#define EACH(call, expected)                                                                                           \
    test_row("%s of %zu", #call, n);                                                                                   \
    CHECK((call) == GPU_OK);                                                                                           \
    to_host(r, o, n * sizeof *r);                                                                                      \
    for (i = 0; i < n; i++) CHECK_CLOSE(r[i], expected, sizeof *r == 4 ? 2e-3 : 1e-10, 0);
/* Here o is x before the call, and v element i of it. */
#define CLOSE(call, expected, tolerance)                                                                               \
    test_row("%s", #call);                                                                                             \
    GPU_CHECK(gpu_copy(o, x, sizeof x));                                                                               \
    CHECK((call) == GPU_OK);                                                                                           \
    to_host(r, o, sizeof r);                                                                                           \
    for (i = 0; i < n && (v = (double)x[i], 1); i++) CHECK_CLOSE(r[i], expected, tolerance, tolerance);
#define SAME(call, expected)                                                                                           \
    test_row("%s", #call);                                                                                             \
    CHECK((call) == GPU_OK);                                                                                           \
    to_host(r, o, sizeof r);                                                                                           \
    for (i = 0; i < n && (v = (double)x[i], 1); i++)                                                                   \
        same_number(__FILE__, __LINE__, v, (double)r[i], (double)(expected));
static void same_number(const char *file, int line, double v, double got, double want)
{
    if (!(want != want ? got != got : got == want && !signbit(got) == !signbit(want)))
        test__fail(file, line, "of %g is %g, expected %g", v, got, want);
}
static const float no_fraction_f32 = 8388608.0f;
static const double no_fraction_f64 = 4503599627370496.0;

static double sigmoid_of(double v) { return v < 0 ? exp(v) / (1 + exp(v)) : 1 / (1 + exp(-v)); }
static const struct {
    const char *name;
    double (*of)(double);
} far_out[] = {{"exp", exp}, {"log", log}, {"tanh", tanh}, {"sigmoid", sigmoid_of}, {"sin", sin}, {"cos", cos}};
static const double smallest_f32 = 1.5e-45, least_exp_f32 = -104.0, most_exp_f32 = 88.8, tiny_f32 = 1.1e-38;
static const double smallest_f64 = 5e-324, least_exp_f64 = -745.2, most_exp_f64 = 709.8, tiny_f64 = 2.2e-308;
static double best_of_many(gpu_status (*call)(void *, const void *, size_t), void *o, const void *x, size_t n)
{
    double best = 1e9;
    int k;
    for (k = 0; k < 25; k++) { /* threads of other processes make some of them slow */
        const clock_t from = clock();
        int again;
        for (again = 0; again < 10; again++) CHECK(call(o, x, n) == GPU_OK);
        if ((double)(clock() - from) / CLOCKS_PER_SEC < best) best = (double)(clock() - from) / CLOCKS_PER_SEC;
    }
    return best;
}

#define TYPES ALL
#define BODY "elements_T.h"
#include "each_type.h"
