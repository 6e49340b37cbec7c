
/* ---- Matrix products --------------------------------------------------------------------------------------------- */

/* How the elements of a precision are read and written; what they are added up in. */
template <int precision> struct gpu__gemm_type { /* f32 and tf32 */
    typedef float element, accumulator;
    static __device__ float load(float x) { return precision == GPU__GEMM_TF32 ? gpu__tf32_value(x) : x; }
    static __device__ float value(float x) { return x; }
    static __device__ float store(float x) { return x; }
};
template <> struct gpu__gemm_type<GPU__GEMM_F64> {
    typedef double element, accumulator;
    static __device__ double load(double x) { return x; }
    static __device__ double value(double x) { return x; }
    static __device__ double store(double x) { return x; }
};
template <> struct gpu__gemm_type<GPU__GEMM_BF16> {
    typedef gpu_bf16 element;
    typedef float accumulator;
    static __device__ float load(gpu_bf16 x) { return gpu_f32_of_bf16(x); }
    static __device__ float value(gpu_bf16 x) { return gpu_f32_of_bf16(x); }
    static __device__ gpu_bf16 store(float x) { return gpu_bf16_of(x); }
};
template <> struct gpu__gemm_type<GPU__GEMM_F16> {
    typedef gpu_f16 element;
    typedef float accumulator;
    static __device__ float load(gpu_f16 x) { return gpu_f32_of_f16(x); }
    static __device__ float value(gpu_f16 x) { return gpu_f32_of_f16(x); }
    static __device__ gpu_f16 store(float x) { return gpu_f16_of(x); }
};

/* Tiles of 32 x 32 elements of C, through tiles of A and B in shared memory; a thread has four elements of a column. */
enum { GPU__GEMM_TILE = 32 };
template <int precision> static __global__ void __launch_bounds__(256)
    gpu__gemm_tiles(gpu_gemm_spec g, typename gpu__gemm_type<precision>::element *c,
                    const typename gpu__gemm_type<precision>::element *a,
                    const typename gpu__gemm_type<precision>::element *b, size_t across, size_t down)
{
    typedef gpu__gemm_type<precision> type;
    typedef typename type::accumulator Acc;
    constexpr int Tile = GPU__GEMM_TILE, Rows = 8;
    __shared__ Acc as[Tile][Tile + 1], bs[Tile][Tile + 1];
    const int x = threadIdx.x % Tile, y = threadIdx.x / Tile;
    for (size_t tile = blockIdx.x; tile < across * down * g.batch; tile += gridDim.x) {
        const size_t batch = tile / (across * down);
        const size_t row0 = tile / across % down * Tile, col0 = tile % across * Tile;
        const size_t a0 = batch * g.stride_a, b0 = batch * g.stride_b;
        Acc sum[Tile / Rows] = {};
        for (size_t k0 = 0; k0 < g.k; k0 += Tile) {
            for (int i = y; i < Tile; i += Rows) { /* i goes along the stored rows */
                const size_t ar = g.transpose_a ? k0 + i : row0 + i, ac = g.transpose_a ? row0 + x : k0 + x;
                const size_t br = g.transpose_b ? col0 + i : k0 + i, bc = g.transpose_b ? k0 + x : col0 + x;
                const bool in_a = ar < (g.transpose_a ? g.k : g.m) && ac < (g.transpose_a ? g.m : g.k);
                const bool in_b = br < (g.transpose_b ? g.n : g.k) && bc < (g.transpose_b ? g.k : g.n);
                const Acc av = in_a ? type::load(a[a0 + ar * g.lda + ac]) : Acc(0);
                const Acc bv = in_b ? type::load(b[b0 + br * g.ldb + bc]) : Acc(0);
                (g.transpose_a ? as[x][i] : as[i][x]) = av;
                (g.transpose_b ? bs[x][i] : bs[i][x]) = bv;
            }
            __syncthreads();
            const int depth = g.k - k0 < Tile ? (int)(g.k - k0) : Tile;
            for (int k = 0; k < depth; k++)
#pragma unroll
                for (int r = 0; r < Tile / Rows; r++) sum[r] = fma(as[y + r * Rows][k], bs[k][x], sum[r]);
            __syncthreads();
        }
#pragma unroll
        for (int r = 0; r < Tile / Rows; r++) {
            const size_t row = row0 + y + r * Rows, col = col0 + x;
            if (row >= g.m || col >= g.n) continue;
            typename type::element *const to = c + batch * g.stride_c + row * g.ldc + col;
            Acc v = (Acc)g.alpha * sum[r];
            if (g.beta != 0) v = fma((Acc)g.beta, type::value(*to), v);
            *to = type::store(v);
        }
    }
}
/* C = alpha A B + beta C of a complete spec; the sums of an element from 0 on, k ascending. */
template <int precision> static cudaError_t gpu__gemm_launch(const gpu__launch_context *context, const gpu_gemm_spec &g,
                                                             void *out, const void *a, const void *b)
{
    typedef typename gpu__gemm_type<precision>::element element;
    if constexpr (precision == GPU__GEMM_F32 || precision == GPU__GEMM_F64)
        return gpu__gemm_by_tiles<element>(context, g, precision, out, a, b);
    const size_t across = gpu__ceil_div(g.n, GPU__GEMM_TILE), down = gpu__ceil_div(g.m, GPU__GEMM_TILE);
    const size_t tiles = across * down * g.batch, most = 0x7fffffff;
    gpu__gemm_tiles<precision><<<(unsigned)(tiles < most ? tiles : most), 256, 0, (cudaStream_t)context->stream>>>(
        g, (element *)out, (const element *)a, (const element *)b, across, down);
    return cudaGetLastError();
}
/* The job's entry. */
template <int precision>
static int gpu__gemm_device(const gpu__job *j, const gpu__launch_context *context, void *out, const void *const *in)
{
    return (int)gpu__gemm_launch<precision>(context, j->gemm, out, in[1], in[2]);
}

