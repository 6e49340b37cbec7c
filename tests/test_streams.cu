/* Streams, events, callbacks, priorities, graphs: the order of effects, which is the same on both backends. */

#include "gpu.h"
#define TEST_MAIN
#include "test.h"
#include <pthread.h>

GPU_KERNEL(add_to, (float *, a), (float, v), (size_t, n)) { GPU_FOR(i, n) a[i] += v; }
GPU_KERNEL(slow_set, (int *, a), (int, v), (int, rounds), (size_t, n))
{
    GPU_FOR(i, n)
    {
        unsigned x = (unsigned)i;
        for (int r = 0; r < rounds; r++) x = x * 1664525u + 1013904223u;
        a[i] = x == 0x9e3779b9u ? v + 1 : v; /* never so for these i; the loop must stay */
    }
}
GPU_KERNEL(copy_plus, (int *, b), (const int *, a), (int, v), (size_t, n)) { GPU_FOR(i, n) b[i] = a[i] + v; }
GPU_VECTORIZE(float, times, (float, x), (float, s, scalar)) { return x * s; }
GPU_REDUCE(double, total, 0.0, a + b, (float, x)) { return (double)x; }
GPU_SCAN(float, running, 0.0f, a + b)
GPU_CONSTANT(double, tenth, ) = 0.1;

enum { N = 5000 };
static int slow(void) /* rounds that keep a GPU busy for about a millisecond */
{
    return gpu_device() >= 0 ? 300000 : 10;
}
static int all_are(const int *p, int v, size_t n)
{
    int *h = GPU_TO_HOST(int, p, n);
    size_t i, wrong = 0;
    for (i = 0; i < n; i++) wrong += h[i] != v ? 1 : 0;
    CHECK_STATUS(gpu_free(h), GPU_OK, "");
    return wrong == 0;
}

TEST(a_stream_keeps_its_order)
{
    gpu_stream s = gpu_stream_new();
    int *a = GPU_NEW(int, N), *b = GPU_NEW(int, N);
    CHECK(s != NULL);
    CHECK_STATUS(gpu_use_stream(s), GPU_OK, "");
    CHECK_STATUS(slow_set(gpu_1d(N), a, 3, slow(), N), GPU_OK, "");
    CHECK_STATUS(copy_plus(gpu_1d(N), b, a, 1, N), GPU_OK, "");
    CHECK(all_are(b, 4, N)); /* a copy on the same stream waits for both */
    CHECK_STATUS(gpu_use_stream(NULL), GPU_OK, "");
    CHECK_STATUS(gpu_stream_free(s), GPU_OK, "");
    gpu_free(a), gpu_free(b);
}

TEST(the_default_stream_waits_and_is_waited_for)
{
    gpu_stream s = gpu_stream_new();
    int *a = GPU_NEW(int, N), *b = GPU_NEW(int, N);
    CHECK_STATUS(slow_set(gpu_1d(N), a, 3, slow(), N), GPU_OK, "");
    CHECK_STATUS(gpu_use_stream(s), GPU_OK, "");
    CHECK_STATUS(copy_plus(gpu_1d(N), b, a, 1, N), GPU_OK, "");
    CHECK_STATUS(slow_set(gpu_1d(N), a, 9, slow(), N), GPU_OK, "");
    CHECK_STATUS(gpu_use_stream(NULL), GPU_OK, "");
    CHECK(all_are(b, 4, N));
    CHECK(all_are(a, 9, N));
    CHECK_STATUS(gpu_stream_free(s), GPU_OK, "");
    gpu_free(a), gpu_free(b);
}

TEST(an_event_orders_two_streams)
{
    gpu_stream s = gpu_stream_new(), t = gpu_stream_new();
    gpu_event e = gpu_event_new();
    int *a = GPU_ZEROS(int, N), *b = GPU_NEW(int, N), round;
    for (round = 1; round <= 5; round++) {
        CHECK_STATUS(gpu_use_stream(s), GPU_OK, "");
        CHECK_STATUS(slow_set(gpu_1d(N), a, round, slow(), N), GPU_OK, "");
        CHECK_STATUS(gpu_event_record(e), GPU_OK, "");
        CHECK_STATUS(gpu_use_stream(t), GPU_OK, "");
        CHECK_STATUS(gpu_event_wait(e), GPU_OK, "");
        CHECK_STATUS(copy_plus(gpu_1d(N), b, a, 100, N), GPU_OK, "");
        CHECK_STATUS(gpu_stream_sync(t), GPU_OK, "");
        CHECK(all_are(b, 100 + round, N));
    }
    CHECK_STATUS(gpu_use_stream(NULL), GPU_OK, "");
    CHECK_STATUS(gpu_event_free(e), GPU_OK, "");
    CHECK_STATUS(gpu_stream_free(s), GPU_OK, "");
    CHECK_STATUS(gpu_stream_free(t), GPU_OK, "");
    gpu_free(a), gpu_free(b);
}

TEST(events_measure_time)
{
    gpu_event a = gpu_event_new(), b = gpu_event_new(), never = gpu_event_new();
    int *p = GPU_NEW(int, N);
    double ms;
    CHECK_STATUS(slow_set(gpu_1d(N), p, 1, 1, N), GPU_OK, "");
    CHECK_STATUS(gpu_event_record(a), GPU_OK, "");
    CHECK_STATUS(slow_set(gpu_1d(N), p, 1, 100000, N), GPU_OK, "");
    CHECK_STATUS(gpu_event_record(b), GPU_OK, "");
    ms = gpu_event_elapsed_ms(a, b);
    CHECK(ms > 0 && ms < 60000);
    CHECK(gpu_event_elapsed_ms(b, a) == -ms);
    CHECK_STATUS(gpu_event_sync(b), GPU_OK, "");
    CHECK_FAILS(isnan(gpu_event_elapsed_ms(a, never)), GPU_ERROR_INVALID_ARGUMENT,
                "gpu_event_elapsed_ms: the event was not recorded");
    CHECK_STATUS(gpu_event_wait(never), GPU_ERROR_INVALID_ARGUMENT, "was not recorded");
    CHECK_STATUS(gpu_event_sync(NULL), GPU_ERROR_INVALID_ARGUMENT,
                 "gpu_event_sync: NULL; expected a gpu_event from gpu_event_new");
    CHECK_STATUS(gpu_event_free(NULL), GPU_OK, "");
    CHECK_STATUS(gpu_event_free(a), GPU_OK, "");
    CHECK_STATUS(gpu_event_free(a), GPU_ERROR_INVALID_POINTER, "is not a gpu_event, or was freed");
    CHECK_STATUS(gpu_event_record(a), GPU_ERROR_INVALID_POINTER, "is not a gpu_event, or was freed");
    CHECK_STATUS(gpu_event_free(b), GPU_OK, "");
    CHECK_STATUS(gpu_event_free(never), GPU_OK, "");
    gpu_free(p);
}

