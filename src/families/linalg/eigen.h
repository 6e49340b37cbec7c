#ifdef GPU_LINALG
/* Eigenvalues of symmetric matrices: first the reduction A = H T H' by Householder reflectors, in panels as in LAPACK's
   latrd; then the eigenvalues of T by divide and conquer (Cuppen's method with the vectors of Gu and Eisenstat, which
   are orthogonal however close the eigenvalues are); then the vectors are multiplied by the reflectors, in blocks. T is
   split into leaves of up to 32 rows, all of one size, which are solved by implicit QL; the last leaf is padded with
   large numbers on the diagonal and zeros beside it. */
enum {
    GPU__LA_LEAF = 32,     /* most rows of a leaf on a GPU, */
    GPU__LA_LEAF_CPU = 16, /* and on the CPU */
    GPU__LA_PANEL = 32,
    GPU__LA_STRIP = 128, /* rows of a triangle by which a thread of the CPU multiplies */
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
    GPU__LA_COUNTS, /* numbers of eigenvalues that are not deflated, and of rotations */
    GPU__LA_INDICES
};
#define GPU__LA_NUMBER(T, s, z, which) (GPU__LA_AT(T, s, 2, z) + (size_t)(which) * (s)->n)
#define GPU__LA_INDEX(s, z, which) ((int *)(s)->x[3].p + (z) * (s)->x[3].stride + (size_t)(which) * (s)->n)
#endif
#if defined(REAL) && defined(GPU_LINALG)
/* ---- reduction to a tridiagonal matrix ---- */
/* In the steps of the reduction x[0] is A, x[1] V, W and V again (k rows each), x[2] the products y of the last column,
   x[3] the diagonal, the off-diagonal elements, and tau. A GPU does a panel in one step (eigen.cuh); the steps here are
   those of the CPU. Column `at` of A is the m-th of its panel. Only the upper triangle of A is kept up to date: it is
   read once for a product, of which each strip of its rows contributes a part. x[4] has the parts, n numbers each, from
   the second strip on. */
/* Completes W of the previous column. */
GPU__LIFTED_FN void gpu__la_complete_w_T(const gpu__la_step *s, size_t z)
{
    const size_t n = s->n, nb = s->k, j = s->at, i = s->m;
    const T *const v = GPU__LA_AT(T, s, 1, z), *const last = v + (i - 1) * n;
    T *const w = GPU__LA_AT(T, s, 1, z) + nb * n, *const y = GPU__LA_AT(T, s, 2, z);
    const T t = (GPU__LA_AT(T, s, 3, z) + 2 * n)[j - 1];
    T sum;
    size_t r, p;
    for (p = 1; j + p * GPU__LA_STRIP < n; p++) {
        const T *const part = GPU__LA_AT(T, s, 4, z) + (p - 1) * n;
        GPU__NO_ALIAS for (r = j + p * GPU__LA_STRIP; r < n; r++) y[r] += part[r];
    }
    for (p = 0; p + 1 < i; p++) {
        const T a = y[n + nb + p], b = y[n + p];
        const T *const vp = v + p * n, *const wp = w + p * n;
        GPU__NO_ALIAS for (r = j; r < n; r++) y[r] -= vp[r] * a + wp[r] * b;
    }
    sum = gpu__la_dot_T(y + j, last + j, n - j) * (t * t / 2);
    GPU__NO_ALIAS for (r = j; r < n; r++) w[(i - 1) * n + r] = t * y[r] - sum * last[r];
}
/* Computes the reflector of row `at` of A, and stores it there and in V. */
GPU__LIFTED_FN void gpu__la_reflect_row_T(const gpu__la_step *s, size_t z, T *row)
{
    const size_t n = s->n, nb = s->k, j = s->at, i = s->m;
    T *const mine = GPU__LA_AT(T, s, 1, z) + i * n, *const again = mine + 2 * nb * n;
    T *const e = GPU__LA_AT(T, s, 3, z) + n, *const tau = e + n;
    const T alpha = row[j + 1];
    T sum = gpu__la_dot_T(row + j + 2, row + j + 2, n - j - 2), up = 1, over;
    size_t r;
    if (!(alpha * alpha + sum > GPU__LA_FAINT(T))) {
        up = GPU__LA_UP(T);
        sum = 0;
        for (r = j + 2; r < n; r++) sum += row[r] * up * (row[r] * up);
    }
    tau[j] = gpu__la_reflector_T(alpha, sum, up, e + j, &over);
    for (r = 0; r < n; r++) mine[r] = again[r] = row[r] = r <= j ? 0 : r == j + 1 ? 1 : row[r] * over;
}
/* Completes W of the previous column, updates column `at` by V and W, and computes its reflector. flag: only completes
   W. */
