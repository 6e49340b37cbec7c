/* C++: the overloads of the CUDA runtime's functions, and what launches a __global__ function, which is an ordinary
   function here. The translator (examples/cuda.c) makes GPU__CUDA_LAUNCH((k), grid, block)(x, n) of
   k<<<grid, block>>>(x, n), and puts GPU__CUDA_BODY in front of the body of k. */
#if defined(GPU_CUDA_RUNTIME) && !defined(GPU__CUDA)
GPU_API cudaError_t gpu__cuda_launch(gpu__kernel *kernel, const gpu_config *config, cudaStream_t stream, void **argv);
GPU_API cudaError_t gpu__cuda_symbol(void **p, const void *symbol, size_t bytes);
GPU_API cudaError_t gpu__cuda_symbol_fits(size_t size, size_t bytes, size_t offset);
#if defined(__cplusplus) && !defined(GPU__COMPILED)
#undef __global__
#define __global__
extern "C++" {
/* -- memory: a pointer of any type -- */
template <class T> static inline cudaError_t cudaMalloc(T **p, size_t bytes) { return cudaMalloc((void **)p, bytes); }
template <class T> static inline cudaError_t cudaMallocHost(T **p, size_t bytes, unsigned flags = 0)
{
    return cudaHostAlloc((void **)p, bytes, flags);
}
template <class T> static inline cudaError_t cudaHostAlloc(T **p, size_t bytes, unsigned flags)
{
    return cudaHostAlloc((void **)p, bytes, flags);
}
template <class T>
static inline cudaError_t cudaMallocManaged(T **p, size_t bytes, unsigned flags = cudaMemAttachGlobal)
{
    return cudaMallocManaged((void **)p, bytes, flags);
}
template <class T> static inline cudaError_t cudaMallocPitch(T **p, size_t *pitch, size_t width, size_t height)
{
    return cudaMallocPitch((void **)p, pitch, width, height);
}
template <class T> static inline cudaError_t cudaMallocAsync(T **p, size_t bytes, cudaStream_t stream)
{
    return cudaMallocAsync((void **)p, bytes, stream);
}
template <class T> static inline cudaError_t cudaHostGetDevicePointer(T **device, void *host, unsigned flags)
{
    return cudaHostGetDevicePointer((void **)device, host, flags);
}

/* -- symbols, whose sizes are known -- */
template <class T> static inline cudaError_t cudaMemcpyToSymbolAsync(const T &symbol, const void *src, size_t bytes,
                                                                     size_t offset, cudaMemcpyKind kind,
                                                                     cudaStream_t stream = NULL)
{
    const cudaError_t e = gpu__cuda_symbol_fits(sizeof(T), bytes, offset);
    return e ? e : cudaMemcpyToSymbolAsync((const void *)&symbol, src, bytes, offset, kind, stream);
}
template <class T> static inline cudaError_t cudaMemcpyToSymbol(const T &symbol, const void *src, size_t bytes,
                                                                size_t offset = 0,
                                                                cudaMemcpyKind kind = cudaMemcpyHostToDevice)
{
    const cudaError_t e = gpu__cuda_symbol_fits(sizeof(T), bytes, offset);
    return e ? e : cudaMemcpyToSymbol((const void *)&symbol, src, bytes, offset, kind);
}
template <class T> static inline cudaError_t cudaMemcpyFromSymbolAsync(void *dst, const T &symbol, size_t bytes,
                                                                       size_t offset, cudaMemcpyKind kind,
                                                                       cudaStream_t stream = NULL)
{
    const cudaError_t e = gpu__cuda_symbol_fits(sizeof(T), bytes, offset);
    return e ? e : cudaMemcpyFromSymbolAsync(dst, (const void *)&symbol, bytes, offset, kind, stream);
}
template <class T> static inline cudaError_t cudaMemcpyFromSymbol(void *dst, const T &symbol, size_t bytes,
                                                                  size_t offset = 0,
                                                                  cudaMemcpyKind kind = cudaMemcpyDeviceToHost)
{
    const cudaError_t e = gpu__cuda_symbol_fits(sizeof(T), bytes, offset);
    return e ? e : cudaMemcpyFromSymbol(dst, (const void *)&symbol, bytes, offset, kind);
}
template <class P, class T> static inline cudaError_t cudaGetSymbolAddress(P **p, const T &symbol)
{
    return gpu__cuda_symbol((void **)p, (const void *)&symbol, sizeof(T));
}
template <class T> static inline cudaError_t cudaGetSymbolSize(size_t *bytes, const T &)
{
    return *bytes = sizeof(T), cudaSuccess;
}

/* -- graphs: the form of CUDA 11 -- */
static inline cudaError_t cudaGraphInstantiate(cudaGraphExec_t *exec, cudaGraph_t graph, cudaGraphNode_t *, char *,
                                               size_t)
{
    return cudaGraphInstantiate(exec, graph, 0);
}

/* -- functions -- */
template <class F> static inline cudaError_t cudaFuncSetAttribute(F *f, cudaFuncAttribute attribute, int value)
{
    return cudaFuncSetAttribute((const void *)f, attribute, value);
}
template <class F> static inline cudaError_t cudaFuncSetCacheConfig(F *f, cudaFuncCache config)
{
    return cudaFuncSetCacheConfig((const void *)f, config);
}
template <class F> static inline cudaError_t cudaFuncSetSharedMemConfig(F *f, cudaSharedMemConfig config)
{
    return cudaFuncSetSharedMemConfig((const void *)f, config);
}
template <class F> static inline cudaError_t cudaFuncGetAttributes(cudaFuncAttributes *attributes, F *f)
{
    return cudaFuncGetAttributes(attributes, (const void *)f);
}
template <class F>
static inline cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, F *f, int threads, size_t bytes)
{
    return cudaOccupancyMaxActiveBlocksPerMultiprocessor(blocks, (const void *)f, threads, bytes);
}
template <class F> static inline cudaError_t
cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int *blocks, F *f, int threads, size_t bytes, unsigned)
{
    return cudaOccupancyMaxActiveBlocksPerMultiprocessor(blocks, (const void *)f, threads, bytes);
}
template <class F>
static inline cudaError_t cudaOccupancyMaxPotentialBlockSize(int *grid, int *block, F, size_t = 0, int limit = 0)
{
    return gpu__cuda_best_block(grid, block, limit);
}
template <class F, class Bytes>
static inline cudaError_t cudaOccupancyMaxPotentialBlockSizeVariableSMem(int *grid, int *block, F, Bytes, int limit = 0)
{
    return gpu__cuda_best_block(grid, block, limit);
}