static void append(void *user) /* to a list of digits */
{
    int *list = (int *)user;
    list[0] = list[0] * 10 + list[1]++;
}
TEST(callbacks_come_in_order)
{
    gpu_stream s = gpu_stream_new();
    int list[2] = {0, 1}, *p = GPU_NEW(int, N);
    CHECK_STATUS(gpu_use_stream(s), GPU_OK, "");
    CHECK_STATUS(slow_set(gpu_1d(N), p, 1, slow(), N), GPU_OK, "");
    CHECK_STATUS(gpu_stream_callback(s, append, list), GPU_OK, "");
    CHECK_STATUS(gpu_stream_callback(s, append, list), GPU_OK, "");
    CHECK_STATUS(gpu_stream_callback(s, append, list), GPU_OK, "");
    CHECK_STATUS(gpu_stream_sync(s), GPU_OK, "");
    CHECK_INT(list[0], 123);
    CHECK_STATUS(gpu_use_stream(NULL), GPU_OK, "");
    CHECK_STATUS(gpu_stream_callback(NULL, append, list), GPU_OK, "");
    CHECK_STATUS(gpu_stream_sync(NULL), GPU_OK, "");
    CHECK_INT(list[0], 1234);
    CHECK_STATUS(gpu_stream_callback(s, NULL, list), GPU_ERROR_INVALID_ARGUMENT,
                 "fn is NULL; expected a function to call");
    CHECK_STATUS(gpu_stream_free(s), GPU_OK, "");
    gpu_free(p);
}

TEST(priorities)
{
    static const int asked[] = {-2147483647 - 1, -100, -50, 0, 50, 100, 2147483647};
    size_t p;
    for (p = 0; p < sizeof asked / sizeof *asked; p++) {
        gpu_stream s = gpu_stream_new_priority(asked[p]);
        CHECK(s != NULL);
        CHECK(gpu_device() == GPU_CPU || gpu_stream_native(s) != NULL);
        CHECK_STATUS(gpu_stream_free(s), GPU_OK, "");
    }
#ifdef __CUDACC__
    if (gpu_device() >= 0) {
        int high = 0, low = 0;
        gpu_stream s = gpu_stream_new_priority(1), t = gpu_stream_new_priority(-2147483647 - 1);
        CHECK(cudaStreamGetPriority((cudaStream_t)gpu_stream_native(s), &high) == cudaSuccess &&
              cudaStreamGetPriority((cudaStream_t)gpu_stream_native(t), &low) == cudaSuccess);
        CHECK(high < low); /* for CUDA the smaller number comes first */
        CHECK_STATUS(gpu_stream_free(s), GPU_OK, "");
        CHECK_STATUS(gpu_stream_free(t), GPU_OK, "");
    }
#endif
}

TEST(streams_that_cannot_be)
{
    gpu_stream s = gpu_stream_new();
    double other[256] = {0}; /* large enough that a compiler which looks inside has nothing to warn of */
    int device = gpu_device();
    CHECK_STATUS(gpu_use_stream((gpu_stream)(void *)other), GPU_ERROR_INVALID_POINTER,
                 "is not a gpu_stream, or was freed; expected one from gpu_stream_new");
    CHECK_STATUS(gpu_use_stream(s), GPU_OK, "");
    CHECK_STATUS(gpu_stream_free(s), GPU_ERROR_INVALID_ARGUMENT,
                 "the stream is the current stream of this thread; gpu_use_stream(NULL) first");
    CHECK_STATUS(gpu_use_stream(NULL), GPU_OK, "");
    if (device >= 0) { /* the CPU is another device */
        CHECK_STATUS(gpu_use_stream(s), GPU_OK, "");
        CHECK_STATUS(gpu_use(GPU_CPU), GPU_OK, ""); /* its default stream is current now */
        CHECK_STATUS(gpu_use_stream(s), GPU_ERROR_INVALID_DEVICE,
                     "the stream belongs to device 0, and the current device is -1; gpu_use(0) first");
        CHECK_STATUS(gpu_stream_sync(s), GPU_ERROR_INVALID_DEVICE, "the stream belongs to device");
        CHECK_STATUS(gpu_use(device), GPU_OK, "");
        CHECK(gpu_stream_native(NULL) == NULL);
    }
    CHECK_STATUS(gpu_stream_free(s), GPU_OK, "");
    CHECK_STATUS(gpu_stream_free(s), GPU_ERROR_INVALID_POINTER, "is not a gpu_stream, or was freed");
    CHECK_STATUS(gpu_stream_sync(s), GPU_ERROR_INVALID_POINTER, "is not a gpu_stream, or was freed");
    CHECK_STATUS(gpu_stream_free(NULL), GPU_OK, "");
    CHECK_STATUS(gpu_stream_sync(NULL), GPU_OK, "");
}

