#if defined(GPU__ONCE) && defined(GPU_ORDER)
/* The k largest or smallest of a long array on a GPU. Elements are compared by key and, among equal keys, by place, so
   none are equal, and the k-th of a sample bounds the k-th of all from outside. A sample is drawn; the `rank`-th of it
   is such a bound almost always; one reading of the array collects the elements within it, in their order, and only
   those are sorted. Where they are fewer than k or more than `most`, as they may be if the array was made to mislead
   the sample, the exact bound is found by counting digits. */
typedef struct gpu__top_bound {
    uint64_t code, end, flip; /* within: a lower code, or the same code and a place below `end` */
} gpu__top_bound;
typedef struct gpu__top_plan {
    size_t groups, step, rank,
        most; /* of each group of samples the first in order is kept; a sample in `step` elements */
    size_t state, status, least, places; /* where parts of the workspace begin */
    size_t keys, index, keys_sorted, index_sorted, sort, bytes;
    int few; /* so few are collected that to count is faster than to sort them */
} gpu__top_plan;
enum { GPU__TOP_FEWEST = 1 << 18 };
static inline void gpu__sort_plan_of_pairs(gpu__sort_plan *p, size_t size, size_t n)
{
    gpu__job j;
    gpu__job_of(&j, "", NULL, n, size, n);
    j.in[0].size = size, j.shape[1] = 1, j.shape[2] = n, j.number[0].whole = sizeof(int64_t);
    gpu__sort_plan_of(p, &j);
}
/* Returns 0 where an array is too short, or k too large, for this to be faster than to sort all. */
static inline int gpu__top_plan_of(gpu__top_plan *p, size_t size, size_t k, size_t n)
{
    const size_t block = gpu__sort_in_block(size);
    gpu__sort_plan sort;
    if (n < GPU__TOP_FEWEST || k > n / 64) return 0;
    p->few = k <= block / 16;
    p->step = block / 32;
    while (!p->few && p->step < k / 64) p->step *= 2;
    p->groups = block;
    while (p->groups > n / p->step / 8) p->groups /= 2;
    p->rank = 9 + gpu__ceil_div(k + k / 2, p->step);
    p->most = p->few ? block : p->step * (p->rank + p->rank / 2 + 40);
    p->bytes = 0;
    p->state = gpu__sort_reserve(&p->bytes, 256 + GPU__DIGITS * sizeof(uint64_t));
    p->status = gpu__sort_reserve(&p->bytes, 2 * gpu__select_space(n, sizeof(int64_t)));
    p->least = gpu__sort_reserve(&p->bytes, p->groups * size);
    p->places = gpu__sort_reserve(&p->bytes, p->groups * sizeof(int64_t));
    p->keys = gpu__sort_reserve(&p->bytes, p->most * size);
    p->index = gpu__sort_reserve(&p->bytes, p->most * sizeof(int64_t));
    p->keys_sorted = gpu__sort_reserve(&p->bytes, p->most * size);
    p->index_sorted = gpu__sort_reserve(&p->bytes, p->most * sizeof(int64_t));
    gpu__sort_plan_of_pairs(&sort, size, p->most);
    p->sort = gpu__sort_reserve(&p->bytes, p->most > block ? sort.bytes : 0);
    return 1;
}
#endif
#if defined(GPU__FOR_ANY) && defined(GPU_ORDER)
/* The bits of an element that comes last in its order. */
static inline GPU__BITS GPU__N(gpu__sort_last)(int descending)
{
    const GPU__BITS top = (GPU__BITS)((GPU__BITS)1 << (sizeof(GPU__T) * 8 - 1)), all = (GPU__BITS) ~(GPU__BITS)0;
    const GPU__BITS step = (GPU__BITS)((GPU__BITS)1 << (sizeof top == 8 ? 52 : sizeof top == 4 ? 23 : 0));
    if (GPU__IS_REAL) return descending ? (GPU__BITS)((top - step) | top) : all; /* -infinity, or NaN */
    if (GPU__N(gpu__sort_key)(0) == top) return descending ? top : (GPU__BITS)~top;
    return descending ? 0 : all;
}
GPU__LIFTED_FN GPU__BOOL GPU__N(gpu__top_within)(GPU__BITS b, size_t i, const gpu__top_bound *bound)
{
    const GPU__BITS code = (GPU__BITS)(GPU__N(gpu__sort_key)(b) ^ (GPU__BITS)bound->flip),
                    most = (GPU__BITS)bound->code;
    return code < most || (code == most && i < bound->end);
}
#endif
