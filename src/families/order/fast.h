#if defined(GPU__ONCE) && defined(GPU_ORDER) && defined(GPU__X86)
/* Sorting codes on a CPU with AVX-512: a quicksort whose partition packs the lower and the higher codes of a vector at
   once, down to pieces that a network of 16 vectors sorts. Compilers find neither instruction in a loop. `size` is a
   constant, so of each pair one remains. */
typedef uint64_t gpu__fast_vector __attribute__((vector_size(64)));
#define GPU__LANES_DO(size, of_4, of_8, out, ...)                                                                      \
    if ((size) == 8)                                                                                                   \
        __asm__(of_8 : out : __VA_ARGS__);                                                                             \
    else                                                                                                               \
        __asm__(of_4 : out : __VA_ARGS__);
#define GPU__LANES_MIN(size, c, a, b)                                                                                  \
    GPU__LANES_DO(size, "vpminud %2, %1, %0", "vpminuq %2, %1, %0", "=v"(c), "v"(a), "v"(b))
#define GPU__LANES_MAX(size, c, a, b)                                                                                  \
    GPU__LANES_DO(size, "vpmaxud %2, %1, %0", "vpmaxuq %2, %1, %0", "=v"(c), "v"(a), "v"(b))
#define GPU__LANES_PERMUTE(size, c, a, index)                                                                          \
    GPU__LANES_DO(size, "vpermd %1, %2, %0", "vpermq %1, %2, %0", "=v"(c), "v"(a), "v"(index))
#define GPU__LANES_PACK(size, c, a, mask)                                                                              \
    GPU__LANES_DO(size, "vpcompressd %1, %0%{%2%}%{z%}", "vpcompressq %1, %0%{%2%}%{z%}", "=v"(c), "v"(a), "Yk"(mask))
/* mask: where a is not above b */
#define GPU__LANES_UP_TO(size, mask, a, b)                                                                             \
    GPU__LANES_DO(size, "vpcmpud $2, %2, %1, %0", "vpcmpuq $2, %2, %1, %0", "=Yk"(mask), "v"(a), "v"(b))
/* c = a, but the larger of a and b in the lanes of the mask, and the smaller one elsewhere */
#define GPU__LANES_KEEP(size, c, a, b, upper)                                                                          \
    {                                                                                                                  \
        GPU__LANES_MIN(size, c, a, b)                                                                                  \
        if ((size) == 8)                                                                                               \
            __asm__("vpmaxuq %2, %1, %0%{%3%}" : "+v"(c) : "v"(a), "v"(b), "Yk"(upper));                               \
        else                                                                                                           \
            __asm__("vpmaxud %2, %1, %0%{%3%}" : "+v"(c) : "v"(a), "v"(b), "Yk"(upper));                               \
    }
/* a[l], and where lane l is in the mask b[l - step], in place of a; a[l + step], and there b[l], in place of b */
#define GPU__LANES_EXCHANGE(size, a, b, low, high)                                                                     \
    {                                                                                                                  \
        gpu__fast_vector gpu__c = a;                                                                                   \
        GPU__LANES_DO(size, "vpermt2d %2, %1, %0", "vpermt2q %2, %1, %0", "+v"(a), "v"(low), "v"(b))                   \
        GPU__LANES_DO(size, "vpermt2d %2, %1, %0", "vpermt2q %2, %1, %0", "+v"(gpu__c), "v"(high), "v"(b))             \
        b = gpu__c;                                                                                                    \
    }
enum { GPU__FAST_ROWS = 16, GPU__FAST_BUCKETS = 64, GPU__FAST_BLOCK = 256 };
/* A long row is sorted by all threads: codes are counted and then moved by the bucket that they are in, of which the
   elements of a sample are the bounds, and the buckets are sorted one by one. A chunk's counts become the places where
   its next code of each bucket goes. */
typedef enum gpu__fast_step { GPU__FAST_COUNTS, GPU__FAST_MOVES, GPU__FAST_SORTS, GPU__FAST_DONE } gpu__fast_step;
typedef struct gpu__fast_pass {
    size_t row, chunks, (*counts)[GPU__FAST_BUCKETS + 1]; /* of a chunk; the last one: elements that codes do not tell */
    void *codes, *bounds;
    gpu__fast_step step;
} gpu__fast_pass;
#define GPU__FAST_EACH(M, ...)                                                                                         \
    M(0, __VA_ARGS__) M(1, __VA_ARGS__) M(2, __VA_ARGS__) M(3, __VA_ARGS__) M(4, __VA_ARGS__) M(5, __VA_ARGS__)        \
    M(6, __VA_ARGS__) M(7, __VA_ARGS__) M(8, __VA_ARGS__) M(9, __VA_ARGS__) M(10, __VA_ARGS__) M(11, __VA_ARGS__)      \
    M(12, __VA_ARGS__) M(13, __VA_ARGS__) M(14, __VA_ARGS__) M(15, __VA_ARGS__)
