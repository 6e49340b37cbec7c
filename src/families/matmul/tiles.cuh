/* ---- Matrix products in float and double ------------------------------------------------------------------------- */

/* C[m][n] = alpha * A B + beta * C of a batch of matrices. Element (i, k) of A is a[i * a_i + k * a_k], (k, j) of B is
   b[j * b_j + k * b_k], (i, j) of C is c[i * c_i + j * c_j]; one stride of each is 1. k is cut into `splits` parts of
   split_k. Where there are several, their sums go to `partial`, [batch][splits][m][n], and another kernel adds them. */
template <class Type> struct gpu__gemm_args {
    const Type *a, *b;
    Type *c, *partial;
    size_t m, n, k, a_i, a_k, b_j, b_k, c_i, c_j, stride_a, stride_b, stride_c, split_k;
    unsigned tiles_m, tiles_n, splits;
    unsigned long long over_tiles, over_splits, over_band, over_last; /* reciprocals for gpu__gemm_tile_of */
    bool aligned_a, aligned_b, aligned_c;                             /* 16 bytes can be moved at a time */
    Type alpha, beta;
};

#ifdef __CUDA_ARCH__
/* An asynchronous copy to shared memory. What lies beyond `bytes` is set to zero. `now`, whether to copy at all,
   becomes a predicate and no branch: a branch would keep the compiler from scheduling the instructions around it. */
template <int Width>
static __device__ __forceinline__ void gpu__copy_async(void *to, const void *from, int bytes, bool now = true)
{
#if __CUDA_ARCH__ >= 800
    const unsigned at = (unsigned)__cvta_generic_to_shared(to), wanted = now;
    if constexpr (Width == 16)
        asm volatile("{ .reg .pred p; setp.ne.u32 p, %3, 0;"
                     "@p cp.async.cg.shared.global.L2::128B [%0], [%1], 16, %2; }" ::"r"(at),
                     "l"(from), "r"(bytes), "r"(wanted));
    else
        asm volatile("{ .reg .pred p; setp.ne.u32 p, %4, 0;"
                     "@p cp.async.ca.shared.global [%0], [%1], %2, %3; }" ::"r"(at),
                     "l"(from), "n"(Width), "r"(bytes), "r"(wanted));
#else
#pragma unroll
    for (int i = 0; i < Width / 4; i++)
        if (now) ((unsigned *)to)[i] = i * 4 < bytes ? ((const unsigned *)from)[i] : 0;
#endif
}

/* threadIdx.x, read anew: what rarely executed code computes from it is not kept in registers in the main loop. */
static __device__ __forceinline__ unsigned gpu__thread_again()
{
    unsigned t;
    asm volatile("mov.u32 %0, %%tid.x;" : "=r"(t));
    return t;
}
/* How an operand is copied to shared memory. There its tiles are always stored k by k, Pitch elements from one k to the
   next. In global memory its neighbours lie along k, and each element is copied on its own (transposed); or they lie
   along the side, and are copied 16 bytes or, where rows are not aligned, one element at a time. */
enum { GPU__GEMM_TRANSPOSED, GPU__GEMM_BY_ELEMENT, GPU__GEMM_BY_16_BYTES };
/* The threads' shares of a tile for one of these ways. Transposed, 8 of a warp's lanes are neighbours along k and 4
   along the side: the lanes read whole sectors, and write to different banks. */
template <int Side, int Depth, int Threads, bool Transposed, int Width> struct gpu__gemm_share {
    static constexpr int LanesK = Transposed ? gpu__min(Depth, 8) : Threads / gpu__min(Side / Width, Threads),
                         LanesI = Threads / LanesK, JumpI = LanesI * Width, StepsI = Side / JumpI,
                         StepsK = Depth / LanesK;
    static_assert(StepsI * JumpI == Side && StepsK * LanesK == Depth, "threads share a tile evenly");
    static __device__ __forceinline__ int first_i(unsigned t) { return Transposed ? t / LanesK : t % LanesI * Width; }
    static __device__ __forceinline__ int first_k(unsigned t) { return Transposed ? t % LanesK : t / LanesI; }
};
/* One thread's part in copying the tiles of Side x Depth elements of an operand, in which element (i, k) is at
   i * s_i + k * s_k. */
