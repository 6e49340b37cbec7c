/* What a kernel on the CPU may do to its stack and to memory: large local arrays work, recursion without end and
   invalid accesses are errors of the launch, and the next launch works. */

#define GPU_COOPERATIVE
#define GPU_IMPLEMENTATION
#include "gpu.h"
#define TEST_MAIN
#include "test.h"

#include <signal.h>
#ifndef GPU__CATCHES /* where nvcc compiles for a GPU, which has no host functions */
#define GPU__CATCHES 0
#endif
#ifndef _WIN32
#include <pthread.h>
#include <sys/resource.h>
#endif

static char out[16384];
#define REPORTED(call, part) CHECK_STATUS(call, GPU_ERROR_KERNEL, part)

static int under_valgrind(void) /* which reports each invalid access itself */
{
    const char *const preload = getenv("LD_PRELOAD");
    return preload && strstr(preload, "vgpreload");
}
/* The sanitizers report faults themselves. */
static int handlers = GPU__CATCHES; /* no constant: nvcc would warn of what cannot be reached */
#define NEEDS_HANDLERS                                                                                                 \
    if (!handlers || under_valgrind()) SKIP("faults in kernels are left to the system, or to what watches the program")
/* Windows touches a large frame page by page as it is made, and so meets the stack's end before gpu.h compares its
   size. */
#ifdef _WIN32
static int frames_are_probed = 1;
#else
static int frames_are_probed = 0;
#endif
#define NEEDS_FRAMES                                                                                                   \
    if (frames_are_probed) SKIP("a large frame is a fault here, with a sentence of its own")
#define ON_THE_CPU CHECK_STATUS(gpu_use(GPU_CPU), GPU_OK, "")

/* -------------------------------------------------------------------------------------------- large local arrays -- */

GPU_KERNEL(locals_80_kb, (float *, x), (int, n))
{
    enum { elements = 20000 };
    __shared__ float s[1024];
    float l[elements];
    int t = (int)threadIdx.x, i, me = (int)(blockIdx.x * blockDim.x) + t;
    for (i = 0; i < elements; i++) l[i] = (float)((i + me) % 251);
    s[t] = l[(me * 37) % elements];
    __syncthreads();
    s[t] += l[elements - 1 - t];
    __syncthreads();
    if (me < n) x[me] = s[t] + s[(t + 1) % (int)blockDim.x] + l[t];
}
GPU_KERNEL(locals_500_kb, (float *, x), (int, n))
{
    enum { elements = 125000 };
    __shared__ float s[1024];
    float l[elements];
    int t = (int)threadIdx.x, i, me = (int)(blockIdx.x * blockDim.x) + t;
    for (i = 0; i < elements; i++) l[i] = (float)((i + me) % 251);
    s[t] = l[(me * 37) % elements];
    __syncthreads();
    s[t] += l[elements - 1 - t];
    __syncthreads();
    if (me < n) x[me] = s[t] + s[(t + 1) % (int)blockDim.x] + l[t];
}

static float local_at(int elements, int t, int me) /* what thread t of a block has in s[t] */
{
    return (float)(((me * 37) % elements + me) % 251) + (float)((elements - 1 - t + me) % 251);
}
static int locals_are_right(gpu_status (*kernel)(gpu_config, float *, int), int elements, int blocks, int threads)
{
    int n = blocks * threads, me, bad = 0;
    float *x = GPU_MANAGED(float, n);
    for (me = 0; me < n; me++) x[me] = -1;
    CHECK_STATUS(kernel(gpu_grid((size_t)blocks, 1, 1, (size_t)threads, 1, 1), x, n), GPU_OK, "");
    for (me = 0; me < n; me++) {
        int t = me % threads, next = (t + 1) % threads;
        float expected = local_at(elements, t, me) + local_at(elements, next, me - t + next) + (float)((t + me) % 251);
        bad += x[me] != expected;
    }
    CHECK_STATUS(gpu_free(x), GPU_OK, "");
    return !bad;
}
TEST(local_arrays_of_80_kb)
{
    ON_THE_CPU;
    CHECK(locals_are_right(locals_80_kb, 20000, 3, 1));
    CHECK(locals_are_right(locals_80_kb, 20000, 3, 31));
    CHECK(locals_are_right(locals_80_kb, 20000, 5, 32));
    CHECK(locals_are_right(locals_80_kb, 20000, 3, 256));
    CHECK(locals_are_right(locals_80_kb, 20000, 2, 1024));
}
TEST(local_arrays_of_500_kb)
{
    ON_THE_CPU;
    CHECK(locals_are_right(locals_500_kb, 125000, 2, 1));
    CHECK(locals_are_right(locals_500_kb, 125000, 2, 32));
    CHECK(locals_are_right(locals_500_kb, 125000, 1, 257));
}
CHILD(locals)
{
    ON_THE_CPU;
    CHECK(locals_are_right(locals_80_kb, 20000, 2, 256));
    CHECK(locals_are_right(locals_500_kb, 125000, 2, 33));
}
TEST(large_local_arrays_under_debug)
{
    CHECK_INT(test_child("GPU_DEBUG=1", "locals", out, sizeof out), 0);
    CHECK_INT(test_child("GPU_NO_SIGNALS=1", "locals", out, sizeof out), 0);
}

