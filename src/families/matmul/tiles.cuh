/* ---- Matrix multiplication in float and double ------------------------------------------------------------------- */

/* C[m][n] = alpha * A B + beta * C of a batch of matrices. Element (i, k) of A is a[i * a_i + k * a_k], (k, j) of B is
   b[j * b_j + k * b_k], (i, j) of C is c[i * c_i + j * c_j]; one stride of each is 1. The terms of a sum are divided
   into `splits` splits of split_k terms; if there are several, their sums go to `partial`, [batch][splits][m][n]. */
template <class Type> struct gpu__matmul_args {
    const Type *a, *b;
    Type *c, *partial;
    size_t m, n, k, a_i, a_k, b_j, b_k, c_i, c_j, stride_a, stride_b, stride_c, split_k;
    unsigned tiles_m, tiles_n, splits;
    unsigned long long over_tiles, over_splits, over_band, over_last; /* reciprocals for gpu__matmul_block_of */
    bool aligned_a, aligned_b, aligned_c;                             /* 16 bytes can be moved at a time */
    Type alpha, beta;
};

#ifdef __CUDA_ARCH__
/* An asynchronous copy to shared memory, or zeros if `bytes` is 0. (Of a part the hardware would read all, and the part
   may end the memory.) It is predicated by `now`: a branch would prevent the compiler from scheduling the code around
   it. */
template <int Width> GPU__DEVICE_FN void gpu__copy_async(void *to, const void *from, int bytes, bool now = true)
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
    GPU__UNROLLED (int i = 0; i < Width / 4; i++)
        if (now) ((unsigned *)to)[i] = i * 4 < bytes ? ((const unsigned *)from)[i] : 0;
#endif
}

/* Reads threadIdx.x anew, so that the compiler does not move computations for rare code in front of the loop. */
GPU__DEVICE_FN unsigned gpu__thread_again()
{
    unsigned t;
    asm volatile("mov.u32 %0, %%tid.x;" : "=r"(t));
    return t;
}
/* A thread's share of the copies of an operand to shared memory: successive tiles along k, of Side x Depth elements,
   where element (i, k) is at i * AtI + k * AtK. In global memory the operand is contiguous along k (AlongK) or along
   the side, with `stride` between rows; a copy has Width elements. If the copy transposes the tile, 8 lanes of a warp
   are along k and 4 along the side, in flat tiles 4 and 8: they read whole sectors, and have no bank conflicts. */
template <class Type, int Side, int Depth, int Threads, int AtI, int AtK, bool AlongK, int Width>
struct gpu__matmul_feed {
    static constexpr bool Along = AlongK;
    static constexpr int Abreast = Width;
    static constexpr int AcrossK = Width > 1 ? Depth / Width : gpu__min(Depth, 8),
                         AcrossI = gpu__min(Side / Width, Threads), LanesK = AlongK ? AcrossK : Threads / AcrossI,
                         LanesI = AlongK ? Threads / AcrossK : AcrossI, JumpI = AlongK ? LanesI : LanesI * Width,
                         JumpK = AlongK ? LanesK * Width : LanesK, StepsI = Side / JumpI, StepsK = Depth / JumpK,
                         Bytes = Width * (int)sizeof(Type), Across = AlongK ? StepsK : StepsI, Copies = StepsI * StepsK;
    static_assert(LanesI * LanesK == Threads && StepsI * JumpI == Side && StepsK * JumpK == Depth,
                  "threads share a tile evenly");
    /* distance of the thread's copy n from its first copy */
    static constexpr __device__ int further_i(int n) { return (AlongK ? n / Across : n % Across) * JumpI; }
    static constexpr __device__ int further_k(int n) { return (AlongK ? n % Across : n / Across) * JumpK; }

