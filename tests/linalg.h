/* What the tests of the family linalg measure, for floats and doubles: each check computes a ratio that LAPACK's own
   testers compute, in long double, and compares it with a small constant. */

#ifndef LINALG_H
#define LINALG_H

#include "prewritten.h"
#include <float.h>

typedef long double wide;
enum { KINDS = 8, LIMIT = 20 };
static GPU__UNUSED double normal(void)
{
    const double u = (uniform() + 1) / 2 + 1e-18, v = uniform();
    return sqrt(-2 * log(u < 1 ? u : 0.5)) * cos(3.14159265358979323846 * v);
}
/* |a|, Frobenius', without overflow; 1 for a matrix of zeros. */
static GPU__UNUSED wide norm_of(const wide *a, size_t n)
{
    wide sum = 0;
    size_t i;
    for (i = 0; i < n; i++) sum += a[i] * a[i];
    return sum > 0 ? sqrtl(sum) : 1;
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
static GPU__UNUSED void check_ratio(wide value, wide limit, const char *what, size_t m, size_t n, int kind, const char *type, int line)
{
    if (!(value <= limit))
        test__fail(__FILE__, line, "%s of %zu by %zu, kind %d, %s: ratio %.3Lg, expected at most %.3Lg", what, m, n, kind, type, value, limit);
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

#define LINALG_CHECKS(T, s, EPS, BIG, BARE)                                                                                  \
    static GPU__UNUSED T *new_##s(size_t n) /* poisoned */                                                             \
    {                                                                                                                  \
        T *const p = (T *)malloc((n + 1) * sizeof *p);                                                                 \
        size_t i;                                                                                                      \
        for (i = 0; i <= n; i++) p[i] = (T)NAN;                                                                        \
        return p;                                                                                                      \
    }                                                                                                                  \
    static GPU__UNUSED wide *widened_##s(const T *a, size_t n, wide scale)                                             \
    {                                                                                                                  \
        wide *const w = (wide *)malloc((n + 1) * sizeof *w);                                                           \
        size_t i;                                                                                                      \
        for (i = 0; i < n; i++) w[i] = (wide)a[i] * scale;                                                             \
        return w;                                                                                                      \
    }                                                                                                                  \
    static GPU__UNUSED wide largest_##s(const T *a, size_t n)                                                          \
    {                                                                                                                  \
        wide most = 0;                                                                                                 \
        size_t i;                                                                                                      \
        for (i = 0; i < n; i++) most = fabsl((wide)a[i]) > most ? fabsl((wide)a[i]) : most;                            \
        return most > 0 ? most : 1;                                                                                    \
    }                                                                                                                  \
    /* 0 random, 1 graded elements, 2 half the rank, 3 constant, 4 zeros, 5 repeated and clustered: two random rows and  \
       columns beside the identity, 6 falling off by halves along rows and columns, 7 tiny */                           \
    static GPU__UNUSED void fill_##s(T *a, size_t m, size_t n, int kind)                                               \
    {                                                                                                                  \
        const size_t rank = (m < n ? m : n) / 2 + 1;                                                                   \
        size_t i, j, k;                                                                                                \
        double *const x = (double *)malloc((m + n) * rank * sizeof *x), *const y = x + m * rank;                       \
        for (i = 0; i < (m + n) * rank; i++) x[i] = kind == 2 ? normal() : 0;                                          \
        for (i = 0; i < m; i++)                                                                                        \
            for (j = 0; j < n; j++) {                                                                                  \
                const double r = normal();                                                                             \
                double v = r;                                                                                          \
                if (kind == 1) v = r * pow(10, uniform() * BIG);                                                       \
                if (kind == 2)                                                                                         \
                    for (v = 0, k = 0; k < rank; k++) v += x[i * rank + k] * y[k * n + j];                             \
                if (kind == 3) v = 3;                                                                                  \
                if (kind == 4) v = 0;                                                                                  \
                if (kind == 5) v = i < 2 || j < 2 ? r * 1e-3 : i == j;                                                 \
                if (kind == 6) v = r * pow(0.5, (double)(i + j));                                                      \
                if (kind == 7) v = r * (double)((T)1 / (T)FLT_MAX) * 64;                                               \
                a[i * n + j] = (T)v;                                                                                   \
            }                                                                                                          \
        free(x);                                                                                                       \
    }                                                                                                                  \
    /* LU, and where the matrix is regular what solves with it: |P A - L U| / (n eps |A|), |A x - b| / (n eps |A||x|). The  \
       errors of elimination grow with its pivots; random ones grow little. */                                          \
    static GPU__UNUSED void check_equations_##s(size_t n, int kind)                                                    \
    {                                                                                                                  \
        const size_t k = n % 4 + 1;                                                                                    \
        T *const a = new_##s(n * n), *const lu = new_##s(n * n), *const b = new_##s(n * k), *const x = new_##s(n * k), det[3] = {0, 0, 0}; \
        int *const pivots = (int *)calloc(n, sizeof *pivots), info = 99;                                               \
        wide *w, *l = (wide *)calloc(n * n, sizeof *l), *u = (wide *)calloc(n * n, sizeof *u), *y, *z, scale, size, logarithm = 0; \
        size_t i, j;                                                                                                   \
        double sign = 1;                                                                                               \
        fill_##s(a, n, n, kind), fill_##s(b, n, k, 0);                                                                 \
        scale = 1 / largest_##s(a, n * n), w = widened_##s(a, n * n, scale), size = norm_of(w, n * n);                 \
        GPU_CHECK(BARE(lu_batch)(lu, pivots, a, n, 1, &info));                                                         \
        for (i = 0; i < n; i++) {                                                                                      \
            if (pivots[i] < (int)i || pivots[i] >= (int)n) test__fail(__FILE__, __LINE__, "pivot %zu of %zu is %d", i, n, pivots[i]); \
            if (pivots[i] != (int)i) sign = -sign;                                                                     \
            for (j = 0; j < n && pivots[i] > (int)i && pivots[i] < (int)n; j++) {                                      \
                const wide t = w[i * n + j];                                                                           \
                w[i * n + j] = w[(size_t)pivots[i] * n + j], w[(size_t)pivots[i] * n + j] = t;                         \
            }                                                                                                          \
            for (j = 0; j < n; j++) {                                                                                  \
                if (j < i) l[i * n + j] = (wide)lu[i * n + j];                                                         \
                if (j >= i) u[i * n + j] = (wide)lu[i * n + j] * scale;                                                \
                if (j < i && !(fabsl(l[i * n + j]) <= 1)) test__fail(__FILE__, __LINE__, "an element of L is %Lg", l[i * n + j]); \
            }                                                                                                          \
            l[i * n + i] = 1;                                                                                          \
            if (u[i * n + i] < 0) sign = -sign;                                                                        \
            logarithm += logl(fabsl(u[i * n + i] / scale));                                                            \
        }                                                                                                              \
        RATIO(distance(l, u, w, n, n, n) / (size * (wide)n * EPS), LIMIT, "LU", n, n, kind, #T);                       \
        GPU_CHECK(BARE(slogdet)(det, det + 1, a, n));                                                                  \
        if (info == 0) {                                                                                               \
            CHECK(det[0] == (T)sign);                                                                                  \
            CHECK_CLOSE(det[1], logarithm, 1e-5, 1e-5);                                                                \
        } else                                                                                                         \
            CHECK(det[0] == 0 && det[1] < 0 && isinf((double)det[1]));                                                 \
        GPU_CHECK(BARE(det)(det + 2, a, n));                                                                           \
        if (info == 0 && fabsl(logarithm) < 80) CHECK_CLOSE(det[2], sign * (double)expl(logarithm), 0, 1e-3);          \
        if (info > 0) CHECK(det[2] == 0);                                                                              \
        if (info == 0 && (kind == 0 || kind == 7)) {                                                                   \
            GPU_CHECK(BARE(solve)(x, a, b, n, k));                                                                     \
            free(w), w = widened_##s(a, n * n, scale), y = widened_##s(x, n * k, 1 / scale), z = widened_##s(b, n * k, 1); \
            RATIO(distance(w, y, z, n, k, n) / (size * norm_of(y, n * k) * (wide)n * EPS), LIMIT, "solve", n, k, kind, #T); \
            memcpy(lu, x, n * k * sizeof *x * (k <= n)), memcpy(x, b, n * k * sizeof *x);                              \
            GPU_CHECK(BARE(solve)(x, a, x, n, k));                                                                     \
            CHECK(k > n || same_bits(x, lu, n * k * sizeof *x));                                                       \
            free(y), free(z);                                                                                          \
        }                                                                                                              \
        if (info == 0 && kind == 0) {                                                                                  \
            GPU_CHECK(BARE(inv)(lu, a, n));                                                                            \
            y = widened_##s(lu, n * n, 1 / scale), z = (wide *)calloc(n * n, sizeof *z);                               \
            for (i = 0; i < n; i++) z[i * (n + 1)] = 1;                                                                \
            RATIO(distance(w, y, z, n, n, n) / (size * norm_of(y, n * n) * (wide)n * EPS), LIMIT, "inverse", n, n, kind, #T); \
            free(y), free(z);                                                                                          \
        }                                                                                                              \
        free(a), free(lu), free(b), free(x), free(pivots), free(w), free(l), free(u);                                  \
    }                                                                                                                  \
    static GPU__UNUSED void check_triangle_##s(size_t n, size_t k, int shape)                                          \
    {                                                                                                                  \
        T *const t = new_##s(n * n), *const b = new_##s(n * k), *const x = new_##s(n * k);                             \
        wide *const w = (wide *)calloc(n * n, sizeof *w), *y, *z;                                                      \
        size_t i, j;                                                                                                   \
        fill_##s(b, n, k, 0);                                                                                          \
        for (i = 0; i < n; i++)                                                                                        \
            for (j = 0; j < n; j++) {                                                                                  \
                const size_t at = shape & GPU_TRANSPOSED ? j * n + i : i * n + j;                                      \
                if (i == j ? shape & GPU_UNIT_DIAGONAL : shape & GPU_UPPER ? j < i : j > i) continue;                  \
                t[i * n + j] = i == j ? (T)(2 + uniform()) : (T)(normal() / sqrt((double)n));                          \
                w[at] = (wide)t[i * n + j];                                                                            \
            }                                                                                                          \
        for (i = 0; i < n && shape & GPU_UNIT_DIAGONAL; i++) w[i * (n + 1)] = 1;                                       \
        GPU_CHECK(BARE(solve_triangular)(x, t, b, n, k, shape));                                                       \
        y = widened_##s(x, n * k, 1), z = widened_##s(b, n * k, 1);                                                    \
        RATIO(distance(w, y, z, n, k, n) / (norm_of(w, n * n) * norm_of(y, n * k) * (wide)n * EPS), LIMIT, "triangle", n, k, shape, #T); \
        free(t), free(b), free(x), free(w), free(y), free(z);                                                          \
    }                                                                                                                  \
    /* |L L' - A| / (n eps |A|), and what solves with L */                                                              \
    static GPU__UNUSED void check_cholesky_##s(size_t n)                                                               \
    {                                                                                                                  \
        T *const a = new_##s(n * n), *const l = new_##s(n * n), *const b = new_##s(n * 3), *const x = new_##s(n * 3);  \
        wide *w, *y, *z, *t;                                                                                           \
        size_t i, j, k;                                                                                                \
        fill_##s(l, n, n, 0), fill_##s(b, n, 3, 0);                                                                    \
        for (i = 0; i < n; i++)                                                                                        \
            for (j = 0; j <= i; j++) {                                                                                 \
                wide sum = i == j;                                                                                     \
                for (k = 0; k < n; k++) sum += (wide)l[i * n + k] * (wide)l[j * n + k];                                \
                a[i * n + j] = (T)sum; /* what is above stays NaN */                                                   \
            }                                                                                                          \
        for (i = 0; i < n * n; i++) l[i] = (T)NAN;                                                                     \
        GPU_CHECK(BARE(cholesky)(l, a, n));                                                                            \
        for (i = 0; i < n; i++)                                                                                        \
            for (j = i + 1; j < n; j++) {                                                                              \
                if (l[i * n + j] != 0) test__fail(__FILE__, __LINE__, "L is %g above its diagonal", (double)l[i * n + j]); \
                a[i * n + j] = a[j * n + i];                                                                           \
            }                                                                                                          \
        w = widened_##s(a, n * n, 1), y = widened_##s(l, n * n, 1), t = turned(y, n, n);                               \
        RATIO(distance(y, t, w, n, n, n) / (norm_of(w, n * n) * (wide)n * EPS), LIMIT, "Cholesky", n, n, 0, #T);       \
        free(y);                                                                                                       \
        GPU_CHECK(BARE(cholesky_solve)(x, l, b, n, 3));                                                                \
        y = widened_##s(x, n * 3, 1), z = widened_##s(b, n * 3, 1);                                                    \
        RATIO(distance(w, y, z, n, 3, n) / (norm_of(w, n * n) * norm_of(y, n * 3) * (wide)n * EPS), LIMIT, "Cholesky solve", n, 3, 0, #T); \
        free(a), free(l), free(b), free(x), free(w), free(y), free(z), free(t);                                        \
    }                                                                                                                  \
    static GPU__UNUSED void check_qr_##s(size_t m, size_t n, int kind)                                                 \
    {                                                                                                                  \
        const size_t p = m < n ? m : n;                                                                                \
        const wide unit = (wide)(m > n ? m : n) * EPS;                                                                 \
        T *const a = new_##s(m * n), *const q = new_##s(m * p), *const r = new_##s(p * n);                             \
        wide *w, *y, *z, scale;                                                                                        \
        size_t i, j;                                                                                                   \
        fill_##s(a, m, n, kind), scale = 1 / largest_##s(a, m * n);                                                    \
        GPU_CHECK(BARE(qr)(q, r, a, m, n));                                                                            \
        w = widened_##s(a, m * n, scale), y = widened_##s(q, m * p, 1), z = widened_##s(r, p * n, scale);              \
        for (i = 0; i < p; i++)                                                                                        \
            for (j = 0; j < i; j++)                                                                                    \
                if (r[i * n + j] != 0) test__fail(__FILE__, __LINE__, "R is %g below its diagonal", (double)r[i * n + j]); \
        RATIO(distance(y, z, w, m, n, p) / (norm_of(w, m * n) * unit), LIMIT, "QR", m, n, kind, #T);                   \
        RATIO(skewness(y, m, p) / unit, LIMIT, "Q of QR", m, n, kind, #T);                                             \
        free(a), free(q), free(r), free(w), free(y), free(z);                                                          \
    }                                                                                                                  \
    static GPU__UNUSED void check_eigh_##s(size_t n, int kind)                                                         \
    {                                                                                                                  \
        T *const a = new_##s(n * n), *const v = new_##s(n * n), *const d = new_##s(n), *const e = new_##s(n);          \
        wide *w, *y, *z, *t, scale;                                                                                    \
        size_t i, j;                                                                                                   \
        fill_##s(a, n, n, kind);                                                                                       \
        for (i = 0; i < n; i++)                                                                                        \
            for (j = i + 1; j < n; j++) a[i * n + j] = (T)NAN;                                                         \
        GPU_CHECK(BARE(eigh)(d, v, a, n));                                                                             \
        GPU_CHECK(BARE(eigvalsh)(e, a, n));                                                                            \
        for (i = 0; i < n; i++)                                                                                        \
            for (j = i + 1; j < n; j++) a[i * n + j] = a[j * n + i];                                                   \
        scale = 1 / largest_##s(a, n * n), w = widened_##s(a, n * n, scale), y = widened_##s(v, n * n, 1);             \
        z = widened_##s(v, n * n, 1), t = widened_##s(a, n * n, scale);                                                \
        for (i = 0; i < n; i++)                                                                                        \
            for (j = 0; j < n; j++) z[i * n + j] *= (wide)d[j] * scale;                                                \
        RATIO(distance(w, y, z, n, n, n) / (norm_of(w, n * n) * (wide)n * EPS), LIMIT, "eigenvectors", n, n, kind, #T); \
        RATIO(skewness(y, n, n) / ((wide)n * EPS), LIMIT, "orthogonality of eigenvectors", n, n, kind, #T);            \
        for (i = 0; i < n; i++) {                                                                                      \
            if (i && !(d[i] >= d[i - 1] && e[i] >= e[i - 1])) test__fail(__FILE__, __LINE__, "eigenvalue %zu of %zu is out of order", i, n); \
            RATIO(fabsl((wide)d[i] - (wide)e[i]) * scale / (norm_of(w, n * n) * (wide)n * EPS), LIMIT, "eigenvalues alone", n, n, kind, #T); \
        }                                                                                                              \
        free(a), free(v), free(d), free(e), free(w), free(y), free(z), free(t);                                        \
    }                                                                                                                  \
    static GPU__UNUSED void check_svd_##s(size_t m, size_t n, int kind)                                                \
    {                                                                                                                  \
        const size_t p = m < n ? m : n;                                                                                \
        const wide unit = (wide)(m > n ? m : n) * EPS;                                                                 \
        T *const a = new_##s(m * n), *const u = new_##s(m * p), *const d = new_##s(p), *const e = new_##s(p), *const v = new_##s(p * n); \
        wide *w, *x, *y, *z, scale;                                                                                    \
        size_t i, j;                                                                                                   \
        fill_##s(a, m, n, kind), scale = 1 / largest_##s(a, m * n), w = widened_##s(a, m * n, scale);                  \
        GPU_CHECK(BARE(svd)(u, d, v, a, m, n));                                                                        \
        GPU_CHECK(BARE(svdvals)(e, a, m, n));                                                                          \
        x = widened_##s(u, m * p, 1), y = widened_##s(v, p * n, 1), z = turned(y, p, n);                               \
        RATIO(skewness(x, m, p) / unit, LIMIT, "U", m, n, kind, #T);                                                   \
        RATIO(skewness(z, n, p) / unit, LIMIT, "V", m, n, kind, #T);                                                   \
        for (i = 0; i < p; i++)                                                                                        \
            for (j = 0; j < n; j++) y[i * n + j] *= (wide)d[i] * scale;                                                \
        RATIO(distance(x, y, w, m, n, p) / (norm_of(w, m * n) * unit), LIMIT, "singular vectors", m, n, kind, #T);     \
        for (i = 0; i < p; i++) {                                                                                      \
            if (!(d[i] >= 0 && e[i] >= 0) || (i && !(d[i] <= d[i - 1] && e[i] <= e[i - 1]))) test__fail(__FILE__, __LINE__, "singular value %zu of %zu is out of order", i, p); \
            RATIO(fabsl((wide)d[i] - (wide)e[i]) * scale / (norm_of(w, m * n) * unit), LIMIT, "singular values alone", m, n, kind, #T); \
        }                                                                                                              \
        free(a), free(u), free(d), free(e), free(v), free(w), free(x), free(y), free(z);                               \
    }                                                                                                                  \
    /* Least squares: the rank is that of the matrix, the residual is orthogonal to its columns, and x to what the matrix  \
       sends to zero; the pseudo-inverse does the same, A A+ A = A. */                                                  \
    static GPU__UNUSED void check_least_##s(size_t m, size_t n, int kind)                                              \
    {                                                                                                                  \
        const size_t p = m < n ? m : n, rank = kind == 2 ? p / 2 + 1 : kind == 3 ? 1 : kind == 4 ? 0 : p;              \
        T *const a = new_##s(m * n), *const b = new_##s(m * 2), *const x = new_##s(n * 2), *const g = new_##s(n * m), c[1], d[1]; \
        wide *w, *t, *y, *r, *z, *q, cond;                                                                             \
        int found = -1;                                                                                                \
        size_t i;                                                                                                      \
        if (kind == 1 || kind >= 5 || (kind == 2 && p < 2)) {                                                          \
            free(a), free(b), free(x), free(g);                                                                        \
            return;                                                                                                    \
        }                                                                                                              \
        fill_##s(a, m, n, kind), fill_##s(b, m, 2, 0);                                                                 \
        GPU_CHECK(BARE(lstsq)(x, &found, a, b, m, n, 2, -1.0));                                                        \
        if ((size_t)found != rank) test__fail(__FILE__, __LINE__, "the rank of %zu by %zu, kind %d, is %d, expected %zu", m, n, kind, found, rank); \
        GPU_CHECK(BARE(pinv)(g, a, m, n, -1.0));                                                                       \
        GPU_CHECK(BARE(cond)(c, a, m, n));                                                                             \
        GPU_CHECK(BARE(norm_matrix)(d, a, m, n, GPU_NORM_TWO));                                                        \
        w = widened_##s(a, m * n, 1), t = turned(w, m, n), y = widened_##s(x, n * 2, 1), r = widened_##s(b, m * 2, 1); \
        z = (wide *)calloc(n * n + 2 * (m + n), sizeof *z), q = widened_##s(g, n * m, 1);                              \
        times(z, w, y, m, 2, n);                                                                                       \
        for (i = 0; i < m * 2; i++) r[i] -= z[i];                                                                      \
        times(z, t, r, n, 2, m);                                                                                       \
        cond = norm_of(w, m * n) * norm_of(q, n * m);                                                                  \
        RATIO(norm_of(z, n * 2) * (rank != 0) / (norm_of(w, m * n) * (norm_of(w, m * n) * norm_of(y, n * 2) + norm_of(r, m * 2)) * (wide)(m + n) * EPS), LIMIT, "least squares", m, n, kind, #T); \
        times(z, q, w, n, n, m); /* A+ A x = x */                                                                      \
        RATIO(distance(z, y, y, n, 2, n) / (cond * cond * norm_of(y, n * 2) * (wide)(m + n) * EPS), LIMIT, "least length", m, n, kind, #T); \
        times(z, q, w, n, n, m), free(y), y = (wide *)calloc(m * n, sizeof *y);                                        \
        times(y, w, z, m, n, n);                                                                                       \
        for (i = 0; i < m * n; i++) y[i] -= w[i];                                                                      \
        RATIO(norm_of(y, m * n) * (rank != 0) / (cond * norm_of(w, m * n) * (wide)(m + n) * EPS), LIMIT, "pseudo-inverse", m, n, kind, #T); \
        if (kind == 0) CHECK(c[0] >= 1 && (wide)c[0] <= cond * 1.01L);                                                 \
        CHECK((wide)d[0] <= norm_of(w, m * n) * (rank != 0) * 1.0001L && (wide)d[0] * (wide)p >= norm_of(w, m * n) * (rank != 0) * 0.9999L); \
        free(a), free(b), free(x), free(g), free(w), free(t), free(y), free(r), free(z), free(q);                      \
    }                                                                                                                  \
    /* Eigenvalues, singular values, norms and powers against long double. */                                           \
    static GPU__UNUSED void check_values_##s(size_t n)                                                                 \
    {                                                                                                                  \
        T *const a = new_##s(n * n), *const d = new_##s(n), *const x = new_##s(n * n), norm[1];                        \
        wide *w, *t, *g = (wide *)malloc(n * n * sizeof *g), *want = (wide *)malloc(n * sizeof *want), size, most[2] = {0, 0}; \
        size_t i, j;                                                                                                   \
        fill_##s(a, n, n, 0);                                                                                          \
        for (i = 0; i < n; i++)                                                                                        \
            for (j = 0; j < i; j++) a[j * n + i] = a[i * n + j];                                                       \
        w = widened_##s(a, n * n, 1), size = norm_of(w, n * n);                                                        \
        GPU_CHECK(BARE(eigvalsh)(d, a, n));                                                                            \
        eigenvalues_of(want, w, n);                                                                                    \
        for (i = 0; i < n; i++) RATIO(fabsl((wide)d[i] - want[i]) / (size * (wide)n * EPS), LIMIT, "eigenvalue", n, n, 0, #T); \
        fill_##s(a, n, n, 0);                                                                                          \
        free(w), w = widened_##s(a, n * n, 1), t = turned(w, n, n), size = norm_of(w, n * n);                          \
        times(g, w, t, n, n, n);                                                                                       \
        GPU_CHECK(BARE(norm_matrix)(norm, a, n, n, GPU_NORM_FROBENIUS));                                               \
        CHECK_CLOSE(norm[0], size, 0, 8 * (double)EPS);                                                                \
        for (i = 0; i < n; i++) {                                                                                      \
            wide row = 0, col = 0;                                                                                     \
            for (j = 0; j < n; j++) row += fabsl(w[i * n + j]), col += fabsl(w[j * n + i]);                            \
            most[0] = row > most[0] ? row : most[0], most[1] = col > most[1] ? col : most[1];                          \
        }                                                                                                              \
        GPU_CHECK(BARE(norm_matrix)(norm, a, n, n, GPU_NORM_INFINITY));                                                \
        CHECK_CLOSE(norm[0], most[0], 0, 8 * (double)EPS);                                                             \
        GPU_CHECK(BARE(norm_matrix)(norm, a, n, n, GPU_NORM_ONE));                                                     \
        CHECK_CLOSE(norm[0], most[1], 0, 8 * (double)EPS);                                                             \
        eigenvalues_of(want, g, n);                                                                                    \
        GPU_CHECK(BARE(svdvals)(d, a, n, n));                                                                          \
        for (i = 0; i < n; i++) RATIO(fabsl((wide)d[n - 1 - i] - sqrtl(fabsl(want[i]))) / (size * (wide)n * EPS), LIMIT, "singular value", n, n, 0, #T); \
        GPU_CHECK(BARE(norm_matrix)(norm, a, n, n, GPU_NORM_TWO));                                                     \
        CHECK_CLOSE(norm[0], sqrtl(want[n - 1]), 0, 8 * (double)EPS * (double)n);                                      \
        times(g, w, w, n, n, n), times(t, g, w, n, n, n), times(g, t, t, n, n, n), times(t, g, w, n, n, n);            \
        GPU_CHECK(BARE(matrix_power)(x, a, n, 7));                                                                     \
        for (i = 0; i < n * n; i++) t[i] -= (wide)x[i];                                                                \
        RATIO(norm_of(t, n * n) / (powl(size, 7) * (wide)n * EPS), LIMIT, "power", n, n, 7, #T);                       \
        GPU_CHECK(BARE(matrix_power)(x, a, n, 0));                                                                     \
        for (i = 0; i < n * n; i++) CHECK(x[i] == (i % (n + 1) == 0));                                                 \
        free(a), free(d), free(x), free(w), free(t), free(g), free(want);                                              \
    }                                                                                                                  \
    /* Batches have the bits of single calls; matrices of every kind. */                                                \
    static GPU__UNUSED void check_batch_##s(size_t n, size_t batch)                                                    \
    {                                                                                                                  \
        const size_t all = n * n * batch;                                                                              \
        T *const a = new_##s(all), *const x = new_##s(all), *const y = new_##s(all), *const v = new_##s(n * batch), *const one = new_##s(n * n), *const two = new_##s(n * n), *const w = new_##s(n); \
        size_t z, i, wrong = 0;                                                                                        \
        for (z = 0; z < batch; z++) {                                                                                  \
            fill_##s(a + z * n * n, n, n, 0);                                                                          \
            for (i = 0; i < n; i++) a[z * n * n + i * (n + 1)] += (T)(4 * n);                                          \
        }                                                                                                              \
        GPU_CHECK(BARE(inv_batch)(x, a, n, batch, (int *)NULL));                                                       \
        for (z = 0; z < batch; z++) {                                                                                  \
            GPU_CHECK(BARE(inv)(one, a + z * n * n, n));                                                               \
            wrong += !same_bits(one, x + z * n * n, n * n * sizeof(T));                                                \
        }                                                                                                              \
        GPU_CHECK(BARE(cholesky_batch)(x, a, n, batch, (int *)NULL));                                                  \
        for (z = 0; z < batch; z++) {                                                                                  \
            GPU_CHECK(BARE(cholesky)(one, a + z * n * n, n));                                                          \
            wrong += !same_bits(one, x + z * n * n, n * n * sizeof(T));                                                \
        }                                                                                                              \
        GPU_CHECK(BARE(eigh_batch)(v, x, a, n, batch, (int *)NULL));                                                   \
        for (z = 0; z < batch; z++) {                                                                                  \
            GPU_CHECK(BARE(eigh)(w, one, a + z * n * n, n));                                                           \
            wrong += !same_bits(one, x + z * n * n, n * n * sizeof(T)) || !same_bits(w, v + z * n, n * sizeof(T));     \
        }                                                                                                              \
        GPU_CHECK(BARE(svd_batch)(x, v, y, a, n, n, batch, (int *)NULL));                                              \
        for (z = 0; z < batch; z++) {                                                                                  \
            GPU_CHECK(BARE(svd)(one, w, two, a + z * n * n, n, n));                                                    \
            wrong += !same_bits(one, x + z * n * n, n * n * sizeof(T)) || !same_bits(w, v + z * n, n * sizeof(T)) || !same_bits(two, y + z * n * n, n * n * sizeof(T)); \
        }                                                                                                              \
        CHECK_INT(wrong, 0);                                                                                           \
        free(a), free(x), free(y), free(v), free(one), free(two), free(w);                                             \
    }
#define OF_F32(name) gpu_##name##_f32
#define OF_F64(name) gpu_##name##_f64
LINALG_CHECKS(float, f32, FLT_EPSILON, 15, OF_F32)
LINALG_CHECKS(double, f64, DBL_EPSILON, 30, OF_F64)

#endif /* LINALG_H */
