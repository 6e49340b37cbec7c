/* What the files of test_prewritten share: sizes, random numbers, arrays on the current device. */

#ifndef PREWRITTEN_H
#define PREWRITTEN_H

#include <stdint.h>
#include <time.h>

/* What is timed; not for clang: it calls the C library's function for each element, whatever that takes. */
#if defined(__OPTIMIZE__) && !defined(__clang__) && !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
enum { TIMED = 1 };
#else
enum { TIMED = 0 };
#endif

static GPU__UNUSED const size_t sizes[] = {1,    2,    3,    31,   63,   64,   65,    127,   1000,
                                           2047, 2048, 2049, 4099, 8191, 8193, 65537, 300007};
enum { SIZES = sizeof sizes / sizeof *sizes };

static uint64_t state = 88172645463325252u;
static GPU__UNUSED double uniform(void) /* in [-1, 1) */
{
    state ^= state << 13, state ^= state >> 7, state ^= state << 17;
    return (double)(state >> 11) / 4503599627370496.0 - 1;
}

/* A device array of n elements `shift` elements behind an aligned address, poisoned or copied from the host. */
static GPU__UNUSED void *on_device(const void *from, size_t n, size_t size, size_t shift)
{
    char *p = GPU_NEW(char, (n + shift) * size);
    GPU_CHECK(gpu_set(p, 0xa5, (n + shift) * size));
    if (from && n) GPU_CHECK(gpu_copy(p + shift * size, from, n * size));
    return p + shift * size;
}
static GPU__UNUSED void release(void *p, size_t size, size_t shift) { GPU_CHECK(gpu_free((char *)p - shift * size)); }
static GPU__UNUSED void to_host(void *to, const void *from, size_t bytes)
{
    if (bytes) GPU_CHECK(gpu_copy(to, from, bytes));
}
static GPU__UNUSED int same_bits(const void *a, const void *b, size_t n) { return memcmp(a, b, n) == 0; }

/* An element as text, and whether two arrays have the same bits: if not, the test fails and tells of the first element
   that differs. */
static GPU__UNUSED const char *element_text(char *text, size_t size, const void *x, size_t i, gpu_type type)
{
    switch (type) {
    case GPU_F32:
        snprintf(text, size, "%.9g", (double)((const float *)x)[i]);
        break;
    case GPU_F64:
        snprintf(text, size, "%.17g", ((const double *)x)[i]);
        break;
    case GPU_I32:
        snprintf(text, size, "%d", (int)((const int32_t *)x)[i]);
        break;
    case GPU_I64:
        snprintf(text, size, "%lld", (long long)((const int64_t *)x)[i]);
        break;
    case GPU_U8:
        snprintf(text, size, "%u", (unsigned)((const uint8_t *)x)[i]);
        break;
    case GPU_U32:
        snprintf(text, size, "%u", (unsigned)((const uint32_t *)x)[i]);
        break;
    default:
        snprintf(text, size, "%llu", (unsigned long long)((const uint64_t *)x)[i]);
    }
    return text;
}
static GPU__UNUSED int check_same(const char *file, int line, const char *what, const void *got, const void *want,
                                  size_t n, gpu_type type)
{
    const size_t size = type == GPU_U8 ? 1 : type == GPU_F64 || type == GPU_I64 || type == GPU_U64 ? 8 : 4;
    const char *const a = (const char *)got, *const b = (const char *)want;
    char text[2][40];
    size_t i;
    for (i = 0; i < n && same_bits(a + i * size, b + i * size, size); i++) {
    }
    if (i == n) return 1;
    test__fail(file, line, "%s: element %zu is %s, expected %s", what, i,
               element_text(text[0], sizeof *text, got, i, type), element_text(text[1], sizeof *text, want, i, type));
    return 0;
}
#define CHECK_SAME(what, got, want, n, type) check_same(__FILE__, __LINE__, what, got, want, n, type)

/* NaN and the infinities of an element's type; 0 where it has none. */
static GPU__UNUSED double special(int k) { return k == 0 ? (double)NAN : k > 0 ? (double)INFINITY : -(double)INFINITY; }
/* A number as an element's type, also a negative one as an unsigned type. */
#define NUMBER_OF(T, x) ((T)0.5 > 0 ? (T)(x) : (T)(long long)(x))
#define NAN_OF(T) ((T)((T)0.5 > 0 ? special(0) : 0))
#define INFINITY_OF(T) ((T)((T)0.5 > 0 ? special(1) : 0))
#define MINUS_INFINITY_OF(T) ((T)((T)0.5 > 0 ? special(-1) : 0))

/* Random bytes, whole numbers of up to three digits, or real ones of two. */
#define FILL(x, n, T)                                                                                                  \
    for (i = 0; i < (n); i++)                                                                                          \
    x[i] = (T)(sizeof(T) == 1 ? (uniform() + 1) * 128 : uniform() * ((T)0.5 > 0 ? 100 : 1000))

#endif /* PREWRITTEN_H */
