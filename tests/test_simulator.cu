/* CUDA's own model: the kernels that every course uses, as they stand in textbooks, on both backends; each has a broken
   twin, which the CPU backend has to catch, always or under GPU_DEBUG. The rest: warp operations, atomics, constant
   memory, grids of three dimensions, GPU_AT. */

#define GPU__SPIN_SECONDS 1 /* two tests wait for it */
#define GPU_CUDA_MIN_MAX
#define GPU_COOPERATIVE
#define GPU_IMPLEMENTATION
#include "gpu.h"
#define TEST_MAIN
#include "test.h"

#ifndef _WIN32
#include <pthread.h>
#include <unistd.h>
#endif

/* On ELF alone the static shared memory of a program has bounds; elsewhere plain __shared__ arrays are not watched. */
#ifdef __ELF__
enum { STATIC_SHARED_IS_WATCHED = 1 };
#else
enum { STATIC_SHARED_IS_WATCHED = 0 };
#endif
/* Elsewhere than on ELF a cooperative launch on the CPU takes a CPU thread for each block. */
#if defined(__ELF__) || defined(_OPENMP)
enum { GRIDS_CAN_MEET = 1 };
#else
enum { GRIDS_CAN_MEET = 0 };
#endif
/* The thread sanitizer takes twenty times as long and sees one CPU thread: the same paths, with less data. */
#ifdef GPU__TSAN
enum { SLOW = 1 };
#else
enum { SLOW = 0 };
#endif
#define REPORTED(call, part) CHECK_STATUS(call, GPU_ERROR_KERNEL, part)
#define RIGHT(call)                                                                                                    \
    do {                                                                                                               \
        CHECK_STATUS(call, GPU_OK, "");                                                                                \
        CHECK_STATUS(gpu_sync(), GPU_OK, "");                                                                          \
    } while (0)

static unsigned seed = 1;
static unsigned draw(unsigned n)
{
    return ((seed = seed * 1664525u + 1013904223u) >> 8) % n;
}
static float *floats(size_t n) /* small whole numbers, so that sums of any order are equal */
{
    float *p = GPU_MANAGED(float, n);
    size_t i;
    CHECK(p != NULL);
    for (i = 0; p && i < n; i++) p[i] = (float)draw(100);
    return p;
}
static int *ints(size_t n)
{
    int *p = GPU_MANAGED(int, n);
    size_t i;
    CHECK(p != NULL);
    for (i = 0; p && i < n; i++) p[i] = (int)draw(1000);
    return p;
}

/* ---------------------------------------------------------------------------------- the first kernel of a course -- */

GPU_FN float plus(float a, float b) { return a + b; }
GPU_FN int global_index(void) { return (int)(blockIdx.x * blockDim.x + threadIdx.x); }
__host__ __device__ __forceinline__ float twice(float a) { return 2 * a; }

GPU_KERNEL(vector_add, (const float *, a), (const float *, b), (float *, c), (int, n))
{
    int i = global_index();
    if (i >= n) return;
    c[i] = plus(a[i], b[i]) + twice(1.0f);
}
GPU_KERNEL(vector_add_at, (const float *, a), (const float *, b), (float *, c), (int, n))
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) GPU_AT(c, i) = GPU_AT(a, i) + GPU_AT(b, i);
}
GPU_KERNEL(vector_add_broken, (const float *, a), (const float *, b), (float *, c), (int, n))
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i <= n) GPU_AT(c, i) = GPU_AT(a, i) + GPU_AT(b, i);
}
static void check_vector_add(void)
{
    enum { N = 1000 };
    float *a = floats(N), *b = floats(N), *c = floats(N);
    int i, wrong = 0;
    RIGHT(vector_add(gpu_1d(N), a, b, c, N));
    for (i = 0; i < N; i++) wrong += c[i] != a[i] + b[i] + 2;
    RIGHT(vector_add_at(gpu_1d(N), a, b, c, N));
    for (i = 0; i < N; i++) wrong += c[i] != a[i] + b[i];
    CHECK_INT(wrong, 0);
    gpu_free(a), gpu_free(b), gpu_free(c);
}

/* ------------------------------------------------------------------------------------------------ matrix product -- */

#define TILE 16
GPU_KERNEL(tiled_matmul, (const float *, A), (const float *, B), (float *, C), (int, n))
{
    __shared__ float a[TILE][TILE];
    __shared__ float b[TILE][TILE + 1];
    int x = blockIdx.x * TILE + threadIdx.x, y = blockIdx.y * TILE + threadIdx.y;
    float s = 0;
    for (int k = 0; k < n / TILE; k++) {
        a[threadIdx.y][threadIdx.x] = A[y * n + k * TILE + threadIdx.x];
        b[threadIdx.y][threadIdx.x] = B[(k * TILE + threadIdx.y) * n + x];
        __syncthreads();
        for (int j = 0; j < TILE; j++) s += a[threadIdx.y][j] * b[j][threadIdx.x];
        __syncthreads();
    }
    C[y * n + x] = s;
}
GPU_KERNEL(tiled_matmul_broken, (const float *, A), (const float *, B), (float *, C), (int, n))
{
    __shared__ float a[TILE][TILE];
    __shared__ float b[TILE][TILE + 1];
    int x = blockIdx.x * TILE + threadIdx.x, y = blockIdx.y * TILE + threadIdx.y;
    float s = 0;
    for (int k = 0; k < n / TILE; k++) {
        a[threadIdx.y][threadIdx.x] = A[y * n + k * TILE + threadIdx.x];
        b[threadIdx.y][threadIdx.x] = B[(k * TILE + threadIdx.y) * n + x];
        __syncthreads();
        for (int j = 0; j < TILE; j++) s += a[threadIdx.y][j] * b[j][threadIdx.x];
    } /* the second barrier is missing: a fast thread fills the next tile while others still read this one */
    C[y * n + x] = s;
}
static void check_matmul(void)
{
    enum { N = 64 };
    float *a = floats(N * N), *b = floats(N * N), *c = floats(N * N);
    int i, j, k, wrong = 0;
    RIGHT(tiled_matmul(gpu_grid(N / TILE, N / TILE, 1, TILE, TILE, 1), a, b, c, N));
    for (i = 0; i < N; i++)
        for (j = 0; j < N; j++) {
            float s = 0;
            for (k = 0; k < N; k++) s += a[i * N + k] * b[k * N + j];
            wrong += s != c[i * N + j];
        }
    CHECK_INT(wrong, 0);
    gpu_free(a), gpu_free(b), gpu_free(c);
}

/* ----------------------------------------------------------------------------------------------- tree reductions -- */

GPU_KERNEL(reduce_interleaved, (const int *, in), (int *, out))
{
    __shared__ int s[256];
    unsigned t = threadIdx.x;
    s[t] = in[blockIdx.x * blockDim.x + t];
    __syncthreads();
    for (unsigned k = 1; k < blockDim.x; k *= 2) {
        if (t % (2 * k) == 0) s[t] += s[t + k];
        __syncthreads();
    }
    if (t == 0) out[blockIdx.x] = s[0];
}
GPU_KERNEL(reduce_interleaved_broken, (const int *, in), (int *, out))
{
    __shared__ int s[256];
    unsigned t = threadIdx.x;
    s[t] = in[blockIdx.x * blockDim.x + t];
    __syncthreads();
    for (unsigned k = 1; k < blockDim.x; k *= 2)
        if (t % (2 * k) == 0) {
            s[t] += s[t + k];
            __syncthreads(); /* half of the threads never come here: they wait at the next one */
        }
    __syncthreads();
    if (t == 0) out[blockIdx.x] = s[0];
}
GPU_KERNEL(reduce_sequential, (const int *, in), (int *, out))
{
    __shared__ int s[256];
    unsigned t = threadIdx.x;
    s[t] = in[blockIdx.x * blockDim.x + t];
    __syncthreads();
    for (unsigned k = blockDim.x / 2; k > 0; k >>= 1) {
        if (t < k) s[t] += s[t + k];
        __syncthreads();
    }
    if (t == 0) out[blockIdx.x] = s[0];
}
GPU_KERNEL(reduce_sequential_broken, (const int *, in), (int *, out))
{
    __shared__ int s[256];
    unsigned t = threadIdx.x;
    s[t] = in[blockIdx.x * blockDim.x + t];
    __syncthreads();
    for (unsigned k = blockDim.x / 2; k > 0; k >>= 1)
        if (t < k) s[t] += s[t + k]; /* no barrier between the levels of the tree */
    if (t == 0) out[blockIdx.x] = s[0];
}
GPU_KERNEL(reduce_shuffled, (const float *, in), (float *, out))
{
    __shared__ float part[32];
    float v = in[blockIdx.x * blockDim.x + threadIdx.x];
    int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
    for (int k = 16; k > 0; k >>= 1) v += __shfl_down_sync(0xffffffffu, v, k);
    if (lane == 0) part[warp] = v;
    __syncthreads();
    if (warp == 0) {
        v = lane < (int)blockDim.x / 32 ? part[lane] : 0.0f;
        for (int k = 16; k > 0; k >>= 1) v += __shfl_down_sync(0xffffffffu, v, k);
        if (lane == 0) out[blockIdx.x] = v;
    }
}
GPU_KERNEL(reduce_shuffled_broken, (const float *, in), (float *, out))
{
    float v = in[threadIdx.x];
    if (threadIdx.x < 16) v += __shfl_down_sync(0xffffffffu, v, 16); /* the mask names lanes that never come */
    else __syncthreads();
    out[threadIdx.x] = v;
}
GPU_KERNEL(reduce_unrolled, (const int *, in), (int *, out))
{
    __shared__ volatile int s[64];
    unsigned t = threadIdx.x;
    s[t] = in[t];
    __syncthreads();
    if (t < 32) {
        int v = s[t] + s[t + 32];
        for (int k = 16; k > 0; k >>= 1) {
            s[t] = v;
            __syncwarp();
            v += t + k < 32 ? s[t + k] : 0;
            __syncwarp();
        }
        if (t == 0) out[0] = v;
    }
}
GPU_KERNEL(reduce_unrolled_broken, (const int *, in), (int *, out))
{
    __shared__ volatile unsigned s[64];
    unsigned t = threadIdx.x;
    s[t] = (unsigned)in[t];
    __syncthreads();
    if (t < 32) /* as it was written before Volta, when a warp ran in lockstep */
        for (int k = 32; k > 0; k >>= 1) s[t] = s[t] + s[t + k];
    if (t == 0) out[0] = (int)s[0];
}
static void check_reductions(void)
{
    int *x = ints(1024), *y = ints(8), i, j, wrong = 0, sum;
    float *a = floats(512), *c = floats(2), want = 0;
    RIGHT(reduce_interleaved(gpu_grid(4, 1, 1, 256, 1, 1), x, y));
    RIGHT(reduce_sequential(gpu_grid(4, 1, 1, 256, 1, 1), x, y + 4));
    for (j = 0; j < 4; j++) {
        for (sum = 0, i = 0; i < 256; i++) sum += x[j * 256 + i];
        wrong += sum != y[j] || sum != y[j + 4];
    }
    CHECK_INT(wrong, 0);
    RIGHT(reduce_shuffled(gpu_grid(2, 1, 1, 256, 1, 1), a, c));
    for (i = 0; i < 256; i++) want += a[i];
    CHECK(c[0] == want);
    RIGHT(reduce_unrolled(gpu_grid(1, 1, 1, 64, 1, 1), x, y));
    for (sum = 0, i = 0; i < 64; i++) sum += x[i];
    CHECK_INT(y[0], sum);
    gpu_free(x), gpu_free(y), gpu_free(a), gpu_free(c);
}

/* --------------------------------------------------------------------------------------------------------- scans -- */

GPU_KERNEL(hillis_steele, (const int *, in), (int *, out), (int, n))
{
    __shared__ int buffer[2][256];
    int t = threadIdx.x, now = 0;
    buffer[0][t] = t < n ? in[t] : 0;
    __syncthreads();
    for (int d = 1; d < (int)blockDim.x; d *= 2) {
        buffer[1 - now][t] = t >= d ? buffer[now][t] + buffer[now][t - d] : buffer[now][t];
        now = 1 - now;
        __syncthreads();
    }
    if (t < n) out[t] = buffer[now][t];
}
GPU_KERNEL(hillis_steele_broken, (const int *, in), (int *, out), (int, n))
{
    __shared__ int buffer[256];
    int t = threadIdx.x;
    buffer[t] = t < n ? in[t] : 0;
    __syncthreads();
    for (int d = 1; d < (int)blockDim.x; d *= 2) {
        /* one buffer: reads what a neighbour writes */
        if (t >= d) buffer[t] = (int)((unsigned)buffer[t] + (unsigned)buffer[t - d]);
        __syncthreads();
    }
    if (t < n) out[t] = buffer[t];
}
GPU_KERNEL(blelloch, (const int *, in), (int *, out))
{
    __shared__ int s[256];
    int t = threadIdx.x, n = 256, offset = 1;
    s[2 * t] = in[2 * t];
    s[2 * t + 1] = in[2 * t + 1];
    for (int d = n >> 1; d > 0; d >>= 1) {
        __syncthreads();
        if (t < d) s[offset * (2 * t + 2) - 1] += s[offset * (2 * t + 1) - 1];
        offset *= 2;
    }
    if (t == 0) s[n - 1] = 0;
    for (int d = 1; d < n; d *= 2) {
        offset >>= 1;
        __syncthreads();
        if (t < d) {
            int i = offset * (2 * t + 1) - 1, j = offset * (2 * t + 2) - 1, v = s[i];
            s[i] = s[j];
            s[j] += v;
        }
    }
    __syncthreads();
    out[2 * t] = s[2 * t];
    out[2 * t + 1] = s[2 * t + 1];
}
GPU_KERNEL(blelloch_broken, (const int *, in), (int *, out))
{
    __shared__ int s[256];
    int t = threadIdx.x, n = 256, offset = 1;
    s[2 * t] = in[2 * t];
    s[2 * t + 1] = in[2 * t + 1];
    for (int d = n >> 1; d > 0; d >>= 1) {
        if (t < d) s[offset * (2 * t + 2) - 1] += s[offset * (2 * t + 1) - 1]; /* no barrier between the levels */
        offset *= 2;
    }
    __syncthreads();
    out[2 * t] = s[2 * t];
    out[2 * t + 1] = s[2 * t + 1];
}
static void check_scans(void)
{
    int *x = ints(256), *y = ints(256), i, sum, wrong = 0;
    RIGHT(hillis_steele(gpu_grid(1, 1, 1, 256, 1, 1), x, y, 250));
    for (sum = 0, i = 0; i < 250; i++) wrong += y[i] != (sum += x[i]);
    RIGHT(blelloch(gpu_grid(1, 1, 1, 128, 1, 1), x, y));
    for (sum = 0, i = 0; i < 256; sum += x[i++]) wrong += y[i] != sum;
    CHECK_INT(wrong, 0);
    gpu_free(x), gpu_free(y);
}

