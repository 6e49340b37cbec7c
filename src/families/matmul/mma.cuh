/* ---- Matrix multiplication on tensor cores ----------------------------------------------------------------------- */

/* C = alpha A B + beta C for bf16, f16 and tf32, with sums in float. A block computes a tile of C. Pieces of A and B go
   through a ring buffer in shared memory, with the layout that they have in global memory: rows along k ("k-major"), or
   rows along m or n ("mn-major"). The 16-byte chunks of a row are permuted by the number of the row, so that the same
   chunk of eight rows is in different banks. */

template <int precision> struct gpu__mma_element;
template <> struct gpu__mma_element<GPU__MATMUL_BF16> {
    typedef gpu_bf16 type;
    GPU__DEVICE_FN float wide(gpu_bf16 x) { return __uint_as_float((unsigned)x.bits << 16); }
    GPU__DEVICE_FN unsigned word(const float *x)
    {
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 800
        unsigned y;
        asm("cvt.rn.bf16x2.f32 %0, %1, %2;" : "=r"(y) : "f"(x[1]), "f"(x[0]));
        return y;
#else
        return gpu_bf16_of(x[0]).bits | (unsigned)gpu_bf16_of(x[1]).bits << 16;
#endif
    }
};
template <> struct gpu__mma_element<GPU__MATMUL_F16> {
    typedef gpu_f16 type;
    GPU__DEVICE_FN float wide(gpu_f16 x)
    {
        float y;
        asm("cvt.f32.f16 %0, %1;" : "=f"(y) : "h"(x.bits));
        return y;
    }
    GPU__DEVICE_FN unsigned word(const float *x)
    {
        unsigned short lo, hi;
        asm("cvt.rn.f16.f32 %0, %1;" : "=h"(lo) : "f"(x[0]));
        asm("cvt.rn.f16.f32 %0, %1;" : "=h"(hi) : "f"(x[1]));
        return lo | (unsigned)hi << 16;
    }
};
template <> struct gpu__mma_element<GPU__MATMUL_TF32> {
    typedef float type;
    GPU__DEVICE_FN float wide(float x) { return x; }
    GPU__DEVICE_FN unsigned word(const float *x) { return __float_as_uint(*x); }
};
template <int precision> using gpu__mma_type = typename gpu__mma_element<precision>::type;

/* An operand as it is stored. vector: every row can be read 16 bytes at a time. */
struct gpu__tensor_operand {
    const void *p;
    size_t rows, cols, ld, stride;
    bool vector;
};
struct gpu__tensor_args {
    gpu__tensor_operand a, b;
    void *c;
    float *partials; /* the sums of splits, [splits][batch][m][pitch]; or NULL */
    size_t m, n, k, split, batch, ldc, stride_c, pitch;
    unsigned tiles_m, tiles_n, band, splits;
    float alpha, beta;
    bool vector;                     /* the same for C's rows */
    bool transposed_a, transposed_b; /* whether they are stored transposed */
};

/* The tile that block `id` computes, the terms [k0, k1) of its sums, and their split. */
struct gpu__tensor_tile {
    size_t row, col, k0, k1;
    unsigned split, batch;
};
template <int Rows, int Cols>
GPU__DEVICE_FN gpu__tensor_tile gpu__tensor_tile_of(const gpu__tensor_args &w, unsigned id)
{
    gpu__tensor_tile p;
    const unsigned tiles = w.tiles_m * w.tiles_n;
    p.split = id / tiles % w.splits, p.batch = id / tiles / w.splits;
    const gpu__tile_at tile = gpu__raster(
        id % tiles, w.tiles_m, w.tiles_n, w.band, [&](unsigned x) { return x / (w.band * w.tiles_n); },
        [](unsigned x, unsigned height) {
            return gpu__tile_at{x % height, x / height};
        });
    p.row = (size_t)tile.row * Rows, p.col = (size_t)tile.col * Cols;
    p.k0 = p.split * w.split, p.k1 = w.k - p.k0 < w.split ? w.k : p.k0 + w.split;
    return p;
}

/* ---- Epilogue: a warp's accumulators to C ------------------------------------------------------------------------ */

