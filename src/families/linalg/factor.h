enum {                     /* the products of reflectors' vectors: */
       GPU__LA_CHAIN = 16, /* at least so many terms are added one after the other, */
       GPU__LA_PIECES = 16 /* and up to so many sums of these */
};
enum {                       /* flags of the solution with a triangle */
       GPU__LA_BACKWARD = 1, /* it is upper, after the transposition */
       GPU__LA_UNIT_DIAGONAL = 2,
       GPU__LA_BY_TRANSPOSE = 4, /* it is the transpose of the stored one */
       GPU__LA_FOR_TRANSPOSE = 8 /* so are the right-hand side and the solution */
};
static inline size_t gpu__la_half(size_t n, size_t base) /* the first half of n, a multiple of the base */
{
    const size_t h = (n / 2 + base - 1) / base * base;
    return h < n ? h : n - 1;
}
#define GPU__LA_FAINT(T) (GPU__LA_SMALL(T) / GPU__LA_EPS(T) / GPU__LA_EPS(T))
#define GPU__LA_UP(T) (sizeof(T) == 4 ? (T)1152921504606846976.0 : (T)3.273390607896142e150) /* 2^60, 2^500 */
#define GPU__LA_ROW(s, ii) ((s)->flag & GPU__LA_BACKWARD ? (s)->n - 1 - (ii) : (ii))
#ifdef REAL
/* ---- LU: panels by columns, wider matrices recursively by halves, so that nearly all work is in products ---- */
/* Factors the m by n panel x[0]; x[1] gets its pivots, as row numbers of the whole matrix, of which row `at` is the
   panel's first. If an element overflows, so does each below it in the next step, and so a pivot. */
GPU__LA_STEP(gpu__la_lu_panel_T)
{
    T *const a = GPU__LA_AT(T, s, 0, z);
    int *const pivots = (int *)s->x[1].p + z * s->x[1].stride, *const info = s->info + z / s->per_info;
    const size_t ld = s->x[0].ld, m = s->m, n = s->n;
    size_t p;
    for (size_t j = 0; j < n && j < m; j++) {
        T best = -1, pivot;
        p = j;
        GPU__LA_EACH (i, j, m) {
            const T v = GPU__LA_ABS(T, a[i * ld + j]);
            if (v > best) {
                best = v;
                p = i;
            }
        }
        p = GPU__LA_FIRST(best, p);
        pivot = a[p * ld + j];
        GPU__LA_SYNC();
        if (GPU__LA_THREAD == 0) {
            pivots[j] = (int)(s->at + p);
            if (pivot == 0 && *info == 0) *info = (int)(s->at + j + 1);
            if (!GPU__LA_FINITE(T, pivot) && *info == 0) *info = GPU__LA_NOT_FINITE;
        }
        if (p != j) {
            GPU__LA_EACH (c, 0, n) {
                const T v = a[j * ld + c];
                a[j * ld + c] = a[p * ld + c];
                a[p * ld + c] = v;
            }
        }
        GPU__LA_SYNC();
        if (pivot != 0) {
            GPU__LA_ROWS (i, j + 1, m) {
                const T l = a[i * ld + j] / pivot;
                GPU__LA_WARP_SYNC();
                if (GPU__LA_LANE == 0) a[i * ld + j] = l;
                GPU__LA_NO_ALIAS GPU__LA_COLS (c, j + 1, n) a[i * ld + c] -= l * a[j * ld + c];
            }
        }
        GPU__LA_SYNC();
    }
}
/* Swaps rows of x[0] according to k pivots from `at` on; row 0 of x[0] corresponds to pivot `at`. Each block swaps some
   columns. */
GPU__LA_STEP(gpu__la_swap_rows_T)
{
    T *const a = GPU__LA_AT(T, s, 0, z);
    const int *const pivots = (const int *)s->x[1].p + z * s->x[1].stride;
    const size_t ld = s->x[0].ld, first = block * s->m, last = s->n - first < s->m ? s->n : first + s->m;
    for (size_t j = 0; j < s->k; j++) {
        const size_t p = (size_t)pivots[j] - s->at;
        if (p == j) continue;
        for (size_t c = first; c < last; c++) {
            const T v = a[j * ld + c];
            a[j * ld + c] = a[p * ld + c];
            a[p * ld + c] = v;
        }
    }
}
static inline void gpu__la_swap_T(gpu__la *la, gpu__la_view a, size_t n, gpu__la_view pivots, size_t at, size_t k)
{
    gpu__la_step s = GPU__LA_STEP_ON(4096, n, NULL, a, pivots);
    s.k = k;
    s.at = at;
    GPU__LA_RUN_CPU(la, gpu__la_swap_rows_T, &s, gpu__ceil_div(n, s.m), la->batch, n * k * la->batch)
}

