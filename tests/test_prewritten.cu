/* The prewritten functions against references in long double, on the current device; and the bits of both backends.
   Here: arguments, bare names, graphs. */

#define GPU_KERNELS_FOR_C
#include "gpu.h"
#define TEST_MAIN
#include "test.h"
#include "prewritten.h"

/* ----------------------------------------------------------------------------------------- arguments, bare names -- */

/* Every function with each of its arrays one element too short in turn. A row of every_function is the name, the bytes
   of the arrays and the call; the matrices are n by m, there are m bins, and a window is m wide. */
typedef struct trial {
    int row, seen; /* which is looked for, and how many have been passed */
    int line;      /* of this file, which names the row in messages */
    const char *name;
    size_t need[3];
    void *a[3];
    int called; /* else the row is only looked up */
    gpu_status status;
} trial;
static int is_row(trial *t, int line, const char *name, size_t b0, size_t b1, size_t b2)
{
    if (t->seen++ != t->row) return 0;
    t->line = line, t->name = name, t->need[0] = b0, t->need[1] = b1, t->need[2] = b2;
    return t->called;
}
#define ROW(name, b0, b1, b2, call)                                                                                    \
    if (is_row(t, __LINE__, name, b0, b1, b2)) t->status = call
#define F(k) ((float *)a[k])
#define G(k) ((double *)a[k])
#define I(k) ((int32_t *)a[k])
#define L(k) ((int64_t *)a[k])
#define U(k) ((uint8_t *)a[k])
#define H(k) ((gpu_f16 *)a[k])
#define VALUE(call) ((void)(call), gpu_error())
static int every_function(trial *t, int called)
{
    const size_t n = 97, m = 5;
    void *const *const a = t->a;
    t->seen = 0, t->called = called;
    ROW("gpu_fill", 4 * n, 0, 0, gpu_fill_f32(F(0), 1, n));
    ROW("gpu_fill", 8 * n, 0, 0, gpu_fill_i64(L(0), 1, n));
    ROW("gpu_arange", 4 * n, 0, 0, gpu_arange_i32(I(0), 0, 1, n));
    ROW("gpu_linspace", 8 * n, 0, 0, gpu_linspace_f64(G(0), 0, 1, n));
    ROW("gpu_add", 4 * n, 4 * n, 4 * n, gpu_add_f32(F(0), F(1), F(2), n));
    ROW("gpu_sub", 8 * n, 8 * n, 8 * n, gpu_sub_f64(G(0), G(1), G(2), n));
    ROW("gpu_mul", 4 * n, 4 * n, 4 * n, gpu_mul_i32(I(0), I(1), I(2), n));
    ROW("gpu_div", 4 * n, 4 * n, 4 * n, gpu_div_f32(F(0), F(1), F(2), n));
    ROW("gpu_axpy", 4 * n, 4 * n, 4 * n, gpu_axpy_f32(F(0), 2, F(1), F(2), n));
    ROW("gpu_scale", 4 * n, 4 * n, 0, gpu_scale_f32(F(0), 2, F(1), n));
    ROW("gpu_fill", n, 0, 0, gpu_fill_u8(U(0), 1, n));
    ROW("gpu_add_scalar", 4 * n, 4 * n, 0, gpu_add_scalar_f32(F(0), F(1), 2, n));
    ROW("gpu_sub_scalar", 8 * n, 8 * n, 0, gpu_sub_scalar_i64(L(0), L(1), 2, n));
    ROW("gpu_scalar_sub", 4 * n, 4 * n, 0, gpu_scalar_sub_i32(I(0), 2, I(1), n));
    ROW("gpu_div_scalar", 4 * n, 4 * n, 0, gpu_div_scalar_f32(F(0), F(1), 2, n));
    ROW("gpu_scalar_div", 8 * n, 8 * n, 0, gpu_scalar_div_f64(G(0), 2, G(1), n));
    ROW("gpu_minimum", 4 * n, 4 * n, 4 * n, gpu_minimum_f32(F(0), F(1), F(2), n));
    ROW("gpu_maximum", 8 * n, 8 * n, 8 * n, gpu_maximum_i64(L(0), L(1), L(2), n));
    ROW("gpu_square", 4 * n, 4 * n, 0, gpu_square_i32(I(0), I(1), n));
    ROW("gpu_sign", 4 * n, 4 * n, 0, gpu_sign_f32(F(0), F(1), n));
    ROW("gpu_reciprocal", 8 * n, 8 * n, 0, gpu_reciprocal_f64(G(0), G(1), n));
    ROW("gpu_floor", 4 * n, 4 * n, 0, gpu_floor_f32(F(0), F(1), n));
    ROW("gpu_ceil", 4 * n, 4 * n, 0, gpu_ceil_f32(F(0), F(1), n));
    ROW("gpu_round", 8 * n, 8 * n, 0, gpu_round_f64(G(0), G(1), n));
    ROW("gpu_exp2", 4 * n, 4 * n, 0, gpu_exp2_f32(F(0), F(1), n));
    ROW("gpu_log2", 4 * n, 4 * n, 0, gpu_log2_f32(F(0), F(1), n));
    ROW("gpu_cbrt", 4 * n, 4 * n, 0, gpu_cbrt_f32(F(0), F(1), n));
    ROW("gpu_log10", 4 * n, 4 * n, 0, gpu_log10_f32(F(0), F(1), n));
    ROW("gpu_atan2", 8 * n, 8 * n, 8 * n, gpu_atan2_f64(G(0), G(1), G(2), n));
    ROW("gpu_compare", n, 4 * n, 4 * n, gpu_compare_f32(U(0), F(1), GPU_LESS, F(2), n));
    ROW("gpu_compare_scalar", n, 8 * n, 0, gpu_compare_scalar_i64(U(0), L(1), GPU_EQUAL, 2, n));
    ROW("gpu_cast", n, 8 * n, 0, gpu_cast_u8(U(0), G(1), GPU_F64, n));
    ROW("gpu_cast", 8 * n, n, 0, gpu_cast_i64(L(0), a[1], GPU_U8, n));
    ROW("gpu_sum", 4 * n, 0, 0, VALUE(gpu_sum_u32((uint32_t *)a[0], n)));
    ROW("gpu_sum", 8, n, 0, gpu_sum_to_u8((uint64_t *)a[0], U(1), n));
    ROW("gpu_histogram", 8 * m, n, 0, gpu_histogram_u8(L(0), m, U(1), n, 0, 1));
    ROW("gpu_bincount", 8 * m, 8 * n, 0, gpu_bincount_u64(L(0), m, (uint64_t *)a[1], n));
    ROW("gpu_bincount_weights", 8 * m, 4 * n, 4 * n, gpu_bincount_weights_f32(G(0), m, I(1), F(2), n));
    ROW("gpu_transpose", 16 * n * m, 16 * n * m, 0, gpu_transpose_bytes(a[0], a[1], n, m, 16));
    ROW("gpu_transpose", n * m, n * m, 0, gpu_transpose_u8(U(0), U(1), n, m));
    ROW("gpu_clip", 4 * n, 4 * n, 0, gpu_clip_f32(F(0), F(1), 0, 1, n));
    ROW("gpu_abs", 8 * n, 8 * n, 0, gpu_abs_i64(L(0), L(1), n));
    ROW("gpu_sqrt", 4 * n, 4 * n, 0, gpu_sqrt_f32(F(0), F(1), n));
    ROW("gpu_exp", 4 * n, 4 * n, 0, gpu_exp_f32(F(0), F(1), n));
    ROW("gpu_log", 8 * n, 8 * n, 0, gpu_log_f64(G(0), G(1), n));
    ROW("gpu_sin", 4 * n, 4 * n, 0, gpu_sin_f32(F(0), F(1), n));
    ROW("gpu_cos", 4 * n, 4 * n, 0, gpu_cos_f32(F(0), F(1), n));
    ROW("gpu_tanh", 4 * n, 4 * n, 0, gpu_tanh_f32(F(0), F(1), n));
    ROW("gpu_sigmoid", 4 * n, 4 * n, 0, gpu_sigmoid_f32(F(0), F(1), n));
    ROW("gpu_pow", 4 * n, 4 * n, 0, gpu_pow_f32(F(0), F(1), 2, n));
    ROW("gpu_sum", 4 * n, 0, 0, VALUE(gpu_sum_f32(F(0), n)));
    ROW("gpu_sum", 8, 8 * n, 0, gpu_sum_to_f64(G(0), G(1), n));
    ROW("gpu_prod", 4 * n, 0, 0, VALUE(gpu_prod_i32(I(0), n)));
    ROW("gpu_prod", 8, 4 * n, 0, gpu_prod_to_i32(L(0), I(1), n));
    ROW("gpu_min", 4 * n, 0, 0, VALUE(gpu_min_f32(F(0), n)));
    ROW("gpu_min", 4, 4 * n, 0, gpu_min_to_f32(F(0), F(1), n));
    ROW("gpu_max", 8 * n, 0, 0, VALUE(gpu_max_i64(L(0), n)));
    ROW("gpu_max", 8, 8 * n, 0, gpu_max_to_i64(L(0), L(1), n));
    ROW("gpu_argmin", 4 * n, 0, 0, VALUE(gpu_argmin_f32(F(0), n)));
    ROW("gpu_argmax", 8, 4 * n, 0, gpu_argmax_to_f32(L(0), F(1), n));
    ROW("gpu_mean", 4 * n, 0, 0, VALUE(gpu_mean_f32(F(0), n)));
    ROW("gpu_mean", 8, 4 * n, 0, gpu_mean_to_f32(G(0), F(1), n));
    ROW("gpu_var", 4 * n, 0, 0, VALUE(gpu_var_f32(F(0), n, 0)));
    ROW("gpu_var", 8, 4 * n, 0, gpu_var_to_f32(G(0), F(1), n, 0));
    ROW("gpu_std", 4 * n, 0, 0, VALUE(gpu_std_i32(I(0), n, 0)));
    ROW("gpu_std", 8, 8 * n, 0, gpu_std_to_f64(G(0), G(1), n, 0));
    ROW("gpu_norm", 4 * n, 0, 0, VALUE(gpu_norm_f32(F(0), n)));
    ROW("gpu_norm", 8, 4 * n, 0, gpu_norm_to_f32(G(0), F(1), n));
    ROW("gpu_dot", 4 * n, 4 * n, 0, VALUE(gpu_dot_f32(F(0), F(1), n)));
    ROW("gpu_dot", 8, 4 * n, 4 * n, gpu_dot_to_f32(G(0), F(1), F(2), n));
    ROW("gpu_allclose", 4 * n, 4 * n, 0, VALUE(gpu_allclose_f32(F(0), F(1), n, 0, 0)));
    ROW("gpu_allclose", 4, 8 * n, 8 * n, gpu_allclose_to_f64(I(0), G(1), G(2), n, 0, 0));
    ROW("gpu_count_nonzero", 4 * n, 0, 0, VALUE(gpu_count_nonzero_f32(F(0), n)));
    ROW("gpu_count_nonzero", 8, 4 * n, 0, gpu_count_nonzero_to_f32(L(0), F(1), n));
    ROW("gpu_any", n, 0, 0, VALUE(gpu_any_u8(U(0), n)));
    ROW("gpu_all", 4, 8 * n, 0, gpu_all_to_f64(I(0), G(1), n));
    ROW("gpu_cumsum", 4 * n, 4 * n, 0, gpu_cumsum_f32(F(0), F(1), n));
    ROW("gpu_cumsum", 8 * n, 8 * n, 0, gpu_cumsum_exclusive_i64(L(0), L(1), n));
    ROW("gpu_sum_rows", 4 * n, 4 * n * m, 0, gpu_sum_rows_f32(F(0), F(1), n, m));
    ROW("gpu_sum_cols", 8 * m, 4 * n * m, 0, gpu_sum_cols_i32(L(0), I(1), n, m));
    ROW("gpu_min_rows", 4 * n, 4 * n * m, 0, gpu_min_rows_f32(F(0), F(1), n, m));
    ROW("gpu_min_cols", 8 * m, 8 * n * m, 0, gpu_min_cols_f64(G(0), G(1), n, m));
    ROW("gpu_max_rows", 4 * n, 4 * n * m, 0, gpu_max_rows_i32(I(0), I(1), n, m));
    ROW("gpu_max_cols", 4 * m, 4 * n * m, 0, gpu_max_cols_f32(F(0), F(1), n, m));
    ROW("gpu_mean_rows", 8 * n, 4 * n * m, 0, gpu_mean_rows_i32(G(0), I(1), n, m));
    ROW("gpu_mean_cols", 4 * m, 4 * n * m, 0, gpu_mean_cols_f32(F(0), F(1), n, m));
    ROW("gpu_argmax_rows", 8 * n, 4 * n * m, 0, gpu_argmax_rows_f32(L(0), F(1), n, m));
    ROW("gpu_argmin_cols", 8 * m, 8 * n * m, 0, gpu_argmin_cols_f64(L(0), G(1), n, m));
    ROW("gpu_var_rows", 4 * n, 4 * n * m, 0, gpu_var_rows_f32(F(0), F(1), n, m, 0));
    ROW("gpu_var_cols", 8 * m, 4 * n * m, 0, gpu_var_cols_i32(G(0), I(1), n, m, 1));
    ROW("gpu_cumsum_rows", 4 * n * m, 4 * n * m, 0, gpu_cumsum_rows_f32(F(0), F(1), n, m));
    ROW("gpu_cumsum_cols", 8 * n * m, 8 * n * m, 0, gpu_cumsum_cols_i64(L(0), L(1), n, m));
    ROW("gpu_histogram", 8 * m, 4 * n, 0, gpu_histogram_f32(L(0), m, F(1), n, 0, 1));
    ROW("gpu_bincount", 8 * m, 4 * n, 0, gpu_bincount_i32(L(0), m, I(1), n));
    ROW("gpu_transpose", 4 * n * m, 4 * n * m, 0, gpu_transpose_f32(F(0), F(1), n, m));
    ROW("gpu_matvec", 4 * n, 4 * n * m, 4 * m, gpu_matvec_f32(F(0), F(1), F(2), n, m));
    ROW("gpu_vecmat", 8 * m, 8 * n, 8 * n * m, gpu_vecmat_f64(G(0), G(1), G(2), n, m));
    ROW("gpu_matmul", 4 * n * m, 4 * n * 3, 4 * 3 * m, gpu_matmul_f32(F(0), F(1), F(2), n, m, 3));
    ROW("gpu_matmul", 8 * m * m, 8 * m * n, 8 * n * m, gpu_matmul_f64(G(0), G(1), G(2), m, m, n));
    ROW("gpu_gemm", 2 * n * m, 2 * n * 3, 2 * 3 * m, gpu_gemm_f16(H(0), H(1), H(2), gpu_gemm_of(n, m, 3)));
    ROW("gpu_outer", 8 * n * m, 8 * n, 8 * m, gpu_outer_f64(G(0), G(1), G(2), n, m));
    ROW("gpu_to_bf16", 2 * n, 4 * n, 0, gpu_to_bf16((gpu_bf16 *)a[0], F(1), n));
    ROW("gpu_from_f16", 4 * n, 2 * n, 0, gpu_from_f16(F(0), H(1), n));
    ROW("gpu_moving_average", 4 * n, 4 * n, 0, gpu_moving_average_f32(F(0), F(1), n, m));
    ROW("gpu_conv1d", 8 * n, 8 * n, 8 * m, gpu_conv1d_f64(G(0), G(1), n, G(2), m));
    ROW("gpu_conv2d", 8 * n * m, 8 * n * m, 8 * 3 * m, gpu_conv2d_f64(G(0), G(1), n, m, G(2), 3, m, GPU_BORDER_CLAMP));
    ROW("gpu_median3x3", 8 * n * m, 8 * n * m, 0, gpu_median3x3_i64(L(0), L(1), n, m));
    ROW("gpu_median3x3", n * m, n * m, 0, gpu_median3x3_u8(U(0), U(1), n, m));
    ROW("gpu_stencil5", 4 * n * m, 4 * n * m, 0, gpu_stencil5_f32(F(0), F(1), n, m, 1, 1));
    ROW("gpu_normalize", 4 * n, 4 * n, 0, gpu_normalize_f32(F(0), F(1), n));
    ROW("gpu_rand_uniform", 4 * n, 0, 0, gpu_rand_uniform_f32(F(0), n));
    ROW("gpu_rand_normal", 8 * n, 0, 0, gpu_rand_normal_f64(G(0), 0, 1, n));
    ROW("gpu_rand_lognormal", 4 * n, 0, 0, gpu_rand_lognormal_f32(F(0), 0, 1, n));
    ROW("gpu_rand_exponential", 4 * n, 0, 0, gpu_rand_exponential_f32(F(0), 1, n));
    ROW("gpu_rand_int", 4 * n, 0, 0, gpu_rand_int_i32(I(0), 0, 9, n));
    ROW("gpu_rand_poisson", 8 * n, 0, 0, gpu_rand_poisson_i64(L(0), 3.0, n));
    ROW("gpu_rand_permutation", 4 * n, 0, 0, gpu_rand_permutation_i32(I(0), n));
    return t->seen > t->row;
}

