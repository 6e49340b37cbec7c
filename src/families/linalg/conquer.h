/* The eigenvalues of a tridiagonal matrix T by divide and conquer (Cuppen's method with the vectors of Gu and
   Eisenstat, which are orthogonal however close the eigenvalues are). T is split into leaves of up to 32 rows, all
   of one size, which are solved by implicit QL; the last leaf is padded with large numbers on the diagonal and zeros
   beside it. The CPU finds the singular values of a bidiagonal matrix by the same merges (Gu and Eisenstat, 1995).
   Each leaf but the last loses its last row, and so has a singular value of zero, with the left vector of that row;
   it is noted as a negative number, to be the first. A merge gives the first half its row back. In the basis of both
   halves' vectors the matrix then has their singular values D on the diagonal and the row z in place of the first
   zero, so that the squares of the new singular values are the eigenvalues of D^2 + z z'. */
enum {
    GPU__LA_LEAF = 32,     /* most rows of a leaf on a GPU, */
    GPU__LA_LEAF_CPU = 16, /* and on the CPU */
    GPU__LA_ROOTS = 128,
    GPU__LA_QL_SWEEPS = 60, /* the maximum number for an eigenvalue of a leaf */
    GPU__LA_PATIENCE = 30   /* after so many, less is asked */
};
/* The arrays of a merge of two halves, which have one element for each eigenvalue: numbers, then indices. */
enum {
    GPU__LA_D,      /* both halves' eigenvalues, sorted, */
    GPU__LA_Z,      /* and the elements of the vector of the update */
    GPU__LA_KEPT_D, /* those that are not deflated */
    GPU__LA_KEPT_Z,
    GPU__LA_NEW_Z, /* the vector for which the computed eigenvalues are exact */
    GPU__LA_MU,    /* an eigenvalue minus its nearest pole */
    GPU__LA_LAMBDA,
    GPU__LA_COS, /* the rotations of the deflation */
    GPU__LA_SIN,
    GPU__LA_RHO,
    GPU__LA_NUMBERS
};
enum {
    GPU__LA_FROM,     /* the original indices of the sorted eigenvalues */
    GPU__LA_KEPT,     /* rows of those that are not deflated; from the end, of those that are */
    GPU__LA_POLE,     /* the nearest pole of an eigenvalue */
    GPU__LA_ROTATE_A, /* pairs of rows that are rotated */
    GPU__LA_ROTATE_B,
    GPU__LA_RANK,
    GPU__LA_COUNTS, /* numbers of eigenvalues that are not deflated, of rotations, and of those not of left vectors */
    GPU__LA_INDICES
};
#define GPU__LA_NUMBER(T, s, z, which) (GPU__LA_AT(T, s, 2, z) + (size_t)(which) * (s)->n)
#define GPU__LA_INDEX(s, z, which) ((int *)(s)->x[3].p + (z) * (s)->x[3].stride + (size_t)(which) * (s)->n)
/* Whether a step of the merges is for singular values. */
GPU__LIFTED_FN int gpu__la_squares(GPU__UNUSED const gpu__la_step *s)
{
#ifdef __CUDA_ARCH__
    return 0;
#else
    return s->flag;
#endif
}
#ifdef REAL
/* ---- leaves ---- */
GPU__LIFTED_FN T gpu__la_length_T(T x, T y) /* of a vector */
{
    const T sum = x * x + y * y;
    if (sum > GPU__LA_SMALL(T) / GPU__LA_EPS(T) && sum <= GPU__LA_HUGE(T)) return GPU__LA_ROOT(T, sum);
    return sizeof(T) == 4 ? (T)hypotf((float)x, (float)y) : (T)hypot((double)x, (double)y);
}
/* One sweep of implicit QL with Wilkinson's shift over the first unreduced block from *l on; c and s get its rotations.
   The matrix has elements up to about 1, so off-diagonal elements below the square of the roundoff are negligible.
   Between small elements of the diagonal, the rounding errors of sweeps that pass large ones may stay above that: after
   some sweeps, what is below the roundoff of the largest element is negligible. Returns 0 if the matrix is diagonal;
   otherwise [*low, *high] are the rows that are rotated. */
