/* The derivatives of reductions in all and along an axis, and of running sums. */
#if defined(REAL) && defined(GPU_TAPE)
/* The factor in memory, in[k], of gpu_axpy_from and gpu_scale_from. */
static inline gpu_status gpu__back_to_factor_T(gpu__step *s, int k)
{
    double *const sum = (double *)gpu__spare(s, sizeof *sum);
    T *const to = gpu__into_T(s, k), *const dx = gpu__into_T(s, 0);
    gpu_status e = s->failed || !to ? s->failed : gpu_dot_to_T(sum, gpu__g_T(s), gpu__kept_T(s, 0), s->call->n);
    if (!e && to) e = gpu__narrowed_T(to, 1, sum, 1);
    return e || !dx ? e : gpu_scale_from_T(dx, gpu__kept_T(s, k), gpu__g_T(s), s->call->n);
}
GPU__RULE(gpu_scale_from_T, GPU__X | GPU__Y) { return gpu__back_to_factor_T(s, 1); }
GPU__RULE(gpu_axpy_from_T, GPU__X | GPU__A)
{
    const gpu_status e = gpu__back_to_factor_T(s, 2);
    return e ? e : gpu__pass(s, 1);
}

/* Reductions to one double, whose gradient is *g. */
static inline gpu_status gpu__back_to_all_T(gpu__step *s, double factor)
{
    const size_t n = s->call->in[0].count;
    if (s->same) return gpu__fill_into(s, 0, (double)(T)(factor * s->value));
    T *const a = gpu__spare_T(s, 1), *const to = gpu__into_T(s, 0);
    const gpu_status e = to ? gpu__narrowed_T(a, factor, (const double *)s->g, 1) : s->failed;
    return e || !to ? e : gpu__spread_T(to, a, to, n);
}
GPU__RULE(gpu_sum_to_T, GPU__SAME) { return gpu__back_to_all_T(s, 1); }
GPU__RULE(gpu_mean_to_T, GPU__SAME) { return gpu__back_to_all_T(s, 1 / (double)s->call->in[0].count); }
GPU__RULE(gpu_dot_to_T, GPU__X | GPU__Y | GPU__SAME)
{
    T *const a = gpu__spare_T(s, 1);
    gpu_status e = s->failed || s->same ? s->failed : gpu__narrowed_T(a, 1, (const double *)s->g, 1);
    for (int k = 0; k < 2 && !e; k++) {
        T *const to = gpu__into_T(s, k);
        const T *const x = gpu__kept_T(s, 1 - k);
        if (!to) e = s->failed;
        else if (s->same) e = gpu_scale_T(to, (T)s->value, x, s->call->n);
        else e = gpu_scale_from_T(to, a, x, s->call->n);
    }
    return e;
}
GPU__RULE(gpu_norm_to_T, GPU__X | GPU__RESULT) /* of a norm of 0 the gradient is 0 */
{
    T *const a = gpu__spare_T(s, 1), *const to = gpu__into_T(s, 0);
    if (!to) return s->failed;
    const gpu_status e = gpu__quotient_T(a, (const double *)s->g, (const double *)gpu__kept(s, GPU__INPUTS), 1);
    return e ? e : gpu_scale_from_T(to, a, gpu__kept_T(s, 0), s->call->n);
}
/* Of a variance 2 (x - mean) g / (n - ddof), of a standard deviation r half of that over r. */
static inline gpu_status gpu__back_from_mean_T(gpu__step *s, int is_std)
{
    const size_t n = s->call->n;
    const double count = (double)n - ((const gpu__moments_detail *)s->call->detail)->ddof;
    const T *const x = gpu__kept_T(s, 0);
    const double *const g = (const double *)s->g;
    double *const mean = (double *)gpu__spare(s, sizeof *mean);
    T *const a = gpu__spare_T(s, 2), *const to = gpu__into_T(s, 0);
    if (!to) return s->failed;
    gpu_status e = gpu_mean_to_T(mean, x, n);
    if (!e) e = gpu__narrowed_T(a + 1, 1, mean, 1);
    if (!e) e = gpu_sub_row_T(to, x, a + 1, n, 1);
    if (!e && is_std) e = gpu__quotient_T(a, g, (const double *)gpu__kept(s, GPU__INPUTS), 1);
    if (!e) e = is_std ? gpu_scale_T(a, (T)(1 / count), a, 1) : gpu__narrowed_T(a, 2 / count, g, 1);
    return e ? e : gpu_scale_from_T(to, a, to, n);
}
GPU__RULE(gpu_var_to_T, GPU__X) { return gpu__back_from_mean_T(s, 0); }
GPU__RULE(gpu_std_to_T, GPU__X | GPU__RESULT) { return gpu__back_from_mean_T(s, 1); }

