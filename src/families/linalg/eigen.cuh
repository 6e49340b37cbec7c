/* ---- Linear algebra: steps of eigenproblems for which a GPU has methods of its own ----------------------------- */

template <class Type> GPU__DEVICE_FN Type gpu__la_warp_product(Type v)
{
    GPU__UNROLLED (int d = 16; d; d /= 2) v *= __shfl_xor_sync(~0u, v, d);
    return v;
}
/* The sums over a warp of eight values: lane l gets number l / 4, in sum[0]. */
template <class Type> GPU__DEVICE_FN void gpu__la_eight_sums(Type *sum)
{
    const unsigned lane = threadIdx.x % 32;
    GPU__UNROLLED (int d = 16, k = 4; k; d /= 2, k /= 2)
        GPU__UNROLLED (int q = 0; q < k; q++) {
            const Type other = __shfl_xor_sync(~0u, lane & d ? sum[q] : sum[q + k], d);
            sum[q] = (lane & d ? sum[q + k] : sum[q]) + other;
        }
    sum[0] += __shfl_xor_sync(~0u, sum[0], 2);
    sum[0] += __shfl_xor_sync(~0u, sum[0], 1);
}
/* ---- reduction to a tridiagonal matrix ---- */
enum { GPU__LA_MEETING = 512, GPU__LA_PANEL_THREADS = 256 }; /* most blocks of a matrix; threads of each */
#ifdef __CUDA_ARCH__
/* A panel of the reduction in one launch. The rows of the matrix that are left are divided among its blocks. Column i
   of the panel takes two phases, between which the blocks wait for each other:
   - update(i): W of column i - 1, then row i of A without the contributions of V and W, and its sum of squares;
   - products(i): the reflector v, and the products of v and the block's rows of A and of V and W.
   A phase takes as long as the loads that wait for each other. So what other blocks do not change is loaded before the
   block waits for them; by __ldcg, if they change other elements of the same cache line. Warp 0 does what is not
   divided among warps. x[2] of the step has the products y = A v, then V v and W v, then for each block its sum of
   squares and its part of the product of y and v. */
