/* N bodies: each is attracted by all others, n^2 forces in every step. A block of threads loads a tile of bodies into
   shared memory, and each thread adds up the forces of the tile before the block goes on to the next: every body is read
   from memory once for each block instead of once for each thread. The integrator is leapfrog, which conserves the energy.
   Writes n_body.pgm. Shows shared memory and barriers, on the CPU too.

   Counterpart of the N-body simulations of CuPy's and Numba's tutorials.

   nvcc -O3 -std=c++17 -arch=native -Xcompiler -fopenmp -I. examples/27_n_body.cu -o n_body
   cc -O3 -fopenmp -I. -x c examples/27_n_body.cu -o n_body -lm                                                        */

#define GPU_IMPLEMENTATION
#include "gpu.h"

enum { TILE = 256 };
#define SOFT 0.0025f /* the square of the distance below which the force does not grow any more */

/* The velocity after dt of attraction; a body's w is its mass. n is a multiple of TILE. */
GPU_KERNEL(kick, (float4 *, v), (const float4 *, p), (int, n), (float, dt))
{
    GPU_SHARED(float4, tile, [TILE]);
    const int i = (int)(blockIdx.x * TILE + threadIdx.x);
    const float4 own = p[i];
    float ax = 0, ay = 0, az = 0;
    for (int first = 0; first < n; first += TILE) {
        tile[threadIdx.x] = p[first + (int)threadIdx.x];
        GPU_BARRIER();
        for (int k = 0; k < TILE; k++) {
            const float dx = tile[k].x - own.x, dy = tile[k].y - own.y, dz = tile[k].z - own.z;
            const float r2 = dx * dx + dy * dy + dz * dz + SOFT, r = 1 / sqrtf(r2), f = tile[k].w * r * r * r;
            ax += f * dx, ay += f * dy, az += f * dz;
        }
        GPU_BARRIER();
    }
    v[i].x += dt * ax, v[i].y += dt * ay, v[i].z += dt * az;
}
GPU_KERNEL(drift, (float4 *, p), (const float4 *, v), (int, n), (float, dt))
{
    GPU_FOR(i, n) p[i].x += dt * v[i].x, p[i].y += dt * v[i].y, p[i].z += dt * v[i].z;
}

static double uniform(uint32_t *state) { return (*state = *state * 1664525u + 1013904223u) / 4294967296.0; }

/* Kinetic and potential energy, and the attraction of one body, in double on the host. */
static double energy(const float4 *p, const float4 *v, int n)
{
    double e = 0;
    for (int i = 0; i < n; i++) {
        e += 0.5 * p[i].w * ((double)v[i].x * v[i].x + (double)v[i].y * v[i].y + (double)v[i].z * v[i].z);
        for (int k = 0; k < i; k++) {
            const double dx = (double)p[i].x - p[k].x, dy = (double)p[i].y - p[k].y, dz = (double)p[i].z - p[k].z;
            e -= (double)p[i].w * p[k].w / sqrt(dx * dx + dy * dy + dz * dz + (double)SOFT);
        }
    }
    return e;
}
static double pull_x(const float4 *p, int n, int i)
{
    double a = 0;
    for (int k = 0; k < n; k++) {
        const double dx = (double)p[k].x - p[i].x, dy = (double)p[k].y - p[i].y, dz = (double)p[k].z - p[i].z;
        a += p[k].w * dx * pow(dx * dx + dy * dy + dz * dz + (double)SOFT, -1.5);
    }
    return a;
}

static void picture(const char *name, const float4 *p, int n)
{
    enum { SIDE = 400 };
    static unsigned char pixel[SIDE][SIDE];
    FILE *f = fopen(name, "wb");
    if (!f) return;
    for (int i = 0; i < n; i++) {
        const int x = (int)((p[i].x + 2) * SIDE / 4), y = (int)((p[i].y + 2) * SIDE / 4);
        if (x >= 0 && x < SIDE && y >= 0 && y < SIDE && pixel[y][x] < 200) pixel[y][x] = (unsigned char)(pixel[y][x] + 50);
    }
    fprintf(f, "P5\n%d %d\n255\n", SIDE, SIDE);
    fwrite(pixel, 1, sizeof pixel, f);
    fclose(f);
    printf("wrote %s\n", name);
}

