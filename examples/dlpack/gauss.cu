/* A library of one function that gauss.py calls on arrays of NumPy, CuPy, PyTorch and JAX: where they lie, without a
   copy. The functions of gpu.h are in it, too, and gauss.py calls some of them.

   nvcc -O3 -std=c++17 -arch=native -shared -Xcompiler -fopenmp,-fPIC -I. examples/dlpack/gauss.cu -o libgauss.so
   cc -O3 -fopenmp -shared -fPIC -I. -x c examples/dlpack/gauss.cu -o libgauss.so -lm                                  */

#define GPU_DLPACK
#define GPU_IMPLEMENTATION
#include "gpu.h"

GPU_VECTORIZE(float, lifted, (float, x)) { return expf(-x * x); }

#ifdef __cplusplus
extern "C"
#endif
    gpu_status
    gauss(float *out, const float *x, size_t n); /* out[i] = exp(-x[i]^2); `out` may be x */
gpu_status gauss(float *out, const float *x, size_t n) { return lifted(out, x, n); }
