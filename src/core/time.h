/* The timer and GPU_BENCH have events of their own. */
GPU_API gpu_status gpu_timer_start(void)
{
    static const char call[] = "gpu_timer_start";
    gpu_status s = gpu__enter_uncaptured(call, GPU__NOT_RUN_YET);
    if (s) return s;
    struct gpu__event *timer = gpu__thread.timer[gpu__is_gpu(gpu__thread.device)];
    for (int k = 0; k < 2 && timer->device != gpu__thread.device; k++) (void)gpu__current(event_close)(&timer[k], NULL);
    gpu__thread.timer_device = timer->device = gpu__thread.device; /* events belong to a device */
    if ((s = gpu__current(event_open)(&timer[0], call)) || (s = gpu__current(event_open)(&timer[1], call))) return s;
    gpu__thread.timer_runs = 1;
    return gpu__current(event_record)(&timer[0], call);
}

static GPU__FORCE_INLINE gpu_status gpu__timer_read(double *ms)
{
    static const char call[] = "gpu_timer_ms";
    struct gpu__event *timer = gpu__thread.timer[gpu__is_gpu(gpu__thread.device)];
    gpu_status s;
    if (gpu__thread.graph) return gpu__not_in_graph(call, GPU__NOT_RUN_YET);
    if (!gpu__thread.timer_runs || gpu__thread.timer_device != gpu__thread.device)
        return gpu__wrong(call, "this thread started no timer on the current device; call gpu_timer_start first");
    if ((s = gpu__current(event_record)(&timer[1], call)) || (s = gpu__current(event_sync)(&timer[1], call))) return s;
    return gpu__current(event_elapsed)(&timer[0], &timer[1], ms, call);
}
GPU_API double gpu_timer_ms(void)
{
    double ms = 0;
    return gpu__enter() || gpu__timer_read(&ms) ? (double)NAN : ms;
}

struct gpu__bench {
    int done, device;        /* done: number of events recorded; -1 before the warm-up */
    struct gpu__event *mark; /* one event before each repetition, and one after the last */
    double *ms;              /* duration of each repetition */
};                           /* the arrays of both members follow this struct */

GPU_API void gpu__bench_begin(gpu_stats *stats, int reps)
{
    static const char call[] = "GPU_BENCH";
    struct gpu__bench *b;
    memset(stats, 0, sizeof *stats);
    stats->median_ms = stats->min_ms = stats->max_ms = stats->mean_ms = (double)NAN;
    if (gpu__ready()) return;
    if (gpu__thread.graph) gpu__not_in_graph(call, GPU__NOT_RUN_YET);
    else if (reps < 1 || reps > 1000000) gpu__wrong(call, "%d repetitions; expected 1 to 1000000", reps);
    else if (!(b = (struct gpu__bench *)gpu__host(sizeof *b + ((size_t)reps + 1) * (sizeof *b->mark + sizeof *b->ms),
                                                  1)))
        gpu__fail(GPU_ERROR_OUT_OF_MEMORY, call, "cannot allocate host memory for %d repetitions; use fewer", reps);
    else {
        b->done = -1;
        b->device = gpu__thread.device;
        b->mark = (struct gpu__event *)(void *)(b + 1);
        b->ms = (double *)(void *)(b->mark + reps + 1);
        stats->reps = reps;
        stats->run = b;
    }
}

static int gpu__by_value(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Records event k. After the last one it waits, and computes the durations. */
static GPU__FORCE_INLINE gpu_status gpu__bench_mark(struct gpu__bench *b, int k, int reps)
{
    static const char call[] = "GPU_BENCH";
    struct gpu__event *const mark = &b->mark[k];
    gpu_status s = k == 0 ? gpu__backend(b->device, finish)(call) : GPU_OK;
    if (!s) s = gpu__backend(b->device, event_open)(mark, call);
    if (!s) s = gpu__backend(b->device, event_record)(mark, call);
    if (s || k < reps) return s;
    s = gpu__backend(b->device, event_sync)(mark, call);
    for (int i = 0; i < k && !s; i++) {
        struct gpu__event *const from = &b->mark[i];
        s = gpu__backend(b->device, event_elapsed)(from, from + 1, &b->ms[i], call);
    }
    return s;
}
/* Called before each repetition, which runs if it returns 1, to record an event. The first call starts the warm-up, the
   second ends it, and the last one computes the statistics. */
GPU_API int gpu__bench_next(gpu_stats *stats)
{
    struct gpu__bench *b = stats->run;
    int i, k = b ? b->done : 0;
    if (!b) return 0;
    b->done++;
    if (k < 0) return 1; /* the warm-up */
    if (!gpu__bench_mark(b, k, stats->reps)) {
        const double *const ms = b->ms;
        if (k < stats->reps) return 1;
        stats->mean_ms = 0;
        for (i = 0; i < k; i++) stats->mean_ms += ms[i] / k;
        qsort(b->ms, (size_t)k, sizeof *ms, gpu__by_value);
        stats->min_ms = *ms;
        stats->max_ms = ms[k - 1];
        stats->median_ms = 0.5 * (ms[(k - 1) / 2] + ms[k / 2]); /* twice the same one if k is odd */
    }
    for (i = 0; i <= stats->reps; i++) (void)gpu__backend(b->device, event_close)(&b->mark[i], NULL);
    GPU_HOST_FREE(b);
    stats->run = NULL;
    return 0;
}

#if defined(__cplusplus) && !defined(GPU_STATIC)
}
#endif
#if defined(GPU__GCC) && defined(__OPTIMIZE__)
#pragma GCC pop_options
#endif
#ifdef GPU__MSVC
#pragma warning(pop)
#endif
#endif
#endif /* GPU_IMPLEMENTATION */
