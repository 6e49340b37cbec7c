/* Functions of rows whose loops the threads of a GPU share: GPU_ROW_FOR, GPU_ROW_SUM, GPU_ROW_MAX, GPU_ROW_MIN. */

#define GPU_ROWWISE
#include "gpu.h"
#define TEST_MAIN
#include "test.h"
#include "prewritten.h"

enum { MOST_COLS = 20000, MOST_ELEMENTS = 150000, ROWS = 700 };
static const size_t row_counts[] = {0, 1, 3, 33, 700};
static const size_t col_counts[] = {0,   1,   2,   3,    7,    8,    9,    31,   32,    33,   40, 64,
                                    100, 127, 200, 255, 256, 257, 1000, 1023, 1024,
                                    1025, 1500, 2048, 2049, 6000, 20000};
/* Data: of normal size; one huge value among tame ones, which cancels; a NaN, if the type has it. */
static double datum(int kind, size_t i)
{
    if (kind == 1 && i % 50 == 7) return i % 100 == 7 ? 1e18 : -1e18;
    if (kind == 2 && i % 97 == 13) return (double)NAN;
    return uniform() * 100;
}
#define TYPES (REAL | I32 | U8 | U64)
#define BODY "rows_shared_T.h"
#include "each_type.h"

/* As a user writes it. */
GPU_ROWS(float, softmax, (float *__restrict__, y), (const float *__restrict__, x), (size_t, cols))
{
    GPU_ROW_MAX(float, most, i, cols, x[i]);
    GPU_ROW_FOR(i, cols) y[i] = gpu_math_exp_f32(x[i] - most);
    GPU_ROW_SUM(double, sum, i, cols, y[i]);
    GPU_ROW_FOR(i, cols) y[i] = (float)(y[i] / sum);
}
TEST(a_softmax)
{
    enum { rows = 50, most = 3000 };
    static const size_t cols[] = {1, 10, 32, 33, 500, 1025, most};
    static float x[rows * most], got[rows * most], want[rows * most];
    size_t i, c;
    for (c = 0; c < sizeof cols / sizeof *cols; c++) {
        const size_t n = rows * cols[c];
        for (i = 0; i < n; i++) x[i] = (float)(uniform() * 20);
        CHECK_STATUS(softmax(got, x, rows, cols[c]), GPU_OK, "");
        CHECK_SUFFIXED(gpu_softmax_rows_f32(want, x, rows, cols[c]), GPU_OK, "");
        for (i = 0; i < n; i++)
            if (!(fabs((double)(got[i] - want[i])) <= 3e-7 * (double)want[i])) break;
        CHECK_INT(i, n);
    }
}

/* Two lengths, of which the loops of either take all. */
GPU_ROWS(float, product, (float *, y), (size_t, outs), (const float *, x), (size_t, ins), (const float *, w, scalar))
{
    GPU_ROW_FOR(k, outs) y[k] = w[k];
    for (size_t k = 0; k < outs; k++) {
        GPU_ROW_SUM(float, dot, i, ins, x[i] * w[outs + k * ins + i]);
        GPU_ROW_FOR(once, 1) y[k] += dot;
    }
}
/* The function of a row in a kernel, where it has one thread. */
GPU_KERNEL(by_one_thread, (float *, y), (const float *, x), (const float *, w), (size_t, rows), (size_t, outs),
           (size_t, ins))
{
    GPU_FOR(r, rows) product_row(y + r * outs, outs, x + r * ins, ins, w);
}
TEST(a_product_of_matrices)
{
    enum { rows = 40, outs = 7, ins = 1500, weights = outs * (ins + 1) };
    static float x[rows * ins], w[weights], got[rows * outs], want[rows * outs];
    float *const dx = GPU_NEW(float, rows * ins), *const dw = GPU_NEW(float, weights);
    float *const dy = GPU_NEW(float, rows * outs);
    size_t i, k, r;
    for (i = 0; i < rows * ins; i++) x[i] = (float)(int)(uniform() * 20); /* exact sums, in any order */
    for (i = 0; i < weights; i++) w[i] = (float)(int)(uniform() * 20);
    for (r = 0; r < rows; r++)
        for (k = 0; k < outs; k++) {
            want[r * outs + k] = w[k];
            for (i = 0; i < ins; i++) want[r * outs + k] += x[r * ins + i] * w[outs + k * ins + i];
        }
    GPU_CHECK(gpu_copy(dx, x, sizeof x)), GPU_CHECK(gpu_copy(dw, w, sizeof w));
    CHECK_STATUS(product(dy, rows, outs, dx, ins, dw), GPU_OK, "");
    GPU_CHECK(gpu_copy(got, dy, sizeof got));
    CHECK_SAME("shared", got, want, rows * outs, GPU_F32);
#ifndef EMULATED_ARCH /* which has no kernels of users */
    GPU_CHECK(gpu_set(dy, 0xa5, sizeof got));
    CHECK_STATUS(by_one_thread(gpu_1d(rows), dy, dx, dw, rows, outs, ins), GPU_OK, "");
    GPU_CHECK(gpu_copy(got, dy, sizeof got));
    CHECK_SAME("by one thread", got, want, rows * outs, GPU_F32);
#endif
    GPU_CHECK(gpu_free(dx)), GPU_CHECK(gpu_free(dy)), GPU_CHECK(gpu_free(dw));
}

