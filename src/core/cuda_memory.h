/* -- CUDA runtime: memory and copies -- */

#if defined(GPU_CUDA_RUNTIME) && !defined(GPU__CUDA)
static cudaError_t gpu__cuda_check_stream(cudaStream_t *stream, const char *call)
{
    const cudaError_t e = gpu__cuda_enter();
    if (e) return e;
    if (*stream == cudaStreamLegacy || *stream == cudaStreamPerThread) *stream = NULL;
    gpu__keep_site(GPU__BY_CALL);
    return gpu__cuda_of_handle(gpu__check_stream(*stream, call));
}
/* The same ahead of another call, for which it keeps the site; the error is gpu__cuda_last. */
static int gpu__cuda_refuses(cudaStream_t *stream, const char *call)
{
    const cudaError_t e = gpu__cuda_check_stream(stream, call);
    gpu__keep_site(GPU__BY_CALL);
    return e != cudaSuccess;
}
static cudaError_t gpu__cuda_allocate(void **p, size_t bytes, int kind, const char *call)
{
    cudaError_t e = gpu__cuda_enter();
    if (e) return e;
    if (!p) return gpu__cuda_null(call, "the pointer to the result");
    *p = NULL;
    if (!bytes) return cudaSuccess;
    gpu__keep_site(GPU__BY_CALL);
    *p = gpu__allocate(bytes, kind, call);
    if (*p) return cudaSuccess;
    e = gpu__cuda_of(gpu__thread.error);
    /* a size beyond any memory is out of memory in CUDA */
    return gpu__cuda_set(e == cudaErrorInvalidValue ? cudaErrorMemoryAllocation : e);
}
GPU_API cudaError_t cudaMalloc{|Host}(void **p, size_t bytes)
{
    return gpu__cuda_allocate(p, bytes, GPU__{DEVICE|PINNED}, "cudaMalloc{1}");
}
GPU_API cudaError_t cudaMallocManaged(void **p, size_t bytes, unsigned flags)
{
    static const char call[] = "cudaMallocManaged";
    if ((flags == cudaMemAttachGlobal || flags == cudaMemAttachHost) && bytes)
        return gpu__cuda_allocate(p, bytes, GPU__MANAGED, call);
    return gpu__cuda_fail(cudaErrorInvalidValue, call,
                          bytes ? "the flags are %u; expected cudaMemAttachGlobal or cudaMemAttachHost"
                                : "0 bytes (with flags %u); managed memory has at least one",
                          flags);
}
GPU_API cudaError_t cudaHostAlloc(void **p, size_t bytes, unsigned flags)
{
    if (flags <= 7) return gpu__cuda_allocate(p, bytes, GPU__PINNED, "cudaHostAlloc");
    return gpu__cuda_fail(cudaErrorInvalidValue, "cudaHostAlloc",
                          "the flags are %u; expected a sum of cudaHostAlloc...", flags);
}
GPU_API cudaError_t cudaMallocPitch(void **p, size_t *pitch, size_t width, size_t height)
{
    const size_t row = width > SIZE_MAX - 511 ? 0 : GPU__ROUND_UP(width, 512);
    const size_t bytes = row || !width ? gpu__product(row, height) : SIZE_MAX;
    if (!pitch) return gpu__cuda_null("cudaMallocPitch", "pitch");
    *pitch = row;
    return gpu__cuda_allocate(p, bytes, GPU__DEVICE, "cudaMallocPitch");
}
GPU_API cudaError_t cudaMallocAsync(void **p, size_t bytes, cudaStream_t stream)
{
    return gpu__cuda_refuses(&stream, "cudaMallocAsync") ? gpu__cuda_last
                                                         : gpu__cuda_allocate(p, bytes, GPU__DEVICE, "cudaMallocAsync");
}
/* Memory of the host is freed by cudaFreeHost alone, other memory by cudaFree. Of writes out
   of bounds, no error in CUDA, the program's end tells. */
