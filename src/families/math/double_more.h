#ifdef GPU_MATH
/* The functions of doubles that GPU_MATH adds, computed as those in double.h. */
GPU__LIFTED_FN double gpu_math_abs_f64(double x) { return gpu__float64(gpu__bits64(x) & 0x7fffffffffffffffu); }
/* y >= 0 with the sign of x */
GPU__LIFTED_FN double gpu__with_sign_f64(double y, double x)
{
    return gpu__float64(gpu__bits64(y) | (gpu__bits64(x) & 0x8000000000000000u));
}
GPU__LIFTED_FN double gpu__power_of_two_less(double n, double less) /* 2^(n - less) */
{
    return gpu__float64(gpu__bits64(n + (GPU__EXPONENT_ROUNDER - less)) << 52);
}
GPU__LIFTED_FN double gpu_math_exp2_f64(double x)
{
    const double clamped = x < -1080.0 ? -1080.0 : x > 1030.0 ? 1030.0 : x, whole = GPU__ROUNDER;
    const double n = (clamped + whole) - whole;
    double low, r = gpu__pair_product(clamped - n, 0.6931471805599453, 2.3190468138462996e-17, &low);
    return gpu__scaled(gpu__exp_of_reduced(r, low), n);
}
GPU__LIFTED_FN double gpu_math_exp10_f64(double x)
{
    const double clamped = x < -330.0 ? -330.0 : x > 310.0 ? 310.0 : x, whole = GPU__ROUNDER;
    const double n = GPU__FMA(clamped, 3.321928094887362, whole) - whole, f = GPU__FMA(n, -0.3010299956639812, clamped);
    const double g = GPU__FMA(n, 2.8037281277851704e-18, f), g_low = GPU__FMA(n, 2.8037281277851704e-18, f - g);
    double low, r = gpu__pair_product(g, 2.302585092994046, -2.1707562233822494e-16, &low);
    return gpu__scaled(gpu__exp_of_reduced(r, GPU__FMA(g_low, 2.302585092994046, low)), n);
}
/* With x = n ln 2 + r, exp(x) - 1 is 2^n - 1 + 2^n (exp(r) - 1). The sum of its two largest parts, 2^n - 1 and 2^n r,
   is a pair; the rest is below a fifth of the result, so its error is small. The result is 2^-less times that, so that
   it can be finite wherever exp(x) - 1 is. */
GPU__LIFTED_FN double gpu__expm1_scaled(double x, double less)
{
    double n, low, r = gpu__exp_reduced_pair(x, &n, &low), h, e;
    const double rest = GPU__FMA(r * r, GPU__FMA(r, gpu__exp_series(r), 0.5), GPU__FMA(low, r, low));
    const double one = gpu__power_of_two(-less), s = gpu__power_of_two_less(n, less), even = s - one;
    h = GPU__FMA(s, r, even);
    e = GPU__FMA(s, r, even - h) + ((s - even) - one);
    return h + GPU__FMA(s, rest, e);
}
GPU__LIFTED_FN double gpu_math_expm1_f64(double x)
{
    const double y = 2.0 * gpu__expm1_scaled(x < -50.0 ? -50.0 : x > 710.0 ? 710.0 : x, 1.0);
    return x * x < 2.5e-33 ? x : y;
}
/* 2^(1 - less) times the sine or the cosine of a >= 0. With a = n ln 2 + r the cosine is c cosh(r) + s sinh(r), where c
   and s are the cosine and the sine of n ln 2; of the sine c and s change places. They are sums of two powers of two,
   rounded for n above 26, of which e has the error. As in expm1 the sum of the two largest parts is a pair, and the
   rest is below a tenth of the result. */
