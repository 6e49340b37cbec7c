/* ------------------------------------------------------------------------------------------ cuRAND's generators -- */

#ifdef GPU__CURAND
/* The generators of all threads are in one list. Only its own thread uses a generator, until gpu_shutdown. */
typedef struct gpu__generator {
    const gpu__curand_calls *calls;
    curandGenerator_t native;
    curandRngType_t type;
    int thread, device; /* GPU_CPU: cuRAND's host generator */
    unsigned seeds;     /* the thread's number of calls of gpu_seed when it was made */
    void *stream;
    struct gpu__generator *next;
} gpu__generator;
static gpu__generator *gpu__generators; /* guarded by memory_lock */
static GPU__TLS struct {
    int thread;        /* a number from 1; 0: it has no generator */
    unsigned seeds;    /* the number of calls of gpu_seed */
    gpu_status failed; /* the status of the last gpu_curand */
} gpu__curand_thread;

static const struct {
    curandStatus_t code;
    gpu_status status;
    const char *name, *hint;
} gpu__curand_errors[] = {
    {CURAND_STATUS_VERSION_MISMATCH, GPU_ERROR_CUDA, "CURAND_STATUS_VERSION_MISMATCH",
     "<curand.h> and the library that was linked are of different versions"},
    {CURAND_STATUS_NOT_INITIALIZED, GPU_ERROR_INVALID_ARGUMENT, "CURAND_STATUS_NOT_INITIALIZED",
     "the generator is NULL or was freed; call gpu_curand for each use"},
    {CURAND_STATUS_ALLOCATION_FAILED, GPU_ERROR_OUT_OF_MEMORY, "CURAND_STATUS_ALLOCATION_FAILED",
     "there is no memory for the generator's state; free something, or gpu_memory_trim()"},
    {CURAND_STATUS_TYPE_ERROR, GPU_ERROR_INVALID_ARGUMENT, "CURAND_STATUS_TYPE_ERROR",
     "this type of generator is not known, or cannot do this"},
    {CURAND_STATUS_OUT_OF_RANGE, GPU_ERROR_INVALID_ARGUMENT, "CURAND_STATUS_OUT_OF_RANGE",
     "an argument is not in its range"},
    {CURAND_STATUS_LENGTH_NOT_MULTIPLE, GPU_ERROR_INVALID_ARGUMENT, "CURAND_STATUS_LENGTH_NOT_MULTIPLE",
     "n must be a multiple of the dimension, and even for normals of a pseudo-random generator"},
    {CURAND_STATUS_DOUBLE_PRECISION_REQUIRED, GPU_ERROR_NOT_SUPPORTED, "CURAND_STATUS_DOUBLE_PRECISION_REQUIRED",
     "the GPU has no doubles"},
    {CURAND_STATUS_LAUNCH_FAILURE, GPU_ERROR_KERNEL, "CURAND_STATUS_LAUNCH_FAILURE",
     "a kernel of cuRAND was not launched; check that the array is memory of the current device"},
    {CURAND_STATUS_PREEXISTING_FAILURE, GPU_ERROR_KERNEL, "CURAND_STATUS_PREEXISTING_FAILURE",
     "an earlier kernel failed; GPU_SYNC=1 in the environment shows which"},
    {CURAND_STATUS_INITIALIZATION_FAILED, GPU_ERROR_CUDA, "CURAND_STATUS_INITIALIZATION_FAILED",
     "CUDA did not start; gpu_doctor(stdout) says why"},
    {CURAND_STATUS_ARCH_MISMATCH, GPU_ERROR_NO_DEVICE_CODE, "CURAND_STATUS_ARCH_MISMATCH",
     "cuRAND has no code for this GPU; use a version of CUDA that knows it"},
    {CURAND_STATUS_INTERNAL_ERROR, GPU_ERROR_CUDA, "CURAND_STATUS_INTERNAL_ERROR", "see cuRAND's documentation"}};
static gpu_status gpu__curand_check(curandStatus_t code, const char *call)
{
    if (code == CURAND_STATUS_SUCCESS) return GPU_OK;
    for (size_t k = 0; k < sizeof gpu__curand_errors / sizeof *gpu__curand_errors; k++)
        if (gpu__curand_errors[k].code == code)
            return gpu__fail(gpu__curand_errors[k].status, call, "%s (cuRAND error %d): %s", gpu__curand_errors[k].name,
                             (int)code, gpu__curand_errors[k].hint);
    return gpu__fail(GPU_ERROR_CUDA, call, "cuRAND error %d; see cuRAND's documentation", (int)code);
}
GPU_API gpu_status gpu_curand_status(curandStatus_t code)
{
    const gpu_status s = gpu__enter(), failed = gpu__curand_thread.failed;
    if (s) return s;
    if (code == CURAND_STATUS_NOT_INITIALIZED && failed && failed == gpu__thread.error) return failed;
    return gpu__curand_check(code, "gpu_curand_status");
}

