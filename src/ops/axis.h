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

/* The results of segments or chunks, in room[part * outs + o], fold over 64 lanes. */
#define GPU__AXIS_OPERATION(Acc, Out, name, combine, final)                                                            \
    GPU__LIFTED_FN Acc name##__combine(Acc a, Acc b) { return combine; }                                               \
    GPU__LIFTED_FN Out name##__final(Acc v, double count) { return (void)count, (Out)(final); }                        \
    GPU__HOT static GPU__UNUSED GPU__ALWAYS_INLINE void name##__fold(Acc *lane, size_t have)                           \
    {                                                                                                                  \
        size_t s = 1, i;                                                                                               \
        while (s < have) s *= 2;                                                                                       \
        for (s /= 2; s; s /= 2)                                                                                        \
            for (i = 0; i < s && i + s < have; i++) lane[i] = name##__combine(lane[i], lane[i + s]);                   \
    }                                                                                                                  \
    static GPU__UNUSED inline void name##__finish(const gpu__job *j, void *room, size_t threads)                       \
    {                                                                                                                  \
        const size_t parts = j->shape[2], outs = j->out_count;                                                         \
        const Acc *const partial = (const Acc *)room;                                                                  \
        Acc lane[GPU__PART_LANES];                                                                                     \
        size_t o, p;                                                                                                   \
        (void)threads;                                                                                                 \
        for (o = 0; o < outs; o++) {                                                                                   \
            for (p = 0; p < parts; p++) {                                                                              \
                const Acc v = partial[p * outs + o];                                                                   \
                lane[p % GPU__PART_LANES] = p < GPU__PART_LANES ? v : name##__combine(lane[p % GPU__PART_LANES], v);   \
            }                                                                                                          \
            name##__fold(lane, parts < GPU__PART_LANES ? parts : (size_t)GPU__PART_LANES);                             \
            ((Out *)j->out)[o] = name##__final(lane[0], j->number[0].real);                                            \
        }                                                                                                              \
    }

/* `map` is an expression of row[at], and of other[at] for a product with a vector. A task is a chunk of a row. */
#define GPU__ROWS(T, Acc, Out, name, map, combine, final, mode, R, ...)                                                \
    GPU__AXIS_OPERATION(Acc, Out, name, combine, final)                                                                \
    GPU__PRE_COPIES(GPU__ROWS_COPY, T, Acc, Out, name, map)                                                            \
    GPU__ROWS_DEVICE(T, Out, name, mode, R, __VA_ARGS__)                                                               \
    static GPU__UNUSED inline gpu_status name##__call(const char *label, Out *out, const T *a, const T *x,             \
                                                      size_t rows, size_t cols)                                        \
    {                                                                                                                  \
        gpu_status s = gpu__shape(label, rows, cols);                                                                  \
        gpu__job j = gpu__job_of(label, out, rows, sizeof *out, rows * cols);                                          \
        if (s) return s;                                                                                               \
        gpu__job_in(&j, 0, "a", a, rows *cols, sizeof *a);                                                             \
        j.shape[0] = rows, j.shape[1] = cols;                                                                          \
        j.shape[3] = gpu__row_chunk(cols);                                                                             \
        j.shape[2] = gpu__ceil_div(cols, j.shape[3]);                                                                  \
        j.number[0].real = (double)cols;                                                                               \
        j.space = gpu__row_parts(cols) > 1 ? gpu__row_parts(cols) * rows * sizeof(Acc) : 0;                            \
        j.tasks = rows * j.shape[2];                                                                                   \
        if (j.shape[2] > 1) j.room = j.tasks * sizeof(Acc), j.finish = name##__finish;                                 \
        GPU__JOB_CODE(j, name)                                                                                         \
        if (x != (const T *)(const void *)gpu__nowhere) gpu__job_in(&j, 1, "x", x, cols, sizeof *x);                   \
        return gpu__job_call(&j);                                                                                      \
    }
#ifdef __OPTIMIZE__
#define GPU__ROWS_SHORT(sfx, target, T, Acc, Out, name, map)                                                           \
    GPU__HOT target static GPU__UNUSED inline void name##__short##sfx(const gpu__job *j,                               \
                                                                      size_t r) /* rows r to r + GPU__ABREAST - 1 */   \
    {                                                                                                                  \
        const size_t cols = j->shape[1];                                                                               \
        const T *const a = (const T *)j->in[0].p + r * cols, *const other = (const T *)j->in[1].p;                     \
        Acc lane[32][GPU__ABREAST];                                                                                    \
        size_t at, i, s, k;                                                                                            \
        (void)other;                                                                                                   \
        for (at = 0; at < cols && at < 32; at++) GPU__NO_ALIAS for (k = 0; k < GPU__ABREAST; k++)                      \
            {                                                                                                          \
                const T *const row = a + k * cols;                                                                     \
                lane[at][k] = map;                                                                                     \
            }                                                                                                          \
        for (; at < cols; at++) GPU__NO_ALIAS for (k = 0; k < GPU__ABREAST; k++)                                       \
            {                                                                                                          \
                const T *const row = a + k * cols;                                                                     \
                lane[at % 32][k] = name##__combine(lane[at % 32][k], map);                                             \
            }                                                                                                          \
        for (s = 16; s; s /= 2)                                                                                        \
            for (i = 0; i < s && i + s < cols; i++)                                                                    \
                GPU__NO_ALIAS for (k = 0; k < GPU__ABREAST; k++) lane[i][k] =                                          \
                    name##__combine(lane[i][k], lane[i + s][k]);                                                       \
        GPU__NO_ALIAS for (k = 0; k < GPU__ABREAST; k++)((Out *)j->out)[r + k] =                                       \
            name##__final(lane[0][k], j->number[0].real);                                                              \
    }