GPU__LIFTED_FN double gpu__hyperbolic_scaled(double a, int sine, int less)
{
    double n, low, r = gpu__exp_reduced_pair(a, &n, &low), z = r * r, h, e;
    const double up = gpu__power_of_two_less(n, less);
    const int64_t inverse = (int64_t)(((uint64_t)(2046 - 2 * less) << 52) - gpu__bits64(up)); /* negative if n > 1021 */
    const double down = gpu__float64((uint64_t)(inverse > 0 ? inverse : 0)), other = sine ? -down : down;
    const double even = up + other, odd = up - other;
    double c = GPU__SERIES(z, 0.04166666666666668, 0.0013888888888877267, 2.480158734146974e-05, 2.755725817437169e-07,
                           2.0919885646734535e-09);
    double s = GPU__SERIES(z, 0.16666666666666677, 0.008333333333321669, 0.00019841269886040373, 2.7557244290678043e-06,
                           2.510900962373306e-08);
    h = GPU__FMA(odd, r, even);
    e = GPU__FMA(odd, r, even - h) + ((up - even) + other);
    e = GPU__FMA(odd, GPU__FMA(r * z, s, GPU__FMA(low, r, low)), e);
    return h + GPU__FMA(even * z, GPU__FMA(z, c, 0.5), e);
}
GPU__LIFTED_FN double gpu_math_sinh_f64(double x)
{
    const double a = gpu_math_abs_f64(x), y = 2.0 * gpu__hyperbolic_scaled(a > 710.6 ? 710.6 : a, 1, 2);
    return gpu__with_sign_f64(a < 1e-9 ? a : y, x);
}
GPU__LIFTED_FN double gpu_math_cosh_f64(double x)
{
    const double a = gpu_math_abs_f64(x);
    return 2.0 * gpu__hyperbolic_scaled(a > 710.6 ? 710.6 : a, 0, 2);
}
/* The logarithm where it is infinite or NaN, else y. */
GPU__LIFTED_FN double gpu__log_finite_f64(double x, double y)
{
    return x > 0 ? (x < (double)INFINITY ? y : x) : x == 0 ? -(double)INFINITY : (double)NAN;
}
/* log(1 + f) = 2 s + the result, where s is f / (2 + f), rounded; 2 / (2 + f) is 1 - s. */
GPU__LIFTED_FN double gpu__log_rest(double f, double *s)
{
    const double t = gpu__divided(f, f + 2.0), z = t * t, e = GPU__FMA(-t, f, GPU__FMA(-2.0, t, f));
    *s = t;
    return GPU__FMA(t * z, gpu__log_series_f64(z), GPU__FMA(-t, e, e));
}
/* Of 2^n (1 + f) */
GPU__LIFTED_FN double gpu__log2_of_parts(double n, double f)
{
    double s, low, tail, rest = gpu__log_rest(f, &s);
    double v = gpu__pair_product(s, 2.8853900817779268, 4.0710547481862066e-17, &tail);
    v = gpu__pair_sum(n, v, &low);
    return v + (low + GPU__FMA(rest, 1.4426950408889634, tail));
}
GPU__LIFTED_FN double gpu__log10_of_parts(double n, double f)
{
    double s, low, tail, rest = gpu__log_rest(f, &s);
    double v = gpu__pair_product(s, 0.8685889638065036, 2.19663930043353e-17, &tail);
    tail = GPU__FMA(n, 3.694239077158931e-13, tail);
    v = gpu__pair_sum(n * 0.30102999566361177, v, &low); /* that product is exact */
    return v + (low + GPU__FMA(rest, 0.4342944819032518, tail));
}
GPU__LIFTED_FN double gpu_math_{log2|log10}_f64(double x)
{
    double n, f = gpu__log_normal_parts(x, &n);
    return gpu__log_finite_f64(x, gpu__{1}_of_parts(n, f));
}
/* With 1 + x = 2^n (1 + f) and s = 2^-n, f is s x + s - 1: exactly, except between the root of 2 less 1 and 1/2, where
   low is its error. */