/* The calling thread's generator, in a new entry of the list if there was none; NULL: no host memory. */
static gpu__generator *gpu__generator_of(curandRngType_t type, int device)
{
    static int threads;
    gpu__generator *g;
    gpu__lock_memory();
    if (!gpu__curand_thread.thread) gpu__curand_thread.thread = ++threads;
    for (g = gpu__generators; g; g = g->next)
        if (g->type == type && g->device == device && g->thread == gpu__curand_thread.thread) break;
    if (!g && (g = (gpu__generator *)gpu__host(sizeof *g, 1)) != NULL) {
        g->type = type;
        g->device = device;
        g->thread = gpu__curand_thread.thread;
        g->next = gpu__generators;
        gpu__generators = g;
    }
    gpu__unlock_memory();
    return g;
}
static gpu_status gpu__generator_close(gpu__generator *g, const char *call)
{
    const curandGenerator_t native = g->native;
    g->native = NULL;
    g->stream = NULL;
    return native ? gpu__curand_check(g->calls->destroy(native), call) : GPU_OK;
}
/* Makes cuRAND's generator, on its default stream, and seeds it. */
static gpu_status gpu__generator_open(gpu__generator *g, const gpu__curand_calls *calls, const char *call)
{
    const uint64_t seed =
        gpu__thread.sequence ? gpu_random_u64(gpu__thread.seed, gpu__thread.sequence, 0) : gpu__thread.seed;
    g->calls = calls;
    g->seeds = gpu__curand_thread.seeds;
    gpu_status s = gpu__curand_check((g->device >= 0 ? calls->create : calls->create_host)(&g->native, g->type), call);
    if (s) {
        g->native = NULL;
        return s;
    }
    if (g->type < CURAND_RNG_QUASI_DEFAULT) s = gpu__curand_check(calls->set_seed(g->native, seed), call);
    if (s) (void)gpu__generator_close(g, call);
    return s;
}
static gpu_status gpu__generator_ready(gpu__generator *g, const gpu__curand_calls *calls, const char *call)
{
    gpu_status s = GPU_OK;
    if (g->native && g->seeds != gpu__curand_thread.seeds) s = gpu__generator_close(g, call);
    if (!s && !g->native) s = gpu__generator_open(g, calls, call);
    if (s || g->device < 0 || g->stream == gpu__thread.stream) return s;
    /* The state that kernels on the last stream leave is read on the new one. (That stream may have been freed, so no
       event can be recorded on it.) */
    s = gpu__backend(g->device, sync)(call);
    if (!s) s = gpu__curand_check(calls->set_stream(g->native, (cudaStream_t)gpu__thread.stream), call);
    if (!s) g->stream = gpu__thread.stream;
    return s;
}
GPU_API curandGenerator_t gpu__curand(curandRngType_t type, const gpu__curand_calls *calls)
{
    static const char call[] = "gpu_curand";
    gpu__generator *g = NULL;
    gpu_status s = gpu__enter();
    if (!s && gpu__thread.graph) s = gpu__not_in_graph(call, "a generator makes its state in its first call");
    if (!s && !(g = gpu__generator_of(type, gpu__is_gpu(gpu__thread.device) ? gpu__thread.device : GPU_CPU)))
        s = gpu__no_host_memory(call);
    if (!s) s = gpu__generator_ready(g, calls, call);
    gpu__curand_thread.failed = s;
    return s ? NULL : g->native;
}
/* Part of gpu_shutdown, which selects the thread's device again. */
static gpu_status gpu__curand_free_all(const char *call)
{
    gpu_status s = GPU_OK;
    while (gpu__generators) {
        gpu__generator *const g = gpu__generators;
        gpu__generators = g->next;
        if (g->device >= 0) (void)gpu__backend(g->device, use)(g->device, NULL);
        gpu__first(&s, gpu__generator_close(g, call));
        GPU_HOST_FREE(g);
    }
    return s;
}
#endif
