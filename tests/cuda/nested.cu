// prints: sum 4096, 31 grids
// prints: sorted
// prints: 1 2 3
#include <cstdio>
// Halves of a range, down to ranges that one grid sums.
__global__ void halves(const int *x, int n, int *sum, int *grids)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (n <= 256) {
        __shared__ int part;
        if (threadIdx.x == 0) part = 0;
        __syncthreads();
        atomicAdd(&part, x[i]);
        __syncthreads();
        if (threadIdx.x == 0) atomicAdd(sum, part);
    } else if (threadIdx.x == 0) {
        halves<<<1, 256>>>(x, n / 2, sum, grids);
        halves<<<1, 256>>>(x + n / 2, n / 2, sum, grids);
    }
    if (threadIdx.x == 0) atomicAdd(grids, 1);
}
template <typename T> __global__ void quicksort(T *x, int from, int to)
{
    T middle = x[(from + to) / 2];
    int i = from, k = to;
    while (i <= k) {
        while (x[i] < middle) i++;
        while (middle < x[k]) k--;
        if (i > k) break;
        T t = x[i];
        x[i++] = x[k], x[k--] = t;
    }
    cudaStream_t left, right;
    cudaStreamCreateWithFlags(&left, cudaStreamNonBlocking);
    if (from < k) quicksort<<<1, 1, 0, left>>>(x, from, k);
    cudaStreamDestroy(left);
    cudaStreamCreateWithFlags(&right, cudaStreamNonBlocking);
    if (i < to) quicksort<T><<<1, 1, 0, right>>>(x, i, to);
    cudaStreamDestroy(right);
}
// A grid is complete when the grids that it launched are: the second child sees what the first one's child wrote.
__global__ void note(int *log, int what) { log[++log[0]] = what; }
__global__ void first(int *log)
{
    note<<<1, 1>>>(log, 1);
    note<<<1, 1>>>(log, 2);
}
__global__ void both(int *log)
{
    first<<<1, 1>>>(log);
    note<<<1, 1>>>(log, 3);
}
int main()
{
    const int n = 4096;
    int *x, *sums, wrong = 0;
    cudaMallocManaged(&x, n * sizeof(int));
    cudaMallocManaged(&sums, 4 * sizeof(int));
    for (int i = 0; i < n; i++) x[i] = 1;
    for (int i = 0; i < 4; i++) sums[i] = 0;
    halves<<<1, 256>>>(x, n, &sums[0], &sums[1]);
    if (cudaDeviceSynchronize()) printf("failed\n");
    printf("sum %d, %d grids\n", sums[0], sums[1]);
    for (int i = 0; i < 1000; i++) x[i] = (i * 617 + 5) % 1000;
    quicksort<<<1, 1>>>(x, 0, 999);
    if (cudaDeviceSynchronize()) printf("failed\n");
    for (int i = 0; i < 1000; i++) wrong += x[i] != i;
    printf(wrong ? "%d are wrong\n" : "sorted\n", wrong);
    sums[0] = 0;
    both<<<1, 1>>>(sums);
    cudaDeviceSynchronize();
    printf("%d %d %d\n", sums[1], sums[2], sums[3]);
    cudaFree(x), cudaFree(sums);
    return 0;
}
