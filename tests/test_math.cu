/* The library's own mathematics. Floats: each result against a reference of more precision, for a sample of the 2^32
   arguments, or for all of them with GPU_TEST_ALL=1 in the environment (minutes on 16 cores). Doubles: within 1 ulp of
   a long double, for random arguments of all sizes, GPU_TEST_DOUBLES of them (10^9 take minutes, too; the largest
   errors are printed then). The functions run lifted over arrays, on the current device; of doubles the bits are
   compared with those of the scalar function on the CPU. */

#define GPU_MATH
#define GPU_IMPLEMENTATION
#include "gpu.h"
#include <float.h>
#define TEST_MAIN
#include "test.h"

enum { CHUNK = 1 << 18 };
static int everything(void) { return getenv("GPU_TEST_ALL") != NULL; }
static GPU__TLS uint64_t state = 88172645463325252u;
static uint64_t random_bits(void)
{
    state ^= state << 13, state ^= state >> 7, state ^= state << 17;
    return state * 0x2545f4914f6cdd1du;
}
/* 2^-63 */
static double random_real(double most) { return (double)(int64_t)random_bits() * 1.0842021724855044e-19 * most; }
static uint32_t bits_of(float x)
{
    uint32_t b;
    memcpy(&b, &x, 4);
    return b;
}
static float float_of(uint32_t b)
{
    float x;
    memcpy(&x, &b, 4);
    return x;
}

/* ---------------------------------------------------------------------------------------------------- references -- */

/* What libm lacks; the arguments of the circle are reduced exactly first. */
static const long double pi_l = 3.14159265358979323846264338327950288L;
static long double sigmoidl_(long double x) { return 1 / (1 + expl(-x)); }
static double sigmoid_(double x) { return (double)sigmoidl_((long double)x); }
static long double exp10l_(long double x) { return powl(10.0L, x); }
static double exp10_(double x) { return (double)exp10l_((long double)x); }
static long double rsqrtl_(long double x) { return 1 / sqrtl(x); }
static double rsqrt_(double x) { return (double)rsqrtl_((long double)x); }
static long double sinpil_(long double x)
{
    long double r = x - 2 * rintl(x / 2);
    r = r > 0.5L ? 1 - r : r < -0.5L ? -1 - r : r;
    if (r == 0) return x * 0;
    return fabsl(r) <= 0.25L ? sinl(pi_l * r) : r < 0 ? -cosl(pi_l * (0.5L + r)) : cosl(pi_l * (0.5L - r));
}
static double sinpi_(double x) { return (double)sinpil_((long double)x); }
static long double cospil_(long double x)
{
    const long double r = fabsl(x - 2 * rintl(x / 2));
    return r == 0.5L ? 0 : r < 0.25L ? cosl(pi_l * r) : r > 0.75L ? -cosl(pi_l * (1 - r)) : sinl(pi_l * (0.5L - r));
}
static double cospi_(double x) { return (double)cospil_((long double)x); }
static double sqrt_(double x) { return sqrt(x); }
static long double abs_l(long double x) { return fabsl(x); }
static double abs_(double x) { return fabs(x); }

/* Whether a float is `exact` rounded: the reference of double decides wherever it is not near halfway between two
   floats, and there the long double; where even that is too near (or no longer than a double) both neighbours pass. */
static int is_near(double r)
{
    uint64_t b;
    memcpy(&b, &r, 8);
    if (fabs(r) >= FLT_MIN && fabs(r) < FLT_MAX) return (uint32_t)(b & 0x1fffffff) - 0x0fffff80u < 0x100;
    return (float)(r * (1 + 1e-13)) != (float)(r * (1 - 1e-13));
}
static int same_float(float got, float want) { return want != want ? got != got : bits_of(got) == bits_of(want); }
static int is_rounded_long(float got, long double r)
{
    const long double doubt = LDBL_MANT_DIG > 53 ? 4.4e-19L : 4e-16L;
    const float low = (float)(r * (1 - doubt)), high = (float)(r * (1 + doubt));
    return same_float(got, (float)r) || same_float(got, low) || same_float(got, high);
}

/* ------------------------------------------------------------------------------------------ floats of one number -- */

typedef gpu_status map_f32(float *out, const float *x, size_t n);
typedef double reference_f64(double x);
typedef long double reference_long(long double x);

/* Argument k of a sample, or of all: in a sample each 4093rd run of 64 neighbours is there. All are scattered: the
   loops over arrays compute a block again if one result in it is doubtful, which would hide a fault beside its
   neighbours. */
static float argument(uint64_t k)
{
    return float_of(everything() ? (uint32_t)k * 0x9e3779b1u : (uint32_t)((k >> 6) * (4093 * 64) + (k & 63)));
}
/* `map` lifts the scalar function. `prewritten` is the library's own, whose loops on a CPU are others, with the same
   bits. */
