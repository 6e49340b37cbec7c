/* ---- Functions of rows ------------------------------------------------------------------------------------------- */

/* The rows of a block, each with a thread of its own: as many as take 3/32 of the shared memory that a block may have,
   so that several blocks, in different stages, keep memory busy. All threads load and store. If the body has loops that
   threads share, threadIdx.x is the thread's number among those of its row, and threadIdx.y the row. Few threads share
   a short row, with several lanes each, in a kernel of their own: a warp has several rows. */
enum {
    GPU__ROWS_THREADS = 128,
    GPU__ROWS_MOST = 256,
    GPU__ROWS_LEAST = 2,
    GPU__ROWS_STATIC = 3 << 10, /* bytes of shared memory that are left to reductions */
    GPU__ROWS_SHARED_LEFT = (48 << 10) - GPU__ROWS_STATIC
};

#ifdef __CUDA_ARCH__
GPU__DEVICE_FN unsigned gpu__rows_thread(void) { return threadIdx.y * blockDim.x + threadIdx.x; }
GPU__DEVICE_FN unsigned gpu__rows_threads(void) { return blockDim.x * blockDim.y; }
/* What the warps of a block tell each other. Only bodies with loops that threads share use it, so a kernel has static
   shared memory just if they are to share rows: its launch asks for that. */
GPU__DEVICE_FN double *gpu__row_shared(void)
{
    __shared__ double of_lanes[GPU__ROW_TEAM + 1];
    return of_lanes;
}
/* The threads of the warp that share a row. */
GPU__DEVICE_FN unsigned gpu__row_mask(const gpu__row_team &team)
{
    const unsigned row = (gpu__rows_thread() & 31) / GPU__ROW_FEW;
    return team.threads == GPU__ROW_FEW ? ((1u << GPU__ROW_FEW) - 1) << row * GPU__ROW_FEW : ~0u;
}
GPU__DEVICE_FN bool gpu__row_wait(const gpu__row_team &team)
{
    if (threadIdx.z) gpu__row_shared()[0] = 0; /* never: it is there to be found */
    if (team.threads > 32) __syncthreads();
    else if (team.threads > 1) __syncwarp(gpu__row_mask(team));
    return false;
}
/* Of few threads each has four lanes. */
GPU__DEVICE_FN unsigned gpu__row_lanes_for(const gpu__row_team &team, size_t n)
{
    const unsigned lanes = gpu__row_team_of(n), most = team.threads == GPU__ROW_FEW ? 32 : team.threads;
    return lanes < most ? lanes : most;
}
/* How many of n elements this thread of `step`, a power of two, has, if it has no more than one of them at a time. */
GPU__DEVICE_FN size_t gpu__row_trips(const gpu__row_team &team, size_t n, unsigned step)
{
    if (step > team.threads || team.thread >= step || team.thread >= n) return 0;
    return (n - team.thread + step - 1) >> (31 - __clz((int)step));
}
/* How two lanes become one; a sum is not contracted with what is summed up. */
struct gpu__row_add {
    GPU__DEVICE_FN float of(float x, float y) { return __fadd_rn(x, y); }
    GPU__DEVICE_FN double of(double x, double y) { return __dadd_rn(x, y); }
    template <class Type> GPU__DEVICE_FN Type of(Type x, Type y) { return (Type)(x + y); }
};
struct gpu__row_greater {
    template <class Type> GPU__DEVICE_FN Type of(Type x, Type y) { return GPU__FIRST_OF(y, x, >); }
};
struct gpu__row_less {
    template <class Type> GPU__DEVICE_FN Type of(Type x, Type y) { return GPU__FIRST_OF(y, x, <); }
};
/* Folds the lanes of a row by halves; all its threads get the result. More than one are all in use. */
template <class Op, class Type> GPU__DEVICE_FN Type gpu__row_fold(const gpu__row_team &team, Type v, unsigned lanes)
{
    static_assert(sizeof(Type) <= sizeof(double), "GPU_ROW_SUM takes an arithmetic type of up to 8 bytes");
    Type *const of_lanes = (Type *)gpu__row_shared();
    const unsigned t = team.thread;
    if (team.threads > 32) {
        of_lanes[t] = v;
        __syncthreads(); /* which also precedes the store of the result: all have read that of a fold before */
        if (lanes > 32 && t < 32) {
            const Type *const s = of_lanes + t;
            v = lanes == 64 ? Op::of(v, s[32])
                            : Op::of(Op::of(Op::of(v, s[128]), Op::of(s[64], s[192])),
                                     Op::of(Op::of(s[32], s[160]), Op::of(s[96], s[224])));
        }
    }
    if (lanes > 1 && t < 32)
        GPU__UNROLLED (int h = team.threads == GPU__ROW_FEW ? GPU__ROW_FEW / 2 : 16; h; h /= 2)
            v = Op::of(v, (Type)__shfl_xor_sync(gpu__row_mask(team), v, h));
    if (team.threads > 32) {
        if (t == 0) of_lanes[GPU__ROW_TEAM] = v;
        __syncthreads();
        return of_lanes[GPU__ROW_TEAM];
    }
    return team.threads == GPU__ROW_FEW ? (Type)__shfl_sync(gpu__row_mask(team), v, 0, GPU__ROW_FEW)
           : team.threads > 1           ? (Type)__shfl_sync(~0u, v, 0)
                                        : v;
}
#endif

