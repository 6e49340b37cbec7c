/* ====================================================================================== >>prewritten functions == */

/* The files of ops/ are read once as they are (GPU__ONCE), and then once for each type of element, by ops/passes.h,
   which includes this file anew: what stands under GPU__FOR_ALL, GPU__FOR_REAL or GPU__FOR_WHOLE is ordinary code for
   elements of type GPU__T, and GPU__N(gpu_var) is gpu_var_f32, _f64, _i32 or _i64. (nvcc reads it as the inside of a
   class template, where nothing is compiled that the program does not call; there the suffix is _t.) */
#ifdef GPU__ONCE
#define GPU__N(name) GPU__CAT(name##_, GPU__SUFFIX)
#ifdef GPU__CUDA
template <class Type> struct gpu__computed {
    typedef Type Wrap, Sum;
    typedef double Accum, WrapAccum, Real;
    typedef uint64_t Bits;
};
template <> struct gpu__computed<int32_t> {
    typedef uint32_t Wrap;
    typedef int64_t Accum, Sum;
    typedef uint64_t WrapAccum;
    typedef double Real;
};
template <> struct gpu__computed<int64_t> {
    typedef uint64_t Wrap;
    typedef int64_t Accum, Sum;
    typedef uint64_t WrapAccum;
    typedef double Real;
};
template <> struct gpu__computed<float> {
    typedef float Wrap, Sum, Real;
    typedef double Accum, WrapAccum;
    typedef uint32_t Bits;
};
#define GPU__COMPUTED(what) typename gpu__computed<GPU__T>::what
#else
#define GPU__COMPUTED(what) GPU__N(gpu__##what)
typedef float gpu__Wrap_f32, gpu__Sum_f32, gpu__Real_f32;
typedef double gpu__Accum_f32, gpu__WrapAccum_f32;
typedef double gpu__Wrap_f64, gpu__Sum_f64, gpu__Real_f64, gpu__Accum_f64, gpu__WrapAccum_f64;
typedef uint32_t gpu__Bits_f32, gpu__Wrap_i32;
typedef uint64_t gpu__Bits_f64, gpu__Wrap_i64, gpu__WrapAccum_i32, gpu__WrapAccum_i64;
typedef int64_t gpu__Sum_i32, gpu__Sum_i64, gpu__Accum_i32, gpu__Accum_i64;
typedef double gpu__Real_i32, gpu__Real_i64;
#endif
#define GPU__IS_REAL ((GPU__T)0.5 > 0)
#define GPU__W GPU__COMPUTED(Wrap)       /* what elements are computed in: integers wrap */
#define GPU__A GPU__COMPUTED(Accum)      /* what they are summed in */
#define GPU__AW GPU__COMPUTED(WrapAccum) /* and that wraps */
#define GPU__BITS GPU__COMPUTED(Bits)    /* of floating-point elements */
#define GPU__ROW_SUM GPU__COMPUTED(Sum)  /* the result of a sum along an axis */
#define GPU__REAL GPU__COMPUTED(Real)    /* the result of a mean along an axis; the edge of a histogram's bin */
#endif
