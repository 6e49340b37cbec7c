/* The tape: graphs, kernels, devices and threads, what is refused, and which memory it sees written. */

#define GPU_FFT
#define GPU_ORDER
#define GPU_ROWWISE
#define GPU_SEVERAL_DEVICES
#define GPU_TAPE
#include "gpu.h"
#include "test.h"
#include "prewritten.h"
#include "tape.h"
#ifdef _OPENMP
#include <omp.h>
#endif

GPU_VECTORIZE(double, plus_one, (double, x)) { return x + 1; }
GPU_KERNEL(twice, (double *, y), (const double *, x), (size_t, n)) { GPU_FOR(i, n) y[i] = 2 * x[i]; }

/* What writes to y, given as a member of a structure, a number, or a scalar of a function. */
typedef struct pointers {
    size_t n;
    double *y;
} pointers;
GPU_KERNEL(by_structure, (pointers, a)) { GPU_FOR(i, a.n) a.y[i] = 7; }
GPU_KERNEL(by_number, (uintptr_t, y), (size_t, n)) { GPU_FOR(i, n) ((double *)y)[i] = 7; }
GPU_VECTORIZE(double, by_scalar, (double, x), (double *, y, scalar), (size_t, i, index)) { return y[i] = 7, x; }
GPU_SELECT(double, by_selection, (double, x), (double *, y, scalar), (size_t, i, index)) { return y[i] = 7, x > 0; }
GPU_ROWS(double, by_row, (double *, z), (size_t, cols), (double *, y, scalar), (size_t, r, index))
{
    GPU_ROW_FOR(i, cols) z[i] = 1, y[r * cols + i] = 7;
}
/* What reads y in the same ways, without a parameter that is an array to read. */
GPU_VECTORIZE(double, from_scalar, (const double *, y, scalar), (size_t, i, index)) { return 2 * y[i]; }
GPU_VECTORIZE(double, from_structure, (pointers, a, scalar), (size_t, i, index)) { return 2 * a.y[i]; }
GPU_ROWS(double, row_from_scalar, (double *, z), (size_t, cols), (const double *, y, scalar), (size_t, r, index))
{
    GPU_ROW_FOR(i, cols) z[i] = 2 * y[r * cols + i];
}
GPU_ROWS(double, row_of_itself, (double *, y, update), (size_t, cols)) { GPU_ROW_FOR(i, cols) y[i] = 2 * y[i]; }
/* What reads numbers alone. */
GPU_VECTORIZE(double, from_numbers, (double, a, scalar), (gpu_c32, b, scalar), (size_t, i, index))
{
    return a + (double)b.re * (double)i;
}
GPU_CONSTANT(double, constants, [10]);

/* -- a step in a graph: forward, backward and update; it gives what the calls give -- */

TEST(a_step_in_a_graph)
{
    enum { n = 50, steps = 5 };
    double *const x = random_array(n, -1, 1), *const w = random_array(n, -1, 1), *const y = GPU_NEW(double, n);
    double *const loss = GPU_NEW(double, 1), *const start = GPU_NEW(double, n);
    double plain[n], graphed[n];
    gpu_tape *const t = gpu_tape_begin();
    gpu_graph graph = NULL;
    int k;
    GPU_CHECK(gpu_tape_end(t));
    GPU_CHECK(gpu_copy(start, w, sizeof plain));
    for (k = 0; k <= steps; k++) {
        if (k == steps) {
            GPU_CHECK(gpu_copy(plain, w, sizeof plain));
            GPU_CHECK(gpu_graph_begin());
        }
        CHECK_STATUS(gpu_tape_restart(t), GPU_OK, "");
        CHECK_STATUS(gpu_tape_constant(t, x), GPU_OK, "");
        CHECK_STATUS(gpu_mul_f64(y, x, w, n), GPU_OK, "");
        CHECK_STATUS(gpu_sin_f64(y, y, n), GPU_OK, "");
        CHECK_STATUS(gpu_sum_to_f64(loss, y, n), GPU_OK, "");
        CHECK_STATUS(gpu_tape_end(t), GPU_OK, "");
        CHECK_STATUS(gpu_backward(t, loss), GPU_OK, "");
        CHECK_STATUS(gpu_axpy_f64(w, -0.1, gpu_gradient(t, w), w, n), GPU_OK, "");
    }
    graph = gpu_graph_end();
    CHECK(graph != NULL);
    GPU_CHECK(gpu_copy(w, start, sizeof plain));
    for (k = 0; k < steps && graph; k++) CHECK_STATUS(gpu_graph_launch(graph), GPU_OK, "");
    GPU_CHECK(gpu_copy(graphed, w, sizeof graphed));
    CHECK(same_bits(plain, graphed, sizeof plain));
    CHECK_FAILS(!gpu_gradient(t, x), GPU_ERROR_INVALID_ARGUMENT, "x was declared constant");
    CHECK_STATUS(gpu_tape_restart(t), GPU_OK, "");
    CHECK_STATUS(gpu_graph_launch(graph), GPU_OK, "");
    CHECK_STATUS(gpu_mul_f64(y, x, w, n), GPU_OK, "");
    CHECK_STATUS(gpu_graph_launch(graph), GPU_ERROR_NOT_SUPPORTED, "cannot see what the graph writes");
    GPU_CHECK(gpu_graph_free(graph));
    GPU_CHECK(gpu_tape_free(t));
    gpu_free(x), gpu_free(w), gpu_free(y), gpu_free(loss), gpu_free(start);
}

/* -- a kernel with a derivative of its own -- */

