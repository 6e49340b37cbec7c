/* ---- Linear algebra: Cholesky's factorisation and solutions with triangles, each in one launch ------------------- */

/* The matrix is divided into tiles of 64 x 64. A block draws the number of a tile, in an order in which a tile comes
   after those that it depends on, so it waits only for blocks that have begun: for the tiles that it multiplies, one
   after the other, and for the triangle on the diagonal. A word for each tile says that it is done. */
enum { GPU__LA_TILE = 64, GPU__LA_TILE_DEPTH = 16, GPU__LA_TILE_THREADS = 256 };
template <class Type> struct gpu__la_tile_memory {
    static constexpr int Word = 16 / (int)sizeof(Type), Pitch = GPU__LA_TILE + Word;
    union {
        struct {
            alignas(16) Type a[2][GPU__LA_TILE_DEPTH][Pitch], b[2][GPU__LA_TILE_DEPTH][Pitch];
        } of;
        alignas(16) Type tile[GPU__LA_TILE][Pitch]; /* row v: the vector that is solved for by thread v */
    };
    alignas(16) Type t[GPU__LA_TILE][16 + Word]; /* 16 columns of a triangle */
    alignas(16) Type column[2][GPU__LA_TILE][4]; /* four columns at a time */
    alignas(16) Type reciprocal[16];
    unsigned number, ready;
};
/* Element (i, k) is p[i * across + k * along]. Of a factor, k is the index of summation. */
template <class Type> struct gpu__la_operand {
    const Type *p;
    ptrdiff_t across, along;
    __device__ bool contiguous() const { return along == 1 || along == -1; } /* along the sum */
};
/* Waits until more than `tile` of the first `count` tiles are done, each of which has a word in `done`; returns how
   many are. `also` are the words of other tiles that are needed with them, or NULL. */
GPU__DEVICE_FN unsigned gpu__la_await(unsigned *shared, unsigned tile, unsigned count, const unsigned *done,
                                      const unsigned *also)
{
    const unsigned lane = threadIdx.x % 32, mine = tile + lane;
    if (threadIdx.x < 32) {
        unsigned there = 0;
        do {
            unsigned word = 1, other = 1;
            if (mine < count)
                asm volatile("ld.relaxed.gpu.global.u32 %0, [%1];" : "=r"(word) : "l"(done + mine) : "memory");
            if (mine < count && also)
                asm volatile("ld.relaxed.gpu.global.u32 %0, [%1];" : "=r"(other) : "l"(also + mine) : "memory");
            there = __ballot_sync(~0u, word && other);
        } while (!(there & 1));
        __threadfence();
        if (lane == 0) *shared = tile + (~there ? __ffs((int)~there) - 1 : 32);
    }
    __syncthreads();
    return min(*shared, count);
}
GPU__DEVICE_FN void gpu__la_done(unsigned *word)
{
    __syncthreads();
    if (threadIdx.x == 0) {
        __threadfence();
        asm volatile("st.relaxed.gpu.global.u32 [%0], %1;" ::"l"(word), "r"(1u) : "memory");
    }
}
/* Copies N elements between registers and shared memory, 16 bytes at a time: with the pitch above, neighbouring threads
   have neighbouring rows without a bank conflict. */
