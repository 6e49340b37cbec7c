#if defined(GPU_SEVERAL_DEVICES) || defined(MPI_VERSION)
/* Copies as a part of a larger call, at whose site. For a tape this is a write: the source may be another part's. */
static gpu_status gpu__move_part(void *dst, const void *src, size_t bytes, int queue, const char *call)
{
    gpu__keep_site(GPU__BY_CALL);
    const gpu_status s = gpu__transfer(dst, src, bytes, queue, call);
    return s || !bytes ? s : gpu__tape_asked(write, (dst, bytes, call));
}
#endif

static GPU__FORCE_INLINE void gpu__split(size_t n, int part, int parts, size_t *begin, size_t *count)
{
    gpu__share(n, (size_t)part, (size_t)parts, begin, count);
    *count -= *begin; /* until here, *count was the end of the share */
}
GPU_API gpu_status gpu_split(size_t n, int part, int parts, size_t *begin, size_t *count)
{
    static const char call[] = "gpu_split";
    const gpu_status s = gpu__enter();
    if (begin) *begin = 0;
    if (count) *count = 0;
    if (s) return s;
    if (parts < 1 || part < 0 || part >= parts)
        return gpu__wrong(call, "there is no part %d of %d; expected 0 <= part < parts", part, parts);
    if (!begin || !count)
        return gpu__wrong(call, "%s is NULL; pass the address of a size_t", begin ? "count" : "begin");
    gpu__split(n, part, parts, begin, count);
    return GPU_OK;
}

GPU_API int gpu_peer(int device, int other)
{
    static const char call[] = "gpu_peer";
    if (gpu__enter() || gpu__check_device(device, call) || gpu__check_device(other, call)) return -1;
    return device == other ? 1 : gpu__backend(device, peer)(device, other);
}

/* ---- GPU_ON ---- */
GPU_API gpu__on gpu__on_begin(int device, const char *file, int line)
{
    gpu__on on = {0, gpu_device(), gpu__thread.current};
    gpu__note_site(file, line, GPU__BY_CALL);
    on.once = !gpu_use(device);
    return on;
}
GPU_API void gpu__on_end(gpu__on *on)
{
    on->once = 0;
    gpu__keep_site(GPU__BY_CALL);
    if (!gpu_use(on->device) && on->stream != gpu__thread.current) (void)gpu_use_stream(on->stream);
}

/* ---- the processes on one host ---- */
GPU_API int gpu_local_rank(void)
{
    static const char *const names[] = {"OMPI_COMM_WORLD_LOCAL_RANK",
                                        "MV2_COMM_WORLD_LOCAL_RANK",
                                        "MPI_LOCALRANKID",
                                        "PMI_LOCAL_RANK",
                                        "PALS_LOCAL_RANKID",
                                        "SLURM_LOCALID"};
    for (size_t k = 0; k < sizeof names / sizeof *names; k++) {
        const char *const v = getenv(names[k]);
        long rank;
        if (v && gpu__number(v, &rank) && rank >= 0 && rank <= INT32_MAX) return (int)rank;
    }
    return 0;
}
GPU_API gpu_status gpu_use_local_rank(void)
{
    const int gpus = gpu_device_count();
    return gpu_use(gpus ? gpu_local_rank() % gpus : GPU_CPU);
}

#ifdef GPU_SEVERAL_DEVICES
/* ---- all devices at once ----
   One host thread for each device; they meet at barriers, where a thread that has returned counts as arrived. */
typedef struct gpu__each_offer { /* the arguments of one part in a collective call, which the others read */
    const char *call;
    void *p;
    uint64_t *flags;       /* see gpu__exchange_args */
    size_t n, size, reach; /* reach: maximum number of blocks of a fold; 0: some memory is not accessible to a peer */
    int detail;            /* the fold or the root */
    gpu_type type;         /* of the elements of a fold */
    unsigned number;       /* counts the part's collectives: a smaller one means that the part did not make this call */
} gpu__each_offer;
typedef struct gpu__each_member {
    struct gpu__each *group;
    int part;
    gpu_status status;
    unsigned offers;
    gpu__each_offer offer[2]; /* used alternately: one is still read while the next is written */
    uint64_t exchanges;
    gpu__exchange_args last; /* the exchange that was queued last */
    char message[1280];
    gpu__host_thread thread;
} gpu__each_member;
typedef struct gpu__each {
    gpu_device_fn *fn;
    void *user;
    const char *file; /* call site of gpu_each_device */
    int line, parts, threads;
    uint64_t epoch;               /* before the first exchange */
    gpu__monitor monitor;         /* guards the members below */
    int waiting, returned, round; /* of the barrier; round: number of the current one */
    int failed;                   /* 1 + the first part that failed; 0: none */
    gpu__each_member member[GPU__MAX_DEVICES];
} gpu__each;
static GPU__TLS gpu__each_member *gpu__each_self;
static inline int gpu__each_home(int part) { return gpu__global.gpus ? part : GPU_CPU; }
static int gpu__each_busy;
static uint64_t gpu__each_epoch; /* the greatest one of any exchange so far */

