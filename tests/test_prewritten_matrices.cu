/* Along an axis, transpose, matrix times vector: of test_prewritten. */

#define GPU_KERNELS_FOR_C
#include "gpu.h"
#include "test.h"
#include "prewritten.h"

static const size_t shapes[][2] = {
    {1, 1}, {1, 1000}, {1000, 1}, {3, 5}, {64, 64}, {127, 129}, {5, 70001}, {70001, 3}, {300, 500}, {50, 1025},
    {37, 16385}, {3, 40000}, {20000, 13}, {40, 4097}, {8, 8192}, {2000, 33}, {9, 5000}, {31, 31}, {4, 4096},
    {4097, 4}, {1, 70001}, {70001, 1}, {513, 2}, {129, 4}, {511, 6}, {1025, 7}, {513, 8}, {129, 9}, {128, 12},
    {257, 16}, {131, 20}, {127, 24}, {129, 32}, {130, 36}, {129, 63}, {200, 64}, {67, 65}, {33, 100}, {21, 5003},
    {17, 16386}, {1060, 4099},
};
/* The last is for a matrix times a vector alone, which does several rows in a block where there are many. */
enum { SHAPES = sizeof shapes / sizeof *shapes - 1 };
static const size_t running[][2] = {
    {1, 300007}, {300007, 1}, {2, 100003}, {100003, 2}, {100003, 3}, {33, 8191}, {8193, 33}, {127, 4097},
    {129, 8193}, {4097, 127}, {5, 300}, {2051, 8}, {700, 17}, {17, 700}, {1, 16}, {16, 1}, {3, 4096}, {2, 2},
    {131, 4200}, {20011, 31}, {20011, 32},
};
enum { RUNNING = sizeof running / sizeof *running };
static int is_nan(double x) { return x != x; }

#define TYPES ALL
#define BODY "matrices_T.h"
#include "each_type.h"
