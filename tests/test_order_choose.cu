/* Selection, gather, scatter and where: of test_order. */

#define GPU_ORDER
#include "gpu.h"
#include "test.h"
#include "prewritten.h"

static const size_t lengths[] = {1, 2, 31, 255, 4095, 4096, 4097, 8191, 8192, 8193, 16384, 16385, 70001, 300007};
enum { LENGTHS = sizeof lengths / sizeof *lengths, LONGEST = 300007 };
static uint8_t mask[LONGEST];
static int64_t index_of[LONGEST], got_index[LONGEST + 1];

/* Masks: random, none, all, one in a thousand, the last one alone. */
static void fill_mask(size_t n, int kind)
{
    size_t i;
    for (i = 0; i < n; i++)
        mask[i] = (uint8_t)(kind == 0   ? (uniform() > 0 ? 255 : 0)
                            : kind == 1 ? 0
                            : kind == 2 ? 1
                            : kind == 3 ? uniform() > 0.998
                                        : i == n - 1);
}

#define TYPES (REAL | I32 | U8 | U64)
#define BODY "order_choose_T.h"
#include "each_type.h"

typedef struct particle {
    double mass;
    float at[3], speed[2];
    int id;
} particle;
GPU_SELECT(float, above, (float, x), (float, limit, scalar)) { return x > limit; }
GPU_SELECT(double, every_third, (double, x), (uint8_t, use), (size_t, i, index)) { return use && i % 3 == 0 && x > -1; }
GPU_SELECT(particle, heavy, (particle, p), (double, mass, scalar)) { return p.mass > mass; }

TEST(selections)
{
    enum { n = 50021 };
    static float x[n], want[n + 1], got[n + 1];
    static double y[n], want_y[n], got_y[n];
    static particle p[n], want_p[n], got_p[n];
    int64_t count = 0;
    size_t i, found = 0;
    float *dx, *out = (float *)on_device(NULL, n + 1, 4, 0);
    memset(want, 0xa5, sizeof want), memset(got, 0xa5, sizeof got), memset(p, 0, sizeof p);
    fill_mask(n, 0);
    for (i = 0; i < n; i++) x[i] = (float)uniform(), y[i] = uniform(), p[i].mass = uniform(), p[i].id = (int)i;
    for (i = 0; i < n; i++)
        if (x[i] > 0.25f) want[found++] = x[i];
    dx = (float *)on_device(x, n, 4, 0);
    CHECK_SUFFIXED(above(out, &count, dx, 0.25f, n), GPU_OK, "");
    CHECK_INT(count, found);
    to_host(got, out, sizeof got);
    CHECK_SAME("above", got, want, n + 1, GPU_F32);
    memset(got, 0xa5, sizeof got);
    CHECK_SUFFIXED(above(got, &count, x, 0.25f, n), GPU_OK, "");
    CHECK_SAME("above of the host", got, want, n + 1, GPU_F32);
    for (i = found = 0; i < n; i++)
        if (mask[i] && i % 3 == 0) want_y[found++] = y[i];
    CHECK_SUFFIXED(every_third(got_y, &count, y, mask, n), GPU_OK, "");
    CHECK_INT(count, found);
    CHECK_SAME("every_third", got_y, want_y, found, GPU_F64);
    for (i = found = 0; i < n; i++)
        if (p[i].mass > 0.5) want_p[found++] = p[i];
    CHECK_SUFFIXED(heavy(got_p, &count, p, 0.5, n), GPU_OK, "");
    CHECK_INT(count, found);
    CHECK(same_bits(got_p, want_p, found * sizeof *p));
    count = 5;
    CHECK_SUFFIXED(above(out, &count, dx, 0, 0), GPU_OK, "");
    CHECK_INT(count, 0);
    release(out, 4, 0), release(dx, 4, 0);
}

TEST(a_selection_in_a_graph)
{
    enum { n = 20011 };
    static float x[n], got[n];
    float *dx = GPU_ZEROS(float, n), *out = GPU_ZEROS(float, n), limit = 0.5f;
    int64_t *dc = GPU_ZEROS(int64_t, 1), count = 0;
    size_t i, found = 0;
    gpu_graph g;
    CHECK_STATUS(gpu_graph_begin(), GPU_OK, "");
    CHECK_SUFFIXED(above(out, dc, dx, limit, n), GPU_OK, "");
    g = gpu_graph_end();
    limit = 2; /* the graph keeps the limit of then */
    for (i = 0; i < n; i++) x[i] = (float)uniform();
    GPU_CHECK(gpu_copy(dx, x, sizeof x));
    CHECK_STATUS(gpu_graph_launch(g), GPU_OK, "");
    GPU_CHECK(gpu_sync());
    to_host(&count, dc, 8);
    to_host(got, out, sizeof got);
    for (i = 0; i < n; i++)
        if (x[i] > 0.5f) CHECK(got[found++] == x[i]);
    CHECK_INT(count, found);
    CHECK_STATUS(gpu_graph_free(g), GPU_OK, "");
    GPU_CHECK(gpu_free(dx));
    GPU_CHECK(gpu_free(out));
    GPU_CHECK(gpu_free(dc));
}

