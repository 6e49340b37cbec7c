/* -- events: their public functions -- */

GPU_API gpu_event gpu_event_new(void)
{
    static const char call[] = "gpu_event_new";
    gpu_event event;
    if (gpu__enter()) return NULL;
    if (!(event = (gpu_event)gpu__host_for(call, sizeof *event))) return NULL;
    event->device = gpu__thread.device;
    if (!gpu__backend(event->device, event_open)(event, call)) {
        if (!gpu__list_handle(event, GPU__EVENT, call)) return event;
        (void)gpu__backend(event->device, event_close)(event, NULL);
    }
    GPU_HOST_FREE(event);
    return NULL;
}

static gpu_status gpu__check_event(gpu_event event, int recorded, const char *call)
{
    gpu_status s = gpu__enter();
    if (s || (s = gpu__check_handle(event, GPU__EVENT, call))) return s;
    if (!recorded || event->recorded == 1 || (event->recorded && gpu__thread.graph)) return GPU_OK;
    return gpu__wrong(call, "the event was %s; call gpu_event_record first",
                      event->recorded ? "recorded in a graph alone" : "not recorded");
}

GPU_API gpu_status gpu_event_record(gpu_event event)
{
    static const char call[] = "gpu_event_record";
    gpu_status s = gpu__check_event(event, 0, call);
    if (s || (s = gpu__check_home("the event belongs to device", event->device, ", or make one here", call))) return s;
    s = gpu__current(event_record)(event, call);
    if (!s) event->recorded = gpu__thread.graph ? -1 : 1;
    return s;
}

GPU_API gpu_status gpu_event_wait(gpu_event event)
{
    static const char call[] = "gpu_event_wait";
    const gpu_status s = gpu__check_event(event, 1, call);
    if (!s && gpu__thread.graph && event->device != gpu__thread.device)
        return gpu__not_in_graph(call, "a graph does not wait for another device");
    return s ? s : gpu__backend(event->device, event_wait)(event, call);
}

GPU_API gpu_status gpu_event_sync(gpu_event event)
{
    gpu_status s = gpu__check_event(event, 1, "gpu_event_sync");
    if (!s && gpu__thread.graph) s = gpu__not_in_graph("gpu_event_sync", GPU__NOT_RUN_YET);
    return s ? s : gpu__backend(event->device, event_sync)(event, "gpu_event_sync");
}

static GPU__FORCE_INLINE gpu_status gpu__event_elapsed(gpu_event start, gpu_event stop, double *ms)
{
    static const char call[] = "gpu_event_elapsed_ms";
    gpu_status s = gpu__check_event(start, 1, call);
    if (s) return s;
    gpu__keep_site(GPU__BY_CALL);
    if ((s = gpu__check_event(stop, 1, call))) return s;
    if (start->device != stop->device)
        return gpu__fail(GPU_ERROR_INVALID_DEVICE, call,
                         "the events belong to devices %d and %d, whose clocks differ; use two events of one device",
                         start->device, stop->device);
    if (gpu__thread.graph) return gpu__not_in_graph(call, GPU__NOT_RUN_YET);
    if ((s = gpu__backend(start->device, event_sync)(start, call)) ||
        (s = gpu__backend(start->device, event_sync)(stop, call)))
        return s;
    return gpu__backend(start->device, event_elapsed)(start, stop, ms, call);
}
GPU_API double gpu_event_elapsed_ms(gpu_event start, gpu_event stop)
{
    double ms = 0;
    return gpu__event_elapsed(start, stop, &ms) ? (double)NAN : ms;
}

GPU_API gpu_status gpu_event_free(gpu_event event)
{
    gpu_status s = gpu__enter();
    if (s || !event) return s;
    if ((s = gpu__unlist_handle(event, GPU__EVENT, "gpu_event_free"))) return s;
    s = gpu__backend(event->device, event_close)(event, "gpu_event_free");
    GPU_HOST_FREE(event);
    return s;
}
