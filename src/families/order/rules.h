#ifdef GPU_TAPE
/* gpu_scatter of integers, for rules of any type. */
#ifdef GPU__CUDA
#define GPU__SCATTER(T, s) gpu__all<T, 0>::gpu_scatter_t
#else
#define GPU__SCATTER(T, s) gpu_scatter_##s
#endif
#endif
#if defined(REAL) && defined(GPU_TAPE)
/* The derivatives of sorting and choosing: g goes to the elements that the index tells. */
/* Of an index of k columns for each row the index of all of them in the matrix. */
GPU_VECTORIZE(int64_t, gpu__in_matrix_T, (int64_t, column), (size_t, k, scalar), (size_t, cols, scalar),
              (size_t, i, index))
{
    return column + (int64_t)(i / k * cols);
}
static inline gpu_status gpu__back_to_columns_T(gpu__step *s, T *to, int64_t *column, size_t k)
{
    const size_t rows = gpu__sort_of(s->call)->rows, cols = gpu__sort_of(s->call)->cols;
    gpu_status e = gpu_set(to, 0, rows * cols * sizeof *to);
    if (!e) e = gpu__in_matrix_T(column, column, k, cols, rows * k);
    return e ? e : gpu_scatter_T(to, rows * cols, gpu__g_T(s), column, rows * k);
}
GPU__RULE(gpu_sort_T, GPU__X)
{
    const gpu__sort_detail *const d = gpu__sort_of(s->call);
    int64_t *const index = (int64_t *)gpu__spare(s, d->rows * d->cols * sizeof *index);
    T *const to = gpu__into_T(s, 0);
    if (!to) return s->failed;
    gpu_status e =
        gpu_argsort_rows_T(index, gpu__kept_T(s, 0), d->rows, d->cols, d->descending ? GPU_DESCENDING : GPU_ASCENDING);
    return e ? e : gpu__back_to_columns_T(s, to, index, d->cols);
}
GPU__RULE(gpu_sort_rows_T, GPU__X) { return gpu_sort_T__back(s); }
GPU__RULE(gpu_top_T, GPU__X)
{
    const gpu__sort_detail *const d = gpu__sort_of(s->call);
    const size_t k = gpu__sorted_of(s->call)->k;
    int64_t *const index = (int64_t *)gpu__spare(s, d->rows * k * sizeof *index);
    T *const values = gpu__spare_T(s, d->rows * k), *const to = gpu__into_T(s, 0);
    if (!to) return s->failed;
    gpu_status e =
        (d->descending ? gpu_top_rows_T : gpu_bottom_rows_T)(values, index, k, gpu__kept_T(s, 0), d->rows, d->cols);
    return e ? e : gpu__back_to_columns_T(s, to, index, k);
}
GPU__RULE(gpu_{bottom|top_rows|bottom_rows}_T, GPU__X) { return gpu_top_T__back(s); }

/* What was gathered from one element adds up in the order of gpu_bincount_weights. */
GPU_VECTORIZE(int64_t, gpu__from_begin_T, (int64_t, at), (size_t, count, scalar))
{
    return at < 0 ? at + (int64_t)count : at;
}
GPU__RULE(gpu_gather_T, GPU__Y)
{
    const size_t n = s->call->n, count = s->call->in[0].count;
    int64_t *const at = (int64_t *)gpu__spare(s, n * sizeof *at);
    double *const sums = (double *)gpu__spare(s, count * sizeof *sums);
    T *const to = gpu__into_T(s, 0);
    if (!to) return s->failed;
    gpu_status e = gpu__from_begin_T(at, (const int64_t *)gpu__kept(s, 1), count, n);
    if (!e) e = gpu_bincount_weights_T_i64(sums, count, at, gpu__g_T(s), n);
    return e ? e : gpu__narrowed_T(to, 1, sums, count);
}
/* An element of the result is the last that was scattered to it, whose number tells a scatter of numbers, or else what
   it was. */
GPU_VECTORIZE(int64_t, gpu__numbers_T, (size_t, i, index)) { return (int64_t)i; }
GPU_VECTORIZE(T, gpu__if_last_T, (int64_t, at), (const int64_t *, last, scalar), (const T *, g, scalar),
              (size_t, count, scalar), (size_t, i, index))
{
    const uint64_t k = (uint64_t)(at < 0 ? at + (int64_t)count : at);
    return k < count && last[k] == (int64_t)i ? g[k] : 0;
}
GPU_VECTORIZE(T, gpu__if_none_T, (int64_t, last), (T, g)) { return last < 0 ? g : 0; }
GPU__RULE(gpu_scatter_T, GPU__A)
{
    const size_t n = s->call->n, count = s->call->out_count;
    const int64_t *const index = (const int64_t *)gpu__kept(s, 2);
    const T *const g = gpu__g_T(s);
    int64_t *const number = (int64_t *)gpu__spare(s, n * sizeof *number);
    int64_t *const last = (int64_t *)gpu__spare(s, count * sizeof *last);
    T *const dx = gpu__into_T(s, 1), *const to = gpu__into_T(s, 0);
    gpu_status e = s->failed ? s->failed : gpu_set(last, 0xff, count * sizeof *last);
    if (!e) e = gpu__numbers_T(number, n);
    if (!e) e = GPU__SCATTER(int64_t, i64)(last, count, number, index, n);
    if (!e && dx) e = gpu__if_last_T(dx, index, last, g, count, n);
    return e || !to ? e : gpu__if_none_T(to, last, g, count);
}
#endif
#if defined(ANY) && defined(GPU_TAPE)
static inline gpu_status gpu__back_to_pairs_T(gpu__step *s)
{
    return gpu__back_to_pairs(s, GPU__SCATTER(int32_t, i32), GPU__SCATTER(int64_t, i64));
}
#endif
