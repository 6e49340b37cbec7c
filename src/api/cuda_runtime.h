/* ----------------------------------------------------------------------------------------------- >>CUDA runtime --

   #define GPU_CUDA_RUNTIME before the include, also in the file with the implementation: the functions and types of
   the CUDA runtime that programs of courses use, for the CPU. Each does what CUDA's documentation says, by functions of
   gpu.h, and returns the error that CUDA has for a wrong use; gpu_error_message() then says what was wrong. Under
   nvcc the define does nothing, since the names are CUDA's own there. Do not link such a program with libcudart.

   The CPU is device 0, of compute capability 8.0; with GPU_CPU_DEVICES=4 in the environment there are four devices. A
   call has done its work when it returns, on every stream. After a fault of a kernel every call returns its error until
   cudaDeviceReset, as in CUDA; the launch itself sets it, so that cudaGetLastError has it at once. Signatures are those
   of CUDA 12. In C++ there are CUDA's templates and default arguments; C has neither, as in CUDA's own header.

   Kernels are launched by the translator of .cu files (examples/cuda.c), by cudaLaunchKernel (C++), or as a GPU_KERNEL.
   Those that a kernel launches begin when its grid has ended; as in CUDA 12, a kernel cannot wait for them.

   absent                                         because
   textures (but in CUDA files), 3-D copies ...   the CPU has no texture units; use an array and cudaMemcpy2D
   the driver API (cuLaunchKernel ...), NVRTC     gpu_compile compiles kernels from a string
   graphs made node by node                       capture them: cudaStreamBeginCapture
   IPC, external memory, memory pools             they share the memory of a GPU with other programs or APIs */
#if defined(GPU_CUDA_RUNTIME) && !defined(GPU__CUDA)
#ifdef GPU_NO_CUDA_NAMES
#error "gpu.h: GPU_CUDA_RUNTIME and GPU_NO_CUDA_NAMES contradict each other: define one of them"
#endif
#include <limits.h>
#ifndef CUDART_VERSION
#define CUDART_VERSION 12000
#endif
#ifndef CUDART_CB
#define CUDART_CB
#endif
#ifdef __cplusplus
#define GPU__CUDA_OR(value) = value /* a default argument */
#else
#define GPU__CUDA_OR(value)
#endif

/* clang-format off */
typedef enum cudaError {
    cudaSuccess = 0, cudaErrorInvalidValue = 1, cudaErrorMemoryAllocation = 2, cudaErrorInitializationError = 3,
    cudaErrorCudartUnloading = 4, cudaErrorInvalidConfiguration = 9, cudaErrorInvalidPitchValue = 12,
    cudaErrorInvalidSymbol = 13, cudaErrorInvalidHostPointer = 16, cudaErrorInvalidDevicePointer = 17,
    cudaErrorInvalidTexture = 18, cudaErrorInvalidMemcpyDirection = 21, cudaErrorInsufficientDriver = 35,
    cudaErrorMissingConfiguration = 52, cudaErrorInvalidDeviceFunction = 98, cudaErrorNoDevice = 100,
    cudaErrorInvalidDevice = 101, cudaErrorInvalidKernelImage = 200, cudaErrorDeviceUninitialized = 201,
    cudaErrorNoKernelImageForDevice = 209, cudaErrorECCUncorrectable = 214, cudaErrorUnsupportedLimit = 215,
    cudaErrorPeerAccessUnsupported = 217, cudaErrorInvalidPtx = 218, cudaErrorUnsupportedPtxVersion = 222,
    cudaErrorFileNotFound = 301, cudaErrorOperatingSystem = 304, cudaErrorInvalidResourceHandle = 400,
    cudaErrorIllegalState = 401, cudaErrorSymbolNotFound = 500, cudaErrorNotReady = 600, cudaErrorIllegalAddress = 700,
    cudaErrorLaunchOutOfResources = 701, cudaErrorLaunchTimeout = 702, cudaErrorPeerAccessAlreadyEnabled = 704,
    cudaErrorPeerAccessNotEnabled = 705, cudaErrorSetOnActiveProcess = 708, cudaErrorContextIsDestroyed = 709,
    cudaErrorAssert = 710, cudaErrorHostMemoryAlreadyRegistered = 712, cudaErrorHostMemoryNotRegistered = 713,
    cudaErrorIllegalInstruction = 715, cudaErrorMisalignedAddress = 716, cudaErrorInvalidAddressSpace = 717,
    cudaErrorLaunchFailure = 719, cudaErrorCooperativeLaunchTooLarge = 720, cudaErrorNotPermitted = 800,
    cudaErrorNotSupported = 801, cudaErrorStreamCaptureUnsupported = 900, cudaErrorStreamCaptureInvalidated = 901,
    cudaErrorStreamCaptureUnmatched = 903, cudaErrorStreamCaptureImplicit = 906, cudaErrorTimeout = 909,
    cudaErrorUnknown = 999
} cudaError_t;

