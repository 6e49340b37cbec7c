/* Matrix multiplication on the CPU. B is packed into slivers, of up to three vectors of columns, one panel along k
   after the other; a panel stays in the second-level cache. A few rows of A are packed at a time, and stay in the
   first-level cache. A kernel holds the sums of a tile of C in registers. So each sum is a chain of multiply-adds for
   each panel, in ascending order of k, and the panels' sums are added to C in ascending order. The panels' bounds
   depend on the shape and on the storage of the operands. AVX2, AVX-512 and Arm fuse multiplication and addition; plain
   x86-64 has no instruction for that, and its bits differ. Types differ only in the conversion by packing, to floats or
   doubles, and in the store to C. If a row of C has less than 16 bytes and A is contiguous along k, a sum is a dot
   product: B is packed column by column, and vectors run along k, 32 bytes wide (16 on plain x86-64 and Arm). For one
   or two rows of A and a row-major B, B is read row by row, and a sum is a single chain. A build without optimisation
   has only the kernel of tiles. Small matrices take most of their time for overhead, so the operands are not packed,
   the sums are stored directly to C, and rows that are shorter than a vector use shorter vectors. A small matrix times
   a small matrix, without transposes or gaps, even bypasses the job if its arrays were checked recently. None of this
   changes the order of a sum. */
enum {
    GPU__MATMUL_CPU_DEPTH = 384,       /* of a panel, ... */
    GPU__MATMUL_CPU_DEPTH_TALL = 2048, /* ... if B has few columns, ... */
    GPU__MATMUL_CPU_DEPTH_WIDE = 32,   /* ... if A has the rows of one tile: this many rows of B are read in parallel */
    GPU__MATMUL_CPU_FEW = 32,          /* up to this number, rows, columns or terms are few */
    GPU__MATMUL_CPU_DOTS_BELOW = 16,   /* a row of sums of fewer bytes is computed by dot products */
    GPU__MATMUL_CPU_PREFETCH = 1024,   /* their prefetch distance in a row of A, in bytes */
    GPU__MATMUL_CPU_ABREAST = 16,      /* rows of B that are packed in parallel: the hardware prefetches each of them */
    GPU__MATMUL_CPU_COLUMNS = 3072,    /* bytes of a row of a panel of B: a multiple of 192, three vectors */
    GPU__MATMUL_CPU_COLUMNS_SPLIT = 768, /* the same if threads have to split the columns */
    GPU__MATMUL_CPU_SUM_ROWS = 512,      /* rows of sums of a 16-bit type that are buffered before rounding */
    GPU__MATMUL_CPU_TASK_ROWS = 8,       /* rows of a task: the maximum of a tile */
    GPU__MATMUL_CPU_DOT_ROWS = 96,       /* rows of dot products: their sums need no more memory than those of a tile */
    GPU__MATMUL_CPU_STACK = 16384        /* packed elements of up to this many bytes are on the stack */
};

/* ---- vectors: what the kernels do with those of a type and an instruction set. A kernel's vector is a constant, so
   these functions are inlined. Arrays of vectors stay in registers: a macro repeats a statement for each index. ---- */
typedef struct gpu__matmul_cpu_vector {
    size_t bytes, size; /* of a vector, of an element */
    size_t one, more;   /* rows of a tile that is one vector wide, and of one that is wider */
    /* A masked vector loads and stores its first `width` bytes: other bytes become zero, or stay unchanged. */
    void (*load)(void *x, const void *from, size_t width), (*store)(void *to, const void *x, size_t width);
    void (*spread)(void *x, const void *number), (*add)(void *x, const void *y);
    void (*fuse)(void *c, const void *x, const void *y); /* c += x * y */
    void (*total)(void *sum, const void *x);             /* the sum of the elements */
} gpu__matmul_cpu_vector;
/* clang-format off */
#if defined(GPU__X86)
#define GPU__MATMUL_CPU_{FUSED_float|FUSED_double|SINGLE_float|SINGLE_double}(c, x, y) \
    __asm__("vfmadd231{ps|pd|ss|sd} %2, %1, %0" : "+v"(c) : "v"(x), "v"(y))
#endif
#if defined(__aarch64__) && defined(GPU__GNU) && !defined(__CUDA_ARCH__)
#define GPU__MATMUL_CPU_BASE_{float|double}(c, x, y) \
    __asm__("fmla %0.{4s|2d}, %1.{4s|2d}, %2.{4s|2d}" : "+w"(c) : "w"(x), "w"(y))
#else
#define GPU__MATMUL_CPU_BASE_{float|double}(c, x, y) c += (x) * (y)
#endif
#if defined(GPU__GNU) && !defined(__OPTIMIZE__)
#define GPU__MATMUL_CPU_TIMES_{4|8}(i, ...) for (size_t i = 0; i < {4|8}; i++) __VA_ARGS__
#else
#define GPU__MATMUL_CPU_AT(i, k, ...) { enum { i = k }; __VA_ARGS__ }
#define GPU__MATMUL_CPU_TIMES_4(i, ...)                                                                                \
    GPU__MATMUL_CPU_AT(i, 0, __VA_ARGS__) GPU__MATMUL_CPU_AT(i, 1, __VA_ARGS__)                                        \
    GPU__MATMUL_CPU_AT(i, 2, __VA_ARGS__) GPU__MATMUL_CPU_AT(i, 3, __VA_ARGS__)
#define GPU__MATMUL_CPU_TIMES_8(i, ...)                                                                                \
    GPU__MATMUL_CPU_TIMES_4(i, __VA_ARGS__)                                                                            \
    GPU__MATMUL_CPU_AT(i, 4, __VA_ARGS__) GPU__MATMUL_CPU_AT(i, 5, __VA_ARGS__)                                        \
    GPU__MATMUL_CPU_AT(i, 6, __VA_ARGS__) GPU__MATMUL_CPU_AT(i, 7, __VA_ARGS__)
