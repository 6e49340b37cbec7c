/* Products of views, copies of matrices and the powers of two that scale them. */
enum { /* flags of the step that copies */
       GPU__LA_TRANSPOSED = 1,
       GPU__LA_CHECKED = 2,    /* sets info if an element is not finite */
       GPU__LA_LOWER = 4,      /* zero above the diagonal */
       GPU__LA_UPPER = 8,      /* zero below it */
       GPU__LA_UNIT = 16,      /* ones on it */
       GPU__LA_IDENTITY = 32,  /* nothing is copied: ones on the diagonal, zeros elsewhere */
       GPU__LA_SCALED = 64,    /* multiplied by number z of x[2] */
       GPU__LA_UNSCALED = 128, /* divided by that, a power of two */
       GPU__LA_MIRRORED = 256, /* the lower triangle, and its transpose above it */
       GPU__LA_BESIDE = 512    /* a right-hand side: only whether it is too large matters */
};
enum { GPU__LA_A = 1, GPU__LA_B = 2 }; /* which factors of a product are transposed */
/* How far below the largest number the elements of n rows have to be: elimination, whose pivots grow about n times at
   most, then forms sums of up to n products of them. */
static inline double gpu__la_room(size_t n)
{
    double room = 1. / 16;
    for (; n > 1; n /= 2) room /= 4;
    return room;
}
/* What the blocks that copy a matrix, and then its right-hand side, find: each leaves a level, 2 if an element has no
   room, else 1 if one is at least PLAIN, else 0. What follows for each matrix: `scale`, and `back`, by which the
   solution has to be multiplied. */
typedef struct gpu__la_gauge {
    gpu__la_view level;
    size_t first, blocks, n; /* blocks that copied the matrix; all */
    void *scale, *back;
} gpu__la_gauge;
static inline size_t gpu__la_copied_rows(const gpu__la *la, size_t n) { return (la->on_gpu ? 1024 : 16384) / n + 1; }
#ifdef REAL
static inline gpu__la_view gpu__la_move_T(gpu__la_view v, size_t i, size_t j)
{
    if (v.p) v.p = (T *)v.p + i * v.ld + j;
    return v;
}
static inline gpu__la_view gpu__la_space_T(gpu__la *la, size_t rows, size_t cols)
{
    return gpu__la_view_of(gpu__la_take(la, la->batch * rows * cols * sizeof(T)), cols, rows * cols);
}
/* A product of views by the code of gpu_gemm, as d->spec describes it but for leading dimensions and strides, which are
   those of the views. If `piece` is not 0, a GPU adds sums of up to so many products; it is a multiple of 16, and so of
   the depth of all tiles. */
static inline void gpu__la_gemm_T(gpu__la *la, gpu__la_view c, gpu__la_view a, gpu__la_view b, gpu__matmul_detail *d,
                                  GPU__UNUSED size_t piece)
{
    const int precision = sizeof(T) == 4 ? GPU__MATMUL_F32 : GPU__MATMUL_F64;
    gpu_gemm_spec *const p = &d->spec;
    gpu__job j;
    if (!p->m || !p->n || !p->batch) return;
    p->lda = a.ld;
    p->ldb = b.ld;
    p->ldc = c.ld;
    if (p->batch > 1) {
        p->stride_a = a.stride;
        p->stride_b = b.stride;
        p->stride_c = c.stride;
    }
#ifdef GPU__CUDA
    if (la->on_gpu) {
        gpu__matmul_plan *const plan = &d->plan.gpu;
        const size_t used = la->used;
        void *const space = gpu__la_take(la, gpu__matmul_plan_gpu(d, precision));
        if (plan->tiles == GPU__MATMUL_MATVEC) *plan = gpu__matmul_plan_of(p, precision);
        if (plan->tiles == GPU__MATMUL_THIN) gpu__la_split_more(plan, p);
        if (piece) gpu__la_split_into(plan, p->k, piece);
        if (plan->splits > 1) la->used = used, gpu__la_take(la, p->batch * p->m * p->n * plan->splits * sizeof(T));
        la->used = used;
        if (!la->measuring) gpu__la_gemm_device<T>(la, d, c.p, a.p, b.p, space);
        return;
    }
#endif
    gpu__job_of(&j, "", c.p, 0, sizeof(T), 0);
    j.detail = d;
    j.work = p->batch * p->m * p->n * p->k;
    j.in[1].p = a.p;
    j.in[2].p = b.p;
#ifdef GPU__CUDA
    if (sizeof(T) == 4) gpu__matmul_cpu_f32(&j, d);
    else gpu__matmul_cpu_f64(&j, d);
#else
    (void)precision;
    gpu__matmul_cpu_T(&j, d);
#endif
    if (j.scratch_of_thread > la->gemm_most) la->gemm_most = j.scratch_of_thread;
    if (la->measuring) return;
    if (la->alone) j.part[0](&j, la->gemm, 0, 0, j.tasks);
    else gpu__job_parts(&j, j.part, j.tasks, la->gemm);
}
/* C = alpha A B + beta C for each matrix of the batch; `turned`: flags of the factors that are transposed. */
static inline void gpu__la_multiply_T(gpu__la *la, gpu__la_view c, gpu__la_view a, gpu__la_view b, int turned, size_t m,
                                      size_t n, size_t k, double alpha, double beta)
{
    gpu__matmul_detail d;
    gpu__matmul_plain_spec(&d.spec, m, n, k);
    d.spec.transpose_a = (turned & GPU__LA_A) != 0;
    d.spec.transpose_b = (turned & GPU__LA_B) != 0;
    d.spec.alpha = alpha;
    d.spec.beta = beta;
    d.spec.batch = la->batch;
    gpu__la_gemm_T(la, c, a, b, &d, 0);
}