template <class Type> struct gpu__la_panel {
    enum { Warps = GPU__LA_PANEL_THREADS / 32, Most = 32, Each = Most / Warps, Rows = 8 };
    struct
        tile { /* of 32 rows of the block: a warp's rows of V and W, and for warp 0 the last v, y, and the row of A */
        Type v[Each], w[Each], last, y, row;
    };
    Type *a, *v, *w, *x, *y, *dots, *squares, *meets, *d, *e, *taus; /* x: rows of A, later the second copy of V */
    unsigned *counter, met, n, ld, at, low, high, block, blocks, most, columns, extra, lane, warp;
    Type tau; /* of warp 0 */
    template <int Pack> struct __align__(Pack * sizeof(Type)) pack { Type at[Pack]; };

    __device__ gpu__la_panel(const gpu__la_step &s, size_t z, unsigned all)
        : met(0), n((unsigned)s.n), ld((unsigned)s.x[0].ld), at((unsigned)s.at), block(blockIdx.x % all), blocks(all),
          most((unsigned)s.k), columns((unsigned)s.m), extra(0), lane(threadIdx.x % 32), warp(threadIdx.x / 32), tau(0)
    {
        const unsigned rows = (n - at + blocks - 1) / blocks;
        a = (Type *)s.x[0].p + z * s.x[0].stride, v = (Type *)s.x[1].p + z * s.x[1].stride;
        w = row_of(v, most), x = row_of(w, most), y = (Type *)s.x[2].p + z * s.x[2].stride;
        dots = y + n, squares = dots + 2 * most, meets = squares + GPU__LA_MEETING;
        d = (Type *)s.x[3].p + z * s.x[3].stride, e = d + n, taus = e + n;
        counter = (unsigned *)s.x[4].p + z * s.x[4].stride;
        low = at + block * rows < n ? at + block * rows : n, high = n - low < rows ? n : low + rows;
    }
    __device__ Type *row_of(Type *of, unsigned i) const { return of + (size_t)i * n; }
    __device__ void arrive(void)
    {
        __syncthreads();
        met += blocks;
        if (blocks > 1 && threadIdx.x == 0)
            asm volatile("red.release.gpu.global.add.u32 [%0], 1;" ::"l"(counter) : "memory");
    }
    __device__ void wait(void)
    {
        unsigned seen = met;
        if (blocks == 1) return;
        if (threadIdx.x == 0) {
            do asm volatile("ld.acquire.gpu.global.u32 %0, [%1];" : "=r"(seen) : "l"(counter) : "memory");
            while (seen < met);
        }
        __syncthreads();
    }
    __device__ Type of_blocks(const Type *part) const /* a lane's part of the sum over all blocks */
    {
        Type sum = 0;
#pragma unroll 4
        for (unsigned k = lane; k < blocks; k += 32) sum += __ldcg(part + k);
        return sum;
    }
    __device__ tile tile_at(unsigned i, unsigned r) const
    {
        const unsigned done = i ? i - 1 : 0;
        tile t = {};
        if (r >= high) return t;
        GPU__UNROLLED (unsigned k = 0; k < Each; k++)
            if (warp + k * Warps < done)
                t.v[k] = __ldcg(row_of(v, warp + k * Warps) + r), t.w[k] = __ldcg(row_of(w, warp + k * Warps) + r);
        if (warp == 0 && i) t.last = __ldcg(row_of(v, done) + r), t.y = __ldcg(y + r);
        if (warp == 0 && i < columns) t.row = a[(size_t)(at + i) * ld + r];
        return t;
    }
    __device__ void update(unsigned i)
    {
        __shared__ Type by_v[Most], by_w[Most], v_here[Most], w_here[Most], part[2][Warps][33];
        const unsigned j = at + i, done = i ? i - 1 : 0;
        unsigned base = low > j ? low : j;
        tile t = tile_at(i, base + lane);
        Type square = 0, share = 0, mine = 0;
        if (warp == 0 && lane < done) v_here[lane] = __ldcg(row_of(v, lane) + j);
        if (warp == 1 && lane < done) w_here[lane] = __ldcg(row_of(w, lane) + j);
        if (i) wait();
        if (warp < 2 && lane < done) (warp ? by_w : by_v)[lane] = __ldcg(dots + warp * most + lane);
        if (warp == 0 && i) share = of_blocks(meets), mine = __ldcg(y + j);
        __syncthreads();
        for (bool first = true; base < high || first; base += 32, first = false) {
            Type sum = 0, change = 0;
            GPU__UNROLLED (unsigned k = 0; k < Each; k++) {
                const unsigned p = warp + k * Warps;
                if (p >= done) break;
                sum += t.v[k] * by_w[p] + t.w[k] * by_v[p];
                change += t.v[k] * w_here[p] + t.w[k] * v_here[p];
            }
            part[0][warp][lane] = sum, part[1][warp][lane] = change;
            if (first && warp == 0 && i) { /* the factor of v in W, and element j of W */
                const Type x_v = lane < done ? by_v[lane] : (Type)0, x_w = lane < done ? by_w[lane] : (Type)0;
                share = tau * tau / 2 * gpu__la_warp_sum(share - 2 * x_v * x_w);
                mine -= gpu__la_warp_sum(lane < done ? v_here[lane] * x_w + w_here[lane] * x_v : (Type)0);
                mine = tau * mine - share;
            }
            __syncthreads();
            if (warp == 0) square += finish(i, t, base + lane, sum, change, share, mine, part);
            if (base + 32 < high) t = tile_at(i, base + 32 + lane), __syncthreads();
        }
        if (warp) return;
        __syncwarp();
        square = gpu__la_warp_sum(square);
        if (lane == 0) squares[block] = square;
    }
    /* Element r of W of column i - 1 and of row i of A; returns its square, if it is below the first element. */
    __device__ Type finish(unsigned i, const tile &t, unsigned r, Type sum, Type change, Type share, Type mine,
                           const Type (*part)[Warps][33])
    {
        if (r >= high) return 0;
        GPU__UNROLLED (unsigned k = 1; k < Warps; k++) sum += part[0][k][lane], change += part[1][k][lane];
        const Type own = i ? tau * (t.y - sum) - share * t.last : (Type)0, u = t.row - change - t.last * mine - own;
        if (i) row_of(w, i - 1)[r] = own, row_of(x, i - 1)[r] = t.last;
        if (i == columns) return 0;
        row_of(x, i)[r] = u;
        if (r == at + i) d[r] = u;
        return r > at + i + 1 ? u * u : (Type)0;
    }
    /* Computes the reflector of column i, u, from the sum of its squares, by warp 0; returns the factor of u. */
    template <auto Reflector> __device__ Type reflect(unsigned i, const Type *u, Type square, Type alpha)
    {
        constexpr Type Faint = sizeof(Type) == 4 ? (Type)8.2718061e-25 : (Type)4.5131906e-277;
        constexpr Type Much = sizeof(Type) == 4 ? (Type)1152921504606846976.0 : (Type)3.273390607896142e150;
        const unsigned j = at + i;
        Type up = 1, beta, over;
        square = gpu__la_warp_sum(square);
        if (!(alpha * alpha + square > Faint)) { /* as all blocks see */
            up = Much, square = 0;
#pragma unroll 4
            for (unsigned c = j + 2 + lane; c < n; c += 32) square += u[c] * up * (u[c] * up);
            square = gpu__la_warp_sum(square);
        }
        tau = Reflector(alpha, square, up, &beta, &over);
        if (block == 0 && lane == 0) e[j] = beta, taus[j] = tau;
        return over;
    }
    /* Row k of those that the block multiplies by v, and where its product goes: `mine` rows of A from `first` on, then
       rows of V and W. */
    __device__ const Type *factor(unsigned k, unsigned mine, unsigned first, unsigned i) const
    {
        const unsigned p = block + (k - mine) * blocks, index = k < mine ? first + k : p < i ? p : p - i + most;
        return (k < mine ? a : v) + (size_t)index * (k < mine ? ld : n);
    }
    __device__ Type *result(unsigned k, unsigned mine, unsigned first, unsigned i) const
    {
        const unsigned p = block + (k - mine) * blocks;
        return y + (k < mine ? first + k : n + (p < i ? p : p - i + most));
    }
    template <int Pack> __device__ void load(pack<Pack> *p, const Type *const *row, unsigned k) const
    {
        GPU__UNROLLED (int q = 0; q < Rows; q++)
            if (k < n) p[q] = *(const pack<Pack> *)(row[q] + k);
    }
    /* Adds the products of eight rows and u from element `begin` on. The packs p of the rows, which begin at element k,
       are loaded a step ahead. */
    template <int Pack> __device__ void multiply(Type *sum, pack<Pack> *p, const Type *const *row, const Type *u,
                                                 unsigned k, unsigned begin, unsigned step) const
    {
        while (k < n) {
            pack<Pack> b = *(const pack<Pack> *)(u + k);
            if (k < begin) { /* of an earlier panel */
                GPU__UNROLLED (int l = 0; l < Pack; l++) {
                    if (k + l >= begin) continue;
                    b.at[l] = 0;
                    GPU__UNROLLED (int q = 0; q < Rows; q++) p[q].at[l] = 0;
                }
            }
            GPU__UNROLLED (int q = 0; q < Rows; q++)
                GPU__UNROLLED (int l = 0; l < Pack; l++) sum[q] += p[q].at[l] * b.at[l];
            load(p, row, k += step);
        }
    }
    /* Eight rows at a time, by one warp or, if there are few rows, by several. */
    template <auto Reflector, int Pack> __device__ void products(unsigned i)
    {
        __shared__ Type part[Rows * Warps], factor_of_u;
        const unsigned j = at + i, first = low > j ? low : j + 1, mine = first < high ? high - first : 0;
        const Type *const u = row_of(x, i);
        unsigned shift = 0; /* 1 << shift warps for eight rows */
        while (block + extra * blocks < 2 * i) extra++;
        const unsigned all = mine + extra, groups = (all + Rows - 1) / Rows;
        while (groups && groups << (shift + 1) <= Warps) shift++;
        const unsigned segment = warp & ((1u << shift) - 1), step = 32 * Pack << shift;
        const unsigned start = (j + 2) / Pack * Pack + (segment * 32 + lane) * Pack;
        Type edge = 0, own = 0, square = 0, alpha = 0;
        bool waited = false;
        for (unsigned g = warp >> shift; g < groups || !waited; g += Warps >> shift) {
            const Type *row[Rows];
            pack<Pack> p[Rows];
            Type sum[Rows] = {};
            const unsigned k = g < groups ? start : n;
            GPU__UNROLLED (unsigned q = 0; q < Rows; q++) row[q] = factor(min(g * Rows + q, all - 1), mine, first, i);
            const bool late = !waited && g * Rows + Rows > mine; /* the last row of W is not complete yet */
            if (!late) load(p, row, k);
            if (!waited) {
                wait(), waited = true;
                if (late) load(p, row, k);
                if (warp == 0) square = of_blocks(squares), alpha = __ldcg(u + j + 1);
                if (warp == 0 && lane < all) edge = factor(lane, mine, first, i)[j + 1];
                if (warp == 0 && lane < mine) own = u[first + lane];
            }
            multiply(sum, p, row, u, k, j + 2, step);
            if (g >= groups) break;
            __syncwarp();
            gpu__la_eight_sums(sum);
            const unsigned to = g * Rows + lane / 4;
            if (lane % 4 == 0 && to < all)
                *(shift ? part + (to << shift) + segment : result(to, mine, first, i)) = sum[0];
            __syncwarp();
        }
        if (warp == 0) {
            const Type over = reflect<Reflector>(i, u, square, alpha);
            if (lane == 0) factor_of_u = over;
        }
        __syncthreads();
        if (warp == 0) combine(i, part, shift, all, mine, first, edge, own, factor_of_u);
        store(i, u, first, factor_of_u);
    }
    /* Adds what several warps have summed, for the products with v, and sums the block's part of the product of y and
       v. */
    __device__ void combine(unsigned i, const Type *part, unsigned shift, unsigned all, unsigned mine, unsigned first,
                            Type edge, Type own, Type over)
    {
        const Type *const u = row_of(x, i);
        Type meeting = 0;
        for (unsigned k = lane; k < all; k += 32) {
            Type *const to = result(k, mine, first, i), sum = shift ? part[k << shift] : *to;
            if (k >= 32) edge = factor(k, mine, first, i)[at + i + 1], own = k < mine ? u[first + k] : (Type)0;
            for (unsigned q = 1; q < 1u << shift; q++) sum += part[(k << shift) + q];
            *to = sum = sum * over + edge;
            if (k < mine) meeting += sum * (first + k == at + i + 1 ? (Type)1 : own * over);
        }
        __syncwarp();
        meeting = gpu__la_warp_sum(meeting);
        if (lane == 0) meets[block] = meeting;
    }
    /* Stores the block's part of v, also in A, where zeros precede it. */
    __device__ void store(unsigned i, const Type *u, unsigned first, Type over)
    {
        const unsigned j = at + i;
        Type *const row = a + (size_t)j * ld;
        for (unsigned r = first + threadIdx.x; r < high; r += blockDim.x)
            row[r] = row_of(v, i)[r] = r == j + 1 ? (Type)1 : u[r] * over;
        for (unsigned c = block * blockDim.x + threadIdx.x; c <= j; c += blocks * blockDim.x) row[c] = 0;
    }
};
#endif
template <class Type, auto Reflector> static __global__ void __launch_bounds__(GPU__LA_PANEL_THREADS, 2)
    gpu__la_reduce_panel(const gpu__la_step s, unsigned blocks, size_t batch)
{
    constexpr int Pack = 16 / sizeof(Type);
    for (size_t z = blockIdx.x / blocks; z < batch; z += gridDim.x / blocks) {
        gpu__la_panel<Type> p(s, z, blocks);
        for (unsigned i = 0;; i++) {
            p.update(i);
            if (i == s.m || s.at + i + 1 == s.n) break;
            p.arrive();
            if ((s.x[0].ld | s.n) % Pack == 0) p.template products<Reflector, Pack>(i);
            else p.template products<Reflector, 1>(i);
            p.arrive();
        }
        __syncthreads();
    }
}
/* The s->m columns of A from s->at on. Blocks that wait for each other have to be resident at once: the launch is
   cooperative. */
