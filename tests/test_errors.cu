/* What is said when something fails: every message that a user meets is provoked, those that end the use of a GPU in a
   process of their own. */

#include "gpu.h"
#define TEST_MAIN
#include "test.h"
#if defined(__unix__) || defined(__APPLE__)
#include <sys/wait.h>
#include <unistd.h>
#endif

GPU_KERNEL(fine, (int *, a), (size_t, n)) { GPU_FOR(i, n) a[i] = (int)i; }
GPU_KERNEL(wild, (int *, a), (size_t, n))
{
    GPU_FOR (i, n)
        if (i == 0) *(volatile int *)((char *)a + ((size_t)1 << 46)) = 1;
}
GPU_KERNEL(misaligned, (char *, a), (size_t, n)) { GPU_FOR(i, n) if (i == 0) *(volatile int *)(void *)(a + 1) = 1; }
GPU_REDUCE(double, total, 0.0, a + b, (int, x)) { return (double)x; }

static int *some(void)
{
    int *p = GPU_NEW(int, 1000);
    GPU_CHECK(gpu_error());
    return p;
}
static void say(void) /* the message, on its own line, for the test that reads it */
{
    printf("MESSAGE %s %s\n", gpu_status_name(gpu_error()), gpu_error_message());
    fflush(stdout);
}

#ifdef __CUDACC__
#define GPU_TEST(name) CHILD(name)
#else
#define GPU_TEST(name) static GPU__UNUSED void cpu_has_no_##name(void)
#endif

enum { FAULT_LINE = __LINE__ + 6 };
GPU_TEST(illegal_address)
{
    static int host[10];
    int *p = some();
    CHECK_STATUS(fine(gpu_1d(1000), p, 1000), GPU_OK, "");
    if (wild(gpu_1d(1000), p, 1000)) say();
    CHECK(gpu_sync() != GPU_OK);
    say();
    (void)fine(gpu_1d(1000), p, 1000); /* the context is gone: the same again, and no crash */
    say();
    /* Nobody can say any more where this memory is: it is not taken for the host's. */
    CHECK(gpu_set(p, 0, 1000) == GPU_ERROR_KERNEL);
    CHECK(gpu_copy(p, host, sizeof host) == GPU_ERROR_KERNEL && gpu_copy(host, p, sizeof host) == GPU_ERROR_KERNEL);
    CHECK(gpu_fill_i32(p, 1, 1000) == GPU_ERROR_KERNEL && isnan(total(p, 1000)));
    CHECK(gpu_cumsum_i32(p, host, 10) == GPU_ERROR_KERNEL);
    gpu_clear_error();
}
GPU_TEST(earlier_launches_are_out_of_it)
{
    int *p = some();
    CHECK_STATUS(fine(gpu_1d(10), p, 10), GPU_OK, "");
    CHECK_STATUS(gpu_sync(), GPU_OK, ""); /* done, and so innocent */
    (void)wild(gpu_1d(1000), p, 1000);
    CHECK(isnan(total(p, 1000))); /* queued behind it, so it can be either */
    say();
}
GPU_TEST(misaligned_address)
{
    (void)misaligned(gpu_1d(1000), (char *)some(), 1000);
    CHECK(gpu_sync() != GPU_OK);
    say();
}
#ifdef __CUDACC__
#include <assert.h>
__global__ void asserts(int x) { assert(x == 7); }
__global__ void traps(void) { __trap(); }
__device__ __noinline__ int deep(int n, volatile int *sink)
{
    volatile int room[200];
    room[n % 200] = n;
    *sink += room[n % 199];
    return n <= 0 ? *sink : deep(n - 1, sink) + room[(n + 1) % 200];
}
__global__ void recurses(int n, int *out) { *out = deep(n, out); }
__global__ void eats_heap(int *out)
{
    for (int k = 0; k < 1000; k++) {
        int *p = (int *)malloc((size_t)64 << 20);
        *(volatile int *)p = k; /* NULL when the heap is full */
        *out = k;
    }
}
CHILD(failed_assert)
{
    (void)some();
    asserts<<<1, 1>>>(8);
    CHECK(gpu_sync() != GPU_OK);
    say();
}
CHILD(trap)
{
    (void)some();
    traps<<<1, 1>>>();
    CHECK(gpu_sync() != GPU_OK);
    say();
}
CHILD(stack_exhausted)
{
    int *p = some();
    recurses<<<1, 1>>>(100000, p);
    CHECK(gpu_sync() != GPU_OK);
    say();
}
CHILD(heap_exhausted)
{
    int *p = some();
    eats_heap<<<1, 1>>>(p);
    CHECK(gpu_sync() != GPU_OK);
    say();
}
#endif

