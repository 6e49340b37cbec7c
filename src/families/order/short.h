/* Short rows on the CPU. Rows are sorted side by side by a bitonic network, whose steps depend on the length alone:
   there are no branches to predict and no counters to clear. The codes of a column stand together, one in each lane. A
   code is an unsigned number of 4 bytes or a signed one of 8. For an index it ends with the position, so that the order
   is the stable one; with elements of 8 bytes the positions have lanes of their own behind those of the keys. */
enum {
    GPU__SHORT_COLUMN = 64, /* bytes of a column of codes */
    GPU__SHORT_COLS = 2048, /* longer rows are sorted by digits, ... */
    GPU__SHORT_FEW = 256,   /* ... and so are rows longer than this, if there are fewer of them than ... */
    GPU__SHORT_ROWS = 6,
    GPU__SHORT_FAST = 64 /* longer rows are sorted by the code of fast.h, where it runs */
};
static inline int gpu__short_serves(const gpu__sort_detail *d)
{
    const size_t cols = d->cols;
#ifdef GPU__X86
    if (cols > GPU__SHORT_FAST && d->size >= 4 && gpu__cpu_level() == 2) return 0;
#endif
    if (d->value != (d->index ? sizeof(int64_t) : 0)) return 0;
    return cols <= GPU__SHORT_FEW || (cols <= GPU__SHORT_COLS && d->rows >= GPU__SHORT_ROWS);
}
/* Bytes of a code, 16 with lanes for the positions, and of a column. */
GPU__BODY size_t gpu__short_size(size_t size, int index) { return size < 4 ? 4 : index ? 2 * size : size; }
GPU__BODY size_t gpu__short_column(size_t code) { return (code == 16 ? 2 : 1) * (size_t)GPU__SHORT_COLUMN; }
static inline size_t gpu__short_scratch(const gpu__sort_detail *d) /* bytes: columns, a multiple of 8, and two rows */
{
    const size_t column = gpu__short_column(gpu__short_size(d->size, d->index));
    return gpu__short_serves(d) ? ((d->cols + 7) * (column + 2 * d->size) + 63) & ~(size_t)63 : 0;
}
/* Steps of the network for two, four or eight columns, whose codes of a lane are in registers meanwhile. */
#define GPU__SHORT_AT(i) ((i) / 2 * step + (i) % 2 * gap + l)
#define GPU__SHORT_{LOAD|STORE}(i) {v[i] = a[GPU__SHORT_AT(i)]|a[GPU__SHORT_AT(i)] = v[i]};
#define GPU__SHORT_ORDER(i, k)                                                                                         \
    {                                                                                                                  \
        const gpu__code x = v[i], y = v[k];                                                                            \
        v[i] = x < y ? x : y;                                                                                          \
        v[k] = x < y ? y : x;                                                                                          \
    }
#define GPU__SHORT_LOAD_PAIR(i) v[i] = a[GPU__SHORT_AT(i)], at[i] = a[GPU__SHORT_AT(i) + 8];
#define GPU__SHORT_STORE_PAIR(i) a[GPU__SHORT_AT(i)] = v[i], a[GPU__SHORT_AT(i) + 8] = at[i];
#define GPU__SHORT_ORDER_PAIR(i, k)                                                                                    \
    {                                                                                                                  \
        const gpu__code x = v[i], y = v[k], p = at[i], q = at[k];                                                      \
        const int stay = (x < y) | ((x == y) & (p < q));                                                               \
        v[i] = stay ? x : y, v[k] = stay ? y : x;                                                                      \
        at[i] = stay ? p : q, at[k] = stay ? q : p;                                                                    \
    }
#define GPU__SHORT_{TWO|FOUR}(M) {M(0) M(2)|M(0) M(1) M(2) M(3)}
#define GPU__SHORT_EIGHT(M) GPU__SHORT_FOUR(M) M(4) M(5) M(6) M(7)
#define GPU__SHORT_{EXCHANGE|MIRROR|HALVES|PAIRS}(M)                                                                   \
    {M(0, 2)|M(0, 3) M(1, 2) M(0, 1) M(2, 3)|M(0, 2) M(1, 3) M(0, 1) M(2, 3)|M(0, 1) M(2, 3) M(4, 5) M(6, 7)}
