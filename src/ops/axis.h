#ifdef GPU__ONCE
/* Along an axis of a row-major matrix. The same orders on both backends; those of rows are a function of cols alone:
     P = min(1024, ceil(cols / 16384)) chunks of ceil(cols / P) rounded up to 1024 elements; element i of a chunk
     belongs to lane i % L, ascending; L = 32 for cols <= 512, 128 for cols <= 4096, else 1024; the lanes fold by
     halves: for s = L/2, .. 1: lane[j] += lane[j + s] for j < s, where lane j + s has an element; the chunks fold
     likewise: chunk p belongs to lane p % 64, ascending, then s = 32 .. 1.
   Those of columns are one of the shape:
     Q = 8 for cols >= 128, else the largest power of two with Q * cols <= 1024; row r belongs to lane r % Q of step
     r / Q; the ceil(rows / Q) steps are cut into S = min(ceil(steps / 16), 2048 / ceil(cols / 128), 1024) segments,
     1 where ceil(cols / 128) >= 1024; within a segment a lane adds its rows in ascending order, then s = Q/2 .. 1:
     lane[q] += lane[q + s]; the segments fold as the chunks of a row do. */
enum {
    GPU__ROW_LANES = 1024,
    GPU__ROW_CHUNK = 16384,
    GPU__MAX_PARTS = 1024,
    GPU__PART_LANES = 64,
    GPU__COL_BLOCK = 512,
    GPU__SHORT_ROW = 64,
    GPU__ABREAST = 32
}; /* rows of so few elements are done so many at a time */
static GPU__UNUSED inline size_t gpu__row_parts(size_t cols)
{
    const size_t parts = gpu__ceil_div(cols, GPU__ROW_CHUNK);
    return parts < 1 ? 1 : parts > GPU__MAX_PARTS ? (size_t)GPU__MAX_PARTS : parts;
}
static GPU__UNUSED inline size_t gpu__row_chunk(size_t cols)
{
    return gpu__ceil_div(gpu__ceil_div(cols, gpu__row_parts(cols)), GPU__ROW_LANES) * GPU__ROW_LANES;
}
static GPU__UNUSED inline size_t gpu__col_lanes(size_t cols)
{
    size_t q = 8;
    while (q * 2 * cols <= 1024) q *= 2;
    return q;
}
static GPU__UNUSED inline size_t gpu__col_parts(size_t rows, size_t cols)
{
    const size_t steps = gpu__ceil_div(rows, gpu__col_lanes(cols)), blocks = gpu__ceil_div(cols, 128);
    const size_t most = blocks >= 1024                   ? 1
                        : 2048 / blocks > GPU__MAX_PARTS ? (size_t)GPU__MAX_PARTS
                                                         : 2048 / blocks,
                 want = gpu__ceil_div(steps, 16);
    return want < most ? (want < 1 ? 1 : want) : most;
}
GPU_API gpu_status gpu__shape(const char *call, size_t rows, size_t cols);
/* What a job's flag says. */
enum { GPU__AXIS_SUM, GPU__AXIS_MEAN, GPU__AXIS_DOT, GPU__AXIS_MAX, GPU__AXIS_MIN };

/* The loops for one type of accumulator, all inlined where `op` is a constant. `at` makes an accumulator of an element
   and the vector's, `combine` one of two, `final` the result of one and the number of elements: functions of NAME_rows
   and NAME_cols below. The lanes fold by halves. */
