/* The checks of tests/linalg.h for elements of type T. EPS is the distance from 1 to the next number, and BIG the power
   of ten that graded matrices reach. */

static GPU__UNUSED T *N(new)(size_t n) /* poisoned */
{
    T *const p = (T *)malloc((n + 1) * sizeof *p);
    size_t i;
    for (i = 0; i <= n; i++) p[i] = (T)NAN;
    return p;
}

static GPU__UNUSED wide *N(widened)(const T *a, size_t n, wide scale)
{
    wide *const w = (wide *)calloc(n + 1, sizeof *w);
    size_t i;
    for (i = 0; i < n; i++) w[i] = (wide)a[i] * scale;
    return w;
}

static GPU__UNUSED wide N(largest)(const T *a, size_t n)
{
    wide most = 0;
    size_t i;
    for (i = 0; i < n; i++) most = fabsl((wide)a[i]) > most ? fabsl((wide)a[i]) : most;
    return most > 0 ? most : 1;
}

/* 0 random, 1 graded elements, 2 half the rank, 3 constant, 4 zeros, 5 repeated and clustered: two random rows and
   columns beside the identity, 6 falling off by halves along rows and columns, 7 tiny, 8 the smaller of row and column:
   of one sign, so that long sums round the same way in each addition; KINDS, square: symmetric, of rank 4; and
   KINDS + 1, rows that fall off by 14 decades */
static GPU__UNUSED void N(fill)(T *a, size_t m, size_t n, int kind)
{
    const size_t rank = (m < n ? m : n) / 2 + 1;
    size_t i, j, k;
    double *const x = (double *)malloc((m + n) * rank * sizeof *x), *const y = x + m * rank;
    for (i = 0; i < (m + n) * rank; i++) x[i] = kind == 2 || kind == KINDS ? normal() : 0;
    for (i = 0; i < m; i++)
        for (j = 0; j < n; j++) {
            const double r = normal();
            double v = r;
            if (kind == 1) v = r * pow(10, uniform() * BIG);
            if (kind == 2)
                for (v = 0, k = 0; k < rank; k++) v += x[i * rank + k] * y[k * n + j];
            if (kind == KINDS)
                for (v = 0, k = 0; k < rank && k < 4; k++) v += x[i * rank + k] * x[j * rank + k];
            if (kind == 3) v = 3;
            if (kind == 4) v = 0;
            if (kind == 5) v = i < 2 || j < 2 ? r * 1e-3 : i == j;
            if (kind == 6) v = r * pow(0.5, (double)(i + j));
            if (kind == 7) v = r * (double)((T)1 / (T)FLT_MAX) * 64;
            if (kind == 8) v = (double)(i < j ? i : j) + 1;
            if (kind == KINDS + 1) v = r * pow(10, -14 * (double)i / (double)m);
            a[i * n + j] = (T)v;
        }
    free(x);
}

/* LU, and where the matrix is regular what solves with it: |P A - L U| / (n eps |A|), |A x - b| / (n eps |A||x|). The
   errors of elimination grow with its pivots; random ones grow little. */
