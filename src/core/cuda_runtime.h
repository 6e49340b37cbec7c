/* The names of CUDA's runtime on the CPU: each function checks what only CUDA asks for, and calls one of gpu.h. */
#if defined(GPU_CUDA_RUNTIME) && !defined(GPU__CUDA)
static GPU__TLS cudaError_t gpu__cuda_last;
static GPU__TLS cudaStream_t gpu__cuda_captured; /* the stream whose capture has begun */
static int gpu__cuda_fault;                      /* the error of a kernel, which every later call returns */
static int gpu__cuda_asserted;                   /* that of a kernel was an assertion */
/* Memory that is not from gpu.h: symbols whose address was asked for, and registered host memory. */
typedef struct gpu__cuda_range {
    const char *p;
    size_t bytes;
    int host;
    struct gpu__cuda_range *next;
} gpu__cuda_range;
static gpu__cuda_range *gpu__cuda_ranges;
static int gpu__cuda_lock;
struct gpu__cuda_graph { /* a cudaGraph_t, and the cudaGraphExec_t made of it */
    gpu_graph graph;
    int users;
};

/* -- errors -- */

static cudaError_t gpu__cuda_set(cudaError_t e)
{
    if (e) gpu__cuda_last = e;
    return e;
}
/* The error for a status. Handles are streams and events, for which CUDA has an error of its own. */
static cudaError_t gpu__cuda_error(gpu_status s, int of_handle)
{
    switch (s) {
    case GPU_OK: return cudaSuccess;
    case GPU_ERROR_INVALID_ARGUMENT:
    case GPU_ERROR_INVALID_POINTER:
        return gpu__cuda_set(of_handle ? cudaErrorInvalidResourceHandle : cudaErrorInvalidValue);
    case GPU_ERROR_INVALID_DEVICE:
        return gpu__cuda_set(of_handle ? cudaErrorInvalidResourceHandle : cudaErrorInvalidDevice);
    case GPU_ERROR_OUT_OF_MEMORY: return gpu__cuda_set(cudaErrorMemoryAllocation);
    case GPU_ERROR_LAUNCH: return gpu__cuda_set(cudaErrorInvalidConfiguration);
    case GPU_ERROR_KERNEL:
        GPU__STORE(int, &gpu__cuda_fault,
                   (int)(GPU__LOAD(int, &gpu__cuda_asserted) ? cudaErrorAssert : cudaErrorLaunchFailure));
        return gpu__cuda_set((cudaError_t)GPU__LOAD(int, &gpu__cuda_fault));
    default: return gpu__cuda_set(gpu__thread.graph ? cudaErrorStreamCaptureUnsupported : cudaErrorNotSupported);
    }
}
static cudaError_t gpu__cuda_of{|_handle}(gpu_status s) { return gpu__cuda_error(s, {0|1}); }
GPU__PRINTF(3, 4)
static cudaError_t gpu__cuda_fail(cudaError_t e, const char *call, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    gpu__fail_v(GPU_ERROR_INVALID_ARGUMENT, call, format, args);
    va_end(args);
    return gpu__cuda_set(e);
}
/* The start of a call that does not begin with one of gpu.h: takes its site, returns the error of an earlier fault. */
static cudaError_t gpu__cuda_enter(void)
{
    const gpu_status s = gpu__enter();
    const int fault = GPU__LOAD(int, &gpu__cuda_fault);
    return fault ? gpu__cuda_set((cudaError_t)fault) : gpu__cuda_of(s);
}
static cudaError_t gpu__cuda_null(const char *call, const char *what)
{
    return gpu__cuda_fail(cudaErrorInvalidValue, call, "%s is NULL; pass the address of a variable", what);
}
/* For calls that only fill a variable. */
static cudaError_t gpu__cuda_enter_to(const void *p, const char *call)
{
    const cudaError_t e = gpu__cuda_enter();
    return e || p ? e : gpu__cuda_null(call, "the pointer to the result");
}
GPU_API cudaError_t cudaGetLastError(void)
{
    const cudaError_t e = cudaPeekAtLastError();
    gpu__cuda_last = cudaSuccess;
    return e;
}
GPU_API cudaError_t cudaPeekAtLastError(void)
{
    const int fault = GPU__LOAD(int, &gpu__cuda_fault);
    return fault ? (cudaError_t)fault : gpu__cuda_last;
}
/* clang-format off */
static const struct { cudaError_t error; const char *name, *text; } gpu__cuda_errors[] = {
#define GPU__E(name, text) {cudaError##name, "cudaError" #name, text}
    {cudaSuccess, "cudaSuccess", "no error"},
    GPU__E(InvalidValue, "invalid argument"), GPU__E(MemoryAllocation, "out of memory"),
    GPU__E(InitializationError, "initialization error"), GPU__E(CudartUnloading, "driver shutting down"),
    GPU__E(InvalidConfiguration, "invalid configuration argument"), GPU__E(InvalidPitchValue, "invalid pitch argument"),
    GPU__E(InvalidSymbol, "invalid device symbol"), GPU__E(InvalidHostPointer, "invalid host pointer"),
    GPU__E(InvalidDevicePointer, "invalid device pointer"), GPU__E(InvalidTexture, "invalid texture reference"),
    GPU__E(InvalidMemcpyDirection, "invalid copy direction for memcpy"),
    GPU__E(InsufficientDriver, "CUDA driver version is insufficient for CUDA runtime version"),
    GPU__E(MissingConfiguration, "__global__ function call is not configured"),
    GPU__E(InvalidDeviceFunction, "invalid device function"), GPU__E(NoDevice, "no CUDA-capable device is detected"),
    GPU__E(InvalidDevice, "invalid device ordinal"), GPU__E(InvalidKernelImage, "device kernel image is invalid"),
    GPU__E(DeviceUninitialized, "invalid device context"),
    GPU__E(NoKernelImageForDevice, "no kernel image is available for execution on the device"),
    GPU__E(ECCUncorrectable, "uncorrectable ECC error encountered"),
    GPU__E(UnsupportedLimit, "limit is not supported on this architecture"),
    GPU__E(PeerAccessUnsupported, "peer access is not supported between these two devices"),
    GPU__E(InvalidPtx, "a PTX JIT compilation failed"),
    GPU__E(UnsupportedPtxVersion, "the provided PTX was compiled with an unsupported toolchain."),
    GPU__E(FileNotFound, "file not found"),
    GPU__E(OperatingSystem, "OS call failed or operation not supported on this OS"),
    GPU__E(InvalidResourceHandle, "invalid resource handle"),
    GPU__E(IllegalState, "the operation cannot be performed in the present state"),
    GPU__E(SymbolNotFound, "named symbol not found"), GPU__E(NotReady, "device not ready"),
    GPU__E(IllegalAddress, "an illegal memory access was encountered"),
    GPU__E(LaunchOutOfResources, "too many resources requested for launch"),
    GPU__E(LaunchTimeout, "the launch timed out and was terminated"),
    GPU__E(PeerAccessAlreadyEnabled, "peer access is already enabled"),
    GPU__E(PeerAccessNotEnabled, "peer access has not been enabled"),
    GPU__E(SetOnActiveProcess, "cannot set while device is active in this process"),
    GPU__E(ContextIsDestroyed, "context is destroyed"), GPU__E(Assert, "device-side assert triggered"),
    GPU__E(HostMemoryAlreadyRegistered, "part or all of the requested memory range is already mapped"),
    GPU__E(HostMemoryNotRegistered, "pointer does not correspond to a registered memory region"),
    GPU__E(IllegalInstruction, "an illegal instruction was encountered"),
    GPU__E(MisalignedAddress, "misaligned address"),
    GPU__E(InvalidAddressSpace, "operation not supported on global/shared address space"),
    GPU__E(LaunchFailure, "unspecified launch failure"),
    GPU__E(CooperativeLaunchTooLarge, "too many blocks in cooperative launch"),
    GPU__E(NotPermitted, "operation not permitted"), GPU__E(NotSupported, "operation not supported"),
    GPU__E(StreamCaptureUnsupported, "operation not permitted when stream is capturing"),
    GPU__E(StreamCaptureInvalidated, "operation failed due to a previous error during capture"),
    GPU__E(StreamCaptureUnmatched, "capture was not ended in the same stream as it began"),
    GPU__E(StreamCaptureImplicit, "operation would make the legacy stream depend on a capturing blocking stream"),
    GPU__E(Timeout, "wait operation timed out"), GPU__E(Unknown, "unknown error"),
#undef GPU__E
};
/* clang-format on */
GPU_API const char *cudaGetError{Name|String}(cudaError_t error)
{
    for (size_t k = 0; k < sizeof gpu__cuda_errors / sizeof *gpu__cuda_errors; k++)
        if (gpu__cuda_errors[k].error == error) return gpu__cuda_errors[k].{name|text};
    return "unrecognized error code";
}

