/* Implementations of CUDA's single-thread functions for bodies that run on the CPU; cuda_names.h gives them CUDA's
   names. Under nvcc the vector types and host mathematics are CUDA's own. Not compiled in nvcc's device pass. */
#if !defined(__CUDA_ARCH__) && !defined(GPU_NO_CUDA_NAMES)
#define GPU__OF_BITS(name, from, to)                                                                                   \
    GPU__LIFTED_FN to gpu__##name(from x)                                                                              \
    {                                                                                                                  \
        to y;                                                                                                          \
        memcpy(&y, &x, sizeof y);                                                                                      \
        return y;                                                                                                      \
    }
GPU__OF_BITS(float_as_{|u}int, float, {int|unsigned})
GPU__OF_BITS({|u}int_as_float, {int|unsigned}, float)
GPU__OF_BITS({double_as_longlong|longlong_as_double}, {double|long long}, {long long|double})

GPU__LIFTED_FN int gpu__popcll(unsigned long long x)
{
    x -= x >> 1 & 0x5555555555555555u;
    x = (x & 0x3333333333333333u) + (x >> 2 & 0x3333333333333333u);
    return (int)(((x + (x >> 4)) & 0x0f0f0f0f0f0f0f0fu) * 0x0101010101010101u >> 56);
}
GPU__LIFTED_FN int gpu__clzll(unsigned long long x) { return x ? GPU__CLZ64(x) : 64; }
GPU__LIFTED_FN int gpu__ffsll(unsigned long long x) { return 64 - gpu__clzll(x & (0 - x)); }
GPU__LIFTED_FN unsigned long long gpu__brevll(unsigned long long x)
{
    x = (x >> 1 & 0x5555555555555555u) | (x & 0x5555555555555555u) << 1;
    x = (x >> 2 & 0x3333333333333333u) | (x & 0x3333333333333333u) << 2;
    x = (x >> 4 & 0x0f0f0f0f0f0f0f0fu) | (x & 0x0f0f0f0f0f0f0f0fu) << 4;
    x = (x >> 8 & 0x00ff00ff00ff00ffu) | (x & 0x00ff00ff00ff00ffu) << 8;
    x = (x >> 16 & 0x0000ffff0000ffffu) | (x & 0x0000ffff0000ffffu) << 16;
    return x >> 32 | x << 32;
}
GPU__LIFTED_FN unsigned long long gpu__umul64hi(unsigned long long x, unsigned long long y)
{
    const unsigned long long low = 0xffffffffu, xl = x & low, xh = x >> 32, yl = y & low, yh = y >> 32;
    const unsigned long long middle = (xl * yl >> 32) + (xh * yl & low) + (xl * yh & low);
    return xh * yh + (xh * yl >> 32) + (xl * yh >> 32) + (middle >> 32);
}
GPU__LIFTED_FN long long gpu__mul64hi(long long x, long long y)
{
    const unsigned long long a = (unsigned long long)x, b = (unsigned long long)y;
    return (long long)(gpu__umul64hi(a, b) - (x < 0 ? b : 0) - (y < 0 ? a : 0));
}
GPU__LIFTED_FN unsigned gpu__byte_perm(unsigned x, unsigned y, unsigned selector)
{
    const unsigned long long bytes = (unsigned long long)y << 32 | x;
    unsigned r = 0;
    for (int k = 0; k < 4; k++) r |= (unsigned)(bytes >> 8 * (selector >> 4 * k & 7) & 0xff) << 8 * k;
    return r;
}
GPU__LIFTED_FN unsigned long long gpu__join_words(unsigned low, unsigned high)
{
    return (unsigned long long)high << 32 | low;
}
/* Conversions. `way` is the rounding mode: to nearest, towards zero, up, down. */
enum { GPU__RN, GPU__RZ, GPU__RU, GPU__RD };
/* To an integer of `bits` bits; values out of range saturate. NaN becomes 0, or the upper bit alone if the source or
   the integer has 64 bits (`wide`). */
