/* ====================================================================================================== >>CUDA == */

#ifdef GPU__CUDA_BACKEND /* where gpu.h has the implementation; up to the end of src/cuda/launch.h */
/* nvcc declares warpSize for host code and defines it nowhere; a macro would break cudaDeviceProp::warpSize. */
GPU__WEAK const int __device_builtin_variable_warpSize = 32;

/* For each device a ring of its last launches by all threads: CUDA reports the fault of a kernel at some later call,
   and the rings name the kernels that can have caused it. Without a lock: a writer takes a slot and sets its sequence
   last. */
enum { GPU__LAUNCHES = 64, GPU__REPORTED = 1023 /* among errors of CUDA one that has its message already */ };
typedef struct gpu__launched {
    uint64_t sequence; /* 0: being written, or the launch is known to be done */
    const char *name, *file;
    int line, stream;
    size_t n; /* number of elements; 0: the grid is printed instead */
    gpu_dim3 grid, block;
} gpu__launched;
static struct {
    uint64_t next;
    gpu__launched slot[GPU__LAUNCHES];
} gpu__launches[GPU__MAX_DEVICES];

static void gpu__note_launch(const char *name, const char *file, int line, size_t n, const gpu_dim3 *grid,
                             const gpu_dim3 *block)
{
    uint64_t k = GPU__ADD(uint64_t, &gpu__launches[gpu__thread.device].next, 1) + 1;
    gpu__launched *l = &gpu__launches[gpu__thread.device].slot[k % GPU__LAUNCHES];
    GPU__STORE(uint64_t, &l->sequence, 0);
    GPU__FENCE_RELEASE();
    l->name = name, l->file = file, l->line = line, l->n = n, l->grid = *grid, l->block = *block;
    l->stream = gpu__thread.current ? gpu__thread.current->number : 0;
    GPU__STORE_RELEASE(uint64_t, &l->sequence, k);
}
/* The number of the last launch on the current device. */
static uint64_t gpu__last_launch(void) { return GPU__LOAD_ACQUIRE(uint64_t, &gpu__launches[gpu__thread.device].next); }
/* Marks the launches up to `last` of a stream of the current device (-1: of all streams) as done without a fault. */
static void gpu__launches_done(int stream, uint64_t last)
{
    for (int k = 0; k < GPU__LAUNCHES; k++) {
        gpu__launched *l = &gpu__launches[gpu__thread.device].slot[k];
        uint64_t sequence = GPU__LOAD_ACQUIRE(uint64_t, &l->sequence), done = 0;
        if (sequence && sequence <= last && (stream < 0 || l->stream == stream))
            (void)GPU__COMPARE_EXCHANGE(uint64_t, &l->sequence, &sequence, &done);
    }
}
/* Appends to the text of `used` characters what may be printed to it. */
GPU__PRINTF(4, 5) static void gpu__append(char *text, size_t size, size_t *used, const char *format, ...)
{
    va_list args;
    if (*used >= size) return;
    va_start(args, format);
    *used += (size_t)vsnprintf(text + *used, size - *used, format, args);
    va_end(args);
}
/* Appends the launches on a device that are not known to be done, newest first; of one that was repeated, the last. */
static void gpu__list_device(int device, char *text, size_t size, size_t *used)
{
    gpu__launched before;
    int listed = 0, more = 0, found = 0;
    memset(&before, 0, sizeof before);
    for (uint64_t k = GPU__LOAD_ACQUIRE(uint64_t, &gpu__launches[device].next), i = 0; k && i < GPU__LAUNCHES;
         k--, i++) {
        gpu__launched *slot = &gpu__launches[device].slot[k % GPU__LAUNCHES], l = *slot;
        if (l.sequence != k || GPU__LOAD_ACQUIRE(uint64_t, &slot->sequence) != k) continue;
        found++;
        if (l.name == before.name && l.file == before.file && l.line == before.line && l.stream == before.stream &&
            l.n == before.n && !memcmp(&l.grid, &before.grid, sizeof l.grid) &&
            !memcmp(&l.block, &before.block, sizeof l.block))
            continue; /* it was launched again */
        before = l;
        if (listed == 8) {
            more++;
            continue;
        }
        gpu__append(text, size, used, "%s%s at %s:%d (", *used ? "; " : "", l.name, l.file ? l.file : "?", l.line);
        if (l.n) gpu__append(text, size, used, "n = %zu", l.n);
        else
            gpu__append(text, size, used, "grid %u x %u x %u, block %u x %u x %u", l.grid.x, l.grid.y, l.grid.z,
                        l.block.x, l.block.y, l.block.z);
        if (l.stream) gpu__append(text, size, used, ", stream %d", l.stream);
        if (device != gpu__thread.device) gpu__append(text, size, used, ", device %d", device);
        gpu__append(text, size, used, ")");
        listed++;
    }
    if (more) gpu__append(text, size, used, "; and %d more", more);
    if (found == GPU__LAUNCHES) gpu__append(text, size, used, "; and perhaps older ones");
}
/* The launches that can have caused a fault which the current device reports: its own, and those of the other devices
   where one can access the memory of another, or where the current one is the CPU. */
