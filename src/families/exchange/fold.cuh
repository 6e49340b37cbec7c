#ifdef GPU_SEVERAL_DEVICES
/* ---- Exchange between the devices of a process ------------------------------------------------------------------- */

/* The index in a device's flags. For both synchronisations of an exchange, each part and each block of its kernel, a
   flag is the last epoch in which that block has arrived. */
__host__ __device__ constexpr int gpu__exchange_flag(int meeting, int part, int block)
{
    return (meeting * GPU__MAX_DEVICES + part) * GPU__EXCHANGE_BLOCKS + block;
}

/* Synchronises block b with the blocks b of all parts: afterwards it sees everything that their threads have written
   before. Returns whether a part has given up, whose array may be gone. */
GPU__DEVICE_FN int gpu__exchange_meet(const gpu__exchange_args &a, int meeting)
{
    int gone = 0;
    __syncthreads();
    if ((int)threadIdx.x < a.parts) {
        uint64_t *theirs = a.flags[threadIdx.x] + gpu__exchange_flag(meeting, a.part, blockIdx.x), seen;
        const uint64_t *ours = a.flags[a.part] + gpu__exchange_flag(meeting, threadIdx.x, blockIdx.x);
        asm volatile("st.release.sys.global.u64 [%0], %1;" ::"l"(theirs), "l"(a.epoch) : "memory");
        do asm volatile("ld.acquire.sys.global.u64 %0, [%1];" : "=l"(seen) : "l"(ours) : "memory");
        while (seen < a.epoch);
        gone = seen - a.epoch >= GPU__GIVEN_UP / 2;
    }
    return __syncthreads_or(gone);
}
template <class Type, gpu_fold Fold> GPU__DEVICE_FN typename gpu__types_of<Type>::sum
gpu__folded(typename gpu__types_of<Type>::sum a, typename gpu__types_of<Type>::sum b)
{
    typedef typename gpu__types_of<Type>::sum Accum;
    typedef typename gpu__types_of<Type>::wrap_sum Wrap;
    if (Fold == GPU_FOLD_MIN) return GPU__FIRST_OF(a, b, <);
    if (Fold == GPU_FOLD_MAX) return GPU__FIRST_OF(a, b, >);
    return (Accum)((Wrap)a + (Wrap)b);
}
/* Folds tiles of Unroll packs a thread, so that enough loads are in flight to saturate the link; then the elements that
   are not aligned. */
template <class Type, gpu_fold Fold> GPU__DEVICE_FN void gpu__exchange_share(const gpu__exchange_args &a)
{
    typedef typename gpu__types_of<Type>::sum Accum;
    constexpr int Pack = 16 / (int)sizeof(Type), Unroll = 4, Threads = 512;
    const size_t singles = a.end - a.begin - a.packs * Pack;
    for (size_t tile = (size_t)blockIdx.x * Unroll * Threads; tile < a.packs;
         tile += (size_t)gridDim.x * Unroll * Threads) {
        Accum v[Unroll][Pack];
        for (int k = 0; k < a.parts; k++) {
            const uint4 *const x = (const uint4 *)((const Type *)a.array[k] + a.begin + a.head);
            alignas(16) Type in[Unroll][Pack];
            GPU__UNROLLED (int u = 0; u < Unroll; u++) {
                const size_t at = tile + u * Threads + threadIdx.x;
                *(uint4 *)in[u] = at < a.packs ? x[at] : uint4();
            }
            GPU__UNROLLED (int u = 0; u < Unroll; u++)
                GPU__UNROLLED (int j = 0; j < Pack; j++)
                    v[u][j] = k ? gpu__folded<Type, Fold>(v[u][j], (Accum)in[u][j]) : (Accum)in[u][j];
        }
        for (int k = a.to; k < a.to_end; k++) {
            uint4 *const out = (uint4 *)((Type *)a.array[k] + a.begin + a.head);
            GPU__UNROLLED (int u = 0; u < Unroll; u++) {
                const size_t at = tile + u * Threads + threadIdx.x;
                alignas(16) Type result[Pack];
                GPU__UNROLLED (int j = 0; j < Pack; j++) result[j] = (Type)v[u][j];
                if (at < a.packs) out[at] = *(const uint4 *)result;
            }
        }
    }
    for (size_t i = (size_t)blockIdx.x * Threads + threadIdx.x; i < singles; i += (size_t)gridDim.x * Threads) {
        const size_t at = a.begin + (i < a.head ? i : i + a.packs * Pack);
        Accum v = (Accum)((const Type *)a.array[0])[at];
        for (int k = 1; k < a.parts; k++) v = gpu__folded<Type, Fold>(v, (Accum)((const Type *)a.array[k])[at]);
        for (int k = a.to; k < a.to_end; k++) ((Type *)a.array[k])[at] = (Type)v;
    }
}

template <class Type> __global__ void __launch_bounds__(512)
    gpu__exchange_parts(const __grid_constant__ gpu__exchange_args a)
{
    if (a.meetings & 1 && gpu__exchange_meet(a, 0)) { /* all have completed the work that was queued before */
    } else if (a.fold == GPU_FOLD_SUM) gpu__exchange_share<Type, GPU_FOLD_SUM>(a);
    else if (a.fold == GPU_FOLD_MIN) gpu__exchange_share<Type, GPU_FOLD_MIN>(a);
    else gpu__exchange_share<Type, GPU_FOLD_MAX>(a);
    if (a.meetings & 2) gpu__exchange_meet(a, 1); /* all parts have read and written their shares */
}
/* head: the number of elements before the first one that is aligned to 16 bytes in every array; packs: that of packs of
   16 bytes after it. */
template <class Type> static cudaError_t gpu__exchange_launch(gpu__exchange_args a, cudaStream_t stream)
{
    const size_t n = a.end - a.begin;
    const uintptr_t low = ((uintptr_t)a.array[0] + a.begin * sizeof(Type)) & 15;
    bool alike = low % sizeof(Type) == 0;
    for (int k = 1; k < a.parts; k++) alike &= ((uintptr_t)a.array[0] & 15) == ((uintptr_t)a.array[k] & 15);
    a.head = (16 - low) % 16 / sizeof(Type);
    if (!alike || a.head > n) a.head = n;
    a.packs = (n - a.head) / (16 / sizeof(Type));
    gpu__exchange_parts<Type><<<(unsigned)a.blocks, 512, 0, stream>>>(a);
    return cudaGetLastError();
}
#endif
