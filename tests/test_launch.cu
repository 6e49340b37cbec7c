/* Kernels: every index once, whatever the grid; CUDA's own names; the limits; rules that a kernel can break. */

#define GPU_COOPERATIVE
#define GPU_IMPLEMENTATION
#define GPU__REACH 100000u /* blocks that begin further away are run as those beyond 2^31 are */
#include "gpu.h"
#define TEST_MAIN
#include "test.h"

#ifndef _WIN32
#include <pthread.h>
#include <unistd.h>
#endif

#ifdef __cplusplus
extern "C"
#endif
int other_file(int *c, size_t n); /* of test_launch_other.cu, which has kernels of the same names */

/* Counts are zeroed before, with a guard behind them; afterwards each of the n is `each` and the guard is untouched. */
enum { GUARD = 64 };
static int *counters(size_t n)
{
    return GPU_ZEROS(int, n + GUARD);
}
static int all_are(int *c, size_t n, int each) /* frees c */
{
    int *h = GPU_TO_HOST(int, c, n + GUARD), ok = h != NULL;
    size_t i;
    for (i = 0; ok && i < n + GUARD; i++)
        if (h[i] != (i < n ? each : 0)) {
            fprintf(stderr, "index %llu of %llu was visited %d times\n", (unsigned long long)i, (unsigned long long)n,
                    h[i]);
            ok = 0;
        }
    return gpu_free(h) == GPU_OK && gpu_free(c) == GPU_OK && ok;
}

static const size_t sizes[] = {0, 1, 2, 31, 32, 33, 255, 256, 257, 1000, 2047, 2049, 65537, (1 << 20) + 1};
static const size_t shapes[][2] = {{0, 0},  {0, 5},  {5, 0},     {1, 1},     {1, 1000},   {1000, 1}, {31, 17},
                                   {32, 8}, {33, 9}, {127, 131}, {1009, 97}, {3, 100003}, {70001, 2}};
static const size_t solids[][3] = {{0, 1, 1},    {1, 0, 1},    {1, 1, 0},   {1, 1, 1},  {7, 1, 1},
                                   {1, 7, 1},    {1, 1, 7},    {32, 4, 2},  {33, 5, 3}, {13, 17, 19},
                                   {2, 3, 1009}, {1009, 3, 2}, {64, 64, 64}};
#define COUNT(a) (sizeof(a) / sizeof *(a))

static gpu_config grids(int k) /* explicit grids that a loop must cope with; no block where the library may choose it */
{
    switch (k) {
    case 0: return gpu_grid(1, 1, 1, 1, 1, 1);
    case 1: return gpu_grid(3, 1, 1, 64, 1, 1);
    case 2: return gpu_grid(7, 1, 1, 33, 1, 1);
    case 3: return gpu_grid(2, 3, 1, 8, 4, 1);
    case 4: return gpu_grid(2, 2, 2, 4, 3, 2);
    case 5: return gpu_grid(1, 5, 3, 1, 7, 2);
    case 6: return gpu_grid(1, 1, 1, 1024, 1, 1);
    case 7: return gpu_grid(0, 0, 0, 0, 0, 0);
    case 8: return gpu_grid(5, 0, 0, 0, 0, 0);
    default: return gpu_grid(0, 0, 0, 96, 0, 0);
    }
}
enum { GRIDS = 10 };

/* --------------------------------------------------------------------------------------------- every index, once -- */

GPU_KERNEL(visit_1d, (int *, c), (size_t, n))
{
    GPU_FOR(i, n) c[i]++;
}
GPU_KERNEL(visit_2d, (int *, c), (size_t, w), (size_t, h))
{
    GPU_FOR_2D(x, y, w, h) c[y * w + x]++;
}
GPU_KERNEL(visit_3d, (int *, c), (size_t, w), (size_t, h), (size_t, d))
{
    GPU_FOR_3D(x, y, z, w, h, d)
    {
        c[(z * h + y) * w + x]++;
    }
}
TEST(one_dimension)
{
    size_t s;
    int k;
    for (s = 0; s < COUNT(sizes); s++) {
        size_t n = sizes[s];
        int *c = counters(n);
        CHECK_STATUS(visit_1d(gpu_1d(n), c, n), GPU_OK, "");
        CHECK_STATUS(visit_1d(gpu_1d(1), c, n), GPU_OK, ""); /* fewer threads than indices */
        CHECK_STATUS(visit_1d(gpu_1d(n + 5000), c, n), GPU_OK, "");
        CHECK_STATUS(visit_1d(gpu_2d(40, n + 1), c, n), GPU_OK, ""); /* a 1-D loop in a 2-D and a 3-D grid */
        CHECK_STATUS(visit_1d(gpu_3d(40, 9, 5), c, n), GPU_OK, "");
        for (k = 0; k < GRIDS; k++) CHECK_STATUS(visit_1d(grids(k), c, n), GPU_OK, "");
        CHECK(all_are(c, n, (n ? 5 : 4) + GRIDS));
    }
}
TEST(two_dimensions)
{
    size_t s;
    int k;
    for (s = 0; s < COUNT(shapes); s++) {
        size_t w = shapes[s][0], h = shapes[s][1];
        int *c = counters(w * h);
        CHECK_STATUS(visit_2d(gpu_2d(w, h), c, w, h), GPU_OK, "");
        CHECK_STATUS(visit_2d(gpu_1d(w + 1), c, w, h), GPU_OK, "");
        CHECK_STATUS(visit_2d(gpu_3d(w + 1, h + 1, 3), c, w, h), GPU_OK, "");
        for (k = 0; k < GRIDS; k++) CHECK_STATUS(visit_2d(grids(k), c, w, h), GPU_OK, "");
        CHECK(all_are(c, w * h, 3 + GRIDS));
    }
}
TEST(many_indices_by_fewer_threads)
{
    static const size_t sides[] = {1000, ((size_t)1 << 24) - 1, ((size_t)1 << 24) + 77}; /* tiles of four or none */
    size_t s;
    for (s = 3 * 1280 - 1; s <= 4 * 1280 + 1; s += s % 128 < 2 || s % 128 == 127 ? 1 : 125) {
        int *c = counters(s);
        CHECK_STATUS(visit_1d(gpu_grid(10, 1, 1, 128, 1, 1), c, s), GPU_OK, "");
        CHECK(all_are(c, s, 1));
    }
    for (s = 0; s < COUNT(sides); s++) {
        const size_t n = sides[s], w = n / 21 + 1;
        int *c = counters(n);
        CHECK_STATUS(visit_1d(gpu_for(n), c, n), GPU_OK, "");
        CHECK(all_are(c, n, 1));
        c = counters(w * 21);
        CHECK_STATUS(visit_2d(gpu_for_2d(w, 21), c, w, 21), GPU_OK, "");
        CHECK_STATUS(visit_2d(gpu_for_2d(21, w), c, 21, w), GPU_OK, "");
        CHECK_STATUS(visit_3d(gpu_for_3d(w, 3, 7), c, w, 3, 7), GPU_OK, "");
        CHECK(all_are(c, w * 21, 3));
    }
}
TEST(three_dimensions)
{
    size_t s;
    int k;
    for (s = 0; s < COUNT(solids); s++) {
        size_t w = solids[s][0], h = solids[s][1], d = solids[s][2];
        int *c = counters(w * h * d);
        CHECK_STATUS(visit_3d(gpu_3d(w, h, d), c, w, h, d), GPU_OK, "");
        CHECK_STATUS(visit_3d(gpu_1d(300), c, w, h, d), GPU_OK, "");
        CHECK_STATUS(visit_3d(gpu_2d(w + 1, 50), c, w, h, d), GPU_OK, "");
        for (k = 0; k < GRIDS; k++) CHECK_STATUS(visit_3d(grids(k), c, w, h, d), GPU_OK, "");
        CHECK(all_are(c, w * h * d, 3 + GRIDS));
    }
}

