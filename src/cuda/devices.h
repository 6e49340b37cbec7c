static int gpu__cuda_count(char *why, size_t size)
{
    int gpus = 0;
    cudaError_t e = cudaGetDeviceCount(&gpus);
    if (e != cudaSuccess) {
        gpus = 0; /* without a driver the call leaves the count untouched */
        (void)cudaGetLastError();
        snprintf(why, size, "%s: %s", cudaGetErrorString(e), gpu__cuda_hint(e));
    } else if (gpus == 0) snprintf(why, size, "%s", gpu__cuda_hint(cudaErrorNoDevice));
    return gpus < GPU__MAX_DEVICES ? gpus : (int)GPU__MAX_DEVICES;
}
/* Under GPU_DEBUG: checks quarantined device memory at exit, before CUDA shuts down. */
static void gpu__cuda_ends(void)
{
    for (int device = 0; device < gpu__global.gpus; device++)
        if (gpu__global.device[device].state == 1 && cudaSetDevice(device) == cudaSuccess)
            gpu__ignore(cudaDeviceSynchronize());
    (void)gpu__quarantine_empty(NULL);
    gpu__global.cuda_ended = 1;
}
static void gpu__cuda_started(void)
{
    if (gpu__global.debug) atexit(gpu__cuda_ends);
}
static gpu_status gpu__cuda_use(int device, const char *call) { return gpu__cuda(cudaSetDevice(device), call); }
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
        cudaError_t e = cudaDeviceGetAttribute(&d->multiprocessors, cudaDevAttrMultiProcessorCount, device);
        if (!e)
            e = cudaDeviceGetAttribute(&d->threads_per_multiprocessor, cudaDevAttrMaxThreadsPerMultiProcessor, device);
        if (!e) e = cudaDeviceGetAttribute(&optin, cudaDevAttrMaxSharedMemoryPerBlockOptin, device);
        if (!e) e = cudaFuncGetAttributes(&probe, (const void *)gpu__probe);
        d->shared_optin = (size_t)optin;
        s = e ? gpu__cuda(e, call) : gpu__pool_open(device, call);
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
/* Single attributes, because CUDA 13 removed several fields of cudaDeviceProp; it is also faster. */
static const struct {
    enum cudaDeviceAttr attribute;
    size_t at, size; /* of the member of gpu_info */
} gpu__cuda_attributes[] = {
    {cudaDevAttrComputeCapabilityMajor, offsetof(gpu_info, compute_major), sizeof(int)},
    {cudaDevAttrComputeCapabilityMinor, offsetof(gpu_info, compute_minor), sizeof(int)},
    {cudaDevAttrMultiProcessorCount, offsetof(gpu_info, multiprocessors), sizeof(int)},
    {cudaDevAttrWarpSize, offsetof(gpu_info, warp_size), sizeof(int)},
    {cudaDevAttrClockRate, offsetof(gpu_info, clock_khz), sizeof(int)},
    {cudaDevAttrMemoryClockRate, offsetof(gpu_info, memory_clock_khz), sizeof(int)},
    {cudaDevAttrGlobalMemoryBusWidth, offsetof(gpu_info, memory_bus_bits), sizeof(int)},
    {cudaDevAttrMaxThreadsPerBlock, offsetof(gpu_info, max_threads_per_block), sizeof(int)},
    {cudaDevAttrMaxThreadsPerMultiProcessor, offsetof(gpu_info, max_threads_per_multiprocessor), sizeof(int)},
    {cudaDevAttrMaxBlockDimX, offsetof(gpu_info, max_block.x), sizeof(int)},
    {cudaDevAttrMaxBlockDimY, offsetof(gpu_info, max_block.y), sizeof(int)},
    {cudaDevAttrMaxBlockDimZ, offsetof(gpu_info, max_block.z), sizeof(int)},
    {cudaDevAttrMaxGridDimX, offsetof(gpu_info, max_grid.x), sizeof(int)},
    {cudaDevAttrMaxGridDimY, offsetof(gpu_info, max_grid.y), sizeof(int)},
    {cudaDevAttrMaxGridDimZ, offsetof(gpu_info, max_grid.z), sizeof(int)},
    {cudaDevAttrL2CacheSize, offsetof(gpu_info, l2_bytes), sizeof(size_t)},
    {cudaDevAttrMaxSharedMemoryPerBlock, offsetof(gpu_info, shared_per_block), sizeof(size_t)},
    {cudaDevAttrMaxSharedMemoryPerBlockOptin, offsetof(gpu_info, shared_per_block_optin), sizeof(size_t)},
    {cudaDevAttrMaxSharedMemoryPerMultiprocessor, offsetof(gpu_info, shared_per_multiprocessor), sizeof(size_t)},
};
static gpu_status gpu__cuda_query(int device, gpu_info *info)
{
    int previous = 0;
    cudaDeviceProp properties;
    gpu_status s = gpu__cuda(cudaGetDeviceProperties(&properties, device), "gpu_query");
    if (s) return s;
    snprintf(info->name, sizeof info->name, "%.*s", (int)sizeof info->name - 1, properties.name);
    info->backend = "cuda";
    info->device = device;
    for (size_t k = 0; k < sizeof gpu__cuda_attributes / sizeof *gpu__cuda_attributes; k++) {
        int value = 0;
        gpu__ignore(cudaDeviceGetAttribute(&value, gpu__cuda_attributes[k].attribute, device));
        const size_t wide = (size_t)value; /* its first bytes are the int: all targets are little-endian */
        memcpy((char *)info + gpu__cuda_attributes[k].at, &wide, gpu__cuda_attributes[k].size);
    }
    info->bandwidth_gbs =
        2.0 * info->memory_clock_khz * (info->memory_bus_bits / 8) * 1e-6; /* two transfers per clock */
    info->total_memory = properties.totalGlobalMem;
    gpu__ignore(cudaDriverGetVersion(&info->driver_version));
    gpu__ignore(cudaRuntimeGetVersion(&info->runtime_version));
    s = gpu__cuda(cudaGetDevice(&previous), "gpu_query"); /* cudaMemGetInfo is for the current device */
    if (!s) s = gpu__cuda(cudaSetDevice(device), "gpu_query");
    if (!s) s = gpu__cuda(cudaMemGetInfo(&info->free_memory, &info->total_memory), "gpu_query");
    gpu__ignore(cudaSetDevice(previous));
    return s;
}