/* A stream can be freed while another device is current; its work is done then, and the current stream stays. */
CHILD(streams_of_two_devices)
{
    gpu_stream s, t, of_cpu;
    int *a, line;
    char here[300];
    CHECK_STATUS(gpu_use(GPU_CPU), GPU_OK, "");
    of_cpu = gpu_stream_new();
    CHECK_STATUS(gpu_use(0), GPU_OK, "");
    a = GPU_NEW(int, N), s = gpu_stream_new();
    CHECK_STATUS(gpu_use_stream(s), GPU_OK, "");
    CHECK_STATUS(slow_set(gpu_1d(N), a, 3, slow(), N), GPU_OK, "");
    CHECK_STATUS(gpu_use(GPU_CPU), GPU_OK, "");
    t = gpu_stream_new();
    CHECK_STATUS(gpu_use_stream(t), GPU_OK, "");
    CHECK_STATUS(gpu_use_stream(s), GPU_ERROR_INVALID_DEVICE,
                 "the stream belongs to device 0, and the current device is -1; gpu_use(0) first");
    CHECK_STATUS(gpu_stream_free(s), GPU_OK, "");
    CHECK_INT(gpu_device(), GPU_CPU);
    CHECK_STATUS(gpu_stream_free(t), GPU_ERROR_INVALID_ARGUMENT, "the stream is the current stream of this thread");
    line = __LINE__ + 1;
    CHECK_INT(gpu_stream_free(s), GPU_ERROR_INVALID_POINTER);
    snprintf(here, sizeof here, "%s:%d: gpu_stream_free: ", __FILE__, line);
    CHECK_TEXT(gpu_error_message(), here);
    gpu_clear_error();
    CHECK_STATUS(gpu_use(0), GPU_OK, "");
    CHECK_STATUS(gpu_stream_free(of_cpu), GPU_OK, "");
    CHECK_STATUS(gpu_stream_free(t), GPU_OK, "");
    CHECK(all_are(a, 3, N));
    gpu_free(a);
}
TEST(a_stream_is_freed_whatever_device_is_current)
{
    char out[4096];
    if (test_child("GPU_DEVICE= GPU_CPU_DEVICES=2", "streams_of_two_devices", out, sizeof out))
        CHECK_TEXT("it failed", out);
    if (gpu_device() >= 0 && test_child("GPU_DEVICE= GPU_QUIET=1", "streams_of_two_devices", out, sizeof out))
        CHECK_TEXT("it failed on the GPU", out);
}

TEST(a_stream_says_when_it_is_done)
{
    gpu_stream s = gpu_stream_new();
    double other[256] = {0};
    int *a = GPU_NEW(int, N), done = 0, busy = 0, k;
    CHECK_STATUS(gpu_sync(), GPU_OK, "");
    CHECK_INT(gpu_stream_done(s), 1); /* nothing was asked of it */
    CHECK_INT(gpu_stream_done(NULL), 1);
    for (k = 0; k < 2; k++) { /* its own current stream, and seen from another */
        gpu_stream on = k ? s : NULL;
        CHECK_STATUS(gpu_sync(), GPU_OK, "");
        CHECK_STATUS(gpu_use_stream(on), GPU_OK, "");
        CHECK_STATUS(slow_set(gpu_1d(N), a, 7 + k, 10 * slow(), N), GPU_OK, "");
        if (k) CHECK_STATUS(gpu_use_stream(NULL), GPU_OK, "");
        for (busy = 0; (done = gpu_stream_done(on)) == 0; busy++) continue;
        CHECK_INT(done, 1);
        CHECK(busy > 0 || gpu_device() == GPU_CPU);
        CHECK_INT(gpu_error(), GPU_OK); /* that it was not yet is no error */
        CHECK(all_are(a, 7 + k, N));
    }
    CHECK_FAILS(gpu_stream_done((gpu_stream)(void *)other) == -1, GPU_ERROR_INVALID_POINTER,
                "is not a gpu_stream, or was freed; expected one from gpu_stream_new");
    CHECK_STATUS(gpu_stream_free(s), GPU_OK, "");
    CHECK_FAILS(gpu_stream_done(s) == -1, GPU_ERROR_INVALID_POINTER, "gpu_stream_done: ");
    CHECK_STATUS(gpu_free(a), GPU_OK, "");
}
GPU_KERNEL(write_nowhere, (int *, a)) { a[threadIdx.x] = 1; }
CHILD(a_fault_is_done) /* an error, and the one that gpu_stream_sync gives */
{
    gpu_stream s = gpu_stream_new();
    int done;
    CHECK_STATUS(gpu_use_stream(s), GPU_OK, "");
    CHECK_STATUS(write_nowhere(gpu_grid(1, 1, 1, 32, 1, 1), (int *)64), GPU_OK, "");
    for (done = 0; !done;) done = gpu_stream_done(s);
    CHECK_INT(done, -1);
    CHECK_INT(gpu_error(), GPU_ERROR_KERNEL);
    CHECK_TEXT(gpu_error_message(), "the launches that can have caused it, newest first: write_nowhere at ");
    CHECK_STATUS(gpu_stream_sync(s), GPU_ERROR_KERNEL, "write_nowhere at ");
}
TEST(a_stream_that_faults_says_so)
{
    char out[4096];
    if (gpu_device() == GPU_CPU) SKIP("there is no GPU: here the fault is the program's");
    if (test_child("GPU_QUIET=1", "a_fault_is_done", out, sizeof out)) CHECK_TEXT("it failed", out);
}

