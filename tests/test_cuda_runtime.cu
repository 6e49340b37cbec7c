/* The CUDA runtime's names on the CPU (GPU_CUDA_RUNTIME), in C and C++. nvcc compiles the same text against CUDA's own
   runtime, so that on a GPU the tests show that both mean the same. */

#define GPU_CUDA_RUNTIME
#define GPU_IMPLEMENTATION
#include "gpu.h"
#define TEST_MAIN
#include "test.h"
#ifdef __CUDACC__
#include <cuda_profiler_api.h>
#endif

#define IS(call, error) CHECK_INT(call, error)
#define OK(call) CHECK_INT(call, cudaSuccess)
/* The call fails with this error, which is then the last error, once; on the CPU there is a sentence about it. */
#define REFUSED(call, error, part)                                                                                     \
    do {                                                                                                               \
        IS(call, error);                                                                                               \
        IS(cudaPeekAtLastError(), error);                                                                              \
        IS(cudaGetLastError(), error);                                                                                 \
        OK(cudaGetLastError());                                                                                        \
        SAYS(part);                                                                                                    \
    } while (0)
#ifdef __CUDACC__
#define SAYS(part) ((void)0)
#else
#define SAYS(part) CHECK_TEXT(gpu_error_message(), part)
#endif
static int no_device(void) /* under nvcc, on a machine without a GPU */
{
    int count = 0;
    if (!cudaGetDeviceCount(&count) && count > 0) return 0;
    (void)cudaGetLastError();
    test__skip("no GPU");
    return 1;
}
#define NEEDS_DEVICE()                                                                                                 \
    if (no_device()) return

enum { N = 1000 };
static float *device_floats(void)
{
    float *p = NULL;
    OK(cudaMalloc((void **)&p, N * sizeof *p));
    return p;
}
GPU_CONSTANT(int, factors, [4]);
GPU_KERNEL(scaled, (float *, x), (int, n))
{
    const int i = (int)(blockIdx.x * blockDim.x + threadIdx.x);
    if (i < n) x[i] *= (float)factors[i % 4];
}
GPU_KERNEL(add_one, (int *, p)) { GPU_ATOMIC_ADD(p, 1); }