/* ---- triangles ---- */
/* These solve the triangle x[0] (n by n) for the columns [first, last) of x[1], in place: the strides of T are x[0].ld
   and x[2].ld, those of B x[1].ld and x[3].ld. Row ii of the solution, in the order in which they are solved for, is
   GPU__LA_ROW(s, ii). */
/* Solves for `parts` vectors of columns: x has `parts` vectors for each row, in the order of GPU__LA_ROW. */
GPU__LIFTED_FN void gpu__la_solve_vectors_T(const gpu__la_step *s, const T *t, T *x, const size_t parts)
{
    GPU__LA_VECTOR(T, vector);
    const size_t n = s->n, tr = s->x[0].ld, tc = s->x[2].ld, wide = parts * GPU__LA_WIDE(T);
    for (size_t ii = 0; ii < n; ii++) {
        const size_t i = GPU__LA_ROW(s, ii);
        const T *const row = t + i * tr;
        vector sum[4], v;
        memcpy(sum, x + ii * wide, parts * sizeof v);
        for (size_t pp = 0; pp < ii; pp++) {
            const T by = row[GPU__LA_ROW(s, pp) * tc];
            for (size_t q = 0; q < parts; q++) {
                memcpy(&v, x + pp * wide + q * GPU__LA_WIDE(T), sizeof v);
                sum[q] -= v * by;
            }
        }
        if (!(s->flag & GPU__LA_UNIT_DIAGONAL))
            for (size_t q = 0; q < parts; q++) sum[q] /= row[i * tc];
        memcpy(x + ii * wide, sum, parts * sizeof v);
    }
}
/* For several columns, four vectors of them at a time, or one. */
GPU__LIFTED_FN void gpu__la_solve_several_T(const gpu__la_step *s, const T *t, T *b, size_t first, size_t last)
{
    const size_t n = s->n, br = s->x[1].ld, bc = s->x[3].ld;
    T x[GPU__LA_BASE * 128 / sizeof(T)];
    size_t c, ii, l, wide;
    for (c = first; c < last; c += wide) {
        const size_t some = last - c;
        wide = some > GPU__LA_WIDE(T) ? 4 * GPU__LA_WIDE(T) : GPU__LA_WIDE(T);
        for (ii = 0; ii < n; ii++) {
            const T *const from = b + GPU__LA_ROW(s, ii) * br + c * bc;
            for (l = 0; l < wide; l++) x[ii * wide + l] = l < some ? from[l * bc] : 0;
        }
        if (wide > GPU__LA_WIDE(T)) gpu__la_solve_vectors_T(s, t, x, 4);
        else gpu__la_solve_vectors_T(s, t, x, 1);
        for (ii = 0; ii < n; ii++) {
            T *const to = b + GPU__LA_ROW(s, ii) * br + c * bc;
            for (l = 0; l < wide && l < some; l++) to[l * bc] = x[ii * wide + l];
        }
    }
}
/* For columns that are contiguous: uses columns that a copy makes contiguous. */
GPU__LIFTED_FN void gpu__la_solve_contiguous_T(const gpu__la_step *s, const T *t, T *b, size_t first, size_t last)
{
    const size_t n = s->n, tr = s->x[0].ld, tc = s->x[2].ld;
    const int back = s->flag & GPU__LA_BACKWARD;
    T column[GPU__LA_BASE * GPU__LA_BASE];
    size_t i, p, c, ii;
    for (i = 0; i < n; i++)
        for (p = 0; p < n; p++) column[i * n + p] = t[p * tr + i * tc];
    for (c = first; c < last; c++)
        for (ii = 0; ii < n; ii++) {
            T *const row = b + c * s->x[3].ld;
            T v = row[i = GPU__LA_ROW(s, ii)];
            if (!(s->flag & GPU__LA_UNIT_DIAGONAL)) row[i] = v = v / column[i * (n + 1)];
            for (p = back ? 0 : i + 1; p < (back ? i : n); p++) row[p] -= v * column[i * n + p];
        }
}
/* A block solves for k of the m columns. */
GPU__LA_STEP(gpu__la_solve_base_T)
{
    const T *const t = GPU__LA_AT(T, s, 0, z);
    T *const b = GPU__LA_AT(T, s, 1, z);
    const size_t n = s->n, tr = s->x[0].ld, tc = s->x[2].ld, br = s->x[1].ld, bc = s->x[3].ld, first = block * s->k,
                 last = s->m - first < s->k ? s->m : first + s->k;
    if (last - first > 2) {
        gpu__la_solve_several_T(s, t, b, first, last);
        return;
    }
    if (br == 1) {
        gpu__la_solve_contiguous_T(s, t, b, first, last);
        return;
    }
    for (size_t c = first; c < last; c++)
        for (size_t ii = 0; ii < n; ii++) {
            const size_t i = GPU__LA_ROW(s, ii);
            T sum = b[i * br + c * bc];
            for (size_t pp = 0; pp < ii; pp++) {
                const size_t p = GPU__LA_ROW(s, pp);
                sum -= t[i * tr + p * tc] * b[p * br + c * bc];
            }
            b[i * br + c * bc] = s->flag & GPU__LA_UNIT_DIAGONAL ? sum : sum / t[i * (tr + tc)];
        }
}
/* Solves op(T) X = B or, FOR_TRANSPOSE, op(T) X' = B', in place. T is n by n; B is stored as n by k, or k by n. */
static inline void gpu__la_triangular_T(gpu__la *la, gpu__la_view t, gpu__la_view b, size_t n, size_t k, int flag)
{
    const size_t h = gpu__la_half(n, GPU__LA_BASE);
    const int back = flag & GPU__LA_BACKWARD, transposed = flag & GPU__LA_BY_TRANSPOSE,
              right = flag & GPU__LA_FOR_TRANSPOSE;
    gpu__la_view first, second, off;
    if (n <= GPU__LA_BASE || la->on_gpu) {
        gpu__la_step s = GPU__LA_STEP_ON(k, n, NULL, t, b);
        s.flag = flag;
        s.x[0].ld = transposed ? 1 : t.ld;
        s.x[2].ld = transposed ? t.ld : 1;
        s.x[1].ld = right ? 1 : b.ld;
        s.x[3].ld = right ? b.ld : 1;
        s.k = 512;
#ifdef GPU__CUDA
        if (la->on_gpu && n <= GPU__LA_TILE && k <= 4) {
            gpu__la_launch<gpu__la_solve_few<T>, 0, 128>(la, &s, 1, la->batch, 32 * (unsigned)k);
            return;
        }
        if (la->on_gpu) {
            const size_t tiles = gpu__ceil_div(k, (size_t)GPU__LA_TILE) * gpu__ceil_div(n, (size_t)GPU__LA_TILE);
            gpu__la_launch_tiles<T>(la, gpu__la_solve_tiles<T>, &s, tiles, n > GPU__LA_TILE ? tiles : 0);
            return;
        }
#endif
        GPU__LA_RUN_CPU(la, gpu__la_solve_base_T, &s, gpu__ceil_div(k, s.k), la->batch, n * n / 2 * k * la->batch / 4)
        return;
    }
    /* solves for the first half, subtracts its contribution from the second half, then solves for that; or in reverse
       order */
    const size_t solved = back ? n - h : h;
    first = back ? gpu__la_move_T(b, right ? 0 : h, right ? h : 0) : b;
    second = back ? b : gpu__la_move_T(b, right ? 0 : h, right ? h : 0);
    off = gpu__la_move_T(t, !back == !transposed ? h : 0, !back == !transposed ? 0 : h);
    gpu__la_triangular_T(la, back ? gpu__la_move_T(t, h, h) : t, first, solved, k, flag);
    if (right) gpu__la_multiply_T(la, second, first, off, transposed ? 0 : GPU__LA_B, k, n - solved, solved, -1, 1);
    else gpu__la_multiply_T(la, second, off, first, transposed ? GPU__LA_A : 0, n - solved, k, solved, -1, 1);
    gpu__la_triangular_T(la, back ? t : gpu__la_move_T(t, h, h), second, n - solved, k, flag);
}
/* A = P L U for m by n elements, m >= n, in place, recursively by halves of the columns. CPU only. */
static inline void gpu__la_lu_by_halves_T(gpu__la *la, gpu__la_view a, size_t m, size_t n, gpu__la_view pivots,
                                          size_t at, int *info)
{
    const size_t base = GPU__LA_BASE / 2;
    gpu__la_view right, below, later = pivots;
    if (n <= base) {
        gpu__la_step s = GPU__LA_STEP_ON(m, n, info, a, pivots);
        s.at = at;
        GPU__LA_RUN_CPU(la, gpu__la_lu_panel_T, &s, 1, la->batch, m * n * n * la->batch)
        return;
    }
    const size_t h = gpu__la_half(n, base);
    right = gpu__la_move_T(a, 0, h);
    below = gpu__la_move_T(a, h, h);
    if (later.p) later.p = (int *)later.p + h;
    gpu__la_lu_by_halves_T(la, a, m, h, pivots, at, info);
    gpu__la_swap_T(la, right, n - h, pivots, at, h);
    gpu__la_triangular_T(la, a, right, h, n - h, GPU__LA_UNIT_DIAGONAL);
    gpu__la_multiply_T(la, below, gpu__la_move_T(a, h, 0), right, 0, m - h, n - h, h, -1, 1);
    gpu__la_lu_by_halves_T(la, below, m - h, n - h, later, at + h, info);
    gpu__la_swap_T(la, gpu__la_move_T(a, h, 0), h, later, at + h, n - h);
}
#ifdef GPU__CUDA
/* The same on a GPU for the first n of `wide` columns and n rows, in panels of 32 columns: what is right of n becomes
   the solution with P L. The columns after a panel's neighbour are updated after each second panel, by one product. */
