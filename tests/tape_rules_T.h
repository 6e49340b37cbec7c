/* The rows of test_tape.cu for elements of type T. */

static gpu_status N(scatter)(T *out, const T *before, const T *x, const int64_t *index, size_t n)
{
    const gpu_status e = gpu_copy_async(out, before, n * sizeof *out);
    return e ? e : N(gpu_scatter)(out, n, x, index, n);
}
/* Into the last columns of what was before the first ones: of the squares of x, or of the result itself. */
static gpu_status N(columns)(T *out, const T *before, const T *x, T *room, size_t rows, size_t cols)
{
    const size_t wide = (cols + (x != out)) / 2, pitch = cols * sizeof *x;
    gpu_status e = N(gpu_square)(room, x, x != out ? rows * cols : 0);
    if (!e) e = gpu_copy_async(out, before, rows * pitch);
    return e ? e : gpu_copy_2d(out + cols - wide, pitch, x != out ? room : x, pitch, wide * sizeof *x, rows);
}
/* Through rows without gaps. */
static gpu_status N(packed)(T *out, const T *x, T *room, size_t rows, size_t cols)
{
    const size_t wide = cols / 2 * sizeof *x, pitch = cols * sizeof *x;
    gpu_status e = gpu_copy_2d(room, wide, x, pitch, wide, rows);
    if (!e) e = N(gpu_mul)(room, room, room, rows * (cols / 2));
    if (!e) e = gpu_copy_async(out, x, rows * pitch);
    return e ? e : gpu_copy_2d(out + cols - cols / 2, pitch, room, wide, wide, rows);
}
static gpu_status N(pairs)(T *out, const T *x, const T *y, T *room, size_t n)
{
    const gpu_status e = N(gpu_sort_pairs)(room, out, x, y, sizeof *y, n, GPU_DESCENDING);
    return e ? e : N(gpu_mul)(out, out, room, n);
}
/* Value and slopes, only slopes, one slope. */
static gpu_status N(slopes)(int way, T *out, const T *x, const T *y, T *room, size_t n)
{
    T *const value = way == 0 ? out : NULL, *const dx = way == 2 ? NULL : way ? out : room, *const dy = room + n;
    gpu_status e = GPU__CAT(N(bump), _grad)(value, dx, way == 2 ? out : dy, x, y, n);
    if (!e && way == 0) e = N(gpu_mul)(out, out, dx, n);
    return e || way == 2 ? e : N(gpu_mul)(out, out, dy, n);
}
static gpu_status N(some_rule)(int which, row *d, T *o, T *const *x, size_t r, size_t c, constants k)
{
    const size_t n = r * c;
    ROW("axpy", 'm', "mm", -1, 1, N(gpu_axpy)(o, 1.7, x[0], x[1], n))
    ROW("scale", 'm', "m", -1, 1, N(gpu_scale)(o, 1.7, x[0], n))
    ROW("axpy_from", 'm', "mm1", -1, 1, N(gpu_axpy_from)(o, x[2], x[0], x[1], n))
    ROW("scale_from", 'm', "m1", -1, 1, N(gpu_scale_from)(o, x[1], x[0], n))
    ROW("add_scalar", 'm', "m", -1, 1, N(gpu_add_scalar)(o, x[0], 1.7, n))
    ROW("sub_scalar", 'm', "m", -1, 1, N(gpu_sub_scalar)(o, x[0], 1.7, n))
    ROW("scalar_sub", 'm', "m", -1, 1, N(gpu_scalar_sub)(o, 1.7, x[0], n))
    ROW("div_scalar", 'm', "m", -1, 1, N(gpu_div_scalar)(o, x[0], 1.7, n))
    ROW("scalar_div", 'm', "m", 0.5, 2, N(gpu_scalar_div)(o, 1.7, x[0], n))
    ROW("clip", 'm', "m", -2, 2, N(gpu_clip)(o, x[0], -0.4, 1.1, n))
    ROW("pow", 'm', "m", 0.2, 2, N(gpu_pow)(o, x[0], 1.7, n))
    ROW("pow 0", 'm', "m", 0.2, 2, N(gpu_pow)(o, x[0], 0, n))
    ROW("where", 'm', "mm", -1, 1, N(gpu_where)(o, k.mask, x[0], x[1], n))
    ROW("copy", 'm', "m", -1, 1, gpu_copy_async(o, x[0], n * sizeof *o))
    ROW("cast", 'm', "m", -1, 1, N(gpu_cast)(o, x[0], N(type), n))
    ROW("fftshift", 'm', "m", -1, 1, gpu_fftshift_bytes(o, x[0], n, sizeof *o))
    ROW("ifftshift", 'm', "m", -1, 1, gpu_ifftshift_bytes(o, x[0], n, sizeof *o))
    ROW("fftshift2", 'm', "m", -1, 1, gpu_fftshift2_bytes(o, x[0], r, c, sizeof *o))
    ROW("normalize", 'm', "m", -1, 1, n == 1 ? gpu_copy_async(o, x[0], sizeof *o) : N(gpu_normalize)(o, x[0], n))
    ROW("swish", 'm', "m", -2, 2, N(swish)(o, x[0], 1.7, n))
    ROW("bump", 'm', "mm", -2, 2, N(bump)(o, x[0], x[1], n))
    ROW("sum", 's', "m", -1, 1, N(gpu_sum_to)((double *)(void *)o, x[0], n))
    ROW("mean", 's', "m", -1, 1, N(gpu_mean_to)((double *)(void *)o, x[0], n))
    ROW("norm", 's', "m", 0.5, 1, N(gpu_norm_to)((double *)(void *)o, x[0], n))
    ROW("dot", 's', "mm", -1, 1, N(gpu_dot_to)((double *)(void *)o, x[0], x[1], n))
    ROW("var", 's', "m", -1, 1, N(gpu_var_to)((double *)(void *)o, x[0], n, -0.5))
    ROW("std", 's', "m", -1, 1, N(gpu_std_to)((double *)(void *)o, x[0], n, -0.5))
    ROW("var_rows", 'c', "m", -1, 1, N(gpu_var_rows)(o, x[0], r, c, -0.5))
    ROW("var_cols", 'r', "m", -1, 1, N(gpu_var_cols)(o, x[0], r, c, -0.5))
    ROW("layer norm", 'm', "m", -1, 1, N(gpu_layer_norm_rows)(o, x[0], NULL, NULL, r, c, 0.1))
    ROW("layer norm with gain", 'm', "mrr", -1, 1, N(gpu_layer_norm_rows)(o, x[0], x[1], x[2], r, c, 0.1))
    ROW("matmul", 'y', "mw", -1, 1, N(gpu_matmul)(o, x[0], x[1], r, 3, c))
    ROW("matvec", 'c', "mr", -1, 1, N(gpu_matvec)(o, x[0], x[1], r, c))
    ROW("vecmat", 'r', "cm", -1, 1, N(gpu_vecmat)(o, x[0], x[1], r, c))
    ROW("outer", 'm', "cr", -1, 1, N(gpu_outer)(o, x[0], x[1], r, c))
    MAP_2(add, -1, 1) MAP_2(sub, -1, 1) MAP_2(mul, -1, 1) MAP_2(div, 0.5, 2) MAP_2(minimum, -1, 1)
    MAP_2(maximum, -1, 1) MAP_2(atan2, 0.2, 2) MAP_2(hypot, 0.2, 2)
    MAP(abs, -1, 1) MAP(square, -1, 1) MAP(sign, -1, 1) MAP(floor, 0.1, 0.9) MAP(ceil, 0.1, 0.9) MAP(round, 0.1, 0.4)
    MAP(reciprocal, 0.5, 2) MAP(sqrt, 0.1, 2) MAP(cbrt, 0.1, 2) MAP(exp, -2, 2) MAP(exp2, -2, 2) MAP(log, 0.1, 3)
    MAP(log2, 0.1, 3) MAP(log10, 0.1, 3) MAP(sin, -3, 3) MAP(cos, -3, 3) MAP(tanh, -2, 2) MAP(sigmoid, -3, 3)
    MAP(exp10, -1, 1) MAP(expm1, -1, 1) MAP(log1p, -0.5, 2) MAP(tan, -1, 1) MAP(sinpi, -1, 1) MAP(cospi, -1, 1)
    MAP(asin, -0.9, 0.9) MAP(acos, -0.9, 0.9) MAP(atan, -2, 2) MAP(sinh, -2, 2) MAP(cosh, -2, 2) MAP(erf, -2, 2)
    MAP(erfc, -2, 2) MAP(rsqrt, 0.3, 3)
    WITH_LINE(add_row, "mr") WITH_LINE(sub_row, "mr") WITH_LINE(mul_row, "mr") WITH_LINE(div_row, "mr")
    WITH_LINE(add_col, "mc") WITH_LINE(sub_col, "mc") WITH_LINE(mul_col, "mc") WITH_LINE(div_col, "mc")
    ALONG(sum_rows, 'c') ALONG(sum_cols, 'r') ALONG(mean_rows, 'c') ALONG(mean_cols, 'r') ALONG(transpose, 'm')
    ALONG(softmax_rows, 'm') ALONG(log_softmax_rows, 'm') ALONG(logsumexp_rows, 'c')
    ALONG(min_rows, 'c') ALONG(max_rows, 'c') ALONG(min_cols, 'r') ALONG(max_cols, 'r')
    ALONG(cumsum_rows, 'm') ALONG(cumsum_cols, 'm') MAP(cumsum, -1, 1) MAP(cumsum_exclusive, -1, 1)
    ROW("min", '1', "m", -1, 1, N(gpu_min_to)(o, x[0], n))
    ROW("max", '1', "m", -1, 1, N(gpu_max_to)(o, x[0], n))
    ROW("prod", 's', "m", 0.8, 1.2, N(gpu_prod_to)((double *)(void *)o, x[0], n))
    ROW("gather", 'm', "m", -1, 1, N(gpu_gather)(o, x[0], n, k.index, n))
    ROW("gather labels", 'c', "r", -1, 1, N(gpu_gather)(o, x[0], c, k.label, r))
    ROW("scatter", 'm', "mm", -1, 1, N(scatter)(o, x[0], x[1], k.index, n))
    ROW("sort", 'm', "m", -50, 50, N(gpu_sort)(o, x[0], n, GPU_ASCENDING))
    ROW("sort rows", 'm', "m", -50, 50, N(gpu_sort_rows)(o, x[0], r, c, GPU_DESCENDING))
    ROW("top", 'r', "m", -1, 1, N(gpu_top)(o, NULL, c, x[0], n))
    ROW("bottom rows", 'c', "m", -1, 1, N(gpu_bottom_rows)(o, NULL, 1, x[0], r, c))
    ROW("top rows", 'm', "m", -50, 50, N(gpu_top_rows)(o, NULL, c, x[0], r, c))
    ROW("moving average", 'm', "m", -1, 1, N(gpu_moving_average)(o, x[0], n, (n + 1) / 2))
    ROW("conv1d", 'm', "mr", -1, 1, N(gpu_conv1d)(o, x[0], n, x[1], c))
    CONV2D(GPU_BORDER_ZERO) CONV2D(GPU_BORDER_CLAMP) CONV2D(GPU_BORDER_WRAP) CONV2D(GPU_BORDER_REFLECT)
    CONV2D(GPU_BORDER_MIRROR)
    ROW("stencil5", 'm', "m", -1, 1, N(gpu_stencil5)(o, x[0], r, c, 0.3, 0.8))
    ROW("columns", 'm', "mm", -1, 1, N(columns)(o, x[0], x[1], (T *)k.room, r, c))
    ROW("columns of itself", 'm', "m", -1, 1, N(columns)(o, x[0], o, (T *)k.room, r, c))
    ROW("packed columns", 'm', "m", -1, 1, N(packed)(o, x[0], (T *)k.room, r, c))
    ROW("sort pairs", 'm', "mm", -5, 5, N(pairs)(o, x[0], x[1], (T *)k.room, n))
    ROW("sort pairs by integers", 'm', "m", -1, 1,
        gpu_sort_pairs_i64((int64_t *)k.room, o, k.index, x[0], sizeof *o, n, GPU_DESCENDING))
    ROW("value and slopes", 'm', "mm", -1, 1, N(slopes)(0, o, x[0], x[1], (T *)k.room, n))
    ROW("slopes", 'm', "mm", -1, 1, N(slopes)(1, o, x[0], x[1], (T *)k.room, n))
    ROW("a slope", 'm', "mm", -1, 1, N(slopes)(2, o, x[0], x[1], (T *)k.room, n))
    ROW("slope by a number", 'm', "m", -1, 1, GPU__CAT(N(swish), _grad)(o, (T *)k.room, NULL, x[0], 1.7, n))
    ROW("cross_entropy_rows", 'c', "m", -2, 2, N(gpu_cross_entropy_rows)(o, x[0], k.label, r, c))
    d->name = NULL;
    return GPU_OK;
}
