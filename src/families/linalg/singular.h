/* Singular values. On the CPU those of up to 8 rows are found by Jacobi rotations, and others by bidiagonal.h. On a
   GPU all are found by rotations: a larger B is preconditioned by the eigenvectors of B B', after which few pairs
   have to be rotated. Eigenvalues of B B' that are below the rounding errors of the largest say nothing, so the rows
   that belong to them are preconditioned again, by themselves. What two rows have in common need only be below the
   rounding errors of the matrix; if that leaves short rows that are not orthogonal, the right vectors are those of a
   QR decomposition of all rows, the longest one first. The angles that are then left are small, so that most sweeps
   rotate all pairs at once, by matrix products (as Ogita and Aishima refine eigenvectors, 2018). */
enum {
    GPU__LA_PRECONDITIONED = 32, /* up to so many rows do without */
    GPU__LA_STAGES = 8,          /* the maximum number of times that rows are preconditioned */
    GPU__LA_FEW_ROWS = 16,       /* their number is rounded up to a multiple of this */
    GPU__LA_ROUNDS = 128,        /* up to so many rows are rotated by one block of a GPU, and the call does not wait */
    GPU__LA_CYCLE = 4            /* of so many sweeps a GPU makes all but the last by matrix products */
};
static inline int gpu__la_is_bidiagonal(const gpu__la *la, size_t n) { return !la->on_gpu && n > GPU__LA_FEW; }
static GPU__HOST_DEVICE inline size_t gpu__la_round_of(size_t n, size_t i, size_t j) /* the round of the pair i < j */
{
    const size_t twice = i + j, half = (twice % 2 ? twice + n - 1 : twice) / 2; /* modulo n - 1 */
    return j + 1 == n ? i : half < n - 1 ? half : half - (n - 1);
}
#ifdef REAL
/* The results of a singular value decomposition: u m by q, values, vt q by n, where q is the smaller of m and n.
   Without u only the values are computed. If is_scaled, they are those of A multiplied by *scale. */
typedef struct gpu__la_svd_of_T {
    gpu__la_view u, values, vt;
    int vectors, is_scaled;
    T *scale;
} gpu__la_svd_of_T;
/* The arrays of a singular value decomposition. B has q rows of `wide` elements: the columns of A or of its R, or the
   rows of A, scaled. W collects the rotations of its rows. */
typedef struct gpu__la_svd_work_T {
    size_t q, wide;
    int short_rows; /* some rows are short, and not orthogonal */
    gpu__la_view b, w, rows, sorted, lengths, memory;
    gpu__la_view tall, t; /* the QR decomposition of a tall A, or of A'; tall.ld is 0 if there is none */
    T *scale;
} gpu__la_svd_work_T;
static inline gpu__la_svd_work_T gpu__la_svd_begin_T(gpu__la *la, gpu__la_view a, size_t m, size_t n,
                                                     const gpu__la_svd_of_T *to, int *info)
{
    const size_t q = m < n ? m : n, p = m < n ? n : m;
    const int is_tall = gpu__la_is_bidiagonal(la, q) ? p > q : p > q + q / 2 + 4;
    gpu__la_svd_work_T k;
    k.q = q;
    k.wide = is_tall ? q : p;
    k.short_rows = 0;
    k.scale = to->is_scaled ? to->scale : gpu__la_scale_of_T(la, a, m, n, info);
    k.b = gpu__la_space_T(la, q, k.wide);
    k.w = gpu__la_space_T(la, q, q);
    k.rows = gpu__la_space_T(la, q, k.wide);
    k.sorted = gpu__la_space_T(la, q, q);
    k.lengths = gpu__la_space_T(la, 1, q);
    k.memory = gpu__la_space_T(la, 1, q + k.wide);
    k.tall = k.t = gpu__la_view_of(NULL, 0, 0);
    if (!is_tall) {
        gpu__la_copied_T(la, k.b, a, q, p, GPU__LA_SCALED | (m < n ? 0 : GPU__LA_TRANSPOSED), k.scale, NULL);
        return k;
    }
    k.tall = gpu__la_space_T(la, p, q);
    const gpu__la_view tau = gpu__la_space_T(la, 1, q);
    k.t = gpu__la_triangles_space_T(la, q);
    gpu__la_copied_T(la, k.tall, a, p, q, GPU__LA_SCALED | (m < n ? GPU__LA_TRANSPOSED : 0), k.scale, NULL);
    gpu__la_factor_qr_T(la, k.tall, p, q, tau, k.t);
    gpu__la_copied_T(la, k.b, k.tall, q, q, GPU__LA_TRANSPOSED | GPU__LA_LOWER, NULL, NULL);
    return k;
}
/* The square of the length below which a row of B counts as zero. B is scaled, so that its largest singular value is at
   least a half; after preconditioning, shorter rows are rounding errors of rounding errors, which nothing would make
   orthogonal. */
