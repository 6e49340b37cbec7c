GPU_API const char *gpu__real_text(double x, int how, int digits)
{
    char *const text = gpu__thread.numbers[gpu__thread.numbers_used++ % 4], *from = text, *to = text;
    snprintf(text, sizeof *gpu__thread.numbers, how == 'f' ? "%.*f" : "%.*g", digits, x);
    for (; *from; from++) /* a locale's point may have several bytes */
        if (strchr("0123456789+-einfa", *from)) *to++ = *from;
        else if (to == text || to[-1] != '.') *to++ = '.';
    *to = 0;
    return text;
}

/* Records "file:line: call: sentence" as the thread's last error, with the site of the current call if it is known. A
   pointer is often NULL because an allocation failed and nobody asked: an error that was not seen yet is told too. */
GPU__PRINTF(3, 0)
static gpu_status gpu__fail_v(gpu_status status, const char *call, const char *format, va_list args)
{
    char *const message = gpu__thread.message, before[sizeof gpu__thread.message];
    const int told = gpu__thread.unseen && strstr(format, " is NULL; ");
    if (told) memcpy(before, message, sizeof before);
    if (gpu__simulated.file)
        snprintf(message, sizeof gpu__thread.message, "%s:%d: %s: ", gpu__simulated.file, gpu__simulated.line, call);
    else snprintf(message, sizeof gpu__thread.message, "%s: ", call);
    size_t used = strlen(message);
    vsnprintf(message + used, sizeof gpu__thread.message - used, format, args);
    used = strlen(message);
    if (told) snprintf(message + used, sizeof gpu__thread.message - used, "; an earlier error: %s", before);
    gpu__thread.error = status;
    gpu__thread.unseen++;
    gpu__lock(&gpu__global.error_lock);
    if (!gpu__global.unseen++) snprintf(gpu__global.unseen_message, sizeof gpu__global.unseen_message, "%s", message);
    gpu__unlock(&gpu__global.error_lock);
    return status;
}
GPU__PRINTF(3, 4)
static gpu_status gpu__fail(gpu_status status, const char *call, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    gpu__fail_v(status, call, format, args);
    va_end(args);
    return status;
}

/* Fails for a wrong argument: gpu__wrong(call, format, ...). */
#define gpu__wrong(...) gpu__fail(GPU_ERROR_INVALID_ARGUMENT, __VA_ARGS__)
/* Keeps the first of several errors, and returns it. */
static inline gpu_status gpu__first(gpu_status *first, gpu_status s) { return *first ? *first : (*first = s); }

static void gpu__errors_seen(void) /* the caller has checked this thread's errors */
{
    if (!gpu__thread.unseen) return;
    gpu__lock(&gpu__global.error_lock);
    gpu__global.unseen -= gpu__thread.unseen;
    gpu__unlock(&gpu__global.error_lock);
    gpu__thread.unseen = 0;
}

GPU_API gpu_status gpu_error(void)
{
    gpu__errors_seen();
    return gpu__thread.error;
}

GPU_API const char *gpu_error_message(void)
{
    gpu__errors_seen();
    return gpu__thread.error ? gpu__thread.message : "";
}

GPU_API void gpu_clear_error(void)
{
    gpu__errors_seen();
    gpu__thread.error = GPU_OK;
}

GPU_API int gpu_version(void) { return GPU_VERSION; }

GPU_API const char *gpu_status_name(gpu_status status)
{
    static const char *const names[] = {"GPU_OK",
                                        "GPU_ERROR_INVALID_ARGUMENT",
                                        "GPU_ERROR_INVALID_POINTER",
                                        "GPU_ERROR_INVALID_DEVICE",
                                        "GPU_ERROR_OUT_OF_MEMORY",
                                        "GPU_ERROR_LAUNCH",
                                        "GPU_ERROR_KERNEL",
                                        "GPU_ERROR_NO_DEVICE_CODE",
                                        "GPU_ERROR_NOT_SUPPORTED",
                                        "GPU_ERROR_CUDA",
                                        "GPU_ERROR_MPI"};
    return (unsigned)status < sizeof names / sizeof *names ? names[status] : "not a gpu_status";
}

GPU_API int gpu__check(gpu_status status, const char *call, const char *file, int line)
{
    char site[256];
    const char *why = gpu__thread.error == status ? gpu__thread.message : "";
    unsigned k, count = gpu__noted_sites.count;
    for (k = 1; k <= 8 && k <= count; k++) { /* removes the site that this GPU_CHECK noted, and any after it */
        const gpu__call_site *const noted = &gpu__noted_sites.at[(count - k) % 8];
        if (noted->line != line || strcmp(noted->file, file)) continue;
        gpu__noted_sites.count = count - k;
        break;
    }
    if (status == GPU_OK) return 1;
    gpu__errors_seen();
    snprintf(site, sizeof site, "%s:%d: ", file, line);
    if (!strncmp(why, site, strlen(site))) why += strlen(site); /* the message has the same site: print it once */
    snprintf(gpu__thread.checked, sizeof gpu__thread.checked, "%s%s failed with %s%s%s", site, call,
             gpu_status_name(status), *why ? ": " : "", why);
    return 0;
}

GPU_API const char *gpu__check_message(void) { return gpu__thread.checked; }

static gpu_status gpu__not_in_graph(const char *call, const char *why)
{
    return gpu__fail(GPU_ERROR_NOT_SUPPORTED, call,
                     "not permitted while this thread captures a graph, because %s; call it before gpu_graph_begin or "
                     "after gpu_graph_end",
                     why);
}
#define GPU__NOT_RUN_YET "the captured work has not run yet"
/* Refuses what belongs to another device: `belongs` is "the stream belongs to device". */
static gpu_status gpu__check_home(const char *belongs, int device, const char *or_else, const char *call)
{
    if (device == gpu__thread.device) return GPU_OK;
    return gpu__fail(GPU_ERROR_INVALID_DEVICE, call, "%s %d, and the current device is %d; gpu_use(%d) first%s",
                     belongs, device, gpu__thread.device, device, or_else);
}

/* Refuses n elements of `size` bytes if they exceed the address space, as a negative number does when it is converted
   to size_t. */
static gpu_status gpu__check_size(size_t n, size_t size, const char *call)
{
    if (gpu__product(n, size) != SIZE_MAX) return GPU_OK;
    return size == 1 ? gpu__wrong(call, "%zu bytes are " GPU__TOO_LARGE, n)
                     : gpu__wrong(call, "%zu elements of %zu bytes are " GPU__TOO_LARGE, n, size);
}
static gpu_status gpu__no_host_memory(const char *call)
{
    return gpu__fail(GPU_ERROR_OUT_OF_MEMORY, call, "host memory is exhausted; free some");
}
static void *gpu__host_for(const char *call, size_t bytes) /* zeros; NULL: an error */
{
    void *const p = gpu__host(bytes, 1);
    if (!p) (void)gpu__no_host_memory(call);
    return p;
}

static const char *gpu__gb(size_t bytes) { return gpu__real_text(1e-9 * (double)bytes, 'f', 1); } /* in gigabytes */

/* Prints one line of gpu_doctor; returns `problem`. */
GPU__PRINTF(4, 5)
static int gpu__doctor_says(FILE *out, int problem, const char *what, const char *format, ...)
{
    va_list args;
    fprintf(out, "%-4s %-12s ", problem ? "FIX" : "ok", what);
    va_start(args, format);
    vfprintf(out, format, args);
    va_end(args);
    fprintf(out, "\n");
    return problem;
}
