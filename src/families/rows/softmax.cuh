/* ---- Softmax and the like along rows ----------------------------------------------------------------------------- */

#ifdef __CUDA_ARCH__
/* The maximum over the threads of a row, which are a part of a warp, a warp or the block; all get the result. */
template <int Threads, class Type> GPU__DEVICE_FN Type gpu__rowwise_max(Type m, Type *of_warps)
{
    GPU__UNROLLED (int s = (Threads < 32 ? Threads : 32) / 2; s; s /= 2) m = max(m, __shfl_xor_sync(~0u, m, s));
    if constexpr (Threads > 32) {
        if (threadIdx.x % 32 == 0) of_warps[threadIdx.x / 32] = m;
        __syncthreads();
        GPU__UNROLLED (int w = 0; w < Threads / 32; w++) m = max(m, of_warps[w]);
    }
    return m;
}
/* Folds the lanes of a row by halves; all its threads get the result. Value q of thread t is lane
   gpu__lane_of<Pack>(q, t, Threads): the first steps are within a thread, the next ones between warps and between the
   threads of a warp, the last ones between the Pack values that consecutive lanes are in. `lanes` holds 4 * 257 numbers
   if there are several warps. */
template <int Threads, int Pack> GPU__DEVICE_FN double gpu__rowwise_fold(double (&a)[4], double *lanes)
{
    const unsigned t = threadIdx.x;
    if (Pack == 1) a[1] += a[3];
    if (Pack <= 2) a[0] += a[2];
    if (Pack == 2) a[1] += a[3];
    if (Pack == 1) a[0] += a[1];
    if constexpr (Threads > 32) { /* warp q folds value q of all threads */
        static_assert(Threads == 256, "three halves are between warps");
        double *const folded = lanes + 4 * 256;
        GPU__UNROLLED (int q = 0; q < Pack; q++) lanes[q * 256 + t] = a[q];
        __syncthreads();
        if (t < Pack * 32) {
            const double *const s = lanes + t / 32 * 256 + t % 32;
            double v = ((s[0] + s[128]) + (s[64] + s[192])) + ((s[32] + s[160]) + (s[96] + s[224]));
            GPU__UNROLLED (int d = 16; d; d /= 2) v += __shfl_xor_sync(~0u, v, d);
            if (t % 32 == 0) folded[t / 32] = v;
        }
        __syncthreads();
        if (Pack == 4) return (folded[0] + folded[2]) + (folded[1] + folded[3]);
        return Pack == 2 ? folded[0] + folded[1] : folded[0];
    } else if constexpr (Threads == 2) {
        GPU__UNROLLED (int q = 0; q < Pack; q++) a[q] += __shfl_xor_sync(~0u, a[q], 1);
        return Pack == 4 ? (a[0] + a[2]) + (a[1] + a[3]) : Pack == 2 ? a[0] + a[1] : a[0];
    } else { /* the values are divided among the threads, which takes fewer shuffles than to fold each of them */
        constexpr int Apart = Pack == 4 ? Threads / 4 : Pack == 2 ? Threads / 2 : Threads;
        if (Pack == 4) {
            const bool upper = t & Threads / 2;
            const double first = __shfl_xor_sync(~0u, upper ? a[0] : a[2], Threads / 2);
            const double second = __shfl_xor_sync(~0u, upper ? a[1] : a[3], Threads / 2);
            a[0] = (upper ? a[2] : a[0]) + first, a[1] = (upper ? a[3] : a[1]) + second;
        }
        if (Pack >= 2) {
            const bool upper = t & Apart;
            const double other = __shfl_xor_sync(~0u, upper ? a[0] : a[1], Apart);
            a[0] = (upper ? a[1] : a[0]) + other;
        }
        GPU__UNROLLED (int d = Apart / 2; d; d /= 2) a[0] += __shfl_xor_sync(~0u, a[0], d);
        GPU__UNROLLED (int d = Threads / 2; d >= Apart; d /= 2) a[0] += __shfl_xor_sync(~0u, a[0], d);
        return a[0];
    }
}
/* What of(0, a) to of(Sets - 1, a) leave in four numbers, folded by halves: the lanes that a thread has beyond four. */
template <int Sets, int First = 0, int Step = 1, class Of> GPU__DEVICE_FN void gpu__rowwise_sets(double (&a)[4], Of of)
{
    if constexpr (Step >= Sets) of(First, a);
    else {
        double b[4] = {0, 0, 0, 0};
        gpu__rowwise_sets<Sets, First, 2 * Step>(a, of);
        gpu__rowwise_sets<Sets, First + Step, 2 * Step>(b, of);
        GPU__UNROLLED (int q = 0; q < 4; q++) a[q] += b[q];
    }
}
template <int Pack, class Type> GPU__DEVICE_FN void gpu__rowwise_get(Type *to, const Type *from)
{
    const gpu__pack<Type, Pack> k = *(const gpu__pack<Type, Pack> *)from;
    GPU__UNROLLED (int i = 0; i < Pack; i++) to[i] = k.v[i];
}
template <int Pack, class Type> GPU__DEVICE_FN void gpu__rowwise_put(Type *to, const Type *from)
{
    gpu__pack<Type, Pack> k;
    GPU__UNROLLED (int i = 0; i < Pack; i++) k.v[i] = from[i];
    *(gpu__pack<Type, Pack> *)to = k;
}
/* One row in the registers of its threads: `n` elements, 4 * Packs in each thread. */
template <class Type, int Threads, int Packs, int Pack> struct gpu__row_registers {
    static constexpr int Most = 4 * Threads * Packs, Lanes = Most <= 128 ? 32 : Most <= 1024 ? 128 : GPU__ROWWISE_LANES;
    /* Packs of a thread whose lanes differ. */
    static constexpr int Sets = gpu__max(1, gpu__min(Packs, Lanes / (4 * Threads)));
    Type v[Packs][4];
    GPU__DEVICE_FN unsigned column(int p, int q, unsigned t)
    {
        return p * 4 * Threads + gpu__lane_of<Pack>(q, t, Threads);
    }
    /* Whether any thread has elements in this pack. */
    GPU__DEVICE_FN bool used(int p, unsigned n) { return p == 0 || p * 4 * Threads < n; }
    __device__ __forceinline__ void load(const Type *x, unsigned n, unsigned t, Type fill)
    {
        GPU__UNROLLED (int p = 0; p < Packs; p++)
            GPU__UNROLLED (int q = 0; q < 4; q += Pack) {
                GPU__UNROLLED (int i = 0; i < Pack; i++) v[p][q + i] = fill;
                if (column(p, q, t) < n) gpu__rowwise_get<Pack>(&v[p][q], x + column(p, q, t));
            }
    }
    __device__ __forceinline__ void store(Type *out, unsigned n, unsigned t)
    {
        GPU__UNROLLED (int p = 0; p < Packs; p++)
            GPU__UNROLLED (int q = 0; q < 4; q += Pack)
                if (column(p, q, t) < n) gpu__rowwise_put<Pack>(out + column(p, q, t), &v[p][q]);
    }
    __device__ __forceinline__ Type greatest() const
    {
        Type m = v[0][0];
        GPU__UNROLLED (int k = 1; k < 4 * Packs; k++) m = max(m, v[k / 4][k % 4]); /* passes over NaN */
        return m == m ? m : -(Type)INFINITY;
    }
    template <bool Rest> __device__ __forceinline__ double add_up(Type from, bool replace, unsigned n, double *lanes)
    {
        return fold(n, lanes, [&](int p, int q) {
            const Type e = gpu__exp_below_t(v[p][q] - from);
            v[p][q] = replace ? e : v[p][q];
            return Rest && !(e < 1) ? 0 : (double)e;
        });
    }
    /* The sum over the row of of(p, q), which is called for each element. */
    template <class Of> __device__ __forceinline__ double fold(unsigned n, double *lanes, Of of)
    {
        double a[4] = {0, 0, 0, 0};
        gpu__rowwise_sets<Sets>(a, [&](int first, double(&to)[4]) {
            GPU__UNROLLED (int p = first; p < Packs && used(p, n); p += Sets)
                GPU__UNROLLED (int q = 0; q < 4; q++) to[q] += of(p, q);
        });
        return gpu__rowwise_fold<Threads, Pack>(a, lanes);
    }
    /* The sum of exp(v - from); with `replace` v is replaced by the exponentials. Otherwise `rest` becomes the sum less
       the greatest, for which a second round leaves out what is 1, if that is needed for any row of the warp. */
    __device__ __forceinline__ double exponentials(Type from, bool replace, unsigned n, double *lanes, double &rest)
    {
        const double sum = add_up<false>(from, replace, n, lanes);
        rest = sum - 1;
        if (!replace && __any_sync(~0u, gpu__rest_counts(sum, sizeof(Type))))
            rest = add_up<true>(from, false, n, lanes);
        return sum;
    }
    __device__ __forceinline__ double sum(unsigned n, double *lanes)
    {
        return fold(n, lanes, [&](int p, int q) { return (double)v[p][q]; });
    }
    __device__ __forceinline__ double squares(double mean, unsigned n, unsigned t, double *lanes)
    {
        return fold(n, lanes, [&](int p, int q) {
            const double d = (double)v[p][q] - mean;
            return column(p, q, t) < n ? gpu__times(d, d) : 0;
        });
    }
    __device__ __forceinline__ void scale(Type factor, unsigned n)
    {
        GPU__UNROLLED (int p = 0; p < Packs && used(p, n); p++)
            GPU__UNROLLED (int q = 0; q < 4; q++) v[p][q] *= factor;
    }
    __device__ __forceinline__ void subtract(double first, double second, unsigned n)
    {
        GPU__UNROLLED (int p = 0; p < Packs && used(p, n); p++)
            GPU__UNROLLED (int q = 0; q < 4; q++) v[p][q] = (Type)(((double)v[p][q] - first) - second);
    }
    __device__ __forceinline__ void normalize(double mean, double inverse, const Type *gain, const Type *bias,
                                              unsigned n, unsigned t)
    {
        GPU__UNROLLED (int p = 0; p < Packs && used(p, n); p++)
            GPU__UNROLLED (int q = 0; q < 4; q += Pack) {
                Type g[Pack], b[Pack];
                GPU__UNROLLED (int i = 0; i < Pack; i++) g[i] = 1, b[i] = 0;
                if (gain && column(p, q, t) < n) gpu__rowwise_get<Pack>(g, gain + column(p, q, t));
                if (bias && column(p, q, t) < n) gpu__rowwise_get<Pack>(b, bias + column(p, q, t));
                GPU__UNROLLED (int i = 0; i < Pack; i++)
                    v[p][q + i] = (Type)gpu__normalized((double)v[p][q + i], mean, inverse, (double)g[i], (double)b[i]);
            }
    }
};
/* What a cross-entropy subtracts. The labels, if there are any, are where other functions of rows have a gain. */
template <class Type>
GPU__DEVICE_FN double gpu__rowwise_at_label(const Type *gain, const Type *x, size_t r, size_t cols)
{
    const int64_t *const label = (const int64_t *)(const void *)gain;
    return !label ? 0 : (uint64_t)label[r] < cols ? (double)x[r * cols + label[r]] : (double)NAN;
}
#endif