static gpu_status twice_back(const gpu_tape_function *f, void *const *to, const void *gradient)
{
    return to[0] ? gpu_scale_f64((double *)to[0], *(const double *)f->user, (const double *)gradient, f->in_count[0])
                 : GPU_OK;
}
TEST(derivatives_of_kernels)
{
    enum { n = 10 };
    static const double two = 2;
    double *const x = random_array(n, -1, 1), *const y = GPU_NEW(double, n), *const loss = GPU_NEW(double, 1);
    gpu_tape_function f;
    gpu_tape *t;
    int custom;
    memset(&f, 0, sizeof f);
    f.backward = twice_back, f.out = y, f.out_count = n, f.in[0] = x, f.in_count[0] = n, f.size = sizeof *x;
    f.user = &two;
    for (custom = 0; custom < 2; custom++) {
        double hx[n], g[n];
        size_t i;
        t = gpu_tape_begin();
        CHECK_STATUS(twice(gpu_1d(n), y, x, n), GPU_OK, "");
        if (custom) CHECK_STATUS(gpu_tape_custom(t, &f), GPU_OK, "");
        CHECK_STATUS(gpu_dot_to_f64(loss, y, x, n), GPU_OK, "");
        CHECK_STATUS(gpu_tape_end(t), GPU_OK, "");
        if (!custom)
            CHECK_STATUS(gpu_backward(t, loss), GPU_ERROR_NOT_SUPPORTED,
                         "may have written what the loss depends on; give its derivative by gpu_tape_custom");
        else {
            CHECK_STATUS(gpu_backward(t, loss), GPU_OK, "");
            GPU_CHECK(gpu_copy(hx, x, sizeof hx)), GPU_CHECK(gpu_copy(g, gpu_gradient(t, x), sizeof g));
            for (i = 0; i < n; i++) CHECK_AT(i, g[i], 4 * hx[i], fabs(g[i] - 4 * hx[i]) <= 1e-14);
        }
        GPU_CHECK(gpu_tape_free(t));
    }
    t = gpu_tape_begin();
    CHECK_STATUS(gpu_tape_constant(t, y), GPU_OK, "");
    CHECK_STATUS(twice(gpu_1d(n), y, y, n), GPU_OK, "");
    CHECK_STATUS(gpu_dot_to_f64(loss, y, x, n), GPU_OK, "");
    CHECK_STATUS(gpu_tape_end(t), GPU_OK, "");
    CHECK_STATUS(gpu_backward(t, loss), GPU_OK, "");
    CHECK(at(gpu_gradient(t, x), 2) == at(y, 2));
    CHECK_STATUS(gpu_tape_restart(t), GPU_OK, "");
    f.size = 3;
    CHECK_STATUS(gpu_tape_custom(t, &f), GPU_ERROR_INVALID_ARGUMENT, "size is not 4 or 8");
    GPU_CHECK(gpu_tape_free(t));
    gpu_free(x), gpu_free(y), gpu_free(loss);
}

/* A checkpoint: y = tanh(sin(x w)) in one piece, computed again on the way back. */
typedef struct segment {
    double *work, *loss;
    gpu_tape *t;
    int runs;
} segment;
static void run_segment(double *y, const double *x, const double *w, size_t n)
{
    CHECK_STATUS(gpu_mul_f64(y, x, w, n), GPU_OK, "");
    CHECK_STATUS(gpu_sin_f64(y, y, n), GPU_OK, "");
    CHECK_STATUS(gpu_tanh_f64(y, y, n), GPU_OK, "");
}
static gpu_status segment_back(const gpu_tape_function *f, void *const *to, const void *gradient)
{
    segment *const s = (segment *)(uintptr_t)f->user;
    int k;
    s->runs++;
    if (s->t) CHECK_STATUS(gpu_tape_restart(s->t), GPU_OK, "");
    else
        s->t = gpu_tape_begin();
    CHECK_STATUS(gpu_tape_constant(s->t, gradient), GPU_OK, "");
    run_segment(s->work, (const double *)f->in[0], (const double *)f->in[1], f->out_count);
    CHECK_STATUS(gpu_dot_to_f64(s->loss, s->work, (const double *)gradient, f->out_count), GPU_OK, "");
    CHECK_STATUS(gpu_tape_end(s->t), GPU_OK, "");
    CHECK_STATUS(gpu_backward(s->t, s->loss), GPU_OK, "");
    for (k = 0; k < 2; k++)
        if (to[k]) GPU_CHECK(gpu_copy_async(to[k], gpu_gradient(s->t, f->in[k]), f->in_count[k] * f->size));
    return gpu_error();
}
TEST(a_checkpoint)
{
    enum { n = 1000, DEEP = 6 };
    double *const x = random_array(n, -1, 1), *const w = random_array(n, 1, 2), *h[DEEP + 1];
    double *const loss = GPU_NEW(double, 1), got[2][2][n];
    size_t memory[2], i;
    segment s;
    int hidden, k;
    s.work = GPU_NEW(double, n), s.loss = GPU_NEW(double, 1), s.t = NULL, s.runs = 0;
    for (h[0] = x, k = 1; k <= DEEP; k++) h[k] = GPU_NEW(double, n);
    for (hidden = 0; hidden < 2; hidden++) {
        gpu_tape *const t = gpu_tape_begin();
        for (k = 0; k < DEEP; k++) {
            gpu_tape_function f;
            memset(&f, 0, sizeof f);
            f.backward = segment_back, f.out = h[k + 1], f.out_count = n, f.size = sizeof *x, f.user = &s;
            f.in[0] = h[k], f.in[1] = w, f.in_count[0] = f.in_count[1] = n;
            if (hidden) CHECK_STATUS(gpu_tape_hide(t), GPU_OK, "");
            run_segment(h[k + 1], h[k], w, n);
            if (hidden) CHECK_STATUS(gpu_tape_custom(t, &f), GPU_OK, "");
        }
        CHECK_STATUS(gpu_sum_to_f64(loss, h[DEEP], n), GPU_OK, "");
        memory[hidden] = gpu_tape_memory(t);
        CHECK_STATUS(gpu_tape_end(t), GPU_OK, "");
        CHECK_STATUS(gpu_backward(t, loss), GPU_OK, "");
        GPU_CHECK(gpu_copy(got[hidden][0], gpu_gradient(t, x), n * sizeof *x));
        GPU_CHECK(gpu_copy(got[hidden][1], gpu_gradient(t, w), n * sizeof *x));
        CHECK_STATUS(gpu_tape_restart(t), GPU_OK, "");
        CHECK_STATUS(gpu_tape_hide(t), GPU_OK, "");
        CHECK_STATUS(gpu_square_f64(h[1], x, n), GPU_OK, "");
        CHECK_STATUS(gpu_sum_to_f64(loss, h[1], n), GPU_OK, "");
        CHECK_STATUS(gpu_tape_end(t), GPU_OK, "");
        CHECK_STATUS(gpu_backward(t, loss), GPU_ERROR_NOT_SUPPORTED, "give its derivative by gpu_tape_custom");
        CHECK_STATUS(gpu_tape_free(t), GPU_OK, "");
    }
    CHECK(s.runs == DEEP && memory[1] + DEEP * n * sizeof *x < memory[0]);
    for (i = 0; i < n; i++)
        for (k = 0; k < 2; k++)
            CHECK_AT(i, got[1][k][i], got[0][k][i], fabs(got[1][k][i] - got[0][k][i]) <= 1e-12);
    GPU_CHECK(gpu_tape_free(s.t));
    for (k = 0; k <= DEEP; k++) gpu_free(h[k]);
    gpu_free(w), gpu_free(loss), gpu_free(s.work), gpu_free(s.loss);
}

