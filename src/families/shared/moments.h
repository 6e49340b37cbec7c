/* Moments: the number of elements, their mean and M2 = the sum of (x - mean)^2, and how those of two sets combine. */
typedef struct gpu__triple {
    double count, mean, m2;
} gpu__triple;
typedef struct gpu__moments {
    double mean, var, std, inverse; /* of std */
} gpu__moments;
GPU__LIFTED_FN gpu__triple gpu__merge(gpu__triple a, gpu__triple b) /* Chan's formula */
{
    gpu__triple r;
    if (b.count == 0) return a;
    const double d = b.mean - a.mean;
    const double f = a.count == b.count ? 0.5 : b.count / (a.count + b.count);
    r.count = a.count + b.count;
    r.mean = a.mean + GPU__TIMES(d, f);
    r.m2 = (a.m2 + b.m2) + GPU__TIMES(GPU__TIMES(d, d), GPU__TIMES(a.count, f));
    return r;
}
GPU__LIFTED_FN gpu__triple gpu__lane_moments(double s, double q, size_t count, double from)
{
    gpu__triple r;
    r.count = (double)count;
    r.mean = count ? s / r.count : 0;
    r.m2 = q - GPU__TIMES(s, r.mean);
    if (r.m2 < 0) r.m2 = 0;                       /* not a NaN */
    if (q > GPU__DBL_MAX && s - s == 0) r.m2 = q; /* squares beyond the range of a double */
    r.mean += from;
    return r;
}
GPU_FN inline gpu__moments gpu__moments_of(gpu__triple t, double origin, double ddof)
{
    gpu__moments m;
    const double below = t.count - ddof;
    m.mean = t.mean + origin;
    m.var = below > 0 ? t.m2 / below : (double)NAN;
    m.std = sqrt(m.var);
    m.inverse = 1 / m.std;
    return m;
}
/* Combines m[0] to m[n - 1] by halves, as the tree of every reduction, into m[0]. It is inline, like the functions it
   calls, so that a loop for AVX2 contains it in that form: calls of code without AVX in between can cost a transition
   penalty at every step. */
GPU__HOT static GPU__ALWAYS_INLINE gpu__triple gpu__fold_moments(gpu__triple *m, size_t n)
{
    size_t s = 1, i;
    while (s < n) s *= 2;
    for (s /= 2; s; s /= 2)
        for (i = 0; i < s && i + s < n; i++) m[i] = gpu__merge(m[i], m[i + s]);
    return m[0];
}
enum { GPU__MOMENTS_VAR, GPU__MOMENTS_STD, GPU__MOMENTS_ALL }; /* which result is wanted */
typedef struct gpu__moments_detail {
    int wanted;
    gpu_type type;
    double ddof;
} gpu__moments_detail;