/* ----------------------------------------------------------------------------------------- recursion without end -- */

GPU_FN int down(int n, int limit, volatile int *p)
{
#ifdef __CUDA_ARCH__
    return n + limit + *p;
#else
    volatile int l[50];
    l[n % 50] = *p;
    return n < limit ? down(n + 1, limit, p) + l[(n + 1) % 50] : l[n % 50];
#endif
}
GPU_KERNEL(recurses, (int *, x), (int, limit), (int, who))
{
    int t = (int)threadIdx.x;
    __syncthreads();
    if (t == who) x[0] = down(0, limit, x + 1);
    __syncthreads();
    x[2 + t] = t;
}
GPU_KERNEL(recurses_alone, (int *, x), (int, limit), (int, who))
{
    int t = (int)(blockIdx.x * blockDim.x + threadIdx.x);
    if (t == who) x[0] = down(0, limit, x + 1);
    x[2 + t] = t;
}
GPU_KERNEL(fills, (int *, x), (int, n))
{
    __shared__ int s[256];
    int t = (int)threadIdx.x;
    s[t] = t;
    __syncthreads();
    if (t < n) x[t] = 3 * s[255 - t];
}
enum { NO_END = 1 << 30 };
static int next_launch_works(int *x)
{
    int i, bad = 0;
    memset(x, 0xff, 256 * sizeof *x);
    CHECK_STATUS(fills(gpu_grid(1, 1, 1, 256, 1, 1), x, 256), GPU_OK, "");
    for (i = 0; i < 256; i++) bad += x[i] != 3 * (255 - i);
    return !bad;
}
static void recursions(void)
{
    int *x = GPU_MANAGED(int, 2000);
    memset(x, 0, 2000 * sizeof *x);
    REPORTED(recurses(gpu_grid(1, 1, 1, 256, 1, 1), x, NO_END, 77),
             "recurses: block (0,0,0), thread (77,0,0): has used up its stack of 589824 bytes: "
             "a recursion without end");
    CHECK(next_launch_works(x));
    REPORTED(recurses(gpu_grid(1, 1, 1, 16, 4, 1), x, NO_END, 5), "thread (5,0,0): has used up its stack of");
    CHECK(next_launch_works(x));
    REPORTED(recurses(gpu_grid(3, 1, 1, 64, 1, 1), x, NO_END, 0),
             "thread (0,0,0): has used up the stack of the host's thread, of which the kernel takes at least ");
    CHECK(next_launch_works(x));
    REPORTED(recurses_alone(gpu_grid(1, 1, 1, 64, 1, 1), x, NO_END, 9), "has used up the stack of the host's thread, ");
    CHECK(next_launch_works(x));
    CHECK_STATUS(recurses(gpu_grid(1, 1, 1, 64, 1, 1), x, 500, 9), GPU_OK, "");
    CHECK_STATUS(recurses_alone(gpu_grid(1, 1, 1, 64, 1, 1), x, 500, 9), GPU_OK, "");
    CHECK_STATUS(gpu_free(x), GPU_OK, "");
}
TEST(recursion_without_end)
{
    NEEDS_HANDLERS;
    ON_THE_CPU;
    recursions();
    recursions();
}
CHILD(recursions) { ON_THE_CPU, recursions(); }

/* ------------------------------------------------------------------------------------ frames larger than the gap -- */

/* A frame that reaches far below the stack, of which only the far end is touched. `deep` is called between two
   barriers, by a thread that has used most of its stack. The index is volatile: clang makes one variable of the
   elements of an array whose indices it knows. */
#define WITH_FRAME(name, bytes)                                                                                        \
    GPU_KERNEL(name, (int *, x))                                                                                       \
    {                                                                                                                  \
        volatile char l[bytes];                                                                                        \
        volatile int first = 0;                                                                                        \
        __syncthreads(), l[first] = (char)threadIdx.x, __syncthreads();                                                \
        x[threadIdx.x] = l[first];                                                                                     \
    }
