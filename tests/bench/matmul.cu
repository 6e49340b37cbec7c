/* Measures products of matrices by turns with cuBLAS, where that is installed: one line a row, `who key/batch value unit`, in
   TFLOP/s or, where a product is too small for that, microseconds a call. Inputs are random, buffers rotate so that no
   product finds its operands in the cache, a figure is the better of two medians, taken by turns; before a large product the card
   rests, so that both find it equally cool. Each result is compared with double precision at a few places first. Usage: matmul */
#if defined(__CUDACC__) && defined(__has_include)
#if __has_include(<cublas_v2.h>)
#include <cublas_v2.h>
#define WITH_CUBLAS
#endif
#endif
#define GPU_IMPLEMENTATION
#include "gpu.h"
#include <time.h>

enum { F32, F64, TF32, BF16, F16 };
static const char *const precision_name[] = {"f32", "f64", "tf32", "bf16", "f16"};
static const size_t element[] = {4, 8, 4, 2, 2};
static const double unit[] = {0x1p-24, 0x1p-53, 0x1p-11, 0x1p-8, 0x1p-11}; /* of the inputs or of the result, the coarser */

static gpu_status product(int precision, void *c, const void *a, const void *b, gpu_gemm_spec g)
{
    switch (precision) {
    case F32: return gpu_gemm_f32((float *)c, (const float *)a, (const float *)b, g);
    case F64: return gpu_gemm_f64((double *)c, (const double *)a, (const double *)b, g);
    case TF32: return gpu_gemm_tf32((float *)c, (const float *)a, (const float *)b, g);
    case BF16: return gpu_gemm_bf16((gpu_bf16 *)c, (const gpu_bf16 *)a, (const gpu_bf16 *)b, g);
    default: return gpu_gemm_f16((gpu_f16 *)c, (const gpu_f16 *)a, (const gpu_f16 *)b, g);
    }
}
GPU_FN double value_of(const void *p, size_t i, int precision)
{
    switch (precision) {
    case F64: return ((const double *)p)[i];
    case BF16: return (double)gpu_f32_of_bf16(((const gpu_bf16 *)p)[i]);
    case F16: return (double)gpu_f32_of_f16(((const gpu_f16 *)p)[i]);
    default: return (double)((const float *)p)[i];
    }
}
GPU_KERNEL(fill, (void *, p), (int, precision), (uint64_t, seed), (size_t, n))
{
    GPU_FOR(i, n)
    {
        const float x = gpu_random_f32(seed, i, 0) * 2 - 1;
        if (precision == F64) ((double *)p)[i] = (double)x;
        else if (precision == BF16) ((gpu_bf16 *)p)[i] = gpu_bf16_of(x);
        else if (precision == F16) ((gpu_f16 *)p)[i] = gpu_f16_of(x);
        else ((float *)p)[i] = x;
    }
}
/* The error of some elements of C, in units of the sum of the products' magnitudes. */
GPU_KERNEL(judge, (double *, error), (const void *, c), (const void *, a), (const void *, b), (gpu_gemm_spec, g), (int, precision), (size_t, places))
{
    GPU_FOR(t, places)
    {
        const size_t at = (size_t)(gpu_random_u32(7, t, 0)) % (g.m * g.n), q = t % g.batch, i = at / g.n, j = at % g.n;
        double sum = 0, size = 0;
        size_t k;
        for (k = 0; k < g.k; k++) {
            const double x = value_of(a, q * g.stride_a + (g.transpose_a ? k * g.m + i : i * g.k + k), precision);
            const double y = value_of(b, q * g.stride_b + (g.transpose_b ? j * g.k + k : k * g.n + j), precision);
            sum += x * y, size += fabs(x * y);
        }
        error[t] = fabs(value_of(c, q * g.stride_c + at, precision) - sum) / size;
    }
}

static char *memory;
static const size_t memory_bytes = (size_t)6 << 30;
typedef struct buffers {
    size_t sets, bytes[3];
} buffers;
static char *operand(const buffers *s, int r, int which)
{
    const size_t before = which == 0 ? 0 : which == 1 ? s->bytes[0] : s->bytes[0] + s->bytes[1];
    return memory + (size_t)r % s->sets * (s->bytes[0] + s->bytes[1] + s->bytes[2]) + before;
}

#ifdef WITH_CUBLAS
static cublasHandle_t cublas;
/* Row-major, so seen from the other side: the transpose of C is that of B times that of A. */
static void vendor(int precision, void *c, const void *a, const void *b, gpu_gemm_spec g)
{
    static const cudaDataType data[] = {CUDA_R_32F, CUDA_R_64F, CUDA_R_32F, CUDA_R_16BF, CUDA_R_16F};
    static const cublasComputeType_t compute[] = {CUBLAS_COMPUTE_32F, CUBLAS_COMPUTE_64F, CUBLAS_COMPUTE_32F_FAST_TF32, CUBLAS_COMPUTE_32F,
                                                  CUBLAS_COMPUTE_32F};
    const double one64 = 1, zero64 = 0;
    const float one32 = 1, zero32 = 0;
    const void *const one = precision == F64 ? (const void *)&one64 : &one32, *const zero = precision == F64 ? (const void *)&zero64 : &zero32;
    const cudaDataType d = data[precision];
    const cublasStatus_t s = cublasGemmStridedBatchedEx(
        cublas, g.transpose_b ? CUBLAS_OP_T : CUBLAS_OP_N, g.transpose_a ? CUBLAS_OP_T : CUBLAS_OP_N, (int)g.n, (int)g.m, (int)g.k, one, b, d,
        (int)(g.transpose_b ? g.k : g.n), (long long)g.stride_b, a, d, (int)(g.transpose_a ? g.m : g.k), (long long)g.stride_a, zero, c, d,
        (int)g.n, (long long)g.stride_c, (int)g.batch, compute[precision], CUBLAS_GEMM_DEFAULT);
    if (s != CUBLAS_STATUS_SUCCESS) printf("cuBLAS: status %d\n", (int)s);
}
#endif

