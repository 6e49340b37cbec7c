/* Random numbers: the generator's known answers, the same bits everywhere, the distributions, the arguments; and the
   index parameter of lifted functions. One text for both backends: fills go to memory of the current device. */

#define GPU_IMPLEMENTATION
#include "gpu.h"
#define TEST_MAIN
#include "test.h"

#ifndef _WIN32
#include <pthread.h>
#endif

enum { N = 200003 }; /* odd and not a multiple of anything: every fill has a ragged end */
static double room_a[N + 64], room_b[N + 64], numbers[N], sorted[N], seen[65536], expected[65536];

/* -------------------------------------------------------------------------------------------- every kind of fill -- */

enum { UNIFORM32, NORMAL32, LOGNORMAL32, EXPONENTIAL32, WHOLE32, WHOLE32_FEW, POISSON32, POISSON32_MANY, PERMUTATION32,
       UNIFORM64, NORMAL64, LOGNORMAL64, EXPONENTIAL64, WHOLE64, POISSON64, POISSON64_MANY, PERMUTATION64, KINDS };
static size_t size_of(int kind)
{
    return kind < UNIFORM64 ? 4 : 8;
}
static int is_permutation(int kind)
{
    return kind == PERMUTATION32 || kind == PERMUTATION64;
}
static gpu_status fill(int kind, void *out, size_t n)
{
    switch (kind) {
    case UNIFORM32: return gpu_rand_uniform_f32((float *)out, n);
    case NORMAL32: return gpu_rand_normal_f32((float *)out, 3, 0.5f, n);
    case LOGNORMAL32: return gpu_rand_lognormal_f32((float *)out, 1, 20, n); /* overflows, and denormals */
    case EXPONENTIAL32: return gpu_rand_exponential_f32((float *)out, 2.5f, n);
    case WHOLE32: return gpu_rand_int_i32((int32_t *)out, -2000000000, 2000000000, n); /* rejects 7 % of the words */
    case WHOLE32_FEW: return gpu_rand_int_i32((int32_t *)out, 0, 1000, n);
    case POISSON32: return gpu_rand_poisson_i32((int32_t *)out, 4.25, n);
    case POISSON32_MANY: return gpu_rand_poisson_i32((int32_t *)out, 123456, n); /* beyond the tables */
    case PERMUTATION32: return gpu_rand_permutation_i32((int32_t *)out, n);
    case UNIFORM64: return gpu_rand_uniform_f64((double *)out, n);
    case NORMAL64: return gpu_rand_normal_f64((double *)out, 3, 0.5, n);
    case LOGNORMAL64: return gpu_rand_lognormal_f64((double *)out, 1, 250, n);
    case EXPONENTIAL64: return gpu_rand_exponential_f64((double *)out, 2.5, n);
    case WHOLE64: return gpu_rand_int_i64((int64_t *)out, -5000000000000000000, 5000000000000000000, n);
    case POISSON64: return gpu_rand_poisson_i64((int64_t *)out, 1234.5, n);
    case POISSON64_MANY: return gpu_rand_poisson_i64((int64_t *)out, 1e12, n);
    default: return gpu_rand_permutation_i64((int64_t *)out, n);
    }
}
#ifdef __CUDA_ARCH__ /* nvcc's pass over the device code does not see the library's own state */
static struct {
    uint64_t seed, position;
    uint32_t sequence;
} gpu__thread;
#endif
static void start(uint64_t seed, uint32_t sequence, uint64_t position)
{
    GPU_CHECK(gpu_seed_sequence(seed, sequence));
    gpu__thread.position = position; /* no fill gets there in a test's time */
}
static unsigned long long hash(const void *p, size_t bytes)
{
    const unsigned char *c = (const unsigned char *)p;
    unsigned long long h = 1469598103934665603u;
    size_t i;
    for (i = 0; i < bytes; i++) h = (h ^ c[i]) * 1099511628211u;
    return h;
}
/* n numbers on the current device, in host memory. */
static void numbers_of(int kind, void *host, size_t n)
{
    void *p = gpu_malloc(n * size_of(kind));
    CHECK_STATUS(fill(kind, p, n), GPU_OK, "");
    CHECK_STATUS(gpu_copy(host, p, n * size_of(kind)), GPU_OK, "");
    CHECK_STATUS(gpu_free(p), GPU_OK, "");
}

TEST(philox_gives_its_published_answers)
{
    gpu_u32x4 w = gpu__philox(0, 0, 0, 0, 0, 0);
    CHECK(w.v[0] == 0x6627e8d5u && w.v[1] == 0xe169c58du && w.v[2] == 0xbc57ac4cu && w.v[3] == 0x9b00dbd8u);
    w = gpu__philox(~0u, ~0u, ~0u, ~0u, ~0u, ~0u);
    CHECK(w.v[0] == 0x408f276du && w.v[1] == 0x41c83b0eu && w.v[2] == 0xa20bc7c6u && w.v[3] == 0x6d5451fdu);
    w = gpu__philox(0x243f6a88u, 0x85a308d3u, 0x13198a2eu, 0x03707344u, 0xa4093822u, 0x299f31d0u);
    CHECK(w.v[0] == 0xd16cfe09u && w.v[1] == 0x94fdccebu && w.v[2] == 0x5001e420u && w.v[3] == 0x24126ea1u);
}

