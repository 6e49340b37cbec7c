/* The derivatives of products. */
#if defined(REAL) && defined(GPU_TAPE)
#ifdef GPU__CUDA
static gpu_status gpu_gemm_T(T *c, const T *a, const T *b, gpu_gemm_spec p)
{
    if constexpr (sizeof(T) == sizeof(float)) return gpu_gemm_f32((float *)c, (const float *)a, (const float *)b, p);
    else return gpu_gemm_f64((double *)c, (const double *)a, (const double *)b, p);
}
#endif
/* The gradient of in[k], the stored matrix A (k = 1) or B (2) of C = alpha op(A) op(B) + beta C, where op transposes or
   not: that of op(A) is alpha g op(B)', that of op(B) is alpha op(A)' g, and a stored transpose changes the factors. A
   matrix that all of a batch share gets the sum of its gradients, one after the other. */
static inline gpu_status gpu__back_to_factor_of_product_T(gpu__step *s, const gpu_gemm_spec *p, int k)
{
    const int is_a = k == 1, flip = is_a ? p->transpose_a : p->transpose_b;
    const size_t rows = is_a ? p->m : p->k, cols = is_a ? p->k : p->n, ld = is_a ? p->lda : p->ldb;
    const size_t stride = is_a ? p->stride_a : p->stride_b, other_stride = is_a ? p->stride_b : p->stride_a;
    const int shared = p->batch > 1 && !stride, other_flip = is_a ? p->transpose_b : p->transpose_a;
    const T *const other = gpu__kept_T(s, 3 - k), *const g = gpu__g_T(s);
    const int g_first = is_a != flip;
    gpu_gemm_spec q = gpu_gemm_of(flip ? cols : rows, flip ? rows : cols, is_a ? p->n : p->m);
    T *const to = gpu__into_T(s, k);
    gpu_status e = s->failed;
    if (e || !to) return e;
    q.alpha = p->alpha;
    q.transpose_a = g_first ? !is_a : is_a == other_flip;
    q.transpose_b = g_first ? is_a != other_flip : is_a;
    q.lda = g_first ? p->ldc : is_a ? p->ldb : p->lda;
    q.ldb = g_first ? (is_a ? p->ldb : p->lda) : p->ldc;
    q.ldc = ld;
    q.batch = shared ? 1 : p->batch;
    if (q.batch > 1) {
        q.stride_a = g_first ? p->stride_c : other_stride;
        q.stride_b = g_first ? other_stride : p->stride_c;
        q.stride_c = stride;
    }
    if (s->call->in[k].count != q.m * q.n * q.batch) e = gpu_set(to, 0, s->call->in[k].count * sizeof(T)); /* gaps */
    for (size_t i = 0; i < (shared ? p->batch : 1) && !e; i++) {
        const T *const gi = g + i * p->stride_c, *const oi = other + i * other_stride;
        q.beta = i ? 1 : 0;
        e = gpu_gemm_T(to, g_first ? gi : oi, g_first ? oi : gi, q);
    }
    return e;
}
GPU__RULE(gpu_gemm_T, GPU__Y | GPU__A)
{
    const gpu_gemm_spec *const p = &((const gpu__matmul_detail *)s->call->detail)->spec;
    gpu_status e = GPU_OK;
    if (s->call->out_count != p->batch * p->m * p->n)
        return gpu__refuse("gpu_backward", "gpu_gemm with gaps in c has no derivative; multiply into an array of its "
                                           "own");
    if (s->call->in[1].count) e = gpu__back_to_factor_of_product_T(s, p, 1);
    if (!e && s->call->in[2].count) e = gpu__back_to_factor_of_product_T(s, p, 2);
    if (e || !s->call->in[0].count) return e;
    return p->beta == 1 ? gpu__pass(s, 0) : gpu__by_number_T(s, 0, (T)p->beta);
}
GPU__RULE(gpu_matmul_T, GPU__Y | GPU__A) { return gpu_gemm_T__back(s); }

/* out = a x or x a: of a, in[0], the outer product of g and x; of x the other product of a and g. The outer product's
   derivatives are both. */
GPU__RULE(gpu_{matvec|vecmat}_T, GPU__X | GPU__Y)
{
    T *const da = gpu__into_T(s, 0), *const dx = gpu__into_T(s, 1);
    const T *const g = gpu__g_T(s), *const a = gpu__kept_T(s, 0), *const x = gpu__kept_T(s, 1);
    const size_t rows = s->call->rows, cols = s->call->cols;
    gpu_status e = s->failed;
    if (!e && da) e = gpu_outer_T(da, {g|x}, {x|g}, rows, cols);
    return e || !dx ? e : gpu_{vecmat|matvec}_T(dx, {g|a}, {a|g}, rows, cols);
}
GPU__RULE(gpu_outer_T, GPU__X | GPU__Y)
{
    T *const dx = gpu__into_T(s, 0), *const dy = gpu__into_T(s, 1);
    const T *const g = gpu__g_T(s);
    const size_t rows = s->call->rows, cols = s->call->cols;
    gpu_status e = s->failed;
    if (!e && dx) e = gpu_matvec_T(dx, g, gpu__kept_T(s, 1), rows, cols);
    return e || !dy ? e : gpu_vecmat_T(dy, gpu__kept_T(s, 0), g, rows, cols);
}
#endif
