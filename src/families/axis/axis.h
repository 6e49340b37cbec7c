enum {
    GPU__AXIS_SUM,
    GPU__AXIS_MEAN,
    GPU__AXIS_DOT,
    GPU__AXIS_MAX,
    GPU__AXIS_MIN,
    GPU__AXIS_VAR,
    GPU__AXIS_ARGMAX,
    GPU__AXIS_ARGMIN
};
/* Size of a lane's accumulator in bytes: an element for an extreme, else a double or an int64_t. The squares of a
   variance are a second array, GPU__AXIS_SQUARES doubles after the first. */
enum { GPU__AXIS_SQUARES = 8 * GPU__COL_BLOCK };
static inline size_t gpu__axis_bytes(size_t element, int op)
{
    return op == GPU__AXIS_MAX || op == GPU__AXIS_MIN ? element : sizeof(double);
}
/* Size in bytes of the partial result of a chunk or segment; an extreme with its index takes 16. */
static inline size_t gpu__axis_part_bytes(size_t element, int op)
{
    return op == GPU__AXIS_VAR ? sizeof(gpu__triple) : op < GPU__AXIS_VAR ? gpu__axis_bytes(element, op) : 16;
}
GPU__BODY void gpu__axis_prefetch(uintptr_t from, size_t bytes)
{
    (void)from;
    for (size_t i = 0; i < bytes; i += 64) GPU__PREFETCH(from + i);
}

typedef struct gpu__axis_detail {
    int op;
    size_t parts, chunk, blocks; /* of a row or column; columns of a part of a row; blocks of columns */
    double count, ddof;          /* elements of a result; of a variance */
} gpu__axis_detail;
GPU__BODY const gpu__axis_detail *gpu__axis_of(const gpu__job *j) { return (const gpu__axis_detail *)j->detail; }
/* A reduction along an axis: its result is one element for each row, or for each column. */
typedef struct gpu__axis_function {
    const char *name;
    int op, of_columns;
    size_t out_size, size; /* bytes of a result and of an element */
    gpu__job_part *part[3];
    void (*finish)(const gpu__job *j, void *scratch, size_t threads); /* combines the parts of rows or columns */
    gpu__job_device *device;
} gpu__axis_function;
static inline void gpu__axis_split_rows(gpu__job *j, gpu__axis_detail *d, size_t partial)
{
    const size_t parts = gpu__row_parts(j->cols);
    d->chunk = gpu__row_chunk(j->cols);
    d->parts = gpu__ceil_div(j->cols, d->chunk);
    d->count = (double)j->cols;
    j->space = parts > 1 ? parts * j->rows * partial : 0;
    j->tasks = j->rows * d->parts;
    if (d->parts > 1) j->scratch = j->tasks * partial;
}
static inline void gpu__axis_split_cols(gpu__job *j, gpu__axis_detail *d, size_t partial)
{
    d->parts = gpu__col_parts(j->rows, j->cols);
    d->blocks = j->cols < 128 ? 1 : gpu__ceil_div(j->cols, GPU__COL_BLOCK);
    d->count = (double)j->rows;
    j->tasks = d->parts * d->blocks;
    if (d->parts > 1) j->space = j->scratch = d->parts * j->cols * partial;
}
/* Makes the call. x: the vector of a product with one, otherwise NULL. */
static inline gpu_status gpu__axis_call(const gpu__axis_function *f, void *out, const void *a, const void *x,
                                        size_t rows, size_t cols, double ddof)
{
    const gpu_status s = gpu__shape(f->name, rows, cols);
    gpu__axis_detail d = {f->op, 0, 0, 0, 0, ddof};
    gpu__job j;
    if (s) return s;
    gpu__job_of_matrix(&j, f->name, out, f->of_columns ? cols : rows, f->out_size, "a", a, f->size, rows, cols);
    (f->of_columns ? gpu__axis_split_cols : gpu__axis_split_rows)(&j, &d, gpu__axis_part_bytes(f->size, f->op));
    gpu__job_detail(&j, &d, sizeof d);
    if (f->op == GPU__AXIS_DOT) gpu__job_in(&j, 1, "x", x, f->of_columns ? rows : cols, f->size);
    for (int k = 0; k < 3; k++) j.part[k] = f->part[k];
    if (d.parts > 1) j.finish = f->finish;
    j.device = f->device;
    return gpu__job_call(&j);
}
/* The result of a variance is rounded to the type of a mean. */
GPU__HOT static inline void gpu__var_finish(const gpu__job *j, void *scratch, size_t threads)
{
    const gpu__axis_detail *const d = gpu__axis_of(j);
    const size_t parts = d->parts, outs = j->out_count;
    const gpu__triple *const partial = (const gpu__triple *)scratch;
    (void)threads;
    for (size_t o = 0; o < outs; o++) {
        gpu__triple lane[GPU__PART_LANES];
        for (size_t p = 0; p < parts; p++) {
            gpu__triple *const to = lane + p % GPU__PART_LANES;
            *to = p < GPU__PART_LANES ? partial[p * outs + o] : gpu__merge(*to, partial[p * outs + o]);
        }
        lane[0] = gpu__fold_moments(lane, gpu__least(parts, GPU__PART_LANES));
        const double var = gpu__moments_of(lane[0], 0, d->ddof).var;
        if (j->out_size == sizeof(float)) ((float *)j->out)[o] = (float)var;
        else ((double *)j->out)[o] = var;
    }
}
/* The accumulators of a task, and the functions that depend on their type and that of the elements. The code below
   calls these three through pointers; with optimisation it is compiled for each type and each `op`, so that both are
   constants. */
