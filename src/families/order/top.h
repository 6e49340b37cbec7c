/* The k largest or smallest of a long array on a GPU. Elements are compared by key and, among equal keys, by position,
   so that no two are equal. The `rank`-th element of a random sample almost always is an upper bound of the first k
   elements. One pass over the array collects the elements within the bound, in their order, and only these are sorted.
   If they are fewer than k or more than `most`, as for an array that was constructed to mislead the sample, the exact
   bound is found by counting digits. */
typedef struct gpu__top_bound {
    uint64_t code, end, flip; /* within the bound: a lower code, or the same code and a position below `end` */
} gpu__top_bound;
typedef struct gpu__top_plan {
    size_t groups, step, rank,
        most; /* the first element of each group of samples is used; one sample in `step` elements */
    size_t state, status, least, positions; /* offsets of parts of the workspace */
    size_t keys, index, keys_sorted, index_sorted, sort, bytes;
    int few; /* so few elements are collected that ranking them by counting is faster than sorting */
} gpu__top_plan;
enum { GPU__TOP_FEWEST = 1 << 18 };
/* Returns 0 if the array is too short, or k too large, for this to be faster than sorting the whole array. */
static inline int gpu__top_plan_of(gpu__top_plan *p, size_t size, size_t k, size_t n)
{
    const size_t block = gpu__sort_in_block(size);
    p->bytes = 0;
    if (n < GPU__TOP_FEWEST || k > n / 64) return 0;
    p->few = k <= block / 16;
    p->step = block / 32;
    while (!p->few && p->step < k / 64) p->step *= 2;
    p->groups = block;
    while (p->groups > n / p->step / 8) p->groups /= 2;
    p->rank = 9 + gpu__ceil_div(k + k / 2, p->step);
    p->most = p->few ? block : p->step * (p->rank + p->rank / 2 + 40);
    p->state = gpu__sort_reserve(&p->bytes, 256 + GPU__DIGITS * sizeof(uint64_t));
    p->status = gpu__sort_reserve(&p->bytes, 2 * gpu__select_space(n, sizeof(int64_t)));
    p->least = gpu__sort_reserve(&p->bytes, p->groups * size);
    p->positions = gpu__sort_reserve(&p->bytes, p->groups * sizeof(int64_t));
    p->keys = gpu__sort_reserve(&p->bytes, p->most * size);
    p->index = gpu__sort_reserve(&p->bytes, p->most * sizeof(int64_t));
    p->keys_sorted = gpu__sort_reserve(&p->bytes, p->most * size);
    p->index_sorted = gpu__sort_reserve(&p->bytes, p->most * sizeof(int64_t));
    const gpu__sort_detail pairs = gpu__sort_detail_of(size, 1, p->most, sizeof(int64_t), 0, 0);
    p->sort = gpu__sort_reserve(&p->bytes, gpu__sort_space(&pairs));
    return 1;
}

/* Whether a GPU finds the first k of each row by a warp for a row. */
enum { GPU__TOP_WARPS = 4 /* of a block */ };
static inline int gpu__top_by_warps(size_t rows, size_t cols, size_t k)
{
    return k <= 32 && (cols <= 8192 || (rows >= 1024 && cols < 1u << 30));
}

/* On the CPU, each chunk of a long array has a buffer of candidates, pairs that may be among the first k. When the
   buffer is full, only its first k pairs are kept, and the k-th bounds further candidates. The first pair of the buffer
   holds the number of those that follow. */
