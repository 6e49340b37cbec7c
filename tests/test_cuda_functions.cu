/* CUDA's conversions and its functions of bytes and halves of a word: the same bits from a body on the CPU and on a
   GPU, compared with what the processor's own rounding modes, or plain loops over the bytes, give. */

#define GPU_IMPLEMENTATION
#include "gpu.h"
#define TEST_MAIN
#include "test.h"

#include <fenv.h>
#ifdef GPU__CUDA
#include <math_constants.h>
#endif

enum { N = 4096 };
static unsigned long long state = 88172645463325252u;
static unsigned long long bits64(void)
{
    state ^= state << 13, state ^= state >> 7, state ^= state << 17;
    return state;
}
/* What is likely to go wrong: halves, neighbours of powers of two and of the ends of each integer, and any bits. */
static double awkward(int k)
{
    static const double ends[] = {0, 0.5, 1.5, 2.5, 2147483647.0, 2147483648.0, 4294967295.0, 4294967296.0,
                                  9223372036854775808.0, 18446744073709551616.0, 1e-300, 1e300, 16777217.0,
                                  9007199254740993.0, 3.4028235677973366e38, 1e-45, 7e-46};
    const int count = (int)(sizeof ends / sizeof *ends);
    double x;
    unsigned long long b;
    if (k < 6 * count) {
        x = ends[k / 6];
        x = k % 3 == 1 ? nextafter(x, 1e308) : k % 3 == 2 ? nextafter(x, -1e308) : x;
        return k / 3 % 2 ? -x : x;
    }
    if (k == 6 * count) return (double)NAN;
    if (k == 6 * count + 1) return (double)INFINITY;
    if (k == 6 * count + 2) return -(double)INFINITY;
    b = bits64();
    if (k % 2) return ldexp((double)(long long)(b >> 1), (int)(b % 100) - 70) * (b & 128 ? 1 : -1);
    memcpy(&x, &b, 8);
    return x;
}

/* --------------------------------------------------------------------------------------------------- conversions -- */

