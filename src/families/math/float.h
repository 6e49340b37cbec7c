/* Functions of floats. Each is computed in double with a relative error of about 2^-52 and rounded once. The last bits
   of some coefficients are chosen, and a few results corrected by one bit, such that each of the 2^32 arguments has the
   correctly rounded result, which tests/test_math.cu proves. No product is an operand of a sum except in a written fma,
   so there is nothing that a compiler could contract, and the bits are the same everywhere.

   1 / d to about the precision of a double: the quotient of floats, which is correctly rounded everywhere, and one step
   of third order of Newton's method. A division of doubles would take longer on a GPU.

   The quotient of floats is computed without a branch, for 2^-126 <= |d| < 2^126: by Markstein's theorem one step from
   the processor's approximation is correctly rounded, except for the last d below a power of two, whose inverse is the
   second number of its binade. */
GPU__LIFTED_FN float gpu__float_reciprocal(float d)
{
#ifdef __CUDA_ARCH__
    const uint32_t b = gpu__bits32(d);
    float y;
    asm("rcp.approx.ftz.f32 %0, %1;" : "=f"(y) : "f"(d));
    y = __fmaf_rn(y, __fmaf_rn(-d, y, 1.0f), y);
    y = fmaxf(fabsf(y), gpu__float32(0x7e800001u - (b & 0x7f800000u)));
    return gpu__float32(gpu__bits32(y) | (b & 0x80000000u));
#else
    return 1.0f / d;
#endif
}
GPU__LIFTED_FN double gpu__refined(double inverse, double d)
{
    const double e = GPU__FMA(-d, inverse, 1.0);
    return GPU__FMA(inverse, GPU__FMA(e, e, e), inverse);
}
GPU__LIFTED_FN double gpu__inverse(double d) { return gpu__refined((double)gpu__float_reciprocal((float)d), d); }
/* a / b, correctly rounded, where none of the numbers is near the ends of the range: as the compiler divides, without
   the branch to other cases. */
GPU__LIFTED_FN double gpu__divided(double a, double b)
{
#ifdef __CUDA_ARCH__
    double y, q;
    asm("rcp.approx.ftz.f64 %0, %1;" : "=d"(y) : "d"(b));
    y = gpu__refined(gpu__float64(gpu__bits64(y) | 1), b); /* the bit is for a b just below a power of two */
    y = __fma_rn(y, __fma_rn(-b, y, 1.0), y);
    q = a * y;
    return __fma_rn(y, __fma_rn(-b, q, a), q);
#else
    return a / b;
#endif
}
/* a / b for a b of which near_b is the float. CPUs divide beside their multiplications, and a kernel multiplies
   by the inverse; the last bits differ, and the floats that the results are rounded to do not. */
