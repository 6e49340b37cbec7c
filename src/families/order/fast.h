#ifdef GPU__X86
/* Sorts codes of 4 or 8 bytes on a CPU with AVX-512, by a quicksort. Its partition separates the codes of a whole
   vector by two compress instructions; ranges of up to 16 vectors are sorted by a network. Compilers do not generate
   these instructions from loops. `size`, the bytes of a code, is a constant wherever these functions are inlined, so
   that one of each two instructions remains. */
typedef uint64_t gpu__fast_vector GPU__VECTOR(64);
typedef uint64_t gpu__fast_encode(void *codes, const void *x, size_t n, int descending); /* not 0: see gpu__fast_row */
typedef void gpu__fast_decode(void *out, const void *codes, size_t n, int descending);
#define GPU__FAST GPU__HOT GPU__AVX512 static GPU__UNUSED
#define GPU__FAST_INLINE GPU__FAST GPU__ALWAYS_INLINE
#define GPU__FAST_LANES (64 / size)
#define GPU__LANES_DO(of_4, of_8, out, ...)                                                                            \
    if (size == 8) __asm__(of_8:out : __VA_ARGS__);                                                                    \
    else __asm__(of_4:out : __VA_ARGS__);
#define GPU__LANES_{MIN|MAX}(c, a, b)                                                                                  \
    GPU__LANES_DO("vp{min|max}ud %2, %1, %0", "vp{min|max}uq %2, %1, %0", "=v"(c), "v"(a), "v"(b))
#define GPU__LANES_PERMUTE(c, a, index)                                                                                \
    GPU__LANES_DO("vpermd %1, %2, %0", "vpermq %1, %2, %0", "=v"(c), "v"(a), "v"(index))
#define GPU__LANES_PACK(c, a, mask)                                                                                    \
    GPU__LANES_DO("vpcompressd %1, %0%{%2%}%{z%}", "vpcompressq %1, %0%{%2%}%{z%}", "=v"(c), "v"(a), "Yk"(mask))
/* mask: the lanes in which a <= b */
#define GPU__LANES_UP_TO(mask, a, b)                                                                                   \
    GPU__LANES_DO("vpcmpud $2, %2, %1, %0", "vpcmpuq $2, %2, %1, %0", "=Yk"(mask), "v"(a), "v"(b))
/* c = the larger of a and b in the lanes of the mask, and the smaller one elsewhere */
#define GPU__LANES_KEEP(c, a, b, upper)                                                                                \
    {                                                                                                                  \
        GPU__LANES_MIN(c, a, b)                                                                                        \
        GPU__LANES_DO("vpmaxud %2, %1, %0%{%3%}", "vpmaxuq %2, %1, %0%{%3%}", "+v"(c), "v"(a), "v"(b), "Yk"(upper))    \
    }
/* a and b = the lanes with the indices `low` and `high` of a followed by b */
#define GPU__LANES_EXCHANGE(a, b, low, high)                                                                           \
    {                                                                                                                  \
        gpu__fast_vector gpu__c = a;                                                                                   \
        GPU__LANES_DO("vpermt2d %2, %1, %0", "vpermt2q %2, %1, %0", "+v"(a), "v"(low), "v"(b))                         \
        GPU__LANES_DO("vpermt2d %2, %1, %0", "vpermt2q %2, %1, %0", "+v"(gpu__c), "v"(high), "v"(b))                   \
        b = gpu__c;                                                                                                    \
    }
/* Sets each lane of a vector to an expression of its number l. */
#define GPU__LANES_OF(v, l_of)                                                                                         \
    if (size == 8) GPU__LANES_SET(v, uint64_t, 8, l_of)                                                                \
    else GPU__LANES_SET(v, uint32_t, 16, l_of)
#define GPU__LANES_SET(v, T, lanes, l_of)                                                                              \
    {                                                                                                                  \
        T gpu__lane[lanes];                                                                                            \
        for (size_t l = 0; l < lanes; l++) gpu__lane[l] = (T)(l_of);                                                   \
        memcpy(&v, gpu__lane, sizeof v);                                                                               \
    }
