/* Memory: statistics, limit, trim, reuse and its order between streams, marks around host memory, 2-D copies,
   allocation failure injected at every call in turn, many threads, a million rounds. One text for both backends. */

#include <stddef.h>
static void *failing_malloc(size_t bytes);
static void counting_free(void *p);
static int device_has_room(size_t bytes);
#define GPU_HOST_MALLOC(bytes) failing_malloc(bytes)
#define GPU_HOST_FREE(p) counting_free(p)
#define GPU__TEST_DEVICE_ALLOCATION(bytes) device_has_room(bytes)
#define GPU_STATIC
#include "gpu.h"
#define TEST_MAIN
#include "test.h"
#include <pthread.h>

/* Counted without locks: many threads allocate. */
static long calls, fail_at = -1, live;
static void *failing_malloc(size_t bytes)
{
    if (__atomic_fetch_add(&calls, 1, __ATOMIC_RELAXED) == fail_at) return NULL;
    __atomic_fetch_add(&live, 1, __ATOMIC_RELAXED);
    return malloc(bytes);
}
static void counting_free(void *p)
{
    __atomic_fetch_sub(&live, 1, __ATOMIC_RELAXED);
    free(p);
}
static GPU__UNUSED int device_has_room(size_t bytes)
{
    (void)bytes;
    return __atomic_fetch_add(&calls, 1, __ATOMIC_RELAXED) != fail_at;
}

GPU_KERNEL(add_to, (float *, a), (float, v), (size_t, n)) { GPU_FOR(i, n) a[i] += v; }
GPU_KERNEL(spin_and_fill, (int *, a), (int, v), (int, rounds), (size_t, n)) /* takes its time before it writes */
{
    GPU_FOR(i, n)
    {
        unsigned x = (unsigned)i;
        for (int r = 0; r < rounds; r++) x = x * 1664525u + 1013904223u;
        a[i] = x == 0x9e3779b9u ? v + 1 : v; /* never so for these i; the loop must stay */
    }
}
GPU_VECTORIZE(float, times, (float, x), (float, s, scalar)) { return x * s; }
GPU_REDUCE(double, total, 0.0, a + b, (float, x)) { return (double)x; }
GPU_SCAN(float, running, 0.0f, a + b)
GPU_VECTORIZE(double, weighted, (float, x), (double, y), (float, table, scalar)) { return x * y + table; }
typedef struct hidden { /* a launch does not look into what it copies */
    float *p;
    size_t used, room;
} hidden;
GPU_KERNEL(write_hidden, (hidden, h), (size_t, i)) { GPU_FOR(k, 1) h.p[i + k] = 7; }

static const char *here(int line)
{
    static char text[512];
    snprintf(text, sizeof text, "%s:%d", __FILE__, line);
    return text;
}
static gpu_memory_stats memory(void)
{
    gpu_memory_stats m;
    CHECK_STATUS(gpu_memory(&m), GPU_OK, "");
    return m;
}

TEST(statistics)
{
    const size_t mib = 1 << 20;
    gpu_memory_stats before = memory(), now;
    char *p = GPU_NEW(char, 3 * mib), *q = GPU_NEW(char, 1000);
    CHECK(before.total > 0 && before.free > 0 && before.free <= before.total);
    now = memory();
    CHECK_INT(now.used - before.used, 3 * mib + 1000); /* as asked for, not rounded */
    CHECK_INT(now.allocations - before.allocations, 2);
    CHECK(now.peak >= now.used && now.reserved >= now.used);
    CHECK_STATUS(gpu_free(p), GPU_OK, "");
    now = memory();
    CHECK_INT(now.used - before.used, 1000);
    CHECK(now.peak >= before.used + 3 * mib + 1000); /* it stays */
    CHECK_STATUS(gpu_free(q), GPU_OK, "");
    CHECK_INT(memory().used, before.used);
    if (gpu_device() == GPU_CPU) CHECK_INT(memory().reserved, memory().used);
    CHECK_STATUS(gpu_memory(NULL), GPU_ERROR_INVALID_ARGUMENT, "gpu_memory: stats is NULL");
}

TEST(limit)
{
    const size_t mib = 1 << 20;
    char *p, *q;
    CHECK_STATUS(gpu_memory_trim(), GPU_OK, "");
    p = GPU_NEW(char, mib);
    CHECK_STATUS(gpu_memory_limit(memory().used + 8 * mib), GPU_OK, "");
    CHECK_INT(memory().limit, memory().used + 8 * mib);
    CHECK_FAILS(!GPU_NEW(char, 9 * mib), GPU_ERROR_OUT_OF_MEMORY, "gpu_memory_limit allows");
    CHECK_FAILS(!gpu_malloc(64 * mib), GPU_ERROR_OUT_OF_MEMORY, "gpu_malloc: cannot allocate 67108864 bytes");
    q = GPU_NEW(char, 4 * mib); /* the refused ones have taken nothing */
    CHECK(p && q);
    CHECK_STATUS(gpu_free(q), GPU_OK, "");
    q = GPU_NEW(char, 6 * mib); /* what is kept for reuse is given up for it */
    CHECK(q != NULL);
    CHECK_STATUS(gpu_memory_limit(0), GPU_OK, "");
    CHECK_STATUS(gpu_free(q), GPU_OK, "");
    q = GPU_NEW(char, 64 * mib);
    CHECK(q != NULL);
    CHECK_STATUS(gpu_free(q), GPU_OK, "");
    CHECK_STATUS(gpu_free(p), GPU_OK, "");
}

TEST(trim_gives_back)
{
    const size_t bytes = (size_t)256 << 20;
    size_t before;
    char *p;
    CHECK_STATUS(gpu_memory_trim(), GPU_OK, "");
    before = memory().reserved;
    p = GPU_NEW(char, bytes);
    CHECK(memory().reserved >= before + bytes);
    CHECK_STATUS(gpu_free(p), GPU_OK, "");
    if (gpu_device() >= 0) CHECK(memory().reserved >= before + bytes); /* kept */
    CHECK_STATUS(gpu_memory_trim(), GPU_OK, "");
    CHECK(memory().reserved <= before);
}

/* What gpu_malloc gives can be chosen: each way counts, limits, checks and frees as the others, and frees what the
   others gave. */
