#if defined(GPU__CUDA)
#define GPU__INDEXED_DEVICE(T, name)                                                                                   \
    static int name##__device(const gpu__job *j, const gpu__room *room, void *out, const void *const *)                \
    {                                                                                                                  \
        return (int)gpu__indexed<name##_scalar>((cudaStream_t)room->stream, (T *)out, j->shape[0], *j);                \
    }
#define GPU__ARG_DEVICE(T, name, smallest)                                                                             \
    static int name##__device(const gpu__job *j, const gpu__room *room, void *out, const void *const *in)              \
    {                                                                                                                  \
        return (int)gpu__arg_launch(room, (long long *)out, (const T *)in[0], j->shape[0], smallest);                  \
    }
#define GPU__MOMENTS_DEVICE(T, name)                                                                                   \
    static int name##__device(const gpu__job *j, const gpu__room *room, void *out, const void *const *in)              \
    {                                                                                                                  \
        return (int)gpu__moments_launch(room, (gpu__moments *)out, j->flag & 3, (const T *)in[0], j->shape[0],         \
                                        j->number[0].real);                                                            \
    }
#define GPU__ROWS_DEVICE(T, Out, name, mode, R, ...)                                                                   \
    static int name##__device(const gpu__job *j, const gpu__room *room, void *out, const void *const *in)              \
    {                                                                                                                  \
        return (int)gpu__rows<__VA_ARGS__, R>(room, (Out *)out, (const T *)in[0], (const T *)in[1], j->shape[0],       \
                                              j->shape[1], mode);                                                      \
    }
#define GPU__COLS_DEVICE(T, Out, name, mode, ...)                                                                      \
    static int name##__device(const gpu__job *j, const gpu__room *room, void *out, const void *const *in)              \
    {                                                                                                                  \
        return (int)gpu__cols<__VA_ARGS__>(room, (Out *)out, (const T *)in[0], (const T *)NULL, j->shape[0],           \
                                           j->shape[1], mode);                                                         \
    }
#define GPU__TRANSPOSE_DEVICE(T, name)                                                                                 \
    static int name##__device(const gpu__job *j, const gpu__room *room, void *out, const void *const *in)              \
    {                                                                                                                  \
        return (int)gpu__transpose<(int)sizeof(T)>((cudaStream_t)room->stream, out, in[0], j->shape[0], j->shape[1]);  \
    }
#define GPU__HISTOGRAM_DEVICE(T, name)                                                                                 \
    static int name##__device(const gpu__job *j, const gpu__room *room, void *out, const void *const *in)              \
    {                                                                                                                  \
        return (int)gpu__histogram((cudaStream_t)room->stream, room->multiprocessors, room->shared_limit,              \
                                   (unsigned long long *)out, (unsigned)j->out_count, (const T *)in[0], j->shape[0],   \
                                   j->number[0].real, j->number[1].real);                                              \
    }
#define GPU__BINCOUNT_DEVICE(T, name)                                                                                  \
    static int name##__device(const gpu__job *j, const gpu__room *room, void *out, const void *const *in)              \
    {                                                                                                                  \
        return (int)gpu__bincount((cudaStream_t)room->stream, room->multiprocessors, room->shared_limit,               \
                                  (unsigned long long *)out, (unsigned)j->out_count, (const T *)in[0], j->shape[0]);   \
    }
#define GPU__MOVING_AVERAGE_DEVICE(T, name)                                                                            \
    static int name##__device(const gpu__job *j, const gpu__room *room, void *out, const void *const *in)              \
    {                                                                                                                  \
        return (int)gpu__moving_mean(room, (T *)out, (const T *)in[0], j->shape[0], j->shape[1], j->shape[1] - 1,      \
                                     j->shape[0], true);                                                               \
    }
#define GPU__CONV1D_DEVICE(T, name)                                                                                    \
    static int name##__device(const gpu__job *j, const gpu__room *room, void *out, const void *const *in)              \
    {                                                                                                                  \
        return (int)gpu__convolve<T, double>((cudaStream_t)room->stream, (T *)out, (const T *)in[0], (const T *)in[1], \
                                             j->shape[0], j->shape[1], j->shape[1] / 2, j->shape[0]);                  \
    }
#define GPU__STENCIL_DEVICE(T, name)                                                                                   \
    static int name##__device(const gpu__job *j, const gpu__room *room, void *out, const void *const *in)              \
    {                                                                                                                  \
        return (int)gpu__stencil5((cudaStream_t)room->stream, (T *)out, (const T *)in[0], j->shape[0], j->shape[1],    \
                                  (T)j->number[0].real, (T)j->number[1].real);                                         \
    }
