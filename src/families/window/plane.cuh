/* ---- Filters of a plane ------------------------------------------------------------------------------------------ */

/* The order of the sums is that of families/window/order.h. */
enum {
    GPU__PLANE_THREADS = 128,
    GPU__PLANE_TOGETHER = 4, /* rows of a strip between two barriers */
    GPU__PLANE_EACH = 9,     /* neighbouring outputs of a thread if the filter's size is not a constant */
    GPU__PLANE_SPAN = 32 * GPU__PLANE_EACH,
    GPU__PLANE_WARPS = 8,
    GPU__PLANE_HIGH = 8, /* the part of a filter of any size that is applied at a time */
    GPU__PLANE_WIDE = 32
};

template <class Type> using gpu__tap = typename gpu__types_of<Type>::tap;

/* The halo: columns on each side of a block's own. It suffices for 9 columns of a filter, in whole packs. */
template <class Type> constexpr int gpu__plane_halo = sizeof(Type) == 1 ? 16 : 4;

template <class Type>
GPU__DEVICE_FN Type gpu__plane_at(const Type *x, long long rows, long long cols, long long r, long long c, int border)
{
    r = gpu__border_at(r, rows, border), c = gpu__border_at(c, cols, border);
    return r >= 0 && c >= 0 ? x[r * cols + c] : Type();
}

/* Copies one element from global to shared memory; asynchronously, as gpu__copy_16 does, if it has 4 or 8 bytes. */
template <class Type> GPU__DEVICE_FN void gpu__copy_one(Type *to, const Type *from)
{
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 800
    if constexpr (sizeof(Type) >= 4)
        asm volatile("cp.async.ca.shared.global [%0], [%1], %2;" ::"r"((unsigned)__cvta_generic_to_shared(to)),
                     "l"(from), "n"(sizeof(Type))
                     : "memory");
    else
#endif
        *to = *from;
}

/* Starts to copy a row of a strip, with halo, to shared memory; `from` is the address of the thread's first element.
   Wide: a row consists of whole packs. */
template <int Width, bool Wide, class Type> GPU__DEVICE_FN void gpu__plane_copy(Type *to, const Type *from)
{
    constexpr int Pack = Wide ? 16 / (int)sizeof(Type) : 1, Count = Width + 2 * gpu__plane_halo<Type>;
    GPU__UNROLLED (int s = 0; s < Count; s += GPU__PLANE_THREADS * Pack) {
        const int k = s + (int)threadIdx.x * Pack;
        if (k >= Count) continue;
        if constexpr (Wide) gpu__copy_16(to + k, from + s);
        else gpu__copy_one(to + k, from + s);
    }
}
/* The same at an edge of the plane: only to[first] to to[end - 1] are inside; to[0] is column c0. row: NULL if the
   border makes all of the row 0. */
template <int Width, bool Wide, class Type> GPU__DEVICE_FN void
gpu__plane_load(Type *to, const Type *row, int first, int end, long long c0, long long cols, int border)
{
    constexpr int Pack = Wide ? 16 / (int)sizeof(Type) : 1, Halo = gpu__plane_halo<Type>, Count = Width + 2 * Halo;
    GPU__UNROLLED (int s = 0; s < Count; s += GPU__PLANE_THREADS * Pack) {
        const int k = s + (int)threadIdx.x * Pack;
        if (k >= Count || k >= end + Halo) continue; /* no output needs it */
        if (row && k >= first && k + Pack <= end) {
            if constexpr (Wide) gpu__copy_16(to + k, row + c0 + k);
            else gpu__copy_one(to + k, row + c0 + k);
        } else
#pragma unroll 1
            for (int i = 0; i < Pack; ++i) {
                const long long c = gpu__border_at(c0 + k + i, cols, border);
                to[k + i] = row && c >= 0 ? row[c] : Type();
            }
    }
}
/* Called by one thread: initialises the barriers of the ring buffer's slots, for gpu__plane_fetch. */
template <int Count> GPU__DEVICE_FN void gpu__plane_prepare(unsigned long long *arrived)
{
#if __CUDA_ARCH__ >= 900
    GPU__UNROLLED (int i = 0; i < Count; ++i) gpu__barrier_start(arrived + i, 1);
    asm volatile("fence.proxy.async.shared::cta;" ::: "memory"); /* makes them visible to bulk copies */
#endif
}
/* Called by one thread: starts bulk copies of `count` whole rows; the barrier `arrived` counts their bytes. */
template <int Bytes, class Type>
GPU__DEVICE_FN void gpu__plane_fetch(void *to, const Type *from, long long cols, int count, unsigned long long *arrived)
{
#if __CUDA_ARCH__ >= 900
    gpu__barrier_expect(arrived, count * Bytes);
#pragma unroll 1
    for (int i = 0; i < count; ++i)
        asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::"r"(
                         gpu__in_shared(to) + i * Bytes),
                     "l"(from + i * cols), "n"(Bytes), "r"(gpu__in_shared(arrived))
                     : "memory");
