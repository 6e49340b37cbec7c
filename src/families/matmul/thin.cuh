/* ---- Matrix multiplication with few columns ---------------------------------------------------------------------- */

/* A is large and read once; B and C have at most Cols columns. (If C has few rows instead, C' = B' A' is computed.) A
   warp computes the sums of 128 rows, a lane those of four. The four warps of a block take the pieces of its split of k
   alternately; each has a ring buffer of its own in shared memory and waits for no other warp. In the end the block
   adds the sums of its warps, in ascending order. Along: A is contiguous along k, and a piece is 64 bytes of each row,
   whose 16-byte chunks are permuted by the row's number; otherwise a piece consists of rows of 128 elements along m.
   Columns are computed in groups. A group beyond the last column costs no time; missing columns within a group do. */
template <class Type_, bool Along_> struct gpu__matmul_thin {
    typedef Type_ type;
    static constexpr bool Along = Along_;
    static constexpr int Cols = sizeof(type) == 4 ? GPU__MATMUL_THIN_MOST : GPU__MATMUL_THIN_MOST_F64, First = 4,
                         Second = 20, Width = 16 / (int)sizeof(type), Rows = GPU__MATMUL_THIN_ROWS,
                         RowsPerLane = Rows / 32, Chunks = 512 / Rows, Depth = Chunks * Width, Warps = 4,
                         Threads = 32 * Warps, Stages = 2, StageA = Rows * Depth, Stage = StageA + Depth * Cols,
                         Pitch = Along ? Rows + 1 : Rows + Width, Bytes = (Warps * Stages * Stage) * (int)sizeof(type);
    static_assert(Stages * Stage >= Cols * Pitch, "the sums of a warp fit into its ring");
    /* whether column `j` begins a group beyond the last of `cols` columns */
    GPU__DEVICE_FN bool beyond(int j, int cols) { return (j == First || j == Second) && j >= cols; }
};

/* Copies a warp's piece of A, of which `rows` rows and `depth` terms exist; the rest is zeroed. Whole: all exist. */
template <class Shape, int Width, bool Whole> GPU__DEVICE_FN void
gpu__matmul_thin_copy(typename Shape::type *to, const typename Shape::type *from, size_t ld, int rows, int depth)
{
    typedef typename Shape::type Type;
    constexpr int Most = Shape::Width, Bytes = Width * (int)sizeof(Type),
                  Chunks = (Shape::Along ? Shape::Depth : Shape::Rows) / Width, Across = Chunks < 32 ? Chunks : 32,
                  Abreast = 32 / Across, Lines = Shape::Along ? Shape::Rows : Shape::Depth;
    const int lane = threadIdx.x % 32;
    for (int c = lane % Across; c < Chunks; c += Across) {
        const int at = c * Width, bytes = at < (Shape::Along ? depth : rows) ? Bytes : 0,
                  end = Shape::Along ? rows : depth;
        const Type *p = from + lane / Across * ld + at;
#pragma unroll(Whole ? 16 : 1)
        for (int l0 = 0; l0 < Lines; l0 += Abreast, p += Abreast * ld) {
            const int l = l0 + lane / Across, chunk = at / Most ^ l / (8 / Shape::Chunks) % Shape::Chunks;
            gpu__copy_async<Bytes>(
                to + (Shape::Along ? l * Shape::Depth + chunk * Most + at % Most : l * Shape::Rows + at), p,
                Whole ? Bytes : (l < end) * bytes);
        }
    }
}
/* Copies the corresponding piece of B: a lane copies one k of every Abreast-th column. */
template <class Shape, bool Whole>
GPU__DEVICE_FN void gpu__matmul_thin_copy_b(typename Shape::type *to, const typename Shape::type *b, size_t b_j,
                                            size_t b_k, int cols, int depth)
{
    typedef typename Shape::type Type;
    constexpr int Depth = Shape::Depth, Cols = Shape::Cols, Abreast = 32 / Depth, Bytes = (int)sizeof(Type);
    const int k = threadIdx.x % Depth, j0 = threadIdx.x % 32 / Depth;
    const Type *p = b + j0 * b_j + k * b_k;
#pragma unroll(Whole ? Cols : 1)
    for (int j = 0; j < Cols; j += Abreast, p += Abreast * b_j) {
        if (Shape::beyond(j, cols)) break;
        gpu__copy_async<Bytes>(to + k * Cols + j0 + j, p, Whole || k < depth ? Bytes : 0, j0 + j < cols);
    }
}
/* Adds the products of a piece to the sums of the columns from `First` to `Last`. Wide groups loop over the chunks:
   unrolled, their code is three times as long, and 32 columns take 4 to 7 % more time on an H100. */