static GPU__UNUSED void N(check_equations)(size_t n, int kind)
{
    const size_t k = n % 4 + 1;
    T *const a = N(new)(n * n), *const lu = N(new)(n * n), *const b = N(new)(n * k), *const x = N(new)(n * k),
             det[3] = {0, 0, 0};
    int *const pivots = (int *)calloc(n, sizeof *pivots), info = 99;
    wide *w, *l = (wide *)calloc(n * n, sizeof *l), *u = (wide *)calloc(n * n, sizeof *u), *y, *z, scale, size,
             logarithm = 0;
    size_t i, j;
    double sign = 1;
    N(fill)(a, n, n, kind), N(fill)(b, n, k, 0);
    scale = 1 / N(largest)(a, n * n), w = N(widened)(a, n * n, scale), size = norm_of(w, n * n);
    GPU_CHECK(N(gpu_lu_batch)(lu, pivots, a, n, 1, &info));
    for (i = 0; i < n; i++) {
        if (pivots[i] < (int)i || pivots[i] >= (int)n)
            test__fail(__FILE__, __LINE__, "pivot %zu of %zu is %d", i, n, pivots[i]);
        if (pivots[i] != (int)i) sign = -sign;
        for (j = 0; j < n && pivots[i] > (int)i && pivots[i] < (int)n; j++) {
            const wide t = w[i * n + j];
            w[i * n + j] = w[(size_t)pivots[i] * n + j], w[(size_t)pivots[i] * n + j] = t;
        }
        for (j = 0; j < n; j++) {
            if (j < i) l[i * n + j] = (wide)lu[i * n + j];
            if (j >= i) u[i * n + j] = (wide)lu[i * n + j] * scale;
            if (j < i && !(fabsl(l[i * n + j]) <= 1))
                test__fail(__FILE__, __LINE__, "an element of L is %Lg", l[i * n + j]);
        }
        l[i * n + i] = 1;
        if (u[i * n + i] < 0) sign = -sign;
        logarithm += logl(fabsl(u[i * n + i] / scale));
    }
    RATIO(distance(l, u, w, n, n, n) / (size * (wide)n * EPS), LIMIT, "LU", n, n, kind, S_TEXT);
    GPU_CHECK(N(gpu_slogdet)(det, det + 1, a, n));
    if (info == 0) {
        CHECK(det[0] == (T)sign);
        CHECK_CLOSE(det[1], logarithm, 1e-5, 1e-5);
    } else
        CHECK(det[0] == 0 && det[1] < 0 && isinf((double)det[1]));
    GPU_CHECK(N(gpu_det)(det + 2, a, n));
    if (info == 0 && fabsl(logarithm) < 80) CHECK_CLOSE(det[2], sign * (double)expl(logarithm), 0, 1e-3);
    if (info > 0) CHECK(det[2] == 0);
    if (info == 0 && (kind == 0 || (kind == 7 && sizeof(T) == 8))) { /* of tiny floats x may overflow */
        GPU_CHECK(N(gpu_solve)(x, a, b, n, k));
        free(w), w = N(widened)(a, n * n, scale), y = N(widened)(x, n * k, 1 / scale), z = N(widened)(b, n * k, 1);
        RATIO(distance(w, y, z, n, k, n) / (size * norm_of(y, n * k) * (wide)n * EPS), LIMIT, "solve", n, k, kind,
              S_TEXT);
        memcpy(lu, x, n * k * sizeof *x * (k <= n)), memcpy(x, b, n * k * sizeof *x);
        GPU_CHECK(N(gpu_solve)(x, a, x, n, k));
        CHECK(k > n || same_bits(x, lu, n * k * sizeof *x));
        free(y), free(z);
    }
    if (info == 0 && kind == 0) {
        GPU_CHECK(N(gpu_inv)(lu, a, n));
        y = N(widened)(lu, n * n, 1 / scale), z = (wide *)calloc(n * n, sizeof *z);
        for (i = 0; i < n; i++) z[i * (n + 1)] = 1;
        RATIO(distance(w, y, z, n, n, n) / (size * norm_of(y, n * n) * (wide)n * EPS), LIMIT, "inverse", n, n, kind,
              S_TEXT);
        free(y), free(z);
    }
    free(a), free(lu), free(b), free(x), free(pivots), free(w), free(l), free(u);
}

/* |A x - b| / (n eps |A||x|) of a matrix that is too large for the check of its factors */
static GPU__UNUSED void N(check_solution)(size_t n)
{
    T *const a = N(new)(n * n), *const b = N(new)(n), *const x = N(new)(n);
    wide *w, *y, *z;
    N(fill)(a, n, n, 0), N(fill)(b, n, 1, 0);
    GPU_CHECK(N(gpu_solve)(x, a, b, n, 1));
    w = N(widened)(a, n * n, 1), y = N(widened)(x, n, 1), z = N(widened)(b, n, 1);
    RATIO(distance(w, y, z, n, 1, n) / (norm_of(w, n * n) * norm_of(y, n) * (wide)n * EPS), LIMIT, "solve", n,
          (size_t)1, 0, S_TEXT);
    free(a), free(b), free(x), free(w), free(y), free(z);
}

static GPU__UNUSED void N(check_triangle)(size_t n, size_t k, int shape)
{
    T *const t = N(new)(n * n), *const b = N(new)(n * k), *const x = N(new)(n * k);
    wide *const w = (wide *)calloc(n * n, sizeof *w), *y, *z;
    size_t i, j;
    N(fill)(b, n, k, 0);
    for (i = 0; i < n; i++)
        for (j = 0; j < n; j++) {
            const size_t at = shape & GPU_TRANSPOSED ? j * n + i : i * n + j;
            if (i == j ? shape & GPU_UNIT_DIAGONAL : shape & GPU_UPPER ? j < i : j > i) continue;
            t[i * n + j] = i == j ? (T)(2 + uniform()) : (T)(normal() / sqrt((double)n));
            w[at] = (wide)t[i * n + j];
        }
    for (i = 0; i < n && shape & GPU_UNIT_DIAGONAL; i++) w[i * (n + 1)] = 1;
    GPU_CHECK(N(gpu_solve_triangular)(x, t, b, n, k, shape));
    y = N(widened)(x, n * k, 1), z = N(widened)(b, n * k, 1);
    RATIO(distance(w, y, z, n, k, n) / (norm_of(w, n * n) * norm_of(y, n * k) * (wide)n * EPS), LIMIT, "triangle", n, k,
          shape, S_TEXT);
    free(t), free(b), free(x), free(w), free(y), free(z);
}

