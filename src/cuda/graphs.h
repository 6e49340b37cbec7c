/* -- graphs: stream capture -- */

/* Adds `change`, 1 or -1, to the number of captures on the current device; a new one waits for threads that synchronise
   the device, which must not happen during a capture. */
static void gpu__graphs_count(int change)
{
    gpu__cuda_pool *pool = &gpu__cuda_pools[gpu__thread.device];
    int done = 0;
    while (!done) {
        gpu__lock_memory();
        done = change < 0 || !pool->syncing;
        if (done) pool->graphs += change;
        gpu__unlock_memory();
    }
}
static gpu_status gpu__cuda_graph_begin(gpu_graph graph, const char *call)
{
    gpu_status s = gpu__cuda_ready(gpu__thread.device, call);
    /* Non-blocking, because the default stream must not wait for a stream in capture. */
    if (!s)
        s = gpu__cuda(cudaStreamCreateWithFlags((cudaStream_t *)&graph->stream.native, cudaStreamNonBlocking), call);
    if (!s) s = gpu__workspace_make(&graph->stream, call);
    if (s) return s;
    gpu__graphs_count(1);
    s = gpu__cuda(cudaStreamBeginCapture((cudaStream_t)graph->stream.native, cudaStreamCaptureModeThreadLocal), call);
    if (s) gpu__graphs_count(-1);
    return s;
}
static gpu_status gpu__cuda_graph_end(gpu_graph graph, const char *call)
{
    cudaGraph_t captured = NULL;
    cudaGraphExec_t exec = NULL;
    gpu_status s = gpu__cuda(cudaStreamEndCapture((cudaStream_t)graph->stream.native, &captured), call);
    gpu__graphs_count(-1);
    if (!s) s = gpu__cuda(cudaGraphGetNodes(captured, NULL, &graph->calls), call);
    if (!s) s = gpu__cuda(cudaGraphInstantiateWithFlags(&exec, captured, 0), call);
    if (captured) gpu__ignore(cudaGraphDestroy(captured));
    graph->exec = exec;
    return s;
}
static gpu_status gpu__cuda_graph_launch(gpu_graph graph, const char *call)
{
    const gpu_dim3 none = {0, 0, 0};
    GPU__RANGE(call);
    const gpu_status s =
        gpu__cuda(cudaGraphLaunch((cudaGraphExec_t)graph->exec, (cudaStream_t)gpu__thread.stream), call);
    GPU__RANGE_END();
    if (s) return s;
    gpu__note_launch("a gpu_graph", graph->file, graph->line, graph->calls, &none, &none);
    return gpu__global.sync ? gpu__cuda_finish(call) : GPU_OK;
}
static void gpu__cuda_graph_close(gpu_graph graph)
{
    if (graph->exec) gpu__ignore(cudaGraphExecDestroy((cudaGraphExec_t)graph->exec));
    if (!graph->stream.native) return;
    gpu__workspace_free(&graph->stream);
    gpu__ignore(cudaStreamDestroy((cudaStream_t)graph->stream.native));
}
