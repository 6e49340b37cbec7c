#ifdef GPU_ORDER
/* Radix sort by digits of 8 bits, the least significant first, on both backends. A key is the number that an element
   is sorted by: equal elements, both zeros and all NaNs have one key. Each pass is stable, so the result is the one
   stable order, and has the same bits everywhere. A job sorts shape[1] rows of shape[2] elements:
     out     the sorted elements, or (GPU__SORT_INDEX) the positions in the row that they come from
     in[0]   the elements; in[1], in[2]: values that are moved with them, and their destination
   number[0] is the size of a value or of an index. On a GPU, `detail` may be the address of a number in device memory,
   which is 0 if a long row need not be sorted. */
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
#define GPU__SORT_RESIDENT(size, value) ((size) <= 4 && (value) <= 1 ? 4 : 2)
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
/* Makes the plan of a job. */
static inline void gpu__sort_plan_of(gpu__sort_plan *p, const gpu__job *j)
{
    const size_t size = j->in[0].size, n = j->n, value = (size_t)j->number[0].whole;
    p->rows = j->shape[1];
    p->cols = j->shape[2];
    p->moved = j->flag & GPU__SORT_INDEX && p->cols >> 31 < 2 ? 4 : value;
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
    p->more_keys = gpu__sort_reserve(&p->bytes, size == 4 && p->moved == 4  ? n * 8
                                                : j->flag & GPU__SORT_INDEX ? n * size
                                                                            : 0);
    p->values = gpu__sort_reserve(&p->bytes, size == 4 && p->moved == 4 ? 0 : n * p->moved);
}

/* A pass on the CPU over the chunks of a row. If `to` is NULL, it counts the digits of the passes [digit, end). */
typedef struct gpu__sort_pass {
    const gpu__job *job;
    const void *keys, *values;
    void *keys_to, *values_to;
    size_t n, chunks, value;
    size_t *counts; /* for each chunk and pass: the count of each digit, then the position of its next element */
    int digit, end, moves;
} gpu__sort_pass;
typedef void gpu__sort_chunks(const gpu__sort_pass *p, size_t first, size_t last);
static inline void gpu__sort_run(const gpu__sort_pass *p, gpu__sort_chunks *chunks)
{
    if (p->chunks > 1)
        gpu__job_parts(p->job, p->job->part, p->chunks, (void *)(uintptr_t)p);
    else
        chunks(p, 0, 1);
}
static inline size_t *gpu__sort_counts(const gpu__sort_pass *p, size_t chunk, int digit)
{
    return p->counts + (chunk * p->job->in[0].size + (size_t)digit) * GPU__DIGITS;
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
    size_t i;
    if (p->values && p->values != to) memcpy(to, p->values, p->n * p->value);
    for (i = 0; !p->values && p->value && i < p->n; i++) {
        if (p->value == 8)
            ((gpu__any_64 *)to)[i] = i;
        else
            ((gpu__any_32 *)to)[i] = (uint32_t)i;
    }
}
static inline size_t gpu__sort_spare_keys(const gpu__job *j) /* bytes */
{
    return (j->shape[2] * j->in[0].size * (j->flag & GPU__SORT_INDEX ? 2 : 1) + 63) & ~(size_t)63;
}
/* Sorts a row with the scratch memory `spare`, for its keys (twice, if the keys are not wanted) and its values. The
   passes alternate between the scratch memory and the result, which the last one writes. */
