/* A reduction of rows or columns; x is the vector of a product with one. */
template <class Op> struct gpu__axis_args {
    typename Op::Out *out;
    const typename Op::In *a, *x;
    size_t rows, cols;
    typename Op::Mode mode;
};
/* The result of a row or column that consists of one part. */
template <class Op>
GPU__DEVICE_FN typename Op::Out gpu__axis_finish(const typename Op::Acc &a, size_t count, typename Op::Mode mode)
{
    return Op::Fold::finish(Op::part(a, count, 0), mode);
}
/* A part of a row or column, which has `count` elements and begins at `begin`, before the parts are combined: Op::part
   shifts it from its own pivot, its first element, to the pivot of the first part, which begins at `start`. */
template <class Op> GPU__DEVICE_FN typename Op::Fold::Acc
gpu__axis_part(const typename Op::Acc &a, size_t count, const typename Op::In *begin, const typename Op::In *start)
{
    return Op::part(a, count, Op::Pivot && count > 0 ? (double)*begin - (double)*start : 0);
}

/* Loads up to Count elements of a row in shared memory, Element at a time, and stores them in its lanes (First) or
   combines them with the lanes. */
template <class Op, int Count, int Element, bool First>
GPU__DEVICE_FN void gpu__row_lanes(typename Op::Acc (&acc)[Count], const typename Op::In *row,
                                   const typename Op::Acc *x, unsigned cols, typename Op::Mode mode)
{
    typedef gpu__pack<typename Op::In, Element> pack;
    GPU__UNROLLED (int j = 0; j < Count / Element; ++j) {
        pack k = {};
        if (j * Element < cols) k = ((const pack *)row)[j];
        GPU__UNROLLED (int e = 0; e < Element; ++e) {
            const typename Op::Acc v =
                j * Element < cols ? Op::map(k.v[e], Op::Pair ? x[j * Element + e] : typename Op::Acc(), 0, mode)
                                   : Op::none();
            acc[j * Element + e] = First ? v : Op::combine(acc[j * Element + e], v);
        }
    }
}
/* Reduces a row in one lane. */
template <class Op, int Element>
GPU__DEVICE_FN typename Op::Acc gpu__row_serial(const typename Op::In *row, unsigned cols, typename Op::Mode mode)
{
    typedef gpu__pack<typename Op::In, Element> pack;
    typename Op::Acc acc = Op::none();
#pragma unroll 4
    for (unsigned j = 0; j < cols; j += Element) {
        const pack k = *(const pack *)(row + j);
        GPU__UNROLLED (int e = 0; e < Element; ++e) acc = Op::combine(acc, Op::map(k.v[e], row[0], j + e, mode));
    }
    return acc;
}
template <class Op, int Half, int Count> GPU__DEVICE_FN void gpu__row_halves(typename Op::Acc (&acc)[Count])
{
    GPU__UNROLLED (int j = 0; j < Half; ++j) acc[j] = Op::combine(acc[j], acc[j + Half]);
    if constexpr (Half > 1) gpu__row_halves<Op, Half / 2>(acc);
}

/* Short rows, of at most 256 bytes: a block copies 128 * Result of them to shared memory, then each thread reduces
   Result rows. Wide: a row consists of whole packs; rows of 8 or 16 packs are padded by one pack against bank
   conflicts. Resident: the number of blocks a multiprocessor that registers must allow, for a single pass of Count
   columns; or 0, for up to two passes. */