/* These bits are a promise: a program that ran with one version gives the same results with the next. */
TEST(fills_give_the_bits_they_always_gave)
{
    static const unsigned long long is[KINDS] = {
        0x877e1a811c643dd0u, 0x94f716b5c7db3f7u, 0xa945e00c745ccfe8u, 0x6a63f2b05e4979bau, 0x87198af4b9e72b42u,
        0x5b5cf9333cbd654au, 0x1098e5b29da57c68u, 0xfea4df6ce7e5a224u, 0xe8e2c1bbe5b74f07u, 0x7e771b1dc8b87bb0u,
        0xf4f7e615d8064839u, 0x2c786b029f1a3139u, 0xab6b6537627a04c9u, 0xa80694827a4923efu, 0x2535ce088bea9a6du,
        0xd99fd35a7e252124u, 0x360021d7f1831837u};
    int kind;
    for (kind = 0; kind < KINDS; kind++) {
        start(42, 7, 0xfffffffffu);
        numbers_of(kind, room_a, 100003);
        if (hash(room_a, 100003 * size_of(kind)) != is[kind])
            test__fail(__FILE__, __LINE__, "kind %d: 0x%llxu, expected 0x%llxu", kind,
                       hash(room_a, 100003 * size_of(kind)), is[kind]);
    }
}

TEST(one_fill_or_many_and_any_alignment_give_the_same_bits)
{
    const size_t n = 20011;
    int kind, level, level_of_machine = gpu__cpu_level();
    for (kind = 0; kind < KINDS; kind++)
        /* the position at which the fills begin, and how far the memory is shifted */
        for (level = 0; level < 4; level++) {
            size_t size = size_of(kind), done = 0, step = 1;
            const uint64_t position = level == 3 ? 0x3ffffffffu : (uint64_t)level;
            char *p = (char *)gpu_malloc((n + 4) * size), *whole = (char *)room_a, *parts = (char *)room_b;
            start(99, 5, position);
            numbers_of(kind, whole, n);
            start(99, 5, position);
            CHECK_STATUS(gpu_set(p, 0x5a, (n + 4) * size), GPU_OK, "");
            if (is_permutation(kind)) CHECK_STATUS(fill(kind, p + (size_t)level * size, n), GPU_OK, "");
            else
                for (; done < n; done += step, step = step * 7 % 5003 + 3, step = step < n - done ? step : n - done) {
                    CHECK_STATUS(fill(kind, p + ((size_t)level + done) * size, step), GPU_OK, "");
                }
            CHECK_STATUS(gpu_copy(parts, p, (n + 4) * size), GPU_OK, "");
            CHECK(!memcmp(whole, parts + (size_t)level * size, n * size));
            CHECK((level == 0 || parts[(size_t)level * size - 1] == 0x5a) &&
                  (level == 3 || parts[((size_t)level + n) * size] == 0x5a));
            CHECK_STATUS(gpu_free(p), GPU_OK, "");
        }
    CHECK_INT(gpu__cpu_level(), level_of_machine);
}

TEST(the_cpu_backend_and_host_memory_give_the_same_bits)
{
    int device = gpu_device(), kind;
    for (kind = 0; kind < KINDS; kind++) {
        size_t size = size_of(kind), n = kind == POISSON64_MANY ? 1000 : N;
        start(1, 0, 3);
        numbers_of(kind, room_a, n);
        start(1, 0, 3);
        memset(room_b, 0x77, (n + 8) * size);
        CHECK_STATUS(fill(kind, room_b, n), GPU_OK, ""); /* host memory, on whatever device is current */
        CHECK(!memcmp(room_a, room_b, n * size));
        CHECK(((char *)room_b)[n * size] == 0x77);
        GPU_CHECK(gpu_use(GPU_CPU));
        start(1, 0, 3);
        CHECK_STATUS(fill(kind, room_b, n), GPU_OK, "");
        CHECK(!memcmp(room_a, room_b, n * size));
        GPU_CHECK(gpu_use(device));
    }
}

TEST(a_fill_is_made_of_the_words_that_its_place_names)
{
    float f[1003];
    double d[1003];
    size_t i;
    start(3, 9, 0);
    CHECK_STATUS(gpu_rand_uniform_f32(f, 1003), GPU_OK, "");
    for (i = 0; i < 1003; i++)
        CHECK(f[i] == gpu__unit32(gpu__word_of(gpu__random(3, i / 4, 9, GPU__R_U32 | GPU__R_FILL), (uint32_t)(i % 4))));
    CHECK_STATUS(gpu_rand_uniform_f64(d, 1003), GPU_OK, "");
    for (i = 0; i < 1003; i++)
        CHECK(d[i] == gpu__unit64(gpu__word64_of(gpu__random(3, (i + 1003) / 2, 9, GPU__R_U64 | GPU__R_FILL),
                                                 (uint32_t)((i + 1003) % 2))));
    for (i = 0; i < 64; i++) {
        const uint32_t k = (uint32_t)i;
        CHECK(gpu_random_u32x4(7, 9, k / 4).v[k % 4] == gpu_random_u32(7, 9, k));
        CHECK(gpu_random_f32x4(7, 9, k / 4).v[k % 4] == gpu_random_f32(7, 9, k));
        CHECK(gpu_random_f32x16(7, 9, k / 16).v[k % 16] == gpu_random_f32(7, 9, k));
        CHECK(gpu_random_int(7, 9, k, -3, 4) >= -3 && gpu_random_int(7, 9, k, -3, 4) < 4);
    }
    CHECK(gpu_random_int(7, 9, 0, 5, 5) == 5 && gpu_random_int(7, 9, 0, 5, 4) == 5);
    CHECK(gpu_random_poisson(7, 9, 0, -1) == -1 && gpu_random_poisson(7, 9, 0, (double)NAN) == -1 &&
          gpu_random_poisson(7, 9, 0, 0) == 0);
}

/* ---------------------------------------------------------------- the functions, in kernels and lifted functions -- */

