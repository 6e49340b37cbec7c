/* Memory, transfer, devices, errors, time. One text for both backends: memory of the device is read through
   gpu_copy. */

static void on_failure(const char *message);
#define GPU_FAIL(message) on_failure(message)
#include "gpu.h"
#define TEST_MAIN
#include "test.h"

#include <limits.h>
#include <locale.h>
#ifndef _WIN32
#include <pthread.h>
#endif

static int failures_seen;
static char failure_text[4096];
static void on_failure(const char *message)
{
    failures_seen++;
    snprintf(failure_text, sizeof failure_text, "%s", message);
}

static unsigned random_state = 12345;
static unsigned random_number(void)
{
    random_state = random_state * 1664525u + 1013904223u;
    return random_state >> 8;
}

static const char *here(int line) /* "this file:line", four results at a time */
{
    static char text[4][512];
    static int k;
    k = (k + 1) % 4;
    snprintf(text[k], sizeof text[k], "%s:%d", __FILE__, line);
    return text[k];
}

/* ------------------------------------------------------------------------------------------------------- memory -- */

enum { DEVICE, PINNED, MANAGED };
static unsigned char *make(int kind, size_t n)
{
    return kind == DEVICE   ? GPU_NEW(unsigned char, n)
           : kind == PINNED ? GPU_PINNED(unsigned char, n)
                            : GPU_MANAGED(unsigned char, n);
}

TEST(every_kind_and_size_round_trips)
{
    static const size_t sizes[] = {0, 1, 2, 3, 31, 255, 256, 257, 1000, 4097, 65537, 1 << 20};
    size_t s, i, n;
    int kind;
    for (kind = DEVICE; kind <= MANAGED; kind++)
        for (s = 0; s < sizeof sizes / sizeof *sizes; s++) {
            unsigned char *p, *q, *in, *out;
            n = sizes[s];
            p = make(kind, n), q = make(kind, n);
            in = (unsigned char *)malloc(n + 1), out = (unsigned char *)malloc(n + 1);
            for (i = 0; i < n; i++) in[i] = (unsigned char)random_number(), out[i] = 0;
            out[n] = 77;
            CHECK(p && q && p != q);
            CHECK((size_t)p % 256 == 0 && (size_t)q % 256 == 0);
            CHECK_STATUS(gpu_copy(p, in, n), GPU_OK, "");
            CHECK_STATUS(gpu_copy(q, p, n), GPU_OK, "");
            CHECK_STATUS(gpu_copy(out, q, n), GPU_OK, "");
            CHECK(!memcmp(in, out, n) && out[n] == 77);
            CHECK_STATUS(gpu_free(p), GPU_OK, "");
            CHECK_STATUS(gpu_free(q), GPU_OK, "");
            free(in), free(out);
        }
}

TEST(zeros_are_zero_after_use)
{
    int round;
    for (round = 0; round < 4; round++) {
        size_t i, n = 1001, bad = 0;
        double *p = GPU_ZEROS(double, n), *h = GPU_TO_HOST(double, p, n);
        for (i = 0; i < n; i++) bad += h[i] != 0 ? 1 : 0;
        CHECK_INT(bad, 0);
        CHECK_STATUS(gpu_set(p, 0xff, n * sizeof *p), GPU_OK, ""); /* dirt for the next round */
        CHECK_STATUS(gpu_free(p), GPU_OK, "");
        CHECK_STATUS(gpu_free(h), GPU_OK, "");
    }
    CHECK_STATUS(gpu_free(GPU_ZEROS(int, 0)), GPU_OK, "");
}

TEST(to_device_and_back)
{
    size_t n;
    for (n = 0; n < 40; n += 13) {
        int host[40], i, *d, *h;
        for (i = 0; i < 40; i++) host[i] = 3 * i + 1;
        d = GPU_TO_DEVICE(int, host, n);
        h = GPU_TO_HOST(int, d, n);
        CHECK(d && h && d != host && h != d);
        CHECK(!memcmp(h, host, n * sizeof *h));
        CHECK_STATUS(gpu_free(d), GPU_OK, "");
        CHECK_STATUS(gpu_free(h), GPU_OK, "");
    }
    {
        int *null = NULL, *p = GPU_TO_DEVICE(int, null, 0);
        CHECK(p != NULL);
        CHECK_STATUS(gpu_free(p), GPU_OK, "");
        CHECK_FAILS(!GPU_TO_DEVICE(int, null, 5), GPU_ERROR_INVALID_ARGUMENT,
                    "GPU_TO_DEVICE: the pointer to copy from is NULL; expected 5 elements of 4 bytes");
        CHECK_FAILS(!GPU_TO_HOST(int, null, 5), GPU_ERROR_INVALID_ARGUMENT,
                    "GPU_TO_HOST: the pointer to copy from is NULL");
    }
}

TEST(sizes_that_cannot_be)
{
    int minus = -1;
    char x = 0;
    CHECK_FAILS(!GPU_NEW(double, SIZE_MAX / 8 + 1), GPU_ERROR_INVALID_ARGUMENT, "GPU_NEW: ");
    CHECK_FAILS(!GPU_NEW(double, (size_t)PTRDIFF_MAX), GPU_ERROR_INVALID_ARGUMENT, "elements of 8 bytes");
    CHECK_FAILS(!GPU_NEW(char, minus), GPU_ERROR_INVALID_ARGUMENT, "a negative number was perhaps converted");
    CHECK_FAILS(!GPU_ZEROS(int, minus), GPU_ERROR_INVALID_ARGUMENT, "GPU_ZEROS: 18446744073709551615 elements");
    CHECK_FAILS(!GPU_PINNED(int, minus), GPU_ERROR_INVALID_ARGUMENT, "GPU_PINNED: ");
    CHECK_FAILS(!GPU_MANAGED(int, minus), GPU_ERROR_INVALID_ARGUMENT, "GPU_MANAGED: ");
    CHECK_FAILS(!GPU_TO_DEVICE(char, &x, minus), GPU_ERROR_INVALID_ARGUMENT, "GPU_TO_DEVICE: ");
    CHECK_FAILS(!GPU_TO_HOST(char, &x, minus), GPU_ERROR_INVALID_ARGUMENT, "GPU_TO_HOST: ");
    CHECK_FAILS(!gpu_malloc(SIZE_MAX), GPU_ERROR_INVALID_ARGUMENT,
                "gpu_malloc: 18446744073709551615 bytes are more than any machine has");
    CHECK_FAILS(!gpu_malloc_pinned((size_t)minus), GPU_ERROR_INVALID_ARGUMENT, "gpu_malloc_pinned: ");
    CHECK_FAILS(!gpu_malloc_managed((size_t)minus), GPU_ERROR_INVALID_ARGUMENT, "gpu_malloc_managed: ");
}

