/* -- graphs: their nodes on the CPU -- On a GPU the calls are captured by CUDA, on a stream and with a workspace that
   the graph does not share with other graphs or calls. On the CPU a graph is a list of nodes, one for each call, with
   copies of its arguments. */

enum { GPU__NODE_KERNEL, GPU__NODE_CALL, GPU__NODE_COPY, GPU__NODE_SET, GPU__NODE_CALLBACK };
typedef struct gpu__node gpu__node;
struct gpu__node {
    struct gpu__node *next;
    int kind, flag;
    const void *what; /* the kernel, the gpu__call, or the source of a copy */
    gpu_config config;
    gpu_dim3 grid, block;
    void *out;
    size_t n;
    void (*fn)(void *user);
    void *argument[GPU__ARGUMENTS]; /* pointers to the copies of the arguments, which follow this struct */
    char *values;                   /* address of the next copy */
};

struct gpu__graph {
    int device;
    size_t calls;
    const char *file; /* call site of gpu_graph_begin */
    int line;
    gpu__node *first, *last;
    gpu_status failed;       /* not GPU_OK if a call could not be recorded */
    const char *failed_call; /* its name */
    struct gpu__stream stream;
    void *exec; /* a cudaGraphExec_t; NULL on the CPU */
};

/* Appends a node to the graph, with memory for copies of values: `bytes` bytes, of which each value takes 64 more than
   it has. NULL if memory is exhausted. */
static gpu__node *gpu__node_add(int kind, const void *what, void *out, size_t bytes, const char *call)
{
    gpu_graph graph = gpu__thread.graph;
    gpu__node *node = (gpu__node *)gpu__host(sizeof *node + 64 + bytes, 1);
    if (!node) {
        graph->failed = gpu__no_host_memory(call);
        graph->failed_call = call;
        return NULL;
    }
    node->kind = kind;
    node->what = what;
    node->out = out;
    node->values = GPU__ALIGN64(node + 1);
    if (graph->last) graph->last->next = node;
    else graph->first = node;
    graph->last = node;
    graph->calls++;
    return node;
}
static void *gpu__node_value(gpu__node *node, const void *value, size_t bytes)
{
    void *const copy = memcpy(node->values, value, bytes);
    node->values += GPU__ROUND_UP(bytes, 64); /* keeps the next one aligned for any type */
    return copy;
}

static gpu_status gpu__graph_kernel(gpu__kernel *kernel, const gpu_config *config, void **argv, const gpu_dim3 *grid,
                                    const gpu_dim3 *block)
{
    gpu__node *node;
    size_t bytes = 0;
    for (int k = 0; k < kernel->count; k++) bytes += kernel->size[k] + 64;
    if (!(node = gpu__node_add(GPU__NODE_KERNEL, kernel, NULL, bytes, kernel->name))) return gpu__thread.error;
    node->config = *config;
    node->grid = *grid;
    node->block = *block;
    for (int k = 0; k < kernel->count; k++) node->argument[k] = gpu__node_value(node, argv[k], kernel->size[k]);
    return GPU_OK;
}
/* The bytes of a scalar that input k points to; 0: it is an array or an index. */
static size_t gpu__scalar_bytes(const gpu__call *c, int k)
{
    const gpu__parameter *const parameter = c->op ? &c->op->parameter[k] : NULL;
    if (parameter) return parameter->step ? 0 : parameter->scalar_size;
    return c->scalars >> k & 1 ? c->in[k].size : 0;
}
/* Adds a copy of the call, and of the scalars, the identity and the detail that it points to. */
static gpu_status gpu__call_record(const gpu__call *c)
{
    const size_t identity = c->kind == GPU__CALL_REDUCE ? c->op->out_size
                            : c->kind == GPU__CALL_SCAN ? ((const gpu__scanner *)c->op)->accumulator_size
                                                        : 0;
    const size_t detail = c->op ? 0 : c->detail_size;
    size_t bytes = sizeof *c + identity + detail + 3 * 64;
    gpu__node *node;
    gpu__call *copy;
    for (int k = 0; k < c->inputs; k++) bytes += gpu__scalar_bytes(c, k) + 64;
    if (!(node = gpu__node_add(GPU__NODE_CALL, NULL, NULL, bytes, c->name))) return gpu__thread.error;
    node->what = copy = (gpu__call *)gpu__node_value(node, c, sizeof *c);
    for (int k = 0; k < c->inputs; k++) {
        gpu__input *const in = &copy->in[k];
        if ((bytes = gpu__scalar_bytes(c, k))) in->p = gpu__node_value(node, in->p, bytes);
    }
    if (identity) copy->identity = gpu__node_value(node, c->identity, identity);
    if (detail) copy->detail = gpu__node_value(node, c->detail, detail);
    return GPU_OK;
}
static gpu_status gpu__graph_copy(void *dst, const void *src, int byte, size_t bytes, const char *call)
{
    gpu__node *node = gpu__node_add(src ? GPU__NODE_COPY : GPU__NODE_SET, src, dst, 0, call);
    if (!node) return gpu__thread.error;
    node->n = bytes;
    node->flag = byte;
    return GPU_OK;
}
static GPU__FORCE_INLINE gpu_status gpu__graph_callback(void (*fn)(void *user), void *user, const char *call)
{
    gpu__node *node = gpu__node_add(GPU__NODE_CALLBACK, NULL, user, 0, call);
    if (!node) return gpu__thread.error;
    node->fn = fn;
    return GPU_OK;
}

static gpu_status gpu__node_run(gpu__node *node)
{
    switch (node->kind) {
    case GPU__NODE_KERNEL:
        return gpu__launch_cpu((gpu__kernel *)(uintptr_t)node->what, &node->config, node->argument, &node->grid,
                               &node->block);
    case GPU__NODE_CALL: return gpu__call_run((const gpu__call *)node->what);
    case GPU__NODE_COPY: memcpy(node->out, node->what, node->n); return GPU_OK;
    case GPU__NODE_SET: memset(node->out, node->flag, node->n); return GPU_OK;
    default: node->fn(node->out); return GPU_OK;
    }
}
