/* GPU_VECTORIZE, GPU_REDUCE and GPU_SCAN against references in float64 that are written here, without the library.
   One text for both backends: it runs on the current device, and data of the device is reached through gpu_copy. */

#include "gpu.h"
#define TEST_MAIN
#include "test.h"

#ifndef _WIN32
#include <pthread.h>
#endif

#define COUNT(a) (sizeof(a) / sizeof *(a))
static const size_t sizes[] = {0,    1,    2,    31,   63,   64,   65,   127,   1000,    2047,    2048,
                               2049, 4095, 4096, 4097, 8191, 8192, 8193, 65537, 1000003, (1 << 24) + 1};
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
enum { SIZES = COUNT(sizes) - 2, LARGEST = SIZES, SMALL = SIZES }; /* sanitizers are slow, and the paths are the same */
#else
enum { SMALL = COUNT(sizes) - 2, SIZES = SMALL + 1, LARGEST = SIZES + 1 }; /* how far in `sizes` a test goes */
#endif

static uint32_t random_state = 1;
static uint32_t random_bits(void)
{
    random_state = random_state * 1664525u + 1013904223u;
    return random_state >> 8;
}
static float random_float(void) /* in [-1, 1) */
{
    return (float)random_bits() / 8388608.0f - 1.0f;
}

/* ------------------------------------------------------------------------------ arrays with guards on both sides -- */

enum { GUARD = 256, POISON = 0xa5 };
typedef struct array { /* of the current device, and its mirror on the host */
    unsigned char *device_base, *host_base;
    void *p, *host;
    size_t total, bytes;
} array;

/* n elements, `shift` bytes off the alignment of gpu_malloc */
static array array_at(size_t n, size_t size, size_t shift)
{
    array a;
    a.bytes = n * size;
    a.total = GUARD + shift + a.bytes + GUARD;
    a.device_base = GPU_NEW(unsigned char, a.total);
    a.host_base = (unsigned char *)malloc(a.total);
    if (!a.device_base || !a.host_base) printf("no memory for a test: %s\n", gpu_error_message()), exit(97);
    memset(a.host_base, POISON, a.total);
    a.p = a.device_base + GUARD + shift;
    a.host = a.host_base + GUARD + shift;
    return a;
}
static void to_device(array *a)
{
    CHECK_STATUS(gpu_copy(a->device_base, a->host_base, a->total), GPU_OK, "");
}
static void to_host(array *a) /* and nothing beside the elements may have changed */
{
    size_t i, before = (size_t)((unsigned char *)a->host - a->host_base), bad = 0;
    CHECK_STATUS(gpu_copy(a->host_base, a->device_base, a->total), GPU_OK, "");
    for (i = 0; i < a->total; i++)
        if (i < before || i >= before + a->bytes) bad += a->host_base[i] != POISON ? 1 : 0;
    CHECK_INT(bad, 0);
}
static void array_free(array *a)
{
    CHECK_STATUS(gpu_free(a->device_base), GPU_OK, "");
    free(a->host_base);
}
/* The k-th element of the mirror, whatever its alignment. */
#define GET(T, a, k, v) memcpy(&(v), (const char *)(a).host + (k) * sizeof(T), sizeof(T))
#define PUT(T, a, k, v) memcpy((char *)(a).host + (k) * sizeof(T), &(v), sizeof(T))

/* Fails a test once, with the place of the first wrong element. */
#define WRONG(what, n, i)                                                                                              \
    test__fail(__FILE__, __LINE__, "%s: n = %llu, element %llu", (what), (unsigned long long)(n),                      \
               (unsigned long long)(i))

/* ----------------------------------------------------------------------------------------- every type, each size -- */

/* x / 2 + 1 has no overflow in any type, and one rounding in floating point. Elements are set from doubles and read as
   doubles, which hold all that occur. */
typedef struct type_row {
    const char *name;
    size_t size;
    int is_unsigned, is_whole;
    gpu_status (*map)(void *out, const void *x, size_t n);
    double (*set)(void *to, double v); /* returns what it has set */
    double (*get)(const void *from);
} type_row;
#define OF_TYPE(T, name)                                                                                               \
    GPU_VECTORIZE(T, name, (T, x)) { return (T)(x / 2 + 1); }                                                          \
    static gpu_status map_##name(void *out, const void *x, size_t n) { return name((T *)out, (const T *)x, n); }       \
    static double get_##name(const void *from) { T v; return memcpy(&v, from, sizeof v), (double)v; }                  \
    static double set_##name(void *to, double v) { T t = (T)v; return memcpy(to, &t, sizeof t), (double)t; }           \
    static const type_row row_##name = {#name, sizeof(T), (T)-1 > 0, (T)0.5 == 0, map_##name, set_##name, get_##name};
OF_TYPE(char, of_char)
OF_TYPE(signed char, of_schar)
OF_TYPE(unsigned char, of_uchar)
OF_TYPE(short, of_short)
OF_TYPE(unsigned short, of_ushort)
OF_TYPE(int, of_int)
OF_TYPE(unsigned, of_uint)
OF_TYPE(int64_t, of_int64)
OF_TYPE(float, of_float)
OF_TYPE(double, of_double)
static const type_row *const type_rows[] = {&row_of_char, &row_of_schar, &row_of_uchar, &row_of_short, &row_of_ushort,
                                            &row_of_int,  &row_of_uint,  &row_of_int64, &row_of_float, &row_of_double};
static void check_map(const type_row *t, size_t n, size_t in_shift, size_t out_shift, int in_place)
{
    const size_t size = t->size;
    array x = array_at(n, size, in_shift * size), y = x, wanted = array_at(n, sizeof(double), 0);
    double *const want = (double *)wanted.host;
    size_t i;
    test_row("%s, n = %zu, shifts %zu and %zu, in place %d", t->name, n, in_shift, out_shift, in_place);
    if (!in_place) y = array_at(n, size, out_shift * size);
    for (i = 0; i < n; i++) {
        const double any = (double)random_float() * 100;
        want[i] = t->set((char *)x.host + i * size, t->is_unsigned ? fabs(any) : any);
        want[i] = (t->is_whole ? trunc(want[i] / 2) : want[i] / 2) + 1;
    }
    to_device(&x);
    if (!in_place) to_device(&y);
    CHECK_STATUS(t->map(y.p, x.p, n), GPU_OK, "");
    to_host(&y);
    for (i = 0; i < n; i++) {
        const double got = t->get((const char *)y.host + i * size);
        CHECK_AT(i, got, want[i], fabs(got - want[i]) <= 6e-8 * fabs(want[i]));
        if (!(fabs(got - want[i]) <= 6e-8 * fabs(want[i]))) break;
    }
    array_free(&x);
    if (!in_place) array_free(&y);
    array_free(&wanted);
}

TEST(a_map_of_every_type)
{
    size_t s, t;
    for (s = 0; s < SIZES; s++) {
        const size_t k = s % 4, n = sizes[s];
        if (n > 100000 && s + 1 < SIZES) continue;
        for (t = 0; t < COUNT(type_rows); t++) {
            check_map(type_rows[t], n, 0, 0, 0);
            if (n > 100000) continue;
            check_map(type_rows[t], n, k, k, 0);
            check_map(type_rows[t], n, k, 3 - k, 0);
            check_map(type_rows[t], n, k, 0, 1);
        }
    }
    for (s = SIZES; s < LARGEST; s++) {
        check_map(&row_of_float, sizes[s], 0, 0, 0);
        check_map(&row_of_float, sizes[s], 0, 0, 1);
        check_map(&row_of_char, sizes[s], 1, 2, 0);
    }
}

/* -------------------------------------------------------------------------------- 1 to 8 parameters, and scalars -- */

/* Small integers with one weight for each parameter: every result is exact, and two parameters exchanged show. The
   names are those that a library might have used itself. */
GPU_VECTORIZE(float, p1, (float, out)) { return 1 * out; }
GPU_VECTORIZE(float, p2, (float, n), (float, out)) { return 1 * n + 2 * out; }
GPU_VECTORIZE(float, p3, (float, a), (float, n), (float, i)) { return 1 * a + 2 * n + 4 * i; }
GPU_VECTORIZE(float, p4, (float, b), (float, a), (float, in), (float, k)) { return 1 * b + 2 * a + 4 * in + 8 * k; }
GPU_VECTORIZE(float, p5, (float, x), (float, y), (float, z), (float, size), (float, T))
{
    return 1 * x + 2 * y + 4 * z + 8 * size + 16 * T;
}
GPU_VECTORIZE(float, p6, (float, R), (float, F), (float, S), (float, d), (float, e), (float, f))
{
    return 1 * R + 2 * F + 4 * S + 8 * d + 16 * e + 32 * f;
}
GPU_VECTORIZE(float, p7, (float, p), (float, q), (float, r), (float, s), (float, t), (float, u), (float, v))
{
    return 1 * p + 2 * q + 4 * r + 8 * s + 16 * t + 32 * u + 64 * v;
}
GPU_VECTORIZE(float, p8, (float, a), (float, b), (float, c), (float, d), (float, e), (float, f), (float, g), (float, h))
{
    return 1 * a + 2 * b + 4 * c + 8 * d + 16 * e + 32 * f + 64 * g + 128 * h;
}
GPU_VECTORIZE(float, s100, (float, a, scalar), (float, n), (float, i)) { return 1 * a + 2 * n + 4 * i; }
GPU_VECTORIZE(float, s010, (float, a), (float, n, scalar), (float, i)) { return 1 * a + 2 * n + 4 * i; }
GPU_VECTORIZE(float, s001, (float, a), (float, n), (float, i, scalar)) { return 1 * a + 2 * n + 4 * i; }
GPU_VECTORIZE(float, s110, (float, a, scalar), (float, n, scalar), (float, i)) { return 1 * a + 2 * n + 4 * i; }
GPU_VECTORIZE(float, s101, (float, a, scalar), (float, n), (float, i, scalar)) { return 1 * a + 2 * n + 4 * i; }
GPU_VECTORIZE(float, s011, (float, a), (float, n, scalar), (float, i, scalar)) { return 1 * a + 2 * n + 4 * i; }
GPU_VECTORIZE(float, s111, (float, a, scalar), (float, n, scalar), (float, i, scalar)) { return 1 * a + 2 * n + 4 * i; }

GPU_REDUCE(double, r1, 0.0, a + b, (float, a)) { return 1 * a; }
GPU_REDUCE(double, r3, 0.0, a + b, (float, b), (float, a, scalar), (float, n)) { return 1 * b + 2 * a + 4 * n; }
GPU_REDUCE(double, r8, 0.0, a + b, (float, a), (float, b), (float, c), (float, d), (float, e), (float, f), (float, g),
           (float, out))
{
    return 1 * a + 2 * b + 4 * c + 8 * d + 16 * e + 32 * f + 64 * g + 128 * out;
}
GPU_REDUCE(double, r_scalar, 0.0, a + b, (double, x, scalar)) { return x; }

static int digit(size_t i, int k) /* of element i of input k */
{
    return (int)((i * 7 + (size_t)k * 3) % 11);
}
enum { ALL_ARRAYS = 0 };
/* out[i] is the sum of (1 << k) times input k; the inputs in `scalars` are 3, 4, 5 for all elements. */
static double weighted(size_t i, int count, int scalars)
{
    double sum = 0;
    int k;
    for (k = 0; k < count; k++) sum += (1 << k) * (scalars >> k & 1 ? 3 + k : digit(i, k));
    return sum;
}
static void check_weighted(const char *what, array *out, size_t n, int count, int scalars)
{
    size_t i;
    to_host(out);
    for (i = 0; i < n; i++) {
        float r;
        GET(float, *out, i, r);
        if ((double)r != weighted(i, count, scalars)) {
            WRONG(what, n, i);
            break;
        }
    }
    memset(out->host, POISON, out->bytes);
    to_device(out);
}
#define V(k) ((const float *)in[k].p)

