/* The functions of CUDA's runtime that gpu.h calls, each of which can be made to fail. A program is linked with this
   file and with libcudart.so (nvcc -cudart shared), or with the emulator's, and sets cuda_calls (cuda_calls.h). Any
   other program that was linked with libcudart.so is run so:

       cc -shared -fPIC tests/prove/cuda_calls.c -o cuda_calls.so -ldl
       CUDA_FAILS=17:2 LD_PRELOAD=./cuda_calls.so ./program    # call 17 returns error 2; CUDA_FAILS=0 only counts

   An error of a kernel is sticky, as CUDA has it: every later call that reaches the device returns it. A call that
   frees something frees it also where it fails, so that what is live at the end is what the program forgot. */

#define _GNU_SOURCE
#include "cuda_calls.h"
#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct cuda_calls cuda_calls;
static __thread int inside, last; /* a call of the runtime, whose own do not fail; the error that was injected last */

static int is_sticky(int error) { return error >= 700 && error < 720; }
/* The error that this call returns, or 0. */
static int fails(const char *name)
{
    if (inside) return 0;
    __atomic_add_fetch(&cuda_calls.made, 1, __ATOMIC_RELAXED);
    if (__atomic_load_n(&cuda_calls.fail_at, __ATOMIC_RELAXED) &&
        __atomic_sub_fetch(&cuda_calls.fail_at, 1, __ATOMIC_RELAXED) == 0) {
        /* As an error of this call that one says that it is memory of the host. */
        if (cuda_calls.error == 1 && !strcmp(name, "cudaPointerGetAttributes")) cuda_calls.error = 801;
        cuda_calls.failed = name;
        if (is_sticky(cuda_calls.error)) cuda_calls.sticky = cuda_calls.error;
        return last = cuda_calls.error;
    }
    return cuda_calls.sticky;
}
static void count(int kind, int change) { __atomic_add_fetch(&cuda_calls.live[kind], change, __ATOMIC_RELAXED); }

void *cuda_calls_malloc(size_t bytes)
{
    const int before = last, sticky = cuda_calls.sticky, e = fails("GPU_HOST_MALLOC");
    void *const p = e && e != sticky ? NULL : malloc(bytes);
    last = before, cuda_calls.sticky = sticky; /* memory of the host knows nothing of CUDA */
    if (p) count(CALLS_HOST, 1);
    return p;
}
void cuda_calls_free(void *p)
{
    if (p) count(CALLS_HOST, -1);
    free(p);
}

/* Begins a call of the runtime, of which `real` becomes the address, and returns the error that it is to have. */
static int begins(void *real, const char *name)
{
    void *there;
    const int e = fails(name);
    inside++;
    memcpy(&there, real, sizeof there);
    if (!there && (there = dlsym(RTLD_NEXT, name))) memcpy(real, &there, sizeof there);
    return e;
}
static int ends(int e, int got, int kind, int change)
{
    inside--;
    if (change && !got && !inside) count(kind, change);
    return e ? e : got;
}
enum { LACKING = 36 }; /* a runtime that has no such function: cudaErrorCallRequiresNewerDriver */

/* CALL: a function that makes a resource (change 1), frees one (-1), or neither; DONE, with `always`: one that does its
   work also where it fails. */