WITH_FRAME(frame_300_kb, 300000)
WITH_FRAME(frame_700_kb, 700000)
WITH_FRAME(frame_3_mb, 3000000)
#ifndef __CUDA_ARCH__
#if defined(__GNUC__)
__attribute__((noinline))
#endif
static int deep(int n, volatile int *p)
{
    volatile char l[250000];
    volatile int first = 0;
    l[first] = (char)n;
    return n ? deep(n - 1, p) + l[first] : l[first] + *p;
}
#endif
GPU_KERNEL(deep_frames, (int *, x), (int, who), (int, n))
{
    int t = (int)threadIdx.x;
    __syncthreads();
#ifndef __CUDA_ARCH__
    if (t == who) x[0] = deep(n, x + 1);
#endif
    __syncthreads();
    x[2 + t] = t + 0 * (who + n);
}
GPU_KERNEL(frame_of_a_grid, (int *, x), (int, n))
{
    volatile char l[3000000];
    volatile int first = 0;
    int t = (int)(blockIdx.x * blockDim.x + threadIdx.x);
    l[first] = (char)t;
    gpu_grid_sync();
    if (t < n) x[t] = l[first];
}
GPU_KERNEL(frame_alone, (int *, x)) /* larger than the stack of the host's thread, and without a barrier */
{
#ifdef __CUDA_ARCH__
    x[0] = 0;
#else
    volatile char l[20000000];
    volatile int first = 0;
    l[first] = (char)x[0];
    x[0] = l[first] + l[first + 9999999];
#endif
}
TEST(a_frame_larger_than_the_host_threads_stack)
{
    static const char says[] = "has used up the stack of the host's thread, of which the kernel takes at least ";
    int *x = GPU_MANAGED(int, 2000);
    const char *at;
    NEEDS_HANDLERS;
    ON_THE_CPU;
    memset(x, 0, 2000 * sizeof *x);
    CHECK(frame_alone(gpu_grid(1, 1, 1, 1, 1, 1), x) == GPU_ERROR_KERNEL);
    at = strstr(gpu_error_message(), says);
    CHECK(at && strtoll(at + sizeof says - 1, NULL, 10) > 1000000);
    gpu_clear_error();
    CHECK(next_launch_works(x));
    CHECK_STATUS(gpu_free(x), GPU_OK, "");
}
static void frames(void)
{
    int *x = GPU_MANAGED(int, 2000), i, bad = 0;
    memset(x, 0, 2000 * sizeof *x);
    CHECK_STATUS(frame_300_kb(gpu_grid(1, 1, 1, 1024, 1, 1), x), GPU_OK, "");
    for (i = 0; i < 1024; i++) bad += x[i] != (signed char)i;
    CHECK_INT(bad, 0);
    CHECK_STATUS(gpu_free(x), GPU_OK, "");
    if (under_valgrind()) return; /* it takes a frame of 2 MB or more for another stack */
    x = GPU_MANAGED(int, 2000);
    REPORTED(frame_3_mb(gpu_grid(3, 1, 1, 1024, 1, 1), x), "frame_3_mb: block (");
    CHECK(next_launch_works(x));
    REPORTED(frame_3_mb(gpu_grid(1, 1, 1, 256, 1, 1), x), "thread (0,0,0): uses 300");
    CHECK(next_launch_works(x));
    REPORTED(frame_3_mb(gpu_grid(1, 1, 1, 2, 1, 1), x),
             ": put large local arrays into shared memory or an array from gpu_malloc (a GPU allows a thread 512 KiB) "
             "(kernel defined at ");
    CHECK(next_launch_works(x));
    CHECK_STATUS(gpu_free(x), GPU_OK, "");
}
TEST(frames_larger_than_a_stack) /* found without a fault, so also under valgrind and the sanitizers */
{
    NEEDS_FRAMES;
    ON_THE_CPU;
    frames();
}
CHILD(frames) { ON_THE_CPU, frames(); }
TEST(frames_that_reach_over_the_gap)
{
    int *x = GPU_MANAGED(int, 2000), k;
    NEEDS_HANDLERS;
    NEEDS_FRAMES;
    ON_THE_CPU;
    memset(x, 0, 2000 * sizeof *x);
    REPORTED(frame_700_kb(gpu_grid(1, 1, 1, 128, 1, 1), x), "thread (0,0,0): uses 70");
    for (k = 0; k < 3; k++) { /* wherever in the block's stacks the thread's is */
        REPORTED(deep_frames(gpu_grid(1, 1, 1, 1024, 1, 1), x, k * 400 + 1, 2),
                 "has used up its stack of 589824 bytes: ");
        CHECK(next_launch_works(x));
        CHECK_STATUS(deep_frames(gpu_grid(1, 1, 1, 1024, 1, 1), x, k * 400 + 1, 1), GPU_OK, "");
    }
    REPORTED(frame_of_a_grid(gpu_cooperative(gpu_grid(4, 1, 1, 64, 1, 1)), x, 256),
             "thread (0,0,0): has used up its stack of ");
    CHECK(next_launch_works(x));
    CHECK_INT(test_child("GPU_DEBUG=1", "frames", out, sizeof out), 0);
    CHECK_INT(test_child("GPU_NO_SIGNALS=1", "frames", out, sizeof out), 0);
    CHECK_INT(test_child("GPU_THREADS=7", "frames", out, sizeof out), 0);
    CHECK_STATUS(gpu_free(x), GPU_OK, "");
}

/* ---------------------------------------------------------------------------------------------- invalid accesses -- */