template <class Type, auto Reflector> static void gpu__la_panel_of(gpu__la *la, const gpu__la_step *s)
{
    const auto kernel = gpu__la_reduce_panel<Type, Reflector>;
    gpu__la_step step = *s;
    size_t batch = la->batch, all;
    if (la->measuring || la->error) return;
    all = la->context->multiprocessors > 1 ? 2 * (size_t)la->context->multiprocessors : 1;
    if (all > GPU__LA_MEETING) all = GPU__LA_MEETING;
    all = gpu__least(batch < all ? all / batch : 1, gpu__ceil_div(s->n - s->at, 8));
    unsigned blocks = (unsigned)all;
    void *argument[] = {&step, &blocks, &batch};
    if (blocks == 1) {
        kernel<<<(unsigned)(batch < 65536 ? batch : 65536), GPU__LA_PANEL_THREADS, 0,
                 (cudaStream_t)la->context->stream>>>(step, blocks, batch);
        la->error = (int)cudaGetLastError();
    } else
        la->error =
            (int)cudaLaunchCooperativeKernel((const void *)kernel, (unsigned)(blocks * batch), GPU__LA_PANEL_THREADS,
                                             argument, 0, (cudaStream_t)la->context->stream);
}
/* ---- blocks of reflectors ---- */
/* x[0] = the upper triangles T, of blocks of 64 of the m reflectors that are the rows of x[1]: H1 H2 ... = 1 - V'T V.
   x[2] has tau. Each of 256 threads sums 16 elements of V V', piece by piece as in gpu__la_products, which go to shared
   memory; then 64 of them have a row of T in registers. */
