
#ifdef GPU_ROWWISE
/* ---- Functions of rows ------------------------------------------------------------------------------------------- */

/* The rows of a block, each with a thread of its own: as many as take 3/32 of the shared memory that a block may have,
   so that several blocks, in different stages, keep memory busy. All threads load and store. */
enum { GPU__ROWS_THREADS = 128, GPU__ROWS_MOST = 256, GPU__ROWS_LEAST = 2 };

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
    /* Sets up `to` for in_block rows in a block, after `used` units of 16 bytes of shared memory. */
    static void plan(arg &to, unsigned &used, unsigned in_block, const gpu__rows_detail *d, int k, void *out,
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
        used += (unsigned)gpu__ceil_div((size_t)to.stride * Unit * in_block, 16);
    }
#ifdef __CUDA_ARCH__
    /* The words of a block's rows, which follow each other in memory. They are moved 16 aligned bytes at a time, but
       for a few `before` and after those packs. */
    static constexpr unsigned Per = 16 / Unit, Batch = Unit < 4 ? Unit : 4; /* packs that a thread loads at a time */
    typedef gpu__pack<word, (int)Per> pack;
    struct words {
        word *memory, *tile;
        unsigned count, before, packs, apart, magic;
        __device__ __forceinline__ words(const arg &a, uint4 *shared, size_t row0, unsigned have)
            : memory((word *)(a.p + row0 * a.width)), tile((word *)(shared + a.offset)), count(have * a.words),
              apart(a.stride - a.words), magic(a.magic)
        {
            const unsigned until = (unsigned)(0 - (size_t)memory) % 16 / Unit;
            before = until < count ? until : count;
            packs = (count - before) / Per;
        }
        __device__ __forceinline__ word &staged(unsigned i) const { return tile[i + __umulhi(i, magic) * apart]; }
        __device__ __forceinline__ pack &in_memory(unsigned k) const { return ((pack *)(memory + before))[k]; }
        /* This thread's word of those that are in no pack; at least `count` if there is none. */
        __device__ __forceinline__ unsigned single() const
        {
            return threadIdx.x < before ? threadIdx.x : threadIdx.x + packs * Per;
        }
    };
    static __device__ __forceinline__ void load(const arg &a, uint4 *tile, size_t row0, unsigned have)
    {
        if constexpr ((Kind & GPU__ROW_READ) != 0) {
            const words w(a, tile, row0, have);
            if (w.single() < w.count) w.staged(w.single()) = w.memory[w.single()];
            for (unsigned k = threadIdx.x; k < w.packs; k += Batch * blockDim.x) {
                pack p[Batch];
#pragma unroll
                for (unsigned b = 0; b < Batch; b++)
                    if (k + b * blockDim.x < w.packs) p[b] = w.in_memory(k + b * blockDim.x);
#pragma unroll
                for (unsigned b = 0; b < Batch; b++)
#pragma unroll
                    for (unsigned m = 0; m < Per; m++)
                        if (k + b * blockDim.x < w.packs)
                            w.staged(w.before + (k + b * blockDim.x) * Per + m) = p[b].v[m];
            }
        }
    }
    static __device__ __forceinline__ Type row(const arg &a, uint4 *tile, unsigned t, size_t)
    {
        return (Type)((word *)(tile + a.offset) + t * a.stride);
    }
    static __device__ __forceinline__ void store(const arg &a, uint4 *tile, size_t row0, unsigned have)
    {
        if constexpr ((Kind & GPU__ROW_WRITTEN) != 0) {
            const words w(a, tile, row0, have);
            if (w.single() < w.count) w.memory[w.single()] = w.staged(w.single());
            for (unsigned k = threadIdx.x; k < w.packs; k += blockDim.x) {
                pack p;
#pragma unroll
                for (unsigned m = 0; m < Per; m++) p.v[m] = w.staged(w.before + k * Per + m);
                w.in_memory(k) = p;
            }
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
    static __device__ __forceinline__ void store(const arg &, uint4 *, size_t, unsigned) {}
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

template <auto Body, class... Param> static __global__ void __launch_bounds__(GPU__ROWS_MOST)
    gpu__rows_staged(size_t rows, unsigned in_block, typename Param::arg... a)
{
#ifdef __CUDA_ARCH__
    extern __shared__ uint4 gpu__tile[];
    const size_t row0 = (size_t)blockIdx.x * in_block;
    const unsigned t = threadIdx.x, have = rows - row0 < in_block ? (unsigned)(rows - row0) : in_block;
    (Param::load(a, gpu__tile, row0, have), ...);
    __syncthreads();
    if (t < have) Body(Param::row(a, gpu__tile, t, row0 + t)...);
    __syncthreads();
    (Param::store(a, gpu__tile, row0, have), ...);
#endif
}
/* For rows that are too long for shared memory: works on them in place. */
template <auto Body, class... Param> static __global__ void __launch_bounds__(32)
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
    /* Plans the parameters one after the other, for blocks of in_block rows, then launches the kernel with them. */
    template <int K, class... Arg>
    cudaError_t run(cudaStream_t stream, unsigned in_block, size_t budget, unsigned used, Arg... a)
    {
        if constexpr (K < (int)sizeof...(Param)) {
            typedef typename gpu__nth<K, Param...>::type Next;
            typename Next::arg next = typename Next::arg();
            Next::plan(next, used, in_block, detail, K, out, in[K]);
            return run<K + 1>(stream, in_block, budget, used, a..., next);
        } else {
            const size_t bytes = (size_t)used * 16;
            if (bytes > budget) {
                if (in_block > GPU__ROWS_LEAST) return run<0>(stream, in_block / 2, budget, 0);
                gpu__rows_direct<Body, Param...><<<(unsigned)gpu__ceil_div(rows, 32), 32, 0, stream>>>(rows, a...);
                return cudaGetLastError();
            }
            gpu__rows_staged<Body, Param...>
                <<<(unsigned)gpu__ceil_div(rows, in_block), gpu__max((int)in_block, (int)GPU__ROWS_THREADS), bytes,
                   stream>>>(rows, in_block, a...);
            return cudaGetLastError();
        }
    }
};
template <auto Body, class... Param> static cudaError_t
gpu__rows_launch(const gpu__job *j, const gpu__launch_context *context, void *out, const void *const *in, size_t)
{
    gpu__rows_launcher<Body, Param...> launcher = {j->n, (const gpu__rows_detail *)j->detail, out, in};
    const size_t budget = context->shared_limit * 3 / 32;
    unsigned in_block = GPU__ROWS_MOST;
    while (in_block > 32 && j->n / in_block < (size_t)context->multiprocessors * 4) in_block /= 2;
    return launcher.template run<0>((cudaStream_t)context->stream, in_block, budget < 49152 ? budget : 49152, 0);
}
#endif