TEST(out_of_memory)
{
    size_t huge = (size_t)PTRDIFF_MAX - 8192;
    void *p;
    CHECK_FAILS(!gpu_malloc(huge), GPU_ERROR_OUT_OF_MEMORY, "gpu_malloc: cannot allocate 9223372036854767615 bytes");
    CHECK_FAILS(!gpu_malloc_managed(huge), GPU_ERROR_OUT_OF_MEMORY, "gpu_malloc_managed: ");
    CHECK_FAILS(!gpu_malloc_pinned(huge), GPU_ERROR_OUT_OF_MEMORY, "gpu_malloc_pinned: ");
    CHECK_FAILS(!GPU_NEW(double, huge / 8), GPU_ERROR_OUT_OF_MEMORY, "GPU_NEW: ");
    p = gpu_malloc(100); /* the state is intact */
    CHECK(p != NULL);
    CHECK_STATUS(gpu_free(p), GPU_OK, "");
}

TEST(copies_of_parts)
{
    enum { N = 1000 };
    char host[N], back[N];
    int i, from, to, n;
    char *d = GPU_NEW(char, N), *e = GPU_NEW(char, N);
    for (i = 0; i < N; i++) host[i] = (char)(i * 7);
    for (from = 0; from < 5; from++)
        for (to = 0; to < 5; to++)
            for (n = 0; n < 200; n += 37) {
                memset(back, 1, N);
                CHECK_STATUS(gpu_set(e, 1, N), GPU_OK, "");
                CHECK_STATUS(gpu_copy(d, host, N), GPU_OK, "");
                CHECK_STATUS(gpu_copy(e + to, d + from, (size_t)n), GPU_OK, "");
                CHECK_STATUS(gpu_copy(back, e, N), GPU_OK, "");
                CHECK(!memcmp(back + to, host + from, (size_t)n));
                for (i = 0; i < N; i++)
                    if ((i < to || i >= to + n) && back[i] != 1) break;
                CHECK_INT(i, N);
            }
    memset(back, 0, N);
    CHECK_STATUS(gpu_copy(back, host, N), GPU_OK, ""); /* host to host */
    CHECK(!memcmp(back, host, N));
    CHECK_STATUS(gpu_copy(d, d, N), GPU_OK, "");
    CHECK_STATUS(gpu_copy(d, d + 500, 500), GPU_OK, ""); /* they touch and do not overlap */
    CHECK_STATUS(gpu_free(d), GPU_OK, "");
    CHECK_STATUS(gpu_free(e), GPU_OK, "");
}

TEST(copies_that_cannot_be)
{
    char host[300] = {0};
    char *d = GPU_NEW(char, 100);
    int made = __LINE__ - 1, minus = -1;
    CHECK_STATUS(gpu_copy(NULL, NULL, 0), GPU_OK, "");
    CHECK_STATUS(gpu_copy(NULL, host, 10), GPU_ERROR_INVALID_ARGUMENT,
                 "gpu_copy: dst is NULL; expected memory of 10 bytes");
    CHECK_STATUS(gpu_copy(host, NULL, 10), GPU_ERROR_INVALID_ARGUMENT, "gpu_copy: src is NULL");
    CHECK_STATUS(gpu_copy(host, d, (size_t)minus), GPU_ERROR_INVALID_ARGUMENT,
                 "a negative number was perhaps converted");
    CHECK_STATUS(gpu_copy(d, d + 10, 11), GPU_ERROR_INVALID_ARGUMENT, "dst and src overlap");
    CHECK_STATUS(gpu_copy(d + 10, d, 11), GPU_ERROR_INVALID_ARGUMENT, "dst and src overlap");
    CHECK_STATUS(gpu_copy(d, host, 101), GPU_ERROR_INVALID_ARGUMENT,
                 "101 bytes go beyond the end of dst, which has 100 bytes");
    CHECK_STATUS(gpu_copy(host, d, 101), GPU_ERROR_INVALID_ARGUMENT, here(made));
    CHECK_STATUS(gpu_copy(host, d, 100), GPU_OK, "");
    CHECK_STATUS(gpu_free(d), GPU_OK, "");
}

TEST(sets)
{
    unsigned char back[1003], *d = GPU_NEW(unsigned char, 1003), host[5] = {1, 2, 3, 4, 5};
    int i, ok = 1, minus = -1;
    CHECK_STATUS(gpu_set(d, 0xab, 1003), GPU_OK, "");
    CHECK_STATUS(gpu_set(d + 3, 0, 500), GPU_OK, "");
    CHECK_STATUS(gpu_copy(back, d, 1003), GPU_OK, "");
    for (i = 0; i < 1003; i++) ok = ok && back[i] == (i >= 3 && i < 503 ? 0 : 0xab);
    CHECK(ok);
    CHECK_STATUS(gpu_set(host + 1, 9, 3), GPU_OK, ""); /* ordinary host memory too */
    CHECK(host[0] == 1 && host[1] == 9 && host[3] == 9 && host[4] == 5);
    CHECK_STATUS(gpu_set(NULL, 0, 0), GPU_OK, "");
    CHECK_STATUS(gpu_set(NULL, 0, 3), GPU_ERROR_INVALID_ARGUMENT, "gpu_set: p is NULL; expected memory of 3 bytes");
    CHECK_STATUS(gpu_set(d, 0, 1004), GPU_ERROR_INVALID_ARGUMENT, "1004 bytes go beyond the end of p");
    CHECK_STATUS(gpu_set(d, 0, (size_t)minus), GPU_ERROR_INVALID_ARGUMENT, "a negative number");
    CHECK_STATUS(gpu_free(d), GPU_OK, "");
}

TEST(frees_that_cannot_be)
{
    int foreign = 0, made, freed, k;
    char *p = GPU_NEW(char, 1000);
    char *inside = p + 10;
    made = __LINE__ - 2;
    CHECK_STATUS(gpu_free(NULL), GPU_OK, "");
    CHECK_STATUS(gpu_free(&foreign), GPU_ERROR_INVALID_POINTER, "did not come from gpu.h");
    CHECK_STATUS(gpu_free(inside), GPU_ERROR_INVALID_POINTER, "points 10 bytes into the allocation of 1000 bytes");
    CHECK_STATUS(gpu_free(inside), GPU_ERROR_INVALID_POINTER, here(made));
    CHECK_STATUS(gpu_free(p + 1000), GPU_ERROR_INVALID_POINTER, "gpu_free: ");
    CHECK_STATUS(gpu_free(p), GPU_OK, "");
    freed = __LINE__ - 1;
    CHECK_STATUS(gpu_free(p), GPU_ERROR_INVALID_POINTER, "was freed already");
    CHECK_STATUS(gpu_free(p), GPU_ERROR_INVALID_POINTER, here(freed));
    /* The allocator hands the same address out again and again: the message must name the last free of it. */
    for (k = 0; k < 5; k++) {
        p = GPU_NEW(char, 1000);
        if (k == 2) CHECK_STATUS(gpu_free(p), GPU_OK, "");
        else if (gpu_free(p)) CHECK(0);
    }
    freed = __LINE__ - 2;
    CHECK_STATUS(gpu_free(p), GPU_ERROR_INVALID_POINTER, here(freed));
}