#endif
#ifdef GPU__GNU
#define GPU__MATMUL_CPU_ANYWHERE __attribute__((__may_alias__, __aligned__(1)))
#else
#define GPU__MATMUL_CPU_ANYWHERE
#endif
#define GPU__MATMUL_CPU_OP(v, target, op) GPU__HOT target static GPU__ALWAYS_INLINE void v##_##op
#define GPU__MATMUL_CPU_VECTORS(name, target, vector, FUSE)                                                            \
    GPU__MATMUL_CPU_VECTOR(gpu__matmul_f32_##name, target, float, vector, FUSE##_float)                                \
    GPU__MATMUL_CPU_VECTOR(gpu__matmul_f64_##name, target, double, vector, FUSE##_double)
#define GPU__MATMUL_CPU_VECTOR(v, target, T, vector, FUSE)                                                             \
    typedef T v vector GPU__MATMUL_CPU_ANYWHERE;                                                                       \
    GPU__MATMUL_CPU_OP(v, target, load)(void *x, const void *y, size_t n) { (void)n; *(v *)x = *(const v *)y; }        \
    GPU__MATMUL_CPU_OP(v, target, store)(void *x, const void *y, size_t n) { (void)n; *(v *)x = *(const v *)y; }       \
    GPU__MATMUL_CPU_OP(v, target, add)(void *x, const void *y) { *(v *)x += *(const v *)y; }                           \
    GPU__MATMUL_CPU_ARITHMETIC(v, target, T, FUSE)
#define GPU__MATMUL_CPU_ARITHMETIC(v, target, T, FUSE)                                                                 \
    GPU__MATMUL_CPU_OP(v, target, spread)(void *x, const void *number)                                                 \
    { const v zero = {0}; *(v *)x = *(const T *)number - zero; }                                                       \
    GPU__MATMUL_CPU_OP(v, target, fuse)(void *c, const void *x, const void *y)                                         \
    { v sum = *(v *)c; FUSE(sum, *(const v *)x, *(const v *)y); *(v *)c = sum; }                                       \
    GPU__MATMUL_CPU_OP(v, target, total)(void *sum, const void *x)                                                     \
    { T lane[sizeof(v) / sizeof(T)]; memcpy(lane, x, sizeof lane); GPU__MATMUL_CPU_HALVES(lane) *(T *)sum = *lane; }
#define GPU__MATMUL_CPU_HALVES(lane)                                                                                   \
    size_t n, i; for (n = sizeof lane / sizeof *lane; n /= 2;) for (i = 0; i < n; i++) lane[i] += lane[i + n];
GPU__MATMUL_CPU_VECTORS(x1, , GPU__VECTOR(16), GPU__MATMUL_CPU_BASE)
#ifdef GPU__X86
GPU__MATMUL_CPU_VECTORS({x2|x5|narrow}, GPU__{AVX2|AVX512|AVX2}, GPU__VECTOR({32|64|16}), GPU__MATMUL_CPU_FUSED)
GPU__MATMUL_CPU_VECTORS(single, GPU__AVX2, , GPU__MATMUL_CPU_SINGLE)
#define GPU__MATMUL_CPU_MASK "Yk"((uint16_t)((1u << width / 4) - 1))
GPU__MATMUL_CPU_OP(gpu__matmul_masked, GPU__AVX512, load)(void *x, const void *from, size_t width)
{
    gpu__matmul_f32_x5 y;
    __asm__("vmovups %1, %0%{%2%}%{z%}" : "=v"(y) : "m"(*(char(*)[64])(uintptr_t)from), GPU__MATMUL_CPU_MASK);
    *(gpu__matmul_f32_x5 *)x = y;
}
GPU__MATMUL_CPU_OP(gpu__matmul_masked, GPU__AVX512, store)(void *to, const void *x, size_t width)
{
    const gpu__matmul_f32_x5 y = *(const gpu__matmul_f32_x5 *)x;
    __asm__("vmovups %1, %0%{%2%}" : "+m"(*(char(*)[64])to) : "v"(y), GPU__MATMUL_CPU_MASK);
}
#endif
/* A kernel is a body for a vector. */
#define GPU__MATMUL_CPU_KERNELS(body, name, target, ...)                                                               \
    GPU__MATMUL_CPU_KERNEL(body, f32_##name, target, float, f32_##name, f32_##name, __VA_ARGS__)                       \
    GPU__MATMUL_CPU_KERNEL(body, f64_##name, target, double, f64_##name, f64_##name, __VA_ARGS__)
#define GPU__MATMUL_CPU_KERNEL(body, name, target, T, memory, v, one, more)                                            \
    GPU__FLAT GPU__HOT target static inline void gpu__matmul_cpu_##body##_##name(GPU__MATMUL_CPU_FORMALS)              \
    {                                                                                                                  \
        static const gpu__matmul_cpu_vector vector = {                                                                 \
            sizeof(gpu__matmul_##v), sizeof(T), one, more, gpu__matmul_##memory##_load, gpu__matmul_##memory##_store,  \
            gpu__matmul_##v##_spread, gpu__matmul_##v##_add, gpu__matmul_##v##_fuse, gpu__matmul_##v##_total};         \
        gpu__matmul_cpu_##body(GPU__MATMUL_CPU_ACTUALS, &vector);                                                      \
    }
/* clang-format on */
#define GPU__MATMUL_CPU_ACTUALS out, pitch, a, row, step, rows, b, next, k, width

/* ---- the kernel of tiles: `rows` rows, one, two or three vectors wide, in tiles of eight or four rows, depending on
   the registers, since a tile of eight whose last four rows do not exist takes twice as long as one of four. Steps and
   widths are in bytes. The last vector ends at the end of the tile, and may overlap the one before. ---- */
GPU__BODY void gpu__matmul_cpu_tile(GPU__MATMUL_CPU_FORMALS, const gpu__matmul_cpu_vector *v, const int vectors,
                                    const size_t high)
{
    double c[8][3][8] = {{{0}}}, x[8], y[3][8];
    const char *line[8];
    const size_t lane = v->bytes, last = width - lane, end = k * step;
    char *to;
    /* A row that does not exist is replaced by the first. */
    GPU__MATMUL_CPU_TIMES_8(i, line[i] = i < rows ? a + i * row : a;)
    for (size_t at = 0; at != end; at += step, b += next) {
        v->load(y[0], b, width);
        if (vectors > 1) v->load(y[1], b + (vectors > 2 ? lane : last), lane);
        if (vectors > 2) v->load(y[2], b + last, lane);
        GPU__MATMUL_CPU_TIMES_8(
            i, if (i < high) {
                v->spread(x, line[i] + at);
                v->fuse(c[i][0], x, y[0]);
                if (vectors > 1) v->fuse(c[i][1], x, y[1]);
                if (vectors > 2) v->fuse(c[i][2], x, y[2]);
            })
    }
    GPU__MATMUL_CPU_TIMES_8(
        i, if (i < high) {
            to = i < rows ? out + i * pitch : out;
            v->store(to, c[i][0], width);
            if (vectors > 2) v->store(to + lane, c[i][1], lane);
            if (vectors > 1) v->store(to + last, c[i][vectors - 1], lane);
        })
}
GPU__BODY void gpu__matmul_cpu_in_tiles(GPU__MATMUL_CPU_FORMALS, const gpu__matmul_cpu_vector *v)
{
    const size_t lane = v->bytes, one = v->one, more = v->more;
    for (size_t left = rows; left; left -= rows, a += rows * row, out += rows * pitch) {
        rows = gpu__least(left, more && width > lane ? more : one);
        if (more > 4 && width > 2 * lane && rows > 4) gpu__matmul_cpu_tile(GPU__MATMUL_CPU_ACTUALS, v, 3, 8);
        else if (more && width > 2 * lane) gpu__matmul_cpu_tile(GPU__MATMUL_CPU_ACTUALS, v, 3, 4);
        else if (more > 4 && width > lane && rows > 4) gpu__matmul_cpu_tile(GPU__MATMUL_CPU_ACTUALS, v, 2, 8);
        else if (more && width > lane) gpu__matmul_cpu_tile(GPU__MATMUL_CPU_ACTUALS, v, 2, 4);
        else if (one > 4 && rows > 4) gpu__matmul_cpu_tile(GPU__MATMUL_CPU_ACTUALS, v, 1, 8);
        else gpu__matmul_cpu_tile(GPU__MATMUL_CPU_ACTUALS, v, 1, 4);
    }
}
GPU__MATMUL_CPU_KERNELS(in_tiles, x1, , 4, 4)
#ifdef GPU__X86
GPU__MATMUL_CPU_KERNELS(in_tiles, {x2|narrow|single|x5}, GPU__{AVX2|AVX2|AVX2|AVX512}, 8, {4|4|4|8})
GPU__MATMUL_CPU_KERNEL(in_tiles, {f32|f64}_masked, GPU__AVX512, {float|double}, masked, {1}_x5, 8, 0)
#endif

#ifdef __OPTIMIZE__ /* without optimisation only compile time counts */
/* ---- the kernel of dot products: `rows` rows by `columns` columns of k elements, the columns `next` bytes apart.
   Eight chains hide the latency of an addition: four rows by two columns, or four rows by the two halves of one
   column's steps. ---- */
GPU__BODY void gpu__matmul_cpu_dot(char *sums, size_t pitch, const char *a, size_t row, size_t rows, const char *b,
                                   size_t next, size_t k, const gpu__matmul_cpu_vector *v, const int columns)
{
    const size_t lane = v->bytes, step = columns == 1 ? 2 * lane : lane;
    double c[4][2][8] = {{{0}}}, x[8], y[2][8], rest[4][8];
    size_t at, end = k * v->size / step * step, last = k * v->size - end;
    const char *line[4];
    char *to;
    GPU__MATMUL_CPU_TIMES_4(i, line[i] = i < rows ? a + i * row : a;)
    for (;; last = 0, end = step) {
        for (at = 0; at < end; at += step, b += step) {
            v->load(y[0], b, lane);
            v->load(y[1], b + (columns == 1 ? lane : next), lane);
            GPU__MATMUL_CPU_TIMES_4(i, {
                GPU__PREFETCH((uintptr_t)line[i] + at + GPU__MATMUL_CPU_PREFETCH);
                v->load(x, line[i] + at, lane);
                v->fuse(c[i][0], x, y[0]);
                if (columns == 1) v->load(x, line[i] + at + lane, lane);
                v->fuse(c[i][1], x, y[1]);
            })
        }
        if (!last) break;
        memset(rest, 0, sizeof rest);
        GPU__MATMUL_CPU_TIMES_4(i, line[i] = (const char *)memcpy(rest[i], line[i] + at, last);)
    }
    GPU__MATMUL_CPU_TIMES_4(i, {
        to = i < rows ? sums + i * pitch : sums;
        if (columns == 1) v->add(c[i][0], c[i][1]);
        v->total(to, c[i][0]);
        if (columns == 2) v->total(to + v->size, c[i][1]);
    })
}
GPU__BODY void gpu__matmul_cpu_by_dots(GPU__MATMUL_CPU_FORMALS, const gpu__matmul_cpu_vector *v)
{
    const size_t size = v->size, columns = width / size;
    size_t j, left;
    (void)step;
    for (left = rows; left; left -= rows, a += rows * row, out += rows * pitch) {
        rows = gpu__least(left, 4);
        for (j = 0; j + 2 <= columns; j += 2)
            gpu__matmul_cpu_dot(out + j * size, pitch, a, row, rows, b + j * next, next, k, v, 2);
        if (j < columns) gpu__matmul_cpu_dot(out + j * size, pitch, a, row, rows, b + j * next, next, k, v, 1);
    }
}
GPU__MATMUL_CPU_KERNELS(by_dots, x1, , 4, 4)
#ifdef GPU__X86
GPU__MATMUL_CPU_KERNELS(by_dots, x2, GPU__AVX2, 8, 4)
#endif

/* ---- the kernel for one or two rows: it adds up to eight rows of B at a time to the sums of all columns, which stay
   in the first-level cache, so that B is read along its rows. The last vector ends at the last column, and may begin
   before the first column of this block. ---- */
GPU__BODY void gpu__matmul_cpu_join(char *sums, const char *a, size_t row, size_t step, const char *b, size_t next,
                                    size_t width, const gpu__matmul_cpu_vector *v, const int rows, const size_t deep)
{
    const size_t lane = v->bytes, wide = (width + lane - 1) / lane * lane;
    double x[8][2][8], c[2][8], y[8];
    GPU__MATMUL_CPU_TIMES_8(
        u, if (u < deep) {
            v->spread(x[u][0], a + u * step);
            if (rows == 2) v->spread(x[u][1], a + u * step + row);
        })
    for (size_t at = 0; at < wide; at += lane) {
        const size_t from = at + lane > width ? width - lane : at;
        v->load(c[0], sums + at, lane);
        if (rows == 2) v->load(c[1], sums + wide + at, lane);
        GPU__MATMUL_CPU_TIMES_8(
            u, if (u < deep) {
                GPU__PREFETCH((uintptr_t)b + (u + deep) * next + at);
                v->load(y, b + u * next + from, lane);
                v->fuse(c[0], x[u][0], y);
                if (rows == 2) v->fuse(c[1], x[u][1], y);
            })
        v->store(sums + at, c[0], lane);
        if (rows == 2) v->store(sums + wide + at, c[1], lane);
    }
}
GPU__BODY void gpu__matmul_cpu_by_rows(GPU__MATMUL_CPU_FORMALS, const gpu__matmul_cpu_vector *v)
{
    const size_t lane = v->bytes, whole = width / lane * lane, rest = width - whole, wide = whole + (rest ? lane : 0);
    size_t at, deep;
    (void)pitch;
    memset(out, 0, rows * wide);
    for (; k; k -= deep, a += deep * step, b += deep * next) {
        deep = rows == 1 && k >= 8 ? 8 : k >= 4 ? 4 : 1;
        if (deep == 8) gpu__matmul_cpu_join(out, a, row, step, b, next, width, v, 1, 8);
        if (rows == 1 && deep == 4) gpu__matmul_cpu_join(out, a, row, step, b, next, width, v, 1, 4);
        if (rows == 1 && deep == 1) gpu__matmul_cpu_join(out, a, row, step, b, next, width, v, 1, 1);
        if (rows == 2 && deep == 4) gpu__matmul_cpu_join(out, a, row, step, b, next, width, v, 2, 4);
        if (rows == 2 && deep == 1) gpu__matmul_cpu_join(out, a, row, step, b, next, width, v, 2, 1);
    }
    for (at = 0; rest && at < rows * wide; at += wide) memmove(out + at + whole, out + at + wide - rest, rest);
}
GPU__MATMUL_CPU_KERNELS(by_rows, x1, , 4, 4)
#ifdef GPU__X86
GPU__MATMUL_CPU_KERNELS(by_rows, {x2|x5}, GPU__{AVX2|AVX512}, 8, {4|8})
#endif
/* clang-format off */
#ifdef GPU__X86
#define GPU__MATMUL_CPU_SHORT_VECTOR_KERNELS(tiles) {tiles##_single, tiles##_narrow, tiles##_masked}
#else
#define GPU__MATMUL_CPU_SHORT_VECTOR_KERNELS(tiles) {NULL, NULL, NULL}
#endif
#define GPU__MATMUL_CPU_TABLES(type) {                                                                                 \
    GPU__TABLE(gpu__matmul_cpu_in_tiles_##type), GPU__TABLE(gpu__matmul_cpu_by_rows_##type),                           \
    GPU__PRE_TABLE(gpu__matmul_cpu_by_dots_##type),                                                                    \
    GPU__MATMUL_CPU_SHORT_VECTOR_KERNELS(gpu__matmul_cpu_in_tiles_##type)}
#else
#define GPU__MATMUL_CPU_TABLES(type) {GPU__TABLE(gpu__matmul_cpu_in_tiles_##type)}
#endif
/* clang-format on */

/* ---- the plan: transposes are expressed by the strides, in elements, between rows and between columns ---- */
/* The kernels. ROWS: for one or two rows. NARROW: tiles for rows that are shorter than the vectors of TILES, by masked
   vectors of 64 bytes at level 2, by vectors of 16 bytes at level 1, by single elements at level 0. */
enum { GPU__MATMUL_CPU_TILES, GPU__MATMUL_CPU_ROWS, GPU__MATMUL_CPU_DOT_PRODUCTS, GPU__MATMUL_CPU_SHORT_VECTORS };
/* A division by a variable would take longer than a multiplication of small matrices. */
static inline size_t gpu__matmul_cpu_elements(size_t bytes, size_t size) { return size == 8 ? bytes / 8 : bytes / 4; }
static inline size_t gpu__matmul_cpu_whole(size_t n, size_t lanes) { return (n + lanes - 1) & ~(lanes - 1); }
/* Whether elements are used as they are stored; the others are converted when they are packed. */
static inline int gpu__matmul_cpu_native(int precision)
{
    return precision == GPU__MATMUL_F32 || precision == GPU__MATMUL_F64;
}
/* Plans how C is split into tasks and k into panels, and which operands are packed. */
static inline void gpu__matmul_cpu_plan_blocks(gpu__matmul_cpu_plan *p)
{
    const int real = gpu__matmul_cpu_native(p->precision);
    const size_t few = GPU__MATMUL_CPU_FEW,
                 local = GPU__MATMUL_CPU_STACK;                 /* bytes that stay in the first-level cache */
    const int cached = p->k * p->b_row * p->size <= 32 * local; /* B fits the second-level cache */
    p->depth = p->n <= few                                    ? GPU__MATMUL_CPU_DEPTH_TALL
               : p->m <= GPU__MATMUL_CPU_TASK_ROWS && !cached ? GPU__MATMUL_CPU_DEPTH_WIDE
                                                              : GPU__MATMUL_CPU_DEPTH;
    p->depth = gpu__least(p->depth, p->k);
    p->units = gpu__ceil_div(p->m, GPU__MATMUL_CPU_TASK_ROWS);
    p->blocks = 1;
    p->columns =
        gpu__matmul_cpu_elements(p->units < 64 ? GPU__MATMUL_CPU_COLUMNS_SPLIT : GPU__MATMUL_CPU_COLUMNS, p->size);
    if (p->n > p->columns) {
        const size_t tile = gpu__matmul_cpu_elements(192, p->size);
        p->blocks = gpu__ceil_div(p->n, p->columns);
        p->columns = gpu__ceil_div(gpu__ceil_div(p->n, p->blocks), tile) * tile;
    }
    p->direct_a = p->kind == GPU__MATMUL_CPU_ROWS ||
                  (real && p->n * p->size <= 1024 && (p->a_col == 1 || p->k * p->a_col * p->size <= local));
    p->direct_b = p->kind != GPU__MATMUL_CPU_DOT_PRODUCTS && real && p->n >= p->lanes && p->b_col == 1 &&
                  (p->m <= GPU__MATMUL_CPU_TASK_ROWS || p->k * p->b_row * p->size <= 2 * local);
    p->slim = p->kind != GPU__MATMUL_CPU_DOT_PRODUCTS && p->direct_a && p->n <= 3 * p->lanes && p->k <= few;
    p->a_bytes = p->direct_a ? 0 : GPU__MATMUL_CPU_TASK_ROWS * (p->depth * p->size + 64);
    p->b_bytes = p->direct_b ? 0
                 : p->kind == GPU__MATMUL_CPU_DOT_PRODUCTS
                     ? p->n * (p->depth * p->size + 64)
                     : gpu__least(gpu__matmul_cpu_whole(p->n, p->lanes) * p->size, GPU__MATMUL_CPU_COLUMNS) * p->depth;
    const size_t sums_bytes = p->element != 2 ? 0
                                              : gpu__least(p->m, GPU__MATMUL_CPU_SUM_ROWS) *
                                                    gpu__least(p->n * p->size, GPU__MATMUL_CPU_COLUMNS);
    p->a_bytes = GPU__ROUND_UP(p->a_bytes, 64);
    p->b_bytes = GPU__ROUND_UP(p->b_bytes, 64);
    p->bytes = GPU__ROUND_UP(p->a_bytes + p->b_bytes + sums_bytes, 64);
}
/* Chooses the length of vectors, and thereby the kernel, for n columns. as_it_lies: B need not be packed. */
static inline void gpu__matmul_cpu_plan_vectors(gpu__matmul_cpu_plan *p, int as_it_lies)
{
#ifdef GPU__X86
    const int level = gpu__cpu_level();
#else
    const int level = 0;
#endif
    p->level = level;
    if (p->kind == GPU__MATMUL_CPU_TILES && level && as_it_lies && p->n * p->size < (size_t)16 << level) {
        p->kind = GPU__MATMUL_CPU_SHORT_VECTORS;
        if (level == 1) p->level = p->n * p->size >= 16;
        for (p->lanes = gpu__matmul_cpu_elements(32, p->size); p->lanes > (p->level ? p->n : 1); p->lanes /= 2) {
        }
        return;
    }
    if (p->kind == GPU__MATMUL_CPU_DOT_PRODUCTS || p->n * p->size < (p->kind == GPU__MATMUL_CPU_ROWS ? 64 : 33))
        p->level = level < 1 ? level : 1; /* a vector of 64 bytes would be half empty */
    p->lanes = GPU__VECTOR_LANES(16 << p->level, p->size);
}
/* Makes the plan of the CPU from the spec. */
static inline void gpu__matmul_cpu_plan_of(gpu__matmul_cpu_plan *p, const gpu_gemm_spec *g, int precision)
{
    const size_t a_row = g->transpose_a ? 1 : g->lda, a_col = g->transpose_a ? g->lda : 1;
    const size_t b_row = g->transpose_b ? 1 : g->ldb, b_col = g->transpose_b ? g->ldb : 1;
    /* If one operand has few rows or columns, the large one is read as it is stored, row by row. */
    const int transposed = g->m < g->n ? g->m <= GPU__MATMUL_CPU_FEW && b_col != 1
                                       : g->n < g->m && g->n <= GPU__MATMUL_CPU_FEW && a_col != 1;
    int low; /* packing B would cost more than it saves */
    p->m = transposed ? g->n : g->m;
    p->n = transposed ? g->m : g->n;
    p->k = g->k;
    p->a_row = transposed ? b_col : a_row;
    p->a_col = transposed ? b_row : a_col;
    p->b_row = transposed ? a_col : b_row;
    p->b_col = transposed ? a_row : b_col;
    p->stride_a = transposed ? g->stride_b : g->stride_a;
    p->stride_b = transposed ? g->stride_a : g->stride_b;
    p->c_row = transposed ? 1 : g->ldc;
    p->c_col = transposed && p->n > 1 ? g->ldc : 1;
    p->transposed = transposed;
    if (!p->k) p->a_row = p->a_col = p->b_row = p->b_col = p->stride_a = p->stride_b = 0; /* the operands are empty */
    /* The distance to a row that does not exist may be any number, and loops step over the last row. */
    if (p->m == 1) p->a_row = p->c_row = 0;
    if (p->k == 1) p->a_col = 1, p->b_row = 0;
    p->element = gpu__matmul_size(precision);
    p->size = precision == GPU__MATMUL_F64 ? 8 : 4;
    p->precision = precision;
    low = p->m <= 2 * GPU__MATMUL_CPU_TASK_ROWS;
    p->kind = GPU__MATMUL_CPU_TILES;
#ifdef __OPTIMIZE__
    if (p->m <= 2 && p->b_col == 1 && p->n * p->size >= 32 && gpu__matmul_cpu_native(precision))
        p->kind = GPU__MATMUL_CPU_ROWS;
    if (p->n * p->size < GPU__MATMUL_CPU_DOTS_BELOW && p->a_col == 1 && p->k * p->size >= 64)
        p->kind = GPU__MATMUL_CPU_DOT_PRODUCTS;
#endif
    p->straight = p->element == 2 || (p->c_col == 1 && g->alpha == 1 && g->beta == 0);
    gpu__matmul_cpu_plan_vectors(p, p->straight || low);
    gpu__matmul_cpu_plan_blocks(p);
    p->high =
        p->kind == GPU__MATMUL_CPU_DOT_PRODUCTS && p->direct_a ? GPU__MATMUL_CPU_DOT_ROWS : GPU__MATMUL_CPU_TASK_ROWS;
}

/* ---- elements: packed, and stored ---- */
#define GPU__MATMUL_CPU_COPY(value) GPU__NO_ALIAS for (i = 0; i < n; i++) to[i] = value;
/* Copies n elements, converted to the type of the computation. */
GPU__HOT static inline void gpu__matmul_cpu_copy(char *out, const char *from, size_t n, int precision)
{
    const float *const x = (const float *)(const void *)from;
    const uint16_t *const h = (const uint16_t *)(const void *)from;
    float *const to = (float *)(void *)out;
    size_t i;
    if (gpu__matmul_cpu_native(precision)) memcpy(out, from, n * (precision == GPU__MATMUL_F64 ? 8 : 4));
    else if (precision == GPU__MATMUL_TF32) GPU__MATMUL_CPU_COPY(gpu__tf32_value(x[i]))
    else if (precision == GPU__MATMUL_BF16) GPU__MATMUL_CPU_COPY(gpu__bf16_value(h[i]))
    else GPU__MATMUL_CPU_COPY(gpu__f16_value(h[i]))
}
/* Copies `lines` lines of n elements. */
GPU__HOT static inline void gpu__matmul_cpu_pack(const gpu__matmul_cpu_plan *p, char *to, size_t to_line,
                                                 const char *from, size_t from_line, size_t lines, size_t n)
{
    for (size_t i = 0; i < lines; i++)
        gpu__matmul_cpu_copy(to + i * to_line * p->size, from + i * from_line * p->element, n, p->precision);
}
/* The same, transposed. */
#define GPU__MATMUL_CPU_PACK_TRANSPOSED(T)                                                                             \
    for (l = 0; l < some; l++) ((T *)(void *)to)[(j + l) * to_line + i] = ((const T *)line)[l];
GPU__HOT static inline void gpu__matmul_cpu_pack_transposed(const gpu__matmul_cpu_plan *p, char *to, size_t to_line,
                                                            const char *from, size_t from_line, size_t lines, size_t n)
{
    double line_[8];
    void *const line = line_;
    size_t i, j, l, some;
    for (j = 0; j < n; j += some)
        for (some = gpu__least(n - j, gpu__matmul_cpu_elements(64, p->size)), i = 0; i < lines; i++) {
            gpu__matmul_cpu_copy((char *)line, from + (i * from_line + j) * p->element, some, p->precision);
            if (p->size == 8) GPU__MATMUL_CPU_PACK_TRANSPOSED(double)
            else GPU__MATMUL_CPU_PACK_TRANSPOSED(float)
        }
}
/* Stores C = alpha * x + beta * C for rows of n sums; rows of x are `width` elements apart. */
GPU__HOT static inline void gpu__matmul_cpu_store_{f32|f64}({float|double} *c, size_t row, size_t step, const {2} *x,
                                                            size_t width, size_t rows, size_t n, {2} alpha, {2} beta)
{
    for (; rows; rows--, c += row, x += width)
        if (step == 1 && beta == 0) GPU__NO_ALIAS for (size_t i = 0; i < n; i++) c[i] = alpha * x[i];
        else if (step == 1) GPU__NO_ALIAS for (size_t i = 0; i < n; i++) c[i] = alpha * x[i] + beta * c[i];
        else
            for (size_t i = 0; i < n; i++) c[i * step] = beta == 0 ? alpha * x[i] : alpha * x[i] + beta * c[i * step];
}
/* Stores complete sums as elements of a short type. */
GPU__HOT static inline void gpu__matmul_cpu_round(uint16_t *c, size_t step, const float *x, size_t n, float alpha,
                                                  float beta, int precision)
{
    for (size_t i = 0; i < n; i++, c += step) {
        const float old = beta == 0 ? 0 : precision == GPU__MATMUL_BF16 ? gpu__bf16_value(*c) : gpu__f16_value(*c);
        const float r = beta == 0 ? alpha * x[i] : alpha * x[i] + beta * old;
        *c = precision == GPU__MATMUL_BF16 ? gpu__bf16_bits(r) : gpu__f16_bits(r);
    }
}

/* ---- the loops around the kernel ---- */
typedef struct gpu__matmul_cpu_block { /* a block of C, and memory for its packed operands */
    const char *a, *b;
    char *c, *packed_a, *packed_b;
    size_t rows, columns, c_row, c_col;
    double alpha, beta;
} gpu__matmul_cpu_block;
/* The width of the next sliver if `left` columns are left: at most three vectors; four vectors are split into two of
   two. */
static inline size_t gpu__matmul_cpu_width(size_t left, size_t lanes)
{
    const size_t whole = gpu__matmul_cpu_whole(left, lanes);
    return whole == 4 * lanes ? 2 * lanes : gpu__least(whole, 3 * lanes);
}
/* The stride, in elements, of the columns that are packed for dot products; padded with zeros to whole steps. */
static inline size_t gpu__matmul_cpu_line(const gpu__matmul_cpu_plan *p, size_t k)
{
    return gpu__matmul_cpu_whole(k, gpu__matmul_cpu_elements(64, p->size));
}
/* Packs k rows of a panel of B, from row `from` on, into slivers or, for dot products, columns. */
static inline void gpu__matmul_cpu_pack_b(const gpu__matmul_cpu_plan *p, const gpu__matmul_cpu_block *s, size_t from,
                                          size_t k)
{
    const size_t abreast = p->b_col == 1 ? (size_t)GPU__MATMUL_CPU_ABREAST : k;
    size_t l, j, n, lines;
    if (p->kind == GPU__MATMUL_CPU_DOT_PRODUCTS) {
        const char *const b = s->b + from * p->b_row * p->element;
        const size_t line = gpu__matmul_cpu_line(p, k);
        memset(s->packed_b, 0, s->columns * line * p->size);
        if (p->b_row == 1) gpu__matmul_cpu_pack(p, s->packed_b, line, b, p->b_col, s->columns, k);
        else gpu__matmul_cpu_pack_transposed(p, s->packed_b, line, b, p->b_row, k, s->columns);
        return;
    }
    for (l = 0; l < k; l += lines)
        for (lines = gpu__least(k - l, abreast), j = 0; j < s->columns; j += n) {
            const size_t width = gpu__matmul_cpu_width(s->columns - j, p->lanes);
            char *const to = s->packed_b + (j * k + l * width) * p->size;
            const char *const b = s->b + ((from + l) * p->b_row + j * p->b_col) * p->element;
            n = gpu__least(s->columns - j, width);
            if (n < width) memset(to, 0, width * lines * p->size);
            if (p->b_col == 1) gpu__matmul_cpu_pack(p, to, width, b, p->b_row, lines, n);
            else gpu__matmul_cpu_pack_transposed(p, to, width, b, p->b_col, n, lines);
        }
}
/* Prefetches a tile of C, so that it is in the cache when its sums are complete. */
static inline void gpu__matmul_cpu_fetch(const char *c, size_t row, size_t rows, size_t bytes)
{
    for (size_t r = 0; r < rows; r++, c += row)
        for (size_t at = 0; at < bytes; at += 64) GPU__PREFETCH(c + at);
}
static inline void gpu__matmul_cpu_put(const gpu__matmul_cpu_plan *p, const gpu__matmul_cpu_block *s, char *c,
                                       const char *x, size_t width, size_t rows, size_t n, double beta)
{
    if (p->size == 8)
        gpu__matmul_cpu_store_f64((double *)(void *)c, s->c_row, s->c_col, (const double *)(const void *)x, width, rows,
                                  n, s->alpha, beta);
    else
        gpu__matmul_cpu_store_f32((float *)(void *)c, s->c_row, s->c_col, (const float *)(const void *)x, width, rows,
                                  n, (float)s->alpha, (float)beta);
}
/* Computes a row of tiles, from the rows of A at a and the panel that begins at `from`. */
static inline void gpu__matmul_cpu_tiles(const gpu__matmul_cpu_plan *p, const gpu__matmul_cpu_block *s, const char *a,
                                         size_t row, size_t step, size_t i, size_t from, size_t k)
{
    const size_t size = p->size, rows = gpu__least(s->rows - i, p->high);
    const double beta = from ? 1 : s->beta;
    const int dots = p->kind == GPU__MATMUL_CPU_DOT_PRODUCTS, straight = p->straight && !from;
    double space[GPU__MATMUL_CPU_TASK_ROWS * 192 / 8 + 8];
    char *const tile = GPU__ALIGN64(space);
    size_t j, n;
    for (j = 0; j < s->columns; j += n) {
        const size_t left = s->columns - j, whole = dots ? left : gpu__matmul_cpu_width(left, p->lanes);
        const size_t next = dots ? gpu__matmul_cpu_line(p, k) : p->direct_b ? p->b_row : whole;
        const size_t again = p->direct_b && left < p->lanes ? p->lanes - left : 0; /* columns computed once more */
        const char *const b = p->direct_b ? s->b + (from * p->b_row + j - again) * size : s->packed_b + j * k * size;
        char *const c = s->c + (i * s->c_row + j * s->c_col) * size;
        n = gpu__least(left, whole);
        const size_t width = p->direct_b ? n + again : whole;
        if (s->c_col == 1 && !dots && (k > GPU__MATMUL_CPU_FEW || beta != 0))
            gpu__matmul_cpu_fetch(c, s->c_row * size, rows, n * size);
        if (straight && n == width) {
            p->kernel(c, s->c_row * size, a, row * size, step * size, rows, b, next * size, k, width * size);
            continue;
        }
        p->kernel(tile, width * size, a, row * size, step * size, rows, b, next * size, k, width * size);
        gpu__matmul_cpu_put(p, s, c, tile + again * size, width, rows, n, beta);
    }
}
/* Computes one or two rows of C. */
static inline void gpu__matmul_cpu_rows(const gpu__matmul_cpu_plan *p, const gpu__matmul_cpu_block *s)
{
    double space[2 * (GPU__MATMUL_CPU_COLUMNS + 32) / 8 + 8];
    char *const sums = GPU__ALIGN64(space);
    const size_t size = p->size, wide = gpu__matmul_cpu_whole(s->columns, p->lanes);
    p->kernel(sums, 0, s->a, p->a_row * size, p->a_col * size, s->rows, s->b, p->b_row * size, p->k, s->columns * size);
    gpu__matmul_cpu_put(p, s, s->c, sums, wide, s->rows, s->columns, s->beta);
}
/* Computes any number of rows if C is one tile wide, A is not packed and k is small. */
static inline void gpu__matmul_cpu_column(const gpu__matmul_cpu_plan *p, const gpu__matmul_cpu_block *s)
{
    double space[GPU__MATMUL_CPU_TASK_ROWS * 192 / 8 + 8];
    char *const tile = GPU__ALIGN64(space);
    const size_t size = p->size, width = p->direct_b ? s->columns : gpu__matmul_cpu_whole(s->columns, p->lanes);
    const size_t next = (p->direct_b ? p->b_row : width) * size, row = p->a_row * size, step = p->a_col * size;
    const size_t c_row = s->c_row * size;
    const char *const b = p->direct_b ? s->b : s->packed_b, *a = s->a;
    char *c = s->c;
    size_t left, rows;
    if (!p->direct_b) gpu__matmul_cpu_pack_b(p, s, 0, p->k);
    if (p->straight && width == s->columns) {
        p->kernel(c, c_row, a, row, step, s->rows, b, next, p->k, width * size);
        return;
    }
    for (left = s->rows; left; left -= rows, a += rows * row, c += rows * c_row) {
        rows = gpu__least(left, p->high);
        p->kernel(tile, width * size, a, row, step, rows, b, next, p->k, width * size);
        gpu__matmul_cpu_put(p, s, c, tile, width, rows, s->columns, s->beta);
    }
}
/* Computes a block of C: for each panel of k packs B, then goes through the rows of A. */
static inline void gpu__matmul_cpu_panels(const gpu__matmul_cpu_plan *p, const gpu__matmul_cpu_block *s)
{
    const size_t gap =
        gpu__matmul_cpu_elements(64, p->size); /* so that rows of a power of two do not map to the same cache sets */
    size_t from = 0, k, i;
    do {
        k = gpu__least(p->k - from, p->depth);
        if (!p->direct_b) gpu__matmul_cpu_pack_b(p, s, from, k);
        for (i = 0; i < s->rows; i += p->high) {
            const char *a = s->a + (i * p->a_row + from * p->a_col) * p->element;
            const size_t rows = gpu__least(s->rows - i, p->high);
            size_t row = p->a_row, step = p->a_col;
            if (!p->direct_a && p->a_col == 1) {
                gpu__matmul_cpu_pack(p, s->packed_a, row = k + gap, a, p->a_row, rows, k);
                step = 1;
                a = s->packed_a;
            } else if (!p->direct_a) {
                gpu__matmul_cpu_pack(p, s->packed_a, step = p->high, a, p->a_col, k, rows);
                row = 1;
                a = s->packed_a;
            }
            gpu__matmul_cpu_tiles(p, s, a, row, step, i, from, k);
        }
        from += k;
    } while (from < p->k);
}
/* Computes a block of matrix z of the batch, from row i and column col on. */
static inline void gpu__matmul_cpu_compute_block(const gpu__job *j, char *memory, size_t z, size_t i, size_t rows,
                                                 size_t col, size_t columns)
{
    const gpu__matmul_detail *const d = gpu__matmul_detail_of(j);
    const gpu_gemm_spec *const g = &d->spec;
    const gpu__matmul_cpu_plan *const p = &d->plan.cpu;
    gpu__matmul_cpu_block s;
    char *const c = (char *)j->out + (z * g->stride_c + i * p->c_row + col * p->c_col) * p->element;
    char *sums = NULL;
    s.a = (p->k ? (const char *)j->in[1 + p->transposed].p : c) + (z * p->stride_a + i * p->a_row) * p->element;
    s.b = (p->k ? (const char *)j->in[2 - p->transposed].p : c) + (z * p->stride_b + col * p->b_col) * p->element;
    s.c = c;
    s.c_row = p->c_row;
    s.c_col = p->c_col;
    s.alpha = g->alpha;
    s.beta = g->beta;
    s.packed_a = memory;
    s.packed_b = memory + p->a_bytes;
    s.rows = rows;
    s.columns = columns;
    if (p->element == 2) {
        s.c = sums = memory + p->a_bytes + p->b_bytes;
        s.c_row = columns;
        s.c_col = 1;
        s.alpha = 1;
        s.beta = 0;
    }
    if (p->kind == GPU__MATMUL_CPU_ROWS) gpu__matmul_cpu_rows(p, &s);
    else if (p->slim) gpu__matmul_cpu_column(p, &s);
    else gpu__matmul_cpu_panels(p, &s);
    if (sums)
        for (i = 0; i < rows; i++)
            gpu__matmul_cpu_round((uint16_t *)(void *)(c + i * p->c_row * 2), p->c_col,
                                  (const float *)(const void *)sums + i * columns, columns, (float)g->alpha,
                                  (float)g->beta, p->precision);
}
/* A task is a unit of rows in a block of columns; tasks are numbered by rows, then blocks of columns, then matrices. A
   thread combines its tasks to blocks as large as its memory allows. */
GPU__JOB_PART(gpu__matmul_cpu_part)
{
    const gpu__matmul_cpu_plan *const p = &gpu__matmul_detail_of(j)->plan.cpu;
    const size_t each = p->units * p->blocks,
                 most = p->element == 2 ? GPU__MATMUL_CPU_SUM_ROWS / GPU__MATMUL_CPU_TASK_ROWS : p->units;
    size_t z = first ? first / each : 0, at = first - z * each;
    double local[GPU__MATMUL_CPU_STACK / 8 + 8];
    char *const memory =
        p->bytes > GPU__MATMUL_CPU_STACK ? (char *)scratch + thread * j->scratch_of_thread : GPU__ALIGN64(local);
    while (first < last) {
        const size_t here = gpu__least(last - first, each - at), block = p->blocks > 1 ? at / p->units : 0;
        const size_t unit = at - block * p->units, units = gpu__least(gpu__least(here, p->units - unit), most);
        const size_t row = unit * GPU__MATMUL_CPU_TASK_ROWS, col = block * p->columns;
        size_t blocks = 1;
        if (p->blocks > 1 && units == p->units)
            blocks = gpu__least(here / units, GPU__MATMUL_CPU_COLUMNS / (p->columns * p->size));
        gpu__matmul_cpu_compute_block(j, memory, z, row, gpu__least(p->m - row, units * GPU__MATMUL_CPU_TASK_ROWS), col,
                                      gpu__least(p->n - col, blocks * p->columns));
        first += units * blocks;
        at += units * blocks;
        if (at == each) {
            at = 0;
            z++;
        }
    }
}
static inline void gpu__matmul_cpu_job(gpu__job *j, gpu__matmul_detail *d, int precision,
                                       gpu__matmul_cpu_kernel *const (*kernel)[3])
{
    gpu__matmul_cpu_plan *const p = &d->plan.cpu;
    gpu__matmul_cpu_plan_of(p, &d->spec, precision);
    p->kernel = kernel[p->kind][p->level];
    j->part[0] = j->part[1] = j->part[2] = gpu__matmul_cpu_part;
    j->tasks = p->units * p->blocks * d->spec.batch;
    j->work /= 16; /* 16 multiply-adds take as long as a cheap function of an element */
    if (p->bytes > GPU__MATMUL_CPU_STACK) j->scratch_of_thread = p->bytes;
}
/* Multiplies small matrices at once, without a job or a plan, in the same order of the sums. Returns 0 if the call
   needs a job, or if there may be an error to report. */
static inline int gpu__matmul_cpu_now(const gpu_gemm_spec *g, int precision, char *c, const char *a, const char *b,
                                      gpu__matmul_cpu_kernel *const (*kernel)[3])
{
#if defined(GPU__X86) && !defined(__CUDA_ARCH__)
    const size_t m = g->m, n = g->n, k = g->k, size = gpu__matmul_size(precision), local = GPU__MATMUL_CPU_STACK;
    const size_t lda = g->lda ? g->lda : k, ldb = g->ldb ? g->ldb : n, ldc = g->ldc ? g->ldc : n;
    const int plain = g->alpha == 1 && g->beta == 0 && !g->transpose_a && !g->transpose_b && g->batch == 1;
    const int tiny = (m | n | k) < 128 && m * n * k - 1 < 64 * 64 * 64; /* and not empty */
    const int tight = k <= lda && n <= ldb && n <= ldc && (lda | ldb | ldc) < 1024 && k * ldb * size <= 2 * local;
    const int tiles =
        n * size < GPU__MATMUL_CPU_DOTS_BELOW ? k * size < 64 : m > 2 || n * size < 32; /* as in the plan */
    gpu__matmul_cpu_plan p;
    size_t j, width;
    if (!gpu__matmul_cpu_native(precision) || !plain || !tiny || !tight || !tiles) return 0;
    p.n = n, p.size = size, p.kind = GPU__MATMUL_CPU_TILES;
    gpu__matmul_cpu_plan_vectors(&p, 1);
    if (n < p.lanes || !gpu__at_once(c, ((m - 1) * ldc + n) * size, a, ((m - 1) * lda + k) * size, b,
                                     ((k - 1) * ldb + n) * size, size))
        return 0;
    for (j = 0; j < n; j += width) {
        width =
            gpu__least(n - j, gpu__matmul_cpu_width(n - j, p.lanes)); /* then nothing is left, or at least a vector */
        kernel[p.kind][p.level](c + j * size, ldc * size, a, lda * size, size, m, b + j * size, ldb * size, k,
                                width * size);
    }
    return 1;
#else
    return (void)g, (void)precision, (void)c, (void)a, (void)b, (void)kernel, 0;
#endif
}
typedef gpu__matmul_cpu_kernel *const gpu__matmul_cpu_kernels[4][3];
static inline gpu__matmul_cpu_kernels *gpu__matmul_cpu_kernels_{f32|f64}(void)
{
    static gpu__matmul_cpu_kernels kernels = GPU__MATMUL_CPU_TABLES({1});
    return &kernels;
}
static inline void gpu__matmul_cpu_{f32|f64|tf32|bf16|f16}(gpu__job *j, gpu__matmul_detail *d)
{
    gpu__matmul_cpu_job(j, d, GPU__MATMUL_{F32|F64|TF32|BF16|F16}, *gpu__matmul_cpu_kernels_{f32|f64|f32|f32|f32}());
}
static inline int gpu__matmul_now_{f32|f64|tf32|bf16|f16}(const gpu_gemm_spec *g, void *c, const void *a, const void *b)
{
    return gpu__matmul_cpu_now(g, GPU__MATMUL_{F32|F64|TF32|BF16|F16}, (char *)c, (const char *)a, (const char *)b,
                               *gpu__matmul_cpu_kernels_{f32|f64|f32|f32|f32}());
}