/* Steps of a network over the vectors v[0] to v[rows - 1], with constants for indices, so that v stays in registers. */
#define GPU__FAST_ORDER(i, d, condition)                                                                               \
    if ((i) + (d) < rows && (condition)) {                                                                             \
        const gpu__fast_vector gpu__a = v[i], gpu__b = v[((i) + (d)) % 16];                                            \
        GPU__LANES_MIN(sizeof(GPU__BITS), v[i], gpu__a, gpu__b)                                                        \
        GPU__LANES_MAX(sizeof(GPU__BITS), v[((i) + (d)) % 16], gpu__a, gpu__b)                                         \
    }
#define GPU__FAST_BATCHER(i, run, d)                                                                                   \
    GPU__FAST_ORDER(                                                                                                   \
        i, d, (i) >= (d) % (run) && ((i) - (d) % (run)) / (d) % 2 == 0 && (i) / (2 * (run)) == ((i) + (d)) / (2 * (run)))
#define GPU__FAST_HALVES(i, d) GPU__FAST_ORDER(i, d, !((i) & (d)))
#define GPU__FAST_MIRRORED(i, index, upper)                                                                            \
    if ((i) < rows / 2) {                                                                                              \
        const gpu__fast_vector gpu__a = v[i], gpu__b = v[(rows - 1 - (i)) & 15];                                       \
        gpu__fast_vector gpu__c, gpu__d;                                                                               \
        GPU__LANES_PERMUTE(sizeof(GPU__BITS), gpu__c, gpu__b, index)                                                   \
        GPU__LANES_PERMUTE(sizeof(GPU__BITS), gpu__d, gpu__a, index)                                                   \
        GPU__LANES_KEEP(sizeof(GPU__BITS), v[i], gpu__a, gpu__c, upper)                                                \
        GPU__LANES_KEEP(sizeof(GPU__BITS), v[(rows - 1 - (i)) & 15], gpu__b, gpu__d, upper)                            \
    }
#define GPU__FAST_ACROSS(i, index, upper)                                                                              \
    if ((i) < rows) {                                                                                                  \
        const gpu__fast_vector gpu__a = v[i];                                                                          \
        gpu__fast_vector gpu__c;                                                                                       \
        GPU__LANES_PERMUTE(sizeof(GPU__BITS), gpu__c, gpu__a, index)                                                   \
        GPU__LANES_KEEP(sizeof(GPU__BITS), v[i], gpu__a, gpu__c, upper)                                                \
    }
#define GPU__FAST_TURN(i, s, low, high)                                                                                \
    if (!((i) & (s))) GPU__LANES_EXCHANGE(sizeof(GPU__BITS), v[i], v[((i) + (s)) % 16], low, high)
#endif
#if defined(GPU__FOR_ANY) && defined(GPU_ORDER) && defined(GPU__X86)
#define GPU__FAST GPU__HOT GPU__AVX512 static GPU__UNUSED
#define GPU__FAST_LANES (64 / sizeof(GPU__BITS))
/* index[l] = l ^ bits */
#define GPU__FAST_INDEX(index, l_of)                                                                                   \
    {                                                                                                                  \
        GPU__BITS gpu__i[GPU__FAST_LANES];                                                                             \
        size_t l;                                                                                                      \
        for (l = 0; l < GPU__FAST_LANES; l++) gpu__i[l] = (GPU__BITS)(l_of);                                           \
        memcpy(&index, gpu__i, sizeof index);                                                                          \
    }
/* Lane l's codes, once each lane is sorted, become the places from l * rows on of one sorted piece: neighbouring lanes are
   merged by bitonic merges, whose first stage compares mirrored places. */
