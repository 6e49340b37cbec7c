/* out[r][c] = Function(m[r][c], v[c]), or v[r] by column, over the flat array of n elements. A thread takes one pack;
   the first `head` elements, up to the first aligned one, are done one by one. Even: every pack lies within a row, and
   v can be read by packs. Every element is read by the thread that writes it, so out may be m. */
template <auto Function, bool ByColumn, int Pack, bool Even, class Type>
static __global__ void __launch_bounds__(GPU__MAP_THREADS)
    gpu__broadcast_kernel(Type *out, const Type *m, const Type *v, size_t n, size_t cols, int head)
{
    const size_t i = head + (blockIdx.x * (size_t)GPU__MAP_THREADS + threadIdx.x) * Pack;
    gpu__follow();
    /* A division of 64 bits takes longer than the memory access. */
    auto row_of = [&](size_t k) -> size_t { return n >> 32 ? k / cols : (unsigned)k / (unsigned)cols; };
    auto one = [&](size_t k) { out[k] = Function(m[k], v[ByColumn ? row_of(k) : k - row_of(k) * cols]); };
    if (i + Pack <= n) {
        gpu__pack<Type, Pack> x = *(const gpu__pack<Type, Pack> *)(m + i), y;
        size_t r = row_of(i), c = i - r * cols;
        if constexpr (Even && !ByColumn) {
            y = *(const gpu__pack<Type, Pack> *)(v + c);
        } else {
            GPU__UNROLLED (int k = 0; k < Pack; ++k) {
                y.v[k] = v[ByColumn ? r : c];
                if (!Even && ++c == cols) c = 0, ++r;
            }
        }
        GPU__UNROLLED (int k = 0; k < Pack; ++k) x.v[k] = Function(x.v[k], y.v[k]);
        *(gpu__pack<Type, Pack> *)(out + i) = x;
    } else
        for (size_t k = i; k < n; ++k) one(k);
    if (blockIdx.x == 0 && (int)threadIdx.x < head) one(threadIdx.x);
}
template <auto Function, bool ByColumn, int Pack, bool Even, class Type>
static cudaError_t gpu__broadcast_start(const gpu__launch_context *context, Type *out, const Type *m, const Type *v,
                                        size_t n, size_t cols, int head)
{
    return gpu__launch(context, gpu__broadcast_kernel<Function, ByColumn, Pack, Even, Type>,
                       gpu__ceil_div(n - head, (size_t)GPU__MAP_THREADS * Pack), GPU__MAP_THREADS, 0, out, m, v, n,
                       cols, head);
}
template <auto Function, bool ByColumn, class Type> static cudaError_t
gpu__broadcast(const gpu__launch_context *context, Type *out, const Type *m, const Type *v, size_t n, size_t cols)
{
    constexpr int Pack = gpu__vector<Type>, Bytes = Pack * (int)sizeof(Type);
    const size_t head = (Bytes - (uintptr_t)out % Bytes) % Bytes / sizeof(Type);
    if (n == 0) return cudaSuccess;
    if (head > n || !gpu__aligned(out + head, Bytes) || !gpu__aligned(m + head, Bytes))
        return gpu__broadcast_start<Function, ByColumn, 1, false>(context, out, m, v, n, cols, 0);
    if (head == 0 && cols % Pack == 0 && (ByColumn || gpu__aligned(v, Bytes)))
        return gpu__broadcast_start<Function, ByColumn, Pack, true>(context, out, m, v, n, cols, 0);
    return gpu__broadcast_start<Function, ByColumn, Pack, false>(context, out, m, v, n, cols, (int)head);
}
