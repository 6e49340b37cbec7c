/* out[c * rows + r] = in[r * cols + c]. out and in must not overlap. Elements of 1, 2, 4, 8 or 16 bytes, naturally
   aligned (16-byte ones: 8). A tile goes through shared memory as packs of Pack elements; a thread then transposes
   Pack x Pack of them in registers. Column `c ^ (row / Pack)` instead of padding keeps both directions free of bank
   conflicts. */

struct gpu__word16 {
    unsigned long long a, b;
};

template <class Element, int Pack, int Count, int Threads> static __global__ void __launch_bounds__(Threads)
    gpu__transpose_tiles(Element *out, const Element *in, size_t rows, size_t cols, size_t tiles_x, size_t tiles_y,
                         size_t band)
{
    gpu__follow();
    typedef gpu__pack<Element, Pack> pack;
    constexpr unsigned Chunk = Count / Pack, Shape = sizeof(pack) < 4 ? 4 / sizeof(pack) : 1,
                       Steps = Count * Chunk / Threads;
    __shared__ pack tile[Count * Chunk];
    const unsigned t = threadIdx.x;
    /* tiles are rastered in bands of `band` columns, so that tiles which share sectors, of the input or of the output,
       run while these are in the cache */
    size_t id = blockIdx.x;
    const size_t first = id / (band * tiles_y) * band;
    id -= first * tiles_y;
    const size_t width = tiles_x - first < band ? tiles_x - first : band;
    const size_t row0 = id / width * Count, col0 = (first + id % width) * Count;
    const bool full = row0 + Count <= rows && col0 + Count <= cols;

    pack k[Steps];
    GPU__UNROLLED (unsigned i = 0; i < Steps; ++i) {
        const unsigned r = t / Chunk + i * (Threads / Chunk), c = t % Chunk;
        if (full || (row0 + r < rows && col0 + c * Pack < cols))
            k[i] = *(const pack *)(in + (row0 + r) * cols + col0 + c * Pack);
    }
    GPU__UNROLLED (unsigned i = 0; i < Steps; ++i) {
        const unsigned r = t / Chunk + i * (Threads / Chunk), c = t % Chunk;
        tile[r * Chunk + (c ^ (r / Pack * Shape % Chunk))] = k[i];
    }
    __syncthreads();
    GPU__UNROLLED (unsigned m = t; m < Chunk * Chunk; m += Threads) {
        const unsigned l = m % Chunk, c = m / Chunk;
        pack a[Pack];
        GPU__UNROLLED (int j = 0; j < Pack; ++j) a[j] = tile[(l * Pack + j) * Chunk + (c ^ (l * Shape % Chunk))];
        GPU__UNROLLED (int i = 0; i < Pack; ++i) {
            pack b;
            GPU__UNROLLED (int j = 0; j < Pack; ++j) b.v[j] = a[j].v[i];
            if (full || (row0 + l * Pack < rows && col0 + c * Pack + i < cols))
                *(pack *)(out + (col0 + c * Pack + i) * rows + row0 + l * Pack) = b;
        }
    }
}

/* For rows of any alignment. Every row of the output is split at its own multiples of 32 bytes, so that no block writes
   part of a sector. For that a tile reads Apart - 1 additional rows of input, which are in the cache. */
template <class Element, int Width, int Height> static __global__ void __launch_bounds__(256)
    gpu__transpose_any(Element *out, const Element *in, size_t rows, size_t cols, size_t tiles_y)
{
    gpu__follow();
    constexpr unsigned Apart = 32 / sizeof(Element), Lines = Height + Apart - 1, Step = 256 / Width, Batch = 8;
    __shared__ gpu__pack<Element, 1> tile[Lines * (Width + 1)];
    const unsigned t = threadIdx.x, x = t % Width, y = t / Width;
    const size_t col0 = blockIdx.x / tiles_y * Width,
                 row0 = blockIdx.x % tiles_y * Height; /* tile row i is input row row0 + i - (Apart - 1) */
    for (unsigned i0 = y; i0 < Lines; i0 += Step * Batch) {
        gpu__pack<Element, 1> k[Batch];
        GPU__UNROLLED (unsigned u = 0; u < Batch; ++u) {
            const unsigned i = i0 + u * Step;
            const size_t r = row0 + i - (Apart - 1); /* wraps to a huge number above the first row */
            if (i < Lines && r < rows && col0 + x < cols) k[u].v[0] = in[r * cols + col0 + x];
        }
        GPU__UNROLLED (unsigned u = 0; u < Batch; ++u)
            if (i0 + u * Step < Lines) tile[(i0 + u * Step) * (Width + 1) + x] = k[u];
    }
    __syncthreads();
    const size_t phase = (uintptr_t)out / sizeof(Element);
    constexpr unsigned Across = Height < 32 ? Height : 32;
#pragma unroll 4
    for (unsigned c = t / Across; c < Width; c += 256 / Across) {
        const unsigned shift = (unsigned)((phase + (col0 + c) * rows) % Apart);
        if (col0 + c < cols)
            GPU__UNROLLED (unsigned j = t % Across; j < Height; j += Across) {
                const size_t r = row0 + j - shift;
                if (r < rows) out[(col0 + c) * rows + r] = tile[(j + Apart - 1 - shift) * (Width + 1) + c].v[0];
            }
    }
}

