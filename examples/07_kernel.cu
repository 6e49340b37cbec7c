/* Kernels: the index of a thread (block, thread, global index), why it checks its bounds, one and two dimensions, a grid
   of your own choice, GPU_FOR beside the classical form, and constant memory.

   Counterpart of the indexing and memory kernels of a CUDA C primer, CuPy's RawKernel matrix_add, Numba's add-one kernel.
   A kernel is one function that many threads run; the launch says how many, as a grid of blocks of threads. threadIdx,
   blockIdx, blockDim and gridDim tell a thread which one it is. To C it is an ordinary function.

   nvcc -O3 -std=c++17 -arch=native -Xcompiler -fopenmp -I. examples/07_kernel.cu -o kernel
   cc -O3 -fopenmp -I. -x c examples/07_kernel.cu -o kernel -lm                                                        */

#define GPU_IMPLEMENTATION
#include "gpu.h"

static int failed;
static void report(const char *what, gpu_stats time, int ok)
{
    printf("   %-44s %9.4f ms  %s\n", what, time.median_ms, ok ? "ok" : "WRONG");
    failed |= !ok;
}

/* ------------------------------------------------------------------- 1. the index of a thread, and its bounds check -- */

GPU_KERNEL(who_am_i, (unsigned *, block), (unsigned *, thread), (size_t, n))
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) block[i] = blockIdx.x, thread[i] = threadIdx.x; /* the last block has threads for elements that do not exist */
}

static void index_of_a_thread(void)
{
    const unsigned n = 10, threads = 4, blocks = (n + threads - 1) / threads; /* rounded up: 3 blocks, 12 threads */
    unsigned *block = GPU_MANAGED(unsigned, n), *thread = GPU_MANAGED(unsigned, n), i; /* host and device both see it */
    GPU_CHECK(gpu_error());
    GPU_CHECK(who_am_i(gpu_grid(blocks, 1, 1, threads, 1, 1), block, thread, n));
    GPU_CHECK(gpu_sync()); /* a launch does not wait: the host must, before it reads */
    printf("1. %u elements, %u blocks of %u threads; element = block.thread:", n, blocks, threads);
    for (i = 0; i < n; i++) {
        printf(" %u=%u.%u", i, block[i], thread[i]);
        failed |= block[i] != i / threads || thread[i] != i % threads;
    }
    printf("  %s\n", failed ? "WRONG" : "ok");
    GPU_CHECK(gpu_free(block)); GPU_CHECK(gpu_free(thread));
}

/* ------------------------------------------------------------------- 2. one dimension: the classical form and GPU_FOR -- */

GPU_KERNEL(add_classical, (const float *, a), (const float *, b), (float *, c), (size_t, n))
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) c[i] = a[i] + b[i]; /* one thread, one element: the grid must have a thread for each */
}

GPU_KERNEL(add_loop, (const float *, a), (const float *, b), (float *, c), (size_t, n))
{
    GPU_FOR(i, n) c[i] = a[i] + b[i]; /* each element once, whatever the grid; with gpu_for, a plain loop on the CPU */
}

static int sums_are_right(const float *a, const float *b, float *c, size_t n)
{
    int ok = 1;
    for (size_t i = 0; i < n; i++) {
        ok &= fabs(c[i] - ((double)a[i] + (double)b[i])) <= 1e-6;
        c[i] = -1; /* so that the next kernel cannot pass on these results */
    }
    return ok;
}

