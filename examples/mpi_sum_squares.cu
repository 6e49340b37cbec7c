/* The sum of squares of an array that is divided among processes: each generates its part on its own device and sums it
   there; MPI adds the sums.

   mpicc -O3 -fopenmp -I. -x c examples/mpi_sum_squares.cu -o mpi_sum_squares -lm
   nvcc -ccbin mpicxx -O3 -std=c++17 -arch=native -Xcompiler -fopenmp -I. examples/mpi_sum_squares.cu -o mpi_sum_squares
   mpirun -n 4 ./mpi_sum_squares                                                                                       */

#include <mpi.h>
#define GPU_IMPLEMENTATION
#include "gpu.h"

GPU_REDUCE(double, sum_of_squares, 0.0, a + b, (double, x)) { return x * x; }

int main(int argc, char **argv)
{
    const size_t n = argc > 1 ? (size_t)atoll(argv[1]) : 10000000;
    size_t begin, count;
    int r;
    double *x, sum = 0, expected = (double)n * (double)(n + 1) * (2.0 * (double)n + 1) / 6, ms = 0;
    int ok;
    MPI_Init(&argc, &argv);
    GPU_CHECK(gpu_mpi_use(MPI_COMM_WORLD));
    GPU_CHECK(gpu_split(n, gpu_mpi_rank(), gpu_mpi_size(), &begin, &count));
    x = GPU_NEW(double, count);
    GPU_CHECK(gpu_error());
    GPU_CHECK(gpu_arange_f64(x, (double)begin + 1, 1, count)); /* 1, 2, 3 ... over all processes */
    for (r = 0; r < 3; r++) { /* the first warms up */
        GPU_CHECK(gpu_mpi_agree(GPU_OK));
        GPU_CHECK(gpu_timer_start());
        sum = sum_of_squares(x, count);
        GPU_CHECK(gpu_mpi_allreduce(&sum, &sum, 1, MPI_DOUBLE, MPI_SUM));
        ms = gpu_timer_ms();
    }
    ok = fabs(sum - expected) <= 1e-14 * expected;
    if (!gpu_mpi_rank())
        printf("sum of the squares of 1 to %zu by %d processes on %s: %.15g in %.3f ms\n%s\n", n, gpu_mpi_size(),
               gpu_backend_name(), sum, ms, ok ? "PASSED" : "FAILED");
    GPU_CHECK(gpu_free(x));
    MPI_Finalize();
    return !ok;
}
