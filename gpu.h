/* gpu.h - v0.1 - one C header that gives a C program the GPU          MIT or public domain, see the end of the file

   The same source runs on an NVIDIA GPU when nvcc compiles it and on all CPU cores when a C compiler does:

       #define GPU_IMPLEMENTATION                                    // in one file of the program
       #include "gpu.h"

       GPU_KERNEL(add, (float *, c), (const float *, a), (const float *, b), (size_t, n))
       {
           GPU_FOR(i, n) c[i] = a[i] + b[i];
       }

       int main(void)
       {
           size_t n = 1000000;
           float *a = GPU_ZEROS(float, n), *b = GPU_ZEROS(float, n), *c = GPU_NEW(float, n), last;
           GPU_CHECK(gpu_set(a, 0x3f, n * sizeof(float)));           // every byte 0x3f: each float is 0.7470588
           GPU_CHECK(add(gpu_1d(n), c, a, b, n));
           GPU_CHECK(gpu_copy(&last, c + n - 1, sizeof last));
           printf("%s: %.7f\n", gpu_backend_name(), last);           // cuda: 0.7470588
           GPU_CHECK(gpu_free(a)); GPU_CHECK(gpu_free(b)); GPU_CHECK(gpu_free(c));
           return 0;
       }

       nvcc -O3 -std=c++17 -arch=native -Xcompiler -fopenmp prog.cu  // GPU; CPU threads where no GPU is found
       cc -O3 -fopenmp -x c prog.cu -lm                              // CPU only, no CUDA installed
       nvcc -c -O3 -arch=native gpu_impl.cu; cc -c app.c; nvcc app.o gpu_impl.o
                                                                     // a C project: gpu_impl.cu holds GPU_IMPLEMENTATION

   A program in a .c file is plain C to nvcc: pass -x cu (or name it .cu), and define GPU_REQUIRE_CUDA to be told.
   gpu.h needs gpu_kernels.cuh beside it under nvcc, and nothing else; a C compiler needs gpu.h alone.

   OPTIONS, defined before the include            scope      meaning
     GPU_IMPLEMENTATION                           one file   the function bodies go here
     GPU_STATIC                                   file       everything private to this file (implies the implementation)
     GPU_NO_CUDA                                  file       the CPU backend alone, also under nvcc
     GPU_REQUIRE_CUDA                             file       #error unless compiled as CUDA
     GPU_NO_CUDA_NAMES                            file       no threadIdx and friends outside CUDA code, only GPU_THREAD_X ...
     GPU_FAIL(message)                            file       what GPU_CHECK does on an error; default: print, exit(1)
     GPU_ASSERT(condition)                        one file   the header's own internal checks; default: assert
     GPU_HOST_MALLOC(bytes), GPU_HOST_FREE(p)     one file   the CPU backend's allocator (both or neither)

   ENVIRONMENT
     GPU_DEVICE=cpu | gpu | 0, 1, ...             device a thread starts on; default: the first GPU, else the CPU
     GPU_THREADS=n                                CPU threads; default: what OpenMP chooses
     GPU_SYNC=1                                   wait after every launch, so that a fault is reported where it happens
     GPU_DEBUG=1                                  list memory that was never freed when the program ends
     GPU_QUIET=1                                  no notes on stderr

   ERRORS. A function that can fail returns a gpu_status, or NULL, NaN or -1 where it returns a value. Either way the
   thread's gpu_error() is set and gpu_error_message() says what was wrong, what was expected and what to do, with the
   caller's file and line. Nothing exits or throws. An error that nobody looked at is printed when the program ends.

   gpu.h DOES NOT hide memory: a pointer from gpu_malloc belongs to the current device, and is a plain CUDA pointer.
   It does not start threads of its own (the CPU backend uses OpenMP) and links nothing but the CUDA runtime.

   CONTENTS  (search for >>word)
     >>configuration  >>types  >>errors  >>devices  >>memory  >>launch  >>kernels  >>time  >>implementation  >>licence      */

#ifndef GPU_H
#define GPU_H

/* ---------------------------------------------------------------------------------------------- >>configuration -- */

#define GPU_VERSION 1 /* 100 * major + minor */

#if defined(__CUDACC__) && !defined(GPU_NO_CUDA)
#define GPU__CUDA 1
#endif
#if defined(GPU_REQUIRE_CUDA) && defined(GPU_NO_CUDA)
#error "gpu.h: GPU_REQUIRE_CUDA and GPU_NO_CUDA contradict each other: define one of them"
#elif defined(GPU_REQUIRE_CUDA) && !defined(GPU__CUDA)
#error "gpu.h: GPU_REQUIRE_CUDA is set but this file is compiled as plain C: use nvcc, and for a .c file nvcc -x cu"
#endif
#if defined(GPU_HOST_MALLOC) != defined(GPU_HOST_FREE)
#error "gpu.h: define GPU_HOST_MALLOC and GPU_HOST_FREE together or not at all"
#endif
#if defined(GPU__CUDA) && defined(__cplusplus) && __cplusplus < 201703L
#error "gpu.h: CUDA files need C++17: nvcc -std=c++17 (the default since CUDA 12)"
#endif

#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#ifdef GPU__CUDA
#include <cuda_runtime.h>
#endif

#if defined(__GNUC__) || defined(__clang__)
#define GPU__UNUSED __attribute__((unused))
#ifdef __MINGW_PRINTF_FORMAT
#define GPU__PRINTF(f, a) __attribute__((format(__MINGW_PRINTF_FORMAT, f, a)))
#else
#define GPU__PRINTF(f, a) __attribute__((format(printf, f, a)))
#endif
#define GPU__TLS __thread
#else
#define GPU__UNUSED
#define GPU__PRINTF(f, a)
#define GPU__TLS __declspec(thread)
#endif

#ifdef __cplusplus
#define GPU__C extern "C"
#else
#define GPU__C extern
#endif
#ifdef GPU_STATIC
#define GPU_API static GPU__UNUSED
#define GPU__DATA static
#else
#define GPU_API GPU__C
#define GPU__DATA extern
#endif

/* A function callable from host code and from kernels: GPU_FN float square(float x) { return x * x; } */
#ifdef GPU__CUDA
#define GPU_FN static GPU__UNUSED __host__ __device__ inline
#else
#define GPU_FN static GPU__UNUSED inline
#endif

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
    GPU_ERROR_CUDA /* the CUDA runtime or the driver failed in another way; the message has its words */
} gpu_status;

typedef struct gpu_dim3 {
    unsigned x, y, z;
} gpu_dim3;

#define GPU_CPU (-1) /* the CPU backend as a device */

typedef struct gpu_info {
    char name[128];
    const char *backend;                 /* "cuda" or "cpu" */
    int device;                          /* ordinal, or GPU_CPU */
    int compute_major, compute_minor;    /* 9, 0 for Hopper; 0, 0 on the CPU */
    int multiprocessors;                 /* streaming multiprocessors, or CPU threads in use */
    int cores;                           /* logical CPU cores of the machine; 0 for a GPU */
    int simd_bits;                       /* widest CPU vector in bits; 0 for a GPU */
    int warp_size;                       /* 32 on both backends */
    int clock_khz, memory_clock_khz;     /* 0 where unknown */
    int memory_bus_bits;                 /* 0 where unknown */
    double bandwidth_gbs;                /* theoretical memory bandwidth in 1e9 bytes a second; 0 where unknown */
    size_t total_memory, free_memory;    /* bytes */
    size_t l2_bytes;                     /* last-level cache; 0 where unknown */
    int max_threads_per_block;           /* 1024 on both backends */
    int max_threads_per_multiprocessor;
    gpu_dim3 max_block, max_grid;
    size_t shared_per_block;             /* bytes a block gets without asking */
    size_t shared_per_block_optin;       /* bytes a block can get through gpu_config_shared */
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
    int line;
    const char *file; /* where it was made: error messages name it as the place of the launch */
} gpu_config;

typedef struct gpu_stats { /* what GPU_BENCH measures; milliseconds a repetition */
    double median_ms, min_ms, max_ms, mean_ms;
    int reps;
    struct gpu__bench *run; /* private */
} gpu_stats;

/* ----------------------------------------------------------------------------------------------------- >>errors -- */

GPU_API gpu_status gpu_error(void);                        /* the thread's last error, GPU_OK if none since the clear */
GPU_API const char *gpu_error_message(void);               /* its sentence, "" if none; valid until the thread's next error */
GPU_API void gpu_clear_error(void);                        /* forget it */
GPU_API const char *gpu_status_name(gpu_status status);    /* "GPU_ERROR_OUT_OF_MEMORY" */

/* Evaluates a call that returns a gpu_status once; on an error does GPU_FAIL with the message and this file and line. */
#define GPU_CHECK(call) (gpu__at(__FILE__, __LINE__), gpu__check((call), #call, __FILE__, __LINE__) ? (void)0 : GPU_FAIL(gpu__check_message()))
#ifndef GPU_FAIL
#define GPU_FAIL(message) (fprintf(stderr, "%s\n", (message)), exit(1))
#endif

/* ---------------------------------------------------------------------------------------------------- >>devices -- */

GPU_API int gpu_device_count(void);                           /* GPUs that this program can use; 0 is no error */
GPU_API gpu_status gpu_use(int device);                       /* the calling thread's current device: 0, 1, ... or GPU_CPU */
GPU_API int gpu_device(void);                                 /* it; a thread starts on GPU_DEVICE, else GPU 0, else GPU_CPU */
GPU_API gpu_status gpu_query(int device, gpu_info *info);     /* fills *info; GPU_CPU works too */
GPU_API const char *gpu_backend_name(void);                   /* "cuda" or "cpu": where the current device runs kernels */
GPU_API void gpu_print_devices(FILE *out);                    /* a table of all devices, the current one marked */
GPU_API gpu_status gpu_sync(void);                            /* wait for the current device; reports faults of earlier kernels */
GPU_API gpu_status gpu_shutdown(void);                        /* wait for all devices and free all memory of gpu.h */

/* ----------------------------------------------------------------------------------------------------- >>memory -- */

typedef enum gpu_place {
    GPU_HOST = 0,    /* ordinary host memory, or memory CUDA has never heard of */
    GPU_PINNED_HOST, /* page-locked host memory */
    GPU_MANAGED_MEM, /* moves between host and device by itself */
    GPU_ON_DEVICE
} gpu_place;

/* Memory of the current device, aligned to 256 bytes, not initialised. 0 bytes is fine and gives a pointer of its own.
   NULL on failure (gpu_error() says why). On GPU_CPU all kinds are host memory. */
GPU_API void *gpu_malloc(size_t bytes);
GPU_API void *gpu_malloc_pinned(size_t bytes);                /* page-locked host memory: copies run at full speed, and async */
GPU_API void *gpu_malloc_managed(size_t bytes);               /* one pointer for host and device; never more than is free */
GPU_API gpu_status gpu_free(void *p);                         /* any of the above, from any device; NULL is fine */
GPU_API gpu_place gpu_where(const void *p);                   /* where it points; any address may be asked */

/* Typed and checked for overflow: a T *, or NULL. */
#define GPU_NEW(T, n) ((T *)gpu__new((size_t)(n), sizeof(T), GPU__DEVICE, 0, NULL, "GPU_NEW", __FILE__, __LINE__))
#define GPU_ZEROS(T, n) ((T *)gpu__new((size_t)(n), sizeof(T), GPU__DEVICE, 1, NULL, "GPU_ZEROS", __FILE__, __LINE__))
#define GPU_PINNED(T, n) ((T *)gpu__new((size_t)(n), sizeof(T), GPU__PINNED, 0, NULL, "GPU_PINNED", __FILE__, __LINE__))
#define GPU_MANAGED(T, n) ((T *)gpu__new((size_t)(n), sizeof(T), GPU__MANAGED, 0, NULL, "GPU_MANAGED", __FILE__, __LINE__))
/* A device copy of n elements at `host`, and a host copy of n elements at `p`; gpu_free both. */
#define GPU_TO_DEVICE(T, host, n) ((T *)gpu__new_copy((size_t)(n), sizeof(T), GPU__DEVICE, (host), "GPU_TO_DEVICE", __FILE__, __LINE__))
#define GPU_TO_HOST(T, p, n) ((T *)gpu__new_copy((size_t)(n), sizeof(T), GPU__PLAIN, (p), "GPU_TO_HOST", __FILE__, __LINE__))

/* Copies `bytes` bytes; the direction follows from the pointers (host, pinned, managed, any device). Waits until the
   copy is done, after all work that the current device had queued before. dst and src must not overlap. */
GPU_API gpu_status gpu_copy(void *dst, const void *src, size_t bytes);
GPU_API gpu_status gpu_set(void *p, int byte, size_t bytes);  /* every byte of p; in order with the device's work, does not wait */