GPU_KERNEL(raise_all, (float *, a), (size_t, n)) { GPU_FOR(i, n) a[i] += 1; }
GPU_VECTORIZE(float, looked_up, (float, x), (const float *, table, scalar)) { return table[(int)x]; }
TEST(freed_memory_is_refused)
{
    /* Lately freed, and small: what was freed long ago may be anyone's memory again. */
    float *x = GPU_ZEROS(float, 1000), *y = GPU_ZEROS(float, 1000), *again;
    int freed;
    CHECK_STATUS(gpu_free(x), GPU_OK, ""), freed = __LINE__;
    CHECK_STATUS(gpu_copy(x, y, 4), GPU_ERROR_INVALID_POINTER, "gpu_copy: dst points into memory that was freed at ");
    CHECK_STATUS(gpu_copy(y, x + 500, 4), GPU_ERROR_INVALID_POINTER, here(freed));
    CHECK_STATUS(gpu_set(x, 0, 5000), GPU_ERROR_INVALID_POINTER, here(freed));
    CHECK_SUFFIXED(gpu_fill_f32(x, 1, 10), GPU_ERROR_INVALID_POINTER, here(freed));
    CHECK_SUFFIXED(gpu_add_f32(y, y, x + 1, 10), GPU_ERROR_INVALID_POINTER,
                   "gpu_add: y points into memory that was freed at ");
    CHECK_STATUS(raise_all(gpu_1d(10), x, 10), GPU_ERROR_INVALID_POINTER,
                 "raise_all: argument 1 points into memory that was freed at ");
    CHECK_STATUS(raise_all(gpu_1d(10), x + 999, 1), GPU_ERROR_INVALID_POINTER, here(freed));
    CHECK_INT(looked_up(y, y, x + 3, 10), GPU_ERROR_INVALID_POINTER);
    CHECK_TEXT(gpu_error_message(), "looked_up: table points into memory that was freed at ");
    gpu_clear_error();
    CHECK_STATUS(gpu_free(x + 10), GPU_ERROR_INVALID_POINTER, here(freed));
    CHECK_STATUS(raise_all(gpu_1d(10), y, 10), GPU_OK, "");
    CHECK_STATUS(gpu_memory_trim(), GPU_OK, "");
    again = GPU_ZEROS(float, 1000); /* what has its memory now is no one's business */
    CHECK_STATUS(raise_all(gpu_1d(10), again, 10), GPU_OK, "");
    CHECK_STATUS(gpu_free(again), GPU_OK, "");
    CHECK_STATUS(gpu_free(y), GPU_OK, "");
}

TEST(where)
{
    int local = 0;
    char *d = GPU_NEW(char, 100);
    char *pinned = GPU_PINNED(char, 100);
    char *managed = GPU_MANAGED(char, 100);
    char *host = GPU_TO_HOST(char, d, 100);
    int gpu = gpu_device() != GPU_CPU;
    CHECK_INT(gpu_where(NULL), GPU_HOST);
    CHECK_INT(gpu_where(&local), GPU_HOST);
    CHECK_INT(gpu_where(&random_state), GPU_HOST);
    CHECK_INT(gpu_where(host), GPU_HOST);
    CHECK_INT(gpu_where(d), gpu ? GPU_ON_DEVICE : GPU_HOST);
    CHECK_INT(gpu_where(d + 50), gpu ? GPU_ON_DEVICE : GPU_HOST);
    CHECK_INT(gpu_where(pinned), gpu ? GPU_PINNED_HOST : GPU_HOST);
    CHECK_INT(gpu_where(managed), gpu ? GPU_MANAGED_MEM : GPU_HOST);
    CHECK_INT(gpu_where((void *)(size_t)0x123456789000), GPU_HOST);
    CHECK_INT(gpu_error(), GPU_OK);
    gpu_free(d), gpu_free(pinned), gpu_free(managed), gpu_free(host);
}

static void *at_place(int kind, size_t n, int *line)
{
    static char source[5000];
    *line = __LINE__ + 1;
    return kind == 3 ? GPU_TO_HOST(char, source, n) : (void *)make(kind, n);
}
TEST(extents)
{
    static const size_t sizes[] = {0, 1, 2, 255, 256, 257, 511, 512, 513, 4096, 4999};
    char local[16], *many[200];
    gpu_extent e;
    size_t k, i;
    int kind, line;
    for (kind = 0; kind < 4; kind++) /* device, pinned, managed, host */
        for (k = 0; k < sizeof sizes / sizeof *sizes; k++) {
            const size_t n = sizes[k], at[] = {0, 1, n / 2, n - 1, n, n + 1};
            char *p = (char *)at_place(kind, n, &line);
            for (i = 0; i < 6; i++) {
                const int in = at[i] < n || (!n && !at[i]);
                memset(&e, 0x5a, sizeof e);
                CHECK_STATUS(gpu_extent_of((char *)((uintptr_t)p + at[i]), &e), GPU_OK, "");
                if (!in && e.base != p) continue; /* the byte behind may be another's */
                CHECK(in && e.base == p && e.bytes == n && e.left == n - at[i] && e.file != NULL);
                CHECK_INT(e.device, kind == DEVICE || kind == MANAGED ? gpu_device() : GPU_CPU);
                if (kind == 3) CHECK_INT(e.line, line);
            }
            CHECK_STATUS(gpu_free(p), GPU_OK, "");
            CHECK_STATUS(gpu_extent_of(p, &e), GPU_OK, "");
            CHECK(!e.base && !e.bytes && !e.left && !e.file); /* no more */
        }
    for (k = 0; k < 200; k++) many[k] = GPU_NEW(char, 1 + k * k);
    for (k = 0; k < 200; k++) {
        CHECK_STATUS(gpu_extent_of(many[k] + k * k / 3, &e), GPU_OK, "");
        CHECK(e.base == many[k] && e.bytes == 1 + k * k && e.left == 1 + k * k - k * k / 3);
    }
    for (k = 0; k < 200; k++) CHECK_STATUS(gpu_free(many[k]), GPU_OK, "");
    CHECK_STATUS(gpu_extent_of(NULL, &e), GPU_OK, "");
    CHECK(!e.base && !e.left);
    CHECK_STATUS(gpu_extent_of(local, &e), GPU_OK, "");
    CHECK(!e.base && !e.left);
    CHECK_STATUS(gpu_extent_of((void *)(size_t)0x123456789000, &e), GPU_OK, "");
    CHECK(!e.base && !e.left);
    CHECK_STATUS(gpu_extent_of(local, NULL), GPU_ERROR_INVALID_ARGUMENT,
                 "gpu_extent_of: extent is NULL; pass the address of a gpu_extent");
}

