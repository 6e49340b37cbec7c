/* C++: the overloads of the CUDA runtime's functions, and what launches a __global__ function, which is an ordinary
   function here. The translator (examples/cuda.c) makes GPU__CUDA_LAUNCH((k), (what runs a block), grid, block)(x, n)
   of k<<<grid, block>>>(x, n), and puts GPU__CUDA_BODY in front of the body of k. */
#if defined(GPU_CUDA_RUNTIME) && !defined(GPU__CUDA)
GPU_API cudaError_t gpu__cuda_launch(gpu__kernel *kernel, const gpu_config *config, cudaStream_t stream, void **argv);
GPU_API void *gpu__cuda_dynamic_memory(void);
GPU_API void gpu__cuda_assert(const char *text, const char *file, int line, const char *function);
GPU_API cudaError_t gpu__cuda_symbol(void **p, const void *symbol, size_t bytes);
GPU_API cudaError_t gpu__cuda_symbol_fits(size_t size, size_t bytes, size_t offset);
#if defined(__cplusplus) && !defined(GPU__COMPILED)
#include <type_traits>
#undef __global__
#define __global__
extern "C++" {
/* -- memory: a pointer of any type -- */
template <class Type> static cudaError_t cudaMalloc(Type **p, size_t bytes) { return cudaMalloc((void **)p, bytes); }
template <class Type> static cudaError_t
cudaMalloc{Async|Managed|Host}(Type **p, size_t bytes,
                               {cudaStream_t on|unsigned flags = cudaMemAttachGlobal|unsigned flags = 0})
{
    return cuda{MallocAsync|MallocManaged|HostAlloc}((void **)p, bytes, {on|flags|flags});
}
template <class Type>
static cudaError_t cudaHost{Alloc|GetDevicePointer}(Type **p, {size_t bytes|void *host}, unsigned flags)
{
    return cudaHost{1}((void **)p, {bytes|host}, flags);
}
template <class Type> static cudaError_t cudaMallocPitch(Type **p, size_t *pitch, size_t width, size_t height)
{
    return cudaMallocPitch((void **)p, pitch, width, height);
}

/* -- hints: the parameters of CUDA 13 -- */
static inline cudaError_t cudaMemPrefetchAsync(const void *p, size_t bytes, cudaMemLocation location, unsigned flags,
                                               cudaStream_t stream = NULL)
{
    return cudaMemPrefetchAsync_v2(p, bytes, location, flags, stream);
}
static inline cudaError_t cudaMemAdvise(const void *p, size_t bytes, cudaMemoryAdvise advice, cudaMemLocation location)
{
    return cudaMemAdvise_v2(p, bytes, advice, location);
}

/* -- vectors of one element, and of long -- */
#define GPU__CUDA_VECTOR_1(name, element)                                                                              \
    typedef struct {                                                                                                   \
        element x;                                                                                                     \
    } name##1;                                                                                                         \
    static inline name##1 make_##name##1(element x) { return {x}; }
GPU__CUDA_VECTOR_1({char|uchar|short|ushort|int|uint}, {signed char|unsigned char|short|unsigned short|int|unsigned})
GPU__CUDA_VECTOR_1({long|ulong|longlong|ulonglong}, {long|unsigned long|long long|unsigned long long})
GPU__CUDA_VECTOR_1({float|double}, {float|double})
GPU__VECTORS({long|ulong}, {long|unsigned long})
GPU__MAKE_VECTORS({long|ulong}, {long|unsigned long})

/* -- symbols, whose sizes are known -- */
template <class Type> static inline cudaError_t
cudaMemcpy{To|From}SymbolAsync({const Type &symbol, const void *src|void *dst, const Type &symbol}, size_t bytes,
                               size_t offset, cudaMemcpyKind kind, cudaStream_t stream = NULL)
{
    const cudaError_t e = gpu__cuda_symbol_fits(sizeof(Type), bytes, offset);
    return e ? e
             : cudaMemcpy{1}SymbolAsync({(const void *)&symbol, src|dst, (const void *)&symbol}, bytes, offset, kind,
                                        stream);
}
template <class Type>
static inline cudaError_t cudaMemcpy{To|From}Symbol({const Type &symbol, const void *src|void *dst, const Type &symbol},
                                                    size_t bytes, size_t offset = 0,
                                                    cudaMemcpyKind kind = cudaMemcpy{HostToDevice|DeviceToHost})
{
    const cudaError_t e = gpu__cuda_symbol_fits(sizeof(Type), bytes, offset);
    return e ? e : cudaMemcpy{1}Symbol({(const void *)&symbol, src|dst, (const void *)&symbol}, bytes, offset, kind);
}
template <class Parameter, class Type> static inline cudaError_t cudaGetSymbolAddress(Parameter **p, const Type &symbol)
{
    return gpu__cuda_symbol((void **)p, (const void *)&symbol, sizeof(Type));
}
template <class Type> static inline cudaError_t cudaGetSymbolSize(size_t *bytes, const Type &)
{
    return *bytes = sizeof(Type), cudaSuccess;
}

static inline cudaError_t cudaEventCreate(cudaEvent_t *event, unsigned flags)
{
    return cudaEventCreateWithFlags(event, flags);
}

/* -- graphs: the form of CUDA 11 -- */
static inline cudaError_t cudaGraphInstantiate(cudaGraphExec_t *exec, cudaGraph_t graph, cudaGraphNode_t *, char *,
                                               size_t)
{
    return cudaGraphInstantiate(exec, graph, 0);
}

/* -- functions -- */
template <class Function>
static inline cudaError_t cudaFuncSetAttribute(Function *f, cudaFuncAttribute attribute, int value)
{
    return cudaFuncSetAttribute((const void *)f, attribute, value);
}
template <class Function>
static inline cudaError_t cudaFuncSet{Cache|SharedMem}Config(Function *f, cuda{FuncCache|SharedMemConfig} config)
{
    return cudaFuncSet{1}Config((const void *)f, config);
}
template <class Function> static inline cudaError_t cudaFuncGetAttributes(cudaFuncAttributes *attributes, Function *f)
{
    return cudaFuncGetAttributes(attributes, (const void *)f);
}
template <class Function>
static inline cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor{|WithFlags}(int *blocks, Function *f,
                                                                                    int threads,
                                                                                    size_t bytes{|, unsigned})
{
    return cudaOccupancyMaxActiveBlocksPerMultiprocessor(blocks, (const void *)f, threads, bytes);
}
template <class Function{|, class Bytes}> static inline cudaError_t
cudaOccupancyMaxPotentialBlockSize{|VariableSMem}(int *grid, int *block, Function, {size_t = 0|Bytes}, int limit = 0)
{
    return gpu__cuda_best_block(grid, block, limit);
}

/* -- launches -- */
template <size_t... Index> struct gpu__cuda_indices {
};
template <size_t Count, size_t... Index> struct gpu__cuda_upto : gpu__cuda_upto<Count - 1, Count - 1, Index...> {
};
template <size_t... Index> struct gpu__cuda_upto<0, Index...> {
    typedef gpu__cuda_indices<Index...> all;
};
/* A GPU gets the bytes of an argument: its copy constructor and destructor run on the host, once for a launch. So a
   parameter of a class that has these is its bytes, of which each thread has a copy of its own. */
template <class Type> struct gpu__cuda_bytes {
    alignas(Type) unsigned char bytes[sizeof(Type)];
    gpu__cuda_bytes(const Type &from) { memcpy(bytes, &from, sizeof bytes); }
};
template <class Type, class Other> using gpu__cuda_trivial_or =
    typename std::conditional<__is_trivially_copyable(Type), Type, Other>::type;
template <class Type> using gpu__cuda_parameter = gpu__cuda_trivial_or<Type, gpu__cuda_bytes<Type>>;
template <class Type> GPU__LIFTED_FN Type &gpu__cuda_value(Type &x) { return x; }
template <class Type> GPU__LIFTED_FN Type &gpu__cuda_value(gpu__cuda_bytes<Type> &x) { return *(Type *)x.bytes; }
/* One step of a kernel that the translator has split at its barriers: f for each thread that has not ended (ended: NULL
   if none can). gpu__trace is behind a pointer, or gcc makes its address a vector's operand, which ld refuses. */
template <class Function> static GPU__ALWAYS_INLINE void gpu__cuda_each(const unsigned char *ended, const Function &f)
{
    const gpu_dim3 dim = gpu__simulated.id.block_dim;
    unsigned char *__restrict marks = gpu__trace;
    size_t t = 0; /* of 64 bits: 32 might wrap around, and then its elements are not side by side */
    GPU__ASSUME(dim.x <= 1024)
#ifdef GPU__GNU
    __asm__("" : "+r"(marks));
#endif
    for (unsigned z = 0; z < dim.z; z++)
        for (unsigned y = 0; y < dim.y; y++) {
            const unsigned char row = gpu__new_row();
            gpu__simulated.id.thread.z = z, gpu__simulated.id.thread.y = y;
            for (unsigned x = 0; x < dim.x; x++, t++) {
                if (ended && ended[t]) continue;
                marks[x] = row;
                f(uint3{x, y, z}, t);
            }
        }
    gpu__simulated.row = 0;
}
struct gpu__cuda_by_thread { /* in place of a function that runs a block */
};
/* The kernel that calls `f` with arguments of these types. They are in argv, as those of a GPU_KERNEL are, and behind
   them is f, unless it has no members: then it is the lambda expression of a launch, or a pointer. Block has none. */
template <class Function, class Block, class... Argument> struct gpu__cuda_kernel {
    static_assert(sizeof...(Argument) < GPU__ARGUMENTS,
                  "gpu.h: on the CPU a kernel of a CUDA file has at most 31 parameters: pass a structure");
    typedef typename gpu__cuda_upto<sizeof...(Argument)>::all indices;
    static GPU__ALWAYS_INLINE Function &function(void **argv)
    {
        static char nothing;
        return *(Function *)(__is_empty(Function) ? &nothing : argv[sizeof...(Argument)]);
    }
    template <size_t... Index> static GPU__ALWAYS_INLINE void call(void **argv, gpu__cuda_indices<Index...>)
    {
        function(argv)(*(Argument *)argv[Index]...);
    }
    static void one(void **argv)
    {
        (void)gpu__own_ids();
        call(argv, indices());
    }
    /* The threads of a block without barriers, as GPU__REST_COPY runs those of a GPU_KERNEL. */
    static GPU__ALWAYS_INLINE void loop(Function f, gpu__cuda_trivial_or<Argument, Argument &>... a)
    {
        const gpu_dim3 dim = gpu__simulated.id.block_dim;
        gpu__simulated.touched = 1;
        for (unsigned z = 0; z < dim.z; z++)
            for (unsigned y = 0; y < dim.y; y++) {
                gpu__simulated.id.thread.z = z, gpu__simulated.id.thread.y = y;
                for (unsigned x = 0; x < dim.x; x++) {
                    gpu__simulated.id.thread.x = x;
                    f(a...);
                    if (gpu__simulated.stop) return;
                }
            }
    }
    template <size_t... Index> static GPU__ALWAYS_INLINE void all(void **argv, gpu__cuda_indices<Index...>)
    {
        loop(function(argv), *(Argument *)argv[Index]...);
    }
    static void rest(void **argv) { all(argv, indices()); }
    template <size_t... Index> static GPU__ALWAYS_INLINE void block(void **argv, gpu__cuda_indices<Index...>)
    {
        static char nothing;
        gpu__simulated.touched = 1;
        if (!(*(Block *)&nothing)(*(Argument *)argv[Index]...)) all(argv, indices());
    }
    GPU__COPIES(GPU__VARIANT, GPU__HOT, blocks, (void **argv), block(argv, indices()))
    static void set_code(gpu__kernel *k, gpu__cuda_by_thread *) { k->rest[0] = k->rest[1] = k->rest[2] = rest; }
    template <class Blocks> static void set_code(gpu__kernel *k, Blocks *)
    {
        void (*const by[])(void **) = GPU__TABLE(blocks);
        memcpy(k->rest, by, sizeof by);
    }
    static gpu__kernel made(const char *name)
    {
        const size_t size[] = {sizeof(Argument)..., sizeof(Function)};
        const bool may_point[] = {(GPU__MAY_POINT(Argument) != 0)..., false};
        gpu__kernel k = gpu__kernel();
        k.name = name, k.one = one, k.shared = gpu__shared_bounds;
        k.count = (int)sizeof...(Argument) + !__is_empty(Function);
        memcpy(k.size, size, sizeof size);
        for (size_t i = 0; i < sizeof...(Argument); i++) k.pointers |= may_point[i] ? 1u << i : 0u;
        set_code(&k, (Block *)NULL);
        return k;
    }
    static gpu__kernel *of(const char *name)
    {
        static gpu__kernel it = made(name);
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
/* Argument launch without its arguments, which operator() gives it. */
template <class Function, class Block> struct gpu__cuda_launcher {
    const char *name;
    gpu__cuda_configuration at;
    Function f;
    template <class... Argument> void operator()(Argument... a)
    {
        void *argv[] = {GPU__ADDRESS_OF(Argument, a)..., GPU__ADDRESS_OF(Function, f)};
        (void)gpu__cuda_launch(gpu__cuda_kernel<Function, Block, Argument...>::of(name), &at.config, at.stream, argv);
    }
};
template <class Function, class Block> static inline gpu__cuda_launcher<Function, Block>
gpu__cuda_launcher_of(const char *name, const gpu__cuda_configuration &at, Function f, Block)
{
    return {name, at, f};
}
#define GPU__CUDA_LAUNCH(kernel, block, ...)                                                                           \
    gpu__cuda_launcher_of(                                                                                             \
        GPU__TEXT_ kernel, gpu__cuda_configuration(__FILE__, __LINE__, __VA_ARGS__),                                   \
        [=](auto &...gpu__argument) { GPU__STRIP kernel(gpu__argument...); }, GPU__STRIP block)
/* In front of the definition of a kernel, so that the loop over the threads of a block contains it. */
#if defined(GPU__GNU) && defined(__OPTIMIZE__)
#define GPU__CUDA_INLINE __attribute__((__always_inline__))
#else
#define GPU__CUDA_INLINE
#endif
/* In a CUDA file threadIdx and the like are no macros, since programs name variables of the host blockDim and gridDim:
   they are local variables of the functions that the translator finds them in, and elsewhere the objects below. At the
   start of a kernel the indices of its thread are in gpu__simulated. They are copied one by one, so that each is a
   variable of its own to the compiler, and can stay in a register. */
#ifdef GPU__CUDA_FILE
#undef threadIdx
#undef blockIdx
#undef blockDim
#undef gridDim
#define GPU__CUDA_INDEX(Type, name, member)                                                                            \
    static const struct gpu__cuda_##name {                                                                             \
        operator Type() const { return gpu__own_ids()->member; }                                                       \
        GPU__CUDA_AXIS(member, x) GPU__CUDA_AXIS(member, y) GPU__CUDA_AXIS(member, z)                                  \
    } name GPU__UNUSED = {{}, {}, {}};
#define GPU__CUDA_AXIS(member, axis)                                                                                   \
    struct {                                                                                                           \
        operator unsigned() const { return gpu__own_ids()->member.axis; }                                              \
    } axis;
GPU__CUDA_INDEX({uint3|uint3|dim3|dim3}, {threadIdx|blockIdx|blockDim|gridDim}, {thread|block|block_dim|grid_dim})
#define GPU__CUDA_INDICES                                                                                              \
    const uint3 threadIdx GPU__UNUSED = gpu__id.thread, blockIdx GPU__UNUSED = gpu__id.block;                          \
    const dim3 blockDim GPU__UNUSED = gpu__id.block_dim, gridDim GPU__UNUSED = gpu__id.grid_dim;
#define GPU__CUDA_BODY                                                                                                 \
    gpu__thread_indices gpu__id;                                                                                       \
    const gpu__thread_indices *const gpu__ids GPU__UNUSED = gpu__cuda_ids(&gpu__id);                                   \
    GPU__CUDA_INDICES
#define GPU__CUDA_DEVICE_BODY                                                                                          \
    gpu__thread_indices gpu__id = *gpu__own_ids();                                                                     \
    GPU__CUDA_INDICES
static GPU__ALWAYS_INLINE const gpu__thread_indices *gpu__cuda_ids(gpu__thread_indices *id)
{
    const gpu__thread_indices *const from = &gpu__simulated.id;
    id->thread.x = from->thread.x, id->thread.y = from->thread.y, id->thread.z = from->thread.z;
    id->block.x = from->block.x, id->block.y = from->block.y, id->block.z = from->block.z;
    id->block_dim.x = from->block_dim.x, id->block_dim.y = from->block_dim.y, id->block_dim.z = from->block_dim.z;
    id->grid_dim.x = from->grid_dim.x, id->grid_dim.y = from->grid_dim.y, id->grid_dim.z = from->grid_dim.z;
    id->known = 1;
    return id;
}
#endif
template <class... Parameter> static inline cudaError_t gpu__cuda_call(void (*f)(Parameter...), gpu_config config,
                                                                       void **arguments, cudaStream_t stream)
{
    void *argv[sizeof...(Parameter) + 1];
    for (size_t k = 0; k < sizeof...(Parameter); k++) argv[k] = arguments[k];
    argv[sizeof...(Parameter)] = (void *)&f;
    return gpu__cuda_launch(gpu__cuda_kernel<void (*)(Parameter...), gpu__cuda_by_thread, Parameter...>::of("kernel"),
                            &config, stream, argv);
}
template <class... Parameter>
static inline cudaError_t cudaLaunch{|Cooperative}Kernel(void (*f)(Parameter...), dim3 grid, dim3 block,
                                                         void **arguments, size_t bytes = 0, cudaStream_t stream = NULL)
{
    const gpu_config config = gpu__cuda_configuration(NULL, 0, grid, block, bytes).config;
    return gpu__cuda_call(f, {config|gpu_cooperative(config)}, arguments, stream);
}
/* `extern __shared__ T s[];` outside of functions: an object that converts to the address of that memory. */
template <class Type> struct gpu__cuda_dynamic {
    operator Type *() const { return (Type *)gpu__cuda_dynamic_memory(); }
    template <class Other> explicit operator Other *() const { return (Other *)gpu__cuda_dynamic_memory(); }
    Type *operator&() const { return (Type *)gpu__cuda_dynamic_memory(); }
};
}
#endif
#endif
