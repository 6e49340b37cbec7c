/* ---- Running sums along an axis ---------------------------------------------------------------------------------- */

/* The order is that of families/axis/scan.h. A block scans a segment, tile after tile, and each of its threads one
   piece of a tile; the next tile is loaded meanwhile. Contiguous tiles go through shared memory (Staged), so that
   accesses are coalesced: the tiles of rows, of which a block takes several if they are short, and those of a matrix of
   fewer than 32 columns. Otherwise each thread of a warp has a column of its own. If a chain has several segments, a
   first launch computes their sums (Totals). */
typedef struct gpu__scan_axis_grid {
    size_t rows, cols, chains; /* chains: the rows, or the columns */
    size_t blocks;             /* blocks for one segment of every chain */
    size_t tiles, per_segment;
    size_t base_step, span; /* contiguous tiles: distance of blocks; maximum size of a block's part */
    unsigned pieces, most;  /* pieces of a tile; maximum size of a contiguous tile */
    unsigned own;           /* elements of one row in the tile */
    unsigned period;        /* the sum restarts after this many elements of a piece: very short rows share one */
    bool colwise;
} gpu__scan_axis_grid;

/* The index of element i of a tile in shared memory, with padding against bank conflicts. */
template <class Type> static __host__ __device__ constexpr unsigned gpu__scan_padded(unsigned i)
{
    return i + i / (128 / (unsigned)sizeof(Type));
}
#ifdef __CUDA_ARCH__
/* The part of its block's tiles that a thread works on. */
template <bool Staged> struct gpu__scan_axis_thread {
    unsigned piece, apart;         /* distance of the threads of neighbouring pieces */
    unsigned start, step, own_end; /* contiguous tiles: indices of the piece's elements */
    size_t chain, segment, base, span;
    __device__ __forceinline__ gpu__scan_axis_thread(const gpu__scan_axis_grid &g)
    {
        const unsigned t = threadIdx.x, wide = GPU__SCAN_PIECES / g.pieces, slot = g.colwise ? t % wide : t / g.pieces;
        const size_t block = blockIdx.x % g.blocks;
        piece = g.colwise ? t / wide : t % g.pieces, apart = g.colwise ? wide : 1;
        chain = block * wide + slot, segment = blockIdx.x / g.blocks;
        base = block * g.base_step;
        span = g.rows * g.cols - base < g.span ? g.rows * g.cols - base : g.span;
        step = Staged && g.colwise ? (unsigned)g.cols : 1;
        start = g.colwise ? piece * GPU__SCAN_PIECE * step + slot : slot * g.own + piece * GPU__SCAN_PIECE;
        own_end = !g.colwise ? (slot + 1) * g.own : slot < g.cols ? GPU__SCAN_TILE : 0;
    }
    /* Number of elements of the piece or, if tiles are contiguous, of the tile. */
    __device__ __forceinline__ unsigned count(const gpu__scan_axis_grid &g, size_t tile) const
    {
        const size_t all = Staged ? span : chain < g.cols ? g.rows : 0;
        const size_t most = Staged ? g.most : GPU__SCAN_PIECE,
                     from = Staged ? tile * most : (tile * g.pieces + piece) * most;
        return (unsigned)(from >= all ? 0 : all - from < most ? all - from : most);
    }
    /* The index, in the piece or contiguous tile, of the k-th element that the thread loads and stores; and its index
       in memory. */
    GPU__DEVICE_FN unsigned moved(unsigned k) { return Staged ? k * GPU__SCAN_PIECES + threadIdx.x : k; }
    __device__ __forceinline__ size_t address(const gpu__scan_axis_grid &g, size_t tile, unsigned k) const
    {
        return Staged ? base + tile * g.most + moved(k)
                      : ((tile * g.pieces + piece) * GPU__SCAN_PIECE + k) * g.cols + chain;
    }
};

/* Recursive halving over the sums of pieces: by shuffles within a warp, then through shared memory. Leaves all results
   in `values`. */
