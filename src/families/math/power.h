/* Powers, computed in pairs of doubles. n ln 2 + log(1 + f), with a relative error of about 2^-65. */
GPU__LIFTED_FN double gpu__log_pair(double f, double n, double *low)
{
    double d_low, t, t_low, z, z_low, c, c_low, w, w_low, v, e, q;
    const double d = gpu__pair_sum(2.0, f, &d_low), inverse = gpu__refined(gpu__rough_inverse(d), d);
    t = gpu__divided(f + f, d); /* 2 f / (2 + f); the inverse, for its remainder, has 12 bits */
    t_low = GPU__FMA(-t, d_low, GPU__FMA(-t, d, f + f)) * inverse;
    z = GPU__FMA(t, t, 0.0);
    z_low = GPU__FMA(2.0 * t, t_low, GPU__FMA(t, t, -z));
    q = GPU__SERIES(z, 0.002232142857142919, 0.0004340277777667165, 8.877840984078517e-05, 1.8780023147605506e-05,
                    4.06945944026102e-06, 8.931149551003423e-07, 2.2360188720467602e-07);
    q = GPU__FMA(z, GPU__FMA(z, q, 0.0125), 4.625929269271485e-18);
    c = gpu__pair_sum(0.08333333333333333, q, &c_low); /* log(1 + f) = t + t z c */
    w = GPU__FMA(z, c, 0.0);
    w_low = GPU__FMA(z, c_low, GPU__FMA(z_low, c, GPU__FMA(z, c, -w)));
    v = GPU__FMA(t, w, 0.0);
    w_low = GPU__FMA(t_low, w, GPU__FMA(t, w_low, GPU__FMA(t, w, -v)));
    t = gpu__pair_sum(t, v, &e);
    v = gpu__pair_sum(n * 0.6931471805598903, t, &d_low); /* that product is exact */
    *low = d_low + GPU__FMA(n, 5.497923018708371e-14, e + (t_low + w_low));
    return gpu__pair_sum(v, *low, low);
}
/* exp(a + a_low) = 2^n (y + *low), |a| < 1100 */
GPU__LIFTED_FN double gpu__exp_pair(double a, double a_low, double *n, double *low)
{
    double tail, e, rest, p, r = gpu__exp_reduced_pair(a, n, low), z;
    r = gpu__pair_sum(r, *low + a_low, low);
    z = r * r;
    rest = GPU__FMA(0.5, GPU__FMA(r, r, -z), GPU__FMA(r * z, gpu__exp_series(r), GPU__FMA(*low, r, *low)));
    p = gpu__pair_sum(r, 0.5 * z, &e);
    p = gpu__pair_sum(p, e + rest, &tail);
    p = gpu__pair_sum(1.0, p, low);
    return gpu__pair_sum(p, *low + tail, low);
}
/* exp(a + a_low) = 2^n times the result */
GPU__LIFTED_FN double gpu__exp_of_pair(double a, double a_low, double *n)
{
    double low, r = gpu__exp_reduced_pair(a, n, &low);
    r = gpu__pair_sum(r, low + a_low, &low);
    return gpu__exp_of_reduced(r, GPU__FMA(low, r, low));
}
/* The special cases of pow; `size` is the power of |x|. Of floats they take half as long in floats. */
GPU__LIFTED_FN {double|float} gpu__pow_special_{f64|f32}({1} x, {1} y, {1} size)
{
    const {1} infinity = ({1})INFINITY, whole = {GPU__TWO_52|8388608.0f}, a = x < 0 ? -x : x, b = y < 0 ? -y : y;
    const {1} one = 1, halved = b / 2;
    const int is_whole = (b >= whole) | ((b + whole) - whole == b);
    const int is_odd = is_whole & (b < 2 * whole) & ((halved + whole) - whole != halved);
    const int negative = (x < 0) | ((x == 0) & (gpu__bits{64|32}(x) > 0));
    size = ((a == 0) | (a == infinity) | (b == infinity)) ? ((a - one) * y > 0 ? infinity : 0) : size;
    size = a == one ? one : size;
    size = (negative & is_odd) ? -size : size;
    size = ((x < 0) & (a < infinity) & !is_whole) ? ({1})NAN : size;
    size = ((x != x) | (y != y)) ? ({1})NAN : size;
    return ((x == one) | (y == 0)) ? one : size;
}
/* y (n ln 2 + log(1 + f)) as a pair */
GPU__LIFTED_FN double gpu__times_log(double y, double f, double n, double *low)
{
    double l_low, l = gpu__log_pair(f, n, &l_low), e = GPU__FMA(y, l, 0.0);
    *low = GPU__FMA(y, l_low, GPU__FMA(y, l, -e));
    return e;
}
/* y log |x| as a pair, clamped to +-most */
GPU__LIFTED_FN double gpu__pow_exponent(double x, double y, double most, double *low)
{
    const double a = x < 0 ? -x : x;
    double n, f = gpu__log_normal_parts(a > 0 && a < (double)INFINITY ? a : 1.0, &n), e;
    e = gpu__times_log(y, f, n, low);
    *low = e > -most && e < most ? *low : 0.0;
    return e < -most ? -most : e > most ? most : e;
}
GPU__LIFTED_FN double gpu_math_pow_f64(double x, double y)
{
    double n, low, e = gpu__pow_exponent(x, y, 800.0, &low);
    e = gpu__exp_of_pair(e, low, &n);
    return gpu__pow_special_f64(x, y, gpu__scaled(e, n));
}
/* a + low rounded to a float once: a is first rounded to odd, so that its last bit records whether more follows. */
GPU__LIFTED_FN float gpu__pair_to_float(double a, double low)
{
    const uint64_t b = gpu__bits64(a), up = (uint64_t)((low > 0) == (a > 0)), moved = b + up + up - 1;
    return (float)gpu__float64(low != 0 && !(b & 1) ? moved : b);
}
/* The power of floats for the few results that gpu__pow_quick cannot round. */
GPU__RARE_FN float gpu__pow_exact(float x, float y)
{
    double n, s, low, e = gpu__pow_exponent((double)x, (double)y, 120.0, &low);
    e = gpu__exp_pair(e, low, &n, &low);
    s = gpu__power_of_two(n);
    e = e * s;
    low = low * s;
    /* If a power is exactly halfway between two floats, its base has at most 13 bits; the tail then consists of
       rounding errors only. */
    if (!(gpu__bits32(x) & 0x7ff) && low < e * 6.938893903907228e-18 && low > e * -6.938893903907228e-18) low = 0;
    e = (double)gpu__pair_to_float(e, low);
    return (float)gpu__pow_special_f64((double)x, (double)y, e);
}
/* The power of floats. Let e = y log2 |x|. Of the logarithm of all mantissas the largest relative error is 2^-47.8, and
   where the result is not 0 or infinite, |e| < 152. So the error of 2^e is less than 2^-41.1 of it. *hard is 0 if both
   ends of an interval of 2^-41 about it are rounded to the same float, as all but one of 2^16 are. */
