/* What combines arrays of different shape or place: rows and columns over a matrix, a factor in memory, masks, weighted
   counts by the indices of a search, borders of a convolution, copies of elements, printing. */

#define GPU_KERNELS_FOR_C
#include "gpu.h"
#include "test.h"
#include "prewritten.h"

static const size_t shapes[][2] = {{1, 1},    {1, 5},   {5, 1},     {3, 3},      {2, 7},    {129, 1},
                                   {1, 2049}, {17, 64}, {63, 65},   {7, 2048},   {5, 2049}, {3, 4096},
                                   {3, 8191}, {701, 3}, {2047, 31}, {300, 1024}, {1, 70001}};
enum { SHAPES = sizeof shapes / sizeof *shapes, MOST = 2047 * 200 };

/* Large enough for non-temporal stores, with columns that no tile divides. */
TEST(broadcast_large)
{
    enum { rows = 1201, cols = 7919 };
    float *const m = GPU_NEW(float, (size_t)rows *cols), *const v = GPU_NEW(float, cols),
                 *const out = GPU_NEW(float, (size_t)rows *cols);
    float *got, *row;
    size_t i, bad = 0;
    GPU_CHECK(gpu_arange_f32(m, 0, 1, (size_t)rows * cols));
    GPU_CHECK(gpu_arange_f32(v, 0.5f, 3, cols));
    row = GPU_TO_HOST(float, v, cols);
    GPU_CHECK(gpu_add_row_f32(out, m, v, rows, cols));
    got = GPU_TO_HOST(float, out, (size_t)rows *cols);
    for (i = 0; i < (size_t)rows * cols; i++) bad += got[i] != (float)i + row[i % cols];
    CHECK_INT(bad, 0);
    GPU_CHECK(gpu_free(got));
    GPU_CHECK(gpu_sub_col_f32(out, m, v, rows, cols));
    got = GPU_TO_HOST(float, out, (size_t)rows *cols);
    for (i = 0; i < (size_t)rows * cols; i++) bad += got[i] != (float)i - row[i / cols];
    CHECK_INT(bad, 0);
    GPU_CHECK(gpu_free(got)), GPU_CHECK(gpu_free(row)), GPU_CHECK(gpu_free(m)), GPU_CHECK(gpu_free(v)),
        GPU_CHECK(gpu_free(out));
}

TEST(broadcast_refusals)
{
    float m[12] = {0}, v[4] = {0};
    float *const d = GPU_NEW(float, 12), *const e = GPU_NEW(float, 3);
    CHECK_SUFFIXED(gpu_add_row_f32(m, m, v, 0, 4), GPU_ERROR_INVALID_ARGUMENT, "gpu_add_row: the matrix is 0 by 4");
    CHECK_SUFFIXED(gpu_mul_col_f32(m, NULL, v, 3, 4), GPU_ERROR_INVALID_ARGUMENT,
                   "gpu_mul_col: m is NULL; expected 12 elements of 4 bytes");
    CHECK_SUFFIXED(gpu_div_col_f32(m, m, NULL, 3, 4), GPU_ERROR_INVALID_ARGUMENT,
                   "gpu_div_col: col is NULL; expected 3 elements of 4 bytes");
    CHECK_SUFFIXED(gpu_sub_row_f32(m, m + 1, v, 2, 4), GPU_ERROR_INVALID_ARGUMENT,
                   "out and m overlap; expected the same array, or two that do not overlap");
    CHECK_SUFFIXED(gpu_sub_row_f32(m, m, m, 3, 4), GPU_ERROR_INVALID_ARGUMENT, "out and row overlap");
    CHECK_SUFFIXED(gpu_add_row_f32(d, d, e, 3, 4), GPU_ERROR_INVALID_ARGUMENT, "row");
    CHECK_SUFFIXED(gpu_add_row_f32(m, m, v, (size_t)1 << 62, 4), GPU_ERROR_INVALID_ARGUMENT,
                   "more than any machine has");
    CHECK_SUFFIXED(gpu_axpy_from_f32(m, NULL, m, m, 3), GPU_ERROR_INVALID_ARGUMENT,
                   "gpu_axpy_from: a is NULL; expected 1 elements of 4 bytes");
    CHECK_SUFFIXED(gpu_scale_from_f32(m, m + 1, m, 3), GPU_ERROR_INVALID_ARGUMENT, "out and a overlap");
    CHECK_SUFFIXED(gpu_axpy_from_f32(m, v, m + 1, m, 3), GPU_ERROR_INVALID_ARGUMENT, "out and x overlap");
    CHECK_SUFFIXED(gpu_mask_and_u8(NULL, (uint8_t *)m, (uint8_t *)m, 3), GPU_ERROR_INVALID_ARGUMENT,
                   "gpu_mask_and: out is NULL");
    GPU_CHECK(gpu_scale_from_f32(NULL, NULL, NULL, 0));
    GPU_CHECK(gpu_free(d)), GPU_CHECK(gpu_free(e));
}