typedef union gpu__axis_lanes {
    double real[2 * GPU__AXIS_SQUARES];
    int64_t i64[8 * GPU__COL_BLOCK];
    int32_t i32[8 * GPU__COL_BLOCK];
    float f32[8 * GPU__COL_BLOCK];
} gpu__axis_lanes GPU__VECTOR_ALIGNED;
typedef struct gpu__axis_type {
    gpu_type type;
    size_t size;
    /* Accumulates element i into lane i, or initialises the lane with it. y: the other factors, or pivots. */
    void (*add)(void *lane, const void *x, size_t dx, const void *y, size_t dy, size_t n, int is_first, int op);
    void (*merge)(void *lane, const void *more, size_t n, int op); /* combines lane i of `more` into lane i */
    void (*final)(const gpu__job *j, size_t o, const void *lane, size_t n, int op); /* output o + i is that of lane i */
} gpu__axis_type;

/* Combines lanes of `width` accumulators each, by halves, into the first one. */
GPU__BODY void gpu__axis_fold(void *lane, size_t lanes, size_t width, int op, gpu__axis_type t)
{
    const size_t bytes = gpu__axis_bytes(t.size, op) * width;
    size_t s = 1;
    while (s < lanes) s *= 2;
    for (s /= 2; s; s /= 2) t.merge(lane, (const char *)lane + s * bytes, gpu__least(lanes - s, s) * width, op);
}
/* Stores n results from output o on or, if rows and columns are split into parts, n partial results for
   gpu__axis_finish. x is the first element of the part, origin that of the whole row or column, of which each part has
   `count` elements. */
GPU__BODY void gpu__axis_put(const gpu__job *j, void *partial, size_t part, size_t o, const void *lane, size_t n,
                             const void *x, const void *origin, size_t count, int op, gpu__axis_type t)
{
    const size_t parts = gpu__axis_of(j)->parts, bytes = gpu__axis_bytes(t.size, op);
    if (parts > 1 && op == GPU__AXIS_VAR) {
        const double *const sum = (const double *)lane;
        gpu__triple *const to = (gpu__triple *)partial + part * j->out_count + o;
        for (size_t i = 0; i < n; i++)
            to[i] = gpu__lane_moments(sum[i], sum[i + GPU__AXIS_SQUARES], count,
                                      gpu__number_at(x, i, t.type) - gpu__number_at(origin, i, t.type));
    } else if (parts > 1) memcpy((char *)partial + (part * j->out_count + o) * bytes, lane, n * bytes);
    else t.final(j, o, lane, n, op);
}
/* Combines chunks or segments, 64 outputs at a time; the partial result of `part` for output o is
   scratch[part * outs + o]. */
