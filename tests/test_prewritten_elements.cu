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

#define ELEMENTWISE(T, s, kind)                                                                                        \
    TEST(elementwise_##s)                                                                                              \
    {                                                                                                                  \
        size_t k, shift, i;                                                                                            \
        for (k = 0; k < SIZES; k++)                                                                                    \
            for (shift = 0; shift < 2; shift++) {                                                                      \
                const size_t n = sizes[k];                                                                             \
                T *x = (T *)malloc(n * sizeof(T)), *y = (T *)malloc(n * sizeof(T)), *r = (T *)malloc(n * sizeof(T)), *dx, *dy, *o; \
                int bad = 0;                                                                                           \
                FILL_##kind(x, n, T);                                                                                  \
                FILL_##kind(y, n, T);                                                                                  \
                dx = (T *)on_device(x, n, sizeof(T), shift), dy = (T *)on_device(y, n, sizeof(T), 0), o = (T *)on_device(NULL, n, sizeof(T), shift); \
                EACH(s, gpu_add_##s(o, dx, dy, n), x[i] + y[i])                                                        \
                EACH(s, gpu_sub_##s(o, dx, dy, n), x[i] - y[i])                                                        \
                EACH(s, gpu_mul_##s(o, dx, dy, n), x[i] * y[i])                                                        \
                EACH(s, gpu_scale_##s(o, (T)3, dx, n), 3 * x[i])                                                       \
                EACH(s, gpu_clip_##s(o, dx, (T)-20, (T)30, n), x[i] < -20 ? -20 : x[i] > 30 ? 30 : x[i])               \
                EACH(s, gpu_abs_##s(o, dx, n), x[i] < 0 ? -x[i] : x[i])                                                \
                EACH(s, gpu_add_scalar_##s(o, dx, (T)7, n), x[i] + 7)                                                  \
                EACH(s, gpu_sub_scalar_##s(o, dx, (T)7, n), x[i] - 7)                                                  \
                EACH(s, gpu_scalar_sub_##s(o, (T)7, dx, n), 7 - x[i])                                                  \
                EACH(s, gpu_square_##s(o, dx, n), x[i] * x[i])                                                         \
                EACH(s, gpu_sign_##s(o, dx, n), x[i] < 0 ? -1 : x[i] > 0)                                              \
                EACH(s, gpu_minimum_##s(o, dx, dy, n), x[i] < y[i] ? x[i] : y[i])                                      \
                EACH(s, gpu_maximum_##s(o, dx, dy, n), x[i] > y[i] ? x[i] : y[i])                                      \
                EACH(s, gpu_fill_##s(o, (T)7, n), 7)                                                                   \
                EACH(s, gpu_arange_##s(o, (T)5, (T)-2, n), 5 - 2 * (double)i)                                          \
                EACH(s, gpu_add_##s(x, x, y, n) || gpu_copy(o, x, n * sizeof(T)), x[i]) /* host arrays, in place */    \
                GPU_CHECK(gpu_copy(dx, x, n * sizeof(T)));                                                             \
                GPU_CHECK(gpu_axpy_##s(dx, (T)2, dx, dy, n));                                                          \
                to_host(r, dx, n * sizeof(T));                                                                         \
                for (i = 0; i < n; i++) bad += fabs((double)r[i] - (2 * (double)x[i] + (double)y[i])) > 1e-4;          \
                CHECK_INT(bad, 0);                                                                                     \
                release(dx, sizeof(T), shift), release(dy, sizeof(T), 0), release(o, sizeof(T), shift);                \
                free(x), free(y), free(r);                                                                             \
            }                                                                                                          \
    }
#define EACH(s, call, expected)                                                                                        \
    CHECK((call) == GPU_OK);                                                                                           \
    to_host(r, o, n * sizeof *r);                                                                                      \
    for (i = 0, bad = 0; i < n; i++) bad += fabs((double)r[i] - (double)(expected)) > (sizeof *r == 4 ? 2e-3 : 1e-10); \
    CHECK_INT(bad, 0);
ELEMENTWISE(float, f32, real)
ELEMENTWISE(double, f64, real)
ELEMENTWISE(int32_t, i32, whole)
ELEMENTWISE(int64_t, i64, whole)

#define FUNCTIONS(T, s, eps)                                                                                           \
    TEST(functions_##s)                                                                                                \
    {                                                                                                                  \
        enum { n = 10007 };                                                                                            \
        static T x[n], y[n], r[n];                                                                                     \
        size_t i;                                                                                                      \
        T *o, *dy;                                                                                                     \
        for (i = 0; i < n; i++) y[i] = (T)(uniform() * 10);                                                            \
        dy = (T *)on_device(y, n, sizeof(T), 1);                                                                       \
        for (i = 0; i < n; i++) x[i] = (T)(uniform() * 10 + 11);                                                       \
        o = (T *)on_device(x, n, sizeof(T), 0);                                                                        \
        CLOSE(gpu_sqrt_##s(o, o, n), sqrt(v), eps) CLOSE(gpu_exp_##s(o, o, n), exp(v), 4 * eps)                        \
        CLOSE(gpu_log_##s(o, o, n), log(v), 4 * eps) CLOSE(gpu_sin_##s(o, o, n), sin(v), 4 * eps)                      \
        CLOSE(gpu_cos_##s(o, o, n), cos(v), 4 * eps) CLOSE(gpu_tanh_##s(o, o, n), tanh(v), 4 * eps)                    \
        CLOSE(gpu_sigmoid_##s(o, o, n), 1 / (1 + exp(-v)), 4 * eps) CLOSE(gpu_pow_##s(o, o, (T)1.5, n), pow(v, 1.5), 16 * eps) \
        CLOSE(gpu_exp2_##s(o, o, n), exp2(v), 4 * eps) CLOSE(gpu_log2_##s(o, o, n), log2(v), 4 * eps)                  \
        CLOSE(gpu_log10_##s(o, o, n), log10(v), 4 * eps) CLOSE(gpu_atan2_##s(o, o, dy, n), atan2(v, (double)y[i]), 4 * eps) \
        CLOSE(gpu_atan2_##s(o, dy, o, n), atan2((double)y[i], v), 4 * eps)                                             \
        CLOSE(gpu_cbrt_##s(o, o, n), cbrt(v), 4 * eps)                                                                 \
        CLOSE(gpu_div_scalar_##s(o, o, (T)3, n), (T)((T)v / (T)3), 0) CLOSE(gpu_scalar_div_##s(o, (T)3, o, n), (T)((T)3 / (T)v), 0) \
        CLOSE(gpu_reciprocal_##s(o, o, n), (T)(1 / (T)v), 0)                                                           \
        CLOSE(gpu_div_##s(o, o, o, n), v / v, 0)                                                                        \
        CHECK(gpu_linspace_##s(o, (T)-3, (T)7, n) == GPU_OK);                                                          \
        to_host(r, o, n * sizeof(T));                                                                                  \
        for (i = 0; i < n; i++) CHECK_CLOSE(r[i], -3 + 10.0 * (double)i / (n - 1), 10 * eps, 2 * eps);                 \
        CHECK(r[0] == (T)-3 && r[n - 1] == (T)7);                                                                      \
        CHECK(gpu_linspace_##s(o, (T)-3, (T)7, 1) == GPU_OK);                                                          \
        to_host(r, o, sizeof(T));                                                                                      \
        CHECK(r[0] == (T)-3);                                                                                          \
        release(o, sizeof(T), 0), release(dy, sizeof(T), 1);                                                                                      \
    }
#define CLOSE(call, expected, tolerance)                                                                               \
    GPU_CHECK(gpu_copy(o, x, sizeof x));                                                                               \
    CHECK((call) == GPU_OK);                                                                                           \
    to_host(r, o, sizeof r);                                                                                           \
    for (i = 0; i < n; i++) {                                                                                          \
        const double v = (double)x[i];                                                                                 \
        CHECK_CLOSE(r[i], expected, tolerance, tolerance);                                                             \
    }
FUNCTIONS(float, f32, 1.2e-7)
FUNCTIONS(double, f64, 2.3e-16)

/* Halves, both zeros, what has no fraction any more, infinities and NaN: bit for bit. */
#define ROUNDED(T, s, whole)                                                                                           \
    TEST(rounded_##s)                                                                                                  \
    {                                                                                                                  \
        const T x[] = {0.5f, -0.5f, 1.5f, 2.5f, -2.5f, 0, (T)-0.0, 2.25f, -7.75f, whole - 1, -whole, whole + 2, INFINITY, -INFINITY, NAN, 1e-30f, -1e-30f}; \
        enum { n = sizeof x / sizeof *x };                                                                             \
        T r[n], *o = (T *)on_device(x, n, sizeof(T), 1), *dx = (T *)on_device(x, n, sizeof(T), 0);                     \
        size_t i;                                                                                                      \
        SAME(gpu_floor_##s(o, dx, n), floor(v)) SAME(gpu_ceil_##s(o, dx, n), ceil(v)) SAME(gpu_round_##s(o, dx, n), rint(v)) \
        SAME(gpu_sign_##s(o, dx, n), v != v ? v : (double)((v > 0) - (v < 0)))                                         \
        SAME(gpu_minimum_##s(o, dx, dx, n), v) SAME(gpu_maximum_##s(o, o, dx, n), v)                         \
        SAME(gpu_fill_##s(o, 1, n) || gpu_minimum_##s(o, o, dx, n), v != v || v < 1 ? v : 1)                           \
        SAME(gpu_fill_##s(o, 1, n) || gpu_maximum_##s(o, dx, o, n), v != v || v > 1 ? v : 1)                           \
        SAME(gpu_reciprocal_##s(o, dx, n), (T)(1 / (T)v))                                                              \
        release(o, sizeof(T), 1), release(dx, sizeof(T), 0);                                                           \
    }
#define SAME(call, expected)                                                                                           \
    CHECK((call) == GPU_OK);                                                                                           \
    to_host(r, o, sizeof r);                                                                                           \
    for (i = 0; i < n; i++) {                                                                                          \
        const double v = (double)x[i], want = (double)(expected), got = (double)r[i];                                  \
        if (!(want != want ? got != got : got == want && !signbit(got) == !signbit(want))) test__fail(__FILE__, __LINE__, "%s of %g is %g", #call, v, got); \
    }
ROUNDED(float, f32, 8388608.0f)
ROUNDED(double, f64, 4503599627370496.0)

/* Outside the ordinary range: overflows, denormals, negative numbers, infinities, NaN, both zeros; among ordinary elements and alone. */
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
#define FAR_OUT(T, s, eps, smallest, low, high, tiny)                                                                  \
    static gpu_status timed_exp_##s(void *o, const void *x, size_t n) { return gpu_exp_##s((T *)o, (const T *)x, n); } \
    static gpu_status timed_log_##s(void *o, const void *x, size_t n) { return gpu_log_##s((T *)o, (const T *)x, n); } \
    TEST(functions_far_out_##s)                                                                                        \
    {                                                                                                                  \
        enum { n = 20011, RANGES = 11 };                                                                               \
        static const double from[RANGES] = {-3, low, low / 1.2, high / 1.1, high, -1e30, 1e30, 0, -tiny, NAN, 5};      \
        static const double to[RANGES] = {3, low / 1.2, -high / 1.5, high, 2 * high, -1e20, 1e31, tiny, 0, NAN, INFINITY}; \
        static T x[n], r[n];                                                                                           \
        size_t i;                                                                                                      \
        int k, mixed;                                                                                                  \
        double ordinary[2] = {0, 0};                                                                                       \
        T *o = (T *)on_device(x, n, sizeof(T), 0);                                                                     \
        for (mixed = 0; mixed < 2; mixed++)                                                                            \
            for (k = 0; k < RANGES; k++) {                                                                             \
                for (i = 0; i < n; i++) {                                                                              \
                    const double u = 0.5 * uniform() + 0.5;                                                            \
                    x[i] = (T)(mixed && i % 70 ? u : u > 0.9 ? to[k] : from[k] + u * (to[k] < 1e300 ? to[k] - from[k] : 0)); \
                    if (i % 19 == 0 && k == 7) x[i] = (T)-0.0;                                                         \
                }                                                                                                      \
                GPU_CHECK(gpu_copy(o, x, sizeof x));                                                                   \
                if (!mixed && gpu_device() == GPU_CPU && TIMED) {                                                      \
                    const double e = best_of_many(timed_exp_##s, r, x, n), l = best_of_many(timed_log_##s, r, x, n);   \
                    if (k == 0) ordinary[0] = e;                                                                           \
                    if (k == 6) ordinary[1] = l;                                                                           \
                    if (k && k < 7 && e > 6 * ordinary[0] + 0.001) test__fail(__FILE__, __LINE__, "range %d: exp takes %g s, near 0 %g s", k, e, ordinary[0]); \
                    if (k > 6 && l > 6 * ordinary[1] + 0.001) test__fail(__FILE__, __LINE__, "range %d: log takes %g s, of ordinary numbers %g s", k, l, ordinary[1]); \
                }                                                                                                      \
                FAR(exp, s, T, exp(v), eps, smallest) FAR(log, s, T, log(v), eps, smallest) FAR(tanh, s, T, tanh(v), eps, smallest) \
                FAR(sigmoid, s, T, v < 0 ? exp(v) / (1 + exp(v)) : 1 / (1 + exp(-v)), eps, smallest)                            \
                FAR(sin, s, T, sin(v), eps, smallest) FAR(cos, s, T, cos(v), eps, smallest)                            \
            }                                                                                                          \
        release(o, sizeof(T), 0);                                                                                      \
    }
#define FAR(f, s, T, expected, eps, smallest)                                                                          \
    CHECK(gpu_##f##_##s(o, o, n) == GPU_OK);                                                                           \
    to_host(r, o, sizeof r);                                                                                           \
    GPU_CHECK(gpu_copy(o, x, sizeof x));                                                                               \
    for (i = 0; i < n; i++) {                                                                                          \
        const double v = (double)x[i], want = expected;                                                                \
        const T w = (T)want;                                                                                           \
        const int same = w != w ? r[i] != r[i] : w == r[i] && (w != 0 || !signbit(w) == !signbit(r[i]));               \
        if (!same && !(fabs((double)r[i] - want) <= (sizeof(T) == 4 ? 0.51 : 2.5) * eps * fabs(want) + smallest)) {                                \
            test__fail(__FILE__, __LINE__, #f "(%a) is %a, expected %a; range %d", v, (double)r[i], want, k);          \
            break;                                                                                                     \
        }                                                                                                              \
    }
FAR_OUT(float, f32, 1.2e-7, 1.5e-45, -104.0, 88.8, 1.1e-38)
FAR_OUT(double, f64, 2.3e-16, 5e-324, -745.2, 709.8, 2.2e-308)
