/* ---- linear algebra; opt-in ----

   #define GPU_LINALG before the include adds the functions of this part to the file: linear systems, factorisations,
   eigenvalues and singular values of float and double matrices, row-major and without gaps. Each function has a form
   for one matrix, and a form gpu_NAME_batch for `batch` matrices of one shape, stored one after the other. All other
   arrays are then stored likewise: x of matrix z begins at x + z * n * k. Arrays may be in any memory, also on the
   host. Results must not overlap each other or the inputs, except as stated below. A matrix has at least one row and
   one column; if batch is 0, or b has no columns, nothing happens.

   Singular and invalid matrices. info[batch] is 0 for each matrix that succeeded; k > 0 as stated below, with columns
   counted from 1; -1 if an element of the matrix (or of b, or of the result) is infinite or NaN, or if a sum on the way
   to a result overflows although the matrix is scaled; -2 if an iteration did not converge, which is not known to
   happen. If info is not 0, the results for that matrix are not usable, unless stated below, and the call returns
   GPU_OK. If info is NULL, and in the form for one matrix, the call waits, returns GPU_ERROR_INVALID_ARGUMENT in these
   cases, and its message names the column and the matrix. On a GPU a call with `info` in device memory does not wait
   and can be captured in a graph, except for singular values of matrices with more than 128 rows and columns, whose
   iteration waits.

   Precision. All computation is in the type of the elements. The methods are backward stable: a result is exact for a
   matrix that differs from a by about n times the unit roundoff times the norm of a. Results have the same bits from
   run to run and for any number of threads; CPU and GPU differ in the last places. */
#ifdef GPU_LINALG
enum { GPU_LOWER = 0, GPU_UPPER = 1, GPU_TRANSPOSED = 2, GPU_UNIT_DIAGONAL = 4 };
typedef enum gpu_matrix_norm { GPU_NORM_FROBENIUS, GPU_NORM_ONE, GPU_NORM_TWO, GPU_NORM_INFINITY } gpu_matrix_norm;
#ifndef GPU__CUDA
/* Solves a[n][n] x[n][k] = b[n][k] by an LU factorisation with partial pivoting. x may be b. info: k > 0 if elimination
   found no pivot in column k. */
GPU_OP gpu_status gpu_solve_f32(float *x, const float *a, const float *b, size_t n, size_t k);
GPU_OP gpu_status gpu_solve_f64(double *x, const double *a, const double *b, size_t n, size_t k);
GPU_OP gpu_status gpu_solve_batch_f32(float *x, const float *a, const float *b, size_t n, size_t k, size_t batch,
                                      int *info);
GPU_OP gpu_status gpu_solve_batch_f64(double *x, const double *a, const double *b, size_t n, size_t k, size_t batch,
                                      int *info);
/* a = P L U. U is the upper triangle of lu[n][n]; L is the part below it, with an implied diagonal of ones. pivots: for
   i = 0, 1, ... in this order, row i was swapped with row pivots[i], counted from 0. lu may be a. With info k > 0, U[k
   - 1][k - 1] is zero; the factorisation is complete nevertheless. */
GPU_OP gpu_status gpu_lu_f32(float *lu, int *pivots, const float *a, size_t n);
GPU_OP gpu_status gpu_lu_f64(double *lu, int *pivots, const double *a, size_t n);
GPU_OP gpu_status gpu_lu_batch_f32(float *lu, int *pivots, const float *a, size_t n, size_t batch, int *info);
GPU_OP gpu_status gpu_lu_batch_f64(double *lu, int *pivots, const double *a, size_t n, size_t batch, int *info);
/* Solves t x = b for x[n][k], b[n][k] and a triangular t[n][n], of which the other triangle is not read. x may be b.
   shape: GPU_LOWER or GPU_UPPER, the triangle that is stored; | GPU_TRANSPOSED to solve with its transpose; |
   GPU_UNIT_DIAGONAL for an implied diagonal of ones, which is not read. info: k > 0 if element k of the diagonal is
   zero. */
