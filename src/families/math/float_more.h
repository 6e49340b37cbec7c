#ifdef GPU_MATH
/* The functions of floats that GPU_MATH adds, computed as those in float.h. */
GPU__LIFTED_FN float gpu_math_exp2_f32(float x)
{
    const float clamped = x < -151.0f ? -151.0f : x > 129.0f ? 129.0f : x;
    const double whole = GPU__EXPONENT_ROUNDER, t = (double)clamped + whole; /* as in gpu__exp_reduced */
    const double s = gpu__float64(gpu__bits64(t) << 52);
    const double p = gpu__expm1_of_reduced(((double)clamped - (t - whole)) * 0.6931471805599453);
    const uint32_t b = gpu__bits32(x),
                   up = (b == 0x3b429d37u) | (b == 0xbcf3a937u); /* else rounded in the wrong direction */
    return gpu__float32(gpu__bits32((float)GPU__FMA(s, p, s)) + up);
}
GPU__LIFTED_FN float gpu_math_exp10_f32(float x)
{
    const float clamped = x < -46.0f ? -46.0f : x > 39.0f ? 39.0f : x;
    const double whole = GPU__EXPONENT_ROUNDER, t = GPU__FMA((double)clamped, 3.321928094887362, whole), n = t - whole;
    const double s = gpu__float64(gpu__bits64(t) << 52), r = GPU__FMA(n, -0.3010299956639812, (double)clamped);
    const double p = gpu__expm1_of_reduced(GPU__FMA(n, 2.8037281277851704e-18, r) * 2.302585092994046);
    return (float)GPU__FMA(s, p, s);
}
GPU__LIFTED_FN float gpu_math_expm1_f32(float x)
{
    double s, p;
    const float clamped = x < -50.0f ? -50.0f : x > 89.0f ? 89.0f : x;
    p = gpu__expm1_of_reduced(gpu__exp_reduced((double)clamped, &s));
    return x == 0 ? x : (float)GPU__FMA(s, p, s - 1.0);
}
/* t = exp(x) - 1: then sinh(x) = (t + t / (t + 1)) / 2. */
GPU__LIFTED_FN float gpu_math_sinh_f32(float x)
{
    double s, p;
    const float size = x < 0 ? -x : x, clamped = size > 90.0f ? 90.0f : size;
    p = gpu__expm1_of_reduced(gpu__exp_reduced((double)clamped, &s));
    p = GPU__FMA(s, p, s - 1.0);
    p = 0.5 * GPU__FMA(p, gpu__inverse(p < 1e30 ? p + 1.0 : 1e30), p);
    const uint32_t up = gpu__bits32(size) == 0x3a1285ffu; /* else rounded in the wrong direction */
    return x == 0 ? x : gpu__float32(gpu__bits32((float)(x < 0 ? -p : p)) - up);
}
GPU__LIFTED_FN float gpu_math_cosh_f32(float x)
{
    double s, p;
    const float size = x < 0 ? -x : x, clamped = size > 90.0f ? 90.0f : size;
    p = gpu__expm1_of_reduced(gpu__exp_reduced((double)clamped, &s));
    p = GPU__FMA(s, p, s);
    return (float)GPU__FMA(0.5, p, 0.5 * gpu__inverse(p < 1e30 ? p : 1e30));
}
/* The logarithm of x, in parts: *n, the power of two, and log(1 + f), which is returned. */
GPU__LIFTED_FN double gpu__log_f32(float x, double *n)
{
    const float f = gpu__log_reduced_f32(x, n);
    return gpu__log1p_of_reduced((double)f, f + 2.0f);
}
GPU__LIFTED_FN float gpu__log_finite(float x, float y)
{
    return x > 0 ? (x < INFINITY ? y : x) : x == 0 ? -INFINITY : NAN;
}
GPU__LIFTED_FN float gpu_math_log2_f32(float x)
{
    double n;
    const double r = gpu__log_f32(x, &n);
    return gpu__log_finite(x, (float)GPU__FMA(r, 1.4426950408889634, n));
}
GPU__LIFTED_FN float gpu_math_log10_f32(float x)
{
    double n;
    const double r = gpu__log_f32(x, &n);
    const uint32_t up = gpu__bits32(x) == 0x0efeee7au; /* else rounded in the wrong direction */
    const float y = (float)GPU__FMA(n, 0.3010299956639812, r * 0.4342944819032518);
    return gpu__log_finite(x, gpu__float32(gpu__bits32(y) + up));
}
GPU__LIFTED_FN float gpu_math_log1p_f32(float x)
{
    const double a = (double)x + 1.0;
    double n, f, t, z, h, r, s;
    uint32_t b = gpu__bits32(x);
    f = gpu__log_reduced(a, &n);
    s = gpu__power_of_two(-n);
    f = GPU__FMA(s, (double)x, s - 1.0); /* f, from x instead of from the rounded sum */
    t = gpu__quotient(f + f, f + 2.0, (float)f + 2.0f);
    z = t * t;
    h = 0.5 * f;
    r = GPU__FMA(-0.5 * t, GPU__FMA(h, f, 2.0 * z * gpu__log_series(z)), h * f); /* f - log(1 + f) */
    t = f - r;
    r = (f - t) - r;
    s = GPU__FMA(n, 0.6931471805599453, t);
    r = GPU__FMA(n, 2.3190468138462996e-17, r);
    r = r + (GPU__FMA(n, 0.6931471805599453, -s) + t);
    b = (b == 0x3ddbfec3u) - (uint32_t)(b == 0x3efd81adu); /* two are rounded in the wrong direction */
    float y = gpu__float32(gpu__bits32(gpu__pair_to_float(s, r)) + b);
    y = gpu__log_finite(x + 1.0f, y);
    return x == 0 ? x : y;
}
/* The tangent of quarters pi / 2 + r, |r| <= pi / 4 */
GPU__LIFTED_FN double gpu__tan_of_quarter(double r, uint64_t quarter)
{
    const double z = r * r;
    double s = GPU__SERIES(z, -0.16666666666666666, 0.008333333333330936, -0.00019841269836740532,
                           2.7557316093198404e-06, -2.5051129896450185e-08, 1.5917988979397435e-10);
    const double c = GPU__SERIES(z, 1.0, -0.5, 0.041666666666666664, -0.0013888888888887389, 2.48015872987544e-05,
                                 -2.755731726587808e-07, 2.087614504941318e-09, -1.138254464534925e-11);
    s = GPU__FMA(r * z, s, r);
    return (quarter & 1 ? -c : s) * gpu__inverse(quarter & 1 ? s : c);
}
GPU__LIFTED_FN float gpu__tan_small_f32(float x)
{
    const double whole = GPU__ROUNDER, t = GPU__FMA((double)x, 0.6366197723675814, whole), n = t - whole;
    const double r = GPU__FMA(n, -6.123233995736766e-17, GPU__FMA(n, -1.5707963267948966, (double)x));
    const float y = (float)gpu__tan_of_quarter(r, gpu__bits64(t));
    return x == 0 ? x : y;
}
GPU__LIFTED_FN float gpu_math_tan_f32(float x)
{
    const uint32_t size = gpu__bits32(x) & 0x7fffffffu;
    if (size < 0x4d800000u /* 2^28 */) return gpu__tan_small_f32(x);
    if (size >= 0x7f800000u) return NAN;
    const uint64_t u = gpu__turns_of_f32(x);
    const uint64_t quarter = (u + 0x2000000000000000u) >> 62;
    return (float)gpu__tan_of_quarter((double)(int64_t)(u - (quarter << 62)) * 3.4061215800865545e-19, quarter);
}
/* sin(pi r) for |r| <= 1/2 */
GPU__LIFTED_FN double gpu__sinpi_of_reduced(double r)
{
    const double z = r * r;
    double q =
        GPU__SERIES(z, -5.16771278004997, 2.55016403987734, -0.599264529320343, 0.08214588659675232,
                    -0.007370430719634586, 0.00046630087411496363, -2.1906201655131958e-05, 7.725743030789876e-07);
    return GPU__FMA(r * z, q, r * 3.141592653589793);
}
GPU__LIFTED_FN float gpu_math_sinpi_f32(float x)
{
    const double whole = GPU__ROUNDER;
    const float size = x < 0 ? -x : x, clamped = size < 16777216.0f ? x : 0.0f; /* beyond, all numbers are even */
    const double t = (double)clamped + whole, r = (double)clamped - (t - whole);
    const double y = gpu__float64(gpu__bits64(gpu__sinpi_of_reduced(r)) ^ gpu__bits64(t) << 63);
    return r == 0 ? x * 0.0f : (float)y;
}
GPU__LIFTED_FN float gpu_math_cospi_f32(float x)
{
    const double whole = GPU__ROUNDER;
    const float size = x < 0 ? -x : x, clamped = size < 16777216.0f ? x : 0.0f;
    const double t = ((double)clamped + 0.5) + whole, r = ((double)clamped - (t - whole)) + 0.5;
    const double y = gpu__float64(gpu__bits64(gpu__sinpi_of_reduced(r)) ^ gpu__bits64(t) << 63);
    return size < INFINITY ? (r == 0 ? 0.0f : (float)y) : NAN;
}
/* atan(t + low) - t for |t| <= tan(pi / 8) */
GPU__LIFTED_FN double gpu__atan_rest(double t, double low)
{
    const double z = t * t;
    double q = GPU__SERIES(z, -0.3333333333333333, 0.19999999999999804, -0.14285714285659779, 0.11111111105150588,
                           -0.09090908753259112, 0.07692296368042296, -0.0666642476020052, 0.05878927554473807,
                           -0.05230443640686948, 0.045515447340221615, -0.03456931506332609, 0.016284375050043393);
    return GPU__FMA(t * z, q, low);
}
GPU__LIFTED_FN float gpu_math_atan_f32(float x)
{
    const float size = x < 0 ? -x : x, clamped = size > 1.0e18f ? 1.0e18f : size;
    const double a = (double)clamped;
    const int middle = a > 0.41421356237309503, outer = a > 2.414213562373095;
    const double up = outer ? -1.0 : middle ? a - 1.0 : a, down = outer ? a : middle ? a + 1.0 : 1.0;
    const double base = outer ? 1.5707963267948966 : middle ? 0.7853981633974483 : 0.0;
    const double inverse = gpu__inverse(down), t = GPU__FMA(up, inverse, 0.0);
    double e, low, y = gpu__pair_sum(t, gpu__atan_rest(t, GPU__FMA(-t, down, up) * inverse), &low);
    y = gpu__pair_sum(base, y, &e);
    low = low + (e + (outer ? 6.123233995736766e-17 : middle ? 3.061616997868383e-17 : 0.0));
    const float r = gpu__pair_to_float(y, low);
    return x == 0 ? x : x < 0 ? -r : r;
}
/* asin(s) = s + s z q for 0 <= s <= 1/2, z = s^2: q */
GPU__LIFTED_FN double gpu__asin_polynomial(double z)
{
    double q = GPU__SERIES(z, 0.07500000000000118, 0.044642857142551895, 0.03038194447553234, 0.02237215744350722,
                           0.017352816540325496, 0.01396378001220357, 0.011566459612121669, 0.009621842970100282,
                           0.009319560794767446, 0.0030448799094556773, 0.019554513336123378, -0.01924167174674304,
                           0.02961201126495512);
    return GPU__FMA(z, q, 0.16666666666666666);
}
GPU__LIFTED_FN double gpu__asin_of_reduced(double s, double z) { return GPU__FMA(s * z, gpu__asin_polynomial(z), s); }
GPU__LIFTED_FN float gpu_math_asin_f32(float x)
{
    const double a = (double)(x < 0 ? -x : x), square = a * a;
    const double z = a > 0.5 ? GPU__FMA(-0.5, a, 0.5) : square, s = a > 0.5 ? gpu__sqrt64(z) : a;
    const double p = gpu__asin_of_reduced(s, z), y = a > 0.5 ? GPU__FMA(-2.0, p, 1.5707963267948966) : p;
    return x == 0 ? x : (float)(x < 0 ? -y : y);
}
GPU__LIFTED_FN float gpu_math_acos_f32(float x)
{
    const double a = (double)(x < 0 ? -x : x), square = a * a;
    const double z = a > 0.5 ? GPU__FMA(-0.5, a, 0.5) : square, s = a > 0.5 ? gpu__sqrt64(z) : a;
    const double p = gpu__asin_of_reduced(s, z), q = x < 0 ? -p : p; /* of the half angle where |x| > 1/2 */
    const double outer = x < 0 ? GPU__FMA(2.0, q, 3.141592653589793) : 2.0 * q;
    const uint32_t b = gpu__bits32(x),
                   up = (b == 0x328885a3u) | (b == 0x39826222u); /* else rounded in the wrong direction */
    return gpu__float32(gpu__bits32((float)(a > 0.5 ? outer : 1.5707963267948966 - q)) + up);
}
/* With w close to a^(-1/3) and e = 1 - a w^3 the root is a w^2 (1 - e)^(-2/3). */
GPU__LIFTED_FN float gpu_math_cbrt_f32(float x)
{
    const uint32_t sign = gpu__bits32(x) & 0x80000000u;
    const float size = gpu__float32(gpu__bits32(x) ^ sign);
    const int tiny = size < 1.17549435e-38f;
    const float a = tiny ? size * 16777216.0f : size, third = a * 0.333333343f;
    float w = gpu__float32(0x548c2b4bu - gpu__bits32(a) / 3u), u;
    u = w * w;
    w = GPU__FMAF(-(third * w), u * w, 1.33333337f * w); /* Newton's method */
    u = w * w;
    w = GPU__FMAF(-(third * w), u * w, 1.33333337f * w);
    u = w * w;
    w = GPU__FMAF(-(third * w), u * w, 1.33333337f * w);
    const double v = (double)a * ((double)w * (double)w);
    const double e = GPU__FMA(-v, (double)w, 1.0);
    u = (float)GPU__FMA(v * e, GPU__FMA(e, 0.5555555555555556, 0.6666666666666666), v) * (tiny ? 0.00390625f : 1.0f);
    return size > 0 && size < INFINITY ? gpu__float32(gpu__bits32(u) | sign) : x + x;
}
GPU__LIFTED_FN float gpu_math_sqrt_f32(float x)
{
#ifdef __CUDA_ARCH__
    return __fsqrt_rn(x);
#else
    return sqrtf(x);
#endif
}
GPU__LIFTED_FN float gpu_math_rsqrt_f32(float x)
{
    const double q = (double)gpu__float_reciprocal(gpu_math_sqrt_f32(x)), e = GPU__FMA(-((double)x * q), q, 1.0);
    const float y = (float)GPU__FMA(q * e, GPU__FMA(e, 0.375, 0.5), q);
    return x > 0 && x < INFINITY ? y : x == 0 ? 1.0f / x : x == INFINITY ? 0.0f : NAN;
}
GPU__LIFTED_FN float gpu_math_abs_f32(float x) { return gpu__float32(gpu__bits32(x) & 0x7fffffffu); }
GPU__LIFTED_FN float gpu_math_{min|max}_f32(float x, float y) { return x {<|>} y || x != x ? x : y; }
/* The root, correctly rounded, of 0 or a number that is neither small nor large, on a GPU without a branch: one step of
   third order of Newton's method for the root's inverse, and one for the root, which rounds it correctly. */
