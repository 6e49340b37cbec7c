/* Functions of a sorted copy: the k largest, quantiles, unique elements. The copy, elements or an index, is at the
   start of the scratch memory or workspace, followed by the memory that sorting needs. */
enum { GPU__SEARCH_SOME = 16 };
static inline size_t gpu__sorted_bytes(const gpu__sort_detail *d, size_t size) /* of an array as long as the copy */
{
    return (d->rows * d->cols * size + 255) & ~(size_t)255;
}
static inline size_t gpu__sorted_copy_bytes(const gpu__sort_detail *d)
{
    return gpu__sorted_bytes(d, d->index ? sizeof(int64_t) : d->size);
}
static inline void gpu__sorted_start(const gpu__job *j, gpu__sort_cpu s)
{
    char *const scratch = s.scratch;
    s.out = scratch;
    s.scratch += gpu__sorted_copy_bytes(&s.d);
    s.d.columns = gpu__sorted_of(j)->columns && gpu__short_serves(&s.d);
    if (gpu__sorted_of(j)->columns && !s.d.columns) {
        gpu__job transpose;
        gpu__job_of_matrix(&transpose, j->name, scratch, 0, s.d.size, "a", s.x, s.d.size, s.d.cols, s.d.rows);
        gpu__transpose_part(&transpose, NULL, 0, 0, transpose.n);
        s.x = scratch;
    }
    gpu__sort_all(&s);
}
/* Completes a job. `more`: bytes of workspace beyond the copy and the sort's. */
static inline void gpu__sorted_complete(gpu__job *j, gpu__sorted_detail *d, const char *what, const void *x,
                                        size_t size, size_t rows, size_t cols, int index, int descending, size_t more)
{
    memset(d, 0, sizeof *d);
    d->sort = gpu__sort_detail_of(size, rows, cols, index ? sizeof(int64_t) : 0, index, descending);
    gpu__job_detail(j, d, sizeof *d);
    gpu__job_in(j, 0, what, x, rows * cols, size);
    j->tasks = rows;
    j->scratch = gpu__sorted_copy_bytes(&d->sort);
    j->space = j->scratch + more;
    gpu__sort_memory(j, &d->sort);
}

/* Writes the first k elements of each row's index, and the elements that they refer to. */
GPU__JOB_PART(gpu__top_part)
{
    const size_t cols = gpu__sort_of(j)->cols, k = gpu__sorted_of(j)->k, size = j->out_size;
    for (; first < last; first++)
        for (size_t i = 0; i < k; i++) {
            const int64_t at = ((const int64_t *)scratch)[first * cols + i];
            memcpy((char *)j->out + (first * k + i) * size,
                   (const char *)j->in[0].p + (first * cols + (size_t)at) * size, size);
            if (j->in[1].count) ((int64_t *)(uintptr_t)j->in[1].p)[first * k + i] = at;
        }
}
/* of_rows: the function finds k elements of each row. */
static inline gpu_status gpu__top_call(gpu__job *j, int of_rows, int64_t *index, size_t k, const void *x, size_t rows,
                                       size_t cols, int descending, gpu__job_part *const scan[3])
{
    gpu__sorted_detail d;
    gpu__top_plan plan;
    if (k > cols)
        return gpu__refuse(j->name, "k is %zu; expected at most %zu, the number of elements%s", k, cols,
                           of_rows ? " of a row" : "");
    if (!k) return gpu__job_call(j);
    j->out_name = "values";
    gpu__job_in(j, 1, "index", index, index ? rows * k : 0, sizeof *index);
    j->results = 1 << 1;
    j->part[0] = j->part[1] = j->part[2] = gpu__top_part;
    gpu__sorted_complete(j, &d, of_rows ? "a" : "x", x, j->out_size, rows, cols, 1, descending, 0);
    d.k = d.sort.to = k;
    if (rows == 1 && gpu__top_plan_of(&plan, j->out_size, k, cols)) j->space = plan.bytes;
    if (of_rows && gpu__top_by_warps(rows, cols, k)) j->space = 0;
    if (rows == 1 && k <= GPU__TOP_KEPT && k <= cols / 16 && cols >= GPU__TOP_CHUNK) {
        memcpy(j->part, scan, sizeof j->part);
        j->start = NULL;
        j->finish = gpu__top_finish;
        j->tasks = gpu__least(cols / GPU__TOP_CHUNK, GPU__TOP_CHUNKS);
        j->scratch = j->tasks * gpu__top_capacity(k) * sizeof(gpu__top_pair);
        j->scratch_of_thread = 0;
    }
    return gpu__job_call_results(j);
}