/* A parameter of GPU_ROWS. The rows of an array are staged in shared memory, in words as wide as an element's
   alignment. If threads have a row each, the stride there is an odd number of words of 4 bytes or more, so that they
   have no bank conflicts. Rows that follow each other without a gap have the same alignment to 16 bytes as in memory,
   and are moved 16 bytes at a time. */
template <class Type, int Kind, bool Array = (Kind & GPU__ROW_UPDATED) != 0> struct gpu__row_parameter;
template <class Type, int Kind> struct gpu__row_parameter<Type, Kind, true> {
    typedef typename gpu__row_pointer<Type>::element Element;
    static constexpr unsigned Unit = alignof(Element) < 16 ? alignof(Element) : 16;
    typedef typename gpu__word<(int)Unit>::type word;
    struct arg {
        Type p;
        size_t width;
        unsigned words, stride, magic, offset; /* words: of a row; magic 0: no gaps; offset: in units of 16 bytes */
    };
    /* Sets up `to` for in_block rows in a block, after `used` units of 16 bytes of shared memory. */
    static void plan(arg &to, unsigned &used, unsigned in_block, unsigned team, const gpu__rows_detail *d, int k,
                     void *out, const void *in)
    {
        const size_t words = d->width[k] * sizeof(Element) / Unit;
        const unsigned apart = Unit < 4 ? 4 / Unit : 1;
        to.p = (Type)(k == d->out ? out : (void *)in);
        to.width = d->width[k];
        to.words = (unsigned)(words > 0xfffff ? 0xfffff : words); /* too long for shared memory */
        to.stride = to.words < 2 || team > GPU__ROW_FEW ? to.words
                    : team == 1                         ? (unsigned)(gpu__ceil_div(to.words, apart) | 1) * apart
                                                        : to.words + (GPU__ROW_FEW - to.words) % 32;
        to.magic = to.stride > to.words ? 0xffffffffu / to.words + 1 : 0;
        to.offset = used;
        used += (unsigned)gpu__ceil_div((size_t)to.stride * Unit * in_block, 16) + (to.magic == 0);
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
            : memory((word *)(a.p + row0 * a.width)), tile((word *)(shared + a.offset) + skew(a, row0)),
              count(have * a.words), apart(a.stride - a.words), magic(a.magic)
        {
            const unsigned until = (unsigned)(0 - (size_t)memory) % 16 / Unit;
            before = until < count ? until : count;
            packs = (count - before) / Per;
        }
        __device__ __forceinline__ word &staged(unsigned i) const { return tile[i + __umulhi(i, magic) * apart]; }
        __device__ __forceinline__ pack &in_memory(unsigned k) const { return ((pack *)(memory + before))[k]; }
        /* Whether no pack has a gap in it; if threads have a row each, some have. */
        template <bool Few> __device__ __forceinline__ bool whole(const arg &a) const
        {
            return !magic || (Few && before + a.words % Per + apart % Per == 0);
        }
        template <bool Few> __device__ __forceinline__ pack &staged_pack(unsigned k) const
        {
            return Few ? *(pack *)&staged(before + k * Per) : ((pack *)(tile + before))[k];
        }
        /* This thread's word of those that are in no pack; at least `count` if there is none. */
        __device__ __forceinline__ unsigned single() const
        {
            return gpu__rows_thread() < before ? gpu__rows_thread() : gpu__rows_thread() + packs * Per;
        }
    };
    template <bool Few> GPU__DEVICE_FN void load(const arg &a, uint4 *tile, size_t row0, unsigned have)
    {
        if constexpr ((Kind & GPU__ROW_READ) != 0) {
            const words w(a, tile, row0, have);
            if (w.single() < w.count) w.staged(w.single()) = w.memory[w.single()];
            const unsigned step = gpu__rows_threads();
            for (unsigned k = gpu__rows_thread(); k < w.packs; k += Batch * step) {
                pack p[Batch];
                GPU__UNROLLED (unsigned b = 0; b < Batch; b++)
                    if (k + b * step < w.packs) p[b] = w.in_memory(k + b * step);
                GPU__UNROLLED (unsigned b = 0; b < Batch && w.template whole<Few>(a); b++)
                    if (k + b * step < w.packs) w.template staged_pack<Few>(k + b * step) = p[b];
                GPU__UNROLLED (unsigned b = 0; b < Batch && !w.template whole<Few>(a); b++)
                    GPU__UNROLLED (unsigned m = 0; m < Per; m++)
                        if (k + b * step < w.packs) w.staged(w.before + (k + b * step) * Per + m) = p[b].v[m];
            }
        }
    }
    GPU__DEVICE_FN unsigned skew(const arg &a, size_t row0)
    {
        return a.magic ? 0 : (unsigned)((size_t)(a.p + row0 * a.width) % 16 / Unit);
    }
    GPU__DEVICE_FN Type row(const arg &a, uint4 *tile, unsigned t, size_t row0)
    {
        return (Type)((word *)(tile + a.offset) + skew(a, row0) + t * a.stride);
    }
    template <bool Few> GPU__DEVICE_FN void store(const arg &a, uint4 *tile, size_t row0, unsigned have)
    {
        if constexpr ((Kind & GPU__ROW_WRITTEN) != 0) {
            const words w(a, tile, row0, have);
            if (w.single() < w.count) w.memory[w.single()] = w.staged(w.single());
            for (unsigned k = gpu__rows_thread(); k < w.packs; k += gpu__rows_threads()) {
                pack p;
                if (w.template whole<Few>(a)) p = w.template staged_pack<Few>(k);
                else
                    GPU__UNROLLED (unsigned m = 0; m < Per; m++) p.v[m] = w.staged(w.before + k * Per + m);
                w.in_memory(k) = p;
            }
        }
    }
    GPU__DEVICE_FN Type at(const arg &a, size_t r) { return a.p + r * a.width; }
#endif
};
/* A parameter that is one value for all rows, or the row's number. */
template <class Type, int Kind> struct gpu__row_parameter<Type, Kind, false> {
    typedef Type arg;
    static void plan(arg &to, unsigned &, unsigned, unsigned, const gpu__rows_detail *, int, void *, const void *in)
    {
        if (Kind != GPU__ROW_INDEX) memcpy((void *)&to, in, sizeof to);
    }
#ifdef __CUDA_ARCH__
    template <bool> GPU__DEVICE_FN void load(const arg &, uint4 *, size_t, unsigned) {}
    template <bool> GPU__DEVICE_FN void store(const arg &, uint4 *, size_t, unsigned) {}
    GPU__DEVICE_FN Type at(const arg &a, size_t r)
    {
        if constexpr (Kind == GPU__ROW_INDEX) return (Type)r;
        else return a;
    }
    GPU__DEVICE_FN Type row(const arg &a, uint4 *, unsigned t, size_t row0) { return at(a, row0 + t); }
#endif
};

