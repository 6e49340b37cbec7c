/* ---- Linear algebra: steps of factorisations for which a GPU has methods of its own ---------------------------- */

/* The largest value of a warp, where each is -1 or not negative, and the least `at` among its equals. */
template <class Type> GPU__DEVICE_FN void gpu__la_warp_first(Type &v, unsigned &at)
{
#if __CUDA_ARCH__ >= 800
    if constexpr (sizeof(Type) == 4) { /* as integers, such floats have the same order */
        const unsigned key = v < 0 ? 0 : __float_as_uint(v) + 1, most = __reduce_max_sync(~0u, key);
        at = __reduce_min_sync(~0u, key == most ? at : ~0u);
        v = most ? __uint_as_float(most - 1) : -1.f;
    } else
#endif
    {
        GPU__UNROLLED (int d = 16; d; d /= 2) {
            const Type w = __shfl_xor_sync(~0u, v, d);
            const unsigned there = __shfl_xor_sync(~0u, at, d);
            if (w > v || (w == v && there < at)) v = w, at = there;
        }
    }
}
/* ---- panels: a thread has a row of 32 columns in registers ---- */
enum {
    GPU__LA_PANEL_ROWS = 256, /* of a block, if there are several */
    GPU__LA_MAIL = 128        /* at least the words that a block sends for a column */
};
constexpr size_t gpu__la_panel_threads = 512; /* in a block, at most */
#ifdef __CUDA_ARCH__
/* Blocks that are resident together send each other numbers in words that have 32 bits of a number and a tag, which no
   earlier word in that place had. So a word is its own flag, and no fence is needed. */