enum { GPU__FAST_ROWS = 16, GPU__FAST_BUCKETS = 64, GPU__FAST_BLOCK = 256 };
#define GPU__FAST_EACH(M, ...)                                                                                         \
    GPU__FAST_FOUR(M, 0, 1, 2, 3, __VA_ARGS__)                                                                         \
    GPU__FAST_FOUR(M, 4, 5, 6, 7, __VA_ARGS__)                                                                         \
    GPU__FAST_FOUR(M, 8, 9, 10, 11, __VA_ARGS__) GPU__FAST_FOUR(M, 12, 13, 14, 15, __VA_ARGS__)
#define GPU__FAST_FOUR(M, a, b, c, d, ...) M(a, __VA_ARGS__) M(b, __VA_ARGS__) M(c, __VA_ARGS__) M(d, __VA_ARGS__)
/* Steps of a network over the vectors v[0] to v[rows - 1], with constants for indices, so that v stays in registers. */
#define GPU__FAST_ORDER(i, d, condition)                                                                               \
    if ((i) + (d) < rows && (condition)) {                                                                             \
        const gpu__fast_vector gpu__a = v[i], gpu__b = v[((i) + (d)) % 16];                                            \
        GPU__LANES_MIN(v[i], gpu__a, gpu__b)                                                                           \
        GPU__LANES_MAX(v[((i) + (d)) % 16], gpu__a, gpu__b)                                                            \
    }
#define GPU__FAST_BATCHER(i, run, d)                                                                                   \
    GPU__FAST_ORDER(i, d,                                                                                              \
                    (i) >= (d) % (run) && ((i) - (d) % (run)) / (d) % 2 == 0 &&                                        \
                        (i) / (2 * (run)) == ((i) + (d)) / (2 * (run)))
#define GPU__FAST_HALVES(i, d) GPU__FAST_ORDER(i, d, !((i) & (d)))
#define GPU__FAST_MIRRORED(i, index, upper)                                                                            \
    if ((i) < rows / 2) {                                                                                              \
        const gpu__fast_vector gpu__a = v[i], gpu__b = v[(rows - 1 - (i)) & 15];                                       \
        gpu__fast_vector gpu__c, gpu__d;                                                                               \
        GPU__LANES_PERMUTE(gpu__c, gpu__b, index)                                                                      \
        GPU__LANES_PERMUTE(gpu__d, gpu__a, index)                                                                      \
        GPU__LANES_KEEP(v[i], gpu__a, gpu__c, upper) GPU__LANES_KEEP(v[(rows - 1 - (i)) & 15], gpu__b, gpu__d, upper)  \
    }
#define GPU__FAST_ACROSS(i, index, upper)                                                                              \
    if ((i) < rows) {                                                                                                  \
        const gpu__fast_vector gpu__a = v[i];                                                                          \
        gpu__fast_vector gpu__c;                                                                                       \
        GPU__LANES_PERMUTE(gpu__c, gpu__a, index)                                                                      \
        GPU__LANES_KEEP(v[i], gpu__a, gpu__c, upper)                                                                   \
    }
GPU__FAST_INLINE void gpu__fast_sort_lanes(gpu__fast_vector *p, const int rows, const size_t size)
{
    gpu__fast_vector v[GPU__FAST_ROWS];
    memcpy(v, p, sizeof v);
    GPU__FAST_EACH(GPU__FAST_BATCHER, 1, 1)
    GPU__FAST_EACH(GPU__FAST_BATCHER, 2, 2)
    GPU__FAST_EACH(GPU__FAST_BATCHER, 2, 1)
    GPU__FAST_EACH(GPU__FAST_BATCHER, 4, 4)
    GPU__FAST_EACH(GPU__FAST_BATCHER, 4, 2)
    GPU__FAST_EACH(GPU__FAST_BATCHER, 4, 1)
    GPU__FAST_EACH(GPU__FAST_BATCHER, 8, 8)
    GPU__FAST_EACH(GPU__FAST_BATCHER, 8, 4)
    GPU__FAST_EACH(GPU__FAST_BATCHER, 8, 2)
    GPU__FAST_EACH(GPU__FAST_BATCHER, 8, 1)
    memcpy(p, v, sizeof v);
}
/* Merges the sorted lanes into one sorted sequence, of which lane l then has the codes from l * rows on. Neighbouring
   runs of lanes are merged by bitonic merges, whose first stage compares mirrored positions. */
