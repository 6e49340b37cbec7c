/* The order, a function of n alone. HALVING is the inclusive scan of up to 32 values by recursive halving: for
   d = 1, 2, 4, 8, 16 and every j with bit d set: v[j] = v[(j & -d) - 1] (+) v[j]. All arithmetic is in ACC.
     quad   Quad elements (4; 2 of 8 bytes, 1 of more), one after the other: s0 = x0, s1 = s0 (+) x1, ...
     row    32 quads: HALVING over their totals; L = the value of the preceding quad
     band   Rows rows, one after the other: r0 = total(0), r1 = r0 (+) total(1), ...; R = the value of the preceding row
     tile   Bands bands: HALVING over their totals; D = the value of the preceding band
     group  32 tiles: HALVING over their totals; Tp = the value of the preceding tile
     super  32 groups: HALVING over their totals; Gp = the value of the preceding group
     all    supers one after the other: S(0) = total(0), S(k) = S(k - 1) (+) total(k); Sp = S of the preceding super
   Prefix of a tile  P = Sp (+) (Gp (+) Tp); prefix of a quad  X = P (+) (D (+) (R (+) L)); a value that does not exist
   (for the first of its kind) is left out.
   inclusive: out = X (+) s_j.   exclusive: out = X for j = 0 (the identity for element 0), X (+) s_(j-1) for j > 0. */

/* The shape of a scan of elements of `size` bytes in accumulators of `wide`: quads of 16 bytes where they can be, at
   most 128 bytes of elements in a thread's registers where they can be, as many bands as leave shared memory for the
   totals of all quads, and registers where accumulators are wide. */
__host__ __device__ constexpr int gpu__scan_quad(int size) { return size <= 4 ? 4 : size <= 8 ? 2 : 1; }
__host__ __device__ constexpr int gpu__scan_rows(int size)
{
    return size <= 4 ? 8 : size <= 8 ? 16 : size <= 16 ? 8 : size <= 32 ? 4 : 2;
}
/* The stride of the rows' totals in shared memory, see gpu__scan_band. */
__host__ __device__ constexpr int gpu__scan_stride(int size) { return 32 + 32 / gpu__scan_rows(size); }
__host__ __device__ constexpr int gpu__scan_bands(int size, int wide)
{
    int bands = wide > size ? 14 : 16;
    while (bands > 1 && bands * gpu__scan_rows(size) * gpu__scan_stride(size) * wide > 36864) bands /= 2;
    return bands;
}
__host__ __device__ constexpr int gpu__scan_tile(int size, int wide)
{
    return gpu__scan_bands(size, wide) * gpu__scan_rows(size) * 32 * gpu__scan_quad(size);
}
template <class Type, class Accum> struct gpu__scan_shape {
    static constexpr int Size = (int)sizeof(Type), Quad = gpu__scan_quad(Size), Rows = gpu__scan_rows(Size),
                         Stride = gpu__scan_stride(Size), Pieces = 32 / Rows;
    static constexpr int Bands = gpu__scan_bands(Size, (int)sizeof(Accum)), Row = 32 * Quad, Band = Rows * Row,
                         Tile = Bands * Band;
};

/* Bytes of tile status words that a scan of n elements needs as workspace. All are zero before the first scan; none is
   cleared between scans. */
static inline size_t gpu__scan_bytes(size_t n, size_t size, size_t wide)
{
    const size_t tile = gpu__scan_tile((int)size, (int)wide), tiles = (n + tile - 1) / tile, groups = (tiles + 31) / 32,
                 supers = (groups + 31) / 32;
    return 8 * (2 + (tiles + groups + supers + 1) * ((wide + 3) / 4));
}

#ifdef __CUDA_ARCH__
/* Tile status word for decoupled look-back: each 4 bytes of payload are tagged with the number of the scan in one
   8-byte word, so stale words are recognised without a fence and without clearing. */
