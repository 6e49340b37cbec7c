/* -- graphs -- On a GPU the calls are captured on a stream that the graph has to itself, with a workspace of its
   own, so that two graphs, or a graph and other calls, never share one. On the CPU they are listed, with copies of
   their arguments. */

enum { GPU__NODE_KERNEL, GPU__NODE_CALL, GPU__NODE_COPY, GPU__NODE_SET, GPU__NODE_CALLBACK, GPU__NODE_EVENT };
struct gpu__node {
    struct gpu__node *next;
    int kind, flag;
    const void *what; /* the kernel, the gpu__call, or the source of a copy */
    gpu_config config;
    gpu_dim3 grid, block;
    void *out;
    size_t n;
    void (*fn)(void *user);
    void *argument[16]; /* those that are values point into the room behind */
    char *room;
};

struct gpu__graph {
    int device;
    size_t calls;
    const char *file; /* of gpu_graph_begin */
    int line;
    gpu__node *first, *last;
    gpu_status failed;       /* a call could not be listed ... */
    const char *failed_call; /* ... this one */
    struct gpu__stream stream;
#ifdef GPU__CUDA
    cudaGraphExec_t exec;
#endif
};

static gpu__node *gpu__node_add(int kind, const void *what, size_t values, size_t value_bytes, const char *call)
{
    gpu_graph graph = gpu__me.graph;
    gpu__node *node = (gpu__node *)gpu__host(sizeof *node + value_bytes + (values + 1) * 64, 1);
    if (!node) {
        graph->failed = gpu__no_host_memory(call);
        graph->failed_call = call;
        return NULL;
    }
    node->kind = kind;
    node->what = what;
    node->room = (char *)(((uintptr_t)(node + 1) + 63) & ~(uintptr_t)63);
    if (graph->last)
        graph->last->next = node;
    else
        graph->first = node;
    graph->last = node;
    graph->calls++;
    return node;
}
static void *gpu__node_value(gpu__node *node, const void *value, size_t bytes)
{
    void *const copy = memcpy(node->room, value, bytes);
    node->room += (bytes + 63) & ~(size_t)63; /* any type is aligned there */
    return copy;
}

static gpu_status gpu__graph_kernel(gpu__kernel *kernel, const gpu_config *config, void **argv, gpu_dim3 grid,
                                    gpu_dim3 block)
{
    gpu__node *node;
    size_t bytes = 0;
    int k;
    for (k = 0; k < kernel->count; k++) bytes += kernel->size[k];
    if (!(node = gpu__node_add(GPU__NODE_KERNEL, kernel, (size_t)kernel->count, bytes, kernel->name)))
        return gpu__me.error;
    node->config = *config;
    node->grid = grid;
    node->block = block;
    for (k = 0; k < kernel->count; k++) node->argument[k] = gpu__node_value(node, argv[k], kernel->size[k]);
    return GPU_OK;
}
/* A copy of the call, and of what it points to by itself: scalars and the identity. */
static gpu_status gpu__call_record(const gpu__call *c)
{
    const size_t identity = c->kind == GPU__CALL_REDUCE ? c->op->out_size
                            : c->kind == GPU__CALL_SCAN ? ((const gpu__scanner *)c->op)->accumulator_size
                                                        : 0;
    size_t bytes = sizeof *c + identity;
    gpu__node *node;
    gpu__call *copy;
    int k;
    if (c->flag & GPU__JOB_WAITS)
        return gpu__not_in_graph(c->name, "its value cannot be had before it runs; use the form that ends in _to");
    for (k = 0; c->op && k < c->inputs; k++) bytes += c->op->parameter[k].scalar_size;
    if (!(node = gpu__node_add(GPU__NODE_CALL, NULL, 2 + (size_t)c->inputs, bytes, c->name))) return gpu__me.error;
    node->what = copy = (gpu__call *)gpu__node_value(node, c, sizeof *c);
    for (k = 0; c->op && k < c->inputs; k++)
        if (!c->op->parameter[k].step)
            copy->in[k].p = gpu__node_value(node, c->in[k].p, c->op->parameter[k].scalar_size);
    if (identity) copy->identity = gpu__node_value(node, c->identity, identity);
    return GPU_OK;
}
static gpu_status gpu__graph_copy(void *dst, const void *src, int byte, size_t bytes, const char *call)
{
    gpu__node *node = gpu__node_add(src ? GPU__NODE_COPY : GPU__NODE_SET, src, 0, 0, call);
    if (!node) return gpu__me.error;
    node->out = dst;
    node->n = bytes;
    node->flag = byte;
    return GPU_OK;
}
static gpu_status gpu__graph_callback(void (*fn)(void *user), void *user, const char *call)
{
    gpu__node *node = gpu__node_add(GPU__NODE_CALLBACK, NULL, 0, 0, call);
    if (!node) return gpu__me.error;
    node->fn = fn;
    node->out = user;
    return GPU_OK;
}
static gpu_status gpu__graph_event(gpu_event event, const char *call)
{
    gpu__node *node = gpu__node_add(GPU__NODE_EVENT, NULL, 0, 0, call);
    if (!node) return gpu__me.error;
    node->out = event;
    return GPU_OK;
}