GPU__BODY void gpu__axis_finish(const gpu__job *j, void *scratch, gpu__axis_type t)
{
    const gpu__axis_detail *const d = gpu__axis_of(j);
    const size_t parts = d->parts, outs = j->out_count, bytes = gpu__axis_bytes(t.size, d->op);
    gpu__axis_lanes lane;
    size_t o, p, n;
    for (o = 0; o < outs; o += n) {
        n = gpu__least(outs - o, 64);
        for (p = 0; p < parts; p++) {
            char *const to = (char *)&lane + p % GPU__PART_LANES * n * bytes;
            const char *const partial = (const char *)scratch + (p * outs + o) * bytes;
            if (p < GPU__PART_LANES) memcpy(to, partial, n * bytes);
            else t.merge(to, partial, n, d->op);
        }
        gpu__axis_fold(&lane, gpu__least(parts, GPU__PART_LANES), n, d->op, t);
        t.final(j, o, &lane, n, d->op);
    }
}
/* Accumulates contiguous elements: element i belongs to lane i % lanes. y: for a dot product the other factors, as
   many; for a variance the lanes' pivots, with stride dy. */
GPU__BODY void gpu__axis_run(void *lane, size_t lanes, const char *x, const char *y, size_t dy, size_t n, int op,
                             gpu__axis_type t)
{
    const size_t bytes = lanes * t.size, step = op == GPU__AXIS_VAR ? 0 : bytes;
    size_t k;
    t.add(lane, x, 1, y, dy, gpu__least(n, lanes), 1, op);
    for (k = lanes; k + lanes <= n; k += lanes) {
        x += bytes;
        y += step;
        gpu__axis_prefetch((uintptr_t)x + GPU__PREFETCH_BYTES, bytes);
        t.add(lane, x, 1, y, dy, lanes, 0, op);
    }
    if (k < n) t.add(lane, x + bytes, 1, y + step, dy, n - k, 0, op);
}
#ifdef __OPTIMIZE__
/* Reduces GPU__ABREAST short rows from row r on; a lane has one accumulator for each of them. */
GPU__BODY void gpu__axis_short_rows(const gpu__job *j, const char *a, const char *y, size_t cols, size_t r, int op,
                                    gpu__axis_type t)
{
    enum { many = GPU__ABREAST };
    const size_t lanes = op == GPU__AXIS_VAR ? 1 : 32, dy = op == GPU__AXIS_VAR ? cols : 0;
    const size_t bytes = gpu__axis_bytes(t.size, op) * many, step = op == GPU__AXIS_VAR ? 0 : t.size;
    const char *const x = a + r * cols * t.size, *const other = op == GPU__AXIS_VAR ? x : y;
    gpu__axis_lanes lane;
    size_t c, s;
    for (c = 0; c < cols && c < lanes; c++)
        t.add((char *)&lane + c * bytes, x + c * t.size, cols, other + c * step, dy, many, 1, op);
    for (; c < cols; c++)
        t.add((char *)&lane + c % lanes * bytes, x + c * t.size, cols, other + c * step, dy, many, 0, op);
    for (s = lanes / 2; s; s /= 2) /* as in gpu__axis_fold, but the length of each step is a constant */
        for (c = 0; c < s && c + s < cols; c++)
            t.merge((char *)&lane + c * bytes, (const char *)&lane + (c + s) * bytes, many, op);
    t.final(j, r, &lane, many, op);
}
#endif
/* A task is a chunk of a row. */
GPU__BODY void gpu__axis_rows(const gpu__job *j, void *partial, size_t first, size_t last, int op, gpu__axis_type t)
{
    const gpu__axis_detail *const d = gpu__axis_of(j);
    const size_t cols = j->cols, parts = d->parts, chunk = d->chunk;
    const int one = op == GPU__AXIS_VAR && cols * t.size <= 256;
    const size_t lanes = one ? 1 : cols <= 512 ? 32 : cols <= 4096 ? 128 : GPU__ROW_LANES;
    const char *const a = (const char *)j->in[0].p;
    const char *const vector = op == GPU__AXIS_DOT ? (const char *)j->in[1].p : a;
    gpu__axis_lanes lane;
#ifdef __OPTIMIZE__
    for (; cols <= GPU__SHORT_ROW && (one || op != GPU__AXIS_VAR) && last - first >= GPU__ABREAST;
         first += GPU__ABREAST)
        gpu__axis_short_rows(j, a, vector, cols, first, op, t);
#endif
    for (; first < last; first++) {
        const size_t r = first / parts, p = first % parts, begin = p * chunk;
        const size_t n = gpu__least(cols - begin, chunk);
        const char *const origin = a + r * cols * t.size, *const x = origin + begin * t.size;
        gpu__axis_run(&lane, lanes, x, op == GPU__AXIS_VAR ? x : vector + begin * t.size, op != GPU__AXIS_VAR, n, op,
                      t);
        gpu__axis_fold(&lane, gpu__least(n, lanes), 1, op, t);
        gpu__axis_put(j, partial, p, r, &lane, 1, x, origin, n, op, t);
    }
}
/* A task is a block of columns of a segment; if there are fewer than 128 columns, all are in one block, and the
   elements of a step are contiguous. */