/* out[i * n + j] = x[i] * y[j]: a block has 1024 columns of a row. Rows that are short are taken together, an element
   a thread. */
template <class Type> static __global__ void __launch_bounds__(256)
    gpu__outer_rows(Type *out, const Type *x, const Type *y, size_t n, size_t across, size_t tiles)
{
    for (size_t tile = blockIdx.x; tile < tiles; tile += gridDim.x) {
        const size_t row = tile / across, col0 = tile % across * 1024 + threadIdx.x;
        const Type v = x[row];
#pragma unroll
        for (unsigned q = 0; q < 4; q++)
            if (col0 + q * 256 < n) out[row * n + col0 + q * 256] = v * y[col0 + q * 256];
    }
}
template <class Type> static __global__ void __launch_bounds__(256)
    gpu__outer_short(Type *out, const Type *x, const Type *y, size_t count, unsigned n)
{
    const size_t step = (size_t)gridDim.x * 256;
    for (size_t i = (size_t)blockIdx.x * 256 + threadIdx.x; i < count; i += step) out[i] = x[i / n] * y[i % n];
}
template <class Type>
static cudaError_t gpu__outer(cudaStream_t stream, Type *out, const Type *x, const Type *y, size_t m, size_t n)
{
    const size_t most = 0x7fffffff, across = gpu__ceil_div(n, 1024);
    if (n < 1024) {
        const size_t blocks = gpu__ceil_div(m * n, 256);
        gpu__outer_short<<<(unsigned)(blocks < most ? blocks : most), 256, 0, stream>>>(out, x, y, m * n, (unsigned)n);
    } else {
        const size_t tiles = m * across;
        gpu__outer_rows<<<(unsigned)(tiles < most ? tiles : most), 256, 0, stream>>>(out, x, y, n, across, tiles);
    }
    return cudaGetLastError();
}