static char out[8192];
static int run_child(const char *environment, const char *child)
{
    return test_child(environment, child, out, sizeof out);
}

TEST(a_fault_names_the_launches_it_can_come_from)
{
    char place[600];
    if (gpu_device() == GPU_CPU) SKIP("it takes a GPU: on the CPU a launch is done when it returns");
    CHECK_INT(run_child("GPU_QUIET=1", "illegal_address"), 0);
    CHECK_TEXT(out, "MESSAGE GPU_ERROR_KERNEL ");
    CHECK_TEXT(out, "gpu_sync: an illegal memory access was encountered");
    CHECK_TEXT(out, "outside its memory, through a host pointer");
    snprintf(place, sizeof place,
             "newest first: wild at %s:%d (grid 4 x 1 x 1, block 256 x 1 x 1); fine at %s:%d (grid", __FILE__,
             FAULT_LINE, __FILE__, FAULT_LINE - 1);
    CHECK_TEXT(out, place);
    CHECK_TEXT(out, "GPU_SYNC=1 in the environment shows which");
    CHECK_TEXT(out, "only by a new process");
    CHECK_INT(run_child("GPU_QUIET=1", "earlier_launches_are_out_of_it"), 0);
    /* ... unless the fault was known before the reduction was queued, on a busy machine */
    CHECK(strstr(out, "newest first: total at ") ? strstr(out, "(n = 1000); wild at ")
                                                 : strstr(out, "newest first: wild at "));
    CHECK(!strstr(out, "fine at "));
}
TEST(gpu_sync_1_names_the_launch)
{
    char place[600];
    if (gpu_device() == GPU_CPU) SKIP("it takes a GPU: on the CPU a launch is done when it returns");
    CHECK_INT(run_child("GPU_QUIET=1 GPU_SYNC=1", "illegal_address"), 0);
    snprintf(place, sizeof place, "MESSAGE GPU_ERROR_KERNEL %s:%d: wild: an illegal memory access", __FILE__,
             FAULT_LINE);
    CHECK_TEXT(out, place);
    CHECK(!strstr(out, "newest first"));
}
TEST(other_faults)
{
    if (gpu_device() == GPU_CPU) SKIP("it takes a GPU");
    CHECK_INT(run_child("GPU_QUIET=1", "misaligned_address"), 0);
    CHECK_TEXT(out, "not aligned to its type");
    CHECK_TEXT(out, "newest first: misaligned at ");
#ifdef __CUDACC__
    CHECK_INT(run_child("GPU_QUIET=1", "failed_assert"), 0);
    CHECK_TEXT(out, "x == 7");
    CHECK_TEXT(out, "an assert in a kernel failed; its text is above");
    CHECK_INT(run_child("GPU_QUIET=1", "trap"), 0);
    CHECK_TEXT(out, "MESSAGE GPU_ERROR_KERNEL ");
    CHECK_TEXT(out, "gpu.h knows of no launch that can have caused it; perhaps one outside of gpu.h did");
    CHECK_INT(run_child("GPU_QUIET=1", "stack_exhausted"), 0);
    CHECK_TEXT(out, "MESSAGE GPU_ERROR_KERNEL ");
    CHECK_TEXT(out, "stack");
    CHECK_INT(run_child("GPU_QUIET=1", "heap_exhausted"), 0);
    CHECK_TEXT(out, "MESSAGE GPU_ERROR_KERNEL ");
#endif
}