/* ---- copies, the largest element, products of rows ---- */
/* x[0][m][n] = x[1], modified according to the flags; a block copies k rows, on a GPU by as many threads a row as it
   has elements, element by element. If CHECKED, elements should be at most `number` times the largest number, and the
   block's level goes to x[3], if that is there. */
GPU__LA_STEP(gpu__la_copy_T)
{
    T *const to = GPU__LA_AT(T, s, 0, z);
    const T *const from = GPU__LA_AT(T, s, 1, z);
    const size_t to_ld = s->x[0].ld, ld = s->x[1].ld, first = block * s->k,
                 last = s->m - first < s->k ? s->m : first + s->k;
    const int f = s->flag;
    const T limit = GPU__LA_HUGE(T) * (T)s->number;
    T scale = 1;
    int beyond = 0, wrong = 0, plain = f & GPU__LA_BESIDE;
    if (f & GPU__LA_SCALED) scale = GPU__LA_AT(T, s, 2, z)[0];
    if (f & GPU__LA_UNSCALED) scale = 1 / GPU__LA_AT(T, s, 2, z)[0];
#ifdef __CUDA_ARCH__
    size_t abreast = GPU__LA_TEAM;
    while (abreast / 2 >= s->n) abreast /= 2;
    for (size_t i = first + GPU__LA_THREAD / abreast; i < last; i += GPU__LA_TEAM / abreast)
        for (size_t j = GPU__LA_THREAD % abreast; j < s->n; j += abreast) {
            const bool none = f & GPU__LA_IDENTITY || (f & GPU__LA_LOWER && j > i) || (f & GPU__LA_UPPER && j < i),
                       turned = f & GPU__LA_TRANSPOSED || (f & GPU__LA_MIRRORED && j > i);
            T v = none ? (T)0 : from[turned ? j * ld + i : i * ld + j] * scale;
            beyond |= !(GPU__LA_ABS(T, v) <= limit);
            wrong |= !GPU__LA_FINITE(T, v);
            plain |= GPU__LA_ABS(T, v) >= GPU__LA_PLAIN(T);
            if (i == j && f & (GPU__LA_UNIT | GPU__LA_IDENTITY)) v = 1;
            to[i * to_ld + j] = v;
        }
    wrong &= (f & GPU__LA_CHECKED) != 0;
#else
    for (size_t i = first; i < last; i++) {
        T *const row = to + i * to_ld;
        if (f & GPU__LA_IDENTITY) {
            for (size_t j = 0; j < s->n; j++) row[j] = 0;
        } else if (f & GPU__LA_MIRRORED) {
            for (size_t j = 0; j < s->n; j++) row[j] = (j <= i ? from[i * ld + j] : from[j * ld + i]) * scale;
        } else if (f & GPU__LA_TRANSPOSED) {
            for (size_t j = 0; j < s->n; j++) row[j] = from[j * ld + i] * scale;
        } else {
            for (size_t j = 0; j < s->n; j++) row[j] = from[i * ld + j] * scale;
        }
        if (f & GPU__LA_LOWER)
            for (size_t j = i + 1; j < s->n; j++) row[j] = 0;
        if (f & GPU__LA_UPPER)
            for (size_t j = 0; j < (i < s->n ? i : s->n); j++) row[j] = 0;
        if (f & GPU__LA_CHECKED)
            for (size_t j = 0; j < s->n; j++) beyond |= !(GPU__LA_ABS(T, row[j]) <= limit);
        if (beyond)
            for (size_t j = 0; j < s->n; j++) wrong |= !GPU__LA_FINITE(T, row[j]);
        for (size_t j = 0; j < s->n && !plain && s->x[3].p; j++) plain |= GPU__LA_ABS(T, row[j]) >= GPU__LA_PLAIN(T);
        if (f & (GPU__LA_UNIT | GPU__LA_IDENTITY) && i < s->n) row[i] = 1;
    }
#endif
    if (wrong) GPU__LA_REPORT(s->info + z / s->per_info, GPU__LA_NOT_FINITE);
    if (s->x[3].p) {
        const T level = GPU__LA_MAX((T)(beyond ? 2 : plain && !(f & GPU__LA_BESIDE)));
        if (GPU__LA_THREAD == 0) GPU__LA_AT(T, s, 3, z)[block] = level;
    }
}
static inline void gpu__la_copy_by_T(gpu__la *la, gpu__la_step s, int flag)
{
    s.flag = flag;
    s.k = gpu__la_copied_rows(la, s.n);
    GPU__LA_RUN(la, gpu__la_copy_T, &s, gpu__ceil_div(s.m, s.k), la->batch, s.m * s.n <= 64 ? 64 : GPU__LA_THREADS,
                s.m * s.n * la->batch)
}
static inline void gpu__la_copied_T(gpu__la *la, gpu__la_view to, gpu__la_view from, size_t m, size_t n, int flag,
                                    const T *scale, int *info)
{
    if (to.p == from.p && !(flag & ~GPU__LA_CHECKED) && !(flag && info)) return;
    gpu__la_step s = GPU__LA_STEP_ON(m, n, info, to, from, gpu__la_view_of((void *)(uintptr_t)scale, 1, 1));
    s.number = 1;
    gpu__la_copy_by_T(la, s, flag);
}
/* For a matrix of n rows and columns, and k columns beside it. */
static inline gpu__la_gauge gpu__la_gauge_of_T(gpu__la *la, size_t n, size_t k)
{
    gpu__la_gauge g;
    const size_t blocks =
        gpu__ceil_div(n, gpu__la_copied_rows(la, n)) + (k ? gpu__ceil_div(n, gpu__la_copied_rows(la, k)) : (size_t)0);
    g.level = gpu__la_space_T(la, 1, blocks);
    g.scale = gpu__la_take(la, la->batch * sizeof(T));
    g.back = gpu__la_take(la, la->batch * sizeof(T));
    g.first = g.blocks = 0;
    g.n = n;
    return g;
}
/* Copies g->n rows, checks them, and notes their level. */
static inline void gpu__la_gauged_T(gpu__la *la, gpu__la_gauge *g, gpu__la_view to, gpu__la_view from, size_t n,
                                    int flag, int *info)
{
    gpu__la_step s = GPU__LA_STEP_ON(g->n, n, info, to, from);
    s.x[3] = gpu__la_move_T(g->level, 0, g->blocks);
    s.number = flag & GPU__LA_BESIDE ? (double)GPU__LA_BESIDE_ROOM(T) : gpu__la_room(g->n);
    gpu__la_copy_by_T(la, s, flag | GPU__LA_CHECKED);
    g->blocks += gpu__ceil_div(g->n, gpu__la_copied_rows(la, n));
    if (!(flag & GPU__LA_BESIDE)) g->first = g->blocks;
}
/* Multiplies x[0], 32 rows a block, by the scales that the k levels x[1] ask for, of which the first `at` are the
   matrix's: its columns, m, by that which block 0 leaves in x[2], and those beside it, or all if `flag`, also by the
   reciprocal of what it leaves in x[3]. */
