/* ---- math: functions of one number, for host code and kernels ----

   gpu_math_exp_f32(x) and the others below give the same bits on every device, with every compiler and at any level of
   optimisation. Float functions of one argument, and hypot, are correctly rounded; so are pow and atan2, except perhaps
   where the exact result is within 2^-33 ulp of the midpoint of two floats. Double functions are within 1 ulp. Special
   values are those of C's annex F; the sign and the payload of a NaN are unspecified. None of this holds without IEEE
   arithmetic (-ffast-math, -use_fast_math). The prewritten functions (gpu_exp and so on) use these. They are slow on a
   processor without fused multiply-add.

   In a body, expf(x) is the platform's: fast, accurate to a few ulp, and its last bits differ between GPUs and C
   libraries and from version to version. With GPU_MATH, GPU_EXP(x) is one of the functions below:

       GPU_VECTORIZE(float, fast, (float, x)) { return expf(-x * x); }
       GPU_VECTORIZE(float, same, (float, x)) { return GPU_EXP(-x * x); }    // same bits on the CPU and on any GPU

   Use GPU_EXP where results are compared or must be reproducible elsewhere, expf where a float must be cheap: GPU_EXP
   computes in double. GPUs with fast double arithmetic (H100, A100) hide its cost behind memory accesses, others
   (GeForce, T4, L4) do not. On the CPU, GPU_SIN, GPU_COS and GPU_TAN do not vectorise in a body (gpu_sin over an array
   does). nvcc also contracts a * b + c in a body to a fused operation, and the CPU does not: for the same bits write
   fmaf(a, b, c) where you want it, or compile with -fmad=false. */
MATH T gpu_math_{exp|log|sin|cos|tanh}_T(T x);
/* The logistic function, 1 / (1 + exp(-x)). */
MATH T gpu_math_sigmoid_T(T x);
MATH T gpu_math_pow_T(T x, T y);

/* #define GPU_MATH before the include adds the functions below to the file; gpu_cbrt, gpu_exp2, gpu_log2, gpu_log10 and
   gpu_atan2 over arrays then use them too, instead of those of math.h. */
#ifdef GPU_MATH
MATH T gpu_math_{exp2|exp10|expm1|log2|log10|log1p|tan}_T(T x);
/* The sine and the cosine of pi x. */
MATH T gpu_math_{sinpi|cospi|asin|acos|atan}_T(T x);
/* The angle of the point (x, y), from -pi to pi. */
MATH T gpu_math_atan2_T(T y, T x);
MATH T gpu_math_{sinh|cosh|cbrt}_T(T x);
MATH T gpu_math_hypot_T(T x, T y);
MATH T gpu_math_erf_T(T x);
/* 1 - erf(x), without the loss of digits where that is small: erfc(6) = 2.15e-17. */
MATH T gpu_math_erfc_T(T x);
/* sqrt(x) and 1 / sqrt(x); |x|; the smaller and the larger of x and y, NaN if either is NaN. */
MATH T gpu_math_{sqrt|rsqrt|abs}_T(T x);
MATH T gpu_math_{min|max}_T(T x, T y);

/* Each has a type-generic form at the end of this part: GPU_EXP(x) is gpu_math_exp_f32 for a float x, else
   gpu_math_exp_f64; with two arguments the type of x + y decides. Arguments are evaluated once. */

/* Over arrays, as gpu_exp: out[i] is computed from x[i], or from x[i] and y[i]. `out` may be an input. */
#ifndef GPU__CUDA
REAL gpu_status gpu_{exp10|expm1|log1p|tan|sinpi|cospi|asin|acos|atan|sinh|cosh|erf}_T(T *out, const T *x, size_t n);
REAL gpu_status gpu_{erfc|rsqrt}_T(T *out, const T *x, size_t n);
REAL gpu_status gpu_hypot_T(T *out, const T *x, const T *y, size_t n);
#endif
#endif
