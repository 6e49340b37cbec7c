#ifdef GPU_ORDER
/* Short rows on the CPU. Some rows are sorted side by side by a bitonic network, whose steps depend on the length alone:
   there are no branches to predict and no counters to clear. The codes of a column stand together, one in each lane. A
   code is an unsigned number of 4 bytes or a signed one of 8. For an index it ends with the position, so that the order
   is the stable one; with elements of 8 bytes the positions have lanes of their own behind those of the keys. */
enum {
    GPU__SHORT_COLUMN = 64, /* bytes of a column of codes */
    GPU__SHORT_TILE = 16,   /* columns that are moved between arrays and codes for all rows before the next ones */
    GPU__SHORT_COLS = 2048, /* longer rows are sorted by digits, ... */
    GPU__SHORT_FEW = 256,   /* ... and so are rows longer than this, if there are fewer of them than ... */
    GPU__SHORT_ROWS = 6,
    GPU__SHORT_FAST = 64 /* longer rows are sorted by the code of fast.h, where it runs */
};
static inline int gpu__short_serves(const gpu__job *j)
{
    const size_t cols = j->shape[2];
#ifdef GPU__X86
    if (cols > GPU__SHORT_FAST && j->in[0].size >= 4 && gpu__cpu_level() == 2) return 0;
#endif
    if (j->number[0].whole != (j->flag & GPU__SORT_INDEX ? (int64_t)sizeof(int64_t) : 0)) return 0;
    return cols <= GPU__SHORT_FEW || (cols <= GPU__SHORT_COLS && j->shape[1] >= GPU__SHORT_ROWS);
}
/* Bytes of a code, 16 with lanes for the positions, and of a column. */
GPU__BODY size_t gpu__short_size(size_t size, int index) { return size < 4 ? 4 : index ? 2 * size : size; }
GPU__BODY size_t gpu__short_column(size_t code) { return (code == 16 ? 2 : 1) * (size_t)GPU__SHORT_COLUMN; }
static inline size_t gpu__short_scratch(const gpu__job *j) /* bytes: columns, a multiple of 8, and a row */
{
    const size_t size = j->in[0].size, column = gpu__short_column(gpu__short_size(size, j->flag & GPU__SORT_INDEX));
    return gpu__short_serves(j) ? ((j->shape[2] + 7) * (column + size) + 63) & ~(size_t)63 : 0;
}
/* The steps of the network for two columns, or for eight, with the codes of a lane in registers. */
#define GPU__SHORT_LOAD(i) v[i] = a[(i)*step + l];
#define GPU__SHORT_STORE(i) a[(i)*step + l] = v[i];
#define GPU__SHORT_ORDER(i, k)                                                                                         \
    {                                                                                                                  \
        const gpu__code x = v[i], y = v[k];                                                                            \
        v[i] = x < y ? x : y;                                                                                          \
        v[k] = x < y ? y : x;                                                                                          \
    }
#define GPU__SHORT_LOAD_PAIR(i) v[i] = a[(i)*step + l], at[i] = a[(i)*step + l + 8];
#define GPU__SHORT_STORE_PAIR(i) a[(i)*step + l] = v[i], a[(i)*step + l + 8] = at[i];
#define GPU__SHORT_ORDER_PAIR(i, k)                                                                                    \
    {                                                                                                                  \
        const gpu__code x = v[i], y = v[k], p = at[i], q = at[k];                                                      \
        const int stay = (x < y) | ((x == y) & (p < q));                                                               \
        v[i] = stay ? x : y, v[k] = stay ? y : x;                                                                      \
        at[i] = stay ? p : q, at[k] = stay ? q : p;                                                                    \
    }