#endif
}

/* gpu__plane_window loads the elements of a row under the filter for all outputs of a thread. These are neighbours,
   which share elements (Wide), or have a distance of GPU__PLANE_THREADS. The element for output j and tap k is
   v[gpu__plane_index(j, k)]. */
template <int Cols, bool Wide> static __host__ __device__ constexpr int gpu__plane_index(int j, int k)
{
    return Wide ? j + k : j * Cols + k;
}
template <int Cols, bool Wide, int Each, class Type, int Count>
GPU__DEVICE_FN void gpu__plane_window(Type (&v)[Count], const Type *row)
{
    constexpr int Skip = gpu__plane_halo<Type> - Cols / 2;
    if constexpr (Wide) {
        constexpr int Packs = (Skip + Count + Each - 1) / Each;
        gpu__pack<Type, Each> k[Packs];
        GPU__UNROLLED (int i = 0; i < Packs; ++i) k[i] = ((const gpu__pack<Type, Each> *)row)[threadIdx.x + i];
        GPU__UNROLLED (int i = 0; i < Count; ++i) v[i] = k[(Skip + i) / Each].v[(Skip + i) % Each];
    } else
        GPU__UNROLLED (int j = 0; j < Each; ++j)
            GPU__UNROLLED (int k = 0; k < Cols; ++k)
                v[gpu__plane_index<Cols, Wide>(j, k)] = row[Skip + threadIdx.x + j * GPU__PLANE_THREADS + k];
}

/* A block computes `height` rows of a strip, from top to bottom. It loads each row of x once, some rows ahead, into a
   ring buffer; with each further row the filter completes the row of outputs whose last row of input it is. */
