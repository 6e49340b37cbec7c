#ifdef GPU_DERIVATIVES
/* The derivatives of the functions of GPU_MATH: F(name, by x) with x the argument and r the result; of two arguments
   F(name, by x, by y). They are formulas in x, y and r that do not cancel, for double and, in C++, for dual numbers. */
#define GPU__SLOPES(F)                                                                                                 \
    F(exp, slope, r)                                                                                                   \
    F(exp2, slope, r * 0.693147180559945309417)                                                                        \
    F(exp10, slope, r * 2.30258509299404568402)                                                                        \
    F(expm1, slope, GPU_EXP(x))                                                                                        \
    F(log, term, 1 / x)                                                                                                \
    F(log2, term, 1.44269504088896340736 / x)                                                                          \
    F(log10, term, 0.434294481903251827651 / x)                                                                        \
    F(log1p, term, 1 / (1 + x))                                                                                        \
    GPU__SLOPES_OF_ANGLES(F)                                                                                           \
    GPU__SLOPES_OF_EXPONENTIALS(F)                                                                                     \
    F(cbrt, term, 1 / (3 * r * r))                                                                                     \
    F(sqrt, term, 0.5 / r)                                                                                             \
    F(rsqrt, term, -0.5 * r / x)                                                                                       \
    F(abs, term, GPU_VALUE(x) < 0 ? -1.0 : GPU_VALUE(x) > 0 ? 1.0 : 0.0)
#define GPU__SLOPES_OF_ANGLES(F)                                                                                       \
    F(sin, term, GPU_COS(x))                                                                                           \
    F(cos, term, -GPU_SIN(x))                                                                                          \
    F(tan, term, 1 + r * r)                                                                                            \
    F(sinpi, term, 3.14159265358979323846 * GPU_COSPI(x))                                                              \
    F(cospi, term, -3.14159265358979323846 * GPU_SINPI(x))                                                             \
    F(asin, term, GPU_RSQRT((1 - x) * (1 + x)))                                                                        \
    F(acos, term, -GPU_RSQRT((1 - x) * (1 + x)))                                                                       \
    F(atan, term, 1 / (1 + x * x))
#define GPU__SLOPES_OF_EXPONENTIALS(F)                                                                                 \
    F(sinh, term, GPU_COSH(x))                                                                                         \
    F(cosh, term, GPU_SINH(x))                                                                                         \
    F(tanh, slope, 1 / (GPU_COSH(x) * GPU_COSH(x)))                                                                    \
    F(sigmoid, slope, r *GPU_SIGMOID(-x))                                                                              \
    F(erf, slope, 1.12837916709551257390 * GPU_EXP(-(x * x)))                                                          \
    F(erfc, slope, -1.12837916709551257390 * GPU_EXP(-(x * x)))
/* A power of base 0 has the derivative 0 by the exponent, and a power with exponent 0 the derivative 0 by the base. */
#define GPU__SLOPES_OF_TWO(F)                                                                                          \
    F(pow, slope, GPU_VALUE(y) == 0 ? 0 * y : y * GPU_POW(x, y - 1),                                                   \
      GPU_VALUE(x) == 0 && GPU_VALUE(y) > 0 ? 0 * y : r * GPU_LOG(x))                                                  \
    F(atan2, term, gpu__is_finite(GPU_VALUE(y)) ? y / GPU_HYPOT(x, y) / GPU_HYPOT(x, y) : 0.0,                         \
      gpu__is_finite(GPU_VALUE(x)) ? -(x / GPU_HYPOT(x, y) / GPU_HYPOT(x, y)) : 0.0)                                   \
    F(hypot, term, GPU_VALUE(r) == 0 ? 0 * x : x / r, GPU_VALUE(r) == 0 ? 0 * y : y / r)                               \
    F(min, slope, gpu__is_lesser(GPU_VALUE(x), GPU_VALUE(y)) ? 1.0 : 0.0,                                              \
      gpu__is_lesser(GPU_VALUE(x), GPU_VALUE(y)) ? 0.0 : 1.0)                                                          \
    F(max, slope, gpu__is_lesser(-GPU_VALUE(x), -GPU_VALUE(y)) ? 1.0 : 0.0,                                            \
      gpu__is_lesser(-GPU_VALUE(x), -GPU_VALUE(y)) ? 0.0 : 1.0)
