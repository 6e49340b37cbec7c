/* Frees memory or a handle, however many users that has. */
static gpu_status gpu__free_any(void *p, int kind)
{
    if (kind == GPU__EVENT) return gpu_event_free((gpu_event)p);
    if (kind == GPU__GRAPH) return gpu_graph_free((gpu_graph)p);
#ifdef GPU_COMPILE
    if (kind == GPU__COMPILED) return ((gpu_kernel)p)->users = 1, gpu_kernel_free((gpu_kernel)p);
#endif
    if (kind != GPU__STREAM) return gpu_free(p);
    if (((gpu_stream)p)->users) ((gpu_stream)p)->users = 1;
    return gpu_stream_free((gpu_stream)p);
}
static GPU__FORCE_INLINE gpu_status gpu__free_all(void)
{
    gpu_status s = GPU_OK;
    for (size_t i = 0; i < gpu__ledger.slots;) {
        const gpu__allocation *const a = &gpu__ledger.slot[i];
        void *const p = a->p;
        if (p && a->kind >= GPU__STREAM) {
            gpu__thread.device = a->device;
            (void)gpu__backend(a->device, use)(a->device, NULL);
        }
        if (p) {
            gpu__keep_site(GPU__BY_CALL);
            gpu__first(&s, gpu__free_any(p, a->kind));
        }
        if (a->p == p) i++; /* empty, or not freed; otherwise a later entry may have been moved there */
    }
    return s;
}
GPU_API gpu_status gpu_shutdown(void)
{
    static const char call[] = "gpu_shutdown";
    gpu_status s = gpu__enter_uncaptured(call, "it frees the memory that the graph uses");
    const int current = gpu__thread.device;
    if (s) return s;
    gpu__stream_set(NULL);
    s = gpu__backend(0, quiesce)(call);
    gpu__first(&s, gpu__free_all());
#ifdef GPU__CURAND
    gpu__first(&s, gpu__curand_free_all(call));
#endif
#ifdef MPI_VERSION
    gpu__first(&s, gpu__mpi_staging_close(call));
#endif
    gpu__first(&s, gpu__quarantine_empty(call));
    gpu__host_free(gpu__ledger.slot);
    memset(&gpu__ledger, 0, sizeof gpu__ledger);
    gpu__spans_end();
    gpu__free_fiber_sets(0);
    gpu__first(&s, gpu__backend(0, close)(call));
    gpu__thread.device = current;
    gpu__thread.entered = GPU__ADD(int, &gpu__global.ready, 1) + 1;
    (void)gpu__backend(current, use)(current, NULL);
    return s;
}

static void gpu__print_leaks(void) /* at exit, as what was written out of bounds; the leaks under GPU_DEBUG alone */
{
    char broken[512];
    for (const gpu__allocation *a = gpu__ledger.slot; a < gpu__ledger.end; a++) {
        const int memory = a->kind < GPU__STREAM;
        const char *from = gpu__new_name(a->kind);
        if (!a->p) continue;
        if (a->kind == GPU__STREAM && ((gpu_stream)a->p)->users) from = "gpu_stream_from_native";
        if (gpu__global.debug && memory)
            fprintf(stderr, "gpu.h: never freed: %zu bytes from %s at %s\n", a->bytes, from, gpu__made_at(a));
        else if (gpu__global.debug)
            fprintf(stderr, "gpu.h: never freed: the result of %s at %s\n", from, gpu__made_at(a));
        if (memory && !gpu__on_device(a) && gpu__canary_broken(a, broken, sizeof broken))
            fprintf(stderr, "gpu.h: %s\n", broken);
    }
}

/* Runs after the program's own atexit handlers, which may free memory and check errors. */
GPU__AT_EXIT(gpu__the_end)
{
    if (gpu__global.unseen)
        fprintf(stderr, "gpu.h: %d error%s never checked; the first: %s\n", gpu__global.unseen,
                gpu__global.unseen == 1 ? " was" : "s were", gpu__global.unseen_message);
    (void)gpu__quarantine_empty(NULL);
    gpu__print_leaks();
    if (!gpu__ledger.used) gpu__spans_end(); /* so that a shared library that is unloaded does not leak */
}