GPU__LIFTED_FN float gpu__pow_quick(float x, float y, uint32_t *hard)
{
    const double whole = GPU__EXPONENT_ROUNDER;
    const float a = x < 0 ? -x : x;
    double n, e, t, p, s;
    const float f = gpu__log_reduced_f32(a > 0 && a < INFINITY ? a : 1.0f, &n);
    e = (double)y * GPU__FMA(gpu__log1p_of_reduced((double)f, f + 2.0f), 1.4426950408889634, n);
    e = e < -160.0 ? -160.0 : e > 160.0 ? 160.0 : e;
    t = e + whole; /* as in gpu__exp_reduced */
    s = gpu__float64(gpu__bits64(t) << 52);
    p = gpu__expm1_of_reduced((e - (t - whole)) * 0.6931471805599453);
    p = GPU__FMA(s, p, s);
    const float least = (float)(p * 0.9999999999995453);
    *hard = gpu__bits32(least) ^ gpu__bits32((float)(p * 1.0000000000004547));
    return gpu__pow_special_f32(x, y, least);
}
GPU__LIFTED_FN float gpu_math_pow_f32(float x, float y)
{
    uint32_t hard;
    const float z = gpu__pow_quick(x, y, &hard);
    return hard ? gpu__pow_exact(x, y) : z;
}
