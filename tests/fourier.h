/* Transforms of every shape by one call, and what they should give: for the tests of the family fourier. */
#ifndef FOURIER_H
#define FOURIER_H

enum { COMPLEX, REAL, TO_REAL, KINDS };
typedef struct transform {
    int kind, inverse, axes; /* axes: bit k for axis k of three */
    int wide;                /* double */
    size_t dims[3];
} transform;
typedef struct number {
    long double re, im;
} number;

static long double real_at(int wide, const void *p, size_t i)
{
    return wide ? (long double)((const double *)p)[i] : (long double)((const float *)p)[i];
}
static void set_real(int wide, void *p, size_t i, double v)
{
    if (wide)
        ((double *)p)[i] = v;
    else
        ((float *)p)[i] = (float)v;
}
static size_t elements_of(const transform *t, int complex)
{
    return t->dims[0] * t->dims[1] * (complex && t->kind != COMPLEX ? t->dims[2] / 2 + 1 : t->dims[2]);
}
static size_t elements_in(const transform *t) { return elements_of(t, t->kind != REAL); }
static size_t elements_out(const transform *t) { return elements_of(t, t->kind != TO_REAL); }
static size_t size_in(const transform *t) { return (t->kind == REAL ? 1u : 2u) * (t->wide ? 8u : 4u); }
static size_t size_out(const transform *t) { return (t->kind == TO_REAL ? 1u : 2u) * (t->wide ? 8u : 4u); }
static const char *name_of(const transform *t)
{
    static char name[128];
    snprintf(name, sizeof name, "%s%s of %zu x %zu x %zu along axes %d in %s", t->inverse ? "inverse " : "",
             t->kind == COMPLEX ? "complex"
             : t->kind == REAL  ? "real to complex"
                                : "complex to real",
             t->dims[0], t->dims[1], t->dims[2], t->axes, t->wide ? "double" : "float");
    return name;
}
static int has_function(const transform *t)
{
    if (t->axes == 2) return t->kind == COMPLEX;
    return t->axes == 4 ? t->dims[0] == 1 : t->axes == 6 ? t->dims[0] == 1 : t->axes == 7;
}