template <class Filter, class Type> static __global__ void __launch_bounds__(GPU__PLANE_THREADS, Filter::Resident)
    gpu__plane_strips(Type *out, const Type *x, const gpu__tap<Type> *h, long long rows, long long cols,
                      unsigned strips, unsigned height, int border)
{
    gpu__follow();
    constexpr int Rows = Filter::Rows, Cols = Filter::Cols, Each = Filter::Each, Width = GPU__PLANE_THREADS * Each,
                  Together = GPU__PLANE_TOGETHER, Stages = 4 * Together; /* rows in the ring */
    constexpr bool Wide = Filter::Wide;
    constexpr int Halo = gpu__plane_halo<Type>, Above = Rows / 2, Bytes = (Width + 2 * Halo) * (int)sizeof(Type);
    static_assert(Bytes % 16 == 0, "bulk copies need multiples of 16 bytes");
    static_assert(Cols / 2 <= Halo && Cols - 1 - Cols / 2 <= Halo, "the halo must contain the filter");
    __shared__ alignas(16) Type ring[Stages][Width + 2 * Halo];
    __shared__ unsigned long long arrived[Stages / Together];
    const long long r0 = (long long)(blockIdx.x / strips) * height, c0 = (long long)(blockIdx.x % strips) * Width;
    const int first = c0 == 0 ? Halo : 0, end = (int)min(cols - c0 + Halo, (long long)Width + 2 * Halo);
    const int steps = (int)min(rows - r0, (long long)height) + Rows - 1;
    const Type *row = x + (r0 - Above) * cols + c0 - Halo;  /* used if no row is cut by an edge */
    const int begin = (int)threadIdx.x * (Wide ? Each : 1); /* of the thread's outputs */
    Type *to = out + (r0 - (Rows - 1)) * cols + c0 + begin; /* of the first step's outputs, which are not stored */
    const bool ours = begin < end - Halo;
    /* Away from the plane's edges rows are copied as they are; from sm_90 on one thread does so by bulk copies, which
       leaves the other threads' time to the filter. */
    const bool whole = first == 0 && end == Width + 2 * Halo && r0 >= Above && r0 - Above + steps <= rows,
               by_one = __CUDA_ARCH__ >= 900 && Wide && whole;
    if (by_one && threadIdx.x == 0) gpu__plane_prepare<Stages / Together>(arrived);
    __syncthreads();
    Filter filter(h);
    const Type *mine = row + threadIdx.x * (Wide ? 16 / sizeof(Type) : 1); /* the thread's first element */
    auto load = [&](int u) {
        Type(*const slot)[Width + 2 * Halo] = ring + (unsigned)u % Stages;
        if (by_one) {
            if (threadIdx.x == 0 && u < steps)
                gpu__plane_fetch<Bytes>(slot, row, cols, min(steps - u, Together),
                                        arrived + (unsigned)u % Stages / Together);
            row += Together * cols;
            return;
        }
        GPU__UNROLLED (int t = 0; t < Together; ++t) {
            if (whole) {
                if (u + t < steps) gpu__plane_copy<Width, Wide>(slot[t], mine);
                mine += cols;
                continue;
            }
            if (u + t >= steps) continue;
            const long long r = gpu__border_at(r0 - Above + u + t, rows, border);
            gpu__plane_load<Width, Wide>(slot[t], r < 0 ? (const Type *)NULL : x + r * cols, first, end, c0 - Halo,
                                         cols, border);
        }
        gpu__copies_commit();
    };
#pragma unroll 1
    for (int u = 0; u < Stages - Together; u += Together) load(u);
#pragma unroll 1
    for (int u = 0; u < steps; u += Together) {
        const Type(*const slot)[Width + 2 * Halo] = ring + (unsigned)u % Stages;
        if (by_one) gpu__barrier_wait(arrived + (unsigned)u % Stages / Together, (unsigned)u / Stages % 2);
        else gpu__copies_wait<Stages / Together - 2>();
        __syncthreads(); /* all threads have read the earlier rows, whose slots the next rows overwrite */
        load(u + Stages - Together);
        GPU__UNROLLED (int t = 0; t < Together; ++t, to += cols) {
            Type v[Filter::Count];
            gpu__pack<Type, Each> result;
            gpu__plane_window<Cols, Wide, Each>(v, slot[t]);
            filter.step(v, result.v);
            /* only the store is conditional: a branch would delay the next row's work */
            const bool now = u + t >= Rows - 1 && u + t < steps;
            if constexpr (Wide) {
                gpu__move_out_if<(int)sizeof result>(now && ours, to, &result);
            } else
                GPU__UNROLLED (int j = 0; j < Each; ++j)
                    if (now && begin + j * GPU__PLANE_THREADS < end - Halo) to[j * GPU__PLANE_THREADS] = result.v[j];
        }
    }
}
template <template <class, bool> class Filter, class Type>
static cudaError_t gpu__plane(const gpu__launch_context *context, Type *out, const Type *x, const gpu__tap<Type> *h,
                              size_t rows, size_t cols, int border)
{
    typedef Filter<Type, true> Packed;
    typedef Filter<Type, false> Single;
    /* Strips are so high that few rows are read by two blocks, but not so high that some multiprocessors would have no
       block. Their number of steps is a multiple of those between barriers. */
    const size_t strips = gpu__ceil_div(cols, GPU__PLANE_THREADS * Packed::Each), Extra = Packed::Rows - 1,
                 abreast = (size_t)context->multiprocessors * Packed::Resident / strips, most = Extra > 2 ? 84 : 38,
                 even = gpu__ceil_div(rows, abreast ? abreast : 1), some = even < most ? even : most;
    const unsigned height = (unsigned)(gpu__ceil_div(some + Extra, GPU__PLANE_TOGETHER) * GPU__PLANE_TOGETHER - Extra);
    const bool wide = cols * sizeof(Type) % 16 == 0 && gpu__aligned(x, 16) && gpu__aligned(out, 16);
    return gpu__launch(context, wide ? gpu__plane_strips<Packed, Type> : gpu__plane_strips<Single, Type>,
                       strips * gpu__ceil_div(rows, height), GPU__PLANE_THREADS, 0, out, x, h, (long long)rows,
                       (long long)cols, (unsigned)strips, height, border);
}