template <class Type> static __device__ void gpu__la_triangles(const gpu__la_step *s, size_t z, size_t block)
{
    __shared__ __align__(16) Type g[64][64];
    __shared__ Type tile[16][65], tau[64];
    const size_t n = s->n, first = block * 64, some = s->m - first < 64 ? s->m - first : 64, ld = s->x[1].ld;
    const Type *const v = (const Type *)s->x[1].p + z * s->x[1].stride + first * ld;
    const unsigned i = threadIdx.x / 16, k = threadIdx.x % 16;
    Type sum[4][4] = {};
    if (threadIdx.x < 64)
        tau[threadIdx.x] = threadIdx.x < some ? ((const Type *)s->x[2].p + z * s->x[2].stride)[first + threadIdx.x] : 0;
    for (size_t c = first; c < n; c += 16) {
        __syncthreads();
        for (unsigned r = i; r < 64; r += 16) tile[k][r] = r < some && c + k < n ? v[r * ld + c + k] : (Type)0;
        __syncthreads();
        Type part[4][4] = {};
        GPU__UNROLLED (int l = 0; l < 16; l++)
            GPU__UNROLLED (int p = 0; p < 4; p++)
                GPU__UNROLLED (int q = 0; q < 4; q++) part[p][q] += tile[l][i + 16 * p] * tile[l][k + 16 * q];
        GPU__UNROLLED (int p = 0; p < 4; p++)
            GPU__UNROLLED (int q = 0; q < 4; q++) sum[p][q] += part[p][q];
    }
    GPU__UNROLLED (int p = 0; p < 4; p++)
        GPU__UNROLLED (int q = 0; q < 4; q++) g[i + 16 * p][k + 16 * q] = sum[p][q];
    __syncthreads();
    if (threadIdx.x < 64) {
        Type *const to = (Type *)s->x[0].p + z * s->x[0].stride + (first + threadIdx.x) * 64, t[64];
        GPU__UNROLLED (int j = 0; j < 64; j++) {
            Type dot = 0;
            GPU__UNROLLED (int p = 0; p < j; p++) dot += t[p] * g[j][p];
            t[j] = threadIdx.x < j ? -tau[j] * dot : threadIdx.x == j ? tau[j] : (Type)0;
            to[j] = t[j];
        }
    }
}
/* ---- small matrices: a warp for each ---- */
#ifdef __CUDA_ARCH__
/* A symmetric matrix of up to 32 Rows rows in shared memory. A lane has Rows of its columns or rows. */
template <class Type, int Rows> struct gpu__la_small {
    enum { Most = 32 * Rows };
    Type a[Most][Most + 1], d[Most], e[Most], v[Most], w[Most], tau[Most];
    int rank[Most];

    /* y += A v, by the columns of a lane, for v that is zero up to element j. Four rows are loaded before they are
       used. */
    __device__ void times(Type *y, int j, int n) const
    {
        for (int r = (j + 1) & ~3; r < n; r += 4) {
            Type b[4], u[4][Rows];
            GPU__UNROLLED (int q = 0; q < 4; q++) {
                b[q] = v[r + q];
                for (int k = 0; k < Rows; k++) u[q][k] = a[r + q][threadIdx.x + 32 * k];
            }
            GPU__UNROLLED (int q = 0; q < 4; q++)
                for (int k = 0; k < Rows; k++) y[k] += u[q][k] * b[q];
        }
    }
    /* A -= v y' + w x', likewise. */
    __device__ void subtract(const Type *y, const Type *x, int j, int n)
    {
        for (int r = (j + 1) & ~3; r < n; r += 4) {
            Type b[4], c[4], u[4][Rows];
            GPU__UNROLLED (int q = 0; q < 4; q++) {
                b[q] = v[r + q], c[q] = w[r + q];
                for (int k = 0; k < Rows; k++) u[q][k] = a[r + q][threadIdx.x + 32 * k];
            }
            GPU__UNROLLED (int q = 0; q < 4; q++)
                for (int k = 0; k < Rows; k++) a[r + q][threadIdx.x + 32 * k] = u[q][k] - (b[q] * y[k] + c[q] * x[k]);
        }
    }
    /* A = H T H': T goes to d and e, the reflectors' vectors to the rows of a. */
    template <auto Reflector> __device__ void reduce(int n)
    {
        constexpr Type Faint = sizeof(Type) == 4 ? (Type)8.2718061e-25 : (Type)4.5131906e-277;
        constexpr Type Much = sizeof(Type) == 4 ? (Type)1152921504606846976.0 : (Type)3.273390607896142e150;
        const int lane = threadIdx.x;
        for (int j = 0; j + 1 < n; j++) {
            const Type alpha = a[j][j + 1];
            Type x[Rows], y[Rows] = {}, square = 0, up = 1, beta, over;
            for (int k = 0; k < Rows; k++) {
                const int c = lane + 32 * k;
                x[k] = c > j + 1 && c < n ? a[j][c] : (Type)0;
                square += x[k] * x[k];
            }
            square = gpu__la_warp_sum(square);
            if (!(alpha * alpha + square > Faint)) {
                up = Much, square = 0;
                for (int k = 0; k < Rows; k++) square += x[k] * up * (x[k] * up);
                square = gpu__la_warp_sum(square);
            }
            const Type t = Reflector(alpha, square, up, &beta, &over);
            __syncwarp();
            for (int k = 0; k < Rows; k++) {
                const int c = lane + 32 * k;
                x[k] = c == j + 1 ? (Type)1 : x[k] * over;
                v[c] = x[k];
                if (c > j) a[j][c] = x[k];
            }
            if (lane == 0) d[j] = a[j][j], e[j] = beta, tau[j] = t;
            __syncwarp();
            times(y, j, n);
            Type meeting = 0;
            for (int k = 0; k < Rows; k++) meeting += y[k] * x[k];
            meeting = t * t / 2 * gpu__la_warp_sum(meeting);
            for (int k = 0; k < Rows; k++)
                w[lane + 32 * k] = y[k] = lane + 32 * k > j ? t * y[k] - meeting * x[k] : (Type)0;
            __syncwarp();
            subtract(y, x, j, n);
            __syncwarp();
        }
        if (lane == 0) d[n - 1] = a[n - 1][n - 1], e[n - 1] = 0;
        __syncwarp();
    }
    /* Replaces the reflectors in a by their product, in reverse order. */
    __device__ void multiply(int n)
    {
        const int lane = threadIdx.x;
        for (int j = n - 2; j >= 0; j--) {
            const Type t = tau[j];
            Type dot[Rows] = {};
            for (int k = 0; k < Rows; k++) {
                const int c = lane + 32 * k;
                v[c] = c > j ? a[j][c] : (Type)0, w[c] = 0;
                if (c > j && c < n) a[j + 1][c] = a[c][j + 1] = c == j + 1;
            }
            __syncwarp();
            times(dot, j, n);
            for (int k = 0; k < Rows; k++) dot[k] *= t;
            subtract(dot, dot, j, n);
            __syncwarp();
        }
        for (int k = 0; k < Rows; k++)
            if (lane + 32 * k < n) a[0][lane + 32 * k] = a[lane + 32 * k][0] = lane + 32 * k == 0;
        __syncwarp();
    }
    /* The largest element by absolute value. */
    __device__ Type largest(int n) const
    {
        Type most = 0;
        for (int c = threadIdx.x; c < n; c += 32) most = max(most, max(fabs(d[c]), c + 1 < n ? fabs(e[c]) : (Type)0));
        GPU__UNROLLED (int s = 16; s; s /= 2) most = max(most, __shfl_xor_sync(~0u, most, s));
        return most;
    }
    /* The first row from l on below which the matrix splits, after some sweeps as in gpu__la_ql_sweep. */
    __device__ int end(int l, int n, int tries) const
    {
        const Type eps = sizeof(Type) == 4 ? (Type)1.1920928955078125e-7 : (Type)2.220446049250313e-16;
        const Type least = eps * (tries < GPU__LA_PATIENCE ? eps : largest(n));
        for (int k = l / 32; k < Rows; k++) {
            const int c = threadIdx.x + 32 * k;
            const bool here = c >= l && (c + 1 >= n || fabs(e[c]) <= eps / 2 * (fabs(d[c]) + fabs(d[c + 1])) + least);
            const unsigned any = __ballot_sync(~0u, here);
            if (any) return 32 * k + __ffs((int)any) - 1;
        }
        return n - 1;
    }
    /* One sweep of implicit QL with Wilkinson's shift over rows l to m, as gpu__la_ql_sweep, which also rotates the
       columns of a. All lanes compute the rotations. */
    __device__ void sweep(int l, int m)
    {
        const Type least = sizeof(Type) == 4 ? (Type)9.8607613e-32 : (Type)1.0020841800044864e-292;
        const int lane = threadIdx.x;
        Type g = (d[l + 1] - d[l]) / (2 * e[l]), r = hypot(g, (Type)1), p = 0, s = 1, c = 1, x[Rows], y[Rows];
        Type high = d[m], here = d[m - 1], beside = e[m - 1];
        int i = m - 1;
        g = high - d[l] + e[l] / (g + (g < 0 ? -r : r));
        for (int k = 0; k < Rows; k++) x[k] = a[lane + 32 * k][m - 1], y[k] = a[lane + 32 * k][m];
        for (; i >= l; i--) {
            const int next = i > l ? i - 1 : l; /* what the next step reads is loaded before this one stores */
            const Type low = d[next], below = e[next], f = s * beside, b = c * beside, square = f * f + g * g;
            Type ahead[Rows];
            for (int k = 0; k < Rows; k++) ahead[k] = a[lane + 32 * k][next];
            if (square > least && square < 1 / least) {
                /* `rest` is what is missing to 1. (A factor near 1 is rounded more finely below 1 than above: to
                   correct by one would shorten the vectors a little by every rotation.) */
                const Type over = rsqrt(square), length = square * over, sine = f * over, cosine = g * over;
                const Type rest = fma(-cosine, cosine, fma(-sine, sine, (Type)1));
                r = fma(length / 2, rest, length), s = fma(sine / 2, rest, sine), c = fma(cosine / 2, rest, cosine);
            } else {
                r = hypot(f, g);
                if (r == 0) break; /* the block splits here */
                s = f / r, c = g / r;
            }
            const Type u = high - p, t = (here - u) * s + 2 * c * b;
            p = s * t, g = c * t - b;
            w[i + 1] = r, v[i + 1] = u + p; /* the same values by all lanes */
            for (int k = 0; k < Rows; k++) {
                a[lane + 32 * k][i + 1] = s * x[k] + c * y[k];
                y[k] = c * x[k] - s * y[k];
                x[k] = ahead[k];
            }
            high = here, here = low, beside = below;
        }
        for (int k = 0; k < Rows; k++) a[lane + 32 * k][i + 1] = y[k];
        __syncwarp();
        for (int k = i + 2 + lane; k <= m; k += 32) d[k] = v[k], e[k] = k < m ? w[k] : (Type)0;
        if (lane == 0) d[i + 1] = high - p, e[i + 1] = i < l ? g : (Type)0;
        __syncwarp();
    }
    __device__ bool converge(int n)
    {
        for (int l = 0, tries = 0; l < n;) {
            const int m = end(l, n, tries);
            if (m == l) l++, tries = 0;
            else if (++tries > GPU__LA_QL_SWEEPS) return false;
            else sweep(l, m);
        }
        return true;
    }
};
#endif
/* The eigenvalues of x[0], sorted, to x[1], and the vectors to the columns of x[2]. flag: instead, of the tridiagonal
   matrix with the diagonal x[1] and x[3] beside it. */
