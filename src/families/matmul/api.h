/* ------------------------------------------------------------------------------------------------------ >>matmul -- */

/* Products of matrices, prewritten functions too: bare names, host arrays and messages as there. Matrices are
   row-major, as C's own: element (i, j) is a[i * lda + j]. Any shape, 64-bit sizes; where m or n is 0 nothing happens.

   Precision. f32 and f64 compute in float and in double, each product and sum a fused multiply-add (two operations on a
   processor that has no such instruction). tf32, by its name alone, takes float arrays and uses 11 significant bits of
   each element (an error of up to 2^-10 of it), bf16 and f16 are short types; all three add up in float, as the GPU's
   tensor cores do, and C is rounded once, at the end. The order of a sum depends on the shape, the transposes and the
   leading dimensions alone: the same bits from run to run and for any number of threads; CPU and GPU, and a CPU's sets
   of instructions, differ in the last places. With |A||B| the product of the absolute values

       |C - exact| <= (k + 2) u (|alpha| |A||B| + |beta C|)       u = 2^-53 in f64, 2^-24 in f32, 2^-23 in the others,

   where nothing overflows and nothing underflows; to that come the rounding of the elements in tf32 and that of C in
   bf16 and f16. A NaN or an infinity has its effect on the elements of C that it is a factor of, and on no others.

   On an H100 or H200 tf32, bf16 and f16 are faster in a program built for sm_90a (nvcc -arch=sm_90a), the target that
   has all of that GPU's instructions; code for plain sm_90 runs on the GPUs after it too. */

/* The short types: bfloat16 is the upper half of a float (8 significant bits), f16 is IEEE's half precision (11, from
   6e-8 to 65504). Between them and float, in host code and in kernels: rounded to the nearest, ties to even, beyond the
   largest to infinity; a NaN stays one. */
typedef struct gpu_bf16 {
    uint16_t bits;
} gpu_bf16;
typedef struct gpu_f16 {
    uint16_t bits;
} gpu_f16;
GPU_FN gpu_bf16 gpu_bf16_of(float x);
GPU_FN gpu_f16 gpu_f16_of(float x);
GPU_FN float gpu_f32_of_bf16(gpu_bf16 x);
GPU_FN float gpu_f32_of_f16(gpu_f16 x);
/* The same for arrays: out[i] from x[i]. */
GPU_OP gpu_status gpu_to_bf16(gpu_bf16 *out, const float *x, size_t n);
GPU_OP gpu_status gpu_to_f16(gpu_f16 *out, const float *x, size_t n);
GPU_OP gpu_status gpu_from_bf16(float *out, const gpu_bf16 *x, size_t n);
GPU_OP gpu_status gpu_from_f16(float *out, const gpu_f16 *x, size_t n);

/* c[m][n] = a[m][k] times b[k][n]. c lies apart from a and b. */
GPU_OP gpu_status gpu_matmul_f32(float *c, const float *a, const float *b, size_t m, size_t n, size_t k);
GPU_OP gpu_status gpu_matmul_f64(double *c, const double *a, const double *b, size_t m, size_t n, size_t k);
GPU_OP gpu_status gpu_matmul_tf32(float *c, const float *a, const float *b, size_t m, size_t n, size_t k);
GPU_OP gpu_status gpu_matmul_bf16(gpu_bf16 *c, const gpu_bf16 *a, const gpu_bf16 *b, size_t m, size_t n, size_t k);
GPU_OP gpu_status gpu_matmul_f16(gpu_f16 *c, const gpu_f16 *a, const gpu_f16 *b, size_t m, size_t n, size_t k);
#define gpu_matmul(c, a, b, m, n, k) GPU__BARE_MATMUL(c, gpu_matmul, (c, a, b, m, n, k))

/* The general form, C = alpha A B + beta C, of blocks of larger matrices, transposed, in batches. Begin with
   gpu_gemm_of(m, n, k), which is gpu_matmul's product, and change what differs:

       gpu_gemm_spec s = gpu_gemm_of(m, n, k);
       s.transpose_b = 1, s.beta = 1;
       GPU_CHECK(gpu_gemm_f32(c, a, b, s));                                   c += a times the transpose of b[n][k]

   What lies between the rows of c and between its matrices stays as it is (a host array goes to a GPU and back with
   it). c must have no element in common with a and b: blocks beside each other in one matrix are accepted where the
   leading dimensions agree and there is no batch; else the whole lengths, from first to last element, must lie
   apart. */
typedef struct gpu_gemm_spec {
    size_t m, n, k;               /* c is m by n, and each element a sum of k products */
    int transpose_a, transpose_b; /* 1: a is stored as [k][m], b as [n][k] */
    double alpha, beta;           /* rounded to float but for f64; beta 0: c is not read; alpha 0: a and b are not */
    size_t lda, ldb, ldc;         /* elements from one stored row to the next; 0: the rows lie tight */
    size_t batch;                 /* so many products, at least 1 */
    size_t stride_a, stride_b;    /* elements from one matrix of a batch to the next; 0: one for all of them */
    size_t stride_c;              /* matrices that do not overlap; they may lie beside each other in the rows */
} gpu_gemm_spec;
GPU_FN gpu_gemm_spec gpu_gemm_of(size_t m, size_t n, size_t k); /* alpha 1, beta 0, batch 1, all else 0 */
GPU_OP gpu_status gpu_gemm_f32(float *c, const float *a, const float *b, gpu_gemm_spec spec);
GPU_OP gpu_status gpu_gemm_f64(double *c, const double *a, const double *b, gpu_gemm_spec spec);
GPU_OP gpu_status gpu_gemm_tf32(float *c, const float *a, const float *b, gpu_gemm_spec spec);
GPU_OP gpu_status gpu_gemm_bf16(gpu_bf16 *c, const gpu_bf16 *a, const gpu_bf16 *b, gpu_gemm_spec spec);
GPU_OP gpu_status gpu_gemm_f16(gpu_f16 *c, const gpu_f16 *a, const gpu_f16 *b, gpu_gemm_spec spec);
#define gpu_gemm(c, a, b, spec) GPU__BARE_MATMUL(c, gpu_gemm, (c, a, b, spec))

#ifndef GPU__CUDA
/* out[rows] = a[rows][cols] times x[cols], the sums in double. */
GPU_OP gpu_status gpu_matvec_f32(float *out, const float *a, const float *x, size_t rows, size_t cols);
GPU_OP gpu_status gpu_matvec_f64(double *out, const double *a, const double *x, size_t rows, size_t cols);
/* out[m][n] = x[m] times y[n]: out[i * n + j] = x[i] * y[j]. */
GPU_OP gpu_status gpu_outer_f32(float *out, const float *x, const float *y, size_t m, size_t n);
GPU_OP gpu_status gpu_outer_f64(double *out, const double *x, const double *y, size_t m, size_t n);
#endif
#define gpu_matvec(out, a, x, rows, cols) GPU__BARE_REAL(out, gpu_matvec, (out, a, x, rows, cols))
#define gpu_outer(out, x, y, m, n) GPU__BARE_REAL(out, gpu_outer, (out, x, y, m, n))

