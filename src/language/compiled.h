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
static inline gpu__value gpu__value_{p|i|u|f}({const volatile void *|long long|unsigned long long|double} v)
{
    gpu__value r;
    r.kind = '{1}';
    r.as.{1} = v;
    return r;
}
#ifdef __cplusplus
extern "C++" {
static inline gpu__value gpu__value_of(const volatile void *v) { return gpu__value_p(v); }
static inline gpu__value gpu__value_of({int|long|long long} v) { return gpu__value_i(v); }
static inline gpu__value gpu__value_of({unsigned|unsigned long|unsigned long long} v) { return gpu__value_u(v); }
static inline gpu__value gpu__value_of({float|double} v) { return gpu__value_f((double)v); }
}
#define GPU__LAUNCH_ARG(v) gpu__value_of(v)
#else
#define GPU__LAUNCH_SIGNED(f) char : f, signed char : f, short : f, int : f, long : f, long long : f
#define GPU__LAUNCH_UNSIGNED(f)                                                                                        \
    unsigned char : f, unsigned short : f, unsigned : f, unsigned long : f, unsigned long long : f, _Bool : f
#define GPU__LAUNCH_ARG(v)                                                                                             \
    (GPU__EXTENSION _Generic((v), GPU__LAUNCH_SIGNED(gpu__value_i), GPU__LAUNCH_UNSIGNED(gpu__value_u), float          \
                             : gpu__value_f, double                                                                    \
                             : gpu__value_f, default                                                                   \
                             : gpu__value_p)(v))
#endif
#define GPU__LAUNCH(kernel, ...)                                                                                       \
    GPU__LAUNCH_(kernel, GPU__LAUNCH_COUNT(__VA_ARGS__, 16, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0, 0),  \
                 __VA_ARGS__)
#define GPU__LAUNCH_(kernel, count, ...) gpu__launch_values(kernel, count, GPU__CAT(GPU__VALUES_, count)(__VA_ARGS__))
#define GPU__LAUNCH_COUNT(config, a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, N, ...) N
GPU_API gpu_status gpu__launch_values(gpu_kernel kernel, int count, gpu_config config, ...);
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