/* -- launches -- */
template <size_t... I> struct gpu__cuda_indices {
};
template <size_t N, size_t... I> struct gpu__cuda_upto : gpu__cuda_upto<N - 1, N - 1, I...> {
};
template <size_t... I> struct gpu__cuda_upto<0, I...> {
    typedef gpu__cuda_indices<I...> all;
};
/* The kernel that calls `f` with arguments of these types. They are in argv, as those of a GPU_KERNEL are, and behind
   them is f, unless it has no members: then it is the lambda expression of a launch, or a pointer. */
template <class F, class... A> struct gpu__cuda_kernel {
    static_assert(
        sizeof...(A) + !__is_empty(F) <= 16,
        "gpu.h: on the CPU a kernel has at most 16 parameters (15, if it is called through a pointer): pass a "
        "structure");
    template <size_t... I> static GPU__ALWAYS_INLINE void call(void **argv, gpu__cuda_indices<I...>)
    {
        static char nothing;
        (*(F *)(__is_empty(F) ? &nothing : argv[sizeof...(A)]))(*(A *)argv[I]...);
    }
    static void one(void **argv) { call(argv, typename gpu__cuda_upto<sizeof...(A)>::all()); }
    static gpu__kernel *of(const char *name)
    {
        static gpu__kernel it = {name,
                                 NULL,
                                 0,
                                 one,
                                 {NULL, NULL, NULL},
                                 gpu__shared_bounds,
                                 NULL,
                                 (int)sizeof...(A) + !__is_empty(F),
                                 {sizeof(A)..., sizeof(F)},
                                 0,
                                 NULL,
                                 0,
                                 0,
                                 0,
                                 {0, 0, 0},
                                 0,
                                 0};
        const bool may_point[] = {(GPU__MAY_POINT(A))..., false};
        for (size_t k = 0; k < sizeof...(A); k++) it.pointers |= may_point[k] ? 1u << k : 0u;
        return &it;
    }
};
struct gpu__cuda_configuration {
    gpu_config config;
    cudaStream_t stream;
    gpu__cuda_configuration(const char *file, int line, dim3 grid, dim3 block, size_t bytes = 0, cudaStream_t on = NULL)
        : config((gpu_grid)(grid.x, grid.y, grid.z, block.x, block.y, block.z)), stream(on)
    {
        config.shared_bytes = bytes;
        config.file = file;
        config.line = line;
    }
};
/* A launch without its arguments, which operator() gives it. */
template <class F> struct gpu__cuda_launcher {
    const char *name;
    gpu__cuda_configuration at;
    F f;
    template <class... A> void operator()(A... a)
    {
        void *argv[] = {GPU__ADDRESS_OF(A, a)..., GPU__ADDRESS_OF(F, f)};
        (void)gpu__cuda_launch(gpu__cuda_kernel<F, A...>::of(name), &at.config, at.stream, argv);
    }
};
template <class F>
static inline gpu__cuda_launcher<F> gpu__cuda_launcher_of(const char *name, const gpu__cuda_configuration &at, F f)
{
    const gpu__cuda_launcher<F> launcher = {name, at, f};
    return launcher;
}
#define GPU__CUDA_TEXT(...) #__VA_ARGS__
#define GPU__CUDA_LAUNCH(kernel, ...)                                                                                  \
    gpu__cuda_launcher_of(GPU__CUDA_TEXT kernel, gpu__cuda_configuration(__FILE__, __LINE__, __VA_ARGS__),             \
                          [=](auto... gpu__argument) { GPU__STRIP kernel(gpu__argument...); })