template <class Type, int Side, int Depth, int Threads, int Pitch> struct gpu__gemm_feed {
    static constexpr int Width = 16 / (int)sizeof(Type);
    template <bool Transposed, int W> using share = gpu__gemm_share<Side, Depth, Threads, Transposed, W>;
    int way;
    unsigned to;      /* where the thread's first element is in a stage */
    const Type *from; /* the thread's first element of the next tile */
    __device__ __forceinline__ gpu__gemm_feed(const Type *tile, size_t s_i, size_t s_k, bool wide)
    {
        const unsigned t = threadIdx.x;
        way = s_i != 1 ? GPU__GEMM_TRANSPOSED : wide ? GPU__GEMM_BY_16_BYTES : GPU__GEMM_BY_ELEMENT;
        const int i = way == GPU__GEMM_TRANSPOSED   ? share<true, 1>::first_i(t)
                      : way == GPU__GEMM_BY_ELEMENT ? share<false, 1>::first_i(t)
                                                    : share<false, Width>::first_i(t),
                  k = way == GPU__GEMM_TRANSPOSED   ? share<true, 1>::first_k(t)
                      : way == GPU__GEMM_BY_ELEMENT ? share<false, 1>::first_k(t)
                                                    : share<false, Width>::first_k(t);
        to = k * Pitch + i, from = tile + i * s_i + k * s_k;
    }
    template <bool Transposed, int W> __device__ __forceinline__ void whole(Type *stage, size_t s_i, size_t s_k) const
    {
        typedef share<Transposed, W> my;
        constexpr int Outer = Transposed ? my::StepsI : my::StepsK, Inner = Transposed ? my::StepsK : my::StepsI;
        const size_t apart = Transposed ? my::JumpI * s_i : my::LanesK * s_k;
        const Type *p = from;
#pragma unroll
        for (int o = 0; o < Outer; o++, p += apart)
#pragma unroll
            for (int n = 0; n < Inner; n++) {
                const int i = (Transposed ? o : n) * my::JumpI, k = (Transposed ? n : o) * my::LanesK;
                gpu__copy_async<W *(int)sizeof(Type)>(stage + k * Pitch + i, p + (Transposed ? k : i),
                                                      W * (int)sizeof(Type));
            }
    }
    /* A tile of which the matrix has `side` and `depth`; the rest of it is set to zero. */
    template <bool Transposed, int W>
    __device__ __forceinline__ void part(Type *stage, size_t s_i, size_t s_k, int side, int depth) const
    {
        typedef share<Transposed, W> my;
        const unsigned t = gpu__thread_again();
        side -= my::first_i(t), depth -= my::first_k(t);
#pragma unroll(Depth < 8 ? 4 : 1)
        for (int n = 0; n < my::StepsI * my::StepsK; n++) {
            const int i = n % my::StepsI * my::JumpI, k = n / my::StepsI * my::LanesK;
            gpu__copy_async<W *(int)sizeof(Type)>(stage + k * Pitch + i, from + i * s_i + k * s_k,
                                                  k < depth ? max(min(side - i, W), 0) * (int)sizeof(Type) : 0);
        }
    }
    template <bool Transposed, int W>
    __device__ __forceinline__ void bring(Type *stage, size_t s_i, size_t s_k, bool all, int side, int depth) const
    {
        if (all)
            whole<Transposed, W>(stage, s_i, s_k);
        else
            part<Transposed, W>(stage, s_i, s_k, side, depth);
    }
    /* Copies the next tile. The branches are uniform over the block. */
    __device__ __forceinline__ void next(Type *stage, size_t s_i, size_t s_k, bool all, int side, int depth)
    {
        stage += to;
        if (way == GPU__GEMM_TRANSPOSED)
            bring<true, 1>(stage, s_i, s_k, all, side, depth);
        else if (way == GPU__GEMM_BY_ELEMENT)
            bring<false, 1>(stage, s_i, s_k, all, side, depth);
        else
            bring<false, Width>(stage, s_i, s_k, all, side, depth);
        from += Depth * s_k;
    }
};
#endif

/* The products of a block's tile by ordinary multiply-adds: a thread has RowsPerThread x ColsPerThread sums, in groups
   of Width neighbours, so that its operands come 16 bytes at a time. */
