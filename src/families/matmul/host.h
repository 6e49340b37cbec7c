/* Matrix multiplication. In names, matmul is C = alpha A B + beta C in any form, and matmul_cpu is the CPU's code for
   it; tensor is the code for bf16, f16 and tf32 on tensor cores, and mma and wgmma are the instructions of the tensor
   cores. gemm is only in the public names of the general form. One description serves both backends, the spec in the
   job's detail. It is normalised: leading dimensions are filled in, alpha and beta are rounded to the type of the
   computation, k and alpha are both 0 if one of them is, and strides are 0 if the batch is 1. out is C. in[0] is C as
   well if C is read or has gaps between its rows. in[1] and in[2] are A and B, empty if k is 0. */
enum { GPU__MATMUL_F32, GPU__MATMUL_F64, GPU__MATMUL_TF32, GPU__MATMUL_BF16, GPU__MATMUL_F16 };
static inline size_t gpu__matmul_size(int precision) /* bytes of an element */
{
    return precision == GPU__MATMUL_F64 ? 8 : precision == GPU__MATMUL_BF16 || precision == GPU__MATMUL_F16 ? 2 : 4;
}

/* ---- the tiles of the GPU's kernels: rows and columns of C, and depth along k. FLAT_F64 is for C
   or its transpose. ---- */
#define GPU__TILE_{LARGE|MIDDLE|SMALL|FLAT}_F32 {128, 256, 16|64, 64, 16|64, 64, 16|64, 128, 4}
#define GPU__TILE_{LARGE|MIDDLE|SMALL|FLAT}_F64 {128, 128, 16|64, 64, 16|64, 64, 16|32, 128, 16}

/* ---- the plan of a GPU: the kind of tiles, and the number of splits of k. Plan and order of each sum depend on the
   shape only: the costs are those of a GPU with GPU__MATMUL_PROCESSORS multiprocessors, whatever GPU runs it. ---- */
enum {
    GPU__MATMUL_LARGE_TILES,
    GPU__MATMUL_MIDDLE_TILES, /* for floats with up to 512 columns only if C can be accessed 16 bytes at a time */
    GPU__MATMUL_SMALL_TILES,
    GPU__MATMUL_FLAT_TILES, /* for doubles: few rows or columns; for floats: small k */
    GPU__MATMUL_THIN,
    GPU__MATMUL_SMALL_MATRICES,
    GPU__MATMUL_MATVEC,         /* a plain matrix times a plain vector: the kernel of gpu_matvec */
    GPU__MATMUL_THIN_MOST = 32, /* a matrix is thin up to this number of rows or columns */
    GPU__MATMUL_THIN_MOST_F64 = 4,
    GPU__MATMUL_THIN_ROWS = 128,  /* rows of the large operand for each block, if it is thin */
    GPU__MATMUL_PROCESSORS = 132, /* of an H100 or H200 */
    GPU__MATMUL_SPLIT_DEPTH = 64  /* minimum depth of a split: a multiple of every tile's depth */
};
typedef struct gpu__matmul_plan {
    int tiles;
    size_t splits, split_k;
    /* Not 0: A or B is transposed into the workspace, to rows of this pitch; copied is the size of these copies. */
    size_t pitch_a, pitch_b, copied_a, copied_b;
} gpu__matmul_plan;
/* An estimate of the clock cycles that a kind of tiles takes, from measurements on an H200. A multiprocessor can do 128
   multiply-adds in a cycle; `share` is the fraction of that which a kernel reaches with 1, 2, 3 or more tiles at a
   time. The start and the end of a tile's pipeline cost as much as `edge` terms. Another kernel adds the sums of the
   splits, at the bandwidth of the cache. */