GPU_KERNEL(touches, (int *, x), (int *, wild), (long long, at), (int, who)) /* between two barriers */
{
    int t = (int)threadIdx.x;
    __syncthreads();
    if (t == who) x[t] = wild[at];
    __syncthreads();
    x[t] = t;
}
GPU_KERNEL(touches_alone, (int *, x), (int *, wild), (long long, at), (int, who))
{
    int t = (int)threadIdx.x;
    if (t == who) wild[at] = 1;
    x[t] = t;
}
GPU_KERNEL(touches_in_a_row, (int *, x), (int *, wild), (size_t, n)) { GPU_FOR(i, n) x[i % 100] = wild[i]; }
GPU_KERNEL(divides, (int *, x), (int, a), (int, b))
{
    int t = (int)threadIdx.x;
    __syncthreads();
    x[t] = a / (b - t);
}
GPU_KERNEL(meets_and_touches, (int *, x), (int *, wild))
{
    int me = (int)(blockIdx.x * blockDim.x + threadIdx.x);
    x[me] = me;
    gpu_grid_sync();
    if (me == 150) x[0] = *wild;
    gpu_grid_sync();
    x[me] = 2 * me;
}
static long long beyond(int *p, size_t n) /* the first index beyond p's n elements where no memory is */
{
#if GPU__CATCHES
    const size_t page = 65536;
    uintptr_t at = ((uintptr_t)(p + n) + page - 1) / page * page;
#ifdef _WIN32
    MEMORY_BASIC_INFORMATION m;
    /* nor reserved for stacks */
    while (VirtualQuery((const void *)at, &m, sizeof m) && m.State != MEM_FREE) at += page;
#else
    while (gpu__is_mapped(at)) at += page;
#endif
    return (long long)((at - (uintptr_t)p) / sizeof *p);
#else
    return (void)p, (long long)n;
#endif
}
static void invalid_accesses(void)
{
    int *x = GPU_MANAGED(int, 2000);
    char said[200];
    long long at = beyond(x, 2000);
    const int line = __LINE__ - 3;
    REPORTED(touches(gpu_grid(1, 1, 1, 256, 1, 1), x, NULL, 0, 33),
             "touches: block (0,0,0), thread (33,0,0): accesses address ");
    CHECK(next_launch_works(x));
    REPORTED(touches(gpu_grid(1, 1, 1, 256, 1, 1), x, NULL, 5, 0),
             "thread (0,0,0): accesses address 0x14, which is not memory of the program: its pointer is NULL; check");
    CHECK(next_launch_works(x));
    snprintf(said, sizeof said,
             "which is not memory of the program, %lld bytes behind the end of the 8000 bytes from gpu_malloc_managed "
             "(made at %s:%d)",
             at * 4 - 8000, __FILE__, line);
    /* not near the array */
    if (at * 4 > 64 << 20) snprintf(said, sizeof said, "which is not memory of the program; check");
    REPORTED(touches(gpu_grid(7, 1, 1, 33, 1, 1), x, x, at, 32), said);
    REPORTED(touches(gpu_grid(1, 1, 1, 33, 1, 1), x, x, at, 31), "(kernel defined at ");
    CHECK(next_launch_works(x));
    REPORTED(touches_alone(gpu_grid(1, 1, 1, 100, 1, 1), x, x, at, 32), said);
    REPORTED(touches_alone(gpu_grid(90, 1, 1, 1, 1, 1), x, NULL, 0, 0), "its pointer is NULL");
    REPORTED(touches_in_a_row(gpu_1d(100), x, x + at, 100),
             "in a GPU_FOR that runs as a plain loop it accesses address ");
    REPORTED(touches_in_a_row(gpu_grid(4, 1, 1, 32, 1, 1), x, x + at, 100), "which is not memory of the program");
    CHECK(next_launch_works(x));
#ifdef __x86_64__
#ifndef _WIN32
    REPORTED(touches(gpu_grid(1, 1, 1, 33, 1, 1), x, (int *)(uintptr_t)0x7fff123412341234, 0, 7),
             "thread (7,0,0): uses a pointer that is not an address");
#endif
    REPORTED(divides(gpu_grid(1, 1, 1, 33, 1, 1), x, 7, 31), "thread (31,0,0): divides an integer by zero");
    CHECK_STATUS(divides(gpu_grid(1, 1, 1, 33, 1, 1), x, 70, 35), GPU_OK, "");
    CHECK_INT(x[0], 2);
#endif
    CHECK(next_launch_works(x));
    CHECK_STATUS(gpu_free(x), GPU_OK, "");
}
TEST(invalid_accesses)
{
    NEEDS_HANDLERS;
    ON_THE_CPU;
    invalid_accesses();
    invalid_accesses();
}
TEST(an_invalid_access_in_a_cooperative_launch)
{
    int *x;
    NEEDS_HANDLERS;
#if !defined(__ELF__) && !defined(_OPENMP)
    SKIP("no OpenMP, and static shared memory without bounds");
#endif
    ON_THE_CPU;
    x = GPU_MANAGED(int, 200);
    REPORTED(meets_and_touches(gpu_cooperative(gpu_grid(4, 1, 1, 50, 1, 1)), x, NULL),
             "block (3,0,0), thread (0,0,0): accesses address ");
    CHECK_STATUS(meets_and_touches(gpu_cooperative(gpu_grid(4, 1, 1, 50, 1, 1)), x, x), GPU_OK, "");
    CHECK_INT(x[199], 398);
    CHECK_STATUS(gpu_free(x), GPU_OK, "");
}
CHILD(faults_in_debug) /* the loop over threads runs them one by one there */
{
    int *x;
    ON_THE_CPU;
    x = GPU_MANAGED(int, 2000);
    memset(x, 0, 2000 * sizeof *x);
    REPORTED(touches(gpu_grid(1, 1, 1, 256, 1, 1), x, NULL, 0, 33), "thread (33,0,0): accesses address ");
    REPORTED(touches_alone(gpu_grid(2, 1, 1, 100, 1, 1), x, NULL, 0, 34),
             "block (0,0,0), thread (34,0,0): accesses address ");
    REPORTED(recurses(gpu_grid(1, 1, 1, 40, 1, 1), x, NO_END, 7), "thread (7,0,0): has used up its stack of ");
    REPORTED(recurses_alone(gpu_grid(1, 1, 1, 40, 1, 1), x, NO_END, 7),
             "thread (7,0,0): has used up the stack of the host's thread");
    CHECK(next_launch_works(x));
    CHECK_STATUS(gpu_free(x), GPU_OK, "");
}
TEST(faults_under_debug)
{
    NEEDS_HANDLERS;
    CHECK_INT(test_child("GPU_DEBUG=1", "faults_in_debug", out, sizeof out), 0);
    CHECK_TEXT(out, "");
}

