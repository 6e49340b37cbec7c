/* Scratch memory of the library's kernels on one stream. Launches on a stream run one after another, so they share it,
   whichever host threads make them. The memory is allocated on the first use and freed with the stream. */
typedef struct gpu__workspace {
    gpu_stream owner;
    gpu__block *partials_block, *scan_block;
    void *partials;
    unsigned *ticket;
    void *scan;
    size_t scan_bytes;
    gpu__block *outgrown; /* former scan states and other blocks that a graph still uses */
    struct gpu__workspace *next;
} gpu__workspace;

enum { GPU__PARTIALS = GPU__BLOCKS * GPU__PARTIAL_BYTES, GPU__MAILBOXES = 64, GPU__MAILBOX = 256 };

static struct {
    int lock;
    gpu__workspace *first;
    char *mailboxes; /* page-locked, GPU__MAILBOX bytes each: a kernel writes a flag and a value for the host there */
    uint64_t taken;  /* one bit for each mailbox */
    uint64_t sequence[GPU__MAILBOXES];
} gpu__workspaces;

/* Makes the workspace of a stream, in stream order. */
static gpu_status gpu__workspace_make(gpu_stream stream, const char *call)
{
    gpu_status s = gpu__cuda_ready(gpu__thread.device, call);
    if (s) return s;
    gpu__lock(&gpu__workspaces.lock);
    if (!stream->workspace) {
        gpu__workspace *w = (gpu__workspace *)gpu__host(sizeof *w, 1);
        s = w ? gpu__pool_take(&w->partials_block, GPU__PARTIALS + 256, call) : gpu__no_host_memory(call);
        if (!s) {
            w->partials = w->partials_block->p;
            w->ticket = (unsigned *)((char *)w->partials + GPU__PARTIALS);
            w->owner = stream;
            s = gpu__cuda(cudaMemsetAsync(w->ticket, 0, 256, (cudaStream_t)gpu__thread.stream), call);
            if (!s && stream != gpu__thread.current && stream->native) s = gpu__cuda_finish(call);
        }
        if (!s) {
            w->next = gpu__workspaces.first;
            gpu__workspaces.first = w;
            GPU__STORE_RELEASE(gpu__workspace *, &stream->workspace, w);
        } else if (w) {
            gpu__pool_give(w->partials_block, gpu__thread.device, NULL);
            GPU_HOST_FREE(w);
        }
    }
    gpu__unlock(&gpu__workspaces.lock);
    return s;
}
static void gpu__workspace_end(gpu__workspace *w) /* frees it; its stream must be idle */
{
    gpu__pool_give(w->partials_block, w->owner->device, NULL);
    gpu__pool_give(w->scan_block, w->owner->device, NULL);
    while (w->outgrown) {
        gpu__block *b = w->outgrown;
        w->outgrown = b->next;
        gpu__pool_give(b, w->owner->device, NULL);
    }
    w->owner->workspace = NULL;
    GPU_HOST_FREE(w);
}
static void gpu__workspace_free(gpu_stream stream)
{
    gpu__workspace *const w = stream->workspace, **link = &gpu__workspaces.first;
    gpu__lock(&gpu__workspaces.lock);
    while (*link && *link != w) link = &(*link)->next;
    if (*link) {
        *link = w->next;
        gpu__workspace_end(w);
    }
    gpu__unlock(&gpu__workspaces.lock);
}

static gpu_status gpu__workspace_get(gpu__workspace **out, const char *call)
{
    gpu_stream stream = gpu__thread.current ? gpu__thread.current : &gpu__cuda_pools[gpu__thread.device].normal;
    gpu_status s = GPU_OK;
    if (!GPU__LOAD_ACQUIRE(gpu__workspace *, &stream->workspace)) s = gpu__workspace_make(stream, call);
    *out = stream->workspace;
    return s;
}

/* Makes the state of scans, the tile status words, at least `bytes` bytes large; new memory is set to zero. It is
   replaced in stream order, so a scan that still runs uses the old one. */
static gpu_status gpu__scan_state(gpu__workspace *w, size_t bytes, const char *call)
{
    gpu__block *bigger = NULL;
    gpu_status s = GPU_OK;
    if (bytes <= w->scan_bytes) return GPU_OK;
    gpu__lock(&gpu__workspaces.lock);
    if (bytes > w->scan_bytes) {
        bytes += bytes / 2;
        s = gpu__pool_take(&bigger, bytes, call);
        if (!s) s = gpu__cuda(cudaMemsetAsync(bigger->p, 0, bytes, (cudaStream_t)gpu__thread.stream), call);
        if (!s) {
            if (w->scan_block && gpu__thread.graph) w->scan_block->next = w->outgrown, w->outgrown = w->scan_block;
            else gpu__pool_give(w->scan_block, gpu__thread.device, gpu__thread.current);
            w->scan_block = bigger;
            w->scan = bigger->p;
            w->scan_bytes = bytes;
        } else gpu__pool_give(bigger, gpu__thread.device, gpu__thread.current);
    }
    gpu__unlock(&gpu__workspaces.lock);
    return s;
}

/* Takes a free mailbox of the current stream's workspace; -1 on error. */
static int gpu__mailbox_take(const char *call)
{
    int k = -1;
    while (k < 0) { /* if all 64 are taken, spin: another thread returns one soon */
        gpu__lock(&gpu__workspaces.lock);
        if (!gpu__workspaces.mailboxes) {
            gpu_status s = gpu__cuda(cudaHostAlloc((void **)&gpu__workspaces.mailboxes, GPU__MAILBOXES * GPU__MAILBOX,
                                                   cudaHostAllocPortable | cudaHostAllocMapped),
                                     call);
            if (s) {
                gpu__workspaces.mailboxes = NULL;
                gpu__unlock(&gpu__workspaces.lock);
                return -1;
            }
            memset(gpu__workspaces.mailboxes, 0, GPU__MAILBOXES * GPU__MAILBOX);
        }
        for (int i = 0; i < GPU__MAILBOXES && k < 0; i++)
            if (!(gpu__workspaces.taken >> i & 1)) k = i;
        if (k >= 0) gpu__workspaces.taken |= (uint64_t)1 << k;
        gpu__unlock(&gpu__workspaces.lock);
    }
    return k;
}
static void gpu__mailbox_return(int k)
{
    gpu__lock(&gpu__workspaces.lock);
    gpu__workspaces.taken &= ~((uint64_t)1 << k);
    gpu__unlock(&gpu__workspaces.lock);
}

/* Waits for the value that a kernel on the current stream writes to a mailbox. It polls the flag first, which is faster
   than any call into the driver, and then synchronises with the stream, since a kernel that faults never sets it. */
static gpu_status gpu__mailbox_wait(int k, uint64_t sequence, const char *call)
{
    volatile uint64_t *flag = (volatile uint64_t *)(gpu__workspaces.mailboxes + k * GPU__MAILBOX);
    for (int i = 0; i < 1 << 16; i++) /* about 50 us; in a longer wait the 2 us of the driver do not matter */
        if (*flag == sequence) {
            GPU__FENCE_ACQUIRE();
            return GPU_OK;
        }
    return gpu__cuda_finish(call);
}
