/* Functions of doubles, within 1 ulp. The same rule holds as for floats: a product is an operand of a sum only in a
   written fma. (A product by a power of two is exact, so it is exempt.) Numbers of twice the precision are pairs: the
   second number is the rounding error of the first. */

/* high + *low = a + b exactly, where |a| >= |b| or a is 0. */
GPU__LIFTED_FN double gpu__pair_sum(double a, double b, double *low)
{
    const double sum = a + b;
    *low = (a - sum) + b;
    return sum;
}
/* 1 / d with an error of 6 %: the difference of the bits is the difference of the logarithms, nearly. It divides
   remainders, which are below an ulp. */
GPU__LIFTED_FN double gpu__rough_inverse(double d) { return gpu__float64(0x7fde7a0000000000u - gpu__bits64(d)); }
/* x = n ln 2 + r + *low with |r| <= ln 2 / 2 */
GPU__LIFTED_FN double gpu__exp_reduced_pair(double x, double *n, double *low)
{
    const double whole = GPU__ROUNDER, k = GPU__FMA(x, 1.4426950408889634, whole) - whole;
    const double r = GPU__FMA(k, -0.6931471805599453, x); /* exact */
    *n = k;
    x = GPU__FMA(k, -2.3190468138462996e-17, r);
    *low = GPU__FMA(k, -2.3190468138462996e-17, r - x);
    return x;
}
GPU__LIFTED_FN double gpu__power_of_two(double n) { return gpu__float64(gpu__bits64(n + GPU__EXPONENT_ROUNDER) << 52); }
/* y 2^n for results of all sizes; 0 < y < 1.5, -2000 < n < 2000. A denormal result is rounded as a multiple of 2^-1074,
   whose number is its pattern of bits: an underflow takes some 150 cycles on an Intel processor. */
GPU__LIFTED_FN double gpu__scaled(double y, double n)
{
    const double ones = n < -1022.0 ? 4503599627370496.0 : 0.0, m = n < -1022.0 ? n + 1074.0 : n;
    const double halved = (m * 0.5 + GPU__ROUNDER) - GPU__ROUNDER;
    const double scaled = y * gpu__power_of_two(halved) * gpu__power_of_two(m - halved) + ones;
    return gpu__float64(gpu__bits64(scaled) - gpu__bits64(ones));
}
/* (exp(r) - 1 - r - r^2 / 2) / r^3 */
GPU__LIFTED_FN double gpu__exp_series(double r)
{
    double q =
        GPU__SERIES(r, 0.008333333333330062, 0.0013888888888886552, 0.00019841269863053618, 2.4801587317144498e-05,
                    2.7557268459997064e-06, 2.755728296954995e-07, 2.510038549551032e-08, 2.0911236630261545e-09);
    return GPU__FMA(r, GPU__FMA(r, q, 0.041666666666666664), 0.16666666666666666);
}
/* exp(r + low): 1 + r as a pair, and the rest */
GPU__LIFTED_FN double gpu__exp_of_reduced(double r, double low)
{
    double e, y = gpu__pair_sum(1.0, r, &e);
    return y + (e + GPU__FMA(r * r, GPU__FMA(r, gpu__exp_series(r), 0.5), low));
}
GPU__LIFTED_FN double gpu_math_exp_f64(double x)
{
    double n, low, r;
    x = x < -746.0 ? -746.0 : x > 710.0 ? 710.0 : x;
    r = gpu__exp_reduced_pair(x, &n, &low);
    return gpu__scaled(gpu__exp_of_reduced(r, low), n);
}
/* exp(r + low) - 1 as a pair with an error of about an eighth of an ulp */
GPU__LIFTED_FN double gpu__expm1_quick_pair(double r, double low, double *tail)
{
    return gpu__pair_sum(r, GPU__FMA(r * r, GPU__FMA(r, gpu__exp_series(r), 0.5), low), tail);
}
/* (a + a_low) / (b + b_low) for 1 <= b <= 2. The remainder is below an ulp, so a line through about 1 / b is enough to
   divide it. */
