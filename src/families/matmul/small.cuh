/* ---- Multiplication of small matrices, in batches or alone ------------------------------------------------------- */

/* C has at most 32 x 32 elements. A thread computes Side x Side of them, and a block of 64 threads multiplies as many
   pairs of matrices as fit. The operands are copied to shared memory in pieces along k, while other blocks compute. In
   shared memory A is contiguous along k, and B along its columns. An operand with another storage is transposed by the
   copy, element by element. */
enum { GPU__MATMUL_SMALL_THREADS = 64, GPU__MATMUL_SMALL_SIDE = 4 };

/* How the threads of a block copy an operand: `chunks` threads copy one stored row; at a time they copy `step` rows for
   each of `groups` matrices of the batch. In shared memory such an operand begins at `at` and has `size` elements, with
   rows of `pitch` elements; apart_at and apart_lines are the distances there of the elements of a stored row, and of
   stored rows. */
struct gpu__matmul_gather {
    unsigned lines, chunks, over_chunks, step, over_step, groups, pitch, at, size, apart_at, apart_lines;
    bool along; /* the stored rows run along k */
    bool wide;  /* copies of 16 bytes */
};
template <class Type> struct gpu__matmul_small_args {
    gpu__matmul_args<Type> g;
    gpu__matmul_gather a, b;
    unsigned batch, per_block, down, across, over_threads, over_pair, depth, size; /* elements in shared memory */
};
/* The reciprocal for t / d = t * gpu__small_reciprocal(d) >> 16, where t < 64. */
static inline unsigned gpu__small_reciprocal(unsigned d) { return 65536 / d + 1; }

/* Copies one operand of `count` matrices of the batch to shared memory, as the gather describes it. */
template <class Type, int Width>
GPU__DEVICE_FN void gpu__matmul_gather_of(const gpu__matmul_gather &s, Type *to, const Type *from, size_t stride,
                                          size_t ld, unsigned count, unsigned apart, unsigned depth, unsigned side)
{
    constexpr int Bytes = Width * (int)sizeof(Type);
    const unsigned line = threadIdx.x * s.over_chunks >> 16, at = (threadIdx.x - line * s.chunks) * Width,
                   group = line * s.over_step >> 16, begin = line - group * s.step, end = s.along ? side : depth;
    const int bytes = at < (s.along ? depth : side) ? Bytes : 0;
    const bool whole = bytes && s.lines <= end; /* no element is missing */
    if (group >= s.groups) return;
    to += s.at + begin * s.apart_lines + at * s.apart_at, from += begin * ld + at;
#pragma unroll 1
    for (unsigned p = group; p < count; p += s.groups) {
        const Type *row = from + p * stride;
        Type *into = to + p * apart;
#pragma unroll 4
        for (unsigned l = begin; l < s.lines; l += s.step, row += s.step * ld, into += s.step * s.apart_lines)
            if (whole) gpu__copy_async<Bytes>(into, row, Bytes);
            else gpu__copy_async<Bytes>(into, row, l < end ? bytes : 0);
    }
}
/* A thread computes the rows row_at + i * down of C, and the columns gpu__matmul_small_col(j, col_at, across). */
template <int Width> GPU__DEVICE_FN unsigned gpu__matmul_small_col(int j, unsigned at, unsigned across)
{
    return (at + j / Width * across) * Width + j % Width;
}
template <class Type, int Side> GPU__DEVICE_FN void gpu__matmul_small_store(const gpu__matmul_small_args<Type> &s,
                                                                            Type *c, const Type (&sum)[Side][Side],
                                                                            unsigned row_at, unsigned col_at)
{
    constexpr int Width = 16 / (int)sizeof(Type);
    const gpu__matmul_args<Type> &g = s.g;
    GPU__UNROLLED (int i = 0; i < Side; i++) {
        const unsigned row = row_at + i * s.down;
        if (row >= g.m) continue;
        GPU__UNROLLED (int j = 0; j < Side; j += Width) {
            const unsigned col = gpu__matmul_small_col<Width>(j, col_at, s.across);
            Type *const to = c + row * g.c_i + col;
            if (g.aligned_c && col + Width <= g.n) {
                alignas(16) Type v[Width];
                if (g.beta != 0) *(uint4 *)v = *(const uint4 *)to;
                GPU__UNROLLED (int e = 0; e < Width; e++)
                    v[e] = g.beta != 0 ? fma(g.alpha, sum[i][j + e], g.beta * v[e]) : g.alpha * sum[i][j + e];
                *(uint4 *)to = *(const uint4 *)v;
            } else
                GPU__UNROLLED (int e = 0; e < Width; e++) {
                    if (col + e >= g.n) continue;
                    to[e] = g.beta != 0 ? fma(g.alpha, sum[i][j + e], g.beta * to[e]) : g.alpha * sum[i][j + e];
                }
        }
    }
}

