// prints: 3 -1, 7 4, 1 2
// prints: bytes 26
// prints: inside 3, abs 5, far 2e-30
#include <cstdio>
#include <cuComplex.h>
#include <sm_61_intrinsics.h>
__global__ void inside(int *count, double scale)
{
    cuDoubleComplex c = make_cuDoubleComplex((threadIdx.x - 2.0) * scale, 0), z = make_cuDoubleComplex(0, 0);
    for (int k = 0; k < 100; k++) {
        z = cuCadd(cuCmul(z, z), c);
        if (cuCabs(z) > 2) return;
    }
    atomicAdd(count, 1);
}
__global__ void products(int *sum)
{
    *sum = __dp4a(make_char4(1, -2, 3, 4), make_char4(5, 6, -7, 8), 16);
    *sum += __dp4a(make_uchar4(0, 0, 0, 2), make_uchar4(1, 1, 1, 3), 0u);
}
int main()
{
    int *count;
    cuComplex a = make_cuComplex(1, 2), b = make_cuFloatComplex(2, -3), s = cuCaddf(a, b), d = cuCsubf(a, cuConjf(b));
    cuFloatComplex p = cuCmulf(a, cuCsubf(b, d)), q = cuCdivf(cuCfmaf(a, b, p), cuCaddf(b, cuCsubf(b, d)));
    printf("%g %g, %g %g, ", cuCrealf(s), cuCimagf(s), cuCrealf(p), cuCimagf(p));
    printf("%g %g\n", cuCrealf(q), cuCimagf(q));
    cudaMallocManaged(&count, sizeof *count);
    products<<<1, 1>>>(count);
    cudaDeviceSynchronize();
    printf("bytes %d\n", *count);
    *count = 0;
    inside<<<1, 8>>>(count, 0.5);
    cudaDeviceSynchronize();
    cuDoubleComplex far = cuCdiv(make_cuDoubleComplex(2e270, 0), make_cuDoubleComplex(1e300, 0));
    printf("inside %d, abs %g, far %g\n", *count, cuCabs(cuComplexFloatToDouble(make_cuComplex(3, 4))), cuCreal(far));
    cudaFree(count);
    return 0;
}