template <class Element, int SideA, int SideB, int Deep, int RowsPerThread, int ColsPerThread> struct gpu__gemm_fma {
    typedef Element type;
    static constexpr int Width = 16 / (int)sizeof(Element), ThreadsM = SideA / RowsPerThread,
                         ThreadsN = SideB / ColsPerThread, Threads = ThreadsM * ThreadsN, TileM = SideA, TileN = SideB,
                         PatchM = ThreadsN >= 8 ? (ThreadsM < 4 ? ThreadsM : 4) : 32 / ThreadsN, PatchN = 32 / PatchM,
                         Depth = Deep, StepK = 1, Pad = Deep < 8 ? 8 : 4, PitchA = SideA + Pad, PitchB = SideB + Pad,
                         Passes = RowsPerThread / Width; /* of the store: groups of rows that lie together */
#ifdef __CUDA_ARCH__
    Element sum[RowsPerThread][ColsPerThread];
    int row, col;
    __device__ __forceinline__ gpu__gemm_fma() : sum{}
    {
        const int lane = threadIdx.x % 32, warp = threadIdx.x / 32, across = ThreadsN / PatchN;
        /* a quarter of a warp takes two rows of half a patch's columns, and so reads both operands in few banks */
        const bool square = PatchM >= 4 && PatchN >= 4;
        const int r = square ? lane / (2 * PatchN) * 2 + lane % 2 : lane / PatchN,
                  c = square ? lane % (2 * PatchN) / 2 : lane % PatchN;
        row = (warp / across * PatchM + r) * Width;
        col = (warp % across * PatchN + c) * Width;
    }
    /* the operands of this step, and those of the next, which are being read */
    Element x[2][RowsPerThread], y[2][ColsPerThread];
    __device__ __forceinline__ void load(int buffer, const Element *a, const Element *b)
    {
#pragma unroll
        for (int i = 0; i < RowsPerThread; i += Width) *(uint4 *)&x[buffer][i] = *(const uint4 *)&a[row + i * ThreadsM];
#pragma unroll
        for (int j = 0; j < ColsPerThread; j += Width) *(uint4 *)&y[buffer][j] = *(const uint4 *)&b[col + j * ThreadsN];
    }
    /* Multiplies the operands of step s, and reads those of the next one at a and b. The number of steps is even. */
    __device__ __forceinline__ void step(int s, const Element *a, const Element *b)
    {
        load((s + 1) % 2, a, b);
#pragma unroll
        for (int j = 0; j < ColsPerThread; j++)
#pragma unroll
            /* alternately down and up: each has one operand in common with the last */
            for (int n = 0; n < RowsPerThread; n++) {
                const int i = j % 2 ? RowsPerThread - 1 - n : n;
                sum[i][j] = fma(x[s % 2][i], y[s % 2][j], sum[i][j]);
            }
    }
    /* The position of the thread's first sum; store(i, j, sums) for every Width neighbours, i and j relative to it. */
    __device__ __forceinline__ int first_row() const { return row; }
    __device__ __forceinline__ int first_col() const { return col; }
    template <class Store> __device__ __forceinline__ void each(Store store) const
    {
#pragma unroll
        for (int i = 0; i < RowsPerThread; i++)
#pragma unroll
            for (int j = 0; j < ColsPerThread; j += Width)
                store(i / Width * Width * ThreadsM + i % Width, j * ThreadsN, &sum[i][j]);
    }
#endif
};

