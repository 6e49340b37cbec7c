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
#define TYPES (REAL | U8 | I64)
#define BODY "rows_reverse_T.h"
#include "each_type.h"
typedef int16_t element_i16;
typedef point element_point;
typedef four element_four;
#define T N(element)
#define S i16
#include "rows_reverse_T.h"
#undef S
#define S point
#include "rows_reverse_T.h"
#undef S
#define S four
#include "rows_reverse_T.h"
#undef S
#undef T

/* As many short rows as make blocks of a GPU large, at addresses that are aligned to 16 bytes and not. */
TEST(many_short_rows)
{
    enum { rows = 150001 };
    static uint8_t x[5 * rows], got[5 * rows + 1], want[5 * rows + 1];
    size_t cols, i, r;
    for (i = 0; i < sizeof x; i++) x[i] = (uint8_t)(i * 7 + i / 251);
    for (cols = 1; cols <= 5; cols += 2) {
        const size_t n = rows * cols;
        uint8_t *const dx = (uint8_t *)on_device(x, n, 1, cols);
        uint8_t *const dy = (uint8_t *)on_device(NULL, n + 1, 1, cols / 2);
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
GPU_ROWS(float, all_kinds, (float *, y), (size_t, outs), (const float *, x), (const int *__restrict, start, value),
         (size_t, ins), (const float *, table, scalar), (int64_t *, best, value), (size_t, r, index))
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
    dtable = (float *)on_device(table, outs, 4, 0), dstart = (int *)on_device(start, rows, 4, 1),
    dbest = (int64_t *)on_device(NULL, rows, 8, 1);
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
static const char *const hows[] = {"softmax", "log softmax", "logsumexp", "layer norm"};
static const size_t row_counts[] = {1, 2, 3, 33, 70};
static const size_t col_counts[] = {1, 2, 3, 8, 15, 16, 17, 31, 32, 33, 100, 128, 129, 511, 512, 513, 1000, 1024, 1025,
                                    2047, 2048, 2049, 8192, 8193, 16384, 16385, 50001};
enum { COLS = sizeof col_counts / sizeof *col_counts, MOST = 150003 };
/* Data: normal size, large and far apart, constant, a small spread about a large number. */
static double datum(int kind, size_t i)
{
    (void)i;
    return kind == 0 ? uniform() * 5 : kind == 1 ? uniform() * 3000 : kind == 2 ? 0.1 : 4096 + uniform();
}
static const long double epsilon_f32 = 5.9604644775390625e-8L, epsilon_f64 = 1.1102230246251565e-16L;
#define TYPES REAL
#define BODY "rows_T.h"
#include "each_type.h"

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