GPU__LA_STEP(gpu__la_rescale_T)
{
    const T *const level = GPU__LA_AT(T, s, 1, z);
    const size_t first = block * 32, last = s->m - first < 32 ? s->m : first + 32;
    T most = 0, beside = 0, scale, also;
    GPU__LA_EACH (i, 0, s->at) most = level[i] > most ? level[i] : most;
    GPU__LA_EACH (i, s->at, s->k) beside = level[i] > beside ? level[i] : beside;
    most = GPU__LA_MAX(most);
    beside = GPU__LA_MAX(beside);
    scale = most < 1 ? GPU__LA_RAISE(T) : most > 1 ? (T)s->number : (T)1;
    also = beside > 1 ? GPU__LA_BESIDE_ROOM(T) : (T)1;
    if (block == 0 && GPU__LA_THREAD == 0) {
        GPU__LA_AT(T, s, 2, z)[0] = scale;
        GPU__LA_AT(T, s, 3, z)[0] = 1 / also;
    }
    if (scale == 1 && also == 1) return;
    GPU__LA_ROWS (i, first, last)
        GPU__LA_COLS (j, 0, s->n) {
            GPU__LA_AT(T, s, 0, z)[i * s->x[0].ld + j] *= j < s->m && !s->flag ? scale : scale * also;
        }
}
/* Scales n columns of what was copied; `beside`: they are all of the right-hand side. The CPU looks first whether it
   has to. */
