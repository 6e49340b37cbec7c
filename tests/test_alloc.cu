/* Allocation failure, injected at every call in turn: a NULL or a status each time, nothing lost, and then it works. */

#include <stddef.h>
static void *failing_malloc(size_t bytes);
static void counting_free(void *p);
#define GPU_HOST_MALLOC(bytes) failing_malloc(bytes)
#define GPU_HOST_FREE(p) counting_free(p)
#define GPU_COMPILE
#define GPU_DERIVATIVES
#define GPU_DLPACK
#define GPU_LINALG
#define GPU_ORDER
#define GPU_ROWWISE
#define GPU_TAPE
#define GPU_STATIC
#include "gpu.h"
#define TEST_MAIN
#include "test.h"

static int calls, fail_at = -1, live;
static void *failing_malloc(size_t bytes)
{
    if (calls++ == fail_at) return NULL;
    live++;
    return malloc(bytes);
}
static void counting_free(void *p)
{
    live--;
    free(p);
}

static gpu_status work(void) /* five allocations; stops at the first that fails */
{
    int host[4] = {1, 2, 3, 4}, *p[5], k = 0, n;
    gpu_status s = GPU_OK;
    p[0] = GPU_NEW(int, 4);
    p[1] = p[0] ? GPU_ZEROS(int, 4) : NULL;
    p[2] = p[1] ? GPU_PINNED(int, 4) : NULL;
    p[3] = p[2] ? GPU_TO_DEVICE(int, host, 4) : NULL;
    p[4] = p[3] ? GPU_TO_HOST(int, p[3], 4) : NULL;
    for (n = 0; n < 5 && p[n]; n++) k++;
    if (k < 5) s = gpu_error();
    if (k == 5 && p[4][3] != 4) s = GPU_ERROR_KERNEL;
    for (n = 0; n < k; n++)
        if (gpu_free(p[n])) s = GPU_ERROR_INVALID_POINTER;
    return s;
}

TEST(failure_at_every_allocation)
{
    int k, start;
    CHECK_STATUS(gpu_use(GPU_CPU), GPU_OK, "");
    CHECK_INT(work(), GPU_OK);
    start = live;
    for (k = 0; k < 5; k++) {
        calls = 0, fail_at = k;
        CHECK_INT(work(), GPU_ERROR_OUT_OF_MEMORY);
        CHECK_TEXT(gpu_error_message(), "bytes of host memory; free some, or work in parts");
        gpu_clear_error();
        CHECK_INT(live, start);
    }
    fail_at = -1, calls = 0;
    CHECK_INT(work(), GPU_OK);
    CHECK_INT(calls, 5);
    CHECK_INT(gpu_error(), GPU_OK);
    for (k = 0; k < 600; k++) (void)GPU_NEW(char, 100 * (k % 7));
    CHECK_INT(live, start + 600);
    CHECK_STATUS(gpu_shutdown(), GPU_OK, "");
    CHECK_INT(live, 0);
}

GPU_KERNEL(mark, (int *, p)) { p[threadIdx.x] = 7; }
TEST(a_graph_that_lacks_a_call_is_no_graph)
{
    int p[4] = {0, 0, 0, 0};
    gpu_graph graph;
    CHECK_STATUS(gpu_use(GPU_CPU), GPU_OK, "");
    CHECK_STATUS(gpu_graph_begin(), GPU_OK, "");
    calls = 0, fail_at = 0;
    CHECK_INT(mark(gpu_grid(1, 1, 1, 4, 1, 1), p), GPU_ERROR_OUT_OF_MEMORY);
    fail_at = -1;
    gpu_clear_error();
    CHECK_FAILS((graph = gpu_graph_end()) == NULL, GPU_ERROR_OUT_OF_MEMORY,
                "gpu_graph_end: the call of mark could not be captured");
    CHECK(!graph);
    CHECK_INT(p[0], 0);
    CHECK_STATUS(gpu_shutdown(), GPU_OK, "");
    CHECK_INT(live, 0);
}