/* --------------------------------------------------------------------------------- histogram, transpose, stencil -- */

GPU_KERNEL(histogram, (const int *, in), (int *, h), (int, n))
{
    __shared__ int bins[256];
    bins[threadIdx.x] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
        atomicAdd(&bins[in[i] & 255], 1);
    __syncthreads();
    atomicAdd(&h[threadIdx.x], bins[threadIdx.x]);
}
GPU_KERNEL(histogram_broken, (const int *, in), (int *, h), (int, n))
{
    __shared__ int bins[256]; /* never set to zero */
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
        atomicAdd(&bins[in[i] & 255], 1);
    __syncthreads();
    atomicAdd(&h[threadIdx.x], bins[threadIdx.x]);
}
GPU_KERNEL(transpose, (const float *, in), (float *, out), (int, n))
{
    __shared__ float tile[32][33];
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
    for (int j = 0; j < 32; j += 8) tile[threadIdx.y + j][threadIdx.x] = in[(y + j) * n + x];
    __syncthreads();
    x = blockIdx.y * 32 + threadIdx.x;
    y = blockIdx.x * 32 + threadIdx.y;
    for (int j = 0; j < 32; j += 8) out[(y + j) * n + x] = tile[threadIdx.x][threadIdx.y + j];
}
GPU_KERNEL(transpose_broken, (const float *, in), (float *, out), (int, n))
{
    __shared__ float tile[32][33];
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
    for (int j = 0; j < 32; j += 8) tile[threadIdx.y + j][threadIdx.x] = in[(y + j) * n + x];
    x = blockIdx.y * 32 + threadIdx.x; /* no barrier: reads what nobody has written yet */
    y = blockIdx.x * 32 + threadIdx.y;
    for (int j = 0; j < 32; j += 8) out[(y + j) * n + x] = tile[threadIdx.x][threadIdx.y + j];
}
#define RADIUS 3
GPU_KERNEL(stencil, (const int *, in), (int *, out), (int, n))
{
    __shared__ int s[128 + 2 * RADIUS];
    int g = blockIdx.x * blockDim.x + threadIdx.x, l = threadIdx.x + RADIUS, sum = 0;
    s[l] = g < n ? in[g] : 0;
    if (threadIdx.x < RADIUS) { /* the halo */
        s[l - RADIUS] = g >= RADIUS ? in[g - RADIUS] : 0;
        s[l + 128] = g + 128 < n ? in[g + 128] : 0;
    }
    __syncthreads();
    for (int k = -RADIUS; k <= RADIUS; k++) sum += s[l + k];
    if (g < n) out[g] = sum;
}
GPU_KERNEL(stencil_broken, (const int *, in), (int *, out), (int, n))
{
    __shared__ int s[128 + 2 * RADIUS];
    int g = blockIdx.x * blockDim.x + threadIdx.x, l = threadIdx.x + RADIUS, sum = 0;
    /* some threads of the last block miss the barrier, and the memory that they should have filled is read */
    if (g >= n) return;
    s[l] = in[g];
    if (threadIdx.x < RADIUS) {
        s[l - RADIUS] = g >= RADIUS ? in[g - RADIUS] : 0;
        s[l + 128] = g + 128 < n ? in[g + 128] : 0;
    }
    __syncthreads();
    for (int k = -RADIUS; k <= RADIUS; k++) sum = (int)((unsigned)sum + (unsigned)s[l + k]);
    out[g] = sum;
}
GPU_KERNEL(stencil_in_place_broken, (float *, x), (int, n)) /* neighbours in global memory, without a second array */
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i > 0 && i < n - 1) x[i] = (x[i - 1] + x[i] + x[i + 1]) / 3;
}
static void check_neighbours(void)
{
    enum { N = 1000 };
    int *x = ints(10000), *h = GPU_MANAGED(int, N), i, j, k, wrong = 0;
    float *a = floats(4096), *c = floats(4096);
    CHECK_STATUS(gpu_set(h, 0, N * sizeof *h), GPU_OK, "");
    RIGHT(histogram(gpu_grid(5, 1, 1, 256, 1, 1), x, h, 10000));
    for (i = 0; i < 10000; i++) h[x[i] & 255]--;
    for (i = 0; i < 256; i++) wrong += h[i] != 0;
    CHECK_INT(wrong, 0);
    RIGHT(transpose(gpu_grid(2, 2, 1, 32, 8, 1), a, c, 64));
    for (i = 0; i < 64; i++)
        for (j = 0; j < 64; j++) wrong += c[i * 64 + j] != a[j * 64 + i];
    CHECK_INT(wrong, 0);
    RIGHT(stencil(gpu_grid(8, 1, 1, 128, 1, 1), x, h, N));
    for (i = 0; i < N; i++) {
        for (k = 0, j = i - RADIUS; j <= i + RADIUS; j++) k += j >= 0 && j < N ? x[j] : 0;
        wrong += h[i] != k;
    }
    CHECK_INT(wrong, 0);
    gpu_free(x), gpu_free(h), gpu_free(a), gpu_free(c);
}

/* ------------------------------------------------------------------------------------- bitonic sort, bodies, dot -- */

GPU_KERNEL(bitonic_sort, (int *, d))
{
    __shared__ int s[256];
    unsigned t = threadIdx.x;
    s[t] = d[blockIdx.x * 256 + t];
    __syncthreads();
    for (unsigned k = 2; k <= 256; k *= 2)
        for (unsigned j = k / 2; j > 0; j /= 2) {
            unsigned o = t ^ j;
            if (o > t && ((t & k) == 0 ? s[t] > s[o] : s[t] < s[o])) {
                int v = s[t];
                s[t] = s[o];
                s[o] = v;
            }
            __syncthreads();
        }
    d[blockIdx.x * 256 + t] = s[t];
}
GPU_KERNEL(bitonic_sort_broken, (int *, d))
{
    __shared__ int s[256];
    unsigned t = threadIdx.x;
    s[t] = d[blockIdx.x * 256 + t];
    __syncthreads();
    for (unsigned k = 2; k <= 256; k *= 2) {
        for (unsigned j = k / 2; j > 0; j /= 2) {
            unsigned o = t ^ j;
            if (o > t && ((t & k) == 0 ? s[t] > s[o] : s[t] < s[o])) {
                int v = s[t];
                s[t] = s[o];
                s[o] = v;
            }
        }
        __syncthreads(); /* one loop too far out */
    }
    d[blockIdx.x * 256 + t] = s[t];
}
typedef struct body {
    float x, y, z, m;
} body;
GPU_KERNEL(n_body, (const body *, p), (body *, a), (int, n))
{
    __shared__ body tile[64];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float ax = 0, ay = 0, az = 0;
    for (int k = 0; k < n; k += 64) {
        tile[threadIdx.x] = p[k + threadIdx.x];
        __syncthreads();
        for (int j = 0; j < 64; j++) {
            float dx = tile[j].x - p[i].x, dy = tile[j].y - p[i].y, dz = tile[j].z - p[i].z;
            float r = 1 / sqrtf(dx * dx + dy * dy + dz * dz + 1e-3f), f = tile[j].m * r * r * r;
            ax += dx * f, ay += dy * f, az += dz * f;
        }
        __syncthreads();
    }
    a[i].x = ax, a[i].y = ay, a[i].z = az, a[i].m = 0;
}
GPU_KERNEL(n_body_broken, (const body *, p), (body *, a), (int, n))
{
    __shared__ body tile[64];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float ax = 0;
    for (int k = 0; k < n; k += 64) {
        tile[threadIdx.x] = p[k + threadIdx.x]; /* the barrier after it is missing */
        for (int j = 0; j < 64; j++) ax += (tile[j].x - p[i].x) * tile[j].m;
        __syncthreads();
    }
    a[i].x = ax, a[i].y = a[i].z = a[i].m = 0;
}
GPU_KERNEL(dot, (const float *, a), (const float *, b), (float *, out), (int, n))
{
    GPU_SHARED_DYNAMIC(float, s);
    float v = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) v += a[i] * b[i];
    s[threadIdx.x] = v;
    __syncthreads();
    for (unsigned k = blockDim.x / 2; k > 0; k >>= 1) {
        if (threadIdx.x < k) s[threadIdx.x] += s[threadIdx.x + k];
        __syncthreads();
    }
    if (threadIdx.x == 0) atomicAdd(out, s[0]);
}
GPU_KERNEL(dot_broken, (const int *, a), (const int *, b), (int *, out), (int, n))
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        int v = *out; /* no atomic: one thread after the other it even gives the right sum */
        *out = v + a[i] * b[i];
    }
}
GPU_KERNEL(dot_by_loop, (const float *, a), (const float *, b), (float *, out), (int, n))
{
    __shared__ float s[256];
    float v = 0;
    GPU_FOR(i, n) v += a[i] * b[i];
    s[threadIdx.x] = v;
    __syncthreads();
    for (unsigned k = blockDim.x / 2; k > 0; k >>= 1) {
        if (threadIdx.x < k) s[threadIdx.x] += s[threadIdx.x + k];
        __syncthreads();
    }
    if (threadIdx.x == 0) atomicAdd(out, s[0]);
}
static void check_whole_programs(void)
{
    int *y = ints(512), i, j, wrong = 0;
    float *a = floats(1000), *b = floats(1000), *d = floats(1), want = 0;
    body *p = GPU_MANAGED(body, 256), *q = GPU_MANAGED(body, 256);
    RIGHT(bitonic_sort(gpu_grid(2, 1, 1, 256, 1, 1), y));
    for (i = 1; i < 256; i++) wrong += y[i - 1] > y[i] || y[255 + i] > y[256 + i];
    CHECK_INT(wrong, 0);
    for (i = 0; i < 256; i++) p[i].x = a[i], p[i].y = b[i], p[i].z = a[i + 256], p[i].m = 1;
    RIGHT(n_body(gpu_grid(4, 1, 1, 64, 1, 1), p, q, 256));
    for (i = 0; i < 256; i++) {
        double s = 0;
        for (j = 0; j < 256; j++) {
            double dx = p[j].x - p[i].x, dy = p[j].y - p[i].y, dz = p[j].z - p[i].z;
            double r = 1 / sqrt(dx * dx + dy * dy + dz * dz + 1e-3);
            s += dx * r * r * r;
        }
        wrong += !(fabs(s - q[i].x) < 1e-3);
    }
    CHECK_INT(wrong, 0);
    for (i = 0; i < 1000; i++) want += a[i] * b[i];
    for (i = 0; i < 3; i++) {
        *d = 0;
        if (i == 0) RIGHT(dot(gpu_config_shared(gpu_grid(3, 1, 1, 128, 1, 1), 128 * sizeof(float)), a, b, d, 1000));
        if (i == 1) RIGHT(dot_by_loop(gpu_1d(1000), a, b, d, 1000));
        if (i == 2) RIGHT(dot_by_loop(gpu_grid(3, 1, 1, 64, 1, 1), a, b, d, 1000));
        CHECK_CLOSE(*d, want, 0, 0);
    }
    gpu_free(y), gpu_free(a), gpu_free(b), gpu_free(d), gpu_free(p), gpu_free(q);
}

/* ----------------------------------------------------------------------------------------- the rest of the model -- */