static void check_floats(const char *name, map_f32 *map, map_f32 *prewritten, reference_f64 *ref,
                         reference_long *ref_long)
{
    const uint64_t all = everything() ? (uint64_t)1 << 32 : ((uint64_t)1 << 32) / 4093;
    float *x = (float *)malloc(CHUNK * sizeof *x), *r = (float *)malloc(CHUNK * sizeof *r), *o = GPU_NEW(float, CHUNK);
    float *same = (float *)malloc(CHUNK * sizeof *same);
    uint64_t from;
    long wrong = 0;
    for (from = 0; from < all && wrong < 5; from += CHUNK) {
        long i;
        for (i = 0; i < CHUNK; i++) x[i] = argument(from + (uint64_t)i), r[i] = -77;
        GPU_CHECK(gpu_copy(o, x, CHUNK * sizeof *x));
        GPU_CHECK(map(o, o, CHUNK));
        GPU_CHECK(gpu_copy(r, o, CHUNK * sizeof *x));
        GPU_CHECK(gpu_copy(o, x, CHUNK * sizeof *x));
        GPU_CHECK(prewritten(o, o, CHUNK));
        GPU_CHECK(gpu_copy(same, o, CHUNK * sizeof *x));
        for (i = 0; i < CHUNK; i++)
            if (!same_float(same[i], r[i]) && wrong++ < 5)
                test__fail(__FILE__, __LINE__, "gpu_%s(%a) is %a, and gpu_math_%s %a", name, (double)x[i],
                           (double)same[i], name, (double)r[i]);
#ifdef _OPENMP
#pragma omp parallel for schedule(dynamic, 1024)
#endif
        for (i = 0; i < CHUNK; i++) {
            const double exact = ref((double)x[i]);
            if (is_near(exact) ? is_rounded_long(r[i], ref_long((long double)x[i])) : same_float(r[i], (float)exact))
                continue;
#ifdef _OPENMP
#pragma omp critical
#endif
            if (wrong++ < 5)
                test__fail(__FILE__, __LINE__, "%s(%a) is %a, expected %a (%.17g)", name, (double)x[i], (double)r[i],
                           (double)(float)exact, exact);
        }
    }
    free(x), free(r), free(same);
    CHECK(gpu_free(o) == GPU_OK);
}

/* A loop computes a whole block again if one of its results is in doubt, which hides that another is wrong. Here
   each block has copies of one argument: some of all sizes, denormal ones, those of erf that were wrong, and special
   values. */
static float lone_argument(int k)
{
    static const float some[] = {0x1.68c88p-127f, 0x1.7a8f98p-127f, 0x1.8c56bp-127f, 0x1.9e1dc8p-127f, 0x1.afe4ep-127f,
                                 0x1.c1abf8p-127f, 0, -0.0f, 1, INFINITY};
    const uint32_t w = (uint32_t)k * 0x9e3779b1u;
    return k < 10 ? some[k] : float_of(k & 1 ? w : w >> 9 | (w << 31));
}
static void check_lone(const char *name, map_f32 *map, map_f32 *prewritten)
{
    enum { BLOCK = 256, ARGUMENTS = CHUNK / BLOCK };
    float *x = (float *)malloc(CHUNK * sizeof *x), *r = (float *)malloc(CHUNK * sizeof *r), *o = GPU_NEW(float, CHUNK);
    int i, wrong = 0;
    for (i = 0; i < CHUNK; i++) x[i] = lone_argument(i / BLOCK);
    GPU_CHECK(gpu_copy(o, x, CHUNK * sizeof *x));
    GPU_CHECK(prewritten(o, o, CHUNK));
    GPU_CHECK(gpu_copy(r, o, CHUNK * sizeof *x));
    GPU_CHECK(gpu_copy(o, x, CHUNK * sizeof *x));
    GPU_CHECK(map(o, o, CHUNK));
    GPU_CHECK(gpu_copy(x, o, CHUNK * sizeof *x));
    for (i = 0; i < ARGUMENTS; i++)
        if (!same_float(r[i * BLOCK], x[i * BLOCK]) && wrong++ < 5)
            test__fail(__FILE__, __LINE__, "gpu_%s(%a), alone in its block, is %a, and gpu_math_%s %a", name,
                       (double)lone_argument(i), (double)r[i * BLOCK], name, (double)x[i * BLOCK]);
    free(x), free(r);
    CHECK(gpu_free(o) == GPU_OK);
}

/* ----------------------------------------------------------------------------------------- doubles of one number -- */

typedef gpu_status map_f64(double *out, const double *x, size_t n);
/* Where a function of doubles goes over to another form, or one over arrays to the scalar function */
static const double breaks[] = {0.41421356237309503, 0.5,   1,      18.37,  37.08,  709.08, 709.78, 710.13,
                                1e-270,              1e130, 1e-130, 1e-200, 0x1p60, 0x1p53, 1e18,   0x1p400};