static inline void gpu__sort_row(const gpu__job *j, size_t row, size_t chunks, char *spare, size_t *counts,
                                 gpu__sort_chunks *code)
{
    const size_t size = j->in[0].size, n = j->shape[2], value = (size_t)j->number[0].whole;
    const int index = j->flag & GPU__SORT_INDEX, passes = (int)size;
    char *const spare_values = spare + gpu__sort_spare_keys(j);
    char *const out = index ? spare + n * size : (char *)j->out + row * n * size;
    char *const out_values = !value  ? NULL
                             : index ? (char *)j->out + row * n * value
                                     : (char *)(uintptr_t)j->in[2].p + row * n * value;
    int active[8], count = 0, k;
    gpu__sort_pass p;
    p.job = j;
    p.n = n;
    p.chunks = chunks;
    p.value = value;
    p.counts = counts;
    p.keys = (const char *)j->in[0].p + row * n * size;
    p.values = value && !index ? (const char *)j->in[1].p + row * n * value : NULL;
    p.keys_to = p.values_to = NULL;
    p.digit = p.moves = 0;
    p.end = passes;
    gpu__sort_run(&p, code);
    for (k = 0; k < passes; k++)
        if (!gpu__sort_positions(&p, k)) active[count++] = k;
    if (count % 2 == 0 ? !count : p.keys == out) /* no pass, or the first one would write to the memory that it reads */
        p.keys = memmove(count ? spare : out, p.keys, n * size);
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
/* Each row is sorted by one thread or, if it is long, by all threads. */
static inline size_t gpu__sort_scratch(const gpu__job *j, size_t chunks)
{
    const size_t size = j->in[0].size, value = (size_t)j->number[0].whole,
                 packed = value && size >= 4 ? 2 * j->shape[2] * sizeof(uint64_t) : 0, /* see packed.h */
        side = gpu__short_scratch(j), row = gpu__sort_spare_keys(j) + ((j->shape[2] * value + 63) & ~(size_t)63),
                 most = row > packed ? row : (packed + 63) & ~(size_t)63;
    return (most > side ? most : side) + chunks * size * GPU__DIGITS * sizeof(size_t);
}
static inline size_t gpu__sort_chunk_count(size_t cols)
{
    const size_t chunks = cols / GPU__SORT_CHUNK;
    return cols < GPU__SORT_ROW ? 1 : chunks < GPU__SORT_CHUNKS ? chunks : (size_t)GPU__SORT_CHUNKS;
}
static inline void gpu__sort_rows(const gpu__job *j, char *scratch, size_t first, size_t last, gpu__sort_chunks *code)
{
    const size_t chunks = gpu__sort_chunk_count(j->shape[2]),
                 counts = gpu__sort_scratch(j, chunks) - gpu__sort_scratch(j, 0);
    for (; first < last; first++) gpu__sort_row(j, first, chunks, scratch + counts, (size_t *)(void *)scratch, code);
}

static inline gpu_status gpu__sort_order(const char *call, gpu_order order)
{
    if (order == GPU_ASCENDING || order == GPU_DESCENDING) return GPU_OK;
    return gpu__refuse(call, "the order is %d; expected GPU_ASCENDING or GPU_DESCENDING", (int)order);
}
static inline gpu_status gpu__sort_call(gpu__job *j, const void *x, size_t size, size_t rows, size_t cols, size_t value,
                                        int index, gpu_order order)
{
    const gpu_status s = gpu__sort_order(j->name, order);
    const int shared = gpu__sort_chunk_count(cols) > 1;
    gpu__sort_plan plan;
    if (s) return s;
    gpu__job_in(j, 0, index ? "x" : j->inputs > 2 ? "keys" : "x", x, rows * cols, size);
    j->shape[1] = rows;
    j->shape[2] = cols;
    j->number[0].whole = (int64_t)value;
    j->flag = (order == GPU_DESCENDING ? GPU__SORT_DESCENDING : 0) | index;
    j->in_place = !index;
    if (index) j->out_name = "index";
    gpu__sort_plan_of(&plan, j);
    if (cols > gpu__sort_in_block(size)) j->space = plan.bytes;
    j->tasks = shared ? 0 : rows;
    *(shared ? &j->scratch : &j->scratch_of_thread) = gpu__sort_scratch(j, gpu__sort_chunk_count(cols));
    if (!shared) j->start = NULL;
    return gpu__job_call_results(j);
}
#endif
#if defined(ANY) && defined(GPU_ORDER)
/* Does a pass for the chunks [first, last): counts digits, or moves elements. */
GPU__HOT static inline void gpu__sort_chunks_T(const gpu__sort_pass *p, size_t first, size_t last)
{
    const gpu__bits_T *const x = (const gpu__bits_T *)p->keys,
                             flip = p->job->flag & GPU__SORT_DESCENDING ? (gpu__bits_T) ~(gpu__bits_T)0 : 0;
    gpu__bits_T *const to = (gpu__bits_T *)p->keys_to;
    for (; first < last; first++) {
        size_t *const at = gpu__sort_counts(p, first, p->digit), i, end;
        gpu__share(p->n, first, p->chunks, &i, &end);
        if (!p->moves) {
            memset(at, 0, (size_t)(p->end - p->digit) * GPU__DIGITS * sizeof *at);
            for (; i < end; i++) {
                const gpu__bits_T key = (gpu__bits_T)(gpu__sort_key_T(x[i]) ^ flip);
                int d;
                for (d = p->digit; d < p->end; d++)
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
/* Sorts a row by vectors, if the processor has what that needs. */
static inline int gpu__sort_fast_T(const gpu__job *j, size_t row, char *scratch, size_t counts, size_t chunks)
{
#ifdef GPU__X86
    return gpu__fast_serves(j, row, scratch, counts, chunks, gpu__fast_encode_T, gpu__fast_decode_T);
#else
    return (void)j, (void)row, (void)scratch, (void)counts, (void)chunks, 0;
#endif
}
/* If all threads sort a row together, `scratch` is the pass. */
static inline void gpu__sort_part_T(const gpu__job *j, void *scratch, size_t thread, size_t first, size_t last)
{
    char *const mine = (char *)scratch + thread * j->scratch_of_thread;
    gpu__job_part *const side_by_side[3] = GPU__PART_TABLE(gpu__short_T);
    if (j->start && first < last)
        gpu__sort_chunks_T((const gpu__sort_pass *)scratch, first, last);
    else if (gpu__short_serves(j))
        side_by_side[gpu__cpu_level()](j, mine, thread, first, last);
    else
        for (; first < last; first++)
            if (!gpu__sort_fast_T(j, first, mine, 0, 1)) gpu__sort_rows(j, mine, first, first + 1, gpu__sort_chunks_T);
}
static inline void gpu__sort_start_T(const gpu__job *j, void *scratch)
{
    const size_t chunks = gpu__sort_chunk_count(j->shape[2]),
                 counts = gpu__sort_scratch(j, chunks) - gpu__sort_scratch(j, 0);
    size_t row;
    for (row = 0; row < j->shape[1]; row++)
        if (!gpu__sort_fast_T(j, row, (char *)scratch, counts, chunks))
            gpu__sort_rows(j, (char *)scratch, row, row + 1, gpu__sort_chunks_T);
}
static inline void gpu__sort_code_T(gpu__job *j)
{
    j->part[0] = j->part[1] = j->part[2] = gpu__sort_part_T;
    j->start = gpu__sort_start_T;
}
GPU__ON_DEVICE(gpu__sort_T, gpu__sort_keys<gpu__sort_key_T, gpu__bits_T>(j, context, out, in))
GPU__ON_DEVICE(gpu__sort_with_T, gpu__sort_with<gpu__sort_key_T, gpu__bits_T>(j, context, out, in))
GPU__ON_DEVICE(gpu__sort_rows_T, gpu__sort_rows<gpu__sort_key_T, gpu__sort_bits_T, gpu__bits_T>(j, context, out, in))
GPU__ON_DEVICE(gpu__argsort_rows_T,
               gpu__argsort_rows<gpu__sort_key_T, gpu__sort_bits_T, gpu__bits_T>(j, context, out, in))
GPU__PRE_SCOPE gpu_status gpu_sort_T(T *out, const T *x, size_t n, gpu_order order)
{
    gpu__job j;
    gpu__job_of(&j, "gpu_sort", out, n, sizeof *out, n);
    gpu__sort_code_T(&j);
    GPU__JOB_DEVICE(j, gpu__sort_T)
    return gpu__sort_call(&j, x, sizeof *x, 1, n, 0, 0, order);
}
GPU__PRE_SCOPE gpu_status gpu_argsort_T(int64_t *index, const T *x, size_t n, gpu_order order)
{
    gpu__job j;
    gpu__job_of(&j, "gpu_argsort", index, n, sizeof *index, n);
    gpu__sort_code_T(&j);
    GPU__JOB_DEVICE(j, gpu__sort_with_T)
    return gpu__sort_call(&j, x, sizeof *x, 1, n, sizeof *index, GPU__SORT_INDEX, order);
}
GPU__PRE_SCOPE gpu_status gpu_argsort_short_T(uint32_t *index, const T *x, size_t n, gpu_order order)
{
    gpu__job j;
    gpu__job_of(&j, "gpu_argsort_short", index, n, sizeof *index, n);
    gpu__sort_code_T(&j);
    GPU__JOB_DEVICE(j, gpu__sort_with_T)
    if (n && (n - 1) >> 31 > 1)
        return gpu__refuse(j.name, "n is %zu, more than a uint32_t can index; use gpu_argsort", n);
    return gpu__sort_call(&j, x, sizeof *x, 1, n, sizeof *index, GPU__SORT_INDEX, order);
}
GPU__PRE_SCOPE gpu_status gpu_sort_pairs_T(T *keys_out, void *values_out, const T *keys, const void *values,
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
    gpu__sort_code_T(&j);
    GPU__JOB_DEVICE(j, gpu__sort_with_T)
    return gpu__sort_call(&j, keys, sizeof *keys, 1, n, value_size, 0, order);
}
GPU__PRE_SCOPE gpu_status gpu_sort_rows_T(T *out, const T *a, size_t rows, size_t cols, gpu_order order)
{
    const gpu_status s = gpu__shape("gpu_sort_rows", rows, cols);
    gpu__job j;
    if (s) return s;
    gpu__job_of(&j, "gpu_sort_rows", out, rows * cols, sizeof *out, rows * cols);
    gpu__sort_code_T(&j);
    GPU__JOB_DEVICE(j, gpu__sort_rows_T)
    return gpu__sort_call(&j, a, sizeof *a, rows, cols, 0, 0, order);
}
GPU__PRE_SCOPE gpu_status gpu_argsort_rows_T(int64_t *index, const T *a, size_t rows, size_t cols, gpu_order order)
{
    const gpu_status s = gpu__shape("gpu_argsort_rows", rows, cols);
    gpu__job j;
    if (s) return s;
    gpu__job_of(&j, "gpu_argsort_rows", index, rows * cols, sizeof *index, rows * cols);
    gpu__sort_code_T(&j);
    GPU__JOB_DEVICE(j, gpu__argsort_rows_T)
    return gpu__sort_call(&j, a, sizeof *a, rows, cols, sizeof *index, GPU__SORT_INDEX, order);
}
#endif
