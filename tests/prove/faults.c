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

#define HOST(p, bytes) (p)
#define QUICK_OPTIONS "-O0"
#include "parts.h"
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
        char *const p = own(MEMORY, &arrays[k], gpu_malloc(BYTES)) ? arrays[k] : NULL;
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
/* What the process holds: KiB of memory, open files, threads, and entries of the ledger. */
struct held {
    long memory;
    int files, threads;
    size_t ledger;
};
static struct held held_now(void)
{
    struct held h = {0, count_files("/proc/self/fd", "") - 3, count_files("/proc/self/task", "") - 2,
                     gpu__ledger.used}; /* without . and .., and the folder itself */
    FILE *const f = fopen("/proc/self/statm", "r");
    if (!f || fscanf(f, "%*d %ld", &h.memory) != 1) h.memory = -1;
    if (f) fclose(f);
    h.memory *= sysconf(_SC_PAGESIZE) / 1024;
    return h;
}
static void tell(const char *when, struct held h)
{
    printf("soak, %s: %ld KiB of memory, %d files, %d threads, %zu in the ledger\n", when, h.memory, h.files, h.threads,
           h.ledger);
    fflush(stdout);
}
static void soak_all(double seconds, const char *folder)
{
    const int files = count_files("/proc/self/fd", "");
    const double begin = gpu__seconds();
    struct held early = held_now(), late;
    pthread_t thread[THREADS];
    unsigned seed[THREADS], k, tries;
    soak_end = begin + seconds;
    tell("at the start", early);
    alarm((unsigned)seconds + 120);
    for (k = 0; k < THREADS; k++) {
        seed[k] = 1000003 * k + (unsigned)time(NULL);
        if (pthread_create(&thread[k], NULL, soak, &seed[k])) exit(2);
    }
    while (gpu__seconds() < begin + seconds / 5) usleep(100000);
    tell("after a fifth of the time", early = held_now());
    for (k = 0; k < THREADS; k++) pthread_join(thread[k], NULL);
    for (tries = 0; count_files("/proc/self/task", "") > 3 && tries < 100; tries++) usleep(10000); /* . and .. */
    if (count_files("/proc/self/task", "") > 3) wrong(&shared->leaks, ENTRIES, "a thread is left");
    memset(shared->live, 0, sizeof shared->live);
    failed_call = "opendir";
    check_level(ENTRIES, folder, files);
    tell("at the end", late = held_now());
    if (late.memory > early.memory + early.memory / 4 + 16384)
        wrong(&shared->leaks, ENTRIES, "memory grows");
    printf("soak: %d calls of %d parts and functions, of which %d had a fault, in %.0f s\n", shared->calls,
           ENTRIES / 4 + PARTS, shared->faults, gpu__seconds() - begin);
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