/* Conversion of elements to keys, and back; see families/window/plane.h. */
template <size_t Size> struct gpu__key_type {
    typedef int type;
};
template <> struct gpu__key_type<8> {
    typedef long long type;
};
template <size_t Size> using gpu__key = typename gpu__key_type<Size>::type;
template <class Type> GPU__DEVICE_FN gpu__key<sizeof(Type)> gpu__key_of(Type v)
{
    typedef gpu__key<sizeof(Type)> Key;
    constexpr Key Most = (Key)(~0ull >> (65 - 8 * sizeof(Type)));
    if constexpr ((Type)0.5 == (Type)0) return (Key)v;
    Key key;
    memcpy(&key, &v, sizeof v);
    return v != v ? Most : key < 0 ? key ^ Most : key;
}
template <class Type> GPU__DEVICE_FN void gpu__of_key(Type &v, gpu__key<sizeof(Type)> key)
{
    typedef gpu__key<sizeof(Type)> Key;
    constexpr Key Most = (Key)(~0ull >> (65 - 8 * sizeof(Type)));
    if constexpr ((Type)0.5 == (Type)0) {
        v = (Type)key;
    } else {
        key = key < 0 ? key ^ Most : key;
        memcpy(&v, &key, sizeof v);
    }
}

/* Adds a product. One of floats or bytes is exact in double, so it may be fused; one of doubles is rounded first. */
template <class Type> GPU__DEVICE_FN double gpu__conv2d_add(double sum, double tap, double v)
{
    return sizeof(Type) <= 4 ? fma(tap, v, sum) : sum + __dmul_rn(tap, v);
}
template <class Type> GPU__DEVICE_FN Type gpu__plane_result(double sum)
{
    if constexpr (sizeof(Type) == 1) return gpu__byte_of(sum);
    else return (Type)sum;
}
/* A square filter of constant size. The sums of the output rows that are not complete yet are in registers, and so are
   the taps if there are few. */
template <int Size, class Type, bool Packed> struct gpu__conv2d_square {
    static constexpr bool Wide = Packed;
    static constexpr int Rows = Size, Cols = Size, Each = sizeof(Type) == 1 ? 4 : gpu__vector<Type>,
                         Resident = Size == 7 ? 3 : 4, Count = Packed ? Each + Size - 1 : Each * Size,
                         RegisterTaps = Size <= 5 ? Size * Size : 1;
#ifdef __CUDA_ARCH__
    double sum[Size + 1][Each], register_tap[RegisterTaps];
    const double *taps;
    __device__ __forceinline__ gpu__conv2d_square(const gpu__tap<Type> *h)
    {
        __shared__ alignas(16) double shared[Size * Size];
        for (int i = threadIdx.x; i < Size * Size; i += GPU__PLANE_THREADS) shared[i] = (double)h[Size * Size - 1 - i];
        __syncthreads();
        taps = shared;
        GPU__UNROLLED (int i = 0; i < RegisterTaps; ++i) register_tap[i] = shared[i];
        GPU__UNROLLED (int i = 0; i < Size * Each; ++i) sum[i / Each][i % Each] = 0;
    }
    /* After a step sum[r] belongs to the output row that is complete r rows later. It is computed from the previous
       sum[r + 1], so that no values have to be moved. */
    __device__ __forceinline__ void step(const Type (&v)[Count], Type (&result)[Each])
    {
        double w[Count];
        GPU__UNROLLED (int i = 0; i < Count; ++i) w[i] = (double)v[i];
        GPU__UNROLLED (int j = 0; j < Each; ++j) sum[Size][j] = 0;
        GPU__UNROLLED (int k = 0; k < Size; ++k)
            GPU__UNROLLED (int r = 0; r < Size; ++r) {
                const int row = Size - 1 - r;
                const double tap =
                    RegisterTaps > 1 ? register_tap[(row * Size + k) % RegisterTaps] : taps[row * Size + k];
                GPU__UNROLLED (int j = 0; j < Each; ++j)
                    sum[r][j] =
                        gpu__conv2d_add<Type>(sum[k == 0 ? r + 1 : r][j], tap, w[gpu__plane_index<Size, Packed>(j, k)]);
            }
        GPU__UNROLLED (int j = 0; j < Each; ++j) result[j] = gpu__plane_result<Type>(sum[0][j]);
    }
#endif
};
template <class Type, bool Packed> using gpu__conv2d_{3|5|7} = gpu__conv2d_square<{1}, Type, Packed>;

