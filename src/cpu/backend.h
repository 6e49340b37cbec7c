/* -- streams, events, graphs, launches -- */

/* On the CPU a call's work is done when the call returns, and nothing has to be opened, so several functions of the
   list do nothing: this one stands for all of them. */
static GPU__FORCE_INLINE gpu_status gpu__cpu_nothing(GPU__UNUSED const char *call) { return GPU_OK; }
static GPU__FORCE_INLINE gpu_status gpu__cpu_no_{device|event|graph}({int|gpu_event|gpu_graph} {1}, const char *call)
{
    (void){1}, (void)call;
    return GPU_OK;
}

#ifdef GPU_SEVERAL_DEVICES
static gpu_status gpu__cpu_exchange_open(GPU__UNUSED int parts, GPU__UNUSED uint64_t **flags, size_t *reach,
                                         GPU__UNUSED const char *call)
{
    *reach = 1;
    return GPU_OK;
}
static gpu_status gpu__cpu_exchange(const gpu__exchange *x, const gpu__exchange_args *a)
{
    x->host(a);
    return GPU_OK;
}
static void gpu__cpu_exchange_give_up(const gpu__exchange_args *a) { (void)a; }
#endif

static GPU__FORCE_INLINE gpu_status gpu__cpu_stream_open(GPU__UNUSED gpu_stream stream, GPU__UNUSED int priority,
                                                         GPU__UNUSED const char *call)
{
    return GPU_OK;
}
static GPU__FORCE_INLINE gpu_status gpu__cpu_stream_of(GPU__UNUSED void **native, GPU__UNUSED gpu_stream *stream,
                                                       const char *call)
{
    return gpu__fail(GPU_ERROR_NOT_SUPPORTED, call,
                     "the current device is the CPU, which has no CUDA streams; gpu_use a GPU first, or use "
                     "gpu_stream_new");
}
static GPU__FORCE_INLINE void gpu__cpu_stream_close(gpu_stream stream) { (void)stream; }
static GPU__FORCE_INLINE int gpu__cpu_finished(GPU__UNUSED int wait, GPU__UNUSED const char *call) { return 1; }
static GPU__FORCE_INLINE gpu_status gpu__cpu_callback(GPU__UNUSED gpu_stream stream, void (*fn)(void *user), void *user,
                                                      const char *call)
{
    if (gpu__thread.graph) return gpu__graph_callback(fn, user, call);
    fn(user);
    return GPU_OK;
}

static gpu_status gpu__cpu_event_record(gpu_event event, GPU__UNUSED const char *call)
{
    event->seconds = gpu__seconds();
    return GPU_OK;
}
static gpu_status gpu__cpu_event_elapsed(gpu_event start, gpu_event stop, double *ms, GPU__UNUSED const char *call)
{
    *ms = 1e3 * (stop->seconds - start->seconds);
    return GPU_OK;
}

static GPU__FORCE_INLINE gpu_status gpu__cpu_graph_launch(gpu_graph graph, GPU__UNUSED const char *call)
{
    gpu_status s = GPU_OK;
    for (gpu__node *node = graph->first; node && !s; node = node->next) s = gpu__node_run(node);
    return s;
}
static GPU__FORCE_INLINE void gpu__cpu_graph_close(gpu_graph graph) { (void)graph; }

static GPU__FORCE_INLINE gpu_status gpu__cpu_run_kernel(gpu__kernel *kernel, const gpu_config *config, void **argv)
{
    gpu_dim3 grid, block;
    int empty;
    gpu_status s =
        gpu__resolve(kernel, config, (size_t)gpu__cpu_threads(), GPU__CPU_SHARED_OPTIN, &grid, &block, &empty);
    if (s || empty) return s;
    if (gpu__is_cooperative(config)) s = gpu__check_cooperative(kernel, grid, block, gpu__grid_fits(kernel, block));
    if (s || (s = gpu__check_launch(kernel, argv))) return s;
    return gpu__thread.graph ? gpu__graph_kernel(kernel, config, argv, &grid, &block)
                             : gpu__launch_cpu(kernel, config, argv, &grid, &block);
}
static GPU__FORCE_INLINE gpu_status gpu__cpu_make_call(const gpu__call *c)
{
    return gpu__thread.graph ? gpu__call_record(c) : gpu__call_run(c);
}
static GPU__FORCE_INLINE gpu_status gpu__cpu_constant(void *symbol, void *host, size_t bytes, int set,
                                                      GPU__UNUSED int device_code, GPU__UNUSED const char *name)
{
    memcpy(set ? symbol : host, set ? host : symbol, bytes);
    return GPU_OK;
}
static GPU__FORCE_INLINE int gpu__cpu_occupancy(GPU__UNUSED const gpu__kernel *kernel, GPU__UNUSED size_t threads,
                                                GPU__UNUSED size_t shared_bytes)
{
    return 1;
}
