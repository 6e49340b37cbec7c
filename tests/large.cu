/* Arrays of more than 2^31 elements, in every family that can hold them, and of 2^32 where elements are bytes: a row
   for each, PASSED, or what is wrong.

       large [N [FAMILY]]      N: 2^31 + 17 on a GPU, else 2^20 + 17; arrays of bytes alone have 2 N - 17

   Elements follow from their index by a formula, and so do the results: what is compared are windows of 64 elements at
   both ends, around 2^30, 2^31 and 2^32, where products of an index and a size leave 32 bits, and at random places, and
   one value of the whole, such as a sum. A row that needs more memory than is free is skipped, and says so. */

#ifdef __CUDACC__
#define GPU_IMPLEMENTATION
#endif
#define GPU_FFT
#define GPU_MATH
#define GPU_ORDER
#define GPU_ROWWISE
#define GPU_KERNELS_FOR_C
#include "gpu.h"

static size_t N, B; /* elements, and elements of one byte */

/* -------------------------------------------------------------------------------------------------------- checks -- */

static int wrongs, skips;
static char said[600];
static void wrong(const char *what, uint64_t i, double got, double want)
{
    if (!wrongs++) snprintf(said, sizeof said, "%s: element %llu is %.17g, expected %.17g", what, (unsigned long long)i,
                            got, want);
}
#define DO(call)                                                                                                       \
    if ((call) != GPU_OK) {                                                                                            \
        if (!wrongs++) snprintf(said, sizeof said, "%s", gpu_error_message());                                         \
        gpu_clear_error();                                                                                             \
        return;                                                                                                        \
    }
