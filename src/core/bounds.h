/* -- what a call may touch -- */

/* Why gpu__check_range says no. */
static gpu_status gpu__out_of_range(const void *p, size_t bytes, const char *what, const char *call)
{
    gpu__allocation a;
    gpu__span span = {0, 0};
    const char *file = NULL;
    uintptr_t at = (uintptr_t)p, start;
    int line = 0, found;
    if (gpu__freed_site(p, &file, &line)) {
        if (file)
            return gpu__fail(
                GPU_ERROR_INVALID_POINTER, call,
                "%s points into memory that was freed at %s:%d; use it before its gpu_free, or allocate again", what,
                file, line);
        return gpu__fail(GPU_ERROR_INVALID_POINTER, call,
                         "%s points into memory that was freed; use it before its gpu_free, or allocate again", what);
    }
    memset(&a, 0, sizeof a);
    gpu__lock(&gpu__global.memory_lock);
    found = gpu__span_probe(at, &span) && !(span.start & GPU__SPAN_FREED);
    start = span.start & ~(uintptr_t)GPU__SPAN_FLAGS;
    if (found) a = *gpu__ledger_find((const void *)start);
    gpu__unlock(&gpu__global.memory_lock);
    if (!found || (at >= start && bytes <= a.bytes && at - start <= a.bytes - bytes))
        return GPU_OK; /* another thread frees and allocates */
    file = a.file ? a.file : "?";
    if (at < start)
        return gpu__fail(GPU_ERROR_INVALID_ARGUMENT, call,
                         "%s points %zu bytes before the start of %zu bytes from %s (made at %s:%d); pass their start, "
                         "or a place within",
                         what, (size_t)(start - at), a.bytes, gpu__new_name(a.kind), file, a.line);
    return gpu__fail(GPU_ERROR_INVALID_ARGUMENT, call,
                     "%zu bytes go beyond the end of %s, which has %zu bytes there (of %zu, made at %s:%d); pass "
                     "fewer, or allocate more",
                     bytes, what, at - start < a.bytes ? a.bytes - (size_t)(at - start) : 0, a.bytes, file, a.line);
}
/* Memory of ours, and not as many bytes of it? What is not ours passes. */
static inline gpu_status gpu__check_range(const void *p, size_t bytes, const char *what, const char *call)
{
    return gpu__recently_checked(p, bytes) || gpu__in_bounds(p, bytes) ? GPU_OK
                                                                       : gpu__out_of_range(p, bytes, what, call);
}