template <int N, class Type> GPU__DEVICE_FN void gpu__la_tile_copy(Type *to, const Type *from)
{
    GPU__UNROLLED (int i = 0; i < N; i += 16 / (int)sizeof(Type)) *(uint4 *)(to + i) = *(const uint4 *)(from + i);
}
/* x -= A b for four rows of A, 16 columns, each row the same for all threads of a warp. */
template <class Type> GPU__DEVICE_FN void gpu__la_tile_subtract(Type *to, const Type *a, int pitch, const Type (&b)[16])
{
    alignas(16) Type x[4], row[16];
    gpu__la_tile_copy<4>(x, to);
    GPU__UNROLLED (int r = 0; r < 4; r++) {
        gpu__la_tile_copy<16>(row, a + r * pitch);
        GPU__UNROLLED (int p = 0; p < 16; p++) x[r] -= row[p] * b[p];
    }
    gpu__la_tile_copy<4>(to, x);
}
/* Four elements of 64 x 16 for each thread, lanes along the contiguous dimension; 0 beyond `rows` and `deep`. */
template <class Type> GPU__DEVICE_FN void gpu__la_tile_fetch(Type (&x)[4], gpu__la_operand<Type> v, int rows, int deep)
{
    const bool along = v.contiguous();
    GPU__UNROLLED (int q = 0; q < 4; q++) {
        const int e = threadIdx.x + q * GPU__LA_TILE_THREADS, i = along ? e / 16 : e % 64, k = along ? e % 16 : e / 64;
        x[q] = i < rows && k < deep ? __ldcg(v.p + (i * v.across + k * v.along)) : (Type)0;
    }
}
template <class Type, int Pitch> GPU__DEVICE_FN void gpu__la_tile_put(Type (*to)[Pitch], const Type (&x)[4], bool along)
{
    GPU__UNROLLED (int q = 0; q < 4; q++) {
        const int e = threadIdx.x + q * GPU__LA_TILE_THREADS;
        to[along ? e % 16 : e / 64][along ? e / 16 : e % 64] = x[q];
    }
}
/* sum -= A B, where A has the rows and B the columns of the tile, and both `count` tiles along the sum, for which it
   waits by `await`. A thread has 4 x 4 sums. And square -= A A', or NULL. */
template <class Type, class Await>
GPU__DEVICE_FN void gpu__la_tile_multiply(Type (&sum)[4][4], Type (*square)[4], gpu__la_tile_memory<Type> &s,
                                          gpu__la_operand<Type> a, gpu__la_operand<Type> b, int rows, int cols,
                                          unsigned count, const Await &await)
{
    constexpr unsigned Steps = GPU__LA_TILE / GPU__LA_TILE_DEPTH;
    const int top = threadIdx.x / 16 * 4, left = threadIdx.x % 16 * 4;
    const bool along_a = a.contiguous(), along_b = b.contiguous();
    unsigned ready = 0;
    Type x[4], y[4];
    auto fetch = [&](unsigned step) {
        if (step / Steps >= ready) ready = await(step / Steps);
        gpu__la_tile_fetch(x, a, rows, 16), gpu__la_tile_fetch(y, b, cols, 16);
        a.p += GPU__LA_TILE_DEPTH * a.along, b.p += GPU__LA_TILE_DEPTH * b.along;
    };
    if (count) fetch(0);
    for (unsigned step = 0; step < count * Steps; step++) {
        const unsigned next = step + 1, set = step & 1;
        const bool ahead = next < count * Steps && next / Steps < ready;
        gpu__la_tile_put(s.of.a[set], x, along_a), gpu__la_tile_put(s.of.b[set], y, along_b);
        __syncthreads();
        if (ahead) fetch(next);
        GPU__UNROLLED (int k = 0; k < GPU__LA_TILE_DEPTH; k++) {
            alignas(16) Type p[4], q[4], r[4];
            gpu__la_tile_copy<4>(p, &s.of.a[set][k][top]), gpu__la_tile_copy<4>(q, &s.of.b[set][k][left]);
            if (square) gpu__la_tile_copy<4>(r, &s.of.a[set][k][left]);
            GPU__UNROLLED (int e = 0; e < 16; e++) {
                sum[e / 4][e % 4] -= p[e / 4] * q[e % 4];
                if (square) square[e / 4][e % 4] -= p[e / 4] * r[e % 4];
            }
        }
        if (!ahead && next < count * Steps) fetch(next);
    }
    __syncthreads();
}
/* Solves for the first 16 elements of a vector, with the rows of a triangle, each the same for all threads of a warp:
   with the reciprocals of its diagonal, or with the first `divisors` elements of that. */
