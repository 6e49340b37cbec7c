/* -------------------------------------------------------------------------------------------------- >>specifiers -- */

/* The compiler: gcc, clang and compatible ones, Microsoft's (which includes clang-cl), or any other for C11 or C++11.
   All extensions beyond the standards are in src/language/compiler.h. */
#if defined(_MSC_VER)
#define GPU__MSVC 1
#if !defined(__clang__) && (!defined(_MSVC_TRADITIONAL) || _MSVC_TRADITIONAL)
#error                                                                                                                 \
    "gpu.h: needs the conforming preprocessor of Microsoft's compiler: cl /Zc:preprocessor, nvcc -Xcompiler /Zc:preprocessor"
#elif !defined(__cplusplus) && (!defined(__STDC_VERSION__) || __STDC_VERSION__ < 201112L)
#error "gpu.h: as C, Microsoft's compiler needs C11: cl /std:c11"
#endif
#elif defined(__clang__)
#define GPU__GNU 1
#define GPU__CLANG 1
#elif defined(__GNUC__)
#define GPU__GNU 1
#define GPU__GCC 1
#endif
#if (defined(__SIZEOF_POINTER__) && __SIZEOF_POINTER__ < 8) || (defined(_WIN32) && !defined(_WIN64))
#error "gpu.h: needs a 64-bit target: with Microsoft's compiler x64 or arm64, with others no -m32 or -mx32"
#elif defined(__GNUC__) && !defined(__cplusplus) && !defined(__STDC_VERSION__)
#error "gpu.h: needs C99 or later: compile without -ansi, -std=c89 or -std=gnu89, or with -std=c99"
#elif defined(__BYTE_ORDER__) && __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "gpu.h: needs a little-endian target, which this one is not"
#elif defined(__clang__) && defined(__CUDA__) && !defined(__NVCC__) && !defined(GPU_NO_CUDA)
#error "gpu.h: clang cannot compile it as CUDA: use nvcc, which takes clang for host code by -ccbin clang++"
#endif

#if defined(_M_FP_FAST) && !defined(GPU_ALLOW_FAST_MATH)
#pragma message("gpu.h: with /fp:fast NaN and infinity give wrong results; leave it out, or define GPU_ALLOW_FAST_MATH")
#elif (defined(__FAST_MATH__) || defined(__ASSOCIATIVE_MATH__) || (__FINITE_MATH_ONLY__ + 0)) &&                       \
    !defined(GPU_ALLOW_FAST_MATH)
#pragma GCC warning                                                                                                    \
    "gpu.h: with -ffast-math (or -Ofast) the compiler assumes that there is no NaN or infinity and reorders sums: results are wrong where data has them, and their bits differ from other builds; leave it out, or define GPU_ALLOW_FAST_MATH"
#endif

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#if !defined(__cplusplus) && !defined(GPU_NO_CUDA_NAMES)
#include <stdbool.h> /* kernels written for CUDA use bool */
#endif

/* Specifiers of functions. GPU_FN: a function of yours that host code and kernels can call,
   GPU_FN float square(float x) { return x * x; }; `inline` may follow GPU_FN, and a template may precede it. GPU_API: a
   function of the implementation. GPU_OP: a prewritten function, which is compiled in the file that calls it (under
   nvcc a template, so that one that is not called costs nothing); with GPU_KERNELS_FOR_C it is compiled with the
   implementation. */
#if defined(GPU_KERNELS_FOR_C_NAMED) && !defined(GPU_KERNELS_FOR_C)
#define GPU_KERNELS_FOR_C
#endif
#if defined(GPU_KERNELS_FOR_C) && defined(GPU_STATIC)
#error "gpu.h: GPU_KERNELS_FOR_C shares functions between files and GPU_STATIC keeps them in one: define one of them"
#endif
#ifdef GPU__GNU
#define GPU__UNUSED __attribute__((__unused__))
#else
#define GPU__UNUSED
#endif
#ifdef __cplusplus
#define GPU__C extern "C"
#else
#define GPU__C extern
#endif
#if defined(GPU_STATIC) && !defined(__CUDA_ARCH__) /* nvcc's device pass reads only the declarations */
#define GPU_API static GPU__UNUSED
#define GPU__DATA static
#else
#define GPU_API GPU__C
#define GPU__DATA extern
#endif
#ifdef GPU__CUDA
#define GPU__HOST_DEVICE __host__ __device__
#define GPU_OP template <int = 0> static inline
#else
#define GPU__HOST_DEVICE
#ifdef GPU_KERNELS_FOR_C
#define GPU_OP GPU_API
#else
#define GPU_OP static inline
#endif
#endif
#define GPU_FN GPU__HOT static GPU__UNUSED GPU__HOST_DEVICE

/* How gcc compiles the CPU code. None of these flags changes a value: fp-contract=off keeps gcc from contracting
   a * b + c to an fma, which would make results depend on the processor; no-math-errno lets sqrt and the maths
   functions vectorise; no-trapping-math lets branches become selects. At -O0 gcc neither contracts nor vectorises, and
   they are left out. */
#if defined(GPU__GCC) && defined(__OPTIMIZE__)
#define GPU__HOT_FLAGS                                                                                                 \
    "no-math-errno", "no-trapping-math", "fp-contract=off", "tree-loop-vectorize", "vect-cost-model=unlimited"
#define GPU__HOT __attribute__((__optimize__(GPU__HOT_FLAGS)))
#else
#define GPU__HOT
#endif

/* gpu_curand is available. (<curand_kernel.h>, which is for device code alone, includes <curand.h> too.) */
#if defined(CURAND_VERSION) && !defined(GPU_NO_CURAND) && !defined(GPU__CURAND)
#define GPU__CURAND
#endif