/* The number of blocks a multiprocessor that registers must allow, given the number of those that hold elements; at
   most as many as sm_75 has threads for. */
__host__ __device__ constexpr int gpu__rowwise_resident(int held, bool norm)
{
    return gpu__min(4, gpu__max(1, 256 / (held + (norm ? 68 : 36))));
}
/* Computes whole rows or chunks of them in one pass over memory, a row for each group of Threads threads. With `part`
   it computes the statistics of each chunk, for gpu__rowwise_join_kernel. Kind is that of the results, and
   GPU__ROWWISE_LOG for both with a logarithm, which `how` tells apart: what they need more would slow softmax. (There
   `softmax` is false, but no constant: nvcc would keep exponentials in registers, and take 10 % longer.) */
template <class Type, int Kind, int Threads, int Packs, int Pack> static __global__ void
    __launch_bounds__(256, gpu__rowwise_resident(Packs *(int)sizeof(Type), Kind == GPU__ROWWISE_NORM))
        gpu__rowwise_kernel(Type *out, const Type *x, const Type *gain, const Type *bias, gpu__triple *part,
                            size_t rows, size_t cols, unsigned chunks, int how, double epsilon)
{
    gpu__follow();
    constexpr bool Norm = Kind == GPU__ROWWISE_NORM;
    const bool softmax = Kind == GPU__ROWWISE_SOFTMAX || how == GPU__ROWWISE_SOFTMAX;
    const bool of_sum = Kind == GPU__ROWWISE_LOG && how == GPU__ROWWISE_LOG_OF_SUM;
    constexpr unsigned Groups = 256 / Threads;
    __shared__ double lanes[Threads > 32 ? 4 * 257 : 1];
    __shared__ Type of_warps[8];
    __shared__ gpu__triple sums[Kind == GPU__ROWWISE_LOG && Threads <= 32 ? Groups : 1];
    gpu__row_registers<Type, Threads, Packs, Pack> row;
    const unsigned t = threadIdx.x % Threads, chunk = Threads > 32 && chunks > 1 ? blockIdx.x % chunks : 0;
    const size_t r = Threads > 32 ? blockIdx.x / chunks : (size_t)blockIdx.x * Groups + threadIdx.x / Threads;
    const size_t begin = (size_t)chunk * GPU__ROWWISE_CHUNK, at = (r < rows ? r : rows - 1) * cols + begin;
    const unsigned n = cols - begin < GPU__ROWWISE_CHUNK ? (unsigned)(cols - begin) : (unsigned)GPU__ROWWISE_CHUNK;
    row.load(x + at, n, t, Norm ? (Type)0 : -(Type)INFINITY); /* beyond the end the last row, which is not stored */
    gpu__triple own;                                          /* as gpu__rowwise_stats */
    if constexpr (Norm) {
        own.count = (double)n;
        own.mean = row.sum(n, lanes) / own.count;
        own.m2 = row.squares(own.mean, n, t, lanes);
    } else {
        const Type m = gpu__rowwise_max<Threads>(row.greatest(), of_warps);
        own.mean = (double)m;
        own.m2 = row.exponentials(part || of_sum ? (Type)gpu__finite_or_0(m) : m, softmax, n, lanes, own.count);
    }
    if (Threads > 32 && part) {
        if (t == 0) part[blockIdx.x] = own;
        return;
    }
    if (of_sum) { /* a logarithm takes some hundred instructions of a warp: the first threads take those of the block */
        const size_t of_thread = r - threadIdx.x / Threads + threadIdx.x;
        if (Threads <= 32) {
            if (t == 0) sums[threadIdx.x / Threads] = own;
            __syncthreads();
            own = sums[threadIdx.x % Groups];
        }
        if (threadIdx.x < Groups && of_thread < rows)
            out[of_thread] = (Type)gpu__log_of_sum(own.mean, own.m2, gpu__log_of_stats(own.m2, own.count, sizeof(Type)),
                                                   gpu__rowwise_at_label(gain, x, of_thread, cols));
        return;
    }
    if constexpr (Norm) row.normalize(own.mean, 1 / sqrt(own.m2 / (double)n + epsilon), gain, bias, n, t);
    else if (softmax) row.scale((Type)(1 / own.m2), n);
    else row.subtract(own.mean, gpu__log_of_stats(own.m2, own.count, sizeof(Type)), n);
    if (r < rows) row.store(out + at, n, t);
}
/* Combines the statistics of a row's chunks, as gpu__rowwise_join does on the host; the results follow those of the
   chunks. */