template <class Accum> struct gpu__tile_status {
    static constexpr int Width = gpu__words<Accum>::value;
    unsigned long long w[Width];
    __device__ __forceinline__ void read(const unsigned long long *p)
    {
        GPU__UNROLLED (int k = 0; k < Width; k++)
            asm volatile("ld.relaxed.gpu.global.u64 %0, [%1];" : "=l"(w[k]) : "l"(p + k) : "memory");
    }
    __device__ __forceinline__ bool here(unsigned tag) const
    {
        bool all = true;
        GPU__UNROLLED (int k = 0; k < Width; k++) all = all && (unsigned)(w[k] >> 32) == tag;
        return all;
    }
    __device__ __forceinline__ Accum value() const
    {
        unsigned u[Width];
        Accum v;
        GPU__UNROLLED (int k = 0; k < Width; k++) u[k] = (unsigned)w[k];
        memcpy(&v, u, sizeof(Accum));
        return v;
    }
    GPU__DEVICE_FN void send(unsigned long long *p, Accum v, unsigned tag)
    {
        unsigned u[Width] = {};
        memcpy(u, &v, sizeof(Accum));
        GPU__UNROLLED (int k = 0; k < Width; k++)
            asm volatile("st.relaxed.gpu.global.u64 [%0], %1;" ::"l"(p + k), "l"((unsigned long long)tag << 32 | u[k])
                         : "memory");
    }
};

template <auto Combine, int Count = 32, class Accum> GPU__DEVICE_FN Accum gpu__halving(Accum v, int lane)
{
    GPU__UNROLLED (int d = 1; d < Count; d *= 2) {
        Accum b = gpu__shuffle(v, ((lane & -d) - 1) & 31);
        if (lane & d) v = Combine(b, v);
    }
    return v;
}

/* The look-back of a tile, in two halves, one warp each: tiles_before reads the preceding tiles of the group,
   groups_before the preceding groups of the super, and the preceding super. They write Tp, Gp and Sp to `found`, each
   only if something precedes. */
template <class Accum> struct gpu__scan_look_back {
    typedef gpu__tile_status<Accum> status;
    static constexpr int Width = status::Width;
    unsigned long long *to_tile, *to_group, *to_super;
    unsigned tag;
    __device__ __forceinline__ gpu__scan_look_back(unsigned long long *state, unsigned tiles, unsigned tag_)
        : to_tile(state + 2), to_group(to_tile + (size_t)tiles * Width),
          to_super(to_group + (size_t)((tiles + 31) / 32) * Width), tag(tag_)
    {
    }
    template <auto Combine>
    __device__ __forceinline__ void tiles_before(Accum *found, unsigned tile, Accum total, int lane) const
    {
        const int t = tile & 31;
        status a;
        for (bool wait = lane < t; wait; wait = !a.here(tag)) a.read(to_tile + (size_t)(tile - t + lane) * Width);
        __syncwarp();
        const Accum v = gpu__halving<Combine>(lane < t ? a.value() : total, lane);
        if (lane == t - 1) found[0] = v;
        if (t == 31 && lane == 31) status::send(to_group + (size_t)(tile >> 5) * Width, v, tag);
    }
    template <auto Combine>
    __device__ __forceinline__ void groups_before(Accum *found, unsigned tile, Accum any, int lane) const
    {
        const int g = (tile >> 5) & 31, most = g + ((tile & 1023) == 1023); /* the super's last tile makes its total */
        const unsigned super = tile >> 10;
        status b, c;
        bool wait_b = lane < most;
        bool wait_c = super > 0;
        while (wait_b || wait_c) {
            if (wait_b) b.read(to_group + (size_t)((tile >> 5) - g + lane) * Width);
            if (wait_c) c.read(to_super + (size_t)super * Width);
            wait_b = wait_b && !b.here(tag), wait_c = wait_c && !c.here(tag);
        }
        __syncwarp();
        const Accum v = gpu__halving<Combine>(lane < most ? b.value() : any, lane);
        if (lane == g - 1) found[1] = v;
        if (super > 0 && lane == 0) found[2] = c.value();
        if (most == 32 && lane == 31)
            status::send(to_super + (size_t)(super + 1) * Width, super > 0 ? Combine(c.value(), v) : v, tag);
    }
    template <auto Combine> GPU__DEVICE_FN Accum prefix(const Accum *found, unsigned tile)
    {
        const bool t = tile & 31, g = tile >> 5 & 31;
        Accum p = t ? found[0] : g ? found[1] : found[2];
        if (t && g) p = Combine(found[1], p);
        if (tile >> 10 && (t || g)) p = Combine(found[2], p);
        return p;
    }
};

