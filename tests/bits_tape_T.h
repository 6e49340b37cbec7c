/* The rows of tests/bits.txt of gradients by the tape. Each program uses x, a matrix, and y; `line` has room for two
   rows or columns. */

static void N(run_program)(int which, const T *x, const T *y, T *a, T *b, T *line, const int64_t *index, double *loss,
                           size_t rows, size_t cols)
{
    const size_t n = rows * cols;
    T *const other = line + LONGEST;
    switch (which) {
    case 0: /* elements */
        GPU_CHECK(N(gpu_square)(a, x, n)), GPU_CHECK(N(gpu_scale)(a, (T)-0.5, a, n)), GPU_CHECK(N(gpu_exp)(a, a, n));
        GPU_CHECK(N(gpu_mul)(a, a, y, n)), GPU_CHECK(N(gpu_sub)(b, a, x, n)), GPU_CHECK(N(gpu_tanh)(b, b, n));
        GPU_CHECK(N(gpu_axpy)(a, (T)1.7, b, y, n)), GPU_CHECK(N(gpu_sigmoid)(b, a, n));
        GPU_CHECK(N(gpu_div)(a, b, y, n)), GPU_CHECK(N(gpu_sin)(b, a, n)), GPU_CHECK(N(gpu_maximum)(b, b, x, n));
        GPU_CHECK(N(gpu_add_scalar)(b, b, 2, n)), GPU_CHECK(N(gpu_sqrt)(b, b, n));
        GPU_CHECK(N(gpu_pow)(b, b, (T)1.7, n)), GPU_CHECK(N(gpu_log)(b, b, n)), GPU_CHECK(N(gpu_atan2)(b, b, x, n));
        GPU_CHECK(N(gpu_clip)(b, b, (T)0.1, (T)0.9, n)), GPU_CHECK(N(gpu_dot_to)(loss, b, y, n));
        break;
    case 1: /* rows */
        GPU_CHECK(N(gpu_layer_norm_rows)(a, x, y, y, rows, cols, (T)0.1));
        GPU_CHECK(N(gpu_mul_row)(a, a, y, rows, cols)), GPU_CHECK(N(gpu_softmax_rows)(b, a, rows, cols));
        GPU_CHECK(N(gpu_log_softmax_rows)(b, b, rows, cols)), GPU_CHECK(N(gpu_logsumexp_rows)(line, a, rows, cols));
        GPU_CHECK(N(gpu_mul_col)(a, b, line, rows, cols));
        GPU_CHECK(N(gpu_cross_entropy_rows)(line, a, index + n, rows, cols));
        GPU_CHECK(N(gpu_mean_to)(loss, line, rows));
        break;
    case 2: /* sums along axes */
        GPU_CHECK(N(gpu_mul_col)(a, x, y, rows, cols)), GPU_CHECK(N(gpu_sum_rows)(line, a, rows, cols));
        GPU_CHECK(N(gpu_mean_cols)(other, a, rows, cols)), GPU_CHECK(N(gpu_sub_row)(a, a, other, rows, cols));
        GPU_CHECK(N(gpu_mul_col)(a, a, line, rows, cols)), GPU_CHECK(N(gpu_var_rows)(line, a, rows, cols, -0.5));
        GPU_CHECK(N(gpu_max_cols)(other, a, rows, cols)), GPU_CHECK(N(gpu_add_row)(b, a, other, rows, cols));
        GPU_CHECK(N(gpu_div_col)(b, b, line, rows, cols)), GPU_CHECK(N(gpu_norm_to)(loss, b, n));
        break;
    case 3: /* products */
        GPU_CHECK(N(gpu_matvec)(line, x, y, rows, cols)), GPU_CHECK(N(gpu_vecmat)(other, line, x, rows, cols));
        GPU_CHECK(N(gpu_outer)(a, line, other, rows, cols)), GPU_CHECK(N(gpu_add)(a, a, x, n));
        GPU_CHECK(N(gpu_dot_to)(loss, a, x, n));
        break;
    case 4: /* order */
        GPU_CHECK(N(gpu_sort_rows)(a, x, rows, cols, GPU_DESCENDING));
        GPU_CHECK(N(gpu_gather)(b, a, n, index, n)), GPU_CHECK(N(gpu_mul)(b, b, y, n));
        GPU_CHECK(gpu_copy_async(a, y, n * sizeof *a)), GPU_CHECK(N(gpu_scatter)(a, n, b, index, n));
        GPU_CHECK(N(gpu_bottom_rows)(line, NULL, 1, a, rows, cols)), GPU_CHECK(N(gpu_sort)(b, a, n, GPU_ASCENDING));
        GPU_CHECK(N(gpu_mul_col)(b, b, line, rows, cols)), GPU_CHECK(N(gpu_dot_to)(loss, b, y, n));
        break;
    case 5: /* windows */
        GPU_CHECK(N(gpu_conv2d)(a, x, rows, cols, y, 3, 4, GPU_BORDER_ZERO));
        GPU_CHECK(N(gpu_conv2d)(b, a, rows, cols, y, 4, 3, GPU_BORDER_CLAMP));
        GPU_CHECK(N(gpu_moving_average)(a, b, n, n < 5 ? n : 5)), GPU_CHECK(N(gpu_dot_to)(loss, a, b, n));
        break;
    case 6: /* running sums */
        GPU_CHECK(N(gpu_cumsum_rows)(a, x, rows, cols)), GPU_CHECK(N(gpu_mul)(a, a, y, n));
        GPU_CHECK(N(gpu_cumsum_cols)(b, a, rows, cols)), GPU_CHECK(N(gpu_dot_to)(loss, b, y, n));
        break;
    default: /* a GPU_GRAD function */
        GPU_CHECK(N(bump)(a, x, y, n)), GPU_CHECK(N(gpu_std_to)(loss, a, n, -0.5));
    }
}
TEST(N(gradients))
{
    static const struct {
        const char *name;
        char y; /* its elements: m, a matrix; r, a row; c, a column; t, twelve taps */
    } programs[] = {{"elements", 'm'}, {"rows", 'r'},    {"axes", 'c'},         {"products", 'r'},
                    {"order", 'm'},    {"windows", 't'}, {"running_sums", 'm'}, {"functions", 'm'}};
    T *const a = GPU_NEW(T, MOST), *const b = GPU_NEW(T, MOST), *const line = GPU_NEW(T, 2 * LONGEST);
    T *const y = (T *)bits_input(N(letter), "one");
    double *const loss = GPU_NEW(double, 1);
    gpu_tape *const t = gpu_tape_begin();
    int which, input;
    size_t k;
    for (which = 0; which < 8; which++)
        for (input = 0; input < (which == 7 ? 1 : 2); input++) { /* tiny derivatives by GPU_GRAD differ in C and C++ */
            char name[40];
            T *const x = (T *)bits_input(N(letter), input ? "wild" : "tame");
            snprintf(name, sizeof name, "gradient_of_%s_" S_TEXT, programs[which].name);
            bits_begin(name, input ? "wild" : "tame");
            for (k = 0; k < SHAPES; k++) {
                const size_t rows = shapes[k][0], cols = shapes[k][1], size = 1000000 * rows + cols;
                const char of = programs[which].y;
                int64_t *const index = some_index(rows, cols);
                CHECK_STATUS(gpu_tape_restart(t), GPU_OK, "");
                N(run_program)(which, x, y, a, b, line, index, loss, rows, cols);
                CHECK_STATUS(gpu_tape_end(t), GPU_OK, "");
                CHECK_STATUS(gpu_backward(t, loss), GPU_OK, "");
                bits_array(size, N(letter), gpu_gradient(t, x), rows * cols); /* a column each of x and y */
                bits_array(size, N(letter), gpu_gradient(t, y),
                           of == 'm' ? rows * cols : of == 'r' ? cols : of == 'c' ? rows : 12);
                GPU_CHECK(gpu_free(index));
            }
            bits_end();
            GPU_CHECK(gpu_free(x));
        }
    GPU_CHECK(gpu_tape_free(t));
    gpu_free(a), gpu_free(b), gpu_free(line), gpu_free(y), gpu_free(loss);
}
