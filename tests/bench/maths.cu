/* The library's own mathematics. `bits` prints a hash of the results of each function on the current device: all 2^32 floats,
   10^9 doubles, 10^10 pairs of floats. Equal lines on two devices, of two compilers or at two levels of optimisation mean
   equal bits. `speed` times each function over arrays beside a copy.

       nvcc -O3 -std=c++17 -arch=native -Xcompiler -fopenmp -I. tests/bench/maths.cu -o maths && ./maths bits && ./maths speed
       cc -O3 -fopenmp -I. -x c tests/bench/maths.cu -o maths -lm && ./maths bits 1000 exp && ./maths speed 1000           */

#define GPU_MATH
#define GPU_IMPLEMENTATION
#include "gpu.h"

/* A hash that does not depend on the order: the sum of a mix of each result and its argument. */
GPU_FN inline uint64_t mix(uint64_t argument, uint64_t result)
{
    uint64_t h = (result + 0x9e3779b97f4a7c15u) * (argument | 1) * 0xbf58476d1ce4e5b9u;
    h ^= h >> 29;
    return h * 0x94d049bb133111ebu;
}
GPU_FN inline float float_of(uint32_t b)
{
    float x;
    memcpy(&x, &b, 4);
    return x;
}
GPU_FN inline double double_of(uint64_t b)
{
    double x;
    memcpy(&x, &b, 8);
    return x;
}
GPU_FN inline uint64_t bits_of_f32(float x)
{
    uint32_t b;
    memcpy(&b, &x, 4);
    return x != x ? 0x7fc00000u : b;
}
GPU_FN inline uint64_t bits_of_f64(double x)
{
    uint64_t b;
    memcpy(&b, &x, 8);
    return x != x ? 0x7ff8000000000000u : b;
}
/* Doubles that are spread over all exponents, and as densely over -8 to 8. */
GPU_FN inline double double_at(uint64_t i)
{
    const uint64_t w = (i + 1) * 0x9e3779b97f4a7c15u ^ (i * 0xd1342543de82ef95u) >> 31;
    return i & 1 ? double_of(w) : (double)(int64_t)w * 8.673617379884035e-19;
}

/* Pairs of floats: of any two patterns of bits, and as many of nearly equal exponents. */
GPU_FN inline float first_at(uint64_t i) { return float_of((uint32_t)((i + 1) * 0x9e3779b97f4a7c15u >> 32)); }
GPU_FN inline float second_at(uint64_t i)
{
    const uint32_t w = (uint32_t)((i ^ 0x5851f42d4c957f2du) * 0xd1342543de82ef95u >> 32);
    uint32_t x = (uint32_t)((i + 1) * 0x9e3779b97f4a7c15u >> 32);
    return float_of(i & 1 ? w : (x & 0xff800000u) + (w & 0x1ffffff) - 0x800000);
}

#define UNARY(F)                                                                                                       \
    F(exp) F(exp2) F(exp10) F(expm1) F(log) F(log2) F(log10) F(log1p) F(sin) F(cos) F(tan) F(sinpi) F(cospi) F(asin)   \
    F(acos) F(atan) F(sinh) F(cosh) F(tanh) F(sigmoid) F(cbrt) F(erf) F(rsqrt)
#define BINARY(F) F(atan2) F(hypot)