template <class Accum>
GPU__DEVICE_FN void gpu__scan_axis_halve(Accum v, Accum *values, unsigned piece, unsigned pieces, unsigned apart)
{
    const unsigned t = threadIdx.x;
    unsigned d = 1;
    for (; d < pieces && 2 * d * apart <= 32; d *= 2) {
        const Accum front = gpu__shuffle(v, (int)((t - ((piece & (d - 1)) + 1) * apart) & 31));
        if (piece & d) v = front + v;
    }
    for (; d < pieces; d *= 2) {
        values[t] = v;
        __syncthreads();
        if (piece & d) v = values[t - ((piece & (d - 1)) + 1) * apart] + v;
        __syncthreads();
    }
    values[t] = v;
    __syncthreads();
}
#endif

/* Scans a segment of each of its chains, tile after tile; with Totals it only sums them up. */
template <class Type, class Accum, bool Staged, bool Totals>
static __global__ void __launch_bounds__(GPU__SCAN_PIECES, (sizeof(Type) == 4 ? 3 : 2) + Staged)
    gpu__scan_axis_kernel(Type *out, const Type *in, Accum *sums, gpu__scan_axis_grid g)
{
    gpu__follow();
    constexpr unsigned Piece = GPU__SCAN_PIECE;
    constexpr Accum Nothing = (Accum)-0.0;
    __shared__ Accum values[GPU__SCAN_PIECES];
    __shared__ Type staged[Staged ? gpu__scan_padded<Type>(GPU__SCAN_TILE) : 1];
    const gpu__scan_axis_thread<Staged> my(g);
    const size_t first = my.segment * g.per_segment,
                 last = first + g.per_segment < g.tiles ? first + g.per_segment : g.tiles;
    Type next[Piece], x[Piece];
    Accum before = Nothing, sum = Nothing;
    if (!Totals && my.chain < g.chains)
#pragma unroll 16
        for (size_t k = 0; k < my.segment; ++k) before = before + sums[k * g.chains + my.chain];
    auto load = [&](size_t tile) {
        const unsigned n = my.count(g, tile);
        GPU__UNROLLED (unsigned k = 0; k < Piece; ++k) next[k] = my.moved(k) < n ? in[my.address(g, tile, k)] : Type();
    };
    load(first);
    for (size_t tile = first; tile < last; ++tile) {
        const unsigned n = my.count(g, tile), end = my.own_end < n ? my.own_end : n;
        auto padded = [&](unsigned k) { return gpu__scan_padded<Type>(my.start + k * my.step); };
        if (Staged) {
            GPU__UNROLLED (unsigned k = 0; k < Piece; ++k)
                if (my.moved(k) < n) staged[gpu__scan_padded<Type>(my.moved(k))] = next[k];
            __syncthreads();
        }
        GPU__UNROLLED (unsigned k = 0; !Staged && k < Piece; ++k) x[k] = next[k];
        auto element = [&](unsigned k) {
            return (Accum)(!Staged ? x[k] : my.start + k * my.step < end ? staged[padded(k)] : Type());
        };
        if (tile + 1 < last) load(tile + 1);
        Accum s = Nothing;
        GPU__UNROLLED (unsigned k = 0; k < Piece; ++k) s = s + element(k);
        gpu__scan_axis_halve(s, values, my.piece, g.pieces, my.apart);
        if (!Totals) {
            const Accum front = before + (sum + (my.piece > 0 ? values[threadIdx.x - my.apart] : Nothing));
            unsigned at = 0;
            s = Nothing;
            GPU__UNROLLED (unsigned k = 0; k < Piece; ++k, ++at) {
                if (Staged && at == g.period) s = Nothing, at = 0;
                s = s + element(k);
                if (!Staged && k < n) out[my.address(g, tile, k)] = (Type)(front + s);
                if (Staged && my.start + k * my.step < end) staged[padded(k)] = (Type)(front + s);
            }
            if (Staged) __syncthreads();
            GPU__UNROLLED (unsigned k = 0; Staged && k < Piece; ++k)
                if (my.moved(k) < n) out[my.address(g, tile, k)] = staged[gpu__scan_padded<Type>(my.moved(k))];
        }
        sum = sum + values[threadIdx.x + (g.pieces - 1 - my.piece) * my.apart];
        __syncthreads(); /* values and staged are free again */
    }
    if (Totals && my.piece == 0 && my.chain < g.chains) sums[my.segment * g.chains + my.chain] = sum;
}