GPU__FAST_INLINE void gpu__fast_merge_lanes(gpu__fast_vector *p, const int rows, const size_t size)
{
    static const uint16_t uppers[4] = {0xaaaa, 0xcccc, 0xf0f0, 0xff00};
    gpu__fast_vector v[GPU__FAST_ROWS], index;
    memcpy(v, p, sizeof v);
    for (int run = 0; 1 << run < (int)GPU__FAST_LANES; run++) {
        GPU__LANES_OF(index, l ^ (size_t)((2 << run) - 1))
        GPU__FAST_EACH(GPU__FAST_MIRRORED, index, uppers[run])
        for (int d = run - 1; d >= 0; d--) {
            GPU__LANES_OF(index, l ^ (size_t)1 << d)
            GPU__FAST_EACH(GPU__FAST_ACROSS, index, uppers[d])
        }
        GPU__FAST_EACH(GPU__FAST_HALVES, 8)
        GPU__FAST_EACH(GPU__FAST_HALVES, 4)
        GPU__FAST_EACH(GPU__FAST_HALVES, 2)
        GPU__FAST_EACH(GPU__FAST_HALVES, 1)
    }
    memcpy(p, v, sizeof v);
}
/* Transposes square blocks of vectors, so that the codes of a lane become neighbours in memory. */
#define GPU__FAST_TRANSPOSE_PAIR(i, s)                                                                                 \
    if (!((i) & (s))) GPU__LANES_EXCHANGE(v[i], v[((i) + (s)) % 16], low, high)
#define GPU__FAST_TRANSPOSE_BY(s)                                                                                      \
    {                                                                                                                  \
        GPU__LANES_OF(low, l &s ? l - s + GPU__FAST_LANES : l)                                                         \
        GPU__LANES_OF(high, l &s ? l + GPU__FAST_LANES : l + s)                                                        \
        GPU__FAST_EACH(GPU__FAST_TRANSPOSE_PAIR, s)                                                                    \
    }
