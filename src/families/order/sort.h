/* Radix sort by digits of 8 bits, the least significant first, on both backends. A key is the number that an element
   is sorted by: equal elements, both zeros and all NaNs have one key. Each pass is stable, so the result is the one
   stable order, and has the same bits everywhere. A job sorts rows, as its gpu__sort_detail tells:
     out     the sorted elements, or (index) the positions in the row that they come from
     in[0]   the elements; in[1], in[2]: values that are moved with them, and their destination */
enum {
    GPU__DIGITS = 256,           /* values of a digit */
    GPU__SORT_BLOCK = 16384,     /* maximum bytes of keys that a block of a GPU sorts in shared memory, ... */
    GPU__SORT_BLOCK_MOST = 4096, /* ... and maximum number of elements */
    GPU__SORT_BLOCK_ITEMS = 8,   /* elements of a thread there */
    GPU__SORT_PORTION = 1 << 28, /* minimum elements of a row for one launch, whose counts have 29 bits */
    GPU__SORT_AHEAD = 4          /* status words that a look-back loads at a time */
};
static inline size_t gpu__sort_in_block(size_t size)
{
    return size < 4 ? (size_t)GPU__SORT_BLOCK_MOST : GPU__SORT_BLOCK / size;
}
/* For a pass over longer rows, by the bytes of keys and values: the threads of a block, the elements of a thread, and
   the resident blocks of a multiprocessor; these were the fastest on an H100. */
#define GPU__SORT_THREADS(size, value) ((size) == 8 || (value) <= 1 ? 256 : 384)
#define GPU__SORT_ITEMS(size, value) ((value) <= 1 ? 22 : (size) == 8 ? 21 : 14)
/* The plan of the passes over longer rows on a GPU: how the work is split, and the offsets of the parts of the
   workspace. */
typedef struct gpu__sort_plan {
    size_t rows, cols, tile, portion, portions, tiles; /* tiles: of a row */
    size_t moved; /* bytes of a value during the passes: an index has 4 if that suffices */
    size_t counts, status, tickets, keys, more_keys, values, bytes;
} gpu__sort_plan;
static inline size_t gpu__sort_reserve(size_t *at, size_t bytes)
{
    const size_t begin = *at;
    *at += (bytes + 255) & ~(size_t)255;
    return begin;
}
static inline void gpu__sort_plan_of(gpu__sort_plan *p, const gpu__sort_detail *d)
{
    const size_t size = d->size, n = d->rows * d->cols;
    p->rows = d->rows;
    p->cols = d->cols;
    p->moved = d->index && p->cols >> 31 < 2 ? 4 : d->value;
    p->tile = (size_t)GPU__SORT_THREADS(size, p->moved) * GPU__SORT_ITEMS(size, p->moved);
    p->portion = gpu__ceil_div(GPU__SORT_PORTION, p->tile) * p->tile;
    p->portions = gpu__ceil_div(p->cols, p->portion);
    p->tiles = gpu__ceil_div(p->cols, p->tile);
    p->bytes = GPU__SORT_AHEAD * GPU__DIGITS * sizeof(uint32_t); /* a look-back may read before the words */
    p->counts =
        gpu__sort_reserve(&p->bytes, (p->portions > 1 ? 2 : 1) * p->rows * size * GPU__DIGITS * sizeof(uint64_t));
    p->status = gpu__sort_reserve(&p->bytes, p->rows * p->tiles * GPU__DIGITS * sizeof(uint32_t));
    p->tickets = gpu__sort_reserve(&p->bytes, p->portions * size * sizeof(uint32_t));
    /* Keys and values of 4 bytes are moved together, as words of 8. */
    p->keys = gpu__sort_reserve(&p->bytes, n * (size == 4 && p->moved == 4 ? 8 : size));
    p->more_keys = gpu__sort_reserve(&p->bytes, size == 4 && p->moved == 4 ? n * 8 : d->index ? n * size : 0);
    p->values = gpu__sort_reserve(&p->bytes, size == 4 && p->moved == 4 ? 0 : n * p->moved);
}
static inline size_t gpu__sort_space(const gpu__sort_detail *d) /* bytes of workspace */
{
    gpu__sort_plan plan;
    if (d->cols <= gpu__sort_in_block(d->size)) return 0;
    gpu__sort_plan_of(&plan, d);
    return plan.bytes;
}

