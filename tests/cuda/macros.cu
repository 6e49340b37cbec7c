// prints: 7 8 9 10
// prints: 14 16 18 20
// prints: -14 -16 -18 -20
// prints: raw ")" string <<<1, 2>>>(x) and 1000
// prints: launches of a line: 3
#include <cstdio>
#define BLOCKS(n) (((n) + 31) / 32)
#define LAUNCH(kernel, n, ...) kernel<<<BLOCKS(n), 32>>>(__VA_ARGS__)
#define LAUNCH_CHECKED(call)                                                                                           \
    do {                                                                                                               \
        call;                                                                                                          \
        cudaError_t e = cudaGetLastError();                                                                            \
        if (e != cudaSuccess) printf("%s: %s\n", #call, cudaGetErrorString(e));                                        \
    } while (0)
#define DEFINE_KERNEL(name, op)                                                                                        \
    __global__ void name##_kernel(int *x, int n)                                                                       \
    {                                                                                                                  \
        int i = blockIdx.x * blockDim.x + threadIdx.x;                                                                 \
        if (i < n) x[i] = op x[i];                                                                                     \
    }                                                                                                                  \
    void name(int *x, int n) { name##_kernel<<<BLOCKS(n), 32>>>(x, n); }
DEFINE_KERNEL(twice, 2 *)
DEFINE_KERNEL(negated, -)
__global__ void count_up(int *x, int from, int n)
{
    const int i = threadIdx.x;
    if (i < n) x[i] = from + i;
}
__device__ int launched;
__global__ void once() { atomicAdd(&launched, 1); }
static void print(const int *x, int n)
{
    cudaDeviceSynchronize();
    for (int i = 0; i < n; i++) printf("%d%c", x[i], i < n - 1 ? ' ' : '\n');
}
int main()
{
    int *x, n = 4, all = 0;
    cudaMallocManaged(&x, 1'0'0 * sizeof(int));
    LAUNCH(count_up, n, x, 7, n);
    print(x, n);
    LAUNCH_CHECKED(twice(x, n));
    print(x, n);
    negated(x, n);
    print(x, n);
    printf("%s and %d\n", R"x(raw ")" string <<<1, 2>>>(x))x", 1'000);
    if (n == 4) once<<<1, 1>>>(); else once<<<1, 2>>>();
    once <<<1,
        1, 0>>> // a launch of several lines
        (); once<<<dim3(1), dim3{1, 1, 1}>>>();
    cudaMemcpyFromSymbol(&all, launched, sizeof all);
    printf("launches of a line: %d\n", all);
    cudaFree(x);
}