GPU__FAST_INLINE void gpu__fast_transpose(gpu__fast_vector *p, const size_t size)
{
    gpu__fast_vector v[GPU__FAST_ROWS], low, high;
    memcpy(v, p, sizeof v);
    GPU__FAST_TRANSPOSE_BY(1)
    GPU__FAST_TRANSPOSE_BY(2)
    GPU__FAST_TRANSPOSE_BY(4)
    if (size == 4) GPU__FAST_TRANSPOSE_BY(8)
    for (size_t i = 0; i < GPU__FAST_ROWS; i++) /* with codes of 8 bytes there are two square blocks */
        memcpy(p + (size == 4 ? i : i % 8 * 2 + i / 8), v + i, sizeof *v);
}
/* Sorts up to `rows` vectors of codes, GPU__FAST_ROWS or a quarter of them. */
GPU__FAST_INLINE void gpu__fast_piece(char *a, size_t n, const int rows, const size_t size)
{
    gpu__fast_vector v[GPU__FAST_ROWS];
    memset(v, 0xff, sizeof v);
    memcpy(v, a, n * size);
    gpu__fast_sort_lanes(v, rows, size);
    gpu__fast_merge_lanes(v, rows, size);
    if (rows == GPU__FAST_ROWS) {
        gpu__fast_transpose(v, size);
        memcpy(a, v, n * size);
    } else
        for (size_t i = 0; i < n; i++)
            memcpy(a + i * size, (const char *)v + (i % 4 * GPU__FAST_LANES + i / 4) * size, size);
}
GPU__FAST_INLINE uint64_t gpu__fast_code(const char *a, size_t i, const size_t size)
{
    return size == 8 ? ((const gpu__any_64 *)(const void *)a)[i] : ((const gpu__any_32 *)(const void *)a)[i];
}
/* Moves the codes up to the pivot before the others, and returns their number. */
GPU__FAST_INLINE size_t gpu__fast_partition(char *a, size_t n, char *spare, uint64_t pivot, const size_t size)
{
    size_t i, low = 0, high = 0;
    gpu__fast_vector p, v, packed;
    GPU__LANES_OF(p, pivot)
    for (i = 0; i + GPU__FAST_LANES <= n; i += GPU__FAST_LANES) {
        uint16_t mask, others;
        memcpy(&v, a + i * size, sizeof v);
        GPU__LANES_UP_TO(mask, v, p)
        others = (uint16_t)(mask ^ ((1u << GPU__FAST_LANES) - 1));
        const int count = __builtin_popcount(mask);
        GPU__LANES_PACK(packed, v, mask)
        memcpy(a + low * size, &packed, sizeof packed); /* stays within what has been read */
        GPU__LANES_PACK(packed, v, others)
        memcpy(spare + high * size, &packed, sizeof packed);
        low += (size_t)count, high += GPU__FAST_LANES - (size_t)count;
    }
    for (; i < n; i++) {
        const int up_to = gpu__fast_code(a, i, size) <= pivot;
        if (!up_to || low != i) memcpy(up_to ? a + low * size : spare + high * size, a + i * size, size);
        low += (size_t)up_to, high += (size_t)!up_to;
    }
    memcpy(a + low * size, spare, high * size);
    return low;
}
/* The median of three codes. */
GPU__FAST_INLINE uint64_t gpu__fast_middle(const char *a, size_t at, size_t step, const size_t size)
{
    const uint64_t x = gpu__fast_code(a, at, size), y = gpu__fast_code(a, at + step, size),
                   z = gpu__fast_code(a, at + 2 * step, size), low = x < y ? x : y, high = x < y ? y : x;
    return z < low ? low : z > high ? high : z;
}
/* Sorts codes so far that the positions [from, to) have the codes that they have in order. */
typedef void gpu__fast_sort(char *a, size_t n, char *spare, size_t from, size_t to);
/* Quicksort of n codes; `again` sorts the smaller part. Parts without a position of the range stay as they are. */
GPU__FAST_INLINE void gpu__fast_codes(char *a, size_t n, char *spare, size_t from, size_t to, const size_t size,
                                      gpu__fast_sort *again)
{
    while (n > GPU__FAST_ROWS * GPU__FAST_LANES) {
        const size_t s = n / 9;
        const uint64_t x = gpu__fast_middle(a, 0, s, size), y = gpu__fast_middle(a, 3 * s, s, size),
                       z = gpu__fast_middle(a, 6 * s, s, size), low = x < y ? x : y, high = x < y ? y : x;
        const uint64_t pivot = z < low ? low : z > high ? high : z;
        const size_t up_to = gpu__fast_partition(a, n, spare, pivot, size);
        if (up_to == n) { /* the pivot is the maximum and may occur often: removes it */
            n = pivot ? gpu__fast_partition(a, n, spare, pivot - 1, size) : 0;
        } else if (to > up_to && (from >= up_to || up_to < n - up_to)) { /* goes on with the upper part */
            if (from < up_to) again(a, up_to, spare, from, to);
            from = from > up_to ? from - up_to : 0;
            a += up_to * size, n -= up_to, to -= up_to;
        } else {
            if (to > up_to) again(a + up_to * size, n - up_to, spare, 0, to - up_to);
            n = up_to;
        }
    }
    if (n > 4 * GPU__FAST_LANES) gpu__fast_piece(a, n, GPU__FAST_ROWS, size);
    else if (n > 1) gpu__fast_piece(a, n, GPU__FAST_ROWS / 4, size);
}
GPU__FAST void gpu__fast_codes_{4|8}(char *a, size_t n, char *spare, size_t from, size_t to)
{
    gpu__fast_codes(a, n, spare, from, to, {1}, gpu__fast_codes_{1});
}