GPU__LIFTED_FN int gpu__is_lesser(double x, double y) { return x < y || x != x; } /* as gpu_math_min_f64 chooses */
GPU__LIFTED_FN int gpu__is_finite(double x) { return x - x == 0; }

#ifdef __cplusplus
extern "C++" {
/* A number with its derivatives by N variables. With N = 0 it is the number alone, computed by the same operations.
   Value is double, or again such a number. No compiler fuses a product with a sum. */
template <class Value, int N> struct gpu__dual {
    Value v, d[N ? N : 1];
    gpu__dual() = default;
    GPU__HOST_DEVICE GPU__ALWAYS_INLINE gpu__dual(double x) : v(x)
    {
        for (int k = 0; k < N; k++) d[k] = 0;
    }
};
#define GPU__DUAL gpu__dual<Value, N>
#define GPU__DUAL_FN template <class Value, int N> GPU__LIFTED_FN
GPU__LIFTED_FN double gpu__dual_times(double a, double b) { return GPU__TIMES(a, b); }
GPU__DUAL_FN GPU__DUAL gpu__dual_times(const GPU__DUAL &a, const GPU__DUAL &b) { return a * b; }
GPU__DUAL_FN GPU__DUAL gpu__dual_times(const GPU__DUAL &a, double b) { return a * b; }
GPU__LIFTED_FN double gpu__value_of_real(double x) { return x; }
template <class Value, int N> GPU__LIFTED_FN double gpu__value_of_real(const GPU__DUAL &x)
{
    return gpu__value_of_real(x.v);
}
GPU__LIFTED_FN bool gpu__is_constant(double d) { return d == 0; }
template <class Value, int N> GPU__LIFTED_FN bool gpu__is_constant(const GPU__DUAL &d)
{
    bool is = gpu__is_constant(d.v);
    for (int k = 0; k < N; k++) is = is && gpu__is_constant(d.d[k]);
    return is;
}
/* A term of a derivative. A derivative of 0 is that of a number that does not depend on the variable: it contributes
   nothing, even where its factor is infinite or NaN. */
template <class Factor, class Value> GPU__LIFTED_FN Value gpu__term(const Factor &factor, const Value &d)
{
    return gpu__is_constant(d) ? Value(0.0) : gpu__dual_times(d, factor);
}
/* The same by a function, which is constant where its slope is 0. */
template <class Value> GPU__LIFTED_FN Value gpu__slope(const Value &by, const Value &d)
{
    return gpu__is_constant(by) ? Value(0.0) : gpu__term(by, d);
}
/* The derivative of a quotient a / b, which is constant where b alone is infinite. */
template <class Value>
GPU__LIFTED_FN Value gpu__slope_of_quotient(const Value &a, const Value &da, const Value &b, const Value &db)
{
    const double divisor = gpu__value_of_real(b);
    if (gpu__is_constant(db)) return gpu__is_constant(da) ? Value(0.0) : Value(da / b);
    if (gpu__is_finite(gpu__value_of_real(a)) && !gpu__is_finite(divisor) && divisor == divisor) return 0.0;
    return (da - gpu__dual_times(a, db / b)) / b;
}
GPU__DUAL_FN GPU__DUAL operator+(const GPU__DUAL &a) { return a; }
GPU__DUAL_FN GPU__DUAL operator-(const GPU__DUAL &a)
{
    GPU__DUAL r;
    r.v = -a.v;
    for (int k = 0; k < N; k++) r.d[k] = -a.d[k];
    return r;
}
GPU__DUAL_FN GPU__DUAL operator{+|-}(const GPU__DUAL &a, const GPU__DUAL &b)
{
    GPU__DUAL r;
    r.v = a.v {1} b.v;
    for (int k = 0; k < N; k++) r.d[k] = a.d[k] {1} b.d[k];
    return r;
}
GPU__DUAL_FN GPU__DUAL operator*(const GPU__DUAL &a, const GPU__DUAL &b)
{
    GPU__DUAL r;
    r.v = gpu__dual_times(a.v, b.v);
    for (int k = 0; k < N; k++) r.d[k] = gpu__term(a.v, b.d[k]) + gpu__term(b.v, a.d[k]);
    return r;
}
GPU__DUAL_FN GPU__DUAL operator/(const GPU__DUAL &a, const GPU__DUAL &b)
{
    const double divisor = gpu__value_of_real(b.v);
    const bool finite = gpu__is_finite(gpu__value_of_real(a.v)) && gpu__is_finite(divisor) && divisor != 0;
    GPU__DUAL r;
    r.v = a.v / b.v;
    for (int k = 0; k < N; k++)
        r.d[k] = finite ? (a.d[k] - gpu__dual_times(a.v, b.d[k] / b.v)) / b.v
                        : gpu__slope_of_quotient(a.v, a.d[k], b.v, b.d[k]);
    return r;
}
/* If one operand is a plain number, the result has the derivatives of the other. */
GPU__DUAL_FN GPU__DUAL operator+(GPU__DUAL a, double b)
{
    a.v = a.v + b;
    return a;
}
GPU__DUAL_FN GPU__DUAL operator+(double a, const GPU__DUAL &b) { return b + a; }
GPU__DUAL_FN GPU__DUAL operator-(const GPU__DUAL &a, double b) { return a + -b; }
GPU__DUAL_FN GPU__DUAL operator-(double a, const GPU__DUAL &b) { return -b + a; }
GPU__DUAL_FN GPU__DUAL operator*(const GPU__DUAL &a, double b)
{
    GPU__DUAL r;
    r.v = gpu__dual_times(a.v, b);
    for (int k = 0; k < N; k++) r.d[k] = gpu__is_finite(b) ? gpu__dual_times(a.d[k], b) : gpu__term(b, a.d[k]);
    return r;
}
GPU__DUAL_FN GPU__DUAL operator*(double a, const GPU__DUAL &b) { return b * a; }
GPU__DUAL_FN GPU__DUAL operator/(const GPU__DUAL &a, double b)
{
    GPU__DUAL r;
    r.v = a.v / b;
    for (int k = 0; k < N; k++)
        r.d[k] = b == b && b != 0 ? a.d[k] / b : gpu__is_constant(a.d[k]) ? Value(0.0) : Value(a.d[k] / b);
    return r;
}
GPU__DUAL_FN GPU__DUAL operator/(double a, const GPU__DUAL &b) { return GPU__DUAL(a) / b; }
template <class Value, int N, class Other> GPU__LIFTED_FN GPU__DUAL &operator{+=|-=|*=|/=}(GPU__DUAL &a, const Other &b)
{
    return a = a {+|-|*|/} b;
}
/* An order between dual numbers does not compile: conditions use GPU_VALUE(x), which has no derivative to lose. */
#define GPU__DUAL_NO_ORDER(op)                                                                                         \
    template <class Value, int N> bool operator op(const GPU__DUAL &compare_GPU_VALUE_of_it, const GPU__DUAL &) =      \
        delete;                                                                                                        \
    template <class Value, int N> bool operator op(const GPU__DUAL &compare_GPU_VALUE_of_it, double) = delete;         \
    template <class Value, int N> bool operator op(double, const GPU__DUAL &compare_GPU_VALUE_of_it) = delete;
GPU__DUAL_NO_ORDER({<|>|<=|>=|==|!=})
#define GPU__VALUE_OF_REAL(x) gpu__value_of_real(x)
#define GPU__DECLARE_SLOPE(name, kind, by) GPU__DUAL_FN GPU__DUAL gpu__math_##name(GPU__DUAL z);
#define GPU__DECLARE_SLOPES(name, kind, by_x, by_y)                                                                    \
    GPU__DUAL_FN GPU__DUAL gpu__math_##name(GPU__DUAL first, GPU__DUAL second);
#define GPU__DEFINE_SLOPE(name, kind, by)                                                                              \
    GPU__DUAL_FN GPU__DUAL gpu__math_##name(GPU__DUAL z)                                                               \
    {                                                                                                                  \
        const Value x GPU__UNUSED = z.v, r = gpu__math_##name(x), by_x = N ? Value(by) : Value(0.0);                   \
        z.v = r;                                                                                                       \
        for (int k = 0; k < N; k++) z.d[k] = gpu__##kind(by_x, z.d[k]);                                                \
        return z;                                                                                                      \
    }
#define GPU__DEFINE_SLOPES(name, kind, slope_x, slope_y)                                                               \
    GPU__DUAL_FN GPU__DUAL gpu__math_##name(GPU__DUAL first, GPU__DUAL second)                                         \
    {                                                                                                                  \
        const Value x = first.v, y = second.v, r = gpu__math_##name(x, y);                                             \
        const Value by_x = N ? Value(slope_x) : Value(0.0), by_y = N ? Value(slope_y) : Value(0.0);                    \
        first.v = r;                                                                                                   \
        for (int k = 0; k < N; k++) first.d[k] = gpu__##kind(by_x, first.d[k]) + gpu__##kind(by_y, second.d[k]);       \
        return first;                                                                                                  \
    }
GPU__SLOPES(GPU__DECLARE_SLOPE)
GPU__SLOPES_OF_TWO(GPU__DECLARE_SLOPES)
GPU__SLOPES(GPU__DEFINE_SLOPE)
GPU__SLOPES_OF_TWO(GPU__DEFINE_SLOPES)
}