static inline double gpu__matmul_cost(const gpu_gemm_spec *g, int precision, int tiles, size_t splits)
{
    static const struct {
        double m, n, depth, edge, share[4]; /* for 1, 2, 3 and more tiles on a multiprocessor */
    } kind[2][4] = {{{GPU__TILE_LARGE_F32, 37, {.74, .74, .74, .74}},
                     {GPU__TILE_MIDDLE_F32, 11, {.3, .56, .6, .62}},
                     {GPU__TILE_SMALL_F32, 19, {.43, .51, .57, .61}},
                     {GPU__TILE_FLAT_F32, 12, {.3, .5, .6, .65}}},
                    {{GPU__TILE_LARGE_F64, 35, {.88, .88, .88, .88}},
                     {GPU__TILE_MIDDLE_F64, 13, {.3, .55, .7, .78}},
                     {GPU__TILE_SMALL_F64, 13, {.1, .2, .2, .2}},
                     {GPU__TILE_FLAT_F64, 13, {.15, .3, .4, .5}}}};
    const int wide = precision == GPU__MATMUL_F64, transposed = wide && tiles == GPU__MATMUL_FLAT_TILES && g->n < g->m;
    const double m = transposed ? (double)g->n : (double)g->m, n = transposed ? (double)g->m : (double)g->n;
    const double high = kind[wide][tiles].m, broad = kind[wide][tiles].n, depth = kind[wide][tiles].depth;
    const double count = ceil(m / high) * ceil(n / broad) * (double)g->batch * (double)splits;
    const double each = ceil(count / (double)GPU__MATMUL_PROCESSORS),
                 k = ceil((double)g->k / (double)splits / depth) * depth;
    const double share = kind[wide][tiles].share[each < 4 ? (int)each - 1 : 3];
    const double join =
        splits < 2 ? 0 : 5000 + m * n * (double)g->batch * (double)(2 * splits + 1) * (wide ? 8 : 4) / 2800;
    return each * high * broad * (k + kind[wide][tiles].edge) / (128 * share) + join;
}
/* Whether the matrices are small: a block loads them in one or a few steps. It computes several of the smallest, so
   long sums of these are left to others unless there are many. */
static inline int gpu__matmul_is_small(const gpu_gemm_spec *g)
{
    const int few = g->batch < GPU__MATMUL_PROCESSORS || g->batch * g->m * g->n < GPU__MATMUL_PROCESSORS * 256;
    return g->m <= 32 && g->n <= 32 && g->k <= (few ? 64 : 512);
}
/* The number of splits for few rows or columns: it gives each multiprocessor two blocks of GPU__MATMUL_THIN_ROWS rows
   of the large operand. */
static inline size_t gpu__matmul_thin_splits(const gpu_gemm_spec *g)
{
    const size_t tiles = gpu__ceil_div(g->m < g->n ? g->n : g->m, GPU__MATMUL_THIN_ROWS),
                 most = g->k / GPU__MATMUL_SPLIT_DEPTH;
    const size_t blocks = 2 * GPU__MATMUL_PROCESSORS / g->batch, splits = tiles > blocks ? 1 : blocks / tiles;
    return splits < most ? splits : most ? most : 1;
}
static inline int gpu__matmul_suits(const gpu_gemm_spec *g, int precision, int tiles)
{
    if (precision == GPU__MATMUL_F64)
        return tiles != GPU__MATMUL_FLAT_TILES || g->m <= GPU__MATMUL_THIN_MOST || g->n <= GPU__MATMUL_THIN_MOST;
    if (tiles == GPU__MATMUL_MIDDLE_TILES) return g->n % 4 == 0 || g->n > 512;
    return tiles != GPU__MATMUL_FLAT_TILES || (g->k <= 28 && g->n > 64);
}
/* The kernel with large tiles of floats reads plain operands only. A transposed one is first transposed into the
   workspace, as `rows` rows of `cols` elements for each of the matrices, which takes 2 to 6 % of the time. If it has
   more than 16 GiB, it is read as it is stored, by smaller tiles. */