typedef struct gpu__top_pair {
    uint64_t code;
    int64_t index;
} gpu__top_pair;
typedef int gpu__top_block(uint64_t *codes, const void *x, size_t n, int descending, const uint64_t *below);
enum { GPU__TOP_KEPT = 4096, GPU__TOP_CHUNK = 1 << 15, GPU__TOP_CHUNKS = 64, GPU__TOP_BLOCK = 64 };
static inline size_t gpu__top_capacity(size_t k) { return 2 * k + 4 * GPU__TOP_BLOCK + 1; }
static inline int gpu__top_compare(const void *a, const void *b)
{
    const gpu__top_pair *const x = (const gpu__top_pair *)a, *const y = (const gpu__top_pair *)b;
    return x->code != y->code ? (x->code < y->code ? -1 : 1) : x->index < y->index ? -1 : x->index > y->index;
}
/* Quickselect: moves the first k of n pairs to the front, with the k-th at index k - 1. */
static inline void gpu__top_select(gpu__top_pair *p, size_t n, size_t k)
{
    size_t low = 0, high = n - 1;
    while (low < high) {
        const gpu__top_pair pivot = p[low + (high - low) / 2];
        size_t a = low, b = high;
        while (a <= b) {
            while (gpu__top_compare(p + a, &pivot) < 0) a++;
            while (gpu__top_compare(p + b, &pivot) > 0) b--;
            if (a <= b) {
                const gpu__top_pair t = p[a];
                p[a++] = p[b];
                p[b] = t;
                if (!b--) break;
            }
        }
        if (k - 1 >= a) low = a;
        else if (b < n && k - 1 <= b) high = b;
        else return;
    }
}
/* Collects the candidates of the chunks [first, last). */
GPU__BODY void gpu__top_scan(const gpu__job *j, void *scratch, size_t first, size_t last, gpu__top_block *block)
{
    const gpu__sorted_detail *const d = gpu__sorted_of(j);
    const size_t n = d->sort.cols, k = d->k, capacity = gpu__top_capacity(k), chunks = j->tasks;
    const int descending = d->sort.descending;
    uint64_t codes[GPU__TOP_BLOCK], kth = 0, *below = NULL; /* the bound of one chunk is one for the next ones, too */
    for (; first < last; first++) {
        gpu__top_pair *const candidates = (gpu__top_pair *)scratch + first * capacity;
        size_t begin, end, i, count = 0;
        for (gpu__share(n, first, chunks, &begin, &end); begin < end; begin += GPU__TOP_BLOCK) {
            const size_t some = gpu__least(end - begin, GPU__TOP_BLOCK);
            if (block(codes, (const char *)j->in[0].p + begin * d->sort.size, some, descending, below))
                for (i = 0; i < some; i++)
                    if (!below || codes[i] < kth) {
                        candidates[++count].code = codes[i];
                        candidates[count].index = (int64_t)(begin + i);
                    }
            if (count <= k || (count + GPU__TOP_BLOCK < capacity && begin + some < end)) continue;
            gpu__top_select(candidates + 1, count, k);
            count = k;
            kth = candidates[k].code;
            below = &kth; /* later elements with an equal code do not precede it */
        }
        candidates->index = (int64_t)count;
    }
}
/* Selects and sorts the first k of all chunks' candidates. */
static inline void gpu__top_finish(const gpu__job *j, void *scratch, size_t threads)
{
    const size_t k = gpu__sorted_of(j)->k, capacity = gpu__top_capacity(k), size = j->out_size;
    gpu__top_pair *const all = (gpu__top_pair *)scratch;
    size_t c, i, count = 0;
    (void)threads;
    for (c = 0; c < j->tasks; c++) {
        const size_t some = (size_t)all[c * capacity].index;
        memmove(all + count, all + c * capacity + 1, some * sizeof *all);
        count += some;
    }
    gpu__top_select(all, count, k);
    qsort(all, k, sizeof *all, gpu__top_compare);
    for (i = 0; i < k; i++) {
        memcpy((char *)j->out + i * size, (const char *)j->in[0].p + (size_t)all[i].index * size, size);
        if (j->in[1].count) ((int64_t *)(uintptr_t)j->in[1].p)[i] = all[i].index;
    }
}
#ifdef ANY
#ifdef GPU__CUDA
/* The bits of an element that comes last in its order. */
static inline gpu__bits_T gpu__sort_last_T(int descending)
{
    const gpu__bits_T top = (gpu__bits_T)((gpu__bits_T)1 << (sizeof(T) * 8 - 1)), all = (gpu__bits_T) ~(gpu__bits_T)0;
    if (GPU__IS_REAL(T))
        return descending ? (gpu__bits_T)(gpu__sort_infinity_T() | top) : all; /* -infinity, or a NaN */
    if (gpu__sort_key_T(0) == top) return descending ? top : (gpu__bits_T)~top;
    return descending ? 0 : all;
}
GPU__LIFTED_FN GPU__BOOL gpu__top_within_T(gpu__bits_T b, size_t i, const gpu__top_bound *bound)
{
    const gpu__bits_T code = (gpu__bits_T)(gpu__sort_key_T(b) ^ (gpu__bits_T)bound->flip),
                      most = (gpu__bits_T)bound->code;
    return (code < most) | ((code == most) & (i < bound->end)); /* without a branch for each element */
}
#endif
/* Computes the codes of a block, unless `below` is given and no code is below it; returns whether it did. */
GPU__BODY int gpu__top_block_T(uint64_t *codes, const void *x, size_t n, int descending, const uint64_t *below)
{
    const gpu__bits_T *const in = (const gpu__bits_T *)x, flip = descending ? (gpu__bits_T) ~(gpu__bits_T)0 : 0,
                             bound = below ? (gpu__bits_T)*below : 0;
    gpu__bits_T any = !below;
    for (size_t i = 0; i < n; i++) any = (gpu__bits_T)(any | ((gpu__bits_T)(gpu__sort_key_T(in[i]) ^ flip) < bound));
    for (size_t i = 0; any && i < n; i++) codes[i] = (gpu__bits_T)(gpu__sort_key_T(in[i]) ^ flip);
    return any != 0;
}
GPU__PART_LEVELS(gpu__top_scan_T, gpu__top_scan(j, scratch, first, last, gpu__top_block_T))
#endif
