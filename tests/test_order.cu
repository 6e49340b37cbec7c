/* The family order: each function against a merge sort by comparisons, on arrays of all kinds and sizes, misaligned, in
   place, from the host and in graphs; and each refusal. */

#define GPU_ORDER
#include "gpu.h"
#define TEST_MAIN
#include "test.h"
#include "prewritten.h"

enum { KINDS = 11 };
static const size_t lengths[] = {0, 1, 2, 3, 5, 31, 32, 33, 127, 256, 257, 1000, 1023, 2047, 2048, 2049, 4095, 4096, 4097, 7679, 7680, 7681, 10007, 65537, 131071, 131072, 300007};
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

/* index = where the elements in order come from. A NaN is above every number. */
#define BELOW(a, b) ((a) < (b) || (isnan((double)(b)) && !isnan((double)(a))))
#define REFERENCE(T, s)                                                                                                \
    static void fill_##s(T *x, size_t n, int kind)                                                                     \
    {                                                                                                                  \
        size_t i;                                                                                                      \
        for (i = 0; i < n; i++) {                                                                                      \
            const uint64_t bits = element_bits(kind, i, n, sizeof(T));                                                 \
            const uint32_t half = (uint32_t)bits;                                                                      \
            const uint8_t byte = (uint8_t)bits;                                                                        \
            memcpy(x + i, sizeof(T) == 8 ? (const void *)&bits : sizeof(T) == 4 ? (const void *)&half : &byte, sizeof(T)); \
        }                                                                                                              \
    }                                                                                                                  \
    static void order_##s(int64_t *index, const T *x, size_t n, int descending)                                        \
    {                                                                                                                  \
        int64_t *const other = (int64_t *)malloc((n + 1) * sizeof *other);                                             \
        size_t i, run, a, b, end, middle, to;                                                                          \
        for (i = 0; i < n; i++) index[i] = (int64_t)i;                                                                 \
        for (run = 1; run < n; run *= 2) {                                                                             \
            for (i = 0; i < n; i = end) {                                                                              \
                middle = n - i < run ? n : i + run, end = n - middle < run ? n : middle + run;                         \
                for (a = to = i, b = middle; to < end; to++) {                                                         \
                    const int second = a == middle || (b < end && (descending ? BELOW(x[index[a]], x[index[b]]) : BELOW(x[index[b]], x[index[a]]))); \
                    other[to] = second ? index[b++] : index[a++];                                                      \
                }                                                                                                      \
            }                                                                                                          \
            memcpy(index, other, n * sizeof *index);                                                                   \
        }                                                                                                              \
        free(other);                                                                                                   \
    }
REFERENCE(float, f32)
REFERENCE(double, f64)
REFERENCE(int32_t, i32)
REFERENCE(int64_t, i64)
REFERENCE(uint8_t, u8)
REFERENCE(uint32_t, u32)
REFERENCE(uint64_t, u64)

static int64_t want_index[LONGEST], got_index[LONGEST + 1];
static uint64_t want_values[LONGEST], got_values[LONGEST + 1], values[LONGEST];
static uint32_t want_short[LONGEST], got_short[LONGEST + 1], short_values[LONGEST];

/* What lies behind an array on the device is still what on_device has put there. */
#define UNTOUCHED(p) CHECK(*(const unsigned char *)(p) == 0xa5)
#define WRONG(what, s, n) test__fail(__FILE__, __LINE__, what "_" #s ": kind %d, %zu elements, order %d", kind, (size_t)(n), (int)order)

