/* ----------------------------------------------------------------------------------------- kernels from a string -- */

#ifdef GPU_COMPILE
/* An argument of gpu_launch: its kind, 'p' (pointer), 'i' (integer), 'u' (unsigned) or 'f' (floating-point). */
typedef struct gpu__value {
    int kind;
    union {
        const volatile void *p;
        long long i;
        unsigned long long u;
        double f;
    } as;
} gpu__value;
#define GPU__LAUNCH_ARG_FN(name, T, member)                                                                            \
    static inline gpu__value gpu__value_##name(T v)                                                                    \
    {                                                                                                                  \
        gpu__value r;                                                                                                  \
        r.kind = #name[0];                                                                                             \
        r.as.member = v;                                                                                               \
        return r;                                                                                                      \
    }
GPU__LAUNCH_ARG_FN(p, const volatile void *, p)
GPU__LAUNCH_ARG_FN(i, long long, i)
GPU__LAUNCH_ARG_FN(u, unsigned long long, u)
GPU__LAUNCH_ARG_FN(f, double, f)
#ifdef __cplusplus
extern "C++" {
#define GPU__LAUNCH_ARG_OF(name, T)                                                                                    \
    static inline gpu__value gpu__value_of(T v) { return gpu__value_##name(v); }
GPU__LAUNCH_ARG_OF(p, const volatile void *)
GPU__LAUNCH_ARG_OF(i, int)
GPU__LAUNCH_ARG_OF(i, long)
GPU__LAUNCH_ARG_OF(i, long long)
GPU__LAUNCH_ARG_OF(u, unsigned)
GPU__LAUNCH_ARG_OF(u, unsigned long)
GPU__LAUNCH_ARG_OF(u, unsigned long long)
static inline gpu__value gpu__value_of(float v) { return gpu__value_f((double)v); }
GPU__LAUNCH_ARG_OF(f, double)
}
#define GPU__LAUNCH_ARG(v) gpu__value_of(v)
#else
#define GPU__LAUNCH_ARG(v)                                                                                             \
    (GPU__EXTENSION _Generic((v), float                                                                                \
                             : gpu__value_f, double                                                                    \
                             : gpu__value_f, char                                                                      \
                             : gpu__value_i, signed char                                                               \
                             : gpu__value_i, short                                                                     \
                             : gpu__value_i, int                                                                       \
                             : gpu__value_i, long                                                                      \
                             : gpu__value_i, long long                                                                 \
                             : gpu__value_i, _Bool                                                                     \
                             : gpu__value_u, unsigned char                                                             \
                             : gpu__value_u, unsigned short                                                            \
                             : gpu__value_u, unsigned                                                                  \
                             : gpu__value_u, unsigned long                                                             \
                             : gpu__value_u, unsigned long long                                                        \
                             : gpu__value_u, default                                                                   \
                             : gpu__value_p)(v))
#endif
#define GPU__LAUNCH(kernel, ...)                                                                                       \
    GPU__LAUNCH_OF(__VA_ARGS__, GPU__ARGS_16, GPU__ARGS_15, GPU__ARGS_14, GPU__ARGS_13, GPU__ARGS_12, GPU__ARGS_11,    \
                   GPU__ARGS_10, GPU__ARGS_9, GPU__ARGS_8, GPU__ARGS_7, GPU__ARGS_6, GPU__ARGS_5, GPU__ARGS_4,         \
                   GPU__ARGS_3, GPU__ARGS_2, GPU__ARGS_1, GPU__ARGS_0, 0)                                              \
    (kernel, __VA_ARGS__)
#define GPU__LAUNCH_OF(config, a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, N, ...) N
#define GPU__LAUNCH_ARG_2(a, b) GPU__LAUNCH_ARG(a), GPU__LAUNCH_ARG(b)
#define GPU__LAUNCH_ARG_4(a, b, c, d) GPU__LAUNCH_ARG_2(a, b), GPU__LAUNCH_ARG_2(c, d)
#define GPU__LAUNCH_ARG_8(a, b, c, d, e, f, g, h) GPU__LAUNCH_ARG_4(a, b, c, d), GPU__LAUNCH_ARG_4(e, f, g, h)
#define GPU__ARGS_0(K, C) gpu__launch_values(K, C, 0)
#define GPU__ARGS_1(K, C, a) gpu__launch_values(K, C, 1, GPU__LAUNCH_ARG(a))
#define GPU__ARGS_2(K, C, a, b) gpu__launch_values(K, C, 2, GPU__LAUNCH_ARG_2(a, b))
#define GPU__ARGS_3(K, C, a, b, c) gpu__launch_values(K, C, 3, GPU__LAUNCH_ARG_2(a, b), GPU__LAUNCH_ARG(c))
#define GPU__ARGS_4(K, C, a, b, c, d) gpu__launch_values(K, C, 4, GPU__LAUNCH_ARG_4(a, b, c, d))
#define GPU__ARGS_5(K, C, a, b, c, d, e) gpu__launch_values(K, C, 5, GPU__LAUNCH_ARG_4(a, b, c, d), GPU__LAUNCH_ARG(e))
#define GPU__ARGS_6(K, C, a, b, c, d, e, f)                                                                            \
    gpu__launch_values(K, C, 6, GPU__LAUNCH_ARG_4(a, b, c, d), GPU__LAUNCH_ARG_2(e, f))
#define GPU__ARGS_7(K, C, a, b, c, d, e, f, g)                                                                         \
    gpu__launch_values(K, C, 7, GPU__LAUNCH_ARG_4(a, b, c, d), GPU__LAUNCH_ARG_2(e, f), GPU__LAUNCH_ARG(g))
#define GPU__ARGS_8(K, C, a, b, c, d, e, f, g, h) gpu__launch_values(K, C, 8, GPU__LAUNCH_ARG_8(a, b, c, d, e, f, g, h))
#define GPU__ARGS_9(K, C, a, b, c, d, e, f, g, h, i)                                                                   \
    gpu__launch_values(K, C, 9, GPU__LAUNCH_ARG_8(a, b, c, d, e, f, g, h), GPU__LAUNCH_ARG(i))
#define GPU__ARGS_10(K, C, a, b, c, d, e, f, g, h, i, j)                                                               \
    gpu__launch_values(K, C, 10, GPU__LAUNCH_ARG_8(a, b, c, d, e, f, g, h), GPU__LAUNCH_ARG_2(i, j))
#define GPU__ARGS_11(K, C, a, b, c, d, e, f, g, h, i, j, k)                                                            \
    gpu__launch_values(K, C, 11, GPU__LAUNCH_ARG_8(a, b, c, d, e, f, g, h), GPU__LAUNCH_ARG_2(i, j), GPU__LAUNCH_ARG(k))
#define GPU__ARGS_12(K, C, a, b, c, d, e, f, g, h, i, j, k, l)                                                         \
    gpu__launch_values(K, C, 12, GPU__LAUNCH_ARG_8(a, b, c, d, e, f, g, h), GPU__LAUNCH_ARG_4(i, j, k, l))
#define GPU__ARGS_13(K, C, a, b, c, d, e, f, g, h, i, j, k, l, m)                                                      \
    gpu__launch_values(K, C, 13, GPU__LAUNCH_ARG_8(a, b, c, d, e, f, g, h), GPU__LAUNCH_ARG_4(i, j, k, l),             \
                       GPU__LAUNCH_ARG(m))
#define GPU__ARGS_14(K, C, a, b, c, d, e, f, g, h, i, j, k, l, m, n)                                                   \
    gpu__launch_values(K, C, 14, GPU__LAUNCH_ARG_8(a, b, c, d, e, f, g, h), GPU__LAUNCH_ARG_4(i, j, k, l),             \
                       GPU__LAUNCH_ARG_2(m, n))
#define GPU__ARGS_15(K, C, a, b, c, d, e, f, g, h, i, j, k, l, m, n, o)                                                \
    gpu__launch_values(K, C, 15, GPU__LAUNCH_ARG_8(a, b, c, d, e, f, g, h), GPU__LAUNCH_ARG_4(i, j, k, l),             \
                       GPU__LAUNCH_ARG_2(m, n), GPU__LAUNCH_ARG(o))
#define GPU__ARGS_16(K, C, a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p)                                             \
    gpu__launch_values(K, C, 16, GPU__LAUNCH_ARG_8(a, b, c, d, e, f, g, h), GPU__LAUNCH_ARG_8(i, j, k, l, m, n, o, p))
GPU_API gpu_status gpu__launch_values(gpu_kernel kernel, gpu_config config, int count, ...);
#endif

#if defined(GPU_COMPILE) || defined(GPU__COMPILED)
/* The functions of the runtime that a kernel's code calls. A library made by gpu_compile has functions of these names
   that call the program's through a table of pointers, since a program does not export its functions to the libraries
   that it loads. */
#define GPU__RUNTIME(OP)                                                                                               \
    OP(gpu__cpu_thread *, program_thread, (void), ())                                                                  \
    OP(gpu__trace_of_threads *, program_trace, (void), ())                                                             \
    OP(int, loop_mode, (void), ())                                                                                     \
    OP(int, loop_decide, (int apart), (apart))                                                                         \
    OP(void, loop_closed, (void), ())                                                                                  \
    OP(void, find_thread, (void), ())                                                                                  \
    OP(gpu__suspended *, barrier, (int op, int predicate, const gpu__site *at), (op, predicate, at))                   \
    OP(gpu__suspended *, warp,                                                                                         \
       (int op, unsigned mask, unsigned long long value, int source, int width, const gpu__site *at),                  \
       (op, mask, value, source, width, at))                                                                           \
    OP(void, switch, (gpu__suspended * own), (own))                                                                    \
    OP(void, give_up, (void), ())                                                                                      \
    OP(void *, dynamic_shared, (const char *file, int line), (file, line))                                             \
    OP(void, note_atomic, (const volatile void *p, size_t size, int kind), (p, size, kind))                            \
    OP(void, note_fence, (void), ())                                                                                   \
    OP(void *, element,                                                                                                \
       (const volatile void *p, long long i, size_t size, long long bytes, const char *name, const char *file,         \
        int line),                                                                                                     \
       (p, i, size, bytes, name, file, line))                                                                          \
    OP(long long, clock64, (void), ())                                                                                 \
    OP(void, trap, (const char *file, int line), (file, line))                                                         \
    OP(void, shared_here, (void *p, size_t bytes), (p, bytes))
typedef unsigned char gpu__trace_of_threads[1024];
#define GPU__RUNTIME_MEMBER(R, name, parameters, arguments) R(*call_##name) parameters;
typedef struct gpu__runtime {
    GPU__RUNTIME(GPU__RUNTIME_MEMBER)
} gpu__runtime;
typedef struct gpu__library { /* what such a library exports */
    size_t abi;
    gpu__kernel *kernel;
    const unsigned char *signature; /* kind and size of each parameter; the kind of a structure is 's' */
} gpu__library;
typedef const gpu__library *gpu__library_open_fn(const gpu__runtime *program);
/* Identifies the version of gpu.h and its layouts; a library with another value is not used. */
#define GPU__ABI                                                                                                       \
    (((size_t)GPU_VERSION * 1009 + sizeof(gpu__kernel)) * 1009 + sizeof(gpu__cpu_thread) * 31 + sizeof(gpu__runtime))
#endif
