/* ---- Matrix multiplication: the launch of a plan ----------------------------------------------------------------- */

/* Tiles of doubles for the tensor cores, of Rows x Cols sums, in WarpsM x WarpsN warps. */
template <int Rows, int Cols, int Depth, int WarpsM, int WarpsN, bool AlongA, bool AlongB, int Abreast = 2>
struct gpu__matmul_dmma_tile {
    typedef gpu__matmul_dmma<WarpsM, WarpsN, Rows / WarpsM / 16, Cols / WarpsN / 8, AlongA, AlongB, Abreast> shape;
    static_assert(shape::TileM == Rows && shape::TileN == Cols && shape::Depth == Depth, "the tile of the plan");
};
/* Launches them. They read the operands as they are stored. (Everything is a template, so that a program without matrix
   multiplications has none of these kernels.) */
template <int Rows, int Cols, int Depth, int WarpsM, int WarpsN, int Stages, int Blocks> static cudaError_t
gpu__matmul_by_tensor_cores(const gpu__launch_context *context, const gpu__matmul_args<double> &g, size_t batch)
{
    if (g.a_k == 1 && g.b_j == 1 && !(g.aligned_a && g.aligned_b)) /* unaligned: copied element by element */
        return gpu__matmul_run<typename gpu__matmul_dmma_tile<Rows, Cols, Depth, WarpsM, WarpsN, true, false, 1>::shape,
                               Stages, Blocks>(context, g, batch);
    return gpu__with_constants(g.a_k == 1, g.b_k == 1, [&](auto a, auto b) {
        return gpu__matmul_run<typename gpu__matmul_dmma_tile<Rows, Cols, Depth, WarpsM, WarpsN, a, b>::shape, Stages,
                               Blocks>(context, g, batch);
    });
}
template <int = 0> static cudaError_t gpu__matmul_by_plan(const gpu__launch_context *context,
                                                          gpu__matmul_args<double> &g, size_t batch, int tiles)
{
    typedef gpu__matmul_dmma_tile<GPU__TILE_LARGE_F64, 4, 2, true, true>::shape large;
    typedef gpu__matmul_dmma_tile<GPU__TILE_FLAT_F64, 1, 4, true, true>::shape flat;
    const size_t limit = context->shared_limit;
    if (tiles == GPU__MATMUL_SMALL_MATRICES) return gpu__matmul_by_small(context, g, batch);
    if (tiles == GPU__MATMUL_THIN && gpu__matmul_thin<double, true>::Bytes <= limit)
        return gpu__matmul_by_thin(context, g, batch);
    if (tiles == GPU__MATMUL_SMALL_TILES || gpu__matmul_shared<flat, 3>() > limit)
        return gpu__matmul_run<gpu__matmul_fma<double, GPU__TILE_SMALL_F64, 4, 4>, 3, 2>(context, g, batch);
    if (tiles == GPU__MATMUL_LARGE_TILES && gpu__matmul_shared<large, 4>() <= limit)
        return gpu__matmul_by_tensor_cores<GPU__TILE_LARGE_F64, 4, 2, 4, 1>(context, g, batch);
    if (tiles != GPU__MATMUL_FLAT_TILES)
        return gpu__matmul_by_tensor_cores<GPU__TILE_MIDDLE_F64, 2, 2, 3, 3>(context, g, batch);
    if (g.n < g.m) gpu__matmul_transpose(g);
    return gpu__matmul_by_tensor_cores<GPU__TILE_FLAT_F64, 1, 4, 3, 3>(context, g, batch);
}
/* Launches tiles of floats, with eight rows for each thread. They read plain operands by pointers that they advance,
   transposed ones element by element, with checks; for large tiles the plan has these transposed in the workspace. */
template <int Rows, int Cols, int Deep, int ColsPerThread, int Stages, int Blocks, int Abreast = 4> static cudaError_t
gpu__matmul_by_threads(const gpu__launch_context *context, const gpu__matmul_args<float> &g, size_t batch)
{
    return gpu__matmul_run<gpu__matmul_fma<float, Rows, Cols, Deep, 8, ColsPerThread, Abreast>, Stages, Blocks>(
        context, g, batch);
}
template <int = 0> static cudaError_t gpu__matmul_by_plan(const gpu__launch_context *context,
                                                          gpu__matmul_args<float> &g, size_t batch, int tiles)
{
    typedef gpu__matmul_fma<float, GPU__TILE_LARGE_F32, 8, 16> large;
    const size_t limit = context->shared_limit;
    const bool wide = (g.a_k == 1 || g.aligned_a) && (g.b_k == 1 || g.aligned_b);
    if (tiles == GPU__MATMUL_SMALL_MATRICES) return gpu__matmul_by_small(context, g, batch);
    if (tiles == GPU__MATMUL_THIN && gpu__matmul_thin<float, true>::Bytes <= limit)
        return gpu__matmul_by_thin(context, g, batch);
    if (tiles == GPU__MATMUL_LARGE_TILES && wide && g.a_k == 1 && g.b_j == 1 && gpu__matmul_shared<large, 3>() <= limit)
        return gpu__matmul_by_threads<GPU__TILE_LARGE_F32, 16, 3, 1>(context, g, batch);
    if (tiles == GPU__MATMUL_LARGE_TILES || tiles == GPU__MATMUL_MIDDLE_TILES)
        return wide ? gpu__matmul_by_threads<GPU__TILE_MIDDLE_F32, 8, 2, 7>(context, g, batch)
                    : gpu__matmul_by_threads<GPU__TILE_MIDDLE_F32, 8, 2, 7, 1>(context, g, batch);
    if (tiles == GPU__MATMUL_FLAT_TILES) return gpu__matmul_by_threads<GPU__TILE_FLAT_F32, 16, 6, 4>(context, g, batch);
    return gpu__matmul_by_threads<GPU__TILE_SMALL_F32, 4, 3, 4>(context, g, batch);
}
/* Launches the kernel for the tiles of the plan, or for smaller tiles if a block has too little shared memory for
   these. That does not change results, since the order of a sum depends on the splits only. */