/* A value of the whole. */
#define IS_NEAR(call, want, relative)                                                                                  \
    do {                                                                                                               \
        const double got_ = (double)(call), want_ = (double)(want);                                                    \
        DO(gpu_error());                                                                                               \
        if (!(fabs(got_ - want_) <= (relative) * fabs(want_))) wrong(#call, 0, got_, want_);                           \
    } while (0)
#define IS(call, want) IS_NEAR(call, want, 1e-12)

/* Windows: w is its number, and elements from <= i < to are in it. */
enum { WINDOW = 64, RANDOM = 50 };
static int w;
static size_t i, from, to;
static int window(size_t n)
{
    const size_t power = w < 3 ? (size_t)1 << 30 << w : 0, most = n > WINDOW ? n - WINDOW : 0;
    static uint64_t state;
    state = state * 6364136223846793005u + 1442695040888963407u;
    from = power ? power - WINDOW / 2 : w == 3 ? 0 : w == 4 ? most : (size_t)((state >> 11) % (most + 1));
    if (from > most) from = most;
    to = n - from < WINDOW ? n : from + WINDOW;
    return w < 5 + RANDOM;
}
#define LOOK_NEAR(T, p, n, formula, error)                                                                             \
    for (w = 0; window(n); w++) {                                                                                      \
        T here[WINDOW];                                                                                                \
        DO(gpu_copy(here, (p) + from, (to - from) * sizeof *here));                                                    \
        for (i = from; i < to; i++)                                                                                    \
            if (!(fabs((double)here[i - from] - (double)(T)(formula)) <= (error)))                                     \
                wrong(#p, i, (double)here[i - from], (double)(T)(formula));                                            \
    }
#define LOOK(T, p, n, formula) LOOK_NEAR(T, p, n, formula, 0)

/* Arrays of the row that runs, freed behind it. */
static void *arrays[16];
static int held;
static void *array(size_t bytes) { return held < 16 ? arrays[held++] = gpu_malloc(bytes) : NULL; }
#define NEW(T, p, n)                                                                                                   \
    T *const p = (T *)array((n) * sizeof(T));                                                                          \
    if (!p) DO(gpu_error())

/* What elements are. 251 and 1000003 are primes, which no power of two is a multiple of. */
#define OF_BYTE(i) ((i) % 251)
#define OF_INT(i) ((i) % 1000003)
static uint64_t count_of(uint64_t n, uint64_t value, uint64_t prime) { return n / prime + (value < n % prime); }
static double sum_of(uint64_t n, uint64_t prime)
{
    const double q = (double)(n / prime), r = (double)(n % prime), p = (double)prime;
    return q * (p * (p - 1) / 2) + r * (r - 1) / 2;
}
GPU_VECTORIZE(uint8_t, bytes, (uint64_t, i, index)) { return (uint8_t)OF_BYTE(i); }
GPU_VECTORIZE(int32_t, ints, (uint64_t, i, index)) { return (int32_t)OF_INT(i); }
GPU_VECTORIZE(float, floats, (uint64_t, i, index)) { return (float)OF_BYTE(i); }
GPU_VECTORIZE(int64_t, numbers, (uint64_t, i, index), (int64_t, first, scalar), (int64_t, step, scalar))
{
    return first + step * (int64_t)i;
}
GPU_VECTORIZE(uint8_t, thirds, (uint64_t, i, index)) { return i % 3 == 0; }

/* ------------------------------------------------------------------------------------------------------ families -- */

static void memory(void)
{
    NEW(uint8_t, x, B);
    NEW(uint8_t, y, B);
    DO(gpu_set(x, 7, B));
    LOOK(uint8_t, x, B, 7)
    DO(bytes(x, B));
    LOOK(uint8_t, x, B, OF_BYTE(i))
    DO(gpu_copy(y, x, B));
    LOOK(uint8_t, y, B, OF_BYTE(i))
    DO(gpu_fill_u8(y, 9, B));
    LOOK(uint8_t, y, B, 9)
    DO(gpu_copy_2d(y, 5, x, 5, 4, B / 5)); /* four of five bytes */
    LOOK(uint8_t, y, B, i % 5 < 4 && i < B / 5 * 5 ? OF_BYTE(i) : 9)
}
static void elementwise(void)
{
    NEW(int32_t, x, N);
    NEW(int32_t, y, N);
    NEW(uint8_t, mask, N);
    DO(ints(x, N));
    DO(gpu_add_i32(y, x, x, N));
    LOOK(int32_t, y, N, 2 * OF_INT(i))
    DO(gpu_axpy_i32(y, 3, x, y, N));
    LOOK(int32_t, y, N, 5 * OF_INT(i))
    DO(gpu_sub_scalar_i32(y, y, 4, N));
    LOOK(int32_t, y, N, 5 * (int32_t)OF_INT(i) - 4)
    DO(gpu_clip_i32(y, x, 1000, 2000, N));
    LOOK(int32_t, y, N, OF_INT(i) < 1000 ? 1000 : OF_INT(i) > 2000 ? 2000 : OF_INT(i))
    DO(gpu_compare_i32(mask, x, GPU_EQUAL, y, N));
    LOOK(uint8_t, mask, N, OF_INT(i) >= 1000 && OF_INT(i) <= 2000)
    DO(gpu_mask_not(mask, mask, N));
    LOOK(uint8_t, mask, N, OF_INT(i) < 1000 || OF_INT(i) > 2000)
    DO(gpu_cast_f32((float *)y, x, GPU_I32, N));
    LOOK(float, (float *)y, N, OF_INT(i))
    DO(gpu_where_i32(x, mask, x, x, N));
    LOOK(int32_t, x, N, OF_INT(i))
}
static void mathematics(void)
{
    NEW(float, x, N);
    DO(floats(x, N));
    DO(gpu_sub_scalar_f32(x, x, 125, N));
    DO(gpu_exp2_f32(x, x, N));
    LOOK(float, x, N, ldexp(1, (int)OF_BYTE(i) - 125))
}
GPU_REDUCE(uint64_t, by_index, 0, a + b, (uint64_t, i, index), (uint8_t, x)) { return OF_BYTE(i) == x ? i : 0; }
static void reductions(void)
{
    const uint64_t at = N - 3, q = N / 1000003;
    double squares = 0, mean;
    uint64_t k;
    NEW(uint8_t, b, B);
    NEW(int32_t, x, N);
    NEW(int32_t, ones, N);
    DO(bytes(b, B));
    IS(gpu_sum_u8(b, B), sum_of(B, 251));
    IS(by_index(b, B), (double)B * (double)(B - 1) / 2);
    IS(gpu_all_u8(b, B), 0);
    DO(ints(x, N));
    IS(gpu_sum_i32(x, N), sum_of(N, 1000003));
    IS(gpu_count_nonzero_i32(x, N), N - count_of(N, 0, 1000003));
    mean = sum_of(N, 1000003) / (double)N;
    IS(gpu_mean_i32(x, N), mean);
    for (k = 0; k < 1000003; k++)
        squares += (double)(q + (k < N % 1000003)) * ((double)k - mean) * ((double)k - mean);
    IS_NEAR(gpu_var_i32(x, N, 0), squares / (double)N, 1e-9);
    DO(gpu_fill_i32(ones, 1, N));
    IS(gpu_dot_i32(x, ones, N), sum_of(N, 1000003));
    DO(gpu_fill_i32(x + at, 2000000, 1));
    IS(gpu_max_i32(x, N), 2000000);
    IS(gpu_argmax_i32(x, N), at);
    DO(gpu_fill_i32(x + at, -1, 1));
    IS(gpu_argmin_i32(x, N), at);
    DO(gpu_fill_u8(b, 0, B));
    DO(gpu_fill_u8(b + B - 2, 1, 1));
    IS(gpu_any_u8(b, B), 1);
    IS(gpu_any_u8(b, B - 2), 0);
}
static void scans(void)
{
    NEW(int64_t, x, N);
    float *const y = (float *)x;
    DO(numbers(x, 1, 2, N));
    DO(gpu_cumsum_i64(x, x, N));
    LOOK(int64_t, x, N, (i + 1) * (i + 1))
    DO(gpu_fill_f32(y, 1, N));
    DO(gpu_cumsum_exclusive_f32(y, y, N));
    LOOK(float, y, N, i)
}
/* The element at place p of n sorted ones. */
static uint64_t sorted_byte(uint64_t p, uint64_t n)
{
    const uint64_t q = n / 251, r = n % 251;
    return p < r * (q + 1) ? p / (q + 1) : r + (p - r * (q + 1)) / q;
}
static uint64_t sorted_index(uint64_t p, uint64_t n) /* of equal ones the first comes first */
{
    const uint64_t q = n / 251, r = n % 251, v = sorted_byte(p, n);
    return v + 251 * (p - v * q - (v < r ? v : r));
}
static void sorts(void)
{
    NEW(uint8_t, x, B);
    DO(bytes(x, B));
    DO(gpu_sort_u8(x, x, B, GPU_ASCENDING));
    LOOK(uint8_t, x, B, sorted_byte(i, B))
}
GPU_VECTORIZE(float, backwards, (uint64_t, i, index), (uint64_t, n, scalar)) { return (float)((n - i) >> 8); }
static void sorts_of_floats(void)
{
    NEW(float, x, N);
    DO(backwards(x, N, N));
    DO(gpu_sort_f32(x, x, N, GPU_ASCENDING));
    LOOK(float, x, N, (float)((i + 1) >> 8))
}
static void argsorts(void)
{
    NEW(uint8_t, x, N);
    NEW(int64_t, index, N);
    DO(bytes(x, N));
    DO(gpu_argsort_u8(index, x, N, GPU_ASCENDING));
    LOOK(int64_t, index, N, sorted_index(i, N))
    DO(gpu_argsort_short_u8((uint32_t *)index, x, N, GPU_ASCENDING));
    LOOK(uint32_t, (uint32_t *)index, N, sorted_index(i, N))
}
static void sorts_of_pairs(void)
{
    NEW(uint8_t, x, N);
    NEW(int32_t, v, N);
    NEW(uint8_t, keys, N);
    NEW(int32_t, values, N);
    DO(bytes(x, N));
    DO(ints(v, N));
    DO(gpu_sort_pairs_u8(keys, values, x, v, sizeof *v, N, GPU_ASCENDING));
    LOOK(uint8_t, keys, N, sorted_byte(i, N))
    LOOK(int32_t, values, N, OF_INT(sorted_index(i, N)))
}
static void choices(void)
{
    NEW(int32_t, x, N);
    NEW(int32_t, top, 100);
    NEW(int64_t, index, 100);
    DO(ints(x, N));
    DO(gpu_fill_i32(x + N / 2, 3000000, 1));
    DO(gpu_fill_i32(x + N - 1, 2000000, 1));
    DO(gpu_top_i32(top, index, 100, x, N));
    LOOK(int64_t, index, 2, i ? N - 1 : N / 2)
    LOOK(int32_t, top, 3, i == 0 ? 3000000 : i == 1 ? 2000000 : N >= 1000003 ? 1000002 : N - 2)
    IS(gpu_quantile_i32(x, N, 1), 3000000);
}
static void medians(void)
{
    NEW(uint8_t, x, B);
    DO(bytes(x, B));
    IS(gpu_median_u8(x, B), ((double)sorted_byte((B - 1) / 2, B) + (double)sorted_byte(B / 2, B)) / 2);
}
static void uniques(void)
{
    int64_t count = 0;
    NEW(uint8_t, x, N);
    NEW(uint8_t, values, N);
    NEW(int64_t, counts, N);
    NEW(int64_t, inverse, N);
    DO(bytes(x, N));
    DO(gpu_unique_u8(values, &count, counts, inverse, x, N));
    IS(count, 251);
    LOOK(uint8_t, values, 251, i)
    LOOK(int64_t, counts, 251, count_of(N, i, 251))
    LOOK(int64_t, inverse, N, OF_BYTE(i))
}
static void searches(void)
{
    NEW(uint8_t, x, N);
    NEW(uint8_t, few, 251);
    NEW(int64_t, index, N);
    DO(bytes(x, N));
    DO(bytes(few, 251));
    DO(gpu_searchsorted_u8(index, few, 251, x, N, GPU_RIGHT));
    LOOK(int64_t, index, N, OF_BYTE(i) + 1)
    DO(gpu_sort_u8(x, x, N, GPU_ASCENDING));
    DO(gpu_searchsorted_u8(index, x, N, few, 251, GPU_LEFT));
    LOOK(int64_t, index, 251, i * (N / 251) + (i < N % 251 ? i : N % 251))
}
GPU_SELECT(uint8_t, large_ones, (uint8_t, x)) { return x >= 128; }
static void packs(void)
{
    const size_t n = (N + 2) / 3;
    int64_t count = 0;
    NEW(uint8_t, x, N);
    NEW(uint8_t, mask, N);
    NEW(uint8_t, y, N);
    NEW(int64_t, index, N);
    DO(bytes(x, N));
    DO(thirds(mask, N));
    DO(gpu_compress_u8(y, &count, x, mask, N));
    IS(count, n);
    LOOK(uint8_t, y, n, OF_BYTE(3 * i))
    DO(gpu_nonzero_u8(index, &count, mask, N));
    IS(count, n);
    LOOK(int64_t, index, n, 3 * i)
    DO(large_ones(y, &count, x, N));
    IS(count, N / 251 * 123 + (N % 251 > 128 ? N % 251 - 128 : 0));
    LOOK(uint8_t, y, N / 251 * 123, 128 + i % 123)
}
static void gathers(void)
{
    NEW(uint8_t, x, N);
    NEW(uint8_t, y, N);
    NEW(int64_t, index, N);
    DO(bytes(x, N));
    DO(numbers(index, (int64_t)N - 1, -1, N));
    DO(gpu_gather_u8(y, x, N, index, N));
    LOOK(uint8_t, y, N, OF_BYTE(N - 1 - i))
    DO(gpu_scatter_u8(x, N, y, index, N));
    LOOK(uint8_t, x, N, OF_BYTE(i))
}
static void counts(void)
{
    NEW(uint8_t, x, B);
    NEW(int64_t, bins, 251);
    NEW(double, sums, 251);
    NEW(int32_t, which, N);
    NEW(float, ones, N);
    DO(bytes(x, B));
    DO(gpu_histogram_u8(bins, 251, x, B, 0, 251));
    LOOK(int64_t, bins, 251, count_of(B, i, 251))
    DO(gpu_bincount_u8(bins, 251, x, B));
    LOOK(int64_t, bins, 251, count_of(B, i, 251))
    DO(gpu_cast_i32(which, x, GPU_U8, N));
    DO(gpu_fill_f32(ones, 1, N));
    DO(gpu_bincount_weights_f32(sums, 251, which, ones, N));
    LOOK(double, sums, 251, count_of(N, i, 251))
}
/* [long][8], [8][long], and rows or columns that are longer than 2^31 themselves. */
static void rows_and_columns(void)
{
    const size_t n = N / 8;
    NEW(int32_t, x, N);
    NEW(int64_t, sums, N);
    NEW(double, means, n);
    DO(ints(x, N));
    DO(gpu_sum_rows_i32(sums, x, n, 8));
    LOOK(int64_t, sums, n,
         OF_INT(8 * i) + OF_INT(8 * i + 1) + OF_INT(8 * i + 2) + OF_INT(8 * i + 3) + OF_INT(8 * i + 4) +
             OF_INT(8 * i + 5) + OF_INT(8 * i + 6) + OF_INT(8 * i + 7))
    DO(gpu_sum_cols_i32(sums, x, 8, n));
    LOOK(int64_t, sums, n,
         OF_INT(i) + OF_INT(n + i) + OF_INT(2 * n + i) + OF_INT(3 * n + i) + OF_INT(4 * n + i) + OF_INT(5 * n + i) +
             OF_INT(6 * n + i) + OF_INT(7 * n + i))
    DO(gpu_sum_rows_i32(sums, x, N, 1));
    LOOK(int64_t, sums, N, OF_INT(i))
    DO(gpu_sum_cols_i32(sums, x, 1, N));
    LOOK(int64_t, sums, N, OF_INT(i))
    DO(gpu_sum_rows_i32(sums, x, 1, N));
    LOOK_NEAR(int64_t, sums, 1, sum_of(N, 1000003), 0)
    DO(gpu_mean_cols_i32(means, x, N, 1));
    LOOK_NEAR(double, means, 1, sum_of(N, 1000003) / (double)N, 1e-6)
    DO(gpu_argmax_rows_i32(sums, x, n, 8));
    LOOK(int64_t, sums, n, OF_INT(8 * i) > 1000003 - 8 ? 1000002 - OF_INT(8 * i) : 7)
    DO(gpu_cumsum_rows_i32(x, x, n, 8));
    LOOK(int32_t, x, n * 8,
         i % 8 ? OF_INT(i) + OF_INT(i - 1) + (i % 8 > 1 ? OF_INT(i - 2) : 0) + (i % 8 > 2 ? OF_INT(i - 3) : 0) +
                     (i % 8 > 3 ? OF_INT(i - 4) : 0) + (i % 8 > 4 ? OF_INT(i - 5) : 0) +
                     (i % 8 > 5 ? OF_INT(i - 6) : 0) + (i % 8 > 6 ? OF_INT(i - 7) : 0)
               : OF_INT(i))
}
GPU_ROWS(float, reversed, (float *, y), (const float *, x), (size_t, cols))
{
    size_t k;
    for (k = 0; k < cols; k++) y[k] = x[cols - 1 - k];
}
static void functions_of_rows(void)
{
    const size_t n = N / 8;
    NEW(float, x, N);
    NEW(float, y, N);
    DO(floats(x, N));
    DO(reversed(y, x, n, 8));
    LOOK(float, y, n * 8, OF_BYTE(i / 8 * 8 + 7 - i % 8))
    DO(gpu_fill_f32(x, 3, N));
    DO(gpu_softmax_rows_f32(y, x, n, 8));
    LOOK(float, y, n * 8, 0.125)
    DO(gpu_add_row_f32(y, x, x, n, 8));
    LOOK(float, y, n * 8, 6)
    DO(gpu_sort_rows_f32(y, y, n, 8, GPU_ASCENDING));
    LOOK(float, y, n * 8, 6)
}
static void transposes(void)
{
    const size_t n = B / 3, side = (size_t)sqrt((double)B);
    NEW(uint8_t, x, B);
    NEW(uint8_t, y, B);
    DO(bytes(x, B));
    DO(gpu_transpose_u8(y, x, 3, n));
    LOOK(uint8_t, y, 3 * n, OF_BYTE(i % 3 * n + i / 3))
    DO(gpu_transpose_u8(y, x, n, 3));
    LOOK(uint8_t, y, 3 * n, OF_BYTE(i % n * 3 + i / n))
    DO(gpu_transpose_u8(y, x, side, side));
    LOOK(uint8_t, y, side * side, OF_BYTE(i % side * side + i / side))
}
/* Sums of whole numbers, which floats hold. */
static double dot_of(uint64_t first, uint64_t apart)
{
    double sum = 0;
    int k;
    for (k = 0; k < 8; k++) sum += (double)OF_BYTE(first + (uint64_t)k * apart) * k;
    return sum;
}
GPU_VECTORIZE(float, indices, (uint64_t, i, index)) { return (float)i; }
GPU_VECTORIZE(float, eighths, (uint64_t, i, index)) { return (float)(i / 8); }
static void products(void)
{
    const size_t n = N / 8;
    NEW(float, x, N);
    NEW(float, y, N);
    NEW(float, f, 64);
    DO(floats(x, N));
    DO(eighths(f, 64)); /* f[k][j] = k */
    DO(gpu_matmul_f32(y, x, f, n, 8, 8));
    LOOK(float, y, n * 8, dot_of(i / 8 * 8, 1))
    DO(gpu_matmul_tf32(y, x, f, n, 8, 8));
    LOOK(float, y, n * 8, dot_of(i / 8 * 8, 1))
}
static void wide_products(void)
{
    const size_t n = N / 8;
    NEW(float, x, N);
    NEW(float, y, N);
    NEW(float, f, 64);
    NEW(float, v, 8);
    DO(floats(x, N));
    DO(indices(v, 8));
    DO(gpu_outer_f32(f, v, v, 8, 8)); /* f[i][k] = i k */
    DO(gpu_matmul_f32(y, f, x, 8, n, 8));
    LOOK(float, y, n * 8, (double)(i / n) * dot_of(i % n, n))
    DO(gpu_matvec_f32(y, x, v, n, 8));
    LOOK(float, y, n, dot_of(8 * i, 1))
    DO(gpu_vecmat_f32(y, v, x, 8, n));
    LOOK(float, y, n, dot_of(i, n))
}
static void outers(void)
{
    const size_t n = N / 8;
    NEW(float, x, n);
    NEW(float, v, 8);
    NEW(float, y, N);
    DO(floats(x, n));
    DO(indices(v, 8));
    DO(gpu_outer_f32(y, x, v, n, 8));
    LOOK(float, y, n * 8, OF_BYTE(i / 8) * (i % 8))
    DO(gpu_outer_f32(y, v, x, 8, n));
    LOOK(float, y, n * 8, OF_BYTE(i % n) * (i / n))
}
/* The same numbers as in parts. */
static void randoms(void)
{
    float here[WINDOW], again[WINDOW];
    size_t k;
    NEW(float, x, N);
    NEW(float, y, N);
    DO(gpu_seed(5));
    DO(gpu_rand_uniform_f32(x, N));
    IS_NEAR(gpu_mean_f32(x, N), 0.5, 5 / sqrt((double)N));
    for (w = 0; window(N) && w < 8; w++) {
        DO(gpu_seed(5));
        DO(gpu_rand_uniform_f32(y, from));
        DO(gpu_rand_uniform_f32(y, to - from));
        DO(gpu_copy(here, x + from, (to - from) * sizeof *here));
        DO(gpu_copy(again, y, (to - from) * sizeof *here));
        for (k = 0; k < to - from; k++)
            if (here[k] != again[k]) wrong("uniform numbers", from + k, (double)here[k], (double)again[k]);
    }
    DO(gpu_rand_normal_f32(x, 10, 1, N));
    IS_NEAR(gpu_mean_f32(x, N), 10, 0.5 / sqrt((double)N));
}
GPU_REDUCE(uint64_t, mixed, 0, a + b, (int64_t, x))
{
    return ((uint64_t)x + 1) * ((uint64_t)x * 0x9e3779b97f4a7c15u + 1);
}
static void permutations(void)
{
    uint64_t all;
    NEW(int64_t, x, N);
    DO(numbers(x, 0, 1, N));
    all = mixed(x, N);
    DO(gpu_seed(5));
    DO(gpu_rand_permutation_i64(x, N));
    IS(mixed(x, N) - all, 0);
    DO(gpu_rand_int_i64(x, -5, 5, N));
    IS(gpu_min_i64(x, N), -5);
    IS(gpu_max_i64(x, N), 4);
}
/* The transform of one 1 is a wave, whose frequency here is an eighth. */
static void transforms(void)
{
    size_t n = 1;
    while (2 * n <= N) n *= 2;
    NEW(gpu_c32, x, n);
    float *const parts = (float *)x;
    static const double cosine[] = {1, 0.70710678, 0, -0.70710678, -1, -0.70710678, 0, 0.70710678};
    DO(gpu_fill_f32(parts, 0, 2 * n));
    DO(gpu_fill_f32(parts + 2 * (n / 8), 1, 1));
    DO(gpu_fft_f32(x, x, n));
    LOOK_NEAR(float, parts, 2 * n, i % 2 ? cosine[(i / 2 + 2) % 8] : cosine[i / 2 % 8], 1e-5)
    DO(gpu_ifft_f32(x, x, n));
    LOOK_NEAR(float, parts, 2 * n, i == 2 * (n / 8), 1e-5)
    DO(gpu_fft_rows_f32(x, x, n / 8, 8));
    LOOK_NEAR(float, parts, 2 * n, i / 16 == n / 64 ? 1 - i % 2 : 0, 1e-5)
}
static void windows(void)
{
    const size_t n = N / 5;
    float taps[3] = {1, 2, 4};
    NEW(float, x, N);
    NEW(float, y, N);
    NEW(float, h, 3);
    DO(floats(x, N));
    DO(gpu_copy(h, taps, sizeof taps));
    DO(gpu_moving_average_f32(y, x, N, 2));
    LOOK(float, y, N, i ? ((float)OF_BYTE(i) + (float)OF_BYTE(i - 1)) / 2 : 0)
    DO(gpu_conv1d_f32(y, x, N, h, 3));
    LOOK(float, y, N,
         (i + 1 < N ? OF_BYTE(i + 1) : 0) + 2 * OF_BYTE(i) + 4 * (i ? OF_BYTE(i - 1) : 0))
    DO(gpu_stencil5_f32(y, x, n, 5, 2, 1));
    LOOK(float, y, n * 5,
         i % 5 == 0 || i % 5 == 4 || i < 5 || i >= n * 5 - 5
             ? OF_BYTE(i)
             : 2 * OF_BYTE(i) + OF_BYTE(i - 1) + OF_BYTE(i + 1) + OF_BYTE(i - 5) + OF_BYTE(i + 5))
}
GPU_VECTORIZE(uint8_t, of_rows, (uint64_t, i, index)) { return (uint8_t)OF_BYTE(i / 16); }
static uint64_t middle(size_t row, size_t rows) /* of a row and its neighbours, where 0 follows 250 */
{
    const uint64_t v = OF_BYTE(row), inner = row > 0 && row + 1 < rows;
    return inner && v == 250 ? 249 : inner && v == 0 ? 1 : v;
}
static void images(void)
{
    const size_t n = B / 16;
    float taps[3] = {0, 1, 1};
    NEW(uint8_t, x, B);
    NEW(uint8_t, y, B);
    NEW(float, h, 3);
    DO(bytes(x, B));
    DO(gpu_copy(h, taps, sizeof taps));
    DO(gpu_conv2d_u8(y, x, n, 16, h, 1, 3, GPU_BORDER_ZERO));
    LOOK(uint8_t, y, n * 16, fmin((double)(OF_BYTE(i) + (i % 16 ? OF_BYTE(i - 1) : 0)), 255))
    DO(of_rows(x, B));
    DO(gpu_median3x3_u8(y, x, n, 16));
    LOOK(uint8_t, y, n * 16, middle(i / 16, n))
}
#ifndef EMULATED_ARCH /* the emulator has no kernels of programs */
GPU_KERNEL(adds_one, (uint8_t *, x), (size_t, n))
{
    GPU_FOR (k, n) x[k] = (uint8_t)(x[k] + 1);
}
static void kernels(void)
{
    NEW(uint8_t, x, B);
    DO(bytes(x, B));
    DO(adds_one(gpu_1d(B), x, B));
    LOOK(uint8_t, x, B, OF_BYTE(i) + 1)
}
#endif

static const struct {
    const char *name;
    void (*run)(void);
    double bytes; /* of memory for each of N elements, with what the functions take themselves */
} families[] = {
    {"memory", memory, 5}, {"elementwise", elementwise, 10}, {"mathematics", mathematics, 5},
    {"reductions", reductions, 7}, {"scans", scans, 9}, {"sort", sorts, 5}, {"sort of floats", sorts_of_floats, 9},
    {"argsort", argsorts, 20}, {"sort of pairs", sorts_of_pairs, 20}, {"top", choices, 9}, {"median", medians, 5},
    {"unique", uniques, 40}, {"searchsorted", searches, 11}, {"pack and where", packs, 13},
    {"gather and scatter", gathers, 12}, {"histogram", counts, 12}, {"rows and columns", rows_and_columns, 15},
    {"functions of rows", functions_of_rows, 10}, {"transpose", transposes, 5}, {"products", products, 10},
    {"wide products", wide_products, 10}, {"outer products", outers, 6}, {"random", randoms, 10},
    {"permutations", permutations, 10}, {"transforms", transforms, 20}, {"windows", windows, 10}, {"images", images, 5},
#ifndef EMULATED_ARCH
    {"kernels", kernels, 3},
#endif
};
enum { FAMILIES = sizeof families / sizeof *families };

int main(int argc, char **argv)
{
    double seconds = 0;
    int k, passed = 0, failed = 0;
    N = argc > 1 ? (size_t)strtoull(argv[1], NULL, 10) : ((size_t)1 << (gpu_device() == GPU_CPU ? 20 : 31)) + 17;
    B = 2 * N - 17;
    for (k = 0; k < FAMILIES; k++) {
        gpu_memory_stats m;
        double took;
        if (argc > 2 && strcmp(argv[2], families[k].name)) continue;
        wrongs = 0;
        GPU_CHECK(gpu_memory_trim());
        GPU_CHECK(gpu_memory(&m));
        if ((double)m.free < families[k].bytes * (double)N) {
            printf("%-20s skipped: it needs %.0f GB\n", families[k].name, families[k].bytes * (double)N * 1e-9);
            skips++;
            continue;
        }
        GPU_CHECK(gpu_timer_start());
        families[k].run();
        while (held) GPU_CHECK(gpu_free(arrays[--held]));
        seconds += took = gpu_timer_ms() * 1e-3;
        printf("%-20s %6.2f s  %s%s\n", families[k].name, took, wrongs ? "WRONG: " : "PASSED", wrongs ? said : "");
        fflush(stdout);
        passed += !wrongs, failed += wrongs != 0;
    }
    printf("large: %zu elements: %d passed, %d failed, %d skipped, %.0f s\n", N, passed, failed, skips, seconds);
    return failed || !passed;
}
