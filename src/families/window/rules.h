/* The derivatives of windows. */
#if defined(REAL) && defined(GPU_TAPE)
/* The elements from the last to the first, each divided by the number of elements of its mean, or times that. */
GPU_VECTORIZE(T, gpu__reversed_means_T, (const T *, x, scalar), (size_t, n, scalar), (size_t, width, scalar),
              (int, times, scalar), (size_t, i, index))
{
    const size_t k = n - 1 - i;
    const T count = (T)(k + 1 < width ? k + 1 : width);
    return times ? x[k] * count : x[k] / count;
}
/* The sums of g over the count of its mean, for the means that an element is in: from the end, means times a count. */
GPU__RULE(gpu_moving_average_T, 0)
{
    const size_t n = s->call->n, width = *(const size_t *)s->call->detail;
    T *const g = gpu__spare_T(s, n), *const means = gpu__spare_T(s, n), *const to = gpu__into_T(s, 0);
    if (!to) return s->failed;
    gpu_status e = gpu__reversed_means_T(g, gpu__g_T(s), n, width, 0, n);
    if (!e) e = gpu_moving_average_T(means, g, n, width);
    return e ? e : gpu__reversed_means_T(to, means, n, width, 1, n);
}
/* The plane with the elements that the border adds, which has h_rows - 1 rows and h_cols - 1 columns more: where an
   element is in x, or -1 for a zero; x in it; g in it, so that convolutions that stay within it see all of g. */
GPU_VECTORIZE(int64_t, gpu__extended_T, (int64_t, rows, scalar), (int64_t, cols, scalar), (int64_t, h_rows, scalar),
              (int64_t, h_cols, scalar), (int, border, scalar), (size_t, i, index))
{
    const int64_t wide = cols + h_cols - 1, row = (int64_t)i / wide, c = (int64_t)i % wide - h_cols / 2;
    const int64_t r = gpu__border_at(row - h_rows / 2, rows, border), k = gpu__border_at(c, cols, border);
    return r < 0 || k < 0 ? -1 : r * cols + k;
}
GPU_VECTORIZE(T, gpu__from_plane_T, (int64_t, at), (const T *, x, scalar)) { return at < 0 ? 0 : x[at]; }
GPU_VECTORIZE(T, gpu__embedded_T, (const T *, g, scalar), (size_t, rows, scalar), (size_t, cols, scalar),
              (size_t, h_rows, scalar), (size_t, h_cols, scalar), (size_t, i, index))
{
    const size_t wide = cols + h_cols - 1, r = i / wide - h_rows / 2, c = i % wide - h_cols / 2;
    return r < rows && c < cols ? g[r * cols + c] : 0;
}
GPU_VECTORIZE(T, gpu__cropped_T, (const T *, x, scalar), (size_t, cols, scalar), (size_t, h_rows, scalar),
              (size_t, h_cols, scalar), (size_t, i, index))
{
    return x[(i / cols + h_rows / 2) * (cols + h_cols - 1) + i % cols + h_cols / 2];
}
/* Of a tap the dot product of g and the elements that it met, rows of both being contiguous since g has zeros between
   its rows; of the plane the convolution from the end, which then adds up where the border took its elements from. */
static inline gpu_status gpu__back_through_filter_T(gpu__step *s, size_t rows, size_t cols, gpu__filter f)
{
    const size_t wide = cols + f.cols - 1, high = rows + f.rows - 1, n = high * wide, taps = f.rows * f.cols;
    const size_t inside = rows * cols, most = inside > taps ? inside : taps, first = f.rows / 2 * wide + f.cols / 2;
    const T *const h = gpu__kept_T(s, 1);
    T *const g = gpu__spare_T(s, n), *const a = gpu__spare_T(s, n);
    const T *const x = (const T *)gpu__kept_near(s, 0);
    int64_t *const at = (int64_t *)gpu__spare(s, n * sizeof *at);
    double *const sums = (double *)gpu__spare(s, most * sizeof *sums);
    T *const dx = gpu__into_T(s, 0), *const dh = gpu__into_T(s, 1);
    gpu_status e = s->failed ? s->failed : gpu__embedded_T(g, gpu__g_T(s), rows, cols, f.rows, f.cols, n);
    if (!e) e = gpu__extended_T(at, (int64_t)rows, (int64_t)cols, (int64_t)f.rows, (int64_t)f.cols, f.border, n);
    if (!e && dh) e = gpu__from_plane_T(a, at, x, n);
    for (size_t k = 0; k < taps && !e && dh; k++)
        e = gpu_dot_to_T(sums + taps - 1 - k, g + first, a + k / f.cols * wide + k % f.cols, (rows - 1) * wide + cols);
    if (!e && dh) e = gpu__narrowed_T(dh, 1, sums, taps);
    if (e || !dx) return e;
    e = gpu__reversed_T(a, g, n, n);
    if (!e) e = gpu_conv2d_T(g, a, high, wide, h, f.rows, f.cols, GPU_BORDER_ZERO);
    if (!e) e = gpu__reversed_T(a, g, n, n);
    if (!e && f.border == GPU_BORDER_ZERO) return gpu__cropped_T(dx, a, cols, f.rows, f.cols, inside);
    if (!e) e = gpu_bincount_weights_T_i64(sums, inside, at, a, n);
    return e ? e : gpu__narrowed_T(dx, 1, sums, inside);
}
GPU__RULE(gpu_conv1d_T, GPU__X | GPU__Y)
{
    const gpu__filter f = {1, s->call->in[1].count, GPU_BORDER_ZERO};
    return gpu__back_through_filter_T(s, 1, s->call->n, f);
}
GPU__RULE(gpu_conv2d_T, GPU__X | GPU__Y)
{
    return gpu__back_through_filter_T(s, s->call->rows, s->call->cols, *(const gpu__filter *)s->call->detail);
}
/* Of an inner element center g, and neighbour g from each neighbour that is one; at the border g. */
GPU_VECTORIZE(T, gpu__stencil5_slope_T, (const T *, g, scalar), (size_t, rows, scalar), (size_t, cols, scalar),
              (T, center, scalar), (T, neighbour, scalar), (size_t, i, index))
{
    const size_t r = i / cols, c = i % cols;
    const int between = c && c + 1 < cols, middle = r && r + 1 < rows;
    T sum = between && r > 1 ? g[i - cols] : 0;
    if (between && r + 2 < rows) sum += g[i + cols];
    if (middle && c > 1) sum += g[i - 1];
    if (middle && c + 2 < cols) sum += g[i + 1];
    return (between && middle ? GPU__TIMES(center, g[i]) : g[i]) + GPU__TIMES(neighbour, sum);
}
GPU__RULE(gpu_stencil5_T, 0)
{
    const gpu__call *const c = s->call;
    const T *const by = (const T *)c->detail;
    T *const to = gpu__into_T(s, 0);
    return to ? gpu__stencil5_slope_T(to, gpu__g_T(s), c->rows, c->cols, by[0], by[1], c->rows * c->cols) : s->failed;
}
#endif
