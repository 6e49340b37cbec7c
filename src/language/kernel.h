static inline gpu_config gpu__with_loops(gpu_config config) /* see gpu_for */
{
    config.dims += 3;
    return config;
}
/* A launch without a configuration is an error that quotes this name. */
typedef gpu_config gpu__first_a_configuration_as_gpu_for_n;
#define GPU__CONFIG gpu__first_a_configuration_as_gpu_for_n gpu__config
#define GPU__KERNEL_gpu__paired(name, ...)                                                                             \
    GPU__NO_TEMPLATE                                                                                                   \
    GPU__LIFTED_FN void name##__body(GPU__IDS_PARAMETER GPU__EACH(GPU__FORMAL, GPU__COMMA, __VA_ARGS__));              \
    GPU__KERNEL_PARTS(name, __VA_ARGS__)                                                                               \
    GPU__KERNEL_CALL(name, (GPU__CONFIG, GPU__EACH(GPU__FORMAL, GPU__COMMA, __VA_ARGS__)),                             \
                     GPU__EACH(GPU__ADDRESS, GPU__COMMA, __VA_ARGS__))                                                 \
    GPU__LIFTED_FN void name##__body(GPU__IDS_PARAMETER GPU__EACH(GPU__FORMAL, GPU__COMMA, __VA_ARGS__))
#define GPU__KERNEL_PARTS(name, ...)                                                                                   \
    GPU__KERNEL_THREAD(name, __VA_ARGS__)                                                                              \
    GPU__COPIES(GPU__REST_COPY, name, __VA_ARGS__)                                                                     \
    static gpu__kernel name##__kernel = GPU__KERNEL_OF(name, __VA_ARGS__);
/* A kernel without parameters has one that is not visible to the user; it gets any number. */
#define GPU__KERNEL_gpu__none(name)                                                                                    \
    GPU__OUTSIDE                                                                                                       \
    GPU__LIFTED_FN void name##__body(GPU__IDS_PARAMETER int gpu__nothing GPU__UNUSED);                                 \
    GPU__KERNEL_PARTS(name, (int, gpu__nothing))                                                                       \
    GPU__KERNEL_CALL(name, (GPU__CONFIG), &gpu__config.line)                                                           \
    GPU__LIFTED_FN void name##__body(GPU__IDS_PARAMETER int gpu__nothing GPU__UNUSED)
#define GPU__KERNEL_THREAD(name, ...)                                                                                  \
    GPU__HOT static void name##__one(void **gpu__argv)                                                                 \
    {                                                                                                                  \
        const gpu__thread_indices gpu__id = gpu__simulated.id;                                                         \
        name##__body(GPU__IDS_ARGUMENT GPU__EACH(GPU__UNPACK, GPU__COMMA, __VA_ARGS__));                               \
    }
#define GPU__KERNEL_OF(name, ...)                                                                                      \
    {                                                                                                                  \
        GPU__STRIP(#name), __FILE__, __LINE__, name##__one, GPU__TABLE(name##__rest), gpu__shared_bounds,              \
            GPU__ENTRY(name##__body, GPU__EACH(GPU__TYPE, GPU__COMMA, __VA_ARGS__)), GPU__COUNT(__VA_ARGS__),          \
            {GPU__EACH(GPU__SIZE, GPU__COMMA, __VA_ARGS__)}, GPU__EACH(GPU__POINTS, GPU__OR, __VA_ARGS__),             \
            GPU__AT_TABLE, 0, 0, 0, {0, 0, 0}, 0, 0                                                                    \
    }
#define GPU__KERNEL_CALL(name, parameters, ...)                                                                        \
    static GPU__UNUSED inline gpu_status name parameters                                                               \
    {                                                                                                                  \
        void *gpu__argv[] = {__VA_ARGS__};                                                                             \
        return gpu__launch(&name##__kernel, &gpu__config, gpu__argv);                                                  \
    }

/* A kernel template: a class in an unnamed namespace has the parts of a kernel as members, so that each instantiation
   is a kernel of its own, private to the file. */
#ifdef __cplusplus
#define GPU__TEMPLATE_gpu__paired(parameters, name, ...)                                                               \
    GPU__TEMPLATE_CLASS(parameters, name, __VA_ARGS__)                                                                 \
    GPU__TEMPLATE_CALL(parameters, name, __VA_ARGS__)                                                                  \
    GPU__TEMPLATE_HEAD parameters GPU__HOT GPU__HOST_DEVICE                                                            \
        GPU__ALWAYS_INLINE void name##__of<GPU__TEMPLATE_NAMES parameters>::name##__body(                              \
            GPU__IDS_PARAMETER GPU__EACH(GPU__FORMAL, GPU__COMMA, __VA_ARGS__))
#define GPU__TEMPLATE_CLASS(parameters, name, ...)                                                                     \
    namespace                                                                                                          \
    {                                                                                                                  \
    GPU__TEMPLATE_HEAD parameters struct name##__of {                                                                  \
        GPU__LIFTED_FN void name##__body(GPU__IDS_PARAMETER GPU__EACH(GPU__FORMAL, GPU__COMMA, __VA_ARGS__));          \
        GPU__KERNEL_THREAD(name, __VA_ARGS__)                                                                          \
        GPU__COPIES(GPU__REST_COPY, name, __VA_ARGS__) GPU__TEMPLATE_LAUNCH(name, __VA_ARGS__)                         \
    };                                                                                                                 \
    }
#define GPU__TEMPLATE_HEAD(...) template <GPU__EACH(GPU__FORMAL, GPU__COMMA, __VA_ARGS__)>
#define GPU__TEMPLATE_NAMES(...) GPU__EACH(GPU__NAME, GPU__COMMA, __VA_ARGS__)
#define GPU__TEMPLATE_LAUNCH(name, ...)                                                                                \
    static gpu_status name##__launch(const gpu_config *gpu__config, void **gpu__argv)                                  \
    {                                                                                                                  \
        static gpu__kernel gpu__it = GPU__KERNEL_OF(name, __VA_ARGS__);                                                \
        return gpu__launch(&gpu__it, gpu__config, gpu__argv);                                                          \
    }
#define GPU__TEMPLATE_CALL(parameters, name, ...)                                                                      \
    GPU__TEMPLATE_HEAD parameters static inline gpu_status name(GPU__CONFIG,                                           \
                                                                GPU__EACH(GPU__FORMAL, GPU__COMMA, __VA_ARGS__))       \
    {                                                                                                                  \
        void *gpu__argv[] = {GPU__EACH(GPU__ADDRESS, GPU__COMMA, __VA_ARGS__)};                                        \
        return name##__of<GPU__TEMPLATE_NAMES parameters>::name##__launch(&gpu__config, gpu__argv);                    \
    }
#endif