/* Makes one call of a graph on the CPU. */
static gpu_status gpu__node_run(const gpu__node *node)
{
    switch (node->kind) {
    case GPU__NODE_KERNEL: {
        void *argv[16];
        memcpy(argv, node->argument, sizeof argv);
        return gpu__launch_cpu((gpu__kernel *)(uintptr_t)node->what, &node->config, argv, node->grid, node->block);
    }
    case GPU__NODE_CALL:
        return gpu__call_run((const gpu__call *)node->what);
    case GPU__NODE_COPY:
        memcpy(node->out, node->what, node->n);
        return GPU_OK;
    case GPU__NODE_SET:
        memset(node->out, node->flag, node->n);
        return GPU_OK;
    case GPU__NODE_CALLBACK:
        node->fn(node->out);
        return GPU_OK;
    default:
        ((gpu_event)node->out)->seconds = gpu__seconds();
        return GPU_OK;
    }
}

static void gpu__graph_end_of(gpu_graph graph)
{
    gpu__node *node;
    while ((node = graph->first)) {
        graph->first = node->next;
        GPU_HOST_FREE(node);
    }
#ifdef GPU__CUDA
    if (graph->exec) (void)cudaGraphExecDestroy(graph->exec);
    if (graph->stream.native) {
        gpu__workspace_free(&graph->stream);
        (void)cudaStreamDestroy((cudaStream_t)graph->stream.native);
    }
#endif
    GPU_HOST_FREE(graph);
}

#ifdef GPU__CUDA
/* One more or one less that is being made on the current device; threads that wait for the device finish first. */
static void gpu__graphs_count(int change)
{
    gpu__pool *pool = &gpu__pools[gpu__me.device + 1];
    int done = 0;
    while (!done) {
        gpu__lock(&gpu__global.memory_lock);
        done = change < 0 || !pool->syncing;
        if (done) pool->graphs += change;
        gpu__unlock(&gpu__global.memory_lock);
    }
}
#endif

GPU_API gpu_status gpu_graph_begin(void)
{
    static const char call[] = "gpu_graph_begin";
    gpu_graph graph;
    gpu_status s = gpu__enter();
    if (s) return s;
    if (gpu__me.graph)
        return gpu__fail(GPU_ERROR_INVALID_ARGUMENT, call,
                         "a graph was begun in this thread at %s:%d and not ended; call gpu_graph_end first",
                         gpu__me.graph->file ? gpu__me.graph->file : "?", gpu__me.graph->line);
    if (!(graph = (gpu_graph)gpu__host(sizeof *graph, 1))) return gpu__no_host_memory(call);
    graph->device = graph->stream.device = gpu__me.device;
    graph->file = gpu__self.file;
    graph->line = gpu__self.line;
    gpu__me.before_graph = gpu__me.current;
#ifdef GPU__CUDA
    if (gpu__me.device >= 0) {
        s = gpu__device_ready(gpu__me.device, call);
        /* It does not take part in the default stream's waiting for all others, which a stream in capture must not. */
        if (!s)
            s = gpu__cuda(cudaStreamCreateWithFlags((cudaStream_t *)&graph->stream.native, cudaStreamNonBlocking),
                          call);
        if (!s) s = gpu__workspace_make(&graph->stream, call);
        if (!s) {
            gpu__graphs_count(1);
            s = gpu__cuda(cudaStreamBeginCapture((cudaStream_t)graph->stream.native, cudaStreamCaptureModeThreadLocal),
                          call);
            if (s) gpu__graphs_count(-1);
        }
        if (s) {
            gpu__graph_end_of(graph);
            return s;
        }
    }
#endif
    gpu__me.graph = graph;
    gpu__me.current = &graph->stream;
    gpu__me.stream = graph->stream.native;
    return GPU_OK;
}