enum { DRAWS = 11 };
GPU_FN void draws(double *o, uint64_t seed, size_t i)
{
    const uint32_t k = (uint32_t)(i % 13);
    o[0] = gpu_random_u32(seed, i, k);
    o[1] = (double)gpu_random_f32(seed, i, k);
    o[2] = gpu_random_f64(seed, i, k);
    o[3] = (double)gpu_random_normal_f32(seed, i, k);
    o[4] = gpu_random_normal_f64(seed, i, k);
    o[5] = (double)gpu_random_int(seed, i, k, -1500000000, 1600000000);
    o[6] = (double)gpu_random_int(seed, i, k, -1500000000, 1600000000000000000);
    o[7] = (double)gpu_random_poisson(seed, i, k, 3.0 + k);
    o[8] = (double)gpu_random_exponential_f32(seed, i, k);
    o[9] = gpu_random_exponential_f64(seed, i, k);
    o[10] = (double)gpu_random_permuted(seed, 3000, i % 3000) + (double)gpu_random_f32x16(seed, i, k).v[k];
}
GPU_KERNEL(draw_all, (double *, out), (uint64_t, seed), (size_t, n))
{
    GPU_FOR(i, n) draws(out + i * DRAWS, seed, i);
}
GPU_VECTORIZE(float, normal_of, (size_t, i, index), (uint64_t, seed, scalar), (uint32_t, k))
{
    return gpu_random_normal_f32(seed, i, k);
}

TEST(host_kernels_and_lifted_functions_draw_the_same)
{
    const size_t n = 5003;
    double *p = GPU_NEW(double, n *DRAWS), *host, one[DRAWS];
    uint32_t *k = (uint32_t *)room_b;
    float *z = (float *)room_a;
    size_t i;
    CHECK_STATUS(draw_all(gpu_1d(n), p, 11, n), GPU_OK, "");
    host = GPU_TO_HOST(double, p, n *DRAWS);
    for (i = 0; i < n; i++) {
        draws(one, 11, i);
        CHECK(!memcmp(one, host + i * DRAWS, sizeof one));
    }
    for (i = 0; i < n; i++) k[i] = (uint32_t)(i * 5 % 17);
    CHECK_STATUS(normal_of(z, 11, k, n), GPU_OK, "");
    for (i = 0; i < n; i++) CHECK(z[i] == gpu_random_normal_f32(11, i, k[i]));
    CHECK_STATUS(gpu_free(p), GPU_OK, "");
    CHECK_STATUS(gpu_free(host), GPU_OK, "");
}

GPU_VECTORIZE(double, ramp, (size_t, i, index)) { return (double)i; }
GPU_VECTORIZE(float, steps, (float, a, scalar), (float, x), (int, i, index)) { return x + a * (float)i; }
GPU_REDUCE(uint64_t, triangle, 0, a + b, (uint64_t, i, index)) { return i; }
GPU_REDUCE(uint64_t, moment, 0, a + b, (unsigned char, w), (uint64_t, i, index), (uint64_t, m, scalar))
{
    return w * i * m;
}

TEST(an_index_parameter_is_the_index)
{
    static const size_t sizes[] = {0, 1, 2, 63, 64, 65, 2047, 2048, 2049, 5000, 100003};
    unsigned char *w = (unsigned char *)room_b;
    size_t s, i;
    for (s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        const size_t n = sizes[s];
        double *device = GPU_NEW(double, n + 1), *host;
        float *f = (float *)room_a;
        uint64_t sum = 0, moments = 0;
        size_t bad = 0;
        CHECK_STATUS(ramp(device + 1, n), GPU_OK, "");
        host = GPU_TO_HOST(double, device, n + 1);
        for (i = 0; i < n; i++) bad += host[i + 1] != (double)i ? 1u : 0u;
        for (i = 0; i < n; i++) f[i] = 1, w[i] = (unsigned char)(i * 7), sum += i, moments += w[i] * i * 3;
        /* host memory: it goes to a GPU in pieces, and the index must go on */
        CHECK_STATUS(steps(f, 2, f, n), GPU_OK, "");
        for (i = 0; i < n; i++) bad += f[i] != 1 + 2 * (float)i ? 1u : 0u;
        CHECK_INT(bad, 0);
        CHECK(triangle(n) == sum);
        CHECK(moment(w, 3, n) == moments);
        CHECK_STATUS(gpu_free(device), GPU_OK, "");
        CHECK_STATUS(gpu_free(host), GPU_OK, "");
    }
    if (gpu_device() >= 0) { /* three slots of 12 MiB and more */
        const size_t n = 20000003;
        double *h = (double *)malloc(n * sizeof *h);
        size_t bad = 0;
        CHECK_STATUS(ramp(h, n), GPU_OK, "");
        for (i = 0; i < n; i++) bad += h[i] != (double)i ? 1u : 0u;
        CHECK_INT(bad, 0);
        CHECK(triangle((size_t)1 << 33) == 18446744069414584320u);
        free(h);
    }
}

typedef struct outside {
    uint64_t wrong;
    float largest, smallest;
} outside;
GPU_FN outside join(outside a, outside b)
{
    a.wrong += b.wrong;
    a.largest = a.largest > b.largest ? a.largest : b.largest;
    a.smallest = a.smallest < b.smallest ? a.smallest : b.smallest;
    return a;
}
static outside nothing(void)
{
    outside o;
    o.wrong = 0, o.largest = 0, o.smallest = 1;
    return o;
}
GPU_REDUCE(outside, bounds, nothing(), join(a, b), (uint64_t, i, index), (uint64_t, seed, scalar))
{
    outside o;
    gpu_u32x4 w = gpu_random_u32x4(seed, i, 0);
    int l;
    o.wrong = 0, o.largest = 0, o.smallest = 1;
    for (l = 0; l < 4; l++) {
        const float u = gpu__unit32(w.v[l]);
        gpu__law seven = {0, 0, 0, 7, 4, NULL, 0, 0};
        o.wrong += (u >= 0 && u < 1 ? 0u : 1u) + (gpu__int_i32_scalar(w.v[l], seven) < 7 ? 0u : 1u);
        o.largest = u > o.largest ? u : o.largest;
        o.smallest = u < o.smallest ? u : o.smallest;
    }
    return o;
}

