#ifdef GPU_LINALG
/* ---- Linear algebra: steps of factorisations for which a GPU has methods of its own ---------------------------- */

#ifdef __CUDA_ARCH__
/* The largest value of a warp, where each is -1 or not negative, and the least `at` among its equals. */
template <class Type> static __device__ __forceinline__ void gpu__la_warp_first(Type &v, unsigned &at)
{
#if __CUDA_ARCH__ >= 800
    if constexpr (sizeof(Type) == 4) { /* as integers, such floats have the same order */
        const unsigned key = v < 0 ? 0 : __float_as_uint(v) + 1, most = __reduce_max_sync(~0u, key);
        at = __reduce_min_sync(~0u, key == most ? at : ~0u);
        v = most ? __uint_as_float(most - 1) : -1.f;
    } else
#endif
    {
#pragma unroll
        for (int d = 16; d; d /= 2) {
            const Type w = __shfl_xor_sync(~0u, v, d);
            const unsigned there = __shfl_xor_sync(~0u, at, d);
            if (w > v || (w == v && there < at)) v = w, at = there;
        }
    }
}
#endif
/* ---- LU ---- */
/* The step gpu__la_lu_panel for a panel of up to Rows rows for each thread and Cols columns, which stays in registers.
   Rows stay where they are; at[] is their position after the swaps so far. In every step a thread's elements move by
   one column, so that the current column is in v[][0] and those that are done come round; after n steps each is n
   columns further to the left. Warps offer their candidates for the pivot row, two sets by turns, so that a step has
   one barrier. */
template <class Type, int Rows> static __device__ void gpu__la_lu_held(const gpu__la_step *s, size_t z, size_t)
{
#ifdef __CUDA_ARCH__
    constexpr int Cols = 128 / (int)sizeof(Type) / Rows;
    __shared__ __align__(16) Type offer[2][32][Cols];
    __shared__ Type sizes[2][32];
    __shared__ unsigned places[2][32];
    Type *const a = (Type *)s->x[0].p + z * s->x[0].stride;
    int *const pivots = (int *)s->x[1].p + z * s->x[1].stride, *const info = s->info + z / s->per_info;
    const size_t ld = s->x[0].ld;
    const unsigned m = (unsigned)s->m, n = (unsigned)s->n, none = ~0u / 64;
    const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32, warps = blockDim.x / 32;
    Type v[Rows][Cols];
    unsigned at[Rows];
#pragma unroll
    for (int r = 0; r < Rows; r++) {
        at[r] = r * blockDim.x + threadIdx.x;
#pragma unroll
        for (int c = 0; c < Cols; c++) v[r][c] = at[r] < m && c < n ? a[at[r] * ld + c] : (Type)0;
        if (at[r] >= m) at[r] = none;
    }
    for (unsigned j = 0; j < n; j++) {
        Type most = -1;
        unsigned first = none;
#pragma unroll
        for (int r = 0; r < Rows; r++) {
            const Type size = fabs(v[r][0]) >= 0 ? fabs(v[r][0]) : (Type)-1; /* NaN is smaller than all others */
            if (at[r] >= j && at[r] < none && (size > most || (size == most && at[r] < first)))
                most = size, first = at[r];
        }
        gpu__la_warp_first(most, first);
        if (lane == 0) sizes[j & 1][warp] = most, places[j & 1][warp] = first * 32 + warp;
#pragma unroll
        for (int r = 0; r < Rows; r++)
            if (at[r] == first && first < none) {
#pragma unroll
                for (int c = 0; c < Cols; c++) offer[j & 1][warp][c] = c + j < Cols ? v[r][c] : (Type)0;
            }
        __syncthreads();
        most = lane < warps ? sizes[j & 1][lane] : (Type)-1;
        first = lane < warps ? places[j & 1][lane] : ~0u;
        gpu__la_warp_first(most, first);
        const Type *const u = offer[j & 1][first % 32], pivot = u[0];
        const unsigned p = first / 32;
        if (threadIdx.x == 0) {
            pivots[j] = (int)(s->at + p);
            if (pivot == 0 && *info == 0) *info = (int)(s->at + j + 1);
        }
#pragma unroll
        for (int r = 0; r < Rows; r++) {
            at[r] = at[r] == p ? j : at[r] == j ? p : at[r];
            const bool below = at[r] > j && pivot != 0;
            const Type head = v[r][0], l = below ? head / pivot : (Type)0;
#pragma unroll
            for (int c = 1; c < Cols; c++) v[r][c - 1] = v[r][c] - l * u[c];
            v[r][Cols - 1] = below ? l : head;
        }
    }
#pragma unroll
    for (int r = 0; r < Rows; r++)
#pragma unroll
        for (int c = 0; c < Cols; c++) {
            const unsigned column = c + n < Cols ? c + n : c + n - Cols;
            if (at[r] < none && column < n) a[at[r] * ld + column] = v[r][c];
        }
#endif
}
/* The number of columns of a panel of m rows that a block holds in registers; 0 if there are too many rows. */
template <class Type> static size_t gpu__la_held_columns(size_t m)
{
    size_t columns = 128 / sizeof(Type), rows = 1024;
    for (; columns > 1 && rows < m; rows *= 2) columns /= 2;
    return columns > 1 ? columns : 0;
}
#ifdef __CUDA_ARCH__
/* What `count` swaps do to rows, by a warp: row `lane` comes from *source, and the row that was there goes to *target.
   p: the pivot of the lane's row, counted from the first row, or the lane itself. */
