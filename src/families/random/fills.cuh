#define GPU__FILL_THREADS 256

/* The words of a block of a fill. The round keys come from the launch's parameters, which an instruction reads
   directly. Words 2 and 3 of the counter are constant in a launch, and word 1 in a tile, so the compiler can move two
   of the products out of the loop. */
template <int = 0> GPU__DEVICE_FN gpu_u32x4 gpu__fill_words(const gpu__fill &j, uint32_t low, uint32_t high)
{
    uint32_t c0 = low, c1 = high, c2 = j.sequence, c3 = j.purpose;
    GPU__UNROLLED (int r = 0; r < GPU__ROUNDS; r++) GPU__PHILOX_ROUND(c0, c1, c2, c3, j.key[2 * r], j.key[2 * r + 1])
    gpu_u32x4 w;
    w.v[0] = c0, w.v[1] = c1, w.v[2] = c2, w.v[3] = c3;
    return w;
}

/* Not inline, since it is called rarely and would cost the usual path registers. */
template <int = 0>
static __device__ __noinline__ uint64_t gpu__fill_again_call(const gpu__fill *j, uint64_t at, uint64_t word)
{
    return gpu__fill_again(j, at, word);
}

template <int = 0>
GPU__DEVICE_FN void gpu__fill_retry_32(const gpu__fill &j, uint64_t block, const gpu_u32x4 &w, uint32_t *v)
{
    uint32_t low = ~0u;
    GPU__UNROLLED (int l = 0; l < 4; l++) low = min(low, w.v[l] * (uint32_t)j.law.range);
    if (low < (uint32_t)j.law.limit)
#pragma unroll 1
        for (int l = 0; l < 4; l++) { /* rotated, since a variable index would put the words into local memory */
            const uint32_t word = l == 0 ? w.v[0] : l == 1 ? w.v[1] : l == 2 ? w.v[2] : w.v[3];
            const uint32_t x = (uint32_t)gpu__fill_again_call(&j, block * 4 + l, word);
            v[0] = v[1], v[1] = v[2], v[2] = v[3], v[3] = x;
        }
}
template <int = 0>
GPU__DEVICE_FN void gpu__fill_retry_64(const gpu__fill &j, uint64_t block, const gpu_u32x4 &w, uint32_t *v)
{
    GPU__UNROLLED (uint32_t l = 0; l < 2; l++) {
        const uint64_t word = gpu__word64_of(w, l);
        if (word * j.law.range < j.law.limit) {
            const uint64_t x = gpu__fill_again_call(&j, block * 2 + l, word);
            v[2 * l] = (uint32_t)x, v[2 * l + 1] = (uint32_t)(x >> 32);
        }
    }
}
/* Computes the numbers of a block, 8 or 16 bytes of them, for each kind of GPU__FILLS. */
template <int Kind, class Word, class Made, class Number, Made (*Scalar)(Word, gpu__law)> struct gpu__fill_maker {
    static constexpr int Per = (int)(16 / sizeof(Word) * sizeof(Made) / sizeof(Number)),
                         ByteCount = Per * (int)sizeof(Number);
    static constexpr int kind = Kind;
    static constexpr bool table = kind == GPU__K_poisson_i32 || kind == GPU__K_poisson_i64;
    GPU__DEVICE_FN void make(const gpu__fill &j, const gpu__law &law, uint64_t block, const gpu_u32x4 &w, uint32_t *v)
    {
#ifdef __CUDA_ARCH__
        GPU__UNROLLED (int l = 0; l < (int)(16 / sizeof(Word)); l++) {
            Word a;
            memcpy(&a, w.v + l * (int)(sizeof(Word) / 4), sizeof a);
            const Made b = Scalar(a, law);
            memcpy(v + l * (int)(sizeof(Made) / 4), &b, sizeof b);
        }
        if (kind == GPU__K_int_i32) gpu__fill_retry_32(j, block, w, v);
        if (kind == GPU__K_int_i64) gpu__fill_retry_64(j, block, w, v);
#endif
    }
};
template <int Kind> struct gpu__filler;
#define GPU__FILLER(name, s, Word, Made, Number, purpose)                                                              \
    template <> struct gpu__filler<GPU__K_##name##_##s> {                                                              \
        typedef gpu__fill_maker<GPU__K_##name##_##s, Word, Made, Number, gpu__##name##_##s##_scalar> type;             \
    };
GPU__FILLS(GPU__FILLER)
#undef GPU__FILLER

/* Copies the cells of a Poisson table to shared memory, since lanes read different ones. */
template <int = 0> GPU__DEVICE_FN void gpu__fill_cells(gpu__law &law)
{
    extern __shared__ uint64_t gpu__cells[];
    for (uint32_t c = threadIdx.x; c < 1u << law.bits; c += GPU__FILL_THREADS) gpu__cells[c] = law.table[c];
    law.table = gpu__cells;
    __syncthreads();
}

/* out[0] is number `from` of block `first`. A thread computes blocks with a stride of 256, so that each store of a warp
   is contiguous. `aligned`: a block is one store; otherwise, and in the last tile, a warp exchanges its numbers through
   shared memory (striped to blocked). Hot: the loop over whole tiles is unrolled. */