static inline void gpu__la_lu_by_panels_T(gpu__la *la, gpu__la_view a, size_t n, size_t wide, gpu__la_view pivots,
                                          int *info)
{
    const size_t used = la->used, mail = gpu__la_mail_bytes(n), group = 2 * GPU__LA_BASE;
    gpu__la_step s = GPU__LA_STEP_ON(n, n, info, a, pivots);
    s.x[2] = gpu__la_view_of(gpu__la_take(la, la->batch * 96 * sizeof(int)), 1, 96);
    s.x[3] = gpu__la_view_of(gpu__la_take(la, la->batch * mail), 1, mail / 8);
    if (mail) gpu__la_zero(la, s.x[3].p, la->batch * mail);
    for (s.at = 0; s.at < n; s.at += s.n) {
        const size_t begin = s.at / group * group;
        s.m = n - s.at, s.n = gpu__least(s.m, GPU__LA_BASE);
        s.x[0] = gpu__la_move_T(a, s.at, s.at);
        s.x[1] = pivots;
        if (pivots.p) s.x[1].p = (int *)pivots.p + s.at;
        if (!gpu__la_launch_panel(la, gpu__la_lu_columns<T>, s)) {
            gpu__la_launch<gpu__la_lu_panel_T, 0>(la, &s, 1, la->batch, 1024);
            gpu__la_launch<gpu__la_lu_order<T>, 0>(la, &s, 1, la->batch, 32);
        }
        gpu__la_step rest = s;
        rest.m = wide;
        rest.k = s.at - begin;
        rest.x[1] = s.x[2];
        rest.x[2] = gpu__la_move_T(a, s.at, 0);
        const size_t threads = wide - s.n - rest.k <= 32 ? 32 : 64;
        rest.flag = (int)gpu__ceil_div(wide - s.n - rest.k, threads);
        if (rest.flag == 0) rest.flag = rest.k != 0;
        gpu__la_launch<gpu__la_lu_apply<T>, 0, 64>(la, &rest, (size_t)rest.flag, la->batch, (unsigned)threads);
        const size_t next = s.at + s.n;
        const size_t columns = next % group ? gpu__least(n - next, GPU__LA_BASE) : wide - next;
        gpu__la_multiply_T(la, gpu__la_move_T(a, next, next), gpu__la_move_T(a, next, begin),
                           gpu__la_move_T(a, begin, next), 0, n - next, columns, next - begin, -1, 1);
    }
    la->used = used;
}
#endif
static inline void gpu__la_factor_lu_T(gpu__la *la, gpu__la_view a, size_t n, gpu__la_view pivots, int *info)
{
#ifdef GPU__CUDA
    if (la->on_gpu) {
        gpu__la_lu_by_panels_T(la, a, n, n, pivots, info);
        return;
    }
#endif
    gpu__la_lu_by_halves_T(la, a, n, n, pivots, 0, info);
}