TEST(one_to_eight_parameters_and_scalars)
{
    static const size_t some[] = {0, 1, 5, 64, 100, 1000, 2049, 8193, 70001};
    size_t s, i;
    int k, shift;
    for (s = 0; s < COUNT(some); s++)
        for (shift = 0; shift < 3; shift++) { /* aligned, misaligned alike, each in its own way */
            size_t n = some[s];
            double sums[9] = {0}, with_scalar = 0;
            array in[8], out = array_at(n, sizeof(float), shift ? 4 : 0);
            float *o = (float *)out.p;
            for (k = 0; k < 8; k++) {
                in[k] = array_at(n, sizeof(float), shift == 0 ? 0 : shift == 1 ? 4 : 4 * (size_t)(k % 4));
                for (i = 0; i < n; i++) {
                    float v = (float)digit(i, k);
                    PUT(float, in[k], i, v);
                }
                to_device(&in[k]);
            }
            for (i = 0; i < n; i++) {
                for (k = 1; k <= 8; k++) sums[k] += weighted(i, k, ALL_ARRAYS);
                with_scalar += weighted(i, 3, 2);
            }
            to_device(&out);
#define RUN(call, count, scalars)                                                                                      \
    CHECK_STATUS(call, GPU_OK, "");                                                                                    \
    check_weighted(#call, &out, n, count, scalars)
            RUN(p1(o, V(0), n), 1, 0);
            RUN(p2(o, V(0), V(1), n), 2, 0);
            RUN(p3(o, V(0), V(1), V(2), n), 3, 0);
            RUN(p4(o, V(0), V(1), V(2), V(3), n), 4, 0);
            RUN(p5(o, V(0), V(1), V(2), V(3), V(4), n), 5, 0);
            RUN(p6(o, V(0), V(1), V(2), V(3), V(4), V(5), n), 6, 0);
            RUN(p7(o, V(0), V(1), V(2), V(3), V(4), V(5), V(6), n), 7, 0);
            RUN(p8(o, V(0), V(1), V(2), V(3), V(4), V(5), V(6), V(7), n), 8, 0);
            RUN(s100(o, 3, V(1), V(2), n), 3, 1);
            RUN(s010(o, V(0), 4, V(2), n), 3, 2);
            RUN(s001(o, V(0), V(1), 5, n), 3, 4);
            RUN(s110(o, 3, 4, V(2), n), 3, 3);
            RUN(s101(o, 3, V(1), 5, n), 3, 5);
            RUN(s011(o, V(0), 4, 5, n), 3, 6);
            RUN(s111(o, 3, 4, 5, n), 3, 7);
            CHECK(r1(V(0), n) == sums[1]);
            CHECK(r3(V(0), 4, V(2), n) == with_scalar);
            CHECK(r8(V(0), V(1), V(2), V(3), V(4), V(5), V(6), V(7), n) == sums[8]);
            CHECK(r_scalar(0.5, n) == 0.5 * (double)n);
            for (k = 0; k < 8; k++) { /* in place on each input in turn */
                CHECK_STATUS(p8((float *)in[k].p, V(0), V(1), V(2), V(3), V(4), V(5), V(6), V(7), n), GPU_OK, "");
                check_weighted("p8 in place", &in[k], n, 8, 0);
                for (i = 0; i < n; i++) {
                    float v = (float)digit(i, k);
                    PUT(float, in[k], i, v);
                }
                to_device(&in[k]);
            }
            for (k = 0; k < 8; k++) array_free(&in[k]);
            array_free(&out);
        }
    CHECK(p3_scalar(1, 2, 3) == 17 && s010_scalar(1, 2, 3) == 17 && r3_scalar(1, 2, 3) == 17);
}

/* ------------------------------------------------------------------------------------------ mixed types, structs -- */

typedef struct pair { float x, y; } pair;                                /* 8 bytes */
typedef struct triple { float x, y, z; } triple;                         /* 12 */
typedef struct colour { unsigned char r, g, b; } colour;                 /* 3 */
typedef struct wide { double d; int64_t l; float f; int i; short s[4]; } wide; /* 32 */

GPU_VECTORIZE(double, mixed, (char, a), (short, b), (float, c), (double, d), (int64_t, e), (unsigned char, n, scalar),
              (pair, out), (triple, i))
{
    return a + 2.0 * b + 4.0 * c + 8.0 * d + 16.0 * (double)e + 32.0 * n + 64.0 * (out.x - out.y) +
           128.0 * (i.x + i.y + i.z);
}
GPU_VECTORIZE(pair, to_pair, (float, a), (double, b)) { pair r; r.x = a, r.y = (float)b; return r; }
GPU_VECTORIZE(pair, swapped, (pair, a)) { pair r; r.x = a.y, r.y = a.x; return r; }
GPU_VECTORIZE(triple, rolled, (triple, a), (float, f, scalar))
{
    triple r;
    r.x = a.y, r.y = a.z, r.z = a.x * f;
    return r;
}
GPU_VECTORIZE(colour, bgr, (colour, c)) { colour r; r.r = c.b, r.g = c.g, r.b = c.r; return r; }
GPU_VECTORIZE(wide, widen, (wide, w), (pair, p, scalar), (char, c))
{
    w.d += (double)p.x, w.l += c, w.f += p.y, w.i += c, w.s[3] = (short)(w.s[0] + c);
    return w;
}
GPU_VECTORIZE(float, look_up, (const float *, table, scalar), (unsigned char, k)) { return table[k]; }
GPU_VECTORIZE(double, split, (double *, rest, scalar), (double, x), (size_t, i, index))
{
    rest[i] = x - floor(x);
    return floor(x);
}
GPU_VECTORIZE(pair, split_2, (double, x)) { pair r; r.x = (float)floor(x), r.y = (float)(x - floor(x)); return r; }
GPU_VECTORIZE(const float *, place_of, (const float *, table, scalar), (unsigned char, k)) { return table + k; }
GPU_VECTORIZE(float, at_place, (const float *, p), (char *, none, scalar)) { return none ? 0 : *p; }
GPU_REDUCE(double, look_up_sum, 0.0, a + b, (unsigned char, k), (const float *, table, scalar))
{
    return (double)table[k];
}
GPU_REDUCE(int64_t, tally, 0, a + b, (int *, counts, scalar), (unsigned char, k), (const void *, none, scalar))
{
    return GPU_ATOMIC_ADD(&counts[k], 1) < 0 || none;
}
GPU_VECTORIZE(unsigned char, narrow, (double, x)) { return (unsigned char)x; }
GPU_VECTORIZE(double, broad, (char, x)) { return x; }

TEST(tables_and_second_results_as_scalars)
{
    static const size_t some[] = {0, 1, 2, 63, 65, 1009, 2047, 2049, 65537, 100003};
    float table[251], *on_device;
    int counts[251], *counted;
    size_t s, i;
    for (i = 0; i < COUNT(table); i++) table[i] = (float)(i * i) + 0.25f;
    on_device = GPU_TO_DEVICE(float, table, COUNT(table)), counted = GPU_NEW(int, COUNT(table));
    CHECK_STATUS(gpu_set(counted, 0, sizeof counts), GPU_OK, "");
    memset(counts, 0, sizeof counts);
    for (s = 0; s < COUNT(some); s++) {
        const size_t n = some[s];
        size_t bad = 0;
        double sum = 0;
        array k = array_at(n, 1, 1), x = array_at(n, 8, 0), f = array_at(n, 4, 4), d = array_at(n, 8, 8),
              rest = array_at(n, 8, 0), two = array_at(n, 8, 0), at = array_at(n, sizeof(float *), 0),
              v = array_at(n, 4, 0);
        for (i = 0; i < n; i++) {
            const unsigned char kv = (unsigned char)(i * 7 % COUNT(table));
            const double xv = (double)i * 0.375 - 5;
            PUT(unsigned char, k, i, kv), PUT(double, x, i, xv);
            sum += (double)table[kv], counts[kv]++;
        }
        to_device(&k), to_device(&x), to_device(&f), to_device(&d), to_device(&rest), to_device(&two), to_device(&at),
            to_device(&v);
        CHECK_STATUS(look_up((float *)f.p, on_device, (unsigned char *)k.p, n), GPU_OK, "");
        CHECK_STATUS(split((double *)d.p, (double *)rest.p, (double *)x.p, n), GPU_OK, "");
        CHECK_STATUS(split_2((pair *)two.p, (double *)x.p, n), GPU_OK, "");
        CHECK_STATUS(place_of((const float **)at.p, on_device, (unsigned char *)k.p, n), GPU_OK, "");
        CHECK_STATUS(at_place((float *)v.p, (const float **)at.p, NULL, n), GPU_OK, "");
        CHECK(look_up_sum((unsigned char *)k.p, on_device, n) == sum); /* quarters: exact */
        CHECK(tally(counted, (unsigned char *)k.p, NULL, n) == 0);
        to_host(&f), to_host(&d), to_host(&rest), to_host(&two), to_host(&v);
        for (i = 0; i < n; i++) {
            const double xv = (double)i * 0.375 - 5;
            float fv, vv;
            double whole, part;
            pair both;
            GET(float, f, i, fv), GET(double, d, i, whole), GET(double, rest, i, part), GET(pair, two, i, both),
                GET(float, v, i, vv);
            bad += fv != table[i * 7 % COUNT(table)] || vv != fv || whole != floor(xv) || part != xv - floor(xv) ||
                   both.x != (float)whole || both.y != (float)part;
        }
        if (bad)
            test__fail(__FILE__, __LINE__, "n = %llu: %llu elements differ", (unsigned long long)n,
                       (unsigned long long)bad);
        array_free(&k), array_free(&x), array_free(&f), array_free(&d), array_free(&rest), array_free(&two),
            array_free(&at), array_free(&v);
    }
    {
        int got[COUNT(table)];
        CHECK_STATUS(gpu_copy(got, counted, sizeof got), GPU_OK, "");
        CHECK(!memcmp(got, counts, sizeof got));
    }
#ifdef __CUDACC__
    /* with host arrays the table stays where it is; and it cannot be host memory, unless the GPU reads that */
    if (gpu_device() != GPU_CPU) {
        unsigned char k[3] = {1, 2, 250};
        float out[3];
        int pageable = 0;
        CHECK_STATUS(look_up(out, on_device, k, 3), GPU_OK, "");
        CHECK(out[0] == table[1] && out[2] == table[250]);
        (void)cudaDeviceGetAttribute(&pageable, cudaDevAttrPageableMemoryAccess, gpu_device());
        CHECK_INT(look_up(out, table, k, 3), pageable ? GPU_OK : GPU_ERROR_INVALID_POINTER);
        if (!pageable) CHECK_TEXT(gpu_error_message(), "table points to host memory");
        CHECK(pageable || isnan(look_up_sum(k, table, 3)));
        gpu_clear_error();
    }
#endif
    CHECK_STATUS(gpu_free(on_device), GPU_OK, "");
    CHECK_STATUS(gpu_free(counted), GPU_OK, "");
}

TEST(mixed_types_and_structs)
{
    static const size_t some[] = {1, 3, 63, 65, 1000, 2049, 8193, 40001};
    size_t s, i, shift;
    for (s = 0; s < COUNT(some); s++)
        for (shift = 0; shift < 4; shift++) {
            size_t n = some[s], bad[8] = {0};
            array c = array_at(n, 1, shift), h = array_at(n, 2, 2 * shift), f = array_at(n, 4, 4 * (3 - shift)),
                  d = array_at(n, 8, 8 * shift), l = array_at(n, 8, 0);
            array p = array_at(n, sizeof(pair), sizeof(pair) * shift),
                  t = array_at(n, sizeof(triple), sizeof(triple) * shift),
                  w = array_at(n, sizeof(wide), sizeof(wide) * shift);
            array rgb = array_at(n, sizeof(colour), sizeof(colour) * shift), b = array_at(n, 1, 0);
            pair five;
            five.x = 5, five.y = 6;
            for (i = 0; i < n; i++) {
                char cv = (char)digit(i, 0);
                short hv = (short)digit(i, 1);
                float fv = (float)digit(i, 2);
                double dv = digit(i, 3);
                int64_t lv = digit(i, 4);
                pair pv;
                triple tv;
                wide wv;
                colour rv;
                memset(&wv, 0, sizeof wv);
                pv.x = (float)digit(i, 5), pv.y = (float)digit(i, 6);
                tv.x = (float)digit(i, 7), tv.y = (float)digit(i, 8), tv.z = (float)digit(i, 9);
                wv.d = digit(i, 1), wv.l = digit(i, 2), wv.f = (float)digit(i, 3), wv.i = digit(i, 4),
                wv.s[0] = (short)digit(i, 5);
                rv.r = (unsigned char)digit(i, 1), rv.g = (unsigned char)digit(i, 2), rv.b = (unsigned char)digit(i, 3);
                PUT(char, c, i, cv), PUT(short, h, i, hv), PUT(float, f, i, fv), PUT(double, d, i, dv),
                    PUT(int64_t, l, i, lv);
                PUT(pair, p, i, pv), PUT(triple, t, i, tv), PUT(wide, w, i, wv), PUT(colour, rgb, i, rv);
            }
            to_device(&c), to_device(&h), to_device(&f), to_device(&d), to_device(&l), to_device(&p), to_device(&t),
                to_device(&w), to_device(&rgb), to_device(&b);
            /* in place where the sizes agree: int64_t and double */
            CHECK_STATUS(narrow((unsigned char *)b.p, (double *)d.p, n), GPU_OK, "");
            CHECK_STATUS(mixed((double *)l.p, (char *)c.p, (short *)h.p, (float *)f.p, (double *)d.p, (int64_t *)l.p, 7,
                               (pair *)p.p, (triple *)t.p, n),
                         GPU_OK, "");
            CHECK_STATUS(to_pair((pair *)p.p, (float *)f.p, (double *)d.p, n), GPU_OK, "");
            CHECK_STATUS(swapped((pair *)p.p, (pair *)p.p, n), GPU_OK, "");
            CHECK_STATUS(rolled((triple *)t.p, (triple *)t.p, 3, n), GPU_OK, "");
            CHECK_STATUS(bgr((colour *)rgb.p, (colour *)rgb.p, n), GPU_OK, "");
            CHECK_STATUS(widen((wide *)w.p, (wide *)w.p, five, (char *)c.p, n), GPU_OK, "");
            CHECK_STATUS(broad((double *)d.p, (char *)c.p, n), GPU_OK, "");
            to_host(&l), to_host(&p), to_host(&t), to_host(&w), to_host(&rgb), to_host(&d), to_host(&b);
            for (i = 0; i < n; i++) {
                double r, dv;
                pair pv;
                triple tv;
                wide wv;
                colour rv;
                unsigned char bv;
                GET(double, l, i, r), GET(pair, p, i, pv), GET(triple, t, i, tv), GET(wide, w, i, wv),
                    GET(colour, rgb, i, rv), GET(double, d, i, dv), GET(unsigned char, b, i, bv);
                bad[0] += r != digit(i, 0) + 2.0 * digit(i, 1) + 4.0 * digit(i, 2) + 8.0 * digit(i, 3) +
                                   16.0 * digit(i, 4) + 32.0 * 7 + 64.0 * (digit(i, 5) - digit(i, 6)) +
                                   128.0 * (digit(i, 7) + digit(i, 8) + digit(i, 9));
                bad[1] += (int)pv.x != digit(i, 3) || (int)pv.y != digit(i, 2);
                bad[2] += (int)tv.x != digit(i, 8) || (int)tv.y != digit(i, 9) || (int)tv.z != 3 * digit(i, 7);
                bad[3] += rv.r != digit(i, 3) || rv.g != digit(i, 2) || rv.b != digit(i, 1);
                bad[4] += (int)wv.d != digit(i, 1) + 5 || (int)wv.l != digit(i, 2) + digit(i, 0) ||
                          (int)wv.f != digit(i, 3) + 6 || wv.i != digit(i, 4) + digit(i, 0);
                bad[5] += wv.s[0] != digit(i, 5) || wv.s[1] || wv.s[3] != digit(i, 5) + digit(i, 0);
                bad[6] += (int)dv != digit(i, 0);
                bad[7] += bv != digit(i, 3);
            }
            for (i = 0; i < 8; i++)
                if (bad[i])
                    test__fail(__FILE__, __LINE__, "check %d: n = %llu, shift %llu, %llu wrong", (int)i,
                               (unsigned long long)n, (unsigned long long)shift, (unsigned long long)bad[i]);
            array_free(&c), array_free(&h), array_free(&f), array_free(&d), array_free(&l), array_free(&p),
                array_free(&t), array_free(&w), array_free(&rgb), array_free(&b);
        }
}

/* ------------------------------------------------------------------------------------- one call for each element -- */

/* What a body may do with its index: count itself, divide by what is left, read a table there and write a second
   output. */
typedef struct beside { int *calls; const float *table; float *second; int n; } beside;
typedef struct knock { int *door, answer; } knock; /* an element that is a pointer: counts without an index */
static triple no_triple(void) { triple t; t.x = t.y = t.z = 0; return t; }
GPU_FN triple join_triples(triple a, triple b) { a.x += b.x, a.y += b.y, a.z += b.z; return a; }
GPU_FN int visit(beside b, int i) /* calls[n] counts the visits from outside */
{
    const int inside = i >= 0 && i < b.n;
    atomicAdd(b.calls + (inside ? i : b.n), 1);
    return inside ? 1000 / (b.n - i) : 0;
}
GPU_VECTORIZE(int, visit_1, (knock, k)) { atomicAdd(k.door, 1); return k.answer; }
GPU_VECTORIZE(int, visit_2, (size_t, i, index), (beside, b, scalar)) { return visit(b, (int)i); }
GPU_VECTORIZE(unsigned char, visit_3, (unsigned char, x), (beside, b, scalar), (uint32_t, i, index))
{
    return (unsigned char)(visit(b, (int)i) + x);
}
GPU_VECTORIZE(triple, visit_4, (beside, b, scalar), (triple, t), (int, i, index), (float, f, scalar))
{
    t.x = (float)visit(b, i) * f;
    return t;
}
GPU_VECTORIZE(int, visit_8, (double, c), (float, d), (beside, b, scalar), (short, e), (int64_t, i, index), (int, f),
              (size_t, j, index), (char, g))
{
    return visit(b, (int)i) + (int)c + (int)d + e + f + g + (i == (int64_t)j ? 0 : 1);
}
/* The same for the vectoriser: no atomics, and nothing looks whether the index is inside. */
GPU_VECTORIZE(float, plain_2, (size_t, i, index), (beside, b, scalar))
{
    b.second[i] = b.table[i] + 1;
    b.calls[i]++;
    return b.table[i] * 2;
}
GPU_VECTORIZE(float, plain_3, (float, x), (uint32_t, i, index), (beside, b, scalar))
{
    b.second[i] = b.table[i] + 1;
    b.calls[i]++;
    return x * b.table[i];
}

GPU_REDUCE(int64_t, visits_1, 0, a + b, (knock, k)) { atomicAdd(k.door, 1); return k.answer; }
GPU_REDUCE(int64_t, visits_2, 0, a + b, (size_t, i, index), (beside, s, scalar)) { return visit(s, (int)i); }
GPU_REDUCE(double, visits_3, 0.0, a + b, (unsigned char, x), (int, i, index), (beside, s, scalar))
{
    return visit(s, i) + x;
}
GPU_REDUCE(triple, visits_4, no_triple(), join_triples(a, b), (triple, t), (beside, s, scalar), (int, i, index))
{
    t.x = (float)(visit(s, i) & 1);
    return t;
}
GPU_REDUCE(double, plain_sum, 0.0, a + b, (float, x), (uint32_t, i, index), (beside, s, scalar))
{
    s.second[i] = s.table[i] + 1;
    s.calls[i]++;
    return x * s.table[i];
}

static void check_visits(const char *what, array *calls, size_t n)
{
    size_t i;
    to_host(calls); /* and nothing beside them was counted */
    for (i = 0; i <= n; i++) {
        int k;
        GET(int, *calls, i, k);
        if (k == (i < n)) continue;
        test__fail(__FILE__, __LINE__, "%s: n = %llu, %d calls for index %llu", what, (unsigned long long)n, k,
                   (unsigned long long)i);
        break;
    }
    memset(calls->host, 0, calls->bytes);
    to_device(calls);
}
/* staged: the elements in host memory. */
static void one_call_an_element(size_t n, size_t shift, int staged)
{
    array calls = array_at(n + 1, sizeof(int), 0), second = array_at(n, sizeof(float), 0), x = array_at(n, 1, shift),
          t = array_at(n, sizeof(triple), 4 * (shift % 4));
    array c = array_at(n, 8, 8 * (shift & 1)), d = array_at(n, 4, 4 * (shift % 3)), e = array_at(n, 2, 2 * (shift % 5)),
          f = array_at(n, 4, 4 * (shift & 1)), g = array_at(n, 1, shift);
    array knocks = array_at(n, sizeof(knock), 0), out = array_at(n, 16, 4 * (shift % 4));
    array *const all[] = {&calls, &second, &x, &t, &c, &d, &e, &f, &g, &knocks, &out};
    /* not one element more, for the address sanitizer */
    float *table = (float *)malloc(n * sizeof *table + !n), *on_device = table;
    int64_t visited = 0;
    double products = 0;
    size_t i, bad = 0, odd = 0;
    beside b;
    memset(calls.host, 0, calls.bytes);
    for (i = 0; i < n; i++) {
        unsigned char u = (unsigned char)digit(i, 0);
        char ch = (char)digit(i, 5);
        short sh = (short)digit(i, 3);
        float fl = (float)digit(i, 2);
        double dbl = digit(i, 1);
        int k = digit(i, 4);
        triple tr;
        knock kn;
        tr.x = 0, tr.y = 1, tr.z = (float)(i % 3);
        memset(&kn, 0, sizeof kn);
        kn.door = (int *)calls.p + i, kn.answer = k;
        table[i] = (float)(i % 7);
        PUT(unsigned char, x, i, u), PUT(triple, t, i, tr), PUT(double, c, i, dbl), PUT(float, d, i, fl),
            PUT(short, e, i, sh), PUT(int, f, i, k), PUT(char, g, i, ch), PUT(knock, knocks, i, kn);
        visited += 1000 / (int64_t)(n - i), odd += 1000 / (n - i) & 1;
        products += (double)(fl * table[i]);
    }
    for (i = 0; i < COUNT(all); i++) to_device(all[i]);
    if (gpu_device() != GPU_CPU) on_device = GPU_TO_DEVICE(float, table, n);
    b.calls = (int *)calls.p, b.table = on_device, b.second = (float *)second.p, b.n = (int)n;
#define OF(T, a) ((T *)(staged ? (a).host : (a).p))
#define ONCE(call)                                                                                                     \
    CHECK_STATUS(call, GPU_OK, "");                                                                                    \
    if (!staged) to_host(&out);                                                                                        \
    check_visits(#call, &calls, n)
    ONCE(visit_1(OF(int, out), OF(knock, knocks), n));
    ONCE(visit_2(OF(int, out), b, n));
    for (i = 0; i < n; i++) { int r; GET(int, out, i, r); bad += (size_t)r != 1000 / (n - i); }
    ONCE(visit_3(OF(unsigned char, out) + shift, OF(unsigned char, x), b, n));
    ONCE(visit_4(OF(triple, out), b, OF(triple, t), 0.5f, n));
    ONCE(visit_8(OF(int, out), OF(double, c), OF(float, d), b, OF(short, e), OF(int, f), OF(char, g), n));
    ONCE(plain_2(OF(float, out), b, n));
    for (i = 0; i < n; i++) { float r; GET(float, out, i, r); bad += r != 2 * table[i]; }
    to_host(&second);
    for (i = 0; i < n; i++) { float r; GET(float, second, i, r); bad += r != table[i] + 1; }
    ONCE(plain_3(OF(float, out), OF(float, d), b, n));
    for (i = 0; i < n; i++) { float r; GET(float, out, i, r); bad += (double)r != digit(i, 2) * (double)table[i]; }
    CHECK_INT(bad, 0);
    CHECK(visits_2(b, n) == visited), check_visits("visits_2", &calls, n);
    (void)visits_1(OF(knock, knocks), n), check_visits("visits_1", &calls, n);
    (void)visits_3(OF(unsigned char, x), b, n), check_visits("visits_3", &calls, n);
    CHECK_INT(visits_4(OF(triple, t), b, n).x, odd);
    check_visits("visits_4", &calls, n);
    CHECK(plain_sum(OF(float, d), b, n) == products), check_visits("plain_sum", &calls, n);
    if (!staged) to_host(&second);
    ONCE(visit_3(OF(unsigned char, x), OF(unsigned char, x), b, n)); /* in place */
    ONCE(visit_4(OF(triple, t), b, OF(triple, t), 0.5f, n));
    ONCE(plain_3(OF(float, d), OF(float, d), b, n));
    for (i = 0; i < COUNT(all); i++) array_free(all[i]);
    if (on_device != table) CHECK_STATUS(gpu_free(on_device), GPU_OK, "");
    free(table);
}
static void one_call_of_every_size(void)
{
    static const size_t some[] = {0, 1, 2, 63, 64, 65, 100, 127, 1000, 1023, 2047, 2049, 2111, 4097, 8193, 100003};
    size_t s, shift;
    for (s = 0; s < COUNT(some); s++)
        for (shift = 0; shift < 4; shift++) {
            one_call_an_element(some[s], shift, 0);
            if (shift < 2) one_call_an_element(some[s], shift, 1);
        }
}
CHILD(one_call) { one_call_of_every_size(); }
/* Elements too large for several at a time: in place, so that one more call shows. */
typedef struct page {
    int v[33];
} page;
GPU_VECTORIZE(page, next_page, (page, x), (int, by))
{
    page y = x;
    for (int k = 0; k < 33; k++) y.v[k] += by;
    return y;
}
TEST(large_elements_are_mapped_once)
{
    static const size_t sizes[] = {1, 2, 255, 256, 257, 511, 513, 1000, 5000};
    size_t s, i;
    int k, wrong = 0;
    for (s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        const size_t n = sizes[s];
        page *x = GPU_ZEROS(page, n), *host;
        int *by = GPU_NEW(int, n);
        GPU_CHECK(gpu_arange_i32(by, 1, 1, n));
        GPU_CHECK(next_page(x, x, by, n));
        GPU_CHECK(next_page(x, x, by, n));
        host = GPU_TO_HOST(page, x, n);
        for (i = 0; i < n; i++)
            for (k = 0; k < 33; k++) wrong += host[i].v[k] != 2 * (int)(i + 1);
        CHECK_INT(wrong, 0);
        gpu_free(x), gpu_free(by), gpu_free(host);
    }
}
TEST(a_body_is_called_once_for_each_index_and_for_no_other)
{
    static const char *const threads[] = {"GPU_DEVICE=cpu GPU_THREADS=1", "GPU_DEVICE=cpu GPU_THREADS=3",
                                          "GPU_DEVICE=cpu GPU_THREADS=8"};
    char output[256];
    size_t k;
    one_call_of_every_size();
    for (k = 0; k < COUNT(threads); k++) CHECK_INT(test_child(threads[k], "one_call", output, sizeof output), 0);
    if (gpu_device() != GPU_CPU) one_call_an_element(3000001, 1, 1); /* more than one piece */
}

/* ----------------------------------------------------------------------------------- the edges of floating point -- */

GPU_VECTORIZE(float, same, (float, x)) { return x; }
GPU_VECTORIZE(float, negated, (float, x)) { return -x; }
GPU_VECTORIZE(float, root, (float, x)) { return sqrtf(x); }
GPU_VECTORIZE(float, inverse, (float, x)) { return 1 / x; }
GPU_VECTORIZE(float, tenth, (float, x)) { return x * 0.125f; }
GPU_VECTORIZE(float, positive, (float, x)) { return x > 0 ? x : 0; }
GPU_VECTORIZE(double, fused, (double, x), (double, y), (double, z)) { return fma(x, y, z); }
GPU_REDUCE(double, total, 0.0, a + b, (float, x)) { return x; }
GPU_REDUCE(double, maximum, (double)-INFINITY, b > a || b != b ? b : a, (float, x)) { return x; } /* a NaN stays */

static float bits_to_float(uint32_t bits)
{
    float x;
    memcpy(&x, &bits, 4);
    return x;
}
static uint32_t float_to_bits(float x)
{
    uint32_t bits;
    memcpy(&bits, &x, 4);
    return bits;
}

TEST(special_values)
{
    enum { N = 1000 };
    static float x[N], y[6][N];
    static const uint32_t special[] = {0x00000000, 0x80000000, 0x00000001, 0x80000001, 0x007fffff, 0x00800000,
                                       0x7f7fffff, 0xff7fffff, 0x7f800000, 0xff800000, 0x7fc00000, 0x3f800000};
    float *in, *out = GPU_NEW(float, N);
    double nothing[3], d[3] = {1 + ldexp(1.0, -52), 1 - ldexp(1.0, -53), -1}, *dd = GPU_TO_DEVICE(double, d, 3);
    int i;
    for (i = 0; i < N; i++)
        x[i] = bits_to_float(i < 500 ? special[(size_t)i % COUNT(special)] : random_bits() << 8 ^ random_bits());
    in = GPU_TO_DEVICE(float, x, N);
#define EACH(k, f)                                                                                                     \
    CHECK_STATUS(f(out, in, N), GPU_OK, "");                                                                           \
    CHECK_STATUS(gpu_copy(y[k], out, sizeof y[k]), GPU_OK, "")
    EACH(0, same);
    EACH(1, negated);
    EACH(2, root);
    EACH(3, inverse);
    EACH(4, tenth);
    EACH(5, positive);
    for (i = 0; i < N; i++) {
        double v = (double)x[i], wanted[6];
        int k;
        wanted[0] = v, wanted[1] = -v, wanted[2] = sqrt(v), wanted[3] = 1 / v, wanted[4] = v / 8,
        wanted[5] = v > 0 ? v : 0;
        for (k = 0; k < 6; k++) /* rounded once to float, denormals and the sign of zero included */
            if (isnan(wanted[k]) ? !isnan(y[k][i]) : float_to_bits((float)wanted[k]) != float_to_bits(y[k][i])) {
                test__fail(__FILE__, __LINE__, "function %d of %a gave %a, expected %a", k, v, (double)y[k][i],
                           wanted[k]);
                break;
            }
    }
    CHECK_STATUS(fused(dd, dd, dd + 1, dd + 2, 1), GPU_OK, "");
    CHECK_STATUS(gpu_copy(nothing, dd, 8), GPU_OK, "");
    CHECK(nothing[0] == ldexp(1.0, -53) - ldexp(1.0, -105)); /* a product rounded first would give 2^-52 or 0 */

    CHECK(isnan(total(in, N)) && isnan(maximum(in, N)));
    for (i = 0; i < N; i++) x[i] = i == 777 ? INFINITY : 1;
    CHECK_STATUS(gpu_copy(in, x, sizeof x), GPU_OK, "");
    CHECK(isinf(total(in, N)) && isinf(maximum(in, N)));
    for (i = 0; i < N; i++) x[i] = -0.0f; /* the identity is not mixed in */
    CHECK_STATUS(gpu_copy(in, x, sizeof x), GPU_OK, "");
    CHECK(total(in, N) == 0 && signbit(total(in, N)));
    CHECK(total(in, 0) == 0 && !signbit(total(in, 0)) && isinf(maximum(in, 0)));
    for (i = 0; i < N; i++) x[i] = bits_to_float(1);
    CHECK_STATUS(gpu_copy(in, x, sizeof x), GPU_OK, "");
    CHECK(total(in, N) == ldexp((double)N, -149) && maximum(in, N) == ldexp(1.0, -149));
    CHECK_STATUS(gpu_free(in), GPU_OK, "");
    CHECK_STATUS(gpu_free(out), GPU_OK, "");
    CHECK_STATUS(gpu_free(dd), GPU_OK, "");
}

/* Library functions agree with double to the last few bits, and every element whatever its place. */
GPU_VECTORIZE(float, gauss, (float, x)) { return expf(-x * x); }
GPU_VECTORIZE(double, sine, (double, x)) { return sin(x) * cos(x); }
GPU_VECTORIZE(float, several, (float, x)) { return logf(x + 2) + tanhf(x) + powf(x + 2, 1.5f); }

TEST(library_functions)
{
    enum { N = 10007 };
    array x = array_at(N, 4, 4), y = array_at(N, 4, 8), d = array_at(N, 8, 8);
    size_t i;
    for (i = 0; i < N; i++) {
        float v = 1.9f * random_float();
        double w = (double)v * 10;
        PUT(float, x, i, v), PUT(double, d, i, w);
    }
    to_device(&x), to_device(&y), to_device(&d);
    CHECK_STATUS(gauss((float *)y.p, (float *)x.p, N), GPU_OK, "");
    to_host(&y);
    for (i = 0; i < N; i++) {
        float v, r;
        GET(float, x, i, v), GET(float, y, i, r);
        CHECK_CLOSE(r, exp(-(double)v * (double)v), 0, 1e-6);
    }
    CHECK_STATUS(several((float *)y.p, (float *)x.p, N), GPU_OK, "");
    CHECK_STATUS(sine((double *)d.p, (double *)d.p, N), GPU_OK, "");
    to_host(&y), to_host(&d);
    for (i = 0; i < N; i++) {
        float v, r;
        double s;
        GET(float, x, i, v), GET(float, y, i, r), GET(double, d, i, s);
        CHECK_CLOSE(r, log((double)v + 2) + tanh((double)v) + pow((double)v + 2, 1.5), 3e-6, 2e-6);
        CHECK_CLOSE(s, 0.5 * sin(20 * (double)v), 1e-14, 1e-14);
    }
    array_free(&x), array_free(&y), array_free(&d);
}

/* --------------------------------------------------------------------------------------- the order of reductions -- */

/* Neither associative nor commutative: the result changes with any change of order. */
GPU_REDUCE(double, ordered, 0.0, fma(a, 0.75, b), (float, x)) { return x; }
GPU_REDUCE(double, ordered_dot, 0.0, fma(a, 1.0625, -b), (float, x), (double, w), (int, n))
{
    return (double)x * w - n;
}
GPU_REDUCE(float, ordered_float, 0.0f, a * 0.875f - b, (char, x)) { return x; }

typedef struct span { double sum; int64_t count; float lo, hi; } span; /* 24 bytes */
GPU_FN span join(span a, span b)
{
    span r;
    r.sum = fma(a.sum, 0.9375, b.sum);
    r.count = a.count + b.count;
    r.lo = a.lo < b.lo ? a.lo : b.lo;
    r.hi = a.hi > b.hi ? a.hi : b.hi;
    return r;
}
static span no_span(void)
{
    span s;
    s.sum = 0, s.count = 0, s.lo = INFINITY, s.hi = -INFINITY;
    return s;
}
GPU_REDUCE(span, extent, no_span(), join(a, b), (float, x))
{
    span s;
    s.sum = (double)x, s.count = 1, s.lo = s.hi = x;
    return s;
}

typedef struct big { double v[12]; } big; /* 96 bytes, the most there may be */
GPU_FN big big_join(big a, big b)
{
    int k;
    for (k = 0; k < 12; k++) a.v[k] = fma(a.v[k], 0.5, b.v[k]);
    return a;
}
static big no_big(void)
{
    big b;
    memset(&b, 0, sizeof b);
    return b;
}
GPU_REDUCE(big, bigs, no_big(), big_join(a, b), (float, x), (float, scale, scalar))
{
    big r;
    int k;
    for (k = 0; k < 12; k++) r.v[k] = (double)x * (k + 1) - (double)scale;
    return r;
}

/* The order as the header states it, written down once more and slowly: which values meet, first for the lanes of each
   block, then for the blocks. The type and its operation are arguments. */
typedef void meet(void *a, const void *b);
typedef void element(void *a, size_t i);
static void tree(char *value, size_t n, size_t size, meet *combine) /* lanes; the result is the first of them */
{
    size_t s, j;
    for (s = 1024; s; s /= 2)
        for (j = 0; j < s; j++)
            if (j + s < n) combine(value + j * size, value + (j + s) * size);
}
static void documented_order(void *result, size_t n, size_t size, element *map, meet *combine)
{
    size_t tiles = n / 2048 + (n % 2048 ? 1 : 0), blocks = tiles / 4 + (tiles % 4 ? 1 : 0), b, t, lane;
    char *partial, *value = (char *)malloc(2048 * size), one[128];
    if (blocks < 1) blocks = 1;
    if (blocks > 1056) blocks = 1056;
    partial = (char *)malloc(blocks * size);
    for (b = 0; b < blocks; b++) {
        size_t first = tiles * b / blocks, last = tiles * (b + 1) / blocks, seen = 0;
        for (t = first; t < last; t++)
            for (lane = 0; lane < 2048 && t * 2048 + lane < n; lane++) {
                if (t == first) map(value + lane * size, t * 2048 + lane), seen++;
                else map(one, t * 2048 + lane), combine(value + lane * size, one);
            }
        tree(value, seen, size, combine);
        memcpy(partial + b * size, value, size);
    }
    for (t = 1024; t; t /= 2)
        for (b = 0; b < t; b++)
            if (b + t < blocks) combine(partial + b * size, partial + (b + t) * size);
    memcpy(result, partial, size);
    free(partial), free(value);
}

static const float *ref_x;
static const double *ref_w;
static const int *ref_n;
static const char *ref_c;
static void total_map(void *a, size_t i) { *(double *)a = (double)ref_x[i]; }
static void total_meet(void *a, const void *b) { *(double *)a += *(const double *)b; }
static void ordered_meet(void *a, const void *b) { *(double *)a = fma(*(double *)a, 0.75, *(const double *)b); }
static void dot_map(void *a, size_t i)
{
    volatile double product = (double)ref_x[i] * ref_w[i]; /* rounded, whatever the compiler would like */
    *(double *)a = product - ref_n[i];
}
static void dot_meet(void *a, const void *b) { *(double *)a = fma(*(double *)a, 1.0625, -*(const double *)b); }
static void float_map(void *a, size_t i) { *(float *)a = (float)ref_c[i]; }
static void float_meet(void *a, const void *b)
{
    volatile float product = *(float *)a * 0.875f;
    *(float *)a = product - *(const float *)b;
}
static void extent_map(void *a, size_t i)
{
    span s;
    memset(&s, 0, sizeof s);
    s.sum = (double)ref_x[i], s.count = 1, s.lo = s.hi = ref_x[i];
    memcpy(a, &s, sizeof s);
}
static void extent_meet(void *a, const void *b)
{
    span x, y;
    memcpy(&x, a, sizeof x), memcpy(&y, b, sizeof y);
    x.sum = fma(x.sum, 0.9375, y.sum), x.count += y.count;
    if (y.lo < x.lo) x.lo = y.lo;
    if (y.hi > x.hi) x.hi = y.hi;
    memcpy(a, &x, sizeof x);
}
static void bigs_map(void *a, size_t i)
{
    int k;
    for (k = 0; k < 12; k++) {
        volatile double product = (double)ref_x[i] * (k + 1);
        ((double *)a)[k] = product - 0.25;
    }
}
static void bigs_meet(void *a, const void *b)
{
    int k;
    for (k = 0; k < 12; k++) ((double *)a)[k] = fma(((double *)a)[k], 0.5, ((const double *)b)[k]);
}

static int same_bits(const void *a, const void *b, size_t size)
{
    return memcmp(a, b, size) == 0;
}

TEST(reductions_in_the_documented_order)
{
    size_t s, i, most = sizes[LARGEST - 1];
    float *x = (float *)malloc((most + 3) * sizeof *x), *dev_x;
    double *w = (double *)malloc((most + 3) * sizeof *w), *dev_w;
    int *m = (int *)malloc((most + 3) * sizeof *m), *dev_m;
    char *c = (char *)malloc(most + 3), *dev_c;
    random_state = 99;
    for (i = 0; i < most + 3; i++)
        x[i] = random_float(), w[i] = (double)random_float() / 3, m[i] = (int)(random_bits() % 100),
        c[i] = (char)(random_bits() % 50);
    dev_x = GPU_TO_DEVICE(float, x, most + 3), dev_w = GPU_TO_DEVICE(double, w, most + 3),
    dev_m = GPU_TO_DEVICE(int, m, most + 3), dev_c = GPU_TO_DEVICE(char, c, most + 3);
    CHECK_STATUS(gpu_error(), GPU_OK, "");
    for (s = 0; s < LARGEST; s++) {
        size_t n = sizes[s], shift = s % 4;
        double got, wanted;
        float got_float, wanted_float;
        if (n == 0) continue;
        ref_x = x + shift, ref_w = w + shift, ref_n = m + (n & 1), ref_c = c + shift;
        if (n < most) shift = s % 4;
        got = total(dev_x + shift, n), documented_order(&wanted, n, sizeof wanted, total_map, total_meet);
        if (!same_bits(&got, &wanted, 8))
            test__fail(__FILE__, __LINE__, "total of %llu: %a, expected %a", (unsigned long long)n, got, wanted);
        got = ordered(dev_x + shift, n), documented_order(&wanted, n, sizeof wanted, total_map, ordered_meet);
        if (!same_bits(&got, &wanted, 8))
            test__fail(__FILE__, __LINE__, "ordered of %llu: %a, expected %a", (unsigned long long)n, got, wanted);
        if (n <= 1000003) {
            span got_span, wanted_span;
            big got_big, wanted_big;
            /* contraction of the user's own body is the one thing that CPU and GPU do differently, so products here are
               exact or kept apart */
            got_float = ordered_float(dev_c + shift, n),
            documented_order(&wanted_float, n, sizeof wanted_float, float_map, float_meet);
            if (gpu_device() == GPU_CPU && !same_bits(&got_float, &wanted_float, 4))
                test__fail(__FILE__, __LINE__, "ordered_float of %llu: %a, expected %a", (unsigned long long)n,
                           (double)got_float, (double)wanted_float);
            got = ordered_dot(dev_x + shift, dev_w + shift, dev_m + (n & 1), n),
            documented_order(&wanted, n, sizeof wanted, dot_map, dot_meet);
            if (gpu_device() == GPU_CPU && !same_bits(&got, &wanted, 8))
                test__fail(__FILE__, __LINE__, "ordered_dot of %llu: %a, expected %a", (unsigned long long)n, got,
                           wanted);
            got_span = extent(dev_x + shift, n),
            documented_order(&wanted_span, n, sizeof wanted_span, extent_map, extent_meet);
            if (!same_bits(&got_span, &wanted_span, sizeof got_span))
                test__fail(__FILE__, __LINE__, "extent of %llu", (unsigned long long)n);
            CHECK_INT(got_span.count, n);
            got_big = bigs(dev_x + shift, 0.25f, n),
            documented_order(&wanted_big, n, sizeof wanted_big, bigs_map, bigs_meet);
            if (gpu_device() == GPU_CPU && !same_bits(&got_big, &wanted_big, sizeof got_big))
                test__fail(__FILE__, __LINE__, "bigs of %llu", (unsigned long long)n);
        }
    }
    CHECK_STATUS(gpu_free(dev_x), GPU_OK, ""), CHECK_STATUS(gpu_free(dev_w), GPU_OK, ""),
        CHECK_STATUS(gpu_free(dev_m), GPU_OK, ""), CHECK_STATUS(gpu_free(dev_c), GPU_OK, "");
    free(x), free(w), free(m), free(c);
}

TEST(sums_against_float64)
{
    size_t s, i;
    for (s = 0; s < LARGEST; s++) {
        size_t n = sizes[s];
        array x = array_at(n, 4, 4 * (s % 4));
        double sum = 0, absolute = 0, most = (double)-INFINITY;
        for (i = 0; i < n; i++) {
            float v = random_float();
            PUT(float, x, i, v);
            sum += (double)v, absolute += fabs((double)v);
            if ((double)v > most) most = (double)v;
        }
        to_device(&x);
        CHECK_CLOSE(total((float *)x.p, n), sum, 1e-13 * absolute, 0);
        CHECK(maximum((float *)x.p, n) == most);
        array_free(&x);
    }
}

GPU_VECTORIZE(float, constant, (float, x, scalar)) { return x; }

TEST(constants_sum_without_an_error) /* random numbers hide a sum that loses its small terms */
{
    size_t n = (size_t)1 << (gpu_device() == GPU_CPU ? 24 : 28);
    float *x;
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
    n >>= 6;
#endif
    x = GPU_NEW(float, n);
    CHECK_STATUS(constant(x, 0.1f, n), GPU_OK, "");
    CHECK(total(x, n) == (double)n * (double)0.1f);
    CHECK(total(x + 1, n - 1) == (double)(n - 1) * (double)0.1f);
    CHECK(r_scalar((double)0.1f, n) == (double)n * (double)0.1f);
    CHECK_STATUS(gpu_free(x), GPU_OK, "");
}

/* ------------------------------------------------------------------------------------------ the bits, everywhere -- */

/* no product meets a sum */
GPU_VECTORIZE(float, exact, (float, x), (float, y)) { return sqrtf(fabsf(x) / (fabsf(y) + 1)); }
GPU_VECTORIZE(double, exact_fma, (float, x), (double, y)) { return fma((double)x, y, -1.0) / 3; }
GPU_VECTORIZE(double, unfused, (double, x), (double, y)) { return x * y - x; }
GPU_VECTORIZE(pair, complex_product, (pair, a), (pair, b))
{
    pair r;
    r.x = a.x * b.x - a.y * b.y, r.y = a.x * b.y + a.y * b.x;
    return r;
}
GPU_SCAN(float, running_sum, 0.0f, a + b)
GPU_SCAN(double, running_product, 1.0, a * b)

/* A CPU never fuses a product and a sum of its own accord: each is rounded. */
TEST(no_contraction_on_the_cpu)
{
    enum { N = 4099 };
    static double x[N], y[N], out[N];
    static pair a[N], b[N], p[N];
    int i, bad = 0, device = gpu_device();
    random_state = 5;
    for (i = 0; i < N; i++) {
        x[i] = (double)random_float() / 3, y[i] = (double)random_float() / 7;
        a[i].x = random_float() / 3, a[i].y = random_float() / 7, b[i].x = random_float() / 3,
        b[i].y = random_float() / 7;
    }
    CHECK_STATUS(gpu_use(GPU_CPU), GPU_OK, "");
    CHECK_STATUS(unfused(out, x, y, N), GPU_OK, "");
    CHECK_STATUS(complex_product(p, a, b, N), GPU_OK, "");
    for (i = 0; i < N; i++) {
        volatile double xy = x[i] * y[i];
        volatile float xx = a[i].x * b[i].x, yy = a[i].y * b[i].y, ab = a[i].x * b[i].y, ba = a[i].y * b[i].x;
        double wanted = xy - x[i];
        pair w;
        w.x = xx - yy, w.y = ab + ba;
        bad += memcmp(&wanted, &out[i], sizeof wanted) != 0 || memcmp(&w, &p[i], sizeof w) != 0;
    }
    CHECK_INT(bad, 0);
    CHECK_STATUS(gpu_use(device), GPU_OK, "");
}

static uint64_t hashed(uint64_t hash, const void *bytes, size_t n)
{
    size_t i;
    for (i = 0; i < n; i++) hash = (hash ^ ((const unsigned char *)bytes)[i]) * 0x100000001b3u;
    return hash;
}
/* A number made of all bits of results that must be the same on every device, by every compiler, for any number of
   threads. */
static uint64_t hash_of_results(int scans) /* scans: the CPU's alone, whose order is its own */
{
    static const size_t some[] = {1, 63, 1000, 2049, 8193, 70001, 1000003};
    enum { MOST = 1000010 };
    static float x[MOST], y[MOST];
    static double w[MOST];
    uint64_t hash = 0xcbf29ce484222325u;
    float *dx, *dy;
    double *dw;
    size_t s;
    int i;
    random_state = 7;
    for (i = 0; i < MOST; i++) x[i] = random_float(), y[i] = random_float() * 3, w[i] = (double)random_float() / 7;
    dx = GPU_TO_DEVICE(float, x, MOST), dy = GPU_TO_DEVICE(float, y, MOST), dw = GPU_TO_DEVICE(double, w, MOST);
    for (s = 0; s < COUNT(some); s++) {
        size_t n = some[s];
        double r[3];
        span e = extent(dx + 1, n);
        r[0] = total(dx, n), r[1] = ordered(dy + s % 4, n), r[2] = maximum(dy, n);
        hash = hashed(hashed(hash, r, sizeof r), &e, sizeof e);
    }
    if (!scans) {
        CHECK_STATUS(exact(dx, dx, dy, MOST), GPU_OK, "");
        CHECK_STATUS(exact_fma(dw, dy, dw, MOST), GPU_OK, "");
    } else {
        CHECK_STATUS(complex_product((pair *)dx, (pair *)dx, (pair *)dy, MOST / 2), GPU_OK, "");
        CHECK_STATUS(running_sum(dx, dx, MOST), GPU_OK, "");
        CHECK_STATUS(unfused(dw, dw, dw, MOST), GPU_OK, "");
        CHECK_STATUS(exact_fma(dw, dy, dw, MOST), GPU_OK, "");
        CHECK_STATUS(running_product_exclusive(dw, dw, MOST), GPU_OK, "");
    }
    CHECK_STATUS(gpu_copy(x, dx, sizeof x), GPU_OK, "");
    CHECK_STATUS(gpu_copy(w, dw, sizeof w), GPU_OK, "");
    hash = hashed(hashed(hash, x, sizeof x), w, sizeof w);
    CHECK_STATUS(gpu_free(dx), GPU_OK, ""), CHECK_STATUS(gpu_free(dy), GPU_OK, ""),
        CHECK_STATUS(gpu_free(dw), GPU_OK, "");
    return hash;
}
CHILD(bits) /* run.sh compares these lines of all binaries */
{
    int device = gpu_device();
    printf("bits %016llx ", (unsigned long long)hash_of_results(0));
    CHECK_STATUS(gpu_use(GPU_CPU), GPU_OK, "");
    printf("%016llx\n", (unsigned long long)hash_of_results(1));
    CHECK_STATUS(gpu_use(device), GPU_OK, "");
}

TEST(the_same_bits_for_any_number_of_threads)
{
#ifdef _OPENMP
    static const int threads[] = {1, 2, 3, 5, 8, 16, 64};
#else
    static const int threads[] = {8}; /* there is one, whatever is asked for */
#endif
    char environment[64], first[256], other[256];
    size_t k;
    CHECK_INT(test_child("GPU_DEVICE=cpu", "bits", first, sizeof first), 0);
    CHECK_TEXT(first, "bits ");
    for (k = 0; k < COUNT(threads); k++) {
        snprintf(environment, sizeof environment, "OMP_WAIT_POLICY=passive GPU_DEVICE=cpu GPU_THREADS=%d", threads[k]);
        CHECK_INT(test_child(environment, "bits", other, sizeof other), 0);
        CHECK_TEXT(other, first);
    }
}
#if defined(_OPENMP) && defined(__linux__) && !defined(GPU__TSAN)
#include <unistd.h>
GPU_VECTORIZE(float, plus_one, (float, x)) { return x + 1; }
/* Milliseconds of many small calls, beside twice as many busy processes as there are cores. */
CHILD(small_calls_beside_busy_processes)
{
    enum { N = 1 << 15, CALLS = 300, MOST = 64 };
    float *x = GPU_ZEROS(float, N);
    const pid_t me = getpid();
    const long processes = 2 * sysconf(_SC_NPROCESSORS_ONLN);
    double ms, sum = 0;
    int k;
    for (k = 0; k < processes && k < MOST; k++)
        if (!fork()) {
            while (getppid() == me) {} /* until this process has ended */
            _exit(0);
        }
    CHECK_STATUS(gpu_timer_start(), GPU_OK, "");
    for (k = 0; k < CALLS; k++) {
        CHECK_STATUS(plus_one(x, x, N), GPU_OK, "");
        sum += total(x, N);
    }
    ms = gpu_timer_ms();
    CHECK(sum == (double)N * CALLS * (CALLS + 1) / 2);
    printf("%.0f\n", ms);
    gpu_free(x);
}
TEST(small_calls_do_not_wait_for_cores)
{
    char text[2][256];
    const char *const preload = getenv("LD_PRELOAD");
    if (preload && strstr(preload, "vgpreload")) SKIP("valgrind runs one thread at a time");
    CHECK_INT(test_child("GPU_DEVICE=cpu GPU_THREADS=1", "small_calls_beside_busy_processes", text[0], sizeof text[0]),
              0);
    CHECK_INT(test_child("GPU_DEVICE=cpu GPU_THREADS=2 OMP_WAIT_POLICY=active", "small_calls_beside_busy_processes",
                         text[1], sizeof text[1]),
              0);
    /* it takes 5 to 25 s where each call waits for a second core */
    if (atof(text[1]) > 3 * atof(text[0]) + 1500)
        test__fail(__FILE__, __LINE__, "one thread: %s ms, two threads: %s ms", text[0], text[1]);
}
#endif
TEST(the_same_bits_on_cpu_and_gpu)
{
    uint64_t cpu;
    int device;
    if (gpu_device_count() == 0) SKIP("no GPU");
    CHECK_STATUS(gpu_use(GPU_CPU), GPU_OK, "");
    cpu = hash_of_results(0);
    for (device = 0; device < gpu_device_count(); device++) {
        CHECK_STATUS(gpu_use(device), GPU_OK, "");
        CHECK(hash_of_results(0) == cpu);
    }
    CHECK_STATUS(gpu_use(0), GPU_OK, "");
}

/* --------------------------------------------------------------------------------------------------------- scans -- */

/* x -> m x + c: composition is associative and not commutative, and exact */
typedef struct affine { uint32_t m, c; } affine;
GPU_FN affine after(affine a, affine b) { affine r; r.m = a.m * b.m, r.c = b.m * a.c + b.c; return r; }
static affine identity_map(void) { affine r; r.m = 1, r.c = 0; return r; }
typedef struct sums { int v[8]; } sums; /* 32 bytes */
GPU_FN sums sums_of(sums a, sums b) { int k; for (k = 0; k < 8; k++) a.v[k] += b.v[k]; return a; }
static sums no_sums(void) { sums r; memset(&r, 0, sizeof r); return r; }

GPU_SCAN(int, count_up, 0, a + b)
GPU_SCAN(int64_t, long_sum, 0, a + b)
GPU_SCAN(unsigned char, byte_sum, 0, (unsigned char)(a + b))
GPU_SCAN(affine, composed, identity_map(), after(a, b))
GPU_SCAN(sums, vector_sum, no_sums(), sums_of(a, b))
GPU_SCAN(float, running_max, -INFINITY, a > b ? a : b)

/* Exact scans: the serial loop is the reference. */
typedef struct scan_row {
    const char *name;
    size_t size;
    gpu_status (*scan)(void *out, const void *x, size_t n, int exclusive);
    void (*none)(void *to), (*make)(void *to, size_t i), (*step)(void *a, const void *b); /* a = a + b */
} scan_row;
#define SCAN_CALL(T, name)                                                                                             \
    static gpu_status scan_##name(void *out, const void *x, size_t n, int exclusive)                                   \
    {                                                                                                                  \
        return exclusive ? name##_exclusive((T *)out, (const T *)x, n) : name((T *)out, (const T *)x, n);              \
    }
/* `set` makes b, element i; `added` is a and b together. */
#define SCAN_ROW(T, name, zero, set, added)                                                                            \
    SCAN_CALL(T, name)                                                                                                 \
    static void none_##name(void *to) { const T a = zero; memcpy(to, &a, sizeof a); }                                  \
    static void make_##name(void *to, size_t i) { T b; (void)i, set, memcpy(to, &b, sizeof b); }                       \
    static void step_##name(void *to, const void *x)                                                                   \
    { T a, b; memcpy(&a, to, sizeof a), memcpy(&b, x, sizeof b), a = added, memcpy(to, &a, sizeof a); }                \
    static const scan_row row_##name = {#name, sizeof(T), scan_##name, none_##name, make_##name, step_##name};
static sums random_sums(void)
{
    sums r = no_sums();
    int k;
    for (k = 1; k < 8; k++) r.v[k] = (int)(random_bits() % 100);
    return r;
}
SCAN_ROW(int, count_up, 0, b = (int)(random_bits() % 100) - 50, a + b)
SCAN_ROW(int64_t, long_sum, 0, b = (int64_t)random_bits() << 15, a + b)
SCAN_ROW(unsigned char, byte_sum, 0, b = (unsigned char)random_bits(), (unsigned char)(a + b))
SCAN_ROW(affine, composed, identity_map(), (b.m = random_bits() | 1, b.c = random_bits()), after(a, b))
SCAN_ROW(sums, vector_sum, no_sums(), b = random_sums(), sums_of(a, b))
SCAN_ROW(float, running_max, -INFINITY, b = random_float() * (float)(i % 1000 + 1), a > b ? a : b)
static void bytes_text(char *text, const void *x, size_t size)
{
    size_t i;
    for (i = 0; i < size; i++) sprintf(text + 2 * i, "%02x", ((const unsigned char *)x)[i]);
}
static void check_scan(const scan_row *r, size_t n, size_t in_shift, size_t out_shift, int in_place, int exclusive)
{
    const size_t size = r->size;
    array x = array_at(n, size, in_shift * size), y = x, wanted = array_at(n, size, 0);
    char *const want = (char *)wanted.host;
    double a[8]; /* of any type, aligned */
    size_t i;
    test_row("%s, n = %zu, shifts %zu and %zu, in place %d", r->name, n, in_shift, out_shift, in_place);
    if (!in_place) y = array_at(n, size, out_shift * size);
    for (r->none(a), i = 0; i < n; i++) {
        char *const b = (char *)x.host + i * size;
        r->make(b, i);
        if (exclusive) memcpy(want + i * size, a, size);
        if (i || !exclusive)
            r->step(a, b);
        else
            memcpy(a, b, size);
        if (!exclusive) memcpy(want + i * size, a, size);
    }
    to_device(&x);
    if (!in_place) to_device(&y);
    CHECK_STATUS(r->scan(y.p, x.p, n, exclusive), GPU_OK, "");
    to_host(&y);
    if (memcmp(y.host, want, n * size)) {
        char text[2][80];
        for (i = 0; !memcmp((char *)y.host + i * size, want + i * size, size); i++) {
        }
        bytes_text(text[0], (char *)y.host + i * size, size), bytes_text(text[1], want + i * size, size);
        test__fail(__FILE__, __LINE__, "element %zu has the bytes %s, expected %s", i, text[0], text[1]);
    }
    array_free(&x), array_free(&wanted);
    if (!in_place) array_free(&y);
}
static void check_scans(const scan_row *r, size_t n, size_t k, int exclusive)
{
    check_scan(r, n, 0, 0, 0, exclusive), check_scan(r, n, k, 3 - k, 0, exclusive),
        check_scan(r, n, k, 0, 1, exclusive);
}

TEST(scans_against_a_serial_loop)
{
    size_t s;
    for (s = 0; s < LARGEST; s++) {
        size_t n = sizes[s], k = s % 4;
        int exclusive;
        if (s == SMALL - 1) continue;
        for (exclusive = 0; exclusive < 2; exclusive++) {
            check_scans(&row_count_up, n, k, exclusive);
            if (s >= SIZES) continue; /* the largest size, for int alone */
            check_scans(&row_running_max, n, k, exclusive);
            check_scans(&row_composed, n, k, exclusive);
            if (s >= SMALL) continue;
            check_scans(&row_long_sum, n, k, exclusive);
            check_scans(&row_byte_sum, n, k, exclusive);
            check_scans(&row_vector_sum, n, k, exclusive);
        }
    }
}

TEST(scan_of_floats)
{
    size_t s, i;
    for (s = 0; s < LARGEST; s++) {
        size_t n = sizes[s], bad = 0;
        array x = array_at(n, 4, 4 * (s % 4)), y = array_at(n, 4, 0), again = array_at(n, 4, 0);
        double sum = 0, absolute = 0;
        for (i = 0; i < n; i++) {
            float v = s % 2 ? 0.1f : random_float();
            PUT(float, x, i, v);
        }
        to_device(&x), to_device(&y), to_device(&again);
        CHECK_STATUS(running_sum((float *)y.p, (float *)x.p, n), GPU_OK, "");
        CHECK_STATUS(running_sum((float *)again.p, (float *)x.p, n), GPU_OK, "");
        to_host(&y), to_host(&again);
        CHECK(!memcmp(y.host, again.host, n * 4)); /* the same bits from run to run */
        for (i = 0; i < n; i++) {
            float v, r;
            GET(float, x, i, v), GET(float, y, i, r);
            sum += (double)v, absolute += fabs((double)v);
            /* a value went through the additions of a row of 512, of 8 rows, and of the chunks in front of it */
            if (!(fabs((double)r - sum) <= ldexp((double)(i < 512 ? i + 1 : 530 + i / 4096), -24) * absolute)) bad++;
        }
        if (bad)
            test__fail(__FILE__, __LINE__, "n = %llu: %llu elements are beyond the bound", (unsigned long long)n,
                       (unsigned long long)bad);
        CHECK_STATUS(running_sum_exclusive((float *)again.p, (float *)x.p, n), GPU_OK, "");
        to_host(&again);
        for (i = 0, bad = 0, sum = absolute = 0; i < n; i++) {
            float v, r;
            GET(float, x, i, v), GET(float, again, i, r);
            if (!(fabs((double)r - sum) <= ldexp((double)(i < 512 ? i + 1 : 530 + i / 4096), -24) * absolute)) bad++;
            sum += (double)v, absolute += fabs((double)v);
        }
        if (bad)
            test__fail(__FILE__, __LINE__, "exclusive, n = %llu: %llu elements are beyond the bound",
                       (unsigned long long)n, (unsigned long long)bad);
        array_free(&x), array_free(&y), array_free(&again);
    }
}

/* -------------------------------------------------------------------------------------------- ordered reductions -- */

/* Associative and not commutative, and exact: a serial loop is the reference. */
typedef struct square { uint32_t v[4]; } square; /* 2 x 2, modulo 2^32 */
GPU_FN square times(square a, square b)
{
    square r;
    r.v[0] = a.v[0] * b.v[0] + a.v[1] * b.v[2], r.v[1] = a.v[0] * b.v[1] + a.v[1] * b.v[3];
    r.v[2] = a.v[2] * b.v[0] + a.v[3] * b.v[2], r.v[3] = a.v[2] * b.v[1] + a.v[3] * b.v[3];
    return r;
}
static square unit(void) { square r; r.v[0] = r.v[3] = 1, r.v[1] = r.v[2] = 0; return r; }
typedef struct text { uint64_t hash, power; } text; /* a piece of a string */
GPU_FN text joined(text a, text b) { a.hash = a.hash * b.power + b.hash, a.power *= b.power; return a; }
static text no_text(void) { text r; r.hash = 0, r.power = 1; return r; }
typedef struct line { double m, c; } line; /* x -> m x + c; m is 1 or -1 and c whole, so nothing is rounded */
GPU_FN line then(line a, line b) { line r; r.m = a.m * b.m, r.c = b.m * a.c + b.c; return r; }
static line no_line(void) { line r; r.m = 1, r.c = 0; return r; }
GPU_REDUCE_ORDERED(int, first_nonzero, 0, a ? a : b, (signed char, x)) { return x; }
GPU_REDUCE_ORDERED(int64_t, last_place, -1, b < 0 ? a : b, (signed char, x), (int64_t, i, index)) { return x ? i : -1; }
GPU_REDUCE_ORDERED(text, string_hash, no_text(), joined(a, b), (signed char, c))
{
    text r;
    r.hash = (unsigned char)c, r.power = 1099511628211u;
    return r;
}
GPU_REDUCE_ORDERED(affine, maps_composed, identity_map(), after(a, b), (affine, f)) { return f; }
GPU_REDUCE_ORDERED(square, product, unit(), times(a, b), (uint32_t, x), (uint32_t, s, scalar), (uint32_t, i, index))
{
    square r;
    r.v[0] = x, r.v[1] = i ^ s, r.v[2] = 1, r.v[3] = x >> 7;
    return r;
}
GPU_REDUCE_ORDERED(line, lines_composed, no_line(), then(a, b), (double, c), (signed char, x))
{
    line r;
    r.m = x & 1 ? -1 : 1, r.c = c;
    return r;
}
GPU_REDUCE_ORDERED(big, neighbouring_bigs, no_big(), big_join(a, b), (float, x), (float, scale, scalar))
{
    big r;
    int k;
    for (k = 0; k < 12; k++) r.v[k] = (double)x * (k + 1) - (double)scale;
    return r;
}
/* And not associative: the result shows the order. */
GPU_REDUCE_ORDERED(double, neighbouring, 0.0, fma(a, 0.75, b), (float, x)) { return x; }
GPU_REDUCE_ORDERED(int64_t, ordered_visits, 0, a + b, (size_t, i, index), (beside, s, scalar))
{
    return visit(s, (int)i);
}

/* The stated order once more, slowly: `length` values one after the other, then a tree of neighbours. */
static size_t one_after_the_other(char *value, size_t n, size_t length, size_t size, meet *combine)
{
    size_t r, k;
    for (r = 0; r * length < n; r++) {
        for (k = r * length + 1; k < n && k < (r + 1) * length; k++)
            combine(value + r * length * size, value + k * size);
        memmove(value + r * size, value + r * length * size, size);
    }
    return r;
}
static void neighbour_tree(char *value, size_t n, size_t size, meet *combine)
{
    size_t s, j;
    for (s = 1; s < n; s *= 2)
        for (j = 0; j + s < n; j += 2 * s) combine(value + j * size, value + (j + s) * size);
}
static void order_of_neighbours(void *result, size_t n, size_t size, element *map, meet *combine)
{
    size_t tiles = n / 512 + (n % 512 ? 1 : 0), parts = tiles / 4 + (tiles % 4 ? 1 : 0), p, t, i;
    char *partial, *value = (char *)malloc(512 * size);
    if (parts > 4096) parts = 4096;
    partial = (char *)malloc(parts * size);
    for (p = 0; p < parts; p++)
        for (t = tiles * p / parts; t < tiles * (p + 1) / parts; t++) {
            for (i = 0; i < 512 && t * 512 + i < n; i++) map(value + i * size, t * 512 + i);
            neighbour_tree(value, one_after_the_other(value, i, 16, size, combine), size, combine);
            if (t == tiles * p / parts) memcpy(partial + p * size, value, size);
            else combine(partial + p * size, value);
        }
    neighbour_tree(
        partial, one_after_the_other(partial, one_after_the_other(partial, parts, 4, size, combine), 8, size, combine),
        size, combine);
    memcpy(result, partial, size);
    free(partial), free(value);
}

static void check_ordered(size_t n, size_t shift)
{
    array x = array_at(n, 1, shift), u = array_at(n, 4, 4 * shift), f = array_at(n, sizeof(affine), 4 * shift),
          c = array_at(n, 8, 8 * (shift & 1)), w = array_at(n, 4, 4 * (shift % 3));
    array to = array_at(1, sizeof(square), 0);
    affine map = identity_map(), got_map;
    square matrix = unit(), got_matrix;
    text hash = no_text(), got_hash;
    line composed_lines = no_line(), got_line;
    int first = 0;
    int64_t last = -1;
    size_t i, where = n > 2 ? n - 1 - random_bits() % (n / 2) : 0; /* nothing but zeros in front */
    for (i = 0; i < n; i++) {
        signed char ch = (signed char)(i < where ? 0 : (int)(random_bits() % 256) - 128);
        uint32_t v = random_bits();
        affine m;
        square s;
        text part;
        line l;
        double whole = (double)(int)(random_bits() % 1000);
        float real = random_float();
        m.m = random_bits() | 1, m.c = random_bits();
        s.v[0] = v, s.v[1] = (uint32_t)i ^ 77, s.v[2] = 1, s.v[3] = v >> 7;
        part.hash = (unsigned char)ch, part.power = 1099511628211u;
        l.m = ch & 1 ? -1 : 1, l.c = whole;
        PUT(signed char, x, i, ch), PUT(uint32_t, u, i, v), PUT(affine, f, i, m), PUT(double, c, i, whole),
            PUT(float, w, i, real);
        map = after(map, m), matrix = times(matrix, s), hash = joined(hash, part),
        composed_lines = then(composed_lines, l);
        if (!first) first = ch;
        if (ch) last = (int64_t)i;
    }
    to_device(&x), to_device(&u), to_device(&f), to_device(&c), to_device(&w), to_device(&to);
    CHECK_INT(first_nonzero((signed char *)x.p, n), first);
    CHECK_INT(last_place((signed char *)x.p, n), last);
    got_hash = string_hash((signed char *)x.p, n), got_map = maps_composed((affine *)f.p, n),
    got_matrix = product((uint32_t *)u.p, 77, n), got_line = lines_composed((double *)c.p, (signed char *)x.p, n);
    if (got_hash.hash != hash.hash || got_hash.power != hash.power) WRONG("string_hash", n, 0);
    if (got_map.m != map.m || got_map.c != map.c) WRONG("maps_composed", n, 0);
    if (!same_bits(&got_matrix, &matrix, sizeof matrix)) WRONG("product", n, 0);
    if (got_line.m != composed_lines.m || got_line.c != composed_lines.c) WRONG("lines_composed", n, 0);
    CHECK_STATUS(product_to((square *)to.p, (uint32_t *)u.host, 77, n), GPU_OK, ""); /* from host memory */
    to_host(&to);
    if (!same_bits(to.host, &matrix, sizeof matrix)) WRONG("product_to", n, 0);
    if (n) {
        double got = neighbouring((float *)w.p, n), wanted;
        ref_x = (float *)w.host;
        order_of_neighbours(&wanted, n, sizeof wanted, total_map, ordered_meet);
        if (!same_bits(&got, &wanted, sizeof got))
            test__fail(__FILE__, __LINE__, "neighbouring of %llu: %a, expected %a", (unsigned long long)n, got, wanted);
        if (n < 70000 && gpu_device() == GPU_CPU) { /* the body has a product that a GPU may fuse */
            big got_big = neighbouring_bigs((float *)w.p, 0.25f, n), wanted_big;
            order_of_neighbours(&wanted_big, n, sizeof wanted_big, bigs_map, bigs_meet);
            if (!same_bits(&got_big, &wanted_big, sizeof got_big)) WRONG("neighbouring_bigs", n, 0);
        }
    }
    if (n < 70000) {
        array calls = array_at(n + 1, sizeof(int), 0);
        beside b;
        memset(&b, 0, sizeof b), memset(calls.host, 0, calls.bytes);
        to_device(&calls);
        b.calls = (int *)calls.p, b.n = (int)n;
        (void)ordered_visits(b, n);
        check_visits("ordered_visits", &calls, n);
        array_free(&calls);
    }
    array_free(&x), array_free(&u), array_free(&f), array_free(&c), array_free(&w), array_free(&to);
}
TEST(ordered_reductions_need_no_commutativity)
{
    static const size_t more[] = {15, 16, 17, 33, 511, 512, 513, 1025, 8191 + 512, 16384 + 17, 33 * 2048, 131072 + 5};
    size_t s;
    for (s = 0; s < LARGEST; s++) check_ordered(sizes[s], s % 4);
    for (s = 0; s < COUNT(more); s++) check_ordered(more[s], 0), check_ordered(more[s], 1 + s % 3);
}

/* --------------------------------------------------------------------------- host memory, wherever the work runs -- */

enum { ORDINARY, PAGE_LOCKED, OF_DEVICE, SHARED_MEMORY, PLACES };
static void *place_new(int place, size_t bytes)
{
    void *p = place == ORDINARY      ? malloc(bytes)
              : place == PAGE_LOCKED ? gpu_malloc_pinned(bytes)
              : place == OF_DEVICE   ? gpu_malloc(bytes)
                                     : gpu_malloc_managed(bytes);
    if (!p) printf("no memory for a test: %s\n", gpu_error_message()), exit(97);
    return p;
}
static void place_free(int place, void *p)
{
    if (place == ORDINARY) free(p);
    else CHECK_STATUS(gpu_free(p), GPU_OK, "");
}
GPU_VECTORIZE(float, blend, (float, x), (float, f, scalar), (double, y)) { return x + f * (float)y; }
GPU_REDUCE(double, dot, 0.0, a + b, (float, x), (double, y)) { return (double)x * y; }

/* blend and dot, x and y and the output each in a place; values that make every result exact */
static void check_places(size_t n, const int *place, int in_place, size_t shift)
{
    float *x = (float *)place_new(place[0], (n + shift) * sizeof *x) + shift;
    float *out;
    float *h = (float *)malloc((n + 2) * sizeof *h);
    double *y = (double *)place_new(place[1], (n + shift) * sizeof *y) + shift, *hy = (double *)malloc(n * sizeof *hy),
           sum = 0, result = 0, *to;
    size_t i, bad = 0;
    out = in_place ? x : (float *)place_new(place[2], (n + 2) * sizeof *out);
    to = (double *)place_new(place[2], sizeof *to);
    for (i = 0; i < n; i++) h[i] = (float)digit(i, 0), hy[i] = digit(i, 1), sum += digit(i, 0) * digit(i, 1);
    CHECK_STATUS(gpu_copy(x, h, n * sizeof *x), GPU_OK, "");
    CHECK_STATUS(gpu_copy(y, hy, n * sizeof *y), GPU_OK, "");
    h[n] = h[n + 1] = 77; /* guard */
    if (!in_place) CHECK_STATUS(gpu_copy(out + n, h + n, 2 * sizeof *h), GPU_OK, "");
    CHECK(dot(x, y, n) == sum);
    CHECK_STATUS(dot_to(to, x, y, n), GPU_OK, "");
    CHECK_STATUS(gpu_copy(&result, to, sizeof result), GPU_OK, "");
    CHECK(result == sum);
    CHECK_STATUS(blend(out, x, 2, y, n), GPU_OK, "");
    if (place[in_place ? 0 : 2] == ORDINARY) { /* the result is there when the call returns */
        for (i = 0; i < n; i++) bad += (int)out[i] != digit(i, 0) + 2 * digit(i, 1);
        CHECK_INT(bad, 0);
    }
    memset(h, 0, n * sizeof *h);
    CHECK_STATUS(gpu_copy(h, out, n * sizeof *h), GPU_OK, "");
    for (bad = 0, i = 0; i < n; i++) bad += (int)h[i] != digit(i, 0) + 2 * digit(i, 1);
    if (bad)
        test__fail(__FILE__, __LINE__, "places %d %d %d, in place %d, n = %llu: %llu wrong", place[0], place[1],
                   place[2], in_place, (unsigned long long)n, (unsigned long long)bad);
    if (!in_place) {
        CHECK_STATUS(gpu_copy(h + n, out + n, 2 * sizeof *h), GPU_OK, "");
        CHECK((int)h[n] == 77 && (int)h[n + 1] == 77);
        place_free(place[2], out);
    }
    place_free(place[0], x - shift), place_free(place[1], y - shift), place_free(place[2], to);
    free(h), free(hy);
}
TEST(arguments_in_every_place)
{
    /* 12 MiB fit a slot: one float and one double and a float more a piece are 786432 elements */
    static const size_t many[] = {1, 1000, 5003};
    static const size_t large[] = {786432, 786433, 3 * 786432 + 1, 5000011};
    static const int mixes[][3] = {{ORDINARY, ORDINARY, ORDINARY},
                                   {PAGE_LOCKED, OF_DEVICE, ORDINARY},
                                   {OF_DEVICE, ORDINARY, OF_DEVICE},
                                   {ORDINARY, SHARED_MEMORY, PAGE_LOCKED}};
    size_t s, k;
    int place[3], in_place;
    for (s = 0; s < COUNT(many); s++)
        for (place[0] = 0; place[0] < PLACES; place[0]++)
            for (place[1] = 0; place[1] < PLACES; place[1]++)
                for (place[2] = 0; place[2] < PLACES; place[2]++)
                    for (in_place = 0; in_place < 2; in_place++)
                        check_places(many[s], place, in_place, (size_t)(place[0] + place[1]) % 3);
    if (gpu_device() == GPU_CPU) { /* there is nothing to stage */
        check_places(large[1], mixes[0], 0, 1);
        return;
    }
    for (s = 0; s < COUNT(large); s++)
        for (k = 0; k < COUNT(mixes); k++)
            for (in_place = 0; in_place < 2; in_place++) check_places(large[s], mixes[k], in_place, k % 2);
}

TEST(scans_of_host_memory)
{
    static const size_t some[] = {1, 4097, 100003, 10000019};
    size_t s, i, bad;
    int from, to, in_place;
    for (s = 0; s < COUNT(some); s++)
        for (from = 0; from < PLACES; from++)
            for (to = 0; to < PLACES; to++)
                for (in_place = 0; in_place < 2; in_place++) {
                    size_t n = some[s];
                    int *x, *out, *h, sum = 0;
                    if ((in_place && to != from) || (n > 1000000 && (gpu_device() == GPU_CPU || (from + to) % 2)))
                        continue;
                    x = (int *)place_new(from, n * sizeof *x), out = in_place ? x : (int *)place_new(to, n * sizeof *x),
                    h = (int *)malloc(n * sizeof *h);
                    for (i = 0; i < n; i++) h[i] = digit(i, 2) - 5;
                    CHECK_STATUS(gpu_copy(x, h, n * sizeof *x), GPU_OK, "");
                    CHECK_STATUS(count_up(out, x, n), GPU_OK, "");
                    CHECK_STATUS(gpu_copy(h, out, n * sizeof *x), GPU_OK, "");
                    for (bad = 0, i = 0; i < n; i++) sum += digit(i, 2) - 5, bad += h[i] != sum;
                    CHECK_INT(bad, 0);
                    place_free(from, x);
                    if (!in_place) place_free(to, out);
                    free(h);
                }
}

TEST(name_to_leaves_the_value_anywhere)
{
    enum { N = 5000 };
    static float x[N];
    float *dx;
    int i, place;
    for (i = 0; i < N; i++) x[i] = (float)(i % 10);
    dx = GPU_TO_DEVICE(float, x, N);
    for (place = 0; place < PLACES; place++) {
        double *out = (double *)place_new(place, 3 * sizeof *out), h[3] = {-1, -1, -1};
        CHECK_STATUS(gpu_copy(out, h, sizeof h), GPU_OK, "");
        CHECK_STATUS(total_to(out + 1, dx, N), GPU_OK, "");
        CHECK_STATUS(gpu_copy(h, out, sizeof h), GPU_OK, "");
        CHECK(h[0] == -1 && h[1] == 4.5 * N && h[2] == -1);
        CHECK_STATUS(total_to(out + 1, dx, 0), GPU_OK, ""); /* the identity */
        CHECK_STATUS(gpu_copy(h, out, sizeof h), GPU_OK, "");
        CHECK(h[0] == -1 && h[1] == 0 && h[2] == -1);
        CHECK_STATUS(total_to(out + 1, NULL, 0), GPU_OK, "");
        place_free(place, out);
    }
    CHECK_STATUS(gpu_free(dx), GPU_OK, "");
}

/* --------------------------------------------------------------------------------------------- many host threads -- */

#ifndef _WIN32
enum { CALLERS = 6 };
static int caller_failed[CALLERS];
static void *caller(void *which)
{
    int me = *(int *)which, round;
    size_t n = 30011 + 4099 * (size_t)me, i;
    float *x = GPU_NEW(float, n), *y = (float *)malloc(n * sizeof *y), *h = (float *)malloc(n * sizeof *h);
    int *c = GPU_NEW(int, n), *hc = (int *)malloc(n * sizeof *hc), bad = 0;
    for (round = 0; round < 20; round++) {
        for (i = 0; i < n; i++) y[i] = (float)((i + (size_t)me) % 8), hc[i] = me + 1;
        bad += constant(x, (float)me, n) != GPU_OK;
        bad += p2(x, x, y, n) != GPU_OK; /* host memory for one input */
        bad += gpu_copy(h, x, n * sizeof *h) != GPU_OK;
        for (i = 0; i < n; i++) bad += h[i] != (float)me + 2 * y[i];
        bad += r1(x, n / 8 * 8) != (double)(n / 8 * 8) * (me + 7.0);
        bad += gpu_copy(c, hc, n * sizeof *c) != GPU_OK || count_up(c, c, n) != GPU_OK ||
               gpu_copy(hc, c, n * sizeof *c) != GPU_OK;
        for (i = 0; i < n; i++) bad += hc[i] != (int)(i + 1) * (me + 1);
    }
    bad += gpu_free(x) != GPU_OK || gpu_free(c) != GPU_OK;
    free(y), free(h), free(hc);
    caller_failed[me] = bad;
    return NULL;
}
TEST(calls_from_many_threads)
{
    pthread_t threads[CALLERS];
    int which[CALLERS], k;
    for (k = 0; k < CALLERS; k++) which[k] = k, pthread_create(&threads[k], NULL, caller, &which[k]);
    for (k = 0; k < CALLERS; k++) {
        pthread_join(threads[k], NULL);
        CHECK_INT(caller_failed[k], 0);
    }
}
#endif

/* ------------------------------------------------------------------------------------------------- bad arguments -- */

/* The message begins with the place of the definition, names the function and says `part`. */
static void refused(gpu_status got, const char *function, const char *part, int line)
{
    char named[64];
    snprintf(named, sizeof named, ": %s: ", function);
    if (got != GPU_ERROR_INVALID_ARGUMENT || gpu_error() != got || !strstr(gpu_error_message(), named) ||
        !strstr(gpu_error_message(), part) || strncmp(gpu_error_message(), __FILE__ ":", strlen(__FILE__) + 1))
        test__fail(__FILE__, line, "%s gave %s and \"%s\"; expected \"%s\"", function, gpu_status_name(got),
                   gpu_error_message(), part);
    gpu_clear_error();
}
#define REFUSED(call, function, part) refused((call), #function, (part), __LINE__)

TEST(bad_arguments_are_refused)
{
    enum { N = 1000 };
    size_t negative = (size_t)-1, vast = ((size_t)-1 >> 1) / 4 + 1;
    float *x = GPU_ZEROS(float, N), *y = GPU_ZEROS(float, N);
    double *d = GPU_ZEROS(double, N), value;
    int *c = GPU_ZEROS(int, N);
    float last[3] = {1, 2, 3};
    span nothing;
    REFUSED(p2(NULL, x, y, N), p2, "out is NULL; expected 1000 elements of 4 bytes");
    REFUSED(p2(x, NULL, y, N), p2, "n is NULL; expected 1000 elements of 4 bytes");
    REFUSED(p2(x, y, NULL, N), p2, "out is NULL");
    REFUSED(p2(x, x, y, negative), p2, "bytes are more than any machine has; a negative number");
    REFUSED(p2(x, x, y, vast), p2, "a negative number");
    /* too many for the output alone */
    REFUSED(broad(d, (char *)x, ((size_t)-1 >> 1) / 8 + 1), broad, "a negative number");
    REFUSED(mixed(d, (char *)x, (short *)x, x, NULL, (int64_t *)x, 1, (pair *)x, (triple *)x, 1), mixed,
            "d is NULL; expected 1 elements of 8 bytes");
    REFUSED(p2(x + 1, x, y, N - 1), p2,
            "out and n overlap without being the same array; expected the same array, or two that do not overlap");
    /* before it overlaps anything */
    REFUSED(p2(x, y, x + N - 1, N), p2, "4000 bytes go beyond the end of out, which has 4 bytes there");
    REFUSED(p2(x, y, x + 1, N - 1), p2, "out and out overlap");
    REFUSED(p2(y, x, y + 1, N - 1), p2, "out and out overlap");
    REFUSED(broad(d, (char *)d, N), broad, "out and x overlap with elements of different size");
    REFUSED(narrow((unsigned char *)d, d, N), narrow, "out and x overlap with elements of different size");
    REFUSED(total_to(NULL, x, N), total, "out is NULL; expected 1 elements of 8 bytes");
    REFUSED(total_to(NULL, x, 0), total, "out is NULL");
    REFUSED(total_to(&value, NULL, N), total, "x is NULL; expected 1000 elements of 4 bytes");
    REFUSED(total_to((double *)x + 1, x, N), total, "out and x overlap");
    REFUSED(total_to(&value, x, negative), total, "a negative number");
    value = total(NULL, N);
    CHECK(isnan(value));
    REFUSED(gpu_error(), total, "x is NULL");
    nothing = extent(NULL, N);
    CHECK(isnan(nothing.sum) && nothing.count == -1);
    REFUSED(gpu_error(), extent, "x is NULL");
    value = dot(x, NULL, N);
    CHECK(isnan(value));
    REFUSED(gpu_error(), dot, "y is NULL");
    REFUSED(count_up(NULL, c, N), count_up, "out is NULL");
    REFUSED(count_up(c, NULL, N), count_up, "x is NULL");
    REFUSED(count_up(c + 1, c, N - 1), count_up, "out and x overlap");
    REFUSED(count_up_exclusive(c, c + 1, N - 1), count_up, "out and x overlap");
    REFUSED(count_up(c, c, negative), count_up, "a negative number");

    /* Nothing to do is no mistake. */
    CHECK_STATUS(p2(NULL, NULL, NULL, 0), GPU_OK, "");
    CHECK_STATUS(count_up(NULL, NULL, 0), GPU_OK, "");
    CHECK(total(NULL, 0) == 0);
    /* Neighbours do not overlap. */
    CHECK_STATUS(p2(x, x + N / 2, y, N / 2), GPU_OK, "");
    CHECK_STATUS(p2(x + N / 2, x, y, N / 2), GPU_OK, "");

    /* An error leaves the next call right, and the data of the refused one as they were. */
    CHECK_STATUS(gpu_copy(x, last, sizeof last), GPU_OK, "");
    REFUSED(p1(x + 1, x, 2), p1, "overlap");
    CHECK(total(x, 3) == 6);
    CHECK_STATUS(p1(y, x, 3), GPU_OK, "");
    CHECK(total(y, 3) == 6 && gpu_error() == GPU_OK);
    CHECK_STATUS(gpu_free(x), GPU_OK, ""), CHECK_STATUS(gpu_free(y), GPU_OK, ""), CHECK_STATUS(gpu_free(d), GPU_OK, ""),
        CHECK_STATUS(gpu_free(c), GPU_OK, "");
}

/* ----------------------------------------------------------------- pointers that not even their type would allow -- */

#define AT(T, a) ((T *)(on_gpu ? (a).host : (a).p))
/* a GPU cannot read such device memory; host memory works there, and anything on the CPU */
TEST(pointers_misaligned_for_their_type)
{
    int on_gpu = gpu_device() != GPU_CPU;
    static const size_t some[] = {1, 63, 64, 1000, 8193, 100003};
    size_t s, i, off;
    for (s = 0; s < COUNT(some); s++)
        for (off = 1; off < 8; off += 2 + s % 2) {
            size_t n = some[s], bad = 0;
            double sum = 0, result;
            int running = 0;
            array x = array_at(n, 4, off), y = array_at(n, 8, 8 - off), c = array_at(n, 4, off),
                  out = array_at(n, 4, off & 3), to = array_at(1, 8, off), w = array_at(n, sizeof(wide), off);
            pair five;
            for (i = 0; i < n; i++) {
                float v = (float)digit(i, 0);
                double d = digit(i, 1);
                int k = digit(i, 2) - 5;
                wide wv;
                memset(&wv, 0, sizeof wv);
                wv.i = k;
                PUT(float, x, i, v), PUT(double, y, i, d), PUT(int, c, i, k), PUT(wide, w, i, wv);
                sum += (double)v * d;
            }
            five.x = 5, five.y = 6;
            to_device(&x), to_device(&y), to_device(&c), to_device(&out), to_device(&to), to_device(&w);
            if (on_gpu && off % 4) {
                REFUSED(blend((float *)x.p, (float *)x.p, 2, (double *)y.device_base, n), blend,
                        "x is misaligned for its type, and a GPU cannot access it; expected a multiple of 4, not 0x");
                REFUSED(total_to((double *)to.p, (float *)y.device_base, n), total, "out is misaligned for its type");
                REFUSED(count_up((int *)c.p, (int *)c.p, n), count_up, "x is misaligned");
            }
            CHECK(dot(AT(float, x), AT(double, y), n) == sum);
            CHECK_STATUS(dot_to(AT(double, to), AT(float, x), AT(double, y), n), GPU_OK, "");
            CHECK_STATUS(blend(AT(float, out), AT(float, x), 2, AT(double, y), n), GPU_OK, "");
            CHECK_STATUS(blend(AT(float, x), AT(float, x), 3, AT(double, y), n), GPU_OK, "");
            CHECK_STATUS(count_up(AT(int, c), AT(int, c), n), GPU_OK, "");
            CHECK_STATUS(widen(AT(wide, w), AT(wide, w), five, (char *)AT(double, y), n), GPU_OK, "");
            if (!on_gpu) to_host(&x), to_host(&c), to_host(&out), to_host(&to), to_host(&w);
            GET(double, to, 0, result);
            CHECK(result == sum);
            for (i = 0; i < n; i++) {
                float a, b;
                int k;
                wide wv;
                GET(float, out, i, a), GET(float, x, i, b), GET(int, c, i, k), GET(wide, w, i, wv);
                running += digit(i, 2) - 5;
                bad += (int)a != digit(i, 0) + 2 * digit(i, 1) || (int)b != digit(i, 0) + 3 * digit(i, 1) ||
                       k != running || (int)wv.d != 5;
            }
            CHECK_INT(bad, 0);
            array_free(&x), array_free(&y), array_free(&c), array_free(&out), array_free(&to), array_free(&w);
        }
}
