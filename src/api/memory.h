/* ----------------------------------------------------------------------------------------------------- >>memory -- */

typedef enum gpu_place {
    GPU_HOST = 0,    /* ordinary host memory, or any address that CUDA does not know */
    GPU_PINNED_HOST, /* page-locked host memory */
    GPU_MANAGED_MEM, /* the driver migrates it between host and device */
    GPU_ON_DEVICE
} gpu_place;
enum { GPU_DEVICE_MEM = GPU_ON_DEVICE, GPU_UNPOOLED_MEM }; /* with GPU_MANAGED_MEM: see gpu_allocator */

/* Allocates `bytes` bytes in the memory of the current device, aligned to 256 bytes and not initialised. 0 bytes is
   valid and gives a unique pointer. Returns NULL on error. On GPU_CPU all kinds are host memory. It does not wait,
   except as the memory pool below may. Not permitted between gpu_graph_begin and gpu_graph_end.

   Every function that is told how many elements or bytes it works on checks pointers into allocations of gpu.h, to
   their start or to their middle: if the range exceeds the allocation, it returns GPU_ERROR_INVALID_ARGUMENT and
   touches nothing. What a GPU_KERNEL accesses is not known before it runs (GPU_AT checks it then). Other memory is not
   checked. */
GPU_API void *gpu_malloc(size_t bytes);
GPU_API void *gpu_malloc_pinned(size_t bytes);  /* page-locked host memory: copies are fast and can be asynchronous */
GPU_API void *gpu_malloc_managed(size_t bytes); /* one pointer for host and device; fails beyond the free memory */
GPU_API gpu_status gpu_free(void *p);           /* frees any of the above, on any device; NULL is valid */
/* Chooses, for all threads, which memory gpu_malloc, GPU_NEW, GPU_ZEROS, GPU_NEW_LIKE and GPU_TO_DEVICE return on GPUs:
   GPU_DEVICE_MEM, the default: from the pool, see below. GPU_MANAGED_MEM: as gpu_malloc_managed. GPU_UNPOOLED_MEM: each
   allocation is a cudaMalloc and each gpu_free a cudaFree, which wait for the device; for compute-sanitizer, or for a
   GPU that other programs need too. Existing allocations stay valid, and gpu_free accepts them all; gpu_memory_trim
   releases what the pool still caches. Workspaces of gpu.h always come from the pool. GPU_ALLOCATOR in the environment
   sets the initial choice. */
GPU_API gpu_status gpu_allocator(int kind);
/* Use after free: passing a freed pointer to a function or kernel is GPU_ERROR_INVALID_POINTER, and the message says
   where it was freed. This holds until the memory is reused: for device memory until the pool hands it out again or is
   trimmed, for host memory while it is among the last 64 KiB that were freed (not with your own GPU_HOST_MALLOC).
   Page-locked and managed memory of a GPU is given back to CUDA at once.
   Under GPU_DEBUG freed memory of all kinds is quarantined, up to 64 MiB and a quarter of the free memory, and filled
   with 0xdd; gpu_free then waits for the device. A write to it, through a pointer in a structure for example, is
   reported when the memory leaves the quarantine: by a later gpu_free, by gpu_memory_trim, or at exit. */

/* The kind of memory that p points to; p may be any address. If CUDA cannot tell, after a fault for example, GPU_HOST
   with an error set. */
GPU_API gpu_place gpu_where(const void *p);
/* Describes the allocation of gpu.h that p points into; p may be any address. If that is not in an allocation, or was
   freed, base is NULL and left 0. (The address one past the end is not in it.) Takes constant time. */
typedef struct gpu_extent {
    void *base;       /* start of the allocation */
    size_t bytes;     /* its size as requested */
    size_t left;      /* bytes from p to its end */
    int device;       /* device that owns the memory; GPU_CPU for host memory */
    const char *file; /* where it was allocated; NULL if not known */
    int line;
} gpu_extent;
GPU_API gpu_status gpu_extent_of(const void *p, gpu_extent *extent);

/* Allocation of n elements of type T: a T *, or NULL on error; n * sizeof(T) is checked for overflow. GPU_ZEROS sets
   all bytes to zero. */
#define GPU_{NEW|ZEROS|PINNED|MANAGED}(T, n)                                                                           \
    (GPU__AS(T *, gpu__new(GPU__AS(size_t, n), sizeof(T), GPU__{DEVICE|DEVICE|PINNED|MANAGED},                         \
                           GPU__{AS_IT_IS|ZEROED|AS_IT_IS|AS_IT_IS}, NULL, "GPU_{1}", __FILE__, __LINE__)))
/* New memory, as from GPU_NEW, for as many elements as there are from p to the end of its allocation; p points into an
   allocation of gpu.h of any kind. In C++ a T * for a (const) T *p; in C a void *, which converts implicitly. */
#define GPU_NEW_LIKE(p) GPU__LIKE((p), __FILE__, __LINE__)
/* A new device copy of the n elements at `host`, and a new host copy of the n elements at `p`. Both wait for the copy;
   release them with gpu_free. */