static const int kinds[] = {GPU_DEVICE_MEM, GPU_MANAGED_MEM, GPU_UNPOOLED_MEM};
TEST(allocators)
{
    enum { N = 5001 };
    const size_t mib = 1 << 20;
    static float host[N];
    const int gpu = gpu_device() >= 0;
    gpu_memory_stats before, now;
    float *p[3][5];
    int k, i, j;
    for (k = 0; k < N; k++) host[k] = (float)k;
    for (k = 0; k < 3; k++) {
        const gpu_place wanted = !gpu ? GPU_HOST : kinds[k] == GPU_MANAGED_MEM ? GPU_MANAGED_MEM : GPU_ON_DEVICE;
        CHECK_STATUS(gpu_allocator(kinds[k]), GPU_OK, "");
        before = memory();
        p[k][0] = GPU_NEW(float, N), p[k][1] = GPU_ZEROS(float, N), p[k][2] = GPU_TO_DEVICE(float, host, N),
        p[k][3] = (float *)gpu_malloc(0), p[k][4] = GPU_NEW(float, mib);
        now = memory();
        CHECK_INT(now.used - before.used, 3 * N * sizeof(float) + mib * sizeof(float));
        CHECK_INT(now.allocations - before.allocations, 5);
        CHECK(now.reserved >= now.used && now.peak >= now.used);
        for (i = 0; i < 5; i++) CHECK_INT(gpu_where(p[k][i]), wanted);
        for (i = 0; i < 5; i++)
            for (j = 0; j < k * 5 + i; j++) CHECK(p[j / 5][j % 5] != p[k][i]);
        CHECK(total(p[k][1], N) == 0);
        CHECK_STATUS(add_to(gpu_1d(N), p[k][2], 1.0f, N), GPU_OK, "");
        CHECK(total(p[k][2], N) == 0.5 * N * (N + 1));
        CHECK_STATUS(gpu_set(p[k][0] + N - 1, 0, 5), GPU_ERROR_INVALID_ARGUMENT,
                     "5 bytes go beyond the end of p, which has 4 bytes there");
        CHECK_STATUS(gpu_set(p[k][0], 1000, 4), GPU_ERROR_INVALID_ARGUMENT, "1000 is no byte; gpu_fill sets");
        if (gpu && kinds[k] == GPU_MANAGED_MEM) {
            CHECK_STATUS(gpu_sync(), GPU_OK, "");
            CHECK(p[k][2][N - 1] == (float)N); /* the host reads it */
        }
    }
    for (k = 0; k < 3; k++) { /* freed while others are given */
        CHECK_STATUS(gpu_allocator(kinds[(k + 1) % 3]), GPU_OK, "");
        before = memory();
        for (i = 0; i < 5; i++) CHECK_STATUS(gpu_free(p[k][i]), GPU_OK, "");
        now = memory();
        CHECK_INT(before.used - now.used, 3 * N * sizeof(float) + mib * sizeof(float));
        CHECK_INT(before.allocations - now.allocations, 5);
        /* the driver has it back */
        if (gpu && kinds[k] != GPU_DEVICE_MEM) CHECK(before.reserved - now.reserved >= mib * sizeof(float));
        for (i = 0; i < 3; i++) CHECK_STATUS(gpu_free(p[k][i]), GPU_ERROR_INVALID_POINTER, "was freed already, at ");
    }
    for (k = 0; k < 3; k++) { /* limits */
        char *q;
        CHECK_STATUS(gpu_allocator(GPU_DEVICE_MEM), GPU_OK, "");
        CHECK_STATUS(gpu_memory_trim(), GPU_OK, "");
        CHECK_STATUS(gpu_memory_limit(memory().used + 64 * mib), GPU_OK, "");
        CHECK_STATUS(gpu_free(GPU_NEW(char, 60 * mib)), GPU_OK, ""); /* a pool keeps it ... */
        CHECK_STATUS(gpu_allocator(kinds[k]), GPU_OK, "");
        q = GPU_NEW(char, 40 * mib); /* ... until it is needed elsewhere */
        CHECK(q != NULL);
        CHECK_FAILS(!GPU_NEW(char, 30 * mib), GPU_ERROR_OUT_OF_MEMORY,
                    "cannot allocate 31457280 bytes: this program holds ");
        CHECK_STATUS(gpu_free(q), GPU_OK, "");
        q = GPU_NEW(char, 60 * mib);
        CHECK_STATUS(gpu_free(q), GPU_OK, "");
        CHECK_STATUS(gpu_memory_limit(0), GPU_OK, "");
    }
    CHECK_STATUS(gpu_allocator(GPU_HOST), GPU_ERROR_INVALID_ARGUMENT,
                 "gpu_allocator: 0 is not an allocator; expected GPU_DEVICE_MEM, GPU_MANAGED_MEM or GPU_UNPOOLED_MEM");
    CHECK_STATUS(gpu_allocator(GPU_PINNED_HOST), GPU_ERROR_INVALID_ARGUMENT, "call gpu_malloc_pinned");
    CHECK_STATUS(gpu_allocator(-1), GPU_ERROR_INVALID_ARGUMENT, "-1 is not an allocator");
    CHECK_STATUS(gpu_allocator(GPU_DEVICE_MEM), GPU_OK, "");
}
CHILD(an_allocator_of_the_environment)
{
    char *p = GPU_NEW(char, 1 << 20), *q;
    const size_t reserved = memory().reserved;
    if (gpu_device() >= 0)
        CHECK_INT(gpu_where(p), strstr(getenv("GPU_ALLOCATOR"), "managed") ? GPU_MANAGED_MEM : GPU_ON_DEVICE);
    q = GPU_NEW(char, 7 << 20);
    CHECK_STATUS(gpu_set(q, 1, 7 << 20), GPU_OK, "");
    CHECK_STATUS(gpu_free(q), GPU_OK, "");
    CHECK_INT(memory().reserved, reserved);
    CHECK_STATUS(gpu_free(p), GPU_OK, "");
}
TEST(allocators_of_the_environment)
{
    char out[4096];
    CHECK_INT(test_child("GPU_QUIET=1 GPU_ALLOCATOR=managed", "an_allocator_of_the_environment", out, sizeof out), 0);
    CHECK_INT(test_child("GPU_QUIET=1 GPU_ALLOCATOR=unpooled", "an_allocator_of_the_environment", out, sizeof out), 0);
}

TEST(reuse_takes_no_new_memory)
{
    static const size_t sizes[] = {1, 512, 513, 4096, 100000, 1 << 20, (1 << 20) + 1, 3 << 20, 300u << 20};
    size_t k, i;
    for (k = 0; k < sizeof sizes / sizeof *sizes; k++) {
        char *p = GPU_NEW(char, sizes[k]), *first = p;
        size_t held = memory().reserved;
        for (i = 0; i < 50; i++) {
            CHECK_STATUS(gpu_free(p), GPU_OK, "");
            p = GPU_NEW(char, sizes[k]);
            if (gpu_device() >= 0) CHECK(p == first);
        }
        CHECK_INT(memory().reserved, held);
        CHECK_STATUS(gpu_free(p), GPU_OK, "");
    }
    if (gpu_device() >= 0) { /* a block serves sizes a little smaller, and none much smaller */
        char *p = GPU_NEW(char, 1 << 20), *q;
        CHECK_STATUS(gpu_free(p), GPU_OK, "");
        q = GPU_NEW(char, (1 << 20) - 50000);
        CHECK(p == q);
        CHECK_STATUS(gpu_free(q), GPU_OK, "");
    }
}

