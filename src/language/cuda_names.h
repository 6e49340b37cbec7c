/* CUDA's names for bodies of GPU_KERNEL on the CPU, after the kernels above, which are device code only. */
#if !defined(__CUDA_ARCH__) && !defined(GPU_NO_CUDA_NAMES)
#define {threadIdx|blockIdx|blockDim|gridDim}                                                                          \
    GPU__INDEX({1}, {thread|block|block_dim|grid_dim}) /* for a host variable: #undef {1} behind the kernels */
#undef __shared__
#if defined(GPU_CUDA_RUNTIME) && defined(__cplusplus) && !defined(GPU__CUDA) && defined(GPU__SHARED_SECTION)
#define __shared__ thread_local GPU__SHARED_SECTION /* `static` may be in front of it */
#else
#define __shared__ GPU__FOR_EXTERN_SHARED_USE_GPU_SHARED_DYNAMIC
#endif
#define GPU__FOR_EXTERN_SHARED_USE_GPU_SHARED_DYNAMIC GPU__SHARED /* clang's error quotes this name */
#define __syncthreads() GPU_BARRIER()
#define __syncthreads_{count|and|or}(p) GPU_BARRIER_{COUNT|AND|OR}(p)
#define __syncwarp(...) GPU_WARP_BARRIER(GPU__AS(unsigned, __VA_ARGS__ + 0u)) /* an empty mask means the whole warp */
#ifdef GPU__CUDA
/* The first name that cuda_fp16.h declares too. If that header is included after this file its declaration is an error,
   and nvcc quotes the name of this constant. */
enum { GPU__include_cuda_fp16_cub_and_thrust_ahead_of_gpu_h = GPU__W_INDEX };
#define __shfl_sync(...)                                                                                               \
    GPU__CAT(GPU__SHFL_, GPU__COUNT(__VA_ARGS__))(GPU__include_cuda_fp16_cub_and_thrust_ahead_of_gpu_h, __VA_ARGS__)
#else
#define __shfl_sync(...) GPU_SHFL(__VA_ARGS__)
#endif
#define __shfl_{up|down|xor}_sync(...) GPU_SHFL_{UP|DOWN|XOR}(__VA_ARGS__)
#define __{ballot|any|all}_sync(mask, p) GPU_{BALLOT|ANY|ALL}(mask, p)
#define __match_any_sync(mask, v) GPU_MATCH_ANY(mask, v)
#define __match_all_sync(mask, v, all) GPU_MATCH_ALL(mask, v, all)
#define __activemask() GPU_ACTIVE_MASK()
#define __reduce_{add|min|max|and|or|xor}_sync(mask, v) GPU__WARP_REDUCE({ADD|MIN|MAX|AND|OR|XOR}, mask, v)
#define __threadfence{|_block|_system}() gpu__fence()
#define __ld{g|ca|cg|cs|lu|cv}(p) (*(p))
#define __st{wb|cg|cs|wt}(p, v) ((void)(*(p) = (v)))
#define atomic{Add|Sub|Min|Max|Exch|And|Or|Xor|Inc|Dec}{|_block|_system}(p, v)                                         \
    GPU_ATOMIC_{ADD|SUB|MIN|MAX|EXCH|AND|OR|XOR|INC|DEC}(p, v)
#define atomicCAS{|_block|_system}(p, compare, v) GPU_ATOMIC_CAS(p, compare, v)

/* Functions of one thread. */
#define clock64() gpu__clock64()
#define __trap() gpu__trap(__FILE__, __LINE__)
#define __nanosleep(ns) ((void)(ns))
#define __{popc|ffs}(x) gpu__{1}ll(GPU__AS(unsigned, x))
#define __{popcll|brevll|saturatef}(x) gpu__{1}(x)
#define __clz(x) (gpu__clzll(GPU__AS(unsigned, x)) - 32)
#define __{ffsll|clzll}(x) gpu__{1}(GPU__AS(unsigned long long, x))
#define __brev(x) (GPU__AS(unsigned, gpu__brevll(GPU__AS(unsigned, x)) >> 32))
#define __{mulhi|umulhi}(x, y)                                                                                         \
    (GPU__AS({int|unsigned}, GPU__AS({long long|unsigned long long}, GPU__AS({2}, x)) * GPU__AS({2}, y) >> 32))