    unsigned side_at, k_at; /* position of the thread's first copy */
    const Type *from;       /* of the next copy */
    ptrdiff_t apart, back;  /* to the next row of copies; from the last one to the next tile's first one */
    __device__ __forceinline__ gpu__matmul_feed(const Type *tile, size_t stride, unsigned thread)
        : side_at(AlongK ? thread / LanesK : thread % LanesI * Width),
          k_at(AlongK ? thread % LanesK * Width : thread / LanesI),
          from(tile + (AlongK ? side_at * stride + k_at : k_at * stride + side_at)),
          apart((ptrdiff_t)((AlongK ? JumpI : JumpK) * stride)), back(AlongK ? Depth - (StepsI - 1) * apart : apart)
    {
    }
    /* Makes copy n of Copies; they have to be made in order. */
    __device__ __forceinline__ void copy(Type *to, int n, int bytes = Bytes, bool now = true)
    {
        gpu__copy_async<Bytes>(to + side_at * AtI + k_at * AtK + further_i(n) * AtI + further_k(n) * AtK,
                               from + (AlongK ? further_k(n) : further_i(n)), bytes, now);
        if ((n + 1) % Across == 0) from += n + 1 < Copies ? apart : back;
    }
    __device__ __forceinline__ void copy_all(Type *to, bool now = true)
    {
        GPU__UNROLLED (int n = 0; n < Copies; n++) copy(to, n, Bytes, now);
    }
    /* The same of `side` by `depth` elements, a multiple of Width along a copy; the rest is set to zero. */
    __device__ __forceinline__ void copy_some(Type *to, int side, int depth)
    {
        if (side >= Side && depth >= Depth) return copy_all(to);
#pragma unroll 4
        for (int n = 0; n < Copies; n++) {
            const int more_i = side - (int)side_at - further_i(n), more_k = depth - (int)k_at - further_k(n);
            copy(to, n, more_i <= 0 || more_k <= 0 ? 0 : Bytes);
        }
    }
    /* Copies a tile at any address with any storage, of which `side` by `depth` elements exist. */
    template <bool along, int width> using other = gpu__matmul_feed<Type, Side, Depth, Threads, AtI, AtK, along, width>;
    GPU__DEVICE_FN void copy_rest(Type *to, const Type *tile, size_t s_i, size_t s_k, bool wide, int side, int depth)
    {
        constexpr int Most = 16 / (int)sizeof(Type);
        const unsigned t = gpu__thread_again();
        wide = wide && (AtK == 1 ? depth : side) % Most == 0;
        if constexpr (AtK == 1) {
            if (wide) other<true, Most>(tile, s_i, t).copy_some(to, side, depth);
            else other<true, 1>(tile, s_i, t).copy_some(to, side, depth);
        } else if (s_i != 1) other<true, 1>(tile, s_i, t).copy_some(to, side, depth);
        else if (wide) other<false, Most>(tile, s_k, t).copy_some(to, side, depth);
        else other<false, 1>(tile, s_k, t).copy_some(to, side, depth);
    }
};
#endif

/* Multiplies a block's tiles of A and B by ordinary multiply-adds: a thread has RowsPerThread x ColsPerThread sums, in
   groups of Width neighbours, so that it loads its operands 16 bytes at a time. Plain operands are contiguous along k
   in A, which is transposed by the copy, and along the columns in B, of which a copy has Abreast elements. */
template <class Element, int SideA, int SideB, int Deep, int RowsPerThread, int ColsPerThread,
          int Abreast = 16 / (int)sizeof(Element)>
struct gpu__matmul_fma {
    typedef Element type;
    static constexpr bool Single = Abreast == 1;
    static constexpr int Width = 16 / (int)sizeof(Element), ThreadsM = SideA / RowsPerThread,
                         ThreadsN = SideB / ColsPerThread, Threads = ThreadsM * ThreadsN,
                         TileM = ThreadsM * RowsPerThread, TileN = ThreadsN * ColsPerThread,
                         PatchM = ThreadsN >= 8 ? (ThreadsM < 4 ? ThreadsM : 4) : 32 / ThreadsN, PatchN = 32 / PatchM,
                         Depth = Deep, StepK = 1, Pad = Deep < 8 ? 8 : 4, AtI_a = 1, AtK_a = SideA + Pad, AtI_b = 1,
                         AtK_b = SideB + Pad, StageA = Deep * AtK_a, StageB = Deep * AtK_b,
                         Slots = ColsPerThread < 16 ? 0 : ColsPerThread; /* small tiles have other blocks beside them */
#ifdef __CUDA_ARCH__
    typedef gpu__matmul_feed<Element, SideA, Deep, Threads, AtI_a, AtK_a, true, 1> FeedA;
    typedef gpu__matmul_feed<Element, SideB, Deep, Threads, AtI_b, AtK_b, false, Abreast> FeedB;
    GPU__DEVICE_FN bool plain(const gpu__matmul_args<Element> &g)
    {
        return g.a_k == 1 && g.b_j == 1 && (Abreast == 1 || g.aligned_b);
    }
    Element sum[RowsPerThread][ColsPerThread];
    int row, col;
    __device__ __forceinline__ gpu__matmul_fma() : sum{}
    {
        const int lane = threadIdx.x % 32, warp = threadIdx.x / 32, across = ThreadsN / PatchN;
        /* a quarter of a warp is two rows by half the columns of a patch, so it reads both operands from few banks */
        const bool square = PatchM >= 4 && PatchN >= 4;
        const int r = square ? lane / (2 * PatchN) * 2 + lane % 2 : lane / PatchN,
                  c = square ? lane % (2 * PatchN) / 2 : lane % PatchN;
        row = (warp / across * PatchM + r) * Width;
        col = (warp % across * PatchN + c) * Width;
    }
    alignas(16) Element x[2][RowsPerThread]; /* double buffer: the operands of this step and of the next one */
    alignas(16) Element y[2][ColsPerThread];
    __device__ __forceinline__ void load(int buffer, const Element *a, const Element *b)
    {
        GPU__UNROLLED (int i = 0; i < RowsPerThread; i += Width)
            *(uint4 *)&x[buffer][i] = *(const uint4 *)&a[row + i * ThreadsM];
        GPU__UNROLLED (int j = 0; j < ColsPerThread; j += Width)
            *(uint4 *)&y[buffer][j] = *(const uint4 *)&b[col + j * ThreadsN];
    }
    /* Multiplies the operands of step s, and loads those of the next step from a and b. (The number of steps is even.)
       `meanwhile` is called Slots times in between. */
    template <class Meanwhile>
    __device__ __forceinline__ void step(int s, const Element *a, const Element *b, Meanwhile meanwhile)
    {
        load((s + 1) % 2, a, b);
        GPU__UNROLLED (int j = 0; j < ColsPerThread; j++) {
            GPU__UNROLLED (int iteration = 0; iteration < RowsPerThread;
                           iteration++) { /* up, then down: shares an operand with the last one */
                const int i = j % 2 ? RowsPerThread - 1 - iteration : iteration;
                sum[i][j] = fma(x[s % 2][i], y[s % 2][j], sum[i][j]);
            }
            if (j < Slots) meanwhile(j);
        }
    }
    /* The position of the thread's first sum in the tile; then its groups of Width neighbouring sums, with their
       distances from the first one. */
    __device__ __forceinline__ int first_row() const { return row; }
    __device__ __forceinline__ int first_col() const { return col; }
    static constexpr int PerRow = ColsPerThread / Width, Groups = RowsPerThread * PerRow;
    GPU__DEVICE_FN int group_row(int n)
    {
        const int i = n / PerRow;
        return i / Width * Width * ThreadsM + i % Width;
    }
    GPU__DEVICE_FN int group_col(int n) { return n % PerRow * Width * ThreadsN; }
    __device__ __forceinline__ const Element *group(int n) const { return &sum[n / PerRow][n % PerRow * Width]; }
#endif
};

