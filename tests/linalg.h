/* What the tests of the family linalg measure, for floats and doubles: each check computes a ratio that LAPACK's own
   testers compute, in long double, and compares it with a small constant. */

#ifndef LINALG_H
#define LINALG_H

#include "prewritten.h"
#include <float.h>

typedef long double wide;
enum { KINDS = 9, LIMIT = 20, ORTHOGONAL = 3 };
static GPU__UNUSED double normal(void)
{
    const double u = (uniform() + 1) / 2 + 1e-18, v = uniform();
    return sqrt(-2 * log(u < 1 ? u : 0.5)) * cos(3.14159265358979323846 * v);
}
/* |a|, Frobenius', without overflow. */
static GPU__UNUSED wide length_of(const wide *a, size_t n)
{
    wide sum = 0;
    size_t i;
    for (i = 0; i < n; i++) sum += a[i] * a[i];
    return sqrtl(sum);
}
/* The same to divide by: 1 for a matrix of zeros. */
static GPU__UNUSED wide norm_of(const wide *a, size_t n)
{
    const wide length = length_of(a, n);
    return length > 0 ? length : 1;
}
/* c[m][n] = a[m][k] b[k][n] */
static GPU__UNUSED void times(wide *c, const wide *a, const wide *b, size_t m, size_t n, size_t k)
{
    size_t i, j, l;
    for (i = 0; i < m; i++) {
        for (j = 0; j < n; j++) c[i * n + j] = 0;
        for (l = 0; l < k; l++)
            for (j = 0; j < n; j++) c[i * n + j] += a[i * k + l] * b[l * n + j];
    }
}
static GPU__UNUSED wide *turned(const wide *a, size_t m, size_t n)
{
    wide *const t = (wide *)malloc(m * n * sizeof *t);
    size_t i, j;
    for (i = 0; i < m; i++)
        for (j = 0; j < n; j++) t[j * m + i] = a[i * n + j];
    return t;
}
/* |c - d| for the product c of a and b; overwrites nothing. */
static GPU__UNUSED wide distance(const wide *a, const wide *b, const wide *d, size_t m, size_t n, size_t k)
{
    wide *const c = (wide *)malloc(m * n * sizeof *c), sum = 0;
    size_t i;
    times(c, a, b, m, n, k);
    for (i = 0; i < m * n; i++) sum += (c[i] - d[i]) * (c[i] - d[i]);
    free(c);
    return sqrtl(sum);
}
/* |a' a - 1| of the n columns of a[m][n] */
static GPU__UNUSED wide skewness(const wide *a, size_t m, size_t n)
{
    wide *const t = turned(a, m, n), *const one = (wide *)calloc(n * n, sizeof *one), d;
    size_t i;
    for (i = 0; i < n; i++) one[i * (n + 1)] = 1;
    d = distance(t, a, one, n, n, m);
    free(t), free(one);
    return d;
}
static GPU__UNUSED void check_ratio(wide value, wide limit, const char *what, size_t m, size_t n, int kind,
                                    const char *type, int line)
{
    if (!(value <= limit))
        test__fail(__FILE__, line, "%s of %zu by %zu, kind %d, %s: ratio %.3Lg, expected at most %.3Lg", what, m, n,
                   kind, type, value, limit);
}
#define RATIO(value, limit, what, m, n, kind, type) check_ratio(value, limit, what, m, n, kind, type, __LINE__)

/* Eigenvalues of a symmetric matrix by cyclic Jacobi rotations, ascending; a is overwritten. */
static GPU__UNUSED void eigenvalues_of(wide *values, wide *a, size_t n)
{
    size_t i, j, k;
    int sweep;
    for (sweep = 0; sweep < 40; sweep++)
        for (i = 0; i < n; i++)
            for (j = i + 1; j < n; j++) {
                const wide g = a[i * n + j];
                wide t, c, s;
                if (g == 0) continue;
                t = (a[j * n + j] - a[i * n + i]) / (2 * g);
                t = (t < 0 ? -1 : 1) / (fabsl(t) + sqrtl(1 + t * t));
                c = 1 / sqrtl(1 + t * t), s = c * t;
                for (k = 0; k < n; k++) {
                    const wide p = a[k * n + i], q = a[k * n + j];
                    a[k * n + i] = c * p - s * q, a[k * n + j] = s * p + c * q;
                }
                for (k = 0; k < n; k++) {
                    const wide p = a[i * n + k], q = a[j * n + k];
                    a[i * n + k] = c * p - s * q, a[j * n + k] = s * p + c * q;
                }
                a[i * n + j] = a[j * n + i] = 0;
            }
    for (i = 0; i < n; i++) {
        const wide v = a[i * (n + 1)];
        for (j = i; j && values[j - 1] > v; j--) values[j] = values[j - 1];
        values[j] = v;
    }
}

#define EPS (sizeof(T) == 4 ? (wide)FLT_EPSILON : (wide)DBL_EPSILON)
#define BIG (sizeof(T) == 4 ? 15 : 30)
#define TYPES REAL
#define BODY "linalg_checks.h"
#include "each_type.h"

#endif /* LINALG_H */
