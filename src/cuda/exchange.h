#ifdef GPU_SEVERAL_DEVICES
/* -- exchanges between devices -- */

typedef struct gpu__exchanger {
    uint64_t *flags; /* see gpu__exchange_flag; the other devices write to it */
    int within_reach;
    cudaStream_t engine; /* copies of large shares */
    cudaEvent_t fetched, folded[2];
} gpu__exchanger;
static gpu__exchanger gpu__exchange_device[GPU__MAX_DEVICES];

static cudaError_t gpu__engine_open(gpu__exchanger *d)
{
    cudaError_t e = cudaStreamCreateWithFlags(&d->engine, cudaStreamNonBlocking);
    if (!e) e = cudaEventCreateWithFlags(&d->fetched, cudaEventDisableTiming);
    for (int k = 0; k < 2 && !e; k++) e = cudaEventCreateWithFlags(&d->folded[k], cudaEventDisableTiming);
    return e;
}
static void gpu__exchange_close(int device)
{
    gpu__exchanger *const d = &gpu__exchange_device[device];
    if (d->flags) gpu__ignore(cudaFree(d->flags));
    if (d->engine) gpu__ignore(cudaStreamDestroy(d->engine));
    if (d->fetched) gpu__ignore(cudaEventDestroy(d->fetched));
    for (int k = 0; k < 2; k++)
        if (d->folded[k]) gpu__ignore(cudaEventDestroy(d->folded[k]));
    memset(d, 0, sizeof *d);
}
/* At the first call on a device: allocates its flags, and enables access to the memory of the others. */
static gpu_status gpu__cuda_exchange_open(int parts, uint64_t **flags, size_t *reach, const char *call)
{
    const int device = gpu__thread.device;
    const size_t bytes = sizeof(uint64_t) * 2 * GPU__MAX_DEVICES * GPU__EXCHANGE_BLOCKS;
    const size_t row = GPU__EXCHANGE_BLOCKS, most = (size_t)gpu__global.device[device].multiprocessors;
    gpu__exchanger *const d = &gpu__exchange_device[device];
    int other, can;
    if (!d->flags) {
        d->within_reach = 1;
        for (other = 0; other < parts; other++) {
            if (other == device) continue;
            if ((can = gpu__cuda_peer(device, other)) < 0) return gpu__thread.error;
            if (can) can = gpu__peer_access(other);
            d->within_reach &= can;
        }
        cudaError_t e = cudaMalloc((void **)&d->flags, bytes);
        if (!e) e = cudaMemset(d->flags, 0, bytes);
        if (!e) e = cudaStreamSynchronize(NULL); /* or it would clear what another device has written meanwhile */
        if (!e) e = gpu__engine_open(d);
        if (e) return gpu__exchange_close(device), gpu__cuda(e, call);
    }
    *flags = d->flags;
    if (d->within_reach) *reach = most < row ? most : row;
    return gpu__cuda(cudaPeekAtLastError(), call); /* after a fault no kernel runs, and the others would wait forever */
}

/* Large shares are moved by the copy engines, which reach 390 GB/s in both directions at once on an H200, where kernels
   reach 340. Between the two synchronisations only this part reads and writes its share of all arrays. It fetches the
   others' elements piece by piece into two buffers, alternately, folds each piece into its own array, and copies the
   result to the others at the end. Other parts may use kernels for their shares at the same time. */
#ifdef GPU__TEST_ENGINES /* small limits, so that tests run this code with many pieces */
enum { GPU__ENGINE_SHARE = 1 << 15, GPU__ENGINE_PIECE = 1 << 14 };
#else
enum {
    GPU__ENGINE_SHARE = 64 << 20, /* bytes; below, the waits between the steps cost more than the engines gain */
    GPU__ENGINE_PIECE = 64 << 20  /* takes some 170 us; the next one starts a few us later */
};
#endif
enum { GPU__ENGINE_BUFFER = GPU__ENGINE_PIECE + 16 }; /* bytes: a piece has the same alignment as in its array */

