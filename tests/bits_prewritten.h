/* The bits of the prewritten functions, for test_bits_prewritten_32.cu and _64.cu, which are compiled side by side. */

#define GPU_KERNELS_FOR_C
#define GPU_ROWWISE
#include "gpu.h"
#include "test.h"
#include "bits.h"

static const char *const inputs[] = {"tame", "wild", "same"};
enum { INPUTS = sizeof inputs / sizeof *inputs };
static const size_t shapes[][2] = {{1, 1}, {1, 1000}, {1000, 1}, {3, 5}, {5, 3}, {63, 65}, {64, 64}, {513, 7}, {7, 513}, {1000, 33}, {33, 1000},
                                   {2, 8193}, {8193, 2}, {1, 65537}, {65537, 1}, {257, 1025}, {20, 50000}, {50000, 20}, {333, 3001}};
enum { SHAPES = sizeof shapes / sizeof *shapes };

/* A row of a function of a matrix: a column's size is 1000000 rows + cols. */
#define BITS_MATRIX(name, input, type, out, count, call)                                                               \
    do {                                                                                                               \
        size_t k;                                                                                                      \
        bits_begin(name, input);                                                                                       \
        for (k = 0; k < SHAPES; k++) {                                                                                 \
            const size_t rows = shapes[k][0], cols = shapes[k][1], o = k % 4;                                          \
            CHECK_SUFFIXED(call, GPU_OK, "");                                                                          \
            bits_array(rows * 1000000 + cols, type, out, count);                                                       \
        }                                                                                                              \
        bits_end();                                                                                                    \
    } while (0)
#define VALUE(name, R, type, call) BITS_VALUE(name, input, R, type, 1, call)
#define ARRAY(name, type, to, call) BITS_ARRAY(name, input, type, to, call)
#define MATRIX(name, type, to, count, call) BITS_MATRIX(name, input, type, to, count, call)