GPU__LIFTED_FN double gpu__quotient(double a, double b, float near_b)
{
#if defined(__CUDA_ARCH__) || defined(GPU__TEST_QUOTIENT)
    return a * gpu__refined((double)gpu__float_reciprocal(near_b), b);
#else
    return (void)near_b, a / b;
#endif
}
/* x = n ln 2 + r with a whole n and |r| <= ln 2 / 2; *power = 2^n. */
GPU__LIFTED_FN double gpu__exp_reduced(double x, double *power)
{
    const double whole = GPU__EXPONENT_ROUNDER; /* the sum's low bits are the exponent of 2^n */
    const double t = GPU__FMA(x, 1.4426950408889634, whole), n = t - whole;
    *power = gpu__float64(gpu__bits64(t) << 52);
    return GPU__FMA(n, -2.3190468138462996e-17, GPU__FMA(n, -0.6931471805599453, x));
}
/* exp(r) - 1 */
GPU__LIFTED_FN double gpu__expm1_of_reduced(double r)
{
    double q = GPU__SERIES(r, 0.5, 0.16666666666666669, 0.04166666666662413, 0.008333333333330062,
                           0.0013888888917213717, 0.00019841269863053618, 2.4801521295954376e-05,
                           2.7557268459997064e-06, 2.7620088445409746e-07, 2.510038549551032e-08);
    return GPU__FMA(r * r, q, r);
}
GPU__LIFTED_FN float gpu_math_exp_f32(float x)
{
    double s, p;
    const float clamped = x < -104.0f ? -104.0f : x > 89.0f ? 89.0f : x; /* beyond, the result is 0 or infinite */
    p = gpu__expm1_of_reduced(gpu__exp_reduced((double)clamped, &s));
    return (float)GPU__FMA(s, p, s);
}
GPU__LIFTED_FN float gpu_math_sigmoid_f32(float x)
{
    double s, p;
    const float away = x < 0 ? x : -x, clamped = away < -104.0f ? -104.0f : away;
    p = gpu__expm1_of_reduced(gpu__exp_reduced((double)clamped, &s));
    p = GPU__FMA(s, p, s);
    p = gpu__quotient(x < 0 ? p : 1.0, p + 1.0, (float)(p + 1.0));
    /* For some small x, 1/2 + x / 4 is halfway between two floats, and the exact result slightly nearer to 1/2. */
    return (float)GPU__FMA(away > -3.0517578125e-05f ? -9.313225746154785e-10 : 0.0,
                           (double)(x < 0 ? clamped : -clamped), p);
}
GPU__LIFTED_FN float gpu_math_tanh_f32(float x)
{
    const double whole = GPU__EXPONENT_ROUNDER;
    const float away = x < 0 ? x : -x, clamped = away < -10.0f ? -10.0f : away; /* beyond, the result is -1 */
    /* 2 x = n ln 2 + r as in gpu__exp_reduced; what the rest of ln 2 adds is below 2^-54 of the result. */
    const double t = GPU__FMA((double)clamped, 2.8853900817779268, whole);
    const double s = gpu__float64(gpu__bits64(t) << 52);
    double p = gpu__expm1_of_reduced(GPU__FMA(t - whole, -0.6931471805599453, 2.0 * (double)clamped));
    p = GPU__FMA(s, p, s - 1.0); /* exp(-2 |x|) - 1 */
    p = gpu__quotient(p, p + 2.0, (float)(p + 2.0));
    return x == 0 ? x : (float)(x < 0 ? p : -p);
}
/* c of log(1 + f) = t + t^3 c(t^2), t = 2 f / (2 + f) */
GPU__LIFTED_FN double gpu__log_series(double z)
{
    double q = GPU__SERIES(z, 0.012500000000072132, 0.0022321428611322509, 0.00043402756211931114,
                           8.8783638454458674e-05, 1.87154674258725e-05, 4.4606271858819552e-06);
    return GPU__FMA(z, q, 0.083333333333291709);
}
GPU__LIFTED_FN double gpu__log_of_quotient(double t)
{
    const double z = t * t;
    return GPU__FMA(t * z, gpu__log_series(z), t);
}
/* log(1 + f); near_d is the float of f + 2 */
GPU__LIFTED_FN double gpu__log1p_of_reduced(double f, float near_d)
{
    return gpu__log_of_quotient(gpu__quotient(f + f, f + 2.0, near_d));
}
/* a = 2^n (1 + f) with 1 + f between the square roots of 1/2 and 2, for a positive a that is not infinite. */
GPU__LIFTED_FN float gpu__log_reduced_f32(float a, double *n)
{
    const int tiny = a < 1.17549435e-38f;
    const uint32_t b = gpu__bits32(tiny ? a * 8388608.0f : a) - 0x3f3504f3u;
    *n = (double)(((int32_t)b >> 23) - (tiny ? 23 : 0));
    return gpu__float32((b & 0x7fffffu) + 0x3f3504f3u) - 1.0f;
}
GPU__LIFTED_FN float gpu_math_log_f32(float x)
{
    double n;
    const float f = gpu__log_reduced_f32(x, &n);
    const double r = gpu__log1p_of_reduced((double)f, f + 2.0f);
    /* Three logarithms are so close to halfway between two floats that the double is exactly halfway: the greater float
       is correct. */
    const uint32_t b = gpu__bits32(x), up = (b == 0x4c5d65a5u) | (b == 0x65d890d3u) | (b == 0x6f31a8ecu);
    const float y = gpu__float32(gpu__bits32((float)GPU__FMA(n, 0.6931471805599453, r)) + up);
    return x > 0 ? (x < INFINITY ? y : x) : x == 0 ? -INFINITY : NAN;
}
/* sin(r) for |r| <= pi / 2 */
GPU__LIFTED_FN double gpu__sin_of_reduced(double r)
{
    const double z = r * r;
    double q =
        GPU__SERIES(z, -0.16666666666666693, 0.0083333333333336698, -0.00019841269841267467, 2.7557319218871685e-06,
                    -2.5052107599839603e-08, 1.6058977311732885e-10, -7.6439699447302486e-13, 2.7314372404701344e-15);
    return GPU__FMA(r * z, q, r);
}
/* Arguments from 2^28 on: the reduction of Payne and Hanek. x / (2 pi) modulo 1, in units of 2^-64, is the mantissa
   times the 96 bits of 1 / (2 pi) that matter for the exponent of x. */