typedef struct triple { char c[3]; } triple;
TEST(arrays_like_others)
{
    enum { N = 1001 };
    float *x = GPU_NEW(float, N), *like, host[4] = {0};
    const float *read_only = x;
    double *pinned = GPU_PINNED(double, 7), *d;
    triple *t = GPU_NEW(triple, 5), *u;
    void *v;
    int *empty = GPU_NEW(int, 0), *e, line;
    gpu_extent extent;
    like = GPU_NEW_LIKE(x), line = __LINE__;
    CHECK_STATUS(gpu_extent_of(like, &extent), GPU_OK, "");
    CHECK(like && like != x && extent.base == like && extent.bytes == N * sizeof *x && extent.line == line);
    CHECK_STATUS(gpu_set(like, 0, N * sizeof *like), GPU_OK, "");
    CHECK_STATUS(gpu_free(like), GPU_OK, "");
    like = GPU_NEW_LIKE(read_only + 1000); /* may be written, and has what is left */
    CHECK_STATUS(gpu_copy(like, host, sizeof *like), GPU_OK, "");
    CHECK_STATUS(gpu_copy(like, host, 2 * sizeof *like), GPU_ERROR_INVALID_ARGUMENT, "which has 4 bytes there (of 4, ");
    d = GPU_NEW_LIKE(pinned), u = GPU_NEW_LIKE(t), e = GPU_NEW_LIKE(empty), v = GPU_NEW_LIKE((void *)x);
    CHECK_INT(gpu_where(d), gpu_device() >= 0 ? GPU_ON_DEVICE : GPU_HOST); /* as GPU_NEW, whatever pinned is */
    CHECK_STATUS(gpu_extent_of(u, &extent), GPU_OK, "");
    CHECK(extent.bytes == 15 && d && e && v);
    CHECK_FAILS(!GPU_NEW_LIKE(host), GPU_ERROR_INVALID_POINTER, "GPU_NEW_LIKE: ");
    CHECK_FAILS(!GPU_NEW_LIKE(host + 1), GPU_ERROR_INVALID_POINTER,
                " did not come from gpu.h, or was freed: its number of elements is not known; use GPU_NEW(T, n)");
    CHECK_FAILS(!GPU_NEW_LIKE((float *)NULL), GPU_ERROR_INVALID_POINTER, "did not come from gpu.h");
    gpu_free(x), gpu_free(like), gpu_free(pinned), gpu_free(d), gpu_free(t), gpu_free(u), gpu_free(empty), gpu_free(e),
        gpu_free(v);
    CHECK_FAILS(!GPU_NEW_LIKE(like), GPU_ERROR_INVALID_POINTER, "did not come from gpu.h, or was freed");
}

TEST(ledger_of_a_hundred_thousand)
{
    enum { N = 100000 };
    int device = gpu_device(), i, wrong = 0;
    char **p = (char **)malloc(N * sizeof *p);
    CHECK_STATUS(gpu_use(GPU_CPU), GPU_OK, ""); /* the ledger is what is tested: cudaMalloc would only cost time */
    /* equal sizes would give addresses that never collide */
    for (i = 0; i < N; i++) p[i] = GPU_NEW(char, random_number() % 700);
    for (i = N - 1; i > 0; i--) { /* a random order */
        int k = (int)(random_number() % (unsigned)(i + 1));
        char *t = p[i];
        p[i] = p[k], p[k] = t;
    }
    for (i = 0; i < N / 2; i++) wrong += gpu_free(p[i]) != GPU_OK;
    CHECK_INT(wrong, 0);
    /* still known */
    for (i = N / 2; i < N; i += 1000)
        CHECK_STATUS(gpu_copy(p[i], p, 700), GPU_ERROR_INVALID_ARGUMENT, "go beyond the end of dst");
    for (i = N / 2 - 10; i < N / 2; i++) CHECK_STATUS(gpu_free(p[i]), GPU_ERROR_INVALID_POINTER, "was freed already");
    /* long ago: no longer on the list */
    CHECK_STATUS(gpu_free(p[0]), GPU_ERROR_INVALID_POINTER, "did not come from gpu.h");
    for (i = 0; i < N / 2; i++) p[i] = GPU_NEW(char, random_number() % 700);
    for (i = 0; i < N; i++) wrong += gpu_free(p[i]) != GPU_OK;
    CHECK_INT(wrong, 0);
    CHECK_INT(gpu_error(), GPU_OK);
    free(p);
    CHECK_STATUS(gpu_use(device), GPU_OK, "");
}

TEST(shutdown_and_again)
{
    int device = gpu_device(), k;
    char *p = GPU_NEW(char, 10), back = 0;
    for (k = 0; k < 300; k++) (void)GPU_NEW(char, 10);
    (void)GPU_PINNED(char, 10), (void)GPU_MANAGED(char, 10);
    CHECK_STATUS(gpu_shutdown(), GPU_OK, "");
    CHECK_STATUS(gpu_free(p), GPU_ERROR_INVALID_POINTER, "gpu_free: "); /* it is gone */
    CHECK_STATUS(gpu_shutdown(), GPU_OK, "");
    CHECK_INT(gpu_device(), device);
    p = GPU_ZEROS(char, 10);
    CHECK(p != NULL);
    CHECK_STATUS(gpu_set(p, 5, 10), GPU_OK, "");
    CHECK_STATUS(gpu_copy(&back, p + 9, 1), GPU_OK, "");
    CHECK_INT(back, 5);
    CHECK_STATUS(gpu_free(p), GPU_OK, "");
}

/* ------------------------------------------------------------------------------------------------------ devices -- */

TEST(queries)
{
    int device;
    gpu_info info;
    CHECK(gpu_device_count() >= 0);
    for (device = GPU_CPU; device < gpu_device_count(); device++) {
        memset(&info, 0x5a, sizeof info);
        CHECK_STATUS(gpu_query(device, &info), GPU_OK, "");
        CHECK_INT(info.device, device);
        CHECK(strlen(info.name) > 0 && strlen(info.name) < sizeof info.name);
        CHECK(!strcmp(info.backend, device == GPU_CPU ? "cpu" : "cuda"));
        CHECK_INT(info.warp_size, 32);
        CHECK_INT(info.max_threads_per_block, 1024);
        CHECK(info.max_block.x == 1024 && info.max_block.y == 1024 && info.max_block.z == 64);
        CHECK(info.max_grid.x == 2147483647 && info.max_grid.y == 65535 && info.max_grid.z == 65535);
        CHECK(info.multiprocessors >= 1);
        CHECK(info.total_memory > 0 && info.free_memory > 0 && info.free_memory <= info.total_memory);
        CHECK_INT(info.shared_per_block, 49152);
        CHECK(info.shared_per_block_optin >= info.shared_per_block);
        if (device == GPU_CPU) {
            CHECK(info.cores >= 1 && info.simd_bits >= 64 && info.compute_major == 0 && info.driver_version == 0);
        } else
            CHECK(info.compute_major >= 7 && info.driver_version >= 12000 && info.runtime_version >= 12000 &&
                  info.bandwidth_gbs > 50);
    }
    CHECK_STATUS(gpu_query(-2, &info), GPU_ERROR_INVALID_DEVICE, "gpu_query: there is no device -2");
    CHECK_STATUS(gpu_query(gpu_device_count(), &info), GPU_ERROR_INVALID_DEVICE, "there is no device");
    CHECK_STATUS(gpu_query(INT_MAX, &info), GPU_ERROR_INVALID_DEVICE, "2147483647");
    CHECK_STATUS(gpu_query(GPU_CPU, NULL), GPU_ERROR_INVALID_ARGUMENT, "info is NULL");
    gpu_print_devices(stderr == NULL ? stdout : tmpfile());
    gpu_print_devices(NULL);
    CHECK_TEXT(gpu_error_message(), "gpu_print_devices: out is NULL");
    gpu_clear_error();
}

