/* ------------------------------------------------------------------------------------------------------ >>types -- */

typedef enum gpu_status {
    GPU_OK = 0,
    GPU_ERROR_INVALID_ARGUMENT, /* a pointer that must not be NULL, or an invalid size, shape or flag */
    GPU_ERROR_INVALID_POINTER,  /* memory that is not from gpu.h where it must be, or was freed */
    GPU_ERROR_INVALID_DEVICE,   /* no such device, or an object of another device */
    GPU_ERROR_OUT_OF_MEMORY,
    GPU_ERROR_LAUNCH,         /* a launch was refused: grid, block or shared memory exceeds the limits */
    GPU_ERROR_KERNEL,         /* a kernel faulted, or on the CPU violated a rule of the execution model */
    GPU_ERROR_NO_DEVICE_CODE, /* the current device is a GPU, and a C compiler compiled the function */
    GPU_ERROR_NOT_SUPPORTED,
    GPU_ERROR_CUDA, /* another failure of the CUDA runtime or driver, which the message quotes */
    GPU_ERROR_MPI   /* MPI failed; the message quotes it */
} gpu_status;

/* Element types, for functions that take the type as a value; GPU_U8 is uint8_t. */
typedef enum gpu_type { GPU_F32, GPU_F64, GPU_I32, GPU_I64, GPU_U8, GPU_U32, GPU_U64 } gpu_type;

typedef struct gpu_dim3 {
    unsigned x, y, z;
#ifdef GPU__CUDA /* on the CPU threadIdx is a gpu_dim3, and code written for CUDA expects a uint3 or dim3 */
    __host__ __device__ operator uint3() const { return {x, y, z}; }
    __host__ __device__ operator dim3() const { return {x, y, z}; }
#endif
} gpu_dim3;

#define GPU_CPU (-1) /* the CPU backend as a device */

typedef struct gpu_info {
    char name[128];
    const char *backend;              /* "cuda" or "cpu" */
    int device;                       /* ordinal, or GPU_CPU */
    int compute_major, compute_minor; /* 9, 0 for Hopper; 0, 0 on the CPU */
    int multiprocessors;              /* streaming multiprocessors, or CPU threads in use */
    int cores;                        /* logical CPU cores of the machine; 0 for a GPU */
    int simd_bits;                    /* width of the widest CPU vector in bits; 0 for a GPU */
    int warp_size;                    /* 32 on both backends */
    int clock_khz, memory_clock_khz;  /* 0 where unknown */
    int memory_bus_bits;              /* 0 where unknown */
    double bandwidth_gbs;             /* theoretical memory bandwidth in 1e9 bytes per second; 0 where unknown */
    size_t total_memory, free_memory; /* bytes */
    size_t l2_bytes;                  /* last-level cache; 0 where unknown */
    int max_threads_per_block;        /* 1024 on both backends */
    int max_threads_per_multiprocessor;
    gpu_dim3 max_block, max_grid;
    size_t shared_per_block;       /* bytes that a block can use by default */
    size_t shared_per_block_optin; /* bytes that a block can use with gpu_config_shared */
    size_t shared_per_multiprocessor;
    int driver_version, runtime_version; /* 13000 is CUDA 13.0; 0 on the CPU */
} gpu_info;

/* A launch configuration; make one with gpu_for, gpu_1d, gpu_2d, gpu_3d or gpu_grid. A zero lets the library choose. */
typedef struct gpu_config {
    size_t extent[3];    /* elements to cover in x, y, z; unused if `dims` is 0 */
    size_t grid[3];      /* number of blocks */
    size_t block[3];     /* threads of a block */
    size_t shared_bytes; /* dynamic shared memory of a block */
    int dims;            /* 1, 2, 3: the grid follows from `extent`, and 4, 5, 6 by gpu_for; 0: from `grid` */
    int cooperative;     /* all blocks are resident at once: gpu_cooperative */
    int line;
    const char *file; /* where it was made; error messages name it as the site of the launch */
} gpu_config;

typedef struct gpu_stats { /* what GPU_BENCH measures; milliseconds per repetition */
    double median_ms, min_ms, max_ms, mean_ms;
    int reps;
    struct gpu__bench *run; /* private */
} gpu_stats;