template <class Type, class Accum, bool Staged> static cudaError_t
gpu__scan_axis_start(const gpu__launch_context *context, Type *out, const Type *in, const gpu__scan_axis_grid &g)
{
    const size_t blocks = g.blocks * gpu__ceil_div(g.tiles, g.per_segment);
    Accum *const sums = (Accum *)context->space;
    cudaError_t e = cudaSuccess;
    if (g.tiles > g.per_segment)
        e = gpu__launch(context, gpu__scan_axis_kernel<Type, Accum, Staged, true>, blocks, GPU__SCAN_PIECES, 0, out, in,
                        sums, g);
    return e ? e
             : gpu__launch(context, gpu__scan_axis_kernel<Type, Accum, Staged, false>, blocks, GPU__SCAN_PIECES, 0, out,
                           in, sums, g);
}
static inline gpu__scan_axis_grid gpu__scan_axis_grid_of(const gpu__job *j)
{
    const gpu__scan_split *const split = (const gpu__scan_split *)j->detail;
    const bool colwise = split->colwise;
    const size_t rows = j->rows, cols = j->cols, length = colwise ? rows : cols;
    const size_t most = gpu__scan_pieces(cols, colwise), have = gpu__ceil_div(length, GPU__SCAN_PIECE);
    gpu__scan_axis_grid g = {};
    g.rows = rows, g.cols = cols, g.chains = colwise ? cols : rows, g.colwise = colwise;
    for (g.pieces = 1; g.pieces < have && g.pieces < most;) g.pieces *= 2;
    g.tiles = gpu__ceil_div(length, (size_t)g.pieces * GPU__SCAN_PIECE);
    g.per_segment = split->per_segment;
    g.period = GPU__SCAN_PIECE;
    g.span = rows * cols;
    if (colwise && cols < GPU__SCAN_COLS) {
        g.blocks = 1, g.most = g.pieces * GPU__SCAN_PIECE * (unsigned)cols;
    } else if (colwise) {
        g.blocks = gpu__ceil_div(cols, GPU__SCAN_PIECES / g.pieces);
    } else if (g.tiles > 1) {
        g.blocks = rows, g.base_step = g.span = cols, g.own = g.most = GPU__SCAN_TILE;
    } else {
        const unsigned many =
            cols <= GPU__SCAN_PIECE / 2 ? GPU__SCAN_PIECE / (unsigned)cols : 1; /* rows of one thread */
        g.own = many * (unsigned)cols;
        if (many > 1) g.period = (unsigned)cols;
        g.base_step = g.most = GPU__SCAN_PIECES / g.pieces * g.own;
        g.blocks = gpu__ceil_div(rows * cols, g.most);
    }
    return g;
}
template <class Type, class Accum>
static cudaError_t gpu__scan_axis(const gpu__launch_context *context, Type *out, const Type *in, const gpu__job *j)
{
    const cudaStream_t stream = (cudaStream_t)context->stream;
    const gpu__scan_axis_grid g = gpu__scan_axis_grid_of(j);
    if ((g.colwise ? g.rows : g.cols) == 1)
        return in == out ? cudaSuccess
                         : cudaMemcpyAsync(out, in, g.rows * g.cols * sizeof(Type), cudaMemcpyDefault, stream);
    return (g.colwise && g.cols >= GPU__SCAN_COLS ? gpu__scan_axis_start<Type, Accum, false>
                                                  : gpu__scan_axis_start<Type, Accum, true>)(context, out, in, g);
}
