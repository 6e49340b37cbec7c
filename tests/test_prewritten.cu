/* The prewritten functions against references in long double, on the current device; and the bits of both backends. */

#define GPU_KERNELS_FOR_C
#include "gpu.h"
#define TEST_MAIN
#include "test.h"

#include <stdint.h>
#include <time.h>

/* Not for clang: it calls the C library's function for each element, whatever that takes. */
#if defined(__OPTIMIZE__) && !defined(__clang__) && !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
enum { TIMED = 1 };
#else
enum { TIMED = 0 };
#endif

static const size_t sizes[] = {1, 2, 3, 31, 63, 64, 65, 127, 1000, 2047, 2048, 2049, 4099, 8191, 8193, 65537, 300007};
enum { SIZES = sizeof sizes / sizeof *sizes };

static uint64_t state = 88172645463325252u;
static double uniform(void) /* in [-1, 1) */
{
    state ^= state << 13, state ^= state >> 7, state ^= state << 17;
    return (double)(state >> 11) / 4503599627370496.0 - 1;
}

/* A device array of n elements `shift` elements behind an aligned address, poisoned or copied from the host. */
static void *on_device(const void *from, size_t n, size_t size, size_t shift)
{
    char *p = GPU_NEW(char, (n + shift) * size);
    GPU_CHECK(gpu_set(p, 0xa5, (n + shift) * size));
    if (from && n) GPU_CHECK(gpu_copy(p + shift * size, from, n * size));
    return p + shift * size;
}
static void release(void *p, size_t size, size_t shift) { GPU_CHECK(gpu_free((char *)p - shift * size)); }
static void to_host(void *to, const void *from, size_t bytes)
{
    if (bytes) GPU_CHECK(gpu_copy(to, from, bytes));
}
static int same_bits(const void *a, const void *b, size_t n) { return memcmp(a, b, n) == 0; }

#define FILL_real(x, n, T) for (i = 0; i < (n); i++) x[i] = (T)(uniform() * 100)
#define FILL_whole(x, n, T) for (i = 0; i < (n); i++) x[i] = (T)(uniform() * 1000)