/* A row of keys, and the functions that convert its elements to codes and back. */
typedef enum gpu__fast_step { GPU__FAST_COUNTS, GPU__FAST_MOVES, GPU__FAST_DONE } gpu__fast_step;
typedef struct gpu__fast {
    const gpu__job *job;              /* its threads sort a long row */
    size_t n, size, chunks, from, to; /* only the positions [from, to) of the result are needed; see gpu__fast_row */
    const char *x;
    char *out, *codes; /* codes: scratch memory of the row's size */
    int descending;
    gpu__fast_encode *encode;
    gpu__fast_decode *decode;
    gpu__fast_sort *sort;
    /* Both zeros have one code, and so have all NaNs: these are `zero` and `nan`. */
    uint64_t zero, nan;
    /* A long row is sorted by all threads: they count the codes of each bucket, whose bounds are elements of a sample,
       move the codes to their buckets, then sort the buckets. A chunk's counts become the positions of its next code of
       each bucket. The last count is not 0 if a code does not represent its element. If there are such, zeros and NaNs
       have buckets for themselves, which get the elements instead of codes. */
    size_t (*counts)[GPU__FAST_BUCKETS + 1];
    uint64_t bounds[GPU__FAST_BUCKETS];
    size_t zeros, nans; /* their buckets */
    gpu__fast_step step;
} gpu__fast;
/* Writes the elements without a code of their own to the end of f->codes, backwards, and the codes of the others to
   f->out. Returns how many others there are; *below become those that precede the zeros, *zeros the zeros. */
GPU__FAST_INLINE size_t gpu__fast_part_off(const gpu__fast *f, size_t *below, size_t *zeros, const size_t size)
{
    uint64_t code[GPU__FAST_BLOCK];
    size_t i, k, off = 0, rest = 0;
    *below = *zeros = 0;
    for (i = 0; i < f->n; i += GPU__FAST_BLOCK) {
        const char *const x = f->x + i * size;
        const size_t some = gpu__least(f->n - i, GPU__FAST_BLOCK);
        f->encode(code, x, some, f->descending);
        for (k = 0; k < some; k++) {
            const uint64_t c = gpu__fast_code((const char *)code, k, size);
            const int apart = c == f->zero || c == f->nan;
            memcpy(apart ? f->codes + (f->n - ++off) * size : f->out + rest * size,
                   apart ? x + k * size : (const char *)code + k * size, size);
            rest += (size_t)!apart, *below += c < f->zero && !apart, *zeros += c == f->zero;
        }
    }
    return rest;
}
/* Sorts a row with elements that have no code of their own: these are set aside, and come back in their order. */
GPU__FAST_INLINE void gpu__fast_apart(const gpu__fast *f, const size_t size)
{
    size_t below, zeros, i, rest = gpu__fast_part_off(f, &below, &zeros, size), off = f->n - rest;
    const size_t front = f->descending ? off - zeros : 0;
    char *zero = f->out + (front + below) * size, *nan = f->out + (f->descending ? 0 : rest + zeros) * size;
    f->sort(f->out, rest, f->codes, 0, rest);
    f->decode(f->out, f->out, rest, f->descending);
    memmove(zero + zeros * size, f->out + below * size, (rest - below) * size);
    memmove(f->out + front * size, f->out, below * size);
    for (i = 1; i <= off; i++) {
        const char *const x = f->codes + (f->n - i) * size;
        char **const to =
            gpu__fast_code(x, 0, size) << (65 - 8 * size) ? &nan : &zero; /* both zeros are 0 but for the sign */
        memcpy(*to, x, size), *to += size;
    }
}
/* Sorts a row. If only the positions [from, to) are needed, the others may have elements in any order, or none, but
   the last one has an element, which is NaN if any is. */
GPU__FAST void gpu__fast_row(const gpu__fast *f)
{
    if (f->encode(NULL, f->x, f->n, f->descending)) {
        if (f->size == 8) gpu__fast_apart(f, 8);
        else gpu__fast_apart(f, 4);
        return;
    }
    f->encode(f->out, f->x, f->n, f->descending);
    f->sort(f->out, f->n, f->codes, f->from, f->to);
    f->decode(f->out + f->from * f->size, f->out + f->from * f->size, f->to - f->from, f->descending);
    if (f->to < f->n) f->decode(f->out + (f->n - 1) * f->size, f->out + (f->n - 1) * f->size, 1, f->descending);
}
#define GPU__FAST_FIND(BITS)                                                                                           \
    for (k = 0; k + 1 < GPU__FAST_BUCKETS; k++) {                                                                      \
        const BITS bound = (BITS)f->bounds[k];                                                                         \
        for (i = 0; i < GPU__FAST_BLOCK; i++) ((BITS *)bucket)[i] += (BITS)(((const BITS *)code)[i] > bound);          \
    }
