/* GPU__MATH: a function of math.h, in its float or double form. GPU__MATH_OF_TYPE: a function of families/math. */
#define GPU__MATH(T, fn, x) (sizeof(T) == 4 ? (T)fn##f((float)(x)) : (T)fn((double)(x)))
#define GPU__MATH_2(T, fn, x, y) (sizeof(T) == 4 ? (T)fn##f((float)(x), (float)(y)) : (T)fn((double)(x), (double)(y)))
#define GPU__MATH_OF_TYPE(T, fn, x) (sizeof(T) == 4 ? (T)fn##_f32((float)(x)) : (T)fn##_f64((double)(x)))
/* A map by a function of families/math, whose loops are limited by arithmetic, so that a variant for AVX-512 is worth
   while. (Without optimisation there are no variants, and a row is faster to compile.) */
#if defined(__OPTIMIZE__) || ((defined(GPU_MATH) || defined(GPU_TAPE)) && defined(GPU__CUDA))
#define GPU__MATH_ROW(T, name, fn) GPU__MATH_ROW_OF_ONE(GPU__MAP_COPY, _scalar, T, "gpu_" #fn, name, gpu_math_##fn)
#define GPU__QUICK_ROW(T, name, fn) GPU__QUICK_ROW_(T, name, fn, gpu_math_##fn, GPU__QUICK_COPY)
#define GPU__ANGLE_ROW(T, name, fn) GPU__QUICK_ROW_(T, name, fn, gpu__##fn##_small, GPU__ANGLE_COPY)
#define GPU__QUICK_ROW_(T, name, fn, again, COPY)                                                                      \
    GPU__QUICK_OF(T, name, gpu__##fn##_quick, again)                                                                   \
    GPU__MATH_ROW_OF_ONE(COPY, GPU__BY_QUICK, T, "gpu_" #fn, name, gpu_math_##fn)                                      \
    GPU__TRIED_OF(T, name, (T x), (x, &hard, &special))
#define GPU__MATH_ROW_OF_TWO(T, name, fn, shape)                                                                       \
    GPU__MATH_ROW_BY(GPU__MAP_COPY, _scalar, T, "gpu_" #fn, name, gpu_math_##fn, GPU__MATH_FORMAL_##shape(T))
#define GPU__QUICK_ROW_OF_TWO(T, name, fn, shape)                                                                      \
    GPU__QUICK_OF_TWO(T, name, gpu__##fn##_quick, gpu_math_##fn)                                                       \
    GPU__MATH_ROW_BY(GPU__QUICK_COPY_##shape, GPU__BY_QUICK, T, "gpu_" #fn, name, gpu_math_##fn,                       \
                     GPU__MATH_FORMAL_##shape(T))                                                                      \
    GPU__TRIED_OF(T, name, (T x, T y), (x, y, &hard, &special))
#define GPU__POW_ROW(T, name, fn)                                                                                      \
    GPU__POW_QUICK(T, name, gpu__##fn)                                                                                 \
    GPU__MATH_ROW_BY(GPU__POW_COPY, GPU__BY_QUICK, T, "gpu_" #fn, name, gpu_math_##fn, GPU__MATH_FORMAL_of_xa(T))      \
    GPU__TRIED_OF(T, name, (T x, T y), (x, y, &hard, &special))
#else
#define GPU__POW_ROW(T, name, fn) GPU__MATH_ROW_OF_TWO(T, name, fn, of_xa)
#define GPU__MATH_ROW(T, name, fn) GPU__EXPR(T, "gpu_" #fn, name, T, of_x, GPU__MATH_OF_TYPE(T, gpu_math_##fn, x))
#define GPU__{QUICK|ANGLE}_ROW(T, name, fn) GPU__MATH_ROW(T, name, fn)
#define GPU__MATH_ROW_OF_TWO(T, name, fn, shape)                                                                       \
    GPU__EXPR(T, "gpu_" #fn, name, T, shape,                                                                           \
              GPU__CALL(GPU__MATH_OF_PAIR_TYPE, (T, gpu_math_##fn, GPU__MATH_TWO_##shape)))
#define GPU__QUICK_ROW_OF_TWO(T, name, fn, shape) GPU__MATH_ROW_OF_TWO(T, name, fn, shape)
#endif
#define GPU__MATH_OF_PAIR_TYPE(T, fn, x, y)                                                                            \
    (sizeof(T) == 4 ? (T)fn##_f32((float)(x), (float)(y)) : (T)fn##_f64((double)(x), (double)(y)))
#define GPU__MATH_TWO_of_{xy|yx|xa} {x, y|y, x|x, a}
#define GPU__MATH_FORMAL_of_{xy|yx|xa}(T) (T, x), (T, y{||, scalar})
#define GPU__MATH_ROW_OF_ONE(COPY, function, T, label, name, fn)                                                       \
    GPU__MAP_BY(GPU__COPIES, GPU__TABLE, COPY, function, T, label, name, (T, x)) { return GPU__MATH_OF_TYPE(T, fn, x); }
#define GPU__MATH_ROW_BY(...) GPU__MATH_ROW_BY_NAMED(__VA_ARGS__)
#define GPU__MATH_ROW_BY_NAMED(COPY, function, T, label, name, fn, ...)                                                \
    GPU__MAP_BY(GPU__COPIES, GPU__TABLE, COPY, function, T, label, name, __VA_ARGS__)                                  \
    {                                                                                                                  \
        return GPU__MATH_OF_PAIR_TYPE(T, fn, x, y);                                                                    \
    }
/* A row of families/math/quick.h: a block of which an argument is a special case is computed again by the usual
   function, and a block of which a result is hard to round by `again`, which is the same or the part of it that
   vectorises. */
#ifndef GPU__QUICK
#define GPU__{QUICK_OF|QUICK_OF_TWO|POW_QUICK}(...)
#else
#define GPU__QUICK_OF(T, name, first, again)                                                                           \
    GPU__LIFTED_FN T name##__again(T x, uint32_t *hard) { return *hard = 0, GPU__MATH_OF_TYPE(T, again, x); }          \
    GPU__LIFTED_FN T name##__quick(T x, uint64_t *hard, uint32_t *special)                                             \
    {                                                                                                                  \
        return sizeof(T) == 4 ? (T)first##_f32((float)x, hard, special) : (T)first##_f64((double)x, hard, special);    \
    }
#define GPU__QUICK_OF_TWO(T, name, first, again)                                                                       \
    GPU__LIFTED_FN T name##__again(T x, T y, uint32_t *hard)                                                           \
    {                                                                                                                  \
        return *hard = 0, GPU__MATH_OF_PAIR_TYPE(T, again, x, y);                                                      \
    }                                                                                                                  \
    GPU__QUICK_OF_PAIR(T, name, first)
#define GPU__QUICK_OF_PAIR(T, name, first)                                                                             \
    GPU__LIFTED_FN T name##__quick(T x, T y, uint64_t *hard, uint32_t *special)                                        \
    {                                                                                                                  \
        return sizeof(T) == 4 ? (T)first##_f32((float)x, (float)y, hard, special)                                      \
                              : (T)first##_f64((double)x, (double)y, hard, special);                                   \
    }
/* pow of floats: a block in which a result is hard to round, or an argument a special case, is computed again by
   gpu__pow_quick, and if that leaves a hard, as in 1 of 250 blocks, by the exact function. Of doubles a block with a
   special case is computed again by the usual function. */
#define GPU__POW_QUICK(T, name, pow)                                                                                   \
    GPU__LIFTED_FN T name##__again(T x, T y, uint32_t *hard) { return (T)pow##_quick((float)x, (float)y, hard); }      \
    GPU__QUICK_OF_PAIR(T, name, pow##_first)
#endif
enum { GPU__QUICK_BLOCK = 256 };
/* exact: whether a doubtful block is computed by name##_scalar at once, without name##__again; second: the place of y,
   which is x if there is one array, and whose step per block is m, or 0 for a number. The arguments follow. */
#define GPU__{QUICK_COPY|ANGLE_COPY|QUICK_COPY_of_yx|POW_COPY}(sfx, target, T, name, ...)                              \
    GPU__QUICK_LOOP(sfx, target, T, name, {1|specials >> 31|1|sizeof(T) == 8}, {0|0|1|1}, {m|m|m|0},                   \
                    {x[i]|x[i]|x[i], y[i]|x[i], a})
#define GPU__QUICK_VALUES(name, exact, ...)                                                                            \
    GPU__QUICK_TRY(r[i] = name##__quick(__VA_ARGS__, &hard, &special), hards |= hard)                                  \
    if (specials >> 31 || hards >> 63) {                                                                               \
        specials = exact ? 1u << 31 : 0;                                                                               \
        if (!specials) GPU__QUICK_TRY(r[i] = name##__again(__VA_ARGS__, &special))                                     \
        if (specials) GPU__NO_ALIAS for (i = 0; i < m; i++) r[i] = name##_scalar(__VA_ARGS__);                         \
    }
#define GPU__QUICK_LOOP(sfx, target, T, name, exact, second, step, ...)                                                \
    GPU__HOT target static inline void name##__loop##sfx(void *gpu__out, const void *const *gpu__in, size_t gpu__n)    \
    {                                                                                                                  \
        const T *x = (const T *)gpu__in[0], *y = (const T *)gpu__in[second];                                           \
        T *o = (T *)gpu__out, kept[GPU__QUICK_BLOCK], *r; /* an input stays until its block is sure */                 \
        size_t i, m;                                                                                                   \
        for (; gpu__n; gpu__n -= m, x += m, y += step, o += m) {                                                       \
            uint64_t hards = 0, hard;                                                                                  \
            uint32_t specials = 0, special;                                                                            \
            const T a GPU__UNUSED = *y; /* for the function of a number */                                             \
            m = gpu__n < GPU__QUICK_BLOCK ? gpu__n : (size_t)GPU__QUICK_BLOCK;                                         \
            r = o == x || o == y ? kept : o;                                                                           \
            GPU__QUICK_VALUES(name, exact, __VA_ARGS__)                                                                \
            if (r == kept) memcpy(o, r, m * sizeof *o);                                                                \
        }                                                                                                              \
    }
#define GPU__QUICK_TRY(...) GPU__NO_ALIAS for (i = 0; i < m; i++) __VA_ARGS__, specials |= special;
/* Kernels call name##__tried, whose result says whether name##_scalar has to compute it; without GPU_MATH, which adds
   what that needs, name##_scalar. */
#if defined(GPU_MATH) && defined(GPU__CUDA)
#define GPU__BY_QUICK __tried
#define GPU__TRIED_OF(T, name, formals, actuals)                                                                       \
    GPU__LIFTED_FN gpu__tried<T, name##_scalar> name##__tried formals                                                  \
    {                                                                                                                  \
        uint64_t hard;                                                                                                 \
        uint32_t special;                                                                                              \
        const T value = name##__quick actuals;                                                                         \
        return {value, special | (uint32_t)(hard >> 32)};                                                              \
    }
#else
#define GPU__BY_QUICK _scalar
#define GPU__TRIED_OF(...)
#endif
/* A slope that needs the value v of another function fn at an argument, for pow of two. */
#define GPU__SLOPE_BY(T, name, blocks, keeps, slope, fn, ...)                                                          \
    GPU__LIFTED_FN T name##__argument(T x) { return GPU__CALL(GPU__SECOND, (0, __VA_ARGS__, )); }                      \
    GPU__LIFTED_FN T name##__slope_at(T a, T x, T y, T v) { return GPU__TIMES(y, ((void)a, (void)x, (T)(slope))); }    \
    GPU__COPIES(GPU__SLOPE_COPY, name, blocks, fn)                                                                     \
    GPU__SLOPE_ON_DEVICE(T, name##__slope, fn##_scalar(__VA_ARGS__), name##__slope_at)                                 \
    GPU__BY_SLOPE(name, keeps,                                                                                         \
                  {GPU__OP_SHAPED(T, "gpu_backward", GPU__DEVICE_CODE(name##__slope), GPU__FLAGS(T), T, of_axy),       \
                   GPU__TABLE(name##__slope__loop)})
#define GPU__SLOPE_COPY(sfx, target, name, blocks, fn)                                                                 \
    GPU__PRE_AHEAD(GPU__HOT target static inline void fn##__loop##sfx(void *out, const void *const *in, size_t n))     \
    GPU__HOT target static inline void name##__slope__loop##sfx(void *out, const void *const *in, size_t n)            \
    {                                                                                                                  \
        blocks(out, in, n, name##__argument, fn##__loop##sfx, name##__slope_at);                                       \
    }
