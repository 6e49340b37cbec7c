#ifdef GPU__ONCE
/* f or its float form. */
#define GPU__MATH(T, fn, x) (sizeof(T) == 4 ? (T)fn##f((float)(x)) : (T)fn((double)(x)))
#define GPU__MATH_2(T, fn, x, y) (sizeof(T) == 4 ? (T)fn##f((float)(x), (float)(y)) : (T)fn((double)(x), (double)(y)))
/* A map of one array by an expression of x that contains GPU__MATHS; it takes the slow path where x is outside fn's
   fast range. */
#define GPU__MATH_MAP(T, name, fn, expression) GPU__MATH_MAP_(T, "gpu_" #name, GPU__N(gpu_##name), fn, expression)
#define GPU__MATH_MAP_(...) GPU__MATH_MAP_NAMED(__VA_ARGS__)
#if defined(GPU__LIBMVEC) && !defined(__CUDA_ARCH__)
#define GPU__IS_SLOW_PATH 1
#define GPU__MATHS(T, fn, x) (slow ? GPU__N(gpu__##fn##_slow)(x) : GPU__MATH(T, fn, x))
#define GPU__MATH_MAP_NAMED(T, label, name, fn, expression)                                                            \
    GPU__LIFTED_FN T name##__of(T x, int slow) { return (T)(expression); }                                             \
    GPU__SLOW_PATH_GRAIN(T, name)                                                                                      \
    GPU__LIFTED_FN T name##_scalar(T x) { return name##__of(x, 1); }                                                   \
    GPU__PRE_COPIES(GPU__SLOW_PATH_COPY, T, name, fn)                                                                  \
    GPU__ROW_DEVICE(T, name, T, of_x)                                                                                  \
    GPU__ROW_ENTRY(T, label, name, T, of_x, GPU__OWN_LOOPS)
#define GPU__SLOW_PATH_GRAIN(T, name)                                                                                  \
    GPU__BODY void name##__grain(T *o, const T *x, int slow)                                                           \
    {                                                                                                                  \
        int i;                                                                                                         \
        GPU__NO_ALIAS for (i = 0; i < GPU__GRAIN; i++) o[i] = name##__of(x[i], slow);                                  \
    }
