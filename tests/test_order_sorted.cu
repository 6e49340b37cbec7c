/* What comes of an order: the k largest, unique elements, places in a sorted array, quantiles: of test_order. */

#define GPU_ORDER
#include "gpu.h"
#include "test.h"
#include "prewritten.h"

static const size_t lengths[] = {1, 2, 7, 256, 1000, 4096, 4097, 20011, 150001};
enum { LENGTHS = sizeof lengths / sizeof *lengths, LONGEST = 150001 };
static int64_t index_of[LONGEST], index_wanted[LONGEST], got_index[LONGEST + 1], counts[LONGEST], got_counts[LONGEST],
    inverse[LONGEST];
static double sorted_copy[LONGEST];

#define BELOW(a, b) ((a) < (b) || (isnan((double)(b)) && !isnan((double)(a))))
#define SAME_KEY(a, b) (!BELOW(a, b) && !BELOW(b, a))
#define TYPES (REAL | I32 | U8 | U64)
#define BODY "order_sorted_T.h"
#include "each_type.h"

static int below_double(const void *a, const void *b)
{
    return *(const double *)a < *(const double *)b ? -1 : *(const double *)a > *(const double *)b;
}
static double quantile_of(size_t n, double q) /* of sorted_copy, which this sorts */
{
    const double at = (double)(n - 1) * q;
    const size_t i = (size_t)at, k = i + 1 < n ? i + 1 : i;
    qsort(sorted_copy, n, sizeof *sorted_copy, below_double);
    return sorted_copy[i] + (sorted_copy[k] - sorted_copy[i]) * (at - (double)i);
}
/* Long arrays, of which a GPU sorts only what a sample says may be among the k: random, sorted both ways, constant,
   few ones among zeros, small numbers of both signs with NaN, and one whose sampled elements say nothing about the
   others. */
enum { MANY = 270001 };
static float many[MANY], many_got[4200];
static int64_t many_order[MANY], many_index[4200];
static int many_descend;
static int below_in_many(const void *a, const void *b)
{
    const int64_t i = *(const int64_t *)a, j = *(const int64_t *)b;
    const int below = BELOW(many[i], many[j]), above = BELOW(many[j], many[i]);
    return below || above ? (below != many_descend ? -1 : 1) : i < j ? -1 : 1;
}
static void make_many(int kind)
{
    size_t i, sample;
    for (i = 0; i < MANY; i++) {
        const float u = (float)uniform();
        many[i] = kind == 0   ? u
                  : kind == 1 ? (float)i
                  : kind == 2 ? -(float)i
                  : kind == 3 ? 2
                  : kind == 4 ? (float)(u > 0.998f)
                  : kind == 5 ? floorf(u * 9)
                              : 2 + u;
        if (kind == 5 && i % 977 == 0) many[i] = (float)special(0);
    }
    for (sample = 0; kind == 6 && sample < MANY / 128; sample++) { /* as the device code draws it */
        uint64_t mixed = (sample + 1) * 0x9e3779b97f4a7c15u;
        mixed ^= mixed >> 29;
        many[sample * 128 + ((mixed * 0xbf58476d1ce4e5b9u >> 32) & 127)] = many_descend ? -1.0f : 9.0f;
    }
}
TEST(top_of_many)
{
    static const size_t ks[] = {1, 100, 257, 4200};
    float *dx = GPU_NEW(float, MANY), *out = GPU_NEW(float, 4200);
    int64_t *di = GPU_NEW(int64_t, 4200);
    size_t k, i;
    int kind;
    for (kind = 0; kind < 7; kind++)
        for (many_descend = 0; many_descend < 2; many_descend++) {
            make_many(kind);
            for (i = 0; i < MANY; i++) many_order[i] = (int64_t)i;
            qsort(many_order, MANY, sizeof *many_order, below_in_many);
            to_host(dx, many, sizeof many);
            for (k = 0; k < sizeof ks / sizeof *ks; k++) {
                GPU_CHECK(gpu_set(out, 0xa5, sizeof many_got)), GPU_CHECK(gpu_set(di, 0xa5, sizeof many_index));
                if (many_descend)
                    CHECK_SUFFIXED(gpu_top_f32(out, di, ks[k], dx, MANY), GPU_OK, "");
                else
                    CHECK_SUFFIXED(gpu_bottom_f32(out, di, ks[k], dx, MANY), GPU_OK, "");
                to_host(many_got, out, sizeof many_got), to_host(many_index, di, sizeof many_index);
                for (i = 0; i < ks[k]; i++)
                    if (many_index[i] != many_order[i] || !same_bits(many_got + i, many + many_order[i], 4)) {
                        test__fail(__FILE__, __LINE__,
                                   "gpu_%s: kind %d, k %zu: element %zu is from %lld, expected %lld",
                                   many_descend ? "top" : "bottom", kind, ks[k], i, (long long)many_index[i],
                                   (long long)many_order[i]);
                        break;
                    }
                if (ks[k] < 4200)
                    CHECK(*(const unsigned char *)(many_got + ks[k]) == 0xa5 &&
                          *(const unsigned char *)(many_index + ks[k]) == 0xa5);
            }
        }
    GPU_CHECK(gpu_free(dx)), GPU_CHECK(gpu_free(out)), GPU_CHECK(gpu_free(di));
}