GPU_OP gpu_status gpu_solve_triangular_f32(float *x, const float *t, const float *b, size_t n, size_t k, int shape);
GPU_OP gpu_status gpu_solve_triangular_f64(double *x, const double *t, const double *b, size_t n, size_t k, int shape);
GPU_OP gpu_status gpu_solve_triangular_batch_f32(float *x, const float *t, const float *b, size_t n, size_t k,
                                                 int shape, size_t batch, int *info);
GPU_OP gpu_status gpu_solve_triangular_batch_f64(double *x, const double *t, const double *b, size_t n, size_t k,
                                                 int shape, size_t batch, int *info);
/* out[n][n] = inverse of a[n][n]. out may be a. info as for gpu_solve. */
GPU_OP gpu_status gpu_inv_f32(float *out, const float *a, size_t n);
GPU_OP gpu_status gpu_inv_f64(double *out, const double *a, size_t n);
GPU_OP gpu_status gpu_inv_batch_f32(float *out, const float *a, size_t n, size_t batch, int *info);
GPU_OP gpu_status gpu_inv_batch_f64(double *out, const double *a, size_t n, size_t batch, int *info);
/* *det = determinant of a[n][n]; 0 if a is singular; on overflow infinite, on underflow 0. info is never positive. */
GPU_OP gpu_status gpu_det_f32(float *det, const float *a, size_t n);
GPU_OP gpu_status gpu_det_f64(double *det, const double *a, size_t n);
GPU_OP gpu_status gpu_det_batch_f32(float *det, const float *a, size_t n, size_t batch, int *info);
GPU_OP gpu_status gpu_det_batch_f64(double *det, const double *a, size_t n, size_t batch, int *info);
/* The determinant as its sign, -1, 0 or 1, and the natural logarithm of its absolute value; for a singular matrix 0 and
   minus infinity. */
GPU_OP gpu_status gpu_slogdet_f32(float *sign, float *logarithm, const float *a, size_t n);
GPU_OP gpu_status gpu_slogdet_f64(double *sign, double *logarithm, const double *a, size_t n);
GPU_OP gpu_status gpu_slogdet_batch_f32(float *sign, float *logarithm, const float *a, size_t n, size_t batch,
                                        int *info);
GPU_OP gpu_status gpu_slogdet_batch_f64(double *sign, double *logarithm, const double *a, size_t n, size_t batch,
                                        int *info);
/* a = L times its transpose, for a symmetric positive definite a[n][n], of which the lower triangle is read; l[n][n]
   has zeros above the diagonal. l may be a. info: k > 0 if the leading minor of order k is not positive. */
GPU_OP gpu_status gpu_cholesky_f32(float *l, const float *a, size_t n);
GPU_OP gpu_status gpu_cholesky_f64(double *l, const double *a, size_t n);
GPU_OP gpu_status gpu_cholesky_batch_f32(float *l, const float *a, size_t n, size_t batch, int *info);
GPU_OP gpu_status gpu_cholesky_batch_f64(double *l, const double *a, size_t n, size_t batch, int *info);
/* Solves a x = b for x[n][k] and b[n][k], with the factor l of a from gpu_cholesky. x may be b. info as for
   gpu_solve_triangular. */
GPU_OP gpu_status gpu_cholesky_solve_f32(float *x, const float *l, const float *b, size_t n, size_t k);
GPU_OP gpu_status gpu_cholesky_solve_f64(double *x, const double *l, const double *b, size_t n, size_t k);
GPU_OP gpu_status gpu_cholesky_solve_batch_f32(float *x, const float *l, const float *b, size_t n, size_t k,
                                               size_t batch, int *info);
GPU_OP gpu_status gpu_cholesky_solve_batch_f64(double *x, const double *l, const double *b, size_t n, size_t k,
                                               size_t batch, int *info);
/* a[m][n] = Q R by Householder reflectors. With p = min(m, n), the columns of q[m][p] are orthonormal, and r[p][n] is
   upper triangular; elements of its diagonal may have either sign. */
