#ifndef GPU_H
#define GPU_H

/* ---------------------------------------------------------------------------------------------- >>configuration -- */

/* Versions are semantic (semver.org): see VERSIONS in the manual above. */
#define GPU_VERSION_MAJOR 1
#define GPU_VERSION_MINOR 0
#define GPU_VERSION_PATCH 0
#define GPU_VERSION (10000 * GPU_VERSION_MAJOR + 100 * GPU_VERSION_MINOR + GPU_VERSION_PATCH) /* 10000 for 1.0.0 */

#ifdef GPU__IMPLEMENTED /* by an option: the program is linked with an object that has the implementation */
#undef GPU_IMPLEMENTATION
#endif
#if defined(__CUDACC__) && !defined(GPU_NO_CUDA)
#define GPU__CUDA 1
#endif
#if defined(GPU_DERIVATIVES) && !defined(GPU_MATH)
#define GPU_MATH 1
#endif
#if defined(GPU_CUDA_RUNTIME) && !defined(GPU__CUDA) && !defined(GPU_COOPERATIVE)
#define GPU_COOPERATIVE 1
#endif
#if defined(GPU_REQUIRE_CUDA) && defined(GPU_NO_CUDA)
#error "gpu.h: GPU_REQUIRE_CUDA and GPU_NO_CUDA contradict each other: define one of them"
#elif defined(GPU_REQUIRE_CUDA) && !defined(GPU__CUDA)
#error "gpu.h: GPU_REQUIRE_CUDA is set but this file is compiled as plain C: use nvcc, and for a .c file nvcc -x cu"
#endif
#if defined(GPU_KERNELS_FOR_C_NAMED) && !defined(GPU_KERNELS_FOR_C)
#define GPU_KERNELS_FOR_C
#endif
#if defined(GPU_KERNELS_FOR_C) && defined(GPU_STATIC)
#error "gpu.h: GPU_KERNELS_FOR_C shares functions between files and GPU_STATIC keeps them in one: define one of them"
#endif
#if defined(GPU_HOST_MALLOC) != defined(GPU_HOST_FREE)
#error "gpu.h: define GPU_HOST_MALLOC and GPU_HOST_FREE together or not at all"
#endif
#if defined(GPU_COOPERATIVE_GROUPS) && !defined(__cplusplus)
#error                                                                                                                 \
    "gpu.h: GPU_COOPERATIVE_GROUPS needs C++: compile with g++, clang++ or nvcc; in C use GPU_BARRIER and GPU_SHFL_DOWN"
#elif defined(GPU_COOPERATIVE_GROUPS) && defined(GPU_NO_CUDA_NAMES)
#error "gpu.h: GPU_COOPERATIVE_GROUPS and GPU_NO_CUDA_NAMES contradict each other: define one of them"
#endif
#if defined(GPU__CUDA) && defined(__cplusplus) && __cplusplus < 201703L &&                                             \
    (!defined(_MSVC_LANG) || _MSVC_LANG < 201703L)
#error "gpu.h: CUDA files need C++17: nvcc -std=c++17 (the default since CUDA 12)"
#endif

/* The compiler: gcc, clang and compatible ones, Microsoft's (which includes clang-cl), or any other for C11 or C++11.
   All extensions beyond the standards are in src/language/compiler.h. */
#if defined(_MSC_VER)
#define GPU__MSVC 1
#if !defined(__clang__) && (!defined(_MSVC_TRADITIONAL) || _MSVC_TRADITIONAL)
#error                                                                                                                 \
    "gpu.h: needs the conforming preprocessor of Microsoft's compiler: cl /Zc:preprocessor, nvcc -Xcompiler /Zc:preprocessor"
#elif !defined(__cplusplus) && (!defined(__STDC_VERSION__) || __STDC_VERSION__ < 201112L)
#error "gpu.h: as C, Microsoft's compiler needs C11: cl /std:c11"
#elif !defined(_WIN64)
#error "gpu.h: with Microsoft's compiler needs a 64-bit target: x64 or arm64"
#endif
#elif defined(__clang__)
#define GPU__GNU 1
#define GPU__CLANG 1
#elif defined(__GNUC__)
#define GPU__GNU 1
#define GPU__GCC 1
#endif

#if defined(_M_FP_FAST) && !defined(GPU_ALLOW_FAST_MATH)
#pragma message("gpu.h: with /fp:fast NaN and infinity give wrong results; leave it out, or define GPU_ALLOW_FAST_MATH")
#elif (defined(__FAST_MATH__) || defined(__ASSOCIATIVE_MATH__) || (__FINITE_MATH_ONLY__ + 0)) &&                       \
    !defined(GPU_ALLOW_FAST_MATH)
#pragma GCC warning                                                                                                    \
    "gpu.h: with -ffast-math (or -Ofast) the compiler assumes that there is no NaN or infinity and reorders sums: results are wrong where data has them, and their bits differ from other builds; leave it out, or define GPU_ALLOW_FAST_MATH"
#endif

#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#if !defined(__cplusplus) && !defined(GPU_NO_CUDA_NAMES)
#include <stdbool.h> /* kernels written for CUDA use bool */
#endif
#ifdef GPU__CUDA
#include <cuda_runtime.h>
#ifdef GPU_COOPERATIVE_GROUPS
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
#endif
#endif

/* Specifiers of functions. GPU_FN: a function of yours that host code and kernels can call,
   GPU_FN float square(float x) { return x * x; }; `inline` may follow GPU_FN, and a template may precede it. GPU_API: a
   function of the implementation. GPU_OP: a prewritten function, which is compiled in the file that calls it (under
   nvcc a template, so that one that is not called costs nothing); with GPU_KERNELS_FOR_C it is compiled with the
   implementation. */
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
