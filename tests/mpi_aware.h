/* An MPI that takes device memory, where the one at hand does not: by MPI's profiling interface, what gpu.h hands to
   MPI goes through arrays of the host. It shows that pointers to device memory reach MPI as they are and what comes of
   them, not how fast a CUDA-aware MPI is. */

static struct {
    void *host, *device; /* device: where it is wanted, NULL for what goes out */
    int used, bytes;
    MPI_Request request;
} aware_pending[64];
static int aware_calls;

/* As an MPI copies, not by gpu_copy, which a tape would record. */
static void aware_copy(void *to, const void *from, int bytes)
{
#ifdef __CUDACC__
    if (gpu_device() != GPU_CPU) {
        CHECK(!cudaMemcpy(to, from, (size_t)bytes, cudaMemcpyDefault));
        return;
    }
#endif
    memcpy(to, from, (size_t)bytes);
}
static int aware_begin(const void *out, void *in, int count, MPI_Datatype type)
{
    int size = 0, k = 0;
    MPI_Type_size(type, &size);
    while (aware_pending[k].used) k++;
    aware_pending[k].used = 1, aware_pending[k].bytes = count * size, aware_pending[k].device = in;
    aware_pending[k].host = malloc((size_t)aware_pending[k].bytes + 1);
    if (out) aware_copy(aware_pending[k].host, out, aware_pending[k].bytes);
    aware_calls++;
    return k;
}
static int aware_end(int k, int code, MPI_Request *request)
{
    aware_pending[k].request = *request;
    return code;
}
#ifdef __cplusplus
extern "C" {
#endif
int MPI_Isend(const void *p, int count, MPI_Datatype type, int to, int tag, MPI_Comm comm, MPI_Request *request)
{
    const int k = aware_begin(p, NULL, count, type);
    return aware_end(k, PMPI_Isend(aware_pending[k].host, count, type, to, tag, comm, request), request);
}
int MPI_Irecv(void *p, int count, MPI_Datatype type, int from, int tag, MPI_Comm comm, MPI_Request *request)
{
    const int k = aware_begin(NULL, p, count, type);
    return aware_end(k, PMPI_Irecv(aware_pending[k].host, count, type, from, tag, comm, request), request);
}
int MPI_Ibcast(void *p, int count, MPI_Datatype type, int root, MPI_Comm comm, MPI_Request *request)
{
    const int k = aware_begin(p, p, count, type);
    return aware_end(k, PMPI_Ibcast(aware_pending[k].host, count, type, root, comm, request), request);
}
int MPI_Iallreduce(const void *in, void *out, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm,
                   MPI_Request *request)
{
    const int k = aware_begin(in == MPI_IN_PLACE ? out : in, out, count, type);
    return aware_end(k, PMPI_Iallreduce(MPI_IN_PLACE, aware_pending[k].host, count, type, op, comm, request), request);
}
int MPI_Wait(MPI_Request *request, MPI_Status *status)
{
    int k = 0, code;
    if (*request == MPI_REQUEST_NULL) return PMPI_Wait(request, status);
    while (!aware_pending[k].used || aware_pending[k].request != *request) k++;
    code = PMPI_Wait(request, status);
    if (aware_pending[k].device) aware_copy(aware_pending[k].device, aware_pending[k].host, aware_pending[k].bytes);
    free(aware_pending[k].host);
    aware_pending[k].used = 0;
    return code;
}
#ifdef __cplusplus
}
#endif
