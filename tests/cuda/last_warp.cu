// prints: sum 32640, largest 255
// prints: own names: 5
// prints: in order: 32
#include <cstdio>

template <class T> __device__ void last_warp(volatile T *v, unsigned t)
{
    if (blockDim.x >= 64) v[t] += v[t + 32];
    v[t] += v[t + 16];
    v[t] += v[t + 8];
    v[t] += v[t + 4];
    v[t] += v[t + 2];
    v[t] += v[t + 1];
}
__global__ void gpu_sum(const int *x, int *out) // a name of gpu.h
{
    __shared__ int s[256];
    const int t = threadIdx.x;
    s[t] = x[t];
    __syncthreads();
    for (int n = 128; n > 32; n /= 2) {
        if (t < n) s[t] += s[t + n];
        __syncthreads();
    }
    if (t < 32) last_warp(s, t);
    if (t == 0) out[0] = s[0];
}
__global__ void largest(const int *x, int *out)
{
    extern __shared__ int d[];
    const int t = threadIdx.x;
    d[t] = x[t] > x[t + 128] ? x[t] : x[t + 128];
    __syncthreads();
    if (t < 64 && d[t] < d[t + 64]) d[t] = d[t + 64];
    __syncthreads();
    if (t < 32) {
        volatile int *v = d;
        for (int n = 32; n; n /= 2) v[t] = max(v[t], v[t + n]);
        if (t == 0) out[1] = v[0];
    }
}
// A radix sort in one warp: what a lane reads, another has stored in the step before.
__global__ void sort(unsigned *x)
{
    __shared__ volatile unsigned s[64];
    const unsigned t = threadIdx.x;
    unsigned from = 0, to = 32, at;
    s[t] = x[t];
    for (int bit = 0; bit < 8; bit++) {
        const unsigned v = s[from + t], ones = __ballot_sync(0xffffffff, v >> bit & 1), before = (1u << t) - 1;
        at = v >> bit & 1 ? __popc(~ones) + __popc(ones & before) : __popc(~ones & before);
        s[to + at] = v;
        from ^= 32, to ^= 32;
    }
    x[t] = s[from + t];
}
static int gpu_add(int a, int b) { return a + b; }
int main()
{
    int *x, *out;
    cudaMallocManaged(&x, 256 * sizeof *x);
    cudaMallocManaged(&out, 2 * sizeof *out);
    for (int k = 0; k < 256; k++) x[k] = k;
    gpu_sum<<<1, 256>>>(x, out);
    largest<<<1, 128, 128 * sizeof(int)>>>(x, out);
    cudaDeviceSynchronize();
    printf("sum %d, largest %d\n", out[0], out[1]);
    printf("own names: %d\n", gpu_add(2, 3));
    int right = 0;
    for (int k = 0; k < 32; k++) x[k] = (k * 77 + 30) % 256;
    sort<<<1, 32>>>((unsigned *)x);
    cudaDeviceSynchronize();
    for (int k = 0; k < 32; k++) right += k == 0 || x[k - 1] <= x[k];
    printf("in order: %d\n", right);
    cudaFree(x), cudaFree(out);
    return cudaGetLastError();
}