typedef enum cudaMemcpyKind {
    cudaMemcpyHostToHost, cudaMemcpyHostToDevice, cudaMemcpyDeviceToHost, cudaMemcpyDeviceToDevice, cudaMemcpyDefault
} cudaMemcpyKind;
typedef struct gpu__stream *cudaStream_t;
typedef struct gpu__event *cudaEvent_t;
typedef struct gpu__cuda_graph *cudaGraph_t, *cudaGraphExec_t;
typedef struct CUgraphNode_st *cudaGraphNode_t;
typedef void (*cudaStreamCallback_t)(cudaStream_t stream, cudaError_t status, void *user);
typedef void (*cudaHostFn_t)(void *user);
typedef struct cudaUUID_t { char bytes[16]; } cudaUUID_t;
#define cudaStream{Legacy|PerThread} ((cudaStream_t)0x{1|2})
#define cuda{Cpu|Invalid}DeviceId (-{1|2})
enum {
    cudaStreamDefault = 0, cudaStreamNonBlocking = 1, cudaEventDefault = 0, cudaEventBlockingSync = 1,
    cudaEventDisableTiming = 2, cudaEventInterprocess = 4, cudaHostAllocDefault = 0, cudaHostAllocPortable = 1,
    cudaHostAllocMapped = 2, cudaHostAllocWriteCombined = 4, cudaHostRegisterDefault = 0, cudaHostRegisterPortable = 1,
    cudaHostRegisterMapped = 2, cudaHostRegisterReadOnly = 8, cudaMemAttachGlobal = 1, cudaMemAttachHost = 2,
    cudaMemAttachSingle = 4, cudaDeviceScheduleAuto = 0, cudaDeviceScheduleSpin = 1, cudaDeviceScheduleYield = 2,
    cudaDeviceScheduleBlockingSync = 4, cudaDeviceBlockingSync = 4, cudaDeviceMapHost = 8, cudaOccupancyDefault = 0
};
typedef enum cudaFuncCache {
    cudaFuncCachePreferNone, cudaFuncCachePreferShared, cudaFuncCachePreferL1, cudaFuncCachePreferEqual
} cudaFuncCache;
typedef enum cudaSharedMemConfig {
    cudaSharedMemBankSizeDefault, cudaSharedMemBankSizeFourByte, cudaSharedMemBankSizeEightByte
} cudaSharedMemConfig;
typedef enum cudaComputeMode {
    cudaComputeModeDefault, cudaComputeModeExclusive, cudaComputeModeProhibited, cudaComputeModeExclusiveProcess
} cudaComputeMode;
typedef enum cudaLimit {
    cudaLimitStackSize, cudaLimitPrintfFifoSize, cudaLimitMallocHeapSize, cudaLimitDevRuntimeSyncDepth,
    cudaLimitDevRuntimePendingLaunchCount, cudaLimitMaxL2FetchGranularity, cudaLimitPersistingL2CacheSize
} cudaLimit;
typedef enum cudaMemoryAdvise {
    cudaMemAdviseSetReadMostly = 1, cudaMemAdviseUnsetReadMostly, cudaMemAdviseSetPreferredLocation,
    cudaMemAdviseUnsetPreferredLocation, cudaMemAdviseSetAccessedBy, cudaMemAdviseUnsetAccessedBy
} cudaMemoryAdvise;
typedef enum cudaMemLocationType {
    cudaMemLocationTypeInvalid = 0, cudaMemLocationTypeNone = 0, cudaMemLocationTypeDevice, cudaMemLocationTypeHost,
    cudaMemLocationTypeHostNuma, cudaMemLocationTypeHostNumaCurrent
} cudaMemLocationType;
typedef struct cudaMemLocation { cudaMemLocationType type; int id; } cudaMemLocation;
typedef enum cudaFuncAttribute {
    cudaFuncAttributeMaxDynamicSharedMemorySize = 8, cudaFuncAttributePreferredSharedMemoryCarveout = 9
} cudaFuncAttribute;
typedef enum cudaStreamCaptureMode {
    cudaStreamCaptureModeGlobal, cudaStreamCaptureModeThreadLocal, cudaStreamCaptureModeRelaxed
} cudaStreamCaptureMode;
typedef enum cudaStreamCaptureStatus {
    cudaStreamCaptureStatusNone, cudaStreamCaptureStatusActive, cudaStreamCaptureStatusInvalidated
} cudaStreamCaptureStatus;
typedef enum cudaMemoryType {
    cudaMemoryTypeUnregistered, cudaMemoryTypeHost, cudaMemoryTypeDevice, cudaMemoryTypeManaged
} cudaMemoryType;
typedef struct cudaPointerAttributes {
    cudaMemoryType type; int device; void *devicePointer, *hostPointer;
} cudaPointerAttributes;
/* sharedSizeBytes is a kernel's static shared memory where the program has its table of symbols (Linux), or else 0. The
   others are the same for all kernels; the number of registers is what GPUs often need. */