GPU_KERNEL(votes, (int *, out))
{
    int t = threadIdx.x;
    unsigned odd = __ballot_sync(0xffffffffu, t & 1);
    int any = __any_sync(0xffffffffu, t == 5), all = __all_sync(0xffffffffu, t < 40);
    unsigned same = __match_any_sync(0xffffffffu, t / 4);
    int up = __shfl_up_sync(0xffffffffu, t, 2), from = __shfl_sync(0xffffffffu, t, 7, 16);
    long long x = __shfl_xor_sync(0xffffffffu, (long long)t << 40, 3);
    double d = __shfl_down_sync(0xffffffffu, (double)t, 4, 8);
    int count = __syncthreads_count(t % 3 == 0), and_ = __syncthreads_and(t < 64), or_ = __syncthreads_or(t == 63);
    unsigned active = 0;
    if (t % 4 == 0) active = __activemask();
    out[t * 12] = (int)odd, out[t * 12 + 1] = any, out[t * 12 + 2] = all, out[t * 12 + 3] = (int)same;
    out[t * 12 + 4] = up, out[t * 12 + 5] = from, out[t * 12 + 6] = (int)(x >> 40), out[t * 12 + 7] = (int)d;
    out[t * 12 + 8] = count, out[t * 12 + 9] = and_ != 0, out[t * 12 + 10] = or_ != 0, out[t * 12 + 11] = (int)active;
}
/* Only the second warp uses a warp operation, and nobody a barrier: the first has ended by then. */
GPU_KERNEL(late_warp, (int *, out), (int *, count))
{
    int v = 1;
    atomicAdd(count, 1);
    if (threadIdx.x / 32 == 1) v = __shfl_xor_sync(0xffffffffu, (int)threadIdx.x, 1);
    out[blockIdx.x * blockDim.x + threadIdx.x] = v;
}
static void check_warps(void)
{
    int *y = GPU_MANAGED(int, 64 * 12), i, wrong = 0;
    RIGHT(votes(gpu_grid(1, 1, 1, 64, 1, 1), y));
    for (i = 0; i < 64; i++) {
        int *r = y + 12 * i, lane = i & 31;
        wrong += !(r[0] == (int)0xaaaaaaaau && r[1] == (i < 32) && r[2] == (i < 32) &&
                   r[3] == (int)(15u << (lane & 28)) && r[4] == (lane < 2 ? i : i - 2));
        wrong += !(r[5] == (i & ~15) + 7 && r[6] == (i ^ 3) && r[7] == ((i & 7) < 4 ? i + 4 : i) && r[8] == 22 &&
                   r[9] == 1 && r[10] == 1);
        wrong += !(r[11] == (i % 4 ? 0 : 0x11111111));
    }
    CHECK_INT(wrong, 0);
    y[0] = 0;
    RIGHT(late_warp(gpu_grid(3, 1, 1, 96, 1, 1), y + 1, y));
    CHECK_INT(y[0], 288);
    for (i = 0; i < 288; i++) wrong += y[1 + i] != (i % 96 / 32 == 1 ? (i % 96) ^ 1 : 1);
    CHECK_INT(wrong, 0);
    gpu_free(y);
}

/* CUDA's functions of one thread, as a pasted kernel calls them, beside loops over bits and digits. */
typedef struct {
    int popc, popcll, ffs, ffsll, clz, clzll, mulhi, float_as_int, make;
    unsigned brev, umulhi, perm, left, right, float_as_uint;
    unsigned long long brevll, umul64hi;
    long long mul64hi, double_as_longlong;
    float int_as_float, uint_as_float, saturate;
    double longlong_as_double;
} intrinsics;
GPU_FN intrinsics intrinsics_of(unsigned long long x, unsigned long long y)
{
    intrinsics r;
    unsigned a = (unsigned)x, b = (unsigned)y;
    float2 f2 = make_float2(1, 2);
    float3 f3 = make_float3(3, 4, 5);
    float4 f4 = make_float4(f2.x, f2.y, f3.z, 6);
    double2 d = make_double2(7, 8);
    int2 i2 = make_int2(9, 10);
    int4 i4 = make_int4(i2.x, i2.y, 11, 12);
    uint2 u2 = make_uint2(13, 14);
    uint3 u3 = make_uint3(15, 16, 17);
    uchar4 c = make_uchar4(250, 1, 2, 3);
    dim3 block = blockDim;
    r.popc = __popc(a), r.popcll = __popcll(x), r.ffs = __ffs((int)a), r.ffsll = __ffsll((long long)x);
    r.clz = __clz((int)a), r.clzll = __clzll((long long)x);
    r.brev = __brev(a), r.brevll = __brevll(x);
    r.mulhi = __mulhi((int)a, (int)b), r.umulhi = __umulhi(a, b);
    r.mul64hi = __mul64hi((long long)x, (long long)y), r.umul64hi = __umul64hi(x, y);
    r.perm = __byte_perm(a, b, (unsigned)(x >> 32));
    r.left = __funnelshift_l(a, b, (unsigned)(x >> 40)), r.right = __funnelshift_r(a, b, (unsigned)(x >> 40));
    r.float_as_int = __float_as_int(__uint_as_float(a)), r.float_as_uint = __float_as_uint(__int_as_float((int)a));
    r.double_as_longlong = __double_as_longlong(__longlong_as_double((long long)x));
    r.int_as_float = __int_as_float((int)a), r.uint_as_float = __uint_as_float(a);
    r.longlong_as_double = __longlong_as_double((long long)x);
    r.saturate = __saturatef(r.int_as_float);
    r.make = (int)(f4.x + f4.y * 2 + f4.z * 4 + f4.w * 8) + (int)(d.x + d.y) + i4.y + i4.w + (int)(u2.y + u3.z) + c.x +
             (int)block.y * 1000;
    return r;
}
GPU_KERNEL(all_intrinsics, (const unsigned long long *, x), (const unsigned long long *, y), (intrinsics *, out))
{
    int i = (int)(blockIdx.x * blockDim.x + threadIdx.x);
    __stcs(&out[i].popc, 0);
    out[i] = intrinsics_of(__ldg(x + i), __ldcs(y + i));
    if (clock64() - clock64() > 0) out[i].popc = -1; /* time does not go back */
    __nanosleep(20);
    if (x[i] != y[i] && out == 0) __trap();
}
static unsigned bit_of(unsigned long long x, int k) { return k >= 0 && k < 64 && (x >> k & 1u) != 0; }
static unsigned long long upper_product(unsigned long long x, unsigned long long y) /* by bits, as on paper */
{
    unsigned long long low = 0, high = 0;
    int k;
    for (k = 0; k < 64; k++) {
        if (!bit_of(y, k)) continue;
        low += x << k;
        high += (k ? x >> (64 - k) : 0) + (low < x << k);
    }
    return high;
}
static int intrinsics_right(const intrinsics *r, unsigned long long x, unsigned long long y)
{
    const unsigned a = (unsigned)x, b = (unsigned)y;
    const unsigned long long minus = (bit_of(x, 63) ? y : 0) + (bit_of(y, 63) ? x : 0);
    const unsigned upper = (unsigned)(((unsigned long long)a * b) >> 32), by = (unsigned)(x >> 40) % 32;
    unsigned long long both = (unsigned long long)b << 32 | a, reversed = 0;
    unsigned perm = 0;
    int k, ones = 0, onesll = 0, first = 0, firstll = 0, zeros = 32, zerosll = 64, right;
    float f;
    double d;
    for (k = 63; k >= 0; k--) {
        onesll += (int)bit_of(x, k), ones += (int)bit_of(a, k);
        if (bit_of(x, k)) firstll = k + 1, reversed |= 1ull << (63 - k);
        if (bit_of(a, k)) first = k + 1;
        if (bit_of(x, k) && zerosll == 64) zerosll = 63 - k;
        if (bit_of(a, k) && zeros == 32) zeros = 31 - k;
    }
    for (k = 0; k < 4; k++) perm |= (unsigned)(both >> 8 * (x >> (32 + 4 * k) & 7) & 255) << 8 * k;
    memcpy(&f, &a, sizeof f), memcpy(&d, &x, sizeof d);
    right = r->popc == ones && r->popcll == onesll && r->ffs == first && r->ffsll == firstll && r->clz == zeros &&
            r->clzll == zerosll;
    right =
        right && r->brevll == reversed && r->umul64hi == upper_product(x, y) && r->umulhi == upper && r->perm == perm;
    right = right && (unsigned)r->mulhi == upper - (bit_of(x, 31) ? b : 0) - (bit_of(y, 31) ? a : 0);
    right = right && (unsigned long long)r->mul64hi == upper_product(x, y) - minus ;
    for (k = 0; k < 32; k++) right = right && bit_of(r->brev, k) == bit_of(a, 31 - k);
    right = right && r->right == (unsigned)(both >> by) && r->left == (by ? b << by | a >> (32 - by) : b);
    /* what is not a number may become a quiet one on its way through a register of some processors */
    right = right && ((r->float_as_int == (int)a && r->float_as_uint == a) || f != f) &&
            (r->double_as_longlong == (long long)x || d != d);
    right = right && (f != f ? r->saturate == 0
                             : r->int_as_float == f && r->uint_as_float == f &&
                                   r->saturate == (f < 0   ? 0
                                                   : f > 1 ? 1
                                                           : f));
    right = right && (d != d || r->longlong_as_double == d);
    return right && !(r->saturate == 0 && signbit(r->saturate)) &&
           r->make == 1 + 4 + 20 + 48 + 15 + 10 + 12 + 14 + 17 + 250 + 1000;
}
static void check_intrinsics(void)
{
    enum { N = 64 * 40 };
    unsigned long long *x = GPU_MANAGED(unsigned long long, N), *y = GPU_MANAGED(unsigned long long, N);
    intrinsics *r = GPU_MANAGED(intrinsics, N);
    int i, k, wrong = 0;
    for (i = 0; i < N; i++)
        for (x[i] = y[i] = 0, k = 0; k < 8; k++) x[i] = x[i] << 8 ^ draw(1 << 20), y[i] = y[i] << 8 ^ draw(1 << 20);
    for (k = 0; k < 64; k++) {
        x[k] = 1ull << k, x[64 + k] = ~(1ull << k), x[128 + k] = y[128 + k] = ~0ull >> k,
        x[192 + k] = y[192 + k] = ~0ull << k;
        y[256 + k] = 1ull << k, x[256 + k] = k % 2 ? 0 : ~0ull;
    }
    x[320] = y[320] = 0, x[321] = y[321] = 0x80000000u, x[322] = y[322] = 0x8000000000000000u, x[323] = 0x7f800000u,
    x[324] = 0xff800000u;
    x[325] = 0x7fc00000u, x[326] = 0x3f800000u, x[327] = 0x3f7fffffu, x[328] = 0x80000000u, x[329] = 1,
    x[330] = 0xbf800000u;
    RIGHT(all_intrinsics(gpu_grid(N / 64, 1, 1, 64, 1, 1), x, y, r));
    for (i = 0; i < N; i++) wrong += !intrinsics_right(r + i, x[i], y[i]);
    CHECK_INT(wrong, 0);
    CHECK_INT(sizeof(float2) + sizeof(float3) + sizeof(float4) + sizeof(double2) + sizeof(int2) + sizeof(uint4) +
                  sizeof(uchar4),
              8 + 12 + 16 + 16 + 8 + 16 + 4);
    gpu_free(x), gpu_free(y), gpu_free(r);
}
/* The same with fractions: an error of two units in the last place, as CUDA allows them, or none. */
GPU_FN void reals_of(float x, double d, float *f, double *g)
{
    f[0] = __fadd_rn(x, 0.1f), f[1] = __fsub_rn(x, 0.1f), f[2] = __fmul_rn(x, x), f[3] = __fdiv_rn(1, x),
    f[4] = __fmaf_rn(x, x, -x);
    f[5] = __frcp_rn(x), f[6] = __fsqrt_rn(x < 0 ? -x : x), f[7] = __fdividef(x, 3), f[8] = rsqrtf(x < 0 ? -x : x);
    f[9] = sinpif(x), f[10] = cospif(x);
    sincosf(x, f + 11, f + 12);
    sincospif(x, f + 13, f + 14);
    f[15] = __expf(x), f[16] = __logf(x < 0 ? -x : x), f[17] = __powf(2, x), f[18] = __sinf(x), f[19] = __cosf(x);
    g[0] = __dadd_rn(d, 0.1), g[1] = __dsub_rn(d, 0.1), g[2] = __dmul_rn(d, d), g[3] = __ddiv_rn(1, d),
    g[4] = __fma_rn(d, d, -d);
    g[5] = __drcp_rn(d), g[6] = __dsqrt_rn(d < 0 ? -d : d), g[7] = rsqrt(d < 0 ? -d : d), g[8] = sinpi(d),
    g[9] = cospi(d);
    sincos(d, g + 10, g + 11);
    sincospi(d, g + 12, g + 13);
}
GPU_KERNEL(all_reals, (const double *, x), (float *, f), (double *, g))
{
    int i = (int)(blockIdx.x * blockDim.x + threadIdx.x);
    reals_of((float)x[i], x[i], f + 20 * i, g + 14 * i);
}
GPU_KERNEL(least_and_most, (double *, out), (float, nan), (int, some), (short, s))
{
    struct { int max; } own = {7};
    out[0] = min(3, -5), out[1] = max(3, -5), out[2] = min(3u, -5), out[3] = max(3u, -5), out[4] = min(2.5f, -0.25f);
    out[5] = max(2.5f, 0.25), out[6] = min(nan, 2.0f), out[7] = max(1.5f, nan), out[8] = max((double)nan, nan * 2.0);
    out[9] = (double)min(1ll << 40, -(1ll << 41)), out[10] = (double)max(1ull << 40, 1ull << 41),
    out[11] = min(some, max(s + 0, own.max));
    out[12] = (double)min((size_t)1 << 35, (size_t)5), out[13] = max(-1.0f, -2.0f);
}
static void check_least_and_most(void)
{
    static const double want[14] = {-5, 3, 3, 4294967291.0, -0.25, 2.5, 2, 1.5, 0, -2199023255552.0, 2199023255552.0, 7,
                                    5, -1};
    double *out = GPU_MANAGED(double, 14);
    int k;
    RIGHT(least_and_most(gpu_grid(1, 1, 1, 1, 1, 1), out, NAN, 9, -3));
    for (k = 0; k < 14; k++) CHECK(k == 8 ? out[k] != out[k] : out[k] == want[k]);
    gpu_free(out);
}
static int close_to(double a, double b, double relative, double absolute)
{
    return (a != a && b != b) || a == b || fabs(a - b) <= absolute + relative * fabs(b);
}
static int exactly(double a, double b) { return (a != a && b != b) || (a == b && !signbit(a) == !signbit(b)); }
static void check_reals(void)
{
    enum { N = 512 };
    double *x = GPU_MANAGED(double, N), *g = GPU_MANAGED(double, 14 * N);
    float *f = GPU_MANAGED(float, 20 * N);
    int i, wrong = 0;
    for (i = 0; i < N; i++) x[i] = ((double)draw(100000) - 50000) / 8192;
    x[0] = 0.0, x[1] = -0.0, x[2] = INFINITY, x[3] = -INFINITY, x[4] = NAN, x[5] = 1e30, x[6] = 9007199254740991.0,
    x[7] = 4503599627370495.5;
    for (i = 0; i < 60; i++) x[8 + i] = (i - 30) / 4.0;
    RIGHT(all_reals(gpu_grid(N / 64, 1, 1, 64, 1, 1), x, f, g));
    for (i = 0; i < N; i++) {
        const double d = x[i], a = d < 0 ? -d : d, pi = 3.14159265358979323846, r = fmod(d, 2) * pi;
        const float v = (float)d, w = v < 0 ? -v : v, *p = f + 20 * i;
        const double *q = g + 14 * i, s = fmod(v, 2) * pi;
        wrong += !(exactly(p[0], v + 0.1f) && exactly(p[1], v - 0.1f) && exactly(p[2], v * v) && exactly(p[3], 1 / v) &&
                   exactly(p[4], fmaf(v, v, -v)));
        wrong += !(exactly(p[5], 1 / v) && exactly(p[6], sqrtf(w)) && close_to(p[7], v / 3, 3e-7, 0) &&
                   close_to(p[8], 1 / sqrt(w), 3e-7, 0));
        wrong += !(exactly(q[0], d + 0.1) && exactly(q[1], d - 0.1) && exactly(q[2], d * d) && exactly(q[3], 1 / d) &&
                   exactly(q[4], fma(d, d, -d)));
        wrong += !(exactly(q[5], 1 / d) && exactly(q[6], sqrt(a)) && close_to(q[7], 1 / sqrt(a), 5e-16, 0));
        if (a < 30)
            wrong += !(close_to(p[11], sin(v), 3e-7, 0) && close_to(p[12], cos(v), 3e-7, 0) &&
                       close_to(q[10], sin(d), 5e-16, 0) && close_to(q[11], cos(d), 5e-16, 0));
        wrong += !(close_to(p[9], p[13], 3e-7, 0) && close_to(p[10], p[14], 3e-7, 0) &&
                   close_to(q[8], q[12], 5e-16, 0) && close_to(q[9], q[13], 5e-16, 0));
        wrong +=
            !(close_to(p[9], s == s ? sin(s) : s, 5e-7, 1e-12) && close_to(p[10], s == s ? cos(s) : s, 5e-7, 1e-12));
        wrong +=
            !(close_to(q[8], r == r ? sin(r) : r, 1e-15, 1e-14) && close_to(q[9], r == r ? cos(r) : r, 1e-15, 1e-14));
        /* exact where it can be */
        if (d == floor(d) && a < 1e18) wrong += !(q[8] == 0 && q[9] == (fmod(d, 2) != 0 ? -1 : 1));
        if (d - 0.5 == floor(d) && a < 1e18) wrong += !(q[9] == 0 && q[8] == (fmod(floor(d), 2) != 0 ? -1 : 1));
        if (a < 7)
            wrong += !(close_to(p[15], exp(v), 1e-5, 0) && close_to(p[16], log(w), 1e-5, 1e-6) &&
                       close_to(p[17], exp2(v), 1e-5, 0) && close_to(p[18], sin(v), 0, 1e-5) &&
                       close_to(p[19], cos(v), 0, 1e-5));
    }
    CHECK_INT(wrong, 0);
    gpu_free(x), gpu_free(f), gpu_free(g);
}
/* Reductions of a warp are for sm_80 and later, and for the CPU. */
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 800
#define HAS_WARP_REDUCTIONS 1
#else
#define HAS_WARP_REDUCTIONS 0
#endif
GPU_KERNEL(warp_reductions, (const int *, in), (int *, out), (unsigned, mask))
{
    int t = (int)threadIdx.x, i = (int)(blockIdx.x * blockDim.x) + t, all = 5, none = 5;
    out += 11 * i;
    if (!(mask >> (t & 31) & 1u)) return;
#if HAS_WARP_REDUCTIONS
    out[0] = __reduce_add_sync(mask, in[i]);
    out[1] = __reduce_min_sync(mask, in[i]), out[2] = __reduce_max_sync(mask, in[i]);
    out[3] = (int)__reduce_min_sync(mask, (unsigned)in[i]), out[4] = (int)__reduce_max_sync(mask, (unsigned)in[i]);
    out[5] = (int)__reduce_and_sync(mask, (unsigned)in[i]), out[6] = (int)__reduce_or_sync(mask, (unsigned)in[i]);
    out[7] = (int)__reduce_xor_sync(mask, (unsigned)in[i]);
#else
    out[0] = -1;
#endif
    out[8] = (int)__match_all_sync(mask, (double)(t / 32), &all),
    out[9] = (int)__match_all_sync(mask, t == 40 || t == 9, &none);
    out[10] = all * 2 + none;
}
static void check_warp_reductions(void)
{
    static const unsigned masks[] = {0xffffffffu, 0x0f0f0f01u, 0x00000200u, 0x80000001u};
    static const int wild[] = {0, 1, -1, (-2147483647 - 1), 2147483647, 0x40000000, -2};
    int *in = ints(192), *y = GPU_MANAGED(int, 192 * 11), i, k, m, wrong = 0, warps_of = 0;
    for (i = 0; i < 192; i++) in[i] = i % 3 ? (int)(draw(1 << 20) << 12 ^ draw(1 << 16)) : wild[draw(7)];
    for (m = 0; m < 4; m++) {
        memset(y, 0, 192 * 11 * sizeof *y);
        RIGHT(warp_reductions(gpu_grid(2, 1, 1, 96, 1, 1), in, y, masks[m]));
        for (i = 0; i < 192; i++) {
            const int base = i / 32 * 32, warp = i % 96 / 32, *r = y + 11 * i;
            unsigned sum = 0, low = ~0u, high = 0, all = ~0u, any = 0, odd = 0, group = masks[m], differ;
            long long least = 1ll << 40, most = -(1ll << 40);
            if (!(masks[m] >> (i & 31) & 1u)) continue;
            for (k = 0; k < 32; k++) {
                const unsigned v = (unsigned)in[base + k];
                if (!(masks[m] >> k & 1u)) continue;
                sum += v, all &= v, any |= v, odd ^= v, low = v < low ? v : low, high = v > high ? v : high;
                least = in[base + k] < least ? in[base + k] : least, most = in[base + k] > most ? in[base + k] : most;
            }
            differ = masks[m] >> (warp == 1 ? 8 : 9) & 1u; /* one lane has another value, unless it is alone */
            differ = warp < 2 && differ && masks[m] != 0x00000200u;
            if (r[0] != -1)
                wrong += !((unsigned)r[0] == sum && r[1] == (int)least && r[2] == (int)most && (unsigned)r[3] == low &&
                           (unsigned)r[4] == high && (unsigned)r[5] == all && (unsigned)r[6] == any &&
                           (unsigned)r[7] == odd);
            wrong += !((unsigned)r[8] == group && (unsigned)r[9] == (differ ? 0 : group) && r[10] == (differ ? 2 : 3));
            warps_of++;
        }
    }
    CHECK_INT(wrong, 0);
    CHECK_INT(warps_of, 6 * (32 + 13 + 1 + 2));
    gpu_free(in), gpu_free(y);
}
GPU_KERNEL(scoped_atomics, (unsigned *, m))
{
    atomicAdd_block(m, 2u), atomicAdd_system(m, 1u), atomicSub_block(m + 1, 1u), atomicMin_system(m + 2, threadIdx.x);
    atomicMax_block(m + 3, threadIdx.x), atomicAnd_block(m + 4, ~(1u << threadIdx.x)),
        atomicOr_system(m + 5, 1u << threadIdx.x);
    atomicXor_block(m + 6, 1u << threadIdx.x), atomicInc_block(m + 7, 9u), atomicDec_system(m + 8, 9u);
    if (threadIdx.x == 3)
        atomicExch_block(m + 9, 77u), atomicCAS_system(m + 10, 0u, 5u), atomicCAS_block(m + 10, 0u, 6u);
}
static void check_scoped_atomics(void)
{
    static const unsigned want[11] = {96, 0u - 32, 0, 31, 0, ~0u, ~0u, 2, 8, 77, 5};
    unsigned *m = GPU_MANAGED(unsigned, 11);
    int k;
    for (k = 0; k < 11; k++) m[k] = k == 2 || k == 4 ? ~0u : 0;
    RIGHT(scoped_atomics(gpu_grid(1, 1, 1, 32, 1, 1), m));
    for (k = 0; k < 11; k++) CHECK_INT(m[k], want[k]);
    gpu_free(m);
}