/* For a matrix whose shorter side is `thin` <= 32. A tile spans the whole short side, so it is contiguous in one of the
   two arrays and consists of `thin` long pieces in the other. */
template <class Element, bool Tall> static __global__ void __launch_bounds__(256)
    gpu__transpose_thin(Element *out, const Element *in, size_t length, unsigned thin, unsigned span)
{
    gpu__follow();
    __shared__ gpu__pack<Element, 1> tile[(sizeof(Element) > 8 ? 2048 : 4096) + 64];
    const size_t start = (size_t)blockIdx.x * span;
    const unsigned here = length - start < span ? (unsigned)(length - start) : span, pitch = span | 1;
    const unsigned t = threadIdx.x, lane = t % 32, warp = t / 32;
    /* the contiguous side, with (k, r) = (i % thin, i / thin) updated without divisions; then the side of `thin`
       separate pieces, one warp for each */
    const unsigned step_k = 256 % thin, step_r = 256 / thin, count = here * thin;
    unsigned k = t % thin, r = t / thin;
    auto next = [&] {
        k += step_k, r += step_r;
        if (k >= thin) k -= thin, ++r;
    };
    if (Tall) {
#pragma unroll 16
        for (unsigned i = t; i < count; i += 256, next()) tile[k * pitch + r].v[0] = in[start * thin + i];
        __syncthreads();
        for (unsigned q = warp; q < thin; q += 8)
#pragma unroll 8
            for (unsigned j = lane; j < here; j += 32) out[q * length + start + j] = tile[q * pitch + j].v[0];
    } else {
#pragma unroll 8
        for (unsigned i = t; i < count; i += 256)
            tile[i / here * pitch + i % here].v[0] = in[i / here * length + start + i % here];
        __syncthreads();
#pragma unroll 8
        for (unsigned i = t; i < count; i += 256) out[start * thin + i] = tile[i % thin * pitch + i / thin].v[0];
    }
}

/* Launches the kernel for a matrix whose rows can be accessed in packs. */
template <class Element, int Pack, int Count> static cudaError_t
gpu__transpose_launch(const gpu__launch_context *context, Element *out, const Element *in, size_t rows, size_t cols)
{
    constexpr size_t limit = sizeof(Element) > 8 ? 2048 : 4096;
    const size_t thin = rows < cols ? rows : cols, length = rows < cols ? cols : rows;
    if (thin <= 32 && length >= 1024) {
        const size_t span = limit / thin;
        return gpu__launch(context,
                           rows >= cols ? gpu__transpose_thin<Element, true> : gpu__transpose_thin<Element, false>,
                           gpu__ceil_div(length, span), 256, 0, out, in, length, (unsigned)thin, (unsigned)span);
    }
    const size_t x = gpu__ceil_div(cols, Count), y = gpu__ceil_div(rows, Count), band = 4;
    if (rows % Pack == 0 && cols % Pack == 0 && gpu__aligned(in, sizeof(Element) * Pack) &&
        gpu__aligned(out, sizeof(Element) * Pack))
        return gpu__launch(context, gpu__transpose_tiles<Element, Pack, Count, 256>, x * y, 256, 0, out, in, rows, cols,
                           x, y, band);
    constexpr int Width = sizeof(Element) == 1 ? 128 : sizeof(Element) <= 4 ? 64 : 32;
    constexpr int Height = sizeof(Element) <= 2 ? 128 : sizeof(Element) <= 8 ? 64 : 32;
    const size_t tiles_y = gpu__ceil_div(rows + 32 / sizeof(Element) - 1, Height);
    return gpu__launch(context, gpu__transpose_any<Element, Width, Height>, gpu__ceil_div(cols, Width) * tiles_y, 256,
                       0, out, in, rows, cols, tiles_y);
}

/* Chooses the kernel by the shape and the alignment. */
template <int ByteCount> static cudaError_t gpu__transpose(const gpu__launch_context *context, void *out,
                                                           const void *in, size_t rows, size_t cols)
{
    static_assert(ByteCount == 1 || ByteCount == 2 || ByteCount == 4 || ByteCount == 8 || ByteCount == 16,
                  "an element has 1, 2, 4, 8 or 16 bytes");
    typedef typename gpu__word<gpu__min(ByteCount, 8)>::type Element;
    constexpr int Pack = ByteCount < 4 ? 4 / ByteCount : ByteCount == 4 ? 2 : 1;
    constexpr int Count = ByteCount < 4 ? 128 : ByteCount == 4 ? 64 : 32;
    if (rows == 0 || cols == 0) return cudaSuccess;
    if (rows == 1 || cols == 1)
        return cudaMemcpyAsync(out, in, rows * cols * ByteCount, cudaMemcpyDeviceToDevice,
                               (cudaStream_t)context->stream);
    if constexpr (ByteCount < 16)
        return gpu__transpose_launch<Element, Pack, Count>(context, (Element *)out, (const Element *)in, rows, cols);
    else if (gpu__aligned(in, 16) && gpu__aligned(out, 16))
        return gpu__transpose_launch<uint4, 1, 32>(context, (uint4 *)out, (const uint4 *)in, rows, cols);
    else
        return gpu__transpose_launch<gpu__word16, 1, 32>(context, (gpu__word16 *)out, (const gpu__word16 *)in, rows,
                                                         cols);
}
