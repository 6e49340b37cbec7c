/* ---- Launches of prewritten kernels ------------------------------------------------------------------------------ */

/* What is known of a kernel on one device. A kernel that is compiled for other architectures only is empty, without
   static shared memory. */
enum {
    GPU__KERNEL_KNOWN = 1,
    GPU__KERNEL_SM_90 = 2,      /* it may follow a kernel that still runs, and have clusters */
    GPU__KERNEL_HAS_SHARED = 4, /* it has static shared memory */
    GPU__KERNEL_PREPARED = 8    /* its limit of dynamic shared memory is set */
};
/* Finds that once for each device: all threads compute the same value. It stays 0 after an error. */
static inline cudaError_t gpu__kernel_ask(signed char *state, const void *kernel)
{
    cudaFuncAttributes f;
    int driver = 0;
    if (*state) return cudaSuccess;
    cudaError_t e = cudaFuncGetAttributes(&f, kernel);
    if (!e) e = cudaDriverGetVersion(&driver);
    if (e) return e;
    /* Older versions of CUDA and of the driver cannot capture a launch that follows. */
    const bool capturable = CUDART_VERSION >= 12030 && driver >= 12030;
    *state = GPU__KERNEL_KNOWN | (capturable && f.ptxVersion >= 90 ? GPU__KERNEL_SM_90 : 0) |
             (f.sharedSizeBytes ? GPU__KERNEL_HAS_SHARED : 0);
    return cudaSuccess;
}
template <auto kernel> static signed char &gpu__kernel_state(int device)
{
    static signed char state[GPU__MAX_DEVICES];
    return state[device];
}
template <auto kernel> static bool gpu__kernel_has(int device, int flag)
{
    signed char &state = gpu__kernel_state<kernel>(device);
    if (gpu__kernel_ask(&state, (const void *)kernel)) (void)cudaGetLastError(); /* a launch will have it, too */
    return state & flag;
}

/* The shape of a launch. From sm_90 on, the blocks of a kernel that follows may start while the kernel before it still
   runs (programmatic dependent launch): it calls gpu__follow before it reads or writes memory. */
struct gpu__launch_shape {
    const gpu__launch_context *context;
    dim3 blocks, threads;
    unsigned cluster = 0;               /* blocks of a cluster; up to 1: no clusters */
    size_t shared = 0, most_shared = 0; /* bytes of dynamic shared memory: here, and at most in any launch */
};
struct gpu__launch_config {
    cudaLaunchConfig_t config;
    cudaLaunchAttribute attribute[2];
};
/* Fills in the configuration, and sets the kernel's limit of dynamic shared memory once for each device. */
static inline cudaError_t gpu__launch_configure(gpu__launch_config *to, const gpu__launch_shape &shape,
                                                const void *kernel, signed char *state)
{
    cudaLaunchConfig_t &c = to->config;
    cudaError_t e = gpu__kernel_ask(state, kernel);
    if (e) return e;
    if (!(*state & GPU__KERNEL_PREPARED)) {
        if (shape.most_shared > 48 << 10)
            e = cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, (int)shape.most_shared);
        if (e) return e;
        *state |= GPU__KERNEL_PREPARED;
    }
    c = cudaLaunchConfig_t();
    c.gridDim = shape.blocks, c.blockDim = shape.threads, c.dynamicSmemBytes = shape.shared;
    c.stream = (cudaStream_t)shape.context->stream, c.attrs = to->attribute;
    if (*state & GPU__KERNEL_SM_90) {
        cudaLaunchAttribute &a = to->attribute[c.numAttrs++];
        a.id = cudaLaunchAttributeProgrammaticStreamSerialization;
        a.val.programmaticStreamSerializationAllowed = 1;
    }
    if (shape.cluster > 1) {
        cudaLaunchAttribute &a = to->attribute[c.numAttrs++];
        a.id = cudaLaunchAttributeClusterDimension;
        a.val.clusterDim.x = shape.cluster, a.val.clusterDim.y = a.val.clusterDim.z = 1;
    }
    return cudaSuccess;
}
template <auto kernel, class... Arg>
static cudaError_t gpu__launch_kernel(const gpu__launch_shape &shape, const Arg &...arg)
{
    gpu__launch_config to;
    const cudaError_t e =
        gpu__launch_configure(&to, shape, (const void *)kernel, &gpu__kernel_state<kernel>(shape.context->device));
    return e ? e : cudaLaunchKernelEx(&to.config, kernel, arg...);
}
/* The same for a kernel that may be chosen at run time, which has its limit of dynamic shared memory already. */
static inline cudaError_t gpu__launch_with(const gpu__launch_context *context, const void *kernel, size_t blocks,
                                           dim3 threads, size_t shared, void **argv)
{
    static signed char state[GPU__MAX_DEVICES]; /* of one kernel: all are compiled for the same architectures */
    gpu__launch_config to;
    if (blocks > 0x7fffffffu) return cudaErrorInvalidConfiguration;
    const gpu__launch_shape shape = {context, blocks ? (unsigned)blocks : 1, threads, 0, shared};
    const cudaError_t e = gpu__launch_configure(&to, shape, kernel, &state[context->device]);
    return e ? e : cudaLaunchKernelExC(&to.config, kernel, argv);
}
template <class Type> struct gpu__given {
    typedef Type type;
};
template <class... Param> static cudaError_t gpu__launch(const gpu__launch_context *context, void (*kernel)(Param...),
                                                         size_t blocks, dim3 threads, size_t shared,
                                                         typename gpu__given<Param>::type... arg)
{
    void *argv[] = {(void *)&arg...};
    return gpu__launch_with(context, (const void *)kernel, blocks, threads, shared, argv);
}

/* Programmatic dependent launch: waits until the kernels before this one are complete. With `lead` the next kernel's
   blocks may start as soon as all blocks of this one have arrived here. They poll while they wait, so if there are many
   of them they slow this kernel down. */
GPU__DEVICE_FN void gpu__follow(bool lead = gridDim.x <= 1024)
{
#if __CUDA_ARCH__ >= 900
    asm volatile("griddepcontrol.wait;" ::: "memory");
    if (lead) asm volatile("griddepcontrol.launch_dependents;" ::: "memory");
#endif
}
