/* The whole of the library in one object file, the prewritten functions as C has them. nvcc takes minutes for
   transforms and linear algebra: it compiles them for tests/shapes.c alone. */

#define GPU_COMPILE
#define GPU_COOPERATIVE
#define GPU_DERIVATIVES
#define GPU_DLPACK
#ifndef __CUDACC__
#define GPU_FFT
#define GPU_LINALG
#endif
#define GPU_MATH
#define GPU_ORDER
#define GPU_ROWWISE
#define GPU_SEVERAL_DEVICES
#define GPU_TAPE
#define GPU_IMPLEMENTATION
#define GPU_KERNELS_FOR_C
#include "gpu.h"

/* For tests/tape_torch.py. */
GPU_GRAD(double, bump, x, y) { return GPU_EXP(-(x * x)) * GPU_SIN(x + 2 * y); }
#ifdef __cplusplus
extern "C"
#endif
gpu_status gpu_test_bump_f64(double *out, const double *x, const double *y, size_t n);
gpu_status gpu_test_bump_f64(double *out, const double *x, const double *y, size_t n) { return bump(out, x, y, n); }
