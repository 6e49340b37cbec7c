/* pi by random points, divided among processes. A random number is a function of the seed and of its element, so each
   process takes its range of the elements, and no two draw the same numbers; the counts are integers, so the digits are
   the same for any number of processes.

   mpicc -O3 -fopenmp -I. -x c examples/mpi_monte_carlo_pi.cu -o mpi_monte_carlo_pi -lm
   mpirun -n 4 ./mpi_monte_carlo_pi                                                                                    */

#include <mpi.h>
#define GPU_IMPLEMENTATION
#include "gpu.h"

/* Element i stands for eight points. */
GPU_REDUCE(uint64_t, hits, 0, a + b, (size_t, i, index), (size_t, begin, scalar), (uint64_t, seed, scalar))
{
    gpu_f32x16 u = gpu_random_f32x16(seed, begin + i, 0);
    unsigned inside = 0, k;
    for (k = 0; k < 16; k += 2) inside += fmaf(u.v[k], u.v[k], u.v[k + 1] * u.v[k + 1]) < 1;
    return inside;
}

int main(int argc, char **argv)
{
    const size_t samples = argc > 1 ? (size_t)atoll(argv[1]) : 100000000, elements = samples / 8;
    size_t begin, count;
    uint64_t inside = 0;
    double pi, ms = 0;
    int ok, r;
    MPI_Init(&argc, &argv);
    GPU_CHECK(gpu_mpi_use(MPI_COMM_WORLD));
    GPU_CHECK(gpu_split(elements, gpu_mpi_rank(), gpu_mpi_size(), &begin, &count));
    for (r = 0; r < 2; r++) { /* the first warms up */
        GPU_CHECK(gpu_mpi_agree(GPU_OK));
        GPU_CHECK(gpu_timer_start());
        inside = hits(begin, 42, count);
        GPU_CHECK(gpu_mpi_allreduce(&inside, &inside, 1, MPI_UINT64_T, MPI_SUM));
        ms = gpu_timer_ms();
    }
    pi = 4 * (double)inside / (double)(elements * 8);
    ok = fabs(pi - 3.14159265358979323846) < 5 * 1.64 / sqrt((double)samples);
    if (!gpu_mpi_rank())
        printf("pi from %zu points by %d processes on %s: %.9f, %llu inside, in %.3f ms\n%s\n", samples, gpu_mpi_size(),
               gpu_backend_name(), pi, (unsigned long long)inside, ms, ok ? "PASSED" : "FAILED");
    MPI_Finalize();
    return !ok;
}