/* -------------------------------------------------------------------------------------- elementwise and reductions -- */

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
        static T x[n], r[n];                                                                                           \
        size_t i;                                                                                                      \
        T *o;                                                                                                          \
        for (i = 0; i < n; i++) x[i] = (T)(uniform() * 10 + 11);                                                       \
        o = (T *)on_device(x, n, sizeof(T), 0);                                                                        \
        CLOSE(gpu_sqrt_##s(o, o, n), sqrt(v), eps) CLOSE(gpu_exp_##s(o, o, n), exp(v), 4 * eps)                        \
        CLOSE(gpu_log_##s(o, o, n), log(v), 4 * eps) CLOSE(gpu_sin_##s(o, o, n), sin(v), 4 * eps)                      \
        CLOSE(gpu_cos_##s(o, o, n), cos(v), 4 * eps) CLOSE(gpu_tanh_##s(o, o, n), tanh(v), 4 * eps)                    \
        CLOSE(gpu_sigmoid_##s(o, o, n), 1 / (1 + exp(-v)), 4 * eps) CLOSE(gpu_pow_##s(o, o, (T)1.5, n), pow(v, 1.5), 16 * eps) \
        CLOSE(gpu_div_##s(o, o, o, n), v / v, 0)                                                                        \
        CHECK(gpu_linspace_##s(o, (T)-3, (T)7, n) == GPU_OK);                                                          \
        to_host(r, o, n * sizeof(T));                                                                                  \
        for (i = 0; i < n; i++) CHECK_CLOSE(r[i], -3 + 10.0 * (double)i / (n - 1), 10 * eps, 2 * eps);                 \
        CHECK(r[0] == (T)-3 && r[n - 1] == (T)7);                                                                      \
        CHECK(gpu_linspace_##s(o, (T)-3, (T)7, 1) == GPU_OK);                                                          \
        to_host(r, o, sizeof(T));                                                                                      \
        CHECK(r[0] == (T)-3);                                                                                          \
        release(o, sizeof(T), 0);                                                                                      \
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

/* Outside the ordinary range: overflows, denormals, negative numbers, infinities, NaN, both zeros; among ordinary elements and alone. */
static double best_of_five(gpu_status (*call)(void *, const void *, size_t), void *o, const void *x, size_t n)
{
    double best = 1e9;
    int k;
    for (k = 0; k < 5; k++) {
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
                    const double e = best_of_five(timed_exp_##s, r, x, n), l = best_of_five(timed_log_##s, r, x, n);   \
                    if (k == 0) ordinary[0] = e;                                                                           \
                    if (k == 6) ordinary[1] = l;                                                                           \
                    if (k && k < 7 && e > 6 * ordinary[0] + 0.001) test__fail(__FILE__, __LINE__, "range %d: exp takes %g s, near 0 %g s", k, e, ordinary[0]); \
                    if (k > 6 && l > 6 * ordinary[1] + 0.001) test__fail(__FILE__, __LINE__, "range %d: log takes %g s, of ordinary numbers %g s", k, l, ordinary[1]); \
                }                                                                                                      \
                FAR(exp, s, T, exp(v), eps, smallest) FAR(log, s, T, log(v), eps, smallest) FAR(tanh, s, T, tanh(v), eps, smallest) \
                FAR(sigmoid, s, T, 1 / (1 + (double)(T)exp(-v)), eps, smallest)                                                   \
                if (k < 5 || k > 6) { FAR(sin, s, T, sin(v), eps, smallest) FAR(cos, s, T, cos(v), eps, smallest) }    \
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
        if (!same && !(fabs((double)r[i] - want) <= 4 * eps * fabs(want) + smallest)) {                                \
            test__fail(__FILE__, __LINE__, #f "(%a) is %a, expected %a; range %d", v, (double)r[i], want, k);          \
            break;                                                                                                     \
        }                                                                                                              \
    }
FAR_OUT(float, f32, 1.2e-7, 1.5e-45, -104.0, 88.8, 1.1e-38)
FAR_OUT(double, f64, 2.3e-16, 5e-324, -745.2, 709.8, 2.2e-308)

#define REDUCTIONS(T, s, A, kind)                                                                                      \
    TEST(reductions_##s)                                                                                               \
    {                                                                                                                  \
        size_t k, shift, i;                                                                                            \
        for (k = 0; k < SIZES; k++)                                                                                    \
            for (shift = 0; shift < 2; shift++) {                                                                      \
                const size_t n = sizes[k];                                                                             \
                T *x = (T *)malloc(n * sizeof(T)), *dx;                                                                \
                long double sum = 0, squares = 0, mean, m2 = 0;                                                        \
                size_t least = 0, most = 0, filled = 0;                                                                \
                A *value = (A *)on_device(NULL, 1, sizeof(A), 0), got;                                                 \
                double *real = (double *)on_device(NULL, 1, sizeof(double), 0), m;                                     \
                int64_t *at = (int64_t *)on_device(NULL, 1, sizeof(int64_t), 0), where;                                \
                FILL_##kind(x, n, T);                                                                                  \
                x[n / 2] = 0;                                                                                          \
                for (i = 0; i < n; i++) {                                                                              \
                    sum += (long double)x[i], squares += (long double)x[i] * (long double)x[i], filled += x[i] != 0;   \
                    if (x[i] < x[least]) least = i;                                                                    \
                    if (x[i] > x[most]) most = i;                                                                      \
                }                                                                                                      \
                mean = sum / (long double)n;                                                                           \
                for (i = 0; i < n; i++) m2 += ((long double)x[i] - mean) * ((long double)x[i] - mean);                 \
                dx = (T *)on_device(x, n, sizeof(T), shift);                                                           \
                CHECK_CLOSE(gpu_sum_##s(dx, n), sum, 1e-9, 1e-13);                                                     \
                CHECK_CLOSE(gpu_dot_##s(dx, dx, n), squares, 1e-9, 1e-12);                                             \
                CHECK_CLOSE(gpu_mean_##s(dx, n), mean, 1e-12, 1e-13);                                                  \
                CHECK_CLOSE(gpu_var_##s(dx, n, 0), m2 / (long double)n, 1e-12, 1e-12);                                 \
                if (n > 1) CHECK_CLOSE(gpu_std_##s(dx, n, 1), sqrt((double)(m2 / (long double)(n - 1))), 1e-12, 1e-12); \
                CHECK(gpu_min_##s(dx, n) == x[least] && gpu_max_##s(dx, n) == x[most]);                                \
                CHECK_INT(gpu_argmin_##s(dx, n), least);                                                               \
                CHECK_INT(gpu_argmax_##s(dx, n), most);                                                                \
                CHECK_INT(gpu_argmax_##s(x, n), most); /* host memory */                                               \
                CHECK_INT(gpu_count_nonzero_##s(dx, n), filled);                                                       \
                GPU_CHECK(gpu_sum_to_##s(value, dx, n));                                                               \
                to_host(&got, value, sizeof got);                                                                      \
                CHECK(got == gpu_sum_##s(dx, n));                                                                      \
                GPU_CHECK(gpu_mean_to_##s(real, dx, n));                                                               \
                to_host(&m, real, sizeof m);                                                                           \
                CHECK(m == gpu_mean_##s(dx, n));                                                                       \
                GPU_CHECK(gpu_var_to_##s(real, dx, n, 0));                                                             \
                to_host(&m, real, sizeof m);                                                                           \
                CHECK(m == gpu_var_##s(dx, n, 0));                                                                     \
                GPU_CHECK(gpu_argmin_to_##s(at, dx, n));                                                               \
                to_host(&where, at, sizeof where);                                                                     \
                CHECK_INT(where, least);                                                                               \
                { /* the same bits on the CPU */                                                                       \
                    const int device = gpu_device();                                                                   \
                    const A a = gpu_sum_##s(dx, n), p = gpu_prod_##s(dx, n), d = gpu_dot_##s(dx, dx, n);               \
                    const double v = gpu_var_##s(dx, n, 0), w = gpu_mean_##s(dx, n);                                   \
                    A b;                                                                                               \
                    double u;                                                                                          \
                    GPU_CHECK(gpu_use(GPU_CPU));                                                                       \
                    b = gpu_sum_##s(x, n), CHECK(same_bits(&a, &b, sizeof a));                                         \
                    b = gpu_prod_##s(x, n), CHECK(same_bits(&p, &b, sizeof p));                                        \
                    b = gpu_dot_##s(x, x, n), CHECK(same_bits(&d, &b, sizeof d));                                      \
                    u = gpu_var_##s(x, n, 0), CHECK(same_bits(&v, &u, sizeof v));                                      \
                    u = gpu_mean_##s(x, n), CHECK(same_bits(&w, &u, sizeof w));                                        \
                    GPU_CHECK(gpu_use(device));                                                                        \
                }                                                                                                      \
                release(dx, sizeof(T), shift), release(value, sizeof(A), 0), release(real, sizeof(double), 0), release(at, sizeof(int64_t), 0); \
                free(x);                                                                                               \
            }                                                                                                          \
    }
REDUCTIONS(float, f32, double, real)
REDUCTIONS(double, f64, double, real)
REDUCTIONS(int32_t, i32, int64_t, whole)
REDUCTIONS(int64_t, i64, int64_t, whole)

#define SPECIAL(T, s)                                                                                                  \
    TEST(special_values_##s)                                                                                           \
    {                                                                                                                  \
        enum { n = 20011 };                                                                                            \
        static T x[n], y[n];                                                                                           \
        size_t i;                                                                                                      \
        for (i = 0; i < n; i++) x[i] = y[i] = 3;                                                                       \
        CHECK(gpu_argmin_##s(x, n) == 0 && gpu_argmax_##s(x, n) == 0 && gpu_var_##s(x, n, 0) == 0);                    \
        x[7000] = (T)INFINITY, x[9000] = (T)INFINITY;                                                                  \
        CHECK_INT(gpu_argmax_##s(x, n), 7000);                                                                         \
        CHECK(gpu_max_##s(x, n) == (T)INFINITY && gpu_min_##s(x, n) == 3);                                             \
        x[15000] = (T)NAN, x[15001] = (T)NAN;                                                                          \
        CHECK(gpu_max_##s(x, n) != gpu_max_##s(x, n) && gpu_min_##s(x, n) != gpu_min_##s(x, n));                       \
        CHECK(gpu_argmax_##s(x, n) == 15000 && gpu_argmin_##s(x, n) == 15000);                                         \
        CHECK(gpu_sum_##s(x, n) != gpu_sum_##s(x, n) && gpu_var_##s(x, n, 0) != gpu_var_##s(x, n, 0));                 \
        CHECK_INT(gpu_count_nonzero_##s(x, n), n);                                                                     \
        for (i = 0; i < n; i++) x[i] = (T)-INFINITY;                                                                   \
        CHECK(gpu_argmax_##s(x, n) == 0 && gpu_argmin_##s(x, n) == 0 && gpu_max_##s(x, n) == (T)-INFINITY);            \
        CHECK_INT(gpu_allclose_##s(x, x, n, 0, 0), 1);                                                                 \
        CHECK_INT(gpu_allclose_##s(y, x, n, 1, 1), 0);                                                                 \
        for (i = 0; i < n; i++) x[i] = (T)(3 * (1 + 1e-5));                                                            \
        CHECK_INT(gpu_allclose_##s(x, y, n, 2e-5, 0), 1);                                                              \
        CHECK_INT(gpu_allclose_##s(x, y, n, 0.5e-5, 0), 0);                                                            \
        CHECK_INT(gpu_allclose_##s(x, y, 0, 0, 0), 1);                                                                 \
        CHECK_CLOSE(gpu_norm_##s(y, n), 3 * sqrt((double)n), 0, 1e-14);                                                \
        for (i = 0; i < n; i++) x[i] = (T)(1e8 + (double)(i % 2) * 64); /* a mean of 1e8: the naive formula loses everything */ \
        CHECK_CLOSE(gpu_var_##s(x, n, 0), 1024 * (1 - 1.0 / n / n), 0, 1e-9);                                          \
        CHECK(gpu_normalize_##s(y, x, n) == GPU_OK);                                                                   \
        for (i = 0; i < n; i++) CHECK_CLOSE(y[i], i % 2 ? 1 : -1, 1e-3, 0);                                            \
        CHECK(gpu_sum_##s(x, 0) == 0 && gpu_prod_##s(x, 0) == 1 && gpu_mean_##s(x, 0) != gpu_mean_##s(x, 0));          \
        CHECK(gpu_var_##s(x, 0, 0) != gpu_var_##s(x, 0, 0) && gpu_var_##s(x, 1, 1) != gpu_var_##s(x, 1, 1));           \
        CHECK_INT(gpu_error(), GPU_OK);                                                                                \
    }
SPECIAL(float, f32)
SPECIAL(double, f64)

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
        CHECK(gpu_var_f64(x, some[k], 0) == INFINITY && gpu_std_f64(x, some[k], 1) == INFINITY && gpu_norm_f64(x, some[k]) == INFINITY);
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

/* Of two zeros the later, as NumPy has it, whatever the form. */
#define ZEROS(T, s)                                                                                                    \
    TEST(zeros_##s)                                                                                                    \
    {                                                                                                                  \
        static const T pairs[2][2] = {{0, (T)-0.0}, {(T)-0.0, 0}};                                                     \
        T v[6];                                                                                                        \
        int k, i;                                                                                                      \
        for (k = 0; k < 2; k++) {                                                                                      \
            T *const d = (T *)on_device(pairs[k], 2, sizeof(T), 0), *const o = (T *)on_device(NULL, 4, sizeof(T), 0);  \
            v[0] = gpu_min_##s(d, 2), v[1] = gpu_max_##s(d, 2);                                                        \
            CHECK(gpu_min_rows_##s(o, d, 1, 2) == GPU_OK && gpu_max_rows_##s(o + 1, d, 1, 2) == GPU_OK);               \
            CHECK(gpu_min_cols_##s(o + 2, d, 2, 1) == GPU_OK && gpu_max_cols_##s(o + 3, d, 2, 1) == GPU_OK);           \
            to_host(v + 2, o, 4 * sizeof(T));                                                                          \
            for (i = 0; i < 6; i++) CHECK(same_bits(v + i, &pairs[k][1], sizeof(T)));                                  \
            CHECK(gpu_argmin_##s(d, 2) == 0 && gpu_argmax_##s(d, 2) == 0);                                             \
            release(d, sizeof(T), 0), release(o, sizeof(T), 0);                                                        \
        }                                                                                                              \
    }
ZEROS(float, f32)
ZEROS(double, f64)

#define SCANS(T, s, kind, eps)                                                                                         \
    TEST(scans_##s)                                                                                                    \
    {                                                                                                                  \
        size_t k, i;                                                                                                   \
        for (k = 0; k < SIZES; k++) {                                                                                  \
            const size_t n = sizes[k];                                                                                 \
            T *x = (T *)malloc(n * sizeof(T)), *a = (T *)malloc(n * sizeof(T)), *e = (T *)malloc(n * sizeof(T)), *dx;  \
            long double sum = 0;                                                                                       \
            int bad = 0;                                                                                               \
            FILL_##kind(x, n, T);                                                                                      \
            dx = (T *)on_device(x, n, sizeof(T), 0);                                                                   \
            CHECK(gpu_cumsum_exclusive_##s(e, dx, n) == GPU_OK && gpu_cumsum_##s(dx, dx, n) == GPU_OK);                \
            to_host(a, dx, n * sizeof(T));                                                                             \
            for (i = 0; i < n; i++) {                                                                                  \
                bad += !(fabsl((long double)e[i] - sum) <= eps * (100 * sqrtl((long double)i) + fabsl(sum) + 1));      \
                sum += (long double)x[i];                                                                              \
                bad += !(fabsl((long double)a[i] - sum) <= eps * (100 * sqrtl((long double)i) + fabsl(sum) + 1));      \
            }                                                                                                          \
            CHECK_INT(bad, 0);                                                                                         \
            release(dx, sizeof(T), 0);                                                                                 \
            free(x), free(a), free(e);                                                                                 \
        }                                                                                                              \
    }
SCANS(float, f32, real, 1e-7L)
SCANS(double, f64, real, 1e-14L)
SCANS(int32_t, i32, whole, 0L)
SCANS(int64_t, i64, whole, 0L)

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
            int bad = 0;
            double sum = 0;
            for (i = 0; i < n; i++) x[i] = i % 3 == 0;
            x[places[q]] = 1e8f, x[places[p]] = -1e8f;
            dx = (float *)on_device(x, n, sizeof *x, 0), o = (float *)on_device(NULL, n, sizeof *x, 0);
            CHECK(gpu_cumsum_exclusive_f32(o, dx, n) == GPU_OK && gpu_cumsum_f32(dx, dx, n) == GPU_OK);
            to_host(e, o, sizeof e);
            to_host(a, dx, sizeof a);
            for (i = 0; i < n; i++) {
                bad += e[i] != (float)sum;
                sum += (double)x[i];
                bad += a[i] != (float)sum;
            }
            if (bad) test__fail(__FILE__, __LINE__, "1e8 at %zu, -1e8 at %zu: %d differ", places[q], places[p], bad);
            release(dx, sizeof *x, 0), release(o, sizeof *x, 0);
        }
}

/* ------------------------------------------------------------------------------------------------------ matrices -- */

static const size_t shapes[][2] = {{1, 1}, {1, 1000}, {1000, 1}, {3, 5}, {64, 64}, {127, 129}, {5, 70001}, {70001, 3}, {300, 500}, {50, 1025}, {37, 16385},
                                   {3, 40000}, {20000, 13}, {40, 4097}, {8, 8192}, {2000, 33}, {9, 5000}, {31, 31}, {4, 4096}, {4097, 4}, {1, 70001}, {70001, 1}, {513, 2}, {129, 4},
                                   {511, 6}, {1025, 7}, {513, 8}, {129, 9}, {128, 12}, {257, 16}, {131, 20}, {127, 24}, {129, 32}, {130, 36}, {129, 63}, {200, 64},
                                   {67, 65}, {33, 100}, {21, 5003}, {17, 16386}, {1060, 4099}};
enum { SHAPES = sizeof shapes / sizeof *shapes - 1 }; /* the last is for a matrix times a vector alone, which does several rows in a block where there are many */
#define MATRICES(T, s, R, M, kind)                                                                                     \
    TEST(matrices_##s)                                                                                                 \
    {                                                                                                                  \
        size_t k, shift, i, r, c;                                                                                      \
        for (k = 0; k < SHAPES; k++)                                                           \
            for (shift = 0; shift < 2; shift++) {                                                                      \
                const size_t rows = shapes[k][0], cols = shapes[k][1], n = rows * cols, longest = rows > cols ? rows : cols; \
                T *x = (T *)malloc(n * sizeof(T)), *t = (T *)malloc(n * sizeof(T)), *e = (T *)malloc(longest * sizeof(T)); \
                R *sum = (R *)malloc(longest * sizeof(R)), *cpu = (R *)malloc(longest * sizeof(R));                    \
                M *mean = (M *)malloc(longest * sizeof(M));                                                            \
                T *dx, *dt = (T *)on_device(NULL, n, sizeof(T), shift), *de = (T *)on_device(NULL, longest, sizeof(T), shift); \
                R *ds = (R *)on_device(NULL, longest, sizeof(R), shift);                                               \
                M *dm = (M *)on_device(NULL, longest, sizeof(M), shift);                                               \
                const int device = gpu_device();                                                                       \
                int bad = 0, axis;                                                                                     \
                FILL_##kind(x, n, T);                                                                                  \
                dx = (T *)on_device(x, n, sizeof(T), shift);                                                           \
                CHECK(gpu_transpose_##s(dt, dx, rows, cols) == GPU_OK);                                                \
                to_host(t, dt, n * sizeof(T));                                                                         \
                for (r = 0; r < rows; r++)                                                                             \
                    for (c = 0; c < cols; c++) bad += t[c * rows + r] != x[r * cols + c];                              \
                CHECK_INT(bad, 0);                                                                                     \
                for (axis = 0; axis < 2; axis++) { /* 0: rows; the reference walks down the transpose for columns */   \
                    const T *m = axis ? t : x;                                                                         \
                    const size_t outs = axis ? cols : rows, length = axis ? rows : cols;                               \
                    int wrong = 0, way;                                                                                \
                    CHECK((axis ? gpu_sum_cols_##s(ds, dx, rows, cols) : gpu_sum_rows_##s(ds, dx, rows, cols)) == GPU_OK); \
                    CHECK((axis ? gpu_mean_cols_##s(dm, dx, rows, cols) : gpu_mean_rows_##s(dm, dx, rows, cols)) == GPU_OK); \
                    to_host(sum, ds, outs * sizeof(R)), to_host(mean, dm, outs * sizeof(M));                           \
                    for (r = 0; r < outs; r++) {                                                                       \
                        long double want = 0;                                                                          \
                        for (c = 0; c < length; c++) want += (long double)m[r * length + c];                           \
                        wrong += !(fabsl((long double)sum[r] - want) <= (sizeof(R) == 4 ? 2e-7L : 1e-12L) * (fabsl(want) + 1)); \
                        want /= (long double)length;                                                                   \
                        wrong += !(fabsl((long double)mean[r] - want) <= (sizeof(M) == 4 ? 2e-7L : 1e-12L) * (fabsl(want) + 1)); \
                    }                                                                                                  \
                    CHECK_INT(wrong, 0);                                                                               \
                    GPU_CHECK(gpu_use(GPU_CPU));                                                                       \
                    CHECK((axis ? gpu_sum_cols_##s(cpu, x, rows, cols) : gpu_sum_rows_##s(cpu, x, rows, cols)) == GPU_OK); \
                    GPU_CHECK(gpu_use(device));                                                                        \
                    CHECK(same_bits(cpu, sum, outs * sizeof(R)));                                                      \
                    for (way = 0; way < 2; way++) {                                                                    \
                        CHECK((axis ? way ? gpu_max_cols_##s(de, dx, rows, cols) : gpu_min_cols_##s(de, dx, rows, cols)\
                                    : way ? gpu_max_rows_##s(de, dx, rows, cols) : gpu_min_rows_##s(de, dx, rows, cols)) == GPU_OK); \
                        to_host(e, de, outs * sizeof(T));                                                              \
                        for (r = 0, wrong = 0; r < outs; r++) {                                                        \
                            T want = m[r * length];                                                                    \
                            for (c = 1; c < length; c++) want = way ? (m[r * length + c] > want ? m[r * length + c] : want) : m[r * length + c] < want ? m[r * length + c] : want; \
                            wrong += e[r] != want;                                                                     \
                        }                                                                                              \
                        CHECK_INT(wrong, 0);                                                                           \
                    }                                                                                                  \
                }                                                                                                      \
                release(dx, sizeof(T), shift), release(dt, sizeof(T), shift), release(de, sizeof(T), shift), release(ds, sizeof(R), shift), release(dm, sizeof(M), shift); \
                free(x), free(t), free(e), free(sum), free(cpu), free(mean);                                           \
            }                                                                                                          \
    }
MATRICES(float, f32, float, float, real)
MATRICES(double, f64, double, double, real)
MATRICES(int32_t, i32, int64_t, double, whole)
MATRICES(int64_t, i64, int64_t, double, whole)

#define MATVEC(T, s, eps)                                                                                              \
    TEST(matvec_and_stencil_##s)                                                                                       \
    {                                                                                                                  \
        size_t k, i, r, c;                                                                                             \
        for (k = 0; k <= SHAPES; k++) {                                                         \
            const size_t rows = shapes[k][0], cols = shapes[k][1], n = rows * cols;                                    \
            T *x = (T *)malloc(n * sizeof(T)), *v = (T *)malloc(cols * sizeof(T)), *y = (T *)malloc(rows * sizeof(T)), *o = (T *)malloc(n * sizeof(T)), *dx, *dv; \
            T *dy = (T *)on_device(NULL, rows, sizeof(T), 0), *d_out = (T *)on_device(NULL, n, sizeof(T), 0);          \
            int bad = 0;                                                                                               \
            FILL_real(x, n, T);                                                                                        \
            FILL_real(v, cols, T);                                                                                     \
            dx = (T *)on_device(x, n, sizeof(T), 0), dv = (T *)on_device(v, cols, sizeof(T), 1);                       \
            CHECK(gpu_matvec_##s(dy, dx, dv, rows, cols) == GPU_OK);                                                   \
            CHECK(gpu_stencil5_##s(d_out, dx, rows, cols, (T)0.5, (T)0.125) == GPU_OK);                                \
            to_host(y, dy, rows * sizeof(T)), to_host(o, d_out, n * sizeof(T));                                        \
            for (r = 0; r < rows; r++) {                                                                               \
                long double want = 0, size = 0;                                                                        \
                for (c = 0; c < cols; c++) want += (long double)x[r * cols + c] * (long double)v[c], size += fabsl((long double)x[r * cols + c] * (long double)v[c]); \
                bad += !(fabsl((long double)y[r] - want) <= eps * fabsl(want) + 1e-15L * size);                        \
                for (c = 0; c < cols; c++) {                                                                           \
                    const T *p = x + r * cols + c;                                                                     \
                    const int border = r == 0 || c == 0 || r + 1 == rows || c + 1 == cols;                             \
                    const double e = border ? (double)*p : 0.5 * (double)*p + 0.125 * ((double)p[-1] + (double)p[1] + (double)*(p - cols) + (double)p[cols]); \
                    bad += !(fabs((double)o[r * cols + c] - e) <= (double)eps * 200);                                  \
                }                                                                                                      \
            }                                                                                                          \
            CHECK_INT(bad, 0);                                                                                         \
            release(dx, sizeof(T), 0), release(dv, sizeof(T), 1), release(dy, sizeof(T), 0), release(d_out, sizeof(T), 0); \
            free(x), free(v), free(y), free(o);                                                                        \
        }                                                                                                              \
    }
MATVEC(float, f32, 1.2e-7L)
MATVEC(double, f64, 1e-14L)

/* ------------------------------------------------------------------------------------------- histograms, windows -- */

#define HISTOGRAM(T, s, E)                                                                                             \
    TEST(histogram_##s)                                                                                                \
    {                                                                                                                  \
        static const size_t many[] = {1, 2, 10, 256, 1000, 9000, 70000};                                               \
        enum { n = 50021 };                                                                                            \
        static T x[n];                                                                                                 \
        static int64_t got[70000], want[70000];                                                                        \
        size_t k, i;                                                                                                   \
        int kind;                                                                                                      \
        T *dx = (T *)on_device(NULL, n, sizeof(T), 1);                                                                 \
        for (k = 0; k < sizeof many / sizeof *many; k++)                                                               \
            for (kind = 0; kind < 6; kind++) { /* 4 and 5: many edges round to one number */                           \
                const size_t bins = many[k];                                                                           \
                const double lo = kind > 3 ? 0.75 : kind == 1 ? 0 : -1300.7;                                           \
                const double hi = kind == 5 ? lo + 1e-3 : kind == 4 ? lo + (sizeof(E) == 4 ? 1.5e-7 : 3e-16) : kind == 1 ? (double)bins : 2900.3; \
                clock_t start;                                                                                         \
                volatile double step = (hi - lo) / (double)bins;                                                       \
                for (i = 0; i < n; i++) {                                                                              \
                    const double u = lo + (hi - lo) * (0.55 * uniform() + 0.5);                                        \
                    volatile double edge = step * floor((u - lo) / step);                                              \
                    x[i] = (T)(kind == 1 ? floor(u) : kind == 2 ? edge + lo : kind == 3 ? lo + (hi - lo) / 3 : u);     \
                }                                                                                                      \
                memset(want, 0, sizeof want);                                                                          \
                for (i = 0; i < n; i++) { /* the bin whose edges, rounded as NumPy's, hold it */                       \
                    const E v = (E)x[i];                                                                               \
                    size_t a = 0, b = bins;                                                                            \
                    if (!(v >= (E)lo && v <= (E)hi)) continue;                                                         \
                    while (b - a > 1) {                                                                                \
                        const size_t m = (a + b) / 2;                                                                  \
                        volatile double part = (double)m * step;                                                       \
                        if (v >= (E)(part + lo)) a = m;                                                                \
                        else b = m;                                                                                    \
                    }                                                                                                  \
                    want[a]++;                                                                                         \
                }                                                                                                      \
                GPU_CHECK(gpu_copy(dx, x, sizeof x));                                                                  \
                start = clock();                                                                                       \
                CHECK(gpu_histogram_##s(got, bins, dx, n, lo, hi) == GPU_OK);                                          \
                if ((double)(clock() - start) / CLOCKS_PER_SEC > 0.1 && TIMED) test__fail(__FILE__, __LINE__, "%zu bins, kind %d: more than 0.1 seconds", bins, kind); \
                if (!same_bits(got, want, bins * sizeof *got)) test__fail(__FILE__, __LINE__, "%zu bins, kind %d", bins, kind); \
            }                                                                                                          \
        release(dx, sizeof(T), 1);                                                                                     \
    }
HISTOGRAM(float, f32, float)
HISTOGRAM(double, f64, double)
HISTOGRAM(int32_t, i32, double)
HISTOGRAM(int64_t, i64, double)

TEST(bincount_and_odd_values)
{
    static int32_t x[10007];
    static int64_t got[20000];
    const float odd[] = {0, NAN, INFINITY, -INFINITY, 1, 1e30f, -1e30f, 0.5f, 1.0000001f, -1e-30f};
    int64_t *counts = (int64_t *)on_device(NULL, 20000, 8, 0);
    size_t i, total = 0;
    for (i = 0; i < 10007; i++) x[i] = (int32_t)i % 300 - 1;
    GPU_CHECK(gpu_bincount_i32(counts, 20000, x, 10007));
    to_host(got, counts, sizeof got);
    for (i = 0; i < 20000; i++) total += (size_t)got[i];
    CHECK_INT(total, 10007 - 34);
    CHECK(got[0] == 34 && got[299] == 0 && got[298] == 33);
    GPU_CHECK(gpu_histogram_f32(counts, 2, odd, 10, 0, 1));
    to_host(got, counts, 16);
    CHECK(got[0] == 1 && got[1] == 2);
    release(counts, 8, 0);
}

#define WINDOWS(T, s, eps)                                                                                             \
    TEST(windows_##s)                                                                                                  \
    {                                                                                                                  \
        static const size_t lengths[] = {1, 2, 5, 2048, 2049, 10007, 50021}, widths[] = {1, 2, 3, 4, 101, 2048, 5000, 20001}; \
        size_t a, b, i, k;                                                                                             \
        int kind;                                                                                                      \
        for (a = 0; a < sizeof lengths / sizeof *lengths; a++)                                                         \
            for (b = 0; b < sizeof widths / sizeof *widths; b++)                                                       \
                for (kind = 0; kind < 3; kind++) {                                                                     \
                    const size_t n = lengths[a], width = widths[b];                                                    \
                    T *x, *y, *h, *dx, *o;                                                                             \
                    int bad = 0;                                                                                       \
                    if (width > n) continue;                                                                           \
                    x = (T *)malloc(n * sizeof(T)), y = (T *)malloc(n * sizeof(T)), h = (T *)malloc(width * sizeof(T)); \
                    for (i = 0; i < n; i++) x[i] = (T)(uniform() + (kind == 1 ? 1e4 : 0));                             \
                    for (i = 0; i < width; i++) h[i] = (T)uniform();                                                   \
                    if (kind == 2) x[n / 2] = (T)NAN, x[n / 3] = (T)INFINITY, x[n / 5] = (T)-INFINITY;                 \
                    dx = (T *)on_device(x, n, sizeof(T), 1), o = (T *)on_device(NULL, n, sizeof(T), 0);                \
                    CHECK(gpu_moving_average_##s(o, dx, n, width) == GPU_OK);                                          \
                    to_host(y, o, n * sizeof(T));                                                                      \
                    for (i = 0; i < n; i += 1 + i / 97) {                                                              \
                        const size_t from = i + 1 < width ? 0 : i + 1 - width;                                         \
                        double sum = 0;                                                                                \
                        for (k = from; k <= i; k++) sum += (double)x[k];                                               \
                        sum /= (double)(i + 1 - from);                                                                 \
                        bad += sum != sum ? y[i] == y[i] : sum - sum != 0 ? (double)y[i] != sum : !(fabs((double)y[i] - sum) <= eps * (kind == 1 ? 1e4 : 1)); \
                    }                                                                                                  \
                    if (bad) test__fail(__FILE__, __LINE__, "moving average: n %zu, width %zu, kind %d: %d differ", n, width, kind, bad); \
                    if (kind != 2 && width <= 5000) {                                                                  \
                        CHECK(gpu_conv1d_##s(o, dx, n, h, width) == GPU_OK);                                           \
                        to_host(y, o, n * sizeof(T));                                                                  \
                        for (i = 0, bad = 0; i < n; i += 1 + i / 97) {                                                 \
                            double sum = 0, size = 1;                                                                  \
                            for (k = 0; k < width; k++)                                                                \
                                if (i + k >= width / 2 && i + k - width / 2 < n) sum += (double)h[width - 1 - k] * (double)x[i + k - width / 2], size += fabs((double)x[i + k - width / 2]); \
                            bad += !(fabs((double)y[i] - sum) <= eps * fabs(sum) + 1e-15 * size);                      \
                        }                                                                                              \
                        if (bad) test__fail(__FILE__, __LINE__, "convolution: n %zu, width %zu, kind %d: %d differ", n, width, kind, bad); \
                    }                                                                                                  \
                    release(dx, sizeof(T), 1), release(o, sizeof(T), 0);                                               \
                    free(x), free(y), free(h);                                                                         \
                }                                                                                                      \
    }
WINDOWS(float, f32, 1.2e-7)
WINDOWS(double, f64, 1e-13)

/* One value changes the outputs whose window has it, and no bit of another, wherever it lies and however large it is. */
#define WINDOW_ALONE(T, s, huge)                                                                                       \
    TEST(window_alone_##s)                                                                                             \
    {                                                                                                                  \
        enum { n = 9001 };                                                                                             \
        static const size_t widths[] = {1, 2, 3, 8, 9, 10, 11, 31, 101, 153, 1001, 2304, 2305, 4096, 9001};            \
        static const T odd[] = {(T)(huge), (T)INFINITY, (T)-(huge), (T)NAN};                                           \
        static T x[n], y[n], z[n];                                                                                     \
        size_t b, i, p;                                                                                                \
        for (b = 0; b < sizeof widths / sizeof *widths; b++) {                                                         \
            const size_t width = widths[b];                                                                            \
            T *dx, *o;                                                                                                 \
            for (i = 0; i < n; i++) x[i] = (T)(uniform() + 2);                                                         \
            dx = (T *)on_device(x, n, sizeof(T), b % 3), o = (T *)on_device(NULL, n, sizeof(T), 0);                    \
            CHECK(gpu_moving_average_##s(o, dx, n, width) == GPU_OK);                                                  \
            to_host(y, o, sizeof y);                                                                                   \
            for (p = 0; p < n; p += (p + 3) % 1152 < 6 ? 1 : p % 1152 < 1100 ? 67 : 7) {                               \
                const T v = odd[p % 4];                                                                                \
                size_t reached = 0, missed = 0;                                                                        \
                GPU_CHECK(gpu_copy(dx + p, &v, sizeof v));                                                             \
                CHECK(gpu_moving_average_##s(o, dx, n, width) == GPU_OK);                                              \
                to_host(z, o, sizeof z);                                                                               \
                GPU_CHECK(gpu_copy(dx + p, x + p, sizeof v));                                                          \
                for (i = 0; i < n; i++)                                                                                \
                    if (i < p || i >= p + width) reached += !same_bits(y + i, z + i, sizeof v);                        \
                    else missed += v != v ? z[i] == z[i] : !(fabs((double)z[i]) >= (huge) / 2 / (double)width && (z[i] > 0) == (v > 0)); \
                if (reached || missed) {                                                                               \
                    test__fail(__FILE__, __LINE__, "width %zu, %g at %zu: %zu outputs without it differ, %zu with it are wrong", width, (double)v, p, reached, missed); \
                    break;                                                                                             \
                }                                                                                                      \
            }                                                                                                          \
            /* ones are averaged to one, and neighbours whose sum is infinite take nobody with them */                 \
            for (i = 0; i < n; i++) x[i] = 1;                                                                          \
            x[4000] = x[4001] = (T)(sizeof(T) == 4 ? 3e38 : 1.7e308);                                                  \
            GPU_CHECK(gpu_copy(dx, x, sizeof x));                                                                      \
            CHECK(gpu_moving_average_##s(o, dx, n, width) == GPU_OK);                                                  \
            to_host(z, o, sizeof z);                                                                                   \
            for (i = 0, p = 0; i < n; i++) p += (i < 4000 || i >= 4001 + width) && z[i] != 1;                          \
            CHECK_INT(p, 0);                                                                                           \
            release(dx, sizeof(T), b % 3), release(o, sizeof(T), 0);                                                   \
        }                                                                                                              \
    }
WINDOW_ALONE(float, f32, 1e30)
WINDOW_ALONE(double, f64, 1e300)

/* ----------------------------------------------------------------------------------------------------- alignment -- */

/* Every function that is no plain map or reduction, on arrays one byte off: the bits of aligned ones. */
static char one_off[4][8 * 6000 + 64];
static void *off(const void *from, size_t bytes, int k)
{
    if (from) memcpy(one_off[k] + 1, from, bytes);
    return one_off[k] + 1;
}
#define SAME(call_on, out, bytes, x, y)                                                                                \
    {                                                                                                                  \
        memset(out, 7, bytes);                                                                                         \
        CHECK(call_on(out, x, y) == GPU_OK);                                                                           \
        memset(one_off[2], 7, bytes + 1);                                                                              \
        CHECK(call_on(off(NULL, 0, 2), off(x, sizeof x, 0), off(y, sizeof y, 1)) == GPU_OK);                           \
        if (!same_bits(out, one_off[2] + 1, bytes)) test__fail(__FILE__, __LINE__, #call_on " differs on misaligned arrays"); \
    }
#define MISALIGNED(T, s, R, M, kind)                                                                                   \
    TEST(misaligned_##s)                                                                                               \
    {                                                                                                                  \
        enum { n = 5003, rows = 67, cols = 74 };                                                                       \
        static T x[n], y[n];                                                                                           \
        static double out[n];                                                                                          \
        size_t i;                                                                                                      \
        FILL_##kind(x, n, T);                                                                                          \
        FILL_##kind(y, n, T);                                                                                          \
        SAME(add_##s, out, n * sizeof(T), x, y)                                                                        \
        SAME(var_##s, out, 8, x, y)                                                                                    \
        SAME(argmax_##s, out, 8, x, y)                                                                                 \
        SAME(sum_##s, out, 8, x, y)                                                                                    \
        SAME(cumsum_##s, out, n * sizeof(T), x, y)                                                                     \
        SAME(sum_rows_##s, out, rows * sizeof(R), x, y)                                                                \
        SAME(mean_rows_##s, out, rows * sizeof(M), x, y)                                                               \
        SAME(max_cols_##s, out, cols * sizeof(T), x, y)                                                                \
        SAME(sum_cols_##s, out, cols * sizeof(R), x, y)                                                                \
        SAME(transpose_##s, out, rows * cols * sizeof(T), x, y)                                                        \
        SAME(histogram_##s, out, 100 * 8, x, y)                                                                        \
        SAME(arange_##s, out, n * sizeof(T), x, y)                                                                     \
        MISALIGNED_##kind(T, s)                                                                                        \
    }
#define CALLS(T, s, R, M)                                                                                              \
    static gpu_status add_##s(void *o, const void *x, const void *y) { return gpu_add_##s((T *)o, (const T *)x, (const T *)y, 5003); } \
    static gpu_status var_##s(void *o, const void *x, const void *y) { (void)y; return gpu_var_to_##s((double *)o, (const T *)x, 5003, 1); } \
    static gpu_status argmax_##s(void *o, const void *x, const void *y) { (void)y; return gpu_argmax_to_##s((int64_t *)o, (const T *)x, 5003); } \
    static gpu_status sum_##s(void *o, const void *x, const void *y)                                                   \
    {                                                                                                                  \
        const double mean = (double)gpu_mean_##s((const T *)x, 5003);                                                  \
        (void)y;                                                                                                       \
        memcpy(o, &mean, sizeof mean);                                                                                 \
        return GPU_OK;                                                                                                 \
    }                                                                                                                  \
    static gpu_status cumsum_##s(void *o, const void *x, const void *y) { (void)y; return gpu_cumsum_##s((T *)o, (const T *)x, 5003); } \
    static gpu_status sum_rows_##s(void *o, const void *x, const void *y) { (void)y; return gpu_sum_rows_##s((R *)o, (const T *)x, 67, 74); } \
    static gpu_status mean_rows_##s(void *o, const void *x, const void *y) { (void)y; return gpu_mean_rows_##s((M *)o, (const T *)x, 67, 74); } \
    static gpu_status max_cols_##s(void *o, const void *x, const void *y) { (void)y; return gpu_max_cols_##s((T *)o, (const T *)x, 67, 74); } \
    static gpu_status sum_cols_##s(void *o, const void *x, const void *y) { (void)y; return gpu_sum_cols_##s((R *)o, (const T *)x, 67, 74); } \
    static gpu_status transpose_##s(void *o, const void *x, const void *y) { (void)y; return gpu_transpose_##s((T *)o, (const T *)x, 67, 74); } \
    static gpu_status histogram_##s(void *o, const void *x, const void *y) { (void)y; return gpu_histogram_##s((int64_t *)o, 100, (const T *)x, 5003, -2, 2); } \
    static gpu_status arange_##s(void *o, const void *x, const void *y) { (void)x, (void)y; return gpu_arange_##s((T *)o, 3, 2, 5003); }
#define CALLS_real(T, s)                                                                                               \
    static gpu_status matvec_##s(void *o, const void *x, const void *y) { return gpu_matvec_##s((T *)o, (const T *)x, (const T *)y, 67, 74); } \
    static gpu_status moving_##s(void *o, const void *x, const void *y) { (void)y; return gpu_moving_average_##s((T *)o, (const T *)x, 5003, 9); } \
    static gpu_status conv1d_##s(void *o, const void *x, const void *y) { return gpu_conv1d_##s((T *)o, (const T *)x, 5003, (const T *)y, 9); } \
    static gpu_status stencil_##s(void *o, const void *x, const void *y) { (void)y; return gpu_stencil5_##s((T *)o, (const T *)x, 67, 74, (T)0.5, (T)0.125); } \
    static gpu_status normalize_##s(void *o, const void *x, const void *y) { (void)y; return gpu_normalize_##s((T *)o, (const T *)x, 5003); } \
    static gpu_status exp_##s(void *o, const void *x, const void *y) { (void)y; return gpu_exp_##s((T *)o, (const T *)x, 5003); } \
    static gpu_status linspace_##s(void *o, const void *x, const void *y) { (void)x, (void)y; return gpu_linspace_##s((T *)o, 3, 7, 5003); } \
    static gpu_status fills_##s(void *o, const void *x, const void *y)                                                 \
    {                                                                                                                  \
        (void)x, (void)y, (void)gpu_seed(7);                                                                           \
        return gpu_rand_uniform_##s((T *)o, 1001) || gpu_rand_normal_##s((T *)((char *)o + 1001 * sizeof(T)), 0, 1, 2001) || \
                       gpu_rand_lognormal_##s((T *)((char *)o + 3002 * sizeof(T)), 0, 1, 1001) ? gpu_error()           \
                                                                                              : gpu_rand_exponential_##s((T *)((char *)o + 4003 * sizeof(T)), 1, 1000); \
    }
#define CALLS_whole(T, s)                                                                                              \
    static gpu_status bincount_##s(void *o, const void *x, const void *y) { (void)y; return gpu_bincount_##s((int64_t *)o, 50, (const T *)x, 5003); } \
    static gpu_status fills_##s(void *o, const void *x, const void *y)                                                 \
    {                                                                                                                  \
        (void)x, (void)y, (void)gpu_seed(7);                                                                           \
        return gpu_rand_int_##s((T *)o, -5, 2000000000, 1001) || gpu_rand_poisson_##s((T *)((char *)o + 1001 * sizeof(T)), 7, 2001) || \
                       gpu_rand_poisson_##s((T *)((char *)o + 3002 * sizeof(T)), 123456, 1001) ? gpu_error()           \
                                                                                                : gpu_rand_permutation_##s((T *)((char *)o + 4003 * sizeof(T)), 1000); \
    }
#define MISALIGNED_real(T, s)                                                                                          \
    SAME(matvec_##s, out, rows * sizeof(T), x, y) SAME(moving_##s, out, n * sizeof(T), x, y) SAME(conv1d_##s, out, n * sizeof(T), x, y) \
    SAME(stencil_##s, out, rows * cols * sizeof(T), x, y) SAME(normalize_##s, out, n * sizeof(T), x, y) SAME(exp_##s, out, n * sizeof(T), x, y) \
    SAME(linspace_##s, out, n * sizeof(T), x, y) SAME(fills_##s, out, n * sizeof(T), x, y)
#define MISALIGNED_whole(T, s) SAME(bincount_##s, out, 50 * 8, x, y) SAME(fills_##s, out, n * sizeof(T), x, y)
CALLS(float, f32, float, float) CALLS(double, f64, double, double) CALLS(int32_t, i32, int64_t, double) CALLS(int64_t, i64, int64_t, double)
CALLS_real(float, f32) CALLS_real(double, f64) CALLS_whole(int32_t, i32) CALLS_whole(int64_t, i64)
MISALIGNED(float, f32, float, float, real)
MISALIGNED(double, f64, double, double, real)
MISALIGNED(int32_t, i32, int64_t, double, whole)
MISALIGNED(int64_t, i64, int64_t, double, whole)

/* ------------------------------------------------------------------------------------------ arguments, bare names -- */

/* Every function with each of its arrays one element too short in turn: (name, bytes of its arrays, the call). The matrices
   are n by m, there are m bins, and a window is m wide. */
#define F(k) ((float *)a[k])
#define G(k) ((double *)a[k])
#define I(k) ((int32_t *)a[k])
#define L(k) ((int64_t *)a[k])
#define VALUE(call) ((void)(call), gpu_error())
#define EVERY_FUNCTION(R)                                                                                              \
    R("gpu_fill", 4 * n, 0, 0, gpu_fill_f32(F(0), 1, n))                                                               \
    R("gpu_fill", 8 * n, 0, 0, gpu_fill_i64(L(0), 1, n))                                                               \
    R("gpu_arange", 4 * n, 0, 0, gpu_arange_i32(I(0), 0, 1, n))                                                        \
    R("gpu_linspace", 8 * n, 0, 0, gpu_linspace_f64(G(0), 0, 1, n))                                                    \
    R("gpu_add", 4 * n, 4 * n, 4 * n, gpu_add_f32(F(0), F(1), F(2), n))                                                \
    R("gpu_sub", 8 * n, 8 * n, 8 * n, gpu_sub_f64(G(0), G(1), G(2), n))                                                \
    R("gpu_mul", 4 * n, 4 * n, 4 * n, gpu_mul_i32(I(0), I(1), I(2), n))                                                \
    R("gpu_div", 4 * n, 4 * n, 4 * n, gpu_div_f32(F(0), F(1), F(2), n))                                                \
    R("gpu_axpy", 4 * n, 4 * n, 4 * n, gpu_axpy_f32(F(0), 2, F(1), F(2), n))                                           \
    R("gpu_scale", 4 * n, 4 * n, 0, gpu_scale_f32(F(0), 2, F(1), n))                                                   \
    R("gpu_clip", 4 * n, 4 * n, 0, gpu_clip_f32(F(0), F(1), 0, 1, n))                                                  \
    R("gpu_abs", 8 * n, 8 * n, 0, gpu_abs_i64(L(0), L(1), n))                                                          \
    R("gpu_sqrt", 4 * n, 4 * n, 0, gpu_sqrt_f32(F(0), F(1), n))                                                        \
    R("gpu_exp", 4 * n, 4 * n, 0, gpu_exp_f32(F(0), F(1), n))                                                          \
    R("gpu_log", 8 * n, 8 * n, 0, gpu_log_f64(G(0), G(1), n))                                                          \
    R("gpu_sin", 4 * n, 4 * n, 0, gpu_sin_f32(F(0), F(1), n))                                                          \
    R("gpu_cos", 4 * n, 4 * n, 0, gpu_cos_f32(F(0), F(1), n))                                                          \
    R("gpu_tanh", 4 * n, 4 * n, 0, gpu_tanh_f32(F(0), F(1), n))                                                        \
    R("gpu_sigmoid", 4 * n, 4 * n, 0, gpu_sigmoid_f32(F(0), F(1), n))                                                  \
    R("gpu_pow", 4 * n, 4 * n, 0, gpu_pow_f32(F(0), F(1), 2, n))                                                       \
    R("gpu_sum", 4 * n, 0, 0, VALUE(gpu_sum_f32(F(0), n)))                                                             \
    R("gpu_sum", 8, 8 * n, 0, gpu_sum_to_f64(G(0), G(1), n))                                                           \
    R("gpu_prod", 4 * n, 0, 0, VALUE(gpu_prod_i32(I(0), n)))                                                           \
    R("gpu_prod", 8, 4 * n, 0, gpu_prod_to_i32(L(0), I(1), n))                                                         \
    R("gpu_min", 4 * n, 0, 0, VALUE(gpu_min_f32(F(0), n)))                                                             \
    R("gpu_min", 4, 4 * n, 0, gpu_min_to_f32(F(0), F(1), n))                                                           \
    R("gpu_max", 8 * n, 0, 0, VALUE(gpu_max_i64(L(0), n)))                                                             \
    R("gpu_max", 8, 8 * n, 0, gpu_max_to_i64(L(0), L(1), n))                                                           \
    R("gpu_argmin", 4 * n, 0, 0, VALUE(gpu_argmin_f32(F(0), n)))                                                       \
    R("gpu_argmax", 8, 4 * n, 0, gpu_argmax_to_f32(L(0), F(1), n))                                                     \
    R("gpu_mean", 4 * n, 0, 0, VALUE(gpu_mean_f32(F(0), n)))                                                           \
    R("gpu_mean", 8, 4 * n, 0, gpu_mean_to_f32(G(0), F(1), n))                                                         \
    R("gpu_var", 4 * n, 0, 0, VALUE(gpu_var_f32(F(0), n, 0)))                                                          \
    R("gpu_var", 8, 4 * n, 0, gpu_var_to_f32(G(0), F(1), n, 0))                                                        \
    R("gpu_std", 4 * n, 0, 0, VALUE(gpu_std_i32(I(0), n, 0)))                                                          \
    R("gpu_std", 8, 8 * n, 0, gpu_std_to_f64(G(0), G(1), n, 0))                                                        \
    R("gpu_norm", 4 * n, 0, 0, VALUE(gpu_norm_f32(F(0), n)))                                                           \
    R("gpu_norm", 8, 4 * n, 0, gpu_norm_to_f32(G(0), F(1), n))                                                         \
    R("gpu_dot", 4 * n, 4 * n, 0, VALUE(gpu_dot_f32(F(0), F(1), n)))                                                   \
    R("gpu_dot", 8, 4 * n, 4 * n, gpu_dot_to_f32(G(0), F(1), F(2), n))                                                 \
    R("gpu_allclose", 4 * n, 4 * n, 0, VALUE(gpu_allclose_f32(F(0), F(1), n, 0, 0)))                                   \
    R("gpu_allclose", 4, 8 * n, 8 * n, gpu_allclose_to_f64(I(0), G(1), G(2), n, 0, 0))                                 \
    R("gpu_count_nonzero", 4 * n, 0, 0, VALUE(gpu_count_nonzero_f32(F(0), n)))                                         \
    R("gpu_count_nonzero", 8, 4 * n, 0, gpu_count_nonzero_to_f32(L(0), F(1), n))                                       \
    R("gpu_cumsum", 4 * n, 4 * n, 0, gpu_cumsum_f32(F(0), F(1), n))                                                    \
    R("gpu_cumsum", 8 * n, 8 * n, 0, gpu_cumsum_exclusive_i64(L(0), L(1), n))                                          \
    R("gpu_sum_rows", 4 * n, 4 * n * m, 0, gpu_sum_rows_f32(F(0), F(1), n, m))                                         \
    R("gpu_sum_cols", 8 * m, 4 * n * m, 0, gpu_sum_cols_i32(L(0), I(1), n, m))                                         \
    R("gpu_min_rows", 4 * n, 4 * n * m, 0, gpu_min_rows_f32(F(0), F(1), n, m))                                         \
    R("gpu_min_cols", 8 * m, 8 * n * m, 0, gpu_min_cols_f64(G(0), G(1), n, m))                                         \
    R("gpu_max_rows", 4 * n, 4 * n * m, 0, gpu_max_rows_i32(I(0), I(1), n, m))                                         \
    R("gpu_max_cols", 4 * m, 4 * n * m, 0, gpu_max_cols_f32(F(0), F(1), n, m))                                         \
    R("gpu_mean_rows", 8 * n, 4 * n * m, 0, gpu_mean_rows_i32(G(0), I(1), n, m))                                       \
    R("gpu_mean_cols", 4 * m, 4 * n * m, 0, gpu_mean_cols_f32(F(0), F(1), n, m))                                       \
    R("gpu_histogram", 8 * m, 4 * n, 0, gpu_histogram_f32(L(0), m, F(1), n, 0, 1))                                     \
    R("gpu_bincount", 8 * m, 4 * n, 0, gpu_bincount_i32(L(0), m, I(1), n))                                             \
    R("gpu_transpose", 4 * n * m, 4 * n * m, 0, gpu_transpose_f32(F(0), F(1), n, m))                                   \
    R("gpu_matvec", 4 * n, 4 * n * m, 4 * m, gpu_matvec_f32(F(0), F(1), F(2), n, m))                                   \
    R("gpu_moving_average", 4 * n, 4 * n, 0, gpu_moving_average_f32(F(0), F(1), n, m))                                 \
    R("gpu_conv1d", 8 * n, 8 * n, 8 * m, gpu_conv1d_f64(G(0), G(1), n, G(2), m))                                       \
    R("gpu_stencil5", 4 * n * m, 4 * n * m, 0, gpu_stencil5_f32(F(0), F(1), n, m, 1, 1))                               \
    R("gpu_normalize", 4 * n, 4 * n, 0, gpu_normalize_f32(F(0), F(1), n))                                              \
    R("gpu_rand_uniform", 4 * n, 0, 0, gpu_rand_uniform_f32(F(0), n))                                                  \
    R("gpu_rand_normal", 8 * n, 0, 0, gpu_rand_normal_f64(G(0), 0, 1, n))                                              \
    R("gpu_rand_lognormal", 4 * n, 0, 0, gpu_rand_lognormal_f32(F(0), 0, 1, n))                                        \
    R("gpu_rand_exponential", 4 * n, 0, 0, gpu_rand_exponential_f32(F(0), 1, n))                                       \
    R("gpu_rand_int", 4 * n, 0, 0, gpu_rand_int_i32(I(0), 0, 9, n))                                                    \
    R("gpu_rand_poisson", 8 * n, 0, 0, gpu_rand_poisson_i64(L(0), 3.0, n))                                             \
    R("gpu_rand_permutation", 4 * n, 0, 0, gpu_rand_permutation_i32(I(0), n))

/* All arrays have what they need; array `few` then begins `shift` bytes into an allocation that is 1 byte or 1 element too short. */
static gpu_status few_bytes(const char *name, const size_t *need, gpu_status (*call)(void **a, size_t n, size_t m), size_t n, size_t m)
{
    static unsigned char before[1 << 14], after[1 << 14];
    void *a[3] = {NULL, NULL, NULL}, *whole[3];
    char text[400];
    int k, few, made, missing;
    gpu_status s;
    for (few = -1; few < 3; few++) {
        const size_t cut[] = {1, 4, 8};
        size_t shift = 0;
        if (few >= 0 && !need[few]) continue;
        for (shift = 0; shift <= 2048; shift += 1024)
            for (missing = 0; missing < 3; missing++) {
                /* with nothing left behind the shift, a[few] would be where the next allocation may begin */
                const size_t most = few < 0 ? 0 : need[few] - (shift ? 1 : 0), less = few < 0 ? 0 : cut[missing] < most ? cut[missing] : most;
                for (k = 0; k < 3; k++) {
                    const size_t bytes = need[k] + (k == few ? shift - less : 0);
                    whole[k] = need[k] ? GPU_ZEROS(char, bytes) : NULL;
                    a[k] = whole[k] ? (void *)((char *)whole[k] + (k == few ? shift : 0)) : NULL;
                }
                made = __LINE__ - 3;
                if (few > 0) GPU_CHECK(gpu_copy(before, whole[0], need[0]));
                gpu_clear_error();
                s = call(a, n, m);
                if (few < 0 && s) return s;
                if (few >= 0) {
                    snprintf(text, sizeof text, "%s: %zu bytes go beyond the end of ", name, need[few]);
                    if (s != GPU_ERROR_INVALID_ARGUMENT || gpu_error() != s || !strstr(gpu_error_message(), text)) return s ? s : GPU_ERROR_KERNEL;
                    snprintf(text, sizeof text, ", which has %zu bytes there (of %zu, made at %s:%d)", need[few] - less, need[few] - less + shift, __FILE__, made);
                    if (!strstr(gpu_error_message(), text)) return s;
                    if (few > 0) {
                        GPU_CHECK(gpu_copy(after, whole[0], need[0]));
                        if (memcmp(before, after, need[0])) return GPU_ERROR_KERNEL;
                    }
                }
                for (k = 0; k < 3; k++)
                    if (gpu_free(whole[k])) return GPU_ERROR_INVALID_POINTER; /* marks were written over */
            }
    }
    gpu_clear_error();
    return GPU_OK;
}
static int every_function_row;
static gpu_status every_function(void **a, size_t n, size_t m)
{
    int row = 0;
#define ROW(name, b0, b1, b2, call)                                                                                    \
    if (row++ == every_function_row) return call;
    EVERY_FUNCTION(ROW)
#undef ROW
    return (void)m, GPU_ERROR_KERNEL;
}
TEST(no_function_goes_beyond_an_allocation)
{
    const size_t n = 97, m = 5;
    int which;
#define ROW(name, b0, b1, b2, call) {name, {b0, b1, b2}},
    const struct {
        const char *name;
        size_t need[3];
    } row[] = {EVERY_FUNCTION(ROW)};
#undef ROW
    for (which = 0; which < (int)(sizeof row / sizeof *row); which++) {
        every_function_row = which;
        if (few_bytes(row[which].name, row[which].need, every_function, n, m))
            test__fail(__FILE__, __LINE__, "row %d, %s: \"%s\"", which, row[which].name, gpu_error_message());
        gpu_clear_error();
    }
}

TEST(bad_arguments_say_what_is_wrong)
{
    float x[8] = {1, 2, 3, 4, 5, 6, 7, 8}, y[8];
    int64_t c[4];
    const size_t negative = (size_t)-3;
    CHECK_SUFFIXED(gpu_add_f32(NULL, x, x, 8), GPU_ERROR_INVALID_ARGUMENT, "gpu_add: out is NULL");
    CHECK_SUFFIXED(gpu_add_f32(y, x, NULL, 8), GPU_ERROR_INVALID_ARGUMENT, "gpu_add: y is NULL");
    CHECK_SUFFIXED(gpu_add_f32(x + 1, x, x, 4), GPU_ERROR_INVALID_ARGUMENT, "overlap");
    CHECK_SUFFIXED(gpu_exp_f32(y, x, negative), GPU_ERROR_INVALID_ARGUMENT, "negative");
    CHECK_SUFFIXED(gpu_min_to_f32(y, x, 0), GPU_ERROR_INVALID_ARGUMENT, "gpu_min: n is 0");
    CHECK_SUFFIXED(gpu_argmax_to_f32(c, x, 0), GPU_ERROR_INVALID_ARGUMENT, "gpu_argmax: n is 0");
    CHECK_SUFFIXED(gpu_argmax_to_f32(NULL, x, 8), GPU_ERROR_INVALID_ARGUMENT, "out is NULL");
    CHECK_SUFFIXED(gpu_sum_rows_f32(y, x, 0, 8), GPU_ERROR_INVALID_ARGUMENT, "gpu_sum_rows: the matrix is 0 by 8");
    CHECK_SUFFIXED(gpu_transpose_f32(y, x, 2, 0), GPU_ERROR_INVALID_ARGUMENT, "2 by 0");
    CHECK_SUFFIXED(gpu_transpose_f32(y, x, negative, 2), GPU_ERROR_INVALID_ARGUMENT, "negative");
    CHECK_SUFFIXED(gpu_transpose_f32(x, x, 2, 4), GPU_ERROR_INVALID_ARGUMENT, "overlap");
    CHECK_SUFFIXED(gpu_matvec_f32(y, x, y, 2, 4), GPU_ERROR_INVALID_ARGUMENT, "out and x overlap");
    CHECK_SUFFIXED(gpu_matvec_f32(y, x, NULL, 2, 4), GPU_ERROR_INVALID_ARGUMENT, "x is NULL");
    CHECK_SUFFIXED(gpu_histogram_f32(c, 0, x, 8, 0, 1), GPU_ERROR_INVALID_ARGUMENT, "0 bins");
    CHECK_SUFFIXED(gpu_histogram_f32(c, 4, x, 8, 1, 1), GPU_ERROR_INVALID_ARGUMENT, "lo below hi");
    CHECK_SUFFIXED(gpu_histogram_f32(c, 4, x, 8, 0, INFINITY), GPU_ERROR_INVALID_ARGUMENT, "finite");
    CHECK_SUFFIXED(gpu_moving_average_f32(y, x, 8, 0), GPU_ERROR_INVALID_ARGUMENT, "0 wide");
    CHECK_SUFFIXED(gpu_moving_average_f32(y, x, 8, 9), GPU_ERROR_INVALID_ARGUMENT, "9 wide and there are 8");
    CHECK_SUFFIXED(gpu_moving_average_f32(x, x, 8, 3), GPU_ERROR_INVALID_ARGUMENT, "overlap");
    CHECK_SUFFIXED(gpu_conv1d_f32(y, x, 2, x, 3), GPU_ERROR_INVALID_ARGUMENT, "3 wide and there are 2");
    CHECK_SUFFIXED(gpu_stencil5_f32(x, x, 2, 4, 1, 1), GPU_ERROR_INVALID_ARGUMENT, "overlap");
    CHECK_SUFFIXED(gpu_normalize_f32(NULL, x, 8), GPU_ERROR_INVALID_ARGUMENT, "out is NULL");
    CHECK_INT(gpu_add_f32(NULL, x, x, 8), GPU_ERROR_INVALID_ARGUMENT); /* no place at all: not that of an earlier call */
    CHECK(!strncmp(gpu_error_message(), "gpu_add: out is NULL", 20));
    gpu_clear_error();
#if defined(__cplusplus) || (defined(__STDC_VERSION__) && __STDC_VERSION__ >= 201112L)
    CHECK_STATUS(gpu_fill(y, (float)gpu_sum(x, 8), negative), GPU_ERROR_INVALID_ARGUMENT, "negative"); /* a call among the arguments takes nothing away */
#endif
    CHECK_SUFFIXED(gpu_add_f32(NULL, NULL, NULL, 0), GPU_OK, "");
    GPU_CHECK(gpu_sync());
    CHECK(gpu_max_f32(x, 0) != gpu_max_f32(x, 0));
    gpu_clear_error();
    CHECK_INT(gpu_argmin_f32(x, 0), -1);
    gpu_clear_error();
}

#if defined(__cplusplus) || (defined(__STDC_VERSION__) && __STDC_VERSION__ >= 201112L)
TEST(bare_names_follow_the_type)
{
    double x[4] = {4, 3, 2, 1}, y[4];
    const float *f = NULL;
    int32_t k[3] = {1, 2, 0x7fffffff};
    int64_t c[2];
    int evaluated[3] = {0, 0, 0};
    CHECK(gpu_sum(x, 4) == 10 && gpu_max(x, 4) == 4 && gpu_argmin(x, 4) == 3 && gpu_sum(k, 3) == 0x80000002LL);
    CHECK(gpu_sum(f, 0) == 0 && gpu_allclose(x, x, 4, 0, 0) == 1);
    CHECK(gpu_scale(y, 2, x, 4) == GPU_OK && y[0] == 8);
    CHECK(gpu_bincount(c, 2, k, 3) == GPU_OK && c[0] == 0 && c[1] == 1);
    CHECK(gpu_histogram(c, 2, x, 4, 1, 4) == GPU_OK && c[0] == 2 && c[1] == 2);
    CHECK_FAILS(isnan(gpu_min(x, 0)), GPU_ERROR_INVALID_ARGUMENT, "gpu_min: n is 0");
    CHECK(gpu_sum((evaluated[0]++, x), 4) == 10 && gpu_norm((evaluated[0]++, x), 0) == 0 && gpu_bincount(c, 2, (evaluated[0]++, k), 3) == GPU_OK);
    CHECK(gpu_scale((evaluated[1]++, y), (evaluated[2]++, 2), x, 4) == GPU_OK);
    CHECK(evaluated[0] == 3 && evaluated[1] == 1 && evaluated[2] == 1);
}
#endif

TEST(in_a_graph)
{
    enum { rows = 20, cols = 30000 };
    static float x[rows * cols], y[rows];
    float *dx, *dy;
    double *v, one;
    gpu_graph graph;
    gpu_stream stream = gpu_stream_new();
    size_t i;
    for (i = 0; i < rows * cols; i++) x[i] = 1;
    GPU_CHECK(gpu_use_stream(stream));
    dx = GPU_TO_DEVICE(float, x, rows * cols), dy = GPU_NEW(float, rows), v = GPU_NEW(double, 1);
    GPU_CHECK(gpu_sum_rows_f32(dy, dx, rows, cols));
    GPU_CHECK(gpu_var_to_f32(v, dx, rows * cols, 0));
    GPU_CHECK(gpu_graph_begin());
    GPU_CHECK(gpu_add_f32(dx, dx, dx, rows * cols));
    GPU_CHECK(gpu_sum_rows_f32(dy, dx, rows, cols));
    GPU_CHECK(gpu_var_to_f32(v, dx, rows * cols, 0));
    graph = gpu_graph_end();
    for (i = 0; i < 3; i++) GPU_CHECK(gpu_graph_launch(graph));
    GPU_CHECK(gpu_stream_sync(stream));
    to_host(y, dy, sizeof y), to_host(&one, v, sizeof one);
    CHECK(y[0] == 8.0f * cols && y[rows - 1] == 8.0f * cols && one == 0);
    GPU_CHECK(gpu_graph_free(graph));
    GPU_CHECK(gpu_free(dx));
    GPU_CHECK(gpu_free(dy));
    GPU_CHECK(gpu_free(v));
    GPU_CHECK(gpu_use_stream(NULL));
    GPU_CHECK(gpu_stream_free(stream));
}