template <int Words> GPU__DEVICE_FN void gpu__la_send(unsigned long long *p, const unsigned (&v)[Words], unsigned tag)
{
    GPU__UNROLLED (int w = 0; w < Words; w++)
        asm volatile("st.relaxed.gpu.global.u64 [%0], %1;" ::"l"(p + 32 * w), "l"((unsigned long long)tag << 32 | v[w])
                     : "memory");
}
template <int Words>
GPU__DEVICE_FN void gpu__la_receive(const unsigned long long *p, unsigned (&v)[Words], unsigned tag)
{
    for (bool there = false; !there;) {
        there = true;
        GPU__UNROLLED (int w = 0; w < Words; w++) {
            unsigned long long word;
            asm volatile("ld.relaxed.gpu.global.u64 %0, [%1];" : "=l"(word) : "l"(p + 32 * w) : "memory");
            v[w] = (unsigned)word;
            there &= (unsigned)(word >> 32) == tag;
        }
    }
}
/* Element c of lane r becomes element r of lane c. */
template <class Type> GPU__DEVICE_FN void gpu__la_transpose(Type (&v)[32])
{
    const int lane = threadIdx.x % 32;
    GPU__UNROLLED (int d = 16; d; d /= 2)
        GPU__UNROLLED (int c = 0; c < 32; c++) {
            if (c & d) continue;
            const Type other = __shfl_xor_sync(~0u, lane & d ? v[c] : v[c + d], d);
            v[c] = lane & d ? other : v[c];
            v[c + d] = lane & d ? v[c + d] : other;
        }
}
/* Loads n columns of the thread's row; there are m rows. */
template <class Type>
GPU__DEVICE_FN void gpu__la_panel_load(Type (&v)[32], const Type *a, size_t ld, unsigned m, unsigned n, unsigned row)
{
    const unsigned lane = threadIdx.x % 32, first = row - lane;
    GPU__UNROLLED (int i = 0; i < 32; i++) v[i] = lane < n && first + i < m ? a[(first + i) * ld + lane] : (Type)0;
    gpu__la_transpose(v);
}
/* Stores it as row `at`, after the columns have been moved to the left n times, cyclically. */
template <class Type>
GPU__DEVICE_FN void gpu__la_panel_store(Type (&v)[32], Type *a, size_t ld, unsigned m, unsigned n, unsigned at)
{
    const unsigned column = (threadIdx.x + n) % 32;
    gpu__la_transpose(v);
    GPU__UNROLLED (int i = 0; i < 32; i++) {
        const unsigned to = __shfl_sync(~0u, at, i);
        if (column < n && to < m) a[to * ld + column] = v[i];
    }
}
/* Candidates for a pivot row, one of each warp: size, position, and elements. */
template <class Type> struct gpu__la_candidates {
    alignas(16) Type row[16][32];
    Type size[16];
    unsigned position[16];
};
/* The best of them, for a warp: returns its elements. */
template <class Type>
GPU__DEVICE_FN const Type *gpu__la_best(const gpu__la_candidates<Type> &c, Type *size, unsigned *position)
{
    const unsigned lane = threadIdx.x % 32, known = lane < blockDim.x / 32;
    unsigned at = known ? c.position[lane] * 32 + lane : ~0u;
    *size = known ? c.size[lane] : (Type)-1;
    gpu__la_warp_first(*size, at);
    *position = at / 32;
    return c.row[at % 32];
}
/* Each block sends its candidate to all; each warp finds the best of some blocks. */
template <class Type> GPU__DEVICE_FN void gpu__la_exchange(gpu__la_candidates<Type> *to, unsigned long long *mail,
                                                           const Type *row, Type size, unsigned position, unsigned tag)
{
    constexpr int Words = sizeof(Type) / 4;
    const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    unsigned word[Words + 1], best = ~0u;
    Type most = -1, element = 0;
    if (warp == 0) { /* an element, and in the last words the size, then the position */
        memcpy(word, row + lane, sizeof *row);
        unsigned parts[Words];
        memcpy(parts, &size, sizeof size);
        word[Words] = lane < Words ? parts[lane % Words] : position;
        gpu__la_send(mail + blockIdx.x * GPU__LA_MAIL + lane, word, tag);
    }
    for (unsigned block = warp; block < gridDim.x; block += blockDim.x / 32) {
        unsigned parts[Words];
        gpu__la_receive(mail + block * GPU__LA_MAIL + lane, word, tag);
        GPU__UNROLLED (int w = 0; w < Words; w++) parts[w] = __shfl_sync(~0u, word[Words], w);
        memcpy(&size, parts, sizeof size);
        position = __shfl_sync(~0u, word[Words], Words);
        if (size > most || (size == most && position < best)) {
            most = size, best = position;
            memcpy(&element, word, sizeof element);
        }
    }
    to->row[warp][lane] = element;
    if (lane == 0) to->size[warp] = most, to->position[warp] = best < ~0u / 64 ? best : ~0u / 64;
}
#endif
/* Runs a panel's kernel with a block for each PANEL_ROWS rows, or more if there are too few multiprocessors: the blocks
   of a matrix wait for each other, so as many matrices as are resident together are done at a time, from number s.k on.
   In a batch of many matrices each has one block, if possible. Returns false if the panel is too high. */
template <int = 0> static bool gpu__la_launch_panel(gpu__la *la, void (*kernel)(gpu__la_step), gpu__la_step s)
{
    if (la->measuring || la->error) return true;
    const size_t most = gpu__la_panel_threads, resident = (size_t)la->context->multiprocessors;
    size_t threads = GPU__LA_PANEL_ROWS, abreast = 65535;
    const bool alone = s.m <= threads || (s.m <= most && la->batch * gpu__ceil_div(s.m, threads) > resident);
    while (threads < most && threads * resident < s.m) threads *= 2;
    if (threads * resident < s.m) return false;
    if (alone) threads = gpu__ceil_div(s.m, 32) * 32;
    else abreast = resident / gpu__ceil_div(s.m, threads);
    for (s.k = 0; s.k < la->batch && !la->error; s.k += abreast) {
        const size_t left = la->batch - s.k;
        const dim3 grid((unsigned)gpu__ceil_div(s.m, threads), (unsigned)(left < abreast ? left : abreast));
        const cudaStream_t stream = (cudaStream_t)la->context->stream;
        void *argv[] = {&s};
        if (alone) kernel<<<grid, (unsigned)threads, 0, stream>>>(s);
        la->error = (int)(alone ? cudaGetLastError()
                                : cudaLaunchCooperativeKernel((const void *)kernel, grid, dim3((unsigned)threads), argv,
                                                              0, stream));
    }
    return true;
}
/* The bytes that the blocks of a matrix need for their words: two sets, used by turns. */
static inline size_t gpu__la_mail_bytes(size_t m)
{
    return m > GPU__LA_PANEL_ROWS ? 2 * 8 * GPU__LA_MAIL * gpu__ceil_div(m, GPU__LA_PANEL_ROWS) : 0;
}