#ifndef _WIN32
static void *faults_here(void *p)
{
    int k, *x = GPU_MANAGED(int, 2000);
    memset(x, 0, 2000 * sizeof *x);
    (void)p;
    ON_THE_CPU;
    for (k = 0; k < 30; k++) {
        REPORTED(touches(gpu_grid(1, 1, 1, 64, 1, 1), x, NULL, 0, 33), "thread (33,0,0): accesses address ");
        REPORTED(recurses(gpu_grid(1, 1, 1, 64, 1, 1), x, NO_END, 63), "thread (63,0,0): has used up its stack of ");
        if (k % 10 == 0)
            REPORTED(recurses_alone(gpu_grid(1, 1, 1, 1, 1, 1), x, NO_END, 0),
                     "has used up the stack of the host's thread");
        CHECK(next_launch_works(x));
    }
    CHECK_STATUS(gpu_free(x), GPU_OK, "");
    return NULL;
}
TEST(faults_of_several_host_threads_at_once)
{
    pthread_t thread[8];
    int k;
    NEEDS_HANDLERS;
    for (k = 0; k < 8; k++) CHECK(!pthread_create(&thread[k], NULL, faults_here, NULL));
    for (k = 0; k < 8; k++) CHECK(!pthread_join(thread[k], NULL));
}
static void *locals_here(void *p)
{
    (void)p;
    ON_THE_CPU;
    CHECK(locals_are_right(locals_80_kb, 20000, 2, 64));
    return NULL;
}
TEST(stacks_of_many_host_threads_at_once)
{
    pthread_t thread[16];
    int k;
    for (k = 0; k < 16; k++) CHECK(!pthread_create(&thread[k], NULL, locals_here, NULL));
    for (k = 0; k < 16; k++) CHECK(!pthread_join(thread[k], NULL));
}
#endif

/* ----------------------------------------------------------------------------------------- who else handles them -- */

static volatile int *volatile nowhere = NULL;
CHILD(dies) { ON_THE_CPU, (void)touches(gpu_grid(1, 1, 1, 64, 1, 1), NULL, NULL, 0, 3); }
CHILD(dies_outside)
{
    int *x;
    ON_THE_CPU;
    x = GPU_MANAGED(int, 2000);
    CHECK(next_launch_works(x));
    printf("outside\n"), fflush(stdout);
    *nowhere = 1;
}
static void own_handler(int number)
{
    (void)number;
    _Exit(42);
}
CHILD(own_handler_gets_the_rest)
{
    int *x;
    signal(SIGSEGV, own_handler);
    ON_THE_CPU;
    x = GPU_MANAGED(int, 2000);
    REPORTED(touches(gpu_grid(1, 1, 1, 64, 1, 1), x, NULL, 0, 3), "its pointer is NULL");
    CHECK(next_launch_works(x));
    *nowhere = 1;
}
#ifndef _WIN32
static int crashed(int code) { return code == SIGSEGV || code == 128 + SIGSEGV; }
TEST(handlers_of_others)
{
    NEEDS_HANDLERS;
    CHECK(crashed(test_child("GPU_NO_SIGNALS=1", "dies", out, sizeof out)));
    CHECK(crashed(test_child("", "dies_outside", out, sizeof out)));
    CHECK_TEXT(out, "outside");
    CHECK_INT(test_child("", "own_handler_gets_the_rest", out, sizeof out), 42);
}
#endif