/* The same of doubles by the tensor cores: a warp has PartsM x PartsN fragments of 16 x 8 sums. */
template <int SideA, int SideB, int Deep, int WarpsM, int WarpsN> struct gpu__gemm_dmma {
    typedef double type;
    static constexpr int Width = 2, Depth = Deep, StepK = 4, Threads = 32 * WarpsM * WarpsN, TileM = SideA,
                         TileN = SideB, PartsM = TileM / WarpsM / 16, PartsN = TileN / WarpsN / 8, PitchA = TileM + 4,
                         PitchB = TileN + 4, Passes = 1;
#ifdef __CUDA_ARCH__
    double sum[PartsM][PartsN][4], x[2][PartsM][2], y[2][PartsN];
    int row, col, g, t;
    __device__ __forceinline__ gpu__gemm_dmma() : sum{}
    {
        const int warp = threadIdx.x / 32;
        row = warp / WarpsN * PartsM * 16, col = warp % WarpsN * PartsN * 8;
        g = threadIdx.x % 32 / 4, t = threadIdx.x % 4;
    }
    __device__ __forceinline__ void load(int buffer, const double *a, const double *b)
    {
#pragma unroll
        for (int i = 0; i < PartsM; i++)
#pragma unroll
            for (int e = 0; e < 2; e++) x[buffer][i][e] = a[t * PitchA + row + i * 16 + g + e * 8];
#pragma unroll
        for (int j = 0; j < PartsN; j++) y[buffer][j] = b[t * PitchB + col + j * 8 + g];
    }
    /* 16 x 8 sums += 16 x 4 by 4 x 8. (Of eight at a time the fragments fill the registers: slower.) */
    static __device__ __forceinline__ void multiply(double (&s)[4], const double (&x)[2], double y)
    {
#if __CUDA_ARCH__ >= 900
        asm volatile("mma.sync.aligned.m16n8k4.row.col.f64.f64.f64.f64 {%0,%1,%2,%3},{%4,%5},{%6},{%0,%1,%2,%3};"
                     : "+d"(s[0]), "+d"(s[1]), "+d"(s[2]), "+d"(s[3])
                     : "d"(x[0]), "d"(x[1]), "d"(y));
#elif __CUDA_ARCH__ >= 800
#pragma unroll
        for (int e = 0; e < 2; e++) /* rows g and g + 8 */
            asm volatile("mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {%0,%1},{%2},{%3},{%0,%1};"
                         : "+d"(s[e * 2]), "+d"(s[e * 2 + 1])
                         : "d"(x[e]), "d"(y));
#else
        (void)s, (void)x, (void)y; /* not launched there */
#endif
    }
    __device__ __forceinline__ void step(int s, const double *a, const double *b)
    {
        load((s + 1) % 2, a, b);
#pragma unroll
        for (int i = 0; i < PartsM; i++)
#pragma unroll
            for (int j = 0; j < PartsN; j++) multiply(sum[i][j], x[s % 2][i], y[s % 2][j]);
    }
    __device__ __forceinline__ int first_row() const { return row + g; }
    __device__ __forceinline__ int first_col() const { return col + t * 2; }
    template <class Store> __device__ __forceinline__ void each(Store store) const
    {
#pragma unroll
        for (int i = 0; i < PartsM; i++)
#pragma unroll
            for (int j = 0; j < PartsN; j++)
#pragma unroll
                for (int e = 0; e < 2; e++) store(i * 16 + e * 8, j * 8, &sum[i][j][e * 2]);
    }
#endif
};

/* Tiles are numbered in bands of so many rows of tiles: blocks which run together share operands in the cache. */
enum { GPU__GEMM_BAND = 8 };
/* n / d by a multiplication, for n + 1 and d of 32 bits. The reciprocal is (2^64 - e) / d with 1 <= e <= d; n + 1 times
   it is 2^64 (n + 1) / d less (n + 1) e / d, which is more than 0 and at most 2^64 / d: the upper half is n / d rounded
   down. (With a larger d it is 0, as it should be.) */
static inline unsigned long long gpu__gemm_reciprocal(unsigned long long d) { return ~0ull / d; }
#ifdef __CUDA_ARCH__
static __device__ __forceinline__ unsigned gpu__gemm_divide(unsigned n, unsigned long long over)
{
    return (unsigned)__umul64hi(n + 1, over);
}