/* Records the first error of this part, with the monitor held. */
static void gpu__each_failed(gpu__each_member *m, gpu_status status)
{
    if (m->status || !status) return;
    m->status = status;
    if (m->last.epoch) gpu__current(exchange_give_up)(&m->last);
    snprintf(m->message, sizeof m->message, "%.*s", (int)sizeof m->message - 1,
             gpu__thread.error == status ? gpu__thread.message : gpu_status_name(status));
    if (!m->group->failed) m->group->failed = 1 + m->part;
}
/* Opens the barrier if all parts have arrived or returned; with the monitor held. */
static void gpu__each_pass(gpu__each *c)
{
    if (!c->waiting || c->waiting + c->returned < c->parts) return;
    c->waiting = 0;
    GPU__STORE_RELEASE(int, &c->round, c->round + 1);
    gpu__monitor_wake(&c->monitor);
}
/* The barrier of all parts; `s` is the status of this one. Fails in all parts if one has failed. It spins before it
   sleeps, because parts arrive at about the same time. */
static gpu_status gpu__each_meet(gpu_status s, const char *call)
{
    gpu__each_member *const m = gpu__each_self;
    gpu__each *const c = m->group;
    int round, failed, tries = 0;
    gpu__monitor_enter(&c->monitor);
    gpu__each_failed(m, s);
    round = c->round;
    c->waiting++;
    gpu__each_pass(c);
    gpu__monitor_leave(&c->monitor);
    while (tries < 1000 && GPU__LOAD_ACQUIRE(int, &c->round) == round) gpu__give_way(&tries);
    gpu__monitor_enter(&c->monitor);
    while (c->round == round) gpu__monitor_wait(&c->monitor);
    failed = c->failed;
    gpu__monitor_leave(&c->monitor);
    if (!failed || (s && failed == 1 + m->part)) return s;
    s = c->member[failed - 1].status;
    return gpu__fail(s, call, "part %d failed: %s", failed - 1, c->member[failed - 1].message);
}
static gpu_status gpu__each_member_calls(const char *call)
{
    if (gpu__each_self) return GPU_OK;
    return gpu__fail(GPU_ERROR_NOT_SUPPORTED, call,
                     "this thread was not started by gpu_each_device; call it inside the function passed to that");
}

/* The host thread of one part. */
static void gpu__each_run(gpu__each_member *m)
{
    gpu__each *const c = m->group;
    gpu__each_member *const outer = gpu__each_self;
    const int threads = gpu__thread.threads, device = gpu__each_home(m->part);
    gpu_status s = gpu__ready();
    gpu__each_self = m;
    gpu__note_site(c->file, c->line, GPU__BY_CALL);
    if (!s) s = gpu_use(device);
    if (!s && !gpu__is_gpu(device) && c->parts > 1) /* the parts share the cores */
        gpu__thread.threads = gpu__cpu_threads() > c->parts ? gpu__cpu_threads() / c->parts : 1;
    if (!s) s = c->fn(m->part, c->parts, c->user);
    gpu__thread.threads = threads;
    gpu__each_self = outer;
    gpu__monitor_enter(&c->monitor);
    gpu__each_failed(m, s);
    c->returned++;
    gpu__each_pass(c);
    gpu__monitor_leave(&c->monitor);
    if (s) gpu__errors_seen(); /* gpu_each_device reports it */
}
static GPU__HOST_THREAD(gpu__each_thread, member)
{
    gpu__each_run((gpu__each_member *)member);
    for (int k = 0; k < 2; k++) (void)gpu__backend(0, event_close)(&gpu__thread.timer[1][k], NULL); /* of a GPU */
    return 0;
}

