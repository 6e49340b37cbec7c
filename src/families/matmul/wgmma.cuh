/* ---- sm_90a: wgmma fed by the tensor memory accelerator ---------------------------------------------------------- */

/* Persistent kernel: each multiprocessor runs one block, which computes tile after tile. Warpgroup 0, the producer,
   fills a ring buffer with pieces: 128 bytes along k of 128 rows of X and of Cols rows of Y. Warpgroups 1 and 2, the
   consumers, multiply 64 rows each. D = X Y is the tile of C. The instruction for tf32 requires Y to be k-major. If B
   is not, the tile is transposed (Swap): X = B', Y = A'. */

struct alignas(64) gpu__tensor_map {
    unsigned long long opaque[16];
};
/* For tf32 the fragments of X are loaded to registers, and a kernel is compiled for each storage of X, k-major or
   mn-major. For bf16 and f16 one kernel has a loop for each combination of the operands' storage. */
template <int precision_, int Cols_, bool Swap_ = false, bool MnMajorX_ = false> struct gpu__wgmma_shape {
    static constexpr int precision = precision_;
    static constexpr bool Words = precision == GPU__MATMUL_TF32, Swap = Swap_, Pairs = MnMajorX_;
    static constexpr int Rows = 128, Cols = Cols_, Deep = 128 / sizeof(gpu__mma_type<precision>), BytesX = Rows * 128,
                         Stage = BytesX + Cols * 128, Stages = Cols == 256 ? 4 : 6,
                         Cluster = Cols == 256 ? 2 : 1; /* blocks, neighbours along m, that share Y */
    static constexpr int Bytes = 1024 + Stage * Stages; /* including the alignment of the ring buffer */
    static __host__ __device__ __forceinline__ bool mn_major_x(const gpu__tensor_args &w)
    {
        return Words ? Pairs : w.transposed_a;
    }
    static __host__ __device__ __forceinline__ bool mn_major_y(const gpu__tensor_args &w)
    {
        return !Words && !w.transposed_b;
    }
};

#ifdef __CUDA_ARCH_FEAT_SM90_ALL
/* Arrives at the same barrier in block `rank` of the cluster. */
GPU__DEVICE_FN void gpu__barrier_arrive(unsigned long long *b, unsigned rank)
{
    asm volatile(
        "{ .reg .b32 at; mapa.shared::cluster.u32 at, %0, %1; mbarrier.arrive.shared::cluster.b64 _, [at]; }" ::"r"(
            gpu__in_shared(b)),
        "r"(rank)
        : "memory");
}
GPU__DEVICE_FN void gpu__cluster_sync(void)
{
    asm volatile("barrier.cluster.arrive.release; barrier.cluster.wait.acquire;" ::: "memory");
}
/* Copies a box to shared memory, at the same address in every block of `mask`; their barriers count the bytes. */
template <bool All> GPU__DEVICE_FN void gpu__tma_fetch(void *to, const gpu__tensor_map *map, unsigned long long *b,
                                                       size_t col, size_t row, unsigned matrix)
{
    if (All)
        asm volatile("cp.async.bulk.tensor.3d.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster "
                     "[%0], [%1, {%3, %4, %5}], [%2], %6;" ::"r"(gpu__in_shared(to)),
                     "l"(map), "r"(gpu__in_shared(b)), "r"((int)col), "r"((int)row), "r"((int)matrix),
                     "h"((unsigned short)3)
                     : "memory");
    else
        asm volatile("cp.async.bulk.tensor.3d.shared::cluster.global.mbarrier::complete_tx::bytes "
                     "[%0], [%1, {%3, %4, %5}], [%2];" ::"r"(gpu__in_shared(to)),
                     "l"(map), "r"(gpu__in_shared(b)), "r"((int)col), "r"((int)row), "r"((int)matrix)
                     : "memory");
}

/* The descriptor of an operand in shared memory, in units of 16 bytes: rows of 128 bytes, swizzled in groups of eight.
   k-major: a row is one of m or n. mn-major: it is one of k in a panel of 64 elements; panels are 8192 bytes apart. */