/* All arrays have what they need; array `few` then begins `shift` bytes into an allocation that is 1 byte or 1 element
   too short. */
static gpu_status few_bytes(trial *t)
{
    static unsigned char before[1 << 14], after[1 << 14];
    const size_t *const need = t->need;
    void *whole[3];
    char text[400];
    int k, few, made, missing;
    gpu_status s;
    for (few = -1; few < 3; few++) {
        const size_t cut[] = {1, 4, 8};
        size_t shift = 0;
        if (few >= 0 && !need[few]) continue;
        for (shift = 0; shift <= 2048; shift += 1024)
            for (missing = 0; missing < 3; missing++) {
                /* with nothing left behind the shift, a[few] would be where the next allocation may begin */
                const size_t most = few < 0 ? 0 : need[few] - (shift ? 1 : 0);
                const size_t less = few < 0 ? 0 : cut[missing] < most ? cut[missing] : most;
                for (k = 0; k < 3; k++) {
                    const size_t bytes = need[k] + (k == few ? shift - less : 0);
                    whole[k] = need[k] ? GPU_ZEROS(char, bytes) : NULL;
                    t->a[k] = whole[k] ? (void *)((char *)whole[k] + (k == few ? shift : 0)) : NULL;
                }
                made = __LINE__ - 3;
                test_row("line %d, %s: array %d is %zu bytes short, %zu bytes in", t->line, t->name, few, less, shift);
                if (few > 0) GPU_CHECK(gpu_copy(before, whole[0], need[0]));
                gpu_clear_error();
                every_function(t, 1), s = t->status;
                if (few < 0 && s) return s;
                if (few >= 0) {
                    snprintf(text, sizeof text, "%s: %zu bytes go beyond the end of ", t->name, need[few]);
                    if (s != GPU_ERROR_INVALID_ARGUMENT || gpu_error() != s || !strstr(gpu_error_message(), text))
                        return s ? s : GPU_ERROR_KERNEL;
                    snprintf(text, sizeof text, ", which has %zu bytes there (of %zu, made at %s:%d)", need[few] - less,
                             need[few] - less + shift, __FILE__, made);
                    if (!strstr(gpu_error_message(), text)) return s;
                    if (few > 0) {
                        GPU_CHECK(gpu_copy(after, whole[0], need[0]));
                        if (memcmp(before, after, need[0])) return GPU_ERROR_KERNEL;
                    }
                }
                for (k = 0; k < 3; k++)
                    if (gpu_free(whole[k])) return GPU_ERROR_INVALID_POINTER; /* marks were written over */
            }
    }
    gpu_clear_error();
    return GPU_OK;
}
TEST(no_function_goes_beyond_an_allocation)
{
    trial t;
    memset(&t, 0, sizeof t);
    for (; every_function(&t, 0); t.row++) {
        if (few_bytes(&t)) test__fail(__FILE__, __LINE__, "the message is \"%s\"", gpu_error_message());
        gpu_clear_error();
    }
}