/* -- CPU threads -- */
static int threads_in_use(void)
{
    gpu_info info;
    CHECK_STATUS(gpu_query(GPU_CPU, &info), GPU_OK, "");
    return info.multiprocessors;
}
CHILD(threads_by_the_environment)
{
    CHECK_INT(threads_in_use(), 3);
    CHECK_STATUS(gpu_set_threads(2), GPU_OK, "");
    CHECK_INT(threads_in_use(), 2);
    CHECK_STATUS(gpu_set_threads(0), GPU_OK, "");
    CHECK_INT(threads_in_use(), 3);
}
#if defined(_OPENMP) && !defined(_WIN32)
static void *with_five_threads(void *arg)
{
    const int before = threads_in_use();
    *(int *)arg = gpu_set_threads(5) == GPU_OK && threads_in_use() == 5 ? before : -1;
    return NULL;
}
#endif
TEST(numbers_of_threads)
{
    const int before = threads_in_use();
    CHECK_STATUS(gpu_set_threads(-1), GPU_ERROR_INVALID_ARGUMENT,
                 "gpu_set_threads: -1 threads; expected 1 to 256, or 0 for the default");
    CHECK_STATUS(gpu_set_threads(257), GPU_ERROR_INVALID_ARGUMENT, "257 threads; expected 1 to 256");
    CHECK_STATUS(gpu_set_threads(INT_MAX), GPU_ERROR_INVALID_ARGUMENT, "expected 1 to 256");
#ifndef _OPENMP
    CHECK_STATUS(gpu_set_threads(2), GPU_ERROR_NOT_SUPPORTED,
                 "2 threads need OpenMP, and this program was built without it; compile and link with -fopenmp");
    CHECK_STATUS(gpu_set_threads(1), GPU_OK, "");
    CHECK_STATUS(gpu_set_threads(0), GPU_OK, "");
#endif
    CHECK_INT(threads_in_use(), before);
}
#ifdef _OPENMP
TEST(any_number_of_threads)
{
    enum { N = 200003 };
    static const int counts[] = {1, 2, 3, 7, 16, 64, 256};
    static float x[N];
    double sum = 0, var = 0;
    const int device = gpu_device(), before = threads_in_use();
    size_t k;
    char out[4096];
    CHECK_STATUS(gpu_use(GPU_CPU), GPU_OK, "");
    for (k = 0; k < N; k++) x[k] = (float)random_number() * (k == 77 ? 1e20f : 1e-7f);
    for (k = 0; k < sizeof counts / sizeof *counts; k++) {
        double s, v;
        CHECK_STATUS(gpu_set_threads(counts[k]), GPU_OK, "");
        CHECK_INT(threads_in_use(), counts[k]);
        s = gpu_sum_f32(x, N), v = gpu_var_f32(x, N, 1);
        if (!k) sum = s, var = v;
        CHECK(!memcmp(&s, &sum, sizeof s) && !memcmp(&v, &var, sizeof v)); /* no bit differs */
    }
    CHECK_STATUS(gpu_set_threads(0), GPU_OK, "");
    CHECK_INT(threads_in_use(), before);
#ifndef _WIN32
    {
        pthread_t t;
        int seen = 0;
        CHECK_STATUS(gpu_set_threads(2), GPU_OK, "");
        CHECK(!pthread_create(&t, NULL, with_five_threads, &seen));
        pthread_join(t, NULL);
        CHECK_INT(seen, before); /* the other thread has the default */
        CHECK_INT(threads_in_use(), 2);
        CHECK_STATUS(gpu_set_threads(0), GPU_OK, "");
    }
#endif
    CHECK_STATUS(gpu_use(device), GPU_OK, "");
    CHECK_INT(test_child("GPU_QUIET=1 GPU_THREADS=3", "threads_by_the_environment", out, sizeof out), 0);
}
#endif

TEST(devices_that_are_not_there)
{
    int device = gpu_device(), bad[4] = {-2, INT_MIN, INT_MAX, 0}, k;
    bad[3] = gpu_device_count();
    for (k = 0; k < 4; k++) {
        char number[64];
        snprintf(number, sizeof number, "gpu_use: there is no device %d;", bad[k]);
        CHECK_STATUS(gpu_use(bad[k]), GPU_ERROR_INVALID_DEVICE, number);
        CHECK_INT(gpu_device(), device);
    }
    CHECK_STATUS(gpu_use(GPU_CPU), GPU_OK, "");
    CHECK_INT(gpu_device(), GPU_CPU);
    CHECK(!strcmp(gpu_backend_name(), "cpu"));
    CHECK_STATUS(gpu_sync(), GPU_OK, "");
    CHECK_STATUS(gpu_use(device), GPU_OK, "");
    CHECK_INT(gpu_device(), device);
    CHECK(!strcmp(gpu_backend_name(), device == GPU_CPU ? "cpu" : "cuda"));
    CHECK_STATUS(gpu_sync(), GPU_OK, "");
}

/* ------------------------------------------------------------------------------------------------------- errors -- */

TEST(status_names)
{
    static const char *const names[] = {"GPU_OK",
                                        "GPU_ERROR_INVALID_ARGUMENT",
                                        "GPU_ERROR_INVALID_POINTER",
                                        "GPU_ERROR_INVALID_DEVICE",
                                        "GPU_ERROR_OUT_OF_MEMORY",
                                        "GPU_ERROR_LAUNCH",
                                        "GPU_ERROR_KERNEL",
                                        "GPU_ERROR_NO_DEVICE_CODE",
                                        "GPU_ERROR_NOT_SUPPORTED",
                                        "GPU_ERROR_CUDA",
                                        "GPU_ERROR_MPI"};
    int i;
    for (i = 0; i < 11; i++) CHECK(!strcmp(gpu_status_name((gpu_status)i), names[i]));
    CHECK_INT(GPU_ERROR_CUDA, 9);
    CHECK_INT(GPU_ERROR_NO_DEVICE_CODE, 7);
    CHECK(!strcmp(gpu_status_name((gpu_status)15), "not a gpu_status"));
    CHECK_INT(gpu_version(), GPU_VERSION);
}

TEST(error_stays_until_cleared)
{
    gpu_clear_error();
    CHECK_INT(gpu_error(), GPU_OK);
    CHECK(!strcmp(gpu_error_message(), ""));
    (void)gpu_use(-7);
    CHECK_STATUS(gpu_free(NULL), GPU_OK, ""); /* a call that works does not hide it */
    CHECK_INT(gpu_error(), GPU_ERROR_INVALID_DEVICE);
    CHECK_TEXT(gpu_error_message(), "-7");
    gpu_clear_error();
    CHECK_INT(gpu_error(), GPU_OK);
    CHECK(!strcmp(gpu_error_message(), ""));
}