GPU__DEVICE_FN unsigned long long gpu__wgmma_operand(const void *p)
{
    return (gpu__in_shared(p) & 0x3ffff) / 16 | (unsigned long long)(8192 / 16) << 16 |
           (unsigned long long)(1024 / 16) << 32 | (unsigned long long)1 << 62;
}
#define GPU__REGISTERS_64                                                                                              \
    "%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, %16, %17, %18, %19, %20, %21, "             \
    "%22, %23, %24, %25, %26, %27, %28, %29, %30, %31, %32, %33, %34, %35, %36, %37, %38, %39, %40, %41, "             \
    "%42, %43, %44, %45, %46, %47, %48, %49, %50, %51, %52, %53, %54, %55, %56, %57, %58, %59, %60, %61, "             \
    "%62, %63"
#define GPU__REGISTERS_128                                                                                             \
    GPU__REGISTERS_64                                                                                                  \
    ", %64, %65, %66, %67, %68, %69, %70, %71, %72, %73, %74, %75, %76, %77, %78, %79, %80, %81, %82, %83, "           \
    "%84, %85, %86, %87, %88, %89, %90, %91, %92, %93, %94, %95, %96, %97, %98, %99, %100, %101, %102, "               \
    "%103, %104, %105, %106, %107, %108, %109, %110, %111, %112, %113, %114, %115, %116, %117, %118, "                 \
    "%119, %120, %121, %122, %123, %124, %125, %126, %127"
#define GPU__ACC_4(i)                                                                                                  \
    "+f"(d[i][0]), "+f"(d[i][1]), "+f"(d[i][2]), "+f"(d[i][3]), "+f"(d[i + 1][0]), "+f"(d[i + 1][1]),                  \
        "+f"(d[i + 1][2]), "+f"(d[i + 1][3]), "+f"(d[i + 2][0]), "+f"(d[i + 2][1]), "+f"(d[i + 2][2]),                 \
        "+f"(d[i + 2][3]), "+f"(d[i + 3][0]), "+f"(d[i + 3][1]), "+f"(d[i + 3][2]), "+f"(d[i + 3][3])
#define GPU__ACC_16(i) GPU__ACC_4(i), GPU__ACC_4(i + 4), GPU__ACC_4(i + 8), GPU__ACC_4(i + 12)

/* D (+)= X Y for a warpgroup's 64 rows and 32 bytes along k, X from shared memory (x) or registers (f). */
template <class Shape, bool MnMajorX, bool MnMajorY> GPU__DEVICE_FN void
gpu__wgmma(float (&d)[Shape::Cols / 8][4], unsigned long long x, const unsigned *f, unsigned long long y, int more)
{
#define GPU__WGMMA(shape, type, list, x0, y0, m0, t0, t1)                                                              \
    "{ .reg .pred p; setp.ne.b32 p, " m0 ", 0; wgmma.mma_async.sync.aligned." shape ".f32." type "." type " {" list    \
    "}, " x0 ", " y0 ", p, 1, 1, " t0 ", " t1 "; }"
#define GPU__WGMMA_SS(type)                                                                                            \
    if constexpr (Shape::Cols == 256)                                                                                  \
        asm volatile(GPU__WGMMA("m64n256k16", type, GPU__REGISTERS_128, "%128", "%129", "%130", "%131", "%132")        \
                     : GPU__ACC_16(0), GPU__ACC_16(16)                                                                 \
                     : "l"(x), "l"(y), "r"(more), "n"(MnMajorX), "n"(MnMajorY));                                       \
    else                                                                                                               \
        asm volatile(GPU__WGMMA("m64n128k16", type, GPU__REGISTERS_64, "%64", "%65", "%66", "%67", "%68")              \
                     : GPU__ACC_16(0)                                                                                  \
                     : "l"(x), "l"(y), "r"(more), "n"(MnMajorX), "n"(MnMajorY))
    if constexpr (Shape::precision == GPU__MATMUL_BF16) {
        GPU__WGMMA_SS("bf16");
    } else if constexpr (Shape::precision == GPU__MATMUL_F16) {
        GPU__WGMMA_SS("f16");
    } else if constexpr (Shape::Cols == 256)
        asm volatile("{ .reg .pred p; setp.ne.b32 p, %133, 0; wgmma.mma_async.sync.aligned.m64n256k8.f32.tf32.tf32 "
                     "{" GPU__REGISTERS_128 "}, {%128, %129, %130, %131}, %132, p, 1, 1; }"
                     : GPU__ACC_16(0), GPU__ACC_16(16)
                     : "r"(f[0]), "r"(f[1]), "r"(f[2]), "r"(f[3]), "l"(y), "r"(more));
    else
        asm volatile("{ .reg .pred p; setp.ne.b32 p, %69, 0; wgmma.mma_async.sync.aligned.m64n128k8.f32.tf32.tf32 "
                     "{" GPU__REGISTERS_64 "}, {%64, %65, %66, %67}, %68, p, 1, 1; }"
                     : GPU__ACC_16(0)
                     : "r"(f[0]), "r"(f[1]), "r"(f[2]), "r"(f[3]), "l"(y), "r"(more));
}

