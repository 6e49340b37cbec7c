/* The CPU loops. */
/* One copy of a function for an instruction set, by GPU__COPIES: its body is a call that is inlined. */
#define GPU__VARIANT(sfx, target, attributes, name, parameters, ...)                                                   \
    attributes target static inline void name##sfx parameters { __VA_ARGS__; }
#define GPU__BIND_{gpu__array|scalar}(k, T, x)                                                                         \
    T const {*const gpu__p##k|gpu__p##k} = {|*}GPU__AS(GPU__PLAIN(T) const *, gpu__in[k]);
#define GPU__BIND_index(k, T, x) const size_t gpu__p##k = GPU__WORD_OF(gpu__in[k]);
#define GPU__LOAD_{gpu__array|scalar|index}(k, T, x) {gpu__p##k[gpu__i]|gpu__p##k|GPU__AS(T, gpu__p##k + gpu__i)}
#define GPU__MAP_COPY(sfx, target, R, name, ...)                                                                       \
    GPU__FLAT GPU__HOT target static inline void name##__loop##sfx(void *gpu__out, const void *const *gpu__in,         \
                                                                   size_t gpu__n)                                      \
    {                                                                                                                  \
        R *const gpu__o = GPU__AS(R *, gpu__out);                                                                      \
        GPU__EACH(GPU__BIND, GPU__NOTHING, __VA_ARGS__)                                                                \
        GPU__NO_ALIAS for (size_t gpu__i = 0; gpu__i < gpu__n; ++gpu__i) gpu__o[gpu__i] =                              \
            name##_scalar(GPU__EACH(GPU__LOAD, GPU__COMMA, __VA_ARGS__));                                              \
    }

/* Prefetches the cache lines of one grain of elements, of `s` bytes each, at p. */
#ifdef __OPTIMIZE__
#define GPU__LINE(p, size, at)                                                                                         \
    if ((size)*GPU__GRAIN > (at)) GPU__PREFETCH((uintptr_t)(p) + (at));
#define GPU__LINES(p, s)                                                                                               \
    GPU__LINE(p, s, 0)                                                                                                 \
    GPU__LINE(p, s, 64)                                                                                                \
    GPU__LINE(p, s, 128)                                                                                               \
    GPU__LINE(p, s, 192) GPU__LINE(p, s, 256) GPU__LINE(p, s, 320) GPU__LINE(p, s, 384) GPU__LINE(p, s, 448)
#else
#define GPU__LINES(p, s)
#endif
#define GPU__FETCH_gpu__array(k, T, x) GPU__LINES((uintptr_t)(gpu__p##k + gpu__j) + gpu__ahead, sizeof(T))
#define GPU__FETCH_{scalar|index}(k, T, x)

/* A reduction. fold: combines a range of tiles into lanes. first 0: onto the lanes there; 1: the range begins a block
   and overwrites them; 2: likewise, with inputs that come from memory and not from a cache. tree: the fixed tree over
   the lanes. */