static inline double gpu__la_least_T(const gpu__la *la, size_t n)
{
    const double eps = (double)GPU__LA_EPS(T);
    return la->on_gpu && n > GPU__LA_PRECONDITIONED ? eps * eps / 64 : (double)(GPU__LA_SMALL(T) / GPU__LA_EPS(T));
}
#ifdef GPU__CUDA
/* ---- larger matrices on a GPU ---- */
/* What the matrix g of all dot products of rows says of rows i and j: 0 if they are orthogonal, 2 if they have to be
   rotated; 1 if they need not be, since one is zero or what they have in common is below the rounding errors of B. */
GPU__LIFTED_FN int gpu__la_skew_T(const T *g, size_t n, size_t i, size_t j, T tol, T least)
{
    const T a = g[i * n + i], b = g[j * n + j], dot = GPU__LA_ABS(T, g[i * n + j]);
    if (dot < tol * GPU__LA_ROOT(T, a) * GPU__LA_ROOT(T, b)) return 0;
    return dot > 4 * GPU__LA_EPS(T) * GPU__LA_ROOT(T, a > b ? a : b) && a > least && b > least ? 2 : 1;
}
/* Finds the rounds that have pairs to rotate, by the products x[3]: sets x[2][round], x[2][n] if a pair is still far
   from orthogonal, and x[2][n + 1] if one is and need not be rotated. Pairs of the first rows, up to `flag`, are left
   out. */
