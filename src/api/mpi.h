/* --------------------------------------------------------------------------------------------- >>several machines --

   MPI on device pointers: include <mpi.h> before this file, also in the file with the implementation, and link as MPI
   programs are (mpicc; nvcc -ccbin mpicxx). Arrays may be memory of a device, pinned or ordinary. What is a device's
   goes straight to a CUDA-aware MPI, and is staged through pinned host memory in overlapping pieces otherwise:
   GPU_MPI_AWARE=0 or 1 in the environment says which, where the MPI's own word is wrong. The calls wait for the work of
   the current stream, and are done when they return. n counts elements of `type`, an MPI_Datatype without gaps, and may
   be beyond 2^31. They pair with each other, not with MPI_Send and MPI_Recv.

   Errors are agreed: what one rank cannot do, or does otherwise than the rest, all ranks of a collective return, and
   none waits for it. Of a message the receiver hears what its sender could not do; a sender does not hear of its
   receiver. GPU_CHECK on one rank ends the job. */
#ifdef MPI_VERSION
/* Collective, behind MPI_Init: the calls below are among the ranks of `comm` from now on, and this process works on a
   GPU of its own if the host has one for it, see gpu_use_local_rank; its number is counted among the ranks of `comm`
   that share the host. */
GPU_API gpu_status gpu_mpi_use(MPI_Comm comm);
GPU_API int gpu_mpi_rank(void);  /* of this process in the communicator, 0 before gpu_mpi_use */
GPU_API int gpu_mpi_size(void);  /* of it, 1 before gpu_mpi_use */
GPU_API int gpu_mpi_aware(void); /* 1: device memory goes to MPI as it is */
/* n elements at p to rank `to`, and from rank `from`, whose gpu_mpi_send has the same n, type and tag. */
GPU_API gpu_status gpu_mpi_send(const void *p, size_t n, MPI_Datatype type, int to, int tag);
GPU_API gpu_status gpu_mpi_receive(void *p, size_t n, MPI_Datatype type, int from, int tag);
/* Both at once, as at the borders of a domain: n elements each way, between places that lie apart; MPI_PROC_NULL, no
   neighbour, leaves what would be received as it is. */
GPU_API gpu_status gpu_mpi_sendrecv(const void *send, int to, void *receive, int from, size_t n, MPI_Datatype type,
                                    int tag);
/* Collective, by all ranks with the same n, type and root. broadcast: p of rank `root` to all. scatter: each rank gets
   its share of the n elements at `from`, as gpu_split(n, rank, size, ...) gives it; gather: the shares of all come to
   `to`, in the order of the ranks. What only the root has may be NULL elsewhere. allreduce: out = the elements of all
   ranks, combined by `op` in MPI's order; `out` may be `in`. */
GPU_API gpu_status gpu_mpi_broadcast(void *p, size_t n, MPI_Datatype type, int root);
GPU_API gpu_status gpu_mpi_scatter(void *share, const void *from, size_t n, MPI_Datatype type, int root);
GPU_API gpu_status gpu_mpi_gather(void *to, const void *share, size_t n, MPI_Datatype type, int root);
GPU_API gpu_status gpu_mpi_allreduce(void *out, const void *in, size_t n, MPI_Datatype type, MPI_Op op);
/* Collective: the status of the first rank that has one, so that all go on or none does. */
GPU_API gpu_status gpu_mpi_agree(gpu_status status);
#endif