/* The same for doubles by the tensor cores: a warp has PartsM x PartsN fragments of 16 x 8 sums. Operands keep their
   storage order in shared memory, since fragments are loaded without bank conflicts in either order. Abreast: number of
   elements of a copy. */
template <int WarpsM, int WarpsN, int PartsM, int PartsN, bool AlongA, bool AlongB, int Abreast = 2>
struct gpu__matmul_dmma {
    typedef double type;
    static constexpr bool Single = Abreast == 1;
    static constexpr int Width = 2, Depth = 16, StepK = 4, Threads = 32 * WarpsM * WarpsN, TileM = WarpsM * PartsM * 16,
                         TileN = WarpsN * PartsN * 8, AtI_a = AlongA ? Depth + 4 : 1, AtK_a = AlongA ? 1 : TileM + 4,
                         AtI_b = AlongB ? Depth + 4 : 1, AtK_b = AlongB ? 1 : TileN + 4,
                         StageA = AlongA ? TileM * AtI_a : Depth * AtK_a,
                         StageB = AlongB ? TileN * AtI_b : Depth * AtK_b, Slots = PartsM * PartsN;
#ifdef __CUDA_ARCH__
    typedef gpu__matmul_feed<double, TileM, Depth, Threads, AtI_a, AtK_a, AlongA, Abreast> FeedA;
    typedef gpu__matmul_feed<double, TileN, Depth, Threads, AtI_b, AtK_b, AlongB, Abreast> FeedB;
    GPU__DEVICE_FN bool plain(const gpu__matmul_args<double> &g)
    {
        return Abreast == 1 || (g.aligned_a && g.aligned_b);
    }
    double sum[PartsM][PartsN][4], x[2][PartsM][2], y[2][PartsN];
    int row, col, g, t;
    __device__ __forceinline__ gpu__matmul_dmma() : sum{}
    {
        const int warp = threadIdx.x / 32;
        row = warp / WarpsN * PartsM * 16, col = warp % WarpsN * PartsN * 8;
        g = threadIdx.x % 32 / 4, t = threadIdx.x % 4;
    }
    __device__ __forceinline__ void load(int buffer, const double *a, const double *b)
    {
        GPU__UNROLLED (int i = 0; i < PartsM; i++)
            GPU__UNROLLED (int e = 0; e < 2; e++) x[buffer][i][e] = a[t * AtK_a + (row + i * 16 + g + e * 8) * AtI_a];
        GPU__UNROLLED (int j = 0; j < PartsN; j++) y[buffer][j] = b[t * AtK_b + (col + j * 8 + g) * AtI_b];
    }
    /* 16 x 8 sums += 16 x 4 by 4 x 8. (16 x 8 by 8 x 8 is slower: the fragments need too many registers.) */
    GPU__DEVICE_FN void multiply(double (&s)[4], const double (&x)[2], double y)
    {
#if __CUDA_ARCH__ >= 900
        asm volatile("mma.sync.aligned.m16n8k4.row.col.f64.f64.f64.f64 {%0,%1,%2,%3},{%4,%5},{%6},{%0,%1,%2,%3};"
                     : "+d"(s[0]), "+d"(s[1]), "+d"(s[2]), "+d"(s[3])
                     : "d"(x[0]), "d"(x[1]), "d"(y));
#elif __CUDA_ARCH__ >= 800
        GPU__UNROLLED (int e = 0; e < 2; e++) /* rows g and g + 8 */
            asm volatile("mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {%0,%1},{%2},{%3},{%0,%1};"
                         : "+d"(s[e * 2]), "+d"(s[e * 2 + 1])
                         : "d"(x[e]), "d"(y));
#else
        (void)s, (void)x, (void)y; /* not launched on these architectures */
#endif
    }
    template <class Meanwhile>
    __device__ __forceinline__ void step(int s, const double *a, const double *b, Meanwhile meanwhile)
    {
        load((s + 1) % 2, a, b);
        GPU__UNROLLED (int i = 0; i < PartsM; i++)
            GPU__UNROLLED (int j = 0; j < PartsN; j++) {
                meanwhile(i * PartsN + j);
                multiply(sum[i][j], x[s % 2][i], y[s % 2][j]);
            }
    }
    __device__ __forceinline__ int first_row() const { return row + g; }
    __device__ __forceinline__ int first_col() const { return col + t * 2; }
    static constexpr int Groups = PartsM * PartsN * 2;
    GPU__DEVICE_FN int group_row(int n) { return n / 2 / PartsN * 16 + n % 2 * 8; }
    GPU__DEVICE_FN int group_col(int n) { return n / 2 % PartsN * 8; }
    __device__ __forceinline__ const double *group(int n) const
    {
        return &sum[n / 2 / PartsN][n / 2 % PartsN][n % 2 * 2];
    }
#endif
};