enum { BREAKS = sizeof breaks / sizeof *breaks };
static double random_argument(void)
{
    const uint64_t w = random_bits();
    double x;
    if (w >> 61 == 0) return (w & 1 ? -1 : 1) * breaks[w % 97 % BREAKS] * (1 + random_real(w & 2 ? 0.01 : 1e-15));
    switch (w & 7) {
    case 0: memcpy(&x, &w, 8); return x;
    case 1: return random_real(750);
    case 2: return random_real(30);
    case 3: return 1 + random_real(0.5);
    case 4: return ldexp(random_real(1), -(int)(random_bits() % 60));
    case 5: return random_real(2);
    case 6: return ldexp(random_real(1), (int)(random_bits() % 64));
    default: return (double)(random_bits() % 10000) * 1.5707963267948966;
    }
}
static int same_double(double got, double want)
{
    return want != want ? got != got : got == want && !signbit(got) == !signbit(want);
}
static double ulp_of(double y)
{
    int e;
    if (fabs(y) < DBL_MIN) return ldexp(1, -1074);
    (void)frexp(y, &e);
    return ldexp(1, e - 53);
}
/* How many ulp a result is from the long double, whose own error is small beside 1; infinite where one of them alone is
   NaN or infinite, or zero where the other is none. */
static double ulps(double got, long double want)
{
    if (want != want) return got != got ? 0 : INFINITY;
    if (fabsl(want) > (long double)DBL_MAX * 1.0000000000000001L || isinf((double)want))
        return isinf(got) && (got > 0) == (want > 0) ? 0 : INFINITY;
    if (isinf(got)) return fabsl(want) > (long double)DBL_MAX * 0.9999999999999999L ? 0 : INFINITY;
    if (want == 0) return got == 0 ? 0 : INFINITY;
    return (double)(fabsl((long double)got - want) / ulp_of((double)want));
}

