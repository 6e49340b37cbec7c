/* Bandwidth and latency between two processes: an array is sent back and forth, in device memory, as MPI takes it
   (directly, or staged through page-locked memory, which GPU_MPI_AWARE=0 requests), and in host memory.

   mpicc -O3 -fopenmp -I. -x c examples/mpi_ping_pong.cu -o mpi_ping_pong -lm
   mpirun -n 2 ./mpi_ping_pong                                                                                         */

#include <mpi.h>
#define GPU_IMPLEMENTATION
#include "gpu.h"

/* Microseconds of one way. */
static double one_way(char *p, size_t bytes, int rounds)
{
    double begun = 0;
    int r;
    for (r = -2; r < rounds; r++) { /* two to warm up */
        if (r == 0) begun = MPI_Wtime();
        if (gpu_mpi_rank() == 0) {
            GPU_CHECK(gpu_mpi_send(p, bytes, MPI_CHAR, 1, 0));
            GPU_CHECK(gpu_mpi_receive(p, bytes, MPI_CHAR, 1, 0));
        } else if (gpu_mpi_rank() == 1) {
            GPU_CHECK(gpu_mpi_receive(p, bytes, MPI_CHAR, 0, 0));
            GPU_CHECK(gpu_mpi_send(p, bytes, MPI_CHAR, 0, 0));
        }
    }
    return (MPI_Wtime() - begun) * 1e6 / (2.0 * rounds);
}

int main(int argc, char **argv)
{
    const size_t most = (size_t)64 << 20;
    char *device, *host;
    size_t bytes, i;
    int ok = 1;
    MPI_Init(&argc, &argv);
    GPU_CHECK(gpu_mpi_use(MPI_COMM_WORLD));
    if (gpu_mpi_size() < 2) {
        printf("two processes are needed: mpirun -n 2\n");
        MPI_Finalize();
        return 1;
    }
    device = GPU_NEW(char, most), host = GPU_PINNED(char, most);
    GPU_CHECK(gpu_error());
    for (i = 0; i < most; i++) host[i] = (char)(i * 31 + i / 4096);
    GPU_CHECK(gpu_copy(device, host, most));
    if (!gpu_mpi_rank()) {
        printf("one way between two processes, %s, device memory %s\n\n", gpu_backend_name(), !strcmp(gpu_backend_name(), "cpu") ? "is the host's" : gpu_mpi_aware() ? "straight" : "staged");
        printf("%12s %12s %9s %12s %9s\n", "bytes", "device, us", "GB/s", "host, us", "GB/s");
    }
    for (bytes = 8; bytes <= most; bytes *= 8) {
        const int rounds = bytes < 100000 ? 200 : 10;
        const double d = one_way(device, bytes, rounds), h = one_way(host, bytes, rounds);
        if (!gpu_mpi_rank()) printf("%12zu %12.2f %9.3f %12.2f %9.3f\n", bytes, d, 1e-3 * (double)bytes / d, h, 1e-3 * (double)bytes / h);
    }
    GPU_CHECK(gpu_copy(host, device, most));
    for (i = 0; i < most; i++) ok &= host[i] == (char)(i * 31 + i / 4096);
    GPU_CHECK(gpu_mpi_agree(ok ? GPU_OK : GPU_ERROR_MPI));
    if (!gpu_mpi_rank()) printf("\n%s\n", ok ? "PASSED" : "FAILED");
    GPU_CHECK(gpu_free(device)), GPU_CHECK(gpu_free(host));
    MPI_Finalize();
    return !ok;
}
