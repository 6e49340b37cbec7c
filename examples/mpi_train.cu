/* Data-parallel gradient descent: each process has a share of the examples and computes a gradient from it. In each step
   the gradients are added over all processes, so all have the same model. Logistic regression on points whose classes a
   known direction separates.

   mpicc -O3 -fopenmp -I. -x c examples/mpi_train.cu -o mpi_train -lm
   mpirun -n 4 ./mpi_train                                                                                             */

#include <mpi.h>
#define GPU_IMPLEMENTATION
#include "gpu.h"

enum { FEATURES = 16, EXAMPLES = 200000, STEPS = 60 };

/* What the model is wrong by at an example: its score becomes probability minus class. */
GPU_VECTORIZE(double, error_of, (double, score), (double, class_))
{
    return 1 / (1 + exp(-score)) - class_;
}
GPU_REDUCE(double, wrong, 0.0, a + b, (double, score), (double, class_)) { return (score > 0) != (class_ > 0.5); }
GPU_KERNEL(make_examples, (double *, x), (double *, classes), (size_t, begin), (size_t, count))
{
    GPU_FOR(i, count)
    {
        double score = 0;
        for (int f = 0; f < FEATURES; f++) {
            x[i * FEATURES + (size_t)f] = 2 * gpu_random_f64(7, (begin + i) * FEATURES + (size_t)f, 0) - 1;
            score += (f % 2 ? -1 : 1) * (1 + f) * x[i * FEATURES + (size_t)f];
        }
        classes[i] = score > 0;
    }
}

int main(int argc, char **argv)
{
    size_t begin, count;
    double *x, *classes, *score, *model, *gradient, host[FEATURES], mistakes = 0, first = 0, ms;
    int step, f, ok = 1;
    MPI_Init(&argc, &argv);
    GPU_CHECK(gpu_mpi_use(MPI_COMM_WORLD));
    GPU_CHECK(gpu_split(EXAMPLES, gpu_mpi_rank(), gpu_mpi_size(), &begin, &count));
    x = GPU_NEW(double, count *FEATURES);
    classes = GPU_NEW(double, count), score = GPU_NEW(double, count);
    model = GPU_ZEROS(double, FEATURES), gradient = GPU_NEW(double, FEATURES);
    GPU_CHECK(gpu_error());
    GPU_CHECK(make_examples(gpu_for(count), x, classes, begin, count));
    GPU_CHECK(gpu_timer_start());
    for (step = 0; step < STEPS; step++) {
        GPU_CHECK(gpu_matvec_f64(score, x, model, count, FEATURES));
        mistakes = wrong(score, classes, count);
        GPU_CHECK(gpu_mpi_allreduce(&mistakes, &mistakes, 1, MPI_DOUBLE, MPI_SUM));
        if (step == 1) first = mistakes;
        GPU_CHECK(error_of(score, score, classes, count));
        GPU_CHECK(gpu_vecmat_f64(gradient, score, x, count, FEATURES));
        GPU_CHECK(gpu_mpi_allreduce(gradient, gradient, FEATURES, MPI_DOUBLE, MPI_SUM));
        GPU_CHECK(gpu_axpy_f64(model, -20.0 / EXAMPLES, gradient, model, FEATURES));
        if (!gpu_mpi_rank() && step % 20 == 19) printf("step %2d: %.2f %% wrong\n", step + 1, 100 * mistakes / EXAMPLES);
    }
    ms = gpu_timer_ms();
    GPU_CHECK(gpu_copy(host, model, sizeof host));
    for (f = 1; f < FEATURES; f++) ok &= (f % 2 ? host[f] < 0 : host[f] > 0); /* the direction's signs */
    ok &= mistakes <= first && mistakes < 0.02 * EXAMPLES;
    if (!gpu_mpi_rank())
        printf("%d examples, %d steps by %d processes on %s: %.2f %% wrong, %.3f ms a step\n%s\n", EXAMPLES, STEPS, gpu_mpi_size(),
               gpu_backend_name(), 100 * mistakes / EXAMPLES, ms / STEPS, ok ? "PASSED" : "FAILED");
    GPU_CHECK(gpu_free(x)), GPU_CHECK(gpu_free(classes)), GPU_CHECK(gpu_free(score));
    GPU_CHECK(gpu_free(model)), GPU_CHECK(gpu_free(gradient));
    MPI_Finalize();
    return !ok;
}
