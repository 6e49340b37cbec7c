#if defined(REAL) && defined(GPU_TAPE)
/* The derivatives of functions of rows. */
GPU__RULE(gpu_softmax_rows_T, GPU__RESULT) /* r (g - sum of g r over the row) */
{
    const gpu__call *const c = s->call;
    const T *const r = gpu__kept_T(s, GPU__INPUTS), *const g = gpu__g_T(s);
    T *const sums = gpu__spare_T(s, c->rows), *const products = gpu__spare_T(s, c->n), *const to = gpu__into_T(s, 0);
    if (!to) return s->failed;
    gpu_status e = gpu_mul_T(products, g, r, c->n);
    if (!e) e = gpu_sum_rows_T(sums, products, c->rows, c->cols);
    if (!e) e = gpu_sub_col_T(to, g, sums, c->rows, c->cols);
    return e ? e : gpu_mul_T(to, to, r, c->n);
}
GPU__RULE(gpu_log_softmax_rows_T, GPU__RESULT) /* g - exp(r) (sum of g over the row) */
{
    const gpu__call *const c = s->call;
    T *const sums = gpu__spare_T(s, c->rows), *const to = gpu__into_T(s, 0);
    if (!to) return s->failed;
    gpu_status e = gpu_exp_T(to, gpu__kept_T(s, GPU__INPUTS), c->n);
    if (!e) e = gpu_sum_rows_T(sums, gpu__g_T(s), c->rows, c->cols);
    if (!e) e = gpu_mul_col_T(to, to, sums, c->rows, c->cols);
    return e ? e : gpu_sub_T(to, gpu__g_T(s), to, c->n);
}
GPU__RULE(gpu_logsumexp_rows_T, GPU__X) /* the softmax of the row, times g */
{
    const gpu__call *const c = s->call;
    T *const to = gpu__into_T(s, 0);
    if (!to) return s->failed;
    gpu_status e = gpu_softmax_rows_T(to, gpu__kept_T(s, 0), c->rows, c->cols);
    return e ? e : gpu_mul_col_T(to, to, gpu__g_T(s), c->rows, c->cols);
}
GPU_VECTORIZE(T, gpu__less_label_T, (T, softmax), (const int64_t *, label, scalar), (const T *, g, scalar),
              (size_t, cols, scalar), (size_t, i, index))
{
    const size_t r = i / cols;
    return (uint64_t)label[r] < cols ? (softmax - (T)((size_t)label[r] == i - r * cols)) * g[r] : (T)NAN;
}
GPU__RULE(gpu_cross_entropy_rows_T, GPU__X | GPU__Y) /* (the softmax, less 1 at the label) times g */
{
    const gpu__call *const c = s->call;
    const int64_t *const label = (const int64_t *)gpu__kept_near(s, 1);
    T *const to = gpu__into_T(s, 0);
    if (!to) return s->failed;
    const gpu_status e = gpu_softmax_rows_T(to, gpu__kept_T(s, 0), c->rows, c->cols);
    return e ? e : gpu__less_label_T(to, to, label, gpu__g_T(s), c->cols, c->n);
}
/* With h, g times the gain, and the normalised row x: (h - mean of h - x (mean of h x)) / sqrt(variance + epsilon). */
static inline gpu_status gpu__layer_norm_row_T(gpu__step *s, T *to, const T *h, const T *x, T *products, T *line)
{
    const size_t rows = s->call->rows, cols = s->call->cols, n = s->call->n;
    gpu_status e = gpu_mul_T(products, h, x, n);
    if (!e) e = gpu_mean_rows_T(line, products, rows, cols);
    if (!e) e = gpu_mul_col_T(products, x, line, rows, cols);
    if (!e) e = gpu_mean_rows_T(line, h, rows, cols);
    if (!e) e = gpu_sub_col_T(to, h, line, rows, cols);
    if (!e) e = gpu_sub_T(to, to, products, n);
    if (!e) e = gpu_var_rows_T(line, gpu__kept_T(s, 0), rows, cols, 0);
    if (!e) e = gpu_add_scalar_T(line, line, (T)gpu__rowwise_of(s->call)->epsilon, rows);
    if (!e) e = gpu_sqrt_T(line, line, rows);
    return e ? e : gpu_div_col_T(to, to, line, rows, cols);
}
GPU__RULE(gpu_layer_norm_rows_T, GPU__X | GPU__Y)
{
    const size_t rows = s->call->rows, cols = s->call->cols, n = s->call->n;
    const T *const g = gpu__g_T(s), *const gain = gpu__kept_T(s, 1);
    T *const x = gpu__spare_T(s, n), *const h = gpu__spare_T(s, n), *const products = gpu__spare_T(s, n),
             *const line = gpu__spare_T(s, rows);
    T *const to = gpu__into_T(s, 0), *const dgain = gpu__into_T(s, 1), *const dbias = gpu__into_T(s, 2);
    gpu_status e = s->failed;
    if (!e) e = gpu_layer_norm_rows_T(x, gpu__kept_T(s, 0), NULL, NULL, rows, cols, gpu__rowwise_of(s->call)->epsilon);
    if (!e && dgain) e = gpu_mul_T(h, g, x, n);
    if (!e && dgain) e = gpu_sum_cols_T(dgain, h, rows, cols);
    if (!e && dbias) e = gpu_sum_cols_T(dbias, g, rows, cols);
    if (!e && gain) e = gpu_mul_row_T(h, g, gain, rows, cols);
    return e || !to ? e : gpu__layer_norm_row_T(s, to, gain ? h : g, x, products, line);
}
#endif