GPU__LIFTED_FN int gpu__la_ql_sweep_T(T *d, T *e, T *c, T *s, int n, int *l, int *tries, int *low, int *high)
{
    for (; *l < n; (*l)++, *tries = 0) {
        const int first = *l;
        T g, r, p = 0, si = 1, co = 1, most = GPU__LA_EPS(T);
        int i, m = first;
        for (i = 0; *tries >= GPU__LA_PATIENCE && i < n; i++) {
            most = GPU__LA_ABS(T, d[i]) > most ? GPU__LA_ABS(T, d[i]) : most;
            if (i + 1 < n) most = GPU__LA_ABS(T, e[i]) > most ? GPU__LA_ABS(T, e[i]) : most;
        }
        while (m + 1 < n &&
               !(GPU__LA_ABS(T, e[m]) <=
                 GPU__LA_EPS(T) / 2 * (GPU__LA_ABS(T, d[m]) + GPU__LA_ABS(T, d[m + 1])) + GPU__LA_EPS(T) * most))
            m++;
        if (m == first) continue;
        if (++*tries > GPU__LA_QL_SWEEPS) return -1;
        g = (d[first + 1] - d[first]) / (2 * e[first]);
        r = gpu__la_length_T(g, 1);
        g = d[m] - d[first] + e[first] / (g + (g < 0 ? -r : r));
        for (i = m - 1; i >= first; i--) {
            const T f = si * e[i], b = co * e[i];
            e[i + 1] = r = gpu__la_length_T(f, g);
            if (r == 0) { /* the block splits here */
                d[i + 1] -= p;
                e[m] = 0;
                break;
            }
            s[i] = si = f / r;
            c[i] = co = g / r;
            g = d[i + 1] - p;
            r = (d[i] - g) * si + 2 * co * b;
            p = si * r;
            d[i + 1] = g + p;
            g = co * r - b;
        }
        *low = i + 1;
        *high = m;
        if (i < first) {
            d[first] -= p;
            e[first] = g;
            e[m] = 0;
        }
        return 1;
    }
    return 0;
}
/* The eigenvalues, sorted, to x[1], and the vectors, to the columns of x[0], of the tridiagonal matrix with the
   diagonal x[1] and the off-diagonal elements x[2]. */
GPU__LA_STEP(gpu__la_leaf_T)
{
    enum { most = GPU__LA_LEAF };
    T *const q = GPU__LA_AT(T, s, 0, z), *const values = GPU__LA_AT(T, s, 1, z);
    const T *const beside = GPU__LA_AT(T, s, 2, z);
    const size_t n = s->n;
    GPU__LA_SHARED(T, rows, (most + 1) * most);
    GPU__LA_SHARED(T, d, most);
    GPU__LA_SHARED(T, e, most);
    GPU__LA_SHARED(T, co, most);
    GPU__LA_SHARED(T, si, most);
    GPU__LA_SHARED(int, at, 5); /* first row, sweeps for it, rows that are rotated, result of the sweep */
    GPU__LA_EACH (i, 0, n) {
        d[i] = values[i];
        e[i] = beside[i];
        for (size_t j = 0; j < n; j++) rows[j * (most + 1) + i] = i == j;
    }
    if (GPU__LA_THREAD == 0) at[0] = at[1] = at[2] = at[3] = 0;
    for (;;) {
        GPU__LA_SYNC();
        if (GPU__LA_THREAD == 0) at[4] = gpu__la_ql_sweep_T(d, e, co, si, (int)n, at, at + 1, at + 2, at + 3);
        GPU__LA_SYNC();
        if (at[4] <= 0) break;
        for (int r = at[3] - 1; r >= at[2]; r--) {
            T *const x = rows + r * (most + 1), *const y = x + most + 1;
            const T cosine = co[r], sine = si[r];
            GPU__LA_NO_ALIAS GPU__LA_EACH (c, 0, n)
            {
                const T v = x[c], w = y[c];
                y[c] = sine * v + cosine * w;
                x[c] = cosine * v - sine * w;
            }
        }
    }
    if (at[4] < 0 && GPU__LA_THREAD == 0) GPU__LA_REPORT(s->info + z / s->per_info, GPU__LA_NOT_CONVERGED);
    GPU__LA_EACH (i, 0, n) {
        size_t rank = 0;
        for (size_t j = 0; j < n; j++) rank += d[j] < d[i] || (!(d[j] > d[i]) && j < i);
        values[rank] = d[i];
        for (size_t c = 0; c < n; c++) q[c * s->x[0].ld + rank] = rows[i * (most + 1) + c];
    }
}
/* Splits the tridiagonal matrix x[0] into leaves of k rows: the padded diagonal goes to x[1], the off-diagonal elements
   to x[2]. At each boundary of leaves the absolute value of the element between them is subtracted from its two
   neighbours on the diagonal; of a bidiagonal matrix the diagonal is kept behind the other elements. m: number of rows
   with padding. */