static int evaluated;
static gpu_status counted(gpu_status s)
{
    evaluated++;
    return s;
}

TEST(check_evaluates_once_and_fails_once)
{
    int line;
    evaluated = failures_seen = 0;
    GPU_CHECK(counted(GPU_OK));
    CHECK(evaluated == 1 && failures_seen == 0);
    GPU_CHECK(counted(GPU_ERROR_NOT_SUPPORTED));
    CHECK(evaluated == 2 && failures_seen == 1);
    CHECK_TEXT(failure_text, "counted(GPU_ERROR_NOT_SUPPORTED) failed with GPU_ERROR_NOT_SUPPORTED");
    GPU_CHECK(gpu_use(-3)), line = __LINE__;
    CHECK_INT(failures_seen, 2);
    CHECK_TEXT(failure_text, here(line));
    CHECK_TEXT(failure_text, "failed with GPU_ERROR_INVALID_DEVICE: ");
    CHECK_TEXT(failure_text, "there is no device -3");
    if (line) /* GPU_CHECK is one expression: it stands where a statement may */
        GPU_CHECK(counted(GPU_OK));
    else
        CHECK(0);
    GPU_CHECK(line ? counted(GPU_OK) : GPU_OK);
    gpu_clear_error();
}

TEST(arguments_are_evaluated_once)
{
    char host[8] = {0}, *p;
    int n = 1;
    gpu_info info;
    p = GPU_NEW(char, n++);
    CHECK_INT(n, 2);
    CHECK_STATUS(gpu_free((n++, p)), GPU_OK, "");
    CHECK_INT(n, 3);
    CHECK_STATUS(gpu_set(host, n++, 1), GPU_OK, "");
    CHECK_INT(n, 4);
    CHECK_STATUS(gpu_query((n++, GPU_CPU), &info), GPU_OK, "");
    CHECK_INT(n, 5);
    CHECK_STATUS(gpu_copy(host, host + n++, 1), GPU_OK, "");
    CHECK_INT(n, 6);
    CHECK((gpu_free)(NULL) == GPU_OK); /* the bare function behind the macro */
}

static int called_back;
static void call_back(void *user) { (void)user, called_back++; }
static void *every_call(void) /* an argument may make calls of its own, right and wrong ones */
{
    char host[16] = {0}, *p = GPU_ZEROS(char, 16), *q = GPU_TO_DEVICE(char, host, 16), *r = GPU_TO_HOST(char, q, 16);
    gpu_event event = gpu_event_new();
    gpu_stream stream = gpu_stream_new(), other = gpu_stream_new_priority(1);
    gpu_graph graph;
    gpu_memory_stats stats;
    gpu_info info;
    gpu_extent extent;
    FILE *nowhere = fopen("/dev/null", "w");
    GPU_CHECK(gpu_use(gpu_device()));
    GPU_CHECK(gpu_query(GPU_CPU, &info));
    GPU_CHECK(gpu_set_threads(0));
    GPU_CHECK(gpu_extent_of(p, &extent));
    GPU_CHECK(gpu_free(GPU_NEW_LIKE(p)));
    CHECK(gpu_stream_done(stream) == 1);
    if (nowhere) gpu_print_devices(nowhere), gpu_doctor(nowhere), fclose(nowhere);
    GPU_CHECK(gpu_allocator(GPU_DEVICE_MEM));
    GPU_CHECK(gpu_free(gpu_malloc(3)));
    GPU_CHECK(gpu_free(gpu_malloc_pinned(3)));
    GPU_CHECK(gpu_free(gpu_malloc_managed(3)));
    GPU_CHECK(gpu_copy(p, q, 16));
    GPU_CHECK(gpu_copy_async(p, q, 16));
    GPU_CHECK(gpu_copy_2d(p, 4, q, 4, 2, 2));
    GPU_CHECK(gpu_set(p, 1, 16));
    GPU_CHECK(gpu_memory(&stats));
    GPU_CHECK(gpu_memory_limit(0));
    GPU_CHECK(gpu_memory_trim());
    GPU_CHECK(gpu_timer_start());
    CHECK(gpu_timer_ms() >= 0);
    GPU_CHECK(gpu_event_record(event));
    GPU_CHECK(gpu_event_wait(event));
    GPU_CHECK(gpu_event_sync(event));
    CHECK(gpu_event_elapsed_ms(event, event) == 0);
    GPU_CHECK(gpu_event_free(event));
    GPU_CHECK(gpu_use_stream(stream));
    GPU_CHECK(gpu_graph_begin());
    GPU_CHECK(gpu_set(p, 1, 16));
    graph = gpu_graph_end();
    GPU_CHECK(gpu_graph_launch(graph));
    GPU_CHECK(gpu_stream_callback(stream, call_back, NULL));
    (void)gpu_stream_native(stream);
    GPU_CHECK(gpu_stream_sync(stream));
    GPU_CHECK(gpu_graph_free(graph));
    GPU_CHECK(gpu_use_stream(NULL));
    GPU_CHECK(gpu_stream_free(stream));
    GPU_CHECK(gpu_stream_free(other));
    GPU_CHECK(gpu_seed(1));
    GPU_CHECK(gpu_rand_poisson_i32((int32_t *)(void *)p, 1e3, 4));
    CHECK(gpu_std_f64((double *)(void *)host, 0, 0) != 0);
    CHECK(gpu_std_f64((double *)(void *)host, 2, 0) == 0);
    GPU_CHECK(gpu_normalize_f64((double *)(void *)q, (double *)(void *)host, 2));
    GPU_CHECK(gpu_free(p));
    GPU_CHECK(gpu_free(q));
    GPU_CHECK(gpu_free(r));
    GPU_CHECK(gpu_sync());
    (void)gpu_use(-3), (void)gpu_graph_end(), (void)gpu_event_record(NULL), (void)GPU_NEW(int, (size_t)-1),
        (void)GPU_NEW(int, PTRDIFF_MAX / 4);
    gpu_print_devices(NULL);
    gpu_clear_error();
    return NULL;
}
TEST(a_message_names_the_line_of_the_call_that_failed)
{
    int line;
    unsigned left;
    failures_seen = 0;
    CHECK_STATUS(gpu_copy(every_call(), every_call(), 20), GPU_ERROR_INVALID_ARGUMENT, "gpu_copy: ");
    CHECK_STATUS(gpu_set(every_call(), gpu_where(every_call()), 20), GPU_ERROR_INVALID_ARGUMENT, "gpu_set: ");
    CHECK_FAILS((every_call(), gpu_event_elapsed_ms((gpu_event)every_call(), (gpu_event)every_call())) >= 0 ? 0 : 1,
                GPU_ERROR_INVALID_ARGUMENT, "gpu_event_elapsed_ms: ");
    CHECK_INT(failures_seen, 0);
    GPU_CHECK(gpu_copy(every_call(), NULL, 20)), line = __LINE__;
    CHECK_INT(failures_seen, 1);
    CHECK(!strncmp(failure_text, here(line), strlen(here(line))));
    CHECK_TEXT(failure_text, "failed with GPU_ERROR_INVALID_ARGUMENT: gpu_copy: ");
    GPU_CHECK(gpu_add_f32((float *)every_call(), NULL, NULL, 20)), line = __LINE__;
    CHECK_INT(failures_seen, 2);
    CHECK(!strncmp(failure_text, here(line), strlen(here(line))));
    CHECK_TEXT(failure_text, "failed with GPU_ERROR_INVALID_ARGUMENT: gpu_add: ");
    gpu_clear_error();
    left = gpu__noted_sites.count; /* every call takes the place that it notes, and no other */
    gpu__note_site(__FILE__, 1, GPU__BY_CALL);
    every_call();
    CHECK_INT(gpu__noted_sites.count, left + 1);
    CHECK_INT(gpu__noted_sites.at[left % 8].line, 1);
    gpu__noted_sites.count = left;
    CHECK_INT(left, 0);
}

