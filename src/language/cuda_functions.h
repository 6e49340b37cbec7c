/* What CUDA's functions of one thread do, for a body that runs on the CPU; their names are in cuda_names.h. Where nvcc
   compiles, CUDA itself has the vector types and the mathematics for the host too. Not in the pass over the device
   code. */
#if !defined(__CUDA_ARCH__) && !defined(GPU_NO_CUDA_NAMES)
#define GPU__OF_BITS(name, from, to)                                                                                   \
    GPU__LIFTED_FN to gpu__##name(from x)                                                                              \
    {                                                                                                                  \
        to y;                                                                                                          \
        memcpy(&y, &x, sizeof y);                                                                                      \
        return y;                                                                                                      \
    }
GPU__OF_BITS(float_as_int, float, int)
GPU__OF_BITS(float_as_uint, float, unsigned)
GPU__OF_BITS(int_as_float, int, float)
GPU__OF_BITS(uint_as_float, unsigned, float)
GPU__OF_BITS(double_as_longlong, double, long long)
GPU__OF_BITS(longlong_as_double, long long, double)

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
    int k;
    for (k = 0; k < 4; k++) r |= (unsigned)(bytes >> 8 * (selector >> 4 * k & 7) & 0xff) << 8 * k;
    return r;
}
GPU__LIFTED_FN unsigned long long gpu__two_words(unsigned low, unsigned high)
{
    return (unsigned long long)high << 32 | low;
}
GPU__LIFTED_FN float gpu__saturatef(float x) { return x > 0 ? x < 1 ? x : 1.0f : 0.0f; }

GPU__LIFTED_FN void gpu__sincosf(float x, float *sine, float *cosine) { *sine = sinf(x), *cosine = cosf(x); }

#ifndef GPU__CUDA
GPU__LIFTED_FN void gpu__sincos(double x, double *sine, double *cosine) { *sine = sin(x), *cosine = cos(x); }
/* sin(pi x + pi / 2 quarters); from 2^53 on every x is even. */
GPU__LIFTED_FN double gpu__turned(double x, int quarters, double zero)
{
    const double t = fabs(x) < 9007199254740992.0 ? x : 0, n = rint(2 * t), r = (t - n * 0.5) * 3.14159265358979323846;
    const int q = (int)(n - 4 * floor(n * 0.25)) + quarters;
    const double y = q & 1 ? cos(r) : sin(r);
    return x - x != 0 ? x - x : y == 0 ? zero : q & 2 ? -y : y;
}
GPU__LIFTED_FN double gpu__sinpi(double x) { return gpu__turned(x, 0, copysign(0.0, x)); }
GPU__LIFTED_FN double gpu__cospi(double x) { return gpu__turned(fabs(x), 1, 0.0); }
GPU__LIFTED_FN void gpu__sincospi(double x, double *sine, double *cosine)
{
    *sine = gpu__sinpi(x), *cosine = gpu__cospi(x);
}
GPU__LIFTED_FN void gpu__sincospif(float x, float *sine, float *cosine)
{
    *sine = (float)gpu__sinpi(x), *cosine = (float)gpu__cospi(x);
}

/* Vector types and what makes them, as in CUDA: sizes, alignments, members. A program with types of these names of its
   own sets GPU_NO_CUDA_NAMES. */
#ifndef __VECTOR_TYPES_H__ /* CUDA's own may have been here */
typedef gpu_dim3 dim3, uint3;
#define GPU__VECTORS(name, element)                                                                                    \
    typedef struct {                                                                                                   \
        GPU__ALIGNED(2 * sizeof(element)) element x;                                                                   \
        element y;                                                                                                     \
    } name##2;                                                                                                         \
    typedef struct {                                                                                                   \
        GPU__ALIGNED(sizeof(element) < 4 ? 4 * sizeof(element) : 16) element x;                                        \
        element y, z, w;                                                                                               \
    } name##4;
#define GPU__VECTORS_3(name, element)                                                                                  \
    typedef struct {                                                                                                   \
        element x, y, z;                                                                                               \
    } name##3;
#define GPU__VECTOR_ELEMENTS(M)                                                                                        \
    M(char, signed char)                                                                                               \
    M(uchar, unsigned char)                                                                                            \
    M(short, short)                                                                                                    \
    M(ushort, unsigned short)                                                                                          \
    M(int, int) M(longlong, long long) M(ulonglong, unsigned long long) M(float, float) M(double, double)