#define GPU__REDUCE_LOOPS(A, name, ...)                                                                                \
    GPU__REDUCE_LANES(A, name, GPU__EACH(GPU__BIND, GPU__NOTHING, __VA_ARGS__),                                        \
                      GPU__OPTIMIZED(GPU__EACH(GPU__FETCH, GPU__NOTHING, __VA_ARGS__)), ,                              \
                      name##_scalar(GPU__EACH(GPU__LOAD, GPU__COMMA, __VA_ARGS__)))                                    \
    GPU__OPTIMIZED(GPU__REDUCE_FOUR_TILES(A, name, GPU__EACH(GPU__BIND, GPU__NOTHING, __VA_ARGS__), ,                  \
                                          name##_scalar(GPU__EACH(GPU__LOAD, GPU__COMMA, __VA_ARGS__))))               \
    GPU__REDUCE_TREE(A, name)
#define GPU__REDUCE_TREE(A, name)                                                                                      \
    GPU__REDUCE_PAIRS(A, name) GPU__OPTIMIZED(GPU__REDUCE_LEVELS(A, name)) GPU__COPIES(GPU__REDUCE_COPY, A, name)
#define GPU__REDUCE_COPY(sfx, target, A, name)                                                                         \
    GPU__FLAT GPU__HOT_FOLD target static inline void name##__fold##sfx(                                               \
        void *gpu__acc, const void *const *gpu__in, size_t gpu__n, size_t gpu__tiles, int gpu__first)                  \
    {                                                                                                                  \
        gpu__fold_lanes(gpu__acc, gpu__in, gpu__n, gpu__tiles, gpu__first, sizeof(A), name##__lanes,                   \
                        GPU__OR_NULL(name##__four_tiles));                                                             \
    }                                                                                                                  \
    GPU__FLAT GPU__HOT_FOLD target static inline void name##__tree##sfx(void *gpu__acc, size_t gpu__n)                 \
    {                                                                                                                  \
        gpu__fold_tree(gpu__acc, gpu__n, sizeof(A), name##__pairs, GPU__OR_NULL(name##__levels));                      \
    }
#ifdef __OPTIMIZE__
#define GPU__OPTIMIZED(...) __VA_ARGS__
#define GPU__OR_NULL(function) function
#define GPU__SCAN_AT_ONCE(n) ((n) == GPU__SCAN_CHUNK)
#else
#define GPU__OPTIMIZED(...) /* optional fast paths, which would cost compile time */
#define GPU__OR_NULL(function) NULL
#define GPU__SCAN_AT_ONCE(n) 0
#endif

/* Functions that know the type of the accumulators. lanes_fn: combines elements j to j + n - 1 into n lanes. pairs_fn:
   combines n lanes of b into those of a. four_tiles_fn and levels_fn: see below. */
typedef void gpu__lanes_fn(void *lanes, const void *const *in, size_t j, size_t n, int first, size_t ahead);
typedef void gpu__pairs_fn(void *a, const void *b, size_t n);
typedef void gpu__four_tiles_fn(void *lanes, const void *const *in, size_t n);
typedef void gpu__levels_fn(void *lanes, size_t s);
/* bound and current declare what is read before the loop and for element gpu__i; the last argument is an expression of
   the latter; fetched prefetches. */
#define GPU__REDUCE_LANES(A, name, bound, fetched, current, ...)                                                       \
    GPU__BODY void name##__lanes(void *gpu__lanes, const void *const *gpu__in, size_t gpu__j, size_t gpu__n,           \
                                 int gpu__first, GPU__UNUSED size_t gpu__ahead)                                        \
    {                                                                                                                  \
        bound A *const gpu__a = GPU__AS(A *, gpu__lanes);                                                              \
        size_t gpu__k;                                                                                                 \
        fetched GPU__NO_ALIAS for (gpu__k = 0; gpu__k < gpu__n; ++gpu__k)                                              \
        {                                                                                                              \
            const size_t gpu__i GPU__UNUSED = gpu__j + gpu__k;                                                         \
            current const A gpu__v = __VA_ARGS__;                                                                      \
            gpu__a[gpu__k] = gpu__first ? gpu__v : name##__combine(gpu__a[gpu__k], gpu__v);                            \
        }                                                                                                              \
    }
#define GPU__REDUCE_PAIRS(A, name)                                                                                     \
    GPU__BODY void name##__pairs(void *gpu__to, const void *gpu__from, size_t gpu__n)                                  \
    {                                                                                                                  \
        A *const gpu__a = GPU__AS(A *, gpu__to);                                                                       \
        const A *const gpu__b = GPU__AS(const A *, gpu__from);                                                         \
        GPU__NO_ALIAS for (size_t gpu__i = 0; gpu__i < gpu__n; ++gpu__i) gpu__a[gpu__i] =                              \
            name##__combine(gpu__a[gpu__i], gpu__b[gpu__i]);                                                           \
    }
/* The first four tiles of a block at once: lanes are written and never read. Only for inputs in a cache, since memory
   is slower when it is read in four streams. */
#define GPU__REDUCE_FOUR_TILES(A, name, bound, current, ...)                                                           \
    GPU__BODY void name##__four_tiles(void *gpu__lanes, const void *const *gpu__in, size_t gpu__n)                     \
    {                                                                                                                  \
        bound A *const gpu__a = GPU__AS(A *, gpu__lanes);                                                              \
        size_t gpu__k;                                                                                                 \
        GPU__NO_ALIAS for (gpu__k = 0; gpu__k < gpu__n; ++gpu__k) GPU__FOUR_VALUES(A, name, (current), __VA_ARGS__)    \
    }
#define GPU__FOUR_VALUES(A, name, current, ...)                                                                        \
    {                                                                                                                  \
        A gpu__v0, gpu__v1, gpu__v2, gpu__v3;                                                                          \
        GPU__TILE_VALUE(0, current, __VA_ARGS__)                                                                       \
        GPU__TILE_VALUE(1, current, __VA_ARGS__)                                                                       \
        GPU__TILE_VALUE(2, current, __VA_ARGS__)                                                                       \
        GPU__TILE_VALUE(3, current, __VA_ARGS__)                                                                       \
        gpu__a[gpu__k] = GPU__PAIR(name, GPU__PAIR(name, GPU__PAIR(name, gpu__v0, gpu__v1), gpu__v2), gpu__v3);        \
    }
#define GPU__TILE_VALUE(t, current, ...)                                                                               \
    {                                                                                                                  \
        const size_t gpu__i GPU__UNUSED = t * GPU__LANES + gpu__k;                                                     \
        GPU__STRIP current gpu__v##t = __VA_ARGS__;                                                                    \
    }
/* Three levels of the tree in one pass, on the full number of lanes: 8 s lanes become s. Eight pointers, since gcc
   would use gathers for a[i + k * s]. */
#define GPU__REDUCE_LEVELS(A, name)                                                                                    \
    GPU__BODY void name##__levels(void *gpu__lanes, size_t gpu__s)                                                     \
    {                                                                                                                  \
        A *const gpu__a = GPU__AS(A *, gpu__lanes), *const gpu__a1 = gpu__a + gpu__s,                                  \
                 *const gpu__a2 = gpu__a1 + gpu__s;                                                                    \
        const A *const gpu__a3 = gpu__a2 + gpu__s, *const gpu__a4 = gpu__a3 + gpu__s,                                  \
                       *const gpu__a5 = gpu__a4 + gpu__s, *const gpu__a6 = gpu__a5 + gpu__s,                           \
                       *const gpu__a7 = gpu__a6 + gpu__s;                                                              \
        GPU__NO_ALIAS for (size_t gpu__i = 0; gpu__i < gpu__s; ++gpu__i) gpu__a[gpu__i] =                              \
            GPU__PAIR(name, GPU__FOUR(name, , 4, 2, 6), GPU__FOUR(name, 1, 5, 3, 7));                                  \
    }
#define GPU__FOUR(name, i, j, k, l)                                                                                    \
    GPU__PAIR(name, GPU__PAIR(name, gpu__a##i[gpu__i], gpu__a##j[gpu__i]),                                             \
              GPU__PAIR(name, gpu__a##k[gpu__i], gpu__a##l[gpu__i]))
#define GPU__PAIR(name, x, y) name##__combine(x, y)

GPU__BODY void gpu__fold_tile(void *lanes, const void *const *in, size_t from, size_t n, int first, size_t ahead,
                              size_t size, gpu__lanes_fn *combine)
{
    char *const lane = (char *)lanes;
    size_t j;
    for (j = 0; j + GPU__GRAIN <= n; j += GPU__GRAIN) combine(lane + j * size, in, from + j, GPU__GRAIN, first, ahead);
    if (j < n) combine(lane + j * size, in, from + j, n - j, first, 0);
}
GPU__BODY void gpu__fold_lanes(void *lanes, const void *const *in, size_t n, size_t tiles, int first, size_t size,
                               gpu__lanes_fn *combine, gpu__four_tiles_fn *four_tiles)
{
    const size_t ahead = first == 2 ? GPU__PREFETCH_BYTES : 0; /* for inputs in a cache it would delay the lanes */
    size_t t = first != 0;
    if (four_tiles && first == 1 && tiles >= 4) {
        four_tiles(lanes, in, n);
        t = 4;
    } else if (first) gpu__fold_tile(lanes, in, 0, n, 1, ahead, size, combine);
    for (; t < tiles; ++t) gpu__fold_tile(lanes, in, t * GPU__LANES, n, 0, ahead, size, combine);
}
GPU__BODY void gpu__fold_tree(void *lanes, size_t n, size_t size, gpu__pairs_fn *pairs, gpu__levels_fn *levels)
{
    size_t s = 1;
    for (; levels && n >= 128 && !(n & (n - 1)); n /= 8) levels(lanes, n / 8);
    while (s < n) s *= 2;
    for (s /= 2; s; n = s, s /= 2) pairs(lanes, (const char *)lanes + s * size, n - s);
}

/* An ordered reduction: each run of `length` elements is combined sequentially, its result moves to the front, and a
   tree of neighbours follows. (All functions here know the type: gcc does not inline a combine step passed as a
   pointer, as above, two calls deep.) */
#define GPU__ORDERED_LOOPS(A, name, ...)                                                                               \
    GPU__ORDERED_RUNS(A, name)                                                                                         \
    GPU__ORDERED_NEIGHBOURS(A, name)                                                                                   \
    GPU__ORDERED_TILES(A, name, __VA_ARGS__)                                                                           \
    GPU__COPIES(GPU__VARIANT, GPU__FLAT GPU__HOT_FOLD, name##__fold,                                                   \
                (void *gpu__acc, const void *const *gpu__in, size_t gpu__n, size_t gpu__tiles, int gpu__first),        \
                name##__tiles(GPU__AS(A *, gpu__acc), gpu__in, gpu__n, gpu__tiles, gpu__first))                        \
    GPU__COPIES(                                                                                                       \
        GPU__VARIANT, GPU__FLAT GPU__HOT_FOLD, name##__tree, (void *gpu__acc, size_t gpu__n),                          \
        name##__neighbours(GPU__AS(A *, gpu__acc),                                                                     \
                           name##__runs(GPU__AS(A *, gpu__acc), name##__runs(GPU__AS(A *, gpu__acc), gpu__n, 4), 8)))
#define GPU__ORDERED_RUNS(A, name)                                                                                     \
    GPU__BODY size_t name##__runs(A *gpu__a, size_t gpu__n, size_t gpu__length)                                        \
    {                                                                                                                  \
        size_t gpu__r, gpu__i = 0;                                                                                     \
        for (gpu__r = 0; gpu__i < gpu__n; ++gpu__r) {                                                                  \
            GPU__ORDERED_RUN_OF(A, name)                                                                               \
        }                                                                                                              \
        return gpu__r;                                                                                                 \
    }
#define GPU__ORDERED_RUN_OF(A, name)                                                                                   \
    const size_t gpu__e = gpu__n - gpu__i < gpu__length ? gpu__n : gpu__i + gpu__length;                               \
    A gpu__v = gpu__a[gpu__i];                                                                                         \
    while (++gpu__i < gpu__e) gpu__v = name##__combine(gpu__v, gpu__a[gpu__i]);                                        \
    gpu__a[gpu__r] = gpu__v;
#define GPU__ORDERED_NEIGHBOURS(A, name)                                                                               \
    GPU__BODY void name##__neighbours(A *gpu__a, size_t gpu__n)                                                        \
    {                                                                                                                  \
        size_t gpu__s, gpu__i;                                                                                         \
        for (gpu__s = 1; gpu__s < gpu__n; gpu__s *= 2)                                                                 \
            for (gpu__i = 0; gpu__i + gpu__s < gpu__n; gpu__i += 2 * gpu__s)                                           \
                gpu__a[gpu__i] = name##__combine(gpu__a[gpu__i], gpu__a[gpu__i + gpu__s]);                             \
    }
#define GPU__ORDERED_TILES(A, name, ...)                                                                               \
    GPU__BODY void name##__tiles(A *gpu__a, const void *const *gpu__in, size_t gpu__n, size_t gpu__tiles,              \
                                 int gpu__first)                                                                       \
    {                                                                                                                  \
        GPU__EACH(GPU__BIND, GPU__NOTHING, __VA_ARGS__)                                                                \
        A *const gpu__v = gpu__a + 1;                                                                                  \
        for (size_t gpu__j = 0; gpu__tiles; --gpu__tiles, gpu__first = 0, gpu__j += GPU__ORDERED_TILE) {               \
            GPU__NO_ALIAS for (size_t gpu__i = gpu__j; gpu__i < gpu__j + gpu__n; ++gpu__i) gpu__v[gpu__i - gpu__j] =   \
                name##_scalar(GPU__EACH(GPU__LOAD, GPU__COMMA, __VA_ARGS__));                                          \
            name##__neighbours(gpu__v, name##__runs(gpu__v, gpu__n, GPU__ORDERED_RUN));                                \
            gpu__a[0] = gpu__first ? gpu__v[0] : name##__combine(gpu__a[0], gpu__v[0]);                                \
        }                                                                                                              \
    }

/* A chunk of a scan is 8 rows of 512. First the prefixes within each row, all rows in parallel, since eight independent
   chains hide the latency of the operation; then each is combined with the total in front of its row. The intermediate
   prefixes are in out, or in a buffer if out's elements are narrower than the accumulators and would round them. */
#define GPU__SCAN_LOOPS(COPIES, A, T, narrow, name)                                                                    \
    GPU__SCAN_PREFIXES(A, T, name, 1, GPU__SCAN_ONE_ROW)                                                               \
    GPU__OPTIMIZED(GPU__SCAN_PREFIXES(A, T, name, 8, GPU__SCAN_EIGHT_ROWS))                                            \
    GPU__SCAN_BEHIND(A, T, narrow, name)                                                                               \
    GPU__SCAN_CHUNK_OF(A, T, narrow, name)                                                                             \
    COPIES(GPU__VARIANT, GPU__FLAT GPU__HOT, name##__chunk,                                                            \
           (void *gpu__out, const void *gpu__in, size_t gpu__n, const void *gpu__carry, void *gpu__total,              \
            int gpu__exclusive, const void *gpu__identity),                                                            \
           name##__chunk(GPU__AS(T *, gpu__out), GPU__AS(const T *, gpu__in), gpu__n, GPU__AS(const A *, gpu__carry),  \
                         GPU__AS(A *, gpu__total), gpu__exclusive, GPU__AS(const A *, gpu__identity)))

/* The prefixes of `rows` rows, of which the first is [i, end). Each step loads the next element before it stores:
   the rows of doubles are 4 KiB apart, and a load waits for an earlier store to the same offset of another page (4K
   aliasing). */
#define GPU__SCAN_PREFIXES(A, T, name, rows, EACH_ROW)                                                                 \
    GPU__BODY void name##__prefixes##rows(A *gpu__kept, const T *gpu__x, size_t gpu__i, size_t gpu__end, A *gpu__last) \
    {                                                                                                                  \
        A gpu__v[rows], gpu__next[rows];                                                                               \
        EACH_ROW(GPU__SCAN_FIRST, name)                                                                                \
        for (; gpu__i + 1 < gpu__end; ++gpu__i) {                                                                      \
            EACH_ROW(GPU__SCAN_LOAD, name) EACH_ROW(GPU__SCAN_KEEP, name) EACH_ROW(GPU__SCAN_STEP, name)               \
        }                                                                                                              \
        EACH_ROW(GPU__SCAN_KEEP, name)                                                                                 \
        EACH_ROW(GPU__SCAN_LAST, name)                                                                                 \
    }
#define GPU__SCAN_ONE_ROW(F, name) F(0, name)
#define GPU__SCAN_EIGHT_ROWS(F, name)                                                                                  \
    F(0, name) F(1, name) F(2, name) F(3, name) F(4, name) F(5, name) F(6, name) F(7, name)
#define GPU__SCAN_FIRST(r, name) gpu__v[r] = gpu__x[gpu__i + r * GPU__SCAN_WIDTH];
#define GPU__SCAN_LOAD(r, name) gpu__next[r] = gpu__x[gpu__i + 1 + r * GPU__SCAN_WIDTH];
#define GPU__SCAN_KEEP(r, name)                                                                                        \
    if (gpu__kept) gpu__kept[gpu__i + r * GPU__SCAN_WIDTH] = gpu__v[r];
#define GPU__SCAN_STEP(r, name) gpu__v[r] = name##__combine(gpu__v[r], gpu__next[r]);
#define GPU__SCAN_LAST(r, name) gpu__last[r] = gpu__v[r];

/* Writes the prefixes of [i, end) to out, combined with `front` if there is anything in front. */
#define GPU__SCAN_BEHIND(A, T, narrow, name)                                                                           \
    GPU__BODY void name##__behind(int gpu__any, A gpu__front, const A *gpu__kept, T *gpu__o, size_t gpu__i,            \
                                  size_t gpu__end)                                                                     \
    {                                                                                                                  \
        if (gpu__any)                                                                                                  \
            GPU__NO_ALIAS for (; gpu__i < gpu__end; ++gpu__i) gpu__o[gpu__i] =                                         \
                narrow name##__combine(gpu__front, gpu__kept[gpu__i]);                                                 \
        else if (sizeof(A) > sizeof(T))                                                                                \
            for (; gpu__i < gpu__end; ++gpu__i) gpu__o[gpu__i] = narrow gpu__kept[gpu__i];                             \
    }
/* The row r, [b, e): its prefixes, and with them what is in front of the next. */
#define GPU__SCAN_ROW(T, narrow, name)                                                                                 \
    gpu__e = gpu__n - gpu__b < GPU__SCAN_WIDTH ? gpu__n : gpu__b + GPU__SCAN_WIDTH;                                    \
    if (!GPU__SCAN_AT_ONCE(gpu__n)) name##__prefixes1(gpu__kept, gpu__x, gpu__b, gpu__e, gpu__last + gpu__r);          \
    if (gpu__r) gpu__front = gpu__carry ? name##__combine(gpu__carried, gpu__prefix) : gpu__prefix;                    \
    gpu__prefix = gpu__r ? name##__combine(gpu__prefix, gpu__last[gpu__r]) : gpu__last[0];                             \
    if (gpu__o) name##__behind(gpu__carry || gpu__r, gpu__front, gpu__kept, gpu__o, gpu__b, gpu__e);                   \
    if (gpu__exclusive) {                                                                                              \
        memmove(gpu__o + gpu__b + 1, gpu__o + gpu__b, (gpu__e - gpu__b - 1) * sizeof(T));                              \
        gpu__o[gpu__b] = narrow gpu__front;                                                                            \
    }
/* out NULL: compute only the total. carry NULL: this is the first chunk, with nothing in front; otherwise the total
   includes carry and is the carry of the next chunk. */
#define GPU__SCAN_CHUNK_OF(A, T, narrow, name)                                                                         \
    GPU__BODY void name##__chunk(T *gpu__o, const T *gpu__x, size_t gpu__n, const A *gpu__carry, A *gpu__total,        \
                                 int gpu__exclusive, const A *gpu__identity)                                           \
    {                                                                                                                  \
        A gpu__buffer[sizeof(A) > sizeof(T) ? GPU__SCAN_CHUNK : 1], gpu__last[GPU__SCAN_ROWS];                         \
        A *const gpu__kept = sizeof(A) > sizeof(T) ? gpu__buffer : GPU__AS(A *, GPU__AS(void *, gpu__o));              \
        const A gpu__carried = *(gpu__carry ? gpu__carry : gpu__identity);                                             \
        A gpu__front = gpu__carried, gpu__prefix = gpu__carried;                                                       \
        size_t gpu__r, gpu__b, gpu__e;                                                                                 \
        GPU__OPTIMIZED(if (GPU__SCAN_AT_ONCE(gpu__n))                                                                  \
                           name##__prefixes8(gpu__kept, gpu__x, 0, GPU__SCAN_WIDTH, gpu__last);)                       \
        for (gpu__r = gpu__b = 0; gpu__b < gpu__n; ++gpu__r, gpu__b = gpu__e) {                                        \
            GPU__SCAN_ROW(T, narrow, name)                                                                             \
        }                                                                                                              \
        if (gpu__total) *gpu__total = gpu__carry ? name##__combine(gpu__carried, gpu__prefix) : gpu__prefix;           \
    }