static inline void gpu__matmul_plan_copy(size_t rows, size_t cols, size_t matrices, size_t *pitch, size_t *bytes)
{
    const size_t size = sizeof(float), most = (SIZE_MAX >> 30) / size, padded = gpu__ceil_div(cols, 4) * 4;
    if (padded > most / rows || matrices > most / rows / padded || matrices > 65535) return;
    *pitch = padded;
    *bytes = gpu__ceil_div(matrices * rows * padded * size, 256) * 256;
}
/* Chooses the tiles and splits of the lowest cost. */
static inline gpu__matmul_plan gpu__matmul_plan_of(const gpu_gemm_spec *g, int precision)
{
    const size_t few = g->m < g->n ? g->m : g->n;
    gpu__matmul_plan best = {GPU__MATMUL_SMALL_MATRICES, 1, 0, 0, 0, 0, 0};
    double least = HUGE_VAL;
    if (gpu__matmul_is_small(g)) return best;
    if (g->k > 32 && few <= (precision == GPU__MATMUL_F32 ? GPU__MATMUL_THIN_MOST : GPU__MATMUL_THIN_MOST_F64)) {
        best.tiles = GPU__MATMUL_THIN;
        best.splits = gpu__matmul_thin_splits(g);
    } else
        for (int tiles = GPU__MATMUL_LARGE_TILES; tiles <= GPU__MATMUL_FLAT_TILES; tiles++) {
            if (!gpu__matmul_suits(g, precision, tiles)) continue;
            for (size_t splits = 1; splits == 1 || (splits <= 512 && g->k / splits >= GPU__MATMUL_SPLIT_DEPTH);
                 splits *= 2) {
                const double cost = gpu__matmul_cost(g, precision, tiles, splits);
                if (cost < least) {
                    least = cost;
                    best.tiles = tiles;
                    best.splits = splits;
                }
            }
        }
    best.split_k = gpu__ceil_div(gpu__ceil_div(g->k, best.splits), GPU__MATMUL_SPLIT_DEPTH) * GPU__MATMUL_SPLIT_DEPTH;
    if (precision == GPU__MATMUL_F32 && best.tiles == GPU__MATMUL_LARGE_TILES) {
        if (g->transpose_a)
            gpu__matmul_plan_copy(g->m, g->k, g->stride_a ? g->batch : 1, &best.pitch_a, &best.copied_a);
        if (g->transpose_b)
            gpu__matmul_plan_copy(g->k, g->n, g->stride_b ? g->batch : 1, &best.pitch_b, &best.copied_b);
    }
    return best;
}

/* The CPU's plan of a multiplication: see families/matmul/cpu.h. */
#define GPU__MATMUL_CPU_FORMALS                                                                                        \
    char *out, size_t pitch, const char *a, size_t row, size_t step, size_t rows, const char *b, size_t next,          \
        size_t k, size_t width
typedef void gpu__matmul_cpu_kernel(GPU__MATMUL_CPU_FORMALS);
typedef struct gpu__matmul_cpu_plan {
    size_t m, n, k, a_row, a_col, b_row, b_col, c_row, c_col, stride_a, stride_b;
    int transposed;         /* C^T = B^T A^T is computed */
    int kind;               /* of kernel */
    int direct_a, direct_b; /* read in place, without packing */
    int straight;           /* the kernel stores sums directly to C, or to the buffer that is rounded to C */
    int slim;               /* C is one tile wide, A is not packed, and k is small */
    gpu__matmul_cpu_kernel *kernel;
    int precision, level;
    size_t element, size;           /* bytes of an element, and of the type of the computation */
    size_t lanes, high;             /* lanes of a vector; rows of one call of the kernel */
    size_t depth, columns;          /* of a panel */
    size_t units, blocks;           /* number of tasks: units of rows times blocks of columns */
    size_t a_bytes, b_bytes, bytes; /* memory of each thread: for packed elements, and in all */
} gpu__matmul_cpu_plan;
/* The detail of a multiplication's job: the spec, the plan of the backend that runs it, and how it was called. */
typedef struct gpu__matmul_detail {
    gpu_gemm_spec spec;
    union {
        gpu__matmul_cpu_plan cpu;
        gpu__matmul_plan gpu; /* for float and double */
        gpu__tensor_plan tensor_cores;
    } plan;
    int precision;
    void (*cpu)(gpu__job *j, struct gpu__matmul_detail *d);
} gpu__matmul_detail;
static inline const gpu__matmul_detail *gpu__matmul_detail_of(const gpu__job *j)
{
    return (const gpu__matmul_detail *)j->detail;
}
/* Makes the plan of a GPU. Returns the bytes of workspace: for the sums of the splits, and on tensor cores for copies
   of operands whose rows are not aligned. */