/* A block's tile of C, how much of it lies in the matrix, and the split along k that the block adds up. */
struct gpu__gemm_tile {
    size_t matrix, split, row0, col0, k0; /* split: counted over all matrices */
    int rows, cols, overlap_i, overlap_j; /* overlap: rows and columns that another block computes, too */
    /* The number of steps along k, each of which multiplies a tile of A and one of B. The first `whole` lie in the
       matrices entirely. The last has a depth of `last`, which is 0 where there is no k. */
    unsigned steps, whole;
    int last;
};
template <class Shape>
static __device__ __forceinline__ gpu__gemm_tile gpu__gemm_tile_of(const gpu__gemm_args<typename Shape::type> &g)
{
    constexpr int Width = Shape::Width, Depth = Shape::Depth;
    const unsigned Band = GPU__GEMM_BAND, split = gpu__gemm_divide(blockIdx.x, g.over_tiles),
                   id = blockIdx.x - split * g.tiles_m * g.tiles_n, band = gpu__gemm_divide(id, g.over_band),
                   at = id - band * Band * g.tiles_n, high = min(g.tiles_m - band * Band, Band),
                   col = high < Band ? gpu__gemm_divide(at, g.over_last) : at / Band,
                   matrix = gpu__gemm_divide(split, g.over_splits);
    gpu__gemm_tile p;
    p.matrix = matrix, p.split = split, p.k0 = (split - matrix * g.splits) * g.split_k;
    p.row0 = (size_t)(band * Band + at - col * high) * Shape::TileM, p.col0 = (size_t)col * Shape::TileN;
    p.rows = (int)min(g.m - p.row0, (size_t)Shape::TileM), p.cols = (int)min(g.n - p.col0, (size_t)Shape::TileN);
    p.overlap_i = p.overlap_j = 0;
    /* (tiles that end with the matrix must begin where 16 bytes of its rows do) */
    const bool even = (g.a_i != 1 || !g.aligned_a || g.m % Width == 0) &&
                      (g.b_j != 1 || !g.aligned_b || g.n % Width == 0) && (!g.aligned_c || g.n % Width == 0);
    if (even && g.m >= Shape::TileM && g.n >= Shape::TileN) { /* the last tiles end where the matrix does */
        p.overlap_i = Shape::TileM - p.rows, p.overlap_j = Shape::TileN - p.cols;
        p.row0 -= p.overlap_i, p.col0 -= p.overlap_j, p.rows = Shape::TileM, p.cols = Shape::TileN;
    }
    const size_t depth = g.k > p.k0 ? min(g.k - p.k0, g.split_k) : 0;
    p.steps = depth ? (unsigned)((depth + Depth - 1) / Depth) : 1;
    p.whole = p.rows == Shape::TileM && p.cols == Shape::TileN ? (unsigned)(depth / Depth) : 0;
    p.last = (int)(depth - (size_t)(p.steps - 1) * Depth);
    return p;
}

/* Puts a block's sums where they belong, finished unless another kernel joins the splits. A tile at an edge of C, or
   one that C is added to, goes through shared memory, some of its rows at a time. (Even where alpha is 1 the sums are
   multiplied by it: else the compiler gives them registers in the order of the store in the main loop too, and their
   banks collide with those of the operands.) */
template <class Shape, int Room, class Type> static __device__ __forceinline__ void
gpu__gemm_store(const Shape &shape, const gpu__gemm_args<Type> &g, const gpu__gemm_tile &at, Type *stage)
{
    constexpr int Width = Shape::Width, Rows = Shape::TileM / Shape::Passes, Pitch = Shape::TileN + Width;
    static_assert(Rows * Pitch <= Room, "a pass has room in the stages");
    const size_t c_i = g.partial ? g.n : g.c_i, c_j = g.partial ? 1 : g.c_j;
    const Type alpha = g.partial ? (Type)1 : g.alpha, beta = g.partial ? (Type)0 : g.beta;
    Type *const c =
        (g.partial ? g.partial + at.split * g.m * g.n : g.c + at.matrix * g.stride_c) + at.row0 * c_i + at.col0 * c_j;
    if (at.rows == Shape::TileM && at.cols == Shape::TileN && g.aligned_c && beta == 0) {
        Type *const mine = c + shape.first_row() * c_i + shape.first_col();
        shape.each([&](int i, int j, const Type *sum) {
            alignas(16) Type v[Width];
#pragma unroll
            for (int e = 0; e < Width; e++) v[e] = alpha * sum[e];
            *(uint4 *)(mine + i * c_i + j) = *(const uint4 *)v;
        });
        return;
    }
    const Type scale = beta != 0 ? (Type)1 : alpha;
    Type *const mine = stage + shape.first_row() * Pitch + shape.first_col();
#pragma unroll 1
    for (int pass = 0; pass < Shape::Passes; pass++) {
        __syncthreads();
        shape.each([&](int i, int j, const Type *sum) {
            if (i / Rows != pass) return;
            alignas(16) Type v[Width];
#pragma unroll
            for (int e = 0; e < Width; e++) v[e] = scale * sum[e];
            *(uint4 *)(mine + i % Rows * Pitch + j) = *(const uint4 *)v;
        });
        __syncthreads();
#pragma unroll 1
        for (int e = threadIdx.x; e < Rows * Shape::TileN; e += Shape::Threads) {
            const int i = pass * Rows + e / Shape::TileN, j = e % Shape::TileN;
            if (i >= at.rows || j >= at.cols || i < at.overlap_i || j < at.overlap_j) continue;
            const Type v = stage[e / Shape::TileN * Pitch + j];
            Type *const to = c + i * c_i + j * c_j;
            *to = beta != 0 ? fma(alpha, v, beta * *to) : v;
        }
    }
}
#endif