GPU__LIFTED_FN void gpu__la_rounds_T(const gpu__la_step *s, size_t z, size_t block)
{
    const T *const g = GPU__LA_AT(T, s, 3, z), tol = (T)s->number, least = (T)s->least;
    const size_t n = s->n, first = block * 32, last = n - first < 32 ? n : first + 32;
    int *const rounds = (int *)s->x[2].p;
    GPU__LA_ROWS (i, first, last)
        GPU__LA_COLS (j, i < (size_t)s->flag ? (size_t)s->flag : i + 1, n) {
            const int far = gpu__la_skew_T(g, n, i, j, 8 * tol, least);
            if (gpu__la_skew_T(g, n, i, j, tol, least) == 2)
                GPU__LA_REPORT(rounds + gpu__la_round_of(n + n % 2, i, j), 1);
            if (far) GPU__LA_REPORT(rounds + (far == 2 ? n : n + 1), 1);
        }
}
/* Rotates pair `block` of round `at` if the products x[3] require it; sets x[2][n + 2] if it did. */
GPU__LIFTED_FN void gpu__la_round_T(const gpu__la_step *s, size_t z, size_t block)
{
    T *const b = GPU__LA_AT(T, s, 0, z), *const w = s->k ? GPU__LA_AT(T, s, 1, z) : b;
    const T tol = (T)s->number, least = (T)s->least;
    size_t i, j;
    gpu__la_pair(s->n + s->n % 2, s->at, block, &i, &j);
    if (j < s->n && j >= (size_t)s->flag && gpu__la_skew_T(GPU__LA_AT(T, s, 3, z), s->n, i, j, tol, least) == 2 &&
        gpu__la_rotate_T(b + i * s->x[0].ld, b + j * s->x[0].ld, s->m, w + i * s->k, w + j * s->k, s->k, tol, least, 1))
        GPU__LA_REPORT((int *)s->x[2].p + s->n + 2, 1);
}
GPU__LIFTED_FN void gpu__la_unconverged_T(const gpu__la_step *s, size_t z, GPU__UNUSED size_t block)
{
    if (GPU__LA_THREAD == 0 && s->info[z] == 0) s->info[z] = GPU__LA_NOT_CONVERGED;
}
/* x[0], n rows of m, = the columns of Q, x[1], with the signs of the diagonal of R, x[2]. */
GPU__LIFTED_FN void gpu__la_signed_T(const gpu__la_step *s, size_t z, size_t block)
{
    const size_t first = block * 32, last = s->n - first < 32 ? s->n : first + 32;
    GPU__LA_ROWS (i, first, last)
        GPU__LA_COLS (k, 0, s->m) {
            const T v = GPU__LA_AT(T, s, 1, z)[k * s->n + i];
            GPU__LA_AT(T, s, 0, z)[i * s->m + k] = GPU__LA_AT(T, s, 2, z)[i * s->n + i] < 0 ? -v : v;
        }
}
/* Replaces what is outside the first m rows and columns of x[0], n by n, by minus the identity. */
GPU__LIFTED_FN void gpu__la_bordered_T(const gpu__la_step *s, size_t z, size_t block)
{
    const size_t first = block * 32, last = s->n - first < 32 ? s->n : first + 32;
    GPU__LA_ROWS (i, first, last)
        GPU__LA_COLS (j, i < s->m ? s->m : 0, s->n) {
            GPU__LA_AT(T, s, 0, z)[i * s->n + j] = i == j ? -1 : 0;
        }
}
/* x[2][i] = 1 for each of the n rows of B, x[0], of which the eigenvalue of B B' is well above the rounding errors of
   the largest one, `number` times that, or for all if no row is; x[1] is memory for n numbers. */
GPU__LIFTED_FN void gpu__la_resolved_T(const gpu__la_step *s, size_t z, GPU__UNUSED size_t block)
{
    T *const square = GPU__LA_AT(T, s, 1, z);
    T most = 0;
    GPU__LA_ROWS (i, 0, s->n) {
        const T *const row = GPU__LA_AT(T, s, 0, z) + i * s->x[0].ld;
        const T sum = gpu__la_dot_T(row, row, s->m);
        if (GPU__LA_LANE == 0) square[i] = sum;
    }
    GPU__LA_SYNC();
    GPU__LA_EACH (i, 0, s->n) most = square[i] > most ? square[i] : most;
    most = GPU__LA_MAX(most);
    GPU__LA_EACH (i, 0, s->n)
        if (square[i] > (T)s->number * most || most < 16 * GPU__LA_EPS(T) * GPU__LA_EPS(T))
            GPU__LA_REPORT((int *)s->x[2].p + i, 1);
}

/* Copies flags to the host; waits. */
static inline void gpu__la_flags_T(gpu__la *la, int *to, const int *flags, size_t n)
{
    const cudaStream_t stream = (cudaStream_t)(la->measuring ? NULL : la->context->stream);
    memset(to, 0, n * sizeof *to);
    if (la->measuring || la->error) return;
    la->error = (int)cudaMemcpyAsync(to, flags, n * sizeof *to, cudaMemcpyDeviceToHost, stream);
    if (!la->error) la->error = (int)cudaStreamSynchronize(stream);
}
/* A sweep of a GPU by matrix products: with G = B B', multiplies B, and W if `rotate_w`, by R = 1 + S + S^2 / 2 +
   S^3 / 8, which is a rotation but for S^6 / 64, by the small angles S. Overwrites G. */
