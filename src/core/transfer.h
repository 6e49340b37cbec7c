/* During capture a transfer must be done by the backend of the graph's device. */
static GPU__FORCE_INLINE gpu_status gpu__check_mover(int device, const char *call)
{
    return !gpu__thread.graph || gpu__is_gpu(device) == gpu__is_gpu(gpu__thread.device)
               ? GPU_OK
               : gpu__not_in_graph(call, "a graph of the CPU cannot access memory of a GPU");
}
/* Checks the ranges of a copy, which may overlap if it is `apart` all the same, and chooses the device whose backend
   makes it: CUDA, except between ordinary host memory if the thread's current device is the CPU. */
static inline gpu_status gpu__check_copy(const void *dst, size_t dst_bytes, const void *src, size_t src_bytes,
                                         int apart, int *device, const char *call)
{
    gpu_place to, from;
    gpu_status s;
    *device = gpu__global.gpus ? 0 : GPU_CPU;
    if ((s = gpu__check_range(dst, dst_bytes, "dst", call)) || (s = gpu__check_range(src, src_bytes, "src", call)))
        return s;
    if (!apart && (uintptr_t)dst < (uintptr_t)src + src_bytes && (uintptr_t)src < (uintptr_t)dst + dst_bytes)
        return gpu__wrong(call, "dst and src overlap; copy through a third array");
    if (GPU__HAS_CUDA && gpu__global.gpus && gpu__thread.device == GPU_CPU) {
        if ((s = gpu__where(dst, &to, call)) || (s = gpu__where(src, &from, call))) return s;
        if (to == GPU_HOST && from == GPU_HOST) *device = GPU_CPU;
    }
    return gpu__check_mover(*device, call);
}
static gpu_status gpu__transfer(void *dst, const void *src, size_t bytes, int queue, const char *call)
{
    int mover;
    gpu_status s = gpu__enter();
    if (s) return s;
    if (gpu__thread.graph && !queue) return gpu__not_in_graph(call, "it waits (use gpu_copy_async)");
    if (!bytes) return GPU_OK;
    if (!dst || !src) return gpu__wrong(call, "%s is NULL; expected memory of %zu bytes", dst ? "src" : "dst", bytes);
    if ((s = gpu__check_size(bytes, 1, call))) return s;
    if (dst == src) return gpu__check_range(dst, bytes, "dst", call);
    s = gpu__check_copy(dst, bytes, src, bytes, 0, &mover, call);
    if (!s) s = gpu__tape_asked(copy, (dst, src, bytes, call));
    return s ? s : gpu__backend(mover, copy)(dst, src, bytes, queue, call);
}

GPU_API gpu_status gpu_copy{|_async}(void *dst, const void *src, size_t bytes)
{
    return gpu__transfer(dst, src, bytes, GPU__{WAIT|QUEUE}, "gpu_copy{1}");
}

GPU_API gpu_status gpu__copy_elements(void *dst, const void *src, size_t n, size_t size)
{
    if (gpu__product(n, size) != SIZE_MAX) return gpu__transfer(dst, src, n * size, GPU__WAIT, "GPU_COPY");
    const gpu_status s = gpu__enter();
    return s ? s : gpu__check_size(n, size, "GPU_COPY");
}

