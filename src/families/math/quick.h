#ifdef GPU__QUICK
/* The quick phase of functions of floats for arrays (Ziv's strategy): computed in double with a relative error below
   2^-38 instead of 2^-52, without the special cases. *special has its highest bit set where the argument is one of
   those, *hard where the result is hard to round, as 1 of 2^13 is: so near to the middle of two floats that the error
   may count. A loop of a CPU then computes the block again by the usual function, and a thread of a GPU its elements.
   Results are correctly rounded, so the bits are the same whatever a compiler contracts; tests/test_math.cu compares
   them for all arguments. */

/* a / b. The quotient of the compiler would branch on a GPU. */
GPU__LIFTED_FN double gpu__quick_quotient(double a, double b)
{
#ifdef __CUDA_ARCH__
    double inverse; /* with an error of 2^-20 */
    asm("rcp.approx.ftz.f64 %0, %1;" : "=d"(inverse) : "d"(b));
    return a * gpu__refined(inverse, b);
#else
    return a / b;
#endif
}
/* p rounded to a float. The middle of two floats is a double whose 29 low bits are 2^28; 2^15 is 2^-37 of a number. */
GPU__LIFTED_FN float gpu__quick_rounded(double p, uint64_t *hard)
{
#ifdef __CUDA_ARCH__
    *hard = (uint64_t)((((uint32_t)gpu__bits64(p) + (0x8000u - 0x10000000u)) & 0x1fff0000u) - 1) << 32;
#else
    *hard = ((gpu__bits64(p) + (0x8000u - 0x10000000u)) & 0x1fff0000u) - 1;
#endif
    return (float)p;
}
GPU__LIFTED_FN uint32_t gpu__size_bits(float x) { return gpu__bits32(x) & 0x7fffffffu; }
GPU__LIFTED_FN float gpu__with_sign(float y, float x)
{
    return gpu__float32(gpu__bits32(y) | (gpu__bits32(x) & 0x80000000u));
}
/* times x = n ln 2 + r for |x| < 87; `factor` is times / ln 2. The bits of the float that is returned end with n. */
GPU__LIFTED_FN float gpu__exp_quick_reduced(float x, float factor, double times, double *r, double *n)
{
    const float t = GPU__FMAF(x, factor, GPU__ROUNDER_F32);
    *n = (double)(t - GPU__ROUNDER_F32);
    *r = GPU__FMA(*n, -0.6931471805599453, (double)x * times);
    return t;
}
GPU__LIFTED_FN double gpu__exp_quick_of_reduced(double r)
{
    const double z = r * r, a = GPU__FMA(r, 0.16666666784586345, 0.5000000000427565);
    const double b = GPU__FMA(r, 0.008333281764732192, 0.041666664401147524);
    const double c = GPU__FMA(z, 2.470814936521956e-05, GPU__FMA(r, 0.00019908967893706594, 0.0013889197598794918));
    return GPU__FMA(z, GPU__FMA(z, GPU__FMA(z, c, b), a), r + 1.0);
}
GPU__LIFTED_FN float gpu__exp_quick_f32(float x, uint64_t *hard, uint32_t *special)
{
    double r, n;
    const float t = gpu__exp_quick_reduced(x, 1.44269502f, 1.0, &r, &n);
    const float y = gpu__quick_rounded(gpu__exp_quick_of_reduced(r), hard);
    *special = 0x42ae0000u - gpu__size_bits(x); /* 87 */
    return gpu__float32(gpu__bits32(y) + (gpu__bits32(t) << 23));
}
GPU__LIFTED_FN float gpu__sigmoid_quick_f32(float x, uint64_t *hard, uint32_t *special)
{
    double r, n;
    (void)gpu__exp_quick_reduced(-x, 1.44269502f, 1.0, &r, &n);
    *special = 0x42ae0000u - gpu__size_bits(x);
    r = GPU__FMA(gpu__power_of_two(n), gpu__exp_quick_of_reduced(r), 1.0);
    return gpu__quick_rounded(gpu__quick_quotient(1.0, r), hard);
}
/* log((1 + s) / (1 - s)) / s for |s| < 0.172, where w = s^2. Short chains of operations, here and below, since the
   loops wait for them more than for the number of operations. */
