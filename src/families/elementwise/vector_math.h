#ifdef GPU__ONCE
/* GPU__MATH: a function of math.h, in its float or double form. GPU__MATH_OF_TYPE: a function of families/math. */
#define GPU__MATH(T, fn, x) (sizeof(T) == 4 ? (T)fn##f((float)(x)) : (T)fn((double)(x)))
#define GPU__MATH_2(T, fn, x, y) (sizeof(T) == 4 ? (T)fn##f((float)(x), (float)(y)) : (T)fn((double)(x), (double)(y)))
#define GPU__MATH_OF_TYPE(T, fn, x) (sizeof(T) == 4 ? (T)fn##_f32((float)(x)) : (T)fn##_f64((double)(x)))
/* A map by a function of families/math, whose loops are limited by arithmetic, so that a variant for AVX-512 is worth
   while. (Without optimisation there are no variants, and a row is faster to compile.) */
#ifdef __OPTIMIZE__
#define GPU__MATH_ROW(fn) GPU__MATH_ROW_(GPU__MAP_COPY, GPU__T, "gpu_" #fn, GPU__N(gpu_##fn), gpu_math_##fn)
#define GPU__ANGLE_ROW(fn)                                                                                             \
    GPU__ANGLE_SMALL(GPU__T, GPU__N(gpu_##fn), gpu__##fn##_small)                                                      \
    GPU__MATH_ROW_(GPU__ANGLE_COPY, GPU__T, "gpu_" #fn, GPU__N(gpu_##fn), gpu_math_##fn)
#define GPU__MATH_ROW_OF_TWO(fn, shape)                                                                                \
    GPU__MATH_ROW_BY(GPU__MAP_COPY, GPU__T, "gpu_" #fn, GPU__N(gpu_##fn), gpu_math_##fn,                               \
                     GPU__MATH_FORMAL_##shape(GPU__T))
#define GPU__POW_ROW(fn)                                                                                               \
    GPU__POW_NEAR(GPU__T, GPU__N(gpu_##fn), gpu__##fn##_near, gpu_math_##fn##_f64)                                     \
    GPU__MATH_ROW_BY(GPU__POW_COPY, GPU__T, "gpu_" #fn, GPU__N(gpu_##fn), gpu_math_##fn, GPU__MATH_FORMAL_of_xa(GPU__T))
#else
#define GPU__POW_ROW(fn) GPU__MATH_ROW_OF_TWO(fn, of_xa)
#define GPU__MATH_ROW(fn) GPU__ROW(GPU__T, fn, of_x, GPU__MATH_OF_TYPE(GPU__T, gpu_math_##fn, x))
#define GPU__ANGLE_ROW(fn) GPU__MATH_ROW(fn)
#define GPU__MATH_ROW_OF_TWO(fn, shape)                                                                                \
    GPU__ROW(GPU__T, fn, shape, GPU__MATH_OF_PAIR_TYPE(GPU__T, gpu_math_##fn, GPU__MATH_TWO_##shape))
#endif
#define GPU__MATH_OF_PAIR_TYPE(...) GPU__MATH_OF_PAIR_TYPE_(__VA_ARGS__)
#define GPU__MATH_OF_PAIR_TYPE_(T, fn, x, y)                                                                           \
    (sizeof(T) == 4 ? (T)fn##_f32((float)(x), (float)(y)) : (T)fn##_f64((double)(x), (double)(y)))
#define GPU__MATH_TWO_of_xy x, y
#define GPU__MATH_TWO_of_xa x, a
#define GPU__MATH_FORMAL_of_xy(T) (T, x), (T, y)
#define GPU__MATH_FORMAL_of_xa(T) (T, x), (T, y, scalar)
#define GPU__MATH_ROW_(...) GPU__MATH_ROW_NAMED(__VA_ARGS__)
#define GPU__MATH_ROW_NAMED(COPY, T, label, name, fn)                                                                  \
    GPU__MAP_BY(GPU__COPIES, GPU__TABLE, COPY, T, label, name, (T, x)) { return GPU__MATH_OF_TYPE(T, fn, x); }
#define GPU__MATH_ROW_BY(...) GPU__MATH_ROW_BY_NAMED(__VA_ARGS__)
#define GPU__MATH_ROW_BY_NAMED(COPY, T, label, name, fn, ...)                                                          \
    GPU__MAP_BY(GPU__COPIES, GPU__TABLE, COPY, T, label, name, __VA_ARGS__)                                            \
    {                                                                                                                  \
        return GPU__MATH_OF_PAIR_TYPE_(T, fn, x, y);                                                                   \
    }
/* sin and cos: if all arguments of a block are small, as nearly always, a loop runs that lacks the reduction of large
   arguments, which does not vectorise. Both loops give the same bits. */
#define GPU__ANGLE_SMALL(...) GPU__ANGLE_SMALL_NAMED(__VA_ARGS__)
#define GPU__ANGLE_SMALL_NAMED(T, name, small)                                                                         \
    GPU__LIFTED_FN T name##__small(T x) { return GPU__MATH_OF_TYPE(T, small, x); }
#define GPU__ANGLE_COPY(sfx, target, T, name, ...)                                                                     \
    GPU__HOT target static inline void name##__loop##sfx(void *gpu__out, const void *const *gpu__in, size_t gpu__n)    \
    {                                                                                                                  \
        const T most = sizeof(T) == 4 ? 268435456 : 1073741824, *x = (const T *)gpu__in[0];                            \
        T *o = (T *)gpu__out;                                                                                          \
        size_t i, m;                                                                                                   \
        for (; gpu__n; gpu__n -= m, x += m, o += m) {                                                                  \
            int large = 0;                                                                                             \
            m = gpu__n < GPU__GRAIN ? gpu__n : (size_t)GPU__GRAIN;                                                     \
            for (i = 0; i < m; i++) large |= !(x[i] < most) | !(x[i] > -most);                                         \
            if (large)                                                                                                 \
                for (i = 0; i < m; i++) o[i] = name##_scalar(x[i]);                                                    \
            else                                                                                                       \
                GPU__NO_ALIAS for (i = 0; i < m; i++) o[i] = name##__small(x[i]);                                      \
        }                                                                                                              \
    }
/* pow of floats: a block in which any result needs the exact function, as 1 of 1000, is computed again by it. */
#define GPU__POW_NEAR(...) GPU__POW_NEAR_NAMED(__VA_ARGS__)
#define GPU__POW_NEAR_NAMED(T, name, near_f32, of_f64)                                                                 \
    GPU__LIFTED_FN T name##__near(T x, T y, uint32_t *doubt)                                                           \
    {                                                                                                                  \
        *doubt = 0;                                                                                                    \
        return sizeof(T) == 4 ? (T)near_f32((float)x, (float)y, doubt) : (T)of_f64((double)x, (double)y);              \
    }
#define GPU__POW_COPY(sfx, target, T, name, ...)                                                                       \
    GPU__HOT target static inline void name##__loop##sfx(void *gpu__out, const void *const *gpu__in, size_t gpu__n)    \
    {                                                                                                                  \
        const T *x = (const T *)gpu__in[0], y = *(const T *)gpu__in[1];                                                \
        T *o = (T *)gpu__out, r[GPU__GRAIN];                                                                           \
        size_t i, m;                                                                                                   \
        if (sizeof(T) == 8) {                                                                                          \
            GPU__NO_ALIAS for (i = 0; i < gpu__n; i++) o[i] = name##_scalar(x[i], y);                                  \
            return;                                                                                                    \
        }                                                                                                              \
        for (; gpu__n; gpu__n -= m, x += m, o += m) {                                                                  \
            uint32_t doubts = 0, doubt;                                                                                \
            m = gpu__n < GPU__GRAIN ? gpu__n : (size_t)GPU__GRAIN;                                                     \
            for (i = 0; i < m; i++) r[i] = name##__near(x[i], y, &doubt), doubts |= doubt;                             \
            if (doubts)                                                                                                \
                for (i = 0; i < m; i++) r[i] = name##_scalar(x[i], y);                                                 \
            memcpy(o, r, m * sizeof *o);                                                                               \
        }                                                                                                              \
    }
#endif
