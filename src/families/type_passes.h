/* The text of the families, once for each type: the file reads itself, by a name that it therefore keeps. (Not by
   __FILE__,
   which is no path from here where the compiler found the file in a folder of -I.) */
#if defined(GPU__CUDA)
#ifdef GPU__FOR_ALL
#undef GPU__FOR_ALL
#undef GPU__FOR_REAL
#undef GPU__FOR_WHOLE
GPU__CLASS_ENDS;
template <int gpu__k> struct gpu__all<void, gpu__k> {
    GPU__TRANSPOSE_BYTES(static, gpu_transpose_t)
};
template <class Type> struct gpu__short {
    GPU__SHORT_MAPS(bf16)
    GPU__SHORT_MAPS(f16)
};
} // namespace
#undef GPU__N
#undef GPU__T
GPU__GEMM_EACH(GPU__GEMM)
GPU__SHORT_ARRAYS(bf16)
GPU__SHORT_ARRAYS(f16)
#endif
#elif defined(GPU__PASSES)
#undef GPU__PASSES
#undef GPU__T
#undef GPU__N
#define GPU__T double
#define GPU__N(name) name##_f64
#include "gpu.h"
#undef GPU__FOR_REAL
#undef GPU__T
#undef GPU__N
#define GPU__FOR_WHOLE
#define GPU__T int32_t
#define GPU__N(name) name##_i32
#include "gpu.h"
#undef GPU__T
#undef GPU__N
#define GPU__T int64_t
#define GPU__N(name) name##_i64
#include "gpu.h"
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

#if !defined(GPU__NAMES) && !defined(GPU__T)
#define GPU__NAMES
/* The functions of the class template under their own names; overloads for C++'s bare names. */
#if defined(GPU__CUDA)
#define GPU__WRAP(R, name, T, s, parameters, arguments)                                                                \
    template <int k> static inline R gpu_##name##_##s parameters { return gpu__all<T, k>::gpu_##name##_t arguments; }
GPU__PREWRITTEN_ALL(GPU__WRAP)
template <class Type> gpu__all<Type, 0> gpu__all_of(const Type *);
#define GPU__MATMUL_OVERLOAD(R, name, T, s, parameters, arguments)                                                     \
    template <int = 0> static inline R gpu_##name##__any parameters { return gpu_##name##_##s arguments; }
GPU__MATMUL_BARE(GPU__MATMUL_OVERLOAD)
#elif defined(__cplusplus)
#define GPU__PRE_OVERLOAD(R, name, T, s, parameters, arguments)                                                        \
    static GPU__UNUSED inline R gpu_##name##__any parameters { return gpu_##name##_##s arguments; }
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