/* Long arrays of few unique elements, which a GPU counts without sorting, and of many, which it then sorts. */
TEST(unique_of_many)
{
    float *dx = GPU_NEW(float, MANY), *out = GPU_NEW(float, MANY);
    int64_t *dc = GPU_NEW(int64_t, MANY), count = -1;
    static float want[MANY], got[MANY];
    static int64_t want_counts[MANY], found_counts[MANY];
    size_t i, found;
    int kind;
    many_descend = 0;
    for (kind = 0; kind < 8; kind++) {
        if (kind < 7)
            make_many(kind);
        else
            /* with both zeros */
            for (i = 0; i < MANY; i++) many[i] = (float)floor(uniform() * 900) * (i % 3 ? 1.0f : -1.0f);
        for (i = 0; i < MANY; i++) many_order[i] = (int64_t)i;
        qsort(many_order, MANY, sizeof *many_order, below_in_many);
        for (i = found = 0; i < MANY; i++) {
            if (!i || !SAME_KEY(many[many_order[i]], many[many_order[i - 1]]))
                want_counts[found] = 0, want[found++] = many[many_order[i]];
            want_counts[found - 1]++;
        }
        test_row("kind %d", kind);
        to_host(dx, many, sizeof many);
        GPU_CHECK(gpu_set(out, 0xa5, sizeof got)), GPU_CHECK(gpu_set(dc, 0xa5, sizeof found_counts));
        CHECK_SUFFIXED(gpu_unique_f32(out, &count, dc, NULL, dx, MANY), GPU_OK, "");
        to_host(got, out, sizeof got), to_host(found_counts, dc, sizeof found_counts);
        CHECK_INT(count, found);
        CHECK_SAME("gpu_unique", got, want, found, GPU_F32);
        CHECK_SAME("counts of gpu_unique", found_counts, want_counts, found, GPU_I64);
        if (found < MANY)
            CHECK(*(const unsigned char *)(got + found) == 0xa5 &&
                  *(const unsigned char *)(found_counts + found) == 0xa5);
    }
    GPU_CHECK(gpu_free(dx)), GPU_CHECK(gpu_free(out)), GPU_CHECK(gpu_free(dc));
}
TEST(top_of_equal_numbers) /* all bits set in most */
{
    enum { n = 100003 };
    static uint64_t x[n], got[3000];
    static int64_t index[3000];
    size_t i;
    for (i = 0; i < n; i++) x[i] = i % 10007 == 5 ? i : UINT64_MAX;
    GPU_CHECK(gpu_bottom_u64(got, index, 3000, x, n));
    for (i = 0; i < 3000; i++) { /* ten, and then the first of the others */
        const uint64_t at = i < 10 ? 10007 * i + 5 : i - 10 < 5 ? i - 10 : i - 9;
        if (index[i] != (int64_t)at || got[i] != x[at]) break;
    }
    CHECK_INT(i, 3000);
    GPU_CHECK(gpu_top_u64(got, index, 3000, x, n));
    for (i = 0; i < 3000 && index[i] == (int64_t)(i < 5 ? i : i + 1); i++) CHECK(got[i] == UINT64_MAX);
    CHECK_INT(i, 3000);
}
TEST(unique_of_whole_numbers) /* all bits set, and many equal */
{
    enum { n = 300007 };
    static uint64_t x[n], got[n];
    static int64_t counts_got[n];
    uint64_t *dx = GPU_NEW(uint64_t, n);
    int64_t *dc = GPU_NEW(int64_t, n), count = -1;
    size_t i, k;
    for (i = 0; i < n; i++) x[i] = i % 1000 ? i % 1000 : UINT64_MAX;
    to_host(dx, x, sizeof x);
    GPU_CHECK(gpu_unique_u64(got, &count, dc, NULL, dx, n));
    to_host(counts_got, dc, sizeof counts_got);
    CHECK_INT(count, 1000);
    for (k = 0; k < 1000; k++)
        if (got[k] != (k < 999 ? k + 1 : UINT64_MAX) || counts_got[k] != (int64_t)(k < 999 ? 300 + (k + 1 < 7) : 301))
            break;
    CHECK_INT(k, 1000);
    GPU_CHECK(gpu_free(dx)), GPU_CHECK(gpu_free(dc));
}