/* A pointer that is NULL since an allocation failed, which nobody has asked about. */
TEST(a_null_pointer_names_the_allocation_that_failed)
{
    float *x = GPU_NEW(float, (size_t)1 << 60);
    const char *at;
    CHECK(!x && gpu_fill_f32(x, 1, 10) == GPU_ERROR_INVALID_ARGUMENT);
    at = strstr(gpu_error_message(), "out is NULL; expected 10 elements of 4 bytes; an earlier error: ");
    CHECK(at && strstr(at, "GPU_NEW: ") && strstr(at, "test_errors.cu:"));
    CHECK(gpu_fill_f32(x, 1, 10) == GPU_ERROR_INVALID_ARGUMENT && !strstr(gpu_error_message(), "earlier"));
    gpu_clear_error();
}
TEST(launches_that_are_too_large)
{
    int *p = some();
    CHECK_STATUS(fine(gpu_grid(1, 1, 1, 2048, 1, 1), p, 1), GPU_ERROR_LAUNCH,
                 "fine: a block of 2048 x 1 x 1 threads; expected at most 1024");
    CHECK_STATUS(fine(gpu_grid(1, 100000, 1, 32, 1, 1), p, 1), GPU_ERROR_LAUNCH, "expected at most 65535 in y");
    CHECK_STATUS(fine(gpu_config_shared(gpu_1d(1), (size_t)1 << 30), p, 1), GPU_ERROR_LAUNCH,
                 "bytes of dynamic shared memory; expected at most");
    CHECK_STATUS(gpu_free(p), GPU_OK, "");
}

GPU_VECTORIZE(float, twice, (float, x)) { return 2 * x; }
GPU_KERNEL(turned, (int *, a), (const int *, b))
{
    GPU_SHARED(int, s, [256]);
    s[threadIdx.x] = b[blockIdx.x * 256 + threadIdx.x];
    GPU_BARRIER();
    a[blockIdx.x * 256 + threadIdx.x] = s[255 - threadIdx.x] + 1;
}
GPU__UNUSED static void large_work(void) /* for all threads of the CPU, if they can be had */
{
    enum { n = 1 << 20 };
    int *p = GPU_NEW(int, n), *q = GPU_NEW(int, n), last = 0;
    float *x = GPU_ZEROS(float, n);
    CHECK_STATUS(fine(gpu_1d(n), p, n), GPU_OK, "");
    CHECK(total(p, n) == (double)(n - 1) * n / 2);
    CHECK_STATUS(turned(gpu_grid(n / 256, 1, 1, 256, 1, 1), q, p), GPU_OK, "");
    CHECK_STATUS(gpu_copy(&last, q + n - 1, sizeof last), GPU_OK, "");
    CHECK_INT(last, n - 255);
    CHECK_STATUS(twice(x, x, n), GPU_OK, "");
    CHECK_SUFFIXED(gpu_cumsum_f32(x, x, n), GPU_OK, "");
    CHECK(gpu_var_f32(x, n, 0) == 0 && gpu_argmax_f32(x, n) == 0);
    CHECK_SUFFIXED(gpu_sum_rows_f32(x + n / 2, x, 2000, 100), GPU_OK, "");
    CHECK_STATUS(gpu_free(p), GPU_OK, "");
    CHECK_STATUS(gpu_free(q), GPU_OK, "");
    CHECK_STATUS(gpu_free(x), GPU_OK, "");
}
CHILD(forked)
{
#if defined(__unix__) || defined(__APPLE__)
    int *p = some(), status = 0;
    pid_t child;
    CHECK_STATUS(fine(gpu_grid(1, 1, 1, 1, 1, 1), p, 1), GPU_OK, "");
    CHECK_STATUS(gpu_sync(), GPU_OK, "");
    large_work();
    CHECK_STATUS(gpu_use(GPU_CPU), GPU_OK, "");
    large_work();
    CHECK_STATUS(gpu_use(gpu_device_count() ? 0 : GPU_CPU), GPU_OK, "");
    fflush(NULL);
    child = fork();
    if (child == 0) {
        gpu_info info;
        alarm(60); /* waiting for threads that are not there has no end */
        if (gpu_device() >= 0) {
            (void)gpu_sync();
            say();
        }
        (void)gpu_doctor(stdout);
        CHECK_STATUS(gpu_use(GPU_CPU), GPU_OK, "");
        large_work();
        CHECK_STATUS(gpu_query(GPU_CPU, &info), GPU_OK, "");
        CHECK_INT(info.multiprocessors, 1);
        printf("the child has worked\n");
        fflush(NULL);
        gpu_clear_error();
        _exit(0);
    }
    CHECK(waitpid(child, &status, 0) == child && status == 0);
    large_work(); /* nothing has changed here */
#endif
}
TEST(a_fork_after_the_start_is_named)
{
#if !defined(__unix__) && !defined(__APPLE__)
    SKIP("this system has no fork");
#elif defined(__SANITIZE_THREAD__)
    SKIP("in a forked child the thread sanitizer takes every switch to a fiber of the parent's for a race");
#endif
    CHECK_INT(run_child("GPU_QUIET=1 GPU_THREADS=2 GPU_DEVICE=cpu", "forked"), 0);
    CHECK_TEXT(out, "the child has worked");
    CHECK_INT(run_child("GPU_QUIET=1 GPU_THREADS=7", "forked"), 0);
    CHECK_TEXT(out, "the child has worked");
    CHECK_TEXT(out, "FIX  process      it was forked after the first call of gpu.h");
    if (gpu_device() >= 0)
        CHECK_TEXT(out, "this process was forked after the first call of gpu.h, and CUDA does not work in it");
}

