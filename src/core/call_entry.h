/* ----------------------------------------------------------------------------------- the start of a public call -- */

static void gpu__stream_set(gpu_stream stream)
{
    gpu__thread.current = stream;
    gpu__thread.stream = stream ? stream->native : (void *)GPU__DEFAULT_STREAM;
}
/* The first call of a thread starts the library, if no other thread has, and selects the default device. After
   another's gpu_shutdown, which freed the streams, it selects the default stream. */
static gpu_status gpu__start_thread(void)
{
    if (!GPU__LOAD_ACQUIRE(int, &gpu__global.ready)) gpu__init();
    if (!gpu__thread.entered) gpu__thread.device = gpu__global.default_device;
    gpu__thread.entered = GPU__LOAD_ACQUIRE(int, &gpu__global.ready);
    gpu__thread.before_graph = NULL;
    if (!gpu__thread.graph) gpu__stream_set(NULL);
    return gpu__current(use)(gpu__thread.device, "start");
}
static inline gpu_status gpu__ready(void)
{
    if (gpu__simulated.worker) gpu__called_in_kernel("a function of gpu.h", gpu__simulated.file, gpu__simulated.line);
    const int at = gpu__thread.entered;
    return at && at == GPU__LOAD(int, &gpu__global.ready) ? GPU_OK : gpu__start_thread();
}
static inline gpu_status gpu__enter_prewritten(void)
{
    gpu__take_site(GPU__BY_PREWRITTEN);
    return gpu__ready();
}
/* Not inline: most functions call it, and gcc -O3 would copy it. */
static GPU__OPAQUE gpu_status gpu__enter(void)
{
    gpu__take_site(GPU__BY_CALL);
    return gpu__ready();
}
/* The start of a call that is not permitted during stream capture. */
static gpu_status gpu__enter_uncaptured(const char *call, const char *why)
{
    gpu__take_site(GPU__BY_CALL);
    const gpu_status s = gpu__ready();
    return s || !gpu__thread.graph ? s : gpu__not_in_graph(call, why);
}
