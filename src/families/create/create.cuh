/* ---- Elements from their index ----------------------------------------------------------------------------------- */

/* out[i] = Function(ramp, i): arange, linspace. */
template <auto Function, int Pack, class Type> static __global__ void __launch_bounds__(256)
    gpu__indexed_kernel(Type *out, size_t n, gpu__ramp ramp)
{
#ifdef __CUDA_ARCH__
    const size_t i = ((size_t)blockIdx.x * 256 + threadIdx.x) * Pack;
    gpu__pack<Type, Pack> k;
#pragma unroll
    for (int v = 0; v < Pack; v++) k.v[v] = Function(&ramp, i + v);
    if (i + Pack <= n)
        *(gpu__pack<Type, Pack> *)(out + i) = k;
    else
#pragma unroll
        for (int v = 0; v < Pack; v++)
            if (i + v < n) out[i + v] = k.v[v];
#endif
}
template <auto Function, class Type>
static cudaError_t gpu__indexed(cudaStream_t stream, Type *out, size_t n, const gpu__ramp &ramp)
{
    constexpr int Pack = gpu__vector<Type>;
    if (gpu__aligned(out, sizeof(Type) * Pack))
        gpu__indexed_kernel<Function, Pack, Type>
            <<<(unsigned)gpu__ceil_div(n, 256 * Pack), 256, 0, stream>>>(out, n, ramp);
    else
        gpu__indexed_kernel<Function, 1, Type><<<(unsigned)gpu__ceil_div(n, 256), 256, 0, stream>>>(out, n, ramp);
    return cudaGetLastError();
}