GPU__LA_STEP(gpu__la_tridiagonal_column_T)
{
    const size_t n = s->n, j = s->at;
    T *const row = GPU__LA_AT(T, s, 0, z) + j * s->x[0].ld;
    const T *const v = GPU__LA_AT(T, s, 1, z), *const w = v + s->k * n;
    size_t r, p;
    (void)block;
    if (s->m) gpu__la_complete_w_T(s, z);
    if (s->flag) return;
    for (p = 0; p < s->m; p++) {
        const T a = w[p * n + j], b = v[p * n + j];
        const T *const vp = v + p * n, *const wp = w + p * n;
        GPU__NO_ALIAS for (r = j; r < n; r++) row[r] -= vp[r] * a + wp[r] * b;
    }
    GPU__LA_AT(T, s, 3, z)[j] = row[j];
    if (j + 1 < n) gpu__la_reflect_row_T(s, z, row);
}
#ifndef __CUDA_ARCH__
/* Multiplies the upper triangle of A from row and column `from` on, rows [first, last), by x: row i contributes a dot
   product to y[i], and a multiple of itself to the other elements of y. Four rows at a time. */
GPU__LIFTED_FN void gpu__la_times_strip_T(const T *a, size_t ld, const T *x, T *y, size_t first, size_t last, size_t n)
{
    GPU__LA_VECTOR(T, vector);
    size_t i, c, q, four;
    for (i = first; i < n; i++) y[i] = 0;
    for (i = first; i < last; i += four) {
        const T *row[4];
        vector sum[4] = {{0}}, v, w, t;
        T rest[4] = {0, 0, 0, 0}, by[4];
        four = last - i < 4 ? last - i : 4;
        for (q = 0; q < 4; q++) {
            row[q] = a + (i + (q < four ? q : 0)) * ld;
            by[q] = q < four ? x[i + q] : 0;
        }
        for (q = 0; q < four; q++) { /* on and beside the diagonal */
            rest[q] += row[q][i + q] * by[q];
            for (c = i + q + 1; c < i + four; c++) {
                rest[q] += row[q][c] * x[c];
                rest[c - i] += row[q][c] * by[q];
            }
        }
        for (c = i + four; c + GPU__LA_WIDE(T) <= n; c += GPU__LA_WIDE(T)) {
            memcpy(&v, x + c, sizeof v);
            memcpy(&w, y + c, sizeof w);
            for (q = 0; q < 4; q++) {
                memcpy(&t, row[q] + c, sizeof t);
                sum[q] += t * v;
                w += t * by[q];
            }
            memcpy(y + c, &w, sizeof w);
        }
        for (; c < n; c++)
            for (q = 0; q < four; q++) {
                rest[q] += row[q][c] * x[c];
                y[c] += row[q][c] * by[q];
            }
        for (q = 0; q < four; q++) y[i + q] += rest[q] + gpu__la_total_T(sum + q);
    }
}
#endif
/* x[2] = A v below row `at`, then V v and W v, where v is the m-th row of V: the first block computes V v and W v, each
   other block the part of a strip. */
GPU__LA_STEP(gpu__la_triangle_products_T)
{
#ifdef __CUDA_ARCH__
    (void)s, (void)z, (void)block;
#else
    const size_t n = s->n, nb = s->k, j = s->at, i = s->m;
    const T *const v = GPU__LA_AT(T, s, 1, z), *const mine = v + i * n;
    T *const y = GPU__LA_AT(T, s, 2, z);
    size_t p;
    if (!block) {
        for (p = 0; p < i; p++) {
            y[n + p] = gpu__la_dot_T(v + p * n + j + 1, mine + j + 1, n - j - 1);
            y[n + nb + p] = gpu__la_dot_T(v + (nb + p) * n + j + 1, mine + j + 1, n - j - 1);
        }
    } else {
        const size_t first = j + 1 + (block - 1) * GPU__LA_STRIP,
                     last = n - first < GPU__LA_STRIP ? n : first + GPU__LA_STRIP;
        T *const to = block == 1 ? y : GPU__LA_AT(T, s, 4, z) + (block - 2) * n;
        gpu__la_times_strip_T(GPU__LA_AT(T, s, 0, z), s->x[0].ld, mine, to, first, last, n);
    }
#endif
}
/* Subtracts V'W + W'V from A, where x has V, W and V again, k rows each; on the CPU only from the upper triangle and
   from blocks on the diagonal. */