/* GPU_FOR where the library chooses the block: what a body does in the loop that needs its thread. */
GPU_KERNEL(loop_ballot, (const int *, in), (unsigned *, out), (size_t, n))
{
    GPU_FOR(i, n) out[i] = __ballot_sync(0xffffffffu, in[i] & 1);
}
GPU_FN int loop_sum_of_warp(int v)
{
    for (int k = 16; k > 0; k >>= 1) v += __shfl_xor_sync(0xffffffffu, v, k);
    return v;
}
GPU_KERNEL(loop_warp_sum, (const int *, in), (int *, out), (size_t, n))
{
    GPU_FOR(i, n) out[i] = loop_sum_of_warp(in[i]);
}
GPU_KERNEL(loop_barrier, (const int *, in), (int *, out), (size_t, n)) /* n is a multiple of the block */
{
    __shared__ int s[256];
    GPU_FOR(i, n)
    {
        s[threadIdx.x] = in[i];
        __syncthreads();
        out[i] = s[255 - threadIdx.x];
        __syncthreads();
    }
}
GPU_KERNEL(loop_thread, (int *, out), (size_t, n))
{
    GPU_FOR(i, n) out[i] = (int)(threadIdx.x + blockIdx.x * blockDim.x);
}
GPU_KERNEL(loop_in_loop, (int *, out), (size_t, n), (size_t, m)) /* a thread's own indices in both */
{
    GPU_FOR(i, n) GPU_FOR(j, m) out[i] += (int)(j + 1);
}
GPU_KERNEL(loop_after_loop, (int *, out), (unsigned *, votes), (size_t, n), (int *, last))
{
    GPU_FOR(i, n) out[i]++;
    GPU_FOR(i, n) votes[i] = __ballot_sync(0xffffffffu, i % 3 == 0);
    GPU_FOR(i, n) out[i]++;
    if (threadIdx.x == 5) GPU_FOR(i, n) last[i]++; /* on a GPU these threads' own indices */
}
GPU_KERNEL(loop_of_two, (unsigned *, out), (size_t, w), (size_t, h))
{
    GPU_FOR_2D(x, y, w, h) out[y * w + x] = __ballot_sync(0xffffffffu, x % 3 == 0);
}
GPU_KERNEL(loop_of_none, (int *, out), (size_t, n), (size_t, m))
{
    GPU_FOR(i, n) out[i] = (int)threadIdx.x;
    GPU_FOR(i, m) out[i]++;
}
/* Its first index needs nothing, a later one does: the CPU refuses, with and without GPU_DEBUG. */
GPU_KERNEL(loop_late_ballot, (unsigned *, out), (size_t, n))
{
    GPU_FOR(i, n) out[i] = i >= 32 ? __ballot_sync(0xffffffffu, 1) : 0;
}
GPU_KERNEL(loop_late_barrier, (int *, out), (size_t, n))
{
    GPU_FOR(i, n)
    {
        if (i >= 256) __syncthreads();
        out[i] = 1;
    }
}
GPU_KERNEL(loop_late_thread, (int *, out), (size_t, n))
{
    GPU_FOR(i, n) out[i] = i < n / 2 ? 0 : (int)threadIdx.x;
}
GPU_KERNEL(loop_late_loop, (int *, out), (size_t, n))
{
    GPU_FOR(i, n)
    {
        if (i == n - 1) GPU_FOR(j, n) out[j]++;
    }
}
GPU_KERNEL(loop_over_rows_then_ballot, (int *, out), (size_t, w), (size_t, h))
{
    GPU_FOR_2D(x, y, w, h) out[y * w + x] = 1;
    GPU_FOR_2D(x, y, w, h) out[y * w + x] += (int)__ballot_sync(0xffffffffu, 1);
}
static void check_loops(void)
{
    static const size_t sizes[] = {32, 64, 256, 992, 4096, 9984};
    const int many = (int)(sizeof sizes / sizeof *sizes) - 2 * SLOW;
    int *x = ints(9984), *y = ints(9984), *z = ints(9984), k, wrong = 0;
    unsigned *v = GPU_MANAGED(unsigned, 9984);
    size_t i, j;
    for (k = 0; k < many; k++) {
        const size_t n = sizes[k];
        const gpu_config configs[] = {gpu_1d(n), gpu_1d(n / 2), gpu_1d(n + 5000), gpu_grid(0, 0, 0, 0, 0, 0),
                                      gpu_grid(3, 1, 1, 64, 1, 1)};
        size_t c;
        for (c = 0; c < sizeof configs / sizeof *configs; c++) {
            RIGHT(loop_ballot(configs[c], x, v, n));
            RIGHT(loop_warp_sum(configs[c], x, y, n));
            for (i = 0; i < n; i += 32) {
                unsigned want = 0;
                int sum = 0;
                for (j = 0; j < 32; j++) want |= (unsigned)(x[i + j] & 1) << j, sum += x[i + j];
                for (j = 0; j < 32; j++) wrong += v[i + j] != want || y[i + j] != sum;
            }
            CHECK_INT(wrong, 0);
        }
        RIGHT(loop_thread(gpu_1d(n), y, n));
        for (i = 0; i < n; i++) wrong += y[i] != (int)i;
        CHECK_INT(wrong, 0);
        memset(y, 0, n * sizeof *y);
        RIGHT(loop_in_loop(gpu_1d(n), y, n, n / 2));
        for (i = 0; i < n; i++) wrong += y[i] != (i < n / 2 ? (int)i + 1 : 0);
        CHECK_INT(wrong, 0);
        memset(y, 0, n * sizeof *y), memset(z, 0, n * sizeof *z);
        RIGHT(loop_after_loop(gpu_1d(n), y, v, n, z));
        for (i = 0; i < n; i++) {
            unsigned want = 0;
            for (j = 0; j < 32; j++) want |= (unsigned)((i / 32 * 32 + j) % 3 == 0) << j;
            wrong += y[i] != 2 || v[i] != want || z[i] != (i % 256 == 5);
        }
        CHECK_INT(wrong, 0);
        memset(y, 0, n * sizeof *y);
        RIGHT(loop_of_none(gpu_1d(n), y, 0, n));
        for (i = 0; i < n; i++) wrong += y[i] != 1;
        CHECK_INT(wrong, 0);
        if (n % 256 == 0) {
            RIGHT(loop_barrier(gpu_1d(n), x, y, n));
            for (i = 0; i < n; i++) wrong += y[i] != x[i / 256 * 256 + 255 - i % 256];
            CHECK_INT(wrong, 0);
        }
        RIGHT(loop_of_two(gpu_2d(32, n / 32), v, 32, n / 32));
        for (i = 0; i < n; i++) wrong += v[i] != 0x49249249u;
        CHECK_INT(wrong, 0);
    }
    gpu_free(x), gpu_free(y), gpu_free(z), gpu_free(v);
}

