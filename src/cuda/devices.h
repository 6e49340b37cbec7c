/* -- devices -- */

static int gpu__cuda_count(char *why, size_t size)
{
    int gpus = 0;
    cudaError_t e = cudaGetDeviceCount(&gpus);
    if (e != cudaSuccess) {
        gpus = 0; /* without a driver the call leaves the count untouched */
        (void)cudaGetLastError();
        snprintf(why, size, "%s: %s", cudaGetErrorString(e), gpu__cuda_hint(e));
    } else if (gpus == 0)
        snprintf(why, size, "%s", gpu__cuda_hint(cudaErrorNoDevice));
    return gpus < GPU__MAX_DEVICES ? gpus : (int)GPU__MAX_DEVICES;
}
/* Under GPU_DEBUG: checks quarantined device memory at exit, before CUDA shuts down. */
static void gpu__cuda_ends(void)
{
    int device;
    for (device = 0; device < gpu__global.gpus; device++)
        if (gpu__global.device[device].state == 1 && cudaSetDevice(device) == cudaSuccess)
            (void)cudaDeviceSynchronize();
    (void)cudaGetLastError();
    (void)gpu__quarantine_empty(NULL);
    gpu__global.cuda_ended = 1;
}
static void gpu__cuda_started(void)
{
    if (gpu__global.debug) atexit(gpu__cuda_ends);
}
static gpu_status gpu__cuda_use(int device, const char *call)
{
    const cudaError_t e = cudaSetDevice(device);
    return call ? gpu__cuda(e, call) : GPU_OK;
}
/* Initialises a device once: queries what launches need, checks that this program has code for it, opens its pool. */
static gpu_status gpu__cuda_ready(int device, const char *call)
{
    gpu__device *d = &gpu__global.device[device];
    gpu_status s = GPU_OK;
    if (d->state == 1) return GPU_OK;
    gpu__lock(&gpu__global.init_lock);
    if (d->state != 1) {
        cudaFuncAttributes probe;
        int optin = 0;
        s = gpu__cuda(cudaDeviceGetAttribute(&d->multiprocessors, cudaDevAttrMultiProcessorCount, device), call);
        if (!s)
            s = gpu__cuda(
                cudaDeviceGetAttribute(&d->threads_per_multiprocessor, cudaDevAttrMaxThreadsPerMultiProcessor, device),
                call);
        if (!s) s = gpu__cuda(cudaDeviceGetAttribute(&optin, cudaDevAttrMaxSharedMemoryPerBlockOptin, device), call);
        if (!s) s = gpu__cuda(cudaFuncGetAttributes(&probe, (const void *)gpu__probe), call);
        d->shared_optin = (size_t)optin;
        if (!s) s = gpu__pool_open(device, call);
        if (!s) d->state = 1;
    }
    gpu__unlock(&gpu__global.init_lock);
    return s;
}
static int gpu__cuda_peer(int device, int other)
{
    int can = 0;
    if (other == GPU_CPU) return 0;
    return gpu__cuda(cudaDeviceCanAccessPeer(&can, device, other), "gpu_peer") ? -1 : can;
}
static gpu_status gpu__cuda_query(int device, gpu_info *info)
{
    /* Single attributes, because CUDA 13 removed several fields of cudaDeviceProp; it is also faster. */
    int l2 = 0, shared = 0, optin = 0, shared_sm = 0, previous = 0, v[6] = {0, 0, 0, 0, 0, 0}, k;
    struct {
        enum cudaDeviceAttr attribute;
        int *to;
    } wanted[] = {
        {cudaDevAttrComputeCapabilityMajor, &info->compute_major},
        {cudaDevAttrComputeCapabilityMinor, &info->compute_minor},
        {cudaDevAttrMultiProcessorCount, &info->multiprocessors},
        {cudaDevAttrWarpSize, &info->warp_size},
        {cudaDevAttrClockRate, &info->clock_khz},
        {cudaDevAttrMemoryClockRate, &info->memory_clock_khz},
        {cudaDevAttrGlobalMemoryBusWidth, &info->memory_bus_bits},
        {cudaDevAttrMaxThreadsPerBlock, &info->max_threads_per_block},
        {cudaDevAttrMaxThreadsPerMultiProcessor, &info->max_threads_per_multiprocessor},
        {cudaDevAttrL2CacheSize, &l2},
        {cudaDevAttrMaxSharedMemoryPerBlock, &shared},
        {cudaDevAttrMaxSharedMemoryPerBlockOptin, &optin},
        {cudaDevAttrMaxSharedMemoryPerMultiprocessor, &shared_sm},
        {cudaDevAttrMaxBlockDimX, &v[0]},
        {cudaDevAttrMaxBlockDimY, &v[1]},
        {cudaDevAttrMaxBlockDimZ, &v[2]},
        {cudaDevAttrMaxGridDimX, &v[3]},
        {cudaDevAttrMaxGridDimY, &v[4]},
        {cudaDevAttrMaxGridDimZ, &v[5]},
    };
    cudaDeviceProp properties;
    gpu_status s = gpu__cuda(cudaGetDeviceProperties(&properties, device), "gpu_query");
    if (s) return s;
    snprintf(info->name, sizeof info->name, "%.*s", (int)sizeof info->name - 1, properties.name);
    info->backend = "cuda";
    info->device = device;
    for (k = 0; k < (int)(sizeof wanted / sizeof *wanted); k++)
        if (cudaDeviceGetAttribute(wanted[k].to, wanted[k].attribute, device) != cudaSuccess) {
            *wanted[k].to = 0;
            (void)cudaGetLastError();
        }
    info->l2_bytes = (size_t)l2;
    info->shared_per_block = (size_t)shared;
    info->shared_per_block_optin = (size_t)optin;
    info->shared_per_multiprocessor = (size_t)shared_sm;
    info->max_block.x = (unsigned)v[0], info->max_block.y = (unsigned)v[1], info->max_block.z = (unsigned)v[2];
    info->max_grid.x = (unsigned)v[3], info->max_grid.y = (unsigned)v[4], info->max_grid.z = (unsigned)v[5];
    info->bandwidth_gbs =
        2.0 * info->memory_clock_khz * (info->memory_bus_bits / 8) * 1e-6; /* two transfers per clock */
    info->total_memory = properties.totalGlobalMem;
    (void)cudaDriverGetVersion(&info->driver_version);
    (void)cudaRuntimeGetVersion(&info->runtime_version);
    s = gpu__cuda(cudaGetDevice(&previous), "gpu_query"); /* cudaMemGetInfo is for the current device */
    if (!s) s = gpu__cuda(cudaSetDevice(device), "gpu_query");
    if (!s) s = gpu__cuda(cudaMemGetInfo(&info->free_memory, &info->total_memory), "gpu_query");
    (void)cudaSetDevice(previous);
    return s;
}