#define GPU__SHORT_TWO(M) M(0) M(1)
#define GPU__SHORT_EIGHT(M) M(0) M(1) M(2) M(3) M(4) M(5) M(6) M(7)
#define GPU__SHORT_HALVES(M) M(0, 1) M(2, 3) M(4, 5) M(6, 7)
#define GPU__SHORT_SORT(M)                                                                                             \
    GPU__SHORT_HALVES(M)                                                                                               \
    M(0, 2) M(1, 3) M(4, 6) M(5, 7) M(1, 2) M(5, 6) M(0, 4) M(1, 5) M(2, 6) M(3, 7) M(2, 4) M(3, 5) M(1, 2) M(3, 4)    \
        M(5, 6)
#define GPU__SHORT_MERGE(M) M(0, 4) M(1, 5) M(2, 6) M(3, 7) M(0, 2) M(1, 3) M(4, 6) M(5, 7) GPU__SHORT_HALVES(M)
#define GPU__SHORT_EXCHANGE(M) M(0, 1)
typedef void gpu__short_steps(void *columns, size_t step); /* the columns are `step` bytes apart */
#define GPU__SHORT_STEPS(name, C, EACH, STEPS, LOAD, ORDER, STORE)                                                     \
    GPU__BODY void name(void *columns, size_t step)                                                                    \
    {                                                                                                                  \
        typedef C gpu__code;                                                                                           \
        gpu__code *const a = (gpu__code *)columns;                                                                     \
        size_t l;                                                                                                      \
        step /= sizeof *a;                                                                                             \
        GPU__VECTOR_LOOP for (l = 0; l < GPU__SHORT_COLUMN / sizeof *a; l++)                                           \
        {                                                                                                              \
            gpu__code v[8], at[8];                                                                                     \
            (void)at;                                                                                                  \
            EACH(LOAD) STEPS(ORDER) EACH(STORE)                                                                        \
        }                                                                                                              \
    }