#define GPU__ROWS_ABREAST(rows_abreast)                                                                                \
    for (; cols <= GPU__SHORT_ROW && last - first >= GPU__ABREAST; first += GPU__ABREAST) rows_abreast(j, first);
#else
#define GPU__ROWS_SHORT(sfx, target, T, Acc, Out, name, map)
#define GPU__ROWS_ABREAST(rows_abreast)
#endif
#define GPU__ROWS_COPY(sfx, target, T, Acc, Out, name, map)                                                            \
    GPU__ROWS_SHORT(sfx, target, T, Acc, Out, name, map)                                                               \
    GPU__PART(sfx, target, name)                                                                                       \
    {                                                                                                                  \
        const size_t rows = j->shape[0], cols = j->shape[1], parts = j->shape[2], chunk = j->shape[3];                 \
        const size_t lanes = cols <= 512 ? 32 : cols <= 4096 ? 128 : GPU__ROW_LANES;                                   \
        Acc lane[GPU__ROW_LANES];                                                                                      \
        (void)thread;                                                                                                  \
        GPU__ROWS_ABREAST(name##__short##sfx)                                                                          \
        for (; first < last; first++) {                                                                                \
            const size_t r = first / parts, p = first % parts, begin = p * chunk;                                      \
            const size_t n = cols - begin < chunk ? cols - begin : chunk, m = n < lanes ? n : lanes;                   \
            const T *const row = (const T *)j->in[0].p + r * cols + begin;                                             \
            const T *const other = j->in[1].p ? (const T *)j->in[1].p + begin : row;                                   \
            size_t i, k;                                                                                               \
            (void)other;                                                                                               \
            for (i = 0; i < m; i++) {                                                                                  \
                const size_t at = i;                                                                                   \
                lane[i] = map;                                                                                         \
            }                                                                                                          \
            for (k = lanes; k + lanes <= n; k += lanes) {                                                              \
                for (i = 0; i < lanes; i += 64 / sizeof(T)) GPU__PREFETCH((uintptr_t)(row + k + i) + GPU__AHEAD);      \
                GPU__NO_ALIAS for (i = 0; i < lanes; i++)                                                              \
                {                                                                                                      \
                    const size_t at = k + i;                                                                           \
                    lane[i] = name##__combine(lane[i], map);                                                           \
                }                                                                                                      \
            }                                                                                                          \
            for (i = 0; k + i < n; i++) {                                                                              \
                const size_t at = k + i;                                                                               \
                lane[i] = name##__combine(lane[i], map);                                                               \
            }                                                                                                          \
            name##__fold(lane, m);                                                                                     \
            if (parts > 1)                                                                                             \
                ((Acc *)room)[p * rows + r] = lane[0];                                                                 \
            else                                                                                                       \
                ((Out *)j->out)[r] = name##__final(lane[0], j->number[0].real);                                        \
        }                                                                                                              \
    }

/* A task is a block of columns of a segment; fewer than 128 columns are one block, whose steps are contiguous. */
#define GPU__COLS(T, Acc, Out, name, combine, final, mode, ...)                                                        \
    GPU__AXIS_OPERATION(Acc, Out, name, combine, final)                                                                \
    GPU__PRE_COPIES(GPU__COLS_COPY, T, Acc, Out, name)                                                                 \
    GPU__COLS_DEVICE(T, Out, name, mode, __VA_ARGS__)                                                                  \
    static GPU__UNUSED inline gpu_status name##__call(const char *label, Out *out, const T *a, size_t rows,            \
                                                      size_t cols)                                                     \
    {                                                                                                                  \
        gpu_status s = gpu__shape(label, rows, cols);                                                                  \
        gpu__job j = gpu__job_of(label, out, cols, sizeof *out, rows * cols);                                          \
        if (s) return s;                                                                                               \
        gpu__job_in(&j, 0, "a", a, rows *cols, sizeof *a);                                                             \
        j.shape[0] = rows, j.shape[1] = cols;                                                                          \
        j.shape[2] = gpu__col_parts(rows, cols);                                                                       \
        j.shape[3] = cols < 128 ? 1 : gpu__ceil_div(cols, GPU__COL_BLOCK);                                             \
        j.number[0].real = (double)rows;                                                                               \
        j.tasks = j.shape[2] * j.shape[3];                                                                             \
        if (j.shape[2] > 1) j.space = j.room = j.shape[2] * cols * sizeof(Acc), j.finish = name##__finish;             \
        GPU__JOB_CODE(j, name)                                                                                         \
        return gpu__job_call(&j);                                                                                      \
    }