/* ------------------------------------------------------------------- indices that a race in shared memory spoils -- */

/* Without __syncwarp() in its scan: a rank that is wrong is spread as far as no memory reaches. */
enum { RADIX_LINE = __LINE__ + 1 };
GPU_KERNEL(radix, (int *, keys), (unsigned long long, spread))
{
    __shared__ unsigned long long s[64];
    const int i = (int)threadIdx.x, key = keys[i];
    int by;
    s[i] = 1;
    __syncthreads();
    for (by = 1; by < 64; by *= 2)
        if (i >= by) s[i] += s[i - by];
    __syncthreads();
    keys[i + (long long)((s[i] - 1 - (unsigned)i) * spread)] = key;
}
GPU_KERNEL(radix_alone, (int *, keys), (unsigned long long, spread)) /* a block that meets no barrier runs as a loop */
{
    __shared__ unsigned long long s[64];
    const int i = (int)threadIdx.x, key = keys[i];
    int by;
    s[i] = 1;
    for (by = 1; by < 64; by *= 2)
        if (i >= by) s[i] += s[i - by];
    keys[i + (long long)((s[i] - 1 - (unsigned)i) * spread)] = key;
}
static void check_radix(void)
{
    char place[64];
    int *keys = GPU_MANAGED(int, 2000);
    memset(keys, 0, 2000 * sizeof *keys);
    snprintf(place, sizeof place, "(kernel defined at %s:%d)", __FILE__, RADIX_LINE);
    REPORTED(radix(gpu_grid(1, 1, 1, 64, 1, 1), keys, 1ull << 40), place);
    REPORTED(radix(gpu_grid(1, 1, 1, 64, 1, 1), keys, 1ull << 40), "GPU_DEBUG=1 finds ");
    REPORTED(radix_alone(gpu_grid(1, 1, 1, 64, 1, 1), keys, 1ull << 40), "GPU_DEBUG=1 finds ");
    CHECK(next_launch_works(keys));
    CHECK_STATUS(gpu_free(keys), GPU_OK, "");
}
CHILD(radix_in_debug) { ON_THE_CPU, check_radix(); }
TEST(indices_that_a_race_spoils)
{
    NEEDS_HANDLERS;
    ON_THE_CPU;
    check_radix();
    CHECK_INT(test_child("GPU_DEBUG=1", "radix_in_debug", out, sizeof out), 0);
    CHECK_TEXT(out, "");
}

#if GPU__CATCHES && !defined(_WIN32)
/* Such an index can also lead to what the library itself needs: the program ends then, and not without a word. */
enum { SPOILS_LINE = __LINE__ + 1 };
GPU_KERNEL(spoils, (int *, x), (volatile unsigned char *, p), (size_t, n))
{
    size_t i;
    for (i = 0; i < n; i++) p[i] = 0xff;
    x[1LL << 45] = 1;
}
GPU_KERNEL(spoils_the_way_back, (int *, x))
{
    memset((void *)&gpu__simulated.worker->escape, 0xff, 64); /* registers alone, not the mask of signals behind them */
    x[1LL << 45] = 1;
}
CHILD(spoils_the_library)
{
    ON_THE_CPU;
    (void)spoils(gpu_grid(1, 1, 1, 1, 1, 1), GPU_MANAGED(int, 1), (volatile unsigned char *)&gpu__simulated,
                 sizeof gpu__simulated);
}
CHILD(spoils_the_return) { ON_THE_CPU, (void)spoils_the_way_back(gpu_grid(1, 1, 1, 1, 1, 1), GPU_MANAGED(int, 1)); }
TEST(a_kernel_that_overwrites_the_library)
{
    char sentence[200];
    NEEDS_HANDLERS;
    snprintf(sentence, sizeof sentence, "gpu.h: %s:%d: the program ends: kernel spoils has written beyond the end of",
             __FILE__, SPOILS_LINE);
    CHECK(crashed(test_child("", "spoils_the_library", out, sizeof out)));
    CHECK_TEXT(out, sentence);
    CHECK(crashed(test_child("", "spoils_the_return", out, sizeof out)));
    CHECK_TEXT(out, "the program ends: kernel spoils_the_way_back has written beyond the end of");
}
#endif

/* --------------------------------------------------------------------------------------- where memory is limited -- */