/* The destination of sums: C, or the workspace for the sums of a split. */
struct gpu__tensor_target {
    void *c;
    size_t m, n, ld;
    float alpha, beta;
    bool vector;
};
template <int precision>
GPU__DEVICE_FN gpu__tensor_target gpu__tensor_target_of(const gpu__tensor_args &w, const gpu__tensor_tile &p)
{
    gpu__mma_type<precision> *const c = (gpu__mma_type<precision> *)w.c + p.batch * w.stride_c;
    return {c, w.m, w.n, w.ldc, w.alpha, w.beta, w.vector};
}
GPU__DEVICE_FN gpu__tensor_target gpu__tensor_partial_of(const gpu__tensor_args &w, const gpu__tensor_tile &p)
{
    return {w.partials + ((size_t)p.split * w.batch + p.batch) * w.m * w.pitch, w.m, w.pitch, w.pitch, 1, 0, true};
}

/* Loads 16 bytes of a row of C into words (get), or stores them (set). Only `left` of their elements exist. */
template <class Type> GPU__DEVICE_FN void gpu__mma_get(unsigned (&x)[4], const Type *c, int left, bool vector)
{
    constexpr int Width = 16 / sizeof(Type), Bits = 8 * sizeof(Type);
    uint4 v = {0, 0, 0, 0};
    if (vector && left >= Width) v = *(const uint4 *)c;
    else
#pragma unroll 1
        for (int e = min(left, Width) - 1; e >= 0; e--) {
            gpu__pack<Type, 4 / sizeof(Type)> one = {};
            one.v[0] = c[e];
            v.w = __funnelshift_lc(v.z, v.w, Bits), v.z = __funnelshift_lc(v.y, v.z, Bits);
            v.y = __funnelshift_lc(v.x, v.y, Bits), v.x = __funnelshift_lc(0, v.x, Bits);
            v.x |= *(unsigned *)&one;
        }
    x[0] = v.x, x[1] = v.y, x[2] = v.z, x[3] = v.w;
}
template <class Type> GPU__DEVICE_FN void gpu__mma_set(Type *c, const unsigned (&x)[4], int left, bool vector)
{
    constexpr int Width = 16 / sizeof(Type), Bits = 8 * sizeof(Type);
    uint4 v = make_uint4(x[0], x[1], x[2], x[3]);
    if (vector && left >= Width)
        __stcs((uint4 *)c, v); /* (the compiler splits a plain assignment of permuted words into four stores) */
    else
#pragma unroll 1
        for (int e = 0; e < min(left, Width); e++) {
            c[e] = *(const Type *)&v.x;
            v.x = __funnelshift_rc(v.x, v.y, Bits), v.y = __funnelshift_rc(v.y, v.z, Bits);
            v.z = __funnelshift_rc(v.z, v.w, Bits), v.w = __funnelshift_rc(v.w, 0, Bits);
        }
}
/* Stores alpha * sum + beta * C. `trade`, which is its own inverse, rearranges the sums of lanes to the order of
   memory. Whole: all 16 bytes are written at once, and C is not read. */
template <int precision, bool Whole, class Trade> GPU__DEVICE_FN void
gpu__mma_put(gpu__mma_type<precision> *c, const float *sum, int left, const gpu__tensor_target &to, const Trade &trade)
{
    typedef gpu__mma_element<precision> element;
    constexpr int Count = 4 / sizeof(gpu__mma_type<precision>);
    const bool add = !Whole && to.beta != 0;
    unsigned x[4] = {};
    if (add) gpu__mma_get(x, c, left, to.vector), trade(x);
    GPU__UNROLLED (int i = 0; i < 4; i++) {
        const auto old = *(const gpu__pack<gpu__mma_type<precision>, Count> *)(x + i);
        float y[Count];
        GPU__UNROLLED (int e = 0; e < Count; e++) {
            y[e] = to.alpha * sum[i * Count + e];
            if (add) y[e] = fmaf(to.beta, element::wide(old.v[e]), y[e]);
        }
        x[i] = element::word(y);
    }
    trade(x);
    gpu__mma_set(c, x, Whole ? 16 : left, Whole || to.vector);
}
/* Exchanges words between lanes whose numbers differ in `bit`. Of each pair of words with distance `Apart`, the lane
   without the bit receives both first words and the other lane both second words. The operation is its own inverse. */