template <bool Exact, class Type> GPU__DEVICE_FN void gpu__la_tile_chain(Type (&x)[16], const Type *triangle, int pitch,
                                                                         const Type *reciprocal, int divisors)
{
    alignas(16) Type by[16], row[16];
    gpu__la_tile_copy<16>(by, reciprocal);
    GPU__UNROLLED (int i = 0; i < 16; i++) {
        gpu__la_tile_copy<16>(row, triangle + i * pitch);
        GPU__UNROLLED (int p = 0; p < i; p++) x[i] -= row[p] * x[p];
        if (Exact) x[i] *= by[i];
        else if (i < divisors) x[i] /= row[i];
    }
}
/* Solves for the vectors in s.tile, n elements each, with the lower triangle t, of which it has 16 columns at a time,
   the first of them in `next`; then all threads, by turns, subtract what these contribute to the elements after them.
   It multiplies by reciprocals of the diagonal, unless one of them is inexact. */
template <class Type> GPU__DEVICE_FN void gpu__la_tile_solve(gpu__la_tile_memory<Type> &s, Type (&next)[4],
                                                             gpu__la_operand<Type> t, int n, bool unit)
{
    const int v = threadIdx.x % 64, part = threadIdx.x / 64;
    const bool along = t.contiguous();
    constexpr Type Least = sizeof(Type) == 4 ? (Type)1e-37 : (Type)1e-307;
    constexpr int Pitch = sizeof s.t[0] / sizeof(Type);
    for (int base = 0; base < n; base += 16) {
        bool exact = true;
        alignas(16) Type x[16];
        GPU__UNROLLED (int q = 0; q < 4; q++) {
            const int e = threadIdx.x + q * GPU__LA_TILE_THREADS, i = along ? e / 16 : e % 64,
                      p = along ? e % 16 : e / 64;
            s.t[i][p] = next[q];
            if (i != base + p) continue;
            const Type by = unit || i >= n ? (Type)1 : 1 / next[q];
            s.reciprocal[p] = by;
            exact = fabs(by) >= Least && fabs(by) <= 1 / Least;
        }
        exact = __syncthreads_and(exact);
        t.p += 16 * t.along;
        if (base + 16 < n) gpu__la_tile_fetch(next, t, n, n - base - 16);
        if (part == 0) {
            gpu__la_tile_copy<16>(x, &s.tile[v][base]);
            if (exact) gpu__la_tile_chain<true>(x, s.t[base], Pitch, s.reciprocal, 16);
            else gpu__la_tile_chain<false>(x, s.t[base], Pitch, s.reciprocal, n - base);
            gpu__la_tile_copy<16>(&s.tile[v][base], x);
        }
        __syncthreads();
        gpu__la_tile_copy<16>(x, &s.tile[v][base]);
        for (int i = base + 16 + 4 * part; i < n; i += 16) gpu__la_tile_subtract(&s.tile[v][i], s.t[i], Pitch, x);
        __syncthreads();
    }
}
/* Factors the leading four columns, of which all threads read `pivot`, the four rows with the diagonal: by[c] becomes
   the reciprocal of L[c][c], and l the elements of L below it. Returns the first column of `cols` whose pivot is not
   positive, or `cols`. */
template <class Type>
GPU__DEVICE_FN int gpu__la_tile_pivot(Type (&l)[4][4], Type (&by)[4], const Type (*pivot)[4], int cols)
{
    int wrong = cols;
    GPU__UNROLLED (int c = 0; c < 4; c++) gpu__la_tile_copy<4>(l[c], pivot[c]);
    GPU__UNROLLED (int c = 0; c < 4; c++) {
        const Type d = l[c][c];
        if (c < cols && !(d > 0)) wrong = min(wrong, c);
        by[c] = c < cols ? rsqrt(d) : (Type)0;
        GPU__UNROLLED (int r = c + 1; r < 4; r++) {
            l[r][c] *= by[c];
            GPU__UNROLLED (int k = c + 1; k <= r; k++) l[r][k] -= l[r][c] * l[k][c];
        }
    }
    return wrong;
}
/* The elements of L in a row, from those of the matrix and the pivot's rows. */
template <class Type>
GPU__DEVICE_FN void gpu__la_tile_row(Type (&x)[4], const Type *row, const Type (&l)[4][4], const Type (&by)[4])
{
    gpu__la_tile_copy<4>(x, row);
    GPU__UNROLLED (int c = 0; c < 4; c++) {
        GPU__UNROLLED (int k = 0; k < c; k++) x[c] -= x[k] * l[c][k];
        x[c] *= by[c];
    }
}
/* Factors the n by n tile in s.tile, 16 columns at a time: a thread has four of them, of a row. These four go to shared
   memory by turns, with one barrier for all four; each thread factors their rows on the diagonal by itself. Returns the
   order of the first leading minor that is not positive, or 0. */