/* |L L' - A| / (n eps |A|), and what solves with L */
static GPU__UNUSED void N(check_cholesky)(size_t n)
{
    T *const a = N(new)(n * n), *const l = N(new)(n * n), *const b = N(new)(n * 3), *const x = N(new)(n * 3);
    wide *w, *y, *z, *t;
    size_t i, j, k;
    N(fill)(l, n, n, 0), N(fill)(b, n, 3, 0);
    for (i = 0; i < n; i++)
        for (j = 0; j <= i; j++) {
            wide sum = i == j;
            for (k = 0; k < n; k++) sum += (wide)l[i * n + k] * (wide)l[j * n + k];
            a[i * n + j] = (T)sum; /* what is above stays NaN */
        }
    for (i = 0; i < n * n; i++) l[i] = (T)NAN;
    GPU_CHECK(N(gpu_cholesky)(l, a, n));
    for (i = 0; i < n; i++)
        for (j = i + 1; j < n; j++) {
            if (l[i * n + j] != 0) test__fail(__FILE__, __LINE__, "L is %g above its diagonal", (double)l[i * n + j]);
            a[i * n + j] = a[j * n + i];
        }
    w = N(widened)(a, n * n, 1), y = N(widened)(l, n * n, 1), t = turned(y, n, n);
    RATIO(distance(y, t, w, n, n, n) / (norm_of(w, n * n) * (wide)n * EPS), LIMIT, "Cholesky", n, n, 0, S_TEXT);
    free(y);
    GPU_CHECK(N(gpu_cholesky_solve)(x, l, b, n, 3));
    y = N(widened)(x, n * 3, 1), z = N(widened)(b, n * 3, 1);
    RATIO(distance(w, y, z, n, 3, n) / (norm_of(w, n * n) * norm_of(y, n * 3) * (wide)n * EPS), LIMIT, "Cholesky solve",
          n, 3, 0, S_TEXT);
    free(a), free(l), free(b), free(x), free(w), free(y), free(z), free(t);
}

static GPU__UNUSED void N(check_qr)(size_t m, size_t n, int kind)
{
    const size_t p = m < n ? m : n;
    const wide unit = (wide)(m > n ? m : n) * EPS;
    T *const a = N(new)(m * n), *const q = N(new)(m * p), *const r = N(new)(p * n);
    wide *w, *y, *z, scale;
    size_t i, j;
    N(fill)(a, m, n, kind), scale = 1 / N(largest)(a, m * n);
    GPU_CHECK(N(gpu_qr)(q, r, a, m, n));
    w = N(widened)(a, m * n, scale), y = N(widened)(q, m * p, 1), z = N(widened)(r, p * n, scale);
    for (i = 0; i < p; i++)
        for (j = 0; j < i; j++)
            if (r[i * n + j] != 0) test__fail(__FILE__, __LINE__, "R is %g below its diagonal", (double)r[i * n + j]);
    RATIO(distance(y, z, w, m, n, p) / (norm_of(w, m * n) * unit), LIMIT, "QR", m, n, kind, S_TEXT);
    RATIO(skewness(y, m, p) / unit, ORTHOGONAL, "Q of QR", m, n, kind, S_TEXT);
    free(a), free(q), free(r), free(w), free(y), free(z);
}

static GPU__UNUSED void N(check_qr_again)(size_t m, size_t n, int kind, int times) /* the same bits */
{
    const size_t p = m < n ? m : n, all = p * (m + n);
    T *const a = N(new)(m * n), *const first = N(new)(all), *const v = N(new)(all);
    N(fill)(a, m, n, kind);
    GPU_CHECK(N(gpu_qr)(first, first + m * p, a, m, n));
    for (; times > 0; times--) {
        GPU_CHECK(N(gpu_qr)(v, v + m * p, a, m, n));
        CHECK(same_bits(first, v, all * sizeof(T)));
    }
    free(a), free(first), free(v);
}