#define GPU__NORMALIZE_DEVICE(T, name)                                                                                 \
    static int name##__device(const gpu__job *j, const gpu__room *room, void *out, const void *const *in)              \
    {                                                                                                                  \
        return (int)gpu__normalize_launch(room, (T *)out, (const T *)in[0], j->shape[0], 0.0);                         \
    }
#else
#define GPU__INDEXED_DEVICE(T, name)
#define GPU__ARG_DEVICE(T, name, smallest)
#define GPU__MOMENTS_DEVICE(T, name)
#define GPU__ROWS_DEVICE(T, Out, name, mode, R, ...)
#define GPU__COLS_DEVICE(T, Out, name, mode, ...)
#define GPU__TRANSPOSE_DEVICE(T, name)
#define GPU__HISTOGRAM_DEVICE(T, name)
#define GPU__BINCOUNT_DEVICE(T, name)
#define GPU__MOVING_AVERAGE_DEVICE(T, name)
#define GPU__CONV1D_DEVICE(T, name)
#define GPU__STENCIL_DEVICE(T, name)
#define GPU__NORMALIZE_DEVICE(T, name)
#endif

#ifdef GPU__CUDA
#include "gpu_kernels.cuh"
#endif

#ifdef GPU__CUDA
namespace
{
template <class Type> struct gpu__computed {
    typedef Type Wrap, Result, Mean;
    typedef double Accum, WrapAccum;
};
template <> struct gpu__computed<int32_t> {
    typedef uint32_t Wrap;
    typedef int64_t Accum, Result;
    typedef uint64_t WrapAccum;
    typedef double Mean;
};
template <> struct gpu__computed<int64_t> {
    typedef uint64_t Wrap;
    typedef int64_t Accum, Result;
    typedef uint64_t WrapAccum;
    typedef double Mean;
};
template <class Type> struct gpu__common {
    typedef typename gpu__computed<Type>::Wrap Wrap;
    typedef typename gpu__computed<Type>::Accum Accum;
    typedef typename gpu__computed<Type>::WrapAccum WrapAccum;
    typedef typename gpu__computed<Type>::Result Result;
    typedef typename gpu__computed<Type>::Mean Mean;
    GPU__BODIES(Type, t, Wrap, Accum, WrapAccum, Result, Mean)
};
template <class Type> struct gpu__real : gpu__common<Type> {
    using gpu__common<Type>::gpu__moments_t;
    GPU__BODIES_F(Type, t)
};
template <class Type> struct gpu__whole : gpu__common<Type> {
    GPU__BODIES_I(Type, t, typename gpu__computed<Type>::Wrap)
};
template <class Type> struct gpu__all;
template <> struct gpu__all<float> : gpu__real<float> {
};
template <> struct gpu__all<double> : gpu__real<double> {
};
template <> struct gpu__all<int32_t> : gpu__whole<int32_t> {
};
template <> struct gpu__all<int64_t> : gpu__whole<int64_t> {
};
} // namespace
#define GPU__WRAP(R, name, T, s, parameters, arguments)                                                                \
    template <int> static inline R gpu_##name##_##s parameters { return gpu__all<T>::gpu_##name##_t arguments; }
GPU__PREWRITTEN_ALL(GPU__WRAP)
template <class Type> static inline gpu__all<Type> gpu__all_of(const Type *) { return gpu__all<Type>(); }
#else
#define GPU__PRE_STAMP                                                                                                 \
    GPU__BODIES(float, f32, float, double, double, float, float)                                                       \
    GPU__BODIES(double, f64, double, double, double, double, double)                                                   \
    GPU__BODIES(int32_t, i32, uint32_t, int64_t, uint64_t, int64_t, double)                                            \
    GPU__BODIES(int64_t, i64, uint64_t, int64_t, uint64_t, int64_t, double)                                            \
    GPU__BODIES_F(float, f32)                                                                                          \
    GPU__BODIES_F(double, f64) GPU__BODIES_I(int32_t, i32, uint32_t) GPU__BODIES_I(int64_t, i64, uint64_t)
#ifndef GPU_KERNELS_FOR_C
#if defined(__GNUC__) /* x != x asks for NaN, which an integer type stamped from the same text has not */
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wtautological-compare"
#endif
GPU__PRE_STAMP
#if defined(__GNUC__)
#pragma GCC diagnostic pop
#endif
#endif
#ifdef __cplusplus
#define GPU__PRE_OVERLOAD(R, name, T, s, parameters, arguments)                                                        \
    static GPU__UNUSED inline R gpu_##name##__any parameters { return gpu_##name##_##s arguments; }
GPU__PREWRITTEN_ALL(GPU__PRE_OVERLOAD)
#endif
#endif