/* A stream that was made by CUDA: it and the default stream do not wait for each other. */
#if defined(__CUDACC__)
static void *cuda_stream(void)
{
    cudaStream_t native = NULL;
    CHECK(cudaStreamCreateWithFlags(&native, cudaStreamNonBlocking) == cudaSuccess);
    return native;
}
static int cuda_idle(void *native)
{
    return cudaStreamSynchronize((cudaStream_t)native) == cudaSuccess &&
           cudaStreamQuery((cudaStream_t)native) == cudaSuccess;
}
static void cuda_destroy(void *native) { CHECK(cudaStreamDestroy((cudaStream_t)native) == cudaSuccess); }
#else
static void *cuda_stream(void) { return NULL; }
static int cuda_idle(void *native) { return !native; }
static void cuda_destroy(void *native) { (void)native; }
#endif
TEST(a_stream_of_somebody_else)
{
    void *native;
    gpu_stream s, again;
    gpu_event e;
    gpu_graph g;
    int *a, *b, round, device = gpu_device();
    float *x, *y;
    if (device == GPU_CPU) {
        CHECK_FAILS(!gpu_stream_from_native(NULL), GPU_ERROR_NOT_SUPPORTED,
                    "gpu_stream_from_native: the current device is the CPU, which has no CUDA streams; gpu_use a GPU "
                    "first, or use gpu_stream_new");
        CHECK_FAILS(!gpu_stream_from_native(&device), GPU_ERROR_NOT_SUPPORTED, "has no CUDA streams");
        SKIP("the CPU has no CUDA streams");
    }
    native = cuda_stream();
    s = gpu_stream_from_native(native), again = gpu_stream_from_native(native);
    e = gpu_event_new();
    CHECK(s != NULL && s == again && gpu_stream_native(s) == native && gpu_stream_done(s) == 1);
    CHECK_STATUS(gpu_use_stream(s), GPU_OK, "");
    a = GPU_NEW(int, N), b = GPU_NEW(int, N), x = GPU_ZEROS(float, N), y = GPU_NEW(float, N); /* of this stream */
    CHECK_STATUS(add_to(gpu_1d(N), x, 2.0f, N), GPU_OK, "");
    CHECK(total(x, N) == 2.0 * N); /* with a workspace of its own */
    CHECK_STATUS(running(y, x, N), GPU_OK, "");
    CHECK(total(y, N) == 1.0 * N * (N + 1));
    CHECK_STATUS(gpu_graph_begin(), GPU_OK, "");
    CHECK_STATUS(times(x, x, 2.0f, N), GPU_OK, "");
    CHECK_STATUS(running(y, x, N), GPU_OK, "");
    g = gpu_graph_end();
    CHECK_STATUS(gpu_graph_launch(g), GPU_OK, "");
    CHECK(total(y, N) == 2.0 * N * (N + 1));
    for (round = 1; round <= 3; round++) { /* the default stream waits for it where an event says so */
        CHECK_STATUS(gpu_use_stream(s), GPU_OK, "");
        CHECK_STATUS(slow_set(gpu_1d(N), a, round, slow(), N), GPU_OK, "");
        CHECK_STATUS(gpu_event_record(e), GPU_OK, "");
        CHECK_STATUS(gpu_use_stream(NULL), GPU_OK, "");
        CHECK_STATUS(gpu_event_wait(e), GPU_OK, "");
        CHECK_STATUS(copy_plus(gpu_1d(N), b, a, 10, N), GPU_OK, "");
        CHECK(all_are(b, 10 + round, N));
    }
    CHECK_STATUS(gpu_use_stream(s), GPU_OK, "");
    gpu_free(a), gpu_free(b), gpu_free(x), gpu_free(y);
    CHECK_STATUS(gpu_stream_free(again), GPU_OK, ""); /* one of two: it stays, and stays current */
    a = GPU_NEW(int, N);
    CHECK_STATUS(slow_set(gpu_1d(N), a, 4, slow(), N), GPU_OK, "");
    CHECK_STATUS(gpu_stream_free(s), GPU_ERROR_INVALID_ARGUMENT, "the stream is the current stream of this thread");
    CHECK_STATUS(gpu_use_stream(NULL), GPU_OK, "");
    CHECK_STATUS(gpu_stream_free(s), GPU_OK, "");
    CHECK_FAILS(gpu_stream_done(s) == -1, GPU_ERROR_INVALID_POINTER, "is not a gpu_stream, or was freed");
    CHECK(cuda_idle(native)); /* and lives */
    CHECK(all_are(a, 4, N));
    gpu_free(a);
    s = gpu_stream_from_native(native), again = gpu_stream_from_native(native);
    CHECK(s && s == again);
    CHECK_STATUS(gpu_graph_free(g), GPU_OK, "");
    CHECK_STATUS(gpu_event_free(e), GPU_OK, "");
    CHECK_STATUS(gpu_shutdown(), GPU_OK, ""); /* takes the handle, and not the stream */
    CHECK_STATUS(gpu_stream_sync(s), GPU_ERROR_INVALID_POINTER, "is not a gpu_stream, or was freed");
    CHECK(cuda_idle(native));
    cuda_destroy(native);
}
TEST(default_streams_of_somebody_else)
{
    gpu_stream s, t;
    int *a, *b;
    if (gpu_device() == GPU_CPU) SKIP("the CPU has no CUDA streams");
    s = gpu_stream_from_native(NULL), t = gpu_stream_from_native((void *)1); /* cudaStreamLegacy */
    CHECK(s != NULL && s == t);
    CHECK_FAILS(!gpu_stream_from_native((void *)2), GPU_ERROR_NOT_SUPPORTED,
                "cudaStreamPerThread is a different stream in each host thread; pass NULL");
    a = GPU_NEW(int, N), b = GPU_NEW(int, N);
    CHECK_STATUS(gpu_use_stream(s), GPU_OK, "");
    CHECK_STATUS(slow_set(gpu_1d(N), a, 3, slow(), N), GPU_OK, "");
    CHECK_STATUS(gpu_use_stream(NULL), GPU_OK, "");
    CHECK_STATUS(copy_plus(gpu_1d(N), b, a, 1, N), GPU_OK, "");
    CHECK(all_are(b, 4, N));
    CHECK_STATUS(gpu_graph_begin(), GPU_OK, "");
    CHECK_STATUS(gpu_use_stream(s), GPU_ERROR_NOT_SUPPORTED, "only the stream that was current before is captured");
    CHECK_FAILS(gpu_stream_done(s) == -1, GPU_ERROR_NOT_SUPPORTED, "the captured work has not run yet");
    CHECK_STATUS(gpu_graph_free(gpu_graph_end()), GPU_OK, "");
    CHECK_STATUS(gpu_stream_free(s), GPU_OK, "");
    CHECK_STATUS(gpu_stream_free(t), GPU_OK, "");
    if (gpu_device_count() > 1) {
        void *native = cuda_stream(); /* of the current device */
        const int device = gpu_device();
        CHECK_STATUS(gpu_use(device ? 0 : 1), GPU_OK, "");
        CHECK_FAILS(!gpu_stream_from_native(native), GPU_ERROR_INVALID_DEVICE,
                    "is not a stream of the current device, ");
        CHECK_STATUS(gpu_use(device), GPU_OK, "");
        cuda_destroy(native);
    }
    gpu_free(a), gpu_free(b);
}

TEST(asynchronous_copies)
{
    float *in = GPU_PINNED(float, N), *out = GPU_PINNED(float, N), *a = GPU_NEW(float, N), *b = GPU_NEW(float, N);
    gpu_stream s = gpu_stream_new();
    int i, wrong = 0;
    for (i = 0; i < N; i++) in[i] = (float)i, out[i] = -1;
    CHECK_STATUS(gpu_use_stream(s), GPU_OK, "");
    CHECK_STATUS(gpu_copy_async(a, in, N * sizeof *a), GPU_OK, "");
    CHECK_STATUS(gpu_copy_async(b, a, N * sizeof *a), GPU_OK, "");
    CHECK_STATUS(add_to(gpu_1d(N), b, 1.0f, N), GPU_OK, "");
    CHECK_STATUS(gpu_copy_async(out, b, N * sizeof *a), GPU_OK, "");
    CHECK_STATUS(gpu_stream_sync(s), GPU_OK, "");
    for (i = 0; i < N; i++) wrong += out[i] != (float)i + 1;
    CHECK_INT(wrong, 0);
    CHECK_STATUS(gpu_copy_async(a, in, (N + 1) * sizeof *a), GPU_ERROR_INVALID_ARGUMENT, "gpu_copy_async: ");
    CHECK_STATUS(gpu_copy_async(NULL, in, 4), GPU_ERROR_INVALID_ARGUMENT, "gpu_copy_async: dst is NULL");
    CHECK_STATUS(gpu_use_stream(NULL), GPU_OK, "");
    CHECK_STATUS(gpu_stream_free(s), GPU_OK, "");
    gpu_free(in), gpu_free(out), gpu_free(a), gpu_free(b);
}

