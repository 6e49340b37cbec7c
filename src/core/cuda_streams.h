/* -- CUDA runtime: streams, events, graphs and kernels -- */

#if defined(GPU_CUDA_RUNTIME) && !defined(GPU__CUDA)
GPU_API cudaError_t cudaStreamCreateWithPriority(cudaStream_t *stream, unsigned flags, int priority)
{
    static const char call[] = "cudaStreamCreate";
    cudaError_t e;
    if (gpu__simulated.worker) return *stream = NULL, cudaSuccess; /* a kernel's launches run in their order */
    if ((e = gpu__cuda_enter_to(stream, call))) return e;
    if (flags > cudaStreamNonBlocking)
        return gpu__cuda_fail(cudaErrorInvalidValue, call,
                              "the flags are %u; expected cudaStreamDefault or cudaStreamNonBlocking", flags);
    gpu__keep_site(GPU__BY_CALL);
    *stream = gpu_stream_new_priority(priority > 0 ? 0 : priority < -5 ? 5 : -priority);
    return *stream ? cudaSuccess : gpu__cuda_of(gpu__thread.error);
}
GPU_API cudaError_t cudaStreamCreateWithFlags(cudaStream_t *stream, unsigned flags)
{
    return cudaStreamCreateWithPriority(stream, flags, 0);
}
GPU_API cudaError_t cudaStreamCreate(cudaStream_t *stream) { return cudaStreamCreateWithPriority(stream, 0, 0); }
GPU_API cudaError_t cudaStreamGet{Priority|Flags}(cudaStream_t stream, {int|unsigned} *{priority|flags})
{
    const cudaError_t e = gpu__cuda_check_stream(&stream, "cudaStreamGet{1}");
    if (!e && {3}) *{3} = {stream ? -stream->priority : 0|cudaStreamDefault};
    return e || {3} ? e : gpu__cuda_null("cudaStreamGet{1}", "{3}");
}
GPU_API cudaError_t cudaStreamDestroy(cudaStream_t stream)
{
    const cudaError_t e = gpu__simulated.worker ? cudaSuccess : gpu__cuda_check_stream(&stream, "cudaStreamDestroy");
    if (e || gpu__simulated.worker) return e;
    if (!stream)
        return gpu__cuda_fail(cudaErrorInvalidResourceHandle, "cudaStreamDestroy",
                              "the stream is NULL, the default stream, which cannot be destroyed");
    gpu__keep_site(GPU__BY_CALL);
    return gpu__cuda_of_handle(gpu_stream_free(stream));
}
GPU_API cudaError_t cudaStreamSynchronize(cudaStream_t stream)
{
    return gpu__cuda_refuses(&stream, "cudaStreamSynchronize") ? gpu__cuda_last : gpu__cuda_of(gpu_stream_sync(stream));
}
GPU_API cudaError_t cudaStreamQuery(cudaStream_t stream) { return cudaStreamSynchronize(stream); }
static cudaError_t gpu__cuda_check_event(cudaEvent_t event, const char *call)
{
    const cudaError_t e = gpu__cuda_enter();
    gpu__keep_site(GPU__BY_CALL);
    return e ? e : gpu__cuda_of_handle(gpu__check_event(event, 0, call));
}
GPU_API cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, GPU__UNUSED unsigned flags)
{
    static const char call[] = "cudaStreamWaitEvent";
    return gpu__cuda_refuses(&stream, call) ? gpu__cuda_last : gpu__cuda_check_event(event, call);
}
GPU_API cudaError_t cudaStreamAddCallback(cudaStream_t stream, cudaStreamCallback_t callback, void *user,
                                          unsigned flags)
{
    static const char call[] = "cudaStreamAddCallback";
    const cudaError_t e = gpu__cuda_check_stream(&stream, call);
    if (e) return e;
    if (!callback || flags)
        return gpu__cuda_fail(cudaErrorInvalidValue, call, "the callback is NULL or the flags are %u; expected 0",
                              flags);
    if (gpu__thread.graph)
        return gpu__cuda_fail(cudaErrorStreamCaptureUnsupported, call,
                              "not permitted while a graph is captured; use cudaLaunchHostFunc");
    callback(stream, cudaSuccess, user);
    return cudaSuccess;
}
GPU_API cudaError_t cudaLaunchHostFunc(cudaStream_t stream, cudaHostFn_t fn, void *user)
{
    return gpu__cuda_refuses(&stream, "cudaLaunchHostFunc") ? gpu__cuda_last
                                                            : gpu__cuda_of(gpu_stream_callback(NULL, fn, user));
}