GPU__LIFTED_FN double gpu__log1p_of_parts(double n, double f, double low)
{
    const double q = gpu__log_difference(f) - GPU__FMA(-f, low, low); /* log(1 + f + low) is log(1 + f) + low (1 - f) */
    return GPU__FMA(n, 0.6931471805598903, f - GPU__FMA(n, -5.497923018708371e-14, q));
}
GPU__LIFTED_FN double gpu_math_log1p_f64(double x)
{
    const double a = 1.0 + x;
    double n, f = gpu__log_reduced(a, &n), s = gpu__power_of_two(-n), low, y;
    f = n > 60.0 ? f : GPU__FMA(s, x, s - 1.0);
    low = n > 60.0 ? 0.0 : GPU__FMA(s, x, (s - 1.0) - f);
    y = gpu__log_finite_f64(a, gpu__log1p_of_parts(n, f, low));
    return x == 0 ? x : y;
}
/* (a + a_low) / (b + b_low), where b is not near the ends of the range */
GPU__LIFTED_FN double gpu__pair_quotient(double a, double a_low, double b, double b_low)
{
    const double q = gpu__divided(a, b), rest = GPU__FMA(-q, b, a) + GPU__FMA(-q, b_low, a_low);
    const double inverse = gpu__rough_inverse(b);
    return GPU__FMA(rest, GPU__FMA(inverse, GPU__FMA(-b, inverse, 1.0), inverse), q);
}
/* The tangent of quarters pi / 2 + r + low */
GPU__LIFTED_FN double gpu__tan_of_quarter_f64(double r, double low, uint64_t quarter)
{
    double s_low, c, c_low, s = gpu__sincos_pair(r, low, &s_low, &c, &c_low);
    const int odd = (int)(quarter & 1);
    c_low = GPU__FMA(-0.5, GPU__FMA(r, r, -(r * r)), c_low); /* r^2 was rounded */
    return gpu__pair_quotient(odd ? -c : s, odd ? -c_low : s_low, odd ? s : c, odd ? s_low : c_low);
}
GPU__LIFTED_FN double gpu__tan_small_f64(double x)
{
    uint64_t quarter;
    double low, r = gpu__quarter_of_small(x, &low, &quarter), y = gpu__tan_of_quarter_f64(r, low, quarter);
    return x < 1e-9 && x > -1e-9 ? x : y;
}
GPU__LIFTED_FN double gpu_math_tan_f64(double x)
{
    const uint64_t size = gpu__bits64(x) & 0x7fffffffffffffffu;
    uint64_t quarter;
    double low, r;
    if (size < 0x41d0000000000000u /* 2^30 */) return gpu__tan_small_f64(x);
    if (size >= 0x7ff0000000000000u) return (double)NAN;
    r = gpu__quarter_of_f64(x, &low, &quarter);
    return gpu__tan_of_quarter_f64(r, low, quarter);
}
/* pi x = quarters pi / 2 + r + *low for |x| < 2^53 */
GPU__LIFTED_FN double gpu__quarter_of_halves(double x, double *low, uint64_t *quarter)
{
    const double many = x < 0 ? -GPU__TWO_52 : GPU__TWO_52, whole = 3377699720527872.0;
    const double nearest = x - 2.0 * ((0.5 * x + many) - many),
                 t = nearest + whole; /* in [-1, 1]; whole is 1.5 * 2^51 */
    *quarter = gpu__bits64(t);
    return gpu__pair_product(nearest - (t - whole), 3.141592653589793, 1.2246467991473532e-16, low);
}
GPU__LIFTED_FN double gpu_math_sinpi_f64(double x)
{
    const double size = x < 0 ? -x : x, clamped = size < 9007199254740992.0 ? x : 0.0; /* else even */
    uint64_t quarter;
    double low, r = gpu__quarter_of_halves(clamped, &low, &quarter), y = gpu__sin_of_quarter(r, low, quarter);
    return y == 0 || r == 0 ? ((quarter & 1) != 0 ? y : x * 0.0) : y;
}
GPU__LIFTED_FN double gpu_math_cospi_f64(double x)
{
    const double size = x < 0 ? -x : x, clamped = size < 9007199254740992.0 ? x : 0.0;
    uint64_t quarter;
    double low, r = gpu__quarter_of_halves(clamped, &low, &quarter), y = gpu__sin_of_quarter(r, low, quarter + 1);
    return size < (double)INFINITY ? (y == 0 ? 0.0 : y) : (double)NAN;
}
/* base + atan(up / down) for a base of 0, pi / 2 or pi, whose tails are in proportion. t is the quotient, from -1 to 1,
   rounded: up / down = t + low, and atan(t) = t + t q with a polynomial q of t^2 - 1/2, whose terms are smaller than
   those of t^2. The sum of base and t is a pair. The errors of the rest, which is below a quarter, are 0.4 ulp of the
   result where t is near 1, and less elsewhere. */
