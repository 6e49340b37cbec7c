/* Singular values on the CPU: first the reduction A = H B K' by Householder reflectors, in panels as in LAPACK's labrd;
   then the singular values of the bidiagonal B by the merges of conquer.h; then the vectors are multiplied by the
   reflectors, in blocks. The time does not depend on the singular values. */
enum {
    GPU__LA_PAIRS = 32, /* vectors of each side in a panel */
    GPU__LA_STRIPE = 256
};
#ifdef REAL
#ifndef __CUDA_ARCH__
/* y += the sum of n rows of A, each multiplied by an element of x, for columns [from, to). */
GPU__LIFTED_FN void gpu__la_add_rows_T(T *y, const T *a, size_t ld, const T *x, size_t n, size_t from, size_t to)
{
    size_t i, c;
    for (i = 0; i + 4 <= n; i += 4) {
        const T *const p = a + i * ld, *const q = p + ld, *const r = q + ld, *const u = r + ld;
        const T k = x[i], l = x[i + 1], m = x[i + 2], o = x[i + 3];
        GPU__NO_ALIAS for (c = from; c < to; c++) y[c] += (k * p[c] + l * q[c]) + (m * r[c] + o * u[c]);
    }
    for (; i < n; i++) {
        const T *const p = a + i * ld, k = x[i];
        GPU__NO_ALIAS for (c = from; c < to; c++) y[c] += k * p[c];
    }
}
/* y = the dot products of n rows of A and x, over columns [from, to), four rows at a time. */
GPU__LIFTED_FN void gpu__la_dot_rows_T(T *y, const T *a, size_t ld, const T *x, size_t n, size_t from, size_t to)
{
    GPU__LA_VECTOR(T, vector);
    size_t i, c, q;
    for (i = 0; i + 4 <= n; i += 4) {
        vector sum[4] = {{0}}, v, t;
        T rest[4] = {0, 0, 0, 0};
        for (c = from; c + GPU__LA_WIDE(T) <= to; c += GPU__LA_WIDE(T)) {
            memcpy(&v, x + c, sizeof v);
            for (q = 0; q < 4; q++) {
                memcpy(&t, a + (i + q) * ld + c, sizeof t);
                sum[q] += t * v;
            }
        }
        for (; c < to; c++)
            for (q = 0; q < 4; q++) rest[q] += a[(i + q) * ld + c] * x[c];
        for (q = 0; q < 4; q++) y[i + q] = rest[q] + gpu__la_total_T(sum + q);
    }
    for (; i < n; i++) y[i] = gpu__la_dot_T(a + i * ld + from, x + from, to - from);
}
#endif
/* The steps of the reduction. Reflectors alternate: number 2 i is of column i, 2 i + 1 of row i. What the last ones, of
   a panel, have still to subtract from A are products of a column vector, which are the k rows of the first half of
   x[1], and a row vector, those of the second half: one is the vector of the reflector, the other the product of A and
   it. So a step for a row is one for a column with the halves exchanged. Reflector `at` is the m-th of its panel. x[0]
   is A, x[2] the vectors of all reflectors, if they are wanted, those of columns first, x[3] the diagonal, the elements
   beside it and the factors tau of either, x[4] the negative products of this vector and the others of its side. */