/* Loads a band's elements of one tile: quads, or (Striped) single elements, striped over the lanes, which become quads
   afterwards. */
template <class Shape, bool Packed, bool Striped, class Type, class Source>
GPU__DEVICE_FN void gpu__scan_load(Source &x, const Type *in, size_t base, bool full, size_t n, Type filler, int lane)
{
    if (Packed && full) {
        GPU__UNROLLED (int k = 0; k < Shape::Rows; k++)
            gpu__move_in_once<Shape::Quad * Shape::Size>(x.raw + k * Shape::Quad * Shape::Size,
                                                         in + base + (k * 32 + lane) * Shape::Quad);
    } else {
        GPU__UNROLLED (int k = 0; k < Shape::Rows * Shape::Quad; k++) {
            const size_t i = base + (k / Shape::Quad) * Shape::Row +
                             (Striped ? (k % Shape::Quad) * 32 + lane : lane * Shape::Quad + k % Shape::Quad);
            Type v = full || i < n ? in[i] : filler;
            memcpy(x.raw + k * Shape::Size, &v, Shape::Size);
        }
    }
}

/* Makes quads of elements that were loaded one by one: a striped-to-blocked exchange through the warp's row in shared
   memory. */
template <class Shape, class Type, class Source> GPU__DEVICE_FN void gpu__scan_to_quads(Source &x, Type *row, int lane)
{
    GPU__UNROLLED (int k = 0; k < Shape::Rows; k++) {
        GPU__UNROLLED (int j = 0; j < Shape::Quad; j++) row[j * 32 + lane] = x.at(k * Shape::Quad + j);
        __syncwarp();
        gpu__move<Shape::Quad * Shape::Size>(x.raw + k * Shape::Quad * Shape::Size, row + lane * Shape::Quad);
        __syncwarp();
    }
}

/* The sums within a quad are computed twice, since storing them would take more registers than the elements do. After
   this call the compiler must assume that the elements have changed, so it cannot reuse the first sums. */
template <class Shape, class Source> GPU__DEVICE_FN void gpu__scan_forget_sums(Source &x)
{
    GPU__UNROLLED (int k = 0; k < Shape::Rows * Shape::Quad * Shape::Size / 4; k++)
        asm volatile("" : "+r"(((unsigned *)x.raw)[k]));
}

/* Prefetches the tile that is one grid ahead into L2. Whichever block draws it, it is loaded gridDim.x draws later. */
template <class Shape, class Type> GPU__DEVICE_FN void gpu__scan_prefetch(const Type *in, unsigned tile, size_t n)
{
    const char *from = (const char *)(in + ((size_t)tile + gridDim.x) * Shape::Tile) + threadIdx.x * 128;
    GPU__UNROLLED (int k = 0; k < Shape::Tile * Shape::Size; k += Shape::Bands * 32 * 128)
        if (k + (int)threadIdx.x * 128 < Shape::Tile * Shape::Size && from + k < (const char *)(in + n))
            asm volatile("prefetch.global.L2 [%0];" ::"l"(from + k));
}

/* Computes the results of row k's quad, with X = `q`; the first quad of all (`first`) has no X. */
template <auto Combine, class Shape, bool Exclusive, class Type, class Accum, class Source>
GPU__DEVICE_FN void gpu__scan_results(gpu__fragment<gpu__array<Type>, Shape::Quad> &y, const Source &x, int k, Accum q,
                                      bool first, Accum identity)
{
    Accum s = (Accum)x.at(k * Shape::Quad);
    GPU__UNROLLED (int j = 0; j < Shape::Quad; j++) {
        if (!Exclusive && j > 0) s = Combine(s, (Accum)x.at(k * Shape::Quad + j));
        if (Exclusive && j > 1) s = Combine(s, (Accum)x.at(k * Shape::Quad + j - 1));
        Type v;
        if (Exclusive && j == 0) v = (Type)(first ? identity : q);
        else v = (Type)(first ? s : Combine(q, s));
        memcpy(y.raw + j * Shape::Size, &v, Shape::Size);
    }
}

