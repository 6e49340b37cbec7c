/* The derivatives of broadcasts. */
#if defined(REAL) && defined(GPU_TAPE)
/* The gradient of the row or column v, in[1]: the sums of a matrix over the other axis, times `factor`. */
static inline gpu_status gpu__back_to_line_T(gpu__step *s, const T *matrix, int by_column, T factor)
{
    const size_t cols = s->call->cols, rows = s->call->n / cols;
    T *const to = gpu__into_T(s, 1);
    gpu_status e = s->failed;
    if (to) e = (by_column ? gpu_sum_rows_T : gpu_sum_cols_T)(to, matrix, rows, cols);
    return e || !to || factor == 1 ? e : gpu_scale_T(to, factor, to, s->call->in[1].count);
}
static inline int gpu__by_column_T(const gpu__step *s) { return *(const int *)s->call->detail; }
static inline gpu_status gpu__back_from_line_T(gpu__step *s, T sign) /* out = m + sign * v */
{
    const gpu_status e = gpu__back_to_line_T(s, gpu__g_T(s), gpu__by_column_T(s), sign);
    return e ? e : gpu__pass(s, 0);
}
GPU__RULE(gpu_add_{row|col}_T, 0) { return gpu__back_from_line_T(s, 1); }
GPU__RULE(gpu_sub_{row|col}_T, 0) { return gpu__back_from_line_T(s, -1); }
GPU__RULE(gpu_mul_row_T, GPU__X | GPU__Y)
{
    const gpu__call *const c = s->call;
    const int by_column = gpu__by_column_T(s);
    const T *const v = gpu__kept_T(s, 1), *const g = gpu__g_T(s);
    T *const products = gpu__spare_T(s, c->n), *const to = gpu__into_T(s, 0);
    gpu_status e = s->failed ? s->failed : gpu_mul_T(products, g, gpu__kept_T(s, 0), c->n);
    if (!e) e = gpu__back_to_line_T(s, products, by_column, 1);
    if (e || !to) return e;
    return (by_column ? gpu_mul_col_T : gpu_mul_row_T)(to, g, v, c->n / c->cols, c->cols);
}
GPU__RULE(gpu_mul_col_T, GPU__X | GPU__Y) { return gpu_mul_row_T__back(s); }
GPU__RULE(gpu_div_row_T, GPU__Y | GPU__RESULT)
{
    const gpu__call *const c = s->call;
    const int by_column = gpu__by_column_T(s);
    const T *const v = gpu__kept_T(s, 1), *const g = gpu__g_T(s);
    const size_t rows = c->n / c->cols;
    T *const quotients = gpu__spare_T(s, c->n), *const to = gpu__into_T(s, 0);
    gpu_status e = s->failed ? s->failed : gpu_mul_T(quotients, g, gpu__kept_T(s, GPU__INPUTS), c->n);
    if (!e) e = (by_column ? gpu_div_col_T : gpu_div_row_T)(quotients, quotients, v, rows, c->cols);
    if (!e) e = gpu__back_to_line_T(s, quotients, by_column, -1);
    return e || !to ? e : (by_column ? gpu_div_col_T : gpu_div_row_T)(to, g, v, rows, c->cols);
}
GPU__RULE(gpu_div_col_T, GPU__Y | GPU__RESULT) { return gpu_div_row_T__back(s); }
#endif
