// prints: 640 threads
// prints: 1 copy, 2 were destroyed
// prints: 20 parameters: 210
// prints: applied: 216
// prints: 65536 bytes of shared memory: 3584
#include <cstdio>

static int copied, destroyed;
class Counter // of which a thread gets the bytes: copies and destructors are the host's
{
    int *count;
    bool owner;

  public:
    Counter() : owner(true) { cudaMallocManaged(&count, sizeof(int)), *count = 0; }
    Counter(const Counter &other) : count(other.count), owner(false) { copied++; }
    ~Counter()
    {
        destroyed++;
        if (owner) cudaFree(count);
    }
    __device__ void add(int n) { atomicAdd(count, n); }
    int value() const { return *count; }
};
template <class T> struct Pair {
    T a, b;
};
__global__ void declared_ahead(const Pair<int> pair, Counter, int);
__global__ void count(Counter counter, const Pair<int> pair, unsigned int n)
{
    if (threadIdx.x < n) counter.add(pair.a - pair.b);
}
#define TWICE(x) \
    do { \
        x; \
        x; \
    } while (0)

template <int n, class Function> __global__ void apply(Function f, int *out)
{
    for (int k = 0; k < n; k++) TWICE(*out = f(*out));
}
struct Next {
    __device__ int operator()(int x) const { return x + 1; }
};
template <class T> __global__ void twenty(T a, T b, T c, T d, T e, T f, T g, T h, T i, T j, T k, T l, T m, T n, T o, T p,
                                          T q, T r, T s, T *sum)
{
    *sum += a + b + c + d + e + f + g + h + i + j + k + l + m + n + o + p + q + r + s;
}
__global__ void far_apart(int *out)
{
    extern __shared__ int s[];
    for (int k = threadIdx.x; k < 16384; k += blockDim.x) s[k] = k;
    __syncthreads();
    if (threadIdx.x == 0) *out = s[16383 - 12800] + s[1];
}
int main()
{
    int *sum;
    {
        Counter counter;
        const Pair<int> pair = {2, 1};
        count<<<10, 128>>>(counter, pair, 64u);
        cudaDeviceSynchronize();
        printf("%d threads\n", counter.value());
    }
    printf("%d copy, %d were destroyed\n", copied, destroyed);
    cudaMallocManaged(&sum, sizeof *sum);
    *sum = 20;
    twenty<<<1, 1>>>(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, sum);
    cudaDeviceSynchronize();
    printf("20 parameters: %d\n", *sum);
    apply<3><<<1, 1>>>(Next(), sum);
    cudaDeviceSynchronize();
    printf("applied: %d\n", *sum);
    cudaFuncSetAttribute(far_apart, cudaFuncAttributeMaxDynamicSharedMemorySize, 65536);
    far_apart<<<1, 128, 65536>>>(sum);
    cudaDeviceSynchronize();
    printf("65536 bytes of shared memory: %d\n", *sum);
    cudaFree(sum);
    return cudaGetLastError();
}