TEST(quantiles)
{
    static const double shares[] = {0, 0.1, 0.25, 0.5, 0.9999, 1};
    static const size_t shapes[][2] = {{1, 1}, {3, 5}, {40, 33}, {5, 9001}, {5000, 3}, {1, 140001}};
    static double out[5000];
    static float narrow[9001];
    size_t l, k, i, r;
    for (l = 0; l < LENGTHS; l++)
        for (k = 0; k < 6; k++) {
            const size_t n = lengths[l];
            double *dx, value;
            make_f64(n, (int)(l % 2));
            for (i = 0; i < n; i++) sorted_copy[i] = x_f64[i];
            dx = (double *)on_device(x_f64, n, 8, 1);
            value = quantile_of(n, shares[k]);
            CHECK_CLOSE(gpu_quantile_f64(dx, n, shares[k]), value, 0, 1e-14);
            if (shares[k] == 0.5) CHECK_CLOSE(gpu_median_f64(dx, n), value, 0, 1e-14);
            CHECK_SUFFIXED(gpu_quantile_to_f64(out, dx, n, shares[k]), GPU_OK, "");
            CHECK_CLOSE(out[0], value, 0, 1e-14);
            release(dx, 8, 1);
        }
    for (k = 0; k < sizeof shapes / sizeof *shapes; k++) {
        const size_t rows = shapes[k][0], cols = shapes[k][1], n = rows * cols;
        double *dx, *d = GPU_NEW(double, rows);
        float *df, *f = GPU_NEW(float, cols);
        make_f64(n, 0), make_f32(n, 0);
        dx = (double *)on_device(x_f64, n, 8, 0), df = (float *)on_device(x_f32, n, 4, 0);
        CHECK_SUFFIXED(gpu_quantile_rows_f64(d, dx, rows, cols, 0.3), GPU_OK, "");
        to_host(out, d, rows * 8);
        for (r = 0; r < rows; r++) {
            for (i = 0; i < cols; i++) sorted_copy[i] = x_f64[r * cols + i];
            CHECK_CLOSE(out[r], quantile_of(cols, 0.3), 0, 1e-14);
        }
        if (cols <= 9001) {
            CHECK_SUFFIXED(gpu_median_cols_f32(f, df, rows, cols), GPU_OK, "");
            to_host(narrow, f, cols * 4);
            for (r = 0; r < cols; r++) {
                for (i = 0; i < rows; i++) sorted_copy[i] = (double)x_f32[i * cols + r];
                CHECK_CLOSE(narrow[r], quantile_of(rows, 0.5), 0, 1e-7);
            }
        }
        GPU_CHECK(gpu_free(d)), GPU_CHECK(gpu_free(f));
        release(dx, 8, 0), release(df, 4, 0);
    }
    x_f32[0] = 1, x_f32[1] = NAN, x_f32[2] = 2;
    CHECK(isnan(gpu_median_f32(x_f32, 3)) && gpu_median_f32(x_f32, 1) == 1);
    x_f32[0] = x_f32[1] = INFINITY;
    CHECK(isinf(gpu_quantile_f32(x_f32, 2, 0.3)));
}

/* Elements that are infinite or far apart, and the last digit. `MEDIAN` is the median, of which the array also is taken
   with each element 140,000 times: it stays the same if there are two, and a GPU does not sort an array so long. */