GPU_API cudaError_t cudaEventCreateWithFlags(cudaEvent_t *event, unsigned flags)
{
    static const char call[] = "cudaEventCreate";
    const cudaError_t e = gpu__cuda_enter_to(event, call);
    if (e) return e;
    if (flags > 7)
        return gpu__cuda_fail(cudaErrorInvalidValue, call, "the flags are %u; expected a sum of cudaEvent...", flags);
    gpu__keep_site(GPU__BY_CALL);
    *event = gpu_event_new();
    return *event ? cudaSuccess : gpu__cuda_of(gpu__thread.error);
}
GPU_API cudaError_t cudaEventCreate(cudaEvent_t *event) { return cudaEventCreateWithFlags(event, 0); }
GPU_API cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream)
{
    return gpu__cuda_refuses(&stream, "cudaEventRecord") ? gpu__cuda_last
                                                         : gpu__cuda_of_handle(gpu_event_record(event));
}
GPU_API cudaError_t cudaEvent{Synchronize|Query}(cudaEvent_t event) /* in CUDA an event that was not recorded is done */
{
    return gpu__cuda_check_event(event, "cudaEvent{1}");
}
GPU_API cudaError_t cudaEventElapsedTime(float *ms, cudaEvent_t start, cudaEvent_t stop)
{
    double elapsed = 0;
    cudaError_t e = gpu__cuda_enter_to(ms, "cudaEventElapsedTime");
    if (e) return e;
    gpu__keep_site(GPU__BY_CALL);
    if (!(e = gpu__cuda_of_handle(gpu__event_elapsed(start, stop, &elapsed)))) *ms = (float)elapsed;
    return e;
}
GPU_API cudaError_t cudaEventDestroy(cudaEvent_t event)
{
    const cudaError_t e = gpu__cuda_check_event(event, "cudaEventDestroy");
    gpu__keep_site(GPU__BY_CALL);
    return e ? e : gpu__cuda_of_handle(gpu_event_free(event));
}

/* -- graphs -- */