#define CALL(name, O, I, ...)                                                                                          \
    (t->wide ? gpu_##name((O##64 *)out, (const I##64 *)x, __VA_ARGS__)                                                 \
             : gpu_##name((O##32 *)out, (const I##32 *)x, __VA_ARGS__))
#define CALL_ALL(names, O, I)                                                                                          \
    (t->axes == 7   ? CALL(names##3, O, I, d[0], d[1], d[2])                                                           \
     : t->axes == 6 ? CALL(names##2, O, I, d[1], d[2])                                                                 \
     : d[1] == 1    ? CALL(names, O, I, d[2])                                                                          \
                    : CALL(names##_rows, O, I, d[1], d[2]))
typedef float real32;
typedef double real64;
static gpu_status call_transform(const transform *t, void *out, const void *x)
{
    const size_t *const d = t->dims;
    if (t->kind == REAL) return CALL_ALL(rfft, gpu_c, real);
    if (t->kind == TO_REAL) return CALL_ALL(irfft, real, gpu_c);
    if (t->axes == 2 && d[0] == 1)
        return t->inverse ? CALL(ifft_cols, gpu_c, gpu_c, d[1], d[2]) : CALL(fft_cols, gpu_c, gpu_c, d[1], d[2]);
    if (t->axes == 2)
        return t->inverse ? CALL(ifft_axis, gpu_c, gpu_c, d[0], d[1], d[2])
                          : CALL(fft_axis, gpu_c, gpu_c, d[0], d[1], d[2]);
    return t->inverse ? CALL_ALL(ifft, gpu_c, gpu_c) : CALL_ALL(fft, gpu_c, gpu_c);
}

/* exp(-2 pi i k / n) for all k < n. */
static number *roots_of(size_t n)
{
    number *const w = (number *)malloc(n * sizeof *w);
    size_t k;
    for (k = 0; k < n; k++) {
        const long double angle = 6.283185307179586476925286766559L * (long double)k / (long double)n;
        w[k].re = cosl(angle), w[k].im = -sinl(angle);
    }
    return w;
}
/* The transform of n numbers x[0], x[stride], ... to y, by the smallest factor of n at a time; w: roots of n * by. */
static void reference_line(number *y, const number *x, size_t n, size_t stride, const number *w, size_t by,
                           number *spare)
{
    size_t p = 2, m, a, b, k;
    if (n == 1) {
        y[0] = x[0];
        return;
    }
    while (n % p && p * p <= n) p++;
    if (n % p) p = n;
    m = n / p;
    for (a = 0; a < p; a++) reference_line(spare + a * m, x + a * stride, m, stride * p, w, by * p, y + a * m);
    for (k = 0; k < n; k++) {
        number sum = {0, 0};
        for (a = 0, b = 0; a < p; a++, b = b + k < n ? b + k : b + k - n) {
            const number u = spare[a * m + k % m], r = w[b * by];
            sum.re += u.re * r.re - u.im * r.im, sum.im += u.re * r.im + u.im * r.re;
        }
        y[k] = sum;
    }
}
static void reference_axis(number *x, size_t outer, size_t n, size_t inner, int inverse)
{
    number *const line = (number *)malloc(3 * n * sizeof *line), *const w = roots_of(n);
    size_t o, i, k;
    for (o = 0; o < outer; o++)
        for (i = 0; i < inner; i++) {
            number *const at = x + o * n * inner + i;
            for (k = 0; k < n; k++) line[k] = at[k * inner], line[k].im *= inverse ? -1 : 1;
            reference_line(line + n, line, n, 1, w, 1, line + 2 * n);
            for (k = 0; k < n; k++) {
                at[k * inner] = line[n + k];
                if (inverse) at[k * inner].re /= (long double)n, at[k * inner].im /= -(long double)n;
            }
        }
    free(line), free(w);
}
/* Fills x with random numbers, and returns what the transform of it is. */
static number *reference(const transform *t, void *x)
{
    const size_t all = elements_of(t, 0), half = t->dims[2] / 2 + 1, rows = t->dims[0] * t->dims[1], n = t->dims[2];
    number *const y = (number *)malloc((all + rows) * sizeof *y);
    size_t i, k;
    int axis;
    for (i = 0; i < elements_in(t) * (t->kind == REAL ? 1 : 2); i++) set_real(t->wide, x, i, uniform());
    for (i = 0; i < elements_in(t); i++) {
        y[i].re = real_at(t->wide, x, t->kind == REAL ? i : 2 * i);
        y[i].im = t->kind == REAL ? 0 : real_at(t->wide, x, 2 * i + 1);
    }
    if (t->kind == TO_REAL) { /* the other axes are transformed first, then the last one as a whole */
        if (t->axes & 1) reference_axis(y, 1, t->dims[0], t->dims[1] * half, 1);
        if (t->axes & 2) reference_axis(y, t->dims[0], t->dims[1], half, 1);
        for (i = rows; i--;) {
            memmove(y + i * n, y + i * half, half * sizeof *y);
            y[i * n].im = 0;
            if (n % 2 == 0) y[i * n + n / 2].im = 0;
            for (k = half; k < n; k++) y[i * n + k] = y[i * n + n - k], y[i * n + k].im *= -1;
        }
        reference_axis(y, rows, n, 1, 1);
        return y;
    }
    for (axis = 0; axis < 3; axis++)
        if (t->axes >> axis & 1) {
            const size_t outer = axis == 0 ? 1 : axis == 1 ? t->dims[0] : rows;
            const size_t inner = axis == 0 ? t->dims[1] * n : axis == 1 ? n : 1;
            reference_axis(y, outer, t->dims[axis], inner, t->inverse);
        }
    for (i = 0; i < rows && t->kind == REAL; i++) memmove(y + i * half, y + i * n, half * sizeof *y);
    return y;
}
/* The root mean square of the error, in roundings of the root mean square of the result. */
static double error_of(const transform *t, const void *y, const number *expected, size_t count)
{
    long double error = 0, all = 0;
    size_t i;
    for (i = 0; i < count; i++) {
        const number e = expected[i];
        const long double re = real_at(t->wide, y, t->kind == TO_REAL ? i : 2 * i) - e.re,
                          im = t->kind == TO_REAL ? 0 : real_at(t->wide, y, 2 * i + 1) - e.im;
        error += re * re + im * im, all += e.re * e.re + (t->kind == TO_REAL ? 0 : e.im * e.im);
    }
    return (double)(sqrtl(error / all) / (t->wide ? 1.1102230246251565e-16L : 5.9604644775390625e-8L));
}
/* One rounding for each factor of two. */
static double error_bound(const transform *t)
{
    double n = 2;
    int axis;
    for (axis = 0; axis < 3; axis++)
        if (t->axes >> axis & 1) n *= (double)t->dims[axis];
    return log2(n);
}
/* Number k of the transform of x, by its sum. Roots are products of two, of which the tables have 1024 and the
   others. */
static number one_number(int wide, const void *x, size_t n, size_t k)
{
    number *const coarse = (number *)malloc((n / 1024 + 1) * sizeof *coarse), fine[1024], sum = {0, 0};
    size_t i, at = 0;
    for (i = 0; i < n / 1024 + 1 + 1024; i++) {
        const size_t root = i < 1024 ? i : (i - 1024) * 1024;
        const long double angle = 6.283185307179586476925286766559L * (long double)root / (long double)n;
        number *const to = i < 1024 ? fine + i : coarse + (i - 1024);
        to->re = cosl(angle), to->im = -sinl(angle);
    }
    for (i = 0; i < n; i++) {
        const number a = coarse[at / 1024], b = fine[at % 1024];
        const long double re = real_at(wide, x, 2 * i), im = real_at(wide, x, 2 * i + 1), c = a.re * b.re - a.im * b.im,
                          s = a.re * b.im + a.im * b.re;
        sum.re += re * c - im * s, sum.im += re * s + im * c;
        at += k, at -= at >= n ? n : 0;
    }
    free(coarse);
    return sum;
}
#endif