GPU__VECTOR_ELEMENTS(GPU__VECTORS)
GPU__VECTOR_ELEMENTS(GPU__VECTORS_3)
GPU__VECTORS(uint, unsigned)
#endif
#ifndef __VECTOR_FUNCTIONS_H__
#define GPU__MAKE_VECTORS(name, element)                                                                               \
    GPU__LIFTED_FN name##2 make_##name##2(element x, element y)                                                        \
    {                                                                                                                  \
        name##2 v;                                                                                                     \
        v.x = x, v.y = y;                                                                                              \
        return v;                                                                                                      \
    }                                                                                                                  \
    GPU__LIFTED_FN name##3 make_##name##3(element x, element y, element z)                                             \
    {                                                                                                                  \
        name##3 v;                                                                                                     \
        v.x = x, v.y = y, v.z = z;                                                                                     \
        return v;                                                                                                      \
    }                                                                                                                  \
    GPU__LIFTED_FN name##4 make_##name##4(element x, element y, element z, element w)                                  \
    {                                                                                                                  \
        name##4 v;                                                                                                     \
        v.x = x, v.y = y, v.z = z, v.w = w;                                                                            \
        return v;                                                                                                      \
    }
GPU__VECTOR_ELEMENTS(GPU__MAKE_VECTORS)
GPU__MAKE_VECTORS(uint, unsigned)
#endif

/* min and max: of the type that a + b has; of a number and NaN, the number. In C these two are names that programs
   have for themselves, so they are asked for. */
#if defined(__cplusplus) || defined(GPU_CUDA_MIN_MAX)
#define GPU__LEAST_AND_MOST(name, type)                                                                                \
    GPU__LIFTED_FN type gpu__min_##name(type a, type b) { return b < a ? b : a; }                                      \
    GPU__LIFTED_FN type gpu__max_##name(type a, type b) { return b > a ? b : a; }
#define GPU__LEAST_AND_MOST_REAL(name, type)                                                                           \
    GPU__LIFTED_FN type gpu__min_##name(type a, type b) { return b < a || a != a ? b : a; }                            \
    GPU__LIFTED_FN type gpu__max_##name(type a, type b) { return b > a || a != a ? b : a; }
GPU__LEAST_AND_MOST(i32, int)
GPU__LEAST_AND_MOST(u32, unsigned)
GPU__LEAST_AND_MOST(il, long)
GPU__LEAST_AND_MOST(ul, unsigned long)
GPU__LEAST_AND_MOST(i64, long long)
GPU__LEAST_AND_MOST(u64, unsigned long long)
GPU__LEAST_AND_MOST_REAL(f32, float)
GPU__LEAST_AND_MOST_REAL(f64, double)
#endif

/* In C++ a function of the program's own with such a name is preferred to a template, and hides nothing else. */
#ifdef __cplusplus
extern "C++" {
namespace gpu__names
{
#define GPU__LEAST_AND_MOST_OF(name, type)                                                                             \
    GPU__LIFTED_FN type gpu__lesser(type a, type b) { return gpu__min_##name(a, b); }                                  \
    GPU__LIFTED_FN type gpu__greater(type a, type b) { return gpu__max_##name(a, b); }
GPU__WARP_TYPES(GPU__LEAST_AND_MOST_OF)
#ifndef min
template <class First, class Second> GPU__LIFTED_FN auto min(First a, Second b) -> decltype(gpu__lesser(a + b, a + b))
{
    typedef decltype(a + b) wider;
    return gpu__lesser((wider)a, (wider)b);
}
#endif
#ifndef max
template <class First, class Second> GPU__LIFTED_FN auto max(First a, Second b) -> decltype(gpu__greater(a + b, a + b))
{
    typedef decltype(a + b) wider;
    return gpu__greater((wider)a, (wider)b);
}
#endif
template <class Real> GPU__LIFTED_FN float rsqrtf(Real x) { return 1 / sqrtf((float)x); }
template <class Real> GPU__LIFTED_FN auto rsqrt(Real x) -> decltype(1 / sqrt(x)) { return 1 / sqrt(x); }
template <class Real> GPU__LIFTED_FN Real sinpi(Real x) { return (Real)gpu__sinpi(x); }
template <class Real> GPU__LIFTED_FN Real cospi(Real x) { return (Real)gpu__cospi(x); }
template <class Real> GPU__LIFTED_FN float sinpif(Real x) { return (float)gpu__sinpi((float)x); }
template <class Real> GPU__LIFTED_FN float cospif(Real x) { return (float)gpu__cospi((float)x); }
template <class Real> GPU__LIFTED_FN void sincosf(Real x, float *s, float *c) { gpu__sincosf((float)x, s, c); }
template <class Real> GPU__LIFTED_FN void sincospif(Real x, float *s, float *c) { gpu__sincospif((float)x, s, c); }
template <class Real> GPU__LIFTED_FN void sincos(Real x, Real *s, Real *c) { *s = sin(x), *c = cos(x); }
template <class Real> GPU__LIFTED_FN void sincospi(Real x, Real *s, Real *c) { *s = sinpi(x), *c = cospi(x); }
} // namespace gpu__names
}
using namespace gpu__names;
#endif
#endif /* GPU__CUDA */
#endif