typedef struct cudaFuncAttributes {
    size_t sharedSizeBytes, constSizeBytes, localSizeBytes;
    int maxThreadsPerBlock, numRegs, ptxVersion, binaryVersion, cacheModeCA, maxDynamicSharedSizeBytes;
} cudaFuncAttributes;

/* The members that programs print. Those of textures, and what is not known of a CPU, are 0; clockRate is 1 GHz, the
   rate of clock64(). */
typedef struct cudaDeviceProp {
    char name[256];
    cudaUUID_t uuid;
    size_t totalGlobalMem, sharedMemPerBlock;
    int regsPerBlock, warpSize;
    size_t memPitch;
    int maxThreadsPerBlock, maxThreadsDim[3], maxGridSize[3], clockRate;
    size_t totalConstMem;
    int major, minor;
    size_t textureAlignment, texturePitchAlignment;
    int deviceOverlap, multiProcessorCount, kernelExecTimeoutEnabled, integrated, canMapHostMemory, computeMode;
    int maxTexture1D, maxTexture1DMipmap, maxTexture1DLinear, maxTexture2D[2], maxTexture2DMipmap[2],
        maxTexture2DLinear[3], maxTexture2DGather[2], maxTexture3D[3], maxTexture3DAlt[3], maxTextureCubemap,
        maxTexture1DLayered[2], maxTexture2DLayered[3], maxTextureCubemapLayered[2], maxSurface1D, maxSurface2D[2],
        maxSurface3D[3], maxSurface1DLayered[2], maxSurface2DLayered[3], maxSurfaceCubemap, maxSurfaceCubemapLayered[2];
    size_t surfaceAlignment;
    int concurrentKernels, ECCEnabled, pciBusID, pciDeviceID, pciDomainID, tccDriver, asyncEngineCount,
        unifiedAddressing, memoryClockRate, memoryBusWidth, l2CacheSize, persistingL2CacheMaxSize,
        maxThreadsPerMultiProcessor, streamPrioritiesSupported, globalL1CacheSupported, localL1CacheSupported;
    size_t sharedMemPerMultiprocessor;
    int regsPerMultiprocessor, managedMemory, isMultiGpuBoard, multiGpuBoardGroupID, hostNativeAtomicSupported,
        singleToDoublePrecisionPerfRatio, pageableMemoryAccess, concurrentManagedAccess, computePreemptionSupported,
        canUseHostPointerForRegisteredMem, cooperativeLaunch, cooperativeMultiDeviceLaunch;
    size_t sharedMemPerBlockOptin;
    int pageableMemoryAccessUsesHostPageTables, directManagedMemAccessFromHost, maxBlocksPerMultiProcessor,
        accessPolicyMaxWindowSize, hostRegisterSupported, memoryPoolsSupported;
    size_t reservedSharedMemPerBlock;
} cudaDeviceProp;
typedef enum cudaDeviceAttr {
    cudaDevAttrMaxThreadsPerBlock = 1, cudaDevAttrMaxBlockDimX = 2, cudaDevAttrMaxBlockDimY = 3,
    cudaDevAttrMaxBlockDimZ = 4, cudaDevAttrMaxGridDimX = 5, cudaDevAttrMaxGridDimY = 6, cudaDevAttrMaxGridDimZ = 7,
    cudaDevAttrMaxSharedMemoryPerBlock = 8, cudaDevAttrTotalConstantMemory = 9, cudaDevAttrWarpSize = 10,
    cudaDevAttrMaxPitch = 11, cudaDevAttrMaxRegistersPerBlock = 12, cudaDevAttrClockRate = 13,
    cudaDevAttrTextureAlignment = 14, cudaDevAttrGpuOverlap = 15, cudaDevAttrMultiProcessorCount = 16,
    cudaDevAttrKernelExecTimeout = 17, cudaDevAttrIntegrated = 18, cudaDevAttrCanMapHostMemory = 19,
    cudaDevAttrComputeMode = 20, cudaDevAttrConcurrentKernels = 31, cudaDevAttrEccEnabled = 32,
    cudaDevAttrPciBusId = 33, cudaDevAttrPciDeviceId = 34, cudaDevAttrTccDriver = 35, cudaDevAttrMemoryClockRate = 36,
    cudaDevAttrGlobalMemoryBusWidth = 37, cudaDevAttrL2CacheSize = 38, cudaDevAttrMaxThreadsPerMultiProcessor = 39,
    cudaDevAttrAsyncEngineCount = 40, cudaDevAttrUnifiedAddressing = 41, cudaDevAttrComputeCapabilityMajor = 75,
    cudaDevAttrComputeCapabilityMinor = 76, cudaDevAttrStreamPrioritiesSupported = 78,
    cudaDevAttrMaxSharedMemoryPerMultiprocessor = 81, cudaDevAttrMaxRegistersPerMultiprocessor = 82,
    cudaDevAttrManagedMemory = 83, cudaDevAttrPageableMemoryAccess = 88, cudaDevAttrConcurrentManagedAccess = 89,
    cudaDevAttrComputePreemptionSupported = 90, cudaDevAttrCooperativeLaunch = 95,
    cudaDevAttrMaxSharedMemoryPerBlockOptin = 97, cudaDevAttrHostRegisterSupported = 99,
    cudaDevAttrMaxBlocksPerMultiprocessor = 106, cudaDevAttrMemoryPoolsSupported = 115
} cudaDeviceAttr;
/* clang-format on */