/* ------------------------------------------------------------------------------------------------------- graphs -- */

TEST(a_graph_of_a_hundred_launches)
{
    float *a = GPU_ZEROS(float, N), *h;
    gpu_graph g;
    int k, round;
    CHECK_STATUS(gpu_graph_begin(), GPU_OK, "");
    for (k = 0; k < 100; k++) CHECK_STATUS(add_to(gpu_1d(N), a, (float)k, N), GPU_OK, "");
    g = gpu_graph_end();
    CHECK(g != NULL);
    h = GPU_TO_HOST(float, a, N);
    CHECK(h && h[0] == 0 && h[N - 1] == 0); /* gathered, and not run */
    CHECK_STATUS(gpu_free(h), GPU_OK, "");
    for (round = 1; round <= 3; round++) {
        CHECK_STATUS(gpu_graph_launch(g), GPU_OK, "");
        h = GPU_TO_HOST(float, a, N);
        CHECK(h && h[0] == 4950.0f * (float)round && h[N - 1] == h[0]);
        CHECK_STATUS(gpu_free(h), GPU_OK, "");
    }
    CHECK_STATUS(gpu_graph_free(g), GPU_OK, "");
    CHECK_STATUS(gpu_graph_launch(g), GPU_ERROR_INVALID_POINTER,
                 "is not a gpu_graph, or was freed; expected one from gpu_graph_end");
    gpu_free(a);
}

static void count(void *user) { ++*(int *)user; }
TEST(a_graph_of_all_kinds_of_calls)
{
    float *a = GPU_NEW(float, N), *b = GPU_NEW(float, N), *c = GPU_NEW(float, N), *h, scale = 3.0f;
    double *sum = GPU_ZEROS(double, 2), value[2], want = 3.0 * N;
    int round, called = 0;
    gpu_graph g;
    gpu_stream s = gpu_stream_new();
    CHECK_STATUS(gpu_use_stream(s), GPU_OK, "");
    CHECK_STATUS(gpu_graph_begin(), GPU_OK, "");
    CHECK_STATUS(gpu_set(a, 0, N * sizeof *a), GPU_OK, "");
    CHECK_STATUS(add_to(gpu_1d(N), a, 1.0f, N), GPU_OK, "");
    CHECK_STATUS(times(b, a, scale, N), GPU_OK, "");
    scale = 1000; /* the graph keeps the arguments of then */
    CHECK_STATUS(total_to(sum, b, N), GPU_OK, "");
    CHECK_STATUS(running(c, a, N), GPU_OK, "");
    CHECK_STATUS(running_exclusive(b, a, N), GPU_OK, "");
    CHECK_STATUS(gpu_copy_async(sum + 1, sum, sizeof *sum), GPU_OK, "");
    CHECK_STATUS(gpu_stream_callback(NULL, count, &called), GPU_OK, "");
    g = gpu_graph_end();
    CHECK(g != NULL);
    for (round = 1; round <= 3; round++) {
        CHECK_STATUS(gpu_graph_launch(g), GPU_OK, "");
        CHECK_STATUS(gpu_stream_sync(s), GPU_OK, "");
        CHECK_INT(called, round);
        CHECK_STATUS(gpu_copy(value, sum, sizeof value), GPU_OK, "");
        CHECK(value[0] == want && value[1] == want);
        h = GPU_TO_HOST(float, c, N);
        CHECK(h && h[0] == 1 && h[N - 1] == (float)N);
        CHECK_STATUS(gpu_free(h), GPU_OK, "");
        h = GPU_TO_HOST(float, b, N);
        CHECK(h && h[0] == 0 && h[N - 1] == (float)(N - 1));
        CHECK_STATUS(gpu_free(h), GPU_OK, "");
        CHECK(total(c, N) == 0.5 * N * (N + 1)); /* and the stream's own workspace is not disturbed */
    }
    CHECK_STATUS(gpu_use_stream(NULL), GPU_OK, "");
    CHECK_STATUS(gpu_graph_launch(g), GPU_OK, ""); /* on another stream */
    CHECK_STATUS(gpu_sync(), GPU_OK, "");
    CHECK_INT(called, 4);
    CHECK_STATUS(gpu_graph_free(g), GPU_OK, "");
    CHECK_STATUS(gpu_stream_free(s), GPU_OK, "");
    gpu_free(a), gpu_free(b), gpu_free(c), gpu_free(sum);
}

/* Scalars and identities are gone when the graph runs, and misaligned arrays are copied anew each time. */
TEST(a_graph_keeps_what_its_calls_point_to)
{
    enum { M = 100 };
    const size_t shift = gpu_device() >= 0 ? 0 : 1; /* a GPU takes no misaligned array */
    char *raw = GPU_ZEROS(char, 3 * (M + 2) * sizeof(double));
    float *x = (float *)(void *)(raw + shift), *y = x + M + 1, *z = y + M + 1, from[M], h[M];
    double *sum = (double *)(void *)(raw + 2 * (M + 2) * sizeof(double) + shift), value[4];
    int64_t at = -1;
    int i, round;
    gpu_graph g;
    CHECK_STATUS(gpu_graph_begin(), GPU_OK, "");
    CHECK_STATUS(times(y, x, 2.0f, M), GPU_OK, "");
    CHECK_STATUS(times(y, y, 0.5f, M), GPU_OK, "");
    CHECK_STATUS(running(z, y, M), GPU_OK, "");
    CHECK_STATUS(running_exclusive(y, y, M), GPU_OK, "");
    CHECK_STATUS(total_to(sum, x, M), GPU_OK, "");
    CHECK_STATUS(total_to(sum + 1, x, 0), GPU_OK, "");
    CHECK_STATUS(gpu_mean_to_f32(sum + 2, x, M), GPU_OK, "");
    CHECK_STATUS(gpu_argmax_to_f32((int64_t *)(void *)(sum + 3), x, M), GPU_OK, "");
    g = gpu_graph_end();
    CHECK(g != NULL);
    for (round = 1; round <= 3; round++) {
        for (i = 0; i < M; i++) from[i] = (float)(i == 10 * round ? 7 : 1);
        CHECK_STATUS(gpu_copy(x, from, sizeof from), GPU_OK, "");
        CHECK_STATUS(gpu_set(sum, 0xff, 4 * sizeof *sum), GPU_OK, "");
        CHECK_STATUS(gpu_graph_launch(g), GPU_OK, "");
        CHECK_STATUS(gpu_copy(value, sum, sizeof value), GPU_OK, "");
        CHECK_STATUS(gpu_copy(h, z, sizeof h), GPU_OK, "");
        CHECK(value[0] == M + 6 && value[1] == 0 && value[2] == (M + 6.0) / M && h[0] == 1 && h[M - 1] == M + 6);
        CHECK_STATUS(gpu_copy(h, y, sizeof h), GPU_OK, "");
        CHECK(h[0] == 0 && h[M - 1] == M + 5);
        memcpy(&at, &value[3], sizeof at);
        CHECK_INT((int)at, 10 * round);
    }
    CHECK_STATUS(gpu_graph_free(g), GPU_OK, "");
    CHECK_STATUS(gpu_free(raw), GPU_OK, "");
}