/* Tiles are rastered in bands of this many rows of tiles, so that those which run at the same time share operands in
   the cache: down the columns of a band, then the next band. */
enum { GPU__MATMUL_BAND = 8 };
#ifdef __CUDA_ARCH__
/* Row and column of tile `id` of tiles_m x tiles_n, counted in tiles. The caller knows how to divide: by_band(x) is
   x / (band * tiles_n), and by_height(x, height) has the row x % height and the column x / height. (References, so that
   the compiler makes the code that it makes of the caller's own expressions.) */
struct gpu__tile_at {
    unsigned row, col;
};
template <class ByBand, class ByHeight>
GPU__DEVICE_FN gpu__tile_at gpu__raster(unsigned id, const unsigned &tiles_m, const unsigned &tiles_n,
                                        const unsigned &band, const ByBand &by_band, const ByHeight &by_height)
{
    const unsigned first = by_band(id) * band;
    id -= first * tiles_n;
    const unsigned height = tiles_m - first < band ? tiles_m - first : band;
    const gpu__tile_at at = by_height(id, height);
    return {first + at.row, at.col};
}
#endif
/* n / d by a multiplication, for n + 1 and d of 32 bits. The reciprocal is (2^64 - e) / d with 1 <= e <= d; (n + 1)
   times it is 2^64 (n + 1) / d minus (n + 1) e / d, where the latter is more than 0 and at most 2^64 / d; so the upper
   half of the product is n / d rounded down. (For a larger d it is 0, which is correct.) */
static inline unsigned long long gpu__reciprocal(unsigned long long d) { return ~0ull / d; }
#ifdef __CUDA_ARCH__
GPU__DEVICE_FN unsigned gpu__divide_by(unsigned n, unsigned long long over)
{
    return (unsigned)__umul64hi(n + 1, over);
}