int main(int argc, char **argv)
{
    const int cpu = gpu_device() == GPU_CPU, asked = argc > 1 ? atoi(argv[1]) : cpu ? 2048 : 65536, steps = argc > 2 ? atoi(argv[2]) : 20;
    const int n = (asked + TILE - 1) / TILE * TILE;
    const float dt = 0.002f;
    const gpu_config blocks = gpu_grid((size_t)n / TILE, 1, 1, TILE, 1, 1);
    float4 *p, *v, *hp, *hv;
    uint32_t state = 1;
    double before = 0, after, ms, error = 0, scale = 0;
    int ok = 1;
    if (argc > 1 && !strcmp(argv[1], "--help")) return puts("usage: n_body [bodies] [steps] [file.pgm]"), 0;
    if (asked < 1 || steps < 1) return fputs("expected at least 1 body and 1 step: see --help\n", stderr), 1;
    p = GPU_MANAGED(float4, n), v = GPU_MANAGED(float4, n), hp = (float4 *)malloc((size_t)n * sizeof *hp), hv = (float4 *)calloc((size_t)n, sizeof *hv);
    GPU_CHECK(gpu_error());
    if (!hp || !hv) return fputs("no host memory\n", stderr), 1;
    for (int i = 0; i < n; i++) { /* a disk that turns */
        const double r = sqrt(uniform(&state)), a = 2 * 3.14159265358979 * uniform(&state);
        hp[i].x = (float)(r * cos(a)), hp[i].y = (float)(r * sin(a)), hp[i].z = (float)(0.1 * uniform(&state) - 0.05), hp[i].w = 1.0f / (float)n;
        hv[i].x = (float)(-0.8 * sqrt(r) * sin(a)), hv[i].y = (float)(0.8 * sqrt(r) * cos(a));
    }
    GPU_CHECK(gpu_copy(p, hp, (size_t)n * sizeof *p));
    GPU_CHECK(gpu_set(v, 0, (size_t)n * sizeof *v));
    GPU_CHECK(kick(blocks, v, p, n, 1)); /* the accelerations themselves */
    GPU_CHECK(gpu_sync());
    for (int i = 0; i < n; i += n / 64) {
        const double a = pull_x(hp, n, i);
        if (fabs(v[i].x - a) > error) error = fabs(v[i].x - a);
        if (fabs(a) > scale) scale = fabs(a);
    }
    ok &= error < 1e-4 * scale;
    GPU_CHECK(gpu_copy(v, hv, (size_t)n * sizeof *v));
    if (n <= 8192) before = energy(hp, hv, n);
    GPU_CHECK(gpu_timer_start());
    for (int s = 0; s < steps; s++) {
        GPU_CHECK(drift(gpu_for((size_t)n), p, v, n, dt / 2));
        GPU_CHECK(kick(blocks, v, p, n, dt));
        GPU_CHECK(drift(gpu_for((size_t)n), p, v, n, dt / 2));
    }
    ms = gpu_timer_ms();
    printf("%d bodies, %d steps on %s: %.1f ms, %.3g forces/s (%.0f GFLOP/s at 20 a force)\n", n, steps, gpu_backend_name(), ms, (double)n * n * steps / ms * 1e3,
           20e-6 * (double)n * n * steps / ms);
    printf("accelerations: largest error %.1e of %.2f", error, scale);
    after = n <= 8192 ? energy(p, v, n) : 0;
    if (n <= 8192) ok &= fabs(after - before) < 2e-3 * fabs(before), printf("; energy %.6f before, %.6f after", before, after);
    printf("\n");
    picture(argc > 3 ? argv[3] : "n_body.pgm", p, n);
    gpu_free(p), gpu_free(v), free(hp), free(hv);
    puts(ok ? "PASSED" : "FAILED");
    return !ok;
}