#else /* C: the complex step */
#if defined(__STDC_NO_COMPLEX__) || defined(GPU__MSVC)
#error "gpu.h: in C GPU_DERIVATIVES needs C99's complex numbers, which this compiler lacks: compile the file as C++"
#endif
typedef double _Complex gpu_real;
/* The parts of a complex number, which C99 lays out as an array of two. */
typedef union gpu__real_parts {
    gpu_real z;
    double part[2];
} gpu__real_parts;
GPU__LIFTED_FN gpu_real gpu__real_of(double value, double slope)
{
    gpu__real_parts p;
    p.part[0] = value;
    p.part[1] = slope;
    return p.z;
}
GPU__LIFTED_FN double gpu__real_part(gpu_real z, int k)
{
    gpu__real_parts p;
    p.z = z;
    return p.part[k];
}
/* As C++'s functions of these names. Here a NaN may come from an infinity times a derivative of 0. */
GPU__LIFTED_FN double gpu__term(double factor, double d) { return d == 0 || (factor == 0 && d != d) ? 0 : factor * d; }
GPU__LIFTED_FN double gpu__slope(double by, double d) { return by == 0 ? 0 : gpu__term(by, d); }
GPU__LIFTED_FN double gpu__real_value(gpu_real z) { return gpu__real_part(z, 0); }
GPU__LIFTED_FN double gpu__real_value_of_double(double x) { return x; }
#define GPU__VALUE_OF_REAL(x)                                                                                          \
    (GPU__EXTENSION _Generic((x), gpu_real : gpu__real_value, default : gpu__real_value_of_double)(x))