enum { MEDIAN = -1, COPIES = 140000 };
typedef struct extreme {
    size_t n;
    double x[4], q, value;
} extreme;
static const extreme extremes[] = {
    {3, {1, 2, INFINITY}, MEDIAN, 2},
    {3, {1, 2, INFINITY}, 0.5, 2},
    {2, {1, INFINITY}, MEDIAN, INFINITY},
    {2, {1, INFINITY}, 0.25, INFINITY},
    {2, {1, INFINITY}, 0.75, INFINITY},
    {2, {1, INFINITY}, 0, 1},
    {2, {-INFINITY, 1}, MEDIAN, -INFINITY},
    {2, {-INFINITY, 1}, 0.25, -INFINITY},
    {2, {-INFINITY, 1}, 0.75, -INFINITY},
    {2, {-INFINITY, 1}, 1, 1},
    {3, {-INFINITY, 0, INFINITY}, MEDIAN, 0},
    {3, {-INFINITY, 0, INFINITY}, 0.5, 0},
    {2, {-INFINITY, INFINITY}, MEDIAN, NAN},
    {2, {-INFINITY, INFINITY}, 0.25, NAN},
    {2, {-1.75e308, 1.75e308}, MEDIAN, 0},
    {2, {-1.75e308, 1.75e308}, 0.5, 0},
    {2, {-1.5e308, 1.5e308}, 0.25, -0.75e308},
    {2, {1.5e308, 1.75e308}, MEDIAN, 1.625e308},
    {4, {5e-324, 5e-324, 1.5e-323, 1.5e-323}, MEDIAN, 1e-323},
    {2, {-0.618, 0.752}, MEDIAN, 0.067},
    {2, {-0.618, 0.752}, 0.5, 0.06699999999999995},
    {2, {-0.618, 0.752}, 0.25, -0.27549999999999997},
    {2, {0, 2}, 0.25, 0.5},
};
static int is(const double *got, double want) { return isnan(want) ? isnan(*got) : same_bits(got, &want, sizeof want); }
static int extreme_as(const extreme *e, int way) /* by one of the functions */
{
    static double x[2 * COPIES];
    static float narrow[8], narrow_got[2];
    const size_t n = e->n, copies = way == 4 ? COPIES : way > 1 ? 2 : 1;
    const int median = e->q == MEDIAN;
    double got[2] = {-7, -7};
    size_t i;
    for (i = 0; i < n * copies; i++) narrow[i % 8] = (float)(x[i] = e->x[way == 2 ? i % n : i / copies]);
    if (way == 0) got[0] = got[1] = median ? gpu_median_f64(x, n) : gpu_quantile_f64(x, n, e->q);
    if (way == 1)
        GPU_CHECK(median ? gpu_median_to_f64(got, x, n) : gpu_quantile_to_f64(got, x, n, e->q)), got[1] = got[0];
    if (way == 2) GPU_CHECK(median ? gpu_median_rows_f64(got, x, 2, n) : gpu_quantile_rows_f64(got, x, 2, n, e->q));
    if (way == 3) GPU_CHECK(median ? gpu_median_cols_f64(got, x, n, 2) : gpu_quantile_cols_f64(got, x, n, 2, e->q));
    if (way == 4) got[0] = got[1] = gpu_median_f64(x, n * copies);
    if (way < 5) return is(got, e->value) && is(got + 1, e->value);
    GPU_CHECK(median ? gpu_median_cols_f32(narrow_got, narrow, n, 2)
                     : gpu_quantile_cols_f32(narrow_got, narrow, n, 2, e->q));
    got[0] = (double)narrow_got[0];
    return is(got, (double)(float)e->value);
}
TEST(quantiles_of_extreme_numbers)
{
    size_t r, i;
    int way;
    double x[101];
    for (r = 0; r < sizeof extremes / sizeof *extremes; r++)
        for (way = 0; way < 6; way++) {
            const extreme *const e = &extremes[r];
            if (way == 4 && (e->q != MEDIAN || e->n != 2)) continue;
            if (way == 5 && isfinite(e->x[0]) && fabs(e->x[0]) > 1e38) continue; /* no float */
            if (!extreme_as(e, way))
                test__fail(__FILE__, __LINE__, "row %zu, q %g, way %d: expected %.17g", r, e->q, way, e->value);
        }
    for (i = 0; i < 101; i++) x[i] = i < 51 ? (double)i : INFINITY;
    CHECK(gpu_median_f64(x, 101) == 50 && gpu_quantile_f64(x, 101, 0.5) == 50);
}