GPU__LIFTED_FN unsigned long long gpu__to_integer(double x, int way, int bits, int is_signed, int wide)
{
    const unsigned long long most = ~0ull >> (64 - bits + is_signed);
    const double top = 2.0 * (double)(1ull << (bits - is_signed - 1));
    const double r = way == GPU__RN ? rint(x) : way == GPU__RZ ? trunc(x) : way == GPU__RU ? ceil(x) : floor(x);
    if (x != x) return wide ? 1ull << (bits - 1) : 0;
    if (r >= top) return most;
    if (!is_signed) return r > 0 ? (unsigned long long)r : 0;
    return r <= -top ? ~most : (unsigned long long)(long long)r;
}
/* From an integer to a floating-point number with `digits` binary digits. */
GPU__LIFTED_FN double gpu__from_magnitude(unsigned long long x, int negative, int digits, int way)
{
    const int excess = x ? 64 - GPU__CLZ64(x) - digits : 0;
    if (excess <= 0) return negative ? -(double)x : (double)x;
    const unsigned long long unit = 1ull << excess;
    const unsigned long long rest = x & (unit - 1);
    const int up = way == GPU__RN   ? rest > unit / 2 || (rest == unit / 2 && x & unit)
                   : way == GPU__RZ ? 0
                                    : rest && negative == (way == GPU__RD);
    x = (x >> excess) + (unsigned)up;
    return (negative ? -1.0 : 1.0) * (double)x * (double)unit;
}
GPU__LIFTED_FN double gpu__from_integer(long long x, int digits, int way)
{
    return gpu__from_magnitude(x < 0 ? 0 - (unsigned long long)x : (unsigned long long)x, x < 0, digits, way);
}
GPU__LIFTED_FN float gpu__double2float(double x, int way)
{
    const float f = (float)x;
    if (way == GPU__RN || (double)f == x || x != x) return f;
    if (way == GPU__RZ) return fabs((double)f) > fabs(x) ? nextafterf(f, 0) : f;
    if (way == GPU__RU) return (double)f < x ? nextafterf(f, HUGE_VALF) : f;
    return (double)f > x ? nextafterf(f, -HUGE_VALF) : f;
}
GPU__LIFTED_FN int gpu__mul24(int x, int y)
{
    const long long a = (int)((unsigned)x << 8) >> 8, b = (int)((unsigned)y << 8) >> 8;
    return (int)(a * b);
}
/* c plus the four products of corresponding bytes. */
GPU__LIFTED_FN unsigned gpu__dp4a_u32(unsigned a, unsigned b, unsigned c)
{
    for (int k = 0; k < 32; k += 8) c += (a >> k & 0xff) * (b >> k & 0xff);
    return c;
}
GPU__LIFTED_FN int gpu__dp4a_i32(int a, int b, int c)
{
    for (int k = 24; k >= 0; k -= 8)
        c = (int)((unsigned)c + (unsigned)(((int)((unsigned)a << k) >> 24) * ((int)((unsigned)b << k) >> 24)));
    return c;
}
#ifdef __cplusplus
extern "C++" {
GPU__LIFTED_FN int gpu__dp4a(int a, int b, int c) { return gpu__dp4a_i32(a, b, c); }
GPU__LIFTED_FN unsigned gpu__dp4a(unsigned a, unsigned b, unsigned c) { return gpu__dp4a_u32(a, b, c); }
}
#endif
GPU__LIFTED_FN unsigned gpu__absdiff{|_u32}({int|unsigned} x, {2} y)
{
    return x > y ? (unsigned)x - (unsigned)y : (unsigned)y - (unsigned)x;
}
/* Arithmetic on the two halves or four bytes of a word. Of a pair the first is of signed ones; ss, us: saturating. */
/* clang-format off */
enum {
    GPU__V_addss, GPU__V_addus, GPU__V_subss, GPU__V_subus, GPU__V_absdiffs, GPU__V_absdiffu, GPU__V_avgs, GPU__V_avgu,
    GPU__V_hadds, GPU__V_haddu, GPU__V_maxs, GPU__V_maxu, GPU__V_mins, GPU__V_minu, GPU__V_ges, GPU__V_geu, GPU__V_gts,
    GPU__V_gtu, GPU__V_les, GPU__V_leu, GPU__V_lts, GPU__V_ltu, GPU__V_eq, GPU__V_ne = GPU__V_eq + 2,
    GPU__V_add = GPU__V_ne + 2, GPU__V_sub = GPU__V_add + 2
};
/* clang-format on */
/* x and y of a lane whose values are `least` to `most`. */
GPU__LIFTED_FN long long gpu__simd_lane(int op, long long x, long long y, long long least, long long most)
{
    const long long sum = x + y, less = x - y;
    switch (op / 2 * 2) {
    case GPU__V_addss: return sum < least ? least : sum > most ? most : sum;
    case GPU__V_subss: return less < least ? least : less > most ? most : less;
    case GPU__V_absdiffs: return less < 0 ? -less : less;
    case GPU__V_avgs: return (sum + (sum >= 0)) >> 1;
    case GPU__V_hadds: return sum >> 1;
    case GPU__V_maxs: return x > y ? x : y;
    case GPU__V_mins: return x < y ? x : y;
    case GPU__V_ges: return x >= y;
    case GPU__V_gts: return x > y;
    case GPU__V_les: return x <= y;
    case GPU__V_lts: return x < y;
    case GPU__V_eq: return x == y;
    case GPU__V_ne: return x != y;
    case GPU__V_add: return sum;
    default: return less;
    }
}
/* `factor`: 1, or all ones for a comparison whose result is a mask; `sum`: add up the results of all lanes. */
GPU__LIFTED_FN unsigned gpu__simd(int op, int lanes, unsigned factor, int sum, unsigned a, unsigned b)
{
    const int bits = 32 / lanes;
    const unsigned mask = 0xffffffffu >> (32 - bits);
    unsigned r = 0;
    for (int k = 0; k < 32; k += bits) {
        const unsigned u = a >> k & mask, v = b >> k & mask, sign = op & 1 ? 0 : (mask >> 1) + 1;
        const long long s = (long long)(u ^ sign) - sign, t = (long long)(v ^ sign) - sign;
        const unsigned x = (unsigned)gpu__simd_lane(op, s, t, -(long long)sign, mask - sign) * factor & mask;
        r = sum ? r + x : r | x << k;
    }
    return r;
}
GPU__LIFTED_FN float gpu__saturatef(float x) { return x > 0 ? x < 1 ? x : 1.0f : 0.0f; }