/* A barrier waits for the threads that have not ended. */
GPU_KERNEL(leave_then_meet, (const int *, in), (int *, out), (int, n))
{
    __shared__ int s[128];
    int t = threadIdx.x, i = blockIdx.x * 128 + t;
    int here = n - (int)blockIdx.x * 128 < 128 ? n - (int)blockIdx.x * 128 : 128;
    if (i >= n) return;
    s[t] = in[i];
    __syncthreads();
    out[i] = s[(t + 1) % here];
}
GPU_KERNEL(leave_one_by_one, (int *, out), (int, down))
{
    int n = (int)blockDim.x, t = threadIdx.x, turn = down ? n - 1 - t : t, met = 0;
    for (int k = 0; k < n; k++) {
        /* ends here: behind a break a GPU's thread would wait for the others of its warp to leave the loop */
        if (turn == k) {
            out[blockIdx.x * blockDim.x + t] = met;
            return;
        }
        met += __syncthreads_count(turn > 0) + 1000 * (__syncthreads_and(turn > k) != 0) +
               1000 * (__syncthreads_or(turn < k) != 0);
    }
}
static void check_early_ends(void)
{
    static const int sizes[] = {1, 2, 31, 32, 33, 100, 127, 128, 129, 300, 1000}, blocks[] = {1, 2, 3, 31, 33, 64, 200};
    int *x = ints(1000), *y = ints(1000), i, k, down, wrong = 0;
    for (k = 0; k < (int)(sizeof sizes / sizeof *sizes); k++) {
        const int n = sizes[k];
        RIGHT(leave_then_meet(gpu_grid(8, 1, 1, 128, 1, 1), x, y, n)); /* GPU_DEBUG notes it once */
        for (i = 0; i < n; i++) wrong += y[i] != x[i % 128 < 127 && i + 1 < n ? i + 1 : i / 128 * 128];
        CHECK_INT(wrong, 0);
    }
    for (k = 0; k < (int)(sizeof blocks / sizeof *blocks); k++)
        for (down = 0; down < 2; down++) {
            const int n = blocks[k];
            RIGHT(leave_one_by_one(gpu_grid(3, 1, 1, (size_t)n, 1, 1), y, down));
            for (i = 0; i < 3 * n; i++) {
                const int turn = down ? n - 1 - i % n : i % n;
                int met = 0, j;
                for (j = 0; j < turn; j++) met += n - 1 - j + 1000;
                wrong += y[i] != met;
            }
            CHECK_INT(wrong, 0);
        }
    gpu_free(x), gpu_free(y);
}

/* Elements of every size. */
typedef struct rgb {
    unsigned char r, g, b;
} rgb;
typedef struct __attribute__((packed)) tagged {
    char tag;
    int value;
} tagged;
typedef struct __attribute__((packed)) loose {
    int value;
} loose;
typedef struct wide {
    double x, y;
} wide;
enum { ELEMENT_BYTES = 1000 * sizeof(wide) + 16 };
static unsigned char *bytes(size_t n)
{
    unsigned char *p = GPU_MANAGED(unsigned char, n);
    size_t i;
    for (i = 0; p && i < n; i++) p[i] = (unsigned char)(1 + draw(255));
    return p;
}
#include "each_type.h" /* for N */
#define T char
#include "simulator_T.h"
#define T short
#include "simulator_T.h"
#define T rgb
#include "simulator_T.h"
#define T int
#include "simulator_T.h"
#define T loose
#include "simulator_T.h"
#define T tagged
#include "simulator_T.h"
#define T double
#include "simulator_T.h"
#define T wide
#include "simulator_T.h"
#define WITH_ELEMENTS(D) D(char) D(short) D(rgb) D(int) D(loose) D(tagged) D(double) D(wide)
GPU_KERNEL(channels, (unsigned char *, out)) /* threads that share a word, and a structure */
{
    __shared__ unsigned char s[64];
    __shared__ rgb pixel[21];
    unsigned char *part = &pixel[threadIdx.x % 21].r + threadIdx.x / 21;
    s[threadIdx.x] = (unsigned char)threadIdx.x;
    if (threadIdx.x < 63) *part = (unsigned char)(threadIdx.x + 1);
    __syncthreads();
    s[threadIdx.x ^ 3]++;
    __syncthreads();
    out[threadIdx.x] = (unsigned char)(s[threadIdx.x] + pixel[threadIdx.x % 21].g);
}
#define RIGHT_ELEMENTS(T) right_elements_##T(a, b);
static void check_elements(void)
{
    unsigned char *a = bytes(ELEMENT_BYTES), *b = bytes(ELEMENT_BYTES);
    int i, wrong = 0;
    WITH_ELEMENTS(RIGHT_ELEMENTS)
    RIGHT(channels(gpu_grid(2, 1, 1, 64, 1, 1), b));
    for (i = 0; i < 64; i++) wrong += b[i] != i + 1 + i % 21 + 22;
    CHECK_INT(wrong, 0);
    gpu_free(a), gpu_free(b);
}

GPU_KERNEL(atomics, (int *, i), (unsigned *, u), (long long *, l), (unsigned long long *, ul), (float *, f),
           (double *, d))
{
    int t = threadIdx.x + blockIdx.x * blockDim.x;
    unsigned old = u[4], assumed;
    atomicAdd(i, 1), atomicSub(i + 1, 1), atomicMin(i + 2, t - 500), atomicMax(i + 3, t);
    atomicOr(i + 4, 1 << (t & 15)), atomicAnd(i + 5, ~(1 << (t & 3))), atomicXor(i + 6, 1);
    atomicAdd(u, 1u), atomicInc(u + 1, 9u), atomicDec(u + 2, 9u), atomicMax(u + 3, (unsigned)t);
    atomicMax(l, (long long)t << 33), atomicAdd(ul, 1ull << 32);
    atomicAdd(f, 1.0f), atomicAdd(d, 1.0), atomicExch(f + 1, 7.0f);
    do {
        assumed = old;
        old = atomicCAS(&u[4], assumed, assumed + 1);
    } while (old != assumed);
    __threadfence();
}
/* The last block to finish adds up what the others left: a ticket and a fence. */
GPU_KERNEL(last_block, (const int *, in), (int *, partial), (unsigned *, ticket), (int *, out))
{
    __shared__ int s[64];
    __shared__ int last;
    int t = threadIdx.x, v = 0;
    s[t] = in[blockIdx.x * 64 + t];
    __syncthreads();
    for (int k = 32; k > 0; k /= 2) {
        if (t < k) s[t] += s[t + k];
        __syncthreads();
    }
    if (t == 0) {
        partial[blockIdx.x] = s[0];
        __threadfence();
        last = atomicInc(ticket, gridDim.x - 1) == gridDim.x - 1;
    }
    __syncthreads();
    if (last && t == 0) {
        for (unsigned b = 0; b < gridDim.x; b++) v += ((volatile int *)partial)[b];
        *out = v;
    }
}
static void check_atomics(void)
{
    int *i = GPU_MANAGED(int, 8), *x = ints(512), *partial = ints(8), *out = ints(1), k, sum = 0;
    unsigned *u = GPU_MANAGED(unsigned, 8), *ticket = GPU_MANAGED(unsigned, 1);
    long long *l = GPU_MANAGED(long long, 1);
    unsigned long long *ul = GPU_MANAGED(unsigned long long, 1);
    float *f = GPU_MANAGED(float, 2);
    double *d = GPU_MANAGED(double, 1);
    memset(i, 0, 8 * sizeof *i), memset(u, 0, 8 * sizeof *u);
    *l = 0, *ul = 0, f[0] = f[1] = 0, *d = 0, *ticket = 0;
    i[5] = 255;
    RIGHT(atomics(gpu_grid(10, 1, 1, 100, 1, 1), i, u, l, ul, f, d));
    CHECK(i[0] == 1000 && i[1] == -1000 && i[2] == -500 && i[3] == 999 && i[4] == 65535 && i[5] == 240 && i[6] == 0);
    CHECK(u[0] == 1000 && u[1] == 0 && u[2] == 0 && u[3] == 999 && u[4] == 1000);
    CHECK(*l == 999ll << 33 && *ul == 1000ull << 32 && f[0] == 1000 && f[1] == 7 && *d == 1000);
    RIGHT(last_block(gpu_grid(8, 1, 1, 64, 1, 1), x, partial, ticket, out));
    for (k = 0; k < 512; k++) sum += x[k];
    CHECK(*out == sum && *ticket == 0);
    gpu_free(i), gpu_free(x), gpu_free(partial), gpu_free(out), gpu_free(u), gpu_free(ticket), gpu_free(l),
        gpu_free(ul), gpu_free(f), gpu_free(d);
}

__constant__ float weights[4];
GPU_CONSTANT(int, factor, );
GPU_KERNEL(constants, (float *, out))
{
    out[threadIdx.x] = __ldg(&weights[threadIdx.x & 3]) * (float)factor;
}
GPU_KERNEL(grid_of_three, (int *, out), (int, w), (int, h))
{
    unsigned x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    unsigned z = blockIdx.z * blockDim.z + threadIdx.z;
    out[((int)z * h + (int)y) * w + (int)x] = (int)(x + 10 * y + 100 * z + 1000 * gridDim.z);
}
GPU_KERNEL(own_names, (int *, out))
{
    GPU_SHARED(int, s, [4][8]);
    s[GPU_THREAD_Y][GPU_THREAD_X] = (int)(GPU_THREAD_Y * GPU_BLOCK_DIM_X + GPU_THREAD_X);
    GPU_BARRIER();
    out[GPU_THREAD_Y * 8 + GPU_THREAD_X] = s[3 - GPU_THREAD_Y][7 - GPU_THREAD_X] +
                                           (int)(GPU_BLOCK_X + GPU_GRID_DIM_Z + GPU_SHFL(0xffffffffu, 5u, 0)) +
                                           GPU_BARRIER_AND(1);
}
GPU_KERNEL(says, (int, x))
{
    if (threadIdx.x == 0) printf("a kernel prints %d\n", x);
}
static void check_the_rest(void)
{
    static const float set[4] = {5, 6, 7, 8};
    int *y = ints(4096), ten = 10, i, j, k, wrong = 0;
    float *c = floats(8);
    CHECK_STATUS(gpu_set_constant(weights, set, sizeof set), GPU_OK, "");
    CHECK_STATUS(gpu_set_constant(factor, &ten, sizeof ten), GPU_OK, "");
    RIGHT(constants(gpu_grid(1, 1, 1, 8, 1, 1), c));
    CHECK(c[0] == 50 && c[7] == 80);
    RIGHT(grid_of_three(gpu_grid(2, 3, 2, 4, 2, 2), y, 8, 6));
    for (i = 0; i < 8; i++)
        for (j = 0; j < 6; j++)
            for (k = 0; k < 4; k++) wrong += y[(k * 6 + j) * 8 + i] != i + 10 * j + 100 * k + 2000;
    CHECK_INT(wrong, 0);
    RIGHT(own_names(gpu_grid(1, 1, 1, 8, 4, 1), y));
    for (i = 0; i < 32; i++) wrong += y[i] != 31 - i + 7;
    CHECK_INT(wrong, 0);
    RIGHT(says(gpu_grid(2, 1, 1, 3, 1, 1), 42));
    gpu_free(y), gpu_free(c);
}

/* ------------------------------------------------------------------------------------------ barriers of the grid -- */

