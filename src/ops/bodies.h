/* T: element; W: what it is computed in, which wraps; A: accumulator, and AW, which wraps. */
#define GPU__BODIES(T, s, W, A, AW, R, M)                                                                              \
    GPU__MAP(T, fill, s, (T, value, scalar)) { return value; }                                                         \
    GPU__MAP(T, add, s, (T, x), (T, y)) { return (T)((W)x + (W)y); }                                                   \
    GPU__MAP(T, sub, s, (T, x), (T, y)) { return (T)((W)x - (W)y); }                                                   \
    GPU__MAP(T, mul, s, (T, x), (T, y)) { return (T)((W)x * (W)y); }                                                   \
    GPU__MAP(T, axpy, s, (T, a, scalar), (T, x), (T, y)) { return (T)(GPU__TIMES((W)a, (W)x) + (W)y); }                \
    GPU__MAP(T, scale, s, (T, a, scalar), (T, x)) { return (T)((W)a * (W)x); }                                         \
    GPU__MAP(T, clip, s, (T, x), (T, lo, scalar), (T, hi, scalar))                                                     \
    {                                                                                                                  \
        const T v = x < lo ? lo : x;                                                                                   \
        return v > hi ? hi : v;                                                                                        \
    }                                                                                                                  \
    GPU__FOLD(A, sum, s, 0, (A)((AW)a + (AW)b), (T, x)) { return (A)x; }                                               \
    GPU__VALUE(A, sum, s, 0, (T, x))                                                                                   \
    GPU__FOLD(A, prod, s, 0, (A)((AW)a * (AW)b), (T, x)) { return (A)x; }                                              \
    GPU__VALUE(A, prod, s, 1, (T, x))                                                                                  \
    GPU__FOLD(T, min, s, GPU__NOT_EMPTY, GPU__FIRST_OF(a, b, <), (T, x)) { return x; }                                 \
    GPU__VALUE(T, min, s, 0, (T, x))                                                                                   \
    GPU__FOLD(T, max, s, GPU__NOT_EMPTY, GPU__FIRST_OF(a, b, >), (T, x)) { return x; }                                 \
    GPU__VALUE(T, max, s, 0, (T, x))                                                                                   \
    GPU__FOLD(A, dot, s, 0, (A)((AW)a + (AW)b), (T, x), (T, y)) { return (A)GPU__TIMES((AW)x, (AW)y); }                \
    GPU__VALUE(A, dot, s, 0, (T, x), (T, y))                                                                           \
    GPU__FOLD(int64_t, count_nonzero, s, 0, a + b, (T, x)) { return x != 0; }                                          \
    GPU__VALUE(int64_t, count_nonzero, s, 0, (T, x))                                                                   \
    GPU__FOLD(double, total, s, 0, a + b, (T, x)) { return (double)x; }                                                \
    GPU__FINISHED(double, mean, total, s, T, n ? v / (double)n : (double)NAN)                                          \
    GPU__CUMSUM(T, s, A, AW)                                                                                           \
    GPU__ARG(T, s, argmin, <)                                                                                          \
    GPU__ARG(T, s, argmax, >)                                                                                          \
    GPU__MOMENTS(T, s)                                                                                                 \
    GPU__AXIS(T, s, A, AW, R, M)                                                                                       \
    GPU__TRANSPOSE(T, s)