TEST(uniforms_stay_below_one_and_integers_below_their_end)
{
    const size_t n = gpu_device() >= 0 ? 2500000000u : 500000; /* four of each: 1e10 on a GPU */
    const outside o = bounds(1, n);
    gpu__law law = {0, 0, 0, 0, 0, NULL, 0, 0};
    CHECK(o.wrong == 0 && o.largest < 1 && o.smallest >= 0 && o.largest > 0.99999f);
    /* The ends themselves, which no run is sure to meet. */
    CHECK(gpu__unit32(~0u) == 1 - 1.0f / 16777216 && gpu__unit64(~(uint64_t)0) == 1 - 1.0 / 9007199254740992.0 &&
          gpu__unit32(255) == 0);
    law.range = 7;
    CHECK(gpu__int_i32_scalar(~0u, law) == 6 && gpu__int_i64_scalar(~(uint64_t)0, law) == 6);
    law.range = 0xffffffffu, law.lo = (uint64_t)INT32_MIN;
    CHECK(gpu__int_i32_scalar(~0u, law) == INT32_MAX - 1);
    CHECK(gpu__m2log32(~0u) > 0 && gpu__m2log32(0) < 46 && gpu__m2log64(~(uint64_t)0) > 0 && gpu__m2log64(0) < 75);
}

#ifdef GPU__OWN_FMA
/* Against the library's, where that is right, and by themselves: what rounding once gives and rounding twice does
   not. */
TEST(own_fma_rounds_once)
{
    const double e = ldexp(1, -30), tiny = ldexp(1, -1074);
    CHECK(gpu__fma(1 + e, 1 - e, -1) == -ldexp(1, -60) && gpu__fma(-1 - e, 1 - e, 1) == ldexp(1, -60));
    CHECK(gpu__fma(1 + ldexp(1, -52), 1, ldexp(1, -53)) == 1 + ldexp(1, -51)); /* to even */
    CHECK(gpu__fma(1, 1, ldexp(1, -53)) == 1 && gpu__fma(1, 1, ldexp(1, -53) + ldexp(1, -100)) == 1 + ldexp(1, -52));
    CHECK(gpu__fma(1, ldexp(1, 1000), -tiny) == ldexp(1, 1000) && gpu__fma(ldexp(1, -600), ldexp(1, -600), 1) == 1);
    CHECK(gpu__fma(ldexp(1, -600), ldexp(1, -475), tiny) == 2 * tiny &&
          gpu__fma(ldexp(3, -600), ldexp(1, -475), tiny) == 2 * tiny);
    CHECK(gpu__fma(1e200, 1e200, 1) == (double)INFINITY &&
          gpu__fma(1e200, 1e200, -(double)INFINITY) == -(double)INFINITY);
    CHECK(!signbit(gpu__fma(1, 2, -2)) && signbit(gpu__fma(-0.0, 2, -0.0)) &&
          gpu__fma((double)NAN, 1, 1) != gpu__fma(1, (double)NAN, 1));
    CHECK(gpu__fmaf(4097, 4097, ldexpf(1, -30)) == 16785410.0f &&
          gpu__fmaf(4097, 4097, -ldexpf(1, -30)) == 16785408.0f);
#ifndef _WIN32
    {
        uint32_t i;
        int bad = 0;
        for (i = 0; i < 200000; i++) { /* products and addends of all sizes, cancelling ones, denormal results */
            const uint64_t u = gpu_random_u64(3, i, 0), v = gpu_random_u64(3, i, 2), w = gpu_random_u64(3, i, 4);
            const double a = gpu__float64(u);
            const double b = i % 3 ? gpu__float64(v) : ldexp(gpu_random_f64(3, i, 6), -1060 - ilogb(a));
            const double c = i % 4 ? gpu__float64(w) : -a * b;
            const double d = i % 5 ? c : ldexp(gpu_random_f64(3, i, 8), -1021), r = gpu__fma(a, b, d), s = fma(a, b, d);
            const float f = gpu__float32((uint32_t)u), g = gpu__float32((uint32_t)v);
            const float h = i % 4 ? gpu__float32((uint32_t)w) : -f * g, x = gpu__fmaf(f, g, h), y = fmaf(f, g, h);
            bad += (gpu__bits64(r) != gpu__bits64(s) && (r == r || s == s)) +
                   (gpu__bits32(x) != gpu__bits32(y) && (x == x || y == y));
        }
        CHECK_INT(bad, 0);
    }
#endif
}
#endif

TEST(logarithm_and_exponential_are_close_to_the_library)
{
    double worst[5] = {0, 0, 0, 0, 0};
    uint32_t i;
    int k;
    for (i = 0; i < 100000; i++) {
        const uint32_t w = gpu_random_u32(5, i, 0);
        const uint64_t v = gpu_random_u64(5, i, 0);
        const double x = (gpu_random_f64(6, i, 0) - 0.5) * 150;
        const double u = (double)GPU__FMAF((float)w, 2.32830629776081821e-10f, 1.16415321826934814e-10f);
        const double v64 = GPU__FMA((double)(v >> 11), 1.1102230246251564e-16, 5.5511151231257827e-17);
        const double e[5] = {fabs((double)gpu__m2log32(w) / (-2 * log(u)) - 1),
                             fabs(gpu__m2log64(v) / (-2 * log(v64)) - 1),
                             fabs((double)gpu__exp32((float)x) / exp((double)(float)x) - 1),
                             fabs(gpu__exp64(9 * x) / exp(9 * x) - 1), fabs(gpu__log64(exp(x)) - x)};
        for (k = 0; k < 5; k++) worst[k] = e[k] > worst[k] ? e[k] : worst[k];
    }
    CHECK(worst[0] < 5e-7 && worst[1] < 1e-15 && worst[2] < 5e-7 && worst[3] < 1e-15 && worst[4] < 1e-13);
    CHECK(gpu__exp32(200) == (float)INFINITY && gpu__exp64(1000) == (double)INFINITY && gpu__exp32(-200) == 0 &&
          gpu__exp64(-1000) == 0);
}

