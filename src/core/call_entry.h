/* ---------------------------------------------------------------------------- what every public call begins with -- */

/* Every call that needs the device starts here: the library starts on its first use, a thread on its default device. */
static gpu_status gpu__start_thread(void)
{
    if (!gpu__is_ready()) gpu__init();
    gpu__thread.entered = 1;
    gpu__thread.stream = GPU__DEFAULT_STREAM;
    gpu__thread.device = gpu__global.default_device;
    return gpu__backend_of(gpu__thread.device)->use(gpu__thread.device, "start");
}
static inline gpu_status gpu__ready(void)
{
    if (gpu__simulated.worker) gpu__called_in_kernel("a function of gpu.h", gpu__simulated.file, gpu__simulated.line);
    return gpu__thread.entered ? GPU_OK : gpu__start_thread();
}
/* Where a macro has noted the caller's place, or GPU_CHECK has; else there is none, as that of an earlier call is
   wrong. */
static inline void gpu__take_site(int by)
{
    const unsigned k = (gpu__noted_sites.count - 1) % 8;
    const int known =
        gpu__noted_sites.count && (gpu__noted_sites.at[k].by == by || gpu__noted_sites.at[k].by == GPU__BY_CHECK);
    gpu__simulated.file = known ? gpu__noted_sites.at[k].file : NULL;
    gpu__simulated.line = known ? gpu__noted_sites.at[k].line : 0;
    if (known && gpu__noted_sites.at[k].by == by) gpu__noted_sites.count--;
}
static inline gpu_status gpu__enter(void)
{
    gpu__take_site(GPU__BY_CALL);
    return gpu__ready();
}
static inline gpu_status gpu__enter_prewritten(void)
{
    gpu__take_site(GPU__BY_PREWRITTEN);
    return gpu__ready();
}