GPU__LA_STEP(gpu__la_cut_T)
{
    const size_t n = s->n, h = s->k;
    const T *const d = GPU__LA_AT(T, s, 0, z), *const e = d + n;
    T *const to = GPU__LA_AT(T, s, 1, z), *const beside = GPU__LA_AT(T, s, 2, z);
    T most = 0;
    GPU__LA_EACH (i, 0, n) {
        const T v = GPU__LA_ABS(T, d[i]) + (i ? GPU__LA_ABS(T, e[i - 1]) : 0) + (i + 1 < n ? GPU__LA_ABS(T, e[i]) : 0);
        most = v > most ? v : most;
    }
    most = GPU__LA_MAX(most);
    GPU__LA_EACH (i, 0, s->m) {
        T v = most * (T)1.01 + (gpu__la_squares(s) ? GPU__LA_EPS(T) : GPU__LA_SMALL(T) / GPU__LA_EPS(T));
        if (i < n) {
            v = d[i];
            if (!gpu__la_squares(s) && i % h == h - 1 && i + 1 < n) v -= GPU__LA_ABS(T, e[i]);
            if (!gpu__la_squares(s) && i % h == 0 && i) v -= GPU__LA_ABS(T, e[i - 1]);
        }
        to[i] = v;
        beside[i] = i + 1 < n ? e[i] : 0;
        if (gpu__la_squares(s)) beside[s->m + i] = v;
    }
}

/* ---- merges: D + rho z z', D with the eigenvalues of both halves ---- */
/* The number of elements of x, which is sorted, that are less than v or, with `equal`, not greater than v. */
GPU__LIFTED_FN size_t gpu__la_below_T(const T *x, size_t n, T v, int equal)
{
    size_t low = 0;
    while (n) {
        const size_t half = n / 2;
        if (x[low + half] < v || (equal && x[low + half] == v)) {
            low += half + 1;
            n -= half + 1;
        } else n = half;
    }
    return low;
}
/* Sorts the eigenvalues x[0] of both halves, of h = n / 2 rows each, into D, with the vector Z of the update: the last
   row of the first half's vectors, x[1], times `upper`, and the first row of the second half's times `lower`. Returns
   the largest element of either by absolute value. */
GPU__LIFTED_FN T gpu__la_sort_halves_T(const gpu__la_step *s, size_t z, T upper, T lower)
{
    const size_t n = s->n, h = n / 2;
    const T *const values = GPU__LA_AT(T, s, 0, z), *const q = GPU__LA_AT(T, s, 1, z);
    T *const d = GPU__LA_NUMBER(T, s, z, GPU__LA_D), *const x = GPU__LA_NUMBER(T, s, z, GPU__LA_Z);
    int *const from = GPU__LA_INDEX(s, z, GPU__LA_FROM);
    T most = 0, top = 0;
    GPU__LA_EACH (i, 0, n) {
        from[i] = (int)i;
        d[i] = values[i];
        x[i] = 0;
    }
    GPU__LA_SYNC();
    GPU__LA_EACH (i, 0, n) {
        const T v = values[i];
        const size_t at = i < h ? i + gpu__la_below_T(values + h, h, v, 0) : i - h + gpu__la_below_T(values, h, v, 1);
        const T u = i < h ? q[(h - 1) * h + i] * upper : q[h * h + i - h] * lower;
        d[at] = v;
        x[at] = u;
        from[at] = (int)i;
        most = GPU__LA_ABS(T, v) > most ? GPU__LA_ABS(T, v) : most;
        top = GPU__LA_ABS(T, u) > top ? GPU__LA_ABS(T, u) : top;
    }
    most = GPU__LA_MAX(most);
    top = GPU__LA_MAX(top);
    return most > top ? most : top;
}
/* Appends the sorted eigenvalue i to those that are kept. */
GPU__LIFTED_FN void gpu__la_keep_T(const gpu__la_step *s, size_t z, size_t i, size_t *keep)
{
    GPU__LA_NUMBER(T, s, z, GPU__LA_KEPT_D)[*keep] = GPU__LA_NUMBER(T, s, z, GPU__LA_D)[i];
    GPU__LA_NUMBER(T, s, z, GPU__LA_KEPT_Z)[*keep] = GPU__LA_NUMBER(T, s, z, GPU__LA_Z)[i];
    GPU__LA_INDEX(s, z, GPU__LA_KEPT)[(*keep)++] = GPU__LA_INDEX(s, z, GPU__LA_FROM)[i];
}
/* Rotates eigenvalues `last` and i so that the update no longer changes `last`, if the elements that this neglects are
   below tol; returns whether it did. */
GPU__LIFTED_FN int gpu__la_rotate_away_T(const gpu__la_step *s, size_t z, size_t last, size_t i, T tol, int *rotations)
{
    T *const d = GPU__LA_NUMBER(T, s, z, GPU__LA_D), *const x = GPU__LA_NUMBER(T, s, z, GPU__LA_Z);
    const int *const from = GPU__LA_INDEX(s, z, GPU__LA_FROM);
    const T a = d[last], b = d[i], p = x[i], q = x[last];
    if (GPU__LA_ABS(T, (b - a) * p * q) > tol * (p * p + q * q)) return 0;
    const T t = gpu__la_length_T(p, q);
    const T c = p / t;
    const T si = -q / t;
    x[i] = t;
    x[last] = 0;
    d[last] = a * c * c + b * si * si;
    d[i] = a * si * si + b * c * c;
    GPU__LA_NUMBER(T, s, z, GPU__LA_COS)[*rotations] = c;
    GPU__LA_NUMBER(T, s, z, GPU__LA_SIN)[*rotations] = si;
    GPU__LA_INDEX(s, z, GPU__LA_ROTATE_A)[*rotations] = from[last];
    GPU__LA_INDEX(s, z, GPU__LA_ROTATE_B)[(*rotations)++] = from[i];
    return 1;
}
/* Of singular values: makes that of the row which is missing in the first half zero. If one is missing in the second
   half too, the update is made to change only the first one, which is not deflated if there is any update. */