static inline size_t gpu__matmul_plan_gpu(gpu__matmul_detail *d, int precision)
{
    const gpu_gemm_spec *const g = &d->spec;
    gpu__matmul_plan *const plan = &d->plan.gpu;
    if (precision != GPU__MATMUL_F32 && precision != GPU__MATMUL_F64) {
        d->plan.tensor_cores = gpu__tensor_plan_of(g, gpu__matmul_size(precision));
        return d->plan.tensor_cores.bytes;
    }
    if (g->n == 1 && g->batch == 1 && g->alpha == 1 && g->beta == 0 && !g->transpose_a && g->lda == g->k &&
        (g->transpose_b || g->ldb == 1) && g->ldc == 1) {
        plan->tiles = GPU__MATMUL_MATVEC;
        return gpu__row_parts(g->k) * g->m * sizeof(double);
    }
    *plan = gpu__matmul_plan_of(g, precision);
    return plan->copied_a + plan->copied_b +
           (plan->splits > 1 ? g->batch * g->m * g->n * plan->splits * gpu__matmul_size(precision) : 0);
}
static GPU__HOST_DEVICE inline void gpu__matmul_plain_spec(gpu_gemm_spec *g, size_t m, size_t n, size_t k)
{
    g->m = m;
    g->n = n;
    g->k = k;
    g->transpose_a = g->transpose_b = 0;
    g->alpha = 1;
    g->beta = 0;
    g->batch = 1;
    g->lda = g->ldb = g->ldc = g->stride_a = g->stride_b = g->stride_c = 0;
}
GPU_FN inline gpu_gemm_spec gpu_gemm_of(size_t m, size_t n, size_t k)
{
    gpu_gemm_spec g;
    gpu__matmul_plain_spec(&g, m, n, k);
    return g;
}

/* ---- from a spec to a job ---- */
/* The operands as they are stored: 0 is A, 1 is B, 2 is C. */
typedef struct gpu__stored {
    size_t rows, cols, ld, stride;
} gpu__stored;
static inline gpu__stored gpu__matmul_stored(const gpu_gemm_spec *g, int which)
{
    const int transposed = which < 2 && (which ? g->transpose_b : g->transpose_a);
    const size_t rows = which == 1 ? g->k : g->m, cols = which ? g->n : g->k;
    gpu__stored x;
    x.rows = transposed ? cols : rows;
    x.cols = transposed ? rows : cols;
    x.ld = !which ? g->lda : which == 1 ? g->ldb : g->ldc;
    x.stride = !which ? g->stride_a : which == 1 ? g->stride_b : g->stride_c;
    return x;
}
/* The number of elements from the first of `batch` matrices to the end of the last; SIZE_MAX as of a product. */
static inline size_t gpu__matmul_span(const gpu__stored *x, size_t batch)
{
    const size_t most = (size_t)PTRDIFF_MAX / 8, rows = gpu__product(x->rows - 1, x->ld),
                 matrices = gpu__product(batch - 1, x->stride);
    const size_t before = rows > most || matrices > most ? SIZE_MAX : rows + matrices;
    return before > most || x->cols > most - before ? SIZE_MAX : before + x->cols;
}
/* Checks the numbers that do not depend on arrays, and fills in leading dimensions that are 0. */
static inline gpu_status gpu__matmul_check_spec(const char *call, gpu_gemm_spec *g)
{
    size_t *const ld[] = {&g->lda, &g->ldb, &g->ldc};
    for (int k = 0; k < 3; k++) {
        const int transposed = k == 0 ? g->transpose_a : k == 1 ? g->transpose_b : 0;
        const size_t cols = gpu__matmul_stored(g, k).cols;
        if (transposed & ~1)
            return gpu__refuse(call, "transpose_%c is %d; expected 0, or 1 for the transpose", "abc"[k], transposed);
        if (!*ld[k]) *ld[k] = cols;
        if (*ld[k] < cols)
            return gpu__refuse(call,
                               "ld%c is %zu, and a stored row of %c has %zu elements; expected at least that, or 0 for "
                               "contiguous rows",
                               "abc"[k], *ld[k], "abc"[k], cols);
    }
    if (!g->batch) return gpu__refuse(call, "batch is 0; expected at least 1: begin with gpu_gemm_of(m, n, k)");
    return GPU_OK;
}
/* The matrices of C must not overlap: they follow each other, or are beside each other in the same rows. */
static inline gpu_status gpu__matmul_check_batch(const char *call, const gpu_gemm_spec *g)
{
    const gpu__stored c = gpu__matmul_stored(g, 2);
    const size_t matrix = g->batch < 2 ? 0 : gpu__matmul_span(&c, 1);
    if (c.stride >= matrix) return GPU_OK;
    if (c.stride >= c.cols && g->batch - 1 <= (c.ld - c.cols) / c.stride) return GPU_OK;
    return gpu__refuse(call,
                       "stride_c is %zu and each of the %zu matrices of c takes %zu elements; expected at least that, "
                       "so that they do not overlap",
                       c.stride, g->batch, matrix);
}
/* Whether C has an element in common with input k. Blocks with the same leading dimension are rectangles: the second
   one begins some rows and columns after the first, and columns beyond the end of a row continue in the next row. */
