
#ifndef GPU__NAMES
#define GPU__NAMES
/* Gives the class template's functions their public names, and defines overloads for the bare names in C++. */
#if defined(GPU__CUDA)
#define GPU__WRAP(R, name, T, s, parameters, arguments)                                                                \
    template <int gpu__k = 0> static inline R gpu_##name##_##s parameters                                              \
    {                                                                                                                  \
        return gpu__all<T, gpu__k>::gpu_##name##_t arguments;                                                          \
    }
GPU__FUNCTIONS(GPU__WRAP)
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
GPU__CASTS(GPU__PRE_OVERLOAD)
#endif
