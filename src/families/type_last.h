#ifdef GPU__PASSES
#undef GPU__PASSES
#undef GPU__FOR_ALL
#undef GPU__FOR_WHOLE
#undef GPU__T
#undef GPU__N
#define GPU__T uint8_t
#define GPU__N(name) name##_u8
GPU__UNSIGNED_ROWS
GPU__MEDIAN_ROW
GPU__MASK_ROWS
GPU__CONV2D_ROW
#undef GPU__T
#undef GPU__N
#define GPU__T uint32_t
#define GPU__N(name) name##_u32
GPU__UNSIGNED_ROWS
#undef GPU__T
#undef GPU__N
#define GPU__T uint64_t
#define GPU__N(name) name##_u64
GPU__UNSIGNED_ROWS
#undef GPU__T
#undef GPU__N
GPU__TRANSPOSE_BYTES(GPU__PRE_SCOPE, gpu_transpose_bytes)
GPU__SHORT_MAPS(bf16)
GPU__SHORT_MAPS(f16)
GPU__GEMM_EACH(GPU__GEMM)
GPU__SHORT_ARRAYS(bf16)
GPU__SHORT_ARRAYS(f16)
#if defined(GPU__GNU)
#pragma GCC diagnostic pop
#endif
#endif

#ifndef GPU__NAMES
#define GPU__NAMES
/* The functions of the class template under their own names; overloads for C++'s bare names. */
#if defined(GPU__CUDA)
#define GPU__WRAP(R, name, T, s, parameters, arguments)                                                                \
    template <int k = 0> static inline R gpu_##name##_##s parameters                                                   \
    {                                                                                                                  \
        return gpu__all<T, k>::gpu_##name##_t arguments;                                                               \
    }
GPU__PREWRITTEN_ALL(GPU__WRAP)
template <class Type> gpu__all<Type, 0> gpu__all_of(const Type *);
#define GPU__MATMUL_OVERLOAD(R, name, T, s, parameters, arguments)                                                     \
    template <int = 0> static inline R gpu_##name##__any parameters { return gpu_##name##_##s arguments; }
GPU__MATMUL_BARE(GPU__MATMUL_OVERLOAD)
#elif defined(__cplusplus)
#define GPU__PRE_OVERLOAD(R, name, T, s, parameters, arguments)                                                        \
    static inline R gpu_##name##__any parameters { return gpu_##name##_##s arguments; }
GPU__PREWRITTEN_ALL(GPU__PRE_OVERLOAD)
/* A call that no overload takes is answered by one line, not by a list of them. */
#define GPU__PRE_NO_OVERLOAD(R, name, T, s, parameters, arguments) static inline void gpu_##name##__any(...) = delete;
GPU__PREWRITTEN_ANY(GPU__PRE_NO_OVERLOAD, float, f32, double)
GPU__PREWRITTEN(GPU__PRE_NO_OVERLOAD, float, f32, double, float, float)
GPU__PREWRITTEN_PIXELS(GPU__PRE_NO_OVERLOAD, float, f32)
GPU__PREWRITTEN_F(GPU__PRE_NO_OVERLOAD, float, f32)
GPU__PREWRITTEN_I(GPU__PRE_NO_OVERLOAD, int32_t, i32)
GPU__PREWRITTEN_COUNTED(GPU__PRE_NO_OVERLOAD, int32_t, i32)
GPU__MATMUL_BARE(GPU__PRE_OVERLOAD)
GPU__CASTS(GPU__PRE_OVERLOAD)
#endif
