/* Histograms and windows; arrays that are misaligned: of test_prewritten. */

#define GPU_KERNELS_FOR_C
#include "gpu.h"
#include "test.h"
#include "prewritten.h"

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

static int is_nan(double v) { return v != v; }

/* ----------------------------------------------------------------------------------------------------- alignment -- */

typedef struct misaligned_row {
    const char *name;
    gpu_status (*call)(void *out, const void *x, const void *y);
    size_t bytes; /* that it writes */
} misaligned_row;
static char one_off[3][8 * 6000 + 64];
static void check_misaligned(const misaligned_row *row, const void *x, const void *y, size_t size)
{
    static double out[5003];
    test_row("%s", row->name);
    memset(out, 7, row->bytes), memset(one_off[2], 7, row->bytes + 1);
    memcpy(one_off[0] + 1, x, size), memcpy(one_off[1] + 1, y, size);
    CHECK(row->call(out, x, y) == GPU_OK);
    CHECK(row->call(one_off[2] + 1, one_off[0] + 1, one_off[1] + 1) == GPU_OK);
    CHECK_SAME("its bytes on misaligned arrays", one_off[2] + 1, out, row->bytes, GPU_U8);
}

#define TYPES (ALL | U8)
#define BODY "windows_T.h"
#include "each_type.h"
