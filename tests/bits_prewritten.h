/* The bits of the prewritten functions, for test_bits_prewritten_32.cu and _64.cu, which are compiled side by side. */

#define GPU_KERNELS_FOR_C
#define GPU_ROWWISE
#include "gpu.h"
#include "test.h"
#include "bits.h"

static const char *const inputs[] = {"tame", "wild", "same"};
enum { INPUTS = sizeof inputs / sizeof *inputs };
static const size_t shapes[][2] = {
    {1, 1}, {1, 1000}, {1000, 1}, {3, 5}, {5, 3}, {63, 65}, {64, 64}, {513, 7}, {7, 513}, {1000, 33}, {33, 1000},
    {2, 8193}, {8193, 2}, {1, 65537}, {65537, 1}, {257, 1025}, {20, 50000}, {50000, 20}, {333, 3001},
};
enum { SHAPES = sizeof shapes / sizeof *shapes };

static int next_matrix(size_t *k, size_t *rows, size_t *cols, size_t *o) /* as bits_next */
{
    if (*k == SHAPES) {
        bits_end();
        return 0;
    }
    *rows = shapes[*k][0], *cols = shapes[*k][1], *o = *k % 4, ++*k;
    return 1;
}

/* A row of a function of a matrix: a column's size is 1000000 rows + cols. */
#define MATRIX(name, type, out, count, call)                                                                           \
    do {                                                                                                               \
        size_t k = 0, rows, cols, o;                                                                                   \
        for (bits_begin(name, input); next_matrix(&k, &rows, &cols, &o);) {                                            \
            CHECK_SUFFIXED(call, GPU_OK, "");                                                                          \
            bits_array(rows * 1000000 + cols, type, out, count);                                                       \
        }                                                                                                              \
    } while (0)
#define VALUE(name, R, type, call) BITS_VALUE(name, input, R, type, 1, call)
#define ARRAY(name, type, to, call) BITS_ARRAY(name, input, type, to, call)
/* A function of the bins, two of them a row. */
#define BINS(name, number, type, to, call)                                                                             \
    do {                                                                                                               \
        size_t k = 0, n, o, bins = number;                                                                             \
        for (bits_begin(name "_" #number, input); bits_next(&k, &n, &o);) {                                            \
            CHECK_SUFFIXED(call, GPU_OK, "");                                                                          \
            bits_array(n, type, to, bins);                                                                             \
        }                                                                                                              \
    } while (0)
#define COUNTS(name, number, call) BINS(name, number, 'l', counts, call)

/* The letters of T, and of the sums, the sums of rows and the means that belong to it. */
#define letter_f32 'f'
#define letter_f64 'd'
#define letter_i32 'i'
#define letter_i64 'l'
#define sum_letter_f32 'd'
#define sum_letter_f64 'd'
#define sum_letter_i32 'l'
#define sum_letter_i64 'l'
#define row_sum_letter_f32 'f'
#define row_sum_letter_f64 'd'
#define row_sum_letter_i32 'l'
#define row_sum_letter_i64 'l'
#define mean_letter_f32 'f'
#define mean_letter_f64 'd'
#define mean_letter_i32 'd'
#define mean_letter_i64 'd'

typedef void sums_of(const char *input, const char *here);
static void cumulative_sums(sums_of *whole, sums_of *real)
{
    const int device = gpu_device();
    size_t a;
    for (a = 0; a < INPUTS; a++) {
        whole(inputs[a], "");
        if (device != GPU_CPU) real(inputs[a], "@gpu");
    }
    CHECK_STATUS(gpu_use(GPU_CPU), GPU_OK, "");
    for (a = 0; a < INPUTS; a++) real(inputs[a], "@cpu");
    CHECK_STATUS(gpu_use(device), GPU_OK, "");
}
