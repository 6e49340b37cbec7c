/* -- events -- */

struct gpu__event {
    void *native; /* a cudaEvent_t */
    int device, recorded;
    double seconds;
};

GPU_API gpu_event gpu_event_new(void)
{
    gpu_event event;
    if (gpu__enter()) return NULL;
    event = (gpu_event)gpu__host(sizeof *event, 1);
    if (!event) {
        gpu__no_host_memory("gpu_event_new");
        return NULL;
    }
    event->device = gpu__me.device;
#ifdef GPU__CUDA
    if (gpu__me.device >= 0 && gpu__cuda(cudaEventCreate((cudaEvent_t *)&event->native), "gpu_event_new")) {
        GPU_HOST_FREE(event);
        return NULL;
    }
#endif
    if (gpu__list_handle(event, GPU__EVENT)) return event;
#ifdef GPU__CUDA
    if (event->native) (void)cudaEventDestroy((cudaEvent_t)event->native);
#endif
    GPU_HOST_FREE(event);
    gpu__no_host_memory("gpu_event_new");
    return NULL;
}

static gpu_status gpu__check_event(gpu_event event, int recorded, const char *call)
{
    gpu_status s = gpu__enter();
    if (s || (s = gpu__check_handle(event, GPU__EVENT, call))) return s;
    if (recorded && !event->recorded)
        return gpu__fail(GPU_ERROR_INVALID_ARGUMENT, call, "the event was never recorded; gpu_event_record it first");
    return GPU_OK;
}

GPU_API gpu_status gpu_event_record(gpu_event event)
{
    gpu_status s = gpu__check_event(event, 0, "gpu_event_record");
    if (s) return s;
    if (event->device != gpu__me.device)
        return gpu__fail(GPU_ERROR_INVALID_DEVICE, "gpu_event_record",
                         "the event belongs to device %d and the current device is %d; make one for each device",
                         event->device, gpu__me.device);
#ifdef GPU__CUDA
    if (gpu__me.device >= 0)
        s = gpu__cuda(cudaEventRecord((cudaEvent_t)event->native, (cudaStream_t)gpu__me.stream), "gpu_event_record");
#endif
    if (gpu__me.device == GPU_CPU && gpu__me.graph) s = gpu__graph_event(event, "gpu_event_record");
    event->seconds = gpu__seconds();
    if (!s) event->recorded = 1;
    return s;
}

GPU_API gpu_status gpu_event_wait(gpu_event event)
{
    gpu_status s = gpu__check_event(event, 1, "gpu_event_wait");
#ifdef GPU__CUDA
    if (!s && event->native)
        s = gpu__me.device >= 0
                ? gpu__cuda(cudaStreamWaitEvent((cudaStream_t)gpu__me.stream, (cudaEvent_t)event->native, 0),
                            "gpu_event_wait")
                : gpu__cuda(cudaEventSynchronize((cudaEvent_t)event->native),
                            "gpu_event_wait"); /* work on the CPU waits now */
#endif
    return s;
}

GPU_API gpu_status gpu_event_sync(gpu_event event)
{
    gpu_status s = gpu__check_event(event, 1, "gpu_event_sync");
    if (!s && gpu__me.graph) s = gpu__not_in_graph("gpu_event_sync", "what is in it does not run yet");
#ifdef GPU__CUDA
    if (!s && event->native) s = gpu__cuda(cudaEventSynchronize((cudaEvent_t)event->native), "gpu_event_sync");
#endif
    return s;
}

GPU_API double gpu_event_elapsed_ms(gpu_event start, gpu_event stop)
{
    static const char call[] = "gpu_event_elapsed_ms";
    if (gpu__check_event(start, 1, call)) return (double)NAN;
    gpu__go_on(GPU__BY_CALL);
    if (gpu__check_event(stop, 1, call)) return (double)NAN;
    if (start->device != stop->device) {
        gpu__fail(GPU_ERROR_INVALID_DEVICE, call,
                  "the events belong to devices %d and %d, whose clocks differ; take two of one device", start->device,
                  stop->device);
        return (double)NAN;
    }
    if (gpu__me.graph) {
        gpu__not_in_graph(call, "what is in it does not run yet");
        return (double)NAN;
    }
#ifdef GPU__CUDA
    if (start->native) {
        float ms = 0;
        if (gpu__cuda(cudaEventSynchronize((cudaEvent_t)start->native), call) ||
            gpu__cuda(cudaEventSynchronize((cudaEvent_t)stop->native), call) ||
            gpu__cuda(cudaEventElapsedTime(&ms, (cudaEvent_t)start->native, (cudaEvent_t)stop->native), call))
            return (double)NAN;
        return ms;
    }
#endif
    return 1e3 * (stop->seconds - start->seconds);
}

GPU_API gpu_status gpu_event_free(gpu_event event)
{
    gpu_status s = gpu__enter();
    if (s || !event) return s;
    if ((s = gpu__unlist_handle(event, GPU__EVENT, "gpu_event_free"))) return s;
#ifdef GPU__CUDA
    if (event->native) s = gpu__cuda(cudaEventDestroy((cudaEvent_t)event->native), "gpu_event_free");
#endif
    GPU_HOST_FREE(event);
    return s;
}