TEST(tensors_need_memory)
{
    float x[3] = {1, 2, 3};
    gpu_tensor t;
    void *m;
    int start, form;
    CHECK_STATUS(gpu_use(GPU_CPU), GPU_OK, "");
    memset(&t, 0, sizeof t);
    t.p = x, t.type = GPU_F32, t.dims = 1, t.shape[0] = 3;
    start = live;
    for (form = 0; form < 2; form++) {
        calls = 0, fail_at = 0;
        CHECK_FAILS(!gpu_to_dlpack(&t, form, NULL, NULL), GPU_ERROR_OUT_OF_MEMORY, "host memory is exhausted");
        CHECK_INT(live, start);
        fail_at = -1;
        m = gpu_to_dlpack(&t, form, NULL, NULL);
        CHECK_INT(live, start + 1);
        gpu_dlpack_delete(m, form);
        CHECK_INT(live, start);
    }
}
#ifndef _WIN32 /* where there is no gpu_compile for the CPU */
TEST(kernels_from_a_string_need_memory)
{
    static const char source[] = "__global__ void f(float *x, int n) { GPU_FOR(i, n) x[i] = 1; }";
    gpu_kernel kernel = NULL;
    int k, start;
    CHECK_STATUS(gpu_use(GPU_CPU), GPU_OK, "");
    CHECK_STATUS(gpu_free(GPU_NEW(char, 1)), GPU_OK, ""); /* the ledger is there */
    start = live;
    for (k = 0; k < 40 && !kernel; k++) {
        calls = 0, fail_at = k;
        kernel = gpu_compile(source, "f", NULL);
        fail_at = -1;
        if (kernel) break;
        CHECK_INT(gpu_error(), GPU_ERROR_OUT_OF_MEMORY);
        gpu_clear_error();
        CHECK_INT(live, start);
    }
    CHECK(k >= 2 && k < 40);
    CHECK(kernel != NULL);
    CHECK_STATUS(gpu_kernel_free(kernel), GPU_OK, "");
    CHECK_INT(live, start);
    kernel = gpu_compile(source, "f", NULL); /* left to gpu_shutdown */
    CHECK(kernel != NULL);
    CHECK_STATUS(gpu_shutdown(), GPU_OK, "");
    CHECK_INT(live, 0);
}
#endif

/* Recordings of several calls, and the way back; twice, by a tape that is begun anew. Gives the gradient of the last of
   x. */