/* What a derivative of the program writes, another tape may need. */
TEST(a_derivative_that_overwrites_what_another_tape_needs)
{
    enum { n = 10 };
    double *const x = random_array(n, -1, 1), *const y = GPU_NEW(double, n), *const loss = GPU_NEW(double, 2);
    gpu_tape *t, *u;
    gpu_tape_function f;
    segment s;
    double was;
    s.work = random_array(n, -1, 1), s.loss = GPU_NEW(double, 1), s.t = NULL, s.runs = 0;
    was = at(s.work, 3);
    u = gpu_tape_begin();
    CHECK_STATUS(gpu_dot_to_f64(loss, s.work, s.work, n), GPU_OK, "");
    CHECK_STATUS(gpu_tape_end(u), GPU_OK, "");
    t = gpu_tape_begin();
    memset(&f, 0, sizeof f);
    f.backward = segment_back, f.out = y, f.out_count = n, f.size = sizeof *x, f.user = &s;
    f.in[0] = f.in[1] = x, f.in_count[0] = f.in_count[1] = n;
    CHECK_STATUS(gpu_tape_hide(t), GPU_OK, "");
    run_segment(y, x, x, n);
    CHECK_STATUS(gpu_tape_custom(t, &f), GPU_OK, "");
    CHECK_STATUS(gpu_sum_to_f64(loss + 1, y, n), GPU_OK, "");
    CHECK_STATUS(gpu_tape_end(t), GPU_OK, "");
    CHECK_STATUS(gpu_backward(t, loss + 1), GPU_OK, "");
    CHECK(s.runs == 1 && at(s.work, 3) != was);
    CHECK_STATUS(gpu_backward(u, loss), GPU_OK, "");
    CHECK(at(gpu_gradient(u, s.work), 3) == 2 * was);
    GPU_CHECK(gpu_tape_free(t)), GPU_CHECK(gpu_tape_free(u)), GPU_CHECK(gpu_tape_free(s.t));
    gpu_free(x), gpu_free(y), gpu_free(loss), gpu_free(s.work), gpu_free(s.loss);
}