/* A running total over the grid: each block's own, then those of the blocks before it. */
GPU_KERNEL(total, (const int *, in), (int *, out), (int *, sums), (int, n))
{
    __shared__ int s[64];
    const int t = (int)threadIdx.x, i = (int)(blockIdx.x * 64) + t;
    int before = 0, k;
    s[t] = i < n ? in[i] : 0;
    __syncthreads();
    for (k = 0; k < t; k++) before += s[k];
    if (t == 63) sums[blockIdx.x] = before + s[63];
    gpu_grid_sync();
    for (k = 0; k < (int)blockIdx.x; k++) before += sums[k];
    if (i < n) out[i] = before + s[t];
}
GPU_KERNEL(total_broken, (const int *, in), (int *, out), (int *, sums), (int, n))
{
    __shared__ int s[64];
    const int t = (int)threadIdx.x, i = (int)(blockIdx.x * 64) + t;
    int before = 0, k;
    s[t] = i < n ? in[i] : 0;
    gpu_grid_sync();
    for (k = 0; k < t; k++) before += s[k];
    if (t == 63) sums[blockIdx.x] = before + s[63];
    for (k = 0; k < (int)blockIdx.x; k++) before += sums[k];
    if (i < n) out[i] = before + s[t];
}
GPU_KERNEL(turns, (int *, x), (int, n)) /* all blocks write all elements, one after another */
{
    int b;
    for (b = 0; b < (int)gridDim.x; b++) {
        if (b == (int)blockIdx.x)
            for (int i = (int)threadIdx.x; i < n; i += (int)blockDim.x) x[i] = 3 * x[i] + b;
        gpu_grid_sync();
    }
}
GPU_KERNEL(turns_broken, (int *, x), (int, n))
{
    gpu_grid_sync();
    for (int i = (int)threadIdx.x; i < n; i += (int)blockDim.x) x[i] = (int)(blockIdx.x + 1);
    gpu_grid_sync();
}
GPU_KERNEL(warps_and_grid, (int *, out)) /* each kind of waiting inside the other */
{
    int v = (int)(threadIdx.x + blockIdx.x), k;
    for (k = 0; k < 4; k++) {
        v += __shfl_xor_sync(0xffffffffu, v, 1 << k);
        gpu_grid_sync();
        v += __syncthreads_count(v & 1);
    }
    out[blockIdx.x * blockDim.x + threadIdx.x] = v;
}
static void check_grids(void)
{
    int n = 1000, *in = ints(1024), *out = ints(1024), *sums = ints(64), *w = ints(512), i, k, b, wrong = 0, sum = 0;
    if (!GRIDS_CAN_MEET && gpu_device() == GPU_CPU) {
        REPORTED(turns(gpu_cooperative(gpu_grid(5, 1, 1, 32, 1, 1)), out, 100),
                 "a cooperative launch needs a CPU thread for each of its 5 blocks");
        gpu_free(in), gpu_free(out), gpu_free(sums), gpu_free(w);
        return;
    }
    RIGHT(total(gpu_cooperative(gpu_grid(16, 1, 1, 64, 1, 1)), in, out, sums, n));
    for (i = 0; i < n; i++) wrong += out[i] != (sum += in[i]);
    CHECK_INT(wrong, 0);
    for (i = 0; i < 100; i++) out[i] = i;
    RIGHT(turns(gpu_cooperative(gpu_grid(5, 1, 1, 32, 1, 1)), out, 100));
    for (i = 0; i < 100; i++) {
        for (k = i, b = 0; b < 5; b++) k = 3 * k + b;
        wrong += out[i] != k;
    }
    CHECK_INT(wrong, 0);
    RIGHT(warps_and_grid(gpu_cooperative(gpu_grid(4, 1, 1, 128, 1, 1)), w));
    for (b = 0; b < 4; b++) {
        int v[128], u[128], odd;
        for (i = 0; i < 128; i++) v[i] = i + b;
        for (k = 0; k < 4; k++) {
            for (i = 0; i < 128; i++) u[i] = v[i] + v[i ^ 1 << k];
            for (odd = i = 0; i < 128; i++) odd += u[i] & 1;
            for (i = 0; i < 128; i++) v[i] = u[i] + odd;
        }
        for (i = 0; i < 128; i++) wrong += w[b * 128 + i] != v[i];
    }
    CHECK_INT(wrong, 0);
    gpu_free(in), gpu_free(out), gpu_free(sums), gpu_free(w);
}

TEST(constant_memory_checks_its_size)
{
    static const float set[5] = {0, 0, 0, 0, 0};
    CHECK_STATUS(gpu_set_constant(weights, set, sizeof set), GPU_ERROR_INVALID_ARGUMENT,
                 "gpu_set_constant: 20 bytes for weights, which has 16");
    CHECK_STATUS(gpu_set_constant(weights, NULL, 4), GPU_ERROR_INVALID_ARGUMENT, "the source for weights is NULL");
    if (gpu_device() >= 0) {
        float *on_device = GPU_ZEROS(float, 4);
        CHECK_STATUS(gpu_set_constant(weights, on_device, 16), GPU_ERROR_INVALID_POINTER,
                     "the source for weights is memory of a GPU; expected host memory");
        gpu_free(on_device);
    }
}

/* One grid writes sums, and the block that counts itself as the last one adds them up: CUDA's sample
   threadFenceReduction. It is right as it is; the others leave out the fence, or the count. */
enum { AS_IT_IS, UNFENCED, UNCOUNTED };
GPU_KERNEL(last_block_adds, (const int *, x), (int *, sums), (unsigned *, counter), (int, n), (int, how))
{
    GPU_SHARED(int, s, [32]);
    GPU_SHARED(int, last, [1]);
    const int t = (int)threadIdx.x, i = (int)(blockIdx.x * blockDim.x) + t;
    int step;
    s[t] = i < n ? x[i] : 0;
    __syncthreads();
    for (step = 16; step; step /= 2) {
        if (t < step) s[t] += s[t + step];
        __syncthreads();
    }
    if (t == 0) {
        sums[blockIdx.x] = s[0];
        if (how != UNFENCED) __threadfence();
        if (how != UNCOUNTED)
            last[0] = atomicInc(counter, gridDim.x - 1) == gridDim.x - 1;
        else
            last[0] = blockIdx.x == gridDim.x - 1;
    }
    __syncthreads();
    if (last[0] && t == 0) {
        int total = 0;
        for (step = 0; step < (int)gridDim.x; step++) total += ((volatile int *)sums)[step];
        sums[0] = total; /* where the first block has written */
    }
}
static void check_last_block(void)
{
    int *x = ints(250), *sums = ints(8), want = 0, k;
    unsigned *counter = GPU_ZEROS(unsigned, 1);
    int *host = GPU_TO_HOST(int, x, 250);
    for (k = 0; k < 250; k++) want += host[k];
    for (k = 0; k < 3; k++) { /* atomicInc leaves the counter as it was */
        RIGHT(last_block_adds(gpu_grid(8, 1, 1, 32, 1, 1), x, sums, counter, 250, AS_IT_IS));
        GPU_CHECK(gpu_copy(host, sums, sizeof *host));
        CHECK_INT(host[0], want);
    }
    gpu_free(x), gpu_free(sums), gpu_free(counter), gpu_free(host);
}
TEST(vector_add) { check_vector_add(); }
TEST(tiled_matmul) { check_matmul(); }
TEST(tree_reductions) { check_reductions(); }
TEST(scans) { check_scans(); }
TEST(histogram_transpose_stencil) { check_neighbours(); }
TEST(sort_bodies_dot) { check_whole_programs(); }
TEST(warp_operations) { check_warps(), check_warp_reductions(); }
TEST(functions_of_cuda) { check_intrinsics(), check_least_and_most(), check_reals(), check_scoped_atomics(); }
TEST(loops_that_need_their_thread) { check_loops(); }
TEST(an_index_stays_with_its_thread_from_loop_to_loop) /* plain or strided: else two CPU threads would count at once */
{
    enum { N = SLOW ? 16000 : 160000, TIMES = 30 };
    int *y = GPU_ZEROS(int, N), *z = GPU_ZEROS(int, N), *h, k, wrong = 0;
    unsigned *v = GPU_NEW(unsigned, N);
    for (k = 0; k < TIMES; k++) CHECK_STATUS(loop_after_loop(gpu_1d(k % 2 ? N : N / 3), y, v, N, z), GPU_OK, "");
    h = GPU_TO_HOST(int, y, N);
    for (k = 0; k < N; k++) wrong += h[k] != 2 * TIMES;
    CHECK_INT(wrong, 0);
    gpu_free(y), gpu_free(z), gpu_free(v), gpu_free(h);
}
TEST(threads_that_end_before_a_barrier) { check_early_ends(); }
TEST(elements_of_every_size) { check_elements(); }
TEST(atomic_operations) { check_atomics(), check_last_block(); }
TEST(barriers_of_the_grid) { check_grids(); }
TEST(constants_grids_names) { check_the_rest(); }

/* --------------------------------------------------------------------------- what the CPU backend always reports -- */