static inline int gpu__matmul_overlaps(const gpu__job *j, int k)
{
    const uintptr_t p = (uintptr_t)j->out, q = (uintptr_t)j->in[k].p, apart = p < q ? q - p : p - q;
    const gpu_gemm_spec *const g = &gpu__matmul_detail_of(j)->spec;
    if (!j->in[k].count || apart >= (p < q ? j->out_count : j->in[k].count) * j->out_size) return 0;
    gpu__stored first = gpu__matmul_stored(g, p < q ? 2 : k - 1);
    gpu__stored second = gpu__matmul_stored(g, p < q ? k - 1 : 2);
    if (g->batch > 1 || first.ld != second.ld || apart % j->out_size) return 1;
    const size_t row = apart / j->out_size / first.ld;
    const size_t col = apart / j->out_size % first.ld;
    return (row < first.rows && col < first.cols) || (row + 1 < first.rows && col + second.cols > first.ld);
}
/* Adds the arrays to the job, with the number of elements that are read or written in each. */
static inline gpu_status gpu__matmul_arrays(gpu__job *j, void *c, const void *a, const void *b)
{
    static const char *const name[] = {"c", "a", "b"};
    const void *const at[] = {c, a, b};
    const gpu_gemm_spec *const g = &gpu__matmul_detail_of(j)->spec;
    int k;
    for (k = 0; k < (g->k ? 3 : 1); k++) {
        const gpu__stored x = gpu__matmul_stored(g, (k + 2) % 3);
        const size_t span = gpu__matmul_span(&x, g->batch);
        if (span == SIZE_MAX)
            return gpu__refuse(j->name,
                               "%s: %zu by %zu elements, rows %zu apart, matrices %zu apart, are " GPU__TOO_LARGE,
                               name[k], x.rows, x.cols, x.ld, x.stride);
        gpu__job_in(j, k, name[k], at[k], span, j->out_size);
    }
    for (; k < 3; k++) gpu__job_in(j, k, name[k], at[k], 0, j->out_size);
    j->out_count = j->in[0].count;
    if (g->beta == 0 && j->out_count == g->batch * g->m * g->n) j->in[0].count = 0;
    for (k = 1; k < 3; k++)
        if (c && a && b && gpu__matmul_overlaps(j, k))
            return gpu__refuse(j->name,
                               "c and %s overlap; expected separate matrices or, without a batch, disjoint blocks of "
                               "one matrix with the same leading dimension",
                               name[k]);
    return GPU_OK;
}
/* Makes a multiplication a job, from the spec in the detail, and calls it; for every precision. `cpu` makes the CPU's
   plan and adds its code to the job; if the current device is a GPU, its plan is made instead. */