#define __{mul64hi|umul64hi|mul24}(x, y) gpu__{1}(x, y)
#define __byte_perm(x, y, selector) gpu__byte_perm(x, y, selector)
#define __funnelshift_{l|r}(low, high, by)                                                                             \
    (GPU__AS(unsigned, gpu__join_words(low, high) {<< ((by)&31) >> 32|>> ((by)&31)}))
#define __{float_as_int|float_as_uint|int_as_float|uint_as_float|double_as_longlong|longlong_as_double}(x) gpu__{1}(x)
/* Conversions: _rn to nearest, _rz towards zero, _ru up, _rd down. */
#define __float2{int|uint}_r{n|z|u|d}(x)                                                                               \
    (GPU__AS({int|unsigned}, gpu__to_integer(GPU__AS(double, GPU__AS(float, x)), GPU__R{N|Z|U|D}, 32, {1|0}, 0)))
#define __float2{ll|ull}_r{n|z|u|d}(x) __double2{1}_r{2}(GPU__AS(double, GPU__AS(float, x)))
#define __double2{int|uint}_r{n|z|u|d}(x) (GPU__AS({int|unsigned}, gpu__to_integer(x, GPU__R{N|Z|U|D}, 32, {1|0}, 1)))
#define __double2{ll|ull}_r{n|z|u|d}(x)                                                                                \
    (GPU__AS({long long|unsigned long long}, gpu__to_integer(x, GPU__R{N|Z|U|D}, 64, {1|0}, 1)))
#define __{int|ll}2float_r{n|z|u|d}(x)                                                                                 \
    (GPU__AS(float, gpu__from_integer(GPU__AS({int|long long}, x), 24, GPU__R{N|Z|U|D})))
#define __{uint|ull}2float_r{n|z|u|d}(x)                                                                               \
    (GPU__AS(float, gpu__from_magnitude(GPU__AS({unsigned|unsigned long long}, x), 0, 24, GPU__R{N|Z|U|D})))
#define __ll2double_r{n|z|u|d}(x) gpu__from_integer(GPU__AS(long long, x), 53, GPU__R{N|Z|U|D})
#define __ull2double_r{n|z|u|d}(x) gpu__from_magnitude(GPU__AS(unsigned long long, x), 0, 53, GPU__R{N|Z|U|D})
#define __{int|uint}2double_rn(x) (GPU__AS(double, GPU__AS({int|unsigned}, x)))
#define __double2float_r{n|z|u|d}(x) gpu__double2float(x, GPU__R{N|Z|U|D})
#define __hiloint2double(high, low)                                                                                    \
    gpu__longlong_as_double(GPU__AS(long long, gpu__join_words(GPU__AS(unsigned, low), GPU__AS(unsigned, high))))
#define __double2{hi|lo}int(x)                                                                                         \
    (GPU__AS(int, {gpu__double_as_longlong(x) >> 32|GPU__AS(unsigned, gpu__double_as_longlong(x))}))
#define __umul24(x, y) ((GPU__AS(unsigned, x) & 0xffffffu) * (GPU__AS(unsigned, y) & 0xffffffu))
#define __{sad|usad}(x, y, z) (GPU__AS(unsigned, z) + gpu__absdiff{|_u32}(x, y))
#define __{hadd|rhadd}(x, y) (GPU__AS(int, (GPU__AS(long long, GPU__AS(int, x)) + GPU__AS(int, y) + {0|1}) >> 1))
#define __{uhadd|urhadd}(x, y)                                                                                         \
    (GPU__AS(unsigned, (GPU__AS(unsigned long long, GPU__AS(unsigned, x)) + GPU__AS(unsigned, y) + {0|1}) >> 1))