static GPU__UNUSED void N(check_eigh)(size_t n, int kind)
{
    T *const a = N(new)(n * n), *const v = N(new)(n * n), *const d = N(new)(n), *const e = N(new)(n);
    wide *w, *y, *z, *t, scale;
    size_t i, j;
    N(fill)(a, n, n, kind);
    for (i = 0; i < n; i++)
        for (j = i + 1; j < n; j++) a[i * n + j] = (T)NAN;
    GPU_CHECK(N(gpu_eigh)(d, v, a, n));
    GPU_CHECK(N(gpu_eigvalsh)(e, a, n));
    for (i = 0; i < n; i++)
        for (j = i + 1; j < n; j++) a[i * n + j] = a[j * n + i];
    scale = 1 / N(largest)(a, n * n), w = N(widened)(a, n * n, scale), y = N(widened)(v, n * n, 1);
    z = N(widened)(v, n * n, 1), t = N(widened)(a, n * n, scale);
    for (i = 0; i < n; i++)
        for (j = 0; j < n; j++) z[i * n + j] *= (wide)d[j] * scale;
    RATIO(distance(w, y, z, n, n, n) / (norm_of(w, n * n) * (wide)n * EPS), LIMIT, "eigenvectors", n, n, kind, S_TEXT);
    RATIO(skewness(y, n, n) / ((wide)n * EPS), ORTHOGONAL, "orthogonality of eigenvectors", n, n, kind, S_TEXT);
    for (i = 0; i < n; i++) {
        if (i && !(d[i] >= d[i - 1] && e[i] >= e[i - 1]))
            test__fail(__FILE__, __LINE__, "eigenvalue %zu of %zu is out of order", i, n);
        RATIO(fabsl((wide)d[i] - (wide)e[i]) * scale / (norm_of(w, n * n) * (wide)n * EPS), LIMIT, "eigenvalues alone",
              n, n, kind, S_TEXT);
    }
    free(a), free(v), free(d), free(e), free(w), free(y), free(z), free(t);
}

static GPU__UNUSED void N(check_eigh_again)(size_t n, int times) /* the same bits */
{
    T *const a = N(new)(n * n), *const first = N(new)(n * n + n), *const v = N(new)(n * n + n);
    N(fill)(a, n, n, 0);
    GPU_CHECK(N(gpu_eigh)(first + n * n, first, a, n));
    for (; times > 0; times--) {
        GPU_CHECK(N(gpu_eigh)(v + n * n, v, a, n));
        CHECK(same_bits(first, v, (n * n + n) * sizeof(T)));
    }
    free(a), free(first), free(v);
}

static GPU__UNUSED void N(check_svd)(size_t m, size_t n, int kind)
{
    const size_t p = m < n ? m : n;
    const wide unit = (wide)(m > n ? m : n) * EPS;
    T *const a = N(new)(m * n);
    T *const u = N(new)(m * p);
    T *const d = N(new)(p);
    T *const e = N(new)(p);
    T *const v = N(new)(p * n);
    wide *w, *x, *y, *z, scale;
    size_t i, j;
    N(fill)(a, m, n, kind), scale = 1 / N(largest)(a, m * n), w = N(widened)(a, m * n, scale);
    GPU_CHECK(N(gpu_svd)(u, d, v, a, m, n));
    GPU_CHECK(N(gpu_svdvals)(e, a, m, n));
    x = N(widened)(u, m * p, 1), y = N(widened)(v, p * n, 1), z = turned(y, p, n);
    RATIO(skewness(x, m, p) / unit, LIMIT, "U", m, n, kind, S_TEXT);
    RATIO(skewness(z, n, p) / unit, LIMIT, "V", m, n, kind, S_TEXT);
    for (i = 0; i < p; i++)
        for (j = 0; j < n; j++) y[i * n + j] *= (wide)d[i] * scale;
    RATIO(distance(x, y, w, m, n, p) / (norm_of(w, m * n) * unit), LIMIT, "singular vectors", m, n, kind, S_TEXT);
    for (i = 0; i < p; i++) {
        if (!(d[i] >= 0 && e[i] >= 0) || (i && !(d[i] <= d[i - 1] && e[i] <= e[i - 1])))
            test__fail(__FILE__, __LINE__, "singular value %zu of %zu is out of order", i, p);
        RATIO(fabsl((wide)d[i] - (wide)e[i]) * scale / (norm_of(w, m * n) * unit), LIMIT, "singular values alone", m, n,
              kind, S_TEXT);
    }
    free(a), free(u), free(d), free(e), free(v), free(w), free(x), free(y), free(z);
}