static inline void gpu__la_rescaled_T(gpu__la *la, const gpu__la_gauge *g, gpu__la_view a, size_t n, int beside)
{
    const T *const level = (const T *)g->level.p;
    int needed = la->on_gpu || la->measuring;
    for (size_t i = 0; i < la->batch * g->blocks && !needed; i++)
        needed = level[i / g->blocks * g->level.stride + i % g->blocks] != (T)(i % g->blocks < g->first);
    for (size_t i = 0; i < la->batch && !needed; i++) ((T *)g->scale)[i] = ((T *)g->back)[i] = 1;
    if (!needed) return;
    gpu__la_step s =
        GPU__LA_STEP_ON(g->n, n, NULL, a, g->level, gpu__la_view_of(g->scale, 1, 1), gpu__la_view_of(g->back, 1, 1));
    s.k = g->blocks;
    s.at = g->first;
    s.flag = beside;
    s.number = gpu__la_room(g->n);
    GPU__LA_RUN(la, gpu__la_rescale_T, &s, gpu__ceil_div(g->n, 32), la->batch, g->n <= 32 ? 32 : GPU__LA_THREADS,
                g->blocks * la->batch)
}
/* Divides U of the LU factors x[0] by the scale x[1], 32 rows a block. */
GPU__LA_STEP(gpu__la_unscale_u_T)
{
    const T by = 1 / GPU__LA_AT(T, s, 1, z)[0];
    const size_t first = block * 32, last = s->n - first < 32 ? s->n : first + 32;
    if (by == 1) return;
    GPU__LA_ROWS (i, first, last) {
        T *const row = GPU__LA_AT(T, s, 0, z) + i * s->x[0].ld;
        GPU__LA_COLS (j, i, s->n) {
            row[j] *= by;
            if (!GPU__LA_FINITE(T, row[j])) GPU__LA_REPORT(s->info + z, GPU__LA_NOT_FINITE);
        }
    }
}
/* The power of two that scales a number of this size to about 1. Neither it nor its reciprocal overflows, or is below
   the smallest normal number. */