/* ------------------------------------------------------------------------------------------------------- quality -- */

static int ascending(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}
static double kolmogorov_smirnov(double (*cdf)(double)) /* sqrt(N) D of `numbers`; 1.95 at p = 0.001 */
{
    double d = 0;
    size_t i;
    memcpy(sorted, numbers, sizeof numbers);
    qsort(sorted, N, sizeof *sorted, ascending);
    for (i = 0; i < N; i++) {
        const double f = cdf(sorted[i]), low = f - (double)i / N, high = (double)(i + 1) / N - f;
        d = low > d ? low : d;
        d = high > d ? high : d;
    }
    return d * sqrt((double)N);
}
static double uniform_cdf(double x) { return x; }
static double normal_cdf(double x) { return 0.5 * erfc(-x / sqrt(2.0)); }
static double exponential_cdf(double x) { return 1 - exp(-x); }
static void expect(int cells, double each)
{
    int i;
    for (i = 0; i < cells; i++) seen[i] = 0, expected[i] = each;
}
static double chi_square(int cells) /* as a normal deviate */
{
    double s = 0;
    int i;
    for (i = 0; i < cells; i++) s += (seen[i] - expected[i]) * (seen[i] - expected[i]) / expected[i];
    return (s - (cells - 1)) / sqrt(2.0 * (cells - 1));
}
static void to_numbers(int is_float)
{
    size_t i;
    for (i = 0; i < N; i++) numbers[i] = is_float ? (double)((float *)room_a)[i] : room_a[i];
}

TEST(uniforms_are_uniform_and_independent)
{
    int wide, i, lag, a, b;
    size_t k;
    for (wide = 0; wide < 2; wide++) {
        double mean = 0, peak = 0, sum = 0;
        start(20240607, 0, 0);
        CHECK_STATUS(wide ? gpu_rand_uniform_f64(room_a, N) : gpu_rand_uniform_f32((float *)room_a, N), GPU_OK, "");
        to_numbers(!wide);
        expect(4096, N / 4096.0);
        for (k = 0; k < N; k++) seen[(int)(numbers[k] * 4096)]++, mean += numbers[k] / N;
        CHECK(fabs(chi_square(4096)) < 4);
        CHECK_CLOSE(mean, 0.5, 4 * sqrt(1.0 / 12 / N), 0);
        expect(4096, (N / 2) / 4096.0); /* pairs */
        for (k = 0; k + 1 < N; k += 2) seen[(int)(numbers[k] * 64) * 64 + (int)(numbers[k + 1] * 64)]++;
        CHECK(fabs(chi_square(4096)) < 4);
        for (lag = 1; lag <= 4; lag++) { /* serial correlation */
            double c = 0;
            for (k = 0; k + 4 < N; k++) c += (numbers[k] - 0.5) * (numbers[k + (size_t)lag] - 0.5);
            CHECK(fabs(c * 12 / sqrt((double)N)) < 4);
        }
        /* The 2-D spectrum of pairs: |sum of exp(2 pi i (a x + b y))|^2 over the pairs has an exponential law with mean
           1. */
        for (a = 0; a <= 8; a++)
            for (b = -8; b <= 8; b++) {
                double re = 0, im = 0, power;
                if (!a && b <= 0) continue;
                for (i = 0; i + 1 < 8000; i += 2) {
                    const double t = 6.283185307179586 * (a * numbers[i] + b * numbers[i + 1]);
                    re += cos(t), im += sin(t);
                }
                power = (re * re + im * im) / 4000;
                sum += power;
                peak = power > peak ? power : peak;
            }
        CHECK(peak < 14 && fabs(sum / 144 - 1) < 0.4);
        CHECK(kolmogorov_smirnov(uniform_cdf) < 1.95);
    }
}

TEST(normals_and_exponentials_have_their_distributions)
{
    int kind, q;
    size_t i;
    start(20240608, 0, 0);
    for (kind = 0; kind < 6; kind++) {
        double m[5] = {0, 0, 0, 0, 0}, pairs = 0, squares = 0;
        switch (kind) {
        case 0: CHECK_STATUS(gpu_rand_normal_f32((float *)room_a, 0, 1, N), GPU_OK, ""); break;
        case 1: CHECK_STATUS(gpu_rand_normal_f64(room_a, 0, 1, N), GPU_OK, ""); break;
        case 2: CHECK_STATUS(gpu_rand_lognormal_f32((float *)room_a, 0.3f, 0.9f, N), GPU_OK, ""); break;
        case 3: CHECK_STATUS(gpu_rand_lognormal_f64(room_a, 0.3, 0.9, N), GPU_OK, ""); break;
        case 4: CHECK_STATUS(gpu_rand_exponential_f32((float *)room_a, 1, N), GPU_OK, ""); break;
        default: CHECK_STATUS(gpu_rand_exponential_f64(room_a, 1, N), GPU_OK, ""); break;
        }
        to_numbers(kind % 2 == 0);
        for (i = 0; i < N; i++) {
            double x = numbers[i] = kind / 2 == 1 ? (log(numbers[i]) - 0.3) / 0.9 : numbers[i], power = 1;
            for (q = 1; q < 5; q++) power *= x, m[q] += power / N;
        }
        for (i = 0; i + 1 < N; i += 2)
            pairs += (numbers[i] - m[1]) * (numbers[i + 1] - m[1]),
                squares += (numbers[i] * numbers[i] - m[2]) * (numbers[i + 1] * numbers[i + 1] - m[2]);
        if (kind < 4) {
            CHECK(fabs(m[1]) < 4 / sqrt((double)N) && fabs(m[2] - 1) < 4 * sqrt(2.0 / N) &&
                  fabs(m[3]) < 4 * sqrt(15.0 / N) && fabs(m[4] - 3) < 4 * sqrt(96.0 / N));
            CHECK(fabs(pairs / sqrt(N / 2.0)) < 4 && fabs(squares / sqrt(N / 2.0)) < 8);
        } else {
            CHECK(fabs(m[1] - 1) < 4 / sqrt((double)N) && fabs(m[2] - 2) < 4 * sqrt(20.0 / N));
            CHECK(fabs(pairs / sqrt(N / 2.0)) < 4 && fabs(squares / sqrt(N / 2.0)) < 80);
        }
        CHECK(kolmogorov_smirnov(kind < 4 ? normal_cdf : exponential_cdf) < 1.95);
    }
}