template <class Shape, int First, int Last> GPU__DEVICE_FN void
gpu__matmul_thin_multiply(typename Shape::type (&sum)[Shape::RowsPerLane][Shape::Cols], const typename Shape::type *a)
{
    typedef typename Shape::type Type;
    constexpr int Width = Shape::Width, RowsPerLane = Shape::RowsPerLane;
    const int lane = threadIdx.x % 32;
    const Type *const b = a + Shape::StageA;
#pragma unroll(Last - First > Shape::First ? 1 : Shape::Chunks)
    for (int c = 0; c < Shape::Chunks; c++) {
        alignas(16) Type x[RowsPerLane][Width];
        GPU__UNROLLED (int i = 0; i < RowsPerLane; i++)
            if (Shape::Along)
                *(uint4 *)x[i] = *(const uint4 *)(a + (lane + 32 * i) * Shape::Depth +
                                                  (c ^ lane / (8 / Shape::Chunks) % Shape::Chunks) * Width);
            else { /* Width neighbouring rows for k = i % Width */ alignas(16) Type v[Width];
                *(uint4 *)v =
                    *(const uint4 *)(a + (c * Width + i % Width) * Shape::Rows + (lane + i / Width * 32) * Width);
                GPU__UNROLLED (int e = 0; e < Width; e++) x[i / Width * Width + e][i % Width] = v[e];
            }
        GPU__UNROLLED (int k = 0; k < Width; k++) {
            alignas(16) Type y[Last - First];
            GPU__UNROLLED (int j = First; j < Last; j += Width)
                *(uint4 *)&y[j - First] = *(const uint4 *)(b + (c * Width + k) * Shape::Cols + j);
            GPU__UNROLLED (int j = First; j < Last; j++)
                /* alternately ascending and descending: each product has one operand in common with the last */
                GPU__UNROLLED (int n = 0; n < RowsPerLane; n++) {
                    const int i = j % 2 ? RowsPerLane - 1 - n : n;
                    sum[i][j] = fma(x[i][k], y[j - First], sum[i][j]);
                }
        }
    }
}
/* Adds the sums of the warps, and writes the results to C or to the sums of splits. */
template <class Shape>
GPU__DEVICE_FN void gpu__matmul_thin_store(typename Shape::type (&sum)[Shape::RowsPerLane][Shape::Cols],
                                           typename Shape::type *ring, const gpu__matmul_args<typename Shape::type> &g,
                                           typename Shape::type *c, size_t c_i, size_t c_j, int rows)
{
    typedef typename Shape::type Type;
    constexpr int Width = Shape::Width, Cols = Shape::Cols, Rows = Shape::Rows, Pitch = Shape::Pitch,
                  Apart = Shape::Stages * Shape::Stage;
    const int lane = threadIdx.x % 32, cols = (int)g.n;
    /* (volatile: vector stores would constrain the registers of the sums, which would then have bank conflicts with
       those of the operands) */
    volatile Type *const mine = ring + threadIdx.x / 32 * Apart;
    __syncthreads();
    GPU__UNROLLED (int j = 0; j < Cols; j++) {
        if (Shape::beyond(j, cols)) break;
        GPU__UNROLLED (int i = 0; i < Shape::RowsPerLane; i++)
            mine[j * Pitch + (Shape::Along ? lane + 32 * i : (lane + i / Width * 32) * Width + i % Width)] = sum[i][j];
    }
    __syncthreads();
#pragma unroll 1
    for (int e = threadIdx.x; e < Rows * cols; e += Shape::Threads) {
        const int i = Shape::Along ? e / cols : e % Rows, j = Shape::Along ? e % cols : e / Rows;
        if (i >= rows) continue;
        Type v = 0, *const to = c + i * c_i + j * c_j;
        GPU__UNROLLED (int w = 0; w < Shape::Warps; w++) v += ring[w * Apart + j * Pitch + i];
        *to = g.partial ? v : g.beta != 0 ? fma(g.alpha, v, g.beta * *to) : g.alpha * v;
    }
}

