/* ---- functions of rows; opt-in ----

   #define GPU_ROWWISE before the include adds the functions of this part to the file. */
#ifdef GPU_ROWWISE
/* GPU_ROWS(T, name, (T *, y), (const T *, x), (size_t, cols)) { ... } lifts a function of one row over all rows of
   matrices, as Numba's guvectorize and JAX's vmap do; the macro takes the place of the head of the function. It defines
       gpu_status name(T *y, const T *x, size_t rows, size_t cols);   for each row of y[rows][cols] and x[rows][cols]
       void name_row(T *y, const T *x, size_t cols);                  the function itself, for host code and kernels
   1 to 8 parameters. name() has one more, the number of rows, in front of the first size_t. Meaning of the parameters:
       (const T *, x)         a row that is read
       (T *, y)               a row that is written; write every element, since the old values are not available
       (T *, y, update)       a row that is read and written
       (U *, y, row)          a row with elements of another type than T; written, or read if U is const
       (U *, s, value)        one element for each row, s[0]; written, or read if U is const
       (size_t, cols)         number of elements of the rows that precede it, back to the previous size_t; may be 0
       (U, a)                 any other type: one value for all rows
       (U, a, scalar)         one value for all rows of any type, as a size_t that is not a number of elements, or a
                              pointer to a table, which on a GPU must point to device memory
       (size_t, r, index)     the number of the row, 0 to rows - 1, which the caller does not pass
   So GPU_ROWS(float, f, (float *, y), (size_t, outs), (const float *, x), (size_t, ins), (const float *, w, scalar)) is
   called as f(y, rows, outs, x, ins, w). Each row is processed by one thread, unless the body has the loops below; the
   order of the rows is unspecified.
   Arrays that are written must not overlap any other. Arrays may be ordinary host memory, which the call then copies to
   the GPU and back. On a GPU the call returns when the work is queued. There, rows are staged in shared memory, if
   those of all arrays together have up to some KB. Up to some hundred bytes that makes the accesses as fast as in an
   elementwise function; longer rows are slower, since few fit at a time: for those a body needs the loops below. */
#define GPU_ROWS(T, ...) GPU__DISPATCH_ON_COUNT(GPU__ROWS, GPU__VERDICT_VECTORIZE(T, __VA_ARGS__), T, __VA_ARGS__)
/* Loops over the elements of a row, statements in a body of GPU_ROWS. On a GPU the threads of a warp or a block
   share a row of more than 32 elements then, each with some indices; on the CPU they are plain loops.
       GPU_ROWS(float, softmax, (float *, y), (const float *, x), (size_t, cols))
       {
           GPU_ROW_MAX(float, most, i, cols, x[i]);           // float most = the greatest x[i], 0 <= i < cols
           GPU_ROW_FOR(i, cols) y[i] = expf(x[i] - most);
           GPU_ROW_SUM(double, sum, i, cols, y[i]);           // double sum = y[0] + y[1] + ...
           const float scale = (float)(1 / sum);              // computed by every thread
           GPU_ROW_FOR(i, cols) y[i] *= scale;
       }
   Every thread executes what is outside the loops: compute variables there, or write an element whose old value is not
   used. An iteration uses no result of another one, and changes no variable from outside the loop: what is summed up is
   a GPU_ROW_SUM. A loop that follows sees all that was written. Do not leave a loop, or the body between loops, early;
   all threads of a row have to come to each loop. The number of elements is not greater than that of the longest row.
   A reduction defines a variable of type T, an arithmetic type of up to 8 bytes; it is 0 if there are no elements, and
   a NaN makes it NaN. The order of a sum depends on the number of elements alone, so it has the same bits on CPU and
   GPU. It is a sum of lanes, one for up to 32 elements, 32 for up to 1024, 64 for up to 2048, else 256: element i
   belongs to lane i % lanes; lanes fold by halves. (name_row, called in a kernel of your own, has one thread, and adds
   one after the other.) */
#define GPU_ROW_FOR(i, n) GPU__ROW_FOR(i, n)
#define GPU_ROW_{SUM|MAX|MIN}(T, {sum|most|least}, i, n, ...)                                                          \
    T {sum|most|least} = 0;                                                                                            \
    GPU__ROW_FOLD(gpu__row_{add|greater|less}, T, {sum|most|least}, i, n, (__VA_ARGS__))

/* ---- for each row of a[rows][cols]; out may be a; rows and cols are at least 1 ----

   The row's maximum is subtracted before exp, which is accurate within 1 ulp; results below the smallest normal number
   become 0. Sums are accumulated in double, in an order that depends on cols alone: results have the same bits on CPU
   and GPU. A row with a NaN gives NaN. */
#ifndef GPU__CUDA
/* out = exp(a) / (sum of exp(a) over the row). A row whose maximum is infinite gives NaN. */
REAL gpu_status gpu_softmax_rows_T(T *out, const T *a, size_t rows, size_t cols);
/* out = a - log(sum of exp(a) over the row), the logarithm of gpu_softmax_rows. */
REAL gpu_status gpu_log_softmax_rows_T(T *out, const T *a, size_t rows, size_t cols);
/* out[rows] = log(sum of exp(a) over the row), also for infinite elements. out must not overlap a. */
REAL gpu_status gpu_logsumexp_rows_T(T *out, const T *a, size_t rows, size_t cols);
/* loss[rows] = log(sum of exp(a) over the row) - a[row][label[row]], the cross-entropy of the row's softmax and the
   class label[row], 0 to cols - 1; of any other label NaN. loss must not overlap the inputs. */
REAL gpu_status gpu_cross_entropy_rows_T(T *loss, const T *a, const int64_t *label, size_t rows, size_t cols);
/* out = (a - mean of the row) / sqrt(variance of the row + epsilon) * gain + bias, with ddof 0 for the variance.
   gain[cols] and bias[cols] may be NULL, which means 1 and 0. */
REAL gpu_status gpu_layer_norm_rows_T(T *out, const T *a, const T *gain, const T *bias, size_t rows, size_t cols,
                                      double epsilon);
#endif
#endif