GPU__LIFTED_FN double gpu__log_quick_series(double w)
{
    const double z = w * w, a = GPU__FMA(w, 0.1960984988596282, 0.22174121982709297);
    const double b = GPU__FMA(w, 0.28572169409075104, 0.399999948579039);
    const double c = GPU__FMA(w, 0.666666666797023, 1.9999999999999465);
    return GPU__FMA(z, GPU__FMA(z, a, b), c);
}
/* The logarithm of x times `factor`, where `of_two` is that of 2. */
GPU__LIFTED_FN float gpu__log_quick(float x, double factor, double of_two, uint64_t *hard, uint32_t *special)
{
    const uint32_t b = gpu__bits32(x) - 0x3f3504f3u, normal = gpu__bits32(x) - 0x00800000u;
    const double f = (double)(gpu__float32((b & 0x7fffffu) + 0x3f3504f3u) - 1.0f), s = gpu__quick_quotient(f, f + 2.0);
    const double n = (double)((int32_t)b >> 23);
    *special = normal | (0x7effffffu - normal);
    return gpu__quick_rounded(GPU__FMA(s * factor, gpu__log_quick_series(s * s), n * of_two), hard);
}
GPU__LIFTED_FN float gpu__log_quick_f32(float x, uint64_t *hard, uint32_t *special)
{
    return gpu__log_quick(x, 1.0, 0.6931471805599453, hard, special);
}
/* The loops of sine and cosine lack the reduction of large arguments, which does not vectorise. */
GPU__LIFTED_FN float gpu__{sin|cos}_quick_f32(float x, uint64_t *hard, uint32_t *special)
{
    *hard = 0;
    *special = 0x4d800000u - gpu__size_bits(x); /* 2^28 */
    return gpu__{1}_small_f32(x);
}
/* The power of floats as in gpu__pow_quick, whose logarithm is exact enough: where |e| < 125, e has an error of
   2^-40.8. */
