/* Rows of matrix products, beside cuBLAS; bench.h says how. A row is `PRECISION nn`: n or t says whether A or B is
   stored transposed. Sizes: m, n, k, batch. */
#if defined(WITH_VENDOR)
#include <cublas_v2.h>
#endif
#define GPU_IMPLEMENTATION
#include "gpu.h"
#include "bench.h"

static gpu_gemm_spec spec_of(const char *what, const size_t *d)
{
    gpu_gemm_spec g = gpu_gemm_of(d[0], d[1], d[2]);
    const char *way = strrchr(what, ' ') + 1;
    g.transpose_a = way[0] == 't', g.transpose_b = way[1] == 't', g.batch = d[3];
    g.stride_a = d[0] * d[2], g.stride_b = d[2] * d[1], g.stride_c = d[0] * d[1];
    return g;
}
#ifdef WITH_VENDOR
static cublasHandle_t cublas;
static void new_row(void)
{
    if (!cublas) (void)cublasCreate(&cublas);
}
/* Row-major, so seen from the other side: the transpose of C is that of B times that of A. */
static int vendor(void *const *p, gpu_gemm_spec g, cudaDataType t, cublasComputeType_t compute)
{
    const double one64 = 1, zero64 = 0;
    const float one32 = 1, zero32 = 0;
    const int wide = t == CUDA_R_64F;
    return (int)cublasGemmStridedBatchedEx(
        cublas, g.transpose_b ? CUBLAS_OP_T : CUBLAS_OP_N, g.transpose_a ? CUBLAS_OP_T : CUBLAS_OP_N, (int)g.n,
        (int)g.m, (int)g.k, wide ? (const void *)&one64 : &one32, p[1], t, (int)(g.transpose_b ? g.k : g.n),
        (long long)g.stride_b, p[0], t, (int)(g.transpose_a ? g.m : g.k), (long long)g.stride_a,
        wide ? (const void *)&zero64 : &zero32, p[2], t, (int)g.n, (long long)g.stride_c, (int)g.batch, compute,
        CUBLAS_GEMM_DEFAULT);
}
#define CUBLAS(name, type, compute)                                                                                    \
    if (!strncmp(what, "cuBLAS " name, sizeof name + 6)) return vendor(p, spec_of(what, d), type, compute);
#else
static void new_row(void) {}
#define CUBLAS(...)
#endif
#define OURS(name, T, function)                                                                                        \
    if (!strncmp(what, name, sizeof name - 1)) return (int)function(P(T, 2), P(T, 0), P(T, 1), spec_of(what, d));
static int once(const char *what, const size_t *d, void *const *p)
{
    OURS("f32", float, gpu_gemm_f32)
    OURS("f64", double, gpu_gemm_f64)
    OURS("tf32", float, gpu_gemm_tf32)
    OURS("bf16", gpu_bf16, gpu_gemm_bf16)
    OURS("f16", gpu_f16, gpu_gemm_f16)
    CUBLAS("f32", CUDA_R_32F, CUBLAS_COMPUTE_32F)
    CUBLAS("f64", CUDA_R_64F, CUBLAS_COMPUTE_64F)
    CUBLAS("tf32", CUDA_R_32F, CUBLAS_COMPUTE_32F_FAST_TF32)
    CUBLAS("bf16", CUDA_R_16BF, CUBLAS_COMPUTE_32F)
    CUBLAS("f16", CUDA_R_16F, CUBLAS_COMPUTE_32F)
    return NOT_HERE;
}
