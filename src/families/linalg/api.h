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
   found no pivot in column k. A matrix that is nearly singular is no error: of the digits of the type some
   log10(gpu_cond) are lost. Where that may be, ask gpu_cond, or solve by gpu_lstsq, which also tells the rank. */
REAL gpu_status gpu_solve_T(T *x, const T *a, const T *b, size_t n, size_t k);
REAL gpu_status gpu_solve_batch_T(T *x, const T *a, const T *b, size_t n, size_t k, size_t batch, int *info);
/* a = P L U. U is the upper triangle of lu[n][n]; L is the part below it, with an implied diagonal of ones. pivots: for
   i = 0, 1, ... in this order, row i was swapped with row pivots[i], counted from 0. lu may be a. With info k > 0, U[k
   - 1][k - 1] is zero; the factorisation is complete nevertheless. */
REAL gpu_status gpu_lu_T(T *lu, int *pivots, const T *a, size_t n);
REAL gpu_status gpu_lu_batch_T(T *lu, int *pivots, const T *a, size_t n, size_t batch, int *info);
/* Solves t x = b for x[n][k], b[n][k] and a triangular t[n][n], of which the other triangle is not read. x may be b.
   shape: GPU_LOWER or GPU_UPPER, the triangle that is stored; | GPU_TRANSPOSED to solve with its transpose; |
   GPU_UNIT_DIAGONAL for an implied diagonal of ones, which is not read. info: k > 0 if element k of the diagonal is
   zero. */
REAL gpu_status gpu_solve_triangular_T(T *x, const T *t, const T *b, size_t n, size_t k, int shape);
REAL gpu_status gpu_solve_triangular_batch_T(T *x, const T *t, const T *b, size_t n, size_t k, int shape, size_t batch,
                                             int *info);
/* out[n][n] = inverse of a[n][n]. out may be a. info, and what is lost near a singular matrix, as for gpu_solve; there
   gpu_pinv takes its place. */
REAL gpu_status gpu_inv_T(T *out, const T *a, size_t n);
REAL gpu_status gpu_inv_batch_T(T *out, const T *a, size_t n, size_t batch, int *info);
/* *det = determinant of a[n][n]; 0 if a is singular; on overflow infinite, on underflow 0. info is never positive. */
REAL gpu_status gpu_det_T(T *det, const T *a, size_t n);
REAL gpu_status gpu_det_batch_T(T *det, const T *a, size_t n, size_t batch, int *info);
/* The determinant as its sign, -1, 0 or 1, and the natural logarithm of its absolute value; for a singular matrix 0 and
   minus infinity. */
REAL gpu_status gpu_slogdet_T(T *sign, T *logarithm, const T *a, size_t n);
REAL gpu_status gpu_slogdet_batch_T(T *sign, T *logarithm, const T *a, size_t n, size_t batch, int *info);
/* a = L times its transpose, for a symmetric positive definite a[n][n], of which the lower triangle is read; l[n][n]
   has zeros above the diagonal. l may be a. info: k > 0 if the leading minor of order k is not positive. */
REAL gpu_status gpu_cholesky_T(T *l, const T *a, size_t n);
REAL gpu_status gpu_cholesky_batch_T(T *l, const T *a, size_t n, size_t batch, int *info);
/* Solves a x = b for x[n][k] and b[n][k], with the factor l of a from gpu_cholesky. x may be b. info as for
   gpu_solve_triangular. */
REAL gpu_status gpu_cholesky_solve_T(T *x, const T *l, const T *b, size_t n, size_t k);
REAL gpu_status gpu_cholesky_solve_batch_T(T *x, const T *l, const T *b, size_t n, size_t k, size_t batch, int *info);
/* a[m][n] = Q R by Householder reflectors. With p = min(m, n), the columns of q[m][p] are orthonormal, and r[p][n] is
   upper triangular; elements of its diagonal may have either sign. The complete form, NumPy's mode='complete', is not
   there by itself: for m > n the q[m][m] of the matrix [a I] of m rows and n + m columns is it. */