GPU__LIFTED_FN float gpu__pow_first_f32(float x, float y, uint64_t *hard, uint32_t *special)
{
    const double whole = GPU__ROUNDER;
    const float b = gpu__float32(gpu__size_bits(y)), halved = 0.5f * b;
    const int is_whole = (b >= 8388608.0f) | ((b + 8388608.0f) - 8388608.0f == b);
    const int is_odd = is_whole & (b < 16777216.0f) & ((halved + 8388608.0f) - 8388608.0f != halved);
    const uint32_t flip = is_odd ? 0x80000000u : 0, not_real = is_whole ? 0 : 0x80000000u;
    const uint32_t a = gpu__size_bits(x), k = a - 0x3f3504f3u, normal = a - 0x00800000u;
    const double f = (double)(gpu__float32((k & 0x7fffffu) + 0x3f3504f3u) - 1.0f);
    const double r = gpu__log_of_quotient(gpu__quick_quotient(f + f, f + 2.0));
    const double e = (double)y * GPU__FMA(r, 1.4426950408889634, (double)((int32_t)k >> 23)), t = e + whole;
    const double p = gpu__exp_quick_of_reduced((e - (t - whole)) * 0.6931471805599453);
    float z = gpu__quick_rounded(gpu__float64(gpu__bits64(p) + (gpu__bits64(t) << 52)), hard);
    *hard |= 0x405f400000000000u - (gpu__bits64(e) & 0x7fffffffffffffffu); /* 125 */
    *special = normal | (0x7effffffu - normal) | (gpu__bits32(x) & not_real);
    return gpu__float32(gpu__bits32(z) ^ (gpu__bits32(x) & flip));
}
/* Doubles: the same operations as the usual function, without what large, denormal and special arguments need. */
/* The highest bit is set where |x| is greater than the double that begins with `most`. */
GPU__LIFTED_FN uint32_t gpu__beyond_f64(double x, uint32_t most)
{
    return most - ((uint32_t)(gpu__bits64(x) >> 32) & 0x7fffffffu);
}
/* The highest bit is set where x is not a positive normal number. */
GPU__LIFTED_FN uint32_t gpu__not_normal_f64(double x)
{
    const uint32_t normal = (uint32_t)(gpu__bits64(x) >> 32) - 0x00100000u;
    return normal | (0x7fdfffffu - normal);
}
GPU__LIFTED_FN double gpu__exp_quick_f64(double x, uint64_t *hard, uint32_t *special)
{
    double n, low, r = gpu__exp_reduced_pair(x, &n, &low);
    r = gpu__exp_of_reduced(r, low);
    *hard = 0;
    *special = gpu__beyond_f64(x, 0x40862000u); /* 708 */
    return gpu__float64(gpu__bits64(r) + (gpu__bits64(n + GPU__ROUNDER) << 52));
}
GPU__LIFTED_FN double gpu__sigmoid_quick_f64(double x, uint64_t *hard, uint32_t *special)
{
    double n, low, r, p, s, e, e_low, d, d_low;
    r = gpu__exp_reduced_pair(x < 0 ? x : -x, &n, &low);
    p = gpu__expm1_quick_pair(r, low, &low);
    s = gpu__power_of_two(n);
    e = gpu__pair_sum(s, s * p, &e_low);
    e_low = GPU__FMA(s, low, e_low);
    d = gpu__pair_sum(1.0, e, &d_low);
    d_low = d_low + e_low;
    *hard = 0;
    *special = gpu__beyond_f64(x, 0x40600000u); /* 128 */
    return gpu__quotient_of_pairs(x < 0 ? e : 1.0, x < 0 ? e_low : 0.0, d, d_low);
}
GPU__LIFTED_FN double gpu__log_quick_f64(double x, uint64_t *hard, uint32_t *special)
{
    double n, f = gpu__log_reduced(x, &n), q = gpu__log_difference(f);
    *hard = 0;
    *special = gpu__not_normal_f64(x);
    return GPU__FMA(n, 0.6931471805598903, f - GPU__FMA(n, -5.497923018708371e-14, q));
}
GPU__LIFTED_FN double gpu__{sin|cos}_quick_f64(double x, uint64_t *hard, uint32_t *special)
{
    *hard = 0;
    *special = gpu__beyond_f64(x, 0x41cfffffu); /* 2^30 */
    return gpu__{1}_small_f64(x);
}
#ifdef GPU_MATH
GPU__LIFTED_FN float gpu__exp2_quick_f32(float x, uint64_t *hard, uint32_t *special)
{
    const float t = x + GPU__ROUNDER_F32;
    const double r = (double)(x - (t - GPU__ROUNDER_F32)) * 0.6931471805599453;
    const float y = gpu__quick_rounded(gpu__exp_quick_of_reduced(r), hard);
    *special = 0x42fb0000u - gpu__size_bits(x); /* 125.5 */
    return gpu__float32(gpu__bits32(y) + (gpu__bits32(t) << 23));
}
GPU__LIFTED_FN float gpu__exp10_quick_f32(float x, uint64_t *hard, uint32_t *special)
{
    double r, n;
    const float t = gpu__exp_quick_reduced(x, 3.32192802f, 2.302585092994046, &r, &n);
    const float y = gpu__quick_rounded(gpu__exp_quick_of_reduced(r), hard);
    *special = 0x42140000u - gpu__size_bits(x); /* 37 */
    return gpu__float32(gpu__bits32(y) + (gpu__bits32(t) << 23));
}
/* exp(times x) - 1 */
GPU__LIFTED_FN double gpu__expm1_quick(float x, float factor, double times)
{
    double r, n, s, z, a, b, c;
    (void)gpu__exp_quick_reduced(x, factor, times, &r, &n);
    s = gpu__power_of_two(n);
    z = r * r;
    a = GPU__FMA(r, 0.16666666666598937, 0.49999999999800476);
    b = GPU__FMA(r, 0.008333333377526122, 0.041666666889869704);
    c = GPU__FMA(r, 0.00019841175444901184, 0.0013888821810712471);
    c = GPU__FMA(z, GPU__FMA(r, 2.763930021052761e-06, 2.4876115347799336e-05), c);
    return GPU__FMA(s, GPU__FMA(z, GPU__FMA(z, GPU__FMA(z, c, b), a), r), s - 1.0);
}
GPU__LIFTED_FN float gpu__expm1_quick_f32(float x, uint64_t *hard, uint32_t *special)
{
    const float y = gpu__quick_rounded(gpu__expm1_quick(x, 1.44269502f, 1.0), hard);
    *special = 0x42ae0000u - gpu__size_bits(x);
    return x == 0 ? x : y;
}
/* As in gpu_math_sinh_f32 */
GPU__LIFTED_FN float gpu__sinh_quick_f32(float x, uint64_t *hard, uint32_t *special)
{
    const double t = gpu__expm1_quick(gpu__float32(gpu__size_bits(x)), 1.44269502f, 1.0);
    *special = 0x42ae0000u - gpu__size_bits(x);
    return gpu__with_sign(gpu__quick_rounded(0.5 * (t + gpu__quick_quotient(t, t + 1.0)), hard), x);
}
GPU__LIFTED_FN float gpu__cosh_quick_f32(float x, uint64_t *hard, uint32_t *special)
{
    double r, n, e;
    (void)gpu__exp_quick_reduced(x, 1.44269502f, 1.0, &r, &n);
    e = gpu__power_of_two(n) * gpu__exp_quick_of_reduced(r);
    *special = 0x42ae0000u - gpu__size_bits(x);
    return gpu__quick_rounded(0.5 * (e + gpu__quick_quotient(1.0, e)), hard);
}
GPU__LIFTED_FN float gpu__{log2|log10}_quick_f32(float x, uint64_t *hard, uint32_t *special)
{
    return gpu__log_quick(x, {1.4426950408889634|0.4342944819032518}, {1.0|0.3010299956639812}, hard, special);
}
/* As in gpu_math_log1p_f32 */
GPU__LIFTED_FN float gpu__log1p_quick_f32(float x, uint64_t *hard, uint32_t *special)
{
    const uint32_t b = gpu__bits32(x), over = (b - 0x7f800000u < 0x800000u) | (b >= 0xbf800000u);
    double n, f, s;
    f = gpu__log_reduced((double)x + 1.0, &n);
    s = gpu__power_of_two(-n);
    f = GPU__FMA(s, (double)x, s - 1.0);
    s = gpu__quick_quotient(f, f + 2.0);
    const float y = gpu__quick_rounded(GPU__FMA(s, gpu__log_quick_series(s * s), n * 0.6931471805599453), hard);
    *special = 0u - over;
    return x == 0 ? x : y;
}
GPU__LIFTED_FN float gpu__tan_quick_f32(float x, uint64_t *hard, uint32_t *special)
{
    const double whole = GPU__ROUNDER, t = GPU__FMA((double)x, 0.6366197723675814, whole), n = t - whole;
    const double r = GPU__FMA(n, -6.123233995736766e-17, GPU__FMA(n, -1.5707963267948966, (double)x)), z = r * r;
    const int odd = (int)(gpu__bits64(t) & 1);
    double s = GPU__SERIES(z, -0.16666666666631608, 0.00833333332527413, -0.00019841263824112095,
                           2.7555357975841214e-06, -2.4761667167162687e-08);
    const double c = GPU__SERIES(z, 1.0, -0.49999999999544925, 0.041666666562044354, -0.0013888881076777283,
                                 2.4799040605099697e-05, -2.7180068020312794e-07);
    s = GPU__FMA(r * z, s, r);
    float y = gpu__quick_rounded(gpu__quick_quotient(odd ? c : s, odd ? s : c), hard);
    y = gpu__float32(gpu__bits32(y) ^ (uint32_t)odd << 31);
    *special = 0x4d800000u - gpu__size_bits(x);
    return x == 0 ? x : y;
}
/* atan(t) - t for |t| <= tan(pi / 8) */
GPU__LIFTED_FN double gpu__atan_quick_rest(double t)
{
    const double z = t * t;
    double q = GPU__SERIES(z, 0.19999994406595123, -0.1428542664432596, 0.11104056185297306, -0.0899729781363607,
                           0.06993186765229698, -0.03795744239346385);
    return t * z * GPU__FMA(z, q, -0.3333333329643516);
}
GPU__LIFTED_FN float gpu__atan_quick_f32(float x, uint64_t *hard, uint32_t *special)
{
    const double a = (double)gpu__float32(gpu__size_bits(x));
    const int middle = a > 0.41421356237309503, beyond = a > 2.414213562373095;
    double up = middle ? a - 1.0 : a, down = middle ? a + 1.0 : 1.0, base = middle ? 0.7853981633974483 : 0.0, t;
    up = beyond ? -1.0 : up;
    down = beyond ? a : down;
    base = beyond ? 1.5707963267948966 : base;
    t = gpu__quick_quotient(up, down);
    *special = 0x7f7fffffu - gpu__size_bits(x);
    return gpu__with_sign(gpu__quick_rounded(base + (t + gpu__atan_quick_rest(t)), hard), x);
}
/* The angle as in gpu_math_atan2_f32. Results that are 0, denormal or NaN are left to that. */
GPU__LIFTED_FN float gpu__atan2_quick_f32(float y, float x, uint64_t *hard, uint32_t *special)
{
    const float p = gpu__float32(gpu__size_bits(y)), q = gpu__float32(gpu__size_bits(x));
    const double most = (double)(p > q ? p : q), least = (double)(p > q ? q : p);
    const int middle = least > 0.41421356237309503 * most;
    const double t = gpu__quick_quotient(middle ? least - most : least, middle ? least + most : most);
    double angle = (middle ? 0.7853981633974483 : 0.0) + (t + gpu__atan_quick_rest(t));
    angle = p > q ? 1.5707963267948966 - angle : angle;
    angle = gpu__bits32(x) >> 31 ? 3.141592653589793 - angle : angle;
    const float z = gpu__quick_rounded(angle, hard);
    const uint32_t size = gpu__bits32(z);
    *special = (size - 0x00800000u) | (0x7f7fffffu - size);
    return gpu__with_sign(z, y);
}
/* The root of z; that of the compiler would branch on a GPU. */
GPU__LIFTED_FN double gpu__quick_root(double z)
{
#ifdef __CUDA_ARCH__
    double inverse, root, e;
    asm("rsqrt.approx.ftz.f64 %0, %1;" : "=d"(inverse) : "d"(z + 1e-290)); /* finite for a z of 0 */
    root = z * inverse;
    e = GPU__FMA(-root, inverse, 1.0);
    return GPU__FMA(root * e, GPU__FMA(e, 0.375, 0.5), root);
#else
    return sqrt(z);
#endif
}
/* asin(s) for 0 <= s <= 1/2, z = s^2 */
GPU__LIFTED_FN double gpu__asin_quick_of_reduced(double s, double z)
{
    double q = GPU__SERIES(z, 0.16666666626714588, 0.07500005043586534, 0.0446406870891633, 0.030426854038381326,
                           0.02186289299764246, 0.020659633348621267, 0.0019468787390322102, 0.032943435631094795);
    return GPU__FMA(s * z, q, s);
}
GPU__LIFTED_FN float gpu__asin_quick_f32(float x, uint64_t *hard, uint32_t *special)
{
    const double a = (double)gpu__float32(gpu__size_bits(x)), square = a * a, halved = GPU__FMA(-0.5, a, 0.5);
    const double z = a > 0.5 ? halved : square, root = gpu__quick_root(z), s = a > 0.5 ? root : a;
    const double p = gpu__asin_quick_of_reduced(s, z), y = a > 0.5 ? GPU__FMA(-2.0, p, 1.5707963267948966) : p;
    *special = 0x3f800000u - gpu__size_bits(x);
    return gpu__with_sign(gpu__quick_rounded(y, hard), x);
}
GPU__LIFTED_FN float gpu__acos_quick_f32(float x, uint64_t *hard, uint32_t *special)
{
    const double a = (double)gpu__float32(gpu__size_bits(x)), square = a * a, halved = GPU__FMA(-0.5, a, 0.5);
    const double z = a > 0.5 ? halved : square, root = gpu__quick_root(z), s = a > 0.5 ? root : a;
    const uint64_t sign = (uint64_t)(gpu__bits32(x) & 0x80000000u) << 32;
    const double q = gpu__float64(gpu__bits64(gpu__asin_quick_of_reduced(s, z)) ^ sign),
                 end = x < 0 ? 3.141592653589793 : 0.0;
    *special = 0x3f800000u - gpu__size_bits(x);
    return gpu__quick_rounded(GPU__FMA(a > 0.5 ? 2.0 : -1.0, q, a > 0.5 ? end : 1.5707963267948966), hard);
}
/* The highest bit is set where the number of this size is denormal. *hard says nothing of a result of that size. */
GPU__LIFTED_FN uint32_t gpu__is_denormal(uint32_t size) { return (size - 0x00800000u) & (0u - size); }
/* As in gpu_math_cbrt_f32, with a step less from a better start */
GPU__LIFTED_FN float gpu__cbrt_quick_f32(float x, uint64_t *hard, uint32_t *special)
{
    const uint32_t size = gpu__size_bits(x);
    const float a = gpu__float32(size), third = a * 0.333333343f;
    float w = gpu__float32(0x54a21c00u - size / 3u), u; /* after both steps e is at most 2^-14.9 */
    u = w * w;
    w = GPU__FMAF(-(third * w) * u, w, 1.33333337f * w);
    u = w * w;
    w = GPU__FMAF(-(third * w) * u, w, 1.33333337f * w);
    const double v = (double)a * ((double)w * (double)w);
    double e = GPU__FMA(-v, (double)w, 1.0);
    e = GPU__FMA(v * e, GPU__FMA(e, 0.5555555555555556, 0.6666666666666666), v);
    *special = (0x7f7fffffu - size) | gpu__is_denormal(size);
    return gpu__with_sign(gpu__quick_rounded(e, hard), x);
}
/* The error function is x times a polynomial of x^2 / 8 - 1; from 4 on it is 1. A denormal result has fewer bits than
   the test of the rounding assumes, so denormal arguments are special; zeros are not. */