template <class Op, int Count, int Result, bool Wide, int Resident>
static __global__ void __launch_bounds__(128, Resident)
    gpu__rows_by_thread(typename Op::Out *out, const typename Op::In *a, const typename Op::In *x, size_t rows,
                        unsigned cols, unsigned magic, bool aligned, typename Op::Mode mode)
{
    gpu__follow();
    typedef typename Op::In In;
    typedef typename Op::Acc Acc;
    constexpr unsigned Pack = 16 / sizeof(In), Lanes = 128 * Result, Element = Wide ? Pack : 1;
    static_assert(sizeof(In) >= 4, "256 bytes are at most two passes of 32 columns");
    extern __shared__ uint4 gpu__tile[];
    const unsigned t = threadIdx.x, packs = cols / Pack, pad = Wide && packs % 8 == 0 ? 1 : 0,
                   stride = cols + pad * Pack;
    const size_t row0 = (size_t)blockIdx.x * Lanes;
    const unsigned have = rows - row0 < Lanes ? (unsigned)(rows - row0) : Lanes;
    const In *from = a + row0 * cols;
    In *tile = (In *)gpu__tile;
    Acc *other = (Acc *)(tile + Lanes * stride);
    if (Wide) {
        for (unsigned k = t; k < have * packs; k += 128)
            gpu__copy_16(tile + (k + (pad ? __umulhi(k, magic) : 0)) * Pack, from + k * Pack);
    } else {
        const unsigned n = have * cols, whole = aligned ? n / Pack : 0;
        for (unsigned k = t; k < whole; k += 128) gpu__copy_16(tile + k * Pack, from + k * Pack);
        for (unsigned k = whole * Pack + t; k < n; k += 128) tile[k] = from[k];
    }
    if constexpr (Op::Pair)
        for (unsigned k = t; k < cols; k += 128) other[k] = (Acc)x[k];
    gpu__copies_done();
    __syncthreads();
#pragma unroll 1
    for (unsigned r = t; r < have; r += 128) {
        if constexpr (Op::Serial) {
            out[row0 + r] =
                gpu__axis_finish<Op>(gpu__row_serial<Op, Element>(tile + r * stride, cols, mode), cols, mode);
            continue;
        } else {
            Acc acc[Count];
            gpu__row_lanes<Op, Count, Element, true>(acc, tile + r * stride, other, cols, mode);
            if (Resident == 0 && cols > Count)
                gpu__row_lanes<Op, Count, Element, false>(acc, tile + r * stride + Count, other + Count, cols - Count,
                                                          mode);
            gpu__row_halves<Op, Count / 2>(acc);
            out[row0 + r] = Op::finish(acc[0], mode);
        }
    }
}
/* Launches the kernel for short rows. */
template <class Op> static cudaError_t gpu__rows_short(const gpu__launch_context *context, const gpu__axis_args<Op> &m)
{
    typedef typename Op::In In;
    constexpr unsigned Pack = 16 / sizeof(In);
    const size_t cols = m.cols;
    const bool aligned = gpu__aligned(m.a, 16), wide = aligned && cols > 0 && cols % Pack == 0;
    const unsigned packs = (unsigned)cols / Pack, magic = wide ? 0xffffffffu / packs + 1 : 0,
                   Lanes = cols <= 8 ? 512 : 128;
    const size_t bytes = Lanes * (cols + (wide && packs % 8 == 0 ? Pack : 0)) * sizeof(In) +
                         (Op::Pair ? cols * sizeof(typename Op::Acc) : 0);
    void (*kernel)(typename Op::Out *, const In *, const In *, size_t, unsigned, unsigned, bool, typename Op::Mode);
    if (cols <= 8) kernel = wide ? gpu__rows_by_thread<Op, 8, 4, true, 0> : gpu__rows_by_thread<Op, 8, 4, false, 0>;
    else if (cols <= 32 && Op::Pair) /* one pass needs fewer registers, so more threads fit */
        kernel = wide ? gpu__rows_by_thread<Op, 32, 1, true, 5> : gpu__rows_by_thread<Op, 32, 1, false, 5>;
    else kernel = wide ? gpu__rows_by_thread<Op, 32, 1, true, 0> : gpu__rows_by_thread<Op, 32, 1, false, 0>;
    return gpu__launch(context, kernel, gpu__ceil_div(m.rows, Lanes), 128, bytes, m.out, m.a, m.x, m.rows,
                       (unsigned)cols, magic, aligned, m.mode);
}

/* The tree over the lanes of each row, first within a thread where its lanes are far enough apart, then between
   threads. While a thread has several rows, each step splits them: either half of the threads continues with half of
   the rows and receives the other half's lanes of these. In the end one thread has the result of one row in acc[0][0];
   its number in the thread's rows is returned. */
template <class Op, int Pack, int Result>
GPU__DEVICE_FN unsigned gpu__rows_fold(typename Op::Acc (&acc)[Result][4], unsigned t, unsigned threads)
{
    typedef typename Op::Acc Acc;
    GPU__UNROLLED (int r = 0; r < Result; ++r) {
        if (Pack == 1) acc[r][1] = Op::combine(acc[r][1], acc[r][3]);
        if (Pack <= 2) acc[r][0] = Op::combine(acc[r][0], acc[r][2]);
        if (Pack == 2) acc[r][1] = Op::combine(acc[r][1], acc[r][3]);
        if (Pack == 1) acc[r][0] = Op::combine(acc[r][0], acc[r][1]);
    }
    unsigned s = threads / 2, row = 0;
    GPU__UNROLLED (int h = Result / 2; h > 0; h /= 2, s /= 2) {
        const bool upper = t & s;
        row += upper ? h : 0;
        GPU__UNROLLED (int r = 0; r < h; ++r)
            GPU__UNROLLED (int q = 0; q < Pack; ++q) {
                const Acc keep = upper ? acc[r + h][q] : acc[r][q],
                          got = gpu__shuffle_xor(upper ? acc[r][q] : acc[r + h][q], s);
                acc[r][q] = Op::combine(upper ? got : keep, upper ? keep : got);
            }
    }
    for (; s > 0; s /= 2)
        GPU__UNROLLED (int q = 0; q < Pack; ++q)
            acc[0][q] = Op::combine(acc[0][q], gpu__shuffle_down(acc[0][q], s, threads));
    if (Pack == 4) acc[0][0] = Op::combine(acc[0][0], acc[0][2]), acc[0][1] = Op::combine(acc[0][1], acc[0][3]);
    if (Pack >= 2) acc[0][0] = Op::combine(acc[0][0], acc[0][1]);
    return row;
}
/* Sets the addresses of a block's rows and clears its lanes. Rows beyond the end are replaced by another row, whose
   result is not stored. */
template <class Op, int Result>
GPU__DEVICE_FN void gpu__rows_start(const typename Op::In *(&from)[Result], typename Op::Acc (&acc)[Result][4],
                                    const typename Op::In *a, size_t row0, size_t rows, size_t cols, unsigned apart)
{
    GPU__UNROLLED (int r = 0; r < Result; ++r) {
        from[r] = a + (row0 + r * apart < rows ? row0 + r * apart : row0 < rows ? row0 : rows - 1) * cols;
        GPU__UNROLLED (int q = 0; q < 4; ++q) acc[r][q] = Op::none();
    }
}
/* Adds Unroll whole tiles of each row to the lanes of thread t of `threads`; x is the vector of a product, `aligned` if
   that can be loaded in packs. The first tile begins at from[r] + at, and its first element has the index `index`. */