/* Errors. The texts are CUDA's own; the sentence of gpu.h is gpu_error_message(). */
GPU_API cudaError_t cudaGetLastError(void); /* and resets it */
GPU_API cudaError_t cudaPeekAtLastError(void);
GPU_API const char *cudaGetError{Name|String}(cudaError_t error);

/* Devices. */
GPU_API cudaError_t cudaGetDeviceCount(int *count);
GPU_API cudaError_t cudaSetDevice(int device);
GPU_API cudaError_t cudaGetDevice(int *device);
GPU_API cudaError_t gpu__cuda_properties(cudaDeviceProp *properties, int device);
#define cudaGetDeviceProperties gpu__cuda_properties /* a name of its own, since its struct is not that of CUDA */
GPU_API cudaError_t cudaDeviceGetAttribute(int *value, cudaDeviceAttr attribute, int device);
GPU_API cudaError_t cudaChooseDevice(int *device, const cudaDeviceProp *properties);
GPU_API cudaError_t cudaDevice{Synchronize|Reset}(void);
GPU_API cudaError_t cudaThread{Synchronize|Exit}(void); /* the names that CUDA had before version 4 */
GPU_API cudaError_t cudaSetDeviceFlags(unsigned flags);
GPU_API cudaError_t cudaGetDeviceFlags(unsigned *flags);
GPU_API cudaError_t cudaDeviceSetLimit(cudaLimit limit, size_t value); /* checked, and has no effect */
GPU_API cudaError_t cudaDeviceGetLimit(size_t *value, cudaLimit limit);
GPU_API cudaError_t cudaDevice{Set|Get}CacheConfig(cudaFuncCache {|*}config);
GPU_API cudaError_t cudaDevice{Set|Get}SharedMemConfig(cudaSharedMemConfig {|*}config);
GPU_API cudaError_t cudaDeviceGetStreamPriorityRange(int *least, int *greatest);
GPU_API cudaError_t cudaDeviceGetPCIBusId(char *text, int size, int device);
GPU_API cudaError_t cudaDeviceCanAccessPeer(int *can, int device, int other);
GPU_API cudaError_t cudaDeviceEnablePeerAccess(int other, unsigned flags);
GPU_API cudaError_t cudaDeviceDisablePeerAccess(int other);
GPU_API cudaError_t cuda{DriverGetVersion|RuntimeGetVersion}(int *version);
GPU_API cudaError_t cudaProfiler{Start|Stop}(void);