#if GPU__CATCHES && !defined(_WIN32)
static void limit(int what, unsigned long long bytes)
{
    struct rlimit r;
    r.rlim_cur = r.rlim_max = bytes;
    CHECK(!setrlimit(what, &r));
}
CHILD(counted) /* as vm.overcommit_memory = 2 does */
{
    gpu__commit_limit = 1;
    ON_THE_CPU;
    CHECK(locals_are_right(locals_80_kb, 20000, 2, 1024));
    CHECK(locals_are_right(locals_500_kb, 125000, 2, 33));
    recursions();
    invalid_accesses();
}
CHILD(little_data) /* counts what is mapped with access */
{
    limit(RLIMIT_DATA, 200u << 20);
    ON_THE_CPU;
    CHECK(locals_are_right(locals_80_kb, 20000, 2, 1024));
    CHECK(locals_are_right(locals_500_kb, 125000, 2, 33));
    recursions();
    CHECK_STATUS(locals_500_kb(gpu_grid(1, 1, 1, 1024, 1, 1), NULL, 0), GPU_ERROR_OUT_OF_MEMORY,
                 "there is no memory for the stacks of the 1024 threads");
    CHECK(locals_are_right(locals_80_kb, 20000, 2, 33));
}
CHILD(little_address_space)
{
    int *x;
    limit(RLIMIT_AS, 300u << 20);
    ON_THE_CPU;
    x = GPU_MANAGED(int, 2000);
    CHECK(next_launch_works(x));
    REPORTED(recurses(gpu_grid(1, 1, 1, 1024, 1, 1), x, NO_END, 1000),
             "bytes (less than usual, as the process's memory is limited): a recursion without end");
    CHECK(next_launch_works(x));
}
TEST(where_memory_is_limited)
{
    NEEDS_HANDLERS;
    CHECK_INT(test_child("GPU_THREADS=1", "counted", out, sizeof out), 0);
    CHECK_INT(test_child("GPU_THREADS=1", "little_data", out, sizeof out), 0);
    /* CUDA needs more to start */
    CHECK_INT(test_child("GPU_THREADS=1 GPU_DEVICE=cpu CUDA_VISIBLE_DEVICES=", "little_address_space", out, sizeof out),
              0);
    CHECK_INT(test_child("GPU_THREADS=7", "recursions", out, sizeof out), 0);
}
#endif

/* ----------------------------------------------------------------------------------- warps that rely on lockstep -- */

