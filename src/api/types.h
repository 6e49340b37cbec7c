/* ------------------------------------------------------------------------------------------------------ >>types -- */

typedef enum gpu_status {
    GPU_OK = 0,
    GPU_ERROR_INVALID_ARGUMENT, /* a NULL, a size, a shape or a flag that cannot work */
    GPU_ERROR_INVALID_POINTER,  /* memory that is not ours, or was freed already */
    GPU_ERROR_INVALID_DEVICE,   /* no such device */
    GPU_ERROR_OUT_OF_MEMORY,
    GPU_ERROR_LAUNCH,         /* a launch was refused: grid, block or shared memory beyond the limits */
    GPU_ERROR_KERNEL,         /* a kernel broke a rule while it ran (CPU), or faulted (GPU) */
    GPU_ERROR_NO_DEVICE_CODE, /* the function was compiled by a C compiler, the current device is a GPU */
    GPU_ERROR_NOT_SUPPORTED,
    GPU_ERROR_CUDA, /* the CUDA runtime or the driver failed in another way; the message has its words */
    GPU_ERROR_MPI   /* MPI failed; likewise */
} gpu_status;

/* The types of elements, where a function is told by a value; GPU_U8 is uint8_t. */
typedef enum gpu_type { GPU_F32, GPU_F64, GPU_I32, GPU_I64, GPU_U8, GPU_U32, GPU_U64 } gpu_type;

typedef struct gpu_dim3 {
    unsigned x, y, z;
#ifdef GPU__CUDA /* what threadIdx is on the CPU, where a kernel wants what it is on a GPU */
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
    int simd_bits;                    /* widest CPU vector in bits; 0 for a GPU */
    int warp_size;                    /* 32 on both backends */
    int clock_khz, memory_clock_khz;  /* 0 where unknown */
    int memory_bus_bits;              /* 0 where unknown */
    double bandwidth_gbs;             /* theoretical memory bandwidth in 1e9 bytes a second; 0 where unknown */
    size_t total_memory, free_memory; /* bytes */
    size_t l2_bytes;                  /* last-level cache; 0 where unknown */
    int max_threads_per_block;        /* 1024 on both backends */
    int max_threads_per_multiprocessor;
    gpu_dim3 max_block, max_grid;
    size_t shared_per_block;       /* bytes a block gets without asking */
    size_t shared_per_block_optin; /* bytes a block can get through gpu_config_shared */
    size_t shared_per_multiprocessor;
    int driver_version, runtime_version; /* 13000 is CUDA 13.0; 0 on the CPU */
} gpu_info;

/* A launch configuration by value; make one with gpu_1d, gpu_2d, gpu_3d or gpu_grid. Zero means 'choose for me'. */
typedef struct gpu_config {
    size_t extent[3];    /* elements to cover in x, y, z; unused where `dims` is 0 */
    size_t grid[3];      /* blocks */
    size_t block[3];     /* threads of a block */
    size_t shared_bytes; /* dynamic shared memory of a block */
    int dims;            /* 1, 2, 3: `extent` is meant; 0: the grid alone is */
    int cooperative;     /* all blocks run at once: gpu_cooperative */
    int line;
    const char *file; /* where it was made: error messages name it as the place of the launch */
} gpu_config;

typedef struct gpu_stats { /* what GPU_BENCH measures; milliseconds a repetition */
    double median_ms, min_ms, max_ms, mean_ms;
    int reps;
    struct gpu__bench *run; /* private */
} gpu_stats;