/* NumPy's rules: a quantile is interpolated between the elements around (n - 1) * q, the median is the mean of the two
   in the middle. If the row has a NaN, which is last, that is the result. */
#define GPU__MEDIAN (-1.0) /* as q, and as the place between the two elements */
GPU__LIFTED_FN double gpu__between(double a, double b, double t)
{
    const double sum = a + b, d = b - a;
    if (t == GPU__MEDIAN) return sum - sum == 0 ? sum / 2 : a / 2 + b / 2;
    if (d - d != 0) return GPU__TIMES(a, 1 - t) + GPU__TIMES(b, t); /* one is infinite, or d is too large */
    return t < 0.5 ? a + GPU__TIMES(d, t) : b - GPU__TIMES(d, 1 - t);
}
typedef struct gpu__quantile_rank {
    size_t low, high;
    double t;
} gpu__quantile_rank;
GPU__LIFTED_FN gpu__quantile_rank gpu__quantile_rank_of(size_t n, double q)
{
    gpu__quantile_rank rank = {(n - 1) / 2, n / 2, GPU__MEDIAN};
    if (q != GPU__MEDIAN) {
        const double at = GPU__TIMES((double)(n - 1), q);
        rank.low = (size_t)at;
        rank.high = rank.low + 1 < n ? rank.low + 1 : rank.low;
        rank.t = at - (double)rank.low;
    }
    return rank;
}
/* On a GPU, a long array is not sorted, but read once for each digit of GPU__QUANTILE_BITS bits. Workspace: the state,
   the counts of digits for both ranks, and a count for each chunk of the array, one chunk for each thread. */
enum {
    GPU__QUANTILE_BITS = 11,
    GPU__QUANTILE_THREADS = 1024,
    GPU__QUANTILE_SPACE = 256 + (2 << GPU__QUANTILE_BITS) * 8 + GPU__QUANTILE_THREADS * 8
};
/* Flags of a quantile: it is one of each column; it is the median; `out` is a variable of the library. */
enum { GPU__QUANTILE_COLUMNS = 1, GPU__QUANTILE_MEDIAN = 2, GPU__QUANTILE_VALUE = 4 };
static inline int gpu__quantile_by_digits(const gpu__sorted_detail *d)
{
    return d->sort.rows == 1 && d->sort.cols >= GPU__TOP_FEWEST && !d->columns;
}
static inline gpu_status gpu__quantile_call(gpu__job *j, const char *what, const void *x, size_t size, size_t rows,
                                            size_t cols, double q, int flags)
{
    const int columns = flags & GPU__QUANTILE_COLUMNS;
    gpu__sorted_detail d;
    gpu_status s;
    if (!(q >= 0 && q <= 1))
        return gpu__refuse(j->name, "q is %s; expected a number from 0 to 1", gpu__real_text(q, 'g', 6));
    if (!rows || !cols) return gpu__refuse(j->name, "an empty array has no quantile; expected at least one element");
    if ((s = gpu__shape(j->name, rows, cols))) return s;
    gpu__sorted_complete(j, &d, what, x, size, columns ? cols : rows, columns ? rows : cols, 0, 0,
                         columns ? (rows * cols * size + 255) & ~(size_t)255 : 0);
    d.columns = columns;
    d.q = flags & GPU__QUANTILE_MEDIAN ? GPU__MEDIAN : q;
    d.sort.from = gpu__quantile_rank_of(d.sort.cols, d.q).low;
    if (d.sort.to - d.sort.from > 2) d.sort.to = d.sort.from + 2;
    if (flags & GPU__QUANTILE_VALUE) j->flag = GPU__JOB_LOCAL_OUT;
    if (gpu__quantile_by_digits(&d)) j->space = GPU__QUANTILE_SPACE;
    return gpu__job_call_results(j);
}