/* ---- Cholesky: A = L L', the lower triangle in place ---- */
GPU__LA_STEP(gpu__la_cholesky_base_T)
{
    T *const a = GPU__LA_AT(T, s, 0, z);
    int *const info = s->info + z / s->per_info;
    const size_t ld = s->x[0].ld, n = s->n;
    T column[GPU__LA_BASE];
    for (size_t j = 0; j < n; j++) {
        const T d = a[j * ld + j], root = d > 0 ? GPU__LA_ROOT(T, d) : (T)0;
        if (!(d > 0)) {
            if (*info == 0) *info = (int)(s->at + j + 1);
            return;
        }
        for (size_t i = j; i < n; i++) column[i] = a[i * ld + j] = i == j ? root : a[i * ld + j] / root;
        for (size_t i = j + 1; i < n; i++) {
            const T v = column[i];
            GPU__LA_NO_ALIAS for (size_t c = j + 1; c < i + 1; c++) a[i * ld + c] -= v * column[c];
        }
    }
}
/* Subtracts A A' from the lower triangle of C; small blocks on the diagonal are computed completely. */
static inline void gpu__la_minus_square_T(gpu__la *la, gpu__la_view c, gpu__la_view a, size_t n, size_t k)
{
    const size_t h = n / 2;
    if (n > 256) {
        gpu__la_minus_square_T(la, c, a, h, k);
        gpu__la_multiply_T(la, gpu__la_move_T(c, h, 0), gpu__la_move_T(a, h, 0), a, GPU__LA_B, n - h, h, k, -1, 1);
        gpu__la_minus_square_T(la, gpu__la_move_T(c, h, h), gpu__la_move_T(a, h, 0), n - h, k);
    } else gpu__la_multiply_T(la, c, a, a, GPU__LA_B, n, n, k, -1, 1);
}
/* The Cholesky factorisation, on the CPU recursively by halves; `at` is the first row in the whole matrix. */
static inline void gpu__la_factor_cholesky_T(gpu__la *la, gpu__la_view a, size_t n, size_t at, int *info)
{
    const size_t h = gpu__la_half(n, GPU__LA_BASE);
    gpu__la_view below = gpu__la_move_T(a, h, 0);
    if (n <= GPU__LA_BASE || la->on_gpu) {
        gpu__la_step s = GPU__LA_STEP_ON(n, n, info, a);
        s.at = at;
#ifdef GPU__CUDA
        if (la->on_gpu) {
            const size_t across = gpu__ceil_div(n, (size_t)GPU__LA_TILE), tiles = 1 + across * (across - 1) / 2;
            gpu__la_launch_tiles<T>(la, gpu__la_cholesky_tiles<T>, &s, tiles, across > 1 ? across * across : 0);
            return;
        }
#endif
        GPU__LA_RUN_CPU(la, gpu__la_cholesky_base_T, &s, 1, la->batch, n * n * n / 3 * la->batch)
        return;
    }
    gpu__la_factor_cholesky_T(la, a, h, at, info);
    gpu__la_triangular_T(la, a, below, h, n - h, GPU__LA_FOR_TRANSPOSE);
    gpu__la_minus_square_T(la, gpu__la_move_T(a, h, h), below, n - h, h);
    gpu__la_factor_cholesky_T(la, gpu__la_move_T(a, h, h), n - h, at + h, info);
}