typedef struct function {
    const char *name;
    map_f32 *map_of_floats; /* the scalar function, lifted */
    map_f64 *map_of_doubles;
    map_f32 *array_f32; /* the library's own */
    map_f64 *array_f64;
    float (*scalar_f32)(float x);
    double (*scalar_f64)(double x);
    reference_f64 *ref;
    reference_long *ref_long;
    double far; /* the greatest argument that the reference of doubles takes */
} function;
static void check_function_of_floats(const function *f)
{
    check_lone(f->name, f->map_of_floats, f->array_f32);
    check_floats(f->name, f->map_of_floats, f->array_f32, f->ref, f->ref_long);
}
/* The arguments of each chunk of 1024 follow from its number, whichever thread makes them. */
static void random_arguments(double *x, long n, uint64_t chunk, double far)
{
    long i;
    state = (chunk + 1) * 0x9e3779b97f4a7c15u;
    for (i = 0; i < n; i++) {
        do x[i] = random_argument();
        while (fabs(x[i]) > far);
    }
}
/* Of what is on one chunk: the largest error. */
static double check_chunk(const function *f, const double *x, const double *r, const double *same, long n)
{
    double worst = 0;
    long i;
    for (i = 0; i < n; i++) {
        const double on_cpu = f->scalar_f64(x[i]), error = ulps(r[i], f->ref_long((long double)x[i]));
        if (error > worst) worst = error;
        if (error <= 1 && same_double(r[i], on_cpu) && same_double(same[i], on_cpu)) continue;
#ifdef _OPENMP
#pragma omp critical
#endif
        test__fail(__FILE__, __LINE__, "%s(%a) is %a, in an array %a, on the CPU %a, expected %a (%.3f ulp)", f->name,
                   x[i], r[i], same[i], on_cpu, (double)f->ref_long((long double)x[i]), error);
    }
    return worst;
}
static void check_many_doubles(const function *f)
{
    enum { PART = 1024 };
    const char *const given = getenv("GPU_TEST_DOUBLES");
    const uint64_t all = given ? (uint64_t)atof(given) : 30011;
    double *const x = (double *)malloc(CHUNK * sizeof *x), *const r = (double *)malloc(CHUNK * sizeof *r), worst = 0;
    double *const same = (double *)malloc(CHUNK * sizeof *r), *const o = GPU_NEW(double, CHUNK);
    uint64_t from;
    for (from = 0; from < all; from += CHUNK) {
        const long n = all - from < CHUNK ? (long)(all - from) : (long)CHUNK, parts = (n + PART - 1) / PART;
        long k;
#ifdef _OPENMP
#pragma omp parallel for schedule(dynamic)
#endif
        for (k = 0; k < parts; k++)
            random_arguments(x + k * PART, k < parts - 1 ? (long)PART : n - k * PART, from / PART + (uint64_t)k,
                             f->far);
        GPU_CHECK(gpu_copy(o, x, (size_t)n * sizeof *x));
        GPU_CHECK(f->map_of_doubles(o, o, (size_t)n));
        GPU_CHECK(gpu_copy(r, o, (size_t)n * sizeof *x));
        GPU_CHECK(gpu_copy(o, x, (size_t)n * sizeof *x));
        GPU_CHECK(f->array_f64(o, o, (size_t)n));
        GPU_CHECK(gpu_copy(same, o, (size_t)n * sizeof *x));
#ifdef _OPENMP
#pragma omp parallel for schedule(dynamic)
#endif
        for (k = 0; k < parts; k++) {
            const long at = k * PART, some = k < parts - 1 ? (long)PART : n - at;
            const double error = check_chunk(f, x + at, r + at, same + at, some);
#ifdef _OPENMP
#pragma omp critical
#endif
            if (error > worst) worst = error;
        }
    }
    if (given) printf("%s of %.3g doubles: at most %.4f ulp\n", f->name, (double)all, worst);
    free(x), free(r), free(same);
    CHECK(gpu_free(o) == GPU_OK);
}
static void check_function_of_doubles(const function *f)
{
    if (LDBL_MANT_DIG < 64) SKIP("long double is no longer than double");
    check_many_doubles(f);
}
#define FUNCTION(f, ref, ref_long, far)                                                                                \
    GPU_VECTORIZE(float, f##_of_floats, (float, x)) { return gpu_math_##f##_f32(x); }                                  \
    GPU_VECTORIZE(double, f##_of_doubles, (double, x)) { return gpu_math_##f##_f64(x); }                               \
    static const function row_##f = {#f, f##_of_floats, f##_of_doubles, gpu_##f##_f32, gpu_##f##_f64,                  \
        gpu_math_##f##_f32, gpu_math_##f##_f64, ref, ref_long, far};                                                   \
    TEST(f##_f32) { check_function_of_floats(&row_##f); }                                                              \
    TEST(f##_f64) { check_function_of_doubles(&row_##f); }
FUNCTION(exp, exp, expl, INFINITY)
FUNCTION(exp2, exp2, exp2l, INFINITY)
FUNCTION(exp10, exp10_, exp10l_, INFINITY)
FUNCTION(expm1, expm1, expm1l, INFINITY)
FUNCTION(log, log, logl, INFINITY)
FUNCTION(log2, log2, log2l, INFINITY)
FUNCTION(log10, log10, log10l, INFINITY)
FUNCTION(log1p, log1p, log1pl, INFINITY)
FUNCTION(sin, sin, sinl, 1e15)
FUNCTION(cos, cos, cosl, 1e15)
FUNCTION(tan, tan, tanl, 1e15)
FUNCTION(sinpi, sinpi_, sinpil_, INFINITY)
FUNCTION(cospi, cospi_, cospil_, INFINITY)
FUNCTION(asin, asin, asinl, 1)
FUNCTION(acos, acos, acosl, 1)
FUNCTION(atan, atan, atanl, INFINITY)
FUNCTION(sinh, sinh, sinhl, INFINITY)
FUNCTION(cosh, cosh, coshl, INFINITY)
FUNCTION(tanh, tanh, tanhl, INFINITY)
FUNCTION(sigmoid, sigmoid_, sigmoidl_, INFINITY)
FUNCTION(cbrt, cbrt, cbrtl, INFINITY)
FUNCTION(erf, erf, erfl, INFINITY)
FUNCTION(erfc, erfc, erfcl, INFINITY)
FUNCTION(sqrt, sqrt_, sqrtl, INFINITY)
FUNCTION(rsqrt, rsqrt_, rsqrtl_, INFINITY)
FUNCTION(abs, abs_, abs_l, INFINITY)
static const function *const functions[] = {
    &row_exp, &row_exp2, &row_exp10, &row_expm1, &row_log, &row_log2, &row_log10, &row_log1p, &row_sin, &row_cos,
    &row_tan, &row_sinpi, &row_cospi, &row_asin, &row_acos, &row_atan, &row_sinh, &row_cosh, &row_tanh,
    &row_sigmoid, &row_cbrt, &row_erf, &row_erfc, &row_sqrt, &row_rsqrt, &row_abs,
};
enum { FUNCTIONS = sizeof functions / sizeof *functions };

/* ------------------------------------------------------------------------------------------------ of two numbers -- */

GPU_VECTORIZE(float, pow_of_floats, (float, x), (float, y)) { return gpu_math_pow_f32(x, y); }
GPU_VECTORIZE(float, atan2_of_floats, (float, x), (float, y)) { return gpu_math_atan2_f32(x, y); }
GPU_VECTORIZE(float, hypot_of_floats, (float, x), (float, y)) { return gpu_math_hypot_f32(x, y); }
GPU_VECTORIZE(double, pow_of_doubles, (double, x), (double, y)) { return gpu_math_pow_f64(x, y); }
GPU_VECTORIZE(double, atan2_of_doubles, (double, x), (double, y)) { return gpu_math_atan2_f64(x, y); }
GPU_VECTORIZE(double, hypot_of_doubles, (double, x), (double, y)) { return gpu_math_hypot_f64(x, y); }

typedef gpu_status pair_map_f32(float *out, const float *x, const float *y, size_t n);
typedef gpu_status pair_map_f64(double *out, const double *x, const double *y, size_t n);
typedef long double pair_reference(long double x, long double y);

/* Random pairs of all sizes, small whole numbers, bases of few bits to small powers, whose results are exact or halfway
   between two floats, and powers near the ends of the range, where the error of the logarithm counts most. */
static void random_pair(int k, float *x, float *y)
{
    *x = float_of((uint32_t)random_bits()), *y = float_of((uint32_t)random_bits());
    if (k % 5 == 1)
        *x = (float)ldexp(1 + fabs(random_real(1)), (int)(random_bits() % 40) - 20), *y = (float)random_real(20);
    if (k % 5 == 2)
        *x = float_of(((uint32_t)random_bits() & 0x7ff000u) | 0x3f800000u),
        *y = 0.5f * (float)(int)(random_bits() % 16);
    if (k % 5 == 3) *x = (float)(int)(random_bits() % 8192) - 4096, *y = (float)(int)(random_bits() % 64) - 32;
    if (k % 5 == 4)
        *x = (float)fabs(*x),
        *y = (float)((random_bits() & 1 ? 122 + random_real(6) : -140 + random_real(12)) / log2((double)*x));
}
static void check_pairs(const char *name, pair_map_f32 *map, pair_map_f32 *prewritten, pair_reference *ref)
{
    enum { N = 1 << 16 };
    static float x[N], y[N], r[N], same[N];
    float *o = GPU_NEW(float, N), *p = GPU_NEW(float, N);
    long wrong = 0, round, rounds = everything() ? 16000 : 1;
    for (round = 0; round < rounds && wrong < 5; round++) {
        int i;
        for (i = 0; i < N; i++) random_pair(i, x + i, y + i), r[i] = -77;
        GPU_CHECK(gpu_copy(o, x, sizeof x));
        GPU_CHECK(gpu_copy(p, y, sizeof y));
        GPU_CHECK(map(o, o, p, N));
        GPU_CHECK(gpu_copy(r, o, sizeof r));
        if (prewritten) {
            GPU_CHECK(gpu_copy(o, x, sizeof x));
            GPU_CHECK(prewritten(o, o, p, N));
            GPU_CHECK(gpu_copy(same, o, sizeof same));
        }
        for (i = 0; prewritten && i < N; i++)
            if (!same_float(same[i], r[i]) && wrong++ < 5)
                test__fail(__FILE__, __LINE__, "gpu_%s(%a, %a) is %a, and gpu_math_%s %a", name, (double)x[i],
                           (double)y[i], (double)same[i], name, (double)r[i]);
#ifdef _OPENMP
#pragma omp parallel for schedule(dynamic, 256)
#endif
        for (i = 0; i < N; i++) {
            const long double want = ref((long double)x[i], (long double)y[i]);
            if (is_rounded_long(r[i], want)) continue;
#ifdef _OPENMP
#pragma omp critical
#endif
            if (wrong++ < 5)
                test__fail(__FILE__, __LINE__, "%s(%a, %a) is %a, expected %a", name, (double)x[i], (double)y[i],
                           (double)r[i], (double)(float)want);
        }
    }
    CHECK(gpu_free(o) == GPU_OK && gpu_free(p) == GPU_OK);
}
static void check_pairs_of_doubles(const char *name, pair_map_f64 *map, pair_reference *ref)
{
    enum { N = 30011 };
    static double x[N], y[N], r[N];
    double *o = GPU_NEW(double, N), *p = GPU_NEW(double, N);
    int i, wrong = 0;
    for (i = 0; i < N; i++) {
        x[i] = random_argument(), y[i] = i % 3 ? random_argument() : random_real(700) / (fabs(log(fabs(x[i]))) + 0.001),
        r[i] = -77;
        if (i % 2) x[i] = fabs(x[i]);
    }
    GPU_CHECK(gpu_copy(o, x, sizeof x));
    GPU_CHECK(gpu_copy(p, y, sizeof y));
    GPU_CHECK(map(o, o, p, N));
    GPU_CHECK(gpu_copy(r, o, sizeof r));
    for (i = 0; i < N && wrong < 5; i++) {
        const long double want = ref((long double)x[i], (long double)y[i]);
        if (!(ulps(r[i], want) <= 1))
            wrong++,
                test__fail(__FILE__, __LINE__, "%s(%a, %a) is %a, expected %a", name, x[i], y[i], r[i], (double)want);
    }
    CHECK(gpu_free(o) == GPU_OK && gpu_free(p) == GPU_OK);
}
static void check_function_of_pairs(const char *name, pair_map_f32 *map, pair_map_f32 *prewritten, pair_reference *ref)
{
    if (LDBL_MANT_DIG < 64) SKIP("long double is no longer than double");
    check_pairs(name, map, prewritten, ref);
}
static void check_function_of_pairs_of_doubles(const char *name, pair_map_f64 *map, pair_reference *ref)
{
    if (LDBL_MANT_DIG < 64) SKIP("long double is no longer than double");
    check_pairs_of_doubles(name, map, ref);
}
/* Results a little below 1, where an ulp is small beside the terms: once 1.00 to 1.03 ulp. */
TEST(tangents_below_one)
{
    static const double x[] = {0x1.907ed9c89d9aap-1, -0x1.07d400f896c16p+4, 0x1.f5deb9bdbc9c5p+8,
                               0x1.65c07c91b591bp+9, -0x1.26eb4563d327dp+9, 0x1.fa7d478408873p+44};
    if (LDBL_MANT_DIG < 64) SKIP("long double is no longer than double");
    for (size_t k = 0; k < sizeof x / sizeof *x; k++) CHECK(ulps(gpu_math_tan_f64(x[k]), tanl((long double)x[k])) <= 1);
}
#define TESTED_PAIRS(f, prewritten)                                                                                    \
    TEST(f##_f32) { check_function_of_pairs(#f, f##_of_floats, prewritten, f##l); }                                    \
    TEST(f##_f64) { check_function_of_pairs_of_doubles(#f, f##_of_doubles, f##l); }
TESTED_PAIRS(pow, NULL)
TESTED_PAIRS(atan2, gpu_atan2_f32)
TESTED_PAIRS(hypot, gpu_hypot_f32)

/* ------------------------------------------------------------------------------------------------ special values -- */

static const double special[] = {0.0, -0.0, INFINITY, -INFINITY, NAN, 1.0, -1.0, 2.0, 3.0, -3.0, 0.5, -2.0};
enum { SPECIAL = sizeof special / sizeof *special };
#define SAME_AS_LIBM(f)                                                                                                \
    for (k = 0; k < SPECIAL; k++) {                                                                                    \
        const double x = special[k], want = f(x), got = gpu_math_##f##_f64(x);                                         \
        const float got_f32 = gpu_math_##f##_f32((float)x);                                                            \
        if (!(want - want == 0 && want != 0) && !(same_double(got, want) && same_float(got_f32, (float)want)))         \
            test__fail(__FILE__, __LINE__, #f "(%g) is %g and %g, expected %g", x, got, (double)got_f32, want);        \
    }
static void check_special_pair(const char *name, double x, double y, double got, float got_f32, double want)
{
    const int close = fabs(got - want) <= 4e-16 * fabs(want);
    if (want - want == 0 && want != 0 ? !close : !(same_double(got, want) && same_float(got_f32, (float)want)))
        test__fail(__FILE__, __LINE__, "%s(%g, %g) is %g and %g, expected %g", name, x, y, got, (double)got_f32, want);
}
#define SAME_PAIRS_AS_LIBM(f)                                                                                          \
    for (k = 0; k < SPECIAL * SPECIAL; k++) {                                                                          \
        const double x = special[k / SPECIAL], y = special[k % SPECIAL];                                               \
        check_special_pair(#f, x, y, gpu_math_##f##_f64(x, y), gpu_math_##f##_f32((float)x, (float)y), f(x, y));       \
    }
TEST(special_values)
{
    int k;
    SAME_AS_LIBM(exp) SAME_AS_LIBM(exp2) SAME_AS_LIBM(expm1) SAME_AS_LIBM(log) SAME_AS_LIBM(log2) SAME_AS_LIBM(log10)
    SAME_AS_LIBM(log1p) SAME_AS_LIBM(sin) SAME_AS_LIBM(cos) SAME_AS_LIBM(tan) SAME_AS_LIBM(asin) SAME_AS_LIBM(acos)
    SAME_AS_LIBM(atan) SAME_AS_LIBM(sinh) SAME_AS_LIBM(cosh) SAME_AS_LIBM(tanh) SAME_AS_LIBM(cbrt) SAME_AS_LIBM(erf)
    SAME_AS_LIBM(erfc) SAME_AS_LIBM(sqrt)
    SAME_PAIRS_AS_LIBM(pow) SAME_PAIRS_AS_LIBM(atan2) SAME_PAIRS_AS_LIBM(hypot)
    /* 2^-42.7 above the midpoint of two floats */
    CHECK(bits_of(gpu_math_pow_f32(float_of(0x3fada46b), float_of(0x4383916e))) == 0x795ac03f);
    CHECK(gpu_math_log10_f64(1000) == 3 && gpu_math_log2_f64(8) == 3 && gpu_math_exp2_f64(10) == 1024 &&
          gpu_math_cbrt_f64(-27) == -3);
    CHECK(gpu_math_sigmoid_f64(-INFINITY) == 0 && gpu_math_sigmoid_f64(INFINITY) == 1 &&
          gpu_math_sigmoid_f64(0) == 0.5);
    CHECK(gpu_math_sinpi_f64(1) == 0 && signbit(gpu_math_sinpi_f64(-1)) && gpu_math_sinpi_f64(2.5) == 1 &&
          gpu_math_cospi_f64(3) == -1);
    CHECK(gpu_math_cospi_f64(9007199254740991.0) == -1 && gpu_math_cospi_f64(1e300) == 1 &&
          isnan(gpu_math_sinpi_f64(INFINITY)));
    CHECK(isinf(gpu_math_rsqrt_f64(0)) && gpu_math_rsqrt_f64(INFINITY) == 0 && isnan(gpu_math_rsqrt_f64(-1)) &&
          gpu_math_rsqrt_f64(4) == 0.5);
    CHECK(gpu_math_min_f64(1, 2) == 1 && gpu_math_max_f64(1, 2) == 2 && isnan(gpu_math_min_f64(NAN, 1)) &&
          isnan(gpu_math_max_f64(1, NAN)));
    CHECK(gpu_math_min_f32(1, -2) == -2 && gpu_math_max_f32(1, -2) == 1 && isnan(gpu_math_min_f32(1, NAN)));
}

/* The functions over arrays, with sizes that leave a rest, misaligned and in place, and large angles among small ones:
   the bits of the scalar functions. The arrays are at d + o. */
static void check_array(const function *f, const double *x, const float *y, size_t n, size_t o, double *d)
{
    double r[1031];
    float s[1031];
    size_t i;
    test_row("%s of %zu, %zu elements behind", f->name, n, o);
    GPU_CHECK(gpu_copy(d + o, x, n * sizeof *x));
    CHECK(f->array_f64(d + o, d + o, n) == GPU_OK);
    GPU_CHECK(gpu_copy(r, d + o, n * sizeof *x));
    for (i = 0; i < n; i++) CHECK_AT(i, r[i], f->scalar_f64(x[i]), same_double(r[i], f->scalar_f64(x[i])));
    GPU_CHECK(gpu_copy(d + o, y, n * sizeof *y));
    CHECK(f->array_f32((float *)(d + o), (float *)(d + o), n) == GPU_OK);
    GPU_CHECK(gpu_copy(s, d + o, n * sizeof *y));
    for (i = 0; i < n; i++) CHECK_AT(i, s[i], f->scalar_f32(y[i]), same_float(s[i], f->scalar_f32(y[i])));
}
TEST(arrays_have_the_bits_of_the_scalar_functions)
{
    enum { MOST = 1031 };
    static const size_t sizes[] = {0, 1, 2, 7, 63, 64, 65, 130, MOST};
    enum { SIZES = sizeof sizes / sizeof *sizes };
    static double x[MOST], r[MOST];
    static float y[MOST], s[MOST];
    double *d = GPU_NEW(double, MOST + 4);
    int k;
    for (k = 0; k < MOST; k++) x[k] = k < 64 ? random_real(3) : random_argument(), y[k] = (float)x[k];
    y[5] = float_of(0x005ea3e6); /* a denormal whose erf is nearly in the middle of two floats */
    for (k = 0; k < FUNCTIONS * SIZES; k++)
        check_array(functions[k / SIZES], x, y, sizes[k % SIZES], (size_t)k % SIZES % 4, d);
    test_row("of two numbers");
    GPU_CHECK(gpu_copy(d, x, 8 * MOST));
    CHECK(gpu_pow_f64(d, d, 1.5, MOST) == GPU_OK);
    GPU_CHECK(gpu_copy(r, d, sizeof r));
    for (k = 0; k < MOST; k++) CHECK(same_double(r[k], gpu_math_pow_f64(x[k], 1.5)));
    GPU_CHECK(gpu_copy(d, y, sizeof y));
    CHECK(gpu_hypot_f32((float *)d, (float *)d, (float *)d, MOST) == GPU_OK);
    GPU_CHECK(gpu_copy(s, d, sizeof s));
    for (k = 0; k < MOST; k++) CHECK(same_float(s[k], gpu_math_hypot_f32(y[k], y[k])));
    CHECK(gpu_free(d) == GPU_OK);
    CHECK_SUFFIXED(gpu_erf_f32(NULL, y, 5), GPU_ERROR_INVALID_ARGUMENT, "gpu_erf");
}

/* A loop computes a block again by the scalar function if it has a special case, which hides what it did before. Here
   the arguments of a block have one exponent and, but in each third block, one sign; each seventh block has a special
   one. */
#define SAME_IN_BLOCK(f, second, expected)                                                                             \
    CHECK(gpu_##f##_f64(o, d, second, BLOCK) == GPU_OK);                                                               \
    GPU_CHECK(gpu_copy(r, o, sizeof r));                                                                               \
    for (i = 0; i < BLOCK; i++)                                                                                        \
        if (!same_double(r[i], expected) && wrong++ < 5)                                                               \
            test__fail(__FILE__, __LINE__, "gpu_" #f "(%a, %a) is %a, expected %a", x[i], y[i], r[i], expected);
TEST(blocks_without_special_cases_have_the_bits_of_the_scalar_functions)
{
    enum { BLOCK = 256, ROUNDS = 400 };
    static double x[BLOCK], y[BLOCK], r[BLOCK];
    static const double powers[] = {1.7, 2, -3, 0.5, 100.25};
    double *d = GPU_NEW(double, BLOCK), *e = GPU_NEW(double, BLOCK), *o = GPU_NEW(double, BLOCK);
    int round, i, k, wrong = 0;
    for (round = 0; round < ROUNDS && wrong < 5; round++) {
        const int range = round % 4 ? 20 : 1023, power = (int)(random_bits() % (unsigned)(2 * range)) - range;
        const double most = powers[round % 5];
        for (i = 0; i < BLOCK; i++) {
            const double sign = round % 3 == 0 ? (random_bits() & 1 ? -1 : 1) : round % 3 == 1 ? -1 : 1;
            x[i] = sign * ldexp(1 + fabs(random_real(1)), power),
            y[i] = ldexp(random_real(1), power + (int)(random_bits() % 8));
        }
        if (round % 7 == 0) x[round % BLOCK] = special[round % SPECIAL], y[5] = special[(round >> 4) % SPECIAL];
        GPU_CHECK(gpu_copy(d, x, sizeof x));
        GPU_CHECK(gpu_copy(e, y, sizeof y));
        for (k = 0; k < FUNCTIONS; k++) {
            const function *const f = functions[k];
            CHECK(f->array_f64(o, d, BLOCK) == GPU_OK);
            GPU_CHECK(gpu_copy(r, o, sizeof r));
            for (i = 0; i < BLOCK; i++)
                if (!same_double(r[i], f->scalar_f64(x[i])) && wrong++ < 5)
                    test__fail(__FILE__, __LINE__, "gpu_%s(%a) is %a, expected %a", f->name, x[i], r[i],
                               f->scalar_f64(x[i]));
        }
        SAME_IN_BLOCK(atan2, e, gpu_math_atan2_f64(x[i], y[i]))
        SAME_IN_BLOCK(hypot, e, gpu_math_hypot_f64(x[i], y[i]))
        SAME_IN_BLOCK(pow, most, gpu_math_pow_f64(x[i], most))
    }
    CHECK(gpu_free(d) == GPU_OK && gpu_free(e) == GPU_OK && gpu_free(o) == GPU_OK);
}

/* gpu_pow, whose exponent is the same for all. */
TEST(powers_have_the_bits_of_the_scalar_function)
{
    enum { N = 5000 };
    static const float exponents[] = {1.7f, 2, 3, -1, -3, 0.5f, -0.5f, 0, -0.0f, 1, 0.001f, 33, 16777215.0f, 1e30f,
                                      INFINITY, -INFINITY, NAN};
    const int given = sizeof exponents / sizeof *exponents, rounds = given + (everything() ? 100000 : 50);
    static float x[N], r[N];
    float *o = GPU_NEW(float, N);
    int round, i, wrong = 0;
    for (round = 0; round < rounds && wrong < 5; round++) {
        const float most = round % 3 ? 40.0f : 4.0f;
        const float y = round < given ? exponents[round] : (float)random_real((double)most);
        for (i = 0; i < N; i++) { /* the third kind leaves blocks without a special case */
            x[i] = float_of((uint32_t)random_bits());
            if (i < N / 3) x[i] = (float)(int)(random_bits() % 64) - 32;
            if (i > N / 2) x[i] = (float)ldexp(1 + fabs(random_real(1)), (int)(random_bits() % 6) - 3);
        }
        GPU_CHECK(gpu_copy(o, x, sizeof x));
        GPU_CHECK(gpu_pow_f32(o, o, y, N));
        GPU_CHECK(gpu_copy(r, o, sizeof r));
        for (i = 0; i < N; i++)
            if (!same_float(r[i], gpu_math_pow_f32(x[i], y)) && wrong++ < 5)
                test__fail(__FILE__, __LINE__, "gpu_pow(%a, %a) is %a, expected %a", (double)x[i], (double)y,
                           (double)r[i], (double)gpu_math_pow_f32(x[i], y));
    }
    CHECK(gpu_free(o) == GPU_OK);
}

/* One spelling for every type. */
TEST(the_type_follows_the_arguments)
{
    int evaluated = 0;
    CHECK(sizeof GPU_EXP(1.0f) == 4 && sizeof GPU_EXP(1.0) == 8 && sizeof GPU_EXP(1) == 8);
    CHECK(sizeof GPU_POW(2.0f, 3.0f) == 4 && sizeof GPU_POW(2.0f, 3) == 4 && sizeof GPU_POW(2.0f, 3.0) == 8 &&
          sizeof GPU_POW(2, 3) == 8);
    CHECK(GPU_POW(2, 10) == 1024 && GPU_SQRT(9.0f) == 3 && GPU_ABS(-2.5) == 2.5 && GPU_MIN(3, 2.5f) == 2.5f &&
          GPU_MAX(3.0, 2.5) == 3);
    CHECK(GPU_LOG(evaluated++ + 1.0f) == 0 && evaluated == 1);
    CHECK(GPU_SIN(0.5f) == gpu_math_sin_f32(0.5f) && GPU_ATAN2(1.0, -1.0) == gpu_math_atan2_f64(1, -1));
}