template <class Type> GPU__DEVICE_FN int gpu__la_tile_factor(gpu__la_tile_memory<Type> &s, int n)
{
    const int i = threadIdx.x % 64, part = threadIdx.x / 64;
    for (int base = 0; base < n; base += 16) {
        alignas(16) Type x[4], l[4][4], mine[4], of[4], by[4], row[16];
        gpu__la_tile_copy<4>(x, &s.tile[i][base + 4 * part]);
#pragma unroll 1
        for (int q = 0; q < 4 && base + 4 * q < n; q++) {
            const int at = base + 4 * q, cols = min(n - at, 4);
            Type(*const column)[4] = s.column[q & 1];
            if (part == q) gpu__la_tile_copy<4>(column[i], x);
            __syncthreads();
            const int wrong = gpu__la_tile_pivot(l, by, column + at, cols);
            if (wrong < cols) return at + wrong + 1; /* as all threads see */
            if (part < q) continue;
            gpu__la_tile_row(mine, column[i], l, by);
            GPU__UNROLLED (int c = 0; c < 4; c++) {
                if (part == q) x[c] = i == at + c ? l[c][c] : mine[c];
                else {
                    gpu__la_tile_row(of, column[base + 4 * part + c], l, by);
                    GPU__UNROLLED (int k = 0; k < 4; k++) x[c] -= mine[k] * of[k];
                }
            }
        }
        Type root = 0; /* of the pivot in this thread's columns, if it has one */
        GPU__UNROLLED (int c = 0; c < 4; c++) root = i == base + 4 * part + c ? x[c] : root;
        root = sqrt(root);
        GPU__UNROLLED (int c = 0; c < 4; c++) x[c] = i == base + 4 * part + c ? root : x[c];
        gpu__la_tile_copy<4>(&s.tile[i][base + 4 * part], x);
        __syncthreads();
        gpu__la_tile_copy<16>(row, &s.tile[i][base]);
        for (int c = base + 16 + 4 * part; c < n; c += 16)
            gpu__la_tile_subtract(&s.tile[i][c], &s.tile[c][base], s.Pitch, row);
        __syncthreads();
    }
    return 0;
}
/* sum -= X X' for the tile X in s.tile. Threads begin at different columns, since rows four apart share banks. */
template <class Type>
GPU__DEVICE_FN void gpu__la_tile_minus_square(Type (&sum)[4][4], const gpu__la_tile_memory<Type> &s)
{
    const int top = threadIdx.x / 16 * 4, left = threadIdx.x % 16 * 4;
#pragma unroll 2
    for (int step = 0; step < 16; step++) {
        const int k = (step + left / 8) % 16 * 4;
        alignas(16) Type p[4][4], q[4][4];
        GPU__UNROLLED (int r = 0; r < 4; r++)
            gpu__la_tile_copy<4>(p[r], &s.tile[top + r][k]), gpu__la_tile_copy<4>(q[r], &s.tile[left + r][k]);
        GPU__UNROLLED (int e = 0; e < 64; e++) sum[e / 16][e / 4 % 4] -= p[e / 16][e % 4] * q[e / 4 % 4][e % 4];
    }
}
/* Draws the number of this block: words[0] counts them. */
GPU__DEVICE_FN unsigned gpu__la_draw(unsigned *shared, unsigned *words, bool alone)
{
    if (threadIdx.x == 0) *shared = alone ? blockIdx.x : atomicAdd(words, 1u);
    __syncthreads();
    return *shared;
}
/* A = L L' for the lower triangle of x[0]; of each matrix, tile (i, j) has word i * across + j. A block computes a tile
   below the diagonal; the first one of a column then also the tile to its right, on the diagonal, for which it has the
   other products already. So a column waits for the one before it by one word, not two. */
