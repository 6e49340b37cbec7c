/* The rows of tests/bench/order_cpu.py: repeats a call of the family order on the CPU, and returns the least time of one
   call in nanoseconds, of the process's processor time or (wall) by the clock.
   gcc -std=c11 -O3 -fopenmp -shared -fPIC -I. -x c tests/bench/order_cpu.cu -o order_cpu.so -lm */
#define GPU_ORDER
#define GPU_IMPLEMENTATION
#include "gpu.h"
#include <time.h>

static double now(int wall)
{
    struct timespec t;
    clock_gettime(wall ? CLOCK_MONOTONIC : CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}
GPU_SELECT(float, above_f32, (float, x)) { return x > 0.5f; }
GPU_SELECT(double, above_f64, (double, x)) { return x > 0.5; }
GPU_SELECT(int32_t, above_i32, (int32_t, x)) { return x > 0; }
GPU_SELECT(int64_t, above_i64, (int64_t, x)) { return x > 0; }

/* out, more and index have room for n elements of 8 bytes; index is an input of gather. */
#define ROWS(T, s)                                                                                                  \
    double time_##s(const char *what, size_t n, int repeats, int inner, int wall, const T *x, const T *y,              \
                    const uint8_t *mask, const int64_t *places, T *out, void *more, int64_t *index)                    \
    {                                                                                                                  \
        double least = 1e300;                                                                                          \
        int64_t count = 0;                                                                                             \
        int r, i;                                                                                                      \
        for (r = 0; r < repeats; r++) {                                                                                \
            double took, begin = now(wall);                                                                               \
            for (i = 0; i < inner; i++) {                                                                              \
                gpu_status status = GPU_OK;                                                                            \
                if (!strcmp(what, "sort")) status = gpu_sort_##s(out, x, n, GPU_ASCENDING);                            \
                else if (!strcmp(what, "argsort")) status = gpu_argsort_##s(index, x, n, GPU_ASCENDING);               \
                else if (!strcmp(what, "pairs")) status = gpu_sort_pairs_##s(out, more, x, y, sizeof *y, n, GPU_ASCENDING); \
                else if (!strcmp(what, "top 100")) status = gpu_top_##s(out, index, 100, x, n);                        \
                else if (!strcmp(what, "median")) status = gpu_median_to_##s((double *)more, x, n);                    \
                else if (!strcmp(what, "quantile 0.9")) status = gpu_quantile_to_##s((double *)more, x, n, 0.9);       \
                else if (!strcmp(what, "unique")) status = gpu_unique_##s(out, &count, NULL, NULL, x, n);              \
                else if (!strcmp(what, "unique and inverse")) status = gpu_unique_##s(out, &count, (int64_t *)more, index, x, n); \
                else if (!strcmp(what, "searchsorted")) status = gpu_searchsorted_##s(index, y, n, x, n, GPU_LEFT);    \
                else if (!strcmp(what, "compress")) status = gpu_compress_##s(out, &count, x, mask, n);                \
                else if (!strcmp(what, "nonzero")) status = gpu_nonzero_u8(index, &count, mask, n);                    \
                else if (!strcmp(what, "where")) status = gpu_where_##s(out, mask, x, y, n);                           \
                else if (!strcmp(what, "select x > limit")) status = above_##s(out, &count, x, n);                     \
                else if (!strcmp(what, "gather")) status = gpu_gather_##s(out, x, n, places, n);                       \
                else return -1;                                                                                        \
                if (status) return -1;                                                                                 \
            }                                                                                                          \
            took = now(wall) - begin;                                                                                  \
            least = took < least ? took : least;                                                                       \
        }                                                                                                              \
        return least / inner;                                                                                          \
    }
ROWS(float, f32)
ROWS(double, f64)
ROWS(int32_t, i32)
ROWS(int64_t, i64)