/* T and its letter, its suffix; A, what sums are, R and M, what sums and means along an axis are, and their letters. */
#define OF_TYPE(T, t, s, A, at, R, rt, M, mt)                                                                          \
    TEST(values_##s)                                                                                                   \
    {                                                                                                                  \
        size_t a;                                                                                                      \
        for (a = 0; a < INPUTS; a++) {                                                                                 \
            const char *const input = inputs[a];                                                                       \
            T *x = (T *)bits_input(t, input), *y = (T *)bits_input(t, "tame"), *z = (T *)bits_input(t, "one");         \
            VALUE("sum_" #s, A, at, gpu_sum_##s(x + o, n));                                                            \
            VALUE("prod_" #s, A, at, gpu_prod_##s((sizeof(T) == 4 && t == 'f') || t == 'd' ? z + o : x + o, n));       \
            VALUE("min_" #s, T, t, n ? gpu_min_##s(x + o, n) : 0);                                                     \
            VALUE("max_" #s, T, t, n ? gpu_max_##s(x + o, n) : 0);                                                     \
            VALUE("argmin_" #s, int64_t, 'l', n ? gpu_argmin_##s(x + o, n) : 0);                                       \
            VALUE("argmax_" #s, int64_t, 'l', n ? gpu_argmax_##s(x + o, n) : 0);                                       \
            VALUE("mean_" #s, double, 'd', gpu_mean_##s(x + o, n));                                                    \
            VALUE("var_" #s, double, 'd', gpu_var_##s(x + o, n, 0));                                                   \
            VALUE("std_" #s, double, 'd', gpu_std_##s(x + o, n, 1));                                                   \
            VALUE("dot_" #s, A, at, gpu_dot_##s(x + o, y, n));                                                         \
            VALUE("count_nonzero_" #s, int64_t, 'l', gpu_count_nonzero_##s(x + o, n));                                 \
            gpu_free(x), gpu_free(y), gpu_free(z);                                                                     \
        }                                                                                                              \
    }                                                                                                                  \
    TEST(arrays_##s)                                                                                                   \
    {                                                                                                                  \
        size_t a;                                                                                                      \
        for (a = 0; a < INPUTS; a++) {                                                                                 \
            const char *const input = inputs[a];                                                                       \
            T *x = (T *)bits_input(t, input), *y = (T *)bits_input(t, "tame");                                         \
            double *out = (double *)bits_input('d', "one");                                                            \
            T *to = (T *)(void *)out;                                                                                  \
            int64_t *counts = (int64_t *)(void *)out;                                                                  \
            ARRAY("axpy_" #s, t, to, gpu_axpy_##s(to + o, (T)3, x + o, y, n));                                         \
            ARRAY("scale_" #s, t, to, gpu_scale_##s(to + o, (T)3, x + o, n));                                          \
            ARRAY("arange_" #s, t, to, gpu_arange_##s(to + o, (T)5, (T)(t == 'f' || t == 'd' ? 1 / 3.0 : 7), n));      \
            MATRIX("sum_rows_" #s, rt, out, rows, gpu_sum_rows_##s((R *)(void *)out, x + o, rows, cols));              \
            MATRIX("sum_cols_" #s, rt, out, cols, gpu_sum_cols_##s((R *)(void *)out, x + o, rows, cols));              \
            MATRIX("min_rows_" #s, t, out, rows, gpu_min_rows_##s(to, x + o, rows, cols));                             \
            MATRIX("min_cols_" #s, t, out, cols, gpu_min_cols_##s(to, x + o, rows, cols));                             \
            MATRIX("max_rows_" #s, t, out, rows, gpu_max_rows_##s(to, x + o, rows, cols));                             \
            MATRIX("max_cols_" #s, t, out, cols, gpu_max_cols_##s(to, x + o, rows, cols));                             \
            MATRIX("mean_rows_" #s, mt, out, rows, gpu_mean_rows_##s((M *)(void *)out, x + o, rows, cols));            \
            MATRIX("mean_cols_" #s, mt, out, cols, gpu_mean_cols_##s((M *)(void *)out, x + o, rows, cols));            \
            MATRIX("var_rows_" #s, mt, out, rows, gpu_var_rows_##s((M *)(void *)out, x + o, rows, cols, 0));            \
            MATRIX("var_cols_" #s, mt, out, cols, gpu_var_cols_##s((M *)(void *)out, x + o, rows, cols, 1));            \
            MATRIX("argmax_rows_" #s, 'l', out, rows, gpu_argmax_rows_##s(counts, x + o, rows, cols));                 \
            MATRIX("argmin_cols_" #s, 'l', out, cols, gpu_argmin_cols_##s(counts, x + o, rows, cols));                 \
            MATRIX("cumsum_rows_" #s, t, to, rows * cols, gpu_cumsum_rows_##s(to, x + o, rows, cols));                 \
            MATRIX("cumsum_cols_" #s, t, to, rows * cols, gpu_cumsum_cols_##s(to, x + o, rows, cols));                 \
            MATRIX("median3x3_" #s, t, to, rows * cols, gpu_median3x3_##s(to, x + o, rows, cols));                     \
            MATRIX("transpose_" #s, t, out, rows * cols, gpu_transpose_##s(to, x + o, rows, cols));                    \
            BITS_COUNTS("histogram_" #s, 7, gpu_histogram_##s(counts, bins, x + o, n, -1.0, 1.0));                     \
            BITS_COUNTS("histogram_" #s, 5000, gpu_histogram_##s(counts, bins, x + o, n, -499.5, 1e6));                \
            gpu_free(x), gpu_free(y), gpu_free(out);                                                                   \
        }                                                                                                              \
    }                                                                                                                  \
    static void sums_##s(const char *input, const char *here) /* in the order of the device where rounding shows it */ \
    {                                                                                                                  \
        char name[40], exclusive[40];                                                                                  \
        T *x = (T *)bits_input(t, input), *to = (T *)bits_input(t, "one");                                             \
        snprintf(name, sizeof name, "cumsum_" #s "%s", here), snprintf(exclusive, sizeof exclusive, "cumsum_exclusive_" #s "%s", here); \
        ARRAY(name, t, to, gpu_cumsum_##s(to + o, x + o, n));                                                          \
        ARRAY(exclusive, t, to, gpu_cumsum_exclusive_##s(to + o, x, n));                                               \
        gpu_free(x), gpu_free(to);                                                                                     \
    }
/* One with `bins` is a function of the bins, two of them a row. */
#define BITS_COUNTS(name, number, call) BITS_BINS(name, number, 'l', counts, call)
#define BITS_BINS(name, number, type, to, call)                                                                                \
    do {                                                                                                               \
        size_t k;                                                                                                      \
        bits_begin(name "_" #number, input);                                                                           \
        for (k = 0; k < BITS_SIZES; k++) {                                                                             \
            const size_t n = bits_sizes[k], o = k % 4, bins = number;                                                  \
            CHECK_SUFFIXED(call, GPU_OK, "");                                                                          \
            bits_array(n, type, to, bins);                                                                             \
        }                                                                                                              \
        bits_end();                                                                                                    \
    } while (0)

#define OF_REAL(T, t, s)                                                                                               \
    TEST(real_##s)                                                                                                     \
    {                                                                                                                  \
        size_t a;                                                                                                      \
        for (a = 0; a < INPUTS; a++) {                                                                                 \
            const char *const input = inputs[a];                                                                       \
            T *x = (T *)bits_input(t, input), *y = (T *)bits_input(t, "one"), *to = (T *)bits_input(t, "one");         \
            int32_t *k32 = (int32_t *)bits_input('i', "tame");                                                         \
            double *sums = (double *)bits_input('d', "one");                                                           \
            VALUE("norm_" #s, double, 'd', gpu_norm_##s(x + o, n));                                                    \
            ARRAY("linspace_" #s, t, to, gpu_linspace_##s(to + o, (T)-3, (T)7.1, n));                                  \
            ARRAY("div_" #s, t, to, gpu_div_##s(to + o, x + o, y, n));                                                 \
            ARRAY("sqrt_" #s, t, to, gpu_sqrt_##s(to + o, x + o, n));                                                  \
            ARRAY("reciprocal_" #s, t, to, gpu_reciprocal_##s(to + o, x + o, n));                                      \
            ARRAY("scalar_div_" #s, t, to, gpu_scalar_div_##s(to + o, (T)3, x + o, n));                                \
            BITS_BINS("weights_" #s, 400, 'd', sums, gpu_bincount_weights_##s(sums, bins, k32, x + o, n));                      \
            BITS_BINS("weights_" #s, 5000, 'd', sums, gpu_bincount_weights_##s(sums, bins, k32, x + o, n));                    \
            ARRAY("normalize_" #s, t, to, gpu_normalize_##s(to + o, x + o, n));                                        \
            ARRAY("moving_average_3_" #s, t, to, gpu_moving_average_##s(to + o, x + o, n, n < 3 ? n + !n : 3));        \
            ARRAY("moving_average_101_" #s, t, to, gpu_moving_average_##s(to + o, x + o, n, n < 101 ? n + !n : 101));  \
            ARRAY("moving_average_5000_" #s, t, to, gpu_moving_average_##s(to + o, x + o, n, n < 5000 ? n + !n : 5000)); \
            ARRAY(FUSED("conv1d_4_" #s), t, to, gpu_conv1d_##s(to + o, x + o, n, y, n < 4 ? n + !n : 4));              \
            ARRAY(FUSED("conv1d_63_" #s), t, to, gpu_conv1d_##s(to + o, x + o, n, y, n < 63 ? n + !n : 63));           \
            MATRIX("matvec_" #s, t, to, rows, gpu_matvec_##s(to, x + o, y, rows, cols));                               \
            MATRIX(FUSED("stencil5_" #s), t, to, rows * cols, gpu_stencil5_##s(to, x + o, rows, cols, (T)0.3, (T)0.175)); \
            MATRIX("conv2d_3x4_" #s, t, to, rows * cols, gpu_conv2d_##s(to, x + o, rows, cols, y, 3, 4, GPU_BORDER_ZERO)); \
            MATRIX("conv2d_5x5_" #s, t, to, rows * cols, gpu_conv2d_##s(to, x + o, rows, cols, y, 5, 5, GPU_BORDER_CLAMP)); \
            MATRIX("softmax_rows_" #s, t, to, rows * cols, gpu_softmax_rows_##s(to, x + o, rows, cols));               \
            MATRIX("log_softmax_rows_" #s, t, to, rows * cols, gpu_log_softmax_rows_##s(to, x + o, rows, cols));       \
            MATRIX("logsumexp_rows_" #s, t, to, rows, gpu_logsumexp_rows_##s(to, x + o, rows, cols));                  \
            MATRIX("layer_norm_rows_" #s, t, to, rows * cols, gpu_layer_norm_rows_##s(to, x + o, y, y + 1, rows, cols, 1e-5)); \
            gpu_free(x), gpu_free(y), gpu_free(to), gpu_free(k32), gpu_free(sums);                                                                   \
        }                                                                                                              \
    }                                                                                                                  \
    TEST(random_##s)                                                                                                   \
    {                                                                                                                  \
        const char *const input = "seed=7";                                                                            \
        T *to = (T *)bits_input(t, "one");                                                                             \
        CHECK_STATUS(gpu_seed(7), GPU_OK, "");                                                                         \
        ARRAY("uniform_" #s, t, to, gpu_rand_uniform_##s(to + o, n));                                                  \
        ARRAY("normal_" #s, t, to, gpu_rand_normal_##s(to + o, 1, 3, n));                                              \
        ARRAY("lognormal_" #s, t, to, gpu_rand_lognormal_##s(to + o, 0, 1, n));                                        \
        ARRAY("exponential_" #s, t, to, gpu_rand_exponential_##s(to + o, 2, n));                                       \
        gpu_free(to);                                                                                                  \
    }

#define OF_WHOLE(T, t, s)                                                                                              \
    TEST(whole_##s)                                                                                                    \
    {                                                                                                                  \
        const char *const input = "seed=7";                                                                            \
        T *to = (T *)bits_input(t, "one"), *x = (T *)bits_input(t, "tame");                                            \
        int64_t *counts = (int64_t *)bits_input('l', "one");                                                           \
        BITS_COUNTS("bincount_" #s, 400, gpu_bincount_##s(counts, bins, x + o, n));                                    \
        CHECK_STATUS(gpu_seed(7), GPU_OK, "");                                                                         \
        ARRAY("int_" #s, t, to, gpu_rand_int_##s(to + o, -17, 1000003, n));                                            \
        ARRAY("poisson_3_" #s, t, to, gpu_rand_poisson_##s(to + o, 3.5, n));                                           \
        ARRAY("poisson_400_" #s, t, to, gpu_rand_poisson_##s(to + o, 400, n));                                         \
        ARRAY("poisson_100000_" #s, t, to, gpu_rand_poisson_##s(to + o, 100000, n));                                   \
        ARRAY("permutation_" #s, t, to, gpu_rand_permutation_##s(to + o, n));                                          \
        gpu_free(to), gpu_free(x), gpu_free(counts);                                                                   \
    }

#define OF_SUMS(real, whole)                                                                                           \
    TEST(cumulative_sums_##real)                                                                                       \
    {                                                                                                                  \
        const int device = gpu_device();                                                                               \
        size_t a;                                                                                                      \
        for (a = 0; a < INPUTS; a++) {                                                                                 \
            sums_##whole(inputs[a], "");                                                                               \
            if (device != GPU_CPU) sums_##real(inputs[a], "@gpu");                                                     \
        }                                                                                                              \
        CHECK_STATUS(gpu_use(GPU_CPU), GPU_OK, "");                                                                    \
        for (a = 0; a < INPUTS; a++) sums_##real(inputs[a], "@cpu");                                                   \
        CHECK_STATUS(gpu_use(device), GPU_OK, "");                                                                     \
    }