/* A block's tile of C, and the split that it sums up. */
struct gpu__matmul_block {
    size_t matrix, piece, row0, col0, k0; /* piece: number of the split, counted over all matrices */
    int rows, cols, again_i, again_j;     /* again: rows and columns that another block computes as well */
    /* The number of pairs of tiles along k. The first `whole` pairs are complete and can be copied by feeds. The last
       pair has a depth of `last`; if k is 0, there is one with a depth of 0. */
    unsigned iterations, whole;
    int last;
};
template <class Shape>
GPU__DEVICE_FN gpu__matmul_block gpu__matmul_block_of(const gpu__matmul_args<typename Shape::type> &g)
{
    constexpr int Width = Shape::Width, Depth = Shape::Depth;
    const unsigned Band = GPU__MATMUL_BAND, piece = gpu__divide_by(blockIdx.x, g.over_tiles),
                   id = blockIdx.x - piece * g.tiles_m * g.tiles_n, matrix = gpu__divide_by(piece, g.over_splits);
    const gpu__tile_at tile = gpu__raster(
        id, g.tiles_m, g.tiles_n, Band, [&](unsigned x) { return gpu__divide_by(x, g.over_band); },
        [&](unsigned x, unsigned height) {
            const unsigned col = height < Band ? gpu__divide_by(x, g.over_last) : x / Band;
            return gpu__tile_at{x - col * height, col};
        });
    gpu__matmul_block p;
    p.matrix = matrix, p.piece = piece, p.k0 = (piece - matrix * g.splits) * g.split_k;
    p.row0 = (size_t)tile.row * Shape::TileM, p.col0 = (size_t)tile.col * Shape::TileN;
    p.rows = (int)min(g.m - p.row0, (size_t)Shape::TileM), p.cols = (int)min(g.n - p.col0, (size_t)Shape::TileN);
    p.again_i = p.again_j = 0;
    /* (tiles that are moved back to end with the matrix must begin at an address that is aligned for the feeds' copies
       and C's stores) */
    const bool plain = Shape::plain(g), even = (Shape::FeedA::Along || g.m % Shape::FeedA::Abreast == 0) &&
                                               (Shape::FeedB::Along || g.n % Shape::FeedB::Abreast == 0) &&
                                               (!g.aligned_c || g.n % Width == 0);
    if (plain && even && g.m >= Shape::TileM && g.n >= Shape::TileN) { /* moves the last tiles back */
        p.again_i = Shape::TileM - p.rows, p.again_j = Shape::TileN - p.cols;
        p.row0 -= p.again_i, p.col0 -= p.again_j, p.rows = Shape::TileM, p.cols = Shape::TileN;
    }
    const size_t depth = g.k > p.k0 ? min(g.k - p.k0, g.split_k) : 0;
    p.iterations = depth ? (unsigned)((depth + Depth - 1) / Depth) : 1;
    p.whole = plain && p.rows == Shape::TileM && p.cols == Shape::TileN ? (unsigned)(depth / Depth) : 0;
    p.last = (int)(depth - (size_t)(p.iterations - 1) * Depth);
    return p;
}

/* Stores a group of sums at `to`, or only its columns from `first` to before `end`. */
template <class Type, int Width> GPU__DEVICE_FN void gpu__matmul_store_group(const Type (&sum)[Width], Type *to,
                                                                             size_t c_j, Type alpha, Type beta,
                                                                             bool aligned, int first, int end)
{
    if (aligned && Width <= end) {
        alignas(16) Type v[Width];
        if (beta != 0) *(uint4 *)v = *(const uint4 *)to;
        GPU__UNROLLED (int e = 0; e < Width; e++) v[e] = beta != 0 ? fma(alpha, sum[e], beta * v[e]) : alpha * sum[e];
        *(uint4 *)to = *(const uint4 *)v;
    } else
        GPU__UNROLLED (int e = 0; e < Width; e++)
            if (e >= first && e < end)
                to[e * c_j] = beta != 0 ? fma(alpha, sum[e], beta * to[e * c_j]) : alpha * sum[e];
}
/* Stores a block's sums to C, or to the sums of splits that another kernel adds up. `ring` is shared memory, RingBytes
   long, that the multiplication no longer needs. */
template <int RingBytes, class Shape, class Type> GPU__DEVICE_FN void
gpu__matmul_store(const Shape &shape, const gpu__matmul_args<Type> &g, const gpu__matmul_block &at, Type *ring)
{
    constexpr int Width = Shape::Width, Groups = Shape::Groups, Fit = RingBytes / (16 * Shape::Threads),
                  Some = Fit < Groups ? Groups / 2 : Groups; /* groups that a thread copies at a time */
    static_assert(Some <= Fit, "the sums of a block fit into its ring, half of them at a time");
    const bool whole = at.rows == Shape::TileM && at.cols == Shape::TileN;
    const size_t c_i = g.partial ? g.n : g.c_i, c_j = g.partial ? 1 : g.c_j;
    const Type alpha = g.partial ? (Type)1 : g.alpha, beta = g.partial ? (Type)0 : g.beta;
    Type *const c = (g.partial ? g.partial + at.piece * g.m * g.n : g.c + at.matrix * g.stride_c) +
                    (at.row0 + shape.first_row()) * c_i + (at.col0 + shape.first_col()) * c_j;
    if (whole && g.aligned_c && beta == 0) { /* the usual case: from registers */
        GPU__UNROLLED (int n = 0; n < Groups; n++) {
            /* (the product is computed even if alpha is 1: vector stores of the sums themselves would constrain their
               registers in the loop too, where they would have bank conflicts with those of the operands) */
            alignas(16) Type v[Width];
            GPU__UNROLLED (int e = 0; e < Width; e++) v[e] = alpha * shape.group(n)[e];
            *(uint4 *)(c + Shape::group_row(n) * c_i + Shape::group_col(n)) = *(const uint4 *)v;
        }
        return;
    }
    /* All other cases use a loop over a copy in shared memory, since unrolled checks would be half of the kernel's
       code. A thread copies its own sums, multiplied by a 1 that is not a constant for the compiler, for the same
       reason as above. */
    const Type one = (Type)(g.splits ? 1 : 0);
    const int rows = at.rows - shape.first_row(), cols = at.cols - shape.first_col(),
              again_i = at.again_i - shape.first_row(), again_j = at.again_j - shape.first_col();
    uint4 *const mine = (uint4 *)ring + threadIdx.x;
    __syncthreads();
    GPU__UNROLLED (int n0 = 0; n0 < Groups; n0 += Some) {
        GPU__UNROLLED (int n = 0; n < Some; n++) {
            alignas(16) Type v[Width];
            GPU__UNROLLED (int e = 0; e < Width; e++) v[e] = one * shape.group(n0 + n)[e];
            mine[n * Shape::Threads] = *(const uint4 *)v;
        }
#pragma unroll 2
        for (int n = 0; n < Some; n++) {
            const int i = Shape::group_row(n0 + n), j = Shape::group_col(n0 + n);
            if (i >= rows || j >= cols || i < again_i || j + Width <= again_j) continue;
            alignas(16) Type v[Width];
            *(uint4 *)v = mine[n * Shape::Threads];
            gpu__matmul_store_group(v, c + i * c_i + j * c_j, c_j, alpha, beta, g.aligned_c, again_j - j, cols - j);
        }
    }
}
#endif