GPU__LIFTED_FN float gpu__erf_quick_f32(float x, uint64_t *hard, uint32_t *special)
{
    const uint32_t size = gpu__size_bits(x), most = 0x40800000u;
    const double a = (double)gpu__float32(size < most ? size : most), u = GPU__FMA(a * a, 0.125, -1.0);
    double q =
        GPU__SERIES(u, -0.0006053923482838485, 0.0002745807802495509, -0.00012606544755637216, 4.9371533434815815e-05,
                    -1.2829333150691201e-05, 5.5641286873996905e-06, -4.548864077747588e-06, 1.39629379480355e-06);
    q = GPU__SERIES(u, 0.35353099564343193, -0.1765762333033623, 0.13167511688840022, -0.10771044234743844,
                    0.0902089943472319, -0.07472787059017662, 0.05988690173002838, -0.04576505088325757,
                    0.03306065381400108, -0.022473973008298877, 0.014349532695637431, -0.008604549857011416,
                    0.0048536102128256126, -0.0025826294921258777, 0.001292863552765224, q);
    *special = (0x7f800000u - size) | gpu__is_denormal(size);
    return gpu__with_sign(gpu__quick_rounded(a * q, hard), x);
}
/* Floats are enough here: the remainder of the root's inverse is exact, and corrects it by a few units. */
GPU__LIFTED_FN float gpu__rsqrt_quick_f32(float x, uint64_t *hard, uint32_t *special)
{
#ifdef __CUDA_ARCH__
    float q;
    asm("rsqrt.approx.ftz.f32 %0, %1;" : "=f"(q) : "f"(x));
#else
    const float q = 1.0f / sqrtf(x);
#endif
    const uint32_t normal = gpu__bits32(x) - 0x00800000u;
    const float p = GPU__FMAF(x, q, 0.0f), low = GPU__FMAF(x, q, -p);
    const float e = GPU__FMAF(-low, q, GPU__FMAF(-p, q, 1.0f)), y = GPU__FMAF(0.5f * q, e, q);
    const float more = GPU__FMAF(0.50001f * q, e, q), less = GPU__FMAF(0.49999f * q, e, q);
    *hard = 0;
    *special = normal | (0x7effffffu - normal) | (0u - (gpu__bits32(more) ^ gpu__bits32(less)));
    return y;
}
GPU__LIFTED_FN double gpu__{cbrt|exp10|asin|acos|erf}_quick_f64(double x, uint64_t *hard, uint32_t *special)
{
    *hard = *special = 0;
    return gpu_math_{1}_f64(x);
}
GPU__LIFTED_FN double gpu__exp2_quick_f64(double x, uint64_t *hard, uint32_t *special)
{
    const double t = x + GPU__ROUNDER, n = t - GPU__ROUNDER;
    double low, r = gpu__pair_product(x - n, 0.6931471805599453, 2.3190468138462996e-17, &low);
    *hard = 0;
    *special = gpu__beyond_f64(x, 0x408fe000u); /* 1020 */
    return gpu__float64(gpu__bits64(gpu__exp_of_reduced(r, low)) + (gpu__bits64(t) << 52));
}
GPU__LIFTED_FN double gpu__{expm1|sinh}_quick_f64(double x, uint64_t *hard, uint32_t *special)
{
    *hard = 0;
    *special = gpu__beyond_f64(x, 0x40862000u);
    return gpu__with_sign_f64(gpu__{expm1_scaled(x, 0.0)|hyperbolic_scaled(gpu_math_abs_f64(x), 1, 1)}, x);
}
GPU__LIFTED_FN double gpu__cosh_quick_f64(double x, uint64_t *hard, uint32_t *special)
{
    *hard = 0;
    *special = gpu__beyond_f64(x, 0x40862000u);
    return gpu__hyperbolic_scaled(gpu_math_abs_f64(x), 0, 1);
}
GPU__LIFTED_FN double gpu__{log2|log10}_quick_f64(double x, uint64_t *hard, uint32_t *special)
{
    double n, f = gpu__log_reduced(x, &n);
    *hard = 0;
    *special = gpu__not_normal_f64(x);
    return gpu__{1}_of_parts(n, f);
}
GPU__LIFTED_FN double gpu__log1p_quick_f64(double x, uint64_t *hard, uint32_t *special)
{
    const double a = 1.0 + x;
    const uint32_t high = (uint32_t)(gpu__bits64(a) >> 32);
    double n, f = gpu__log_reduced(a, &n), s = gpu__power_of_two(-n);
    f = GPU__FMA(s, x, s - 1.0);
    *hard = 0;
    *special = (high - 1u) | (0x43b00000u - high); /* 2^60 */
    return gpu__with_sign_f64(gpu__log1p_of_parts(n, f, GPU__FMA(s, x, (s - 1.0) - f)), x);
}
GPU__LIFTED_FN double gpu__atan_quick_f64(double x, uint64_t *hard, uint32_t *special)
{
    *hard = 0;
    *special = gpu__beyond_f64(x, 0x43abc16du); /* 1e18 */
    return gpu__with_sign_f64(gpu__atan_of_size(gpu_math_abs_f64(x)), x);
}
GPU__LIFTED_FN double gpu__rsqrt_quick_f64(double x, uint64_t *hard, uint32_t *special)
{
    *hard = 0;
    *special = gpu__not_normal_f64(x);
    return gpu__rsqrt_of_normal(x);
}
GPU__LIFTED_FN double gpu__tan_quick_f64(double x, uint64_t *hard, uint32_t *special)
{
    *hard = 0;
    *special = gpu__beyond_f64(x, 0x41cfffffu);
    return gpu__tan_small_f64(x);
}
/* For sizes of 2^-399 to 2^400, or one of 0 */
GPU__LIFTED_FN double gpu__atan2_quick_f64(double y, double x, uint64_t *hard, uint32_t *special)
{
    const double p = gpu_math_abs_f64(y), q = gpu_math_abs_f64(x), most = p > q ? p : q, least = p > q ? q : p;
    const uint64_t m = gpu__bits64(most), l = gpu__bits64(least), first = 0x2700000000000000u;
    *hard = 0;
    *special = (uint32_t)((((l - first) & (0u - l)) | (m - first) | (0x58f0000000000000u - m)) >> 32);
    return gpu__with_sign_f64(gpu__atan2_of_sizes(least, most, p > q, (int)(gpu__bits64(x) >> 63)), y);
}
/* The power of doubles, whose exponent is the same for all in a loop, for results of 10^-307 to 10^307 */
GPU__LIFTED_FN double gpu__pow_first_f64(double x, double y, uint64_t *hard, uint32_t *special)
{
    const double b = gpu_math_abs_f64(y), halved = 0.5 * b, whole = GPU__TWO_52, a = gpu_math_abs_f64(x);
    const int is_whole = (b >= whole) | ((b + whole) - whole == b);
    const int is_odd = is_whole & (b < 9007199254740992.0) & ((halved + whole) - whole != halved);
    const uint64_t flip = (uint64_t)is_odd << 63, not_real = (uint64_t)!is_whole << 63;
    double n, low, f = gpu__log_reduced(a, &n), e = gpu__times_log(y, f, n, &low);
    *hard = 0;
    *special = gpu__not_normal_f64(a) | gpu__beyond_f64(e, 0x40862000u) | (uint32_t)((gpu__bits64(x) & not_real) >> 32);
    e = gpu__exp_of_pair(e, low, &n);
    return gpu__float64((gpu__bits64(e) + (gpu__bits64(n + GPU__ROUNDER) << 52)) ^ (gpu__bits64(x) & flip));
}
#else
GPU__LIFTED_FN double gpu__pow_first_f64(double x, double y, uint64_t *hard, uint32_t *special)
{
    *hard = *special = 0;
    return gpu_math_pow_f64(x, y);
}
#endif
#endif
