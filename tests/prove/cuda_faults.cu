/* Faults on purpose on a GPU, or on the emulated one: in a part of each family every call of CUDA's runtime that gpu.h
   makes fails once in turn, and each allocation of host memory (cuda_calls.c, with which it is linked). Errors of calls
   are tried one after another in one process; in processes of their own those of kernels, after which the GPU cannot be
   used, and each error of the first call on a cold device.

       cuda_faults [PART]      GPU_TEST_ALL=1: with each error at each call, instead of a sample

   tests/prove/cuda builds and runs it; `make prove` and `make test-all` do that.

   Of each fault is expected that nothing crashes or waits forever; that what reported no error has the bits that it has
   without a fault, and an error names its cause; that afterwards the same calls succeed, with the same bits, or, after
   an error of a kernel, those on the CPU; that the ledger is empty, and that what was made with CUDA has been freed.
   The last line has the counts. */

#include "cuda_calls.h"
#include <stdlib.h>
#include <string.h>
#define GPU_HOST_MALLOC(bytes) cuda_calls_malloc(bytes)
#define GPU_HOST_FREE(p) cuda_calls_free(p)
#define GPU_COMPILE
#define GPU_DERIVATIVES
#define GPU_DLPACK
#define GPU_FFT
#define GPU_LINALG
#define GPU_MATH
#define GPU_ORDER
#define GPU_ROWWISE
#define GPU_SEVERAL_DEVICES
#define GPU_TAPE
#define GPU_IMPLEMENTATION
#include "gpu.h"
#ifdef __CUDA_ARCH__ /* nvcc hides from its pass for the device what the host has */
#define IN_LEDGER 0
#else
#define IN_LEDGER gpu__ledger.used
#endif
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

static const void *to_host(const void *p, size_t bytes) /* without a fault, in memory that is overwritten next time */
{
    static char *here;
    const long at = cuda_calls.fail_at;
    if (gpu_device() == GPU_CPU) return p;
    cuda_calls.fail_at = 0;
    here = (char *)realloc(here, bytes);
    if (gpu_copy(here, p, bytes)) memset(here, 0, bytes);
    cuda_calls.fail_at = at;
    return here;
}
#define HOST(p, bytes) to_host(p, bytes)
#define QUICK_OPTIONS ""
#define N 3000
#include "parts.h"

/* ----------------------------------------------------------------------------------------- a part of each family -- */