GPU__LIFTED_FN double gpu__atan_of_quotient(double t, double up, double down, double base)
{
    const double y = GPU__FMA(t, t, -0.5), w = y * y, h = base + t;
    const double low = GPU__FMA(-t, down, up) * gpu__rough_inverse(GPU__FMA(up, t, down));
    double q = GPU__SERIES(w, 0.08340740482843151, 0.021049375194157855, 0.006545699908215806, 0.002238704382482479,
                           0.0008088198871346363, 0.0003028955892060072, 0.00011602379642799395, 4.677740694298502e-05,
                           1.44059833047553e-05, 1.2873559932595492e-05);
    double p = GPU__SERIES(w, -0.20375308470043638, -0.040246909282000774, -0.011551426785704243, -0.003795205213690841,
                           -0.0013384051903285797, -0.0004931579165712197, -0.00018682707127831645,
                           -7.432866294724293e-05, -2.337853694078709e-05, -1.986380054065081e-05);
    q = GPU__FMA(y, GPU__FMA(y, q, p), -0.1295802486328968);
    return h + (((base - h) + t) + GPU__FMA(t, q, GPU__FMA(base, 3.8981718325193755e-17, low)));
}
GPU__LIFTED_FN double gpu__atan_of_size(double a)
{
    const int steep = a > 1.0;
    const double up = steep ? -1.0 : a, down = steep ? a : 1.0;
    return gpu__atan_of_quotient(gpu__divided(up, down), up, down, steep ? 1.5707963267948966 : 0.0);
}
GPU__LIFTED_FN double gpu_math_atan_f64(double x)
{
    const double a = gpu_math_abs_f64(x);
    return gpu__with_sign_f64(gpu__atan_of_size(a > 1e18 ? 1e18 : a), x);
}
/* base + times asin(s), where s is a = |x| or, above 1/2, the sine of half of the angle to pi / 2. The sum of base and
   times s is a pair; the rest has the remainder of the root. */
GPU__LIFTED_FN double gpu__asin_of_size(double a, double base, double times)
{
    const double inner = a * a, half = GPU__FMA(-0.5, a, 0.5), z = a > 0.5 ? half : inner, root = gpu__root(half);
    const double s = a > 0.5 ? root : a, v = times * s, y = base + v;
    double low = GPU__FMA(-s, s, z) * gpu__rough_inverse(v);
    low = GPU__FMA(base, 3.8981718325193755e-17, a > 0.5 ? 2.0 * low : 0.0);
    return y + (((base - y) + v) + GPU__FMA(v * z, gpu__asin_polynomial(z), low));
}
GPU__LIFTED_FN double gpu_math_asin_f64(double x)
{
    const double a = gpu_math_abs_f64(x);
    return gpu__with_sign_f64(gpu__asin_of_size(a, a > 0.5 ? 1.5707963267948966 : 0.0, a > 0.5 ? -2.0 : 1.0), x);
}
GPU__LIFTED_FN double gpu_math_acos_f64(double x)
{
    const double a = gpu_math_abs_f64(x), end = x < 0 ? 3.141592653589793 : 0.0;
    const double times = gpu__with_sign_f64(a > 0.5 ? 2.0 : 1.0, x);
    return gpu__asin_of_size(a, a > 0.5 ? end : 1.5707963267948966, a > 0.5 ? times : -times);
}
/* w is a^(-1/3): at first from the exponent and the mantissa as one number, with an error of 3 %, then by one step of
   Newton's method of third order. The root is a w^2 (1 - e)^(-2/3) with e = 1 - a w^3, and a last step with the exact
   remainder a - y^3 corrects it. */