template <int Apart> GPU__DEVICE_FN void gpu__mma_exchange(unsigned (&x)[4], int bit)
{
    const bool second = threadIdx.x & bit;
    GPU__UNROLLED (int i = 0; i < 4; i++)
        if (!(i & Apart)) {
            const unsigned got = __shfl_xor_sync(~0u, second ? x[i] : x[i + Apart], bit);
            x[i] = second ? got : x[i], x[i + Apart] = second ? x[i + Apart] : got;
        }
}
/* Stores a lane's sums, 16 bytes a pass. The first pass writes at `c`; from there C is `rows` by `cols`. */
template <int precision, bool Swap, int Apart, bool Whole, int Bands, int Tiles>
GPU__DEVICE_FN void gpu__mma_store(const float (&acc)[Bands][Tiles][4], const gpu__tensor_target &to,
                                   gpu__mma_type<precision> *c, int rows, int cols)
{
    constexpr int Width = 16 / sizeof(*c), Group = Swap ? 1 : Width / 2, Halves = Swap ? 1 : 2,
                  Passes = Bands * (Tiles / Group) * Halves;
#pragma unroll(Whole ? Passes : 1)
    for (int pass = 0; pass < Passes; pass++) {
        const int h = pass % Halves, t = pass / Halves % (Tiles / Group), b = pass / Halves / (Tiles / Group);
        const int down = Swap ? t * 8 : b * 16 + h * Apart, right = Swap ? b * 16 : t * Group * 8;
        float sum[Width];
        GPU__UNROLLED (int i = 0; i < Passes; i++) /* registers need constant indices */
            if (i == pass)
                GPU__UNROLLED (int e = 0; e < Width; e++) {
                    const float(&v)[Tiles][4] = acc[i / Halves / (Tiles / Group)];
                    const int tile = i / Halves % (Tiles / Group) * Group;
                    sum[e] = Swap ? v[tile][e % 2 * 2 + e / 2] : v[tile + e / 2][i % Halves * 2 + e % 2];
                }
        gpu__mma_put<precision, Whole>(c + down * to.ld + right, sum, down < rows ? cols - right : 0, to,
                                       [](unsigned(&x)[4]) {
                                           if (Group == 4) gpu__mma_exchange<1>(x, 1);
                                           gpu__mma_exchange<2>(x, Swap ? 8 : Group / 2);
                                       });
    }
}
/* Stores a warp's part of a tile. In each eight columns from `col0` on, a lane has two neighbouring sums of the rows
   `row0` and row0 + Apart. Lanes exchange words so that stores are 16 bytes wide. Swap: the tile is transposed, and
   Apart is 1. */
template <int precision, bool Swap, int Apart, int Bands, int Tiles> GPU__DEVICE_FN void
gpu__mma_finish(const float (&acc)[Bands][Tiles][4], const gpu__tensor_target &to, size_t row0, size_t col0)
{
    typedef gpu__mma_type<precision> Type;
    constexpr int Width = 16 / sizeof(Type), Group = Swap ? 1 : Width / 2; /* Group: tiles that give a lane 16 bytes */
    constexpr int Down = Swap ? Tiles * 8 - 8 : Bands * 16 - 16 + Apart,   /* to a lane's last row and column */
        Right = Swap ? Bands * 16 - 16 : (Tiles - Group) * 8;
    const int g = threadIdx.x % 32 / 4, q = threadIdx.x % 4;
    const size_t row = Swap ? col0 + q * 2 + g / 2 % 2 : row0,
                 col = Swap ? row0 - g / 2 % 2 * 2 : col0 + q % Group * 8 + q / Group * Width;
    const int rows = row < to.m ? (int)min(to.m - row, (size_t)(Down + 1)) : 0,
              cols = col < to.n ? (int)min(to.n - col, (size_t)(Right + Width)) : 0;
    Type *const c = (Type *)to.c + row * to.ld + col;
    if (__all_sync(~0u, to.vector && to.beta == 0 && rows > Down && cols == Right + Width))
        gpu__mma_store<precision, Swap, Apart, true>(acc, to, c, rows, cols);
    else gpu__mma_store<precision, Swap, Apart, false>(acc, to, c, rows, cols);
}

/* Adds the sums of the splits, in an order that depends on their number: each of eight warps adds an eighth of them,
   and the first warp adds these eight sums. A lane computes 16 bytes of C. (The plan splits k only if C is small.) */
