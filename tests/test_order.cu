/* The family order: each function against a merge sort by comparisons, on arrays of all kinds and sizes, misaligned, in
   place, from the host and in graphs; and each refusal. */

#define GPU_ORDER
#include "gpu.h"
#define TEST_MAIN
#include "test.h"
#include "prewritten.h"

enum { KINDS = 11 };
static const size_t lengths[] = {0, 1, 2, 3, 5, 31, 32, 33, 127, 256, 257, 1000, 1023, 2047, 2048, 2049, 4095, 4096,
                                 4097, 7679, 7680, 7681, 10007, 65537, 131071, 131072, 300007};
enum { LENGTHS = sizeof lengths / sizeof *lengths, LONGEST = 300007 };

static uint64_t random_bits(void)
{
    (void)uniform();
    return state * 0x2545f4914f6cdd1du;
}
/* Element i of an array of a kind, as bits: random, few distinct, constant, ascending, descending, organ pipe, special
   numbers and NaN with payloads, both zeros and denormal numbers, small whole numbers of either sign, clusters of
   neighbours far from each other, and random with a few NaN and -0. */
static uint64_t element_bits(int kind, size_t i, size_t n, size_t size)
{
    const uint64_t top = (uint64_t)1 << (size * 8 - 1), infinity = size == 8 ? 0x7ff0000000000000u : 0x7f800000u;
    const uint64_t r = random_bits(), sign = r >> 63 ? top : 0;
    switch (kind) {
    case 0: return r;
    case 1: return r % 3;
    case 2: return 77;
    case 3: return i;
    case 4: return n - i;
    case 5: return i < n / 2 ? i : n - i;
    case 6: return r % 5 == 0 ? sign | infinity : r % 5 == 1 ? sign | (infinity + 1 + r % 9) : r % 5 == 2 ? sign : r;
    case 7: return sign | (r % 4 == 0 ? r % 100 : 0);
    case 8: return (uint64_t)((int64_t)(r % 200) - 100);
    case 9: return (r >> 60) * (top >> 4) + (r & 1023);
    default: return r % 50 == 0 ? top : r % 50 == 1 ? sign | (infinity + 1 + r % 9) : r % 50 == 2 ? 0 : r;
    }
}

/* A NaN is above every number. */
#define BELOW(a, b) ((a) < (b) || (isnan((double)(b)) && !isnan((double)(a))))

static int64_t want_index[LONGEST], got_index[LONGEST + 1];
static uint64_t want_values[LONGEST], got_values[LONGEST + 1], values[LONGEST];
static uint32_t want_short[LONGEST], got_short[LONGEST + 1], short_values[LONGEST];

/* What lies behind an array on the device is still what on_device has put there. */
#define UNTOUCHED(p) CHECK(*(const unsigned char *)(p) == 0xa5)

static double between(double a, double b, double t) /* products are rounded, and no part of a fused operation */
{
    volatile double product = (b - a) * (t < 0.5 ? t : 1 - t), of_a = a * (1 - t), of_b = b * t;
    if (a == b || t == 0) return a;
    return !isfinite(b - a) ? of_a + of_b : t < 0.5 ? a + product : b - product;
}

#define TYPES ANY
#define BODY "order_T.h"
#include "each_type.h"

TEST(every_length)
{
    static float x[5000], want[5000], got[5000];
    float *dx = GPU_NEW(float, 5000), *out = GPU_NEW(float, 5000);
    size_t n, i;
    for (n = 0; n <= 5000; n++) {
        const int kind = n % 4 ? 0 : (int)(n / 4) % KINDS;
        const gpu_order order = n % 2 ? GPU_DESCENDING : GPU_ASCENDING;
        fill_f32(x, n, kind);
        order_f32(want_index, x, n, n % 2);
        for (i = 0; i < n; i++) want[i] = x[want_index[i]];
        to_host(dx, x, n * 4);
        GPU_CHECK(gpu_sort_f32(out, dx, n, order));
        to_host(got, out, n * 4);
        test_row("kind %d, %zu elements, order %d", kind, n, (int)order);
        CHECK_SAME("gpu_sort", got, want, n, GPU_F32);
    }
    GPU_CHECK(gpu_free(dx));
    GPU_CHECK(gpu_free(out));
}