GPU__LIFTED_FN void gpu__la_missing_rows_T(const gpu__la_step *s, size_t z, T tol, int *rotations)
{
    T *const d = GPU__LA_NUMBER(T, s, z, GPU__LA_D), *const x = GPU__LA_NUMBER(T, s, z, GPU__LA_Z);
    const T second = d[1];
    size_t i;
    d[0] = 0;
    if (second < 0 && GPU__LA_ABS(T, x[1]) > tol) {
        d[1] = 0;
        (void)gpu__la_rotate_away_T(s, z, 1, 0, tol, rotations);
        d[1] = second;
    }
    for (i = 0; i < s->n && !(GPU__LA_ABS(T, x[i]) > tol); i++) {
    }
    if (i && i < s->n) x[0] = 2 * tol;
}
/* Sorts and deflates, as LAPACK's laed2 and lasd2. x[4] has the off-diagonal elements, m for each matrix, and of a
   bidiagonal matrix the diagonal behind them. One thread walks over the sorted eigenvalues: those that are kept come
   first in KEPT, the deflated ones last. */
GPU__LA_STEP(gpu__la_deflate_T)
{
    const size_t n = s->n, merges = s->m / n;
    const int squares = gpu__la_squares(s);
    const T *const beside = (const T *)s->x[4].p + z / merges * s->x[4].stride + z % merges * n + n / 2 - 1,
                   between = beside[0], half = (T)0.70710678118654752440;
    const T rho = squares ? (T)1 : 2 * GPU__LA_ABS(T, between);
    T *const d = GPU__LA_NUMBER(T, s, z, GPU__LA_D), *const x = GPU__LA_NUMBER(T, s, z, GPU__LA_Z);
    int *const counts = GPU__LA_INDEX(s, z, GPU__LA_COUNTS);
    const T most = gpu__la_sort_halves_T(s, z, squares ? beside[s->m] : half,
                                         squares       ? between
                                         : between < 0 ? -half
                                                       : half),
            tol = 4 * GPU__LA_EPS(T) * (squares && most < GPU__LA_EPS(T) / 16 ? GPU__LA_EPS(T) / 16 : most);
    size_t i, keep = 0, end = n, last = n; /* last: the latest that is not deflated so far */
    int rotations = 0;
    GPU__LA_SYNC();
    if (GPU__LA_THREAD != 0) return;
    if (squares) gpu__la_missing_rows_T(s, z, tol, &rotations);
    counts[2] = rotations;
    for (i = 0; i < n; i++) {
        size_t drop = n; /* the one that is deflated */
        if (!(rho * GPU__LA_ABS(T, x[i]) > tol)) drop = i;
        else if (squares && i == 0) gpu__la_keep_T(s, z, i, &keep);
        else {
            if (squares && d[i] < tol) d[i] = tol;
            if (last < n) {
                if (gpu__la_rotate_away_T(s, z, last, i, tol, &rotations)) drop = last;
                else gpu__la_keep_T(s, z, last, &keep);
            }
            last = i;
        }
        if (drop < n) {
            end--;
            GPU__LA_INDEX(s, z, GPU__LA_KEPT)[end] = GPU__LA_INDEX(s, z, GPU__LA_FROM)[drop];
            GPU__LA_NUMBER(T, s, z, GPU__LA_LAMBDA)[end] = d[drop];
        }
    }
    if (last < n) gpu__la_keep_T(s, z, last, &keep);
    counts[0] = (int)keep;
    counts[1] = rotations;
    GPU__LA_NUMBER(T, s, z, GPU__LA_RHO)[0] = rho;
}
/* d minus the number origin + mu, or the difference of their squares. */
GPU__LIFTED_FN T gpu__la_gap_T(T d, T origin, T mu, int squares)
{
    const T gap = (d - origin) - mu;
    return squares ? gap * ((d + origin) + mu) : gap;
}
/* The sums of z^2 / (d - x) over [from, to) and of their derivatives, where x is origin + mu, or of z^2 / (d^2 - x^2)
   by x^2; on a GPU by a warp. */