/* Bytes of workspace for a GPU's attempt without sorting, for the case that few elements are unique; 0: no attempt. */
#define GPU__UNIQUE_SLOTS(size) ((size) == 8 ? 2048u : 4096u)
static inline size_t gpu__unique_space(size_t size, size_t n, int inverse)
{
    const size_t slots = GPU__UNIQUE_SLOTS(size), most = gpu__sort_in_block(size);
    return n < GPU__TOP_FEWEST || inverse ? 0 : 1024 + slots * 16 + 2 * most * (size + sizeof(int64_t));
}
/* unique: in[1] is count, in[2] counts, in[3] inverse; the last two are empty if they are not wanted. */
static inline gpu_status gpu__unique_call(gpu__job *j, const void *x, size_t size, int64_t *count, int64_t *counts,
                                          int64_t *inverse)
{
    const size_t n = j->n;
    gpu__sorted_detail d;
    j->out_name = "values";
    j->inputs = 4;
    j->results = 7 << 1;
    j->flag = GPU__JOB_PARTIAL;
    gpu__job_in(j, 1, "count", count, 1, sizeof *count);
    gpu__job_in(j, 2, "counts", counts, counts ? n : 0, sizeof *counts);
    gpu__job_in(j, 3, "inverse", inverse, inverse ? n : 0, sizeof *inverse);
    if (!n) return count ? gpu_set(count, 0, sizeof *count) : GPU_OK;
    gpu__sorted_complete(j, &d, "x", x, size, 1, n, inverse != NULL, 0,
                         ((n * size + 255) & ~(size_t)255) + ((n * sizeof(int64_t) + 255) & ~(size_t)255) + 512 +
                             gpu__ceil_div(n, GPU__SELECT_THREADS) * sizeof(uint64_t) + 256 +
                             gpu__unique_space(size, n, inverse != NULL));
    return gpu__job_call_results(j);
}
static inline gpu_status gpu__searchsorted_call(int64_t *index, const void *sorted, size_t m, const void *x, size_t n,
                                                size_t size, gpu_side side, gpu__job_part *const part[3],
                                                gpu__job_device *device)
{
    gpu__job j;
    if (side != GPU_LEFT && side != GPU_RIGHT)
        return gpu__refuse("gpu_searchsorted", "the side is %d; expected GPU_LEFT or GPU_RIGHT", (int)side);
    gpu__job_of(&j, "gpu_searchsorted", index, n, sizeof *index, n);
    j.out_name = "index";
    gpu__job_in(&j, 0, "sorted", sorted, m, size);
    gpu__job_in(&j, 1, "x", x, n, size);
    gpu__job_detail(&j, &side, sizeof side);
    j.tasks = gpu__ceil_div(n, GPU__GRAIN);
    memcpy(j.part, part, sizeof j.part);
    j.device = device;
    return gpu__job_call(&j);
}
#ifdef ANY
static inline void gpu__sorted_first_T(const gpu__job *j, void *scratch)
{
    gpu__sorted_start(j, gpu__sort_cpu_T(j, scratch));
}
/* -- the k largest or smallest -- */
GPU__ON_DEVICE(gpu__top{|_rows}_T, gpu__top{1}_launch<gpu__sort_key_T, gpu__top_within_T, gpu__bits_T>(
                                       j, context, gpu__sort_last_T(gpu__sort_of(j)->descending), out, in))
