/* -- where memory is -- */

/* Which memory an argument is in. Asking CUDA costs more than a launch may, so the answer `on a device` is
   remembered for each 2 MiB: CUDA reserves addresses in such steps, and host memory never lies between. */
static uintptr_t gpu__device_granules[1024];

static void gpu__device_granules_clear(void)
{
    for (int i = 0; i < 1024; i++) GPU__STORE(uintptr_t, &gpu__device_granules[i], 0);
}
/* An error, after a fault say, is not the answer `host memory`: the host would then go to memory of a device itself. */
static gpu_status gpu__pointer_attributes(struct cudaPointerAttributes *a, const void *p, const char *call)
{
    const cudaError_t e = cudaPointerGetAttributes(a, p);
    if (e != cudaErrorInvalidValue) return gpu__cuda(e, call);
    (void)cudaGetLastError(); /* how older versions say that they do not know it */
    a->type = cudaMemoryTypeUnregistered;
    return GPU_OK;
}
/* Lets the current device read and write the other's memory in place; 0 if it cannot. */
static int gpu__peer_access(int other)
{
    int can = 0;
    cudaError_t e;
    (void)cudaDeviceCanAccessPeer(&can, gpu__thread.device, other);
    e = can ? cudaDeviceEnablePeerAccess(other, 0) : cudaErrorPeerAccessUnsupported;
    (void)cudaGetLastError();
    return e == cudaSuccess || e == cudaErrorPeerAccessAlreadyEnabled;
}
/* GPU_HOST, GPU_PINNED_HOST, or GPU_ON_DEVICE for anything the current device reads directly; -1 after an error. */
static int gpu__pointer_kind(const void *p, const char *call, const char *what)
{
    uintptr_t granule = (uintptr_t)p >> 21, entry = granule << 7 | (uintptr_t)(gpu__thread.device + 1);
    uintptr_t *slot = &gpu__device_granules[(granule * 0x9e3779b97f4a7c15u >> 40) % 1024];
    struct cudaPointerAttributes a;
    if (GPU__LOAD(uintptr_t, slot) == entry) return GPU_ON_DEVICE;
    if (gpu__pointer_attributes(&a, p, call)) return -1;
    if (a.type == cudaMemoryTypeUnregistered) return GPU_HOST;
    if (a.type == cudaMemoryTypeHost) return GPU_PINNED_HOST;
    if (a.type == cudaMemoryTypeDevice && a.device != gpu__thread.device) {
        if (!gpu__peer_access(a.device)) {
            gpu__fail(GPU_ERROR_INVALID_POINTER, call,
                      "%s is memory of device %d, which the current device %d cannot read; gpu_copy it, or gpu_use(%d)",
                      what, a.device, gpu__thread.device, a.device);
            return -1;
        }
    }
    GPU__STORE(uintptr_t, slot, entry);
    return GPU_ON_DEVICE;
}