/* Writes row k of a band as gpu__scan_load has read it: as quads or, after an exchange through shared memory, as single
   elements (Striped). */
template <class Shape, bool Packed, bool Striped, class Type>
GPU__DEVICE_FN void gpu__scan_store(Type *out, const gpu__fragment<gpu__array<Type>, Shape::Quad> &y, Type *row,
                                    size_t base, int k, bool full, size_t n, int lane)
{
    const size_t i = base + (k * 32 + lane) * Shape::Quad;
    if (Packed && full) {
        gpu__move_out_once<Shape::Quad * Shape::Size>(out + i, y.raw);
    } else if (Striped) {
        gpu__move<Shape::Quad * Shape::Size>(row + lane * Shape::Quad, y.raw);
        __syncwarp();
        GPU__UNROLLED (int j = 0; j < Shape::Quad; j++) {
            const size_t e = base + (k * Shape::Quad + j) * 32 + lane;
            if (full || e < n) out[e] = row[j * 32 + lane];
        }
        __syncwarp();
    } else {
        GPU__UNROLLED (int j = 0; j < Shape::Quad; j++)
            if (i + j < n) out[i + j] = y.at(j);
    }
}

/* The quads of a band, in shared memory. There a lane takes a piece of Rows neighbouring quads of one row, so that
   HALVING is mostly additions within a lane; an accumulator of 8 bytes would need two shuffles. A piece is padded by
   one element against bank conflicts; the padding of the last piece holds the row's total. */
template <auto Combine, class Shape, class Accum> struct gpu__scan_band {
    /* number of steps of HALVING across the pieces of a row, of which there are 2 to 16 */
    static constexpr int Steps = Shape::Pieces <= 2 ? 1 : Shape::Pieces <= 4 ? 2 : Shape::Pieces <= 8 ? 3 : 4;
    Accum *quads, *mine; /* of the band, of this lane's piece */
    Accum front, ahead;  /* the prefix of the row in the band, of the piece in the row */
    Accum from[Steps];   /* the values received in the steps across pieces */
    int row, piece;
    __device__ __forceinline__ gpu__scan_band(Accum *quads_, int lane)
        : quads(quads_), row(lane / Shape::Pieces), piece(lane % Shape::Pieces)
    {
        mine = quads + row * Shape::Stride + piece * (Shape::Rows + 1);
    }

    /* Computes the band's total; leaves in `quads` the result of HALVING within each piece. */
    template <class Source> __device__ __forceinline__ Accum total(const Source &x, int lane)
    {
        Accum v[Shape::Rows], sum;
        GPU__UNROLLED (int k = 0; k < Shape::Rows; k++) {
            sum = (Accum)x.at(k * Shape::Quad);
            GPU__UNROLLED (int j = 1; j < Shape::Quad; j++) sum = Combine(sum, (Accum)x.at(k * Shape::Quad + j));
            quads[k * Shape::Stride + lane + lane / Shape::Rows] = sum;
        }
        __syncwarp();
        GPU__UNROLLED (int i = 0; i < Shape::Rows; i++) v[i] = mine[i];
        GPU__UNROLLED (int d = 1; d < Shape::Rows; d *= 2)
            GPU__UNROLLED (int i = 0; i < Shape::Rows; i++)
                if (i & d) v[i] = Combine(v[(i & -d) - 1], v[i]);
        GPU__UNROLLED (int i = 0; i < Shape::Rows - 1; i++) mine[i] = v[i];
        Accum last = v[Shape::Rows - 1];
        GPU__UNROLLED (int e = 0; e < Steps; e++) {
            from[e] = gpu__shuffle(last, (lane - piece + (piece & -(1 << e)) - 1) & 31);
            if (piece & 1 << e) last = Combine(from[e], last);
        }
        if (piece == Shape::Pieces - 1) mine[Shape::Rows] = last;
        __syncwarp();
        ahead = gpu__shuffle(last, (lane - 1) & 31);
        front = sum = quads[Shape::Stride - 1];
        GPU__UNROLLED (int k = 1; k < Shape::Rows; k++) {
            if (row == k) front = sum;
            sum = Combine(sum, quads[k * Shape::Stride + Shape::Stride - 1]);
        }
        return sum;
    }
    /* quads[...] = D (+) (R (+) L), where D is `before`, the prefix of the band; without `some` the band has none */
    __device__ __forceinline__ void prefix(Accum before, bool some, int lane)
    {
        Accum l = ahead;
        GPU__UNROLLED (int i = 0; i < Shape::Rows; i++) {
            Accum q = l;
            if (row > 0) q = piece > 0 || i > 0 ? Combine(front, q) : front;
            if (some) q = lane > 0 || i > 0 ? Combine(before, q) : before;
            if (i < Shape::Rows - 1) l = mine[i];
            mine[i] = q;
            GPU__UNROLLED (int e = 0; e < Steps; e++)
                if (piece & 1 << e) l = Combine(from[e], l);
        }
        __syncwarp();
    }
};
#endif