GPU__BODY void gpu__axis_cols(const gpu__job *j, void *partial, size_t first, size_t last, int op, gpu__axis_type t)
{
    const gpu__axis_detail *const d = gpu__axis_of(j);
    const size_t rows = j->rows, cols = j->cols, parts = d->parts, blocks = d->blocks;
    const size_t lanes = gpu__col_lanes(cols), steps = gpu__ceil_div(rows, lanes), pitch = cols * t.size;
    gpu__axis_lanes lane, pivot;
    for (; first < last; first++) {
        const size_t part = first / blocks, c = first % blocks * GPU__COL_BLOCK, left = cols - c;
        const size_t r = steps * part / parts * lanes, end = steps * (part + 1) / parts * lanes;
        const size_t have = gpu__least(end, rows) - r;
        const size_t width = blocks == 1 || left < GPU__COL_BLOCK ? left : (size_t)GPU__COL_BLOCK;
        const size_t ahead = 1 + GPU__PREFETCH_BYTES / (width * t.size); /* rows */
        const char *const origin = (const char *)j->in[0].p + c * t.size, *const x = origin + r * pitch;
        const char *y = op == GPU__AXIS_DOT ? (const char *)j->in[1].p + r * t.size : x;
        if (cols < 16 && op == GPU__AXIS_DOT) { /* column by column, since such rows are too short for vectors */
            for (size_t i = 0; i < cols; i++) {
                for (size_t k = 0; k < have; k += lanes)
                    t.add(&lane, x + k * pitch + i * t.size, cols, y + k * t.size, 1, gpu__least(have - k, lanes), !k,
                          op);
                gpu__axis_fold(&lane, gpu__least(have, lanes), 1, op, t);
                gpu__axis_put(j, partial, part, i, &lane, 1, x, origin, have, op, t);
            }
            continue;
        }
        if (cols < 128 && op != GPU__AXIS_DOT) {
            for (size_t k = 0; op == GPU__AXIS_VAR && k < lanes; k++) memcpy((char *)&pivot + k * pitch, x, pitch);
            gpu__axis_run(&lane, lanes * cols, x, op == GPU__AXIS_VAR ? (const char *)&pivot : x, 1, have * cols, op,
                          t);
        } else
            for (size_t k = 0; k < have; k++) {
                const char *const row = x + k * pitch;
                void *const to = (char *)&lane + k % lanes * width * gpu__axis_bytes(t.size, op);
                gpu__axis_prefetch((uintptr_t)row + ahead * pitch, width * t.size);
                if (k < lanes) t.add(to, row, 1, y, op != GPU__AXIS_DOT, width, 1, op);
                else t.add(to, row, 1, y, op != GPU__AXIS_DOT, width, 0, op);
                if (op == GPU__AXIS_DOT) y += t.size;
            }
        gpu__axis_fold(&lane, gpu__least(have, lanes), width, op, t);
        gpu__axis_put(j, partial, part, c, &lane, width, x, origin, have, op, t);
    }
}
/* A function of rows or columns, whose results are of type R: `tasks` does its tasks, `op` is one of the operations
   above, `finish` combines parts. `arrays` declares the matrix a and, for a product with a vector, x; `formal` and
   `ddof` declare and pass the parameter of a variance. */