GPU__LIFTED_FN double gpu__quotient_of_pairs(double a, double a_low, double b, double b_low)
{
    const double q = gpu__divided(a, b), rest = GPU__FMA(-q, b, a) + GPU__FMA(-q, b_low, a_low);
    return GPU__FMA(rest, GPU__FMA(b, -0.5, 1.457), q);
}
GPU__LIFTED_FN double gpu_math_sigmoid_f64(double x)
{
    const double away = x < 0 ? x : -x, clamped = away < -746.0 ? -746.0 : away;
    double n, m, low, r, p, s, e, e_low, d, d_low;
    r = gpu__exp_reduced_pair(clamped, &n, &low);
    p = gpu__expm1_quick_pair(r, low, &low);
    m = n < -200.0 ? -200.0 : n; /* exp(x) below this does not change 1 + exp(x); the result is scaled afterwards */
    s = gpu__power_of_two(m);
    e = gpu__pair_sum(s, s * p, &e_low);
    e_low = GPU__FMA(s, low, e_low);
    d = gpu__pair_sum(1.0, e, &d_low);
    d_low = d_low + e_low;
    p = gpu__quotient_of_pairs(x < 0 ? e : 1.0, x < 0 ? e_low : 0.0, d, d_low);
    return gpu__scaled(p, x < 0 ? n - m : 0.0);
}
GPU__LIFTED_FN double gpu_math_tanh_f64(double x)
{
    const uint64_t sign = 0x8000000000000000u; /* away is -|x|, and y the result without its sign */
    const double away = gpu__float64(gpu__bits64(x) | sign), clamped = away < -20.0 ? -20.0 : away;
    double n, low, r, p, s, e, e_low, d, d_low, y;
    r = gpu__exp_reduced_pair(2.0 * clamped, &n, &low);
    p = gpu__expm1_quick_pair(r, low, &low);
    s = gpu__power_of_two(n);
    e = gpu__pair_sum(-1.0, s, &e_low); /* exp(-2 |x|) - 1 */
    e = gpu__pair_sum(e, s * p, &r);
    e_low = GPU__FMA(s, low, e_low + r);
    d = gpu__pair_sum(2.0, e, &d_low);
    y = gpu__quotient_of_pairs(e, e_low, d, d_low + e_low);
    y = gpu__float64((gpu__bits64(y) ^ sign) | (gpu__bits64(x) & sign));
    return away > -3.725290298461914e-09 ? x : y;
}
/* The same as gpu__log_reduced_f32, for a positive normal a. */
GPU__LIFTED_FN double gpu__log_reduced(double a, double *n)
{
    const uint64_t b = gpu__bits64(a), t = b - 0x3fe6a09e667f3bcdu, e = t & 0xfff0000000000000u;
    /* The exponent as the low bits of a number near 2^52: only AVX-512 converts 64-bit integers. */
    *n = gpu__float64(((t + 0x4000000000000000u) >> 52) | 0x4330000000000000u) - 4503599627371520.0;
    return gpu__float64(b - e) - 1.0;
}
/* a = 2^n (1 + f), also for a denormal a */
GPU__LIFTED_FN double gpu__log_normal_parts(double a, double *n)
{
    const uint64_t b = gpu__bits64(a);
    const int tiny = b < 0x0010000000000000u;
    /* A denormal is a multiple of 2^-1074. Its bits are that number: a product of denormals takes some processors 150
       cycles. */
    const double f = gpu__log_reduced(tiny ? gpu__float64(b | 0x4330000000000000u) - 4503599627370496.0 : a, n);
    *n = *n - (tiny ? 1074.0 : 0.0);
    return f;
}
/* With s = f / (2 + f) and z = s^2, log(1 + f) = log((1 + s) / (1 - s)) = 2 s + s z q. */
GPU__LIFTED_FN double gpu__log_series_f64(double z)
{
    double q = GPU__SERIES(z, 0.4000000000000088, 0.28571428570803237, 0.22222222391800445, 0.18181795630884648,
                           0.15386240205813476, 0.13268759668560612, 0.13086767009948175);
    return GPU__FMA(z, q, 0.6666666666666666);
}
/* f - log(1 + f) */
GPU__LIFTED_FN double gpu__log_difference(double f)
{
    const double h = 0.5 * f, s = gpu__divided(f, f + 2.0), z = s * s, square = h * f;
    return GPU__FMA(-s, GPU__FMA(z, gpu__log_series_f64(z), square), square);
}
GPU__LIFTED_FN double gpu_math_log_f64(double x)
{
    double n, y;
    const double f = gpu__log_normal_parts(x, &n), q = gpu__log_difference(f);
    y = GPU__FMA(n, 0.6931471805598903, f - GPU__FMA(n, -5.497923018708371e-14, q)); /* that product is exact */
    return x > 0 ? (x < (double)INFINITY ? y : x) : x == 0 ? -(double)INFINITY : (double)NAN;
}
/* Sine and cosine, as pairs, of r + low, |r| <= pi / 4 */
GPU__LIFTED_FN double gpu__sincos_pair(double r, double low, double *s_low, double *cosine, double *c_low)
{
    const double z = r * r, h = 0.5 * z, w = 1.0 - h;
    double s = GPU__SERIES(z, -0.16666666666666666, 0.008333333333333331, -0.0001984126984126504, 2.755731921932058e-06,
                           -2.50521062259944e-08, 1.6058530596645953e-10, -7.586636882825159e-13);
    double c = GPU__SERIES(z, 0.041666666666666664, -0.0013888888888887389, 2.48015872987544e-05,
                           -2.755731726587808e-07, 2.087614504941318e-09, -1.138254464534925e-11);
    *cosine = gpu__pair_sum(w, ((1.0 - w) - h) + GPU__FMA(-r, low, z * z * c), c_low);
    return gpu__pair_sum(r, GPU__FMA(r * z, s, low * w), s_low);
}
/* The sine of quarters pi / 2 + r + low */
GPU__LIFTED_FN double gpu__sin_of_quarter(double r, double low, uint64_t quarter)
{
    double c, rest, s = gpu__sincos_pair(r, low, &rest, &c, &rest);
    return gpu__float64(gpu__bits64(quarter & 1 ? c : s) ^ (quarter & 2) << 62);
}
/* The reduction of arguments from 2^30 on, as for floats, with 128 bits of x / (2 pi) modulo 1. *quarter is that number
   rounded to quarters; the remainder is returned as a pair. */