/* k: which. */
#define TIMES(a, b) ((a) * (b))
#define COMBINED(product, k, a, b) ((k) == 0 ? product(a, b) : ((a) > (b)) == ((k) == 1) ? (a) : (b))
#define T float
#define SHARED __shared__ float s[1024]
#define PRODUCT TIMES
#define TREE tree_float
#define TREE_OF of_float
#define BETWEEN
#include "lockstep.h"
#define TREE waits_float
#define TREE_OF waits_of_float
#define BETWEEN __syncwarp();
#include "lockstep.h"
#undef T
#undef SHARED
#undef PRODUCT
#define T int
#define SHARED GPU_SHARED(int, s, [1024])
#define PRODUCT(a, b) ((int)((unsigned)(a) * (unsigned)(b)))
#define TREE tree_int
#define TREE_OF of_int
#define BETWEEN
#include "lockstep.h"
#define TREE waits_int
#define TREE_OF waits_of_int
#define BETWEEN __syncwarp();
#include "lockstep.h"
#undef T
#undef SHARED
#undef PRODUCT
#define T double
#define SHARED GPU_SHARED_DYNAMIC(double, s)
#define PRODUCT TIMES
#define TREE tree_double
#define TREE_OF of_double
#define BETWEEN
#include "lockstep.h"
#define TREE waits_double
#define TREE_OF waits_of_double
#define BETWEEN __syncwarp();
#include "lockstep.h"
#undef T
#undef SHARED
#undef PRODUCT
GPU_KERNEL(scan_alone, (int *, x))
{
    __shared__ int s[256];
    int t = (int)threadIdx.x, lane = t % 32, k;
    s[t] = 1 + t % 3;
    __syncthreads();
    for (k = 1; k < 32; k *= 2) {
        int add = lane >= k ? s[t - k] : 0;
        s[t] += add;
    }
    __syncthreads();
    x[t] = s[t];
}
GPU_KERNEL(scan_waits, (int *, x))
{
    __shared__ int s[256];
    int t = (int)threadIdx.x, lane = t % 32, k;
    s[t] = 1 + t % 3;
    __syncthreads();
    for (k = 1; k < 32; k *= 2) {
        int add = lane >= k ? s[t - k] : 0;
        __syncwarp();
        s[t] += add;
        __syncwarp();
    }
    __syncthreads();
    x[t] = s[t];
}
/* Correct: one step of a tree, of data that grow; what is cleared. */
GPU_KERNEL(one_step, (int *, x), (int, k))
{
    __shared__ int s[256];
    int t = (int)threadIdx.x;
    s[t] = t < 64 || k ? t + 1 : 0;
    __syncthreads();
    if (t < 32) s[t] = COMBINED(TIMES, k, s[t], s[t + 32]);
    __syncthreads();
    s[t] = t < 32 ? 3 : 0;
    __syncthreads();
    s[t] = 0;
    __syncthreads();
    x[blockIdx.x] = s[0];
}
/* Correct, and of the same look: all lanes of a warp write in one phase, of equal values too. */
GPU_KERNEL(looks_alike, (int *, x), (int, step))
{
    __shared__ int s[1024];
    int t = (int)threadIdx.x, k;
    s[t] = 1 + t * step;
    __syncthreads();
    for (k = (int)blockDim.x / 2; k; k /= 2) {
        if (t < k) s[t] += s[t + k];
        __syncthreads();
    }
    if (t < 32) s[t] *= 7;
    __syncthreads();
    if (t < 32) s[t] = s[t + 32] * 6;
    __syncthreads();
    x[t] = s[t];
}
CHILD(lockstep)
{
    int threads = atoi(getenv("TEST_THREADS")), step = atoi(getenv("TEST_STEP")), k;
    const char *const kind = getenv("TEST_KIND");
    double *x;
    ON_THE_CPU;
    x = GPU_MANAGED(double, 1024);
    for (k = 0; k < 3; k++) { /* said once */
        gpu_config config = gpu_grid(5, 1, 1, (size_t)threads, 1, 1),
                   dynamic = gpu_config_shared(config, 1024 * sizeof(double));
        gpu_status s = !strcmp(kind, "tree_float")     ? tree_float(config, (float *)x, step)
                       : !strcmp(kind, "tree_int")     ? tree_int(config, (int *)x, step)
                       : !strcmp(kind, "tree_double")  ? tree_double(dynamic, x, step)
                       : !strcmp(kind, "waits_float")  ? waits_float(config, (float *)x, step)
                       : !strcmp(kind, "waits_int")    ? waits_int(config, (int *)x, step)
                       : !strcmp(kind, "waits_double") ? waits_double(dynamic, x, step)
                       : !strcmp(kind, "of_float")       ? of_float(config, (float *)x, step)
                       : !strcmp(kind, "of_int")         ? of_int(config, (int *)x, step)
                       : !strcmp(kind, "of_double")      ? of_double(config, x, step)
                       : !strcmp(kind, "waits_of_float") ? waits_of_float(config, (float *)x, step)
                       : !strcmp(kind, "waits_of_int")   ? waits_of_int(config, (int *)x, step)
                       : !strcmp(kind, "one_step")       ? one_step(config, (int *)x, step)
                       : !strcmp(kind, "scan_alone")   ? scan_alone(config, (int *)x)
                       : !strcmp(kind, "scan_waits")   ? scan_waits(config, (int *)x)
                                                       : looks_alike(config, (int *)x, step);
        CHECK_STATUS(s, GPU_OK, "");
    }
    CHECK_STATUS(gpu_free(x), GPU_OK, "");
}
static void warns(const char *kind, int threads, int step, int warned)
{
    char environment[200], said[100];
    char *at;
    snprintf(environment, sizeof environment, "GPU_QUIET=0 TEST_KIND=%s TEST_THREADS=%d TEST_STEP=%d", kind, threads,
             step);
    CHECK_INT(test_child(environment, "lockstep", out, sizeof out), 0);
    snprintf(said, sizeof said, "gpu.h: %s (", kind);
    at = strstr(out, said);
    if (!at != !warned)
        test__fail(__FILE__, __LINE__, "%s: a warning is %s: \"%s\"", environment, warned ? "expected" : "wrong", out);
    if (!at) return;
    CHECK_TEXT(at, "put __syncwarp() between the steps");
    CHECK(!strstr(at + 1, said));
}
TEST(a_warp_that_relies_on_lockstep_is_noted)
{
#ifdef __ELF__
    int threads, k;
    for (threads = 64; threads <= 1024; threads *= 4) {
        warns("tree_float", threads, 0, 1), warns("tree_float", threads, 3, 1);
        warns("tree_int", threads, 3, 1), warns("tree_double", threads, 5, 1);
    }
    for (k = 0; k < 3; k++) warns("of_float", 64, k, 1), warns("of_int", 64, k, 1), warns("of_double", 64, k, 1);
    warns("tree_int", 128, 0, 1), warns("tree_double", 512, 0, 1), warns("scan_alone", 256, 0, 1),
        warns("scan_alone", 32, 0, 1);
#else
    warns("tree_double", 256, 5, 1);
#endif
}
TEST(a_warp_that_waits_is_not)
{
    int step;
    for (step = 0; step < 4; step += 3) {
        warns("waits_float", 256, step, 0), warns("waits_int", 64, step, 0), warns("waits_double", 1024, step, 0);
        warns("looks_alike", 64, step, 0), warns("looks_alike", 128, step, 0);
    }
    for (step = 0; step < 3; step++)
        warns("waits_of_float", 256, step, 0), warns("waits_of_int", 64, step, 0), warns("one_step", 64, step, 0);
    warns("scan_waits", 256, 0, 0), warns("scan_waits", 32, 0, 0);
}