template <int precision> static __global__ void __launch_bounds__(256) gpu__tensor_add_splits(const gpu__tensor_args w)
{
    typedef gpu__mma_type<precision> Type;
    constexpr unsigned Width = 16 / sizeof(Type);
    __shared__ gpu__pack<float, Width> sums[8][32];
    const unsigned across = (unsigned)w.pitch / Width, m = (unsigned)w.m, all = (unsigned)w.batch * m * across;
    const unsigned warp = threadIdx.x / 32, lane = threadIdx.x % 32, i = blockIdx.x * 32 + lane,
                   each = (w.splits + 7) / 8, end = min(warp * each + each, w.splits);
    gpu__pack<float, Width> sum = {};
    gpu__follow(false);
#pragma unroll 4
    for (unsigned k = warp * each; k < end && i < all; k++) {
        const auto v = ((const gpu__pack<float, Width> *)w.partials)[(size_t)k * all + i];
        GPU__UNROLLED (unsigned e = 0; e < Width; e++) sum.v[e] += v.v[e];
    }
    sums[warp][lane] = sum;
    __syncthreads();
    if (warp || i >= all) return;
    GPU__UNROLLED (int k = 1; k < 8; k++)
        GPU__UNROLLED (unsigned e = 0; e < Width; e++) sum.v[e] += sums[k][lane].v[e];
    gpu__tensor_tile p = {};
    const unsigned row = i / across, col = i % across * Width;
    p.batch = row / m;
    const gpu__tensor_target to = gpu__tensor_target_of<precision>(w, p);
    const size_t left = col < w.n ? w.n - col : 0;
    gpu__mma_put<precision, false>((Type *)to.c + row % m * to.ld + col, sum.v, left < Width ? (int)left : (int)Width,
                                   to, [](unsigned(&)[4]) {});
}

/* ---- Operands whose rows do not start at multiples of 16 bytes are copied to aligned rows, padded with zeros ----- */

template <class Type> struct gpu__tensor_copies {
    Type *to[2];
    gpu__tensor_operand from[2];
    size_t pitch[2], matrices[2];
};
/* Reads 16 bytes at any address. The array contains the 16 aligned bytes before and after the first aligned address. */
GPU__DEVICE_FN uint4 gpu__tensor_read(const void *p)
{
    const unsigned skip = (unsigned)((uintptr_t)p & 15);
    const uint4 *w = (const uint4 *)((const char *)p - skip);
    const uint4 lo = w[0];
    return gpu__unaligned(lo, skip ? w[1] : lo, skip);
}
/* Copies operands to aligned rows in the workspace, 16 bytes a thread. */
template <class Type> static __global__ void __launch_bounds__(256) gpu__tensor_copy(const gpu__tensor_copies<Type> k)
{
    constexpr int Width = 16 / sizeof(Type);
    const int side = blockIdx.y;
    const gpu__tensor_operand from = k.from[side];
    const size_t across = k.pitch[side] / Width, per = from.rows * across, all = k.matrices[side] * per;
    const char *first = (const char *)from.p,
               *last = (const char *)((const Type *)from.p + (k.matrices[side] - 1) * from.stride +
                                      (from.rows - 1) * from.ld + from.cols);
    gpu__follow(false);
    for (size_t i = blockIdx.x * (size_t)256 + threadIdx.x; i < all; i += gridDim.x * (size_t)256) {
        const size_t row = i % per / across, col = i % across * Width;
        const Type *p = (const Type *)from.p + i / per * from.stride + row * from.ld + col;
        gpu__pack<Type, Width> v = {};
        if ((const char *)p - 15 >= first && (const char *)p + 31 <= last) {
            const uint4 read = gpu__tensor_read(p);
            memcpy(&v, &read, 16);
        } else
            GPU__UNROLLED (int e = 0; e < Width; e++)
                if (col + e < from.cols) v.v[e] = p[e];
        GPU__UNROLLED (int e = 0; e < Width; e++)
            if (col + e >= from.cols) v.v[e] = Type();
        ((gpu__pack<Type, Width> *)k.to[side])[i] = v;
    }
}

/* Transposes the matrices of a batch to rows with the given pitch, padded with zeros. A block transposes 64 x 64
   elements. */