/* ----------------------------------------------------------------------------------------------------- >>launch -- */

GPU_API gpu_config gpu_1d(size_t n);                               /* at least n threads: blocks of 256 */
GPU_API gpu_config gpu_2d(size_t width, size_t height);            /* x covers width, y covers height: blocks of 32 x 8 */
GPU_API gpu_config gpu_3d(size_t width, size_t height, size_t depth); /* blocks of 32 x 4 x 2 */
GPU_API gpu_config gpu_grid(size_t grid_x, size_t grid_y, size_t grid_z, size_t block_x, size_t block_y, size_t block_z);
                                          /* exactly this; grid_x 0: as many blocks as fill the device, block_x 0: 256 */
GPU_API gpu_config gpu_config_shared(gpu_config config, size_t bytes); /* with dynamic shared memory for each block */
/* Blocks of `threads` threads (and `bytes` of dynamic shared memory) of a GPU_KERNEL that one multiprocessor holds at
   a time; -1 on an error, 1 on the CPU. */
#define gpu_occupancy(kernel, threads, bytes) gpu__occupancy(&kernel##__kernel, (threads), (bytes), __FILE__, __LINE__)

/* Grid and block beyond the limits (1024 threads a block; 2^31 - 1, 65535, 65535 blocks, on both backends) are refused
   with GPU_ERROR_LAUNCH; an extent of 0 is fine and runs nothing. gpu_1d, 2d, 3d cap the grid at those limits, so a
   kernel for sizes beyond 5e11 x 5e5 needs GPU_FOR, which covers any size. */

/* ---------------------------------------------------------------------------------------------------- >>kernels -- */

/* GPU_KERNEL(name, (type, parameter), ...) { body } defines
       gpu_status name(gpu_config config, type parameter, ...);
   1 to 16 parameters. It returns when the launch is queued (GPU) or the work is done (CPU). Inside the body CUDA's own
   names work: threadIdx, blockIdx, blockDim, gridDim, warpSize; or GPU_THREAD_X ... where GPU_NO_CUDA_NAMES is set.

   GPU_FOR(i, n), GPU_FOR_2D(x, y, width, height) and GPU_FOR_3D(x, y, z, width, height, depth) share the indices among
   all threads of the grid: each index is visited once, by one thread, whatever the grid. Indices are size_t. Do not
   leave the loop with break or return (reported on the CPU); use continue. With gpu_1d, 2d, 3d the CPU backend runs such
   a kernel once per share of the indices, as a plain loop; how many threads there are is then the library's choice. */