/* A pass on the CPU over the chunks of a row: it moves elements, or counts the digits of the passes [digit, end). */
typedef struct gpu__sort_pass {
    const gpu__sort_cpu *sort;
    const void *keys, *values;
    void *keys_to, *values_to;
    size_t n, chunks, value;
    size_t *counts; /* for each chunk and pass: the count of each digit, then the position of its next element */
    int digit, end, moves;
} gpu__sort_pass;
static inline void gpu__sort_run(const gpu__sort_pass *p, gpu__share_fn *chunks)
{
    if (p->chunks > 1) gpu__job_steps(p->sort->job, chunks, p->chunks, p);
    else chunks(p, 0, 0, 1);
}
static inline size_t *gpu__sort_counts(const gpu__sort_pass *p, size_t chunk, int digit)
{
    return p->counts + (chunk * p->sort->d.size + (size_t)digit) * GPU__DIGITS;
}
/* Converts the counts of a pass to positions. Returns whether all keys have the same digit. */
static inline int gpu__sort_positions(const gpu__sort_pass *p, int digit)
{
    size_t d, c, next = 0, before;
    int same = 0;
    for (d = 0; d < GPU__DIGITS; d++) {
        for (before = next, c = 0; c < p->chunks; c++) {
            size_t *const count = gpu__sort_counts(p, c, digit) + d;
            const size_t begin = next;
            next += *count;
            *count = begin;
        }
        same |= next - before == p->n;
    }
    return same;
}
/* Copies the values, or writes the index, for a row that needs no pass. */
static inline void gpu__sort_values(const gpu__sort_pass *p, void *to)
{
    if (p->values && p->values != to) memcpy(to, p->values, p->n * p->value);
    for (size_t i = 0; !p->values && p->value && i < p->n; i++)
        if (p->value == 8) ((gpu__any_64 *)to)[i] = i;
        else ((gpu__any_32 *)to)[i] = (uint32_t)i;
}
static inline size_t gpu__sort_spare_keys(const gpu__sort_detail *d) /* bytes */
{
    return (d->cols * d->size * (d->index ? 2 : 1) + 63) & ~(size_t)63;
}
/* Sorts a row; one that is in order, where `code` is NULL, needs no pass. scratch: the counts, then the row's keys
   (twice, if the keys are not wanted) and its values. The passes alternate between the scratch memory and the result,
   which the last one writes. */
