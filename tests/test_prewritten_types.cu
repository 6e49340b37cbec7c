/* What concerns types: casts between all of them, masks, the unsigned ones; and weighted counts. Of test_prewritten. */

#define GPU_KERNELS_FOR_C
#include "gpu.h"
#include "test.h"
#include "prewritten.h"

/* ----------------------------------------------------------------------------------------------------------- casts -- */

/* Every value is exact in a long double. Its cast by the contract, apart from what is tested. */
typedef struct {
    long double value;
    int real;
} number;
static uint64_t whole_cast(number v, int is_signed, int bits)
{
    const long double top = ldexpl(1, bits - is_signed), bottom = is_signed ? -top : 0;
    const long double t = truncl(v.value);
    if (v.real) {
        if (v.value != v.value) return 0;
        if (t >= top) return (uint64_t)-1 >> (64 - bits + is_signed);
        if (t <= bottom) return is_signed ? (uint64_t)-1 << (bits - 1) : 0;
    }
    return t < 0 ? (uint64_t)0 - (uint64_t)-t : (uint64_t)t;
}
#define EDGES(x, n, T) /* the ends of every integer type and their neighbours, and ordinary numbers */                 \
    for (i = 0; i < (n); i++) {                                                                                        \
        static const int power[] = {0, 1, 7, 8, 9, 24, 31, 32, 33, 52, 53, 62, 63, 64, 65};                            \
        const double p = ldexp(1, power[i % 15]), wide[] = {p, -p, p - 0.5, 0.5 - p, p + 1, 1 - p, p - 1, uniform() * p, NAN, INFINITY, -INFINITY, -0.0}; \
        const double v = wide[i / 15 % 12];                                                                            \
        x[i] = (T)0.5 > 0 ? (T)v : (v == v && fabs(v) < 9e18) ? (T)(int64_t)v : (T)state;                              \
    }
