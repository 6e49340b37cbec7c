/* ----------------------------------------------------------------------------------------------------- >>dlpack --

   #define GPU_DLPACK before the include, also in the file with the implementation, adds the functions of this part.
   They exchange arrays with other libraries without a copy, by DLPack: NumPy, CuPy, PyTorch, JAX
   and others hand out a managed tensor as the capsule that __dlpack__() returns. `versioned` says which of the two
   forms it is: 0 for a DLManagedTensor, the capsule "dltensor"; 1 for a DLManagedTensorVersioned, the capsule
   "dltensor_versioned". DLPack's own header is not needed. examples/dlpack/ uses these functions from Python. */
#ifdef GPU_DLPACK
enum { GPU_TENSOR_DIMS = 8 };
typedef struct gpu_tensor { /* a row-major array without gaps */
    void *p;
    gpu_type type;
    int dims;                      /* 0 to GPU_TENSOR_DIMS; with 0 it is one element */
    size_t shape[GPU_TENSOR_DIMS]; /* number of elements in each dimension, the slowest first */
    size_t n;                      /* their product; gpu_to_dlpack does not read it */
    int device;                    /* the GPU that p is memory of, or GPU_CPU; gpu_to_dlpack does not read it */
    int read_only;                 /* 1: who receives the tensor must not write to it */
} gpu_tensor;

/* Describes the array in *t as a managed tensor and returns that, or NULL on error. p may be any memory: of a GPU,
   managed, page-locked or ordinary; if it is in an allocation of gpu.h, the array must not exceed that. *t is copied.
   Whoever holds the tensor last calls its deleter once, or gpu_dlpack_delete. The deleter calls release(owner) if
   `release` is not NULL, on the thread that it runs on, and it is then that the memory may be freed or reused. Work
   that the consumer queued may still use the memory at that time: wait for it in `release` (gpu_sync), or free with
   gpu_free only memory that the consumer used on a stream which gpu.h knows of. A tensor that is not versioned cannot
   be read-only. The data is ready for the consumer after gpu_dlpack_ready. */
GPU_API void *gpu_to_dlpack(const gpu_tensor *t, int versioned, void (*release)(void *owner), void *owner);
/* Fills *t from a managed tensor of another library. The tensor must have elements of `type`, at most GPU_TENSOR_DIMS
   dimensions and no gaps in row-major order; it may be in memory of the current device or in host memory. Any other is
   refused, *t is then not changed, and the tensor still belongs to its capsule. On success the caller owns it: rename
   the capsule to "used_dltensor" or "used_dltensor_versioned". The memory is valid until the caller returns the tensor
   by gpu_dlpack_delete. That may be as soon as the calls that use the memory have been made: the other library's later
   work on the stream that gpu_dlpack_stream named runs after them, and on other streams it must wait for them. */
GPU_API gpu_status gpu_from_dlpack(gpu_tensor *t, const void *managed, int versioned, gpu_type type);
/* Calls the deleter of the managed tensor; NULL is valid. */
GPU_API void gpu_dlpack_delete(void *managed, int versioned);
/* As consumer: the number of the current stream for __dlpack__(stream=...), after which the producer has ordered its
   own work before later work on that stream. 0 on the CPU: pass None. */
GPU_API intptr_t gpu_dlpack_stream(void);
/* As producer: makes the consumer's stream, the argument of __dlpack__ (0 for None, which stands for the legacy default
   stream), wait for the work that is queued on the current stream. With -1, and on the CPU, it does nothing. Not
   permitted during graph capture. */
GPU_API gpu_status gpu_dlpack_ready(intptr_t stream);
#endif
