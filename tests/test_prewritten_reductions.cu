/* Reductions and scans against sums in long double; the bits of both backends: of test_prewritten. */

#define GPU_KERNELS_FOR_C
#include "gpu.h"
#include "test.h"
#include "prewritten.h"

#define TYPES ANY
#define BODY "reductions_T.h"
#include "each_type.h"

TEST(means_and_variances_of_large_numbers)
{
    enum { n = 20011 };
    static const size_t some[] = {2, 8, 100, 2048, 4096, 8192, n};
    static int64_t t[n];
    static double x[n], y[n], m[n];
    size_t i, k;
    for (i = 0; i < n; i++) t[i] = 1760000000000000000 + (int64_t)(i % 2) * 1000000, x[i] = i % 2 ? -1e200 : 1e200;
    for (k = 0; k < sizeof some / sizeof *some; k++) {
        const size_t c = some[k] / 2;
        CHECK_CLOSE(gpu_mean_i64(t, some[k]), 1.7600000000005e18, 0, 1e-12);
        CHECK(gpu_var_f64(x, some[k], 0) == INFINITY && gpu_std_f64(x, some[k], 1) == INFINITY);
        CHECK_CLOSE(gpu_norm_f64(x, some[k]), 1e200 * sqrt((double)some[k]), 0, 1e-14);
        CHECK(gpu_normalize_f64(y, x, some[k]) == GPU_OK);
        for (i = 0; i < some[k]; i++)
            if (y[i] != 0) break;
        CHECK_INT(i, some[k]);
        CHECK(gpu_mean_rows_i64(m, t, 2, c) == GPU_OK);
        CHECK_CLOSE(m[0], 1.76e18, 0, 1e-11);
        CHECK_CLOSE(m[1], 1.76e18, 0, 1e-11);
        CHECK(gpu_mean_cols_i64(m, t, c, 2) == GPU_OK);
        CHECK_CLOSE(m[0], 1.76e18, 0, 1e-12);
        CHECK_CLOSE(m[1], 1.760000000001e18, 0, 1e-12);
    }
    for (i = 0; i < n; i++) x[i] = 3;
    for (i = 0; i < n; i += i < 4100 ? 1013 : 5003) { /* one among tame ones; NaN where there is an infinity or a NaN */
        x[i] = 1e200;
        CHECK(gpu_var_f64(x, n, 0) == INFINITY);
        x[i] = INFINITY;
        CHECK(gpu_var_f64(x, n, 0) != gpu_var_f64(x, n, 0));
        x[i] = (double)NAN;
        CHECK(gpu_var_f64(x, n, 0) != gpu_var_f64(x, n, 0));
        x[i] = 3;
    }
}

/* Sums of floats are doubles all the way: what cancels leaves what was added to it, wherever the two lie. */
TEST(scans_of_floats_round_once)
{
    enum { n = 10007 };
    static const size_t places[] = {1, 2, 3, 31, 127, 511, 512, 513, 1023, 4095, 4096, 4097, 8192, 9999};
    static float x[n], a[n], e[n];
    float *dx, *o;
    size_t p, q, i;
    for (p = 0; p < sizeof places / sizeof *places; p++)
        for (q = 0; q < p; q++) {
            double sum = 0;
            test_row("1e8 at %zu, -1e8 at %zu", places[q], places[p]);
            for (i = 0; i < n; i++) x[i] = i % 3 == 0;
            x[places[q]] = 1e8f, x[places[p]] = -1e8f;
            dx = (float *)on_device(x, n, sizeof *x, 0), o = (float *)on_device(NULL, n, sizeof *x, 0);
            CHECK(gpu_cumsum_exclusive_f32(o, dx, n) == GPU_OK && gpu_cumsum_f32(dx, dx, n) == GPU_OK);
            to_host(e, o, sizeof e);
            to_host(a, dx, sizeof a);
            for (i = 0; i < n; i++) {
                CHECK_AT(i, e[i], sum, e[i] == (float)sum);
                sum += (double)x[i];
                CHECK_AT(i, a[i], sum, a[i] == (float)sum);
            }
            release(dx, sizeof *x, 0), release(o, sizeof *x, 0);
        }
}

TEST(zeros_with_a_sign_and_nan_are_what_c_says)
{
    float x[3] = {-0.0f, 0, -0.0f};
    double y[2] = {0, -0.0};
    CHECK(gpu_any_f32(x, 3) == 0 && gpu_any_f64(y, 2) == 0);
    x[1] = (float)NAN, y[0] = (double)NAN;
    CHECK(gpu_any_f32(x, 3) == 1 && gpu_all_f32(x, 3) == 0 && gpu_all_f32(x + 1, 1) == 1 && gpu_all_f64(y, 1) == 1);
}

/* gpu_norm of doubles whose squares, or the sum of them, are beyond the range of a double: n elements, of which the
   last differs. The reference is scaled. */
typedef struct norm_row {
    double some, last, scale;
} norm_row;
static const norm_row norms[] = {
    {1e155, 1e155, 1e200}, {3e200, 4e200, 1e200}, {1e306, -1e306, 1e300}, {0, 1.75e308, 1e300},
    {1e-200, 1e200, 1e200}, {1e153, 1e153, 1e153}, {3e-200, 4e-200, 1e-200}, {5e-324, 5e-324, 5e-324},
    {0, 1e-170, 1e-170}, {1e-140, -1e-160, 1e-140}, {1e-300, 1, 1}, {1e-155, 1e-154, 1e-154}, {0, 0, 1},
    {1, INFINITY, 1}, {1e200, NAN, 1},
};
TEST(norms_of_extreme_numbers)
{
    static const size_t counts[] = {1, 2, 3, 511, 2048, 2049, 10007, 300001};
    static double x[300001];
    double *const out = GPU_NEW(double, 1);
    const int device = gpu_device();
    size_t r, c, i;
    for (r = 0; r < sizeof norms / sizeof *norms; r++)
        for (c = 0; c < sizeof counts / sizeof *counts; c++) {
            const size_t n = counts[c];
            const norm_row *const e = &norms[r];
            const long double some = e->some / e->scale, last = e->last / e->scale;
            const double want = (double)(sqrtl((long double)(n - 1) * some * some + last * last) * e->scale);
            double got, by_cpu, to = -1, *dx;
            for (i = 0; i < n; i++) x[i] = i == n - 1 ? e->last : e->some;
            dx = (double *)on_device(x, n, 8, 0);
            got = gpu_norm_f64(dx, n);
            GPU_CHECK(gpu_norm_to_f64(out, dx, n));
            to_host(&to, out, 8);
            GPU_CHECK(gpu_use(GPU_CPU));
            by_cpu = gpu_norm_f64(x, n);
            GPU_CHECK(gpu_use(device));
            if (isfinite(want) ? !(fabs(got - want) <= 1e-14 * want) : isnan(want) ? !isnan(got) : got != want)
                test__fail(__FILE__, __LINE__, "row %zu, %zu elements: %.17g, expected %.17g", r, n, got, want);
            if (!isnan(got)) CHECK(same_bits(&got, &to, 8) && same_bits(&got, &by_cpu, 8));
            release(dx, 8, 0);
        }
    CHECK(gpu_norm_f64(NULL, 0) == 0);
    GPU_CHECK(gpu_free(out));
}