/* A property that is known at run time, as a constant that a function can be given. */
template <bool value> struct gpu__bool {
    __host__ __device__ constexpr operator bool() const { return value; }
};
/* A block computes a tile of C, or of one split's sums. */
template <class Shape, int Stages, int Blocks> static __global__ void __launch_bounds__(Shape::Threads, Blocks)
    gpu__gemm_tiled(const __grid_constant__ gpu__gemm_args<typename Shape::type> g)
{
#ifdef __CUDA_ARCH__
    typedef typename Shape::type Type;
    constexpr int Depth = Shape::Depth, Steps = Depth / Shape::StepK, StageA = Depth * Shape::PitchA,
                  Stage = StageA + Depth * Shape::PitchB, End = Stages * Stage;
    extern __shared__ __align__(16) unsigned char gpu__dynamic_bytes[];
    Type *const ring = (Type *)gpu__dynamic_bytes; /* of Stages pairs of tiles, all but one of them being copied */
    gpu__follow(!g.partial);
    const gpu__gemm_tile at = gpu__gemm_tile_of<Shape>(g);
    gpu__gemm_feed<Type, Shape::TileM, Depth, Shape::Threads, Shape::PitchA> feed_a(
        g.a + at.matrix * g.stride_a + at.row0 * g.a_i + at.k0 * g.a_k, g.a_i, g.a_k, g.aligned_a);
    gpu__gemm_feed<Type, Shape::TileN, Depth, Shape::Threads, Shape::PitchB> feed_b(
        g.b + at.matrix * g.stride_b + at.col0 * g.b_j + at.k0 * g.b_k, g.b_j, g.b_k, g.aligned_b);
    Shape shape;
    unsigned from = 0, to = 0;
    /* The copies are Stages - 1 steps ahead of the products. */
#pragma unroll 1
    for (unsigned ahead = 0; ahead < at.steps + (Stages - 1); ahead++) {
        if (ahead < at.steps) {
            const int deep = ahead + 1 < at.steps ? Depth : at.last;
            feed_a.next(ring + to, g.a_i, g.a_k, ahead < at.whole, at.rows, deep);
            feed_b.next(ring + to + StageA, g.b_j, g.b_k, ahead < at.whole, at.cols, deep);
        }
        gpu__copies_commit();
        to = to + Stage < End ? to + Stage : 0;
        if (ahead < Stages - 1) continue;
        if (ahead == Stages - 1) {
            gpu__copies_wait<Stages - 1>();
            __syncthreads();
            shape.load(0, ring, ring + StageA);
        }
        /* What is multiplied is read from shared memory one k earlier, the next tile's first k too. */
#pragma unroll
        for (int s = 0; s < Steps; s++) {
            if (s == Steps - 1) {
                gpu__copies_wait<Stages - 2>();
                __syncthreads();
                from = from + Stage < End ? from + Stage : 0;
            }
            const int k = (s + 1) % Steps * Shape::StepK;
            shape.step(s, ring + from + k * Shape::PitchA, ring + from + StageA + k * Shape::PitchB);
            if (Depth < 8) {
                /* a flat tile leaves out the zeros behind the last k; loads must not move behind this branch */
                asm volatile("" ::: "memory");
                if (s + 1 == at.last && ahead + 1 == at.steps + (Stages - 1)) break;
            }
        }
    }
    gpu__gemm_store<Shape, End>(shape, g, at, ring);
#endif
}