/* Conjugate gradients for A x = b, A dense and positive definite: a step has no number that the host waits for, so it
   is a graph. */
typedef struct solver {
    double *a, *x, *r, *p, *q, *number; /* number: r.r, the next r.r, p.q, step, -step, ratio */
    size_t n;
} solver;
static gpu_status cg_step(const solver *s)
{
    double *const rr = s->number, *const next = rr + 1, *const pq = rr + 2, *const step = rr + 3, *const back = rr + 4,
                  *const ratio = rr + 5;
    const size_t n = s->n;
    gpu_status e = gpu_matvec_f64(s->q, s->a, s->p, n, n);
    if (!e) e = gpu_dot_to_f64(pq, s->p, s->q, n);
    if (!e) e = gpu_div_f64(step, rr, pq, 1);
    if (!e) e = gpu_scale_f64(back, -1, step, 1);
    if (!e) e = gpu_axpy_from_f64(s->x, step, s->p, s->x, n);
    if (!e) e = gpu_axpy_from_f64(s->r, back, s->q, s->r, n);
    if (!e) e = gpu_dot_to_f64(next, s->r, s->r, n);
    if (!e) e = gpu_div_f64(ratio, next, rr, 1);
    if (!e) e = gpu_scale_f64(rr, 1, next, 1);
    if (!e) e = gpu_axpy_from_f64(s->p, ratio, s->p, s->r, n);
    return e;
}
TEST(conjugate_gradients_in_a_graph)
{
    enum { n = 60, steps = 40 };
    static double a[n * n], b[n], x[n], plain[n];
    solver s;
    int captured;
    size_t i, j, k;
    for (i = 0; i < n; i++)
        for (j = 0, b[i] = uniform(); j <= i; j++) a[i * n + j] = a[j * n + i] = uniform() + (i == j ? 2 * n : 0);
    for (captured = 0; captured < 2; captured++) {
        gpu_stream stream = captured ? gpu_stream_new() : NULL;
        gpu_graph graph = NULL;
        s.n = n, s.a = GPU_TO_DEVICE(double, a, n *n), s.x = GPU_ZEROS(double, n), s.r = GPU_TO_DEVICE(double, b, n);
        s.p = GPU_TO_DEVICE(double, b, n), s.q = GPU_NEW(double, n), s.number = GPU_NEW(double, 6);
        GPU_CHECK(gpu_sync());
        if (captured) GPU_CHECK(gpu_use_stream(stream));
        GPU_CHECK(gpu_dot_to_f64(s.number, s.r, s.r, n));
        if (captured) {
            GPU_CHECK(gpu_graph_begin());
            GPU_CHECK(cg_step(&s));
            graph = gpu_graph_end();
            CHECK(graph != NULL);
        }
        for (k = 0; k < steps; k++) GPU_CHECK(captured ? gpu_graph_launch(graph) : cg_step(&s));
        GPU_CHECK(gpu_sync());
        to_host(x, s.x, sizeof x);
        for (i = 0; i < n; i++) {
            double sum = 0;
            for (j = 0; j < n; j++) sum += a[i * n + j] * x[j];
            CHECK(fabs(sum - b[i]) < 1e-12);
        }
        if (captured) {
            CHECK(same_bits(x, plain, sizeof x));
            GPU_CHECK(gpu_graph_free(graph)), GPU_CHECK(gpu_use_stream(NULL)), GPU_CHECK(gpu_stream_free(stream));
        }
        memcpy(plain, x, sizeof x);
        gpu_free(s.a), gpu_free(s.x), gpu_free(s.r), gpu_free(s.p), gpu_free(s.q), gpu_free(s.number);
    }
}