static inline void gpu__sort_row(const gpu__sort_cpu *s, size_t row, size_t chunks, char *scratch, gpu__share_fn *code)
{
    const size_t size = s->d.size, n = s->d.cols, value = s->d.value;
    const int index = s->d.index, passes = (int)size;
    size_t *const counts = (size_t *)(void *)scratch;
    char *const spare = (char *)(counts + chunks * size * GPU__DIGITS);
    char *const spare_values = spare + gpu__sort_spare_keys(&s->d);
    char *const out = index ? spare + n * size : s->out + row * n * size;
    char *const out_values = value ? (index ? s->out : s->values_out) + row * n * value : NULL;
    int active[8], count = 0, k;
    const char *const values = value && !index ? s->values + row * n * value : NULL;
    gpu__sort_pass p = {s, s->x + row * n * size, values, NULL, NULL, n, chunks, value, counts, 0, passes, 0};
    if (code) gpu__sort_run(&p, code);
    for (k = 0; code && k < passes; k++)
        if (!gpu__sort_positions(&p, k)) active[count++] = k;
    /* no pass, or the first one would write to the memory that it reads */
    if (count % 2 == 0 ? !count && !index : p.keys == out) p.keys = memmove(count ? spare : out, p.keys, n * size);
    if (value && (count % 2 == 0 ? !count : p.values == out_values)) {
        gpu__sort_values(&p, count ? spare_values : out_values);
        p.values = count ? spare_values : out_values;
    }
    for (k = 0; k < count; k++) {
        const int to_out = (count - k) % 2;
        p.digit = active[k];
        p.end = p.digit + 1;
        if (k && chunks > 1) { /* the previous pass has moved elements between chunks */
            p.moves = 0;
            gpu__sort_run(&p, code);
            (void)gpu__sort_positions(&p, p.digit);
        }
        p.moves = 1;
        p.keys_to = index && k + 1 == count ? NULL : to_out ? out : spare;
        p.values_to = to_out ? out_values : spare_values;
        gpu__sort_run(&p, code);
        p.keys = p.keys_to;
        p.values = value ? p.values_to : NULL;
    }
}
static inline size_t gpu__sort_scratch(const gpu__sort_detail *d, size_t chunks)
{
    const size_t packed = d->value && d->size >= 4 ? 2 * d->cols * sizeof(uint64_t) : 0, /* see packed.h */
        side = gpu__short_scratch(d), row = gpu__sort_spare_keys(d) + ((d->cols * d->value + 63) & ~(size_t)63),
                 most = row > packed ? row : (packed + 63) & ~(size_t)63;
    return (most > side ? most : side) + chunks * d->size * GPU__DIGITS * sizeof(size_t);
}
static inline size_t gpu__sort_chunk_count(size_t cols)
{
    const size_t chunks = cols / GPU__SORT_CHUNK;
    return cols < GPU__SORT_ROW ? 1 : gpu__least(chunks, GPU__SORT_CHUNKS);
}
static inline gpu__sort_cpu gpu__sort_cpu_of(const gpu__job *j, void *scratch, gpu__sort_one *one, gpu__sort_some *some)
{
    const char *const x = (const char *)j->in[0].p, *const values = (const char *)j->in[1].p;
    char *const values_out = j->inputs > 2 ? (char *)(uintptr_t)j->in[2].p : NULL;
    const gpu__sort_cpu s = {*gpu__sort_of(j), j, x, values, (char *)j->out, values_out, (char *)scratch, one, some};
    return s;
}
/* Sorts the rows [first, last) on one thread. */
static inline void gpu__sort_rows(const void *sort, size_t thread, size_t first, size_t last)
{
    const gpu__sort_cpu *const s = (const gpu__sort_cpu *)sort;
    char *const mine = s->scratch + thread * s->job->scratch_of_thread;
    if (gpu__short_serves(&s->d)) s->some(s, mine, first, last);
    else
        for (; first < last; first++) s->one(s, first, 1, mine);
}
/* Sorts all rows: each by one thread or, if they are long, by all threads. */
static inline void gpu__sort_all(const gpu__sort_cpu *s)
{
    const size_t chunks = gpu__sort_chunk_count(s->d.cols);
    if (chunks == 1) gpu__job_steps(s->job, gpu__sort_rows, s->d.rows, s);
    for (size_t row = 0; chunks > 1 && row < s->d.rows; row++) s->one(s, row, chunks, s->scratch);
}
/* Adds the memory that sorting needs to that of the job. */
static inline void gpu__sort_memory(gpu__job *j, const gpu__sort_detail *d)
{
    const size_t chunks = gpu__sort_chunk_count(d->cols);
    j->space += gpu__sort_space(d);
    *(chunks > 1 ? &j->scratch : &j->scratch_of_thread) += gpu__sort_scratch(d, chunks);
}
static inline gpu_status gpu__sort_call(gpu__job *j, const void *x, size_t size, size_t rows, size_t cols, size_t value,
                                        int index, gpu_order order, gpu__job_part *part)
{
    const gpu__sort_detail d = gpu__sort_detail_of(size, rows, cols, value, index, order == GPU_DESCENDING);
    if (order != GPU_ASCENDING && order != GPU_DESCENDING)
        return gpu__refuse(j->name, "the order is %d; expected GPU_ASCENDING or GPU_DESCENDING", (int)order);
    gpu__job_in(j, 0, j->inputs > 2 ? "keys" : "x", x, rows * cols, size);
    gpu__job_detail(j, &d, sizeof d);
    j->in_place = index ? 0 : GPU__JOB_PAIRS;
    if (index) j->out_name = "index";
    j->tasks = gpu__sort_chunk_count(cols) > 1 ? 1 : rows;
    j->part[0] = j->part[1] = j->part[2] = part;
    gpu__sort_memory(j, &d);
    return gpu__job_call_results(j);
}
#ifdef GPU_TAPE
/* The derivative of pairs: of elements only the size matters on their way back to where they were. */
static inline gpu_status
gpu__back_to_pairs(gpu__step *s,
                   gpu_status (*four)(int32_t *out, size_t count, const int32_t *x, const int64_t *index, size_t n),
                   gpu_status (*eight)(int64_t *out, size_t count, const int64_t *x, const int64_t *index, size_t n))
{
    const gpu__call *const c = s->call;
    int64_t *const index = (int64_t *)gpu__spare(s, c->n * sizeof *index);
    gpu__job j;
    gpu__job_of(&j, "gpu_backward", index, c->n, sizeof *index, c->n);
    j.device = c->device;
    gpu_status e = s->failed ? s->failed
                             : gpu__sort_call(&j, gpu__kept(s, 0), c->out_size, 1, c->n, sizeof *index, 1,
                                              gpu__sort_of(c)->descending ? GPU_DESCENDING : GPU_ASCENDING, c->part[0]);
    for (int k = 0; k < 2 && !e; k++) {
        const void *const g = k ? s->more[2] : s->g;
        void *const to = g ? gpu__into(s, k) : NULL;
        if (!to) e = s->failed;
        else if (c->in[k].size == 4) e = four((int32_t *)to, c->n, (const int32_t *)g, index, c->n);
        else if (c->in[k].size == 8) e = eight((int64_t *)to, c->n, (const int64_t *)g, index, c->n);
    }
    return e;
}
#endif
#ifdef ANY
/* Does a pass for the chunks [first, last): counts digits, or moves elements. */
GPU__HOT static inline void gpu__sort_chunks_T(const void *pass, size_t thread, size_t first, size_t last)
{
    const gpu__sort_pass *const p = (const gpu__sort_pass *)pass;
    const gpu__bits_T *const x = (const gpu__bits_T *)p->keys,
                             flip = p->sort->d.descending ? (gpu__bits_T) ~(gpu__bits_T)0 : 0;
    gpu__bits_T *const to = (gpu__bits_T *)p->keys_to;
    (void)thread;
    for (; first < last; first++) {
        size_t *const at = gpu__sort_counts(p, first, p->digit), i, end;
        gpu__share(p->n, first, p->chunks, &i, &end);
        if (!p->moves) {
            memset(at, 0, (size_t)(p->end - p->digit) * GPU__DIGITS * sizeof *at);
            for (; i < end; i++) {
                const gpu__bits_T key = (gpu__bits_T)(gpu__sort_key_T(x[i]) ^ flip);
                for (int d = p->digit; d < p->end; d++)
                    at[(size_t)(d - p->digit) * GPU__DIGITS + (size_t)(key >> d * 8 & 255)]++;
            }
        } else
            for (; i < end; i++) {
                const gpu__bits_T key = (gpu__bits_T)(gpu__sort_key_T(x[i]) ^ flip);
                const size_t next = at[key >> p->digit * 8 & 255]++;
                if (to) to[next] = x[i];
                if (p->value == 8)
                    ((gpu__any_64 *)p->values_to)[next] = p->values ? ((const gpu__any_64 *)p->values)[i] : i;
                else if (p->value)
                    ((gpu__any_32 *)p->values_to)[next] = p->values ? ((const gpu__any_32 *)p->values)[i] : (uint32_t)i;
            }
    }
}
/* Sorts a row: by vectors if the processor can. To see whether it is in order pays if more than elements is sorted. */
static inline void gpu__sort_one_T(const gpu__sort_cpu *s, size_t row, size_t chunks, char *scratch)
{
    const gpu__bits_T *const x = (const gpu__bits_T *)(const void *)s->x + row * s->d.cols,
                             flip = s->d.descending ? (gpu__bits_T) ~(gpu__bits_T)0 : 0;
    size_t i = 1, n = s->d.value ? s->d.cols : 0;
    while (i < n && (gpu__sort_key_T(x[i - 1]) ^ flip) <= (gpu__sort_key_T(x[i]) ^ flip)) i++;
    if (n && i >= n) gpu__sort_row(s, row, chunks, scratch, NULL);
#ifdef GPU__X86
    else if (gpu__fast_serves(s, row, chunks, scratch, gpu__fast_encode_T, gpu__fast_decode_T)) return;
#endif
    else gpu__sort_row(s, row, chunks, scratch, gpu__sort_chunks_T);
}
static inline gpu__sort_cpu gpu__sort_cpu_T(const gpu__job *j, void *scratch)
{
    gpu__sort_some *const some[3] = GPU__PRE_TABLE(gpu__short_T);
    return gpu__sort_cpu_of(j, scratch, gpu__sort_one_T, some[gpu__cpu_level()]);
}
/* A task is a row or, if they are long, the whole work. */
GPU__JOB_PART(gpu__sort_part_T)
{
    const gpu__sort_cpu s = gpu__sort_cpu_T(j, scratch);
    if (gpu__sort_chunk_count(s.d.cols) > 1) gpu__sort_all(&s);
    else gpu__sort_rows(&s, thread, first, last);
}
GPU__ON_DEVICE(gpu__sort{|_with}_T,
               gpu__sort_{keys|with}<gpu__sort_key_T, gpu__bits_T>(gpu__sort_of(j), context, out, in))