/* ---- LU ---- */
/* Factors the panel x[0], m by n, n <= 32; x[1] gets its pivots, x[2] for each of its first 32 rows which one comes
   there, for each of these where it goes to, and a zero; x[3] is the blocks' mail. Rows stay where they are; `at` is
   the position after the swaps so far. In every step the elements move by one column, so that the current one is in
   v[0] and those that are done come round. Two sets of candidates, by turns or for warps and blocks, spare a barrier.
   */
template <class Type> static __global__ void __launch_bounds__(gpu__la_panel_threads, 1)
    gpu__la_lu_columns(const gpu__la_step s)
{
    __shared__ gpu__la_candidates<Type> candidates[2];
    const size_t z = s.k + blockIdx.y, ld = s.x[0].ld;
    Type *const a = (Type *)s.x[0].p + z * s.x[0].stride, v[32];
    int *const pivots = (int *)s.x[1].p + z * s.x[1].stride, *const order = (int *)s.x[2].p + z * s.x[2].stride;
    unsigned long long *const mail = (unsigned long long *)s.x[3].p + z * s.x[3].stride;
    int *const info = s.info + z / s.per_info;
    const unsigned m = (unsigned)s.m, n = (unsigned)s.n, none = ~0u / 64, row = blockIdx.x * blockDim.x + threadIdx.x;
    const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    unsigned at = row < m ? row : none;
    gpu__la_panel_load(v, a, ld, m, n, row);
    for (unsigned j = 0; j < n; j++) {
        gpu__la_candidates<Type> *const mine = candidates + (gridDim.x > 1 ? 0 : j & 1);
        const bool open = at >= j && at < none;
        Type most = open && fabs(v[0]) >= 0 ? (Type)fabs(v[0]) : (Type)-1; /* NaN is smaller than all others */
        unsigned first = open ? at : none;
        gpu__la_warp_first(most, first);
        if (lane == 0) mine->size[warp] = most, mine->position[warp] = first;
        if (open && at == first) {
            GPU__UNROLLED (int c = 0; c < 32; c++) mine->row[warp][c] = c + j < 32 ? v[c] : (Type)0;
        }
        __syncthreads();
        const Type *u = gpu__la_best(*mine, &most, &first);
        if (gridDim.x > 1) {
            gpu__la_exchange(candidates + 1, mail + (j & 1) * gridDim.x * GPU__LA_MAIL, u, most, first,
                             (unsigned)(s.at + j + 1));
            __syncthreads();
            u = gpu__la_best(candidates[1], &most, &first);
        }
        const Type pivot = u[0];
        if (row == 0) {
            pivots[j] = (int)(s.at + first);
            if (pivot == 0 && *info == 0) *info = (int)(s.at + j + 1);
            if (!isfinite(pivot) && *info == 0) *info = GPU__LA_NOT_FINITE;
        }
        at = at == first ? j : at == j ? first : at;
        const bool below = at > j && pivot != 0;
        const Type head = v[0], l = below ? head / pivot : (Type)0;
        GPU__UNROLLED (int c = 1; c < 32; c++) v[c - 1] = v[c] - l * u[c];
        v[31] = below ? l : head;
    }
    if (row == 0) order[64] = 0;
    if (row < m && at < n) order[at] = (int)row;
    if (row < n) order[32 + row] = (int)at;
    gpu__la_panel_store(v, a, ld, m, n, at);
}
/* The same lists for a panel that was factored otherwise, from its pivots; by a warp. */
template <class Type> static __device__ void gpu__la_lu_order(const gpu__la_step *s, size_t z, size_t)
{
    const int *const pivots = (const int *)s->x[1].p + z * s->x[1].stride;
    int *const order = (int *)s->x[2].p + z * s->x[2].stride;
    const int lane = threadIdx.x, count = (int)s->n;
    int from = lane, to = lane;
    for (int j = 0; j < count; j++) {
        const int pivot = pivots[j] - (int)s->at;
        const unsigned one_of_these = __ballot_sync(~0u, to == pivot);
        if (lane == j) from = one_of_these ? __ffs((int)one_of_these) - 1 : pivot;
        to = to == j ? pivot : to == pivot ? j : to;
    }
    order[lane] = from, order[32 + lane] = to, order[64] = 0;
}
/* Swaps rows of a column: x gets the first n elements. */
template <class Type> GPU__DEVICE_FN void gpu__la_lu_swap(Type (&x)[32], Type *b, size_t ld, const int *order, int n)
{
    Type go[32];
    GPU__UNROLLED (int i = 0; i < 32; i++) x[i] = i < n ? b[order[i] * ld] : (Type)0;
    GPU__UNROLLED (int i = 0; i < 32; i++) go[i] = i < n && order[32 + i] >= n ? b[i * ld] : (Type)0;
    GPU__UNROLLED (int i = 0; i < 32; i++)
        if (i < n && order[32 + i] >= n) b[order[32 + i] * ld] = go[i];
}
template <class Type> GPU__DEVICE_FN void gpu__la_lu_keep(const Type (&x)[32], Type *b, size_t ld, int n)
{
    GPU__UNROLLED (int i = 0; i < 32; i++)
        if (i < n) b[i * ld] = x[i];
}
/* After n columns of a panel are factored, at s->at of s->m columns: swaps rows of the others, a thread those of one
   column, and solves for U in those to the right, from which it first subtracts what the s->k columns to the left of
   the panel (32 or none) and U above it contribute. All s->flag blocks read these columns, so the last one swaps them.
   x[1]: the panel's lists, x[2]: its first row. */
