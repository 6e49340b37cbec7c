#ifndef GPU__NAMES
#define GPU__NAMES
/* Gives the class template's functions their public names, and defines overloads for the bare names in C++, by
   GPU__FUNCTIONS(D): D(result, name, T, suffix, parameters, arguments) for each prewritten function of each of its
   types, which src/join makes from the prototypes. With nvcc the name of a function of one type is a macro: see
   gpu__f32 below. Functions remain where C files call them, and where call_sites.h has a macro of that name. */
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
template <class Type> gpu__all<Type, 0> gpu__all_of(const Type *, const void * = nullptr);
#elif defined(__cplusplus)
/* gpu__typed<gpu_add__, float>::call is gpu_add_f32: the error in a call says which argument has the wrong type. */
template <class Name, class Type> struct gpu__typed;
#define GPU__PRE_TYPED(R, name, T, s, parameters, arguments)                                                           \
    template <> struct gpu__typed<struct gpu_##name##__, T> {                                                          \
        static inline R call parameters { return gpu_##name##_##s arguments; }                                         \
    };
#define GPU__PRE_TYPED_TOO(R, name, T, s, parameters, arguments) GPU__PRE_TYPED(R, name, T *, s, parameters, arguments)
GPU__FUNCTIONS_OF(GPU__PRE_TYPED, GPU__NO_ROW, GPU__PRE_TYPED_TOO)
template <class Type> Type gpu__all_of(const Type *, const void * = nullptr);
template <class Type> Type *gpu__all_of(const Type *, const int64_t *);
#endif
#ifdef __cplusplus
#define GPU__MATMUL_OVERLOAD(R, name, T, s, parameters, arguments)                                                     \
    template <int = 0> static inline R gpu_##name##__any parameters { return gpu_##name##_##s arguments; }
GPU__MATMUL_BARE(GPU__MATMUL_OVERLOAD)
#endif
