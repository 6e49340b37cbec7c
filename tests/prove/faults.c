/* Faults on purpose, on the CPU backend under Linux. This program stands between the library and the C library: every
   call that can fail there may be made to. `make prove` runs it:

       faults each FOLDER [NAME]     every prewritten function and a part of each other family: call 1 fails, then call
                                     2, and so on until none is left to fail, each time in a process of its own
       faults soak FOLDER SECONDS    eight threads call a quarter of them at random, for so long, and some calls fail
       faults planted FOLDER         finds the faults of a part that has some

   What did not report an error must have given the bits that it gives without a fault; an error must name its cause;
   afterwards the same call must succeed, and memory, files and threads must be as they were. FOLDER has room for files.
   The last line has the counts. */

#define _GNU_SOURCE
#define GPU_COMPILE
#define GPU_DERIVATIVES
#define GPU_DLPACK
#define GPU_FFT
#define GPU_LINALG
#define GPU_MATH
#define GPU_ORDER
#define GPU_ROWWISE
#define GPU_SEVERAL_DEVICES
#define GPU_KERNELS_FOR_C
#define GPU_IMPLEMENTATION
#include "gpu.h"
#include "../shapes.h"
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

/* ----------------------------------------------------------------------------------------------- calls that fail -- */

/* What the processes share: of each function and part its size, the hash of its results without a fault, and the number
   of blocks that are left without one; the name of the call that failed; the counts. */
enum { ENTRIES = sizeof entries / sizeof *entries, PARTS = 9, ALL = ENTRIES + PARTS, PLANTED = ALL };
static struct {
    size_t n[ALL + 1];
    uint64_t hash[ALL + 1];
    int live[ALL + 1];
    _Atomic(const char *) failed;
    atomic_int calls, faults, wrong, leaks, crashes;
} * shared;

static int soaking;
static atomic_long fail_at;              /* the number of the call that fails, counted down; 0: none */
static GPU__TLS unsigned one_in, state;  /* or of this thread one in so many, at random; 0: none */
static GPU__TLS const char *failed_call; /* the last one that did, NULL if none */
static GPU__TLS int inside;              /* such a call, whose own calls do not fail */

static unsigned random_number(void) { return state = state * 1664525 + 1013904223, state >> 8; }
/* Calls of OpenMP's library and of the dynamic linker are exempt: these end the program. */
static int fails(const char *name, const void *caller)
{
    Dl_info from;
    if (inside || (!atomic_load(&fail_at) && !one_in)) return 0;
    if (dladdr(caller, &from) && (strstr(from.dli_fname, "omp.so") || strstr(from.dli_fname, "/ld-"))) return 0;
    if (one_in ? random_number() % one_in : atomic_fetch_sub(&fail_at, 1) != 1) return 0;
    atomic_store(&shared->failed, failed_call = name);
    return 1;
}

/* What the program and the library have allocated or mapped, without what the system's libraries have. */
enum { ROWS = 4096, WIDTH = 32 };
static _Atomic(void *) live[ROWS][WIDTH];
static _Atomic(void *) *live_row(const void *p) { return live[((uintptr_t)p >> 4) * 2654435761u % ROWS]; }
static void *allocated(void *p, const void *caller)
{
    extern char __executable_start[], etext[];
    const int ours = (const char *)caller >= __executable_start && (const char *)caller < etext;
    int k;
    for (k = 0; p && ours; k++) {
        void *none = NULL;
        if (k == WIDTH) abort();
        if (atomic_compare_exchange_strong(&live_row(p)[k], &none, p)) break;
    }
    return p;
}
static void released(void *p)
{
    int k;
    for (k = 0; p && k < WIDTH; k++) {
        void *same = p;
        if (atomic_compare_exchange_strong(&live_row(p)[k], &same, NULL)) return;
    }
}
static int live_blocks(void)
{
    int n = 0, k;
    for (k = 0; k < ROWS * WIDTH; k++) n += atomic_load(&live[k / WIDTH][k % WIDTH]) != NULL;
    return n;
}
#define CALLER __builtin_return_address(0)
extern void *__libc_malloc(size_t), *__libc_calloc(size_t, size_t), *__libc_realloc(void *, size_t);
extern void __libc_free(void *);
void *malloc(size_t n) { return fails("malloc", CALLER) ? errno = ENOMEM, NULL : allocated(__libc_malloc(n), CALLER); }
void *calloc(size_t n, size_t size)
{
    return fails("calloc", CALLER) ? errno = ENOMEM, NULL : allocated(__libc_calloc(n, size), CALLER);
}
void *realloc(void *p, size_t n) { return fails("realloc", CALLER) ? errno = ENOMEM, NULL : __libc_realloc(p, n); }
void free(void *p) { released(p), __libc_free(p); }