/* ---- QR by Householder reflectors, in blocks (the compact WY form of Schreiber and Van Loan) ---- */
/* The reflector of a column with first element alpha, all scaled by `up`, and the sum of squares of the others. Returns
   tau, the new value of alpha, and the factor of the others. A column that is too small even after scaling becomes
   zero. */
GPU__LIFTED_FN T gpu__la_reflector_T(T alpha, T sum, T up, T *beta, T *over)
{
    const T a = alpha * up, square = a * a + sum;
    *beta = alpha;
    *over = 0;
    if (!(sum > 0 && square > GPU__LA_SMALL(T) / GPU__LA_EPS(T))) return 0;
    T b = GPU__LA_ROOT(T, square);
    if (a > 0) b = -b;
    *beta = b / up;
    *over = up / (a - b);
    return (b - a) / b;
}
/* The sum of the squares of n elements of a column, scaled by `up`, by all threads. Each adds CHAIN of them before it
   adds their sum: equal terms round alike whenever they are added to a large sum. */
GPU__LIFTED_FN T gpu__la_column_square_T(const T *v, size_t ld, size_t n, T up)
{
    const size_t piece = GPU__LA_CHAIN * GPU__LA_TEAM;
    T sum = 0;
    for (size_t first = 0; first < n; first += piece) {
        const size_t last = n - first < piece ? n : first + piece;
        T part = 0;
        GPU__LA_EACH (i, first, last) part += v[i * ld] * up * (v[i * ld] * up);
        sum += part;
    }
    return GPU__LA_SUM(sum);
}
/* Factors the m by n panel x[0], n <= 32: R on and above the diagonal, below it the reflectors' vectors, whose first
   element is 1; x[1] gets tau. */