static inline void gpu__la_minus_both_T(gpu__la *la, gpu__la_view a, gpu__la_view x, size_t n, size_t k)
{
    const size_t h = n / 2;
    const int whole = la->on_gpu || n <= 256;
    gpu__la_gemm_spec p = gpu__la_gemm_spec_of(whole ? n : h, whole ? n : n - h, 2 * k, -1, 1);
    p.transpose_a = 1;
    if (!whole) {
        gpu__la_minus_both_T(la, a, x, h, k);
        gpu__la_gemm_T(la, gpu__la_move_T(a, 0, h), x, gpu__la_move_T(x, k, h), p, la->batch);
        gpu__la_minus_both_T(la, gpu__la_move_T(a, h, h), gpu__la_move_T(x, 0, h), n - h, k);
    } else
        gpu__la_gemm_T(la, a, x, gpu__la_move_T(x, k, 0), p, la->batch);
}
#ifdef GPU__CUDA
static inline void gpu__la_panels_T(gpu__la *la, gpu__la_step *s)
{
    const size_t n = s->n, nb = s->k, panels = gpu__ceil_div(n, nb), bytes = la->batch * panels * sizeof(int);
    size_t j;
    s->x[2] = gpu__la_space_T(la, 1, n + 2 * nb + 2 * GPU__LA_MEETING);
    s->x[4] = gpu__la_view_of(gpu__la_take(la, bytes), 1, panels);
    gpu__la_zero(la, s->x[4].p, bytes);
    for (j = 0; j < n; j += nb) {
        s->at = j;
        s->m = gpu__least(nb, n - j);
        gpu__la_panel_of<T, gpu__la_reflector_T>(la, s);
        if (s->x[4].p) s->x[4].p = (int *)s->x[4].p + 1;
        if (j + nb < n)
            gpu__la_minus_both_T(la, gpu__la_move_T(s->x[0], j + nb, j + nb), gpu__la_move_T(s->x[1], 0, j + nb),
                                 n - j - nb, nb);
    }
}
#endif
/* Reduces A, symmetric with both triangles stored, to a tridiagonal matrix; the rows of A then hold the reflectors. */
static inline void gpu__la_tridiagonal_T(gpu__la *la, gpu__la_view a, size_t n, gpu__la_view line)
{
    const size_t used = la->used, nb = gpu__least(n, GPU__LA_PANEL);
    const gpu__la_view v = gpu__la_space_T(la, 3 * nb, n);
    gpu__la_step s;
    size_t j, i = 0;
    gpu__la_step_of(&s, 0, n);
    s.x[0] = a;
    s.x[1] = v;
    s.x[3] = line;
    s.k = nb;
#ifdef GPU__CUDA
    if (la->on_gpu) {
        gpu__la_panels_T(la, &s);
        la->used = used;
        return;
    }
#endif
    s.x[2] = gpu__la_space_T(la, 1, n + 2 * nb);
    s.x[4] = gpu__la_space_T(la, n / GPU__LA_STRIP, n);
    for (j = 0; j < n; j++, i++) {
        s.at = j;
        s.m = i;
        s.flag = i == nb;
        GPU__LA_RUN_CPU(la, gpu__la_tridiagonal_column_T, &s, 1, la->batch, n * (i + 1) * 4 * la->batch)
        if (i == nb) {
            gpu__la_minus_both_T(la, gpu__la_move_T(a, j, j), gpu__la_move_T(v, 0, j), n - j, nb);
            s.m = i = 0;
            s.flag = 0;
            GPU__LA_RUN_CPU(la, gpu__la_tridiagonal_column_T, &s, 1, la->batch, n * 4 * la->batch)
        }
        if (j + 1 < n)
            GPU__LA_RUN_CPU(la, gpu__la_triangle_products_T, &s, 1 + gpu__ceil_div(n - j - 1, GPU__LA_STRIP), la->batch,
                            (n - j) * (n - j) / 2 * la->batch)
    }
    la->used = used;
}

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
    size_t i, j, c;
    int r;
    (void)block;
    GPU__LA_EACH(i, 0, n)
    {
        d[i] = values[i];
        e[i] = beside[i];
        for (j = 0; j < n; j++) rows[j * (most + 1) + i] = i == j;
    }
    if (GPU__LA_THREAD == 0) at[0] = at[1] = at[2] = at[3] = 0;
    for (;;) {
        GPU__LA_SYNC();
        if (GPU__LA_THREAD == 0) at[4] = gpu__la_ql_sweep_T(d, e, co, si, (int)n, at, at + 1, at + 2, at + 3);
        GPU__LA_SYNC();
        if (at[4] <= 0) break;
        for (r = at[3] - 1; r >= at[2]; r--) {
            T *const x = rows + r * (most + 1), *const y = x + most + 1;
            const T cosine = co[r], sine = si[r];
            GPU__LA_NO_ALIAS GPU__LA_EACH(c, 0, n)
            {
                const T v = x[c], w = y[c];
                y[c] = sine * v + cosine * w;
                x[c] = cosine * v - sine * w;
            }
        }
    }
    if (at[4] < 0 && GPU__LA_THREAD == 0) GPU__LA_REPORT(s->info + z / s->per_info, GPU__LA_NOT_CONVERGED);
    GPU__LA_EACH(i, 0, n)
    {
        size_t rank = 0;
        for (j = 0; j < n; j++) rank += d[j] < d[i] || (!(d[j] > d[i]) && j < i);
        values[rank] = d[i];
        for (c = 0; c < n; c++) q[c * s->x[0].ld + rank] = rows[i * (most + 1) + c];
    }
}
/* Splits the tridiagonal matrix x[0] into leaves of k rows: the padded diagonal goes to x[1], the off-diagonal elements
   to x[2]. At each boundary of leaves the absolute value of the element between them is subtracted from its two
   neighbours on the diagonal. m: number of rows with padding. */