#define GPU__DECLARE_SLOPE(name, kind, by) GPU__LIFTED_FN gpu_real gpu__real_##name(gpu_real z);
#define GPU__DECLARE_SLOPES(name, kind, by_x, by_y)                                                                    \
    GPU__LIFTED_FN gpu_real gpu__real_##name(gpu_real first, gpu_real second);
#define GPU__DEFINE_SLOPE(name, kind, by)                                                                              \
    GPU__LIFTED_FN gpu_real gpu__real_##name(gpu_real z)                                                               \
    {                                                                                                                  \
        const double x = gpu__real_value(z), r = gpu_math_##name##_f64(x), by_x = by;                                  \
        return gpu__real_of(r, gpu__##kind(by_x, gpu__real_part(z, 1)));                                               \
    }
#define GPU__DEFINE_SLOPES(name, kind, slope_x, slope_y)                                                               \
    GPU__LIFTED_FN gpu_real gpu__real_##name(gpu_real first, gpu_real second)                                          \
    {                                                                                                                  \
        const double x = gpu__real_value(first), y = gpu__real_value(second), r = gpu_math_##name##_f64(x, y);         \
        const double dx = gpu__real_part(first, 1), dy = gpu__real_part(second, 1);                                    \
        return gpu__real_of(r, gpu__##kind(slope_x, dx) + gpu__##kind(slope_y, dy));                                   \
    }
GPU__SLOPES(GPU__DECLARE_SLOPE)
GPU__SLOPES_OF_TWO(GPU__DECLARE_SLOPES)
GPU__SLOPES(GPU__DEFINE_SLOPE)
GPU__SLOPES_OF_TWO(GPU__DEFINE_SLOPES)
#endif
#endif