static cudaError_t gpu__cuda_free(void *p, int host, const char *call)
{
    gpu__allocation a;
    const cudaError_t e = gpu__cuda_enter();
    const int ours = !e && gpu__ledger_holder(p, &a) && a.p == p && a.kind <= GPU__UNPOOLED;
    gpu_status s;
    if (e || !p) return e;
    if (ours && (a.kind == GPU__PINNED) != host)
        return gpu__cuda_fail(cudaErrorInvalidValue, call, "%p is %s memory, made at %s; free it with %s", p,
                              host ? "device" : "page-locked host", gpu__made_at(&a),
                              host ? "cudaFree" : "cudaFreeHost");
    gpu__keep_site(GPU__BY_CALL);
    s = gpu_free(p);
    return ours && s == GPU_ERROR_INVALID_POINTER ? cudaSuccess : gpu__cuda_of(s);
}
GPU_API cudaError_t cudaFree{|Host}(void *p) { return gpu__cuda_free(p, {0|1}, "cudaFree{1}"); }
GPU_API cudaError_t cudaFreeAsync(void *p, cudaStream_t stream)
{
    return gpu__cuda_refuses(&stream, "cudaFreeAsync") ? gpu__cuda_last : gpu__cuda_free(p, 0, "cudaFreeAsync");
}

/* -- memory that is not from gpu.h -- */

