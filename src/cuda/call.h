/* A call whose arguments are staged for the GPU. */
typedef struct gpu__staged {
    gpu__launch_context context;
    gpu__workspace *workspace;
    void *out;                   /* device address of the result; NULL: the value of a reduction goes to its mailbox */
    const void *in[GPU__INPUTS]; /* device addresses of the inputs */
    gpu__block *block[GPU__INPUTS + 2]; /* copies of the inputs; then result and workspace */
    uint64_t host;                      /* which arguments are in host memory, as a mask */
    int box;                            /* index of the result's mailbox, or -1 */
} gpu__staged;
enum { GPU__STAGED_OUT = GPU__INPUTS, GPU__STAGED_SPACE = GPU__INPUTS + 1 };

static gpu_status gpu__context_for(gpu__launch_context *context, gpu__workspace **workspace, const char *call)
{
    gpu__workspace *w = NULL;
    gpu_status s = gpu__workspace_get(&w, call);
    if (s) return s;
    memset(context, 0, sizeof *context);
    context->stream = gpu__thread.stream;
    context->device = gpu__thread.device;
    context->multiprocessors = gpu__global.device[gpu__thread.device].multiprocessors;
    context->partials = w->partials;
    context->ticket = w->ticket;
    context->shared_limit = gpu__global.device[gpu__thread.device].shared_optin;
    *workspace = w;
    return GPU_OK;
}
/* file: of the macro; NULL for a prewritten function */
static gpu_status gpu__no_device_code(const char *name, const char *file)
{
    if (file)
        return gpu__fail(GPU_ERROR_NO_DEVICE_CODE, name,
                         "the current device is a GPU, and a C compiler built %s without device code; compile that "
                         "file with nvcc -x cu, or gpu_use(GPU_CPU)",
                         file);
    return gpu__fail(
        GPU_ERROR_NO_DEVICE_CODE, name,
        "the current device is a GPU, and a C compiler built this file without device code; compile it with nvcc -x "
        "cu, or define GPU_KERNELS_FOR_C in it and in the .cu file with GPU_IMPLEMENTATION, or gpu_use(GPU_CPU)");
}

/* Queues the kernels of a call on the stream of the context. */
static gpu_status gpu__call_launch(const gpu__call *c, const gpu__launch_context *context, void *out,
                                   const void *const *in, size_t n)
{
    const gpu_dim3 none = {0, 0, 0};
    GPU__RANGE(c->name);
    const cudaError_t e = (cudaError_t)(c->op ? c->op->device(context, out, in, n) : c->device(c, context, out, in));
    GPU__RANGE_END();
    if (!e && !gpu__thread.graph) gpu__note_launch(c->name, gpu__simulated.file, gpu__simulated.line, n, &none, &none);
    return gpu__cuda(e, c->name);
}

/* Refuses a scalar that points to host memory, unless the GPU can read that: the size of what it points to is not
   known, so it cannot be staged. */
static gpu_status gpu__check_pointer_scalar(const gpu__call *c, int k)
{
    const void *const p = gpu__address_in(c, k);
    int where, pageable = 0;
    if (!p || (where = gpu__pointer_kind(p, c->name, c->in[k].name)) > GPU_HOST) return GPU_OK;
    if (where < 0) return gpu__thread.error;
    gpu__ignore(cudaDeviceGetAttribute(&pageable, cudaDevAttrPageableMemoryAccess, gpu__thread.device));
    if (pageable) return GPU_OK;
    return gpu__fail(GPU_ERROR_INVALID_POINTER, c->name,
                     "%s points to host memory, which the current device cannot read, and what a scalar points to is "
                     "not copied; pass memory from GPU_TO_DEVICE or GPU_NEW",
                     c->in[k].name);
}

static gpu_status gpu__refuse_misaligned(const gpu__call *c, const char *array, const void *p, size_t align)
{
    if (c->op)
        return gpu__wrong(
            c->name, "%s is misaligned for its type, and a GPU cannot access it; expected a multiple of %zu, not %p",
            array, align, p);
    return gpu__wrong(c->name, "%s is misaligned for its type, and a GPU cannot access it: %p", array, p);
}
/* Which arguments are host memory, as a mask; GPU__NO_MASK on error. Misaligned device memory is an error; host memory
   may be misaligned, since it is copied to aligned memory. */
#define GPU__NO_MASK (~(uint64_t)0)
static uint64_t gpu__host_arguments(const gpu__call *c)
{
    uint64_t host = 0, odd = gpu__misaligned(c);
    const gpu__input *in = c->in;
    int k, where;
    for (k = 0; k < c->inputs; k++, in++) {
        if (gpu__check_pointer_scalar(c, k)) return GPU__NO_MASK;
        if (!in->count) continue;
        if ((where = gpu__pointer_kind(in->p, c->name, in->name)) < 0) return GPU__NO_MASK;
        if (where != GPU_ON_DEVICE) host |= GPU__ARGUMENT_BIT(k);
    }
    where = c->flag & GPU__JOB_LOCAL_OUT ? GPU_HOST : gpu__pointer_kind(c->out, c->name, gpu__out_name(c));
    if (where < 0) return GPU__NO_MASK;
    if (where != GPU_ON_DEVICE) host |= GPU__OUT_BIT;
    odd &= ~host;
    for (k = 0, in = c->in; k < c->inputs; k++, in++)
        if (odd >> k & 1) return gpu__refuse_misaligned(c, in->name, in->p, in->align), GPU__NO_MASK;
    if (odd & GPU__OUT_BIT) return gpu__refuse_misaligned(c, gpu__out_name(c), c->out, c->out_align), GPU__NO_MASK;
    return host;
}