GPU_API gpu_status gpu_copy_2d(void *dst, size_t dst_pitch, const void *src, size_t src_pitch, size_t width_bytes,
                               size_t height)
{
    static const char call[] = "gpu_copy_2d";
    gpu_status s = gpu__enter_uncaptured(call, "it waits (use gpu_copy_async or a kernel)");
    int mover;
    const size_t pitch = dst_pitch > src_pitch ? dst_pitch : src_pitch,
                 least = dst_pitch < src_pitch ? dst_pitch : src_pitch;
    if (s) return s;
    if (!width_bytes || !height) return GPU_OK;
    if (!dst || !src)
        return gpu__wrong(call, "%s is NULL; expected %zu rows of %zu bytes", dst ? "src" : "dst", height, width_bytes);
    if (gpu__product(width_bytes, height) == SIZE_MAX || gpu__product(pitch, height) == SIZE_MAX)
        return gpu__wrong(call, "%zu rows with a pitch of %zu bytes are " GPU__TOO_LARGE, height, pitch);
    if (least < width_bytes)
        return gpu__wrong(
            call, "%s_pitch is %zu, and a row has %zu bytes; expected a pitch (bytes from row to row) of at least that",
            least == dst_pitch ? "dst" : "src", least, width_bytes);
    /* two parts of one matrix do not overlap if they are different columns of it */
    const size_t gap =
        ((uintptr_t)dst > (uintptr_t)src ? (uintptr_t)dst - (uintptr_t)src : (uintptr_t)src - (uintptr_t)dst) %
        src_pitch;
    s = gpu__check_copy(dst, (height - 1) * dst_pitch + width_bytes, src, (height - 1) * src_pitch + width_bytes,
                        dst_pitch == src_pitch && gap >= width_bytes && gap <= src_pitch - width_bytes, &mover, call);
    if (!s) s = gpu__tape_asked(copy_2d, (dst, dst_pitch, src, src_pitch, width_bytes, height));
    return s ? s : gpu__backend(mover, copy_2d)(dst, dst_pitch, src, src_pitch, width_bytes, height, call);
}

GPU_API gpu_status gpu_set(void *p, int byte, size_t bytes)
{
    gpu_place kind;
    gpu_status s = gpu__enter();
    if (s || !bytes) return s;
    if (!p) return gpu__wrong("gpu_set", "p is NULL; expected memory of %zu bytes", bytes);
    if (byte < -128 || byte > 255) return gpu__wrong("gpu_set", "%d is no byte; gpu_fill sets elements", byte);
    if ((s = gpu__check_size(bytes, 1, "gpu_set")) || (s = gpu__check_range(p, bytes, "p", "gpu_set")) ||
        (s = gpu__where(p, &kind, "gpu_set")) ||
        (gpu__thread.graph && (s = gpu__check_captured_array(p, GPU_PINNED_HOST, "p", "gpu_set"))))
        return s;
    const int mover = kind == GPU_HOST ? GPU_CPU : 0;
    s = gpu__check_mover(mover, "gpu_set");
    if (!s) s = gpu__tape_asked(copy, (p, NULL, bytes, "gpu_set"));
    return s ? s : gpu__backend(mover, set)(p, byte, bytes, "gpu_set");
}

/* New memory that is as it is, set to zero, or a copy of what is at `from`. */
GPU_API void *gpu__new(size_t n, size_t size, int kind, int fill, const void *from, const char *call, const char *file,
                       int line)
{
    if (fill == GPU__COPIED && !from && n) {
        gpu__set_site(file, line);
        gpu__wrong(call, "the pointer to copy from is NULL; expected %zu elements of %zu bytes", n, size);
        return NULL;
    }
    gpu__note_site(file, line, GPU__BY_CALL);
    if (gpu__product(n, size) == SIZE_MAX) {
        if (!gpu__enter()) (void)gpu__check_size(n, size, call);
        return NULL;
    }
    void *const p = gpu__allocate(n * size, kind, call);
    if (!p || fill == GPU__AS_IT_IS) return p;
    gpu__keep_site(GPU__BY_CALL);
    if (!(fill == GPU__ZEROED ? gpu_set(p, 0, n * size) : gpu__transfer(p, from, n * size, GPU__WAIT, call))) return p;
    gpu__keep_site(GPU__BY_CALL);
    (void)gpu_free(p);
    return NULL;
}

GPU_API void *gpu__new_like(const void *p, const char *file, int line)
{
    static const char call[] = "GPU_NEW_LIKE";
    gpu__allocation a;
    if (!gpu__ready() && gpu__ledger_holder(p, &a))
        return gpu__new(a.bytes - (size_t)((uintptr_t)p - (uintptr_t)a.p), 1, GPU__DEVICE, GPU__AS_IT_IS, NULL, call,
                        file, line);
    gpu__set_site(file, line);
    gpu__fail(GPU_ERROR_INVALID_POINTER, call,
              "%p did not come from gpu.h, or was freed: its number of elements is not known; use GPU_NEW(T, n)", p);
    return NULL;
}
