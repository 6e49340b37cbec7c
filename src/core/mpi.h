/* ---------------------------------------------------------------------------------------------- several machines -- */

#ifdef MPI_VERSION
/* The staging memory has four buffers of this size: two for sending, two for receiving. It is also the maximum size of
   one message. */
#define GPU__MPI_PIECE ((size_t)GPU__MPI_STAGING / 4)
static gpu_status gpu__mpi_staging_open(const char *call)
{
    gpu__allocation a;
    if (gpu__mpi_staging.p) return GPU_OK;
    memset(&a, 0, sizeof a);
    a.bytes = GPU__MPI_STAGING;
    a.kind = GPU__PINNED;
    a.device = gpu__thread.device;
    a.home = GPU_CPU;
    const gpu_status s = gpu__backend(gpu__owner(&a), allocate)(&a, call);
    if (!s) gpu__mpi_staging = a;
    return s;
}

static struct {
    MPI_Comm comm, shares; /* shares: for the messages of scatter and gather, so that they match no gpu_mpi_send */
    int on, rank, size, aware;
} gpu__mpi;

GPU_API int gpu_mpi_rank(void) { return gpu__mpi.rank; }
GPU_API int gpu_mpi_size(void) { return gpu__mpi.on ? gpu__mpi.size : 1; }
GPU_API int gpu_mpi_aware(void) { return gpu__mpi.aware; }

static gpu_status gpu__mpi_status(int code, const char *call)
{
    char why[MPI_MAX_ERROR_STRING + 1] = "";
    int length = 0;
    if (code == MPI_SUCCESS) return GPU_OK;
    (void)MPI_Error_string(code, why, &length);
    return gpu__fail(GPU_ERROR_MPI, call, "MPI reports: %s", why);
}
static gpu_status gpu__mpi_begin(const char *call)
{
    const gpu_status s = gpu__enter_uncaptured(call, "it waits for other processes");
    if (s) return s;
    return gpu__mpi.on ? GPU_OK
                       : gpu__fail(GPU_ERROR_NOT_SUPPORTED, call,
                                   "no communicator was chosen; call MPI_Init, then gpu_mpi_use(MPI_COMM_WORLD)");
}

/* The call that a rank makes, to compare with those of the others. */
enum { GPU__MPI_AGREE, GPU__MPI_BROADCAST, GPU__MPI_SCATTER, GPU__MPI_GATHER, GPU__MPI_ALLREDUCE };
typedef struct gpu__mpi_signature {
    const char *call;
    int kind, root;
    size_t n, bytes;
} gpu__mpi_signature;
/* Refuses calls that differ, since a rank would wait for a message that another sends elsewhere. `least` has the minima
   over all ranks of bytes, of the other arguments, and of the negatives of both: a value is the same on all ranks if
   its minimum is the negative of the minimum of its negative. */
