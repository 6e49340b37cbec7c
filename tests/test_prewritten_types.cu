/* What concerns types: casts between all of them, masks, the unsigned ones; and weighted counts. Of test_prewritten. */

#define GPU_KERNELS_FOR_C
#include "gpu.h"
#include "test.h"
#include "prewritten.h"

/* ----------------------------------------------------------------------------------------------------------- casts
   -- */

/* Every value is exact in a long double. Its cast by the contract, apart from what is tested. */
typedef struct {
    long double value;
    int real;
} number;
static uint64_t whole_cast(number v, int is_signed, int bits)
{
    const long double top = ldexpl(1, bits - is_signed), bottom = is_signed ? -top : 0;
    const long double t = truncl(v.value);
    if (v.real) {
        if (v.value != v.value) return 0;
        if (t >= top) return (uint64_t)-1 >> (64 - bits + is_signed);
        if (t <= bottom) return is_signed ? (uint64_t)-1 << (bits - 1) : 0;
    }
    return t < 0 ? (uint64_t)0 - (uint64_t)-t : (uint64_t)t;
}
static double edge(size_t i) /* the ends of every integer type and their neighbours, and ordinary numbers */
{
    static const int power[] = {0, 1, 7, 8, 9, 24, 31, 32, 33, 52, 53, 62, 63, 64, 65};
    const double p = ldexp(1, power[i % 15]);
    const double wide[] = {p, -p, p - 0.5, 0.5 - p, p + 1, 1 - p, p - 1, uniform() * p, NAN, INFINITY, -INFINITY, -0.0};
    return wide[i / 15 % 12];
}
typedef void (*cast_row)(const void *dx, gpu_type from, int real, const long double *x, size_t n);
static const gpu_comparison comparisons[] = {GPU_LESS,      GPU_LESS_EQUAL, GPU_EQUAL,
                                            GPU_NOT_EQUAL, GPU_GREATER,    GPU_GREATER_EQUAL};
static const float odd_f32 = NAN;
static const double odd_f64 = -INFINITY;
static const int32_t odd_i32 = INT32_MIN;
static const int64_t odd_i64 = INT64_MAX;

#define TYPES ANY
#define BODY "types_T.h"
#include "each_type.h"

static const cast_row casts_to[] = {casts_to_f32, casts_to_f64, casts_to_i32, casts_to_i64,
                                    casts_to_u8,  casts_to_u32, casts_to_u64};
TEST(casts_from_f32) { casts_from_f32(casts_to, 7); }
TEST(casts_from_f64) { casts_from_f64(casts_to, 7); }
TEST(casts_from_i32) { casts_from_i32(casts_to, 7); }
TEST(casts_from_i64) { casts_from_i64(casts_to, 7); }
TEST(casts_from_u8) { casts_from_u8(casts_to, 7); }
TEST(casts_from_u32) { casts_from_u32(casts_to, 7); }
TEST(casts_from_u64) { casts_from_u64(casts_to, 7); }

TEST(casts_in_place_and_refused)
{
    float x[5] = {1.5f, -2.5f, NAN, 3e9f, -0.0f};
    int32_t got[5];
    GPU_CHECK(gpu_cast_i32((int32_t *)(void *)x, x, GPU_F32, 5));
    memcpy(got, x, sizeof got);
    CHECK(got[0] == 1 && got[1] == -2 && got[2] == 0 && got[3] == 2147483647 && got[4] == 0);
    CHECK_SUFFIXED(gpu_cast_f64((double *)(void *)x, x, GPU_F32, 2), GPU_ERROR_INVALID_ARGUMENT, "overlap");
    CHECK_SUFFIXED(gpu_cast_i32(got, x, (gpu_type)7, 5), GPU_ERROR_INVALID_ARGUMENT,
                   "gpu_cast: the type of x is 7; expected GPU_F32");
    CHECK_SUFFIXED(gpu_cast_i32(NULL, x, GPU_F32, 5), GPU_ERROR_INVALID_ARGUMENT, "gpu_cast: out is NULL");
}

/* ----------------------------------------------------------------------------------------------------------- masks
   -- */

TEST(masks_refused)
{
    float x[4] = {1, 2, 3, 4};
    uint8_t m[4];
    CHECK_SUFFIXED(gpu_compare_f32(m, x, (gpu_comparison)7, x, 4), GPU_ERROR_INVALID_ARGUMENT,
                   "gpu_compare: comparison 7; expected GPU_LESS");
    CHECK_SUFFIXED(gpu_compare_scalar_f32(m, x, (gpu_comparison)0, 2, 4), GPU_ERROR_INVALID_ARGUMENT,
                   "gpu_compare_scalar: comparison 0");
    CHECK_SUFFIXED(gpu_compare_f32((uint8_t *)x, x, GPU_LESS, x, 4), GPU_ERROR_INVALID_ARGUMENT, "overlap");
    CHECK_SUFFIXED(gpu_compare_f32(m, x, GPU_LESS, NULL, 4), GPU_ERROR_INVALID_ARGUMENT, "gpu_compare: y is NULL");
}

/* -------------------------------------------------------------------------------------------------- unsigned types
   -- */

