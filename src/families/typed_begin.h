/* The texts of all families for one element type follow. nvcc reads them once, as the inside of the class template in
   gpu_kernels.cuh; for a C compiler src/join has written them out for each type. With GPU_KERNELS_FOR_C only the file
   with the implementation has the functions; the other files have prototypes. */
#ifdef GPU__CUDA
#include "gpu_kernels.cuh"
#endif
#undef GPU__ONCE
#endif
#if !defined(GPU__CUDA) && !defined(GPU__STAMPED) &&                                                                   \
    (!defined(GPU_KERNELS_FOR_C) || defined(GPU_IMPLEMENTATION) || defined(GPU_STATIC))
#define GPU__STAMPED
#if defined(GPU__GNU) /* x != x tests for NaN; the compiler warns where x is an integer */
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wtautological-compare"
#endif
