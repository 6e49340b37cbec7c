#if defined(REAL) && defined(GPU_TAPE)
/* The derivatives of linear systems and factorisations, each of a batch of matrices. */
/* c[n][n] = alpha times the product of a and b, of which one is transposed: [k][n] and [k][n], or [n][k] and [n][k]. */
static inline gpu_status gpu__la_product_T(const gpu__step *s, T *c, T alpha, const T *a, const T *b, size_t k,
                                           int second)
{
    const gpu__la_detail *const d = (const gpu__la_detail *)s->call->detail;
    gpu_gemm_spec p = gpu_gemm_of(d->n, d->n, k);
    p.transpose_a = !second;
    p.transpose_b = second;
    p.alpha = (double)alpha;
    p.batch = d->batch;
    p.stride_a = p.stride_b = d->n * k;
    p.stride_c = d->n * d->n;
    return gpu_gemm_T(c, a, b, p);
}
GPU_VECTORIZE(T, gpu__la_transposed_T, (const T *, a, scalar), (size_t, n, scalar), (size_t, i, index))
{
    const size_t z = i / (n * n), r = i / n % n, c = i % n;
    return a[(z * n + c) * n + r];
}
/* The triangle with the diagonal times a factor, and zeros. */
GPU_VECTORIZE(T, gpu__la_triangle_T, (T, x), (size_t, n, scalar), (int, upper, scalar), (T, factor, scalar),
              (size_t, i, index))
{
    const size_t r = i / n % n, c = i % n;
    return r == c ? x * factor : (c > r) == upper ? x : 0;
}
/* X solves A X = B: of B the Y with A' Y = G, of A the matrix - Y X'. */
GPU__RULE(gpu_solve_batch_T, GPU__Y | GPU__RESULT)
{
    const gpu__la_detail *const d = (const gpu__la_detail *)s->call->detail;
    const size_t n = d->n, of_a = n * n * d->batch;
    T *const a = gpu__spare_T(s, of_a), *const t = gpu__spare_T(s, of_a),
             *const spare = gpu__spare_T(s, n * d->k * d->batch);
    int *const info = (int *)gpu__spare(s, d->batch * sizeof *info);
    T *const db = gpu__into_T(s, 0), *const da = gpu__into_T(s, 1), *const y = db ? db : spare;
    gpu_status e = s->failed;
    if (!e) e = gpu_copy_async(a, gpu__kept(s, 1), of_a * sizeof *a); /* which may be in memory of the host */
    if (!e) e = gpu__la_transposed_T(t, a, n, of_a);
    if (!e) e = gpu_solve_batch_T(y, t, gpu__g_T(s), n, d->k, d->batch, info);
    return e || !da ? e : gpu__la_product_T(s, da, -1, y, gpu__kept_T(s, GPU__INPUTS), d->k, 1);
}
/* Of the inverse Y the matrix - Y' G Y'. */
GPU__RULE(gpu_inv_batch_T, GPU__RESULT)
{
    const size_t n = ((const gpu__la_detail *)s->call->detail)->n;
    const T *const y = gpu__kept_T(s, GPU__INPUTS);
    T *const product = gpu__spare_T(s, s->call->out_count), *const to = gpu__into_T(s, 0);
    if (!to) return s->failed;
    gpu_status e = gpu__la_product_T(s, product, 1, y, gpu__g_T(s), n, 0);
    return e ? e : gpu__la_product_T(s, to, -1, product, y, n, 1);
}
/* With P, the lower triangle of L' G and half its diagonal, the matrix S = L'^-1 P L^-1. The elements of the lower
   triangle, which alone is read, stand for two of S each, beside the diagonal. */
GPU_VECTORIZE(T, gpu__la_both_T, (const T *, a, scalar), (size_t, n, scalar), (size_t, i, index))
{
    const size_t z = i / (n * n), r = i / n % n, c = i % n;
    return c > r ? 0 : c == r ? a[i] : a[i] + a[(z * n + c) * n + r];
}
GPU__RULE(gpu_cholesky_batch_T, GPU__RESULT)
{
    const gpu__la_detail *const d = (const gpu__la_detail *)s->call->detail;
    const size_t n = d->n, count = s->call->out_count;
    const T *const l = gpu__kept_T(s, GPU__INPUTS);
    T *const a = gpu__spare_T(s, count), *const b = gpu__spare_T(s, count);
    int *const info = (int *)gpu__spare(s, d->batch * sizeof *info), how = GPU_LOWER | GPU_TRANSPOSED;
    T *const to = gpu__into_T(s, 0);
    if (!to) return s->failed;
    gpu_status e = gpu__la_triangle_T(b, gpu__g_T(s), n, 0, 1, count);
    if (!e) e = gpu__la_product_T(s, a, 1, l, b, n, 0);
    if (!e) e = gpu__la_triangle_T(a, a, n, 0, (T)0.5, count);
    if (!e) e = gpu_solve_triangular_batch_T(a, l, a, n, n, how, d->batch, info);
    if (!e) e = gpu__la_transposed_T(b, a, n, count);
    if (!e) e = gpu_solve_triangular_batch_T(b, l, b, n, n, how, d->batch, info);
    return e ? e : gpu__la_both_T(to, b, n, count);
}
/* X solves T X = B: of B the Y with T' Y = G, of T the triangle of - Y X', or of its transpose for a transposed T. */
GPU__RULE(gpu_solve_triangular_batch_T, GPU__Y | GPU__RESULT)
{
    const gpu__la_detail *const d = (const gpu__la_detail *)s->call->detail;
    const T *const x = gpu__kept_T(s, GPU__INPUTS);
    T *const spare = gpu__spare_T(s, s->call->out_count);
    int *const info = (int *)gpu__spare(s, d->batch * sizeof *info), transposed = d->flag & GPU_TRANSPOSED;
    T *const db = gpu__into_T(s, 0), *const dt = gpu__into_T(s, 1), *const y = db ? db : spare;
    gpu_status e = s->failed;
    if (!e)
        e = gpu_solve_triangular_batch_T(y, gpu__kept_T(s, 1), gpu__g_T(s), d->n, d->k, d->flag ^ GPU_TRANSPOSED,
                                         d->batch, info);
    if (e || !dt) return e;
    e = gpu__la_product_T(s, dt, -1, transposed ? x : y, transposed ? y : x, d->k, 1);
    return e ? e
             : gpu__la_triangle_T(dt, dt, d->n, (d->flag & GPU_UPPER) != 0, d->flag & GPU_UNIT_DIAGONAL ? 0 : 1,
                                  s->call->in[1].count);
}
#endif