#define GPU__COLS_COPY(sfx, target, T, Acc, Out, name)                                                                 \
    GPU__PART(sfx, target, name)                                                                                       \
    {                                                                                                                  \
        const size_t rows = j->shape[0], cols = j->shape[1], parts = j->shape[2], blocks = j->shape[3];                \
        const size_t abreast = gpu__col_lanes(cols), steps = gpu__ceil_div(rows, abreast);                             \
        Acc lane[8 * GPU__COL_BLOCK];                                                                                  \
        (void)thread;                                                                                                  \
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
                for (i = 0; i < have * cols; i++) lane[i] = (Acc)x[i];                                                 \
                for (k = width; k + width <= n; k += width) {                                                          \
                    for (i = 0; i < width; i += 64 / sizeof(T)) GPU__PREFETCH((uintptr_t)(x + k + i) + GPU__AHEAD);    \
                    GPU__NO_ALIAS for (i = 0; i < width; i++) lane[i] = name##__combine(lane[i], (Acc)x[k + i]);       \
                }                                                                                                      \
                for (i = 0; k + i < n; i++) lane[i] = name##__combine(lane[i], (Acc)x[k + i]);                         \
            } else                                                                                                     \
                for (k = 0; k < r1 - r0; k++) {                                                                        \
                    const T *const row = x + k * cols;                                                                 \
                    Acc *const l = lane + k % abreast * w;                                                             \
                    for (i = 0; i < w; i += 64 / sizeof(T)) GPU__PREFETCH(row + ahead * cols + i);                     \
                    if (k < abreast)                                                                                   \
                        for (i = 0; i < w; i++) l[i] = (Acc)row[i];                                                    \
                    else                                                                                               \
                        GPU__NO_ALIAS for (i = 0; i < w; i++) l[i] = name##__combine(l[i], (Acc)row[i]);               \
                }                                                                                                      \
            for (s = abreast / 2; s; s /= 2)                                                                           \
                for (q = 0; q < s && q + s < have; q++)                                                                \
                    GPU__NO_ALIAS for (i = 0; i < w; i++) lane[q * w + i] =                                            \
                        name##__combine(lane[q * w + i], lane[(q + s) * w + i]);                                       \
            if (parts > 1)                                                                                             \
                memcpy((Acc *)room + part * cols + c0, lane, w * sizeof(Acc));                                         \
            else                                                                                                       \
                for (i = 0; i < w; i++) ((Out *)j->out)[c0 + i] = name##__final(lane[i], j->number[0].real);           \
        }                                                                                                              \
    }

#define GPU__AXIS(T, s, A, AW, R, M)                                                                                   \
    GPU__AXIS_PAIR(T, s, A, R, sum, (A)((AW)a + (AW)b), v, 1.0, 1.0, gpu__op_sum<T, A, R>)                             \
    GPU__AXIS_PAIR(T, s, T, T, min, GPU__FIRST_OF(a, b, <), v, true, true, gpu__op_extreme<T>)                         \
    GPU__AXIS_PAIR(T, s, T, T, max, GPU__FIRST_OF(a, b, >), v, false, false, gpu__op_extreme<T>)                       \
    GPU__AXIS_PAIR(T, s, double, M, mean, a + b, v / count, (double)j->shape[1], (double)j->shape[0],                  \
                   gpu__op_sum<T, double, M>)
#define GPU__AXIS_PAIR(T, s, Acc, Out, name, combine, final, row_mode, col_mode, ...)                                  \
    GPU__ROWS(T, Acc, Out, gpu_##name##_rows_##s, (Acc)row[at], combine, final, row_mode, 1, __VA_ARGS__)              \
    GPU__COLS(T, Acc, Out, gpu_##name##_cols_##s, combine, final, col_mode, __VA_ARGS__)                               \
    GPU__PRE_SCOPE gpu_status gpu_##name##_rows_##s(Out *out, const T *a, size_t rows, size_t cols)                    \
    {                                                                                                                  \
        return gpu_##name##_rows_##s##__call("gpu_" #name "_rows", out, a, (const T *)(const void *)gpu__nowhere,      \
                                             rows, cols);                                                              \
    }                                                                                                                  \
    GPU__PRE_SCOPE gpu_status gpu_##name##_cols_##s(Out *out, const T *a, size_t rows, size_t cols)                    \
    {                                                                                                                  \
        return gpu_##name##_cols_##s##__call("gpu_" #name "_cols", out, a, rows, cols);                                \
    }
#define GPU__MATVEC(T, s)                                                                                              \
    GPU__ROWS(T, double, T, gpu_matvec_##s, GPU__TIMES((double)row[at], (double)other[at]), a + b, v, 1.0, 2,          \
              gpu__op_dot<T>)                                                                                          \
    GPU__PRE_SCOPE gpu_status gpu_matvec_##s(T *out, const T *a, const T *x, size_t rows, size_t cols)                 \
    {                                                                                                                  \
        return gpu_matvec_##s##__call("gpu_matvec", out, a, x, rows, cols);                                            \
    }