/* Copies `count` elements from `begin` on of the inputs in host memory to a slot of a stage, starting at offset `at`,
   and sets to->in to the addresses that the kernel reads. */
static gpu_status gpu__piece_in(const gpu__call *c, gpu__stage *st, int slot, size_t at, size_t piece, size_t begin,
                                size_t count, gpu__staged *to)
{
    gpu_status s = GPU_OK;
    gpu__arguments(c, begin, to->in);
    for (int k = 0; k < c->inputs && !s; k++) {
        const size_t bytes = count * c->in[k].size;
        if (!(to->host >> k & 1)) continue;
        gpu__memcpy(st->pinned[slot] + at, to->in[k], bytes);
        to->in[k] = st->on_device[slot] + at;
        s = gpu__cuda(cudaMemcpyAsync(st->on_device[slot] + at, st->pinned[slot] + at, bytes, cudaMemcpyHostToDevice,
                                      st->stream[slot]),
                      c->name);
        at += GPU__ROUND_UP(piece * c->in[k].size, 256);
    }
    return s;
}
/* A map with arguments in host memory, in pieces: while one is computed, the next is copied in. The result of a piece
   is at the start of its slot, and is copied out before the slot is used again. */
static gpu_status gpu__map_pieces(const gpu__call *c, gpu__staged *to)
{
    const size_t n = c->n, out_size = c->out_size;
    const int out_staged = (to->host & GPU__OUT_BIT) != 0;
    size_t size = out_staged ? out_size : 0, piece, p;
    gpu__stage *st;
    gpu_status s;
    for (int k = 0; k < c->inputs; k++)
        if (to->host >> k & 1) size += c->in[k].size;
    piece = GPU__SLOT_BYTES / size & ~(size_t)1023;
    if (!piece) piece = 1024;
    if (piece > n) piece = n;
    if ((s = gpu__stage_take(&st, piece * size + 9 * 256, c->name))) return s;
    for (p = 0; p < (n + piece - 1) / piece + GPU__SLOTS && !s; p++) {
        const int slot = (int)(p % GPU__SLOTS);
        const size_t begin = p * piece, count = begin < n ? n - begin < piece ? n - begin : piece : 0;
        char *out = out_staged ? st->on_device[slot] : (char *)c->out + begin * out_size;
        if (p >= GPU__SLOTS) {
            const size_t from = (p - GPU__SLOTS) * piece;
            s = gpu__cuda(cudaStreamSynchronize(st->stream[slot]), c->name);
            if (!s && out_staged && from < n)
                gpu__memcpy((char *)c->out + from * out_size, st->pinned[slot],
                            (n - from < piece ? n - from : piece) * out_size);
        }
        if (s || !count) continue;
        s = gpu__piece_in(c, st, slot, out_staged ? GPU__ROUND_UP(piece * out_size, 256) : 0, piece, begin, count, to);
        to->context.stream = st->stream[slot];
        if (!s) s = gpu__call_launch(c, &to->context, out, to->in, count);
        if (!s && out_staged)
            s = gpu__cuda(
                cudaMemcpyAsync(st->pinned[slot], out, count * out_size, cudaMemcpyDeviceToHost, st->stream[slot]),
                c->name);
    }
    return gpu__stage_return(st, s, c->name);
}

/* Copies the inputs in host memory to the device, for calls that need whole arrays. */
static gpu_status gpu__call_inputs(const gpu__call *c, gpu__staged *to)
{
    gpu_status s = GPU_OK;
    for (int k = 0; k < c->inputs; k++) to->in[k] = c->in[k].p;
    for (int k = 0; k < c->inputs && !s; k++) {
        const size_t bytes = c->in[k].count * c->in[k].size;
        if (!(to->host >> k & 1)) continue;
        s = gpu__pool_take(&to->block[k], bytes, c->name);
        if (!s && (!(c->results >> k & 1) || c->flag & GPU__JOB_PARTIAL))
            s = gpu__stage_copy(to->block[k]->p, c->in[k].p, bytes, 1, c->name);
        if (!s) to->in[k] = to->block[k]->p;
    }
    return s;
}
/* Chooses the device address of a result for the host: a mailbox in page-locked memory if it is small; otherwise the
   copy of the input if it may be computed in place, or a block of its own. */