template <class Type> static __global__ void __launch_bounds__(256)
    gpu__tensor_transpose(Type *to, const gpu__tensor_operand from, size_t pitch, unsigned across)
{
    __shared__ Type tile[64][65];
    const size_t row0 = (size_t)(blockIdx.x / across) * 64, col0 = (size_t)(blockIdx.x % across) * 64;
    const unsigned x = threadIdx.x % 64, y = threadIdx.x / 64;
    const Type *const p = (const Type *)from.p + blockIdx.y * from.stride + row0 * from.ld + col0;
    gpu__follow(false);
    GPU__UNROLLED (unsigned r = y; r < 64; r += 4)
        tile[r][x] = row0 + r < from.rows && col0 + x < from.cols ? p[r * from.ld + x] : Type();
    __syncthreads();
    to += (blockIdx.y * from.cols + col0) * pitch + row0;
    GPU__UNROLLED (unsigned c = y; c < 64; c += 4)
        if (col0 + c < from.cols && row0 + x < pitch) to[c * pitch + x] = tile[x][c];
}

/* ---- Every architecture from sm_75 on: mma.sync ------------------------------------------------------------------ */

/* Copies `bytes` of 16 to shared memory and sets the rest to zero, though all 16 may be read; gpu__copies_commit ends a
   group. */
GPU__DEVICE_FN void gpu__mma_fetch(char *to, const void *from, int bytes)
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

/* A piece of an operand in the ring: `Count` of m or n by `Slices` times 32 bytes along k, k-major or mn-major. */
template <class Type, int Count, int Slices, bool MnMajor> struct gpu__mma_piece {
    static constexpr int Width = 16 / sizeof(Type), Deep = 2 * Slices * Width; /* elements of a chunk; terms */
    static constexpr int Rows = MnMajor ? Deep : Count, Chunks = MnMajor ? Count / Width : 2 * Slices,
                         Bytes = Rows * Chunks * 16;
#ifdef __CUDA_ARCH__
    GPU__DEVICE_FN int at(int row, int chunk)
    {
        const int flip = Chunks == 4 ? row / 2 % 4 : MnMajor && sizeof(Type) == 4 ? row % 4 * 2 : row % 8;
        return (row * Chunks + (chunk ^ flip)) * 16;
    }
    /* A thread's share of successive pieces along k: chunks of one column, Apart rows apart, so that their addresses
       are cheap to compute. */
    template <int Threads> struct loader {
        static constexpr int Apart = Threads / Chunks, Steps = Rows / Apart;
        static_assert(Apart * Chunks == Threads && Steps * Apart == Rows && Apart % 4 == 0,
                      "threads share a piece evenly");
        const Type *from;
        size_t ld;
        long long rows, cols; /* rows and columns left from here on */
        int to;
        bool vector;
        __device__ __forceinline__ loader(const gpu__tensor_operand &s, size_t matrix, size_t mn, size_t k)
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
            if (vector && (here % Width == 0 || rows > Rows)) { /* a part of a chunk may end the last row's memory */
                GPU__UNROLLED (int i = 0; i < Steps; i++, p += Apart * ld)
                    gpu__mma_fetch(ring + i * Apart * Chunks * 16, p, high > i * Apart ? here * (int)sizeof(Type) : 0);
            } else
#pragma unroll 1
                for (int i = 0; i < Steps; i++, p += Apart * ld) {
                    gpu__pack<Type, Width> v = {};
                    GPU__UNROLLED (int e = 0; e < Width; e++)
                        if (e < here && high > i * Apart) v.v[e] = p[e];
                    *(gpu__pack<Type, Width> *)(ring + i * Apart * Chunks * 16) = v;
                }
            if (MnMajor) from += Deep * ld, rows -= Deep;
            else from += Deep, cols -= Deep;
        }
    };
    /* Loads the fragments of 16 rows of A (First) or columns of B from `mn` on, for the terms of slice ks (32 bytes):
       by ldmatrix, except where it would have to transpose elements of 4 bytes. */
    template <bool First> GPU__DEVICE_FN void fragments(unsigned (&f)[4], const char *ring, int mn, int ks)
    {
        const int lane = threadIdx.x % 32, g = lane / 4, q = lane % 4;
        if constexpr (MnMajor && sizeof(Type) == 4) {
            GPU__UNROLLED (int i = 0; i < 4; i++) {
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
            GPU__UNROLLED (int i = 0; i < 4; i++) {
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
/* sm_75 has no tensor core instruction for these types: there lanes exchange operands by shuffles, which is slow. */
template <int precision>
static __device__ __noinline__ float4 gpu__mma_by_shuffles(float4 d, uint4 a, unsigned b0, unsigned b1)
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
        GPU__UNROLLED (int e = 0; e < 4 / (int)sizeof(Type); e++) {
            float y[4];
            GPU__UNROLLED (int i = 0; i < 4; i++) y[i] = gpu__mma_element<precision>::wide(v[i].v[e]);
            d.x = fmaf(y[0], y[2], d.x), d.y = fmaf(y[0], y[3], d.y);
            d.z = fmaf(y[1], y[2], d.z), d.w = fmaf(y[1], y[3], d.w);
        }
    }
    return d;
}
#endif
/* D[16][8] += A[16][32 bytes] B[32 bytes][8]. */
template <int precision> GPU__DEVICE_FN void gpu__mma(float (&d)[4], const unsigned (&a)[4], unsigned b0, unsigned b1)
{
#if __CUDA_ARCH__ >= 800
#define GPU__MMA(shape, type)                                                                                          \
    asm("mma.sync.aligned." shape ".row.col.f32." type "." type                                                        \
        ".f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"                                         \
        : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])                                                               \
        : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b0), "r"(b1))
    if constexpr (precision == GPU__MATMUL_BF16) GPU__MMA("m16n8k16", "bf16");
    else if constexpr (precision == GPU__MATMUL_F16) GPU__MMA("m16n8k16", "f16");
    else GPU__MMA("m16n8k8", "tf32");