/* Several loops, loops mixed with CUDA's names in both orders, continue, loops inside. */
GPU_KERNEL(several, (int *, a), (size_t, n), (int *, b), (size_t, w), (size_t, h), (int *, c), (size_t, m), (int *, d))
{
    GPU_FOR(i, n) a[i]++;
    GPU_FOR_2D(x, y, w, h) b[y * w + x]++;
    GPU_FOR(i, m)
    {
        if (i % 3) continue;
        c[i / 3]++;
    }
    GPU_FOR_3D(x, y, z, 2, 3, n / 6) d[(z * 3 + y) * 2 + x]++; /* its own array: no barrier parts the loops */
}
GPU_KERNEL(index_then_loop, (int *, a), (size_t, n), (int *, c), (size_t, m))
{
    size_t me = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (me < m) c[me]++;
    GPU_FOR(i, n) a[i]++;
}
GPU_KERNEL(loop_then_index, (int *, a), (size_t, n), (int *, c), (size_t, m))
{
    size_t me;
    GPU_FOR(i, n) a[i]++;
    me = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (me < m) c[me]++;
    GPU_FOR(i, n) a[i]++;
}
GPU_KERNEL(loops_inside, (int *, a), (size_t, n), (size_t, m))
{
    GPU_FOR(i, n)
    {
        size_t j;
        for (j = 0; j < m; j++) {
            if (j == 2) continue;
            if (j == 5) break; /* out of the loop inside: fine */
            a[i * m + j]++;
        }
        for (j = 0; j < m; j++)
            if (j == 2 || j >= 5) a[i * m + j]++;
    }
}
GPU_KERNEL(early_out, (int *, a), (size_t, n), (int, skip))
{
    if (skip) return; /* outside of a loop that is allowed */
    GPU_FOR(i, n) a[i]++;
}
GPU_KERNEL(any_integer, (int *, a), (int, n), (int *, b), (short, w), (unsigned char, h))
{
    GPU_FOR(i, n) a[i]++; /* any integer type as bound */
    GPU_FOR_2D(x, y, w, h) b[y * (size_t)w + x]++;
}
TEST(loops_of_all_sorts)
{
    size_t s;
    int k;
    for (s = 0; s < COUNT(sizes); s++)
        for (k = -1; k < GRIDS; k++) {
            size_t n = sizes[s] / 6 * 6, m = 3 * 77, threads = k < 0 ? n : 0;
            gpu_config cfg = k < 0 ? gpu_1d(n) : grids(k);
            int *a = counters(n);
            int *b = counters(31 * 17);
            int *c = counters(77);
            int *d = counters(threads);
            int *e = counters(threads);
            int *f = counters(n);
            int *g = counters(n);
            if (k >= 0 || n) {
                CHECK_STATUS(several(cfg, a, n, b, 31, 17, c, m, g), GPU_OK, "");
                CHECK(all_are(a, n, 1) && all_are(b, 31 * 17, 1) && all_are(c, 77, 1) && all_are(g, n, 1));
                CHECK_STATUS(index_then_loop(cfg, f, n, d, threads), GPU_OK, "");
                CHECK_STATUS(loop_then_index(cfg, f, n, e, threads), GPU_OK, "");
                CHECK_STATUS(early_out(cfg, f, n, 1), GPU_OK, "");
                CHECK_STATUS(early_out(cfg, f, n, 0), GPU_OK, "");
                CHECK(all_are(d, threads, 1) && all_are(e, threads, 1) && all_are(f, n, 4));
                a = counters(n * 8);
                CHECK_STATUS(loops_inside(cfg, a, n, 8), GPU_OK, "");
                CHECK(all_are(a, n * 8, 1));
            } else {
                gpu_free(a), gpu_free(b), gpu_free(c), gpu_free(d), gpu_free(e), gpu_free(f), gpu_free(g);
            }
        }
    {
        int *a = counters(1000), *b = counters(1000);
        CHECK_STATUS(any_integer(gpu_1d(1000), a, 1000, b, 100, 10), GPU_OK, "");
        CHECK(all_are(a, 1000, 1) && all_are(b, 1000, 1));
    }
}

/* ---------------------------------------------------------------------------------------------- CUDA's own model -- */