/* The range of that kind that p points into; *link is then the pointer to it. The lock is held. */
static gpu__cuda_range *gpu__cuda_range_of(const void *p, int host, gpu__cuda_range ***link)
{
    gpu__cuda_range **at = &gpu__cuda_ranges;
    while (*at && !((*at)->host == host && gpu__within((uintptr_t)p, (uintptr_t)(*at)->p, (*at)->bytes)))
        at = &(*at)->next;
    if (link) *link = at;
    return *at;
}
static cudaError_t gpu__cuda_range_add(const void *p, size_t bytes, int host, const char *call)
{
    gpu__cuda_range *const range = (gpu__cuda_range *)gpu__host(sizeof *range, 0);
    if (!range) return gpu__cuda_of(gpu__no_host_memory(call));
    range->p = (const char *)p;
    range->bytes = bytes;
    range->host = host;
    gpu__lock(&gpu__cuda_lock);
    range->next = gpu__cuda_ranges;
    gpu__cuda_ranges = range;
    gpu__unlock(&gpu__cuda_lock);
    return cudaSuccess;
}
static int gpu__cuda_in_range(const void *p, int host)
{
    gpu__lock(&gpu__cuda_lock);
    const int found = gpu__cuda_range_of(p, host, NULL) != NULL;
    gpu__unlock(&gpu__cuda_lock);
    return found;
}
GPU_API cudaError_t gpu__cuda_symbol(void **p, const void *symbol, size_t bytes)
{
    static const char call[] = "cudaGetSymbolAddress";
    const cudaError_t e = gpu__cuda_enter_to(p, call);
    if (e) return e;
    memcpy(p, &symbol, sizeof symbol);
    return gpu__cuda_in_range(symbol, 0) ? cudaSuccess : gpu__cuda_range_add(symbol, bytes, 0, call);
}
GPU_API cudaError_t cudaHostRegister(void *p, size_t bytes, unsigned flags)
{
    static const char call[] = "cudaHostRegister";
    gpu__allocation a;
    const cudaError_t e = gpu__cuda_enter();
    if (e) return e;
    if (!p || !bytes || flags > 15)
        return gpu__cuda_fail(cudaErrorInvalidValue, call,
                              "%zu bytes at %p, with flags %u; expected host memory and a sum of cudaHostRegister...",
                              bytes, p, flags);
    if (gpu__cuda_in_range(p, 1) || gpu__cuda_in_range((char *)p + bytes - 1, 1) || gpu__ledger_holder(p, &a))
        return gpu__cuda_fail(cudaErrorHostMemoryAlreadyRegistered, call, "the memory at %p is registered already", p);
    return gpu__cuda_range_add(p, bytes, 1, call);
}
GPU_API cudaError_t cudaHostUnregister(void *p)
{
    gpu__cuda_range *range, **link;
    const cudaError_t e = gpu__cuda_enter();
    if (e) return e;
    gpu__lock(&gpu__cuda_lock);
    if ((range = gpu__cuda_range_of(p, 1, &link)) && range->p == p) *link = range->next;
    else range = NULL;
    gpu__unlock(&gpu__cuda_lock);
    if (!range)
        return gpu__cuda_fail(cudaErrorHostMemoryNotRegistered, "cudaHostUnregister",
                              "%p is not the start of memory that cudaHostRegister was given", p);
    GPU_HOST_FREE(range);
    return cudaSuccess;
}
GPU_API cudaError_t cudaHostGetDevicePointer(void **device, void *host, unsigned flags)
{
    static const char call[] = "cudaHostGetDevicePointer";
    gpu__allocation a;
    const cudaError_t e = gpu__cuda_enter_to(device, call);
    if (e) return e;
    *device = NULL;
    if (flags || !((gpu__ledger_holder(host, &a) && a.kind == GPU__PINNED) || gpu__cuda_in_range(host, 1)))
        return gpu__cuda_fail(cudaErrorInvalidValue, call,
                              "%p is not page-locked host memory, or the flags are not 0; expected memory of "
                              "cudaHostAlloc or cudaHostRegister",
                              host);
    *device = host;
    return cudaSuccess;
}
GPU_API cudaError_t cudaHostGetFlags(unsigned *flags, void *host)
{
    void *device;
    const cudaError_t e = gpu__cuda_enter_to(flags, "cudaHostGetFlags");
    if (e) return e;
    *flags = cudaHostAllocMapped;
    return cudaHostGetDevicePointer(&device, host, 0);
}
GPU_API cudaError_t cudaMemGetInfo(size_t *free_bytes, size_t *total)
{
    gpu_memory_stats stats;
    cudaError_t e = gpu__cuda_enter();
    if (e || (e = gpu__cuda_of(gpu_memory(&stats)))) return e;
    if (free_bytes) *free_bytes = stats.free;
    if (total) *total = stats.total;
    return cudaSuccess;
}
GPU_API cudaError_t cudaPointerGetAttributes(cudaPointerAttributes *attributes, const void *p)
{
    gpu__allocation a;
    const cudaError_t e = gpu__cuda_enter_to(attributes, "cudaPointerGetAttributes");
    void *const address = (void *)(uintptr_t)p;
    if (e) return e;
    memset(attributes, 0, sizeof *attributes);
    attributes->type = cudaMemoryTypeUnregistered;
    attributes->device = cudaInvalidDeviceId;
    attributes->hostPointer = address;
    a.kind = gpu__cuda_in_range(p, 1) ? GPU__PINNED : gpu__cuda_in_range(p, 0) ? GPU__DEVICE : GPU__PLAIN;
    a.device = 0;
    if (!gpu__ledger_holder(p, &a) && a.kind == GPU__PLAIN) return cudaSuccess;
    attributes->type = a.kind == GPU__PINNED    ? cudaMemoryTypeHost
                       : a.kind == GPU__MANAGED ? cudaMemoryTypeManaged
                                                : cudaMemoryTypeDevice;
    attributes->device = a.device < 0 ? 0 : a.device;
    attributes->devicePointer = address;
    if (attributes->type == cudaMemoryTypeDevice) attributes->hostPointer = NULL;
    return cudaSuccess;
}
/* Hints are for managed memory. */
static cudaError_t gpu__cuda_hint(const void *p, size_t bytes, int device, const char *call)
{
    gpu__allocation a;
    cudaError_t e = gpu__cuda_enter();
    if (e || (device != cudaCpuDeviceId && (e = gpu__cuda_check_device(device, call)))) return e;
    if (!bytes || !gpu__ledger_holder(p, &a) || a.kind != GPU__MANAGED)
        return gpu__cuda_fail(cudaErrorInvalidValue, call, "%zu bytes at %p; expected memory from cudaMallocManaged",
                              bytes, p);
    return gpu__cuda_of(gpu__check_range(p, bytes, "p", call));
}
GPU_API cudaError_t cudaMemPrefetchAsync(const void *p, size_t bytes, int device, cudaStream_t stream)
{
    return gpu__cuda_refuses(&stream, "cudaMemPrefetchAsync")
               ? gpu__cuda_last
               : gpu__cuda_hint(p, bytes, device, "cudaMemPrefetchAsync");
}
GPU_API cudaError_t cudaMemAdvise(const void *p, size_t bytes, cudaMemoryAdvise advice, int device)
{
    static const char call[] = "cudaMemAdvise";
    if (advice >= cudaMemAdviseSetReadMostly && advice <= cudaMemAdviseUnsetAccessedBy)
        return gpu__cuda_hint(p, bytes, advice < cudaMemAdviseSetPreferredLocation ? 0 : device, call);
    return gpu__cuda_fail(cudaErrorInvalidValue, call, "%d is not an advice; expected a cudaMemAdvise...", (int)advice);
}
/* The device at a location; -2, which is none, if it is no location. */
static int gpu__cuda_located(cudaMemLocation at)
{
    return at.type == cudaMemLocationTypeDevice ? at.id : at.type ? cudaCpuDeviceId : cudaInvalidDeviceId;
}
GPU_API cudaError_t cudaMemPrefetchAsync_v2(const void *p, size_t bytes, cudaMemLocation location, unsigned flags,
                                            cudaStream_t stream)
{
    if (!flags) return cudaMemPrefetchAsync(p, bytes, gpu__cuda_located(location), stream);
    return gpu__cuda_fail(cudaErrorInvalidValue, "cudaMemPrefetchAsync", "the flags are %u; expected 0", flags);
}
GPU_API cudaError_t cudaMemAdvise_v2(const void *p, size_t bytes, cudaMemoryAdvise advice, cudaMemLocation location)
{
    return cudaMemAdvise(p, bytes, advice, gpu__cuda_located(location));
}
GPU_API cudaError_t cudaStreamAttachMemAsync(cudaStream_t stream, GPU__UNUSED void *p, GPU__UNUSED size_t bytes,
                                             GPU__UNUSED unsigned flags)
{
    return gpu__cuda_check_stream(&stream, "cudaStreamAttachMemAsync");
}

