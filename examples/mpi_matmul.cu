/* A matrix product by several processes: the rows of a are scattered, b is broadcast, each process multiplies its rows on
   its device, and the rows of the product are gathered.

   mpicc -O3 -fopenmp -I. -x c examples/mpi_matmul.cu -o mpi_matmul -lm
   mpirun -n 4 ./mpi_matmul                                                                                            */

#include <mpi.h>
#define GPU_IMPLEMENTATION
#include "gpu.h"

int main(int argc, char **argv)
{
    const size_t m = 1003, n = 768, k = 512;
    size_t begin, rows, i, j, at;
    float *a = NULL, *b, *c = NULL, *my_a, *my_c;
    MPI_Datatype row_of_a, row_of_c;
    double worst = 0, ms;
    int ok = 1;
    MPI_Init(&argc, &argv);
    GPU_CHECK(gpu_mpi_use(MPI_COMM_WORLD));
    GPU_CHECK(gpu_split(m, gpu_mpi_rank(), gpu_mpi_size(), &begin, &rows));
    b = GPU_NEW(float, k *n), my_a = GPU_NEW(float, rows *k), my_c = GPU_NEW(float, rows *n);
    if (!gpu_mpi_rank()) { /* what there is as a whole is here alone */
        a = GPU_NEW(float, m *k), c = GPU_NEW(float, m *n);
        GPU_CHECK(gpu_error());
        GPU_CHECK(gpu_seed(1));
        GPU_CHECK(gpu_rand_uniform_f32(a, m * k));
        GPU_CHECK(gpu_rand_uniform_f32(b, k * n));
    }
    GPU_CHECK(gpu_error());
    MPI_Type_contiguous((int)k, MPI_FLOAT, &row_of_a); /* whole rows are shared out */
    MPI_Type_contiguous((int)n, MPI_FLOAT, &row_of_c);
    MPI_Type_commit(&row_of_a), MPI_Type_commit(&row_of_c);
    GPU_CHECK(gpu_timer_start());
    GPU_CHECK(gpu_mpi_broadcast(b, k * n, MPI_FLOAT, 0));
    GPU_CHECK(gpu_mpi_scatter(my_a, a, m, row_of_a, 0));
    GPU_CHECK(gpu_matmul_f32(my_c, my_a, b, rows, n, k));
    GPU_CHECK(gpu_mpi_gather(c, my_c, m, row_of_c, 0));
    ms = gpu_timer_ms();
    if (!gpu_mpi_rank()) { /* some elements, in double */
        float *ha = GPU_TO_HOST(float, a, m *k), *hb = GPU_TO_HOST(float, b, k *n), *hc = GPU_TO_HOST(float, c, m *n);
        GPU_CHECK(gpu_error());
        for (i = 0; i < m; i += 17)
            for (j = 0; j < n; j += 13) {
                double sum = 0;
                for (at = 0; at < k; at++) sum += (double)ha[i * k + at] * hb[at * n + j];
                worst = fmax(worst, fabs(sum - hc[i * n + j]) / sum);
            }
        ok = worst < 1e-5;
        printf("%zu x %zu by %zu x %zu by %d processes on %s in %.3f ms, %.1f GFLOP/s with all that travels; worst error %.1e\n%s\n",
               m, k, k, n, gpu_mpi_size(), gpu_backend_name(), ms, 2e-6 * (double)m * (double)n * (double)k / ms, worst,
               ok ? "PASSED" : "FAILED");
        GPU_CHECK(gpu_free(ha)), GPU_CHECK(gpu_free(hb)), GPU_CHECK(gpu_free(hc));
        GPU_CHECK(gpu_free(a)), GPU_CHECK(gpu_free(c));
    }
    GPU_CHECK(gpu_free(b)), GPU_CHECK(gpu_free(my_a)), GPU_CHECK(gpu_free(my_c));
    MPI_Finalize();
    return !ok;
}
