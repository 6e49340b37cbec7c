// prints: 256 bins hold 100000 bytes, as on the host
#include <stdio.h>
#include <stdlib.h>

#define CHECK(call)                                                                                                    \
    do {                                                                                                               \
        cudaError_t err = call;                                                                                        \
        if (err != cudaSuccess) {                                                                                      \
            fprintf(stderr, "%s:%d: %s failed: %s\n", __FILE__, __LINE__, #call, cudaGetErrorString(err));             \
            exit(EXIT_FAILURE);                                                                                        \
        }                                                                                                              \
    } while (0)

__global__ void histogram(const unsigned char *data, long size, unsigned int *bins)
{
    __shared__ unsigned int local[256];
    local[threadIdx.x] = 0;
    __syncthreads();
    for (long i = threadIdx.x + blockIdx.x * blockDim.x; i < size; i += blockDim.x * gridDim.x)
        atomicAdd(&local[data[i]], 1);
    __syncthreads();
    atomicAdd(&(bins[threadIdx.x]), local[threadIdx.x]);
}
int main(void)
{
    enum { SIZE = 100000 };
    static unsigned char data[SIZE];
    unsigned int bins[256], expected[256] = {0}, total = 0, same = 1, *dev_bins;
    unsigned char *dev_data;
    cudaDeviceProp prop;
    cudaEvent_t start, stop;
    float elapsed;
    for (int i = 0; i < SIZE; i++) expected[data[i] = (unsigned char)(i * 7919 >> 3)]++;
    CHECK(cudaEventCreate(&start));
    CHECK(cudaEventCreate(&stop));
    CHECK(cudaEventRecord(start, 0));
    CHECK(cudaMalloc((void **)&dev_data, SIZE));
    CHECK(cudaMemcpy(dev_data, data, SIZE, cudaMemcpyHostToDevice));
    CHECK(cudaMalloc((void **)&dev_bins, 256 * sizeof(int)));
    CHECK(cudaMemset(dev_bins, 0, 256 * sizeof(int)));
    CHECK(cudaGetDeviceProperties(&prop, 0));
    histogram<<<prop.multiProcessorCount * 2, 256>>>(dev_data, SIZE, dev_bins);
    CHECK(cudaGetLastError());
    CHECK(cudaMemcpy(bins, dev_bins, sizeof bins, cudaMemcpyDeviceToHost));
    CHECK(cudaEventRecord(stop, 0));
    CHECK(cudaEventSynchronize(stop));
    CHECK(cudaEventElapsedTime(&elapsed, start, stop));
    for (int k = 0; k < 256; k++) total += bins[k], same &= bins[k] == expected[k];
    printf("256 bins hold %u bytes, %s\n", total, same && elapsed >= 0 ? "as on the host" : "which is wrong");
    CHECK(cudaEventDestroy(start));
    CHECK(cudaEventDestroy(stop));
    CHECK(cudaFree(dev_bins));
    CHECK(cudaFree(dev_data));
    return 0;
}