static inline gpu_status gpu__top_T(const char *name, gpu__job_device *device, int of_rows, T *values, int64_t *index,
                                    size_t k, const T *a, size_t rows, size_t cols, int largest)
{
    const gpu_status s = of_rows ? gpu__shape(name, rows, cols) : GPU_OK;
    gpu__job_part *const scan[3] = GPU__PART_TABLE(gpu__top_scan_T);
    gpu__job j;
    if (s) return s;
    gpu__job_of(&j, name, values, rows * k, sizeof *values, rows * cols);
    j.start = gpu__sorted_first_T;
    j.device = device;
    return gpu__top_call(&j, of_rows, index, k, a, rows, cols, largest, scan);
}
GPU__PRE gpu_status gpu_{top|bottom}_T(T *values, int64_t *index, size_t k, const T *x, size_t n)
{
    GPU__BY_RULE(gpu_{1}_T)
    return gpu__top_T("gpu_{1}", GPU__DEVICE_CODE(gpu__top_T), 0, values, index, k, x, 1, n, {1|0});
}
GPU__PRE gpu_status gpu_{top|bottom}_rows_T(T *values, int64_t *index, size_t k, const T *a, size_t rows, size_t cols)
{
    GPU__BY_RULE(gpu_{1}_rows_T)
    return gpu__top_T("gpu_{1}_rows", GPU__DEVICE_CODE(gpu__top_rows_T), 1, values, index, k, a, rows, cols, {1|0});
}
/* -- quantiles -- */
GPU__LIFTED_FN double gpu__quantile_between_T(T low, T high, T last, double t)
{
    if (last != last) return (double)last;
    if (low == high || t == 0) return (double)low; /* also if `high` is infinite */
    return gpu__between((double)low, (double)high, t);
}
GPU__LIFTED_FN double gpu__quantile_of_T(const T *x, size_t n, double q)
{
    const gpu__quantile_rank rank = gpu__quantile_rank_of(n, q);
    return gpu__quantile_between_T(x[rank.low], x[rank.high], x[n - 1], rank.t);
}
GPU__JOB_PART(gpu__quantile_part_T)
{
    const size_t cols = gpu__sort_of(j)->cols;
    for (; first < last; first++) {
        const double v = gpu__quantile_of_T((const T *)scratch + first * cols, cols, gpu__sorted_of(j)->q);
        if (j->out_size == sizeof(double)) ((double *)j->out)[first] = v;
        else ((float *)j->out)[first] = (float)v;
    }
}
GPU__ON_DEVICE(gpu__quantile_T, gpu__quantile_launch<gpu__sort_key_T, gpu__sort_bits_T, gpu__quantile_of_T,
                                                     gpu__quantile_between_T, gpu__bits_T, T>(j, context, out, in))
