/* -------------------------------------------------------------------------------------------------- >>vectorise -- */

/* A scalar function lifted over arrays, like a decorator: the macro stands where the function's head would.

   GPU_VECTORIZE(R, name, (T, x), (U, y), (V, a, scalar)) { return ...; } defines
       gpu_status name(R *out, const T *x, const U *y, V a, size_t n);     out[i] = the body of x[i], y[i], a for i < n
       R name_scalar(T x, U y, V a);                                        the body itself, for host code and kernels
   1 to 8 parameters of any types, structs too; `scalar` marks those that are one value for all elements, and a
   parameter (size_t, i, index) is the element's own index, 0 to n - 1, which the caller does not pass. The body runs
   once for each element, in no order that could be relied on. Tables and second results: (const float *, table,
   scalar) and (float *, second, scalar). Such an address is passed as it is: on a GPU it is one of device memory,
   host memory is refused. What one element writes no other may touch, but for GPU_ATOMIC_ADD and its like, and it
   must not overlap the arrays. Several results side by side: R is a struct of them. `out` may be one of the inputs
   if the element sizes agree, and must not overlap them otherwise. Any n. Any alignment, with one limit: a GPU
   refuses device memory that is misaligned for its type.

   GPU_REDUCE(A, name, identity, expression of a and b, (T, x), ...) { return ...; } defines
       A name(const T *x, ..., size_t n);                     the mapped elements combined; waits, and returns the value
       gpu_status name_to(A *out, const T *x, ..., size_t n); leaves the value in *out (device or host memory)
   The combination must be associative and commutative up to rounding: elements far apart are combined first. Its
   order depends on n alone, so the result has the same bits on every run, any number of threads, any GPU, and on CPU
   and GPU alike if the body's have (see below). n = 0 gives the identity. After an error name() returns NaN, or -1
   for integers (every byte 0xff). Choose A wider than T: double for float sums. A may be a struct of up to 96 bytes.

   GPU_REDUCE_ORDERED, with the same arguments, defines the same two functions for a combination that is associative
   and need not be commutative: the first element with some property, products of matrices, compositions of maps.
   What a stands for always precedes what b stands for. All else is as above; it is slower. (GPU_SCAN keeps the order
   too.)

   GPU_SCAN(T, name, identity, expression of a and b) defines
       gpu_status name(T *out, const T *x, size_t n);           out[i] = x[0] (+) ... (+) x[i]
       gpu_status name_exclusive(T *out, const T *x, size_t n); out[i] = x[0] (+) ... (+) x[i - 1], out[0] = identity
   `out` may be x. The combination must be associative up to rounding; the elements keep their order. Their grouping
   depends on n alone on each backend, so runs agree; CPU and GPU may differ in rounding.

   All of them run on the current device and stream. On a GPU a map, a scan and name_to return when the work is
   queued. An argument may be ordinary host memory: the call then carries it through the GPU in pieces, copies and
   computation overlapped, and its result is in host memory when it returns. From a file that a C compiler built,
   with a GPU as current device, they return GPU_ERROR_NO_DEVICE_CODE.

   Bits: + - * / sqrt fma and integers agree everywhere. The generated CPU code never contracts a * b + c; nvcc does,
   in the body, unless it gets -fmad=false: write fmaf(a, b, c) where it matters (MinGW's own fma and fmaf round
   twice unless it gets -mfma). expf and other library functions differ in the last place between CPU, vector CPU and
   GPU code; the last elements of an array, too few for a vector, are CPU code. */
#define GPU_VECTORIZE(...) GPU__OF_COUNT(GPU__VECTORIZE, GPU__VERDICT_VECTORIZE(__VA_ARGS__), __VA_ARGS__)
#define GPU_REDUCE(...) GPU__OF_COUNT(GPU__REDUCE, GPU__VERDICT_REDUCE(__VA_ARGS__), __VA_ARGS__)
#define GPU_REDUCE_ORDERED(...) GPU__OF_COUNT(GPU__ORDERED, GPU__VERDICT_REDUCE(__VA_ARGS__), __VA_ARGS__)
#define GPU_SCAN(...) GPU__OF_COUNT(GPU__SCAN, GPU__VERDICT_SCAN(__VA_ARGS__), __VA_ARGS__)