#undef GPU__WGMMA
#undef GPU__WGMMA_SS
#undef GPU__ACC_16
#undef GPU__ACC_4
#undef GPU__REGISTERS_64
#undef GPU__REGISTERS_128

/* The row of a lane's first accumulator among the 64 rows of a warpgroup. Pairs: rows are permuted so that the lane's
   second row is the next one instead of the eighth after it; then eight lanes have eight neighbours of a column of D,
   which suits the store of the transposed tile. */
template <bool Pairs> GPU__DEVICE_FN unsigned gpu__wgmma_row(void)
{
    const unsigned warp = threadIdx.x / 32 % 4, g = threadIdx.x % 32 / 4;
    return warp * 16 + (Pairs ? g / 4 * 8 + g % 2 * 4 + g / 2 % 2 * 2 : g);
}
/* Loads the fragments of X for tf32, four slices along k. If X is mn-major, a load has two neighbouring rows; half of
   the lanes load the later k of a slice first, so that 16 lanes have no bank conflicts. */
template <bool MnMajor> GPU__DEVICE_FN void gpu__wgmma_words(unsigned (&f)[16], const char *x)
{
    const unsigned row = gpu__wgmma_row<MnMajor>(), q = threadIdx.x % 4, late = threadIdx.x / 4 % 2;
    if constexpr (MnMajor) {
        const unsigned k[2] = {late * 4 + q, (late ^ 1) * 4 + q};
        x += row / 32 * 4096 + row % 4 * 4;
        GPU__UNROLLED (int s = 0; s < 4; s++) {
            uint2 pair[2];
            GPU__UNROLLED (int h = 0; h < 2; h++)
                pair[h] = *(const uint2 *)(x + k[h] * 128 + (row / 4 % 8 ^ k[h]) * 16 + s * 1024);
            f[s * 4] = late ? pair[1].x : pair[0].x, f[s * 4 + 1] = late ? pair[1].y : pair[0].y;
            f[s * 4 + 2] = late ? pair[0].x : pair[1].x, f[s * 4 + 3] = late ? pair[0].y : pair[1].y;
        }
    } else
        GPU__UNROLLED (int i = 0; i < 16; i++)
            f[i] = *(const unsigned *)(x + (row + i % 2 * 8) * 128 + (i / 2 ^ row % 8) * 16 + q * 4);
}

/* Warpgroup 0: one thread starts the copies of the pieces of its block's tiles, in the order in which they are
   multiplied. */