/* -- copies -- */

/* Variables that are __managed__ are in a section of their own, see language/cuda_names.h. */
#ifdef GPU__MANAGED_SECTION
extern char GPU__MANAGED_{BEGIN|END}[] __attribute__((__weak__)) GPU__HIDDEN;
#define GPU__IS_MANAGED(p) ((const char *)(p) >= GPU__MANAGED_BEGIN && (const char *)(p) < GPU__MANAGED_END)
#else
#define GPU__IS_MANAGED(p) ((void)(p), 0)
#endif
/* Whether p is memory that a device has: not a variable or an array of the host. */
static int gpu__cuda_has_device(const void *p)
{
    gpu__allocation a;
    return !p || gpu__ledger_around(p, &a) || GPU__IS_MANAGED(p) || gpu__cuda_in_range(p, 0) ||
           gpu__cuda_in_range(p, 1);
}
static cudaError_t gpu__cuda_direction(const void *dst, const void *src, size_t bytes, cudaMemcpyKind kind,
                                       const char *call)
{
    static const char *const names[] = {"cudaMemcpyHostToHost", "cudaMemcpyHostToDevice", "cudaMemcpyDeviceToHost",
                                        "cudaMemcpyDeviceToDevice"};
    const char *wrong;
    if ((unsigned)kind > (unsigned)cudaMemcpyDefault)
        return gpu__cuda_fail(cudaErrorInvalidMemcpyDirection, call, "%d is not a direction; expected a cudaMemcpyKind",
                              (int)kind);
    if (!bytes || kind == cudaMemcpyDefault) return cudaSuccess;
    wrong = (kind == cudaMemcpyHostToDevice || kind == cudaMemcpyDeviceToDevice) && !gpu__cuda_has_device(dst)   ? "dst"
            : (kind == cudaMemcpyDeviceToHost || kind == cudaMemcpyDeviceToDevice) && !gpu__cuda_has_device(src) ? "src"
                                                                                                                 : NULL;
    if (!wrong) return cudaSuccess;
    return gpu__cuda_fail(cudaErrorInvalidValue, call,
                          "%s is ordinary host memory (or was freed), and the direction is %s; expected memory from "
                          "cudaMalloc there",
                          wrong, names[kind]);
}
static cudaError_t gpu__cuda_copy(void *dst, const void *src, size_t bytes, cudaMemcpyKind kind, int queue,
                                  const char *call)
{
    cudaError_t e = gpu__cuda_enter();
    if (e || (e = gpu__cuda_direction(dst, src, bytes, kind, call))) return e;
    gpu__keep_site(GPU__BY_CALL);
    return gpu__cuda_of(gpu__transfer(dst, src, bytes, queue, call));
}
GPU_API cudaError_t cudaMemcpy(void *dst, const void *src, size_t bytes, cudaMemcpyKind kind)
{
    return gpu__cuda_copy(dst, src, bytes, kind, GPU__WAIT, "cudaMemcpy");
}
GPU_API cudaError_t cudaMemcpyAsync(void *dst, const void *src, size_t bytes, cudaMemcpyKind kind, cudaStream_t stream)
{
    return gpu__cuda_refuses(&stream, "cudaMemcpyAsync")
               ? gpu__cuda_last
               : gpu__cuda_copy(dst, src, bytes, kind, GPU__QUEUE, "cudaMemcpyAsync");
}
GPU_API cudaError_t cudaMemcpy2D(void *dst, size_t dst_pitch, const void *src, size_t src_pitch, size_t width,
                                 size_t height, cudaMemcpyKind kind)
{
    static const char call[] = "cudaMemcpy2D";
    cudaError_t e = gpu__cuda_enter();
    if (e || (e = gpu__cuda_direction(dst, src, width && height, kind, call))) return e;
    if (width && height && (dst_pitch < width || src_pitch < width))
        return gpu__cuda_fail(cudaErrorInvalidPitchValue, call,
                              "%zu and %zu are the pitches of dst and src, and a row has %zu bytes; expected at least "
                              "that",
                              dst_pitch, src_pitch, width);
    gpu__keep_site(GPU__BY_CALL);
    return gpu__cuda_of(gpu_copy_2d(dst, dst_pitch, src, src_pitch, width, height));
}
GPU_API cudaError_t cudaMemcpy2DAsync(void *dst, size_t dst_pitch, const void *src, size_t src_pitch, size_t width,
                                      size_t height, cudaMemcpyKind kind, cudaStream_t stream)
{
    return gpu__cuda_refuses(&stream, "cudaMemcpy2DAsync")
               ? gpu__cuda_last
               : cudaMemcpy2D(dst, dst_pitch, src, src_pitch, width, height, kind);
}
GPU_API cudaError_t cudaMemcpyPeer(void *dst, int dst_device, const void *src, int src_device, size_t bytes)
{
    static const char call[] = "cudaMemcpyPeer";
    cudaError_t e = gpu__cuda_enter();
    if (e || (e = gpu__cuda_check_device(dst_device, call)) || (e = gpu__cuda_check_device(src_device, call))) return e;
    gpu__keep_site(GPU__BY_CALL);
    return gpu__cuda_copy(dst, src, bytes, cudaMemcpyDeviceToDevice, GPU__QUEUE, call);
}
GPU_API cudaError_t cudaMemcpyPeerAsync(void *dst, int dst_device, const void *src, int src_device, size_t bytes,
                                        cudaStream_t stream)
{
    return gpu__cuda_refuses(&stream, "cudaMemcpyPeerAsync") ? gpu__cuda_last
                                                             : cudaMemcpyPeer(dst, dst_device, src, src_device, bytes);
}
static cudaError_t gpu__cuda_fill(void *p, int byte, size_t bytes, const char *call)
{
    const cudaError_t e = gpu__cuda_enter();
    if (e) return e;
    if (bytes && !gpu__cuda_has_device(p))
        return gpu__cuda_fail(cudaErrorInvalidValue, call,
                              "p is ordinary host memory (or was freed); expected memory from cudaMalloc (memset sets "
                              "host memory)");
    gpu__keep_site(GPU__BY_CALL);
    return gpu__cuda_of(gpu_set(p, (unsigned char)byte, bytes));
}
GPU_API cudaError_t cudaMemset(void *p, int byte, size_t bytes) { return gpu__cuda_fill(p, byte, bytes, "cudaMemset"); }
GPU_API cudaError_t cudaMemsetAsync(void *p, int byte, size_t bytes, cudaStream_t stream)
{
    return gpu__cuda_refuses(&stream, "cudaMemsetAsync") ? gpu__cuda_last
                                                         : gpu__cuda_fill(p, byte, bytes, "cudaMemsetAsync");
}
GPU_API cudaError_t cudaMemset2D(void *p, size_t pitch, int byte, size_t width, size_t height)
{
    static const char call[] = "cudaMemset2D";
    cudaError_t e = gpu__cuda_enter();
    if (!e && height > 1 && width > pitch)
        return gpu__cuda_fail(cudaErrorInvalidValue, call, "the pitch is %zu, and a row has %zu bytes", pitch, width);
    for (size_t y = 0; y < height && !e; y++) {
        gpu__keep_site(GPU__BY_CALL);
        e = gpu__cuda_fill((char *)p + y * pitch, byte, width, call);
    }
    return e;
}
GPU_API cudaError_t cudaMemset2DAsync(void *p, size_t pitch, int byte, size_t width, size_t height, cudaStream_t stream)
{
    return gpu__cuda_refuses(&stream, "cudaMemset2DAsync") ? gpu__cuda_last
                                                           : cudaMemset2D(p, pitch, byte, width, height);
}
/* Symbols. */
GPU_API cudaError_t gpu__cuda_symbol_fits(size_t size, size_t bytes, size_t offset)
{
    if (offset <= size && bytes <= size - offset) return cudaSuccess;
    gpu__take_site(GPU__BY_CALL);
    return gpu__cuda_fail(cudaErrorInvalidValue, "cudaMemcpyToSymbol or FromSymbol",
                          "%zu bytes at offset %zu of a variable of %zu bytes; expected at most that many", bytes,
                          offset, size);
}
/* One of dst and src is a symbol; `wrong` is the direction that leads away from it. */
static cudaError_t gpu__cuda_symbol_copy(void *dst, const void *src, size_t bytes, cudaMemcpyKind kind,
                                         cudaMemcpyKind wrong, cudaStream_t stream, int queue, const char *call)
{
    const cudaError_t e = gpu__cuda_check_stream(&stream, call);
    if (e) return e;
    if (kind == cudaMemcpyHostToHost || kind == wrong || (unsigned)kind > (unsigned)cudaMemcpyDefault)
        return gpu__cuda_fail(cudaErrorInvalidMemcpyDirection, call,
                              "%d is not a direction of this copy; the variable is memory of the device", (int)kind);
    gpu__keep_site(GPU__BY_CALL);
    return gpu__cuda_of(gpu__transfer(dst, src, bytes, queue, call));
}
static void *gpu__cuda_at(const void *symbol, size_t offset)
{
    return symbol ? (char *)(uintptr_t)symbol + offset : NULL;
}
GPU_API cudaError_t cudaMemcpy{To|From}Symbol({const void *symbol, const void *src|void *dst, const void *symbol},
                                              size_t bytes, size_t offset, cudaMemcpyKind kind)
{
    return gpu__cuda_symbol_copy({gpu__cuda_at(symbol, offset), src|dst, gpu__cuda_at(symbol, offset)}, bytes, kind,
                                 cudaMemcpy{DeviceToHost|HostToDevice}, NULL, GPU__WAIT, "cudaMemcpy{1}Symbol");
}
GPU_API cudaError_t cudaMemcpy{To|From}SymbolAsync({const void *symbol, const void *src|void *dst, const void *symbol},
                                                   size_t bytes, size_t offset, cudaMemcpyKind kind,
                                                   cudaStream_t stream)
{
    return gpu__cuda_symbol_copy({gpu__cuda_at(symbol, offset), src|dst, gpu__cuda_at(symbol, offset)}, bytes, kind,
                                 cudaMemcpy{DeviceToHost|HostToDevice}, stream, GPU__QUEUE, "cudaMemcpy{1}SymbolAsync");
}
#endif
