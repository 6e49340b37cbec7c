/* ---- Matrix products on tensor cores ----------------------------------------------------------------------------- */

/* C = alpha A B + beta C for bf16, f16 and tf32, sums in float. A tile of C is a block's work; pieces of A and B go
   through a ring in shared memory as they lie in memory: an operand whose stored rows run along k ("k-major") or along
   m or n ("mn-major"). Rows of the ring are cut into chunks of 16 bytes, and the chunks of a row are permuted by its
   number, so that eight rows' same chunks are in different banks. */

template <int precision> struct gpu__mma_element;
template <> struct gpu__mma_element<GPU__GEMM_BF16> {
    typedef gpu_bf16 type;
    static __device__ __forceinline__ float wide(gpu_bf16 x) { return __uint_as_float((unsigned)x.bits << 16); }
    static __device__ __forceinline__ gpu_bf16 narrow(float x)
    {
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 800
        gpu_bf16 y;
        asm("cvt.rn.bf16.f32 %0, %1;" : "=h"(y.bits) : "f"(x));
        return y;
#else
        return gpu_bf16_of(x);
#endif
    }
};
template <> struct gpu__mma_element<GPU__GEMM_F16> {
    typedef gpu_f16 type;
    static __device__ __forceinline__ float wide(gpu_f16 x)
    {
        float y;
        asm("cvt.f32.f16 %0, %1;" : "=f"(y) : "h"(x.bits));
        return y;
    }
    static __device__ __forceinline__ gpu_f16 narrow(float x)
    {
        gpu_f16 y;
        asm("cvt.rn.f16.f32 %0, %1;" : "=h"(y.bits) : "f"(x));
        return y;
    }
};
template <> struct gpu__mma_element<GPU__GEMM_TF32> {
    typedef float type;
    static __device__ __forceinline__ float wide(float x) { return x; }
    static __device__ __forceinline__ float narrow(float x) { return x; }
};
template <int precision> using gpu__mma_type = typename gpu__mma_element<precision>::type;

/* An operand as it is stored; vector: every row can be read 16 bytes at a time. */
struct gpu__mma_side {
    const void *p;
    size_t rows, cols, ld, stride;
    bool vector;
};
struct gpu__mma_work {
    gpu__mma_side a, b;
    void *c;
    float *partials; /* NULL, or where the splits' sums go: [splits][batch][m][pitch] */
    size_t m, n, k, split, batch, ldc, stride_c, pitch;
    unsigned tiles_m, tiles_n, band, splits;
    float alpha, beta;
    bool vector; /* C's rows, likewise */
};

/* The tile that block `id` makes. Tiles go in bands of `band` tile rows, so that the blocks of one moment share rows of
   A and columns of B in L2. */
struct gpu__mma_place {
    size_t row, col, k0, k1;
    unsigned split, batch;
};
#ifdef __CUDA_ARCH__
template <int Rows, int Cols>
static __device__ __forceinline__ gpu__mma_place gpu__mma_place_of(const gpu__mma_work &w, unsigned id)
{
    gpu__mma_place p;
    const unsigned tiles = w.tiles_m * w.tiles_n;
    unsigned t = id % tiles;
    p.split = id / tiles % w.splits, p.batch = id / tiles / w.splits;
    const unsigned first = t / (w.band * w.tiles_n) * w.band;
    t -= first * w.tiles_n;
    const unsigned height = w.tiles_m - first < w.band ? w.tiles_m - first : w.band;
    p.row = (size_t)(first + t % height) * Rows, p.col = (size_t)(t / height) * Cols;
    p.k0 = p.split * w.split, p.k1 = w.k - p.k0 < w.split ? w.k : p.k0 + w.split;
    return p;
}

/* ---- Epilogue: a warp's accumulators to C ------------------------------------------------------------------------ */

