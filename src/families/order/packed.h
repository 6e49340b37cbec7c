#ifdef GPU__X86
/* Sorts an index, or pairs, by the code of fast.h. The code of an element and its index are packed into 8 bytes, so
   that the order of the packed codes is the stable one. An index has `bits` bits. If the codes, less the least one,
   need more than the others, their lowest `shift` bits are left out at first; afterwards each run of elements whose
   other bits are equal, which are few in most arrays, is sorted by these bits, for which there then is room. */
typedef enum gpu__packed_step {
    GPU__PACKED_RANGE,
    GPU__PACKED_PACK,
    GPU__PACKED_REFINE,
    GPU__PACKED_INDEX,
    GPU__PACKED_MOVE
} gpu__packed_step;
enum { GPU__PACKED_FEW = 16 }; /* a run of up to this many elements is sorted by insertion */
typedef struct gpu__packed {
    gpu__fast row; /* the elements */
    gpu__packed_step step;
    uint64_t *packed, *spare;
    int bits, shift;
    uint64_t least[GPU__SORT_CHUNKS], most[GPU__SORT_CHUNKS]; /* of the codes of a chunk */
    size_t runs[GPU__SORT_CHUNKS + 1];                        /* where the first run of a chunk starts */
    const char *from;                                         /* what is moved, elements of `size` bytes */
    char *to;
    size_t size;
} gpu__packed;
static inline uint64_t gpu__packed_index(const gpu__packed *p, size_t i)
{
    return p->packed[i] & (((uint64_t)1 << p->bits) - 1);
}
/* The encode and decode of codes that are sorted as they are. */
static inline uint64_t gpu__packed_encode(void *codes, const void *x, size_t n, int descending)
{
    (void)descending;
    if (codes && codes != x) memcpy(codes, x, n * sizeof(uint64_t));
    return 0;
}
static inline void gpu__packed_decode(void *out, const void *codes, size_t n, int descending)
{
    (void)gpu__packed_encode(out, codes, n, descending);
}
/* The range of the codes of a chunk, or the packed codes. */
GPU__FAST_INLINE void gpu__packed_codes(gpu__packed *p, size_t chunk, size_t begin, size_t end, const size_t size)
{
    uint64_t code[GPU__FAST_BLOCK], least = p->least[chunk], most = p->most[chunk];
    const uint64_t base = p->least[0];
    const int bits = p->bits, shift = p->shift;
    for (; begin < end; begin += GPU__FAST_BLOCK) {
        const size_t some = gpu__least(end - begin, GPU__FAST_BLOCK);
        uint64_t *const to = p->packed + begin;
        p->row.encode(code, p->row.x + begin * size, some, p->row.descending);
        if (p->step == GPU__PACKED_PACK)
            for (size_t i = 0; i < some; i++)
                to[i] = (gpu__fast_code((const char *)code, i, size) - base) >> shift << bits | (begin + i);
        else
            for (size_t i = 0; i < some; i++) {
                least = code[i] < least ? code[i] : least;
                most = code[i] > most ? code[i] : most;
            }
    }
    if (p->step == GPU__PACKED_RANGE) p->least[chunk] = least, p->most[chunk] = most;
}
/* Sorts a run by the bits that were left out. */
GPU__FAST void gpu__packed_run(gpu__packed *p, size_t begin, size_t n)
{
    uint64_t *const a = p->packed + begin;
    size_t i, k;
    for (i = 0; i < n; i++) {
        const uint64_t index = gpu__packed_index(p, begin + i);
        uint64_t code;
        p->row.encode(&code, p->row.x + index * sizeof code, 1, p->row.descending);
        code = ((code - p->least[0]) & (((uint64_t)1 << p->shift) - 1)) << p->bits | index;
        for (k = i; k && n <= GPU__PACKED_FEW && a[k - 1] > code; k--) a[k] = a[k - 1];
        a[k] = code;
    }
    if (n > GPU__PACKED_FEW) gpu__fast_codes_8((char *)a, n, (char *)(p->spare + begin), 0, n);
}
#define GPU__PACKED_{MOVES|TO_INDEX}(T)                                                                                \
    for (; begin < end; begin++)                                                                                       \
        ((T *)p->to)[begin] = {((const T *)p->from)[gpu__packed_index(p, begin)]|(T)gpu__packed_index(p, begin)};