static void gpu__list_launches(char *text, size_t size)
{
    size_t used = 0;
    *text = 0;
    if (gpu__thread.device >= 0) gpu__list_device(gpu__thread.device, text, size, &used);
    for (int device = 0; device < gpu__global.gpus && (gpu__global.peers || gpu__thread.device < 0); device++)
        if (device != gpu__thread.device) gpu__list_device(device, text, size, &used);
}

#ifdef __CUDA_ARCH_LIST__
#define GPU__ARCHITECTURES GPU__TEXT(__CUDA_ARCH_LIST__) /* "750,900": what nvcc was told to build for, times ten */
#else
#define GPU__ARCHITECTURES ""
#endif

static int gpu__is_fault(cudaError_t e) /* a fault of an earlier kernel, after which this process cannot use the GPU */
{
    return e == cudaErrorIllegalAddress || e == cudaErrorMisalignedAddress || e == cudaErrorAssert ||
           e == cudaErrorLaunchFailure || e == cudaErrorLaunchTimeout || e == cudaErrorHardwareStackError ||
           e == cudaErrorIllegalInstruction || e == cudaErrorInvalidAddressSpace || e == cudaErrorInvalidPc;
}
/* The most frequent cause of each error, and what to do about it. */
static const struct {
    cudaError_t errors[3];
    const char *hint;
} gpu__cuda_hints[] = {
    {{cudaErrorInsufficientDriver},
     "the driver is missing or older than the CUDA runtime of this program: install or update the NVIDIA driver"},
    {{cudaErrorSystemDriverMismatch},
     "the loaded kernel module and the driver's libraries are of different versions: restart the machine "
     "after a driver update"},
    {{cudaErrorNoDevice}, "no NVIDIA GPU is visible: check nvidia-smi and CUDA_VISIBLE_DEVICES"},
    {{cudaErrorInitializationError},
     "the driver does not start in this process: it was forked from one that used CUDA, or the driver's "
     "installation is broken (try nvidia-smi)"},
    {{cudaErrorDevicesUnavailable},
     "another process uses the GPU exclusively, or its compute mode is prohibited: see nvidia-smi"},
    {{cudaErrorNoKernelImageForDevice, cudaErrorInvalidDeviceFunction},
     "the program holds no code for this GPU (it was built for " GPU__ARCHITECTURES
     "; 900 is sm_90): build with nvcc -arch=native"},
    {{cudaErrorUnsupportedPtxVersion},
     "the driver is too old to translate this program's PTX: update it, or build for this card with nvcc -arch=native"},
    {{cudaErrorMemoryAllocation}, "the GPU's memory is exhausted: free something, or ask for less"},
    {{cudaErrorIllegalAddress},
     "a kernel read or wrote outside its memory, through a host pointer, through the NULL of a malloc in a "
     "kernel, or ran out of stack: run under compute-sanitizer"},
    {{cudaErrorMisalignedAddress},
     "a kernel read or wrote through a pointer that is not aligned to its type: check casts and byte offsets"},
    {{cudaErrorLaunchOutOfResources},
     "the kernel needs more registers than a block of this size can have: use fewer threads a block"},
    {{cudaErrorInvalidConfiguration}, "the grid, the block or its shared memory is beyond what the device has"},
    {{cudaErrorLaunchTimeout},
     "a kernel ran longer than the display's watchdog allows: split the work, or use a card without a display"},
    {{cudaErrorAssert}, "an assert in a kernel failed; its text is above"},
    {{cudaErrorHardwareStackError},
     "a kernel used more stack than a thread has: less recursion and smaller local arrays, or "
     "cudaDeviceSetLimit(cudaLimitStackSize)"},
    {{cudaErrorLaunchFailure},
     "a kernel failed: often its stack, or malloc in a kernel, was exhausted (cudaDeviceSetLimit), or it "
     "executed __trap()"},
    {{cudaErrorIllegalInstruction, cudaErrorInvalidPc},
     "a kernel jumped to an address without code: a wrong function pointer, or its stack was overwritten"},
    {{cudaErrorECCUncorrectable}, "the card's memory has a hardware error: see nvidia-smi -q"},
    {{cudaErrorStreamCaptureUnsupported, cudaErrorStreamCaptureInvalidated, cudaErrorStreamCaptureImplicit},
     "a call that cannot be captured was made between gpu_graph_begin and gpu_graph_end, or the default "
     "stream was used meanwhile"},
    {{cudaErrorStreamCaptureUnjoined},
     "work on another stream was captured, and the first stream does not wait for it: gpu_event_record "
     "there, then gpu_event_wait on the first stream"},
};
static const char *gpu__cuda_hint(cudaError_t e)
{
    for (size_t k = 0; k < sizeof gpu__cuda_hints / sizeof *gpu__cuda_hints; k++)
        for (int i = 0; i < 3; i++)
            if (gpu__cuda_hints[k].errors[i] == e) return gpu__cuda_hints[k].hint;
    return "see the CUDA documentation of this error";
}
/* For an error that is not reported: the next launch would return it as its own. */
static void gpu__ignore(cudaError_t e) { (void)(e && cudaGetLastError()); }
/* Converts CUDA's status to one of gpu.h's, and reports an error, unless `call` is NULL. */
static gpu_status gpu__cuda(cudaError_t e, const char *call)
{
    char list[900];
    if (e == cudaSuccess) return GPU_OK;
    if (e == (cudaError_t)GPU__REPORTED) return gpu__thread.error;
    gpu__ignore(e); /* so that the next call does not report it again */
    if (!call) return GPU_OK;
    const gpu_status s = e == cudaErrorMemoryAllocation ? GPU_ERROR_OUT_OF_MEMORY
                         : gpu__is_fault(e)             ? GPU_ERROR_KERNEL
                         : e == cudaErrorLaunchOutOfResources || e == cudaErrorInvalidConfiguration ? GPU_ERROR_LAUNCH
                         : e == cudaErrorNoKernelImageForDevice || e == cudaErrorInvalidDeviceFunction ||
                                 e == cudaErrorUnsupportedPtxVersion
                             ? GPU_ERROR_NO_DEVICE_CODE
                             : GPU_ERROR_CUDA;
    if (gpu__global.process && gpu__forked())
        return gpu__fail(s, call,
                         "%s (CUDA error %d); this process was forked after the first call of gpu.h, and CUDA does "
                         "not work in it: fork before the first call, start a new program, or gpu_use(GPU_CPU)",
                         cudaGetErrorName(e), (int)e);
    if (!gpu__is_fault(e) || gpu__global.sync) /* with GPU_SYNC the failed launch is this call */
        return gpu__fail(s, call, "%s (%s, CUDA error %d); %s%s", cudaGetErrorString(e), cudaGetErrorName(e), (int)e,
                         gpu__cuda_hint(e),
                         gpu__is_fault(e) ? "; the GPU can be used again only by a new process" : "");
    if (gpu__thread.device >= 0) gpu__global.device[gpu__thread.device].faulted = 1;
    gpu__list_launches(list, sizeof list);
    return gpu__fail(s, call, "%s (%s, CUDA error %d); %s; %s%s%s. The GPU can be used again only by a new process",
                     cudaGetErrorString(e), cudaGetErrorName(e), (int)e, gpu__cuda_hint(e),
                     *list ? "the launches that can have caused it, newest first: "
                           : "gpu.h knows of no launch that can have caused it; perhaps one outside of gpu.h did",
                     list, *list ? "; GPU_SYNC=1 in the environment shows which" : "");
}

