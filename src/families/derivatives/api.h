/* ---- derivatives; opt-in ----

   #define GPU_DERIVATIVES before the include adds GPU_GRAD, and GPU_MATH with it. */
#ifdef GPU_DERIVATIVES
/* GPU_GRAD(T, name, x, y) { ... return ...; } defines a function of numbers of type gpu_real, x and y, and with it, for
   T float or double,
       gpu_status name(T *out, const T *x, const T *y, size_t n);                   out[i] = the function of x[i], y[i]
       gpu_status name_grad(T *out, T *dx, T *dy, const T *x, const T *y, size_t n);  and its first derivatives
       gpu_status name_hess(T *hess, const T *x, const T *y, size_t n);     hess[n][2][2]: all its second derivatives
       T name_scalar(T x, T y);                                     the same for one point, for host code and kernels:
       T name_grad_scalar(T *grad, T x, T y);                       ... value; grad[2] = first derivatives,
       T name_hess_scalar(T *hess, T *grad, T x, T y);              ... hess[2][2] = second ones; grad may be NULL
   1 to 16 variables. (w, scalar) is a variable with one value for all elements, T w in name(), whose derivative dw[i]
   is nevertheless that of element i. In name_grad, out and each dx may be NULL where it is not wanted, but not all.
   Results lie apart from the variables and from each other. Arrays may be ordinary host memory. On a GPU a call returns
   when the work is queued.

   The body is written once, for all of that. It computes in double, also where T is float. Numbers in it are gpu_real:
       + - * / and their assignments, with numbers of any type; arrays, loops and functions of gpu_real;
       GPU_EXP(x), GPU_SQRT, GPU_POW, GPU_MIN ... of GPU_MATH; GPU_ABS has the derivative -1 or 1, and 0 at 0;
       GPU_VALUE(x), the value as a double without a derivative: conditions and indices are made of it, as in
       GPU_VALUE(x) > 0 ? x : 0.1 * x, whose derivative is that of the branch that is taken.
   A function beside it that bodies call is GPU_REAL_FN gpu_real softplus(gpu_real x) { return GPU_LOG1P(GPU_EXP(x)); }

   What loses a derivative does not compile: an order between gpu_reals (x < y), functions of <math.h> (sin(x), fabs(x),
   expf(x): there is GPU_SIN ...). In C++ neither do a gpu_real as a condition, x == y, and a conversion to double. In C
   these are not errors: C takes a complex number for a gpu_real, and a conversion drops its second part; gcc and clang
   say so with -Wconversion.

   How, and how exact. In C++, nvcc's too, a gpu_real is a dual number, which carries all derivatives through one
   evaluation. In C it is a complex number whose imaginary part is 2^-600 times a derivative, the complex step (Squire
   and Trapp, 1998); it takes an evaluation for each variable. Both are exact to rounding, as a formula for the
   derivative would be: no difference of values is taken. Both give the same bits for value and first derivatives, on
   CPU and GPU, where the body has no quotient by a gpu_real (C's own division of complex numbers rounds more than once
   on some compilers). In C derivatives below 1e-127 lose digits. Second derivatives are exact in C++, by dual numbers
   of dual numbers. In C they are differences of exact first derivatives, of order 8, with a step that their own error
   chooses: correct to some 12 digits of the largest of them where the function is smooth, and no good next to a kink.

   Losses over data with many parameters. A loss is a sum over data of a function of few numbers for each element, the
   predictions. So GPU_GRAD gives its derivative by these numbers, element by element, and the chain rule for the rest
   is linear algebra that the library has: with r = X w (gpu_matvec), the gradient of sum_i loss(r_i, y_i) is X^T d,
   d_i = d loss / d r_i, which is gpu_gemm with A transposed and d as a matrix of one column. For a network of several
   layers, H1 = act(X W1), r = H1 w2, the same is done layer by layer from the last one: dw2 = H1^T d,
   D1 = (d w2^T) * act'(X W1), by name_grad of act, dW1 = X^T D1. Where all parameters together are 16 or less, they are
   (w, scalar) variables, and gpu_sum(dw, n) is the derivative of the whole loss by w. */
#ifdef __cplusplus
#define GPU_REAL_FN template <class gpu_real> GPU_FN
#else
#define GPU_REAL_FN GPU_FN
#endif
#define GPU_VALUE(x) GPU__VALUE_OF_REAL(x)
#define GPU_GRAD(T, ...) GPU__OF_COUNT(GPU__GRAD, GPU__GRAD_VERDICT(__VA_ARGS__), T, __VA_ARGS__)
#endif
