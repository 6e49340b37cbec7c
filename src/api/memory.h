/* ----------------------------------------------------------------------------------------------------- >>memory -- */

typedef enum gpu_place {
    GPU_HOST = 0,    /* ordinary host memory, or memory CUDA has never heard of */
    GPU_PINNED_HOST, /* page-locked host memory */
    GPU_MANAGED_MEM, /* moves between host and device by itself */
    GPU_ON_DEVICE
} gpu_place;
enum { GPU_DEVICE_MEM = GPU_ON_DEVICE, GPU_UNPOOLED_MEM }; /* with GPU_MANAGED_MEM: see gpu_allocator */

/* Memory of the current device, aligned to 256 bytes, not initialised. 0 bytes is fine and gives a pointer of its
   own. NULL on failure (gpu_error() says why). On GPU_CPU all kinds are host memory.

   Every function that is told how many elements or bytes it works on checks that where a pointer is from here, be it
   to the start or into the middle of an allocation: what goes beyond the end is GPU_ERROR_INVALID_ARGUMENT, and
   nothing is touched. How far a GPU_KERNEL reaches only the kernel knows (GPU_AT checks it). Other memory is taken
   as it is. */
GPU_API void *gpu_malloc(size_t bytes);
GPU_API void *gpu_malloc_pinned(size_t bytes);  /* page-locked host memory: copies run at full speed, and async */
GPU_API void *gpu_malloc_managed(size_t bytes); /* one pointer for host and device; never more than is free */
GPU_API gpu_status gpu_free(void *p);           /* any of the above, from any device; NULL is fine */
/* What gpu_malloc, GPU_NEW, GPU_ZEROS, GPU_NEW_LIKE and GPU_TO_DEVICE give on GPUs from now on, to all threads:
   GPU_DEVICE_MEM from the pool (see below), as at first; GPU_MANAGED_MEM as gpu_malloc_managed; GPU_UNPOOLED_MEM: each
   is a cudaMalloc and each gpu_free a cudaFree, which wait for the device: for compute-sanitizer, or a card that others
   need too. What is there stays as it is, and gpu_free takes all of it; what the pool keeps goes by gpu_memory_trim.
   (What gpu.h itself needs is the pool's always. GPU_ALLOCATOR in the environment says how it begins.) */
GPU_API gpu_status gpu_allocator(int kind);
/* A freed pointer that is passed on, to a kernel too, is GPU_ERROR_INVALID_POINTER, and the message says where it
   was freed, as long as the memory has not gone to anyone else: device memory until it is handed out again or
   trimmed, host memory among the last 64 KiB that were freed (none with a GPU_HOST_MALLOC of your own). Later the
   address may be somebody's, and is not suspected. Under GPU_DEBUG all kinds of memory are kept aside, up to 64 MiB
   and a quarter of what is free, and filled with 0xdd; gpu_free waits for the device then. Code that writes there
   all the same (through a pointer in a structure, say) is reported when the memory is given up at last: by a later
   gpu_free, gpu_memory_trim, or when the program ends. */
/* Where it points; any address may be asked. Where CUDA cannot say, after a fault, GPU_HOST and an error. */
GPU_API gpu_place gpu_where(const void *p);
/* Which allocation of gpu.h p points into, and how far it reaches. Any address may be asked: what is none of ours, or
   was freed, has a base of NULL, and left 0. (One past the end is not in it.) Takes no longer the more there are. */
typedef struct gpu_extent {
    void *base;       /* its start */
    size_t bytes;     /* all of it, as asked for */
    size_t left;      /* from p on */
    int device;       /* whose memory it is; GPU_CPU for host memory */
    const char *file; /* where it was made, NULL if that is not known */
    int line;
} gpu_extent;
GPU_API gpu_status gpu_extent_of(const void *p, gpu_extent *extent);

/* Typed and checked for overflow: a T *, or NULL. */
#define GPU_NEW(T, n) ((T *)gpu__new((size_t)(n), sizeof(T), GPU__DEVICE, 0, NULL, "GPU_NEW", __FILE__, __LINE__))
#define GPU_ZEROS(T, n) ((T *)gpu__new((size_t)(n), sizeof(T), GPU__DEVICE, 1, NULL, "GPU_ZEROS", __FILE__, __LINE__))
#define GPU_PINNED(T, n) ((T *)gpu__new((size_t)(n), sizeof(T), GPU__PINNED, 0, NULL, "GPU_PINNED", __FILE__, __LINE__))
#define GPU_MANAGED(T, n)                                                                                              \
    ((T *)gpu__new((size_t)(n), sizeof(T), GPU__MANAGED, 0, NULL, "GPU_MANAGED", __FILE__, __LINE__))
/* As many elements as there are from p on, in new memory as from GPU_NEW; p points into an allocation of gpu.h, in any
   memory. A T * for a (const) T *p in C++; in C, whose pointers convert by themselves, a void *. */