/* Memory freed while a stream still writes to it must not show those writes to its next owner. */
static void reuse_while_busy(gpu_stream make, gpu_stream use, gpu_stream drop, gpu_stream next, gpu_stream next_use)
{
    const size_t n = 1 << 16;
    const int rounds = gpu_device() >= 0 ? 200000 : 10;
    size_t i, wrong = 0;
    int *p, *q, *h;
    CHECK_STATUS(gpu_use_stream(make), GPU_OK, "");
    p = GPU_NEW(int, n);
    CHECK_STATUS(gpu_use_stream(use), GPU_OK, "");
    CHECK_STATUS(spin_and_fill(gpu_1d(n), p, 1, rounds, n), GPU_OK, "");
    CHECK_STATUS(gpu_use_stream(drop), GPU_OK, "");
    CHECK_STATUS(gpu_free(p), GPU_OK, "");
    CHECK_STATUS(gpu_use_stream(next), GPU_OK, "");
    q = GPU_NEW(int, n);
    CHECK_STATUS(gpu_use_stream(next_use), GPU_OK, "");
    CHECK_STATUS(spin_and_fill(gpu_1d(n), q, 2, 0, n), GPU_OK, "");
    CHECK_STATUS(gpu_sync(), GPU_OK, "");
    h = GPU_TO_HOST(int, q, n);
    for (i = 0; i < n; i++) wrong += h[i] != 2 ? 1 : 0;
    CHECK_INT(wrong, 0);
    CHECK_STATUS(gpu_free(h), GPU_OK, "");
    CHECK_STATUS(gpu_free(q), GPU_OK, "");
}
TEST(reuse_is_in_order_between_streams)
{
    gpu_stream a = gpu_stream_new(), b = gpu_stream_new();
    int round;
    for (round = 0; round < 3; round++) {
        reuse_while_busy(NULL, NULL, NULL, NULL, NULL);
        reuse_while_busy(NULL, a, NULL, NULL, b); /* the beginner's way: all memory on the default stream */
        reuse_while_busy(NULL, a, NULL, NULL, NULL);
        reuse_while_busy(NULL, NULL, NULL, NULL, b);
        reuse_while_busy(a, a, a, a, a);
        reuse_while_busy(a, a, a, b, b);
        reuse_while_busy(NULL, a, b, b, b);
        reuse_while_busy(a, a, NULL, b, b);
        reuse_while_busy(a, a, b, NULL, NULL);
    }
    CHECK_STATUS(gpu_use_stream(NULL), GPU_OK, "");
    CHECK_STATUS(gpu_stream_free(a), GPU_OK, "");
    CHECK_STATUS(gpu_stream_free(b), GPU_OK, "");
}

/* A stream of CUDA's own that the default one does not wait for: what was freed in front of it is not safe on it
   yet. */
#if defined(__CUDACC__)
TEST(reuse_is_in_order_on_a_stream_of_somebody_else)
{
    const size_t n = 1 << 16;
    cudaStream_t native = NULL;
    gpu_stream s, own;
    int *p, *q, *h, round;
    size_t i, wrong = 0;
    if (gpu_device() == GPU_CPU) SKIP("the CPU has no CUDA streams");
    CHECK_STATUS(gpu_memory_trim(), GPU_OK, "");
    CHECK(cudaStreamCreateWithFlags(&native, cudaStreamNonBlocking) == cudaSuccess);
    p = GPU_NEW(int, n);
    CHECK_STATUS(spin_and_fill(gpu_1d(n), p, 1, 200000, n), GPU_OK, "");
    CHECK_STATUS(gpu_free(p), GPU_OK, "");
    s = gpu_stream_from_native(native);
    CHECK_STATUS(gpu_use_stream(s), GPU_OK, "");
    q = GPU_NEW(int, n);
    CHECK_STATUS(spin_and_fill(gpu_1d(n), q, 2, 0, n), GPU_OK, "");
    CHECK_STATUS(gpu_sync(), GPU_OK, "");
    h = GPU_TO_HOST(int, q, n);
    for (i = 0; i < n; i++) wrong += h[i] != 2 ? 1 : 0;
    CHECK_INT(wrong, 0);
    gpu_free(h), gpu_free(q);
    own = gpu_stream_new();
    for (round = 0; round < 3; round++) {
        reuse_while_busy(NULL, s, NULL, NULL, s);
        reuse_while_busy(NULL, s, NULL, NULL, NULL);
        reuse_while_busy(NULL, NULL, NULL, NULL, s);
        reuse_while_busy(NULL, NULL, NULL, s, s);
        reuse_while_busy(s, s, s, s, s);
        reuse_while_busy(s, s, NULL, NULL, NULL);
        reuse_while_busy(s, s, own, own, own);
    }
    /* freed while its work runs: nobody waits for it, so nobody may have the memory yet */
    CHECK_STATUS(gpu_use_stream(s), GPU_OK, "");
    p = GPU_NEW(int, n);
    CHECK_STATUS(spin_and_fill(gpu_1d(n), p, 1, 200000, n), GPU_OK, "");
    CHECK_STATUS(gpu_free(p), GPU_OK, "");
    CHECK_STATUS(gpu_use_stream(own), GPU_OK, "");
    CHECK_STATUS(gpu_stream_free(s), GPU_OK, "");
    q = GPU_NEW(int, n);
    CHECK_STATUS(spin_and_fill(gpu_1d(n), q, 2, 0, n), GPU_OK, "");
    CHECK_STATUS(gpu_sync(), GPU_OK, "");
    h = GPU_TO_HOST(int, q, n);
    for (i = 0, wrong = 0; i < n; i++) wrong += h[i] != 2 ? 1 : 0;
    CHECK_INT(wrong, 0);
    CHECK_STATUS(gpu_use_stream(NULL), GPU_OK, "");
    gpu_free(h), gpu_free(q);
    CHECK_STATUS(gpu_stream_free(own), GPU_OK, "");
    CHECK(cudaStreamDestroy(native) == cudaSuccess);
}
#endif

TEST(exhaustion_trims_and_tries_again)
{
    gpu_memory_stats m = memory();
    size_t bytes, part;
    char *p, *q;
    int k;
    if (gpu_device() == GPU_CPU) SKIP("the CPU backend keeps nothing that could be trimmed");
    bytes = m.free / 10 * 6; /* two of them are more than there is */
    part = bytes / 2 + bytes / 4;
    p = GPU_NEW(char, bytes);
    CHECK(p != NULL);
    CHECK_FAILS(!gpu_malloc(bytes), GPU_ERROR_OUT_OF_MEMORY, "and this program holds");
    CHECK_STATUS(gpu_free(p), GPU_OK, "");
    q = GPU_NEW(char, part); /* the kept block is too large to serve this: it must go */
    CHECK(q != NULL);
    CHECK_STATUS(gpu_free(q), GPU_OK, "");
    for (k = 1; k < 3; k++) { /* and where another allocator needs it */
        CHECK_STATUS(gpu_free(GPU_NEW(char, bytes)), GPU_OK, "");
        CHECK_STATUS(gpu_allocator(kinds[k]), GPU_OK, "");
        q = GPU_NEW(char, bytes);
        CHECK(q != NULL);
        /* managed memory takes none before it is used */
        if (kinds[k] == GPU_UNPOOLED_MEM)
            CHECK_FAILS(!gpu_malloc(bytes), GPU_ERROR_OUT_OF_MEMORY, "free some, or work in parts");
        CHECK_STATUS(gpu_free(q), GPU_OK, "");
        CHECK_STATUS(gpu_allocator(GPU_DEVICE_MEM), GPU_OK, "");
    }
    CHECK_STATUS(gpu_memory_trim(), GPU_OK, "");
}

