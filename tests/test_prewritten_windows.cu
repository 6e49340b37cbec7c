/* Histograms and windows; arrays that are misaligned: of test_prewritten. */

#define GPU_KERNELS_FOR_C
#include "gpu.h"
#include "test.h"
#include "prewritten.h"

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

/* Convolutions of a plane, of every kind of size: kinds are tame numbers, a huge one among them, infinities and a NaN in x, an
   infinity in h. Zeros outside are multiplied like others, so the border of the last kind is NaN. */
#define CONV2D(T, s, eps)                                                                                              \
    static double element_##s(const T *x, size_t rows, size_t cols, size_t r, size_t c, size_t top, size_t left, gpu_border border) /* row r - top, column c - left */ \
    {                                                                                                                  \
        if (border == GPU_BORDER_ZERO) return r < top || r - top >= rows || c < left || c - left >= cols ? 0 : (double)x[(r - top) * cols + c - left]; \
        r = r < top ? 0 : r - top >= rows ? rows - 1 : r - top, c = c < left ? 0 : c - left >= cols ? cols - 1 : c - left; \
        return (double)x[r * cols + c];                                                                                \
    }                                                                                                                  \
    TEST(conv2d_##s)                                                                                                   \
    {                                                                                                                  \
        static const size_t planes[][2] = {{1, 1}, {1, 1031}, {67, 1}, {3, 5}, {2, 512}, {9, 513}, {33, 516}, {127, 64}, {64, 291}, {5, 2048}}; \
        static const size_t filters[][2] = {{1, 1}, {1, 5}, {5, 1}, {2, 2}, {3, 3}, {4, 3}, {5, 5}, {3, 6}, {7, 7}, {8, 9}, {17, 16}, {31, 2}, {2, 300}}; \
        size_t a, b, i, k, l;                                                                                          \
        int kind, way;                                                                                                 \
        for (a = 0; a < sizeof planes / sizeof *planes; a++)                                                           \
            for (b = 0; b < sizeof filters / sizeof *filters; b++)                                                     \
                for (kind = 0; kind < 4; kind++)                                                                       \
                    for (way = 0; way < 2; way++) {                                                                    \
                        const size_t rows = planes[a][0], cols = planes[a][1], n = rows * cols, h_rows = filters[b][0], h_cols = filters[b][1]; \
                        const gpu_border border = way ? GPU_BORDER_CLAMP : GPU_BORDER_ZERO;                            \
                        T *x = (T *)malloc(n * sizeof(T)), *y = (T *)malloc(n * sizeof(T)), *h = (T *)malloc(h_rows * h_cols * sizeof(T)), *dx, *dh, *o; \
                        int bad = 0;                                                                                   \
                        for (i = 0; i < n; i++) x[i] = (T)uniform();                                                   \
                        for (i = 0; i < h_rows * h_cols; i++) h[i] = (T)uniform();                                     \
                        if (kind == 1) x[n / 2] = (T)1e25;                                                             \
                        if (kind == 2) x[n / 2] = (T)NAN, x[n / 3] = (T)INFINITY, x[n / 5] = (T)-INFINITY;             \
                        if (kind == 3) h[h_rows * h_cols / 2] = (T)INFINITY;                                           \
                        dx = (T *)on_device(x, n, sizeof(T), (a + b) % 3), dh = (T *)on_device(h, h_rows * h_cols, sizeof(T), b % 2), o = (T *)on_device(NULL, n, sizeof(T), (a + b) % 3 / 2); \
                        CHECK(gpu_conv2d_##s(o, dx, rows, cols, dh, h_rows, h_cols, border) == GPU_OK);                \
                        to_host(y, o, n * sizeof(T));                                                                  \
                        for (i = 0; i < n; i += h_rows * h_cols < 30 ? 1 : 1 + i % 41) {                               \
                            double sum = 0, size = 0;                                                                  \
                            for (k = 0; k < h_rows; k++)                                                               \
                                for (l = 0; l < h_cols; l++) {                                                         \
                                    const double v = (double)h[(h_rows - 1 - k) * h_cols + h_cols - 1 - l] * element_##s(x, rows, cols, i / cols + k, i % cols + l, h_rows / 2, h_cols / 2, border); \
                                    sum += v, size += fabs(v);                                                         \
                                }                                                                                      \
                            bad += sum != sum ? y[i] == y[i] : sum - sum != 0 ? (double)y[i] != sum : !(fabs((double)y[i] - sum) <= eps * fabs(sum) + 1e-15 * size); \
                        }                                                                                              \
                        if (bad) test__fail(__FILE__, __LINE__, "%zu x %zu under %zu x %zu, kind %d, border %d: %d differ", rows, cols, h_rows, h_cols, kind, way, bad); \
                        release(dx, sizeof(T), (a + b) % 3), release(dh, sizeof(T), b % 2), release(o, sizeof(T), (a + b) % 3 / 2); \
                        free(x), free(y), free(h);                                                                     \
                    }                                                                                                  \
    }
CONV2D(float, f32, 1.2e-7)
CONV2D(double, f64, 1e-14)

/* The fifth of nine sorted values; NaNs sort last, and so do many of them in a corner. */
#define FILL_byte(x, n, T) for (i = 0; i < (n); i++) x[i] = (T)((uniform() + 1) * 128)
static int is_nan(double v) { return v != v; }
#define MEDIAN(T, s, kind_of)                                                                                          \
    TEST(median3x3_##s)                                                                                                \
    {                                                                                                                  \
        static const size_t planes[][2] = {{1, 1}, {1, 1031}, {67, 1}, {3, 5}, {2, 512}, {9, 513}, {40, 516}, {127, 64}, {64, 291}, {5, 2050}, {2, 2}, {33, 528}, {70, 1040}, {16, 16}, {3, 15}}; \
        size_t a, i, k, l;                                                                                             \
        int kind;                                                                                                      \
        for (a = 0; a < sizeof planes / sizeof *planes; a++)                                                           \
            for (kind = 0; kind < 5; kind++) {                                                                         \
                const size_t rows = planes[a][0], cols = planes[a][1], n = rows * cols, shift = (a + (size_t)kind) % 3; \
                T *x = (T *)malloc(n * sizeof(T)), *y = (T *)malloc(n * sizeof(T)), *dx, *o;                           \
                int bad = 0;                                                                                           \
                FILL_##kind_of(x, n, T);                                                                               \
                for (i = 0; i < n; i++) x[i] = kind == 1 ? (T)(i * 7919 % 4) : kind == 2 && i % 3 ? (T)1000000000 : x[i]; \
                if (kind == 3 && (T)0.5 > 0)                                                                           \
                    for (i = 0; i < n; i += 2 + i % 5) x[i] = i % 4 ? NAN_OF(T) : i % 3 ? INFINITY_OF(T) : MINUS_INFINITY_OF(T);\
                if (kind == 4 && (T)0.5 > 0) /* denormal numbers and both zeros */                                     \
                    for (i = 0; i < n; i++) x[i] = (T)((i % 11 ? (double)(i * 7919 % 7) - 3 : -0.0) * (sizeof(T) == 4 ? 1e-44 : 5e-324)); \
                dx = (T *)on_device(x, n, sizeof(T), shift), o = (T *)on_device(NULL, n, sizeof(T), shift / 2);        \
                CHECK(gpu_median3x3_##s(o, dx, rows, cols) == GPU_OK);                                                 \
                to_host(y, o, n * sizeof(T));                                                                          \
                for (i = 0; i < n; i++) {                                                                              \
                    T v[9], want;                                                                                      \
                    for (k = 0; k < 9; k++) {                                                                          \
                        size_t r = i / cols + k / 3, c = i % cols + k % 3;                                             \
                        r = r < 1 ? 0 : r > rows ? rows - 1 : r - 1, c = c < 1 ? 0 : c > cols ? cols - 1 : c - 1;      \
                        want = x[r * cols + c];                                                                        \
                        for (l = k; l > 0 && (v[l - 1] > want || is_nan((double)v[l - 1])); l--) v[l] = v[l - 1];      \
                        v[l] = want;                                                                                   \
                    }                                                                                                  \
                    want = v[4];                                                                                       \
                    bad += is_nan((double)want) ? !is_nan((double)y[i]) : y[i] != want;                                \
                }                                                                                                      \
                if (bad) test__fail(__FILE__, __LINE__, "%zu x %zu, kind %d: %d differ", rows, cols, kind, bad);       \
                release(dx, sizeof(T), shift), release(o, sizeof(T), shift / 2);                                       \
                free(x), free(y);                                                                                      \
            }                                                                                                          \
    }
MEDIAN(float, f32, real)
MEDIAN(double, f64, real)
MEDIAN(int32_t, i32, whole)
MEDIAN(int64_t, i64, whole)
MEDIAN(uint8_t, u8, byte)

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