static gpu_status gpu__mpi_same(const long long *least, const char *call)
{
    if (least[0] != -least[2])
        return gpu__wrong(
            call,
            "the ranks differ in the size of the array, from %lld to %lld bytes; expected the same n and type on all",
            least[0], -least[2]);
    return least[1] == -least[3] ? GPU_OK
                                 : gpu__wrong(call, "the ranks differ in the function that they call, in its root or "
                                                    "in the size of an element; expected the same on all");
}
/* Makes all ranks return the status of the first rank that failed, with its message. */
static gpu_status gpu__mpi_agree(gpu_status mine, const gpu__mpi_signature *at)
{
    struct {
        int status;
        char message[256];
    } first;
    const char *const call = at->call;
    const long long bytes = (long long)at->bytes, size = at->n ? (long long)(at->bytes / at->n) : 0;
    const long long what = (long long)at->kind << 56 | size << 31 | at->root; /* an element has 8 MiB at most */
    long long least[5] = {mine ? gpu__mpi.rank : gpu__mpi.size, bytes, what, -bytes, -what};
    gpu_status s = gpu__mpi_status(MPI_Allreduce(MPI_IN_PLACE, least, 5, MPI_LONG_LONG, MPI_MIN, gpu__mpi.comm), call);
    if (s) return mine ? mine : s;
    if (least[0] == gpu__mpi.size) return gpu__mpi_same(least + 1, call);
    memset(&first, 0, sizeof first);
    first.status = (int)mine;
    snprintf(first.message, sizeof first.message, "%.*s", (int)sizeof first.message - 1,
             gpu__thread.error == mine ? gpu__thread.message : gpu_status_name(mine));
    s = gpu__mpi_status(MPI_Bcast(&first, (int)sizeof first, MPI_BYTE, (int)least[0], gpu__mpi.comm), call);
    if (mine || s) return mine ? mine : s;
    return gpu__fail((gpu_status)first.status, call, "rank %lld failed: %s", least[0], first.message);
}
GPU_API gpu_status gpu_mpi_agree(gpu_status status)
{
    static const gpu__mpi_signature at = {"gpu_mpi_agree", GPU__MPI_AGREE, 0, 0, 0};
    const gpu_status s = gpu__mpi_begin(at.call);
    return s ? s : gpu__mpi_agree(status, &at);
}

static int gpu__mpi_is_aware(void)
{
    const char *const said = getenv("GPU_MPI_AWARE");
    if (said && *said) return gpu__environment_flag("GPU_MPI_AWARE");
#ifdef MPIX_CUDA_AWARE_SUPPORT
    return MPIX_Query_cuda_support() == 1;
#else
    const char *const cray = getenv("MPICH_GPU_SUPPORT_ENABLED"), *const mvapich = getenv("MV2_USE_CUDA");
    return (cray && !strcmp(cray, "1")) || (mvapich && !strcmp(mvapich, "1"));
#endif
}
GPU_API gpu_status gpu_mpi_use(MPI_Comm comm)
{
    static const char call[] = "gpu_mpi_use";
    static const gpu__mpi_signature at = {call, GPU__MPI_AGREE, 0, 0, 0};
    gpu_status s = gpu__enter();
    MPI_Comm host = MPI_COMM_NULL;
    int begun = 0, ended = 0, number = 0;
    (void)MPI_Initialized(&begun);
    (void)MPI_Finalized(&ended);
    if (s) return s;
    if (!begun || ended)
        return gpu__fail(GPU_ERROR_NOT_SUPPORTED, call, "MPI %s; call MPI_Init first",
                         ended ? "was finalised" : "is not initialised");
    if (comm == MPI_COMM_NULL) return gpu__wrong(call, "comm is MPI_COMM_NULL; expected a communicator");
    if (gpu__mpi.on) (void)MPI_Comm_free(&gpu__mpi.comm), (void)MPI_Comm_free(&gpu__mpi.shares);
    gpu__mpi.on = 0;
    /* Duplicated communicators, so that no message of the program matches one of these. */
    if ((s = gpu__mpi_status(MPI_Comm_dup(comm, &gpu__mpi.comm), call))) return s;
    (void)MPI_Comm_set_errhandler(gpu__mpi.comm, MPI_ERRORS_RETURN);
    if ((s = gpu__mpi_status(MPI_Comm_dup(gpu__mpi.comm, &gpu__mpi.shares), call))) return s;
    (void)MPI_Comm_rank(gpu__mpi.comm, &gpu__mpi.rank);
    (void)MPI_Comm_size(gpu__mpi.comm, &gpu__mpi.size);
    gpu__mpi.on = 1;
    s = gpu__mpi_status(MPI_Comm_split_type(comm, MPI_COMM_TYPE_SHARED, gpu__mpi.rank, MPI_INFO_NULL, &host), call);
    if (!s) {
        (void)MPI_Comm_rank(host, &number);
        (void)MPI_Comm_free(&host);
        gpu__keep_site(GPU__BY_CALL);
        s = gpu_use(gpu__global.gpus ? number % gpu__global.gpus : GPU_CPU);
    }
    gpu__mpi.aware = gpu__mpi_is_aware();
    return gpu__mpi_agree(s, &at);
}