GPU__FAST GPU__ALWAYS_INLINE void GPU__N(gpu__fast_merge)(gpu__fast_vector *p, const int rows)
{
    static const uint16_t uppers[4] = {0xaaaa, 0xcccc, 0xf0f0, 0xff00};
    gpu__fast_vector v[GPU__FAST_ROWS], index;
    int run, d;
    memcpy(v, p, sizeof v);
    for (run = 0; 1 << run < (int)GPU__FAST_LANES; run++) {
        GPU__FAST_INDEX(index, l ^ (size_t)((2 << run) - 1))
        GPU__FAST_EACH(GPU__FAST_MIRRORED, index, uppers[run])
        for (d = run - 1; d >= 0; d--) {
            GPU__FAST_INDEX(index, l ^ (size_t)1 << d)
            GPU__FAST_EACH(GPU__FAST_ACROSS, index, uppers[d])
        }
        GPU__FAST_EACH(GPU__FAST_HALVES, 8)
        GPU__FAST_EACH(GPU__FAST_HALVES, 4)
        GPU__FAST_EACH(GPU__FAST_HALVES, 2)
        GPU__FAST_EACH(GPU__FAST_HALVES, 1)
    }
    memcpy(p, v, sizeof v);
}
GPU__FAST GPU__ALWAYS_INLINE void GPU__N(gpu__fast_sort_lanes)(gpu__fast_vector *p, const int rows)
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
/* Squares of vectors are turned, so that a lane's codes become neighbours in memory. */
#define GPU__FAST_TURN_BY(s)                                                                                           \
    {                                                                                                                  \
        GPU__FAST_INDEX(low, l &s ? l - s + GPU__FAST_LANES : l)                                                       \
        GPU__FAST_INDEX(high, l &s ? l + GPU__FAST_LANES : l + s)                                                      \
        GPU__FAST_EACH(GPU__FAST_TURN, s, low, high)                                                                   \
    }