/* A compile-time constant that is passed as an argument. */
template <bool value> struct gpu__bool {
    __host__ __device__ constexpr operator bool() const { return value; }
};
#ifdef __CUDA_ARCH__
/* If a block is alone on its multiprocessor, the copies of complete tiles are spread over the multiply-adds of an
   iteration, since together they would wait for their addresses. Each step has Shape::Slots slots for them, except the
   last one, which has none. */
template <class Shape> struct gpu__matmul_spread {
    static constexpr int Steps = Shape::Depth / Shape::StepK, CopiesA = Shape::FeedA::Copies,
                         Copies = CopiesA + Shape::FeedB::Copies, Slots = Shape::Slots * (Steps - 1),
                         Apart = Slots < Copies ? 1 : Slots / Copies,
                         Abreast = Slots ? (Copies + Slots - 1) / Slots : 0;
    GPU__DEVICE_FN void copy(typename Shape::FeedA &a, typename Shape::FeedB &b, typename Shape::type *to, int step,
                             int slot)
    {
        if constexpr (Slots > 0) {
            const int at = step * Shape::Slots + slot;
            if (at % Apart || step == Steps - 1) return;
            GPU__UNROLLED (int n = at / Apart * Abreast; n < (at / Apart + 1) * Abreast; n++)
                if (n < CopiesA) a.copy(to, n);
                else if (n < Copies) b.copy(to + Shape::StageA, n - CopiesA);
        }
    }
};
#endif