#ifdef __cplusplus
#define __dp4a(a, b, c) gpu__dp4a(a, b, c)
#else
#define __dp4a(a, b, c) (GPU__EXTENSION _Generic((a), unsigned : gpu__dp4a_u32, default : gpu__dp4a_i32)(a, b, c))
#endif
/* SIMD on the two halves or four bytes of a word. */
#define __v{add|addss|addus|sub|subss|subus|absdiffs|absdiffu|avgs|avgu|haddu|maxs|maxu|mins|minu}{2|4}(a, b)          \
    gpu__simd(GPU__V_{1}, {2}, 1, 0, a, b)
#define __vcmp{eq|ne|ges|geu|gts|gtu|les|leu|lts|ltu}{2|4}(a, b) gpu__simd(GPU__V_{1}, {2}, ~0u, 0, a, b)
#define __vset{eq|ne|ges|geu|gts|gtu|les|leu|lts|ltu}{2|4}(a, b) gpu__simd(GPU__V_{1}, {2}, 1, 0, a, b)
#define __v{neg2|neg4|negss2|negss4}(a) gpu__simd(GPU__V_{sub|sub|subss|subss}, {2|4|2|4}, 1, 0, 0, a)
#define __vabs{2|4}(a) gpu__simd(GPU__V_absdiffs, {1}, 1, 0, a, 0)
#define __vabsss{2|4}(a) gpu__simd(GPU__V_maxs, {1}, 1, 0, a, gpu__simd(GPU__V_subss, {1}, 1, 0, 0, a))
#define __vsad{s2|s4|u2|u4}(a, b) gpu__simd(GPU__V_absdiff{s|s|u|u}, {2|4|2|4}, 1, 1, a, b)
#define __{f|d}{add|sub|mul|div}_rn(x, y) (GPU__AS({float|double}, x) {+|-|*|/} GPU__AS({float|double}, y))
#define __{f|d}rcp_rn(x) ({1.0f|1.0} / GPU__AS({float|double}, x))
#define __{f|d}sqrt_rn(x) {sqrtf(x)|sqrt(GPU__AS(double, x))}
#define __fma{f|}_rn(x, y, z) {fmaf(x, y, z)|fma(GPU__AS(double, x), GPU__AS(double, y), GPU__AS(double, z))}
#define __fdividef(x, y) (GPU__AS(float, x) / GPU__AS(float, y))
#define __exp10f(x) powf(10.0f, x)
#define __{exp|log|log2|log10|sin|cos|tan}f(x) {1}f(x)
#define __sincosf(x, sine, cosine) gpu__sincosf(x, sine, cosine)
#define __powf(x, y) powf(x, y)

#if !defined(GPU__CUDA) && !defined(__cplusplus) /* in C++ they are functions */
#define r{sqrtf|cbrtf|sqrt|cbrt}(x)                                                                                    \
    ({1.0f|1.0f|1.0|1.0} / {1}(x)) /* for your own r{1} define GPU_NO_CUDA_NAMES ahead of the include */
