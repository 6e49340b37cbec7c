
/* ---- Matrix products --------------------------------------------------------------------------------------------- */

/* The kernel for the plan's tiles. (All is a template, so that a program that multiplies no matrices has no kernel of
   these.) */
template <int = 0> static cudaError_t gpu__gemm_by_plan(cudaStream_t stream, gpu__gemm_args<double> &g, size_t batch,
                                                        int tiles, size_t limit)
{
    typedef gpu__gemm_dmma<GPU__TILE_LARGE_F64, 4, 2> large;
    typedef gpu__gemm_dmma<GPU__TILE_MIDDLE_F64, 2, 2> middle;
    typedef gpu__gemm_dmma<GPU__TILE_FLAT_F64, 1, 4> flat;
    if (tiles == GPU__GEMM_SHORT) return gpu__gemm_by_short(stream, g, batch);
    if (tiles == GPU__GEMM_THIN && gpu__gemm_thin<double, true>::Bytes <= limit)
        return gpu__gemm_by_thin(stream, g, batch);
    if (tiles == GPU__GEMM_SMALL || gpu__gemm_shared<flat, 3>() > limit)
        return gpu__gemm_run<gpu__gemm_fma<double, GPU__TILE_SMALL_F64, 4, 4>, 3, 2>(stream, g, batch);
    if (tiles == GPU__GEMM_LARGE && gpu__gemm_shared<large, 4>() <= limit)
        return gpu__gemm_run<large, 4, 1>(stream, g, batch);
    if (tiles != GPU__GEMM_FLAT) return gpu__gemm_run<middle, 3, 3>(stream, g, batch);
    if (g.n < g.m) gpu__gemm_transpose(g);
    return gpu__gemm_run<flat, 3, 3>(stream, g, batch);
}
template <int = 0> static cudaError_t gpu__gemm_by_plan(cudaStream_t stream, gpu__gemm_args<float> &g, size_t batch,
                                                        int tiles, size_t limit)
{
    typedef gpu__gemm_fma<float, GPU__TILE_LARGE_F32, 8, 16> large;
    const bool wide = (g.a_k == 1 || g.aligned_a) && (g.b_k == 1 || g.aligned_b);
    if (tiles == GPU__GEMM_SHORT) return gpu__gemm_by_short(stream, g, batch);
    if (tiles == GPU__GEMM_THIN && gpu__gemm_thin<float, true>::Bytes <= limit)
        return gpu__gemm_by_thin(stream, g, batch);
    if (tiles == GPU__GEMM_LARGE && wide && gpu__gemm_shared<large, 3>() <= limit)
        return gpu__gemm_run<large, 3, 1>(stream, g, batch);
    if (tiles == GPU__GEMM_FLAT)
        return gpu__gemm_run<gpu__gemm_fma<float, GPU__TILE_FLAT_F32, 8, 16>, 6, 4>(stream, g, batch);
    if (tiles == GPU__GEMM_SMALL)
        return gpu__gemm_run<gpu__gemm_fma<float, GPU__TILE_SMALL_F32, 8, 4>, 3, 4>(stream, g, batch);
    return gpu__gemm_run<gpu__gemm_fma<float, GPU__TILE_MIDDLE_F32, 8, 8>, 2, 7>(stream, g, batch);
}
/* Launches the kernel for the tiles of the plan, or for smaller ones where a block has less shared memory than they
   take: the order of a sum depends on the splits alone. */
template <class Type> static cudaError_t gpu__gemm_by_tiles(const gpu__launch_context *context, const gpu__job *j,
                                                            void *c, const void *a, const void *b)
{
    const gpu_gemm_spec &spec = gpu__gemm_detail_of(j)->spec;
    const gpu__gemm_plan &plan = gpu__gemm_detail_of(j)->plan.gpu;
    gpu__gemm_args<Type> g = gpu__gemm_args_of<Type>(spec, c, a, b);
    if (plan.tiles == GPU__GEMM_VECTOR) return gpu__rows<gpu__op_dot<Type>, 2>(context, g.c, g.a, g.b, g.m, g.k, 1.0);
    g.splits = (unsigned)plan.splits, g.split_k = plan.split_k;
    g.partial = plan.splits > 1 ? (Type *)context->space : NULL;
    return gpu__gemm_by_plan((cudaStream_t)context->stream, g, spec.batch, plan.tiles, context->shared_limit);
}

/* The function of a job that launches its kernels. */
template <int precision>
static int gpu__gemm_device(const gpu__job *j, const gpu__launch_context *context, void *out, const void *const *in)
{
    if constexpr (precision == GPU__GEMM_F32)
        return (int)gpu__gemm_by_tiles<float>(context, j, out, in[1], in[2]);
    else if constexpr (precision == GPU__GEMM_F64)
        return (int)gpu__gemm_by_tiles<double>(context, j, out, in[1], in[2]);
    else
        return (int)gpu__mma_launch<precision>(context, *gpu__gemm_detail_of(j), out, in[1], in[2]);
}

/* out[i * n + j] = x[i] * y[j]: a block has 1024 columns of a row. Rows that are short are taken together, an element
   a thread. */
template <class Type> static __global__ void __launch_bounds__(256)
    gpu__outer_rows(Type *out, const Type *x, const Type *y, size_t n, size_t across, size_t tiles)
{
#ifdef __CUDA_ARCH__
    for (size_t tile = blockIdx.x; tile < tiles; tile += gridDim.x) {
        const size_t row = tile / across, col0 = tile % across * 1024 + threadIdx.x;
        const Type v = x[row];
#pragma unroll
        for (unsigned q = 0; q < 4; q++)
            if (col0 + q * 256 < n) out[row * n + col0 + q * 256] = v * y[col0 + q * 256];
    }
#endif
}
template <class Type> static __global__ void __launch_bounds__(256)
    gpu__outer_short(Type *out, const Type *x, const Type *y, size_t count, unsigned n)
{
#ifdef __CUDA_ARCH__
    const size_t step = (size_t)gridDim.x * 256;
    for (size_t i = (size_t)blockIdx.x * 256 + threadIdx.x; i < count; i += step) out[i] = x[i / n] * y[i % n];
#endif
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
