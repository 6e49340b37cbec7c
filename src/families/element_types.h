/* ====================================================================================== >>prewritten functions == */

/* Text under GPU__FOR_SET in the files of families/ is code for elements of type GPU__T, in which GPU__N(gpu_var) is
   gpu_var_f32, gpu_var_f64 and so on; SET names the types that have it: ANY (all seven), ALL (float, double, int32_t,
   int64_t), REAL (float, double), WHOLE (int32_t, int64_t), COUNTED (WHOLE and the unsigned types), PIXELS (ALL and
   uint8_t), IMAGE (REAL and uint8_t) or BYTES (uint8_t). src/join puts the text into this file once for each type of
   its set. (nvcc reads only the first copy, as the inside of one class template for all types, and compiles the
   functions that the program calls; the suffix is _t there.) */
#ifdef GPU__ONCE
/* Through pointers to these types, elements of any type of 4 or 8 bytes are read and written. */
typedef uint32_t gpu__any_32 GPU__MAY_ALIAS;
typedef uint64_t gpu__any_64 GPU__MAY_ALIAS;
#ifdef GPU__CUDA
template <class Type> struct gpu__computed {
    static const gpu_type Tag = GPU_F64;
    typedef Type Wrap, Sum;
    typedef double Accum, WrapAccum, Real, Tap;
    typedef gpu__any_64 Bits;
};
template <> struct gpu__computed<int32_t> {
    static const gpu_type Tag = GPU_I32;
    typedef uint32_t Wrap;
    typedef gpu__any_32 Bits;
    typedef int64_t Accum, Sum;
    typedef uint64_t WrapAccum;
    typedef double Real, Tap;
};
template <> struct gpu__computed<int64_t> {
    static const gpu_type Tag = GPU_I64;
    typedef uint64_t Wrap;
    typedef gpu__any_64 Bits;
    typedef int64_t Accum, Sum;
    typedef uint64_t WrapAccum;
    typedef double Real, Tap;
};
template <> struct gpu__computed<uint8_t> {
    static const gpu_type Tag = GPU_U8;
    typedef uint64_t Wrap, Sum, Accum, WrapAccum;
    typedef double Real;
    typedef float Tap;
    typedef uint8_t Bits;
};
template <> struct gpu__computed<uint32_t> : gpu__computed<uint8_t> {
    static const gpu_type Tag = GPU_U32;
    typedef gpu__any_32 Bits;
};
template <> struct gpu__computed<uint64_t> : gpu__computed<uint8_t> {
    static const gpu_type Tag = GPU_U64;
    typedef gpu__any_64 Bits;
};
template <> struct gpu__computed<float> {
    static const gpu_type Tag = GPU_F32;
    typedef float Wrap, Sum, Real, Tap;
    typedef double Accum, WrapAccum;
    typedef gpu__any_32 Bits;
};
#define GPU__COMPUTED(what) typename gpu__computed<GPU__T>::what
#define GPU__ELEMENT gpu__computed<GPU__T>::Tag
#else
#define GPU__COMPUTED(what) GPU__N(gpu__##what)
#define GPU__ELEMENT GPU__N(gpu__tag)
enum {
    gpu__tag_f32 = GPU_F32,
    gpu__tag_f64 = GPU_F64,
    gpu__tag_i32 = GPU_I32,
    gpu__tag_i64 = GPU_I64,
    gpu__tag_u8 = GPU_U8,
    gpu__tag_u32 = GPU_U32,
    gpu__tag_u64 = GPU_U64
};
typedef float gpu__Wrap_f32, gpu__Sum_f32, gpu__Real_f32, gpu__Tap_f32, gpu__Tap_u8;
typedef double gpu__Accum_f32, gpu__WrapAccum_f32;
typedef double gpu__Wrap_f64, gpu__Sum_f64, gpu__Real_f64, gpu__Accum_f64, gpu__WrapAccum_f64, gpu__Tap_f64;
typedef uint8_t gpu__Bits_u8;
typedef gpu__any_32 gpu__Bits_f32, gpu__Bits_i32, gpu__Bits_u32;
typedef gpu__any_64 gpu__Bits_f64, gpu__Bits_i64, gpu__Bits_u64;
typedef uint32_t gpu__Wrap_i32;
typedef uint64_t gpu__Wrap_i64, gpu__WrapAccum_i32, gpu__WrapAccum_i64;
typedef int64_t gpu__Sum_i32, gpu__Sum_i64, gpu__Accum_i32, gpu__Accum_i64;
typedef double gpu__Real_i32, gpu__Real_i64, gpu__Real_u8, gpu__Real_u32, gpu__Real_u64;
typedef uint64_t gpu__Accum_u8, gpu__Accum_u32, gpu__Accum_u64, gpu__WrapAccum_u8, gpu__WrapAccum_u32,
    gpu__WrapAccum_u64;
#endif
#define GPU__IS_REAL ((GPU__T)0.5 > 0)
#define GPU__W GPU__COMPUTED(Wrap)       /* arithmetic type: integers wrap */
#define GPU__A GPU__COMPUTED(Accum)      /* accumulator of a sum */
#define GPU__AW GPU__COMPUTED(WrapAccum) /* the same, wrapping */
#define GPU__BITS GPU__COMPUTED(Bits)    /* the unsigned integer type of an element's size */
#define GPU__TOTAL GPU__COMPUTED(Sum)    /* the result of a sum along an axis */
#define GPU__TAP GPU__COMPUTED(Tap)      /* the type of a filter's taps for such elements */
#define GPU__REAL GPU__COMPUTED(Real)    /* the result of a mean along an axis; the edge of a histogram's bin */
#endif
