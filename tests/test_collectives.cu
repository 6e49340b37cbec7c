/* Collectives of blocks and warps, against their order done by hand: the same bits on both backends. */

#define GPU_COLLECTIVES
#include "gpu.h"
#define TEST_MAIN
#include "test.h"
#include "prewritten.h"

enum { RESULTS = 11 };
#define TYPES (REAL | I32 | U32)
#define BODY "collectives_T.h"
#include "each_type.h"

/* Other types of 64 bits than int64_t and uint64_t may be. */
typedef long long element_ll;
typedef unsigned long long wrap_ll;
typedef size_t element_size, wrap_size;
#define T N(element)
#define S ll
#include "collectives_T.h"
#undef S
#define S size
#include "collectives_T.h"
#undef S
#undef T

/* A block for each row, as long rows want it: the mean of each, and what is left of it. */
GPU_KERNEL(center, (double *, m), (size_t, cols))
{
    double *const row = m + GPU_BLOCK_X * cols, sum = 0, mean;
    size_t i;
    for (i = GPU_THREAD_X; i < cols; i += GPU_BLOCK_DIM_X) sum += row[i];
    mean = gpu_block_sum(sum) / (double)cols;
    for (i = GPU_THREAD_X; i < cols; i += GPU_BLOCK_DIM_X) row[i] -= mean;
}
TEST(a_block_a_row)
{
    enum { rows = 5, cols = 1013 };
    static double x[rows * cols], got[rows * cols];
    double *dx;
    size_t r, i;
    for (i = 0; i < rows * cols; i++) x[i] = (double)(int)(uniform() * 100);
    dx = (double *)on_device(x, rows * cols, 8, 0);
    CHECK_STATUS(center(gpu_grid(rows, 1, 1, 96, 1, 1), dx, cols), GPU_OK, "");
    to_host(got, dx, sizeof got);
    for (r = 0; r < rows; r++) {
        double sum = 0;
        for (i = 0; i < cols; i++) sum += x[r * cols + i];
        for (i = 0; i < cols; i++) CHECK(got[r * cols + i] == x[r * cols + i] - sum / cols);
    }
    release(dx, 8, 0);
}

/* A thread that does not come to a collective is a mistake that the CPU reports. */
GPU_KERNEL(some_come, (int *, out))
{
    if (GPU_THREAD_X < 40)
        out[GPU_THREAD_X] = gpu_block_sum(1);
    else
        GPU_BARRIER();
}
TEST(some_threads_come)
{
    static int out[64];
    const int device = gpu_device();
    GPU_CHECK(gpu_use(GPU_CPU));
    CHECK_STATUS(some_come(gpu_grid(1, 1, 1, 64, 1, 1), out), GPU_ERROR_KERNEL, "test_collectives.cu");
    GPU_CHECK(gpu_use(device));
}
