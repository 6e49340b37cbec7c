
#ifdef GPU_SEVERAL_DEVICES
/* -- exchanges between devices -- */

static struct {
    uint64_t *flags; /* see gpu__exchange_flag; the other devices write here */
    int within_reach;
} gpu__exchange_device[GPU__MAX_DEVICES];

/* Once a device: its flags, and access to the memories of the others. */
static gpu_status gpu__cuda_exchange_open(int parts, uint64_t **flags, size_t *reach, const char *call)
{
    const int device = gpu__thread.device;
    const size_t bytes = sizeof(uint64_t) * 2 * GPU__MOST_PARTS * GPU__EXCHANGE_BLOCKS;
    const size_t row = GPU__EXCHANGE_BLOCKS, most = (size_t)gpu__global.device[device].multiprocessors;
    gpu_status s = GPU_OK;
    int other, can;
    if (!gpu__exchange_device[device].flags) {
        void *p = NULL;
        gpu__exchange_device[device].within_reach = 1;
        for (other = 0; other < parts; other++) {
            if (other == device) continue;
            if ((can = gpu__cuda_peer(device, other)) < 0) return gpu__thread.error;
            if (can) can = gpu__peer_access(other);
            gpu__exchange_device[device].within_reach &= can;
        }
        if ((s = gpu__cuda(cudaMalloc(&p, bytes), call))) return s;
        if ((s = gpu__cuda(cudaMemset(p, 0, bytes), call))) return s;
        gpu__exchange_device[device].flags = (uint64_t *)p;
    }
    *flags = gpu__exchange_device[device].flags;
    if (gpu__exchange_device[device].within_reach) *reach = most < row ? most : row;
    return gpu__cuda(cudaPeekAtLastError(), call); /* after a fault no kernel runs, and the others would wait for it */
}
static gpu_status gpu__cuda_exchange(const gpu__exchange *x, const gpu__exchange_args *a)
{
    return gpu__cuda((cudaError_t)x->device(a, gpu__thread.stream), x->call);
}
/* The others' kernels are past this part's flags from now on. What they compute is of no use: all parts fail. */
static void gpu__cuda_exchange_give_up(const gpu__exchange_args *a)
{
    static const size_t row = GPU__EXCHANGE_BLOCKS;
    uint64_t epoch[GPU__EXCHANGE_BLOCKS];
    int k, meeting;
    size_t i;
    for (i = 0; i < row; i++) epoch[i] = a->epoch + GPU__GIVEN_UP;
    for (k = 0; k < a->parts; k++)
        for (meeting = 0; meeting < 2 && k != a->part; meeting++) {
            (void)cudaSetDevice(k);
            (void)cudaMemcpyAsync(a->flags[k] + gpu__exchange_flag(meeting, a->part, 0), epoch, sizeof epoch,
                                  cudaMemcpyHostToDevice, gpu__cuda_pools[k].stream);
            (void)cudaStreamSynchronize(gpu__cuda_pools[k].stream);
        }
    (void)cudaSetDevice(a->part);
    (void)cudaGetLastError();
}
static void gpu__exchange_close(int device)
{
    if (gpu__exchange_device[device].flags) (void)cudaFree(gpu__exchange_device[device].flags);
    gpu__exchange_device[device].flags = NULL;
}
#endif