template <class Type> static __device__ void gpu__la_lu_apply(const gpu__la_step *s, size_t z, size_t block)
{
    __shared__ __align__(16)
        Type l[2][32][32 + 16 / sizeof(Type)]; /* of the panel, and to the left of it, transposed */
    __shared__ int order[64];
    __shared__ bool is_last;
    const Type *const panel = (const Type *)s->x[0].p + z * s->x[0].stride;
    int *const lists = (int *)s->x[1].p + z * s->x[1].stride, n = (int)s->n;
    const size_t ld = s->x[0].ld, left = s->at - s->k, place = block * blockDim.x + threadIdx.x,
                 column = place < left ? place : place + s->k + n;
    const bool mine = column < s->m, right = mine && column >= s->at;
    Type *const row = (Type *)s->x[2].p + z * s->x[2].stride, *const b = row + column, x[32];
    for (int e = threadIdx.x; e < 64; e += blockDim.x)
        if (e % 32 < n) order[e] = lists[e];
    __syncthreads();
    if ((block + 1) * blockDim.x > left) {
#pragma unroll 16
        for (int e = threadIdx.x; e < 1024; e += blockDim.x) {
            const int i = e / 32, p = e % 32;
            l[0][p][i] = p < i && i < n ? panel[i * ld + p] : (Type)0;
            if (s->k) l[1][p][i] = i < n ? (panel - 32)[order[i] * ld + p] : (Type)0;
        }
    }
    if (mine) gpu__la_lu_swap(x, b, ld, order, n);
    __syncthreads();
    if (right && s->k) {
        const Type *u = b - 32 * ld;
#pragma unroll 8
        for (int p = 0; p < 32; p++, u += ld)
            GPU__UNROLLED (int i = 0; i < 32; i++) x[i] -= l[1][p][i] * *u;
    }
    if (right) {
        GPU__UNROLLED (int p = 0; p < 32; p++)
            GPU__UNROLLED (int i = p + 1; i < 32; i++) x[i] -= l[0][p][i] * x[p];
    }
    if (mine) gpu__la_lu_keep(x, b, ld, n);
    if (!s->k) return;
    if (threadIdx.x == 0) is_last = atomicAdd(lists + 64, 1) == s->flag - 1;
    __syncthreads();
    if (is_last && threadIdx.x < 32) {
        gpu__la_lu_swap(x, row + left + threadIdx.x, ld, order, n);
        gpu__la_lu_keep(x, row + left + threadIdx.x, ld, n);
    }
}
/* ---- triangles of up to 64 rows, and few columns of B ---- */
/* The step gpu__la_solve_base: a warp solves for a column, of which a lane has two rows. */
template <class Type> static __device__ void gpu__la_solve_few(const gpu__la_step *s, size_t z, size_t)
{
    __shared__ Type t[64][65];
    const Type *const from = (const Type *)s->x[0].p + z * s->x[0].stride;
    const size_t tr = s->x[0].ld, tc = s->x[2].ld, br = s->x[1].ld, bc = s->x[3].ld;
    const int n = (int)s->n, back = s->flag & GPU__LA_BACKWARD, unit = s->flag & GPU__LA_UNIT_DIAGONAL;
    const int i = threadIdx.x % 32;
    Type *const b = (Type *)s->x[1].p + z * s->x[1].stride + threadIdx.x / 32 * bc;
    auto row = [=](int j) { return (size_t)(back ? n - 1 - j : j); };
    for (int first = 0; first < n; first += 32)
#pragma unroll 16
        for (int slow = threadIdx.x / 32; slow < n; slow += blockDim.x / 32) {
            const int fast = first + i, j = tc == 1 ? slow : fast, p = tc == 1 ? fast : slow;
            if (fast < n && (p < j || (p == j && !unit))) t[p][j] = from[row(j) * tr + row(p) * tc];
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
}
/* ---- systems of up to 32 rows, with up to 32 columns of B: a warp has a whole system, a thread a row of it ---- */
/* X of A X = B, by elimination as in gpu__la_lu_columns, with the rows of B beside those of A: L is not kept, and the
   rows of U stay in shared memory. x[0]: X, x[1]: B, or the identity if s->flag says so, x[2]: A. */
template <class Type> static __device__ void gpu__la_solve_warp(const gpu__la_step *s, size_t z, size_t)
{
    constexpr Type Huge = GPU__LA_HUGE(Type);
    __shared__ __align__(16) Type u[32][32 + 16 / sizeof(Type)], beside[2][32];
    __shared__ unsigned from[32];
    const unsigned n = (unsigned)s->n, k = (unsigned)s->k, lane = threadIdx.x, none = 64;
    const bool inverse = s->flag & GPU__LA_IDENTITY;
    Type v[32], w[32], zero = 0, most = 0, most_beside = 0; /* `zero` becomes NaN if an element is not finite */
    auto of_b = [=](auto &&f) {                             /* for each column, by groups: those from k on are 0 */
                                GPU__UNROLLED (int g = 0; g < 32; g += 8)
                                    if (g < k)
                                        GPU__UNROLLED (int c = g; c < g + 8; c++) f(c);
    };
    gpu__la_panel_load(v, (const Type *)s->x[2].p + z * s->x[2].stride, n, n, n, lane);
    GPU__UNROLLED (int c = 0; c < 32; c++) w[c] = lane == c ? (Type)1 : (Type)0;
    if (!inverse) gpu__la_panel_load(w, (const Type *)s->x[1].p + z * s->x[1].stride, k, n, k, lane);
    GPU__UNROLLED (int c = 0; c < 32; c++) most = max(most, (Type)fabs(v[c])), zero += v[c] * 0;
    of_b([&](int c) { most_beside = max(most_beside, (Type)fabs(w[c])), zero += w[c] * 0; });
    unsigned at = 0;
    const bool wrong = __any_sync(~0u, zero != 0);
    gpu__la_warp_first(most, at), gpu__la_warp_first(most_beside, at);
    const Type room = (Type)s->number, scale = most > Huge * room           ? room
                                               : most < GPU__LA_PLAIN(Type) ? GPU__LA_RAISE(Type)
                                                                            : 1;
    const Type also = most_beside > Huge * GPU__LA_BESIDE_ROOM(Type) ? GPU__LA_BESIDE_ROOM(Type) : 1;
    GPU__UNROLLED (int c = 0; c < 32; c++) v[c] *= scale;
    if (!inverse) of_b([&](int c) { w[c] *= scale * also; });

    int singular = 0;
    at = lane < n ? lane : none;
    for (unsigned j = 0; j < n; j++) {
        const bool open = at >= j && at < none;
        Type size = open && fabs(v[0]) >= 0 ? (Type)fabs(v[0]) : (Type)-1;
        unsigned first = open ? at : none;
        gpu__la_warp_first(size, first);
        if (open && at == first) {
            GPU__UNROLLED (int c = 0; c < 32; c++) u[j][c] = v[c];
            of_b([&](int c) { beside[j & 1][c] = w[c]; });
        }
        __syncwarp();
        const Type pivot = u[j][0];
        if (pivot == 0 && !singular) singular = (int)j + 1;
        at = at == first ? j : at == j ? first : at;
        const Type l = at > j && pivot != 0 ? v[0] / pivot : (Type)0;
        GPU__UNROLLED (int c = 1; c < 32; c++) v[c - 1] = v[c] - l * u[j][c];
        of_b([&](int c) { w[c] -= l * beside[j & 1][c]; });
    }
    if (at < n) from[at] = lane;
    __syncwarp();
    /* Row i of U and of the right side, to thread i; they are divided by the pivot, a small one in two steps. */
    const unsigned source = lane < n ? from[lane] : lane;
    const Type pivot = lane < n ? u[lane][0] : (Type)1,
               lift = fabs(pivot) < GPU__LA_PLAIN(Type) ? GPU__LA_RAISE(Type) : 1, over = 1 / (pivot * lift);
    of_b([&](int c) { w[c] = __shfl_sync(~0u, w[c], source) * over * lift; });
    for (unsigned j = n; j-- > 1;) {
        const Type up = lane < j ? u[lane][j - lane] * over * lift : (Type)0;
        of_b([&](int c) { w[c] -= up * __shfl_sync(~0u, w[c], j); });
    }
    zero = 0;
    of_b([&](int c) { w[c] *= inverse ? scale : 1 / also, zero += w[c] * 0; });
    const bool beyond = __any_sync(~0u, zero != 0);
    if (lane == 0) s->info[z] = wrong || (beyond && !singular) ? GPU__LA_NOT_FINITE : singular;
    gpu__la_transpose(w);
    Type *const to = (Type *)s->x[0].p + z * s->x[0].stride;
    GPU__UNROLLED (int i = 0; i < 32; i++)
        if (i < n && lane < k) to[i * k + lane] = w[i];
}
/* ---- QR ---- */
/* Of 2 D sums, D for lanes that have a bit. (In a loop over D, nvcc would not unroll what is done here.) */
template <int D, class Type> GPU__DEVICE_FN void gpu__la_halve(Type (&sum)[16])
{
    const bool upper = threadIdx.x & D;
    GPU__UNROLLED (int c = 0; c < D; c++) {
        const Type other = __shfl_xor_sync(~0u, upper ? sum[c] : sum[c + D], D);
        sum[c] = (upper ? sum[c + D] : sum[c]) + other;
    }
}
/* The sums of products of v[0] with all columns over the rows of a warp for which `below`: lane c gets that of column
   c. They are made together, by halving the columns. */
template <class Type> GPU__DEVICE_FN Type gpu__la_panel_dots(const Type (&v)[32], bool below)
{
    const unsigned lane = threadIdx.x % 32;
    const Type x = below ? v[0] : (Type)0;
    Type sum[16];
    GPU__UNROLLED (int c = 0; c < 16; c++) {
        const Type low = x * v[c], high = x * v[c + 16];
        sum[c] = (lane & 16 ? high : low) + __shfl_xor_sync(~0u, lane & 16 ? low : high, 16);
    }
    gpu__la_halve<8>(sum), gpu__la_halve<4>(sum), gpu__la_halve<2>(sum), gpu__la_halve<1>(sum);
    return sum[0];
}
/* Adds these sums of all warps and blocks, in a fixed order; lane c of each warp gets those of column c. `head` is row
   j of the panel, which the first block sends to the others. */
template <class Type>
GPU__DEVICE_FN Type gpu__la_panel_total(Type mine, Type *head, unsigned long long *mail, unsigned tag)
{
    constexpr int Words = sizeof(Type) / 4;
    __shared__ Type part[16][32], parts[16][32];
    const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32, warps = blockDim.x / 32;
    unsigned word[Words];
    part[warp][lane] = mine;
    __syncthreads();
    Type first = 0, second = 0; /* of 256 rows each: the order is that of two blocks */
    if (warp == 0)
        GPU__UNROLLED (unsigned w = 0; w < 8; w++) {
            first += w < warps ? part[w][lane] : (Type)0;
            second += w + 8 < warps ? part[w + 8][lane] : (Type)0;
        }
    mine = first + second;
    if (gridDim.x > 1) {
        if (warp == 0) {
            memcpy(word, &mine, sizeof mine);
            gpu__la_send(mail + blockIdx.x * GPU__LA_MAIL + lane, word, tag);
            memcpy(word, head + lane, sizeof mine);
            if (blockIdx.x == 0) gpu__la_send(mail + 64 + lane, word, tag);
        }
        mine = 0;
        for (unsigned block = warp; block < gridDim.x; block += warps) {
            Type other;
            gpu__la_receive(mail + block * GPU__LA_MAIL + lane, word, tag);
            memcpy(&other, word, sizeof other);
            mine += other;
        }
        if (warp == 0) {
            gpu__la_receive(mail + 64 + lane, word, tag);
            memcpy(head + lane, word, sizeof mine);
        }
    }
    parts[warp][lane] = mine;
    __syncthreads();
    mine = parts[0][lane];
    if (gridDim.x > 1)
        GPU__UNROLLED (unsigned w = 1; w < 16; w++) mine += w < warps ? parts[w][lane] : (Type)0;
    return mine;
}
/* T of H1 H2 ... = 1 - V T V' to `to`, from the products g[j][i] of vectors i < j, by a warp: a lane has a row of T. */
template <class Type>
GPU__DEVICE_FN void gpu__la_triangle_of(Type *to, size_t ld, const Type (*g)[32], const Type *tau, int n)
{
    const int i = threadIdx.x % 32;
    Type t[32];
    GPU__UNROLLED (int j = 0; j < 32; j++) {
        Type sum = 0;
        if (j >= n) break;
        GPU__UNROLLED (int p = 0; p < j; p++) sum += t[p] * g[j][p];
        t[j] = i < j ? -tau[j] * sum : i == j ? tau[j] : (Type)0;
        if (i < n) to[i * ld + j] = t[j];
    }
}
/* The step gpu__la_qr_triangle. */
template <class Type> static __device__ void gpu__la_triangle_held(const gpu__la_step *s, size_t z)
{
    __shared__ __align__(16) Type g[32][32];
    __shared__ Type tau[32];
    const Type *const from = (const Type *)s->x[1].p + z * s->x[1].stride;
    const int n = (int)s->n, i = threadIdx.x;
    if (i < n) tau[i] = ((const Type *)s->x[2].p + z * s->x[2].stride)[i];
    for (int p = 0; p < 32; p++) g[i][p] = i < n && p < n ? from[p * s->x[1].ld + i] : (Type)0;
    __syncwarp();
    gpu__la_triangle_of((Type *)s->x[0].p + z * s->x[0].stride, s->x[0].ld, g, tau, n);
    __syncwarp();
}
/* Factors the panel x[0], m by n, n <= 32, as the step gpu__la_qr_panel does; x[1] gets tau, x[2] V with its zeros and
   ones, x[4] the triangle T; x[3] is the blocks' mail. The elements of a row move as in gpu__la_lu_columns. If a column
   is faint, its sums are made again with the column scaled up. */
template <class Type, auto Reflector> static __global__ void __launch_bounds__(gpu__la_panel_threads, 1)
    gpu__la_qr_columns(const gpu__la_step s)
{
    constexpr Type Faint = sizeof(Type) == 4 ? (Type)8.2718061e-25 : (Type)4.5131906e-277;
    constexpr Type Much = sizeof(Type) == 4 ? (Type)1152921504606846976.0 : (Type)3.273390607896142e150;
    __shared__ __align__(16) Type minus[16][32], g[32][32];
    __shared__ __align__(16) Type heads[2][32], taus[32];
    const size_t z = s.k + blockIdx.y, ld = s.x[0].ld;
    Type *const a = (Type *)s.x[0].p + z * s.x[0].stride, *const tau = (Type *)s.x[1].p + z * s.x[1].stride, v[32];
    Type *const out = (Type *)s.x[2].p + z * s.x[2].stride;
    unsigned long long *const mail = (unsigned long long *)s.x[3].p + z * s.x[3].stride;
    const unsigned m = (unsigned)s.m, n = (unsigned)s.n, row = blockIdx.x * blockDim.x + threadIdx.x;
    const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    unsigned round = 0;
    gpu__la_panel_load(v, a, ld, m, n, row);
    for (unsigned j = 0; j < n; j++) {
        Type alpha = 0, up = 1, total, head, beta, over;
        for (bool again = true; again;) {
            const unsigned set = round++ & 1;
            if (row == j) {
                GPU__UNROLLED (int c = 0; c < 32; c++) heads[set][c] = v[c];
            }
            total =
                gpu__la_panel_total(gpu__la_panel_dots(v, row > j), heads[set], mail + set * gridDim.x * GPU__LA_MAIL,
                                    (unsigned)(2 * (s.at + j) + (up == 1 ? 1 : 2)));
            head = heads[set][lane];
            const Type square = __shfl_sync(~0u, total, 0);
            if (up == 1) alpha = __shfl_sync(~0u, head, 0);
            again = up == 1 && !(alpha * alpha + square > Faint);
            if (again && row > j) v[0] *= Much;
            if (again) up = Much;
        }
        const Type t = Reflector(alpha, __shfl_sync(~0u, total, 0), up, &beta, &over);
        if (up != 1) over /= up;
        const Type product = head + over * total; /* of the column's vector and column `lane` */
        minus[warp][lane] = lane + j < 32 ? product : (Type)0;
        if (row < 32 && lane + j >= 32) g[j][lane + j - 32] = product;
        if (row == j) tau[j] = taus[j] = t;
        __syncwarp();
        const Type x = row > j ? v[0] * over : v[0], y = row > j ? x * t : row == j ? t : (Type)0;
        GPU__UNROLLED (int c = 1; c < 32; c++) v[c - 1] = v[c] - y * minus[warp][c];
        v[31] = row == j ? beta : x;
    }
    __syncwarp();
    if (row < 32) gpu__la_triangle_of((Type *)s.x[4].p + z * s.x[4].stride, s.x[4].ld, g, taus, (int)n);
    const unsigned column = (lane + n) % 32;
    gpu__la_transpose(v);
    GPU__UNROLLED (int i = 0; i < 32; i++) {
        const unsigned r = row - lane + i;
        if (column >= n || r >= m) continue;
        a[r * ld + column] = v[i];
        out[r * s.x[2].ld + column] = r > column ? v[i] : (Type)(r == column);
    }
}