static inline gpu_status gpu__matmul_call(gpu__matmul_detail *d, const char *name, int precision, void *c,
                                          const void *a, const void *b, void (*cpu)(gpu__job *j, gpu__matmul_detail *d),
                                          gpu__job_device *device)
{
    gpu_gemm_spec *const g = &d->spec;
    gpu__job j;
    gpu_status s;
#ifdef GPU_TAPE
    gpu__tape_rule(gpu__product_back, GPU__Y | GPU__A | (precision == GPU__MATMUL_F16 ? GPU__F16 : 0));
#endif
    d->precision = precision;
    d->cpu = cpu;
    gpu__job_of(&j, name, c, 0, gpu__matmul_size(precision), 0);
    gpu__job_detail(&j, d, sizeof *d);
    if (precision != GPU__MATMUL_F64) {
        g->alpha = (double)(float)g->alpha;
        g->beta = (double)(float)g->beta;
    }
    if (g->alpha == 0 || !g->k) {
        g->alpha = 0;
        g->k = 0;
    }
    if (g->batch == 1) g->stride_a = g->stride_b = g->stride_c = 0;
    if ((s = gpu__matmul_check_spec(name, g)) || !g->m || !g->n) return s ? s : gpu__job_call(&j);
    if ((s = gpu__matmul_arrays(&j, c, a, b)) || (s = gpu__matmul_check_batch(name, g))) return s;
    j.out_name = "c";
    j.inputs = 3;
    j.in_place = GPU__JOB_UPDATES;
    j.flag = GPU__JOB_NO_OVERLAP;
    j.work = gpu__product(g->batch * g->m * g->n, g->k ? g->k : 1);
    j.device = device;
    if (gpu__current_is_cpu()) cpu(&j, d);
    else if (device) j.space = gpu__matmul_plan_gpu(d, precision);
    return gpu__job_call(&j);
}
#ifdef GPU_TAPE
/* The gradient of in[k], the stored matrix A (k = 1) or B (2) of C = alpha op(A) op(B) + beta C, where op transposes or
   not: that of op(A) is alpha g op(B)', that of op(B) is alpha op(A)' g, and a stored transpose changes the factors. A
   matrix that all of a batch share gets the sum of its gradients, one after the other. All are products in the
   precision of C. */