/* Least squares: the rank is that of the matrix, the residual is orthogonal to its columns, and x to what the matrix
   sends to zero; the pseudo-inverse does the same, A A+ A = A. */
static GPU__UNUSED void N(check_least)(size_t m, size_t n, int kind)
{
    const size_t p = m < n ? m : n, rank = kind == 2 ? p / 2 + 1 : kind == 3 ? 1 : kind == 4 ? 0 : p;
    T *const a = N(new)(m * n), *const b = N(new)(m * 2), *const x = N(new)(n * 2), *const g = N(new)(n * m), c[1],
             d[1];
    wide *w, *t, *y, *r, *z, *q, cond;
    int found = -1;
    size_t i;
    if (kind == 1 || kind >= 5 || (kind == 2 && p < 2)) {
        free(a), free(b), free(x), free(g);
        return;
    }
    N(fill)(a, m, n, kind), N(fill)(b, m, 2, 0);
    GPU_CHECK(N(gpu_lstsq)(x, &found, a, b, m, n, 2, -1.0));
    if ((size_t)found != rank)
        test__fail(__FILE__, __LINE__, "the rank of %zu by %zu, kind %d, is %d, expected %zu", m, n, kind, found, rank);
    GPU_CHECK(N(gpu_pinv)(g, a, m, n, -1.0));
    GPU_CHECK(N(gpu_cond)(c, a, m, n));
    GPU_CHECK(N(gpu_norm_matrix)(d, a, m, n, GPU_NORM_TWO));
    w = N(widened)(a, m * n, 1), t = turned(w, m, n), y = N(widened)(x, n * 2, 1), r = N(widened)(b, m * 2, 1);
    z = (wide *)calloc(n * n + 2 * (m + n), sizeof *z), q = N(widened)(g, n * m, 1);
    times(z, w, y, m, 2, n);
    for (i = 0; i < m * 2; i++) r[i] -= z[i];
    times(z, t, r, n, 2, m);
    cond = norm_of(w, m * n) * norm_of(q, n * m);
    RATIO(length_of(z, n * 2) * (rank != 0) /
              (norm_of(w, m * n) * (norm_of(w, m * n) * norm_of(y, n * 2) + norm_of(r, m * 2)) * (wide)(m + n) * EPS),
          LIMIT, "least squares", m, n, kind, S_TEXT);
    times(z, q, w, n, n, m); /* A+ A x = x */
    RATIO(distance(z, y, y, n, 2, n) / (cond * cond * norm_of(y, n * 2) * (wide)(m + n) * EPS), LIMIT, "least length",
          m, n, kind, S_TEXT);
    times(z, q, w, n, n, m), free(y), y = (wide *)calloc(m * n, sizeof *y);
    times(y, w, z, m, n, n);
    for (i = 0; i < m * n; i++) y[i] -= w[i];
    RATIO(length_of(y, m * n) * (rank != 0) / (cond * norm_of(w, m * n) * (wide)(m + n) * EPS), LIMIT, "pseudo-inverse",
          m, n, kind, S_TEXT);
    if (kind == 0) CHECK(c[0] >= 1 && (wide)c[0] <= cond * 1.01L);
    CHECK((wide)d[0] <= norm_of(w, m * n) * (rank != 0) * 1.0001L &&
          (wide)d[0] * (wide)p >= norm_of(w, m * n) * (rank != 0) * 0.9999L);
    free(a), free(b), free(x), free(g), free(w), free(t), free(y), free(r), free(z), free(q);
}

