/* The same bits from every compiler, for any number of threads, on every device, and the same as yesterday:
   tests/bits.txt holds them. Where bits are meant to change, `make bits` writes the file anew, and the difference shows
   what did. Functions that use the compiler's own exp, sin and so on are not here. */

#define GPU_KERNELS_FOR_C
#define GPU_MATH
#include "gpu.h"
#define TEST_MAIN
#include "test.h"
#include "bits.h"

/* ----------------------------------------------------------------------------------------------------- the table -- */

static char row[1024], table[1 << 20];
static int printing;
static double host[BITS_MOST + 4];

void bits_begin(const char *name, const char *input)
{
    snprintf(row, sizeof row, "%s %s", name, input);
}
void bits_value(size_t size, char type, const void *value, size_t n)
{
    const size_t used = strlen(row);
    uint64_t hash = 0xcbf29ce484222325u, b;
    uint32_t b32 = 0;
    double d = 0;
    float f = 0;
    size_t i;
    for (i = 0; i < n; i++) {
        if (type == 'd' || type == 'l') memcpy(&b, (const char *)value + 8 * i, 8);
        else memcpy(&b32, (const char *)value + 4 * i, 4), b = b32;
        if (type == 'd' && (memcpy(&d, &b, 8), d != d)) b = 0x7ff8000000000000u;
        if (type == 'f' && (memcpy(&f, &b32, 4), f != f)) b = 0x7fc00000u;
        hash = (hash ^ b) * 0x9e3779b97f4a7c15u;
        hash ^= hash >> 29;
    }
    snprintf(row + used, sizeof row - used, " %llu:%08x", (unsigned long long)size, (unsigned)(hash ^ hash >> 32));
}
void bits_array(size_t size, char type, const void *out, size_t n)
{
    if (n) CHECK_STATUS(gpu_copy(host, out, n * (type == 'd' || type == 'l' ? 8 : 4)), GPU_OK, "");
    bits_value(size, type, host, n);
}
static void read_table(void)
{
    FILE *file = fopen("tests/bits.txt", "rb");
    if (!file) return;
    table[fread(table, 1, sizeof table - 1, file)] = 0;
    fclose(file);
}
void bits_end(void)
{
    const size_t name = (size_t)(strchr(strchr(row, ' ') + 1, ' ') - row);
    const char *expected, *got = row;
    if (printing) {
        puts(row);
        return;
    }
    if (!*table) read_table();
    expected = table;
    while (expected && strncmp(expected, row, name + 1))
        expected = (expected = strchr(expected, '\n')) ? expected + 1 : NULL;
    if (!expected) {
        test__fail("tests/bits.txt", 0, "it has no row \"%.*s\"", (int)name, row);
        return;
    }
    while (*got && *got == *expected) got++, expected++;
    if (!*got && *expected == '\n') return;
    while (*got != ' ') got--, expected--;
    test__fail("tests/bits.txt", 0, "%.*s gave%.*s, expected%.*s", (int)name, row, (int)strcspn(got + 1, " ") + 1, got,
               (int)strcspn(expected + 1, " \n") + 1, expected);
}
int bits_next(size_t *k, size_t *n, size_t *o)
{
    if (*k == BITS_SIZES) {
        bits_end();
        return 0;
    }
    *n = bits_sizes[*k], *o = *k % 4, ++*k;
    return 1;
}
/* Inputs: "tame" numbers in [-1, 1) or to 500, "wild" ones of all magnitudes with pairs that cancel, "one": all close
   to 1, "same": one value alone, whose rounding errors random numbers would hide. */