GPU__LIFTED_FN double gpu_math_cbrt_f64(double x)
{
    const double size = gpu_math_abs_f64(x);
    const int tiny = size < 1e-270; /* a power of two keeps remainders from being denormal */
    const double a = tiny ? size * 5.846006549323612e+48 : size; /* 2^162 */
    const double high = gpu__float64(gpu__bits64(a) >> 32 | 0x4330000000000000u);
    double w = gpu__float64(gpu__bits64(GPU__FMA(high, -0.3333333333333333, 8256600747031893.0)) << 32), s, v, e, y, d;
    e = GPU__FMA(-(a * w), w * w, 1.0);
    w = GPU__FMA(w * e, GPU__FMA(e, 0.2235, 0.3347), w);
    s = w * w;
    v = a * s;
    e = GPU__FMA(-v, w, 1.0);
    y = GPU__FMA(e, GPU__FMA(e, 0.49382716049382713, 0.5555555555555556), 0.6666666666666666);
    y = GPU__FMA(v * e, y, v);
    d = GPU__FMA(y, y, 0.0);
    e = GPU__FMA(-GPU__FMA(y, y, -d), y, GPU__FMA(-d, y, a));
    y = GPU__FMA(e, s * 0.3333333333333333, y) * (tiny ? 5.551115123125783e-17 : 1.0); /* 2^-54 */
    return size < (double)INFINITY ? gpu__with_sign_f64(y, x) : x + x;
}
GPU__LIFTED_FN double gpu_math_sqrt_f64(double x) { return gpu__sqrt64(x); }
/* Of a positive normal number. x = 4^k m with 1 <= m < 4: the inverse root of m begins with that of the float, whose
   square is exact. */
GPU__LIFTED_FN double gpu__rsqrt_of_normal(double x)
{
    const uint64_t k = (gpu__bits64(x) - 0x3ff0000000000000u) & 0xffe0000000000000u;
    const double m = gpu__float64(gpu__bits64(x) - k), q = (double)gpu__float_reciprocal(gpu_math_sqrt_f32((float)m));
    const double e = GPU__FMA(-m, q * q, 1.0), y = GPU__FMA(q * e, GPU__FMA(e, 0.375, 0.5), q);
    return gpu__float64((gpu__bits64(y) - (k >> 1)) & 0x7fffffffffffffffu); /* the shift loses the sign of k */
}
GPU__LIFTED_FN double gpu_math_rsqrt_f64(double x)
{
    const int tiny = x < 2.2250738585072014e-308;
    const double y = gpu__rsqrt_of_normal(tiny ? x * 18014398509481984.0 : x) * (tiny ? 134217728.0 : 1.0); /* 2^54 */
    return x == 0 ? gpu__with_sign_f64((double)INFINITY, x) : x > 0 ? (x < (double)INFINITY ? y : 0.0) : (double)NAN;
}
GPU__LIFTED_FN double gpu_math_{min|max}_f64(double x, double y) { return x {<|>} y || x != x ? x : y; }
/* The power of two by which x > 0, a normal number, is scaled into [1, 2). */
GPU__LIFTED_FN double gpu__to_unit(double x)
{
    return gpu__float64((0x7fe0000000000000u - (gpu__bits64(x) & 0x7ff0000000000000u)));
}
/* The sum of the squares is a pair; the root's remainder corrects the root. Large and small numbers are scaled by
   2^600. */
GPU__LIFTED_FN double gpu_math_hypot_f64(double x, double y)
{
    const double infinity = (double)INFINITY, p = gpu_math_abs_f64(x), q = gpu_math_abs_f64(y);
    const double most = p > q ? p : q, least = p > q ? q : p;
    const int large = most > 1e130, small = most < 1e-130;
    const double scale = large ? 2.409919865102884e-181 : small ? 4.149515568880993e+180 : 1.0; /* 2^-600, 2^600 */
    const double back = large ? 4.149515568880993e+180 : small ? 2.409919865102884e-181 : 1.0;
    const double h = most * scale, l = least * scale, square = GPU__FMA(h, h, 0.0), low = GPU__FMA(h, h, -square);
    const double s = GPU__FMA(l, l, square), tail = GPU__FMA(l, l, square - s) + low, r = gpu__root(s);
    const double z = GPU__FMA(GPU__FMA(-r, r, s) + tail, 0.5 * gpu__rough_inverse(r), r) * back;
    return p == infinity || q == infinity ? infinity : z;
}
/* The angle of a point, without the sign of y, from the smaller and the larger of |x| and |y|, whose quotient is 0 or
   not below 1e-240. */