/* Adds the sums of the splits, in ascending order. */
template <class Type> static __global__ void __launch_bounds__(256)
    gpu__gemm_join(const __grid_constant__ gpu__gemm_args<Type> g, size_t count)
{
#ifdef __CUDA_ARCH__
    const size_t at = (size_t)blockIdx.x * 256 + threadIdx.x, area = g.m * g.n;
    gpu__follow(false);
    if (at >= count) return;
    const size_t matrix = at / area, place = at % area;
    const Type *p = g.partial + matrix * g.splits * area + place;
    Type sum = 0;
#pragma unroll 8
    for (unsigned s = 0; s < g.splits; s++) sum += p[s * area];
    Type *const to = g.c + matrix * g.stride_c + place / g.n * g.c_i + place % g.n * g.c_j;
    *to = g.beta != 0 ? fma(g.alpha, sum, g.beta * *to) : g.alpha * sum;
#endif
}

/* Prepares a kernel on the current device, once: allows as much dynamic shared memory as any of its launches takes, and
   finds out whether its code waits in gpu__follow. */
template <auto kernel> static cudaError_t gpu__prepare(size_t most_shared, bool *follows)
{
    static signed char known[64]; /* 1: prepared; 2: and it waits; every thread finds the same */
    int device = 0;
    (void)cudaGetDevice(&device);
    if (device >= 64 || !known[device]) {
        cudaFuncAttributes f;
        cudaError_t e = cudaFuncGetAttributes(&f, kernel);
        if (!e && most_shared > 48 << 10)
            e = cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, (int)most_shared);
        if (e) return e;
        *follows = CUDART_VERSION >= 12030 && f.ptxVersion >= 90; /* before that no graph could hold such a launch */
        if (device < 64) known[device] = *follows ? 2 : 1;
    } else
        *follows = known[device] > 1;
    return cudaSuccess;
}
/* Queues a kernel of a product. From sm_90 on its blocks are set up while the kernel before it still runs (programmatic
   dependent launch): it calls gpu__follow before it reads or writes memory. */
struct gpu__launch_of {
    cudaStream_t stream;
    dim3 blocks;
    unsigned threads, cluster = 0; /* blocks of a cluster; 0: there are none */
    size_t shared = 0, most_shared = 0;
};
template <auto kernel, class... Arg>
static cudaError_t gpu__launch_closely(const gpu__launch_of &shape, const Arg &...arg)
{
    cudaLaunchConfig_t launch = {};
    cudaLaunchAttribute a[2];
    bool follows;
    const cudaError_t e = gpu__prepare<kernel>(shape.most_shared, &follows);
    if (e) return e;
    launch.gridDim = shape.blocks, launch.blockDim = dim3(shape.threads);
    launch.dynamicSmemBytes = shape.shared, launch.stream = shape.stream, launch.attrs = a;
    if (follows) {
        a[launch.numAttrs].id = cudaLaunchAttributeProgrammaticStreamSerialization;
        a[launch.numAttrs++].val.programmaticStreamSerializationAllowed = 1;
    }
    if (shape.cluster) {
        a[launch.numAttrs].id = cudaLaunchAttributeClusterDimension;
        a[launch.numAttrs].val.clusterDim.x = shape.cluster;
        a[launch.numAttrs].val.clusterDim.y = a[launch.numAttrs].val.clusterDim.z = 1;
        launch.numAttrs++;
    }
    return cudaLaunchKernelEx(&launch, kernel, arg...);
}
/* Calls launch(g, blocks) for as many matrices as a grid has blocks, `each` for a matrix, and adds up their splits. */
template <class Type, class Launch> static cudaError_t gpu__gemm_batches(cudaStream_t stream, gpu__gemm_args<Type> g,
                                                                         size_t batch, size_t each, Launch launch)
{
    const size_t most = 0x7fffffff;
    cudaError_t e = cudaSuccess;
    if (each > most) return cudaErrorInvalidConfiguration;
    for (size_t left = batch; left && !e;) {
        const size_t some = left < most / each ? left : most / each, sums = some * g.m * g.n;
        e = launch(g, (unsigned)(some * each));
        if (g.partial && !e)
            e = gpu__launch_closely<gpu__gemm_join<Type>>({stream, (unsigned)gpu__ceil_div(sums, 256), 256}, g, sums);
        g.a += some * g.stride_a, g.b += some * g.stride_b, g.c += some * g.stride_c, left -= some;
    }
    return e;
}
template <class Type> static bool gpu__gemm_aligned_c(const gpu__gemm_args<Type> &g)
{
    const size_t width = 16 / sizeof(Type);
    if (g.partial) return g.n % width == 0;
    return g.c_j == 1 && (uintptr_t)g.c % 16 == 0 && g.c_i % width == 0 && g.stride_c % width == 0;
}
template <class Shape, int Stages> constexpr size_t gpu__gemm_shared()
{
    return (size_t)Stages * Shape::Depth * (Shape::PitchA + Shape::PitchB) * sizeof(typename Shape::type);
}
template <class Shape, int Stages, int Blocks>
static cudaError_t gpu__gemm_run(cudaStream_t stream, gpu__gemm_args<typename Shape::type> g, size_t batch)
{
    constexpr size_t shared = gpu__gemm_shared<Shape, Stages>();
    const size_t tiles_m = gpu__ceil_div(g.m, Shape::TileM), tiles_n = gpu__ceil_div(g.n, Shape::TileN);
    if (tiles_m > (size_t)0x7fffffff / tiles_n / g.splits) return cudaErrorInvalidConfiguration;
    g.tiles_m = (unsigned)tiles_m, g.tiles_n = (unsigned)tiles_n;
    g.over_tiles = gpu__gemm_reciprocal(g.tiles_m * g.tiles_n), g.over_splits = gpu__gemm_reciprocal(g.splits);
    g.over_band = gpu__gemm_reciprocal((size_t)GPU__GEMM_BAND * g.tiles_n);
    g.over_last = gpu__gemm_reciprocal(g.tiles_m % GPU__GEMM_BAND ? g.tiles_m % GPU__GEMM_BAND : 1);
    g.aligned_c = gpu__gemm_aligned_c(g);
    return gpu__gemm_batches(stream, g, batch, tiles_m * tiles_n * g.splits, [=](const auto &some, unsigned blocks) {
        return gpu__launch_closely<gpu__gemm_tiled<Shape, Stages, Blocks>>(
            {stream, blocks, Shape::Threads, 0, shared, shared}, some);
    });
}