static GPU__UNUSED __global__ void __launch_bounds__(GPU__ROWWISE_FOLD)
    gpu__rowwise_join_kernel(gpu__triple *part, size_t rows, unsigned chunks, int how)
{
    gpu__follow();
    __shared__ gpu__triple lane[GPU__ROWWISE_FOLD];
    __shared__ double of_warps[8];
    const unsigned t = threadIdx.x;
    const gpu__triple *const own = part + (size_t)blockIdx.x * chunks;
    gpu__triple sum = {0, 0, 0};
    double m = -(double)INFINITY;
    for (unsigned p = t; p < chunks && how != GPU__ROWWISE_NORM; p += GPU__ROWWISE_FOLD)
        m = own[p].mean > m ? own[p].mean : m;
    m = gpu__rowwise_max<GPU__ROWWISE_FOLD>(m, of_warps);
    for (unsigned p = t; p < chunks; p += GPU__ROWWISE_FOLD)
        if (how == GPU__ROWWISE_NORM) sum = p == t ? own[p] : gpu__merge(sum, own[p]);
        else {
            const double part_sum = gpu__times(own[p].m2, gpu__chunk_weight(own[p].mean, m, how));
            sum.m2 += part_sum;
            sum.count += own[p].mean == m ? own[p].count : part_sum;
        }
    lane[t] = sum;
    for (unsigned s = GPU__ROWWISE_FOLD / 2; s; s /= 2) {
        __syncthreads();
        if (t < s) {
            if (how == GPU__ROWWISE_NORM) lane[t] = gpu__merge(lane[t], lane[t + s]);
            else lane[t].m2 += lane[t + s].m2, lane[t].count += lane[t + s].count;
        }
    }
    if (t) return;
    if (how != GPU__ROWWISE_NORM) lane[0].mean = m;
    part[rows * chunks + blockIdx.x] = lane[0];
}
/* The second pass for rows of several chunks, whose statistics are in `part`. */
template <class Type, int Kind> static __global__ void __launch_bounds__(256)
    gpu__rowwise_apply_kernel(Type *out, const Type *x, const Type *gain, const Type *bias, const gpu__triple *part,
                              size_t rows, size_t cols, unsigned chunks, int how, double epsilon)
{
    gpu__follow();
    constexpr bool Norm = Kind == GPU__ROWWISE_NORM;
    const size_t r = blockIdx.x / chunks, begin = (size_t)(blockIdx.x % chunks) * GPU__ROWWISE_CHUNK;
    const unsigned n = cols - begin < GPU__ROWWISE_CHUNK ? (unsigned)(cols - begin) : (unsigned)GPU__ROWWISE_CHUNK;
    const gpu__triple s = part[rows * chunks + r];
    const Type shift = (Type)s.mean, scale = (Type)(1 / s.m2);
    const double factor = Norm ? 1 / sqrt(s.m2 / s.count + epsilon) : gpu__log_of_stats(s.m2, s.count, sizeof(Type));
    if (how == GPU__ROWWISE_LOG_OF_SUM) {
        if (begin == 0 && threadIdx.x == 0)
            out[r] = (Type)gpu__log_of_sum(s.mean, s.m2, factor, gpu__rowwise_at_label(gain, x, r, cols));
        return;
    }
#pragma unroll 8
    for (unsigned i = threadIdx.x; i < n; i += 256) {
        const Type v = x[r * cols + begin + i];
        out[r * cols + begin + i] =
            Norm ? (Type)gpu__normalized((double)v, s.mean, factor, gain ? (double)gain[begin + i] : 1,
                                         bias ? (double)bias[begin + i] : 0)
            : how == GPU__ROWWISE_SOFTMAX ? gpu__exp_below_t(v - shift) * scale
                                          : (Type)(((double)v - s.mean) - factor);
    }
}
/* Launches the kernels for rows that can be accessed Pack elements at a time. */
template <class Type, int Kind, int Pack>
static cudaError_t gpu__rowwise_packs(const gpu__job *j, const gpu__launch_context *context, gpu__triple *part,
                                      Type *out, const Type *x, const Type *gain, const Type *bias)
{
    const gpu__rowwise d = *(const gpu__rowwise *)j->detail;
    const size_t rows = j->rows, cols = j->cols;
    const unsigned chunks = (unsigned)d.chunks;
    void (*kernel)(Type *, const Type *, const Type *, const Type *, gpu__triple *, size_t, size_t, unsigned, int,
                   double);
    unsigned in_block = 1;
    constexpr int Wide = sizeof(Type) == 4 && Kind != GPU__ROWWISE_NORM ? 32 : 256; /* has registers for 2048 */
    if (cols <= 16) kernel = gpu__rowwise_kernel<Type, Kind, 2, 2, Pack>, in_block = 128;
    else if (cols <= 32) kernel = gpu__rowwise_kernel<Type, Kind, 2, 4, Pack>, in_block = 128;
    else if (cols <= 64) kernel = gpu__rowwise_kernel<Type, Kind, 4, 4, Pack>, in_block = 64;
    else if (cols <= 128) kernel = gpu__rowwise_kernel<Type, Kind, 8, 4, Pack>, in_block = 32;
    else if (cols <= 256) kernel = gpu__rowwise_kernel<Type, Kind, 16, 4, Pack>, in_block = 16;
    else if (cols <= 512) kernel = gpu__rowwise_kernel<Type, Kind, 32, 4, Pack>, in_block = 8;
    else if (cols <= 1024) kernel = gpu__rowwise_kernel<Type, Kind, 32, 8, Pack>, in_block = 8;
    else if (cols <= 2048) kernel = gpu__rowwise_kernel<Type, Kind, Wide, 512 / Wide, Pack>, in_block = 256 / Wide;
    else if (cols <= 4096) kernel = gpu__rowwise_kernel<Type, Kind, 256, 4, Pack>;
    else if (cols <= 8192) kernel = gpu__rowwise_kernel<Type, Kind, 256, 8, Pack>;
    else kernel = gpu__rowwise_kernel<Type, Kind, 256, 16, Pack>;
    cudaError_t e = gpu__launch(context, kernel, gpu__ceil_div(rows, in_block) * chunks, 256, 0, out, x, gain, bias,
                                part, rows, cols, chunks, d.how, d.epsilon);
    if (!e && chunks > 1)
        e = gpu__launch(context, gpu__rowwise_join_kernel, rows, GPU__ROWWISE_FOLD, 0, part, rows, chunks, d.how);
    if (!e && chunks > 1)
        e = gpu__launch(context, gpu__rowwise_apply_kernel<Type, Kind>, rows * chunks, 256, 0, out, x, gain, bias, part,
                        rows, cols, chunks, d.how, d.epsilon);
    return e;
}
template <class Type, int Kind> static cudaError_t
gpu__rowwise_launch(const gpu__job *j, const gpu__launch_context *context, void *out, const void *const *in)
{
    constexpr int Pack = 16 / (int)sizeof(Type);
    const gpu__rowwise d = *(const gpu__rowwise *)j->detail;
    gpu__triple *const part = d.chunks > 1 ? (gpu__triple *)context->space : NULL;
    const bool whole = j->cols % Pack == 0 && gpu__aligned(in[0], 16) && gpu__aligned(in[1], 16) &&
                       gpu__aligned(in[2], 16) && (d.how == GPU__ROWWISE_LOG_OF_SUM || gpu__aligned(out, 16));
    return (whole ? gpu__rowwise_packs<Type, Kind, Pack>
                  : gpu__rowwise_packs<Type, Kind, 1>)(j, context, part, (Type *)out, (const Type *)in[0],
                                                       (const Type *)in[1], (const Type *)in[2]);
}