#define GPU_NEW_LIKE(p) GPU__LIKE((p), __FILE__, __LINE__)
/* A device copy of n elements at `host`, and a host copy of n elements at `p`; gpu_free both. */
#define GPU_TO_DEVICE(T, host, n)                                                                                      \
    ((T *)gpu__new_copy((size_t)(n), sizeof(T), GPU__DEVICE, (host), "GPU_TO_DEVICE", __FILE__, __LINE__))
#define GPU_TO_HOST(T, p, n)                                                                                           \
    ((T *)gpu__new_copy((size_t)(n), sizeof(T), GPU__PLAIN, (p), "GPU_TO_HOST", __FILE__, __LINE__))

/* Copies `bytes` bytes; the direction follows from the pointers (host, pinned, managed, any device). In order with the
   current stream (the default one comes after all of the device's), and where one place is another GPU's memory, after
   all that this one was given; waits until the copy is done. dst and src must not overlap. */
GPU_API gpu_status gpu_copy(void *dst, const void *src, size_t bytes);
/* gpu_copy of n elements: dst and src point to elements of one type, or the call does not compile ('invalid operands':
   their difference is what the compiler is asked for), and n * sizeof is checked for overflow. A gpu_status. */
#define GPU_COPY(dst, src, n)                                                                                          \
    (GPU__HERE, (void)sizeof((dst) - (src)), gpu__copy_elements((dst), (src), (size_t)(n), sizeof *(dst)))
GPU_API gpu_status gpu_set(void *p, int byte,
                           size_t bytes); /* every byte of p; in order with the device's work, does not wait */

/* As gpu_copy, but queued on the current stream: it returns at once and both places must stay as they are until the
   stream has passed it. Host memory must be pinned for that; with ordinary memory the call waits. */
GPU_API gpu_status gpu_copy_async(void *dst, const void *src, size_t bytes);
/* Prints n elements, or a matrix of rows and cols, to stdout as NumPy does, from wherever they lie; of more than 1000
   the first and the last 3 in each direction. GPU_PRINT says the name of the array, too: x = [1. 2. 3.]. The types are
   those of gpu_type. Waits, as gpu_copy, of which it takes no more than what it prints. */
#define gpu_print(x, n) gpu_print_array(stdout, NULL, (x), GPU__TYPE_TAG(x), GPU_PRINT_FLAT, (n))
#define gpu_print_2d(x, rows, cols) gpu_print_array(stdout, NULL, (x), GPU__TYPE_TAG(x), (rows), (cols))
#define GPU_PRINT(x, n) gpu_print_array(stdout, #x, (x), GPU__TYPE_TAG(x), GPU_PRINT_FLAT, (n))
#define GPU_PRINT_2D(x, rows, cols) gpu_print_array(stdout, #x, (x), GPU__TYPE_TAG(x), (rows), (cols))
/* The same to a file, with a name or NULL; rows is GPU_PRINT_FLAT for an array of cols elements. */
#define GPU_PRINT_FLAT ((size_t)-1)
static inline gpu_status gpu_print_array(FILE *out, const char *name, const void *x, gpu_type type, size_t rows,
                                         size_t cols);
/* `height` rows of `width_bytes` bytes each, whose starts lie dst_pitch and src_pitch bytes apart. Waits, as
   gpu_copy. */
GPU_API gpu_status gpu_copy_2d(void *dst, size_t dst_pitch, const void *src, size_t src_pitch, size_t width_bytes,
                               size_t height);

/* gpu_free keeps device memory for the next gpu_malloc; neither of them waits, and neither calls the driver where a
   block of about the size is at hand. Who may use what, and when:
     - Allocated while the default stream is current (gpu_use_stream): any stream of the device may use it at once, and
       it may be freed as soon as the calls that use it have returned, whatever streams they ran on. It is handed out
       again only where that work cannot touch it any more: in a program that has streams of its own, the gpu_malloc
       that does so waits for the device if need be.
     - Allocated while a stream of yours is current: it belongs to that stream and, freed there, is handed out there
       again without waiting. Another stream waits for this one before it uses it, and this one for the other before
       the free (gpu_event_wait).
     - Work that gpu.h does not know of (CUDA streams made elsewhere, other devices) must be waited for before
       gpu_free. */
typedef struct
    gpu_memory_stats {  /* of the current device, in bytes; pinned and GPU_TO_HOST memory counts for GPU_CPU */
    size_t used;        /* allocated and not freed, as asked for */
    size_t peak;        /* the most that `used` has been */
    size_t reserved;    /* what gpu.h holds: used, kept for reuse, workspaces, rounding; equal to `used` on the CPU */
    size_t limit;       /* 0: none */
    size_t free, total; /* of the device, for all programs; what gpu.h holds is not free */
    size_t allocations; /* how many are not freed */
} gpu_memory_stats;
GPU_API gpu_status gpu_memory(gpu_memory_stats *stats);
GPU_API gpu_status gpu_memory_limit(size_t bytes); /* gpu.h will not hold more of this device; 0: no limit */
GPU_API gpu_status gpu_memory_trim(void);          /* waits, and gives back what is kept for reuse, or aside */
/* An allocation that finds the device exhausted trims and tries once more by itself. */
