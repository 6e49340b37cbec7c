/* Short rows, which the CPU sorts side by side: of test_order. Each length around a power of two, with rows for part of
   the lanes, for all, and for more, against qsort. */

#define GPU_ORDER
#include "gpu.h"
#include "test.h"
#include "prewritten.h"

enum { MOST_COLS = 2049, MOST_ROWS = 70, MOST = 20000 + 2 * MOST_COLS, KINDS = 6 };
static const size_t lengths[] = {1,  2,  3,  5,   7,   8,   9,   16,  17,  31,   32,   33,
                                 63, 64, 65, 100, 128, 129, 255, 256, 257, 1000, 2048, 2049};
static int64_t want_index[MOST], got_index[MOST];
static double medians[2 * MOST_ROWS];

#define BELOW(a, b) ((a) < (b) || (isnan((double)(b)) && !isnan((double)(a))))
#define WRONG(what)                                                                                                    \
    test__fail(__FILE__, __LINE__, "%s: kind %d, %zu rows, %zu columns, %s", what, kind, rows, cols,                   \
               descending ? "descending" : "ascending")
/* Random bits; few numbers; both zeros, infinities, and NaNs, which differ in kind 3 only; a constant; descending. */
#define SHORT_ROWS(T, s)                                                                                               \
    static T x_##s[MOST], turned_##s[MOST], want_##s[MOST], got_##s[MOST];                                             \
    static const T *row_##s;                                                                                           \
    static int descends_##s;                                                                                           \
    static int compare_##s(const void *a, const void *b)                                                               \
    {                                                                                                                  \
        const int64_t i = *(const int64_t *)a, k = *(const int64_t *)b;                                                \
        const T u = row_##s[descends_##s ? k : i], v = row_##s[descends_##s ? i : k];                                  \
        return BELOW(u, v) ? -1 : BELOW(v, u) ? 1 : i < k ? -1 : 1;                                                    \
    }                                                                                                                  \
    static T element_##s(int kind, size_t i)                                                                           \
    {                                                                                                                  \
        const int r = (int)(fabs(uniform()) * 40);                                                                     \
        T x;                                                                                                           \
        if (kind == 0) {                                                                                               \
            const uint64_t bits = state * 0x2545f4914f6cdd1du;                                                         \
            memcpy(&x, &bits, sizeof x);                                                                               \
        } else if (kind == 2 || kind == 3) {                                                                           \
            x = r == 0   ? NAN_OF(T)                                                                                   \
                : r == 1 ? INFINITY_OF(T)                                                                              \
                : r == 2 ? MINUS_INFINITY_OF(T)                                                                        \
                : r == 3 ? (T)(kind == 3 ? -0.0 : 0)                                                                   \
                : r == 4 ? (T)0                                                                                        \
                         : NUMBER_OF(T, uniform() * 1000);                                                             \
            if (kind == 3 && r == 0 && i % 2) x = (T)-x;                                                               \
        } else                                                                                                         \
            x = kind == 1 ? (T)(r % 4) : kind == 4 ? (T)7 : (T)(3000 - i % 3000);                                      \
        return x;                                                                                                      \
    }                                                                                                                  \
    static void short_rows_##s(size_t rows, size_t cols, int kind, int descending)                                     \
    {                                                                                                                  \
        const gpu_order order = descending ? GPU_DESCENDING : GPU_ASCENDING;                                           \
        const size_t n = rows * cols, k = cols < 3 ? cols : 3;                                                         \
        T *dx, *out = (T *)on_device(NULL, n + 1, sizeof(T), 1);                                                       \
        int64_t *index = (int64_t *)on_device(NULL, n + 1, 8, 0);                                                      \
        size_t r, i;                                                                                                   \
        for (i = 0; i < n; i++) x_##s[i] = element_##s(kind, i);                                                       \
        for (r = 0; r < rows; r++) {                                                                                   \
            row_##s = x_##s + r * cols, descends_##s = descending;                                                     \
            for (i = 0; i < cols; i++) want_index[r * cols + i] = (int64_t)i;                                          \
            qsort(want_index + r * cols, cols, 8, compare_##s);                                                        \
            for (i = 0; i < cols; i++) want_##s[r * cols + i] = row_##s[want_index[r * cols + i]];                     \
        }                                                                                                              \
        dx = (T *)on_device(x_##s, n, sizeof(T), 1);                                                                   \
        CHECK_SUFFIXED(gpu_sort_rows_##s(out, dx, rows, cols, order), GPU_OK, "");                                     \
        CHECK_SUFFIXED(gpu_argsort_rows_##s(index, dx, rows, cols, order), GPU_OK, "");                                \
        to_host(got_##s, out, (n + 1) * sizeof(T)), to_host(got_index, index, (n + 1) * 8);                            \
        if (!same_bits(got_##s, want_##s, n * sizeof(T))) WRONG("gpu_sort_rows_" #s);                                  \
        if (!same_bits(got_index, want_index, n * 8)) WRONG("gpu_argsort_rows_" #s);                                   \
        if (!poisoned(got_##s + n, sizeof(T)) || !poisoned(got_index + n, 8)) WRONG("the end of gpu_sort_rows_" #s);   \
        GPU_CHECK(gpu_set(out, 0xa5, (n + 1) * sizeof(T))), GPU_CHECK(gpu_set(index, 0xa5, (n + 1) * 8));              \
        if (descending)                                                                                                \
            CHECK_SUFFIXED(gpu_top_rows_##s(out, index, k, dx, rows, cols), GPU_OK, "");                               \
        else                                                                                                           \
            CHECK_SUFFIXED(gpu_bottom_rows_##s(out, index, k, dx, rows, cols), GPU_OK, "");                            \
        to_host(got_##s, out, (n + 1) * sizeof(T)), to_host(got_index, index, (n + 1) * 8);                            \
        for (r = 0; r < rows; r++)                                                                                     \
            if (!same_bits(got_##s + r * k, want_##s + r * cols, k * sizeof(T)) ||                                     \
                !same_bits(got_index + r * k, want_index + r * cols, k * 8)) {                                         \
                WRONG("gpu_top_rows_" #s);                                                                             \
                break;                                                                                                 \
            }                                                                                                          \
        if (!poisoned(got_##s + rows * k, sizeof(T))) WRONG("the end of gpu_top_rows_" #s);                            \
        CHECK_SUFFIXED(gpu_sort_rows_##s(dx, dx, rows, cols, order), GPU_OK, "");                                      \
        to_host(got_##s, dx, n * sizeof(T));                                                                           \
        if (!same_bits(got_##s, want_##s, n * sizeof(T))) WRONG("gpu_sort_rows in place of " #s);                      \
        release(dx, sizeof(T), 1), release(out, sizeof(T), 1), release(index, 8, 0);                                   \
    }                                                                                                                  \
    /* Of rows, and of the columns of the transpose; want has the rows in ascending order. */                          \
    static void short_medians_##s(size_t rows, size_t cols, int kind)                                                  \
    {                                                                                                                  \
        const size_t n = rows * cols, size = sizeof(T) == 4 && (T)0.5 > 0 ? 4 : 8;                                     \
        const int descending = 0;                                                                                      \
        void *const out = on_device(NULL, 4 * rows, size, 0);                                                          \
        T *const dx = (T *)on_device(x_##s, n, sizeof(T), 0), *dt;                                                     \
        char *const got = (char *)medians;                                                                             \
        size_t r, i;                                                                                                   \
        for (r = 0; r < rows; r++)                                                                                     \
            for (i = 0; i < cols; i++) turned_##s[i * rows + r] = x_##s[r * cols + i];                                 \
        dt = (T *)on_device(turned_##s, n, sizeof(T), 0);                                                              \
        CHECK_SUFFIXED(gpu_median_rows_##s(MEANS_##s out, dx, rows, cols), GPU_OK, "");                                \
        CHECK_SUFFIXED(gpu_median_cols_##s(MEANS_##s out + rows, dt, cols, rows), GPU_OK, "");                         \
        CHECK_SUFFIXED(gpu_quantile_rows_##s(MEANS_##s out + 2 * rows, dx, rows, cols, 0.3), GPU_OK, "");              \
        CHECK_SUFFIXED(gpu_quantile_cols_##s(MEANS_##s out + 3 * rows, dt, cols, rows, 0.3), GPU_OK, "");              \
        for (i = 0; i < 4; i += 2) {                                                                                   \
            to_host(got, (char *)out + i * rows * size, 2 * rows * size);                                              \
            if (!same_bits(got, got + rows * size, rows * size))                                                       \
                WRONG(i ? "gpu_quantile_cols_" #s : "gpu_median_cols_" #s);                                            \
            for (r = 0; r < rows; r++) {                                                                               \
                /* Volatile, so that no product is contracted with a sum. */                                           \
                volatile const double at = i ? (double)(cols - 1) * 0.3 : (double)(cols - 1) / 2;                      \
                const double t = at - floor(at);                                                                       \
                const T *const row = want_##s + r * cols;                                                              \
                const double a = (double)row[(size_t)at], b = (double)row[(size_t)at + (t > 0)];                       \
                volatile const double step = t < 0.5 ? (b - a) * t : (b - a) * (1 - t);                                \
                double want = t < 0.5 ? a + step : b - step, v;                                                        \
                if (a == b) want = a;                                                                                  \
                if (isnan((double)row[cols - 1])) want = (double)NAN;                                                  \
                if (!i && t > 0 && a != b && !isnan(want)) want = isfinite(a + b) ? (a + b) / 2 : a / 2 + b / 2;       \
                v = size == 4 ? (double)((float *)(void *)got)[r] : ((double *)(void *)got)[r];                        \
                if (size == 4) want = (double)(float)want;                                                             \
                if (isinf(a) || isinf(b) ? 0 : isnan(want) ? !isnan(v) : v != want || !signbit(v) != !signbit(want)) { \
                    WRONG(i ? "gpu_quantile_rows_" #s : "gpu_median_rows_" #s);                                        \
                    break;                                                                                             \
                }                                                                                                      \
            }                                                                                                          \
        }                                                                                                              \
        GPU_CHECK(gpu_free(out)), release(dx, sizeof(T), 0), release(dt, sizeof(T), 0);                                \
    }                                                                                                                  \
    TEST(short_rows_##s)                                                                                               \
    {                                                                                                                  \
        static const size_t counts[] = {1, 5, 8, 16, 19, 70};                                                          \
        size_t l, c;                                                                                                   \
        int kind;                                                                                                      \
        for (l = 0; l < sizeof lengths / sizeof *lengths; l++)                                                         \
            for (c = 0; c < sizeof counts / sizeof *counts; c++)                                                       \
                for (kind = 0; kind < KINDS && counts[c] * lengths[l] <= 20000; kind++) {                              \
                    if (counts[c] * lengths[l] > 2000 && (l + c) % 2 != (size_t)kind % 2) continue;                    \
                    short_rows_##s(counts[c], lengths[l], kind, 1);                                                    \
                    short_rows_##s(counts[c], lengths[l], kind, 0);                                                    \
                    if (kind) short_medians_##s(counts[c], lengths[l], kind);                                          \
                }                                                                                                      \
    }
static int poisoned(const void *p, size_t size)
{
    size_t i;
    for (i = 0; i < size && ((const uint8_t *)p)[i] == 0xa5;) i++;
    return i == size;
}
#define MEANS_f32 (float *)
#define MEANS_f64 (double *)
#define MEANS_i32 (double *)
#define MEANS_i64 (double *)
#define MEANS_u8 (double *)
#define MEANS_u32 (double *)
#define MEANS_u64 (double *)
SHORT_ROWS(float, f32)
SHORT_ROWS(double, f64)
SHORT_ROWS(int32_t, i32)
SHORT_ROWS(int64_t, i64)
SHORT_ROWS(uint8_t, u8)
SHORT_ROWS(uint32_t, u32)
SHORT_ROWS(uint64_t, u64)