static void elementwise(void)
{
    float *x, *y;
    OWN(MEMORY, x, gpu_malloc(N * sizeof *x));
    OWN(MEMORY, y, gpu_malloc(N * sizeof *y));
    DO(gpu_arange_f32(x, 0, 1e-3f, N));
    DO(gpu_exp_f32(y, x, N));
    DO(gpu_add_f32(y, y, x, N));
    result(y, N * sizeof *y);
}
static void host_arrays(void)
{
    enum { HERE = 20000 };
    static float x[HERE], y[HERE];
    int k;
    for (k = 0; k < HERE; k++) x[k] = (float)(k % 97) - 40;
    DO(gpu_add_f32(y, x, x, HERE));
    result(y, sizeof y);
    DO(gpu_cumsum_f32(y, x, HERE));
    result(y, sizeof y);
}
static void reductions(void)
{
    float *x;
    double s, *d;
    int64_t at;
    OWN(MEMORY, x, gpu_malloc(N * sizeof *x));
    OWN(MEMORY, d, gpu_malloc(sizeof *d));
    DO(gpu_arange_f32(x, -1, 1e-3f, N));
    s = gpu_sum_f32(x, N);
    DO(gpu_error());
    at = gpu_argmax_f32(x, N);
    DO(gpu_error());
    DO(gpu_var_to_f32(d, x, N, 1));
    result(&s, sizeof s), result(&at, sizeof at), result(d, sizeof *d);
    DO(gpu_cumsum_f32(x, x, N));
    result(x, N * sizeof *x);
}
static void order(void)
{
    int32_t *x, *y;
    int64_t *index, *counts, count = 0;
    OWN(MEMORY, x, gpu_malloc(N * sizeof *x));
    OWN(MEMORY, y, gpu_malloc(N * sizeof *y));
    OWN(MEMORY, index, gpu_malloc(N * sizeof *index));
    OWN(MEMORY, counts, gpu_malloc(100 * sizeof *counts));
    DO(gpu_seed(1));
    DO(gpu_rand_int_i32(x, 0, 1000, N));
    DO(gpu_argsort_i32(index, x, N, GPU_ASCENDING));
    result(index, N * sizeof *index);
    DO(gpu_unique_i32(y, &count, NULL, NULL, x, N));
    result(&count, sizeof count), result(y, (size_t)count * sizeof *y);
    DO(gpu_histogram_i32(counts, 100, x, N, 0, 1000));
    result(counts, 100 * sizeof *counts);
}
static void fourier(void)
{
    gpu_c32 *x;
    gpu_graph g;
    OWN(MEMORY, x, gpu_malloc(N * sizeof *x));
    DO(gpu_arange_f32((float *)x, 0, 1, 2 * N));
    DO(gpu_fft_f32(x, x, N));
    DO(gpu_ifft_f32(x, x, 1009)); /* of a prime length */
    result(x, N * sizeof *x);
    DO(gpu_graph_begin());
    DO(gpu_fft_f32(x, x, 1000));
    OWN(GRAPH, g, gpu_graph_end());
    DO(gpu_graph_launch(g));
    result(x, N * sizeof *x);
}
static void linalg(void)
{
    enum { SIZE = 40 };
    double *a, *b;
    OWN(MEMORY, a, gpu_malloc(SIZE * SIZE * sizeof *a));
    OWN(MEMORY, b, gpu_malloc(SIZE * SIZE * sizeof *b));
    DO(gpu_seed(1));
    DO(gpu_rand_uniform_f64(a, SIZE * SIZE));
    DO(gpu_matmul_f64(b, a, a, SIZE, SIZE, SIZE));
    DO(gpu_solve_f64(b, a, b, SIZE, SIZE));
    result(b, SIZE * SIZE * sizeof *b);
}
static void rows(void)
{
    float *x, *y;
    OWN(MEMORY, x, gpu_malloc(N * sizeof *x));
    OWN(MEMORY, y, gpu_malloc(N * sizeof *y));
    DO(gpu_arange_f32(x, 0, 1, N));
    DO(shifted(y, x, N / 100, 100));
    DO(gpu_softmax_rows_f32(y, y, N / 100, 100));
    result(y, N * sizeof *y);
}
static void randoms(void)
{
    float *x;
    int32_t *p;
    OWN(MEMORY, x, gpu_malloc(N * sizeof *x));
    OWN(MEMORY, p, gpu_malloc(N * sizeof *p));
    DO(gpu_seed(7));
    DO(gpu_rand_normal_f32(x, 0, 1, N));
    DO(gpu_rand_permutation_i32(p, N));
    result(x, N * sizeof *x), result(p, N * sizeof *p);
}
static gpu_tape *recorded;
static void tape(void)
{
    double *x, *y, *loss;
    OWN(MEMORY, x, gpu_malloc(N * sizeof *x));
    OWN(MEMORY, y, gpu_malloc(N * sizeof *y));
    OWN(MEMORY, loss, gpu_malloc(sizeof *loss));
    DO(gpu_arange_f64(x, 0, 1e-3, N));
    if (!(recorded = gpu_tape_begin())) return;
    DO(gpu_exp_f64(y, x, N));
    DO(gpu_mul_f64(y, y, x, N));
    DO(gpu_sum_to_f64(loss, y, N));
    DO(gpu_tape_end(recorded));
    DO(gpu_backward(recorded, loss));
    result(gpu_gradient(recorded, x), N * sizeof *x);
}