TEST(bad_arguments_say_what_is_wrong)
{
    float x[8] = {1, 2, 3, 4, 5, 6, 7, 8}, y[8];
    int64_t c[4];
    const size_t negative = (size_t)-3;
    CHECK_SUFFIXED(gpu_add_f32(NULL, x, x, 8), GPU_ERROR_INVALID_ARGUMENT, "gpu_add: out is NULL");
    CHECK_SUFFIXED(gpu_add_f32(y, x, NULL, 8), GPU_ERROR_INVALID_ARGUMENT, "gpu_add: y is NULL");
    CHECK_SUFFIXED(gpu_add_f32(x + 1, x, x, 4), GPU_ERROR_INVALID_ARGUMENT, "overlap");
    CHECK_SUFFIXED(gpu_exp_f32(y, x, negative), GPU_ERROR_INVALID_ARGUMENT, "negative");
    CHECK_SUFFIXED(gpu_min_to_f32(y, x, 0), GPU_ERROR_INVALID_ARGUMENT, "gpu_min: n is 0");
    CHECK_SUFFIXED(gpu_argmax_to_f32(c, x, 0), GPU_ERROR_INVALID_ARGUMENT, "gpu_argmax: n is 0");
    CHECK_SUFFIXED(gpu_argmax_to_f32(NULL, x, 8), GPU_ERROR_INVALID_ARGUMENT, "out is NULL");
    CHECK_SUFFIXED(gpu_max_to_f32(x, x, 8), GPU_ERROR_INVALID_ARGUMENT,
                   "gpu_max: out and x overlap; expected two arrays that do not overlap");
    CHECK_SUFFIXED(gpu_sum_rows_f32(y, x, 0, 8), GPU_ERROR_INVALID_ARGUMENT, "gpu_sum_rows: the matrix is 0 by 8");
    CHECK_SUFFIXED(gpu_argmax_cols_f32(c, x, 0, 8), GPU_ERROR_INVALID_ARGUMENT,
                   "gpu_argmax_cols: the matrix is 0 by 8");
    CHECK_SUFFIXED(gpu_var_rows_f32(x, x, 2, 4, 0), GPU_ERROR_INVALID_ARGUMENT, "gpu_var_rows: out and a overlap");
    CHECK_SUFFIXED(gpu_transpose_f32(y, x, 2, 0), GPU_ERROR_INVALID_ARGUMENT, "2 by 0");
    CHECK_SUFFIXED(gpu_transpose_f32(y, x, negative, 2), GPU_ERROR_INVALID_ARGUMENT, "negative");
    CHECK_SUFFIXED(gpu_transpose_f32(x, x, 2, 4), GPU_ERROR_INVALID_ARGUMENT, "overlap");
    CHECK_SUFFIXED(gpu_matvec_f32(y, x, y, 2, 4), GPU_ERROR_INVALID_ARGUMENT, "out and x overlap");
    CHECK_SUFFIXED(gpu_matvec_f32(y, x, NULL, 2, 4), GPU_ERROR_INVALID_ARGUMENT, "x is NULL");
    CHECK_SUFFIXED(gpu_histogram_f32(c, 0, x, 8, 0, 1), GPU_ERROR_INVALID_ARGUMENT, "0 bins");
    CHECK_SUFFIXED(gpu_histogram_f32(c, 4, x, 8, 1, 1), GPU_ERROR_INVALID_ARGUMENT, "lo below hi");
    CHECK_SUFFIXED(gpu_histogram_f32(c, 4, x, 8, 0, INFINITY), GPU_ERROR_INVALID_ARGUMENT, "finite");
    CHECK_SUFFIXED(gpu_histogram_f32(c, 4, x, 8, -1e308, 1e308), GPU_ERROR_INVALID_ARGUMENT,
                   "whose difference is finite");
    CHECK_SUFFIXED(gpu_moving_average_f32(y, x, 8, 0), GPU_ERROR_INVALID_ARGUMENT, "0 wide");
    CHECK_SUFFIXED(gpu_moving_average_f32(y, x, 8, 9), GPU_ERROR_INVALID_ARGUMENT, "9 wide, and there are 8");
    CHECK_SUFFIXED(gpu_moving_average_f32(x, x, 8, 3), GPU_ERROR_INVALID_ARGUMENT, "overlap");
    CHECK_SUFFIXED(gpu_conv1d_f32(y, x, 2, x, 3), GPU_ERROR_INVALID_ARGUMENT, "3 wide, and there are 2");
    CHECK_SUFFIXED(gpu_conv2d_f32(y, x, 0, 4, x, 3, 3, GPU_BORDER_ZERO), GPU_ERROR_INVALID_ARGUMENT,
                   "gpu_conv2d: the matrix is 0 by 4");
    CHECK_SUFFIXED(gpu_conv2d_f32(y, x, 2, 4, x, 0, 3, GPU_BORDER_ZERO), GPU_ERROR_INVALID_ARGUMENT,
                   "the filter is 0 by 3; expected at least 1 by 1");
    CHECK_SUFFIXED(gpu_conv2d_f32(y, x, 2, 4, x, negative, 3, GPU_BORDER_ZERO), GPU_ERROR_INVALID_ARGUMENT, "negative");
    CHECK_SUFFIXED(gpu_conv2d_f32(y, x, 2, 4, x, 1, 1, (gpu_border)5), GPU_ERROR_INVALID_ARGUMENT,
                   "border is 5; expected GPU_BORDER_ZERO, GPU_BORDER_CLAMP, GPU_BORDER_WRAP, GPU_BORDER_REFLECT or "
                   "GPU_BORDER_MIRROR");
    CHECK_SUFFIXED(gpu_conv2d_f32(x, x, 2, 4, y, 1, 1, GPU_BORDER_ZERO), GPU_ERROR_INVALID_ARGUMENT,
                   "out and x overlap");
    CHECK_SUFFIXED(gpu_conv2d_f32(y, x, 2, 4, y + 7, 1, 1, GPU_BORDER_ZERO), GPU_ERROR_INVALID_ARGUMENT,
                   "out and h overlap");
    CHECK_SUFFIXED(gpu_median3x3_f32(x, x, 2, 4), GPU_ERROR_INVALID_ARGUMENT, "gpu_median3x3: out and x overlap");
    CHECK_SUFFIXED(gpu_median3x3_f32(y, x, 2, 0), GPU_ERROR_INVALID_ARGUMENT, "gpu_median3x3: the matrix is 2 by 0");
    CHECK_SUFFIXED(gpu_stencil5_f32(x, x, 2, 4, 1, 1), GPU_ERROR_INVALID_ARGUMENT, "overlap");
    CHECK_SUFFIXED(gpu_normalize_f32(NULL, x, 8), GPU_ERROR_INVALID_ARGUMENT, "out is NULL");
    /* no place at all: not that of an earlier call */
    CHECK_INT(gpu_add_f32(NULL, x, x, 8), GPU_ERROR_INVALID_ARGUMENT);
    CHECK(!strncmp(gpu_error_message(), "gpu_add: out is NULL", 20));
    gpu_clear_error();
#if defined(__cplusplus) || (defined(__STDC_VERSION__) && __STDC_VERSION__ >= 201112L)
    /* a call among the arguments takes nothing away */
    CHECK_STATUS(gpu_fill(y, (float)gpu_sum(x, 8), negative), GPU_ERROR_INVALID_ARGUMENT, "negative");
#endif
    CHECK_SUFFIXED(gpu_add_f32(NULL, NULL, NULL, 0), GPU_OK, "");
    GPU_CHECK(gpu_sync());
    CHECK(gpu_max_f32(x, 0) != gpu_max_f32(x, 0));
    gpu_clear_error();
    CHECK_INT(gpu_argmin_f32(x, 0), -1);
    gpu_clear_error();
}