GPU__ON_DEVICE(gpu__{|arg}sort_rows_T,
               gpu__{1}sort_rows<gpu__sort_key_T, gpu__sort_bits_T, gpu__bits_T>(gpu__sort_of(j), context, out, in))
GPU__PRE gpu_status gpu_{|arg}sort_T({T|int64_t} *{out|index}, const T *x, size_t n, gpu_order order)
{
    gpu__job j;
    gpu__job_of(&j, "gpu_{1}sort", {3}, n, sizeof *{3}, n);
    GPU__JOB_DEVICE(j, gpu__sort{|_with}_T)
    GPU__BY_RULE(gpu_{1}sort_T)
    return gpu__sort_call(&j, x, sizeof *x, 1, n, {0|sizeof *index}, {0|1}, order, gpu__sort_part_T);
}
GPU__PRE gpu_status gpu_argsort_short_T(uint32_t *index, const T *x, size_t n, gpu_order order)
{
    gpu__job j;
    gpu__job_of(&j, "gpu_argsort_short", index, n, sizeof *index, n);
    GPU__JOB_DEVICE(j, gpu__sort_with_T)
    if (n && (n - 1) >> 31 > 1)
        return gpu__refuse(j.name, "n is %zu, more than a uint32_t can index; use gpu_argsort", n);
    return gpu__sort_call(&j, x, sizeof *x, 1, n, sizeof *index, 1, order, gpu__sort_part_T);
}
GPU__PRE gpu_status gpu_sort_pairs_T(T *keys_out, void *values_out, const T *keys, const void *values,
                                     size_t value_size, size_t n, gpu_order order)
{
    gpu__job j;
    gpu__job_of(&j, "gpu_sort_pairs", keys_out, n, sizeof *keys_out, n);
    if (value_size != 4 && value_size != 8)
        return gpu__refuse(j.name, "values of %zu bytes; expected 4 or 8, and the same type in both arrays",
                           value_size);
    j.out_name = "keys_out";
    j.inputs = 3;
    j.results = 1 << 2;
    gpu__job_in(&j, 1, "values", values, n, value_size);
    gpu__job_in(&j, 2, "values_out", values_out, n, value_size);
    GPU__JOB_DEVICE(j, gpu__sort_with_T)
#ifdef GPU_TAPE
    gpu__tape_rule(gpu__back_to_pairs_T, GPU__X | GPU__RESULTS);
#endif
    return gpu__sort_call(&j, keys, sizeof *keys, 1, n, value_size, 0, order, gpu__sort_part_T);
}
GPU__PRE gpu_status gpu_{|arg}sort_rows_T({T|int64_t} *{out|index}, const T *a, size_t rows, size_t cols,
                                          gpu_order order)
{
    const gpu_status s = gpu__shape("gpu_{1}sort_rows", rows, cols);
    gpu__job j;
    if (s) return s;
    gpu__job_of(&j, "gpu_{1}sort_rows", {3}, rows * cols, sizeof *{3}, rows * cols);
    GPU__JOB_DEVICE(j, gpu__{1}sort_rows_T)
    GPU__BY_RULE(gpu_{1}sort_rows_T)
    return gpu__sort_call(&j, a, sizeof *a, rows, cols, {0|sizeof *index}, {0|1}, order, gpu__sort_part_T);
}
#endif
