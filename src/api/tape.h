/* ---------------------------------------------------------------------------------------------------------- >>tape --

   #define GPU_TAPE before the include, in every file that calls functions to be differentiated and in the one with the
   implementation, adds gradients of programs of array operations, by reverse mode: the calls of a thread are recorded
   while they run, and gpu_backward goes back through them.

       gpu_tape *t = gpu_tape_begin();                       // records from here on
       GPU_CHECK(gpu_matmul(h, x, w1, batch, hidden, in));
       GPU_CHECK(gpu_add_row(h, h, b1, batch, hidden));      // in place is fine: what is needed later is kept
       GPU_CHECK(gpu_tanh(h, h, batch * hidden));
       GPU_CHECK(gpu_matmul(y, h, w2, batch, 1, hidden));
       GPU_CHECK(gpu_sub(y, y, label, batch));
       GPU_CHECK(gpu_dot_to(loss, y, y, batch));
       GPU_CHECK(gpu_tape_end(t));
       GPU_CHECK(gpu_backward(t, loss));
       GPU_CHECK(gpu_axpy(w1, -rate, gpu_gradient(t, w1), w1, in * hidden));
       GPU_CHECK(gpu_tape_free(t));

   What has a derivative, for float and double:
       arithmetic     gpu_add, sub, mul, div, axpy, scale, the forms with a number and those that end in _from,
                      minimum, maximum, clip, abs, square, reciprocal; sign, floor, ceil, round (0)
       mathematics    gpu_sqrt, cbrt, exp, exp2, log, log2, log10, sin, cos, tanh, sigmoid, pow, atan2, all of GPU_MATH
       choice         gpu_where, gpu_copy, gpu_copy_async, gpu_copy_2d, gpu_transpose, gpu_cast of float and double,
                      gpu_to_bf16, to_f16, from_bf16, from_f16, whose gradients have the type of what they belong to
       products       gpu_matmul and gpu_gemm (transposes, alpha, beta, batches), with gradients by products of the same
                      precision, also tf32, bf16, f16; gpu_matvec, vecmat, outer, dot_to
       reductions     gpu_sum_to, prod_to, mean_to, var_to, std_to, norm_to, min_to, max_to; gpu_normalize;
                      gpu_sum_rows, mean_rows, var_rows, min_rows, max_rows and those that end in _cols
       broadcasts     gpu_add_row, gpu_add_col and so on; gpu_cumsum, cumsum_exclusive, cumsum_rows, cumsum_cols
       order          gpu_gather, gpu_scatter, gpu_sort, sort_rows, sort_pairs, top, bottom, top_rows, bottom_rows
       windows        gpu_moving_average, stencil5, conv1d, conv2d, with any border
       rows           gpu_softmax_rows, log_softmax_rows, logsumexp_rows, cross_entropy_rows, layer_norm_rows
       linear algebra gpu_solve, gpu_inv, gpu_cholesky, gpu_solve_triangular and those that end in _batch
       transforms     all of gpu_fft, gpu_rfft, gpu_fftshift and their inverses, gpu_fft_convolve, fft_correlate,
                      complex_add, sub, mul, mul_conj, scale, abs; of complex numbers the gradient of both parts
       functions      GPU_GRAD and its name_grad, by name_hess; gpu_tape_custom for a kernel of the program's own
   None have name_hess, gpu_compress, unique, quantile, median, median3x3, bincount_weights, complex_angle, lu, det,
   slogdet, cholesky_solve, qr, lstsq, eigh, eigvalsh, svd, svdvals, pinv, cond, norm_matrix, matrix_power, and what is
   exchanged between devices or processes.
   gpu_minimum and gpu_maximum have the derivative of the argument that they choose, gpu_min, gpu_sort, gpu_top and the
   like that of the elements whose index gpu_argmin, gpu_argsort or they themselves tell, gpu_abs has 0 at 0, gpu_clip
   has 1 between its bounds, which are included.

   A number is a constant: one that is passed by value, and one that a call returns to the host, such as that of
   gpu_sum(x, n). Memory that a call without inputs writes (gpu_fill, gpu_set, random numbers) is a constant too.
   Nothing is wrong silently: if the loss depends on the result of a call without a derivative, or on memory whose
   address a kernel or a call was given, unless a kernel as a pointer to const, gpu_backward fails with a sentence that
   names it. (Memory that gpu.h did not allocate counts as one piece. Prepare data before the
   recording, or declare it by gpu_tape_constant.) But what the program writes into memory of the CPU, what other
   threads write, and what kernels write into variables or by pointers in memory, the tape cannot see. Second
   derivatives are name_hess of GPU_GRAD: what gpu_gradient gives has none, which another tape of the thread knows.

   Gradients add up in a fixed order, so they have the same bits from run to run, and on CPU and GPU where the functions
   in them have. Until gpu_backward, a call that overwrites a value that is still needed copies it first (so an
   activation is faster into an array of its own). Parameters that are parts of one allocation have gradients that are
   parts of one, gpu_gradient of the first: one call may update all. Recording and gpu_backward belong to one thread,
   one device and one stream; calls while another device is current are refused, and so is the launch of a graph once
   calls are recorded. */