template <class Op, int Pack, int Unroll, int Result>
GPU__DEVICE_FN void gpu__rows_tiles(typename Op::Acc (&acc)[Result][4], const typename Op::In *(&from)[Result],
                                    const typename Op::In (&pivot)[Result], const typename Op::In *x, bool aligned,
                                    size_t at, size_t index, unsigned t, unsigned threads, typename Op::Mode mode)
{
    typename Op::In v[Result][Unroll][4], w[Unroll][4] = {};
    GPU__UNROLLED (int r = 0; r < Result; ++r)
        GPU__UNROLLED (int u = 0; u < Unroll; ++u)
            gpu__load4<Pack>(v[r][u], from[r] + at + u * 4 * threads, t, threads);
    if (Op::Pair && aligned)
        GPU__UNROLLED (int u = 0; u < Unroll; ++u) gpu__load4<Pack>(w[u], x + at + u * 4 * threads, t, threads);
    else if (Op::Pair)
        GPU__UNROLLED (int u = 0; u < Unroll; ++u) gpu__load4<Pack, 1>(w[u], x + at + u * 4 * threads, t, threads);
    GPU__UNROLLED (int u = 0; u < Unroll; ++u)
        GPU__UNROLLED (int r = 0; r < Result; ++r)
            GPU__UNROLLED (int q = 0; q < 4; ++q)
                acc[r][q] =
                    Op::combine(acc[r][q], Op::map(v[r][u][q], Op::Pivot ? pivot[r] : w[u][q],
                                                   index + u * 4 * threads + gpu__lane_of<Pack>(q, t, threads), mode));
}
/* `group` neighbouring threads have the 4 * group lanes of a row. A thread loads Result <= group rows; the distance of
   these is the number of rows that a warp works on at a time. (Of a product ptxas issues all loads of a tile before it
   uses one only if it is told how many blocks have to be resident: otherwise it saves registers.) */
template <class Op, int Pack, int Result, int Unroll> static __global__ void __launch_bounds__(256, Op::Pair ? 4 : 0)
    gpu__rows_by_group(typename Op::Out *out, const typename Op::In *a, const typename Op::In *x, size_t rows,
                       size_t cols, unsigned group, typename Op::Mode mode)
{
    gpu__follow();
    typedef typename Op::In In;
    typedef typename Op::Acc Acc;
    const unsigned t = threadIdx.x % group, apart = 32 / group;
    const size_t row0 = ((size_t)blockIdx.x * 8 + threadIdx.x / 32) * Result * apart + threadIdx.x % 32 / group;
    const In *from[Result];
    In pivot[Result];
    Acc acc[Result][4];
    gpu__rows_start<Op>(from, acc, a, row0, rows, cols, apart);
    GPU__UNROLLED (int r = 0; r < Result; ++r) pivot[r] = Op::Pivot ? *from[r] : In();
    const bool pair_aligned = Op::Pair && (uintptr_t)x % (sizeof(In) * Pack) == 0;
    const unsigned width = 4 * group, n = (unsigned)cols;
    unsigned i = 0;
    for (; i + Unroll * width <= n; i += Unroll * width)
        gpu__rows_tiles<Op, Pack, Unroll>(acc, from, pivot, x, pair_aligned, i, i, t, group, mode);
    if (i < n) {
        In v[Result][Unroll][4];
        GPU__UNROLLED (int r = 0; r < Result; ++r)
            GPU__UNROLLED (int u = 0; u < Unroll; ++u)
                GPU__UNROLLED (int q = 0; q < 4; q += Pack) {
                    const unsigned c = i + u * width + gpu__lane_of<Pack>(q, t, group);
                    gpu__pack<In, Pack> k = {};
                    if (c < n) /* Pack divides cols, so a pack is inside or outside */
                        k = *(const gpu__pack<In, Pack> *)(from[r] + c);
                    GPU__UNROLLED (int j = 0; j < Pack; ++j) v[r][u][q + j] = k.v[j];
                }
        GPU__UNROLLED (int u = 0; u < Unroll; ++u)
            GPU__UNROLLED (int q = 0; q < 4; ++q) {
                const unsigned c = i + u * width + gpu__lane_of<Pack>(q, t, group);
                if (c < n) {
                    const In w = Op::Pair ? x[c] : In();
                    GPU__UNROLLED (int r = 0; r < Result; ++r)
                        acc[r][q] = Op::combine(acc[r][q], Op::map(v[r][u][q], Op::Pivot ? pivot[r] : w, c, mode));
                }
            }
    }
    const unsigned row = gpu__rows_fold<Op, Pack>(acc, t, group);
    if (t % (group / Result) == 0 && row0 + row * apart < rows)
        out[row0 + row * apart] = gpu__axis_finish<Op>(acc[0][0], cols, mode);
}
template <class Op, int Pack>
static cudaError_t gpu__rows_grouped(const gpu__launch_context *context, const gpu__axis_args<Op> &m)
{
    const unsigned group = m.cols <= 512 ? 8 : 32;
    const size_t a_block = 8 * (32 / group);
    const bool two = m.cols <= 128;
    return gpu__launch(context, two ? gpu__rows_by_group<Op, Pack, 2, 2> : gpu__rows_by_group<Op, Pack, 1, 4>,
                       gpu__ceil_div(m.rows, a_block * (two ? 2 : 1)), 256, 0, m.out, m.a, m.x, m.rows, m.cols, group,
                       m.mode);
}