#define GPU__SLOW_PATH_COPY(sfx, target, T, name, fn)                                                                  \
    GPU__HOT target static inline void name##__loop##sfx(void *gpu__out, const void *const *gpu__in, size_t gpu__n)    \
    {                                                                                                                  \
        GPU__N(gpu__slow_loop)                                                                                         \
        ((T *)gpu__out, (const T *)gpu__in[0], gpu__n, GPU__N(gpu__##fn##_beyond), name##__grain);                     \
    }
/* Bit counts and bit patterns, chosen by the width of GPU__T. */
#define GPU__BY_WIDTH(narrow, wide) ((GPU__BITS)(sizeof(GPU__T) == 4 ? (narrow) : (wide)))
#define GPU__SIGN_BIT GPU__BY_WIDTH(31, 63)
#define GPU__MANTISSA GPU__BY_WIDTH(23, 52)
#define GPU__ONE_BITS GPU__BY_WIDTH(0x3f800000u, 0x3ff0000000000000u)
#define GPU__INFINITY_BITS GPU__BY_WIDTH(0x7f800000u, 0x7ff0000000000000u)
#define GPU__NAN_BITS GPU__BY_WIDTH(0x7fc00000u, 0x7ff8000000000000u)
#define GPU__WIDE_BITS GPU__BY_WIDTH(0x42800000u /* 64 */, 0x4080000000000000u /* 512 */)
#define GPU__MOST_BITS GPU__BY_WIDTH(0x42dc0000u /* 110 */, 0x4087c00000000000u /* 760 */)
#define GPU__WHOLE_BITS GPU__BY_WIDTH(0x4b000000u /* 2^23 */, 0x4330000000000000u /* 2^52 */)
#else
#define GPU__MATHS(T, fn, x) GPU__MATH(T, fn, x)
#define GPU__MATH_MAP_NAMED(T, label, name, fn, expression) GPU__ROW_NAMED(T, label, name, T, of_x, (T)(expression))
#endif
#endif
#if defined(GPU__FOR_REAL) && defined(GPU__IS_SLOW_PATH)
/* The vector functions of glibc call the scalar function for each lane outside the fast range, which takes forty times
   as long. A block of GPU__GRAIN elements with such a lane takes a slow path that keeps the arguments inside the range:
   exp shifts x towards 0 where |x| > `wide`, log takes a denormal as the integer that its bits are, and sin, cos and
   tanh replace infinities and NaNs. All stay within 4 ulp, as glibc's functions do. Integer masks do the selection,
   since gcc turns a selection between floating-point values into a branch around the call, without a vector form.
   (Without optimisation no vector function is called.) */
GPU__LIFTED_FN GPU__BITS GPU__N(gpu__bits)(GPU__T x)
{
    return sizeof x == 4 ? (GPU__BITS)gpu__bits32((float)x) : (GPU__BITS)gpu__bits64((double)x);
}
GPU__LIFTED_FN GPU__T GPU__N(gpu__of_bits)(GPU__BITS b)
{
    return sizeof b == 4 ? (GPU__T)gpu__float32((uint32_t)b) : (GPU__T)gpu__float64((uint64_t)b);
}
GPU__LIFTED_FN GPU__BITS GPU__N(gpu__magnitude)(GPU__T x)
{
    return GPU__N(gpu__bits)(x) & ~((GPU__BITS)1 << GPU__SIGN_BIT);
}
/* All bits are set where a > b, else none. */
GPU__LIFTED_FN GPU__BITS GPU__N(gpu__above)(GPU__BITS a, GPU__BITS b) { return (GPU__BITS)0 - (GPU__BITS)(a > b); }

/* Whether any of GPU__GRAIN elements is outside the fast range. */
GPU__BODY int GPU__N(gpu__exp_beyond)(const GPU__T *x)
{
    int i, beyond = 0;
    for (i = 0; i < GPU__GRAIN; i++) beyond |= GPU__N(gpu__magnitude)(x[i]) > GPU__WIDE_BITS;
    return beyond;
}
GPU__BODY int GPU__N(gpu__log_beyond)(const GPU__T *x)
{
    const GPU__BITS normal = (GPU__BITS)1 << GPU__MANTISSA;
    int i, beyond = 0;
    for (i = 0; i < GPU__GRAIN; i++) beyond |= GPU__N(gpu__bits)(x[i]) - normal >= GPU__INFINITY_BITS - normal;
    return beyond;
}
GPU__BODY int GPU__N(gpu__sin_beyond)(const GPU__T *x)
{
    int i, beyond = 0;
    for (i = 0; i < GPU__GRAIN; i++) beyond |= GPU__N(gpu__magnitude)(x[i]) >= GPU__INFINITY_BITS;
    return beyond;
}

/* Denormal results are computed as integers, since denormal products are slow. */
GPU__LIFTED_FN GPU__T GPU__N(gpu__exp_slow)(GPU__T x)
{
    const GPU__BITS step = GPU__BY_WIDTH(0x42000000u /* 32 */, 0x4070000000000000u /* 256 */);
    const GPU__BITS grow = GPU__BY_WIDTH(0x568fa1feu, 0x57041c7a8814bebau) /* exp(step) */;
    const GPU__BITS shrink = GPU__BY_WIDTH(0x28642328u, 0x28d9755956ad4e9cu) /* exp(-step) */;
    const GPU__BITS shrink_whole = GPU__BY_WIDTH(0x72e42328u, 0x6bf9755956ad4e9cu) /* that by 2^149, 2^1074 */;
    const GPU__BITS normal = GPU__BY_WIDTH(0x42aeac4fu /* 126 ln 2 */, 0x4086232bdd7abcd2u /* 1022 ln 2 */);
    const GPU__BITS u = GPU__N(gpu__magnitude)(x), sign = GPU__N(gpu__bits)(x) ^ u;
    const GPU__BITS negative = (GPU__BITS)0 - (sign >> GPU__SIGN_BIT), away = GPU__N(gpu__above)(u, GPU__WIDE_BITS);
    const GPU__BITS over = GPU__N(gpu__above)(u, GPU__MOST_BITS), below = GPU__N(gpu__above)(u, normal) & negative;
    const GPU__T y =
        GPU__N(gpu__of_bits)((u & ~over) | (GPU__MOST_BITS & over) | sign) - GPU__N(gpu__of_bits)((step & away) | sign);
    const GPU__BITS scale = (GPU__ONE_BITS & ~away) | (grow & away & ~negative) | (shrink & away & negative & ~below) |
                            (shrink_whole & below);
    const GPU__T r = GPU__MATH(GPU__T, exp, y) * GPU__N(gpu__of_bits)(scale);
    const GPU__BITS whole = GPU__N(gpu__bits)(r + GPU__N(gpu__of_bits)(GPU__WHOLE_BITS)) - GPU__WHOLE_BITS;
    const GPU__BITS result = (GPU__N(gpu__bits)(r) & ~below) | (whole & below);
    return GPU__N(gpu__of_bits)(result | (GPU__N(gpu__above)(u, GPU__INFINITY_BITS) & GPU__NAN_BITS));
}
GPU__LIFTED_FN GPU__T GPU__N(gpu__log_slow)(GPU__T x)
{
    const GPU__BITS shift = GPU__BY_WIDTH(0x42ce8ed0u /* 149 ln 2 */, 0x40874385446d71c3u /* 1074 ln 2 */);
    const GPU__BITS u = GPU__N(gpu__magnitude)(x), sign = GPU__N(gpu__bits)(x) ^ u;
    const GPU__BITS negative = (GPU__BITS)0 - (sign >> GPU__SIGN_BIT), zero = GPU__N(gpu__above)(1, u);
    const GPU__BITS tiny = GPU__N(gpu__above)((GPU__BITS)1 << GPU__MANTISSA, u);
    const GPU__BITS bad = negative | zero | GPU__N(gpu__above)(u, GPU__INFINITY_BITS - 1);
    const GPU__BITS count =
        GPU__N(gpu__bits)(GPU__N(gpu__of_bits)((u & tiny) | GPU__WHOLE_BITS) - GPU__N(gpu__of_bits)(GPU__WHOLE_BITS));
    const GPU__T y = GPU__N(gpu__of_bits)((((count & tiny) | (u & ~tiny)) & ~bad) | (GPU__ONE_BITS & bad));
    const GPU__T r = GPU__MATH(GPU__T, log, y) - GPU__N(gpu__of_bits)(shift & tiny);
    const GPU__BITS special =
        (zero & (GPU__INFINITY_BITS | (GPU__BITS)1 << GPU__SIGN_BIT)) | (~zero & (u | (negative & GPU__NAN_BITS)));
    return GPU__N(gpu__of_bits)((GPU__N(gpu__bits)(r) & ~bad) | (special & bad));
}
GPU__LIFTED_FN GPU__T GPU__N(gpu__tanh_slow)(GPU__T x)
{
    const GPU__BITS u = GPU__N(gpu__magnitude)(x), sign = GPU__N(gpu__bits)(x) ^ u;
    const GPU__BITS over = GPU__N(gpu__above)(u, GPU__MOST_BITS);
    const GPU__T y = GPU__N(gpu__of_bits)((u & ~over) | (GPU__MOST_BITS & over) | sign);
    return GPU__N(gpu__of_bits)(GPU__N(gpu__bits)(GPU__MATH(GPU__T, tanh, y)) |
                                (GPU__N(gpu__above)(u, GPU__INFINITY_BITS) & GPU__NAN_BITS));
}
GPU__LIFTED_FN GPU__T GPU__N(gpu__sin_slow)(GPU__T x)
{
    const GPU__BITS bad = GPU__N(gpu__above)(GPU__N(gpu__magnitude)(x), GPU__INFINITY_BITS - 1);
    const GPU__T y = GPU__N(gpu__of_bits)(GPU__N(gpu__bits)(x) & ~bad);
    return GPU__N(gpu__of_bits)(GPU__N(gpu__bits)(GPU__MATH(GPU__T, sin, y)) | (GPU__NAN_BITS & bad));
}
GPU__LIFTED_FN GPU__T GPU__N(gpu__cos_slow)(GPU__T x)
{
    const GPU__BITS bad = GPU__N(gpu__above)(GPU__N(gpu__magnitude)(x), GPU__INFINITY_BITS - 1);
    const GPU__T y = GPU__N(gpu__of_bits)(GPU__N(gpu__bits)(x) & ~bad);
    return GPU__N(gpu__of_bits)(GPU__N(gpu__bits)(GPU__MATH(GPU__T, cos, y)) | (GPU__NAN_BITS & bad));
}

/* A map in blocks of GPU__GRAIN elements; a block with an element outside the fast range takes the slow path. The tail
   is padded to a whole block by repeating an element, so that a result does not depend on its index. */
GPU__BODY void GPU__N(gpu__slow_loop)(GPU__T *out, const GPU__T *in, size_t n, int (*beyond)(const GPU__T *x),
                                      void (*grain)(GPU__T *o, const GPU__T *x, int slow))
{
    GPU__T rest[GPU__GRAIN];
    size_t k, i;
    for (k = 0; k < n; k += GPU__GRAIN) {
        const int whole = n - k >= GPU__GRAIN;
        const GPU__T *const x = whole ? in + k : rest;
        GPU__T *const o = whole ? out + k : rest;
        for (i = 0; !whole && i < GPU__GRAIN; i++) rest[i] = in[k + (k + i < n ? i : 0)];
        if (beyond(x))
            grain(o, x, 1);
        else
            grain(o, x, 0);
        if (!whole) memcpy(out + k, rest, (n - k) * sizeof *out);
    }
}
#endif