/* ---- gpu_each_device ---- */
static gpu__each *gpu__each_open(gpu_device_fn *fn, void *user)
{
    gpu__each *const c = (gpu__each *)gpu__host(sizeof *c, 1);
    if (!c) return NULL;
    c->epoch = gpu__each_epoch;
    c->fn = fn;
    c->user = user;
    gpu__put_site(c);
    c->parts = gpu__global.gpus ? gpu__global.gpus : 1;
    gpu__monitor_open(&c->monitor);
    for (int k = 0; k < c->parts; k++) {
        c->member[k].group = c;
        c->member[k].part = k;
    }
    return c;
}
/* Starts a thread for each part but the first, which the caller's thread runs. */
static void gpu__each_start(gpu__each *c, const char *call)
{
    gpu_status s = GPU_OK;
    for (int k = 1; k < c->parts && !s; k++)
        if (gpu__host_thread_start(&c->member[k].thread, gpu__each_thread, &c->member[k])) c->threads++;
        else s = gpu__fail(GPU_ERROR_OUT_OF_MEMORY, call, "the system cannot start a thread for device %d", k);
    if (s) { /* so that running threads do not wait for those that did not start */
        gpu__monitor_enter(&c->monitor);
        c->returned += c->parts - 1 - c->threads;
        gpu__each_failed(&c->member[0], s);
        gpu__monitor_leave(&c->monitor);
    }
}
/* Frees the state. Returns the status of the first part that failed, and fails with the messages of all that did. If
   devices can access each other's memory several report one fault, and the first message lists the launches of all. */
static gpu_status gpu__each_close(gpu__each *c, gpu_status s, const char *call)
{
    char messages[1400] = "";
    size_t used = 0;
    int k, faults = 0;
    for (k = c->parts - 1; k >= 0; k--)
        if (c->member[k].status) s = c->member[k].status;
    for (k = 0; k < c->parts && used < sizeof messages; k++)
        if (c->member[k].status) {
            const int again = gpu__global.peers && gpu__global.device[k].faulted && faults++;
            used += (size_t)snprintf(messages + used, sizeof messages - used, "%sdevice %d: %s", used ? "; " : "",
                                     gpu__each_home(k), again ? "reports a fault, too" : c->member[k].message);
        }
    for (k = 0; k < c->parts; k++)
        if (c->member[k].last.epoch > gpu__each_epoch) gpu__each_epoch = c->member[k].last.epoch;
    if (c->failed) gpu__each_epoch += GPU__GIVEN_UP;
    GPU_HOST_FREE(c);
    gpu__unlock(&gpu__each_busy);
    return s && used ? gpu__fail(s, call, "%s", messages) : s;
}
GPU_API gpu_status gpu_each_device(gpu_device_fn *fn, void *user)
{
    static const char call[] = "gpu_each_device";
    gpu_status s = gpu__enter();
    const int device = gpu__thread.device;
    const gpu_stream stream = gpu__thread.current;
    gpu__each *c;
    if (s) return s;
    if (!fn) return gpu__wrong(call, "fn is NULL; expected a function to call");
    if (gpu__thread.graph) return gpu__not_in_graph(call, GPU__NOT_RUN_YET);
    if (gpu__each_self)
        return gpu__fail(GPU_ERROR_NOT_SUPPORTED, call,
                         "it was called inside gpu_each_device; call it when that has returned");
    if (GPU__EXCHANGE_ACQUIRE(int, &gpu__each_busy, 1))
        return gpu__fail(GPU_ERROR_NOT_SUPPORTED, call,
                         "another thread is in gpu_each_device, which uses all devices; call it after that returns");
    if (!(c = gpu__each_open(fn, user))) {
        gpu__unlock(&gpu__each_busy);
        return gpu__no_host_memory(call);
    }
    gpu__each_start(c, call);
    gpu__each_run(&c->member[0]);
    for (int k = 1; k <= c->threads; k++) gpu__host_thread_join(c->member[k].thread);
    gpu__monitor_close(&c->monitor);
    if (gpu_use(device)) s = gpu__thread.error;
    gpu__stream_set(stream);
    return gpu__each_close(c, s, call);
}
#endif
