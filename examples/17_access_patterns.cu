/* Access patterns: the same number of additions and of requested bytes, in different orders. A GPU reads memory in sectors
   of 32 bytes and a CPU in lines of 64, so neighbouring threads should read neighbouring elements (coalesced). With a
   stride most of each sector is wasted; in random order nearly all of it is, and the cache hardly helps. The last part is
   divergence: a warp whose threads take different branches executes all of them. Writes access_patterns.svg, speed over
   stride.

   Counterpart of the sections on coalesced, strided and random access and on control flow divergence of a course on GPU
   computing.

   nvcc -O3 -std=c++17 -arch=native -Xcompiler -fopenmp -I. examples/17_access_patterns.cu -o access_patterns
   cc -O3 -fopenmp -I. -x c examples/17_access_patterns.cu -o access_patterns -lm                                      */

#define GPU_IMPLEMENTATION
#include "gpu.h"

enum { STRIDES = 7 };

/* n = 2^bits elements, every one read once: i walks through them `stride` apart. */
GPU_KERNEL(strided, (float *, out), (const float *, x), (size_t, n), (int, bits), (size_t, stride))
{
    GPU_FOR(i, n) {
        const size_t from = i * stride, wrapped = (from & (n - 1)) + (from >> bits); /* the next residue after each time around */
        out[i] = x[wrapped] + 1;
    }
}

GPU_KERNEL(gathered, (float *, out), (const float *, x), (const uint32_t *, from), (size_t, n))
{
    GPU_FOR(i, n) out[i] = x[from[i]] + 1;
}

GPU_FN float many_steps(float x, float a) /* some work for a branch to do */
{
    int k;
    for (k = 0; k < 64; k++) x = x * a + 0.5f;
    return x;
}

/* Threads of a warp go 1, 2, 4 or 8 ways, depending on `ways`. */
GPU_KERNEL(diverging, (float *, out), (const float *, x), (size_t, n), (size_t, ways))
{
    GPU_FOR(i, n) {
        switch (i % ways) {
        case 0: out[i] = many_steps(x[i], 0.50f); break;
        case 1: out[i] = many_steps(x[i], 0.51f); break;
        case 2: out[i] = many_steps(x[i], 0.52f); break;
        case 3: out[i] = many_steps(x[i], 0.53f); break;
        case 4: out[i] = many_steps(x[i], 0.54f); break;
        case 5: out[i] = many_steps(x[i], 0.55f); break;
        case 6: out[i] = many_steps(x[i], 0.56f); break;
        default: out[i] = many_steps(x[i], 0.57f); break;
        }
    }
}

static void plot(const char *name, const size_t *stride, const double *gbs, int count, double random)
{
    FILE *f = fopen(name, "w");
    int k;
    if (!f) return;
    fprintf(f, "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"560\" height=\"320\" font-family=\"sans-serif\" font-size=\"12\">\n"
               "<rect width=\"560\" height=\"320\" fill=\"white\"/><text x=\"20\" y=\"22\">GB/s asked for, by distance of neighbouring threads' elements</text>\n");
    for (k = 0; k <= count; k++) {
        const double v = k < count ? gbs[k] : random, h = 230 * v / gbs[0];
        fprintf(f, "<rect x=\"%d\" y=\"%.1f\" width=\"44\" height=\"%.1f\" fill=\"%s\"/><text x=\"%d\" y=\"%.1f\" text-anchor=\"middle\">%.0f</text>\n", 30 + k * 64, 280 - h, h,
                k < count ? "#36c" : "#d73", 52 + k * 64, 274 - h, v);
        if (k < count) fprintf(f, "<text x=\"%d\" y=\"298\" text-anchor=\"middle\">%zu</text>\n", 52 + k * 64, stride[k]);
        else fprintf(f, "<text x=\"%d\" y=\"298\" text-anchor=\"middle\">random</text>\n", 52 + k * 64);
    }
    fprintf(f, "</svg>\n");
    fclose(f);
}

int main(void)
{
    static const size_t stride[STRIDES] = {1, 2, 4, 8, 16, 32, 1024};
    const int bits = gpu_device() == GPU_CPU ? 22 : 26;
    const size_t n = (size_t)1 << bits, fewer = gpu_device() == GPU_CPU ? n / 8 : n;
    float *x = GPU_NEW(float, n), *out = GPU_NEW(float, n);
    uint32_t *from = (uint32_t *)malloc(n * sizeof *from), *dev_from, state = 1;
    double gbs[STRIDES], random, want, first = 0;
    gpu_info device;
    gpu_stats t;
    size_t i, ways;
    int k, ok = 1;
    GPU_CHECK(gpu_error());
    GPU_CHECK(gpu_query(gpu_device(), &device));
    if (!from) return fprintf(stderr, "no host memory for %zu indices\n", n), 1;
    GPU_CHECK(gpu_linspace_f32(x, 0, 1, n));
    want = gpu_sum_f32(x, n) + (double)n;
    printf("out[i] = x[...] + 1, %zu floats, on %s (%s)\n\n", n, device.name, device.backend);
    for (k = 0; k < STRIDES; k++) {
        GPU_BENCH(t, 10) GPU_CHECK(strided(gpu_1d(n), out, x, n, bits, stride[k]));
        gbs[k] = (double)n * 8 / t.median_ms * 1e-6;
        ok &= fabs(gpu_sum_f32(out, n) - want) < 1e-5 * want; /* every element once, whatever the order */
        printf("   stride %5zu %9.3f ms %8.1f GB/s %5.0f %%\n", stride[k], t.median_ms, gbs[k], 100 * gbs[k] / gbs[0]);
    }
    for (i = 0; i < n; i++) from[i] = (uint32_t)i;
    for (i = n - 1; i > 0; i--) { /* a random permutation */
        const uint32_t swap = from[i], j = (state = state * 1664525u + 1013904223u, (uint32_t)((uint64_t)state * (i + 1) >> 32));
        from[i] = from[j];
        from[j] = swap;
    }
    dev_from = GPU_TO_DEVICE(uint32_t, from, n);
    GPU_BENCH(t, 10) GPU_CHECK(gathered(gpu_1d(n), out, x, dev_from, n));
    random = (double)n * 8 / t.median_ms * 1e-6;
    ok &= fabs(gpu_sum_f32(out, n) - want) < 1e-5 * want;
    printf("   random       %9.3f ms %8.1f GB/s %5.0f %%\n\nbranches a warp takes\n", t.median_ms, random, 100 * random / gbs[0]);
    for (ways = 1; ways <= 8; ways *= 2) {
        GPU_BENCH(t, 3) GPU_CHECK(diverging(gpu_1d(fewer), out, x, fewer, ways));
        if (ways == 1) first = t.median_ms;
        printf("   %zu %22.3f ms %23.1f times\n", ways, t.median_ms, t.median_ms / first);
    }
    plot("access_patterns.svg", stride, gbs, STRIDES, random);
    free(from);
    GPU_CHECK(gpu_free(x));
    GPU_CHECK(gpu_free(out));
    GPU_CHECK(gpu_free(dev_from));
    printf("\nwrote access_patterns.svg\n%s\n", ok ? "PASSED" : "FAILED");
    return !ok;
}
