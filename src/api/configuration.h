#ifndef GPU_H
#define GPU_H

/* ---------------------------------------------------------------------------------------------- >>configuration -- */

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

#include <stddef.h>
#ifdef GPU__CUDA
#include <cuda_runtime.h>
#ifdef GPU_COOPERATIVE_GROUPS
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
#endif
#endif