/* alpha * sum + beta * C for Width neighbours of a row, `left` of which exist. */
template <int precision, int Width> static __device__ __forceinline__ void
gpu__mma_put(gpu__mma_type<precision> *c, const float *sum, size_t left, float alpha, float beta, bool vector)
{
    typedef gpu__mma_element<precision> element;
    typedef gpu__pack<typename element::type, Width> pack;
    if (vector && left >= Width) {
        pack v;
        if (beta != 0) v = *(const pack *)c;
#pragma unroll
        for (int e = 0; e < Width; e++)
            v.v[e] = element::narrow(beta != 0 ? fmaf(beta, element::wide(v.v[e]), alpha * sum[e]) : alpha * sum[e]);
        *(pack *)c = v;
    } else {
#pragma unroll
        for (int e = 0; e < Width; e++)
            if (e < left)
                c[e] = element::narrow(beta != 0 ? fmaf(beta, element::wide(c[e]), alpha * sum[e]) : alpha * sum[e]);
    }
}
#endif

/* A warp's part of a tile, Bands times 16 rows, Tiles times 8 columns: 16 x 32 at a time by way of the warp's own piece
   of shared memory, because a thread has two neighbours of a row in its registers and memory wants whole sectors.
   Swap: of the transposed tile. Spread: rows 8 to 15 are those from 16 on, and lane l's two rows lie as the loads of
   gpu__mma_words want them. */
enum { GPU__MMA_STAGE = 16 * 40 }; /* floats; pitches of 40 and 20 keep both directions free of bank conflicts */
#ifdef __CUDA_ARCH__
template <int precision, bool Swap, bool Spread, int Bands, int Tiles>
static __device__ __forceinline__ void gpu__mma_store(float (&acc)[Bands][Tiles][4], float *stage,
                                                      const gpu__mma_work &w, const gpu__mma_place &p, size_t row0,
                                                      size_t col0)
{
    typedef gpu__mma_type<precision> Type;
    const int lane = threadIdx.x % 32, g = lane / 4, q = lane % 4;
    const int up = Spread ? g / 4 * 8 + g % 4 : g, down = up + (Spread ? 4 : 8);
    constexpr int Width = 16 / sizeof(Type), Across = (Swap ? 16 : 32) / Width, Turns = Tiles / 4,
                  Pitch = Swap ? 20 : 40;
#pragma unroll 1
    for (int turn = 0; turn < Bands * Turns; turn++) {
        __syncwarp();
#pragma unroll
        for (int t = 0; t < Bands * Turns; t++) /* registers have no index at run time */
            if (t == turn)
#pragma unroll
                for (int i = 0; i < 4; i++) {
                    const float(&v)[4] = acc[t / Turns][t % Turns * 4 + i];
                    const int at = i * 8 + q * 2;
                    if (Swap) {
                        stage[at * Pitch + up] = v[0], stage[(at + 1) * Pitch + up] = v[1];
                        stage[at * Pitch + down] = v[2], stage[(at + 1) * Pitch + down] = v[3];
                    } else {
                        *(float2 *)(stage + up * Pitch + at) = make_float2(v[0], v[1]);
                        *(float2 *)(stage + down * Pitch + at) = make_float2(v[2], v[3]);
                    }
                }
        __syncwarp();
#pragma unroll 1
        for (int r = lane / Across; r < (Swap ? 32 : 16); r += 32 / Across) {
            const int e = lane % Across * Width, x = turn / Turns * 16 + (Swap ? e : r),
                      y = turn % Turns * 32 + (Swap ? r : e);
            const size_t one = row0 + x + (Spread ? x / 8 * 8 : 0), two = col0 + y;
            const size_t row = Swap ? two : one, col = Swap ? one : two;
            if (row >= w.m || col >= w.n) continue;
            alignas(16) float sum[Width];
#pragma unroll
            for (int i = 0; i < Width; i += 4) *(float4 *)(sum + i) = *(const float4 *)(stage + r * Pitch + e + i);
            if (w.partials) {
                float *to = w.partials + ((p.split * w.batch + p.batch) * w.m + row) * w.pitch + col;
                *(float4 *)to = *(const float4 *)sum;
                if (Width == 8 && col + 4 < w.pitch) *(float4 *)(to + 4) = *(const float4 *)(sum + 4);
            } else
                gpu__mma_put<precision, Width>((Type *)w.c + p.batch * w.stride_c + row * w.ldc + col, sum, w.n - col,
                                               w.alpha, w.beta, w.vector);
        }
    }
}
#endif