static __device__ __forceinline__ void gpu__la_compose(int p, int count, int *source, int *target)
{
    const int lane = threadIdx.x % 32;
    int from = lane, to = lane;
    for (int j = 0; j < count; j++) {
        const int pivot = __shfl_sync(~0u, p, j);
        const unsigned one_of_these = __ballot_sync(~0u, to == pivot);
        if (lane == j) from = one_of_these ? __ffs((int)one_of_these) - 1 : pivot;
        to = to == j ? pivot : to == pivot ? j : to;
    }
    *source = from, *target = to;
}
#endif
/* After n columns of a panel are factored, at s->at in it, the others: a block has one. Their rows are swapped;
   those to the right become U, and below it the product of L and U is subtracted. */
template <class Type, int Rows> static __device__ void gpu__la_lu_apply(const gpu__la_step *s, size_t z, size_t block)
{
#ifdef __CUDA_ARCH__
    constexpr int Cols = 128 / (int)sizeof(Type) / Rows;
    __shared__ Type u[32];
    const Type *const l = (const Type *)s->x[0].p + z * s->x[0].stride;
    const int *const pivots = (const int *)s->x[1].p + z * s->x[1].stride;
    const size_t ld = s->x[0].ld, column = block < s->at ? block : block + s->n;
    Type *const b = (Type *)s->x[2].p + z * s->x[0].stride + column;
    const int lane = threadIdx.x % 32, n = (int)s->n;
    if (threadIdx.x < 32) {
        int source, target;
        gpu__la_compose(lane < n ? pivots[lane] - (int)s->number : lane, n, &source, &target);
        Type x = lane < n ? b[source * ld] : (Type)0;
        const Type go = lane < n ? b[lane * ld] : (Type)0;
        __syncwarp();
        if (lane < n && target >= n) b[target * ld] = go;
        if (column >= s->at)
            for (int p = 0; p < n; p++) {
                const Type known = __shfl_sync(~0u, x, p);
                if (lane > p && lane < n) x -= l[lane * ld + p] * known;
            }
        if (lane < n) b[lane * ld] = x;
        u[lane] = x;
    }
    __syncthreads();
    if (column < s->at) return;
#pragma unroll
    for (int r = 0; r < Rows; r++) {
        const size_t i = r * blockDim.x + threadIdx.x;
        if (i < (size_t)n || i >= s->m) continue;
        Type y = b[i * ld];
#pragma unroll
        for (int c = 0; c < Cols; c++)
            if (c < n) y -= l[i * ld + c] * u[c];
        b[i * ld] = y;
    }
#endif
}
/* Factors a panel of up to 32 columns for which gpu__la_held_columns is not 0, so many columns at a time. */
template <class Type, int Rows = 1> static void gpu__la_lu_of_held(gpu__la *la, const gpu__la_step *s)
{
    if constexpr (Rows * sizeof(Type) <= 64) {
        const size_t columns = 128 / sizeof(Type) / Rows, n = s->n;
        const unsigned threads = (unsigned)gpu__ceil_div(gpu__ceil_div(s->m, Rows), 32) * 32;
        gpu__la_step some = *s, others;
        if (s->m > Rows * 1024) return gpu__la_lu_of_held<Type, 2 * Rows>(la, s);
        if (la->measuring) return;
        for (size_t j = 0; j < n; j += columns) {
            some.m = s->m - j, some.n = n - j < columns ? n - j : columns, some.at = s->at + j;
            some.x[0].p = (Type *)s->x[0].p + j * s->x[0].ld + j, some.x[1].p = (int *)s->x[1].p + j;
            gpu__la_launch<gpu__la_lu_held<Type, Rows>, 0>(la, &some, 1, la->batch, threads);
            others = some, others.at = j, others.number = (double)some.at;
            others.x[2].p = (Type *)some.x[0].p - j;
            if constexpr (Rows > 1 || sizeof(Type) > 4)
                gpu__la_launch<gpu__la_lu_apply<Type, Rows>, 0>(la, &others, n - some.n, la->batch, threads);
        }
    }
}
/* The step gpu__la_swap_rows: each thread moves the elements of one column, 32 swaps at a time. */
template <class Type> static __device__ void gpu__la_swap_held(const gpu__la_step *s, size_t z, size_t block)
{
#ifdef __CUDA_ARCH__
    __shared__ int source[32], target[32]; /* of the 32 rows: where row j comes from, where it goes to */
    const int *const pivots = (const int *)s->x[1].p + z * s->x[1].stride;
    const size_t ld = s->x[0].ld, column = block * blockDim.x + threadIdx.x;
    for (size_t first = 0; first < s->k; first += 32) {
        const int lane = threadIdx.x % 32, count = s->k - first < 32 ? (int)(s->k - first) : 32;
        Type *const a = (Type *)s->x[0].p + z * s->x[0].stride + first * ld + column;
        Type come[32], go[8];
        if (threadIdx.x < 32) {
            const int pivot = lane < count ? pivots[first + lane] - (int)(s->at + first) : lane;
            gpu__la_compose(pivot, count, source + lane, target + lane);
        }
        __syncthreads();
        if (column < s->n) {
#pragma unroll
            for (int j = 0; j < 32; j++)
                if (j < count) come[j] = a[source[j] * ld];
#pragma unroll
            for (int i = 0; i < 32; i += 8) {
#pragma unroll
                for (int j = 0; j < 8; j++)
                    if (i + j < count && target[i + j] >= count) go[j] = a[(i + j) * ld];
#pragma unroll
                for (int j = 0; j < 8; j++)
                    if (i + j < count && target[i + j] >= count) a[target[i + j] * ld] = go[j];
            }
#pragma unroll
            for (int j = 0; j < 32; j++)
                if (j < count && source[j] != j) a[j * ld] = come[j];
        }
        __syncthreads();
    }
#endif
}
/* ---- triangles ---- */
/* The step gpu__la_solve_base for up to Rows rows and 64 threads. The triangle is in shared memory, as if it were
   lower: by columns, with an identity after it. Each thread has a column of B in registers. If the rows of B are
   contiguous columns, a warp moves 16 rows at a time by way of shared memory. */