/* Adds one row of n taps to the sums of a thread's outputs, whose elements begin at s. */
template <class Type>
GPU__DEVICE_FN void gpu__conv2d_taps(double (&sum)[GPU__PLANE_EACH], const Type *s, const double *tap, int n)
{
    constexpr int Each = GPU__PLANE_EACH;
    double v[Each + 4];
    int k = 0;
    GPU__UNROLLED (int j = 0; j < Each; ++j) v[j] = (double)s[j];
#pragma unroll 1
    for (; k + 4 <= n; k += 4) {
        GPU__UNROLLED (int u = 0; u < 4; ++u) v[Each + u] = (double)s[Each + k + u];
        GPU__UNROLLED (int u = 0; u < 4; ++u)
            GPU__UNROLLED (int j = 0; j < Each; ++j) sum[j] = gpu__conv2d_add<Type>(sum[j], tap[k + u], v[u + j]);
        GPU__UNROLLED (int j = 0; j < Each; ++j) v[j] = v[j + 4];
    }
    for (; k < n; ++k)
        GPU__UNROLLED (int j = 0; j < Each; ++j) sum[j] = gpu__conv2d_add<Type>(sum[j], tap[k], (double)s[k + j]);
}
/* A filter of any size, applied part by part: several rows of it if they fit, otherwise pieces of one row. A warp
   computes a row of outputs. */
template <class Type> static __global__ void __launch_bounds__(32 * GPU__PLANE_WARPS)
    gpu__conv2d_tiles(Type *out, const Type *x, const gpu__tap<Type> *h, long long rows, long long cols, long long high,
                      long long wide, unsigned strips, int border)
{
    gpu__follow();
    constexpr int Warps = GPU__PLANE_WARPS, High = GPU__PLANE_HIGH, Wide = GPU__PLANE_WIDE, Span = GPU__PLANE_SPAN,
                  Each = GPU__PLANE_EACH;
    __shared__ alignas(16) Type buffer[Warps + High - 1][Span + Wide];
    __shared__ double taps[High][Wide];
    const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    const long long r0 = (long long)(blockIdx.x / strips) * Warps, c0 = (long long)(blockIdx.x % strips) * Span;
    const int most = wide <= Wide ? High : 1;
    double sum[Each] = {};
    for (long long row = 0; row < high; row += most)
        for (long long column = 0; column < wide; column += Wide) {
            const int m = high - row < most ? (int)(high - row) : most,
                      n = wide - column < Wide ? (int)(wide - column) : Wide;
            __syncthreads();
            for (int i = warp; i < Warps + m - 1; i += Warps)
                for (int s = lane; s < Span + n - 1; s += 32)
                    buffer[i][s] =
                        gpu__plane_at(x, rows, cols, r0 - high / 2 + row + i, c0 - wide / 2 + column + s, border);
            for (int i = warp; i < m; i += Warps)
                if (lane < n) taps[i][lane] = (double)h[(high - 1 - row - i) * wide + (wide - 1 - column - lane)];
            __syncthreads();
#pragma unroll 1
            for (int i = 0; i < m; ++i) gpu__conv2d_taps(sum, buffer[warp + i] + lane * Each, taps[i], n);
        }
    Type v[Each];
    GPU__UNROLLED (int j = 0; j < Each; ++j) v[j] = gpu__plane_result<Type>(sum[j]);
    __syncthreads();
    const long long r = r0 + warp;
    if (r < rows) gpu__window_store(out, &buffer[0][0], v, r * cols + c0 - warp * Span, (r + 1) * cols);
}
static_assert(GPU__PLANE_WIDE == 32, "each lane loads one tap");