#define GPU__SHORT_MERGE(M) M(0, 4) M(1, 5) M(2, 6) M(3, 7) M(0, 2) M(1, 3) M(4, 6) M(5, 7) GPU__SHORT_PAIRS(M)
#define GPU__SHORT_SORT(M)                                                                                             \
    GPU__SHORT_PAIRS(M)                                                                                                \
    M(0, 2)                                                                                                            \
    M(1, 3) M(4, 6) M(5, 7) M(1, 2) M(5, 6) M(0, 4) M(1, 5) M(2, 6) M(3, 7) M(2, 4) M(3, 5) M(1, 2) M(3, 4) M(5, 6)
/* Column i is at (i / 2) * step + (i % 2) * gap bytes. */
typedef void gpu__short_steps(void *columns, size_t step, size_t gap);
#define GPU__SHORT_STEPS(name, C, EACH, STEPS, LOAD, ORDER, STORE)                                                     \
    GPU__BODY void name(void *columns, size_t step, size_t gap)                                                        \
    {                                                                                                                  \
        typedef C gpu__code;                                                                                           \
        gpu__code *const a = (gpu__code *)columns;                                                                     \
        GPU__SHORT_LANES(EACH(LOAD) STEPS(ORDER) EACH(STORE))                                                          \
    }
#define GPU__SHORT_LANES(...)                                                                                          \
    step /= sizeof *a, gap /= sizeof *a;                                                                               \
    GPU__VECTOR_LOOP for (size_t l = 0; l < GPU__SHORT_COLUMN / sizeof *a; l++)                                        \
    {                                                                                                                  \
        gpu__code v[8], at[8];                                                                                         \
        (void)at;                                                                                                      \
        __VA_ARGS__                                                                                                    \
    }