/* Blocks draw tiles in order from a counter, so a tile only waits for tiles that are finished or that a running block
   works on. The counter's upper half is the number of the scan; the last draw starts the next number. Many tiles wait
   for a tile's total, so a tile is drawn as late, and its total sent as early, as possible. A tile stays in registers
   while it waits for its prefix. The loads of a multiprocessor return in order, so loads of the next tile, or of
   spilled registers, would delay the polling; therefore the tile that some block needs next, a grid ahead, is only
   prefetched into L2, which returns no data. Elements are read and written by streaming accesses, which do not evict
   the prefetched ones. (Measured to be slower: tiles in shared memory, three and four blocks a multiprocessor, double
   buffering with a warp for the look-back alone, drawing early.) */
template <auto Combine, class Accum, class Type, bool Exclusive, bool Packed>
static __global__ void __launch_bounds__(gpu__scan_shape<Type, Accum>::Bands * 32, 2)
    gpu__scan_kernel(unsigned long long *state, Accum identity, Type *out, const Type *in, size_t n, unsigned tiles)
{
    gpu__follow();
    typedef gpu__scan_shape<Type, Accum> Shape;
    constexpr int Bands = Shape::Bands, Rows = Shape::Rows, Quad = Shape::Quad;
    /* misaligned: single elements are moved, coalesced, and become quads in shared memory (striped to blocked) */
    constexpr bool Striped = !Packed && sizeof(Type) <= 8;
    __shared__ alignas(16) unsigned char total_storage[sizeof(Accum) * (Bands + 3)];
    __shared__ alignas(16) unsigned char quad_storage[Bands * Rows * Shape::Stride * sizeof(Accum)];
    __shared__ alignas(16) unsigned char exchange[Striped ? Bands * Shape::Row * sizeof(Type) : 16];
    __shared__ unsigned long long drawn;
    __shared__ unsigned following;
    const int lane = threadIdx.x & 31, band = threadIdx.x >> 5;
    Accum *totals = (Accum *)total_storage, *found = totals + Bands,
          *quads = (Accum *)quad_storage + band * (Rows * Shape::Stride);
    Type *mine = (Type *)exchange + band * Shape::Row;
    const unsigned long long final = (unsigned long long)tiles + gridDim.x - 1;
    unsigned tile = 0, tag = 0;
    if (tiles > 1) {
        if (threadIdx.x == 0) drawn = atomicAdd(state, 1ull);
        __syncthreads();
        tile = (unsigned)drawn;
        tag = (unsigned)(drawn >> 32) + 1;
    }
    const gpu__scan_look_back<Accum> look_back(state, tiles, tag);
    gpu__fragment<gpu__array<Type>, Rows * Quad> x;
    while (tile < tiles) {
        const size_t base = (size_t)tile * Shape::Tile + band * Shape::Band;
        const bool full = ((size_t)tile + 1) * Shape::Tile <= n;
        unsigned next = tiles;
        gpu__scan_load<Shape, Packed, Striped>(x, in, base, full, n, (Type)identity, lane);
        if (Striped) gpu__scan_to_quads<Shape>(x, mine, lane);
        gpu__scan_band<Combine, Shape, Accum> own(quads, lane);
        const Accum sum = own.total(x, lane);
        if constexpr (sizeof(Accum) > sizeof(Type) && sizeof(Type) % 4 == 0) gpu__scan_forget_sums<Shape>(x);
        if (lane == 0) totals[band] = sum;
        __syncthreads();
        const Accum r = gpu__halving<Combine, Bands>((Accum)totals[lane < Bands ? lane : Bands - 1], lane),
                    total = gpu__shuffle(r, Bands - 1);
        if (tiles > 1 && threadIdx.x == 0)
            gpu__tile_status<Accum>::send(look_back.to_tile + (size_t)tile * look_back.Width, total, tag);
        own.prefix(gpu__shuffle(r, (band - 1) & 31), band > 0, lane);
        if (tiles > 1) {
            gpu__scan_prefetch<Shape>(in, tile, n);
            if (band == 0) look_back.template tiles_before<Combine>(found, tile, total, lane);
            if (band == (Bands > 1)) look_back.template groups_before<Combine>(found, tile, total, lane);
            __syncthreads();
            if (threadIdx.x == 0) next = (unsigned)atomicAdd(state, 1ull);
        }
        const Accum prefix = tile > 0 ? look_back.template prefix<Combine>(found, tile) : identity;
        GPU__UNROLLED (int k = 0; k < Rows; k++) {
            const bool first =
                band == 0 && k == 0 && lane == 0; /* the tile's first quad, which nothing in the tile precedes */
            gpu__fragment<gpu__array<Type>, Quad> y;
            Accum q = quads[k * Shape::Stride + lane + lane / Rows];
            if (tile > 0) q = first ? prefix : Combine(prefix, q);
            gpu__scan_results<Combine, Shape, Exclusive>(y, x, k, q, first && tile == 0, identity);
            gpu__scan_store<Shape, Packed, Striped>(out, y, mine, base, k, full, n, lane);
        }
        if (tiles > 1) {
            if (threadIdx.x == 0) following = next;
            __syncthreads();
            next = following;
        }
        tile = next;
    }
    /* every block draws one number beyond its last tile; the last of these draws ends the scan */
    if (tiles > 1 && threadIdx.x == 0 && tile == final)
        atomicExch(state, (unsigned long long)(tag == 0xffffffffu ? 0 : tag) << 32);
}