template <class Type> static cudaError_t gpu__matmul_by_tiles(const gpu__launch_context *context, const gpu__job *j,
                                                              void *c, const void *a, const void *b)
{
    const gpu_gemm_spec &spec = gpu__matmul_detail_of(j)->spec;
    const gpu__matmul_plan &plan = gpu__matmul_detail_of(j)->plan.gpu;
    gpu__matmul_args<Type> g = gpu__matmul_args_of<Type>(spec, c, a, b);
    if (plan.tiles == GPU__MATMUL_MATVEC)
        return gpu__rows<gpu__op_dot<Type>, 2>(context, {g.c, g.a, g.b, g.m, g.k, 1.0});
    g.splits = (unsigned)plan.splits, g.split_k = plan.split_k;
    char *const space = (char *)context->space;
    cudaError_t e = cudaSuccess;
    if (plan.pitch_a) {
        gpu__tensor_operand side = {a, g.k, g.m, g.a_k, g.stride_a, false};
        e = gpu__tensor_transposed<Type>(context, &side, spec.batch, space, plan.pitch_a);
        g.a = (const Type *)side.p, g.a_i = side.ld, g.a_k = 1, g.stride_a = side.stride, g.aligned_a = true;
    }
    if (plan.pitch_b && !e) {
        gpu__tensor_operand side = {b, g.n, g.k, g.b_j, g.stride_b, false};
        e = gpu__tensor_transposed<Type>(context, &side, spec.batch, space + plan.copied_a, plan.pitch_b);
        g.b = (const Type *)side.p, g.b_k = side.ld, g.b_j = 1, g.stride_b = side.stride, g.aligned_b = true;
    }
    if (e) return e;
    g.partial = plan.splits > 1 ? (Type *)(space + plan.copied_a + plan.copied_b) : NULL;
    return gpu__matmul_by_plan(context, g, spec.batch, plan.tiles);
}

/* The job's function that launches its kernels. */
template <int precision>
static int gpu__matmul_device(const gpu__job *j, const gpu__launch_context *context, void *out, const void *const *in)
{
    if constexpr (precision == GPU__MATMUL_F32) return (int)gpu__matmul_by_tiles<float>(context, j, out, in[1], in[2]);
    else if constexpr (precision == GPU__MATMUL_F64)
        return (int)gpu__matmul_by_tiles<double>(context, j, out, in[1], in[2]);
    else return (int)gpu__tensor_launch<precision>(context, *gpu__matmul_detail_of(j), out, in[1], in[2]);
}

/* out[i * n + j] = x[i] * y[j]: a block computes 1024 columns of a row. Short rows are combined, with one element for
   each thread. */
template <class Type> static __global__ void __launch_bounds__(256)
    gpu__outer_rows(Type *out, const Type *x, const Type *y, size_t n, size_t across, size_t tiles)
{
    gpu__follow();
    for (size_t tile = blockIdx.x; tile < tiles; tile += gridDim.x) {
        const size_t row = tile / across, col0 = tile % across * 1024 + threadIdx.x;
        const Type v = x[row];
        GPU__UNROLLED (unsigned q = 0; q < 4; q++)
            if (col0 + q * 256 < n) out[row * n + col0 + q * 256] = v * y[col0 + q * 256];
    }
}
template <class Type> static __global__ void __launch_bounds__(256)
    gpu__outer_short(Type *out, const Type *x, const Type *y, size_t count, unsigned n)
{
    gpu__follow();
    const size_t step = (size_t)gridDim.x * 256;
    for (size_t i = (size_t)blockIdx.x * 256 + threadIdx.x; i < count; i += step) out[i] = x[i / n] * y[i % n];
}
template <class Type> static cudaError_t gpu__outer(const gpu__launch_context *context, Type *out, const Type *x,
                                                    const Type *y, size_t m, size_t n)
{
    const size_t most = 0x7fffffff, across = gpu__ceil_div(n, 1024), tiles = m * across,
                 blocks = gpu__ceil_div(m * n, 256);
    if (n < 1024)
        return gpu__launch(context, gpu__outer_short<Type>, blocks < most ? blocks : most, 256, 0, out, x, y, m * n,
                           (unsigned)n);
    return gpu__launch(context, gpu__outer_rows<Type>, tiles < most ? tiles : most, 256, 0, out, x, y, n, across,
                       tiles);
}