CHILD(two_errors_not_looked_at)
{
    (void)gpu_use(-9);
    (void)gpu_use(-10);
    (void)GPU_TO_HOST(int, (int *)NULL, 3); /* three in all */
}
CHILD(one_error_not_looked_at)
{
    (void)gpu_use(-9);
}
CHILD(error_looked_at)
{
    (void)gpu_use(-9);
    (void)gpu_error();
}
CHILD(leaks)
{
    int *a = GPU_NEW(int, 10), *b = GPU_NEW(int, 1);
    gpu_free(b);
    (void)a;
}
CHILD(nothing)
{
    (void)gpu_device();
}
static void look(void)
{
    if (!gpu_error()) abort();
}
CHILD(error_looked_at_in_a_handler)
{
#ifdef GPU__AT_EXIT_LATE
    (void)gpu_device(); /* there the library's handler is registered when it starts */
#endif
    atexit(look);
    (void)gpu_use(-9);
}
TEST(errors_nobody_looked_at_are_printed_at_exit)
{
    char out[4096];
    CHECK_INT(test_child("", "error_looked_at_in_a_handler", out, sizeof out), 0);
    CHECK(!strstr(out, "looked at"));
    CHECK_INT(test_child("", "two_errors_not_looked_at", out, sizeof out), 0);
    CHECK_TEXT(out, "gpu.h: 3 errors were never checked; the first: ");
    CHECK_TEXT(out, "there is no device -9");
    CHECK_INT(test_child("", "one_error_not_looked_at", out, sizeof out), 0);
    CHECK_TEXT(out, "gpu.h: 1 error was never checked; the first: ");
    CHECK_INT(test_child("", "error_looked_at", out, sizeof out), 0);
    CHECK(!strstr(out, "looked at"));
}
TEST(debug_lists_leaks)
{
    char out[4096];
    CHECK_INT(test_child("ASAN_OPTIONS=$ASAN_OPTIONS:detect_leaks=0 GPU_DEBUG=1", "leaks", out, sizeof out), 0);
    CHECK_TEXT(out, "gpu.h: never freed: 40 bytes from gpu_malloc at ");
    CHECK_TEXT(out, "test_core.cu:");
    CHECK(!strstr(out, "never freed: 4 bytes"));
    CHECK_INT(test_child("ASAN_OPTIONS=$ASAN_OPTIONS:detect_leaks=0 GPU_DEBUG=0", "leaks", out, sizeof out), 0);
    CHECK(!strstr(out, "never freed"));
}
/* Where a locale has a decimal comma, numbers that the library prints have a point. */
CHILD(numbers_in_a_locale)
{
    static const char *const names[] = {"de_DE.UTF-8", "German"};
    const double x[2] = {1.5, -2.25e-20};
    float y[1];
    size_t k;
    for (k = 0; k < 2 && !setlocale(LC_ALL, names[k]); k++) {}
    printf("%.1f\n", 1.5);
    gpu_print(x, 2);
    CHECK(gpu_rand_exponential_f32(y, -0.5f, 1) != GPU_OK);
    printf("%s\n", gpu_error_message());
    gpu_print_devices(stdout);
    gpu_doctor(stdout);
}
TEST(numbers_have_a_point_in_every_locale)
{
    char out[8192], *c;
#ifdef _WIN32
    static const char make[] = "";
#else
    static const char make[] = "d=$(mktemp -d); trap 'rm -r \"$d\"' EXIT; localedef -i de_DE -f UTF-8 "
                               "\"$d/de_DE.UTF-8\" >\"$d/log\" 2>&1; LOCPATH=$d";
#endif
    CHECK_INT(test_child(make, "numbers_in_a_locale", out, sizeof out), 0);
    if (!strncmp(out, "1.5", 3))
        SKIP("no locale with a decimal comma can be made (localedef of the package locales makes one)");
    CHECK(!strncmp(out, "1,5", 3));
    CHECK_TEXT(out, " 1.5 ");
    CHECK_TEXT(out, " -2.25e-20]");
    CHECK_TEXT(out, "scale = -0.5; expected");
    CHECK_TEXT(out, " GB free");
    if ((c = strstr(out, "device code  for "))) memset(c, ' ', strcspn(c, "(")); /* a list of architectures */
    for (c = out + 3; *c; c++)
        if (*c == ',' && c[-1] >= '0' && c[-1] <= '9' && c[1] >= '0' && c[1] <= '9') break;
    if (*c) test__fail(__FILE__, __LINE__, "a comma in %.20s", c - 5);
}
static int lines_with(const char *text, const char *part)
{
    int n = 0;
    while ((text = strstr(text, part))) {
        n++;
        text += strcspn(text, "\n");
    }
    return n;
}
TEST(environment_with_bad_values)
{
    static const char *const bad[] = {
        "GPU_DEVICE=tpu", "GPU_DEVICE=-1",  "GPU_DEVICE=99",    "GPU_DEVICE=0x0",     "GPU_DEVICE=99999999999999999999",
        "GPU_THREADS=0",  "GPU_THREADS=-2", "GPU_THREADS=many", "GPU_THREADS=3.5",    "GPU_THREADS=5000",
        "GPU_SYNC=yes",   "GPU_DEBUG=2",    "GPU_QUIET=maybe",  "GPU_ALLOCATOR=none", "GPU_ALLOCATOR=1",
        "GPU_SIMD=0",     "GPU_SIMD=avx2",  "GPU_SIMD=2560"};
    size_t k;
    char out[4096];
    for (k = 0; k < sizeof bad / sizeof *bad; k++) {
        CHECK_INT(test_child(bad[k], "nothing", out, sizeof out), 0);
        if (lines_with(out, bad[k]) != 1)
            test__fail(__FILE__, __LINE__, "%s: expected one sentence that names it, got \"%s\"", bad[k], out);
        CHECK_TEXT(out, "using");
    }
    CHECK_INT(
        test_child("GPU_DEVICE=cpu GPU_THREADS=3 GPU_ALLOCATOR=managed GPU_SIMD=256 GPU_SYNC=1 GPU_DEBUG=0 GPU_QUIET=1",
                   "nothing", out, sizeof out),
        0);
    CHECK(!strcmp(out, ""));
    CHECK_INT(test_child("GPU_DEVICE= GPU_THREADS= GPU_ALLOCATOR= GPU_SIMD= GPU_SYNC= GPU_DEBUG= GPU_QUIET=1",
                         "nothing", out, sizeof out),
              0);
    CHECK(!strcmp(out, ""));
}