TEST(rows_of_the_largest)
{
    enum { rows = 30, cols = 700, k = 5 };
    const int kind = 1;
    size_t r, i;
    static int32_t values[rows * k];
    static int64_t places[rows * k];
    make_i32(rows * cols, kind);
    CHECK_SUFFIXED(gpu_top_rows_i32(values, places, k, x_i32, rows, cols), GPU_OK, "");
    for (r = 0; r < rows; r++) {
        CHECK_SUFFIXED(gpu_top_i32(got_i32, got_index, k, x_i32 + r * cols, cols), GPU_OK, "");
        test_row("row %zu", r);
        CHECK_SAME("values", values + r * k, got_i32, k, GPU_I32);
        CHECK_SAME("places", places + r * k, got_index, k, GPU_I64);
    }
    CHECK_SUFFIXED(gpu_bottom_rows_i32(values, NULL, k, x_i32, rows, cols), GPU_OK, "");
    for (i = 0; i < k; i++) CHECK(values[i] <= values[k - 1]);
}

TEST(none_of_the_largest)
{
    float x[6] = {3, 1, 2, 6, 5, 4}, y[2] = {7, 7};
    int64_t index[2] = {7, 7};
    CHECK_SUFFIXED(gpu_top_f32(y, index, 0, x, 6), GPU_OK, "");
    CHECK_SUFFIXED(gpu_bottom_f32(y, index, 0, x, 0), GPU_OK, "");
    CHECK_SUFFIXED(gpu_top_rows_f32(y, index, 0, x, 2, 3), GPU_OK, "");
    CHECK_SUFFIXED(gpu_bottom_rows_f32(NULL, NULL, 0, x, 2, 3), GPU_OK, "");
    CHECK(y[0] == 7 && y[1] == 7 && index[0] == 7 && index[1] == 7);
}
TEST(refusals_of_sorted)
{
    float *x = GPU_ZEROS(float, 100), *y = GPU_ZEROS(float, 100);
    int64_t *index = GPU_ZEROS(int64_t, 100), count;
    CHECK_SUFFIXED(gpu_top_f32(y, index, 101, x, 100), GPU_ERROR_INVALID_ARGUMENT,
                   "k is 101; expected at most 100, the number of elements");
    CHECK_SUFFIXED(gpu_top_f32(y, index, 1, x, 0), GPU_ERROR_INVALID_ARGUMENT, "k is 1; expected at most 0");
    CHECK_SUFFIXED(gpu_top_rows_f32(y, index, 6, x, 20, 5), GPU_ERROR_INVALID_ARGUMENT,
                   "k is 6; expected at most 5, the number of elements of a row");
    CHECK_SUFFIXED(gpu_top_f32(x, index, 5, x, 100), GPU_ERROR_INVALID_ARGUMENT,
                   "values and x overlap; expected two arrays");
    CHECK_SUFFIXED(gpu_unique_f32(y, NULL, NULL, NULL, x, 100), GPU_ERROR_INVALID_ARGUMENT, "count is NULL");
    CHECK_SUFFIXED(gpu_unique_f32(y, &count, index, index, x, 100), GPU_ERROR_INVALID_ARGUMENT,
                   "counts and inverse overlap");
    CHECK_SUFFIXED(gpu_searchsorted_f32(index, x, 100, y, 100, (gpu_side)2), GPU_ERROR_INVALID_ARGUMENT,
                   "the side is 2; expected GPU_LEFT or GPU_RIGHT");
    CHECK_FAILS(isnan((gpu__note_site(__FILE__, __LINE__, GPU__BY_PREWRITTEN), gpu_quantile_f32(x, 100, 1.5))),
                GPU_ERROR_INVALID_ARGUMENT, "q is 1.5; expected a number from 0 to 1");
    CHECK_FAILS(isnan((gpu__note_site(__FILE__, __LINE__, GPU__BY_PREWRITTEN), gpu_median_f32(x, 0))),
                GPU_ERROR_INVALID_ARGUMENT, "an empty array has no quantile");
    GPU_CHECK(gpu_free(x));
    GPU_CHECK(gpu_free(y));
    GPU_CHECK(gpu_free(index));
}
