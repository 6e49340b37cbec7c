// prints: 3 6 9 12
// prints: 1.5 2.5 3.5 4.5
// prints: 10 20 30 40
// prints: 11 21 31 41
// prints: 55
#include <cstdio>
#include <type_traits>
namespace physics {
namespace kernels {
template <typename T, int FACTOR = 1> __global__ void scale(T *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) x[i] *= FACTOR;
}
static __global__ void shift(float *x, float by, int n = 4)
{
    if (threadIdx.x < n) x[threadIdx.x] += by;
}
}
template <class F> __global__ void apply(F f, int n)
{
    for (int i = threadIdx.x; i < n; i += blockDim.x) f(i);
}
template <class F> void for_each(int n, F f) { apply<<<1, 32>>>(f, n); }
}
template <typename... Args> __global__ void sum_of(int *out, Args... args)
{
    const int all[] = {args...};
    if (threadIdx.x == 0) {
        *out = 0;
        for (int v : all) *out += v;
    }
}
template <class T> class Vector {
    T *p;
    int n;

  public:
    explicit Vector(int n) : n(n) { cudaMallocManaged(&p, n * sizeof(T)); }
    ~Vector() { cudaFree(p); }
    T *data() { return p; }
    template <int F> void scaled() { physics::kernels::template scale<T, F><<<(n + 31) / 32, 32>>>(p, n); }
    void print(const char *format)
    {
        cudaDeviceSynchronize();
        for (int i = 0; i < n; i++) printf(format, p[i]), putchar(i < n - 1 ? ' ' : '\n');
    }
};
int main()
{
    using namespace physics;
    Vector<int> v(4);
    for (int i = 0; i < 4; i++) v.data()[i] = i + 1;
    v.scaled<3>();
    v.print("%d");
    Vector<float> w(4);
    for (int i = 0; i < 4; i++) w.data()[i] = i + 1;
    kernels::shift<<<1, 4>>>(w.data(), 0.5);
    w.print("%.1f");
    int *p = v.data();
    for_each(4, [=] __device__(int i) { p[i] = 10 * (i + 1); });
    v.print("%d");
    ::physics::for_each(4, [p] __host__ __device__(int i) { p[i]++; });
    v.print("%d");
    sum_of<<<1, 1>>>(p, 10, 20, 25);
    cudaDeviceSynchronize();
    printf("%d\n", p[0]);
}
