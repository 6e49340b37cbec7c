
#ifdef GPU_ROWWISE
/* ---- Functions of rows ------------------------------------------------------------------------------------------- */

/* A parameter of GPU_ROWS. The rows of an array are staged in shared memory, in words as wide as an element's
   alignment. Their stride there is an odd number of words of 4 bytes or more, so that the threads, each with a row of
   its own, have no bank conflicts. */
template <class Type, int Kind, bool Array = (Kind & GPU__ROW_UPDATED) != 0> struct gpu__row_parameter;
template <class Type> struct gpu__row_pointee;
template <class Type> struct gpu__row_pointee<Type *> {
    typedef Type type;
    typedef Type element;
};
template <class Type> struct gpu__row_pointee<const Type *> {
    typedef const Type type;
    typedef Type element;
};
template <class Type, int Kind> struct gpu__row_parameter<Type, Kind, true> {
    typedef typename gpu__row_pointee<Type>::element Element;
    static constexpr unsigned Unit = alignof(Element) < 16 ? alignof(Element) : 16;
    typedef typename gpu__word<(int)Unit>::type word;
    struct arg {
        Type p;
        size_t width;
        unsigned words, stride, magic, offset; /* words: of a row; offset: in units of 16 bytes */
    };
    /* Sets up `to` for `threads` rows in a block, after `used` units of 16 bytes of shared memory. */
    static void plan(arg &to, unsigned &used, unsigned threads, const gpu__rows_detail *d, int k, void *out,
                     const void *in)
    {
        const size_t words = d->width[k] * sizeof(Element) / Unit;
        const unsigned apart = Unit < 4 ? 4 / Unit : 1;
        to.p = (Type)(k == d->out ? out : (void *)in);
        to.width = d->width[k];
        to.words = (unsigned)(words > 0xfffff ? 0xfffff : words); /* too long for shared memory */
        to.stride = to.words < 2 ? to.words : (unsigned)(gpu__ceil_div(to.words, apart) | 1) * apart;
        to.magic = to.words > 1 ? 0xffffffffu / to.words + 1 : 0;
        to.offset = used;
        used += (unsigned)gpu__ceil_div((size_t)to.stride * Unit * threads, 16);
    }
#ifdef __CUDA_ARCH__
    static __device__ __forceinline__ unsigned index(const arg &a, unsigned i) /* of word i of the block's rows */
    {
        return a.stride == a.words ? i : i + __umulhi(i, a.magic) * (a.stride - a.words);
    }
    static __device__ __forceinline__ void load(const arg &a, uint4 *tile, size_t row0, unsigned have)
    {
        if constexpr ((Kind & GPU__ROW_READ) != 0) {
            const word *const from = (const word *)(a.p + row0 * a.width);
            word *const to = (word *)(tile + a.offset);
#pragma unroll 4
            for (unsigned i = threadIdx.x; i < have * a.words; i += blockDim.x) {
#if __CUDA_ARCH__ >= 800
                if constexpr (Unit >= 4) {
                    asm volatile("cp.async.ca.shared.global [%0], [%1], %2;" ::"r"(gpu__in_shared(to + index(a, i))),
                                 "l"(from + i), "n"((int)Unit)
                                 : "memory");
                    continue;
                }
#endif
                to[index(a, i)] = from[i];
            }
        }
    }
    static __device__ __forceinline__ Type row(const arg &a, uint4 *tile, unsigned t, size_t)
    {
        return (Type)((word *)(tile + a.offset) + t * a.stride);
    }
    static __device__ __forceinline__ void store(const arg &a, const uint4 *tile, size_t row0, unsigned have)
    {
        if constexpr ((Kind & GPU__ROW_WRITTEN) != 0) {
            word *const to = (word *)(a.p + row0 * a.width);
            const word *const from = (const word *)(tile + a.offset);
#pragma unroll 4
            for (unsigned i = threadIdx.x; i < have * a.words; i += blockDim.x) to[i] = from[index(a, i)];
        }
    }
    static __device__ __forceinline__ Type at(const arg &a, size_t r) { return a.p + r * a.width; }
#endif
};
/* A parameter that is one value for all rows, or the row's number. */
template <class Type, int Kind> struct gpu__row_parameter<Type, Kind, false> {
    typedef Type arg;
    static void plan(arg &to, unsigned &, unsigned, const gpu__rows_detail *, int, void *, const void *in)
    {
        if (Kind != GPU__ROW_INDEX) memcpy((void *)&to, in, sizeof to);
    }
#ifdef __CUDA_ARCH__
    static __device__ __forceinline__ void load(const arg &, uint4 *, size_t, unsigned) {}
    static __device__ __forceinline__ void store(const arg &, const uint4 *, size_t, unsigned) {}
    static __device__ __forceinline__ Type at(const arg &a, size_t r)
    {
        if constexpr (Kind == GPU__ROW_INDEX)
            return (Type)r;
        else
            return a;
    }
    static __device__ __forceinline__ Type row(const arg &a, uint4 *, unsigned, size_t r) { return at(a, r); }
#endif
};