/* The thread's indices are in local variables, which the compiler can keep in registers. */
#define GPU__CUDA_BODY                                                                                                 \
    const gpu__thread_indices gpu__id GPU__UNUSED = gpu__cuda_ids(), *const gpu__ids GPU__UNUSED = &gpu__id;
static GPU__ALWAYS_INLINE gpu__thread_indices gpu__cuda_ids()
{
    gpu__thread_indices id = *gpu__own_ids();
    id.known = 1;
    return id;
}
template <class... P>
static inline cudaError_t gpu__cuda_call(void (*f)(P...), gpu_config config, void **arguments, cudaStream_t stream)
{
    void *argv[sizeof...(P) + 1];
    for (size_t k = 0; k < sizeof...(P); k++) argv[k] = arguments[k];
    argv[sizeof...(P)] = (void *)&f;
    return gpu__cuda_launch(gpu__cuda_kernel<void (*)(P...), P...>::of("kernel"), &config, stream, argv);
}
template <class... P> static inline cudaError_t
cudaLaunchKernel(void (*f)(P...), dim3 grid, dim3 block, void **arguments, size_t bytes = 0, cudaStream_t stream = NULL)
{
    return gpu__cuda_call(f, gpu__cuda_configuration(NULL, 0, grid, block, bytes).config, arguments, stream);
}
template <class... P> static inline cudaError_t cudaLaunchCooperativeKernel(void (*f)(P...), dim3 grid, dim3 block,
                                                                            void **arguments, size_t bytes = 0,
                                                                            cudaStream_t stream = NULL)
{
    return gpu__cuda_call(f, gpu_cooperative(gpu__cuda_configuration(NULL, 0, grid, block, bytes).config), arguments,
                          stream);
}
/* `extern __shared__ T s[];` outside of functions: an object that converts to the address of that memory. */
template <class T> struct gpu__cuda_dynamic {
    operator T *() const { return (T *)gpu__dynamic_shared(__FILE__, __LINE__); }
    template <class U> explicit operator U *() const { return (U *)gpu__dynamic_shared(__FILE__, __LINE__); }
    T *operator&() const { return (T *)gpu__dynamic_shared(__FILE__, __LINE__); }
};
}
#endif
#endif