/* Of (x - mean) / std with the result r: (g - mean of g - r (mean of g r)) / std. */
GPU_VECTORIZE(T, gpu__normalized_T, (T, g), (T, r), (const double *, sums, scalar), (double, n, scalar))
{
    return (T)(((double)g - (sums[0] + GPU__TIMES(sums[1], (double)r)) / n) / sums[2]);
}
GPU__RULE(gpu_normalize_T, GPU__X | GPU__RESULT)
{
    const size_t n = s->call->n;
    const T *const g = gpu__g_T(s), *const r = gpu__kept_T(s, GPU__INPUTS);
    double *const sums = (double *)gpu__spare(s, 3 * sizeof *sums);
    T *const to = gpu__into_T(s, 0);
    if (!to) return s->failed;
    gpu_status e = gpu_sum_to_T(sums, g, n);
    if (!e) e = gpu_dot_to_T(sums + 1, g, r, n);
    if (!e) e = gpu_std_to_T(sums + 2, gpu__kept_T(s, 0), n, 0);
    return e ? e : gpu__normalized_T(to, g, r, sums, (double)n, n);
}

/* Sums along an axis: g, times a factor, for each element. */
static inline gpu_status gpu__back_along_T(gpu__step *s, int rowwise, T factor)
{
    const size_t rows = s->call->rows, cols = s->call->cols;
    T *const to = gpu__into_T(s, 0);
    if (!to) return s->failed;
    gpu_status e = (rowwise ? gpu__spread_col_T : gpu__spread_row_T)(to, to, gpu__g_T(s), rows, cols);
    return e || factor == 1 ? e : gpu_scale_T(to, factor, to, rows * cols);
}
GPU__RULE(gpu_sum_{rows|cols}_T, 0) { return gpu__back_along_T(s, {1|0}, 1); }
GPU__RULE(gpu_mean_{rows|cols}_T, 0) { return gpu__back_along_T(s, {1|0}, (T)(1 / (double)s->call->{cols|rows})); }
static inline gpu_status gpu__back_from_means_T(gpu__step *s, int rowwise)
{
    const size_t rows = s->call->rows, cols = s->call->cols, outs = s->call->out_count;
    const gpu__axis_detail *const d = gpu__axis_of(s->call);
    const T *const x = gpu__kept_T(s, 0);
    T *const line = gpu__spare_T(s, outs), *const to = gpu__into_T(s, 0);
    if (!to) return s->failed;
    gpu_status e = (rowwise ? gpu_mean_rows_T : gpu_mean_cols_T)(line, x, rows, cols);
    if (!e) e = (rowwise ? gpu_sub_col_T : gpu_sub_row_T)(to, x, line, rows, cols);
    if (!e) e = gpu_scale_T(line, (T)(2 / (d->count - d->ddof)), gpu__g_T(s), outs);
    return e ? e : (rowwise ? gpu_mul_col_T : gpu_mul_row_T)(to, to, line, rows, cols);
}
GPU__RULE(gpu_var_{rows|cols}_T, GPU__X) { return gpu__back_from_means_T(s, {1|0}); }
/* g at the element whose index `at` has, in[0] being one row for a reduction in all; elsewhere 0. */
GPU_VECTORIZE(T, gpu__if_chosen_T, (const int64_t *, at, scalar), (const T *, g, scalar), (size_t, cols, scalar),
              (int, by_column, scalar), (size_t, i, index))
{
    const size_t r = i / cols, c = i - r * cols, line = by_column ? c : r;
    return (size_t)at[line] == (by_column ? r : c) ? g[line] : 0;
}
static inline gpu_status gpu__back_to_extreme_T(gpu__step *s, int smallest, int by_column)
{
    const gpu__call *const c = s->call;
    const T *const x = gpu__kept_T(s, 0);
    int64_t *const at = (int64_t *)gpu__spare(s, c->out_count * sizeof *at);
    T *const to = gpu__into_T(s, 0);
    gpu_status e;
    if (!to) return s->failed;
    if (c->op) e = (smallest ? gpu_argmin_to_T : gpu_argmax_to_T)(at, x, c->n);
    else if (by_column) e = (smallest ? gpu_argmin_cols_T : gpu_argmax_cols_T)(at, x, c->rows, c->cols);
    else e = (smallest ? gpu_argmin_rows_T : gpu_argmax_rows_T)(at, x, c->rows, c->cols);
    return e ? e : gpu__if_chosen_T(to, at, gpu__g_T(s), c->op ? c->n : c->cols, by_column, c->n);
}
GPU__RULE(gpu_{min_to|max_to|min_rows|max_rows}_T, GPU__X) { return gpu__back_to_extreme_T(s, {1|0|1|0}, 0); }
GPU__RULE(gpu_{min|max}_cols_T, GPU__X) { return gpu__back_to_extreme_T(s, {1|0}, 1); }