/* The second level, for chunks of rows and segments of columns: out[o] = finish(fold over p of partial[p * outs + o]),
   with 64 lanes (families/shared/axis.h), for Threads / ThreadsY outputs. */
template <class Op, int ThreadsY, int Threads>
GPU__DEVICE_FN void gpu__fold_outs(typename Op::Out *out, const typename Op::Acc *partial, size_t outs, unsigned parts,
                                   size_t first, typename Op::Mode mode)
{
    typedef typename Op::Acc Acc;
    constexpr unsigned ThreadsX = Threads / ThreadsY, Multiple = GPU__PART_LANES / ThreadsY,
                       Loads = Multiple == 1 ? 8 : 4; /* outputs; lanes of a thread; loads in flight for each lane */
    __shared__ Acc lanes[ThreadsY][ThreadsX];
    const unsigned tx = threadIdx.x % ThreadsX, ty = threadIdx.x / ThreadsX;
    const size_t o = first + tx;
    Acc acc[Multiple];
    GPU__UNROLLED (unsigned i = 0; i < Multiple; ++i) acc[i] = Op::none();
    if (o < outs)
        for (unsigned p = ty; p < parts; p += Loads * GPU__PART_LANES) {
            Acc v[Loads][Multiple]; /* so that all loads are issued before the first one is used */
            GPU__UNROLLED (unsigned b = 0; b < Loads; ++b)
                GPU__UNROLLED (unsigned i = 0; i < Multiple; ++i) {
                    const size_t at = p + b * GPU__PART_LANES + i * ThreadsY;
                    v[b][i] = at < parts ? gpu__load_part(&partial[at * outs + o]) : Op::none();
                }
            GPU__UNROLLED (unsigned b = 0; b < Loads; ++b)
                GPU__UNROLLED (unsigned i = 0; i < Multiple; ++i) acc[i] = Op::combine(acc[i], v[b][i]);
        }
    if (Multiple == 4)
        acc[0] = Op::combine(acc[0], acc[2 % Multiple]),
        acc[1 % Multiple] = Op::combine(acc[1 % Multiple], acc[3 % Multiple]);
    lanes[ty][tx] = Multiple > 1 ? Op::combine(acc[0], acc[1 % Multiple]) : acc[0];
    for (unsigned s = ThreadsY / 2; s > 0; s /= 2) {
        __syncthreads();
        if (ty < s) lanes[ty][tx] = Op::combine(lanes[ty][tx], lanes[ty + s][tx]);
    }
    if (ty == 0 && o < outs) out[o] = Op::finish(lanes[0][tx], mode);
}
template <class Op, int ThreadsY> static __global__ void __launch_bounds__(512)
    gpu__fold_parts(typename Op::Out *out, const typename Op::Acc *partial, size_t outs, unsigned parts,
                    typename Op::Mode mode)
{
#ifdef __CUDA_ARCH__
    gpu__follow();
#endif
    gpu__fold_outs<Op, ThreadsY, 512>(out, partial, outs, parts, (size_t)blockIdx.x * (512 / ThreadsY), mode);
}
/* If there are few outputs, the last block of the first level does the second one too, since another launch would cost
   2 us. */
constexpr size_t GPU__FOLD_HERE = 4;
template <class Op> static cudaError_t gpu__fold(const gpu__launch_context *context, typename Op::Out *out,
                                                 const typename Op::Acc *partial, size_t outs, unsigned parts,
                                                 typename Op::Mode mode)
{
    const bool few = parts <= 16;
    if (parts == 1 || outs <= GPU__FOLD_HERE) return cudaSuccess;
    return gpu__launch(context, few ? gpu__fold_parts<Op, 16> : gpu__fold_parts<Op, 64>,
                       gpu__ceil_div(outs, few ? 32 : 8), 512, 0, out, partial, outs, parts, mode);
}

/* Writes the lanes of a block's rows to shared memory and does the first two steps of the tree over them. */
template <class Op, int Pack, int Result>
GPU__DEVICE_FN void gpu__rows_lay_out(typename Op::Acc (&lanes)[Result][GPU__ROW_LANES],
                                      const typename Op::Acc (&acc)[Result][4], int skew, unsigned t)
{
    GPU__UNROLLED (int r = 0; r < Result; ++r)
        GPU__UNROLLED (int q = 0; q < 4; ++q)
            lanes[r][(gpu__lane_of<Pack>(q, t, 256) - skew) % GPU__ROW_LANES] = acc[r][q];
    __syncthreads();
    GPU__UNROLLED (int r = 0; r < Result; ++r) {
        typename Op::Acc *l = lanes[r];
        l[t] = Op::combine(Op::combine(l[t], l[t + 512]), Op::combine(l[t + 256], l[t + 768]));
    }
    __syncthreads();
}