GPU__LA_STEP(gpu__la_qr_panel_T)
{
    T *const a = GPU__LA_AT(T, s, 0, z), *const tau = GPU__LA_AT(T, s, 1, z);
    const size_t ld = s->x[0].ld, m = s->m, n = s->n;
    GPU__LA_SHARED(T, w, 32);
    for (size_t j = 0; j < n && j < m; j++) {
        T *const v = a + j * ld + j;
        T sum = gpu__la_column_square_T(v + ld, ld, m - j - 1, 1), up = 1, beta, t, over;
        const T alpha = v[0];
        if (!(alpha * alpha + sum > GPU__LA_FAINT(T))) { /* as all threads see */
            up = GPU__LA_UP(T);
            sum = gpu__la_column_square_T(v + ld, ld, m - j - 1, up);
        }
        t = gpu__la_reflector_T(alpha, sum, up, &beta, &over);
        GPU__LA_SYNC();
        GPU__LA_EACH (i, 1, m - j) v[i * ld] *= over;
        if (GPU__LA_THREAD == 0) {
            v[0] = beta;
            tau[j] = t;
        }
        GPU__LA_SYNC();
        gpu__la_column_dots_T(w, v, v + 1, ld, m - j, n - j - 1);
        GPU__LA_ROWS (i, 0, m - j) {
            const T x = i ? v[i * ld] * t : t;
            GPU__LA_COLS (c, 0, n - j - 1) v[i * ld + 1 + c] -= x * w[c];
        }
        GPU__LA_SYNC();
    }
}
/* Computes x[0], the upper triangle T of H1 H2 ... = 1 - V T V', from x[1] = V'V and x[2] = tau. */
GPU__LA_STEP(gpu__la_qr_triangle_T)
{
#ifdef __CUDA_ARCH__
    gpu__la_triangle_held<T>(s, z);
#else
    T *const t = GPU__LA_AT(T, s, 0, z);
    const T *const g = GPU__LA_AT(T, s, 1, z), *const tau = GPU__LA_AT(T, s, 2, z);
    const size_t n = s->n, ld = s->x[0].ld, ldg = s->x[1].ld;
    for (size_t j = 0; j < n; j++)
        for (size_t i = 0; i < n; i++) {
            T sum = 0;
            for (size_t p = i; p < j; p++) sum += t[i * ld + p] * g[p * ldg + j];
            t[i * ld + j] = i < j ? -tau[j] * sum : i == j ? tau[j] : 0;
        }
#endif
}
/* G = V'W, V m by p, W m by n. If columns have one sign, as those of smooth matrices have, their products round alike
   whenever they are added to a large sum; and 1 - V T V' is orthogonal only as far as T and V'V agree. So the rows are
   divided into pieces. */
