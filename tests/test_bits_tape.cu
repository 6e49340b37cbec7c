/* The bits of gradients by the tape: of test_bits. */

#define GPU_KERNELS_FOR_C
#define GPU_DERIVATIVES
#define GPU_ORDER
#define GPU_ROWWISE
#define GPU_TAPE
#include "gpu.h"
#include "test.h"
#include "bits.h"

/* (nvcc would fuse x + 2 * y, which differs where 2 * y overflows.) */
GPU_GRAD(float, bump_f32, x, y) { return GPU_EXP(-(x * x)) * GPU_SIN(x + (y + y)); }
GPU_GRAD(double, bump_f64, x, y) { return GPU_EXP(-(x * x)) * GPU_SIN(x + (y + y)); }

static const size_t shapes[][2] = {{1, 1}, {3, 5}, {64, 64}, {513, 7}, {7, 513}, {257, 1025}};
enum { SHAPES = sizeof shapes / sizeof *shapes, MOST = 257 * 1025, LONGEST = 1025 };

/* Where to gather from: of each element one of the matrix, some of them from the end; behind them a column of each
   row. */
static int64_t *some_index(size_t rows, size_t cols)
{
    const size_t n = rows * cols;
    int64_t *const host = (int64_t *)malloc((n + rows) * sizeof *host), *index;
    size_t i;
    for (i = 0; i < n + rows; i++)
        host[i] = i < n ? (int64_t)(i * i % n) - (i % 3 ? 0 : (int64_t)n) : (int64_t)((i - n) * (i - n) % cols);
    index = GPU_TO_DEVICE(int64_t, host, n + rows);
    free(host);
    return index;
}

#define letter_f32 'f'
#define letter_f64 'd'
#define TYPES REAL
#define BODY "bits_tape_T.h"
#include "each_type.h"