TEST(errors_have_names_and_texts)
{
    CHECK_TEXT(cudaGetErrorName(cudaErrorInvalidValue), "cudaErrorInvalidValue");
    CHECK_INT(strcmp(cudaGetErrorString(cudaSuccess), "no error"), 0);
    CHECK_INT(strcmp(cudaGetErrorString(cudaErrorInvalidValue), "invalid argument"), 0);
    CHECK_INT(strcmp(cudaGetErrorString(cudaErrorMemoryAllocation), "out of memory"), 0);
    CHECK_INT(strcmp(cudaGetErrorString(cudaErrorInvalidConfiguration), "invalid configuration argument"), 0);
    CHECK_INT(strcmp(cudaGetErrorString(cudaErrorInvalidMemcpyDirection), "invalid copy direction for memcpy"), 0);
    CHECK_INT(strcmp(cudaGetErrorString(cudaErrorInvalidDevice), "invalid device ordinal"), 0);
    CHECK_INT(strcmp(cudaGetErrorString(cudaErrorInvalidResourceHandle), "invalid resource handle"), 0);
    CHECK_INT(strcmp(cudaGetErrorString(cudaErrorNotReady), "device not ready"), 0);
    CHECK_INT(strcmp(cudaGetErrorString(cudaErrorIllegalAddress), "an illegal memory access was encountered"), 0);
    CHECK_INT(strcmp(cudaGetErrorString(cudaErrorLaunchFailure), "unspecified launch failure"), 0);
    CHECK_INT(strcmp(cudaGetErrorString((cudaError_t)123456), "unrecognized error code"), 0);
}
/* Every name and text that gpu.h has, as libcudart has it: the table was printed by a program that nvcc built. */
TEST(the_texts_are_cudas)
{
    static const int errors[] = {0,   1,   2,   3,   4,   9,   12,  13,  16,  17,  18,  21,  35,  52,
                                 98,  100, 101, 200, 201, 209, 214, 215, 217, 218, 222, 301, 304, 400,
                                 401, 500, 600, 700, 701, 702, 704, 705, 708, 709, 710, 712, 713, 715,
                                 716, 717, 719, 720, 800, 801, 900, 901, 903, 906, 909, 999};
    unsigned hash = 5381;
    size_t k;
    const char *c;
    for (k = 0; k < sizeof errors / sizeof *errors; k++) {
        for (c = cudaGetErrorName((cudaError_t)errors[k]); *c; c++) hash = hash * 33 + (unsigned char)*c;
        for (c = cudaGetErrorString((cudaError_t)errors[k]); *c; c++) hash = hash * 33 + (unsigned char)*c;
    }
    CHECK_INT(hash, 849054245u);
}
TEST(devices)
{
    int count = 0, device = -1, value = 0, version = 0;
    cudaDeviceProp prop;
    NEEDS_DEVICE();
    OK(cudaGetDeviceCount(&count));
    CHECK(count >= 1);
    OK(cudaSetDevice(0));
    OK(cudaGetDevice(&device));
    CHECK_INT(device, 0);
    OK(cudaGetDeviceProperties(&prop, 0));
    CHECK(*prop.name && prop.totalGlobalMem && prop.multiProcessorCount > 0 && prop.major >= 7);
    CHECK_INT(prop.warpSize, 32);
    CHECK_INT(prop.maxThreadsPerBlock, 1024);
    CHECK_INT(prop.maxThreadsDim[2], 64);
    CHECK_INT(prop.maxGridSize[0], 2147483647);
    CHECK_INT(prop.totalConstMem, 65536);
    OK(cudaDeviceGetAttribute(&value, cudaDevAttrWarpSize, 0));
    CHECK_INT(value, 32);
    OK(cudaDeviceGetAttribute(&value, cudaDevAttrMultiProcessorCount, 0));
    CHECK_INT(value, prop.multiProcessorCount);
    OK(cudaDeviceGetAttribute(&value, cudaDevAttrComputeCapabilityMajor, 0));
    CHECK_INT(value, prop.major);
    OK(cudaRuntimeGetVersion(&version));
    CHECK(version >= 12000);
    OK(cudaDriverGetVersion(&version));
    REFUSED(cudaSetDevice(count), cudaErrorInvalidDevice, "there is no device");
    REFUSED(cudaGetDeviceProperties(&prop, -1), cudaErrorInvalidDevice, "expected 0 to");
    REFUSED(cudaGetDeviceCount(NULL), cudaErrorInvalidValue, "is NULL");
    OK(cudaDeviceSynchronize());
    OK(cudaDeviceSetLimit(cudaLimitStackSize, 4096));
    {
        size_t bytes = 0;
        OK(cudaDeviceGetLimit(&bytes, cudaLimitStackSize));
        CHECK(bytes >= 4096);
    }
    REFUSED(cudaDeviceEnablePeerAccess(0, 0), cudaErrorPeerAccessUnsupported, "is the current one");
}
TEST(memory_is_allocated_and_freed)
{
    float *p = NULL, *host = NULL, *managed = NULL, *mapped = NULL, *on_device = NULL, x[4] = {1, 2, 3, 4};
    size_t pitch = 0, free_bytes = 0, total = 0;
    cudaPointerAttributes a;
    NEEDS_DEVICE();
    OK(cudaMalloc((void **)&p, 100));
    CHECK(p != NULL && (size_t)p % 256 == 0);
    OK(cudaPointerGetAttributes(&a, p));
    CHECK_INT(a.type, cudaMemoryTypeDevice);
    OK(cudaPointerGetAttributes(&a, x));
    CHECK_INT(a.type, cudaMemoryTypeUnregistered);
    OK(cudaFree(p));
    OK(cudaFree(NULL));
    OK(cudaMallocPitch((void **)&p, &pitch, 100 * sizeof *p, 10));
    CHECK(pitch >= 400 && pitch % 32 == 0);
    OK(cudaFree(p));
    OK(cudaMallocHost((void **)&host, 400));
    host[99] = 1;
    REFUSED(cudaFree(host), cudaErrorInvalidValue, "free it with cudaFreeHost");
    OK(cudaFreeHost(host));
    OK(cudaHostAlloc((void **)&mapped, 400, cudaHostAllocMapped));
    OK(cudaHostGetDevicePointer((void **)&on_device, mapped, 0));
    CHECK(on_device != NULL);
    OK(cudaFreeHost(mapped));
    OK(cudaMallocManaged((void **)&managed, 400, cudaMemAttachGlobal));
    managed[0] = 2;
    OK(cudaPointerGetAttributes(&a, managed));
    CHECK_INT(a.type, cudaMemoryTypeManaged);
    OK(cudaFree(managed));
    OK(cudaMemGetInfo(&free_bytes, &total));
    CHECK(free_bytes > 0 && free_bytes <= total);
    OK(cudaMallocAsync((void **)&p, 400, 0));
    OK(cudaFreeAsync(p, 0));
    REFUSED(cudaMalloc(NULL, 4), cudaErrorInvalidValue, "is NULL");
    REFUSED(cudaMalloc((void **)&p, (size_t)1 << 60), cudaErrorMemoryAllocation, "bytes");
    REFUSED(cudaFree(x), cudaErrorInvalidValue, "did not come from gpu.h");
    REFUSED(cudaMallocManaged((void **)&managed, 400, 99), cudaErrorInvalidValue, "expected cudaMemAttachGlobal");
}
TEST(host_memory_is_registered)
{
    static float x[N];
    float *p = NULL;
    NEEDS_DEVICE();
    OK(cudaHostRegister(x, sizeof x, cudaHostRegisterMapped));
    OK(cudaHostGetDevicePointer((void **)&p, x, 0));
    CHECK(p != NULL);
    REFUSED(cudaHostRegister(x, sizeof x, 0), cudaErrorHostMemoryAlreadyRegistered, "registered already");
    OK(cudaHostUnregister(x));
    REFUSED(cudaHostUnregister(x), cudaErrorHostMemoryNotRegistered, "cudaHostRegister was given");
}
TEST(copies_have_directions)
{
    float host[N], back[N], *p, *q;
    int k;
    NEEDS_DEVICE();
    p = device_floats(), q = device_floats();
    for (k = 0; k < N; k++) host[k] = (float)k, back[k] = 0;
    OK(cudaMemcpy(p, host, sizeof host, cudaMemcpyHostToDevice));
    OK(cudaMemcpy(q, p, sizeof host, cudaMemcpyDeviceToDevice));
    OK(cudaMemcpy(back, q, sizeof back, cudaMemcpyDeviceToHost));
    CHECK(!memcmp(host, back, sizeof host));
    OK(cudaMemset(q, 0, sizeof host));
    OK(cudaMemcpy(back, q, sizeof back, cudaMemcpyDefault));
    for (k = 0; k < N; k++) CHECK(back[k] == 0);
    OK(cudaMemcpy(back, host, sizeof back, cudaMemcpyHostToHost));
    CHECK(!memcmp(host, back, sizeof host));
    OK(cudaMemcpy(p, host, 0, cudaMemcpyHostToDevice));
    REFUSED(cudaMemcpy(host, p, sizeof host, cudaMemcpyHostToDevice), cudaErrorInvalidValue, "dst is ordinary host");
    REFUSED(cudaMemcpy(p, host, sizeof host, cudaMemcpyDeviceToHost), cudaErrorInvalidValue, "src is ordinary host");
    REFUSED(cudaMemcpy(p, host, sizeof host, (enum cudaMemcpyKind)7), cudaErrorInvalidMemcpyDirection, "direction");
    REFUSED(cudaMemset(host, 0, sizeof host), cudaErrorInvalidValue, "ordinary host memory");
#ifndef __CUDACC__ /* the pool behind cudaMalloc may have room there */
    REFUSED(cudaMemcpy(p, host, sizeof host + 4, cudaMemcpyHostToDevice), cudaErrorInvalidValue, "4000 bytes");
#endif
    OK(cudaFree(p));
    OK(cudaFree(q));
}
TEST(copies_of_two_dimensions)
{
    enum { W = 7, H = 5 };
    float host[H][W], back[H][W], *p = NULL;
    size_t pitch = 0;
    int x, y;
    NEEDS_DEVICE();
    for (y = 0; y < H; y++)
        for (x = 0; x < W; x++) host[y][x] = (float)(y * 10 + x);
    OK(cudaMallocPitch((void **)&p, &pitch, sizeof host[0], H));
    OK(cudaMemcpy2D(p, pitch, host, sizeof host[0], sizeof host[0], H, cudaMemcpyHostToDevice));
    OK(cudaMemcpy2D(back, sizeof back[0], p, pitch, sizeof back[0], H, cudaMemcpyDeviceToHost));
    CHECK(!memcmp(host, back, sizeof host));
    OK(cudaMemset2D(p, pitch, 0, 2 * sizeof(float), H));
    OK(cudaMemcpy2D(back, sizeof back[0], p, pitch, sizeof back[0], H, cudaMemcpyDeviceToHost));
    CHECK(back[3][1] == 0 && back[3][2] == 32);
    REFUSED(cudaMemcpy2D(p, 4, host, sizeof host[0], sizeof host[0], H, cudaMemcpyHostToDevice),
            cudaErrorInvalidPitchValue, "pitches");
    OK(cudaFree(p));
}
TEST(symbols)
{
    static const int values[4] = {1, 2, 3, 4};
    int back[4] = {0, 0, 0, 0}, five = 5, k;
    float x[8], *p;
    NEEDS_DEVICE();
    OK(cudaMemcpyToSymbol(factors, values, sizeof values, 0, cudaMemcpyHostToDevice));
    OK(cudaMemcpyToSymbol(factors, &five, sizeof five, 2 * sizeof five, cudaMemcpyHostToDevice));
    OK(cudaMemcpyFromSymbol(back, factors, sizeof back, 0, cudaMemcpyDeviceToHost));
    CHECK(back[0] == 1 && back[1] == 2 && back[2] == 5 && back[3] == 4);
    REFUSED(cudaMemcpyToSymbol(factors, values, sizeof values, 0, cudaMemcpyDeviceToHost),
            cudaErrorInvalidMemcpyDirection, "is not a direction");
#ifdef __cplusplus
    REFUSED(cudaMemcpyToSymbol(factors, values, 17), cudaErrorInvalidValue, "a variable of 16 bytes");
    int *address = NULL;
    size_t bytes = 0;
    OK(cudaGetSymbolAddress((void **)&address, factors));
    OK(cudaGetSymbolSize(&bytes, factors));
    CHECK_INT(bytes, sizeof values);
    OK(cudaMemcpy(address, values, sizeof values, cudaMemcpyHostToDevice));
    OK(cudaMemcpyToSymbol(factors, &five, sizeof five, 8));
#endif
    for (k = 0; k < 8; k++) x[k] = 1;
    p = device_floats();
    OK(cudaMemcpy(p, x, sizeof x, cudaMemcpyHostToDevice));
    GPU_CHECK(scaled(gpu_grid(1, 1, 1, 32, 1, 1), p, 8));
    OK(cudaMemcpy(x, p, sizeof x, cudaMemcpyDeviceToHost));
    CHECK(x[2] == 5 && x[5] == 2 && x[7] == 4);
    OK(cudaFree(p));
}
static void add_to(void *user) { *(int *)user += 1; }
static void CUDART_CB called(cudaStream_t stream, cudaError_t status, void *user)
{
    (void)stream;
    *(int *)user += status == cudaSuccess ? 10 : 100;
}
TEST(streams_and_events)
{
    cudaStream_t stream = NULL, other = NULL;
    cudaEvent_t start, stop;
    float ms = -1, *p, *host = NULL;
    int count = 0, k, low = 5, high = 5;
    NEEDS_DEVICE();
    p = device_floats();
    OK(cudaMallocHost((void **)&host, N * sizeof *host));
    for (k = 0; k < N; k++) host[k] = 3;
    OK(cudaStreamCreate(&stream));
    OK(cudaDeviceGetStreamPriorityRange(&low, &high));
    CHECK(high <= low);
    OK(cudaStreamCreateWithPriority(&other, cudaStreamNonBlocking, high));
    OK(cudaStreamGetPriority(other, &k));
    CHECK_INT(k, high);
    OK(cudaEventCreate(&start));
    OK(cudaEventCreateWithFlags(&stop, cudaEventBlockingSync));
    OK(cudaEventQuery(start));
    OK(cudaEventRecord(start, stream));
    OK(cudaMemcpyAsync(p, host, N * sizeof *p, cudaMemcpyHostToDevice, stream));
    OK(cudaMemsetAsync(p, 0, 4, stream));
    OK(cudaMemcpyAsync(host, p, N * sizeof *p, cudaMemcpyDeviceToHost, stream));
    OK(cudaLaunchHostFunc(stream, add_to, &count));
    OK(cudaStreamAddCallback(stream, called, &count, 0));
    OK(cudaEventRecord(stop, stream));
    OK(cudaStreamWaitEvent(other, stop, 0));
    OK(cudaStreamSynchronize(other));
    OK(cudaEventSynchronize(stop));
    OK(cudaStreamQuery(stream));
    CHECK_INT(count, 11);
    CHECK(host[0] == 0 && host[1] == 3);
    OK(cudaEventElapsedTime(&ms, start, stop));
    CHECK(ms >= 0 && ms < 10000);
    OK(cudaStreamDestroy(stream));
    OK(cudaStreamDestroy(other));
    OK(cudaEventDestroy(start));
    OK(cudaEventCreate(&start));
    REFUSED(cudaEventElapsedTime(&ms, start, stop), cudaErrorInvalidResourceHandle, "was not recorded");
    OK(cudaEventDestroy(start));
    OK(cudaEventDestroy(stop));
    REFUSED(cudaStreamCreateWithFlags(&stream, 77), cudaErrorInvalidValue, "the flags are 77");
    OK(cudaStreamSynchronize(0));
    OK(cudaFreeHost(host));
    OK(cudaFree(p));
}
#ifndef __CUDACC__ /* CUDA need not find a handle that was destroyed */
TEST(handles_that_were_destroyed)
{
    cudaStream_t stream;
    cudaEvent_t event;
    OK(cudaStreamCreate(&stream));
    OK(cudaStreamDestroy(stream));
    REFUSED(cudaStreamSynchronize(stream), cudaErrorInvalidResourceHandle, "was freed");
    REFUSED(cudaMemcpyAsync(NULL, NULL, 0, cudaMemcpyDefault, stream), cudaErrorInvalidResourceHandle, "was freed");
    OK(cudaEventCreate(&event));
    OK(cudaEventDestroy(event));
    REFUSED(cudaEventRecord(event, 0), cudaErrorInvalidResourceHandle, "was freed");
    REFUSED(cudaStreamDestroy(0), cudaErrorInvalidResourceHandle, "the default stream");
}
#endif
TEST(graphs_by_capture)
{
    cudaStream_t stream;
    cudaGraph_t graph = NULL;
    cudaGraphExec_t exec = NULL;
    enum cudaStreamCaptureStatus status;
    size_t nodes = 0;
    int *p = NULL, *host = NULL, k;
    NEEDS_DEVICE();
    OK(cudaMalloc((void **)&p, 2 * sizeof *p));
    OK(cudaMallocHost((void **)&host, 2 * sizeof *host));
    OK(cudaMemset(p, 256, 2 * sizeof *p)); /* of which CUDA takes the low byte */
    OK(cudaStreamCreate(&stream));
    OK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
    OK(cudaStreamIsCapturing(stream, &status));
    CHECK_INT(status, cudaStreamCaptureStatusActive);
    OK(cudaMemsetAsync(p + 1, 1, sizeof *p, stream));
    OK(cudaMemcpyAsync(host, p, 2 * sizeof *p, cudaMemcpyDeviceToHost, stream));
    OK(cudaStreamEndCapture(stream, &graph));
    OK(cudaGraphGetNodes(graph, NULL, &nodes));
    CHECK_INT(nodes, 2);
    OK(cudaGraphInstantiate(&exec, graph, 0));
    OK(cudaGraphDestroy(graph));
    for (k = 0; k < 3; k++) {
        host[1] = 0;
        OK(cudaGraphLaunch(exec, stream));
        OK(cudaStreamSynchronize(stream));
        CHECK_INT(host[0], 0);
        CHECK_INT(host[1], 0x01010101);
    }
    OK(cudaGraphExecDestroy(exec));
    IS(cudaStreamBeginCapture(0, cudaStreamCaptureModeGlobal), cudaErrorStreamCaptureUnsupported);
    (void)cudaGetLastError();
    OK(cudaStreamDestroy(stream));
    OK(cudaFreeHost(host));
    OK(cudaFree(p));
}
/* The parameters of CUDA 13: in C++ an overload on the CPU, in C functions of CUDA 12. */
static void hints_with_locations(const int *p)
{
    cudaMemLocation at = {cudaMemLocationTypeDevice, 0}, host = {cudaMemLocationTypeHost, 0};
#if CUDART_VERSION >= 13000
    if (cudaMemAdvise(p, N * sizeof *p, cudaMemAdviseSetPreferredLocation, host)) (void)cudaGetLastError();
    if (cudaMemPrefetchAsync(p, N * sizeof *p, at, 0, 0)) (void)cudaGetLastError();
#elif !defined(__CUDACC__)
#ifdef __cplusplus
    OK(cudaMemAdvise(p, N * sizeof *p, cudaMemAdviseSetPreferredLocation, host));
    OK(cudaMemPrefetchAsync(p, N * sizeof *p, at, 0));
#endif
    OK(cudaMemPrefetchAsync_v2(p, N * sizeof *p, host, 0, NULL));
    REFUSED(cudaMemPrefetchAsync_v2(p, N * sizeof *p, at, 1, NULL), cudaErrorInvalidValue, "the flags are 1");
    at.id = 77;
    REFUSED(cudaMemAdvise_v2(p, N * sizeof *p, cudaMemAdviseSetAccessedBy, at), cudaErrorInvalidDevice, "device 77");
    at.type = cudaMemLocationTypeInvalid;
    REFUSED(cudaMemAdvise_v2(p, N * sizeof *p, cudaMemAdviseSetAccessedBy, at), cudaErrorInvalidDevice, "device -2");
#else
    (void)p, (void)at, (void)host;
#endif
}
TEST(hints_and_managed_memory)
{
    int *p = NULL;
    NEEDS_DEVICE();
    OK(cudaMallocManaged((void **)&p, N * sizeof *p, cudaMemAttachGlobal));
    p[0] = 41;
#if CUDART_VERSION < 13000
    if (cudaMemAdvise(p, N * sizeof *p, cudaMemAdviseSetReadMostly, 0))
        (void)cudaGetLastError(); /* some GPUs have none */
    if (cudaMemPrefetchAsync(p, N * sizeof *p, 0, 0)) (void)cudaGetLastError();
#endif
    hints_with_locations(p);
    GPU_CHECK(add_one(gpu_grid(1, 1, 1, 1, 1, 1), p));
    OK(cudaDeviceSynchronize());
    CHECK_INT(p[0], 42);
    OK(cudaFree(p));
}
TEST(a_launch_and_the_last_error)
{
    int *p = NULL, value = 0;
    NEEDS_DEVICE();
    OK(cudaMalloc((void **)&p, sizeof *p));
    OK(cudaMemset(p, 0, sizeof *p));
    GPU_CHECK(add_one(gpu_grid(2, 1, 1, 3, 1, 1), p));
    OK(cudaGetLastError());
    OK(cudaMemcpy(&value, p, sizeof value, cudaMemcpyDeviceToHost));
    CHECK_INT(value, 6);
    OK(cudaProfilerStart());
    OK(cudaProfilerStop());
    OK(cudaFree(p));
}
#ifdef __cplusplus
/* C++ has CUDA's templates and default arguments. */
TEST(templates_and_default_arguments)
{
    double *x = nullptr, *host = nullptr, *managed = nullptr, back[3] = {0, 0, 0};
    size_t pitch;
    cudaEvent_t event;
    NEEDS_DEVICE();
    OK(cudaMalloc(&x, sizeof back));
    OK(cudaMallocHost(&host, sizeof back));
    OK(cudaMallocManaged(&managed, sizeof back));
    host[0] = 1, host[1] = 2, host[2] = 3;
    OK(cudaMemcpyAsync(x, host, sizeof back, cudaMemcpyHostToDevice));
    OK(cudaMemcpy(back, x, sizeof back, cudaMemcpyDeviceToHost));
    CHECK(back[2] == 3);
    OK(cudaEventCreate(&event));
    OK(cudaEventRecord(event));
    OK(cudaStreamWaitEvent(0, event));
    OK(cudaEventDestroy(event));
    OK(cudaEventCreate(&event, cudaEventDisableTiming));
    OK(cudaEventDestroy(event));
    OK(cudaFree(x));
    OK(cudaMallocPitch(&x, &pitch, 100, 2));
    OK(cudaFree(x));
    OK(cudaFreeHost(host));
    OK(cudaFree(managed));
}
#ifndef __CUDACC__
/* A __global__ function is an ordinary one here, which the translator's words launch. */
template <class T> static __global__ void fill(T *p, T value, int n)
{
    const int i = (int)(blockIdx.x * blockDim.x + threadIdx.x);
    if (i < n) p[i] = value;
}
static __global__ void neighbours(int *p)
{
    __shared__ int s[64];
    s[threadIdx.x] = (int)threadIdx.x;
    __syncthreads();
    p[threadIdx.x] = s[63 - threadIdx.x];
}
static __global__ void beyond(int *p) { p[0] = *(volatile int *)16; }
TEST(kernels_are_functions)
{
    int *p, back[64], n = 64, value = 7, blocks = 0, grid = 0;
    OK(cudaMalloc(&p, sizeof back));
    GPU__CUDA_LAUNCH((fill<int>), (gpu__cuda_by_thread()), 2, 32)(p, 5, 64);
    OK(cudaGetLastError());
    OK(cudaMemcpy(back, p, sizeof back, cudaMemcpyDeviceToHost));
    CHECK(back[0] == 5 && back[63] == 5);
    GPU__CUDA_LAUNCH((neighbours), (gpu__cuda_by_thread()), 1, 64)(p);
    OK(cudaMemcpy(back, p, sizeof back, cudaMemcpyDeviceToHost));
    CHECK(back[0] == 63 && back[63] == 0);
    void *arguments[] = {&p, &value, &n};
    OK(cudaLaunchKernel(fill<int>, dim3(2), dim3(32), arguments));
    OK(cudaLaunchCooperativeKernel(fill<int>, dim3(2), dim3(32), arguments));
    OK(cudaMemcpy(back, p, sizeof back, cudaMemcpyDeviceToHost));
    CHECK(back[0] == 7 && back[63] == 7);
    OK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, fill<int>, 256, 0));
    CHECK_INT(blocks, 4);
    OK(cudaOccupancyMaxPotentialBlockSize(&grid, &blocks, fill<int>));
    CHECK(grid > 0 && blocks > 0);
    GPU__CUDA_LAUNCH((fill<int>), (gpu__cuda_by_thread()), 1, 32, 64 << 10)(p, 5, 64);
    IS(cudaGetLastError(), cudaErrorInvalidValue);
    OK(cudaFuncSetAttribute(fill<int>, cudaFuncAttributeMaxDynamicSharedMemorySize, 64 << 10));
    GPU__CUDA_LAUNCH((fill<int>), (gpu__cuda_by_thread()), 1, 32, 64 << 10)(p, 5, 64);
    OK(cudaGetLastError());
    IS(cudaFuncSetAttribute(fill<int>, cudaFuncAttributeMaxDynamicSharedMemorySize, 1 << 20), cudaErrorInvalidValue);
    OK(cudaFuncSetCacheConfig(neighbours, cudaFuncCachePreferL1));
    GPU__CUDA_LAUNCH((fill<int>), (gpu__cuda_by_thread()), 0, 32)(p, 5, 64);
    IS(cudaGetLastError(), cudaErrorInvalidConfiguration);
    GPU__CUDA_LAUNCH((fill<int>), (gpu__cuda_by_thread()), 1, 2000)(p, 5, 64);
    IS(cudaGetLastError(), cudaErrorInvalidConfiguration);
    GPU__CUDA_LAUNCH((fill<int>), (gpu__cuda_by_thread()), 1, 32, 1 << 20)(p, 5, 64);
    IS(cudaGetLastError(), cudaErrorInvalidValue);
    IS(cudaLaunchCooperativeKernel(fill<int>, dim3(100000), dim3(32), arguments), cudaErrorCooperativeLaunchTooLarge);
    IS(cudaGetLastError(), cudaErrorCooperativeLaunchTooLarge);
    GPU__CUDA_LAUNCH((beyond), (gpu__cuda_by_thread()), 1, 1)(p);
    IS(cudaDeviceSynchronize(), cudaErrorLaunchFailure); /* and so is every later call */
    IS(cudaFree(p), cudaErrorLaunchFailure);
    IS(cudaGetLastError(), cudaErrorLaunchFailure);
    IS(cudaGetLastError(), cudaErrorLaunchFailure);
    OK(cudaDeviceReset());
    OK(cudaDeviceSynchronize());
}
#endif
#endif
TEST(the_last_test_resets_the_device)
{
    NEEDS_DEVICE();
    OK(cudaDeviceReset());
    OK(cudaGetLastError());
}
