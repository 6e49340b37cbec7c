/* ------------------------------------------------------------------------------------------------------ >>matmul -- */

/* Matrix multiplication. These are prewritten functions: what is said there about bare names, host arrays and error
   messages holds here too. Matrices are row-major, as in C: element (i, j) is a[i * lda + j]. Any shape, with 64-bit
   sizes; if m or n is 0 nothing happens.

   Precision. f32 and f64 compute in float and in double, by fused multiply-adds (by two operations on a processor that
   has no such instruction). tf32, which has no bare name, takes float arrays and uses 11 significant bits of each
   element (a relative error of up to 2^-10); bf16 and f16 are 16-bit types. All three accumulate in float, as the GPU's
   tensor cores do, and round C once, at the end. The order of a sum depends only on the shape, the transposes and the
   leading dimensions: the same bits from run to run and for any number of threads. A CPU and a GPU, and CPUs with
   different instruction sets, differ in the last places. With |A||B| as the product of the absolute values

       |C - exact| <= (k + 2) u (|alpha| |A||B| + |beta C|)       u = 2^-53 in f64, 2^-24 in f32, 2^-23 in the others,

   if nothing overflows or underflows, plus the rounding of the elements in tf32 and of C in bf16 and f16. A NaN or an
   infinity affects only those elements of C to which it contributes.

   On an H100 or H200 tf32, bf16 and f16 are faster in a program built for sm_90a (nvcc -arch=sm_90a), which enables all
   instructions of these GPUs; code for plain sm_90 also runs on later ones. */

/* 16-bit types: bfloat16 is the upper half of a float (8 significant bits); f16 is IEEE half precision (11 significant
   bits, from 6e-8 to 65504). The functions convert them from and to float, in host code and in kernels: they round to
   nearest, ties to even; values that are too large become infinite; NaN stays NaN. */
typedef struct gpu_{bf16|f16} {
    uint16_t bits;
} gpu_{1};
GPU_FN gpu_{bf16|f16} gpu_{1}_of(float x);
GPU_FN float gpu_f32_of_{bf16|f16}(gpu_{1} x);
/* The same conversions for arrays. */
GPU_OP gpu_status gpu_to_{bf16|f16}(gpu_{1} *out, const float *x, size_t n);
GPU_OP gpu_status gpu_from_{bf16|f16}(float *out, const gpu_{1} *x, size_t n);

/* c[m][n] = a[m][k] times b[k][n]. c must not overlap a and b. */
GPU_OP gpu_status gpu_matmul_{f32|f64}({float|double} *c, const {2} *a, const {2} *b, size_t m, size_t n, size_t k);
GPU_OP gpu_status gpu_matmul_tf32(float *c, const float *a, const float *b, size_t m, size_t n, size_t k);
GPU_OP gpu_status gpu_matmul_{bf16|f16}(gpu_{1} *c, const gpu_{1} *a, const gpu_{1} *b, size_t m, size_t n, size_t k);
#define gpu_matmul(c, a, b, m, n, k) GPU__BARE_MATMUL(c, gpu_matmul, (c, a, b, m, n, k))

/* The general form, C = alpha A B + beta C, for blocks of larger matrices, transposed matrices and batches. Start from
   gpu_gemm_of(m, n, k), which describes what gpu_matmul computes, and change what differs:

       gpu_gemm_spec s = gpu_gemm_of(m, n, k);
       s.transpose_b = 1, s.beta = 1;
       GPU_CHECK(gpu_gemm_f32(c, a, b, s));                                   c += a times the transpose of b[n][k]

   Memory between the rows of c and between its matrices is not changed (for a host array it is copied to the GPU and
   back). c must not overlap a and b. Interleaved blocks of one matrix are accepted if the leading dimensions agree and
   there is no batch; otherwise the ranges from first to last element must not overlap. */
typedef struct gpu_gemm_spec {
    size_t m, n, k;               /* c is m by n, and each element is a sum of k products */
    int transpose_a, transpose_b; /* 1: a is stored as [k][m], b as [n][k] */
    double alpha, beta;           /* rounded to float unless f64; beta 0: c is not read; alpha 0: a and b are not */
    size_t lda, ldb, ldc;         /* leading dimension: elements from one stored row to the next; 0: no gaps */
    size_t batch;                 /* number of multiplications, at least 1 */
    size_t stride_a, stride_b;    /* elements from one matrix of a batch to the next; 0: the same matrix for all */
    size_t stride_c;              /* the matrices must not overlap; their rows may be interleaved */
} gpu_gemm_spec;
GPU_FN gpu_gemm_spec gpu_gemm_of(size_t m, size_t n, size_t k); /* alpha 1, beta 0, batch 1, all else 0 */
GPU_OP gpu_status gpu_gemm_{f32|f64|tf32}({float|double|float} *c, const {2} *a, const {2} *b, gpu_gemm_spec spec);
GPU_OP gpu_status gpu_gemm_{bf16|f16}(gpu_{1} *c, const gpu_{1} *a, const gpu_{1} *b, gpu_gemm_spec spec);
#define gpu_gemm(c, a, b, spec) GPU__BARE_MATMUL(c, gpu_gemm, (c, a, b, spec))

#ifndef GPU__CUDA
/* out[rows] = a[rows][cols] times x[cols], and out[cols] = x[rows] times a[rows][cols], accumulated in double. (The
   code is in families/axis/axis.h: each row or column is a reduction.) */
REAL gpu_status gpu_matvec_T(T *out, const T *a, const T *x, size_t rows, size_t cols);
REAL gpu_status gpu_vecmat_T(T *out, const T *x, const T *a, size_t rows, size_t cols);
/* Outer product: out[i * n + j] = x[i] * y[j] for x[m] and y[n]. */
REAL gpu_status gpu_outer_T(T *out, const T *x, const T *y, size_t m, size_t n);
#endif