template <int Kind, int Steps, bool Hot> static __global__ void __launch_bounds__(GPU__FILL_THREADS)
    gpu__fill_kernel(const __grid_constant__ gpu__fill j, void *out, uint64_t first, uint32_t from, uint64_t n,
                     bool aligned)
{
    gpu__follow();
    typedef typename gpu__filler<Kind>::type filler;
    constexpr uint32_t Per = filler::Per, Blocks = GPU__FILL_THREADS * Steps,
                       Tile = Blocks * Per; /* a tile in blocks and in numbers */
    typedef typename gpu__word<filler::ByteCount>::type pack;
    typedef typename gpu__word<filler::ByteCount / filler::Per>::type number;
    __shared__ pack storage[GPU__FILL_THREADS];
    const uint32_t t = threadIdx.x, lane = t & 31;
    gpu__law law = j.law;
    if (filler::table) gpu__fill_cells(law);
    for (uint64_t tile = blockIdx.x; tile * Tile < n + from; tile += gridDim.x) {
        const uint64_t block = first + tile * Blocks + t, left = n + from - tile * Tile;
        const uint32_t begin = tile ? 0 : from, end = left < Tile ? (uint32_t)left : Tile;
        number *const o = (number *)out + tile * Tile - from;
        const bool whole = aligned && end == Tile;
        const uint32_t low = (uint32_t)block, high = (uint32_t)((first + tile * Blocks) >> 32);
        if (Hot && whole && (uint32_t)(first + tile * Blocks) <= 0u - Blocks) {
            GPU__UNROLLED (int s = 0; s < Steps; s++) {
                alignas(16) uint32_t v[4];
                filler::make(j, law, block + (uint32_t)(s * GPU__FILL_THREADS),
                             gpu__fill_words(j, low + (uint32_t)(s * GPU__FILL_THREADS), high), v);
                ((pack *)o)[s * GPU__FILL_THREADS + t] = *(pack *)v;
            }
        } else {
#pragma unroll 1
            for (uint32_t row = 0; row < Blocks; row += GPU__FILL_THREADS) {
                const uint32_t run = (row + t - lane) * Per; /* the warp's first number */
                alignas(16) uint32_t v[4];
                if (run >= end) break;
                filler::make(j, law, block + row,
                             gpu__fill_words(j, (uint32_t)(block + row), (uint32_t)((block + row) >> 32)), v);
                if (whole) ((pack *)o)[row + t] = *(pack *)v;
                else {
                    __syncwarp();
                    storage[t] = *(pack *)v;
                    __syncwarp();
                    GPU__UNROLLED (uint32_t l = 0; l < Per; l++) {
                        const uint32_t e = run + l * 32 + lane;
                        if (e >= begin && e < end) o[e] = ((number *)(storage + (t - lane)))[l * 32 + lane];
                    }
                }
            }
        }
        if (!filler::table) break; /* every block of the grid has one tile */
    }
}

/* The kinds that are a function of the position. */
template <bool Permute> static __global__ void __launch_bounds__(GPU__FILL_THREADS)
    gpu__fill_at_kernel(const __grid_constant__ gpu__fill j, void *out, uint64_t first, uint32_t, uint64_t n, bool)
{
    gpu__follow();
    for (uint64_t i = blockIdx.x * (uint64_t)GPU__FILL_THREADS + threadIdx.x; i < n;
         i += gridDim.x * (uint64_t)GPU__FILL_THREADS) {
        const uint64_t x = gpu__fill_at(&j, first + i, Permute);
        if (j.size == 4) ((uint32_t *)out)[i] = (uint32_t)x;
        else ((uint64_t *)out)[i] = x;
    }
}

/* The device code of a fill, with the signature of a map's; in[0] is the index, in[1] the fill. */
template <int Kind>
static int gpu__fill_device(const gpu__launch_context *context, void *out, const void *const *in, size_t n_)
{
    constexpr bool by_place = Kind >= GPU__K_rejection_i32;
    constexpr int Steps = Kind == GPU__K_normal_f32 ? 8 : 4; /* measured; 8 for kinds that are limited by arithmetic */
    const void *kernel;
    if constexpr (by_place) kernel = (const void *)gpu__fill_at_kernel<Kind >= GPU__K_permutation_i32>;
    else
        kernel = (const void *)gpu__fill_kernel < Kind, Steps,
        Kind == GPU__K_normal_f32 || Kind == GPU__K_uniform_f32 > ;
    gpu__fill j = *(const gpu__fill *)in[1];
    const uint64_t at = j.position + (uintptr_t)in[0], per = by_place ? 1 : (uint64_t)j.per;
    const uint64_t tile = GPU__FILL_THREADS * per * (by_place ? 1 : Steps),
                   most = by_place      ? 8448
                          : j.law.table ? (uint64_t)context->multiprocessors * 7
                                        : 0x7fffffffu;
    const size_t bytes = j.law.table ? sizeof(uint64_t) << j.law.bits : 0;
    const cudaStream_t stream = (cudaStream_t)context->stream;
    uint64_t n = n_, first = at / per, tiles;
    uint32_t from = (uint32_t)(at % per);
    bool aligned = from == 0 && (uintptr_t)out % (per * j.size) == 0;
    void *argv[] = {&j, &out, &first, &from, &n, &aligned}, *table = NULL;
    cudaError_t e = cudaSuccess;
    tiles = (from + n + tile - 1) / tile;
    if (bytes) { /* the call returns when the host memory has been read */
        e = cudaMallocAsync(&table, bytes, stream);
        if (!e) e = cudaMemcpyAsync(table, j.law.table, bytes, cudaMemcpyHostToDevice, stream);
        j.law.table = (const uint64_t *)table;
    }
    if (!e) e = gpu__launch_with(context, kernel, tiles < most ? tiles : most, GPU__FILL_THREADS, bytes, argv);
    if (table) {
        const cudaError_t freed = cudaFreeAsync(table, stream);
        if (!e) e = freed;
    }
    return (int)e;
}