/* A kernel may write wherever an address among its arguments points. */
enum { WAYS = 5 };
static gpu_status write_hidden(int way, double *y, double *z, double *w, int64_t *count, size_t n)
{
    pointers p;
    p.n = n, p.y = y;
    switch (way) {
    case 0: return by_structure(gpu_1d(n), p);
    case 1: return by_number(gpu_1d(n), (uintptr_t)y, n);
    case 2: return by_scalar(z, z, y, n);
    case 3: return by_row(z, 2, n / 2, y);
    default: return by_selection(w, count, z, y, n);
    }
}
TEST(addresses_in_structures_and_numbers)
{
    enum { n = 10 };
    double *const x = random_array(n, -1, 1), *const y = GPU_NEW(double, n), *const z = GPU_ZEROS(double, n);
    double *const other = GPU_NEW(double, n), *const loss = GPU_NEW(double, 1), *const w = GPU_NEW(double, n);
    int64_t *const count = GPU_NEW(int64_t, 1);
    gpu_tape *const t = gpu_tape_begin();
    gpu_tape_function f;
    int way;
    static const double two = 2;
    memset(&f, 0, sizeof f);
    f.backward = twice_back, f.out = y, f.out_count = n, f.in[0] = x, f.in_count[0] = n, f.size = sizeof *x;
    f.user = &two;
    for (way = 0; way < WAYS; way++) {
        test_row("way %d", way);
        CHECK_STATUS(gpu_tape_restart(t), GPU_OK, "");
        CHECK_STATUS(gpu_square_f64(y, x, n), GPU_OK, "");
        CHECK_STATUS(write_hidden(way, y, z, w, count, n), GPU_OK, "");
        CHECK_STATUS(gpu_sum_to_f64(loss, y, n), GPU_OK, "");
        CHECK_STATUS(gpu_tape_end(t), GPU_OK, "");
        CHECK_STATUS(gpu_backward(t, loss), GPU_ERROR_NOT_SUPPORTED, "may have written what the loss depends on");
        CHECK_STATUS(gpu_tape_restart(t), GPU_OK, "");
        CHECK_STATUS(gpu_square_f64(y, x, n), GPU_OK, "");
        CHECK_STATUS(write_hidden(way, other, z, w, count, n), GPU_OK, ""); /* what does not matter is no error */
        CHECK_STATUS(gpu_dot_to_f64(loss, y, x, n), GPU_OK, "");
        CHECK_STATUS(write_hidden(way, y, z, w, count, n), GPU_OK, ""); /* the value that is needed is kept */
        CHECK_STATUS(gpu_tape_end(t), GPU_OK, "");
        CHECK_STATUS(gpu_backward(t, loss), GPU_OK, "");
        CHECK_CLOSE(at(gpu_gradient(t, x), 3), 3 * at(x, 3) * at(x, 3), 0, 1e-14);
        if (way > 2) continue;
        CHECK_STATUS(gpu_tape_restart(t), GPU_OK, "");
        CHECK_STATUS(write_hidden(way, y, z, w, count, n), GPU_OK, "");
        CHECK_STATUS(gpu_tape_custom(t, &f), GPU_OK, "");
        CHECK_STATUS(gpu_sum_to_f64(loss, y, n), GPU_OK, "");
        CHECK_STATUS(gpu_tape_end(t), GPU_OK, "");
        CHECK_STATUS(gpu_backward(t, loss), GPU_OK, "");
        CHECK(at(gpu_gradient(t, x), 3) == 2);
    }
    GPU_CHECK(gpu_tape_free(t));
    gpu_free(x), gpu_free(y), gpu_free(z), gpu_free(other), gpu_free(loss), gpu_free(w), gpu_free(count);
}
static gpu_status read_hidden(int way, double *z, double *y, size_t n)
{
    const gpu_c32 b = {1, 0};
    pointers p;
    p.n = n, p.y = y;
    switch (way) {
    case 0: return from_scalar(z, y, n);
    case 1: return from_structure(z, p, n);
    case 2: return row_from_scalar(z, 2, n / 2, y);
    case 3: return row_of_itself(y, 2, n / 2);
    default: return from_numbers(z, 1.5, b, n);
    }
}
TEST(calls_that_read_by_an_address)
{
    enum { n = 10 };
    double *const x = random_array(n, -1, 1), *const y = GPU_NEW(double, n), *const z = GPU_NEW(double, n);
    double *const loss = GPU_NEW(double, 1);
    gpu_tape *const t = gpu_tape_begin();
    int way;
    for (way = 0; way < WAYS; way++) {
        test_row("way %d", way);
        CHECK_STATUS(gpu_tape_restart(t), GPU_OK, "");
        CHECK_STATUS(gpu_square_f64(y, x, n), GPU_OK, "");
        CHECK_STATUS(read_hidden(way, z, y, n), GPU_OK, "");
        CHECK_STATUS(gpu_dot_to_f64(loss, way == 3 ? y : z, x, n), GPU_OK, "");
        CHECK_STATUS(gpu_tape_end(t), GPU_OK, "");
        if (way < 4) CHECK_FAILS(gpu_backward(t, loss), GPU_ERROR_NOT_SUPPORTED, "the loss depends on");
        else {
            CHECK_STATUS(gpu_backward(t, loss), GPU_OK, "");
            CHECK(at(gpu_gradient(t, x), 3) == 4.5);
        }
    }
    GPU_CHECK(gpu_tape_free(t));
    gpu_free(x), gpu_free(y), gpu_free(z), gpu_free(loss);
}
/* Memory that gpu.h did not allocate, which a kernel on the CPU may have: how far it goes is not known. */
TEST(kernels_of_foreign_memory)
{
    enum { n = 10 };
    double x[n], y[2 * n], *const loss = GPU_NEW(double, 1);
    gpu_tape *const t = gpu_tape_begin();
    int i, later;
    for (later = 0; later < 2 && gpu__current_is_cpu(); later++) {
        for (i = 0; i < n; i++) x[i] = i;
        CHECK_STATUS(gpu_tape_restart(t), GPU_OK, "");
        CHECK_STATUS(gpu_square_f64(y + n, x, n), GPU_OK, "");
        if (later) CHECK_STATUS(gpu_dot_to_f64(loss, y + n, y + n, n), GPU_OK, "");
        CHECK_STATUS(twice(gpu_1d(2 * n), y, y, 2 * n), GPU_OK, "");
        if (!later) CHECK_STATUS(gpu_dot_to_f64(loss, y + n, y + n, n), GPU_OK, "");
        CHECK_STATUS(gpu_tape_end(t), GPU_OK, "");
        if (!later) CHECK_FAILS(gpu_backward(t, loss), GPU_ERROR_NOT_SUPPORTED, "twice");
        else {
            CHECK_STATUS(gpu_backward(t, loss), GPU_OK, "");
            CHECK(at(gpu_gradient(t, x), 3) == 4 * 27);
        }
    }
    GPU_CHECK(gpu_tape_free(t));
    gpu_free(loss);
}
TEST(constants_of_kernels_and_of_the_tape)
{
    enum { n = 10 };
    double *const x = random_array(3 * n, -1, 1), *const loss = GPU_NEW(double, 1), host[n];
    gpu_tape *const t = gpu_tape_begin();
    CHECK_STATUS(gpu_square_f64(x + 2 * n, x, n), GPU_OK, "");
    CHECK_STATUS(gpu_copy(host, x + 2 * n, sizeof host), GPU_OK, "");
    CHECK_STATUS(gpu_set_constant(constants, host, sizeof host), GPU_OK, "");
    CHECK_STATUS(gpu_get_constant(host, constants, sizeof host), GPU_OK, "");
    CHECK_STATUS(gpu_copy(x + 2 * n, host, sizeof host), GPU_OK, "");
    CHECK_STATUS(gpu_sum_to_f64(loss, x + 2 * n, n), GPU_OK, "");
    CHECK_STATUS(gpu_tape_end(t), GPU_OK, "");
    CHECK_FAILS(gpu_backward(t, loss), GPU_ERROR_NOT_SUPPORTED, "gpu_get_constant");
    CHECK_STATUS(gpu_tape_restart(t), GPU_OK, ""); /* an array beside a constant one, and both as one */
    CHECK_STATUS(gpu_tape_constant(t, x + n), GPU_OK, "");
    CHECK_STATUS(gpu_mul_f64(x + 2 * n, x, x + n, n), GPU_OK, "");
    CHECK_STATUS(gpu_dot_to_f64(loss, x + n, x + n, 2 * n), GPU_OK, "");
    CHECK_STATUS(gpu_tape_end(t), GPU_OK, "");
    CHECK_STATUS(gpu_backward(t, loss), GPU_OK, "");
    CHECK_CLOSE(at(gpu_gradient(t, x), 3), 2 * at(x, n + 3) * at(x, n + 3) * at(x, 3), 0, 1e-14);
    GPU_CHECK(gpu_tape_free(t));
    gpu_free(x), gpu_free(loss);
}

/* What a kernel has a pointer to const to, it does not write. */
TEST(a_kernel_reads_what_the_loss_depends_on)
{
    enum { n = 10 };
    double *const x = random_array(n, -1, 1), *const y = GPU_NEW(double, n), *const z = GPU_NEW(double, n);
    double *const loss = GPU_NEW(double, 1);
    gpu_tape *const t = gpu_tape_begin();
    CHECK_STATUS(gpu_square_f64(y, x, n), GPU_OK, "");
    CHECK_STATUS(twice(gpu_1d(n), z, y, n), GPU_OK, "");
    CHECK_STATUS(gpu_sum_to_f64(loss, y, n), GPU_OK, "");
    CHECK_STATUS(gpu_tape_end(t), GPU_OK, "");
    CHECK_STATUS(gpu_backward(t, loss), GPU_OK, "");
    CHECK(at(gpu_gradient(t, x), 3) == 2 * at(x, 3));
    GPU_CHECK(gpu_tape_free(t));
    gpu_free(x), gpu_free(y), gpu_free(z), gpu_free(loss);
}

/* -- a loss of several elements -- */