static inline gpu_status gpu__quantile_T(const char *name, void *out, size_t size, const char *what, const T *a,
                                         size_t rows, size_t cols, double q, int flags)
{
    gpu__job j;
    gpu__job_of(&j, name, out, flags & GPU__QUANTILE_COLUMNS ? cols : rows, size, rows * cols);
    j.start = gpu__sorted_first_T;
    j.part[0] = j.part[1] = j.part[2] = gpu__quantile_part_T;
    j.device = GPU__DEVICE_CODE(gpu__quantile_T);
    return gpu__quantile_call(&j, what, a, sizeof *a, rows, cols, q, flags);
}
GPU__PRE gpu_status gpu_{quantile|median}_to_T(double *out, const T *x, size_t n{, double q|})
{
    return gpu__quantile_T("gpu_{1}_to", out, sizeof *out, "x", x, 1, n, {q|0}, {0|GPU__QUANTILE_MEDIAN});
}
GPU__PRE double gpu_{quantile|median}_T(const T *x, size_t n{, double q|})
{
    double v;
    const int flags = {0|GPU__QUANTILE_MEDIAN} + GPU__QUANTILE_VALUE;
    return gpu__quantile_T("gpu_{1}", &v, sizeof v, "x", x, 1, n, {q|0}, flags) ? (double)NAN : v;
}
GPU__PRE gpu_status gpu_quantile_{rows|cols}_T(gpu__mean_T *out, const T *a, size_t rows, size_t cols, double q)
{
    return gpu__quantile_T("gpu_quantile_{1}", out, sizeof *out, "a", a, rows, cols, q, {0|GPU__QUANTILE_COLUMNS});
}
GPU__PRE gpu_status gpu_median_{rows|cols}_T(gpu__mean_T *out, const T *a, size_t rows, size_t cols)
{
    return gpu__quantile_T("gpu_median_{1}", out, sizeof *out, "a", a, rows, cols, 0,
                           {GPU__QUANTILE_MEDIAN|GPU__QUANTILE_MEDIAN + GPU__QUANTILE_COLUMNS});
}
/* -- unique elements -- */
/* Goes through the sorted elements block by block: marks where runs of equal ones begin, selects these elements and,
   for the counts, their positions, whose differences are taken at the end. */
GPU__BODY void gpu__unique_runs_T(const gpu__job *j, const void *sorted)
{
    const size_t n = j->n;
    const int64_t *const index = gpu__sort_of(j)->index ? (const int64_t *)sorted : NULL;
    int64_t *const counts = (int64_t *)(uintptr_t)j->in[2].p, *const inverse = (int64_t *)(uintptr_t)j->in[3].p;
    gpu__bits_T key[GPU__SELECT_BLOCK + 1], some[GPU__SELECT_BLOCK];
    uint8_t starts[GPU__SELECT_BLOCK];
    size_t begin, i, k, found = 0;
    key[0] = 0;
    for (begin = 0; begin < n; begin += GPU__SELECT_BLOCK) {
        const size_t count = gpu__least(n - begin, GPU__SELECT_BLOCK), before = found;
        const gpu__bits_T *const x = index ? some : (const gpu__bits_T *)sorted + begin;
        for (i = 0; index && i < count; i++) some[i] = ((const gpu__bits_T *)j->in[0].p)[index[begin + i]];
        for (i = 0; i < count; i++) key[i + 1] = gpu__sort_key_T(x[i]);
        for (i = 0; i < count; i++) starts[i] = key[i] != key[i + 1];
        if (!begin) starts[0] = 1;
        key[0] = key[count];
        for (i = 0, k = found; inverse && i < count; i++) inverse[index[begin + i]] = (int64_t)(k += starts[i]) - 1;
        found += gpu__select_block((char *)j->out + found * sizeof *x, x, sizeof *x, starts, 0, count);
        if (counts)
            (void)gpu__select_block((char *)(counts + before), NULL, sizeof *counts, starts, begin, begin + count);
    }
    for (i = 0; counts && i < found; i++) counts[i] = (i + 1 < found ? counts[i + 1] : (int64_t)n) - counts[i];
    *(int64_t *)(uintptr_t)j->in[1].p = (int64_t)found;
}
GPU__PART_LEVELS(gpu__unique_T, if (first < last) gpu__unique_runs_T(j, scratch))
GPU__ON_DEVICE(gpu__unique_T, gpu__unique_launch<gpu__sort_key_T, gpu__sort_bits_T, gpu__run_starts_T, gpu__bits_T>(
                                  j, context, gpu__sort_last_T(0), out, in))