GPU_OP gpu_status gpu_qr_f32(float *q, float *r, const float *a, size_t m, size_t n);
GPU_OP gpu_status gpu_qr_f64(double *q, double *r, const double *a, size_t m, size_t n);
GPU_OP gpu_status gpu_qr_batch_f32(float *q, float *r, const float *a, size_t m, size_t n, size_t batch, int *info);
GPU_OP gpu_status gpu_qr_batch_f64(double *q, double *r, const double *a, size_t m, size_t n, size_t batch, int *info);
/* The x[n][k] that minimises |a x - b| for a[m][n] and b[m][k], for each column the solution with the smallest |x|.
   Singular values of a up to rcond times the largest count as zero, from rcond = 1 on all of them, which gives x = 0; a
   negative rcond means max(m, n) times the machine epsilon. *rank, unless rank is NULL: the number of the others. */
GPU_OP gpu_status gpu_lstsq_f32(float *x, int *rank, const float *a, const float *b, size_t m, size_t n, size_t k,
                                double rcond);
GPU_OP gpu_status gpu_lstsq_f64(double *x, int *rank, const double *a, const double *b, size_t m, size_t n, size_t k,
                                double rcond);
GPU_OP gpu_status gpu_lstsq_batch_f32(float *x, int *rank, const float *a, const float *b, size_t m, size_t n, size_t k,
                                      double rcond, size_t batch, int *info);
GPU_OP gpu_status gpu_lstsq_batch_f64(double *x, int *rank, const double *a, const double *b, size_t m, size_t n,
                                      size_t k, double rcond, size_t batch, int *info);
/* The eigenvalues of the symmetric a[n][n], of which the lower triangle is read, in ascending order, and orthonormal
   eigenvectors, the columns of vectors[n][n]. */
GPU_OP gpu_status gpu_eigh_f32(float *values, float *vectors, const float *a, size_t n);
GPU_OP gpu_status gpu_eigh_f64(double *values, double *vectors, const double *a, size_t n);
GPU_OP gpu_status gpu_eigh_batch_f32(float *values, float *vectors, const float *a, size_t n, size_t batch, int *info);
GPU_OP gpu_status gpu_eigh_batch_f64(double *values, double *vectors, const double *a, size_t n, size_t batch,
                                     int *info);
/* The eigenvalues alone. */
GPU_OP gpu_status gpu_eigvalsh_f32(float *values, const float *a, size_t n);
GPU_OP gpu_status gpu_eigvalsh_f64(double *values, const double *a, size_t n);
GPU_OP gpu_status gpu_eigvalsh_batch_f32(float *values, const float *a, size_t n, size_t batch, int *info);
GPU_OP gpu_status gpu_eigvalsh_batch_f64(double *values, const double *a, size_t n, size_t batch, int *info);
/* a[m][n] = u diag(values) vt. With p = min(m, n), the columns of u[m][p] and the rows of vt[p][n] are orthonormal, and
   values[p] are the singular values in descending order. */
GPU_OP gpu_status gpu_svd_f32(float *u, float *values, float *vt, const float *a, size_t m, size_t n);
GPU_OP gpu_status gpu_svd_f64(double *u, double *values, double *vt, const double *a, size_t m, size_t n);
GPU_OP gpu_status gpu_svd_batch_f32(float *u, float *values, float *vt, const float *a, size_t m, size_t n,
                                    size_t batch, int *info);
GPU_OP gpu_status gpu_svd_batch_f64(double *u, double *values, double *vt, const double *a, size_t m, size_t n,
                                    size_t batch, int *info);
/* The singular values alone. */
GPU_OP gpu_status gpu_svdvals_f32(float *values, const float *a, size_t m, size_t n);
GPU_OP gpu_status gpu_svdvals_f64(double *values, const double *a, size_t m, size_t n);
GPU_OP gpu_status gpu_svdvals_batch_f32(float *values, const float *a, size_t m, size_t n, size_t batch, int *info);
GPU_OP gpu_status gpu_svdvals_batch_f64(double *values, const double *a, size_t m, size_t n, size_t batch, int *info);
/* out[n][m] = Moore-Penrose pseudo-inverse of a[m][n]; rcond as for gpu_lstsq. */
GPU_OP gpu_status gpu_pinv_f32(float *out, const float *a, size_t m, size_t n, double rcond);
GPU_OP gpu_status gpu_pinv_f64(double *out, const double *a, size_t m, size_t n, double rcond);
GPU_OP gpu_status gpu_pinv_batch_f32(float *out, const float *a, size_t m, size_t n, double rcond, size_t batch,
                                     int *info);