/* Eigenvalues, singular values, norms and powers against long double. */
static GPU__UNUSED void N(check_values)(size_t n)
{
    T *const a = N(new)(n * n), *const d = N(new)(n), *const x = N(new)(n * n), norm[1];
    wide *w, *t, *g = (wide *)malloc(n * n * sizeof *g), *want = (wide *)malloc(n * sizeof *want), size, most[2] = {0,
        0};
    size_t i, j;
    N(fill)(a, n, n, 0);
    for (i = 0; i < n; i++)
        for (j = 0; j < i; j++) a[j * n + i] = a[i * n + j];
    w = N(widened)(a, n * n, 1), size = norm_of(w, n * n);
    GPU_CHECK(N(gpu_eigvalsh)(d, a, n));
    eigenvalues_of(want, w, n);
    for (i = 0; i < n; i++)
        RATIO(fabsl((wide)d[i] - want[i]) / (size * (wide)n * EPS), LIMIT, "eigenvalue", n, n, 0, S_TEXT);
    N(fill)(a, n, n, 0);
    free(w), w = N(widened)(a, n * n, 1), t = turned(w, n, n), size = norm_of(w, n * n);
    times(g, w, t, n, n, n);
    GPU_CHECK(N(gpu_norm_matrix)(norm, a, n, n, GPU_NORM_FROBENIUS));
    CHECK_CLOSE(norm[0], size, 0, 8 * (double)EPS);
    for (i = 0; i < n; i++) {
        wide row = 0, col = 0;
        for (j = 0; j < n; j++) row += fabsl(w[i * n + j]), col += fabsl(w[j * n + i]);
        most[0] = row > most[0] ? row : most[0], most[1] = col > most[1] ? col : most[1];
    }
    GPU_CHECK(N(gpu_norm_matrix)(norm, a, n, n, GPU_NORM_INFINITY));
    CHECK_CLOSE(norm[0], most[0], 0, 8 * (double)EPS);
    GPU_CHECK(N(gpu_norm_matrix)(norm, a, n, n, GPU_NORM_ONE));
    CHECK_CLOSE(norm[0], most[1], 0, 8 * (double)EPS);
    eigenvalues_of(want, g, n);
    GPU_CHECK(N(gpu_svdvals)(d, a, n, n));
    for (i = 0; i < n; i++)
        RATIO(fabsl((wide)d[n - 1 - i] - sqrtl(fabsl(want[i]))) / (size * (wide)n * EPS), LIMIT, "singular value", n, n,
              0, S_TEXT);
    GPU_CHECK(N(gpu_norm_matrix)(norm, a, n, n, GPU_NORM_TWO));
    CHECK_CLOSE(norm[0], sqrtl(want[n - 1]), 0, 8 * (double)EPS * (double)n);
    times(g, w, w, n, n, n), times(t, g, w, n, n, n), times(g, t, t, n, n, n), times(t, g, w, n, n, n);
    GPU_CHECK(N(gpu_matrix_power)(x, a, n, 7));
    for (i = 0; i < n * n; i++) t[i] -= (wide)x[i];
    RATIO(length_of(t, n * n) / (powl(size, 7) * (wide)n * EPS), LIMIT, "power", n, n, 7, S_TEXT);
    GPU_CHECK(N(gpu_matrix_power)(x, a, n, 0));
    for (i = 0; i < n * n; i++) CHECK(x[i] == (i % (n + 1) == 0));
    free(a), free(d), free(x), free(w), free(t), free(g), free(want);
}

/* Batches have the bits of single calls; matrices of every kind. */
static GPU__UNUSED void N(check_batch)(size_t n, size_t batch)
{
    const size_t all = n * n * batch;
    T *const a = N(new)(all);
    T *const x = N(new)(all);
    T *const y = N(new)(all);
    T *const v = N(new)(n * batch);
    T *const one = N(new)(n * n);
    T *const two = N(new)(n * n);
    T *const w = N(new)(n);
    size_t z, i, wrong = 0;
    for (z = 0; z < batch; z++) {
        N(fill)(a + z * n * n, n, n, 0);
        for (i = 0; i < n; i++) a[z * n * n + i * (n + 1)] += (T)(4 * n);
    }
    GPU_CHECK(N(gpu_inv_batch)(x, a, n, batch, (int *)NULL));
    for (z = 0; z < batch; z++) {
        GPU_CHECK(N(gpu_inv)(one, a + z * n * n, n));
        wrong += !same_bits(one, x + z * n * n, n * n * sizeof(T));
    }
    GPU_CHECK(N(gpu_cholesky_batch)(x, a, n, batch, (int *)NULL));
    for (z = 0; z < batch; z++) {
        GPU_CHECK(N(gpu_cholesky)(one, a + z * n * n, n));
        wrong += !same_bits(one, x + z * n * n, n * n * sizeof(T));
    }
    GPU_CHECK(N(gpu_eigh_batch)(v, x, a, n, batch, (int *)NULL));
    for (z = 0; z < batch; z++) {
        GPU_CHECK(N(gpu_eigh)(w, one, a + z * n * n, n));
        wrong += !same_bits(one, x + z * n * n, n * n * sizeof(T)) || !same_bits(w, v + z * n, n * sizeof(T));
    }
    GPU_CHECK(N(gpu_svd_batch)(x, v, y, a, n, n, batch, (int *)NULL));
    for (z = 0; z < batch; z++) {
        GPU_CHECK(N(gpu_svd)(one, w, two, a + z * n * n, n, n));
        wrong += !same_bits(one, x + z * n * n, n * n * sizeof(T)) || !same_bits(w, v + z * n, n * sizeof(T)) ||
                 !same_bits(two, y + z * n * n, n * n * sizeof(T));
    }
    CHECK_INT(wrong, 0);
    free(a), free(x), free(y), free(v), free(one), free(two), free(w);
}