#ifdef GPU_TAPE
typedef struct gpu_tape gpu_tape;
/* Begins to record the calls of this thread. NULL on error; also if this thread records already. */
GPU_API gpu_tape *gpu_tape_begin(void);
/* Ends the recording. */
GPU_API gpu_status gpu_tape_end(gpu_tape *t);
/* Computes the derivative of the loss, one float or double that a recorded call wrote, or of the sum of all elements of
   the array that it wrote, with respect to all that the recording read and had not written. The work is queued on the
   current stream. Once for each recording. */
GPU_API gpu_status gpu_backward(gpu_tape *t, const void *loss);
/* The gradient with respect to the array x as it was before the recording: memory with an element for each of x, up to
   the last of its allocation that calls read (of memory that gpu.h did not allocate, the last of the part that they
   read as one), which belongs to the tape and is valid until gpu_tape_restart or gpu_tape_free. x may point into an
   array. In C++ a T *. NULL if x was not read, was a result of the recording, or was declared constant. */
GPU_API void *gpu_gradient(gpu_tape *t, const void *x);
/* The array x, as the input data of a network, needs no gradient, nor does what is written to it: gpu_backward omits
   its computation. Call it after gpu_tape_begin, before x is used. */
GPU_API gpu_status gpu_tape_constant(gpu_tape *t, const void *x);
/* Forgets the recording and begins another one with the same memory. A training step records, goes back and updates
   once; after gpu_graph_begin it restarts the tape and does the same again. The graph then is the whole step, and uses
   the memory of the tape, which must not be restarted or freed before the graph is. */
GPU_API gpu_status gpu_tape_restart(gpu_tape *t);
/* Frees the tape and the gradients; NULL is valid. */
GPU_API gpu_status gpu_tape_free(gpu_tape *t);
/* Bytes of the memory that the tape holds: kept values, gradients and the record itself. */
GPU_API size_t gpu_tape_memory(const gpu_tape *t);
/* The derivative of a program's own kernels. gpu_tape_custom is called right after their launches, and stands for all
   launches since the last recorded call. Of `in` and `out` the values are kept. */
typedef struct gpu_tape_function {
    /* Writes to to[k][...] the products of `gradient`, that of the loss with respect to the elements of `out`, with the
       derivatives by the elements of in[k]; to[k] is NULL if it is not wanted. The values of in[k] and out at the time
       of the recording are in f->in[k] and f->out. */
    gpu_status (*backward)(const struct gpu_tape_function *f, void *const *to, const void *gradient);
    void *out;
    size_t out_count;
    const void *in[8]; /* NULL from the first that is not used */
    size_t in_count[8];
    size_t size;      /* bytes of an element of all of them: 4, floats, or 8, doubles */
    const void *user; /* anything; it is valid until gpu_backward */
} gpu_tape_function;
GPU_API gpu_status gpu_tape_custom(gpu_tape *t, const gpu_tape_function *f);
/* All calls until gpu_tape_custom count as launches, and nothing is kept of them. So a segment becomes a checkpoint
   that needs its inputs, which it must not overwrite, and its result. f->backward computes it again in memory of its
   own, on a tape `own` that it began itself:

       gpu_tape_restart(own), gpu_tape_constant(own, gradient), the segment's calls on f->in,
       gpu_dot_to(loss, result, gradient, f->out_count), gpu_tape_end(own), gpu_backward(own, loss),
       and for each k with to[k]: gpu_copy_async(to[k], gpu_gradient(own, f->in[k]), ...) */
GPU_API gpu_status gpu_tape_hide(gpu_tape *t);
#ifdef __cplusplus
extern "C++" {
template <class Type> static inline Type *gpu_gradient(gpu_tape *t, const Type *x)
{
    return (Type *)gpu_gradient(t, (const void *)x);
}
}
#endif
#endif