GPU_OP gpu_status gpu_pinv_batch_f64(double *out, const double *a, size_t m, size_t n, double rcond, size_t batch,
                                     int *info);
/* *cond = largest singular value of a[m][n] divided by the smallest; infinite if the smallest is zero. */
GPU_OP gpu_status gpu_cond_f32(float *cond, const float *a, size_t m, size_t n);
GPU_OP gpu_status gpu_cond_f64(double *cond, const double *a, size_t m, size_t n);
GPU_OP gpu_status gpu_cond_batch_f32(float *cond, const float *a, size_t m, size_t n, size_t batch, int *info);
GPU_OP gpu_status gpu_cond_batch_f64(double *cond, const double *a, size_t m, size_t n, size_t batch, int *info);
/* *norm = norm of a[m][n]. GPU_NORM_FROBENIUS: square root of the sum of all squares; GPU_NORM_ONE: largest sum of
   absolute values in a column; GPU_NORM_INFINITY: in a row; GPU_NORM_TWO: largest singular value. */
GPU_OP gpu_status gpu_norm_matrix_f32(float *norm, const float *a, size_t m, size_t n, gpu_matrix_norm which);
GPU_OP gpu_status gpu_norm_matrix_f64(double *norm, const double *a, size_t m, size_t n, gpu_matrix_norm which);
GPU_OP gpu_status gpu_norm_matrix_batch_f32(float *norm, const float *a, size_t m, size_t n, gpu_matrix_norm which,
                                            size_t batch, int *info);
GPU_OP gpu_status gpu_norm_matrix_batch_f64(double *norm, const double *a, size_t m, size_t n, gpu_matrix_norm which,
                                            size_t batch, int *info);
/* out[n][n] = a[n][n] to the given power, by repeated squaring; a negative power is that of the inverse, power 0 gives
   the identity, whatever a holds. out may be a. info as for gpu_solve. */
GPU_OP gpu_status gpu_matrix_power_f32(float *out, const float *a, size_t n, int64_t power);
GPU_OP gpu_status gpu_matrix_power_f64(double *out, const double *a, size_t n, int64_t power);
GPU_OP gpu_status gpu_matrix_power_batch_f32(float *out, const float *a, size_t n, int64_t power, size_t batch,
                                             int *info);
GPU_OP gpu_status gpu_matrix_power_batch_f64(double *out, const double *a, size_t n, int64_t power, size_t batch,
                                             int *info);
#endif
#define gpu_solve(x, a, b, n, k) GPU__BARE_REAL(x, gpu_solve, (x, a, b, n, k))
#define gpu_solve_batch(x, a, b, n, k, batch, info) GPU__BARE_REAL(x, gpu_solve_batch, (x, a, b, n, k, batch, info))
#define gpu_lu(lu, pivots, a, n) GPU__BARE_REAL(lu, gpu_lu, (lu, pivots, a, n))
#define gpu_lu_batch(lu, pivots, a, n, batch, info) GPU__BARE_REAL(lu, gpu_lu_batch, (lu, pivots, a, n, batch, info))
#define gpu_solve_triangular(x, t, b, n, k, shape) GPU__BARE_REAL(x, gpu_solve_triangular, (x, t, b, n, k, shape))
#define gpu_solve_triangular_batch(x, t, b, n, k, shape, batch, info)                                                  \
    GPU__BARE_REAL(x, gpu_solve_triangular_batch, (x, t, b, n, k, shape, batch, info))
#define gpu_inv(out, a, n) GPU__BARE_REAL(out, gpu_inv, (out, a, n))
#define gpu_inv_batch(out, a, n, batch, info) GPU__BARE_REAL(out, gpu_inv_batch, (out, a, n, batch, info))
#define gpu_det(det, a, n) GPU__BARE_REAL(det, gpu_det, (det, a, n))
#define gpu_det_batch(det, a, n, batch, info) GPU__BARE_REAL(det, gpu_det_batch, (det, a, n, batch, info))
#define gpu_slogdet(sign, logarithm, a, n) GPU__BARE_REAL(sign, gpu_slogdet, (sign, logarithm, a, n))
#define gpu_slogdet_batch(sign, logarithm, a, n, batch, info)                                                          \
    GPU__BARE_REAL(sign, gpu_slogdet_batch, (sign, logarithm, a, n, batch, info))