/* -- messages: pieces are sent from `out` while others are received in `in`; each direction is double-buffered -- */
typedef struct gpu__mpi_channel {
    char *p; /* NULL: what is received is discarded */
    size_t bytes;
    int rank, staged;
    char *buffer; /* of staged data: two of them */
    MPI_Comm comm;
    MPI_Request request[2];
} gpu__mpi_channel;

static size_t gpu__mpi_piece(const gpu__mpi_channel *channel, size_t k)
{
    const size_t at = k * GPU__MPI_PIECE;
    return at >= channel->bytes ? 0 : gpu__least(channel->bytes - at, GPU__MPI_PIECE);
}
static char *gpu__mpi_buffer(const gpu__mpi_channel *channel, size_t k) /* the address of piece k for MPI */
{
    return channel->staged ? channel->buffer + k % 2 * GPU__MPI_PIECE : channel->p + k * GPU__MPI_PIECE;
}
static void gpu__mpi_wait(gpu_status *first, MPI_Request *request, const char *call)
{
    gpu__first(first, gpu__mpi_status(MPI_Wait(request, MPI_STATUS_IGNORE), call));
}
static void gpu__mpi_post_receive(gpu_status *first, gpu__mpi_channel *in, size_t k, int tag, const char *call)
{
    if (gpu__mpi_piece(in, k))
        gpu__first(first, gpu__mpi_status(MPI_Irecv(gpu__mpi_buffer(in, k), (int)gpu__mpi_piece(in, k), MPI_BYTE,
                                                    in->rank, tag, in->comm, &in->request[k % 2]),
                                          call));
}
/* Sends and receives all pieces even after an error, because the other side waits for them. */
static gpu_status gpu__mpi_transfer(gpu__mpi_channel *out, gpu__mpi_channel *in, int tag, const char *call)
{
    gpu_status first = GPU_OK;
    gpu__mpi_post_receive(&first, in, 0, tag, call);
    for (size_t k = 0; gpu__mpi_piece(out, k) || gpu__mpi_piece(in, k); k++) {
        const size_t leaving = gpu__mpi_piece(out, k), coming = gpu__mpi_piece(in, k);
        if (leaving) {
            gpu__mpi_wait(&first, &out->request[k % 2], call);
            if (out->staged)
                gpu__first(&first, gpu__current(copy)(gpu__mpi_buffer(out, k), out->p + k * GPU__MPI_PIECE, leaving,
                                                      GPU__WAIT, call));
            gpu__first(&first, gpu__mpi_status(MPI_Isend(gpu__mpi_buffer(out, k), (int)leaving, MPI_BYTE, out->rank,
                                                         tag, out->comm, &out->request[k % 2]),
                                               call));
        }
        if (!coming) continue;
        if (in->staged && in->p && k) gpu__first(&first, gpu__current(finish)(call)); /* its buffer can be reused */
        gpu__mpi_post_receive(&first, in, k + 1, tag, call);
        gpu__mpi_wait(&first, &in->request[k % 2], call);
        if (in->staged && in->p)
            gpu__first(&first, gpu__current(copy)(in->p + k * GPU__MPI_PIECE, gpu__mpi_buffer(in, k), coming,
                                                  GPU__QUEUE, call));
    }
    for (size_t k = 0; k < 2; k++) gpu__mpi_wait(&first, &out->request[k], call);
    if (in->staged && in->p) gpu__first(&first, gpu__current(finish)(call));
    return first;
}

