#ifdef GPU__ONCE
/* How a function of each type is declared: one that a program does not call costs it nothing. With GPU_KERNELS_FOR_C
   the C files have declarations alone. */
#if defined(GPU__CUDA)
#define GPU__PRE_SCOPE static
#define GPU__PRE_AHEAD(declaration)
#else
#ifdef GPU_KERNELS_FOR_C
#define GPU__PRE_SCOPE GPU_API
#else
#define GPU__PRE_SCOPE static GPU__UNUSED inline
#endif
#define GPU__PRE_AHEAD(declaration) declaration;
#endif
#ifdef GPU__X86
#define GPU__PRE_COPIES(M, ...)                                                                                        \
    M(_x1, , __VA_ARGS__)                                                                                              \
    M(_x2, GPU__AVX2,                                                                                                  \
      __VA_ARGS__) /* reductions apart, most wait for memory: AVX-512 is not worth the time to compile */
#define GPU__PRE_TABLE(f)                                                                                              \
    {                                                                                                                  \
        f##_x1, f##_x2, f##_x2                                                                                         \
    }
#else
#define GPU__PRE_COPIES GPU__COPIES
#define GPU__PRE_TABLE GPU__TABLE
#endif
/* A function over elements: as GPU_VECTORIZE, with a bare name for the messages. */
#define GPU__MAP(R, name, ...) GPU__MAP_(R, "gpu_" #name, GPU__N(gpu_##name), __VA_ARGS__)
#define GPU__MAP_(R, label, name, ...) GPU__MAP_BY(GPU__MAP_COPY, (R, name, __VA_ARGS__), R, label, name, __VA_ARGS__)
#define GPU__COPIES_OF(COPY, ...) GPU__PRE_COPIES(COPY, __VA_ARGS__)
#define GPU__UNPACK(...) __VA_ARGS__
#define GPU__MAP_BY(COPY, of, R, label, name, ...)                                                                     \
    GPU__PRE_AHEAD(GPU__LIFTED_FN R name##_scalar(GPU__EACH(GPU__FORMAL, GPU__COMMA, __VA_ARGS__)))                    \
    GPU__COPIES_OF(COPY, GPU__UNPACK of)                                                                               \
    GPU__MAP_OF(GPU__PRE_SCOPE, (label, NULL, 0), GPU__PRE_TABLE, R, name, __VA_ARGS__)                                \
    GPU__LIFTED_FN R name##_scalar(GPU__EACH(GPU__FORMAL, GPU__COMMA, __VA_ARGS__))

/* A reduction: GPU__FOLD is what CPU and GPU need, GPU__VALUE adds the two functions whose value is the accumulator. */
#define GPU__FOLD(A, name, flags, combine, ...)                                                                        \
    GPU__FOLD_(A, "gpu_" #name, GPU__N(gpu_##name), flags, combine, __VA_ARGS__)
#define GPU__FOLD_(...) GPU__FOLD_NAMED(__VA_ARGS__)
#define GPU__FOLD_NAMED(A, label, name, flags, combine, ...)                                                           \
    GPU__PRE_AHEAD(GPU__LIFTED_FN A name##_scalar(GPU__EACH(GPU__FORMAL, GPU__COMMA, __VA_ARGS__)))                    \
    GPU__FOLD_OF(GPU__REDUCE, (label, NULL, 0), flags, A, name, combine, __VA_ARGS__)                                  \
    GPU__LIFTED_FN A name##_scalar(GPU__EACH(GPU__FORMAL, GPU__COMMA, __VA_ARGS__))
#define GPU__VALUE(A, name, identity, ...)                                                                             \
    GPU__VALUE_(A, GPU__N(gpu_##name), GPU__N(gpu_##name##_to), identity, __VA_ARGS__)
#define GPU__VALUE_(...) GPU__VALUE_NAMED(__VA_ARGS__)
#define GPU__VALUE_NAMED(A, name, name_to, identity, ...)                                                              \
    GPU__VALUE_OF(GPU__PRE_SCOPE, A, name, identity, __VA_ARGS__)                                                      \
    GPU__VALUE_TO(GPU__PRE_SCOPE, A, name, name_to, identity, __VA_ARGS__)
/* A reduction with a last step, which makes a double of the accumulator of the fold `other`: `step` of v and n. The
   accumulator has the bytes of a double, and a zero of either has no bit set, so one variable serves as identity and
   value. */
#define GPU__FINISHED(A, name, other, T, step)                                                                         \
    GPU__FINISHED_(A, "gpu_" #name, GPU__N(gpu_##name), GPU__N(gpu_##other), T, step)                                  \
    GPU__VALUE(double, name, 0, (T, x))
#define GPU__FINISHED_(...) GPU__FINISHED_NAMED(__VA_ARGS__)
#define GPU__FINISHED_NAMED(A, label, name, other, T, step)                                                            \
    GPU__LIFTED_FN double name##__step(A v, size_t n) { return (void)n, step; }                                        \
    GPU__FINISH(A, name)                                                                                               \
    GPU__FINISH_DEVICE(double, name, A, other, name##__step, (T, x))                                                   \
    GPU__DESCRIPTOR(gpu__reduction, name##__reduction,                                                                 \
                    GPU__OP_OF((label, NULL, 0), double, name, GPU__FLAGS(A), (T, x)), GPU__TABLE(other##__fold),      \
                    GPU__TABLE(other##__tree), name##__finish)
#define GPU__FINISH(A, name)                                                                                           \
    static GPU__UNUSED inline void name##__finish(void *value, size_t n)                                               \
    {                                                                                                                  \
        A v;                                                                                                           \
        memcpy(&v, value, sizeof v);                                                                                   \
        const double r = name##__step(v, n);                                                                           \
        memcpy(value, &r, sizeof r);                                                                                   \
    }

/* A product that no compiler fuses with the sum it is part of: the same bits on both backends. */
#ifdef __CUDA_ARCH__
static __device__ __forceinline__ float gpu__times(float a, float b) { return __fmul_rn(a, b); }
static __device__ __forceinline__ double gpu__times(double a, double b) { return __dmul_rn(a, b); }
template <class Type> static __device__ __forceinline__ Type gpu__times(Type a, Type b) { return a * b; }
#define GPU__TIMES(a, b) gpu__times((a), (b))
#else
#define GPU__TIMES(a, b) ((a) * (b))
#endif
/* f or its float form. */
#define GPU__MATH(T, fn, x) (sizeof(T) == 4 ? (T)fn##f((float)(x)) : (T)fn((double)(x)))
/* glibc's vector functions call the scalar one for every lane outside the ordinary range, which costs forty times as
   much. So a grain of elements with such a lane goes to forms that keep the arguments inside: exp takes x a step
   nearer to 0 where |x| > `wide`, log a denormal as the whole number that its bits are, sin, cos and tanh no
   infinity and no NaN. All keep within 4 ulp, as glibc's do. All by masks of integers: of a selection between
   floating-point values gcc makes a branch around the call, and no vector form. */
#if defined(GPU__LIBMVEC) && !defined(__CUDA_ARCH__)
#define GPU__CAREFUL_FORMS(T, U, BITS, f, mantissa, one, infinity, quiet, wide, step, grow, shrink, shrink_whole,      \
                           normal, most, whole, whole_bits, shift)                                                     \
    GPU__LIFTED_FN U gpu__above##BITS(U a, U b) { return (U)0 - (U)(a > b); } /* every bit set where a > b */          \
    GPU__LIFTED_FN U gpu__magnitude##BITS(T x) { return gpu__bits##BITS(x) & ~((U)1 << (BITS - 1)); }                  \
    GPU__LIFTED_FN int gpu__exp_beyond##BITS(T x) { return gpu__magnitude##BITS(x) > wide; }                           \
    GPU__LIFTED_FN int gpu__log_beyond##BITS(T x)                                                                      \
    {                                                                                                                  \
        return gpu__bits##BITS(x) - ((U)1 << mantissa) >= infinity - ((U)1 << mantissa);                               \
    }                                                                                                                  \
    GPU__LIFTED_FN int gpu__sin_beyond##BITS(T x) { return gpu__magnitude##BITS(x) >= infinity; }                      \
    GPU__LIFTED_FN T gpu__exp_careful##BITS(                                                                           \
        T x) /* results below the normal range are made as whole numbers, too: denormal products are slow */           \
    {                                                                                                                  \
        const U u = gpu__magnitude##BITS(x), sign = gpu__bits##BITS(x) ^ u, negative = (U)0 - (sign >> (BITS - 1));    \
        const U away = gpu__above##BITS(u, wide), over = gpu__above##BITS(u, most),                                    \
                below = gpu__above##BITS(u, normal) & negative;                                                        \
        const T y = gpu__float##BITS((u & ~over) | (most & over) | sign) - gpu__float##BITS((step & away) | sign);     \
        const U scale =                                                                                                \
            (one & ~away) | (grow & away & ~negative) | (shrink & away & negative & ~below) | (shrink_whole & below);  \
        const T r = exp##f(y) * gpu__float##BITS(scale);                                                               \
        const U result = (gpu__bits##BITS(r) & ~below) | ((gpu__bits##BITS(r + whole) - whole_bits) & below);          \
        return gpu__float##BITS(result | (gpu__above##BITS(u, infinity) & quiet));                                     \
    }                                                                                                                  \
    GPU__LIFTED_FN T gpu__log_careful##BITS(T x)                                                                       \
    {                                                                                                                  \
        const U u = gpu__magnitude##BITS(x), sign = gpu__bits##BITS(x) ^ u, negative = (U)0 - (sign >> (BITS - 1)),    \
                zero = gpu__above##BITS(1, u);                                                                         \
        const U tiny = gpu__above##BITS((U)1 << mantissa, u),                                                          \
                bad = negative | zero | gpu__above##BITS(u, infinity - 1);                                             \
        const U count = gpu__bits##BITS(gpu__float##BITS((u & tiny) | whole_bits) - whole);                            \
        const T r = log##f(gpu__float##BITS((((count & tiny) | (u & ~tiny)) & ~bad) | (one & bad))) -                  \
                    gpu__float##BITS(shift & tiny);                                                                    \
        const U special = (zero & (infinity | (U)1 << (BITS - 1))) | (~zero & (u | (negative & quiet)));               \
        return gpu__float##BITS((gpu__bits##BITS(r) & ~bad) | (special & bad));                                        \
    }                                                                                                                  \
    GPU__LIFTED_FN T gpu__tanh_careful##BITS(T x)                                                                      \
    {                                                                                                                  \
        const U u = gpu__magnitude##BITS(x), sign = gpu__bits##BITS(x) ^ u, over = gpu__above##BITS(u, most);          \
        return gpu__float##BITS(gpu__bits##BITS(tanh##f(gpu__float##BITS((u & ~over) | (most & over) | sign))) |       \
                                (gpu__above##BITS(u, infinity) & quiet));                                              \
    }                                                                                                                  \
    GPU__CAREFUL_FINITE(T, U, BITS, sin, sin##f, infinity, quiet)                                                      \
    GPU__CAREFUL_FINITE(T, U, BITS, cos, cos##f, infinity, quiet)
#define GPU__CAREFUL_FINITE(T, U, BITS, name, f, infinity, quiet)                                                      \
    GPU__LIFTED_FN T gpu__##name##_careful##BITS(T x)                                                                  \
    {                                                                                                                  \
        const U b = gpu__bits##BITS(x), bad = gpu__above##BITS(gpu__magnitude##BITS(x), infinity - 1);                 \
        return gpu__float##BITS(gpu__bits##BITS(f(gpu__float##BITS(b & ~bad))) | (quiet & bad));                       \
    }
GPU__CAREFUL_FORMS(float, uint32_t, 32, f, 23, 0x3f800000u /* 1 */, 0x7f800000u, 0x7fc00000u, 0x42800000u /* 64 */,
                   0x42000000u /* 32 */, 0x568fa1feu /* exp(32) */, 0x28642328u /* exp(-32) */,
                   0x72e42328u /* exp(-32) 2^149 */, 0x42aeac4fu /* 126 ln 2 */, 0x42dc0000u /* 110 */, 8388608.0f,
                   0x4b000000u /* 2^23 */, 0x42ce8ed0u /* 149 ln 2 */)
GPU__CAREFUL_FORMS(double, uint64_t, 64, , 52, 0x3ff0000000000000u, 0x7ff0000000000000u, 0x7ff8000000000000u,
                   0x4080000000000000u /* 512 */, 0x4070000000000000u /* 256 */, 0x57041c7a8814bebau,
                   0x28d9755956ad4e9cu, 0x6bf9755956ad4e9cu, 0x4086232bdd7abcd2u, 0x4087c00000000000u /* 760 */,
                   4503599627370496.0, 0x4330000000000000u, 0x40874385446d71c3u)
#define GPU__CAREFUL(T, fn, x)                                                                                         \
    (sizeof(T) == 4 ? (T)gpu__##fn##_careful32((float)(x)) : (T)gpu__##fn##_careful64((double)(x)))
#define GPU__BEYOND(T, fn, x) (sizeof(T) == 4 ? gpu__##fn##_beyond32((float)(x)) : gpu__##fn##_beyond64((double)(x)))
#define GPU__CAREFUL_COPY(sfx, target, T, name, fn)                                                                    \
    GPU__HOT target static inline void name##__grain##sfx(T *o, const T *x)                                            \
    {                                                                                                                  \
        int i, beyond = 0;                                                                                             \
        for (i = 0; i < GPU__GRAIN; i++) beyond |= GPU__BEYOND(T, fn, x[i]);                                           \
        if (beyond)                                                                                                    \
            GPU__NO_ALIAS for (i = 0; i < GPU__GRAIN; i++) o[i] = name##_scalar(x[i]);                                 \
        else                                                                                                           \
            GPU__NO_ALIAS for (i = 0; i < GPU__GRAIN; i++) o[i] = name##__of(x[i], 0);                                 \
    }                                                                                                                  \
    GPU__HOT target static inline void name##__loop##sfx(void *gpu__out, const void *const *gpu__in, size_t gpu__n)    \
    {                                                                                                                  \
        T *o = (T *)gpu__out, rest[GPU__GRAIN];                                                                        \
        const T *x = (const T *)gpu__in[0];                                                                            \
        size_t i;                                                                                                      \
        for (; gpu__n >= GPU__GRAIN; gpu__n -= GPU__GRAIN, o += GPU__GRAIN, x += GPU__GRAIN) name##__grain##sfx(o, x); \
        if (!gpu__n) return; /* the rest by the same code, so that a value does not depend on its place */             \
        for (i = 0; i < GPU__GRAIN; i++) rest[i] = x[i < gpu__n ? i : 0];                                              \
        name##__grain##sfx(rest, rest);                                                                                \
        memcpy(o, rest, gpu__n * sizeof(T));                                                                           \
    }
#define GPU__MATHS(T, fn, x) (careful ? GPU__CAREFUL(T, fn, x) : GPU__MATH(T, fn, x))
#else
#define GPU__CAREFUL_COPY(sfx, target, T, name, fn) GPU__MAP_COPY(sfx, target, T, name, (T, x))
#define GPU__MATHS(T, fn, x) GPU__MATH(T, fn, x)
#endif
/* A map of one array by an expression of x with GPU__MATHS in it, careful where x is beyond what `fn` takes gladly. */
#define GPU__MATH_MAP(T, name, fn, expression) GPU__MATH_MAP_(T, "gpu_" #name, GPU__N(gpu_##name), fn, expression)
#define GPU__MATH_MAP_(...) GPU__MATH_MAP_NAMED(__VA_ARGS__)
#define GPU__MATH_MAP_NAMED(T, label, name, fn, expression)                                                            \
    GPU__LIFTED_FN T name##__of(T x, int careful) { return (void)careful, (T)(expression); }                           \
    GPU__MAP_BY(GPU__CAREFUL_COPY, (T, name, fn), T, label, name, (T, x)) { return name##__of(x, 1); }
#define GPU__FIRST_OF(a, b, beats) ((a)beats(b) || (a) != (a) ? (a) : (b)) /* a NaN beats everything */
/* A running sum, inclusive and exclusive. */
#define GPU__CUMSUM(...) GPU__CUMSUM_NAMED(__VA_ARGS__)
#define GPU__CUMSUM_NAMED(name, exclusive, T, A, AW)                                                                   \
    GPU__SCAN_OF(("gpu_cumsum", NULL, 0), GPU__PRE_COPIES, GPU__PRE_TABLE, A, T, (T), name, (A)((AW)a + (AW)b))        \
    GPU__SCAN_FN(GPU__PRE_SCOPE, A, T, name, name, 0, 0)                                                               \
    GPU__SCAN_FN(GPU__PRE_SCOPE, A, T, name, exclusive, 0, 1)
#endif