#define GPU__AXIS(R, label, name, tasks, of_columns, op, finish, arrays, x, formal, ddof)                              \
    GPU__PARTS_BY_OP(name, tasks, GPU__AXIS_##op)                                                                      \
    GPU__PRE gpu_status name(R *out, GPU__STRIP arrays, size_t rows, size_t cols GPU__STRIP formal)                    \
    {                                                                                                                  \
        static const gpu__axis_function f = {                                                                          \
            label,  GPU__AXIS_##op,        of_columns, sizeof *out, sizeof *a, GPU__PART_TABLE_BY_OP(name, tasks),     \
            finish, GPU__DEVICE_CODE(name)};                                                                           \
        GPU__BY_RULE(name) return gpu__axis_call(&f, out, a, x, rows, cols, ddof);                                     \
    }

#ifdef ALL
/* The functions of gpu__axis_type. */
GPU__BODY void gpu__axis_add_T(void *lane, const void *x_, size_t dx, const void *y_, size_t dy, size_t n, int is_first,
                               int op)
{
    const T *const x = (const T *)x_, *const y = (const T *)y_;
    gpu__sum_T *const sum = (gpu__sum_T *)lane;
    double *const mean = (double *)lane;
    T *const extreme = (T *)lane;
    if (op == GPU__AXIS_SUM || op == GPU__AXIS_DOT) GPU__NO_ALIAS for (size_t i = 0; i < n; i++)
        {
            const gpu__sum_T v =
                op == GPU__AXIS_DOT ? GPU__TIMES((gpu__sum_T)x[i * dx], (gpu__sum_T)y[i * dy]) : (gpu__sum_T)x[i * dx];
            sum[i] = is_first ? v : (gpu__sum_T)((gpu__wrap_sum_T)sum[i] + (gpu__wrap_sum_T)v);
        }
    else if (op == GPU__AXIS_MEAN)
        GPU__NO_ALIAS for (size_t i = 0; i < n; i++) mean[i] =
            is_first ? (double)x[i * dx] : mean[i] + (double)x[i * dx];
    else if (op == GPU__AXIS_VAR) GPU__NO_ALIAS for (size_t i = 0; i < n; i++)
        {
            const double d = (double)x[i * dx] - (double)y[i * dy], square = GPU__TIMES(d, d);
            mean[i] = is_first ? d : mean[i] + d;
            mean[i + GPU__AXIS_SQUARES] = is_first ? square : mean[i + GPU__AXIS_SQUARES] + square;
        }
    else
        GPU__NO_ALIAS for (size_t i = 0; i < n; i++) extreme[i] =
            is_first ? x[i * dx] : gpu__arg_first_T(extreme[i], x[i * dx], op == GPU__AXIS_MIN);
}
GPU__BODY void gpu__axis_merge_T(void *lane, const void *more, size_t n, int op)
{
    gpu__sum_T *const sum = (gpu__sum_T *)lane;
    double *const mean = (double *)lane;
    T *const extreme = (T *)lane;
    if (op == GPU__AXIS_SUM || op == GPU__AXIS_DOT)
        GPU__NO_ALIAS for (size_t i = 0; i < n; i++) sum[i] =
            (gpu__sum_T)((gpu__wrap_sum_T)sum[i] + (gpu__wrap_sum_T)((const gpu__sum_T *)more)[i]);
    else if (op == GPU__AXIS_MEAN) GPU__NO_ALIAS for (size_t i = 0; i < n; i++) mean[i] += ((const double *)more)[i];
    else if (op == GPU__AXIS_VAR) GPU__NO_ALIAS for (size_t i = 0; i < n; i++)
        {
            mean[i] += ((const double *)more)[i];
            mean[i + GPU__AXIS_SQUARES] += ((const double *)more)[i + GPU__AXIS_SQUARES];
        }
    else
        GPU__NO_ALIAS for (size_t i = 0; i < n; i++) extreme[i] =
            gpu__arg_first_T(extreme[i], ((const T *)more)[i], op == GPU__AXIS_MIN);
}
GPU__BODY void gpu__axis_final_T(const gpu__job *j, size_t o, const void *lane, size_t n, int op)
{
    const gpu__sum_T *const sum = (const gpu__sum_T *)lane;
    const gpu__axis_detail *const d = gpu__axis_of(j);
    const double *const mean = (const double *)lane, count = d->count;
    if (op == GPU__AXIS_SUM || op == GPU__AXIS_DOT)
        GPU__NO_ALIAS for (size_t i = 0; i < n; i++)((gpu__total_T *)j->out)[o + i] = (gpu__total_T)sum[i];
    else if (op == GPU__AXIS_MEAN)
        GPU__NO_ALIAS for (size_t i = 0; i < n; i++)((gpu__mean_T *)j->out)[o + i] = (gpu__mean_T)(mean[i] / count);
    else if (op == GPU__AXIS_VAR)
        for (size_t i = 0; i < n; i++) {
            const gpu__triple all = gpu__lane_moments(mean[i], mean[i + GPU__AXIS_SQUARES], (size_t)count, 0);
            ((gpu__mean_T *)j->out)[o + i] = (gpu__mean_T)gpu__moments_of(all, 0, d->ddof).var;
        }
    else memcpy((T *)j->out + o, lane, n * sizeof(T));
}

GPU__BODY gpu__axis_type gpu__axis_type_T(void)
{
    const gpu__axis_type t = {(gpu_type)gpu__tag_T, sizeof(T), gpu__axis_add_T, gpu__axis_merge_T, gpu__axis_final_T};
    return t;
}
GPU__BODY void gpu__axis_{rows|cols}_T(const gpu__job *j, void *scratch, size_t first, size_t last, int op)
{
    gpu__axis_{1}(j, scratch, first, last, op, gpu__axis_type_T());
}
GPU__HOT static inline void gpu__axis_finish_T(const gpu__job *j, void *scratch, size_t threads)
{
    (void)threads;
    gpu__axis_finish(j, scratch, gpu__axis_type_T());
}

/* The index of an extreme does not depend on the order. */
/* Stores the extreme of a part of a row or column, at index `at`, as the result or for gpu__arg_axis_finish. */
GPU__BODY void gpu__arg_axis_put_T(const gpu__job *j, void *scratch, size_t part, size_t o, T value, int64_t at)
{
    gpu__best_T *const to = (gpu__best_T *)scratch + part * j->out_count + o;
    if (gpu__axis_of(j)->parts > 1) {
        to->value = value;
        to->at = at;
    } else ((int64_t *)j->out)[o] = at;
}
static inline void gpu__arg_axis_finish_T(const gpu__job *j, void *scratch, size_t threads)
{
    const gpu__axis_detail *const d = gpu__axis_of(j);
    const size_t outs = j->out_count;
    (void)threads;
    for (size_t o = 0; o < outs; o++) {
        const gpu__best_T *const all = (const gpu__best_T *)scratch + o, *best = all;
        for (size_t p = 1; p < d->parts; p++)
            if (gpu__arg_beats_T(all[p * outs].value, best->value, d->op == GPU__AXIS_ARGMIN)) best = all + p * outs;
        ((int64_t *)j->out)[o] = best->at;
    }
}
/* Argmin or argmax of rows: a task is a chunk of a row. */
GPU__BODY void gpu__arg_axis_rows_T(const gpu__job *j, void *scratch, size_t first, size_t last, int op)
{
    const gpu__axis_detail *const d = gpu__axis_of(j);
    const size_t cols = j->cols, parts = d->parts, chunk = d->chunk;
    for (; first < last; first++) {
        const size_t r = first / parts, begin = first % parts * chunk, n = gpu__least(cols - begin, chunk);
        const T *const x = (const T *)j->in[0].p + r * cols + begin;
        gpu__best_T best = {x[0], 0};
        if (n < GPU__GRAIN)
            for (size_t k = 1; k < n; k++) {
                if (gpu__arg_beats_T(x[k], best.value, op == GPU__AXIS_ARGMIN)) {
                    best.value = x[k];
                    best.at = (int64_t)k;
                }
            }
        else
            for (size_t k = 0; k < n; k += GPU__ARG_CHUNK)
                gpu__arg_chunk_T(&best, x, k, gpu__least(n - k, GPU__ARG_CHUNK), op == GPU__AXIS_ARGMIN);
        gpu__arg_axis_put_T(j, scratch, first % parts, r, best.value, best.at + (int64_t)begin);
    }
}
/* The same for columns: a task is a block of columns of a segment. */
GPU__BODY void gpu__arg_axis_cols_T(const gpu__job *j, void *scratch, size_t first, size_t last, int op)
{
    const gpu__axis_detail *const d = gpu__axis_of(j);
    const size_t rows = j->rows, cols = j->cols, parts = d->parts, blocks = d->blocks;
    const size_t lanes = gpu__col_lanes(cols), steps = gpu__ceil_div(rows, lanes);
    T value[GPU__COL_BLOCK];
    int32_t at[GPU__COL_BLOCK]; /* a segment has fewer than 2^31 rows */
    for (; first < last; first++) {
        const size_t part = first / blocks, c = first % blocks * GPU__COL_BLOCK;
        const size_t r = steps * part / parts * lanes, end = steps * (part + 1) / parts * lanes;
        const size_t have = gpu__least(end, rows) - r, width = gpu__least(cols - c, GPU__COL_BLOCK);
        const T *x = (const T *)j->in[0].p + r * cols + c;
        for (size_t i = 0; i < width; i++) {
            value[i] = x[i];
            at[i] = 0;
        }
        for (size_t k = 1; k < have; k++) {
            const int32_t here = (int32_t)k;
            x += cols;
            GPU__NO_ALIAS for (size_t i = 0; i < width; i++)
            {
                const int beats = gpu__arg_beats_T(x[i], value[i], op == GPU__AXIS_ARGMIN);
                value[i] = beats ? x[i] : value[i];
                at[i] = beats ? here : at[i];
            }
        }
        for (size_t i = 0; i < width; i++) gpu__arg_axis_put_T(j, scratch, part, c + i, value[i], (int64_t)r + at[i]);
    }
}

GPU__PARTS_OF_OPS(gpu__{axis_rows|axis_cols|arg_axis_rows|arg_axis_cols}_T)
GPU__AXIS(gpu__total_T, "gpu_sum_{rows|cols}", gpu_sum_{1}_T, gpu__axis_{1}_T, {0|1}, SUM, gpu__axis_finish_T,
          (const T *a), NULL, (), 0)
GPU__AXIS(gpu__mean_T, "gpu_mean_{rows|cols}", gpu_mean_{1}_T, gpu__axis_{1}_T, {0|1}, MEAN, gpu__axis_finish_T,
          (const T *a), NULL, (), 0)
GPU__AXIS(T, "gpu_{min_rows|min_cols|max_rows|max_cols}", gpu_{1}_T, gpu__axis_{rows|cols|rows|cols}_T, {0|1|0|1},
          {MIN|MIN|MAX|MAX}, gpu__axis_finish_T, (const T *a), NULL, (), 0)
GPU__AXIS(gpu__mean_T, "gpu_var_{rows|cols}", gpu_var_{1}_T, gpu__axis_{1}_T, {0|1}, VAR, gpu__var_finish, (const T *a),
          NULL, (, double ddof), ddof)
GPU__AXIS(int64_t, "gpu_arg{min_rows|min_cols|max_rows|max_cols}", gpu_arg{1}_T, gpu__arg_axis_{rows|cols|rows|cols}_T,
          {0|1|0|1}, ARG{MIN|MIN|MAX|MAX}, gpu__arg_axis_finish_T, (const T *a), NULL, (), 0)
/* Their device code: an operation of device/operators.cuh and its mode. */
GPU__ON_DEVICE(gpu_sum_{rows|cols}_T,
               gpu__axis_launch<{false|true}, gpu__op_sum<T, gpu__sum_T, gpu__total_T>>(context, out, in, j, 1.0))
GPU__ON_DEVICE(gpu_mean_{rows|cols}_T,
               gpu__axis_launch<{false|true}, gpu__op_sum<T, double, gpu__mean_T>>(context, out, in, j,
                                                                                   gpu__axis_of(j)->count))
GPU__ON_DEVICE(gpu_{min_rows|min_cols|max_rows|max_cols}_T,
               gpu__axis_launch<{false|true|false|true}, gpu__op_extreme<T>>(context, out, in, j,
                                                                             {true|true|false|false}))
GPU__ON_DEVICE(gpu_arg{min_rows|min_cols|max_rows|max_cols}_T,
               gpu__axis_launch<{false|true|false|true}, gpu__op_arg<T>>(context, out, in, j, {true|true|false|false}))
GPU__ON_DEVICE(gpu_var_{rows|cols}_T,
               gpu__axis_launch<{false|true}, gpu__op_var<T, gpu__mean_T>>(context, out, in, j, gpu__axis_of(j)->ddof))
#endif
#ifdef REAL
/* ---- matrix times vector, and vector times matrix ---- */
GPU__AXIS(T, "gpu_{matvec|vecmat}", gpu_{1}_T, gpu__axis_{rows|cols}_T, {0|1}, DOT, gpu__axis_finish_T,
          (const T *{a|x}, const T *{x|a}), x, (), 0)
GPU__ON_DEVICE(gpu_{matvec|vecmat}_T, gpu__axis_launch<{false|true}, gpu__op_dot<T>>(context, out, in, j, 1.0))
#endif