GPU__FAST GPU__ALWAYS_INLINE void GPU__N(gpu__fast_turn)(gpu__fast_vector *p)
{
    gpu__fast_vector v[GPU__FAST_ROWS], low, high;
    size_t i;
    memcpy(v, p, sizeof v);
    GPU__FAST_TURN_BY(1)
    GPU__FAST_TURN_BY(2)
    GPU__FAST_TURN_BY(4)
    if (GPU__FAST_LANES == 16) GPU__FAST_TURN_BY(8)
    for (i = 0; i < GPU__FAST_ROWS; i++) /* a lane of 8 has two squares */
        memcpy(p + (GPU__FAST_LANES == 16 ? i : i % 8 * 2 + i / 8), v + i, sizeof *v);
}
GPU__FAST void GPU__N(gpu__fast_piece)(GPU__BITS *a, size_t n)
{
    gpu__fast_vector v[GPU__FAST_ROWS];
    memset(v, 0xff, sizeof v);
    memcpy(v, a, n * sizeof *a);
    GPU__N(gpu__fast_sort_lanes)(v, GPU__FAST_ROWS);
    GPU__N(gpu__fast_merge)(v, GPU__FAST_ROWS);
    GPU__N(gpu__fast_turn)(v);
    memcpy(a, v, n * sizeof *a);
}
GPU__FAST void GPU__N(gpu__fast_few)(GPU__BITS *a, size_t n) /* a quarter of that */
{
    gpu__fast_vector v[GPU__FAST_ROWS];
    GPU__BITS codes[GPU__FAST_ROWS * GPU__FAST_LANES];
    size_t i;
    memset(v, 0xff, sizeof v);
    memcpy(v, a, n * sizeof *a);
    GPU__N(gpu__fast_sort_lanes)(v, GPU__FAST_ROWS / 4);
    GPU__N(gpu__fast_merge)(v, GPU__FAST_ROWS / 4);
    memcpy(codes, v, sizeof codes);
    for (i = 0; i < n; i++) a[i] = codes[i % 4 * GPU__FAST_LANES + i / 4];
}
/* Puts the codes up to the pivot in front of the others, and returns how many they are. */
GPU__FAST size_t GPU__N(gpu__fast_partition)(GPU__BITS *a, size_t n, GPU__BITS *spare, GPU__BITS pivot)
{
    const size_t size = sizeof *a;
    GPU__BITS pivots[GPU__FAST_LANES];
    size_t i, low = 0, high = 0;
    gpu__fast_vector p, v, packed;
    for (i = 0; i < GPU__FAST_LANES; i++) pivots[i] = pivot;
    memcpy(&p, pivots, sizeof p);
    for (i = 0; i + GPU__FAST_LANES <= n; i += GPU__FAST_LANES) {
        uint16_t mask, others;
        int count;
        memcpy(&v, a + i, sizeof v);
        GPU__LANES_UP_TO(size, mask, v, p)
        others = (uint16_t)(mask ^ (uint16_t)(((uint64_t)1 << GPU__FAST_LANES % 64) - 1));
        count = __builtin_popcount(mask);
        GPU__LANES_PACK(size, packed, v, mask)
        memcpy(a + low, &packed, sizeof packed); /* no further than what was read */
        GPU__LANES_PACK(size, packed, v, others)
        memcpy(spare + high, &packed, sizeof packed);
        low += (size_t)count, high += GPU__FAST_LANES - (size_t)count;
    }
    for (; i < n; i++) {
        const GPU__BITS code = a[i];
        if (code <= pivot)
            a[low++] = code;
        else
            spare[high++] = code;
    }
    memcpy(a + low, spare, high * size);
    return low;
}
static inline GPU__BITS GPU__N(gpu__fast_middle)(GPU__BITS a, GPU__BITS b, GPU__BITS c)
{
    const GPU__BITS low = a < b ? a : b, high = a < b ? b : a;
    return c < low ? low : c > high ? high : c;
}
GPU__FAST void GPU__N(gpu__fast_codes)(GPU__BITS *a, size_t n, GPU__BITS *spare)
{
    while (n > GPU__FAST_ROWS * GPU__FAST_LANES) {
        const size_t s = n / 9;
        const GPU__BITS pivot = GPU__N(gpu__fast_middle)(GPU__N(gpu__fast_middle)(a[0], a[s], a[2 * s]),
                                                         GPU__N(gpu__fast_middle)(a[3 * s], a[4 * s], a[5 * s]),
                                                         GPU__N(gpu__fast_middle)(a[6 * s], a[7 * s], a[8 * s]));
        size_t low = GPU__N(gpu__fast_partition)(a, n, spare, pivot);
        if (low == n) { /* the pivot is the highest, and may be frequent */
            n = pivot ? GPU__N(gpu__fast_partition)(a, n, spare, (GPU__BITS)(pivot - 1)) : 0;
            continue;
        }
        if (low < n - low) {
            GPU__N(gpu__fast_codes)(a, low, spare);
            a += low, n -= low;
        } else {
            GPU__N(gpu__fast_codes)(a + low, n - low, spare);
            n = low;
        }
    }
    if (n > 4 * GPU__FAST_LANES)
        GPU__N(gpu__fast_piece)(a, n);
    else if (n > 1)
        GPU__N(gpu__fast_few)(a, n);
}
#define GPU__FAST_FLIP(j) (j->flag & GPU__SORT_DESCENDING ? (GPU__BITS) ~(GPU__BITS)0 : (GPU__BITS)0)
/* Sorts a row; returns 0, and has done nothing, if a code does not tell all of an element: -0, or NaN. */
GPU__FAST int GPU__N(gpu__fast_row)(const gpu__job *j, size_t row, GPU__BITS *spare)
{
    const GPU__BITS flip = GPU__FAST_FLIP(j);
    const size_t n = j->shape[2];
    const GPU__BITS *const x = (const GPU__BITS *)j->in[0].p + row * n;
    GPU__BITS *const out = (GPU__BITS *)j->out + row * n;
    GPU__BITS lost = 0;
    size_t i;
    for (i = 0; i < n; i++) lost = (GPU__BITS)(lost | (GPU__N(gpu__sort_bits)(GPU__N(gpu__sort_key)(x[i])) ^ x[i]));
    if (lost) return 0;
    for (i = 0; i < n; i++) out[i] = (GPU__BITS)(GPU__N(gpu__sort_key)(x[i]) ^ flip);
    GPU__N(gpu__fast_codes)(out, n, spare);
    for (i = 0; i < n; i++) out[i] = GPU__N(gpu__sort_bits)((GPU__BITS)(out[i] ^ flip));
    return 1;
}
/* Counts or moves the codes of a block. */
GPU__FAST GPU__ALWAYS_INLINE void GPU__N(gpu__fast_block)(const gpu__fast_pass *p, const GPU__BITS *x, size_t n,
                                                          GPU__BITS flip, size_t *counts)
{
    const GPU__BITS *const bounds = (const GPU__BITS *)p->bounds;
    GPU__BITS code[GPU__FAST_BLOCK], bucket[GPU__FAST_BLOCK], lost = 0;
    size_t i, k;
    for (i = 0; i < GPU__FAST_BLOCK; i++) {
        const GPU__BITS b = x[i < n ? i : 0], key = GPU__N(gpu__sort_key)(b);
        lost = (GPU__BITS)(lost | (GPU__N(gpu__sort_bits)(key) ^ b));
        code[i] = (GPU__BITS)(key ^ flip), bucket[i] = 0;
    }
    for (k = 0; k + 1 < GPU__FAST_BUCKETS; k++)
        for (i = 0; i < GPU__FAST_BLOCK; i++) bucket[i] = (GPU__BITS)(bucket[i] + (code[i] > bounds[k]));
    if (p->step == GPU__FAST_MOVES)
        for (i = 0; i < n; i++) ((GPU__BITS *)p->codes)[counts[bucket[i]]++] = code[i];
    else
        for (i = 0; i < n; i++) counts[bucket[i]]++;
    if (lost) counts[GPU__FAST_BUCKETS] = 1;
}
GPU__FAST void GPU__N(gpu__fast_part)(const gpu__job *j, void *scratch, size_t thread, size_t first, size_t last)
{
    gpu__fast_pass *const p = (gpu__fast_pass *)scratch;
    const size_t n = j->shape[2];
    const GPU__BITS *const x = (const GPU__BITS *)j->in[0].p + p->row * n, flip = GPU__FAST_FLIP(j);
    GPU__BITS *const out = (GPU__BITS *)j->out + p->row * n, *const codes = (GPU__BITS *)p->codes;
    size_t i;
    (void)thread;
    if (p->step == GPU__FAST_COUNTS && last - first == p->chunks) { /* one thread needs no buckets */
        if (GPU__N(gpu__fast_row)(j, p->row, codes))
            p->step = GPU__FAST_DONE;
        else
            p->counts[0][GPU__FAST_BUCKETS] = 1;
        return;
    }
    for (; first < last; first++)
        if (p->step == GPU__FAST_SORTS) { /* when moved, the last chunk's places are the buckets' ends */
            const size_t begin = first ? p->counts[p->chunks - 1][first - 1] : 0,
                         end = p->counts[p->chunks - 1][first];
            GPU__N(gpu__fast_codes)(codes + begin, end - begin, out + begin);
            for (i = begin; i < end; i++) out[i] = GPU__N(gpu__sort_bits)((GPU__BITS)(codes[i] ^ flip));
        } else {
            const size_t end = n / p->chunks * (first + 1) + (first + 1 == p->chunks ? n % p->chunks : 0);
            for (i = n / p->chunks * first; i < end; i += GPU__FAST_BLOCK)
                GPU__N(gpu__fast_block)(p, x + i, end - i < GPU__FAST_BLOCK ? end - i : GPU__FAST_BLOCK, flip,
                                        p->counts[first]);
        }
}
/* As gpu__fast_row, by all threads. */
GPU__FAST int GPU__N(gpu__fast_shared)(const gpu__job *j, size_t row, size_t chunks, size_t *counts, void *spare)
{
    enum { samples = 16 * GPU__FAST_BUCKETS };
    gpu__job_part *const part[3] = {GPU__N(gpu__fast_part), GPU__N(gpu__fast_part), GPU__N(gpu__fast_part)};
    const GPU__BITS *const x = (const GPU__BITS *)j->in[0].p + row * j->shape[2], flip = GPU__FAST_FLIP(j);
    GPU__BITS sample[samples], more[samples], bounds[GPU__FAST_BUCKETS];
    const size_t step = j->shape[2] / samples;
    uint64_t random = 1;
    size_t i, c, next = 0, lost = 0;
    gpu__fast_pass p;
    for (i = 0; i < samples; i++) {
        random = random * 6364136223846793005u + 1442695040888963407u;
        sample[i] = (GPU__BITS)(GPU__N(gpu__sort_key)(x[i * step + (size_t)(random >> 33) % step]) ^ flip);
    }
    GPU__N(gpu__fast_codes)(sample, samples, more);
    for (i = 0; i < GPU__FAST_BUCKETS; i++) bounds[i] = sample[16 * i + 15];
    p.row = row, p.chunks = chunks, p.codes = spare, p.bounds = bounds;
    p.counts = (size_t(*)[GPU__FAST_BUCKETS + 1])(void *)counts;
    memset(p.counts, 0, chunks * sizeof *p.counts);
    p.step = GPU__FAST_COUNTS;
    gpu__job_parts(j, part, chunks, &p);
    if (p.step == GPU__FAST_DONE) return 1;
    for (i = 0; i < GPU__FAST_BUCKETS; i++)
        for (c = 0; c < chunks; c++) {
            const size_t count = p.counts[c][i];
            p.counts[c][i] = next, next += count;
            lost += p.counts[c][GPU__FAST_BUCKETS];
        }
    if (lost) return 0;
    p.step = GPU__FAST_MOVES;
    gpu__job_parts(j, part, chunks, &p);
    p.step = GPU__FAST_SORTS;
    gpu__job_parts(j, part, GPU__FAST_BUCKETS, &p);
    return 1;
}
/* Whether a job is one of these: keys of 4 or 8 bytes alone. */
static inline int GPU__N(gpu__fast_serves)(const gpu__job *j)
{
    return sizeof(GPU__BITS) >= 4 && !j->number[0].whole && gpu__cpu_level() == 2;
}
#endif