static inline void gpu__la_products_T(gpu__la *la, gpu__la_view g, gpu__la_view v, gpu__la_view w, size_t m, size_t p,
                                      size_t n)
{
    const size_t piece = gpu__ceil_div(gpu__ceil_div(m, GPU__LA_PIECES), GPU__LA_CHAIN) * GPU__LA_CHAIN;
    gpu__matmul_detail d;
    gpu__matmul_plain_spec(&d.spec, p, n, m);
    d.spec.transpose_a = 1;
    d.spec.batch = la->batch;
    for (size_t i = 0; i < m; i += d.spec.k) {
        if (!la->on_gpu) d.spec.k = gpu__least(m - i, piece);
        d.spec.beta = i != 0;
        gpu__la_gemm_T(la, g, gpu__la_move_T(v, i, 0), gpu__la_move_T(w, i, 0), &d, piece);
    }
}
/* C = (1 - V T V') C, with T' instead of T if `transposed`; V is m by k, C m by n. */
static inline void gpu__la_reflect_T(gpu__la *la, gpu__la_view c, gpu__la_view v, gpu__la_view t, size_t m, size_t n,
                                     size_t k, int transposed)
{
    const size_t used = la->used;
    const gpu__la_view w = gpu__la_space_T(la, k, n), x = gpu__la_space_T(la, k, n);
    gpu__la_multiply_T(la, w, v, c, GPU__LA_A, k, n, m, 1, 0);
    gpu__la_multiply_T(la, x, t, w, transposed ? GPU__LA_A : 0, k, n, k, 1, 0);
    gpu__la_multiply_T(la, c, v, x, 0, m, n, k, -1, 1);
    la->used = used;
}
/* Space for the triangles T of k reflectors, of which each block has as many as T has columns: a GPU has fast products
   only for some hundred at a time. */
static inline gpu__la_view gpu__la_triangles_space_T(gpu__la *la, size_t k)
{
    const size_t base = GPU__LA_BASE, width = !la->on_gpu || k <= base ? base : k <= 2 * base ? 2 * base : 4 * base;
    return gpu__la_space_T(la, gpu__ceil_div(k, width) * width, width);
}
/* Completes T of n reflectors, which has the triangles of its panels on the diagonal: that of two neighbours is T1,
   -T1 V1'V2 T2, T2. Of V'V only what is above its diagonal is needed. */
static inline void gpu__la_join_triangles_T(gpu__la *la, gpu__la_view t, gpu__la_view v, size_t m, size_t n)
{
    const size_t used = la->used;
    const gpu__la_view g = gpu__la_space_T(la, n, n), x = gpu__la_space_T(la, n, n);
    gpu__la_products_T(la, g, v, gpu__la_move_T(v, 0, GPU__LA_BASE), m, (n - 1) / GPU__LA_BASE * GPU__LA_BASE,
                       n - GPU__LA_BASE);
    for (size_t h = GPU__LA_BASE; h < n; h *= 2)
        for (size_t i = 0; i + h < n; i += 2 * h) {
            const size_t j = i + h, some = gpu__least(n - j, h);
            gpu__la_multiply_T(la, x, gpu__la_move_T(g, i, j - GPU__LA_BASE), gpu__la_move_T(t, j, j), 0, h, some, some,
                               1, 0);
            gpu__la_multiply_T(la, gpu__la_move_T(t, i, j), gpu__la_move_T(t, i, i), x, 0, h, some, h, -1, 0);
        }
    la->used = used;
}
/* Factors a panel, m by n; v gets its vectors with their zeros and ones, t its triangle. On a GPU it is at column `at`
   of the matrix, for which `mail` was zeroed. */
static inline void gpu__la_factor_panel_T(gpu__la *la, gpu__la_view a, gpu__la_view tau, gpu__la_view v, gpu__la_view t,
                                          size_t m, size_t n, GPU__UNUSED size_t at, GPU__UNUSED gpu__la_view mail)
{
    const size_t used = la->used;
    int held = 0;
    gpu__la_step s = GPU__LA_STEP_ON(m, n, NULL, a, tau);
#ifdef GPU__CUDA
    if (la->on_gpu) {
        s.at = at;
        s.x[2] = v;
        s.x[3] = mail;
        s.x[4] = t;
        held = gpu__la_launch_panel(la, gpu__la_qr_columns<T, gpu__la_reflector_T>, s);
    }
#endif
    if (held && !la->measuring) return;
    GPU__LA_RUN(la, gpu__la_qr_panel_T, &s, 1, la->batch,
                m <= 32    ? 32
                : m <= 64  ? 128
                : m <= 512 ? 512
                           : 1024,
                m * n * n * 2 * la->batch)
    const gpu__la_view g = gpu__la_space_T(la, n, n);
    const gpu__la_step triangle = GPU__LA_STEP_ON(n, n, NULL, t, g, tau);
    gpu__la_copied_T(la, v, a, m, n, GPU__LA_LOWER | GPU__LA_UNIT, NULL, NULL);
    gpu__la_products_T(la, g, v, v, m, n, n);
    GPU__LA_RUN(la, gpu__la_qr_triangle_T, &triangle, 1, la->batch, 32, n * n * n / 3 * la->batch)
    la->used = used;
}
/* Factors A, m by n, in place; tau has min(m, n) elements, and t a triangle for each block of t.ld columns. Within a
   block, each panel is applied to the columns that are left of it. */