/* The other steps of the tree, by one warp for each row, and the store of the row's result. */
template <class Op, int Result>
GPU__DEVICE_FN void gpu__rows_fold_block(typename Op::Out *out, typename Op::Fold::Acc *partial,
                                         const typename Op::Acc (&lanes)[Result][GPU__ROW_LANES], size_t row0,
                                         size_t rows, unsigned apart, unsigned part, unsigned parts, unsigned t,
                                         typename Op::Mode mode, const typename Op::In *a, size_t cols, size_t begin,
                                         int length)
{
    typedef typename Op::Acc Acc;
    if (t < 32 * Result) {
        const Acc *l = lanes[t / 32] + t % 32;
        Acc y = Op::combine(Op::combine(Op::combine(l[0], l[128]), Op::combine(l[64], l[192])),
                            Op::combine(Op::combine(l[32], l[160]), Op::combine(l[96], l[224])));
        for (unsigned s = 16; s > 0; s /= 2) y = Op::combine(y, gpu__shuffle_down(y, s));
        const size_t row = row0 + t / 32 * apart;
        if (t % 32 == 0 && row < rows) {
            if (parts == 1) out[row] = gpu__axis_finish<Op>(y, cols, mode);
            else partial[part * rows + row] = gpu__axis_part<Op>(y, length, a + row * cols + begin, a + row * cols);
        }
    }
}

/* A block reduces one chunk of Result rows, whose distance is `apart` rows so that they have the same alignment.
   Results go to partial[chunk * rows + row] or, if there is only one chunk, finished to out. */
template <class Op, int Pack, int Result, int Unroll> static __global__ void __launch_bounds__(256, Op::Pair ? 4 : 0)
    gpu__rows_by_block(typename Op::Out *out, typename Op::Fold::Acc *partial, unsigned *ticket,
                       const typename Op::In *a, const typename Op::In *x, size_t rows, size_t cols, unsigned apart,
                       size_t chunk, unsigned parts, typename Op::Mode mode)
{
    gpu__follow();
    typedef typename Op::In In;
    typedef typename Op::Acc Acc;
    typedef gpu__pack<In, Pack> pack;
    __shared__ Acc lanes[Result][GPU__ROW_LANES];
    /* Neighbouring blocks have neighbouring chunks of a row; with an x, the same chunk of different rows, so that they
       share that part of x. */
    const unsigned t = threadIdx.x, groups = gridDim.x / parts,
                   part = Op::Pair ? blockIdx.x / groups : blockIdx.x % parts;
    const unsigned group = Op::Pair ? blockIdx.x % groups : blockIdx.x / parts;
    const size_t row0 = (size_t)(group / apart) * (apart * Result) + group % apart, begin = part * chunk;
    const int length = (int)(begin >= cols ? 0 : cols - begin < chunk ? cols - begin : chunk);
    const In *from[Result];
    Acc acc[Result][4];
    gpu__rows_start<Op>(from, acc, a + begin, row0, rows, cols, apart);
    /* Packs begin `skew` elements before the row, where memory is aligned: lane l of a thread holds element
       l + skew. */
    const int skew = (int)((uintptr_t)from[0] / sizeof(In) % Pack), end = length + skew;
    In pivot[Result];
    GPU__UNROLLED (int r = 0; r < Result; ++r) pivot[r] = Op::Pivot && length > 0 ? *from[r] : In();
    const In *other = Op::Pair ? x + begin - skew : NULL;
    const bool other_aligned = Op::Pair && (uintptr_t)other % sizeof(pack) == 0;
    GPU__UNROLLED (int r = 0; r < Result; ++r) from[r] -= skew;
    /* a tile that is partly outside the chunk */
    auto guarded = [&](int i) {
        constexpr int Lanes = 4;
        GPU__UNROLLED (int p = 0; p < Lanes; p += Pack) {
            const int c = i + (int)gpu__lane_of<Pack>(p, t, 256);
            GPU__UNROLLED (int r = 0; r < Result; ++r) {
                pack k = {};
                if (c >= skew && c + Pack <= end) k = *(const pack *)(from[r] + c);
                else
                    GPU__UNROLLED (int j = 0; j < Pack; ++j)
                        if (c + j >= skew && c + j < end) k.v[j] = from[r][c + j];
                GPU__UNROLLED (int j = 0; j < Pack; ++j)
                    if (c + j >= skew && c + j < end)
                        acc[r][p + j] = Op::combine(acc[r][p + j], Op::map(k.v[j], Op::Pair ? other[c + j] : pivot[r],
                                                                           begin + c + j - skew, mode));
            }
        }
    };
    int i = 0;
    if (skew) guarded(0), i = GPU__ROW_LANES;
    for (; i + Unroll * GPU__ROW_LANES <= end; i += Unroll * GPU__ROW_LANES)
        gpu__rows_tiles<Op, Pack, Unroll>(acc, from, pivot, other, other_aligned, i, begin + i - skew, t, 256, mode);
    for (; i < end; i += GPU__ROW_LANES) guarded(i);
    gpu__rows_lay_out<Op, Pack>(lanes, acc, skew, t);
    gpu__rows_fold_block<Op>(out, partial, lanes, row0, rows, apart, part, parts, t, mode, a, cols, begin, length);
    if (parts > 1 && rows <= GPU__FOLD_HERE && gpu__last_block(ticket))
        gpu__fold_outs<typename Op::Fold, 256 / GPU__FOLD_HERE, 256>(out, partial, rows, parts, 0, mode);
}

template <int Count> struct gpu__constant {
    static constexpr int value = Count;
};