REAL gpu_status gpu_qr_T(T *q, T *r, const T *a, size_t m, size_t n);
REAL gpu_status gpu_qr_batch_T(T *q, T *r, const T *a, size_t m, size_t n, size_t batch, int *info);
/* The x[n][k] that minimises |a x - b| for a[m][n] and b[m][k], for each column the solution with the smallest |x|.
   Singular values of a up to rcond times the largest count as zero, from rcond = 1 on all of them, which gives x = 0; a
   negative rcond means max(m, n) times the machine epsilon. *rank, unless rank is NULL: the number of the others. */
REAL gpu_status gpu_lstsq_T(T *x, int *rank, const T *a, const T *b, size_t m, size_t n, size_t k, double rcond);
REAL gpu_status gpu_lstsq_batch_T(T *x, int *rank, const T *a, const T *b, size_t m, size_t n, size_t k, double rcond,
                                  size_t batch, int *info);
/* The eigenvalues of the symmetric a[n][n], of which the lower triangle is read, in ascending order, and orthonormal
   eigenvectors, the columns of vectors[n][n]. */
REAL gpu_status gpu_eigh_T(T *values, T *vectors, const T *a, size_t n);
REAL gpu_status gpu_eigh_batch_T(T *values, T *vectors, const T *a, size_t n, size_t batch, int *info);
/* The eigenvalues alone. */
REAL gpu_status gpu_eigvalsh_T(T *values, const T *a, size_t n);
REAL gpu_status gpu_eigvalsh_batch_T(T *values, const T *a, size_t n, size_t batch, int *info);
/* a[m][n] = u diag(values) vt. With p = min(m, n), the columns of u[m][p] and the rows of vt[p][n] are orthonormal, and
   values[p] are the singular values in descending order. That is NumPy's full_matrices=False; the further m - p columns
   of a full u are columns p, p + 1, ... of the q[m][m] of gpu_qr for [u I], and those of a full vt likewise. */
REAL gpu_status gpu_svd_T(T *u, T *values, T *vt, const T *a, size_t m, size_t n);
REAL gpu_status gpu_svd_batch_T(T *u, T *values, T *vt, const T *a, size_t m, size_t n, size_t batch, int *info);
/* The singular values alone. */
REAL gpu_status gpu_svdvals_T(T *values, const T *a, size_t m, size_t n);
REAL gpu_status gpu_svdvals_batch_T(T *values, const T *a, size_t m, size_t n, size_t batch, int *info);
/* out[n][m] = Moore-Penrose pseudo-inverse of a[m][n]; rcond as for gpu_lstsq. */
REAL gpu_status gpu_pinv_T(T *out, const T *a, size_t m, size_t n, double rcond);
REAL gpu_status gpu_pinv_batch_T(T *out, const T *a, size_t m, size_t n, double rcond, size_t batch, int *info);
/* *cond = largest singular value of a[m][n] divided by the smallest; infinite if the smallest is zero. */
REAL gpu_status gpu_cond_T(T *cond, const T *a, size_t m, size_t n);
REAL gpu_status gpu_cond_batch_T(T *cond, const T *a, size_t m, size_t n, size_t batch, int *info);
/* *norm = norm of a[m][n]. GPU_NORM_FROBENIUS: square root of the sum of all squares; GPU_NORM_ONE: largest sum of
   absolute values in a column; GPU_NORM_INFINITY: in a row; GPU_NORM_TWO: largest singular value. */
REAL gpu_status gpu_norm_matrix_T(T *norm, const T *a, size_t m, size_t n, gpu_matrix_norm which);
REAL gpu_status gpu_norm_matrix_batch_T(T *norm, const T *a, size_t m, size_t n, gpu_matrix_norm which, size_t batch,
                                        int *info);
/* out[n][n] = a[n][n] to the given power, by repeated squaring; a negative power is that of the inverse, power 0 gives
   the identity, whatever a holds. out may be a. info as for gpu_solve. */
REAL gpu_status gpu_matrix_power_T(T *out, const T *a, size_t n, int64_t power);
REAL gpu_status gpu_matrix_power_batch_T(T *out, const T *a, size_t n, int64_t power, size_t batch, int *info);
#endif
#endif
