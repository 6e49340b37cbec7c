/* The CPU's side of matrix products, in float (f32, tf32, bf16 and f16) and in double: each element of C is a chain of
   fused multiply-adds from 0 on, k ascending. A task is a row of C. */
#ifdef GPU__FOR_REAL
GPU__BODY GPU__T GPU__N(gpu__gemm_fma)(GPU__T a, GPU__T b, GPU__T c)
{
    return sizeof(GPU__T) == 4 ? (GPU__T)GPU__FMAF((float)a, (float)b, (float)c) : (GPU__T)GPU__FMA(a, b, c);
}
GPU__BODY GPU__T GPU__N(gpu__gemm_at)(const void *p, size_t i, int precision)
{
    switch (precision) {
    case GPU__GEMM_TF32:
        return (GPU__T)gpu__tf32_value(((const float *)p)[i]);
    case GPU__GEMM_BF16:
        return (GPU__T)gpu__bf16_value(((const uint16_t *)p)[i]);
    case GPU__GEMM_F16:
        return (GPU__T)gpu__f16_value(((const uint16_t *)p)[i]);
    default:
        return ((const GPU__T *)p)[i];
    }
}
/* C[i] = alpha * sum + beta * C[i] */
GPU__BODY void GPU__N(gpu__gemm_put)(const gpu__job *j, size_t i, GPU__T sum, int precision)
{
    const GPU__T beta = (GPU__T)j->gemm.beta;
    GPU__T r = (GPU__T)j->gemm.alpha * sum;
    if (beta != 0)
        r = GPU__N(gpu__gemm_fma)(
            beta,
            precision == GPU__GEMM_TF32 ? ((const GPU__T *)j->out)[i] : GPU__N(gpu__gemm_at)(j->out, i, precision), r);
    if (precision == GPU__GEMM_BF16)
        ((uint16_t *)j->out)[i] = gpu__bf16_bits((float)r);
    else if (precision == GPU__GEMM_F16)
        ((uint16_t *)j->out)[i] = gpu__f16_bits((float)r);
    else
        ((GPU__T *)j->out)[i] = r;
}
GPU__BODY void GPU__N(gpu__gemm_rows)(const gpu__job *j, size_t first, size_t last)
{
    enum { width = 64 };
    const gpu_gemm_spec *const g = &j->gemm;
    const int precision = j->flag & ~GPU__JOB_APART;
    const size_t a_row = g->transpose_a ? 1 : g->lda, a_step = g->transpose_a ? g->lda : 1;
    const size_t b_col = g->transpose_b ? g->ldb : 1, b_step = g->transpose_b ? 1 : g->ldb;
    for (; first < last; first++) {
        const size_t batch = first / g->m, i = first % g->m;
        const size_t a = batch * g->stride_a + i * a_row, b = batch * g->stride_b, c = batch * g->stride_c + i * g->ldc;
        size_t at, col, l;
        for (at = 0; at < g->n; at += width) {
            const size_t count = g->n - at < width ? g->n - at : (size_t)width;
            GPU__T sum[width];
            for (col = 0; col < width; col++) sum[col] = 0;
            for (l = 0; l < g->k; l++) {
                const GPU__T x = GPU__N(gpu__gemm_at)(j->in[1].p, a + l * a_step, precision);
                for (col = 0; col < count; col++)
                    sum[col] = GPU__N(gpu__gemm_fma)(
                        x, GPU__N(gpu__gemm_at)(j->in[2].p, b + l * b_step + (at + col) * b_col, precision), sum[col]);
            }
            for (col = 0; col < count; col++) GPU__N(gpu__gemm_put)(j, c + at + col, sum[col], precision);
        }
    }
}
GPU__PART_LEVELS(GPU__N(gpu__gemm), GPU__N(gpu__gemm_rows)(j, first, last))
/* What the CPU does of a job that is complete otherwise. */
static GPU__UNUSED inline void GPU__N(gpu__gemm_cpu)(gpu__job *j)
{
    GPU__JOB_PARTS((*j), GPU__N(gpu__gemm))
    j->tasks = j->gemm.batch * j->gemm.m;
}
#endif