/* A block computes up to per_block small matrices C. */
template <class Type> static __global__ void __launch_bounds__(GPU__MATMUL_SMALL_THREADS, 12)
    gpu__matmul_small(const __grid_constant__ gpu__matmul_small_args<Type> s)
{
    constexpr int Width = 16 / (int)sizeof(Type), Side = GPU__MATMUL_SMALL_SIDE;
    const gpu__matmul_args<Type> &g = s.g;
    extern __shared__ __align__(16) unsigned char gpu__dynamic_bytes[];
    Type *const stage = (Type *)gpu__dynamic_bytes;
    const unsigned first = blockIdx.x * s.per_block, count = min(s.per_block, s.batch - first), t = threadIdx.x;

    /* the thread's matrix, and its position there: threads are numbered two rows at a time, so that a quarter of a warp
       reads both operands without bank conflicts */
    const unsigned mine = t * s.over_threads >> 16, within = t - mine * s.down * s.across, pair = s.down % 2 ? 1 : 2,
                   rank = within * s.over_pair >> 16, rest = within - rank * pair * s.across,
                   row_at = rank * pair + rest % pair, col_at = rest / pair;
    const Type *const a = stage + mine * s.size, *const b = a + s.b.at;
    Type sum[Side][Side] = {};
    gpu__follow(true);
    for (size_t k0 = 0; k0 < g.k; k0 += s.depth) {
        const unsigned depth = g.k - k0 < s.depth ? (unsigned)(g.k - k0) : s.depth;
        auto gather = [&](const gpu__matmul_gather &how, const Type *from, size_t stride, size_t s_i, size_t s_k,
                          size_t side) {
            from += first * stride + k0 * s_k;
            const size_t ld = how.along ? s_i : s_k;
            if (how.wide)
                gpu__matmul_gather_of<Type, Width>(how, stage, from, stride, ld, count, s.size, depth, (unsigned)side);
            else gpu__matmul_gather_of<Type, 1>(how, stage, from, stride, ld, count, s.size, depth, (unsigned)side);
        };
        gather(s.a, g.a, g.stride_a, g.a_i, g.a_k, g.m);
        gather(s.b, g.b, g.stride_b, g.b_j, g.b_k, g.n);
        gpu__copies_commit();
        gpu__copies_wait<0>();
        __syncthreads();
#pragma unroll 1
        for (unsigned k = 0; mine < count && k < depth; k += Width) {
            alignas(16) Type x[Side][Width], y[Width][Side];
            GPU__UNROLLED (int i = 0; i < Side; i++)
                *(uint4 *)x[i] = *(const uint4 *)(a + k + (row_at + i * s.down) * s.a.pitch);
            GPU__UNROLLED (int e = 0; e < Width; e++)
                GPU__UNROLLED (int j = 0; j < Side; j += Width)
                    *(uint4 *)&y[e][j] =
                        *(const uint4 *)(b + (k + e) * s.b.pitch + gpu__matmul_small_col<Width>(j, col_at, s.across));
            GPU__UNROLLED (int e = 0; e < Width; e++)
                GPU__UNROLLED (int i = 0; i < Side; i++)
                    GPU__UNROLLED (int j = 0; j < Side; j++) sum[i][j] = fma(x[i][e], y[e][j], sum[i][j]);
        }
        if (k0 + s.depth < g.k) __syncthreads();
    }
    if (mine < count) gpu__matmul_small_store(s, g.c + (first + mine) * g.stride_c, sum, row_at, col_at);
}