template <class Shape> GPU__DEVICE_FN void gpu__wgmma_produce(char *ring, unsigned long long *full,
                                                              unsigned long long *empty, const gpu__tensor_map *map_x,
                                                              const gpu__tensor_map *map_y, const gpu__tensor_args &w,
                                                              unsigned count, unsigned rank)
{
    constexpr int Deep = Shape::Deep, Part = Shape::Cols / Shape::Cluster; /* of Y, which each block copies for all */
    const gpu__tensor_operand &x = Shape::Swap ? w.b : w.a, &y = Shape::Swap ? w.a : w.b;
    const bool mn_x = Shape::mn_major_x(w), mn_y = Shape::mn_major_y(w);
    unsigned slot = 0, parity = 1;
    for (unsigned id = blockIdx.x / Shape::Cluster; id < count; id += gridDim.x / Shape::Cluster) {
        gpu__tensor_tile p = gpu__tensor_tile_of<Shape::Rows * Shape::Cluster, Shape::Cols>(w, id);
        p.row += rank * Shape::Rows;
        const unsigned matrix_x = x.stride ? p.batch : 0, matrix_y = y.stride ? p.batch : 0;
        for (size_t k = p.k0; k < p.k1; k += Deep) {
            char *to = ring + slot * Shape::Stage;
            gpu__barrier_wait(empty + slot, parity);
            gpu__barrier_expect(full + slot, Shape::Stage);
#pragma unroll(Shape::Words ? 8 : 1) /* for tf32 the storage, and so the number of copies, is a constant */
            for (int i = 0; i < Shape::Rows; i += mn_x ? Deep : Shape::Rows)
                gpu__tma_fetch<false>(to + i * 128, map_x, full + slot, mn_x ? p.row + i : k, mn_x ? k : p.row,
                                      matrix_x);
#pragma unroll(Shape::Words ? 8 : 1)
            for (int i = rank * Part; i < (int)(rank + 1) * Part; i += mn_y ? Deep : Part)
                gpu__tma_fetch<(Shape::Cluster > 1)>(to + Shape::BytesX + i * 128, map_y, full + slot,
                                                     mn_y ? p.col + i : k, mn_y ? k : p.col + i, matrix_y);
            if (++slot == Shape::Stages) slot = 0, parity ^= 1;
        }
    }
}

/* Warpgroups 1 and 2. A slot is released when the multiplication of the next one has been issued, so that the tensor
   cores always have work. In tf32 the fragments of two pieces alternate. */
template <class Shape> GPU__DEVICE_FN void gpu__wgmma_consume(char *ring, unsigned long long *full,
                                                              unsigned long long *empty, const gpu__tensor_args &w,
                                                              unsigned count, unsigned rank)
{
    constexpr int Deep = Shape::Deep;
    const int group = __shfl_sync(~0u, threadIdx.x / 128, 0) - 1, lane = threadIdx.x % 32; /* (uniform in a warp) */
    const unsigned long long first_x = gpu__wgmma_operand(ring + group * 8192),
                             first_y = gpu__wgmma_operand(ring + Shape::BytesX);
    float acc[1][Shape::Cols / 8][4];
    unsigned f[2][16], slot = 0, parity = 0, last = 0;
    const bool alternate =
        w.k <= 2 * Deep; /* storing a tile takes longer than multiplying it, so the groups alternate */
    if (alternate && group) asm volatile("bar.sync 1, 256;" ::: "memory");
    auto multiply = [&](auto mn_x, auto mn_y, unsigned(&x)[16], int step) {
        const unsigned at = slot * Shape::Stage;
        gpu__barrier_wait(full + slot, parity);
        if constexpr (Shape::Words) gpu__wgmma_words<mn_x>(x, ring + at + group * 8192);
        asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
        GPU__UNROLLED (int s = 0; s < 4; s++)
            gpu__wgmma<Shape, mn_x, mn_y>(acc[0], first_x + (at + s * (mn_x ? 2048 : 32)) / 16, x + s * 4,
                                          first_y + (at + s * (mn_y ? 2048 : 32)) / 16, step + s > 0);
        asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory");
        asm volatile("wgmma.wait_group.sync.aligned 1;" ::: "memory");
        if (step > 0 && lane < Shape::Cluster) gpu__barrier_arrive(empty + last, lane);
        last = slot;
        if (++slot == Shape::Stages) slot = 0, parity ^= 1;
    };
    auto tile = [&](auto mn_x, auto mn_y, int steps) {
        int step = 0;
        if constexpr (Shape::Words) {
            for (; step + 1 < steps; step += 2) multiply(mn_x, mn_y, f[0], step), multiply(mn_x, mn_y, f[1], step + 1);
            if (step < steps) multiply(mn_x, mn_y, f[0], step);
        } else
#pragma unroll 1
            for (; step < steps; step++) multiply(mn_x, mn_y, f[0], step);
        asm volatile("wgmma.wait_group.sync.aligned 0;" ::: "memory");
    };
    const gpu__bool<true> yes;
    const gpu__bool<false> no;
    for (unsigned id = blockIdx.x / Shape::Cluster; id < count; id += gridDim.x / Shape::Cluster) {
        gpu__tensor_tile p = gpu__tensor_tile_of<Shape::Rows * Shape::Cluster, Shape::Cols>(w, id);
        p.row += rank * Shape::Rows;
        const int steps = (int)((p.k1 - p.k0 + Deep - 1) / Deep);
        if constexpr (Shape::Words) tile(gpu__bool<Shape::Pairs>(), no, steps);
        else if (w.transposed_a && w.transposed_b) tile(yes, no, steps);
        else if (w.transposed_a) tile(yes, yes, steps);
        else if (w.transposed_b) tile(no, no, steps);
        else tile(no, yes, steps);
        if (lane < Shape::Cluster) gpu__barrier_arrive(empty + last, lane);
        if (alternate && !group && id < gridDim.x / Shape::Cluster) asm volatile("bar.arrive 1, 256;" ::: "memory");
        gpu__mma_finish<Shape::precision, Shape::Swap, Shape::Pairs ? 1 : 8>(
            acc, gpu__tensor_target_of<Shape::precision>(w, p), p.row + group * 64 + gpu__wgmma_row<Shape::Pairs>(),
            p.col);
    }
}
#endif