#undef GPU__MMA
#else
    const float4 r = gpu__mma_by_shuffles<precision>(make_float4(d[0], d[1], d[2], d[3]),
                                                     make_uint4(a[0], a[1], a[2], a[3]), b0, b1);
    d[0] = r.x, d[1] = r.y, d[2] = r.z, d[3] = r.w;
#endif
}
#endif

/* The shape of a kernel: a tile of Rows x Cols, the part of each warp, and the ring buffer. */
template <int precision_, int Rows_, int Cols_> struct gpu__mma_shape {
    static constexpr int precision = precision_;
    typedef gpu__mma_type<precision> Type;
    static constexpr bool Square = Rows_ == Cols_;
    static constexpr int Rows = Rows_, Cols = Cols_, WarpRows = Square ? Rows * Cols / 256 : 32,
                         WarpCols = Square ? 64 : 32, Across = Cols / WarpCols, Threads = Rows / WarpRows * Across * 32;
    /* narrow tiles are limited by memory: they use longer pieces of rows, and more blocks */
    static constexpr int Slices = Rows == 128 && Cols == 128 ? 2 : 4, Blocks = Rows == 128 && Cols == 128 ? 2 : 5;
    template <bool MnMajor> using PieceA = gpu__mma_piece<Type, Rows, Slices, MnMajor>;
    template <bool MnMajor> using PieceB = gpu__mma_piece<Type, Cols, Slices, MnMajor>;
    static constexpr int Deep = PieceA<false>::Deep, StageA = PieceA<false>::Bytes,
                         Stage = StageA + PieceB<false>::Bytes, Stages = Slices == 4 ? 3 : 4, Bytes = Stage * Stages,
                         RowParts = WarpRows / 16, ColParts = WarpCols / 8;
};

/* On sm_75 the host launches only the square tiles of 64. Other kernels are empty there, since each takes seconds to
   compile. */