/* The splits' sums, one after the other. */
template <int precision> static __global__ void __launch_bounds__(256) gpu__mma_add(const gpu__mma_work w)
{
#ifdef __CUDA_ARCH__
    const size_t quads = w.pitch / 4, all = w.batch * w.m * quads;
    for (size_t i = blockIdx.x * (size_t)256 + threadIdx.x; i < all; i += gridDim.x * (size_t)256) {
        const size_t row = i / quads, col = i % quads * 4;
        float s[4] = {0, 0, 0, 0};
#pragma unroll 8
        for (unsigned k = 0; k < w.splits; k++) {
            const float4 v = ((const float4 *)w.partials)[k * all + i];
            s[0] += v.x, s[1] += v.y, s[2] += v.z, s[3] += v.w;
        }
        gpu__mma_put<precision, 4>((gpu__mma_type<precision> *)w.c + row / w.m * w.stride_c + row % w.m * w.ldc + col,
                                   s, w.n - col, w.alpha, w.beta, w.vector);
    }
#endif
}

/* ---- Operands whose rows do not start at multiples of 16 bytes are copied to rows that do ------------------------ */

template <class Type> struct gpu__mma_copies {
    Type *to[2];
    gpu__mma_side from[2];
    size_t pitch[2], matrices[2];
};
#ifdef __CUDA_ARCH__
/* 16 bytes from any address, all of them inside the array: two aligned accesses, shifted into place. */
static __device__ __forceinline__ uint4 gpu__mma_read(const void *p)
{
    const unsigned off = (unsigned)((uintptr_t)p & 15), word = off / 4, bit = off % 4 * 8;
    const uint4 *w = (const uint4 *)((const char *)p - off);
    const uint4 lo = w[0], hi = off ? w[1] : lo;
    unsigned u[8] = {lo.x, lo.y, lo.z, lo.w, hi.x, hi.y, hi.z, hi.w};
#pragma unroll
    for (int k = 0; k < 6; k++) u[k] = word & 2 ? u[k + 2] : u[k];
#pragma unroll
    for (int k = 0; k < 5; k++) u[k] = word & 1 ? u[k + 1] : u[k];
    return make_uint4(__funnelshift_r(u[0], u[1], bit), __funnelshift_r(u[1], u[2], bit),
                      __funnelshift_r(u[2], u[3], bit), __funnelshift_r(u[3], u[4], bit));
}
#endif
template <class Type> static __global__ void __launch_bounds__(256) gpu__mma_copy(const gpu__mma_copies<Type> k)
{
#ifdef __CUDA_ARCH__
    constexpr int Width = 16 / sizeof(Type);
    const int side = blockIdx.y;
    const gpu__mma_side from = k.from[side];
    const size_t across = k.pitch[side] / Width, per = from.rows * across, all = k.matrices[side] * per;
    const char *first = (const char *)from.p,
               *last = (const char *)((const Type *)from.p + (k.matrices[side] - 1) * from.stride +
                                      (from.rows - 1) * from.ld + from.cols);
    for (size_t i = blockIdx.x * (size_t)256 + threadIdx.x; i < all; i += gridDim.x * (size_t)256) {
        const size_t row = i % per / across, col = i % across * Width;
        const Type *p = (const Type *)from.p + i / per * from.stride + row * from.ld + col;
        if ((const char *)p - 15 >= first && (const char *)p + 31 <= last)
            ((uint4 *)k.to[side])[i] = gpu__mma_read(p); /* what is behind a row's end is never read again */
        else
#pragma unroll
            for (int e = 0; e < Width; e++)
                if (col + e < from.cols) k.to[side][i * Width + e] = p[e];
    }
#endif
}

/* ---- Every architecture from sm_75 on: mma.sync ------------------------------------------------------------------ */

#ifdef __CUDA_ARCH__
/* `bytes` of 16, the rest zero, to shared memory; gpu__copies_commit ends a group. */
static __device__ __forceinline__ void gpu__mma_fetch(char *to, const void *from, int bytes)
{
#if __CUDA_ARCH__ >= 800
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;" ::"r"((unsigned)__cvta_generic_to_shared(to)),
                 "l"(from), "r"(bytes)
                 : "memory");
#else
    unsigned short v[8];
    for (int e = 0; e < 8; e++) v[e] = 2 * e < bytes ? ((const unsigned short *)from)[e] : 0;
    memcpy(to, v, 16);
#endif
}
#endif