template <class Type> static __global__ void __launch_bounds__(GPU__LA_TILE_THREADS)
    gpu__la_cholesky_tiles(const gpu__la_step step, unsigned *words, unsigned batch)
{
    gpu__follow();
    __shared__ gpu__la_tile_memory<Type> s;
    const unsigned across = (unsigned)((step.n + 63) / 64), number = gpu__la_draw(&s.number, words, across == 1),
                   z = number % batch;
    const int top = threadIdx.x / 16 * 4, left = threadIdx.x % 16 * 4;
    const size_t ld = step.x[0].ld;
    Type *const a = (Type *)step.x[0].p + z * step.x[0].stride;
    unsigned *const done = words + 1 + (size_t)z * across * across;
    unsigned j = 0, i = number / batch;
    const bool below = i > 0;
    if (below)
        for (i--; i >= across - 1 - j; j++) i -= across - 1 - j;
    i += j + below;
    const bool diagonal = !below || i == j + 1;
    const int rows = (int)min(step.n - i * 64, (size_t)64);
    alignas(16) Type sum[4][4], square[4][4];
    auto fetch = [&](Type(&to)[4][4], unsigned of, int cols) {
        const Type *const tile = a + i * 64 * ld + of * 64;
        GPU__UNROLLED (int r = 0; r < 4; r++)
            GPU__UNROLLED (int c = 0; c < 4; c++)
                to[r][c] = top + r < rows && left + c < cols ? tile[(top + r) * ld + left + c] : (Type)0;
    };
    auto multiply = [&](Type(*also)[4]) {
        gpu__la_tile_multiply(
            sum, also, s, {a + i * 64 * ld, (ptrdiff_t)ld, 1}, {a + j * 64 * ld, (ptrdiff_t)ld, 1}, rows, 64, j,
            [&](unsigned p) { return gpu__la_await(&s.ready, p, j, done + i * across, done + j * across); });
    };
    auto put = [&](const Type(&from)[4][4]) {
        GPU__UNROLLED (int r = 0; r < 4; r++) gpu__la_tile_copy<4>(&s.tile[top + r][left], from[r]);
        __syncthreads();
    };
    auto store = [&](unsigned of) {
        Type *const tile = a + i * 64 * ld + of * 64;
#pragma unroll 8
        for (int e = threadIdx.x; e < 64 * 64; e += GPU__LA_TILE_THREADS)
            if (e / 64 < rows && e % 64 < (i == of ? e / 64 + 1 : 64))
                tile[e / 64 * ld + e % 64] = s.tile[e / 64][e % 64];
    };
    if (diagonal) fetch(square, i, rows);
    if (below) {
        Type first[4];
        fetch(sum, j, 64);
        if (diagonal) multiply(square);
        else multiply(NULL);
        put(sum);
        gpu__la_await(&s.ready, j, j + 1, done + j * across, NULL);
        const gpu__la_operand<Type> t = {a + j * 64 * (ld + 1), (ptrdiff_t)ld, 1};
        gpu__la_tile_fetch(first, t, 64, 64);
        gpu__la_tile_solve(s, first, t, 64, false);
        store(j);
        if (diagonal) gpu__la_tile_minus_square(square, s);
        gpu__la_done(done + i * across + j);
        if (!diagonal) return;
    }
    put(square);
    const int wrong = gpu__la_tile_factor(s, rows);
    volatile int *const info = step.info + z / step.per_info;
    if (wrong && threadIdx.x == 0 && *info == 0) *info = (int)i * 64 + wrong;
    store(i);
    if (across > 1) gpu__la_done(done + i * across + i);
}
/* Solves the triangle x[0] (n by n) for the m columns of x[1], in place: the strides of T are x[0].ld and x[2].ld,
   those of B x[1].ld and x[3].ld. Tile i of rows, in the order in which they are solved for, and tile c of columns have
   word c * down + i. */