#define GPU_TO_{DEVICE|HOST}(T, {host|p}, n)                                                                           \
    (GPU__AS(T *, gpu__new(GPU__AS(size_t, n), sizeof(T), GPU__{DEVICE|PLAIN}, GPU__COPIED, ({host|p}), "GPU_TO_{1}",  \
                           __FILE__, __LINE__)))

/* Copies `bytes` bytes from src to dst, in any kind of memory of any device, and waits until the copy is done. It runs
   in order on the current stream; if dst or src is memory of another GPU, also after the work queued on that GPU so
   far. dst and src must not overlap. */
GPU_API gpu_status gpu_copy(void *dst, const void *src, size_t bytes);
/* gpu_copy of n elements; returns its gpu_status. dst and src must point to the same element type, or the call does not
   compile (error: 'invalid operands', since it subtracts the pointers); n * sizeof is checked for overflow. */
#define GPU_COPY(dst, src, n)                                                                                          \
    (GPU__HERE, (void)sizeof((dst) - (src)), gpu__copy_elements((dst), (src), GPU__AS(size_t, n), sizeof *(dst)))
/* Sets each of the `bytes` bytes at p to `byte`, -128 to 255. Queued on the current stream for memory that a GPU
   can access, done at once for ordinary host memory. */
GPU_API gpu_status gpu_set(void *p, int byte, size_t bytes);

/* gpu_copy queued on the current stream: it returns before the copy is done, and until then src must not be written
   and dst not be used. Host memory must be page-locked for that; with ordinary host memory the call waits. */
GPU_API gpu_status gpu_copy_async(void *dst, const void *src, size_t bytes);
/* Prints n elements, or a matrix of rows x cols elements, to stdout in NumPy's format; the array may be in any memory.
   Of more than 1000 elements it prints the first and the last 3 in each dimension. GPU_PRINT also prints the name of
   the array: x = [1. 2. 3.]. The element types are those of gpu_type. Waits, as gpu_copy does, and copies only what it
   prints. */
#define {gpu_print|GPU_PRINT}(x, n) gpu_print_array(stdout, {NULL|#x}, (x), GPU__TYPE_TAG(x), GPU_PRINT_FLAT, (n))
#define {gpu_print_2d|GPU_PRINT_2D}(x, rows, cols)                                                                     \
    gpu_print_array(stdout, {NULL|#x}, (x), GPU__TYPE_TAG(x), (rows), (cols))
/* The same for any file, with a name or NULL; rows is GPU_PRINT_FLAT for a one-dimensional array of cols elements. */
#define GPU_PRINT_FLAT SIZE_MAX
static inline gpu_status gpu_print_array(FILE *out, const char *name, const void *x, gpu_type type, size_t rows,
                                         size_t cols);
/* Copies `height` rows of `width_bytes` bytes each; the pitch is the distance in bytes between the starts of two rows.
   Otherwise as gpu_copy: it waits, and the rows must not overlap. */
GPU_API gpu_status gpu_copy_2d(void *dst, size_t dst_pitch, const void *src, size_t src_pitch, size_t width_bytes,
                               size_t height);

/* The memory pool: gpu_free caches device memory for later calls of gpu_malloc. Neither waits, and neither calls the
   driver if a cached block of about the size exists. Which streams may use an allocation:
     - If the default stream was current at gpu_malloc (gpu_use_stream), every stream of the device may use the memory
       at once, and it may be freed as soon as the calls that use it have returned, on whatever streams they run. The
       pool reuses it only when that work is known to be done: in a program with streams of its own, a later gpu_malloc
       may wait for the device.
     - If another stream was current, the memory belongs to that stream: freed there, it is reused there without
       waiting. A second stream must wait for the first before it uses the memory, and the first for the second before
       the free (gpu_event_wait).
     - Wait for work that gpu.h does not know of (CUDA streams of other libraries, other devices) before gpu_free.
   If the device is exhausted, an allocation trims the pool and tries once more. */
typedef struct gpu_memory_stats { /* of the current device, in bytes */
    size_t used;                  /* allocated and not freed, as requested */
    size_t peak;                  /* maximum of `used` so far */
    size_t reserved;              /* held by gpu.h: used, cached, workspaces, rounding; equal to `used` on the CPU */
    size_t limit;                 /* maximum of `reserved`, 0 for none */
    size_t free, total;           /* of the device, for all programs; what gpu.h holds is not free */
    size_t allocations;           /* number that are not freed */
} gpu_memory_stats;
/* Fills *stats. Page-locked memory and memory from GPU_TO_HOST count for GPU_CPU. */
GPU_API gpu_status gpu_memory(gpu_memory_stats *stats);
GPU_API gpu_status gpu_memory_limit(size_t bytes); /* sets the limit of the current device; 0 removes it */
/* Waits for the current device and returns cached and quarantined memory to the system. */
GPU_API gpu_status gpu_memory_trim(void);
