#pragma once
#include <cuda_runtime.h>
extern __shared__ float scratch[]; // of every kernel in this file
template <class T> __global__ void reversed(T *x, int n);
struct __align__(8) Pair {
    float a, b;
};
__host__ __device__ inline float sum(Pair p) { return p.a + p.b; }
__device__ float &slot(int i) { return scratch[i]; }
template <class T> __global__ void reversed(T *x, int n)
{
    const int t = threadIdx.x;
    slot(t) = x[t];
    __syncthreads();
    x[t] = scratch[n - 1 - t];
}
inline void reverse(float *x, int n) { reversed<<<1, n, n * sizeof(float)>>>(x, n); }
