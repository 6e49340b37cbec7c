// prints: int: 50005000
// prints: double: 50005000
// prints: by shuffles: 50005000
// prints: maximum: 10000
#include <cstdio>
// The dynamic shared memory of a template, as NVIDIA's samples write it.
template <class T> struct SharedMemory {
    __device__ inline operator T *()
    {
        extern __shared__ int smem[];
        return (T *)smem;
    }
};
template <typename T, unsigned int BLOCK> __global__ void reduce(const T *in, T *out, unsigned n)
{
    T *s = SharedMemory<T>();
    unsigned t = threadIdx.x;
    T sum = 0;
    for (unsigned i = blockIdx.x * BLOCK + t; i < n; i += BLOCK * gridDim.x) sum += in[i];
    s[t] = sum;
    __syncthreads();
    if (BLOCK >= 512) { if (t < 256) s[t] += s[t + 256]; __syncthreads(); }
    for (unsigned half = (BLOCK < 512 ? BLOCK : 256) / 2; half > 0; half >>= 1) {
        if (t < half) s[t] += s[t + half];
        __syncthreads();
    }
    if (t == 0) out[blockIdx.x] = s[0];
}
template <typename T> __inline__ __device__ T warp_sum(T v)
{
    for (int offset = warpSize / 2; offset > 0; offset /= 2) v += __shfl_down_sync(0xffffffff, v, offset);
    return v;
}
template <typename T> __inline__ __device__ T block_sum(T v)
{
    static __shared__ T of_warp[32];
    const int lane = threadIdx.x % warpSize, warp = threadIdx.x / warpSize;
    v = warp_sum(v);
    if (lane == 0) of_warp[warp] = v;
    __syncthreads();
    v = threadIdx.x < blockDim.x / warpSize ? of_warp[lane] : T(0);
    return warp == 0 ? warp_sum(v) : v;
}
template <typename T> __global__ void sum_by_shuffles(const T *in, T *out, int n)
{
    T v = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) v += in[i];
    v = block_sum(v);
    if (threadIdx.x == 0) atomicAdd(out, v);
}
struct Larger {
    __host__ __device__ int operator()(int a, int b) const { return a > b ? a : b; }
};
template <class Op, int N> __global__ void fold(const int *in, int *out, Op op)
{
    __shared__ int s[N];
    s[threadIdx.x] = in[blockIdx.x * N + threadIdx.x];
    __syncthreads();
    for (int half = N / 2; half; half /= 2) {
        if (threadIdx.x < half) s[threadIdx.x] = op(s[threadIdx.x], s[threadIdx.x + half]);
        __syncthreads();
    }
    if (!threadIdx.x) atomicMax(out, s[0]);
}
template <> __global__ void reduce<float, 1>(const float *, float *, unsigned) {}
template __global__ void sum_by_shuffles<float>(const float *, float *, int);

template <class T> T sum(const T *in, unsigned n, int threads)
{
    const unsigned blocks = 8;
    T *partial, host[blocks], total = 0;
    cudaMalloc(&partial, blocks * sizeof(T));
    switch (threads) {
    case 512: reduce<T, 512><<<blocks, threads, threads * sizeof(T)>>>(in, partial, n); break;
    case 128: reduce<T, 128><<<blocks, threads, threads * sizeof(T)>>>(in, partial, n); break;
    }
    cudaMemcpy(host, partial, sizeof host, cudaMemcpyDeviceToHost);
    for (T v : host) total += v;
    cudaFree(partial);
    return total;
}
int main()
{
    const unsigned n = 10000;
    int *x, *result;
    double *y;
    cudaMallocManaged(&x, n * sizeof *x);
    cudaMallocManaged(&y, n * sizeof *y);
    cudaMallocManaged(&result, 2 * sizeof *result);
    for (unsigned i = 0; i < n; i++) x[i] = i + 1, y[i] = i + 1;
    printf("int: %d\n", sum(x, n, 512));
    printf("double: %.0f\n", sum(y, n, 128));
    result[0] = result[1] = 0;
    sum_by_shuffles<<<4, 256>>>(x, result, int(n));
    cudaDeviceSynchronize();
    printf("by shuffles: %d\n", result[0]);
    fold<Larger, 16><<<n / 16, 16>>>(x, result + 1, Larger());
    cudaDeviceSynchronize();
    printf("maximum: %d\n", result[1]);
    cudaFree(x), cudaFree(y), cudaFree(result);
}