template <class Type, int Rows> static __device__ void gpu__la_solve_held(const gpu__la_step *s, size_t z, size_t block)
{
#ifdef __CUDA_ARCH__
    __shared__ __align__(16) Type t[Rows][Rows], tiles[2][32][17];
    const Type *const from = (const Type *)s->x[0].p + z * s->x[0].stride;
    const size_t tr = s->x[0].ld, tc = s->x[2].ld, br = s->x[1].ld, bc = s->x[3].ld;
    const int n = (int)s->n, back = s->flag & GPU__LA_BACKWARD, unit = s->flag & GPU__LA_UNIT_DIAGONAL;
    const size_t first = block * 64 + threadIdx.x / 32 * 32, last = s->m - block * 64 < 64 ? s->m : block * 64 + 64;
    const int lane = threadIdx.x % 32, count = first < last ? (int)(last - first) : 0;
    Type *const b = (Type *)s->x[1].p + z * s->x[1].stride + first * bc;
    Type(*const tile)[17] = tiles[threadIdx.x / 32], x[Rows];
    auto row = [=](int i) { return (size_t)(back ? n - 1 - i : i); };
    for (int e = threadIdx.x; e < Rows * Rows; e += blockDim.x) {
        const int slow = e / Rows, fast = e % Rows, i = tc == 1 ? slow : fast, p = tc == 1 ? fast : slow;
        t[p][i] = i < n && p < i ? from[row(i) * tr + row(p) * tc]
                  : i == p       ? (i < n && !unit ? from[row(i) * (tr + tc)] : (Type)1)
                                 : (Type)0;
    }
#pragma unroll
    for (int i = 0; i < Rows; i++) {
        if (bc != 1 && i % 16 == 0) {
            __syncwarp();
            for (int e = lane; e < 512; e += 32)
                if (i + e % 16 < n && e / 16 < count) tile[e / 16][e % 16] = b[row(i + e % 16) * br + e / 16 * bc];
            __syncwarp();
        }
        x[i] = i >= n || lane >= count ? (Type)0 : bc == 1 ? b[row(i) * br + lane] : tile[lane][i % 16];
    }
    __syncthreads();
#pragma unroll
    for (int p = 0; p < Rows; p++) {
        if (p >= n) break;
        if (!unit) x[p] /= t[p][p];
#pragma unroll
        for (int i = p + 1; i < Rows; i++) x[i] -= t[p][i] * x[p];
    }
#pragma unroll
    for (int i = 0; i < Rows; i++) {
        if (bc != 1)
            tile[lane][i % 16] = x[i];
        else if (i < n && lane < count)
            b[row(i) * br + lane] = x[i];
        if (bc != 1 && i % 16 == 15) {
            __syncwarp();
            for (int e = lane; e < 512; e += 32)
                if (i - 15 + e % 16 < n && e / 16 < count)
                    b[row(i - 15 + e % 16) * br + e / 16 * bc] = tile[e / 16][e % 16];
            __syncwarp();
        }
    }
#endif
}
/* The same step for up to 4 columns of B, of which a warp solves one: a lane has two rows. */
template <class Type> static __device__ void gpu__la_solve_few(const gpu__la_step *s, size_t z, size_t)
{
#ifdef __CUDA_ARCH__
    __shared__ Type t[64][65];
    const Type *const from = (const Type *)s->x[0].p + z * s->x[0].stride;
    const size_t tr = s->x[0].ld, tc = s->x[2].ld, br = s->x[1].ld, bc = s->x[3].ld;
    const int n = (int)s->n, back = s->flag & GPU__LA_BACKWARD, unit = s->flag & GPU__LA_UNIT_DIAGONAL;
    const int i = threadIdx.x % 32;
    Type *const b = (Type *)s->x[1].p + z * s->x[1].stride + threadIdx.x / 32 * bc;
    auto row = [=](int j) { return (size_t)(back ? n - 1 - j : j); };
    for (int e = threadIdx.x; e < n * n; e += blockDim.x) {
        const int slow = e / n, fast = e % n, j = tc == 1 ? slow : fast, p = tc == 1 ? fast : slow;
        if (p < j || (p == j && !unit)) t[p][j] = from[row(j) * tr + row(p) * tc];
    }
    Type x = i < n ? b[row(i) * br] : (Type)0, y = i + 32 < n ? b[row(i + 32) * br] : (Type)0;
    __syncthreads();
    for (int p = 0; p < n; p++) {
        Type &mine = p < 32 ? x : y;
        if (i == p % 32 && !unit) mine /= t[p][p];
        const Type known = __shfl_sync(~0u, mine, p % 32);
        if (i > p && i < n) x -= t[p][i] * known;
        if (i + 32 > p && i + 32 < n) y -= t[p][i + 32] * known;
    }
    if (i < n) b[row(i) * br] = x;
    if (i + 32 < n) b[row(i + 32) * br] = y;
#endif
}
template <class Type> static void gpu__la_solve_of_held(gpu__la *la, const gpu__la_step *s)
{
    const size_t blocks = gpu__ceil_div(s->m, 64);
    if (s->m <= 4)
        gpu__la_launch<gpu__la_solve_few<Type>, 0, 128>(la, s, 1, la->batch, 32 * (unsigned)s->m);
    else if (s->n <= 32)
        gpu__la_launch<gpu__la_solve_held<Type, 32>, 0, 64>(la, s, blocks, la->batch, s->m <= 32 ? 32 : 64);
    else
        gpu__la_launch<gpu__la_solve_held<Type, 64>, 0, 64>(la, s, blocks, la->batch, s->m <= 32 ? 32 : 64);
}
/* ---- Cholesky ---- */
/* The step gpu__la_cholesky_base for up to 64 rows. A thread has a row of 32 columns in registers; those to the left of
   it are done, and in shared memory. */