GPU__FAST void gpu__packed_chunks(const void *packed, size_t thread, size_t first, size_t last)
{
    gpu__packed *const p = (gpu__packed *)(uintptr_t)packed;
    size_t begin, end, i;
    (void)thread;
    for (; first < last; first++) {
        gpu__share(p->row.n, first, p->row.chunks, &begin, &end);
        if (p->step <= GPU__PACKED_PACK && p->row.size == 8) gpu__packed_codes(p, first, begin, end, 8);
        else if (p->step <= GPU__PACKED_PACK) gpu__packed_codes(p, first, begin, end, 4);
        else if (p->step == GPU__PACKED_REFINE)
            for (begin = p->runs[first]; begin < p->runs[first + 1]; begin = i) {
                const uint64_t code = p->packed[begin] >> p->bits;
                for (i = begin + 1; i < p->runs[first + 1] && p->packed[i] >> p->bits == code;) i++;
                if (i > begin + 1) gpu__packed_run(p, begin, i - begin);
            }
        else if (p->step == GPU__PACKED_INDEX && p->size == 8) GPU__PACKED_TO_INDEX(gpu__any_64)
        else if (p->step == GPU__PACKED_INDEX) GPU__PACKED_TO_INDEX(gpu__any_32)
        else if (p->size == 8) GPU__PACKED_MOVES(gpu__any_64)
        else GPU__PACKED_MOVES(gpu__any_32)
    }
}
static inline void gpu__packed_do(gpu__packed *p, gpu__packed_step step)
{
    p->step = step;
    if (p->row.chunks > 1) gpu__job_steps(p->row.job, gpu__packed_chunks, p->row.chunks, p);
    else gpu__packed_chunks(p, 0, 0, 1);
}
/* Finds how many bits of the codes there is no room for. */
static inline void gpu__packed_range(gpu__packed *p)
{
    const size_t chunks = p->row.chunks;
    for (p->bits = 1; (uint64_t)(p->row.n - 1) >> p->bits;) p->bits++;
    for (size_t c = 0; c < chunks; c++) p->least[c] = ~(uint64_t)0, p->most[c] = 0;
    p->shift = 0;
    if (p->row.size == 8) gpu__packed_do(p, GPU__PACKED_RANGE);
    else p->least[0] = 0;
    for (size_t c = 1; c < chunks; c++) {
        p->least[0] = p->least[c] < p->least[0] ? p->least[c] : p->least[0];
        p->most[0] = p->most[c] > p->most[0] ? p->most[c] : p->most[0];
    }
    while (p->row.size == 8 && (p->most[0] - p->least[0]) >> p->shift >> (64 - p->bits)) p->shift++;
}
/* Sorts the runs; each belongs to the chunk in which it starts. */
static inline void gpu__packed_refine(gpu__packed *p)
{
    const size_t n = p->row.n, chunks = p->row.chunks;
    size_t c, i, end;
    for (c = 0; c < chunks; c++) {
        gpu__share(n, c, chunks, &i, &end);
        while (i && i < n && p->packed[i] >> p->bits == p->packed[i - 1] >> p->bits) i++;
        p->runs[c] = i;
    }
    p->runs[chunks] = n;
    gpu__packed_do(p, GPU__PACKED_REFINE);
}
/* Moves elements to their positions in the sorted order. `to` may be `from`. */
static inline void gpu__packed_move(gpu__packed *p, void *to, const void *from, size_t size)
{
    p->size = size;
    p->from = (const char *)from;
    p->to = to == from ? (char *)p->spare : (char *)to;
    gpu__packed_do(p, GPU__PACKED_MOVE);
    if (to == from) memcpy(to, p->spare, p->row.n * size);
}
/* Puts the elements whose packed code equals that of the last one that is needed behind it; returns the end. */
GPU__FAST size_t gpu__packed_needed(gpu__packed *p, size_t needed)
{
    const uint64_t last = p->packed[needed - 1] >> p->bits;
    for (size_t i = needed; i < p->row.n; i++)
        if (p->packed[i] >> p->bits == last) {
            const uint64_t code = p->packed[i];
            p->packed[i] = p->packed[needed];
            p->packed[needed++] = code;
        }
    return needed;
}
/* The scratch memory of the row has two numbers of 8 bytes for each element. */
static inline void gpu__packed_row(gpu__packed *p, const gpu__sort_cpu *s, size_t row)
{
    const size_t n = p->row.n, value = s->d.value, to = p->row.to;
    gpu__fast codes = p->row;
    p->spare = (uint64_t *)(void *)codes.codes, p->packed = p->spare + n;
    gpu__packed_range(p);
    gpu__packed_do(p, GPU__PACKED_PACK);
    codes.x = codes.out = (char *)p->packed, codes.codes = (char *)p->spare;
    codes.size = sizeof(uint64_t), codes.sort = gpu__fast_codes_8;
    codes.encode = gpu__packed_encode, codes.decode = gpu__packed_decode;
    gpu__fast_all(&codes);
    p->row.n = p->shift && to < n ? gpu__packed_needed(p, to) : to;
    if (p->shift) gpu__packed_refine(p);
    if (s->d.index) {
        p->size = value, p->to = s->out + row * n * value;
        gpu__packed_do(p, GPU__PACKED_INDEX);
    } else {
        gpu__packed_move(p, p->row.out, p->row.x, p->row.size);
        gpu__packed_move(p, s->values_out, s->values, value);
    }
}
/* Sorts a row if this code can. scratch: the counts of the chunks, if all threads sort the row, then the scratch memory
   of the row. */
static inline int gpu__fast_serves(const gpu__sort_cpu *s, size_t row, size_t chunks, char *scratch,
                                   gpu__fast_encode *encode, gpu__fast_decode *decode)
{
    const size_t size = s->d.size, n = s->d.cols;
    gpu__packed p;
    if (size < 4 || gpu__cpu_level() < 2 || !n || (s->d.value && (n - 1) >> 31 > 1)) return 0;
    gpu__fast_of(&p.row, s, chunks, encode, decode);
    p.row.x = s->x + row * n * size, p.row.out = s->out + row * n * size;
    p.row.counts = (size_t(*)[GPU__FAST_BUCKETS + 1])(void *)scratch;
    p.row.codes = scratch + (chunks > 1 ? GPU__ROUND_UP(chunks * sizeof *p.row.counts, 64) : 0);
    if (s->d.value) gpu__packed_row(&p, s, row);
    else gpu__fast_all(&p.row);
    return 1;
}
#endif