/* More bytes than 31 bits count. */
TEST(beyond_two_to_the_31)
{
    const size_t n = ((size_t)1 << 31) + 5, step = (size_t)1 << 24;
    gpu_memory_stats m;
    uint8_t *x, *part, *want;
    size_t i, k, some, run, left = 0, wrong = 0;
    int value = 0;
    GPU_CHECK(gpu_memory(&m));
    if (gpu_device() == GPU_CPU || m.free < 3 * n) SKIP("needs a GPU with 7 GB of free memory");
    x = GPU_NEW(uint8_t, n), part = (uint8_t *)malloc(2 * step), want = part + step;
    /* each value n / 256 times, and the first five once more */
    for (k = 0; k < step; k++) part[k] = (uint8_t)(k * 7 + 3);
    for (i = 0; i < n; i += step) GPU_CHECK(gpu_copy(x + i, part, n - i < step ? n - i : step));
    GPU_CHECK(gpu_sort_u8(x, x, n, GPU_ASCENDING));
    for (i = 0; i < n; i += some) {
        some = n - i < step ? n - i : step;
        GPU_CHECK(gpu_copy(part, x + i, some));
        for (k = 0; k < some; k += run) { /* as many as are left of this value */
            if (!left)
                left = ((size_t)1 << 23) + (value == 3 || value == 10 || value == 17 || value == 24 || value == 31),
                value++;
            run = left < some - k ? left : some - k, left -= run;
            memset(want + k, value - 1, run);
        }
        wrong += memcmp(part, want, some) != 0;
    }
    CHECK_INT(wrong, 0);
    GPU_CHECK(gpu_free(x)), free(part);
}

TEST(millions)
{
    enum { n = 3000017 };
    const gpu_order order = GPU_DESCENDING;
    float *x = (float *)malloc(n * 4), *got = (float *)malloc(n * 4), *dx = GPU_NEW(float, n);
    int64_t *index = (int64_t *)malloc(n * 8), *di = GPU_NEW(int64_t, n);
    size_t i;
    fill_f32(x, n, 0);
    GPU_CHECK(gpu_copy(dx, x, n * 4));
    GPU_CHECK(gpu_argsort_f32(di, dx, n, order));
    GPU_CHECK(gpu_sort_f32(dx, dx, n, order));
    to_host(got, dx, n * 4);
    to_host(index, di, n * 8);
    for (i = 0; i < n; i++)
        if (!CHECK_SAME("the order by its index", got + i, x + index[i], 1, GPU_F32)) break;
    for (i = 1; i < n; i++)
        if (BELOW(got[i - 1], got[i]) || (!BELOW(got[i], got[i - 1]) && index[i - 1] >= index[i])) break;
    CHECK_INT(i, n);
    GPU_CHECK(gpu_free(dx));
    GPU_CHECK(gpu_free(di));
    free(x), free(got), free(index);
}

/* Arrays of the host, at addresses that are no multiples of their elements' size. */
TEST(host_arrays)
{
    static unsigned char room[5][8 * 5001];
    static const size_t many[] = {1, 7, 40, 1000, 5000};
    static double x[5000], want[5000];
    size_t k, i, shift;
    for (k = 0; k < 5; k++)
        for (shift = 0; shift < 2; shift++) {
            const size_t n = many[k];
            double *const keys = (double *)(void *)(room[0] + 3 * shift);
            double *const out = (double *)(void *)(room[1] + 5 * shift);
            uint32_t *const v = (uint32_t *)(void *)(room[2] + shift);
            uint32_t *const w = (uint32_t *)(void *)(room[3] + 2 * shift);
            fill_f64(x, n, 6);
            order_f64(want_index, x, n, 0);
            for (i = 0; i < n; i++) want[i] = x[want_index[i]], short_values[i] = (uint32_t)random_bits();
            for (i = 0; i < n; i++) want_short[i] = short_values[want_index[i]];
            memset(room, 0xa5, sizeof room);
            memcpy(keys, x, n * 8), memcpy(v, short_values, n * 4);
            CHECK_SUFFIXED(gpu_sort_f64(out, keys, n, GPU_ASCENDING), GPU_OK, "");
            CHECK(same_bits(out, want, n * 8));
            memset(out, 0xa5, n * 8);
            CHECK_SUFFIXED(gpu_sort_pairs_f64(out, w, keys, v, 4, n, GPU_ASCENDING), GPU_OK, "");
            CHECK(same_bits(out, want, n * 8) && same_bits(w, want_short, n * 4));
            CHECK(room[1][5 * shift + n * 8] == 0xa5 && room[3][2 * shift + n * 4] == 0xa5);
            CHECK(same_bits(keys, x, n * 8) && same_bits(v, short_values, n * 4));
            CHECK_SUFFIXED(gpu_sort_pairs_f64(keys, v, keys, v, 4, n, GPU_ASCENDING), GPU_OK, "");
            CHECK(same_bits(keys, want, n * 8) && same_bits(v, want_short, n * 4));
        }
}