GPU__LIFTED_FN double gpu__atan2_of_sizes(double least, double most, int steep, int left)
{
    const double up = steep != left ? -least : least;
    const double base = steep ? 1.5707963267948966 : left ? 3.141592653589793 : 0.0;
    return gpu__atan_of_quotient(gpu__divided(up, most), up, most, base);
}
GPU__LIFTED_FN double gpu_math_atan2_f64(double y, double x)
{
    const double infinity = (double)INFINITY, p = gpu_math_abs_f64(y), q = gpu_math_abs_f64(x);
    const int left = (int)(gpu__bits64(x) >> 63), steep = p > q, endless = p == infinity || q == infinity;
    const double most = endless ? 1.0 : steep ? p : q, least = endless ? (p == q ? 1.0 : 0.0) : steep ? q : p;
    const double up = most < 1e-290 ? 1.2676506002282294e+30 : most > 1e290 ? 7.888609052210118e-31 : 1.0; /* 2^100 */
    const int tiny = least * up < most * up * 1e-200; /* the angle is the quotient, or does not depend on it */
    const double scale = gpu__to_unit(most > 0 ? most * up : 1.0),
                 lift = tiny ? 4.149515568880993e+180 : 1.0; /* 2^600 */
    const double v = most > 0 ? most * up * scale : 1.0, u = least * up * lift * scale;
    double z = gpu__atan2_of_sizes(u, v, steep, left);
    z = tiny && !steep && !left ? z * 2.409919865102884e-181 : z;
    return x != x || y != y ? x + y : gpu__with_sign_f64(z, y);
}
/* erf from 1/2 on: its value at 3/4, later at the middle of each unit interval, stored as a pair whose tail comes
   first, plus a polynomial of the distance from that point. */