GPU__LIFTED_FN void gpu__la_secular_sums_T(const T *d, const T *x, size_t from, size_t to, T origin, T mu, int squares,
                                           T *sum, T *slope)
{
#ifdef __CUDA_ARCH__
    T a = 0, b = 0;
    GPU__LA_COLS (i, from, to) {
        const T t = x[i] / gpu__la_gap_T(d[i], origin, mu, squares);
        a += x[i] * t;
        b += t * t;
    }
    *sum = gpu__la_warp_sum(a);
    *slope = gpu__la_warp_sum(b);
#else
    size_t i;
    GPU__LA_VECTOR(T, vector);
    vector a = {0}, b = {0}, p, q, gap;
    T s = 0, u = 0;
    for (i = from; i + GPU__LA_WIDE(T) <= to; i += GPU__LA_WIDE(T)) {
        memcpy(&p, x + i, sizeof p);
        memcpy(&q, d + i, sizeof q);
        gap = (q - origin) - mu;
        q = p / (squares ? gap * ((q + origin) + mu) : gap);
        a += p * q;
        b += q * q;
    }
    for (; i < to; i++) {
        const T t = x[i] / gpu__la_gap_T(d[i], origin, mu, squares);
        s += x[i] * t;
        u += t * t;
    }
    *sum = s + gpu__la_total_T(&a);
    *slope = u + gpu__la_total_T(&b);
#endif
}
/* Root j of 1 / rho + sum z^2 / (d - x) = 0, which lies between d[j] and d[j + 1]: by rational interpolation with these
   two poles, which matches value and slope of the sums to the left and to the right (R.-C. Li's middle way),
   safeguarded by a bracket. `squares`: the interpolation is by the square of x. */
GPU__LIFTED_FN void gpu__la_root_T(const T *d, const T *x, size_t n, size_t j, T rho, T length, int squares, T *mu_out,
                                   int *pole)
{
    const int last = j + 1 == n;
    const T most = squares ? length / (d[j] + GPU__LA_ROOT(T, d[j] * d[j] + length)) : rho * length;
    const T gap = last ? most : d[j + 1] - d[j], one = 1 / rho;
    T low = 0, high = gap, mu = gap / 2, origin = d[j], left, right, left_slope, right_slope, f;
    *pole = (int)j;
    gpu__la_secular_sums_T(d, x, 0, j + 1, origin, mu, squares, &left, &left_slope);
    gpu__la_secular_sums_T(d, x, j + 1, n, origin, mu, squares, &right, &right_slope);
    f = one + left + right;
    if (!last && f < 0) { /* the root is in the right half: it is measured from the right pole */
        *pole = (int)j + 1;
        origin = d[j + 1];
        low = mu - gap < 0 ? mu - gap : -gap;
        high = 0;
        mu = low;
    } else if (!last) high = mu;
    for (int step = 0; step < 80; step++) {
        const T p = gpu__la_gap_T(d[j], origin, mu, squares),
                q = last ? 0 : gpu__la_gap_T(d[j + 1], origin, mu, squares), root = origin + mu,
                size = squares ? 2 * root * GPU__LA_ABS(T, mu) : GPU__LA_ABS(T, mu);
        T next;
        if (!(GPU__LA_ABS(T, f) > GPU__LA_EPS(T) * (one + 4 * (right - left) + size * (left_slope + right_slope))))
            break;
        if (f < 0) low = mu > low ? mu : low;
        else high = mu < high ? mu : high;
        if (last) { /* approximates f by c + s / (p - e) */
            const T c = f - left_slope * p;
            next = c > 0 ? p + left_slope * p * p / c : gap;
        } else {
            const T c = f - left_slope * p - right_slope * q, a = (p + q) * f - p * q * (left_slope + right_slope),
                    b = p * q * f, under = a * a - 4 * b * c, r = under > 0 ? GPU__LA_ROOT(T, under) : (T)0;
            next = a > 0 ? 2 * b / (a + r) : c != 0 ? (a - r) / (2 * c) : gap;
        }
        next = mu + (squares ? next / (root + GPU__LA_ROOT(T, root * root + next)) : next);
        if (!(next > low && next < high)) next = low + (high - low) / 2;
        if (next == mu || next == low || next == high) {
            mu = next;
            break;
        }
        mu = next;
        gpu__la_secular_sums_T(d, x, 0, j + 1, origin, mu, squares, &left, &left_slope);
        gpu__la_secular_sums_T(d, x, j + 1, n, origin, mu, squares, &right, &right_slope);
        f = one + left + right;
    }
    *mu_out = mu;
}
/* Finds the roots of the secular equation that belong to a block, which has k of them. */
GPU__LA_STEP(gpu__la_roots_T)
{
    const T *const d = GPU__LA_NUMBER(T, s, z, GPU__LA_KEPT_D), *const x = GPU__LA_NUMBER(T, s, z, GPU__LA_KEPT_Z);
    const size_t n = (size_t)GPU__LA_INDEX(s, z, GPU__LA_COUNTS)[0], first = block * s->k,
                 last = first + s->k < n ? first + s->k : n;
    T length = 0;
    if (first >= n) return;
    GPU__LA_COLS (j, 0, n) length += x[j] * x[j];
    length = GPU__LA_WARP_SUM(length);
    GPU__LA_ROWS (j, first, last) {
        T mu;
        int pole;
        gpu__la_root_T(d, x, n, j, GPU__LA_NUMBER(T, s, z, GPU__LA_RHO)[0], length, gpu__la_squares(s), &mu, &pole);
        if (GPU__LA_LANE) continue;
        GPU__LA_NUMBER(T, s, z, GPU__LA_MU)[j] = mu;
        GPU__LA_INDEX(s, z, GPU__LA_POLE)[j] = pole;
        GPU__LA_NUMBER(T, s, z, GPU__LA_LAMBDA)[j] = d[pole] + mu;
    }
}
/* The vector z for which the computed roots are exact (Gu and Eisenstat), and the rank of each eigenvalue. */
GPU__LA_STEP(gpu__la_new_z_T)
{
    const T *const d = GPU__LA_NUMBER(T, s, z, GPU__LA_KEPT_D), *const x = GPU__LA_NUMBER(T, s, z, GPU__LA_KEPT_Z);
    const T *const mu = GPU__LA_NUMBER(T, s, z, GPU__LA_MU), *const lambda = GPU__LA_NUMBER(T, s, z, GPU__LA_LAMBDA);
    const int *const pole = GPU__LA_INDEX(s, z, GPU__LA_POLE), squares = gpu__la_squares(s);
    const size_t n = (size_t)GPU__LA_INDEX(s, z, GPU__LA_COUNTS)[0], first = block * s->k,
                 last = first + s->k < s->n ? first + s->k : s->n;
    GPU__LA_ROWS (i, first, last) {
        const T v = lambda[i];
        T product = 1;
        int rank = 0;
        GPU__LA_COLS (j, 0, s->n) rank += lambda[j] < v || (!(lambda[j] > v) && j < i);
        rank = GPU__LA_WARP_SUM(rank);
        if (squares & GPU__LA_DESCENDING) rank = (int)s->n - 1 - rank;
        if (GPU__LA_LANE == 0) GPU__LA_INDEX(s, z, GPU__LA_RANK)[i] = rank;
        if (i >= n) continue;
        GPU__LA_COLS (j, 0, n) {
            const T up = gpu__la_gap_T(d[i], d[pole[j]], mu[j], squares);
            product *= j == i ? up : up / gpu__la_gap_T(d[i], d[j], 0, squares);
        }
#ifdef __CUDA_ARCH__
        product = gpu__la_warp_product(product);
#endif
        product = GPU__LA_ROOT(T, GPU__LA_ABS(T, product));
        if (GPU__LA_LANE == 0) GPU__LA_NUMBER(T, s, z, GPU__LA_NEW_Z)[i] = x[i] < 0 ? -product : product;
    }
}
/* Element i of a vector of D + rho z z', x[i] over the distance of d[i] to the eigenvalue d[pole] + mu, or over that of
   their squares. A left singular vector is the matrix times the right one: z' in place of its first row, which is zero,
   gives -1 for what the secular equation sums. Vectors are multiplied by what makes the element of the pole 1 (that of
   a left vector whose pole is zero, 1 or -1): the distances may be so small that squares of quotients overflow. */