/* It has code only in programs that are compiled for sm_90a; gpu__wgmma_here recognises that by its static shared
   memory. */
template <class Shape> static __global__ void __launch_bounds__(384, 1)
    gpu__wgmma_tiles(const __grid_constant__ gpu__tensor_map mx, const __grid_constant__ gpu__tensor_map my,
                     const __grid_constant__ gpu__tensor_args w, unsigned count)
{
#ifdef __CUDA_ARCH_FEAT_SM90_ALL
    extern __shared__ __align__(16) unsigned char gpu__dynamic_bytes[];
    __shared__ unsigned long long full[Shape::Stages], empty[Shape::Stages];
    char *ring = (char *)gpu__dynamic_bytes;
    ring += (1024 - gpu__in_shared(ring) % 1024) % 1024;
    if (threadIdx.x == 0) {
        for (int i = 0; i < Shape::Stages; i++)
            gpu__barrier_start(full + i, 1), gpu__barrier_start(empty + i, 8 * Shape::Cluster);
        asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
    }
    const unsigned rank = blockIdx.x % Shape::Cluster;
    gpu__cluster_sync();
    gpu__follow(true);
    if (threadIdx.x < 128) {
        asm volatile("setmaxnreg.dec.sync.aligned.u32 40;");
        if (threadIdx.x == 0) gpu__wgmma_produce<Shape>(ring, full, empty, &mx, &my, w, count, rank);
    } else {
        asm volatile("setmaxnreg.inc.sync.aligned.u32 232;");
        gpu__wgmma_consume<Shape>(ring, full, empty, w, count, rank);
    }
    gpu__cluster_sync(); /* no block ends while another one writes to its ring buffer or barriers */
#else
    (void)mx, (void)my, (void)w, (void)count;
#endif
}

/* Whether the device runs code for sm_90a: otherwise the kernel is empty, without barriers in shared memory. */
template <class Shape> static bool gpu__wgmma_here(int device)
{
    return gpu__kernel_has<gpu__wgmma_tiles<Shape>>(device, GPU__KERNEL_HAS_SHARED);
}
/* cuTensorMapEncodeTiled, obtained from the driver at run time, so that programs need not link with it. */
typedef int gpu__tensor_encode(gpu__tensor_map *, int type, unsigned rank, void *, const unsigned long long *dims,
                               const unsigned long long *strides, const unsigned *box, const unsigned *steps, int, int,
                               int, int);