static double between(double a, double b, double t) /* products are rounded, and no part of a fused operation */
{
    volatile double product = (b - a) * (t < 0.5 ? t : 1 - t), of_a = a * (1 - t), of_b = b * t;
    if (a == b || t == 0) return a;
    return !isfinite(b - a) ? of_a + of_b : t < 0.5 ? a + product : b - product;
}
#define SORTS(T, s)                                                                                                    \
    static void sorts_##s(size_t n, int kind, gpu_order order, size_t shift)                                           \
    {                                                                                                                  \
        static T x[LONGEST], want[LONGEST], got[LONGEST + 1];                                                          \
        T *dx, *out = (T *)on_device(NULL, n + 1, sizeof(T), shift);                                                   \
        int64_t *index = (int64_t *)on_device(NULL, n + 1, 8, shift);                                                  \
        uint32_t *small = (uint32_t *)on_device(NULL, n + 1, 4, shift), *dv;                                           \
        uint64_t *dw;                                                                                                  \
        size_t i;                                                                                                      \
        fill_##s(x, n, kind);                                                                                          \
        order_##s(want_index, x, n, order == GPU_DESCENDING);                                                          \
        for (i = 0; i < n; i++) {                                                                                      \
            values[i] = random_bits(), short_values[i] = (uint32_t)values[i];                                          \
            want[i] = x[want_index[i]];                                                                                \
        }                                                                                                              \
        for (i = 0; i < n; i++) want_values[i] = values[want_index[i]], want_short[i] = (uint32_t)want_index[i];       \
        dx = (T *)on_device(x, n, sizeof(T), shift);                                                                   \
        dv = (uint32_t *)on_device(short_values, n, 4, shift), dw = (uint64_t *)on_device(values, n, 8, shift);        \
        CHECK_SUFFIXED(gpu_sort_##s(out, dx, n, order), GPU_OK, "");                                                   \
        to_host(got, out, (n + 1) * sizeof(T));                                                                        \
        if (!same_bits(got, want, n * sizeof(T))) WRONG("gpu_sort", s, n);                                             \
        UNTOUCHED(got + n);                                                                                            \
        to_host(got, dx, n * sizeof(T));                                                                               \
        if (!same_bits(got, x, n * sizeof(T))) WRONG("the input of gpu_sort", s, n);                                   \
        CHECK_SUFFIXED(gpu_argsort_##s(index, dx, n, order), GPU_OK, "");                                              \
        to_host(got_index, index, (n + 1) * 8);                                                                        \
        if (!same_bits(got_index, want_index, n * 8)) WRONG("gpu_argsort", s, n);                                      \
        UNTOUCHED(got_index + n);                                                                                      \
        CHECK_SUFFIXED(gpu_argsort_short_##s(small, dx, n, order), GPU_OK, "");                                        \
        to_host(got_short, small, (n + 1) * 4);                                                                        \
        if (!same_bits(got_short, want_short, n * 4)) WRONG("gpu_argsort_short", s, n);                                \
        UNTOUCHED(got_short + n);                                                                                      \
        GPU_CHECK(gpu_set(out, 0xa5, (n + 1) * sizeof(T)));                                                            \
        CHECK_SUFFIXED(gpu_sort_pairs_##s(out, small, dx, dv, 4, n, order), GPU_OK, "");                               \
        to_host(got, out, (n + 1) * sizeof(T));                                                                        \
        to_host(got_short, small, (n + 1) * 4);                                                                        \
        for (i = 0; i < n; i++) want_short[i] = short_values[want_index[i]];                                           \
        if (!same_bits(got, want, n * sizeof(T)) || !same_bits(got_short, want_short, n * 4)) WRONG("gpu_sort_pairs of 4 bytes", s, n); \
        UNTOUCHED(got + n);                                                                                            \
        UNTOUCHED(got_short + n);                                                                                      \
        CHECK_SUFFIXED(gpu_sort_pairs_##s(dx, dw, dx, dw, 8, n, order), GPU_OK, "");                                   \
        to_host(got, dx, n * sizeof(T));                                                                               \
        to_host(got_values, dw, n * 8);                                                                                \
        if (!same_bits(got, want, n * sizeof(T)) || !same_bits(got_values, want_values, n * 8)) WRONG("gpu_sort_pairs in place", s, n); \
        if (n) GPU_CHECK(gpu_copy(dx, x, n * sizeof(T)));                                                              \
        CHECK_SUFFIXED(gpu_sort_##s(dx, dx, n, order), GPU_OK, "");                                                    \
        to_host(got, dx, n * sizeof(T));                                                                               \
        if (!same_bits(got, want, n * sizeof(T))) WRONG("gpu_sort in place", s, n);                                    \
        release(dx, sizeof(T), shift), release(out, sizeof(T), shift), release(index, 8, shift);                       \
        release(small, 4, shift), release(dv, 4, shift), release(dw, 8, shift);                                        \
    }                                                                                                                  \
    /* The first of the order, and quantiles, for which only a part is sorted. */                                      \
    static void parts_##s(size_t n, int kind, gpu_order order, size_t shift)                                           \
    {                                                                                                                  \
        static const double shares[] = {0, 0.37, 0.5, 1};                                                              \
        static T x[LONGEST], got[LONGEST + 1];                                                                         \
        const size_t few[] = {n, (n + 19) / 20, n < 300 ? n : 300}, k = 1 + (size_t)random_bits() % few[random_bits() % 3];\
        T *dx, *out = (T *)on_device(NULL, k + 1, sizeof(T), shift);                                                   \
        int64_t *index = (int64_t *)on_device(NULL, k + 1, 8, shift);                                                  \
        size_t i, q;                                                                                                   \
        fill_##s(x, n, kind);                                                                                          \
        dx = (T *)on_device(x, n, sizeof(T), shift);                                                                   \
        order_##s(want_index, x, n, order == GPU_DESCENDING);                                                          \
        if (order == GPU_DESCENDING)                                                                                   \
            CHECK_SUFFIXED(gpu_top_##s(out, index, k, dx, n), GPU_OK, "");                                             \
        else                                                                                                           \
            CHECK_SUFFIXED(gpu_bottom_##s(out, index, k, dx, n), GPU_OK, "");                                          \
        to_host(got, out, (k + 1) * sizeof(T));                                                                        \
        to_host(got_index, index, (k + 1) * 8);                                                                        \
        for (i = 0; i < k && same_bits(got + i, x + want_index[i], sizeof(T)); i++) {}                                 \
        if (i < k || !same_bits(got_index, want_index, k * 8)) WRONG("the first", s, n);                               \
        UNTOUCHED(got + k);                                                                                            \
        UNTOUCHED(got_index + k);                                                                                      \
        if (order == GPU_DESCENDING) order_##s(want_index, x, n, 0);                                                   \
        for (q = 0; q < 4; q++) {                                                                                      \
            const volatile double product = (double)(n - 1) * shares[q]; /* rounded before floor() is subtracted */    \
            const double at = product, value = gpu_quantile_##s(dx, n, shares[q]);                                     \
            const T *const a = x + want_index[(size_t)at], *const b = x + want_index[at < (double)(n - 1) ? (size_t)at + 1 : n - 1];\
            const double want = isnan((double)x[want_index[n - 1]]) ? NAN : between((double)*a, (double)*b, at - floor(at));\
            if (!same_bits(&value, &want, 8) && !(isnan(value) && isnan(want))) WRONG("gpu_quantile", s, n);           \
        }                                                                                                              \
        release(dx, sizeof(T), shift), release(out, sizeof(T), shift), release(index, 8, shift);                       \
    }                                                                                                                  \
    TEST(sizes_##s)                                                                                                    \
    {                                                                                                                  \
        size_t k, n;                                                                                                   \
        for (k = 0; k < 120; k++) {                                                                                    \
            const int kind = (int)(random_bits() % KINDS);                                                             \
            const gpu_order order = random_bits() % 2 ? GPU_DESCENDING : GPU_ASCENDING;                                \
            n = k % 3 ? (size_t)(random_bits() % 5001) : ((size_t)1 << k % 13) + (size_t)(random_bits() % 3) - 1;      \
            if (k % 30 == 29) n = 131072 + (size_t)(random_bits() % 60000); /* all threads sort together */            \
            sorts_##s(n, kind, order, k % 2);                                                                          \
            if (k % 8 == 7) n += 30000; /* the first few of a long array are found without sorting it */               \
            if (n) parts_##s(n, kind, order, k % 2);                                                                    \
        }                                                                                                              \
    }                                                                                                                  \
    TEST(sorts_##s)                                                                                                    \
    {                                                                                                                  \
        size_t k;                                                                                                      \
        int kind;                                                                                                      \
        for (k = 0; k < LENGTHS; k++)                                                                                  \
            for (kind = 0; kind < KINDS; kind++)                                                                       \
                if (lengths[k] < 5000 || (k + (size_t)kind) % 4 == 0)                                                  \
                    sorts_##s(lengths[k], kind, (k + (size_t)kind) % 2 ? GPU_DESCENDING : GPU_ASCENDING, k % 2);       \
    }
SORTS(float, f32)
SORTS(double, f64)
SORTS(int32_t, i32)
SORTS(int64_t, i64)
SORTS(uint8_t, u8)
SORTS(uint32_t, u32)
SORTS(uint64_t, u64)

#define ROWS(T, s)                                                                                                     \
    TEST(rows_##s)                                                                                                     \
    {                                                                                                                  \
        static const size_t shapes[][2] = {{1, 1}, {1, 500}, {500, 1}, {129, 2}, {1000, 7}, {100, 33}, {65, 64}, {33, 1000}, {9, 2049}, {3, 4097}, {5, 9000}, {2, 140000}}; \
        static T x[LONGEST], want[LONGEST], got[LONGEST];                                                              \
        size_t k, r, i;                                                                                                \
        int kind;                                                                                                      \
        for (k = 0; k < sizeof shapes / sizeof *shapes; k++)                                                           \
            for (kind = (int)k % 2; kind < KINDS; kind += 2) {                                                         \
                const size_t rows = shapes[k][0], cols = shapes[k][1], n = rows * cols;                                \
                const gpu_order order = kind % 4 < 2 ? GPU_ASCENDING : GPU_DESCENDING;                                 \
                T *dx;                                                                                                 \
                int64_t *index = (int64_t *)on_device(NULL, n, 8, 0);                                                  \
                fill_##s(x, n, kind);                                                                                  \
                for (r = 0; r < rows; r++) {                                                                           \
                    order_##s(want_index + r * cols, x + r * cols, cols, order == GPU_DESCENDING);                     \
                    for (i = 0; i < cols; i++) want[r * cols + i] = x[r * cols + (size_t)want_index[r * cols + i]];    \
                }                                                                                                      \
                dx = (T *)on_device(x, n, sizeof(T), 1);                                                               \
                CHECK_SUFFIXED(gpu_argsort_rows_##s(index, dx, rows, cols, order), GPU_OK, "");                        \
                CHECK_SUFFIXED(gpu_sort_rows_##s(dx, dx, rows, cols, order), GPU_OK, "");                              \
                to_host(got, dx, n * sizeof(T));                                                                       \
                to_host(got_index, index, n * 8);                                                                      \
                if (!same_bits(got, want, n * sizeof(T))) WRONG("gpu_sort_rows", s, cols);                             \
                if (!same_bits(got_index, want_index, n * 8)) WRONG("gpu_argsort_rows", s, cols);                      \
                release(dx, sizeof(T), 1), release(index, 8, 0);                                                       \
            }                                                                                                          \
    }
ROWS(float, f32)
ROWS(int64_t, i64)
ROWS(uint8_t, u8)

/* gpu_top_rows and gpu_bottom_rows; x may be misaligned. */
#define TOP_OF_ROWS(T, s)                                                                                              \
    TEST(top_of_rows_##s)                                                                                              \
    {                                                                                                                  \
        static const size_t lengths_of[] = {1, 2, 31, 33, 255, 256, 257, 1000, 1024, 1025, 4097, 9001};                \
        static T x[LONGEST], want[LONGEST], got[LONGEST + 1];                                                          \
        size_t c, r, i;                                                                                                \
        int kind;                                                                                                      \
        for (c = 0; c < sizeof lengths_of / sizeof *lengths_of; c++)                                                   \
            for (kind = 0; kind < KINDS; kind++) {                                                                     \
                const size_t cols = lengths_of[c], rows = cols > 4000 ? 2 : 5, n = rows * cols, shift = (c + (size_t)kind) % 2; \
                const size_t counts[] = {1, 8, 31, 32, 33, cols}, m = counts[(c + (size_t)kind) % 6], k = m < cols ? m : cols; \
                const gpu_order order = kind % 4 < 2 ? GPU_ASCENDING : GPU_DESCENDING;                                 \
                T *dx, *out = (T *)on_device(NULL, rows * k + 1, sizeof(T), 1);                                        \
                int64_t *index = (int64_t *)on_device(NULL, rows * k + 1, 8, 0);                                       \
                fill_##s(x, n, kind);                                                                                  \
                for (r = 0; r < rows; r++) {                                                                           \
                    order_##s(got_index, x + r * cols, cols, order == GPU_DESCENDING);                                 \
                    for (i = 0; i < k; i++) want_index[r * k + i] = got_index[i], want[r * k + i] = x[r * cols + (size_t)got_index[i]]; \
                }                                                                                                      \
                dx = (T *)on_device(x, n, sizeof(T), shift);                                                           \
                if (order == GPU_DESCENDING)                                                                           \
                    CHECK_SUFFIXED(gpu_top_rows_##s(out, index, k, dx, rows, cols), GPU_OK, "");                       \
                else                                                                                                   \
                    CHECK_SUFFIXED(gpu_bottom_rows_##s(out, index, k, dx, rows, cols), GPU_OK, "");                    \
                to_host(got, out, (rows * k + 1) * sizeof(T));                                                         \
                to_host(got_index, index, (rows * k + 1) * 8);                                                         \
                if (!same_bits(got, want, rows * k * sizeof(T))) WRONG("the values of gpu_top_rows", s, cols);         \
                if (!same_bits(got_index, want_index, rows * k * 8)) WRONG("the index of gpu_top_rows", s, cols);      \
                UNTOUCHED(got + rows * k);                                                                             \
                UNTOUCHED(got_index + rows * k);                                                                       \
                release(dx, sizeof(T), shift), release(out, sizeof(T), 1), release(index, 8, 0);                       \
            }                                                                                                          \
    }
TOP_OF_ROWS(float, f32)
TOP_OF_ROWS(double, f64)
TOP_OF_ROWS(int32_t, i32)
TOP_OF_ROWS(int64_t, i64)
TOP_OF_ROWS(uint8_t, u8)
TOP_OF_ROWS(uint32_t, u32)
TOP_OF_ROWS(uint64_t, u64)

/* Quantiles of arrays around the length from which a GPU does not sort them; kind 9 is of ordinary numbers. */
#define QUANTILES(T, s)                                                                                                \
    static void quantile_##s(size_t n, int kind, double q, size_t shift)                                               \
    {                                                                                                                  \
        static T x[LONGEST];                                                                                           \
        const double at = (double)(n - 1) * q;                                                                         \
        const size_t low = (size_t)at, high = low + 1 < n ? low + 1 : low;                                             \
        double *out = (double *)on_device(NULL, 2, 8, 0), want, got[2];                                                \
        T *dx, a, b, last;                                                                                             \
        size_t i;                                                                                                      \
        if (kind < KINDS) fill_##s(x, n, kind);                                                                        \
        for (i = 0; i < n && kind == KINDS; i++) x[i] = (T)(fabs(uniform()) * 250);                                    \
        order_##s(want_index, x, n, 0);                                                                                \
        a = x[want_index[low]], b = x[want_index[high]], last = x[want_index[n - 1]];                                  \
        want = isnan((double)last) ? (double)last : between((double)a, (double)b, at - (double)low);                   \
        dx = (T *)on_device(x, n, sizeof(T), shift);                                                                   \
        CHECK_SUFFIXED(gpu_quantile_to_##s(out, dx, n, q), GPU_OK, "");                                                \
        to_host(got, out, sizeof got);                                                                                 \
        if (isnan(want) && sizeof(T) < 8 ? !isnan(got[0]) : !same_bits(got, &want, 8))                                 \
            test__fail(__FILE__, __LINE__, "gpu_quantile_" #s ": kind %d, %zu elements, q %g: %.17g, expected %.17g", kind, n, q, got[0], want); \
        UNTOUCHED(got + 1);                                                                                            \
        release(dx, sizeof(T), shift), release(out, 8, 0);                                                             \
    }                                                                                                                  \
    TEST(long_quantiles_##s)                                                                                           \
    {                                                                                                                  \
        static const double shares[] = {0.5, 0, 0.3, 0.75, 1};                                                         \
        static const int kinds[] = {KINDS, 7, 6, 1, 0, 7, 8, 2};                                                       \
        static const size_t longer[] = {262144, 262145, 262143, 300007};                                               \
        size_t k;                                                                                                      \
        for (k = 0; k < sizeof kinds / sizeof *kinds; k++) quantile_##s(longer[k % 4], kinds[k], shares[k % 5], k % 2); \
        for (k = 2; k < 6 && isnan((double)NAN_OF(T)); k++) quantile_##s(262145, 7, 0.15 * (double)k, 0); /* zeros of both signs */ \
    }
QUANTILES(float, f32)
QUANTILES(double, f64)
QUANTILES(int32_t, i32)
QUANTILES(uint8_t, u8)
QUANTILES(uint64_t, u64)

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
        if (!same_bits(got, want, n * 4)) WRONG("gpu_sort", f32, n);
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
    for (k = 0; k < step; k++) part[k] = (uint8_t)(k * 7 + 3); /* each value n / 256 times, and the first five once more */
    for (i = 0; i < n; i += step) GPU_CHECK(gpu_copy(x + i, part, n - i < step ? n - i : step));
    GPU_CHECK(gpu_sort_u8(x, x, n, GPU_ASCENDING));
    for (i = 0; i < n; i += some) {
        some = n - i < step ? n - i : step;
        GPU_CHECK(gpu_copy(part, x + i, some));
        for (k = 0; k < some; k += run) { /* as many as are left of this value */
            if (!left) left = ((size_t)1 << 23) + (value == 3 || value == 10 || value == 17 || value == 24 || value == 31), value++;
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
    const int kind = 0;
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
        if (!same_bits(got + i, x + index[i], 4)) { WRONG("the order and its index", f32, i); break; }
    for (i = 1; i < n; i++)
        if (BELOW(got[i - 1], got[i]) || (!BELOW(got[i], got[i - 1]) && index[i - 1] >= index[i])) { WRONG("gpu_sort", f32, i); break; }
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
            double *const keys = (double *)(void *)(room[0] + 3 * shift), *const out = (double *)(void *)(room[1] + 5 * shift);
            uint32_t *const v = (uint32_t *)(void *)(room[2] + shift), *const w = (uint32_t *)(void *)(room[3] + 2 * shift);
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
    CHECK_STATUS(gpu_sort_pairs(out, moved, x, small, 4, GPU_ASCENDING), GPU_ERROR_INVALID_ARGUMENT, "the same type in both arrays");
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
    CHECK_SUFFIXED(gpu_sort_f32(y, x, 100, (gpu_order)2), GPU_ERROR_INVALID_ARGUMENT, "the order is 2; expected GPU_ASCENDING or GPU_DESCENDING");
    CHECK_SUFFIXED(gpu_sort_f32(y, x, 101, GPU_ASCENDING), GPU_ERROR_INVALID_ARGUMENT, "404 bytes go beyond the end of out");
    CHECK_SUFFIXED(gpu_sort_f32(y, NULL, 100, GPU_ASCENDING), GPU_ERROR_INVALID_ARGUMENT, "x is NULL");
    CHECK_SUFFIXED(gpu_sort_f32(NULL, x, 100, GPU_ASCENDING), GPU_ERROR_INVALID_ARGUMENT, "out is NULL");
    CHECK_SUFFIXED(gpu_sort_f32(x + 1, x, 99, GPU_ASCENDING), GPU_ERROR_INVALID_ARGUMENT, "out and x overlap; expected the same array");
    CHECK_SUFFIXED(gpu_argsort_f32(index, x, 101, GPU_ASCENDING), GPU_ERROR_INVALID_ARGUMENT, "808 bytes go beyond the end of index");
    CHECK_SUFFIXED(gpu_argsort_f32((int64_t *)(void *)x, x, 50, GPU_ASCENDING), GPU_ERROR_INVALID_ARGUMENT, "index and x overlap; expected two arrays");
    CHECK_SUFFIXED(gpu_argsort_short_f32(v, x, ((size_t)1 << 32) + 1, GPU_ASCENDING), GPU_ERROR_INVALID_ARGUMENT, "more than a uint32_t can index; use gpu_argsort");
    CHECK_SUFFIXED(gpu_sort_pairs_f32(y, w, x, v, 3, 100, GPU_ASCENDING), GPU_ERROR_INVALID_ARGUMENT, "values of 3 bytes; expected 4 or 8");
    CHECK_SUFFIXED(gpu_sort_pairs_f32(y, w, x, v, 8, 100, GPU_ASCENDING), GPU_ERROR_INVALID_ARGUMENT, "values");
    CHECK_SUFFIXED(gpu_sort_pairs_f32(y, v + 1, x, v, 4, 99, GPU_ASCENDING), GPU_ERROR_INVALID_ARGUMENT, "values_out and values overlap; expected the same array");
    CHECK_SUFFIXED(gpu_sort_pairs_f32(y, x, x, v, 4, 100, GPU_ASCENDING), GPU_ERROR_INVALID_ARGUMENT, "values_out and keys overlap; expected two arrays");
    CHECK_SUFFIXED(gpu_sort_pairs_f32(y, y, x, v, 4, 100, GPU_ASCENDING), GPU_ERROR_INVALID_ARGUMENT, "values_out");
    CHECK_SUFFIXED(gpu_sort_pairs_f32(y, NULL, x, v, 4, 100, GPU_ASCENDING), GPU_ERROR_INVALID_ARGUMENT, "values_out is NULL");
    CHECK_SUFFIXED(gpu_sort_pairs_f32((float *)(void *)v, w, x, v, 4, 100, GPU_ASCENDING), GPU_ERROR_INVALID_ARGUMENT, "overlap");
    CHECK_SUFFIXED(gpu_sort_rows_f32(y, x, 0, 5, GPU_ASCENDING), GPU_ERROR_INVALID_ARGUMENT, "the matrix is 0 by 5");
    CHECK_SUFFIXED(gpu_sort_rows_f32(y, x, 10, 11, GPU_ASCENDING), GPU_ERROR_INVALID_ARGUMENT, "440 bytes");
    CHECK_SUFFIXED(gpu_argsort_rows_f32(index, x, 5, 0, GPU_ASCENDING), GPU_ERROR_INVALID_ARGUMENT, "the matrix is 5 by 0");
    GPU_CHECK(gpu_free(x));
    GPU_CHECK(gpu_free(y));
    GPU_CHECK(gpu_free(v));
    GPU_CHECK(gpu_free(w));
    GPU_CHECK(gpu_free(index));
}