#define GPU__AXIS_FOLD(Acc, name, combine)                                                                             \
    GPU__BODY void GPU__N(name##_fold)(Acc * lane, size_t have, int op)                                                \
    {                                                                                                                  \
        size_t s = 1, i;                                                                                               \
        while (s < have) s *= 2;                                                                                       \
        for (s /= 2; s; s /= 2)                                                                                        \
            for (i = 0; i < s && i + s < have; i++) lane[i] = combine(lane[i], lane[i + s], op);                       \
    }
/* The results of segments or chunks, in room[part * outs + o], fold over 64 lanes. */
#define GPU__AXIS_FINISH(Acc, Out, name, combine, final)                                                               \
    static GPU__UNUSED inline void GPU__N(name##_finish)(const gpu__job *j, void *room, size_t threads)                \
    {                                                                                                                  \
        const size_t parts = j->shape[2], outs = j->out_count;                                                         \
        const Acc *const partial = (const Acc *)room;                                                                  \
        Acc lane[GPU__PART_LANES];                                                                                     \
        size_t o, p;                                                                                                   \
        (void)threads;                                                                                                 \
        for (o = 0; o < outs; o++) {                                                                                   \
            for (p = 0; p < parts; p++) {                                                                              \
                const Acc v = partial[p * outs + o];                                                                   \
                lane[p % GPU__PART_LANES] = p < GPU__PART_LANES ? v : combine(lane[p % GPU__PART_LANES], v, j->flag);  \
            }                                                                                                          \
            GPU__N(name##_fold)(lane, parts < GPU__PART_LANES ? parts : (size_t)GPU__PART_LANES, j->flag);             \
            ((Out *)j->out)[o] = final(lane[0], j->number[0].real, j->flag);                                           \
        }                                                                                                              \
    }
#ifdef __OPTIMIZE__
/* Short rows, so many at a time: r to r + GPU__ABREAST - 1. */
#define GPU__ROWS_SHORT(T, Acc, Out, name, at, combine, final)                                                         \
    GPU__BODY void GPU__N(name##_short)(const gpu__job *j, size_t r, int op)                                           \
    {                                                                                                                  \
        const size_t cols = j->shape[1];                                                                               \
        const T *const a = (const T *)j->in[0].p + r * cols, *const other = (const T *)j->in[1].p;                     \
        Acc lane[32][GPU__ABREAST];                                                                                    \
        size_t c, i, s, k;                                                                                             \
        for (c = 0; c < cols && c < 32; c++)                                                                           \
            GPU__NO_ALIAS for (k = 0; k < GPU__ABREAST; k++) lane[c][k] = at(a + k * cols, other, c, op);              \
        for (; c < cols; c++)                                                                                          \
            GPU__NO_ALIAS for (k = 0; k < GPU__ABREAST; k++) lane[c % 32][k] =                                         \
                combine(lane[c % 32][k], at(a + k * cols, other, c, op), op);                                          \
        for (s = 16; s; s /= 2)                                                                                        \
            for (i = 0; i < s && i + s < cols; i++)                                                                    \
                GPU__NO_ALIAS for (k = 0; k < GPU__ABREAST; k++) lane[i][k] = combine(lane[i][k], lane[i + s][k], op); \
        GPU__NO_ALIAS for (k = 0; k < GPU__ABREAST; k++)((Out *)j->out)[r + k] =                                       \
            final(lane[0][k], j->number[0].real, op);                                                                  \
    }
#define GPU__ROWS_ABREAST(rows_abreast)                                                                                \
    for (; cols <= GPU__SHORT_ROW && last - first >= GPU__ABREAST; first += GPU__ABREAST) rows_abreast(j, first, op);
#else
#define GPU__ROWS_SHORT(T, Acc, Out, name, at, combine, final)
#define GPU__ROWS_ABREAST(rows_abreast)
#endif
/* A task is a chunk of a row. */
#define GPU__ROWS(T, Acc, Out, name, at, combine, final)                                                               \
    GPU__ROWS_SHORT(T, Acc, Out, name, at, combine, final)                                                             \
    GPU__BODY void GPU__N(name##_rows)(const gpu__job *j, Acc *partial, size_t first, size_t last, int op)             \
    {                                                                                                                  \
        const size_t rows = j->shape[0], cols = j->shape[1], parts = j->shape[2], chunk = j->shape[3];                 \
        const size_t lanes = cols <= 512 ? 32 : cols <= 4096 ? 128 : GPU__ROW_LANES;                                   \
        Acc lane[GPU__ROW_LANES];                                                                                      \
        GPU__ROWS_ABREAST(GPU__N(name##_short))                                                                        \
        for (; first < last; first++) {                                                                                \
            const size_t r = first / parts, p = first % parts, begin = p * chunk;                                      \
            const size_t n = cols - begin < chunk ? cols - begin : chunk, m = n < lanes ? n : lanes;                   \
            const T *const row = (const T *)j->in[0].p + r * cols + begin;                                             \
            const T *const other = j->in[1].p ? (const T *)j->in[1].p + begin : row;                                   \
            size_t i, k;                                                                                               \
            for (i = 0; i < m; i++) lane[i] = at(row, other, i, op);                                                   \
            for (k = lanes; k + lanes <= n; k += lanes) {                                                              \
                for (i = 0; i < lanes; i += 64 / sizeof(T)) GPU__PREFETCH((uintptr_t)(row + k + i) + GPU__AHEAD);      \
                GPU__NO_ALIAS for (i = 0; i < lanes; i++) lane[i] = combine(lane[i], at(row, other, k + i, op), op);   \
            }                                                                                                          \
            for (i = 0; k + i < n; i++) lane[i] = combine(lane[i], at(row, other, k + i, op), op);                     \
            GPU__N(name##_fold)(lane, m, op);                                                                          \
            if (parts > 1)                                                                                             \
                partial[p * rows + r] = lane[0];                                                                       \
            else                                                                                                       \
                ((Out *)j->out)[r] = final(lane[0], j->number[0].real, op);                                            \
        }                                                                                                              \
    }
/* A task is a block of columns of a segment; fewer than 128 columns are one block, whose steps are contiguous. */
#define GPU__COLS(T, Acc, Out, name, at, combine, final)                                                               \
    GPU__BODY void GPU__N(name##_cols)(const gpu__job *j, Acc *partial, size_t first, size_t last, int op)             \
    {                                                                                                                  \
        const size_t rows = j->shape[0], cols = j->shape[1], parts = j->shape[2], blocks = j->shape[3];                \
        const size_t abreast = gpu__col_lanes(cols), steps = gpu__ceil_div(rows, abreast);                             \
        Acc lane[8 * GPU__COL_BLOCK];                                                                                  \
        for (; first < last; first++) {                                                                                \
            const size_t part = first / blocks, c0 = first % blocks * GPU__COL_BLOCK, left = cols - c0;                \
            const size_t r0 = steps * part / parts * abreast, end = steps * (part + 1) / parts * abreast,              \
                         r1 = end < rows ? end : rows;                                                                 \
            const size_t have = r1 - r0 < abreast ? r1 - r0 : abreast,                                                 \
                         w = blocks == 1 || left < GPU__COL_BLOCK ? left : (size_t)GPU__COL_BLOCK;                     \
            const size_t ahead = 1 + GPU__AHEAD / (w * sizeof(T)); /* rows */                                          \
            const T *const x = (const T *)j->in[0].p + r0 * cols + c0;                                                 \
            size_t i, k, q, s;                                                                                         \
            if (cols < 128) {                                                                                          \
                const size_t n = (r1 - r0) * cols, width = abreast * cols;                                             \
                for (i = 0; i < have * cols; i++) lane[i] = at(x, x, i, op);                                           \
                for (k = width; k + width <= n; k += width) {                                                          \
                    for (i = 0; i < width; i += 64 / sizeof(T)) GPU__PREFETCH((uintptr_t)(x + k + i) + GPU__AHEAD);    \
                    GPU__NO_ALIAS for (i = 0; i < width; i++) lane[i] = combine(lane[i], at(x, x, k + i, op), op);     \
                }                                                                                                      \
                for (i = 0; k + i < n; i++) lane[i] = combine(lane[i], at(x, x, k + i, op), op);                       \
            } else                                                                                                     \
                for (k = 0; k < r1 - r0; k++) {                                                                        \
                    const T *const row = x + k * cols;                                                                 \
                    Acc *const l = lane + k % abreast * w;                                                             \
                    for (i = 0; i < w; i += 64 / sizeof(T)) GPU__PREFETCH(row + ahead * cols + i);                     \
                    if (k < abreast)                                                                                   \
                        for (i = 0; i < w; i++) l[i] = at(row, row, i, op);                                            \
                    else                                                                                               \
                        GPU__NO_ALIAS for (i = 0; i < w; i++) l[i] = combine(l[i], at(row, row, i, op), op);           \
                }                                                                                                      \
            for (s = abreast / 2; s; s /= 2)                                                                           \
                for (q = 0; q < s && q + s < have; q++)                                                                \
                    GPU__NO_ALIAS for (i = 0; i < w; i++) lane[q * w + i] =                                            \
                        combine(lane[q * w + i], lane[(q + s) * w + i], op);                                           \
            if (parts > 1)                                                                                             \
                memcpy(partial + part * cols + c0, lane, w * sizeof(Acc));                                             \
            else                                                                                                       \
                for (i = 0; i < w; i++) ((Out *)j->out)[c0 + i] = final(lane[i], j->number[0].real, op);               \
        }                                                                                                              \
    }
#define GPU__AXIS(...) GPU__AXIS_NAMED(__VA_ARGS__)
#define GPU__AXIS_NAMED(T, Acc, Out, name, at, combine, final)                                                         \
    GPU__AXIS_FOLD(Acc, name, combine)                                                                                 \
    GPU__AXIS_FINISH(Acc, Out, name, combine, final)                                                                   \
    GPU__ROWS(T, Acc, Out, name, at, combine, final)                                                                   \
    GPU__COLS(T, Acc, Out, name, at, combine, final)

/* What a matrix's job is: `size` is an element's, `partial` an accumulator's. */
static GPU__UNUSED inline gpu__job gpu__axis_job(const char *name, int flag, void *out, size_t out_count,
                                                 size_t out_size, const void *a, size_t size, size_t rows, size_t cols)
{
    gpu__job j = gpu__job_of(name, out, out_count, out_size, rows * cols);
    gpu__job_in(&j, 0, "a", a, rows * cols, size);
    j.shape[0] = rows, j.shape[1] = cols;
    j.flag = flag;
    return j;
}
static GPU__UNUSED inline gpu__job gpu__rows_job(const char *name, int flag, void *out, size_t out_size, const void *a,
                                                 size_t size, size_t rows, size_t cols, size_t partial)
{
    gpu__job j = gpu__axis_job(name, flag, out, rows, out_size, a, size, rows, cols);
    if (!rows || !cols) return j;
    j.shape[3] = gpu__row_chunk(cols);
    j.shape[2] = gpu__ceil_div(cols, j.shape[3]);
    j.number[0].real = (double)cols;
    j.space = gpu__row_parts(cols) > 1 ? gpu__row_parts(cols) * rows * partial : 0;
    j.tasks = rows * j.shape[2];
    if (j.shape[2] > 1) j.room = j.tasks * partial;
    return j;
}
static GPU__UNUSED inline gpu__job gpu__cols_job(const char *name, int flag, void *out, size_t out_size, const void *a,
                                                 size_t size, size_t rows, size_t cols, size_t partial)
{
    gpu__job j = gpu__axis_job(name, flag, out, cols, out_size, a, size, rows, cols);
    if (!rows || !cols) return j;
    j.shape[2] = gpu__col_parts(rows, cols);
    j.shape[3] = cols < 128 ? 1 : gpu__ceil_div(cols, GPU__COL_BLOCK);
    j.number[0].real = (double)rows;
    j.tasks = j.shape[2] * j.shape[3];
    if (j.shape[2] > 1) j.space = j.room = j.shape[2] * cols * partial;
    return j;
}
static GPU__UNUSED inline gpu_status gpu__axis_call(gpu__job *j)
{
    const gpu_status s = gpu__shape(j->name, j->shape[0], j->shape[1]);
    if (j->shape[2] < 2) j->finish = NULL;
    return s ? s : gpu__job_call(j);
}
#endif
#ifdef GPU__FOR_ALL
/* ---- sums, means of floating-point numbers, matrix times vector ---- */
GPU__BODY GPU__A GPU__N(gpu__sums_at)(const GPU__T *x, const GPU__T *y, size_t i, int op)
{
    return op == GPU__AXIS_DOT ? (GPU__A)GPU__TIMES((GPU__A)x[i], (GPU__A)y[i]) : (GPU__A)x[i];
}
GPU__BODY GPU__A GPU__N(gpu__sums_add)(GPU__A a, GPU__A b, int op)
{
    (void)op;
    return (GPU__A)((GPU__AW)a + (GPU__AW)b);
}
GPU__BODY GPU__ROW_SUM GPU__N(gpu__sums_final)(GPU__A v, double count, int op)
{
    if (op == GPU__AXIS_MEAN) return (GPU__ROW_SUM)((double)v / count);
    return (GPU__ROW_SUM)v;
}
GPU__AXIS(GPU__T, GPU__A, GPU__ROW_SUM, gpu__sums, GPU__N(gpu__sums_at), GPU__N(gpu__sums_add), GPU__N(gpu__sums_final))
GPU__PART_LEVELS(GPU__N(gpu__sum_rows), {
    if (GPU__IS_REAL && j->flag == GPU__AXIS_MEAN)
        GPU__N(gpu__sums_rows)(j, (GPU__A *)room, first, last, GPU__AXIS_MEAN);
    else if (GPU__IS_REAL && j->flag == GPU__AXIS_DOT)
        GPU__N(gpu__sums_rows)(j, (GPU__A *)room, first, last, GPU__AXIS_DOT);
    else
        GPU__N(gpu__sums_rows)(j, (GPU__A *)room, first, last, GPU__AXIS_SUM);
})
GPU__PART_LEVELS(GPU__N(gpu__sum_cols), {
    if (GPU__IS_REAL && j->flag == GPU__AXIS_MEAN)
        GPU__N(gpu__sums_cols)(j, (GPU__A *)room, first, last, GPU__AXIS_MEAN);
    else
        GPU__N(gpu__sums_cols)(j, (GPU__A *)room, first, last, GPU__AXIS_SUM);
})
GPU__ON_DEVICE(GPU__N(gpu__sum_rows),
               gpu__rows<gpu__op_sum<GPU__T, GPU__A, GPU__ROW_SUM>, 1>(room, (GPU__ROW_SUM *)out, (const GPU__T *)in[0],
                                                                       (const GPU__T *)in[1], j->shape[0], j->shape[1],
                                                                       j->flag == GPU__AXIS_MEAN ? (double)j->shape[1]
                                                                                                 : 1.0))
GPU__ON_DEVICE(GPU__N(gpu__sum_cols),
               gpu__cols<gpu__op_sum<GPU__T, GPU__A, GPU__ROW_SUM>>(room, (GPU__ROW_SUM *)out, (const GPU__T *)in[0],
                                                                    (const GPU__T *)NULL, j->shape[0], j->shape[1],
                                                                    j->flag == GPU__AXIS_MEAN ? (double)j->shape[0]
                                                                                              : 1.0))
static GPU__UNUSED inline gpu__job GPU__N(gpu__sum_rows_job)(const char *name, int flag, GPU__ROW_SUM *out,
                                                             const GPU__T *a, size_t rows, size_t cols)
{
    gpu__job j = gpu__rows_job(name, flag, out, sizeof *out, a, sizeof *a, rows, cols, sizeof(GPU__A));
    j.finish = GPU__N(gpu__sums_finish);
    GPU__JOB_CODE(j, GPU__N(gpu__sum_rows))
    return j;
}
static GPU__UNUSED inline gpu__job GPU__N(gpu__sum_cols_job)(const char *name, int flag, GPU__ROW_SUM *out,
                                                             const GPU__T *a, size_t rows, size_t cols)
{
    gpu__job j = gpu__cols_job(name, flag, out, sizeof *out, a, sizeof *a, rows, cols, sizeof(GPU__A));
    j.finish = GPU__N(gpu__sums_finish);
    GPU__JOB_CODE(j, GPU__N(gpu__sum_cols))
    return j;
}
GPU__PRE_SCOPE gpu_status GPU__N(gpu_sum_rows)(GPU__ROW_SUM *out, const GPU__T *a, size_t rows, size_t cols)
{
    gpu__job j = GPU__N(gpu__sum_rows_job)("gpu_sum_rows", GPU__AXIS_SUM, out, a, rows, cols);
    return gpu__axis_call(&j);
}
GPU__PRE_SCOPE gpu_status GPU__N(gpu_sum_cols)(GPU__ROW_SUM *out, const GPU__T *a, size_t rows, size_t cols)
{
    gpu__job j = GPU__N(gpu__sum_cols_job)("gpu_sum_cols", GPU__AXIS_SUM, out, a, rows, cols);
    return gpu__axis_call(&j);
}

/* ---- extremes ---- */
GPU__BODY GPU__T GPU__N(gpu__extremes_at)(const GPU__T *x, const GPU__T *y, size_t i, int op)
{
    return (void)y, (void)op, x[i];
}
GPU__BODY GPU__T GPU__N(gpu__extremes_of)(GPU__T a, GPU__T b, int op)
{
    return op == GPU__AXIS_MIN ? GPU__FIRST_OF(a, b, <) : GPU__FIRST_OF(a, b, >);
}
GPU__BODY GPU__T GPU__N(gpu__extremes_final)(GPU__T v, double count, int op) { return (void)count, (void)op, v; }
GPU__AXIS(GPU__T, GPU__T, GPU__T, gpu__extremes, GPU__N(gpu__extremes_at), GPU__N(gpu__extremes_of),
          GPU__N(gpu__extremes_final))
GPU__PART_LEVELS(GPU__N(gpu__extreme_rows), {
    if (j->flag == GPU__AXIS_MIN)
        GPU__N(gpu__extremes_rows)(j, (GPU__T *)room, first, last, GPU__AXIS_MIN);
    else
        GPU__N(gpu__extremes_rows)(j, (GPU__T *)room, first, last, GPU__AXIS_MAX);
})
GPU__PART_LEVELS(GPU__N(gpu__extreme_cols), {
    if (j->flag == GPU__AXIS_MIN)
        GPU__N(gpu__extremes_cols)(j, (GPU__T *)room, first, last, GPU__AXIS_MIN);
    else
        GPU__N(gpu__extremes_cols)(j, (GPU__T *)room, first, last, GPU__AXIS_MAX);
})
GPU__ON_DEVICE(GPU__N(gpu__extreme_rows),
               gpu__rows<gpu__op_extreme<GPU__T>, 1>(room, (GPU__T *)out, (const GPU__T *)in[0], (const GPU__T *)in[1],
                                                     j->shape[0], j->shape[1], j->flag == GPU__AXIS_MIN))
GPU__ON_DEVICE(GPU__N(gpu__extreme_cols),
               gpu__cols<gpu__op_extreme<GPU__T>>(room, (GPU__T *)out, (const GPU__T *)in[0], (const GPU__T *)NULL,
                                                  j->shape[0], j->shape[1], j->flag == GPU__AXIS_MIN))
static GPU__UNUSED inline gpu_status GPU__N(gpu__extreme_rows)(const char *name, int flag, GPU__T *out, const GPU__T *a,
                                                               size_t rows, size_t cols)
{
    gpu__job j = gpu__rows_job(name, flag, out, sizeof *out, a, sizeof *a, rows, cols, sizeof *a);
    j.finish = GPU__N(gpu__extremes_finish);
    GPU__JOB_CODE(j, GPU__N(gpu__extreme_rows))
    return gpu__axis_call(&j);
}
static GPU__UNUSED inline gpu_status GPU__N(gpu__extreme_cols)(const char *name, int flag, GPU__T *out, const GPU__T *a,
                                                               size_t rows, size_t cols)
{
    gpu__job j = gpu__cols_job(name, flag, out, sizeof *out, a, sizeof *a, rows, cols, sizeof *a);
    j.finish = GPU__N(gpu__extremes_finish);
    GPU__JOB_CODE(j, GPU__N(gpu__extreme_cols))
    return gpu__axis_call(&j);
}
GPU__PRE_SCOPE gpu_status GPU__N(gpu_min_rows)(GPU__T *out, const GPU__T *a, size_t rows, size_t cols)
{
    return GPU__N(gpu__extreme_rows)("gpu_min_rows", GPU__AXIS_MIN, out, a, rows, cols);
}
GPU__PRE_SCOPE gpu_status GPU__N(gpu_max_rows)(GPU__T *out, const GPU__T *a, size_t rows, size_t cols)
{
    return GPU__N(gpu__extreme_rows)("gpu_max_rows", GPU__AXIS_MAX, out, a, rows, cols);
}
GPU__PRE_SCOPE gpu_status GPU__N(gpu_min_cols)(GPU__T *out, const GPU__T *a, size_t rows, size_t cols)
{
    return GPU__N(gpu__extreme_cols)("gpu_min_cols", GPU__AXIS_MIN, out, a, rows, cols);
}
GPU__PRE_SCOPE gpu_status GPU__N(gpu_max_cols)(GPU__T *out, const GPU__T *a, size_t rows, size_t cols)
{
    return GPU__N(gpu__extreme_cols)("gpu_max_cols", GPU__AXIS_MAX, out, a, rows, cols);
}
#endif

#ifdef GPU__FOR_REAL
GPU__PRE_SCOPE gpu_status GPU__N(gpu_mean_rows)(GPU__T *out, const GPU__T *a, size_t rows, size_t cols)
{
    gpu__job j = GPU__N(gpu__sum_rows_job)("gpu_mean_rows", GPU__AXIS_MEAN, out, a, rows, cols);
    return gpu__axis_call(&j);
}
GPU__PRE_SCOPE gpu_status GPU__N(gpu_mean_cols)(GPU__T *out, const GPU__T *a, size_t rows, size_t cols)
{
    gpu__job j = GPU__N(gpu__sum_cols_job)("gpu_mean_cols", GPU__AXIS_MEAN, out, a, rows, cols);
    return gpu__axis_call(&j);
}
GPU__ON_DEVICE(GPU__N(gpu__matvec),
               gpu__rows<gpu__op_dot<GPU__T>, 2>(room, (GPU__T *)out, (const GPU__T *)in[0], (const GPU__T *)in[1],
                                                 j->shape[0], j->shape[1], 1.0))
GPU__PRE_SCOPE gpu_status GPU__N(gpu_matvec)(GPU__T *out, const GPU__T *a, const GPU__T *x, size_t rows, size_t cols)
{
    gpu__job j = GPU__N(gpu__sum_rows_job)("gpu_matvec", GPU__AXIS_DOT, out, a, rows, cols);
    gpu__job_in(&j, 1, "x", x, cols, sizeof *x);
    GPU__JOB_DEVICE(j, GPU__N(gpu__matvec))
    return gpu__axis_call(&j);
}
#endif
#ifdef GPU__FOR_WHOLE
/* Means of integers, which are summed in double. */
GPU__BODY double GPU__N(gpu__means_at)(const GPU__T *x, const GPU__T *y, size_t i, int op)
{
    return (void)y, (void)op, (double)x[i];
}
GPU__BODY double GPU__N(gpu__means_add)(double a, double b, int op) { return (void)op, a + b; }
GPU__BODY double GPU__N(gpu__means_final)(double v, double count, int op) { return (void)op, v / count; }
GPU__AXIS(GPU__T, double, double, gpu__means, GPU__N(gpu__means_at), GPU__N(gpu__means_add), GPU__N(gpu__means_final))
GPU__PART_LEVELS(GPU__N(gpu__mean_rows), GPU__N(gpu__means_rows)(j, (double *)room, first, last, 0))
GPU__PART_LEVELS(GPU__N(gpu__mean_cols), GPU__N(gpu__means_cols)(j, (double *)room, first, last, 0))
GPU__ON_DEVICE(GPU__N(gpu__mean_rows),
               gpu__rows<gpu__op_sum<GPU__T, double, double>, 1>(room, (double *)out, (const GPU__T *)in[0],
                                                                 (const GPU__T *)in[1], j->shape[0], j->shape[1],
                                                                 (double)j->shape[1]))
GPU__ON_DEVICE(GPU__N(gpu__mean_cols),
               gpu__cols<gpu__op_sum<GPU__T, double, double>>(room, (double *)out, (const GPU__T *)in[0],
                                                              (const GPU__T *)NULL, j->shape[0], j->shape[1],
                                                              (double)j->shape[0]))
GPU__PRE_SCOPE gpu_status GPU__N(gpu_mean_rows)(double *out, const GPU__T *a, size_t rows, size_t cols)
{
    gpu__job j = gpu__rows_job("gpu_mean_rows", 0, out, sizeof *out, a, sizeof *a, rows, cols, sizeof *out);
    j.finish = GPU__N(gpu__means_finish);
    GPU__JOB_CODE(j, GPU__N(gpu__mean_rows))
    return gpu__axis_call(&j);
}
GPU__PRE_SCOPE gpu_status GPU__N(gpu_mean_cols)(double *out, const GPU__T *a, size_t rows, size_t cols)
{
    gpu__job j = gpu__cols_job("gpu_mean_cols", 0, out, sizeof *out, a, sizeof *a, rows, cols, sizeof *out);
    j.finish = GPU__N(gpu__means_finish);
    GPU__JOB_CODE(j, GPU__N(gpu__mean_cols))
    return gpu__axis_call(&j);
}
#endif