template <class Type, auto Reflector, int Rows>
static __device__ void gpu__la_eigen_held(const gpu__la_step *s, size_t z, size_t)
{
    __shared__ gpu__la_small<Type, Rows> m;
    const int n = (int)s->n, lane = threadIdx.x;
    const Type *const from = (const Type *)s->x[0].p + z * s->x[0].stride;
    const Type *const beside = (const Type *)s->x[3].p + z * s->x[3].stride;
    Type *const values = (Type *)s->x[1].p + z * s->x[1].stride, *const to = (Type *)s->x[2].p + z * s->x[2].stride;
    for (int i = 0; i < (n + 3) / 4 * 4; i++) /* padded with zeros */
        for (int c = lane; c < 32 * Rows; c += 32)
            m.a[i][c] = i >= n || c >= n ? (Type)0 : s->flag ? (Type)(i == c) : from[i * s->x[0].ld + c];
    for (int c = lane; s->flag && c < n; c += 32) m.d[c] = values[c], m.e[c] = beside[c];
    __syncwarp();
    if (!s->flag) {
        m.template reduce<Reflector>(n);
        m.multiply(n);
    }
    if (!m.converge(n) && lane == 0) {
        int *const info = s->info + z / s->per_info;
        if (*info == 0) *info = GPU__LA_NOT_CONVERGED;
    }
    for (int c = lane; c < n; c += 32) {
        const Type v = m.d[c];
        int rank = 0;
        for (int j = 0; j < n; j++) rank += m.d[j] < v || (!(m.d[j] > v) && j < c);
        m.rank[c] = rank;
        values[rank] = v;
    }
    __syncwarp();
    for (int i = 0; i < n; i++)
        for (int c = lane; c < n; c += 32) to[i * s->x[2].ld + m.rank[c]] = m.a[i][c];
    __syncwarp();
}
/* x[0] = S, the antisymmetric matrix of the sines by which rotations make the rows of B orthogonal, each with each,
   according to their products x[2], n by n. S is zero for large angles, and for pairs of the first rows, up to `flag`.
   x[1] = the sums of absolute values of the rows of S, which bound its norm. */