static inline gpu__tensor_encode *gpu__tensor_encoder(void)
{
    void *f = NULL;
    cudaDriverEntryPointQueryResult found;
#if CUDART_VERSION >= 12050
    if (cudaGetDriverEntryPointByVersion("cuTensorMapEncodeTiled", &f, 12000, cudaEnableDefault, &found)) f = NULL;
#else
    if (cudaGetDriverEntryPoint("cuTensorMapEncodeTiled", &f, cudaEnableDefault, &found)) f = NULL;
#endif
    return (gpu__tensor_encode *)f;
}
/* Describes an operand to TMA as boxes of 128 bytes by `tall` rows; elements outside read as zero. */
template <int precision>
static bool gpu__tensor_map_of(gpu__tensor_map *map, const gpu__tensor_operand &s, size_t batch, unsigned tall)
{
    constexpr size_t size = sizeof(gpu__mma_type<precision>);
    static gpu__tensor_encode *const encode = gpu__tensor_encoder();
    const size_t matrices = s.stride ? batch : 1, pitch = s.stride ? s.stride : s.rows * s.ld;
    const unsigned long long dims[3] = {s.cols, s.rows, matrices}, strides[2] = {s.ld * size, pitch * size};
    const unsigned box[3] = {128 / (unsigned)size, tall, 1}, steps[3] = {1, 1, 1};
    if (!encode || !s.vector || (s.cols | s.rows | matrices) >> 31 || (s.ld | pitch) * size >> 40) return false;
    enum { Half = 6, Bf16 = 9, Tf32 = 11, Swizzle128 = 3, Promote256 = 3 }; /* Tf32: the copy rounds */
    return !encode(map,
                   precision == GPU__MATMUL_BF16  ? Bf16
                   : precision == GPU__MATMUL_F16 ? Half
                                                  : Tf32,
                   3, (void *)s.p, dims, strides, box, steps, 0, Swizzle128, Promote256, 0);
}

/* Launches this kernel if it can compute C, and then sets *done. */
template <class Shape>
static cudaError_t gpu__wgmma_launch(const gpu__launch_context *context, gpu__tensor_args w, bool *done)
{
    constexpr unsigned Deep = Shape::Deep;
    gpu__tensor_map mx, my;
    const gpu__tensor_operand &x = Shape::Swap ? w.b : w.a, &y = Shape::Swap ? w.a : w.b;
    if (!gpu__wgmma_here<Shape>(context->device) ||
        !gpu__tensor_map_of<Shape::precision>(&mx, x, w.batch, Shape::mn_major_x(w) ? Deep : Shape::Rows) ||
        !gpu__tensor_map_of<Shape::precision>(&my, y, w.batch,
                                              Shape::mn_major_y(w) ? Deep : Shape::Cols / Shape::Cluster))
        return cudaSuccess;
    *done = true;
    w.tiles_m = (unsigned)gpu__ceil_div(Shape::Swap ? w.n : w.m, Shape::Rows * Shape::Cluster);
    w.tiles_n = (unsigned)gpu__ceil_div(Shape::Swap ? w.m : w.n, Shape::Cols);
    const unsigned count = (unsigned)(w.tiles_m * w.tiles_n * w.splits * w.batch),
                   most = context->multiprocessors / Shape::Cluster;
    return gpu__launch_kernel<gpu__wgmma_tiles<Shape>>(
        {context, (count < most ? count : most) * Shape::Cluster, 384, Shape::Cluster, Shape::Bytes, Shape::Bytes}, mx,
        my, w, count);
}
/* Launches tiles 256 wide if there are enough of them for all multiprocessors, otherwise narrower ones. */
template <int precision, bool Swap, bool MnMajorX>
static cudaError_t gpu__wgmma_wide(const gpu__launch_context *context, const gpu__tensor_args &w, bool *done)
{
    const size_t down = gpu__ceil_div(Swap ? w.n : w.m, 128), across = gpu__ceil_div(Swap ? w.m : w.n, 256);
    if (down * across * w.batch >= 128 && (down % 2 == 0 || down > 8))
        return gpu__wgmma_launch<gpu__wgmma_shape<precision, 256, Swap, MnMajorX>>(context, w, done);
    return gpu__wgmma_launch<gpu__wgmma_shape<precision, 128, Swap, MnMajorX>>(context, w, done);
}
template <int precision>
static cudaError_t gpu__wgmma_of(const gpu__launch_context *context, const gpu__tensor_args &w, bool *done)
{
    if constexpr (precision != GPU__MATMUL_TF32) return gpu__wgmma_wide<precision, false, false>(context, w, done);
    /* Y must be k-major. (If neither operand is, the kernel with mma.sync computes C.) */
    else if (!w.transposed_b)
        return w.transposed_a ? cudaSuccess : gpu__wgmma_wide<precision, true, true>(context, w, done);
    else if (w.transposed_a) return gpu__wgmma_wide<precision, false, true>(context, w, done);
    else return gpu__wgmma_wide<precision, false, false>(context, w, done);
}