GPU__LIFTED_FN double gpu__erf_beyond_half(double a)
{
    static const double row[6][20] = {
        {4.69744077164289e-17,  0.7111556336535151,      0.6429310691952074,     -0.4821983018964055,
         0.026788794549800304,  0.1506869693426267,      -0.053242729167728105,  -0.026872509532768436,
         0.018435235177909046,  0.00230178830402167,     -0.003968260446341388,  0.00018603225729136327,
         0.0006239836727708675, -0.00010618466212069409, -7.574557908255731e-05, 2.2117898760669283e-05,
         7.165570140094407e-06, -3.2510453795581594e-06, -4.977961700105101e-07, 3.716055691698191e-07},
        {-3.3867031441680696e-17, 0.9661051464753108,     0.11893028922362937,     -0.17839543383544407,
         0.1387520040942334,      -0.044598858458861065,  -0.014866286152863747,   0.0193261719988455,
         -0.004743053204878897,   -0.002362677620971991,  0.0017098196278538453,   -9.291428364303808e-05,
         -0.00025444927807681647, 7.768996550995686e-05,  1.7961323135211212e-05,  -1.4092025700433579e-05,
         5.712902189436902e-07,   1.5310150768070772e-06, -2.8346118565278276e-07, -1.0123860965816045e-07},
        {4.6925151097042234e-17, 0.999593047982555,      0.00217828423035271,    -0.005445710575881774,
         0.008350089549685316,   -0.008622375078479499,  0.006117348213581381,   -0.002798490157047969,
         0.0005424100610182815,  0.0002606701737971462,  -0.0002502853799157958, 7.880133092157814e-05,
         5.136930251595918e-06,  -1.408003712368216e-05, 4.691450500317399e-06,  1.8152663259417677e-07,
         -6.432920674396747e-07, 1.786072234386589e-07,  2.2545440370103313e-08, -2.2433265960037937e-08},
        {4.9647279187212204e-17, 0.9999992569016276,      5.399426777384778e-06,   -1.8897993720846734e-05,
         4.2295509756183974e-05, -6.77178108330363e-05,   8.211628223905478e-05,   -7.774424639025446e-05,
         5.8192750633083246e-05, -3.4259175431814493e-05, 1.5330767979032568e-05,  -4.641017515927173e-06,
         4.447070078241626e-07,  4.43771750417244e-07,    -3.0169187662967797e-07, 9.23304949188023e-08,
         -5.645051913652189e-09, -8.323184381083578e-09,  3.857191005152605e-09,   -5.756213208866206e-10},
        {1.2614727975054947e-17, 0.9999999998033839,      1.8113058959084979e-09, -8.15087653158909e-09,
         2.3848860962922207e-08, -5.0942978322441655e-08, 8.454270267825672e-08,  -1.1322925981694851e-07,
         1.2545126252816978e-07, -1.1686925695502945e-07, 9.247594472621301e-08,  -6.245160269490827e-08,
         3.5964467626504925e-08, -1.7510899363908996e-08, 7.05014252027927e-09,   -2.223603621137849e-09,
         4.6474950675509103e-10, -3.067004277365523e-13,  -5.847844439346223e-11, 2.6118307637665916e-11},
        {-3.03759554483649e-17,  0.9999999999999927,      8.223316045458922e-14,  -4.5228238248989237e-13,
         1.630957681040451e-12,  -4.334372831910933e-12,  9.046333061569053e-12,  -1.5429110972492098e-11,
         2.2091851415024877e-11, -2.707006405546591e-11,  2.8790110795108656e-11, -2.6856565326898966e-11,
         2.21441301642051e-11,   -1.6230530898347585e-11, 1.0619639896787025e-11, -6.198632951098805e-12,
         3.195223941295413e-12,  -1.4901540758810877e-12, 6.878229795376623e-13,  -2.3484785169444084e-13}};
    const int k = a < 1.0 ? 0 : a < 2.0 ? 1 : a < 3.0 ? 2 : a < 4.0 ? 3 : a < 5.0 ? 4 : 5;
    const double *c = row[k], u = a - (k ? (double)k + 0.5 : 0.75);
    double q = c[19];
    for (int i = 18; i > 1; i--) q = GPU__FMA(u, q, c[i]);
    return c[1] + GPU__FMA(u, q, c[0]);
}
GPU__LIFTED_FN double gpu_math_erf_f64(double x)
{
    const double size = x < 0 ? -x : x, a = size > 5.99 ? 5.99 : size, z = a * a;
    const double q =
        GPU__SERIES(z, -0.37612638903183754, 0.11283791670955125, -0.026866170645131082, 0.005223977625438469,
                    -0.0008548327023024696, 0.0001205533295270044, -1.4925649082364785e-05, 1.6462076794793434e-06,
                    -1.6365085592632062e-07, 1.4796618901290416e-08, -1.219035624032117e-09, 8.800680090460203e-11,
                    -4.374621450325064e-12);
    double low, p = gpu__pair_product(a, 1.1283791670955126, 1.533545961316588e-17, &low);
    double y = p + GPU__FMA(a * z, q, low);
    if (size >= 0.5) y = gpu__erf_beyond_half(a);
    return x < 0 ? -y : x > 0 ? y : x;
}
GPU__LIFTED_FN float gpu_math_erf_f32(float x) { return (float)gpu_math_erf_f64((double)x); }
/* erfc(a) = exp(-a^2 + g(a)) from 1/4 on: g at the middle of an interval, stored as a pair whose tail comes first, plus
   a polynomial of the distance from that point. 1 - erf(a) would cancel. */