/* A block computes a tile of C, or of one split's sums. */
template <class Shape, int Stages, int Blocks> static __global__ void __launch_bounds__(Shape::Threads, Blocks)
    gpu__matmul_tiled(const __grid_constant__ gpu__matmul_args<typename Shape::type> g)
{
    typedef typename Shape::type Type;
    typedef typename Shape::FeedA FeedA;
    typedef typename Shape::FeedB FeedB;
    constexpr int Depth = Shape::Depth, StageA = Shape::StageA, Stage = StageA + Shape::StageB, End = Stages * Stage;
    extern __shared__ __align__(16) unsigned char gpu__dynamic_bytes[];
    Type *const ring = (Type *)gpu__dynamic_bytes; /* ring of Stages pairs of tiles, all but one of them in flight */
    gpu__follow(!g.partial);
    const gpu__matmul_block at = gpu__matmul_block_of<Shape>(g);
    const Type *const a = g.a + at.matrix * g.stride_a + at.row0 * g.a_i + at.k0 * g.a_k;
    const Type *const b = g.b + at.matrix * g.stride_b + at.col0 * g.b_j + at.k0 * g.b_k;
    FeedA feed_a(a, FeedA::Along ? g.a_i : g.a_k, threadIdx.x);
    FeedB feed_b(b, FeedB::Along ? g.b_j : g.b_k, threadIdx.x);
    auto fetch = [&](unsigned iteration, Type *to) {
        const int deep = iteration + 1 < at.iterations ? Depth : at.last;
        const size_t k = (size_t)iteration * Depth;
        if (iteration < at.whole) /* by advancing pointers */
            feed_a.copy_all(to), feed_b.copy_all(to + StageA);
        else if (iteration < at.iterations) {
            FeedA::copy_rest(to, a + k * g.a_k, g.a_i, g.a_k, g.aligned_a, at.rows, deep);
            FeedB::copy_rest(to + StageA, b + k * g.b_k, g.b_j, g.b_k, g.aligned_b, at.cols, deep);
        }
    };
#pragma unroll 1
    for (unsigned s = 0; s < Stages - 1; s++) {
        fetch(s, ring + s * Stage);
        gpu__copies_commit();
    }
    /* The operands of a step are loaded from shared memory during the previous step, also across tiles. */
    Shape shape;
    gpu__copies_wait<Stages - 2>();
    __syncthreads();
    shape.load(0, ring, ring + StageA);
    unsigned iteration = 0, from = 0, to = End - Stage;
    /* Multiplies a pair of tiles. now: it also copies a whole tile, by predicated instructions without a branch */
    auto multiply = [&](bool now) {
        constexpr int Steps = Depth / Shape::StepK;
        if (Depth >= 8 && !Shape::Slots) feed_a.copy_all(ring + to, now), feed_b.copy_all(ring + to + StageA, now);
        GPU__UNROLLED (int s = 0; s < Steps; s++) {
            if (s == Steps - 1) {
                gpu__copies_commit();
                gpu__copies_wait<Stages - 2>();
                __syncthreads();
                from = from + Stage < End ? from + Stage : 0;
            }
            const int k = (s + 1) % Steps * Shape::StepK;
            const Type *const next = ring + from;
            shape.step(s, next + k * Shape::AtK_a, next + StageA + k * Shape::AtK_b, [&](int slot) {
                if (now) gpu__matmul_spread<Shape>::copy(feed_a, feed_b, ring + to, s, slot);
            });
            if (Depth < 8) { /* a flat tile skips the zeros after the last k; its loads must stay before the branch */
                asm volatile("" ::: "memory");
                if (s + 1 == at.last && iteration + 1 == at.iterations) break;
            }
        }
        to = to + Stage < End ? to + Stage : 0;
    };
    if constexpr (Depth < 8) { /* flat tiles have few iterations: each may be the last one */
#pragma unroll 1
        for (; iteration < at.iterations; iteration++) fetch(iteration + Stages - 1, ring + to), multiply(false);
    } else {
        /* The inner loop has no branch: it copies complete tiles, or none. Any other tile is copied before a pass of
           the inner loop with one iteration, so that the code of the multiply-adds exists only once. */
        unsigned stop = at.whole == at.iterations ? at.iterations : at.whole < Stages ? 0 : at.whole + 1 - Stages;
        for (;;) {
#pragma unroll 1
            for (; iteration < stop; iteration++) multiply(iteration + Stages - 1 < at.whole);
            if (iteration == at.iterations) break;
            if (iteration + Stages - 1 >= at.whole) fetch(iteration + Stages - 1, ring + to);
            stop = iteration + 1;
        }
    }
    gpu__matmul_store<End *(int)sizeof(Type)>(shape, g, at, ring);
}

/* Adds the sums of the splits, in ascending order. */
template <class Type> static __global__ void __launch_bounds__(256)
    gpu__matmul_add_splits(const __grid_constant__ gpu__matmul_args<Type> g, size_t count)
{
    const size_t at = (size_t)blockIdx.x * 256 + threadIdx.x, area = g.m * g.n;
    gpu__follow(false);
    if (at >= count) return;
    const size_t matrix = at / area, element = at % area;
    const Type *p = g.partial + matrix * g.splits * area + element;
    Type sum = 0;
#pragma unroll 8
    for (unsigned s = 0; s < g.splits; s++) sum += p[s * area];
    Type *const to = g.c + matrix * g.stride_c + element / g.n * g.c_i + element % g.n * g.c_j;
    *to = g.beta != 0 ? fma(g.alpha, sum, g.beta * *to) : g.alpha * sum;
}

/* Calls launch(g, blocks) for as many matrices as a grid has blocks for, with `each` blocks for a matrix, and adds up
   the splits. */