#define GPU_KERNEL(name, ...)                                                                                          \
    GPU_FN void name##__body(GPU__LIST(GPU__DECLARE, __VA_ARGS__));                                                    \
    static void name##__one(void **gpu__argv) { name##__body(GPU__LIST(GPU__UNPACK, __VA_ARGS__)); }                   \
    static inline void name##__loop(GPU__LIST(GPU__DECLARE, __VA_ARGS__))                                              \
    {                                                                                                                  \
        GPU__FOR_OTHER_THREADS name##__body(GPU__LIST(GPU__NAME, __VA_ARGS__));                                        \
    }                                                                                                                  \
    static void name##__rest(void **gpu__argv) { name##__loop(GPU__LIST(GPU__UNPACK, __VA_ARGS__)); }                  \
    static const gpu__kernel name##__kernel = {#name, __FILE__, __LINE__, name##__one, name##__rest,                   \
                                               GPU__ENTRY(name##__body, GPU__LIST(GPU__TYPE, __VA_ARGS__))};           \
    static GPU__UNUSED inline gpu_status name(gpu_config gpu__config, GPU__LIST(GPU__DECLARE, __VA_ARGS__))            \
    {                                                                                                                  \
        void *gpu__argv[] = {GPU__LIST(GPU__ADDRESS, __VA_ARGS__)};                                                    \
        return gpu__launch(&name##__kernel, &gpu__config, gpu__argv);                                                  \
    }                                                                                                                  \
    GPU_FN void name##__body(GPU__LIST(GPU__DECLARE, __VA_ARGS__))

#define GPU__DECLARE(i, p) GPU__DECLARE_ p
#define GPU__DECLARE_(T, name) T name
#define GPU__TYPE(i, p) GPU__TYPE_ p
#define GPU__TYPE_(T, name) T
#define GPU__NAME(i, p) GPU__NAME_ p
#define GPU__NAME_(T, name) name
#define GPU__ADDRESS(i, p) GPU__ADDRESS_ p
#define GPU__ADDRESS_(T, name) (void *)&name
#define GPU__UNPACK(i, p) *(GPU__TYPE_ p *)gpu__argv[i]

/* GPU__LIST(M, a, b, ...) is M(0, a), M(1, b), ... for 1 to 16 items. */
#define GPU__CAT(a, b) GPU__CAT_(a, b)
#define GPU__CAT_(a, b) a##b
#define GPU__COUNT(...) GPU__COUNT_(__VA_ARGS__, 16, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0)
#define GPU__COUNT_(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, N, ...) N
#define GPU__LIST(M, ...) GPU__CAT(GPU__LIST_, GPU__COUNT(__VA_ARGS__))(M, __VA_ARGS__)
#define GPU__LIST_1(M, a) M(0, a)
#define GPU__LIST_2(M, a, b) GPU__LIST_1(M, a), M(1, b)
#define GPU__LIST_3(M, a, b, c) GPU__LIST_2(M, a, b), M(2, c)
#define GPU__LIST_4(M, a, b, c, d) GPU__LIST_3(M, a, b, c), M(3, d)
#define GPU__LIST_5(M, a, b, c, d, e) GPU__LIST_4(M, a, b, c, d), M(4, e)
#define GPU__LIST_6(M, a, b, c, d, e, f) GPU__LIST_5(M, a, b, c, d, e), M(5, f)
#define GPU__LIST_7(M, a, b, c, d, e, f, g) GPU__LIST_6(M, a, b, c, d, e, f), M(6, g)
#define GPU__LIST_8(M, a, b, c, d, e, f, g, h) GPU__LIST_7(M, a, b, c, d, e, f, g), M(7, h)
#define GPU__LIST_9(M, a, b, c, d, e, f, g, h, i) GPU__LIST_8(M, a, b, c, d, e, f, g, h), M(8, i)
#define GPU__LIST_10(M, a, b, c, d, e, f, g, h, i, j) GPU__LIST_9(M, a, b, c, d, e, f, g, h, i), M(9, j)
#define GPU__LIST_11(M, a, b, c, d, e, f, g, h, i, j, k) GPU__LIST_10(M, a, b, c, d, e, f, g, h, i, j), M(10, k)
#define GPU__LIST_12(M, a, b, c, d, e, f, g, h, i, j, k, l) GPU__LIST_11(M, a, b, c, d, e, f, g, h, i, j, k), M(11, l)
#define GPU__LIST_13(M, a, b, c, d, e, f, g, h, i, j, k, l, m) GPU__LIST_12(M, a, b, c, d, e, f, g, h, i, j, k, l), M(12, m)
#define GPU__LIST_14(M, a, b, c, d, e, f, g, h, i, j, k, l, m, n) GPU__LIST_13(M, a, b, c, d, e, f, g, h, i, j, k, l, m), M(13, n)
#define GPU__LIST_15(M, a, b, c, d, e, f, g, h, i, j, k, l, m, n, o) GPU__LIST_14(M, a, b, c, d, e, f, g, h, i, j, k, l, m, n), M(14, o)
#define GPU__LIST_16(M, a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p) GPU__LIST_15(M, a, b, c, d, e, f, g, h, i, j, k, l, m, n, o), M(15, p)

/* What a GPU_KERNEL is to the library: one launch path serves all of them. */
typedef struct gpu__kernel {
    const char *name, *file;
    int line;
    void (*one)(void **argv);  /* one thread of a block on the CPU: thread 0, and every fiber */
    void (*rest)(void **argv); /* threads 1 to N - 1 of a block without a barrier, as a loop the compiler can see through */
    const void *entry;         /* the __global__ function; NULL in a file that a C compiler built */
} gpu__kernel;

#ifdef GPU__CUDA
#define GPU__ENTRY(body, ...) (const void *)gpu__entry<body, __VA_ARGS__>
#else
#define GPU__ENTRY(body, ...) NULL
#endif

/* The virtual thread that runs on this CPU thread: what threadIdx and the loops read. */
typedef struct gpu__cpu_thread {
    gpu_dim3 thread, block, block_dim, grid_dim;
    int touched;        /* the body asked for its index: it must then run once for every thread */
    int loops;          /* one of GPU__LOOP_...: what a GPU_FOR does */
    int open_loop;      /* GPU_FORs entered and not ended; not 0 after the body: one was left by return or break */
    size_t part, parts; /* which share of the indices a collapsed GPU_FOR takes */
    const char *file;   /* the caller's place, for error messages */
    int line;
} gpu__cpu_thread;
enum {
    GPU__LOOP_STRIDED,   /* grid-stride over the threads, as on the GPU */
    GPU__LOOP_UNDECIDED, /* automatic configuration and the body has not asked for its index yet */
    GPU__LOOP_SHARE,     /* this call takes the whole share [part, part + 1) / parts */
    GPU__LOOP_EMPTY      /* another thread of this share took it */
};
#ifdef __cplusplus
extern "C" {
#endif
GPU__DATA GPU__TLS gpu__cpu_thread gpu__self;
#ifdef __cplusplus
}
#endif

static GPU__UNUSED inline void gpu__at(const char *file, int line)
{
    gpu__self.file = file;
    gpu__self.line = line;
}
static GPU__UNUSED inline const gpu_dim3 *gpu__index(const gpu_dim3 *index)
{
    gpu__self.touched = 1;
    return index;
}

#ifdef __CUDA_ARCH__
#define GPU_THREAD_X threadIdx.x
#define GPU_THREAD_Y threadIdx.y
#define GPU_THREAD_Z threadIdx.z
#define GPU_BLOCK_X blockIdx.x
#define GPU_BLOCK_Y blockIdx.y
#define GPU_BLOCK_Z blockIdx.z
#define GPU_BLOCK_DIM_X blockDim.x
#define GPU_BLOCK_DIM_Y blockDim.y
#define GPU_BLOCK_DIM_Z blockDim.z
#define GPU_GRID_DIM_X gridDim.x
#define GPU_GRID_DIM_Y gridDim.y
#define GPU_GRID_DIM_Z gridDim.z
#define GPU_BARRIER() __syncthreads()
#else
#define GPU_THREAD_X (gpu__index(&gpu__self.thread)->x)
#define GPU_THREAD_Y (gpu__index(&gpu__self.thread)->y)
#define GPU_THREAD_Z (gpu__index(&gpu__self.thread)->z)
#define GPU_BLOCK_X (gpu__index(&gpu__self.block)->x)
#define GPU_BLOCK_Y (gpu__index(&gpu__self.block)->y)
#define GPU_BLOCK_Z (gpu__index(&gpu__self.block)->z)
#define GPU_BLOCK_DIM_X (gpu__index(&gpu__self.block_dim)->x)
#define GPU_BLOCK_DIM_Y (gpu__index(&gpu__self.block_dim)->y)
#define GPU_BLOCK_DIM_Z (gpu__index(&gpu__self.block_dim)->z)
#define GPU_GRID_DIM_X (gpu__index(&gpu__self.grid_dim)->x)
#define GPU_GRID_DIM_Y (gpu__index(&gpu__self.grid_dim)->y)
#define GPU_GRID_DIM_Z (gpu__index(&gpu__self.grid_dim)->z)
#define GPU_BARRIER() gpu__barrier(__FILE__, __LINE__)
#ifndef GPU_NO_CUDA_NAMES
#define threadIdx (*gpu__index(&gpu__self.thread))
#define blockIdx (*gpu__index(&gpu__self.block))
#define blockDim (*gpu__index(&gpu__self.block_dim))
#define gridDim (*gpu__index(&gpu__self.grid_dim))
#define __syncthreads() gpu__barrier(__FILE__, __LINE__)
#undef __shared__
#define __shared__ static GPU__TLS
#ifndef GPU__CUDA
#define warpSize 32
#endif
#endif
#endif

#ifdef __CUDA_ARCH__
#define GPU_FOR(i, n)                                                                                                  \
    for (size_t gpu__n_##i = (size_t)(n), gpu__s_##i = GPU__STRIDE(x), i = GPU__FIRST(y) && GPU__FIRST(z) ? GPU__GLOBAL(x) : gpu__n_##i; \
         i < gpu__n_##i; i += gpu__s_##i)
#define GPU_FOR_2D(x_, y_, width, height)                                                                              \
    for (size_t gpu__w_##x_ = (size_t)(width), gpu__h_##y_ = (size_t)(height), y_ = GPU__FIRST(z) ? GPU__GLOBAL(y) : gpu__h_##y_;  \
         y_ < gpu__h_##y_; y_ += GPU__STRIDE(y))                                                                       \
        for (size_t x_ = GPU__GLOBAL(x); x_ < gpu__w_##x_; x_ += GPU__STRIDE(x))
#define GPU_FOR_3D(x_, y_, z_, width, height, depth)                                                                   \
    for (size_t gpu__w_##x_ = (size_t)(width), gpu__h_##y_ = (size_t)(height), gpu__d_##z_ = (size_t)(depth),          \
                z_ = GPU__GLOBAL(z);                                                                                   \
         z_ < gpu__d_##z_; z_ += GPU__STRIDE(z))                                                                       \
        for (size_t y_ = GPU__GLOBAL(y); y_ < gpu__h_##y_; y_ += GPU__STRIDE(y))                                       \
            for (size_t x_ = GPU__GLOBAL(x); x_ < gpu__w_##x_; x_ += GPU__STRIDE(x))
#define GPU__GLOBAL(d) ((size_t)blockIdx.d * blockDim.d + threadIdx.d)
#define GPU__STRIDE(d) ((size_t)gridDim.d * blockDim.d)
#define GPU__FIRST(d) ((blockIdx.d | threadIdx.d) == 0) /* a 1-D loop in a 2-D grid belongs to the first row of threads */
#else
/* The x loop is split into runs so that its inner loop has step 1 and vectorises; a run is one index when the loop is
   strided, and the whole range of the share when it is collapsed. `broken` stays set when the user's statement breaks. */
#define GPU_FOR(i, n)                                                                                                  \
    for (gpu__loop gpu__l_##i = gpu__loop_open(1, (size_t)(n), 1, 1); gpu__l_##i.live; gpu__loop_close(&gpu__l_##i))      \
    GPU__X_LOOP(i, gpu__l_##i)
#define GPU_FOR_2D(x, y, width, height)                                                                                \
    for (gpu__loop gpu__l_##x = gpu__loop_open(2, (size_t)(width), (size_t)(height), 1); gpu__l_##x.live;                 \
         gpu__loop_close(&gpu__l_##x))                                                                                 \
        for (size_t y = gpu__l_##x.lo[1]; !gpu__l_##x.broken && y < gpu__l_##x.hi[1]; y += gpu__l_##x.step[1])         \
    GPU__X_LOOP(x, gpu__l_##x)
#define GPU_FOR_3D(x, y, z, width, height, depth)                                                                      \
    for (gpu__loop gpu__l_##x = gpu__loop_open(3, (size_t)(width), (size_t)(height), (size_t)(depth)); gpu__l_##x.live;   \
         gpu__loop_close(&gpu__l_##x))                                                                                 \
        for (size_t z = gpu__l_##x.lo[2]; !gpu__l_##x.broken && z < gpu__l_##x.hi[2]; z += gpu__l_##x.step[2])         \
            for (size_t y = gpu__l_##x.lo[1]; !gpu__l_##x.broken && y < gpu__l_##x.hi[1]; y += gpu__l_##x.step[1])     \
    GPU__X_LOOP(x, gpu__l_##x)
#define GPU__X_LOOP(i, l)                                                                                              \
    for (size_t gpu__r_##i = l.lo[0]; !l.broken && gpu__r_##i < l.hi[0]; gpu__r_##i += l.step[0])                      \
        for (size_t i = (l.broken = 1, gpu__r_##i), gpu__e_##i = gpu__r_##i + l.run;                                   \
             i < gpu__e_##i || (l.broken = 0, 0); ++i)
#endif

typedef struct gpu__loop {
    size_t lo[3], hi[3], step[3], run;
    int live, broken;
} gpu__loop;

static GPU__UNUSED inline void gpu__share(size_t n, size_t part, size_t parts, size_t *lo, size_t *hi)
{
    size_t q = n / parts, r = n % parts; /* the first r parts get one more: no product that could overflow */
    *lo = part * q + (part < r ? part : r);
    *hi = *lo + q + (part < r ? 1 : 0);
}

static GPU__UNUSED inline gpu__loop gpu__loop_open(int dims, size_t nx, size_t ny, size_t nz)
{
    gpu__loop l;
    gpu__cpu_thread *t = &gpu__self;
    int k, split;
    l.live = 1;
    l.broken = 0;
    t->open_loop++;
    if (t->loops == GPU__LOOP_UNDECIDED) t->loops = t->touched ? GPU__LOOP_STRIDED : GPU__LOOP_SHARE;
    l.hi[0] = nx, l.hi[1] = ny, l.hi[2] = nz;
    if (t->loops == GPU__LOOP_STRIDED) {
        l.lo[0] = (size_t)t->block.x * t->block_dim.x + t->thread.x, l.step[0] = (size_t)t->grid_dim.x * t->block_dim.x;
        l.lo[1] = (size_t)t->block.y * t->block_dim.y + t->thread.y, l.step[1] = (size_t)t->grid_dim.y * t->block_dim.y;
        l.lo[2] = (size_t)t->block.z * t->block_dim.z + t->thread.z, l.step[2] = (size_t)t->grid_dim.z * t->block_dim.z;
        for (k = dims; k < 3; k++)
            if (l.lo[k]) l.hi[0] = 0; /* a 1-D loop in a 2-D grid belongs to the first row of threads */
        l.run = 1;
        return l;
    }
    /* Split the outermost dimension that has work for every share; the others stay whole, so rows stay contiguous. */
    split = dims == 3 && nz >= t->parts ? 2 : dims >= 2 && ny >= t->parts ? 1 : 0;
    for (k = 0; k < 3; k++) l.lo[k] = 0, l.step[k] = 1;
    gpu__share(l.hi[split], t->part, t->parts, &l.lo[split], &l.hi[split]);
    if (t->loops == GPU__LOOP_EMPTY) l.hi[split] = l.lo[split];
    l.run = l.step[0] = l.hi[0] - l.lo[0];
    return l;
}

static GPU__UNUSED inline void gpu__loop_close(gpu__loop *l)
{
    l->live = 0;
    if (!l->broken) gpu__self.open_loop--;
}

/* Threads 1 to N - 1 of the block, x fastest; the thread index lives in gpu__self, where the body reads it. */
#define GPU__FOR_OTHER_THREADS                                                                                         \
    const gpu_dim3 gpu__n = gpu__self.block_dim;                                                                       \
    unsigned gpu__x = 1, gpu__y, gpu__z;                                                                               \
    for (gpu__z = 0; gpu__z < gpu__n.z; ++gpu__z)                                                                      \
        for (gpu__y = 0; gpu__y < gpu__n.y; ++gpu__y, gpu__x = 0)                                                      \
            for (gpu__self.thread.z = gpu__z, gpu__self.thread.y = gpu__y;                                             \
                 gpu__x < gpu__n.x && (gpu__self.thread.x = gpu__x, 1); ++gpu__x)

GPU_API gpu_status gpu__launch(const gpu__kernel *kernel, const gpu_config *config, void **argv);
GPU_API void gpu__barrier(const char *file, int line);

/* ------------------------------------------------------------------------------------------------------- >>time -- */

GPU_API gpu_status gpu_timer_start(void); /* the thread's stopwatch; on a GPU it runs in order with the queued work */
GPU_API double gpu_timer_ms(void);        /* milliseconds since the start; waits for the work before it; NaN on an error */

/* gpu_stats s; GPU_BENCH(s, 20) { launch(...); }  runs the statement once to warm up and 20 times timed (by events on a
   GPU, queued without a wait in between), then fills s. Do not leave it with break, return or goto. */
#define GPU_BENCH(stats, reps) for (gpu__bench_begin(&(stats), (reps)); gpu__bench_next(&(stats));)

/* ------------------------------------------------------------------------------------------------------ private -- */

enum { GPU__PLAIN, GPU__DEVICE, GPU__PINNED, GPU__MANAGED }; /* kinds of allocation */
GPU_API void *gpu__new(size_t n, size_t size, int kind, int zero, const void *copy_from, const char *call, const char *file, int line);
GPU_API void *gpu__new_copy(size_t n, size_t size, int kind, const void *from, const char *call, const char *file, int line);
GPU_API int gpu__check(gpu_status status, const char *call, const char *file, int line);
GPU_API const char *gpu__check_message(void);
GPU_API int gpu__occupancy(const gpu__kernel *kernel, size_t threads, size_t shared_bytes, const char *file, int line);
GPU_API gpu_config gpu__config_at(gpu_config config, const char *file, int line);
GPU_API void gpu__bench_begin(gpu_stats *stats, int reps);
GPU_API int gpu__bench_next(gpu_stats *stats);

#ifdef GPU__CUDA
#include "gpu_kernels.cuh"
#endif

/* The caller's file and line for messages and for the list of allocations: each call notes them and then calls the
   function of the same name (a macro does not expand inside itself). (gpu_free)(p) or &gpu_free is the bare function. */
#define GPU__HERE gpu__at(__FILE__, __LINE__)
#define gpu_use(device) (GPU__HERE, gpu_use(device))
#define gpu_query(device, info) (GPU__HERE, gpu_query(device, info))
#define gpu_print_devices(out) (GPU__HERE, gpu_print_devices(out))
#define gpu_sync() (GPU__HERE, gpu_sync())
#define gpu_shutdown() (GPU__HERE, gpu_shutdown())
#define gpu_malloc(bytes) (GPU__HERE, gpu_malloc(bytes))
#define gpu_malloc_pinned(bytes) (GPU__HERE, gpu_malloc_pinned(bytes))
#define gpu_malloc_managed(bytes) (GPU__HERE, gpu_malloc_managed(bytes))
#define gpu_free(p) (GPU__HERE, gpu_free(p))
#define gpu_copy(dst, src, bytes) (GPU__HERE, gpu_copy(dst, src, bytes))
#define gpu_set(p, byte, bytes) (GPU__HERE, gpu_set(p, byte, bytes))
#define gpu_timer_start() (GPU__HERE, gpu_timer_start())
#define gpu_timer_ms() (GPU__HERE, gpu_timer_ms())
#define gpu_1d(n) gpu__config_at(gpu_1d(n), __FILE__, __LINE__)
#define gpu_2d(width, height) gpu__config_at(gpu_2d(width, height), __FILE__, __LINE__)
#define gpu_3d(width, height, depth) gpu__config_at(gpu_3d(width, height, depth), __FILE__, __LINE__)
#define gpu_grid(gx, gy, gz, bx, by, bz) gpu__config_at(gpu_grid(gx, gy, gz, bx, by, bz), __FILE__, __LINE__)

#endif /* GPU_H */

/* ============================================================================================= >>implementation == */

#if (defined(GPU_IMPLEMENTATION) || defined(GPU_STATIC)) && !defined(GPU__IMPLEMENTED)
#define GPU__IMPLEMENTED

#include <stdarg.h>
#include <string.h>
#include <time.h>
#ifdef _OPENMP
#include <omp.h>
#endif
#ifdef _WIN32
#ifndef WIN32_LEAN_AND_MEAN
#define WIN32_LEAN_AND_MEAN
#endif
#ifndef NOMINMAX
#define NOMINMAX
#endif
#include <windows.h>
#elif defined(__unix__) || defined(__APPLE__)
#include <unistd.h>
#endif
#ifndef GPU_ASSERT
#include <assert.h>
#define GPU_ASSERT(condition) assert(condition)
#endif
#ifndef GPU_HOST_MALLOC
#define GPU_HOST_MALLOC(bytes) malloc(bytes)
#define GPU_HOST_FREE(p) free(p)
#endif

#ifdef GPU_STATIC
#define GPU__DEFINE static
#else
#define GPU__DEFINE
#endif

#ifdef __cplusplus
extern "C" {
#endif
#ifndef GPU_STATIC /* there the declaration is the definition already */
GPU__TLS gpu__cpu_thread gpu__self;
#endif
#ifdef GPU__CUDA
/* nvcc declares warpSize for host code and defines it nowhere; a macro would break cudaDeviceProp::warpSize. */
__attribute__((weak)) extern const int __device_builtin_variable_warpSize = 32;
#endif

/* ------------------------------------------------------------------------------------------------ shared helpers -- */

enum { GPU__MAX_DEVICES = 64, GPU__MAX_BLOCK = 1024, GPU__MAX_BLOCK_Z = 64, GPU__MAX_GRID_YZ = 65535 };
#define GPU__MAX_GRID_X ((size_t)0x7fffffff)
#define GPU__CPU_SHARED ((size_t)48 << 10) /* dynamic shared memory of a block on the CPU: what every GPU has */

typedef struct gpu__device { /* what the hot path needs to know, asked once */
    int state;               /* 0 not asked, 1 usable, 2 not usable */
    int multiprocessors, threads_per_multiprocessor;
    size_t shared_optin;
} gpu__device;

static struct {
    int init_lock, error_lock, memory_lock, ready;
    int gpus;           /* usable GPUs */
    int default_device; /* where threads start */
    int threads;        /* GPU_THREADS, 0 if not set */
    int sync, debug, quiet;
    gpu__device device[GPU__MAX_DEVICES];
    int unseen; /* errors nobody looked at; the first of them is in unseen_message */
    char unseen_message[1024];
} gpu__global;

static GPU__TLS struct {
    int entered, device;
    void *stream; /* the current stream: a cudaStream_t, NULL is the default stream */
    gpu_status error;
    int unseen;
    char message[1024], checked[1280];
    double timer_start;
    void *timer_events[2];
    int timer_device;
} gpu__me;

static void gpu__lock(int *lock)
{
#if defined(__GNUC__) || defined(__clang__)
    while (__atomic_exchange_n(lock, 1, __ATOMIC_ACQUIRE))
        while (__atomic_load_n(lock, __ATOMIC_RELAXED)) {
#ifdef _WIN32
            Sleep(0);
#endif
        }
#else
    while (InterlockedExchange((volatile LONG *)lock, 1)) Sleep(0);
#endif
}
static void gpu__unlock(int *lock)
{
#if defined(__GNUC__) || defined(__clang__)
    __atomic_store_n(lock, 0, __ATOMIC_RELEASE);
#else
    InterlockedExchange((volatile LONG *)lock, 0);
#endif
}
static int gpu__is_ready(void)
{
#if defined(__GNUC__) || defined(__clang__)
    return __atomic_load_n(&gpu__global.ready, __ATOMIC_ACQUIRE);
#else
    return InterlockedOr((volatile LONG *)&gpu__global.ready, 0);
#endif
}

static void gpu__set_ready(void)
{
#if defined(__GNUC__) || defined(__clang__)
    __atomic_store_n(&gpu__global.ready, 1, __ATOMIC_RELEASE);
#else
    InterlockedExchange((volatile LONG *)&gpu__global.ready, 1);
#endif
}

static double gpu__seconds(void) /* a clock that never goes back */
{
#ifdef _WIN32
    LARGE_INTEGER ticks, frequency;
    QueryPerformanceFrequency(&frequency);
    QueryPerformanceCounter(&ticks);
    return (double)ticks.QuadPart / (double)frequency.QuadPart;
#elif defined(CLOCK_MONOTONIC)
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
#elif defined(_OPENMP)
    return omp_get_wtime(); /* strict C99 hides clock_gettime */
#elif defined(TIME_UTC)
    struct timespec t;
    timespec_get(&t, TIME_UTC);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
#else
    return (double)clock() / CLOCKS_PER_SEC;
#endif
}

/* -------------------------------------------------------------------------------------------------------- errors -- */

#ifdef GPU__CUDA
static gpu_status gpu__cuda(cudaError_t e, const char *call);
#endif

static void gpu__print_unseen(void)
{
    if (gpu__global.unseen)
        fprintf(stderr, "gpu.h: %d error%s not looked at; the first: %s\n", gpu__global.unseen,
                gpu__global.unseen == 1 ? " was" : "s were", gpu__global.unseen_message);
}

/* Records "file:line: call: sentence" as the thread's last error. `file` NULL: the place the caller's macro noted. */
GPU__PRINTF(5, 0)
static gpu_status gpu__fail_v(gpu_status status, const char *file, int line, const char *call, const char *format, va_list args)
{
    size_t used;
    if (!file) file = gpu__self.file, line = gpu__self.line;
    if (file)
        snprintf(gpu__me.message, sizeof gpu__me.message, "%s:%d: %s: ", file, line, call);
    else
        snprintf(gpu__me.message, sizeof gpu__me.message, "%s: ", call);
    used = strlen(gpu__me.message);
    vsnprintf(gpu__me.message + used, sizeof gpu__me.message - used, format, args);
    gpu__me.error = status;
    gpu__me.unseen++;
    gpu__lock(&gpu__global.error_lock);
    if (!gpu__global.unseen++) {
        static int registered;
        snprintf(gpu__global.unseen_message, sizeof gpu__global.unseen_message, "%s", gpu__me.message);
        if (!registered++) atexit(gpu__print_unseen);
    }
    gpu__unlock(&gpu__global.error_lock);
    return status;
}
GPU__PRINTF(5, 6)
static gpu_status gpu__fail_at(gpu_status status, const char *file, int line, const char *call, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    gpu__fail_v(status, file, line, call, format, args);
    va_end(args);
    return status;
}
GPU__PRINTF(3, 4)
static gpu_status gpu__fail(gpu_status status, const char *call, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    gpu__fail_v(status, NULL, 0, call, format, args);
    va_end(args);
    return status;
}

static void gpu__seen(void) /* the caller has looked at this thread's errors */
{
    if (!gpu__me.unseen) return;
    gpu__lock(&gpu__global.error_lock);
    gpu__global.unseen -= gpu__me.unseen;
    gpu__unlock(&gpu__global.error_lock);
    gpu__me.unseen = 0;
}

GPU_API gpu_status gpu_error(void)
{
    gpu__seen();
    return gpu__me.error;
}

GPU_API const char *gpu_error_message(void)
{
    gpu__seen();
    return gpu__me.error ? gpu__me.message : "";
}

GPU_API void gpu_clear_error(void)
{
    gpu__seen();
    gpu__me.error = GPU_OK;
}

GPU_API const char *gpu_status_name(gpu_status status)
{
    static const char *const names[] = {
        "GPU_OK",           "GPU_ERROR_INVALID_ARGUMENT", "GPU_ERROR_INVALID_POINTER", "GPU_ERROR_INVALID_DEVICE",
        "GPU_ERROR_OUT_OF_MEMORY", "GPU_ERROR_LAUNCH",    "GPU_ERROR_KERNEL",          "GPU_ERROR_NO_DEVICE_CODE",
        "GPU_ERROR_NOT_SUPPORTED", "GPU_ERROR_CUDA"};
    return (unsigned)status < sizeof names / sizeof *names ? names[status] : "not a gpu_status";
}

GPU_API int gpu__check(gpu_status status, const char *call, const char *file, int line)
{
    if (status == GPU_OK) return 1;
    gpu__seen();
    if (gpu__me.error == status)
        snprintf(gpu__me.checked, sizeof gpu__me.checked, "%s:%d: %s failed with %s: %s", file, line, call, gpu_status_name(status), gpu__me.message);
    else
        snprintf(gpu__me.checked, sizeof gpu__me.checked, "%s:%d: %s returned %s", file, line, call, gpu_status_name(status));
    return 0;
}

GPU_API const char *gpu__check_message(void)
{
    return gpu__me.checked;
}

#ifdef GPU__CUDA
static const char *gpu__cuda_hint(cudaError_t e)
{
    switch (e) {
    case cudaErrorInsufficientDriver: return "the driver is missing or older than the CUDA runtime of this program: install or update the NVIDIA driver";
    case cudaErrorNoDevice: return "no NVIDIA GPU is visible: check nvidia-smi and CUDA_VISIBLE_DEVICES";
    case cudaErrorNoKernelImageForDevice: return "the program holds no code for this GPU: build with nvcc -arch=native, or name its architecture";
    case cudaErrorMemoryAllocation: return "the GPU's memory is exhausted: free something, or ask for less";
    case cudaErrorIllegalAddress: return "a kernel read or wrote outside its memory, or through a host pointer: run under compute-sanitizer";
    case cudaErrorMisalignedAddress: return "a kernel read or wrote through a pointer that is not aligned to its type";
    case cudaErrorLaunchOutOfResources: return "the kernel needs more registers than a block of this size can have: use fewer threads a block";
    case cudaErrorAssert: return "an assert in a kernel failed; its text is above";
    default: return "see the CUDA documentation of this error";
    }
}
static gpu_status gpu__cuda_at(cudaError_t e, const char *file, int line, const char *call)
{
    gpu_status s;
    if (e == cudaSuccess) return GPU_OK;
    (void)cudaGetLastError(); /* so that the next call does not report it again */
    s = e == cudaErrorMemoryAllocation ? GPU_ERROR_OUT_OF_MEMORY
        : e == cudaErrorIllegalAddress || e == cudaErrorMisalignedAddress || e == cudaErrorAssert || e == cudaErrorLaunchFailure ? GPU_ERROR_KERNEL
        : e == cudaErrorNoKernelImageForDevice ? GPU_ERROR_NO_DEVICE_CODE
                                               : GPU_ERROR_CUDA;
    return gpu__fail_at(s, file, line, call, "%s (%s, CUDA error %d); %s", cudaGetErrorString(e), cudaGetErrorName(e), (int)e, gpu__cuda_hint(e));
}
static gpu_status gpu__cuda(cudaError_t e, const char *call)
{
    return gpu__cuda_at(e, NULL, 0, call);
}
#endif

/* ------------------------------------------------------------------------------------------------------- devices -- */

static int gpu__flag(const char *name) /* 0 or 1; anything else is said and taken as 0 */
{
    const char *v = getenv(name);
    if (!v || !*v || !strcmp(v, "0")) return 0;
    if (!strcmp(v, "1")) return 1;
    fprintf(stderr, "gpu.h: %s=%s is not understood; expected 0 or 1; using 0\n", name, v);
    gpu__fail(GPU_ERROR_INVALID_ARGUMENT, "environment", "%s=%s is not understood; expected 0 or 1; using 0", name, v);
    gpu__seen(); /* it has just been printed: once is enough */
    return 0;
}

static int gpu__number(const char *v, long *out) /* a whole decimal number and nothing else */
{
    char *end;
    *out = strtol(v, &end, 10);
    return end != v && *end == 0 && (*v < '0' || *v > '9') == 0;
}

static void gpu__print_leaks(void);

static void gpu__init(void)
{
    const char *device = getenv("GPU_DEVICE"), *threads = getenv("GPU_THREADS");
    char bad_device[256] = "", bad_threads[256] = "", why[256] = "";
    long number;
    int gpus = 0, chosen, built = 0;

    gpu__lock(&gpu__global.init_lock);
    if (gpu__global.ready) {
        gpu__unlock(&gpu__global.init_lock);
        return;
    }
#ifdef GPU__CUDA
    built = 1;
    if (device && !strcmp(device, "cpu")) /* then the driver is not even started: a quick start, and no GPU memory taken */
        snprintf(why, sizeof why, "GPU_DEVICE=cpu");
    else {
        cudaError_t e = cudaGetDeviceCount(&gpus);
        if (e != cudaSuccess) {
            gpus = 0; /* without a driver the call leaves the count untouched */
            (void)cudaGetLastError();
            snprintf(why, sizeof why, "%s: %s", cudaGetErrorString(e), gpu__cuda_hint(e));
        } else if (gpus == 0)
            snprintf(why, sizeof why, "%s", gpu__cuda_hint(cudaErrorNoDevice));
        if (gpus > GPU__MAX_DEVICES) gpus = GPU__MAX_DEVICES;
    }
#endif
    chosen = gpus ? 0 : GPU_CPU;
    if (device && *device) {
        if (!strcmp(device, "cpu"))
            chosen = GPU_CPU;
        else if (!strcmp(device, "gpu")) {
            if (!gpus)
                snprintf(bad_device, sizeof bad_device, "GPU_DEVICE=gpu asks for a GPU and %s; using the CPU",
                         built ? "none is usable" : "this program was built without CUDA");
        } else if (gpu__number(device, &number) && number < gpus)
            chosen = (int)number;
        else if (gpus)
            snprintf(bad_device, sizeof bad_device, "GPU_DEVICE=%s is not understood; expected cpu, gpu or a number from 0 to %d; using %d", device, gpus - 1, chosen);
        else
            snprintf(bad_device, sizeof bad_device, "GPU_DEVICE=%s is not understood or not there; expected cpu, as there is no usable GPU; using the CPU", device);
    }
    gpu__global.threads = 0;
    if (threads && *threads) {
        if (gpu__number(threads, &number) && number >= 1 && number <= 4096)
            gpu__global.threads = (int)number;
        else
            snprintf(bad_threads, sizeof bad_threads, "GPU_THREADS=%s is not understood; expected a number from 1 to 4096; using the default", threads);
    }
    gpu__global.gpus = gpus;
    gpu__global.default_device = chosen;
    gpu__global.quiet = gpu__flag("GPU_QUIET");
    gpu__global.sync = gpu__flag("GPU_SYNC");
    gpu__global.debug = gpu__flag("GPU_DEBUG");
    if (built && !gpus && !(device && !strcmp(device, "cpu")) && !gpu__global.quiet)
        fprintf(stderr, "gpu.h: running on the CPU: %s\n", why);
    if (*bad_device) {
        fprintf(stderr, "gpu.h: %s\n", bad_device);
        gpu__fail(GPU_ERROR_INVALID_DEVICE, "environment", "%s", bad_device);
        gpu__seen();
    }
    if (*bad_threads) {
        fprintf(stderr, "gpu.h: %s\n", bad_threads);
        gpu__fail(GPU_ERROR_INVALID_ARGUMENT, "environment", "%s", bad_threads);
        gpu__seen();
    }
    if (gpu__global.debug) atexit(gpu__print_leaks);
    gpu__set_ready();
    gpu__unlock(&gpu__global.init_lock);
}

/* Every call that needs the device starts here: the library starts on its first use, a thread on its default device. */
static gpu_status gpu__start_thread(void)
{
    gpu_status s = GPU_OK;
    if (!gpu__is_ready()) gpu__init();
    gpu__me.entered = 1;
    gpu__me.device = gpu__global.default_device;
#ifdef GPU__CUDA
    if (gpu__me.device >= 0) s = gpu__cuda(cudaSetDevice(gpu__me.device), "start");
#endif
    return s;
}
static inline gpu_status gpu__enter(void)
{
    return gpu__me.entered ? GPU_OK : gpu__start_thread();
}

static int gpu__cpu_threads(void)
{
#ifdef _OPENMP
    return gpu__global.threads ? gpu__global.threads : omp_get_max_threads();
#else
    return 1;
#endif
}

#ifdef GPU__CUDA
/* Asks a device once what the launches need to know, and whether this program holds code for it. */
static gpu_status gpu__device_ready(int device, const char *call)
{
    gpu__device *d = &gpu__global.device[device];
    gpu_status s = GPU_OK;
    if (d->state == 1) return GPU_OK;
    gpu__lock(&gpu__global.init_lock);
    if (d->state != 1) {
        cudaFuncAttributes probe;
        int optin = 0;
        s = gpu__cuda(cudaDeviceGetAttribute(&d->multiprocessors, cudaDevAttrMultiProcessorCount, device), call);
        if (!s) s = gpu__cuda(cudaDeviceGetAttribute(&d->threads_per_multiprocessor, cudaDevAttrMaxThreadsPerMultiProcessor, device), call);
        if (!s) s = gpu__cuda(cudaDeviceGetAttribute(&optin, cudaDevAttrMaxSharedMemoryPerBlockOptin, device), call);
        if (!s) s = gpu__cuda(cudaFuncGetAttributes(&probe, (const void *)gpu__probe<0>), call);
        d->shared_optin = (size_t)optin;
        if (!s) d->state = 1;
    }
    gpu__unlock(&gpu__global.init_lock);
    return s;
}
#endif

GPU_API int gpu_device_count(void)
{
    gpu__enter();
    return gpu__global.gpus;
}

GPU_API gpu_status(gpu_use)(int device)
{
    gpu_status s = gpu__enter();
    if (s) return s;
    if (device < GPU_CPU || device >= gpu__global.gpus) {
        if (gpu__global.gpus)
            return gpu__fail(GPU_ERROR_INVALID_DEVICE, "gpu_use", "there is no device %d; expected GPU_CPU (-1) or 0 to %d", device, gpu__global.gpus - 1);
        return gpu__fail(GPU_ERROR_INVALID_DEVICE, "gpu_use", "there is no device %d; no GPU is usable here, expected GPU_CPU (-1)", device);
    }
#ifdef GPU__CUDA
    if (device >= 0) {
        s = gpu__cuda(cudaSetDevice(device), "gpu_use");
        if (!s) s = gpu__device_ready(device, "gpu_use");
        if (s && gpu__me.device >= 0) (void)cudaSetDevice(gpu__me.device);
    }
#endif
    if (!s) gpu__me.device = device;
    return s;
}

GPU_API int gpu_device(void)
{
    gpu__enter();
    return gpu__me.device;
}

GPU_API const char *gpu_backend_name(void)
{
    return gpu_device() == GPU_CPU ? "cpu" : "cuda";
}

static void gpu__query_cpu(gpu_info *info)
{
    FILE *f;
    char line[256];
    info->backend = "cpu";
    info->device = GPU_CPU;
    info->multiprocessors = gpu__cpu_threads();
    info->cores = info->multiprocessors;
    info->warp_size = 32;
    info->max_threads_per_block = info->max_threads_per_multiprocessor = GPU__MAX_BLOCK;
    info->max_block.x = info->max_block.y = GPU__MAX_BLOCK, info->max_block.z = GPU__MAX_BLOCK_Z;
    info->max_grid.x = (unsigned)GPU__MAX_GRID_X, info->max_grid.y = info->max_grid.z = GPU__MAX_GRID_YZ;
    info->shared_per_block = info->shared_per_block_optin = info->shared_per_multiprocessor = GPU__CPU_SHARED;
    info->simd_bits = 8 * (int)sizeof(void *);
#if (defined(__x86_64__) || defined(__i386__)) && (defined(__GNUC__) || defined(__clang__))
    __builtin_cpu_init();
    info->simd_bits = __builtin_cpu_supports("avx512f") ? 512 : __builtin_cpu_supports("avx2") ? 256 : 128;
#elif defined(__aarch64__)
    info->simd_bits = 128;
#endif
    snprintf(info->name, sizeof info->name, "CPU");
#ifdef _WIN32
    {
        SYSTEM_INFO system;
        MEMORYSTATUSEX memory;
        const char *name = getenv("PROCESSOR_IDENTIFIER");
        GetSystemInfo(&system);
        info->cores = (int)system.dwNumberOfProcessors;
        memory.dwLength = sizeof memory;
        if (GlobalMemoryStatusEx(&memory)) info->total_memory = (size_t)memory.ullTotalPhys, info->free_memory = (size_t)memory.ullAvailPhys;
        if (name) snprintf(info->name, sizeof info->name, "%s", name);
    }
    (void)f, (void)line;
#else
#ifdef _SC_NPROCESSORS_ONLN
    info->cores = (int)sysconf(_SC_NPROCESSORS_ONLN);
#endif
    if ((f = fopen("/proc/cpuinfo", "r"))) {
        while (fgets(line, sizeof line, f)) {
            const char *colon = strchr(line, ':');
            if (colon && !strncmp(line, "model name", 10)) {
                snprintf(info->name, sizeof info->name, "%.*s", (int)strcspn(colon + 2, "\n"), colon + 2);
                break;
            }
        }
        fclose(f);
    }
    if ((f = fopen("/proc/meminfo", "r"))) {
        unsigned long long kb;
        while (fgets(line, sizeof line, f)) {
            if (sscanf(line, "MemTotal: %llu", &kb) == 1) info->total_memory = (size_t)kb * 1024;
            if (sscanf(line, "MemAvailable: %llu", &kb) == 1) info->free_memory = (size_t)kb * 1024;
        }
        fclose(f);
    }
    if ((f = fopen("/sys/devices/system/cpu/cpu0/cache/index3/size", "r"))) {
        unsigned long kb;
        if (fscanf(f, "%luK", &kb) == 1) info->l2_bytes = (size_t)kb * 1024;
        fclose(f);
    }
#endif
}

#ifdef GPU__CUDA
static gpu_status gpu__query_cuda(int device, gpu_info *info)
{
    /* Attributes one by one: CUDA 13 took several fields out of cudaDeviceProp, and this also is the quicker way. */
    int l2 = 0, shared = 0, optin = 0, shared_sm = 0, previous = 0, v[6] = {0, 0, 0, 0, 0, 0}, k;
    struct {
        enum cudaDeviceAttr attribute;
        int *to;
    } wanted[] = {
        {cudaDevAttrComputeCapabilityMajor, &info->compute_major},
        {cudaDevAttrComputeCapabilityMinor, &info->compute_minor},
        {cudaDevAttrMultiProcessorCount, &info->multiprocessors},
        {cudaDevAttrWarpSize, &info->warp_size},
        {cudaDevAttrClockRate, &info->clock_khz},
        {cudaDevAttrMemoryClockRate, &info->memory_clock_khz},
        {cudaDevAttrGlobalMemoryBusWidth, &info->memory_bus_bits},
        {cudaDevAttrMaxThreadsPerBlock, &info->max_threads_per_block},
        {cudaDevAttrMaxThreadsPerMultiProcessor, &info->max_threads_per_multiprocessor},
        {cudaDevAttrL2CacheSize, &l2},
        {cudaDevAttrMaxSharedMemoryPerBlock, &shared},
        {cudaDevAttrMaxSharedMemoryPerBlockOptin, &optin},
        {cudaDevAttrMaxSharedMemoryPerMultiprocessor, &shared_sm},
        {cudaDevAttrMaxBlockDimX, &v[0]},
        {cudaDevAttrMaxBlockDimY, &v[1]},
        {cudaDevAttrMaxBlockDimZ, &v[2]},
        {cudaDevAttrMaxGridDimX, &v[3]},
        {cudaDevAttrMaxGridDimY, &v[4]},
        {cudaDevAttrMaxGridDimZ, &v[5]},
    };
    cudaDeviceProp properties;
    gpu_status s = gpu__cuda(cudaGetDeviceProperties(&properties, device), "gpu_query");
    if (s) return s;
    snprintf(info->name, sizeof info->name, "%.*s", (int)sizeof info->name - 1, properties.name);
    info->backend = "cuda";
    info->device = device;
    for (k = 0; k < (int)(sizeof wanted / sizeof *wanted); k++)
        if (cudaDeviceGetAttribute(wanted[k].to, wanted[k].attribute, device) != cudaSuccess) {
            *wanted[k].to = 0;
            (void)cudaGetLastError();
        }
    info->l2_bytes = (size_t)l2;
    info->shared_per_block = (size_t)shared;
    info->shared_per_block_optin = (size_t)optin;
    info->shared_per_multiprocessor = (size_t)shared_sm;
    info->max_block.x = (unsigned)v[0], info->max_block.y = (unsigned)v[1], info->max_block.z = (unsigned)v[2];
    info->max_grid.x = (unsigned)v[3], info->max_grid.y = (unsigned)v[4], info->max_grid.z = (unsigned)v[5];
    info->bandwidth_gbs = 2.0 * info->memory_clock_khz * (info->memory_bus_bits / 8) * 1e-6; /* two transfers a clock */
    info->total_memory = properties.totalGlobalMem;
    (void)cudaDriverGetVersion(&info->driver_version);
    (void)cudaRuntimeGetVersion(&info->runtime_version);
    s = gpu__cuda(cudaGetDevice(&previous), "gpu_query"); /* free memory is told for the current device only */
    if (!s) s = gpu__cuda(cudaSetDevice(device), "gpu_query");
    if (!s) s = gpu__cuda(cudaMemGetInfo(&info->free_memory, &info->total_memory), "gpu_query");
    (void)cudaSetDevice(previous);
    return s;
}
#endif

GPU_API gpu_status(gpu_query)(int device, gpu_info *info)
{
    gpu_status s = gpu__enter();
    if (s) return s;
    if (!info) return gpu__fail(GPU_ERROR_INVALID_ARGUMENT, "gpu_query", "info is NULL; pass the address of a gpu_info");
    if (device < GPU_CPU || device >= gpu__global.gpus)
        return gpu__fail(GPU_ERROR_INVALID_DEVICE, "gpu_query", "there is no device %d; %d GPU%s usable here, and GPU_CPU (-1) always is", device,
                         gpu__global.gpus, gpu__global.gpus == 1 ? " is" : "s are");
    memset(info, 0, sizeof *info);
    if (device == GPU_CPU) gpu__query_cpu(info);
#ifdef GPU__CUDA
    else
        s = gpu__query_cuda(device, info);
#endif
    return s;
}

GPU_API void(gpu_print_devices)(FILE *out)
{
    int device;
    gpu_info info;
    if (!out) {
        gpu__fail(GPU_ERROR_INVALID_ARGUMENT, "gpu_print_devices", "out is NULL; pass stdout or another open file");
        return;
    }
    for (device = GPU_CPU; device < gpu_device_count(); device++) {
        if ((gpu_query)(device, &info)) continue;
        fprintf(out, "%c %3d  %s\n", device == gpu_device() ? '*' : ' ', device, info.name);
        if (device == GPU_CPU)
            fprintf(out, "       %d thread%s in use of %d cores, %d-bit vectors, %.1f of %.1f GB free\n", info.multiprocessors,
                    info.multiprocessors == 1 ? "" : "s", info.cores, info.simd_bits, 1e-9 * (double)info.free_memory, 1e-9 * (double)info.total_memory);
        else
            fprintf(out, "       compute capability %d.%d, %d multiprocessors at %.2f GHz, %.1f of %.1f GB free, %.0f GB/s, %.0f MB of L2\n", info.compute_major,
                    info.compute_minor, info.multiprocessors, 1e-6 * info.clock_khz, 1e-9 * (double)info.free_memory, 1e-9 * (double)info.total_memory,
                    info.bandwidth_gbs, (double)info.l2_bytes / (1 << 20));
    }
}

GPU_API gpu_status(gpu_sync)(void)
{
    gpu_status s = gpu__enter();
#ifdef GPU__CUDA
    if (!s && gpu__me.device >= 0) s = gpu__cuda(cudaDeviceSynchronize(), "gpu_sync");
#endif
    return s;
}

/* -------------------------------------------------------------------------------------------------------- memory -- */

typedef struct gpu__allocation {
    void *p, *raw; /* what the caller has, and what the allocator gave */
    size_t bytes;
    int kind, device; /* GPU__DEVICE on GPU_CPU is host memory */
    const char *file; /* where it was made */
    int line;
} gpu__allocation;

/* All live allocations by address: open addressing, linear probing, a power of two of slots, at most half full. */
static struct {
    gpu__allocation *slot;
    size_t slots, used;
    struct {
        const void *p;
        const char *file;
        int line;
    } freed[64]; /* the last ones that were freed, so that a second free can name the first */
    unsigned next_freed;
} gpu__ledger;

static size_t gpu__hash(const void *p)
{
    return (size_t)(((uint64_t)(uintptr_t)p >> 4) * 0x9e3779b97f4a7c15u >> 20);
}
static gpu__allocation *gpu__find(const void *p) /* the slot of p, or the empty slot where it would go; NULL: no table */
{
    size_t i;
    if (!gpu__ledger.slots) return NULL;
    for (i = gpu__hash(p);; i++) {
        gpu__allocation *a = &gpu__ledger.slot[i & (gpu__ledger.slots - 1)];
        if (!a->p || a->p == p) return a;
    }
}
static int gpu__grow(void)
{
    gpu__allocation *old = gpu__ledger.slot;
    size_t i, n = gpu__ledger.slots;
    gpu__allocation *slot = (gpu__allocation *)calloc(n ? 2 * n : 256, sizeof *slot);
    if (!slot) return 0;
    gpu__ledger.slot = slot;
    gpu__ledger.slots = n ? 2 * n : 256;
    for (i = 0; i < n; i++)
        if (old[i].p) *gpu__find(old[i].p) = old[i];
    free(old);
    return 1;
}
static int gpu__remember(const gpu__allocation *a)
{
    int ok;
    gpu__lock(&gpu__global.memory_lock);
    ok = 2 * (gpu__ledger.used + 1) <= gpu__ledger.slots || gpu__grow();
    if (ok) {
        *gpu__find(a->p) = *a;
        gpu__ledger.used++;
    }
    gpu__unlock(&gpu__global.memory_lock);
    return ok;
}
static int gpu__forget(const void *p, gpu__allocation *out)
{
    gpu__allocation *a;
    int found;
    gpu__lock(&gpu__global.memory_lock);
    a = gpu__find(p);
    found = a && a->p;
    if (found) {
        size_t hole = (size_t)(a - gpu__ledger.slot), i, mask = gpu__ledger.slots - 1;
        *out = *a;
        /* close the gap: move back each later entry of the run whose home is not between the hole and itself */
        for (i = (hole + 1) & mask; gpu__ledger.slot[i].p; i = (i + 1) & mask)
            if (((i - gpu__hash(gpu__ledger.slot[i].p)) & mask) >= ((i - hole) & mask)) {
                gpu__ledger.slot[hole] = gpu__ledger.slot[i];
                hole = i;
            }
        gpu__ledger.slot[hole].p = NULL;
        gpu__ledger.used--;
        i = gpu__ledger.next_freed++ % 64;
        gpu__ledger.freed[i].p = p;
        gpu__ledger.freed[i].file = gpu__self.file;
        gpu__ledger.freed[i].line = gpu__self.line;
    }
    gpu__unlock(&gpu__global.memory_lock);
    return found;
}
/* The allocation that holds the byte at p, wherever in it p points: a walk over all, for messages and checks only. */
static int gpu__holder(const void *p, gpu__allocation *out)
{
    size_t i;
    int found = 0;
    gpu__lock(&gpu__global.memory_lock);
    for (i = 0; i < gpu__ledger.slots && !found; i++) {
        gpu__allocation *a = &gpu__ledger.slot[i];
        if (a->p && (uintptr_t)p >= (uintptr_t)a->p && (uintptr_t)p - (uintptr_t)a->p < (a->bytes ? a->bytes : 1)) {
            *out = *a;
            found = 1;
        }
    }
    gpu__unlock(&gpu__global.memory_lock);
    return found;
}

static const char *gpu__new_name(int kind)
{
    return kind == GPU__PINNED ? "gpu_malloc_pinned" : kind == GPU__MANAGED ? "gpu_malloc_managed" : "gpu_malloc";
}

static void *gpu__allocate(size_t bytes, int kind, const char *call)
{
    gpu__allocation a;
    gpu_status s = gpu__enter();
    if (s) return NULL;
    memset(&a, 0, sizeof a);
    a.bytes = bytes;
    a.kind = kind;
    a.device = gpu__me.device;
    a.file = gpu__self.file;
    a.line = gpu__self.line;
    if (bytes > (size_t)PTRDIFF_MAX - 4096) {
        gpu__fail(GPU_ERROR_INVALID_ARGUMENT, call, "%zu bytes are more than any machine has; a negative number was perhaps converted to size_t", bytes);
        return NULL;
    }
#ifdef GPU__CUDA
    if (a.device >= 0 && kind != GPU__PLAIN) {
        size_t free_bytes = 0, total = 0;
        size_t ask = bytes ? bytes : 1;
        cudaError_t e;
        if ((s = gpu__device_ready(a.device, call))) return NULL;
        if (kind == GPU__MANAGED) {
            e = cudaMemGetInfo(&free_bytes, &total);
            if (e == cudaSuccess) e = ask > free_bytes ? cudaErrorMemoryAllocation : cudaMallocManaged(&a.p, ask);
        } else
            e = kind == GPU__PINNED ? cudaMallocHost(&a.p, ask) : cudaMalloc(&a.p, ask);
        if (e == cudaErrorMemoryAllocation) {
            (void)cudaGetLastError();
            if (kind == GPU__PINNED)
                gpu__fail(GPU_ERROR_OUT_OF_MEMORY, call, "%zu bytes of page-locked host memory were asked for and not to be had; free some, or use fewer", bytes);
            else {
                (void)cudaMemGetInfo(&free_bytes, &total);
                gpu__fail(GPU_ERROR_OUT_OF_MEMORY, call, "%zu bytes were asked for, and device %d has %zu free of %zu; free some, or work in parts", bytes,
                          a.device, free_bytes, total);
            }
            return NULL;
        }
        if (gpu__cuda(e, call)) return NULL;
        a.raw = a.p;
    } else
#endif
    {
        a.raw = GPU_HOST_MALLOC(bytes + 256); /* 256-byte alignment, as cudaMalloc gives */
        if (!a.raw) {
            gpu__fail(GPU_ERROR_OUT_OF_MEMORY, call, "%zu bytes of host memory were asked for and not to be had; free some, or work in parts", bytes);
            return NULL;
        }
        a.p = (void *)(((uintptr_t)a.raw + 255) & ~(uintptr_t)255);
        if (kind != GPU__PLAIN) a.device = GPU_CPU;
    }
    if (!gpu__remember(&a)) {
#ifdef GPU__CUDA
        if (a.device >= 0 && kind != GPU__PLAIN)
            (void)(kind == GPU__PINNED ? cudaFreeHost(a.p) : cudaFree(a.p));
        else
#endif
            GPU_HOST_FREE(a.raw);
        gpu__fail(GPU_ERROR_OUT_OF_MEMORY, call, "there is no host memory left for the list of allocations; free some");
        return NULL;
    }
    return a.p;
}

GPU_API void *(gpu_malloc)(size_t bytes)
{
    return gpu__allocate(bytes, GPU__DEVICE, gpu__new_name(GPU__DEVICE));
}
GPU_API void *(gpu_malloc_pinned)(size_t bytes)
{
    return gpu__allocate(bytes, GPU__PINNED, gpu__new_name(GPU__PINNED));
}
GPU_API void *(gpu_malloc_managed)(size_t bytes)
{
    return gpu__allocate(bytes, GPU__MANAGED, gpu__new_name(GPU__MANAGED));
}

GPU_API gpu_status(gpu_free)(void *p)
{
    gpu__allocation a;
    gpu_status s = gpu__enter();
    unsigned i, k, known = 0;
    if (s || !p) return s;
    if (!gpu__forget(p, &a)) {
        if (gpu__holder(p, &a))
            return gpu__fail(GPU_ERROR_INVALID_POINTER, "gpu_free", "%p points %zu bytes into the allocation of %zu bytes made at %s:%d; pass its start, %p", p,
                             (size_t)((uintptr_t)p - (uintptr_t)a.p), a.bytes, a.file ? a.file : "?", a.line, a.p);
        gpu__lock(&gpu__global.memory_lock);
        for (i = 1; i <= 64 && !known; i++) { /* latest first: allocators hand the same address out again */
            k = (gpu__ledger.next_freed - i) % 64;
            if (gpu__ledger.freed[k].p == p) known = 1, a.file = gpu__ledger.freed[k].file, a.line = gpu__ledger.freed[k].line;
        }
        gpu__unlock(&gpu__global.memory_lock);
        if (known)
            return gpu__fail(GPU_ERROR_INVALID_POINTER, "gpu_free", "%p was freed already, at %s:%d; free each allocation once", p, a.file ? a.file : "?", a.line);
        return gpu__fail(GPU_ERROR_INVALID_POINTER, "gpu_free", "%p did not come from gpu.h; free it with what allocated it", p);
    }
#ifdef GPU__CUDA
    if (a.device >= 0 && a.kind != GPU__PLAIN) return gpu__cuda(a.kind == GPU__PINNED ? cudaFreeHost(p) : cudaFree(p), "gpu_free");
#endif
    GPU_HOST_FREE(a.raw);
    return GPU_OK;
}

GPU_API gpu_place gpu_where(const void *p)
{
#ifdef GPU__CUDA
    struct cudaPointerAttributes a;
    if (gpu__enter() || !gpu__global.gpus || !p) return GPU_HOST;
    if (cudaPointerGetAttributes(&a, p) != cudaSuccess) {
        (void)cudaGetLastError();
        return GPU_HOST;
    }
    return a.type == cudaMemoryTypeDevice ? GPU_ON_DEVICE
        : a.type == cudaMemoryTypeManaged ? GPU_MANAGED_MEM
        : a.type == cudaMemoryTypeHost    ? GPU_PINNED_HOST
                                          : GPU_HOST;
#else
    (void)p;
    return GPU_HOST;
#endif
}

/* One of ours, and the range goes beyond its end? (A pointer into the middle is not looked up: that is GPU_DEBUG's.) */
static gpu_status gpu__check_range(const void *p, size_t bytes, const char *what, const char *call)
{
    gpu__allocation a;
    int found;
    gpu__lock(&gpu__global.memory_lock);
    {
        gpu__allocation *slot = gpu__find(p);
        found = slot && slot->p;
        if (found) a = *slot;
    }
    gpu__unlock(&gpu__global.memory_lock);
    if (!found && gpu__global.debug) found = gpu__holder(p, &a);
    if (found && bytes > a.bytes - (size_t)((uintptr_t)p - (uintptr_t)a.p))
        return gpu__fail(GPU_ERROR_INVALID_ARGUMENT, call, "%zu bytes go beyond the end of %s, which has %zu bytes there (made at %s:%d); copy or set fewer", bytes, what,
                         a.bytes - (size_t)((uintptr_t)p - (uintptr_t)a.p), a.file ? a.file : "?", a.line);
    return GPU_OK;
}

static gpu_status gpu__transfer(void *dst, const void *src, size_t bytes, const char *call)
{
    gpu_status s = gpu__enter();
    if (s || !bytes) return s;
    if (!dst || !src) return gpu__fail(GPU_ERROR_INVALID_ARGUMENT, call, "%s is NULL; expected memory of %zu bytes", dst ? "src" : "dst", bytes);
    if (bytes > (size_t)PTRDIFF_MAX)
        return gpu__fail(GPU_ERROR_INVALID_ARGUMENT, call, "%zu bytes are more than any machine has; a negative number was perhaps converted to size_t", bytes);
    if ((uintptr_t)dst < (uintptr_t)src + bytes && (uintptr_t)src < (uintptr_t)dst + bytes && dst != src)
        return gpu__fail(GPU_ERROR_INVALID_ARGUMENT, call, "dst and src overlap; copy through a third place");
    if ((s = gpu__check_range(dst, bytes, "dst", call)) || (s = gpu__check_range(src, bytes, "src", call))) return s;
    if (dst == src) return GPU_OK;
#ifdef GPU__CUDA
    if (gpu__global.gpus && !(gpu__me.device == GPU_CPU && gpu_where(dst) == GPU_HOST && gpu_where(src) == GPU_HOST)) {
        cudaStream_t stream = (cudaStream_t)gpu__me.stream;
        s = gpu__cuda(cudaMemcpyAsync(dst, src, bytes, cudaMemcpyDefault, stream), call);
        return s ? s : gpu__cuda(cudaStreamSynchronize(stream), call);
    }
#endif
    memcpy(dst, src, bytes);
    return GPU_OK;
}

GPU_API gpu_status(gpu_copy)(void *dst, const void *src, size_t bytes)
{
    return gpu__transfer(dst, src, bytes, "gpu_copy");
}

GPU_API gpu_status(gpu_set)(void *p, int byte, size_t bytes)
{
    gpu_status s = gpu__enter();
    if (s || !bytes) return s;
    if (!p) return gpu__fail(GPU_ERROR_INVALID_ARGUMENT, "gpu_set", "p is NULL; expected memory of %zu bytes", bytes);
    if (bytes > (size_t)PTRDIFF_MAX)
        return gpu__fail(GPU_ERROR_INVALID_ARGUMENT, "gpu_set", "%zu bytes are more than any machine has; a negative number was perhaps converted to size_t", bytes);
    if ((s = gpu__check_range(p, bytes, "p", "gpu_set"))) return s;
#ifdef GPU__CUDA
    if (gpu__global.gpus && gpu_where(p) != GPU_HOST) return gpu__cuda(cudaMemsetAsync(p, byte, bytes, (cudaStream_t)gpu__me.stream), "gpu_set");
#endif
    memset(p, byte, bytes);
    return GPU_OK;
}

GPU_API void *gpu__new(size_t n, size_t size, int kind, int zero, const void *copy_from, const char *call, const char *file, int line)
{
    void *p;
    gpu__at(file, line);
    if (n > (size_t)PTRDIFF_MAX / size) {
        gpu__fail(GPU_ERROR_INVALID_ARGUMENT, call, "%zu elements of %zu bytes are more than any machine has; a negative number was perhaps converted to size_t", n, size);
        return NULL;
    }
    p = gpu__allocate(n * size, kind, call);
    if (p && ((zero && (gpu_set)(p, 0, n * size)) || (copy_from && gpu__transfer(p, copy_from, n * size, call)))) {
        (void)(gpu_free)(p);
        p = NULL;
    }
    return p;
}

GPU_API void *gpu__new_copy(size_t n, size_t size, int kind, const void *from, const char *call, const char *file, int line)
{
    if (!from && n) {
        gpu__fail_at(GPU_ERROR_INVALID_ARGUMENT, file, line, call, "the pointer to copy from is NULL; expected %zu elements of %zu bytes", n, size);
        return NULL;
    }
    return gpu__new(n, size, kind, 0, from, call, file, line);
}

GPU_API gpu_status(gpu_shutdown)(void)
{
    gpu_status s = gpu__enter(), t;
    size_t i;
    if (s) return s;
#ifdef GPU__CUDA
    {
        int device, current = gpu__me.device;
        for (device = 0; device < gpu__global.gpus; device++)
            if (gpu__global.device[device].state == 1) {
                t = gpu__cuda(cudaSetDevice(device), "gpu_shutdown");
                if (!t) t = gpu__cuda(cudaDeviceSynchronize(), "gpu_shutdown");
                if (t && !s) s = t;
            }
        if (current >= 0) (void)cudaSetDevice(current);
    }
#endif
    for (i = 0; i < gpu__ledger.slots;) /* freeing moves later entries back, so the same slot is looked at again */
        if (gpu__ledger.slot[i].p) {
            t = (gpu_free)(gpu__ledger.slot[i].p);
            if (t && !s) s = t;
        } else
            i++;
    free(gpu__ledger.slot);
    memset(&gpu__ledger, 0, sizeof gpu__ledger);
    return s;
}

static void gpu__print_leaks(void) /* GPU_DEBUG=1: at the end of the program */
{
    size_t i;
    for (i = 0; i < gpu__ledger.slots; i++) {
        const gpu__allocation *a = &gpu__ledger.slot[i];
        if (a->p) fprintf(stderr, "gpu.h: never freed: %zu bytes from %s at %s:%d\n", a->bytes, gpu__new_name(a->kind), a->file ? a->file : "?", a->line);
    }
}

/* -------------------------------------------------------------------------------------------------------- launch -- */

static gpu_config gpu__extent(int dims, size_t x, size_t y, size_t z)
{
    gpu_config c;
    memset(&c, 0, sizeof c);
    c.dims = dims;
    c.extent[0] = x, c.extent[1] = y, c.extent[2] = z;
    return c;
}
GPU_API gpu_config(gpu_1d)(size_t n)
{
    return gpu__extent(1, n, 1, 1);
}
GPU_API gpu_config(gpu_2d)(size_t width, size_t height)
{
    return gpu__extent(2, width, height, 1);
}
GPU_API gpu_config(gpu_3d)(size_t width, size_t height, size_t depth)
{
    return gpu__extent(3, width, height, depth);
}
GPU_API gpu_config(gpu_grid)(size_t grid_x, size_t grid_y, size_t grid_z, size_t block_x, size_t block_y, size_t block_z)
{
    gpu_config c = gpu__extent(0, 0, 0, 0);
    c.grid[0] = grid_x, c.grid[1] = grid_y, c.grid[2] = grid_z;
    c.block[0] = block_x, c.block[1] = block_y, c.block[2] = block_z;
    return c;
}
GPU_API gpu_config gpu_config_shared(gpu_config config, size_t bytes)
{
    config.shared_bytes = bytes;
    return config;
}
GPU_API gpu_config gpu__config_at(gpu_config config, const char *file, int line)
{
    config.file = file;
    config.line = line;
    return config;
}

/* Fills in what was left to the library and checks the limits, which are the same on both backends. */
static gpu_status gpu__resolve(const gpu__kernel *kernel, const gpu_config *c, size_t fill_blocks, size_t max_shared, gpu_dim3 *grid, gpu_dim3 *block, int *empty)
{
    static const size_t automatic[4][3] = {{256, 1, 1}, {256, 1, 1}, {32, 8, 1}, {32, 4, 2}};
    static const size_t max_block[3] = {GPU__MAX_BLOCK, GPU__MAX_BLOCK, GPU__MAX_BLOCK_Z};
    static const size_t max_grid[3] = {GPU__MAX_GRID_X, GPU__MAX_GRID_YZ, GPU__MAX_GRID_YZ};
    size_t b[3], g[3];
    int k, chosen = !c->block[0] && !c->block[1] && !c->block[2];
    *empty = 0;
    for (k = 0; k < 3; k++) {
        b[k] = c->block[k] ? c->block[k] : chosen ? automatic[c->dims][k] : 1;
        g[k] = c->grid[k];
        if (c->dims) {
            if (c->extent[k] == 0) *empty = 1;
            if (c->extent[k] > (size_t)PTRDIFF_MAX)
                return gpu__fail_at(GPU_ERROR_INVALID_ARGUMENT, c->file, c->line, kernel->name,
                                    "an extent of %zu is more than any machine has; a negative number was perhaps converted to size_t", c->extent[k]);
            g[k] = c->extent[k] / b[k] + (c->extent[k] % b[k] != 0);
            if (g[k] > max_grid[k]) g[k] = max_grid[k];
        } else if (g[k] == 0)
            g[k] = k ? 1 : fill_blocks;
    }
    for (k = 0; k < 3 && !*empty; k++) {
        if (b[k] > max_block[k])
            return gpu__fail_at(GPU_ERROR_LAUNCH, c->file, c->line, kernel->name, "a block of %zu x %zu x %zu threads; expected at most %zu in %c; use more blocks of fewer threads",
                                b[0], b[1], b[2], max_block[k], "xyz"[k]);
        if (g[k] > max_grid[k])
            return gpu__fail_at(GPU_ERROR_LAUNCH, c->file, c->line, kernel->name, "a grid of %zu x %zu x %zu blocks; expected at most %zu in %c; use a loop in the kernel (GPU_FOR)",
                                g[0], g[1], g[2], max_grid[k], "xyz"[k]);
    }
    if (!*empty && b[0] * b[1] * b[2] > GPU__MAX_BLOCK)
        return gpu__fail_at(GPU_ERROR_LAUNCH, c->file, c->line, kernel->name, "a block of %zu x %zu x %zu = %zu threads; expected at most %d; use more blocks of fewer threads", b[0],
                            b[1], b[2], b[0] * b[1] * b[2], GPU__MAX_BLOCK);
    if (!*empty && c->shared_bytes > max_shared)
        return gpu__fail_at(GPU_ERROR_LAUNCH, c->file, c->line, kernel->name, "%zu bytes of dynamic shared memory; expected at most %zu on this device; use smaller tiles",
                            c->shared_bytes, max_shared);
    grid->x = (unsigned)g[0], grid->y = (unsigned)g[1], grid->z = (unsigned)g[2];
    block->x = (unsigned)b[0], block->y = (unsigned)b[1], block->z = (unsigned)b[2];
    return GPU_OK;
}

typedef struct gpu__cpu_launch {
    const gpu__kernel *kernel;
    void **argv;
    gpu_dim3 grid, block;
    int automatic;  /* the library chose the block: a GPU_FOR may take a whole share */
    size_t blocks;  /* of the whole grid */
    size_t parts;   /* shares that the grid is cut into, one after another for a thread */
    int failed;     /* the first thread that breaks a rule writes its sentence */
    char why[512];
} gpu__cpu_launch;

static GPU__TLS gpu__cpu_launch *gpu__running; /* the launch that this CPU thread works for */

GPU__PRINTF(1, 2)
static void gpu__kernel_fault(const char *format, ...)
{
    gpu__cpu_launch *l = gpu__running;
    gpu_dim3 b = gpu__self.block, t = gpu__self.thread;
    va_list args;
    gpu__lock(&gpu__global.error_lock);
    if (!l->failed++) {
        int used = snprintf(l->why, sizeof l->why, "block (%u,%u,%u), thread (%u,%u,%u): ", b.x, b.y, b.z, t.x, t.y, t.z);
        va_start(args, format);
        vsnprintf(l->why + used, sizeof l->why - (size_t)used, format, args);
        va_end(args);
    }
    gpu__unlock(&gpu__global.error_lock);
}

GPU_API void gpu__barrier(const char *file, int line)
{
    const gpu_dim3 n = gpu__self.block_dim;
    if (!gpu__running) return;
    gpu__self.touched = 1;
    if (n.x * n.y * n.z > 1)
        gpu__kernel_fault("a barrier at %s:%d; the CPU backend runs blocks of several threads without barriers only; use a block of one thread, or a GPU", file, line);
}

/* Runs one share of the grid on the calling CPU thread: the blocks [part, part + 1) / parts in order, x fastest. */
static void gpu__run_part(gpu__cpu_launch *l, size_t part)
{
    gpu__cpu_thread *t = &gpu__self;
    gpu__cpu_thread outer = *t;
    gpu__cpu_launch *outer_launch = gpu__running;
    size_t first, last, b;
    int loops = l->automatic ? GPU__LOOP_UNDECIDED : GPU__LOOP_STRIDED;
    gpu__running = l;
    t->block_dim = l->block;
    t->grid_dim = l->grid;
    t->part = part;
    t->parts = l->parts;
    gpu__share(l->blocks, part, l->parts, &first, &last);
    for (b = first; b < last && !l->failed; b++) {
        t->block.x = (unsigned)(b % l->grid.x);
        t->block.y = (unsigned)(b / l->grid.x % l->grid.y);
        t->block.z = (unsigned)(b / l->grid.x / l->grid.y);
        t->thread.x = t->thread.y = t->thread.z = 0;
        t->touched = 0;
        t->open_loop = 0;
        t->loops = loops;
        l->kernel->one(l->argv);
        if (t->loops == GPU__LOOP_SHARE) {
            if (!t->touched && !t->open_loop) break; /* the loops took the whole share, and nothing else asked who it is */
            loops = t->loops = GPU__LOOP_EMPTY;
        } else if (loops == GPU__LOOP_UNDECIDED)
            loops = t->loops = GPU__LOOP_STRIDED;
        if (!t->open_loop) l->kernel->rest(l->argv);
        if (t->open_loop) gpu__kernel_fault("a GPU_FOR loop was left by break, return or goto; use continue, so that no index is lost");
    }
    *t = outer;
    gpu__running = outer_launch;
}

static gpu_status gpu__launch_cpu(const gpu__kernel *kernel, const gpu_config *config, void **argv, gpu_dim3 grid, gpu_dim3 block)
{
    gpu__cpu_launch l;
    int threads = gpu__cpu_threads();
    size_t small = (size_t)1 << 16, part = 0;
    memset(&l, 0, offsetof(gpu__cpu_launch, why));
    l.kernel = kernel;
    l.argv = argv;
    l.grid = grid;
    l.block = block;
    l.automatic = !config->block[0] && !config->block[1] && !config->block[2];
    l.blocks = (size_t)grid.x * grid.y * grid.z;
    /* Eight shares a thread even out unequal work; more would cost loops their length. */
    l.parts = threads > 1 ? (size_t)threads * 8 : 1;
    if (l.parts > l.blocks) l.parts = l.blocks;
    if (threads > 1 && l.parts > 1) {
        /* A small launch may be too cheap to be worth waking threads, or may not: its first share tells. */
        int serial = 0;
        if (l.blocks < small / (block.x * block.y * block.z)) {
            double start = gpu__seconds(), spent;
            gpu__run_part(&l, part++);
            spent = gpu__seconds() - start;
            serial = spent * (double)(l.parts - 1) < 10e-6;
        }
        if (!serial) {
#ifdef _OPENMP
            ptrdiff_t k, first = (ptrdiff_t)part, last = (ptrdiff_t)l.parts;
#pragma omp parallel for schedule(dynamic, 1) num_threads(threads)
            for (k = first; k < last; k++) gpu__run_part(&l, (size_t)k);
#endif
            part = l.parts;
        }
    }
    for (; part < l.parts; part++) gpu__run_part(&l, part);
    if (l.failed) return gpu__fail_at(GPU_ERROR_KERNEL, config->file, config->line, kernel->name, "%s (kernel defined at %s:%d)", l.why, kernel->file, kernel->line);
    return GPU_OK;
}

GPU_API gpu_status gpu__launch(const gpu__kernel *kernel, const gpu_config *config, void **argv)
{
    gpu_dim3 grid, block;
    int empty;
    gpu_status s = gpu__enter();
    if (s) return s;
#ifdef GPU__CUDA
    if (gpu__me.device >= 0) {
        const gpu__device *d = &gpu__global.device[gpu__me.device];
        size_t threads = config->block[0] ? config->block[0] * (config->block[1] ? config->block[1] : 1) * (config->block[2] ? config->block[2] : 1) : 256;
        cudaError_t e;
        if (d->state != 1 && (s = gpu__device_ready(gpu__me.device, kernel->name))) return s;
        s = gpu__resolve(kernel, config, (size_t)d->multiprocessors * ((size_t)d->threads_per_multiprocessor / (threads && threads <= 1024 ? threads : 1024)), d->shared_optin,
                         &grid, &block, &empty);
        if (s || empty) return s;
        if (!kernel->entry)
            return gpu__fail_at(GPU_ERROR_NO_DEVICE_CODE, config->file, config->line, kernel->name,
                                "the current device is a GPU and %s was built by a C compiler, without device code; compile that file with nvcc -x cu, or gpu_use(GPU_CPU)",
                                kernel->file);
        if (config->shared_bytes > GPU__CPU_SHARED) /* beyond the default a kernel must be told, once for each device; this is idempotent */
            if ((s = gpu__cuda_at(cudaFuncSetAttribute(kernel->entry, cudaFuncAttributeMaxDynamicSharedMemorySize, (int)config->shared_bytes), config->file, config->line, kernel->name)))
                return s;
        e = cudaLaunchKernel(kernel->entry, dim3(grid.x, grid.y, grid.z), dim3(block.x, block.y, block.z), argv, config->shared_bytes, (cudaStream_t)gpu__me.stream);
        if (e == cudaSuccess && gpu__global.sync) e = cudaStreamSynchronize((cudaStream_t)gpu__me.stream);
        return e == cudaSuccess ? GPU_OK : gpu__cuda_at(e, config->file, config->line, kernel->name);
    }
#endif
    s = gpu__resolve(kernel, config, (size_t)gpu__cpu_threads(), GPU__CPU_SHARED, &grid, &block, &empty);
    return s || empty ? s : gpu__launch_cpu(kernel, config, argv, grid, block);
}

GPU_API int gpu__occupancy(const gpu__kernel *kernel, size_t threads, size_t shared_bytes, const char *file, int line)
{
    if (gpu__enter()) return -1;
    if (threads < 1 || threads > GPU__MAX_BLOCK) {
        gpu__fail_at(GPU_ERROR_INVALID_ARGUMENT, file, line, "gpu_occupancy", "a block of %zu threads; expected 1 to %d", threads, GPU__MAX_BLOCK);
        return -1;
    }
#ifdef GPU__CUDA
    if (gpu__me.device >= 0) {
        int blocks = -1;
        if (!kernel->entry) {
            gpu__fail_at(GPU_ERROR_NO_DEVICE_CODE, file, line, "gpu_occupancy", "%s was built by a C compiler, without device code; compile that file with nvcc -x cu", kernel->file);
            return -1;
        }
        if (gpu__cuda_at(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel->entry, (int)threads, shared_bytes), file, line, "gpu_occupancy")) return -1;
        return blocks;
    }
#endif
    (void)kernel, (void)shared_bytes;
    return 1;
}

/* ---------------------------------------------------------------------------------------------------------- time -- */

#ifdef GPU__CUDA
static gpu_status gpu__event(void **event, const char *call)
{
    return *event ? GPU_OK : gpu__cuda(cudaEventCreate((cudaEvent_t *)event), call);
}
#endif

GPU_API gpu_status(gpu_timer_start)(void)
{
    gpu_status s = gpu__enter();
    if (s) return s;
#ifdef GPU__CUDA
    if (gpu__me.device >= 0) {
        if (gpu__me.timer_device != gpu__me.device) gpu__me.timer_events[0] = gpu__me.timer_events[1] = NULL; /* events belong to a device */
        gpu__me.timer_device = gpu__me.device;
        if ((s = gpu__event(&gpu__me.timer_events[0], "gpu_timer_start")) || (s = gpu__event(&gpu__me.timer_events[1], "gpu_timer_start"))) return s;
        gpu__me.timer_start = 1;
        return gpu__cuda(cudaEventRecord((cudaEvent_t)gpu__me.timer_events[0], (cudaStream_t)gpu__me.stream), "gpu_timer_start");
    }
#endif
    gpu__me.timer_device = GPU_CPU;
    gpu__me.timer_start = gpu__seconds();
    return GPU_OK;
}

GPU_API double(gpu_timer_ms)(void)
{
    if (gpu__enter()) return (double)NAN;
    if (gpu__me.timer_start == 0 || gpu__me.timer_device != gpu__me.device) {
        gpu__fail(GPU_ERROR_INVALID_ARGUMENT, "gpu_timer_ms", "no timer runs in this thread on the current device; call gpu_timer_start first");
        return (double)NAN;
    }
#ifdef GPU__CUDA
    if (gpu__me.device >= 0) {
        float ms = 0;
        cudaEvent_t start = (cudaEvent_t)gpu__me.timer_events[0], stop = (cudaEvent_t)gpu__me.timer_events[1];
        if (gpu__cuda(cudaEventRecord(stop, (cudaStream_t)gpu__me.stream), "gpu_timer_ms") || gpu__cuda(cudaEventSynchronize(stop), "gpu_timer_ms") ||
            gpu__cuda(cudaEventElapsedTime(&ms, start, stop), "gpu_timer_ms"))
            return (double)NAN;
        return ms;
    }
#endif
    return 1e3 * (gpu__seconds() - gpu__me.timer_start);
}

struct gpu__bench {
    int done, device;  /* marks that were set; mark 0 ends the warm-up */
    double *mark;      /* CPU: seconds; then milliseconds of each repetition */
    void **event;      /* GPU: one event a mark */
};

static void gpu__bench_free(gpu_stats *stats)
{
    struct gpu__bench *b = stats->run;
    stats->run = NULL;
    if (!b) return;
#ifdef GPU__CUDA
    if (b->event)
        for (int i = 0; i <= stats->reps; i++)
            if (b->event[i]) (void)cudaEventDestroy((cudaEvent_t)b->event[i]);
#endif
    free(b->event);
    free(b->mark);
    free(b);
}

GPU_API void gpu__bench_begin(gpu_stats *stats, int reps)
{
    memset(stats, 0, sizeof *stats);
    stats->median_ms = stats->min_ms = stats->max_ms = stats->mean_ms = (double)NAN;
    if (gpu__enter()) return;
    if (reps < 1 || reps > 1000000) {
        gpu__fail(GPU_ERROR_INVALID_ARGUMENT, "GPU_BENCH", "%d repetitions; expected 1 to 1000000", reps);
        return;
    }
    stats->reps = reps;
    stats->run = (struct gpu__bench *)calloc(1, sizeof *stats->run);
    if (stats->run) {
        stats->run->done = -1;
        stats->run->device = gpu__me.device;
        stats->run->mark = (double *)calloc((size_t)reps + 1, sizeof(double));
        stats->run->event = (void **)calloc((size_t)reps + 1, sizeof(void *));
    }
    if (!stats->run || !stats->run->mark || !stats->run->event) {
        gpu__fail(GPU_ERROR_OUT_OF_MEMORY, "GPU_BENCH", "there is no host memory for %d repetitions; use fewer", reps);
        gpu__bench_free(stats);
    }
}

static int gpu__by_value(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Before each repetition: sets a mark. The first call starts the warm-up, the second ends it, the last one reads all. */
GPU_API int gpu__bench_next(gpu_stats *stats)
{
    struct gpu__bench *b = stats->run;
    int i, k = b ? b->done : 0;
    if (!b) return 0;
    b->done++;
    if (k < 0) return 1; /* the warm-up */
#ifdef GPU__CUDA
    if (b->device >= 0) {
        if ((k == 0 && gpu__cuda(cudaStreamSynchronize((cudaStream_t)gpu__me.stream), "GPU_BENCH")) || gpu__event(&b->event[k], "GPU_BENCH") ||
            gpu__cuda(cudaEventRecord((cudaEvent_t)b->event[k], (cudaStream_t)gpu__me.stream), "GPU_BENCH")) {
            gpu__bench_free(stats);
            return 0;
        }
    } else
#endif
        b->mark[k] = gpu__seconds();
    if (k < stats->reps) return 1;
#ifdef GPU__CUDA
    if (b->device >= 0) {
        float ms = 0;
        gpu_status s = gpu__cuda(cudaEventSynchronize((cudaEvent_t)b->event[k]), "GPU_BENCH");
        for (i = 0; i < k && !s; i++) {
            s = gpu__cuda(cudaEventElapsedTime(&ms, (cudaEvent_t)b->event[i], (cudaEvent_t)b->event[i + 1]), "GPU_BENCH");
            b->mark[i] = ms;
        }
        if (s) {
            gpu__bench_free(stats);
            return 0;
        }
    } else
#endif
        for (i = 0; i < k; i++) b->mark[i] = 1e3 * (b->mark[i + 1] - b->mark[i]);
    stats->mean_ms = 0;
    for (i = 0; i < k; i++) stats->mean_ms += b->mark[i] / k;
    qsort(b->mark, (size_t)k, sizeof(double), gpu__by_value);
    stats->min_ms = b->mark[0];
    stats->max_ms = b->mark[k - 1];
    stats->median_ms = k % 2 ? b->mark[k / 2] : 0.5 * (b->mark[k / 2 - 1] + b->mark[k / 2]);
    gpu__bench_free(stats);
    return 0;
}

#ifdef __cplusplus
}
#endif
#endif /* GPU_IMPLEMENTATION */

/* ---------------------------------------------------------------------------------------------------- >>licence --

   This software is available under two licences; choose the one you prefer.

   A. MIT License

   Copyright (c) 2026 the gpu.h authors

   Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated
   documentation files (the "Software"), to deal in the Software without restriction, including without limitation the
   rights to use, copy, modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and to permit
   persons to whom the Software is furnished to do so, subject to the following conditions:

   The above copyright notice and this permission notice shall be included in all copies or substantial portions of the
   Software.

   THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE
   WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR
   COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR
   OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.

   B. Public domain (www.unlicense.org)

   This is free and unencumbered software released into the public domain. Anyone is free to copy, modify, publish, use,
   compile, sell, or distribute this software, either in source code form or as a compiled binary, for any purpose,
   commercial or non-commercial, and by any means.

   In jurisdictions that recognize copyright laws, the author or authors of this software dedicate any and all copyright
   interest in the software to the public domain. We make this dedication for the benefit of the public at large and to
   the detriment of our heirs and successors. We intend this dedication to be an overt act of relinquishment in perpetuity
   of all present and future rights to this software under copyright law.

   THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE
   WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS BE
   LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM, OUT
   OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.                                 */