GPU__LIFTED_FN void gpu__sincosf(float x, float *sine, float *cosine)
{
    *sine = sinf(x);
    *cosine = cosf(x);
}

#ifndef GPU__CUDA
/* sin(pi x + quarters pi / 2). From 2^53 on every x is even. */
GPU__LIFTED_FN double gpu__sinpi_shifted(double x, int quarters, double zero)
{
    const double t = fabs(x) < 9007199254740992.0 ? x : 0, n = rint(2 * t), r = (t - n * 0.5) * 3.14159265358979323846;
    const int q = (int)(n - 4 * floor(n * 0.25)) + quarters;
    const double y = q & 1 ? cos(r) : sin(r);
    return x - x != 0 ? x - x : y == 0 ? zero : q & 2 ? -y : y;
}
GPU__LIFTED_FN double gpu__sinpi(double x) { return gpu__sinpi_shifted(x, 0, copysign(0.0, x)); }
GPU__LIFTED_FN double gpu__cospi(double x) { return gpu__sinpi_shifted(fabs(x), 1, 0.0); }
GPU__LIFTED_FN void gpu__sincos{|pi|pif}({double|double|float} x, {2} *sine, {2} *cosine)
{
    *sine = ({2}){sin|gpu__sinpi|gpu__sinpi}((double)x);
    *cosine = ({2}){cos|gpu__cospi|gpu__cospi}((double)x);
}

/* Newton's method on erf, or on erfc where that is more accurate; the initial error is below 3e-3 (Winitzki's
   formula). */
GPU__LIFTED_FN double gpu__erfinv(double x)
{
    const double u = fabs(x), c = 1 - u, l = log((1 - x) * (1 + x)), h = 4.3307467508 + 0.5 * l;
    double y = sqrt(sqrt(h * h - l * 6.8027210884) - h);
    if (!(u < 1)) return u == 1 ? x * HUGE_VAL : (x - x) / (x - x);
    for (int k = 0; k < 3; k++) {
        const double miss = u < 0.5 ? erf(y) - u : c - erfc(y), step = miss * 0.88622692545275801 * exp(y * y);
        y -= step / (1 + y * step); /* Halley's correction */
    }
    return u < 1e-9 ? x * 0.88622692545275801 : copysign(y, x);
}
GPU__LIFTED_FN double gpu__normcdf(double x) { return 0.5 * erfc(-0.70710678118654752 * x); }

/* Vector types and their constructors, as in CUDA: sizes, alignments, members. If a program has its own type of such a
   name, the compiler's error quotes one of the lines below, which says what to do. */