static inline gpu_status gpu__back_to_factor(gpu__step *s, const gpu__matmul_detail *d, int k)
{
    const gpu_gemm_spec *const p = &d->spec;
    const gpu__stored x = gpu__matmul_stored(p, k - 1), y = gpu__matmul_stored(p, 2 - k); /* y: the other factor */
    const int is_a = k == 1, flip = is_a ? p->transpose_a : p->transpose_b;
    const size_t size = s->call->out_size, bytes = s->call->in[k].count * size;
    const int shared = p->batch > 1 && !x.stride, other_flip = is_a ? p->transpose_b : p->transpose_a;
    const char *other = (const char *)gpu__kept(s, 3 - k), *g = (const char *)s->g;
    const int g_first = is_a != flip;
    gpu__matmul_detail q = *d;
    void *const to = gpu__into(s, k);
    gpu_status e = s->failed;
    if (e || !to) return e;
    q.spec = gpu_gemm_of(x.rows, x.cols, is_a ? p->n : p->m);
    q.spec.alpha = p->alpha;
    q.spec.transpose_a = g_first ? !is_a : is_a == other_flip;
    q.spec.transpose_b = g_first ? is_a != other_flip : is_a;
    q.spec.lda = g_first ? p->ldc : y.ld;
    q.spec.ldb = g_first ? y.ld : p->ldc;
    q.spec.ldc = x.ld;
    q.spec.batch = shared ? 1 : p->batch;
    if (q.spec.batch > 1) {
        q.spec.stride_a = g_first ? p->stride_c : y.stride;
        q.spec.stride_b = g_first ? y.stride : p->stride_c;
        q.spec.stride_c = x.stride;
    }
    if (bytes != x.rows * x.cols * q.spec.batch * size) e = gpu_set(to, 0, bytes); /* gaps */
    for (size_t i = 0; i < (shared ? p->batch : 1) && !e; i++) {
        e = gpu__matmul_call(&q, "gpu_backward", d->precision, to, g_first ? g : other, g_first ? other : g, d->cpu,
                             s->call->device);
        q.spec.beta = 1;
        g += p->stride_c * size;
        other += y.stride * size;
    }
    return e;
}
static inline gpu_status gpu__product_back(gpu__step *s)
{
    gpu__matmul_detail d = *gpu__matmul_detail_of(s->call);
    gpu_status e = GPU_OK;
    if (s->call->out_count != d.spec.batch * d.spec.m * d.spec.n)
        return gpu__refuse("gpu_backward", "gpu_gemm with gaps in c has no derivative; multiply into an array of its "
                                           "own");
    for (int k = 1; k < 3 && !e; k++)
        if (s->call->in[k].count) e = gpu__back_to_factor(s, &d, k);
    if (e || !s->call->in[0].count || d.spec.beta == 1) return e || !s->call->in[0].count ? e : gpu__pass(s, 0);
    void *const to = gpu__into(s, 0);
    if (!to) return s->failed;
    d.spec.alpha = 0; /* beta g */
    e = gpu_copy_async(to, s->g, s->call->out_count * s->call->out_size);
    return e ? e : gpu__matmul_call(&d, "gpu_backward", d.precision, to, to, to, d.cpu, s->call->device);
}
#endif

/* ---- the 16-bit types: the conversions use selections instead of branches, so that loops over them vectorise ---- */
GPU__LIFTED_FN uint16_t gpu__bf16_bits(float x)
{
    const uint32_t b = gpu__bits32(x), rounded = (b + 0x7fff + (b >> 16 & 1)) >> 16;
    return (uint16_t)((b & 0x7fffffff) > 0x7f800000 ? b >> 16 | 0x40 : rounded);
}
GPU__LIFTED_FN float gpu__bf16_value(uint16_t h) { return gpu__float32((uint32_t)h << 16); }
/* |x|, replaced by infinity if it is too large, is added to a power of two whose last bit has the value of f16's last
   bit at x, at least 2^-24; so the sum is rounded as f16 is. */
GPU__LIFTED_FN uint16_t gpu__f16_bits(float x)
{
    const uint32_t b = gpu__bits32(x), u = b & 0x7fffffff, exponent = b & 0x7f800000;
    const float scaled = gpu__float32(u) * 5.192296858534828e33f /* 2^112 */ * 7.703719777548943e-34f /* 2^-110 */;
    const uint32_t sum =
        gpu__bits32(gpu__float32((exponent > 0x38800000 ? exponent : 0x38800000) + 0x07800000) + scaled);
    const uint32_t bits = (sum >> 13 & 0x7c00) + (sum & 0xfff);
    return (uint16_t)((u > 0x7f800000 ? 0x7e00 : bits) | (b >> 16 & 0x8000));
}
GPU__LIFTED_FN float gpu__f16_value(uint16_t h) /* 2^-112 converts the exponent from f16's bias to float's */
{
    const uint32_t u = h & 0x7fff, fraction = gpu__bits32(gpu__float32(u | 0x3f000000) - 0.5f);
    const uint32_t normal = gpu__bits32(gpu__float32((u << 13) + 0x70000000) * 1.9259299443872359e-34f);
    return gpu__float32((u < 0x0400 ? fraction : normal) | (uint32_t)(h & 0x8000) << 16);
}
GPU__LIFTED_FN float gpu__tf32_value(float x) /* x rounded to 11 significant bits */
{
    const uint32_t b = gpu__bits32(x), rounded = b + 0xfff + (b >> 13 & 1);
    return gpu__float32(((b & 0x7fffffff) > 0x7f800000 ? b | 0x400000 : rounded) & ~(uint32_t)0x1fff);
}
GPU_FN inline gpu_{bf|f}16 gpu_{1}16_of(float x)
{
    gpu_{1}16 h;
    h.bits = gpu__{1}16_bits(x);
    return h;
}
GPU_FN inline float gpu_f32_of_{bf16|f16}(gpu_{1} x) { return gpu__{1}_value(x.bits); }