void *bits_input(char type, const char *input)
{
    const size_t bytes = (BITS_MOST + 4) * (type == 'd' || type == 'l' ? sizeof(double) : sizeof(float));
    const char kind = *input;
    uint64_t state = 88172645463325252u;
    void *p = gpu_malloc(bytes);
    size_t i;
    for (i = 0; i < BITS_MOST + 4; i++) {
        uint64_t w;
        double u, v;
        state ^= state << 13, state ^= state >> 7, state ^= state << 17;
        w = kind == 's' ? 7411846173321u : state;
        u = (double)((int64_t)(w >> 40) - 8388608) / 8388608; /* 24 bits: exact in float */
        v = kind == 'o' ? 1 + u / 1024 : kind == 'w' ? ldexp(u, ((int)(w % 121) - 60) * (type == 'd' ? 6 : 1)) : u;
        if (kind == 'w' && i % 5 == 4)
            v = type == 'd' ? -host[i - 4] : type == 'f' ? -(double)((float *)(void *)host)[i - 4] : 0;
        if (type == 'd') host[i] = v;
        if (type == 'f') ((float *)(void *)host)[i] = (float)v;
        if (type == 'i')
            ((int32_t *)(void *)host)[i] =
                kind == 'w' ? (int32_t)(w >> 13 & 0xffffffff) : (int32_t)(w >> 40) % 1001 - 500;
        if (type == 'l') ((int64_t *)(void *)host)[i] = kind == 'w' ? (int64_t)w : (int64_t)(w >> 40) % 1001 - 500;
    }
    CHECK_STATUS(gpu_copy(p, host, bytes), GPU_OK, "");
    return p;
}

/* ---------------------------------------------------------------------------------------------- what macros make -- */

typedef struct span { double lo, hi; } span;
GPU_FN span span_of(double lo, double hi) { span s; s.lo = lo, s.hi = hi; return s; }
GPU_FN span both(span a, span b) { return span_of(a.lo < b.lo ? a.lo : b.lo, a.hi > b.hi ? a.hi : b.hi); }
GPU_FN uint64_t after(uint64_t a,
                      uint64_t b) /* x -> m x + c, c in the upper half: first a, then b. It does not commute. */
{
    const uint32_t m = (uint32_t)a * (uint32_t)b, c = (uint32_t)b * (uint32_t)(a >> 32) + (uint32_t)(b >> 32);
    return (uint64_t)c << 32 | m;
}

GPU_REDUCE(double, total, 0.0, a + b, (float, x)) { return x; }
GPU_REDUCE(float, narrow_total, 0.0f, a + b, (float, x)) { return x; }
GPU_REDUCE(double, long_total, 0.0, a + b, (double, x)) { return x; }
GPU_REDUCE(double, weighted, 0.0, a + b, (float, x), (float, w)) { return (double)x * (double)w; }
GPU_REDUCE(double, indexed, 0.0, a + b, (float, x), (uint64_t, i, index)) { return (double)x * (double)(i % 17); }
/* not associative: every change of the order shows */
GPU_REDUCE(double, uneven, 0.0, 0.75 * a + b, (float, x)) { return x; }
GPU_REDUCE(float, largest, -INFINITY, a > b ? a : b, (float, x)) { return x; }
GPU_REDUCE(span, extent, span_of(1e300, -1e300), both(a, b), (double, x)) { return span_of(x, x); }
GPU_REDUCE(int32_t, wrapped, 0, (int32_t)((uint32_t)a + (uint32_t)b), (int32_t, x)) { return x; }
GPU_REDUCE(int64_t, multiples, 0, a + b, (int32_t, x)) { return x % 3 == 0; }
GPU_REDUCE(uint64_t, mixed, 0, a ^ b, (int64_t, x), (uint64_t, i, index)) { return (uint64_t)x * (2 * i + 1); }
GPU_REDUCE(int32_t, bytes, 0, a + b, (unsigned char, x)) { return x; }
GPU_SCAN(int32_t, running, 0, (int32_t)((uint32_t)a + (uint32_t)b))
GPU_SCAN(unsigned char, running_bytes, 0, (unsigned char)(a + b))
GPU_SCAN(uint64_t, running_map, 1, after(a, b))
GPU_SCAN(float, running_max, -INFINITY, a > b ? a : b)
GPU_SCAN(float, running_sum, 0.0f, a + b)
GPU_SCAN(double, running_total, 0.0, a + b)
GPU_SCAN(double, running_product, 1.0, a * b)
GPU_VECTORIZE(float, fused, (float, x), (float, y)) { return fmaf(x, y, sqrtf(fabsf(x)) / (1 + fabsf(y))); }
GPU_VECTORIZE(double, divided, (double, x), (double, y)) { return fma(x, y, 1.0) / (sqrt(fabs(y)) + 1); }

