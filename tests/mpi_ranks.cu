/* Run by mpirun on some ranks: arrays by MPI between them, and errors of one that all must hear of. */

#include <mpi.h>
#define GPU_IMPLEMENTATION
#define GPU_TAPE
#include "gpu.h"
#ifdef TEST_MPI_AWARE /* to be run with GPU_MPI_AWARE=1 */
#include "mpi_aware.h"
#endif

static int failed, passed;
#define CHECK(condition) check((condition) != 0, #condition, __LINE__)
static void check(int good, const char *what, int line)
{
    if (good) return;
    failed++;
    fprintf(stderr, "rank %d, line %d: %s; %s\n", gpu_mpi_rank(), line, what, gpu_error_message());
}
static void done(const char *what) /* all ranks are through with it */
{
    int all = 0;
    MPI_Allreduce(&failed, &all, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    if (!all) passed++;
    if (!gpu_mpi_rank() && all) printf("FAILED  %s\n", what);
    gpu_clear_error();
}

/* Sizes about the 8 MiB of a piece, in floats. */
static const size_t sizes[] = {0, 1, 3, 1000, 2097151, 2097152, 2097153, 4194305};
enum { SIZES = sizeof sizes / sizeof *sizes };
static float value(size_t i, int rank) { return (float)((i * 7 + (size_t)rank * 13) % 1000003); }
static float *filled(size_t n, int rank)
{
    float *host = (float *)malloc(n * sizeof *host + 1), *p;
    size_t i;
    for (i = 0; i < n; i++) host[i] = value(i, rank);
    p = GPU_TO_DEVICE(float, host, n);
    free(host);
    return p;
}
static int holds(const float *p, size_t begin, size_t n, int rank)
{
    float *host = GPU_TO_HOST(float, p, n);
    size_t i;
    int good = 1;
    for (i = 0; i < n && good; i++) good = host[i] == value(begin + i, rank);
    gpu_free(host);
    return good;
}

static void messages(int rank, int size)
{
    const int next = (rank + 1) % size, before = (rank + size - 1) % size;
    int k;
    for (k = 0; k < SIZES; k++) {
        const size_t n = sizes[k];
        float *mine = filled(n, rank), *got = filled(n, size + 1);
        CHECK(!gpu_mpi_sendrecv(mine, next, got, before, n, MPI_FLOAT, 5));
        CHECK(holds(got, 0, n, before) && holds(mine, 0, n, rank));
        if (rank == 0 && size > 1) CHECK(!gpu_mpi_send(mine, n, MPI_FLOAT, size - 1, 6));
        if (rank == size - 1 && size > 1) {
            CHECK(!gpu_mpi_receive(got, n, MPI_FLOAT, 0, 6));
            CHECK(holds(got, 0, n, 0));
        }
        /* no neighbours at the ends */
        CHECK(!gpu_mpi_sendrecv(mine, rank + 1 < size ? rank + 1 : MPI_PROC_NULL, got,
                                rank ? rank - 1 : MPI_PROC_NULL, n, MPI_FLOAT, 7));
        CHECK(holds(got, 0, n, rank ? rank - 1 : rank == size - 1 ? 0 : before));
        gpu_free(mine), gpu_free(got);
    }
    done("messages");
}
static void collectives(int rank, int size)
{
    int k, root;
    for (k = 0; k < SIZES; k++)
        for (root = 0; root < size; root += size > 2 ? 2 : 1) {
            const size_t n = sizes[k];
            size_t begin, count, i;
            float *whole = filled(n, rank), *share, *sum = filled(n, 99);
            double most = 0;
            CHECK(!gpu_split(n, rank, size, &begin, &count));
            share = filled(count, size + 2);
            CHECK(!gpu_mpi_scatter(share, rank == root ? whole : NULL, n, MPI_FLOAT, root));
            CHECK(holds(share, begin, count, root));
            CHECK(!gpu_mpi_gather(rank == root ? sum : NULL, share, n, MPI_FLOAT, root));
            if (rank == root) CHECK(holds(sum, 0, n, root));
            CHECK(!gpu_mpi_allreduce(sum, whole, n, MPI_FLOAT, MPI_SUM));
            {
                float *host = GPU_TO_HOST(float, sum, n);
                for (i = 0; i < n; i++) {
                    double expected = 0;
                    int r;
                    for (r = 0; r < size; r++) expected += (double)value(i, r);
                    if (fabs((double)host[i] - expected) > most) most = fabs((double)host[i] - expected);
                }
                gpu_free(host);
            }
            CHECK(most == 0);
            CHECK(!gpu_copy(sum, whole, n * sizeof *sum));
            CHECK(!gpu_mpi_allreduce(sum, sum, n, MPI_FLOAT, MPI_MAX)); /* in place */
            CHECK(!gpu_mpi_broadcast(whole, n, MPI_FLOAT, root));
            CHECK(holds(whole, 0, n, root));
            gpu_free(whole), gpu_free(share), gpu_free(sum);
        }
    {   /* a message that is on its way while shares are dealt out is not taken for one of them */
        int note[3] = {rank, 8, 9}, share[8] = {0}, whole[8], i;
        size_t begin, count;
        CHECK(!gpu_split(8, rank, size, &begin, &count));
        for (i = 0; i < 8; i++) whole[i] = 70 + i;
        if (rank == 0 && size > 1) CHECK(!gpu_mpi_send(note, 3, MPI_INT, size - 1, 0));
        CHECK(!gpu_mpi_scatter(share, whole, 8, MPI_INT, 0));
        if (rank == size - 1 && size > 1)
            CHECK(!gpu_mpi_receive(note, 3, MPI_INT, 0, 0) && note[0] == 0 && note[2] == 9);
        for (i = 0; i < (int)count; i++) CHECK(share[i] == 70 + (int)begin + i);
    }
    done("collectives");
}
/* What one rank does wrong, all are told; and then all goes on. */
static void mistakes(int rank, int size)
{
    const size_t n = 3000000;
    float *p = filled(n, rank), *q = filled(n, rank);
    gpu_status s;
    int wrong;
    for (wrong = 0; wrong < size; wrong++) {
        s = gpu_mpi_broadcast(rank == wrong ? NULL : p, n, MPI_FLOAT, 0);
        CHECK(s == GPU_ERROR_INVALID_ARGUMENT && strstr(gpu_error_message(), "NULL"));
        s = gpu_mpi_allreduce(q, p, rank == wrong ? n - 1 : n, MPI_FLOAT, MPI_SUM);
        CHECK(size == 1 ? !s : s == GPU_ERROR_INVALID_ARGUMENT && strstr(gpu_error_message(), "the ranks differ"));
        s = gpu_mpi_allreduce(q, rank == wrong ? q + 1 : p, n, MPI_FLOAT, MPI_SUM);
        CHECK(s != GPU_OK);
        s = gpu_mpi_scatter(q, p, n, MPI_FLOAT, rank == wrong ? size : 0);
        CHECK(s == GPU_ERROR_INVALID_ARGUMENT && strstr(gpu_error_message(), "expected 0 to"));
        s = gpu_mpi_gather(p, rank == wrong ? NULL : q, n, MPI_FLOAT, size - 1);
        CHECK(s == GPU_ERROR_INVALID_ARGUMENT);
        /* another root, function or type of as many bytes: nothing would come, or something else */
        s = gpu_mpi_gather(p, q, n, MPI_FLOAT, rank == wrong ? size - 1 : 0);
        CHECK(size == 1 ? !s : s == GPU_ERROR_INVALID_ARGUMENT && strstr(gpu_error_message(), "root"));
        s = gpu_mpi_broadcast(p, n, MPI_FLOAT, rank == wrong ? size - 1 : 0);
        CHECK(size == 1 ? !s : s == GPU_ERROR_INVALID_ARGUMENT && strstr(gpu_error_message(), "root"));
        s = rank == wrong ? gpu_mpi_broadcast(p, n, MPI_FLOAT, 0) : gpu_mpi_allreduce(q, p, n, MPI_FLOAT, MPI_SUM);
        CHECK(size == 1 ? !s : s == GPU_ERROR_INVALID_ARGUMENT && strstr(gpu_error_message(), "function"));
        s = gpu_mpi_allreduce(q, p, rank == wrong ? n / 2 : n, rank == wrong ? MPI_DOUBLE : MPI_FLOAT, MPI_SUM);
        CHECK(size == 1 ? !s : s == GPU_ERROR_INVALID_ARGUMENT && strstr(gpu_error_message(), "size of an element"));
        s = gpu_mpi_agree(rank == wrong ? GPU_ERROR_KERNEL : GPU_OK);
        CHECK(s == GPU_ERROR_KERNEL);
        CHECK(!gpu_mpi_agree(GPU_OK));
        gpu_clear_error();
    }
    s = gpu_mpi_allreduce(q, p, 10, MPI_DOUBLE_INT, MPI_MINLOC);
    CHECK(s == GPU_ERROR_INVALID_ARGUMENT && strstr(gpu_error_message(), "without gaps"));
    s = gpu_mpi_sendrecv(p, (rank + 1) % size, p + 5, (rank + size - 1) % size, 10, MPI_FLOAT, 1);
    CHECK(s == GPU_ERROR_INVALID_ARGUMENT && strstr(gpu_error_message(), "send and receive overlap"));
    CHECK(strstr(gpu_error_message(), "mpi_ranks.cu:")); /* the caller's place */
    gpu_clear_error();
    if (size > 1) {
        const int next = (rank + 1) % size, before = (rank + size - 1) % size;
        /* rank 0 has nothing to send, and rank 1 hears of it; rank 0 takes what comes */
        s = gpu_mpi_sendrecv(rank ? p : NULL, next, q, before, n, MPI_FLOAT, 1);
        CHECK(rank == 0 ? s == GPU_ERROR_INVALID_ARGUMENT : rank == 1 ? s == GPU_ERROR_INVALID_ARGUMENT : !s);
        if (rank == 1) CHECK(strstr(gpu_error_message(), "rank 0"));
        gpu_clear_error();
        if (rank == 0) CHECK(!gpu_mpi_send(p, n, MPI_FLOAT, 1, 2));
        if (rank == 1) {
            s = gpu_mpi_receive(q, 10, MPI_FLOAT, 0, 2);
            CHECK(s == GPU_ERROR_INVALID_ARGUMENT && strstr(gpu_error_message(), "sent 12000000 bytes"));
            CHECK(holds(q, 0, n, 1)); /* it is as it was */
        }
        gpu_clear_error();
        CHECK(!gpu_mpi_sendrecv(p, next, q, before, n, MPI_FLOAT, 3));
        CHECK(holds(q, 0, n, before));
    }
    gpu_free(p), gpu_free(q);
    done("mistakes");
}

/* What comes from other ranks has no derivative: a loss of it is an error, and one beside it is not. */
static void gradients(void)
{
    float *x = GPU_NEW(float, 4), *y = GPU_NEW(float, 4), *sum = GPU_NEW(float, 4);
    double *loss = GPU_NEW(double, 1);
    gpu_tape *t = gpu_tape_begin();
    int beside;
    CHECK(!gpu_fill_f32(x, 3, 4));
    for (beside = 0; beside < 2; beside++) {
        CHECK(!gpu_tape_restart(t));
        CHECK(!gpu_square_f32(y, x, 4));
        CHECK(!gpu_mpi_allreduce(sum, y, 4, MPI_FLOAT, MPI_SUM));
        CHECK(!gpu_sum_to_f32(loss, beside ? y : sum, 4));
        CHECK(!gpu_tape_end(t));
        CHECK(gpu_backward(t, loss) == (beside ? GPU_OK : GPU_ERROR_NOT_SUPPORTED));
        if (!beside) CHECK(strstr(gpu_error_message(), "gpu_mpi_allreduce"));
        gpu_clear_error();
    }
    CHECK(!gpu_copy(y, gpu_gradient(t, x), 4 * sizeof *y));
    CHECK(gpu_sum_f32(y, 4) == 24);
    CHECK(!gpu_tape_free(t));
    gpu_free(x), gpu_free(y), gpu_free(sum), gpu_free(loss);
    done("gradients");
}

int main(int argc, char **argv)
{
    float one = 1;
    CHECK(gpu_mpi_send(&one, 1, MPI_FLOAT, 0, 0) == GPU_ERROR_NOT_SUPPORTED);
    CHECK(strstr(gpu_error_message(), "no communicator was chosen"));
    CHECK(gpu_mpi_use(MPI_COMM_WORLD) == GPU_ERROR_NOT_SUPPORTED);
    CHECK(strstr(gpu_error_message(), "MPI_Init"));
    CHECK(gpu_mpi_size() == 1 && gpu_mpi_rank() == 0);
    gpu_clear_error();
    MPI_Init(&argc, &argv);
    CHECK(!gpu_mpi_use(MPI_COMM_WORLD));
    if (argc > 1 && gpu_mpi_rank() == gpu_mpi_size() - 1) /* ends the job: the others wait for this one */
        GPU_CHECK(gpu_fill_f32(NULL, 0, 1));
    if (argc > 1) MPI_Barrier(MPI_COMM_WORLD);
    CHECK(gpu_device_count() ? gpu_device() == gpu_mpi_rank() % gpu_device_count() : gpu_device() == GPU_CPU);
    done("start");
    messages(gpu_mpi_rank(), gpu_mpi_size());
    collectives(gpu_mpi_rank(), gpu_mpi_size());
    mistakes(gpu_mpi_rank(), gpu_mpi_size());
    gradients();
#ifdef TEST_MPI_AWARE
    CHECK(gpu_mpi_aware() && aware_calls > 20);
#endif
    CHECK(!gpu_shutdown());
    done("end");
    if (!gpu_mpi_rank())
        printf("%d ranks, %s: %d passed, %d failed, 0 skipped\n", gpu_mpi_size(),
               gpu_mpi_aware() ? "straight" : "as the place of the memory is", passed, 6 - passed);
    MPI_Finalize();
    return passed != 6;
}
