/* Large arrays get pages of 2 MiB where Linux allows it: a loop over them then has far fewer TLB misses. */
static GPU__FORCE_INLINE void gpu__huge_pages(GPU__UNUSED void *p, GPU__UNUSED size_t bytes)
{
#ifdef __linux__
    uintptr_t page = (uintptr_t)1 << 21, first = GPU__ROUND_UP((uintptr_t)p, 4096);
    if (bytes >= 2 * page)
        (void)madvise((void *)first, ((uintptr_t)p + bytes - first) & ~(uintptr_t)4095, GPU__HUGE_PAGES);
#endif
}
/* Behind an array of a CUDA file: a write out of bounds does no more harm than on a GPU. */
#if defined(GPU_CUDA_RUNTIME) && !defined(GPU__ASAN)
enum { GPU__SLACK = 65536 };
#else
enum { GPU__SLACK = 0 };
#endif
static gpu_status gpu__cpu_allocate(gpu__allocation *a, const char *call)
{
    gpu__pool *pool = &gpu__pools[a->home + 1];
    const size_t bytes = a->bytes + 256 + 2 * GPU__GUARD_BYTES + GPU__SLACK; /* aligned as by cudaMalloc */
    if (!gpu__reserve(pool, a->bytes)) return gpu__beyond_limit(pool, a->bytes, call);
    a->raw = GPU_HOST_MALLOC(bytes);
    if (!a->raw && gpu__quarantine.count) {
        (void)gpu__quarantine_empty(call);
        a->raw = GPU_HOST_MALLOC(bytes);
    }
    if (!a->raw) {
        gpu__unreserve(pool, a->bytes);
        return gpu__no_memory(call, a->bytes);
    }
    a->p = (void *)GPU__ROUND_UP((uintptr_t)a->raw + GPU__GUARD_BYTES, 256);
    gpu__huge_pages(a->p, a->bytes);
    gpu__canary_write(a);
    return GPU_OK;
}
static GPU__FORCE_INLINE gpu_status gpu__cpu_release(const gpu__allocation *a, GPU__UNUSED const char *call)
{
    GPU_HOST_FREE(a->raw);
    return GPU_OK;
}
static GPU__FORCE_INLINE gpu_status gpu__cpu_fill_pattern(const gpu__allocation *a, GPU__UNUSED const char *call)
{
    memset(a->p, GPU__PATTERN, a->bytes);
    return GPU_OK;
}
static GPU__FORCE_INLINE gpu_status gpu__cpu_first_written(const gpu__allocation *a, size_t *at,
                                                           GPU__UNUSED const char *call)
{
    const unsigned char *bytes = (const unsigned char *)a->p;
    for (*at = 0; *at < a->bytes && bytes[*at] == GPU__PATTERN;) ++*at;
    return GPU_OK;
}
static GPU__FORCE_INLINE gpu_status gpu__cpu_available(size_t *free_bytes, size_t *total, GPU__UNUSED size_t *reserved,
                                                       GPU__UNUSED const char *call)
{
    gpu__host_memory(free_bytes, total);
    return GPU_OK;
}
static GPU__FORCE_INLINE gpu_status gpu__cpu_where(GPU__UNUSED const void *p, gpu_place *kind, GPU__UNUSED int *device,
                                                   GPU__UNUSED const char *call)
{
    *kind = GPU_HOST;
    return GPU_OK;
}

static GPU__FORCE_INLINE gpu_status gpu__cpu_copy(void *dst, const void *src, size_t bytes, GPU__UNUSED int queue,
                                                  const char *call)
{
    if (gpu__thread.graph) return gpu__graph_copy(dst, src, 0, bytes, call);
    memcpy(dst, src, bytes);
    return GPU_OK;
}
static GPU__FORCE_INLINE gpu_status gpu__cpu_copy_2d(void *dst, size_t dst_pitch, const void *src, size_t src_pitch,
                                                     size_t width_bytes, size_t height, GPU__UNUSED const char *call)
{
    for (size_t y = 0; y < height; y++)
        memcpy((char *)dst + y * dst_pitch, (const char *)src + y * src_pitch, width_bytes);
    return GPU_OK;
}
static GPU__FORCE_INLINE gpu_status gpu__cpu_set(void *p, int byte, size_t bytes, const char *call)
{
    if (gpu__thread.graph) return gpu__graph_copy(p, NULL, byte, bytes, call);
    memset(p, byte, bytes);
    return GPU_OK;
}