static gpu_status gpu__call_result(const gpu__call *c, gpu__staged *to)
{
    const size_t bytes = c->out_count * c->out_size;
    gpu_status s = GPU_OK;
    to->out = c->out;
    if (!(to->host & GPU__OUT_BIT)) return GPU_OK;
    if (to->block[0] && c->in_place == GPU__JOB_UPDATES) to->out = to->block[0]->p;
    else if (bytes <= GPU__MAILBOX - 64) {
        if ((to->box = gpu__mailbox_take(c->name)) < 0) return gpu__thread.error;
        char *const box = gpu__workspaces.mailboxes + to->box * GPU__MAILBOX;
        to->out = box + 64;
        if (c->flag & GPU__JOB_PARTIAL) memcpy(to->out, c->out, bytes);
        if (c->kind != GPU__CALL_REDUCE) return GPU_OK;
        to->context.flag = (unsigned long long *)box;
        to->context.value = box + 64;
        to->context.sequence = ++gpu__workspaces.sequence[to->box];
        to->out = NULL;
    } else if (to->block[0] && c->in_place) to->out = to->block[0]->p;
    else if (!(s = gpu__pool_take(&to->block[GPU__STAGED_OUT], bytes, c->name)))
        to->out = to->block[GPU__STAGED_OUT]->p;
    if (!s && c->flag & GPU__JOB_PARTIAL) s = gpu__stage_copy(to->out, c->out, bytes, 1, c->name);
    return s;
}
/* Waits for a result for the host and copies it there. */
static gpu_status gpu__call_collect(const gpu__call *c, const gpu__staged *to)
{
    const size_t bytes = c->out_count * c->out_size;
    gpu_status s = GPU_OK;
    const gpu__input *in = c->in;
    for (int k = 0; k < c->inputs && !s; k++, in++)
        if (to->host >> k & 1 && c->results >> k & 1)
            s = gpu__stage_copy((void *)in->p, to->in[k], in->count * in->size, 0, c->name);
    if (s || !(to->host & GPU__OUT_BIT)) return s;
    if (to->box < 0) return gpu__stage_copy(c->out, to->out, bytes, 0, c->name);
    s = to->context.flag ? gpu__mailbox_wait(to->box, to->context.sequence, c->name)
                         : gpu__cuda(cudaStreamSynchronize((cudaStream_t)gpu__thread.stream), c->name);
    if (!s) memcpy(c->out, gpu__workspaces.mailboxes + to->box * GPU__MAILBOX + 64, bytes);
    return s;
}
static void gpu__call_release(gpu__staged *to)
{
    gpu__block **const space = &to->block[GPU__STAGED_SPACE];
    if (to->box >= 0) gpu__mailbox_return(to->box);
    if (*space && gpu__thread.graph) { /* the graph uses it whenever it runs: it is freed with its workspace */
        gpu__lock(&gpu__workspaces.lock);
        (*space)->next = to->workspace->outgrown;
        to->workspace->outgrown = *space;
        gpu__unlock(&gpu__workspaces.lock);
        *space = NULL;
    }
    for (int k = 0; k < GPU__INPUTS + 2; k++)
        if (to->block[k]) gpu__pool_give(to->block[k], gpu__thread.device, gpu__thread.current);
}

/* The call on the current GPU: stages host arrays, launches the kernels, and collects the result. */
static gpu_status gpu__cuda_make_call(const gpu__call *c)
{
    gpu__staged to;
    gpu_status s;
    if (!(c->op ? c->op->device != NULL : c->device != NULL))
        return gpu__no_device_code(c->name, c->op ? c->op->file : NULL);
    if ((s = gpu__context_for(&to.context, &to.workspace, c->name))) return s;
    if ((to.host = gpu__host_arguments(c)) == GPU__NO_MASK) return gpu__thread.error;
    to.context.identity = c->identity;
    to.context.exclusive = c->flag;
    if (c->kind == GPU__CALL_MAP && to.host) return gpu__map_pieces(c, &to);
    memset(to.block, 0, sizeof to.block);
    to.box = -1;
    if (c->kind == GPU__CALL_SCAN) {
        s = gpu__scan_state(
            to.workspace, gpu__scan_bytes(c->n, c->out_size, ((const gpu__scanner *)c->op)->accumulator_size), c->name);
        to.context.scan = to.workspace->scan;
    }
    if (!s) s = gpu__call_inputs(c, &to);
    if (!s) s = gpu__call_result(c, &to);
    if (!s && c->space) {
        s = gpu__pool_take(&to.block[GPU__STAGED_SPACE], c->space, c->name);
        if (!s) to.context.space = to.block[GPU__STAGED_SPACE]->p;
    }
    if (!s) s = gpu__call_launch(c, &to.context, to.out, to.in, c->n);
    if (!s && to.host & ((uint64_t)c->results | GPU__OUT_BIT)) s = gpu__call_collect(c, &to);
    gpu__call_release(&to);
    return !s && gpu__global.sync && !gpu__thread.graph ? gpu__cuda_finish(c->name) : s;
}