/* The number of bytes of n elements. Checks n and type before anything is sent. */
static gpu_status gpu__mpi_bytes(size_t n, MPI_Datatype type, size_t *bytes, const char *call)
{
    MPI_Aint low = 0, extent = 0;
    int size = 0;
    gpu_status s;
    *bytes = 0;
    if (type == MPI_DATATYPE_NULL)
        return gpu__wrong(call, "type is MPI_DATATYPE_NULL; expected a datatype, such as MPI_FLOAT");
    if ((s = gpu__mpi_status(MPI_Type_size(type, &size), call))) return s;
    if ((s = gpu__mpi_status(MPI_Type_get_extent(type, &low, &extent), call))) return s;
    if (size < 1 || (size_t)size > GPU__MPI_PIECE)
        return gpu__wrong(call, "an element of `type` has %d bytes; expected 1 to %zu", size, GPU__MPI_PIECE);
    if (low || extent != size)
        return gpu__wrong(call,
                          "an element of `type` has %d bytes and an extent of %lld; expected a type without gaps (send "
                          "structures as MPI_BYTE)",
                          size, (long long)extent);
    if ((s = gpu__check_size(n, (size_t)size, call))) return s;
    *bytes = n * (size_t)size;
    return GPU_OK;
}
static gpu_status gpu__mpi_check_rank(int rank, const char *what, const char *call)
{
    return rank >= 0 && rank < gpu__mpi.size
               ? GPU_OK
               : gpu__wrong(call, "%s is rank %d; expected 0 to %d", what, rank, gpu__mpi.size - 1);
}
/* Checks the array of `bytes` bytes at p, called `name`, and prepares it for sending to or receiving from a rank
   (MPI_PROC_NULL: none). */
static gpu_status gpu__mpi_channel_open(gpu__mpi_channel *channel, const void *p, size_t bytes, int rank, int incoming,
                                        const char *name, const char *call)
{
    gpu_place kind = GPU_HOST;
    gpu_status s = GPU_OK;
    memset(channel, 0, sizeof *channel);
    channel->rank = rank;
    channel->comm = gpu__mpi.comm;
    channel->request[0] = channel->request[1] = MPI_REQUEST_NULL;
    if (rank == MPI_PROC_NULL || !bytes) return GPU_OK;
    if (!p) return gpu__wrong(call, "%s is NULL; expected memory of %zu bytes", name, bytes);
    if ((s = gpu__check_range(p, bytes, name, call)) || (s = gpu__where(p, &kind, call))) return s;
    channel->p = (char *)(uintptr_t)p;
    channel->bytes = bytes;
#ifdef GPU__TEST_MPI_STAGED
    kind = GPU_ON_DEVICE;
#endif
    channel->staged = kind == GPU_ON_DEVICE && !gpu__mpi.aware;
    if (channel->staged && (s = gpu__mpi_staging_open(call))) return s;
    if (incoming) s = gpu__tape_asked(write, (channel->p, bytes, call));
    channel->buffer = (char *)gpu__mpi_staging.p + (incoming ? 2 : 0) * GPU__MPI_PIECE;
    return s;
}

/* A header precedes each message. It has the message's size or, if there is no message, the sender's error, so that the
   receiver neither waits forever nor writes beyond its array. */