/* The stream that was current before stands for that of the graph, and no other is captured. */
TEST(a_graph_has_one_stream)
{
    gpu_stream s = gpu_stream_new(), t = gpu_stream_new();
    int called = 0;
    float *a = GPU_ZEROS(float, N);
    gpu_graph g;
    CHECK_STATUS(gpu_use_stream(s), GPU_OK, "");
    CHECK_STATUS(gpu_graph_begin(), GPU_OK, "");
    CHECK_STATUS(gpu_use_stream(s), GPU_OK, "");
    CHECK(gpu_device() == GPU_CPU || gpu_stream_native(s) != gpu_stream_native(t));
    CHECK_STATUS(gpu_fill_f32(a, 2, N), GPU_OK, "");
    CHECK_STATUS(gpu_stream_callback(s, count, &called), GPU_OK, "");
    CHECK_STATUS(gpu_use_stream(t), GPU_ERROR_NOT_SUPPORTED, "only the stream that was current before is captured");
    CHECK_STATUS(gpu_use_stream(NULL), GPU_ERROR_NOT_SUPPORTED, "only the stream that was current before is captured");
    CHECK_STATUS(gpu_stream_callback(t, count, &called), GPU_ERROR_NOT_SUPPORTED, "only the stream that was current");
    g = gpu_graph_end();
    CHECK_STATUS(gpu_stream_sync(s), GPU_OK, "");
    CHECK(g && called == 0 && total(a, N) == 0); /* nothing has run at once */
    CHECK_STATUS(gpu_graph_launch(g), GPU_OK, "");
    CHECK(total(a, N) == 2 * N && called == 1);
    CHECK_STATUS(gpu_graph_free(g), GPU_OK, "");
    CHECK_STATUS(gpu_use_stream(NULL), GPU_OK, "");
    CHECK_STATUS(gpu_graph_begin(), GPU_OK, "");
    CHECK_STATUS(gpu_use_stream(NULL), GPU_OK, "");
    CHECK_STATUS(gpu_fill_f32(a, 3, N), GPU_OK, "");
    g = gpu_graph_end();
    CHECK(g && total(a, N) == 2 * N);
    CHECK_STATUS(gpu_graph_free(g), GPU_OK, "");
    CHECK_STATUS(gpu_stream_free(s), GPU_OK, "");
    CHECK_STATUS(gpu_stream_free(t), GPU_OK, "");
    gpu_free(a);
}
TEST(an_event_of_a_graph)
{
    gpu_event e = gpu_event_new(), f = gpu_event_new();
    double ms;
    gpu_graph g;
    CHECK_STATUS(gpu_event_record(f), GPU_OK, "");
    CHECK_STATUS(gpu_graph_begin(), GPU_OK, "");
    CHECK_STATUS(gpu_event_record(e), GPU_OK, "");
    CHECK_STATUS(gpu_event_wait(e), GPU_OK, "");
    g = gpu_graph_end();
    CHECK_STATUS(gpu_event_sync(e), GPU_ERROR_INVALID_ARGUMENT, "a graph alone; call gpu_event_record first");
    CHECK_STATUS(gpu_event_wait(e), GPU_ERROR_INVALID_ARGUMENT, "the event was recorded in a graph");
    ms = gpu_event_elapsed_ms(f, e);
    CHECK(isnan(ms));
    gpu_clear_error();
    CHECK_STATUS(gpu_event_record(e), GPU_OK, "");
    CHECK(gpu_event_elapsed_ms(f, e) >= 0);
    CHECK_STATUS(gpu_event_free(e), GPU_OK, ""); /* it need not outlive the graph */
    CHECK_STATUS(gpu_graph_launch(g), GPU_OK, "");
    CHECK_STATUS(gpu_graph_free(g), GPU_OK, "");
    CHECK_STATUS(gpu_event_free(f), GPU_OK, "");
}

static void *all_kinds_of_calls(void *argument)
{
    int *bad = (int *)argument, host[N], i;
    int *a = GPU_ZEROS(int, N), *b = GPU_NEW(int, N);
    char *large = GPU_NEW(char, 100000001); /* new memory from the driver */
    gpu_stream s = gpu_stream_new();
    *bad += !a || !b || !large || !s;
    *bad += slow_set(gpu_1d(N), a, 3, 1, N) != GPU_OK;
    *bad += gpu_use_stream(s) != GPU_OK;
    *bad += copy_plus(gpu_1d(N), b, a, 1, N) != GPU_OK;
    *bad += gpu_use_stream(NULL) != GPU_OK;
    *bad += gpu_sync() != GPU_OK;
    *bad += gpu_copy(host, b, sizeof host) != GPU_OK;
    for (i = 0; i < N; i++) *bad += host[i] != 4;
    *bad += gpu_free(a) || gpu_free(b) || gpu_free(large) || gpu_stream_free(s);
    if (*bad) fprintf(stderr, "%s\n", gpu_error_message());
    return NULL;
}
TEST(other_threads_go_on_while_a_graph_is_made)
{
    float *a = GPU_ZEROS(float, N);
    gpu_graph g;
    pthread_t thread;
    int bad = 0;
    CHECK_STATUS(gpu_graph_begin(), GPU_OK, "");
    CHECK_STATUS(add_to(gpu_1d(N), a, 2.0f, N), GPU_OK, "");
    CHECK(!pthread_create(&thread, NULL, all_kinds_of_calls, &bad));
    CHECK(!pthread_join(thread, NULL));
    CHECK_INT(bad, 0);
    CHECK_STATUS(add_to(gpu_1d(N), a, 3.0f, N), GPU_OK, "");
    g = gpu_graph_end();
    CHECK(g != NULL);
    CHECK_STATUS(gpu_graph_launch(g), GPU_OK, "");
    CHECK(total(a, N) == 5.0 * N);
    CHECK_STATUS(gpu_graph_free(g), GPU_OK, "");
    CHECK_STATUS(gpu_free(a), GPU_OK, "");
}