#define GPU__BODIES_F(T, s)                                                                                            \
    GPU__RAND_REAL(T, s)                                                                                               \
    GPU__CLOSE(T, s)                                                                                                   \
    GPU__FOLD(double, squares, s, 0, a + b, (T, x)) { return GPU__TIMES((double)x, (double)x); }                       \
    GPU__FINISHED(double, norm, squares, s, T, sqrt(v))                                                                \
    GPU__MAP(T, abs, s, (T, x)) { return GPU__MATH(T, fabs, x); }                                                      \
    GPU__ARANGE(T, s, (T)(GPU__TIMES((double)i, j->number[1].real) + j->number[0].real), real)                         \
    GPU__INDEXED(T, linspace, s,                                                                                       \
                 i + 1 == j->shape[0] && i ? (T)j->number[1].real                                                      \
                                           : (T)(GPU__TIMES((double)i, j->number[2].real) + j->number[0].real))        \
    GPU__PRE_SCOPE gpu_status gpu_linspace_##s(T *out, T start, T stop, size_t n)                                      \
    {                                                                                                                  \
        gpu__job j = gpu__job_of("gpu_linspace", out, n, sizeof(T), n);                                                \
        j.number[0].real = (double)start;                                                                              \
        j.number[1].real = (double)stop;                                                                               \
        j.number[2].real = n > 1 ? ((double)stop - (double)start) / (double)(n - 1) : 0.0;                             \
        GPU__JOB_CODE(j, gpu_linspace_##s)                                                                             \
        return gpu__job_call(&j);                                                                                      \
    }                                                                                                                  \
    GPU__MAP(T, div, s, (T, x), (T, y)) { return x / y; }                                                              \
    GPU__MAP(T, sqrt, s, (T, x)) { return GPU__MATH(T, sqrt, x); }                                                     \
    GPU__MATH_MAP(T, exp, s, exp, GPU__MATHS(T, exp, x))                                                               \
    GPU__MATH_MAP(T, log, s, log, GPU__MATHS(T, log, x))                                                               \
    GPU__MATH_MAP(T, sin, s, sin, GPU__MATHS(T, sin, x))                                                               \
    GPU__MATH_MAP(T, cos, s, sin, GPU__MATHS(T, cos, x))                                                               \
    GPU__MATH_MAP(T, tanh, s, sin, GPU__MATHS(T, tanh, x))                                                             \
    GPU__MATH_MAP(T, sigmoid, s, exp, 1 / (1 + GPU__MATHS(T, exp, -x)))                                                \
    GPU__MAP(T, pow, s, (T, x), (T, p, scalar))                                                                        \
    {                                                                                                                  \
        return sizeof(T) == 4 ? (T)powf((float)x, (float)p) : (T)pow((double)x, (double)p);                            \
    }                                                                                                                  \
    GPU__HISTOGRAM(T, s, T)                                                                                            \
    GPU__MATVEC(T, s)                                                                                                  \
    GPU__MOVING_AVERAGE(T, s)                                                                                          \
    GPU__CONV1D(T, s)                                                                                                  \
    GPU__STENCIL(T, s)                                                                                                 \
    GPU__NORMALIZE(T, s)
#define GPU__BODIES_I(T, s, W)                                                                                         \
    GPU__RAND_WHOLE(T, s)                                                                                              \
    GPU__MAP(T, abs, s, (T, x)) { return (T)(x < 0 ? 0 - (W)x : (W)x); }                                               \
    GPU__ARANGE(T, s, (T)((W)j->number[0].whole + (W)i * (W)j->number[1].whole), whole)                                \
    GPU__HISTOGRAM(T, s, double)                                                                                       \
    GPU__BINCOUNT(T, s)

/* |x - y| <= atol + rtol |y| and y finite, or equal, as numpy.allclose has it. */
#define GPU__CLOSE(T, s)                                                                                               \
    GPU__FOLD(int, allclose, s, 0, a &b, (T, x), (T, y), (double, rtol, scalar), (double, atol, scalar))               \
    {                                                                                                                  \
        const double u = (double)x, v = (double)y;                                                                     \
        return (fabs(u - v) <= GPU__TIMES(rtol, fabs(v)) + atol && fabs(v) <= 1.7976931348623157e308) || x == y;       \
    }                                                                                                                  \
    GPU__PRE_SCOPE int gpu_allclose_##s(const T *x, const T *y, size_t n, double rtol, double atol)                    \
    {                                                                                                                  \
        int gpu__value = 1;                                                                                            \
        const void *gpu__in[4];                                                                                        \
        gpu__in[0] = x, gpu__in[1] = y, gpu__in[2] = &rtol, gpu__in[3] = &atol;                                        \
        (void)gpu__reduce_call(gpu_allclose_##s##__reduction(), NULL, &gpu__value, gpu__in, n);                        \
        return gpu__value;                                                                                             \
    }                                                                                                                  \
    GPU__PRE_SCOPE gpu_status gpu_allclose_to_##s(int *out, const T *x, const T *y, size_t n, double rtol,             \
                                                  double atol)                                                         \
    {                                                                                                                  \
        int gpu__value = 1;                                                                                            \
        const void *gpu__in[4];                                                                                        \
        gpu__in[0] = x, gpu__in[1] = y, gpu__in[2] = &rtol, gpu__in[3] = &atol;                                        \
        return gpu__reduce_call(gpu_allclose_##s##__reduction(), GPU__TARGET(out), &gpu__value, gpu__in, n);           \
    }

#define GPU__CUMSUM(T, s, A, AW)                                                                                       \
    GPU__SCAN_OF(("gpu_cumsum", NULL, 0), GPU__PRE_COPIES, GPU__PRE_TABLE, A, T, (T), gpu_cumsum_##s,                  \
                 (A)((AW)a + (AW)b))                                                                                   \
    GPU__SCAN_FN(GPU__PRE_SCOPE, A, T, gpu_cumsum_##s, gpu_cumsum_##s, 0, 0)                                           \
    GPU__SCAN_FN(GPU__PRE_SCOPE, A, T, gpu_cumsum_##s, gpu_cumsum_exclusive_##s, 0, 1)