CHILD(doctor)
{
    int problems = gpu_doctor(stdout);
    fflush(stdout);
    printf("RESULT %d\n", problems);
    CHECK_FAILS(gpu_doctor(NULL) == -1, GPU_ERROR_INVALID_ARGUMENT,
                "gpu_doctor: out is NULL; pass stdout or another open file");
}
TEST(the_doctor_says_fine_or_what_to_do)
{
    char result[32];
    const char *line;
    int fixes = 0;
    CHECK_INT(run_child("GPU_QUIET=1", "doctor"), 0);
    for (line = out; *line; line = strchr(line, '\n') ? strchr(line, '\n') + 1 : line + strlen(line)) {
        if (!strncmp(line, "FIX  ", 5)) fixes++;
        CHECK(!strncmp(line, "FIX  ", 5) || !strncmp(line, "ok   ", 5) || !strncmp(line, "nothing to do\n", 14) ||
              !strncmp(line, "RESULT ", 7) || strstr(line, "to do: the lines") != NULL);
    }
    snprintf(result, sizeof result, "RESULT %d\n", fixes);
    CHECK_TEXT(out, result);
    CHECK_TEXT(out, "compiler ");
    CHECK_TEXT(out, "threads ");
    CHECK_TEXT(out, "CPU ");
#ifdef __CUDACC__
    CHECK_TEXT(out, "device code  for ");
    CHECK_INT(run_child("GPU_QUIET=1 CUDA_VISIBLE_DEVICES=", "doctor"), 0);
    CHECK_TEXT(out, "FIX  visibility   CUDA_VISIBLE_DEVICES= hides every GPU; unset it");
    if (gpu_device() >= 0) {
        CHECK_INT(run_child("GPU_QUIET=1 CUDA_VISIBLE_DEVICES=0", "doctor"), 0);
        CHECK_TEXT(out, "ok   GPU 0        ");
        CHECK_TEXT(out, "this program has code for it");
    }
#endif
}
CHILD(nothing) { printf("%s\n", gpu_backend_name()); }
TEST(no_device_is_explained)
{
#ifdef __CUDACC__
    CHECK_INT(run_child("GPU_DEVICE= GPU_QUIET=0 CUDA_VISIBLE_DEVICES=", "nothing"), 0);
    CHECK_TEXT(out, "gpu.h: running on the CPU: ");
    CHECK_TEXT(out, gpu_device() >= 0 ? "no NVIDIA GPU is visible: check nvidia-smi and CUDA_VISIBLE_DEVICES"
                                      : "install or update the NVIDIA driver");
#else
    SKIP("built without CUDA");
#endif
}