static inline void gpu__la_rotate_at_once_T(gpu__la *la, gpu__la_step s, gpu__la_view g, int rotate_w)
{
    const size_t used = la->used, n = s.n, m = s.m, blocks = gpu__ceil_div(n, 32);
    const gpu__la_view b = s.x[0], w = s.x[1], sines = gpu__la_space_T(la, n, n), half = gpu__la_space_T(la, n, n),
                       sums = gpu__la_space_T(la, 1, n), old = gpu__la_space_T(la, n, m > n ? m : n);
    gpu__la_view from = old;
    s.x[0] = sines;
    s.x[1] = sums;
    s.x[2] = g;
    gpu__la_launch<gpu__la_angles<T>, 0>(la, &s, blocks, la->batch, GPU__LA_THREADS);
    s.x[3] = half;
    s.number = sizeof(T) == 4 ? 0.1 : 0.003; /* to the sixth, over 64, this is below eps / 7 */
    gpu__la_launch<gpu__la_small_angles<T>, 0>(la, &s, blocks, la->batch, GPU__LA_THREADS);
    from.ld = n;
    gpu__la_multiply_T(la, from, sines, half, 0, n, n, n, 1, 0);
    gpu__la_multiply_T(la, g, sines, from, 0, n, n, n, 1, 1); /* R - 1 */
    from.ld = m;
    gpu__la_copied_T(la, from, b, n, m, 0, NULL, NULL);
    gpu__la_multiply_T(la, b, g, from, 0, n, m, n, 1, 1);
    if (rotate_w) {
        from.ld = n;
        gpu__la_copied_T(la, from, w, n, n, 0, NULL, NULL);
        gpu__la_multiply_T(la, w, g, from, 0, n, n, n, 1, 1);
    }
    la->used = used;
}
/* Makes those rounds of a sweep over n rows whose flag says that a pair is to be rotated. */
static inline void gpu__la_flagged_rounds_T(gpu__la *la, gpu__la_step s, const int *flags, size_t n)
{
    const size_t rounds = n - 1 + n % 2;
    int some[256];
    for (size_t first = 0; first < rounds; first += 256) {
        const size_t count = gpu__least(rounds - first, 256);
        gpu__la_flags_T(la, some, flags ? flags + first : NULL, count);
        for (size_t k = 0; k < count; k++) {
            if (!some[k]) continue;
            s.at = first + k;
            gpu__la_launch<gpu__la_round_T, 0>(la, &s, (rounds + 1) / 2, la->batch, GPU__LA_THREADS);
        }
    }
}
/* Orthogonalises the n rows of B; s describes the sweeps. Returns whether pairs are left that need not be rotated. */
static inline int gpu__la_jacobi_large_T(gpu__la *la, gpu__la_step s)
{
    const size_t n = s.n, used = la->used;
    const int apart = s.flag != 0, sweeps = GPU__LA_CYCLE * (apart ? 4 : GPU__LA_SWEEPS), rotate_w = s.k != 0;
    int sweep, state[3], *const flags = (int *)gpu__la_take(la, (n + 3) * sizeof *flags); /* state: the last of them */
    const gpu__la_view g = gpu__la_space_T(la, n, n);
    s.number /= 8;
    s.x[2] = gpu__la_view_of(flags, 0, 0);
    s.x[3] = g;
    for (sweep = 0; sweep < sweeps; sweep++) { /* rounds with nothing to rotate are skipped */
        gpu__la_zero(la, flags, (n + 2) * sizeof *flags);
        gpu__la_multiply_T(la, g, s.x[0], s.x[0], GPU__LA_B, n, n, s.m, 1, 0);
        gpu__la_launch<gpu__la_rounds_T, 0>(la, &s, gpu__ceil_div(n, 32), la->batch, GPU__LA_THREADS);
        gpu__la_flags_T(la, state, flags ? flags + n : NULL, 3);
        if (la->measuring ? sweep : !state[0] || (sweep && sweep % GPU__LA_CYCLE == 0 && !state[2])) break;
        if (sweep % GPU__LA_CYCLE < GPU__LA_CYCLE - 1) {
            gpu__la_rotate_at_once_T(la, s, g, rotate_w);
            continue;
        }
        gpu__la_zero(la, flags ? flags + n + 2 : NULL, sizeof *flags);
        gpu__la_flagged_rounds_T(la, s, flags, n);
    }
    if (!apart && sweep == sweeps) gpu__la_launch<gpu__la_unconverged_T, 0>(la, &s, 1, la->batch, 32);
    la->used = used;
    return la->measuring || state[1];
}
#endif
/* Orthogonalises the n rows of B, each of m elements; if `rotate_w`, the same rotations are applied to W, n by n. The
   first `apart` rows, if there are any, are made almost orthogonal to the others, and not among themselves. Returns
   whether short rows may be left that are not orthogonal. */
