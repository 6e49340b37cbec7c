/* ------------------------------------------------------------------------------------------------------- call sites --

   Each macro notes the caller's file and line, for messages and for the list of allocations, and then calls the
   function of the same name (a macro does not expand inside itself). (gpu_free)(p) and &gpu_free mean the function.
   The macros are defined last, so that the implementation defines and calls plain functions; if the file is included
   again for the implementation, they are undefined first. src/join makes them from the prototypes of api/ and from its
   list of CUDA's names, but for these. */
#define GPU__HERE gpu__note_site(__FILE__, __LINE__, GPU__BY_CALL)
#define gpu_print_array(out, name, x, type, rows, cols)                                                                \
    (GPU__HERE_PREWRITTEN, gpu_print_array(out, name, x, type, rows, cols))
/* A scalar with a fraction is refused for an array of integers. */
#define gpu_fill_{i32|i64}(out, value, n) (GPU__WHOLE(value), gpu_fill_{1}(out, value, n))
#define gpu_arange_{i32|i64}(out, start, step, n)                                                                      \
    (GPU__WHOLE(start), GPU__WHOLE(step), gpu_arange_{1}(out, start, step, n))
#define gpu_axpy_{i32|i64}(out, a, x, y, n) (GPU__WHOLE(a), gpu_axpy_{1}(out, a, x, y, n))
#define gpu_scale_{i32|i64}(out, a, x, n) (GPU__WHOLE(a), gpu_scale_{1}(out, a, x, n))
#define gpu_clip_{i32|i64}(out, x, lo, hi, n) (GPU__WHOLE(lo), GPU__WHOLE(hi), gpu_clip_{1}(out, x, lo, hi, n))
#define gpu_rand_int_{i32|i64}(out, lo, hi, n) (GPU__WHOLE(lo), GPU__WHOLE(hi), gpu_rand_int_{1}(out, lo, hi, n))