typedef struct gpu__mpi_header {
    unsigned long long bytes;
    int status;
} gpu__mpi_header;
/* Sends to one rank and receives from another, with headers, and checks what was received. */
static gpu_status gpu__mpi_exchange(gpu_status mine, gpu__mpi_channel *out, gpu__mpi_channel *in, int tag,
                                    const char *call)
{
    const gpu__mpi_header leaving = {mine ? 0 : out->bytes, (int)mine};
    gpu__mpi_header coming = {in->bytes, 0};
    gpu_status s = mine ? mine : gpu__current(finish)(call), t;
    const size_t expected = in->bytes;
    char *nowhere = NULL;
    t = gpu__mpi_status(MPI_Sendrecv(&leaving, (int)sizeof leaving, MPI_BYTE, out->rank, tag, &coming,
                                     (int)sizeof coming, MPI_BYTE, in->rank, tag, gpu__mpi.comm, MPI_STATUS_IGNORE),
                        call);
    if (t) return s ? s : t;
    if (mine) out->bytes = 0;
    in->bytes = (size_t)coming.bytes;
    if (mine || coming.bytes != expected) { /* the message is sent nevertheless: receive and discard it */
        in->p = NULL, in->staged = 1;
        if (in->bytes) in->buffer = nowhere = (char *)gpu__host(2 * GPU__MPI_PIECE, 0);
        if (in->bytes && !nowhere) (void)MPI_Abort(gpu__mpi.comm, 1); /* no memory to receive it in */
    }
    t = gpu__mpi_transfer(out, in, tag, call);
    gpu__host_free(nowhere);
    if (s || t) return s ? s : t;
    if (coming.status)
        return gpu__fail((gpu_status)coming.status, call, "rank %d sent nothing because of %s", in->rank,
                         gpu_status_name((gpu_status)coming.status));
    return coming.bytes == expected
               ? GPU_OK
               : gpu__wrong(call, "rank %d sent %llu bytes; expected %zu", in->rank, coming.bytes, expected);
}
static gpu_status gpu__mpi_pair(const void *send, int to, void *receive, int from, size_t n, MPI_Datatype type, int tag,
                                const char *call)
{
    gpu__mpi_channel out, in;
    size_t bytes = 0;
    gpu_status s = gpu__mpi_begin(call), t;
    if (s) return s;
    if (to != MPI_PROC_NULL && (s = gpu__mpi_check_rank(to, "the receiver", call))) to = MPI_PROC_NULL;
    if (from != MPI_PROC_NULL && (t = gpu__mpi_check_rank(from, "the sender", call))) from = MPI_PROC_NULL, s = t;
    if (!s) s = gpu__mpi_bytes(n, type, &bytes, call);
    gpu__first(&s, gpu__mpi_channel_open(&out, send, bytes, to, 0, "send", call));
    gpu__first(&s, gpu__mpi_channel_open(&in, receive, bytes, from, 1, "receive", call));
    if (!s && out.bytes && in.bytes && (gpu__within(send, receive, bytes) || gpu__within(receive, send, bytes)))
        s = gpu__wrong(call, "send and receive overlap; expected two arrays that do not");
    return gpu__mpi_exchange(s, &out, &in, tag, call);
}
GPU_API gpu_status gpu_mpi_send(const void *p, size_t n, MPI_Datatype type, int to, int tag)
{
    return gpu__mpi_pair(p, to, NULL, MPI_PROC_NULL, n, type, tag, "gpu_mpi_send");
}
GPU_API gpu_status gpu_mpi_receive(void *p, size_t n, MPI_Datatype type, int from, int tag)
{
    return gpu__mpi_pair(NULL, MPI_PROC_NULL, p, from, n, type, tag, "gpu_mpi_receive");
}
GPU_API gpu_status gpu_mpi_sendrecv(const void *send, int to, void *receive, int from, size_t n, MPI_Datatype type,
                                    int tag)
{
    return gpu__mpi_pair(send, to, receive, from, n, type, tag, "gpu_mpi_sendrecv");
}

/* -- collectives: the ranks agree on the arguments before any data is sent, and on the status afterwards -- */

