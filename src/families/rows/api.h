/* ---- functions of rows; opt-in ----

   #define GPU_ROWWISE before the include adds the functions of this part to the file. */
#ifdef GPU_ROWWISE
/* GPU_ROWS(T, name, (T *, y), (const T *, x), (size_t, cols)) { ... } lifts a function of one row over all rows of
   matrices, as Numba's guvectorize and JAX's vmap do; the macro takes the place of the head of the function. It defines
       gpu_status name(T *y, const T *x, size_t rows, size_t cols);   for each row of y[rows][cols] and x[rows][cols]
       void name_row(T *y, const T *x, size_t cols);                  the function itself, for host code and kernels
   1 to 8 parameters. In front of the first size_t, name() has a parameter more, the number of rows. What the others
   mean:
       (const T *, x)         a row that is read
       (T *, y)               a row that is written: every element of it, since it does not hold what was there before
       (T *, y, update)       a row that is read and written
       (U *, y, row)          a row with elements of another type than T, written, or read if U is const
       (U *, s, value)        one element for each row, in the same way: s[0] is that of this row
       (size_t, cols)         how many elements the rows in front of it have, down to the next one in front; 0 is fine
       (U, a)                 any other type: one value for all rows
       (U, a, scalar)         the same for any type: a size_t that is no number of elements, a pointer to a table, which
                              on a GPU points to device memory
       (size_t, r, index)     the number of the row, 0 to rows - 1, which the caller does not pass
   So GPU_ROWS(float, f, (float *, y), (size_t, outs), (const float *, x), (size_t, ins), (const float *, w, scalar)) is
   f(y, rows, outs, x, ins, w). Rows run in any order, side by side; one thread runs a row. Arrays that are written lie
   apart from all others. Arrays may be ordinary host memory, which the call then copies to a GPU and back. On a GPU
   the call returns when the work is queued. There, rows of up to some hundred bytes go through shared memory, so that
   memory is accessed as fast as in an elementwise function; longer ones are accessed where they lie, which is slower: a
   kernel with a block for each row and the functions of GPU_COLLECTIVES is made for those. */
#define GPU_ROWS(T, ...) GPU__OF_COUNT(GPU__ROWS, GPU__VERDICT_VECTORIZE(T, __VA_ARGS__), T, __VA_ARGS__)

/* ---- along the rows of a[rows][cols], row by row; out may be a; rows and cols are at least 1 ----

   Exponentials are taken of the distance to the row's maximum, within 1 ulp, and are 0 below the least normal number.
   Sums are made in double, in an order that is a function of cols alone: results have the same bits on CPU and GPU. A
   row with a NaN gives NaN. */
#ifndef GPU__CUDA
/* out = exp(a) / (sum of exp(a) over the row). A row whose maximum is infinite gives NaN. */
GPU_OP gpu_status gpu_softmax_rows_f32(float *out, const float *a, size_t rows, size_t cols);
GPU_OP gpu_status gpu_softmax_rows_f64(double *out, const double *a, size_t rows, size_t cols);
/* out = a - log(sum of exp(a) over the row), the logarithm of gpu_softmax_rows. */
GPU_OP gpu_status gpu_log_softmax_rows_f32(float *out, const float *a, size_t rows, size_t cols);
GPU_OP gpu_status gpu_log_softmax_rows_f64(double *out, const double *a, size_t rows, size_t cols);
/* out[rows] = log(sum of exp(a) over the row); infinities are those of the formula. out lies apart. */
GPU_OP gpu_status gpu_logsumexp_rows_f32(float *out, const float *a, size_t rows, size_t cols);
GPU_OP gpu_status gpu_logsumexp_rows_f64(double *out, const double *a, size_t rows, size_t cols);
/* out = (a - mean of the row) / sqrt(variance of the row + epsilon) * gain + bias; the variance is the mean square,
   with no ddof. gain[cols] and bias[cols] may be NULL: 1 and 0. */
GPU_OP gpu_status gpu_layer_norm_rows_f32(float *out, const float *a, const float *gain, const float *bias, size_t rows,
                                          size_t cols, double epsilon);
GPU_OP gpu_status gpu_layer_norm_rows_f64(double *out, const double *a, const double *gain, const double *bias,
                                          size_t rows, size_t cols, double epsilon);
#endif
#define gpu_softmax_rows(out, a, rows, cols) GPU__BARE_REAL(a, gpu_softmax_rows, (out, a, rows, cols))
#define gpu_log_softmax_rows(out, a, rows, cols) GPU__BARE_REAL(a, gpu_log_softmax_rows, (out, a, rows, cols))
#define gpu_logsumexp_rows(out, a, rows, cols) GPU__BARE_REAL(a, gpu_logsumexp_rows, (out, a, rows, cols))
#define gpu_layer_norm_rows(out, a, gain, bias, rows, cols, epsilon)                                                   \
    GPU__BARE_REAL(a, gpu_layer_norm_rows, (out, a, gain, bias, rows, cols, epsilon))
#endif