GPU__LA_STEP(gpu__la_cut_T)
{
    const size_t n = s->n, h = s->k;
    const T *const d = GPU__LA_AT(T, s, 0, z), *const e = d + n;
    T *const to = GPU__LA_AT(T, s, 1, z), *const beside = GPU__LA_AT(T, s, 2, z);
    T most = 0;
    size_t i;
    (void)block;
    GPU__LA_EACH(i, 0, n)
    {
        const T v = GPU__LA_ABS(T, d[i]) + (i ? GPU__LA_ABS(T, e[i - 1]) : 0) + (i + 1 < n ? GPU__LA_ABS(T, e[i]) : 0);
        most = v > most ? v : most;
    }
    most = GPU__LA_MAX(most);
    GPU__LA_EACH(i, 0, s->m)
    {
        T v = most * (T)1.01 + GPU__LA_SMALL(T) / GPU__LA_EPS(T);
        if (i < n) {
            v = d[i];
            if (i % h == h - 1 && i + 1 < n) v -= GPU__LA_ABS(T, e[i]);
            if (i % h == 0 && i) v -= GPU__LA_ABS(T, e[i - 1]);
        }
        to[i] = v;
        beside[i] = i + 1 < n ? e[i] : 0;
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
        } else
            n = half;
    }
    return low;
}
/* Sorts the eigenvalues x[0] of both halves, of h = n / 2 rows each, into D, with the vector Z of the update, from the
   vectors x[1]. Returns the largest element of either by absolute value. */