TEST(marks_around_host_memory)
{
    int device = gpu_device(), made, k;
    char *p;
    static const int at[] = {100, 101, 163, -1, -64};
    static const char *const texts[] = {"out of bounds, first 0 bytes after their end", "first 1 byte after their end",
                                        "first 63 bytes after their end",
                                        "out of bounds, first 1 byte before their start",
                                        "first 64 bytes before their start"};
    CHECK_STATUS(gpu_use(GPU_CPU), GPU_OK, "");
    for (k = 0; k < 5; k++) {
        volatile char *end;
        p = GPU_NEW(char, 100);
        made = __LINE__ - 1;
        end = p + at[k];
        *end = (char)(*end + 1);
        CHECK_STATUS(gpu_free(p), GPU_ERROR_INVALID_POINTER, "the 100 bytes from gpu_malloc at ");
        p = GPU_NEW(char, 100);
        end = p + at[k];
        *end = (char)(*end + 1);
        CHECK_STATUS(gpu_free(p), GPU_ERROR_INVALID_POINTER, texts[k]);
        CHECK_STATUS(gpu_free(p), GPU_ERROR_INVALID_POINTER, "freed already");
        (void)made;
    }
    p = GPU_NEW(char, 100);
    made = __LINE__ - 1;
    p[100] ^= 1;
    CHECK_STATUS(gpu_free(p), GPU_ERROR_INVALID_POINTER, here(made));
    CHECK_INT(memory().allocations, memory().allocations);
    CHECK_STATUS(gpu_use(device), GPU_OK, "");
}

TEST(two_dimensional_copies)
{
    enum { W = 37, H = 19, PITCH = 64 };
    unsigned char in[H * PITCH], out[H * PITCH];
    int x, y, wrong = 0;
    unsigned char *d = GPU_ZEROS(unsigned char, H * PITCH), *e = GPU_ZEROS(unsigned char, H * W);
    for (x = 0; x < H * PITCH; x++) in[x] = (unsigned char)(x * 7 + 1), out[x] = 0;
    CHECK_STATUS(gpu_copy_2d(e, W, in, PITCH, W, H), GPU_OK, "");
    CHECK_STATUS(gpu_copy_2d(d, PITCH, e, W, W, H), GPU_OK, "");
    CHECK_STATUS(gpu_copy(out, d, sizeof out), GPU_OK, "");
    for (y = 0; y < H; y++)
        for (x = 0; x < PITCH; x++) wrong += out[y * PITCH + x] != (x < W ? in[y * PITCH + x] : 0);
    CHECK_INT(wrong, 0);
    CHECK_STATUS(gpu_copy_2d(d + W, PITCH, d, PITCH, PITCH - W, H), GPU_OK, ""); /* columns side by side */
    CHECK_STATUS(gpu_copy_2d(NULL, 0, NULL, 0, 0, 5), GPU_OK, "");
    CHECK_STATUS(gpu_copy_2d(NULL, W, in, W, W, H), GPU_ERROR_INVALID_ARGUMENT,
                 "dst is NULL; expected 19 rows of 37 bytes");
    CHECK_STATUS(gpu_copy_2d(d, W - 1, in, W, W, H), GPU_ERROR_INVALID_ARGUMENT,
                 "dst_pitch is 36, and a row has 37 bytes");
    CHECK_STATUS(gpu_copy_2d(d, W, in, W - 2, W, H), GPU_ERROR_INVALID_ARGUMENT,
                 "src_pitch is 35, and a row has 37 bytes");
    CHECK_STATUS(gpu_copy_2d(d, PITCH, d + 1, PITCH, W, H), GPU_ERROR_INVALID_ARGUMENT, "dst and src overlap");
    CHECK_STATUS(gpu_copy_2d(d, PITCH, in, PITCH, PITCH, H + 1), GPU_ERROR_INVALID_ARGUMENT,
                 "go beyond the end of dst");
    CHECK_STATUS(gpu_copy_2d(d, SIZE_MAX / 2, in, W, W, H), GPU_ERROR_INVALID_ARGUMENT, "more than any machine has");
    CHECK_STATUS(gpu_free(d), GPU_OK, "");
    CHECK_STATUS(gpu_free(e), GPU_OK, "");
}

/* -- extents: a range that goes beyond an allocation is refused, from its start and from its middle -- */

static const char *beyond(const char *call, size_t bytes, const char *what, size_t left, size_t all, int made)
{
    static char text[600];
    snprintf(text, sizeof text,
             "%s: %zu bytes go beyond the end of %s, which has %zu bytes there (of %zu, made at %s:%d); pass fewer, or "
             "allocate more",
             call, bytes, what, left, all, __FILE__, made);
    return text;
}
static int of_kind_line; /* where it was made */
static void *of_kind(int k, size_t n)
{
    static char h[8192];
    if (k == 0) return of_kind_line = __LINE__, gpu_malloc(n);
    if (k == 1) return of_kind_line = __LINE__, gpu_malloc_pinned(n);
    if (k == 2) return of_kind_line = __LINE__, gpu_malloc_managed(n);
    return of_kind_line = __LINE__, GPU_TO_HOST(char, h, n);
}
TEST(known_extents)
{
    static const size_t sizes[] = {0, 1, 2, 255, 256, 257, 511, 512, 513, 4096, 4097, 8000};
    static char host[8200];
    size_t k, i;
    int kind;
    for (kind = 0; kind < 4; kind++)
        for (k = 0; k < sizeof sizes / sizeof *sizes; k++) {
            const size_t bytes = sizes[k], at[] = {0, 1, bytes / 2, bytes - 1, bytes};
            char *p = (char *)of_kind(kind, bytes), *big = GPU_ZEROS(char, 16384);
            for (i = 0; i < 5; i++) {
                const size_t left = bytes - at[i];
                char *q = at[i] > bytes ? NULL : p + at[i];
                if (!q) continue;
                CHECK_STATUS(gpu_set(q, 3, left), GPU_OK, "");
                CHECK_STATUS(gpu_copy(host, q, left), GPU_OK, "");
                CHECK_STATUS(gpu_copy(q, host, left), GPU_OK, "");
                if (!left && gpu_device() >= 0) continue; /* the end of a whole block may be the start of another */
                CHECK_STATUS(gpu_set(q, 0, left + 1), GPU_ERROR_INVALID_ARGUMENT,
                             beyond("gpu_set", left + 1, "p", left, bytes, of_kind_line));
                CHECK_STATUS(gpu_copy(q, big, left + 1), GPU_ERROR_INVALID_ARGUMENT,
                             beyond("gpu_copy", left + 1, "dst", left, bytes, of_kind_line));
                CHECK_STATUS(gpu_copy(big, q, left + 1), GPU_ERROR_INVALID_ARGUMENT,
                             beyond("gpu_copy", left + 1, "src", left, bytes, of_kind_line));
                CHECK_STATUS(gpu_copy_async(big, q, left + 1), GPU_ERROR_INVALID_ARGUMENT,
                             beyond("gpu_copy_async", left + 1, "src", left, bytes, of_kind_line));
                CHECK_STATUS(gpu_copy_2d(big, 9000, q, 1 + left / 2, 1, 3), GPU_ERROR_INVALID_ARGUMENT,
                             "gpu_copy_2d: ");
                CHECK_FAILS(!GPU_TO_HOST(char, q, left + 1), GPU_ERROR_INVALID_ARGUMENT,
                            beyond("GPU_TO_HOST", left + 1, "src", left, bytes, of_kind_line));
                CHECK_FAILS(!GPU_TO_DEVICE(char, q, left + 1), GPU_ERROR_INVALID_ARGUMENT,
                            beyond("GPU_TO_DEVICE", left + 1, "src", left, bytes, of_kind_line));
            }
            if (bytes) {
                CHECK_STATUS(gpu_copy(host, p, bytes), GPU_OK, "");
                for (i = 0; i < bytes && host[i] == 3;) i++;
                CHECK_INT(i, bytes);
            }
            CHECK_STATUS(gpu_free(p), GPU_OK, "");
            CHECK_STATUS(gpu_free(big), GPU_OK, "");
        }
}