/* Memory. 0 bytes give NULL. The rows of cudaMallocPitch begin at multiples of 512 bytes. */
GPU_API cudaError_t cudaMalloc{|Host}(void **p, size_t bytes);
GPU_API cudaError_t cudaMallocManaged(void **p, size_t bytes, unsigned flags GPU__CUDA_OR(cudaMemAttachGlobal));
GPU_API cudaError_t cudaHostAlloc(void **p, size_t bytes, unsigned flags);
GPU_API cudaError_t cudaMallocPitch(void **p, size_t *pitch, size_t width, size_t height);
GPU_API cudaError_t cudaMallocAsync(void **p, size_t bytes, cudaStream_t stream);
GPU_API cudaError_t cudaFree{|Host}(void *p);
GPU_API cudaError_t cudaFreeAsync(void *p, cudaStream_t stream);
GPU_API cudaError_t cudaHostRegister(void *p, size_t bytes, unsigned flags);
GPU_API cudaError_t cudaHostUnregister(void *p);
GPU_API cudaError_t cudaHostGetDevicePointer(void **device, void *host, unsigned flags);
GPU_API cudaError_t cudaHostGetFlags(unsigned *flags, void *host);
GPU_API cudaError_t cudaMemGetInfo(size_t *free_bytes, size_t *total);
GPU_API cudaError_t cudaPointerGetAttributes(cudaPointerAttributes *attributes, const void *p);
GPU_API cudaError_t cudaMemPrefetchAsync(const void *p, size_t bytes, int device,
                                         cudaStream_t stream GPU__CUDA_OR(NULL)); /* checked, and has no effect */
GPU_API cudaError_t cudaMemAdvise(const void *p, size_t bytes, cudaMemoryAdvise advice, int device);
/* The parameters of CUDA 13, which in C++ the names without _v2 accept too. */
GPU_API cudaError_t cudaMemPrefetchAsync_v2(const void *p, size_t bytes, cudaMemLocation location, unsigned flags,
                                            cudaStream_t stream GPU__CUDA_OR(NULL));
GPU_API cudaError_t cudaMemAdvise_v2(const void *p, size_t bytes, cudaMemoryAdvise advice, cudaMemLocation location);
GPU_API cudaError_t cudaStreamAttachMemAsync(cudaStream_t stream, void *p, size_t bytes GPU__CUDA_OR(0),
                                             unsigned flags GPU__CUDA_OR(cudaMemAttachSingle));

/* Copies. A direction that the pointers contradict (copying to the device into a host array) is cudaErrorInvalidValue.
   */
GPU_API cudaError_t cudaMemcpy(void *dst, const void *src, size_t bytes, cudaMemcpyKind kind);
GPU_API cudaError_t cudaMemcpyAsync(void *dst, const void *src, size_t bytes, cudaMemcpyKind kind,
                                    cudaStream_t stream GPU__CUDA_OR(NULL));
GPU_API cudaError_t cudaMemcpy2D(void *dst, size_t dst_pitch, const void *src, size_t src_pitch, size_t width,
                                 size_t height, cudaMemcpyKind kind);
GPU_API cudaError_t cudaMemcpy2DAsync(void *dst, size_t dst_pitch, const void *src, size_t src_pitch, size_t width,
                                      size_t height, cudaMemcpyKind kind, cudaStream_t stream GPU__CUDA_OR(NULL));
GPU_API cudaError_t cudaMemcpyPeer(void *dst, int dst_device, const void *src, int src_device, size_t bytes);
GPU_API cudaError_t cudaMemcpyPeerAsync(void *dst, int dst_device, const void *src, int src_device, size_t bytes,
                                        cudaStream_t stream GPU__CUDA_OR(NULL));