/* What a power of two times the matrix gives: results times powers of two, with the same bits, wherever the numbers are
   between zero and infinity. What would be infinite is reported. */
enum { N(top) = sizeof(T) == 4 ? 128 : 1024 };
typedef struct N(power) {
    size_t n;
    int by, info[3];
} N(power);
static GPU__UNUSED T *N(three)(const T *a, size_t n, int by) /* a, its multiple, a */
{
    T *const x = N(new)(3 * n);
    size_t i;
    for (i = 0; i < n; i++) x[i] = x[2 * n + i] = a[i], x[n + i] = (T)ldexp((double)a[i], by);
    return x;
}
/* Whether the second of three results is 2^by times the first, and info tells which is infinite. `all` results are
   given to one call. */
static GPU__UNUSED int N(overflows)(const T *x, size_t n, int by)
{
    int e, over = 0;
    size_t i;
    for (i = 0; i < n; i++) (void)frexp((double)x[i], &e), over |= x[i] != 0 && e + by > N(top);
    return over;
}
static GPU__UNUSED void N(check_multiple)(const T *x, size_t n, int by, int over, const N(power) * p, const char *what)
{
    const int expected = over ? -1 : 0;
    size_t i, wrong = 0;
    for (i = 0; i < n; i++) wrong += !(x[n + i] == (T)ldexp((double)x[i], by)) || !(x[i] == x[2 * n + i]);
    if (p->info[0] || p->info[1] != expected || p->info[2] || (wrong && !over))
        test__fail(
            __FILE__, __LINE__,
            "%s of %s, %zu by %zu, times 2^%d: info %d, %d, %d, expected 0, %d, 0; %zu of %zu are not the same numbers",
            what, S_TEXT, p->n, p->n, p->by, p->info[0], p->info[1], p->info[2], expected, wrong, n);
}
static GPU__UNUSED void N(check_powers)(size_t n, int by)
{
    const size_t all = n * n, k = 2;
    T *const one = N(new)(all), *const right = N(new)(n * k), *a, *b;
    T *const x = N(new)(3 * all), *const y = N(new)(3 * all), *const v = N(new)(3 * n), *const w = N(new)(3 * n * k);
    int *const pivots = (int *)calloc(3 * n, sizeof *pivots);
    N(power) p = {0, 0, {99, 99, 99}};
    double far;
    size_t i, j, differ;
    p.n = n, p.by = by;
    for (i = 0; i < all; i++) one[i] = (T)floor(uniform() * 8 + 0.5);
    for (i = 0; i < n; i++) one[i * (n + 1)] += one[i * (n + 1)] < 0 ? -7 : 7;
    for (i = 0; i < n * k; i++) right[i] = (T)floor(uniform() * 8 + 0.5);
    a = N(three)(one, all, by), b = N(three)(right, n * k, by);
    GPU_CHECK(N(gpu_solve_batch)(w, a, b, n, k, 3, p.info));
    N(check_multiple)(w, n * k, 0, 0, &p, "solve");
    GPU_CHECK(N(gpu_solve)(w + n * k, a + all, b + n * k, n, k));
    N(check_multiple)(w, n * k, 0, 0, &p, "solve alone");
    GPU_CHECK(N(gpu_inv_batch)(x, a, n, 3, p.info));
    N(check_multiple)(x, all, -by, N(overflows)(x, all, -by), &p, "inverse");
    GPU_CHECK(N(gpu_lu_batch)(x, pivots, a, n, 3, p.info));
    for (i = differ = 0; i < n; i++) {
        differ += pivots[i] != pivots[n + i];
        for (j = 0; j < i; j++)
            differ += x[i * n + j] != x[all + i * n + j],
                x[i * n + j] = x[all + i * n + j] = x[2 * all + i * n + j] = 0;
    }
    if (p.info[1] == 0 && differ)
        test__fail(__FILE__, __LINE__, "L or the pivots of %zu by %zu, times 2^%d, differ", n, n, by);
    N(check_multiple)(x, all, by, N(overflows)(x, all, by), &p, "LU");
    GPU_CHECK(N(gpu_slogdet_batch)(v, w, a, n, 3, p.info));
    N(check_multiple)(v, 1, 0, 0, &p, "sign of the determinant");
    far = fabs((double)w[1] - (double)w[0] - (double)n * by * 0.69314718055994530942) / (double)n;
    if (!(far <= 4 * (double)EPS * N(top)))
        test__fail(__FILE__, __LINE__, "logarithm of the determinant: off by %g", far);
    GPU_CHECK(N(gpu_det_batch)(v, a, n, 3, p.info));
    CHECK(p.info[1] == 0 && (isinf((double)v[0]) || v[1] == (T)ldexp((double)v[0], (int)n * by)));
    GPU_CHECK(N(gpu_qr_batch)(x, y, a, n, n, 3, p.info));
    N(check_multiple)(y, all, by, N(overflows)(y, all, by), &p, "R of QR");
    N(check_multiple)(x, all, 0, p.info[1], &p, "Q of QR");
    /* scaled to 1 where that does not overflow */
    if (by < 8 - N(top)) by = p.by = 8 - N(top), free(a), a = N(three)(one, all, by);
    GPU_CHECK(N(gpu_pinv_batch)(x, a, n, n, -1.0, 3, p.info));
    N(check_multiple)(x, all, -by, N(overflows)(x, all, -by), &p, "pseudo-inverse");
    GPU_CHECK(N(gpu_cond_batch)(v, a, n, n, 3, p.info));
    N(check_multiple)(v, 1, 0, 0, &p, "condition number");
    for (i = 0; i < 4; i++) {
        GPU_CHECK(N(gpu_norm_matrix_batch)(v, a, n, n, (gpu_matrix_norm)i, 3, p.info));
        N(check_multiple)(v, 1, by, N(overflows)(v, 1, by), &p, "norm");
    }
    GPU_CHECK(N(gpu_svdvals_batch)(v, a, n, n, 3, p.info));
    N(check_multiple)(v, n, by, N(overflows)(v, n, by), &p, "singular values");
    GPU_CHECK(N(gpu_eigh_batch)(v, x, a, n, 3, p.info));
    N(check_multiple)(v, n, by, N(overflows)(v, n, by), &p, "eigenvalues");
    N(check_multiple)(x, all, 0, p.info[1], &p, "eigenvectors");
    GPU_CHECK(N(gpu_matrix_power_batch)(x, a, n, 2, 3, p.info));
    if (by > 0) N(check_multiple)(x, all, 2 * by, N(overflows)(x, all, 2 * by), &p, "square");
    free(one), free(right), free(a), free(b), free(x), free(y), free(v), free(w), free(pivots);
}

