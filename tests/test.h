/* A small test harness in one header, for C99 and C++11 on: TEST(name) { CHECK(...); } in any file of the program and
   TEST_MAIN once. A test passes when none of its checks fails; the program prints its failures and one closing line
   "program: N passed, N failed, N skipped", and exits with 1 when a test failed. TEST_SKIP names tests to leave out,
   with a space between them; with TEST_TIMES the program tells of each test that took a second or longer. */

#ifndef TEST_H
#define TEST_H

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef struct test__entry {
    const char *name;
    void (*run)(void);
    struct test__entry *next;
} test__entry;

/* One list for all files of the program: the file with TEST_MAIN owns it. */
#ifdef __cplusplus
extern "C" {
#endif
void test__add(test__entry *entry, int child);
void test__fail(const char *file, int line, const char *format, ...) __attribute__((format(printf, 3, 4)));
void test__skip(const char *why);
/* What the checks that follow are about, such as the row of a table: a failure tells it, until the next
   call or test. */
void test_row(const char *format, ...) __attribute__((format(printf, 1, 2)));
int test_child(const char *environment, const char *child, char *output, size_t size);
#ifdef __cplusplus
}
#endif

#define TEST(name) TEST__DEFINE(name, 0)
/* A function that test_child runs in a process of its own: it returns the exit code and leaves stdout and stderr in
   `output`. */