#ifndef __VECTOR_TYPES_H__ /* CUDA's own header may have been included */
/* clang-format off */
#define GPU__VECTORS_2_4(name, element)                                                                                \
    typedef struct { GPU__ALIGNED(2 * sizeof(element)) element x; element y; } name##2;                                \
    typedef struct { GPU__ALIGNED(sizeof(element) < 4 ? 4 * sizeof(element) : 16) element x; element y, z, w; } name##4;
#define GPU__VECTORS(name, element) typedef struct { element x, y, z; } name##3; GPU__VECTORS_2_4(name, element)
/* clang-format on */
GPU__VECTORS(char, signed char)             /* for your own char4 define GPU_NO_CUDA_NAMES ahead of the include */
GPU__VECTORS(uchar, unsigned char)          /* for your own uchar4 define GPU_NO_CUDA_NAMES ahead of the include */
GPU__VECTORS(short, short)                  /* for your own short4 define GPU_NO_CUDA_NAMES ahead of the include */
GPU__VECTORS(ushort, unsigned short)        /* for your own ushort4 define GPU_NO_CUDA_NAMES ahead of the include */
GPU__VECTORS(int, int)                      /* for your own int4 define GPU_NO_CUDA_NAMES ahead of the include */
GPU__VECTORS(longlong, long long)           /* for your own longlong4 define GPU_NO_CUDA_NAMES ahead of the include */
GPU__VECTORS(ulonglong, unsigned long long) /* for your own ulonglong4 define GPU_NO_CUDA_NAMES ahead of the include */
GPU__VECTORS(float, float)                  /* for your own float4 define GPU_NO_CUDA_NAMES ahead of the include */
GPU__VECTORS(double, double)                /* for your own double4 define GPU_NO_CUDA_NAMES ahead of the include */
GPU__VECTORS_2_4(uint, unsigned)            /* for your own uint4 define GPU_NO_CUDA_NAMES ahead of the include */
typedef gpu_dim3 uint3;                     /* for your own uint3 define GPU_NO_CUDA_NAMES ahead of the include */
#ifdef __cplusplus
extern "C++" {
struct dim3 { /* for your own dim3 define GPU_NO_CUDA_NAMES ahead of the include */
    unsigned x, y, z;
    dim3(unsigned x_ = 1, unsigned y_ = 1, unsigned z_ = 1) : x(x_), y(y_), z(z_) {}
    dim3(const gpu_dim3 &of) : x(of.x), y(of.y), z(of.z) {}
    operator gpu_dim3() const
    {
        const gpu_dim3 as = {x, y, z};
        return as;
    }
};
}
#else
typedef gpu_dim3 dim3; /* for your own dim3 define GPU_NO_CUDA_NAMES ahead of the include */
#endif
#endif
#ifndef __VECTOR_FUNCTIONS_H__
#define GPU__MAKE_VECTOR(type, parameters, ...)                                                                        \
    GPU__LIFTED_FN type make_##type parameters                                                                         \
    {                                                                                                                  \
        const type v = {__VA_ARGS__};                                                                                  \
        return v;                                                                                                      \
    }