template <auto Body, class... Param> static __global__ void __launch_bounds__(128)
    gpu__rows_staged(size_t rows, typename Param::arg... a)
{
#ifdef __CUDA_ARCH__
    extern __shared__ uint4 gpu__tile[];
    const size_t row0 = (size_t)blockIdx.x * blockDim.x;
    const unsigned t = threadIdx.x, have = rows - row0 < blockDim.x ? (unsigned)(rows - row0) : blockDim.x;
    (Param::load(a, gpu__tile, row0, have), ...);
    gpu__copies_done();
    __syncthreads();
    if (t < have) Body(Param::row(a, gpu__tile, t, row0 + t)...);
    __syncthreads();
    (Param::store(a, gpu__tile, row0, have), ...);
#endif
}
/* For rows that are too long for shared memory: works on them in place. */
template <auto Body, class... Param> static __global__ void __launch_bounds__(128)
    gpu__rows_direct(size_t rows, typename Param::arg... a)
{
#ifdef __CUDA_ARCH__
    const size_t r = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (r < rows) Body(Param::at(a, r)...);
#endif
}
template <int K, class First, class... Rest> struct gpu__nth : gpu__nth<K - 1, Rest...> {
};
template <class First, class... Rest> struct gpu__nth<0, First, Rest...> {
    typedef First type;
};
template <auto Body, class... Param> struct gpu__rows_launcher {
    size_t rows;
    const gpu__rows_detail *detail;
    void *out;
    const void *const *in;
    /* Plans the parameters one after the other, then launches the kernel with all of them. */
    template <int K, class... Arg>
    cudaError_t run(cudaStream_t stream, unsigned threads, size_t budget, unsigned used, Arg... a)
    {
        if constexpr (K < (int)sizeof...(Param)) {
            typedef typename gpu__nth<K, Param...>::type Next;
            typename Next::arg next = typename Next::arg();
            Next::plan(next, used, threads, detail, K, out, in[K]);
            return run<K + 1>(stream, threads, budget, used, a..., next);
        } else {
            const size_t bytes = (size_t)used * 16;
            if (bytes > budget) {
                if (threads > 32) return run<0>(stream, threads / 2, budget, 0);
                gpu__rows_direct<Body, Param...>
                    <<<(unsigned)gpu__ceil_div(rows, threads), threads, 0, stream>>>(rows, a...);
                return cudaGetLastError();
            }
            auto *const kernel = gpu__rows_staged<Body, Param...>;
            cudaError_t e = cudaSuccess;
            if (bytes > 49152)
                e = cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, (int)bytes);
            if (!e) kernel<<<(unsigned)gpu__ceil_div(rows, threads), threads, bytes, stream>>>(rows, a...);
            return e ? e : cudaGetLastError();
        }
    }
};
template <auto Body, class... Param> static cudaError_t
gpu__rows_launch(const gpu__job *j, const gpu__launch_context *context, void *out, const void *const *in, size_t)
{
    gpu__rows_launcher<Body, Param...> launcher = {j->shape[0], (const gpu__rows_detail *)j->detail, out, in};
    return launcher.template run<0>((cudaStream_t)context->stream, 128, context->shared_limit * 3 / 8, 0);
}
#endif