GPU__LIFTED_FN uint64_t gpu__turns_of_f32(float x)
{
    static const uint32_t inverse[7] = {0x28be60dbu, 0x9391054au, 0x7f09d5f4u, 0x7d4d3770u,
                                        0x36d8a566u, 0x4f10e410u, 0x7f9458eau};
    const uint32_t b = gpu__bits32(x), position = ((b >> 23) & 255) - 150, k = position >> 5 & 3, shift = position & 31;
    const uint64_t m = (b & 0x7fffffu) | 0x800000u, low = (uint64_t)inverse[k + 2] << 32 | inverse[k + 3];
    const uint64_t high = (uint64_t)inverse[k] << 32 | inverse[k + 1], carried = low >> 1 >> (63 - shift);
    const uint64_t u = m * (high << shift | carried) + (m * (low << shift >> 32) >> 32);
    return b >> 31 ? 0 - u : u;
}
/* The sine of u 2^-64 full turns; with u + 2^62 it is the cosine of u. */
GPU__LIFTED_FN double gpu__sin_of_turns(uint64_t u)
{
    const double r = (double)(int64_t)(u << 1) * 1.7030607900432775e-19; /* pi / 2^64 */
    return gpu__float64(gpu__bits64(gpu__sin_of_reduced(r)) ^ ((u + 0x4000000000000000u) & 0x8000000000000000u));
}
/* For |x| < 2^28: the loops over arrays call it if all arguments of a block are that small. x = n pi + r. */
GPU__LIFTED_FN float gpu__sin_small_f32(float x)
{
    const double whole = GPU__ROUNDER, t = GPU__FMA((double)x, 0.3183098861837907, whole), n = t - whole;
    const double r = GPU__FMA(n, -1.2246467991473532e-16, GPU__FMA(n, -3.141592653589793, (double)x));
    const float y = (float)gpu__float64(gpu__bits64(gpu__sin_of_reduced(r)) ^ gpu__bits64(t) << 63);
    return x == 0 ? x : y;
}
GPU__LIFTED_FN float gpu__cos_small_f32(float x)
{
    const double whole = GPU__ROUNDER, t = GPU__FMA((double)x, 0.3183098861837907, 0.5) + whole;
    const double n = (t - whole) - 0.5;
    const double r = GPU__FMA(n, -1.2246467991473532e-16, GPU__FMA(n, -3.141592653589793, (double)x));
    return (float)gpu__float64(gpu__bits64(gpu__sin_of_reduced(r)) ^ gpu__bits64(t) << 63);
}
GPU__LIFTED_FN float gpu_math_{sin|cos}_f32(float x)
{
    const uint32_t size = gpu__bits32(x) & 0x7fffffffu;
    if (size < 0x4d800000u /* 2^28 */) return gpu__{1}_small_f32(x);
    return size < 0x7f800000u ? (float)gpu__sin_of_turns(gpu__turns_of_f32(x) + {0|0x4000000000000000u}) : NAN;
}