/* A piece of an operand in the ring: `Count` of m or n by `Slices` times 32 bytes along k, k-major or mn-major. */
template <class Type, int Count, int Slices, bool MnMajor> struct gpu__mma_piece {
    static constexpr int Width = 16 / sizeof(Type), Deep = 2 * Slices * Width; /* elements of a chunk; terms */
    static constexpr int Rows = MnMajor ? Deep : Count, Chunks = MnMajor ? Count / Width : 2 * Slices,
                         Bytes = Rows * Chunks * 16;
#ifdef __CUDA_ARCH__
    static __device__ __forceinline__ int at(int row, int chunk)
    {
        const int turn = Chunks == 4 ? row / 2 % 4 : MnMajor && sizeof(Type) == 4 ? row % 4 * 2 : row % 8;
        return (row * Chunks + (chunk ^ turn)) * 16;
    }
    /* A thread's part of the pieces, one behind the other along k: chunks of one column, Apart rows apart, so that
       little is left to compute for each. */
    template <int Threads> struct loader {
        static constexpr int Apart = Threads / Chunks, Steps = Rows / Apart;
        static_assert(Apart * Chunks == Threads && Steps * Apart == Rows && Apart % 4 == 0, "as many for every thread");
        const Type *from;
        size_t ld;
        long long rows, cols; /* what is left from here on */
        int to;
        bool vector;
        __device__ __forceinline__ loader(const gpu__mma_side &s, size_t matrix, size_t mn, size_t k)
        {
            const int r = threadIdx.x / Chunks, c = threadIdx.x % Chunks;
            const size_t row = (MnMajor ? k : mn) + r, col = (MnMajor ? mn : k) + c * Width;
            ld = s.ld, vector = s.vector, to = at(r, c);
            from = (const Type *)s.p + matrix * s.stride + row * ld + col;
            rows = (long long)(s.rows - row), cols = (long long)(s.cols - col);
        }
        __device__ __forceinline__ void next(char *ring)
        {
            const int here = cols >= Width ? Width : cols > 0 ? (int)cols : 0;
            const int high = rows >= Rows ? Rows : (int)rows;
            const Type *p = from;
            ring += to;
            if (vector) {
#pragma unroll
                for (int i = 0; i < Steps; i++, p += Apart * ld)
                    gpu__mma_fetch(ring + i * Apart * Chunks * 16, p, high > i * Apart ? here * (int)sizeof(Type) : 0);
            } else
#pragma unroll 1
                for (int i = 0; i < Steps; i++, p += Apart * ld) {
                    gpu__pack<Type, Width> v = {};
#pragma unroll
                    for (int e = 0; e < Width; e++)
                        if (e < here && high > i * Apart) v.v[e] = p[e];
                    *(gpu__pack<Type, Width> *)(ring + i * Apart * Chunks * 16) = v;
                }
            if (MnMajor)
                from += Deep * ld, rows -= Deep;
            else
                from += Deep, cols -= Deep;
        }
    };
    /* The fragments of 16 rows of A (First) or columns of B from `mn` on, terms of slice ks (32 bytes): ldmatrix where
       it can turn them, single words where not. */
    template <bool First>
    static __device__ __forceinline__ void fragments(unsigned (&f)[4], const char *ring, int mn, int ks)
    {
        const int lane = threadIdx.x % 32, g = lane / 4, q = lane % 4;
        if constexpr (MnMajor && sizeof(Type) == 4) {
#pragma unroll
            for (int i = 0; i < 4; i++) {
                const int col = mn + g + 8 * (First ? i % 2 : i / 2), row = ks * 8 + q + 4 * (First ? i / 2 : i % 2);
                f[i] = *(const unsigned *)(ring + at(row, col / 4) + col % 4 * 4);
            }
        } else {
            constexpr bool Down = First != MnMajor;
            const int r = Down ? lane % 16 : lane % 8 + lane / 16 * 8, c = Down ? lane / 16 : lane / 8 % 2;
            const unsigned from = (unsigned)__cvta_generic_to_shared(
                ring + (MnMajor ? at(ks * 16 + r, mn / Width + c) : at(mn + r, ks * 2 + c)));
            if constexpr (MnMajor)
                asm volatile("ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%0, %1, %2, %3}, [%4];"
                             : "=r"(f[0]), "=r"(f[1]), "=r"(f[2]), "=r"(f[3])
                             : "r"(from));
            else
                asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
                             : "=r"(f[0]), "=r"(f[1]), "=r"(f[2]), "=r"(f[3])
                             : "r"(from));
        }
        if constexpr (sizeof(Type) == 4)
#pragma unroll
            for (int i = 0; i < 4; i++) {
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 800
                asm("cvt.rna.tf32.f32 %0, %0;" : "+r"(f[i]));
#else
                if ((f[i] & 0x7f800000) != 0x7f800000) f[i] = (f[i] + 0x1000) & 0xffffe000;
#endif
            }
    }
