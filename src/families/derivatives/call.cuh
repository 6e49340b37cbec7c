template <class Type, int Count> struct gpu__grad_pointers {
    Type *out, *slope[Count];
    const Type *variable[Count]; /* NULL: one value for all elements */
    Type value[Count];
    const Type *weight; /* NULL: factor */
    Type factor;
};
/* One thread for each element; results that are not wanted are NULL. */
template <class Lifted, class Type, int Order>
static __global__ void __launch_bounds__(Order == GPU__GRAD_SECOND ? 64 : 256)
    gpu__grad_kernel(const gpu__grad_pointers<Type, Lifted::count> p, size_t n)
{
    gpu__follow();
    constexpr int Count = Lifted::count;
    const size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    double x[Count], g[Count];
    if (i >= n) return;
    GPU__UNROLLED (int k = 0; k < Count; k++) x[k] = (double)(p.variable[k] ? p.variable[k][i] : p.value[k]);
    if constexpr (Order == GPU__GRAD_SECOND) {
#pragma unroll 1
        for (int b = 0; b < Count; b++) {
            Lifted::hessian_row(g, (double *)0, x, b);
            GPU__UNROLLED (int k = 0; k < Count; k++) p.out[i * (Count * Count) + b * Count + k] = (Type)g[k];
        }
    } else {
        const double v = Order == GPU__GRAD_FIRST ? Lifted::gradient(g, x) : Lifted::value(x);
        if (p.out) p.out[i] = (Type)v;
        GPU__UNROLLED (int k = 0; k < Count && Order == GPU__GRAD_FIRST; k++)
            if (p.slope[k]) p.slope[k][i] = (Type)g[k] * (p.weight ? p.weight[i] : p.factor);
    }
}
template <class Lifted, class Type> static cudaError_t
gpu__grad_launch(const gpu__job *j, const gpu__launch_context *context, Type *out, const void *const *in)
{
    constexpr int Count = Lifted::count;
    const gpu__grad_detail *const d = (const gpu__grad_detail *)j->detail;
    const size_t n = j->n;
    const unsigned threads = d->order == GPU__GRAD_SECOND ? 64 : 256;
    gpu__grad_pointers<Type, Count> p;
    p.out = d->out < 0 ? out : NULL;
    p.weight = d->weighted > 0 ? (const Type *)in[d->out] : NULL;
    p.factor = d->weighted < 0 ? *(const Type *)in[d->out] : (Type)1;
    for (int k = 0; k < Count; k++) {
        const bool scalar = d->scalars >> k & 1;
        p.slope[k] = k == d->out ? out : (Type *)in[k];
        p.variable[k] = scalar ? NULL : (const Type *)in[Count + k];
        p.value[k] = scalar ? *(const Type *)in[Count + k] : (Type)0;
    }
    return gpu__launch(context,
                       d->order == GPU__GRAD_VALUE   ? gpu__grad_kernel<Lifted, Type, GPU__GRAD_VALUE>
                       : d->order == GPU__GRAD_FIRST ? gpu__grad_kernel<Lifted, Type, GPU__GRAD_FIRST>
                                                     : gpu__grad_kernel<Lifted, Type, GPU__GRAD_SECOND>,
                       gpu__ceil_div(n, threads), threads, 0, p, n);
}