/* A block takes 128 * Chunk columns of one segment; warp q is row lane q. */
template <class Op, int Pack, int Chunk, int Unroll> static __global__ void __launch_bounds__(256, 4)
    gpu__cols_wide(typename Op::Out *out, typename Op::Fold::Acc *partial, const typename Op::In *a,
                   const typename Op::In *x, size_t rows, size_t cols, unsigned blocks_x, unsigned parts,
                   typename Op::Mode mode)
{
    gpu__follow();
    typedef typename Op::In In;
    typedef typename Op::Acc Acc;
    __shared__ Acc lanes[8][128];
    const unsigned lane = threadIdx.x % 32, q = threadIdx.x / 32, part = blockIdx.x / blocks_x;
    const size_t col0 = (size_t)(blockIdx.x % blocks_x) * (128 * Chunk), steps = (rows + 7) / 8;
    const size_t first = steps * part / parts * 8;
    size_t row = first + q;
    const size_t stop = steps * (part + 1) / parts * 8, end = stop < rows ? stop : rows;
    Acc acc[Chunk][4];
    GPU__UNROLLED (int c = 0; c < Chunk; ++c)
        GPU__UNROLLED (int i = 0; i < 4; ++i) acc[c][i] = Op::none();
    /* Pack divides cols, so a pack is inside or outside; values outside are never used. */
    bool inside[Chunk][4 / Pack];
    GPU__UNROLLED (int c = 0; c < Chunk; ++c)
        GPU__UNROLLED (int p = 0; p < 4 / Pack; ++p)
            inside[c][p] = col0 + c * 128 + gpu__lane_of<Pack>(p * Pack, lane, 32) < cols;
    In pivot[Chunk][4];
    GPU__UNROLLED (int c = 0; c < Chunk; ++c)
        GPU__UNROLLED (int i = 0; i < 4; ++i)
            pivot[c][i] = Op::Pivot && inside[c][i / Pack]
                              ? a[first * cols + col0 + c * 128 + gpu__lane_of<Pack>(i, lane, 32)]
                              : In();
    auto steps_of = [&](auto count) {
        constexpr int Multiple = decltype(count)::value;
        In v[Multiple][Chunk][4], w[Multiple];
        GPU__UNROLLED (int u = 0; u < Multiple; ++u) {
            GPU__UNROLLED (int c = 0; c < Chunk; ++c)
                GPU__UNROLLED (int p = 0; p < 4 / Pack; ++p) {
                    gpu__pack<In, Pack> k = {};
                    if (inside[c][p])
                        k = *(const gpu__pack<In, Pack> *)(a + (row + u * 8) * cols + col0 + c * 128 +
                                                           gpu__lane_of<Pack>(p * Pack, lane, 32));
                    GPU__UNROLLED (int j = 0; j < Pack; ++j) v[u][c][p * Pack + j] = k.v[j];
                }
            w[u] = Op::Pair ? x[row + u * 8] : In();
        }
        GPU__UNROLLED (int u = 0; u < Multiple; ++u)
            GPU__UNROLLED (int c = 0; c < Chunk; ++c)
                GPU__UNROLLED (int i = 0; i < 4; ++i)
                    acc[c][i] =
                        Op::combine(acc[c][i], Op::map(v[u][c][i], Op::Pivot ? pivot[c][i] : w[u], row + u * 8, mode));
    };
    for (; row + (Unroll - 1) * 8 < end; row += Unroll * 8) steps_of(gpu__constant<Unroll>());
    for (; row < end; row += 8) steps_of(gpu__constant<1>());
    GPU__UNROLLED (int c = 0; c < Chunk; ++c) {
        if (c > 0) __syncthreads();
        GPU__UNROLLED (int i = 0; i < 4; ++i) lanes[q][gpu__lane_of<Pack>(i, lane, 32)] = acc[c][i];
        __syncthreads();
        const unsigned t = threadIdx.x;
        const size_t at = col0 + c * 128 + t;
        if (t < 128 && at < cols) {
            const Acc y =
                Op::combine(Op::combine(Op::combine(lanes[0][t], lanes[4][t]), Op::combine(lanes[2][t], lanes[6][t])),
                            Op::combine(Op::combine(lanes[1][t], lanes[5][t]), Op::combine(lanes[3][t], lanes[7][t])));
            if (parts == 1) out[at] = gpu__axis_finish<Op>(y, rows, mode);
            else partial[part * cols + at] = gpu__axis_part<Op>(y, end - first, a + first * cols + at, a + at);
        }
    }
}

/* Fewer than 128 columns: Q rows, one for each row lane, are one contiguous tile of up to 1024 elements, which is
   loaded without regard to columns. */