/* Calls call(a, b) with two properties that are known at run time as constants. */
template <class Call> static cudaError_t gpu__gemm_ways(bool a, bool b, Call call)
{
    const gpu__bool<true> yes;
    const gpu__bool<false> no;
    if (a) return b ? call(yes, yes) : call(yes, no);
    return b ? call(no, yes) : call(no, no);
}

/* The same product seen from the other side: the transpose of C is that of B times that of A. */
template <class Type> static void gpu__gemm_transpose(gpu__gemm_args<Type> &g)
{
    auto swap = [](auto &x, auto &y) {
        auto t = x;
        x = y, y = t;
    };
    swap(g.a, g.b), swap(g.m, g.n), swap(g.a_i, g.b_j), swap(g.a_k, g.b_k), swap(g.c_i, g.c_j);
    swap(g.stride_a, g.stride_b), swap(g.aligned_a, g.aligned_b);
}
template <class Type>
static gpu__gemm_args<Type> gpu__gemm_args_of(const gpu_gemm_spec &g, void *c, const void *a, const void *b)
{
    const size_t width = 16 / sizeof(Type);
    auto wide = [=](const void *p, size_t ld, size_t stride) {
        return (uintptr_t)p % 16 == 0 && ld % width == 0 && stride % width == 0;
    };
    gpu__gemm_args<Type> args = {};
    args.a = (const Type *)a, args.b = (const Type *)b, args.c = (Type *)c;
    args.m = g.m, args.n = g.n, args.k = g.k;
    args.a_i = g.transpose_a ? 1 : g.lda, args.a_k = g.transpose_a ? g.lda : 1;
    args.b_j = g.transpose_b ? g.ldb : 1, args.b_k = g.transpose_b ? 1 : g.ldb;
    args.c_i = g.ldc, args.c_j = 1;
    args.stride_a = g.stride_a, args.stride_b = g.stride_b, args.stride_c = g.stride_c;
    args.aligned_a = wide(a, g.lda, g.stride_a), args.aligned_b = wide(b, g.ldb, g.stride_b);
    args.alpha = (Type)g.alpha, args.beta = (Type)g.beta;
    return args;
}