TEST(an_array_as_the_loss)
{
    enum { n = 10 };
    double *const x = random_array(2 * n, -1, 1), *const y = GPU_NEW(double, n);
    gpu_tape *const t = gpu_tape_begin();
    gpu_c32 *const z = GPU_ZEROS(gpu_c32, n);
    int inside;
    size_t i;
    for (inside = 0; inside < 2; inside++) { /* as an array, and as a part of one that is used as a whole */
        double *const loss = inside ? x + 1 : y, *const from = inside ? x + n : x;
        test_row("%s", inside ? "a part of an array" : "an array");
        CHECK_STATUS(gpu_tape_restart(t), GPU_OK, "");
        CHECK_STATUS(gpu_add_f64(x, x, x, inside ? 2 * n : 0), GPU_OK, "");
        CHECK_STATUS(gpu_square_f64(loss, from, n - 1), GPU_OK, "");
        CHECK_STATUS(gpu_mul_f64(loss, loss, from, n - 1), GPU_OK, "");
        CHECK_STATUS(gpu_tape_end(t), GPU_OK, "");
        CHECK_STATUS(gpu_backward(t, loss), GPU_OK, "");
        for (i = 0; i < n - 1; i++) {
            const double v = at(from, i), want = (inside ? 2 : 1) * 3 * v * v;
            const double got = at((double *)gpu_gradient(t, x) + (inside ? n : 0), i);
            CHECK_AT(i, got, want, fabs(got - want) <= 1e-14);
        }
    }
    CHECK_STATUS(gpu_tape_restart(t), GPU_OK, "");
    CHECK_STATUS(gpu_square_f64(y, x, n), GPU_OK, "");
    CHECK_STATUS(gpu_tape_end(t), GPU_OK, "");
    CHECK_STATUS(gpu_backward(t, y + 2), GPU_ERROR_INVALID_ARGUMENT,
                 "the loss points into the 10 elements that gpu_square wrote; pass all, or a result of");
    CHECK_STATUS(gpu_tape_restart(t), GPU_OK, "");
    CHECK_STATUS(gpu_complex_add_f32(z, z, z, n), GPU_OK, "");
    CHECK_STATUS(gpu_tape_end(t), GPU_OK, "");
    CHECK_STATUS(gpu_backward(t, z), GPU_ERROR_INVALID_ARGUMENT, "has complex numbers of 8 bytes, by gpu_complex_add;");
    CHECK_STATUS(gpu_tape_restart(t), GPU_OK, "");
    CHECK_STATUS(gpu_rfft_f32(z, (float *)(void *)x, n), GPU_OK, "");
    CHECK_STATUS(gpu_tape_end(t), GPU_OK, "");
    CHECK_STATUS(gpu_backward(t, z), GPU_ERROR_INVALID_ARGUMENT, "has complex numbers of 8 bytes, by gpu_rfft;");
    GPU_CHECK(gpu_tape_free(t));
    gpu_free(x), gpu_free(y), gpu_free(z);
}

/* -- a tape over a tape: it sees what gpu_gradient gives, and that this has no derivative -- */

/* x: the gradient of sum x^3 on the tape. */
static void cubes(gpu_tape *t, double *y, const double *x, double *loss, size_t n)
{
    CHECK_STATUS(gpu_tape_restart(t), GPU_OK, "");
    CHECK_STATUS(gpu_square_f64(y, x, n), GPU_OK, "");
    CHECK_STATUS(gpu_mul_f64(y, y, x, n), GPU_OK, "");
    CHECK_STATUS(gpu_sum_to_f64(loss, y, n), GPU_OK, "");
    CHECK_STATUS(gpu_tape_end(t), GPU_OK, "");
}
TEST(a_tape_over_a_tape)
{
    enum { n = 10 };
    double *const x = random_array(n, -1, 1), *const y = GPU_NEW(double, n), *const loss = GPU_NEW(double, 1);
    gpu_tape *const t = gpu_tape_begin(), *u;
    double *g, was;
    cubes(t, y, x, loss, n);
    u = gpu_tape_begin();
    CHECK_STATUS(gpu_backward(t, loss), GPU_OK, "");
    CHECK_STATUS(gpu_dot_to_f64(loss, gpu_gradient(t, x), x, n), GPU_OK, "");
    CHECK_STATUS(gpu_tape_end(u), GPU_OK, "");
    CHECK_STATUS(gpu_backward(u, loss), GPU_ERROR_NOT_SUPPORTED, "gpu_backward: gpu_gradient at ");
    cubes(t, y, x, loss, n); /* where it does not matter */
    CHECK_STATUS(gpu_tape_restart(u), GPU_OK, "");
    CHECK_STATUS(gpu_backward(t, loss), GPU_OK, "");
    CHECK_STATUS(gpu_square_f64(y, gpu_gradient(t, x), n), GPU_OK, "");
    CHECK_STATUS(gpu_dot_to_f64(loss, x, x, n), GPU_OK, "");
    CHECK_STATUS(gpu_tape_end(u), GPU_OK, "");
    CHECK_STATUS(gpu_backward(u, loss), GPU_OK, "");
    CHECK(at(gpu_gradient(u, x), 3) == 2 * at(x, 3));
    cubes(t, y, x, loss, n); /* as a constant, which is kept */
    CHECK_STATUS(gpu_tape_restart(u), GPU_OK, "");
    CHECK_STATUS(gpu_backward(t, loss), GPU_OK, "");
    g = (double *)gpu_gradient(t, x);
    CHECK_STATUS(gpu_tape_constant(u, g), GPU_OK, "");
    CHECK_STATUS(gpu_dot_to_f64(loss, g, x, n), GPU_OK, "");
    CHECK_STATUS(gpu_tape_end(u), GPU_OK, "");
    was = at(g, 3);
    GPU_CHECK(gpu_copy(y, loss, sizeof *y));
    CHECK_STATUS(gpu_tape_restart(t), GPU_OK, "");
    CHECK_STATUS(gpu_sum_to_f64(y, x, n), GPU_OK, "");
    CHECK_STATUS(gpu_tape_end(t), GPU_OK, "");
    CHECK_STATUS(gpu_backward(t, y), GPU_OK, "");
    CHECK(at(gpu_gradient(t, x), 3) == 1 && was != 1);
    CHECK_STATUS(gpu_backward(u, loss), GPU_OK, "");
    CHECK(at(gpu_gradient(u, x), 3) == was);
    GPU_CHECK(gpu_tape_free(t));
    GPU_CHECK(gpu_tape_free(u));
    gpu_free(x), gpu_free(y), gpu_free(loss);
}

/* -- what is refused -- */