/* Waits for the current stream. */
static gpu_status gpu__cuda_finish(const char *call)
{
    const uint64_t last = gpu__last_launch();
    cudaError_t e = cudaStreamSynchronize((cudaStream_t)gpu__thread.stream);
    if (e != cudaSuccess) return gpu__cuda(e, call);
    gpu__launches_done(gpu__thread.current ? gpu__thread.current->number : 0, last);
    return GPU_OK;
}
static int gpu__cuda_finished(int wait, const char *call)
{
    if (wait) return gpu__cuda_finish(call) ? -1 : 1;
    const uint64_t last = gpu__last_launch();
    const cudaError_t e = cudaStreamQuery((cudaStream_t)gpu__thread.stream);
    if (e == cudaErrorNotReady) return (void)cudaGetLastError(), 0; /* clear it: the next call would report it */
    if (gpu__cuda(e, call)) return -1;
    gpu__launches_done(gpu__thread.current ? gpu__thread.current->number : 0, last);
    return 1;
}

#ifdef NVTX_VERSION
#define GPU__RANGE(name) (gpu__global.nvtx ? (void)nvtxRangePushA(name) : (void)0)
#define GPU__RANGE_END() (gpu__global.nvtx ? (void)nvtxRangePop() : (void)0)
#else
#define GPU__RANGE(name) ((void)0)
#define GPU__RANGE_END() ((void)0)
#endif