GPU_KERNEL(classic_1d, (int *, c), (int, n))
{
    int i = (int)(blockIdx.x * blockDim.x + threadIdx.x);
    if (i < n) c[i]++;
}
GPU_KERNEL(classic_2d, (int *, c), (int, w), (int, h))
{
    int x = (int)(blockIdx.x * blockDim.x + threadIdx.x), y = (int)(blockIdx.y * blockDim.y + threadIdx.y);
    if (x >= w || y >= h) return;
    c[y * w + x]++;
}
GPU_KERNEL(classic_3d, (int *, c), (int, w), (int, h), (int, d))
{
    int x = (int)(GPU_BLOCK_X * GPU_BLOCK_DIM_X + GPU_THREAD_X);
    int y = (int)(GPU_BLOCK_Y * GPU_BLOCK_DIM_Y + GPU_THREAD_Y);
    int z = (int)(GPU_BLOCK_Z * GPU_BLOCK_DIM_Z + GPU_THREAD_Z);
    if (x < w && y < h && z < d) c[(z * h + y) * w + x]++;
}
GPU_KERNEL(grid_stride, (int *, c), (size_t, n))
{
    size_t i;
    for (i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x) c[i]++;
}
GPU_KERNEL(who_am_i, (int *, c))
{
    size_t block = ((size_t)blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
    size_t thread = ((size_t)threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
    c[block * blockDim.x * blockDim.y * blockDim.z + thread]++;
}
GPU_KERNEL(shape, (int *, out))
{
    if (threadIdx.x || threadIdx.y || threadIdx.z || blockIdx.x || blockIdx.y || blockIdx.z) return;
    out[0] = (int)gridDim.x, out[1] = (int)gridDim.y, out[2] = (int)gridDim.z;
    out[3] = (int)blockDim.x, out[4] = (int)blockDim.y, out[5] = (int)blockDim.z, out[6] = warpSize;
    out[7] = (int)GPU_GRID_DIM_X, out[8] = (int)GPU_GRID_DIM_Y, out[9] = (int)GPU_GRID_DIM_Z;
}
TEST(bounds_checked_kernels)
{
    size_t s;
    for (s = 0; s < COUNT(sizes); s++) {
        size_t n = sizes[s];
        int *c = counters(n), k = 2;
        CHECK_STATUS(classic_1d(gpu_1d(n), c, (int)n), GPU_OK, "");
        CHECK_STATUS(grid_stride(gpu_1d(n), c, n), GPU_OK, "");
        if (n) {
            k = 4;
            CHECK_STATUS(classic_1d(gpu_grid((n + 127) / 128, 1, 1, 128, 1, 1), c, (int)n), GPU_OK, "");
            CHECK_STATUS(grid_stride(gpu_grid(3, 1, 1, 50, 1, 1), c, n), GPU_OK, "");
        }
        CHECK(all_are(c, n, k));
    }
    for (s = 0; s < COUNT(shapes); s++) {
        size_t w = shapes[s][0], h = shapes[s][1];
        int *c = counters(w * h);
        CHECK_STATUS(classic_2d(gpu_2d(w, h), c, (int)w, (int)h), GPU_OK, "");
        CHECK_STATUS(classic_2d(gpu_grid((w + 15) / 16 + 1, (h + 15) / 16 + 1, 1, 16, 16, 1), c, (int)w, (int)h),
                     GPU_OK, "");
        CHECK(all_are(c, w * h, 2));
    }
    for (s = 0; s < COUNT(solids); s++) {
        size_t w = solids[s][0], h = solids[s][1], d = solids[s][2];
        int *c = counters(w * h * d);
        CHECK_STATUS(classic_3d(gpu_3d(w, h, d), c, (int)w, (int)h, (int)d), GPU_OK, "");
        CHECK(all_are(c, w * h * d, 1));
    }
}
TEST(each_thread_is_itself)
{
    static const size_t g[][6] = {{1, 1, 1, 1, 1, 1},    {3, 5, 2, 4, 3, 2},  {7, 1, 1, 1024, 1, 1},
                                  {1, 9, 1, 1, 1024, 1}, {2, 1, 3, 4, 4, 64}, {300, 1, 1, 31, 1, 1},
                                  {5, 7, 11, 1, 1, 1}};
    size_t k;
    int i;
    for (k = 0; k < COUNT(g); k++) {
        int *c = counters(g[k][0] * g[k][1] * g[k][2] * g[k][3] * g[k][4] * g[k][5]), *out = GPU_ZEROS(int, 10), *h;
        CHECK_STATUS(who_am_i(gpu_grid(g[k][0], g[k][1], g[k][2], g[k][3], g[k][4], g[k][5]), c), GPU_OK, "");
        CHECK(all_are(c, g[k][0] * g[k][1] * g[k][2] * g[k][3] * g[k][4] * g[k][5], 1));
        CHECK_STATUS(shape(gpu_grid(g[k][0], g[k][1], g[k][2], g[k][3], g[k][4], g[k][5]), out), GPU_OK, "");
        h = GPU_TO_HOST(int, out, 10);
        for (i = 0; i < 6; i++) CHECK_INT(h[i], g[k][i]);
        CHECK_INT(h[6], 32);
        for (i = 0; i < 3; i++) CHECK_INT(h[7 + i], g[k][i]);
        gpu_free(out), gpu_free(h);
    }
}
/* Functions of the program ask which thread they are in, too; where the threads of a block run as one loop, that has to
   be found out. One of them is never inlined. */
GPU_FN unsigned my_number(void) { return (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x; }
#ifdef __CUDACC__
GPU_FN
#else
__attribute__((noinline)) static
#endif
int my_square(int x) { return x < 0 ? x : (int)(threadIdx.x * threadIdx.x); }
GPU_KERNEL(asks_through_others, (int *, number), (int *, square), (int, stride))
{
    int i = (int)(blockIdx.x * (blockDim.x * blockDim.y * blockDim.z) +
                  (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x);
    if (i % stride == stride - 1) {
        number[i] = (int)my_number();
        square[i] = my_square(i);
    }
}
TEST(functions_of_the_program_know_their_thread)
{
    static const unsigned blocks[][3] = {{1, 1, 1},  {2, 1, 1},  {256, 1, 1}, {1024, 1, 1},
                                         {31, 3, 1}, {1, 64, 1}, {5, 4, 3},   {8, 8, 16}};
    enum { BLOCKS = 5, MOST = 1024 * BLOCKS };
    unsigned k, stride;
    for (k = 0; k < COUNT(blocks); k++)
        for (stride = 1; stride < 5; stride++) {
            const unsigned *b = blocks[k], size = b[0] * b[1] * b[2];
            int *number = GPU_ZEROS(int, MOST), *square = GPU_ZEROS(int, MOST), *n, *q;
            unsigned i, wrong = 0;
            CHECK_STATUS(asks_through_others(gpu_grid(BLOCKS, 1, 1, b[0], b[1], b[2]), number, square, (int)stride),
                         GPU_OK, "");
            n = GPU_TO_HOST(int, number, MOST), q = GPU_TO_HOST(int, square, MOST);
            for (i = 0; i < MOST; i++) {
                const int asked = i < BLOCKS * size && i % stride == stride - 1, x = (int)(i % size % b[0]);
                wrong += n[i] != (asked ? (int)(i % size) : 0) || q[i] != (asked ? x * x : 0);
            }
            CHECK_INT(wrong, 0);
            gpu_free(number), gpu_free(square), gpu_free(n), gpu_free(q);
        }
}

/* Guards as textbooks write them, on elements of every size, in place, one array into its neighbour, and with a loop
   inside. */
#define GUARDED(name, T, I, expression)                                                                                \
    GPU_KERNEL(name, (const T *, a), (T *, b), (I, n))                                                                 \
    {                                                                                                                  \
        I i = (I)(blockIdx.x * blockDim.x + threadIdx.x);                                                              \
        if (i < n) b[i] = (T)(expression);                                                                             \
    }
GUARDED(guarded_char, signed char, int, a[i] + 1)
GUARDED(guarded_short, short, unsigned, a[i] * 3)
GUARDED(guarded_int, int, size_t, a[i] * 5 - (int)i)
GUARDED(guarded_float, float, int, a[i] * 0.5f + 1)
GUARDED(guarded_double, double, long long, i ? a[i] + a[i / 2] : a[i])
GPU_KERNEL(guarded_early, (const float *, a), (float *, b), (int, n))
{
    int i = blockDim.x * blockIdx.x + threadIdx.x, k;
    float s = 0;
    if (i >= n) return;
    for (k = 0; k < 5; k++) s += a[(i + k) % n];
    b[i] = s;
}
/* A kernel, and what element j becomes of the n elements of h. */
typedef struct guarded_row {
    const char *name;
    size_t size;
    gpu_status (*launch)(gpu_config c, const void *x, void *y, size_t n);
    void (*make)(void *to, unsigned v);
    void (*want)(void *to, const void *h, size_t j, size_t n);
    int in_place; /* too */
} guarded_row;
#define GUARDED_ROW(name, T, N, in_place, expression)                                                                  \
    static gpu_status launch_##name(gpu_config c, const void *x, void *y, size_t n)                                    \
    { return name(c, (const T *)x, (T *)y, (N)n); }                                                                    \
    static void make_##name(void *to, unsigned v) { const T t = (T)v; memcpy(to, &t, sizeof t); }                      \
    static void want_##name(void *to, const void *of, size_t j, size_t n)                                              \
    { const T *h = (const T *)of, t = (T)((void)n, expression); memcpy(to, &t, sizeof t); }                            \
    static const guarded_row row_##name = {#name, sizeof(T), launch_##name, make_##name, want_##name, in_place};
GUARDED_ROW(guarded_char, signed char, int, 1, h[j] + 1)
GUARDED_ROW(guarded_short, short, unsigned, 1, h[j] * 3)
GUARDED_ROW(guarded_int, int, size_t, 1, h[j] * 5 - (int)j)
GUARDED_ROW(guarded_float, float, int, 1, h[j] * 0.5f + 1)
GUARDED_ROW(guarded_double, double, long long, 0, j ? h[j] + h[j / 2] : h[j])
GUARDED_ROW(guarded_early, float, int, 0, h[j] + h[(j + 1) % n] + h[(j + 2) % n] + h[(j + 3) % n] + h[(j + 4) % n])
static const guarded_row *const guarded_rows[] = {&row_guarded_char,  &row_guarded_short,  &row_guarded_int,
                                                  &row_guarded_float, &row_guarded_double, &row_guarded_early};
static void check_guarded(const guarded_row *g, size_t n, int in_place)
{
    const size_t size = g->size, bytes = (n + GUARD) * size;
    char *h = (char *)malloc(bytes), *x, *y, *r;
    size_t j;
    test_row("%s, n = %d, in place %d", g->name, (int)n, in_place);
    for (j = 0; j < n + GUARD; j++) g->make(h + j * size, (unsigned)(j * 2654435761u >> 20));
    x = GPU_TO_DEVICE(char, h, bytes), y = in_place ? x : GPU_TO_DEVICE(char, h, bytes);
    CHECK_STATUS(g->launch(gpu_1d(n), x, y, n), GPU_OK, "");
    r = GPU_TO_HOST(char, y, bytes);
    for (j = 0; j < n + GUARD; j++) {
        unsigned long long got = 0, want = 0;
        memcpy(&got, r + j * size, size);
        if (j < n)
            g->want(&want, h, j, n);
        else
            memcpy(&want, h + j * size, size);
        if (got == want) continue;
        test__fail(__FILE__, __LINE__, "element %d has the bits %llx, expected %llx", (int)j, got, want);
        break;
    }
    gpu_free(x), gpu_free(r), free(h);
    if (!in_place) gpu_free(y);
}
TEST(guards_on_every_type)
{
    static const size_t lengths[] = {1, 2, 15, 17, 255, 256, 257, 1000, 4099, 65537, 150001};
    size_t s, k;
    for (s = 0; s < COUNT(lengths); s++)
        for (k = 0; k < COUNT(guarded_rows); k++) {
            check_guarded(guarded_rows[k], lengths[s], 0);
            if (guarded_rows[k]->in_place) check_guarded(guarded_rows[k], lengths[s], 1);
        }
}
TEST(automatic_shapes)
{
    static const int expected[3][6] = {{4, 1, 1, 256, 1, 1}, {32, 3, 1, 32, 8, 1}, {2, 3, 4, 32, 4, 2}};
    int k, i;
    for (k = 0; k < 3; k++) {
        int *out = GPU_ZEROS(int, 10), *h;
        CHECK_STATUS(shape(k == 0 ? gpu_1d(1000) : k == 1 ? gpu_2d(1000, 20) : gpu_3d(40, 9, 7), out), GPU_OK, "");
        h = GPU_TO_HOST(int, out, 10);
        for (i = 0; i < 6; i++) CHECK_INT(h[i], expected[k][i]);
        gpu_free(out), gpu_free(h);
    }
}

/* --------------------------------------------------------------------------------------------------- parameters -- */

typedef struct pair {
    float x;
    int y;
} pair;
typedef struct big {
    double m[16];
    char tag;
} big;
static double value(const double *p)
{
    double v = -1;
    CHECK_STATUS(gpu_copy(&v, p, sizeof v), GPU_OK, "");
    return v;
}
GPU_KERNEL(take_1, (double *, out))
{
    double s = 1;
    out[0] = s;
}
GPU_KERNEL(take_2, (double *, out), (const signed char, a))
{
    double s = 1;
    s += 2 * ((double)a);
    out[0] = s;
}
GPU_KERNEL(take_3, (double *, out), (const signed char, a), (unsigned char, b))
{
    double s = 1;
    s += 2 * ((double)a);
    s += 3 * ((double)b);
    out[0] = s;
}
GPU_KERNEL(take_4, (double *, out), (const signed char, a), (unsigned char, b), (short, c))
{
    double s = 1;
    s += 2 * ((double)a);
    s += 3 * ((double)b);
    s += 4 * ((double)c);
    out[0] = s;
}
GPU_KERNEL(take_5, (double *, out), (const signed char, a), (unsigned char, b), (short, c), (pair, d))
{
    double s = 1;
    s += 2 * ((double)a);
    s += 3 * ((double)b);
    s += 4 * ((double)c);
    s += 5 * ((double)d.x + d.y);
    out[0] = s;
}
GPU_KERNEL(take_6, (double *, out), (const signed char, a), (unsigned char, b), (short, c), (pair, d), (int, e))
{
    double s = 1;
    s += 2 * ((double)a);
    s += 3 * ((double)b);
    s += 4 * ((double)c);
    s += 5 * ((double)d.x + d.y);
    s += 6 * ((double)e);
    out[0] = s;
}
GPU_KERNEL(take_7, (double *, out), (const signed char, a), (unsigned char, b), (short, c), (pair, d), (int, e),
           (const unsigned, f))
{
    double s = 1;
    s += 2 * ((double)a);
    s += 3 * ((double)b);
    s += 4 * ((double)c);
    s += 5 * ((double)d.x + d.y);
    s += 6 * ((double)e);
    s += 7 * ((double)f);
    out[0] = s;
}
GPU_KERNEL(take_8, (double *, out), (const signed char, a), (unsigned char, b), (short, c), (pair, d), (int, e),
           (const unsigned, f), (float, g))
{
    double s = 1;
    s += 2 * ((double)a);
    s += 3 * ((double)b);
    s += 4 * ((double)c);
    s += 5 * ((double)d.x + d.y);
    s += 6 * ((double)e);
    s += 7 * ((double)f);
    s += 8 * ((double)g);
    out[0] = s;
}
GPU_KERNEL(take_9, (double *, out), (const signed char, a), (unsigned char, b), (short, c), (pair, d), (int, e),
           (const unsigned, f), (float, g), (double, h))
{
    double s = 1;
    s += 2 * ((double)a);
    s += 3 * ((double)b);
    s += 4 * ((double)c);
    s += 5 * ((double)d.x + d.y);
    s += 6 * ((double)e);
    s += 7 * ((double)f);
    s += 8 * ((double)g);
    s += 9 * ((double)h);
    out[0] = s;
}
GPU_KERNEL(take_10, (double *, out), (const signed char, a), (unsigned char, b), (short, c), (pair, d), (int, e),
           (const unsigned, f), (float, g), (double, h), (long long, i))
{
    double s = 1;
    s += 2 * ((double)a);
    s += 3 * ((double)b);
    s += 4 * ((double)c);
    s += 5 * ((double)d.x + d.y);
    s += 6 * ((double)e);
    s += 7 * ((double)f);
    s += 8 * ((double)g);
    s += 9 * ((double)h);
    s += 10 * ((double)i);
    out[0] = s;
}
GPU_KERNEL(take_11, (double *, out), (const signed char, a), (unsigned char, b), (short, c), (pair, d), (int, e),
           (const unsigned, f), (float, g), (double, h), (long long, i), (size_t, j))
{
    double s = 1;
    s += 2 * ((double)a);
    s += 3 * ((double)b);
    s += 4 * ((double)c);
    s += 5 * ((double)d.x + d.y);
    s += 6 * ((double)e);
    s += 7 * ((double)f);
    s += 8 * ((double)g);
    s += 9 * ((double)h);
    s += 10 * ((double)i);
    s += 11 * ((double)j);
    out[0] = s;
}
GPU_KERNEL(take_12, (double *, out), (const signed char, a), (unsigned char, b), (short, c), (pair, d), (int, e),
           (const unsigned, f), (float, g), (double, h), (long long, i), (size_t, j), (big, k))
{
    double s = 1;
    s += 2 * ((double)a);
    s += 3 * ((double)b);
    s += 4 * ((double)c);
    s += 5 * ((double)d.x + d.y);
    s += 6 * ((double)e);
    s += 7 * ((double)f);
    s += 8 * ((double)g);
    s += 9 * ((double)h);
    s += 10 * ((double)i);
    s += 11 * ((double)j);
    s += 12 * (k.m[0] + k.m[15] + k.tag);
    out[0] = s;
}
GPU_KERNEL(take_13, (double *, out), (const signed char, a), (unsigned char, b), (short, c), (pair, d), (int, e),
           (const unsigned, f), (float, g), (double, h), (long long, i), (size_t, j), (big, k), (const float *, l))
{
    double s = 1;
    s += 2 * ((double)a);
    s += 3 * ((double)b);
    s += 4 * ((double)c);
    s += 5 * ((double)d.x + d.y);
    s += 6 * ((double)e);
    s += 7 * ((double)f);
    s += 8 * ((double)g);
    s += 9 * ((double)h);
    s += 10 * ((double)i);
    s += 11 * ((double)j);
    s += 12 * (k.m[0] + k.m[15] + k.tag);
    s += 13 * ((double)l[1]);
    out[0] = s;
}
GPU_KERNEL(take_14, (double *, out), (const signed char, a), (unsigned char, b), (short, c), (pair, d), (int, e),
           (const unsigned, f), (float, g), (double, h), (long long, i), (size_t, j), (big, k), (const float *, l),
           (pair, m))
{
    double s = 1;
    s += 2 * ((double)a);
    s += 3 * ((double)b);
    s += 4 * ((double)c);
    s += 5 * ((double)d.x + d.y);
    s += 6 * ((double)e);
    s += 7 * ((double)f);
    s += 8 * ((double)g);
    s += 9 * ((double)h);
    s += 10 * ((double)i);
    s += 11 * ((double)j);
    s += 12 * (k.m[0] + k.m[15] + k.tag);
    s += 13 * ((double)l[1]);
    s += 14 * ((double)m.x + m.y);
    out[0] = s;
}
GPU_KERNEL(take_15, (double *, out), (const signed char, a), (unsigned char, b), (short, c), (pair, d), (int, e),
           (const unsigned, f), (float, g), (double, h), (long long, i), (size_t, j), (big, k), (const float *, l),
           (pair, m), (unsigned short, n))
{
    double s = 1;
    s += 2 * ((double)a);
    s += 3 * ((double)b);
    s += 4 * ((double)c);
    s += 5 * ((double)d.x + d.y);
    s += 6 * ((double)e);
    s += 7 * ((double)f);
    s += 8 * ((double)g);
    s += 9 * ((double)h);
    s += 10 * ((double)i);
    s += 11 * ((double)j);
    s += 12 * (k.m[0] + k.m[15] + k.tag);
    s += 13 * ((double)l[1]);
    s += 14 * ((double)m.x + m.y);
    s += 15 * ((double)n);
    out[0] = s;
}
GPU_KERNEL(take_16, (double *, out), (const signed char, a), (unsigned char, b), (short, c), (pair, d), (int, e),
           (const unsigned, f), (float, g), (double, h), (long long, i), (size_t, j), (big, k), (const float *, l),
           (pair, m), (unsigned short, n), (double, o))
{
    double s = 1;
    s += 2 * ((double)a);
    s += 3 * ((double)b);
    s += 4 * ((double)c);
    s += 5 * ((double)d.x + d.y);
    s += 6 * ((double)e);
    s += 7 * ((double)f);
    s += 8 * ((double)g);
    s += 9 * ((double)h);
    s += 10 * ((double)i);
    s += 11 * ((double)j);
    s += 12 * (k.m[0] + k.m[15] + k.tag);
    s += 13 * ((double)l[1]);
    s += 14 * ((double)m.x + m.y);
    s += 15 * ((double)n);
    s += 16 * ((double)o);
    out[0] = s;
}TEST(one_to_sixteen_parameters)
{
    static const float three[3] = {0.25f, 0.75f, 0.5f};
    double *out = GPU_ZEROS(double, 1);
    float *floats = GPU_TO_DEVICE(float, three, 3);
    pair one_pair, other_pair;
    big one_big;
    memset(&one_big, 0, sizeof one_big);
    one_pair.x = 1.5f, one_pair.y = -7, other_pair.x = 100.25f, other_pair.y = 9;
    one_big.m[0] = 2.25, one_big.m[15] = 4.5, one_big.tag = 'A';
    CHECK_STATUS(take_1(gpu_grid(1, 1, 1, 1, 1, 1), out), GPU_OK, "");
    CHECK_CLOSE(value(out), 1.0, 1e-6, 1e-12);
    CHECK_STATUS(take_2(gpu_grid(1, 1, 1, 1, 1, 1), out, (signed char)-3), GPU_OK, "");
    CHECK_CLOSE(value(out), -5.0, 1e-6, 1e-12);
    CHECK_STATUS(take_3(gpu_grid(1, 1, 1, 1, 1, 1), out, (signed char)-3, (unsigned char)200), GPU_OK, "");
    CHECK_CLOSE(value(out), 595.0, 1e-6, 1e-12);
    CHECK_STATUS(take_4(gpu_grid(1, 1, 1, 1, 1, 1), out, (signed char)-3, (unsigned char)200, (short)-300), GPU_OK, "");
    CHECK_CLOSE(value(out), -605.0, 1e-6, 1e-12);
    CHECK_STATUS(take_5(gpu_grid(1, 1, 1, 1, 1, 1), out, (signed char)-3, (unsigned char)200, (short)-300, one_pair),
                 GPU_OK, "");
    CHECK_CLOSE(value(out), -632.5, 1e-6, 1e-12);
    CHECK_STATUS(
        take_6(gpu_grid(1, 1, 1, 1, 1, 1), out, (signed char)-3, (unsigned char)200, (short)-300, one_pair, -70000),
        GPU_OK, "");
    CHECK_CLOSE(value(out), -420632.5, 1e-6, 1e-12);
    CHECK_STATUS(take_7(gpu_grid(1, 1, 1, 1, 1, 1), out, (signed char)-3, (unsigned char)200, (short)-300, one_pair,
                        -70000, 3000000000u),
                 GPU_OK, "");
    CHECK_CLOSE(value(out), 20999579367.5, 1e-6, 1e-12);
    CHECK_STATUS(take_8(gpu_grid(1, 1, 1, 1, 1, 1), out, (signed char)-3, (unsigned char)200, (short)-300, one_pair,
                        -70000, 3000000000u, 0.5f),
                 GPU_OK, "");
    CHECK_CLOSE(value(out), 20999579371.5, 1e-6, 1e-12);
    CHECK_STATUS(take_9(gpu_grid(1, 1, 1, 1, 1, 1), out, (signed char)-3, (unsigned char)200, (short)-300, one_pair,
                        -70000, 3000000000u, 0.5f, 1e-3),
                 GPU_OK, "");
    CHECK_CLOSE(value(out), 20999579371.509, 1e-6, 1e-12);
    CHECK_STATUS(take_10(gpu_grid(1, 1, 1, 1, 1, 1), out, (signed char)-3, (unsigned char)200, (short)-300, one_pair,
                         -70000, 3000000000u, 0.5f, 1e-3, -5000000000LL),
                 GPU_OK, "");
    CHECK_CLOSE(value(out), -29000420628.491, 1e-6, 1e-12);
    CHECK_STATUS(take_11(gpu_grid(1, 1, 1, 1, 1, 1), out, (signed char)-3, (unsigned char)200, (short)-300, one_pair,
                         -70000, 3000000000u, 0.5f, 1e-3, -5000000000LL, (size_t)1 << 40),
                 GPU_OK, "");
    CHECK_CLOSE(value(out), 12065627484907.51, 1e-6, 1e-12);
    CHECK_STATUS(take_12(gpu_grid(1, 1, 1, 1, 1, 1), out, (signed char)-3, (unsigned char)200, (short)-300, one_pair,
                         -70000, 3000000000u, 0.5f, 1e-3, -5000000000LL, (size_t)1 << 40, one_big),
                 GPU_OK, "");
    CHECK_CLOSE(value(out), 12065627485768.51, 1e-6, 1e-12);
    CHECK_STATUS(take_13(gpu_grid(1, 1, 1, 1, 1, 1), out, (signed char)-3, (unsigned char)200, (short)-300, one_pair,
                         -70000, 3000000000u, 0.5f, 1e-3, -5000000000LL, (size_t)1 << 40, one_big, floats),
                 GPU_OK, "");
    CHECK_CLOSE(value(out), 12065627485778.26, 1e-6, 1e-12);
    CHECK_STATUS(take_14(gpu_grid(1, 1, 1, 1, 1, 1), out, (signed char)-3, (unsigned char)200, (short)-300, one_pair,
                         -70000, 3000000000u, 0.5f, 1e-3, -5000000000LL, (size_t)1 << 40, one_big, floats, other_pair),
                 GPU_OK, "");
    CHECK_CLOSE(value(out), 12065627487307.76, 1e-6, 1e-12);
    CHECK_STATUS(take_15(gpu_grid(1, 1, 1, 1, 1, 1), out, (signed char)-3, (unsigned char)200, (short)-300, one_pair,
                         -70000, 3000000000u, 0.5f, 1e-3, -5000000000LL, (size_t)1 << 40, one_big, floats, other_pair,
                         (unsigned short)60000),
                 GPU_OK, "");
    CHECK_CLOSE(value(out), 12065628387307.76, 1e-6, 1e-12);
    CHECK_STATUS(take_16(gpu_grid(1, 1, 1, 1, 1, 1), out, (signed char)-3, (unsigned char)200, (short)-300, one_pair,
                         -70000, 3000000000u, 0.5f, 1e-3, -5000000000LL, (size_t)1 << 40, one_big, floats, other_pair,
                         (unsigned short)60000, 0.125),
                 GPU_OK, "");
    CHECK_CLOSE(value(out), 12065628387309.76, 1e-6, 1e-12);    gpu_free(out), gpu_free(floats);
}

/* ------------------------------------------------------------------------------------------------------- limits -- */

TEST(launches_beyond_the_limits)
{
    int *c = counters(10), minus = -5;
    size_t g = 2147483647;
    gpu_info info;
    CHECK_STATUS(visit_1d(gpu_grid(1, 1, 1, 1025, 1, 1), c, 10), GPU_ERROR_LAUNCH,
                 "visit_1d: a block of 1025 x 1 x 1 threads; expected at most 1024");
    CHECK_STATUS(visit_1d(gpu_grid(1, 1, 1, 2048, 1, 1), c, 10), GPU_ERROR_LAUNCH,
                 "visit_1d: a block of 2048 x 1 x 1 threads; expected at most 1024");
    CHECK_STATUS(visit_1d(gpu_grid(1, 1, 1, 1, 1025, 1), c, 10), GPU_ERROR_LAUNCH, "at most 1024 in y");
    CHECK_STATUS(visit_1d(gpu_grid(1, 1, 1, 1, 1, 65), c, 10), GPU_ERROR_LAUNCH,
                 "visit_1d: a block of 1 x 1 x 65 threads; expected at most 64 in z");
    CHECK_STATUS(visit_1d(gpu_grid(1, 1, 1, 33, 32, 1), c, 10), GPU_ERROR_LAUNCH,
                 "33 x 32 x 1 = 1056 threads; expected at most 1024");
    CHECK_STATUS(visit_1d(gpu_grid(1, 65536, 1, 1, 1, 1), c, 10), GPU_ERROR_LAUNCH,
                 "visit_1d: a grid of 1 x 65536 x 1 blocks; expected at most 65535 in y");
    CHECK_STATUS(visit_1d(gpu_grid(1, 1, 65536, 1, 1, 1), c, 10), GPU_ERROR_LAUNCH, "65535 in z");
    CHECK_STATUS(visit_1d(gpu_grid(g + 1, 1, 1, 1, 1, 1), c, 10), GPU_ERROR_LAUNCH,
                 "visit_1d: a grid of 2147483648 x 1 x 1 blocks; expected at most 2147483647 in x");
    CHECK_STATUS(visit_1d(gpu_grid((size_t)minus, 1, 1, 1, 1, 1), c, 10), GPU_ERROR_LAUNCH,
                 "visit_1d: a grid of 18446744073709551611");
    CHECK_STATUS(visit_1d(gpu_1d((size_t)minus), c, 10), GPU_ERROR_INVALID_ARGUMENT,
                 "visit_1d: an extent of 18446744073709551611");
    CHECK_STATUS(visit_1d(gpu_2d(3, (size_t)minus), c, 10), GPU_ERROR_INVALID_ARGUMENT,
                 "a negative number was perhaps converted");
    CHECK_STATUS(gpu_query(gpu_device(), &info), GPU_OK, "");
    CHECK_STATUS(visit_1d(gpu_config_shared(gpu_grid(1, 1, 1, 32, 1, 1), info.shared_per_block_optin + 1), c, 10),
                 GPU_ERROR_LAUNCH, "bytes of dynamic shared memory; expected at most");
    CHECK_STATUS(visit_1d(gpu_config_shared(gpu_grid(1, 1, 1, 32, 1, 1), info.shared_per_block), c, 10), GPU_OK, "");
    CHECK_STATUS(visit_1d(gpu_grid(1, 1, 1, 16, 1, 64), c, 10), GPU_OK, "");
    CHECK_STATUS(visit_1d(gpu_grid(1, 65535, 1, 1, 1, 1), c, 10), GPU_OK, "");
    CHECK(all_are(c, 10, 3)); /* what was refused did not run, and what came after did */
}
TEST(nothing_to_do)
{
    int *c = counters(10);
    CHECK_STATUS(classic_1d(gpu_1d(0), c, 10), GPU_OK, "");
    CHECK_STATUS(classic_2d(gpu_2d(0, 10), c, 10, 1), GPU_OK, "");
    CHECK_STATUS(classic_2d(gpu_2d(10, 0), c, 10, 1), GPU_OK, "");
    CHECK_STATUS(classic_3d(gpu_3d(10, 1, 0), c, 10, 1, 1), GPU_OK, "");
    CHECK_STATUS(visit_1d(gpu_1d(0), c, 10), GPU_OK, "");
    CHECK_STATUS(visit_1d(gpu_1d(0), NULL, 0), GPU_OK, "");
    CHECK(all_are(c, 10, 0));
}
TEST(occupancy)
{
    int gpu = gpu_device() != GPU_CPU;
    CHECK(gpu ? gpu_occupancy(visit_1d, 256, 0) >= 1 : gpu_occupancy(visit_1d, 256, 0) == 1);
    CHECK_FAILS(gpu_occupancy(visit_1d, 0, 0) == -1, GPU_ERROR_INVALID_ARGUMENT,
                "gpu_occupancy: a block of 0 threads; expected 1 to 1024");
    CHECK_FAILS(gpu_occupancy(visit_1d, 1025, 0) == -1, GPU_ERROR_INVALID_ARGUMENT, "a block of 1025 threads");
}

/* ---------------------------------------------------------------------------------------- barriers of the grid -- */

GPU_FN void meet(void) { gpu_grid_sync(); }
GPU_FN int block_number(void) { return (int)((blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x); }
GPU_FN int thread_number(void) { return (int)((threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x); }

/* Elsewhere than on ELF a cooperative launch on the CPU takes a CPU thread for each block. */
#if defined(__ELF__) || defined(_OPENMP)
enum { GRIDS_CAN_MEET = 1 };
#else
enum { GRIDS_CAN_MEET = 0 };
#endif
#define NEEDS_GRIDS                                                                                                    \
    if (!GRIDS_CAN_MEET && gpu_device() == GPU_CPU) SKIP("no OpenMP, and static shared memory without bounds")

/* out[r] becomes (r + 1) * the sum of x, by way of each thread's own sum in shared memory, which lives over all
   barriers. */
GPU_KERNEL(grow_sums, (const int *, x), (long long *, part), (long long *, out), (int, n), (int, rounds))
{
    __shared__ int mark[3];
    GPU_SHARED_DYNAMIC(long long, own);
    const int blocks = (int)(gridDim.x * gridDim.y * gridDim.z), threads = (int)(blockDim.x * blockDim.y * blockDim.z);
    const int b = block_number(), t = thread_number();
    int r, i;
    own[t] = 0;
    if (t == 0) mark[1] = b;
    for (r = 0; r < rounds; r++) {
        for (i = b * threads + t; i < n; i += blocks * threads) own[t] += x[i];
        __syncthreads();
        if (t == 0) {
            part[b] = mark[1] == b ? 0 : -1000000;
            for (i = 0; i < threads; i++) part[b] += own[i];
        }
        gpu_grid_sync();
        if (b == blocks - 1 && t == threads - 1)
            for (out[r] = i = 0; i < blocks; i++) out[r] += part[i];
        meet();
    }
}
enum { ROUNDS = 5 };
static int sums_grow(gpu_config config, int n)
{
    static int x[5000];
    int *in, k, ok = 1;
    long long *part = GPU_ZEROS(long long, 8192), *out = GPU_ZEROS(long long, ROUNDS), *h, sum = 0;
    for (k = 0; k < n; k++) x[k] = k * 7919 % 1000 - 400, sum += x[k];
    in = GPU_TO_DEVICE(int, x, 5000);
    CHECK_STATUS(
        grow_sums(gpu_cooperative(gpu_config_shared(config, 1024 * sizeof(long long))), in, part, out, n, ROUNDS),
        GPU_OK, "");
    h = GPU_TO_HOST(long long, out, ROUNDS);
    for (k = 0; k < ROUNDS; k++) ok = ok && h && h[k] == (k + 1) * sum;
    gpu_free(in), gpu_free(part), gpu_free(out), gpu_free(h);
    return ok;
}
TEST(all_threads_of_a_grid_wait_for_each_other)
{
    NEEDS_GRIDS;
    CHECK(sums_grow(gpu_grid(1, 1, 1, 1, 1, 1), 100));
    CHECK(sums_grow(gpu_grid(1, 1, 1, 64, 1, 1), 4999));
    CHECK(sums_grow(gpu_grid(7, 1, 1, 1, 1, 1), 1001));
    CHECK(sums_grow(gpu_grid(7, 1, 1, 33, 1, 1), 5000));
    CHECK(sums_grow(gpu_grid(3, 5, 1, 8, 4, 1), 5000));
    CHECK(sums_grow(gpu_grid(2, 3, 2, 4, 3, 2), 3));
    CHECK(sums_grow(gpu_grid(67, 1, 1, 16, 1, 1), 5000)); /* more than the CPU keeps stacks for */
    CHECK(sums_grow(gpu_grid(1, 1, 1, 1024, 1, 1), 5000));
    CHECK(sums_grow(gpu_grid(0, 1, 1, 96, 1, 1), 5000));
    CHECK(sums_grow(gpu_grid(0, 2, 1, 0, 0, 0), 5000));
    CHECK(sums_grow(gpu_1d(1000), 5000));
    CHECK(sums_grow(gpu_2d(33, 17), 5000));
    CHECK_STATUS(grow_sums(gpu_cooperative(gpu_1d(0)), NULL, NULL, NULL, 0, 0), GPU_OK, "");
}

/* Heat on a plate: sweeps from one array to the other; the borders keep their values. */
GPU_KERNEL(sweeps, (float *, a), (float *, b), (size_t, w), (size_t, h), (int, many))
{
    int k;
    for (k = 0; k < many; k++) {
        const float *from = k % 2 ? b : a;
        float *to = k % 2 ? a : b;
        GPU_FOR_2D(x, y, w, h)
        {
            const size_t i = y * w + x;
            const int inside = x > 0 && y > 0 && x + 1 < w && y + 1 < h;
            to[i] = inside ? 0.25f * (from[i - 1] + from[i + 1] + from[i - w] + from[i + w]) : from[i];
        }
        gpu_grid_sync();
    }
}
enum { PLATE_W = 61, PLATE_H = 37, PLATE = PLATE_W * PLATE_H };
static float plate[2][PLATE];
static void heat_plate(int many) /* plate[0] is what `many` sweeps make of it */
{
    int k, x, y, i;
    for (i = 0; i < PLATE; i++) plate[0][i] = i == 40 ? 1e6f : (float)(i * 31 % 97);
    for (k = 0; k < many; k++) {
        for (y = 0; y < PLATE_H; y++)
            for (x = 0; x < PLATE_W; x++) {
                const float *from = plate[0];
                i = y * PLATE_W + x;
                plate[1][i] = x > 0 && y > 0 && x + 1 < PLATE_W && y + 1 < PLATE_H
                                  ? 0.25f * (from[i - 1] + from[i + 1] + from[i - PLATE_W] + from[i + PLATE_W])
                                  : from[i];
            }
        memcpy(plate[0], plate[1], sizeof plate[0]);
    }
}
static float *cold_plate(void)
{
    heat_plate(0);
    return GPU_TO_DEVICE(float, plate[0], PLATE);
}
static int is_heated(float *a, int many) /* frees a */
{
    float *h = GPU_TO_HOST(float, a, PLATE);
    int ok;
    heat_plate(many);
    ok = h && !memcmp(h, plate[0], sizeof plate[0]);
    return gpu_free(h) == GPU_OK && gpu_free(a) == GPU_OK && ok;
}
TEST(sweeps_in_one_launch)
{
    NEEDS_GRIDS;
    float *a = cold_plate(), *b = GPU_NEW_LIKE(a);
    CHECK_STATUS(sweeps(gpu_cooperative(gpu_grid(5, 3, 1, 8, 4, 1)), a, b, PLATE_W, PLATE_H, 100), GPU_OK, "");
    CHECK_STATUS(sweeps(gpu_cooperative(gpu_2d(PLATE_W, PLATE_H)), a, b, PLATE_W, PLATE_H, 20), GPU_OK, "");
    CHECK(is_heated(a, 120));
    gpu_free(b);
}
TEST(sweeps_in_streams_and_graphs)
{
    NEEDS_GRIDS;
    enum { STREAMS = 2 };
    gpu_stream stream[STREAMS];
    gpu_graph graph;
    float *a[STREAMS], *b[STREAMS];
    int k, round;
    for (k = 0; k < STREAMS; k++) a[k] = cold_plate(), b[k] = GPU_NEW_LIKE(a[k]), stream[k] = gpu_stream_new();
    CHECK_STATUS(gpu_sync(), GPU_OK, "");
    for (round = 0; round < 10; round++) /* at once, each with a barrier of its own */
        for (k = 0; k < STREAMS; k++) {
            CHECK_STATUS(gpu_use_stream(stream[k]), GPU_OK, "");
            CHECK_STATUS(sweeps(gpu_cooperative(gpu_grid(k ? 11 : 3, 1, 1, k ? 32 : 128, 1, 1)), a[k], b[k], PLATE_W,
                                PLATE_H, 20),
                         GPU_OK, "");
        }
    CHECK_STATUS(gpu_graph_begin(), GPU_OK, "");
    CHECK_STATUS(sweeps(gpu_cooperative(gpu_grid(5, 1, 1, 64, 1, 1)), a[1], b[1], PLATE_W, PLATE_H, 6), GPU_OK, "");
    CHECK_STATUS(sweeps(gpu_cooperative(gpu_grid(2, 2, 1, 64, 1, 1)), a[1], b[1], PLATE_W, PLATE_H, 4), GPU_OK, "");
    CHECK_STATUS(sweeps(gpu_cooperative(gpu_grid(1000000, 1, 1, 64, 1, 1)), a[1], b[1], PLATE_W, PLATE_H, 4),
                 GPU_ERROR_LAUNCH, "a cooperative launch of 1000000 blocks");
    graph = gpu_graph_end();
    CHECK(graph != NULL);
    for (round = 0; round < 3; round++) CHECK_STATUS(gpu_graph_launch(graph), GPU_OK, "");
    CHECK_STATUS(gpu_use_stream(NULL), GPU_OK, "");
    CHECK_STATUS(gpu_sync(), GPU_OK, "");
    CHECK(is_heated(a[0], 200));
    CHECK(is_heated(a[1], 230));
    CHECK_STATUS(gpu_graph_free(graph), GPU_OK, "");
    for (k = 0; k < STREAMS; k++) CHECK_STATUS(gpu_stream_free(stream[k]), GPU_OK, ""), gpu_free(b[k]);
}
static int watched(void) /* by the thread sanitizer or valgrind, whose tables are too small for many stacks */
{
    const char *const preload = getenv("LD_PRELOAD");
#ifdef GPU__TSAN
    return 1;
#endif
    return preload && strstr(preload, "vgpreload");
}
TEST(a_cooperative_grid_has_to_fit)
{
    NEEDS_GRIDS;
    float *a = cold_plate(), *b = GPU_NEW_LIKE(a);
    char said[128];
#ifdef __ELF__
    size_t fits = 4096;
#else
    size_t fits = 256; /* CPU threads, one for each block */
#endif
    gpu_info info;
    CHECK_STATUS(gpu_query(gpu_device(), &info), GPU_OK, "");
    if (gpu_device() != GPU_CPU) fits = (size_t)gpu_occupancy(sweeps, 64, 0) * (size_t)info.multiprocessors;
    snprintf(said, sizeof said, "sweeps: a cooperative launch of %llu blocks of 64 threads; at most %llu of them fit",
             (unsigned long long)fits + 1, (unsigned long long)fits);
    CHECK_STATUS(sweeps(gpu_cooperative(gpu_grid(fits + 1, 1, 1, 64, 1, 1)), a, b, PLATE_W, PLATE_H, 4),
                 GPU_ERROR_LAUNCH, said);
    CHECK_STATUS(sweeps(gpu_cooperative(gpu_grid(1, fits + 1, 1, 8, 8, 1)), a, b, PLATE_W, PLATE_H, 4),
                 GPU_ERROR_LAUNCH, said);
    CHECK_STATUS(sweeps(gpu_cooperative(gpu_1d(100000000)), a, b, PLATE_W, PLATE_H, 4), GPU_ERROR_LAUNCH,
                 "a cooperative launch of 390625 blocks of 256 threads; at most ");
    CHECK_STATUS(sweeps(gpu_cooperative(gpu_grid(2147483647, 65535, 65535, 1, 1, 1)), a, b, PLATE_W, PLATE_H, 4),
                 GPU_ERROR_LAUNCH, "a cooperative launch of 9223090559730712575 blocks of 1 threads");
    CHECK_STATUS(sweeps(gpu_cooperative(gpu_grid(1, 1, 1, 1025, 1, 1)), a, b, PLATE_W, PLATE_H, 4), GPU_ERROR_LAUNCH,
                 "a block of 1025 x 1 x 1 threads");
    CHECK_STATUS(sweeps(gpu_cooperative(gpu_config_shared(gpu_grid(0, 1, 1, 64, 1, 1), info.shared_per_block_optin)), a,
                        b, PLATE_W, PLATE_H, 2),
                 GPU_OK, "");
    info.shared_per_block_optin++;
    CHECK_STATUS(sweeps(gpu_cooperative(gpu_config_shared(gpu_grid(0, 1, 1, 64, 1, 1), info.shared_per_block_optin)), a,
                        b, PLATE_W, PLATE_H, 2),
                 GPU_ERROR_LAUNCH, "of dynamic shared memory");
    if (gpu_device() == GPU_CPU) fits = watched() ? 30 : 300 < fits ? 300 : fits; /* the largest takes it long */
    CHECK_STATUS(sweeps(gpu_cooperative(gpu_grid(fits, 1, 1, 64, 1, 1)), a, b, PLATE_W, PLATE_H, 4), GPU_OK, "");
    CHECK(is_heated(a, 6));
    gpu_free(b);
}

/* What a kernel can do wrong ends in an error on both backends. */
/* but not this thread of this block, or none of its threads */
GPU_KERNEL(meet_some, (int *, c), (int, block), (int, thread))
{
    if (block_number() == block && (thread < 0 || thread_number() == thread)) return;
    gpu_grid_sync();
    c[block_number()] = 1;
}
static void wrong_launch(gpu_config config, int block, int thread)
{
    int *c = counters(100);
    gpu_status s;
#ifndef _WIN32
    alarm(60);
#endif
    s = meet_some(config, c, block, thread);
    if (!s) s = gpu_sync();
    printf("%s, %s\n", gpu_status_name(s), gpu_error_message());
    gpu_clear_error();
    exit(0); /* a GPU cannot be used after it */
}
CHILD(grid_of_a_plain_launch) { wrong_launch(gpu_grid(4, 1, 1, 64, 1, 1), -1, 0); }
CHILD(grid_without_a_thread) { wrong_launch(gpu_cooperative(gpu_grid(4, 1, 1, 64, 1, 1)), 2, 37); }
CHILD(grid_without_a_first_thread) { wrong_launch(gpu_cooperative(gpu_grid(4, 1, 1, 64, 1, 1)), 0, 0); }
CHILD(grid_without_a_block) { wrong_launch(gpu_cooperative(gpu_grid(4, 1, 1, 64, 1, 1)), 3, -1); }
TEST(a_barrier_of_the_grid_that_is_missed_is_an_error)
{
    NEEDS_GRIDS;
    const int gpu = gpu_device() != GPU_CPU;
    static const char *const missed[] = {"grid_without_a_thread", "grid_without_a_first_thread",
                                         "grid_without_a_block"};
    char out[8192], environment[64];
    int k;
    snprintf(environment, sizeof environment, "GPU_QUIET=1%s", gpu ? "" : " GPU_DEVICE=cpu");
    CHECK_INT(test_child(environment, "grid_of_a_plain_launch", out, sizeof out), 0);
    CHECK_TEXT(out, "GPU_ERROR_KERNEL");
    CHECK_TEXT(out, "launch with gpu_cooperative(config)");
    for (k = 0; k < 3; k++) {
        /* else it would wait for ever */
        if (k == 2 && gpu) snprintf(environment, sizeof environment, "GPU_QUIET=1 GPU_DEBUG=1");
        CHECK_INT(test_child(environment, missed[k], out, sizeof out), 0);
        CHECK_TEXT(out, "GPU_ERROR_KERNEL");
        CHECK_TEXT(out, gpu ? "of the grid reach gpu_grid_sync()"
                            : "has ended without reaching it; all threads of the grid have to reach it");
    }
}

/* --------------------------------------------------------------------------------- rules that a kernel can break -- */

GPU_KERNEL(leaves_by_break, (int *, c), (size_t, n), (size_t, where))
{
    GPU_FOR(i, n)
    {
        if (i == where) break;
        c[i]++;
    }
}
GPU_KERNEL(leaves_by_return, (int *, c), (size_t, n), (size_t, where))
{
    GPU_FOR(i, n)
    {
        if (i == where) return;
        c[i]++;
    }
}
GPU_KERNEL(leaves_2d, (int *, c), (size_t, w), (size_t, h), (size_t, where))
{
    GPU_FOR_2D(x, y, w, h)
    {
        if (y * w + x == where) break;
        c[y * w + x]++;
    }
}
GPU_KERNEL(leaves_after_an_inner_loop, (int *, c), (size_t, n))
{
    GPU_FOR(i, n)
    {
        GPU_FOR(j, 1) c[j] += 0;
        if (i == n / 2) break;
    }
}
TEST(a_loop_left_is_reported)
{
    static const char said[] = "a GPU_FOR loop was left by break, return or goto; use continue";
    int device = gpu_device(), *c, k, defined = __LINE__ - 35;
    char place[512];
    CHECK_STATUS(gpu_use(GPU_CPU), GPU_OK, ""); /* a GPU cannot tell */
    c = counters(5000);
    snprintf(place, sizeof place, "(kernel defined at %s:%d)", __FILE__, defined);
    for (k = 0; k < 3; k++) {
        size_t where = k == 0 ? 0 : k == 1 ? 2500 : 4999;
        CHECK_STATUS(leaves_by_break(gpu_1d(5000), c, 5000, where), GPU_ERROR_KERNEL, said);
        CHECK_STATUS(leaves_by_break(gpu_1d(5000), c, 5000, where), GPU_ERROR_KERNEL, place);
        CHECK_STATUS(leaves_by_return(gpu_1d(5000), c, 5000, where), GPU_ERROR_KERNEL, "leaves_by_return: block (");
        CHECK_STATUS(leaves_2d(gpu_2d(50, 100), c, 50, 100, where), GPU_ERROR_KERNEL, said);
        CHECK_STATUS(leaves_by_break(gpu_grid(3, 1, 1, 50, 1, 1), c, 5000, where), GPU_ERROR_KERNEL, said);
        CHECK_STATUS(leaves_by_return(gpu_grid(3, 1, 1, 50, 1, 1), c, 5000, where), GPU_ERROR_KERNEL, said);
        CHECK_STATUS(leaves_by_break(gpu_1d(5000), c, 5000, 5000), GPU_OK, "");
    }
    CHECK_STATUS(leaves_after_an_inner_loop(gpu_1d(5000), c, 5000), GPU_ERROR_KERNEL, said);
    gpu_free(c);
    c = counters(5000);
    CHECK_STATUS(visit_1d(gpu_1d(5000), c, 5000), GPU_OK, ""); /* and the next launch is right */
    CHECK(all_are(c, 5000, 1));
    CHECK_STATUS(gpu_use(device), GPU_OK, "");
}

/* ----------------------------------------------------------------------------------- files, threads, recursion -- */

TEST(one_name_in_two_files)
{
    int *c = counters(1000);
    CHECK_STATUS(visit_1d(gpu_1d(1000), c, 1000), GPU_OK, "");
    CHECK_INT(other_file(c, 1000), GPU_OK); /* its visit_1d adds 100 */
    CHECK_STATUS(visit_1d(gpu_1d(1000), c, 1000), GPU_OK, "");
    CHECK(all_are(c, 1000, 102));
}

enum { LAUNCHERS = 6 };
#ifndef _WIN32
static void *launcher(void *arg)
{
    int round, ok = 1;
    for (round = 0; round < 20; round++) {
        int *c = counters(3001);
        ok = ok && visit_1d(gpu_1d(3001), c, 3001) == GPU_OK && classic_1d(gpu_1d(3001), c, 3001) == GPU_OK &&
             all_are(c, 3001, 2);
        ok = ok && visit_1d(gpu_grid(1, 1, 1, 2000, 1, 1), NULL, 0) == GPU_ERROR_LAUNCH &&
             strstr(gpu_error_message(), "2000 x 1 x 1");
        gpu_clear_error();
    }
    *(int *)arg = ok;
    return NULL;
}
TEST(launches_from_many_threads)
{
    pthread_t t[LAUNCHERS];
    int ok[LAUNCHERS], k;
    for (k = 0; k < LAUNCHERS; k++) CHECK(!pthread_create(&t[k], NULL, launcher, &ok[k]));
    for (k = 0; k < LAUNCHERS; k++) pthread_join(t[k], NULL);
    for (k = 0; k < LAUNCHERS; k++) CHECK(ok[k]);
}
#endif
TEST(launches_inside_a_parallel_region)
{
    int *c[LAUNCHERS], wrong = 0, k;
    for (k = 0; k < LAUNCHERS; k++) c[k] = counters(70001);
#ifdef _OPENMP
#pragma omp parallel for reduction(+ : wrong) num_threads(3)
#endif
    for (k = 0; k < LAUNCHERS; k++) {
        wrong += visit_1d(gpu_1d(70001), c[k], 70001) != GPU_OK;
        wrong += classic_1d(gpu_1d(70001), c[k], 70001) != GPU_OK;
        wrong += gpu_sync() != GPU_OK;
    }
    CHECK_INT(wrong, 0);
    for (k = 0; k < LAUNCHERS; k++) CHECK(all_are(c[k], 70001, 2));
}

/* ------------------------------------------------------------------------------------------------- determinism -- */

GPU_KERNEL(mix, (float *, out), (const float *, in), (size_t, n))
{
    GPU_FOR(i, n)
    {
        float left = i ? in[i - 1] : 0.0f, right = i + 1 < n ? in[i + 1] : 0.0f;
        out[i] = 0.3f * left + 0.5f * in[i] + 0.2f * right;
    }
}
CHILD(print_hash)
{
    size_t n = 300007, i;
    float *a = GPU_NEW(float, n), *b = GPU_NEW(float, n), *h = (float *)malloc(n * sizeof *h), *r;
    unsigned long long hash = 14695981039346656037u;
    int k;
    for (i = 0; i < n; i++) h[i] = (float)(i * 2654435761u % 1000) / 7.0f;
    CHECK_STATUS(gpu_copy(a, h, n * sizeof *h), GPU_OK, "");
    for (k = 0; k < 10; k++) {
        float *t = a;
        CHECK_STATUS(mix(gpu_1d(n), b, a, n), GPU_OK, "");
        a = b, b = t;
    }
    r = GPU_TO_HOST(float, a, n);
    for (i = 0; i < n * sizeof *r; i++) hash = (hash ^ ((unsigned char *)r)[i]) * 1099511628211u;
    printf("hash %016llx\n", hash);
    gpu_free(a), gpu_free(b), gpu_free(r), free(h);
}
TEST(same_bits_for_any_number_of_threads)
{
    static const int counts[] = {2, 3, 4, 5, 7, 8, 16, 31, 33, 64};
    char first[4096], out[4096], environment[128];
    size_t k;
    CHECK_INT(test_child("GPU_QUIET=1 GPU_THREADS=1", "print_hash", first, sizeof first), 0);
    CHECK_TEXT(first, "hash ");
    for (k = 0; k < COUNT(counts); k++) {
        snprintf(environment, sizeof environment, "GPU_QUIET=1 GPU_THREADS=%d", counts[k]);
        CHECK_INT(test_child(environment, "print_hash", out, sizeof out), 0);
        CHECK_TEXT(out, first);
    }
}

GPU_KERNEL(count_bytes, (unsigned char *, c), (size_t, n))
{
    GPU_FOR(i, n) c[i]++;
}
CHILD(sixteen_million)
{
    size_t n = (size_t)1 << 24, i, wrong = 0;
    unsigned char *c = GPU_ZEROS(unsigned char, n), *h;
    CHECK_STATUS(count_bytes(gpu_1d(n), c, n), GPU_OK, "");
    h = GPU_TO_HOST(unsigned char, c, n);
    for (i = 0; i < n; i++) wrong += h[i] != 1 ? 1u : 0u;
    CHECK_INT(wrong, 0);
    gpu_free(c), gpu_free(h);
}
TEST(more_threads_than_anyone_has)
{
    char out[4096];
    CHECK_INT(test_child("GPU_QUIET=1 OMP_THREAD_LIMIT=8 OMP_NUM_THREADS=100000", "sixteen_million", out, sizeof out),
              0);
    CHECK_INT(test_child("GPU_QUIET=1 OMP_THREAD_LIMIT=8 GPU_THREADS=256", "sixteen_million", out, sizeof out), 0);
}

/* ----------------------------------------------------------------------------------------------------- barriers -- */

GPU_KERNEL(barrier_alone, (int *, c))
{
    __shared__ int tile[4];
    tile[0] = 7;
    __syncthreads();
    GPU_BARRIER();
    c[blockIdx.x] = tile[0];
}
TEST(a_block_of_one_thread_has_shared_memory_and_barriers)
{
    int *c = counters(100);
    CHECK_STATUS(barrier_alone(gpu_grid(100, 1, 1, 1, 1, 1), c), GPU_OK, "");
    CHECK(all_are(c, 100, 7));
}

/* What the message of a fault lists, on four devices that stand for themselves here: this one's launches, and those of
   all where one can access the memory of another. */
#if defined(GPU__CUDA) && !defined(__CUDA_ARCH__)
static void launch_on(int device, const char *name, int line)
{
    const gpu_dim3 one = {1, 1, 1};
    gpu__thread.device = device;
    gpu__note_launch(name, "file.cu", line, 0, &one, &one);
}
CHILD(launches_of_four_devices)
{
    static const char own[] = "mine at file.cu:7 (grid 1 x 1 x 1, block 1 x 1 x 1)";
    char text[900], many[900];
    const int device = gpu_device(), gpus = gpu__global.gpus;
    int k;
    gpu__global.gpus = 4;
    launch_on(2, "theirs", 5), launch_on(0, "done", 6);
    gpu__launches_done(-1, gpu__last_launch());
    for (k = 0; k < 30; k++) launch_on(3, "again", 8);
    launch_on(3, "last", 9), launch_on(1, "mine", 7);
    gpu__list_launches(text, sizeof text);
    CHECK(!strcmp(text, own));
    gpu__global.peers = 1;
    gpu__list_launches(text, sizeof text);
    snprintf(many, sizeof many,
             "%s; theirs at file.cu:5 (grid 1 x 1 x 1, block 1 x 1 x 1, device 2); last at file.cu:9 (grid 1 x 1 x 1, "
             "block 1 x 1 x 1, device 3); again at file.cu:8 (grid 1 x 1 x 1, block 1 x 1 x 1, device 3)",
             own);
    if (strcmp(text, many)) CHECK_TEXT(text, many);
    for (k = 0; k < 64; k++) launch_on(1, k % 2 ? "even" : "odd", k);
    gpu__launches_done(-1, gpu__last_launch() - 10);
    gpu__list_launches(text, sizeof text);
    CHECK_TEXT(text, "; odd at file.cu:56 (grid 1 x 1 x 1, block 1 x 1 x 1); and 2 more; theirs at ");
    for (k = 0; k < 64; k++) launch_on(1, "even", k % 2);
    gpu__list_launches(text, 300);
    CHECK(strlen(text) == 299);
    gpu__list_launches(many, sizeof many);
    CHECK_TEXT(many, "; and 56 more; and perhaps older ones; theirs at ");
    gpu__thread.device = device, gpu__global.gpus = gpus, gpu__global.peers = 0;
}
TEST(a_fault_names_the_launches_of_every_device)
{
    char said[4096];
    if (test_child("GPU_QUIET=1", "launches_of_four_devices", said, sizeof said)) CHECK_TEXT("it failed", said);
}
#endif