/* The message of a lifted function begins with the place of its definition. */
static void refused(gpu_status got, const char *text, int line)
{
    if (got != GPU_ERROR_INVALID_ARGUMENT || gpu_error() != got || !strstr(gpu_error_message(), text))
        test__fail(__FILE__, line, "%s and \"%s\"; expected \"%s\"", gpu_status_name(got), gpu_error_message(), text);
    gpu_clear_error();
}
#define REFUSED(call, text) refused((call), (text), __LINE__)
TEST(known_extents_of_lifted_functions)
{
    enum { N = 1000 };
    float *x = GPU_ZEROS(float, N), *y = GPU_ZEROS(float, 2 * N);
    double *d = GPU_ZEROS(double, N);
    int made = __LINE__ - 2, k;
    static const size_t at[] = {0, 1, 500, 999};
    for (k = 0; k < 4; k++) {
        const size_t i = at[k], n = N - i;
        CHECK_STATUS(times(x + i, y, 2.0f, n), GPU_OK, "");
        REFUSED(times(x + i, y, 2.0f, n + 1), beyond("times", 4 * n + 4, "out", 4 * n, 4 * N, made));
        REFUSED(times(y, x + i, 2.0f, n + 1), beyond("times", 4 * n + 4, "x", 4 * n, 4 * N, made));
        REFUSED(times(x + i, x + i, 2.0f, n + 1), beyond("times", 4 * n + 4, "out", 4 * n, 4 * N, made));
        CHECK_STATUS(weighted(d + i, y, d + i, 1.0f, n), GPU_OK, "");
        REFUSED(weighted(d + i, y, d + i, 1.0f, n + 1), beyond("weighted", 8 * n + 8, "out", 8 * n, 8 * N, made + 1));
        CHECK(total(x + i, n) == 0);
        CHECK(isnan(total(x + i, n + 1)));
        REFUSED(gpu_error(), beyond("total", 4 * n + 4, "x", 4 * n, 4 * N, made));
        CHECK_STATUS(total_to(d + i, x, N), GPU_OK, "");
        REFUSED(total_to((double *)(void *)((char *)(d + N) - 4), y, N), beyond("total", 8, "out", 4, 8 * N, made + 1));
        CHECK_STATUS(running(y, x + i, n), GPU_OK, "");
        REFUSED(running(y, x + i, n + 1), beyond("running", 4 * n + 4, "x", 4 * n, 4 * N, made));
        REFUSED(running_exclusive(x + i, y, n + 1), beyond("running", 4 * n + 4, "out", 4 * n, 4 * N, made));
    }
    if (gpu_device() == GPU_CPU) REFUSED(times(x + N, y, 2.0f, 1), beyond("times", 4, "out", 0, 4 * N, made));
    if (gpu_device() == GPU_CPU)
        REFUSED(times(x - 1, y, 2.0f, 1),
                "out points 4 bytes before the start of an allocation of 4000 bytes (gpu_malloc at ");
    /* While a graph is made, too. */
    if (gpu_device() == GPU_CPU) {
        gpu_graph graph;
        CHECK_STATUS(gpu_graph_begin(), GPU_OK, "");
        REFUSED(times(x, y, 2.0f, N + 1), beyond("times", 4 * N + 4, "out", 4 * N, 4 * N, made));
        CHECK_STATUS(gpu_copy_async(y, x, 4 * N + 4), GPU_ERROR_INVALID_ARGUMENT, "go beyond the end of src");
        graph = gpu_graph_end();
        if (graph) CHECK_STATUS(gpu_graph_free(graph), GPU_OK, "");
        gpu_clear_error();
    }
    CHECK_STATUS(gpu_free(x), GPU_OK, "");
    CHECK_STATUS(gpu_free(y), GPU_OK, "");
    CHECK_STATUS(gpu_free(d), GPU_OK, "");
}

/* The extent comes first: this range overlaps the other only because it is too long. */
TEST(too_many_bytes_between_neighbours)
{
    int device = gpu_device();
    char *p, *q;
    CHECK_STATUS(gpu_use(GPU_CPU), GPU_OK, "");
    p = GPU_NEW(char, 1000), q = GPU_NEW(char, 1000);
    {
        char *lower = p < q ? p : q, *upper = p < q ? q : p;
        const size_t far = (size_t)(upper - lower) + 10;
        CHECK_STATUS(gpu_copy(upper, lower, far), GPU_ERROR_INVALID_ARGUMENT,
                     "go beyond the end of dst, which has 1000 bytes there");
        CHECK_STATUS(gpu_copy_2d(upper, far, lower, far, far, 1), GPU_ERROR_INVALID_ARGUMENT,
                     "go beyond the end of dst, which has 1000 bytes there");
    }
    CHECK_STATUS(gpu_free(p), GPU_OK, "");
    CHECK_STATUS(gpu_free(q), GPU_OK, "");
    CHECK_STATUS(gpu_use(device), GPU_OK, "");
}

