/* The rows of tests/bench/maths_cpu.py: repeats a function of the library's mathematics over arrays on the CPU, and returns
   the least time of one call in nanoseconds of the process's processor time.
   gcc -std=c11 -O3 -fopenmp -shared -fPIC -I. -x c tests/bench/maths_cpu.cu -o maths_cpu.so -lm */
#define GPU_MATH
#define GPU_IMPLEMENTATION
#include "gpu.h"
#include <time.h>

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}
/* A call of `what` with arrays of n elements, or -1 if there is no such function. */
#define CALLS(T, s)                                                                                                    \
    static int call_##s(const char *what, size_t n, T *out, const T *x, const T *y)                                    \
    {                                                                                                                  \
        UNARY(CALL, s)                                                                                                 \
        if (!strcmp(what, "pow")) return (int)gpu_pow_##s(out, x, (T)1.7, n);                                          \
        if (!strcmp(what, "atan2")) return (int)gpu_atan2_##s(out, x, y, n);                                           \
        if (!strcmp(what, "hypot")) return (int)gpu_hypot_##s(out, x, y, n);                                           \
        return -1;                                                                                                     \
    }
#define CALL(f, s)                                                                                                     \
    if (!strcmp(what, #f)) return (int)gpu_##f##_##s(out, x, n);
#define UNARY(F, s)                                                                                                    \
    F(exp, s) F(exp2, s) F(exp10, s) F(expm1, s) F(log, s) F(log2, s) F(log10, s) F(log1p, s) F(sin, s) F(cos, s)      \
    F(tan, s) F(sinpi, s) F(cospi, s) F(asin, s) F(acos, s) F(atan, s) F(sinh, s) F(cosh, s) F(tanh, s) F(sigmoid, s)  \
    F(cbrt, s) F(erf, s) F(rsqrt, s)
CALLS(float, f32)
CALLS(double, f64)

#define TIMES(T, s)                                                                                                    \
    double time_##s(const char *what, size_t n, int repeats, int inner, T *out, const T *x, const T *y)                \
    {                                                                                                                  \
        double least = 1e300;                                                                                          \
        int r, i;                                                                                                      \
        for (r = 0; r < repeats; r++) {                                                                                \
            double took, begin = now();                                                                                \
            for (i = 0; i < inner; i++)                                                                                \
                if (call_##s(what, n, out, x, y)) return -1;                                                           \
            took = now() - begin;                                                                                      \
            least = took < least ? took : least;                                                                       \
        }                                                                                                              \
        return least / inner;                                                                                          \
    }
TIMES(float, f32)
TIMES(double, f64)
