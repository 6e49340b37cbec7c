/* -- bounds: does a range of memory lie within its allocation? -- */

/* The error of a range that gpu__check_range refuses. */
static gpu_status gpu__out_of_range(const void *p, size_t bytes, const char *what, const char *call)
{
    gpu__allocation a;
    gpu__span span = {0, 0};
    const char *file = NULL;
    uintptr_t at = (uintptr_t)p, start;
    int line = 0, found;
    if (gpu__freed_site(p, &file, &line)) {
        if (file)
            return gpu__fail(GPU_ERROR_INVALID_POINTER, call,
                             "%s points into memory that was freed at %s:%d; free it after its last use", what, file,
                             line);
        return gpu__fail(GPU_ERROR_INVALID_POINTER, call,
                         "%s points into memory that was freed; free it after its last use", what);
    }
    memset(&a, 0, sizeof a);
    gpu__lock(&gpu__global.memory_lock);
    found = gpu__span_probe(at, &span) && !(span.start & GPU__SPAN_FREED);
    start = span.start & ~(uintptr_t)GPU__SPAN_FLAGS;
    if (found) a = *gpu__ledger_find((const void *)start);
    gpu__unlock(&gpu__global.memory_lock);
    if (!found || (at >= start && bytes <= a.bytes && at - start <= a.bytes - bytes))
        return GPU_OK; /* another thread has freed or allocated memory since */
    file = a.file ? a.file : "?";
    if (at < start)
        return gpu__fail(GPU_ERROR_INVALID_ARGUMENT, call,
                         "%s points %zu bytes before the start of an allocation of %zu bytes (%s at %s:%d); pass an "
                         "address within it",
                         what, (size_t)(start - at), a.bytes, gpu__new_name(a.kind), file, a.line);
    return gpu__fail(GPU_ERROR_INVALID_ARGUMENT, call,
                     "%zu bytes go beyond the end of %s, which has %zu bytes there (of %zu, made at %s:%d); "
                     "pass fewer, or allocate more",
                     bytes, what, at - start < a.bytes ? a.bytes - (size_t)(at - start) : 0, a.bytes, file, a.line);
}
/* Refuses a range that is freed memory, or that exceeds its allocation. Memory that is not from gpu.h passes. */
static inline gpu_status gpu__check_range(const void *p, size_t bytes, const char *what, const char *call)
{
    return gpu__recently_checked(p, bytes) || gpu__in_bounds(p, bytes) ? GPU_OK
                                                                       : gpu__out_of_range(p, bytes, what, call);
}

