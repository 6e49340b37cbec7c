/* The rows of tests/bench/fourier_cpu.py: repeats a Fourier transform on the CPU, and returns the least time of one call in
   nanoseconds, of the process's processor time or (wall) by the clock.
   gcc -std=c11 -O3 -fopenmp -shared -fPIC -I. -x c tests/bench/fourier_cpu.cu -o fourier_cpu.so -lm */
#define GPU_FFT
#define GPU_IMPLEMENTATION
#include "gpu.h"
#include <time.h>

static double now(int wall)
{
    struct timespec t;
    clock_gettime(wall ? CLOCK_MONOTONIC : CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}
/* two: along both axes; otherwise along the rows. */
#define ROWS(C, s)                                                                                                     \
    double time_##s(int two, size_t rows, size_t cols, int repeats, int inner, int wall, C *out, const C *x)           \
    {                                                                                                                  \
        double least = 1e300;                                                                                          \
        int r, i;                                                                                                      \
        for (r = 0; r < repeats; r++) {                                                                                \
            double took, begin = now(wall);                                                                            \
            for (i = 0; i < inner; i++)                                                                                \
                if (two ? gpu_fft2_##s(out, x, rows, cols) : gpu_fft_rows_##s(out, x, rows, cols)) return -1;          \
            took = (now(wall) - begin) / inner;                                                                        \
            if (took < least) least = took;                                                                            \
        }                                                                                                              \
        return least;                                                                                                  \
    }
ROWS(gpu_c32, f32)
ROWS(gpu_c64, f64)