#endif
};

#ifdef __CUDA_ARCH__
#if __CUDA_ARCH__ < 800
/* sm_75 has no such instruction for these types: the lanes hand each other what they multiply, slowly. */
template <int precision>
static __device__ __noinline__ float4 gpu__mma_by_hand(float4 d, uint4 a, unsigned b0, unsigned b1)
{
    typedef gpu__mma_type<precision> Type;
    typedef gpu__pack<Type, 4 / sizeof(Type)> word;
    const int lane = threadIdx.x % 32, g = lane / 4, q = lane % 4;
#pragma unroll 1
    for (int k = 0; k < 8; k++) {
        unsigned x[4]; /* A's row g, its row g + 8, B's columns 2 q and 2 q + 1 */
        x[0] = __shfl_sync(~0u, k / 4 ? a.z : a.x, g * 4 + k % 4);
        x[1] = __shfl_sync(~0u, k / 4 ? a.w : a.y, g * 4 + k % 4);
        x[2] = __shfl_sync(~0u, k / 4 ? b1 : b0, q * 8 + k % 4);
        x[3] = __shfl_sync(~0u, k / 4 ? b1 : b0, q * 8 + 4 + k % 4);
        word v[4];
        memcpy(v, x, 16);
#pragma unroll
        for (int e = 0; e < 4 / (int)sizeof(Type); e++) {
            float y[4];
#pragma unroll
            for (int i = 0; i < 4; i++) y[i] = gpu__mma_element<precision>::wide(v[i].v[e]);
            d.x = fmaf(y[0], y[2], d.x), d.y = fmaf(y[0], y[3], d.y);
            d.z = fmaf(y[1], y[2], d.z), d.w = fmaf(y[1], y[3], d.w);
        }
    }
    return d;
}
#endif
/* D[16][8] += A[16][32 bytes] B[32 bytes][8]. */
template <int precision>
static __device__ __forceinline__ void gpu__mma(float (&d)[4], const unsigned (&a)[4], unsigned b0, unsigned b1)
{
#if __CUDA_ARCH__ >= 800
#define GPU__MMA(shape, type)                                                                                          \
    asm("mma.sync.aligned." shape ".row.col.f32." type "." type                                                        \
        ".f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"                                         \
        : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])                                                               \
        : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b0), "r"(b1))
    if constexpr (precision == GPU__GEMM_BF16)
        GPU__MMA("m16n8k16", "bf16");
    else if constexpr (precision == GPU__GEMM_F16)
        GPU__MMA("m16n8k16", "f16");
    else
        GPU__MMA("m16n8k8", "tf32");
#undef GPU__MMA
#else
    const float4 r =
        gpu__mma_by_hand<precision>(make_float4(d[0], d[1], d[2], d[3]), make_uint4(a[0], a[1], a[2], a[3]), b0, b1);
    d[0] = r.x, d[1] = r.y, d[2] = r.z, d[3] = r.w;
#endif
}
#endif

/* A tile of Rows x Cols, a warp's part of it, and the ring. */
template <int precision, bool TransposeA, bool TransposeB, int Rows_, int Cols_> struct gpu__mma_shape {
    typedef gpu__mma_type<precision> Type;
    static constexpr int Rows = Rows_, Cols = Cols_, WarpRows = Rows == 128 && Cols == 128 ? 64 : 32,
                         WarpCols = WarpRows, Across = Cols / WarpCols, Threads = Rows / WarpRows * Across * 32;
    /* thin tiles wait for memory: longer pieces of its rows, and more blocks */
    static constexpr int Slices = Rows == Cols ? 2 : 4, Blocks = Rows == 128 && Cols == 128 ? 2 : 5;
    typedef gpu__mma_piece<Type, Rows, Slices, TransposeA> PieceA;
    typedef gpu__mma_piece<Type, Cols, Slices, !TransposeB> PieceB;
    static constexpr int Stage = PieceA::Bytes + PieceB::Bytes, Stages = Slices == 4 ? 3 : 4, Bytes = Stage * Stages;
    static_assert(Bytes >= Threads / 32 * GPU__MMA_STAGE * 4, "the epilogue works in the ring");
};

