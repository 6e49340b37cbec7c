#ifdef GPU__ONCE
GPU_API gpu_status gpu__cast_refused(gpu_type type);
/* The nearest integer of `bits` bits, a sign apart, towards zero; 0 for NaN. C leaves open what a number beyond the
   range becomes, and processors differ. */
GPU__LIFTED_FN int64_t gpu__to_signed(double v, int bits)
{
    const double top = 2.0 * (double)((uint64_t)1 << (bits - 1));
    const int64_t most = (int64_t)((uint64_t)-1 >> (64 - bits));
    return v >= top ? most : v > -top ? (int64_t)v : v != v ? 0 : -most - 1;
}
GPU__LIFTED_FN uint64_t gpu__to_unsigned(double v, int bits)
{
    const double top = 2.0 * (double)((uint64_t)1 << (bits - 1));
    return v >= top ? (uint64_t)-1 >> (64 - bits) : v > 0 ? (uint64_t)v : 0;
}
/* From each type to this one. */
#define GPU__CAST_FROM(s, S, ...)                                                                                      \
    GPU__CAST_BARE(s, S) GPU__ROW_(GPU__T, "gpu_cast", GPU__N(gpu__cast_##s), S, of_x, __VA_ARGS__)
#define GPU__CAST_REAL(x)                                                                                              \
    (GPU__IS_REAL     ? (GPU__T)(x)                                                                                    \
     : (GPU__T)-1 > 0 ? (GPU__T)gpu__to_unsigned((double)(x), (int)sizeof(GPU__T) * 8)                                 \
                      : (GPU__T)gpu__to_signed((double)(x), (int)sizeof(GPU__T) * 8 - 1))
#define GPU__CAST_BY_TYPE                                                                                              \
    GPU__PRE_SCOPE gpu_status GPU__N(gpu_cast)(GPU__T * out, const void *x, gpu_type type, size_t n)                   \
    {                                                                                                                  \
        switch (type) {                                                                                                \
            GPU__CAST_CASE(F32, f32, float)                                                                            \
            GPU__CAST_CASE(F64, f64, double)                                                                           \
            GPU__CAST_CASE(I32, i32, int32_t)                                                                          \
            GPU__CAST_CASE(I64, i64, int64_t)                                                                          \
            GPU__CAST_CASE(U8, u8, uint8_t)                                                                            \
            GPU__CAST_CASE(U32, u32, uint32_t)                                                                         \
            GPU__CAST_CASE(U64, u64, uint64_t)                                                                         \
        }                                                                                                              \
        return gpu__cast_refused(type);                                                                                \
    }
#define GPU__CAST_CASE(tag, s, S)                                                                                      \
    case GPU_##tag:                                                                                                    \
        return GPU__N(gpu__cast_##s)(out, (const S *)x, n);
/* nvcc has the type of x from its pointer, and compiles that one cast alone. */
#ifdef GPU__CUDA
#define GPU__CAST_BARE(s, S)                                                                                           \
    static gpu_status GPU__N(gpu_cast)(GPU__T * out, const S *x, size_t n) { return GPU__N(gpu__cast_##s)(out, x, n); }
#else
#define GPU__CAST_BARE(s, S)
#endif
#endif
#ifdef GPU__FOR_ANY
GPU__CAST_FROM(f32, float, GPU__CAST_REAL(x))
GPU__CAST_FROM(f64, double, GPU__CAST_REAL(x))
GPU__CAST_FROM(i32, int32_t, (GPU__T)x)
GPU__CAST_FROM(i64, int64_t, (GPU__T)x)
GPU__CAST_FROM(u8, uint8_t, (GPU__T)x)
GPU__CAST_FROM(u32, uint32_t, (GPU__T)x)
GPU__CAST_FROM(u64, uint64_t, (GPU__T)x)
GPU__CAST_BY_TYPE
#endif