static void refuses_host_memory(gpu_status status, const char *what)
{
    char text[300];
    snprintf(text, sizeof text,
             "%s is host memory, and a graph works on device memory: allocate it with gpu_malloc, and copy to or from "
             "it with gpu_copy_async",
             what);
    CHECK_INT(status, GPU_ERROR_NOT_SUPPORTED);
    CHECK_TEXT(gpu_error_message(), text);
    gpu_clear_error();
}
TEST(what_cannot_be_in_a_graph)
{
    static float host[N], back[N];
    float *a = GPU_ZEROS(float, N), *pinned = GPU_PINNED(float, N), *plain = GPU_TO_HOST(float, a, N);
    double x = 0;
    gpu_graph g;
    gpu_event e = gpu_event_new();
    CHECK_STATUS(gpu_event_record(e), GPU_OK, "");
    CHECK_FAILS(!gpu_graph_end(), GPU_ERROR_INVALID_ARGUMENT,
                "this thread is not capturing a graph; call gpu_graph_begin first");
    CHECK_STATUS(gpu_graph_begin(), GPU_OK, "");
    CHECK_STATUS(gpu_graph_begin(), GPU_ERROR_INVALID_ARGUMENT, "this thread already captures a graph, since ");
    CHECK_FAILS(!GPU_NEW(float, 5), GPU_ERROR_NOT_SUPPORTED,
                "not permitted while this thread captures a graph, because memory that a graph uses must outlive it; "
                "call it before gpu_graph_begin or after gpu_graph_end");
    CHECK_STATUS(gpu_free(a), GPU_ERROR_NOT_SUPPORTED, "not permitted while this thread captures a graph");
    CHECK_STATUS(gpu_copy(host, a, 4), GPU_ERROR_NOT_SUPPORTED, "it waits (use gpu_copy_async)");
    CHECK_STATUS(gpu_sync(), GPU_ERROR_NOT_SUPPORTED, "the captured work has not run yet");
    CHECK_STATUS(gpu_stream_sync(NULL), GPU_ERROR_NOT_SUPPORTED, "the captured work has not run yet");
    CHECK_FAILS(gpu_stream_done(NULL) == -1, GPU_ERROR_NOT_SUPPORTED, "the captured work has not run yet");
    CHECK_STATUS(gpu_event_sync(e), GPU_ERROR_NOT_SUPPORTED, "the captured work has not run yet");
    CHECK_STATUS(gpu_timer_start(), GPU_ERROR_NOT_SUPPORTED, "the captured work has not run yet");
    CHECK_STATUS(gpu_memory_trim(), GPU_ERROR_NOT_SUPPORTED, "it waits for the device");
    CHECK_STATUS(gpu_set_constant(tenth, &x, sizeof x), GPU_ERROR_NOT_SUPPORTED,
                 "its kernels read what is set when it runs");
    CHECK_STATUS(gpu_shutdown(), GPU_ERROR_NOT_SUPPORTED, "not permitted while this thread captures a graph");
    x = total(a, N);
    CHECK(isnan(x));
    CHECK_TEXT(gpu_error_message(), "its result is not known yet (use the form that ends in _to, with device memory)");
    gpu_clear_error();
    x = gpu_var_f32(a, N, 0);
    CHECK(isnan(x));
    CHECK_TEXT(gpu_error_message(), "its result is not known yet (use the form that ends in _to, with device memory)");
    gpu_clear_error();
    x = 0;
    refuses_host_memory(times(a, host, 1.0f, N), "times: x"); /* a graph works on device memory, on both backends */
    refuses_host_memory(times(host, a, 1.0f, N), "times: out");
    refuses_host_memory(total_to(&x, a, N), "total: out");
    refuses_host_memory(running(a, plain, N), "running: x");
    refuses_host_memory(gpu_add_f32(a, a, pinned, N), "gpu_add: y");
    refuses_host_memory(gpu_fill_f32(plain, 1, N), "gpu_fill: out");
    CHECK_STATUS(gpu_set(host, 0, sizeof host), GPU_ERROR_NOT_SUPPORTED,
                 "gpu_set: p is host memory, and a graph works on device memory");
    CHECK_STATUS(gpu_set(plain, 0, sizeof host), GPU_ERROR_NOT_SUPPORTED, "p is host memory");
    CHECK_STATUS(times(a, host, 1.0f, 0), GPU_OK, ""); /* of no element */
    if (gpu_device() >= 0) CHECK_STATUS(gpu_use(GPU_CPU), GPU_ERROR_NOT_SUPPORTED, "a graph belongs to one device");
    CHECK_STATUS(gpu_set(pinned, 0, N * sizeof *pinned), GPU_OK, "");
    CHECK_STATUS(gpu_copy_async(a, host, sizeof host), GPU_OK, "");
    CHECK_STATUS(add_to(gpu_1d(N), a, 2.0f, N), GPU_OK, ""); /* the refusals have not harmed it */
    CHECK_STATUS(gpu_copy_async(back, a, sizeof back), GPU_OK, "");
    g = gpu_graph_end();
    CHECK(g != NULL);
    host[1] = 5; /* what the copy reads is what is there when the graph runs */
    CHECK_STATUS(gpu_graph_launch(g), GPU_OK, "");
    CHECK(total(a, N) == 2.0 * N + 5 && back[0] == 2 && back[1] == 7 && pinned[0] == 0 && x == 0);
    gpu_free(pinned), gpu_free(plain);
    CHECK_STATUS(gpu_graph_free(g), GPU_OK, "");
    CHECK_STATUS(gpu_graph_begin(), GPU_OK, ""); /* an empty one is fine */
    g = gpu_graph_end();
    CHECK_STATUS(gpu_graph_launch(g), GPU_OK, "");
    CHECK_STATUS(gpu_graph_free(g), GPU_OK, "");
    CHECK_STATUS(gpu_graph_free(NULL), GPU_OK, "");
    if (gpu_device() >= 0) { /* and the other way round */
        const int device = gpu_device();
        CHECK_STATUS(gpu_use(GPU_CPU), GPU_OK, "");
        CHECK_STATUS(gpu_graph_begin(), GPU_OK, "");
        CHECK_STATUS(gpu_set(a, 0, sizeof host), GPU_ERROR_NOT_SUPPORTED,
                     "a graph of the CPU cannot access memory of a GPU");
        CHECK_STATUS(gpu_copy_async(host, a, sizeof host), GPU_ERROR_NOT_SUPPORTED,
                     "a graph of the CPU cannot access memory of a GPU");
        g = gpu_graph_end();
        CHECK_STATUS(gpu_graph_launch(g), GPU_OK, "");
        CHECK_STATUS(gpu_graph_free(g), GPU_OK, "");
        CHECK_STATUS(gpu_use(device), GPU_OK, "");
    }
    CHECK_STATUS(gpu_event_free(e), GPU_OK, "");
    gpu_free(a);
}