GPU__LIFTED_FN T gpu__la_sort_halves_T(const gpu__la_step *s, size_t z, T between)
{
    const size_t n = s->n, h = n / 2;
    const T *const values = GPU__LA_AT(T, s, 0, z), *const q = GPU__LA_AT(T, s, 1, z);
    T *const d = GPU__LA_NUMBER(T, s, z, GPU__LA_D), *const x = GPU__LA_NUMBER(T, s, z, GPU__LA_Z);
    int *const from = GPU__LA_INDEX(s, z, GPU__LA_FROM);
    T most = 0, top = 0;
    size_t i;
    GPU__LA_EACH(i, 0, n)
    {
        from[i] = (int)i;
        d[i] = values[i];
        x[i] = 0;
    }
    GPU__LA_SYNC();
    GPU__LA_EACH(i, 0, n)
    {
        const T v = values[i];
        const size_t at = i < h ? i + gpu__la_below_T(values + h, h, v, 0) : i - h + gpu__la_below_T(values, h, v, 1);
        const T u = (i < h         ? q[(h - 1) * h + i]
                     : between < 0 ? -q[h * h + i - h]
                                   : q[h * h + i - h]) *
                    (T)0.70710678118654752440;
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
    T t, c, si;
    if (GPU__LA_ABS(T, (b - a) * p * q) > tol * (p * p + q * q)) return 0;
    t = gpu__la_length_T(p, q);
    c = p / t;
    si = -q / t;
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
/* Sorts and deflates, as LAPACK's laed2. x[4] has the off-diagonal elements, m for each matrix. One thread walks over
   the sorted eigenvalues: those that are kept come first in KEPT, the deflated ones last. */
GPU__LA_STEP(gpu__la_deflate_T)
{
    const size_t n = s->n, merges = s->m / n;
    const T between = ((const T *)s->x[4].p)[z / merges * s->m + z % merges * n + n / 2 - 1];
    const T rho = 2 * GPU__LA_ABS(T, between);
    const T *const d = GPU__LA_NUMBER(T, s, z, GPU__LA_D), *const x = GPU__LA_NUMBER(T, s, z, GPU__LA_Z);
    int *const counts = GPU__LA_INDEX(s, z, GPU__LA_COUNTS);
    const T tol = 4 * GPU__LA_EPS(T) * gpu__la_sort_halves_T(s, z, between);
    size_t i, keep = 0, end = n, last = n; /* last: the latest that is not deflated so far */
    int rotations = 0;
    (void)block;
    GPU__LA_SYNC();
    if (GPU__LA_THREAD != 0) return;
    for (i = 0; i < n; i++) {
        size_t drop = n; /* the one that is deflated */
        if (!(rho * GPU__LA_ABS(T, x[i]) > tol))
            drop = i;
        else {
            if (last < n) {
                if (gpu__la_rotate_away_T(s, z, last, i, tol, &rotations))
                    drop = last;
                else
                    gpu__la_keep_T(s, z, last, &keep);
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
/* The sums of z^2 / (d - x) over [from, to) and of their derivatives, with d - x = (d - origin) - mu; on a GPU by a
   warp. */
GPU__LIFTED_FN void gpu__la_secular_sums_T(const T *d, const T *x, size_t from, size_t to, T origin, T mu, T *sum,
                                           T *slope)
{
    size_t i;
#ifdef __CUDA_ARCH__
    T a = 0, b = 0;
    GPU__LA_COLS(i, from, to)
    {
        const T t = x[i] / ((d[i] - origin) - mu);
        a += x[i] * t;
        b += t * t;
    }
    *sum = gpu__la_warp_sum(a);
    *slope = gpu__la_warp_sum(b);
#else
    GPU__LA_VECTOR(T, vector);
    vector a = {0}, b = {0}, p, q;
    T s = 0, u = 0;
    for (i = from; i + GPU__LA_WIDE(T) <= to; i += GPU__LA_WIDE(T)) {
        memcpy(&p, x + i, sizeof p);
        memcpy(&q, d + i, sizeof q);
        q = p / ((q - origin) - mu);
        a += p * q;
        b += q * q;
    }
    for (; i < to; i++) {
        const T t = x[i] / ((d[i] - origin) - mu);
        s += x[i] * t;
        u += t * t;
    }
    *sum = s + gpu__la_total_T(&a);
    *slope = u + gpu__la_total_T(&b);
#endif
}
/* Root j of 1 / rho + sum z^2 / (d - x) = 0, which lies between d[j] and d[j + 1]: by rational interpolation with these
   two poles, which matches value and slope of the sums to the left and to the right (R.-C. Li's middle way),
   safeguarded by a bracket. */
GPU__LIFTED_FN void gpu__la_root_T(const T *d, const T *x, size_t n, size_t j, T rho, T length, T *mu_out, int *pole)
{
    const int last = j + 1 == n;
    const T gap = last ? rho * length : d[j + 1] - d[j], one = 1 / rho;
    T low = 0, high = gap, mu = gap / 2, origin = d[j], left, right, left_slope, right_slope, f;
    int step;
    *pole = (int)j;
    gpu__la_secular_sums_T(d, x, 0, j + 1, origin, mu, &left, &left_slope);
    gpu__la_secular_sums_T(d, x, j + 1, n, origin, mu, &right, &right_slope);
    f = one + left + right;
    if (!last && f < 0) { /* the root is in the right half: it is measured from the right pole */
        *pole = (int)j + 1;
        origin = d[j + 1];
        low = mu - gap < 0 ? mu - gap : -gap;
        high = 0;
        mu = low;
    } else if (!last)
        high = mu;
    for (step = 0; step < 80; step++) {
        const T p = (d[j] - origin) - mu, q = last ? 0 : (d[j + 1] - origin) - mu;
        T next;
        if (!(GPU__LA_ABS(T, f) >
              GPU__LA_EPS(T) * (one + 4 * (right - left) + GPU__LA_ABS(T, mu) * (left_slope + right_slope))))
            break;
        if (f < 0)
            low = mu > low ? mu : low;
        else
            high = mu < high ? mu : high;
        if (last) { /* approximates f by c + s / (p - e) */
            const T c = f - left_slope * p;
            next = mu + (c > 0 ? p + left_slope * p * p / c : gap);
        } else {
            const T c = f - left_slope * p - right_slope * q, a = (p + q) * f - p * q * (left_slope + right_slope),
                    b = p * q * f, under = a * a - 4 * b * c, r = under > 0 ? GPU__LA_ROOT(T, under) : (T)0;
            next = mu + (a > 0 ? 2 * b / (a + r) : c != 0 ? (a - r) / (2 * c) : gap);
        }
        if (!(next > low && next < high)) next = low + (high - low) / 2;
        if (next == mu || next == low || next == high) {
            mu = next;
            break;
        }
        mu = next;
        gpu__la_secular_sums_T(d, x, 0, j + 1, origin, mu, &left, &left_slope);
        gpu__la_secular_sums_T(d, x, j + 1, n, origin, mu, &right, &right_slope);
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
    size_t j;
    if (first >= n) return;
    GPU__LA_COLS(j, 0, n) length += x[j] * x[j];
    length = GPU__LA_WARP_SUM(length);
    GPU__LA_ROWS(j, first, last)
    {
        T mu;
        int pole;
        gpu__la_root_T(d, x, n, j, GPU__LA_NUMBER(T, s, z, GPU__LA_RHO)[0], length, &mu, &pole);
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
    const int *const pole = GPU__LA_INDEX(s, z, GPU__LA_POLE);
    const size_t n = (size_t)GPU__LA_INDEX(s, z, GPU__LA_COUNTS)[0], first = block * s->k,
                 last = first + s->k < s->n ? first + s->k : s->n;
    size_t i, j;
    GPU__LA_ROWS(i, first, last)
    {
        const T v = lambda[i];
        T product = 1;
        int rank = 0;
        GPU__LA_COLS(j, 0, s->n) rank += lambda[j] < v || (!(lambda[j] > v) && j < i);
        rank = GPU__LA_WARP_SUM(rank);
        if (GPU__LA_LANE == 0) GPU__LA_INDEX(s, z, GPU__LA_RANK)[i] = rank;
        if (i >= n) continue;
        GPU__LA_COLS(j, 0, n)
        {
            const T up = (d[pole[j]] - d[i]) + mu[j];
            product *= j == i ? up : up / (d[j] - d[i]);
        }
#ifdef __CUDA_ARCH__
        product = gpu__la_warp_product(product);
#endif
        product = GPU__LA_ROOT(T, GPU__LA_ABS(T, product));
        if (GPU__LA_LANE == 0) GPU__LA_NUMBER(T, s, z, GPU__LA_NEW_Z)[i] = x[i] < 0 ? -product : product;
    }
}
/* Computes x[5], the vectors of D + rho z z' in the basis of both halves' vectors, without the rotations; and the new
   eigenvalues. A block has k columns, up to a warp's lanes on a GPU. */
GPU__LA_STEP(gpu__la_vectors_T)
{
    const T *const d = GPU__LA_NUMBER(T, s, z, GPU__LA_KEPT_D), *const x = GPU__LA_NUMBER(T, s, z, GPU__LA_NEW_Z);
    const T *const mu = GPU__LA_NUMBER(T, s, z, GPU__LA_MU), *const lambda = GPU__LA_NUMBER(T, s, z, GPU__LA_LAMBDA);
    const int *const pole = GPU__LA_INDEX(s, z, GPU__LA_POLE), *const rank = GPU__LA_INDEX(s, z, GPU__LA_RANK);
    const int *const kept = GPU__LA_INDEX(s, z, GPU__LA_KEPT);
    const size_t n = s->n, count = (size_t)GPU__LA_INDEX(s, z, GPU__LA_COUNTS)[0], first = block * s->k,
                 last = first + s->k < n ? first + s->k : n, end = last < count ? last : count;
    T *const to = GPU__LA_AT(T, s, 5, z);
    GPU__LA_SHARED(T, sums, 32 * 32); /* of each warp */
    T *const sum = sums + GPU__LA_WARP * 32;
    size_t i, j;
    GPU__LA_COLS(j, first, last) sum[j - first] = 0;
    GPU__LA_ROWS(i, 0, n) GPU__LA_COLS(j, first, last) to[i * n + (size_t)rank[j]] = 0;
    GPU__LA_SYNC();
    GPU__LA_ROWS(i, 0, count) GPU__LA_COLS(j, first, end)
    {
        const T v = x[i] / ((d[i] - d[pole[j]]) - mu[j]);
        to[(size_t)kept[i] * n + (size_t)rank[j]] = v;
        sum[j - first] += v * v;
    }
    GPU__LA_SYNC();
    GPU__LA_EACH(j, first, last)
    {
        for (i = 1; i < GPU__LA_WARPS; i++) sums[j - first] += sums[i * 32 + j - first];
        sums[j - first] = 1 / GPU__LA_ROOT(T, sums[j - first]);
        if (j >= count) to[(size_t)kept[j] * n + (size_t)rank[j]] = 1;
        GPU__LA_AT(T, s, 0, z)[rank[j]] = lambda[j];
    }
    GPU__LA_SYNC();
    GPU__LA_ROWS(i, 0, count) GPU__LA_COLS(j, first, end) to[(size_t)kept[i] * n + (size_t)rank[j]] *= sums[j - first];
}
/* Applies the rotations of the deflation to the rows of x[5], in reverse order. */
GPU__LA_STEP(gpu__la_apply_rotations_T)
{
    const T *const co = GPU__LA_NUMBER(T, s, z, GPU__LA_COS), *const si = GPU__LA_NUMBER(T, s, z, GPU__LA_SIN);
    const size_t n = s->n, first = block * GPU__LA_CHUNK, last = n - first < GPU__LA_CHUNK ? n : first + GPU__LA_CHUNK;
    T *const to = GPU__LA_AT(T, s, 5, z);
    int rotation;
    size_t c;
    for (rotation = GPU__LA_INDEX(s, z, GPU__LA_COUNTS)[1] - 1; rotation >= 0; rotation--) {
        T *const x = to + (size_t)GPU__LA_INDEX(s, z, GPU__LA_ROTATE_A)[rotation] * n;
        T *const y = to + (size_t)GPU__LA_INDEX(s, z, GPU__LA_ROTATE_B)[rotation] * n;
        const T a = co[rotation], b = si[rotation];
        GPU__LA_NO_ALIAS GPU__LA_EACH(c, first, last)
        {
            const T v = x[c], w = y[c];
            x[c] = a * v - b * w;
            y[c] = b * v + a * w;
        }
    }
}
/* Splits the tridiagonal matrix `line` into leaves, and computes their eigenvalues d and vectors q. */
static inline void gpu__la_leaves_T(gpu__la *la, gpu__la_view line, gpu__la_view q, gpu__la_view d, gpu__la_view e,
                                    size_t n, size_t leaf, size_t leaves, int *info)
{
    gpu__la_step s;
    gpu__la_step_of(&s, leaf * leaves, n);
    s.x[0] = line;
    s.x[1] = d;
    s.x[2] = e;
    s.k = leaf;
    GPU__LA_RUN(la, gpu__la_cut_T, &s, 1, la->batch, GPU__LA_THREADS, leaf * leaves * la->batch)
    gpu__la_step_of(&s, 0, leaf);
    s.x[0] = gpu__la_view_of(q.p, leaf, leaf * leaf);
    s.x[1] = gpu__la_view_of(d.p, 1, leaf);
    s.x[2] = gpu__la_view_of(e.p, 1, leaf);
    s.info = info;
    s.per_info = leaves;
#ifdef GPU__CUDA
    if (la->on_gpu) {
        s.x[2] = s.x[0];
        s.x[3] = gpu__la_view_of(e.p, 1, leaf);
        s.flag = 1;
        gpu__la_launch<gpu__la_eigen_held<T, gpu__la_reflector_T, 1>, 0, 32>(la, &s, 1, la->batch * leaves, 32);
    } else
#endif
        GPU__LA_RUN_CPU(la, gpu__la_leaf_T, &s, 1, la->batch * leaves, leaf * leaf * leaf * leaves * la->batch)
}
/* Replaces the tridiagonal matrix `line` by its sorted eigenvalues, and returns the vectors, a matrix of *size rows. */
static inline gpu__la_view gpu__la_conquer_T(gpu__la *la, gpu__la_view line, size_t n, size_t *size, int *info)
{
    size_t leaf = n, leaves = 1, h;
    gpu__la_view q, next, small, d, e, numbers, indices;
    gpu__la_step s;
    for (; leaf > (la->on_gpu ? GPU__LA_LEAF : GPU__LA_LEAF_CPU); leaf = gpu__ceil_div(n, leaves)) leaves *= 2;
    *size = leaf * leaves;
    q = gpu__la_space_T(la, *size, *size);
    next = gpu__la_space_T(la, *size, leaves > 1 ? *size : 0);
    small = gpu__la_space_T(la, *size, leaves > 1 ? *size : 0);
    d = gpu__la_space_T(la, 1, *size);
    e = gpu__la_space_T(la, 1, *size);
    numbers = gpu__la_space_T(la, GPU__LA_NUMBERS, *size);
    indices.p = gpu__la_take(la, la->batch * GPU__LA_INDICES * *size * sizeof(int));
    gpu__la_leaves_T(la, line, q, d, e, n, leaf, leaves, info);
    for (h = leaf; h < *size; h *= 2) {
        const size_t both = 2 * h, batch = la->batch * (*size / both), roots = la->on_gpu ? 32 : GPU__LA_ROOTS,
                     blocks = gpu__ceil_div(both, roots);
        const gpu__la_view old = gpu__la_view_of(q.p, h, 2 * h * h), to = gpu__la_view_of(next.p, both, both * both);
        const gpu__la_view by = gpu__la_view_of(small.p, both, both * both);
        const gpu__la_gemm_spec p = gpu__la_gemm_spec_of(h, both, h, 1, 0);
        gpu__la_step_of(&s, *size, both);
        s.x[0] = gpu__la_view_of(d.p, 1, both);
        s.x[1] = old;
        s.x[2] = gpu__la_view_of(numbers.p, 1, GPU__LA_NUMBERS * both);
        s.x[3] = gpu__la_view_of(indices.p, 1, GPU__LA_INDICES * both);
        s.x[4] = e;
        s.x[5] = by;
        s.k = roots;
        GPU__LA_RUN(la, gpu__la_deflate_T, &s, 1, batch, both < 256 ? 64 : 256, both * batch)
        GPU__LA_RUN(la, gpu__la_roots_T, &s, blocks, batch, GPU__LA_THREADS, both * both * batch * 4)
        GPU__LA_RUN(la, gpu__la_new_z_T, &s, blocks, batch, GPU__LA_THREADS, both * both * batch)
        GPU__LA_RUN(la, gpu__la_vectors_T, &s, blocks, batch, both < 512 ? GPU__LA_THREADS : 1024, both * both * batch)
        GPU__LA_RUN(la, gpu__la_apply_rotations_T, &s, gpu__ceil_div(both, GPU__LA_CHUNK), batch, GPU__LA_CHUNK,
                    both * both * batch / 8)
        gpu__la_gemm_T(la, to, old, by, p, batch);
        gpu__la_gemm_T(la, gpu__la_move_T(to, h, 0), gpu__la_move_T(old, h, 0), gpu__la_move_T(by, h, 0), p, batch);
        next.p = q.p;
        q.p = to.p;
    }
    q.ld = *size;
    q.stride = *size * *size;
    gpu__la_copied_T(la, line, d, 1, n, 0, NULL, NULL);
    return q;
}
#ifdef GPU__CUDA
/* For up to 64 rows: a warp does everything. */
static inline gpu__la_view gpu__la_eigen_small_T(gpu__la *la, gpu__la_view a, size_t n, gpu__la_view line, int *info)
{
    const gpu__la_view q = gpu__la_space_T(la, n, n);
    gpu__la_step s;
    gpu__la_step_of(&s, n, n);
    s.x[0] = a;
    s.x[1] = line;
    s.x[2] = q;
    s.info = info;
    if (n <= 32)
        gpu__la_launch<gpu__la_eigen_held<T, gpu__la_reflector_T, 1>, 0, 32>(la, &s, 1, la->batch, 32);
    else
        gpu__la_launch<gpu__la_eigen_held<T, gpu__la_reflector_T, 2>, 0, 32>(la, &s, 1, la->batch, 32);
    return q;
}
#endif
/* Q = H1 H2 ... Q for the reflectors of gpu__la_tridiagonal, in blocks. */
static inline void gpu__la_back_T(gpu__la *la, gpu__la_view q, gpu__la_view a, size_t n, gpu__la_view tau)
{
    const size_t used = la->used, base = la->on_gpu ? GPU__LA_HELD : GPU__LA_BASE, blocks = gpu__ceil_div(n - 1, base);
    const gpu__la_view t = gpu__la_space_T(la, blocks * base, base), w = gpu__la_space_T(la, base, n),
                       x = gpu__la_space_T(la, base, n);
    size_t i;
    gpu__la_step s;
    gpu__la_step_of(&s, n - 1, n);
    s.x[0] = t;
    s.x[1] = a;
    s.x[2] = tau;
#ifdef GPU__CUDA
    if (la->on_gpu) gpu__la_launch<gpu__la_triangles<T>, 0, 256>(la, &s, blocks, la->batch, 256);
#endif
    for (i = blocks; i-- > 0;) {
        const size_t first = i * base, rows = n - first - 1, some = gpu__least(rows, base);
        const gpu__la_view v = gpu__la_move_T(a, first, first + 1), c = gpu__la_move_T(q, first + 1, 0);
        gpu__la_gemm_spec p = gpu__la_gemm_spec_of(some, some, rows, 1, 0);
        if (!la->on_gpu) {
            p.transpose_b = 1;
            gpu__la_gemm_T(la, x, v, v, p, la->batch);
            gpu__la_step_of(&s, some, some);
            s.x[0] = gpu__la_move_T(t, first, 0);
            s.x[1] = x;
            s.x[2] = gpu__la_move_T(tau, 0, first);
            GPU__LA_RUN_CPU(la, gpu__la_qr_triangle_T, &s, 1, la->batch, some * some * some * la->batch)
        }
        gpu__la_gemm_T(la, w, v, c, gpu__la_gemm_spec_of(some, n, rows, 1, 0), la->batch);
        gpu__la_gemm_T(la, x, gpu__la_move_T(t, first, 0), w, gpu__la_gemm_spec_of(some, n, some, 1, 0), la->batch);
        p = gpu__la_gemm_spec_of(rows, n, some, -1, 1);
        p.transpose_a = 1;
        gpu__la_gemm_T(la, c, v, x, p, la->batch);
    }
    la->used = used;
}
/* The eigenvalues of A, symmetric with both triangles stored and elements up to about 1. They go, sorted, to the first
   n of the 3 n elements of `line`; A is overwritten. Returns the vectors, in columns, in workspace that stays
   allocated. */
static inline gpu__la_view gpu__la_eigen_T(gpu__la *la, gpu__la_view a, size_t n, gpu__la_view line, int vectors,
                                           int *info)
{
    size_t size;
    gpu__la_view q;
#ifdef GPU__CUDA
    if (la->on_gpu && n <= GPU__LA_HELD) return gpu__la_eigen_small_T(la, a, n, line, info);
#endif
    gpu__la_tridiagonal_T(la, a, n, line);
    q = gpu__la_conquer_T(la, line, n, &size, info);
    if (vectors && n > 1) gpu__la_back_T(la, q, a, n, gpu__la_move_T(line, 0, 2 * n));
    return q;
}
#endif
