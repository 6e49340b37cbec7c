// Kernels whose barriers all threads meet, but whose text does not tell what its variables are: macros and functions
// write to them.
// prints: 36 2080 2080 64 2080
#include <cstdio>

#define TID tid
#define ADD(a, b) a += b
#define NEXT counter
const int THREADS = 64;

__global__ void by_name(int *out)
{
    __shared__ int s[THREADS];
    int tid = threadIdx.x;
    int start = TID + 1;
    s[tid] = start;
    __syncthreads();
    if (tid == 0)
        for (int k = 0; k < 8; k++) *out += s[k];
    __syncthreads();
    s[tid] = start;
}
__global__ void by_macro(int *out)
{
    __shared__ int s[THREADS];
    int sum = 0;
    s[threadIdx.x] = threadIdx.x + 1;
    __syncthreads();
    for (int k = 0; k < (int)threadIdx.x + 1; k++) ADD(sum, 1);
    __syncthreads();
    atomicAdd(out, sum + 0 * s[0]);
}
__global__ void by_alias(int *out)
{
    __shared__ int s[THREADS];
    int counter = 0;
    s[threadIdx.x] = threadIdx.x + 1;
    __syncthreads();
    NEXT = s[threadIdx.x];
    __syncthreads();
    atomicAdd(out, counter);
}
__global__ void by_pointer(int *out)
{
    __shared__ int s[THREADS];
    int one = 0, *p = &one;
    s[threadIdx.x] = threadIdx.x;
    __syncthreads();
    *p += 1;
    __syncthreads();
    atomicAdd(out, one);
}
__device__ void increase(int &v, int by) { v += by; }
__global__ void by_function(int *out)
{
    __shared__ int s[THREADS];
    int sum = 0;
    s[threadIdx.x] = threadIdx.x + 1;
    __syncthreads();
    increase(sum, s[threadIdx.x]);
    __syncthreads();
    atomicAdd(out, sum);
}
int main()
{
    int *out;
    cudaMallocManaged(&out, 5 * sizeof(int));
    cudaMemset(out, 0, 5 * sizeof(int));
    by_name<<<1, THREADS>>>(out);
    by_macro<<<1, THREADS>>>(out + 1);
    by_alias<<<1, THREADS>>>(out + 2);
    by_pointer<<<1, THREADS>>>(out + 3);
    by_function<<<1, THREADS>>>(out + 4);
    cudaDeviceSynchronize();
    for (int k = 0; k < 5; k++) printf(k < 4 ? "%d " : "%d\n", out[k]);
    return 0;
}