template <class Type> static __device__ void gpu__la_angles(const gpu__la_step *s, size_t z, size_t block)
{
    const size_t n = s->n, apart = (size_t)s->flag, last = block * 32 + 32 < n ? block * 32 + 32 : n;
    const Type *const g = (Type *)s->x[2].p + z * s->x[2].stride, least = (Type)s->least;
    for (size_t i = block * 32 + threadIdx.x / 32; i < last; i += blockDim.x / 32) {
        const Type square = g[i * n + i];
        Type *const to = (Type *)s->x[0].p + z * s->x[0].stride + i * n, sum = 0;
        for (size_t j = threadIdx.x % 32; j < n; j += 32) {
            const Type other = g[j * n + j], dot = g[i * n + j], further = other - square;
            const bool small = square > least && other > least && 8 * fabs(dot) < fabs(further);
            to[j] = small && (i >= apart || j >= apart) ? -dot / further : (Type)0;
            sum += fabs(to[j]);
        }
        sum = gpu__la_warp_sum(sum);
        if (threadIdx.x % 32 == 0) ((Type *)s->x[1].p + z * s->x[1].stride)[i] = sum;
    }
}
/* Scales the elements of S, x[0], so that the sums x[1] become at most `number`. x[2] = S, x[3] = S / 8 + 1 / 2. */
template <class Type> static __device__ void gpu__la_small_angles(const gpu__la_step *s, size_t z, size_t block)
{
    const size_t n = s->n, last = block * 32 + 32 < n ? block * 32 + 32 : n;
    const Type *const sums = (Type *)s->x[1].p + z * s->x[1].stride, most = (Type)s->number;
    for (size_t i = block * 32 + threadIdx.x / 32; i < last; i += blockDim.x / 32)
        for (size_t j = threadIdx.x % 32; j < n; j += 32) {
            const size_t at = i * n + j;
            const Type sum = max(sums[i], sums[j]);
            Type *const sine = (Type *)s->x[0].p + z * s->x[0].stride + at;
            if (sum > most) *sine *= most / sum;
            ((Type *)s->x[2].p + z * s->x[2].stride)[at] = *sine;
            ((Type *)s->x[3].p + z * s->x[3].stride)[at] = *sine / 8 + (i == j ? (Type)0.5 : (Type)0);
        }
}
/* The step gpu__la_sweeps for up to 32 rows of 32 elements, by a warp: a lane has a row of B and of W in registers. */
template <class Type> static __device__ void gpu__la_sweeps_held(const gpu__la_step *s, size_t z, size_t)
{
    constexpr Type Eps = sizeof(Type) == 4 ? (Type)1.1920928955078125e-7 : (Type)2.220446049250313e-16;
    constexpr Type Small = sizeof(Type) == 4 ? (Type)9.8607613e-32 : (Type)1.0020841800044864e-292;
    const int lane = threadIdx.x, n = (int)s->n, m = (int)s->m, wide = (int)s->k, last = n + n % 2 - 1;
    Type *const from = (Type *)s->x[0].p + z * s->x[0].stride + lane * s->x[0].ld;
    Type *const other = (Type *)s->x[1].p + z * s->x[1].stride + lane * wide, b[32], w[32];
    const Type tol = (Type)s->number;
    int sweep = 0;
    GPU__UNROLLED (int c = 0; c < 32; c++) {
        b[c] = lane < n && c < m ? from[c] : (Type)0;
        w[c] = lane < n && c < wide ? other[c] : (Type)0;
    }
    for (bool moved = true; moved && sweep < 60; sweep++) {
        moved = false;
        for (int round = 0; round < last; round++) {
            int pair = 2 * round - lane;
            pair = pair < 0 ? pair + last : pair < last ? pair : pair - last;
            pair = lane > last ? lane : lane == last ? round : lane == round ? last : pair;
            Type mine = 0, product = 0;
            GPU__UNROLLED (int c = 0; c < 32; c++) mine += b[c] * b[c], product += b[c] * __shfl_sync(~0u, b[c], pair);
            const Type theirs = __shfl_sync(~0u, mine, pair);
            const bool low = lane < pair, swap = low ? mine < theirs : theirs < mine;
            const Type lengths = sqrt(mine) * sqrt(theirs); /* rounded alike in both lanes, which have to agree */
            const bool turn = pair != lane && fabs(product) > tol * lengths && mine > Small && theirs > Small;
            if (!__any_sync(~0u, turn)) continue;
            moved = true;
            const Type zeta = (low ? theirs - mine : mine - theirs) / (2 * product), size = fabs(zeta);
            Type t = size > 1 / Eps ? 1 / (2 * size) : 1 / (size + sqrt(1 + zeta * zeta)), sine;
            if (zeta < 0) t = -t;
            const Type c = 1 / sqrt(1 + t * t);
            sine = low == swap ? c * t : -c * t;
            t = sine / (1 + c); /* x + sine (y - t x), where x becomes the own row */
            auto rotate = [=](Type &own) {
                const Type there = __shfl_sync(~0u, own, pair), x = swap ? there : own, y = swap ? own : there;
                if (turn) own = x + sine * (y - t * x);
            };
            GPU__UNROLLED (int k = 0; k < 32; k++) rotate(b[k]);
            if (!wide) continue;
            GPU__UNROLLED (int k = 0; k < 32; k++) rotate(w[k]);
        }
        if (!moved) break;
    }
    if (sweep == 60 && lane == 0 && s->info[z] == 0) s->info[z] = GPU__LA_NOT_CONVERGED;
    GPU__UNROLLED (int c = 0; c < 32; c++) {
        if (lane < n && c < m) from[c] = b[c];
        if (lane < n && c < wide) other[c] = w[c];
    }
}