GPU__PRE gpu_status gpu_unique_T(T *values, int64_t *count, int64_t *counts, int64_t *inverse, const T *x, size_t n)
{
    gpu__job j;
    gpu__job_of(&j, "gpu_unique", values, n, sizeof *values, n);
    j.start = gpu__sorted_first_T;
    GPU__JOB_CODE(j, gpu__unique_T)
    return gpu__unique_call(&j, x, sizeof *x, count, counts, inverse);
}
#ifdef GPU__CUDA
GPU__LIFTED_FN GPU__BOOL gpu__run_starts_T(gpu__bits_T b, size_t i, const gpu__bits_T *sorted)
{
    return !i || gpu__sort_key_T(sorted[i - 1]) != gpu__sort_key_T(b);
}
GPU__LIFTED_FN int64_t gpu__search_T(const gpu__bits_T *sorted, size_t m, gpu__bits_T b, int right)
{
    const gpu__bits_T key = gpu__sort_key_T(b);
    size_t low = 0;
    while (m) {
        const size_t half = m / 2;
        const gpu__bits_T middle = gpu__sort_key_T(sorted[low + half]);
        if (right ? middle <= key : middle < key) {
            low += half + 1;
            m -= half + 1;
        } else m = half;
    }
    return (int64_t)low;
}
#endif
/* -- searchsorted -- */
/* The searches of some elements at a time have the same steps: they wait for memory together. */
GPU__BODY void gpu__search_some_T(int64_t *out, const gpu__bits_T *sorted, size_t m, const gpu__bits_T *x, size_t n,
                                  int right)
{
    uint64_t key[GPU__SEARCH_SOME], low[GPU__SEARCH_SOME]; /* of one size, whatever the element's, as vectors need it */
    gpu__bits_T some[GPU__SEARCH_SOME];
    size_t i, half;
    memset(some, 0, sizeof some);
    memcpy(some, x, n * sizeof *x);
    for (i = 0; i < GPU__SEARCH_SOME; i++) {
        low[i] = 0;
        key[i] = gpu__sort_key_T(some[i]);
    }
    for (; m; m -= half) {
        half = m - m / 2;
        for (i = 0; i < GPU__SEARCH_SOME; i++) some[i] = sorted[low[i] + half - 1];
        for (i = 0; i < GPU__SEARCH_SOME; i++) {
            const uint64_t last = gpu__sort_key_T(some[i]);
            low[i] += half & (0 - (uint64_t)((last < key[i]) | (right & (last == key[i]))));
        }
    }
    for (i = 0; i < n; i++) out[i] = (int64_t)low[i];
}
GPU__BODY void gpu__search_range_T(const gpu__job *j, size_t first, size_t last)
{
    const size_t end = gpu__least(last * GPU__GRAIN, j->n);
    const int right = *(const gpu_side *)j->detail == GPU_RIGHT;
    for (size_t i = first * GPU__GRAIN; i < end; i += GPU__SEARCH_SOME) {
        const size_t some = gpu__least(end - i, GPU__SEARCH_SOME);
        gpu__search_some_T((int64_t *)j->out + i, (const gpu__bits_T *)j->in[0].p, j->in[0].count,
                           (const gpu__bits_T *)j->in[1].p + i, some, right);
    }
}
GPU__PART_LEVELS(gpu__search_T, gpu__search_range_T(j, first, last))
GPU__ON_DEVICE(gpu__search_T,
               gpu__launch(context, gpu__search_kernel<gpu__search_T, gpu__bits_T>, gpu__ceil_div(j->n, 256), 256, 0,
                           (int64_t *)out, (const gpu__bits_T *)in[0], j->in[0].count, (const gpu__bits_T *)in[1], j->n,
                           *(const gpu_side *)j->detail == GPU_RIGHT))
GPU__PRE gpu_status gpu_searchsorted_T(int64_t *index, const T *sorted, size_t m, const T *x, size_t n, gpu_side side)
{
    gpu__job_part *const part[3] = GPU__PART_TABLE(gpu__search_T);
    return gpu__searchsorted_call(index, sorted, m, x, n, sizeof *x, side, part, GPU__DEVICE_CODE(gpu__search_T));
}
#endif