TEST(masks)
{
    static uint8_t x[65538], y[65538], got[4][65538];
    size_t k, i, shift;
    for (i = 0; i < 65538; i++)
        x[i] = (uint8_t)(uniform() > 0 ? 0 : (int)(i % 256)), y[i] = (uint8_t)(uniform() > 0 ? 0 : (int)(i * 7 % 256));
    for (k = 0; k < SIZES && sizes[k] < 65538; k++)
        for (shift = 0; shift < 2; shift++) {
            const size_t n = sizes[k];
            uint8_t *dx = (uint8_t *)on_device(x, n, 1, shift), *dy = (uint8_t *)on_device(y, n, 1, 3),
                    *out = (uint8_t *)on_device(NULL, n, 1, 2);
            GPU_CHECK(gpu_mask_and_u8(out, dx, dy, n));
            to_host(got[0], out, n);
            GPU_CHECK(gpu_mask_or_u8(got[1], x, dy, n));
            GPU_CHECK(gpu_mask_xor_u8(dy, dx, dy, n));
            to_host(got[2], dy, n);
            GPU_CHECK(gpu_mask_not_u8(dx, dx, n));
            to_host(got[3], dx, n);
            for (i = 0; i < n; i++)
                if (got[0][i] != (x[i] && y[i]) || got[1][i] != (x[i] || y[i]) || got[2][i] != (!x[i] != !y[i]) ||
                    got[3][i] != !x[i])
                    test__fail(__FILE__, __LINE__, "mask %zu of %zu", i, n);
            release(dx, 1, shift), release(dy, 1, 3), release(out, 1, 2);
        }
}

/* The sums by int64_t indices are those by int32_t, to the bit, and near what a plain loop gives. */
TEST(weights_by_what_argmin_gives)
{
    enum { n = 300007 };
    static int32_t narrow[n];
    static int64_t wide[n];
    static float w[n];
    static double v[n], sums[2][3000], want[3000];
    static const size_t many[] = {1, 3, 100, 1025, 3000};
    size_t i, k;
    for (i = 0; i < n; i++) {
        wide[i] = (int64_t)((uniform() + 1) * 1600) - 20, narrow[i] = (int32_t)wide[i];
        w[i] = (float)uniform(), v[i] = (double)w[i];
        if (i % 1000 == 7) narrow[i] = -1, wide[i] = (int64_t)1 << 32; /* as 32 bits it would be bin 0 */
    }
    for (k = 0; k < sizeof many / sizeof *many; k++) {
        const size_t bins = many[k];
        int64_t *const x = GPU_TO_DEVICE(int64_t, wide, n);
        memset(want, 0, sizeof want);
        for (i = 0; i < n; i++)
            if (wide[i] >= 0 && (size_t)wide[i] < bins) want[wide[i]] += v[i];
        memset(sums, 0xa5, sizeof sums);
        GPU_CHECK(gpu_bincount_weights_f32(sums[0], bins, narrow, w, n));
        GPU_CHECK(gpu_bincount_weights_f32_i64(sums[1], bins, x, w, n));
        CHECK(same_bits(sums[0], sums[1], bins * sizeof(double)));
        GPU_CHECK(gpu_bincount_weights_f64_i64(sums[1], bins, x, v, n));
        CHECK(same_bits(sums[0], sums[1], bins * sizeof(double)));
        for (i = 0; i < bins; i++) CHECK(fabs(sums[0][i] - want[i]) < 1e-9);
        GPU_CHECK(gpu_free(x));
    }
}