GPU__LIFTED_FN double gpu__quarter_of_f64(double x, double *low, uint64_t *quarter)
{
    static const uint64_t inverse[21] = {
        0x0000000000000000u, 0x28be60db9391054au, 0x7f09d5f47d4d3770u, 0x36d8a5664f10e410u, 0x7f9458eaf7aef158u,
        0x6dc91b8e909374b8u, 0x01924bba82746487u, 0x3f877ac72c4a69cfu, 0xba208d7d4baed121u, 0x3a671c09ad17df90u,
        0x4e64758e60d4ce7du, 0x272117e2ef7e4a0eu, 0xc7fe25fff7816603u, 0xfbcbc462d6829b47u, 0xdb4d9fb3c9f2c26du,
        0xd3d18fd9a797fa8bu, 0x5d49eeb1faf97c5eu, 0xcf41ce7de294a4bau, 0x9afed7ec47e35742u, 0x1580cc11bf1edaeau,
        0xfc33ef0826bd0d87u};
    const uint64_t b = gpu__bits64(x), position = ((b >> 52) & 2047) - 1011,
                   m = (b & 0xfffffffffffffu) | 0x10000000000000u;
    const uint32_t k = (uint32_t)(position >> 6) & 31, shift = (uint32_t)position & 63;
    const uint64_t w0 = inverse[k] << shift | inverse[k + 1] >> 1 >> (63 - shift);
    const uint64_t w1 = inverse[k + 1] << shift | inverse[k + 2] >> 1 >> (63 - shift);
    const uint64_t w2 = inverse[k + 2] << shift | inverse[k + 3] >> 1 >> (63 - shift);
    const uint64_t middle = m * w1, bottom = middle + gpu__high64(m, w2);
    const uint64_t top = m * w0 + gpu__high64(m, w1) + (bottom < middle), rounded = (top + 0x2000000000000000u) >> 62;
    const int64_t rest = (int64_t)(top - (rounded << 62));
    const double whole = (double)rest; /* the pair of rest + bottom 2^-64, then that by 2 pi 2^-64 */
    double tail, r = gpu__pair_sum(
                     whole, GPU__FMA((double)bottom, 5.421010862427522e-20, (double)(rest - (int64_t)whole)), &tail);
    const double y = GPU__FMA(r, 3.4061215800865545e-19, 0.0);
    *low = GPU__FMA(tail, 3.4061215800865545e-19,
                    GPU__FMA(r, 1.3277647201629795e-35, GPU__FMA(r, 3.4061215800865545e-19, -y)));
    r = gpu__pair_sum(y, *low, low);
    *quarter = b >> 63 ? 0 - rounded : rounded;
    if (b >> 63) *low = -*low;
    return b >> 63 ? -r : r;
}
/* x = quarters pi / 2 + r + *low for |x| < 2^30 */
GPU__LIFTED_FN double gpu__quarter_of_small(double x, double *low, uint64_t *quarter)
{
    const double whole = GPU__ROUNDER, t = GPU__FMA(x, 0.6366197723675814, whole), n = t - whole;
    const double r = GPU__FMA(n, -1.5707963267948966, x), p = GPU__FMA(n, 6.123233995736766e-17, 0.0); /* r is exact */
    const double y = r - p, q = y - r; /* y and its tail r - (y - q) - (p + q) are the difference of r and p */
    *low = ((r - (y - q)) - (p + q)) - GPU__FMA(n, 6.123233995736766e-17, -p);
    *low = GPU__FMA(n, 1.4973849048591698e-33, *low);
    *quarter = gpu__bits64(t);
    return gpu__pair_sum(y, *low, low);
}
GPU__LIFTED_FN double gpu__sin_small_f64(double x)
{
    uint64_t quarter;
    double low, r = gpu__quarter_of_small(x, &low, &quarter), y = gpu__sin_of_quarter(r, low, quarter);
    return x == 0 ? x : y;
}
GPU__LIFTED_FN double gpu__cos_small_f64(double x)
{
    uint64_t quarter;
    double low, r = gpu__quarter_of_small(x, &low, &quarter);
    return gpu__sin_of_quarter(r, low, quarter + 1);
}
GPU__LIFTED_FN double gpu_math_{sin|cos}_f64(double x)
{
    const uint64_t size = gpu__bits64(x) & 0x7fffffffffffffffu;
    uint64_t quarter;
    double low, r;
    if (size < 0x41d0000000000000u /* 2^30 */) return gpu__{1}_small_f64(x);
    if (size >= 0x7ff0000000000000u) return (double)NAN;
    r = gpu__quarter_of_f64(x, &low, &quarter);
    return gpu__sin_of_quarter(r, low, quarter + {0|1});
}