#define GPU__SHORT_CODES(size, C, ...)                                                                                 \
    GPU__SHORT_STEPS(gpu__short_exchange_##size, C, GPU__SHORT_TWO, GPU__SHORT_EXCHANGE, __VA_ARGS__)                  \
    GPU__SHORT_STEPS(gpu__short_mirror_##size, C, GPU__SHORT_FOUR, GPU__SHORT_MIRROR, __VA_ARGS__)                     \
    GPU__SHORT_STEPS(gpu__short_halves_##size, C, GPU__SHORT_FOUR, GPU__SHORT_HALVES, __VA_ARGS__)                     \
    GPU__SHORT_STEPS(gpu__short_merge_##size, C, GPU__SHORT_EIGHT, GPU__SHORT_MERGE, __VA_ARGS__)                      \
    GPU__SHORT_STEPS(gpu__short_sort_##size, C, GPU__SHORT_EIGHT, GPU__SHORT_SORT, __VA_ARGS__)
/* Merges the runs of p columns from `first` on, by the first two steps, of which the first one compares mirrored
   positions: so the lesser code always goes to the front, and columns behind the last one need not exist. */
GPU__BODY void gpu__short_mirrored(char *a, size_t first, size_t p, size_t n, size_t column, gpu__short_steps *exchange,
                                   gpu__short_steps *mirror)
{
    const size_t half = p / 2;
    for (size_t i = first; i < first + half; i++) {
        const size_t last = 2 * (first + p) - 1 - i;
        if (last < n) mirror(a + i * column, (last - half - i) * column, half * column);
        else {
            if (last - half < n) exchange(a + (i + half) * column, (last - i - p) * column, 0);
            exchange(a + i * column, half * column, 0);
        }
    }
}
/* The next two steps, by k columns and by half as many. */
GPU__BODY void gpu__short_halved(char *a, size_t first, size_t k, size_t n, size_t column, gpu__short_steps *exchange,
                                 gpu__short_steps *halves)
{
    const size_t half = k / 2;
    for (size_t i = first; i < first + half && i + half < n; i++)
        if (i + k + half < n) halves(a + i * column, k * column, half * column);
        else {
            if (i + k < n) exchange(a + i * column, k * column, 0);
            exchange(a + i * column, half * column, 0);
        }
}
/* Sorts n columns, a multiple of 8. */
GPU__BODY void gpu__short_network(char *a, size_t n, size_t column, gpu__short_steps *exchange,
                                  gpu__short_steps *mirror, gpu__short_steps *halves, gpu__short_steps *merge,
                                  gpu__short_steps *sort)
{
    size_t p, k, i, j;
    for (i = 0; i < n; i += 8) sort(a + i * column, 2 * column, column);
    for (p = 8; p < n; p *= 2) {
        for (j = 0; j + p < n; j += 2 * p) gpu__short_mirrored(a, j, p, n, column, exchange, mirror);
        for (k = p / 4; k > 8; k /= 4)
            for (j = 0; j < n; j += 2 * k) gpu__short_halved(a, j, k, n, column, exchange, halves);
        for (j = 0; k == 8 && j + k < n; j += 2 * k)
            for (i = j; i < j + k; i++) exchange(a + i * column, k * column, 0);
        for (i = 0; i < n; i += 8) merge(a + i * column, 2 * column, column);
    }
}
GPU__SHORT_CODES({4|8}, {uint32|int64}_t, GPU__SHORT_LOAD, GPU__SHORT_ORDER, GPU__SHORT_STORE)
GPU__SHORT_CODES(16, int64_t, GPU__SHORT_LOAD_PAIR, GPU__SHORT_ORDER_PAIR, GPU__SHORT_STORE_PAIR)
GPU__PRE_COPIES(GPU__VARIANT, GPU__HOT, gpu__short_network_{4|8|16}, (char *codes, size_t n),
                gpu__short_network(codes, n, gpu__short_column({1}), gpu__short_exchange_{1}, gpu__short_mirror_{1},
                                   gpu__short_halves_{1}, gpu__short_merge_{1}, gpu__short_sort_{1}))
static inline void gpu__short_sort(char *codes, size_t n, size_t size)
{
    static void (*const network[3][3])(char *codes, size_t n) = {GPU__PRE_TABLE(gpu__short_network_4),
                                                                 GPU__PRE_TABLE(gpu__short_network_8),
                                                                 GPU__PRE_TABLE(gpu__short_network_16)};
    network[size / 8][gpu__cpu_level()](codes, (n + 7) & ~(size_t)7);
}
/* The numbers of all lanes, one after the other. */
GPU__BODY uint64_t gpu__short_get(const char *codes, size_t i, const size_t size)
{
    return size == 4 ? ((const uint32_t *)(const void *)codes)[i] : (uint64_t)((const int64_t *)(const void *)codes)[i];
}
GPU__BODY void gpu__short_set(char *codes, size_t i, uint64_t code, const size_t size)
{
    if (size == 4) ((uint32_t *)(void *)codes)[i] = (uint32_t)code;
    else ((int64_t *)(void *)codes)[i] = (int64_t)code;
}
/* M(0) for each column c in [from, to) of each row l in [first, last), eight columns of all rows before the next ones;
   M(i) is the same for the column c + i. */
#define GPU__SHORT_EACH(first, last, from, to, M)                                                                      \
    for (tile = from; tile < (to); tile += 8)                                                                          \
        for (l = first, c = tile; l < (last); l++, c = tile)                                                           \
            if ((to)-c >= 8) {                                                                                         \
                GPU__SHORT_EIGHT(M)                                                                                    \
            } else                                                                                                     \
                for (; c < (to); c++) M(0)
#define GPU__SHORT_TO_LANE(i) gpu__short_set(codes, (c + (i)) * width + l, x[l * n + c + (i)], size);
#define GPU__SHORT_TO_ROW(i) out[l * n + c + (i)] = (gpu__element)gpu__short_get(codes, (c + (i)) * lanes + l, size);
#define GPU__SHORT_TO_INDEX(i)                                                                                         \
    index[l * n + c + (i)] = gpu__short_get(codes, (c + (i)) * width + l + width - lanes, size) & mask;
#ifdef ANY
/* The elements of a row that have equal keys but may have different bits. */
typedef struct gpu__short_apart_T {
    gpu__bits_T *zero, *nan;   /* scratch memory for one more element than the row has */
    size_t zeros, nans, below; /* below: the number of elements less than zero */
} gpu__short_apart_T;
GPU__BODY void gpu__short_set_apart_T(gpu__short_apart_T *a, const gpu__bits_T *x, size_t n, size_t step)
{
    const gpu__bits_T nan = gpu__sort_key_T((gpu__bits_T) ~(gpu__bits_T)0), zero = gpu__sort_key_T(0);
    size_t c, zeros = 0, nans = 0, below = 0;
    for (c = 0; c < n; c++) {
        const gpu__bits_T b = x[c * step], key = gpu__sort_key_T(b);
        a->zero[zeros] = a->nan[nans] = b;
        zeros += key == zero, nans += key == nan, below += key < zero;
    }
    a->zeros = zeros, a->nans = nans, a->below = below;
}
/* Puts them into the sorted row in their order. */
GPU__BODY void gpu__short_restore_T(const gpu__short_apart_T *a, gpu__bits_T *out, size_t n, int descending)
{
    memcpy(out + (descending ? n - a->below - a->zeros : a->below), a->zero, a->zeros * sizeof *out);
    memcpy(out + (descending ? 0 : n - a->nans), a->nan, a->nans * sizeof *out);
}
/* Loads the rows of a block to the lanes; a column has `width` numbers. */
GPU__BODY void gpu__short_load_T(const gpu__sort_detail *d, char *codes, const gpu__bits_T *x, size_t rows,
                                 size_t width, const size_t size)
{
    const size_t n = d->cols, lanes = GPU__SHORT_COLUMN / size;
    size_t tile, l, c;
    if (rows < lanes) memset(codes, 0, n * width * size);
    if (d->columns)
        for (c = 0; c < n; c++)
            for (l = 0; l < rows; l++) gpu__short_set(codes, c * width + l, x[c * d->rows + l], size);
    else GPU__SHORT_EACH(0, rows, 0, n, GPU__SHORT_TO_LANE)
    for (l = n * width; l < ((n + 7) & ~(size_t)7) * width; l++)
        gpu__short_set(codes, l, size == 8 ? ~(uint64_t)0 >> 1 : ~(uint64_t)0, size);
}
/* All bits or none. (gcc makes vectors of masks, and branches of consecutive choices.) */
GPU__BODY gpu__bits_T gpu__short_mask_T(gpu__bits_T all) { return (gpu__bits_T)(0 - all); }
/* Sorts the rows [first, last), as many as there are lanes, or fewer. */
GPU__BODY void gpu__short_keys_T(const gpu__sort_cpu *s, char *codes, size_t first, size_t last)
{
    typedef gpu__bits_T gpu__element;
    const size_t size = sizeof(T) < 4 ? 4 : sizeof(T), lanes = GPU__SHORT_COLUMN / size, n = s->d.cols,
                 rows = last - first, from = s->d.from, to = s->d.to, next = s->d.columns ? 1 : n,
                 step = s->d.columns ? s->d.rows : 1;
    const gpu__bits_T *const x = (const gpu__bits_T *)(const void *)s->x + first * next,
                             flip = s->d.descending ? (gpu__bits_T) ~(gpu__bits_T)0 : 0,
                             most = gpu__sort_key_T((gpu__bits_T) ~(gpu__bits_T)0);
    const uint64_t sign = sizeof(T) == 8 ? (uint64_t)1 << 63 : 0;
    gpu__bits_T *const out = (gpu__bits_T *)(void *)s->out + first * n, lost = 0, nan = 0, others = 0;
    gpu__short_apart_T apart;
    size_t tile, l, c, r;
    gpu__short_load_T(&s->d, codes, x, rows, lanes, size);
    GPU__VECTOR_LOOP for (l = 0; l < n * lanes; l++)
    {
        const gpu__bits_T b = (gpu__bits_T)gpu__short_get(codes, l, size), key = gpu__sort_key_T(b),
                          all = gpu__short_mask_T((gpu__bits_T)(GPU__IS_REAL(T) & (key == most)));
        nan = (gpu__bits_T)(nan | (b & all)); /* the bits of all NaNs, unless they differ */
        others = (gpu__bits_T)(others | (~b & all));
        lost = (gpu__bits_T)(lost | ((gpu__sort_bits_T(key) ^ b) & ~all));
        gpu__short_set(codes, l, (uint64_t)(gpu__bits_T)(key ^ flip) ^ sign, size);
    }
    gpu__short_sort(codes, n, size);
    GPU__VECTOR_LOOP for (l = 0; l < n * lanes; l++)
    {
        const gpu__bits_T key = (gpu__bits_T)((gpu__bits_T)(gpu__short_get(codes, l, size) ^ sign) ^ flip);
        const gpu__bits_T b = gpu__sort_bits_T(key),
                          all = gpu__short_mask_T((gpu__bits_T)(GPU__IS_REAL(T) & (key == most)));
        gpu__short_set(codes, l, (b & ~all) | (nan & all), size);
    }
    if (!(lost | (nan & others))) {
        GPU__SHORT_EACH(0, rows, from, to, GPU__SHORT_TO_ROW)
        if (to < n) {
            GPU__SHORT_EACH(0, rows, n - 1, n, GPU__SHORT_TO_ROW)
        }
        return;
    }
    apart.zero = (gpu__bits_T *)(void *)(codes + (n + 7) * GPU__SHORT_COLUMN);
    apart.nan = apart.zero + n + 1;
    for (r = 0; r < rows; r++) {
        gpu__short_set_apart_T(&apart, x + r * next, n, step); /* `out` may be x */
        GPU__SHORT_EACH(r, r + 1, 0, n, GPU__SHORT_TO_ROW)
        gpu__short_restore_T(&apart, out + r * n, n, s->d.descending);
    }
}
GPU__BODY void gpu__short_index_T(const gpu__sort_cpu *s, char *codes, size_t first, size_t last)
{
    const size_t code = gpu__short_size(sizeof(T), 1), size = code == 16 ? 8 : code, lanes = GPU__SHORT_COLUMN / size,
                 width = gpu__short_column(code) / size, n = s->d.cols, rows = last - first;
    const int shift = code == 16 ? 0 : (int)(size - sizeof(T)) * 8;
    const gpu__bits_T *const x = (const gpu__bits_T *)(const void *)s->x + first * n,
                             flip = s->d.descending ? (gpu__bits_T) ~(gpu__bits_T)0 : 0;
    const uint64_t sign = size == 8 ? (uint64_t)1 << 63 : 0, mask = shift ? ((uint64_t)1 << shift) - 1 : ~(uint64_t)0;
    uint64_t *const index = (uint64_t *)(void *)s->out + first * n;
    size_t tile, l, c;
    gpu__short_load_T(&s->d, codes, x, rows, width, size);
    for (c = 0; c < n; c++) {
        GPU__VECTOR_LOOP for (l = c * width; l < c * width + lanes; l++)
        {
            const gpu__bits_T key = gpu__sort_key_T((gpu__bits_T)gpu__short_get(codes, l, size));
            gpu__short_set(codes, l, ((uint64_t)(gpu__bits_T)(key ^ flip) << shift | (shift ? c : 0)) ^ sign, size);
        }
        for (l = c * width + lanes; l < (c + 1) * width; l++) gpu__short_set(codes, l, c, size);
    }
    gpu__short_sort(codes, n, code);
    GPU__SHORT_EACH(0, rows, 0, s->d.to, GPU__SHORT_TO_INDEX)
}
GPU__BODY void gpu__short_rows_T(const gpu__sort_cpu *s, char *scratch, size_t first, size_t last)
{
    const size_t code = gpu__short_size(sizeof(T), s->d.index), lanes = GPU__SHORT_COLUMN / (code == 16 ? 8 : code);
    if (s->d.cols == 1 && s->d.index) memset(s->out + first * sizeof(int64_t), 0, (last - first) * sizeof(int64_t));
    else if (s->d.cols == 1) memmove(s->out + first * sizeof(T), s->x + first * sizeof(T), (last - first) * sizeof(T));
    else
        for (; first < last; first += lanes) {
            const size_t end = last - first < lanes ? last : first + lanes;
            if (s->d.index) gpu__short_index_T(s, scratch, first, end);
            else gpu__short_keys_T(s, scratch, first, end);
        }
}
GPU__PRE_COPIES(GPU__VARIANT, GPU__HOT, gpu__short_T,
                (const gpu__sort_cpu *s, char *scratch, size_t first, size_t last),
                gpu__short_rows_T(s, scratch, first, last))
#endif
