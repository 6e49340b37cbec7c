/* Rows of Fourier transforms, beside cuFFT; bench.h says how. Sizes: how many transforms, then the lengths of a
   transform's axes, 0 behind the last. */
#if defined(WITH_VENDOR)
#include <cufft.h>
#endif
#define GPU_FFT
#define GPU_IMPLEMENTATION
#include "gpu.h"
#include "bench.h"

#ifdef WITH_VENDOR
static cufftHandle plan;
static void new_row(void)
{
    if (plan) (void)cufftDestroy(plan);
    plan = 0;
}
#define CUFFT(name, type, C, In, Out, more)                                                                            \
    if (!strcmp(what, "cuFFT " name)) {                                                                                \
        long long length[3] = {(long long)d[1], (long long)d[2], (long long)d[3]};                                     \
        size_t bytes;                                                                                                  \
        if (!plan && (cufftCreate(&plan) ||                                                                            \
                      cufftMakePlanMany64(plan,                                                                        \
                                          d[3]   ? 3                                                                   \
                                          : d[2] ? 2                                                                   \
                                                 : 1,                                                                  \
                                          length, NULL, 1, 0, NULL, 1, 0, type, (long long)d[0], &bytes)))             \
            return 1;                                                                                                  \
        return cufftExec##C(plan, P(In, 0), P(Out, 1) more);                                                           \
    }
#define FORWARD , CUFFT_FORWARD
#else
static void new_row(void) {}
#endif
#define TRANSFORM(name, f, s, C, In)                                                                                   \
    ROW(name, d[3]       ? gpu_##f##3_##s(P(C, 1), P(In, 0), d[1], d[2], d[3])                                         \
              : d[2]     ? gpu_##f##2_##s(P(C, 1), P(In, 0), d[1], d[2])                                               \
              : d[0] > 1 ? gpu_##f##_rows_##s(P(C, 1), P(In, 0), d[0], d[1])                                           \
                         : gpu_##f##_##s(P(C, 1), P(In, 0), d[1]))
static int once(const char *what, const size_t *d, void *const *p)
{
    TRANSFORM("c32", fft, f32, gpu_c32, gpu_c32)
    TRANSFORM("c64", fft, f64, gpu_c64, gpu_c64)
    TRANSFORM("r32", rfft, f32, gpu_c32, float)
    TRANSFORM("r64", rfft, f64, gpu_c64, double)
#ifdef WITH_VENDOR
    CUFFT("c32", CUFFT_C2C, C2C, cufftComplex, cufftComplex, FORWARD)
    CUFFT("c64", CUFFT_Z2Z, Z2Z, cufftDoubleComplex, cufftDoubleComplex, FORWARD)
    CUFFT("r32", CUFFT_R2C, R2C, cufftReal, cufftComplex, )
    CUFFT("r64", CUFFT_D2Z, D2Z, cufftDoubleReal, cufftDoubleComplex, )
#endif
    return NOT_HERE;
}