/* Updates the column or row, and computes its reflector. */
GPU__LA_STEP(gpu__la_bidiagonal_line_T)
{
#ifndef __CUDA_ARCH__
    const size_t n = s->n, side = s->at % 2, i = s->at / 2, first = i + side, ld = s->x[0].ld;
    const T *const a = GPU__LA_AT(T, s, 0, z);
    T *const near = GPU__LA_AT(T, s, 1, z) + side * s->k * n, *const mine = near + s->m * n;
    const T *const far = GPU__LA_AT(T, s, 1, z) + (1 - side) * s->k * n;
    T *const line = GPU__LA_AT(T, s, 3, z), *const by = GPU__LA_AT(T, s, 4, z);
    for (size_t r = first; r < n; r++) mine[r] = side ? a[i * ld + r] : a[r * ld + i];
    for (size_t r = 0; r < s->m; r++) by[r] = -far[r * n + i];
    gpu__la_add_rows_T(mine, near, n, by, s->m, first, n);
    line[(2 + side) * n + i] = gpu__la_reflector_of_T(mine + first, n - first, line + side * n + i);
    gpu__la_dot_rows_T(by, near, n, mine, s->m, first, n);
    for (size_t r = 0; r < s->m; r++) by[r] = -by[r];
    if (!s->x[2].p) return;
    for (size_t r = 0; r < n; r++) (GPU__LA_AT(T, s, 2, z) + (side * n + i) * n)[r] = r < first ? 0 : mine[r];
#endif
}
/* The product of A and the vector of a reflector; a block computes some elements. */
GPU__LA_STEP(gpu__la_bidiagonal_product_T)
{
#ifndef __CUDA_ARCH__
    const size_t n = s->n, side = s->at % 2, i = s->at / 2, ld = s->x[0].ld;
    const size_t from = i + 1 + block * GPU__LA_STRIPE, to = n - from < GPU__LA_STRIPE ? n : from + GPU__LA_STRIPE;
    const T *const a = GPU__LA_AT(T, s, 0, z);
    const T *const mine = GPU__LA_AT(T, s, 1, z) + (side * s->k + s->m) * n;
    T *const far = GPU__LA_AT(T, s, 1, z) + (1 - side) * s->k * n, *const out = far + s->m * n;
    const T tau = (GPU__LA_AT(T, s, 3, z) + (2 + side) * n)[i];
    if (side) gpu__la_dot_rows_T(out + from, a + from * ld, ld, mine, to - from, i + 1, n);
    else {
        for (size_t r = from; r < to; r++) out[r] = 0;
        gpu__la_add_rows_T(out, a + i * ld, ld, mine + i, n - i, from, to);
    }
    gpu__la_add_rows_T(out, far, n, GPU__LA_AT(T, s, 4, z), s->m, from, to);
    for (size_t r = from; r < to; r++) out[r] *= tau;
#endif
}
/* Reduces A, n by n, which is overwritten, to a bidiagonal matrix. */
static inline void gpu__la_bidiagonal_T(gpu__la *la, gpu__la_view a, size_t n, gpu__la_view line, gpu__la_view vectors)
{
    const size_t used = la->used, k = gpu__least(2 * n, GPU__LA_PAIRS);
    const gpu__la_view v = gpu__la_space_T(la, 2 * k, n);
    gpu__la_step s = GPU__LA_STEP_ON(0, n, NULL, a, v, vectors, line, gpu__la_space_T(la, 1, k));
    s.k = k;
    for (s.at = 0; s.at + 1 < 2 * n; s.at++, s.m++) {
        const size_t i = s.at / 2, left = n - i - 1;
        if (s.m == k) {
            gpu__la_multiply_T(la, gpu__la_move_T(a, i, i), gpu__la_move_T(v, 0, i), gpu__la_move_T(v, k, i), GPU__LA_A,
                               n - i, n - i, k, -1, 1);
            s.m = 0;
        }
        GPU__LA_RUN_CPU(la, gpu__la_bidiagonal_line_T, &s, 1, la->batch, n * (s.m + 1) * 4 * la->batch)
        if (left)
            GPU__LA_RUN_CPU(la, gpu__la_bidiagonal_product_T, &s, gpu__ceil_div(left, GPU__LA_STRIPE), la->batch,
                            left * left * la->batch)
    }
    la->used = used;
}
/* The singular values of A, n by n, to `line`, in descending order; A is overwritten. If `vectors`, the right vectors
   become the rows of `right`, and the left ones those of `left`. */
static inline void gpu__la_by_bidiagonal_T(gpu__la *la, gpu__la_view a, size_t n, gpu__la_view line, int vectors,
                                           gpu__la_view left, gpu__la_view right, int *info)
{
    const size_t used = la->used;
    const gpu__la_view h = gpu__la_space_T(la, 2 * n, vectors ? n : 0);
    gpu__la_view q[2];
    size_t size;
    gpu__la_bidiagonal_T(la, a, n, line, vectors ? h : gpu__la_view_of(NULL, 0, 0));
    gpu__la_conquer_T(la, line, n, &size, q, vectors ? GPU__LA_RIGHT | GPU__LA_LEFT : GPU__LA_RIGHT, info);
    if (vectors) {
        q[0] = gpu__la_move_T(q[0], 0, size - n);
        q[1] = gpu__la_move_T(q[1], 0, size - n);
        gpu__la_back_T(la, q[0], gpu__la_move_T(h, n, 0), n, 1, gpu__la_move_T(line, 0, 3 * n));
        gpu__la_back_T(la, q[1], h, n, 0, gpu__la_move_T(line, 0, 2 * n));
        gpu__la_copied_T(la, right, q[0], n, n, GPU__LA_TRANSPOSED, NULL, NULL);
        gpu__la_copied_T(la, left, q[1], n, n, GPU__LA_TRANSPOSED, NULL, NULL);
    }
    la->used = used;
}
#endif