/* out = the scan of in, inclusive or exclusive, in the order that the head of this file
   describes. `out` may equal `in`. */
template <auto Combine, class Accum, class Type, bool Exclusive>
static inline cudaError_t gpu__scan_start(const gpu__launch_context *context, Type *out, const Type *in, size_t n)
{
    typedef gpu__scan_shape<Type, Accum> Shape;
    if (n == 0) return cudaSuccess;
    const size_t count = (n + Shape::Tile - 1) / Shape::Tile;
    if (count > 0x7fffffffu) return cudaErrorInvalidConfiguration;
    unsigned tiles = (unsigned)count, blocks = (unsigned)(context->multiprocessors * 2);
    if (blocks > tiles) blocks = tiles;
    unsigned long long *state = (unsigned long long *)context->scan;
    Accum identity = *(const Accum *)context->identity;
    void *argv[] = {&state, &identity, &out, &in, &n, &tiles};
    const bool packed = gpu__aligned(gpu__array<Type>(), in, 0, Shape::Quad) &&
                        gpu__aligned(gpu__array<Type>(), (const Type *)out, 0, Shape::Quad);
    const void *kernel = packed ? (const void *)gpu__scan_kernel<Combine, Accum, Type, Exclusive, true>
                                : (const void *)gpu__scan_kernel<Combine, Accum, Type, Exclusive, false>;
    return gpu__launch_with(context, kernel, blocks, Shape::Bands * 32, 0, argv);
}

template <auto Combine, class Accum, class Type>
static inline cudaError_t gpu__scan_launch(const gpu__launch_context *context, Type *out, const Type *in, size_t n)
{
    return context->exclusive ? gpu__scan_start<Combine, Accum, Type, true>(context, out, in, n)
                              : gpu__scan_start<Combine, Accum, Type, false>(context, out, in, n);
}