GPU__LIFTED_FN T gpu__la_scale_for_T(T most)
{
    const int top = sizeof(T) == 4 ? 126 : 1022;
    int e = 0;
    if (most > 0) (void)frexp((double)most, &e);
    return (T)ldexp(1.0, e > top ? -top : e < -top + 1 ? top - 1 : -e);
}
/* x[1][block] = the largest absolute value of k rows of x[0], or infinity if an element is not finite. */
GPU__LA_STEP(gpu__la_largest_T)
{
    const T *const a = GPU__LA_AT(T, s, 0, z);
    const size_t first = block * s->k, last = s->m - first < s->k ? s->m : first + s->k;
    T most = 0;
    int wrong = 0;
    GPU__LA_ROWS (i, first, last)
        GPU__LA_COLS (j, 0, s->n) {
            const T v = GPU__LA_ABS(T, a[i * s->x[0].ld + j]);
            most = v > most ? v : most;
            wrong |= !(v <= GPU__LA_HUGE(T));
        }
    most = GPU__LA_MAX(wrong ? (T)INFINITY : most);
    if (GPU__LA_THREAD == 0) GPU__LA_AT(T, s, 1, z)[block] = most;
}
/* x[1] = the power of two that scales the largest of k numbers of x[0] to about 1. */
GPU__LA_STEP(gpu__la_scale_T)
{
    const T *const part = GPU__LA_AT(T, s, 0, z);
    T most = 0;
    GPU__LA_EACH (i, 0, s->k) most = part[i] > most ? part[i] : most;
    most = GPU__LA_MAX(most);
    if (GPU__LA_THREAD) return;
    if (!(most <= GPU__LA_HUGE(T))) {
        GPU__LA_REPORT(s->info + z / s->per_info, GPU__LA_NOT_FINITE);
        most = 1;
    }
    GPU__LA_AT(T, s, 1, z)[0] = gpu__la_scale_for_T(most);
}
static inline T *gpu__la_scale_of_T(gpu__la *la, gpu__la_view a, size_t m, size_t n, int *info)
{
    const size_t rows = (la->on_gpu ? 4096 : 32768) / n + 1, blocks = gpu__ceil_div(m, rows);
    T *const scale = (T *)gpu__la_take(la, la->batch * sizeof(T));
    const gpu__la_view part = gpu__la_space_T(la, 1, blocks);
    gpu__la_step s = GPU__LA_STEP_ON(m, n, NULL, a, part);
    s.k = rows;
    GPU__LA_RUN(la, gpu__la_largest_T, &s, blocks, la->batch, m * n <= 64 ? 32 : GPU__LA_THREADS, m * n * la->batch)
    s.x[0] = part;
    s.x[1] = gpu__la_view_of(scale, 1, 1);
    s.k = blocks;
    s.info = info;
    GPU__LA_RUN(la, gpu__la_scale_T, &s, 1, la->batch, blocks <= 32 ? 32 : GPU__LA_THREADS, blocks * la->batch)
    return scale;
}
#ifndef __CUDA_ARCH__
/* The sum of the elements of a vector, given as an array. */
GPU__LIFTED_FN T gpu__la_total_T(const void *vector)
{
    T lane[GPU__LA_VECTOR_BYTES / sizeof(T)], sum = 0;
    memcpy(lane, vector, GPU__LA_WIDE(T) * sizeof *lane);
    for (size_t l = 0; l < GPU__LA_WIDE(T); l++) sum += lane[l];
    return sum;
}
#endif
/* The dot product of two rows, by the lanes of a warp. */
GPU__LIFTED_FN T gpu__la_dot_T(const T *x, const T *y, size_t n)
{
#ifdef __CUDA_ARCH__
    T sum = 0;
    GPU__LA_COLS (i, 0, n) sum += x[i] * y[i];
    return GPU__LA_WARP_SUM(sum);
#else
    size_t i;
    GPU__LA_VECTOR(T, vector);
    vector sum[4] = {{0}}, p, q;
    T rest = 0;
    for (i = 0; i + 4 * GPU__LA_WIDE(T) <= n; i += 4 * GPU__LA_WIDE(T))
        for (size_t l = 0; l < 4; l++) {
            memcpy(&p, x + i + l * GPU__LA_WIDE(T), sizeof p);
            memcpy(&q, y + i + l * GPU__LA_WIDE(T), sizeof q);
            sum[l] += p * q;
        }
    for (; i + GPU__LA_WIDE(T) <= n; i += GPU__LA_WIDE(T)) {
        memcpy(&p, x + i, sizeof p);
        memcpy(&q, y + i, sizeof q);
        sum[0] += p * q;
    }
    for (; i < n; i++) rest += x[i] * y[i];
    sum[0] = (sum[0] + sum[1]) + (sum[2] + sum[3]);
    return rest + gpu__la_total_T(sum);
#endif
}
/* w[c] = the sum of v[r * ld] * a[r * ld + c], by all threads; n is at most 32, and v[0] is taken as 1. */
GPU__LIFTED_FN void gpu__la_column_dots_T(T *w, const T *v, const T *a, size_t ld, size_t m, size_t n)
{
    size_t c;
#ifdef __CUDA_ARCH__
    __shared__ T part[32][33];
    T sum = 0;
    c = GPU__LA_LANE;
    if (c < n)
        GPU__LA_ROWS (r, 0, m) sum += (r ? v[r * ld] : (T)1) * a[r * ld + c];
    part[GPU__LA_WARP][c] = sum;
    __syncthreads();
    if (GPU__LA_WARP == 0 && c < n) {
        for (size_t r = 1; r < GPU__LA_WARPS; r++) sum += part[r][c];
        w[c] = sum;
    }
    __syncthreads();
#else
    for (c = 0; c < n; c++) w[c] = a[c];
    for (size_t r = 1; r < m; r++) GPU__LA_NO_ALIAS for (c = 0; c < n; c++) w[c] += v[r * ld] * a[r * ld + c];
#endif
}
#endif