template <class Type> static __device__ void gpu__la_cholesky_held(const gpu__la_step *s, size_t z, size_t)
{
#ifdef __CUDA_ARCH__
    __shared__ __align__(16) Type l[64][64 + 16 / sizeof(Type)], column[32];
    __shared__ Type diagonal;
    Type *const a = (Type *)s->x[0].p + z * s->x[0].stride, v[32];
    int *const info = s->info + z / s->per_info;
    const int n = (int)s->n, i = threadIdx.x, all = blockDim.x;
    for (int e = i; e < all * all; e += all)
        l[e / all][e % all] = e / all < n && e % all <= e / all ? a[e / all * s->x[0].ld + e % all] : (Type)0;
    __syncthreads();
    for (int first = 0; first < n; first += 32) {
#pragma unroll
        for (int c = 0; c < 32; c++) v[c] = l[i][first + c];
        for (int p = 0; p < first; p++) {
            const Type x = l[i][p];
#pragma unroll
            for (int c = 0; c < 32; c++) v[c] -= x * l[first + c][p];
        }
#pragma unroll
        for (int j = 0; j < 32; j++) {
            if (first + j >= n) break;
            if (i == first + j) diagonal = v[j];
            __syncthreads();
            const Type d = diagonal, root = sqrt(d), x = i == first + j ? root : v[j] / root;
            if (!(d > 0)) { /* as all threads see */
                if (i == 0 && *info == 0) *info = (int)(s->at + first + j + 1);
                return;
            }
            if (i >= first + j) l[i][first + j] = x;
            if (i >= first && i < first + 32) column[i - first] = x;
            __syncthreads();
#pragma unroll
            for (int c = j + 1; c < 32; c++) v[c] -= x * column[c];
        }
    }
    for (int e = i; e < all * all; e += all)
        if (e / all < n && e % all <= e / all) a[e / all * s->x[0].ld + e % all] = l[e / all][e % all];
#endif
}
/* ---- QR ---- */
/* The step gpu__la_qr_panel for a panel in registers as in gpu__la_lu_held. The sums of products of the current column
   with all others, below row j, are made together: of each warp by halving the columns, then of the block. If the
   column is faint, that is done again with the column scaled up. */