#define gpu_cholesky(l, a, n) GPU__BARE_REAL(l, gpu_cholesky, (l, a, n))
#define gpu_cholesky_batch(l, a, n, batch, info) GPU__BARE_REAL(l, gpu_cholesky_batch, (l, a, n, batch, info))
#define gpu_cholesky_solve(x, l, b, n, k) GPU__BARE_REAL(x, gpu_cholesky_solve, (x, l, b, n, k))
#define gpu_cholesky_solve_batch(x, l, b, n, k, batch, info)                                                           \
    GPU__BARE_REAL(x, gpu_cholesky_solve_batch, (x, l, b, n, k, batch, info))
#define gpu_qr(q, r, a, m, n) GPU__BARE_REAL(q, gpu_qr, (q, r, a, m, n))
#define gpu_qr_batch(q, r, a, m, n, batch, info) GPU__BARE_REAL(q, gpu_qr_batch, (q, r, a, m, n, batch, info))
#define gpu_lstsq(x, rank, a, b, m, n, k, rcond) GPU__BARE_REAL(x, gpu_lstsq, (x, rank, a, b, m, n, k, rcond))
#define gpu_lstsq_batch(x, rank, a, b, m, n, k, rcond, batch, info)                                                    \
    GPU__BARE_REAL(x, gpu_lstsq_batch, (x, rank, a, b, m, n, k, rcond, batch, info))
#define gpu_eigh(values, vectors, a, n) GPU__BARE_REAL(values, gpu_eigh, (values, vectors, a, n))
#define gpu_eigh_batch(values, vectors, a, n, batch, info)                                                             \
    GPU__BARE_REAL(values, gpu_eigh_batch, (values, vectors, a, n, batch, info))
#define gpu_eigvalsh(values, a, n) GPU__BARE_REAL(values, gpu_eigvalsh, (values, a, n))
#define gpu_eigvalsh_batch(values, a, n, batch, info)                                                                  \
    GPU__BARE_REAL(values, gpu_eigvalsh_batch, (values, a, n, batch, info))
#define gpu_svd(u, values, vt, a, m, n) GPU__BARE_REAL(u, gpu_svd, (u, values, vt, a, m, n))
#define gpu_svd_batch(u, values, vt, a, m, n, batch, info)                                                             \
    GPU__BARE_REAL(u, gpu_svd_batch, (u, values, vt, a, m, n, batch, info))
#define gpu_svdvals(values, a, m, n) GPU__BARE_REAL(values, gpu_svdvals, (values, a, m, n))
#define gpu_svdvals_batch(values, a, m, n, batch, info)                                                                \
    GPU__BARE_REAL(values, gpu_svdvals_batch, (values, a, m, n, batch, info))
#define gpu_pinv(out, a, m, n, rcond) GPU__BARE_REAL(out, gpu_pinv, (out, a, m, n, rcond))
#define gpu_pinv_batch(out, a, m, n, rcond, batch, info)                                                               \
    GPU__BARE_REAL(out, gpu_pinv_batch, (out, a, m, n, rcond, batch, info))
#define gpu_cond(cond, a, m, n) GPU__BARE_REAL(cond, gpu_cond, (cond, a, m, n))
#define gpu_cond_batch(cond, a, m, n, batch, info) GPU__BARE_REAL(cond, gpu_cond_batch, (cond, a, m, n, batch, info))
#define gpu_norm_matrix(norm, a, m, n, which) GPU__BARE_REAL(norm, gpu_norm_matrix, (norm, a, m, n, which))
#define gpu_norm_matrix_batch(norm, a, m, n, which, batch, info)                                                       \
    GPU__BARE_REAL(norm, gpu_norm_matrix_batch, (norm, a, m, n, which, batch, info))
#define gpu_matrix_power(out, a, n, power) GPU__BARE_REAL(out, gpu_matrix_power, (out, a, n, power))
#define gpu_matrix_power_batch(out, a, n, power, batch, info)                                                          \
    GPU__BARE_REAL(out, gpu_matrix_power_batch, (out, a, n, power, batch, info))
#endif