static inline int gpu__la_jacobi_T(gpu__la *la, gpu__la_view b, gpu__la_view w, size_t n, size_t m, size_t apart,
                                   int rotate_w, int *info)
{
    const size_t even = n + n % 2;
    gpu__la_step s = GPU__LA_STEP_ON(m, n, info, b, w);
    s.k = rotate_w ? n : 0;
    s.number = (double)GPU__LA_EPS(T) * (4 + sqrt((double)m));
    s.least = gpu__la_least_T(la, n);
    s.flag = (int)apart;
    if (n < 2) return 0;
#ifdef GPU__CUDA
    if (la->on_gpu && n <= 32 && m <= 32) {
        gpu__la_launch<gpu__la_sweeps_held<T>, 0, 32>(la, &s, 1, la->batch, 32);
        return 0;
    }
    if (la->on_gpu && n > GPU__LA_ROUNDS) return gpu__la_jacobi_large_T(la, s);
#endif
    GPU__LA_RUN(la, gpu__la_sweeps_T, &s, 1, la->batch, even >= 64 ? 1024 : (unsigned)(even / 2 * 32),
                n * n * m * la->batch)
    return 0;
}
#ifdef GPU__CUDA
/* Multiplies the first h rows of B by the eigenvectors of the products of these rows, after which they are almost
   orthogonal and in ascending order of their lengths; and those of W, which is the identity if h is the number of all
   rows. A product of fewer is bordered, since sizes that are multiples are faster, and need less to be measured: its
   first eigenvectors, to the values -1, are dropped. */