template <class Type> static cudaError_t gpu__conv2d(const gpu__launch_context *context, Type *out, const Type *x,
                                                     const gpu__tap<Type> *h, size_t rows, size_t cols,
                                                     const gpu__filter &filter)
{
    const int border = filter.border;
    const size_t high = filter.rows, wide = filter.cols, strips = gpu__ceil_div(cols, GPU__PLANE_SPAN);
    if (high == wide && high == 3) return gpu__plane<gpu__conv2d_3>(context, out, x, h, rows, cols, border);
    if (high == wide && high == 5) return gpu__plane<gpu__conv2d_5>(context, out, x, h, rows, cols, border);
    if (high == wide && high == 7) return gpu__plane<gpu__conv2d_7>(context, out, x, h, rows, cols, border);
    return gpu__launch(context, gpu__conv2d_tiles<Type>, strips * gpu__ceil_div(rows, GPU__PLANE_WARPS),
                       32 * GPU__PLANE_WARPS, 0, out, x, h, (long long)rows, (long long)cols, (long long)high,
                       (long long)wide, (unsigned)strips, border);
}

/* The median of 3 by 3: of the least of three sorted columns the greatest, of their middle ones the median, of the
   greatest the least; of these the median. Keys are integers in the elements' order, see families/window/plane.h. */
template <class Type, bool Packed> struct gpu__median_3x3 {
    static constexpr bool Wide = Packed;
    static constexpr int Rows = 3, Cols = 3, Each = gpu__vector<Type>, Resident = 4,
                         Count = Packed ? Each + 2 : 3 * Each;
#ifdef __CUDA_ARCH__
    typedef gpu__key<sizeof(Type)> Key;
    Key last[Count], least_of[Count], most_of[Count]; /* of the row before; of the two rows before */
    __device__ __forceinline__ gpu__median_3x3(const gpu__tap<Type> *)
    {
        GPU__UNROLLED (int i = 0; i < Count; ++i) last[i] = least_of[i] = most_of[i] = 0;
    }
    GPU__DEVICE_FN Key least(Key a, Key b) { return a < b ? a : b; }
    GPU__DEVICE_FN Key most(Key a, Key b) { return a < b ? b : a; }
    GPU__DEVICE_FN Key middle(Key a, Key b, Key c) { return most(least(a, b), least(most(a, b), c)); }
    __device__ __forceinline__ void step(const Type (&v)[Count], Type (&result)[Each])
    {
        Key low[Count], mid[Count], high[Count];
        GPU__UNROLLED (int i = 0; i < Count; ++i) {
            const Key k = gpu__key_of(v[i]);
            low[i] = least(least_of[i], k), mid[i] = most(least_of[i], least(most_of[i], k)),
            high[i] = most(most_of[i], k);
            least_of[i] = least(last[i], k), most_of[i] = most(last[i], k), last[i] = k;
        }
        GPU__UNROLLED (int j = 0; j < Each; ++j) {
            constexpr bool Wide = Packed;
            const int x = gpu__plane_index<3, Wide>(j, 0), y = gpu__plane_index<3, Wide>(j, 1),
                      z = gpu__plane_index<3, Wide>(j, 2);
            gpu__of_key(result[j], middle(most(most(low[x], low[y]), low[z]), middle(mid[x], mid[y], mid[z]),
                                          least(least(high[x], high[y]), high[z])));
        }
    }
#endif
};
