#ifndef GPU_H
#define GPU_H

/* ---------------------------------------------------------------------------------------------- >>configuration -- */

#define GPU_VERSION 1 /* 100 * major + minor */

#if defined(__CUDACC__) && !defined(GPU_NO_CUDA)
#define GPU__CUDA 1
#endif
#if defined(GPU_REQUIRE_CUDA) && defined(GPU_NO_CUDA)
#error "gpu.h: GPU_REQUIRE_CUDA and GPU_NO_CUDA contradict each other: define one of them"
#elif defined(GPU_REQUIRE_CUDA) && !defined(GPU__CUDA)
#error "gpu.h: GPU_REQUIRE_CUDA is set but this file is compiled as plain C: use nvcc, and for a .c file nvcc -x cu"
#endif
#if defined(GPU_KERNELS_FOR_C) && defined(GPU_STATIC)
#error "gpu.h: GPU_KERNELS_FOR_C shares functions between files and GPU_STATIC keeps them in one: define one of them"
#endif
#if defined(GPU_HOST_MALLOC) != defined(GPU_HOST_FREE)
#error "gpu.h: define GPU_HOST_MALLOC and GPU_HOST_FREE together or not at all"
#endif
#if defined(GPU__CUDA) && defined(__cplusplus) && __cplusplus < 201703L
#error "gpu.h: CUDA files need C++17: nvcc -std=c++17 (the default since CUDA 12)"
#endif

#if (defined(__FAST_MATH__) || defined(__ASSOCIATIVE_MATH__) || (__FINITE_MATH_ONLY__ + 0)) && !defined(GPU_ALLOW_FAST_MATH)
#pragma GCC warning "gpu.h: with -ffast-math (or -Ofast) the compiler takes NaN and infinity for impossible and sums in another order: where data has them results are wrong, and the bits differ from other builds; leave it out, or define GPU_ALLOW_FAST_MATH"
#endif

#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#ifdef GPU__CUDA
#include <cuda_runtime.h>
#endif

