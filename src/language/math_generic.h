/* GPU__MATH_OF(name, x) calls gpu_math_NAME_f32 or _f64 by the type of x, GPU__MATH_OF_TWO by the type of x + y.
   GPU_DERIVATIVES adds the type gpu_real: its functions are gpu__real_NAME in C, and further overloads of
   gpu__math_NAME in C++. */
#ifdef GPU_MATH
#ifdef __cplusplus
#define GPU__MATH_OF(name, x) gpu__math_##name(x)
#define GPU__MATH_OF_TWO(name, x, y) gpu__math_two_##name(x, y)
#define GPU__MATH_OVERLOADS(name)                                                                                      \
    GPU_FN inline float gpu__math_##name(float x) { return gpu_math_##name##_f32(x); }                                 \
    GPU_FN inline double gpu__math_##name(double x) { return gpu_math_##name##_f64(x); }                               \
    template <class Type> GPU_FN inline double gpu__math_##name(Type x) { return gpu_math_##name##_f64((double)x); }
#define GPU__MATH_OVERLOADS_OF_TWO(name)                                                                               \
    GPU_FN inline float gpu__math_##name(float x, float y) { return gpu_math_##name##_f32(x, y); }                     \
    GPU_FN inline double gpu__math_##name(double x, double y) { return gpu_math_##name##_f64(x, y); }                  \
    template <class Type> GPU_FN inline double gpu__math_##name(Type x, Type y)                                        \
    {                                                                                                                  \
        return gpu_math_##name##_f64((double)x, (double)y);                                                            \
    }                                                                                                                  \
    template <class First, class Second>                                                                               \
    GPU_FN inline auto gpu__math_two_##name(First x, Second y)->decltype(gpu__math_##name(x + y, x + y))               \
    {                                                                                                                  \
        return gpu__math_##name((decltype(x + y))x, (decltype(x + y))y);                                               \
    }
extern "C++" {
GPU__MATH_EACH(GPU__MATH_OVERLOADS)
GPU__MATH_EACH_OF_TWO(GPU__MATH_OVERLOADS_OF_TWO)
}
#else
#ifdef GPU_DERIVATIVES
#define GPU__MATH_BY(f, x)                                                                                             \
    GPU__EXTENSION _Generic((x), float : gpu_math_##f##_f32, gpu_real : gpu__real_##f, default : gpu_math_##f##_f64)
#else
#define GPU__MATH_BY(f, x) GPU__EXTENSION _Generic((x), float : gpu_math_##f##_f32, default : gpu_math_##f##_f64)
#endif
#define GPU__MATH_OF(name, x) GPU__MATH_BY(name, x)(x)
#define GPU__MATH_OF_TWO(name, x, y) GPU__MATH_BY(name, (x) + (y))(x, y)
#endif
#endif