template <class Op, int Pack, int Unroll> static __global__ void __launch_bounds__(256)
    gpu__cols_narrow(typename Op::Out *out, typename Op::Fold::Acc *partial, unsigned *ticket, const typename Op::In *a,
                     const typename Op::In *x, size_t rows, unsigned cols, unsigned slots, unsigned parts,
                     typename Op::Mode mode)
{
    gpu__follow();
    typedef typename Op::In In;
    typedef typename Op::Acc Acc;
    __shared__ Acc lanes[1024];
    const unsigned t = threadIdx.x, width = slots * cols, part = blockIdx.x;
    const size_t steps = (rows + slots - 1) / slots, n = rows * cols;
    const size_t first = steps * part / parts, stop = steps * (part + 1) / parts;
    size_t step = first;
    unsigned row[4] = {};
    In pivot[4] = {};
    Acc acc[4];
    GPU__UNROLLED (int i = 0; i < 4; ++i) {
        acc[i] = Op::none();
        if (Op::Pair || Op::Index) row[i] = gpu__lane_of<Pack>(i, t, 256) / cols;
        if (Op::Pivot) pivot[i] = a[first * width + gpu__lane_of<Pack>(i, t, 256) % cols];
    }
    for (; step + Unroll <= stop && (step + Unroll) * width <= n; step += Unroll) {
        In v[Unroll][4], w[Unroll][4] = {};
        GPU__UNROLLED (int u = 0; u < Unroll; ++u)
            GPU__UNROLLED (int p = 0; p < 4; p += Pack) {
                const unsigned l = gpu__lane_of<Pack>(p, t, 256);
                gpu__pack<In, Pack> k = {};
                if (l < width) /* width is a multiple of 8, so a pack is inside or outside */
                    k = *(const gpu__pack<In, Pack> *)(a + (step + u) * width + l);
                GPU__UNROLLED (int j = 0; j < Pack; ++j) {
                    v[u][p + j] = k.v[j];
                    if (Op::Pair && l < width) w[u][p + j] = x[(step + u) * slots + row[p + j]];
                }
            }
        GPU__UNROLLED (int u = 0; u < Unroll; ++u)
            GPU__UNROLLED (int i = 0; i < 4; ++i)
                acc[i] =
                    Op::combine(acc[i], Op::map(v[u][i], Op::Pivot ? pivot[i] : w[u][i], (step + u) * slots + row[i],
                                                mode)); /* lanes beyond the width are never read */
    }
    for (; step < stop; ++step)
        GPU__UNROLLED (int i = 0; i < 4; ++i) {
            const unsigned l = gpu__lane_of<Pack>(i, t, 256);
            if (l < width && step * width + l < n)
                acc[i] =
                    Op::combine(acc[i], Op::map(a[step * width + l], Op::Pair ? x[step * slots + row[i]] : pivot[i],
                                                step * slots + row[i], mode));
        }
    GPU__UNROLLED (int i = 0; i < 4; ++i) lanes[gpu__lane_of<Pack>(i, t, 256)] = acc[i];
    for (unsigned s = slots / 2; s > 0; s /= 2) {
        __syncthreads();
        for (unsigned i = t; i < s * cols; i += 256) lanes[i] = Op::combine(lanes[i], lanes[i + s * cols]);
    }
    __syncthreads();
    if (t < cols) {
        const size_t from = first * slots, end = stop * slots < rows ? stop * slots : rows;
        if (parts == 1) out[t] = gpu__axis_finish<Op>(lanes[t], rows, mode);
        else partial[(size_t)part * cols + t] = gpu__axis_part<Op>(lanes[t], end - from, a + from * cols + t, a + t);
    }
    if (parts > 1 && cols <= GPU__FOLD_HERE && gpu__last_block(ticket))
        gpu__fold_outs<typename Op::Fold, 256 / GPU__FOLD_HERE, 256>(out, partial, cols, parts, 0, mode);
}

/* Few rows, many columns: a thread reduces all rows of its columns. Only Lanes of the eight row lanes have elements. */
template <class Op, int Pack, int Lanes> static __global__ void __launch_bounds__(256)
    gpu__cols_flat(typename Op::Out *out, const typename Op::In *a, const typename Op::In *x, unsigned rows,
                   size_t cols, typename Op::Mode mode)
{
    gpu__follow();
    typedef typename Op::In In;
    typedef typename Op::Acc Acc;
    const size_t c = ((size_t)blockIdx.x * 256 + threadIdx.x) * Pack;
    if (c >= cols) return;
    Acc acc[Lanes][Pack];
    GPU__UNROLLED (int q = 0; q < Lanes; ++q)
        GPU__UNROLLED (int i = 0; i < Pack; ++i) acc[q][i] = Op::none();
    gpu__pack<In, Pack> pivot = {};
    if (Op::Pivot) pivot = *(const gpu__pack<In, Pack> *)(a + c);
    for (unsigned row = 0; row < rows; row += Lanes) {
        gpu__pack<In, Pack> k[Lanes];
        GPU__UNROLLED (int q = 0; q < Lanes; ++q)
            if (row + q < rows) k[q] = *(const gpu__pack<In, Pack> *)(a + (row + q) * cols + c);
        GPU__UNROLLED (int q = 0; q < Lanes; ++q)
            if (row + q < rows) {
                const In w = Op::Pair ? x[row + q] : In();
                GPU__UNROLLED (int i = 0; i < Pack; ++i)
                    acc[q][i] = Op::combine(acc[q][i], Op::map(k[q].v[i], Op::Pivot ? pivot.v[i] : w, row + q, mode));
            }
    }
    gpu__pack<typename Op::Out, Pack> r;
    GPU__UNROLLED (int s = Lanes / 2; s > 0; s /= 2)
        GPU__UNROLLED (int q = 0; q < s; ++q)
            GPU__UNROLLED (int i = 0; i < Pack; ++i) acc[q][i] = Op::combine(acc[q][i], acc[q + s][i]);
    GPU__UNROLLED (int i = 0; i < Pack; ++i) r.v[i] = gpu__axis_finish<Op>(acc[0][i], rows, mode);
    if ((uintptr_t)(out + c) % sizeof r == 0) *(gpu__pack<typename Op::Out, Pack> *)(out + c) = r;
    else
        GPU__UNROLLED (int i = 0; i < Pack; ++i) out[c + i] = r.v[i];
}