GPU_GRAD(double, logistic, x) { return 1 / (1 + GPU_EXP(-x)); }
GPU_KERNEL(thrice, (double *, y), (const double *, x), (size_t, n)) { GPU_FOR(i, n) y[i] = 3 * x[i]; }
static gpu_status thrice_back(const gpu_tape_function *f, void *const *to, const void *gradient)
{
    return to[0] ? gpu_scale_f64((double *)to[0], 3, (const double *)gradient, f->out_count) : GPU_OK;
}
static gpu_status tape_calls(gpu_tape *t, double *const *array)
{
    enum { n = 12 };
    double *const x = array[0], *const y = array[1], *const loss = array[2], *const z = array[3];
    gpu_tape_function f;
    gpu_status s = gpu_square_f64(y, x, n);
    memset(&f, 0, sizeof f);
    f.backward = thrice_back, f.in[0] = y, f.in_count[0] = n, f.out = z, f.out_count = n, f.size = sizeof *x;
    if (!s) s = gpu_cumsum_f64(y, y, n);
    if (!s) s = gpu_softmax_rows_f64(y, y, 3, 4);
    if (!s) s = gpu_sort_f64(y, y, n, GPU_ASCENDING);
    if (!s) s = thrice(gpu_1d(n), z, y, n);
    if (!s) s = gpu_tape_custom(t, &f);
    if (!s) s = logistic(y, z, n);
    if (!s) s = gpu_gemm_f64(z, y, x, gpu_gemm_of(3, 3, 4));
    if (!s) s = gpu_solve_f64(y, x, z, 3, 3);
    if (!s) s = gpu_mul_f64(y, y, x, 9);
    return s ? s : gpu_sum_to_f64(loss, y, n);
}
static gpu_status tape_work(double *const *array, double *slope, int *failed_backward)
{
    enum { n = 12 };
    gpu_tape *const t = gpu_tape_begin();
    gpu_status s = t ? GPU_OK : gpu_error();
    int round;
    for (round = 0; round < 2 && !s; round++) {
        double *g;
        if (round) s = gpu_tape_restart(t);
        if (!s) s = tape_calls(t, array);
        if (!s) s = gpu_tape_end(t);
        if (!s) *failed_backward += (s = gpu_backward(t, array[2])) != GPU_OK;
        if (!s) s = (g = (double *)gpu_gradient(t, array[0])) ? gpu_copy(slope, g + n - 1, sizeof *slope) : gpu_error();
    }
    if (t && gpu_tape_free(t)) s = GPU_ERROR_INVALID_POINTER;
    return s;
}
TEST(failure_at_every_allocation_of_a_tape)
{
    double *array[4], want = 0, slope;
    int k, start, backward = 0;
    CHECK_STATUS(gpu_use(GPU_CPU), GPU_OK, "");
    for (k = 0; k < 4; k++) array[k] = GPU_ZEROS(double, 12);
    GPU_CHECK(gpu_arange_f64(array[0], 0.1, 0.2, 12));
    GPU_CHECK(gpu_square_f64(array[0], array[0], 12)); /* no singular matrix */
    CHECK_STATUS(tape_work(array, &want, &backward), GPU_OK, "");
    CHECK(want != 0);
    start = live;
    for (k = 0;; k++) {
        slope = 0, calls = 0, fail_at = k;
        if (!tape_work(array, &slope, &backward)) break;
        CHECK_INT(gpu_error(), GPU_ERROR_OUT_OF_MEMORY);
        CHECK_TEXT(gpu_error_message(), "; free some");
        gpu_clear_error();
        CHECK_INT(live, start);
    }
    CHECK(backward > 2 && k > backward && calls <= k && slope == want);
    fail_at = -1;
    CHECK_STATUS(tape_work(array, &slope, &backward), GPU_OK, "");
    CHECK(slope == want);
    for (k = 0; k < 4; k++) GPU_CHECK(gpu_free(array[k]));
}

/* A step of training with parameters that are parts of one array has nine nodes: four calls; the slope times a gradient
   that is one number, which is not written; zeros, a copy and a product for the parameters' gradient; the update. */
TEST(nodes_of_a_step)
{
    enum { N = 20 };
    double *const x = GPU_ZEROS(double, N), *const w = GPU_ZEROS(double, 2 * N), *const y = GPU_NEW(double, N);
    double *const z = GPU_NEW(double, N), *const loss = GPU_NEW(double, 1);
    gpu_tape *const t = gpu_tape_begin();
    gpu_graph graph;
    for (int captured = 0; captured < 2; captured++) {
        if (captured) GPU_CHECK(gpu_graph_begin());
        CHECK_STATUS(gpu_tape_restart(t), GPU_OK, "");
        CHECK_STATUS(gpu_tape_constant(t, x), GPU_OK, "");
        CHECK_STATUS(gpu_mul_f64(y, x, w, N), GPU_OK, "");
        CHECK_STATUS(gpu_add_f64(y, y, w + N, N), GPU_OK, "");
        CHECK_STATUS(logistic(z, y, N), GPU_OK, "");
        CHECK_STATUS(gpu_mean_to_f64(loss, z, N), GPU_OK, "");
        CHECK_STATUS(gpu_tape_end(t), GPU_OK, "");
        CHECK_STATUS(gpu_backward(t, loss), GPU_OK, "");
        CHECK_STATUS(gpu_axpy_f64(w, -0.1, gpu_gradient(t, w), w, 2 * N), GPU_OK, "");
    }
    graph = gpu_graph_end();
    CHECK(graph != NULL);
#ifndef __CUDA_ARCH__ /* a pass in which nvcc has the declarations alone */
    if (graph && gpu__current_is_cpu()) CHECK_AT(0, graph->calls, 9, graph->calls == 9);
#endif
    GPU_CHECK(gpu_graph_free(graph)), GPU_CHECK(gpu_tape_free(t));
    gpu_free(x), gpu_free(w), gpu_free(y), gpu_free(z), gpu_free(loss);
}