#define FOR_WAYS(M, name, ...)                                                                                         \
    M(name##_rn, FE_TONEAREST, __VA_ARGS__)                                                                            \
    M(name##_rz, FE_TOWARDZERO, __VA_ARGS__) M(name##_ru, FE_UPWARD, __VA_ARGS__)                                      \
        M(name##_rd, FE_DOWNWARD, __VA_ARGS__)
#define TO_WHOLE(M)                                                                                                    \
    FOR_WAYS(M, __float2int, int, float, 0)                                                                            \
    FOR_WAYS(M, __float2uint, unsigned, float, 0) FOR_WAYS(M, __float2ll, long long, float, 1ull << 63)                \
        FOR_WAYS(M, __float2ull, unsigned long long, float, 1ull << 63)                                                \
            FOR_WAYS(M, __double2int, int, double, 0x80000000u)                                                        \
                FOR_WAYS(M, __double2uint, unsigned, double, 0x80000000u)                                              \
                    FOR_WAYS(M, __double2ll, long long, double, 1ull << 63)                                            \
                        FOR_WAYS(M, __double2ull, unsigned long long, double, 1ull << 63)
#define FROM_WHOLE(M)                                                                                                  \
    FOR_WAYS(M, __int2float, float, int, 0) FOR_WAYS(M, __uint2float, float, unsigned, 0)                              \
    FOR_WAYS(M, __ll2float, float, long long, 0) FOR_WAYS(M, __ull2float, float, unsigned long long, 0)                \
    FOR_WAYS(M, __ll2double, double, long long, 0) FOR_WAYS(M, __ull2double, double, unsigned long long, 0)            \
    FOR_WAYS(M, __double2float, float, double, 0)

/* A number is compared by its bits as a double. */
#define COUNT_ONE(name, mode, To, From, at_nan) +1
enum { CONVERSIONS = 0 TO_WHOLE(COUNT_ONE) FROM_WHOLE(COUNT_ONE) };
GPU_KERNEL(converts, (const double *, x), (const long long *, whole), (double *, reals), (unsigned long long *, wholes),
           (int, n))
{
    GPU_FOR(i, n)
    {
        size_t at = i * CONVERSIONS;
#define GO_WHOLE(name, mode, To, From, at_nan) wholes[at++] = (unsigned long long)name((From)x[i]);
#define GO_REAL(name, mode, To, From, at_nan)                                                                          \
    reals[at++] = (double)name((From)(sizeof(From) == 8 && (From)0.5 > 0 ? (From)x[i] : (From)whole[i]));
        TO_WHOLE(GO_WHOLE)
        FROM_WHOLE(GO_REAL)
    }
}
static unsigned long long whole_of(double x, int mode, double low, double high, unsigned long long most,
                                   unsigned long long at_nan)
{
    double r;
    if (x != x) return at_nan;
    fesetround(mode);
    r = nearbyint(x);
    fesetround(FE_TONEAREST);
    if (r >= high) return most;
    if (r <= low) return low < 0 ? (unsigned long long)(long long)low : 0;
    return r < 0 ? (unsigned long long)(long long)r : (unsigned long long)r;
}
#define LOW_OF(T) ((T)-1 > 0 ? 0.0 : -ldexp(1, 8 * (int)sizeof(T) - 1))
#define HIGH_OF(T) ldexp(1, 8 * (int)sizeof(T) - ((T)-1 > 0 ? 0 : 1))
#define MOST_OF(T) (~0ull >> (64 - 8 * (int)sizeof(T) + ((T)-1 > 0 ? 0 : 1)))
static void check_real(int line, const char *name, double from, double got, double want)
{
    if (!(got == want || (want != want && got != got)))
        test__fail(__FILE__, line, "%s(%.17g) is %a, expected %a", name, from, got, want);
}
TEST(conversions)
{
    static double x[N];
    static long long whole[N];
    double *const dx = GPU_NEW(double, N), *const reals = GPU_NEW(double, N * CONVERSIONS);
    long long *const dwhole = GPU_NEW(long long, N);
    unsigned long long *const wholes = GPU_NEW(unsigned long long, N * CONVERSIONS), *got;
    double *got_real;
    int i;
    for (i = 0; i < N; i++) {
        const unsigned long long b = bits64();
        x[i] = awkward(i);
        whole[i] =
            i < 128 ? (long long)((1ull << i / 2 % 64) + (unsigned long long)(i % 3) - 1) : (long long)(b >> b % 64);
        if (b >> 40 & 1) whole[i] = (long long)(0 - (unsigned long long)whole[i]);
    }
    GPU_CHECK(gpu_copy(dx, x, sizeof x));
    GPU_CHECK(gpu_copy(dwhole, whole, sizeof whole));
    GPU_CHECK(gpu_set(wholes, 0xa5, N * CONVERSIONS * 8));
    GPU_CHECK(gpu_set(reals, 0xa5, N * CONVERSIONS * 8));
    GPU_CHECK(converts(gpu_1d(N), dx, dwhole, reals, wholes, N));
    got = GPU_TO_HOST(unsigned long long, wholes, N * CONVERSIONS);
    got_real = GPU_TO_HOST(double, reals, N * CONVERSIONS);
    for (i = 0; i < N; i++) {
        size_t at = (size_t)i * CONVERSIONS;
#define CHECK_WHOLE(name, mode, To, From, at_nan)                                                                      \
    {                                                                                                                  \
        volatile From from = (From)x[i];                                                                               \
        const unsigned long long want =                                                                                \
            (unsigned long long)(To)whole_of((double)from, mode, LOW_OF(To), HIGH_OF(To), MOST_OF(To), at_nan);        \
        if (got[at++] != want)                                                                                         \
            test__fail(__FILE__, __LINE__, #name "(%.17g) is %llx, expected %llx", (double)from, got[at - 1], want);   \
    }
#define CHECK_REAL(name, mode, To, From, at_nan)                                                                       \
    {                                                                                                                  \
        volatile From from = sizeof(From) == 8 && (From)0.5 > 0 ? (From)x[i] : (From)whole[i];                         \
        volatile To to;                                                                                                \
        fesetround(mode), to = (To)from, fesetround(FE_TONEAREST);                                                     \
        check_real(__LINE__, #name, (double)from, got_real[at++], (double)to);                                         \
    }
        TO_WHOLE(CHECK_WHOLE)
        FROM_WHOLE(CHECK_REAL)
    }
    gpu_free(dx), gpu_free(dwhole), gpu_free(reals), gpu_free(wholes), gpu_free(got), gpu_free(got_real);
}

/* ------------------------------------------------------------------------------ bytes, halves and short products -- */

#define PAIRS(M, n)                                                                                                    \
    M(__vadd##n)                                                                                                       \
    M(__vaddss##n) M(__vaddus##n) M(__vsub##n) M(__vsubss##n) M(__vsubus##n) M(__vabsdiffs##n) M(__vabsdiffu##n)       \
        M(__vavgs##n) M(__vavgu##n) M(__vhaddu##n) M(__vmaxs##n) M(__vmaxu##n) M(__vmins##n) M(__vminu##n)             \
            M(__vcmpeq##n) M(__vcmpne##n) M(__vcmpges##n) M(__vcmpgeu##n) M(__vcmpgts##n) M(__vcmpgtu##n)              \
                M(__vcmples##n) M(__vcmpleu##n) M(__vcmplts##n) M(__vcmpltu##n) M(__vseteq##n) M(__vsetne##n)          \
                    M(__vsetges##n) M(__vsetgeu##n) M(__vsetgts##n) M(__vsetgtu##n) M(__vsetles##n) M(__vsetleu##n)    \
                        M(__vsetlts##n) M(__vsetltu##n) M(__vsads##n) M(__vsadu##n)
#define SINGLES(M, n) M(__vneg##n) M(__vnegss##n) M(__vabs##n) M(__vabsss##n)
#define OTHERS(M) M(__umul24) M(__uhadd) M(__urhadd)
#define SIGNED(M) M(__mul24) M(__hadd) M(__rhadd)
#define COUNT_NAME(name) +1
enum {
    WORDS = 0 PAIRS(COUNT_NAME, 2) PAIRS(COUNT_NAME, 4) SINGLES(COUNT_NAME, 2) SINGLES(COUNT_NAME, 4) OTHERS(COUNT_NAME)
                SIGNED(COUNT_NAME) +
            6
};
GPU_KERNEL(words, (const unsigned *, x), (unsigned *, out), (int, n))
{
    GPU_FOR(i, n)
    {
        const unsigned a = x[2 * i], b = x[2 * i + 1];
        const double number = __hiloint2double((int)a, (int)b);
        size_t at = i * WORDS;
#define GO_PAIR(name) out[at++] = name(a, b);
#define GO_SINGLE(name) out[at++] = name(a);
#define GO_SIGNED(name) out[at++] = (unsigned)name((int)a, (int)b);
        PAIRS(GO_PAIR, 2)
        PAIRS(GO_PAIR, 4)
        SINGLES(GO_SINGLE, 2)
        SINGLES(GO_SINGLE, 4)
        OTHERS(GO_PAIR)
        SIGNED(GO_SIGNED)
        out[at++] = __dp4a(a, b, a ^ b);
        out[at++] = (unsigned)__dp4a((int)a, (int)b, (int)(a ^ b));
        out[at++] = __sad((int)a, (int)b, 7u);
        out[at++] = __usad(a, b, 7u);
        out[at++] = (unsigned)__double2hiint(number);
        out[at++] = (unsigned)__double2loint(number);
    }
}
/* The same by its words: what follows __v and cmp, set or nothing, and ends in 2 or 4. */
static long long one_lane(const char *op, long long s, long long t, long long u, long long v, long long most)
{
    const long long least = -most - 1, whole = 2 * most + 1;
#define IS(text) (!strncmp(op, text, sizeof text - 1) && strchr("24", op[sizeof text - 1]))
    if (IS("add")) return s + t;
    if (IS("addss")) return s + t > most ? most : s + t < least ? least : s + t;
    if (IS("addus")) return u + v > whole ? whole : u + v;
    if (IS("sub")) return s - t;
    if (IS("subss")) return s - t > most ? most : s - t < least ? least : s - t;
    if (IS("subus")) return u - v < 0 ? 0 : u - v;
    if (IS("absdiffs") || IS("sads")) return llabs(s - t);
    if (IS("absdiffu") || IS("sadu")) return llabs(u - v);
    if (IS("avgs")) return (long long)floor((double)(s + t) / 2 + (s + t < 0 ? 0 : 0.5));
    if (IS("avgu")) return (u + v + 1) / 2;
    if (IS("haddu")) return (u + v) / 2;
    if (IS("maxs")) return s > t ? s : t;
    if (IS("maxu")) return u > v ? u : v;
    if (IS("mins")) return s < t ? s : t;
    if (IS("minu")) return u < v ? u : v;
    if (IS("neg")) return -s;
    if (IS("negss")) return -s > most ? most : -s;
    if (IS("abs")) return llabs(s);
    if (IS("absss")) return llabs(s) > most ? most : llabs(s);
    if (IS("eq")) return s == t;
    if (IS("ne")) return s != t;
    if (IS("ges")) return s >= t;
    if (IS("geu")) return u >= v;
    if (IS("gts")) return s > t;
    if (IS("gtu")) return u > v;
    if (IS("les")) return s <= t;
    if (IS("leu")) return u <= v;
    if (IS("lts")) return s < t;
    if (IS("ltu")) return u < v;
    test__fail(__FILE__, __LINE__, "%s is not in the list", op);
    return 0;
}
static unsigned by_lanes(const char *name, unsigned a, unsigned b)
{
    const char *op = name + 3;
    const int lanes = name[strlen(name) - 1] - '0', bits = 32 / lanes, sums = !strncmp(op, "sad", 3);
    const int sets = !strncmp(op, "set", 3), masks = !strncmp(op, "cmp", 3);
    const long long size = 1ll << bits;
    unsigned r = 0;
    int k;
    for (k = 0; k < lanes; k++) {
        const long long u = a >> k * bits & (size - 1), v = b >> k * bits & (size - 1);
        long long x = one_lane(sets || masks ? op + 3 : op, u >= size / 2 ? u - size : u, v >= size / 2 ? v - size : v,
                               u, v, size / 2 - 1);
        if (masks) x = -x;
        r = sums ? r + (unsigned)x : r | (unsigned)(x & (size - 1)) << k * bits;
    }
    return r;
}
TEST(words_of_bytes)
{
    static unsigned x[2 * N];
    static const unsigned special[] = {0, 0xffffffffu, 0x80000000u, 0x7fffffffu, 0x80808080u, 0x7f7f7f7fu, 0x80008000u,
                                       0x7fff7fffu, 0x01ff00feu, 0x00010001u};
    unsigned *const dx = GPU_NEW(unsigned, 2 * N), *const out = GPU_NEW(unsigned, N * WORDS), *got;
    int i;
    for (i = 0; i < 2 * N; i++) x[i] = i < 200 ? special[i % 2 ? i / 2 % 10 : i / 20] : (unsigned)(bits64() >> 20);
    GPU_CHECK(gpu_copy(dx, x, sizeof x));
    GPU_CHECK(gpu_set(out, 0xa5, N * WORDS * 4));
    GPU_CHECK(words(gpu_1d(N), dx, out, N));
    got = GPU_TO_HOST(unsigned, out, N * WORDS);
    for (i = 0; i < N; i++) {
        const unsigned a = x[2 * i], b = x[2 * i + 1];
        const long long sa = (long long)(a & 0xffffff) - (a & 0x800000 ? 0x1000000 : 0),
                        sb = (long long)(b & 0xffffff) - (b & 0x800000 ? 0x1000000 : 0);
        unsigned want[20], products = a ^ b, signed_products = a ^ b;
        size_t at = (size_t)i * WORDS;
        int k;
#define CHECK_NAME(name)                                                                                               \
    if (got[at++] != by_lanes(#name, a, b))                                                                            \
        test__fail(__FILE__, __LINE__, #name "(%08x, %08x) is %08x, expected %08x", a, b, got[at - 1],                 \
                   by_lanes(#name, a, b));
        PAIRS(CHECK_NAME, 2)
        PAIRS(CHECK_NAME, 4)
        SINGLES(CHECK_NAME, 2)
        SINGLES(CHECK_NAME, 4)
        for (k = 0; k < 4; k++) {
            const unsigned u = a >> 8 * k & 255, v = b >> 8 * k & 255;
            products += u * v;
            signed_products += (unsigned)(((int)u - (u > 127 ? 256 : 0)) * ((int)v - (v > 127 ? 256 : 0)));
        }
        want[0] = (a & 0xffffff) * (b & 0xffffff), want[1] = (unsigned)(((unsigned long long)a + b) / 2),
        want[2] = (unsigned)(((unsigned long long)a + b + 1) / 2);
        want[3] = (unsigned)(unsigned long long)(sa * sb);
        want[4] = (unsigned)(long long)floor(((double)(int)a + (int)b) / 2),
        want[5] = (unsigned)(long long)floor(((double)(int)a + (int)b + 1) / 2);
        want[6] = products, want[7] = signed_products;
        want[8] = 7 + (unsigned)llabs((long long)(int)a - (int)b),
        want[9] = 7 + (unsigned)llabs((long long)a - (long long)b);
        want[10] = a, want[11] = b;
        for (k = 0; k < 12; k++, at++)
            if (got[at] != want[k] && !(k >= 10 && (a & 0x7ff00000u) == 0x7ff00000u)) /* a NaN may become another one */
                test__fail(__FILE__, __LINE__, "function %d of %08x and %08x is %08x, expected %08x", k, a, b, got[at],
                           want[k]);
        CHECK_INT(at, (size_t)(i + 1) * WORDS);
    }
    gpu_free(dx), gpu_free(out), gpu_free(got);
}

/* --------------------------------------------------------------------------------------------------- mathematics -- */

enum { REALS = 8 };
GPU_KERNEL(reals, (const double *, x), (double *, out), (int, n))
{
    GPU_FOR(i, n)
    {
        out[i * REALS] = normcdf(x[i]), out[i * REALS + 1] = (double)normcdff((float)x[i]);
        out[i * REALS + 2] = erfinv(x[i]), out[i * REALS + 3] = (double)erfinvf((float)x[i]);
        out[i * REALS + 4] = rcbrt(x[i]), out[i * REALS + 5] = (double)rcbrtf((float)x[i]);
        out[i * REALS + 6] = CUDART_PI * x[i], out[i * REALS + 7] = (double)(CUDART_PI_F * (float)x[i]);
    }
}
static double error_of(double got, double want, double epsilon) /* in units of epsilon */
{
    if (want != want) return got != got ? 0 : HUGE_VAL;
    return got == want ? 0 : fabs(got - want) / (fabs(want) * epsilon);
}
TEST(mathematics)
{
    static double x[N];
    double *const dx = GPU_NEW(double, N), *const out = GPU_NEW(double, N * REALS), *got, worst[REALS] = {0};
    int i, k;
    for (i = 0; i < N; i++)
        x[i] = i < 2000   ? (i - 1000) / 1000.0
               : i < 3000 ? ldexp(1 - (double)(bits64() >> 11) * 0x1p-53, -(int)(bits64() % 60))
                          : (double)(long long)bits64() * 0x1p-60;
    x[3000] = 1 - 1e-15, x[3001] = -1, x[3002] = 1, x[3003] = (double)NAN, x[3004] = 1e-20;
    GPU_CHECK(gpu_copy(dx, x, sizeof x));
    GPU_CHECK(reals(gpu_1d(N), dx, out, N));
    got = GPU_TO_HOST(double, out, N * REALS);
    for (i = 0; i < N; i++) {
        const double f = (double)(float)x[i], *g = got + i * REALS;
        double e[REALS];
        e[0] = error_of(g[0], 0.5 * erfc(-x[i] * sqrt(0.5)), 0x1p-52 * (1 + x[i] * x[i])); /* the argument is rounded */
        e[1] = error_of(g[1], 0.5 * erfc(-f * sqrt(0.5)), 0x1p-23 * (1 + f * f));
        e[2] = fabs(x[i]) > 1 ? (g[2] != g[2] ? 0 : HUGE_VAL)
               : fabs(x[i]) == 1
                   ? error_of(g[2], x[i] * HUGE_VAL, 1)
                   : error_of(fabs(x[i]) < 0.5 ? erf(g[2]) : 1 - fabs(x[i]), fabs(x[i]) < 0.5 ? x[i] : erfc(fabs(g[2])),
                              0x1p-52 * (1 + 2 * g[2] * g[2]));
        e[3] = fabs(f) > 1    ? (g[3] != g[3] ? 0 : HUGE_VAL)
               : fabs(f) == 1 ? error_of(g[3], f * HUGE_VAL, 1)
                              : error_of(fabs(f) < 0.5 ? erf(g[3]) : 1 - fabs(f), fabs(f) < 0.5 ? f : erfc(fabs(g[3])),
                                         0x1p-23 * (1 + 2 * g[3] * g[3]));
        if (x[i] != x[i]) e[2] = e[3] = 0;
        e[4] = error_of(g[4], 1 / cbrt(x[i]), 0x1p-52), e[5] = error_of(g[5], (double)(float)(1 / cbrt(f)), 0x1p-23);
        e[6] = error_of(g[6], 3.14159265358979323846 * x[i], 0x1p-52),
        e[7] = error_of(g[7], 3.14159265358979323846 * f, 0x1p-23);
        for (k = 0; k < REALS; k++)
            if (!(e[k] <= worst[k])) {
                worst[k] = e[k];
                if (!(e[k] <= 6))
                    test__fail(__FILE__, __LINE__, "function %d of %.17g is %.17g: %g units off", k, x[i], g[k], e[k]);
            }
    }
    gpu_free(dx), gpu_free(out), gpu_free(got);
}

/* ---------------------------------------------------------------------------------------- bool, dim3, a constant -- */

GPU_CONSTANT(float, factor, );
GPU_KERNEL(scaled_where, (float *, x), (bool, doubled), (int, cols))
{
    const int column = (int)(blockIdx.x * blockDim.x + threadIdx.x), row = (int)(blockIdx.y * blockDim.y + threadIdx.y);
    const bool inside = column < cols;
    if (inside) x[row * cols + column] = factor * (doubled ? 2.0f : 1.0f) + (float)gridDim.z;
}
TEST(a_grid_of_two_dim3)
{
    enum { ROWS = 6, COLS = 37 };
    float *x = GPU_ZEROS(float, ROWS * COLS), *got, value = 1.5f, back = 0;
    int i, k;
#ifdef __cplusplus
    dim3 grid(3, 2), block(16, 3), one;
    CHECK(one.x == 1 && one.y == 1 && one.z == 1);
    CHECK(gpu_grid_of({7, 2}, {16, 2}).grid[1] == 2 && gpu_grid_of({7, 2}, {16, 2}).block[1] == 2);
#else
    dim3 grid = {3, 2, 1}, block = {16, 3, 1};
    CHECK(gpu_grid_of((dim3){7, 1, 1}, (dim3){16, 2, 1}).grid[0] == 7);
    CHECK(gpu_grid_of((dim3){7, 1, 1}, (dim3){16, 2, 1}).block[1] == 2);
    CHECK(gpu_grid_of(grid, 32).grid[1] == 2 && gpu_grid_of(grid, 32).block[1] == 1);
    CHECK_STATUS(scaled_where(gpu_grid_of(1, -1), x, true, COLS), GPU_ERROR_LAUNCH, "a block of 4294967295 x 1 x 1");
#endif
    CHECK(gpu_grid_of(7, 32).grid[0] == 7 && gpu_grid_of(7, 32).block[0] == 32 && gpu_grid_of(7, 32).block[1] == 1);
    GPU_CHECK(gpu_set_constant(factor, &value, sizeof value));
    GPU_CHECK(gpu_get_constant(&back, factor, sizeof back));
    CHECK(back == 1.5f);
    for (k = 0; k < 2; k++) {
        GPU_CHECK(scaled_where(gpu_grid_of(grid, block), x, k == 1, COLS));
        got = GPU_TO_HOST(float, x, ROWS * COLS);
        for (i = 0; i < ROWS * COLS; i++) CHECK(got[i] == (k ? 4.0f : 2.5f));
        gpu_free(got);
    }
    CHECK_STATUS(scaled_where(gpu_grid_of(grid, (block.x = 2048, block)), x, true, COLS), GPU_ERROR_LAUNCH,
                 "a block of 2048 x 3 x 1 threads");
    gpu_free(x);
}