template <class Op, int Pack>
static cudaError_t gpu__cols_flat_start(const gpu__launch_context *context, const gpu__axis_args<Op> &m)
{
    return gpu__launch(context,
                       m.rows == 1   ? gpu__cols_flat<Op, Pack, 1>
                       : m.rows <= 4 ? gpu__cols_flat<Op, Pack, 4>
                                     : gpu__cols_flat<Op, Pack, 8>,
                       gpu__ceil_div(m.cols, 256 * Pack), 256, 0, m.out, m.a, m.x, (unsigned)m.rows, m.cols, m.mode);
}

/* Launches the reduction of columns: chooses the kernel by the shape and the alignment. */
template <class Op> static cudaError_t gpu__cols(const gpu__launch_context *context, const gpu__axis_args<Op> &m)
{
    typedef typename Op::In In;
    constexpr int Pack = gpu__vector<In>;
    const size_t rows = m.rows, cols = m.cols;
    if (cols == 0) return cudaSuccess;
    const unsigned parts = (unsigned)gpu__col_parts(rows, cols), slots = (unsigned)gpu__col_lanes(cols);
    typename Op::Fold::Acc *partial = (typename Op::Fold::Acc *)context->space;
    const bool aligned = gpu__aligned(m.a, sizeof(In) * Pack), vector = aligned && cols % Pack == 0;
    cudaError_t e;
    if (cols < 128)
        e = gpu__launch(context, aligned ? gpu__cols_narrow<Op, Pack, 4> : gpu__cols_narrow<Op, 1, 4>, parts, 256, 0,
                        m.out, partial, context->ticket, m.a, m.x, rows, (unsigned)cols, slots, parts, m.mode);
    else if (parts == 1 && rows <= 32 && cols >= 4096)
        e = (vector ? gpu__cols_flat_start<Op, Pack> : gpu__cols_flat_start<Op, 1>)(context, m);
    else {
        constexpr int Chunk = Pack == 4 || sizeof(typename Op::Acc) > 8 ? 1 : 2,
                      Unroll = Pack == 4 ? 8 : 4; /* measured on an H200 */
        const size_t blocks = gpu__ceil_div(cols, 128 * (vector ? Chunk : 1));
        e = gpu__launch(context, vector ? gpu__cols_wide<Op, Pack, Chunk, Unroll> : gpu__cols_wide<Op, 1, 1, 8>,
                        blocks * parts, 256, 0, m.out, partial, m.a, m.x, rows, cols, (unsigned)blocks, parts, m.mode);
    }
    return e ? e : gpu__fold<typename Op::Fold>(context, m.out, partial, cols, parts, m.mode);
}

/* Launches the reduction of rows: chooses the kernel by their length and alignment. */
template <class Op, int Result>
static cudaError_t gpu__rows(const gpu__launch_context *context, const gpu__axis_args<Op> &m)
{
    typedef typename Op::In In;
    constexpr int Pack = gpu__vector<In>;
    const size_t rows = m.rows, cols = m.cols;
    if (rows == 0) return cudaSuccess;
    if constexpr (!Op::Pair)
        if (cols == 1) /* the same as one row */
            return gpu__cols<Op>(context, {m.out, m.a, m.x, 1, rows, m.mode});
    const bool vector = gpu__aligned(m.a, sizeof(In) * Pack) && cols % Pack == 0;
    if (cols * sizeof(In) <= 256) return gpu__rows_short<Op>(context, m);
    if (cols <= 4096) return (vector ? gpu__rows_grouped<Op, Pack> : gpu__rows_grouped<Op, 1>)(context, m);
    const size_t chunk = gpu__row_chunk(cols);
    const unsigned parts = (unsigned)gpu__row_parts(cols), apart = Result == 1 || cols % Pack == 0 ? 1 : Pack;
    typename Op::Fold::Acc *partial = (typename Op::Fold::Acc *)context->space;
    const size_t groups = gpu__ceil_div(rows, Result * apart) * apart;
    const bool several = Result > 1 && groups * parts >= (size_t)context->multiprocessors * 2;
    const cudaError_t e =
        gpu__launch(context, several ? gpu__rows_by_block<Op, Pack, Result, 2> : gpu__rows_by_block<Op, Pack, 1, 4>,
                    (several ? groups : rows) * parts, 256, 0, m.out, partial, context->ticket, m.a, m.x, rows, cols,
                    several ? apart : 1, chunk, parts, m.mode);
    return e ? e : gpu__fold<typename Op::Fold>(context, m.out, partial, rows, parts, m.mode);
}

/* Launches the kernels for the job of a reduction along an axis, of columns or of rows. */
template <bool Columns, class Op> static cudaError_t gpu__axis_launch(const gpu__launch_context *context, void *out,
                                                                      const void *const *in, const gpu__job *j,
                                                                      typename Op::Mode mode)
{
    typedef typename Op::In In;
    const gpu__axis_args<Op> m = {
        (typename Op::Out *)out, (const In *)in[0], (const In *)in[1], j->rows, j->cols, mode};
    if constexpr (Columns) return gpu__cols<Op>(context, m);
    else return gpu__rows < Op, Op::Pair ? 2 : 1 > (context, m);
}