/* Counts or moves the codes of a block. */
GPU__FAST_INLINE void gpu__fast_block(const gpu__fast *f, const char *x, size_t n, size_t *counts, const size_t size)
{
    uint64_t code[GPU__FAST_BLOCK], bucket[GPU__FAST_BLOCK];
    size_t i, k;
    memset(bucket, 0, sizeof bucket);
    if (n < GPU__FAST_BLOCK) memset(code, 0, sizeof code);
    f->encode(code, x, n, f->descending);
    if (f->step == GPU__FAST_COUNTS && f->encode(NULL, x, n, f->descending)) counts[GPU__FAST_BUCKETS] = 1;
    if (size == 8) GPU__FAST_FIND(gpu__any_64)
    else GPU__FAST_FIND(gpu__any_32)
    for (i = 0; i < n; i++) {
        const size_t to = gpu__fast_code((const char *)bucket, i, size);
        const char *const from = to == f->zeros || to == f->nans ? x : (const char *)code;
        if (f->step == GPU__FAST_MOVES) memcpy(f->codes + counts[to] * size, from + i * size, size);
        counts[to]++;
    }
}
/* The first steps count and move the codes of chunks. */
GPU__FAST void gpu__fast_chunks(const void *row, GPU__UNUSED size_t thread, size_t first, size_t last)
{
    gpu__fast *const f = (gpu__fast *)(uintptr_t)row;
    const size_t size = f->size;
    size_t i, end;
    if (f->step == GPU__FAST_COUNTS && last - first == f->chunks) { /* one thread needs no buckets */
        gpu__fast_row(f);
        f->step = GPU__FAST_DONE;
        return;
    }
    for (; first < last; first++)
        for (gpu__share(f->n, first, f->chunks, &i, &end); i < end; i += GPU__FAST_BLOCK) {
            const size_t n = gpu__least(end - i, GPU__FAST_BLOCK);
            if (size == 8) gpu__fast_block(f, f->x + i * size, n, f->counts[first], 8);
            else gpu__fast_block(f, f->x + i * size, n, f->counts[first], 4);
        }
}
/* The last step sorts buckets. The last chunk's positions are the ends of the buckets then. */
GPU__FAST void gpu__fast_buckets(const void *row, GPU__UNUSED size_t thread, size_t first, size_t last)
{
    const gpu__fast *const f = (const gpu__fast *)row;
    const size_t *const ends = f->counts[f->chunks - 1];
    for (; first < last; first++) {
        const size_t begin = first ? ends[first - 1] : 0, n = ends[first] - begin;
        char *const codes = f->codes + begin * f->size, *const out = f->out + begin * f->size;
        if (first == f->zeros || first == f->nans) {
            memcpy(out, codes, n * f->size);
            continue;
        }
        if (f->from < ends[first] && f->to > begin)
            f->sort(codes, n, out, f->from > begin ? f->from - begin : 0, f->to - begin);
        f->decode(out, codes, n, f->descending);
    }
}
/* Chooses the bounds of the buckets. */
GPU__FAST void gpu__fast_sample(gpu__fast *f)
{
    enum { samples = 16 * GPU__FAST_BUCKETS };
    uint64_t sample[samples], more[samples], random = 1;
    const size_t step = f->n / samples;
    for (size_t i = 0; i < samples; i++) {
        random = random * 6364136223846793005u + 1442695040888963407u;
        f->encode((char *)sample + i * f->size, f->x + (i * step + (size_t)(random >> 33) % step) * f->size, 1,
                  f->descending);
    }
    f->sort((char *)sample, samples, (char *)more, 0, samples);
    for (size_t i = 0; i < GPU__FAST_BUCKETS; i++)
        f->bounds[i] = gpu__fast_code((const char *)sample, 16 * i + 15, f->size);
}
/* Gives the zeros and the NaNs buckets for themselves, in place of a few others. */
GPU__FAST void gpu__fast_bound_apart(gpu__fast *f)
{
    enum { last = GPU__FAST_BUCKETS - 1 };
    uint64_t spare[8 * GPU__FAST_BUCKETS];
    for (size_t i = 0; i < 60; i++) f->bounds[i] = f->bounds[i * last / 60];
    f->bounds[60] = f->zero - 1, f->bounds[61] = f->zero, f->bounds[62] = f->nan - 1, f->bounds[59] = f->nan;
    gpu__fast_codes_8((char *)f->bounds, last, (char *)spare, 0, last);
    for (f->zeros = 0; f->bounds[f->zeros] < f->zero;) f->zeros++;
    for (f->nans = 0; f->bounds[f->nans] < f->nan;) f->nans++;
}
/* Counts the codes of each bucket; returns whether a code does not represent its element. */
static inline size_t gpu__fast_count(gpu__fast *f)
{
    size_t c, lost = 0;
    memset(f->counts, 0, f->chunks * sizeof *f->counts);
    f->step = GPU__FAST_COUNTS;
    gpu__job_steps(f->job, gpu__fast_chunks, f->chunks, f);
    for (c = 0; c < f->chunks && f->step != GPU__FAST_DONE; c++) lost |= f->counts[c][GPU__FAST_BUCKETS];
    return lost;
}
/* Sorts a row: one of several chunks by all threads. */
static inline void gpu__fast_all(gpu__fast *f)
{
    size_t i, c, next = 0;
    if (f->chunks == 1) {
        gpu__fast_row(f);
        return;
    }
    f->zeros = f->nans = GPU__FAST_BUCKETS;
    gpu__fast_sample(f);
    if (gpu__fast_count(f)) {
        gpu__fast_bound_apart(f);
        (void)gpu__fast_count(f);
    }
    if (f->step == GPU__FAST_DONE) return;
    for (i = 0; i < GPU__FAST_BUCKETS; i++)
        for (c = 0; c < f->chunks; c++) {
            const size_t count = f->counts[c][i];
            f->counts[c][i] = next, next += count;
        }
    f->step = GPU__FAST_MOVES;
    gpu__job_steps(f->job, gpu__fast_chunks, f->chunks, f);
    gpu__job_steps(f->job, gpu__fast_buckets, GPU__FAST_BUCKETS, f);
}
/* Sets what does not depend on where the row and the scratch memory are. */
static inline void gpu__fast_of(gpu__fast *f, const gpu__sort_cpu *s, size_t chunks, gpu__fast_encode *encode,
                                gpu__fast_decode *decode)
{
    const uint64_t zero = 0, nan = ~zero;
    f->job = s->job, f->n = s->d.cols, f->size = s->d.size, f->from = s->d.from, f->to = s->d.to;
    f->chunks = chunks, f->descending = s->d.descending, f->encode = encode, f->decode = decode;
    f->zero = f->nan = 0;
    f->encode(&f->zero, &zero, 1, f->descending);
    f->encode(&f->nan, &nan, 1, f->descending);
    f->sort = f->size == 8 ? gpu__fast_codes_8 : gpu__fast_codes_4;
}
#endif
#if defined(ANY) && defined(GPU__X86)
/* Converts elements to codes; with codes NULL, the result tells whether a code does not represent its element, as with
   -0 and NaN. */