/* g times the product of the other elements, from the product of those that are not 0 and their number. */
GPU_VECTORIZE(T, gpu__one_if_zero_T, (T, x)) { return x == 0 ? 1 : x; }
GPU_VECTORIZE(T, gpu__product_of_others_T, (T, x), (const double *, product, scalar), (const int64_t *, count, scalar),
              (const double *, g, scalar), (size_t, n, scalar))
{
    const size_t zeros = n - (size_t)*count;
    return zeros > (size_t)(x == 0) ? 0 : (T)(*g * (x == 0 ? *product : *product / (double)x));
}
GPU__RULE(gpu_prod_to_T, GPU__X)
{
    const size_t n = s->call->n;
    const T *const x = gpu__kept_T(s, 0);
    double *const product = (double *)gpu__spare(s, sizeof *product);
    int64_t *const count = (int64_t *)gpu__spare(s, sizeof *count);
    T *const to = gpu__into_T(s, 0);
    if (!to) return s->failed;
    gpu_status e = gpu__one_if_zero_T(to, x, n);
    if (!e) e = gpu_prod_to_T(product, to, n);
    if (!e) e = gpu_count_nonzero_to_T(count, x, n);
    return e ? e : gpu__product_of_others_T(to, x, product, count, (const double *)s->g, n, n);
}

/* Of running sums the running sums of g from the end: of a matrix the end of all rows or columns. */
GPU_VECTORIZE(T, gpu__reversed_T, (const T *, x, scalar), (size_t, n, scalar), (size_t, i, index))
{
    return x[n - 1 - i];
}
static inline gpu_status gpu__back_to_summands_T(gpu__step *s)
{
    const gpu__call *const c = s->call;
    const size_t n = c->n;
    T *const g = gpu__spare_T(s, n), *const to = gpu__into_T(s, 0);
    if (!to) return s->failed;
    gpu_status e = gpu__reversed_T(g, gpu__g_T(s), n, n);
    if (!e && c->op) e = (c->flag ? gpu_cumsum_exclusive_T : gpu_cumsum_T)(g, g, n);
    else if (!e && ((const gpu__scan_split *)c->detail)->colwise) e = gpu_cumsum_cols_T(g, g, c->rows, c->cols);
    else if (!e) e = gpu_cumsum_rows_T(g, g, c->rows, c->cols);
    return e ? e : gpu__reversed_T(to, g, n, n);
}
GPU__RULE(gpu_cumsum{|_exclusive|_rows|_cols}_T, 0) { return gpu__back_to_summands_T(s); }
GPU__RULE(gpu_transpose_T, 0)
{
    T *const to = gpu__into_T(s, 0);
    return to ? gpu_transpose_T(to, gpu__g_T(s), s->call->cols, s->call->rows) : s->failed;
}
#endif