GPU_API gpu_graph gpu_graph_end(void)
{
    static const char call[] = "gpu_graph_end";
    gpu_graph graph = gpu__me.graph;
    gpu_status s = gpu__enter();
    if (s) return NULL;
    if (!graph) {
        gpu__fail(GPU_ERROR_INVALID_ARGUMENT, call, "no graph was begun in this thread; call gpu_graph_begin first");
        return NULL;
    }
    gpu__me.graph = NULL;
    gpu__me.current = gpu__me.before_graph;
    gpu__me.stream = gpu__me.current ? gpu__me.current->native : (void *)GPU__DEFAULT_STREAM;
    if ((s = graph->failed))
        gpu__fail(s, call, "the call of %s failed, so the graph lacks it; make the graph anew", graph->failed_call);
#ifdef GPU__CUDA
    if (graph->stream.native) {
        cudaGraph_t captured = NULL;
        s = gpu__cuda(cudaStreamEndCapture((cudaStream_t)graph->stream.native, &captured), call);
        gpu__graphs_count(-1);
        if (!s) s = gpu__cuda(cudaGraphGetNodes(captured, NULL, &graph->calls), call);
        if (!s) s = gpu__cuda(cudaGraphInstantiateWithFlags(&graph->exec, captured, 0), call);
        if (captured) (void)cudaGraphDestroy(captured);
    }
#endif
    if (!s && !gpu__list_handle(graph, GPU__GRAPH)) s = gpu__no_host_memory(call);
    if (!s) return graph;
    gpu__graph_end_of(graph);
    return NULL;
}

GPU_API gpu_status gpu_graph_launch(gpu_graph graph)
{
    static const char call[] = "gpu_graph_launch";
    const gpu__node *node;
    gpu_status s = gpu__enter();
    if (s || (s = gpu__check_handle(graph, GPU__GRAPH, call))) return s;
    if (gpu__me.graph) return gpu__not_in_graph(call, "a graph within a graph is not possible");
    if (graph->device != gpu__me.device)
        return gpu__fail(GPU_ERROR_INVALID_DEVICE, call,
                         "the graph belongs to device %d and the current device is %d; gpu_use(%d) first",
                         graph->device, gpu__me.device, graph->device);
#ifdef GPU__CUDA
    if (graph->exec) {
        const gpu_dim3 none = {0, 0, 0};
        GPU__RANGE(call);
        s = gpu__cuda(cudaGraphLaunch(graph->exec, (cudaStream_t)gpu__me.stream), call);
        GPU__RANGE_END();
        if (s) return s;
        gpu__note_launch("a gpu_graph", graph->file, graph->line, graph->calls, none, none);
        return gpu__global.sync ? gpu__finish(call) : GPU_OK;
    }
#endif
    for (node = graph->first; node && !s; node = node->next) s = gpu__node_run(node);
    return s;
}

GPU_API gpu_status gpu_graph_free(gpu_graph graph)
{
    gpu_status s = gpu__enter();
    if (s || !graph) return s;
    if (gpu__me.graph) return gpu__not_in_graph("gpu_graph_free", "this waits");
    if ((s = gpu__unlist_handle(graph, GPU__GRAPH, "gpu_graph_free"))) return s;
#ifdef GPU__CUDA
    if (graph->exec) s = gpu__sync_device("gpu_graph_free"); /* it may still run, and its workspace goes */
#endif
    gpu__graph_end_of(graph);
    return s;
}