#define GPU__MAKE_VECTORS(name, element)                                                                               \
    GPU__MAKE_VECTOR(name##2, (element x, element y), x, y)                                                            \
    GPU__MAKE_VECTOR(name##3, (element x, element y, element z), x, y, z)                                              \
    GPU__MAKE_VECTOR(name##4, (element x, element y, element z, element w), x, y, z, w)
GPU__MAKE_VECTORS({char|uchar|short|ushort|int|uint}, {signed char|unsigned char|short|unsigned short|int|unsigned})
GPU__MAKE_VECTORS({longlong|ulonglong|float|double}, {long long|unsigned long long|float|double})
#endif

/* min and max return the type of a + b; of a number and NaN they return the number. In C many programs define these
   names themselves, so they need GPU_CUDA_MIN_MAX. */
#if defined(__cplusplus) || defined(GPU_CUDA_MIN_MAX)
#ifdef __cplusplus
extern "C++" {
#endif
/* (NaN is neither below 1 nor above 0; a != a would be a warning for whole numbers.) */
#define GPU__MIN_MAX(name, type)                                                                                       \
    GPU__LIFTED_FN type GPU__FOR_TYPE(gpu__min, name)(type a, type b) { return b < a || !(a < 1 || a > 0) ? b : a; }   \
    GPU__LIFTED_FN type GPU__FOR_TYPE(gpu__max, name)(type a, type b) { return b > a || !(a < 1 || a > 0) ? b : a; }
GPU__MIN_MAX({i32|u32|il|ul|i64|u64}, {int|unsigned|long|unsigned long|long long|unsigned long long})
GPU__MIN_MAX({f32|f64}, {float|double})
#ifdef __cplusplus
}
#endif
#endif

/* In C++ they are templates: overload resolution prefers a function of the program with the same name. */
#ifdef __cplusplus
extern "C++" {
namespace gpu__names
{
#ifndef min
template <class First, class Second> GPU__LIFTED_FN auto min(First a, Second b) -> decltype(gpu__min(a + b, a + b))
{
    typedef decltype(a + b) wider;
    return gpu__min((wider)a, (wider)b);
}
#endif
#ifndef max
template <class First, class Second> GPU__LIFTED_FN auto max(First a, Second b) -> decltype(gpu__max(a + b, a + b))
{
    typedef decltype(a + b) wider;
    return gpu__max((wider)a, (wider)b);
}
#endif
template <class Real> GPU__LIFTED_FN float rsqrtf(Real x) { return 1 / sqrtf((float)x); }
template <class Real> GPU__LIFTED_FN auto {rsqrt|rcbrt}(Real x) -> decltype(1 / {sqrt|cbrt}(x)) { return 1 / {2}(x); }
template <class Real> GPU__LIFTED_FN float rcbrtf(Real x) { return 1 / cbrtf((float)x); }
template <class Real> GPU__LIFTED_FN Real normcdf(Real x) { return (Real)gpu__normcdf(x); }
template <class Real> GPU__LIFTED_FN float normcdff(Real x) { return (float)gpu__normcdf((float)x); }
template <class Real> GPU__LIFTED_FN Real erfinv(Real x) { return (Real)gpu__erfinv(x); }
template <class Real> GPU__LIFTED_FN float erfinvf(Real x) { return (float)gpu__erfinv((float)x); }
template <class Real> GPU__LIFTED_FN Real {sinpi|cospi}(Real x) { return (Real)gpu__{1}(x); }
template <class Real> GPU__LIFTED_FN float {sinpif|cospif}(Real x) { return (float)gpu__{sinpi|cospi}((float)x); }
template <class Real> GPU__LIFTED_FN void sincos{|pi}f(Real x, float *s, float *c) { gpu__sincos{1}f((float)x, s, c); }
template <class Real> GPU__LIFTED_FN void sincos(Real x, Real *s, Real *c) { *s = sin(x), *c = cos(x); }
template <class Real> GPU__LIFTED_FN void sincospi(Real x, Real *s, Real *c) { *s = sinpi(x), *c = cospi(x); }
} // namespace gpu__names
}
using namespace gpu__names;
#endif
#endif /* GPU__CUDA */
#endif
#if defined(GPU__CUDA) || !defined(GPU_NO_CUDA_NAMES)
#define GPU__DIM3 dim3
#else
#define GPU__DIM3 gpu_dim3
#endif
static inline gpu_config(gpu_grid_of)(GPU__DIM3 grid, GPU__DIM3 block)
{
    return (gpu_grid)(grid.x, grid.y, grid.z, block.x, block.y, block.z);
}
#ifdef __cplusplus
#define GPU__GRID_OF(...) (gpu_grid_of)(__VA_ARGS__)
#else /* a number converts as in C++; more arguments than two are the members of (dim3){...} */
static inline GPU__DIM3 gpu__dim3(GPU__DIM3 d) { return d; }
static inline GPU__DIM3 gpu__dim3_of(size_t n)
{
    GPU__DIM3 d = {n < UINT32_MAX ? (unsigned)n : UINT32_MAX, 1, 1};
    return d;
}
#define GPU__DIM3_OF(v) (GPU__EXTENSION _Generic((v), GPU__DIM3 : gpu__dim3, default : gpu__dim3_of)(v))
#define GPU__GRID_OF_2(grid, block) (gpu_grid_of)(GPU__DIM3_OF(grid), GPU__DIM3_OF(block))
#define GPU__GRID_OF_BY(a, b, c, d, e, f, by, ...) by
#define GPU__GRID_OF(...)                                                                                              \
    GPU__GRID_OF_BY(__VA_ARGS__, (gpu_grid_of), (gpu_grid_of), (gpu_grid_of), (gpu_grid_of), GPU__GRID_OF_2, )         \
    (__VA_ARGS__)
#endif
