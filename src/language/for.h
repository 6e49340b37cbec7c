#ifdef __CUDA_ARCH__
/* Three to four indices a thread, as gpu_for makes it, are a tile of four times a block's width: the constant number of
   iterations lets the loads of all four precede the stores, if the user's pointers are restrict. nvcc compiles the body
   for tiles and for other grids. (The difference wraps where threads have fewer.) */
#define GPU__FOR(i, n)                                                                                                 \
    for (size_t gpu__n_##i = GPU__BOUND(n), gpu__t_##i = GPU__STRIDE(x),                                               \
                gpu__k_##i = gpu__n_##i - 3 * gpu__t_##i - 1 < gpu__t_##i ? 4 : 1;                                     \
         gpu__k_##i; gpu__k_##i = 0)                                                                                   \
        GPU__UNROLLED (unsigned gpu__m_##i = 1; gpu__m_##i <= 4; gpu__m_##i += 3)                                      \
    GPU__OF_BLOCK(i, gpu__m_##i, gpu__n_##i, gpu__k_##i == gpu__m_##i && GPU__FIRST(y) && GPU__FIRST(z))
/* What a thread has of n indices, if it has any: tiles of m times the width of its block. */
#define GPU__OF_BLOCK(i, m, n, any)                                                                                    \
    for (size_t gpu__a_##i = any ? (size_t)blockIdx.x * (blockDim.x * m) + threadIdx.x : n; gpu__a_##i < n;            \
         gpu__a_##i += (size_t)gridDim.x * (blockDim.x * m))                                                           \
        for (unsigned gpu__q_##i = 0; gpu__q_##i < m; gpu__q_##i++)                                                    \
            for (size_t i = gpu__a_##i + gpu__q_##i * blockDim.x, gpu__o_##i = gpu__q_##i == 0 || i < n; gpu__o_##i;   \
                 gpu__o_##i = 0)
#define GPU__FOR_2D(x_, y_, width, height)                                                                             \
    for (size_t gpu__w_##x_ = GPU__BOUND(width), gpu__h_##y_ = GPU__BOUND(height),                                     \
                y_ = GPU__FIRST(z) ? GPU__GLOBAL(y) : gpu__h_##y_;                                                     \
         y_ < gpu__h_##y_; y_ += GPU__STRIDE(y))                                                                       \
        for (size_t x_ = GPU__GLOBAL(x); x_ < gpu__w_##x_; x_ += GPU__STRIDE(x))
#define GPU__FOR_3D(x_, y_, z_, width, height, depth)                                                                  \
    for (size_t gpu__w_##x_ = GPU__BOUND(width), gpu__h_##y_ = GPU__BOUND(height), gpu__d_##z_ = GPU__BOUND(depth),    \
                z_ = GPU__GLOBAL(z);                                                                                   \
         z_ < gpu__d_##z_; z_ += GPU__STRIDE(z))                                                                       \
        for (size_t y_ = GPU__GLOBAL(y); y_ < gpu__h_##y_; y_ += GPU__STRIDE(y))                                       \
            for (size_t x_ = GPU__GLOBAL(x); x_ < gpu__w_##x_; x_ += GPU__STRIDE(x))
#define GPU__GLOBAL(d) ((size_t)blockIdx.d * blockDim.d + threadIdx.d)
#define GPU__BOUND(n)                                                                                                  \
    (GPU__AS(size_t, n) > (size_t)PTRDIFF_MAX ? 0 : GPU__AS(size_t, n)) /* negative: no iteration, as in C */
#define GPU__STRIDE(d) ((size_t)gridDim.d * blockDim.d)
#define GPU__FIRST(d)                                                                                                  \
    ((blockIdx.d | threadIdx.d) == 0) /* only the first row of threads runs a 1-D loop in a 2-D grid */
#else
/* The x loop is split into runs so that its inner loop has step 1 and vectorises. If the loop is strided, a run is one
   index; if it is collapsed into a share, a run is a strip of the share. `broken` stays set when the user's statement
   leaves by break. */
#define GPU__FOR(i, n)                                                                                                 \
    for (gpu__loop gpu__l_##i, *const gpu__p_##i = gpu__loop_open(&gpu__l_##i, GPU__IDS, 1, GPU__AS(size_t, n), 1, 1); \
         gpu__p_##i->live; gpu__loop_close(gpu__p_##i))                                                                \
    GPU__X_LOOP(i, gpu__l_##i)
#define GPU__FOR_2D(x, y, width, height)                                                                               \
    for (gpu__loop gpu__l_##x, *const gpu__p_##x = gpu__loop_open(&gpu__l_##x, GPU__IDS, 2, GPU__AS(size_t, width),    \
                                                                  GPU__AS(size_t, height), 1);                         \
         gpu__p_##x->live; gpu__loop_close(gpu__p_##x))                                                                \
        for (size_t y = gpu__l_##x.lo[1]; !gpu__l_##x.broken && y < gpu__l_##x.hi[1]; y += gpu__l_##x.step[1])         \
    GPU__X_LOOP(x, gpu__l_##x)
#define GPU__FOR_3D(x, y, z, width, height, depth)                                                                     \
    for (gpu__loop gpu__l_##x, *const gpu__p_##x = gpu__loop_open(&gpu__l_##x, GPU__IDS, 3, GPU__AS(size_t, width),    \
                                                                  GPU__AS(size_t, height), GPU__AS(size_t, depth));    \
         gpu__p_##x->live; gpu__loop_close(gpu__p_##x))                                                                \
        for (size_t z = gpu__l_##x.lo[2]; !gpu__l_##x.broken && z < gpu__l_##x.hi[2]; z += gpu__l_##x.step[2])         \
            for (size_t y = gpu__l_##x.lo[1]; !gpu__l_##x.broken && y < gpu__l_##x.hi[1]; y += gpu__l_##x.step[1])     \
    GPU__X_LOOP(x, gpu__l_##x)
#define GPU__X_LOOP(i, l)                                                                                              \
    for (size_t gpu__r_##i = l.lo[0]; !l.broken && gpu__r_##i < l.hi[0]; gpu__r_##i += gpu__loop_step(&l))             \
        for (size_t i = (l.broken = 1, gpu__r_##i),                                                                    \
                    gpu__e_##i = gpu__r_##i + (l.hi[0] - gpu__r_##i < l.run ? l.hi[0] - gpu__r_##i : l.run);           \
             i < gpu__e_##i || (l.broken = 0, 0); ++i)
#endif

typedef struct gpu__loop {
    size_t lo[3], hi[3], step[3], run, strip; /* a run is one index, or at most one strip of a share */
    int dims, live, broken;
    int first; /* 3: the next run is the first index, which decides how the loop runs; 2, 1: the rest of its strip */
} gpu__loop;
GPU_API int gpu__loop_mode(void);
GPU_API int gpu__loop_decide(int apart);
GPU_API void gpu__loop_closed(void);

static inline void gpu__share(size_t n, size_t part, size_t parts, size_t *lo, size_t *hi)
{
    size_t q = n / parts, r = n % parts; /* the first r parts get one more; no product, which could overflow */
    *lo = part * q + (part < r ? part : r);
    *hi = *lo + q + (part < r ? 1 : 0);
}

/* A 1-D loop in a 1-D grid: a share is what the threads of its blocks would visit, so this loop and the next may differ
   in being strided or collapsed. In other cases a share differs from that: the outermost dimension with enough work for
   all shares is split, and the others stay whole, so that rows stay contiguous. */
static inline int gpu__loop_apart(const gpu__loop *l)
{
    return l->dims > 1 || gpu__simulated.id.grid_dim.y > 1 || gpu__simulated.id.grid_dim.z > 1;
}
static inline void gpu__loop_share(gpu__loop *l, int empty)
{
    const size_t part = gpu__simulated.part, parts = gpu__simulated.parts;
    int k, split = l->dims == 3 && l->hi[2] >= parts ? 2 : l->dims >= 2 && l->hi[1] >= parts ? 1 : 0;
    for (k = 0; k < 3; k++) {
        l->lo[k] = 0;
        l->step[k] = 1;
    }
    if (gpu__loop_apart(l)) {
        gpu__share(l->hi[split], part, parts, &l->lo[split], &l->hi[split]);
        l->strip = l->step[0] = l->hi[0] - l->lo[0];
    } else {
        const size_t threads = gpu__simulated.id.block_dim.x;
        size_t first, last;
        gpu__share(gpu__simulated.id.grid_dim.x, part, parts, &first, &last);
        l->lo[0] = first * threads;
        l->strip = (last - first) * threads;
        l->step[0] = gpu__simulated.id.grid_dim.x * threads;
    }
    l->run = l->strip;
    if (empty) l->hi[split] = l->lo[split];
}

static inline gpu__loop *gpu__loop_open(gpu__loop *l, const gpu__thread_indices *id, int dims, size_t nx, size_t ny,
                                        size_t nz)
{
    gpu__cpu_thread *t = &gpu__simulated;
    if (nx > (size_t)PTRDIFF_MAX || ny > (size_t)PTRDIFF_MAX || nz > (size_t)PTRDIFF_MAX)
        nx = 0; /* a negative number: no iteration, as in C */
    l->live = 1;
    l->broken = 0;
    t->loop.open++;
    const int mode = t->loop.kind == GPU__LOOP_STRIDED ? GPU__LOOP_STRIDED : gpu__loop_mode();
    l->dims = dims;
    l->first = mode == GPU__LOOP_FIRST ? 3 : 0;
    l->run = l->strip = 1;
    l->hi[0] = nx;
    l->hi[1] = ny;
    l->hi[2] = nz;
    if (mode == GPU__LOOP_STRIDED || mode == GPU__LOOP_FIRST) {
        l->lo[0] = (size_t)id->block.x * id->block_dim.x + id->thread.x;
        l->step[0] = (size_t)id->grid_dim.x * id->block_dim.x;
        l->lo[1] = (size_t)id->block.y * id->block_dim.y + id->thread.y;
        l->step[1] = (size_t)id->grid_dim.y * id->block_dim.y;
        l->lo[2] = (size_t)id->block.z * id->block_dim.z + id->thread.z;
        l->step[2] = (size_t)id->grid_dim.z * id->block_dim.z;
        for (int k = dims; k < 3; k++)
            if (l->lo[k]) l->hi[0] = 0; /* only the first row of threads runs a 1-D loop in a 2-D grid */
    } else gpu__loop_share(l, mode == GPU__LOOP_EMPTY);
    return l;
}

/* Advances from one run to the next. The first index of the first share has already been visited, as thread 0 of block
   0 would. */
static GPU__ALWAYS_INLINE size_t gpu__loop_step(gpu__loop *l)
{
    enum { row = 64 };
    if (!l->first) return l->step[0];
    if (l->first == 3) {
        l->first = 0;
        if (gpu__loop_decide(gpu__loop_apart(l)) != GPU__LOOP_SHARE) return l->step[0];
        gpu__loop_share(l, 0);
        l->first = l->strip >= 64 * row ? 2 : 1;
        l->run = l->first == 2 ? row - 1 : l->strip - 1; /* then later runs have aligned stores */
        return 1;
    }
    if (l->first == 2) {
        l->first = 1;
        l->run = l->strip - row;
        return row - 1;
    }
    l->first = 0;
    const size_t step = l->step[0] - (l->strip - l->run);
    l->run = l->strip;
    return step;
}

static GPU__ALWAYS_INLINE void gpu__loop_close(gpu__loop *l)
{
    l->live = 0;
    if (l->broken) return;
    if (l->first == 3) gpu__loop_decide(gpu__loop_apart(l)); /* the loop was empty */
    gpu__simulated.loop.open--;
    if (gpu__simulated.loop.kind != GPU__LOOP_STRIDED && (gpu__simulated.touched | gpu__simulated.loop.asked))
        gpu__loop_closed();
}

#ifdef GPU__COMPILED /* here gpu__trace is behind a pointer, which needs restrict for the loop to vectorise */
#define GPU__MARKS_PARAMETER unsigned char *__restrict__ gpu__marks,
#define GPU__MARKS_ARGUMENT gpu__trace,
#else
#define GPU__MARKS_{PARAMETER|ARGUMENT}
#define gpu__marks gpu__trace
#endif
/* Runs the threads of the block from gpu__simulated.first on, x fastest. A thread that meets a warp operation sets
   `stop`; it returns here after the others, now fibers, have done their work. Whatever the body cannot change is a
   local variable: with the ranges that GPU__ASSUME states, and gpu__run_block guarantees, `if (i < n) c[i] = a[i] +
   b[i];` becomes a vectorised loop with masked stores. (It is a macro since only it knows the types of the arguments,
   which must stay in registers for the whole loop.) */
#define GPU__REST_COPY(sfx, target, name, ...)                                                                         \
    GPU__REST_LOOP(sfx, target, name, __VA_ARGS__)                                                                     \
    GPU__HOT target static void name##__rest##sfx(void **gpu__argv)                                                    \
    {                                                                                                                  \
        name##__loop##sfx(GPU__MARKS_ARGUMENT GPU__EACH(GPU__UNPACK, GPU__COMMA, __VA_ARGS__));                        \
    }
#define GPU__REST_LOOP(sfx, target, name, ...)                                                                         \
    GPU__HOT target static inline void name##__loop##sfx(                                                              \
        GPU__MARKS_PARAMETER GPU__EACH(GPU__FORMAL, GPU__COMMA, __VA_ARGS__))                                          \
    {                                                                                                                  \
        gpu__thread_indices gpu__id = gpu__simulated.id;                                                               \
        unsigned gpu__base = gpu__id.block.x * gpu__id.block_dim.x, gpu__x = gpu__simulated.first, gpu__y, gpu__z;     \
        GPU__ASSUME(gpu__base <= GPU__REACH)                                                                           \
        GPU__ASSUME(gpu__id.block_dim.x <= 1024)                                                                       \
        GPU__ASSUME(gpu__x <= 1)                                                                                       \
        gpu__simulated.touched = gpu__id.known = 1;                                                                    \
        for (gpu__z = 0; gpu__z < gpu__id.block_dim.z; ++gpu__z)                                                       \
            for (gpu__y = 0; gpu__y < gpu__id.block_dim.y; ++gpu__y, gpu__x = 0) {                                     \
                GPU__REST_ROW(name, __VA_ARGS__)                                                                       \
            }                                                                                                          \
        gpu__simulated.row = 0;                                                                                        \
    }
#define GPU__REST_ROW(name, ...)                                                                                       \
    gpu__simulated.id.thread.z = gpu__id.thread.z = gpu__z, gpu__simulated.id.thread.y = gpu__id.thread.y = gpu__y;    \
    for (const unsigned char gpu__row = gpu__new_row(); gpu__x < gpu__id.block_dim.x; ++gpu__x) {                      \
        gpu__id.thread.x = gpu__x;                                                                                     \
        gpu__marks[gpu__x] = gpu__row;                                                                                 \
        name##__body(GPU__IDS_ARGUMENT GPU__EACH(GPU__NAME, GPU__COMMA, __VA_ARGS__));                                 \
        if (gpu__simulated.stop) return;                                                                               \
    }
#ifndef GPU__REACH
#define GPU__REACH 0x7fff0000u /* keeps an int index from overflowing in the last block */
#endif
