/* What the programs of tests/prove let fail beside prewritten functions: parts that use the runtime, in C for the CPU
   and in C++ for a GPU. A program defines beforehand HOST(p, bytes), where the host can read that memory, and
   QUICK_OPTIONS, those of the compiler that gpu_compile starts. */

/* What the current part holds, freed behind it, and a hash of its results. */
enum { MEMORY, STREAM, EVENT, GRAPH, KERNEL, TENSOR, MOST = 40 };
static GPU__TLS struct {
    uint64_t hash;
    int n, kind[MOST];
    void *p[MOST];
} mine;
static int own(int kind, void *variable, void *p) /* returns whether there is one */
{
    memcpy(variable, &p, sizeof p);
    if (p) mine.p[mine.n] = p, mine.kind[mine.n++] = kind;
    return p != NULL;
}
static void result(const void *p, size_t bytes)
{
    const unsigned char *at = (const unsigned char *)HOST(p, bytes);
    size_t k;
    for (k = 0; k + 8 <= bytes; k += 8) {
        uint64_t word;
        memcpy(&word, at + k, 8);
        mine.hash = (mine.hash ^ word ^ word >> 29) * 1099511628211u;
    }
    for (; k < bytes; k++) mine.hash = (mine.hash ^ at[k]) * 1099511628211u;
}
static int clean(void) /* returns the number of calls that failed */
{
    int failed = 0, k;
    gpu_graph graph = gpu_graph_end(); /* an error where none is captured */
    gpu_clear_error();
    failed += graph && gpu_graph_free(graph);
    failed += gpu_use_stream(NULL) != GPU_OK;
    while (mine.n--) {
        void *const p = mine.p[k = mine.n];
        failed += mine.kind[k] == MEMORY   ? gpu_free(p) != GPU_OK
                  : mine.kind[k] == STREAM ? gpu_stream_free((gpu_stream)p) != GPU_OK
                  : mine.kind[k] == EVENT  ? gpu_event_free((gpu_event)p) != GPU_OK
                  : mine.kind[k] == GRAPH  ? gpu_graph_free((gpu_graph)p) != GPU_OK
                  : mine.kind[k] == KERNEL ? gpu_kernel_free((gpu_kernel)p) != GPU_OK
                                           : (gpu_dlpack_delete(p, 1), 0);
    }
    mine.n = 0;
    return failed;
}
#define DO(call)                                                                                                       \
    if ((call) != GPU_OK) return
#define OWN(kind, p, call)                                                                                             \
    if (!own(kind, &(p), (void *)(call))) return