TEST(transposes_of_any_bytes)
{
    static const size_t shape[][2] = {{1, 1}, {3, 5}, {64, 64}, {127, 129}, {128, 260},
                                      {5, 7001}, {7001, 3}, {4096, 32}, {33, 2047}};
    size_t k, size, shift, r, c, b;
    for (k = 0; k < sizeof shape / sizeof *shape; k++)
        for (size = 1; size <= 16; size *= 2)
            for (shift = 0; shift < 2; shift++) {
                const size_t rows = shape[k][0], cols = shape[k][1], n = rows * cols;
                unsigned char *x = (unsigned char *)malloc(n * size), *t = (unsigned char *)malloc(n * size);
                unsigned char *dx, *dt = (unsigned char *)on_device(NULL, n, size, shift);
                size_t bad = 0;
                for (b = 0; b < n * size; b++) x[b] = (unsigned char)(b * 31 + b / 256 + 7 * (b / 65536));
                dx = (unsigned char *)on_device(x, n, size, shift);
                CHECK_SUFFIXED(gpu_transpose_bytes(dt, dx, rows, cols, size), GPU_OK, "");
                to_host(t, dt, n * size);
                for (r = 0; r < rows; r++)
                    for (c = 0; c < cols; c++)
                        bad += memcmp(t + (c * rows + r) * size, x + (r * cols + c) * size, size) != 0;
                CHECK_INT(bad, 0);
                release(dx, size, shift), release(dt, size, shift);
                free(x), free(t);
            }
    CHECK_SUFFIXED(gpu_transpose_bytes(&k, &r, 1, 1, 3), GPU_ERROR_INVALID_ARGUMENT,
                   "gpu_transpose: elements of 3 bytes; expected 1, 2, 4, 8 or 16");
    CHECK_SUFFIXED(gpu_transpose_bytes(&k, &r, 1, 0, 4), GPU_ERROR_INVALID_ARGUMENT,
                   "gpu_transpose: the matrix is 1 by 0");
}

/* -------------------------------------------------------------------------------------------------- weighted counts
   -- */

TEST(weights_refused)
{
    int32_t x[4] = {0, 1, 2, 3};
    double w[4] = {1, 2, 3, 4}, sums[4];
    CHECK_SUFFIXED(gpu_bincount_weights_f64(sums, 0, x, w, 4), GPU_ERROR_INVALID_ARGUMENT,
                   "gpu_bincount_weights: 0 bins");
    CHECK_SUFFIXED(gpu_bincount_weights_f64(sums, (size_t)1 << 31, x, w, 4), GPU_ERROR_INVALID_ARGUMENT,
                   "bins; expected 1 to 2147483647");
    CHECK_SUFFIXED(gpu_bincount_weights_f64(sums, 4, x, NULL, 4), GPU_ERROR_INVALID_ARGUMENT,
                   "gpu_bincount_weights: w is NULL");
    CHECK_SUFFIXED(gpu_bincount_weights_f64(w, 4, x, w, 4), GPU_ERROR_INVALID_ARGUMENT, "overlap");
}

/* In many bins: the order of additions is part of the result. A part has 4096 elements, and eight for each bin. */
TEST(weights_in_many_bins)
{
    static const size_t shapes[][2] = {{50001, 6251},   {50001, 3000}, {300000, 65536}, {300000, 900},
                                       {20000, 300007}, {4096, 4096},  {200000, 1025}};
    size_t k, i, p, s, b;
    for (k = 0; k < sizeof shapes / sizeof *shapes; k++) {
        const size_t n = shapes[k][0], bins = shapes[k][1], least = 8 * bins > 4096 ? 8 * bins : 4096,
                     parts = (n + least - 1) / least, length = (n + parts * 32 - 1) / (parts * 32) * 32;
        int32_t *x = (int32_t *)malloc(n * 4), *dx;
        double *w = (double *)malloc(n * 8), *sums = (double *)calloc((parts > 1 ? parts : 1) * bins, 8),
               *got = (double *)malloc(bins * 8), *dw, *o;
        for (i = 0; i < n; i++) {
            x[i] = (int32_t)(fabs(uniform()) * (double)(bins + 2)) - 1, w[i] = uniform() * pow(10, uniform() * 9);
            if (x[i] >= 0 && (size_t)x[i] < bins) sums[(parts > 1 ? i / length : 0) * bins + (size_t)x[i]] += w[i];
        }
        dx = (int32_t *)on_device(x, n, 4, 1), dw = (double *)on_device(w, n, 8, 1),
        o = (double *)on_device(NULL, bins, 8, 1);
        CHECK_SUFFIXED(gpu_bincount_weights_f64(o, bins, dx, dw, n), GPU_OK, "");
        to_host(got, o, bins * 8);
        for (b = 0; b < bins; b++) {
            double lane[32] = {0};
            for (p = 0; p < parts; p++) lane[p % 32] += sums[p * bins + b];
            for (s = 16; s; s /= 2)
                for (p = 0; p < s; p++) lane[p] += lane[p + s];
            if (!same_bits(got + b, lane, 8)) {
                test__fail(__FILE__, __LINE__, "%zu elements in %zu bins: bin %zu is %.17g, expected %.17g", n, bins, b,
                           got[b], lane[0]);
                break;
            }
        }
        release(dx, 4, 1), release(dw, 8, 1), release(o, 8, 1);
        free(x), free(w), free(sums), free(got);
    }
}
