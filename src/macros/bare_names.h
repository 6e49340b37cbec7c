/* What a bare name is: the function for the type that the pointer x points to. */
#define GPU__HERE_TOO gpu__at(__FILE__, __LINE__, GPU__BY_PREWRITTEN)
#if defined(GPU__CUDA)
#define GPU__BARE_ALL(x, name, arguments) (GPU__HERE_TOO, decltype(gpu__all_of(x))::name##_t arguments)
#define GPU__BARE_REAL GPU__BARE_ALL
#define GPU__BARE_WHOLE GPU__BARE_ALL
#define GPU__BARE_MATMUL(x, name, arguments) (GPU__HERE_TOO, name##__any arguments)
#elif defined(__cplusplus)
#define GPU__BARE_ALL(x, name, arguments) (GPU__HERE_TOO, name##__any arguments)
#define GPU__BARE_REAL GPU__BARE_ALL
#define GPU__BARE_WHOLE GPU__BARE_ALL
#define GPU__BARE_MATMUL GPU__BARE_ALL
#else
#define GPU__CASE(T, name) T * : name, const T * : name
#define GPU__CASES_REAL(name) GPU__CASE(float, name##_f32), GPU__CASE(double, name##_f64)
#define GPU__CASES_WHOLE(name) GPU__CASE(int32_t, name##_i32), GPU__CASE(int64_t, name##_i64)
#define GPU__BARE_ALL(x, name, arguments)                                                                              \
    (GPU__HERE_TOO, GPU__EXTENSION _Generic((x), GPU__CASES_REAL(name), GPU__CASES_WHOLE(name)) arguments)
#define GPU__BARE_REAL(x, name, arguments)                                                                             \
    (GPU__HERE_TOO, GPU__EXTENSION _Generic((x), GPU__CASES_REAL(name)) arguments)
#define GPU__BARE_WHOLE(x, name, arguments)                                                                            \
    (GPU__HERE_TOO, GPU__EXTENSION _Generic((x), GPU__CASES_WHOLE(name)) arguments)
#define GPU__BARE_MATMUL(x, name, arguments)                                                                           \
    (GPU__HERE_TOO, GPU__EXTENSION _Generic((x), GPU__CASES_REAL(name), gpu_bf16 *                                     \
                                            : name##_bf16, gpu_f16 *                                                   \
                                            : name##_f16) arguments)
#endif

#endif /* GPU__NAMES */

