/* Reductions and scans against sums in long double; the bits of both backends: of test_prewritten. */

#define GPU_KERNELS_FOR_C
#include "gpu.h"
#include "test.h"
#include "prewritten.h"

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

/* One element that differs from the others, first, in the middle or last, at every alignment of the type. */
#define ANY(T, s)                                                                                                      \
    TEST(any_and_all_##s)                                                                                              \
    {                                                                                                                  \
        size_t k, shift, q;                                                                                            \
        int *seen = (int *)on_device(NULL, 1, sizeof(int), 0), got;                                                    \
        for (k = 0; k < SIZES; k++)                                                                                    \
            for (shift = 0; shift < 2; shift++) {                                                                      \
                const size_t n = sizes[k];                                                                             \
                T *x = (T *)calloc(n, sizeof(T)), *dx = (T *)on_device(x, n, sizeof(T), shift);                        \
                CHECK(gpu_any_##s(dx, n) == 0 && gpu_all_##s(dx, n) == 0 && gpu_any_##s(x, n) == 0);                   \
                for (q = 0; q < 3; q++) {                                                                              \
                    const size_t at = q == 0 ? 0 : q == 1 ? n / 2 : n - 1;                                             \
                    const T one = 2, none = 0;                                                                         \
                    GPU_CHECK(gpu_fill_##s(dx, 0, n));                                                                 \
                    GPU_CHECK(gpu_copy(dx + at, &one, sizeof one));                                                    \
                    CHECK(gpu_any_##s(dx, n) == 1 && gpu_all_##s(dx, n) == (n == 1));                                  \
                    GPU_CHECK(gpu_any_to_##s(seen, dx, n));                                                            \
                    to_host(&got, seen, sizeof got);                                                                   \
                    CHECK_INT(got, 1);                                                                                 \
                    GPU_CHECK(gpu_fill_##s(dx, (T)-1, n));                                                             \
                    CHECK(gpu_any_##s(dx, n) == 1 && gpu_all_##s(dx, n) == 1);                                         \
                    GPU_CHECK(gpu_copy(dx + at, &none, sizeof none));                                                  \
                    CHECK(gpu_any_##s(dx, n) == (n > 1) && gpu_all_##s(dx, n) == 0);                                   \
                    GPU_CHECK(gpu_all_to_##s(seen, dx, n));                                                            \
                    to_host(&got, seen, sizeof got);                                                                   \
                    CHECK_INT(got, 0);                                                                                 \
                }                                                                                                      \
                release(dx, sizeof(T), shift);                                                                         \
                free(x);                                                                                               \
            }                                                                                                          \
        CHECK(gpu_any_##s(NULL, 0) == 0 && gpu_all_##s(NULL, 0) == 1);                                                 \
        GPU_CHECK(gpu_all_to_##s(seen, NULL, 0));                                                                      \
        to_host(&got, seen, sizeof got);                                                                               \
        CHECK_INT(got, 1);                                                                                             \
        CHECK_SUFFIXED(gpu_any_to_##s(NULL, (const T *)seen, 1), GPU_ERROR_INVALID_ARGUMENT, "gpu_any: out is NULL");   \
        CHECK_INT(gpu_all_##s((const T *)NULL, 1), -1);                                                                \
        CHECK_INT(gpu_error(), GPU_ERROR_INVALID_ARGUMENT);                                                            \
        gpu_clear_error();                                                                                             \
        release(seen, sizeof(int), 0);                                                                                 \
    }
ANY(float, f32)
ANY(double, f64)
ANY(int32_t, i32)
ANY(int64_t, i64)
ANY(uint8_t, u8)
ANY(uint32_t, u32)
ANY(uint64_t, u64)

TEST(zeros_with_a_sign_and_nan_are_what_c_says)
{
    float x[3] = {-0.0f, 0, -0.0f};
    double y[2] = {0, -0.0};
    CHECK(gpu_any_f32(x, 3) == 0 && gpu_any_f64(y, 2) == 0);
    x[1] = (float)NAN, y[0] = (double)NAN;
    CHECK(gpu_any_f32(x, 3) == 1 && gpu_all_f32(x, 3) == 0 && gpu_all_f32(x + 1, 1) == 1 && gpu_all_f64(y, 1) == 1);
}

/* gpu_norm of doubles whose squares, or the sum of them, are beyond the range of a double: n elements, of which the last
   differs. The reference is scaled. */
typedef struct norm_row {
    double some, last, scale;
} norm_row;
static const norm_row norms[] = {{1e155, 1e155, 1e200},  {3e200, 4e200, 1e200},   {1e306, -1e306, 1e300}, {0, 1.75e308, 1e300}, {1e-200, 1e200, 1e200},
                                 {1e153, 1e153, 1e153},  {3e-200, 4e-200, 1e-200}, {5e-324, 5e-324, 5e-324}, {0, 1e-170, 1e-170}, {1e-140, -1e-160, 1e-140},
                                 {1e-300, 1, 1},         {1e-155, 1e-154, 1e-154}, {0, 0, 1},              {1, INFINITY, 1},     {1e200, NAN, 1}};
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