#ifdef EMULATED_ARCH
#define EMULATED -1
enum { ALONE = 12 };
#else
#define EMULATED 0
enum { ALONE = 6 }; /* processes for a part, each of which starts CUDA */
#endif
static const struct {
    const char *name;
    void (*run)(void);
    const char *environment; /* a variable that is 1 */
    int on_cpu;              /* 1: the CPU has the same bits; 0: others; -1: the emulator's CPU cannot run it */
} parts[] = {
    {"elementwise", elementwise, "", 1},
    {"host arrays", host_arrays, "", 1},
    {"reductions", reductions, "", 1},
    {"order", order, "", 1},
    {"fourier", fourier, "", 0},
    {"linear algebra", linalg, "", EMULATED},
    {"rows", rows, "", 1},
    {"random", randoms, "", 1},
    {"tape", tape, "", 1},
    {"memory", memory, "", 1},
    {"memory with GPU_DEBUG", memory, "GPU_DEBUG", 1},
    {"streams", streams, "", 1},
    {"macros", macros, "", 1},
    {"dlpack", dlpack, "", 1},
#ifndef EMULATED_ARCH /* which has no kernels of programs, and nothing that loads code */
    {"kernels", kernels, "", 0},
    {"kernels with GPU_DEBUG", kernels, "GPU_DEBUG", 0},
    {"compile", compile, "", 1},
#endif
    {"devices", devices, "", -1}, /* which uses the GPU wherever the caller is */
};
enum { PARTS = sizeof parts / sizeof *parts };

/* -------------------------------------------------------------------------------------------------------- trials -- */

static struct {
    int inputs, faults, wrong, leaks, crashes, skipped;
    long calls;   /* of the part, in the process that was the last */
    int did_fail; /* whether the call that was to fail was there */
    char failed[64];
} * shared;
static int what;
static uint64_t expected;

static void wrong(int *count, const char *how)
{
    if ((*count)++ < 40)
        fprintf(stderr, "%s, where %s gave error %d: %s: \"%s\"\n", parts[what].name,
                cuda_calls.failed ? cuda_calls.failed : "nothing", cuda_calls.error, how, gpu_error_message());
}
static int names_cause(const char *message)
{
    char number[32];
    const int of_host = !strcmp(cuda_calls.failed, "GPU_HOST_MALLOC");
    snprintf(number, sizeof number, "error %d)", cuda_calls.error);
    if (strstr(message, number) && !of_host) return 1;
    return (of_host || cuda_calls.error == cudaErrorMemoryAllocation) &&
           (strstr(message, "memory") || strstr(message, "cannot allocate"));
}
/* Runs the part, in which call `at` fails (0: none). Returns whether it reported no error. */
static int trial(long at, int error)
{
    int failed;
    alarm(60);
    mine.hash = 14695981039346656037u;
    recorded = NULL;
    gpu_clear_error();
    cuda_calls.failed = NULL, cuda_calls.error = error, cuda_calls.made = 0, cuda_calls.fail_at = at;
    parts[what].run();
    cuda_calls.fail_at = 0;
    shared->inputs++, shared->faults += cuda_calls.failed != NULL;
    failed = gpu_error() != GPU_OK;
    if (failed && !at && gpu_error() == GPU_ERROR_NOT_SUPPORTED) return 0; /* by what is on this machine */
    if (failed && !cuda_calls.failed) wrong(&shared->wrong, "an error without a fault");
    if (failed && cuda_calls.failed && !names_cause(gpu_error_message()))
        wrong(&shared->wrong, "the message does not name the cause");
    if (!failed && expected && mine.hash != expected && (parts[what].on_cpu > 0 || gpu_device() != GPU_CPU) &&
        !cuda_calls.sticky)
        wrong(&shared->wrong, "another result, and no error");
    return !failed;
}
static void finish(int may_fail)
{
    gpu_tape *const t = recorded;
    const int lost = (t && gpu_tape_free(t)) + clean();
    if (lost && !may_fail) wrong(&shared->wrong, "freeing fails");
    if (IN_LEDGER) wrong(&shared->leaks, "the ledger is not empty");
    gpu_clear_error();
    if (gpu_shutdown() && !may_fail) wrong(&shared->wrong, "shutting down fails");
    gpu_clear_error();
}
static void check_level(const int *level)
{
    static const char *const kinds[] = {"memory", "streams", "events", "graphs", "pools", "code", "host memory"};
    char said[64];
    int k;
    for (k = 0; k < CALLS_KINDS; k++)
        if (cuda_calls.live[k] > level[k]) {
            snprintf(said, sizeof said, "%s: %d are left", kinds[k], cuda_calls.live[k] - level[k]);
            wrong(&shared->leaks, said);
            cuda_calls.live[k] = level[k];
        }
}
/* The error of a call in a sample; with GPU_TEST_ALL each has its turn. */
enum { ERRORS = 3 };
static const int errors[ERRORS] = {cudaErrorMemoryAllocation, cudaErrorInvalidValue, cudaErrorNotSupported};

