/* -- pointers: which kind of memory an argument is -- */

/* Querying it costs more time than a launch may take, so granules of 2 MiB that are known to be device memory are
   cached: CUDA reserves addresses in such granules, which never contain host memory. */
static uintptr_t gpu__device_granules[1024];

static void gpu__device_granules_clear(void)
{
    for (int i = 0; i < 1024; i++) GPU__STORE(uintptr_t, &gpu__device_granules[i], 0);
}
/* An error, after a fault for example, must not be taken for host memory, or the host would access device memory. */
static gpu_status gpu__pointer_attributes(struct cudaPointerAttributes *a, const void *p, const char *call)
{
    gpu__allocation known;
    const cudaError_t e = cudaPointerGetAttributes(a, p);
    const int on_cpu = gpu__is_fault(e) && gpu__thread.device < 0; /* which works also after a fault of the GPU */
    if (e != cudaErrorInvalidValue && !on_cpu) return gpu__cuda(e, call);
    gpu__ignore(e); /* older versions of CUDA return it for unregistered host memory */
    a->type = on_cpu && gpu__ledger_holder(p, &known) && gpu__on_device(&known) ? cudaMemoryTypeDevice
                                                                                : cudaMemoryTypeUnregistered;
    return GPU_OK;
}
/* Enables peer access of the current device to memory of `other`; 0 if that is not possible. */
static int gpu__peer_access(int other)
{
    int can = 0;
    gpu__ignore(cudaDeviceCanAccessPeer(&can, gpu__thread.device, other));
    const cudaError_t e = can ? cudaDeviceEnablePeerAccess(other, 0) : cudaErrorPeerAccessUnsupported;
    (void)cudaGetLastError();
    if (e != cudaSuccess && e != cudaErrorPeerAccessAlreadyEnabled) return 0;
    return gpu__global.peers = 1;
}
/* GPU_HOST, GPU_PINNED_HOST, or GPU_ON_DEVICE for device memory that the current device can access; -1 on error. */
static int gpu__pointer_kind(const void *p, const char *call, const char *what)
{
    uintptr_t granule = (uintptr_t)p >> 21, entry = granule << 7 | (uintptr_t)(gpu__thread.device + 1);
    uintptr_t *slot = &gpu__device_granules[(granule * 0x9e3779b97f4a7c15u >> 40) % 1024];
    struct cudaPointerAttributes a;
    if (GPU__LOAD(uintptr_t, slot) == entry) return GPU_ON_DEVICE;
    if (gpu__pointer_attributes(&a, p, call)) return -1;
    if (a.type == cudaMemoryTypeUnregistered) return GPU_HOST;
    if (a.type == cudaMemoryTypeHost) return GPU_PINNED_HOST;
    if (a.type == cudaMemoryTypeDevice && a.device != gpu__thread.device && !gpu__peer_access(a.device)) {
        gpu__fail(GPU_ERROR_INVALID_POINTER, call,
                  "%s is memory of device %d, which the current device %d cannot access; gpu_copy it, or gpu_use(%d)",
                  what, a.device, gpu__thread.device, a.device);
        return -1;
    }
    GPU__STORE(uintptr_t, slot, entry);
    return GPU_ON_DEVICE;
}
