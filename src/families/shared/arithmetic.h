/* families/math/quick.h is for the loops of an optimised CPU build or of the tape, and for kernels if the program asks
   for more of mathematics than each program compiles. */
#if defined(GPU_MATH) && defined(GPU__CUDA) || (!defined(__CUDA_ARCH__) && (defined(__OPTIMIZE__) || defined(GPU_TAPE)))
#define GPU__QUICK 1
#endif
/* Every a * b + c is written as an fma, and no other product is an operand of a sum. So compilers have nothing to
   contract, and all give the same bits. */
#ifdef __CUDA_ARCH__
#define GPU__FMA{F|}(a, b, c) __fma{f|}_rn(a, b, c)
#elif (defined(__MINGW32__) && defined(__x86_64__)) || defined(GPU__TEST_FMA)
#define GPU__OWN_FMA 1 /* MinGW's rounds twice */
#define GPU__FMA{F|}(a, b, c) gpu__fma{f|}(a, b, c)
#else
#define GPU__FMA{F|}(a, b, c) fma{f|}(a, b, c)
#endif
/* GPU__SERIES(x, a, b, c) is a + x (b + x c), of up to 16 coefficients. */
#define GPU__SERIES{|F}(x, ...) GPU__CAT(GPU__SERIES{1}_, GPU__COUNT(__VA_ARGS__))(x, __VA_ARGS__)
#define GPU__SERIES{|F}_2(x, a, b) GPU__FMA{1}(x, b, a)
#define GPU__SERIES{|F}_{3|4|5|6|7|8|9|10|11|12|13|14|15|16}(x, a, ...)                                                \
    GPU__FMA{1}(x, GPU__SERIES{1}_{2|3|4|5|6|7|8|9|10|11|12|13|14|15}(x, __VA_ARGS__), a)
/* A number plus a rounder is rounded to an integer, which the low bits of the sum have: 1.5 * 2^52, the same plus a
   double's exponent bias of 1023, and 1.5 * 2^23. From 2^52 on doubles are integers. */
#define GPU__{ROUNDER|EXPONENT_ROUNDER|ROUNDER_F32|TWO_52}                                                             \
    {6755399441055744.0|6755399441056767.0|12582912.0f|4503599627370496.0}
#define GPU__DBL_MAX 1.7976931348623157e308
GPU__LIFTED_FN uint{32|64}_t gpu__bits{1}({float|double} x)
{
    uint{1}_t b;
    memcpy(&b, &x, sizeof b);
    return b;
}
GPU__LIFTED_FN {float|double} gpu__float{32|64}(uint{2}_t b)
{
    {1} x;
    memcpy(&x, &b, sizeof x);
    return x;
}
#ifdef GPU__OWN_FMA
/* a * b + c, rounded once: by the processor's instruction or, where there is none, exactly by integers and by doubles
   that are rounded to odd. With GPU__TEST_FMA the latter run on every machine. */