static void rest(double seconds)
{
    const clock_t start = clock();
    GPU_CHECK(gpu_sync());
    while ((double)(clock() - start) < seconds * CLOCKS_PER_SEC) {}
}
static void measure(int precision, size_t m, size_t n, size_t k, const char *transposes, size_t batch)
{
    enum { PLACES = 4096 };
    gpu_gemm_spec g = gpu_gemm_of(m, n, k);
    const double work = 2.0 * (double)m * (double)n * (double)k * (double)batch;
    const int reps = work > 1e11 ? 9 : 31, calls = work < 1e10 ? 20 : 1;
    double best[2] = {INFINITY, INFINITY}, worst, *error = GPU_NEW(double, PLACES);
    buffers set;
    size_t all;
    int round, r = 0, q;
    g.transpose_a = transposes[0] == 't', g.transpose_b = transposes[1] == 't', g.batch = batch;
    g.stride_a = m * k, g.stride_b = k * n, g.stride_c = m * n;
    set.bytes[0] = (batch * m * k * element[precision] + 255) & ~(size_t)255;
    set.bytes[1] = (batch * k * n * element[precision] + 255) & ~(size_t)255;
    set.bytes[2] = (batch * m * n * element[precision] + 255) & ~(size_t)255;
    all = set.bytes[0] + set.bytes[1] + set.bytes[2];
    set.sets = memory_bytes / all < 8 ? memory_bytes / all : 8;
    GPU_CHECK(fill(gpu_1d(set.sets * all / element[precision]), memory, precision, 1, set.sets * all / element[precision]));
    GPU_CHECK(product(precision, operand(&set, 0, 2), operand(&set, 0, 0), operand(&set, 0, 1), g));
    GPU_CHECK(judge(gpu_1d(PLACES), error, operand(&set, 0, 2), operand(&set, 0, 0), operand(&set, 0, 1), g, precision, PLACES));
    worst = gpu_max_f64(error, PLACES);
    for (round = 0; round < 4; round++) {
        const int ours = round % 2;
        gpu_stats s;
#ifndef WITH_CUBLAS
        if (!ours) continue;
#endif
        if (work > 1e11) rest(0.2);
        GPU_BENCH(s, reps)
        {
            for (q = 0; q < calls; q++, r++)
                if (ours) (void)product(precision, operand(&set, r, 2), operand(&set, r, 0), operand(&set, r, 1), g);
#ifdef WITH_CUBLAS
                else vendor(precision, operand(&set, r, 2), operand(&set, r, 0), operand(&set, r, 1), g);
#endif
        }
        if (s.median_ms / calls < best[ours]) best[ours] = s.median_ms / calls;
    }
    for (q = 1; q >= 0; q--)
        if (best[q] < INFINITY)
            printf("%s matmul %s %s %zu x %zu x %zu/%zu %.4g %s\n", q ? "gpu.h" : "cuBLAS", precision_name[precision], transposes, m, n, k, batch,
                   calls > 1 ? best[q] * 1e3 : work / best[q] * 1e-9, calls > 1 ? "us" : "TFLOP/s");
    if (!(worst <= 4 * unit[precision] + (double)k * 0x1p-24)) printf("matmul %s %zu x %zu x %zu: WRONG by %g\n", precision_name[precision], m, n, k, worst);
    fflush(stdout);
    GPU_CHECK(gpu_free(error));
}

int main(void)
{
    static const char *const way[] = {"nn", "nt", "tn", "tt"};
    int p, t;
    if (gpu_device() == GPU_CPU) return 0;
#ifdef WITH_CUBLAS
    if (cublasCreate(&cublas) != CUBLAS_STATUS_SUCCESS) return 1;
#endif
    memory = (char *)gpu_malloc(memory_bytes);
    GPU_CHECK(gpu_error());
    for (p = F32; p <= F16; p++) {
        measure(p, 8192, 8192, 8192, "nn", 1);
        for (t = 0; t < 4; t++) measure(p, 4096, 4096, 4096, way[t], 1);
        measure(p, 1024, 1024, 1024, "nn", 1);
        measure(p, 1000, 1001, 1003, "nn", 1);
        measure(p, 256, 256, 256, "nn", 1);
        measure(p, 17, 8192, 8192, "nn", 1);
        measure(p, 8192, 17, 8192, "nn", 1);
        measure(p, 8192, 8192, 17, "nn", 1);
        measure(p, 8192, 1, 8192, "nn", 1);
        measure(p, 64, 64, 64, "nn", 10000);
        measure(p, 64, 64, 64, "nn", 1);
    }
    GPU_CHECK(gpu_free(memory));
    return 0;
}
