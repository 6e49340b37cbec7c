/* ---- Linear algebra: steps and products on a GPU -------------------------------------------------------------- */

template <class Type> GPU__DEVICE_FN Type gpu__la_warp_sum(Type v)
{
    GPU__UNROLLED (int d = 16; d; d /= 2) v += __shfl_xor_sync(~0u, v, d);
    return v;
}
/* The sum over a block of whole warps, in a fixed order; all of its threads get it. */
template <class Type> GPU__DEVICE_FN Type gpu__la_block_sum(Type v)
{
    __shared__ Type part[32];
    __syncthreads();
    v = gpu__la_warp_sum(v);
    if (blockDim.x <= 32) return v;
    if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = v;
    __syncthreads();
    return gpu__la_warp_sum(threadIdx.x % 32 < blockDim.x / 32 ? part[threadIdx.x % 32] : (Type)0);
}
template <class Type> GPU__DEVICE_FN Type gpu__la_block_max(Type v)
{
    __shared__ Type part[32];
    __syncthreads();
    GPU__UNROLLED (int d = 16; d; d /= 2) v = max(v, __shfl_xor_sync(~0u, v, d));
    if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = v;
    __syncthreads();
    v = threadIdx.x % 32 < blockDim.x / 32 ? part[threadIdx.x % 32] : part[0];
    GPU__UNROLLED (int d = 16; d; d /= 2) v = max(v, __shfl_xor_sync(~0u, v, d));
    return v;
}
/* The index of the largest value of a block; the first one if several are equal. */
template <class Type> GPU__DEVICE_FN size_t gpu__la_block_argmax(Type v, size_t at)
{
    __shared__ Type part[32];
    __shared__ size_t index[32];
    auto step = [&](int d) {
        const Type w = __shfl_xor_sync(~0u, v, d);
        const size_t there = __shfl_xor_sync(~0u, (unsigned long long)at, d);
        if (w > v || (w == v && there < at)) v = w, at = there;
    };
    __syncthreads();
    GPU__UNROLLED (int d = 16; d; d /= 2) step(d);
    if (blockDim.x <= 32) return at;
    if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = v, index[threadIdx.x / 32] = at;
    __syncthreads();
    const int from = threadIdx.x % 32 < blockDim.x / 32 ? threadIdx.x % 32 : 0;
    v = part[from], at = index[from];
    GPU__UNROLLED (int d = 16; d; d /= 2) step(d);
    return at;
}
/* Runs a step, Code(s, matrix, block), by blocks of up to Most threads. Each: every thread has a matrix of its own. */
template <auto Code, int Each, int Most> static __global__ void __launch_bounds__(Most)
    gpu__la_kernel(const gpu__la_step s, size_t blocks, size_t total)
{
    gpu__follow(false);
    if constexpr (Each) {
        const size_t z = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
        if (z < total) Code(&s, z, 0);
    } else
        for (size_t i = blockIdx.x; i < total; i += gridDim.x) {
            Code(&s, i / blocks, i % blocks);
            __syncthreads();
        }
}
template <auto Code, int Each, int Most = Each ? 128 : 1024>
static void gpu__la_launch(gpu__la *la, const gpu__la_step *s, size_t blocks, size_t batch, unsigned threads)
{
    const size_t total = blocks * batch, grid = Each ? gpu__ceil_div(total, threads) : total;
    if (!total || la->error || la->measuring) return;
    la->error = (int)gpu__launch(la->context, gpu__la_kernel<Code, Each, Most>, grid < 0x7fffffff ? grid : 0x7fffffff,
                                 threads, 0, *s, blocks, total);
}
/* Finds the first matrix whose info is not 0, and that info. */
template <int = 0> static __global__ void gpu__la_failed(int64_t *failed, const int *info, size_t batch)
{
    gpu__follow();
    __shared__ unsigned long long first;
    if (threadIdx.x == 0) first = ~0ull;
    __syncthreads();
    for (size_t z = threadIdx.x; z < batch; z += blockDim.x)
        if (info[z]) {
            atomicMin(&first, (unsigned long long)z);
            break;
        }
    __syncthreads();
    if (threadIdx.x == 0) failed[0] = first == ~0ull ? 0 : (int64_t)first, failed[1] = first == ~0ull ? 0 : info[first];
}
template <int> static void gpu__la_find_failed(gpu__la *la, int64_t *failed, const int *info)
{
    if (la->error) return;
    la->error = (int)gpu__launch(la->context, gpu__la_failed<>, 1, 1024, 0, failed, info, la->batch);
}
template <class Type> static void gpu__la_gemm_device(gpu__la *la, const gpu__matmul_detail *d, void *c, const void *a,
                                                      const void *b, void *space)
{
    const gpu__matmul_plan &plan = d->plan.gpu;
    gpu__matmul_args<Type> g = gpu__matmul_args_of<Type>(d->spec, c, a, b);
    if (la->error) return;
    g.splits = (unsigned)plan.splits, g.split_k = plan.split_k;
    g.partial = plan.splits > 1 ? (Type *)space : NULL;
    la->error = (int)gpu__matmul_by_plan(la->context, g, d->spec.batch, plan.tiles);
}
