/* Heat on a plate that is divided among processes in two dimensions. Each has a tile with a halo of one point, which holds
   its neighbours' edges. In each step it computes its own edge first, and exchanges it while its device computes the rest.
   The check is a sine wave, whose solution is known; rank 0 writes heat.ppm from all tiles.

   mpicc -O3 -fopenmp -I. -x c examples/mpi_heat.cu -o mpi_heat -lm
   mpirun -n 4 ./mpi_heat                                                                                              */

#include <mpi.h>
#define GPU_IMPLEMENTATION
#include "gpu.h"

typedef struct tile {
    size_t rows, cols, row, col, pitch; /* of the tile; where it begins in the plate; elements between rows, rim and all */
    int up, down, left, right;          /* the neighbours' ranks, or MPI_PROC_NULL */
    double *t, *next;                   /* (rows + 2) * pitch */
    double *send, *receive;             /* a column */
    gpu_stream edge, inside;
    gpu_event inside_done;
} tile;

/* rows x cols points of the tile from (top, left) on; the plate's own edge keeps its temperature. */
GPU_KERNEL(step_part, (double *, next), (const double *, t), (size_t, top), (size_t, left), (size_t, rows), (size_t, cols),
           (size_t, pitch), (double, rate), (size_t, row), (size_t, col), (size_t, plate))
{
    GPU_FOR_2D(x, y, cols, rows) {
        const size_t i = (top + y) * pitch + left + x, r = row + top + y, c = col + left + x;
        const int fixed = r == 1 || r == plate || c == 1 || c == plate;
        next[i] = fixed ? t[i] : t[i] + rate * (t[i - 1] + t[i + 1] + t[i - pitch] + t[i + pitch] - 4 * t[i]);
    }
}
GPU_KERNEL(sine, (double *, t), (size_t, rows), (size_t, cols), (size_t, pitch), (size_t, row), (size_t, col), (size_t, plate))
{
    GPU_FOR_2D(x, y, cols + 2, rows + 2) {
        const double pi = 3.14159265358979323846, h = pi / (double)(plate - 1);
        t[y * pitch + x] = sin(h * ((double)(row + y) - 1)) * sin(h * ((double)(col + x) - 1));
    }
}

static void part(const tile *w, size_t top, size_t left, size_t rows, size_t cols, double rate, size_t plate)
{
    GPU_CHECK(step_part(gpu_2d(cols, rows), w->next, w->t, top, left, rows, cols, w->pitch, rate, w->row, w->col, plate));
}
static void columns(tile *w, double *t, size_t from, int to, size_t into, int source)
{
    const size_t one = sizeof *t, pitch = w->pitch * one;
    if (to == MPI_PROC_NULL && source == MPI_PROC_NULL) return;
    GPU_CHECK(gpu_copy_2d(w->send, one, t + w->pitch + from, pitch, one, w->rows));
    GPU_CHECK(gpu_mpi_sendrecv(w->send, to, w->receive, source, w->rows, MPI_DOUBLE, 1));
    if (source != MPI_PROC_NULL) GPU_CHECK(gpu_copy_2d(t + w->pitch + into, pitch, w->receive, one, one, w->rows));
}
/* The host waits for the edge alone, in the exchange, so the next step is queued before the inside of this one ends.
   Edge and inside read each other's points of the step before, and overwrite what the other read then: the edge waits
   for that step's inside by the event, and the exchange has waited for its edge. The inside does not read the rim. */
static void step(tile *w, double rate, size_t plate)
{
    const size_t up = w->up != MPI_PROC_NULL, down = w->down != MPI_PROC_NULL, left = w->left != MPI_PROC_NULL,
                 right = w->right != MPI_PROC_NULL, rows = w->rows - up - down, cols = w->cols - left - right;
    double *const n = w->next, *const last = n + w->rows * w->pitch + 1;
    GPU_CHECK(gpu_use_stream(w->edge)), GPU_CHECK(gpu_event_wait(w->inside_done));
    part(w, 1, 1, up, w->cols, rate, plate);
    part(w, w->rows, 1, down, w->cols, rate, plate);
    part(w, 1 + up, 1, rows, left, rate, plate);
    part(w, 1 + up, w->cols, rows, right, rate, plate);
    GPU_CHECK(gpu_use_stream(w->inside));
    part(w, 1 + up, 1 + left, rows, cols, rate, plate);
    GPU_CHECK(gpu_event_record(w->inside_done)), GPU_CHECK(gpu_use_stream(w->edge));
    GPU_CHECK(gpu_mpi_sendrecv(n + w->pitch + 1, w->up, last + w->pitch, w->down, w->cols, MPI_DOUBLE, 2));
    GPU_CHECK(gpu_mpi_sendrecv(last, w->down, n + 1, w->up, w->cols, MPI_DOUBLE, 3));
    columns(w, n, 1, w->left, w->cols + 1, w->right);
    columns(w, n, w->cols, w->right, 0, w->left);
    w->next = w->t, w->t = n;
}