static struct gpu__graph gpu__cuda_children; /* launched by kernels, and not begun */
static cudaError_t gpu__cuda_complete(cudaError_t e);
GPU_API cudaError_t cudaStreamBeginCapture(cudaStream_t stream, cudaStreamCaptureMode mode)
{
    static const char call[] = "cudaStreamBeginCapture";
    cudaError_t e = gpu__cuda_check_stream(&stream, call);
    if (e) return e;
    if (!stream || (unsigned)mode > (unsigned)cudaStreamCaptureModeRelaxed)
        return gpu__cuda_fail(stream ? cudaErrorInvalidValue : cudaErrorStreamCaptureUnsupported, call,
                              stream ? "the mode is not a cudaStreamCaptureMode"
                                     : "the default stream cannot be captured; use one from cudaStreamCreate");
    if (gpu__thread.graph)
        return gpu__cuda_fail(cudaErrorIllegalState, call, "this thread captures already; end that capture first");
    gpu__keep_site(GPU__BY_CALL);
    if (!(e = gpu__cuda_of(gpu_graph_begin()))) gpu__cuda_captured = stream;
    return e;
}
GPU_API cudaError_t cudaStreamEndCapture(cudaStream_t stream, cudaGraph_t *graph)
{
    static const char call[] = "cudaStreamEndCapture";
    cudaError_t e = gpu__cuda_enter_to(graph, call);
    gpu_graph made;
    if (e) return e;
    *graph = NULL;
    if (!gpu__thread.graph || stream != gpu__cuda_captured)
        return gpu__cuda_fail(gpu__thread.graph ? cudaErrorStreamCaptureUnmatched : cudaErrorIllegalState, call,
                              "this thread has not begun to capture this stream; call cudaStreamBeginCapture first");
    gpu__keep_site(GPU__BY_CALL);
    if (!(made = gpu_graph_end())) return gpu__cuda_of(gpu__thread.error);
    if (!(*graph = (cudaGraph_t)gpu__host(sizeof **graph, 1))) {
        (void)gpu_graph_free(made);
        return gpu__cuda_of(gpu__no_host_memory(call));
    }
    (*graph)->graph = made;
    (*graph)->users = 1;
    return cudaSuccess;
}
GPU_API cudaError_t cudaStreamIsCapturing(cudaStream_t stream, cudaStreamCaptureStatus *status)
{
    const cudaError_t e = gpu__cuda_enter_to(status, "cudaStreamIsCapturing");
    if (!e)
        *status = gpu__thread.graph && stream == gpu__cuda_captured ? cudaStreamCaptureStatusActive
                                                                    : cudaStreamCaptureStatusNone;
    return e;
}
GPU_API cudaError_t cudaGraphInstantiate(cudaGraphExec_t *exec, cudaGraph_t graph, GPU__UNUSED unsigned long long flags)
{
    const cudaError_t e = gpu__cuda_enter_to(graph ? exec : NULL, "cudaGraphInstantiate");
    if (e) return e;
    *exec = graph;
    graph->users++;
    return cudaSuccess;
}
GPU_API cudaError_t cudaGraphGetNodes(cudaGraph_t graph, cudaGraphNode_t *nodes, size_t *count)
{
    const cudaError_t e = gpu__cuda_enter_to(graph ? count : NULL, "cudaGraphGetNodes");
    if (e) return e;
    if (nodes)
        return gpu__cuda_fail(cudaErrorNotSupported, "cudaGraphGetNodes",
                              "the nodes have no handles on the CPU; pass NULL, which gives their number");
    *count = graph->graph->calls;
    return cudaSuccess;
}
GPU_API cudaError_t cudaGraphLaunch(cudaGraphExec_t exec, cudaStream_t stream)
{
    static const char call[] = "cudaGraphLaunch";
    cudaError_t e = gpu__cuda_check_stream(&stream, call);
    if (e || !exec) return e ? e : gpu__cuda_null(call, "the graph");
    e = gpu__cuda_of(gpu_graph_launch(exec->graph));
    if (!e && gpu__cuda_children.first)
        e = gpu__cuda_fail(cudaErrorNotSupported, call, "a kernel of the graph launches kernels; launch it by itself");
    return gpu__cuda_complete(e);
}
GPU_API cudaError_t cudaGraphDestroy(cudaGraph_t graph)
{
    cudaError_t e = gpu__cuda_enter_to(graph, "cudaGraphDestroy");
    if (e || --graph->users) return e;
    e = gpu__cuda_of(gpu_graph_free(graph->graph));
    GPU_HOST_FREE(graph);
    return e;
}
GPU_API cudaError_t cudaGraphExecDestroy(cudaGraphExec_t exec) { return cudaGraphDestroy(exec); }

/* -- kernels -- */

#if defined(__linux__) && defined(GPU__HIDDEN)
#include <elf.h>
#include <fcntl.h>
extern const char __ehdr_start[] __attribute__((__weak__)) GPU__HIDDEN;
#endif

static size_t gpu__cuda_optin = GPU__CPU_SHARED; /* the most dynamic shared memory permitted to any kernel */
static cudaError_t gpu__cuda_check_function(const void *function, const char *call)
{
    const cudaError_t e = gpu__cuda_enter();
    if (e || function) return e;
    return gpu__cuda_fail(cudaErrorInvalidDeviceFunction, call, "the function is NULL; expected a kernel");
}
GPU_API cudaError_t cudaFuncSetAttribute(const void *function, cudaFuncAttribute attribute, int value)
{
    static const char call[] = "cudaFuncSetAttribute";
    const cudaError_t e = gpu__cuda_check_function(function, call);
    if (e || attribute != cudaFuncAttributeMaxDynamicSharedMemorySize) return e;
    if (value < 0 || (size_t)value > GPU__CPU_SHARED_OPTIN)
        return gpu__cuda_fail(cudaErrorInvalidValue, call,
                              "%d bytes of dynamic shared memory; expected at most %zu: use smaller tiles", value,
                              GPU__CPU_SHARED_OPTIN);
    if ((size_t)value > GPU__LOAD(size_t, &gpu__cuda_optin)) GPU__STORE(size_t, &gpu__cuda_optin, (size_t)value);
    return cudaSuccess;
}
GPU_API cudaError_t cudaFuncSet{Cache|SharedMem}Config(const void *function, cuda{FuncCache|SharedMemConfig} config)
{
    (void)config;
    return gpu__cuda_check_function(function, "cudaFuncSet{1}Config");
}
/* The static shared memory of a kernel: the variables that the table of the program's symbols has for this function,
   as _ZZ1kPfE1s of _Z1kPf. 0 where there is none. */
