/* A bare name calls the function for the type that the pointer x points to. Any other type is one error that lists the
   types allowed; a default branch accepts the call itself, so that no further errors follow. */
#define GPU__HERE_PREWRITTEN gpu__note_site(__FILE__, __LINE__, GPU__BY_PREWRITTEN)
#ifdef __cplusplus
extern "C++" {
template <class Type> struct gpu__is {
    enum { real = 0, whole = 0, natural = 0 };
};
template <> struct gpu__is<float> {
    enum { real = 1, whole = 0, natural = 0 };
};
template <> struct gpu__is<double> : gpu__is<float> {
};
template <> struct gpu__is<int32_t> {
    enum { real = 0, whole = 1, natural = 0 };
};
template <> struct gpu__is<int64_t> : gpu__is<int32_t> {
};
template <> struct gpu__is<uint8_t> {
    enum { real = 0, whole = 0, natural = 1 };
};
template <> struct gpu__is<uint32_t> : gpu__is<uint8_t> {
};
template <> struct gpu__is<uint64_t> : gpu__is<uint8_t> {
};
struct gpu__is_no_pointer_to_an_array; /* never defined: an error quotes the name */
#define GPU__FORM(form, there_are, types)                                                                              \
    template <class Type> struct gpu__##form {                                                                         \
        static_assert(there_are, "gpu.h: this function takes arrays of " types);                                       \
    };                                                                                                                 \
    template <class Type> gpu__##form<Type> gpu__has_##form(const Type *array);                                        \
    gpu__is_no_pointer_to_an_array gpu__has_##form(...);
GPU__FORM(form_all, gpu__is<Type>::real + gpu__is<Type>::whole, "float, double, int32_t or int64_t")
GPU__FORM(form_real, gpu__is<Type>::real, "float or double")
GPU__FORM(form_whole, gpu__is<Type>::whole, "int32_t or int64_t")
GPU__FORM(form_counted, gpu__is<Type>::whole + gpu__is<Type>::natural,
          "int32_t, int64_t, uint8_t, uint32_t or uint64_t")
GPU__FORM(form_pixels, gpu__is<Type>::real + gpu__is<Type>::whole + (gpu__is<Type>::natural && sizeof(Type) == 1),
          "float, double, int32_t, int64_t or uint8_t")