GPU_KERNEL(two_barriers, (int *, m))
{
    if (threadIdx.x < 3) __syncthreads();
    else {
        m[0] = 1;
        __syncthreads();
    }
}
/* clang-format off */
GPU_KERNEL(two_barriers_in_a_line, (int *, m))
{
    if (threadIdx.x < 3) { __syncthreads(); } else { m[0] = 1; __syncthreads(); }
}
GPU_KERNEL(two_shuffles_in_a_line, (int *, m))
{
    m[threadIdx.x] = threadIdx.x & 2 ? __shfl_xor_sync(0xffffffffu, 1, 1) : __shfl_xor_sync(0xffffffffu, 2, 1);
}
/* clang-format on */
#ifndef __CUDACC__
GPU_KERNEL(eighty_kilobytes, (float *, out))
{
    __shared__ float tile[20480];
    for (int k = threadIdx.x; k < 20480; k += 256) tile[k] = (float)k;
    __syncthreads();
    out[blockIdx.x] = tile[20479 - threadIdx.x];
}
GPU_KERNEL(forty_eight_kilobytes, (float *, out))
{
    __shared__ float tile[12288];
    for (int k = threadIdx.x; k < 12288; k += 256) tile[k] = (float)k;
    __syncthreads();
    if (threadIdx.x == 0) out[blockIdx.x] = tile[12287];
}
#endif
GPU_KERNEL(ends_before_the_grid, (int *, m), (int, block), (int, thread))
{
    if ((int)blockIdx.x == block && (thread < 0 || (int)threadIdx.x == thread)) return;
    m[0] = 1;
    gpu_grid_sync();
    m[1] = 1;
}
GPU_KERNEL(ends_between, (int *, m))
{
    gpu_grid_sync();
    if (blockIdx.x == 1) return;
    m[0] = 1;
    gpu_grid_sync();
}
GPU_KERNEL(two_grids, (int *, m), (int, of_threads))
{
    const unsigned me = of_threads ? threadIdx.x : blockIdx.x;
    if (me < 3)
        gpu_grid_sync();
    else {
        m[0] = 1;
        gpu_grid_sync();
    }
}
GPU_KERNEL(grid_or_block, (int *, m))
{
    if (threadIdx.x == 3) gpu_grid_sync();
    m[0] = 1;
    __syncthreads();
}
GPU_KERNEL(grid_or_warp, (int *, m))
{
    if (threadIdx.x == 3) gpu_grid_sync();
    m[threadIdx.x] = __shfl_sync(0xffffffffu, 1, 0);
}
GPU_KERNEL(grid_in_a_loop, (int *, m), (size_t, n))
{
    GPU_FOR(i, n)
    {
        m[i % 8] = 1;
        gpu_grid_sync();
    }
}
GPU_KERNEL(traps_behind_the_grid, (int *, m))
{
    gpu_grid_sync();
    m[0] = 1;
    if (blockIdx.x == 2 && threadIdx.x == 1) __trap();
    gpu_grid_sync();
}
#define FIVE gpu_cooperative(gpu_grid(5, 1, 1, 8, 1, 1))
static void check_grids_reported(int *m)
{
    REPORTED(ends_between(gpu_grid(1, 1, 1, 1, 1, 1), m), "block (0,0,0), thread (0,0,0): reaches gpu_grid_sync() at ");
    REPORTED(ends_between(gpu_grid(40, 1, 1, 64, 1, 1), m),
             " in a launch that is not cooperative; launch with gpu_cooperative(config)");
    REPORTED(warps_and_grid(gpu_grid(4, 1, 1, 128, 1, 1), m), "reaches gpu_grid_sync() at ");
    REPORTED(grid_in_a_loop(gpu_1d(1000), m, 1000), "reaches gpu_grid_sync() at ");
    check_grids(); /* and nothing of the errors is left */
    if (!GRIDS_CAN_MEET) return;
    REPORTED(ends_before_the_grid(FIVE, m, 2, 5), "block (0,0,0), thread (0,0,0): waits at gpu_grid_sync() at ");
    REPORTED(ends_before_the_grid(FIVE, m, 2, 5), ", but thread (5,0,0) of block (2,0,0) has ended without reaching "
                                                  "it; all threads of the grid have to reach it");
    REPORTED(ends_before_the_grid(FIVE, m, 0, 0), "block (0,0,0), thread (1,0,0): waits at gpu_grid_sync() at ");
    REPORTED(ends_before_the_grid(FIVE, m, 4, 7), ", but thread (7,0,0) of block (4,0,0) has ended ");
    REPORTED(ends_before_the_grid(FIVE, m, 3, -1), ", but thread (0,0,0) of block (3,0,0) has ended ");
    RIGHT(ends_before_the_grid(FIVE, m, 5, -1));
    REPORTED(ends_between(gpu_cooperative(gpu_grid(2, 1, 1, 1, 1, 1)), m),
             ", but thread (0,0,0) of block (1,0,0) has ended ");
    REPORTED(two_grids(FIVE, m, 0), "block (0,0,0), thread (0,0,0): waits at gpu_grid_sync() at ");
    REPORTED(two_grids(FIVE, m, 0), ", but thread (0,0,0) of block (3,0,0) waits at another one, at ");
    REPORTED(two_grids(FIVE, m, 1), ", but thread (3,0,0) waits at another one, at ");
    REPORTED(grid_or_block(FIVE, m), "thread (3,0,0): waits at gpu_grid_sync() at ");
    REPORTED(grid_or_block(FIVE, m), ", but thread (0,0,0) waits at the barrier at ");
    REPORTED(grid_or_warp(gpu_cooperative(gpu_grid(2, 1, 1, 32, 1, 1)), m),
             "waits in __shfl_sync with mask 0xffffffff");
    REPORTED(grid_in_a_loop(gpu_cooperative(gpu_1d(1000)), m, 1000),
             ", but thread (232,0,0) of block (3,0,0) has ended ");
    REPORTED(traps_behind_the_grid(FIVE, m), "block (2,0,0), thread (1,0,0): ends the kernel by __trap() at ");
    check_grids();
}
GPU_KERNEL(barrier_then_break, (int *, m), (size_t, n))
{
    __syncthreads();
    GPU_FOR(i, n)
    {
        if (i == 3) break;
        m[i]++;
    }
}
GPU_KERNEL(uses_dynamic, (int *, m))
{
    GPU_SHARED_DYNAMIC(int, s);
    s[0] = 1;
    m[0] = s[0];
}
GPU_KERNEL(own_lane_missing, (int *, m))
{
    m[threadIdx.x] = __shfl_sync(0x0000000fu, 1, 0);
}
GPU_KERNEL(own_lane_not_reduced, (int *, m)) { m[threadIdx.x] = (int)__match_all_sync(0x0000000fu, 1, m + 40); }
GPU_KERNEL(lanes_not_reduced, (int *, m))
{
    int all = 0;
    if (threadIdx.x < 16) m[threadIdx.x] = (int)__match_all_sync(0xffffffffu, 1, &all);
    __syncthreads();
}
GPU_KERNEL(traps, (int *, m), (int, at))
{
    m[threadIdx.x]++;
    __syncthreads();
    if ((int)threadIdx.x == at) __trap();
}
GPU_KERNEL(array_at, (int *, out))
{
    __shared__ int s[8];
    GPU_AT(s, threadIdx.x + 1) = 1;
    out[threadIdx.x] = 1;
}
#ifndef __CUDACC__ /* it does not compile this: host functions in a kernel */
GPU_VECTORIZE(int, plus_one, (int, x)) { return x + 1; }
GPU_KERNEL(inner, (int *, m)) { m[threadIdx.x]++; }
GPU_KERNEL(launches, (int *, m)) { if (threadIdx.x == 3) (void)inner(gpu_1d(8), m); }
GPU_KERNEL(launches_between_barriers, (int *, m))
{
    __syncthreads();
    if (threadIdx.x == 3) (void)inner(gpu_1d(8), m);
    __syncthreads();
}
GPU_KERNEL(launches_in_a_loop, (int *, m), (size_t, n))
{
    GPU_FOR(i, n) if (i == 999) (void)inner(gpu_1d(8), m);
}
GPU_KERNEL(calls_a_map, (int *, m)) { if (threadIdx.x == 0) (void)plus_one(m, m, 8); }
GPU_KERNEL(sums, (int *, m)) { m[threadIdx.x] = (int)gpu_sum_i32(m, 8); }
GPU_KERNEL(allocates, (int *, m)) { m[threadIdx.x] = gpu_malloc(4) != NULL; }
static void check_calls_in_kernels(void)
{
    int *m = GPU_ZEROS(int, 100000), k;
    REPORTED(launches(gpu_grid(2, 1, 1, 8, 1, 1), m), "launches: block (0,0,0), thread (3,0,0): calls inner at ");
    REPORTED(launches(gpu_1d(100000), m), "thread (3,0,0): calls inner at ");
    REPORTED(launches_between_barriers(gpu_grid(1, 1, 1, 8, 1, 1), m), "thread (3,0,0): calls inner at ");
    REPORTED(launches_in_a_loop(gpu_1d(1000), m, 1000), "calls inner at ");
    REPORTED(calls_a_map(gpu_grid(1, 1, 1, 8, 1, 1), m), "calls plus_one at ");
    REPORTED(sums(gpu_grid(1, 1, 1, 8, 1, 1), m), "calls gpu_sum, which only the host can");
    REPORTED(allocates(gpu_grid(1, 1, 1, 8, 1, 1), m), "calls a function of gpu.h at ");
    for (k = 0; k < 8; k++) CHECK_INT(m[k], 0);
    gpu_free(m);
}
#else
static void check_calls_in_kernels(void) {}
#endif
static void check_always_reported(void)
{
    int *y = ints(1000), *x = ints(1024);
    float *a = floats(64), *c = floats(64);
#ifndef __CUDACC__
    int k;
#endif
    REPORTED(two_barriers(gpu_grid(2, 1, 1, 8, 1, 1), y), "waits at another one, at ");
    REPORTED(two_barriers(gpu_grid(2, 1, 1, 8, 1, 1), y),
             "two_barriers: block (0,0,0), thread (0,0,0): waits at the barrier at ");
    REPORTED(reduce_interleaved_broken(gpu_grid(1, 1, 1, 256, 1, 1), x, y),
             "but thread (1,0,0) waits at another one, at ");
    REPORTED(two_barriers_in_a_line(gpu_grid(2, 1, 1, 8, 1, 1), y), "but thread (3,0,0) waits at another one, at ");
    REPORTED(two_barriers_in_a_line(gpu_grid(2, 1, 1, 8, 1, 1), y), ", in the same line; all threads of a block");
    REPORTED(two_shuffles_in_a_line(gpu_grid(1, 1, 1, 32, 1, 1), y), "waits in __shfl_xor_sync with mask 0xffffffff");
#ifndef __CUDACC__ /* nvcc's assembler refuses it */
    for (k = 0; k < 3 && STATIC_SHARED_IS_WATCHED; k++)
        REPORTED(eighty_kilobytes(gpu_grid(9, 1, 1, 256, 1, 1), a),
                 "81920 bytes of static shared memory or more; no GPU gives a block more than 49152");
    RIGHT(forty_eight_kilobytes(gpu_grid(9, 1, 1, 256, 1, 1), a));
#endif
    REPORTED(reduce_shuffled_broken(gpu_grid(1, 1, 1, 32, 1, 1), a, c),
             "waits in __shfl_down_sync with mask 0xffffffff");
    REPORTED(own_lane_missing(gpu_grid(1, 1, 1, 32, 1, 1), y),
             "with mask 0x0000000f, which leaves out its own lane, 4");
    REPORTED(own_lane_not_reduced(gpu_grid(1, 1, 1, 32, 1, 1), y), "calls __match_all_sync at ");
    REPORTED(lanes_not_reduced(gpu_grid(1, 1, 1, 32, 1, 1), y), "waits in __match_all_sync with mask 0xffffffff");
    REPORTED(traps(gpu_grid(1, 1, 1, 32, 1, 1), y, 0), "thread (0,0,0): ends the kernel by __trap() at ");
    REPORTED(traps(gpu_grid(2, 1, 1, 32, 1, 1), y, 21), "thread (21,0,0): ends the kernel by __trap() at ");
    REPORTED(barrier_then_break(gpu_grid(1, 1, 1, 8, 1, 1), y, 8), "thread (3,0,0): a GPU_FOR loop was left by break");
    {
        static const size_t many[] = {1000, 9000};
        unsigned *late = GPU_MANAGED(unsigned, 9000);
        int *out = ints(9000), j;
        for (j = 0; j < 2; j++) {
            const size_t n = many[j];
            REPORTED(loop_late_ballot(gpu_1d(n), late, n), "reaches __ballot_sync at ");
            REPORTED(loop_late_ballot(gpu_1d(n), late, n), " inside a GPU_FOR whose first index did not");
            REPORTED(loop_late_barrier(gpu_1d(n), out, n), "reaches a barrier at ");
            REPORTED(loop_late_thread(gpu_1d(n), out, n),
                     "uses threadIdx or the like inside a GPU_FOR whose first index did not");
            REPORTED(loop_late_loop(gpu_1d(n), out, n), "begins a GPU_FOR inside a GPU_FOR whose first index did not");
        }
        REPORTED(loop_over_rows_then_ballot(gpu_2d(64, 32), out, 64, 32), "a GPU_FOR needs its thread");
        RIGHT(loop_over_rows_then_ballot(gpu_grid(2, 4, 1, 32, 8, 1), out, 64, 32));
        RIGHT(loop_late_ballot(gpu_grid(4, 1, 1, 256, 1, 1), late, 1024)); /* as the message says */
        for (j = 0; j < 1024; j++) CHECK_INT(late[j], j < 32 ? 0 : 0xffffffffu);
        RIGHT(loop_late_thread(gpu_grid(4, 1, 1, 256, 1, 1), out, 1024));
        for (j = 0; j < 1024; j++) CHECK_INT(out[j], j < 512 ? 0 : j % 256);
        gpu_free(late), gpu_free(out);
    }
    REPORTED(uses_dynamic(gpu_grid(1, 1, 1, 8, 1, 1), y), "but the launch gives none; use gpu_config_shared");
    REPORTED(uses_dynamic(gpu_config_shared(gpu_grid(1, 1, 1, 8, 1, 1), 2), y), "writes beyond its 2 bytes of dynamic");
    REPORTED(array_at(gpu_grid(1, 1, 1, 8, 1, 1), y),
             "thread (7,0,0): index 8 is outside s, which has 8 elements, at ");
    check_grids_reported(y);
    gpu_free(y), gpu_free(x), gpu_free(a), gpu_free(c);
    check_calls_in_kernels();
}
TEST(broken_barriers_and_masks_are_reported)
{
    int device = gpu_device(), k;
    CHECK_STATUS(gpu_use(GPU_CPU), GPU_OK, "");
    for (k = 0; k < 3; k++) {
        check_always_reported();
        check_reductions(); /* nothing of the errors is left */
    }
    CHECK_STATUS(gpu_use(device), GPU_OK, "");
}

/* ---------------------------------------------------------------------------------- what GPU_DEBUG=1 reports too -- */
GPU_KERNEL(one_beyond, (int *, a), (size_t, n)) { GPU_FOR(i, n) a[i + 1] = 1; }
CHILD(debug_bounds)
{
    int *a = GPU_NEW(int, 100);
    CHECK(one_beyond(gpu_1d(100), a, 100) == GPU_ERROR_KERNEL);
    printf("MESSAGE %s\n", gpu_error_message());
    CHECK_STATUS(gpu_free(a), GPU_OK, "");
}
TEST(gpu_debug_names_the_kernel_that_writes_beyond_an_array)
{
    char out[4000];
    CHECK_INT(test_child("GPU_QUIET=0 GPU_DEVICE=cpu GPU_DEBUG=1", "debug_bounds", out, sizeof out), 0);
    CHECK_TEXT(out, "one_beyond: the 400 bytes from gpu_malloc at ");
    CHECK_TEXT(out, "were written out of bounds, first 0 bytes after their end");
}

GPU_KERNEL(half_written, (float *, out))
{
    GPU_SHARED(float, s, [64]);
    if (threadIdx.x < 60) s[threadIdx.x] = 1;
    __syncthreads();
    out[threadIdx.x] = s[threadIdx.x];
}
GPU_KERNEL(chain_broken, (const int *, in), (int *, out)) /* both neighbours are wanted, and neither is waited for */
{
    __shared__ int s[64];
    int t = threadIdx.x;
    s[t] = in[t];
    if (t > 0 && t < 63) out[blockIdx.x * 64 + t] = (int)((unsigned)s[t - 1] + (unsigned)s[t + 1]);
}
GPU_KERNEL(same_place_and_number, (size_t, number), (int *, out))
{
    out[threadIdx.x / 2] = (int)(threadIdx.x + (number & 1));
}
GPU_KERNEL(same_place, (int *, out))
{
    out[threadIdx.x / 2] = (int)threadIdx.x;
}
GPU_KERNEL(dynamic_at, (int *, out))
{
    GPU_SHARED_DYNAMIC(int, s);
    GPU_AT(s, threadIdx.x + 1) = 1;
    out[threadIdx.x] = 1;
}
GPU_KERNEL(waits_for_a_block, (volatile int *, flag))
{
    if (blockIdx.x == 0)
        while (*flag == 0) {}
    else
        *flag = 1;
}
GPU_KERNEL(waits_for_a_thread, (volatile int *, flag))
{
    __syncthreads();
    if (threadIdx.x == 0)
        while (*flag == 0) {}
    __syncthreads();
    *flag = 1;
}
GPU_KERNEL(locked, (int *, lock), (int *, sum))
{
    while (atomicCAS(lock, 0, 1) != 0) {}
    *sum += (int)threadIdx.x;
    __threadfence();
    atomicExch(lock, 0);
}
GPU_KERNEL(doubles, (int *, x))
{
    x[threadIdx.x] *= 2;
}
GPU_KERNEL(doubles_behind, (int **, x))
{
    x[0][threadIdx.x] *= 2;
}
static void check_right_ones(void)
{
    check_vector_add();
    check_matmul();
    check_reductions();
    check_scans();
    check_warps();
    check_early_ends();
    check_atomics();
    check_grids();
    check_the_rest();
    check_last_block();
    if (SLOW) return;
    check_neighbours();
    check_whole_programs();
    check_loops();
    check_elements();
}
#if defined(__linux__) && !defined(GPU__TSAN) /* the thread sanitizer holds signals back while a thread computes */
#define SPINNING_IS_FOUND 1
static void *spins_here(void *flag)
{
    REPORTED(waits_for_a_block(gpu_grid(2, 1, 1, 1, 1, 1), (volatile int *)flag),
             "without reaching a barrier or its end, probably waiting for a value");
    return NULL;
}
#endif
/* What other threads of the program print while kernels are run again is not lost, whatever prints it; what a kernel
   prints is heard once. */