GPU_API cudaError_t cudaMemset(void *p, int byte, size_t bytes);
GPU_API cudaError_t cudaMemsetAsync(void *p, int byte, size_t bytes, cudaStream_t stream GPU__CUDA_OR(NULL));
GPU_API cudaError_t cudaMemset2D(void *p, size_t pitch, int byte, size_t width, size_t height);
GPU_API cudaError_t cudaMemset2DAsync(void *p, size_t pitch, int byte, size_t width, size_t height,
                                      cudaStream_t stream GPU__CUDA_OR(NULL));
/* Symbols are __device__ and __constant__ variables. In C a symbol is the address of the variable. */
GPU_API cudaError_t cudaMemcpy{To|From}Symbol({const void *symbol, const void *src|void *dst, const void *symbol},
                                              size_t bytes, size_t offset, cudaMemcpyKind kind);
GPU_API cudaError_t cudaMemcpy{To|From}SymbolAsync({const void *symbol, const void *src|void *dst, const void *symbol},
                                                   size_t bytes, size_t offset, cudaMemcpyKind kind,
                                                   cudaStream_t stream);

/* Streams and events. */
GPU_API cudaError_t cudaStreamCreate(cudaStream_t *stream);
GPU_API cudaError_t cudaStreamCreateWithFlags(cudaStream_t *stream, unsigned flags);
GPU_API cudaError_t cudaStreamCreateWithPriority(cudaStream_t *stream, unsigned flags, int priority);
GPU_API cudaError_t cudaStreamGet{Priority|Flags}(cudaStream_t stream, {int|unsigned} *{priority|flags});
GPU_API cudaError_t cudaStream{Destroy|Synchronize|Query}(cudaStream_t stream);
GPU_API cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned flags GPU__CUDA_OR(0));
GPU_API cudaError_t cudaStreamAddCallback(cudaStream_t stream, cudaStreamCallback_t callback, void *user,
                                          unsigned flags);
GPU_API cudaError_t cudaLaunchHostFunc(cudaStream_t stream, cudaHostFn_t fn, void *user);
GPU_API cudaError_t cudaEventCreate(cudaEvent_t *event);
GPU_API cudaError_t cudaEventCreateWithFlags(cudaEvent_t *event, unsigned flags);
GPU_API cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream GPU__CUDA_OR(NULL));
GPU_API cudaError_t cudaEvent{Synchronize|Query}(cudaEvent_t event);
GPU_API cudaError_t cudaEventElapsedTime(float *ms, cudaEvent_t start, cudaEvent_t stop);
GPU_API cudaError_t cudaEventDestroy(cudaEvent_t event);

/* Graphs, by capture: what this host thread queues on any stream until cudaStreamEndCapture. */
GPU_API cudaError_t cudaStreamBeginCapture(cudaStream_t stream, cudaStreamCaptureMode mode);
GPU_API cudaError_t cudaStreamEndCapture(cudaStream_t stream, cudaGraph_t *graph);
GPU_API cudaError_t cudaStreamIsCapturing(cudaStream_t stream, cudaStreamCaptureStatus *status);
GPU_API cudaError_t cudaGraphInstantiate(cudaGraphExec_t *exec, cudaGraph_t graph,
                                         unsigned long long flags GPU__CUDA_OR(0));
GPU_API cudaError_t cudaGraphGetNodes(cudaGraph_t graph, cudaGraphNode_t *nodes, size_t *count); /* nodes: NULL */
GPU_API cudaError_t cudaGraphLaunch(cudaGraphExec_t exec, cudaStream_t stream);
GPU_API cudaError_t cudaGraph{|Exec}Destroy(cudaGraph_t graph);

/* Kernels. A function is its address; the hints have no effect. The CPU has 1024 threads on a multiprocessor, which is
   a CPU thread. */
GPU_API cudaError_t cudaFuncSetAttribute(const void *function, cudaFuncAttribute attribute, int value);
GPU_API cudaError_t cudaFuncSet{Cache|SharedMem}Config(const void *function, cuda{FuncCache|SharedMemConfig} config);
GPU_API cudaError_t cudaFuncGetAttributes(cudaFuncAttributes *attributes, const void *function);
GPU_API cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, const void *function, int threads,
                                                                  size_t bytes);
GPU_API cudaError_t gpu__cuda_best_block(int *grid, int *block, int limit);
#endif