GPU__FAST uint64_t gpu__fast_encode_T(void *codes, const void *x, size_t n, int descending)
{
    const gpu__bits_T flip = descending ? (gpu__bits_T) ~(gpu__bits_T)0 : 0, *const in = (const gpu__bits_T *)x;
    const gpu__bits_T infinity = gpu__sort_infinity_T(), top = (gpu__bits_T)((gpu__bits_T)1 << (sizeof flip * 8 - 1));
    gpu__bits_T lost = 0, *const out = (gpu__bits_T *)codes;
    for (size_t i = 0; codes && i < n; i++) out[i] = (gpu__bits_T)(gpu__sort_key_T(in[i]) ^ flip);
    for (size_t i = 0; !codes && i < n; i++)
        if (GPU__IS_REAL(T)) lost = (gpu__bits_T)(lost | (in[i] == top) | ((gpu__bits_T)(in[i] & ~top) > infinity));
    return lost;
}
GPU__FAST void gpu__fast_decode_T(void *out, const void *codes, size_t n, int descending)
{
    const gpu__bits_T flip = descending ? (gpu__bits_T) ~(gpu__bits_T)0 : 0;
    for (size_t i = 0; i < n; i++)
        ((gpu__bits_T *)out)[i] = gpu__sort_bits_T((gpu__bits_T)(((const gpu__bits_T *)codes)[i] ^ flip));
}
#endif