TEST(refusals_of_choices)
{
    float *x = GPU_ZEROS(float, 100), *y = GPU_ZEROS(float, 100);
    uint8_t *m = GPU_ZEROS(uint8_t, 100);
    int64_t *index = GPU_ZEROS(int64_t, 100), count;
    CHECK_SUFFIXED(gpu_compress_f32(y, NULL, x, m, 100), GPU_ERROR_INVALID_ARGUMENT, "count is NULL");
    CHECK_SUFFIXED(gpu_compress_f32(x, &count, x, m, 100), GPU_ERROR_INVALID_ARGUMENT,
                   "out and x overlap; expected two arrays");
    CHECK_SUFFIXED(gpu_compress_f32(y, index, x, (const uint8_t *)index, 100), GPU_ERROR_INVALID_ARGUMENT,
                   "count and mask overlap");
    CHECK_SUFFIXED(gpu_nonzero_f32(index, index + 1, x, 50), GPU_ERROR_INVALID_ARGUMENT, "index and count overlap");
    CHECK_SUFFIXED(gpu_nonzero_f32(index, &count, x, 101), GPU_ERROR_INVALID_ARGUMENT, "index");
    CHECK_SUFFIXED(gpu_gather_f32(y, x, 101, index, 50), GPU_ERROR_INVALID_ARGUMENT, "404 bytes");
    CHECK_SUFFIXED(gpu_gather_f32(x, x, 100, index, 50), GPU_ERROR_INVALID_ARGUMENT, "out and x overlap");
    CHECK_SUFFIXED(gpu_scatter_f32(x, 100, x, index, 50), GPU_ERROR_INVALID_ARGUMENT, "out and x overlap");
    CHECK_SUFFIXED(gpu_scatter_f32(y, 100, x, index, 101), GPU_ERROR_INVALID_ARGUMENT, "bytes go beyond");
    CHECK_SUFFIXED(gpu_where_f32(y, m, x, NULL, 100), GPU_ERROR_INVALID_ARGUMENT, "y is NULL");
    CHECK(gpu_where(x) != GPU_ON_DEVICE || gpu_device() >= 0);
    GPU_CHECK(gpu_free(x));
    GPU_CHECK(gpu_free(y));
    GPU_CHECK(gpu_free(m));
    GPU_CHECK(gpu_free(index));
}

/* An index out of range is ignored also where the result has fewer elements than the CPU has tasks. */
TEST(few_elements_are_scattered_to)
{
    enum { n = 40000 };
    static float x[n], out[64];
    static int64_t index[n];
    size_t count, i;
    for (count = 1; count < 60; count++) {
        float want[64];
        for (i = 0; i < 64; i++) out[i] = want[i] = -1;
        for (i = 0; i < n; i++) {
            index[i] = (int64_t)(i * 7919 % (3 * count + 5)) - (int64_t)count - 2;
            x[i] = (float)i;
            if (index[i] >= -(int64_t)count && index[i] < (int64_t)count)
                want[index[i] + (index[i] < 0 ? (int64_t)count : 0)] = x[i];
        }
        CHECK_SUFFIXED(gpu_scatter_f32(out, count, x, index, n), GPU_OK, "");
        if (!same_bits(out, want, sizeof out)) test__fail(__FILE__, __LINE__, "gpu_scatter to %zu elements", count);
    }
}

CHILD(indices_outside)
{
    enum { n = 200000 };
    static int64_t index[n];
    float *x = GPU_ZEROS(float, 10), *out = GPU_ZEROS(float, n);
    int64_t *di = GPU_NEW(int64_t, n);
    size_t i;
    for (i = 0; i < n; i++) index[i] = (int64_t)(i % 20) - 10;
    to_host(di, index, sizeof index);
    CHECK_SUFFIXED(gpu_gather_f32(out, x, 10, di, n), GPU_OK, "");
    CHECK_SUFFIXED(gpu_scatter_f32(x, 10, out, di, n), GPU_OK, "");
    index[150001] = -11, index[150002] = 10;
    to_host(di, index, sizeof index);
    CHECK_SUFFIXED(gpu_gather_f32(out, x, 10, di, n), GPU_ERROR_INVALID_ARGUMENT,
                   "index[150001] is -11, outside of x, which has 10 elements");
    CHECK_SUFFIXED(gpu_scatter_f32(x, 10, out, index, n), GPU_ERROR_INVALID_ARGUMENT,
                   "index[150001] is -11, outside of out, which has 10 elements");
    CHECK_STATUS(gpu_graph_begin(), GPU_OK, "");
    CHECK_SUFFIXED(gpu_gather_f32(out, x, 10, di, n), GPU_OK, "");
    CHECK_STATUS(gpu_graph_free(gpu_graph_end()), GPU_OK, "");
    GPU_CHECK(gpu_free(x)), GPU_CHECK(gpu_free(out)), GPU_CHECK(gpu_free(di));
}
TEST(an_index_outside_is_an_error_of_debug)
{
    char out[8192];
    CHECK_INT(test_child("GPU_DEBUG=1", "indices_outside", out, sizeof out), 0);
    if (strstr(out, ".cu")) test__fail(__FILE__, __LINE__, "%s", out);
}
