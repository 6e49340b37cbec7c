/* -- graphs: their public functions -- */

static void gpu__graph_end_of(gpu_graph graph)
{
    gpu__node *node;
    while ((node = graph->first)) {
        graph->first = node->next;
        GPU_HOST_FREE(node);
    }
    gpu__backend(graph->device, graph_close)(graph);
    GPU_HOST_FREE(graph);
}

GPU_API gpu_status gpu_graph_begin(void)
{
    static const char call[] = "gpu_graph_begin";
    gpu_graph graph;
    gpu_status s = gpu__enter();
    if (s) return s;
    if (gpu__thread.graph)
        return gpu__wrong(call, "this thread already captures a graph, since %s:%d; call gpu_graph_end first",
                          gpu__thread.graph->file ? gpu__thread.graph->file : "?", gpu__thread.graph->line);
    if (!(graph = (gpu_graph)gpu__host(sizeof *graph, 1))) return gpu__no_host_memory(call);
    graph->device = graph->stream.device = gpu__thread.device;
    gpu__put_site(graph);
    gpu__thread.before_graph = gpu__thread.current;
    if ((s = gpu__backend(graph->device, graph_begin)(graph, call))) {
        gpu__graph_end_of(graph);
        return s;
    }
    gpu__thread.graph = graph;
    gpu__stream_set(&graph->stream);
    return GPU_OK;
}

GPU_API gpu_graph gpu_graph_end(void)
{
    static const char call[] = "gpu_graph_end";
    gpu_graph graph = gpu__thread.graph;
    gpu_status s = gpu__enter();
    if (s) return NULL;
    if (!graph) {
        gpu__wrong(call, "this thread is not capturing a graph; call gpu_graph_begin first");
        return NULL;
    }
    gpu__thread.graph = NULL;
    gpu__stream_set(gpu__thread.before_graph);
    if ((s = graph->failed))
        gpu__fail(s, call, "the call of %s could not be captured; capture the graph again", graph->failed_call);
    gpu__first(&s, gpu__backend(graph->device, graph_end)(graph, call));
    if (!s) s = gpu__list_handle(graph, GPU__GRAPH, call);
    if (!s) return graph;
    gpu__graph_end_of(graph);
    return NULL;
}

GPU_API gpu_status gpu_graph_launch(gpu_graph graph)
{
    static const char call[] = "gpu_graph_launch";
    gpu_status s = gpu__enter();
    if (s || (s = gpu__check_handle(graph, GPU__GRAPH, call))) return s;
    if (gpu__thread.graph) return gpu__not_in_graph(call, "a graph cannot contain a graph");
    s = gpu__check_home("the graph belongs to device", graph->device, "", call);
    if (!s) s = gpu__tape_asked(launch, (call));
    return s ? s : gpu__backend(graph->device, graph_launch)(graph, call);
}

GPU_API gpu_status gpu_graph_free(gpu_graph graph)
{
    gpu_status s = gpu__enter();
    if (s || !graph) return s;
    if (gpu__thread.graph) return gpu__not_in_graph("gpu_graph_free", "it waits");
    if ((s = gpu__unlist_handle(graph, GPU__GRAPH, "gpu_graph_free"))) return s;
    s = gpu__backend(graph->device, sync_of)(graph->device, "gpu_graph_free"); /* it may still run */
    gpu__graph_end_of(graph);
    return s;
}