/* ---- the functions of all precisions, which are in functions.h ---- */
#ifdef GPU__CUDA
#define GPU__MATMUL_SCOPE template <int> static inline
#define GPU__MATMUL_CODE(s, precision) gpu__matmul_cpu_##s, gpu__matmul_device<precision>
#define GPU__MATMUL_MAPS gpu__short<float>::
#else
#define GPU__MATMUL_SCOPE GPU__PRE
#define GPU__MATMUL_CODE(s, precision) gpu__matmul_cpu_##s, NULL
#define GPU__MATMUL_MAPS
#endif
/* As src/join makes them of prototypes: the functions with a bare name, and all functions. */
#define GPU__MATMUL_OF(D, T, s)                                                                                        \
    D(gpu_status, gemm, T, s, (T * c, const T *a, const T *b, gpu_gemm_spec spec), (c, a, b, spec))                    \
    D(gpu_status, matmul, T, s, (T * c, const T *a, const T *b, size_t m, size_t n, size_t k), (c, a, b, m, n, k))
#define GPU__MATMUL_BARE(D)                                                                                            \
    GPU__MATMUL_OF(D, float, f32)                                                                                      \
    GPU__MATMUL_OF(D, double, f64)                                                                                     \
    GPU__MATMUL_OF(D, gpu_bf16, bf16)                                                                                  \
    GPU__MATMUL_OF(D, gpu_f16, f16)
#define GPU__MATMUL_ALL(D)                                                                                             \
    GPU__MATMUL_BARE(D)                                                                                                \
    GPU__MATMUL_OF(D, float, tf32)                                                                                     \
    D(gpu_status, to, float, bf16, (gpu_bf16 * out, const float *x, size_t n), (out, x, n))                            \
    D(gpu_status, to, float, f16, (gpu_f16 * out, const float *x, size_t n), (out, x, n))                              \
    D(gpu_status, from, float, bf16, (float *out, const gpu_bf16 *x, size_t n), (out, x, n))                           \
    D(gpu_status, from, float, f16, (float *out, const gpu_f16 *x, size_t n), (out, x, n))

#ifdef REAL
/* ---- gpu_outer: a task is a row ---- */
GPU__BODY void gpu__outer_rows_T(const gpu__job *j, size_t first, size_t last)
{
    const size_t n = j->cols;
    const T *const y = (const T *)j->in[1].p;
    for (; first < last; first++) {
        const T x = ((const T *)j->in[0].p)[first];
        T *const out = (T *)j->out + first * n;
        GPU__NO_ALIAS for (size_t c = 0; c < n; c++) out[c] = x * y[c];
    }
}
GPU__PART_LEVELS(gpu__outer_T, gpu__outer_rows_T(j, first, last))
GPU__ON_DEVICE(gpu__outer_T, gpu__outer(context, (T *)out, (const T *)in[0], (const T *)in[1], j->rows, j->cols))
GPU__PRE gpu_status gpu_outer_T(T *out, const T *x, const T *y, size_t m, size_t n)
{
    const gpu_status s = m && n ? gpu__shape("gpu_outer", m, n) : GPU_OK;
    gpu__job j;
    gpu__job_of(&j, "gpu_outer", out, m * n, sizeof *out, m * n);
    if (s) return s;
    gpu__job_in(&j, 0, "x", x, n ? m : 0, sizeof *x);
    gpu__job_in(&j, 1, "y", y, m ? n : 0, sizeof *y);
    j.rows = j.tasks = m;
    j.cols = n;
    GPU__JOB_CODE(j, gpu__outer_T)
    GPU__BY_RULE(gpu_outer_T) return gpu__job_call(&j);
}
#endif