GPU__LIFTED_FN double gpu__erfc_beyond_quarter(double a)
{
    static const double middle[6] = {0.75, 2.0, 3.875, 7.0, 12.5, 21.75};
    static const double row[6][20] = {
        {4.5863751600683466e-17, -0.6793672606788871,    -0.7258736679806861,     0.19214845808061773,
         -0.05289998957737911,   0.012705625219099648,   -0.002270446936909353,   0.00012961774910350866,
         0.00010589142539388695, -5.429463341357521e-05, 1.4324959153949707e-05,  -1.4107855822892161e-06,
         -7.130443978897739e-07, 4.6038478926225215e-07, -1.4070507317487455e-07, 1.870093827499266e-08,
         5.722491227103154e-09,  -4.630891022910366e-09, 1.5025523878684154e-09,  -1.964175046300878e-10},
        {9.83342091577491e-17,    -1.3649412646166377,     -0.4181608059944142,     0.07624915817622255,
         -0.01646511813693145,    0.003570756345482258,    -0.0007323993857917408,  0.00013530933965393835,
         -2.07064290865561e-05,   1.952178176390837e-06,   2.0362835983266934e-07,  -1.7317844589775102e-07,
         5.782103258196052e-08,   -1.3978112331429211e-08, 2.5193129950615057e-09,  -2.5551739849283294e-10,
         -3.5131073882185776e-11, 2.9420945995247276e-11,  -1.1270844394567436e-11, 2.576315579690439e-12},
        {3.333610419324489e-17,  -1.9578087187691673,    -0.24319821095750396,    0.0280342476332068,
         -0.004099011353426747,  0.0006425055864273842,  -0.00010236964380565258, 1.6161607783735348e-05,
         -2.48598960587049e-06,  3.668355901608128e-07,  -5.0908706067732475e-08, 6.423807610633163e-09,
         -6.818069190330814e-10, 4.493497553905021e-11,  3.835986730626122e-12,   -2.3536911570640365e-12,
         6.165105523106579e-13,  -1.294112092383421e-13, 2.6669985015635836e-14,  -4.077099448396141e-15},
        {-5.909741723313878e-17,  -2.528231093710153,     -0.14008018642773978,    0.009627465691006445,
         -0.0008661441253346122,  8.608994451208322e-05,  -8.964331065765694e-06,  9.548677072587339e-07,
         -1.0270618335890957e-07, 1.106500741106859e-08,  -1.1871674946766134e-09, 1.2626329178074906e-10,
         -1.3256267676965888e-11, 1.3678758626043682e-12, -1.3801150690620375e-13, 1.35172776553552e-14,
         -1.271501764272975e-15,  1.1397862177516303e-16, -9.500610269004048e-18,  5.57127776190744e-19},
        {-2.5409536609956744e-17, -3.101268382382331,     -0.07949600372573944,    0.0031401461240757674,
         -0.00016436416262909431, 9.619371990459637e-06,  -5.968316909519181e-07,  3.8337242757153486e-08,
         -2.5173787472498344e-09, 1.6770074136858574e-10, -1.1278074317960875e-11, 7.630635228702924e-13,
         -5.1807410778267836e-14, 3.523500188792568e-15,  -2.4021727960701073e-16, 1.6319361080632433e-17,
         -1.0650630681087136e-18, 7.203111801011327e-20,  -6.528391528055757e-21,  4.352407855746359e-22},
        {-9.64026232266735e-17,   -3.653032864885591,     -0.045880330997259564,   0.001050298423395605,
         -3.1991166976044623e-05, 1.0939420096064e-06,    -3.9818277303397373e-08, 1.5065881759996198e-09,
         -5.851068666461842e-11,  2.3148494561107605e-12, -9.284096065064065e-14,  3.762145315276782e-15,
         -1.536507714649328e-16,  6.314688238343034e-18,  -2.6145153881153197e-19, 1.0837914365773397e-20,
         -4.317913782513013e-22,  1.7988139232206863e-23, -1.0347070109189327e-24, 4.324684427076889e-26}};
    const int k = a < 1.25 ? 0 : a < 2.75 ? 1 : a < 5.0 ? 2 : a < 9.0 ? 3 : a < 16.0 ? 4 : 5;
    const double *c = row[k], u = a - middle[k];
    double q = c[19], n, s, tail, low, p_low, more, e = gpu__pair_product(-a, a, 0.0, &low);
    const double p = gpu__pair_product(u, c[2], 0.0, &p_low);
    for (int i = 18; i > 2; i--) q = GPU__FMA(u, q, c[i]);
    s = e + c[1];
    tail = s - e;
    tail = (e - (s - tail)) + (c[1] - tail);
    s = gpu__pair_sum(s, p, &more);
    e = gpu__pair_sum(s, GPU__FMA(u * u, q, more + (tail + (low + (c[0] + p_low)))), &low);
    e = gpu__exp_of_pair(e, low, &n);
    return gpu__scaled(e, n);
}
GPU__LIFTED_FN double gpu_math_erfc_f64(double x)
{
    const double beyond = gpu__erfc_beyond_quarter(x < 0.25 ? 0.25 : x > 27.5 ? 27.5 : x);
    return x > 0.25 ? beyond : 1.0 - gpu_math_erf_f64(x);
}
GPU__LIFTED_FN float gpu_math_erfc_f32(float x)
{
    double low, y = gpu__pair_sum(1.0, -gpu_math_erf_f64((double)x), &low);
    return x > 0.25f ? (float)gpu_math_erfc_f64((double)x) : gpu__pair_to_float(y, low);
}
#endif