typedef struct gpu__fma_parts { /* m * 2^e with 53 bits in m */
    uint64_t m;
    int e;
} gpu__fma_parts;
static GPU__UNUSED gpu__fma_parts gpu__fma_parts_of(double x)
{
    gpu__fma_parts p;
    p.m = gpu__bits64(x) & 0x000fffffffffffffu;
    p.e = (int)(gpu__bits64(x) >> 52 & 0x7ff) - 1075;
    if (p.e > -1075) p.m |= (uint64_t)1 << 52;
    else
        for (p.e = -1074; !(p.m >> 52); p.e--) p.m <<= 1;
    return p;
}
GPU__EXTENSION typedef unsigned __int128 gpu__u128;
static GPU__UNUSED gpu__u128 gpu__shifted_odd(gpu__u128 x,
                                              int left) /* x * 2^left, whose lowest bit is set if bits are lost */
{
    if (left >= 0) return x << left;
    if (left < -127) return 1;
    return x >> -left | (x << (128 + left) != 0);
}
static GPU__UNUSED double gpu__fma_exact(double a, double b, double c)
{
    const uint64_t minus = (uint64_t)1 << 63, sign = (gpu__bits64(a) ^ gpu__bits64(b)) & minus,
                   differ = sign ^ (gpu__bits64(c) & minus);
    uint64_t r;
    int unit, bits = 0, drop;
    if (a == 0 || b == 0 || !(a - a == 0) || !(b - b == 0)) return a * b + c;
    if (!(c - c == 0) || c == 0) return c == 0 ? a * b : c;
    gpu__fma_parts x = gpu__fma_parts_of(a);
    gpu__fma_parts y = gpu__fma_parts_of(b);
    gpu__fma_parts z = gpu__fma_parts_of(c);
    unit = x.e + y.e - 20 > z.e - 70
               ? x.e + y.e - 20
               : z.e - 70; /* the larger operand has at most 126 bits, 70 of them below those of the result */
    const gpu__u128 p = gpu__shifted_odd((gpu__u128)x.m * y.m, x.e + y.e - unit);
    const gpu__u128 q = gpu__shifted_odd(z.m, z.e - unit);
    const gpu__u128 sum = !differ ? p + q : p > q ? p - q : q - p;
    if (!sum) return 0;
    while (bits < 128 && sum >> bits) bits++;
    drop = bits - 53;
    if (unit + drop < -1074) drop = -1074 - unit;
    if (drop > 127) r = 0;
    else if (drop <= 0) {
        r = (uint64_t)sum;
        drop = 0;
    } else {
        const gpu__u128 rest = sum << (128 - drop), half = (gpu__u128)1 << 127;
        r = (uint64_t)(sum >> drop);
        r += rest > half || (rest == half && (r & 1));
    }
    const double v = ldexp((double)r, unit + drop);
    return (differ && q > p ? sign ^ minus : sign) ? -v : v;
}
static inline float gpu__fma_exactf(float a, float b, float c)
{
    const double p = (double)a * (double)b, s = p + (double)c, t = s - p; /* p and, below, the error of s are exact */
    const double lost = (p - (s - t)) + ((double)c - t);
    uint64_t w = gpu__bits64(s);
    if ((lost > 0 || lost < 0) && !(w & 1)) w = (lost > 0) == (s > 0) ? w + 1 : w - 1;
    return (float)gpu__float64(w);
}
static inline {double|float} gpu__fma{|f}({1} a, {1} b, {1} c)
{
#ifndef GPU__TEST_FMA
    if (GPU__CPU_HAS("fma")) {
        __asm__("vfmadd231s{d|s} %2, %1, %0" : "+x"(c) : "x"(a), "x"(b));
        return c;
    }
#endif
    return gpu__fma_exact{|f}(a, b, c);
}
#endif
GPU__LIFTED_FN double gpu__sqrt64(double x)
{
#ifdef __CUDA_ARCH__
    return __dsqrt_rn(x);
#elif defined(__MINGW32__) && defined(__x86_64__) && !defined(__OPTIMIZE__)
    __asm__("sqrtsd %0, %0" : "+x"(x)); /* MinGW's function, which is called here, rounds twice */
    return x;
#else
    return sqrt(x);
#endif
}
GPU__LIFTED_FN uint64_t gpu__high64(uint64_t a, uint64_t b) /* the upper half of the product */
{
#ifdef __CUDA_ARCH__
    return __umul64hi(a, b);
#elif defined(GPU__MULTIPLY_HIGH)
    return GPU__MULTIPLY_HIGH(a, b);
#else
    uint64_t al = (uint32_t)a, ah = a >> 32, bl = (uint32_t)b, bh = b >> 32, p = al * bl, q = ah * bl + (p >> 32),
             r = al * bh + (uint32_t)q;
    return ah * bh + (q >> 32) + (r >> 32);
#endif
}