GPU__LIFTED_FN T gpu__la_vector_T(const T *d, const T *x, size_t i, size_t pole, T mu, int squares)
{
    const T origin = d[pole], sum = d[i] + origin + mu, far = mu - (d[i] - origin), near = i == pole ? 1 : mu / far;
    if (!squares) return x[i] / x[pole] * near;
    if (!(squares & GPU__LA_LEFT)) return x[i] / x[pole] * (near * ((origin + origin + mu) / sum));
    if (!pole) return i ? x[i] / (x[0] < 0 ? -far : far) * (d[i] / sum) : x[0] < 0 ? (T)-1 : (T)1;
    return (i ? x[i] * near * (d[i] / sum) : mu) / x[pole] * ((origin + origin + mu) / origin);
}
/* Computes x[5], the vectors of D + rho z z' in the basis of both halves' vectors, without the rotations; and the new
   eigenvalues. A block has k columns, up to a warp's lanes on a GPU. */
GPU__LA_STEP(gpu__la_vectors_T)
{
    const T *const d = GPU__LA_NUMBER(T, s, z, GPU__LA_KEPT_D), *const x = GPU__LA_NUMBER(T, s, z, GPU__LA_NEW_Z);
    const T *const mu = GPU__LA_NUMBER(T, s, z, GPU__LA_MU), *const lambda = GPU__LA_NUMBER(T, s, z, GPU__LA_LAMBDA);
    const int *const pole = GPU__LA_INDEX(s, z, GPU__LA_POLE), *const rank = GPU__LA_INDEX(s, z, GPU__LA_RANK);
    const int *const kept = GPU__LA_INDEX(s, z, GPU__LA_KEPT), squares = gpu__la_squares(s);
    const size_t n = s->n, count = (size_t)GPU__LA_INDEX(s, z, GPU__LA_COUNTS)[0], first = block * s->k,
                 last = first + s->k < n ? first + s->k : n, end = last < count ? last : count;
    T *const to = GPU__LA_AT(T, s, 5, z);
    GPU__LA_SHARED(T, sums, 32 * 32); /* of each warp */
    T *const sum = sums + GPU__LA_WARP * 32;
    GPU__LA_COLS (j, first, last) sum[j - first] = 0;
    GPU__LA_ROWS (i, 0, n)
        GPU__LA_COLS (j, first, last) to[i * n + (size_t)rank[j]] = 0;
    GPU__LA_SYNC();
    GPU__LA_ROWS (i, 0, count)
        GPU__LA_COLS (j, first, end) {
            const T v = gpu__la_vector_T(d, x, i, (size_t)pole[j], mu[j], squares);
            to[(size_t)kept[i] * n + (size_t)rank[j]] = v;
            sum[j - first] += v * v;
        }
    GPU__LA_SYNC();
    GPU__LA_EACH (j, first, last) {
        for (size_t i = 1; i < GPU__LA_WARPS; i++) sums[j - first] += sums[i * 32 + j - first];
        sums[j - first] = 1 / GPU__LA_ROOT(T, sums[j - first]);
        if (j >= count) to[(size_t)kept[j] * n + (size_t)rank[j]] = 1;
        GPU__LA_AT(T, s, 0, z)[rank[j]] = lambda[j];
    }
    GPU__LA_SYNC();
    GPU__LA_ROWS (i, 0, count)
        GPU__LA_COLS (j, first, end) to[(size_t)kept[i] * n + (size_t)rank[j]] *= sums[j - first];
}
/* Applies the rotations of the deflation to the rows of x[5], in reverse order; left vectors are not rotated by those
   between missing rows, which have no elements. */
