/* A bare name calls the function for the type that the pointer x points to. Any other type is one error that lists the
   types allowed; a default branch accepts the call itself, so that no further errors follow. */
#define GPU__HERE_PREWRITTEN gpu__note_site(__FILE__, __LINE__, GPU__BY_PREWRITTEN)
#ifdef __cplusplus
extern "C++" {
struct gpu__is_no_pointer_to_an_array; /* never defined: an error quotes the name */
#define GPU__FORM(form, bits, types)                                                                                   \
    template <class Type> struct gpu__##form : gpu__is<Type> {                                                         \
        static_assert(gpu__is<Type>::bit & (bits), "gpu.h: this function takes arrays of " types);                     \
    };                                                                                                                 \
    template <class Type> gpu__##form<Type> gpu__has_##form(const Type *array);                                        \
    gpu__is_no_pointer_to_an_array gpu__has_##form(...);
}
/* The tag of the type that x points to. */
#define GPU__TYPE_TAG(x) GPU__AS(gpu_type, decltype(gpu__has_form_any(x))::tag)
#ifdef GPU__CUDA
#define GPU__OF_TYPE(name, ...) decltype(gpu__all_of(__VA_ARGS__))::name##_t
#else
#define GPU__OF_TYPE(name, ...) gpu__typed<name##__, decltype(gpu__all_of(__VA_ARGS__))>::call
#endif
#define GPU__BARE(form, x, f, args) ((void)sizeof(gpu__has_##form(x)), GPU__HERE_PREWRITTEN, GPU__OF_TYPE(f, x) args)
#define GPU__BARE_WEIGHTS(x, w, arguments)                                                                             \
    ((void)sizeof(gpu__has_form_real(w)), GPU__HERE_PREWRITTEN, GPU__OF_TYPE(gpu_bincount_weights, w, x) arguments)
#define GPU__BARE_MATMUL(x, name, arguments) (GPU__HERE_PREWRITTEN, name##__any arguments)
#else
#define GPU__CASE(T, of) T * : of, const T * : of
double gpu__no_form(const void *first, ...); /* never defined: GPU__REQUIRE has failed already */
#define GPU__BARE(x, which, is, cases, arguments)                                                                      \
    (GPU__REQUIRE(which, _Generic((x), GPU__STRIP is, default : 0)), GPU__HERE_PREWRITTEN,                             \
     GPU__EXTENSION _Generic((x), GPU__STRIP cases, default                                                            \
                             : gpu__no_form) arguments)
#define GPU__BY_INDEX(x, name) _Generic((x), GPU__CASE(int64_t, name##_i64), default : name)
#define GPU__BARE_WEIGHTS(x, w, arguments)                                                                             \
    GPU__BARE(w, gpu__takes_arrays_of_float_or_double, (GPU__CASE(float, 1), GPU__CASE(double, 1)),                    \
              (GPU__CASE(float, GPU__BY_INDEX(x, gpu_bincount_weights_f32)),                                           \
               GPU__CASE(double, GPU__BY_INDEX(x, gpu_bincount_weights_f64))),                                         \
              arguments)
#define GPU__TYPE_TAG(x)                                                                                               \
    (GPU__REQUIRE(gpu__takes_arrays_of_float_double_int32_t_int64_t_uint8_t_uint32_t_or_uint64_t,                      \
                  (int)GPU__TYPE_OF(x) != -1),                                                                         \
     GPU__EXTENSION GPU__TYPE_OF(x))
#define GPU__BARE_MATMUL(x, name, arguments)                                                                           \
    (GPU__HERE_PREWRITTEN,                                                                                             \
     GPU__EXTENSION _Generic((x), GPU__CASE(float, name##_f32), GPU__CASE(double, name##_f64),                         \
                             GPU__CASE(gpu_bf16, name##_bf16), GPU__CASE(gpu_f16, name##_f16)) arguments)
#endif

#endif /* GPU__NAMES */