/* Scatter or gather: copies the shares between `whole` on the root and `share` on each rank. */
static gpu_status gpu__mpi_shares(void *whole, void *share, size_t n, MPI_Datatype type, int root, int scatter,
                                  const char *call)
{
    const char *const names[2] = {scatter ? "from" : "to", "share"};
    gpu__mpi_signature at = {call, scatter ? GPU__MPI_SCATTER : GPU__MPI_GATHER, root, n, 0};
    gpu__mpi_channel other, none;
    gpu_status s = gpu__mpi_begin(call);
    size_t bytes = 0, begin = 0, count = 0, size;
    if (s) return s;
    s = gpu__mpi_check_rank(root, "root", call);
    if (!s) s = gpu__mpi_bytes(n, type, &bytes, call);
    at.bytes = bytes, size = n ? bytes / n : 0;
    gpu__split(n, gpu__mpi.rank, gpu__mpi.size, &begin, &count);
    if (!s && gpu__mpi.rank == root) s = gpu__mpi_channel_open(&other, whole, bytes, root, 0, names[0], call);
    if (!s) s = gpu__mpi_channel_open(&other, share, count * size, root, 0, names[1], call);
    (void)gpu__mpi_channel_open(&none, NULL, 0, MPI_PROC_NULL, 0, "", call);
    if (!s) s = gpu__current(finish)(call);
    if ((s = gpu__mpi_agree(s, &at))) return s;
    for (int r = 0; r < gpu__mpi.size; r++) {
        if (gpu__mpi.rank != root && gpu__mpi.rank != r) continue;
        gpu__split(n, r, gpu__mpi.size, &begin, &count);
        char *const part = (char *)whole + begin * size;
        if (r == root) { /* the root's own share */
            if (count && share != part)
                gpu__first(
                    &s, gpu__move_part(scatter ? share : part, scatter ? part : share, count * size, GPU__WAIT, call));
            continue;
        }
        gpu__first(&s, gpu__mpi.rank == root
                           ? gpu__mpi_channel_open(&other, part, count * size, r, !scatter, names[0], call)
                           : gpu__mpi_channel_open(&other, share, count * size, root, scatter, names[1], call));
        other.comm = gpu__mpi.shares;
        gpu__first(&s, scatter == (gpu__mpi.rank == root) ? gpu__mpi_transfer(&other, &none, 0, call)
                                                          : gpu__mpi_transfer(&none, &other, 0, call));
    }
    return gpu__mpi_agree(s, &at);
}
GPU_API gpu_status gpu_mpi_scatter(void *share, const void *from, size_t n, MPI_Datatype type, int root)
{
    return gpu__mpi_shares((void *)(uintptr_t)from, share, n, type, root, 1, "gpu_mpi_scatter");
}
GPU_API gpu_status gpu_mpi_gather(void *to, const void *share, size_t n, MPI_Datatype type, int root)
{
    return gpu__mpi_shares(to, (void *)(uintptr_t)share, n, type, root, 0, "gpu_mpi_gather");
}

/* A broadcast from `root`, or a reduction to all ranks (root -1), in pieces: while MPI transfers one, the next is
   copied to its buffer and the one before from its buffer. */