TEST(integers_have_no_bias)
{
    static const int64_t ranges[] = {1, 2, 6, 1000, 0x60000000, 0xc0000000, 3000000000000000000, 6900000000000000000};
    int r, i, cells;
    size_t k;
    for (r = 0; r < 8; r++) {
        const int64_t n = ranges[r], lo = r % 2 ? -n / 2 : 17;
        const int wide = n > INT32_MAX;
        cells = n < 6 ? (int)n : 6;
        start(11, 0, 0);
        CHECK_STATUS(wide ? gpu_rand_int_i64((int64_t *)room_a, lo, lo + n, N)
                          : gpu_rand_int_i32((int32_t *)room_a, (int32_t)lo, (int32_t)(lo + n), N),
                     GPU_OK, "");
        expect(cells, (double)N / cells);
        if (n == 1000) /* 166 or 167 values a cell */
            for (i = 0; i < cells; i++)
                expected[i] = N * ((1000 * (i + 1) + cells - 1) / cells - (1000 * i + cells - 1) / cells) / 1000.0;
        for (k = 0; k < N; k++) {
            const int64_t x = (wide ? ((int64_t *)room_a)[k] : ((int32_t *)room_a)[k]) - lo;
            CHECK(x >= 0 && x < n);
            if (x < 0 || x >= n) return;
            seen[n > 1000000 ? (int)((double)x / (double)n * cells) : (int)(x * cells / n)]++;
        }
        if (cells > 1) CHECK(fabs(chi_square(cells)) < 4);
    }
    /* the whole of both types but one value */
    CHECK_STATUS(gpu_rand_int_i32((int32_t *)room_a, INT32_MIN, INT32_MAX, 1000), GPU_OK, "");
    CHECK_STATUS(gpu_rand_int_i64((int64_t *)room_a, INT64_MIN, INT64_MAX, 1000), GPU_OK, "");
}

TEST(poisson_numbers_have_their_distribution)
{
    static const double rates[] = {0, 1e-9, 0.1, 4, 9.99, 10, 50, 1000, 49999, 50000, 50001, 1e6};
    int r, c, cells;
    size_t k;
    start(12, 0, 0);
    for (r = 0; r < 12; r++) {
        const double rate = rates[r], sd = sqrt(rate);
        const int64_t lo = (int64_t)(rate - 4 * sd) < 0 ? 0 : (int64_t)(rate - 4 * sd);
        const int64_t width = (int64_t)(8 * sd / 60) + 1;
        double mean = 0, variance = 0, rest = N, others = 0;
        int64_t *x = (int64_t *)room_a, j;
        CHECK_STATUS(gpu_rand_poisson_i64(x, rate, N), GPU_OK, "");
        for (k = 0; k < N; k++) mean += (double)x[k] / N;
        for (k = 0; k < N; k++) variance += ((double)x[k] - mean) * ((double)x[k] - mean) / N;
        if (rate < 1e-6) {
            CHECK(mean == 0 && variance == 0);
            continue;
        }
        expect(62, 0);
        for (k = 0; k < N; k++) {
            const int64_t cell = x[k] < lo ? 61 : (x[k] - lo) / width;
            CHECK(x[k] >= 0);
            seen[cell < 60 ? cell : 61]++;
        }
        for (c = 0; c < 60; c++)
            for (j = 0; j < width; j++) {
                const double q = (double)(lo + c * width + j);
                expected[c] += N * exp(q * log(rate) - rate - lgamma(q + 1));
            }
        for (c = cells = 0; c < 60; c++) { /* cells that are too rare for the statistic go to the last one */
            if (expected[c] > 20) rest -= expected[c], seen[cells] = seen[c], expected[cells++] = expected[c];
            else others += seen[c];
        }
        others += seen[61];
        if (rest > 20) seen[cells] = others, expected[cells++] = rest;
        if (cells > 1) CHECK(fabs(chi_square(cells)) < 4.5);
        CHECK(fabs(mean - rate) < 4 * sqrt(rate / N) && fabs(variance / rate - 1) < 4 * sqrt((2 + 1 / rate) / N));
    }
}

TEST(poisson_cells_add_up)
{
    static uint64_t cell[GPU__CELLS];
    static double mass[GPU__CELLS];
    static const double rates[] = {0, 1e-300, 0.5, 1, 9.5, 100, 12345.678, 50000};
    int r;
    for (r = 0; r < 8; r++) { /* what the cells give a value is its probability */
        gpu__law law;
        const double rate = rates[r];
        double error = 0;
        size_t i, n;
        memset(&law, 0, sizeof law);
        gpu__poisson_cells(cell, &law, rate);
        n = (size_t)1 << law.bits;
        for (i = 0; i < n; i++) mass[i] = 0;
        for (i = 0; i < n; i++) {
            const double own = (double)(cell[i] >> 16) / 281474976710656.0;
            CHECK((cell[i] & 0xffff) < n);
            mass[i] += own / (double)n, mass[cell[i] & 0xffff] += (1 - own) / (double)n;
        }
        for (i = 0; i < n; i++) {
            const double q = (double)law.base + (double)i;
            const double e = fabs(mass[i] - (rate > 0 ? exp(q * log(rate) - rate - lgamma(q + 1)) : q == 0 ? 1 : 0));
            error = e > error ? e : error;
        }
        CHECK(error < 1e-10 && law.base >= 0);
    }
}