GPU__LA_STEP(gpu__la_apply_rotations_T)
{
    const T *const co = GPU__LA_NUMBER(T, s, z, GPU__LA_COS), *const si = GPU__LA_NUMBER(T, s, z, GPU__LA_SIN);
    const size_t n = s->n, first = block * GPU__LA_CHUNK, last = n - first < GPU__LA_CHUNK ? n : first + GPU__LA_CHUNK;
    T *const to = GPU__LA_AT(T, s, 5, z);
    const int *const counts = GPU__LA_INDEX(s, z, GPU__LA_COUNTS);
    const int least = gpu__la_squares(s) & GPU__LA_LEFT ? counts[2] : 0;
    for (int rotation = counts[1] - 1; rotation >= least; rotation--) {
        T *const x = to + (size_t)GPU__LA_INDEX(s, z, GPU__LA_ROTATE_A)[rotation] * n;
        T *const y = to + (size_t)GPU__LA_INDEX(s, z, GPU__LA_ROTATE_B)[rotation] * n;
        const T a = co[rotation], b = si[rotation];
        GPU__LA_NO_ALIAS GPU__LA_EACH (c, first, last)
        {
            const T v = x[c], w = y[c];
            x[c] = a * v - b * w;
            y[c] = b * v + a * w;
        }
    }
}
/* Splits the tridiagonal matrix `line` into leaves, and computes their eigenvalues d and vectors q[0]. sides: those of
   the merges, 0 for eigenvalues; q[1] are left singular vectors. */
static inline void gpu__la_leaves_T(gpu__la *la, gpu__la_view line, const gpu__la_view *q, gpu__la_view d,
                                    gpu__la_view e, size_t n, size_t leaf, size_t leaves, int sides, int *info)
{
    gpu__la_step s = GPU__LA_STEP_ON(leaf * leaves, n, NULL, line, d, e);
    s.k = leaf;
    s.flag = sides;
    GPU__LA_RUN(la, gpu__la_cut_T, &s, 1, la->batch, GPU__LA_THREADS, leaf * leaves * la->batch)
    gpu__la_step each = GPU__LA_STEP_ON(0, leaf, info, gpu__la_view_of(q[0].p, leaf, leaf * leaf),
                                        gpu__la_view_of(d.p, 1, leaf), gpu__la_view_of(e.p, 1, leaf));
    each.per_info = leaves;
    if (sides) {
        each.x[2] = e;
        each.x[3] = gpu__la_view_of(q[1].p, leaf, leaf * leaf);
        each.flag = sides;
        GPU__LA_RUN_CPU(la, gpu__la_bidiagonal_leaf_T, &each, 1, la->batch * leaves,
                        leaf * leaf * leaf * leaves * la->batch * 8)
        return;
    }
#ifdef GPU__CUDA
    if (la->on_gpu) {
        each.x[3] = each.x[2];
        each.x[2] = each.x[0];
        each.flag = 1;
        gpu__la_launch<gpu__la_eigen_held<T, gpu__la_reflector_T, 1>, 0, 32>(la, &each, 1, la->batch * leaves, 32);
    } else
#endif
        GPU__LA_RUN_CPU(la, gpu__la_leaf_T, &each, 1, la->batch * leaves, leaf * leaf * leaf * leaves * la->batch)
}
/* Replaces the tridiagonal matrix `line` by its sorted eigenvalues; q[0] becomes the vectors, a matrix of *size rows.
   sides: instead, the singular values of a bidiagonal matrix, in descending order after *size - n others; q[0] becomes
   the right vectors and, with GPU__LA_LEFT, q[1] the left ones. */