#define {normcdf|erfinv|sinpi|cospi}f(x) (GPU__AS(float, gpu__{1}(GPU__AS(double, GPU__AS(float, x)))))
#define {normcdf|erfinv|sinpi|cospi}(x) gpu__{1}(x)
#define sincos{f||pif|pi}(x, sine, cosine) gpu__sincos{1}(x, sine, cosine)
#ifdef GPU_CUDA_MIN_MAX
#define GPU__OF_NUMBERS(f, a, b) (GPU__EXTENSION _Generic((a) + (b), GPU__OF_VALUES(f), GPU__OF_LONGS(f))(a, b))
#define {min|max}(a, b) GPU__OF_NUMBERS(gpu__{min|max}, a, b)
#endif
#endif
#ifndef GPU__CUDA
#ifndef __MATH_CONSTANTS_H__
/* The constants of CUDA's <math_constants.h>. */
#define CUDART_INF{_F|} HUGE_VAL{F|}
#define CUDART_NAN{_F|} GPU__AS({float|double}, NAN)
#define CUDART_MIN_DENORM{_F|} {1.401298464e-45f|4.9406564584124654e-324}
#define CUDART_MAX_NORMAL_F 3.402823466e+38f
#define CUDART_NEG_ZERO{_F|} (-0.0{f|})
#define CUDART_{ZERO_F|ZERO|ONE_F|ONE} {0.0f|0.0|1.0f|1.0}
#define CUDART_SQRT_HALF{_F|_HI_F|} {0.707106781f|0.707106781f|7.0710678118654757e-1}
#define CUDART_SQRT_TWO{_F|} {1.414213562f|1.4142135623730951e+0}
#define CUDART_THIRD{_F|} {0.333333333f|3.3333333333333333e-1}
#define CUDART_PIO4{_F|} {0.785398163f|7.8539816339744828e-1}
#define CUDART_PIO2{_F|} {1.570796327f|1.5707963267948966e+0}
#define CUDART_3PIO4{_F|} {2.356194490f|2.3561944901923448e+0}
#define CUDART_2_OVER_PI{_F|} {0.636619772f|6.3661977236758138e-1}
#define CUDART_SQRT_2_OVER_PI_F 0.797884561f
#define CUDART_PI{_F|} {3.141592654f|3.1415926535897931e+0}
#define CUDART_L2E{_F|} {1.442695041f|1.4426950408889634e+0}
#define CUDART_L2T{_F|} {3.321928094f|3.3219280948873622e+0}
#define CUDART_LG2{_F|} {0.301029996f|3.0102999566398120e-1}
#define CUDART_LGE{_F|} {0.434294482f|4.3429448190325182e-1}
#define CUDART_LN2{_F|} {0.693147181f|6.9314718055994529e-1}
#define CUDART_LNT{_F|} {2.302585093f|2.3025850929940459e+0}
#define CUDART_LNPI{_F|} {1.144729886f|1.1447298858494002e+0}
#define CUDART_TWOTHIRD 6.6666666666666667e-1
#endif
#if !defined(GPU_CUDA_RUNTIME) || defined(GPU__CUDA)
#define warpSize 32
#elif defined(__cplusplus) /* no macro, since cudaDeviceProp has a member of that name */
static const int warpSize GPU__UNUSED = 32;
#else
enum { warpSize = 32 };
#endif
#ifndef __CUDACC__ /* specifiers of functions and variables; the CUDA headers may have defined them */
#undef __constant__
#undef __device__
#undef __host__
#undef __global__
#undef __launch_bounds__
#undef __forceinline__
#undef __noinline__
#undef __align__
#if defined(GPU_CUDA_RUNTIME) && defined(__cplusplus) /* `static` may be in front of it */
#define __constant__ GPU__UNUSED
#define __grid_constant__
#ifdef __ELF__
#define GPU__MANAGED_SECTION __attribute__((__section__("gpu_managed")))
#define GPU__MANAGED_{BEGIN|END} __{start|stop}_gpu_managed
#define __managed__ GPU__MANAGED_SECTION
#else
#define __managed__
#endif
#else
#define __constant__ static GPU__UNUSED
#endif
#ifdef __cplusplus /* empty: in C++ it may precede a member, a lambda, or a function that is already static */
#define __device__
#else
#define __device__ static GPU__UNUSED
#endif
#define __host__
#define __global__                                                                                                     \
    GPU__MISTAKE("gpu.h: __global__ is for nvcc alone: write a kernel as GPU_KERNEL(name, (type, parameter), ...) "    \
                 "{ body } and launch it by name(gpu_1d(n), arguments), which runs on a GPU and on the CPU")
#define __launch_bounds__(...)
#define __forceinline__ GPU__FORCE_INLINE
#define __noinline__ /* empty, since headers of the C++ library use it inside __attribute__((...)) */
#define __align__(bytes) GPU__ALIGNED(bytes)
#endif
#endif
#endif
#if defined(GPU__CUDA) && defined(GPU_CUDA_DEVICE_FUNCTIONS) /* no warning that `host` is ignored for a variable */
#pragma nv_diag_suppress 1835
#undef __device__
#define __device__ __location__(host) __location__(device)
#endif