static inline void gpu__la_precondition_rows_T(gpu__la *la, const gpu__la_svd_work_T *k, size_t h, int rotate_w,
                                               int *info)
{
    const size_t here = la->used, n = gpu__least(gpu__ceil_div(h, GPU__LA_FEW_ROWS) * GPU__LA_FEW_ROWS, k->q);
    const gpu__la_view g = gpu__la_space_T(la, n, n), line = gpu__la_space_T(la, 1, 3 * n);
    gpu__la_multiply_T(la, g, k->b, k->b, GPU__LA_B, n, n, k->wide, 1, 0);
    if (h < k->q) {
        gpu__la_step s = GPU__LA_STEP_ON(h, n, NULL, g);
        gpu__la_copied_T(la, g, g, n, n, GPU__LA_SCALED, gpu__la_scale_of_T(la, g, h, h, info), NULL);
        gpu__la_launch<gpu__la_bordered_T, 0>(la, &s, gpu__ceil_div(n, 32), la->batch, GPU__LA_THREADS);
    }
    const gpu__la_view e = gpu__la_eigen_T(la, g, n, line, 1, info);
    gpu__la_multiply_T(la, k->rows, e, k->b, GPU__LA_A, n, k->wide, n, 1, 0);
    gpu__la_copied_T(la, k->b, gpu__la_move_T(k->rows, n - h, 0), h, k->wide, 0, NULL, NULL);
    if (rotate_w && h == k->q) gpu__la_copied_T(la, k->w, e, h, h, GPU__LA_TRANSPOSED, NULL, NULL);
    if (rotate_w && h < k->q) {
        gpu__la_multiply_T(la, k->sorted, e, k->w, GPU__LA_A, n, k->q, n, 1, 0);
        gpu__la_copied_T(la, k->w, gpu__la_move_T(k->sorted, n - h, 0), h, k->q, 0, NULL, NULL);
    }
    la->used = here;
}
/* The number of the first h rows of B that have to be preconditioned again. Waits for a GPU. */
static inline size_t gpu__la_unresolved_T(gpu__la *la, const gpu__la_svd_work_T *k, size_t h)
{
    const size_t used = la->used;
    int *const flags = (int *)gpu__la_take(la, h * sizeof *flags), some[256];
    size_t first, i, count;
    gpu__la_step s = GPU__LA_STEP_ON(k->wide, h, NULL, k->b, k->lengths, gpu__la_view_of(flags, 0, 0));
    s.number = pow((double)GPU__LA_EPS(T), 0.75);
    gpu__la_zero(la, flags, h * sizeof *flags);
    gpu__la_launch<gpu__la_resolved_T, 0>(la, &s, 1, la->batch, 1024);
    la->used = used;
    for (first = 0; first < h; first += count) {
        count = gpu__least(h - first, sizeof some / sizeof *some);
        gpu__la_flags_T(la, some, flags ? flags + first : NULL, count);
        for (i = 0; i < count; i++)
            if (some[i]) return first + i;
    }
    return 0; /* all rows are zero */
}
static inline void gpu__la_precondition_T(gpu__la *la, const gpu__la_svd_work_T *k, int rotate_w, int *info)
{
    size_t h = k->q;
    gpu__la_precondition_rows_T(la, k, h, rotate_w, info);
    if (k->q <= GPU__LA_ROUNDS) return;
    for (int stage = 1; stage < GPU__LA_STAGES; stage++) {
        h = gpu__la_unresolved_T(la, k, h);
        if (h < 2) break;
        (void)gpu__la_jacobi_T(la, k->b, k->w, k->q, k->wide, h, rotate_w, info);
        gpu__la_precondition_rows_T(la, k, h, rotate_w, info);
    }
    for (h = 0; la->measuring && h < k->q; h += GPU__LA_FEW_ROWS) /* any number may be needed */
        gpu__la_precondition_rows_T(la, k, gpu__least(h + GPU__LA_FEW_ROWS, k->q - 1), rotate_w, info);
}
/* Replaces the rows k->rows by the columns of their Q. */
static inline void gpu__la_orthonormal_T(gpu__la *la, const gpu__la_svd_work_T *k)
{
    const size_t q = k->q, wide = k->wide;
    const gpu__la_view all = gpu__la_space_T(la, wide, q), tall = gpu__la_view_of(k->b.p, q, k->b.stride),
                       tau = gpu__la_space_T(la, 1, q), t = gpu__la_triangles_space_T(la, q);
    gpu__la_copied_T(la, tall, k->rows, wide, q, GPU__LA_TRANSPOSED, NULL, NULL);
    gpu__la_factor_qr_T(la, tall, wide, q, tau, t);
    gpu__la_copied_T(la, all, all, wide, q, GPU__LA_IDENTITY, NULL, NULL);
    gpu__la_times_q_T(la, all, tall, t, wide, q, q, GPU__LA_IDENTITY);
    gpu__la_step s = GPU__LA_STEP_ON(wide, q, NULL, k->rows, all, tall);
    gpu__la_launch<gpu__la_signed_T, 0>(la, &s, gpu__ceil_div(q, 32), la->batch, GPU__LA_THREADS);
}
#endif
/* The vectors, from those of B: the rows of k->rows and of k->sorted. */
static inline void gpu__la_svd_out_T(gpu__la *la, const gpu__la_svd_work_T *k, gpu__la_svd_of_T to, size_t m, size_t n)
{
    const size_t q = k->q, p = m < n ? n : m;
    const int wide = m < n;
    gpu__la_view longer = wide ? to.vt : to.u;
    gpu__la_copied_T(la, wide ? to.u : to.vt, k->sorted, q, q, wide ? GPU__LA_TRANSPOSED : 0, NULL, NULL);
    if (k->tall.ld) { /* u = Q times the vectors of R, padded with zeros */
        if (wide) longer = gpu__la_space_T(la, p, q);
        gpu__la_copied_T(la, longer, longer, p, q, GPU__LA_IDENTITY, NULL, NULL);
        gpu__la_copied_T(la, longer, k->rows, q, q, GPU__LA_TRANSPOSED, NULL, NULL);
        gpu__la_times_q_T(la, longer, k->tall, k->t, p, q, q, 0);
        if (wide) gpu__la_copied_T(la, to.vt, longer, q, p, GPU__LA_TRANSPOSED, NULL, NULL);
    } else gpu__la_copied_T(la, longer, k->rows, wide ? q : p, wide ? p : q, wide ? 0 : GPU__LA_TRANSPOSED, NULL, NULL);
}
/* The results, from the orthogonal rows of B and from W: the values and, if they are wanted, the vectors. */
static inline void gpu__la_svd_end_T(gpu__la *la, const gpu__la_svd_work_T *k, gpu__la_svd_of_T to, size_t m, size_t n,
                                     int *info)
{
    const size_t q = k->q, wide = k->wide, blocks = gpu__ceil_div(q, 32);
    gpu__la_step s = GPU__LA_STEP_ON(wide, q, NULL, k->b, k->lengths);
    s.least = gpu__la_least_T(la, q);
    GPU__LA_RUN(la, gpu__la_lengths_T, &s, blocks, la->batch, GPU__LA_THREADS, q * wide * la->batch)
    s.x[1] = gpu__la_view_of(to.is_scaled ? NULL : k->scale, 1, 1);
    s.info = info;
    s.x[2] = to.values;
    s.x[5] = k->lengths;
    s.flag = 1;
    GPU__LA_RUN(la, gpu__la_sorted_T, &s, blocks, la->batch, GPU__LA_THREADS, q * q * la->batch)
    if (!to.vectors) return;
    s.x[3] = k->rows;
    s.x[4] = k->sorted;
    s.k = q;
    s.flag = 0;
    GPU__LA_RUN(la, gpu__la_sorted_T, &s, blocks, la->batch, GPU__LA_THREADS, q * wide * la->batch)
    s.x[1] = k->w;
    GPU__LA_RUN(la, gpu__la_sorted_rows_T, &s, blocks, la->batch, GPU__LA_THREADS, q * q * la->batch)
    s.x[0] = k->rows;
    s.x[1] = k->memory;
    s.x[2] = k->lengths;
#ifdef GPU__CUDA
    if (k->short_rows) gpu__la_orthonormal_T(la, k);
    else
#endif
        GPU__LA_RUN(la, gpu__la_complete_T, &s, 1, la->batch, q <= 32 ? 128 : 1024, q * la->batch)
    gpu__la_svd_out_T(la, k, to, m, n);
}
/* The singular value decomposition of A, m by n. */
static inline void gpu__la_singular_T(gpu__la *la, gpu__la_view a, size_t m, size_t n, gpu__la_svd_of_T to, int *info)
{
    const size_t used = la->used;
    gpu__la_svd_work_T k = gpu__la_svd_begin_T(la, a, m, n, &to, info);
    int preconditioned = 0;
    if (gpu__la_is_bidiagonal(la, k.q)) {
        const gpu__la_view line = gpu__la_space_T(la, 1, 4 * k.q);
        gpu__la_by_bidiagonal_T(la, k.b, k.q, line, to.vectors, k.sorted, k.rows, info);
        gpu__la_copied_T(la, to.values, line, 1, k.q, GPU__LA_CHECKED | (to.is_scaled ? 0 : GPU__LA_UNSCALED), k.scale,
                         info);
        if (to.vectors) gpu__la_svd_out_T(la, &k, to, m, n);
        la->used = used;
        return;
    }
#ifdef GPU__CUDA
    preconditioned = la->on_gpu && k.q > GPU__LA_PRECONDITIONED;
    if (preconditioned) gpu__la_precondition_T(la, &k, to.vectors, info);
#endif
    if (to.vectors && !preconditioned) gpu__la_copied_T(la, k.w, k.w, k.q, k.q, GPU__LA_IDENTITY, NULL, NULL);
    k.short_rows = gpu__la_jacobi_T(la, k.b, k.w, k.q, k.wide, 0, to.vectors, info);
    gpu__la_svd_end_T(la, &k, to, m, n, info);
    la->used = used;
}
#endif