static inline void gpu__la_factor_qr_T(gpu__la *la, gpu__la_view a, size_t m, size_t n, gpu__la_view tau,
                                       gpu__la_view t)
{
    const size_t least = m < n ? m : n, used = la->used, wide = t.ld;
    const gpu__la_view v = gpu__la_space_T(la, m, wide);
    gpu__la_view mail = gpu__la_view_of(NULL, 0, 0);
    size_t j, i, block, some;
#ifdef GPU__CUDA
    const size_t mail_bytes = la->on_gpu ? gpu__la_mail_bytes(m) : 0;
    mail = gpu__la_view_of(gpu__la_take(la, la->batch * mail_bytes), 1, mail_bytes / 8);
    if (mail_bytes) gpu__la_zero(la, mail.p, la->batch * mail_bytes);
#endif
    /* What no panel writes: between panels, and where their columns end, since products read 16 bytes at a time. */
    if (wide > GPU__LA_BASE || (la->on_gpu && least % (16 / sizeof(T)))) {
        gpu__la_zero(la, v.p, la->batch * v.stride * sizeof(T));
        gpu__la_zero(la, t.p, la->batch * t.stride * sizeof(T));
    }
    for (j = 0; j < least; j += block) {
        const gpu__la_view triangle = gpu__la_move_T(t, j, 0);
        block = gpu__least(least - j, wide);
        for (i = 0; i < block; i += some) {
            const gpu__la_view mine = gpu__la_move_T(v, i, i), its = gpu__la_move_T(triangle, i, i);
            const size_t at = j + i;
            some = gpu__least(block - i, GPU__LA_BASE);
            gpu__la_factor_panel_T(la, gpu__la_move_T(a, at, at), gpu__la_move_T(tau, 0, at), mine, its, m - at, some,
                                   at, mail);
            if (i + some < block)
                gpu__la_reflect_T(la, gpu__la_move_T(a, at, at + some), mine, its, m - at, block - i - some, some, 1);
        }
        if (block > GPU__LA_BASE) gpu__la_join_triangles_T(la, triangle, v, m - j, block);
        if (j + block < n)
            gpu__la_reflect_T(la, gpu__la_move_T(a, j, j + block), v, triangle, m - j, n - j - block, block, 1);
    }
    la->used = used;
}
/* C = Q C for the m by k factors of gpu__la_factor_qr, or Q' C; C is m by n. how: 1 for Q', GPU__LA_IDENTITY
   for Q C if C is an identity, whose columns to the left of a block do not change. */
static inline void gpu__la_times_q_T(gpu__la *la, gpu__la_view c, gpu__la_view a, gpu__la_view t, size_t m, size_t n,
                                     size_t k, int how)
{
    const size_t used = la->used, wide = t.ld, blocks = gpu__ceil_div(k, wide);
    const gpu__la_view v = gpu__la_space_T(la, m, wide);
    for (size_t i = 0; i < blocks; i++) {
        const size_t j = (how == 1 ? i : blocks - 1 - i) * wide, some = gpu__least(k - j, wide),
                     left = how == GPU__LA_IDENTITY ? j : 0;
        gpu__la_view mine = v;
        mine.ld = some;
        gpu__la_copied_T(la, mine, gpu__la_move_T(a, j, j), m - j, some, GPU__LA_LOWER | GPU__LA_UNIT, NULL, NULL);
        gpu__la_reflect_T(la, gpu__la_move_T(c, j, left), mine, gpu__la_move_T(t, j, 0), m - j, n - left, some,
                          how == 1);
    }
    la->used = used;
}
#endif
