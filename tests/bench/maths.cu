/* The library's own mathematics: bits of all 2^32 floats on the GPU and on the CPU, and time over arrays beside a copy.

       nvcc -O3 -std=c++17 -arch=native -Xcompiler -fopenmp -I. tests/bench/maths.cu -o maths && ./maths bits && ./maths speed
       cc -O3 -fopenmp -I. -x c tests/bench/maths.cu -o maths -lm && ./maths speed 1000 */

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
GPU_FN inline uint64_t bits_of_float(float x)
{
    uint32_t b;
    memcpy(&b, &x, 4);
    return x != x ? 0x7fc00000u : b;
}
GPU_FN inline uint64_t bits_of_double(double x)
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

#define UNARY(F) F(exp) F(log) F(sin) F(cos) F(tanh) F(sigmoid)
#define HASHES(f)                                                                                                      \
    GPU_REDUCE(uint64_t, hash_##f##_f32, 0, a + b, (uint64_t, i, index))                                               \
    {                                                                                                                  \
        return mix(i, bits_of_float(gpu_math_##f##_f32(float_of((uint32_t)i))));                                       \
    }                                                                                                                  \
    GPU_REDUCE(uint64_t, hash_##f##_f64, 0, a + b, (uint64_t, i, index))                                               \
    {                                                                                                                  \
        return mix(i, bits_of_double(gpu_math_##f##_f64(double_at(i))));                                               \
    }
UNARY(HASHES)
GPU_REDUCE(uint64_t, hash_pow_f32, 0, a + b, (uint64_t, i, index))
{
    const uint64_t w = (i + 1) * 0x9e3779b97f4a7c15u;
    const float x = float_of((uint32_t)w >> 2),
                y = i & 1 ? float_of((uint32_t)(w >> 32)) : (float)((int64_t)w >> 40) * 3e-6f;
    return mix(i, bits_of_float(gpu_math_pow_f32(x, y)));
}
GPU_REDUCE(uint64_t, hash_pow_f64, 0, a + b, (uint64_t, i, index))
{
    const double x = double_at(2 * i), y = double_at(3 * i + 1);
    return mix(i, bits_of_double(gpu_math_pow_f64(x < 0 ? -x : x, y)));
}

/* On the GPU the hash of n arguments, and on the CPU the same, or of the first part of them. */
static void compare(const char *name, uint64_t (*hash)(size_t n), size_t n, int device)
{
    uint64_t here, there;
    double ms;
    GPU_CHECK(gpu_use(GPU_CPU));
    GPU_CHECK(gpu_timer_start());
    here = hash(n), ms = gpu_timer_ms();
    GPU_CHECK(gpu_use(device));
    GPU_CHECK(gpu_timer_start());
    there = hash(n);
    printf("%-14s %016llx of %llu results, CPU %.0f ms, %s %.0f ms: %s\n", name, (unsigned long long)here,
           (unsigned long long)n, ms, gpu_backend_name(), gpu_timer_ms(), here == there ? "the same" : "DIFFERENT");
}
static int bits(size_t part, int device)
{
    const size_t all = (size_t)1 << 32;
#define BITS(f)                                                                                                        \
    compare(#f "_f32", hash_##f##_f32, all / part, device);                                                            \
    compare(#f "_f64", hash_##f##_f64, 1000000000 / part, device);
    UNARY(BITS)
    compare("pow_f32", hash_pow_f32, 1000000000 / part, device);
    compare("pow_f64", hash_pow_f64, 1000000000 / part, device);
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
    GPU_CHECK(gpu_add_scalar_f32(x, x, 0.01f, n));
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
    const int device = gpu_device();
    if (argc > 1 && !strcmp(argv[1], "bits")) return bits(argc > 2 ? (size_t)strtoull(argv[2], NULL, 10) : 1, device);
    printf("%s\n", gpu_backend_name());
    return speed(argc > 2 ? (size_t)strtoull(argv[2], NULL, 10) : (size_t)1 << 28);
}