TEST(shutdown_takes_streams_events_and_graphs)
{
    gpu_stream s = gpu_stream_new();
    gpu_event e = gpu_event_new();
    float *a = GPU_ZEROS(float, N);
    gpu_graph g;
    CHECK_STATUS(gpu_use_stream(s), GPU_OK, "");
    CHECK_STATUS(gpu_event_record(e), GPU_OK, "");
    CHECK_STATUS(gpu_graph_begin(), GPU_OK, "");
    CHECK_STATUS(add_to(gpu_1d(N), a, 2.0f, N), GPU_OK, "");
    g = gpu_graph_end();
    CHECK_STATUS(gpu_graph_launch(g), GPU_OK, "");
    CHECK_STATUS(gpu_shutdown(), GPU_OK, "");
    CHECK_STATUS(gpu_graph_launch(g), GPU_ERROR_INVALID_POINTER, "is not a gpu_graph, or was freed");
    CHECK_STATUS(gpu_stream_free(s), GPU_ERROR_INVALID_POINTER, "is not a gpu_stream, or was freed");
    CHECK_STATUS(gpu_event_free(e), GPU_ERROR_INVALID_POINTER, "is not a gpu_event, or was freed");
    a = GPU_ZEROS(float, N); /* and all starts again, on the default stream */
    CHECK_STATUS(add_to(gpu_1d(N), a, 2.0f, N), GPU_OK, "");
    CHECK(total(a, N) == 2.0 * N);
    gpu_free(a);
}
typedef struct life {
    pthread_mutex_t turn;
    int step, bad;
} life;
static void wait_for(life *l, int step)
{
    for (int now = -1; now < step;) {
        pthread_mutex_lock(&l->turn);
        now = l->step;
        pthread_mutex_unlock(&l->turn);
    }
}
static void go_on(life *l, int step)
{
    pthread_mutex_lock(&l->turn);
    l->step = step;
    pthread_mutex_unlock(&l->turn);
}
static void *outlives_shutdown(void *argument)
{
    life *const l = (life *)argument;
    gpu_stream s = gpu_stream_new();
    float *a;
    l->bad += !s || gpu_use_stream(s) != GPU_OK || gpu_fill_f32(a = GPU_NEW(float, N), 1, N) != GPU_OK;
    go_on(l, 1);
    wait_for(l, 2); /* another thread frees the stream */
    a = GPU_NEW(float, N);
    l->bad += !a || gpu_fill_f32(a, 3, N) != GPU_OK || total(a, N) != 3.0 * N;
    l->bad += gpu_free(a) != GPU_OK || gpu_stream_free(s) != GPU_ERROR_INVALID_POINTER;
    (void)gpu_error();
    return NULL;
}
TEST(a_thread_goes_on_after_another_s_shutdown)
{
    static life l = {PTHREAD_MUTEX_INITIALIZER, 0, 0};
    pthread_t thread;
    CHECK(!pthread_create(&thread, NULL, outlives_shutdown, &l));
    wait_for(&l, 1);
    CHECK_STATUS(gpu_shutdown(), GPU_OK, "");
    go_on(&l, 2);
    CHECK(!pthread_join(thread, NULL));
    CHECK_INT(l.bad, 0);
}
/* Memory that was allocated on a stream that is gone is not that of another stream, though this has its address. */
TEST(memory_outlives_its_stream)
{
    for (int k = 0; k < 8; k++) {
        gpu_stream s = gpu_stream_new(), t;
        void *p, *q;
        CHECK_STATUS(gpu_use_stream(s), GPU_OK, "");
        p = gpu_malloc(123456);
        CHECK_STATUS(gpu_use_stream(NULL), GPU_OK, "");
        CHECK_STATUS(gpu_stream_free(s), GPU_OK, "");
        t = gpu_stream_new();
        CHECK_STATUS(gpu_use_stream(t), GPU_OK, "");
        CHECK_STATUS(gpu_free(p), GPU_OK, "");
        q = gpu_malloc(123456); /* without a synchronisation it is not p: others may still use that */
        CHECK(gpu_device() == GPU_CPU || q != p);
        CHECK_STATUS(gpu_free(q), GPU_OK, "");
        CHECK_STATUS(gpu_use_stream(NULL), GPU_OK, "");
        CHECK_STATUS(gpu_stream_free(t), GPU_OK, "");
        CHECK_STATUS(gpu_memory_trim(), GPU_OK, "");
    }
}
TEST(shutdown_takes_what_belongs_to_other_devices)
{
    const int device = gpu_device();
    void *p = gpu_malloc(100); /* the current device is in use */
    gpu_stream s;
    CHECK(p != NULL);
    CHECK_STATUS(gpu_use(GPU_CPU), GPU_OK, "");
    s = gpu_stream_new();
    CHECK(s != NULL && gpu_event_new() != NULL);
    CHECK_STATUS(gpu_use(device), GPU_OK, "");
    CHECK_STATUS(gpu_shutdown(), GPU_OK, ""); /* and ends */
    CHECK_INT(gpu_device(), device);
    CHECK_STATUS(gpu_stream_free(s), GPU_ERROR_INVALID_POINTER, "is not a gpu_stream, or was freed");
}