#if (defined(__STDC_VERSION__) && __STDC_VERSION__ >= 201112L) || defined(__cplusplus)
TEST(bare_names)
{
    float x[4] = {3, 1, 2, 1}, out[4];
    double weights[4] = {0, 1, 2, 3}, moved[4];
    int64_t index[4];
    uint32_t small[4];
    CHECK_STATUS(gpu_sort(out, x, 4, GPU_ASCENDING), GPU_OK, "");
    CHECK(out[0] == 1 && out[1] == 1 && out[2] == 2 && out[3] == 3);
    CHECK_STATUS(gpu_argsort(index, x, 4, GPU_DESCENDING), GPU_OK, "");
    CHECK(index[0] == 0 && index[1] == 2 && index[2] == 1 && index[3] == 3);
    CHECK_STATUS(gpu_argsort_short(small, x, 4, GPU_ASCENDING), GPU_OK, "");
    CHECK(small[0] == 1 && small[1] == 3 && small[2] == 2 && small[3] == 0);
    CHECK_STATUS(gpu_sort_pairs(out, moved, x, weights, 4, GPU_ASCENDING), GPU_OK, "");
    CHECK(moved[0] == 1 && moved[1] == 3 && moved[2] == 2 && moved[3] == 0);
    CHECK_STATUS(gpu_sort_pairs(out, moved, x, small, 4, GPU_ASCENDING), GPU_ERROR_INVALID_ARGUMENT,
                 "the same type in both arrays");
    CHECK_STATUS(gpu_sort_rows(out, x, 2, 2, GPU_ASCENDING), GPU_OK, "");
    CHECK(out[0] == 1 && out[1] == 3 && out[2] == 1 && out[3] == 2);
    CHECK_STATUS(gpu_argsort_rows(index, x, 2, 2, GPU_ASCENDING), GPU_OK, "");
    CHECK(index[0] == 1 && index[1] == 0 && index[2] == 1 && index[3] == 0);
}
#endif

TEST(graphs)
{
    static const size_t many[] = {1000, 20011, 300007};
    static int32_t x[LONGEST], want[LONGEST], got[LONGEST];
    int32_t *dx = GPU_NEW(int32_t, LONGEST), *out = GPU_NEW(int32_t, LONGEST);
    size_t k, i;
    int round;
    for (k = 0; k < 3; k++) {
        const size_t n = many[k];
        gpu_graph g;
        CHECK_STATUS(gpu_graph_begin(), GPU_OK, "");
        CHECK_SUFFIXED(gpu_sort_i32(out, dx, n, GPU_ASCENDING), GPU_OK, "");
        g = gpu_graph_end();
        for (round = 0; round < 2; round++) {
            fill_i32(x, n, 0);
            order_i32(want_index, x, n, 0);
            for (i = 0; i < n; i++) want[i] = x[want_index[i]];
            GPU_CHECK(gpu_copy(dx, x, n * 4));
            GPU_CHECK(gpu_set(out, 0xa5, n * 4));
            CHECK_STATUS(gpu_graph_launch(g), GPU_OK, "");
            GPU_CHECK(gpu_sync());
            to_host(got, out, n * 4);
            CHECK(same_bits(got, want, n * 4));
        }
        CHECK_STATUS(gpu_graph_free(g), GPU_OK, "");
    }
    GPU_CHECK(gpu_free(dx));
    GPU_CHECK(gpu_free(out));
}

