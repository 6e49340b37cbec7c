/* Functions of rows: GPU_ROWS and the prewritten ones along rows. */

#define GPU_ROWWISE
#include "gpu.h"
#define TEST_MAIN
#include "test.h"
#include "prewritten.h"

/* -- what the macro lifts: functions that compute nothing that could be rounded, so that bits are compared -- */

typedef struct point {
    float x, y, z;
} point;
typedef struct four {
    double a, b;
} four;
#define REVERSES(name, T)                                                                                              \
    GPU_ROWS(T, reverse_##name, (T *, y), (const T *, x), (size_t, cols))                                              \
    {                                                                                                                  \
        size_t i;                                                                                                      \
        for (i = 0; i < cols; i++) y[i] = x[cols - 1 - i];                                                             \
    }                                                                                                                  \
    TEST(reverses_##name)                                                                                              \
    {                                                                                                                  \
        static const size_t rows[] = {0, 1, 2, 31, 128, 129, 700}, cols[] = {0, 1, 2, 3, 7, 8, 31, 32, 33, 64, 127, 256, 1000}; \
        static T x[700 * 1000], got[700 * 1000 + 1], want[700 * 1000 + 1];                                             \
        size_t a, b, i, r;                                                                                             \
        for (i = 0; i < sizeof x; i++) ((unsigned char *)x)[i] = (unsigned char)(i * 7 + i / 251);                     \
        for (a = 0; a < sizeof rows / sizeof *rows; a++)                                                               \
            for (b = 0; b < sizeof cols / sizeof *cols; b++) {                                                         \
                const size_t n = rows[a] * cols[b], shift = (a + b) % 3;                                               \
                T *dx = (T *)on_device(x, n, sizeof(T), shift), *dy = (T *)on_device(NULL, n + 1, sizeof(T), shift);   \
                memset((void *)want, 0xa5, (n + 1) * sizeof(T));                                                       \
                for (r = 0; r < rows[a]; r++)                                                                          \
                    for (i = 0; i < cols[b]; i++) want[r * cols[b] + i] = x[(r + 1) * cols[b] - 1 - i];                \
                CHECK_STATUS(reverse_##name(dy, dx, rows[a], cols[b]), GPU_OK, "");                                    \
                to_host(got, dy, (n + 1) * sizeof(T));                                                                 \
                if (!same_bits(got, want, (n + 1) * sizeof(T)))                                                        \
                    test__fail(__FILE__, __LINE__, "reverse_" #name " of %zu rows of %zu", rows[a], cols[b]);          \
                release(dx, sizeof(T), shift), release(dy, sizeof(T), shift);                                          \
            }                                                                                                          \
    }
REVERSES(f32, float)
REVERSES(f64, double)
REVERSES(u8, uint8_t)
REVERSES(i16, int16_t)
REVERSES(i64, int64_t)
REVERSES(point, point)
REVERSES(four, four)

/* As many short rows as make blocks of a GPU large, at addresses that are aligned to 16 bytes and not. */
TEST(many_short_rows)
{
    enum { rows = 150001 };
    static uint8_t x[5 * rows], got[5 * rows + 1], want[5 * rows + 1];
    size_t cols, i, r;
    for (i = 0; i < sizeof x; i++) x[i] = (uint8_t)(i * 7 + i / 251);
    for (cols = 1; cols <= 5; cols += 2) {
        const size_t n = rows * cols;
        uint8_t *const dx = (uint8_t *)on_device(x, n, 1, cols), *const dy = (uint8_t *)on_device(NULL, n + 1, 1, cols / 2);
        memset(want, 0xa5, n + 1);
        for (r = 0; r < rows; r++)
            for (i = 0; i < cols; i++) want[r * cols + i] = x[(r + 1) * cols - 1 - i];
        CHECK_STATUS(reverse_u8(dy, dx, rows, cols), GPU_OK, "");
        to_host(got, dy, n + 1);
        CHECK(same_bits(got, want, n + 1));
        release(dx, 1, cols), release(dy, 1, cols / 2);
    }
}

/* Eight parameters: every kind of them, and two lengths. */
GPU_ROWS(float, all_kinds, (float *, y), (size_t, outs), (const float *, x), (const int *__restrict, start, value), (size_t, ins),
         (const float *, table, scalar), (int64_t *, best, value), (size_t, r, index))
{
    size_t i, k;
    best[0] = 0;
    for (i = 1; i < ins; i++)
        if (x[i] > x[best[0]]) best[0] = (int64_t)i;
    for (i = 0; i < outs; i++) {
        y[i] = (float)start[0] + (float)r;
        for (k = 0; k < ins; k++) y[i] = x[k] > y[i] ? x[k] : y[i];
        y[i] += table[i];
    }
}
TEST(kinds_of_parameters)
{
    enum { rows = 517, outs = 3, ins = 29 };
    static float x[rows * ins], y[rows * outs], want[rows * outs];
    static const float table[outs] = {0, 1000, -5000};
    static int start[rows];
    static int64_t best[rows], wanted[rows];
    float *dx, *dy, *dtable;
    int *dstart;
    int64_t *dbest;
    size_t r, i;
    for (i = 0; i < rows * ins; i++) x[i] = (float)(int)(uniform() * 1000);
    for (r = 0; r < rows; r++) {
        start[r] = (int)(uniform() * 1500);
        all_kinds_row(want + r * outs, outs, x + r * ins, start + r, ins, table, wanted + r, r);
    }
    CHECK(wanted[0] != wanted[1] || wanted[1] != wanted[2]);
    dx = (float *)on_device(x, rows * ins, 4, 0), dy = (float *)on_device(NULL, rows * outs, 4, 0);
    dtable = (float *)on_device(table, outs, 4, 0), dstart = (int *)on_device(start, rows, 4, 1), dbest = (int64_t *)on_device(NULL, rows, 8, 1);
    CHECK_STATUS(all_kinds(dy, rows, outs, dx, dstart, ins, dtable, dbest), GPU_OK, "");
    to_host(y, dy, sizeof y), to_host(best, dbest, sizeof best);
    CHECK(same_bits(y, want, sizeof y));
    CHECK(same_bits(best, wanted, sizeof best));
    /* host arrays for all but the table */
    memset(y, 0xa5, sizeof y), memset(best, 0xa5, sizeof best);
    CHECK_STATUS(all_kinds(y, rows, outs, x, start, ins, dtable, best), GPU_OK, "");
    CHECK(same_bits(y, want, sizeof y));
    CHECK(same_bits(best, wanted, sizeof best));
    release(dx, 4, 0), release(dy, 4, 0), release(dtable, 4, 0), release(dstart, 4, 1), release(dbest, 8, 1);
}

/* A row that is read and written; what the function leaves alone stays. Sorting networks are what rows are for. */
GPU_ROWS(int, sort_first, (int *, x, update), (size_t, cols), (size_t, count, scalar))
{
    size_t i, k;
    for (i = 1; i < count && i < cols; i++)
        for (k = i; k > 0 && x[k] < x[k - 1]; k--) {
            const int swap = x[k];
            x[k] = x[k - 1], x[k - 1] = swap;
        }
}
TEST(rows_that_are_read_and_written)
{
    enum { rows = 300, cols = 41 };
    static int x[rows * cols], want[rows * cols], got[rows * cols];
    int *dx;
    size_t r, i;
    for (i = 0; i < rows * cols; i++) x[i] = want[i] = (int)(uniform() * 100);
    for (r = 0; r < rows; r++) sort_first_row(want + r * cols, cols, 17);
    dx = (int *)on_device(x, rows * cols, 4, 0);
    CHECK_STATUS(sort_first(dx, rows, cols, 17), GPU_OK, "");
    to_host(got, dx, sizeof got);
    CHECK(same_bits(got, want, sizeof got));
    memcpy(got, x, sizeof got); /* host memory; then memory that is not aligned for an int, which only the CPU takes */
    CHECK_STATUS(sort_first(got, rows, cols, 17), GPU_OK, "");
    CHECK(same_bits(got, want, sizeof got));
    {
        static char bytes[sizeof got + 1];
        int *odd = (int *)(void *)(bytes + 1);
        memcpy(bytes + 1, x, sizeof x);
        CHECK_STATUS(sort_first(odd, rows, cols, 17), GPU_OK, "");
        CHECK(same_bits(bytes + 1, want, sizeof got));
    }
    release(dx, 4, 0);
}

/* Nothing but values for each row; and rows of no elements, whose function runs nevertheless. */
GPU_ROWS(double, row_count, (double *, count, value), (const double *, x), (size_t, cols))
{
    (void)x;
    count[0] = (double)cols;
}
TEST(rows_without_elements)
{
    double count[5] = {-1, -1, -1, -1, -1}, x[1] = {0};
    CHECK_STATUS(row_count(count, NULL, 4, 0), GPU_OK, "");
    CHECK(count[0] == 0 && count[3] == 0 && count[4] == -1);
    CHECK_STATUS(row_count(count, x, 0, 7), GPU_OK, "");
    CHECK(count[0] == 0);
}

TEST(wrong_arguments_of_rows)
{
    float *x = GPU_NEW(float, 120), *y = GPU_NEW(float, 120);
    GPU_CHECK(gpu_set(x, 0, 480));
    CHECK_SUFFIXED(reverse_f32(NULL, x, 3, 40), GPU_ERROR_INVALID_ARGUMENT, "reverse_f32: y is NULL");
    CHECK_SUFFIXED(reverse_f32(y, NULL, 3, 40), GPU_ERROR_INVALID_ARGUMENT, "reverse_f32: x is NULL");
    CHECK_SUFFIXED(reverse_f32(y, x, 4, 40), GPU_ERROR_INVALID_ARGUMENT, "beyond the end of y");
    CHECK_SUFFIXED(reverse_f32(x, x, 3, 40), GPU_ERROR_INVALID_ARGUMENT, "y and x overlap");
    CHECK_SUFFIXED(reverse_f32(x + 3, x, 2, 40), GPU_ERROR_INVALID_ARGUMENT, "y and x overlap");
    CHECK_SUFFIXED(reverse_f32(y, x, (size_t)-1, 40), GPU_ERROR_INVALID_ARGUMENT, "rows of 40 elements");
    CHECK_SUFFIXED(reverse_f32(y, x, (size_t)1 << 32, (size_t)1 << 32), GPU_ERROR_INVALID_ARGUMENT, "elements are");
    GPU_CHECK(gpu_free(x));
    GPU_CHECK(gpu_free(y));
}
TEST(rows_in_a_graph)
{
    enum { rows = 70, cols = 9 };
    static float x[rows * cols], got[rows * cols], want[rows * cols];
    float *dx, *dy;
    gpu_graph graph;
    size_t i;
    for (i = 0; i < rows * cols; i++) x[i] = (float)uniform();
    for (i = 0; i < rows; i++) reverse_f32_row(want + i * cols, x + i * cols, cols);
    dx = (float *)on_device(x, rows * cols, 4, 0), dy = (float *)on_device(NULL, rows * cols, 4, 0);
    GPU_CHECK(gpu_graph_begin());
    {
        size_t taken_at_the_call = cols; /* and gone when the graph runs */
        CHECK_STATUS(reverse_f32(dy, dx, rows, taken_at_the_call), GPU_OK, "");
        taken_at_the_call = 0;
        (void)taken_at_the_call;
    }
    graph = gpu_graph_end();
    GPU_CHECK(gpu_error());
    GPU_CHECK(gpu_set(dy, 0xa5, sizeof got));
    GPU_CHECK(gpu_graph_launch(graph));
    to_host(got, dy, sizeof got);
    CHECK(same_bits(got, want, sizeof got));
    GPU_CHECK(gpu_graph_free(graph));
    release(dx, 4, 0), release(dy, 4, 0);
}

/* -- softmax and the like, against long double -- */

enum { SOFTMAX, LOG_SOFTMAX, LOG_OF_SUM, NORM, HOWS };
static const size_t row_counts[] = {1, 2, 3, 33, 70};
static const size_t col_counts[] = {1, 2, 3, 8, 15, 16, 17, 31, 32, 33, 100, 128, 129, 511, 512, 513, 1000, 1024, 1025, 2047, 2048, 2049, 8192, 8193, 16384, 16385, 50001};
enum { COLS = sizeof col_counts / sizeof *col_counts, MOST = 150003 };
/* Data: normal size, large and far apart, constant, a small spread about a large number. */
static double datum(int kind, size_t i)
{
    (void)i;
    return kind == 0 ? uniform() * 5 : kind == 1 ? uniform() * 3000 : kind == 2 ? 0.1 : 4096 + uniform();
}
#define ROWWISE(T, s, EPS)                                                                                             \
    static gpu_status rowwise_##s(int how, T *out, const T *a, const T *gain, const T *bias, size_t rows, size_t cols) \
    {                                                                                                                  \
        return how == SOFTMAX       ? gpu_softmax_rows_##s(out, a, rows, cols)                                         \
               : how == LOG_SOFTMAX ? gpu_log_softmax_rows_##s(out, a, rows, cols)                                     \
               : how == LOG_OF_SUM  ? gpu_logsumexp_rows_##s(out, a, rows, cols)                                       \
                                    : gpu_layer_norm_rows_##s(out, a, gain, bias, rows, cols, 1e-5);                   \
    }                                                                                                                  \
    static void expect_##s(int how, const T *out, const T *x, const T *gain, const T *bias, size_t cols)               \
    {                                                                                                                  \
        long double m = x[0], sum = 0, mean = 0, square = 0, widest = 0;                                               \
        size_t i;                                                                                                      \
        for (i = 0; i < cols; i++) m = x[i] > m ? x[i] : m, mean += x[i];                                              \
        mean /= (long double)cols;                                                                                     \
        for (i = 0; i < cols; i++) {                                                                                   \
            sum += expl(x[i] - m), square += (x[i] - mean) * (x[i] - mean);                                            \
            if (fabsl((long double)x[i]) > widest) widest = fabsl((long double)x[i]);                                  \
        }                                                                                                              \
        for (i = 0; i < (how == LOG_OF_SUM ? 1 : cols); i++) {                                                         \
            const long double d = x[i] - m, inverse = 1 / sqrtl(square / (long double)cols + 1e-5L);                   \
            const long double want = how == SOFTMAX       ? expl(d) / sum                                              \
                                     : how == LOG_SOFTMAX ? d - logl(sum)                                              \
                                     : how == LOG_OF_SUM  ? m + logl(sum)                                              \
                                                          : (x[i] - mean) * inverse * (gain ? gain[i] : 1) + (bias ? bias[i] : 0); \
            const long double off = fabsl(out[i] - want), more = sizeof(T) == 8 ? 40 : 0;                              \
            const long double may = how == SOFTMAX ? want * EPS * (5 - d + more) + (sizeof(T) == 8 ? 4e-308L : 2e-38L)                              \
                                    : how == NORM  ? (fabsl(want) + (sizeof(T) == 8 ? 40 * (1 + widest * inverse) : 1e-3L)) * EPS * 2 \
                                                   : EPS * (fabsl(want) * 2 + 4 + more);                               \
            if (off <= may) continue;                                                                                  \
            test__fail(__FILE__, __LINE__, "how %d, %zu columns, element %zu: %.17g, expected %.17Lg", how, cols, i, (double)out[i], want); \
            return;                                                                                                    \
        }                                                                                                              \
    }                                                                                                                  \
    TEST(along_rows_##s)                                                                                               \
    {                                                                                                                  \
        static T x[MOST], out[MOST + 1], gain[50001], bias[50001], again[MOST];                                        \
        size_t a, b, i, r;                                                                                             \
        int how;                                                                                                       \
        for (i = 0; i < 50001; i++) gain[i] = (T)uniform(), bias[i] = (T)uniform();                                    \
        for (a = 0; a < sizeof row_counts / sizeof *row_counts; a++)                                                   \
            for (b = 0; b < COLS; b++) {                                                                               \
                const size_t rows = row_counts[a], cols = col_counts[b], n = rows * cols, shift = (a + b) % 3;         \
                const int kind = (int)((a * 3 + b) % 4), affine = (int)(b % 3);                                        \
                T *dx, *dout, *dg = affine ? gain : NULL, *db = affine == 1 ? bias : NULL;                             \
                if (n > MOST || (rows > 3 && cols > 1100)) continue;                                                   \
                for (i = 0; i < n; i++) x[i] = (T)datum(kind, i);                                                      \
                dx = (T *)on_device(x, n, sizeof(T), shift), dout = (T *)on_device(NULL, n + 1, sizeof(T), shift);     \
                for (how = 0; how < HOWS; how++) {                                                                     \
                    const size_t outs = how == LOG_OF_SUM ? rows : n, step = how == LOG_OF_SUM ? 1 : cols;             \
                    GPU_CHECK(gpu_set(dout, 0xa5, (n + 1) * sizeof(T)));                                               \
                    CHECK_SUFFIXED(rowwise_##s(how, dout, dx, dg, db, rows, cols), GPU_OK, "");                        \
                    to_host(out, dout, (n + 1) * sizeof(T));                                                           \
                    for (r = 0; r < rows; r++) expect_##s(how, out + r * step, x + r * cols, dg, db, cols);            \
                    CHECK(*(unsigned char *)&out[outs] == 0xa5);                                                       \
                    /* the same bits on the CPU, and in place */                                                       \
                    if (gpu_device() != GPU_CPU) {                                                                     \
                        const int device = gpu_device();                                                               \
                        GPU_CHECK(gpu_use(GPU_CPU));                                                                   \
                        CHECK_SUFFIXED(rowwise_##s(how, again, x, dg, db, rows, cols), GPU_OK, "");                    \
                        GPU_CHECK(gpu_use(device));                                                                    \
                        if (!same_bits(again, out, outs * sizeof(T)))                                                  \
                            test__fail(__FILE__, __LINE__, "how %d, %zu x %zu: other bits on the CPU", how, rows, cols); \
                    }                                                                                                  \
                    if (how == LOG_OF_SUM) continue;                                                                   \
                    GPU_CHECK(gpu_copy(dout, dx, n * sizeof(T)));                                                      \
                    CHECK_SUFFIXED(rowwise_##s(how, dout, dout, dg, db, rows, cols), GPU_OK, "");                      \
                    to_host(again, dout, n * sizeof(T));                                                               \
                    CHECK(same_bits(again, out, n * sizeof(T)));                                                       \
                }                                                                                                      \
                release(dx, sizeof(T), shift), release(dout, sizeof(T), shift);                                        \
            }                                                                                                          \
    }                                                                                                                  \
    /* Special values: in rows of one chunk and of several, the others stay what they are. */                          \
    TEST(special_rows_##s)                                                                                             \
    {                                                                                                                  \
        static T x[4 * 40000], out[4 * 40000], sums[4];                                                                \
        static const size_t lengths[] = {3, 40, 1000, 3000, 40000};                                                    \
        size_t a, i;                                                                                                   \
        for (a = 0; a < 5; a++) {                                                                                      \
            const size_t n = lengths[a];                                                                               \
            for (i = 0; i < 4 * n; i++) x[i] = (T)uniform();                                                           \
            x[n - 1] = (T)NAN, x[n + 1] = (T)INFINITY;                                                                 \
            for (i = 0; i < n; i++) x[2 * n + i] = -(T)INFINITY;                                                       \
            x[3 * n + 1] = -(T)INFINITY;                                                                               \
            CHECK_SUFFIXED(gpu_logsumexp_rows_##s(sums, x, 4, n), GPU_OK, "");                                         \
            CHECK(sums[0] != sums[0] && sums[1] == (T)INFINITY && sums[2] == -(T)INFINITY && sums[3] < (T)20 && sums[3] > 0); \
            CHECK_SUFFIXED(gpu_softmax_rows_##s(out, x, 4, n), GPU_OK, "");                                            \
            for (i = 0; i < n; i++) CHECK(out[i] != out[i] && out[n + i] != out[n + i] && out[2 * n + i] != out[2 * n + i]); \
            for (i = 0; i < n; i++) CHECK(i == 1 ? out[3 * n + i] == 0 : out[3 * n + i] > 0);                          \
            CHECK_SUFFIXED(gpu_log_softmax_rows_##s(out, x, 4, n), GPU_OK, "");                                        \
            for (i = 0; i < n; i++) CHECK(out[i] != out[i] && out[n + i] != out[n + i] && out[2 * n + i] != out[2 * n + i]); \
            for (i = 0; i < n; i++) CHECK(i == 1 ? out[3 * n + i] == -(T)INFINITY : out[3 * n + i] < 0);               \
            CHECK_SUFFIXED(gpu_layer_norm_rows_##s(out, x, NULL, NULL, 4, n, 0), GPU_OK, "");                          \
            for (i = 0; i < n; i++) CHECK(out[i] != out[i] && out[n + i] != out[n + i] && out[2 * n + i] != out[2 * n + i]); \
        }                                                                                                              \
    }                                                                                                                  \
    /* One element is far above the others, whose sum is the logarithm's distance to it: to the last digits. */        \
    TEST(peaked_rows_##s)                                                                                              \
    {                                                                                                                  \
        static T x[3 * 40000], out[3 * 40000], again[3 * 40000], sums[3], sums_again[3];                               \
        const int device = gpu_device();                                                                               \
        static const size_t lengths[] = {1, 2, 3, 16, 40, 129, 1000, 3000, 16384, 40000};                              \
        static const double below[] = {1, 6, 10, 13, 14, 20, 30, 40, 80};                                              \
        size_t a, b, i, r;                                                                                             \
        for (a = 0; a < sizeof lengths / sizeof *lengths; a++)                                                         \
            for (b = 0; b < sizeof below / sizeof *below; b++) {                                                       \
                const size_t n = lengths[a], greatest = (a * 7 + b * 10007) % n;                                       \
                for (i = 0; i < 3 * n; i++)                                                                            \
                    x[i] = i / n > 1 ? (T)uniform() : i % n == greatest ? 0 : (T)(-below[b] - (i / n ? fabs(uniform()) : 0)); \
                CHECK_SUFFIXED(gpu_logsumexp_rows_##s(sums, x, 3, n), GPU_OK, "");                                     \
                CHECK_SUFFIXED(gpu_log_softmax_rows_##s(out, x, 3, n), GPU_OK, "");                                    \
                GPU_CHECK(gpu_use(GPU_CPU));                                                                           \
                CHECK_SUFFIXED(gpu_logsumexp_rows_##s(sums_again, x, 3, n), GPU_OK, "");                               \
                CHECK_SUFFIXED(gpu_log_softmax_rows_##s(again, x, 3, n), GPU_OK, "");                                  \
                GPU_CHECK(gpu_use(device));                                                                            \
                CHECK(same_bits(sums, sums_again, sizeof sums) && same_bits(out, again, 3 * n * sizeof(T)));           \
                for (r = 0; r < 2; r++) {                                                                              \
                    long double rest = 0, want;                                                                        \
                    for (i = 0; i < n; i++) rest += i == greatest ? 0 : expl((long double)x[r * n + i]);               \
                    want = log1pl(rest);                                                                               \
                    if (fabsl(sums[r] - want) <= want * (EPS * (sizeof(T) == 8 ? 16 : 4)) && sums[r] == -out[r * n + greatest]) continue; \
                    test__fail(__FILE__, __LINE__, "%zu elements below by %g: %.17g, expected %.17Lg", n, below[b], (double)sums[r], want); \
                }                                                                                                      \
                if (n > 2) CHECK(sums[2] > 0 && out[2 * n] < 0);                                                       \
            }                                                                                                          \
    }                                                                                                                  \
    TEST(wrong_arguments_along_rows_##s)                                                                               \
    {                                                                                                                  \
        T *x = GPU_NEW(T, 24), *y = GPU_NEW(T, 24);                                                                    \
        GPU_CHECK(gpu_set(x, 0, 24 * sizeof(T)));                                                                      \
        CHECK_SUFFIXED(gpu_softmax_rows_##s(NULL, x, 4, 6), GPU_ERROR_INVALID_ARGUMENT, "gpu_softmax_rows: out is NULL"); \
        CHECK_SUFFIXED(gpu_softmax_rows_##s(y, NULL, 4, 6), GPU_ERROR_INVALID_ARGUMENT, "a is NULL");                  \
        CHECK_SUFFIXED(gpu_softmax_rows_##s(y, x, 0, 6), GPU_ERROR_INVALID_ARGUMENT, "0 by 6; expected at least one row"); \
        CHECK_SUFFIXED(gpu_log_softmax_rows_##s(y, x, 4, 0), GPU_ERROR_INVALID_ARGUMENT, "4 by 0");                    \
        CHECK_SUFFIXED(gpu_softmax_rows_##s(y, x, 4, (size_t)1 << 62), GPU_ERROR_INVALID_ARGUMENT, "more than any machine has"); \
        CHECK_SUFFIXED(gpu_softmax_rows_##s(y, x, 4, 7), GPU_ERROR_INVALID_ARGUMENT, "beyond the end of out");                            \
        CHECK_SUFFIXED(gpu_softmax_rows_##s(x + 1, x, 3, 6), GPU_ERROR_INVALID_ARGUMENT, "overlap");                   \
        CHECK_SUFFIXED(gpu_logsumexp_rows_##s(x, x, 4, 6), GPU_ERROR_INVALID_ARGUMENT, "out and a overlap");           \
        CHECK_SUFFIXED(gpu_layer_norm_rows_##s(y, x, y, NULL, 4, 6, 0), GPU_ERROR_INVALID_ARGUMENT, "out and gain overlap"); \
        CHECK_SUFFIXED(gpu_layer_norm_rows_##s(y, x, NULL, x + 20, 4, 6, 0), GPU_ERROR_INVALID_ARGUMENT, "beyond the end of bias");       \
        CHECK_SUFFIXED(gpu_layer_norm_rows_##s(y, x, NULL, NULL, 4, 6, -1), GPU_ERROR_INVALID_ARGUMENT, "epsilon is -1"); \
        CHECK_SUFFIXED(gpu_layer_norm_rows_##s(y, x, NULL, NULL, 4, 6, (double)NAN), GPU_ERROR_INVALID_ARGUMENT, "epsilon"); \
        GPU_CHECK(gpu_free(x));                                                                                        \
        GPU_CHECK(gpu_free(y));                                                                                        \
    }
ROWWISE(float, f32, 5.9604644775390625e-8L)
ROWWISE(double, f64, 1.1102230246251565e-16L)

/* As a user writes it: the same softmax by GPU_ROWS. */
GPU_ROWS(float, softmax, (float *__restrict__, y), (const float *__restrict, x), (size_t, cols))
{
    float m = x[0], s = 0;
    size_t i;
    for (i = 1; i < cols; i++) m = x[i] > m ? x[i] : m;
    for (i = 0; i < cols; i++) s += y[i] = gpu_math_exp_f32(x[i] - m);
    for (i = 0; i < cols; i++) y[i] /= s;
}
TEST(a_softmax_by_hand)
{
    enum { rows = 4001, cols = 32, n = rows * cols };
    static float x[n], got[n], want[n];
    size_t i;
    for (i = 0; i < n; i++) x[i] = (float)(uniform() * 5);
    CHECK_STATUS(softmax(got, x, rows, cols), GPU_OK, "");
    CHECK_SUFFIXED(gpu_softmax_rows_f32(want, x, rows, cols), GPU_OK, "");
    for (i = 0; i < n; i++)
        if (!(fabs((double)(got[i] - want[i])) <= 1e-6 * (double)want[i])) break;
    CHECK_INT(i, n);
}