#define GPU__SHORT_KEYS GPU__SHORT_LOAD, GPU__SHORT_ORDER, GPU__SHORT_STORE
#define GPU__SHORT_PAIRS GPU__SHORT_LOAD_PAIR, GPU__SHORT_ORDER_PAIR, GPU__SHORT_STORE_PAIR
#define GPU__SHORT_CODES(size, C, ...)                                                                                 \
    GPU__SHORT_CODES_(size, C, __VA_ARGS__)                                                                            \
    GPU__PART_LEVELS(gpu__short_network_##size, (void)j, (void)first,                                                  \
                     gpu__short_network((char *)scratch, last, gpu__short_column(size), gpu__short_exchange_##size,    \
                                        gpu__short_sort_##size, gpu__short_merge_##size))
#define GPU__SHORT_CODES_(size, C, ...)                                                                                \
    GPU__SHORT_STEPS(gpu__short_exchange_##size, C, GPU__SHORT_TWO, GPU__SHORT_EXCHANGE, __VA_ARGS__)                  \
    GPU__SHORT_STEPS(gpu__short_sort_##size, C, GPU__SHORT_EIGHT, GPU__SHORT_SORT, __VA_ARGS__)                        \
    GPU__SHORT_STEPS(gpu__short_merge_##size, C, GPU__SHORT_EIGHT, GPU__SHORT_MERGE, __VA_ARGS__)
/* Sorts n columns, a multiple of 8. Merges runs of p columns: the first step compares mirrored positions, so that the
   lesser code always goes to the front, and columns behind the last one need not exist. */
GPU__BODY void gpu__short_network(char *a, size_t n, size_t column, gpu__short_steps *exchange, gpu__short_steps *sort,
                                  gpu__short_steps *merge)
{
    size_t p, k, i, j;
    for (i = 0; i < n; i += 8) sort(a + i * column, column);
    for (p = 8; p < n; p *= 2) {
        for (j = 0; j + p < n; j += 2 * p)
            for (i = 2 * p < n - j ? 0 : 2 * p - (n - j); i < p; i++)
                exchange(a + (j + i) * column, (2 * (p - i) - 1) * column);
        for (k = p / 2; k >= 8; k /= 2)
            for (j = 0; j + k < n; j += 2 * k) {
                const size_t end = k < n - j - k ? j + k : n - k;
                for (i = j; i < end; i++) exchange(a + i * column, k * column);
            }
        for (i = 0; i < n; i += 8) merge(a + i * column, column);
    }
}
GPU__SHORT_CODES(4, uint32_t, GPU__SHORT_KEYS)
GPU__SHORT_CODES(8, int64_t, GPU__SHORT_KEYS)
GPU__SHORT_CODES(16, int64_t, GPU__SHORT_PAIRS)
static inline void gpu__short_sort(void *codes, size_t n, size_t size)
{
    static gpu__job_part *const part[3][3] = {GPU__PART_TABLE(gpu__short_network_4),
                                              GPU__PART_TABLE(gpu__short_network_8),
                                              GPU__PART_TABLE(gpu__short_network_16)};
    part[size / 8][gpu__cpu_level()](NULL, codes, 0, 0, (n + 7) & ~(size_t)7);
}
/* A lane's number, as an unsigned one. */
GPU__BODY uint64_t gpu__short_lane(const char *column, size_t lane, const size_t size)
{
    return size == 4 ? ((const uint32_t *)(const void *)column)[lane]
                     : (uint64_t)((const int64_t *)(const void *)column)[lane] ^ (uint64_t)1 << 63;
}
GPU__BODY void gpu__short_set(char *column, size_t lane, uint64_t code, const size_t size)
{
    if (size == 4)
        ((uint32_t *)(void *)column)[lane] = (uint32_t)code;
    else
        ((int64_t *)(void *)column)[lane] = (int64_t)(code ^ (uint64_t)1 << 63);
}
/* For each column c in [from, to) of each row l in [first, last). */
#define GPU__SHORT_EACH(first, last, from, to)                                                                         \
    for (tile = from; tile < (to); tile += GPU__SHORT_TILE)                                                            \
        for (l = first; l < (last); l++)                                                                               \
            for (c = tile; c < (to) && c < tile + GPU__SHORT_TILE; c++)
#endif
#if defined(ANY) && defined(GPU_ORDER)
/* Elements of equal keys but different bits are zeros or NaNs. Puts those of the unsorted row, in their order, into the
   sorted one, which was made from keys. */
GPU__BODY void gpu__short_restore_T(gpu__bits_T *sorted, const gpu__bits_T *row, size_t n)
{
    const gpu__bits_T nan = gpu__sort_key_T((gpu__bits_T) ~(gpu__bits_T)0);
    size_t c, at[2] = {0, 0};
    for (c = 0; c < n; c++) {
        const gpu__bits_T key = gpu__sort_key_T(sorted[c]);
        size_t *const next = at + (key == nan);
        if (key != nan && key != gpu__sort_key_T(0)) continue;
        while (gpu__sort_key_T(row[*next]) != key) ++*next;
        sorted[c] = row[(*next)++];
    }
}
/* Sorts the rows [first, last), as many as there are lanes, or fewer. */
GPU__BODY void gpu__short_block_T(const gpu__job *j, char *codes, size_t first, size_t last, const int index)
{
    const size_t code = gpu__short_size(sizeof(T), index), size = code == 16 ? 8 : code, rows = last - first,
                 lanes = GPU__SHORT_COLUMN / size, column = gpu__short_column(code), n = j->shape[2];
    const int some = j->flag & GPU__SORT_SOME, shift = (int)(index && code < 16 ? (size - sizeof(T)) * 8 : 0);
    const size_t from = some ? (size_t)j->number[3].whole : 0, to = some && j->shape[3] < n ? j->shape[3] : n,
                 step = j->flag & GPU__SORT_COLUMNS ? j->shape[1] : 1, next = j->flag & GPU__SORT_COLUMNS ? 1 : n;
    const gpu__bits_T *const x = (const gpu__bits_T *)j->in[0].p + first * next,
                             flip = j->flag & GPU__SORT_DESCENDING ? (gpu__bits_T) ~(gpu__bits_T)0 : 0;
    gpu__bits_T *const out = (gpu__bits_T *)j->out + first * n, *const row =
                                                                    (gpu__bits_T *)(void *)(codes + (n + 7) * column);
    gpu__bits_T lost = 0;
    size_t tile, l, c;
    if (rows < lanes) memset(codes, 0, n * column);
    GPU__SHORT_EACH(0, rows, 0, n) gpu__short_set(codes + c * column, l, x[l * next + c * step], size);
    for (c = 0; c < n; c++) {
        char *const at = codes + c * column;
        GPU__VECTOR_LOOP for (l = 0; l < lanes; l++)
        {
            const gpu__bits_T b = (gpu__bits_T)gpu__short_lane(at, l, size), key = gpu__sort_key_T(b);
            lost = (gpu__bits_T)(lost | (gpu__sort_bits_T(key) ^ b));
            gpu__short_set(at, l, (uint64_t)(gpu__bits_T)(key ^ flip) << shift | (shift ? c : 0), size);
        }
        for (l = 0; code == 16 && l < lanes; l++) gpu__short_set(at, l + 8, c, size);
    }
    for (; c % 8; c++)
        for (l = 0; l < column / size; l++) gpu__short_set(codes + c * column, l, ~(uint64_t)0, size);
    gpu__short_sort(codes, n, code);
    if (index) {
        const uint64_t mask = shift ? ((uint64_t)1 << shift) - 1 : ~(uint64_t)0;
        uint64_t *const positions = (uint64_t *)j->out + first * n;
        GPU__SHORT_EACH(0, rows, from, to)
        positions[l * n + c] = gpu__short_lane(codes + c * column, code == 16 ? l + 8 : l, size) & mask;
        return;
    }
    for (c = 0; c < n; c++) {
        char *const at = codes + c * column;
        GPU__VECTOR_LOOP for (l = 0; l < lanes; l++) gpu__short_set(
            at, l, gpu__sort_bits_T((gpu__bits_T)((gpu__bits_T)gpu__short_lane(at, l, size) ^ flip)), size);
    }
#define GPU__SHORT_STORE_ROWS(first, last, from, to)                                                                   \
    GPU__SHORT_EACH(first, last, from, to) out[l * n + c] = (gpu__bits_T)gpu__short_lane(codes + c * column, l, size);
    if (!lost) {
        GPU__SHORT_STORE_ROWS(0, rows, from, to)
        if (to < n) GPU__SHORT_STORE_ROWS(0, rows, n - 1, n)
    } else {
        size_t r;
        for (r = 0; r < rows; r++) {
            for (c = 0; c < n; c++) row[c] = x[r * next + c * step]; /* `out` may be x */
            GPU__SHORT_STORE_ROWS(r, r + 1, 0, n)
            gpu__short_restore_T(out + r * n, row, n);
        }
    }
}
GPU__BODY void gpu__short_rows_T(const gpu__job *j, char *scratch, size_t first, size_t last)
{
    const int index = j->flag & GPU__SORT_INDEX;
    const size_t code = gpu__short_size(sizeof(T), index), lanes = GPU__SHORT_COLUMN / (code == 16 ? 8 : code);
    if (j->shape[2] == 1 && index)
        memset((int64_t *)j->out + first, 0, (last - first) * sizeof(int64_t));
    else if (j->shape[2] == 1)
        memmove((T *)j->out + first, (const T *)j->in[0].p + first, (last - first) * sizeof(T));
    else
        for (; first < last; first += lanes) {
            const size_t end = last - first < lanes ? last : first + lanes;
            if (index)
                gpu__short_block_T(j, scratch, first, end, 1);
            else
                gpu__short_block_T(j, scratch, first, end, 0);
        }
}
GPU__PART_LEVELS(gpu__short_T, gpu__short_rows_T(j, (char *)scratch, first, last))
#endif
