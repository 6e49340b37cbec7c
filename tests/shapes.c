/* Every prewritten function with all combinations of small, zero and much too large sizes, on arrays of a few kilobytes
   whose extents the library knows. tests/shapes.awk writes the table from the prototypes. Of each call is expected that
   it ends at once; that it stays within the arrays; that it is refused if an array is too short, and then has written
   nothing. */

#define _DEFAULT_SOURCE
#define GPU_FFT
#define GPU_LINALG
#define GPU_MATH
#define GPU_ORDER
#define GPU_ROWWISE
#define GPU_KERNELS_FOR_C
#include "gpu.h"
#define TEST_MAIN
#include "test.h"
#include <signal.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <sys/wait.h>

enum { BYTES = 4096, ARRAYS = 6, SIZES = 4, SMALL = 4, LARGE = 32768, SECONDS = 2 };
#include "shapes.h"

/* Products of the large ones are 0, 1, 2 or a few in 64 bits. */
static const size_t values[] = {
    0,           1, 3, SMALL, LARGE, (size_t)1 << 20, SIZE_MAX / 65536 / 65536 + 1, SIZE_MAX / 4 + 1, SIZE_MAX / 3 + 1,
    SIZE_MAX / 2};
enum { VALUES = sizeof values / sizeof *values, ENTRIES = sizeof entries / sizeof *entries };

/* What the parent sees of a child: the call that it is in. */
typedef struct progress {
    int entry, wrong;
    size_t n[SIZES];
} progress;
static const char *text_of(const progress *at)
{
    static char text[256];
    size_t used = (size_t)snprintf(text, sizeof text, "%s with the sizes", entries[at->entry].name);
    int k;
    for (k = 0; k < entries[at->entry].sizes; k++)
        used += (size_t)snprintf(text + used, sizeof text - used, " %zu", at->n[k]);
    return text;
}
static void wrong(progress *at, const char *what)
{
    if (!at->wrong++) fprintf(stderr, "%s %s: \"%s\"\n", text_of(at), what, gpu_error_message());
}
static void fill(char *p, char kind)
{
    static char image[BYTES];
    int i;
    for (i = 0; i < BYTES; i += 8) {
        const float of_4[2] = {0.5f, 0.5f};
        const double of_8 = 0.5;
        memset(image + i, 0, 8);
        if (kind == 'f') memcpy(image + i, of_4, 8);
        if (kind == 'd') memcpy(image + i, &of_8, 8);
    }
    GPU_CHECK(gpu_copy(p, image, BYTES));
}
/* One call. What was written by a call that was not refused for its sizes need not be restored: no element is an
   index. */
static void one(const entry *e, progress *at, char *const *p, char *const *before)
{
    const struct itimerval limit = {{0, 0}, {SECONDS, 0}};
    int k, large = 0, empty = 0;
    gpu_status s;
    for (k = 0; k < e->sizes; k++) {
        large |= at->n[k] >= LARGE;
        empty |= !at->n[k];
    }
    gpu_clear_error();
    for (k = 0; e->arrays[k]; k++)
        if (large && before[k]) memcpy(before[k], p[k], BYTES);
    setitimer(ITIMER_PROF, &limit, NULL); /* which ends the process */
    e->call(p, at->n);
    s = gpu_error();
    if (large && !empty && !s) wrong(at, "was not refused");
    if (s && s != GPU_ERROR_INVALID_ARGUMENT) wrong(at, "failed otherwise");
    for (k = 0; e->arrays[k]; k++)
        if (large && s && before[k] && memcmp(before[k], p[k], BYTES))
            wrong(at, "was refused and has written to an array");
}
/* All combinations for the functions from at->entry on. */
static void all(progress *at)
{
    static char images[ARRAYS][BYTES];
    const int cpu = gpu_device() == GPU_CPU;
    for (; at->entry < ENTRIES; at->entry++) {
        const entry *const e = &entries[at->entry];
        char *p[ARRAYS] = {NULL}, *before[ARRAYS] = {NULL};
        int k, digit[SIZES + 1] = {0};
        at->wrong = 0;
        for (k = 0; e->arrays[k]; k++) {
            p[k] = GPU_NEW(char, BYTES);
            fill(p[k], e->arrays[k]);
            if (cpu) before[k] = images[k];
        }
        while (!digit[e->sizes]) {
            for (k = 0; k < e->sizes; k++) at->n[k] = values[digit[k]];
            one(e, at, p, before);
            for (k = 0; ++digit[k] == VALUES && k < e->sizes; k++) digit[k] = 0;
        }
        for (k = 0; e->arrays[k]; k++)
            if (gpu_free(p[k])) wrong(at, "or another has written outside of its arrays");
        if (at->wrong) _exit(1);
    }
    _exit(0);
}

TEST(all_functions_with_all_sizes)
{
    progress *const at = (progress *)mmap(NULL, sizeof *at, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    CHECK(at != MAP_FAILED);
    for (at->entry = 0; at->entry < ENTRIES; at->entry++) {
        int status = 0;
        const pid_t child = fork();
        if (!child) all(at);
        CHECK(child > 0 && waitpid(child, &status, 0) == child);
        if (!status) break;
        CHECK(!status);
        if (WIFSIGNALED(status))
            fprintf(stderr, "%s ended with signal %d%s\n", text_of(at), WTERMSIG(status),
                    WTERMSIG(status) == SIGPROF ? ", which says that it took too long" : "");
        else if (!at->wrong) fprintf(stderr, "%s ended the program\n", text_of(at));
    }
}