template <class Type, auto Reflector, int Rows>
static __device__ void gpu__la_qr_held(const gpu__la_step *s, size_t z, size_t)
{
#ifdef __CUDA_ARCH__
    constexpr int Cols = 128 / (int)sizeof(Type) / Rows, Half = Cols / 2;
    constexpr Type Faint = sizeof(Type) == 4 ? (Type)8.2718061e-25 : (Type)4.5131906e-277;
    constexpr Type Much = sizeof(Type) == 4 ? (Type)1152921504606846976.0 : (Type)3.273390607896142e150;
    __shared__ Type part[32][Cols + 1];
    __shared__ __align__(16) Type heads[2][Cols], total[Cols];
    Type *const a = (Type *)s->x[0].p + z * s->x[0].stride, *const tau = (Type *)s->x[1].p + z * s->x[1].stride;
    const size_t ld = s->x[0].ld;
    const unsigned m = (unsigned)s->m, n = (unsigned)s->n;
    const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32, warps = blockDim.x / 32;
    Type v[Rows][Cols];
#pragma unroll
    for (int r = 0; r < Rows; r++) {
        const unsigned i = r * blockDim.x + threadIdx.x;
#pragma unroll
        for (int c = 0; c < Cols; c++) v[r][c] = i < m && c < n ? a[i * ld + c] : (Type)0;
    }
    for (unsigned j = 0; j < n; j++) {
        Type *const head = heads[j & 1];
        Type alpha = 0, up = 1;
        for (bool again = true; again;) {
            Type sum[Half];
#pragma unroll
            for (int c = 0; c < Half; c++) {
                Type low = 0, high = 0;
#pragma unroll
                for (int r = 0; r < Rows; r++) {
                    const Type x = r * blockDim.x + threadIdx.x > j ? v[r][0] : (Type)0;
                    low += x * v[r][c], high += x * v[r][c + Half];
                }
                const Type other = __shfl_xor_sync(~0u, lane & 16 ? low : high, 16);
                sum[c] = (lane & 16 ? high : low) + other;
            }
#pragma unroll
            for (int d = 8, k = Half / 2; d; d /= 2, k /= 2) {
                if (k == 0) sum[0] += __shfl_xor_sync(~0u, sum[0], d);
#pragma unroll
                for (int c = 0; c < k; c++) {
                    const Type other = __shfl_xor_sync(~0u, lane & d ? sum[c] : sum[c + k], d);
                    sum[c] = (lane & d ? sum[c + k] : sum[c]) + other;
                }
            }
            if (lane % (32 / Cols) == 0) part[warp][lane / (32 / Cols)] = sum[0];
#pragma unroll
            for (int r = 0; r < Rows; r++)
                if (r * blockDim.x + threadIdx.x == j) {
#pragma unroll
                    for (int c = 0; c < Cols; c++) head[c] = c + j < Cols ? v[r][c] : (Type)0;
                }
            __syncthreads();
            for (unsigned c = warp; c < Cols; c += warps) {
                const Type all = gpu__la_warp_sum(lane < warps ? part[lane][c] : (Type)0);
                if (lane == 0) total[c] = c + j < Cols ? all : (Type)0;
            }
            __syncthreads();
            if (up == 1) alpha = head[0];
            again = up == 1 && !(alpha * alpha + total[0] > Faint);
            if (!again) break;
            up = Much;
#pragma unroll
            for (int r = 0; r < Rows; r++)
                if (r * blockDim.x + threadIdx.x > j) v[r][0] *= up;
            __syncthreads();
        }
        Type beta, over;
        const Type t = Reflector(alpha, total[0], up, &beta, &over);
        over /= up;
        if (threadIdx.x == 0) tau[j] = t;
#pragma unroll
        for (int r = 0; r < Rows; r++) {
            const unsigned i = r * blockDim.x + threadIdx.x;
            const Type x = i > j ? v[r][0] * over : v[r][0], y = i > j ? x * t : i == j ? t : (Type)0;
#pragma unroll
            for (int c = 1; c < Cols; c++) v[r][c - 1] = v[r][c] - y * (head[c] + over * total[c]);
            v[r][Cols - 1] = i == j ? beta : x;
        }
    }
#pragma unroll
    for (int r = 0; r < Rows; r++)
#pragma unroll
        for (int c = 0; c < Cols; c++) {
            const unsigned i = r * blockDim.x + threadIdx.x, column = c + n < Cols ? c + n : c + n - Cols;
            if (i < m && column < n) a[i * ld + column] = v[r][c];
        }
#endif
}
/* Applies the reflectors of the k columns of x[0] to the columns after them: a block has one, in registers. */
template <class Type, int Rows> static __device__ void gpu__la_qr_apply(const gpu__la_step *s, size_t z, size_t block)
{
#ifdef __CUDA_ARCH__
    const Type *const a = (const Type *)s->x[0].p + z * s->x[0].stride;
    const Type *const tau = (const Type *)s->x[1].p + z * s->x[1].stride;
    const size_t ld = s->x[0].ld;
    Type *const to = (Type *)s->x[0].p + z * s->x[0].stride + s->k + block, x[Rows], y[Rows];
#pragma unroll
    for (int r = 0; r < Rows; r++) {
        const size_t i = r * blockDim.x + threadIdx.x;
        y[r] = i < s->m ? to[i * ld] : (Type)0;
    }
    for (size_t j = 0; j < s->k; j++) {
        Type sum = 0;
#pragma unroll
        for (int r = 0; r < Rows; r++) {
            const size_t i = r * blockDim.x + threadIdx.x;
            x[r] = i == j ? (Type)1 : i > j && i < s->m ? a[i * ld + j] : (Type)0;
            sum += x[r] * y[r];
        }
        sum = gpu__la_block_sum(sum) * tau[j];
#pragma unroll
        for (int r = 0; r < Rows; r++) y[r] -= x[r] * sum;
    }
#pragma unroll
    for (int r = 0; r < Rows; r++) {
        const size_t i = r * blockDim.x + threadIdx.x;
        if (i < s->m) to[i * ld] = y[r];
    }
#endif
}
/* Factors a panel for which gpu__la_held_columns is not 0, so many columns at a time. */
template <class Type, auto Reflector, int Rows = 1> static void gpu__la_qr_of_held(gpu__la *la, const gpu__la_step *s)
{
    if constexpr (Rows * sizeof(Type) <= 64) {
        const size_t columns = 128 / sizeof(Type) / Rows, n = s->n;
        const unsigned threads = (unsigned)gpu__ceil_div(gpu__ceil_div(s->m, Rows), 32) * 32;
        gpu__la_step some = *s;
        if (s->m > Rows * 1024) return gpu__la_qr_of_held<Type, Reflector, 2 * Rows>(la, s);
        if (la->measuring) return;
        for (size_t j = 0; j < n; j += columns) {
            some.m = s->m - j, some.n = some.k = n - j < columns ? n - j : columns;
            some.x[0].p = (Type *)s->x[0].p + j * s->x[0].ld + j, some.x[1].p = (Type *)s->x[1].p + j;
            gpu__la_launch<gpu__la_qr_held<Type, Reflector, Rows>, 0>(la, &some, 1, la->batch, threads);
            if constexpr (Rows > 1 || sizeof(Type) > 4)
                gpu__la_launch<gpu__la_qr_apply<Type, Rows>, 0>(la, &some, n - j - some.n, la->batch, threads);
        }
    }
}
#ifdef __CUDA_ARCH__
/* The step gpu__la_qr_triangle, for a warp: each lane has a row of T in registers. */
template <class Type> static __device__ void gpu__la_triangle_held(const gpu__la_step *s, size_t z)
{
    __shared__ __align__(16) Type g[32][32]; /* transposed */
    __shared__ Type tau[32];
    const Type *const from = (const Type *)s->x[1].p + z * s->x[1].stride;
    const int n = (int)s->n, i = threadIdx.x;
    Type t[32];
    if (i < n) tau[i] = ((const Type *)s->x[2].p + z * s->x[2].stride)[i];
    for (int p = 0; p < 32; p++) g[i][p] = i < n && p < n ? from[p * s->x[1].ld + i] : (Type)0;
    __syncwarp();
#pragma unroll
    for (int j = 0; j < 32; j++) {
        Type sum = 0;
        if (j >= n) break;
#pragma unroll
        for (int p = 0; p < j; p++) sum += t[p] * g[j][p];
        t[j] = i < j ? -tau[j] * sum : i == j ? tau[j] : (Type)0;
        if (i < n) ((Type *)s->x[0].p + z * s->x[0].stride)[i * s->x[0].ld + j] = t[j];
    }
    __syncwarp();
}
#endif
#endif