TEST(refusals)
{
    float *x = GPU_ZEROS(float, 100), *y = GPU_ZEROS(float, 100);
    uint32_t *v = GPU_ZEROS(uint32_t, 100), *w = GPU_ZEROS(uint32_t, 100);
    int64_t *index = GPU_ZEROS(int64_t, 100);
    CHECK_SUFFIXED(gpu_sort_f32(y, x, 100, (gpu_order)2), GPU_ERROR_INVALID_ARGUMENT,
                   "the order is 2; expected GPU_ASCENDING or GPU_DESCENDING");
    CHECK_SUFFIXED(gpu_sort_f32(y, x, 101, GPU_ASCENDING), GPU_ERROR_INVALID_ARGUMENT,
                   "404 bytes go beyond the end of out");
    CHECK_SUFFIXED(gpu_sort_f32(y, NULL, 100, GPU_ASCENDING), GPU_ERROR_INVALID_ARGUMENT, "x is NULL");
    CHECK_SUFFIXED(gpu_sort_f32(NULL, x, 100, GPU_ASCENDING), GPU_ERROR_INVALID_ARGUMENT, "out is NULL");
    CHECK_SUFFIXED(gpu_sort_f32(x + 1, x, 99, GPU_ASCENDING), GPU_ERROR_INVALID_ARGUMENT,
                   "out and x overlap; expected the same array");
    CHECK_SUFFIXED(gpu_argsort_f32(index, x, 101, GPU_ASCENDING), GPU_ERROR_INVALID_ARGUMENT,
                   "808 bytes go beyond the end of index");
    CHECK_SUFFIXED(gpu_argsort_f32((int64_t *)(void *)x, x, 50, GPU_ASCENDING), GPU_ERROR_INVALID_ARGUMENT,
                   "index and x overlap; expected two arrays");
    CHECK_SUFFIXED(gpu_argsort_short_f32(v, x, ((size_t)1 << 32) + 1, GPU_ASCENDING), GPU_ERROR_INVALID_ARGUMENT,
                   "more than a uint32_t can index; use gpu_argsort");
    CHECK_SUFFIXED(gpu_sort_pairs_f32(y, w, x, v, 3, 100, GPU_ASCENDING), GPU_ERROR_INVALID_ARGUMENT,
                   "values of 3 bytes; expected 4 or 8");
    CHECK_SUFFIXED(gpu_sort_pairs_f32(y, w, x, v, 8, 100, GPU_ASCENDING), GPU_ERROR_INVALID_ARGUMENT, "values");
    CHECK_SUFFIXED(gpu_sort_pairs_f32(y, v + 1, x, v, 4, 99, GPU_ASCENDING), GPU_ERROR_INVALID_ARGUMENT,
                   "values_out and values overlap; expected the same array");
    CHECK_SUFFIXED(gpu_sort_pairs_f32(y, x, x, v, 4, 100, GPU_ASCENDING), GPU_ERROR_INVALID_ARGUMENT,
                   "values_out and keys overlap; expected two arrays");
    CHECK_SUFFIXED(gpu_sort_pairs_f32(y, y, x, v, 4, 100, GPU_ASCENDING), GPU_ERROR_INVALID_ARGUMENT, "values_out");
    CHECK_SUFFIXED(gpu_sort_pairs_f32(y, NULL, x, v, 4, 100, GPU_ASCENDING), GPU_ERROR_INVALID_ARGUMENT,
                   "values_out is NULL");
    CHECK_SUFFIXED(gpu_sort_pairs_f32((float *)(void *)v, w, x, v, 4, 100, GPU_ASCENDING), GPU_ERROR_INVALID_ARGUMENT,
                   "overlap");
    CHECK_SUFFIXED(gpu_sort_rows_f32(y, x, 0, 5, GPU_ASCENDING), GPU_ERROR_INVALID_ARGUMENT, "the matrix is 0 by 5");
    CHECK_SUFFIXED(gpu_sort_rows_f32(y, x, 10, 11, GPU_ASCENDING), GPU_ERROR_INVALID_ARGUMENT, "440 bytes");
    CHECK_SUFFIXED(gpu_argsort_rows_f32(index, x, 5, 0, GPU_ASCENDING), GPU_ERROR_INVALID_ARGUMENT,
                   "the matrix is 5 by 0");
    GPU_CHECK(gpu_free(x));
    GPU_CHECK(gpu_free(y));
    GPU_CHECK(gpu_free(v));
    GPU_CHECK(gpu_free(w));
    GPU_CHECK(gpu_free(index));
}