/* What place i of n elements shows, found by walking from the edge. */
static long place(long i, long n, int border)
{
    long step = 1, at = 0;
    if (i >= 0 && i < n) return i;
    if (border == GPU_BORDER_ZERO) return -1;
    if (border == GPU_BORDER_CLAMP || n == 1) return i < 0 ? 0 : n - 1;
    if (border == GPU_BORDER_WRAP) {
        while (i < 0) i += n;
        return i % n;
    }
    if (i < 0) i = border == GPU_BORDER_REFLECT ? -1 - i : -i;
    for (; i > 0; i--) {
        if (at + step < 0 || at + step >= n) {
            step = -step;
            if (border == GPU_BORDER_REFLECT) continue;
        }
        at += step;
    }
    return at;
}
typedef float filter_f32, filter_u8;
typedef double filter_f64;

#define TYPES (ALL | U8)
#define BODY "broadcast_T.h"
#include "each_type.h"

TEST(bytes_are_rounded_and_saturated)
{
    static const uint8_t x[8] = {0, 1, 2, 3, 5, 100, 200, 255};
    const float half = 0.5f, minus = -1, much = 1e30f, nan = NAN;
    uint8_t got[8];
    GPU_CHECK(gpu_conv2d_u8(got, x, 1, 8, &half, 1, 1, GPU_BORDER_ZERO));
    CHECK(got[1] == 0 && got[2] == 1 && got[3] == 2 && got[4] == 2 && got[7] == 128);
    GPU_CHECK(gpu_conv2d_u8(got, x, 1, 8, &minus, 1, 1, GPU_BORDER_WRAP));
    CHECK(got[0] == 0 && got[1] == 0 && got[7] == 0);
    GPU_CHECK(gpu_conv2d_u8(got, x, 1, 8, &much, 1, 1, GPU_BORDER_WRAP));
    CHECK(got[0] == 0 && got[1] == 255 && got[7] == 255);
    GPU_CHECK(gpu_conv2d_u8(got, x, 1, 8, &nan, 1, 1, GPU_BORDER_WRAP));
    CHECK(got[0] == 0 && got[7] == 0);
}

TEST(typed_copy)
{
    float x[5] = {1, 2, 3, 4, 5}, y[5] = {0};
    const float *const from = x, *none = NULL;
    float *const d = GPU_NEW(float, 5);
    CHECK_STATUS(GPU_COPY(d, from, 5), GPU_OK, "");
    CHECK_STATUS(GPU_COPY(y, d, 4), GPU_OK, "");
    CHECK(y[3] == 4 && y[4] == 0);
    CHECK_STATUS(GPU_COPY(d, x, 6), GPU_ERROR_INVALID_ARGUMENT, "GPU_COPY: ");
    CHECK_STATUS(GPU_COPY(y, x, (size_t)1 << 63), GPU_ERROR_INVALID_ARGUMENT,
                 "GPU_COPY: 9223372036854775808 elements of 4 bytes are more than any machine has");
    CHECK_STATUS(GPU_COPY(d, none, 3), GPU_ERROR_INVALID_ARGUMENT, "GPU_COPY: src is NULL");
    GPU_CHECK(gpu_free(d));
}