static size_t below(size_t n) /* a random number below n */
{
    static unsigned state = 12345;
    state = state * 1664525u + 1013904223u;
    return (state >> 8) % n;
}
/* Random calls against a model that knows each allocation's size and every byte of it. */
TEST(random_calls_against_a_model)
{
    enum { MANY = 300, ROUNDS = 20000, MOST = 3000 };
    static struct {
        unsigned char *p, *bytes;
        size_t n;
    } model[MANY];
    static unsigned char back[MOST];
    const int rounds = gpu_device() == GPU_CPU ? ROUNDS : ROUNDS / 10;
    int round, wrong = 0;
    for (round = 0; round < rounds && !wrong; round++) {
        const size_t i = below(MANY), j = below(MANY), from = below(MOST), to = below(MOST);
        const size_t n = 1 + below(below(4) ? 200 : MOST), action = below(10);
        gpu_status s, expected = GPU_OK;
        if (action < 2 || !model[i].p) { /* another allocation */
            if (model[i].p) wrong += gpu_free(model[i].p) != GPU_OK;
            free(model[i].bytes);
            model[i].n = below(4) ? below(MOST) : below(20);
            model[i].p = (unsigned char *)of_kind((int)below(4), model[i].n);
            model[i].bytes = (unsigned char *)calloc(1, model[i].n + 1);
            wrong += !model[i].p || gpu_set(model[i].p, 0, model[i].n) != GPU_OK;
            continue;
        }
        if (from >= model[i].n || (model[j].p && to >= model[j].n)) continue;
        if (action < 6 || i == j || !model[j].p) {
            s = gpu_set(model[i].p + from, round & 255, n);
            if (n > model[i].n - from) expected = GPU_ERROR_INVALID_ARGUMENT;
            else memset(model[i].bytes + from, round & 255, n);
        } else {
            s = gpu_copy(model[j].p + to, model[i].p + from, n);
            if (n > model[i].n - from || n > model[j].n - to) expected = GPU_ERROR_INVALID_ARGUMENT;
            else memcpy(model[j].bytes + to, model[i].bytes + from, n);
        }
        wrong += s != expected || gpu_error() != s;
        if (s && !strstr(gpu_error_message(), "go beyond the end of ")) wrong++;
        gpu_clear_error();
        if (round % 50 == 0 && model[i].n)
            wrong += gpu_copy(back, model[i].p, model[i].n) != GPU_OK || memcmp(back, model[i].bytes, model[i].n);
    }
    CHECK_INT(wrong, 0);
    CHECK_INT(round, rounds);
    for (round = 0; round < MANY; round++) {
        if (model[round].n)
            wrong += gpu_copy(back, model[round].p, model[round].n) != GPU_OK ||
                     memcmp(back, model[round].bytes, model[round].n);
        wrong += gpu_free(model[round].p) != GPU_OK;
        free(model[round].bytes);
    }
    CHECK_INT(wrong, 0);
}

TEST(copies_between_devices)
{
    const size_t n = 1 << 20;
    int first = gpu_device(), *a, *b, *h;
    size_t i, wrong = 0;
    if (gpu_device_count() < 2) SKIP("fewer than two GPUs");
    CHECK_STATUS(gpu_use(0), GPU_OK, "");
    a = GPU_NEW(int, n);
    CHECK_STATUS(spin_and_fill(gpu_1d(n), a, 7, 10000, n), GPU_OK, "");
    CHECK_STATUS(gpu_use(1), GPU_OK, "");
    b = GPU_NEW(int, n);
    CHECK_STATUS(gpu_copy(b, a, n * sizeof *a), GPU_OK, ""); /* waits for what device 0 has queued, too */
    h = GPU_TO_HOST(int, b, n);
    for (i = 0; i < n; i++) wrong += h[i] != 7 ? 1 : 0;
    CHECK_INT(wrong, 0);
    CHECK_STATUS(gpu_free(a), GPU_OK, "");
    CHECK_STATUS(gpu_free(b), GPU_OK, "");
    CHECK_STATUS(gpu_free(h), GPU_OK, "");
    CHECK_STATUS(gpu_use(first), GPU_OK, "");
}

/* Everything that allocates, stopping at the first error; what was made is freed in any case. */
static gpu_status everything(void)
{
    enum { N = 70000 };
    static float host[N], result[N];
    float *a = NULL, *b = NULL, *pinned = NULL, *managed = NULL, *copy = NULL, *back = NULL;
    double *value = NULL;
    gpu_stream stream = NULL;
    gpu_event event = NULL;
    gpu_graph graph = NULL;
    gpu_status s = GPU_OK;
    gpu_clear_error();
#define STEP(call) if (!s && !(call)) s = gpu_error() ? gpu_error() : GPU_ERROR_KERNEL
    STEP(stream = gpu_stream_new());
    STEP(!gpu_use_stream(stream));
    STEP(event = gpu_event_new());
    STEP(a = GPU_NEW(float, N));
    STEP(b = GPU_ZEROS(float, N));
    STEP(pinned = GPU_PINNED(float, N));
    STEP(managed = GPU_MANAGED(float, N));
    STEP(copy = GPU_TO_DEVICE(float, host, N));
    STEP(back = GPU_TO_HOST(float, copy, N));
    STEP(value = GPU_NEW(double, 1));
    STEP(!times(a, b, 2.0f, N));
    STEP(!running(a, b, N));
    STEP(total(a, N) == 0);
    STEP(!times(result, host, 2.0f, N)); /* host arrays: by way of a stage on a GPU */
    STEP(total(host, N) == 0);
    STEP(!running(result, host, N));
    STEP(!gpu_graph_begin());
    if (!s) {
        STEP(!add_to(gpu_1d(N), a, 1.0f, N));
        STEP(!times(b, a, 2.0f, N));
        STEP(!total_to(value, b, N));
        STEP(!running(b, a, N));
        STEP(!gpu_copy_async(copy, a, N));
        STEP(!gpu_set(copy, 0, 100));
        graph = gpu_graph_end();
        if (!graph && !s) s = gpu_error();
    }
    STEP(!gpu_graph_launch(graph));
    STEP(!gpu_event_record(event));
    STEP(!gpu_event_sync(event));
#undef STEP
    gpu_use_stream(NULL);
    if (graph && gpu_graph_free(graph)) s = GPU_ERROR_INVALID_POINTER;
    if (gpu_free(a) || gpu_free(b) || gpu_free(pinned) || gpu_free(managed) || gpu_free(copy) || gpu_free(back) ||
        gpu_free(value))
        s = GPU_ERROR_INVALID_POINTER;
    if (event && gpu_event_free(event)) s = GPU_ERROR_INVALID_POINTER;
    if (stream && gpu_stream_free(stream)) s = GPU_ERROR_INVALID_POINTER;
    return s;
}
static void failure_everywhere(void)
{
    gpu_memory_stats before, after;
    long k, start;
    CHECK_INT(everything(), GPU_OK);
    CHECK_STATUS(gpu_shutdown(), GPU_OK, "");
    start = live;
    before = memory();
    for (k = 0; k < 1000; k++) {
        gpu_status s;
        calls = 0, fail_at = k;
        s = everything();
        fail_at = -1;
        gpu_clear_error();
        CHECK_STATUS(gpu_shutdown(), GPU_OK, "");
        CHECK_INT(live, start);
        if (calls <= k) { /* nothing was left to fail */
            CHECK_INT(s, GPU_OK);
            break;
        }
        /* GPU_OK: it was tried again after a trim, with success */
        if (s != GPU_OK) CHECK_INT(s, GPU_ERROR_OUT_OF_MEMORY);
    }
    CHECK(k >= 10 && k < 1000);
    after = memory();
    CHECK_INT(after.used, before.used);
    CHECK_INT(after.allocations, before.allocations);
    CHECK_INT(everything(), GPU_OK);
    CHECK_INT(gpu_error(), GPU_OK);
}
TEST(failure_at_every_allocation)
{
    int device = gpu_device(), k;
    for (k = 0; k < (device >= 0 ? 3 : 1); k++) { /* on the CPU all allocators are one */
        CHECK_STATUS(gpu_allocator(kinds[k]), GPU_OK, "");
        failure_everywhere();
    }
    CHECK_STATUS(gpu_allocator(GPU_DEVICE_MEM), GPU_OK, "");
    if (device >= 0) { /* and on the CPU */
        CHECK_STATUS(gpu_use(GPU_CPU), GPU_OK, "");
        failure_everywhere();
        CHECK_STATUS(gpu_use(device), GPU_OK, "");
    }
}

/* ------------------------------------------------------------------------------------------------- many threads -- */