template <class Type> static __global__ void __launch_bounds__(GPU__LA_TILE_THREADS)
    gpu__la_solve_tiles(const gpu__la_step step, unsigned *words, unsigned batch)
{
    gpu__follow();
    __shared__ gpu__la_tile_memory<Type> s;
    const unsigned across = (unsigned)((step.m + 63) / 64), down = (unsigned)((step.n + 63) / 64),
                   number = gpu__la_draw(&s.number, words, down == 1), z = number % batch;
    const unsigned i = number / batch / across, c = number / batch % across;
    const bool back = step.flag & GPU__LA_BACKWARD;
    const ptrdiff_t sign = back ? -1 : 1, tr = sign * (ptrdiff_t)step.x[0].ld, tc = sign * (ptrdiff_t)step.x[2].ld,
                    br = sign * (ptrdiff_t)step.x[1].ld, bc = (ptrdiff_t)step.x[3].ld;
    const ptrdiff_t last = back ? (ptrdiff_t)step.n - 1 : 0;
    const Type *const t = (const Type *)step.x[0].p + z * step.x[0].stride - last * (tr + tc);
    Type *const b = (Type *)step.x[1].p + z * step.x[1].stride - last * br + c * 64 * bc, *const tile = b + i * 64 * br;
    const int rows = (int)min(step.n - i * 64, (size_t)64), cols = (int)min(step.m - c * 64, (size_t)64);
    const int top = threadIdx.x / 16 * 4, left = threadIdx.x % 16 * 4;
    unsigned *const done = words + 1 + ((size_t)z * across + c) * down;
    const gpu__la_operand<Type> triangle = {t + i * 64 * (tr + tc), tr, tc};
    Type sum[4][4], first[4];
    gpu__la_tile_fetch(first, triangle, rows, rows);
    GPU__UNROLLED (int r = 0; r < 4; r++)
        GPU__UNROLLED (int k = 0; k < 4; k++)
            sum[r][k] = top + r < rows && left + k < cols ? tile[(top + r) * br + (left + k) * bc] : (Type)0;
    gpu__la_tile_multiply(sum, (Type(*)[4])NULL, s, {t + i * 64 * tr, tr, tc}, {b, bc, br}, rows, cols, i,
                          [&](unsigned p) { return gpu__la_await(&s.ready, p, i, done, NULL); });
    GPU__UNROLLED (int k = 0; k < 4; k++) {
        alignas(16) const Type of[4] = {sum[0][k], sum[1][k], sum[2][k], sum[3][k]};
        gpu__la_tile_copy<4>(&s.tile[left + k][top], of);
    }
    __syncthreads();
    gpu__la_tile_solve(s, first, triangle, rows, step.flag & GPU__LA_UNIT_DIAGONAL);
#pragma unroll 8
    for (int e = threadIdx.x; e < 64 * 64; e += GPU__LA_TILE_THREADS) {
        const int r = bc == 1 ? e / 64 : e % 64, k = bc == 1 ? e % 64 : e / 64;
        if (r < rows && k < cols) tile[r * br + k * bc] = s.tile[k][r];
    }
    if (down > 1) gpu__la_done(done + i);
}
/* Launches one of them, for `tiles` tiles of each matrix, of which tile 0 depends on none. */
template <class Type> static void gpu__la_launch_tiles(gpu__la *la, void (*kernel)(gpu__la_step, unsigned *, unsigned),
                                                       const gpu__la_step *s, size_t tiles, size_t words_each)
{
    const size_t used = la->used, bytes = (1 + la->batch * words_each) * sizeof(unsigned);
    unsigned *const words = (unsigned *)gpu__la_take(la, words_each > 1 ? bytes : 0);
    la->used = used;
    if (words_each > 1) gpu__la_zero(la, words, bytes);
    if (la->measuring || la->error || !tiles) return;
    la->error = (int)gpu__launch(la->context, kernel, tiles * la->batch, GPU__LA_TILE_THREADS, 0, *s, words,
                                 (unsigned)la->batch);
}
