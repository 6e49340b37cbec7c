
/* ---- Matrix products --------------------------------------------------------------------------------------------- */

/* C = alpha A B + beta C of a complete spec. */
template <int precision> static cudaError_t gpu__gemm_launch(const gpu__launch_context *context, const gpu_gemm_spec &g,
                                                             void *out, const void *a, const void *b)
{
    if constexpr (precision == GPU__GEMM_F32)
        return gpu__gemm_by_tiles<float>(context, g, precision, out, a, b);
    else if constexpr (precision == GPU__GEMM_F64)
        return gpu__gemm_by_tiles<double>(context, g, precision, out, a, b);
    else
        return gpu__mma_launch<precision>(context, g, out, a, b);
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