enum { THREADS = 16 };
static int thread_errors;
static void *mixed_calls(void *argument)
{
    const size_t n = 1000 + (size_t)(ptrdiff_t)argument, rounds = 60;
    unsigned state = (unsigned)n;
    size_t r, i, bad = 0;
    float *host = (float *)malloc(4 * n * sizeof *host);
    gpu_stream stream = gpu_stream_new();
    gpu_event event = gpu_event_new();
    bad += gpu_use_stream(stream) != GPU_OK;
    for (r = 0; r < rounds; r++) {
        size_t m = 1 + (state = state * 1664525u + 1013904223u) % (4 * n);
        float *a = GPU_ZEROS(float, m), *b = GPU_NEW(float, m);
        double sum;
        if (!a || !b) {
            bad++;
            break;
        }
        bad += add_to(gpu_1d(m), a, 1.0f, m) != GPU_OK;
        bad += times(b, a, 3.0f, m) != GPU_OK;
        sum = total(b, m);
        bad += sum != 3.0 * (double)m;
        bad += gpu_event_record(event) != GPU_OK;
        bad += gpu_copy(host, b, m * sizeof *host) != GPU_OK;
        for (i = 0; i < m; i++) bad += host[i] != 3.0f;
        if (r % 8 == 0) {
            gpu_memory_stats stats;
            bad += gpu_memory(&stats) != GPU_OK || stats.used < m;
            /* an error of this thread alone */
            bad += gpu_copy(a, b, 4 * n * sizeof *a + 4) != GPU_ERROR_INVALID_ARGUMENT;
            gpu_clear_error();
        }
        bad += gpu_event_sync(event) != GPU_OK;
        bad += gpu_free(a) != GPU_OK;
        bad += gpu_free(b) != GPU_OK;
    }
    bad += gpu_error() != GPU_OK;
    bad += gpu_use_stream(NULL) != GPU_OK;
    bad += gpu_event_free(event) != GPU_OK;
    bad += gpu_stream_free(stream) != GPU_OK;
    free(host);
    __atomic_fetch_add(&thread_errors, (int)bad, __ATOMIC_RELAXED);
    return NULL;
}
TEST(sixteen_threads_of_mixed_calls)
{
    pthread_t thread[THREADS];
    ptrdiff_t k;
    size_t used = memory().used;
    for (k = 0; k < THREADS; k++) CHECK(!pthread_create(&thread[k], NULL, mixed_calls, (void *)k));
    for (k = 0; k < THREADS; k++) CHECK(!pthread_join(thread[k], NULL));
    CHECK_INT(thread_errors, 0);
    CHECK_INT(memory().used, used);
}

TEST(a_million_rounds)
{
    const long rounds = 1000000;
    long r;
    int bad = 0;
    size_t held = 0, used = memory().used;
    unsigned state = 1;
    for (r = 0; r < rounds; r++) {
        size_t n;
        float *p;
        state = state * 1664525u + 1013904223u;
        n = state >> 8 & 4095; /* floats */
        p = GPU_NEW(float, n);
        bad += !p;
        if (r % 64 == 0 && n) bad += gpu_set(p, 0, 4 * n) != GPU_OK || add_to(gpu_1d(n), p, 1.0f, n) != GPU_OK;
        bad += gpu_free(p) != GPU_OK;
        if (r == rounds / 10) held = memory().reserved; /* every size has been seen */
    }
    CHECK_INT(bad, 0);
    CHECK_INT(memory().used, used);
    CHECK_INT(memory().reserved, held);
}

/* ------------------------------------------------------------------------------------------------------- ledger -- */

enum { LEAK_LINE = __LINE__ + 4 };
CHILD(leaks)
{
    float host[10] = {0};
    char *p = GPU_NEW(char, 40), *q = GPU_NEW(char, 4);
    float *d = GPU_TO_DEVICE(float, host, 10), *h = GPU_TO_HOST(float, d, 7);
    gpu_stream s = gpu_stream_new();
    gpu_event e = gpu_event_new();
    (void)h, (void)s, (void)e;
    CHECK_STATUS(gpu_free(q), GPU_OK, "");
    if (gpu_device() == GPU_CPU) {
        volatile char *end = p + 40;
        *end = (char)(*end + 1);
    }
}
TEST(debug_lists_leaks_with_their_lines)
{
    char out[4096], text[600];
    CHECK_INT(test_child("ASAN_OPTIONS=$ASAN_OPTIONS:detect_leaks=0 GPU_DEBUG=1", "leaks", out, sizeof out), 0);
    snprintf(text, sizeof text, "never freed: 40 bytes from gpu_malloc at %s", here(LEAK_LINE));
    CHECK_TEXT(out, text);
    snprintf(text, sizeof text, "never freed: 40 bytes from gpu_malloc at %s", here(LEAK_LINE + 1));
    CHECK_TEXT(out, text);
    snprintf(text, sizeof text, "never freed: 28 bytes from GPU_TO_HOST at %s", here(LEAK_LINE + 1));
    CHECK_TEXT(out, text);
    snprintf(text, sizeof text, "never freed: the result of gpu_stream_new at %s", here(LEAK_LINE + 2));
    CHECK_TEXT(out, text);
    snprintf(text, sizeof text, "never freed: the result of gpu_event_new at %s", here(LEAK_LINE + 3));
    CHECK_TEXT(out, text);
    CHECK(!strstr(out, "never freed: 4 bytes"));
    if (gpu_device() == GPU_CPU) CHECK_TEXT(out, "were written out of bounds, first 0 bytes after their end");
    CHECK_INT(test_child("ASAN_OPTIONS=$ASAN_OPTIONS:detect_leaks=0", "leaks", out, sizeof out), 0);
    CHECK(!strstr(out, "never freed"));
    if (gpu_device() == GPU_CPU) CHECK_TEXT(out, "were written out of bounds, first 0 bytes after their end");
}

static char *freed_at_exit;
static void free_it(void)
{
    if (gpu_free(freed_at_exit)) abort();
}
CHILD(frees_in_a_handler)
{
    atexit(free_it); /* before the library starts: it runs after what the library registers */
    freed_at_exit = GPU_NEW(char, 4711);
    (void)GPU_NEW(char, 4712);
}
TEST(memory_freed_at_exit_is_no_leak)
{
    char out[4096];
    CHECK_INT(
        test_child("ASAN_OPTIONS=$ASAN_OPTIONS:detect_leaks=0 GPU_DEBUG=1", "frees_in_a_handler", out, sizeof out), 0);
    CHECK_TEXT(out, "never freed: 4712 bytes");
    CHECK(!strstr(out, "4711"));
}