/* -- devices: the CPU is device 0, unless GPU_CPU_DEVICES makes it several -- */

static int gpu__cuda_devices(void) { return gpu__global.gpus ? gpu__global.gpus : 1; }
static cudaError_t gpu__cuda_check_device(int device, const char *call)
{
    if (device >= 0 && device < gpu__cuda_devices()) return cudaSuccess;
    return gpu__cuda_fail(cudaErrorInvalidDevice, call, "there is no device %d; expected 0 to %d", device,
                          gpu__cuda_devices() - 1);
}
GPU_API cudaError_t cudaGetDevice{|Count}(int *value)
{
    const cudaError_t e = gpu__cuda_enter_to(value, "cudaGetDevice{1}");
    if (!e) *value = {gpu__thread.device < 0 ? 0 : gpu__thread.device|gpu__cuda_devices()};
    return e;
}
GPU_API cudaError_t cudaSetDevice(int device)
{
    cudaError_t e = gpu__cuda_enter();
    if (e || (e = gpu__cuda_check_device(device, "cudaSetDevice"))) return e;
    return gpu__global.gpus ? gpu__cuda_of(gpu_use(device)) : cudaSuccess;
}
GPU_API cudaError_t gpu__cuda_properties(cudaDeviceProp *p, int device)
{
    static const char call[] = "cudaGetDeviceProperties";
    gpu_info info;
    cudaError_t e = gpu__cuda_enter_to(p, call);
    if (e || (e = gpu__cuda_check_device(device, call)) || (e = gpu__cuda_of(gpu_query(GPU_CPU, &info)))) return e;
    memset(p, 0, sizeof *p);
    snprintf(p->name, sizeof p->name, "%s", info.name);
    p->totalGlobalMem = info.total_memory;
    p->sharedMemPerBlock = info.shared_per_block;
    p->sharedMemPerBlockOptin = info.shared_per_block_optin;
    p->sharedMemPerMultiprocessor = info.shared_per_multiprocessor;
    p->regsPerBlock = p->regsPerMultiprocessor = 65536;
    p->warpSize = info.warp_size;
    p->memPitch = INT_MAX;
    p->maxThreadsPerBlock = info.max_threads_per_block;
    p->maxThreadsPerMultiProcessor = info.max_threads_per_multiprocessor;
    p->maxBlocksPerMultiProcessor = 32;
    p->maxThreadsDim[0] = (int)info.max_block.x, p->maxGridSize[0] = (int)info.max_grid.x;
    p->maxThreadsDim[1] = (int)info.max_block.y, p->maxGridSize[1] = (int)info.max_grid.y;
    p->maxThreadsDim[2] = (int)info.max_block.z, p->maxGridSize[2] = (int)info.max_grid.z;
    p->clockRate = 1000000;
    p->totalConstMem = 65536;
    p->major = 8;
    p->textureAlignment = p->surfaceAlignment = 512;
    p->texturePitchAlignment = 32;
    p->multiProcessorCount = info.multiprocessors;
    p->l2CacheSize = info.l2_bytes < INT_MAX ? (int)info.l2_bytes : INT_MAX;
    p->deviceOverlap = p->asyncEngineCount = p->concurrentKernels = p->streamPrioritiesSupported = 1;
    p->integrated = p->canMapHostMemory = p->unifiedAddressing = p->managedMemory = p->concurrentManagedAccess = 1;
    p->pageableMemoryAccess = p->pageableMemoryAccessUsesHostPageTables = p->directManagedMemAccessFromHost = 1;
    p->canUseHostPointerForRegisteredMem = p->hostNativeAtomicSupported = p->hostRegisterSupported = 1;
    p->cooperativeLaunch = p->globalL1CacheSupported = p->localL1CacheSupported = 1;
    return cudaSuccess;
}
GPU_API cudaError_t cudaDeviceGetAttribute(int *value, cudaDeviceAttr attribute, int device)
{
    static const char call[] = "cudaDeviceGetAttribute";
    cudaDeviceProp p;
    cudaError_t e = gpu__cuda_enter_to(value, call);
    if (e || (e = gpu__cuda_properties(&p, device))) return e;
#define GPU__A(name, member)                                                                                           \
    case cudaDevAttr##name: *value = (int)p.member; return cudaSuccess;
    /* clang-format off */
    switch (attribute) {
        GPU__A(MaxThreadsPerBlock, maxThreadsPerBlock) GPU__A(MaxBlockDimX, maxThreadsDim[0])
        GPU__A(MaxBlockDimY, maxThreadsDim[1]) GPU__A(MaxBlockDimZ, maxThreadsDim[2])
        GPU__A(MaxGridDimX, maxGridSize[0]) GPU__A(MaxGridDimY, maxGridSize[1]) GPU__A(MaxGridDimZ, maxGridSize[2])
        GPU__A(MaxSharedMemoryPerBlock, sharedMemPerBlock) GPU__A(TotalConstantMemory, totalConstMem)
        GPU__A(WarpSize, warpSize) GPU__A(MaxPitch, memPitch) GPU__A(MaxRegistersPerBlock, regsPerBlock)
        GPU__A(ClockRate, clockRate) GPU__A(TextureAlignment, textureAlignment) GPU__A(GpuOverlap, deviceOverlap)
        GPU__A(MultiProcessorCount, multiProcessorCount) GPU__A(KernelExecTimeout, kernelExecTimeoutEnabled)
        GPU__A(Integrated, integrated) GPU__A(CanMapHostMemory, canMapHostMemory) GPU__A(ComputeMode, computeMode)
        GPU__A(ConcurrentKernels, concurrentKernels) GPU__A(EccEnabled, ECCEnabled) GPU__A(PciBusId, pciBusID)
        GPU__A(PciDeviceId, pciDeviceID) GPU__A(TccDriver, tccDriver) GPU__A(MemoryClockRate, memoryClockRate)
        GPU__A(GlobalMemoryBusWidth, memoryBusWidth) GPU__A(L2CacheSize, l2CacheSize)
        GPU__A(MaxThreadsPerMultiProcessor, maxThreadsPerMultiProcessor) GPU__A(AsyncEngineCount, asyncEngineCount)
        GPU__A(UnifiedAddressing, unifiedAddressing) GPU__A(ComputeCapabilityMajor, major)
        GPU__A(ComputeCapabilityMinor, minor) GPU__A(StreamPrioritiesSupported, streamPrioritiesSupported)
        GPU__A(MaxSharedMemoryPerMultiprocessor, sharedMemPerMultiprocessor)
        GPU__A(MaxRegistersPerMultiprocessor, regsPerMultiprocessor) GPU__A(ManagedMemory, managedMemory)
        GPU__A(PageableMemoryAccess, pageableMemoryAccess) GPU__A(ConcurrentManagedAccess, concurrentManagedAccess)
        GPU__A(ComputePreemptionSupported, computePreemptionSupported) GPU__A(CooperativeLaunch, cooperativeLaunch)
        GPU__A(MaxSharedMemoryPerBlockOptin, sharedMemPerBlockOptin)
        GPU__A(HostRegisterSupported, hostRegisterSupported)
        GPU__A(MaxBlocksPerMultiprocessor, maxBlocksPerMultiProcessor)
        GPU__A(MemoryPoolsSupported, memoryPoolsSupported)
    }
    /* clang-format on */
#undef GPU__A
    return gpu__cuda_fail(cudaErrorInvalidValue, call, "attribute %d is not known; expected a cudaDevAttr... of gpu.h",
                          (int)attribute);
}
GPU_API cudaError_t cudaChooseDevice(int *device, const cudaDeviceProp *properties)
{
    const cudaError_t e = gpu__cuda_enter_to(properties ? device : NULL, "cudaChooseDevice");
    if (!e) *device = 0;
    return e;
}
GPU_API cudaError_t cudaDeviceSynchronize(void)
{
    const cudaError_t e = gpu__cuda_enter();
    gpu__keep_site(GPU__BY_CALL);
    return e ? e : gpu__cuda_of(gpu_sync());
}
/* CUDA destroys the memory of the device; here it is a clean state as well. */
GPU_API cudaError_t cudaDeviceReset(void)
{
    GPU__STORE(int, &gpu__cuda_fault, 0);
    GPU__STORE(int, &gpu__cuda_asserted, 0);
    gpu__cuda_last = cudaSuccess;
    return gpu__cuda_of(gpu_shutdown());
}
GPU_API cudaError_t cudaThread{Synchronize|Exit}(void) { return cudaDevice{Synchronize|Reset}(); }
GPU_API cudaError_t cudaSetDeviceFlags(unsigned flags) { return (void)flags, gpu__cuda_enter(); }
GPU_API cudaError_t cuda{GetDeviceFlags|DeviceGetCacheConfig|DeviceGetSharedMemConfig|DriverGetVersion}(
    {unsigned|cudaFuncCache|cudaSharedMemConfig|int} *value)
{
    const cudaError_t e = gpu__cuda_enter_to(value, "cuda{1}");
    if (!e) *value = {cudaDeviceMapHost|cudaFuncCachePreferNone|cudaSharedMemBankSizeFourByte|CUDART_VERSION};
    return e;
}
static size_t gpu__cuda_limits[] = {1024, 1 << 20, 8 << 20, 2, 2048, 64, 0}; /* in the order of cudaLimit */
static cudaError_t gpu__cuda_check_limit(cudaLimit limit, const char *call)
{
    if ((unsigned)limit < sizeof gpu__cuda_limits / sizeof *gpu__cuda_limits) return cudaSuccess;
    return gpu__cuda_fail(cudaErrorUnsupportedLimit, call, "%d is not a limit; expected a cudaLimit", (int)limit);
}
GPU_API cudaError_t cudaDeviceSetLimit(cudaLimit limit, size_t value)
{
    cudaError_t e = gpu__cuda_enter();
    if (!e && !(e = gpu__cuda_check_limit(limit, "cudaDeviceSetLimit"))) gpu__cuda_limits[limit] = value;
    return e;
}
GPU_API cudaError_t cudaDeviceGetLimit(size_t *value, cudaLimit limit)
{
    cudaError_t e = gpu__cuda_enter_to(value, "cudaDeviceGetLimit");
    if (!e && !(e = gpu__cuda_check_limit(limit, "cudaDeviceGetLimit"))) *value = gpu__cuda_limits[limit];
    return e;
}
GPU_API cudaError_t cudaDeviceSetCacheConfig(cudaFuncCache config) { return (void)config, gpu__cuda_enter(); }
GPU_API cudaError_t cudaDeviceSetSharedMemConfig(cudaSharedMemConfig config) { return (void)config, gpu__cuda_enter(); }
GPU_API cudaError_t cudaDeviceGetStreamPriorityRange(int *least, int *greatest)
{
    const cudaError_t e = gpu__cuda_enter();
    if (!e && least) *least = 0;
    if (!e && greatest) *greatest = -5;
    return e;
}
GPU_API cudaError_t cudaDeviceGetPCIBusId(char *text, int size, int device)
{
    cudaError_t e = gpu__cuda_enter_to(size > 0 ? text : NULL, "cudaDeviceGetPCIBusId");
    if (!e && !(e = gpu__cuda_check_device(device, "cudaDeviceGetPCIBusId")))
        snprintf(text, (size_t)size, "0000:%02x:00.0", (unsigned)device);
    return e;
}
GPU_API cudaError_t cudaDeviceCanAccessPeer(int *can, int device, int other)
{
    static const char call[] = "cudaDeviceCanAccessPeer";
    cudaError_t e = gpu__cuda_enter_to(can, call);
    if (e || (e = gpu__cuda_check_device(device, call)) || (e = gpu__cuda_check_device(other, call))) return e;
    *can = device != other;
    return cudaSuccess;
}
static uint64_t gpu__cuda_peers[GPU__MAX_DEVICES]; /* bit k: access to the memory of device k is enabled */
static cudaError_t gpu__cuda_peer(int other, int enable, const char *call)
{
    uint64_t *peers, bit;
    int device;
    cudaError_t e = cudaGetDevice(&device);
    if (e || (e = gpu__cuda_check_device(other, call))) return e;
    if (enable && other == device)
        return gpu__cuda_fail(cudaErrorPeerAccessUnsupported, call, "device %d is the current one; expected another",
                              other);
    peers = &gpu__cuda_peers[device];
    bit = (uint64_t)1 << other;
    if (enable && *peers & bit)
        return gpu__cuda_fail(cudaErrorPeerAccessAlreadyEnabled, call, "access to device %d is enabled already", other);
    if (!enable && !(*peers & bit))
        return gpu__cuda_fail(cudaErrorPeerAccessNotEnabled, call, "access to device %d was not enabled", other);
    *peers ^= bit;
    return cudaSuccess;
}
GPU_API cudaError_t cudaDevice{Enable|Disable}PeerAccess(int other{, GPU__UNUSED unsigned flags|})
{
    return gpu__cuda_peer(other, {1|0}, "cudaDevice{1}PeerAccess");
}
GPU_API cudaError_t cudaRuntimeGetVersion(int *version) { return cudaDriverGetVersion(version); }
GPU_API cudaError_t cudaProfiler{Start|Stop}(void) { return gpu__cuda_enter(); }
#endif