TEST(permutations_hold_each_place_once_and_are_random)
{
    static const size_t sizes[] = {0, 1, 2, 3, 255, 256, 257, 1025, 4096, 65537, N};
    int32_t *p = (int32_t *)room_a;
    int q, i, keys = 300;
    size_t k;
    double mean = 0;
    start(13, 0, 0);
    for (q = 0; q < 11; q++) {
        const size_t n = sizes[q];
        char *there = (char *)room_b;
        size_t bad = 0;
        double fixed = 0;
        memset(there, 0, n + 1);
        CHECK_STATUS(gpu_rand_permutation_i32(p, n), GPU_OK, "");
        for (k = 0; k < n; k++) bad += p[k] < 0 || (size_t)p[k] >= n || there[p[k]]++ ? 1u : 0u;
        CHECK_INT(bad, 0);
        if (n < 10000) continue;
        expect(1024, (double)n / 1024);
        for (k = 0; k < n; k++) seen[(k * 32 / n) * 32 + (uint64_t)p[k] * 32 / n]++, fixed += (size_t)p[k] == k ? 1 : 0;
        CHECK(chi_square(1024) < 4 && fixed < 8);
        for (i = 1; i <= 256; i += 255) { /* neighbours, and what a block's threads hold */
            expect(1024, (double)(n - (size_t)i) / 1024);
            for (k = 0; k + (size_t)i < n; k++)
                seen[((uint64_t)((int64_t)p[k + (size_t)i] - p[k] + (int64_t)n) % n) * 1024 / n]++;
            CHECK(fabs(chi_square(1024)) < 4.5);
        }
    }
    expect(24, 12000 / 24.0); /* every order of four */
    GPU_CHECK(gpu_use(GPU_CPU)); /* many small ones */
    for (i = 0; i < 12000; i++) {
        CHECK_STATUS(gpu_rand_permutation_i32(p, 4), GPU_OK, "");
        seen[p[0] * 6 + (p[1] - (p[1] > p[0])) * 2 + (p[2] > p[3])]++;
    }
    CHECK(fabs(chi_square(24)) < 4);
    for (q = 0; q < keys; q++) { /* one key's statistic would not show that the rounds are too few */
        double c = 0;
        CHECK_STATUS(gpu_rand_permutation_i32(p, 4096), GPU_OK, "");
        expect(1024, 4);
        for (k = 0; k < 4096; k++) seen[(k / 128) * 32 + (size_t)p[k] / 128]++;
        for (i = 0; i < 1024; i++) c += (seen[i] - 4) * (seen[i] - 4) / 4;
        mean += c / keys * 4095 / 4096;
    }
    CHECK(fabs(mean - 961) < 4 * 43.8 / sqrt((double)keys));
    GPU_CHECK(gpu_use(gpu_device_count() ? 0 : GPU_CPU));
}

TEST(permutations_of_every_small_size) /* no walk begins outside, where it might never come in */
{
    static const uint64_t seeds[] = {0, 1, 66, 1234567890123};
    size_t n, k, bad = 0;
    int64_t *p = (int64_t *)room_a;
    int q;
    for (q = 0; q < 4; q++)
        for (n = 0; n < (q ? 1100 : 3000); n++) {
            char there[3000] = {0};
            gpu_seed(seeds[q]);
            CHECK_STATUS(gpu_rand_permutation_i64(p, n), GPU_OK, "");
            for (k = 0; k < n; k++) bad += (uint64_t)p[k] >= n || there[p[k]]++ ? 1u : 0u;
            if (n)
                bad += gpu_random_permuted(seeds[q], n, n - 1) >= n || gpu_random_permuted(seeds[q], n, n) != n ||
                               gpu_random_permuted(seeds[q], n, n + 11) != n + 11
                           ? 1u
                           : 0u;
        }
    CHECK_INT(bad, 0);
}

TEST(seeds_and_sequences_do_not_overlap)
{
    enum { EACH = 25000 };
    static const uint64_t seeds[8] = {0, 1, 0, 0x100000000u, 0, 5, 5, 0xffffffffffffffffu};
    static const uint32_t sequences[8] = {0, 0, 1, 0, 0xffffffffu, 5, 6, 0};
    size_t s, i, same = 0;
    for (s = 0; s < 8; s++) {
        start(seeds[s], sequences[s], 0);
        CHECK_STATUS(gpu_rand_uniform_f64(sorted + s * EACH, EACH), GPU_OK, "");
    }
    qsort(sorted, 8 * EACH, sizeof *sorted, ascending);
    for (i = 1; i < 8 * EACH; i++) same += sorted[i] == sorted[i - 1] ? 1u : 0u;
    CHECK_INT(same, 0); /* 2e5 numbers of 53 bits: a pair by chance has probability 2e-6 */
    GPU_CHECK(gpu_seed(7));
    CHECK(gpu__thread.seed == 7 && gpu__thread.sequence == 0 && gpu__thread.position == 0);
}

/* ----------------------------------------------------------------------------------------- arguments and threads -- */

