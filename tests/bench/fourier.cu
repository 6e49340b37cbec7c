/* Fourier transforms on the current device: milliseconds of each size, one line each, for tests/bench/fourier.py, which
   sets them beside those of other libraries.

       nvcc -O3 -std=c++17 -arch=native -Xcompiler -fopenmp -I. tests/bench/fourier.cu -o fourier
       cc -O3 -fopenmp -x c -I. tests/bench/fourier.cu -o fourier -lm */
#define GPU_FFT
#define GPU_IMPLEMENTATION
#include "gpu.h"

enum { COMPLEX, REAL };
typedef struct work {
    const char *name;
    int kind, axes;
    size_t d0, d1, d2;
} work;
static const work works[] = {{"2^10", COMPLEX, 4, 1, 1, 1 << 10}, {"2^14", COMPLEX, 4, 1, 1, 1 << 14}, {"2^16", COMPLEX, 4, 1, 1, 1 << 16}, {"2^20", COMPLEX, 4, 1, 1, 1 << 20}, {"2^24", COMPLEX, 4, 1, 1, 1 << 24}, {"2^26", COMPLEX, 4, 1, 1, 1 << 26}, {"65536 of 1024", COMPLEX, 4, 1, 65536, 1024}, {"16384 of 4096", COMPLEX, 4, 1, 16384, 4096}, {"1024 of 65536", COMPLEX, 4, 1, 1024, 65536}, {"64 of 2^20", COMPLEX, 4, 1, 64, 1 << 20}, {"10^6 of 64", COMPLEX, 4, 1, 1000000, 64}, {"10^6 of 8", COMPLEX, 4, 1, 1000000, 8}, {"65536 of 1000", COMPLEX, 4, 1, 65536, 1000}, {"65536 of 1009", COMPLEX, 4, 1, 65536, 1009}, {"4096 of 10007", COMPLEX, 4, 1, 4096, 10007}, {"10007", COMPLEX, 4, 1, 1, 10007}, {"1000003", COMPLEX, 4, 1, 1, 1000003}, {"10^7", COMPLEX, 4, 1, 1, 10000000}, {"1000 of 1024", COMPLEX, 4, 1, 1000, 1024}, {"2000^2", COMPLEX, 6, 1, 2000, 2000}, {"4096^2", COMPLEX, 6, 1, 4096, 4096}, {"16384^2", COMPLEX, 6, 1, 16384, 16384}, {"100^3", COMPLEX, 7, 100, 100, 100}, {"512^3", COMPLEX, 7, 512, 512, 512}, {"real 2^20", REAL, 4, 1, 1, 1 << 20}, {"real 2^24", REAL, 4, 1, 1, 1 << 24}, {"real 65536 of 1024", REAL, 4, 1, 65536, 1024}, {"real 4096^2", REAL, 6, 1, 4096, 4096}};
#define TRANSFORM(name, out, x)                                                                                        \
    (w->axes == 7   ? gpu_##name##3(out, x, w->d0, w->d1, w->d2)                                                       \
     : w->axes == 6 ? gpu_##name##2(out, x, w->d1, w->d2)                                                              \
     : w->d1 > 1    ? gpu_##name##_rows(out, x, w->d1, w->d2)                                                          \
                    : gpu_##name(out, x, w->d2))
#define MEASURE(T, C)                                                                                                  \
    static double measure_##C(const work *w, void *out, void *x, int reps)                                             \
    {                                                                                                                  \
        gpu_stats stats;                                                                                               \
        GPU_BENCH(stats, reps) GPU_CHECK(w->kind == REAL ? TRANSFORM(rfft, (C *)out, (T *)x) : TRANSFORM(fft, (C *)out, (C *)x)); \
        return stats.median_ms;                                                                                        \
    }
MEASURE(float, gpu_c32)
MEASURE(double, gpu_c64)

/* fourier [most bytes of an array [repetitions [names that contain this]]] */
int main(int argc, char **argv)
{
    const size_t most = argc > 1 ? (size_t)atof(argv[1]) : (size_t)3 << 30;
    const int reps = argc > 2 ? atoi(argv[2]) : 20;
    size_t k;
    int wide;
    for (wide = 0; wide < 2; wide++)
        for (k = 0; k < sizeof works / sizeof *works; k++) {
            const work *const w = works + k;
            const size_t n = w->d0 * w->d1 * (w->d2 + 2), bytes = n * (wide ? 16 : 8);
            void *x, *out;
            if (bytes > most || (argc > 3 && !strstr(w->name, argv[3]))) continue;
            x = gpu_malloc(bytes), out = gpu_malloc(bytes);
            if (!x || !out) GPU_CHECK(gpu_error());
            if (wide)
                GPU_CHECK(gpu_rand_normal_f64((double *)x, 0, 1, 2 * n));
            else
                GPU_CHECK(gpu_rand_normal_f32((float *)x, 0, 1, 2 * n));
            printf("%s\t%s\t%.5f\n", wide ? "double" : "float", w->name, wide ? measure_gpu_c64(w, out, x, reps) : measure_gpu_c32(w, out, x, reps));
            fflush(stdout);
            gpu_free(x), gpu_free(out);
        }
    return 0;
}