/* A tape belongs to a device: calls while another is current, and its own. */
CHILD(a_tape_of_another_device)
{
    enum { n = 10, OTHERS = 8 };
    static const char other[] = "the tape was begun on device 0, and the current device is 1; gpu_use(0) first";
    double *const x = random_array(n, -1, 1), *const y = GPU_NEW(double, n), *const loss = GPU_NEW(double, 1);
    double host[n];
    gpu_tape *const t = gpu_tape_begin();
    int which;
    for (which = 0; which < OTHERS; which++) {
        gpu_status s = GPU_OK;
        test_row("call %d", which);
        CHECK_STATUS(gpu_tape_restart(t), GPU_OK, "");
        CHECK_STATUS(gpu_square_f64(y, x, n), GPU_OK, "");
        GPU_ON(1)
        {
            switch (which) {
            case 0: s = gpu_square_f64(y, x, n); break;
            case 1: s = gpu_copy(host, x, sizeof host); break;
            case 2: s = gpu_copy_async(y, x, sizeof host); break;
            case 3: s = gpu_copy_2d(y, 16, x, 16, 8, n / 2); break;
            case 4: s = gpu_set(y, 0, sizeof host); break;
            case 5: s = twice(gpu_1d(n), y, x, n); break;
            case 6: s = gpu_sum_to_f64(loss, x, n); break;
            default: s = gpu_rand_uniform_f64(y, n); break;
            }
        }
        CHECK(s == GPU_ERROR_INVALID_DEVICE);
        CHECK_TEXT(gpu_error_message(), other);
        gpu_clear_error();
    }
    CHECK_STATUS(gpu_tape_restart(t), GPU_OK, "");
    CHECK_STATUS(gpu_square_f64(y, x, n), GPU_OK, "");
    CHECK_STATUS(gpu_sum_to_f64(loss, y, n), GPU_OK, "");
    CHECK_STATUS(gpu_tape_end(t), GPU_OK, "");
    GPU_ON(1)
    {
        CHECK_STATUS(gpu_set(y, 0, sizeof host), GPU_OK, ""); /* is not needed */
        CHECK_STATUS(gpu_set(x, 0, sizeof host), GPU_ERROR_INVALID_DEVICE, other); /* would have to be kept */
        CHECK_STATUS(gpu_free(x), GPU_ERROR_INVALID_DEVICE, other);
        CHECK_STATUS(gpu_tape_restart(t), GPU_ERROR_INVALID_DEVICE, other);
        CHECK_STATUS(gpu_backward(t, loss), GPU_ERROR_INVALID_DEVICE, other);
    }
    CHECK_STATUS(gpu_backward(t, loss), GPU_OK, "");
    GPU_ON(1) CHECK_FAILS(!gpu_gradient(t, x), GPU_ERROR_INVALID_DEVICE, other);
    CHECK(at(gpu_gradient(t, x), 3) == 2 * at(x, 3));
    GPU_CHECK(gpu_tape_free(t));
    gpu_free(x), gpu_free(y), gpu_free(loss);
}
TEST(a_tape_belongs_to_a_device)
{
    char out[8192];
    CHECK_INT(test_child("GPU_CPU_DEVICES=2", "a_tape_of_another_device", out, sizeof out), 0);
    if (strstr(out, ".cu")) test__fail(__FILE__, __LINE__, "%s", out);
}
/* What parts exchange has no derivative. */
static gpu_status exchanged(int part, int parts, void *which)
{
    enum { n = 10 };
    double *const x = random_array(n, -1, 1), *const y = GPU_NEW(double, 2 * n), *const loss = GPU_NEW(double, 1);
    gpu_tape *const t = gpu_tape_begin();
    gpu_status s;
    (void)part, (void)parts;
    CHECK_STATUS(gpu_square_f64(y, x, n), GPU_OK, "");
    switch (*(const int *)which) {
    case 0: s = gpu_each_allreduce_f64(y, n, GPU_FOLD_SUM); break;
    case 1: s = gpu_each_reduce_scatter_f64(y, n, GPU_FOLD_SUM); break;
    case 2: s = gpu_each_broadcast(y, n * sizeof *y, 1); break;
    default: s = gpu_each_scatter(y, x, n, sizeof *y, 0); break;
    }
    CHECK(s == GPU_OK);
    CHECK_STATUS(gpu_sum_to_f64(loss, y, n), GPU_OK, "");
    CHECK_STATUS(gpu_tape_end(t), GPU_OK, "");
    CHECK_STATUS(gpu_backward(t, loss), GPU_ERROR_NOT_SUPPORTED, "has no derivative, and the loss depends on its");
    gpu_clear_error();
    GPU_CHECK(gpu_tape_free(t));
    gpu_free(x), gpu_free(y), gpu_free(loss);
    return GPU_OK;
}
CHILD(exchanges_on_a_tape)
{
    int which;
    for (which = 0; which < 4; which++) {
        test_row("exchange %d", which);
        CHECK_STATUS(gpu_each_device(exchanged, &which), GPU_OK, "");
    }
}
static void on_two_devices(const char *child)
{
    char out[8192];
    CHECK_INT(test_child("GPU_CPU_DEVICES=2", child, out, sizeof out), 0);
    if (strstr(out, ".cu")) test__fail(__FILE__, __LINE__, "%s", out);
}
TEST(exchanges_have_no_derivative) { on_two_devices("exchanges_on_a_tape"); }
/* A gradient on another device than the first, and on two in turns, of a tape each. */
CHILD(tapes_of_two_devices)
{
    enum { n = 10 };
    double *x[2], *y[2], *loss[2];
    gpu_tape *t[2];
    int k, round;
    for (k = 0; k < 2; k++) {
        CHECK_STATUS(gpu_use(k), GPU_OK, "");
        x[k] = random_array(n, 1, 2), y[k] = GPU_NEW(double, n), loss[k] = GPU_NEW(double, 1);
        t[k] = gpu_tape_begin();
        CHECK_STATUS(gpu_tape_end(t[k]), GPU_OK, "");
    }
    for (round = 0; round < 3; round++) {
        for (k = 0; k < 2; k++) {
            test_row("round %d, device %d", round, k);
            CHECK_STATUS(gpu_use(k), GPU_OK, "");
            CHECK_STATUS(gpu_tape_restart(t[k]), GPU_OK, "");
            CHECK_STATUS(gpu_mul_f64(y[k], x[k], x[k], n), GPU_OK, "");
            CHECK_STATUS(gpu_mul_f64(y[k], y[k], x[k], n), GPU_OK, "");
            CHECK_STATUS(gpu_sum_to_f64(loss[k], y[k], n), GPU_OK, "");
            CHECK_STATUS(gpu_tape_end(t[k]), GPU_OK, "");
        }
        for (k = 2; k-- > 0;) {
            test_row("round %d, device %d", round, k);
            CHECK_STATUS(gpu_use(k), GPU_OK, "");
            CHECK_STATUS(gpu_backward(t[k], loss[k]), GPU_OK, "");
            CHECK_CLOSE(at((double *)gpu_gradient(t[k], x[k]), 3), 3 * at(x[k], 3) * at(x[k], 3), 0, 1e-13);
        }
    }
    for (k = 0; k < 2; k++) {
        CHECK_STATUS(gpu_use(k), GPU_OK, "");
        CHECK_STATUS(gpu_tape_free(t[k]), GPU_OK, "");
        gpu_free(x[k]), gpu_free(y[k]), gpu_free(loss[k]);
    }
}
TEST(tapes_on_two_devices) { on_two_devices("tapes_of_two_devices"); }
TEST(refusals)
{
    enum { n = 10 };
    double *const x = random_array(n, -1, 1), *const y = GPU_NEW(double, n), *const loss = GPU_NEW(double, 1);
    gpu_tape *t = gpu_tape_begin();
    CHECK_FAILS(!gpu_tape_begin(), GPU_ERROR_INVALID_ARGUMENT, "a tape records the calls of this thread already");
    CHECK_STATUS(gpu_backward(t, loss), GPU_ERROR_INVALID_ARGUMENT, "still records; call gpu_tape_end first");
    CHECK_FAILS(!gpu_gradient(t, x), GPU_ERROR_INVALID_ARGUMENT, "has no gradients yet");
    CHECK_STATUS(plus_one(y, x, n), GPU_OK, "");
    CHECK_STATUS(gpu_sum_to_f64(loss, y, n), GPU_OK, "");
    CHECK_STATUS(gpu_tape_end(t), GPU_OK, "");
    CHECK_STATUS(gpu_tape_end(t), GPU_ERROR_INVALID_ARGUMENT, "has ended; call gpu_tape_restart to record again");
    CHECK_STATUS(gpu_backward(t, loss), GPU_ERROR_NOT_SUPPORTED, "plus_one at ");
    CHECK_STATUS(gpu_backward(t, loss), GPU_ERROR_INVALID_ARGUMENT, "has gone backward already");
    CHECK_STATUS(gpu_tape_restart(t), GPU_OK, "");
    CHECK_STATUS(gpu_cumsum_f64(y, x, n), GPU_OK, ""); /* a call that does not matter is no error */
    CHECK_STATUS(gpu_square_f64(y, x, n), GPU_OK, "");
    CHECK_STATUS(gpu_sum_to_f64(loss, y, n), GPU_OK, "");
    CHECK_STATUS(gpu_tape_end(t), GPU_OK, "");
    CHECK_STATUS(gpu_backward(t, loss), GPU_OK, "");
    CHECK(at(gpu_gradient(t, x), 3) == 2 * at(x, 3));
    CHECK_FAILS(!gpu_gradient(t, y), GPU_ERROR_INVALID_ARGUMENT, "x is a result of the recording");
    CHECK_FAILS(!gpu_gradient(t, t), GPU_ERROR_INVALID_ARGUMENT, "x was not used by any recorded call");
    CHECK_STATUS(gpu_tape_restart(t), GPU_OK, "");
    CHECK_STATUS(gpu_fill_f64(y, 2, n), GPU_OK, ""); /* constants */
    CHECK_STATUS(gpu_mul_f64(y, y, x, n), GPU_OK, "");
    CHECK_STATUS(gpu_sum_to_f64(loss, y, n), GPU_OK, "");
    CHECK_STATUS(gpu_tape_end(t), GPU_OK, "");
    CHECK_STATUS(gpu_backward(t, x), GPU_ERROR_INVALID_ARGUMENT, "no recorded call wrote to the loss");
    CHECK_STATUS(gpu_backward(NULL, loss), GPU_ERROR_INVALID_ARGUMENT, "the tape is NULL");
    CHECK_STATUS(gpu_tape_free(t), GPU_OK, "");
    CHECK_STATUS(gpu_tape_free(NULL), GPU_OK, "");
    gpu_free(x), gpu_free(y), gpu_free(loss);
}