#ifndef _WIN32
enum { LINES = 1000, LAUNCHES = 20 };
static void *prints(void *arg)
{
    int k;
    for (k = 0; k < LINES; k++) {
        /* all the time that the launches take */
        while (__atomic_load_n((int *)arg, __ATOMIC_RELAXED) < k * LAUNCHES / LINES) {}
        if (k % 2) printf("line %d\n", k);
        else {
            char text[32];
            const int n = snprintf(text, sizeof text, "\nline %d\n", k);
            CHECK(write(1, text, (size_t)n) == n);
        }
    }
    return arg;
}
CHILD(debug_prints)
{
    pthread_t thread;
    int *x = ints(100), launches = 0;
    setvbuf(stdout, NULL, _IOLBF, BUFSIZ); /* a full buffer would be written in the middle of a line */
    CHECK(!pthread_create(&thread, NULL, prints, &launches));
    for (; launches < LAUNCHES; __atomic_add_fetch(&launches, 1, __ATOMIC_RELAXED)) {
        RIGHT(doubles(gpu_grid(1, 1, 1, 64, 1, 1), x));
        RIGHT(says(gpu_grid(1, 1, 1, 3, 1, 1), 43));
    }
    CHECK(!pthread_join(thread, NULL));
    printf("\n%d launches\n", launches);
    gpu_free(x);
}
TEST(debug_mode_keeps_what_other_threads_print)
{
    static char out[1 << 22];
    const char *at;
    int k, lines = 0, said = 0;
    CHECK_INT(test_child("GPU_DEVICE=cpu GPU_DEBUG=1", "debug_prints", out, sizeof out), 0);
    for (at = strstr(out, "line "); at; at = strstr(at + 1, "line ")) lines++;
    for (at = strstr(out, "a kernel prints 43\n"); at; at = strstr(at + 1, "a kernel prints 43\n")) said++;
    CHECK_INT(lines, LINES);
    at = strstr(out, " launches");
    CHECK(at != NULL);
    while (at && at[-1] != '\n') at--;
    CHECK(at && sscanf(at, "%d", &k) == 1 && k == said);
}
#endif
#define ONE gpu_grid(1, 1, 1, 63, 1, 1)
#define TWO gpu_grid(2, 1, 1, 63, 1, 1)
#define FROM(T) ((const T *)(void *)a)
#define TO(T) ((T *)(void *)b)
#define CHECK_BROKEN_ELEMENTS(T)                                                                                       \
    REPORTED(twice_##T(gpu_grid(1, 1, 1, 64, 1, 1), FROM(T), TO(T)), "two threads ");                                  \
    REPORTED(early_##T(ONE, FROM(T), TO(T)), "one reads it before the other has written it");                          \
    if (STATIC_SHARED_IS_WATCHED) REPORTED(shared_twice_##T(TWO, FROM(T), TO(T)), "of the shared memory");             \
    REPORTED(dynamic_twice_##T(gpu_config_shared(TWO, 63 * sizeof(T)), FROM(T), TO(T)), "of the shared memory");       \
    REPORTED(unwritten_##T(ONE, FROM(T), TO(T)), "it reads shared memory that no thread has written: byte ");
static void check_broken_elements(void)
{
    unsigned char *a = bytes(64 * sizeof(wide)), *b = bytes(64 * sizeof(wide));
    WITH_ELEMENTS(CHECK_BROKEN_ELEMENTS)
    gpu_free(a), gpu_free(b);
}
CHILD(debug_right_ones)
{
    check_right_ones();
}
CHILD(debug_broken_twins)
{
    static const char race[] = "without a barrier between them",
                      stale[] = "it reads shared memory that no thread has written: byte ";
    static const char early[] = "without a barrier between them: one reads it before the other has written it: byte ";
    static int own[8];
    int n = 64, *x = ints(4096), *y = ints(1000), *flag = GPU_ZEROS(int, 2), **behind = GPU_NEW(int *, 1), i;
    float *a = floats(4096), *b = floats(4096), *c = floats(4096);
    body *p = GPU_NEW(body, 256), *q = GPU_NEW(body, 256);
    for (i = 0; i < 256; i++) p[i].x = a[i], p[i].y = b[i], p[i].z = a[i + 256], p[i].m = 1;
    check_always_reported();
    REPORTED(vector_add_broken(gpu_1d(4097), a, b, c, 4096), "block (16,0,0), thread (0,0,0): index 4096 is outside ");
    REPORTED(vector_add_broken(gpu_1d(4097), a, b, c, 4096), ", which has 4096 elements (made at ");
    REPORTED(dynamic_at(gpu_config_shared(gpu_grid(1, 1, 1, 8, 1, 1), 8 * sizeof(int)), y),
             "thread (7,0,0): index 8 is outside s, which has 8 elements, at ");
    REPORTED(tiled_matmul_broken(gpu_grid(4, 4, 1, TILE, TILE, 1), a, b, c, n), race);
    REPORTED(reduce_sequential_broken(gpu_grid(4, 1, 1, 256, 1, 1), x, y), race);
    REPORTED(reduce_unrolled_broken(gpu_grid(1, 1, 1, 64, 1, 1), x, y), race);
    REPORTED(hillis_steele_broken(gpu_grid(1, 1, 1, 256, 1, 1), x, y, 250), race);
    REPORTED(blelloch_broken(gpu_grid(1, 1, 1, 128, 1, 1), x, y), race);
    REPORTED(histogram_broken(gpu_grid(5, 1, 1, 256, 1, 1), x, y, 4096), stale);
    REPORTED(transpose_broken(gpu_grid(2, 2, 1, 32, 8, 1), a, c, 64), early);
    REPORTED(chain_broken(gpu_grid(2, 1, 1, 64, 1, 1), x, y), early);
    REPORTED(stencil_broken(gpu_grid(8, 1, 1, 128, 1, 1), x, y, 1000), STATIC_SHARED_IS_WATCHED ? stale : race);
    REPORTED(stencil_in_place_broken(gpu_1d(1000), a, 1000), race);
    REPORTED(bitonic_sort_broken(gpu_grid(2, 1, 1, 256, 1, 1), x), race);
    REPORTED(n_body_broken(gpu_grid(4, 1, 1, 64, 1, 1), p, q, 256), early);
    REPORTED(half_written(gpu_grid(2, 1, 1, 64, 1, 1), c), stale);
    REPORTED(dot_broken(gpu_1d(900), x, x, flag, 900),
             "two threads write the same element without a barrier between them: thread (0,0,0) of block (0,0,0) and "
             "thread (1,0,0) of block (0,0,0) write byte 0 of an array");
    REPORTED(same_place(gpu_grid(1, 1, 1, 8, 1, 1), y), "two threads write the same element");
    /* a number, whatever lies there */
    REPORTED(same_place_and_number((gpu_grid(1, 1, 1, 8, 1, 1)), (size_t)own, y), "two threads ");
    REPORTED(same_place_and_number((gpu_grid(1, 1, 1, 8, 1, 1)), (size_t)race, y), "two threads ");
    if (STATIC_SHARED_IS_WATCHED)
        REPORTED(total_broken(gpu_cooperative(gpu_grid(16, 1, 1, 64, 1, 1)), x, x + 1024, y, 1000), race);
    if (STATIC_SHARED_IS_WATCHED)
        REPORTED(turns_broken(gpu_cooperative(gpu_grid(5, 1, 1, 32, 1, 1)), x, 100),
                 "two threads write the same element without a barrier between them: thread (");
    flag[0] = 0;
    REPORTED(last_block_adds(gpu_grid(8, 1, 1, 32, 1, 1), x, y, (unsigned *)flag, 250, UNFENCED), race);
    flag[0] = 0;
    REPORTED(last_block_adds(gpu_grid(8, 1, 1, 32, 1, 1), x, y, (unsigned *)flag, 250, UNCOUNTED), race);
    check_broken_elements();
#ifdef SPINNING_IS_FOUND
    flag[0] = 0;
    alarm(1000);
    REPORTED(waits_for_a_block(gpu_grid(2, 1, 1, 1, 1, 1), flag),
             "without reaching a barrier or its end, probably waiting for a value");
    CHECK(alarm(0) > 900); /* the program's own */
    flag[0] = 0;
    {
        pthread_t thread;
        CHECK(!pthread_create(&thread, NULL, spins_here, flag));
        CHECK(!pthread_join(thread, NULL));
    }
    flag[0] = 0;
    REPORTED(waits_for_a_thread(gpu_grid(2, 1, 1, 8, 1, 1), flag), "thread (0,0,0): it has run for");
#endif
    /* What the runs must not spoil: a launch has its effect once. */
    flag[0] = flag[1] = 0;
    RIGHT(locked(gpu_grid(4, 1, 1, 32, 1, 1), flag, flag + 1));
    CHECK_INT(flag[1], 4 * 496);
    for (i = 0; i < 8; i++) x[i] = own[i] = i + 1;
    behind[0] = x;
    RIGHT(doubles(gpu_grid(1, 1, 1, 8, 1, 1), x));
    RIGHT(doubles(gpu_grid(1, 1, 1, 8, 1, 1), own)); /* memory that gpu.h does not know */
    RIGHT(doubles_behind(gpu_grid(1, 1, 1, 8, 1, 1), behind));
    for (i = 0; i < 8; i++) CHECK(x[i] == 4 * (i + 1) && own[i] == 2 * (i + 1));
    gpu_free(x), gpu_free(y), gpu_free(flag), gpu_free(behind), gpu_free(a), gpu_free(b), gpu_free(c), gpu_free(p),
        gpu_free(q);
}
/* GPU_AT, on a GPU too. */
CHILD(debug_at)
{
    int *y = ints(8), k;
    float *a = floats(4096), *b = floats(4096), *c = floats(4096);
    char place[300];
    for (k = 0; k < 2; k++) {
        REPORTED(vector_add_broken(gpu_1d(4097), a, b, c, 4096),
                 "vector_add_broken: block (16,0,0), thread (0,0,0): index 4096 is outside ");
        snprintf(place, sizeof place, ", at %s:", __FILE__);
        REPORTED(vector_add_broken(gpu_1d(4097), a, b, c, 4096), place);
        REPORTED(dynamic_at(gpu_config_shared(gpu_grid(1, 1, 1, 8, 1, 1), 8 * sizeof(int)), y),
                 "thread (7,0,0): index 8 is outside s, which has 8 elements");
        REPORTED(array_at(gpu_grid(1, 1, 1, 8, 1, 1), y),
                 "thread (7,0,0): index 8 is outside s, which has 8 elements, at ");
        check_vector_add();
    }
    gpu_free(y), gpu_free(a), gpu_free(b), gpu_free(c);
}
/* Each launch runs several times, and a counter beside the kernel counts one of them, whether it is read, reset or
   larger than a word. */
__device__ int visits, marks[128], blocks_done;
__device__ unsigned long long wide_visits;
GPU_KERNEL(counted_beside, (int *, out))
{
    GPU_SHARED(int, s, [1]);
    int own = 0;
    if (threadIdx.x == 0) s[0] = 0;
    __syncthreads();
    atomicAdd(&s[0], 1);
#ifdef __CUDA_ARCH__
    own++; /* a GPU has no atomic operations on local memory */
#else
    atomicAdd(&own, 1);
#endif
    atomicAdd(&visits, own);
    atomicAdd(&marks[threadIdx.x], 1);
    atomicAdd(&wide_visits, 1ull << 32);
    __threadfence();
    __syncthreads();
    if (threadIdx.x == 0 && atomicAdd(&blocks_done, 1) == (int)gridDim.x - 1) {
        out[0] = s[0];
        blocks_done = 0;
    }
}
CHILD(debug_counts)
{
    int *out = GPU_ZEROS(int, 1), count = 0, of_threads[128], wrong = 0, i;
    unsigned long long wide_count = 0;
    for (i = 1; i <= 3; i++) {
        RIGHT(counted_beside(gpu_grid(3, 1, 1, 128, 1, 1), out));
        RIGHT(gpu_get_constant(&count, visits, sizeof count));
        CHECK_INT(count, 384 * i);
        CHECK_INT(out[0], 128);
    }
    RIGHT(gpu_get_constant(&wide_count, wide_visits, sizeof wide_count));
    CHECK(wide_count == (unsigned long long)3 * 384 << 32);
    RIGHT(gpu_get_constant(of_threads, marks, sizeof of_threads));
    for (i = 0; i < 128; i++) wrong += of_threads[i] != 9;
    CHECK_INT(wrong, 0);
    RIGHT(gpu_get_constant(&count, blocks_done, sizeof count));
    CHECK_INT(count, 0);
    gpu_free(out);
}
TEST(a_variable_beside_the_kernel_counts_once_under_debug)
{
    static char out[1 << 12];
    const int code = test_child("GPU_QUIET=0 GPU_DEVICE=cpu GPU_DEBUG=1", "debug_counts", out, sizeof out);
    if (code) fprintf(stderr, "%s", out);
    CHECK_INT(code, 0);
}
TEST(debug_mode)
{
    static char out[1 << 14], at[1 << 12];
    int code = test_child("GPU_QUIET=0 GPU_DEVICE=cpu GPU_DEBUG=1", "debug_right_ones", out, sizeof out);
    const char *note = strstr(out, "GPU_DEBUG: leave_then_meet: thread (");
    CHECK(note && !strstr(note + 1, "GPU_DEBUG: leave_then_meet: "));
    if (code) fprintf(stderr, "%s", out);
    CHECK_INT(code, 0);
#ifndef _WIN32 /* where each run is heard */
    /* once a block */
    CHECK(strstr(out, "a kernel prints 42\na kernel prints 42\n") &&
          !strstr(out, "prints 42\na kernel prints 42\na kernel prints 42"));
#endif
    code = test_child("GPU_QUIET=0 GPU_DEVICE=cpu GPU_DEBUG=1", "debug_broken_twins", out, sizeof out);
    if (code) fprintf(stderr, "%s", out);
    CHECK_INT(code, 0);
    CHECK_INT(
        test_child(gpu_device() == GPU_CPU ? "GPU_DEVICE=cpu GPU_DEBUG=1" : "GPU_DEBUG=1", "debug_at", at, sizeof at),
        0);
    if (strstr(at, "does not") || strstr(at, "expected GPU")) fprintf(stderr, "%s", at);
    CHECK_TEXT(out, "GPU_DEBUG: doubles works on memory that is not from gpu_malloc");
    CHECK(!strstr(out, "same_place_and_number works on"));
    CHECK_TEXT(
        out, "GPU_DEBUG: stencil_broken: thread (104,0,0) of block (7,0,0) has ended without reaching the barrier at ");
}
