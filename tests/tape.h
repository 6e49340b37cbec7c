/* What the files of test_tape share: random arrays of doubles on the current device, and their elements. */

#ifndef TAPE_H
#define TAPE_H

static GPU__UNUSED double between(double low, double high) { return low + (high - low) * (0.5 + 0.5 * uniform()); }
static GPU__UNUSED double *random_array(size_t n, double low, double high)
{
    double *const x = GPU_NEW(double, n), *const host = (double *)malloc((n + 1) * sizeof *host);
    size_t i;
    for (i = 0; i < n; i++) host[i] = between(low, high);
    if (n) GPU_CHECK(gpu_copy(x, host, n * sizeof *x));
    free(host);
    return x;
}
static GPU__UNUSED double at(const double *x, size_t i)
{
    double value = 0;
    GPU_CHECK(gpu_copy(&value, x + i, sizeof value));
    return value;
}
static GPU__UNUSED void put(double *x, size_t i, double value) { GPU_CHECK(gpu_copy(x + i, &value, sizeof value)); }

/* The derivative of a loss by x[i], from its values on both sides. */
typedef double loss_fn(void *program);
static GPU__UNUSED double difference(double *x, size_t i, loss_fn *loss, void *program)
{
    const double here = at(x, i), h = 1e-5;
    double above, below;
    put(x, i, here + h), above = loss(program);
    put(x, i, here - h), below = loss(program);
    put(x, i, here);
    return (above - below) / (2 * h);
}

#endif /* TAPE_H */
