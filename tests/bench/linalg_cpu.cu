/* The rows of tests/bench/linalg_cpu.py: repeats a call of the family linalg on the CPU, and returns the least time of one
   call in nanoseconds, of the process's processor time or (wall) by the clock.
   gcc -std=c11 -O3 -fopenmp -shared -fPIC -I. -x c tests/bench/linalg_cpu.cu -o linalg_cpu.so -lm */
#define GPU_LINALG
#define GPU_IMPLEMENTATION
#include "gpu.h"
#include <time.h>

static double now(int wall)
{
    struct timespec t;
    clock_gettime(wall ? CLOCK_MONOTONIC : CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}
/* a[batch][m][n], b[batch][m]; x, u, v and w have room for the results. */
#define ROWS(T, s)                                                                                                     \
    double time_##s(const char *what, size_t m, size_t n, size_t batch, int repeats, int inner, int wall, const T *a,  \
                    const T *b, T *x, T *u, T *v, T *w, int *info)                                                     \
    {                                                                                                                  \
        double least = 1e300;                                                                                          \
        int r, i;                                                                                                      \
        for (r = 0; r < repeats; r++) {                                                                                \
            double took, begin = now(wall);                                                                            \
            for (i = 0; i < inner; i++) {                                                                              \
                gpu_status t = GPU_OK;                                                                                 \
                if (!strcmp(what, "solve")) t = gpu_solve_batch_##s(x, a, b, n, 1, batch, info);                       \
                if (!strcmp(what, "inv")) t = gpu_inv_batch_##s(u, a, n, batch, info);                                 \
                if (!strcmp(what, "cholesky")) t = gpu_cholesky_batch_##s(u, a, n, batch, info);                       \
                if (!strcmp(what, "qr")) t = gpu_qr_batch_##s(u, v, a, m, n, batch, info);                             \
                if (!strcmp(what, "eigh")) t = gpu_eigh_batch_##s(w, u, a, n, batch, info);                            \
                if (!strcmp(what, "eigvalsh")) t = gpu_eigvalsh_batch_##s(w, a, n, batch, info);                       \
                if (!strcmp(what, "svd")) t = gpu_svd_batch_##s(u, w, v, a, m, n, batch, info);                        \
                if (!strcmp(what, "svdvals")) t = gpu_svdvals_batch_##s(w, a, m, n, batch, info);                      \
                if (!strcmp(what, "det")) t = gpu_det_batch_##s(w, a, n, batch, info);                                 \
                if (!strcmp(what, "lstsq")) t = gpu_lstsq_batch_##s(x, NULL, a, b, m, n, 1, -1.0, batch, info);        \
                if (t) return -1;                                                                                      \
            }                                                                                                          \
            took = (now(wall) - begin) / inner;                                                                        \
            if (took < least) least = took;                                                                            \
        }                                                                                                              \
        return least;                                                                                                  \
    }
ROWS(float, f32)
ROWS(double, f64)