#ifdef __CUDA_ARCH__
/* Where the product is by hand the host asks for square tiles of 64 alone, and other kernels are empty: each takes
   seconds to compile. */
template <class Shape> static __device__ __forceinline__ bool gpu__mma_here()
{
#if __CUDA_ARCH__ < 800
    return Shape::Rows == 64;
#else
    return true;
#endif
}
#endif
template <int precision, class Shape> static __global__ void __launch_bounds__(Shape::Threads, Shape::Blocks)
    gpu__mma_tiles(const gpu__mma_work w)
{
#ifdef __CUDA_ARCH__
    typedef gpu__mma_type<precision> Type;
    typedef typename Shape::PieceA PieceA;
    typedef typename Shape::PieceB PieceB;
    constexpr int RowParts = Shape::WarpRows / 16, ColParts = Shape::WarpCols / 8;
    extern __shared__ __align__(16) unsigned char gpu__dynamic_bytes[];
    char *ring = (char *)gpu__dynamic_bytes;
    if (!gpu__mma_here<Shape>()) return;
    const int warp = threadIdx.x / 32, row = warp / Shape::Across * Shape::WarpRows,
              col = warp % Shape::Across * Shape::WarpCols;
    const gpu__mma_place p = gpu__mma_place_of<Shape::Rows, Shape::Cols>(w, blockIdx.x);
    typename PieceA::template loader<Shape::Threads> a(w.a, p.batch, p.row, p.k0);
    typename PieceB::template loader<Shape::Threads> b(w.b, p.batch, p.col, p.k0);
    const int steps = (int)((p.k1 - p.k0 + PieceA::Deep - 1) / PieceA::Deep);
    float acc[RowParts][ColParts][4] = {};

    auto load = [&](int step) { /* an empty group behind the last one, so that the count stays right */
                                if (step < steps) {
                                    char *to = ring + step % Shape::Stages * Shape::Stage;
                                    a.next(to);
                                    b.next(to + PieceA::Bytes);
                                }
                                gpu__copies_commit();
    };
    for (int step = 0; step < Shape::Stages - 1; step++) load(step);
    for (int step = 0; step < steps; step++) {
        const char *from = ring + step % Shape::Stages * Shape::Stage;
        gpu__copies_wait<Shape::Stages - 2>();
        __syncthreads();
        load(step + Shape::Stages - 1);
#pragma unroll
        for (int ks = 0; ks < Shape::Slices; ks++) {
            unsigned fa[RowParts][4], fb[ColParts / 2][4];
#pragma unroll
            for (int i = 0; i < RowParts; i++) PieceA::template fragments<true>(fa[i], from, row + i * 16, ks);
#pragma unroll
            for (int j = 0; j < ColParts / 2; j++)
                PieceB::template fragments<false>(fb[j], from + PieceA::Bytes, col + j * 16, ks);
#pragma unroll
            for (int i = 0; i < RowParts; i++)
#pragma unroll
                for (int j = 0; j < ColParts; j++)
                    gpu__mma<precision>(acc[i][j], fa[i], fb[j / 2][j % 2 * 2], fb[j / 2][j % 2 * 2 + 1]);
        }
    }
    gpu__copies_wait<0>();
    __syncthreads();
    float *stage = (float *)ring + warp * GPU__MMA_STAGE;
    gpu__mma_store<precision, false, false>(acc, stage, w, p, p.row + row, p.col + col);
#endif
}

template <int precision, class Shape> static cudaError_t gpu__mma_tiles_launch(cudaStream_t stream, gpu__mma_work w)
{
    const cudaError_t e = gpu__allow_shared<gpu__mma_tiles<precision, Shape>>(Shape::Bytes);
    if (e) return e;
    gpu__mma_tiles<precision, Shape>
        <<<(unsigned)(w.tiles_m * w.tiles_n * w.splits * w.batch), Shape::Threads, Shape::Bytes, stream>>>(w);
    return cudaGetLastError();
}