GPU__FORM(form_image, gpu__is<Type>::real + (gpu__is<Type>::natural && sizeof(Type) == 1), "float, double or uint8_t")
GPU__FORM(form_any, gpu__is<Type>::real + gpu__is<Type>::whole + gpu__is<Type>::natural,
          "float, double, int32_t, int64_t, uint8_t, uint32_t or uint64_t")
}
extern "C++" {
template <class Type> struct gpu__type_tag {
    static_assert(
        gpu__is<Type>::real + gpu__is<Type>::whole + gpu__is<Type>::natural,
        "gpu.h: this function takes arrays of float, double, int32_t, int64_t, uint8_t, uint32_t or uint64_t");
    enum {
        tag = gpu__is<Type>::real    ? (sizeof(Type) == 4 ? GPU_F32 : GPU_F64)
              : gpu__is<Type>::whole ? (sizeof(Type) == 4 ? GPU_I32 : GPU_I64)
              : sizeof(Type) == 1    ? GPU_U8
              : sizeof(Type) == 4    ? GPU_U32
                                     : GPU_U64
    };
};
template <class Type> static inline gpu_type gpu__type_tag_of(const Type *)
{
    return (gpu_type)gpu__type_tag<Type>::tag;
}
}
#define GPU__TYPE_TAG(x) gpu__type_tag_of(x)
#ifdef GPU__CUDA
#define GPU__BARE(form, x, name, arguments)                                                                            \
    ((void)sizeof(gpu__has_##form(x)), GPU__HERE_PREWRITTEN, decltype(gpu__all_of(x))::name##_t arguments)
#else
#define GPU__BARE(form, x, name, arguments)                                                                            \
    ((void)sizeof(gpu__has_##form(x)), GPU__HERE_PREWRITTEN, name##__any arguments)
#endif
#define GPU__BARE_ALL(x, name, arguments) GPU__BARE(form_all, x, name, arguments)
#define GPU__BARE_REAL(x, name, arguments) GPU__BARE(form_real, x, name, arguments)
#define GPU__BARE_WHOLE(x, name, arguments) GPU__BARE(form_whole, x, name, arguments)
#define GPU__BARE_COUNTED(x, name, arguments) GPU__BARE(form_counted, x, name, arguments)
#define GPU__BARE_PIXELS(x, name, arguments) GPU__BARE(form_pixels, x, name, arguments)
#define GPU__BARE_IMAGE(x, name, arguments) GPU__BARE(form_image, x, name, arguments)
#define GPU__BARE_ANY(x, name, arguments) GPU__BARE(form_any, x, name, arguments)
#define GPU__BARE_CAST(out, x, n) GPU__BARE_ANY(out, gpu_cast, (out, x, n))
#define GPU__BARE_WEIGHTS(x, w, arguments) GPU__BARE_REAL(w, gpu_bincount_weights, arguments)
#define GPU__BARE_MATMUL(x, name, arguments) (GPU__HERE_PREWRITTEN, name##__any arguments)
#else
#define GPU__CASE(T, of) T * : of, const T * : of
#define GPU__CASES_REAL(name) GPU__CASE(float, name##_f32), GPU__CASE(double, name##_f64)
#define GPU__CASES_WHOLE(name) GPU__CASE(int32_t, name##_i32), GPU__CASE(int64_t, name##_i64)
#define GPU__CASES_UNSIGNED(name)                                                                                      \
    GPU__CASE(uint8_t, name##_u8), GPU__CASE(uint32_t, name##_u32), GPU__CASE(uint64_t, name##_u64)
#define GPU__IS_REAL_ARRAY GPU__CASE(float, 1), GPU__CASE(double, 1)
#define GPU__IS_WHOLE_ARRAY GPU__CASE(int32_t, 1), GPU__CASE(int64_t, 1)
#define GPU__IS_UNSIGNED_ARRAY GPU__CASE(uint8_t, 1), GPU__CASE(uint32_t, 1), GPU__CASE(uint64_t, 1)
double gpu__no_form(const void *first, ...); /* never defined: GPU__REQUIRE has failed already */
#define GPU__BARE(x, which, is, cases, arguments)                                                                      \
    (GPU__REQUIRE(which, _Generic((x), GPU__STRIP is, default : 0)), GPU__HERE_PREWRITTEN,                             \
     GPU__EXTENSION _Generic((x), GPU__STRIP cases, default                                                            \
                             : gpu__no_form) arguments)
#define GPU__BARE_ALL(x, name, arguments)                                                                              \
    GPU__BARE(x, gpu__takes_arrays_of_float_double_int32_t_or_int64_t, (GPU__IS_REAL_ARRAY, GPU__IS_WHOLE_ARRAY),      \
              (GPU__CASES_REAL(name), GPU__CASES_WHOLE(name)), arguments)
#define GPU__BARE_REAL(x, name, arguments)                                                                             \
    GPU__BARE(x, gpu__takes_arrays_of_float_or_double, (GPU__IS_REAL_ARRAY), (GPU__CASES_REAL(name)), arguments)
#define GPU__BARE_WHOLE(x, name, arguments)                                                                            \
    GPU__BARE(x, gpu__takes_arrays_of_int32_t_or_int64_t, (GPU__IS_WHOLE_ARRAY), (GPU__CASES_WHOLE(name)), arguments)
#define GPU__BARE_COUNTED(x, name, arguments)                                                                          \
    GPU__BARE(x, gpu__takes_arrays_of_int32_t_int64_t_uint8_t_uint32_t_or_uint64_t,                                    \
              (GPU__IS_WHOLE_ARRAY, GPU__IS_UNSIGNED_ARRAY), (GPU__CASES_WHOLE(name), GPU__CASES_UNSIGNED(name)),      \
              arguments)
#define GPU__BARE_PIXELS(x, name, arguments)                                                                           \
    GPU__BARE(x, gpu__takes_arrays_of_float_double_int32_t_int64_t_or_uint8_t,                                         \
              (GPU__IS_REAL_ARRAY, GPU__IS_WHOLE_ARRAY, GPU__CASE(uint8_t, 1)),                                        \
              (GPU__CASES_REAL(name), GPU__CASES_WHOLE(name), GPU__CASE(uint8_t, name##_u8)), arguments)
#define GPU__BARE_IMAGE(x, name, arguments)                                                                            \
    GPU__BARE(x, gpu__takes_arrays_of_float_double_or_uint8_t, (GPU__IS_REAL_ARRAY, GPU__CASE(uint8_t, 1)),            \
              (GPU__CASES_REAL(name), GPU__CASE(uint8_t, name##_u8)), arguments)
#define GPU__BARE_ANY(x, name, arguments)                                                                              \
    GPU__BARE(x, gpu__takes_arrays_of_float_double_int32_t_int64_t_uint8_t_uint32_t_or_uint64_t,                       \
              (GPU__IS_REAL_ARRAY, GPU__IS_WHOLE_ARRAY, GPU__IS_UNSIGNED_ARRAY),                                       \
              (GPU__CASES_REAL(name), GPU__CASES_WHOLE(name), GPU__CASES_UNSIGNED(name)), arguments)
#define GPU__BY_INDEX(x, name) _Generic((x), GPU__CASE(int64_t, name##_i64), default : name)
#define GPU__BARE_WEIGHTS(x, w, arguments)                                                                             \
    GPU__BARE(w, gpu__takes_arrays_of_float_or_double, (GPU__IS_REAL_ARRAY),                                           \
              (GPU__CASE(float, GPU__BY_INDEX(x, gpu_bincount_weights_f32)),                                           \
               GPU__CASE(double, GPU__BY_INDEX(x, gpu_bincount_weights_f64))),                                         \
              arguments)
#define GPU__TYPE_OF(x)                                                                                                \
    _Generic((x), GPU__CASE(float, GPU_F32), GPU__CASE(double, GPU_F64), GPU__CASE(int32_t, GPU_I32),                  \
             GPU__CASE(int64_t, GPU_I64), GPU__CASE(uint8_t, GPU_U8), GPU__CASE(uint32_t, GPU_U32),                    \
             GPU__CASE(uint64_t, GPU_U64), default                                                                     \
             : (gpu_type)-1)
#define GPU__TYPE_TAG(x)                                                                                               \
    (GPU__REQUIRE(gpu__takes_arrays_of_float_double_int32_t_int64_t_uint8_t_uint32_t_or_uint64_t,                      \
                  (int)GPU__TYPE_OF(x) != -1),                                                                         \
     GPU__EXTENSION GPU__TYPE_OF(x))
#define GPU__BARE_CAST(out, x, n)                                                                                      \
    (GPU__REQUIRE(gpu__takes_arrays_of_float_double_int32_t_int64_t_uint8_t_uint32_t_or_uint64_t,                      \
                  (int)GPU__TYPE_OF(x) != -1),                                                                         \
     GPU__BARE_ANY(out, gpu_cast, (out, x, GPU__TYPE_OF(x), n)))
#define GPU__BARE_MATMUL(x, name, arguments)                                                                           \
    (GPU__HERE_PREWRITTEN, GPU__EXTENSION _Generic((x), GPU__CASES_REAL(name), gpu_bf16 *                              \
                                                   : name##_bf16, gpu_f16 *                                            \
                                                   : name##_f16) arguments)
#endif

#endif /* GPU__NAMES */
