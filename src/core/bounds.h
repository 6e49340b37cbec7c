/* -- bounds: does a range of memory lie within its allocation? -- */

/* The error of a range that gpu__check_range refuses. */
static gpu_status gpu__out_of_range(const void *p, size_t bytes, const char *what, const char *call)
{
    gpu__allocation a;
    const char *where;
    if (gpu__was_freed(p, 0, &where))
        return gpu__fail(GPU_ERROR_INVALID_POINTER, call,
                         "%s points into memory that was freed%s; free it after its last use", what, where);
    if (!gpu__ledger_around(p, &a)) return GPU_OK; /* another thread has freed it since */
    const size_t at = (size_t)((uintptr_t)p - (uintptr_t)a.p);
    if ((uintptr_t)p < (uintptr_t)a.p)
        return gpu__wrong(
            call,
            "%s points %zu bytes before the start of an allocation of %zu bytes (%s at %s); pass an address within it",
            what, 0 - at, a.bytes, gpu__new_name(a.kind), gpu__made_at(&a));
    const size_t left = at < a.bytes ? a.bytes - at : 0;
    if (bytes <= left && at <= a.bytes) return GPU_OK; /* another thread has allocated it since */
    return gpu__wrong(call,
                      "%zu bytes go beyond the end of %s, which has %zu bytes there (of %zu, made at %s); pass fewer, "
                      "or allocate more",
                      bytes, what, left, a.bytes, gpu__made_at(&a));
}
/* Refuses a range that is freed memory, or that exceeds its allocation. Memory that is not from gpu.h passes. */
static inline gpu_status gpu__check_range(const void *p, size_t bytes, const char *what, const char *call)
{
    return gpu__recently_checked(p, bytes) || gpu__in_bounds(p, bytes) ? GPU_OK
                                                                       : gpu__out_of_range(p, bytes, what, call);
}
