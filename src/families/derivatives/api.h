/* ---- derivatives; opt-in ----

   #define GPU_DERIVATIVES before the include adds GPU_GRAD, and GPU_MATH with it. */
#ifdef GPU_DERIVATIVES
/* GPU_GRAD(T, name, x, y) { ... return ...; } takes the place of the head of a function of the numbers x and y, which
   have the type gpu_real. It defines, for T float or double,
       gpu_status name(T *out, const T *x, const T *y, size_t n);                   out[i] = the function of x[i], y[i]
       gpu_status name_grad(T *out, T *dx, T *dy, const T *x, const T *y, size_t n);  and its first derivatives
       gpu_status name_hess(T *hess, const T *x, const T *y, size_t n);     hess[n][2][2]: all its second derivatives
       T name_scalar(T x, T y);                                     the same for one point, for host code and kernels:
       T name_grad_scalar(T *grad, T x, T y);                       ... value; grad[2] = first derivatives,
       T name_hess_scalar(T *hess, T *grad, T x, T y);              ... hess[2][2] = second ones; grad may be NULL
   1 to 16 variables. (w, scalar) is a variable with one value for all elements, T w in name(); there is still one
   derivative for each element, dw[i]. In name_grad, any of out, dx ... may be NULL if it is not wanted, but not all.
   Results must not overlap the variables or each other. Arrays may be ordinary host memory. On a GPU a call returns
   when the work is queued.

   All of these use the same body. It computes in double, also if T is float. Its numbers are gpu_real, for which there
   are:
       + - * / and their assignments, with numbers of any type; arrays, loops and functions of gpu_real;
       GPU_EXP(x), GPU_SQRT, GPU_POW, GPU_MIN ... of GPU_MATH; GPU_ABS has the derivative -1 or 1, and 0 at 0;
       GPU_VALUE(x), the value as a double without a derivative, for conditions and indices:
       GPU_VALUE(x) > 0 ? x : 0.1 * x has the derivative of the branch that is taken.
   Bodies may call functions: GPU_REAL_FN gpu_real softplus(gpu_real x) { return GPU_LOG1P(GPU_EXP(x)); }

   An operation that would lose a derivative does not compile in C++: x < y, x == y, a gpu_real as a condition, its
   conversion to double, and functions of <math.h> (for sin(x), fabs(x), expf(x) write GPU_SIN ...). In C, where a
   gpu_real is a complex number, only x < y does not compile; a conversion drops the second part, the derivative.
   Compile with -Wconversion: gcc and clang then warn of each conversion and of each function of <math.h>.

   Method and accuracy. In C++, including nvcc's, a gpu_real is a dual number, which carries all derivatives through one
   evaluation. In C it is a complex number whose imaginary part is a small step, 2^-600 as a rule, times a derivative,
   the complex step (Squire and Trapp, 1998), with one evaluation for the value and one for each variable, and some more
   where a derivative is 0 or far from 1. Both are exact up to rounding, as a formula for the derivative would be, since
   no difference of values is taken. Second derivatives are exact in C++, by dual numbers of dual numbers. In C they are
   differences of order 8 of exact first derivatives, with a step chosen by their estimated error: for smooth functions
   correct to some 12 digits of the largest of them, near a kink not usable.

   Infinities and zeros. The value is that of the same operations on doubles; a result of -0 is given as 0. A number
   that does not depend on a variable contributes nothing to the derivative, whatever it is multiplied by: d(x * y) /
   dx at (infinity, 2) is 2. So does the lesser argument of GPU_MAX, and a function that has run into its limit, such
   as GPU_EXP far below 0. A number divided by an infinite one is the constant 0. Otherwise 0 times infinity is NaN,
   for derivatives as for values. Value and first derivatives have the same bits in C and C++, on CPU and GPU, with
   these exceptions, all of them in C: a value may differ where the sign of a 0 in the body decides it, as in 1 / (-x
   * y) at 0; a derivative may differ or be NaN where a number in the body is infinite, NaN or a divisor of 0; a
   derivative that is below 1e-127 somewhere in the body may lose digits or count as 0, and one beside a divisor
   below 1e-200 may be NaN; and quotients are rounded in another way where the compiler does not divide complex
   numbers by Smith's method (on Linux it does).

   Losses over data with many parameters. A loss is a sum over the data of a function of few numbers for each element,
   the predictions. GPU_GRAD gives its derivatives with respect to these numbers; the rest of the chain rule is linear
   algebra. With r = X w (gpu_matvec), the gradient of sum_i loss(r_i, y_i) is X^T d with d_i = d loss / d r_i, which
   is gpu_vecmat(out, d, X, rows, cols). A network of several layers, H1 = act(X W1), r = H1 w2, is
   differentiated layer by layer, from the last one: dw2 = H1^T d, D1 = (d w2^T) * act'(X W1), by name_grad of act,
   dW1 = X^T D1. If there are at most 16 parameters, make them (w, scalar) variables: gpu_sum(dw, n) is then the
   derivative of the whole loss with respect to w. */
#ifdef __cplusplus
#define GPU_REAL_FN template <class gpu_real> GPU_FN
#else
#define GPU_REAL_FN GPU_FN GPU__CALLED
#endif
#define GPU_VALUE(x) GPU__VALUE_OF_REAL(x)
#define GPU_GRAD(T, ...) GPU__DISPATCH_ON_COUNT(GPU__GRAD, GPU__GRAD_VERDICT(__VA_ARGS__), T, __VA_ARGS__)
#endif