GPU__LIFTED_FN double gpu__root(double x)
{
#ifdef __CUDA_ARCH__
    double y, e;
    asm("rsqrt.approx.ftz.f64 %0, %1;" : "=d"(y) : "d"(x));
    e = __fma_rn(-x, y * y, 1.0);
    y = __fma_rn(__fma_rn(e, 0.375, 0.5), y * e, y);
    e = x * y;
    e = __fma_rn(__fma_rn(-e, e, x), 0.5 * y, e);
    return x == 0 ? x : e;
#else
    return gpu__sqrt64(x);
#endif
}
/* The squares are exact, and their sum is a pair; the sign of the root's remainder tells on which side the exact root
   is. */
GPU__LIFTED_FN float gpu_math_hypot_f32(float x, float y)
{
    const double a = (double)gpu_math_abs_f32(x), b = (double)gpu_math_abs_f32(y), h = a > b ? a : b, l = a > b ? b : a;
    const double square = GPU__FMA(h, h, 0.0), s = GPU__FMA(l, l, square), low = GPU__FMA(l, l, square - s);
    const double r = gpu__root(s), rest = GPU__FMA(-r, r, s) + low;
    const float z = gpu__pair_to_float(r, rest);
    return a < (double)INFINITY && b < (double)INFINITY     ? z
           : a == (double)INFINITY || b == (double)INFINITY ? INFINITY
                                                            : NAN;
}
/* The product of a and the pair b + b_low, as a pair. */
GPU__LIFTED_FN double gpu__pair_product(double a, double b, double b_low, double *low)
{
    const double p = GPU__FMA(a, b, 0.0);
    *low = GPU__FMA(a, b_low, GPU__FMA(a, b, -p));
    return p;
}
/* The angle as a pair: atan(t) = t + t z c with z = t^2, of which all are pairs. */
GPU__LIFTED_FN float gpu_math_atan2_f32(float y, float x)
{
    const double endless = (double)INFINITY, p = (double)gpu_math_abs_f32(y), q = (double)gpu_math_abs_f32(x);
    const int left = (int)(gpu__bits32(x) >> 31), steep = p > q, infinite = p == endless || q == endless;
    const double most = infinite ? 1.0 : steep ? p : q, least = infinite ? (p == q ? 1.0 : 0.0) : steep ? q : p;
    const double scale = most > 1e18 ? 5.421010862427522e-20 : most < 1e-18 ? 3.402823669209385e+38 : 1.0;
    const double v = most > 0 ? most * scale : 1.0, u = least * scale;
    const int middle = u > 0.41421356237309503 * v;
    const double b = middle ? v + u : v, inverse = gpu__inverse(b); /* sums in the middle are exact */
    double a = middle ? u - v : u, eighths, t, t_low, z, z_low, c, c_low, w, w_low, base, base_low, e;
    eighths = steep ? (middle ? 1.0 : 2.0) : middle ? 1.0 : 0.0;
    eighths = left ? 4.0 - eighths : eighths;
    a = steep != left ? -a : a;
    t = GPU__FMA(a, inverse, 0.0);
    t_low = GPU__FMA(-t, b, a) * inverse;
    z = GPU__FMA(t, t, 0.0);
    z_low = GPU__FMA(2.0 * t, t_low, GPU__FMA(t, t, -z));
    c = GPU__SERIES(z, 0.2, -0.14285714285714277, 0.1111111111110853, -0.09090909090576765, 0.07692307670023271,
                    -0.06666665775017945, 0.05882329961832965, -0.052627591431637484, 0.04757134461263118,
                    -0.0430818814598336, 0.03773010581259294, -0.02830041286950074, 0.012896095723647838);
    c = gpu__pair_sum(-0.3333333333333333, GPU__FMA(z, c, -1.850371707708594e-17), &c_low);
    w = GPU__FMA(z, c, 0.0);
    w_low = GPU__FMA(z, c_low, GPU__FMA(z_low, c, GPU__FMA(z, c, -w)));
    c = GPU__FMA(t, w, 0.0);
    c_low = GPU__FMA(t_low, w, GPU__FMA(t, w_low, GPU__FMA(t, w, -c)));
    t = gpu__pair_sum(t, c, &e);
    t_low = t_low + (e + c_low);
    base = gpu__pair_product(eighths, 0.7853981633974483, 3.061616997868383e-17, &base_low);
    base = gpu__pair_sum(base, t, &e);
    base = gpu__pair_sum(base, e + (base_low + t_low), &e);
    base = (double)gpu__pair_to_float(base, e);
    return x != x || y != y ? x + y : gpu__float32(gpu__bits32((float)base) | (gpu__bits32(y) & 0x80000000u));
}
#endif