/* ---- Launch ------------------------------------------------------------------------------------------------------ */

/* Copies the operands for which the plan has a pitch to aligned rows in the workspace. */
template <int precision> static cudaError_t gpu__tensor_align(const gpu__launch_context *context, gpu__tensor_args &w,
                                                              const gpu__tensor_plan &plan, char *space)
{
    typedef gpu__mma_type<precision> Type;
    gpu__tensor_copies<Type> k;
    unsigned count = 0;
    size_t most = 0;
    for (int side = 0; side < 2; side++) {
        gpu__tensor_operand &s = side ? w.b : w.a;
        if (!plan.pitch[side] || (side && plan.transposed)) continue;
        const size_t matrices = s.stride ? w.batch : 1, chunks = matrices * s.rows * plan.pitch[side];
        k.from[count] = s, k.to[count] = (Type *)(space + plan.at[side]);
        k.pitch[count] = plan.pitch[side], k.matrices[count] = matrices;
        s.p = k.to[count++], s.ld = s.cols = plan.pitch[side], s.stride = s.stride ? s.rows * s.ld : 0, s.vector = true;
        if (most < chunks) most = chunks;
    }
    if (!count) return cudaSuccess;
    const size_t blocks = gpu__ceil_div(most / (16 / sizeof(Type)), 256);
    return gpu__launch_kernel<gpu__tensor_copy<Type>>(
        {context, dim3((unsigned)(blocks < 4096 ? blocks : 4096), count), 256}, k);
}

/* Transposes an operand, of which a batch has one or `batch` matrices, into the workspace, and returns the copy. */
template <class Type> static cudaError_t gpu__tensor_transposed(const gpu__launch_context *context,
                                                                gpu__tensor_operand *side, size_t batch, void *to,
                                                                size_t pitch)
{
    const gpu__tensor_operand from = *side;
    const size_t across = gpu__ceil_div(from.cols, 64), down = gpu__ceil_div(pitch, 64);
    *side = {to, from.cols, pitch, pitch, from.stride ? from.cols * pitch : 0, true};
    return gpu__launch_kernel<gpu__tensor_transpose<Type>>(
        {context, dim3((unsigned)(across * down), from.stride ? (unsigned)batch : 1), 256}, (Type *)to, from, pitch,
        (unsigned)across);
}

template <int precision> static gpu__tensor_args
gpu__tensor_args_of(const gpu_gemm_spec &g, const gpu__tensor_plan &plan, void *c, const void *a, const void *b)
{
    constexpr size_t Width = 16 / sizeof(gpu__mma_type<precision>);
    gpu__tensor_args w;
    w.m = g.m, w.n = g.n, w.k = g.k, w.batch = g.batch;
    w.a = {a, g.transpose_a ? w.k : g.m, g.transpose_a ? g.m : w.k, g.lda, g.batch > 1 ? g.stride_a : 0, false};
    w.b = {b, g.transpose_b ? g.n : w.k, g.transpose_b ? w.k : g.n, g.ldb, g.batch > 1 ? g.stride_b : 0, false};
    for (gpu__tensor_operand *s : {&w.a, &w.b})
        s->vector = (uintptr_t)s->p % 16 == 0 && s->ld % Width == 0 && s->stride % Width == 0;
    w.c = c, w.ldc = g.ldc, w.stride_c = g.batch > 1 ? g.stride_c : 0, w.partials = NULL;
    w.vector = (uintptr_t)c % 16 == 0 && w.ldc % Width == 0 && w.stride_c % Width == 0;
    w.pitch = gpu__tensor_pitch(g.n), w.split = plan.split, w.splits = (unsigned)plan.splits;
    w.tiles_m = (unsigned)plan.tiles_m, w.tiles_n = (unsigned)plan.tiles_n;
    w.band = w.k <= 96 ? 1 : 8; /* tiles share little in L2: whole rows of tiles */
    w.alpha = (float)g.alpha, w.beta = (float)g.beta;
    w.transposed_a = g.transpose_a, w.transposed_b = g.transpose_b || plan.transposed;
    return w;
}
/* Launches the kernel for the plan's tiles: the kernel with wgmma for the largest ones if it can compute C, otherwise
   the kernel with mma.sync. */