#ifndef N
#define N 40000
#endif
static void memory(void)
{
    gpu_memory_stats before, after;
    gpu_extent extent;
    char here[256], *a, *b, *c;
    memset(here, 7, sizeof here);
    DO(gpu_memory(&before));
    OWN(MEMORY, a, gpu_malloc(1000));
    OWN(MEMORY, b, gpu_malloc_pinned(1000));
    OWN(MEMORY, c, gpu_malloc_managed(0));
    DO(gpu_set(a, 3, 1000));
    DO(gpu_copy(b, a, 1000));
    DO(gpu_copy(b + 500, here, sizeof here));
    DO(gpu_copy_2d(b, 30, here, 16, 16, 8));
    DO(gpu_extent_of(b + 10, &extent));
    DO(gpu_memory(&after));
    result(&extent.left, sizeof extent.left), result(b, 1000);
    DO(gpu_memory_trim());
}
static void note(void *user) { ++*(int *)user; }
static void streams(void)
{
    gpu_stream s;
    gpu_event e, f;
    gpu_graph g;
    float *x;
    int noted = 0;
    OWN(STREAM, s, gpu_stream_new());
    OWN(EVENT, e, gpu_event_new());
    OWN(EVENT, f, gpu_event_new());
    OWN(MEMORY, x, gpu_malloc(N * sizeof *x));
    DO(gpu_use_stream(s));
    DO(gpu_event_record(e));
    DO(gpu_fill_f32(x, 1, N));
    DO(gpu_stream_callback(s, note, &noted));
    DO(gpu_event_record(f));
    DO(gpu_event_wait(e));
    DO(gpu_graph_begin());
    DO(gpu_cumsum_f32(x, x, N));
    DO(gpu_copy_async(x, x + 100, 400));
    DO(gpu_add_scalar_f32(x, x, 2, N));
    OWN(GRAPH, g, gpu_graph_end());
    DO(gpu_graph_launch(g));
    DO(gpu_graph_launch(g));
    DO(gpu_stream_sync(s));
    result(x, N * sizeof *x), result(&noted, sizeof noted);
}
GPU_VECTORIZE(float, bell, (float, x)) { return expf(-x * x); }
GPU_REDUCE(double, squares, 0.0, a + b, (float, x)) { return (double)x * x; }
GPU_SCAN(float, highest, -INFINITY, a > b ? a : b)
GPU_SELECT(float, above, (float, x)) { return x > 0.5f; }
GPU_ROWS(float, shifted, (float *, y), (const float *, x), (size_t, cols))
{
    size_t k;
    for (k = 0; k < cols; k++) y[k] = x[(k + 1) % cols];
}
GPU_GRAD(double, valley, x, y) { return GPU_EXP(-x * x) * y * y; }
static void macros(void)
{
    float *x, *y;
    double *d;
    int64_t count = 0;
    OWN(MEMORY, x, gpu_malloc(N * sizeof *x));
    OWN(MEMORY, y, gpu_malloc(N * sizeof *y));
    OWN(MEMORY, d, gpu_malloc(5000 * sizeof *d));
    DO(gpu_seed(1));
    DO(gpu_rand_uniform_f32(x, N));
    DO(bell(y, x, N));
    DO(squares_to(d, y, N));
    result(d, sizeof *d), result(y, N * sizeof *y);
    DO(highest(y, x, N));
    result(y, N * sizeof *y);
    DO(above(y, &count, x, N));
    result(y, (size_t)count * sizeof *y);
    DO(shifted(y, x, N / 100, 100));
    DO(gpu_arange_f64(d, 0, 1e-3, 5000));
    DO(valley_grad(d, d + 1000, d + 2000, d + 3000, d + 4000, 1000));
    result(y, N * sizeof *y), result(d, 5000 * sizeof *d);
}
GPU_KERNEL(reversed, (float *, out), (const float *, x))
{
    GPU_SHARED_DYNAMIC(float, tile);
    const size_t base = (size_t)blockIdx.x * blockDim.x;
    tile[threadIdx.x] = x[base + threadIdx.x];
    __syncthreads();
    out[base + threadIdx.x] = tile[blockDim.x - 1 - threadIdx.x] + __shfl_down_sync(~0u, x[base + threadIdx.x], 1);
}
GPU_KERNEL(doubled, (float *, x), (size_t, n))
{
    GPU_FOR (i, n) x[i] *= 2;
}
static void kernels(void)
{
    float *x;
    OWN(MEMORY, x, gpu_malloc(2 * 4096 * sizeof *x));
    DO(gpu_seed(1));
    DO(gpu_rand_uniform_f32(x, 2 * 4096));
    DO(doubled(gpu_1d(4096), x, 4096));
    DO(reversed(gpu_config_shared(gpu_grid(16, 1, 1, 256, 1, 1), 256 * sizeof *x), x, x + 4096));
    DO(gpu_sync());
    result(x, 4096 * sizeof *x);
}
static void compile(void)
{
    gpu_kernel k;
    float *x;
    OWN(MEMORY, x, gpu_malloc(100 * sizeof *x));
    DO(gpu_fill_f32(x, 3, 100));
    OWN(KERNEL, k,
        gpu_compile("__global__ void twice(float *x, int n) { GPU_FOR(i, n) x[i] *= 2; }", "twice", QUICK_OPTIONS));
    DO(gpu_launch(k, gpu_1d(100), x, 100));
    result(x, 100 * sizeof *x);
}
static void dlpack(void)
{
    gpu_tensor t;
    float *x;
    void *m;
    OWN(MEMORY, x, gpu_malloc(120 * sizeof *x));
    DO(gpu_arange_f32(x, 0, 1, 120));
    memset(&t, 0, sizeof t);
    t.p = x, t.type = GPU_F32, t.dims = 3, t.shape[0] = 4, t.shape[1] = 5, t.shape[2] = 6;
    OWN(TENSOR, m, gpu_to_dlpack(&t, 1, NULL, NULL));
    memset(&t, 0, sizeof t);
    DO(gpu_from_dlpack(&t, m, 1, GPU_F32));
    result(t.p, t.n * sizeof *x), result(t.shape, 3 * sizeof *t.shape);
}
static gpu_status on_each(int part, int parts, void *user)
{
    float *const all = (float *)user, *x = (float *)gpu_malloc(1000 * sizeof *x);
    gpu_status s = x ? gpu_fill_f32(x, (float)part + 1, 1000) : gpu_error();
    if (!s) s = gpu_each_barrier();
    if (!s) s = gpu_each_allreduce_f32(x, 1000, GPU_FOLD_SUM);
    if (!s) s = gpu_each_broadcast(x, 500 * sizeof *x, parts - 1);
    if (!s) s = gpu_each_gather(all, x, 1000, sizeof *x, 0);
    return x && gpu_free(x) && !s ? gpu_error() : s;
}
static void devices(void)
{
    float all[1000] = {0};
    gpu_info info;
    FILE *out;
    DO(gpu_query(GPU_CPU, &info));
    if ((out = fopen("/dev/null", "w"))) gpu_print_devices(out), (void)gpu_doctor(out), fclose(out);
    DO(gpu_each_device(on_each, all));
    result(all, sizeof all);
}