/* Fetches this part's share of the other arrays piece by piece, and folds the pieces into its own array. */
static cudaError_t gpu__engine_folds(const gpu__exchange *x, const gpu__exchange_args *share, char *space)
{
    const gpu__exchanger *const d = &gpu__exchange_device[gpu__thread.device];
    const cudaStream_t stream = (cudaStream_t)gpu__thread.stream;
    const size_t piece = GPU__ENGINE_PIECE / x->size;
    gpu__exchange_args a = *share;
    cudaError_t e = cudaSuccess;
    int buffer = 0, k;
    a.meetings = 0, a.begin = 0, a.to = a.part, a.to_end = a.part + 1;
    for (size_t at = share->begin; at < share->end && !e; at += piece, buffer = !buffer) {
        char *const own = (char *)share->array[a.part] + at * x->size;
        char *to = space + (size_t)(buffer * (a.parts - 1)) * GPU__ENGINE_BUFFER + ((uintptr_t)own & 15);
        a.end = share->end - at < piece ? share->end - at : piece;
        a.array[a.part] = own;
        e = cudaStreamWaitEvent(d->engine, d->folded[buffer], 0);
        for (k = 1; k < a.parts && !e; k++, to += GPU__ENGINE_BUFFER) { /* each part begins with a different one */
            const int other = (a.part + k) % a.parts;
            a.array[other] = to;
            e = cudaMemcpyAsync(to, (char *)share->array[other] + at * x->size, a.end * x->size, cudaMemcpyDefault,
                                d->engine);
        }
        if (!e) e = cudaEventRecord(d->fetched, d->engine);
        if (!e) e = cudaStreamWaitEvent(stream, d->fetched, 0);
        if (!e) e = (cudaError_t)x->device(&a, stream);
        if (!e) e = cudaEventRecord(d->folded[buffer], stream);
    }
    return e;
}
/* Copies the folded share to all others, first all but its last piece, so that these need not wait for that one. */
static cudaError_t gpu__engine_spreads(const gpu__exchange *x, const gpu__exchange_args *share)
{
    const gpu__exchanger *const d = &gpu__exchange_device[gpu__thread.device];
    const size_t piece = GPU__ENGINE_PIECE / x->size, pieces = gpu__ceil_div(share->end - share->begin, piece);
    const size_t last = share->begin + (pieces - 1) * piece;
    cudaError_t e = cudaSuccess;
    for (int part = 0; part < 2 && !e; part++) {
        const size_t at = (part ? last : share->begin) * x->size, end = (part ? share->end : last) * x->size;
        e = cudaStreamWaitEvent(d->engine, d->folded[(pieces + part) % 2], 0);
        for (int k = 1; k < share->parts && !e; k++)
            e = cudaMemcpyAsync((char *)share->array[(share->part + k) % share->parts] + at,
                                (char *)share->array[share->part] + at, end - at, cudaMemcpyDefault, d->engine);
    }
    return e;
}
/* The exchange of a large share: kernels synchronise the parts before and after, the copy engines move the data. */
static cudaError_t gpu__exchange_by_engines(const gpu__exchange *x, const gpu__exchange_args *share, char *space)
{
    const gpu__exchanger *const d = &gpu__exchange_device[gpu__thread.device];
    const cudaStream_t stream = (cudaStream_t)gpu__thread.stream;
    gpu__exchange_args meet = *share; /* kernels that only synchronise */
    meet.begin = meet.end = 0, meet.meetings = 1;
    cudaError_t e = (cudaError_t)x->device(&meet, stream);
    for (int k = 0; k < 2 && !e; k++) e = cudaEventRecord(d->folded[k], stream); /* the buffers are free */
    if (!e) e = gpu__engine_folds(x, share, space);
    if (!e && x->all) e = gpu__engine_spreads(x, share);
    cudaError_t idle = cudaEventRecord(d->fetched, d->engine); /* also after an error: `space` is in use until then */
    if (!idle) idle = cudaStreamWaitEvent(stream, d->fetched, 0);
    meet.meetings = 2;
    return e ? e : idle ? idle : (cudaError_t)x->device(&meet, stream);
}
static gpu_status gpu__cuda_exchange(const gpu__exchange *x, const gpu__exchange_args *a)
{
    const size_t bytes = (size_t)(2 * (a->parts - 1)) * GPU__ENGINE_BUFFER;
    const int unseen = gpu__thread.unseen != 0;
    gpu__block *space = NULL;
    gpu_status s;
    if (a->meetings && bytes && (a->end - a->begin) * x->size >= GPU__ENGINE_SHARE) {
        if (!gpu__pool_take(&space, bytes, x->call)) {
            s = gpu__cuda(gpu__exchange_by_engines(x, a, (char *)space->p), x->call);
            gpu__pool_give(space, gpu__thread.device, gpu__thread.current);
            return s;
        }
        if (!unseen) gpu_clear_error(); /* the kernels need no memory; an older error must not be cleared */
    }
    return gpu__cuda((cudaError_t)x->device(a, gpu__thread.stream), x->call);
}
/* From now on other kernels do not wait for this part's flags. What they compute is invalid, and all parts fail. */
static void gpu__cuda_exchange_give_up(const gpu__exchange_args *a)
{
    static const size_t row = GPU__EXCHANGE_BLOCKS;
    uint64_t epoch[GPU__EXCHANGE_BLOCKS];
    for (size_t i = 0; i < row; i++) epoch[i] = a->epoch + GPU__GIVEN_UP;
    for (int k = 0; k < a->parts; k++)
        for (int meeting = 0; meeting < 2 && k != a->part; meeting++) {
            gpu__ignore(cudaSetDevice(k));
            gpu__ignore(cudaMemcpyAsync(a->flags[k] + gpu__exchange_flag(meeting, a->part, 0), epoch, sizeof epoch,
                                        cudaMemcpyHostToDevice, gpu__cuda_pools[k].stream));
            gpu__ignore(cudaStreamSynchronize(gpu__cuda_pools[k].stream));
        }
    gpu__ignore(cudaSetDevice(a->part));
}
#endif