template <auto Body, bool Few, class... Param> static __global__ void __launch_bounds__(GPU__ROWS_MOST)
    gpu__rows_staged(size_t rows, unsigned in_block, typename Param::arg... a)
{
    gpu__follow();
    extern __shared__ uint4 gpu__tile[];
    const size_t row0 = (size_t)blockIdx.x * in_block;
    const unsigned have = rows - row0 < in_block ? (unsigned)(rows - row0) : in_block;
    const gpu__row_team team = {threadIdx.x, Few ? (unsigned)GPU__ROW_FEW : blockDim.x};
    if (!Few && team.threads == GPU__ROW_FEW) __builtin_unreachable();
    (Param::template load<Few>(a, gpu__tile, row0, have), ...);
    __syncthreads();
    for (unsigned t = threadIdx.y; t < have; t += blockDim.y) Body(Param::row(a, gpu__tile, t, row0)..., team);
    __syncthreads();
    (Param::template store<Few>(a, gpu__tile, row0, have), ...);
}
/* For rows that are too long for shared memory: works on them in place. */
template <auto Body, class... Param> static __global__ void __launch_bounds__(GPU__ROWS_MOST)
    gpu__rows_direct(size_t rows, typename Param::arg... a)
{
    gpu__follow();
    const size_t r = (size_t)blockIdx.x * blockDim.y + threadIdx.y;
    const gpu__row_team team = {threadIdx.x, blockDim.x};
    if (r < rows) Body(Param::at(a, r)..., team);
}
template <int K, class First, class... Rest> struct gpu__nth : gpu__nth<K - 1, Rest...> {
};
template <class First, class... Rest> struct gpu__nth<0, First, Rest...> {
    typedef First type;
};
template <auto Body, class... Param> struct gpu__rows_launcher {
    size_t rows;
    unsigned team;  /* threads of a row */
    unsigned least; /* rows of a block that has a warp */
    size_t budget;  /* bytes of shared memory */
    const gpu__rows_detail *detail;
    void *out;
    const void *const *in;
    /* Plans the parameters one after the other, for blocks of in_block rows, then launches the kernel with them. */
    template <int K, class... Arg>
    cudaError_t run(const gpu__launch_context *context, unsigned in_block, unsigned used, Arg... a)
    {
        if constexpr (K < (int)sizeof...(Param)) {
            typedef typename gpu__nth<K, Param...>::type Next;
            typename Next::arg next = typename Next::arg();
            Next::plan(next, used, in_block, team, detail, K, out, in[K]);
            return run<K + 1>(context, in_block, used, a..., next);
        } else {
            const size_t bytes = (size_t)used * 16;
            if (bytes > budget) {
                const dim3 shape(team, least);
                if (in_block > (team > 1 ? least : (unsigned)GPU__ROWS_LEAST)) return run<0>(context, in_block / 2, 0);
                return gpu__launch(context, gpu__rows_direct<Body, Param...>, gpu__ceil_div(rows, shape.y), shape, 0,
                                   rows, a...);
            }
            const dim3 shape(team, team > 1 ? in_block : gpu__max((int)in_block, (int)GPU__ROWS_THREADS));
            const auto kernel =
                team == GPU__ROW_FEW ? gpu__rows_staged<Body, true, Param...> : gpu__rows_staged<Body, false, Param...>;
            const cudaError_t e =
                bytes <= GPU__ROWS_SHARED_LEFT
                    ? cudaSuccess
                    : cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, (int)bytes);
            return e ? e
                     : gpu__launch(context, kernel, gpu__ceil_div(rows, in_block), shape, bytes, rows, in_block, a...);
        }
    }
};
template <auto Body, class... Param> static cudaError_t
gpu__rows_launch(const gpu__job *j, const gpu__launch_context *context, void *out, const void *const *in, size_t)
{
    const gpu__rows_detail *const d = (const gpu__rows_detail *)j->detail;
    const bool shared =
        gpu__kernel_has<gpu__rows_staged<Body, false, Param...>>(context->device, GPU__KERNEL_HAS_SHARED);
    gpu__rows_launcher<Body, Param...> launcher = {j->n, 1, 1, GPU__ROWS_SHARED_LEFT, d, out, in};
    for (int k = 0; shared && k < d->op->count; k++)
        launcher.team = gpu__max(launcher.team, d->width[k] > 32 && d->width[k] <= 256 ? (unsigned)GPU__ROW_FEW
                                                                                       : gpu__row_team_of(d->width[k]));
    if (launcher.team > 32) /* a block has one row */
        launcher.budget = context->shared_limit - GPU__ROWS_STATIC;
    else if (!shared) launcher.budget = context->shared_limit * 3 / 32;
    unsigned in_block = launcher.team > 32 ? 1 : GPU__ROWS_MOST / launcher.team; /* a block's barrier is a row's */
    launcher.least = launcher.team > 32 ? 1 : 32 / launcher.team;
    while (in_block > launcher.least && j->n / in_block < (size_t)context->multiprocessors * 4) in_block /= 2;
    return launcher.template run<0>(context, in_block, 0);
}