#if defined(__x86_64__) && defined(__OPTIMIZE__) && !defined(_WIN32) /* elsewhere loops have one variant */
CHILD(vector_width)
{
    gpu_info info;
    gpu_query(GPU_CPU, &info);
    printf("%d", info.simd_bits);
}
TEST(vectors_are_no_wider_than_the_environment_allows)
{
    char out[64], all[64];
    int bits;
    CHECK_INT(test_child("GPU_QUIET=1 GPU_SIMD=", "vector_width", all, sizeof all), 0);
    for (bits = 128; bits <= 512; bits *= 2) {
        char wanted[16], environment[64];
        snprintf(environment, sizeof environment, "GPU_QUIET=1 GPU_SIMD=%d", bits);
        snprintf(wanted, sizeof wanted, "%d", bits < atoi(all) ? bits : atoi(all));
        CHECK_INT(test_child(environment, "vector_width", out, sizeof out), 0);
        if (strcmp(out, wanted)) test__fail(__FILE__, __LINE__, "%s: %s bits, expected %s", environment, out, wanted);
    }
}
#endif

/* ------------------------------------------------------------------------------------------------------ threads -- */

#ifndef _WIN32
enum { THREADS = 8 };
static int thread_problems[THREADS];
static void *one_thread(void *arg)
{
    int me = (int)(size_t)arg, round, k, problems = 0;
    char wanted[64];
    for (round = 0; round < 300; round++) {
        unsigned *p[8], back[8];
        for (k = 0; k < 8; k++) {
            unsigned value[8] = {(unsigned)me, (unsigned)round, (unsigned)k, 1, 2, 3, 4, 5};
            p[k] = GPU_TO_DEVICE(unsigned, value, 8);
        }
        for (k = 7; k >= 0; k--) {
            problems += gpu_copy(back, p[k], sizeof back) != GPU_OK;
            problems += back[0] != (unsigned)me || back[1] != (unsigned)round || back[2] != (unsigned)k;
            problems += gpu_free(p[k]) != GPU_OK;
        }
        problems += gpu_error() != GPU_OK;
        if (round % 50 == 0) { /* errors are the thread's own */
            snprintf(wanted, sizeof wanted, "there is no device %d;", -100 - me);
            problems += gpu_use(-100 - me) != GPU_ERROR_INVALID_DEVICE;
            problems += !strstr(gpu_error_message(), wanted);
            gpu_clear_error();
            problems += gpu_free(wanted) != GPU_ERROR_INVALID_POINTER; /* (p[0] may be another thread's by now) */
            gpu_clear_error();
        }
    }
    thread_problems[me] = problems;
    return NULL;
}
static void *another_device(void *arg)
{
    *(int *)arg = gpu_use(GPU_CPU) == GPU_OK && gpu_device() == GPU_CPU && gpu_error() == GPU_OK &&
                  isnan(gpu_timer_ms()) && gpu_error() == GPU_ERROR_INVALID_ARGUMENT;
    return NULL;
}
static void in_threads(void *(*fn)(void *))
{
    pthread_t t[THREADS];
    int k;
    for (k = 0; k < THREADS; k++) CHECK(!pthread_create(&t[k], NULL, fn, (void *)(size_t)k));
    for (k = 0; k < THREADS; k++) pthread_join(t[k], NULL);
}
TEST(many_threads)
{
    int k;
    (void)gpu_use(-5); /* the main thread's error is not theirs, and theirs are not its */
    in_threads(one_thread);
    for (k = 0; k < THREADS; k++) CHECK_INT(thread_problems[k], 0);
    CHECK_INT(gpu_error(), GPU_ERROR_INVALID_DEVICE);
    CHECK_TEXT(gpu_error_message(), "there is no device -5;");
    gpu_clear_error();
}
TEST(device_error_and_timer_belong_to_the_thread)
{
    int device = gpu_device(), ok = 0;
    pthread_t t;
    CHECK_STATUS(gpu_timer_start(), GPU_OK, "");
    CHECK(!pthread_create(&t, NULL, another_device, &ok));
    pthread_join(t, NULL);
    CHECK(ok);
    CHECK_INT(gpu_device(), device);
    CHECK_INT(gpu_error(), GPU_OK);
    CHECK(gpu_timer_ms() >= 0);
}
#endif

/* --------------------------------------------------------------------------------------------------------- time -- */

static volatile double sink;
static void busy(int turns)
{
    int i;
    for (i = 0; i < turns; i++) sink = sink * 0.5 + 1;
}

TEST(timer)
{
    double first, second;
    CHECK_STATUS(gpu_timer_start(), GPU_OK, "");
    busy(2000000);
    first = gpu_timer_ms();
    busy(2000000);
    second = gpu_timer_ms();
    CHECK(first > 0.1 && second > first && second < 60000);
    CHECK_STATUS(gpu_timer_start(), GPU_OK, "");
    CHECK(gpu_timer_ms() < second);
}

TEST(bench)
{
    gpu_stats s;
    int runs = 0, device = gpu_device();
    CHECK_STATUS(gpu_use(GPU_CPU), GPU_OK, "");
    GPU_BENCH(s, 10)
    {
        runs++;
        busy(runs == 1 ? 3000000 : 100000); /* the warm-up is slow and must not count */
    }
    CHECK_INT(runs, 11);
    CHECK_INT(s.reps, 10);
    CHECK(s.min_ms > 0 && s.min_ms <= s.median_ms && s.median_ms <= s.max_ms && s.min_ms <= s.mean_ms &&
          s.mean_ms <= s.max_ms);
    runs = 0;
    GPU_BENCH(s, 1) runs++;
    CHECK(runs == 2 && s.min_ms == s.max_ms && s.median_ms == s.mean_ms);
    CHECK_STATUS(gpu_use(device), GPU_OK, "");
    runs = 0;
    GPU_BENCH(s, 4) runs += gpu_set(&runs, 0, 0) == GPU_OK;
    CHECK_INT(runs, 5);
    CHECK(s.median_ms >= 0 && s.max_ms < 60000);
    runs = 0;
    GPU_BENCH(s, 0) runs++;
    CHECK(runs == 0 && isnan(s.median_ms));
    CHECK_TEXT(gpu_error_message(), "GPU_BENCH: 0 repetitions; expected 1 to");
    gpu_clear_error();
}