/* The CPU fuses no product with a sum; nvcc does. */
typedef struct pair { float x, y; } pair;
GPU_VECTORIZE(double, unfused, (double, x), (double, y)) { return x * y - x; }
GPU_VECTORIZE(pair, complex_product, (pair, a), (pair, b))
{
    pair r;
    r.x = a.x * b.x - a.y * b.y, r.y = a.x * b.y + a.y * b.x;
    return r;
}

/* The library's own mathematics. */
#define MATHEMATICS(F)                                                                                                 \
    F(exp)                                                                                                             \
    F(exp2) F(exp10) F(expm1) F(log) F(log2) F(log10) F(log1p) F(sin) F(cos) F(tan) F(sinpi) F(cospi) F(asin) F(acos)  \
        F(atan) F(sinh) F(cosh) F(tanh) F(sigmoid) F(cbrt) F(erf) F(erfc) F(rsqrt)
#define LIFTED(name)                                                                                                   \
    GPU_VECTORIZE(float, math_##name##_f32, (float, x)) { return gpu_math_##name##_f32(x); }                           \
    GPU_VECTORIZE(double, math_##name##_f64, (double, x)) { return gpu_math_##name##_f64(x); }
#define LIFTED_PAIR(name)                                                                                              \
    GPU_VECTORIZE(float, math_##name##_f32, (float, x), (float, y)) { return gpu_math_##name##_f32(x, y); }            \
    GPU_VECTORIZE(double, math_##name##_f64, (double, x), (double, y)) { return gpu_math_##name##_f64(x, y); }
MATHEMATICS(LIFTED)
LIFTED_PAIR(pow)
LIFTED_PAIR(atan2)
LIFTED_PAIR(hypot)

static const char *const inputs[] = {"tame", "wild", "same"};
enum { INPUTS = sizeof inputs / sizeof *inputs };
static float *f, *g;
static double *d, *out;
static int32_t *m;
static int64_t *l;

static void take(const char *input)
{
    f = (float *)bits_input('f', input), g = (float *)bits_input('f', "one"), d = (double *)bits_input('d', input);
    m = (int32_t *)bits_input('i', input), l = (int64_t *)bits_input('l', input),
    out = (double *)bits_input('d', "one");
}
static void drop(void)
{
    CHECK_STATUS(gpu_free(f), GPU_OK, ""), CHECK_STATUS(gpu_free(g), GPU_OK, ""), CHECK_STATUS(gpu_free(d), GPU_OK, "");
    CHECK_STATUS(gpu_free(m), GPU_OK, ""), CHECK_STATUS(gpu_free(l), GPU_OK, ""),
        CHECK_STATUS(gpu_free(out), GPU_OK, "");
}

TEST(reductions_and_maps)
{
    size_t a;
    for (a = 0; a < INPUTS; a++) {
        const char *input = inputs[a];
        take(input);
        BITS_VALUE("total", input, double, 'd', 1, total(f + o, n));
        BITS_VALUE("narrow_total", input, float, 'f', 1, narrow_total(f + o, n));
        BITS_VALUE("long_total", input, double, 'd', 1, long_total(d + o, n));
        BITS_VALUE("weighted", input, double, 'd', 1, weighted(f + o, g, n));
        BITS_VALUE("indexed", input, double, 'd', 1, indexed(f + o, n));
        BITS_VALUE(FUSED("uneven"), input, double, 'd', 1, uneven(f + o, n));
        BITS_VALUE("largest", input, float, 'f', 1, largest(f + o, n));
        BITS_VALUE("extent", input, span, 'd', 2, extent(d + o, n));
        BITS_VALUE("wrapped", input, int32_t, 'i', 1, wrapped(m + o, n));
        BITS_VALUE("multiples", input, int64_t, 'l', 1, multiples(m + o, n));
        BITS_VALUE("mixed", input, uint64_t, 'l', 1, mixed(l + o, n));
        BITS_VALUE("bytes", input, int32_t, 'i', 1, bytes((unsigned char *)l + o, n));
#ifndef __MINGW32__ /* whose fma rounds twice */
        BITS_ARRAY("fused", input, 'f', (float *)out, fused((float *)out + o, f + o, g, n));
        BITS_ARRAY("divided", input, 'd', out, divided(out + o, d + o, d, n));
#endif
        drop();
    }
}
TEST(scans)
{
    size_t a;
    for (a = 0; a < INPUTS; a++) {
        const char *input = inputs[a];
        take(input);
        BITS_ARRAY("running", input, 'i', (int32_t *)out, running((int32_t *)out + o, m + o, n));
        BITS_ARRAY("running_exclusive", input, 'i', (int32_t *)out, running_exclusive((int32_t *)out + o, m, n));
        BITS_ARRAY("running_map", input, 'l', (uint64_t *)out, running_map((uint64_t *)out + o, (uint64_t *)l + o, n));
        BITS_ARRAY("running_map_exclusive", input, 'l', (uint64_t *)out,
                   running_map_exclusive((uint64_t *)out + o, (uint64_t *)l, n));
        BITS_ARRAY("running_max", input, 'f', (float *)out, running_max((float *)out + o, f + o, n));
        CHECK_STATUS(running_bytes((unsigned char *)out, (unsigned char *)l, 4 * BITS_MOST), GPU_OK, "");
        bits_begin("running_bytes", input), bits_array(4 * (size_t)BITS_MOST, 'i', out, BITS_MOST), bits_end();
        drop();
    }
}
/* Two rows a function, of one array: tame inputs are below 1, wild ones of all sizes. */
enum { MATH_SIZE = 8193 };
#define MATH_ROW(name, type, o, ...)                                                                                   \
    CHECK_STATUS(math_##name(__VA_ARGS__, MATH_SIZE), GPU_OK, "");                                                     \
    bits_begin("math_" #name, inputs[a]), bits_array(MATH_SIZE, type, o, MATH_SIZE), bits_end();
#define MATH_ROWS(name) MATH_ROW(name##_f32, 'f', out, (float *)out, f) MATH_ROW(name##_f64, 'd', out, out, d)
#define MATH_ROWS_OF_PAIRS(name)                                                                                       \
    MATH_ROW(name##_f32, 'f', out, (float *)out, f, f + 3) MATH_ROW(name##_f64, 'd', out, out, d, d + 3)
TEST(mathematics)
{
    size_t a;
    for (a = 0; a < 2; a++) {
        take(inputs[a]);
        MATHEMATICS(MATH_ROWS)
        MATH_ROWS_OF_PAIRS(pow)
        MATH_ROWS_OF_PAIRS(atan2)
        MATH_ROWS_OF_PAIRS(hypot)
        drop();
    }
}
/* What is the device's own: a row for the CPU, and one for the GPU where there is one. */
static void scans_of_floats(const char *input, const char *here)
{
    char name[4][40];
    take(input);
    snprintf(name[0], 40, "running_sum@%s", here), snprintf(name[1], 40, "running_sum_exclusive@%s", here);
    snprintf(name[2], 40, "running_total@%s", here), snprintf(name[3], 40, "running_product@%s", here);
    BITS_ARRAY(name[0], input, 'f', (float *)out, running_sum((float *)out + o, f + o, n));
    BITS_ARRAY(name[1], input, 'f', (float *)out, running_sum_exclusive((float *)out + o, f, n));
    BITS_ARRAY(name[2], input, 'd', out, running_total(out + o, d + o, n));
    BITS_ARRAY(name[3], input, 'd', out, running_product(out + o, d + o, n));
    drop();
}
TEST(the_device_s_own)
{
    const int device = gpu_device();
    size_t a;
    for (a = 0; device != GPU_CPU && a < INPUTS; a++) scans_of_floats(inputs[a], "gpu");
    CHECK_STATUS(gpu_use(GPU_CPU), GPU_OK, "");
    for (a = 0; a < INPUTS; a++) {
        scans_of_floats(inputs[a], "cpu");
        take(inputs[a]);
        BITS_ARRAY("unfused@cpu", inputs[a], 'd', out, unfused(out + o, d + o, out + o, n));
        CHECK_STATUS(complex_product((pair *)out, (pair *)f, (pair *)g, BITS_MOST / 2), GPU_OK, "");
        bits_begin("complex_product@cpu", inputs[a]), bits_array(BITS_MOST / 2, 'f', out, BITS_MOST - 1), bits_end();
        drop();
    }
    CHECK_STATUS(gpu_use(device), GPU_OK, "");
}

CHILD(rows) /* all of them, as tests/bits.txt has them */
{
    const test__entry *entry;
    printing = 1;
    for (entry = test__list[0]; entry; entry = entry->next) entry->run();
}
