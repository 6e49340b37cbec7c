/* ---------------------------------------------------------------------------------------------------------- time -- */

#ifdef GPU__CUDA
static gpu_status gpu__timer_event(void **event, const char *call)
{
    return *event ? GPU_OK : gpu__cuda(cudaEventCreate((cudaEvent_t *)event), call);
}
#endif

GPU_API gpu_status gpu_timer_start(void)
{
    gpu_status s = gpu__enter();
    if (s) return s;
    if (gpu__me.graph) return gpu__not_in_graph("gpu_timer_start", "what is in it does not run yet");
#ifdef GPU__CUDA
    if (gpu__me.device >= 0) {
        if (gpu__me.timer_events_device != gpu__me.device) { /* events belong to a device */
            int k;
            for (k = 0; k < 2; k++) {
                if (gpu__me.timer_events[k]) (void)cudaEventDestroy((cudaEvent_t)gpu__me.timer_events[k]);
                gpu__me.timer_events[k] = NULL;
            }
            gpu__me.timer_events_device = gpu__me.device;
        }
        gpu__me.timer_device = gpu__me.device;
        if ((s = gpu__timer_event(&gpu__me.timer_events[0], "gpu_timer_start")) ||
            (s = gpu__timer_event(&gpu__me.timer_events[1], "gpu_timer_start")))
            return s;
        gpu__me.timer_start = 1;
        return gpu__cuda(cudaEventRecord((cudaEvent_t)gpu__me.timer_events[0], (cudaStream_t)gpu__me.stream),
                         "gpu_timer_start");
    }
#endif
    gpu__me.timer_device = GPU_CPU;
    gpu__me.timer_start = gpu__seconds();
    return GPU_OK;
}

GPU_API double gpu_timer_ms(void)
{
    if (gpu__enter()) return (double)NAN;
    if (gpu__me.graph) {
        gpu__not_in_graph("gpu_timer_ms", "what is in it does not run yet");
        return (double)NAN;
    }
    if (gpu__me.timer_start == 0 || gpu__me.timer_device != gpu__me.device) {
        gpu__fail(GPU_ERROR_INVALID_ARGUMENT, "gpu_timer_ms",
                  "no timer runs in this thread on the current device; call gpu_timer_start first");
        return (double)NAN;
    }
#ifdef GPU__CUDA
    if (gpu__me.device >= 0) {
        float ms = 0;
        cudaEvent_t start = (cudaEvent_t)gpu__me.timer_events[0], stop = (cudaEvent_t)gpu__me.timer_events[1];
        if (gpu__cuda(cudaEventRecord(stop, (cudaStream_t)gpu__me.stream), "gpu_timer_ms") ||
            gpu__cuda(cudaEventSynchronize(stop), "gpu_timer_ms") ||
            gpu__cuda(cudaEventElapsedTime(&ms, start, stop), "gpu_timer_ms"))
            return (double)NAN;
        return ms;
    }
#endif
    return 1e3 * (gpu__seconds() - gpu__me.timer_start);
}

struct gpu__bench {
    int done, device; /* marks that were set; mark 0 ends the warm-up */
    double *mark;     /* CPU: seconds; then milliseconds of each repetition */
    void **event;     /* GPU: one event a mark */
};

static void gpu__bench_free(gpu_stats *stats)
{
    struct gpu__bench *b = stats->run;
    stats->run = NULL;
    if (!b) return;
#ifdef GPU__CUDA
    if (b->event)
        for (int i = 0; i <= stats->reps; i++)
            if (b->event[i]) (void)cudaEventDestroy((cudaEvent_t)b->event[i]);
#endif
    if (b->event) GPU_HOST_FREE(b->event);
    if (b->mark) GPU_HOST_FREE(b->mark);
    GPU_HOST_FREE(b);
}

GPU_API void gpu__bench_begin(gpu_stats *stats, int reps)
{
    memset(stats, 0, sizeof *stats);
    stats->median_ms = stats->min_ms = stats->max_ms = stats->mean_ms = (double)NAN;
    if (gpu__ready()) return;
    if (gpu__me.graph) {
        gpu__not_in_graph("GPU_BENCH", "what is in it does not run yet");
        return;
    }
    if (reps < 1 || reps > 1000000) {
        gpu__fail(GPU_ERROR_INVALID_ARGUMENT, "GPU_BENCH", "%d repetitions; expected 1 to 1000000", reps);
        return;
    }
    stats->reps = reps;
    stats->run = (struct gpu__bench *)gpu__host(sizeof *stats->run, 1);
    if (stats->run) {
        stats->run->done = -1;
        stats->run->device = gpu__me.device;
        stats->run->mark = (double *)gpu__host(((size_t)reps + 1) * sizeof(double), 1);
        stats->run->event = (void **)gpu__host(((size_t)reps + 1) * sizeof(void *), 1);
    }
    if (!stats->run || !stats->run->mark || !stats->run->event) {
        gpu__fail(GPU_ERROR_OUT_OF_MEMORY, "GPU_BENCH", "there is no host memory for %d repetitions; use fewer", reps);
        gpu__bench_free(stats);
    }
}

static int gpu__by_value(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Before each repetition: sets a mark. The first call starts the warm-up, the second ends it, the last one reads
   all. */
GPU_API int gpu__bench_next(gpu_stats *stats)
{
    struct gpu__bench *b = stats->run;
    int i, k = b ? b->done : 0;
    if (!b) return 0;
    b->done++;
    if (k < 0) return 1; /* the warm-up */
#ifdef GPU__CUDA
    if (b->device >= 0) {
        if ((k == 0 && gpu__finish("GPU_BENCH")) || gpu__timer_event(&b->event[k], "GPU_BENCH") ||
            gpu__cuda(cudaEventRecord((cudaEvent_t)b->event[k], (cudaStream_t)gpu__me.stream), "GPU_BENCH")) {
            gpu__bench_free(stats);
            return 0;
        }
    } else
#endif
        b->mark[k] = gpu__seconds();
    if (k < stats->reps) return 1;
#ifdef GPU__CUDA
    if (b->device >= 0) {
        float ms = 0;
        gpu_status s = gpu__cuda(cudaEventSynchronize((cudaEvent_t)b->event[k]), "GPU_BENCH");
        for (i = 0; i < k && !s; i++) {
            s = gpu__cuda(cudaEventElapsedTime(&ms, (cudaEvent_t)b->event[i], (cudaEvent_t)b->event[i + 1]),
                          "GPU_BENCH");
            b->mark[i] = ms;
        }
        if (s) {
            gpu__bench_free(stats);
            return 0;
        }
    } else
#endif
        for (i = 0; i < k; i++) b->mark[i] = 1e3 * (b->mark[i + 1] - b->mark[i]);
    stats->mean_ms = 0;
    for (i = 0; i < k; i++) stats->mean_ms += b->mark[i] / k;
    qsort(b->mark, (size_t)k, sizeof(double), gpu__by_value);
    stats->min_ms = b->mark[0];
    stats->max_ms = b->mark[k - 1];
    stats->median_ms = k % 2 ? b->mark[k / 2] : 0.5 * (b->mark[k / 2 - 1] + b->mark[k / 2]);
    gpu__bench_free(stats);
    return 0;
}

#if defined(__cplusplus) && !defined(GPU_STATIC)
}
#endif
#endif
#endif /* GPU_IMPLEMENTATION */