typedef struct gpu__mpi_collective {
    char *out;
    const char *in;
    size_t bytes, piece, size; /* size: of an element */
    MPI_Datatype type;
    MPI_Op op;
    int root, staged;
    MPI_Request request[2];
} gpu__mpi_collective;
static gpu_status gpu__mpi_collective_start(gpu__mpi_collective *c, size_t k, size_t bytes, const char *call)
{
    char *const buffer = c->staged ? (char *)gpu__mpi_staging.p + k % 2 * GPU__MPI_PIECE : c->out + k * c->piece;
    const char *const from = c->in + k * c->piece;
    const int count = (int)(bytes / c->size);
    gpu_status s = GPU_OK;
    if (c->staged && (c->root < 0 || c->root == gpu__mpi.rank))
        s = gpu__current(copy)(buffer, from, bytes, GPU__WAIT, call);
    gpu__first(&s, gpu__mpi_status(
                       c->root >= 0 ? MPI_Ibcast(buffer, count, c->type, c->root, gpu__mpi.comm, &c->request[k % 2])
                                    : MPI_Iallreduce(c->staged || buffer == from ? MPI_IN_PLACE : (const void *)from,
                                                     buffer, count, c->type, c->op, gpu__mpi.comm, &c->request[k % 2]),
                       call));
    return s;
}
static gpu_status gpu__mpi_collective_run(gpu__mpi_collective *c, const char *call)
{
    const size_t pieces = gpu__ceil_div(c->bytes, c->piece);
    const int puts = c->staged && c->root != gpu__mpi.rank;
    gpu_status first = GPU_OK;
    for (size_t k = 0; k <= pieces && pieces; k++) {
        const size_t at = k * c->piece, left = c->bytes - (k < pieces ? at : c->bytes);
        if (k < pieces) {
            if (puts && k > 1) gpu__first(&first, gpu__current(finish)(call)); /* its buffer can be reused */
            gpu__first(&first, gpu__mpi_collective_start(c, k, gpu__least(left, c->piece), call));
        }
        if (!k) continue;
        gpu__mpi_wait(&first, &c->request[(k - 1) % 2], call);
        if (puts)
            gpu__first(&first, gpu__current(copy)(
                                   c->out + at - c->piece, (char *)gpu__mpi_staging.p + (k - 1) % 2 * GPU__MPI_PIECE,
                                   k < pieces ? c->piece : c->bytes - (at - c->piece), GPU__QUEUE, call));
    }
    if (puts) gpu__first(&first, gpu__current(finish)(call));
    return first;
}
/* Checks the arguments of a broadcast or reduction, agrees on them with all ranks, and runs it. */
static gpu_status gpu__mpi_broadcast_or_reduce(void *out, const void *in, size_t n, MPI_Datatype type, MPI_Op op,
                                               int root, int reduces, const char *call)
{
    gpu__mpi_signature at = {call, reduces ? GPU__MPI_ALLREDUCE : GPU__MPI_BROADCAST, reduces ? 0 : root, n, 0};
    gpu__mpi_collective c;
    gpu__mpi_channel channel[2];
    gpu_status s = gpu__mpi_begin(call);
    if (s) return s;
    memset(&c, 0, sizeof c);
    c.request[0] = c.request[1] = MPI_REQUEST_NULL;
    if (!reduces) s = gpu__mpi_check_rank(root, "root", call);
    else if (op == MPI_OP_NULL) s = gpu__wrong(call, "op is MPI_OP_NULL; expected an operation, such as MPI_SUM");
    if (!s) s = gpu__mpi_bytes(n, type, &c.bytes, call);
    if (!s) s = gpu__mpi_channel_open(&channel[0], out, c.bytes, 0, 1, reduces ? "out" : "p", call);
    if (!s) s = gpu__mpi_channel_open(&channel[1], in, c.bytes, 0, 0, reduces ? "in" : "p", call);
    if (!s && out != in && (gpu__within(out, in, c.bytes) || gpu__within(in, out, c.bytes)))
        s = gpu__wrong(call, "out and in overlap; expected the same array, or two that do not");
    if (!s) s = gpu__current(finish)(call);
    at.bytes = c.bytes;
    if ((s = gpu__mpi_agree(s, &at)) || !n) return s;
    c.out = (char *)out, c.in = (const char *)in;
    c.type = type, c.op = op, c.root = root;
    c.size = c.bytes / n;
    c.piece = GPU__MPI_PIECE - GPU__MPI_PIECE % c.size;
    c.staged = channel[0].staged || channel[1].staged;
    s = gpu__mpi_collective_run(&c, call);
    return gpu__mpi_agree(s, &at);
}
GPU_API gpu_status gpu_mpi_broadcast(void *p, size_t n, MPI_Datatype type, int root)
{
    return gpu__mpi_broadcast_or_reduce(p, p, n, type, MPI_OP_NULL, root, 0, "gpu_mpi_broadcast");
}
GPU_API gpu_status gpu_mpi_allreduce(void *out, const void *in, size_t n, MPI_Datatype type, MPI_Op op)
{
    return gpu__mpi_broadcast_or_reduce(out, in, n, type, op, -1, 1, "gpu_mpi_allreduce");
}
#endif
