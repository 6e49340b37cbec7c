/* -- tables in the memory of a GPU -- These are tables that kernels of a family read, such as the roots of a Fourier
   transform, and that are computed once for each size and device. Up to GPU__TABLE_BYTES of the most recently used ones
   are cached for each device; a graph has tables of its own, which live as long as it does. Only transforms have such
   tables. */
#ifdef GPU_FFT
enum { GPU__TABLE_BYTES = 256 << 20 };
typedef struct gpu__table {
    struct gpu__table *next;
    gpu__block *block;
    int device;
    gpu__table_key key;
    size_t bytes;
    uint64_t used;
} gpu__table;
static struct {
    int lock;
    uint64_t clock;
    gpu__table *first;
} gpu__tables;
/* Frees the least recently used tables of a device until at most `most` bytes are left. Called with the lock held. */
static void gpu__tables_shrink(int device, size_t most)
{
    for (;;) {
        gpu__table **link, **oldest = NULL, *t;
        size_t bytes = 0;
        for (link = &gpu__tables.first; *link; link = &(*link)->next) {
            if ((*link)->device != device) continue;
            bytes += (*link)->bytes;
            if (!oldest || (*link)->used < (*oldest)->used) oldest = link;
        }
        if (bytes <= most || !oldest) return;
        t = *oldest, *oldest = t->next;
        gpu__pool_give(t->block, device, NULL);
        GPU_HOST_FREE(t);
    }
}
static void gpu__tables_free(int device)
{
    gpu__lock(&gpu__tables.lock);
    gpu__tables_shrink(device, 0);
    gpu__unlock(&gpu__tables.lock);
}
/* Takes a block for the table and fills it, on a stream that is not being captured. */
static gpu_status gpu__table_make(gpu__block **block, size_t bytes, const gpu__table_key *key, gpu__table_fill *fill,
                                  const char *call)
{
    enum cudaStreamCaptureMode mode = cudaStreamCaptureModeRelaxed;
    cudaStream_t stream = gpu__cuda_pools[gpu__thread.device].stream;
    void *const host = GPU_HOST_MALLOC(bytes);
    gpu_status s = host && fill(host, key) ? GPU_OK : gpu__no_host_memory(call);
    cudaError_t e;
    *block = NULL;
    if (!s) s = gpu__pool_take(block, bytes, call);
    if (!s) {
        gpu__ignore(cudaThreadExchangeStreamCaptureMode(&mode));
        e = gpu__thread.graph ? cudaSuccess : cudaStreamSynchronize((cudaStream_t)gpu__thread.stream);
        if (!e) e = cudaMemcpyAsync((*block)->p, host, bytes, cudaMemcpyHostToDevice, stream);
        if (!e) e = cudaStreamSynchronize(stream);
        gpu__ignore(cudaThreadExchangeStreamCaptureMode(&mode));
        if ((s = gpu__cuda(e, call))) gpu__pool_give(*block, gpu__thread.device, NULL);
    }
    GPU_HOST_FREE(host);
    return s;
}
GPU_API int gpu__device_table(const void **table, size_t bytes, const gpu__table_key *key, gpu__table_fill *fill)
{
    static const char call[] = "a table of the device";
    gpu__block *block = NULL;
    gpu__workspace *workspace = NULL;
    gpu__table *t;
    if (gpu__thread.graph) {
        if (gpu__workspace_get(&workspace, call) || gpu__table_make(&block, bytes, key, fill, call))
            return GPU__REPORTED;
        gpu__lock(&gpu__workspaces.lock);
        block->next = workspace->outgrown, workspace->outgrown = block;
        gpu__unlock(&gpu__workspaces.lock);
        *table = block->p;
        return 0;
    }
    gpu__lock(&gpu__tables.lock);
    for (t = gpu__tables.first; t; t = t->next)
        if (t->device == gpu__thread.device && !memcmp(&t->key, key, sizeof *key)) break;
    if (!t && !(t = (gpu__table *)gpu__host(sizeof *t, 1))) (void)gpu__no_host_memory(call);
    if (t && !t->block) {
        gpu__tables_shrink(gpu__thread.device, bytes < GPU__TABLE_BYTES ? GPU__TABLE_BYTES - bytes : 0);
        t->device = gpu__thread.device, t->key = *key, t->bytes = bytes;
        if (gpu__table_make(&t->block, bytes, key, fill, call)) GPU_HOST_FREE(t), t = NULL;
        else t->next = gpu__tables.first, gpu__tables.first = t;
    }
    if (t) t->used = ++gpu__tables.clock, *table = t->block->p;
    gpu__unlock(&gpu__tables.lock);
    return t ? 0 : GPU__REPORTED;
}
#else
#define gpu__tables_free(device) (void)0
#endif
