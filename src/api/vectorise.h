/* -------------------------------------------------------------------------------------------------- >>vectorise -- */

/* These macros lift a scalar function over arrays; the macro takes the place of the head of the function.

   GPU_VECTORIZE(R, name, (T, x), (U, y), (V, a, scalar)) { return ...; } defines
       gpu_status name(R *out, const T *x, const U *y, V a, size_t n);     out[i] = body(x[i], y[i], a) for all i < n
       R name_scalar(T x, U y, V a);                                        the body itself, for host code and kernels
   1 to 8 parameters of any types, also structs. `scalar` marks a parameter with one value for all elements; a parameter
   (size_t, i, index) is the index of the element, 0 to n - 1, which the caller does not pass. The body runs once for
   each element, in unspecified order. For several results, let R be a struct. Tables and additional results are scalar
   pointers, (const float *, table, scalar) and (float *, second, scalar): they are passed unchanged, so on a GPU they
   must point to device memory, and host memory is refused. They must not overlap the arrays, and no element may access
   what another writes, except by atomics (GPU_ATOMIC_ADD). `out` may be one of the inputs if the element sizes agree,
   and must not overlap them otherwise. Any n, including 0, and any alignment, except that a GPU refuses device memory
   that is misaligned for its type.

   GPU_REDUCE(A, name, identity, expression of a and b, (T, x), ...) { return ...; } defines
       A name(const T *x, ..., size_t n);                     combines all body(x[i], ...); waits; returns the value
       gpu_status name_to(A *out, const T *x, ..., size_t n); writes the value to *out (device or host memory)
   The combination must be associative and commutative up to rounding: elements far apart are combined first. Its
   order depends on n only, so the result has the same bits on every run, for any number of threads and on any GPU, and
   on CPU and GPU if those of the body agree (see below). For n = 0 it is the identity. On error name() returns NaN, or
   -1 for integers (every byte 0xff). Choose A wider than T: double for float sums. A may be a struct of up to 96 bytes.

   GPU_REDUCE_ORDERED, with the same arguments, defines the same two functions for a combination that is associative but
   not commutative: the first element with some property, products of matrices, compositions of maps. The elements in a
   always precede those in b. It is slower than GPU_REDUCE, and otherwise the same. (GPU_SCAN keeps the order too.)

   GPU_SCAN(T, name, identity, expression of a and b) defines
       gpu_status name(T *out, const T *x, size_t n);           out[i] = x[0] (+) ... (+) x[i]
       gpu_status name_exclusive(T *out, const T *x, size_t n); out[i] = x[0] (+) ... (+) x[i - 1], out[0] = identity
   `out` may be x, and must not overlap it otherwise. The combination must be associative up to rounding; elements are
   combined in order. Their grouping depends on n only, for each backend, so runs agree; CPU and GPU may differ in
   rounding.

   All of them run on the current device and stream. On a GPU a map, a scan and name_to return when the work is queued.
   Arguments may be ordinary host memory: the call then stages them through the GPU in chunks, copies and computation
   overlapped, and its result is in host memory when it returns. In a file that a C compiler built, with a GPU as
   current device, they return GPU_ERROR_NO_DEVICE_CODE.

   Bits: + - * / sqrt fma and integer operations agree everywhere. The generated CPU code never contracts a * b + c;
   nvcc does in the body, unless it gets -fmad=false: write fmaf(a, b, c) where it matters (MinGW's fma and fmaf round
   twice unless it gets -mfma). expf and other library functions differ in the last place between scalar and vector
   CPU code and GPU code; the remainder of an array that does not fill a vector runs as scalar CPU code. */
#define GPU_{VECTORIZE|REDUCE|REDUCE_ORDERED|SCAN}(...)                                                                \
    GPU__DISPATCH_ON_COUNT(GPU__{VECTORIZE|REDUCE|ORDERED|SCAN},                                                       \
                           GPU__VERDICT_{VECTORIZE|REDUCE|REDUCE|SCAN}(__VA_ARGS__), __VA_ARGS__)