/* Systems whose solutions are known, with elements of half the range's top: A has that on and above the diagonal and
   its negative below; then b has, of a tame A. An infinite diagonal, by which the division gives zero, is told. */
static GPU__UNUSED void N(check_huge)(size_t n)
{
    const T big = (T)ldexp(1, N(top) - 1);
    T *const a = N(new)(n * n), *const b = N(new)(n), *const x = N(new)(n), sign = 9, logarithm = 9;
    int info = 99;
    size_t i, j;
    for (i = 0; i < n; i++)
        for (j = 0; j < n; j++) a[i * n + j] = j < i ? -big : big;
    for (i = 0; i < n; i++) b[i] = i ? 0 : big;
    GPU_CHECK(N(gpu_solve)(x, a, b, n, 1));
    for (i = 0; i < n; i++) CHECK(x[i] == (T)((i == 0) + (i == n - 1)) / 2);
    GPU_CHECK(N(gpu_slogdet)(&sign, &logarithm, a, n));
    CHECK(sign == 1);
    CHECK_CLOSE(logarithm, 0.69314718055994530942 * (double)(n - 1 + n * (N(top) - 1)), 0,
                (double)(n + 4) * (double)EPS);
    GPU_CHECK(N(gpu_det_batch)(x, a, n, 1, &info));
    CHECK(info == 0 && (n == 1 ? x[0] == big : isinf((double)x[0])));
    for (i = 0; i < n * n; i++) a[i] = a[i] < 0 ? -1 : 1;
    for (i = 0; i < n; i++) b[i] = big;
    GPU_CHECK(N(gpu_solve)(x, a, b, n, 1));
    for (i = 0; i < n; i++) CHECK(x[i] == (i == n - 1 ? big : 0));
    a[(n - 1) * (n + 1)] = (T)INFINITY;
    GPU_CHECK(N(gpu_solve_triangular_batch)(x, a, b, n, 1, GPU_UPPER, 1, &info));
    CHECK_INT(info, -1);
    info = 99;
    GPU_CHECK(N(gpu_cholesky_solve_batch)(x, a, b, n, 1, 1, &info));
    CHECK_INT(info, -1);
    free(a), free(b), free(x);
}