/* (By the assembler's names, since the headers' declarations differ.) */
#define REAL(name)                                                                                                     \
    static name##_fn *real;                                                                                            \
    if (!real) real = (name##_fn *)(uintptr_t)dlsym(RTLD_NEXT, #name)
#define CAN_FAIL(R, name, parameters, arguments, error, failure)                                                       \
    typedef R name##_fn parameters;                                                                                    \
    R of_##name parameters __asm__(#name);                                                                             \
    R of_##name parameters                                                                                             \
    {                                                                                                                  \
        REAL(name);                                                                                                    \
        R got = fails(#name, CALLER) ? errno = error, failure : (inside++, real arguments);                            \
        return inside -= inside > 0, got;                                                                              \
    }
CAN_FAIL(int, mprotect, (void *p, size_t n, int how), (p, n, how), ENOMEM, -1)
CAN_FAIL(int, pthread_create, (void *t, void *a, void *f, void *p), (t, a, f, p), EAGAIN, EAGAIN)
CAN_FAIL(int, open, (const char *path, int how, unsigned mode), (path, how, mode), EMFILE, -1)
CAN_FAIL(long, write, (int file, const void *p, size_t n), (file, p, n), ENOSPC, -1)
CAN_FAIL(FILE *, fopen, (const char *path, const char *how), (path, how), EMFILE, NULL)
CAN_FAIL(size_t, fread, (void *p, size_t a, size_t b, FILE *f), (p, a, b, f), EIO, 0)
CAN_FAIL(DIR *, opendir, (const char *path), (path), EMFILE, NULL)
CAN_FAIL(int, stat, (const char *path, void *st), (path, st), EACCES, -1)
CAN_FAIL(char *, getcwd, (char *path, size_t n), (path, n), ENOENT, NULL)
CAN_FAIL(int, mkdir, (const char *path, unsigned mode), (path, mode), ENOSPC, -1)
CAN_FAIL(int, rename, (const char *from, const char *to), (from, to), ENOSPC, -1)
CAN_FAIL(int, pipe, (int *ends), (ends), EMFILE, -1)
CAN_FAIL(int, posix_spawnp, (void *a, void *b, void *c, void *d, void *e, void *f), (a, b, c, d, e, f), EAGAIN, EAGAIN)
CAN_FAIL(void *, dlopen, (const char *path, int how), (path, how), ENOMEM, NULL)
typedef void *mmap_fn(void *, size_t, int, int, int, off_t);
void *mmap(void *p, size_t n, int access, int flags, int file, off_t from)
{
    REAL(mmap);
    return fails("mmap", CALLER)              ? errno = ENOMEM,
                                   MAP_FAILED : allocated(real(p, n, access, flags, file, from), CALLER);
}
typedef int munmap_fn(void *, size_t);
int munmap(void *p, size_t n)
{
    REAL(munmap);
    return released(p), real(p, n);
}
/* Words of which a message has one if it names the failed call as the cause. In the soak several may have failed. */
static const char *causes_of(const char *name)
{
    if (soaking) return "memory|stack|thread|is not at|cannot be|fails for";
    if (strstr(name, "alloc") || !strcmp(name, "mmap") || !strcmp(name, "mprotect")) return "memory|stack";
    return !strcmp(name, "pthread_create") ? "thread" : "is not at|cannot be|fails for";
}

/* ------------------------------------------------------------------------------------------ what is tried: parts -- */

/* What the current part holds, freed behind it, and a hash of its results. */
enum { MEMORY, STREAM, EVENT, GRAPH, KERNEL, TENSOR, MOST = 40 };
static GPU__TLS struct {
    uint64_t hash;
    int n, kind[MOST];
    void *p[MOST];
} mine;
static void *own(void *p, int kind)
{
    if (p) mine.p[mine.n] = p, mine.kind[mine.n++] = kind;
    return p;
}
static void result(const void *p, size_t bytes)
{
    const unsigned char *at = (const unsigned char *)p;
    size_t k;
    for (k = 0; k + 8 <= bytes; k += 8) {
        uint64_t word;
        memcpy(&word, at + k, 8);
        mine.hash = (mine.hash ^ word ^ word >> 29) * 1099511628211u;
    }
    for (; k < bytes; k++) mine.hash = (mine.hash ^ at[k]) * 1099511628211u;
}
static int clean(void) /* returns the number of calls that failed */
{
    int failed = 0, k;
    gpu_graph graph = gpu__thread.graph ? gpu_graph_end() : NULL;
    gpu_clear_error();
    failed += graph && gpu_graph_free(graph);
    failed += gpu_use_stream(NULL) != GPU_OK;
    while (mine.n--) {
        void *const p = mine.p[k = mine.n];
        failed += mine.kind[k] == MEMORY   ? gpu_free(p) != GPU_OK
                  : mine.kind[k] == STREAM ? gpu_stream_free((gpu_stream)p) != GPU_OK
                  : mine.kind[k] == EVENT  ? gpu_event_free((gpu_event)p) != GPU_OK
                  : mine.kind[k] == GRAPH  ? gpu_graph_free((gpu_graph)p) != GPU_OK
                  : mine.kind[k] == KERNEL ? gpu_kernel_free((gpu_kernel)p) != GPU_OK
                                           : (gpu_dlpack_delete(p, 1), 0);
    }
    mine.n = 0;
    return failed;
}
#define DO(call)                                                                                                       \
    if ((call) != GPU_OK) return
#define OWN(kind, p, call)                                                                                             \
    if (!((p) = own((void *)(call), kind))) return

enum { N = 40000 };
static void memory(void)
{
    gpu_memory_stats before, after;
    gpu_extent extent;
    char here[256], *a, *b, *c;
    memset(here, 7, sizeof here);
    DO(gpu_memory(&before));
    OWN(MEMORY, a, gpu_malloc(1000));
    OWN(MEMORY, b, gpu_malloc_pinned(1000));
    OWN(MEMORY, c, gpu_malloc_managed(0));
    DO(gpu_set(a, 3, 1000));
    DO(gpu_copy(b, a, 1000));
    DO(gpu_copy(b + 500, here, sizeof here));
    DO(gpu_copy_2d(b, 30, here, 16, 16, 8));
    DO(gpu_extent_of(b + 10, &extent));
    DO(gpu_memory(&after));
    result(&extent.left, sizeof extent.left), result(b, 1000);
    DO(gpu_memory_trim());
}
static void note(void *user) { ++*(int *)user; }
static void streams(void)
{
    gpu_stream s;
    gpu_event e, f;
    gpu_graph g;
    float *x;
    int noted = 0;
    OWN(STREAM, s, gpu_stream_new());
    OWN(EVENT, e, gpu_event_new());
    OWN(EVENT, f, gpu_event_new());
    OWN(MEMORY, x, gpu_malloc(N * sizeof *x));
    DO(gpu_use_stream(s));
    DO(gpu_event_record(e));
    DO(gpu_fill_f32(x, 1, N));
    DO(gpu_stream_callback(s, note, &noted));
    DO(gpu_event_record(f));
    DO(gpu_event_wait(e));
    DO(gpu_graph_begin());
    DO(gpu_cumsum_f32(x, x, N));
    DO(gpu_copy_async(x, x + 100, 400));
    DO(gpu_add_scalar_f32(x, x, 2, N));
    OWN(GRAPH, g, gpu_graph_end());
    DO(gpu_graph_launch(g));
    DO(gpu_graph_launch(g));
    DO(gpu_stream_sync(s));
    result(x, N * sizeof *x), result(&noted, sizeof noted);
}
GPU_VECTORIZE(float, bell, (float, x)) { return expf(-x * x); }
GPU_REDUCE(double, squares, 0.0, a + b, (float, x)) { return (double)x * x; }
GPU_SCAN(float, highest, -INFINITY, a > b ? a : b)
GPU_SELECT(float, above, (float, x)) { return x > 0.5f; }
GPU_ROWS(float, shifted, (float *, y), (const float *, x), (size_t, cols))
{
    size_t k;
    for (k = 0; k < cols; k++) y[k] = x[(k + 1) % cols];
}
GPU_GRAD(double, valley, x, y) { return GPU_EXP(-x * x) * y * y; }
static void macros(void)
{
    float *x, *y;
    double *d;
    int64_t count = 0;
    OWN(MEMORY, x, gpu_malloc(N * sizeof *x));
    OWN(MEMORY, y, gpu_malloc(N * sizeof *y));
    OWN(MEMORY, d, gpu_malloc(5000 * sizeof *d));
    DO(gpu_seed(1));
    DO(gpu_rand_uniform_f32(x, N));
    DO(bell(y, x, N));
    DO(squares_to(d, y, N));
    result(d, sizeof *d), result(y, N * sizeof *y);
    DO(highest(y, x, N));
    result(y, N * sizeof *y);
    DO(above(y, &count, x, N));
    result(y, (size_t)count * sizeof *y);
    DO(shifted(y, x, N / 100, 100));
    DO(gpu_arange_f64(d, 0, 1e-3, 5000));
    DO(valley_grad(d, d + 1000, d + 2000, d + 3000, d + 4000, 1000));
    result(y, N * sizeof *y), result(d, 5000 * sizeof *d);
}
GPU_KERNEL(reversed, (float *, out), (const float *, x))
{
    GPU_SHARED_DYNAMIC(float, tile);
    const size_t base = (size_t)blockIdx.x * blockDim.x;
    tile[threadIdx.x] = x[base + threadIdx.x];
    __syncthreads();
    out[base + threadIdx.x] = tile[blockDim.x - 1 - threadIdx.x] + __shfl_down_sync(~0u, x[base + threadIdx.x], 1);
}
GPU_KERNEL(doubled, (float *, x), (size_t, n))
{
    GPU_FOR (i, n) x[i] *= 2;
}
static void kernels(void)
{
    float *x;
    OWN(MEMORY, x, gpu_malloc(2 * 4096 * sizeof *x));
    DO(gpu_seed(1));
    DO(gpu_rand_uniform_f32(x, 2 * 4096));
    DO(doubled(gpu_1d(4096), x, 4096));
    DO(reversed(gpu_config_shared(gpu_grid(16, 1, 1, 256, 1, 1), 256 * sizeof *x), x, x + 4096));
    DO(gpu_sync());
    result(x, 4096 * sizeof *x);
}
static void compile(void)
{
    gpu_kernel k;
    float *x;
    OWN(MEMORY, x, gpu_malloc(100 * sizeof *x));
    DO(gpu_fill_f32(x, 3, 100));
    OWN(KERNEL, k, gpu_compile("__global__ void twice(float *x, int n) { GPU_FOR(i, n) x[i] *= 2; }", "twice", "-O0"));
    DO(gpu_launch(k, gpu_1d(100), x, 100));
    result(x, 100 * sizeof *x);
}
static void dlpack(void)
{
    gpu_tensor t;
    float *x;
    void *m;
    OWN(MEMORY, x, gpu_malloc(120 * sizeof *x));
    DO(gpu_arange_f32(x, 0, 1, 120));
    memset(&t, 0, sizeof t);
    t.p = x, t.type = GPU_F32, t.dims = 3, t.shape[0] = 4, t.shape[1] = 5, t.shape[2] = 6;
    OWN(TENSOR, m, gpu_to_dlpack(&t, 1, NULL, NULL));
    memset(&t, 0, sizeof t);
    DO(gpu_from_dlpack(&t, m, 1, GPU_F32));
    result(t.p, t.n * sizeof *x), result(t.shape, 3 * sizeof *t.shape);
}
static gpu_status on_each(int part, int parts, void *user)
{
    float *const all = (float *)user, *x = (float *)gpu_malloc(1000 * sizeof *x);
    gpu_status s = x ? gpu_fill_f32(x, (float)part + 1, 1000) : gpu_error();
    if (!s) s = gpu_each_barrier();
    if (!s) s = gpu_each_allreduce_f32(x, 1000, GPU_FOLD_SUM);
    if (!s) s = gpu_each_broadcast(x, 500 * sizeof *x, parts - 1);
    if (!s) s = gpu_each_gather(all, x, 1000, sizeof *x, 0);
    return x && gpu_free(x) && !s ? gpu_error() : s;
}
static void devices(void)
{
    float all[1000] = {0};
    gpu_info info;
    FILE *out;
    DO(gpu_query(GPU_CPU, &info));
    if ((out = fopen("/dev/null", "w"))) gpu_print_devices(out), (void)gpu_doctor(out), fclose(out);
    DO(gpu_each_device(on_each, all));
    result(all, sizeof all);
}
/* Has what the others must not have: where call 1 fails a wrong result and a lost block, at call 2 a message without
   its cause, at call 3 a crash. */
static void planted(void)
{
    void *const p = malloc(1), *const q = malloc(2);
    char *const r = (char *)malloc(3);
    *r = 'r';
    result(r, !p);
    free(r);
    if (!q) gpu__fail(GPU_ERROR_LAUNCH, "planted", "it went wrong");
    if (p) free(q);
    free(p);
}

enum { BYTES = 1 << 18, ARRAYS = 6 };
static const struct {
    const char *name;
    void (*run)(void);
    const char *environment; /* a variable that is 1 */
} parts[PARTS + 1] = {{"memory", memory, ""},   {"memory with GPU_DEBUG", memory, "GPU_DEBUG"},
                      {"streams", streams, ""}, {"macros", macros, ""},
                      {"kernels", kernels, ""}, {"kernels with GPU_DEBUG", kernels, "GPU_DEBUG"},
                      {"compile", compile, ""}, {"dlpack", dlpack, ""},
                      {"devices", devices, ""}, {"planted", planted, ""}};
static const char *name_of(int what) { return what < ENTRIES ? entries[what].name : parts[what - ENTRIES].name; }

static GPU__TLS char *arrays[ARRAYS];

/* Allocates and fills the arrays of a prewritten function. */
static void prepare(int what)
{
    const char *const kinds = what < ENTRIES ? entries[what].arrays : "";
    int k, i;
    mine.hash = 14695981039346656037u;
    failed_call = NULL;
    if (*kinds) gpu_seed(1);
    for (k = 0; kinds[k]; k++) {
        char *const p = arrays[k] = (char *)own(gpu_malloc(BYTES), MEMORY);
        for (i = 0; i < BYTES / 8; i++) {
            const uint64_t bits = (uint64_t)(i + 1) * 0x9e3779b97f4a7c15u, whole = bits >> 62;
            const float of_4[2] = {0x1p-24f * (float)(bits >> 40), 0x1p-24f * (float)(bits >> 8 & 0xffffff)};
            const double of_8 = 0x1p-32 * (double)(bits >> 32);
            memcpy(p + 8 * i, kinds[k] == 'f' ? (const void *)of_4 : kinds[k] == 'd' ? (const void *)&of_8 : &whole, 8);
        }
    }
}
static void run(int what)
{
    const size_t n = shared->n[what], sizes[4] = {n, n, n, n};
    if (what < ENTRIES)
        entries[what].call(arrays, sizes);
    else
        parts[what - ENTRIES].run();
}
static void hash_arrays(int what)
{
    int k;
    for (k = 0; what < ENTRIES && entries[what].arrays[k]; k++) result(arrays[k], BYTES);
}
static int says_cause(const char *message, const char *words)
{
    for (; *words; words += strcspn(words, "|"), words += *words == '|') {
        char word[16];
        snprintf(word, sizeof word, "%.*s", (int)strcspn(words, "|"), words);
        if (strstr(message, word)) return 1;
    }
    return 0;
}
static void wrong(atomic_int *count, int what, const char *how)
{
    (*count)++;
    if (what == PLANTED || *count > 100) return;
    fprintf(stderr, "%s, where %s failed: %s: \"%s\"\n", name_of(what), failed_call ? failed_call : "nothing", how,
            gpu_error_message());
}
/* Judges the calls that were just made. Returns whether they succeeded. */
static int judge(int what, int faulty)
{
    const int failed = gpu_error() != GPU_OK;
    shared->calls++;
    if (strstr(gpu_error_message(), "another thread is in gpu_each_device")) return 0; /* one at a time */
    if (failed && !faulty) wrong(&shared->wrong, what, "an error without a fault");
    if (failed && faulty && !says_cause(gpu_error_message(), causes_of(failed_call)))
        wrong(&shared->wrong, what, "the message does not name the cause");
    if (!failed) hash_arrays(what);
    if (!failed && shared->hash[what] && mine.hash != shared->hash[what])
        wrong(&shared->wrong, what, "another result, and no error");
    return !failed;
}
static int count_files(const char *folder, const char *begin)
{
    struct dirent *e;
    DIR *const d = opendir(folder);
    int n = 0;
    while (d && (e = readdir(d))) n += !strncmp(e->d_name, begin, strlen(begin));
    if (d) closedir(d);
    return n;
}
/* After the last call: what the library still holds, and temporary folders of gpu_compile. */
static void check_level(int what, const char *folder, int files)
{
    gpu_memory_stats stats = {0};
    if (gpu_memory(&stats) || stats.allocations || stats.used) wrong(&shared->leaks, what, "the ledger is not empty");
    if (gpu_memory_trim() || gpu_shutdown()) wrong(&shared->wrong, what, "shutting down fails");
    if (files && count_files("/proc/self/fd", "") != files) wrong(&shared->leaks, what, "a file is left open");
    if (count_files(folder, "gpu.h-") && strcmp(failed_call, "opendir"))
        wrong(&shared->leaks, what, "a folder is left");
    if (!failed_call)
        shared->live[what] = live_blocks();
    else if (live_blocks() > shared->live[what])
        wrong(&shared->leaks, what, "memory is lost");
}

/* ------------------------------------------------------------------------------------------------ one after another */

/* In a process of its own: call `fault` fails, or none if it is 0; then the same without a fault. */
static void one(int what, int fault, const char *folder)
{
    static const size_t sizes[] = {60000, 30000, 16000, 1000, 100, 28, 12, 4, 1};
    const int files = count_files("/proc/self/fd", "");
    size_t k = what < ENTRIES && entries[what].sizes > 1 ? 3 : 0;
    if (what >= ENTRIES && *parts[what - ENTRIES].environment) setenv(parts[what - ENTRIES].environment, "1", 1);
    alarm(60);
    atomic_store(&shared->failed, NULL);
    do {
        (void)clean();
        prepare(what);
        if (!fault) shared->n[what] = sizes[k];
        atomic_store(&fail_at, fault);
        run(what);
        atomic_store(&fail_at, 0);
    } while (!fault && gpu_error() == GPU_ERROR_INVALID_ARGUMENT && ++k < sizeof sizes / sizeof *sizes);
    failed_call = atomic_load(&shared->failed);
    shared->faults += failed_call != NULL;
    if (judge(what, failed_call != NULL) && !fault) shared->hash[what] = mine.hash;
    if (clean()) wrong(&shared->wrong, what, "freeing fails");
    prepare(what);
    run(what);
    (void)judge(what, 0);
    if (clean()) wrong(&shared->wrong, what, "freeing fails");
    failed_call = atomic_load(&shared->failed);
    check_level(what, folder, files);
    _exit(0);
}
static void each(int what, const char *folder)
{
    char command[4096];
    int fault = 0, status;
    do {
        const pid_t child = fork();
        if (!child) one(what, fault, folder);
        waitpid(child, &status, 0);
        if (status && shared->crashes++ < 20 && what != PLANTED)
            fprintf(stderr, "%s, where %s failed (call %d): it ends with signal %d, status %d\n", name_of(what),
                    shared->failed, fault, WTERMSIG(status), WEXITSTATUS(status));
        snprintf(command, sizeof command, "rm -rf '%s'", folder);
        if (what >= ENTRIES && system(command)) perror(command);
        fault += fault < 64 || getenv("GPU_TEST_ALL") ? 1 : 1 + rand() % 8; /* compiling makes hundreds of calls */
    } while (fault == 1 || shared->failed);
}

/* ---------------------------------------------------------------------------------------------------------- soak -- */

enum { THREADS = 8 };
static double soak_end;
static void *soak(void *seed)
{
    state = *(unsigned *)seed;
    while (gpu__seconds() < soak_end) { /* as many parts as functions */
        const int what = (int)(random_number() % 2 ? random_number() % ENTRIES : ENTRIES + random_number() % PARTS);
        if (!shared->hash[what]) continue;
        prepare(what);
        one_in = random_number() % 4 ? 1 + random_number() % 40 : 0;
        run(what);
        one_in = 0;
        shared->faults += failed_call != NULL;
        (void)judge(what, failed_call != NULL);
        if (clean()) wrong(&shared->wrong, what, "freeing fails");
    }
    return NULL;
}
static void soak_all(double seconds, const char *folder)
{
    const int files = count_files("/proc/self/fd", "");
    pthread_t thread[THREADS];
    unsigned seed[THREADS], k, tries;
    soak_end = gpu__seconds() + seconds;
    for (k = 0; k < THREADS; k++) {
        seed[k] = 1000003 * k + (unsigned)time(NULL);
        if (pthread_create(&thread[k], NULL, soak, &seed[k])) exit(2);
    }
    for (k = 0; k < THREADS; k++) pthread_join(thread[k], NULL);
    for (tries = 0; count_files("/proc/self/task", "") > 3 && tries < 100; tries++) usleep(10000); /* . and .. */
    if (count_files("/proc/self/task", "") > 3) wrong(&shared->leaks, ENTRIES, "a thread is left");
    memset(shared->live, 0, sizeof shared->live);
    failed_call = "opendir";
    check_level(ENTRIES, folder, files);
}

int main(int argc, char **argv)
{
    const char *const way = argc > 2 ? argv[1] : "", *const folder = argc > 2 ? argv[2] : "";
    const int find = !strcmp(way, "planted");
    const char *const only = argc > 3 && strcmp(way, "soak") ? argv[3] : NULL;
    char cache[4096];
    int what, status;
    soaking = !strcmp(way, "soak") && argc > 3;
    srand((unsigned)time(NULL));
    shared = mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if ((strcmp(way, "each") && !find && !soaking) || shared == MAP_FAILED) return 2;
    released(shared);
    snprintf(cache, sizeof cache, "%s/cache", folder);
    setenv("GPU_CACHE", cache, 1);
    setenv("GPU_CPU_DEVICES", "2", 1);
    setenv("GPU_QUIET", "1", 1);
    for (what = find ? PLANTED : 0; what < ALL + find; what++) {
        if (only ? strcmp(only, name_of(what)) : soaking && what < ENTRIES && rand() % 4) continue;
        if (!soaking)
            each(what, cache);
        else if (!fork())
            one(what, 0, cache);
        else
            wait(&status);
    }
    if (soaking) soak_all(atof(argv[3]), cache);
    printf("%s: %d inputs, %d faults, %d wrong, %d leaks\n", way, shared->calls, shared->faults,
           shared->wrong + shared->crashes, shared->leaks);
    if (find) return !(shared->wrong == 2 && shared->leaks == 1 && shared->crashes == 1);
    return shared->wrong || shared->crashes || shared->leaks;
}
