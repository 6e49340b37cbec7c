#if defined(GPU__ONCE) && defined(GPU_MATH)
/* The functions of doubles that GPU_MATH adds, computed as those in double.h. */
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
/* (exp(x) - 1) / 4 as a pair: the quarter is finite wherever sinh is. */
GPU__LIFTED_FN double gpu__quarter_expm1(double x, double *low)
{
    double n, s, h, e, r = gpu__exp_reduced_pair(x, &n, low);
    r = gpu__expm1_pair(r, *low, low);
    s = gpu__power_of_two(n - 2.0);
    h = gpu__pair_sum(s - 0.25, s * r, &e);
    return gpu__pair_sum(h, e + s * *low, low);
}
GPU__LIFTED_FN double gpu_math_expm1_f64(double x)
{
    const double clamped = x < -50.0 ? -50.0 : x > 710.0 ? 710.0 : x;
    double low, h = gpu__quarter_expm1(clamped, &low);
    return x * x < 2.5e-33 ? x : 4.0 * (h + low);
}
/* With h = (exp(x) - 1) / 4, sinh(x) / 2 = h + h / (4 h + 1). */
GPU__LIFTED_FN double gpu_math_sinh_f64(double x)
{
    const double size = x < 0 ? -x : x, clamped = size > 710.6 ? 710.6 : size;
    double low, e, h = gpu__quarter_expm1(clamped, &low), few = h > 1e18 ? 1e18 : h, few_low = h > 1e18 ? 0.0 : low;
    const double d = few < 0.25 ? gpu__pair_sum(1.0, 4.0 * few, &e) : gpu__pair_sum(4.0 * few, 1.0, &e);
    const double q = gpu__pair_quotient(few, few_low, d, 4.0 * few_low + e), y = gpu__pair_sum(h, q, &e);
    e = clamped < 1e-9 ? size : 2.0 * (y + (e + low));
    return x < 0 ? -e : x == 0 ? x : e;
}
GPU__LIFTED_FN double gpu_math_cosh_f64(double x)
{
    const double size = x < 0 ? -x : x, clamped = size > 710.6 ? 710.6 : size;
    double n, low, s, h, e, r = gpu__exp_reduced_pair(clamped, &n, &low);
    r = gpu__expm1_pair(r, low, &low);
    s = gpu__power_of_two(n - 2.0);
    h = gpu__pair_sum(s, s * r, &e); /* exp(|x|) / 4 */
    e = e + s * low;
    return 2.0 * (h + GPU__FMA(0.0625, gpu__inverse(h > 1e18 ? 1e18 : h), e));
}
/* The logarithm where it is infinite or NaN, else y. */
GPU__LIFTED_FN double gpu__log_finite_f64(double x, double y)
{
    return x > 0 ? (x < (double)INFINITY ? y : x) : x == 0 ? -(double)INFINITY : (double)NAN;
}
/* Of n ln 2 + v + low */
GPU__LIFTED_FN double gpu__log2_of_parts(double n, double v, double low)
{
    double tail;
    v = gpu__pair_product(v, 1.4426950408889634, 2.0355273740931033e-17, &tail);
    tail = GPU__FMA(low, 1.4426950408889634, tail);
    v = gpu__pair_sum(n, v, &low);
    return v + (low + tail);
}
GPU__LIFTED_FN double gpu__log10_of_parts(double n, double v, double low)
{
    double tail;
    v = gpu__pair_product(v, 0.4342944819032518, 1.098319650216765e-17, &tail);
    tail = GPU__FMA(low, 0.4342944819032518, tail);
    tail = GPU__FMA(n, 3.694239077158931e-13, tail);
    v = gpu__pair_sum(n * 0.30102999566361177, v, &low); /* that product is exact */
    return v + (low + tail);
}
GPU__LIFTED_FN double gpu_math_log2_f64(double x)
{
    double n, low, v = gpu__log_parts(x, &n, &low);
    return gpu__log_finite_f64(x, gpu__log2_of_parts(n, v, low));
}
GPU__LIFTED_FN double gpu_math_log10_f64(double x)
{
    double n, low, v = gpu__log_parts(x, &n, &low);
    return gpu__log_finite_f64(x, gpu__log10_of_parts(n, v, low));
}
GPU__LIFTED_FN double gpu_math_log1p_f64(double x)
{
    const double more = x < 1.0 ? 1.0 : x, less = x < 1.0 ? x : 1.0;
    double n, low, rest, a = gpu__pair_sum(more, less, &rest), v, y;
    v = gpu__log_parts(a, &n, &low);
    low = GPU__FMA(rest, gpu__inverse(a > 1e18 ? 1e18 : a), low); /* log(a + rest) is log(a) + rest / a */
    y = GPU__FMA(n, 0.6931471805599453, v);
    y = y + ((GPU__FMA(n, 0.6931471805599453, -y) + v) + GPU__FMA(n, 2.3190468138462996e-17, low));
    y = gpu__log_finite_f64(a, y);
    return x == 0 ? x : y;
}
/* The tangent of quarters pi / 2 + r + low */
GPU__LIFTED_FN double gpu__tan_of_quarter_f64(double r, double low, uint64_t quarter)
{
    double s_low, c, c_low, s = gpu__sincos_pair(r, low, &s_low, &c, &c_low);
    const int odd = (int)(quarter & 1);
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
    const double size = x < 0 ? -x : x,
                 clamped = size < 9007199254740992.0 ? x : 0.0; /* beyond, all numbers are even */
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
/* eighths pi / 4 + atan((up + up_low) / (down + down_low)) for a quotient of at most tan(pi / 8) */
GPU__LIFTED_FN double gpu__atan_of_quotient(double up, double up_low, double down, double down_low, double eighths)
{
    const double inverse = gpu__inverse(down), t = GPU__FMA(up, inverse, 0.0), z = t * t;
    double base_low, base = gpu__pair_product(eighths, 0.7853981633974483, 3.061616997868383e-17, &base_low), e;
    double low = (GPU__FMA(-t, down, up) + GPU__FMA(-t, down_low, up_low)) * inverse;
    double q = GPU__FMA(z, 0.016284375050043393, -0.03456931506332609);
    q = GPU__FMA(z, q, 0.045515447340221615);
    q = GPU__FMA(z, q, -0.05230443640686948);
    q = GPU__FMA(z, q, 0.05878927554473807);
    q = GPU__FMA(z, q, -0.0666642476020052);
    q = GPU__FMA(z, q, 0.07692296368042296);
    q = GPU__FMA(z, q, -0.09090908753259112);
    q = GPU__FMA(z, q, 0.11111111105150588);
    q = GPU__FMA(z, q, -0.14285714285659779);
    q = GPU__FMA(z, q, 0.19999999999999804);
    q = GPU__FMA(z, q, -0.3333333333333333);
    low = GPU__FMA(t * z, q, low);
    base = gpu__pair_sum(base, t, &e);
    return base + (e + (low + base_low));
}
GPU__LIFTED_FN double gpu_math_atan_f64(double x)
{
    const double size = x < 0 ? -x : x, a = size > 1e18 ? 1e18 : size;
    const int outer = a > 2.414213562373095, middle = a > 0.41421356237309503;
    double up_low, down_low, up = gpu__pair_sum(a < 1.0 ? -1.0 : a, a < 1.0 ? a : -1.0, &up_low), eighths, y;
    double down = gpu__pair_sum(a < 1.0 ? 1.0 : a, a < 1.0 ? a : 1.0, &down_low);
    up = middle ? up : a;
    up = outer ? -1.0 : up;
    up_low = middle ? up_low : 0.0;
    up_low = outer ? 0.0 : up_low;
    down_low = middle ? down_low : 0.0;
    down_low = outer ? 0.0 : down_low;
    down = middle ? down : 1.0;
    down = outer ? a : down;
    eighths = middle ? 1.0 : 0.0;
    eighths = outer ? 2.0 : eighths;
    y = gpu__atan_of_quotient(up, up_low, down, down_low, eighths);
    y = a < 1e-9 ? a : y;
    return x < 0 ? -y : x == 0 ? x : y;
}
/* asin(s) - s for 0 <= s <= 1/2, z = s^2 */
GPU__LIFTED_FN double gpu__asin_rest(double s, double z)
{
    double q = GPU__FMA(z, 0.02961201126495512, -0.01924167174674304);
    q = GPU__FMA(z, q, 0.019554513336123378);
    q = GPU__FMA(z, q, 0.0030448799094556773);
    q = GPU__FMA(z, q, 0.009319560794767446);
    q = GPU__FMA(z, q, 0.009621842970100282);
    q = GPU__FMA(z, q, 0.011566459612121669);
    q = GPU__FMA(z, q, 0.01396378001220357);
    q = GPU__FMA(z, q, 0.017352816540325496);
    q = GPU__FMA(z, q, 0.02237215744350722);
    q = GPU__FMA(z, q, 0.03038194447553234);
    q = GPU__FMA(z, q, 0.044642857142551895);
    q = GPU__FMA(z, q, 0.07500000000000118);
    q = GPU__FMA(z, q, 0.16666666666666666);
    return GPU__FMA(s * z, q, 0.0);
}
/* For a = |x|: returns s, which is a or, above 1/2, the sine of half the angle to pi / 2; *rest is asin(s) - s. */
GPU__LIFTED_FN double gpu__asin_parts(double a, double *rest)
{
    const double square = a * a, z = a > 0.5 ? GPU__FMA(-0.5, a, 0.5) : square, s = a > 0.5 ? gpu__root(z) : a;
    const double low = GPU__FMA(-s, s, z) * (0.5 * gpu__inverse(s > 0 ? s : 1.0));
    *rest = gpu__asin_rest(s, z) + (a > 0.5 ? low : 0.0);
    return s;
}
GPU__LIFTED_FN double gpu_math_asin_f64(double x)
{
    const double a = x < 0 ? -x : x;
    double rest, e, s = gpu__asin_parts(a, &rest), outer, y;
    outer = gpu__pair_sum(1.5707963267948966, -2.0 * s, &e);
    outer = outer + (GPU__FMA(-2.0, rest, 6.123233995736766e-17) + e);
    y = a > 0.5 ? outer : s + rest;
    return x < 0 ? -y : x == 0 ? x : y;
}
GPU__LIFTED_FN double gpu_math_acos_f64(double x)
{
    const double a = x < 0 ? -x : x, base = a > 0.5 ? 3.141592653589793 : 1.5707963267948966;
    const double base_low = a > 0.5 ? 1.2246467991473532e-16 : 6.123233995736766e-17;
    const double times = a > 0.5 ? 2.0 : 1.0;
    double rest, e, s = times * gpu__asin_parts(a, &rest), y, up, down;
    rest = times * rest;
    down = gpu__pair_sum(base, -s, &e);
    down = down + (e + (base_low - rest));
    up = gpu__pair_sum(base, s, &e);
    up = up + (e + (base_low + rest));
    y = a > 0.5 ? s + rest : down;
    up = a > 0.5 ? down : up;
    return x < 0 ? up : y;
}
GPU__LIFTED_FN double gpu_math_cbrt_f64(double x)
{
    const double size = x < 0 ? -x : x, whole = GPU__ROUNDER;
    const int tiny = size < 2.2250738585072014e-308;
    const int huge = size > 1e300;
    const double a = size * (tiny ? 18014398509481984.0 : huge ? 5.551115123125783e-17 : 1.0); /* by 2^54 */
    const double e = gpu__float64(gpu__bits64(a) >> 52 | 0x4330000000000000u) - 4503599627371519.0;
    const double k = GPU__FMA(e - 1.0, 0.3333333333333333, whole) - whole; /* a = m 2^(3 k), 1 <= m < 8 */
    const double m = a * gpu__power_of_two(-3.0 * (size > 0 && size < (double)INFINITY ? k : 0.0));
    const float f = (float)m, third = f * 0.333333343f;
    float w = gpu__float32(0x548c2b4bu - gpu__bits32(f) / 3u), u;
    double v, r, c, d, square;
    u = w * w;
    w = GPU__FMAF(-(third * w), u * w, 1.33333337f * w); /* as in gpu_math_cbrt_f32 */
    u = w * w;
    w = GPU__FMAF(-(third * w), u * w, 1.33333337f * w);
    u = w * w;
    w = GPU__FMAF(-(third * w), u * w, 1.33333337f * w);
    square = (double)w * (double)w;
    v = m * square;
    r = GPU__FMA(-v, (double)w, 1.0);
    c = GPU__FMA(v * r, GPU__FMA(r, 0.5555555555555556, 0.6666666666666666), v);
    d = GPU__FMA(c, c, 0.0); /* the remainder m - c^3 of a last step of Newton's method */
    r = GPU__FMA(-GPU__FMA(c, c, -d), c, GPU__FMA(-d, c, m));
    c = GPU__FMA(r, square * 0.3333333333333333, c) * gpu__power_of_two(tiny ? k - 18.0 : huge ? k + 18.0 : k);
    return size > 0 && size < (double)INFINITY ? (x < 0 ? -c : c) : x + x;
}
GPU__LIFTED_FN double gpu_math_sqrt_f64(double x) { return gpu__sqrt64(x); }
GPU__LIFTED_FN double gpu_math_rsqrt_f64(double x)
{
    const double q = 1.0 / gpu__sqrt64(x), t = GPU__FMA(x, q, 0.0), low = GPU__FMA(x, q, -t);
    const double e = GPU__FMA(-low, q, GPU__FMA(-t, q, 1.0)), y = GPU__FMA(0.5 * e, q, q);
    return x > 0 && x < (double)INFINITY ? y : x == 0 ? 1.0 / x : x == (double)INFINITY ? 0.0 : (double)NAN;
}
GPU__LIFTED_FN double gpu_math_abs_f64(double x) { return gpu__float64(gpu__bits64(x) & 0x7fffffffffffffffu); }
GPU__LIFTED_FN double gpu_math_min_f64(double x, double y) { return x < y || x != x ? x : y; }
GPU__LIFTED_FN double gpu_math_max_f64(double x, double y) { return x > y || x != x ? x : y; }
/* The power of two by which x > 0, a normal number, is scaled into [1, 2). */
GPU__LIFTED_FN double gpu__to_unit(double x)
{
    return gpu__float64((0x7fe0000000000000u - (gpu__bits64(x) & 0x7ff0000000000000u)));
}
GPU__LIFTED_FN double gpu_math_hypot_f64(double x, double y)
{
    const double infinity = (double)INFINITY, p = gpu_math_abs_f64(x), q = gpu_math_abs_f64(y);
    const double most = p > q ? p : q, least = p > q ? q : p;
    const double up = most < 1e-290 ? 1.2676506002282294e+30 : most > 1e290 ? 7.888609052210118e-31 : 1.0; /* 2^100 */
    const double h0 = most * up, scale = most > 0 && most < infinity ? gpu__to_unit(h0) : 1.0, h = h0 * scale;
    const double l = least * up * scale, square = GPU__FMA(h, h, 0.0), low = GPU__FMA(h, h, -square);
    const double s = GPU__FMA(l, l, square), tail = GPU__FMA(l, l, square - s) + low, r = gpu__root(s);
    const double z = GPU__FMA(GPU__FMA(-r, r, s) + tail, 0.5 * gpu__inverse(r > 0 ? r : 1.0), r) / scale / up;
    return p < infinity && q < infinity     ? (most > 0 ? z : 0.0)
           : p == infinity || q == infinity ? infinity
                                            : (double)NAN;
}
GPU__LIFTED_FN double gpu_math_atan2_f64(double y, double x)
{
    const double infinity = (double)INFINITY, p = gpu_math_abs_f64(y), q = gpu_math_abs_f64(x);
    const int left = (int)(gpu__bits64(x) >> 63), steep = p > q, endless = p == infinity || q == infinity;
    const double most = endless ? 1.0 : steep ? p : q, least = endless ? (p == q ? 1.0 : 0.0) : steep ? q : p;
    const double up = most < 1e-290 ? 1.2676506002282294e+30 : most > 1e290 ? 7.888609052210118e-31 : 1.0; /* 2^100 */
    const double scale = gpu__to_unit(most > 0 ? most * up : 1.0);
    const double v = most > 0 ? most * up * scale : 1.0, u = least * up * scale; /* 1 <= v < 2 */
    double a_low, b_low, a = gpu__pair_sum(-v, u, &a_low), b = gpu__pair_sum(v, u, &b_low), eighths, sign, z;
    const int middle = u > 0.41421356237309503 * v;
    a = middle ? a : u;
    a_low = middle ? a_low : 0.0;
    b = middle ? b : v;
    b_low = middle ? b_low : 0.0;
    eighths = middle ? 1.0 : 0.0;
    sign = steep ? -1.0 : 1.0;
    eighths = steep ? 2.0 - eighths : eighths;
    eighths = left ? 4.0 - eighths : eighths;
    sign = left ? -sign : sign;
    z = gpu__atan_of_quotient(sign * a, sign * a_low, b, b_low, eighths);
    z = gpu__float64(gpu__bits64(z) | (gpu__bits64(y) & 0x8000000000000000u));
    return x != x || y != y ? x + y : z;
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
    int i;
    for (i = 18; i > 1; i--) q = GPU__FMA(u, q, c[i]);
    return c[1] + GPU__FMA(u, q, c[0]);
}
GPU__LIFTED_FN double gpu_math_erf_f64(double x)
{
    const double size = x < 0 ? -x : x, a = size > 5.99 ? 5.99 : size, z = a * a;
    double q = GPU__FMA(z, -4.374621450325064e-12, 8.800680090460203e-11), low, p, y;
    q = GPU__FMA(z, q, -1.219035624032117e-09);
    q = GPU__FMA(z, q, 1.4796618901290416e-08);
    q = GPU__FMA(z, q, -1.6365085592632062e-07);
    q = GPU__FMA(z, q, 1.6462076794793434e-06);
    q = GPU__FMA(z, q, -1.4925649082364785e-05);
    q = GPU__FMA(z, q, 0.0001205533295270044);
    q = GPU__FMA(z, q, -0.0008548327023024696);
    q = GPU__FMA(z, q, 0.005223977625438469);
    q = GPU__FMA(z, q, -0.026866170645131082);
    q = GPU__FMA(z, q, 0.11283791670955125);
    q = GPU__FMA(z, q, -0.37612638903183754);
    p = gpu__pair_product(a, 1.1283791670955126, 1.533545961316588e-17, &low);
    y = p + GPU__FMA(a * z, q, low);
    if (size >= 0.5) y = gpu__erf_beyond_half(a);
    return x < 0 ? -y : x > 0 ? y : x;
}
GPU__LIFTED_FN float gpu_math_erf_f32(float x) { return (float)gpu_math_erf_f64((double)x); }
#endif