static size_t gpu__cuda_static_shared(const void *function)
{
    size_t bytes = 0;
#if defined(__linux__) && defined(GPU__HIDDEN) && UINTPTR_MAX == UINT64_MAX
    const int fd = open("/proc/self/exe", O_RDONLY);
    const size_t n = fd < 0 ? 0 : (size_t)lseek(fd, 0, SEEK_END);
    char *const file = (char *)mmap(NULL, n, PROT_READ, MAP_PRIVATE, fd, 0);
    const Elf64_Ehdr *const head = (const Elf64_Ehdr *)file;
    const Elf64_Shdr *all, *table;
    if (fd >= 0) close(fd);
    if (file == (char *)MAP_FAILED) return 0;
    all = (const Elf64_Shdr *)(file + head->e_shoff);
    for (table = all; table < all + head->e_shnum; table++) {
        const Elf64_Sym *const first = (const Elf64_Sym *)(file + table->sh_offset), *s;
        const Elf64_Sym *const end = table->sh_type == SHT_SYMTAB ? first + table->sh_size / sizeof *s : first;
        const char *const names = file + all[table->sh_link].sh_offset, *own = NULL, *name;
        for (s = first; s < end && !own; s++)
            if (ELF64_ST_TYPE(s->st_info) == STT_FUNC &&
                (uintptr_t)function == s->st_value + (head->e_type == ET_DYN ? (uintptr_t)__ehdr_start : 0))
                own = names + s->st_name;
        for (s = first; s < end && own; s++)
            if (ELF64_ST_TYPE(s->st_info) == STT_TLS && !strncmp(name = names + s->st_name, "_ZZ", 3) &&
                !strncmp(name + 3, own + 2, strlen(own + 2)) && name[strlen(own) + 1] == 'E')
                bytes += s->st_size;
    }
    munmap(file, n);
#endif
    return (void)function, bytes;
}
GPU_API cudaError_t cudaFuncGetAttributes(cudaFuncAttributes *attributes, const void *function)
{
    const cudaError_t e = gpu__cuda_check_function(function, "cudaFuncGetAttributes");
    if (e) return e;
    if (!attributes) return gpu__cuda_null("cudaFuncGetAttributes", "attributes");
    memset(attributes, 0, sizeof *attributes);
    attributes->sharedSizeBytes = gpu__cuda_static_shared(function);
    attributes->maxThreadsPerBlock = GPU__MAX_BLOCK;
    attributes->maxDynamicSharedSizeBytes = (int)GPU__CPU_SHARED;
    attributes->ptxVersion = attributes->binaryVersion = 80;
    attributes->numRegs = 32;
    return cudaSuccess;
}
GPU_API cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, const void *function, int threads,
                                                                  size_t bytes)
{
    static const char call[] = "cudaOccupancyMaxActiveBlocksPerMultiprocessor";
    const cudaError_t e = gpu__cuda_check_function(function, call);
    if (e) return e;
    if (!blocks || threads < 1)
        return gpu__cuda_fail(cudaErrorInvalidValue, call, "blocks is NULL, or a block has %d threads", threads);
    *blocks = GPU__MAX_BLOCK / threads;
    bytes += gpu__cuda_static_shared(function);
    if (bytes && *blocks > (int)(GPU__CPU_SHARED_OPTIN / bytes)) *blocks = (int)(GPU__CPU_SHARED_OPTIN / bytes);
    if (*blocks > 32) *blocks = 32;
    return cudaSuccess;
}
GPU_API cudaError_t gpu__cuda_best_block(int *grid, int *block, int limit)
{
    const cudaError_t e = gpu__cuda_enter_to(grid ? block : NULL, "cudaOccupancyMaxPotentialBlockSize");
    if (e) return e;
    *block = limit > 0 && limit < 256 ? limit : 256;
    *grid = gpu__cpu_threads() * (GPU__MAX_BLOCK / *block);
    return cudaSuccess;
}
/* An assertion that does not hold: in a kernel CUDA prints a line about it, and the launch fails. */
GPU_API void gpu__cuda_assert(const char *text, const char *file, int line, const char *function)
{
    const gpu__thread_indices *const id = gpu__own_ids();
    fflush(stdout);
    if (!gpu__simulated.worker) {
        fprintf(stderr, "%s:%d: %s: Assertion `%s' failed.\n", file, line, function, text);
        abort();
    }
    fprintf(stderr, "%s:%d: %s: block: [%u,%u,%u], thread: [%u,%u,%u] Assertion `%s` failed.\n", file, line, function,
            id->block.x, id->block.y, id->block.z, id->thread.x, id->thread.y, id->thread.z, text);
    GPU__STORE(int, &gpu__cuda_asserted, 1);
    gpu__kernel_fault(GPU__THIS_THREAD, "does not hold its assertion %s at %s:%d", text, file, line);
}
/* The launch of a __global__ function by the host. */
static cudaError_t gpu__cuda_start(gpu__kernel *kernel, const gpu_config *config, cudaStream_t stream, void **argv)
{
    const int fault = GPU__LOAD(int, &gpu__cuda_fault);
    cudaError_t e;
    gpu__note_site(config->file, config->line, GPU__BY_CALL);
    if (fault) return gpu__cuda_set((cudaError_t)fault);
    if ((e = gpu__cuda_check_stream(&stream, kernel->name))) return e;
    kernel->file = config->file;
    kernel->line = config->line;
    for (int k = 0; k < 3; k++)
        if (!config->grid[k] || !config->block[k])
            return gpu__cuda_fail(cudaErrorInvalidConfiguration, kernel->name,
                                  "a grid of %zu x %zu x %zu blocks of %zu x %zu x %zu threads; each of the numbers is "
                                  "at least 1",
                                  config->grid[0], config->grid[1], config->grid[2], config->block[0], config->block[1],
                                  config->block[2]);
    if (config->shared_bytes > GPU__LOAD(size_t, &gpu__cuda_optin))
        return gpu__cuda_fail(cudaErrorInvalidValue, kernel->name,
                              "%zu bytes of dynamic shared memory; more than 48 KiB need cudaFuncSetAttribute first",
                              config->shared_bytes);
    e = gpu__cuda_of(gpu__launch(kernel, config, argv));
    if (e != cudaErrorInvalidConfiguration) return e;
    if (config->cooperative && config->block[0] * config->block[1] * config->block[2] <= GPU__MAX_BLOCK)
        return gpu__cuda_set(cudaErrorCooperativeLaunchTooLarge);
    return e;
}
/* A launch by a kernel begins when that has ended. What GPU_DEBUG runs to compare launches nothing. */
static cudaError_t gpu__cuda_child(gpu__kernel *kernel, const gpu_config *config, void **argv)
{
    static const gpu_dim3 none = {0, 0, 0};
    const gpu__debug *const debug = gpu__simulated.worker->launch->debug;
    const gpu_graph outer = gpu__thread.graph;
    gpu_status s;
    if (debug && debug->again) return cudaSuccess;
    gpu__lock(&gpu__cuda_lock);
    gpu__thread.graph = &gpu__cuda_children;
    s = gpu__graph_kernel(kernel, config, argv, &none, &none);
    gpu__thread.graph = outer;
    gpu__unlock(&gpu__cuda_lock);
    return gpu__cuda_of(s);
}
/* Runs what a call's kernels have launched, unless it failed, and so on. */
static cudaError_t gpu__cuda_complete(cudaError_t e)
{
    gpu__node *node = gpu__cuda_children.first, *next;
    for (gpu__cuda_children.first = gpu__cuda_children.last = NULL; node; node = next) {
        next = node->next;
        if (!e) e = gpu__cuda_launch((gpu__kernel *)(uintptr_t)node->what, &node->config, NULL, node->argument);
        GPU_HOST_FREE(node);
    }
    return e;
}
GPU_API cudaError_t gpu__cuda_launch(gpu__kernel *kernel, const gpu_config *config, cudaStream_t stream, void **argv)
{
    return gpu__simulated.worker ? gpu__cuda_child(kernel, config, argv)
                                 : gpu__cuda_complete(gpu__cuda_start(kernel, config, stream, argv));
}
#endif
