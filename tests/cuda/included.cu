// prints: 4 3 2 1 7
#include "parts.cuh"
#include "parts.cuh"
#include <cstdio>
#if 0
#include "not_there.cuh"
#endif
int main()
{
    float *x;
    cudaMallocManaged(&x, 4 * sizeof(float));
    for (int i = 0; i < 4; i++) x[i] = i + 1;
    reverse(x, 4);
    cudaDeviceSynchronize();
    const Pair p = {3, 4};
    printf("%g %g %g %g %g\n", x[0], x[1], x[2], x[3], sum(p));
    cudaFree(x);
}
