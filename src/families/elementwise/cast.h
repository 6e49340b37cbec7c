static inline gpu_status gpu__cast_refused(gpu_type type)
{
    return gpu__refuse("gpu_cast",
                       "the type of x is %d; expected GPU_F32, GPU_F64, GPU_I32, GPU_I64, GPU_U8, GPU_U32 or GPU_U64",
                       (int)type);
}
/* Converts to an integer, towards zero, with saturation; 0 for NaN. In C the conversion of a number beyond the range is
   undefined, and processors differ. Vectors have a conversion to int32_t. */
GPU__LIFTED_FN int32_t gpu__to_int(double v, double least, double most)
{
    double in = v != v ? 0 : v;
    in = in > least ? in : least;
    return (int32_t)(in < most ? in : most);
}
GPU__LIFTED_FN int64_t gpu__to_signed(double v)
{
    return v >= 9223372036854775808.0 ? INT64_MAX : v > -9223372036854775808.0 ? (int64_t)v : v != v ? 0 : INT64_MIN;
}
GPU__LIFTED_FN uint64_t gpu__to_unsigned(double v, int bits)
{
    const double top = 2.0 * (double)((uint64_t)1 << (bits - 1));
    return v >= top ? (uint64_t)-1 >> (64 - bits) : v > 0 ? (uint64_t)v : 0;
}
#define GPU__CAST_REAL(T, x)                                                                                           \
    (GPU__IS_REAL(T)  ? (T)(x)                                                                                         \
     : sizeof(T) == 1 ? (T)gpu__to_int((double)(x), 0, UINT8_MAX)                                                      \
     : (T)-1 > 0      ? (T)gpu__to_unsigned((double)(x), (int)sizeof(T) * 8)                                           \
     : sizeof(T) == 4 ? (T)gpu__to_int((double)(x), INT32_MIN, INT32_MAX)                                              \
                      : (T)gpu__to_signed((double)(x)))
/* From each type to T: D(gpu_type, T, name of the cast, type of x, expression of x). */
#define GPU__CASTS_FROM(D, T, name)                                                                                    \
    D(GPU_F32, T, name##_f32, float, GPU__CAST_REAL(T, x))                                                             \
    D(GPU_F64, T, name##_f64, double, GPU__CAST_REAL(T, x))                                                            \
    D(GPU_I32, T, name##_i32, int32_t, (T)x)                                                                           \
    D(GPU_I64, T, name##_i64, int64_t, (T)x)                                                                           \
    D(GPU_U8, T, name##_u8, uint8_t, (T)x)                                                                             \
    D(GPU_U32, T, name##_u32, uint32_t, (T)x)                                                                          \
    D(GPU_U64, T, name##_u64, uint64_t, (T)x)
#ifdef GPU__CUDA
/* nvcc takes the type of x from the pointer, and compiles only that cast. */
#define GPU__CAST_ROW(type, T, name, S, ...)                                                                           \
    GPU__EXPR(T, "gpu_cast", name, S, of_x, __VA_ARGS__)                                                               \
    static gpu_status gpu_cast_t(T *out, const S *x, size_t n) { return name(out, x, n); }
#define GPU__CAST_CASE(type, T, name, S, ...)                                                                          \
    case type:                                                                                                         \
        return name(out, (const S *)x, n);
#else
/* A cast is a map of x and its type, h, which chooses the loop; a map for each pair of types would take a C compiler
   five times as long. */
#define GPU__CAST_LOOP(type, T, name, S, ...)                                                                          \
    case type: {                                                                                                       \
        GPU__EXPR_LOOP(S, of_x, __VA_ARGS__)                                                                           \
        return;                                                                                                        \
    }
#define GPU__CAST_COPY(sfx, target, T, name)                                                                           \
    GPU__HOT target static inline void name##__loop##sfx(void *gpu__out, const void *const *gpu__in, size_t gpu__n)    \
    {                                                                                                                  \
        T *const gpu__o = (T *)gpu__out;                                                                               \
        switch (*(const int *)gpu__in[1]) {                                                                            \
            GPU__CASTS_FROM(GPU__CAST_LOOP, T, name)                                                                   \
        }                                                                                                              \
    }
/* A map for each size of x. */
#define GPU__CAST_MAPS(T, name)                                                                                        \
    GPU__EXPR_TABLE(T, "gpu_cast", name, NULL, uint8_t, of_xh),                                                        \
        GPU__EXPR_TABLE(T, "gpu_cast", name, NULL, uint32_t, of_xh),                                                   \
        GPU__EXPR_TABLE(T, "gpu_cast", name, NULL, uint64_t, of_xh)
static inline gpu_status gpu__cast(const gpu__map *maps, void *out, const void *x, gpu_type type, size_t n)
{
    const int h = (int)type, wide = type == GPU_F64 || type == GPU_I64 || type == GPU_U64;
    const void *const in[] = {x, &h};
    if ((unsigned)type > GPU_U64) return gpu__cast_refused(type);
    return gpu__map_call(&maps[type == GPU_U8 ? 0 : 1 + wide], out, in, n);
}
#endif
#ifdef ANY
#ifdef GPU__CUDA
GPU__CASTS_FROM(GPU__CAST_ROW, T, gpu__cast_T)
GPU__PRE gpu_status gpu_cast_T(T *out, const void *x, gpu_type type, size_t n)
{
    switch (type) {
        GPU__CASTS_FROM(GPU__CAST_CASE, T, gpu__cast_T)
    }
    return gpu__cast_refused(type);
}
#else
GPU__PRE_COPIES(GPU__CAST_COPY, T, gpu__cast_T)
GPU__PRE gpu_status gpu_cast_T(T *out, const void *x, gpu_type type, size_t n)
{
    static const gpu__map maps[] = {GPU__CAST_MAPS(T, gpu__cast_T)};
    GPU__BY_RULE(gpu_cast_T) return gpu__cast(maps, out, x, type, n);
}
#endif
#endif