/* The tile alone, one row behind the other, on the host. */
static double *compact(const tile *w)
{
    double *host = GPU_PINNED(double, w->rows *w->cols);
    GPU_CHECK(gpu_error());
    GPU_CHECK(gpu_copy_2d(host, w->cols * sizeof *host, w->t + w->pitch + 1, w->pitch * sizeof *host, w->cols * sizeof *host, w->rows));
    return host;
}
static void picture(const tile *w, double *mine, size_t plate, const char *file)
{
    size_t shape[4] = {w->row, w->col, w->rows, w->cols}, y, x;
    unsigned char *rgb = (unsigned char *)malloc(plate * plate * 3);
    FILE *f = gpu_mpi_rank() ? NULL : fopen(file, "wb");
    int r;
    if (gpu_mpi_rank()) GPU_CHECK(gpu_mpi_send(shape, sizeof shape, MPI_BYTE, 0, 4)), GPU_CHECK(gpu_mpi_send(mine, w->rows * w->cols, MPI_DOUBLE, 0, 5));
    for (r = 0; r < gpu_mpi_size() && rgb && !gpu_mpi_rank(); r++) {
        double *t = mine;
        if (r) GPU_CHECK(gpu_mpi_receive(shape, sizeof shape, MPI_BYTE, r, 4));
        if (r) t = GPU_PINNED(double, shape[2] * shape[3]);
        GPU_CHECK(gpu_error());
        if (r) GPU_CHECK(gpu_mpi_receive(t, shape[2] * shape[3], MPI_DOUBLE, r, 5));
        for (y = 0; y < shape[2]; y++)
            for (x = 0; x < 3 * shape[3]; x++) /* black, red, yellow, white */
                rgb[3 * ((shape[0] + y) * plate + shape[1]) + x] = (unsigned char)(255 * fmin(fmax(3 * t[y * shape[3] + x / 3] - (double)(x % 3), 0), 1));
        if (r) GPU_CHECK(gpu_free(t));
    }
    if (f && rgb && fprintf(f, "P6\n%zu %zu\n255\n", plate, plate) > 0 && fwrite(rgb, 3, plate * plate, f) == plate * plate) printf("picture: %s\n", file);
    if (f) fclose(f);
    free(rgb);
}

int main(int argc, char **argv)
{
    const size_t plate = argc > 1 ? (size_t)atol(argv[1]) : 512;
    const int steps = argc > 2 ? atoi(argv[2]) : 200;
    const double rate = 0.2, pi = 3.14159265358979323846, s = sin(pi / 2 / (double)(plate - 1));
    int grid[2] = {0, 0}, no[2] = {0, 0}, at[2], k, ok;
    double sum[2], *start, *end, ms, kept, factor = pow(1 - 8 * rate * s * s, steps);
    size_t i;
    MPI_Comm comm;
    tile w;
    MPI_Init(&argc, &argv), MPI_Comm_size(MPI_COMM_WORLD, &k);
    MPI_Dims_create(k, 2, grid), MPI_Cart_create(MPI_COMM_WORLD, 2, grid, no, 0, &comm);
    GPU_CHECK(gpu_mpi_use(comm));
    MPI_Cart_coords(comm, gpu_mpi_rank(), 2, at);
    MPI_Cart_shift(comm, 0, 1, &w.up, &w.down), MPI_Cart_shift(comm, 1, 1, &w.left, &w.right);
    GPU_CHECK(gpu_split(plate, at[0], grid[0], &w.row, &w.rows)), GPU_CHECK(gpu_split(plate, at[1], grid[1], &w.col, &w.cols));
    w.pitch = w.cols + 2;
    w.t = GPU_NEW(double, (w.rows + 2) * w.pitch), w.next = GPU_NEW(double, (w.rows + 2) * w.pitch);
    w.send = GPU_NEW(double, w.rows), w.receive = GPU_NEW(double, w.rows);
    w.edge = gpu_stream_new_priority(1), w.inside = gpu_stream_new(), w.inside_done = gpu_event_new();
    GPU_CHECK(gpu_error());
    GPU_CHECK(sine(gpu_for_2d(w.cols + 2, w.rows + 2), w.t, w.rows, w.cols, w.pitch, w.row, w.col, plate));
    GPU_CHECK(gpu_copy(w.next, w.t, (w.rows + 2) * w.pitch * sizeof *w.t));
    start = compact(&w);
    GPU_CHECK(gpu_event_record(w.inside_done)); /* the first edge waits for it */
    MPI_Barrier(comm), ms = MPI_Wtime();
    for (k = 0; k < steps; k++) {
        step(&w, rate, plate);
        if (!gpu_mpi_rank() && steps >= 1000 && k % (steps / 10) == 0) fprintf(stderr, "\r%3d %%", 100 * k / steps);
    }
    GPU_CHECK(gpu_use_stream(NULL)), GPU_CHECK(gpu_sync()), ms = (MPI_Wtime() - ms) * 1e3;
    end = compact(&w);
    for (sum[0] = sum[1] = 0, i = 0; i < w.rows * w.cols; i++) sum[0] += end[i] * start[i], sum[1] += start[i] * start[i];
    GPU_CHECK(gpu_mpi_allreduce(sum, sum, 2, MPI_DOUBLE, MPI_SUM));
    kept = sum[0] / sum[1], ok = fabs(kept - factor) < 1e-11;
    if (!gpu_mpi_rank())
        printf("%zu x %zu on %d x %d processes (%s): the wave keeps %.12f in %d steps, the formula says %.12f\n"
               "%.3f ms a step, %.3g points/s\n",
               plate, plate, grid[0], grid[1], gpu_backend_name(), kept, steps, factor, ms / steps, (double)plate * (double)plate * steps / ms * 1e3);
    picture(&w, end, plate, "heat.ppm");
    if (!gpu_mpi_rank()) printf("%s\n", ok ? "PASSED" : "FAILED");
    GPU_CHECK(gpu_shutdown()); /* frees all */
    MPI_Finalize();
    return !ok;
}
