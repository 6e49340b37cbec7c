#ifndef GPU__NAMES
#define GPU__NAMES
/* Gives the class template's functions their public names, and defines overloads for the bare names in C++, by
   GPU__FUNCTIONS(D): D(result, name, T, suffix, parameters, arguments) for each prewritten function of each of its
   types, which src/join makes from the prototypes. With nvcc
   the name of a function of one type is a macro: see gpu__f32 below. Functions remain where C files call them, and
   where language/call_sites.h has a macro of that name, which checks that a number has no fraction. */
#if defined(GPU__CUDA)
#define GPU__WRAP(R, name, T, s, parameters, arguments)                                                                \
    template <int gpu__k = 0> static inline R gpu_##name##_##s parameters                                              \
    {                                                                                                                  \
        return gpu__all<T, gpu__k>::gpu_##name##_t arguments;                                                          \
    }
#ifdef GPU_KERNELS_FOR_C
GPU__FUNCTIONS(GPU__WRAP)
#else
#define GPU__WRAP_CHECKED(T, s)                                                                                        \
    GPU__WRAP(gpu_status, fill, T, s, (T * out, T value, size_t n), (out, value, n))                                   \
    GPU__WRAP(gpu_status, arange, T, s, (T * out, T start, T step, size_t n), (out, start, step, n))                   \
    GPU__WRAP(gpu_status, axpy, T, s, (T * out, T a, const T *x, const T *y, size_t n), (out, a, x, y, n))             \
    GPU__WRAP(gpu_status, scale, T, s, (T * out, T a, const T *x, size_t n), (out, a, x, n))                           \
    GPU__WRAP(gpu_status, clip, T, s, (T * out, const T *x, T lo, T hi, size_t n), (out, x, lo, hi, n))                \
    GPU__WRAP(gpu_status, rand_int, T, s, (T * out, T lo, T hi, size_t n), (out, lo, hi, n))
GPU__WRAP_CHECKED({int32_t|int64_t}, {i32|i64})
#endif
typedef gpu__all<{float|double|int32_t|int64_t|uint8_t|uint32_t|uint64_t}, 0> gpu__{f32|f64|i32|i64|u8|u32|u64};
typedef gpu__all<void, 0> gpu__bytes;
template <class Type> gpu__all<Type, 0> gpu__all_of(const Type *);
#define GPU__MATMUL_OVERLOAD(R, name, T, s, parameters, arguments)                                                     \
    template <int = 0> static inline R gpu_##name##__any parameters { return gpu_##name##_##s arguments; }
GPU__MATMUL_BARE(GPU__MATMUL_OVERLOAD)
#elif defined(__cplusplus)
#define GPU__PRE_OVERLOAD(R, name, T, s, parameters, arguments)                                                        \
    static inline R gpu_##name##__any parameters { return gpu_##name##_##s arguments; }
GPU__FUNCTIONS(GPU__PRE_OVERLOAD)
/* Without this, a compiler answers a call that matches no overload with a list of all of them; so it is an error of one
   line. */
#define GPU__PRE_NO_OVERLOAD(R, name, T, s, parameters, arguments) static inline void gpu_##name##__any(...) = delete;
GPU__FUNCTION_NAMES(GPU__PRE_NO_OVERLOAD)
GPU__MATMUL_BARE(GPU__PRE_OVERLOAD)
#endif
