/* The rows of functions that real types, or integers, alone have. */

#if OF(REAL)
TEST(N(real))
{
    size_t a;
    for (a = 0; a < INPUTS; a++) {
        const char *const input = inputs[a];
        T *x = (T *)bits_input(N(letter), input);
        T *y = (T *)bits_input(N(letter), "one");
        T *to = (T *)bits_input(N(letter), "one");
        int32_t *k32 = (int32_t *)bits_input('i', "tame");
        double *sums = (double *)bits_input('d', "one");
        VALUE("norm_" S_TEXT, double, 'd', N(gpu_norm)(x + o, n));
        ARRAY("linspace_" S_TEXT, N(letter), to, N(gpu_linspace)(to + o, (T)-3, (T)7.1, n));
        ARRAY("div_" S_TEXT, N(letter), to, N(gpu_div)(to + o, x + o, y, n));
        ARRAY("sqrt_" S_TEXT, N(letter), to, N(gpu_sqrt)(to + o, x + o, n));
        ARRAY("reciprocal_" S_TEXT, N(letter), to, N(gpu_reciprocal)(to + o, x + o, n));
        ARRAY("scalar_div_" S_TEXT, N(letter), to, N(gpu_scalar_div)(to + o, (T)3, x + o, n));
        BINS("weights_" S_TEXT, 400, 'd', sums, N(gpu_bincount_weights)(sums, bins, k32, x + o, n));
        BINS("weights_" S_TEXT, 5000, 'd', sums, N(gpu_bincount_weights)(sums, bins, k32, x + o, n));
        ARRAY("normalize_" S_TEXT, N(letter), to, N(gpu_normalize)(to + o, x + o, n));
        ARRAY("moving_average_3_" S_TEXT, N(letter), to, N(gpu_moving_average)(to + o, x + o, n, n < 3 ? n + !n : 3));
        ARRAY("moving_average_101_" S_TEXT, N(letter), to,
              N(gpu_moving_average)(to + o, x + o, n, n < 101 ? n + !n : 101));
        ARRAY("moving_average_5000_" S_TEXT, N(letter), to,
              N(gpu_moving_average)(to + o, x + o, n, n < 5000 ? n + !n : 5000));
        ARRAY(FUSED("conv1d_4_" S_TEXT), N(letter), to, N(gpu_conv1d)(to + o, x + o, n, y, n < 4 ? n + !n : 4));
        ARRAY(FUSED("conv1d_63_" S_TEXT), N(letter), to, N(gpu_conv1d)(to + o, x + o, n, y, n < 63 ? n + !n : 63));
        MATRIX("matvec_" S_TEXT, N(letter), to, rows, N(gpu_matvec)(to, x + o, y, rows, cols));
        MATRIX("vecmat_" S_TEXT, N(letter), to, cols, N(gpu_vecmat)(to, y, x + o, rows, cols));
        MATRIX(FUSED("stencil5_" S_TEXT), N(letter), to, rows * cols,
               N(gpu_stencil5)(to, x + o, rows, cols, (T)0.3, (T)0.175));
        MATRIX("conv2d_3x4_" S_TEXT, N(letter), to, rows * cols,
               N(gpu_conv2d)(to, x + o, rows, cols, y, 3, 4, GPU_BORDER_ZERO));
        MATRIX("conv2d_5x5_" S_TEXT, N(letter), to, rows * cols,
               N(gpu_conv2d)(to, x + o, rows, cols, y, 5, 5, GPU_BORDER_CLAMP));
        MATRIX("softmax_rows_" S_TEXT, N(letter), to, rows * cols, N(gpu_softmax_rows)(to, x + o, rows, cols));
        MATRIX("log_softmax_rows_" S_TEXT, N(letter), to, rows * cols, N(gpu_log_softmax_rows)(to, x + o, rows, cols));
        MATRIX("logsumexp_rows_" S_TEXT, N(letter), to, rows, N(gpu_logsumexp_rows)(to, x + o, rows, cols));
        MATRIX("layer_norm_rows_" S_TEXT, N(letter), to, rows * cols,
               N(gpu_layer_norm_rows)(to, x + o, y, y + 1, rows, cols, 1e-5));
        gpu_free(x), gpu_free(y), gpu_free(to), gpu_free(k32), gpu_free(sums);
    }
}
TEST(N(random))
{
    const char *const input = "seed=7";
    T *to = (T *)bits_input(N(letter), "one");
    CHECK_STATUS(gpu_seed(7), GPU_OK, "");
    ARRAY("uniform_" S_TEXT, N(letter), to, N(gpu_rand_uniform)(to + o, n));
    ARRAY("normal_" S_TEXT, N(letter), to, N(gpu_rand_normal)(to + o, 1, 3, n));
    ARRAY("lognormal_" S_TEXT, N(letter), to, N(gpu_rand_lognormal)(to + o, 0, 1, n));
    ARRAY("exponential_" S_TEXT, N(letter), to, N(gpu_rand_exponential)(to + o, 2, n));
    gpu_free(to);
}
#else
TEST(N(whole))
{
    const char *const input = "seed=7";
    T *to = (T *)bits_input(N(letter), "one"), *x = (T *)bits_input(N(letter), "tame");
    int64_t *counts = (int64_t *)bits_input('l', "one");
    COUNTS("bincount_" S_TEXT, 400, N(gpu_bincount)(counts, bins, x + o, n));
    CHECK_STATUS(gpu_seed(7), GPU_OK, "");
    ARRAY("int_" S_TEXT, N(letter), to, N(gpu_rand_int)(to + o, -17, 1000003, n));
    ARRAY("poisson_3_" S_TEXT, N(letter), to, N(gpu_rand_poisson)(to + o, 3.5, n));
    ARRAY("poisson_400_" S_TEXT, N(letter), to, N(gpu_rand_poisson)(to + o, 400, n));
    ARRAY("poisson_100000_" S_TEXT, N(letter), to, N(gpu_rand_poisson)(to + o, 100000, n));
    ARRAY("permutation_" S_TEXT, N(letter), to, N(gpu_rand_permutation)(to + o, n));
    gpu_free(to), gpu_free(x), gpu_free(counts);
}
#endif
