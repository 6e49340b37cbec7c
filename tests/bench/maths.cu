/* The library's own mathematics: prints a hash of the results of each function on the current device, for all 2^32 floats,
   10^9 doubles, 10^10 pairs of floats. Equal lines on two devices, of two compilers or at two levels of optimisation mean
   equal bits. (Times: `make bench ROWS=functions`.)

       nvcc -O3 -std=c++17 -arch=native -Xcompiler -fopenmp -I. tests/bench/maths.cu -o maths && ./maths bits
       cc -O3 -fopenmp -I. -x c tests/bench/maths.cu -o maths -lm && ./maths bits 1000 exp */

#define GPU_MATH
#define GPU_IMPLEMENTATION
#include "gpu.h"

/* A hash that does not depend on the order: the sum of a mix of each result and its number. */
GPU_FN inline uint64_t mix(uint64_t number, uint64_t result)
{
    uint64_t h = (result + 0x9e3779b97f4a7c15u) * (2 * number + 1) * 0xbf58476d1ce4e5b9u;
    h ^= h >> 29;
    return h * 0x94d049bb133111ebu;
}
GPU_FN inline uint64_t scattered(uint64_t i) { return (i + 1) * 0x9e3779b97f4a7c15u ^ (i * 0xd1342543de82ef95u) >> 31; }
/* All patterns of floats, in an order that spreads the first of them over all. */
GPU_FN inline float float_at(uint64_t i)
{
    const uint32_t w = (uint32_t)i * 0x9e3779b1u;
    float x;
    memcpy(&x, &w, 4);
    return x;
}
/* Doubles that are spread over all exponents, and as densely over -8 to 8. */
GPU_FN inline double double_at(uint64_t i)
{
    const uint64_t w = scattered(i);
    double x;
    memcpy(&x, &w, 8);
    return i & 1 ? x : (double)(int64_t)w * 8.673617379884035e-19;
}
/* The second of a pair: any pattern of bits, or an exponent near that of the first. */
GPU_FN inline float float_beside(float x, uint64_t i)
{
    uint32_t w = (uint32_t)(scattered(i) >> 32), v;
    memcpy(&v, &x, 4);
    if (i & 2) w = (v & 0xff800000u) + (w & 0x1ffffff) - 0x800000;
    memcpy(&x, &w, 4);
    return x;
}
GPU_FN inline double double_beside(double x, uint64_t i) { return i & 2 ? x * (double)(i % 1000) * 0.003 : double_at(~i); }

#define OF_TYPE(T, f, s, U, NOT_A_NUMBER)                                                                              \
    GPU_VECTORIZE(T, first_##s, (uint64_t, from, scalar), (uint64_t, i, index)) { return f##_at(from + i); }           \
    GPU_VECTORIZE(T, second_##s, (T, x), (uint64_t, from, scalar), (uint64_t, i, index)) { return f##_beside(x, from + i); } \
    GPU_VECTORIZE(T, power_##s, (T, x), (T, y)) { return gpu_math_pow_##s(x < 0 ? -x : x, y); }                        \
    GPU_REDUCE(uint64_t, hash_##s, 0, a + b, (T, r), (uint64_t, from, scalar), (uint64_t, i, index))                   \
    {                                                                                                                  \
        U w;                                                                                                           \
        memcpy(&w, &r, sizeof w);                                                                                      \
        return mix(from + i, r != r ? NOT_A_NUMBER : w);                                                               \
    }                                                                                                                  \
    typedef gpu_status unary_##s(T *out, const T *x, size_t n);                                                        \
    typedef gpu_status binary_##s(T *out, const T *x, const T *y, size_t n);                                           \
    static uint64_t hash_of_##s(unary_##s *of_one, binary_##s *of_two, uint64_t n)                                     \
    {                                                                                                                  \
        enum { CHUNK = 1 << 22 };                                                                                      \
        T *x = GPU_NEW(T, CHUNK), *y = GPU_NEW(T, CHUNK), *out = GPU_NEW(T, CHUNK);                                    \
        uint64_t hash = 0, from;                                                                                       \
        for (from = 0; from < n; from += CHUNK) {                                                                      \
            const size_t m = n - from < CHUNK ? (size_t)(n - from) : (size_t)CHUNK;                                          \
            GPU_CHECK(first_##s(x, from, m));                                                                          \
            if (of_two) GPU_CHECK(second_##s(y, x, from, m));                                                          \
            GPU_CHECK(of_one ? of_one(out, x, m) : of_two(out, x, y, m));                                              \
            hash += hash_##s(out, from, m);                                                                            \
        }                                                                                                              \
        gpu_free(x), gpu_free(y), gpu_free(out);                                                                       \
        return hash;                                                                                                   \
    }
OF_TYPE(float, float, f32, uint32_t, 0x7fc00000u)
OF_TYPE(double, double, f64, uint64_t, 0x7ff8000000000000u)

#define UNARY(F)                                                                                                       \
    F(exp) F(exp2) F(exp10) F(expm1) F(log) F(log2) F(log10) F(log1p) F(sin) F(cos) F(tan) F(sinpi) F(cospi) F(asin)   \
    F(acos) F(atan) F(sinh) F(cosh) F(tanh) F(sigmoid) F(cbrt) F(erf) F(erfc) F(rsqrt)

/* Each line ends with the time, after a tab: `cut -f 1` leaves what is to be compared. */
static int bits(uint64_t part, const char *wanted)
{
    const uint64_t floats = (1ull << 32) / part, pairs = 10000000000u / part, doubles = 1000000000 / part;
#define SHOW(name, hash, n)                                                                                            \
    if (!strncmp(name, wanted, strlen(wanted))) {                                                                      \
        GPU_CHECK(gpu_timer_start());                                                                                  \
        printf("%-12s of %llu %016llx", name, (unsigned long long)(n), (unsigned long long)(hash));                    \
        printf("\t%.0f ms, %s\n", gpu_timer_ms(), gpu_backend_name()), fflush(stdout);                                 \
    }
#define OF_ONE(f)                                                                                                      \
    SHOW(#f "_f32", hash_of_f32(gpu_##f##_f32, NULL, floats), floats)                                                  \
    SHOW(#f "_f64", hash_of_f64(gpu_##f##_f64, NULL, doubles), doubles)
#define OF_TWO(f, of_f32, of_f64)                                                                                      \
    SHOW(#f "_f32", hash_of_f32(NULL, of_f32, pairs), pairs)                                                           \
    SHOW(#f "_f64", hash_of_f64(NULL, of_f64, doubles), doubles)
    UNARY(OF_ONE)
    OF_TWO(atan2, gpu_atan2_f32, gpu_atan2_f64)
    OF_TWO(hypot, gpu_hypot_f32, gpu_hypot_f64)
    OF_TWO(pow, power_f32, power_f64)
    return 0;
}

int main(int argc, char **argv)
{
    const size_t number = argc > 2 ? (size_t)strtoull(argv[2], NULL, 10) : 0;
    if (argc > 1 && !strcmp(argv[1], "bits")) return bits(number ? number : 1, argc > 3 ? argv[3] : "");
    return fputs("usage: maths bits [fraction [names that begin so]]\n", stderr), 1;
}