static void print_of(char *text, size_t bytes, const char *name, const void *x, gpu_type type, size_t rows, size_t cols)
{
    FILE *const f = tmpfile();
    size_t n;
    GPU_CHECK(gpu_print_array(f, name, x, type, rows, cols));
    rewind(f);
    n = fread(text, 1, bytes - 1, f);
    text[n] = 0;
    fclose(f);
}
TEST(printing)
{
    static const float x[6] = {1, -2.5f, 0.1f, NAN, INFINITY, 1e20f};
    static const int64_t w[4] = {1, -22, 333, INT64_MIN};
    static const uint8_t u[4] = {1, 255, 3, 0};
    char text[2000];
    float *const d = GPU_TO_DEVICE(float, x, 6), *const many = GPU_NEW(float, 1001);
    print_of(text, sizeof text, NULL, d, GPU_F32, GPU_PRINT_FLAT, 3);
    CHECK(strcmp(text, "[  1. -2.5  0.1]\n") == 0);
    print_of(text, sizeof text, "x", x + 3, GPU_F32, GPU_PRINT_FLAT, 3);
    CHECK(strcmp(text, "x = [  nan   inf 1e+20]\n") == 0);
    print_of(text, sizeof text, "u", u, GPU_U8, 2, 2);
    CHECK(strcmp(text, "u = [[  1 255]\n     [  3   0]]\n") == 0);
    print_of(text, sizeof text, NULL, w, GPU_I64, GPU_PRINT_FLAT, 4);
    CHECK(strstr(text, "-9223372036854775808]") != NULL);
    print_of(text, sizeof text, "none", NULL, GPU_I64, GPU_PRINT_FLAT, 0);
    CHECK(strcmp(text, "none = []\n") == 0);
    GPU_CHECK(gpu_arange_f32(many, 0, 1, 1001));
    print_of(text, sizeof text, NULL, many, GPU_F32, GPU_PRINT_FLAT, 1001);
    CHECK(strcmp(text, "[   0.    1.    2. ...  998.  999. 1000.]\n") == 0);
    print_of(text, sizeof text, NULL, many, GPU_F32, 1001, 1);
    CHECK(strcmp(text, "[[   0.]\n [   1.]\n [   2.]\n ...\n [ 998.]\n [ 999.]\n [1000.]]\n") == 0);
    CHECK_STATUS(gpu_print_array(stdout, NULL, many, GPU_F32, 2, 501), GPU_ERROR_INVALID_ARGUMENT, "gpu_print: ");
    CHECK_STATUS(gpu_print_array(NULL, NULL, x, GPU_F32, 1, 1), GPU_ERROR_INVALID_ARGUMENT, "out is NULL; pass stdout");
    CHECK_STATUS(gpu_print_array(stdout, NULL, NULL, GPU_F32, 1, 1), GPU_ERROR_INVALID_ARGUMENT,
                 "the array is NULL; expected 1 elements of 4 bytes");
    CHECK_STATUS(gpu_print_array(stdout, NULL, x, (gpu_type)7, 1, 1), GPU_ERROR_INVALID_ARGUMENT, "the type is 7");
    GPU_CHECK(gpu_free(d)), GPU_CHECK(gpu_free(many));
}

GPU_CONSTANT(float, table, [4]);
#ifdef __CUDACC__
__device__ int written_by_a_kernel;
GPU_KERNEL(write_it, (int, value))
{
    written_by_a_kernel = value;
}
#endif
TEST(constants_read_back)
{
    const float set[4] = {1, 2, 3, 4};
    float back[4] = {0};
    CHECK_STATUS(gpu_set_constant(table, set, sizeof set), GPU_OK, "");
    CHECK_STATUS(gpu_get_constant(back, table, sizeof back), GPU_OK, "");
    CHECK(same_bits(back, set, sizeof set));
    CHECK_STATUS(gpu_get_constant(back, table, 20), GPU_ERROR_INVALID_ARGUMENT,
                 "gpu_get_constant: 20 bytes of table, which has 16");
    CHECK_STATUS(gpu_get_constant(NULL, table, 4), GPU_ERROR_INVALID_ARGUMENT,
                 "the target for table is NULL; expected 4 bytes");
#ifdef __CUDACC__
    {
        int value = 0;
        GPU_CHECK(write_it(gpu_grid(1, 1, 1, 1, 1, 1), 42));
        GPU_CHECK(gpu_get_constant(&value, written_by_a_kernel, sizeof value));
        CHECK_INT(value, 42);
    }
#endif
}