/* What cannot go backward, or only elsewhere. */
TEST(refusals_of_backward)
{
    enum { n = 12 };
    double *const x = random_array(n, -1, 1), *const y = GPU_NEW(double, n), *const loss = GPU_NEW(double, 1);
    float *const floats = (float *)(void *)y, slope = 0;
    gpu_gemm_spec gaps = gpu_gemm_of(2, 2, 2);
    gpu_tape *const t = gpu_tape_begin();
    CHECK_STATUS(gpu_tape_constant(t, NULL), GPU_ERROR_INVALID_ARGUMENT, "x is NULL; expected an array");
    CHECK_STATUS(gpu_square_f64(y, x, n), GPU_OK, "");
    CHECK_STATUS(gpu_sum_to_f64(loss, y, n), GPU_OK, "");
    CHECK_STATUS(gpu_copy_async(y, loss, sizeof *y), GPU_OK, "");
    CHECK_STATUS(gpu_tape_end(t), GPU_OK, "");
    CHECK_STATUS(gpu_backward(t, y), GPU_ERROR_INVALID_ARGUMENT, "the loss has elements of 1 bytes, by gpu_copy_async");
    CHECK_FAILS(!gpu_gradient(t, NULL), GPU_ERROR_INVALID_ARGUMENT, "x was not used by any recorded call");
    CHECK_STATUS(gpu_tape_restart(t), GPU_OK, ""); /* doubles as floats: of a result, and of an input */
    CHECK_STATUS(gpu_square_f64(y, x, n), GPU_OK, "");
    CHECK_STATUS(gpu_sum_to_f32(loss, floats, 2 * n), GPU_OK, "");
    CHECK_STATUS(gpu_tape_end(t), GPU_OK, "");
    CHECK_STATUS(gpu_backward(t, loss), GPU_ERROR_NOT_SUPPORTED,
                 "out of gpu_square is used as an array of 8-byte elements and elsewhere of 4-byte ones");
    CHECK_STATUS(gpu_tape_restart(t), GPU_OK, "");
    CHECK_STATUS(gpu_sum_to_f64(loss, x, n), GPU_OK, "");
    CHECK_STATUS(gpu_scale_f32(floats, 2, (float *)(void *)x, n), GPU_OK, "");
    CHECK_STATUS(gpu_sum_to_f32(y + n - 1, floats, n), GPU_OK, "");
    CHECK_STATUS(gpu_add_f64(loss, loss, y + n - 1, 1), GPU_OK, "");
    CHECK_STATUS(gpu_tape_end(t), GPU_OK, "");
    CHECK_STATUS(gpu_backward(t, loss), GPU_ERROR_NOT_SUPPORTED,
                 "x of gpu_sum is used as an array of 8-byte elements and elsewhere of 4-byte ones; give each its own");
    CHECK_STATUS(gpu_tape_restart(t), GPU_OK, ""); /* but a constant may be of another size */
    CHECK_STATUS(gpu_fill_i64((int64_t *)(void *)y, 0, n / 2), GPU_OK, "");
    CHECK_STATUS(gpu_axpy_f32(floats, 2, (float *)(void *)x, floats, n), GPU_OK, "");
    CHECK_STATUS(gpu_sum_to_f32(loss, floats, n), GPU_OK, "");
    CHECK_STATUS(gpu_tape_end(t), GPU_OK, "");
    CHECK_STATUS(gpu_backward(t, loss), GPU_OK, "");
    GPU_CHECK(gpu_copy(&slope, gpu_gradient(t, x), sizeof slope));
    CHECK(slope == 2);
    CHECK_STATUS(gpu_tape_restart(t), GPU_OK, "");
    gaps.ldc = 3;
    CHECK_STATUS(gpu_gemm_f64(y, x, x + 4, gaps), GPU_OK, "");
    CHECK_STATUS(gpu_sum_to_f64(loss, y, 5), GPU_OK, "");
    CHECK_STATUS(gpu_tape_end(t), GPU_OK, "");
    CHECK(gpu_backward(t, loss) == GPU_ERROR_INVALID_ARGUMENT);
    CHECK_TEXT(gpu_error_message(), "gpu_gemm with gaps in c has no derivative; multiply into an array of its own");
    gpu_clear_error();
    GPU_CHECK(gpu_tape_free(t));
    gpu_free(x), gpu_free(y), gpu_free(loss);
}
TEST(refusals_of_a_capture)
{
    enum { n = 1000 };
    double *const x = random_array(n, -1, 1), *const y = GPU_NEW(double, n), *const loss = GPU_NEW(double, 1);
    gpu_graph graph;
    gpu_tape *t;
    GPU_CHECK(gpu_graph_begin());
    t = gpu_tape_begin(); /* which has no memory yet */
    CHECK_STATUS(gpu_square_f64(y, x, n), GPU_OK, "");
    CHECK_STATUS(gpu_sum_to_f64(loss, y, n), GPU_OK, "");
    CHECK_STATUS(gpu_tape_end(t), GPU_OK, "");
    CHECK_FAILS(gpu_backward(t, loss), GPU_ERROR_NOT_SUPPORTED, "the tape needs more memory: record and go backward");
    CHECK_FAILS(gpu_tape_free(t), GPU_ERROR_NOT_SUPPORTED, "memory that a graph uses must outlive it");
    graph = gpu_graph_end();
    CHECK(graph != NULL);
    GPU_CHECK(gpu_graph_free(graph));
    CHECK_STATUS(gpu_tape_free(t), GPU_OK, "");
    gpu_free(x), gpu_free(y), gpu_free(loss);
}