TEST(bad_arguments_are_refused_with_a_sentence)
{
    float f[8] = {0};
    double d[8] = {0};
    int32_t i[8] = {0};
    int64_t l[8] = {0};
    const float nan32 = (float)NAN;
    start(5, 0, 40);
    /* an earlier call's place would be a wrong one */
    CHECK_INT(gpu_rand_uniform_f32(NULL, 8), GPU_ERROR_INVALID_ARGUMENT);
    CHECK(!strncmp(gpu_error_message(), "gpu_rand_uniform: out is NULL", 29));
    gpu_clear_error();
    CHECK_SUFFIXED(gpu_rand_uniform_f32(NULL, 8), GPU_ERROR_INVALID_ARGUMENT, "out is NULL; expected 8 elements");
    CHECK_SUFFIXED(gpu_rand_uniform_f64(d, (size_t)-3), GPU_ERROR_INVALID_ARGUMENT,
                   "a negative number was perhaps converted");
    CHECK_SUFFIXED(gpu_rand_normal_f32(f, 0, -1, 8), GPU_ERROR_INVALID_ARGUMENT,
                   "sd = -1; expected a mean that is a number and an sd of 0 or more");
    CHECK_SUFFIXED(gpu_rand_normal_f32(f, 0, nan32, 8), GPU_ERROR_INVALID_ARGUMENT, "expected a mean that is a number");
    CHECK_SUFFIXED(gpu_rand_lognormal_f64(d, (double)NAN, 1, 8), GPU_ERROR_INVALID_ARGUMENT,
                   "expected a mean that is a number");
    CHECK_SUFFIXED(gpu_rand_exponential_f32(f, -2, 8), GPU_ERROR_INVALID_ARGUMENT,
                   "scale = -2; expected the mean, 0 or more");
    CHECK_SUFFIXED(gpu_rand_exponential_f64(d, (double)NAN, 8), GPU_ERROR_INVALID_ARGUMENT,
                   "expected the mean, 0 or more");
    CHECK_SUFFIXED(gpu_rand_int_i32(i, 5, 5, 8), GPU_ERROR_INVALID_ARGUMENT,
                   "lo = 5 and below hi = 5; expected lo < hi");
    CHECK_SUFFIXED(gpu_rand_int_i64(l, 5, -5, 8), GPU_ERROR_INVALID_ARGUMENT, "expected lo < hi");
    CHECK_SUFFIXED(gpu_rand_poisson_i32(i, -1, 8), GPU_ERROR_INVALID_ARGUMENT, "rate = -1; expected 0 to 1e+09");
    CHECK_SUFFIXED(gpu_rand_poisson_i32(i, 2e9, 8), GPU_ERROR_INVALID_ARGUMENT, "rate = 2e+09");
    CHECK_SUFFIXED(gpu_rand_poisson_i64(l, (double)NAN, 8), GPU_ERROR_INVALID_ARGUMENT, "expected 0 to");
    CHECK_SUFFIXED(gpu_rand_permutation_i32(i, (size_t)1 << 31), GPU_ERROR_INVALID_ARGUMENT, "would not fit 4 bytes");
    CHECK_STATUS(gpu_rand_uniform_f32(NULL, 0), GPU_OK, "");
    CHECK_STATUS(gpu_rand_int_i32(NULL, 0, 1, 0), GPU_OK, "");
    CHECK_STATUS(gpu_rand_normal_f32(f, 2, 0, 8), GPU_OK, "");
    CHECK(f[0] == 2 && f[7] == 2);
    CHECK(gpu__thread.position == 48); /* only fills that worked move the stream on */
}

TEST(the_bare_names_follow_the_type)
{
#if defined(__cplusplus) || (defined(__STDC_VERSION__) && __STDC_VERSION__ >= 201112L)
    float f[5];
    double d[5];
    int32_t i[5];
    int64_t l[5];
    start(5, 0, 0);
    CHECK_STATUS(gpu_rand_uniform(f, 5), GPU_OK, "");
    CHECK_STATUS(gpu_rand_uniform(d, 5), GPU_OK, "");
    CHECK_STATUS(gpu_rand_normal(f, 0, 1, 5), GPU_OK, "");
    CHECK_STATUS(gpu_rand_lognormal(d, 0, 1, 5), GPU_OK, "");
    CHECK_STATUS(gpu_rand_exponential(f, 1, 5), GPU_OK, "");
    CHECK_STATUS(gpu_rand_int(l, 0, 5, 5), GPU_OK, "");
    CHECK_STATUS(gpu_rand_poisson(i, 3, 5), GPU_OK, "");
    CHECK_STATUS(gpu_rand_permutation(i, 5), GPU_OK, "");
    CHECK_STATUS(gpu_rand_int(i, 3, 3, 5), GPU_ERROR_INVALID_ARGUMENT, "gpu_rand_int: ");
    CHECK(gpu__thread.position == 40);
#else
    SKIP("C99 has no _Generic");
#endif
}

#ifndef _WIN32
static void *fills_of_a_thread(void *sequence)
{
    float *p = GPU_NEW(float, 30000), *host;
    int i;
    start(77, *(uint32_t *)sequence, 0);
    for (i = 0; i < 6; i++)
        if (gpu_rand_normal_f32(p + 5000 * i, 0, 1, 5000)) return NULL;
    host = GPU_TO_HOST(float, p, 30000);
    return gpu_free(p) ? NULL : host;
}
#endif

TEST(each_thread_has_its_own_generator)
{
#ifdef _WIN32
    SKIP("it uses POSIX threads");
#else
    pthread_t threads[4];
    uint32_t sequence[4] = {0, 1, 2, 3};
    void *result[4];
    int t;
    for (t = 0; t < 4; t++) CHECK(!pthread_create(&threads[t], NULL, fills_of_a_thread, &sequence[t]));
    for (t = 0; t < 4; t++) CHECK(!pthread_join(threads[t], &result[t]) && result[t]);
    for (t = 0; t < 4; t++) {
        start(77, sequence[t], 0);
        CHECK_STATUS(gpu_rand_normal_f32((float *)room_a, 0, 1, 30000), GPU_OK, "");
        CHECK(result[t] && !memcmp(room_a, result[t], 30000 * sizeof(float)));
        CHECK_STATUS(gpu_free(result[t]), GPU_OK, "");
    }
#endif
}
