/* --------------------------------------------------------------------------------------------- >>several machines --

   MPI on device pointers. Include <mpi.h> before gpu.h, also in the file with the implementation, and link as an MPI
   program (mpicc; nvcc -ccbin mpicxx). Arrays may be device, page-locked or ordinary host memory. A CUDA-aware MPI gets
   device pointers directly; for any other, device memory is staged through page-locked host memory in overlapping
   chunks. GPU_MPI_AWARE=0 or 1 in the environment overrides what MPI reports about itself. The calls wait for the work
   of the current stream and are done when they return. n is a number of elements of `type`, an MPI_Datatype without
   gaps, and may exceed 2^31. Messages of these functions do not match those of MPI_Send and MPI_Recv.

   All ranks agree on the errors of collectives: if one rank fails, or its call differs from the others, all return the
   error and none waits for it. A receiver also returns an error of its sender; a sender does not learn of an error of
   its receiver. A GPU_CHECK that fails on one rank ends the job. */
#ifdef MPI_VERSION
/* Collective, after MPI_Init. Selects the communicator of the functions below, and as current device GPU (r mod number
   of GPUs), where r is the number of this process among the ranks of `comm` on its host; the CPU if there is no GPU. */
GPU_API gpu_status gpu_mpi_use(MPI_Comm comm);
GPU_API int gpu_mpi_rank(void);  /* rank of this process in the communicator; 0 before gpu_mpi_use */
GPU_API int gpu_mpi_size(void);  /* number of its ranks; 1 before gpu_mpi_use */
GPU_API int gpu_mpi_aware(void); /* 1 if device pointers are passed to MPI directly */
/* Sends n elements at p to rank `to`; receives n from rank `from`, which must send the same n, type and tag. */
GPU_API gpu_status gpu_mpi_send(const void *p, size_t n, MPI_Datatype type, int to, int tag);
GPU_API gpu_status gpu_mpi_receive(void *p, size_t n, MPI_Datatype type, int from, int tag);
/* Sends n elements and receives n elements at once, as for a halo exchange; the two arrays must not overlap. With
   MPI_PROC_NULL for a missing neighbour nothing is sent, or nothing received and `receive` not changed. */
GPU_API gpu_status gpu_mpi_sendrecv(const void *send, int to, void *receive, int from, size_t n, MPI_Datatype type,
                                    int tag);
/* Collectives, called by all ranks with the same n, type and root. broadcast: copies p of rank `root` to p of all.
   scatter: copies to each rank its share, see gpu_split(n, rank, size, ...), of the n elements at `from` of rank root.
   gather: copies the shares to `to` of rank root, in the order of the ranks. `from` and `to` may be NULL on the other
   ranks. allreduce: out = the elements of all ranks combined by `op`, in the order that MPI chooses; `out` may be `in`,
   and must not overlap it otherwise. */
GPU_API gpu_status gpu_mpi_broadcast(void *p, size_t n, MPI_Datatype type, int root);
GPU_API gpu_status gpu_mpi_scatter(void *share, const void *from, size_t n, MPI_Datatype type, int root);
GPU_API gpu_status gpu_mpi_gather(void *to, const void *share, size_t n, MPI_Datatype type, int root);
GPU_API gpu_status gpu_mpi_allreduce(void *out, const void *in, size_t n, MPI_Datatype type, MPI_Op op);
/* Collective: returns the status of the first rank whose status is an error, on all ranks, so that either all continue
   or none does. */
GPU_API gpu_status gpu_mpi_agree(gpu_status status);
#endif
