/* Handles are in the ledger, as memory is, so one check finds those that were freed or never made. */
static gpu_status gpu__list_handle(void *handle, int kind, const char *call)
{
    gpu__allocation a;
    memset(&a, 0, sizeof a);
    a.p = handle;
    a.kind = kind;
    a.device = a.home = gpu__thread.device;
    gpu__put_site(&a);
    return gpu__ledger_add(&a) ? GPU_OK : gpu__no_host_memory(call);
}
static gpu_status gpu__unlist_handle(const void *handle, int kind, const char *call)
{
    gpu__allocation a;
    return gpu__ledger_remove(handle, kind, &a) == 1 ? GPU_OK : gpu__check_handle(handle, kind, call);
}

static GPU__FORCE_INLINE void gpu__stream_end(gpu_stream stream) /* frees an idle stream */
{
    gpu__backend(stream->device, stream_close)(stream);
    GPU_HOST_FREE(stream);
}

static gpu_stream gpu__stream_make(void *native, int users, int priority, const char *call)
{
    static int streams;
    gpu_stream stream = (gpu_stream)gpu__host_for(call, sizeof *stream);
    if (!stream) return NULL;
    stream->native = native;
    stream->users = users;
    stream->priority = priority;
    stream->device = gpu__thread.device;
    gpu__lock_memory();
    stream->number = ++streams;
    gpu__unlock_memory();
    if (gpu__current(stream_open)(stream, priority, call)) {
        GPU_HOST_FREE(stream);
        return NULL;
    }
    if (!gpu__list_handle(stream, GPU__STREAM, call)) return stream;
    gpu__stream_end(stream);
    return NULL;
}

GPU_API gpu_stream gpu_stream_new_priority(int priority)
{
    return gpu__enter() ? NULL : gpu__stream_make(NULL, 0, priority, "gpu_stream_new");
}
GPU_API gpu_stream gpu_stream_new(void) { return gpu_stream_new_priority(0); }

GPU_API gpu_stream gpu_stream_from_native(void *native)
{
    static const char call[] = "gpu_stream_from_native";
    gpu_stream stream = NULL;
    if (gpu__enter() || gpu__current(stream_of)(&native, &stream, call)) return NULL;
    return stream ? stream : gpu__stream_make(native, 1, 0, call);
}

/* Refuses what is neither a stream of the current device nor NULL, its default stream. */
static gpu_status gpu__check_stream(gpu_stream stream, const char *call)
{
    gpu_status s = gpu__enter();
    if (s || !stream) return s;
    s = gpu__check_handle(stream, GPU__STREAM, call);
    return s ? s : gpu__check_home("the stream belongs to device", stream->device, "", call);
}

/* During capture the stream that was current before stands for the graph's. */
static gpu_status gpu__captured_stream(gpu_stream *stream, const char *call)
{
    if (!gpu__thread.graph) return GPU_OK;
    if (*stream != gpu__thread.before_graph)
        return gpu__not_in_graph(call, "only the stream that was current before is captured");
    *stream = gpu__thread.current;
    return GPU_OK;
}
GPU_API gpu_status gpu_use_stream(gpu_stream stream)
{
    static const char call[] = "gpu_use_stream";
    gpu_status s = gpu__check_stream(stream, call);
    if (s || (s = gpu__captured_stream(&stream, call))) return s;
    gpu__stream_set(stream);
    return GPU_OK;
}

/* Waits for the stream, or queries whether its work is done: 1, 0, or -1 on error. It may be another device's. */
static int gpu__stream_finished(gpu_stream stream, int wait, const char *call)
{
    const gpu_stream before = gpu__thread.current;
    const int current = gpu__thread.device;
    gpu__stream_set(stream);
    if (stream) gpu__thread.device = stream->device;
    const int done = gpu__current(finished)(wait, call);
    gpu__thread.device = current;
    gpu__stream_set(before);
    return done;
}
static int gpu__stream_ask(gpu_stream stream, int wait, const char *call)
{
    if (gpu__check_stream(stream, call)) return -1;
    if (gpu__thread.graph) {
        (void)gpu__not_in_graph(call, GPU__NOT_RUN_YET);
        return -1;
    }
    return gpu__stream_finished(stream, wait, call);
}
GPU_API gpu_status gpu_stream_sync(gpu_stream stream)
{
    return gpu__stream_ask(stream, 1, "gpu_stream_sync") < 0 ? gpu__thread.error : GPU_OK;
}
GPU_API int gpu_stream_done(gpu_stream stream) { return gpu__stream_ask(stream, 0, "gpu_stream_done"); }

GPU_API gpu_status gpu_stream_free(gpu_stream stream)
{
    static const char call[] = "gpu_stream_free";
    gpu_status s = gpu__enter();
    if (s || !stream || (s = gpu__check_handle(stream, GPU__STREAM, call))) return s;
    if (gpu__thread.graph) return gpu__not_in_graph(call, "it waits for the stream");
    gpu__lock_memory();
    const int left = stream->users > 1 ? --stream->users : 0;
    gpu__unlock_memory();
    if (left) return GPU_OK;
    if (stream == gpu__thread.current)
        return gpu__wrong(call, "the stream is the current stream of this thread; gpu_use_stream(NULL) first");
    if (!stream->users && gpu__stream_finished(stream, 1, call) < 0 && (s = gpu__thread.error) != GPU_ERROR_KERNEL)
        return s; /* after a fault (GPU_ERROR_KERNEL) nothing runs on it any more, and it can be freed */
    if (gpu__unlist_handle(stream, GPU__STREAM, call)) return gpu__thread.error;
    gpu__stream_end(stream);
    return s;
}

GPU_API void *gpu_stream_native(gpu_stream stream)
{
    if (gpu__check_stream(stream, "gpu_stream_native")) return NULL;
    if (gpu__thread.graph && stream == gpu__thread.before_graph) stream = gpu__thread.current;
    return stream ? stream->native : gpu__is_gpu(gpu__thread.device) ? (void *)GPU__DEFAULT_STREAM : NULL;
}

GPU_API gpu_status gpu_stream_callback(gpu_stream stream, void (*fn)(void *user), void *user)
{
    static const char call[] = "gpu_stream_callback";
    gpu_status s = gpu__check_stream(stream, call);
    if (s) return s;
    if (!fn) return gpu__wrong(call, "fn is NULL; expected a function to call");
    if (gpu__thread.graph && !stream) stream = gpu__thread.before_graph;
    s = gpu__captured_stream(&stream, call);
    return s ? s : gpu__current(callback)(stream, fn, user, call);
}