static void one_dimension(void)
{
    const size_t n = 1000000, threads = 256, blocks = (n + threads - 1) / threads;
    float *a = GPU_MANAGED(float, n), *b = GPU_MANAGED(float, n), *c = GPU_MANAGED(float, n);
    gpu_stats time;
    GPU_CHECK(gpu_error());
    for (size_t i = 0; i < n; i++) a[i] = (float)(i % 1000) / 1000, b[i] = (float)(i % 777) / 777;
    printf("2. c = a + b, %zu floats\n", n); /* GPU_BENCH waits for its last repetition: no gpu_sync is needed */
    GPU_BENCH(time, 20) GPU_CHECK(add_classical(gpu_grid(blocks, 1, 1, threads, 1, 1), a, b, c, n));
    report("classical form, a thread for each element", time, sums_are_right(a, b, c, n));
    GPU_BENCH(time, 20) GPU_CHECK(add_loop(gpu_grid(64, 1, 1, 128, 1, 1), a, b, c, n));
    report("GPU_FOR, 64 blocks of 128 threads", time, sums_are_right(a, b, c, n));
    GPU_BENCH(time, 20) GPU_CHECK(add_loop(gpu_for(n), a, b, c, n));
    report("GPU_FOR, gpu_for chooses the grid", time, sums_are_right(a, b, c, n));
    GPU_CHECK(gpu_free(a)); GPU_CHECK(gpu_free(b)); GPU_CHECK(gpu_free(c));
}

/* ------------------------------------------------------------------ 3. two dimensions: x along a row, y down the rows -- */

GPU_KERNEL(add_one_classical, (float *, m), (size_t, rows), (size_t, cols))
{
    size_t x = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    size_t y = (size_t)blockIdx.y * blockDim.y + threadIdx.y;
    if (x < cols && y < rows) m[y * cols + x] += 1; /* neighbours in x are neighbours in memory, which is what GPUs like */
}

GPU_KERNEL(add_one, (float *, m), (size_t, rows), (size_t, cols))
{
    GPU_FOR_2D(x, y, cols, rows) m[y * cols + x] += 1;
}

static void two_dimensions(void)
{
    const size_t rows = 2000, cols = 2000, n = rows * cols;
    float *m = GPU_MANAGED(float, n);
    gpu_stats classical, loop;
    int ok = 1;
    GPU_CHECK(gpu_error());
    GPU_CHECK(gpu_set(m, 0, n * sizeof(float)));
    GPU_BENCH(classical, 20) GPU_CHECK(add_one_classical(gpu_grid((cols + 15) / 16, (rows + 15) / 16, 1, 16, 16, 1), m, rows, cols));
    GPU_BENCH(loop, 20) GPU_CHECK(add_one(gpu_for_2d(cols, rows), m, rows, cols));
    for (size_t i = 0; i < n; i++) ok &= m[i] == 42; /* 20 repetitions and a warm-up, twice */
    printf("3. add one to each element of a %zu x %zu matrix\n", rows, cols);
    report("classical form, blocks of 16 x 16", classical, ok);
    report("GPU_FOR_2D, gpu_for_2d chooses the grid", loop, ok);
    GPU_CHECK(gpu_free(m));
}

/* ---------------------------------------------------------------- 4. constant memory: the same few values for all threads -- */

GPU_CONSTANT(float, coefficient, [3]); /* CUDA's own spelling, __constant__ float coefficient[3];, works too */

GPU_KERNEL(polynomial, (float *, y), (size_t, n))
{
    GPU_FOR(i, n) y[i] = coefficient[0] + (float)i * (coefficient[1] + (float)i * coefficient[2]);
}

static void constant_memory(void)
{
    const float c[3] = {1, -2, 0.5f};
    float *y = GPU_MANAGED(float, 1024);
    GPU_CHECK(gpu_error());
    GPU_CHECK(gpu_set_constant(coefficient, c, sizeof c)); /* launches after it see these values */
    GPU_CHECK(polynomial(gpu_for(1024), y, 1024));
    GPU_CHECK(gpu_sync());
    printf("4. a polynomial with its coefficients in constant memory: %g at 0, %g at 10\n", y[0], y[10]);
    failed |= y[0] != 1 || y[10] != 31;
    GPU_CHECK(gpu_free(y));
}

int main(void)
{
    gpu_info device;
    GPU_CHECK(gpu_query(gpu_device(), &device));
    printf("on %s (%s)\n\n", device.name, device.backend);
    index_of_a_thread();
    one_dimension();
    two_dimensions();
    constant_memory();
    printf("\n%s\n", failed ? "FAILED" : "PASSED");
    return failed;
}
