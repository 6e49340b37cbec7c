/* Memory: statistics, limit, trim, reuse and its order between streams, marks around host memory, 2-D copies, allocation
   failure injected at every call in turn, many threads, a million rounds. One text for both backends. */

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
    CHECK_FAILS(!gpu_malloc(64 * mib), GPU_ERROR_OUT_OF_MEMORY, "gpu_malloc: 67108864 bytes were asked for");
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

TEST(exhaustion_trims_and_tries_again)
{
    gpu_memory_stats m = memory();
    size_t bytes, part;
    char *p, *q;
    if (gpu_device() == GPU_CPU) SKIP("the CPU backend keeps nothing that could be trimmed");
    bytes = m.free / 10 * 6; /* two of them are more than there is */
    part = bytes / 2 + bytes / 4;
    p = GPU_NEW(char, bytes);
    CHECK(p != NULL);
    CHECK_FAILS(!gpu_malloc(bytes), GPU_ERROR_OUT_OF_MEMORY, "and this program uses");
    CHECK_STATUS(gpu_free(p), GPU_OK, "");
    q = GPU_NEW(char, part); /* the kept block is too large to serve this: it must go */
    CHECK(q != NULL);
    CHECK_STATUS(gpu_free(q), GPU_OK, "");
    CHECK_STATUS(gpu_memory_trim(), GPU_OK, "");
}

TEST(marks_around_host_memory)
{
    int device = gpu_device(), made, k;
    char *p;
    static const int at[] = {100, 101, 163, -1, -64};
    static const char *const texts[] = {"beyond their end, first 0 bytes behind it", "first 1 byte behind it", "first 63 bytes behind it", "before their start, first 1 byte in front of it",
                                        "first 64 bytes in front of it"};
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
    CHECK_STATUS(gpu_copy_2d(NULL, W, in, W, W, H), GPU_ERROR_INVALID_ARGUMENT, "dst is NULL; expected 19 rows of 37 bytes");
    CHECK_STATUS(gpu_copy_2d(d, W - 1, in, W, W, H), GPU_ERROR_INVALID_ARGUMENT, "dst_pitch is 36, and a row has 37 bytes");
    CHECK_STATUS(gpu_copy_2d(d, W, in, W - 2, W, H), GPU_ERROR_INVALID_ARGUMENT, "src_pitch is 35, and a row has 37 bytes");
    CHECK_STATUS(gpu_copy_2d(d, PITCH, d + 1, PITCH, W, H), GPU_ERROR_INVALID_ARGUMENT, "dst and src overlap");
    CHECK_STATUS(gpu_copy_2d(d, PITCH, in, PITCH, PITCH, H + 1), GPU_ERROR_INVALID_ARGUMENT, "go beyond the end of dst");
    CHECK_STATUS(gpu_copy_2d(d, SIZE_MAX / 2, in, W, W, H), GPU_ERROR_INVALID_ARGUMENT, "more than any machine has");
    CHECK_STATUS(gpu_free(d), GPU_OK, "");
    CHECK_STATUS(gpu_free(e), GPU_OK, "");
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
    if (gpu_free(a) || gpu_free(b) || gpu_free(pinned) || gpu_free(managed) || gpu_free(copy) || gpu_free(back) || gpu_free(value)) s = GPU_ERROR_INVALID_POINTER;
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
        if (s != GPU_OK) CHECK_INT(s, GPU_ERROR_OUT_OF_MEMORY); /* GPU_OK: it was tried again after a trim, with success */
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
    int device = gpu_device();
    failure_everywhere();
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
            bad += gpu_copy(a, b, 4 * n * sizeof *a + 4) != GPU_ERROR_INVALID_ARGUMENT; /* an error of this thread alone */
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
    if (gpu_device() == GPU_CPU) CHECK_TEXT(out, "were written beyond their end, first 0 bytes behind it");
}

TEST(handles_are_no_memory)
{
    gpu_stream s = gpu_stream_new();
    gpu_event e = gpu_event_new();
    char *p = GPU_NEW(char, 10);
    CHECK_STATUS(gpu_free(s), GPU_ERROR_INVALID_POINTER, "and not memory; free it with gpu_stream_free");
    CHECK_STATUS(gpu_free(e), GPU_ERROR_INVALID_POINTER, "free it with gpu_event_free");
    CHECK_STATUS(gpu_event_free((gpu_event)(void *)p), GPU_ERROR_INVALID_POINTER, "is not a gpu_event, or was freed; expected one from gpu_event_new");
    CHECK_STATUS(gpu_stream_free(s), GPU_OK, "");
    CHECK_STATUS(gpu_event_free(e), GPU_OK, "");
    CHECK_STATUS(gpu_free(p), GPU_OK, "");
}