#define HASH(f, T, ...)                                                                                                \
    GPU_REDUCE(uint64_t, hash_##f##_f##T, 0, a + b, (uint64_t, i, index))                                              \
    {                                                                                                                  \
        return mix(i, bits_of_f##T(gpu_math_##f##_f##T(__VA_ARGS__)));                                                 \
    }
/* The floats are those of all patterns of bits, in an order that spreads a part of them over all. */
#define HASHES(f) HASH(f, 32, float_of((uint32_t)i * 0x9e3779b1u)) HASH(f, 64, double_at(i))
#define HASHES_OF_TWO(f) HASH(f, 32, first_at(i), second_at(i)) HASH(f, 64, double_at(2 * i), double_at(3 * i + 1))
UNARY(HASHES)
BINARY(HASHES_OF_TWO)
HASH(pow, 32, GPU_ABS(first_at(i)), i & 2 ? second_at(i) : 1e-24f * (float)(int64_t)((i + 1) * 0x9e3779b97f4a7c15u))
HASH(pow, 64, GPU_ABS(double_at(2 * i)), double_at(3 * i + 1))

/* Each line ends with the time, after a tab: `cut -f 1` leaves what is to be compared. */
static void show(const char *wanted, const char *name, uint64_t (*hash)(size_t n), size_t n)
{
    uint64_t h;
    if (*wanted && strncmp(name, wanted, strlen(wanted))) return;
    GPU_CHECK(gpu_timer_start());
    h = hash(n);
    printf("%-12s %016llx of %llu results\t%.0f ms, %s\n", name, (unsigned long long)h, (unsigned long long)n,
           gpu_timer_ms(), gpu_backend_name());
    fflush(stdout);
}
static int bits(size_t part, const char *wanted)
{
#define BITS(f)                                                                                                        \
    show(wanted, #f "_f32", hash_##f##_f32, ((size_t)1 << 32) / part);                                                 \
    show(wanted, #f "_f64", hash_##f##_f64, 1000000000 / part);
#define BITS_OF_TWO(f)                                                                                                 \
    show(wanted, #f "_f32", hash_##f##_f32, (size_t)10000000000 / part);                                               \
    show(wanted, #f "_f64", hash_##f##_f64, 1000000000 / part);
    UNARY(BITS)
    BINARY(BITS_OF_TWO)
    BITS_OF_TWO(pow)
    return 0;
}

static void report(const char *name, const gpu_stats *s, size_t n, size_t size)
{
    printf("%-12s %10.5f ms %8.1f GB/s %7.3f ns an element\n", name, s->median_ms,
           2.0 * (double)(n * size) / s->median_ms / 1e6, s->median_ms * 1e6 / (double)n);
}
static int speed(size_t n)
{
    const int reps = n < 100000 ? 2001 : 21;
    gpu_stats s;
    size_t bytes = n * sizeof(double);
    float *x = (float *)gpu_malloc(bytes), *o = (float *)gpu_malloc(bytes);
    double *xd = (double *)x, *od = (double *)o;
    GPU_BENCH (s, reps) GPU_CHECK(gpu_copy_async(o, x, n * sizeof *x));
    report("copy_f32", &s, n, sizeof *x);
    GPU_CHECK(gpu_rand_uniform_f32(x, n));
#define TIME(f)                                                                                                        \
    GPU_BENCH (s, reps) GPU_CHECK(gpu_##f##_f32(o, x, n));                                                             \
    report(#f "_f32", &s, n, sizeof *x);
    UNARY(TIME)
    GPU_BENCH (s, reps) GPU_CHECK(gpu_pow_f32(o, x, 1.7f, n));
    report("pow_f32", &s, n, sizeof *x);
    GPU_CHECK(gpu_rand_uniform_f64(xd, n));
#define TIME_64(f)                                                                                                     \
    GPU_BENCH (s, reps) GPU_CHECK(gpu_##f##_f64(od, xd, n));                                                           \
    report(#f "_f64", &s, n, sizeof *xd);
    UNARY(TIME_64)
    GPU_BENCH (s, reps) GPU_CHECK(gpu_pow_f64(od, xd, 1.7, n));
    report("pow_f64", &s, n, sizeof *xd);
    GPU_CHECK(gpu_free(x));
    GPU_CHECK(gpu_free(o));
    return 0;
}
int main(int argc, char **argv)
{
    const size_t number = argc > 2 ? (size_t)strtoull(argv[2], NULL, 10) : 0;
    if (argc > 1 && !strcmp(argv[1], "bits")) return bits(number ? number : 1, argc > 3 ? argv[3] : "");
    printf("%s\n", gpu_backend_name());
    return speed(number ? number : (size_t)1 << 28);
}