#define CAST(S, s, TAG, T, t, is_signed)                                                                               \
    {                                                                                                                  \
        T r[n], *o = (T *)on_device(NULL, n, sizeof(T), i % 2);                                                        \
        int bad = 0;                                                                                                   \
        CHECK_SUFFIXED(gpu_cast_##t(o, dx, TAG, n), GPU_OK, "");                                                       \
        to_host(r, o, sizeof r);                                                                                       \
        for (i = 0; i < n; i++) {                                                                                      \
            const number v = {(long double)x[i], (S)0.5 > 0};                                                          \
            const T want = (T)0.5 > 0 ? (T)v.value : (T)whole_cast(v, is_signed, (int)sizeof(T) * 8);                  \
            if (r[i] != want && !(isnan((double)r[i]) && isnan((double)want)) && !bad++)                               \
                test__fail(__FILE__, __LINE__, "from " #S " to " #T ": %Lg gives %Lg, expected %Lg", v.value, (long double)r[i], (long double)want); \
        }                                                                                                              \
        i = 0;                                                                                                         \
        release(o, sizeof(T), 0);                                                                                      \
    }
#define CASTS(S, s, TAG)                                                                                               \
    TEST(casts_from_##s)                                                                                               \
    {                                                                                                                  \
        enum { n = 3607 };                                                                                             \
        static S x[n];                                                                                                 \
        S *dx;                                                                                                         \
        size_t i;                                                                                                      \
        EDGES(x, n, S)                                                                                                 \
        dx = (S *)on_device(x, n, sizeof(S), 1);                                                                       \
        i = 0;                                                                                                         \
        CAST(S, s, TAG, float, f32, 1) CAST(S, s, TAG, double, f64, 1) CAST(S, s, TAG, int32_t, i32, 1) CAST(S, s, TAG, int64_t, i64, 1) \
        CAST(S, s, TAG, uint8_t, u8, 0) CAST(S, s, TAG, uint32_t, u32, 0) CAST(S, s, TAG, uint64_t, u64, 0)            \
        release(dx, sizeof(S), 1);                                                                                     \
    }
CASTS(float, f32, GPU_F32)
CASTS(double, f64, GPU_F64)
CASTS(int32_t, i32, GPU_I32)
CASTS(int64_t, i64, GPU_I64)
CASTS(uint8_t, u8, GPU_U8)
CASTS(uint32_t, u32, GPU_U32)
CASTS(uint64_t, u64, GPU_U64)

TEST(casts_in_place_and_refused)
{
    float x[5] = {1.5f, -2.5f, NAN, 3e9f, -0.0f};
    int32_t got[5];
    GPU_CHECK(gpu_cast_i32((int32_t *)(void *)x, x, GPU_F32, 5));
    memcpy(got, x, sizeof got);
    CHECK(got[0] == 1 && got[1] == -2 && got[2] == 0 && got[3] == 2147483647 && got[4] == 0);
    CHECK_SUFFIXED(gpu_cast_f64((double *)(void *)x, x, GPU_F32, 2), GPU_ERROR_INVALID_ARGUMENT, "overlap");
    CHECK_SUFFIXED(gpu_cast_i32(got, x, (gpu_type)7, 5), GPU_ERROR_INVALID_ARGUMENT, "gpu_cast: the type of x is 7; expected GPU_F32");
    CHECK_SUFFIXED(gpu_cast_i32(NULL, x, GPU_F32, 5), GPU_ERROR_INVALID_ARGUMENT, "gpu_cast: out is NULL");
}

/* ----------------------------------------------------------------------------------------------------------- masks -- */

#define MASKS(T, s, special)                                                                                           \
    TEST(masks_##s)                                                                                                    \
    {                                                                                                                  \
        static const size_t some[] = {0, 1, 15, 16, 17, 4099, 65537};                                                  \
        static T hx[65537], hy[65537];                                                                                 \
        static uint8_t got[65537];                                                                                     \
        size_t k, i;                                                                                                   \
        int a, bad;                                                                                                    \
        for (i = 0; i < 65537; i++) hx[i] = (T)(uniform() * 3), hy[i] = i % 11 ? (T)(uniform() * 3) : hx[i];           \
        for (i = 20; i + 20 < 65537; i += 13) hx[i] = special, hy[i + i % 3] = special;                                \
        for (k = 0; k < 7; k++)                                                                                        \
            for (a = 0; a < 2; a++) {                                                                                  \
                const size_t n = some[k];                                                                              \
                T *dx = (T *)on_device(hx, n, sizeof(T), 1), *dy = (T *)on_device(hy, n, sizeof(T), 0);                \
                uint8_t *m = (uint8_t *)on_device(NULL, n, 1, 3);                                                      \
                EACH_COMPARISON(s)                                                                                     \
                release(dx, sizeof(T), 1), release(dy, sizeof(T), 0), release(m, 1, 3);                                \
            }                                                                                                          \
    }
#define COMPARED(s, how, op)                                                                                           \
    if (n) GPU_CHECK(gpu_set(m, 0xa5, n));                                                                             \
    CHECK_SUFFIXED(a ? gpu_compare_scalar_##s(m, dx, how, hy[3], n) : gpu_compare_##s(m, dx, how, dy, n), GPU_OK, ""); \
    to_host(got, m, n);                                                                                                \
    for (i = 0, bad = 0; i < n; i++) bad += got[i] != (hx[i] op hy[a ? 3 : i]);                                        \
    CHECK_INT(bad, 0);
#define EACH_COMPARISON(s)                                                                                             \
    COMPARED(s, GPU_LESS, <) COMPARED(s, GPU_LESS_EQUAL, <=) COMPARED(s, GPU_EQUAL, ==) COMPARED(s, GPU_NOT_EQUAL, !=) \
    COMPARED(s, GPU_GREATER, >) COMPARED(s, GPU_GREATER_EQUAL, >=)
MASKS(float, f32, NAN)
MASKS(double, f64, -INFINITY)
MASKS(int32_t, i32, INT32_MIN)
MASKS(int64_t, i64, INT64_MAX)

TEST(masks_refused)
{
    float x[4] = {1, 2, 3, 4};
    uint8_t m[4];
    CHECK_SUFFIXED(gpu_compare_f32(m, x, (gpu_comparison)7, x, 4), GPU_ERROR_INVALID_ARGUMENT, "gpu_compare: comparison 7; expected GPU_LESS");
    CHECK_SUFFIXED(gpu_compare_scalar_f32(m, x, (gpu_comparison)0, 2, 4), GPU_ERROR_INVALID_ARGUMENT, "gpu_compare_scalar: comparison 0");
    CHECK_SUFFIXED(gpu_compare_f32((uint8_t *)x, x, GPU_LESS, x, 4), GPU_ERROR_INVALID_ARGUMENT, "overlap");
    CHECK_SUFFIXED(gpu_compare_f32(m, x, GPU_LESS, NULL, 4), GPU_ERROR_INVALID_ARGUMENT, "gpu_compare: y is NULL");
}

/* -------------------------------------------------------------------------------------------------- unsigned types -- */

#define UNSIGNED(T, s)                                                                                                 \
    TEST(unsigned_##s)                                                                                                 \
    {                                                                                                                  \
        enum { BINS = 300 };                                                                                           \
        size_t k, i;                                                                                                   \
        for (k = 0; k < SIZES; k++) {                                                                                  \
            const size_t n = sizes[k], rows = n % 7 ? 1 : 7, cols = n / rows, shift = k % 3;                           \
            T *x = (T *)malloc(n * sizeof(T)), *r = (T *)malloc(n * sizeof(T)), *dx, *o = (T *)on_device(NULL, n, sizeof(T), shift); \
            int64_t *c = (int64_t *)on_device(NULL, BINS, 8, 0), got[BINS], want[BINS];                                \
            uint64_t sum = 0, *to = (uint64_t *)on_device(NULL, 1, 8, 0), there;                                       \
            int bad = 0;                                                                                               \
            for (i = 0; i < n; i++) uniform(), x[i] = i % 3 ? (T)(state >> 11) : i % 2 ? (T)-1 : (T)(state % BINS), sum += x[i]; \
            dx = (T *)on_device(x, n, sizeof(T), shift);                                                               \
            CHECK(gpu_sum_##s(dx, n) == sum && gpu_sum_##s(dx, 0) == 0);                                               \
            CHECK(gpu_sum_to_##s(to, dx, n) == GPU_OK);                                                                \
            to_host(&there, to, 8);                                                                                    \
            CHECK(there == sum);                                                                                       \
            for (i = 0; i < BINS; i++) want[i] = 0;                                                                    \
            for (i = 0; i < n; i++) want[(uint64_t)x[i] < BINS ? x[i] : 0] += (uint64_t)x[i] < BINS;                   \
            CHECK(gpu_bincount_##s(c, BINS, dx, n) == GPU_OK);                                                         \
            to_host(got, c, sizeof got);                                                                               \
            CHECK(same_bits(got, want, sizeof got));                                                                   \
            for (i = 0; i < BINS; i++) want[i] = 0;                                                                    \
            for (i = 0; i < n; i++)                                                                                    \
                if (x[i] <= 200) want[x[i] < 200 ? x[i] / 50 : 3]++;                                                   \
            CHECK(gpu_histogram_##s(c, 4, dx, n, 0, 200) == GPU_OK);                                                   \
            to_host(got, c, 4 * sizeof *got);                                                                          \
            CHECK(same_bits(got, want, 4 * sizeof *got));                                                              \
            CHECK(gpu_transpose_##s(o, dx, rows, cols) == GPU_OK);                                                     \
            to_host(r, o, n * sizeof(T));                                                                              \
            for (i = 0; i < rows * cols; i++) bad += r[i % cols * rows + i / cols] != x[i];                            \
            CHECK(gpu_fill_##s(o, (T)-2, n) == GPU_OK);                                                                \
            to_host(r, o, n * sizeof(T));                                                                              \
            for (i = 0; i < n; i++) bad += r[i] != (T)-2;                                                              \
            CHECK_INT(bad, 0);                                                                                         \
            release(dx, sizeof(T), shift), release(o, sizeof(T), shift), release(c, 8, 0), release(to, 8, 0);          \
            free(x), free(r);                                                                                          \
        }                                                                                                              \
    }
UNSIGNED(uint8_t, u8)
UNSIGNED(uint32_t, u32)
UNSIGNED(uint64_t, u64)

TEST(transposes_of_any_bytes)
{
    static const size_t shape[][2] = {{1, 1}, {3, 5}, {64, 64}, {127, 129}, {128, 260}, {5, 7001}, {7001, 3}, {4096, 32}, {33, 2047}};
    size_t k, size, shift, r, c, b;
    for (k = 0; k < sizeof shape / sizeof *shape; k++)
        for (size = 1; size <= 16; size *= 2)
            for (shift = 0; shift < 2; shift++) {
                const size_t rows = shape[k][0], cols = shape[k][1], n = rows * cols;
                unsigned char *x = (unsigned char *)malloc(n * size), *t = (unsigned char *)malloc(n * size), *dx, *dt = (unsigned char *)on_device(NULL, n, size, shift);
                size_t bad = 0;
                for (b = 0; b < n * size; b++) x[b] = (unsigned char)(b * 31 + b / 256 + 7 * (b / 65536));
                dx = (unsigned char *)on_device(x, n, size, shift);
                CHECK_SUFFIXED(gpu_transpose_bytes(dt, dx, rows, cols, size), GPU_OK, "");
                to_host(t, dt, n * size);
                for (r = 0; r < rows; r++)
                    for (c = 0; c < cols; c++) bad += memcmp(t + (c * rows + r) * size, x + (r * cols + c) * size, size) != 0;
                CHECK_INT(bad, 0);
                release(dx, size, shift), release(dt, size, shift);
                free(x), free(t);
            }
    CHECK_SUFFIXED(gpu_transpose_bytes(&k, &r, 1, 1, 3), GPU_ERROR_INVALID_ARGUMENT, "gpu_transpose: elements of 3 bytes; expected 1, 2, 4, 8 or 16");
    CHECK_SUFFIXED(gpu_transpose_bytes(&k, &r, 1, 0, 4), GPU_ERROR_INVALID_ARGUMENT, "gpu_transpose: the matrix is 1 by 0");
}

/* -------------------------------------------------------------------------------------------------- weighted counts -- */

/* Against long double; one weight is huge and another takes it away again, so an order that is not said would show. */
#define WEIGHTS(T, s)                                                                                                  \
    TEST(weights_##s)                                                                                                  \
    {                                                                                                                  \
        static const size_t some[] = {0, 1, 31, 32, 33, 4096, 4097, 70001, 1000003}, bins[] = {1, 2, 300, 1024, 1025, 70001}; \
        const int device = gpu_device();                                                                               \
        size_t k, l, i, b;                                                                                             \
        for (k = 0; k < sizeof some / sizeof *some; k++)                                                               \
            for (l = 0; l < sizeof bins / sizeof *bins; l++) {                                                         \
                const size_t n = some[k], m = bins[l];                                                                 \
                int32_t *x = (int32_t *)malloc((n + 1) * 4), *dx;                                                      \
                T *w = (T *)malloc((n + 1) * sizeof(T)), *dw;                                                          \
                double *got = (double *)malloc(m * 8), *cpu = (double *)malloc(m * 8), *o = (double *)on_device(NULL, m, 8, 1); \
                long double *want = (long double *)calloc(m, sizeof(long double)), *size = (long double *)calloc(m, sizeof(long double)); \
                size_t bad = 0;                                                                                        \
                for (i = 0; i < n; i++) {                                                                              \
                    w[i] = (T)uniform(), x[i] = k % 2 ? (int32_t)(state % (m + 3)) - 1 : (int32_t)(i / 40 % (m + 1));  \
                    if (i == n / 3) w[i] = (T)1e15;                                                                    \
                    if (i == n / 3 + 1) w[i] = (T)-1e15, x[i] = x[i - 1];                                              \
                    if (x[i] < 0 || (size_t)x[i] >= m) { w[i] = (T)NAN; continue; }                                    \
                    want[x[i]] += (long double)w[i], size[x[i]] += fabsl((long double)w[i]);                           \
                }                                                                                                      \
                dx = (int32_t *)on_device(x, n, 4, 1), dw = (T *)on_device(w, n, sizeof(T), 1);                        \
                CHECK_SUFFIXED(gpu_bincount_weights_##s(o, m, dx, dw, n), GPU_OK, "");                                 \
                to_host(got, o, m * 8);                                                                                \
                for (b = 0; b < m; b++) bad += !(fabsl((long double)got[b] - want[b]) <= 1e-15L * (long double)(n / 100 + 10) * size[b]); \
                CHECK_INT(bad, 0);                                                                                     \
                GPU_CHECK(gpu_use(GPU_CPU));                                                                           \
                CHECK_SUFFIXED(gpu_bincount_weights_##s(cpu, m, x, w, n), GPU_OK, "");                                 \
                GPU_CHECK(gpu_use(device));                                                                            \
                CHECK(same_bits(got, cpu, m * 8));                                                                     \
                release(dx, 4, 1), release(dw, sizeof(T), 1), release(o, 8, 1);                                        \
                free(x), free(w), free(got), free(cpu), free(want), free(size);                                        \
            }                                                                                                          \
    }
WEIGHTS(float, f32)
WEIGHTS(double, f64)

TEST(weights_refused)
{
    int32_t x[4] = {0, 1, 2, 3};
    double w[4] = {1, 2, 3, 4}, sums[4];
    CHECK_SUFFIXED(gpu_bincount_weights_f64(sums, 0, x, w, 4), GPU_ERROR_INVALID_ARGUMENT, "gpu_bincount_weights: 0 bins");
    CHECK_SUFFIXED(gpu_bincount_weights_f64(sums, (size_t)1 << 31, x, w, 4), GPU_ERROR_INVALID_ARGUMENT, "bins; expected 1 to 2147483647");
    CHECK_SUFFIXED(gpu_bincount_weights_f64(sums, 4, x, NULL, 4), GPU_ERROR_INVALID_ARGUMENT, "gpu_bincount_weights: w is NULL");
    CHECK_SUFFIXED(gpu_bincount_weights_f64(w, 4, x, w, 4), GPU_ERROR_INVALID_ARGUMENT, "overlap");
}

/* In many bins: the order of additions is part of the result. A part has 4096 elements, and eight for each bin. */
TEST(weights_in_many_bins)
{
    static const size_t shapes[][2] = {{50001, 6251}, {50001, 3000}, {300000, 65536}, {300000, 900}, {20000, 300007}, {4096, 4096}, {200000, 1025}};
    size_t k, i, p, s, b;
    for (k = 0; k < sizeof shapes / sizeof *shapes; k++) {
        const size_t n = shapes[k][0], bins = shapes[k][1], least = 8 * bins > 4096 ? 8 * bins : 4096, parts = (n + least - 1) / least,
                     length = (n + parts * 32 - 1) / (parts * 32) * 32;
        int32_t *x = (int32_t *)malloc(n * 4), *dx;
        double *w = (double *)malloc(n * 8), *sums = (double *)calloc((parts > 1 ? parts : 1) * bins, 8), *got = (double *)malloc(bins * 8), *dw, *o;
        for (i = 0; i < n; i++) {
            x[i] = (int32_t)(fabs(uniform()) * (double)(bins + 2)) - 1, w[i] = uniform() * pow(10, uniform() * 9);
            if (x[i] >= 0 && (size_t)x[i] < bins) sums[(parts > 1 ? i / length : 0) * bins + (size_t)x[i]] += w[i];
        }
        dx = (int32_t *)on_device(x, n, 4, 1), dw = (double *)on_device(w, n, 8, 1), o = (double *)on_device(NULL, bins, 8, 1);
        CHECK_SUFFIXED(gpu_bincount_weights_f64(o, bins, dx, dw, n), GPU_OK, "");
        to_host(got, o, bins * 8);
        for (b = 0; b < bins; b++) {
            double lane[32] = {0};
            for (p = 0; p < parts; p++) lane[p % 32] += sums[p * bins + b];
            for (s = 16; s; s /= 2)
                for (p = 0; p < s; p++) lane[p] += lane[p + s];
            if (!same_bits(got + b, lane, 8)) { test__fail(__FILE__, __LINE__, "%zu elements in %zu bins: bin %zu is %.17g, expected %.17g", n, bins, b, got[b], lane[0]); break; }
        }
        release(dx, 4, 1), release(dw, 8, 1), release(o, 8, 1);
        free(x), free(w), free(sums), free(got);
    }
}