/* In a process of its own: one fault after another, of those after which the GPU can be used. */
static void one_after_another(void)
{
    const int all = getenv("GPU_TEST_ALL") != NULL;
    int level[CALLS_KINDS], e;
    long at;
    if (!trial(0, 0)) {
        shared->skipped += gpu_error() == GPU_ERROR_NOT_SUPPORTED;
        printf("skipped %s: %s\n", parts[what].name, gpu_error_message());
        fflush(stdout), finish(0), _exit(0);
    }
    expected = mine.hash;
    finish(0);
    (void)trial(0, 0);
    finish(0);
    shared->calls = cuda_calls.made;
    memcpy(level, cuda_calls.live, sizeof level);
    for (at = 1; at <= shared->calls + 8; at += all || at < 48 ? 1 : 1 + rand() % 6)
        for (e = 0; e < (all ? ERRORS : 1); e++) {
            (void)trial(at, errors[all ? e : (int)(at % ERRORS)]);
            const char *const failed = cuda_calls.failed;
            finish(0);
            check_level(level);
            if (!trial(0, 0)) cuda_calls.failed = failed, wrong(&shared->wrong, "it fails ever after");
            finish(0);
            if (!failed) at = shared->calls + 9;
        }
    fflush(stdout), _exit(0);
}
/* In a process of its own: call `at` fails on a cold device. After the error of a kernel the CPU still works. */
static void alone(long at, int error)
{
    (void)trial(at, error);
    shared->did_fail = cuda_calls.failed != NULL;
    if (cuda_calls.failed) snprintf(shared->failed, sizeof shared->failed, "%s", cuda_calls.failed);
    finish(cuda_calls.sticky != 0);
    if (gpu_use(GPU_CPU)) wrong(&shared->wrong, "the CPU cannot be used");
    if (parts[what].on_cpu >= 0 && !trial(0, 0) && gpu_error() != GPU_ERROR_NOT_SUPPORTED)
        wrong(&shared->wrong, "the CPU fails");
    finish(1);
    fflush(stdout), exit(0); /* with what the library does at exit */
}
static void in_a_process(long at, int error)
{
    const pid_t child = fork();
    int status = 0;
    shared->did_fail = 0;
    snprintf(shared->failed, sizeof shared->failed, "nothing");
    if (!child) {
        if (*parts[what].environment) setenv(parts[what].environment, "1", 1);
        if (at) alone(at, error);
        one_after_another();
    }
    waitpid(child, &status, 0);
    if (status && shared->crashes++ < 20)
        fprintf(stderr, "%s, where call %ld, %s, gave error %d: it ends with signal %d, status %d\n", parts[what].name,
                at, shared->failed, error, WTERMSIG(status), WEXITSTATUS(status));
}

int main(int argc, char **argv)
{
    const int all = getenv("GPU_TEST_ALL") != NULL;
    shared = (decltype(shared))mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    setenv("GPU_QUIET", "1", 1);
    srand((unsigned)time(NULL));
    for (what = 0; what < PARTS; what++) {
        const time_t start = time(NULL);
        const int faults = shared->faults, skipped = shared->skipped;
        if (argc > 1 && strcmp(argv[1], parts[what].name)) continue;
        in_a_process(0, 0);
        const long step = all ? 1 : shared->calls / ALONE + 1;
        for (long at = 1 + (all ? 0 : rand() % step); skipped == shared->skipped; at += step) {
            in_a_process(at, at / step % 4 ? (int)cudaErrorLaunchFailure : errors[at % ERRORS]);
            if (!shared->did_fail) break;
        }
        printf("%s: %ld calls, %d faults, %.0f s\n", parts[what].name, shared->calls, shared->faults - faults,
               difftime(time(NULL), start));
        fflush(stdout);
    }
    printf("CUDA calls: %d inputs, %d faults, %d wrong, %d leaks\n", shared->inputs, shared->faults,
           shared->wrong + shared->crashes, shared->leaks);
    return shared->wrong || shared->crashes || shared->leaks;
}