template <class Type, class Launch> static cudaError_t gpu__matmul_batches(const gpu__launch_context *context,
                                                                           gpu__matmul_args<Type> g, size_t batch,
                                                                           size_t each, Launch launch)
{
    const size_t most = 0x7fffffff;
    cudaError_t e = cudaSuccess;
    if (each > most) return cudaErrorInvalidConfiguration;
    for (size_t left = batch; left && !e;) {
        const size_t some = left < most / each ? left : most / each, sums = some * g.m * g.n;
        e = launch(g, (unsigned)(some * each));
        if (g.partial && !e)
            e = gpu__launch_kernel<gpu__matmul_add_splits<Type>>({context, (unsigned)gpu__ceil_div(sums, 256), 256}, g,
                                                                 sums);
        g.a += some * g.stride_a, g.b += some * g.stride_b, g.c += some * g.stride_c, left -= some;
    }
    return e;
}
template <class Type> static bool gpu__matmul_aligned_c(const gpu__matmul_args<Type> &g)
{
    const size_t width = 16 / sizeof(Type);
    if (g.partial) return g.n % width == 0;
    return g.c_j == 1 && (uintptr_t)g.c % 16 == 0 && g.c_i % width == 0 && g.stride_c % width == 0;
}
template <class Shape, int Stages> constexpr size_t gpu__matmul_shared()
{
    return Stages * (Shape::StageA + Shape::StageB) * sizeof(typename Shape::type);
}
/* What all kinds of tiles have in common; launch queues the kernel. */
template <class Type> static cudaError_t gpu__matmul_run_tiles(
    const gpu__launch_context *context, gpu__matmul_args<Type> g, size_t batch, size_t tile_m, size_t tile_n,
    cudaError_t (*launch)(const gpu__launch_context *, const gpu__matmul_args<Type> &, unsigned blocks))
{
    const size_t tiles_m = gpu__ceil_div(g.m, tile_m), tiles_n = gpu__ceil_div(g.n, tile_n);
    if (tiles_m > (size_t)0x7fffffff / tiles_n / g.splits) return cudaErrorInvalidConfiguration;
    g.tiles_m = (unsigned)tiles_m, g.tiles_n = (unsigned)tiles_n;
    g.over_tiles = gpu__reciprocal(g.tiles_m * g.tiles_n), g.over_splits = gpu__reciprocal(g.splits);
    g.over_band = gpu__reciprocal((size_t)GPU__MATMUL_BAND * g.tiles_n);
    g.over_last = gpu__reciprocal(g.tiles_m % GPU__MATMUL_BAND ? g.tiles_m % GPU__MATMUL_BAND : 1);
    g.aligned_c = gpu__matmul_aligned_c(g);
    return gpu__matmul_batches(context, g, batch, tiles_m * tiles_n * g.splits,
                               [=](const auto &some, unsigned blocks) { return launch(context, some, blocks); });
}
template <class Shape, int Stages, int Blocks> static cudaError_t
gpu__matmul_run(const gpu__launch_context *context, gpu__matmul_args<typename Shape::type> g, size_t batch)
{
    /* if elements are copied one by one, the last tiles may begin at any of them */
    if (Shape::Single) g.aligned_a = g.aligned_b = false;
    return gpu__matmul_run_tiles<typename Shape::type>(
        context, g, batch, Shape::TileM, Shape::TileN,
        [](const gpu__launch_context *where, const gpu__matmul_args<typename Shape::type> &some, unsigned blocks) {
            constexpr size_t shared = gpu__matmul_shared<Shape, Stages>();
            return gpu__launch_kernel<gpu__matmul_tiled<Shape, Stages, Blocks>>(
                {where, blocks, Shape::Threads, 0, shared, shared}, some);
        });
}

/* Calls call(a, b) with two run-time properties as compile-time constants. */
template <class Call> static cudaError_t gpu__with_constants(bool a, bool b, Call call)
{
    const gpu__bool<true> yes;
    const gpu__bool<false> no;
    if (a) return b ? call(yes, yes) : call(yes, no);
    return b ? call(no, yes) : call(no, no);
}

/* Transposes the multiplication: C' = B' A'. */
template <class Type> static void gpu__matmul_transpose(gpu__matmul_args<Type> &g)
{
    auto swap = [](auto &x, auto &y) {
        auto t = x;
        x = y, y = t;
    };
    swap(g.a, g.b), swap(g.m, g.n), swap(g.a_i, g.b_j), swap(g.a_k, g.b_k), swap(g.c_i, g.c_j);
    swap(g.stride_a, g.stride_b), swap(g.aligned_a, g.aligned_b);
}
template <class Type>
static gpu__matmul_args<Type> gpu__matmul_args_of(const gpu_gemm_spec &g, void *c, const void *a, const void *b)
{
    const size_t width = 16 / sizeof(Type);
    auto aligned = [=](const void *p, size_t ld, size_t stride) {
        return (uintptr_t)p % 16 == 0 && ld % width == 0 && stride % width == 0;
    };
    gpu__matmul_args<Type> args = {};
    args.a = (const Type *)a, args.b = (const Type *)b, args.c = (Type *)c;
    args.m = g.m, args.n = g.n, args.k = g.k;
    args.a_i = g.transpose_a ? 1 : g.lda, args.a_k = g.transpose_a ? g.lda : 1;
    args.b_j = g.transpose_b ? g.ldb : 1, args.b_k = g.transpose_b ? 1 : g.ldb;
    args.c_i = g.ldc, args.c_j = 1;
    args.stride_a = g.stride_a, args.stride_b = g.stride_b, args.stride_c = g.stride_c;
    args.aligned_a = aligned(a, g.lda, g.stride_a), args.aligned_b = aligned(b, g.ldb, g.stride_b);
    args.alpha = (Type)g.alpha, args.beta = (Type)g.beta;
    return args;
}