template <class Shape> GPU__DEVICE_FN bool gpu__mma_here()
{
#if __CUDA_ARCH__ < 800
    return Shape::Rows == 64;
#else
    return true;
#endif
}
/* Computes the sums of a warp's part of a tile. There is one loop for each combination of the operands' storage. */
template <class Shape, bool MnMajorA, bool MnMajorB>
GPU__DEVICE_FN void gpu__mma_multiply(float (&acc)[Shape::RowParts][Shape::ColParts][4], char *ring,
                                      const gpu__tensor_args &w, const gpu__tensor_tile &p, int row, int col)
{
    typedef typename Shape::template PieceA<MnMajorA> PieceA;
    typedef typename Shape::template PieceB<MnMajorB> PieceB;
    typename PieceA::template loader<Shape::Threads> a(w.a, p.batch, p.row, p.k0);
    typename PieceB::template loader<Shape::Threads> b(w.b, p.batch, p.col, p.k0);
    const int steps = (int)((p.k1 - p.k0 + Shape::Deep - 1) / Shape::Deep);
    int to = 0, at = 0;
    /* Copies are issued Stages - 1 steps ahead of the multiplication. */
#pragma unroll 1
    for (int ahead = 0; ahead < steps + Shape::Stages - 1; ahead++) {
        if (ahead >= Shape::Stages - 1) {
            gpu__copies_wait<Shape::Stages - 2>();
            __syncthreads();
        }
        if (ahead < steps) a.next(ring + to), b.next(ring + to + Shape::StageA);
        gpu__copies_commit(); /* also an empty group after the last one, so that the count of groups stays right */
        to = to + Shape::Stage < Shape::Bytes ? to + Shape::Stage : 0;
        if (ahead < Shape::Stages - 1) continue;
        const char *const from = ring + at;
        GPU__UNROLLED (int ks = 0; ks < Shape::Slices; ks++) {
            unsigned fa[Shape::RowParts][4], fb[Shape::ColParts / 2][4];
            GPU__UNROLLED (int i = 0; i < Shape::RowParts; i++)
                PieceA::template fragments<true>(fa[i], from, row + i * 16, ks);
            GPU__UNROLLED (int j = 0; j < Shape::ColParts / 2; j++)
                PieceB::template fragments<false>(fb[j], from + Shape::StageA, col + j * 16, ks);
            GPU__UNROLLED (int i = 0; i < Shape::RowParts; i++)
                GPU__UNROLLED (int j = 0; j < Shape::ColParts; j++)
                    gpu__mma<Shape::precision>(acc[i][j], fa[i], fb[j / 2][j % 2 * 2], fb[j / 2][j % 2 * 2 + 1]);
        }
        at = at + Shape::Stage < Shape::Bytes ? at + Shape::Stage : 0;
    }
}
/* A block computes a tile of C, or of one split's sums. */
template <class Shape> static __global__ void __launch_bounds__(Shape::Threads, Shape::Blocks)
    gpu__mma_tiles(const __grid_constant__ gpu__tensor_args w)
{
    extern __shared__ __align__(16) unsigned char gpu__dynamic_bytes[];
    char *const ring = (char *)gpu__dynamic_bytes;
    if (!gpu__mma_here<Shape>()) return;
    const int warp = threadIdx.x / 32, row = warp / Shape::Across * Shape::WarpRows,
              col = warp % Shape::Across * Shape::WarpCols;
    const gpu__tensor_tile p = gpu__tensor_tile_of<Shape::Rows, Shape::Cols>(w, blockIdx.x);
    float acc[Shape::RowParts][Shape::ColParts][4] = {};
    gpu__follow(!w.partials);
    if (w.transposed_a && w.transposed_b) gpu__mma_multiply<Shape, true, false>(acc, ring, w, p, row, col);
    else if (w.transposed_a) gpu__mma_multiply<Shape, true, true>(acc, ring, w, p, row, col);
    else if (w.transposed_b) gpu__mma_multiply<Shape, false, false>(acc, ring, w, p, row, col);
    else gpu__mma_multiply<Shape, false, true>(acc, ring, w, p, row, col);
    const size_t row0 = p.row + row + threadIdx.x % 32 / 4, col0 = p.col + col;
    if (w.partials) gpu__mma_finish<GPU__MATMUL_TF32, false, 8>(acc, gpu__tensor_partial_of(w, p), row0, col0);
    else gpu__mma_finish<Shape::precision, false, 8>(acc, gpu__tensor_target_of<Shape::precision>(w, p), row0, col0);
}

template <class Shape>
static cudaError_t gpu__mma_tiles_launch(const gpu__launch_context *context, const gpu__tensor_args &w)
{
    const size_t steps = gpu__ceil_div(w.split, Shape::Deep),
                 shared = Shape::Stage * (steps < Shape::Stages ? steps : Shape::Stages); /* so that more blocks fit */
    return gpu__launch_kernel<gpu__mma_tiles<Shape>>(
        {context, (unsigned)(w.tiles_m * w.tiles_n * w.splits * w.batch), Shape::Threads, 0, shared, Shape::Bytes}, w);
}