#if defined(__cplusplus) || (defined(__STDC_VERSION__) && __STDC_VERSION__ >= 201112L)
TEST(bare_names_follow_the_type)
{
    double x[4] = {4, 3, 2, 1}, y[4];
    const float *f = NULL;
    int32_t k[3] = {1, 2, 0x7fffffff};
    int64_t c[2];
    uint8_t mask[4];
    int evaluated[3] = {0, 0, 0};
    CHECK(gpu_sum(x, 4) == 10 && gpu_max(x, 4) == 4 && gpu_argmin(x, 4) == 3 && gpu_sum(k, 3) == 0x80000002LL);
    CHECK(gpu_sum(f, 0) == 0 && gpu_allclose(x, x, 4, 0, 0) == 1);
    CHECK(gpu_scale(y, 2, x, 4) == GPU_OK && y[0] == 8);
    CHECK(gpu_add_scalar(y, x, 2, 4) == GPU_OK && y[0] == 6 && gpu_scalar_div(y, 2, x, 4) == GPU_OK && y[0] == 0.5);
    CHECK(gpu_compare(mask, x, GPU_GREATER, y, 4) == GPU_OK && mask[0] == 1 &&
          gpu_compare_scalar(mask, x, GPU_LESS, 4, 4) == GPU_OK && mask[0] == 0);
    CHECK(gpu_sum(mask, 4) == 3 && gpu_cast(c, y, 1) == GPU_OK && c[0] == 0 && gpu_cast(y, mask, 4) == GPU_OK &&
          y[1] == 1);
    CHECK(gpu_bincount_weights(y, 2, k, x, 2) == GPU_OK && y[0] == 0 && y[1] == 4 &&
          gpu_transpose(mask, mask + 2, 1, 2) == GPU_OK);
    mask[3] = 0;
    CHECK(gpu_any(mask, 4) == 1 && gpu_all(mask, 4) == 0 && gpu_any_to(evaluated, x, 4) == GPU_OK &&
          evaluated[0] == 1 && gpu_cbrt(y, x, 4) == GPU_OK);
    evaluated[0] = 0;
    CHECK(gpu_bincount(c, 2, k, 3) == GPU_OK && c[0] == 0 && c[1] == 1);
    CHECK(gpu_histogram(c, 2, x, 4, 1, 4) == GPU_OK && c[0] == 2 && c[1] == 2);
    CHECK_FAILS(isnan(gpu_min(x, 0)), GPU_ERROR_INVALID_ARGUMENT, "gpu_min: n is 0");
    CHECK(gpu_sum((evaluated[0]++, x), 4) == 10 && gpu_norm((evaluated[0]++, x), 0) == 0 &&
          gpu_bincount(c, 2, (evaluated[0]++, k), 3) == GPU_OK);
    CHECK(gpu_scale((evaluated[1]++, y), (evaluated[2]++, 2), x, 4) == GPU_OK);
    CHECK(evaluated[0] == 3 && evaluated[1] == 1 && evaluated[2] == 1);
}
#endif