#define CALL(kind, change, name, parameters, arguments) DONE((change) < 0, kind, change, name, parameters, arguments)
#define DONE(always, kind, change, name, parameters, arguments)                                                        \
    int name parameters                                                                                                \
    {                                                                                                                  \
        static int(*real) parameters;                                                                                  \
        const int e = begins(&real, #name), got = e && !(always) ? e : real ? real arguments : LACKING;                \
        return ends(e, got, kind, change);                                                                             \
    }
/* What asks nothing of the device fails by itself, and not because a kernel has failed. */
#define ASKS(name, parameters, arguments)                                                                              \
    int name parameters                                                                                                \
    {                                                                                                                  \
        static int(*real) parameters;                                                                                  \
        const int any = begins(&real, #name), e = any == cuda_calls.sticky ? 0 : any;                                  \
        return ends(e, e ? e : real ? real arguments : LACKING, 0, 0);                                                 \
    }
#define PLAIN(name, parameters, arguments) CALL(0, 0, name, parameters, arguments)
struct size3 {
    unsigned x, y, z;
};

CALL(CALLS_MEMORY, 1, cudaMalloc, (void **p, size_t n), (p, n))
CALL(CALLS_MEMORY, 1, cudaMallocAsync, (void **p, size_t n, void *s), (p, n, s))
CALL(CALLS_MEMORY, 1, cudaMallocFromPoolAsync, (void **p, size_t n, void *pool, void *s), (p, n, pool, s))
CALL(CALLS_MEMORY, 1, cudaMallocManaged, (void **p, size_t n, unsigned how), (p, n, how))
CALL(CALLS_MEMORY, 1, cudaMallocHost, (void **p, size_t n), (p, n))
CALL(CALLS_MEMORY, 1, cudaHostAlloc, (void **p, size_t n, unsigned how), (p, n, how))
CALL(CALLS_MEMORY, -(p != NULL), cudaFree, (void *p), (p))
CALL(CALLS_MEMORY, -(p != NULL), cudaFreeAsync, (void *p, void *s), (p, s))
CALL(CALLS_MEMORY, -(p != NULL), cudaFreeHost, (void *p), (p))
CALL(CALLS_STREAM, 1, cudaStreamCreate, (void **s), (s))
CALL(CALLS_STREAM, 1, cudaStreamCreateWithFlags, (void **s, unsigned how), (s, how))
CALL(CALLS_STREAM, 1, cudaStreamCreateWithPriority, (void **s, unsigned how, int level), (s, how, level))
CALL(CALLS_STREAM, -1, cudaStreamDestroy, (void *s), (s))
CALL(CALLS_EVENT, 1, cudaEventCreate, (void **event), (event))
CALL(CALLS_EVENT, 1, cudaEventCreateWithFlags, (void **event, unsigned how), (event, how))
CALL(CALLS_EVENT, -1, cudaEventDestroy, (void *event), (event))
DONE(1, CALLS_GRAPH, 1, cudaStreamEndCapture, (void *s, void **graph), (s, graph))
CALL(CALLS_GRAPH, -1, cudaGraphDestroy, (void *graph), (graph))
CALL(CALLS_GRAPH, 1, cudaGraphInstantiateWithFlags, (void **made, void *graph, unsigned long long how),
     (made, graph, how))
CALL(CALLS_GRAPH, -1, cudaGraphExecDestroy, (void *graph), (graph))
CALL(CALLS_POOL, 1, cudaMemPoolCreate, (void **pool, const void *how), (pool, how))
CALL(CALLS_POOL, -1, cudaMemPoolDestroy, (void *pool), (pool))
CALL(CALLS_CODE, 1, cudaLibraryLoadData,
     (void **made, const void *code, void *a, void *b, unsigned c, void *d, void *e_, unsigned f),
     (made, code, a, b, c, d, e_, f))
CALL(CALLS_CODE, -1, cudaLibraryUnload, (void *library), (library))
PLAIN(cudaLibraryGetKernel, (void **kernel, void *library, const char *name), (kernel, library, name))
PLAIN(cudaMemPoolTrimTo, (void *pool, size_t n), (pool, n))
PLAIN(cudaMemPoolSetAttribute, (void *pool, int what, void *value), (pool, what, value))
PLAIN(cudaMemPoolGetAttribute, (void *pool, int what, void *value), (pool, what, value))
PLAIN(cudaMemPoolSetAccess, (void *pool, const void *list, size_t n), (pool, list, n))
PLAIN(cudaPointerGetAttributes, (void *a, const void *p), (a, p))
PLAIN(cudaMemcpyAsync, (void *to, const void *from, size_t n, int kind, void *s), (to, from, n, kind, s))
PLAIN(cudaMemcpy2DAsync, (void *to, size_t pitch, const void *from, size_t of, size_t w, size_t h, int kind, void *s),
      (to, pitch, from, of, w, h, kind, s))
PLAIN(cudaMemcpyToSymbolAsync, (const void *symbol, const void *from, size_t n, size_t at, int kind, void *s),
      (symbol, from, n, at, kind, s))
PLAIN(cudaMemcpyFromSymbolAsync, (void *to, const void *symbol, size_t n, size_t at, int kind, void *s),
      (to, symbol, n, at, kind, s))
PLAIN(cudaMemset, (void *p, int value, size_t n), (p, value, n))
PLAIN(cudaMemsetAsync, (void *p, int value, size_t n, void *s), (p, value, n, s))
PLAIN(cudaMemGetInfo, (size_t * unused, size_t *all), (unused, all))
PLAIN(cudaStreamSynchronize, (void *s), (s))
PLAIN(cudaStreamQuery, (void *s), (s))
PLAIN(cudaStreamWaitEvent, (void *s, void *event, unsigned how), (s, event, how))
PLAIN(cudaStreamBeginCapture, (void *s, int mode), (s, mode))
PLAIN(cudaThreadExchangeStreamCaptureMode, (int *mode), (mode))
PLAIN(cudaEventRecord, (void *event, void *s), (event, s))
PLAIN(cudaEventSynchronize, (void *event), (event))
PLAIN(cudaEventElapsedTime, (float *ms, void *a, void *b), (ms, a, b))
PLAIN(cudaLaunchHostFunc, (void *s, void *f, void *data), (s, f, data))
PLAIN(cudaGraphGetNodes, (void *graph, void *nodes, size_t *n), (graph, nodes, n))
PLAIN(cudaGraphLaunch, (void *graph, void *s), (graph, s))
PLAIN(cudaLaunchKernel,
      (const void *kernel, struct size3 grid, struct size3 block, void **argv, size_t shared, void *s),
      (kernel, grid, block, argv, shared, s))
PLAIN(__cudaLaunchKernel, (void *kernel, struct size3 grid, struct size3 block, void **argv, size_t shared, void *s),
      (kernel, grid, block, argv, shared, s)) /* what nvcc 13 makes of <<<...>>> */
PLAIN(cudaLaunchKernelExC, (const void *how, const void *kernel, void **argv), (how, kernel, argv))
PLAIN(cudaLaunchCooperativeKernel,
      (const void *kernel, struct size3 grid, struct size3 block, void **argv, size_t shared, void *s),
      (kernel, grid, block, argv, shared, s))
PLAIN(cudaFuncGetAttributes, (void *a, const void *kernel), (a, kernel))
PLAIN(cudaFuncSetAttribute, (const void *kernel, int what, int value), (kernel, what, value))
PLAIN(cudaOccupancyMaxActiveBlocksPerMultiprocessor, (int *blocks, const void *kernel, int threads, size_t shared),
      (blocks, kernel, threads, shared))
PLAIN(cudaSetDevice, (int device), (device))
PLAIN(cudaDeviceSynchronize, (void), ())
PLAIN(cudaDeviceSetLimit, (int limit, size_t value), (limit, value))
PLAIN(cudaDeviceEnablePeerAccess, (int device, unsigned how), (device, how))
ASKS(cudaDeviceCanAccessPeer, (int *can, int device, int other), (can, device, other))
ASKS(cudaDeviceGetStreamPriorityRange, (int *least, int *greatest), (least, greatest))
ASKS(cudaDeviceGetAttribute, (int *value, int which, int device), (value, which, device))
ASKS(cudaGetDevice, (int *device), (device))
ASKS(cudaGetDeviceCount, (int *n), (n))
ASKS(cudaGetDeviceProperties, (void *properties, int device), (properties, device))
ASKS(cudaGetDeviceProperties_v2, (void *properties, int device), (properties, device)) /* in CUDA 12 */
ASKS(cudaDriverGetVersion, (int *version), (version))
ASKS(cudaRuntimeGetVersion, (int *version), (version))

/* The last error may be one that CUDA knows nothing of. */
#define LAST(name, after)                                                                                              \
    int name(void)                                                                                                     \
    {                                                                                                                  \
        static int (*real)(void);                                                                                      \
        const int own = last_own(&real, #name), got = real ? real() : 0;                                               \
        return last = after, own ? own : got;                                                                          \
    }
static int last_own(void *real, const char *name)
{
    void *const there = dlsym(RTLD_NEXT, name);
    memcpy(real, &there, sizeof there);
    return cuda_calls.sticky ? cuda_calls.sticky : last;
}
LAST(cudaGetLastError, 0)
LAST(cudaPeekAtLastError, last)

/* For programs that know nothing of this file. */
static void told(void)
{
    fprintf(stderr, "cuda_calls: %ld calls", cuda_calls.made);
    if (cuda_calls.failed) fprintf(stderr, "; %s returned %d", cuda_calls.failed, cuda_calls.error);
    fprintf(stderr, "\n");
}
__attribute__((constructor)) static void starts(void)
{
    const char *const at = getenv("CUDA_FAILS");
    if (!at) return;
    cuda_calls.error = 2;
    sscanf(at, "%ld:%d", &cuda_calls.fail_at, &cuda_calls.error);
    atexit(told);
}
