/* ------------------------------------------------------------------------------------------ host memory, staged -- */

/* Host arrays are copied to the GPU in chunks through page-locked memory, with triple buffering: while one slot is
   copied in, the host fills the next, and the one before is computed or copied out. */
enum { GPU__SLOTS = 3 };
#define GPU__SLOT_BYTES ((size_t)12 << 20)

typedef struct gpu__stage {
    int device;
    cudaStream_t stream[GPU__SLOTS];
    cudaEvent_t ready;
    char *pinned[GPU__SLOTS], *on_device[GPU__SLOTS];
    gpu__block *block[GPU__SLOTS]; /* the memory of on_device */
    size_t bytes;                  /* of each of them */
    struct gpu__stage *next;
} gpu__stage;

static gpu__stage *gpu__stages; /* a list of the idle ones, guarded by gpu__workspaces.lock */

static void gpu__stage_free(gpu__stage *st)
{
    for (int k = 0; k < GPU__SLOTS; k++) {
        if (st->stream[k]) gpu__ignore(cudaStreamDestroy(st->stream[k]));
        if (st->pinned[k]) gpu__ignore(cudaFreeHost(st->pinned[k]));
        gpu__pool_give(st->block[k], st->device, NULL); /* a stage in the list is idle */
    }
    if (st->ready) gpu__ignore(cudaEventDestroy(st->ready));
    GPU_HOST_FREE(st);
}

/* Takes a stage of the current device with slots of at least `bytes` bytes; its streams wait for the work of the
   current stream. */
static gpu_status gpu__stage_take(gpu__stage **out, size_t bytes, const char *call)
{
    gpu__stage **link = &gpu__stages, *st;
    gpu_status s = GPU_OK;
    gpu__lock(&gpu__workspaces.lock);
    while (*link && (*link)->device != gpu__thread.device) link = &(*link)->next;
    if ((st = *link)) *link = st->next;
    gpu__unlock(&gpu__workspaces.lock);
    if (!st) {
        if (!(st = (gpu__stage *)gpu__host(sizeof *st, 1))) return gpu__no_host_memory(call);
        st->device = gpu__thread.device;
        s = gpu__cuda(cudaEventCreateWithFlags(&st->ready, cudaEventDisableTiming), call);
        for (int k = 0; k < GPU__SLOTS && !s; k++)
            s = gpu__cuda(cudaStreamCreateWithFlags(&st->stream[k], cudaStreamNonBlocking), call);
    }
    if (!s && bytes > st->bytes) {
        bytes = bytes < ((size_t)1 << 16) ? (size_t)1 << 16 : bytes;
        for (int k = 0; k < GPU__SLOTS && !s; k++) {
            if (st->pinned[k]) gpu__ignore(cudaFreeHost(st->pinned[k]));
            gpu__pool_give(st->block[k], st->device, NULL);
            st->pinned[k] = st->on_device[k] = NULL;
            st->block[k] = NULL;
            s = gpu__cuda(cudaMallocHost((void **)&st->pinned[k], bytes), call);
            if (!s) s = gpu__pool_take(&st->block[k], bytes, call);
            if (!s) st->on_device[k] = (char *)st->block[k]->p;
        }
        st->bytes = s ? 0 : bytes;
    }
    if (!s) s = gpu__cuda(cudaEventRecord(st->ready, (cudaStream_t)gpu__thread.stream), call);
    for (int k = 0; k < GPU__SLOTS && !s; k++) s = gpu__cuda(cudaStreamWaitEvent(st->stream[k], st->ready, 0), call);
    if (s) gpu__stage_free(st);
    else *out = st;
    return s;
}
/* Waits for the streams of a stage and returns it to the list; gives `s` or the first error of a stream. */
static gpu_status gpu__stage_return(gpu__stage *st, gpu_status s, const char *call)
{
    for (int k = 0; k < GPU__SLOTS; k++) gpu__first(&s, gpu__cuda(cudaStreamSynchronize(st->stream[k]), call));
    gpu__lock(&gpu__workspaces.lock);
    st->next = gpu__stages;
    gpu__stages = st;
    gpu__unlock(&gpu__workspaces.lock);
    return s;
}

static void gpu__memcpy(void *dst, const void *src, size_t bytes) /* a large one on several threads */
{
#ifdef _OPENMP
    if (bytes >= (size_t)1 << 20 && !gpu__forked()) {
        ptrdiff_t k, parts = gpu__cpu_threads() < 16 ? gpu__cpu_threads() : 16; /* more do not increase the bandwidth */
#pragma omp parallel for schedule(static) num_threads((int)parts)
        for (k = 0; k < parts; k++) {
            size_t lo, hi;
            gpu__share(bytes / 64, (size_t)k, (size_t)parts, &lo, &hi);
            lo *= 64, hi = k == parts - 1 ? bytes : hi * 64;
            memcpy((char *)dst + lo, (const char *)src + lo, hi - lo);
        }
        return;
    }
#endif
    memcpy(dst, src, bytes);
}

static void gpu__stages_free(int device) /* frees the idle ones */
{
    gpu__stage **link = &gpu__stages, *st;
    gpu__lock(&gpu__workspaces.lock);
    while ((st = *link))
        if (st->device == device) {
            *link = st->next;
            gpu__stage_free(st);
        } else link = &st->next;
    gpu__unlock(&gpu__workspaces.lock);
}

static void gpu__workspaces_end(void)
{
    for (int device = 0; device < gpu__global.gpus; device++) gpu__stages_free(device);
    gpu__lock(&gpu__workspaces.lock);
    while (gpu__workspaces.first) {
        gpu__workspace *w = gpu__workspaces.first;
        gpu__workspaces.first = w->next;
        gpu__workspace_end(w);
    }
    if (gpu__workspaces.mailboxes) gpu__ignore(cudaFreeHost(gpu__workspaces.mailboxes));
    gpu__workspaces.mailboxes = NULL;
    memset(gpu__workspaces.sequence, 0, sizeof gpu__workspaces.sequence);
    gpu__unlock(&gpu__workspaces.lock);
    gpu__device_granules_clear();
}

/* Copies an array between host and device through a stage, and waits. */
static gpu_status gpu__stage_copy(void *dst, const void *src, size_t bytes, int to_device, const char *call)
{
    gpu__stage *st;
    size_t at, chunk = GPU__SLOT_BYTES, chunks;
    gpu_status s;
    if (chunk > bytes) chunk = bytes;
    if ((s = gpu__stage_take(&st, chunk, call))) return s;
    chunks = (bytes + chunk - 1) / chunk;
    for (at = 0; at < chunks + (to_device ? 0 : GPU__SLOTS) && !s; at++) {
        int k = (int)(at % GPU__SLOTS);
        size_t offset = at * chunk, m = offset < bytes ? bytes - offset < chunk ? bytes - offset : chunk : 0;
        if (at >= GPU__SLOTS) {
            s = gpu__cuda(cudaStreamSynchronize(st->stream[k]), call);
            const size_t from = (at - GPU__SLOTS) * chunk;
            if (!s && !to_device && from < bytes)
                gpu__memcpy((char *)dst + from, st->pinned[k], bytes - from < chunk ? bytes - from : chunk);
        }
        if (s || !m) continue;
        if (to_device) gpu__memcpy(st->pinned[k], (const char *)src + offset, m);
        s = gpu__cuda(cudaMemcpyAsync(to_device ? (char *)dst + offset : st->pinned[k],
                                      to_device ? st->pinned[k] : (const char *)src + offset, m, cudaMemcpyDefault,
                                      st->stream[k]),
                      call);
    }
    return gpu__stage_return(st, s, call);
}