/* -- GPU_DEBUG=1 keeps freed memory aside -- */
CHILD(uses_after_free)
{
    float *x = GPU_ZEROS(float, 1000), *y = GPU_ZEROS(float, 1000), *pinned = GPU_PINNED(float, 1000),
          *managed = GPU_MANAGED(float, 1000), host[10];
    size_t used = memory().used;
    int k, line;
    const char *freed;
    GPU_CHECK(gpu_free(x)), GPU_CHECK(gpu_free(pinned)), GPU_CHECK(gpu_free(managed)), line = __LINE__;
    CHECK_INT(used - memory().used, gpu_device() == GPU_CPU ? 12000 : 8000); /* pinned memory is the CPU's */
    for (k = 0; k < 20; k++) (void)GPU_NEW(float, 1000); /* it is not handed out again */
    freed = here(line);
    for (k = 0; k < 3; k++) {
        float *p = k == 0 ? x : k == 1 ? pinned : managed;
        const size_t i = k == 1 ? 500 : 0;
        CHECK_STATUS(gpu_copy(p + i, host, 4), GPU_ERROR_INVALID_POINTER, freed);
        CHECK_STATUS(gpu_copy(host, p + i, 4), GPU_ERROR_INVALID_POINTER,
                     "gpu_copy: src points into memory that was freed at ");
        CHECK_STATUS(gpu_set(p + i, 0, 4), GPU_ERROR_INVALID_POINTER, freed);
        CHECK_SUFFIXED(gpu_fill_f32(p + i, 0, 4), GPU_ERROR_INVALID_POINTER, freed);
        CHECK_STATUS(add_to(gpu_1d(4), p + i, 1.0f, 4), GPU_ERROR_INVALID_POINTER,
                     "add_to: argument 1 points into memory that was freed at ");
        CHECK_STATUS(add_to(gpu_1d(4), p + i, 1.0f, 4), GPU_ERROR_INVALID_POINTER, freed);
        CHECK_INT(times(p + i, y, 1.0f, 4), GPU_ERROR_INVALID_POINTER);
        CHECK_TEXT(gpu_error_message(), freed);
        CHECK_INT(times(y, p + i, 1.0f, 4), GPU_ERROR_INVALID_POINTER);
        CHECK(isnan(total(p + i, 4)));
        CHECK_TEXT(gpu_error_message(), freed);
        gpu_clear_error();
        CHECK_STATUS(gpu_free(p), GPU_ERROR_INVALID_POINTER, "was freed already, at ");
    }
    printf("DONE\n");
}
CHILD(writes_after_free)
{
    hidden h = {NULL, 0, 0};
    int made, freed;
    char text[1024];
    h.p = GPU_NEW(float, 1000), made = __LINE__;
    CHECK_STATUS(gpu_free(h.p), GPU_OK, ""), freed = __LINE__;
    CHECK_STATUS(write_hidden(gpu_1d(1), h, 300), GPU_OK, "");
    snprintf(text, sizeof text,
             "the 4000 bytes from gpu_malloc at %s:%d were written after they were freed at %s:%d, first byte 1200;",
             __FILE__, made, __FILE__, freed);
    CHECK_STATUS(gpu_memory_trim(), GPU_ERROR_INVALID_POINTER, text);
    CHECK_STATUS(gpu_memory_trim(), GPU_OK, ""); /* said once */
    h.p = GPU_NEW(float, 2000);
    CHECK_STATUS(gpu_free(h.p), GPU_OK, "");
    CHECK_STATUS(write_hidden(gpu_1d(1), h, 5), GPU_OK, "");
    printf("DONE\n"); /* and what was not found before is found at the end */
}
#ifdef __CUDA_ARCH__ /* the pass over the device code does not have it */
#define KEPT(what) ((size_t)0)
#else
#define KEPT(what) gpu__quarantine.what
#endif
CHILD(many_after_free)
{
    const size_t mib = (size_t)1 << 20;
    size_t k, used = memory().used;
    void *p;
    for (k = 0; k < 300; k++) CHECK_STATUS(gpu_free(GPU_NEW(char, k % 3 ? mib : 100)), GPU_OK, "");
    CHECK(KEPT(bytes) <= 64 * mib && KEPT(count) > 60);
    for (k = 0; k < 3000; k++) CHECK_STATUS(gpu_free(GPU_NEW(char, k)), GPU_OK, "");
    CHECK(KEPT(count) <= 1024);
    CHECK_STATUS(gpu_free(GPU_NEW(char, 70 * mib)), GPU_OK, ""); /* too large to be kept */
    CHECK_INT(memory().used, used);
    p = gpu_malloc(mib);
    CHECK(p && KEPT(count) > 0);
    if (gpu_device() == GPU_CPU) { /* memory runs out: it serves again */
        calls = 0, fail_at = 0;
        CHECK_STATUS(gpu_free(gpu_malloc(10)), GPU_OK, "");
        fail_at = -1;
        CHECK_INT(gpu_error(), GPU_OK);
        CHECK_INT(KEPT(count), 1);
    }
    CHECK_STATUS(gpu_memory_trim(), GPU_OK, "");
    CHECK_INT(KEPT(count), 0);
    CHECK_STATUS(gpu_free(p), GPU_OK, "");
    CHECK_STATUS(gpu_shutdown(), GPU_OK, "");
    printf("DONE\n");
}
TEST(debug_finds_uses_of_freed_memory)
{
    char out[8192];
    const char *environment = "ASAN_OPTIONS=$ASAN_OPTIONS:detect_leaks=0 GPU_DEBUG=1";
    CHECK_INT(test_child(environment, "uses_after_free", out, sizeof out), 0);
    CHECK_TEXT(out, "DONE");
    CHECK_INT(test_child("ASAN_OPTIONS=$ASAN_OPTIONS:detect_leaks=0 GPU_DEBUG=1 GPU_ALLOCATOR=managed",
                         "uses_after_free", out, sizeof out),
              0);
    CHECK_TEXT(out, "DONE");
    CHECK_INT(test_child("ASAN_OPTIONS=$ASAN_OPTIONS:detect_leaks=0 GPU_DEBUG=1 GPU_ALLOCATOR=unpooled",
                         "uses_after_free", out, sizeof out),
              0);
    CHECK_TEXT(out, "DONE");
    CHECK_INT(test_child(environment, "many_after_free", out, sizeof out), 0);
    CHECK_TEXT(out, "DONE");
#ifdef GPU__ASAN
    CHECK(test_child(environment, "writes_after_free", out, sizeof out) != 0);
    if (gpu_device() == GPU_CPU) CHECK_TEXT(out, "use-after-poison");
#else
    CHECK_INT(test_child(environment, "writes_after_free", out, sizeof out), 0);
    CHECK_TEXT(out, "DONE");
    CHECK_TEXT(out, "gpu.h: the 8000 bytes from gpu_malloc at ");
#endif
}

TEST(handles_are_no_memory)
{
    gpu_stream s = gpu_stream_new();
    gpu_event e = gpu_event_new();
    char *p = GPU_NEW(char, 10);
    CHECK_STATUS(gpu_free(s), GPU_ERROR_INVALID_POINTER, "free it with gpu_stream_free");
    CHECK_STATUS(gpu_free(e), GPU_ERROR_INVALID_POINTER, "free it with gpu_event_free");
    CHECK_STATUS(gpu_event_free((gpu_event)(void *)p), GPU_ERROR_INVALID_POINTER,
                 "is not a gpu_event, or was freed; expected one from gpu_event_new");
    CHECK_STATUS(gpu_stream_free(s), GPU_OK, "");
    CHECK_STATUS(gpu_event_free(e), GPU_OK, "");
    CHECK_STATUS(gpu_free(p), GPU_OK, "");
}