TEST(in_a_graph)
{
    enum { rows = 20, cols = 30000 };
    static float x[rows * cols], y[rows];
    static float half[rows], normal[rows];
    float *dx, *dy, *dz;
    double *v, one;
    gpu_graph graph;
    gpu_stream stream = gpu_stream_new();
    size_t i;
    for (i = 0; i < rows * cols; i++) x[i] = 1;
    for (i = 0; i < rows; i++) half[i] = (float)(i % 2);
    GPU_CHECK(gpu_use_stream(stream));
    dz = GPU_NEW(float, rows);
    dx = GPU_TO_DEVICE(float, x, rows * cols), dy = GPU_NEW(float, rows), v = GPU_NEW(double, 1);
    GPU_CHECK(gpu_sum_rows_f32(dy, dx, rows, cols));
    GPU_CHECK(gpu_var_to_f32(v, dx, rows * cols, 0));
    GPU_CHECK(gpu_graph_begin());
    GPU_CHECK(gpu_add_f32(dx, dx, dx, rows * cols));
    GPU_CHECK(gpu_sum_rows_f32(dy, dx, rows, cols));
    GPU_CHECK(gpu_var_to_f32(v, dx, rows * cols, 0));
    GPU_CHECK(gpu_copy_async(dz, half, sizeof half));
    GPU_CHECK(gpu_normalize_f32(dz, dz, rows));
    graph = gpu_graph_end();
    half[0] = 1, half[1] = 0; /* the moments are those of the elements when the graph runs */
    for (i = 0; i < 3; i++) GPU_CHECK(gpu_graph_launch(graph));
    GPU_CHECK(gpu_stream_sync(stream));
    to_host(y, dy, sizeof y), to_host(&one, v, sizeof one);
    CHECK(y[0] == 8.0f * cols && y[rows - 1] == 8.0f * cols && one == 0);
    to_host(normal, dz, sizeof normal);
    for (i = 0; i < rows; i++) CHECK(normal[i] == (half[i] == 1 ? 1 : -1));
    GPU_CHECK(gpu_free(dz));
    GPU_CHECK(gpu_graph_free(graph));
    GPU_CHECK(gpu_free(dx));
    GPU_CHECK(gpu_free(dy));
    GPU_CHECK(gpu_free(v));
    GPU_CHECK(gpu_use_stream(NULL));
    GPU_CHECK(gpu_stream_free(stream));
}