static inline void gpu__la_conquer_T(gpu__la *la, gpu__la_view line, size_t n, size_t *size, gpu__la_view *q, int sides,
                                     int *info)
{
    const size_t most = la->on_gpu ? (size_t)GPU__LA_LEAF : sides ? (size_t)GPU__LA_FEW : (size_t)GPU__LA_LEAF_CPU;
    size_t leaf = n, leaves = 1, h;
    gpu__la_view next, small, d, e, numbers, indices;
    for (; leaf > most; leaf = gpu__ceil_div(n, leaves)) leaves *= 2;
    *size = leaf * leaves;
    q[0] = gpu__la_space_T(la, *size, *size);
    q[1] = gpu__la_space_T(la, *size, sides & GPU__LA_LEFT ? *size : 0);
    next = gpu__la_space_T(la, *size, leaves > 1 ? *size : 0);
    small = gpu__la_space_T(la, *size, leaves > 1 ? *size : 0);
    d = gpu__la_space_T(la, 1, *size);
    e = gpu__la_space_T(la, sides ? 2 : 1, *size);
    numbers = gpu__la_space_T(la, GPU__LA_NUMBERS, *size);
    indices.p = gpu__la_take(la, la->batch * GPU__LA_INDICES * *size * sizeof(int));
    gpu__la_leaves_T(la, line, q, d, e, n, leaf, leaves, sides, info);
    for (h = leaf; h < *size; h *= 2) {
        const size_t both = 2 * h, batch = la->batch * (*size / both), roots = la->on_gpu ? 32 : GPU__LA_ROOTS,
                     blocks = gpu__ceil_div(both, roots);
        const gpu__la_view by = gpu__la_view_of(small.p, both, both * both);
        gpu__la_step s =
            GPU__LA_STEP_ON(*size, both, NULL, gpu__la_view_of(d.p, 1, both), gpu__la_view_of(q[0].p, h, 2 * h * h),
                            gpu__la_view_of(numbers.p, 1, GPU__LA_NUMBERS * both),
                            gpu__la_view_of(indices.p, 1, GPU__LA_INDICES * both), e, by);
        gpu__matmul_detail p;
        gpu__matmul_plain_spec(&p.spec, h, both, h);
        p.spec.batch = batch;
        s.k = roots;
        s.flag = sides && both == *size ? GPU__LA_RIGHT | GPU__LA_DESCENDING : sides & GPU__LA_RIGHT;
        GPU__LA_RUN(la, gpu__la_deflate_T, &s, 1, batch, both < 256 ? 64 : 256, both * batch)
        GPU__LA_RUN(la, gpu__la_roots_T, &s, blocks, batch, GPU__LA_THREADS, both * both * batch * 4)
        GPU__LA_RUN(la, gpu__la_new_z_T, &s, blocks, batch, GPU__LA_THREADS, both * both * batch)
        for (int side = 0; side < (sides & GPU__LA_LEFT ? 2 : 1); side++) {
            const gpu__la_view old = gpu__la_view_of(q[side].p, h, 2 * h * h),
                               to = gpu__la_view_of(next.p, both, both * both);
            if (side) s.flag |= GPU__LA_LEFT;
            GPU__LA_RUN(la, gpu__la_vectors_T, &s, blocks, batch, both < 512 ? GPU__LA_THREADS : 1024,
                        both * both * batch)
            GPU__LA_RUN(la, gpu__la_apply_rotations_T, &s, gpu__ceil_div(both, GPU__LA_CHUNK), batch, GPU__LA_CHUNK,
                        both * both * batch / 8)
            gpu__la_gemm_T(la, to, old, by, &p, 0);
            gpu__la_gemm_T(la, gpu__la_move_T(to, h, 0), gpu__la_move_T(old, h, 0), gpu__la_move_T(by, h, 0), &p, 0);
            next.p = old.p;
            q[side].p = to.p;
        }
    }
    q[0].ld = q[1].ld = *size;
    q[0].stride = q[1].stride = *size * *size;
    gpu__la_copied_T(la, line, sides ? gpu__la_move_T(d, 0, *size - n) : d, 1, n, 0, NULL, NULL);
}
#endif