/* Plans the copy of an operand of `side` rows or columns, padded to `rows`. keep_along: it is contiguous along k in
   shared memory; along: in global memory. */
template <class Type> static gpu__matmul_gather gpu__matmul_gather_plan(bool keep_along, bool along, bool wide,
                                                                        size_t side, unsigned rows, size_t depth)
{
    const size_t Width = 16 / sizeof(Type);
    gpu__matmul_gather s = {};
    s.along = along, s.wide = wide && along == keep_along;
    s.lines = (unsigned)(along ? side : depth);
    s.chunks = (unsigned)gpu__ceil_div(along ? depth : side, s.wide ? Width : 1);
    const unsigned abreast = GPU__MATMUL_SMALL_THREADS / s.chunks;
    s.step = abreast < s.lines ? abreast : s.lines, s.groups = abreast / s.step;
    s.over_chunks = gpu__small_reciprocal(s.chunks), s.over_step = gpu__small_reciprocal(s.step);
    /* along k the pitch is an odd number of 16-byte chunks, against bank conflicts */
    s.pitch = (unsigned)(keep_along ? (depth / Width | 1) * Width : rows),
    s.size = s.pitch * (unsigned)(keep_along ? rows : depth);
    s.apart_at = along == keep_along ? 1 : s.pitch, s.apart_lines = along == keep_along ? s.pitch : 1;
    return s;
}
/* Launches multiplications of small matrices: a block computes as many of them as its threads and 44 KiB of shared
   memory allow. */
template <class Type> static cudaError_t gpu__matmul_by_small(const gpu__launch_context *context,
                                                              const gpu__matmul_args<Type> &g, size_t batch)
{
    const size_t Width = 16 / sizeof(Type), limit = 44 << 10, Side = GPU__MATMUL_SMALL_SIDE;
    gpu__matmul_small_args<Type> s = {};
    size_t depth = !g.k ? Width : g.k < 64 ? gpu__ceil_div(g.k, Width) * Width : 64, size;
    const bool wide_a = g.aligned_a && (g.a_k == 1 ? g.k : g.m) % Width == 0, /* every copy of 16 bytes is whole */
        wide_b = g.aligned_b && (g.b_k == 1 ? g.k : g.n) % Width == 0;
    s.g = g, s.g.aligned_c = gpu__matmul_aligned_c(g);
    s.down = (unsigned)gpu__ceil_div(g.m, Side), s.across = (unsigned)gpu__ceil_div(g.n, Side);
    s.per_block = GPU__MATMUL_SMALL_THREADS / (s.down * s.across);
    s.over_threads = gpu__small_reciprocal(s.down * s.across),
    s.over_pair = gpu__small_reciprocal((s.down % 2 ? 1 : 2) * s.across);
    for (;; depth = gpu__ceil_div(depth / 2, Width) * Width) {
        s.a = gpu__matmul_gather_plan<Type>(true, g.a_k == 1, wide_a, g.m, s.down * (unsigned)Side, depth);
        s.b = gpu__matmul_gather_plan<Type>(false, g.b_k == 1, wide_b, g.n, s.across * (unsigned)Side, depth);
        s.b.at = s.a.size, s.size = (unsigned)(((s.a.size + s.b.size) / Width | 1) * Width);
        size = s.size * sizeof(Type);
        if (size * s.per_block <= limit || depth <= 16) break;
    }
    if (size * s.per_block > limit) s.per_block = (unsigned)(limit / size);
    s.depth = (unsigned)depth;
    return gpu__matmul_batches(context, s.g, batch, 1, [=](const auto &some, unsigned matrices) {
        const unsigned blocks = (unsigned)gpu__ceil_div(matrices, s.per_block);
        gpu__matmul_small_args<Type> now = s;
        now.g = some, now.batch = matrices;
        return gpu__launch_kernel<gpu__matmul_small<Type>>(
            {context, blocks, GPU__MATMUL_SMALL_THREADS, 0, size * s.per_block}, now);
    });
}