#define CHILD(name) TEST__DEFINE(name, 1)
#define TEST__DEFINE(name, child)                                                                                      \
    static void test__run_##name(void);                                                                                \
    __attribute__((constructor)) static void test__add_##name(void)                                                    \
    {                                                                                                                  \
        static test__entry entry = {#name, test__run_##name, NULL};                                                    \
        test__add(&entry, child);                                                                                      \
    }                                                                                                                  \
    static void test__run_##name(void)

#define CHECK(condition) ((condition) ? (void)0 : test__fail(__FILE__, __LINE__, "%s", #condition))
#define CHECK_CLOSE(a, b, absolute, relative)                                                                          \
    do {                                                                                                               \
        double test__a = (double)(a), test__b = (double)(b);                                                           \
        if (!(fabs(test__a - test__b) <= (absolute) + (relative) * fabs(test__b)))                                     \
            test__fail(__FILE__, __LINE__, "%s = %.17g, expected %s = %.17g", #a, test__a, #b, test__b);               \
    } while (0)
#define CHECK_INT(a, b)                                                                                                \
    do {                                                                                                               \
        long long test__a = (long long)(a), test__b = (long long)(b);                                                  \
        if (test__a != test__b)                                                                                        \
            test__fail(__FILE__, __LINE__, "%s = %lld, expected %s = %lld", #a, test__a, #b, test__b);                 \
    } while (0)
/* For one of many numbers: `condition` says whether `got` is near enough to `want`. */
#define CHECK_AT(i, got, want, condition)                                                                              \
    ((condition) ? (void)0                                                                                             \
                 : test__fail(__FILE__, __LINE__, "element %llu is %.17g, expected %.17g (%s)",                        \
                              (unsigned long long)(i), (double)(got), (double)(want), #condition))
#define CHECK_TEXT(text, part)                                                                                         \
    do {                                                                                                               \
        const char *test__t = (text), *test__p = (part);                                                               \
        if (!strstr(test__t, test__p))                                                                                 \
            test__fail(__FILE__, __LINE__, "\"%s\" does not contain \"%s\"", test__t, test__p);                        \
    } while (0)
#define SKIP(why)                                                                                                      \
    do {                                                                                                               \
        test__skip(why);                                                                                               \
        return;                                                                                                        \
    } while (0)

/* The call returns `status`; unless that is GPU_OK the thread's error is the same, and its message holds `part` and
   begins with this file and line. The error is cleared. */
#define CHECK_STATUS(call, status, part) test__status((call), (status), (part), #call, __FILE__, __LINE__)
/* A suffixed name does not note its place: GPU_CHECK does. */
#define CHECK_SUFFIXED(call, status, part)                                                                             \
    CHECK_STATUS((gpu__note_site(__FILE__, __LINE__, GPU__BY_PREWRITTEN), (call)), status, part)
/* For calls that return NULL, NaN or -1: `failed` is the condition that says so. */
#define CHECK_FAILS(failed, status, part)                                                                              \
    do {                                                                                                               \
        int test__failed = (failed) ? 1 : 0;                                                                           \
        if (!test__failed) test__fail(__FILE__, __LINE__, "%s should fail", #failed);                                  \
        test__status(gpu_error(), (status), (part), #failed, __FILE__, __LINE__);                                      \
    } while (0)

#ifdef GPU_H
static GPU__UNUSED void test__status(gpu_status got, gpu_status wanted, const char *part, const char *call,
                                     const char *file, int line)
{
    char place[512];
    if (got != wanted)
        test__fail(file, line, "%s gave %s, expected %s; the message: \"%s\"", call, gpu_status_name(got),
                   gpu_status_name(wanted), gpu_error_message());
    if (got != GPU_OK) {
        const char *message = gpu_error_message();
        int above = 0; /* compilers differ in the line of a macro where its statement has several */
        do
            snprintf(place, sizeof place, "%s:%d: ", file, line - above);
        while (strncmp(message, place, strlen(place)) && ++above < 4);
        if (gpu_error() != got)
            test__fail(file, line, "%s gave %s and gpu_error() is %s", call, gpu_status_name(got),
                       gpu_status_name(gpu_error()));
        if (above == 4)
            test__fail(file, line, "the message of %s does not begin with %s:%d: \"%s\"", call, file, line, message);
        if (!strstr(message, part))
            test__fail(file, line, "the message of %s does not contain \"%s\": \"%s\"", call, part, message);
        gpu_clear_error();
    }
}
#endif

#ifdef TEST_MAIN
#include <stdarg.h>
#ifdef _WIN32
#include <process.h>
#define getpid _getpid
#else
#include <unistd.h>
#endif
static test__entry *test__list[2]; /* tests, children */
static const char *test__program, *test__current, *test__skipped;
static char test__row[400];
static int test__failures;

#ifdef __cplusplus
extern "C" {
#endif
void test__add(test__entry *entry, int child)
{
    test__entry **end = &test__list[child];
    while (*end) end = &(*end)->next;
    *end = entry;
}
void test__fail(const char *file, int line, const char *format, ...)
{
    va_list args;
    if (test__failures++ > 20) return; /* one broken loop should not fill the screen */
    va_start(args, format);
    fprintf(stderr, "%s:%d: %s: %s%s", file, line, test__current, test__row, *test__row ? ": " : "");
    vfprintf(stderr, format, args);
    fprintf(stderr, "\n");
    va_end(args);
}
void test_row(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vsnprintf(test__row, sizeof test__row, format, args);
    va_end(args);
}
void test__skip(const char *why)
{
    test__skipped = why;
}
int test_child(const char *environment, const char *child, char *output, size_t size)
{
    char command[2048], file[1024];
    FILE *f;
    int code;
    size_t n = 0;
    /* the program may run twice at a time */
    snprintf(file, sizeof file, "%s.%s.%d.out", test__program, child, (int)getpid());
#ifdef _WIN32 /* cmd has no `A=1 B=2 program`, and takes quotes off a command that begins with one */
    {
        size_t used = (size_t)snprintf(command, sizeof command, "set \"TEST_CHILD=1\"&");
        const char *next = environment;
        while (*next) {
            const size_t length = strcspn(next, " ");
            used += (size_t)snprintf(command + used, sizeof command - used, "set \"%.*s\"&", (int)length, next);
            next += length + strspn(next + length, " ");
        }
        snprintf(command + used, sizeof command - used, "\"%s\" --child %s >\"%s\" 2>&1", test__program, child, file);
    }
#else
    snprintf(command, sizeof command, "%s '%s' --child %s >'%s' 2>&1", environment, test__program, child, file);
#endif
    code = system(command);
    /* it could not start one: Wine fails at that now and then, on a busy machine */
    if (code == -1) code = system(command);
    if ((f = fopen(file, "r"))) {
        n = fread(output, 1, size - 1, f);
        fclose(f);
    }
    output[n] = 0;
    remove(file);
    return code > 255 ? code >> 8 : code; /* system() returns a wait status: the exit code is its second byte */
}
#ifdef __cplusplus
}
#endif

static int test__left_out(const char *name)
{
    const char *at = getenv("TEST_SKIP");
    size_t length;
    for (; at && *at; at += length + strspn(at + length, " ")) {
        length = strcspn(at, " ");
        if (length == strlen(name) && !strncmp(at, name, length)) return 1;
    }
    return 0;
}
int main(int argc, char **argv)
{
    int counts[3] = {0, 0, 0}, found = 0;
#ifdef _WIN32
    const char *name = strrchr(argv[0], '\\');
#else
    const char *name = strrchr(argv[0], '/');
#endif
    const test__entry *e;
    test__program = argv[0];
    name = name ? name + 1 : argv[0];
    if (argc == 3 && !strcmp(argv[1], "--child")) {
        for (e = test__list[1]; e; e = e->next)
            if (!strcmp(e->name, argv[2])) {
                test__current = e->name;
                e->run();
                return test__failures ? 99 : 0;
            }
        fprintf(stderr, "there is no child %s\n", argv[2]);
        return 98;
    }
    for (e = test__list[0]; e; e = e->next) {
        const time_t start = time(NULL);
        int asked = argc - 1; /* some tests alone: test_core NAME ... */
        while (asked && strcmp(argv[asked], e->name)) asked--;
        if (argc > 1 && !asked) continue;
        found = 1;
        test__current = e->name;
        test__failures = 0, test__row[0] = 0;
        test__skipped = test__left_out(e->name) ? "TEST_SKIP says so" : NULL;
        if (!test__skipped) e->run();
        if (test__failures) {
            fprintf(stderr, "FAILED %s (%d check%s)\n", e->name, test__failures, test__failures == 1 ? "" : "s");
            counts[1]++;
        } else if (test__skipped) {
            printf("skipped %s: %s\n", e->name, test__skipped);
            counts[2]++;
        } else
            counts[0]++;
        if (getenv("TEST_TIMES") && time(NULL) > start)
            printf("%s took %.0f s\n", e->name, difftime(time(NULL), start));
        fflush(stdout);
    }
    if (!found) {
        fprintf(stderr, "there is no such test\n");
        counts[1]++;
    }
    printf("%s: %d passed, %d failed, %d skipped\n", name, counts[0], counts[1], counts[2]);
    return counts[1] ? 1 : 0;
}
#endif

#endif /* TEST_H */
