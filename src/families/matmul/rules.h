/* The derivatives of products. */
#ifdef GPU_TAPE
static inline gpu_status gpu__product_back(gpu__step *s);
#endif
#if defined(REAL) && defined(GPU_TAPE)
#ifdef GPU__CUDA
static gpu_status gpu_gemm_T(T *c, const T *a, const T *b, gpu_gemm_spec p)
{
    if constexpr (sizeof(T) == sizeof(float)) return gpu_gemm_f32((float *)c, (const float *)a, (const float *)b, p);
    else return gpu_gemm_f64((double *)c, (const double *)a, (const double *)b, p);
}
#endif
/* out = a x or x a: of a, in[0], the outer product of g and x; of x the other product of a and g. The outer product's
   derivatives are both. */
GPU__RULE(gpu_{matvec|vecmat}_T, GPU__X | GPU__Y)
{
    T *const da = gpu__into_T(s, 0), *const dx = gpu__into_T(s, 1);
    const T *const g = gpu__g_T(s), *const a = gpu__kept_T(s, 0), *const x = gpu__kept_T(s, 1);
    const size_t rows = s->call->rows, cols = s->call->cols;
    const gpu_status e = da && !s->failed ? gpu_outer_T(da, {g|x}, {x|g}, rows, cols) : s->failed;
    return e || !dx ? e : gpu_{vecmat|matvec}_T(dx, {g|a}, {a|g}, rows, cols);
}
GPU__RULE(gpu_outer_T, GPU__X | GPU__Y)
{
    T *const dx = gpu__into_T(s, 0), *const dy = gpu__into_T(s, 1);
    const T *const g = gpu__g_T(s);
    const size_t rows = s->call->rows, cols = s->call->cols;
    const gpu_status e = dx && !s->failed ? gpu_matvec_T(dx, g, gpu__kept_T(s, 1), rows, cols) : s->failed;
    return e || !dy ? e : gpu_vecmat_T(dy, gpu__kept_T(s, 0), g, rows, cols);
}
#endif