/* -- threads: each has a tape of its own -- */

static void tape_of_a_thread(void)
{
    enum { n = 1000 };
    double *const x = GPU_NEW(double, n), *const y = GPU_NEW(double, n), *const loss = GPU_NEW(double, 1);
    int round;
    GPU_CHECK(gpu_fill_f64(x, 0.5, n));
    for (round = 0; round < 20; round++) {
        gpu_tape *const t = gpu_tape_begin();
        CHECK(t && !gpu_exp_f64(y, x, n) && !gpu_mul_f64(y, y, x, n) && !gpu_sum_to_f64(loss, y, n));
        CHECK(!gpu_tape_end(t) && !gpu_backward(t, loss));
        CHECK_CLOSE(at(gpu_gradient(t, x), n - 1), 1.5 * exp(0.5), 0, 1e-14);
        GPU_CHECK(gpu_tape_free(t));
    }
    gpu_free(x), gpu_free(y), gpu_free(loss);
}
TEST(threads)
{
#ifdef _OPENMP
    int k;
#pragma omp parallel for num_threads(2)
    for (k = 0; k < 2; k++) tape_of_a_thread();
#else
    tape_of_a_thread();
#endif
}
/* A tape that another thread began: it may read the gradients. */
#ifdef _OPENMP
static void use_of_another_thread(gpu_tape *t, const double *x, int done)
{
    static const char other[] = "the tape was begun by another thread; call it from there";
    double g = 0;
    if (done) {
        CHECK(!gpu_copy(&g, gpu_gradient(t, x), sizeof g) && g == 2);
        return;
    }
    CHECK_FAILS(gpu_tape_end(t), GPU_ERROR_INVALID_ARGUMENT, other);
    CHECK_FAILS(gpu_backward(t, x), GPU_ERROR_INVALID_ARGUMENT, other);
    CHECK_FAILS(gpu_tape_restart(t), GPU_ERROR_INVALID_ARGUMENT, other);
    CHECK_FAILS(gpu_tape_constant(t, x), GPU_ERROR_INVALID_ARGUMENT, other);
    CHECK_FAILS(gpu_tape_hide(t), GPU_ERROR_INVALID_ARGUMENT, other);
    CHECK_FAILS(gpu_tape_free(t), GPU_ERROR_INVALID_ARGUMENT, other);
    CHECK_FAILS(!gpu_gradient(t, x), GPU_ERROR_INVALID_ARGUMENT, other);
}
TEST(a_tape_of_another_thread)
{
    enum { n = 10 };
    double *const x = GPU_NEW(double, n), *const y = GPU_NEW(double, n), *const loss = GPU_NEW(double, 1);
    gpu_tape *const t = gpu_tape_begin();
    int done;
    CHECK_STATUS(gpu_scale_f64(y, 2, x, n), GPU_OK, "");
    for (done = 0; done < 2; done++) {
#pragma omp parallel num_threads(2)
        if (omp_get_thread_num() == 1) use_of_another_thread(t, x, done);
        if (done) break;
        CHECK_STATUS(gpu_sum_to_f64(loss, y, n), GPU_OK, "");
        CHECK_STATUS(gpu_tape_end(t), GPU_OK, "");
        CHECK_STATUS(gpu_backward(t, loss), GPU_OK, "");
        GPU_CHECK(gpu_sync());
    }
    GPU_CHECK(gpu_tape_free(t));
    gpu_free(x), gpu_free(y), gpu_free(loss);
}
#endif