template <int precision> static cudaError_t gpu__tensor_by_plan(const gpu__launch_context *context,
                                                                const gpu__tensor_args &w, const gpu__tensor_plan &plan)
{
    typedef gpu__mma_shape<precision, GPU__TILE_SMALL_TENSOR> least;
    if (context->shared_limit <= 64 << 10) { /* sm_75, see gpu__mma_here */
        gpu__tensor_args by_shuffles = w;
        by_shuffles.tiles_m = (unsigned)gpu__ceil_div(w.m, least::Rows);
        by_shuffles.tiles_n = (unsigned)gpu__ceil_div(w.n, least::Cols);
        return gpu__mma_tiles_launch<least>(context, by_shuffles);
    }
    if (plan.tiles == GPU__TENSOR_FLAT_TILES)
        return gpu__mma_tiles_launch<gpu__mma_shape<precision, GPU__TILE_FLAT_TENSOR>>(context, w);
    if (plan.tiles == GPU__TENSOR_TALL_TILES)
        return gpu__mma_tiles_launch<gpu__mma_shape<precision, GPU__TILE_TALL_TENSOR>>(context, w);
    if (plan.tiles == GPU__TENSOR_SMALL_TILES) return gpu__mma_tiles_launch<least>(context, w);
    bool done = false;
    cudaError_t e = cudaSuccess;
    if (w.k) e = gpu__wgmma_of<precision>(context, w, &done);
    if (e || done) return e;
    return gpu__mma_tiles_launch<gpu__mma_shape<precision, GPU__TILE_LARGE_TENSOR>>(context, w);
}

/* Computes some matrices of the batch: copies operands if the plan says so, launches the kernel, adds the splits. */
template <int precision> static cudaError_t gpu__tensor_some(const gpu__launch_context *context, const gpu_gemm_spec &g,
                                                             const gpu__tensor_plan &plan, void *c, const void *a,
                                                             const void *b)
{
    gpu__tensor_args w = gpu__tensor_args_of<precision>(g, plan, c, a, b);
    if (plan.splits > 1) w.partials = (float *)((char *)context->space + plan.at_partials);
    cudaError_t e = gpu__tensor_align<precision>(context, w, plan, (char *)context->space);
    if constexpr (precision == GPU__MATMUL_TF32)
        if (!e && plan.transposed)
            e = gpu__tensor_transposed<float>(context, &w.b, w.batch, (char *)context->space + plan.at[1],
                                              plan.pitch[1]);
    if (e) return e;
    e = gpu__tensor_by_plan<precision>(context, w, plan);
    if (e || plan.splits == 1) return e;
    constexpr size_t Width = 16 / sizeof(gpu__mma_type<precision>);
    const size_t blocks = gpu__ceil_div(w.batch * w.m * w.pitch / Width, 32);
    return gpu__launch_kernel<gpu__tensor_add_splits<precision>>({context, (unsigned)blocks, 256}, w);
}

/* Launches the kernels for as many matrices of the batch at a time as a grid has blocks. */
template <int precision> static cudaError_t gpu__tensor_launch(const gpu__launch_context *context,
                                                               const gpu__matmul_detail &detail, void *c, const void *a,
                                                               const void *b)
{
    typedef gpu__mma_type<precision> Type;
    const gpu_gemm_spec &g = detail.spec;
    const gpu__tensor_plan &plan = detail.plan.tensor_cores;
    const size_t most = (size_t)0x7fffffff / (plan.tiles_m * plan.tiles_n * plan.splits);
    cudaError_t e = cudaSuccess;
    for (size_t first = 0; first < g.batch && !e; first += most) {
        gpu_gemm_spec part = g;
        part.batch = g.batch - first < most ? g.batch - first : most;
        e = gpu__tensor_some<precision>(context, part, plan, (Type *)c + first * g.stride_c,
                                        (const Type *)a + first * g.stride_a, (const Type *)b + first * g.stride_b);
    }
    return e;
}
