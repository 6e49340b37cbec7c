/* The rows of tests/bits.txt of the prewritten functions of each type. */

TEST(N(values))
{
    size_t a;
    for (a = 0; a < INPUTS; a++) {
        const char *const input = inputs[a];
        T *x = (T *)bits_input(N(letter), input);
        T *y = (T *)bits_input(N(letter), "tame");
        T *z = (T *)bits_input(N(letter), "one");
        VALUE("sum_" S_TEXT, N(sum), N(sum_letter), N(gpu_sum)(x + o, n));
        VALUE("prod_" S_TEXT, N(sum), N(sum_letter), N(gpu_prod)(OF(REAL) ? z + o : x + o, n));
        VALUE("min_" S_TEXT, T, N(letter), n ? N(gpu_min)(x + o, n) : 0);
        VALUE("max_" S_TEXT, T, N(letter), n ? N(gpu_max)(x + o, n) : 0);
        VALUE("argmin_" S_TEXT, int64_t, 'l', n ? N(gpu_argmin)(x + o, n) : 0);
        VALUE("argmax_" S_TEXT, int64_t, 'l', n ? N(gpu_argmax)(x + o, n) : 0);
        VALUE("mean_" S_TEXT, double, 'd', N(gpu_mean)(x + o, n));
        VALUE("var_" S_TEXT, double, 'd', N(gpu_var)(x + o, n, 0));
        VALUE("std_" S_TEXT, double, 'd', N(gpu_std)(x + o, n, 1));
        VALUE("dot_" S_TEXT, N(sum), N(sum_letter), N(gpu_dot)(x + o, y, n));
        VALUE("count_nonzero_" S_TEXT, int64_t, 'l', N(gpu_count_nonzero)(x + o, n));
        gpu_free(x), gpu_free(y), gpu_free(z);
    }
}
TEST(N(arrays))
{
    size_t a;
    for (a = 0; a < INPUTS; a++) {
        const char *const input = inputs[a];
        T *x = (T *)bits_input(N(letter), input), *y = (T *)bits_input(N(letter), "tame");
        double *out = (double *)bits_input('d', "one");
        T *to = (T *)(void *)out;
        int64_t *counts = (int64_t *)(void *)out;
        ARRAY("axpy_" S_TEXT, N(letter), to, N(gpu_axpy)(to + o, (T)3, x + o, y, n));
        ARRAY("scale_" S_TEXT, N(letter), to, N(gpu_scale)(to + o, (T)3, x + o, n));
        ARRAY("arange_" S_TEXT, N(letter), to, N(gpu_arange)(to + o, (T)5, (T)(OF(REAL) ? 1 / 3.0 : 7), n));
        MATRIX("sum_rows_" S_TEXT, N(row_sum_letter), out, rows,
               N(gpu_sum_rows)((N(row_sum) *)(void *)out, x + o, rows, cols));
        MATRIX("sum_cols_" S_TEXT, N(row_sum_letter), out, cols,
               N(gpu_sum_cols)((N(row_sum) *)(void *)out, x + o, rows, cols));
        MATRIX("min_rows_" S_TEXT, N(letter), out, rows, N(gpu_min_rows)(to, x + o, rows, cols));
        MATRIX("min_cols_" S_TEXT, N(letter), out, cols, N(gpu_min_cols)(to, x + o, rows, cols));
        MATRIX("max_rows_" S_TEXT, N(letter), out, rows, N(gpu_max_rows)(to, x + o, rows, cols));
        MATRIX("max_cols_" S_TEXT, N(letter), out, cols, N(gpu_max_cols)(to, x + o, rows, cols));
        MATRIX("mean_rows_" S_TEXT, N(mean_letter), out, rows,
               N(gpu_mean_rows)((N(mean) *)(void *)out, x + o, rows, cols));
        MATRIX("mean_cols_" S_TEXT, N(mean_letter), out, cols,
               N(gpu_mean_cols)((N(mean) *)(void *)out, x + o, rows, cols));
        MATRIX("var_rows_" S_TEXT, N(mean_letter), out, rows,
               N(gpu_var_rows)((N(mean) *)(void *)out, x + o, rows, cols, 0));
        MATRIX("var_cols_" S_TEXT, N(mean_letter), out, cols,
               N(gpu_var_cols)((N(mean) *)(void *)out, x + o, rows, cols, 1));
        MATRIX("argmax_rows_" S_TEXT, 'l', out, rows, N(gpu_argmax_rows)(counts, x + o, rows, cols));
        MATRIX("argmin_cols_" S_TEXT, 'l', out, cols, N(gpu_argmin_cols)(counts, x + o, rows, cols));
        MATRIX("cumsum_rows_" S_TEXT, N(letter), to, rows * cols, N(gpu_cumsum_rows)(to, x + o, rows, cols));
        MATRIX("cumsum_cols_" S_TEXT, N(letter), to, rows * cols, N(gpu_cumsum_cols)(to, x + o, rows, cols));
        MATRIX("median3x3_" S_TEXT, N(letter), to, rows * cols, N(gpu_median3x3)(to, x + o, rows, cols));
        MATRIX("transpose_" S_TEXT, N(letter), out, rows * cols, N(gpu_transpose)(to, x + o, rows, cols));
        COUNTS("histogram_" S_TEXT, 7, N(gpu_histogram)(counts, bins, x + o, n, -1.0, 1.0));
        COUNTS("histogram_" S_TEXT, 5000, N(gpu_histogram)(counts, bins, x + o, n, -499.5, 1e6));
        gpu_free(x), gpu_free(y), gpu_free(out);
    }
}
static void N(sums)(const char *input, const char *here) /* in the order of the device where rounding shows it */
{
    char name[40], exclusive[40];
    T *x = (T *)bits_input(N(letter), input), *to = (T *)bits_input(N(letter), "one");
    snprintf(name, sizeof name, "cumsum_" S_TEXT "%s", here);
    snprintf(exclusive, sizeof exclusive, "cumsum_exclusive_" S_TEXT "%s", here);
    ARRAY(name, N(letter), to, N(gpu_cumsum)(to + o, x + o, n));
    ARRAY(exclusive, N(letter), to, N(gpu_cumsum_exclusive)(to + o, x, n));
    gpu_free(x), gpu_free(to);
}