/* Element (i, j) of a split's sums is at i * partial_i + j * partial_j. */
template <class Shape> static __global__ void __launch_bounds__(Shape::Threads, 2)
    gpu__matmul_thin_rows(const __grid_constant__ gpu__matmul_args<typename Shape::type> g, size_t partial_i,
                          size_t partial_j)
{
    typedef typename Shape::type Type;
    constexpr int Stages = Shape::Stages, Depth = Shape::Depth, Step = Depth * Shape::Warps;
    extern __shared__ __align__(16) unsigned char gpu__dynamic_bytes[];
    const int warp = threadIdx.x / 32;
    Type *const rings = (Type *)gpu__dynamic_bytes, *const ring = rings + warp * Stages * Shape::Stage;
    const unsigned tile = blockIdx.x % g.tiles_m, piece = blockIdx.x / g.tiles_m;
    const size_t split = piece % g.splits, matrix = piece / g.splits, row0 = (size_t)tile * Shape::Rows,
                 k0 = split * g.split_k, depth = g.k > k0 ? (g.k - k0 < g.split_k ? g.k - k0 : g.split_k) : 0;
    const int rows = g.m - row0 < Shape::Rows ? (int)(g.m - row0) : Shape::Rows;
    size_t next = (size_t)warp * Depth;
    const Type *a = g.a + matrix * g.stride_a + row0 * g.a_i + (k0 + next) * g.a_k,
               *b = g.b + matrix * g.stride_b + (k0 + next) * g.b_k;

    auto fetch = [&](int slot) {
        Type *const to = ring + slot * Shape::Stage;
        if (next < depth) {
            const int some = depth - next < Depth ? (int)(depth - next) : Depth;
            const size_t ld = Shape::Along ? g.a_i : g.a_k;
            if (g.aligned_a && rows == Shape::Rows && some == Depth) {
                gpu__matmul_thin_copy<Shape, Shape::Width, true>(to, a, ld, rows, some);
                gpu__matmul_thin_copy_b<Shape, true>(to + Shape::StageA, b, g.b_j, g.b_k, (int)g.n, some);
            } else {
                if (g.aligned_a && (Shape::Along ? some : rows) % Shape::Width == 0)
                    gpu__matmul_thin_copy<Shape, Shape::Width, false>(to, a, ld, rows, some);
                else gpu__matmul_thin_copy<Shape, 1, false>(to, a, ld, rows, some);
                gpu__matmul_thin_copy_b<Shape, false>(to + Shape::StageA, b, g.b_j, g.b_k, (int)g.n, some);
            }
        }
        a += Step * g.a_k, b += Step * g.b_k, next += Step;
        gpu__copies_commit();
    };
    Type sum[Shape::RowsPerLane][Shape::Cols] = {};
    int slot = 0;
    gpu__follow(!g.partial);
#pragma unroll 1
    for (int s = 0; s < Stages - 1; s++) fetch(s);
#pragma unroll 1
    for (size_t k = (size_t)warp * Depth; k < depth; k += Step) {
        gpu__copies_wait<Stages - 2>();
        __syncwarp(); /* all lanes' copies are complete, and no lane still reads the slot that is filled next */
        fetch(slot ? slot - 1 : Stages - 1);
        const Type *const piece = ring + slot * Shape::Stage;
        if (Shape::Cols == Shape::First || g.n <= Shape::First)
            gpu__matmul_thin_multiply<Shape, 0, Shape::First>(sum, piece);
        else if constexpr (Shape::Cols > Shape::First) {
            gpu__matmul_thin_multiply<Shape, 0, Shape::Second>(sum, piece);
            if (g.n > Shape::Second) gpu__matmul_thin_multiply<Shape, Shape::Second, Shape::Cols>(sum, piece);
        }
        slot = slot + 1 < Stages ? slot + 1 : 0;
    }
    Type *const c = (g.partial ? g.partial + piece * g.m * g.n : g.c + matrix * g.stride_c);
    const size_t c_i = g.partial ? partial_i : g.c_i, c_j = g.partial ? partial_j : g.c_j;
    gpu__matmul_thin_store<Shape>(sum, rings, g, c + row0 * c_i, c_i, c_j, rows);
}
template <class Shape> static cudaError_t
gpu__matmul_thin_run(const gpu__launch_context *context, const gpu__matmul_args<typename Shape::type> &g, size_t batch)
{
    const size_t tiles = gpu__ceil_div(g.m < g.n ? g.n : g.m, Shape::Rows);
    if (tiles > (size_t)0x7fffffff / g.splits) return cudaErrorInvalidConfiguration;
    return gpu__matmul_batches(context, g, batch, tiles * g.splits, [=](auto some, unsigned blocks) {
        const size_t cols = some.n;
        const bool transposed = some.m < some.n;
        if (transposed) gpu__matmul_transpose(some);
        some.tiles_m = (unsigned)tiles;
        return gpu__launch_kernel<gpu__matmul_thin_rows<Shape>>(
            {context, blocks, Shape::Threads, 0, Shape::Bytes, Shape::Bytes}, some, transposed ? 1 : cols,
            transposed ? cols : 1);
    });
}
template <class Type> static cudaError_t gpu__matmul_by_thin(const gpu__launch_context *context,
                                                             const gpu__matmul_args<Type> &g, size_t batch)
{
    if ((g.m < g.n ? g.b_k : g.a_k) == 1) return gpu__matmul_thin_run<gpu__matmul_thin<Type, true>>(context, g, batch);
    return gpu__matmul_thin_run<gpu__matmul_thin<Type, false>>(context, g, batch);
}
