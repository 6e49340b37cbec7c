/* Joined from the parts in src/ by src/join: change those, then run make. */
/* ------------------------------------------------------------------------------------------------- src/api/manual.h */
/* gpu.h - v0.1 - one C header that gives a C program the GPU          MIT or public domain, see the end of the file

   The same source runs on an NVIDIA GPU when nvcc compiles it and on all CPU cores when a C compiler does:

       #define GPU_IMPLEMENTATION                                       // in one file of the program
       #include "gpu.h"

       GPU_VECTORIZE(float, gauss, (float, x)) { return expf(-x * x); } // a function of one element, lifted over arrays
       GPU_REDUCE(double, sum, 0.0, a + b, (float, x)) { return x; }    // all elements combined into one value
       GPU_KERNEL(ramp, (float *, x), (size_t, n))                      // a kernel, for what does not fit those forms
       {
           GPU_FOR(i, n) x[i] = ((float)i + 0.5f) / (float)n * 10 - 5;
       }

       int main(void)
       {
           size_t n = 1000000;
           float *x = GPU_NEW(float, n);                                // in the memory of the current device
           GPU_CHECK(ramp(gpu_1d(n), x, n));
           GPU_CHECK(gauss(x, x, n));
           printf("%s: %.4f\n", gpu_backend_name(), sum(x, n) * 10 / (double)n); // cuda: 1.7725, the square root of pi
           GPU_CHECK(gpu_free(x));
           return 0;
       }

       nvcc -O3 -std=c++17 -arch=native -Xcompiler -fopenmp prog.cu     // GPU; CPU threads where no GPU is found
       cc -O3 -fopenmp -x c prog.cu -lm                                 // CPU only, no CUDA installed
       nvcc -c -O3 -arch=native -Xcompiler -fopenmp gpu_impl.cu     // a C project: gpu_impl.cu has GPU_IMPLEMENTATION
       cc -c app.c; nvcc -Xcompiler -fopenmp app.o gpu_impl.o           //   and the kernels, app.c stays as it is

   A program in a .c file is plain C to nvcc: pass -x cu (or name it .cu), and define GPU_REQUIRE_CUDA to be told.
   gpu.h needs gpu_kernels.cuh beside it under nvcc, and nothing else; a C compiler needs gpu.h alone.

   OPTIONS, defined before the include        scope      meaning
     GPU_IMPLEMENTATION                       one file   the function bodies go here
     GPU_STATIC                               file       everything private to this file (implies the implementation)
     GPU_NO_CUDA                              file       the CPU backend alone, also under nvcc
     GPU_REQUIRE_CUDA                         file       #error unless compiled as CUDA
     GPU_NO_CURAND                            file       accepted; changes nothing, since gpu.h does not use cuRAND
     GPU_COOPERATIVE                          program    gpu_cooperative, for gpu_grid_sync() in kernels
     GPU_SEVERAL_DEVICES                      program    gpu_each_device and what belongs to it
     GPU_KERNELS_FOR_C                        program    .c files call the prewritten functions of a .cu implementation
     GPU_NO_CUDA_NAMES                        file       no threadIdx, __popc, float4 ... but in CUDA code; GPU_THREAD_X
     GPU_CUDA_MIN_MAX                         file       min and max as CUDA has them in C too, where programs have own
     GPU_ALLOW_FAST_MATH                      file       no warning of -ffast-math, which breaks what is said of NaN
     GPU_FAIL(message)                        file       what GPU_CHECK does on an error; default: print, exit(1)
     GPU_HOST_MALLOC(bytes), GPU_HOST_FREE(p)     one file   the CPU backend's allocator (both or neither)

   ENVIRONMENT
     GPU_DEVICE=cpu | gpu | 0, 1, ...         device a thread starts on; default: the first GPU, else the CPU
     GPU_THREADS=n                            CPU threads; default: what OpenMP chooses
     GPU_CPU_DEVICES=n                        the CPU stands for n devices: code for several runs without a GPU
     GPU_MPI_AWARE=0 | 1                      does MPI take device memory? default: what it says of itself
     GPU_ALLOCATOR=device|managed|unpooled    what gpu_malloc gives: see gpu_allocator
     GPU_SYNC=1                               wait after every launch, so that a fault is reported where it happens
     GPU_DEBUG=1                              when the program ends, list what was never freed; keep freed memory aside
                                              and find what uses it; races and bad indices in kernels, see GPU_AT
     GPU_QUIET=1                              no notes on stderr
     GPU_NVTX=1                               a named range around every launch, for Nsight Systems; the file with the
                                              implementation includes nvtx3/nvToolsExt.h before gpu.h

   ERRORS. A function that can fail returns a gpu_status, or NULL, NaN or -1 where it returns a value. Either way the
   thread's gpu_error() is set and gpu_error_message() says what was wrong, what was expected and what to do, with
   the caller's file and line. Nothing exits or throws. An error that nobody looked at is printed when the program
   ends.

   After a fork the child can use GPU_CPU, on one thread, and no GPU; if gpu.h had not started before, it has both.

   gpu.h DOES NOT hide memory: a pointer from gpu_malloc belongs to the current device, and is a plain CUDA pointer.
   It starts no threads of its own but gpu_each_device's (the CPU backend uses OpenMP), and links nothing but the CUDA
   runtime. With <mpi.h> included before it there are functions for MPI, see api/mpi.h.

   CONTENTS. First what a program uses, topic by topic, each declaration with its contract; behind it what is private.
   Each part begins with a line that names the file it was written in, "src/api/memory.h":
     src/api/     configuration types errors devices memory streams launch kernels vectorise prewritten matmul random
                  time several mpi
     src/macros/  what the macros stand for          src/ops/   the prewritten functions, a file for each family
     src/core/    the library itself                 src/cpu/   the CPU backend and its simulator of CUDA's model
     src/cuda/    what is CUDA's alone               gpu_kernels.cuh: src/kernels/, the device code              */

/* ------------------------------------------------------------------------------------------ src/api/configuration.h */
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
#if defined(GPU_KERNELS_FOR_C) && defined(GPU_STATIC)
#error "gpu.h: GPU_KERNELS_FOR_C shares functions between files and GPU_STATIC keeps them in one: define one of them"
#endif
#if defined(GPU_HOST_MALLOC) != defined(GPU_HOST_FREE)
#error "gpu.h: define GPU_HOST_MALLOC and GPU_HOST_FREE together or not at all"
#endif
#if defined(GPU__CUDA) && defined(__cplusplus) && __cplusplus < 201703L &&                                             \
    (!defined(_MSVC_LANG) || _MSVC_LANG < 201703L)
#error "gpu.h: CUDA files need C++17: nvcc -std=c++17 (the default since CUDA 12)"
#endif

/* The compiler: gcc, clang and their like, Microsoft's (clang-cl stands in for it), or any other of C11 or C++11. What
   is asked of one beyond the standards is in one place, behind the declarations: src/macros/compiler.h. */
#if defined(_MSC_VER)
#define GPU__MSVC 1
#if !defined(__clang__) && (!defined(_MSVC_TRADITIONAL) || _MSVC_TRADITIONAL)
#error                                                                                                                 \
    "gpu.h: needs the conforming preprocessor of Microsoft's compiler: cl /Zc:preprocessor, nvcc -Xcompiler /Zc:preprocessor"
#elif !defined(__cplusplus) && (!defined(__STDC_VERSION__) || __STDC_VERSION__ < 201112L)
#error "gpu.h: as C, Microsoft's compiler needs C11: cl /std:c11"
#elif !defined(_WIN64)
#error "gpu.h: with Microsoft's compiler needs a 64-bit target: x64 or arm64"
#endif
#elif defined(__clang__)
#define GPU__GNU 1
#define GPU__CLANG 1
#elif defined(__GNUC__)
#define GPU__GNU 1
#define GPU__GCC 1
#endif

#if defined(_M_FP_FAST) && !defined(GPU_ALLOW_FAST_MATH)
#pragma message("gpu.h: with /fp:fast NaN and infinity give wrong results; leave it out, or define GPU_ALLOW_FAST_MATH")
#elif (defined(__FAST_MATH__) || defined(__ASSOCIATIVE_MATH__) || (__FINITE_MATH_ONLY__ + 0)) &&                       \
    !defined(GPU_ALLOW_FAST_MATH)
#pragma GCC warning                                                                                                    \
    "gpu.h: with -ffast-math (or -Ofast) the compiler takes NaN and infinity for impossible and sums in another order: where data has them results are wrong, and the bits differ from other builds; leave it out, or define GPU_ALLOW_FAST_MATH"
#endif

#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#ifdef GPU__CUDA
#include <cuda_runtime.h>
#endif

/* What stands in front of declarations. GPU_FN: a function of yours that is callable from host code and from kernels,
   GPU_FN float square(float x) { return x * x; }. GPU_API: a function of the implementation. GPU_OP: a prewritten
   function, which is compiled in the file that calls it (under nvcc a template, so that what is not called costs
   nothing), unless GPU_KERNELS_FOR_C has it compiled with the implementation. */
#ifdef GPU__GNU
#define GPU__UNUSED __attribute__((unused))
#else
#define GPU__UNUSED
#endif
#ifdef __cplusplus
#define GPU__C extern "C"
#else
#define GPU__C extern
#endif
#if defined(GPU_STATIC) && !defined(__CUDA_ARCH__) /* nvcc's pass over the device code sees the declarations alone */
#define GPU_API static GPU__UNUSED
#define GPU__DATA static
#else
#define GPU_API GPU__C
#define GPU__DATA extern
#endif
#ifdef GPU__CUDA
#define GPU__HOST_DEVICE __host__ __device__
#define GPU_OP template <int = 0> static inline
#else
#define GPU__HOST_DEVICE
#ifdef GPU_KERNELS_FOR_C
#define GPU_OP GPU_API
#else
#define GPU_OP static GPU__UNUSED inline
#endif
#endif
#define GPU_FN GPU__HOT static GPU__UNUSED GPU__HOST_DEVICE inline

/* How gcc compiles the CPU code. No flag changes a value, except that a * b + c is never fused to an fma of its own
   accord: results would depend on the processor. no-math-errno lets sqrt and the maths functions vectorise,
   no-trapping-math lets branches become selects. Without optimisation it fuses and vectorises nothing. */
#if defined(GPU__GCC) && defined(__OPTIMIZE__)
#define GPU__HOT_FLAGS                                                                                                 \
    "no-math-errno", "no-trapping-math", "fp-contract=off", "tree-loop-vectorize", "vect-cost-model=unlimited"
#define GPU__HOT __attribute__((optimize(GPU__HOT_FLAGS)))
#else
#define GPU__HOT
#endif

/* -------------------------------------------------------------------------------------------------- src/api/types.h */
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

/* ------------------------------------------------------------------------------------------------- src/api/errors.h */
/* ----------------------------------------------------------------------------------------------------- >>errors -- */

GPU_API gpu_status gpu_error(void);          /* the thread's last error, GPU_OK if none since the clear */
GPU_API const char *gpu_error_message(void); /* its sentence, "" if none; valid until the thread's next error */
GPU_API void gpu_clear_error(void);          /* forget it */
GPU_API const char *gpu_status_name(gpu_status status); /* "GPU_ERROR_OUT_OF_MEMORY" */

/* Evaluates a call that returns a gpu_status once; on an error does GPU_FAIL with the message and this file and line.
   What returns anything else (gpu_argmax, gpu_device_count) does not compile. */
#define GPU_CHECK(call)                                                                                                \
    (GPU__STATUS_ALONE(call) gpu__at(__FILE__, __LINE__, GPU__BY_CHECK),                                               \
     gpu__check((call), #call, __FILE__, __LINE__) ? (void)0 : (void)(GPU_FAIL(gpu__check_message())))
/* C would convert any number. What is said about it is the name of a bit-field, which must not have -1 bits. */
#ifdef __cplusplus
#define GPU__STATUS_ALONE(call)
#else
#define GPU__REQUIRE(that, condition) (GPU__EXTENSION(void) sizeof(struct { int that : (condition) ? 1 : -1; }))
#define GPU__STATUS_ALONE(call)                                                                                        \
    GPU__REQUIRE(GPU_CHECK_takes_a_call_that_returns_a_gpu_status, _Generic((call), gpu_status : 1, default : 0)),
#endif
#if !defined(GPU_FAIL) && defined(MPI_VERSION) /* one process that ends ends the job */
#define GPU_FAIL(message) (fprintf(stderr, "%s\n", (message)), (void)MPI_Abort(MPI_COMM_WORLD, 1), exit(1))
#elif !defined(GPU_FAIL)
#define GPU_FAIL(message) (fprintf(stderr, "%s\n", (message)), exit(1))
#endif

/* ------------------------------------------------------------------------------------------------ src/api/devices.h */
/* ---------------------------------------------------------------------------------------------------- >>devices -- */

GPU_API int gpu_device_count(void);     /* GPUs that this program can use; 0 is no error */
GPU_API gpu_status gpu_use(int device); /* the calling thread's current device: 0, 1, ... or GPU_CPU */
GPU_API int gpu_device(void);           /* it; a thread starts on GPU_DEVICE, else GPU 0, else GPU_CPU */
/* CPU threads for what the calling thread asks of the CPU from now on, whatever GPU_THREADS says; 0: the default again.
   Other threads keep theirs, as with omp_set_num_threads. 1 to 256; the bits of no result change. Without OpenMP there
   is one, and more are GPU_ERROR_NOT_SUPPORTED. gpu_query(GPU_CPU, &info) tells how many: info.multiprocessors. */
GPU_API gpu_status gpu_set_threads(int n);
GPU_API gpu_status gpu_query(int device, gpu_info *info); /* fills *info; GPU_CPU works too */
GPU_API const char *gpu_backend_name(void);               /* "cuda" or "cpu": where the current device runs kernels */
GPU_API void gpu_print_devices(FILE *out);                /* a table of all devices, the current one marked */
GPU_API gpu_status gpu_sync(void);     /* wait for the current device; reports faults of earlier kernels */
GPU_API int gpu_doctor(FILE *out);     /* checks this machine, says what to do; problems found, -1: error */
GPU_API gpu_status gpu_shutdown(void); /* wait for all devices and free all memory of gpu.h, streams too */

/* ------------------------------------------------------------------------------------------------- src/api/memory.h */
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
GPU_API gpu_status gpu_set(void *p, int byte,
                           size_t bytes); /* every byte of p; in order with the device's work, does not wait */

/* As gpu_copy, but queued on the current stream: it returns at once and both places must stay as they are until the
   stream has passed it. Host memory must be pinned for that; with ordinary memory the call waits. */
GPU_API gpu_status gpu_copy_async(void *dst, const void *src, size_t bytes);
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

/* ------------------------------------------------------------------------------------------------ src/api/streams.h */
/* ---------------------------------------------------------------------------------------------------- >>streams -- */

/* Work on one stream runs in the order in which it was queued; work on two may overlap. A stream belongs to the
   device that was current when it was made. Each device has a default stream, NULL: as everywhere in CUDA, its work
   waits for the work that was queued on the other streams before, and theirs for its. The current stream belongs to
   the thread: all launches, copies and sets go there. On the CPU every call is done when it returns, so any order
   that streams and events ask for holds; there the functions are the same and have nothing to wait for. */
typedef struct gpu__stream *gpu_stream;
GPU_API gpu_stream gpu_stream_new(void);                  /* NULL on an error */
GPU_API gpu_stream gpu_stream_new_priority(int priority); /* above 0: its blocks go first; as far as the device can */
GPU_API gpu_status
gpu_use_stream(gpu_stream stream); /* make it current; NULL: the default one. gpu_use(another device) too */
GPU_API gpu_status
gpu_stream_sync(gpu_stream stream); /* wait until all its work is done; reports faults of its kernels */
/* Has all its work ended? 1, or 0, without waiting; -1 on an error: a fault of its kernels, as gpu_stream_sync. */
GPU_API int gpu_stream_done(gpu_stream stream);
GPU_API gpu_status gpu_stream_free(gpu_stream stream); /* waits for its work; no thread may have it as current stream */
GPU_API void *gpu_stream_native(gpu_stream stream);    /* its cudaStream_t, for cuBLAS and friends; NULL on the CPU */
/* The other way: a gpu_stream for a cudaStream_t of the current device that somebody else made, PyTorch or CuPy say.
   It must live until after gpu_stream_free, which neither waits for it nor destroys it. NULL and cudaStreamLegacy
   stand for the default stream; cudaStreamPerThread is refused, and on the CPU any is. Wrapped twice it is the same
   gpu_stream, and as many gpu_stream_free end it. If it was made with cudaStreamNonBlocking, as PyTorch's are, it and
   the default stream do not wait for each other: gpu_event_wait orders them. */
GPU_API gpu_stream gpu_stream_from_native(void *native); /* NULL on an error */
/* Calls fn(user) from a thread of the driver when the work before it is done; fn must not call CUDA or gpu.h. */
GPU_API gpu_status gpu_stream_callback(gpu_stream stream, void (*fn)(void *user), void *user);

/* A point in the order of a stream, with its time. */
typedef struct gpu__event *gpu_event;
GPU_API gpu_event gpu_event_new(void);                /* of the current device; NULL on an error */
GPU_API gpu_status gpu_event_record(gpu_event event); /* here, on the current stream */
GPU_API gpu_status gpu_event_wait(gpu_event event);   /* later work on the current stream waits for it; any device's */
GPU_API gpu_status gpu_event_sync(gpu_event event);   /* the calling thread waits for it */
GPU_API double gpu_event_elapsed_ms(gpu_event start,
                                    gpu_event stop); /* between two recorded ones; waits; NaN on an error */
GPU_API gpu_status gpu_event_free(gpu_event event);

/* gpu_graph_begin(); launches ...; g = gpu_graph_end(); gathers what this thread launches, copies (gpu_copy_async)
   and sets, without running it; gpu_graph_launch(g) queues all of it on the current stream at once, again and again,
   with the arguments of then. Calls that wait or allocate are refused between the two, and host arrays as arguments.
   Arguments are checked as the calls are gathered, not when the graph runs: the memory that it uses must outlive it.
   On the CPU a graph is the list of the calls, made again one after another. */
typedef struct gpu__graph *gpu_graph;
GPU_API gpu_status gpu_graph_begin(void);
GPU_API gpu_graph gpu_graph_end(void); /* NULL on an error; the stream from before is current again */
GPU_API gpu_status gpu_graph_launch(gpu_graph graph);
GPU_API gpu_status gpu_graph_free(gpu_graph graph);

/* ------------------------------------------------------------------------------------------------- src/api/launch.h */
/* ----------------------------------------------------------------------------------------------------- >>launch -- */

GPU_API gpu_config gpu_1d(size_t n);                    /* at least n threads: blocks of 256 */
GPU_API gpu_config gpu_2d(size_t width, size_t height); /* x covers width, y covers height: blocks of 32 x 8 */
GPU_API gpu_config gpu_3d(size_t width, size_t height, size_t depth); /* blocks of 32 x 4 x 2 */
GPU_API gpu_config gpu_grid(size_t grid_x, size_t grid_y, size_t grid_z, size_t block_x, size_t block_y,
                            size_t block_z);
/* exactly this; grid_x 0: as many blocks as fill the device, block_x 0: 256 */
GPU_API gpu_config gpu_config_shared(gpu_config config, size_t bytes); /* with dynamic shared memory for each block */
/* With GPU_COOPERATIVE defined before the include, also in the file with the implementation.
   All blocks are on the device at once, so that gpu_grid_sync() in the kernel can make all threads of the grid wait for
   each other. The grid has to fit: on a GPU gpu_occupancy blocks on each multiprocessor, on the CPU 2^18 threads in at
   most 4096 blocks. A larger one is refused with GPU_ERROR_LAUNCH, which says how many fit. gpu_grid with grid_x 0
   gives as many blocks as fit on a GPU, and on the CPU one for each of its threads. */
#ifdef GPU_COOPERATIVE
GPU_API gpu_config gpu_cooperative(gpu_config config);
#else
#define gpu_cooperative(config) GPU_COOPERATIVE_is_to_be_defined_before_gpu_h
#endif
/* Blocks of `threads` threads (and `bytes` of dynamic shared memory) of a GPU_KERNEL that one multiprocessor holds at
   a time; -1 on an error, 1 on the CPU. */
#define gpu_occupancy(kernel, threads, bytes) gpu__occupancy(&kernel##__kernel, (threads), (bytes), __FILE__, __LINE__)

/* Grid and block beyond the limits (1024 threads a block; 2^31 - 1, 65535, 65535 blocks, on both backends) are refused
   with GPU_ERROR_LAUNCH; an extent of 0 is fine and runs nothing. gpu_1d, 2d, 3d cap the grid at those limits, so a
   kernel for sizes beyond 5e11 x 5e5 needs GPU_FOR, which covers any size. */

/* ------------------------------------------------------------------------------------------------ src/api/kernels.h */
/* ---------------------------------------------------------------------------------------------------- >>kernels -- */

/* GPU_KERNEL(name, (type, parameter), ...) { body } defines
       gpu_status name(gpu_config config, type parameter, ...);
   0 to 16 parameters. It returns when the launch is queued (GPU) or the work is done (CPU). Inside the body CUDA's
   own names work: threadIdx, blockIdx, blockDim, gridDim, warpSize; or GPU_THREAD_X ... where GPU_NO_CUDA_NAMES is
   set.

   shared memory, barriers, atomics, warp operations and constant memory work as in CUDA C, on the CPU too: see
   below.

   GPU_FOR(i, n), GPU_FOR_2D(x, y, width, height) and GPU_FOR_3D(x, y, z, width, height, depth) share the indices
   among all threads of the grid: each index is visited once, by one thread, whatever the grid. Indices are size_t.
   Do not leave the loop with break or return (reported on the CPU); use continue. With gpu_1d, 2d, 3d the CPU
   backend runs such a kernel once per share of the indices, as a plain loop; how many threads there are is then the
   library's choice. Where the loop's first index asks which thread it is in, comes to a barrier or a warp operation,
   or begins a GPU_FOR inside, each thread visits its own indices, as on a GPU. Where only a later one does, the
   launch fails: use gpu_grid there. */
#define GPU_KERNEL(...) GPU__OF_COUNT(GPU__KERNEL, GPU__VERDICT_KERNEL(__VA_ARGS__), __VA_ARGS__)
#define GPU_FOR(i, n) GPU__FOR(i, n)
#define GPU_FOR_2D(x, y, width, height) GPU__FOR_2D(x, y, width, height)
#define GPU_FOR_3D(x, y, z, width, height, depth) GPU__FOR_3D(x, y, z, width, height, depth)

/* CUDA's execution model, the same on both backends; CUDA's own names (threadIdx, __shared__, __syncthreads,
   atomicAdd, __shfl_down_sync, __ldg ...) work too, unless GPU_NO_CUDA_NAMES is set:

     GPU_SHARED(float, tile, [16][17]);   memory that the threads of a block share; its values at first are undefined
     GPU_SHARED_DYNAMIC(float, s);        float *s: as many bytes as gpu_config_shared gave, once in a kernel
     GPU_BARRIER()                        all threads of the block wait for each other; _COUNT(p), _AND(p), _OR(p)
                                          combine p
     gpu_grid_sync()                      all threads of the grid wait for each other, and see what others wrote before;
                                          in a launch with gpu_cooperative(config)
     GPU_ATOMIC_ADD(p, v)                 SUB MIN MAX EXCH (CAS: p, compare, v): int, unsigned, (unsigned) long long;
                                          ADD, EXCH float, double too; AND OR XOR; INC DEC: unsigned. They give the
                                          old value
     GPU_SHFL(mask, v, lane[, width])     SHFL_UP SHFL_DOWN SHFL_XOR BALLOT ANY ALL MATCH_ANY(mask, v),
                                          WARP_BARRIER(mask), GPU_ACTIVE_MASK(): among the 32 threads of a warp
     GPU_FENCE()                          __threadfence: what was written before is seen before what is written after
     GPU_CONSTANT(float, weights, [9]);   outside the kernel: read-only in kernels; gpu_set_constant(weights, source,
                                          bytes) sets it for later launches, on the current device and for the CPU.
                                          (An initialiser does not reach the CPU in a file that nvcc compiles.)
     GPU_AT(p, i)                         p[i], checked: see GPU_DEBUG

   On the CPU a block without barriers runs as a loop. One that reaches a barrier goes on as fibers of one CPU thread,
   in the order of their indices, each with 64 KiB of stack. Blocks run in parallel, each to its end: one must not wait
   for another. In a cooperative launch all threads are fibers from the start, those of all blocks, and blocks wait for
   each other at gpu_grid_sync(), there alone (on Windows and macOS it takes OpenMP, and a CPU thread for each block,
   256 at most; GPU_DEBUG does not look into it there). A barrier waits for those threads of the block that have not
   ended, as on GPUs since sm_70; under GPU_DEBUG a note says where one does. Always reported, as GPU_ERROR_KERNEL of
   the launch: threads of a block that wait at different barriers; lanes of a mask that do not come; a thread that ends
   without coming to gpu_grid_sync() where others wait; gpu_grid_sync() in a launch that is not cooperative; a GPU_FOR
   that was left; more than 48 KiB of static shared memory in use; a launch or another call for the host inside a
   kernel (nvcc warns of it, 20011-D, and its code for a GPU does not make the call).

   On a GPU too gpu_grid_sync() fails, as an assert does, in a launch that is not cooperative and where a thread of
   the block has ended. Where all threads of a block have, the other blocks wait for ever; under GPU_DEBUG for 10 s.

   GPU_DEBUG=1 makes each launch on the CPU run one after another in several orders and with other values in fresh
   shared memory, on copies of the arrays from gpu_malloc that it can reach (others: a note, and no such runs).
   Reported: results that depend on the order, which means that threads touch one element without a barrier between
   them; results that depend on shared memory that nobody wrote, or nobody yet; two threads that write different
   values to a byte of shared memory, or of a sample of the global memory, between two barriers; a thread that spins
   (on Linux). Not seen: races that give the same result in all these orders, and writes of one value by several
   threads. Reported too: a kernel whose result is meant to depend on the arrival order of its atomics. GPU_AT(p, i):
   an index beyond the array, or beyond the allocation (or dynamic shared memory) that p points into, is reported
   with name, index, extent, block and thread: arrays always on the CPU; on a GPU, and pointers, under GPU_DEBUG. */
#define GPU_THREAD_X (GPU__INDEX(threadIdx, thread).x)
#define GPU_THREAD_Y (GPU__INDEX(threadIdx, thread).y)
#define GPU_THREAD_Z (GPU__INDEX(threadIdx, thread).z)
#define GPU_BLOCK_X (GPU__INDEX(blockIdx, block).x)
#define GPU_BLOCK_Y (GPU__INDEX(blockIdx, block).y)
#define GPU_BLOCK_Z (GPU__INDEX(blockIdx, block).z)
#define GPU_BLOCK_DIM_X (GPU__INDEX(blockDim, block_dim).x)
#define GPU_BLOCK_DIM_Y (GPU__INDEX(blockDim, block_dim).y)
#define GPU_BLOCK_DIM_Z (GPU__INDEX(blockDim, block_dim).z)
#define GPU_GRID_DIM_X (GPU__INDEX(gridDim, grid_dim).x)
#define GPU_GRID_DIM_Y (GPU__INDEX(gridDim, grid_dim).y)
#define GPU_GRID_DIM_Z (GPU__INDEX(gridDim, grid_dim).z)
#define GPU_WARP_SIZE 32

/* ---------------------------------------------------------------------------------------------- src/api/vectorise.h */
/* -------------------------------------------------------------------------------------------------- >>vectorise -- */

/* A scalar function lifted over arrays, like a decorator: the macro stands where the function's head would.

   GPU_VECTORIZE(R, name, (T, x), (U, y), (V, a, scalar)) { return ...; } defines
       gpu_status name(R *out, const T *x, const U *y, V a, size_t n);     out[i] = the body of x[i], y[i], a for i < n
       R name_scalar(T x, U y, V a);                                        the body itself, for host code and kernels
   1 to 8 parameters of any types, structs too; `scalar` marks those that are one value for all elements, and a
   parameter (size_t, i, index) is the element's own index, 0 to n - 1, which the caller does not pass. The body runs
   once for each element, in no order that could be relied on. Tables and second results: (const float *, table,
   scalar) and (float *, second, scalar). Such an address is passed as it is: on a GPU it is one of device memory,
   host memory is refused. What one element writes no other may touch, but for GPU_ATOMIC_ADD and its like, and it
   must not overlap the arrays. Several results side by side: R is a struct of them. `out` may be one of the inputs
   if the element sizes agree, and must not overlap them otherwise. Any n. Any alignment, with one limit: a GPU
   refuses device memory that is misaligned for its type.

   GPU_REDUCE(A, name, identity, expression of a and b, (T, x), ...) { return ...; } defines
       A name(const T *x, ..., size_t n);                     the mapped elements combined; waits, and returns the value
       gpu_status name_to(A *out, const T *x, ..., size_t n); leaves the value in *out (device or host memory)
   The combination must be associative and commutative up to rounding: elements far apart are combined first. Its
   order depends on n alone, so the result has the same bits on every run, any number of threads, any GPU, and on CPU
   and GPU alike if the body's have (see below). n = 0 gives the identity. After an error name() returns NaN, or -1
   for integers (every byte 0xff). Choose A wider than T: double for float sums. A may be a struct of up to 96 bytes.

   GPU_REDUCE_ORDERED, with the same arguments, defines the same two functions for a combination that is associative
   and need not be commutative: the first element with some property, products of matrices, compositions of maps.
   What a stands for always precedes what b stands for. All else is as above; it is slower. (GPU_SCAN keeps the order
   too.)

   GPU_SCAN(T, name, identity, expression of a and b) defines
       gpu_status name(T *out, const T *x, size_t n);           out[i] = x[0] (+) ... (+) x[i]
       gpu_status name_exclusive(T *out, const T *x, size_t n); out[i] = x[0] (+) ... (+) x[i - 1], out[0] = identity
   `out` may be x. The combination must be associative up to rounding; the elements keep their order. Their grouping
   depends on n alone on each backend, so runs agree; CPU and GPU may differ in rounding.

   All of them run on the current device and stream. On a GPU a map, a scan and name_to return when the work is
   queued. An argument may be ordinary host memory: the call then carries it through the GPU in pieces, copies and
   computation overlapped, and its result is in host memory when it returns. From a file that a C compiler built,
   with a GPU as current device, they return GPU_ERROR_NO_DEVICE_CODE.

   Bits: + - * / sqrt fma and integers agree everywhere. The generated CPU code never contracts a * b + c; nvcc does,
   in the body, unless it gets -fmad=false: write fmaf(a, b, c) where it matters (MinGW's own fma and fmaf round
   twice unless it gets -mfma). expf and other library functions differ in the last place between CPU, vector CPU and
   GPU code; the last elements of an array, too few for a vector, are CPU code. */
#define GPU_VECTORIZE(...) GPU__OF_COUNT(GPU__VECTORIZE, GPU__VERDICT_VECTORIZE(__VA_ARGS__), __VA_ARGS__)
#define GPU_REDUCE(...) GPU__OF_COUNT(GPU__REDUCE, GPU__VERDICT_REDUCE(__VA_ARGS__), __VA_ARGS__)
#define GPU_REDUCE_ORDERED(...) GPU__OF_COUNT(GPU__ORDERED, GPU__VERDICT_REDUCE(__VA_ARGS__), __VA_ARGS__)
#define GPU_SCAN(...) GPU__OF_COUNT(GPU__SCAN, GPU__VERDICT_SCAN(__VA_ARGS__), __VA_ARGS__)

/* --------------------------------------------------------------------------------------------- src/api/prewritten.h */
/* ------------------------------------------------------------------------------------------------- >>prewritten -- */

/* What NumPy has, as functions. A name ends in the type of its arrays: gpu_add_f32, _f64, _i32 (int32_t), _i64
   (int64_t), and for some _u8, _u32, _u64 (uint8_t, ...). In C11 and C++ the bare name, gpu_add, picks it from the
   array's type, and notes the caller's place for messages; in C99 and from the suffixed names it is GPU_CHECK that
   does. A sum is a double for f32 and f64, an int64_t for i32 and i64, a uint64_t for the unsigned types.

   A form whose name has _to leaves the value in *out, device or host memory, and does not wait: gpu_sum_to(out, x,
   n), and with its suffix gpu_sum_to_f32. Host arrays are welcome everywhere. `out` may be the same array as an
   input where that is said; arrays that overlap otherwise are refused. Integers wrap. After an error a value is NaN,
   or -1 (of an unsigned type: all bits set). Where T is an integer type, a value of a floating-point type for a T
   (gpu_scale(counts, 2.5, counts, n)) does not compile: C would cut off its fraction. Cast it, or take an array of
   floats.

   Each function is compiled in the file that calls it, so what is not called costs nothing. A file that a C compiler
   builds then has the CPU's code alone; for it to call those of a .cu file with GPU_IMPLEMENTATION, define
   GPU_KERNELS_FOR_C in both. */
/* ---- create ---- */
/* out[i] = value. */
GPU_OP gpu_status gpu_fill_f32(float *out, float value, size_t n);
GPU_OP gpu_status gpu_fill_f64(double *out, double value, size_t n);
GPU_OP gpu_status gpu_fill_i32(int32_t *out, int32_t value, size_t n);
GPU_OP gpu_status gpu_fill_i64(int64_t *out, int64_t value, size_t n);
GPU_OP gpu_status gpu_fill_u8(uint8_t *out, uint8_t value, size_t n);
GPU_OP gpu_status gpu_fill_u32(uint32_t *out, uint32_t value, size_t n);
GPU_OP gpu_status gpu_fill_u64(uint64_t *out, uint64_t value, size_t n);
#define gpu_fill(out, value, n) (GPU__FITS(out, value), GPU__BARE_ANY(out, gpu_fill, (out, value, n)))
/* out[i] = start + i * step, computed in double (whole numbers: exactly, wrapping) and rounded once. */
GPU_OP gpu_status gpu_arange_f32(float *out, float start, float step, size_t n);
GPU_OP gpu_status gpu_arange_f64(double *out, double start, double step, size_t n);
GPU_OP gpu_status gpu_arange_i32(int32_t *out, int32_t start, int32_t step, size_t n);
GPU_OP gpu_status gpu_arange_i64(int64_t *out, int64_t start, int64_t step, size_t n);
#define gpu_arange(out, start, step, n)                                                                                \
    (GPU__FITS(out, start), GPU__FITS(out, step), GPU__BARE_ALL(out, gpu_arange, (out, start, step, n)))
/* n values from start to stop; out[n - 1] is stop itself, and out[0] is start where n is 1. */
GPU_OP gpu_status gpu_linspace_f32(float *out, float start, float stop, size_t n);
GPU_OP gpu_status gpu_linspace_f64(double *out, double start, double stop, size_t n);
#define gpu_linspace(out, start, stop, n) GPU__BARE_REAL(out, gpu_linspace, (out, start, stop, n))

/* ---- elementwise: out[i] from x[i] and y[i]; out may be one of them ---- */
/* x + y, x - y, x * y, and x / y. Integers wrap. */
GPU_OP gpu_status gpu_add_f32(float *out, const float *x, const float *y, size_t n);
GPU_OP gpu_status gpu_add_f64(double *out, const double *x, const double *y, size_t n);
GPU_OP gpu_status gpu_add_i32(int32_t *out, const int32_t *x, const int32_t *y, size_t n);
GPU_OP gpu_status gpu_add_i64(int64_t *out, const int64_t *x, const int64_t *y, size_t n);
#define gpu_add(out, x, y, n) GPU__BARE_ALL(out, gpu_add, (out, x, y, n))
GPU_OP gpu_status gpu_sub_f32(float *out, const float *x, const float *y, size_t n);
GPU_OP gpu_status gpu_sub_f64(double *out, const double *x, const double *y, size_t n);
GPU_OP gpu_status gpu_sub_i32(int32_t *out, const int32_t *x, const int32_t *y, size_t n);
GPU_OP gpu_status gpu_sub_i64(int64_t *out, const int64_t *x, const int64_t *y, size_t n);
#define gpu_sub(out, x, y, n) GPU__BARE_ALL(out, gpu_sub, (out, x, y, n))
GPU_OP gpu_status gpu_mul_f32(float *out, const float *x, const float *y, size_t n);
GPU_OP gpu_status gpu_mul_f64(double *out, const double *x, const double *y, size_t n);
GPU_OP gpu_status gpu_mul_i32(int32_t *out, const int32_t *x, const int32_t *y, size_t n);
GPU_OP gpu_status gpu_mul_i64(int64_t *out, const int64_t *x, const int64_t *y, size_t n);
#define gpu_mul(out, x, y, n) GPU__BARE_ALL(out, gpu_mul, (out, x, y, n))
GPU_OP gpu_status gpu_div_f32(float *out, const float *x, const float *y, size_t n);
GPU_OP gpu_status gpu_div_f64(double *out, const double *x, const double *y, size_t n);
#define gpu_div(out, x, y, n) GPU__BARE_REAL(out, gpu_div, (out, x, y, n))
/* a * x + y, the product rounded before the sum; and a * x. */
GPU_OP gpu_status gpu_axpy_f32(float *out, float a, const float *x, const float *y, size_t n);
GPU_OP gpu_status gpu_axpy_f64(double *out, double a, const double *x, const double *y, size_t n);
GPU_OP gpu_status gpu_axpy_i32(int32_t *out, int32_t a, const int32_t *x, const int32_t *y, size_t n);
GPU_OP gpu_status gpu_axpy_i64(int64_t *out, int64_t a, const int64_t *x, const int64_t *y, size_t n);
#define gpu_axpy(out, a, x, y, n) (GPU__FITS(out, a), GPU__BARE_ALL(out, gpu_axpy, (out, a, x, y, n)))
GPU_OP gpu_status gpu_scale_f32(float *out, float a, const float *x, size_t n);
GPU_OP gpu_status gpu_scale_f64(double *out, double a, const double *x, size_t n);
GPU_OP gpu_status gpu_scale_i32(int32_t *out, int32_t a, const int32_t *x, size_t n);
GPU_OP gpu_status gpu_scale_i64(int64_t *out, int64_t a, const int64_t *x, size_t n);
#define gpu_scale(out, a, x, n) (GPU__FITS(out, a), GPU__BARE_ALL(out, gpu_scale, (out, a, x, n)))
/* x + a, x - a and a - x, and x / a and a / x, with one number a for all elements; x * a is gpu_scale. */
GPU_OP gpu_status gpu_add_scalar_f32(float *out, const float *x, float a, size_t n);
GPU_OP gpu_status gpu_add_scalar_f64(double *out, const double *x, double a, size_t n);
GPU_OP gpu_status gpu_add_scalar_i32(int32_t *out, const int32_t *x, int32_t a, size_t n);
GPU_OP gpu_status gpu_add_scalar_i64(int64_t *out, const int64_t *x, int64_t a, size_t n);
#define gpu_add_scalar(out, x, a, n) (GPU__FITS(out, a), GPU__BARE_ALL(out, gpu_add_scalar, (out, x, a, n)))
GPU_OP gpu_status gpu_sub_scalar_f32(float *out, const float *x, float a, size_t n);
GPU_OP gpu_status gpu_sub_scalar_f64(double *out, const double *x, double a, size_t n);
GPU_OP gpu_status gpu_sub_scalar_i32(int32_t *out, const int32_t *x, int32_t a, size_t n);
GPU_OP gpu_status gpu_sub_scalar_i64(int64_t *out, const int64_t *x, int64_t a, size_t n);
#define gpu_sub_scalar(out, x, a, n) (GPU__FITS(out, a), GPU__BARE_ALL(out, gpu_sub_scalar, (out, x, a, n)))
GPU_OP gpu_status gpu_scalar_sub_f32(float *out, float a, const float *x, size_t n);
GPU_OP gpu_status gpu_scalar_sub_f64(double *out, double a, const double *x, size_t n);
GPU_OP gpu_status gpu_scalar_sub_i32(int32_t *out, int32_t a, const int32_t *x, size_t n);
GPU_OP gpu_status gpu_scalar_sub_i64(int64_t *out, int64_t a, const int64_t *x, size_t n);
#define gpu_scalar_sub(out, a, x, n) (GPU__FITS(out, a), GPU__BARE_ALL(out, gpu_scalar_sub, (out, a, x, n)))
GPU_OP gpu_status gpu_div_scalar_f32(float *out, const float *x, float a, size_t n);
GPU_OP gpu_status gpu_div_scalar_f64(double *out, const double *x, double a, size_t n);
#define gpu_div_scalar(out, x, a, n) GPU__BARE_REAL(out, gpu_div_scalar, (out, x, a, n))
GPU_OP gpu_status gpu_scalar_div_f32(float *out, float a, const float *x, size_t n);
GPU_OP gpu_status gpu_scalar_div_f64(double *out, double a, const double *x, size_t n);
#define gpu_scalar_div(out, a, x, n) GPU__BARE_REAL(out, gpu_scalar_div, (out, a, x, n))
/* The lesser and the greater of x and y; NaN if one of them is. */
GPU_OP gpu_status gpu_minimum_f32(float *out, const float *x, const float *y, size_t n);
GPU_OP gpu_status gpu_minimum_f64(double *out, const double *x, const double *y, size_t n);
GPU_OP gpu_status gpu_minimum_i32(int32_t *out, const int32_t *x, const int32_t *y, size_t n);
GPU_OP gpu_status gpu_minimum_i64(int64_t *out, const int64_t *x, const int64_t *y, size_t n);
#define gpu_minimum(out, x, y, n) GPU__BARE_ALL(out, gpu_minimum, (out, x, y, n))
GPU_OP gpu_status gpu_maximum_f32(float *out, const float *x, const float *y, size_t n);
GPU_OP gpu_status gpu_maximum_f64(double *out, const double *x, const double *y, size_t n);
GPU_OP gpu_status gpu_maximum_i32(int32_t *out, const int32_t *x, const int32_t *y, size_t n);
GPU_OP gpu_status gpu_maximum_i64(int64_t *out, const int64_t *x, const int64_t *y, size_t n);
#define gpu_maximum(out, x, y, n) GPU__BARE_ALL(out, gpu_maximum, (out, x, y, n))
/* x, no lower than lo and no higher than hi; a NaN stays. */
GPU_OP gpu_status gpu_clip_f32(float *out, const float *x, float lo, float hi, size_t n);
GPU_OP gpu_status gpu_clip_f64(double *out, const double *x, double lo, double hi, size_t n);
GPU_OP gpu_status gpu_clip_i32(int32_t *out, const int32_t *x, int32_t lo, int32_t hi, size_t n);
GPU_OP gpu_status gpu_clip_i64(int64_t *out, const int64_t *x, int64_t lo, int64_t hi, size_t n);
#define gpu_clip(out, x, lo, hi, n)                                                                                    \
    (GPU__FITS(out, lo), GPU__FITS(out, hi), GPU__BARE_ALL(out, gpu_clip, (out, x, lo, hi, n)))
/* |x|; that of the least integer is itself, as in C. */
GPU_OP gpu_status gpu_abs_f32(float *out, const float *x, size_t n);
GPU_OP gpu_status gpu_abs_f64(double *out, const double *x, size_t n);
GPU_OP gpu_status gpu_abs_i32(int32_t *out, const int32_t *x, size_t n);
GPU_OP gpu_status gpu_abs_i64(int64_t *out, const int64_t *x, size_t n);
#define gpu_abs(out, x, n) GPU__BARE_ALL(out, gpu_abs, (out, x, n))
/* x * x; and the sign of x: -1, 0 or 1, or NaN. */
GPU_OP gpu_status gpu_square_f32(float *out, const float *x, size_t n);
GPU_OP gpu_status gpu_square_f64(double *out, const double *x, size_t n);
GPU_OP gpu_status gpu_square_i32(int32_t *out, const int32_t *x, size_t n);
GPU_OP gpu_status gpu_square_i64(int64_t *out, const int64_t *x, size_t n);
#define gpu_square(out, x, n) GPU__BARE_ALL(out, gpu_square, (out, x, n))
GPU_OP gpu_status gpu_sign_f32(float *out, const float *x, size_t n);
GPU_OP gpu_status gpu_sign_f64(double *out, const double *x, size_t n);
GPU_OP gpu_status gpu_sign_i32(int32_t *out, const int32_t *x, size_t n);
GPU_OP gpu_status gpu_sign_i64(int64_t *out, const int64_t *x, size_t n);
#define gpu_sign(out, x, n) GPU__BARE_ALL(out, gpu_sign, (out, x, n))
/* 1 / x; and whole numbers: the next below, the next above, the nearest, of two equally near ones the even one. */
GPU_OP gpu_status gpu_reciprocal_f32(float *out, const float *x, size_t n);
GPU_OP gpu_status gpu_reciprocal_f64(double *out, const double *x, size_t n);
#define gpu_reciprocal(out, x, n) GPU__BARE_REAL(out, gpu_reciprocal, (out, x, n))
GPU_OP gpu_status gpu_floor_f32(float *out, const float *x, size_t n);
GPU_OP gpu_status gpu_floor_f64(double *out, const double *x, size_t n);
#define gpu_floor(out, x, n) GPU__BARE_REAL(out, gpu_floor, (out, x, n))
GPU_OP gpu_status gpu_ceil_f32(float *out, const float *x, size_t n);
GPU_OP gpu_status gpu_ceil_f64(double *out, const double *x, size_t n);
#define gpu_ceil(out, x, n) GPU__BARE_REAL(out, gpu_ceil, (out, x, n))
GPU_OP gpu_status gpu_round_f32(float *out, const float *x, size_t n);
GPU_OP gpu_status gpu_round_f64(double *out, const double *x, size_t n);
#define gpu_round(out, x, n) GPU__BARE_REAL(out, gpu_round, (out, x, n))
/* The functions of math.h, and the logistic 1 / (1 + exp(-x)). sqrt is correctly rounded everywhere; the others
   differ in the last place between the backends. */
GPU_OP gpu_status gpu_sqrt_f32(float *out, const float *x, size_t n);
GPU_OP gpu_status gpu_sqrt_f64(double *out, const double *x, size_t n);
#define gpu_sqrt(out, x, n) GPU__BARE_REAL(out, gpu_sqrt, (out, x, n))
GPU_OP gpu_status gpu_exp_f32(float *out, const float *x, size_t n);
GPU_OP gpu_status gpu_exp_f64(double *out, const double *x, size_t n);
#define gpu_exp(out, x, n) GPU__BARE_REAL(out, gpu_exp, (out, x, n))
GPU_OP gpu_status gpu_log_f32(float *out, const float *x, size_t n);
GPU_OP gpu_status gpu_log_f64(double *out, const double *x, size_t n);
#define gpu_log(out, x, n) GPU__BARE_REAL(out, gpu_log, (out, x, n))
GPU_OP gpu_status gpu_exp2_f32(float *out, const float *x, size_t n);
GPU_OP gpu_status gpu_exp2_f64(double *out, const double *x, size_t n);
#define gpu_exp2(out, x, n) GPU__BARE_REAL(out, gpu_exp2, (out, x, n))
GPU_OP gpu_status gpu_log2_f32(float *out, const float *x, size_t n);
GPU_OP gpu_status gpu_log2_f64(double *out, const double *x, size_t n);
#define gpu_log2(out, x, n) GPU__BARE_REAL(out, gpu_log2, (out, x, n))
GPU_OP gpu_status gpu_log10_f32(float *out, const float *x, size_t n);
GPU_OP gpu_status gpu_log10_f64(double *out, const double *x, size_t n);
#define gpu_log10(out, x, n) GPU__BARE_REAL(out, gpu_log10, (out, x, n))
GPU_OP gpu_status gpu_sin_f32(float *out, const float *x, size_t n);
GPU_OP gpu_status gpu_sin_f64(double *out, const double *x, size_t n);
#define gpu_sin(out, x, n) GPU__BARE_REAL(out, gpu_sin, (out, x, n))
GPU_OP gpu_status gpu_cos_f32(float *out, const float *x, size_t n);
GPU_OP gpu_status gpu_cos_f64(double *out, const double *x, size_t n);
#define gpu_cos(out, x, n) GPU__BARE_REAL(out, gpu_cos, (out, x, n))
GPU_OP gpu_status gpu_tanh_f32(float *out, const float *x, size_t n);
GPU_OP gpu_status gpu_tanh_f64(double *out, const double *x, size_t n);
#define gpu_tanh(out, x, n) GPU__BARE_REAL(out, gpu_tanh, (out, x, n))
GPU_OP gpu_status gpu_sigmoid_f32(float *out, const float *x, size_t n);
GPU_OP gpu_status gpu_sigmoid_f64(double *out, const double *x, size_t n);
#define gpu_sigmoid(out, x, n) GPU__BARE_REAL(out, gpu_sigmoid, (out, x, n))
/* x to the power p. */
GPU_OP gpu_status gpu_pow_f32(float *out, const float *x, float p, size_t n);
GPU_OP gpu_status gpu_pow_f64(double *out, const double *x, double p, size_t n);
#define gpu_pow(out, x, p, n) GPU__BARE_REAL(out, gpu_pow, (out, x, p, n))
/* The angle of the point (x, y), from -pi to pi. */
GPU_OP gpu_status gpu_atan2_f32(float *out, const float *y, const float *x, size_t n);
GPU_OP gpu_status gpu_atan2_f64(double *out, const double *y, const double *x, size_t n);
#define gpu_atan2(out, y, x, n) GPU__BARE_REAL(out, gpu_atan2, (out, y, x, n))
/* mask[i] = 1 where x[i] compares so with y[i], or with a, else 0; mask lies apart. With NaN only GPU_NOT_EQUAL is
   true. */
typedef enum gpu_comparison {
    GPU_LESS = 1,
    GPU_LESS_EQUAL = 3,
    GPU_EQUAL = 2,
    GPU_NOT_EQUAL = 10,
    GPU_GREATER = 4,
    GPU_GREATER_EQUAL = 6
} gpu_comparison;
GPU_OP gpu_status gpu_compare_f32(uint8_t *mask, const float *x, gpu_comparison how, const float *y, size_t n);
GPU_OP gpu_status gpu_compare_f64(uint8_t *mask, const double *x, gpu_comparison how, const double *y, size_t n);
GPU_OP gpu_status gpu_compare_i32(uint8_t *mask, const int32_t *x, gpu_comparison how, const int32_t *y, size_t n);
GPU_OP gpu_status gpu_compare_i64(uint8_t *mask, const int64_t *x, gpu_comparison how, const int64_t *y, size_t n);
#define gpu_compare(mask, x, how, y, n) GPU__BARE_ALL(x, gpu_compare, (mask, x, how, y, n))
GPU_OP gpu_status gpu_compare_scalar_f32(uint8_t *mask, const float *x, gpu_comparison how, float a, size_t n);
GPU_OP gpu_status gpu_compare_scalar_f64(uint8_t *mask, const double *x, gpu_comparison how, double a, size_t n);
GPU_OP gpu_status gpu_compare_scalar_i32(uint8_t *mask, const int32_t *x, gpu_comparison how, int32_t a, size_t n);
GPU_OP gpu_status gpu_compare_scalar_i64(uint8_t *mask, const int64_t *x, gpu_comparison how, int64_t a, size_t n);
#define gpu_compare_scalar(mask, x, how, a, n)                                                                         \
    (GPU__FITS(x, a), GPU__BARE_ALL(x, gpu_compare_scalar, (mask, x, how, a, n)))
/* out[i] = x[i], to the type in the name from the type that x has. Floating-point numbers become integers towards zero,
   0 from NaN, and the nearest there is from beyond the range; integers wrap; all else is rounded to the nearest. out
   lies apart from x, or is x if the elements have one size. The bare name knows the type of x: gpu_cast(out, x, n). */
GPU_OP gpu_status gpu_cast_f32(float *out, const void *x, gpu_type type, size_t n);
GPU_OP gpu_status gpu_cast_f64(double *out, const void *x, gpu_type type, size_t n);
GPU_OP gpu_status gpu_cast_i32(int32_t *out, const void *x, gpu_type type, size_t n);
GPU_OP gpu_status gpu_cast_i64(int64_t *out, const void *x, gpu_type type, size_t n);
GPU_OP gpu_status gpu_cast_u8(uint8_t *out, const void *x, gpu_type type, size_t n);
GPU_OP gpu_status gpu_cast_u32(uint32_t *out, const void *x, gpu_type type, size_t n);
GPU_OP gpu_status gpu_cast_u64(uint64_t *out, const void *x, gpu_type type, size_t n);
#define gpu_cast(out, x, n) GPU__BARE_CAST(out, x, n)

/* ---- reduce: n elements to one value, in an order that n alone fixes: the same bits on CPU and GPU ---- */
/* Sum and product: float and double are added in double, integers in int64_t. n = 0 gives 0 and 1. */
GPU_OP double gpu_sum_f32(const float *x, size_t n);
GPU_OP double gpu_sum_f64(const double *x, size_t n);
GPU_OP int64_t gpu_sum_i32(const int32_t *x, size_t n);
GPU_OP int64_t gpu_sum_i64(const int64_t *x, size_t n);
GPU_OP uint64_t gpu_sum_u8(const uint8_t *x, size_t n);
GPU_OP uint64_t gpu_sum_u32(const uint32_t *x, size_t n);
GPU_OP uint64_t gpu_sum_u64(const uint64_t *x, size_t n);
#define gpu_sum(x, n) GPU__BARE_ANY(x, gpu_sum, (x, n))
GPU_OP gpu_status gpu_sum_to_f32(double *out, const float *x, size_t n);
GPU_OP gpu_status gpu_sum_to_f64(double *out, const double *x, size_t n);
GPU_OP gpu_status gpu_sum_to_i32(int64_t *out, const int32_t *x, size_t n);
GPU_OP gpu_status gpu_sum_to_i64(int64_t *out, const int64_t *x, size_t n);
GPU_OP gpu_status gpu_sum_to_u8(uint64_t *out, const uint8_t *x, size_t n);
GPU_OP gpu_status gpu_sum_to_u32(uint64_t *out, const uint32_t *x, size_t n);
GPU_OP gpu_status gpu_sum_to_u64(uint64_t *out, const uint64_t *x, size_t n);
#define gpu_sum_to(out, x, n) GPU__BARE_ANY(x, gpu_sum_to, (out, x, n))
GPU_OP double gpu_prod_f32(const float *x, size_t n);
GPU_OP double gpu_prod_f64(const double *x, size_t n);
GPU_OP int64_t gpu_prod_i32(const int32_t *x, size_t n);
GPU_OP int64_t gpu_prod_i64(const int64_t *x, size_t n);
#define gpu_prod(x, n) GPU__BARE_ALL(x, gpu_prod, (x, n))
GPU_OP gpu_status gpu_prod_to_f32(double *out, const float *x, size_t n);
GPU_OP gpu_status gpu_prod_to_f64(double *out, const double *x, size_t n);
GPU_OP gpu_status gpu_prod_to_i32(int64_t *out, const int32_t *x, size_t n);
GPU_OP gpu_status gpu_prod_to_i64(int64_t *out, const int64_t *x, size_t n);
#define gpu_prod_to(out, x, n) GPU__BARE_ALL(x, gpu_prod_to, (out, x, n))
/* The sum of x[i] * y[i], the products in double, or in int64_t. */
GPU_OP double gpu_dot_f32(const float *x, const float *y, size_t n);
GPU_OP double gpu_dot_f64(const double *x, const double *y, size_t n);
GPU_OP int64_t gpu_dot_i32(const int32_t *x, const int32_t *y, size_t n);
GPU_OP int64_t gpu_dot_i64(const int64_t *x, const int64_t *y, size_t n);
#define gpu_dot(x, y, n) GPU__BARE_ALL(x, gpu_dot, (x, y, n))
GPU_OP gpu_status gpu_dot_to_f32(double *out, const float *x, const float *y, size_t n);
GPU_OP gpu_status gpu_dot_to_f64(double *out, const double *x, const double *y, size_t n);
GPU_OP gpu_status gpu_dot_to_i32(int64_t *out, const int32_t *x, const int32_t *y, size_t n);
GPU_OP gpu_status gpu_dot_to_i64(int64_t *out, const int64_t *x, const int64_t *y, size_t n);
#define gpu_dot_to(out, x, y, n) GPU__BARE_ALL(x, gpu_dot_to, (out, x, y, n))
/* The square root of the sum of squares, in double. */
GPU_OP double gpu_norm_f32(const float *x, size_t n);
GPU_OP double gpu_norm_f64(const double *x, size_t n);
#define gpu_norm(x, n) GPU__BARE_REAL(x, gpu_norm, (x, n))
GPU_OP gpu_status gpu_norm_to_f32(double *out, const float *x, size_t n);
GPU_OP gpu_status gpu_norm_to_f64(double *out, const double *x, size_t n);
#define gpu_norm_to(out, x, n) GPU__BARE_REAL(x, gpu_norm_to, (out, x, n))
/* The least and the greatest element; NaN if there is one. 0 and -0 are equal, and either may be the result. n = 0
   is an error. */
GPU_OP float gpu_min_f32(const float *x, size_t n);
GPU_OP double gpu_min_f64(const double *x, size_t n);
GPU_OP int32_t gpu_min_i32(const int32_t *x, size_t n);
GPU_OP int64_t gpu_min_i64(const int64_t *x, size_t n);
#define gpu_min(x, n) GPU__BARE_ALL(x, gpu_min, (x, n))
GPU_OP gpu_status gpu_min_to_f32(float *out, const float *x, size_t n);
GPU_OP gpu_status gpu_min_to_f64(double *out, const double *x, size_t n);
GPU_OP gpu_status gpu_min_to_i32(int32_t *out, const int32_t *x, size_t n);
GPU_OP gpu_status gpu_min_to_i64(int64_t *out, const int64_t *x, size_t n);
#define gpu_min_to(out, x, n) GPU__BARE_ALL(out, gpu_min_to, (out, x, n))
GPU_OP float gpu_max_f32(const float *x, size_t n);
GPU_OP double gpu_max_f64(const double *x, size_t n);
GPU_OP int32_t gpu_max_i32(const int32_t *x, size_t n);
GPU_OP int64_t gpu_max_i64(const int64_t *x, size_t n);
#define gpu_max(x, n) GPU__BARE_ALL(x, gpu_max, (x, n))
GPU_OP gpu_status gpu_max_to_f32(float *out, const float *x, size_t n);
GPU_OP gpu_status gpu_max_to_f64(double *out, const double *x, size_t n);
GPU_OP gpu_status gpu_max_to_i32(int32_t *out, const int32_t *x, size_t n);
GPU_OP gpu_status gpu_max_to_i64(int64_t *out, const int64_t *x, size_t n);
#define gpu_max_to(out, x, n) GPU__BARE_ALL(out, gpu_max_to, (out, x, n))
/* The index of the first of them, or of the first NaN; -1 after an error, and n = 0 is one. */
GPU_OP int64_t gpu_argmin_f32(const float *x, size_t n);
GPU_OP int64_t gpu_argmin_f64(const double *x, size_t n);
GPU_OP int64_t gpu_argmin_i32(const int32_t *x, size_t n);
GPU_OP int64_t gpu_argmin_i64(const int64_t *x, size_t n);
#define gpu_argmin(x, n) GPU__BARE_ALL(x, gpu_argmin, (x, n))
GPU_OP gpu_status gpu_argmin_to_f32(int64_t *out, const float *x, size_t n);
GPU_OP gpu_status gpu_argmin_to_f64(int64_t *out, const double *x, size_t n);
GPU_OP gpu_status gpu_argmin_to_i32(int64_t *out, const int32_t *x, size_t n);
GPU_OP gpu_status gpu_argmin_to_i64(int64_t *out, const int64_t *x, size_t n);
#define gpu_argmin_to(out, x, n) GPU__BARE_ALL(x, gpu_argmin_to, (out, x, n))
GPU_OP int64_t gpu_argmax_f32(const float *x, size_t n);
GPU_OP int64_t gpu_argmax_f64(const double *x, size_t n);
GPU_OP int64_t gpu_argmax_i32(const int32_t *x, size_t n);
GPU_OP int64_t gpu_argmax_i64(const int64_t *x, size_t n);
#define gpu_argmax(x, n) GPU__BARE_ALL(x, gpu_argmax, (x, n))
GPU_OP gpu_status gpu_argmax_to_f32(int64_t *out, const float *x, size_t n);
GPU_OP gpu_status gpu_argmax_to_f64(int64_t *out, const double *x, size_t n);
GPU_OP gpu_status gpu_argmax_to_i32(int64_t *out, const int32_t *x, size_t n);
GPU_OP gpu_status gpu_argmax_to_i64(int64_t *out, const int64_t *x, size_t n);
#define gpu_argmax_to(out, x, n) GPU__BARE_ALL(x, gpu_argmax_to, (out, x, n))
/* The mean, summed in double, integers too; NaN for n = 0. */
GPU_OP double gpu_mean_f32(const float *x, size_t n);
GPU_OP double gpu_mean_f64(const double *x, size_t n);
GPU_OP double gpu_mean_i32(const int32_t *x, size_t n);
GPU_OP double gpu_mean_i64(const int64_t *x, size_t n);
#define gpu_mean(x, n) GPU__BARE_ALL(x, gpu_mean, (x, n))
GPU_OP gpu_status gpu_mean_to_f32(double *out, const float *x, size_t n);
GPU_OP gpu_status gpu_mean_to_f64(double *out, const double *x, size_t n);
GPU_OP gpu_status gpu_mean_to_i32(double *out, const int32_t *x, size_t n);
GPU_OP gpu_status gpu_mean_to_i64(double *out, const int64_t *x, size_t n);
#define gpu_mean_to(out, x, n) GPU__BARE_ALL(x, gpu_mean_to, (out, x, n))
/* Variance and standard deviation in one pass: the sum of (x - mean)^2 divided by n - ddof; NaN where that is not
   positive, infinite where the squares are too large for a double. */
GPU_OP double gpu_var_f32(const float *x, size_t n, double ddof);
GPU_OP double gpu_var_f64(const double *x, size_t n, double ddof);
GPU_OP double gpu_var_i32(const int32_t *x, size_t n, double ddof);
GPU_OP double gpu_var_i64(const int64_t *x, size_t n, double ddof);
#define gpu_var(x, n, ddof) GPU__BARE_ALL(x, gpu_var, (x, n, ddof))
GPU_OP gpu_status gpu_var_to_f32(double *out, const float *x, size_t n, double ddof);
GPU_OP gpu_status gpu_var_to_f64(double *out, const double *x, size_t n, double ddof);
GPU_OP gpu_status gpu_var_to_i32(double *out, const int32_t *x, size_t n, double ddof);
GPU_OP gpu_status gpu_var_to_i64(double *out, const int64_t *x, size_t n, double ddof);
#define gpu_var_to(out, x, n, ddof) GPU__BARE_ALL(x, gpu_var_to, (out, x, n, ddof))
GPU_OP double gpu_std_f32(const float *x, size_t n, double ddof);
GPU_OP double gpu_std_f64(const double *x, size_t n, double ddof);
GPU_OP double gpu_std_i32(const int32_t *x, size_t n, double ddof);
GPU_OP double gpu_std_i64(const int64_t *x, size_t n, double ddof);
#define gpu_std(x, n, ddof) GPU__BARE_ALL(x, gpu_std, (x, n, ddof))
GPU_OP gpu_status gpu_std_to_f32(double *out, const float *x, size_t n, double ddof);
GPU_OP gpu_status gpu_std_to_f64(double *out, const double *x, size_t n, double ddof);
GPU_OP gpu_status gpu_std_to_i32(double *out, const int32_t *x, size_t n, double ddof);
GPU_OP gpu_status gpu_std_to_i64(double *out, const int64_t *x, size_t n, double ddof);
#define gpu_std_to(out, x, n, ddof) GPU__BARE_ALL(x, gpu_std_to, (out, x, n, ddof))
/* How many elements are not 0; a NaN is not. */
GPU_OP int64_t gpu_count_nonzero_f32(const float *x, size_t n);
GPU_OP int64_t gpu_count_nonzero_f64(const double *x, size_t n);
GPU_OP int64_t gpu_count_nonzero_i32(const int32_t *x, size_t n);
GPU_OP int64_t gpu_count_nonzero_i64(const int64_t *x, size_t n);
#define gpu_count_nonzero(x, n) GPU__BARE_ALL(x, gpu_count_nonzero, (x, n))
GPU_OP gpu_status gpu_count_nonzero_to_f32(int64_t *out, const float *x, size_t n);
GPU_OP gpu_status gpu_count_nonzero_to_f64(int64_t *out, const double *x, size_t n);
GPU_OP gpu_status gpu_count_nonzero_to_i32(int64_t *out, const int32_t *x, size_t n);
GPU_OP gpu_status gpu_count_nonzero_to_i64(int64_t *out, const int64_t *x, size_t n);
#define gpu_count_nonzero_to(out, x, n) GPU__BARE_ALL(x, gpu_count_nonzero_to, (out, x, n))
/* 1 if |x - y| <= atol + rtol * |y| for every element, else 0, as numpy.allclose: equal infinities are close, NaNs
   are not. */
GPU_OP int gpu_allclose_f32(const float *x, const float *y, size_t n, double rtol, double atol);
GPU_OP int gpu_allclose_f64(const double *x, const double *y, size_t n, double rtol, double atol);
#define gpu_allclose(x, y, n, rtol, atol) GPU__BARE_REAL(x, gpu_allclose, (x, y, n, rtol, atol))
GPU_OP gpu_status gpu_allclose_to_f32(int *out, const float *x, const float *y, size_t n, double rtol, double atol);
GPU_OP gpu_status gpu_allclose_to_f64(int *out, const double *x, const double *y, size_t n, double rtol, double atol);
#define gpu_allclose_to(out, x, y, n, rtol, atol) GPU__BARE_REAL(x, gpu_allclose_to, (out, x, y, n, rtol, atol))

/* ---- scan: out[i] from x[0] to x[i]; out may be x ---- */
/* Sums up to and with x[i], and up to but without it (out[0] = 0); float is added in double and rounded once. */
GPU_OP gpu_status gpu_cumsum_f32(float *out, const float *x, size_t n);
GPU_OP gpu_status gpu_cumsum_f64(double *out, const double *x, size_t n);
GPU_OP gpu_status gpu_cumsum_i32(int32_t *out, const int32_t *x, size_t n);
GPU_OP gpu_status gpu_cumsum_i64(int64_t *out, const int64_t *x, size_t n);
#define gpu_cumsum(out, x, n) GPU__BARE_ALL(out, gpu_cumsum, (out, x, n))
GPU_OP gpu_status gpu_cumsum_exclusive_f32(float *out, const float *x, size_t n);
GPU_OP gpu_status gpu_cumsum_exclusive_f64(double *out, const double *x, size_t n);
GPU_OP gpu_status gpu_cumsum_exclusive_i32(int32_t *out, const int32_t *x, size_t n);
GPU_OP gpu_status gpu_cumsum_exclusive_i64(int64_t *out, const int64_t *x, size_t n);
#define gpu_cumsum_exclusive(out, x, n) GPU__BARE_ALL(out, gpu_cumsum_exclusive, (out, x, n))

/* ---- along an axis of a row-major matrix a[rows][cols]; out lies apart; rows and cols are at least 1 ---- */
/* _rows: out[rows], one value a row; _cols: out[cols]. Sums are made in double or int64_t and rounded to out's
   type; means are summed in double, and double for integers; the order is a function of the shape alone. */
GPU_OP gpu_status gpu_sum_rows_f32(float *out, const float *a, size_t rows, size_t cols);
GPU_OP gpu_status gpu_sum_rows_f64(double *out, const double *a, size_t rows, size_t cols);
GPU_OP gpu_status gpu_sum_rows_i32(int64_t *out, const int32_t *a, size_t rows, size_t cols);
GPU_OP gpu_status gpu_sum_rows_i64(int64_t *out, const int64_t *a, size_t rows, size_t cols);
#define gpu_sum_rows(out, a, rows, cols) GPU__BARE_ALL(a, gpu_sum_rows, (out, a, rows, cols))
GPU_OP gpu_status gpu_sum_cols_f32(float *out, const float *a, size_t rows, size_t cols);
GPU_OP gpu_status gpu_sum_cols_f64(double *out, const double *a, size_t rows, size_t cols);
GPU_OP gpu_status gpu_sum_cols_i32(int64_t *out, const int32_t *a, size_t rows, size_t cols);
GPU_OP gpu_status gpu_sum_cols_i64(int64_t *out, const int64_t *a, size_t rows, size_t cols);
#define gpu_sum_cols(out, a, rows, cols) GPU__BARE_ALL(a, gpu_sum_cols, (out, a, rows, cols))
GPU_OP gpu_status gpu_min_rows_f32(float *out, const float *a, size_t rows, size_t cols);
GPU_OP gpu_status gpu_min_rows_f64(double *out, const double *a, size_t rows, size_t cols);
GPU_OP gpu_status gpu_min_rows_i32(int32_t *out, const int32_t *a, size_t rows, size_t cols);
GPU_OP gpu_status gpu_min_rows_i64(int64_t *out, const int64_t *a, size_t rows, size_t cols);
#define gpu_min_rows(out, a, rows, cols) GPU__BARE_ALL(out, gpu_min_rows, (out, a, rows, cols))
GPU_OP gpu_status gpu_min_cols_f32(float *out, const float *a, size_t rows, size_t cols);
GPU_OP gpu_status gpu_min_cols_f64(double *out, const double *a, size_t rows, size_t cols);
GPU_OP gpu_status gpu_min_cols_i32(int32_t *out, const int32_t *a, size_t rows, size_t cols);
GPU_OP gpu_status gpu_min_cols_i64(int64_t *out, const int64_t *a, size_t rows, size_t cols);
#define gpu_min_cols(out, a, rows, cols) GPU__BARE_ALL(out, gpu_min_cols, (out, a, rows, cols))
GPU_OP gpu_status gpu_max_rows_f32(float *out, const float *a, size_t rows, size_t cols);
GPU_OP gpu_status gpu_max_rows_f64(double *out, const double *a, size_t rows, size_t cols);
GPU_OP gpu_status gpu_max_rows_i32(int32_t *out, const int32_t *a, size_t rows, size_t cols);
GPU_OP gpu_status gpu_max_rows_i64(int64_t *out, const int64_t *a, size_t rows, size_t cols);
#define gpu_max_rows(out, a, rows, cols) GPU__BARE_ALL(out, gpu_max_rows, (out, a, rows, cols))
GPU_OP gpu_status gpu_max_cols_f32(float *out, const float *a, size_t rows, size_t cols);
GPU_OP gpu_status gpu_max_cols_f64(double *out, const double *a, size_t rows, size_t cols);
GPU_OP gpu_status gpu_max_cols_i32(int32_t *out, const int32_t *a, size_t rows, size_t cols);
GPU_OP gpu_status gpu_max_cols_i64(int64_t *out, const int64_t *a, size_t rows, size_t cols);
#define gpu_max_cols(out, a, rows, cols) GPU__BARE_ALL(out, gpu_max_cols, (out, a, rows, cols))
GPU_OP gpu_status gpu_mean_rows_f32(float *out, const float *a, size_t rows, size_t cols);
GPU_OP gpu_status gpu_mean_rows_f64(double *out, const double *a, size_t rows, size_t cols);
GPU_OP gpu_status gpu_mean_rows_i32(double *out, const int32_t *a, size_t rows, size_t cols);
GPU_OP gpu_status gpu_mean_rows_i64(double *out, const int64_t *a, size_t rows, size_t cols);
#define gpu_mean_rows(out, a, rows, cols) GPU__BARE_ALL(a, gpu_mean_rows, (out, a, rows, cols))
GPU_OP gpu_status gpu_mean_cols_f32(float *out, const float *a, size_t rows, size_t cols);
GPU_OP gpu_status gpu_mean_cols_f64(double *out, const double *a, size_t rows, size_t cols);
GPU_OP gpu_status gpu_mean_cols_i32(double *out, const int32_t *a, size_t rows, size_t cols);
GPU_OP gpu_status gpu_mean_cols_i64(double *out, const int64_t *a, size_t rows, size_t cols);
#define gpu_mean_cols(out, a, rows, cols) GPU__BARE_ALL(a, gpu_mean_cols, (out, a, rows, cols))
/* The index of the first least or greatest element, or of the first NaN; variances as gpu_var has them, in double, and
   rounded to the type of a mean. */
GPU_OP gpu_status gpu_argmin_rows_f32(int64_t *out, const float *a, size_t rows, size_t cols);
GPU_OP gpu_status gpu_argmin_rows_f64(int64_t *out, const double *a, size_t rows, size_t cols);
GPU_OP gpu_status gpu_argmin_rows_i32(int64_t *out, const int32_t *a, size_t rows, size_t cols);
GPU_OP gpu_status gpu_argmin_rows_i64(int64_t *out, const int64_t *a, size_t rows, size_t cols);
#define gpu_argmin_rows(out, a, rows, cols) GPU__BARE_ALL(a, gpu_argmin_rows, (out, a, rows, cols))
GPU_OP gpu_status gpu_argmin_cols_f32(int64_t *out, const float *a, size_t rows, size_t cols);
GPU_OP gpu_status gpu_argmin_cols_f64(int64_t *out, const double *a, size_t rows, size_t cols);
GPU_OP gpu_status gpu_argmin_cols_i32(int64_t *out, const int32_t *a, size_t rows, size_t cols);
GPU_OP gpu_status gpu_argmin_cols_i64(int64_t *out, const int64_t *a, size_t rows, size_t cols);
#define gpu_argmin_cols(out, a, rows, cols) GPU__BARE_ALL(a, gpu_argmin_cols, (out, a, rows, cols))
GPU_OP gpu_status gpu_argmax_rows_f32(int64_t *out, const float *a, size_t rows, size_t cols);
GPU_OP gpu_status gpu_argmax_rows_f64(int64_t *out, const double *a, size_t rows, size_t cols);
GPU_OP gpu_status gpu_argmax_rows_i32(int64_t *out, const int32_t *a, size_t rows, size_t cols);
GPU_OP gpu_status gpu_argmax_rows_i64(int64_t *out, const int64_t *a, size_t rows, size_t cols);
#define gpu_argmax_rows(out, a, rows, cols) GPU__BARE_ALL(a, gpu_argmax_rows, (out, a, rows, cols))
GPU_OP gpu_status gpu_argmax_cols_f32(int64_t *out, const float *a, size_t rows, size_t cols);
GPU_OP gpu_status gpu_argmax_cols_f64(int64_t *out, const double *a, size_t rows, size_t cols);
GPU_OP gpu_status gpu_argmax_cols_i32(int64_t *out, const int32_t *a, size_t rows, size_t cols);
GPU_OP gpu_status gpu_argmax_cols_i64(int64_t *out, const int64_t *a, size_t rows, size_t cols);
#define gpu_argmax_cols(out, a, rows, cols) GPU__BARE_ALL(a, gpu_argmax_cols, (out, a, rows, cols))
GPU_OP gpu_status gpu_var_rows_f32(float *out, const float *a, size_t rows, size_t cols, double ddof);
GPU_OP gpu_status gpu_var_rows_f64(double *out, const double *a, size_t rows, size_t cols, double ddof);
GPU_OP gpu_status gpu_var_rows_i32(double *out, const int32_t *a, size_t rows, size_t cols, double ddof);
GPU_OP gpu_status gpu_var_rows_i64(double *out, const int64_t *a, size_t rows, size_t cols, double ddof);
#define gpu_var_rows(out, a, rows, cols, ddof) GPU__BARE_ALL(a, gpu_var_rows, (out, a, rows, cols, ddof))
GPU_OP gpu_status gpu_var_cols_f32(float *out, const float *a, size_t rows, size_t cols, double ddof);
GPU_OP gpu_status gpu_var_cols_f64(double *out, const double *a, size_t rows, size_t cols, double ddof);
GPU_OP gpu_status gpu_var_cols_i32(double *out, const int32_t *a, size_t rows, size_t cols, double ddof);
GPU_OP gpu_status gpu_var_cols_i64(double *out, const int64_t *a, size_t rows, size_t cols, double ddof);
#define gpu_var_cols(out, a, rows, cols, ddof) GPU__BARE_ALL(a, gpu_var_cols, (out, a, rows, cols, ddof))
/* Running sums along each row (NumPy's cumsum(a, axis=1)) or down each column (axis=0), up to and with the element
   itself: added in double and rounded once, integers wrap. The one of these whose out, [rows][cols], may be a. */
GPU_OP gpu_status gpu_cumsum_rows_f32(float *out, const float *a, size_t rows, size_t cols);
GPU_OP gpu_status gpu_cumsum_rows_f64(double *out, const double *a, size_t rows, size_t cols);
GPU_OP gpu_status gpu_cumsum_rows_i32(int32_t *out, const int32_t *a, size_t rows, size_t cols);
GPU_OP gpu_status gpu_cumsum_rows_i64(int64_t *out, const int64_t *a, size_t rows, size_t cols);
#define gpu_cumsum_rows(out, a, rows, cols) GPU__BARE_ALL(out, gpu_cumsum_rows, (out, a, rows, cols))
GPU_OP gpu_status gpu_cumsum_cols_f32(float *out, const float *a, size_t rows, size_t cols);
GPU_OP gpu_status gpu_cumsum_cols_f64(double *out, const double *a, size_t rows, size_t cols);
GPU_OP gpu_status gpu_cumsum_cols_i32(int32_t *out, const int32_t *a, size_t rows, size_t cols);
GPU_OP gpu_status gpu_cumsum_cols_i64(int64_t *out, const int64_t *a, size_t rows, size_t cols);
#define gpu_cumsum_cols(out, a, rows, cols) GPU__BARE_ALL(out, gpu_cumsum_cols, (out, a, rows, cols))

/* ---- matrix: row-major; out lies apart ---- */
/* out[cols][rows] = the transpose of a[rows][cols]. */
GPU_OP gpu_status gpu_transpose_f32(float *out, const float *a, size_t rows, size_t cols);
GPU_OP gpu_status gpu_transpose_f64(double *out, const double *a, size_t rows, size_t cols);
GPU_OP gpu_status gpu_transpose_i32(int32_t *out, const int32_t *a, size_t rows, size_t cols);
GPU_OP gpu_status gpu_transpose_i64(int64_t *out, const int64_t *a, size_t rows, size_t cols);
GPU_OP gpu_status gpu_transpose_u8(uint8_t *out, const uint8_t *a, size_t rows, size_t cols);
GPU_OP gpu_status gpu_transpose_u32(uint32_t *out, const uint32_t *a, size_t rows, size_t cols);
GPU_OP gpu_status gpu_transpose_u64(uint64_t *out, const uint64_t *a, size_t rows, size_t cols);
/* ... of any elements of `size` bytes: 1, 2, 4, 8 or 16. */
GPU_OP gpu_status gpu_transpose_bytes(void *out, const void *a, size_t rows, size_t cols, size_t size);
#define gpu_transpose(out, a, rows, cols) GPU__BARE_ANY(out, gpu_transpose, (out, a, rows, cols))

/* ---- count: counts are set, not added to; 1 to 2^31 - 1 bins ---- */
/* Bins of equal width between lo and hi with NumPy's edges, the last one closed; what lies outside, and NaN, is not
   counted. */
GPU_OP gpu_status gpu_histogram_f32(int64_t *counts, size_t bins, const float *x, size_t n, double lo, double hi);
GPU_OP gpu_status gpu_histogram_f64(int64_t *counts, size_t bins, const double *x, size_t n, double lo, double hi);
GPU_OP gpu_status gpu_histogram_i32(int64_t *counts, size_t bins, const int32_t *x, size_t n, double lo, double hi);
GPU_OP gpu_status gpu_histogram_i64(int64_t *counts, size_t bins, const int64_t *x, size_t n, double lo, double hi);
GPU_OP gpu_status gpu_histogram_u8(int64_t *counts, size_t bins, const uint8_t *x, size_t n, double lo, double hi);
GPU_OP gpu_status gpu_histogram_u32(int64_t *counts, size_t bins, const uint32_t *x, size_t n, double lo, double hi);
GPU_OP gpu_status gpu_histogram_u64(int64_t *counts, size_t bins, const uint64_t *x, size_t n, double lo, double hi);
#define gpu_histogram(counts, bins, x, n, lo, hi) GPU__BARE_ANY(x, gpu_histogram, (counts, bins, x, n, lo, hi))
/* counts[v] = how many elements are v, for 0 <= v < bins; others are not counted. */
GPU_OP gpu_status gpu_bincount_i32(int64_t *counts, size_t bins, const int32_t *x, size_t n);
GPU_OP gpu_status gpu_bincount_i64(int64_t *counts, size_t bins, const int64_t *x, size_t n);
GPU_OP gpu_status gpu_bincount_u8(int64_t *counts, size_t bins, const uint8_t *x, size_t n);
GPU_OP gpu_status gpu_bincount_u32(int64_t *counts, size_t bins, const uint32_t *x, size_t n);
GPU_OP gpu_status gpu_bincount_u64(int64_t *counts, size_t bins, const uint64_t *x, size_t n);
#define gpu_bincount(counts, bins, x, n) GPU__BARE_COUNTED(x, gpu_bincount, (counts, bins, x, n))
/* sums[v] = the sum of w[i] where x[i] is v, in double, in an order that n and bins alone fix: the same bits on CPU and
   GPU. */
GPU_OP gpu_status gpu_bincount_weights_f32(double *sums, size_t bins, const int32_t *x, const float *w, size_t n);
GPU_OP gpu_status gpu_bincount_weights_f64(double *sums, size_t bins, const int32_t *x, const double *w, size_t n);
#define gpu_bincount_weights(sums, bins, x, w, n) GPU__BARE_REAL(w, gpu_bincount_weights, (sums, bins, x, w, n))

/* ---- window: out lies apart from x ---- */
/* The mean of x[i] and the width - 1 elements before it, as far as they exist: no other element has an influence on
   it. 1 <= width <= n. */
GPU_OP gpu_status gpu_moving_average_f32(float *out, const float *x, size_t n, size_t width);
GPU_OP gpu_status gpu_moving_average_f64(double *out, const double *x, size_t n, size_t width);
#define gpu_moving_average(out, x, n, width) GPU__BARE_REAL(out, gpu_moving_average, (out, x, n, width))
/* numpy.convolve(x, h, 'same') with h[width], sums in double; 1 <= width <= n. */
GPU_OP gpu_status gpu_conv1d_f32(float *out, const float *x, size_t n, const float *h, size_t width);
GPU_OP gpu_status gpu_conv1d_f64(double *out, const double *x, size_t n, const double *h, size_t width);
#define gpu_conv1d(out, x, n, h, width) GPU__BARE_REAL(out, gpu_conv1d, (out, x, n, h, width))
/* The convolution of x[rows][cols] with h[h_rows][h_cols], of any size, as scipy.signal.convolve2d(x, h, 'same') and as
   gpu_conv1d: h is mirrored, sums are in double. Outside x there are zeros, or x goes on as at its border. */
typedef enum gpu_border { GPU_BORDER_ZERO, GPU_BORDER_CLAMP } gpu_border;
GPU_OP gpu_status gpu_conv2d_f32(float *out, const float *x, size_t rows, size_t cols, const float *h, size_t h_rows,
                                 size_t h_cols, gpu_border border);
GPU_OP gpu_status gpu_conv2d_f64(double *out, const double *x, size_t rows, size_t cols, const double *h, size_t h_rows,
                                 size_t h_cols, gpu_border border);
#define gpu_conv2d(out, x, rows, cols, h, h_rows, h_cols, border)                                                      \
    GPU__BARE_REAL(out, gpu_conv2d, (out, x, rows, cols, h, h_rows, h_cols, border))
/* The median of each element and the eight around it, as scipy.ndimage.median_filter(x, 3, mode='nearest'): x goes on
   as at its border. A NaN counts as greater than every number, -0 as less than 0. */
GPU_OP gpu_status gpu_median3x3_f32(float *out, const float *x, size_t rows, size_t cols);
GPU_OP gpu_status gpu_median3x3_f64(double *out, const double *x, size_t rows, size_t cols);
GPU_OP gpu_status gpu_median3x3_i32(int32_t *out, const int32_t *x, size_t rows, size_t cols);
GPU_OP gpu_status gpu_median3x3_i64(int64_t *out, const int64_t *x, size_t rows, size_t cols);
GPU_OP gpu_status gpu_median3x3_u8(uint8_t *out, const uint8_t *x, size_t rows, size_t cols);
#define gpu_median3x3(out, x, rows, cols) GPU__BARE_PIXELS(out, gpu_median3x3, (out, x, rows, cols))
/* center * x + neighbour * (the four beside it) of x[rows][cols]; the border is copied. */
GPU_OP gpu_status gpu_stencil5_f32(float *out, const float *x, size_t rows, size_t cols, float center, float neighbour);
GPU_OP gpu_status gpu_stencil5_f64(double *out, const double *x, size_t rows, size_t cols, double center,
                                   double neighbour);
#define gpu_stencil5(out, x, rows, cols, center, neighbour)                                                            \
    GPU__BARE_REAL(out, gpu_stencil5, (out, x, rows, cols, center, neighbour))

/* ---- statistics ---- */
/* (x - mean) / std, both of all n elements, ddof 0; out may be x. */
GPU_OP gpu_status gpu_normalize_f32(float *out, const float *x, size_t n);
GPU_OP gpu_status gpu_normalize_f64(double *out, const double *x, size_t n);
#define gpu_normalize(out, x, n) GPU__BARE_REAL(out, gpu_normalize, (out, x, n))

/* ------------------------------------------------------------------------------------------------- src/api/matmul.h */
/* ------------------------------------------------------------------------------------------------------ >>matmul -- */

/* Products of matrices, prewritten functions too: bare names, host arrays and messages as there. Matrices are
   row-major, as C's own: element (i, j) is a[i * lda + j]. Any shape, 64-bit sizes; where m or n is 0 nothing happens.

   Precision. f32 and f64 compute in float and in double, each product and sum a fused multiply-add (two operations on a
   processor that has no such instruction). tf32, by its name alone, takes float arrays and uses 11 significant bits of
   each element (an error of up to 2^-10 of it), bf16 and f16 are short types; all three add up in float, as the GPU's
   tensor cores do, and C is rounded once, at the end. The order of a sum depends on the shape, the transposes and the
   leading dimensions alone: the same bits from run to run and for any number of threads; CPU and GPU, and a CPU's sets
   of instructions, differ in the last places. With |A||B| the product of the absolute values

       |C - exact| <= (k + 2) u (|alpha| |A||B| + |beta C|)       u = 2^-53 in f64, 2^-24 in f32, 2^-23 in the others,

   where nothing overflows and nothing underflows; to that come the rounding of the elements in tf32 and that of C in
   bf16 and f16. A NaN or an infinity has its effect on the elements of C that it is a factor of, and on no others.

   On an H100 or H200 tf32, bf16 and f16 are faster in a program built for sm_90a (nvcc -arch=sm_90a), the target that
   has all of that GPU's instructions; code for plain sm_90 runs on the GPUs after it too. */

/* The short types: bfloat16 is the upper half of a float (8 significant bits), f16 is IEEE's half precision (11, from
   6e-8 to 65504). Between them and float, in host code and in kernels: rounded to the nearest, ties to even, beyond the
   largest to infinity; a NaN stays one. */
typedef struct gpu_bf16 {
    uint16_t bits;
} gpu_bf16;
typedef struct gpu_f16 {
    uint16_t bits;
} gpu_f16;
GPU_FN gpu_bf16 gpu_bf16_of(float x);
GPU_FN gpu_f16 gpu_f16_of(float x);
GPU_FN float gpu_f32_of_bf16(gpu_bf16 x);
GPU_FN float gpu_f32_of_f16(gpu_f16 x);
/* The same for arrays: out[i] from x[i]. */
GPU_OP gpu_status gpu_to_bf16(gpu_bf16 *out, const float *x, size_t n);
GPU_OP gpu_status gpu_to_f16(gpu_f16 *out, const float *x, size_t n);
GPU_OP gpu_status gpu_from_bf16(float *out, const gpu_bf16 *x, size_t n);
GPU_OP gpu_status gpu_from_f16(float *out, const gpu_f16 *x, size_t n);

/* c[m][n] = a[m][k] times b[k][n]. c lies apart from a and b. */
GPU_OP gpu_status gpu_matmul_f32(float *c, const float *a, const float *b, size_t m, size_t n, size_t k);
GPU_OP gpu_status gpu_matmul_f64(double *c, const double *a, const double *b, size_t m, size_t n, size_t k);
GPU_OP gpu_status gpu_matmul_tf32(float *c, const float *a, const float *b, size_t m, size_t n, size_t k);
GPU_OP gpu_status gpu_matmul_bf16(gpu_bf16 *c, const gpu_bf16 *a, const gpu_bf16 *b, size_t m, size_t n, size_t k);
GPU_OP gpu_status gpu_matmul_f16(gpu_f16 *c, const gpu_f16 *a, const gpu_f16 *b, size_t m, size_t n, size_t k);
#define gpu_matmul(c, a, b, m, n, k) GPU__BARE_MATMUL(c, gpu_matmul, (c, a, b, m, n, k))

/* The general form, C = alpha A B + beta C, of blocks of larger matrices, transposed, in batches. Begin with
   gpu_gemm_of(m, n, k), which is gpu_matmul's product, and change what differs:

       gpu_gemm_spec s = gpu_gemm_of(m, n, k);
       s.transpose_b = 1, s.beta = 1;
       GPU_CHECK(gpu_gemm_f32(c, a, b, s));                                   c += a times the transpose of b[n][k]

   What lies between the rows of c and between its matrices stays as it is (a host array goes to a GPU and back with
   it). c must have no element in common with a and b: blocks beside each other in one matrix are accepted where the
   leading dimensions agree and there is no batch; else the whole lengths, from first to last element, must lie
   apart. */
typedef struct gpu_gemm_spec {
    size_t m, n, k;               /* c is m by n, and each element a sum of k products */
    int transpose_a, transpose_b; /* 1: a is stored as [k][m], b as [n][k] */
    double alpha, beta;           /* rounded to float but for f64; beta 0: c is not read; alpha 0: a and b are not */
    size_t lda, ldb, ldc;         /* elements from one stored row to the next; 0: the rows lie tight */
    size_t batch;                 /* so many products, at least 1 */
    size_t stride_a, stride_b;    /* elements from one matrix of a batch to the next; 0: one for all of them */
    size_t stride_c;              /* matrices that do not overlap; they may lie beside each other in the rows */
} gpu_gemm_spec;
GPU_FN gpu_gemm_spec gpu_gemm_of(size_t m, size_t n, size_t k); /* alpha 1, beta 0, batch 1, all else 0 */
GPU_OP gpu_status gpu_gemm_f32(float *c, const float *a, const float *b, gpu_gemm_spec spec);
GPU_OP gpu_status gpu_gemm_f64(double *c, const double *a, const double *b, gpu_gemm_spec spec);
GPU_OP gpu_status gpu_gemm_tf32(float *c, const float *a, const float *b, gpu_gemm_spec spec);
GPU_OP gpu_status gpu_gemm_bf16(gpu_bf16 *c, const gpu_bf16 *a, const gpu_bf16 *b, gpu_gemm_spec spec);
GPU_OP gpu_status gpu_gemm_f16(gpu_f16 *c, const gpu_f16 *a, const gpu_f16 *b, gpu_gemm_spec spec);
#define gpu_gemm(c, a, b, spec) GPU__BARE_MATMUL(c, gpu_gemm, (c, a, b, spec))

/* out[rows] = a[rows][cols] times x[cols], the sums in double. */
GPU_OP gpu_status gpu_matvec_f32(float *out, const float *a, const float *x, size_t rows, size_t cols);
GPU_OP gpu_status gpu_matvec_f64(double *out, const double *a, const double *x, size_t rows, size_t cols);
#define gpu_matvec(out, a, x, rows, cols) GPU__BARE_REAL(out, gpu_matvec, (out, a, x, rows, cols))
/* out[m][n] = x[m] times y[n]: out[i * n + j] = x[i] * y[j]. */
GPU_OP gpu_status gpu_outer_f32(float *out, const float *x, const float *y, size_t m, size_t n);
GPU_OP gpu_status gpu_outer_f64(double *out, const double *x, const double *y, size_t m, size_t n);
#define gpu_outer(out, x, y, m, n) GPU__BARE_REAL(out, gpu_outer, (out, x, y, m, n))

/* ------------------------------------------------------------------------------------------------- src/api/random.h */
/* ----------------------------------------------------------------------------------------------------- >>random -- */

/* A random number is a function of a seed, an element i and a draw k (Philox 4x32-10): no state arrays, and the same
   bits on the host, on any number of CPU threads and on any GPU, normals included. Different seeds, elements and
   draws share no word; the next number of an element needs another k, also where it is of another kind. These are
   for host code, kernels and lifted functions; draws 4 k to 4 k + 3 come from one evaluation, so constants next to
   each other cost one together:

       GPU_REDUCE(uint64_t, hits, 0, a + b, (uint64_t, i, index), (uint64_t, seed, scalar)) {
           float x = gpu_random_f32(seed, i, 0), y = gpu_random_f32(seed, i, 1);
           return fmaf(x, x, y * y) < 1;                             // hits(seed, n) / n is about pi / 4
       } */
typedef struct gpu_u32x4 {
    uint32_t v[4];
} gpu_u32x4;
typedef struct gpu_f32x4 {
    float v[4];
} gpu_f32x4;
typedef struct gpu_f32x16 {
    float v[16];
} gpu_f32x16;
GPU_FN uint32_t gpu_random_u32(uint64_t seed, uint64_t i, uint32_t k);
GPU_FN uint64_t gpu_random_u64(uint64_t seed, uint64_t i, uint32_t k);
/* Uniform in [0, 1): multiples of 2^-24 and of 2^-53. */
GPU_FN float gpu_random_f32(uint64_t seed, uint64_t i, uint32_t k);
GPU_FN double gpu_random_f64(uint64_t seed, uint64_t i, uint32_t k);
/* Normal: mean 0, standard deviation 1. */
GPU_FN float gpu_random_normal_f32(uint64_t seed, uint64_t i, uint32_t k);
GPU_FN double gpu_random_normal_f64(uint64_t seed, uint64_t i, uint32_t k);
/* Exponential: mean 1, never 0. */
GPU_FN float gpu_random_exponential_f32(uint64_t seed, uint64_t i, uint32_t k);
GPU_FN double gpu_random_exponential_f64(uint64_t seed, uint64_t i, uint32_t k);
/* lo <= x < hi without bias; lo where hi <= lo. */
GPU_FN int64_t gpu_random_int(uint64_t seed, uint64_t i, uint32_t k, int64_t lo, int64_t hi);
/* Poisson: 0 <= rate <= 2^60, else -1. */
GPU_FN int64_t gpu_random_poisson(uint64_t seed, uint64_t i, uint32_t k, double rate);
/* Where i < n goes in a permutation of 0 to n - 1; i >= n stays. */
GPU_FN uint64_t gpu_random_permuted(uint64_t seed, uint64_t n, uint64_t i);
/* Draws 4 k4 to 4 k4 + 3 of gpu_random_u32 and _f32, and 16 k16 to 16 k16 + 15, the fastest in a kernel. */
GPU_FN gpu_u32x4 gpu_random_u32x4(uint64_t seed, uint64_t i, uint32_t k4);
GPU_FN gpu_f32x4 gpu_random_f32x4(uint64_t seed, uint64_t i, uint32_t k4);
GPU_FN gpu_f32x16 gpu_random_f32x16(uint64_t seed, uint64_t i, uint32_t k16);

/* Fills of n elements on the current device and stream; `out` may be host memory. They use the thread's generator,
   which starts at seed 0, sequence 0, and continue where the last fill stopped: one call or several give the same
   numbers (and a graph repeats, with each launch, the numbers that it was made with). The 2^32 sequences of a seed
   do not overlap: give each thread or process its own. No cuRAND: these kernels are faster. They are prewritten
   functions (see there): the bare name picks the type from `out`. */
/* Uniform in [0, 1). */
GPU_OP gpu_status gpu_rand_uniform_f32(float *out, size_t n);
GPU_OP gpu_status gpu_rand_uniform_f64(double *out, size_t n);
#define gpu_rand_uniform(out, n) GPU__BARE_REAL(out, gpu_rand_uniform, (out, n))
/* Normal with this mean and standard deviation, and its exp. */
GPU_OP gpu_status gpu_rand_normal_f32(float *out, float mean, float sd, size_t n);
GPU_OP gpu_status gpu_rand_normal_f64(double *out, double mean, double sd, size_t n);
#define gpu_rand_normal(out, mean, sd, n) GPU__BARE_REAL(out, gpu_rand_normal, (out, mean, sd, n))
GPU_OP gpu_status gpu_rand_lognormal_f32(float *out, float mean, float sd, size_t n);
GPU_OP gpu_status gpu_rand_lognormal_f64(double *out, double mean, double sd, size_t n);
#define gpu_rand_lognormal(out, mean, sd, n) GPU__BARE_REAL(out, gpu_rand_lognormal, (out, mean, sd, n))
/* Exponential, of mean `scale`. */
GPU_OP gpu_status gpu_rand_exponential_f32(float *out, float scale, size_t n);
GPU_OP gpu_status gpu_rand_exponential_f64(double *out, double scale, size_t n);
#define gpu_rand_exponential(out, scale, n) GPU__BARE_REAL(out, gpu_rand_exponential, (out, scale, n))
/* lo <= x < hi without bias. */
GPU_OP gpu_status gpu_rand_int_i32(int32_t *out, int32_t lo, int32_t hi, size_t n);
GPU_OP gpu_status gpu_rand_int_i64(int64_t *out, int64_t lo, int64_t hi, size_t n);
#define gpu_rand_int(out, lo, hi, n)                                                                                   \
    (GPU__WHOLE(lo), GPU__WHOLE(hi), GPU__BARE_WHOLE(out, gpu_rand_int, (out, lo, hi, n)))
/* Poisson; 0 <= rate <= 1e9 for i32, 2^60 for i64. */
GPU_OP gpu_status gpu_rand_poisson_i32(int32_t *out, double rate, size_t n);
GPU_OP gpu_status gpu_rand_poisson_i64(int64_t *out, double rate, size_t n);
#define gpu_rand_poisson(out, rate, n) GPU__BARE_WHOLE(out, gpu_rand_poisson, (out, rate, n))
/* 0 to n - 1, each once. */
GPU_OP gpu_status gpu_rand_permutation_i32(int32_t *out, size_t n);
GPU_OP gpu_status gpu_rand_permutation_i64(int64_t *out, size_t n);
#define gpu_rand_permutation(out, n) GPU__BARE_WHOLE(out, gpu_rand_permutation, (out, n))
GPU_API gpu_status gpu_seed(uint64_t seed);                             /* start this thread's generator anew */
GPU_API gpu_status gpu_seed_sequence(uint64_t seed, uint32_t sequence); /* gpu_seed(seed) is sequence 0 */

/* --------------------------------------------------------------------------------------------------- src/api/time.h */
/* ------------------------------------------------------------------------------------------------------- >>time -- */

GPU_API gpu_status gpu_timer_start(void); /* the thread's stopwatch; on a GPU it runs in order with the queued work */
GPU_API double gpu_timer_ms(void); /* milliseconds since the start; waits for the work before it; NaN on an error */

/* gpu_stats s; GPU_BENCH(s, 20) { launch(...); }  runs the statement once to warm up and 20 times timed (by events on a
   GPU, queued without a wait in between), then fills s. Do not leave it with break, return or goto. */
#define GPU_BENCH(stats, reps) for (gpu__bench_begin(&(stats), (reps)); gpu__bench_next(&(stats));)

/* ------------------------------------------------------------------------------------------------ src/api/several.h */
/* ---------------------------------------------------------------------------------------------- >>several devices --

   Each call works on the current device of the thread that makes it; a pointer may be another device's wherever that
   device's memory can be reached (gpu_peer), and gpu_copy takes any two. GPU_CPU_DEVICES=4 in the environment has the
   CPU stand for four devices, so that code for several runs on a machine without a GPU; GPUs are not used then. */

/* The share of `part`, one of `parts`, in n elements: [*begin, *begin + *count). Shares lie one behind the other and
   differ by one element at most. GPU_ERROR_INVALID_ARGUMENT and an empty share unless 0 <= part < parts. */
GPU_API gpu_status gpu_split(size_t n, int part, int parts, size_t *begin, size_t *count);

/* GPU_ON(1) { ... }: the block works on device 1, then the device and the stream are as they were. (Leave it at its
   end: break, goto and return would stay on the device.) Without such a device the block is left out, with an error. */
#define GPU_ON(device)                                                                                                 \
    for (gpu__on GPU__LINE_FN(gpu__on_) = gpu__on_begin((device), __FILE__, __LINE__); GPU__LINE_FN(gpu__on_).once;    \
         gpu__on_end(&GPU__LINE_FN(gpu__on_)))
/* 1 if kernels on `device` can read and write the memory of `other` in place, 0 if not (gpu_copy always can), -1 after
   an error. Access is switched on by the first call that needs it. */
GPU_API int gpu_peer(int device, int other);

/* This process's number among those of its job on this host, as OpenMPI, MPICH, MVAPICH, PMI, PALS or Slurm tell it in
   the environment; 0 where none does. gpu_use_local_rank gives each of them a device: the GPU of that number, counted
   round where there are more processes than GPUs (a scheduler may show each process one GPU, which is number 0), or the
   CPU where there is none. */
GPU_API int gpu_local_rank(void);
GPU_API gpu_status gpu_use_local_rank(void);

/* What follows is there where GPU_SEVERAL_DEVICES is defined before the include, also in the file with the
   implementation: other programs need not wait for its compilation. */
#ifndef GPU_SEVERAL_DEVICES
#define gpu_each_device(fn, user) GPU_SEVERAL_DEVICES_is_to_be_defined_before_gpu_h
#else
/* Calls fn(part, parts, user) for every device at once, each on a host thread whose current device it is: of the GPUs 0
   to parts - 1, or once on GPU_CPU where there are none. Returns when all have, with the status of the first part that
   failed; gpu_error_message then tells of each that did. Part 0 is the calling thread, which has its device and stream
   back afterwards. The default stream of a device is common to all threads. */
typedef gpu_status gpu_device_fn(int part, int parts, void *user);
GPU_API gpu_status gpu_each_device(gpu_device_fn *fn, void *user);
/* Inside fn: waits for the work of the thread's own device, then until all parts have come here or have returned: what
   each device wrote before it, all may read behind it. Fails in every part if one has failed, so none waits for ever:
   return the status. */
GPU_API gpu_status gpu_each_barrier(void);

/* Collective, inside fn: every part calls them, in the same order and with the same counts, fold and root; otherwise,
   or if one part cannot, all of them fail and none waits. Arrays are memory of the part's device, of the host where
   that is the CPU. Not in a graph.

   allreduce: p[i] of every part becomes the sum, the minimum or the maximum of all parts' p[i]. reduce_scatter: the
   same for the part's own share of p alone, gpu_split(n, part, parts, ...); the rest of its p stays. The values are
   combined in the order of the parts, floats in double precision and rounded once; integers wrap, a NaN wins. Queued on
   the current stream of each part, and ended there when no other part reads or writes p any more. Each device combines
   a share out of all memories and writes it to all: the two steps of Thakur, Rabenseifner and Gropp, "Optimization of
   Collective Communication Operations in MPICH" (2005), in one kernel; shares of 64 MiB and more are moved by the copy
   engines, through 64 MiB for each other device, where there is room for them. */
typedef enum gpu_fold { GPU_FOLD_SUM, GPU_FOLD_MIN, GPU_FOLD_MAX } gpu_fold;
GPU_OP gpu_status gpu_each_allreduce_f32(float *p, size_t n, gpu_fold fold);
GPU_OP gpu_status gpu_each_allreduce_f64(double *p, size_t n, gpu_fold fold);
GPU_OP gpu_status gpu_each_allreduce_i32(int32_t *p, size_t n, gpu_fold fold);
GPU_OP gpu_status gpu_each_allreduce_i64(int64_t *p, size_t n, gpu_fold fold);
#define gpu_each_allreduce(p, n, fold) GPU__BARE_ALL(p, gpu_each_allreduce, (p, n, fold))
GPU_OP gpu_status gpu_each_reduce_scatter_f32(float *p, size_t n, gpu_fold fold);
GPU_OP gpu_status gpu_each_reduce_scatter_f64(double *p, size_t n, gpu_fold fold);
GPU_OP gpu_status gpu_each_reduce_scatter_i32(int32_t *p, size_t n, gpu_fold fold);
GPU_OP gpu_status gpu_each_reduce_scatter_i64(int64_t *p, size_t n, gpu_fold fold);
#define gpu_each_reduce_scatter(p, n, fold) GPU__BARE_ALL(p, gpu_each_reduce_scatter, (p, n, fold))
/* broadcast: the bytes at p of part `root` come to p of all. scatter: each part gets its share of root's n elements at
   `from`, of `size` bytes each, as gpu_split(n, part, parts, ...) gives it; gather: the shares of all come to root's
   `to`. Of `from` and `to` root's alone are looked at, and may be anywhere. They wait for the devices before and
   after. */
GPU_API gpu_status gpu_each_broadcast(void *p, size_t bytes, int root);
GPU_API gpu_status gpu_each_scatter(void *share, const void *from, size_t n, size_t size, int root);
GPU_API gpu_status gpu_each_gather(void *to, const void *share, size_t n, size_t size, int root);
#endif

typedef struct gpu__on { /* private */
    int once, device;
    gpu_stream stream;
} gpu__on;
GPU_API gpu__on gpu__on_begin(int device, const char *file, int line);
GPU_API void gpu__on_end(gpu__on *on);

/* ---------------------------------------------------------------------------------------------------- src/api/mpi.h */
/* --------------------------------------------------------------------------------------------- >>several machines --

   MPI on device pointers: include <mpi.h> before this file, also in the file with the implementation, and link as MPI
   programs are (mpicc; nvcc -ccbin mpicxx). Arrays may be memory of a device, pinned or ordinary. What is a device's
   goes straight to a CUDA-aware MPI, and is staged through pinned host memory in overlapping pieces otherwise:
   GPU_MPI_AWARE=0 or 1 in the environment says which, where the MPI's own word is wrong. The calls wait for the work of
   the current stream, and are done when they return. n counts elements of `type`, an MPI_Datatype without gaps, and may
   be beyond 2^31. They pair with each other, not with MPI_Send and MPI_Recv.

   Errors are agreed: what one rank cannot do, all that take part return, and none waits for it. GPU_CHECK on one rank
   ends the job. */
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
/* Both at once, as at the borders of a domain: n elements each way; MPI_PROC_NULL, no neighbour, leaves p as it is. */
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

/* -------------------------------------------------------------------------------------------- src/macros/compiler.h */
/* ----------------------------------------------------------------------------------------------------- compiler -- */

/* What the library asks of a compiler beyond C99 and C++17: of gcc and clang in their own words, of Microsoft's in its
   own, and of any other in those of C11 or C++11. (Which that is, and GPU__HOT, api/configuration.h says; the copies of
   a loop for AVX2 and AVX-512 are in isa.h.) */
#if defined(GPU__GNU)
#ifdef __MINGW_PRINTF_FORMAT
#define GPU__PRINTF(f, a) __attribute__((format(__MINGW_PRINTF_FORMAT, f, a)))
#else
#define GPU__PRINTF(f, a) __attribute__((format(printf, f, a)))
#endif
#define GPU__EXTENSION __extension__ /* no warning from -Wpedantic, of _Generic in C99 say */
#define GPU__TLS __thread
#define GPU__ALIGNOF(T) __alignof__(T)
#define GPU__ALIGNED(bytes) __attribute__((aligned(bytes))) /* of a member */
#define GPU__TYPEOF(x) __typeof__(x)
#define GPU__SAME_TYPE(T, U) __builtin_types_compatible_p(T, U)
/* 5: a pointer; 12 and more: structure, union */
#define GPU__MAY_POINT(T) (__builtin_classify_type(*(T *)0) == 5 || __builtin_classify_type(*(T *)0) >= 12)
#define GPU__STATIC_CONST(T, ...)                                                                                      \
    __extension__({                                                                                                    \
        static const T gpu__place = {__VA_ARGS__};                                                                     \
        &gpu__place;                                                                                                   \
    })
#define GPU__FORCE_INLINE inline __attribute__((always_inline))
#if defined(__OPTIMIZE__) || defined(__CUDA_ARCH__)
#define GPU__ALWAYS_INLINE inline __attribute__((always_inline))
#else
#define GPU__ALWAYS_INLINE inline /* copies of a body that nothing optimises would only cost compile time */
#endif
#if defined(GPU__GCC) &&                                                                                               \
    __GNUC__ >= 8 /* else callers keep values in registers that the function alone does not touch */
#define GPU__OPAQUE __attribute__((noipa)) __attribute__((noinline))
#else
#define GPU__OPAQUE __attribute__((noinline))
#endif
#define GPU__NORETURN __attribute__((noreturn))
#define GPU__WEAK __attribute__((weak)) extern
#define GPU__VECTOR_ALIGNED __attribute__((aligned(64))) /* of a type: no vector of it lies in two cache lines */
#ifdef __ELF__                                           /* where the linker gives a section's bounds names */
/* Its name is what nvcc shows where it refuses `extern __shared__`. */
#define GPU__SHARED_SECTION __attribute__((section("gpu_extern_takes_GPU_SHARED_DYNAMIC"), used))
#define GPU__SHARED_BEGIN __start_gpu_extern_takes_GPU_SHARED_DYNAMIC
#define GPU__SHARED_END __stop_gpu_extern_takes_GPU_SHARED_DYNAMIC
#define GPU__HIDDEN __attribute__((visibility("hidden")))
#endif
#define GPU__AT_EXIT(name) __attribute__((destructor)) static void name(void)
#define GPU__GIVEN(condition)                                                                                          \
    if (!(condition)) __builtin_unreachable();
#define GPU__PREFETCH(address) __builtin_prefetch((const void *)(address))
#define GPU__CLZ64(x) __builtin_clzll(x)
#ifdef __SIZEOF_INT128__
#define GPU__MULTIPLY_HIGH(a, b) (__extension__(uint64_t)((unsigned __int128)(a) * (b) >> 64))
#endif
#if defined(__x86_64__) || defined(__i386__)
#define GPU__CPU_ASK() __builtin_cpu_init()
#define GPU__CPU_HAS(name) __builtin_cpu_supports(name)
#endif

/* Atomics. Loads, stores and GPU__ADD (which returns the old value) are relaxed unless their name says more; a lock is
   taken by the exchange. The others are for atomics in kernels: acquire and release. */
#define GPU__LOAD(T, p) __atomic_load_n(p, __ATOMIC_RELAXED)
#define GPU__LOAD_ACQUIRE(T, p) __atomic_load_n(p, __ATOMIC_ACQUIRE)
#define GPU__LOAD_TO(T, p, value) __atomic_load(p, value, __ATOMIC_RELAXED)
#define GPU__STORE(T, p, v) __atomic_store_n(p, v, __ATOMIC_RELAXED)
#define GPU__STORE_RELEASE(T, p, v) __atomic_store_n(p, v, __ATOMIC_RELEASE)
#define GPU__EXCHANGE_ACQUIRE(T, p, v) __atomic_exchange_n(p, v, __ATOMIC_ACQUIRE)
#define GPU__ADD(T, p, v) __atomic_fetch_add(p, v, __ATOMIC_RELAXED)
#define GPU__FETCH_add(T, p, v) __atomic_fetch_add(p, v, __ATOMIC_ACQ_REL)
#define GPU__FETCH_sub(T, p, v) __atomic_fetch_sub(p, v, __ATOMIC_ACQ_REL)
#define GPU__FETCH_and(T, p, v) __atomic_fetch_and(p, v, __ATOMIC_ACQ_REL)
#define GPU__FETCH_or(T, p, v) __atomic_fetch_or(p, v, __ATOMIC_ACQ_REL)
#define GPU__FETCH_xor(T, p, v) __atomic_fetch_xor(p, v, __ATOMIC_ACQ_REL)
#define GPU__COMPARE_EXCHANGE(T, p, old, now)                                                                          \
    __atomic_compare_exchange(p, old, now, 0, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE)
#define GPU__COMPARE_EXCHANGE_WEAK(T, p, old, now)                                                                     \
    __atomic_compare_exchange(p, old, now, 1, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED)
#define GPU__FENCE_COMPILER() __asm__ __volatile__("" ::: "memory")
#define GPU__FENCE_ACQUIRE() __atomic_thread_fence(__ATOMIC_ACQUIRE)
#define GPU__FENCE_RELEASE() __atomic_thread_fence(__ATOMIC_RELEASE)
#define GPU__FENCE_FULL() __atomic_thread_fence(__ATOMIC_SEQ_CST)

#ifdef GPU__CLANG
#define GPU__HOST_COMPILER __VERSION__
#else
#define GPU__HOST_COMPILER "gcc " __VERSION__
#endif
#ifndef __cplusplus /* a pointer of the wrong type is only a warning there; to a kernel it must not pass */
#pragma GCC diagnostic error "-Wincompatible-pointer-types"
#pragma GCC diagnostic error "-Wint-conversion"
#endif
#endif

#ifndef GPU__GNU
#define GPU__EXTENSION
#define GPU__PRINTF(f, a)
#define GPU__VECTOR_ALIGNED
#ifdef __cplusplus
extern "C++" {
template <class Type> struct gpu__pointer {
    enum { yes = 0 };
};
template <class Type> struct gpu__pointer<Type *> {
    enum { yes = 1 };
};
}
#define GPU__MAY_POINT(T) (gpu__pointer<T>::yes || __is_class(T) || __is_union(T))
#define GPU__ALIGNOF(T) alignof(T)
#define GPU__ALIGNED(bytes) alignas(bytes)
#define GPU__TYPEOF(x) decltype(x)
#define GPU__STATIC_CONST(T, ...)                                                                                      \
    [] {                                                                                                               \
        static const T gpu__place = {__VA_ARGS__};                                                                     \
        return &gpu__place;                                                                                            \
    }()
#define GPU__AT_EXIT(name)                                                                                             \
    static void name(void);                                                                                            \
    static struct name##_at_exit {                                                                                     \
        ~name##_at_exit() { name(); }                                                                                  \
    } name##_object;                                                                                                   \
    static void name(void)
#else
#define GPU__NUMBER_0(T)                                                                                               \
    T:                                                                                                                 \
    0, unsigned T : 0
#define GPU__MAY_POINT(T)                                                                                              \
    _Generic(*(T *)0, GPU__NUMBER_0(char), GPU__NUMBER_0(short), GPU__NUMBER_0(int), GPU__NUMBER_0(long),              \
             GPU__NUMBER_0(long long), signed char : 0, _Bool : 0, float : 0, double : 0, default : 1)
#define GPU__ALIGNOF(T) _Alignof(T)
#define GPU__ALIGNED(bytes) _Alignas(bytes)
#if !defined(GPU__TYPEOF) && __STDC_VERSION__ >= 202311L
#define GPU__TYPEOF(x) typeof(x)
#elif !defined(GPU__TYPEOF) && defined(_MSC_VER) && _MSC_VER >= 1939
#define GPU__TYPEOF(x) __typeof__(x)
#endif
#define GPU__SAME_TYPE(T, U) _Generic((T *)0, U * : 1, default : 0)
#define GPU__AT_EXIT_LATE 1 /* the library registers them when it starts */
#define GPU__AT_EXIT(name) static void name(void)
#endif
#ifdef __COUNTER__
#define GPU__SITE_NUMBER __COUNTER__
#else
#define GPU__SITE_NUMBER __LINE__
#endif
#endif

#ifdef GPU__MSVC
#include <intrin.h>
#define GPU__TLS __declspec(thread)
#define GPU__NORETURN __declspec(noreturn)
#define GPU__WEAK extern __declspec(selectany)
#define GPU__FORCE_INLINE __forceinline
#define GPU__ALWAYS_INLINE __forceinline
#define GPU__GIVEN(condition) __assume(condition);
#define GPU__HOST_COMPILER "Microsoft's compiler " GPU__TEXT(_MSC_VER)
#define GPU__TEXT(number) GPU__TEXT_(number)
#define GPU__TEXT_(number) #number
#ifdef _M_ARM64
#define GPU__PREFETCH(address) __prefetch((const void *)(address))
#define GPU__BARRIER() __dmb(_ARM64_BARRIER_ISH)
#else /* x64 reorders no two loads and no two stores: the compiler must not either */
#define GPU__PREFETCH(address) _mm_prefetch((const char *)(address), _MM_HINT_T0)
#define GPU__BARRIER() _ReadWriteBarrier()
#endif
#define GPU__MULTIPLY_HIGH(a, b) __umulh(a, b)
static inline int gpu__clz64(uint64_t x) /* of 0: 63 */
{
    unsigned long highest = 0;
    _BitScanReverse64(&highest, x);
    return 63 - (int)highest;
}
#define GPU__CLZ64(x) gpu__clz64(x)

/* Objects of 4 and of 8 bytes. A volatile access of one is whole; an interlocked operation is a full barrier. */
static inline uint64_t gpu__interlocked_load(const volatile void *p, size_t size)
{
    const uint64_t v = size == 8 ? *(const volatile uint64_t *)p : *(const volatile uint32_t *)p;
    GPU__BARRIER();
    return v;
}
static inline int gpu__interlocked_compare(volatile void *p, void *old, const void *now, size_t size)
{
    if (size == 8) {
        const __int64 was = *(__int64 *)old, is = *(const __int64 *)now;
        *(__int64 *)old = _InterlockedCompareExchange64((volatile __int64 *)p, is, was);
        return *(__int64 *)old == was;
    } else {
        const long was = *(long *)old, is = *(const long *)now;
        *(long *)old = _InterlockedCompareExchange((volatile long *)p, is, was);
        return *(long *)old == was;
    }
}
#define GPU__INTERLOCKED(name, operation)                                                                              \
    static inline uint64_t gpu__interlocked_##name(volatile void *p, uint64_t v, size_t size)                          \
    {                                                                                                                  \
        if (size == 8) return (uint64_t)operation##64((volatile __int64 *)p, (__int64)v);                              \
        return (uint32_t)operation((volatile long *)p, (long)v);                                                       \
    }
GPU__INTERLOCKED(exchange, _InterlockedExchange)
GPU__INTERLOCKED(add, _InterlockedExchangeAdd)
GPU__INTERLOCKED(and, _InterlockedAnd)
GPU__INTERLOCKED(or, _InterlockedOr)
GPU__INTERLOCKED(xor, _InterlockedXor)
static inline void gpu__interlocked_fence(void)
{
    volatile long any = 0;
    (void)_InterlockedExchange(&any, 1);
}
#define GPU__LOAD(T, p) (*(T const volatile *)(p))
#define GPU__LOAD_ACQUIRE(T, p) ((T)gpu__interlocked_load(p, sizeof(T)))
#define GPU__LOAD_TO(T, p, value) ((void)(*(value) = GPU__LOAD(T, p)))
#define GPU__STORE(T, p, v) ((void)(*(T volatile *)(p) = (T)(v)))
#define GPU__STORE_RELEASE(T, p, v) (GPU__BARRIER(), GPU__STORE(T, p, v))
#define GPU__EXCHANGE_ACQUIRE(T, p, v) ((T)gpu__interlocked_exchange(p, (uint64_t)(v), sizeof(T)))
#define GPU__ADD(T, p, v) ((T)gpu__interlocked_add(p, (uint64_t)(v), sizeof(T)))
#define GPU__FETCH_add(T, p, v) GPU__ADD(T, p, v)
#define GPU__FETCH_sub(T, p, v) GPU__ADD(T, p, 0 - (uint64_t)(v))
#define GPU__FETCH_and(T, p, v) ((T)gpu__interlocked_and(p, (uint64_t)(v), sizeof(T)))
#define GPU__FETCH_or(T, p, v) ((T)gpu__interlocked_or(p, (uint64_t)(v), sizeof(T)))
#define GPU__FETCH_xor(T, p, v) ((T)gpu__interlocked_xor(p, (uint64_t)(v), sizeof(T)))
#define GPU__COMPARE_EXCHANGE(T, p, old, now) gpu__interlocked_compare(p, old, now, sizeof(T))
#define GPU__COMPARE_EXCHANGE_WEAK(T, p, old, now) gpu__interlocked_compare(p, old, now, sizeof(T))
#define GPU__FENCE_COMPILER() _ReadWriteBarrier()
#define GPU__FENCE_ACQUIRE() GPU__BARRIER()
#define GPU__FENCE_RELEASE() GPU__BARRIER()
#define GPU__FENCE_FULL() gpu__interlocked_fence()
#ifndef __clang__
#pragma fp_contract(off)
#endif
#pragma warning(error : 4133 4047 4024) /* in C, pointers of the wrong type */
#endif

#if !defined(GPU__GNU) && !defined(GPU__MSVC)
#ifdef __cplusplus
#include <atomic>
#define GPU__STD std::
#define GPU__ATOMIC_TYPE(T) std::atomic<T>
#define GPU__TLS thread_local
#define GPU__NORETURN [[noreturn]]
#elif __STDC_VERSION__ >= 201112L && !defined(__STDC_NO_ATOMICS__) && !defined(__STDC_NO_THREADS__)
#include <stdatomic.h>
#define GPU__STD
#define GPU__ATOMIC_TYPE(T) _Atomic(T)
#define GPU__TLS _Thread_local
#define GPU__NORETURN _Noreturn
#else
#error "gpu.h: a compiler other than gcc, clang and Microsoft's needs C11 with atomics: -std=c11"
#endif
#define GPU__WEAK extern
#define GPU__FORCE_INLINE inline
#define GPU__ALWAYS_INLINE inline
#define GPU__GIVEN(condition) (void)(condition);
#define GPU__PREFETCH(address) ((void)0)
#define GPU__HOST_COMPILER "a C compiler"
static GPU__UNUSED inline int gpu__clz64(uint64_t x)
{
    int zeros = 0;
    while (zeros < 64 && !(x >> (63 - zeros))) zeros++;
    return zeros;
}
#define GPU__CLZ64(x) gpu__clz64(x)
/* An object that is atomic only now and then is taken for one of atomic type: those have the same size and alignment
   wherever they need no lock. */
#define GPU__ATOMIC_AT(T, p) ((volatile GPU__ATOMIC_TYPE(T) *)(p))
#define GPU__ORDER(order) GPU__STD memory_order_##order
#define GPU__LOAD(T, p) GPU__STD atomic_load_explicit(GPU__ATOMIC_AT(T, p), GPU__ORDER(relaxed))
#define GPU__LOAD_ACQUIRE(T, p) GPU__STD atomic_load_explicit(GPU__ATOMIC_AT(T, p), GPU__ORDER(acquire))
#define GPU__LOAD_TO(T, p, value) (*(value) = GPU__LOAD(T, p))
#define GPU__STORE(T, p, v) GPU__STD atomic_store_explicit(GPU__ATOMIC_AT(T, p), (T)(v), GPU__ORDER(relaxed))
#define GPU__STORE_RELEASE(T, p, v) GPU__STD atomic_store_explicit(GPU__ATOMIC_AT(T, p), (T)(v), GPU__ORDER(release))
#define GPU__EXCHANGE_ACQUIRE(T, p, v)                                                                                 \
    GPU__STD atomic_exchange_explicit(GPU__ATOMIC_AT(T, p), (T)(v), GPU__ORDER(acquire))
#define GPU__ADD(T, p, v) GPU__STD atomic_fetch_add_explicit(GPU__ATOMIC_AT(T, p), (T)(v), GPU__ORDER(relaxed))
#define GPU__FETCH_add(T, p, v) GPU__STD atomic_fetch_add_explicit(GPU__ATOMIC_AT(T, p), v, GPU__ORDER(acq_rel))
#define GPU__FETCH_sub(T, p, v) GPU__STD atomic_fetch_sub_explicit(GPU__ATOMIC_AT(T, p), v, GPU__ORDER(acq_rel))
#define GPU__FETCH_and(T, p, v) GPU__STD atomic_fetch_and_explicit(GPU__ATOMIC_AT(T, p), v, GPU__ORDER(acq_rel))
#define GPU__FETCH_or(T, p, v) GPU__STD atomic_fetch_or_explicit(GPU__ATOMIC_AT(T, p), v, GPU__ORDER(acq_rel))
#define GPU__FETCH_xor(T, p, v) GPU__STD atomic_fetch_xor_explicit(GPU__ATOMIC_AT(T, p), v, GPU__ORDER(acq_rel))
#define GPU__COMPARE_EXCHANGE(T, p, old, now)                                                                          \
    GPU__STD atomic_compare_exchange_strong_explicit(GPU__ATOMIC_AT(T, p), old, *(now), GPU__ORDER(acq_rel),           \
                                                     GPU__ORDER(acquire))
#define GPU__COMPARE_EXCHANGE_WEAK(T, p, old, now)                                                                     \
    GPU__STD atomic_compare_exchange_weak_explicit(GPU__ATOMIC_AT(T, p), old, *(now), GPU__ORDER(acq_rel),             \
                                                   GPU__ORDER(relaxed))
#define GPU__FENCE_COMPILER() GPU__STD atomic_signal_fence(GPU__ORDER(seq_cst))
#define GPU__FENCE_ACQUIRE() GPU__STD atomic_thread_fence(GPU__ORDER(acquire))
#define GPU__FENCE_RELEASE() GPU__STD atomic_thread_fence(GPU__ORDER(release))
#define GPU__FENCE_FULL() GPU__STD atomic_thread_fence(GPU__ORDER(seq_cst))
#endif

#if defined(__SANITIZE_THREAD__)
#define GPU__TSAN 1
#elif defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define GPU__TSAN 1
#endif
#endif

#define GPU__LIFTED_FN GPU__HOT static GPU__UNUSED GPU__HOST_DEVICE GPU__ALWAYS_INLINE
/* A body that is compiled as a part of what calls it, for the processor that that is for. */
#define GPU__BODY GPU__HOT static GPU__UNUSED GPU__ALWAYS_INLINE

/* clang takes the contraction as a pragma, and checks for overlap at run time; gcc is told that there is none. */
#if defined(__clang__) || (!defined(GPU__GNU) && !defined(GPU__MSVC))
#pragma STDC FP_CONTRACT OFF
#endif
#ifdef GPU__HOT_FLAGS
#define GPU__NO_ALIAS _Pragma("GCC ivdep")
/* Of a reduction: PRE makes branches of two selects in a row, and scalar code. (Of two such attributes the second takes
   the cost model back to that of -O2.) */
#define GPU__HOT_FOLD __attribute__((optimize(GPU__HOT_FLAGS, "no-tree-pre")))
/* A loop whose combine step calls functions of the program's own: gcc leaves those out of what has flags of its own,
   unless it is told. A scan of structs takes 2.6 ns an element then, and 17 with calls. */
#define GPU__FLAT __attribute__((flatten))
#else
#define GPU__NO_ALIAS
#define GPU__HOT_FOLD GPU__HOT
#define GPU__FLAT
#endif

/* Prefetch distance in bytes of loops that only read, into the first-level cache: the hardware's own prefetch stops at
   the page's end. Measured: 1.3 to 1.6 times faster on an EPYC, up to 1.5 on a Xeon. */
#define GPU__AHEAD 6144

/* ----------------------------------------------------------------------------------------------- src/macros/order.h */
/* The order in which reductions combine: a function of n alone, the same on both backends and for any number of
   threads. All that fixes it is in this file.

   A reduction. Element i belongs to lane i % 2048 of tile i / 2048. T = ceil(n / 2048) tiles make
   B = min(max(ceil(T / 4), 1), 1056) blocks; block b owns the tiles [T b / B, T (b + 1) / B). A lane starts with its
   first mapped element and combines the others in tile order. Then a tree: for s = 1024, 512, ... 1, lane[j] =
   lane[j] (+) lane[j + s] for j < s, left out where lane j + s has no element. The B results go through the same tree.

   An ordered reduction. 16 elements, one after the other, make a run, 32 runs a tile of 512, by a tree of neighbours:
   for s = 1, 2, 4, ... run[j] = run[j] (+) run[j + s] for every j that 2 s divides, left out where there is no run
   j + s. T tiles make P = min(max(ceil(T / 4), 1), 4096) parts; part p is the tiles [T p / P, T (p + 1) / P), one after
   the other. Four parts make a block, one after the other, then eight blocks, one after the other; then a tree of
   neighbours.

   Mean and variance: tiles and blocks as in a reduction, at most 528 blocks; see gpu__merge. */
enum {
    GPU__LANES = 2048,        /* of a tile of a reduction */
    GPU__TILES = 4,           /* of a block, at least */
    GPU__BLOCKS = 1056,       /* of a reduction, at most */
    GPU__MOMENT_BLOCKS = 528, /* of a mean and variance, at most */
    GPU__ORDERED_RUN = 16,    /* elements of an ordered reduction that are combined one after the other */
    GPU__ORDERED_TILE = 32 * GPU__ORDERED_RUN,
    GPU__ORDERED_PARTS = 4096 /* tiles that are combined one after the other; so many parts at most */
};
/* How many blocks or parts n elements make. */
static GPU__UNUSED GPU__HOST_DEVICE inline size_t gpu__order_blocks(size_t n, size_t tile, size_t most)
{
    const size_t tiles = (n + tile - 1) / tile, blocks = (tiles + GPU__TILES - 1) / GPU__TILES;
    return blocks < 1 ? 1 : blocks > most ? most : blocks;
}

/* ------------------------------------------------------------------------------------------------ src/macros/each.h */
/* GPU__EACH(F, S, (T, a), (U, b, scalar), ...) is F_array(0, T, a) S() F_scalar(1, U, b) S() ... for 1 to 16
   parameters. */
#define GPU__CAT(a, b) GPU__CAT_(a, b)
#define GPU__CAT_(a, b) a##b
#define GPU__STRIP(...) __VA_ARGS__
#define GPU__CALL(M, arguments) M arguments
#define GPU__COMMA() ,
#define GPU__NOTHING()
#define GPU__OR() |
#define GPU__COUNT(...) GPU__BEHIND_16(__VA_ARGS__, 16, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0)
#define GPU__BEHIND_16(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, N, ...) N
#define GPU__ONE(...) GPU__PICK(__VA_ARGS__)
#define GPU__PICK(F, k, T, x, mode, ...) F##_##mode(k, T, x)
#define GPU__EACH(F, S, ...)                                                                                           \
    GPU__BEHIND_16(__VA_ARGS__, GPU__EACH_16, GPU__EACH_15, GPU__EACH_14, GPU__EACH_13, GPU__EACH_12, GPU__EACH_11,    \
                   GPU__EACH_10, GPU__EACH_9, GPU__EACH_8, GPU__EACH_7, GPU__EACH_6, GPU__EACH_5, GPU__EACH_4,         \
                   GPU__EACH_3, GPU__EACH_2, GPU__EACH_1, 0)                                                           \
    (F, S, __VA_ARGS__)
#define GPU__EACH_1(F, S, a) GPU__ONE(F, 0, GPU__STRIP a, array, )
#define GPU__EACH_2(F, S, a, b) GPU__ONE(F, 0, GPU__STRIP a, array, ) S() GPU__ONE(F, 1, GPU__STRIP b, array, )
#define GPU__EACH_3(F, S, a, b, c) GPU__EACH_2(F, S, a, b) S() GPU__ONE(F, 2, GPU__STRIP c, array, )
#define GPU__EACH_4(F, S, a, b, c, d) GPU__EACH_3(F, S, a, b, c) S() GPU__ONE(F, 3, GPU__STRIP d, array, )
#define GPU__EACH_5(F, S, a, b, c, d, e) GPU__EACH_4(F, S, a, b, c, d) S() GPU__ONE(F, 4, GPU__STRIP e, array, )
#define GPU__EACH_6(F, S, a, b, c, d, e, f) GPU__EACH_5(F, S, a, b, c, d, e) S() GPU__ONE(F, 5, GPU__STRIP f, array, )
#define GPU__EACH_7(F, S, a, b, c, d, e, f, g)                                                                         \
    GPU__EACH_6(F, S, a, b, c, d, e, f) S() GPU__ONE(F, 6, GPU__STRIP g, array, )
#define GPU__EACH_8(F, S, a, b, c, d, e, f, g, h)                                                                      \
    GPU__EACH_7(F, S, a, b, c, d, e, f, g) S() GPU__ONE(F, 7, GPU__STRIP h, array, )
#define GPU__EACH_9(F, S, a, b, c, d, e, f, g, h, i)                                                                   \
    GPU__EACH_8(F, S, a, b, c, d, e, f, g, h) S() GPU__ONE(F, 8, GPU__STRIP i, array, )
#define GPU__EACH_10(F, S, a, b, c, d, e, f, g, h, i, j)                                                               \
    GPU__EACH_9(F, S, a, b, c, d, e, f, g, h, i) S() GPU__ONE(F, 9, GPU__STRIP j, array, )
#define GPU__EACH_11(F, S, a, b, c, d, e, f, g, h, i, j, k)                                                            \
    GPU__EACH_10(F, S, a, b, c, d, e, f, g, h, i, j) S() GPU__ONE(F, 10, GPU__STRIP k, array, )
#define GPU__EACH_12(F, S, a, b, c, d, e, f, g, h, i, j, k, l)                                                         \
    GPU__EACH_11(F, S, a, b, c, d, e, f, g, h, i, j, k) S() GPU__ONE(F, 11, GPU__STRIP l, array, )
#define GPU__EACH_13(F, S, a, b, c, d, e, f, g, h, i, j, k, l, m)                                                      \
    GPU__EACH_12(F, S, a, b, c, d, e, f, g, h, i, j, k, l) S() GPU__ONE(F, 12, GPU__STRIP m, array, )
#define GPU__EACH_14(F, S, a, b, c, d, e, f, g, h, i, j, k, l, m, n)                                                   \
    GPU__EACH_13(F, S, a, b, c, d, e, f, g, h, i, j, k, l, m) S() GPU__ONE(F, 13, GPU__STRIP n, array, )
#define GPU__EACH_15(F, S, a, b, c, d, e, f, g, h, i, j, k, l, m, n, o)                                                \
    GPU__EACH_14(F, S, a, b, c, d, e, f, g, h, i, j, k, l, m, n) S() GPU__ONE(F, 14, GPU__STRIP o, array, )
#define GPU__EACH_16(F, S, a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p)                                             \
    GPU__EACH_15(F, S, a, b, c, d, e, f, g, h, i, j, k, l, m, n, o) S() GPU__ONE(F, 15, GPU__STRIP p, array, )

#define GPU__FORMAL_array(k, T, x) T x
#define GPU__FORMAL_scalar(k, T, x) T x
#define GPU__FORMAL_index(k, T, x) T x
#define GPU__TYPE_array(k, T, x) T
#define GPU__NAME_array(k, T, x) x
#define GPU__SIZE_array(k, T, x) sizeof(T)
#define GPU__POINTS_array(k, T, x) (GPU__MAY_POINT(T) ? 1u << k : 0u)
#define GPU__ADDRESS_array(k, T, x) (void *)&x
#define GPU__UNPACK_array(k, T, x) *(T *)gpu__argv[k]

/* The macros of the public part by the number of their arguments: M_gpu__some, M_gpu__none, and for what is too few or
   too many one static assertion that says what was expected. The body that follows belongs to a function that has the
   parameters nevertheless, so that no other errors come of it. From the 18th argument on the verdict is a parameter in
   parentheses. */
#define GPU__OF_COUNT(M, verdict, ...) GPU__OF_COUNT_(M, verdict, __VA_ARGS__)
#define GPU__OF_COUNT_(M, verdict, ...) M##_##verdict(__VA_ARGS__)
#define GPU__BEHIND_17(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, N, ...) GPU__VERDICT(N)
#define GPU__VERDICT(N) GPU__VERDICT_(GPU__IS_PAIR N, N, 0)
#define GPU__VERDICT_(...) GPU__SECOND(__VA_ARGS__)
#define GPU__SECOND(a, b, ...) b
#define GPU__IS_PAIR(...) 0, gpu__many
#define GPU__FOUR_TIMES(verdict) verdict, verdict, verdict, verdict
#define GPU__VERDICT_KERNEL(...)                                                                                       \
    GPU__CALL(GPU__BEHIND_17, (__VA_ARGS__, GPU__FOUR_TIMES(gpu__some), GPU__FOUR_TIMES(gpu__some),                    \
                               GPU__FOUR_TIMES(gpu__some), GPU__FOUR_TIMES(gpu__some), gpu__none, 0))
#define GPU__VERDICT_VECTORIZE(...)                                                                                    \
    GPU__CALL(GPU__BEHIND_17, (__VA_ARGS__, gpu__wrong, gpu__wrong, gpu__wrong, GPU__FOUR_TIMES(gpu__wrong),           \
                               GPU__FOUR_TIMES(gpu__some), GPU__FOUR_TIMES(gpu__some), gpu__none, gpu__few, 0))
#define GPU__VERDICT_REDUCE(...)                                                                                       \
    GPU__CALL(GPU__BEHIND_17, (__VA_ARGS__, gpu__wrong, GPU__FOUR_TIMES(gpu__wrong), GPU__FOUR_TIMES(gpu__some),       \
                               GPU__FOUR_TIMES(gpu__some), gpu__none, gpu__few, gpu__few, gpu__few, 0))
#define GPU__VERDICT_SCAN(...)                                                                                         \
    GPU__CALL(GPU__BEHIND_17, (__VA_ARGS__, gpu__few, GPU__FOUR_TIMES(gpu__few), GPU__FOUR_TIMES(gpu__few),            \
                               GPU__FOUR_TIMES(gpu__few), gpu__some, gpu__few, gpu__few, gpu__few, 0))
#ifdef __cplusplus
#define GPU__MISTAKE(sentence) static_assert(false, sentence);
#else
#define GPU__MISTAKE(sentence) GPU__EXTENSION _Static_assert GPU__NOTHING()(0, sentence); /* not glibc's macro */
#endif
#define GPU__FIRST_16(...) GPU__FIRST_16_(__VA_ARGS__, (int, gpu__p), (int, gpu__q), 0)
#define GPU__FIRST_16_(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, ...)                                            \
    GPU__EACH_16(GPU__FORMAL, GPU__COMMA, a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p)
#define GPU__LINE_FN(name) GPU__CAT(name, __LINE__)

#define GPU__KERNEL_gpu__some(name, ...) GPU__KERNEL(name, __VA_ARGS__)
#define GPU__KERNEL_gpu__many(name, ...)                                                                               \
    GPU__MISTAKE("gpu.h: GPU_KERNEL(name, (type, parameter), ...) takes at most 16 parameters; pass a struct of them") \
    gpu_status name(gpu_config gpu__config, ...);                                                                      \
    static inline void name##__body(GPU__FIRST_16(__VA_ARGS__))
#define GPU__VECTORIZE_gpu__some(R, name, ...) GPU__VECTORIZE(static GPU__UNUSED, R, name, __VA_ARGS__)
#define GPU__VECTORIZE_SAYS                                                                                            \
    GPU__MISTAKE("gpu.h: GPU_VECTORIZE(type, name, (type, parameter), ...) takes 1 to 8 parameters")
#define GPU__VECTORIZE_gpu__few(...) GPU__VECTORIZE_SAYS static inline double GPU__LINE_FN(gpu__refused)(void)
#define GPU__VECTORIZE_gpu__none(R, name)                                                                              \
    GPU__VECTORIZE_SAYS gpu_status name(const void *gpu__out, ...);                                                    \
    static inline R name##_scalar(void)
#define GPU__VECTORIZE_gpu__wrong(R, name, ...)                                                                        \
    GPU__VECTORIZE_SAYS gpu_status name(const void *gpu__out, ...);                                                    \
    static inline R name##_scalar(GPU__EACH(GPU__FORMAL, GPU__COMMA, __VA_ARGS__))
#define GPU__VECTORIZE_gpu__many(R, name, ...)                                                                         \
    GPU__VECTORIZE_SAYS gpu_status name(const void *gpu__out, ...);                                                    \
    static inline R name##_scalar(GPU__FIRST_16(__VA_ARGS__))
#define GPU__REDUCE_gpu__some(A, name, identity, combine, ...)                                                         \
    GPU__REDUCE(GPU__REDUCE, 0, A, name, identity, combine, __VA_ARGS__)
#define GPU__REDUCE_SAYS                                                                                               \
    GPU__MISTAKE("gpu.h: GPU_REDUCE(type, name, identity, expression of a and b, (type, parameter), ...) takes "       \
                 "1 to 8 parameters")
#define GPU__REDUCE_gpu__few(...) GPU__REDUCE_SAYS static inline double GPU__LINE_FN(gpu__refused)(void)
#define GPU__REDUCE_gpu__none(A, name, identity, combine)                                                              \
    GPU__REDUCE_SAYS A name(const void *gpu__x, ...);                                                                  \
    static inline A name##_scalar(void)
#define GPU__REDUCE_gpu__wrong(A, name, identity, combine, ...)                                                        \
    GPU__REDUCE_SAYS A name(const void *gpu__x, ...);                                                                  \
    static inline A name##_scalar(GPU__EACH(GPU__FORMAL, GPU__COMMA, __VA_ARGS__))
#define GPU__REDUCE_gpu__many(A, name, identity, combine, ...)                                                         \
    GPU__REDUCE_SAYS A name(const void *gpu__x, ...);                                                                  \
    static inline A name##_scalar(GPU__FIRST_16(__VA_ARGS__))
#define GPU__ORDERED_gpu__some(A, name, identity, combine, ...)                                                        \
    GPU__REDUCE(GPU__ORDERED, GPU__IN_ORDER, A, name, identity, combine, __VA_ARGS__)
#define GPU__ORDERED_gpu__few GPU__REDUCE_gpu__few
#define GPU__ORDERED_gpu__none GPU__REDUCE_gpu__none
#define GPU__ORDERED_gpu__wrong GPU__REDUCE_gpu__wrong
#define GPU__ORDERED_gpu__many GPU__REDUCE_gpu__many
#define GPU__SCAN_gpu__some(T, name, identity, combine) GPU__SCAN(static GPU__UNUSED, T, T, , name, identity, combine)
#define GPU__SCAN_gpu__few(...)                                                                                        \
    GPU__MISTAKE("gpu.h: GPU_SCAN(type, name, identity, expression of a and b) takes 4 arguments")
#define GPU__SCAN_gpu__many GPU__SCAN_gpu__few
/* ------------------------------------------------------------------------------------ src/macros/simulated_thread.h */
/* What a GPU_KERNEL is to the library: one launch path serves all of them. */
typedef struct gpu__kernel {
    const char *name, *file;
    int line;
    /* On the CPU, one thread of a block: a fiber, and thread 0 where it is not known what a GPU_FOR does. */
    void (*one)(void **argv);
    /* The threads of a block without a barrier, or all but thread 0, as a loop that the compiler can see through; three
       copies. */
    void (*rest[3])(void **argv);
    void (*shared)(char **begin,
                   char **end); /* this CPU thread's static shared memory of the module the kernel is in */
    const void *entry;          /* the __global__ function; NULL in a file that a C compiler built */
    int count;
    size_t size[16];          /* of the arguments: a graph on the CPU copies them */
    unsigned pointers;        /* a bit for each that is a pointer, or a structure and may hold some */
    const void *at_table;     /* the pointer to what GPU_AT checks with, on the device; NULL where entry is */
    unsigned learned, lo, hi; /* after so many blocks: the part of the shared memory that this kernel writes */
    unsigned pace[3], shares; /* of large launches: ps a thread by each copy; how many shares */
    unsigned said;            /* a bit for each note of GPU_DEBUG */
} gpu__kernel;

#ifdef GPU__CUDA
#define GPU__ENTRY(body, ...) (const void *)gpu__entry<body, __VA_ARGS__>
#define GPU__AT_TABLE ((const void *)&gpu__at_table)
/* What GPU_AT on a GPU knows under GPU_DEBUG: a copy for each launch, and its first finding. */
typedef struct gpu__at_report {
    int found, line;
    gpu_dim3 thread, block;
    long long index, extent;
    char name[64], file[160];
    size_t ranges;               /* pairs of begin and end behind this structure: the allocations */
    unsigned long long sink[32]; /* what is outside reads and writes this instead */
} gpu__at_report;
#else
#define GPU__AT_TABLE NULL
#define GPU__ENTRY(body, ...) NULL
#endif

/* What threadIdx and its like are. `known`: that they were asked for need not be noted. */
typedef struct gpu__place_in_grid {
    gpu_dim3 thread, block, block_dim, grid_dim;
    int known;
} gpu__place_in_grid;

/* A thread's GPU_FORs. */
typedef struct gpu__loops {
    int kind;  /* one of GPU__LOOP_... */
    int open;  /* entered and not ended; not 0 after the body: one was left by return or break */
    int in;    /* what the outermost open one does */
    int asked; /* `touched` as it was before that */
    int slot;  /* whose number that is: of the loops, not counting those inside others, that it has come to */
    unsigned number;
} gpu__loops;

/* The virtual thread that runs on this CPU thread: what the loops, and threadIdx outside a GPU_KERNEL's own text,
   read. */
typedef struct gpu__cpu_thread {
    gpu__place_in_grid id; /* while row is not 0, id.thread.x is what gpu__trace says */
    unsigned first;        /* thread of the first row with which a kernel's `rest` begins */
    unsigned char row,
        rows;    /* the mark of the row of threads that a loop runs, 0: none does; and how many there were */
    int touched; /* the body asked for its index: it must then run once for every thread */
    gpu__loops loop;
    int watch;          /* under GPU_DEBUG: atomics are noted */
    size_t part, parts; /* which share of the indices a collapsed GPU_FOR takes */
    const char *file;   /* the caller's place, for error messages */
    int line;
    void *stop; /* not NULL: the other threads of the block have become fibers, so name__rest has to end */
    struct gpu__worker *worker; /* NULL outside kernels */
} gpu__cpu_thread;
enum {
    GPU__LOOP_STRIDED, /* grid-stride over the threads, as on the GPU */
    GPU__LOOP_SHARE,   /* the library chose the block: this thread takes the whole share [part, part + 1) / parts ... */
    GPU__LOOP_EMPTY,   /* ... and these have nothing left, unless the loop is one that has to be strided */
    GPU__LOOP_CHECKED, /* the same under GPU_DEBUG: strided, but refused where it would be */
    GPU__LOOP_FIRST    /* its first index decides which it is */
};
#ifdef __cplusplus
extern "C" {
#endif
GPU__DATA GPU__TLS gpu__cpu_thread gpu__simulated;
/* The places of calls that have noted them and have not begun, the latest last: while the arguments of one are
   evaluated, others can be made. Each call takes its own; that of a GPU_CHECK stays to its end, for calls that note
   none. More than eight forget the first. */
enum { GPU__BY_CHECK, GPU__BY_CALL, GPU__BY_PREWRITTEN };
typedef struct gpu__places {
    unsigned count;
    struct {
        const char *file;
        int line, by;
    } at[8];
} gpu__places;
GPU__DATA GPU__TLS gpu__places gpu__noted;
/* The row's mark for each of its threads that have begun: a loop can store that and be vectorised; bytes, so that it
   is one store in four. */
GPU__DATA GPU__TLS unsigned char gpu__trace[1024];
#if defined(GPU__SHARED_SECTION) && !defined(__CUDA_ARCH__)
extern char GPU__SHARED_BEGIN[] GPU__HIDDEN;
extern char GPU__SHARED_END[] GPU__HIDDEN;
#endif
#ifdef __cplusplus
}
#endif

/* Static shared memory is thread-local, because all threads of a block run on one CPU thread. A section of its own
   gives it bounds, so that it can be poisoned. `used` keeps a compiler from folding an array that nobody writes into
   zeros. */
#if defined(GPU__SHARED_SECTION) && !defined(__CUDA_ARCH__)
#define GPU__SHARED static GPU__TLS GPU__SHARED_SECTION
static char gpu__shared_key;
static GPU__TLS GPU__SHARED_SECTION const void *gpu__shared_mark = &gpu__shared_key;

/* The linker's bounds are those of the image that the copies of all threads start from. The mark is found in the
   image by its value and in this thread by its address: their distance leads from the one to the other. */
static GPU__UNUSED void gpu__shared_bounds(char **begin, char **end)
{
    static size_t place; /* of the mark in the image, plus one */
    size_t at = GPU__LOAD(size_t, &place);
    const char *p = GPU__SHARED_BEGIN + (-(uintptr_t)GPU__SHARED_BEGIN & (sizeof(void *) - 1));
    const void *key = &gpu__shared_key;
    for (; !at && p + sizeof key <= GPU__SHARED_END; p += sizeof key)
        if (!memcmp(p, &key, sizeof key)) at = (size_t)(p - GPU__SHARED_BEGIN) + 1;
    GPU__STORE(size_t, &place, at);
    *begin = at ? (char *)&gpu__shared_mark - (at - 1) : NULL;
    *end = at ? *begin + (GPU__SHARED_END - GPU__SHARED_BEGIN) : NULL;
}
#else
#define GPU__SHARED static GPU__TLS
static GPU__UNUSED void gpu__shared_bounds(char **begin, char **end) { *begin = *end = NULL; }
#endif

static GPU__UNUSED inline void gpu__at(const char *file, int line, int by)
{
    const unsigned k = gpu__noted.count++ % 8;
    gpu__noted.at[k].file = file;
    gpu__noted.at[k].line = line;
    gpu__noted.at[k].by = by;
}
/* The next call is a part of the one before, and has its place. */
static GPU__UNUSED inline void gpu__go_on(int by) { gpu__at(gpu__simulated.file, gpu__simulated.line, by); }
GPU_API void gpu__find_x(void);
static GPU__UNUSED inline unsigned char gpu__new_row(void)
{
    if (!++gpu__simulated.rows) { /* all marks are used up */
        memset(gpu__trace, 0, sizeof gpu__trace);
        gpu__simulated.rows = 1;
    }
    return gpu__simulated.row = gpu__simulated.rows;
}
static GPU__UNUSED inline const gpu__place_in_grid *gpu__own_ids(void)
{
    if (gpu__simulated.row) gpu__find_x();
    return &gpu__simulated.id;
}
static GPU__UNUSED GPU__ALWAYS_INLINE const gpu__place_in_grid *gpu__asked(const gpu__place_in_grid *ids)
{
    if (!ids->known && !gpu__simulated.touched) gpu__simulated.touched = 1;
    return ids;
}
/* A kernel's body has its place as a parameter, gpu__ids, so that a loop over the threads of a block can be vectorised.
   Outside such a body the name is this function (a variable that is shadowed would earn warnings), and the place is in
   gpu__simulated. */
static GPU__UNUSED GPU__HOST_DEVICE inline void gpu__ids(void) {}
#define GPU__IDS_PARAMETER const gpu__place_in_grid *gpu__ids GPU__UNUSED,
#define GPU__IDS_ARGUMENT &gpu__id,
#ifdef __cplusplus
extern "C++" {
static GPU__UNUSED inline const gpu__place_in_grid *gpu__ids_here(void (*)(void)) { return gpu__own_ids(); }
static GPU__UNUSED inline const gpu__place_in_grid *gpu__ids_here(const gpu__place_in_grid *ids) { return ids; }
}
#define GPU__IDS gpu__ids_here(gpu__ids)
#else
#define GPU__IDS GPU__EXTENSION _Generic(gpu__ids, const gpu__place_in_grid * : gpu__ids, default : gpu__own_ids())
#endif

GPU_API gpu_status gpu__launch(gpu__kernel *kernel, const gpu_config *config, void **argv);
enum { GPU__SYNC, GPU__SYNC_COUNT, GPU__SYNC_AND, GPU__SYNC_OR, GPU__SYNC_GRID };
enum {
    GPU__W_SYNC,
    GPU__W_INDEX,
    GPU__W_UP,
    GPU__W_DOWN,
    GPU__W_XOR,
    GPU__W_BALLOT,
    GPU__W_ANY,
    GPU__W_ALL,
    GPU__W_MATCH,
    GPU__W_ACTIVE,
    GPU__W_MATCH_ALL,
    GPU__W_REDUCE_ADD,
    GPU__W_REDUCE_MIN,
    GPU__W_REDUCE_MAX,
    GPU__W_REDUCE_AND,
    GPU__W_REDUCE_OR,
    GPU__W_REDUCE_XOR
};
typedef struct gpu__site { /* a barrier or warp operation in a kernel's text; its address tells two on one line apart */
    const char *file;
    int line;
} gpu__site;
GPU_API int gpu__barrier(int op, int predicate, const gpu__site *at);
GPU_API unsigned long long gpu__warp(int op, unsigned mask, unsigned long long value, int source, int width,
                                     const gpu__site *at);
GPU_API void *gpu__dynamic_shared(const char *file, int line);
GPU_API void gpu__note_atomic(const volatile void *p, size_t size, int kind);
GPU_API void *gpu__element(const volatile void *p, long long i, size_t size, long long bytes, const char *name,
                           const char *file, int line);
GPU_API long long gpu__clock64(void);
GPU_API void gpu__trap(const char *file, int line);
GPU_API void gpu__shared_here(void *p, size_t bytes);
GPU_API gpu_status gpu__set_constant(void *symbol, size_t size, const void *source, size_t bytes, int device_code,
                                     const char *name, const char *file, int line);

/* ---------------------------------------------------------------------------------------------- src/macros/kernel.h */
#define GPU__KERNEL(name, ...)                                                                                         \
    GPU__LIFTED_FN void name##__body(GPU__IDS_PARAMETER GPU__EACH(GPU__FORMAL, GPU__COMMA, __VA_ARGS__));              \
    GPU__KERNEL_PARTS(name, __VA_ARGS__)                                                                               \
    GPU__KERNEL_CALL(name, __VA_ARGS__)                                                                                \
    GPU__LIFTED_FN void name##__body(GPU__IDS_PARAMETER GPU__EACH(GPU__FORMAL, GPU__COMMA, __VA_ARGS__))
#define GPU__KERNEL_PARTS(name, ...)                                                                                   \
    GPU__KERNEL_THREAD(name, __VA_ARGS__)                                                                              \
    GPU__COPIES(GPU__REST_COPY, name, __VA_ARGS__)                                                                     \
    static gpu__kernel name##__kernel = GPU__KERNEL_OF(name, __VA_ARGS__);
/* Without parameters: one that nobody sees. */
#define GPU__KERNEL_gpu__none(name)                                                                                    \
    GPU__LIFTED_FN void name##__body(GPU__IDS_PARAMETER int gpu__nothing GPU__UNUSED);                                 \
    GPU__KERNEL_PARTS(name, (int, gpu__nothing))                                                                       \
    static GPU__UNUSED inline gpu_status name(gpu_config gpu__config)                                                  \
    {                                                                                                                  \
        int gpu__nothing = 0;                                                                                          \
        void *gpu__argv[] = {&gpu__nothing};                                                                           \
        return gpu__launch(&name##__kernel, &gpu__config, gpu__argv);                                                  \
    }                                                                                                                  \
    GPU__LIFTED_FN void name##__body(GPU__IDS_PARAMETER int gpu__nothing GPU__UNUSED)
#define GPU__KERNEL_THREAD(name, ...)                                                                                  \
    GPU__HOT static void name##__one(void **gpu__argv)                                                                 \
    {                                                                                                                  \
        const gpu__place_in_grid gpu__id = gpu__simulated.id;                                                          \
        name##__body(GPU__IDS_ARGUMENT GPU__EACH(GPU__UNPACK, GPU__COMMA, __VA_ARGS__));                               \
    }
#define GPU__KERNEL_OF(name, ...)                                                                                      \
    {                                                                                                                  \
        GPU__STRIP(#name), __FILE__, __LINE__, name##__one, GPU__TABLE(name##__rest), gpu__shared_bounds,              \
            GPU__ENTRY(name##__body, GPU__EACH(GPU__TYPE, GPU__COMMA, __VA_ARGS__)), GPU__COUNT(__VA_ARGS__),          \
            {GPU__EACH(GPU__SIZE, GPU__COMMA, __VA_ARGS__)}, GPU__EACH(GPU__POINTS, GPU__OR, __VA_ARGS__),             \
            GPU__AT_TABLE, 0, 0, 0, {0, 0, 0}, 0, 0                                                                    \
    }
#define GPU__KERNEL_CALL(name, ...)                                                                                    \
    static GPU__UNUSED inline gpu_status name(gpu_config gpu__config, GPU__EACH(GPU__FORMAL, GPU__COMMA, __VA_ARGS__)) \
    {                                                                                                                  \
        void *gpu__argv[] = {GPU__EACH(GPU__ADDRESS, GPU__COMMA, __VA_ARGS__)};                                        \
        return gpu__launch(&name##__kernel, &gpu__config, gpu__argv);                                                  \
    }

/* ------------------------------------------------------------------------------------------ src/macros/cuda_model.h */
#ifdef __CUDA_ARCH__
#define GPU__INDEX(cuda, own) (cuda)
#else
#define GPU__INDEX(cuda, own) (gpu__asked(GPU__IDS)->own)
#endif
#ifdef GPU__CUDA
/* What runs on the CPU reads the host's copy of a __constant__ variable, which gpu_set_constant sets. */
#pragma nv_diag_suppress 20091
#define GPU_CONSTANT(T, name, dims) static __constant__ T name dims
#else
#define GPU_CONSTANT(T, name, dims) static GPU__UNUSED T name dims
#endif
#ifdef GPU__CUDA
#define GPU__HAS_DEVICE_CODE 1
#else
#define GPU__HAS_DEVICE_CODE 0
#endif
#define gpu_set_constant(name, source, bytes)                                                                          \
    gpu__set_constant((void *)&(name), sizeof(name), (source), (bytes), GPU__HAS_DEVICE_CODE, #name, __FILE__, __LINE__)

#ifdef __cplusplus
extern "C++" {
template <class Type, size_t Count> static GPU__UNUSED GPU__HOST_DEVICE inline long long gpu__extent(Type (&)[Count])
{
    return (long long)(Count * sizeof(Type));
}
template <class Type> static GPU__UNUSED GPU__HOST_DEVICE inline long long gpu__extent(Type *const &) { return -1; }
}
#endif

#ifdef __CUDA_ARCH__
#define GPU_SHARED(T, name, dims) __shared__ T name dims
#define GPU_SHARED_DYNAMIC(T, name)                                                                                    \
    extern __shared__ __align__(16) unsigned char gpu__dynamic_bytes[];                                                \
    T *name = (T *)gpu__dynamic_bytes
#define GPU_BARRIER() __syncthreads()
#define GPU_BARRIER_COUNT(p) __syncthreads_count(p)
#define GPU_BARRIER_AND(p) __syncthreads_and(p)
#define GPU_BARRIER_OR(p) __syncthreads_or(p)
#define gpu_grid_sync() gpu__device_grid_sync(__FILE__, __LINE__)
#define GPU_FENCE() __threadfence()
#define GPU_ATOMIC_ADD(p, v) atomicAdd(p, v)
#define GPU_ATOMIC_SUB(p, v) atomicSub(p, v)
#define GPU_ATOMIC_MIN(p, v) atomicMin(p, v)
#define GPU_ATOMIC_MAX(p, v) atomicMax(p, v)
#define GPU_ATOMIC_EXCH(p, v) atomicExch(p, v)
#define GPU_ATOMIC_CAS(p, compare, v) atomicCAS(p, compare, v)
#define GPU_ATOMIC_AND(p, v) atomicAnd(p, v)
#define GPU_ATOMIC_OR(p, v) atomicOr(p, v)
#define GPU_ATOMIC_XOR(p, v) atomicXor(p, v)
#define GPU_ATOMIC_INC(p, v) atomicInc(p, v)
#define GPU_ATOMIC_DEC(p, v) atomicDec(p, v)
#define GPU_SHFL(...) __shfl_sync(__VA_ARGS__)
#define GPU_SHFL_UP(...) __shfl_up_sync(__VA_ARGS__)
#define GPU_SHFL_DOWN(...) __shfl_down_sync(__VA_ARGS__)
#define GPU_SHFL_XOR(...) __shfl_xor_sync(__VA_ARGS__)
#define GPU_BALLOT(mask, p) __ballot_sync(mask, p)
#define GPU_ANY(mask, p) __any_sync(mask, p)
#define GPU_ALL(mask, p) __all_sync(mask, p)
#define GPU_MATCH_ANY(mask, v) __match_any_sync(mask, v)
#define GPU_MATCH_ALL(mask, v, all) __match_all_sync(mask, v, all)
#define GPU_ACTIVE_MASK() __activemask()
#define GPU_WARP_BARRIER(mask) __syncwarp(mask)
#define GPU_AT(p, i)                                                                                                   \
    (*(GPU__TYPEOF(&(p)[0]))gpu__device_element((const volatile void *)(p), (long long)(i), sizeof((p)[0]),            \
                                                gpu__extent(p), #p, __FILE__, __LINE__))
#else

#ifdef GPU__STATIC_CONST
#define GPU__SITE GPU__STATIC_CONST(gpu__site, __FILE__, __LINE__)
#else /* C alone has no expression that owns a static object: a table has one for each place in the file's text */
static gpu__site gpu__sites[1024];
static GPU__UNUSED inline const gpu__site *gpu__site_at(unsigned k, const char *file, int line)
{
    gpu__site *at = &gpu__sites[k % 1024];
    if (at->line != line) at->file = file, at->line = line; /* threads that do this at once write the same */
    return at;
}
#define GPU__SITE gpu__site_at(GPU__SITE_NUMBER, __FILE__, __LINE__)
#endif
/* A static array whose address never escapes may be kept in registers over a call; the fences forbid it. */
static GPU__UNUSED inline int gpu__barrier_here(int op, int predicate, const gpu__site *at)
{
    int r;
    GPU__FENCE_COMPILER();
    r = gpu__barrier(op, predicate, at);
    GPU__FENCE_COMPILER();
    return r;
}
static GPU__UNUSED inline unsigned long long gpu__warp_here(int op, unsigned mask, unsigned long long v, int source,
                                                            int width, const gpu__site *at)
{
    unsigned long long r;
    GPU__FENCE_COMPILER();
    r = gpu__warp(op, mask, v, source, width, at);
    GPU__FENCE_COMPILER();
    return r;
}

#ifdef GPU__SHARED_SECTION
#define GPU_SHARED(T, name, dims) GPU__SHARED T name dims
#else
#define GPU_SHARED(T, name, dims)                                                                                      \
    GPU__SHARED T name dims;                                                                                           \
    gpu__shared_here((void *)&name, sizeof name)
#endif
#define GPU_SHARED_DYNAMIC(T, name) T *name = (T *)gpu__dynamic_shared(__FILE__, __LINE__)
#define GPU_BARRIER() ((void)gpu__barrier_here(GPU__SYNC, 0, GPU__SITE))
#define GPU_BARRIER_COUNT(p) gpu__barrier_here(GPU__SYNC_COUNT, (p) != 0, GPU__SITE)
#define GPU_BARRIER_AND(p) gpu__barrier_here(GPU__SYNC_AND, (p) != 0, GPU__SITE)
#define GPU_BARRIER_OR(p) gpu__barrier_here(GPU__SYNC_OR, (p) != 0, GPU__SITE)
#define gpu_grid_sync() ((void)gpu__barrier_here(GPU__SYNC_GRID, 0, GPU__SITE))

static GPU__UNUSED inline void gpu__fence(void)
{
#if defined(GPU__TSAN) /* gcc's thread sanitizer rejects fences; this orders as much on every machine that it runs on */
    static int order;
    (void)GPU__FETCH_add(int, &order, 0);
#else
    GPU__FENCE_FULL();
#endif
}
#define GPU_FENCE() gpu__fence()

/* Atomics: a function for each type, picked by the pointer. */
#define GPU__ATOMIC_FETCH(op, name, T)                                                                                 \
    static GPU__UNUSED inline T gpu__atomic_##op##_##name(volatile T *p, T v)                                          \
    {                                                                                                                  \
        if (gpu__simulated.watch) gpu__note_atomic(p, sizeof(T), 1);                                                   \
        return GPU__FETCH_##op(T, p, v);                                                                               \
    }
#define GPU__ATOMIC_LOOP(op, name, T, value, kind)                                                                     \
    static GPU__UNUSED inline T gpu__atomic_##op##_##name(volatile T *p, T v)                                          \
    {                                                                                                                  \
        T old, now;                                                                                                    \
        if (gpu__simulated.watch) gpu__note_atomic(p, sizeof(T), kind);                                                \
        GPU__LOAD_TO(T, p, &old);                                                                                      \
        do now = value;                                                                                                \
        while (!GPU__COMPARE_EXCHANGE_WEAK(T, p, &old, &now));                                                         \
        return old;                                                                                                    \
    }
#define GPU__ATOMIC_CAS(name, T)                                                                                       \
    static GPU__UNUSED inline T gpu__atomic_cas_##name(volatile T *p, T old, T v)                                      \
    {                                                                                                                  \
        if (gpu__simulated.watch) gpu__note_atomic(p, sizeof(T), -1);                                                  \
        (void)GPU__COMPARE_EXCHANGE(T, p, &old, &v);                                                                   \
        return old;                                                                                                    \
    }
#define GPU__ATOMICS(name, T)                                                                                          \
    GPU__ATOMIC_LOOP(min, name, T, v < old ? v : old, 1)                                                               \
    GPU__ATOMIC_LOOP(max, name, T, v > old ? v : old, 1)                                                               \
    GPU__ATOMIC_LOOP(exch, name, T, v, -1)                                                                             \
    GPU__ATOMIC_CAS(name, T)
#define GPU__ATOMICS_INTEGER(name, T)                                                                                  \
    GPU__ATOMICS(name, T)                                                                                              \
    GPU__ATOMIC_FETCH(add, name, T)                                                                                    \
    GPU__ATOMIC_FETCH(sub, name, T)                                                                                    \
    GPU__ATOMIC_FETCH(and, name, T)                                                                                    \
    GPU__ATOMIC_FETCH(or, name, T)                                                                                     \
    GPU__ATOMIC_FETCH(xor, name, T)
#define GPU__ATOMICS_FLOATING(name, T)                                                                                 \
    GPU__ATOMICS(name, T)                                                                                              \
    GPU__ATOMIC_LOOP(add, name, T, old + v, 0)
/* Values go through a warp as bits; to match, -0.0 and 0.0 differ. */
static GPU__UNUSED inline void gpu__shfl_bits(int op, unsigned mask, void *v, size_t size, int source, int width,
                                              const gpu__site *at)
{
    unsigned long long bits = 0;
    memcpy(&bits, v, size);
    bits = gpu__warp_here(op, mask, bits, source, width, at);
    memcpy(v, &bits, size);
}
static GPU__UNUSED inline unsigned gpu__match_bits(int op, unsigned mask, const void *v, size_t size,
                                                   const gpu__site *at)
{
    unsigned long long bits = 0;
    memcpy(&bits, v, size);
    return (unsigned)gpu__warp_here(op, mask, bits, 0, 32, at);
}
static GPU__UNUSED inline unsigned gpu__matched(unsigned group, int *all)
{
    *all = group != 0;
    return group;
}
static GPU__UNUSED inline unsigned gpu__reduce_u32(int op, unsigned mask, unsigned v, const gpu__site *at)
{
    return (unsigned)gpu__warp_here(op, mask, v, 0, 32, at);
}
/* The order of integers is that of unsigned ones, with the upper bit turned. */
static GPU__UNUSED inline int gpu__reduce_i32(int op, unsigned mask, int v, const gpu__site *at)
{
    const unsigned turn = op == GPU__W_REDUCE_MIN || op == GPU__W_REDUCE_MAX ? 0x80000000u : 0;
    return (int)(gpu__reduce_u32(op, mask, (unsigned)v ^ turn, at) ^ turn);
}
#define GPU__SHFL_FN(name, T)                                                                                          \
    static GPU__UNUSED inline T gpu__shfl_##name(int op, unsigned mask, T v, int source, int width,                    \
                                                 const gpu__site *at)                                                  \
    {                                                                                                                  \
        gpu__shfl_bits(op, mask, &v, sizeof v, source, width, at);                                                     \
        return v;                                                                                                      \
    }
#define GPU__MATCH_FN(name, T)                                                                                         \
    static GPU__UNUSED inline unsigned gpu__match_##name(int op, unsigned mask, T v, const gpu__site *at)              \
    {                                                                                                                  \
        return gpu__match_bits(op, mask, &v, sizeof v, at);                                                            \
    }
GPU__ATOMICS_INTEGER(i32, int)
GPU__ATOMICS_INTEGER(u32, unsigned)
GPU__ATOMICS_INTEGER(i64, long long)
GPU__ATOMICS_INTEGER(u64, unsigned long long)
GPU__ATOMICS_FLOATING(f32, float)
GPU__ATOMICS_FLOATING(f64, double)
GPU__ATOMIC_LOOP(inc, u32, unsigned, old >= v ? 0 : old + 1, 0)
GPU__ATOMIC_LOOP(dec, u32, unsigned, old == 0 || old > v ? v : old - 1, 0)
#define GPU__WARP_TYPES(M)                                                                                             \
    M(i32, int)                                                                                                        \
    M(u32, unsigned)                                                                                                   \
    M(il, long) M(ul, unsigned long) M(i64, long long) M(u64, unsigned long long) M(f32, float) M(f64, double)
GPU__WARP_TYPES(GPU__SHFL_FN)
GPU__WARP_TYPES(GPU__MATCH_FN)
#ifdef __cplusplus
#define GPU__OVERLOAD(op, name, T)                                                                                     \
    static inline T gpu__atomic_##op(volatile T *p, T v) { return gpu__atomic_##op##_##name(p, v); }
#define GPU__OVERLOADS(name, T)                                                                                        \
    GPU__OVERLOAD(add, name, T)                                                                                        \
    GPU__OVERLOAD(min, name, T)                                                                                        \
    GPU__OVERLOAD(max, name, T)                                                                                        \
    GPU__OVERLOAD(exch, name, T) static inline T gpu__atomic_cas(volatile T *p, T old, T v)                            \
    {                                                                                                                  \
        return gpu__atomic_cas_##name(p, old, v);                                                                      \
    }
#define GPU__OVERLOADS_INTEGER(name, T)                                                                                \
    GPU__OVERLOADS(name, T)                                                                                            \
    GPU__OVERLOAD(sub, name, T) GPU__OVERLOAD(and, name, T) GPU__OVERLOAD(or, name, T) GPU__OVERLOAD(xor, name, T)
#define GPU__OVERLOAD_SHFL(name, T)                                                                                    \
    static inline T gpu__shfl(int op, unsigned mask, T v, int source, int width, const gpu__site *at)                  \
    {                                                                                                                  \
        return gpu__shfl_##name(op, mask, v, source, width, at);                                                       \
    }
#define GPU__OVERLOAD_MATCH(name, T)                                                                                   \
    static inline unsigned gpu__match(int op, unsigned mask, T v, const gpu__site *at)                                 \
    {                                                                                                                  \
        return gpu__match_##name(op, mask, v, at);                                                                     \
    }
extern "C++" {
GPU__OVERLOADS_INTEGER(i32, int)
GPU__OVERLOADS_INTEGER(u32, unsigned)
GPU__OVERLOADS_INTEGER(i64, long long)
GPU__OVERLOADS_INTEGER(u64, unsigned long long)
GPU__OVERLOADS(f32, float)
GPU__OVERLOADS(f64, double)
GPU__OVERLOAD(inc, u32, unsigned)
GPU__OVERLOAD(dec, u32, unsigned)
GPU__WARP_TYPES(GPU__OVERLOAD_SHFL)
GPU__WARP_TYPES(GPU__OVERLOAD_MATCH)
static inline int gpu__reduce(int op, unsigned mask, int v, const gpu__site *at)
{
    return gpu__reduce_i32(op, mask, v, at);
}
static inline unsigned gpu__reduce(int op, unsigned mask, unsigned v, const gpu__site *at)
{
    return gpu__reduce_u32(op, mask, v, at);
}
}
#define GPU__PICK_REDUCE(v) gpu__reduce
#define GPU__ATOMIC(op, p) gpu__atomic_##op
#define GPU__ATOMIC_INTEGER(op, p) gpu__atomic_##op
#define GPU__PICK_WARP(op, v) gpu__##op
#define GPU__EXTENT(p) gpu__extent(p)
#else
#define GPU__OF_INTEGERS(f) int : f##_i32, unsigned : f##_u32, long long : f##_i64, unsigned long long : f##_u64
#define GPU__OF_LONGS(f) long : f##_il, unsigned long : f##_ul
#define GPU__OF_REALS(f) float : f##_f32, double : f##_f64
#define GPU__ATOMIC(op, p)                                                                                             \
    GPU__EXTENSION _Generic(*(p), GPU__OF_INTEGERS(gpu__atomic_##op), GPU__OF_REALS(gpu__atomic_##op))
#define GPU__ATOMIC_INTEGER(op, p) GPU__EXTENSION _Generic(*(p), GPU__OF_INTEGERS(gpu__atomic_##op))
#define GPU__PICK_WARP(op, v)                                                                                          \
    GPU__EXTENSION _Generic((v) + 0, GPU__OF_INTEGERS(gpu__##op), GPU__OF_LONGS(gpu__##op), GPU__OF_REALS(gpu__##op))
#define GPU__PICK_REDUCE(v) GPU__EXTENSION _Generic((v) + 0, int : gpu__reduce_i32, unsigned : gpu__reduce_u32)
#define GPU__EXTENT(p) (GPU__SAME_TYPE(GPU__TYPEOF(p), GPU__TYPEOF(&(p)[0])) ? -1LL : (long long)sizeof(p))
#endif
#define GPU_ATOMIC_ADD(p, v) (GPU__ATOMIC(add, p)(p, v))
#define GPU_ATOMIC_SUB(p, v) (GPU__ATOMIC_INTEGER(sub, p)(p, v))
#define GPU_ATOMIC_MIN(p, v) (GPU__ATOMIC_INTEGER(min, p)(p, v))
#define GPU_ATOMIC_MAX(p, v) (GPU__ATOMIC_INTEGER(max, p)(p, v))
#define GPU_ATOMIC_EXCH(p, v) (GPU__ATOMIC(exch, p)(p, v))
#define GPU_ATOMIC_CAS(p, compare, v) (GPU__ATOMIC_INTEGER(cas, p)(p, compare, v))
#define GPU_ATOMIC_AND(p, v) (GPU__ATOMIC_INTEGER(and, p)(p, v))
#define GPU_ATOMIC_OR(p, v) (GPU__ATOMIC_INTEGER(or, p)(p, v))
#define GPU_ATOMIC_XOR(p, v) (GPU__ATOMIC_INTEGER(xor, p)(p, v))
#define GPU_ATOMIC_INC(p, v) gpu__atomic_inc_u32(p, v)
#define GPU_ATOMIC_DEC(p, v) gpu__atomic_dec_u32(p, v)
#define GPU__SHFL_3(op, mask, v, s) (GPU__PICK_WARP(shfl, v)(op, mask, v, (int)(s), 32, GPU__SITE))
#define GPU__SHFL_4(op, mask, v, s, w) (GPU__PICK_WARP(shfl, v)(op, mask, v, (int)(s), (int)(w), GPU__SITE))
#define GPU_SHFL(...) GPU__CAT(GPU__SHFL_, GPU__COUNT(__VA_ARGS__))(GPU__W_INDEX, __VA_ARGS__)
#define GPU_SHFL_UP(...) GPU__CAT(GPU__SHFL_, GPU__COUNT(__VA_ARGS__))(GPU__W_UP, __VA_ARGS__)
#define GPU_SHFL_DOWN(...) GPU__CAT(GPU__SHFL_, GPU__COUNT(__VA_ARGS__))(GPU__W_DOWN, __VA_ARGS__)
#define GPU_SHFL_XOR(...) GPU__CAT(GPU__SHFL_, GPU__COUNT(__VA_ARGS__))(GPU__W_XOR, __VA_ARGS__)
#define GPU_BALLOT(mask, p) ((unsigned)gpu__warp_here(GPU__W_BALLOT, mask, (p) != 0, 0, 32, GPU__SITE))
#define GPU_ANY(mask, p) ((int)gpu__warp_here(GPU__W_ANY, mask, (p) != 0, 0, 32, GPU__SITE))
#define GPU_ALL(mask, p) ((int)gpu__warp_here(GPU__W_ALL, mask, (p) != 0, 0, 32, GPU__SITE))
#define GPU_MATCH_ANY(mask, v) (GPU__PICK_WARP(match, v)(GPU__W_MATCH, mask, v, GPU__SITE))
#define GPU_MATCH_ALL(mask, v, all) gpu__matched((GPU__PICK_WARP(match, v)(GPU__W_MATCH_ALL, mask, v, GPU__SITE)), all)
#define GPU__WARP_REDUCE(op, mask, v) (GPU__PICK_REDUCE(v)(GPU__W_REDUCE_##op, mask, v, GPU__SITE))
#define GPU_ACTIVE_MASK() ((unsigned)gpu__warp_here(GPU__W_ACTIVE, 0xffffffffu, 0, 0, 32, GPU__SITE))
#define GPU_WARP_BARRIER(mask) ((void)gpu__warp_here(GPU__W_SYNC, mask, 0, 0, 32, GPU__SITE))
#ifdef GPU__TYPEOF
#define GPU_AT(p, i)                                                                                                   \
    (*(GPU__TYPEOF(&(p)[0]))gpu__element((const volatile void *)(p), (long long)(i), sizeof((p)[0]), GPU__EXTENT(p),   \
                                         #p, __FILE__, __LINE__))
#else /* as an index: what is outside does not come back */
#define GPU_AT(p, i)                                                                                                   \
    ((p)[((char *)gpu__element((const volatile void *)(p), (long long)(i), sizeof((p)[0]), -1LL, #p, __FILE__,         \
                               __LINE__) -                                                                             \
          (char *)(uintptr_t)(p)) /                                                                                    \
         (ptrdiff_t)sizeof((p)[0])])
#endif
#endif
/* ------------------------------------------------------------------------------------------------- src/macros/for.h */
#ifdef __CUDA_ARCH__
#define GPU__FOR(i, n)                                                                                                 \
    for (size_t gpu__n_##i = GPU__BOUND(n), gpu__s_##i = GPU__STRIDE(x),                                               \
                i = GPU__FIRST(y) && GPU__FIRST(z) ? GPU__GLOBAL(x) : gpu__n_##i;                                      \
         i < gpu__n_##i; i += gpu__s_##i)
#define GPU__FOR_2D(x_, y_, width, height)                                                                             \
    for (size_t gpu__w_##x_ = GPU__BOUND(width), gpu__h_##y_ = GPU__BOUND(height),                                     \
                y_ = GPU__FIRST(z) ? GPU__GLOBAL(y) : gpu__h_##y_;                                                     \
         y_ < gpu__h_##y_; y_ += GPU__STRIDE(y))                                                                       \
        for (size_t x_ = GPU__GLOBAL(x); x_ < gpu__w_##x_; x_ += GPU__STRIDE(x))
#define GPU__FOR_3D(x_, y_, z_, width, height, depth)                                                                  \
    for (size_t gpu__w_##x_ = GPU__BOUND(width), gpu__h_##y_ = GPU__BOUND(height), gpu__d_##z_ = GPU__BOUND(depth),    \
                z_ = GPU__GLOBAL(z);                                                                                   \
         z_ < gpu__d_##z_; z_ += GPU__STRIDE(z))                                                                       \
        for (size_t y_ = GPU__GLOBAL(y); y_ < gpu__h_##y_; y_ += GPU__STRIDE(y))                                       \
            for (size_t x_ = GPU__GLOBAL(x); x_ < gpu__w_##x_; x_ += GPU__STRIDE(x))
#define GPU__GLOBAL(d) ((size_t)blockIdx.d * blockDim.d + threadIdx.d)
#define GPU__BOUND(n) ((size_t)(n) > (size_t)PTRDIFF_MAX ? 0 : (size_t)(n)) /* negative: no iteration, as in C */
#define GPU__STRIDE(d) ((size_t)gridDim.d * blockDim.d)
#define GPU__FIRST(d)                                                                                                  \
    ((blockIdx.d | threadIdx.d) == 0) /* a 1-D loop in a 2-D grid belongs to the first row of threads */
#else
/* The x loop is split into runs so that its inner loop has step 1 and vectorises; a run is one index when the loop
   is strided, and the whole range of the share when it is collapsed. `broken` stays set when the user's statement
   breaks. */
#define GPU__FOR(i, n)                                                                                                 \
    for (gpu__loop gpu__l_##i = gpu__loop_open(GPU__IDS, 1, (size_t)(n), 1, 1); gpu__l_##i.live;                       \
         gpu__loop_close(&gpu__l_##i))                                                                                 \
    GPU__X_LOOP(i, gpu__l_##i)
#define GPU__FOR_2D(x, y, width, height)                                                                               \
    for (gpu__loop gpu__l_##x = gpu__loop_open(GPU__IDS, 2, (size_t)(width), (size_t)(height), 1); gpu__l_##x.live;    \
         gpu__loop_close(&gpu__l_##x))                                                                                 \
        for (size_t y = gpu__l_##x.lo[1]; !gpu__l_##x.broken && y < gpu__l_##x.hi[1]; y += gpu__l_##x.step[1])         \
    GPU__X_LOOP(x, gpu__l_##x)
#define GPU__FOR_3D(x, y, z, width, height, depth)                                                                     \
    for (gpu__loop gpu__l_##x = gpu__loop_open(GPU__IDS, 3, (size_t)(width), (size_t)(height), (size_t)(depth));       \
         gpu__l_##x.live; gpu__loop_close(&gpu__l_##x))                                                                \
        for (size_t z = gpu__l_##x.lo[2]; !gpu__l_##x.broken && z < gpu__l_##x.hi[2]; z += gpu__l_##x.step[2])         \
            for (size_t y = gpu__l_##x.lo[1]; !gpu__l_##x.broken && y < gpu__l_##x.hi[1]; y += gpu__l_##x.step[1])     \
    GPU__X_LOOP(x, gpu__l_##x)
#define GPU__X_LOOP(i, l)                                                                                              \
    for (size_t gpu__r_##i = l.lo[0]; !l.broken && gpu__r_##i < l.hi[0]; gpu__r_##i += gpu__loop_step(&l))             \
        for (size_t i = (l.broken = 1, gpu__r_##i),                                                                    \
                    gpu__e_##i = gpu__r_##i + (l.hi[0] - gpu__r_##i < l.run ? l.hi[0] - gpu__r_##i : l.run);           \
             i < gpu__e_##i || (l.broken = 0, 0); ++i)
#endif

typedef struct gpu__loop {
    size_t lo[3], hi[3], step[3], run, strip; /* a run is one index, or up to a strip of a share */
    int dims, live, broken;
    int first; /* 3: the next run is the first index, which decides what the loop does; 2, 1: the rest of its strip */
} gpu__loop;
GPU_API int gpu__loop_mode(void);
GPU_API int gpu__loop_decide(int apart);
GPU_API void gpu__loop_closed(void);

static GPU__UNUSED inline void gpu__share(size_t n, size_t part, size_t parts, size_t *lo, size_t *hi)
{
    size_t q = n / parts, r = n % parts; /* the first r parts get one more: no product that could overflow */
    *lo = part * q + (part < r ? part : r);
    *hi = *lo + q + (part < r ? 1 : 0);
}

/* One dimension in a grid of one: a share is what the threads of its blocks would visit, so that it does not matter
   whether this loop or the next is strided. In others it is not: the outermost dimension that has work for every share
   is split, and the rest stay whole, so that rows stay contiguous. */
static GPU__UNUSED inline int gpu__loop_apart(const gpu__loop *l)
{
    return l->dims > 1 || gpu__simulated.id.grid_dim.y > 1 || gpu__simulated.id.grid_dim.z > 1;
}
static GPU__UNUSED inline void gpu__loop_share(gpu__loop *l, int empty)
{
    const size_t part = gpu__simulated.part, parts = gpu__simulated.parts;
    int k, split = l->dims == 3 && l->hi[2] >= parts ? 2 : l->dims >= 2 && l->hi[1] >= parts ? 1 : 0;
    for (k = 0; k < 3; k++) l->lo[k] = 0, l->step[k] = 1;
    if (gpu__loop_apart(l)) {
        gpu__share(l->hi[split], part, parts, &l->lo[split], &l->hi[split]);
        l->strip = l->step[0] = l->hi[0] - l->lo[0];
    } else {
        const size_t threads = gpu__simulated.id.block_dim.x;
        size_t first, last;
        gpu__share(gpu__simulated.id.grid_dim.x, part, parts, &first, &last);
        l->lo[0] = first * threads;
        l->strip = (last - first) * threads;
        l->step[0] = gpu__simulated.id.grid_dim.x * threads;
    }
    l->run = l->strip;
    if (empty) l->hi[split] = l->lo[split];
}

static GPU__UNUSED inline gpu__loop gpu__loop_open(const gpu__place_in_grid *id, int dims, size_t nx, size_t ny,
                                                   size_t nz)
{
    gpu__loop l;
    gpu__cpu_thread *t = &gpu__simulated;
    int k, mode;
    if (nx > (size_t)PTRDIFF_MAX || ny > (size_t)PTRDIFF_MAX || nz > (size_t)PTRDIFF_MAX)
        nx = 0; /* a negative number: no iteration, as in C */
    l.live = 1;
    l.broken = 0;
    t->loop.open++;
    mode = t->loop.kind == GPU__LOOP_STRIDED ? GPU__LOOP_STRIDED : gpu__loop_mode();
    l.dims = dims;
    l.first = mode == GPU__LOOP_FIRST ? 3 : 0;
    l.run = l.strip = 1;
    l.hi[0] = nx, l.hi[1] = ny, l.hi[2] = nz;
    if (mode == GPU__LOOP_STRIDED || mode == GPU__LOOP_FIRST) {
        l.lo[0] = (size_t)id->block.x * id->block_dim.x + id->thread.x,
        l.step[0] = (size_t)id->grid_dim.x * id->block_dim.x;
        l.lo[1] = (size_t)id->block.y * id->block_dim.y + id->thread.y,
        l.step[1] = (size_t)id->grid_dim.y * id->block_dim.y;
        l.lo[2] = (size_t)id->block.z * id->block_dim.z + id->thread.z,
        l.step[2] = (size_t)id->grid_dim.z * id->block_dim.z;
        for (k = dims; k < 3; k++)
            if (l.lo[k]) l.hi[0] = 0; /* a 1-D loop in a 2-D grid belongs to the first row of threads */
        return l;
    }
    gpu__loop_share(&l, mode == GPU__LOOP_EMPTY);
    return l;
}

/* From one run to the next. The first index of the first share, of thread 0 in block 0, has been visited as by that
   thread. */
static GPU__UNUSED GPU__ALWAYS_INLINE size_t gpu__loop_step(gpu__loop *l)
{
    enum { row = 64 };
    size_t step;
    if (!l->first) return l->step[0];
    if (l->first == 3) {
        l->first = 0;
        if (gpu__loop_decide(gpu__loop_apart(l)) != GPU__LOOP_SHARE) return l->step[0];
        gpu__loop_share(l, 0);
        l->first = l->strip >= 64 * row ? 2 : 1;
        l->run = l->first == 2 ? row - 1 : l->strip - 1; /* so that stores stay aligned */
        return 1;
    }
    if (l->first == 2) {
        l->first = 1;
        l->run = l->strip - row;
        return row - 1;
    }
    l->first = 0;
    step = l->step[0] - (l->strip - l->run);
    l->run = l->strip;
    return step;
}

static GPU__UNUSED GPU__ALWAYS_INLINE void gpu__loop_close(gpu__loop *l)
{
    l->live = 0;
    if (l->broken) return;
    if (l->first == 3) gpu__loop_decide(gpu__loop_apart(l)); /* there was no index */
    gpu__simulated.loop.open--;
    if (gpu__simulated.loop.kind != GPU__LOOP_STRIDED && (gpu__simulated.touched | gpu__simulated.loop.asked))
        gpu__loop_closed();
}

/* The threads of the block from gpu__simulated.first on, x fastest. `stop` is set by a thread that meets a warp
   operation: it comes back here as the others, now fibers, have done their work. What nothing in the body can change
   stays in registers: with what is said about ranges, `if (i < n) c[i] = a[i] + b[i];` becomes a vectorised loop
   with masked stores. (gpu__run_block sees to it that the ranges are as said. A macro: the body's arguments have types
   that only it knows, and must be in registers over the whole loop.) */
#define GPU__REST_COPY(sfx, target, name, ...)                                                                         \
    GPU__HOT target static inline void name##__loop##sfx(GPU__EACH(GPU__FORMAL, GPU__COMMA, __VA_ARGS__))              \
    {                                                                                                                  \
        gpu__place_in_grid gpu__id = gpu__simulated.id;                                                                \
        const unsigned gpu__base = gpu__id.block.x * gpu__id.block_dim.x;                                              \
        unsigned gpu__x = gpu__simulated.first, gpu__y, gpu__z;                                                        \
        unsigned char gpu__row;                                                                                        \
        GPU__GIVEN(gpu__base <= GPU__REACH)                                                                            \
        GPU__GIVEN(gpu__id.block_dim.x <= 1024)                                                                        \
        GPU__GIVEN(gpu__x <= 1)                                                                                        \
        gpu__simulated.touched = gpu__id.known = 1;                                                                    \
        for (gpu__z = 0; gpu__z < gpu__id.block_dim.z; ++gpu__z)                                                       \
            for (gpu__y = 0; gpu__y < gpu__id.block_dim.y; ++gpu__y, gpu__x = 0) {                                     \
                gpu__simulated.id.thread.z = gpu__id.thread.z = gpu__z;                                                \
                gpu__simulated.id.thread.y = gpu__id.thread.y = gpu__y;                                                \
                gpu__row = gpu__new_row();                                                                             \
                for (; gpu__x < gpu__id.block_dim.x; ++gpu__x) {                                                       \
                    gpu__id.thread.x = gpu__x;                                                                         \
                    gpu__trace[gpu__x] = gpu__row;                                                                     \
                    name##__body(GPU__IDS_ARGUMENT GPU__EACH(GPU__NAME, GPU__COMMA, __VA_ARGS__));                     \
                    if (gpu__simulated.stop) return;                                                                   \
                }                                                                                                      \
            }                                                                                                          \
        gpu__simulated.row = 0;                                                                                        \
    }                                                                                                                  \
    GPU__HOT target static void name##__rest##sfx(void **gpu__argv)                                                    \
    {                                                                                                                  \
        name##__loop##sfx(GPU__EACH(GPU__UNPACK, GPU__COMMA, __VA_ARGS__));                                            \
    }
#ifndef GPU__REACH
#define GPU__REACH 0x7fff0000u /* then an int index does not overflow in the last block either */
#endif

/* ---------------------------------------------------------------------------------------------- src/macros/lifted.h */

#define GPU__VECTORIZE(scope, R, name, ...)                                                                            \
    GPU__LIFTED_FN R name##_scalar(GPU__EACH(GPU__FORMAL, GPU__COMMA, __VA_ARGS__));                                   \
    GPU__COPIES(GPU__MAP_COPY, R, name, __VA_ARGS__)                                                                   \
    GPU__MAP_OF(scope, (#name, __FILE__, __LINE__), GPU__TABLE, R, name, __VA_ARGS__)                                  \
    GPU__LIFTED_FN R name##_scalar(GPU__EACH(GPU__FORMAL, GPU__COMMA, __VA_ARGS__))
#define GPU__REDUCE(kind, flags, A, name, identity, combine, ...)                                                      \
    GPU__LIFTED_FN A name##_scalar(GPU__EACH(GPU__FORMAL, GPU__COMMA, __VA_ARGS__));                                   \
    GPU__FOLD_OF(kind, (#name, __FILE__, __LINE__), flags, A, name, combine, __VA_ARGS__)                              \
    GPU__VALUE_OF(static GPU__UNUSED, A, name, identity, __VA_ARGS__)                                                  \
    GPU__VALUE_TO(static GPU__UNUSED, A, name, name##_to, identity, __VA_ARGS__)                                       \
    GPU__LIFTED_FN A name##_scalar(GPU__EACH(GPU__FORMAL, GPU__COMMA, __VA_ARGS__))
#define GPU__SCAN(scope, A, T, narrow, name, identity, combine)                                                        \
    GPU__SCAN_OF((#name, __FILE__, __LINE__), GPU__COPIES, GPU__TABLE, A, T, narrow, name, combine)                    \
    GPU__SCAN_FN(scope, A, T, name, name, identity, 0)                                                                 \
    GPU__SCAN_FN(scope, A, T, name, name##_exclusive, identity, 1)
/* -------------------------------------------------------------------------------------------------- src/macros/op.h */
/* All that computes over arrays is a call: of a map, a reduction or a scan, which an operation describes, or of a job,
   which is any other prewritten function. All take one path (core/call.h): check, stage, record, run. */
struct gpu__launch_context;
typedef struct gpu__op {
    const char *name, *file; /* file: NULL for a prewritten function */
    int line, count;
    int flags;        /* GPU__BASELINE, GPU__STAGE_IN_PLACE */
    size_t out_size;  /* bytes of a result element, or of the accumulator */
    size_t out_align; /* of its type */
    struct {
        const char *name;
        size_t size;        /* of an element; 0: a scalar, and the argument points at its value ... */
        size_t scalar_size; /* ... of so many bytes; or, with a step, an index, and the argument is no address */
        size_t step;        /* from the argument of one element to that of the next */
        size_t align;       /* of the type; of a scalar 1, and 0 where it is the address of something */
    } parameter[8];
    int (*device)(const struct gpu__launch_context *context, void *out, const void *const *in,
                  size_t n); /* a cudaError_t; NULL without device code */
} gpu__op;

typedef struct gpu__map {
    gpu__op f;
    void (*loop[3])(void *out, const void *const *in, size_t n);
} gpu__map;

typedef struct gpu__reduction {
    gpu__op f;
    /* count lanes of each tile; where that is no multiple of GPU__GRAIN, of one tile */
    void (*fold[3])(void *lanes, const void *const *in, size_t count, size_t tiles, int first);
    void (*tree[3])(void *lanes, size_t count);
    void (*finish)(void *value, size_t n); /* NULL, or what makes a result of the accumulator's bytes */
} gpu__reduction;

typedef struct gpu__scanner {
    gpu__op f;
    size_t accumulator_size;
    void (*chunk[3])(void *out, const void *in, size_t n, const void *carry, void *total, int exclusive,
                     const void *identity);
    void (*join)(void *total, const void *front); /* total = front (+) total */
} gpu__scanner;

typedef union gpu__real_or_whole {
    double real;
    int64_t whole;
} gpu__real_or_whole;
enum { GPU__CALL_JOB, GPU__CALL_MAP, GPU__CALL_REDUCE, GPU__CALL_SCAN };
typedef struct gpu__call gpu__call;
typedef gpu__call gpu__job;
typedef void gpu__job_part(const gpu__job *j, void *scratch, size_t thread, size_t first, size_t last);
typedef int gpu__job_device(const gpu__job *j, const struct gpu__launch_context *context, void *out,
                            const void *const *in);
/* How the CPU goes about a matrix product: see ops/matmul_cpu.h. */
typedef void gpu__product_kernel(char *out, size_t pitch, const char *a, size_t row, size_t step, size_t rows,
                                 const char *b, size_t next, size_t k, size_t width);
typedef struct gpu__product_plan {
    size_t m, n, k, a_row, a_col, b_row, b_col, c_row, c_col, stride_a, stride_b;
    int turned;             /* C^T = B^T A^T is computed */
    int kind;               /* of kernel */
    int direct_a, direct_b; /* read where they lie, without a copy */
    int straight;           /* sums are the elements of C, or of what is rounded to it */
    int slim;               /* C is one tile wide, A is not copied, and k is small */
    gpu__product_kernel *kernel;
    int precision, level;
    size_t element, size;                       /* bytes of an element, and of what is computed in */
    size_t lanes, high;                         /* of a vector; rows of a tile */
    size_t depth, columns;                      /* of a panel */
    size_t units, blocks;                       /* tasks: so many of rows, for each block of columns */
    size_t a_bytes, b_bytes, sums_bytes, bytes; /* of packed elements and sums, for each thread */
} gpu__product_plan;
struct gpu__call {
    const char *name;
    const gpu__op *op; /* NULL: a job, whose code is in the call itself */
    int kind, inputs;
    int in_place; /* a job or scan whose out may be in[0]; that of other operations may be any of its arrays.
                     GPU__JOB_UPDATES: out is in[0], and keeps what is not written */
    int flag;     /* one of a function's variants, an exclusive scan; GPU__JOB_WAITS: out is a variable of the call */
    const char *out_name; /* a job's; NULL: "out" */
    void *out;
    size_t out_count, out_size, out_align;
    size_t shape[4]; /* the first is n */
    gpu__real_or_whole number[4];
    const void *identity;              /* of a reduction or scan */
    size_t space;                      /* bytes that the GPU's code needs */
    size_t work, tasks;                /* elements, by which the number of threads is chosen, and what they share */
    size_t scratch, scratch_of_thread; /* bytes that the CPU's code needs, altogether and for each thread */
    /* NULL, or what comes first, on one thread; it may share work out by gpu__job_parts */
    void (*start)(const gpu__job *j, void *scratch);
    gpu__job_part *part[3];                                           /* the tasks [first, last), on one thread */
    void (*finish)(const gpu__job *j, void *scratch, size_t threads); /* joins what the threads left there */
    gpu__job_device *device;
    struct {
        const char *name;
        const void *p;
        size_t count, size, align; /* count 0: no array, or an empty one */
    } in[8];
    gpu_gemm_spec gemm; /* a matrix product's, complete: see gpu__gemm */
    gpu__product_plan product;
};
#define GPU__JOB_WAITS 8  /* beside the flags of a family, which are below */
#define GPU__JOB_APART 16 /* that out and the inputs lie apart is known */
#define GPU__JOB_UPDATES 2

/* The launch context: what a launch on a stream needs beside the arguments. */
typedef struct gpu__launch_context {
    void *stream;
    int multiprocessors, exclusive;
    const void *identity;
    void *partials;           /* results of the blocks of a reduction */
    unsigned *ticket;         /* counts its blocks; zero between launches */
    void *scan;               /* messages between the tiles of a scan */
    void *value;              /* NULL, or where the host waits for a value ... */
    unsigned long long *flag; /* ... and what is set to `sequence` when it is there */
    unsigned long long sequence;
    void *space;         /* what a job asked for */
    size_t shared_limit; /* bytes of shared memory that a block can get */
} gpu__launch_context;

enum {
    GPU__GRAIN = 64,    /* elements: the CPU's threads share an array in multiples of it */
    GPU__SCAN_ROWS = 8, /* rows of a chunk of a scan on the CPU: independent chains hide the latency */
    GPU__SCAN_WIDTH = 512,
    GPU__SCAN_CHUNK = GPU__SCAN_ROWS * GPU__SCAN_WIDTH
};

/* Stands for a NULL that the caller passed, where NULL means 'to the host': in every file of a program the same. */
#define GPU__NOWHERE ((void *)~(uintptr_t)0)
#define GPU__NEGATIVE "is more than any machine has; a negative number was perhaps converted to size_t"
GPU_API gpu_status gpu__refuse(const char *call, const char *format, ...) GPU__PRINTF(2, 3);
GPU_API int gpu__current_is_cpu(void); /* is that where the current device's work is done? */
GPU_API gpu_status gpu__map_call(const gpu__map *map, void *out, const void *const *in, size_t n);
GPU_API gpu_status gpu__reduce_call(const gpu__reduction *reduction, void *out, void *value, const void *const *in,
                                    size_t n);
GPU_API gpu_status gpu__scan_call(const gpu__scanner *scanner, void *out, const void *x, size_t n, const void *identity,
                                  int exclusive);

/* The description of an operation; origin: (its name, file, line). */
#define GPU__OP_OF(origin, R, name, flags, ...)                                                                        \
    {                                                                                                                  \
        GPU__STRIP origin, GPU__COUNT(__VA_ARGS__), flags, sizeof(R), GPU__ALIGNOF(R),                                 \
            {GPU__EACH(GPU__DESCRIBE, GPU__COMMA, __VA_ARGS__)}, GPU__DEVICE_CODE(name)                                \
    }
#define GPU__DESCRIBE_array(k, T, x)                                                                                   \
    {                                                                                                                  \
#x, sizeof(T), 0, sizeof(T), GPU__ALIGNOF(T)                                                                   \
    }
#define GPU__DESCRIBE_scalar(k, T, x)                                                                                  \
    {                                                                                                                  \
#x, 0, sizeof(T), 0, !GPU__IS_ADDRESS(T)                                                                       \
    }
#define GPU__DESCRIBE_index(k, T, x)                                                                                   \
    {                                                                                                                  \
#x, 0, 0, 1, 1                                                                                                 \
    }
#define GPU__ARRAY_array(k, T, x) T const *x, /* behind T, which may be a pointer */
#define GPU__ARRAY_scalar(k, T, x) T x,
#define GPU__ARRAY_index(k, T, x)
#define GPU__STORE_array(k, T, x) gpu__in[k] = x;
#define GPU__STORE_scalar(k, T, x) gpu__in[k] = &x;
#define GPU__STORE_index(k, T, x) gpu__in[k] = NULL;
#define GPU__FORMALS(...) GPU__EACH(GPU__ARRAY, GPU__NOTHING, __VA_ARGS__) size_t gpu__n
#define GPU__ARGUMENTS(...)                                                                                            \
    const void *gpu__in[GPU__COUNT(__VA_ARGS__)];                                                                      \
    GPU__EACH(GPU__STORE, GPU__NOTHING, __VA_ARGS__)
#ifdef GPU__CUDA
extern "C++" {
template <class Type> struct gpu__address {
    enum { is = 0 };
};
template <class Type> struct gpu__address<Type *> {
    enum { is = 1 };
};
template <class Result, class... Args> struct gpu__address<Result (*)(Args...)> {
    enum { is = 0 };
}; /* a function's is of no kind that CUDA knows */
}
#define GPU__IS_ADDRESS(T) gpu__address<T>::is
#define GPU__DEVICE_CODE(name) name##__device
#define GPU__TAG_array(k, T, x) gpu__array<T>
#define GPU__TAG_scalar(k, T, x) gpu__scalar<T>
#define GPU__TAG_index(k, T, x) gpu__counted<T>
#define GPU__PASS_array(k, T, x) (T const *)gpu__in[k]
#define GPU__PASS_scalar(k, T, x) *(T const *)gpu__in[k]
#define GPU__PASS_index(k, T, x) (size_t)(uintptr_t) gpu__in[k]
#define GPU__MAP_DEVICE(R, name, ...)                                                                                  \
    static int name##__device(const gpu__launch_context *gpu__r, void *gpu__out, const void *const *gpu__in,           \
                              size_t gpu__n)                                                                           \
    {                                                                                                                  \
        return (int)gpu__map_launch<name##_scalar, R, GPU__EACH(GPU__TAG, GPU__COMMA, __VA_ARGS__)>(                   \
            gpu__r, (R *)gpu__out, gpu__n, GPU__EACH(GPU__PASS, GPU__COMMA, __VA_ARGS__));                             \
    }
#define GPU__REDUCE_DEVICE(A, name, ...)                                                                               \
    static int name##__device(const gpu__launch_context *gpu__r, void *gpu__out, const void *const *gpu__in,           \
                              size_t gpu__n)                                                                           \
    {                                                                                                                  \
        return (int)gpu__reduce_launch<name##_scalar, name##__combine, gpu__as_it_is<A>, A, A,                         \
                                       GPU__EACH(GPU__TAG, GPU__COMMA, __VA_ARGS__)>(                                  \
            gpu__r, (A *)gpu__out, gpu__n, GPU__EACH(GPU__PASS, GPU__COMMA, __VA_ARGS__));                             \
    }
#define GPU__ORDERED_DEVICE(A, name, ...)                                                                              \
    static int name##__device(const gpu__launch_context *gpu__r, void *gpu__out, const void *const *gpu__in,           \
                              size_t gpu__n)                                                                           \
    {                                                                                                                  \
        return (int)                                                                                                   \
            gpu__ordered_launch<name##_scalar, name##__combine, A, GPU__EACH(GPU__TAG, GPU__COMMA, __VA_ARGS__)>(      \
                gpu__r, (A *)gpu__out, gpu__n, GPU__EACH(GPU__PASS, GPU__COMMA, __VA_ARGS__));                         \
    }
#define GPU__SCAN_DEVICE(A, T, name)                                                                                   \
    static int name##__device(const gpu__launch_context *gpu__r, void *gpu__out, const void *const *gpu__in,           \
                              size_t gpu__n)                                                                           \
    {                                                                                                                  \
        return (int)gpu__scan_launch<name##__combine, A, T>(gpu__r, (T *)gpu__out, (const T *)gpu__in[0], gpu__n);     \
    }
#else
#define GPU__IS_ADDRESS(T)                                                                                             \
    (sizeof(T) == sizeof(void *)) /* it may be one: all that is looked for on the CPU is whether it was freed */
#define GPU__DEVICE_CODE(name) NULL
#define GPU__MAP_DEVICE(R, name, ...)
#define GPU__REDUCE_DEVICE(A, name, ...)
#define GPU__ORDERED_DEVICE(A, name, ...)
#define GPU__SCAN_DEVICE(A, T, name)
#endif

/* What the user's definitions and the prewritten ones share. Descriptors lie inside functions, because without
   optimisation gcc keeps every variable of a file. */
#define GPU__DESCRIPTOR(type, of, ...)                                                                                 \
    static GPU__UNUSED inline const type *of(void)                                                                     \
    {                                                                                                                  \
        static const type gpu__it = {__VA_ARGS__};                                                                     \
        return &gpu__it;                                                                                               \
    }
#define GPU__MAP_OF(scope, origin, TABLE, R, name, ...)                                                                \
    GPU__MAP_DEVICE(R, name, __VA_ARGS__)                                                                              \
    scope gpu_status name(R *gpu__out, GPU__FORMALS(__VA_ARGS__))                                                      \
    {                                                                                                                  \
        static const gpu__map gpu__m = {GPU__OP_OF(origin, R, name, GPU__FLAGS(R), __VA_ARGS__), TABLE(name##__loop)}; \
        GPU__ARGUMENTS(__VA_ARGS__)                                                                                    \
        return gpu__map_call(&gpu__m, gpu__out, gpu__in, gpu__n);                                                      \
    }

/* A reduction: what CPU and GPU need of it, then the two functions whose result is its accumulator. kind: GPU__REDUCE
   or GPU__ORDERED, whose _LOOPS and _DEVICE are meant. */
#define GPU__FOLD_OF(kind, origin, flags, A, name, combine, ...)                                                       \
    GPU__LIFTED_FN A name##__combine(A a, A b) { return combine; }                                                     \
    kind##_LOOPS(A, name, __VA_ARGS__) kind##_DEVICE(A, name, __VA_ARGS__) GPU__DESCRIPTOR(                            \
        gpu__reduction, name##__reduction, GPU__OP_OF(origin, A, name, GPU__FLAGS(A) | flags, __VA_ARGS__),            \
        GPU__TABLE(name##__fold), GPU__TABLE(name##__tree), NULL)
#define GPU__VALUE_OF(scope, A, name, identity, ...)                                                                   \
    scope A name(GPU__FORMALS(__VA_ARGS__))                                                                            \
    {                                                                                                                  \
        A gpu__value = identity;                                                                                       \
        GPU__ARGUMENTS(__VA_ARGS__)                                                                                    \
        (void)gpu__reduce_call(name##__reduction(), NULL, &gpu__value, gpu__in, gpu__n);                               \
        return gpu__value;                                                                                             \
    }
#define GPU__VALUE_TO(scope, A, of, name, identity, ...)                                                               \
    scope gpu_status name(A *gpu__out, GPU__FORMALS(__VA_ARGS__))                                                      \
    {                                                                                                                  \
        A gpu__value = identity;                                                                                       \
        GPU__ARGUMENTS(__VA_ARGS__)                                                                                    \
        return gpu__reduce_call(of##__reduction(), GPU__TARGET(gpu__out), &gpu__value, gpu__in, gpu__n);               \
    }
#define GPU__TARGET(out) ((out) ? (void *)(out) : GPU__NOWHERE)

/* A scan of elements T in accumulators A. `narrow` is the cast (T) where A is another type; C has no cast of a struct,
   not even to its own type. */
#define GPU__SCAN_OF(origin, COPIES, TABLE, A, T, narrow, name, combine)                                               \
    GPU__LIFTED_FN A name##__combine(A a, A b) { return combine; }                                                     \
    GPU__SCAN_LOOPS(COPIES, A, T, narrow, name)                                                                        \
    GPU__SCAN_JOIN(A, name)                                                                                            \
    GPU__SCAN_DEVICE(A, T, name)                                                                                       \
    GPU__DESCRIPTOR(gpu__scanner, name##__scanner, GPU__OP_OF(origin, T, name, GPU__FLAGS(A), (T, x)), sizeof(A),      \
                    TABLE(name##__chunk), name##__join)
#define GPU__SCAN_JOIN(A, name)                                                                                        \
    GPU__HOT static GPU__UNUSED inline void name##__join(void *gpu__total, const void *gpu__front)                     \
    {                                                                                                                  \
        *(A *)gpu__total = name##__combine(*(const A *)gpu__front, *(const A *)gpu__total);                            \
    }
#define GPU__SCAN_FN(scope, A, T, of, name, identity, exclusive)                                                       \
    scope gpu_status name(T *out, const T *x, size_t n)                                                                \
    {                                                                                                                  \
        const A gpu__identity = identity;                                                                              \
        return gpu__scan_call(of##__scanner(), out, x, n, &gpu__identity, exclusive);                                  \
    }
/* ------------------------------------------------------------------------------------------------- src/macros/isa.h */
/* Each CPU loop is compiled three times where that is possible, for any x86-64, for AVX2 and for AVX-512; the
   library picks at run time. (gcc for Windows spills AVX registers to a stack that is not aligned for them, so not
   there; without optimisation nothing is vectorised; and nvcc's pass over the device code needs none.) */
#if defined(__CUDA_ARCH__)
#define GPU__COPIES(M, ...)
#define GPU__TABLE(f)                                                                                                  \
    {                                                                                                                  \
        NULL, NULL, NULL                                                                                               \
    }
#elif defined(__x86_64__) && defined(__OPTIMIZE__) && (defined(GPU__CLANG) || (defined(GPU__GCC) && !defined(_WIN32)))
#define GPU__X86 1
#define GPU__AVX2 __attribute__((target("avx2,fma")))
#ifdef GPU__CLANG
#define GPU__AVX512 __attribute__((target("avx512f,avx512dq,avx512bw,avx512vl,avx2,fma")))
#else
#define GPU__AVX512 __attribute__((target("avx512f,avx512dq,avx512bw,avx512vl,avx2,fma,prefer-vector-width=512")))
#endif
#define GPU__COPIES(M, ...) M(_x1, , __VA_ARGS__) M(_x2, GPU__AVX2, __VA_ARGS__) M(_x5, GPU__AVX512, __VA_ARGS__)
#define GPU__TABLE(f)                                                                                                  \
    {                                                                                                                  \
        f##_x1, f##_x2, f##_x5                                                                                         \
    }
#else
#define GPU__COPIES(M, ...) M(_x1, , __VA_ARGS__)
#define GPU__TABLE(f)                                                                                                  \
    {                                                                                                                  \
        f##_x1, f##_x1, f##_x1                                                                                         \
    }
#endif

/* Two things the library must know of the loops, as another compiler may have built it. gcc 12 joins a*b - c*d and
   a*b + c*d, the members of a struct, into one fused instruction even with contraction off: structs stay with the
   copy for any x86-64, which has none. clang's loops check for overlap and take a slow path where out is an input. */
#define GPU__BASELINE 1
#define GPU__STAGE_IN_PLACE 2
#define GPU__NOT_EMPTY 4 /* a reduction that has no value for n = 0 */
#define GPU__IN_ORDER 8  /* an ordered reduction */
#if defined(GPU__CLANG)
#define GPU__FLAGS(T) GPU__STAGE_IN_PLACE
#elif !defined(GPU__X86)
#define GPU__FLAGS(T) 0
#elif defined(__cplusplus)
#define GPU__FLAGS(T) (__is_class(T) || __is_union(T) ? GPU__BASELINE : 0)
#else
#define GPU__FLAGS(T) (__builtin_classify_type(*(T *)0) >= 12 ? GPU__BASELINE : 0)
#endif

/* glibc has vector forms of its maths functions; declared so, the loops above call them. */
#if defined(__x86_64__) && defined(__GLIBC__) && defined(GPU__GCC)
#if __GLIBC_PREREQ(2, 22)
#define GPU__LIBMVEC 1
#ifdef __cplusplus
#define GPU__NOTHROW noexcept(true)
extern "C" {
#else
#define GPU__NOTHROW
#endif
#define GPU__V1(m)                                                                                                     \
    extern double m(double) GPU__NOTHROW __attribute__((simd("notinbranch")));                                         \
    extern float m##f(float) GPU__NOTHROW __attribute__((simd("notinbranch")));
#define GPU__V2(m)                                                                                                     \
    extern double m(double, double) GPU__NOTHROW __attribute__((simd("notinbranch")));                                 \
    extern float m##f(float, float) GPU__NOTHROW __attribute__((simd("notinbranch")));
/* gcc merges sin(x) and cos(x) into one sincos that it cannot vectorise; a cosine of another name keeps them apart. */
#define GPU__V1_UNMERGED(T, m)                                                                                         \
    extern T gpu__libm_##m(T) GPU__NOTHROW __asm__(#m) __attribute__((const, simd("notinbranch")));                    \
    extern inline __attribute__((gnu_inline, always_inline)) T m(T x) GPU__NOTHROW { return gpu__libm_##m(x); }
GPU__V1_UNMERGED(double, cos)
GPU__V1_UNMERGED(float, cosf)
GPU__V1(sin)
GPU__V1(exp)
GPU__V1(log)
GPU__V2(pow)
/* Square roots vectorise where nothing can read an errno from them. */
extern double sqrt(double) GPU__NOTHROW __attribute__((const));
extern float sqrtf(float) GPU__NOTHROW __attribute__((const));
#if __GLIBC_PREREQ(2, 35)
GPU__V1(tan)
GPU__V1(asin)
GPU__V1(acos)
GPU__V1(atan)
GPU__V1(sinh)
GPU__V1(cosh)
/* clang-format off */
GPU__V1(tanh)
GPU__V1(asinh)
GPU__V1(acosh)
GPU__V1(atanh)
GPU__V1(exp2)
GPU__V1(expm1)
GPU__V1(log2)
GPU__V1(log10)
GPU__V1(log1p)
GPU__V1(erf)
GPU__V1(erfc)
GPU__V1(cbrt)
GPU__V2(atan2)
GPU__V2(hypot)
/* clang-format on */
#endif
#ifdef __cplusplus
}
#endif
#endif
#endif

/* -------------------------------------------------------------------------------------- src/macros/cuda_functions.h */
/* What CUDA's functions of one thread do, for a body that runs on the CPU; their names are in cuda_names.h. Where nvcc
   compiles, CUDA itself has the vector types and the mathematics for the host too. Not in the pass over the device
   code. */
#if !defined(__CUDA_ARCH__) && !defined(GPU_NO_CUDA_NAMES)
#define GPU__OF_BITS(name, from, to)                                                                                   \
    GPU__LIFTED_FN to gpu__##name(from x)                                                                              \
    {                                                                                                                  \
        to y;                                                                                                          \
        memcpy(&y, &x, sizeof y);                                                                                      \
        return y;                                                                                                      \
    }
GPU__OF_BITS(float_as_int, float, int)
GPU__OF_BITS(float_as_uint, float, unsigned)
GPU__OF_BITS(int_as_float, int, float)
GPU__OF_BITS(uint_as_float, unsigned, float)
GPU__OF_BITS(double_as_longlong, double, long long)
GPU__OF_BITS(longlong_as_double, long long, double)

GPU__LIFTED_FN int gpu__popcll(unsigned long long x)
{
    x -= x >> 1 & 0x5555555555555555u;
    x = (x & 0x3333333333333333u) + (x >> 2 & 0x3333333333333333u);
    return (int)(((x + (x >> 4)) & 0x0f0f0f0f0f0f0f0fu) * 0x0101010101010101u >> 56);
}
GPU__LIFTED_FN int gpu__clzll(unsigned long long x) { return x ? GPU__CLZ64(x) : 64; }
GPU__LIFTED_FN int gpu__ffsll(unsigned long long x) { return 64 - gpu__clzll(x & (0 - x)); }
GPU__LIFTED_FN unsigned long long gpu__brevll(unsigned long long x)
{
    x = (x >> 1 & 0x5555555555555555u) | (x & 0x5555555555555555u) << 1;
    x = (x >> 2 & 0x3333333333333333u) | (x & 0x3333333333333333u) << 2;
    x = (x >> 4 & 0x0f0f0f0f0f0f0f0fu) | (x & 0x0f0f0f0f0f0f0f0fu) << 4;
    x = (x >> 8 & 0x00ff00ff00ff00ffu) | (x & 0x00ff00ff00ff00ffu) << 8;
    x = (x >> 16 & 0x0000ffff0000ffffu) | (x & 0x0000ffff0000ffffu) << 16;
    return x >> 32 | x << 32;
}
GPU__LIFTED_FN unsigned long long gpu__umul64hi(unsigned long long x, unsigned long long y)
{
    const unsigned long long low = 0xffffffffu, xl = x & low, xh = x >> 32, yl = y & low, yh = y >> 32;
    const unsigned long long middle = (xl * yl >> 32) + (xh * yl & low) + (xl * yh & low);
    return xh * yh + (xh * yl >> 32) + (xl * yh >> 32) + (middle >> 32);
}
GPU__LIFTED_FN long long gpu__mul64hi(long long x, long long y)
{
    const unsigned long long a = (unsigned long long)x, b = (unsigned long long)y;
    return (long long)(gpu__umul64hi(a, b) - (x < 0 ? b : 0) - (y < 0 ? a : 0));
}
GPU__LIFTED_FN unsigned gpu__byte_perm(unsigned x, unsigned y, unsigned selector)
{
    const unsigned long long bytes = (unsigned long long)y << 32 | x;
    unsigned r = 0;
    int k;
    for (k = 0; k < 4; k++) r |= (unsigned)(bytes >> 8 * (selector >> 4 * k & 7) & 0xff) << 8 * k;
    return r;
}
GPU__LIFTED_FN unsigned long long gpu__two_words(unsigned low, unsigned high)
{
    return (unsigned long long)high << 32 | low;
}
GPU__LIFTED_FN float gpu__saturatef(float x) { return x > 0 ? x < 1 ? x : 1.0f : 0.0f; }

GPU__LIFTED_FN void gpu__sincosf(float x, float *sine, float *cosine) { *sine = sinf(x), *cosine = cosf(x); }

#ifndef GPU__CUDA
GPU__LIFTED_FN void gpu__sincos(double x, double *sine, double *cosine) { *sine = sin(x), *cosine = cos(x); }
/* sin(pi x + pi / 2 quarters); from 2^53 on every x is even. */
GPU__LIFTED_FN double gpu__turned(double x, int quarters, double zero)
{
    const double t = fabs(x) < 9007199254740992.0 ? x : 0, n = rint(2 * t), r = (t - n * 0.5) * 3.14159265358979323846;
    const int q = (int)(n - 4 * floor(n * 0.25)) + quarters;
    const double y = q & 1 ? cos(r) : sin(r);
    return x - x != 0 ? x - x : y == 0 ? zero : q & 2 ? -y : y;
}
GPU__LIFTED_FN double gpu__sinpi(double x) { return gpu__turned(x, 0, copysign(0.0, x)); }
GPU__LIFTED_FN double gpu__cospi(double x) { return gpu__turned(fabs(x), 1, 0.0); }
GPU__LIFTED_FN void gpu__sincospi(double x, double *sine, double *cosine)
{
    *sine = gpu__sinpi(x), *cosine = gpu__cospi(x);
}
GPU__LIFTED_FN void gpu__sincospif(float x, float *sine, float *cosine)
{
    *sine = (float)gpu__sinpi(x), *cosine = (float)gpu__cospi(x);
}

/* Vector types and what makes them, as in CUDA: sizes, alignments, members. A program with types of these names of its
   own sets GPU_NO_CUDA_NAMES. */
#ifndef __VECTOR_TYPES_H__ /* CUDA's own may have been here */
typedef gpu_dim3 dim3, uint3;
#define GPU__VECTORS(name, element)                                                                                    \
    typedef struct {                                                                                                   \
        GPU__ALIGNED(2 * sizeof(element)) element x;                                                                   \
        element y;                                                                                                     \
    } name##2;                                                                                                         \
    typedef struct {                                                                                                   \
        GPU__ALIGNED(sizeof(element) < 4 ? 4 * sizeof(element) : 16) element x;                                        \
        element y, z, w;                                                                                               \
    } name##4;
#define GPU__VECTORS_3(name, element)                                                                                  \
    typedef struct {                                                                                                   \
        element x, y, z;                                                                                               \
    } name##3;
#define GPU__VECTOR_ELEMENTS(M)                                                                                        \
    M(char, signed char)                                                                                               \
    M(uchar, unsigned char)                                                                                            \
    M(short, short)                                                                                                    \
    M(ushort, unsigned short)                                                                                          \
    M(int, int) M(longlong, long long) M(ulonglong, unsigned long long) M(float, float) M(double, double)
GPU__VECTOR_ELEMENTS(GPU__VECTORS)
GPU__VECTOR_ELEMENTS(GPU__VECTORS_3)
GPU__VECTORS(uint, unsigned)
#endif
#ifndef __VECTOR_FUNCTIONS_H__
#define GPU__MAKE_VECTORS(name, element)                                                                               \
    GPU__LIFTED_FN name##2 make_##name##2(element x, element y)                                                        \
    {                                                                                                                  \
        name##2 v;                                                                                                     \
        v.x = x, v.y = y;                                                                                              \
        return v;                                                                                                      \
    }                                                                                                                  \
    GPU__LIFTED_FN name##3 make_##name##3(element x, element y, element z)                                             \
    {                                                                                                                  \
        name##3 v;                                                                                                     \
        v.x = x, v.y = y, v.z = z;                                                                                     \
        return v;                                                                                                      \
    }                                                                                                                  \
    GPU__LIFTED_FN name##4 make_##name##4(element x, element y, element z, element w)                                  \
    {                                                                                                                  \
        name##4 v;                                                                                                     \
        v.x = x, v.y = y, v.z = z, v.w = w;                                                                            \
        return v;                                                                                                      \
    }
GPU__VECTOR_ELEMENTS(GPU__MAKE_VECTORS)
GPU__MAKE_VECTORS(uint, unsigned)
#endif

/* min and max: of the type that a + b has; of a number and NaN, the number. In C these two are names that programs
   have for themselves, so they are asked for. */
#if defined(__cplusplus) || defined(GPU_CUDA_MIN_MAX)
#define GPU__LEAST_AND_MOST(name, type)                                                                                \
    GPU__LIFTED_FN type gpu__min_##name(type a, type b) { return b < a ? b : a; }                                      \
    GPU__LIFTED_FN type gpu__max_##name(type a, type b) { return b > a ? b : a; }
#define GPU__LEAST_AND_MOST_REAL(name, type)                                                                           \
    GPU__LIFTED_FN type gpu__min_##name(type a, type b) { return b < a || a != a ? b : a; }                            \
    GPU__LIFTED_FN type gpu__max_##name(type a, type b) { return b > a || a != a ? b : a; }
GPU__LEAST_AND_MOST(i32, int)
GPU__LEAST_AND_MOST(u32, unsigned)
GPU__LEAST_AND_MOST(il, long)
GPU__LEAST_AND_MOST(ul, unsigned long)
GPU__LEAST_AND_MOST(i64, long long)
GPU__LEAST_AND_MOST(u64, unsigned long long)
GPU__LEAST_AND_MOST_REAL(f32, float)
GPU__LEAST_AND_MOST_REAL(f64, double)
#endif

/* In C++ a function of the program's own with such a name is preferred to a template, and hides nothing else. */
#ifdef __cplusplus
extern "C++" {
namespace gpu__names
{
#define GPU__LEAST_AND_MOST_OF(name, type)                                                                             \
    GPU__LIFTED_FN type gpu__lesser(type a, type b) { return gpu__min_##name(a, b); }                                  \
    GPU__LIFTED_FN type gpu__greater(type a, type b) { return gpu__max_##name(a, b); }
GPU__WARP_TYPES(GPU__LEAST_AND_MOST_OF)
#ifndef min
template <class First, class Second> GPU__LIFTED_FN auto min(First a, Second b) -> decltype(gpu__lesser(a + b, a + b))
{
    typedef decltype(a + b) wider;
    return gpu__lesser((wider)a, (wider)b);
}
#endif
#ifndef max
template <class First, class Second> GPU__LIFTED_FN auto max(First a, Second b) -> decltype(gpu__greater(a + b, a + b))
{
    typedef decltype(a + b) wider;
    return gpu__greater((wider)a, (wider)b);
}
#endif
template <class Real> GPU__LIFTED_FN float rsqrtf(Real x) { return 1 / sqrtf((float)x); }
template <class Real> GPU__LIFTED_FN auto rsqrt(Real x) -> decltype(1 / sqrt(x)) { return 1 / sqrt(x); }
template <class Real> GPU__LIFTED_FN Real sinpi(Real x) { return (Real)gpu__sinpi(x); }
template <class Real> GPU__LIFTED_FN Real cospi(Real x) { return (Real)gpu__cospi(x); }
template <class Real> GPU__LIFTED_FN float sinpif(Real x) { return (float)gpu__sinpi((float)x); }
template <class Real> GPU__LIFTED_FN float cospif(Real x) { return (float)gpu__cospi((float)x); }
template <class Real> GPU__LIFTED_FN void sincosf(Real x, float *s, float *c) { gpu__sincosf((float)x, s, c); }
template <class Real> GPU__LIFTED_FN void sincospif(Real x, float *s, float *c) { gpu__sincospif((float)x, s, c); }
template <class Real> GPU__LIFTED_FN void sincos(Real x, Real *s, Real *c) { *s = sin(x), *c = cos(x); }
template <class Real> GPU__LIFTED_FN void sincospi(Real x, Real *s, Real *c) { *s = sinpi(x), *c = cospi(x); }
} // namespace gpu__names
}
using namespace gpu__names;
#endif
#endif /* GPU__CUDA */
#endif
/* ----------------------------------------------------------------------------------------------- src/macros/loops.h */
/* The CPU loops. */
#define GPU__BIND_array(k, T, x) T const *const gpu__p##k = (T const *)gpu__in[k];
#define GPU__BIND_scalar(k, T, x) T const gpu__p##k = *(T const *)gpu__in[k];
#define GPU__BIND_index(k, T, x) const size_t gpu__p##k = (size_t)(uintptr_t)gpu__in[k];
#define GPU__LOAD_array(k, T, x) gpu__p##k[gpu__i]
#define GPU__LOAD_scalar(k, T, x) gpu__p##k
#define GPU__LOAD_index(k, T, x) (T)(gpu__p##k + gpu__i)
#define GPU__MAP_COPY(sfx, target, R, name, ...)                                                                       \
    GPU__HOT target static inline void name##__loop##sfx(void *gpu__out, const void *const *gpu__in, size_t gpu__n)    \
    {                                                                                                                  \
        R *const gpu__o = (R *)gpu__out;                                                                               \
        GPU__EACH(GPU__BIND, GPU__NOTHING, __VA_ARGS__)                                                                \
        size_t gpu__i;                                                                                                 \
        GPU__NO_ALIAS for (gpu__i = 0; gpu__i < gpu__n; ++gpu__i) gpu__o[gpu__i] =                                     \
            name##_scalar(GPU__EACH(GPU__LOAD, GPU__COMMA, __VA_ARGS__));                                              \
    }

/* Asks for the lines of a grain of elements of `s` bytes at p. */
#ifdef __OPTIMIZE__
#define GPU__LINE(p, size, at)                                                                                         \
    if ((size)*GPU__GRAIN > (at)) GPU__PREFETCH((uintptr_t)(p) + (at));
#define GPU__LINES(p, s)                                                                                               \
    GPU__LINE(p, s, 0)                                                                                                 \
    GPU__LINE(p, s, 64)                                                                                                \
    GPU__LINE(p, s, 128)                                                                                               \
    GPU__LINE(p, s, 192) GPU__LINE(p, s, 256) GPU__LINE(p, s, 320) GPU__LINE(p, s, 384) GPU__LINE(p, s, 448)
#else
#define GPU__LINES(p, s)
#endif
#define GPU__FETCH_array(k, T, x) GPU__LINES((uintptr_t)(gpu__p##k + gpu__j) + gpu__ahead, sizeof(T))
#define GPU__FETCH_scalar(k, T, x)
#define GPU__FETCH_index(k, T, x)
#define GPU__LOADJ_array(k, T, x) gpu__p##k[gpu__j + gpu__i]
#define GPU__LOADJ_scalar(k, T, x) gpu__p##k
#define GPU__LOADJ_index(k, T, x) (T)(gpu__p##k + gpu__j + gpu__i)

/* A reduction. fold: lanes of one run of tiles, from the first of a block (first 1, or 2 where the inputs come from
   memory) or onto those before it (0); tree: the fixed tree over what fold left. */
#define GPU__REDUCE_LOOPS(A, name, ...)                                                                                \
    GPU__REDUCE_LOOPS_OF(A, name, (GPU__EACH(GPU__BIND, GPU__NOTHING, __VA_ARGS__)),                                   \
                         (GPU__EACH(GPU__FETCH, GPU__NOTHING, __VA_ARGS__)),                                           \
                         (GPU__EACH(GPU__LOADJ, GPU__COMMA, __VA_ARGS__)))
/* bound, fetched, loaded: what declares the inputs and asks for lines ahead, and the arguments, in parentheses. */
#define GPU__REDUCE_LOOPS_OF(A, name, bound, fetched, loaded)                                                          \
    GPU__REDUCE_LANES(A, name, bound, fetched, loaded)                                                                 \
    GPU__REDUCE_PAIRS(A, name)                                                                                         \
    GPU__OPTIMIZED(GPU__REDUCE_FOUR_TILES(A, name, bound, loaded) GPU__REDUCE_LEVELS(A, name))                         \
    GPU__COPIES(GPU__REDUCE_COPY, A, name)
#define GPU__REDUCE_COPY(sfx, target, A, name)                                                                         \
    GPU__FOLD_COPY(sfx, target, name,                                                                                  \
                   gpu__fold_lanes(gpu__acc, gpu__in, gpu__n, gpu__tiles, gpu__first, sizeof(A), name##__lanes,        \
                                   GPU__OR_NULL(name##__four_tiles)))                                                  \
    GPU__TREE_COPY(sfx, target, name,                                                                                  \
                   gpu__fold_tree(gpu__acc, gpu__n, sizeof(A), name##__pairs, GPU__OR_NULL(name##__levels)))
#define GPU__FOLD_COPY(sfx, target, name, ...)                                                                         \
    GPU__FLAT GPU__HOT_FOLD target static inline void name##__fold##sfx(                                               \
        void *gpu__acc, const void *const *gpu__in, size_t gpu__n, size_t gpu__tiles, int gpu__first)                  \
    {                                                                                                                  \
        __VA_ARGS__;                                                                                                   \
    }
#define GPU__TREE_COPY(sfx, target, name, ...)                                                                         \
    GPU__FLAT GPU__HOT_FOLD target static inline void name##__tree##sfx(void *gpu__acc, size_t gpu__n) { __VA_ARGS__; }
#ifdef __OPTIMIZE__
#define GPU__OPTIMIZED(...) __VA_ARGS__
#define GPU__OR_NULL(function) function
#define GPU__SCAN_AT_ONCE(n) ((n) == GPU__SCAN_CHUNK)
#else
#define GPU__OPTIMIZED(...) /* what is there for speed alone would cost compile time */
#define GPU__OR_NULL(function) NULL
#define GPU__SCAN_AT_ONCE(n) 0
#endif

/* What knows the accumulators' type: n lanes and their elements, from element j on; lanes of a and those of b; ... */
typedef void gpu__lanes_fn(void *lanes, const void *const *in, size_t j, size_t n, int first, size_t ahead);
typedef void gpu__pairs_fn(void *a, const void *b, size_t n);
typedef void gpu__four_tiles_fn(void *lanes, const void *const *in, size_t n);
typedef void gpu__levels_fn(void *lanes, size_t s);
#define GPU__REDUCE_LANES(A, name, bound, fetched, loaded)                                                             \
    GPU__BODY void name##__lanes(void *gpu__lanes, const void *const *gpu__in, size_t gpu__j, size_t gpu__n,           \
                                 int gpu__first, size_t gpu__ahead)                                                    \
    {                                                                                                                  \
        GPU__STRIP bound A *const gpu__a = (A *)gpu__lanes;                                                            \
        size_t gpu__i;                                                                                                 \
        (void)gpu__ahead, (void)gpu__j;                                                                                \
        GPU__STRIP fetched GPU__NO_ALIAS for (gpu__i = 0; gpu__i < gpu__n; ++gpu__i)                                   \
        {                                                                                                              \
            const A gpu__v = name##_scalar loaded;                                                                     \
            gpu__a[gpu__i] = gpu__first ? gpu__v : name##__combine(gpu__a[gpu__i], gpu__v);                            \
        }                                                                                                              \
    }
#define GPU__REDUCE_PAIRS(A, name)                                                                                     \
    GPU__BODY void name##__pairs(void *gpu__to, const void *gpu__from, size_t gpu__n)                                  \
    {                                                                                                                  \
        A *const gpu__a = (A *)gpu__to;                                                                                \
        const A *const gpu__b = (const A *)gpu__from;                                                                  \
        size_t gpu__i;                                                                                                 \
        GPU__NO_ALIAS for (gpu__i = 0; gpu__i < gpu__n; ++gpu__i) gpu__a[gpu__i] =                                     \
            name##__combine(gpu__a[gpu__i], gpu__b[gpu__i]);                                                           \
    }
/* ... a block's first four tiles at once: its lanes are written and not read. For inputs in a cache: memory is slower
   when it is read in four places. */
#define GPU__REDUCE_FOUR_TILES(A, name, bound, loaded)                                                                 \
    GPU__BODY void name##__four_tiles(void *gpu__lanes, const void *const *gpu__in, size_t gpu__n)                     \
    {                                                                                                                  \
        GPU__STRIP bound A *const gpu__a = (A *)gpu__lanes;                                                            \
        size_t gpu__i;                                                                                                 \
        GPU__NO_ALIAS for (gpu__i = 0; gpu__i < gpu__n; ++gpu__i)                                                      \
        {                                                                                                              \
            GPU__TILE_VALUE(0, A, name, loaded)                                                                        \
            GPU__TILE_VALUE(1, A, name, loaded)                                                                        \
            GPU__TILE_VALUE(2, A, name, loaded)                                                                        \
            GPU__TILE_VALUE(3, A, name, loaded)                                                                        \
            gpu__a[gpu__i] = GPU__PAIR(name, GPU__PAIR(name, GPU__PAIR(name, gpu__v0, gpu__v1), gpu__v2), gpu__v3);    \
        }                                                                                                              \
    }
#define GPU__TILE_VALUE(t, A, name, loaded)                                                                            \
    A gpu__v##t;                                                                                                       \
    {                                                                                                                  \
        const size_t gpu__j = t * GPU__LANES;                                                                          \
        (void)gpu__j;                                                                                                  \
        gpu__v##t = name##_scalar loaded;                                                                              \
    }
/* ... three levels of the tree in one pass, while all lanes are there: s lanes of 8 s. gcc would gather
   a[i + k * s]. */
#define GPU__REDUCE_LEVELS(A, name)                                                                                    \
    GPU__BODY void name##__levels(void *gpu__lanes, size_t gpu__s)                                                     \
    {                                                                                                                  \
        A *const gpu__a = (A *)gpu__lanes;                                                                             \
        const A *const gpu__a1 = gpu__a + gpu__s, *const gpu__a2 = gpu__a1 + gpu__s,                                   \
                       *const gpu__a3 = gpu__a2 + gpu__s;                                                              \
        const A *const gpu__a4 = gpu__a3 + gpu__s, *const gpu__a5 = gpu__a4 + gpu__s,                                  \
                       *const gpu__a6 = gpu__a5 + gpu__s, *const gpu__a7 = gpu__a6 + gpu__s;                           \
        size_t gpu__i;                                                                                                 \
        GPU__NO_ALIAS for (gpu__i = 0; gpu__i < gpu__s; ++gpu__i) gpu__a[gpu__i] =                                     \
            GPU__PAIR(name,                                                                                            \
                      GPU__PAIR(name, GPU__PAIR(name, gpu__a[gpu__i], gpu__a4[gpu__i]),                                \
                                GPU__PAIR(name, gpu__a2[gpu__i], gpu__a6[gpu__i])),                                    \
                      GPU__PAIR(name, GPU__PAIR(name, gpu__a1[gpu__i], gpu__a5[gpu__i]),                               \
                                GPU__PAIR(name, gpu__a3[gpu__i], gpu__a7[gpu__i])));                                   \
    }
#define GPU__PAIR(name, x, y) name##__combine(x, y)

GPU__BODY void gpu__fold_tile(void *lanes, const void *const *in, size_t from, size_t n, int first, size_t ahead,
                              size_t size, gpu__lanes_fn *combine)
{
    char *const lane = (char *)lanes;
    size_t j;
    for (j = 0; j + GPU__GRAIN <= n; j += GPU__GRAIN) combine(lane + j * size, in, from + j, GPU__GRAIN, first, ahead);
    if (j < n) combine(lane + j * size, in, from + j, n - j, first, 0);
}
GPU__BODY void gpu__fold_lanes(void *lanes, const void *const *in, size_t n, size_t tiles, int first, size_t size,
                               gpu__lanes_fn *combine, gpu__four_tiles_fn *four_tiles)
{
    const size_t ahead = first == 2 ? GPU__AHEAD : 0; /* in a cache it would be in the way of the lanes */
    size_t t = first != 0;
    if (four_tiles && first == 1 && tiles >= 4)
        four_tiles(lanes, in, n), t = 4;
    else if (first)
        gpu__fold_tile(lanes, in, 0, n, 1, ahead, size, combine);
    for (; t < tiles; ++t) gpu__fold_tile(lanes, in, t * GPU__LANES, n, 0, ahead, size, combine);
}
GPU__BODY void gpu__fold_tree(void *lanes, size_t n, size_t size, gpu__pairs_fn *pairs, gpu__levels_fn *levels)
{
    size_t s = 1;
    for (; levels && n >= 128 && !(n & (n - 1)); n /= 8) levels(lanes, n / 8);
    while (s < n) s *= 2;
    for (s /= 2; s; n = s, s /= 2) pairs(lanes, (const char *)lanes + s * size, n - s);
}

/* An ordered reduction: runs of `length`, each one after the other, come to the front; then a tree of neighbours. (All
   know the type: gcc does not compile a step behind a pointer, as above, into a loop that is two calls deep.) */
#define GPU__ORDERED_LOOPS(A, name, ...)                                                                               \
    GPU__ORDERED_RUNS(A, name)                                                                                         \
    GPU__ORDERED_NEIGHBOURS(A, name)                                                                                   \
    GPU__ORDERED_TILES(A, name, __VA_ARGS__)                                                                           \
    GPU__ORDERED_JOIN(A, name)                                                                                         \
    GPU__COPIES(GPU__ORDERED_COPY, A, name)
#define GPU__ORDERED_COPY(sfx, target, A, name)                                                                        \
    GPU__FOLD_COPY(sfx, target, name, name##__tiles((A *)gpu__acc, gpu__in, gpu__n, gpu__tiles, gpu__first))           \
    GPU__TREE_COPY(sfx, target, name, name##__parts((A *)gpu__acc, gpu__n))
#define GPU__ORDERED_RUNS(A, name)                                                                                     \
    GPU__BODY size_t name##__runs(A *gpu__a, size_t gpu__n, size_t gpu__length)                                        \
    {                                                                                                                  \
        size_t gpu__r, gpu__i;                                                                                         \
        for (gpu__r = 0; gpu__r * gpu__length < gpu__n; ++gpu__r) {                                                    \
            const size_t gpu__b = gpu__r * gpu__length,                                                                \
                         gpu__e = gpu__n - gpu__b < gpu__length ? gpu__n : gpu__b + gpu__length;                       \
            A gpu__v = gpu__a[gpu__b];                                                                                 \
            for (gpu__i = gpu__b + 1; gpu__i < gpu__e; ++gpu__i) gpu__v = name##__combine(gpu__v, gpu__a[gpu__i]);     \
            gpu__a[gpu__r] = gpu__v;                                                                                   \
        }                                                                                                              \
        return gpu__r;                                                                                                 \
    }
#define GPU__ORDERED_NEIGHBOURS(A, name)                                                                               \
    GPU__BODY void name##__neighbours(A *gpu__a, size_t gpu__n)                                                        \
    {                                                                                                                  \
        size_t gpu__s, gpu__i;                                                                                         \
        for (gpu__s = 1; gpu__s < gpu__n; gpu__s *= 2)                                                                 \
            for (gpu__i = 0; gpu__i + gpu__s < gpu__n; gpu__i += 2 * gpu__s)                                           \
                gpu__a[gpu__i] = name##__combine(gpu__a[gpu__i], gpu__a[gpu__i + gpu__s]);                             \
    }
#define GPU__ORDERED_TILES(A, name, ...)                                                                               \
    GPU__BODY void name##__tiles(A *gpu__a, const void *const *gpu__in, size_t gpu__n, size_t gpu__tiles,              \
                                 int gpu__first)                                                                       \
    {                                                                                                                  \
        GPU__EACH(GPU__BIND, GPU__NOTHING, __VA_ARGS__)                                                                \
        A *const gpu__v = gpu__a + 1;                                                                                  \
        size_t gpu__i, gpu__j;                                                                                         \
        for (gpu__j = 0; gpu__tiles; --gpu__tiles, gpu__first = 0, gpu__j += GPU__ORDERED_TILE) {                      \
            GPU__NO_ALIAS for (gpu__i = 0; gpu__i < gpu__n; ++gpu__i) gpu__v[gpu__i] =                                 \
                name##_scalar(GPU__EACH(GPU__LOADJ, GPU__COMMA, __VA_ARGS__));                                         \
            name##__neighbours(gpu__v, name##__runs(gpu__v, gpu__n, GPU__ORDERED_RUN));                                \
            gpu__a[0] = gpu__first ? gpu__v[0] : name##__combine(gpu__a[0], gpu__v[0]);                                \
        }                                                                                                              \
    }
#define GPU__ORDERED_JOIN(A, name)                                                                                     \
    GPU__BODY void name##__parts(A *gpu__a, size_t gpu__n)                                                             \
    {                                                                                                                  \
        name##__neighbours(gpu__a, name##__runs(gpu__a, name##__runs(gpu__a, gpu__n, 4), 8));                          \
    }

/* A chunk of a scan is 8 rows of 512. First the prefixes of each row alone, all rows side by side, so that eight chains
   hide the latency of the operation; then what is in front of a row is combined with them. In between they are kept in
   out, or beside it where out's elements are narrower than accumulators and would round them. */
#define GPU__SCAN_LOOPS(COPIES, A, T, narrow, name)                                                                    \
    GPU__SCAN_KEPT(A, T, narrow, name)                                                                                 \
    GPU__SCAN_PREFIXES(A, T, name, 1, GPU__SCAN_ONE_ROW)                                                               \
    GPU__OPTIMIZED(GPU__SCAN_PREFIXES(A, T, name, 8, GPU__SCAN_EIGHT_ROWS))                                            \
    GPU__SCAN_BEHIND(A, T, narrow, name)                                                                               \
    GPU__SCAN_CHUNK_OF(A, T, narrow, name) COPIES(GPU__SCAN_COPY, A, T, name)
#define GPU__SCAN_COPY(sfx, target, A, T, name)                                                                        \
    GPU__FLAT GPU__HOT target static inline void name##__chunk##sfx(                                                   \
        void *gpu__out, const void *gpu__in, size_t gpu__n, const void *gpu__carry, void *gpu__total,                  \
        int gpu__exclusive, const void *gpu__identity)                                                                 \
    {                                                                                                                  \
        name##__chunk((T *)gpu__out, (const T *)gpu__in, gpu__n, (const A *)gpu__carry, (A *)gpu__total,               \
                      gpu__exclusive, (const A *)gpu__identity);                                                       \
    }

#define GPU__SCAN_KEPT(A, T, narrow, name)                                                                             \
    GPU__BODY void name##__keep(A *gpu__kept, T *gpu__o, size_t gpu__i, A gpu__v)                                      \
    {                                                                                                                  \
        if (sizeof(A) > sizeof(T))                                                                                     \
            gpu__kept[gpu__i] = gpu__v;                                                                                \
        else if (gpu__o)                                                                                               \
            gpu__o[gpu__i] = narrow gpu__v;                                                                            \
    }                                                                                                                  \
    GPU__BODY A name##__kept(const A *gpu__kept, const T *gpu__o, size_t gpu__i)                                       \
    {                                                                                                                  \
        if (sizeof(A) > sizeof(T)) return gpu__kept[gpu__i];                                                           \
        return gpu__o[gpu__i];                                                                                         \
    }

/* The prefixes of `rows` rows, of which the first is [begin, end). A step loads before it stores, and an element ahead:
   rows of doubles are a page apart, and a load waits for a store before it to the same place of another page. */
#define GPU__SCAN_PREFIXES(A, T, name, rows, EACH_ROW)                                                                 \
    GPU__BODY void name##__prefixes##rows(A *gpu__kept, T *gpu__o, const T *gpu__x, size_t gpu__begin,                 \
                                          size_t gpu__end, A *gpu__last)                                               \
    {                                                                                                                  \
        A gpu__v[rows], gpu__next[rows];                                                                               \
        size_t gpu__i = gpu__begin;                                                                                    \
        EACH_ROW(GPU__SCAN_FIRST, name)                                                                                \
        for (; gpu__i + 1 < gpu__end; ++gpu__i) {                                                                      \
            EACH_ROW(GPU__SCAN_LOAD, name) EACH_ROW(GPU__SCAN_KEEP, name) EACH_ROW(GPU__SCAN_STEP, name)               \
        }                                                                                                              \
        EACH_ROW(GPU__SCAN_KEEP, name)                                                                                 \
        EACH_ROW(GPU__SCAN_LAST, name)                                                                                 \
    }
#define GPU__SCAN_ONE_ROW(F, name) F(0, name)
#define GPU__SCAN_EIGHT_ROWS(F, name)                                                                                  \
    F(0, name) F(1, name) F(2, name) F(3, name) F(4, name) F(5, name) F(6, name) F(7, name)
#define GPU__SCAN_FIRST(r, name) gpu__v[r] = gpu__x[gpu__i + r * GPU__SCAN_WIDTH];
#define GPU__SCAN_LOAD(r, name) gpu__next[r] = gpu__x[gpu__i + 1 + r * GPU__SCAN_WIDTH];
#define GPU__SCAN_KEEP(r, name) name##__keep(gpu__kept, gpu__o, gpu__i + r * GPU__SCAN_WIDTH, gpu__v[r]);
#define GPU__SCAN_STEP(r, name) gpu__v[r] = name##__combine(gpu__v[r], gpu__next[r]);
#define GPU__SCAN_LAST(r, name) gpu__last[r] = gpu__v[r];

/* What is kept of [begin, end) goes to out, behind `front` if anything is in front. */
#define GPU__SCAN_BEHIND(A, T, narrow, name)                                                                           \
    GPU__BODY void name##__behind(int gpu__any, A gpu__front, const A *gpu__kept, T *gpu__o, size_t gpu__begin,        \
                                  size_t gpu__end)                                                                     \
    {                                                                                                                  \
        size_t gpu__i;                                                                                                 \
        if (gpu__any)                                                                                                  \
            GPU__NO_ALIAS for (gpu__i = gpu__begin; gpu__i < gpu__end; ++gpu__i) gpu__o[gpu__i] =                      \
                narrow name##__combine(gpu__front, name##__kept(gpu__kept, gpu__o, gpu__i));                           \
        else if (sizeof(A) > sizeof(T))                                                                                \
            for (gpu__i = gpu__begin; gpu__i < gpu__end; ++gpu__i) gpu__o[gpu__i] = narrow gpu__kept[gpu__i];          \
    }
/* out NULL: only the total. carry NULL: the first chunk, nothing is combined in front; otherwise the total is the next
   chunk's carry. */
#define GPU__SCAN_CHUNK_OF(A, T, narrow, name)                                                                         \
    GPU__BODY void name##__chunk(T *gpu__o, const T *gpu__x, size_t gpu__n, const A *gpu__carry, A *gpu__total,        \
                                 int gpu__exclusive, const A *gpu__identity)                                           \
    {                                                                                                                  \
        A gpu__kept[sizeof(A) > sizeof(T) ? GPU__SCAN_CHUNK : 1], gpu__last[GPU__SCAN_ROWS];                           \
        const A gpu__carried = *(gpu__carry ? gpu__carry : gpu__identity);                                             \
        A gpu__front = gpu__carried, gpu__prefix = gpu__carried;                                                       \
        size_t gpu__r, gpu__b, gpu__e;                                                                                 \
        GPU__OPTIMIZED(if (GPU__SCAN_AT_ONCE(gpu__n))                                                                  \
                           name##__prefixes8(gpu__kept, gpu__o, gpu__x, 0, GPU__SCAN_WIDTH, gpu__last);)               \
        for (gpu__r = gpu__b = 0; gpu__b < gpu__n; ++gpu__r, gpu__b = gpu__e) {                                        \
            gpu__e = gpu__n - gpu__b < GPU__SCAN_WIDTH ? gpu__n : gpu__b + GPU__SCAN_WIDTH;                            \
            if (!GPU__SCAN_AT_ONCE(gpu__n))                                                                            \
                name##__prefixes1(gpu__kept, gpu__o, gpu__x, gpu__b, gpu__e, gpu__last + gpu__r);                      \
            if (gpu__r) gpu__front = gpu__carry ? name##__combine(gpu__carried, gpu__prefix) : gpu__prefix;            \
            gpu__prefix = gpu__r ? name##__combine(gpu__prefix, gpu__last[gpu__r]) : gpu__last[0];                     \
            if (gpu__o) name##__behind(gpu__carry || gpu__r, gpu__front, gpu__kept, gpu__o, gpu__b, gpu__e);           \
            if (gpu__exclusive) {                                                                                      \
                memmove(gpu__o + gpu__b + 1, gpu__o + gpu__b, (gpu__e - gpu__b - 1) * sizeof(T));                      \
                gpu__o[gpu__b] = narrow gpu__front;                                                                    \
            }                                                                                                          \
        }                                                                                                              \
        if (gpu__total) *gpu__total = gpu__carry ? name##__combine(gpu__carried, gpu__prefix) : gpu__prefix;           \
    }
/* --------------------------------------------------------------------------------------------- src/macros/private.h */
/* ------------------------------------------------------------------------------------------------------ private -- */

enum { /* what the ledger lists: memory, by the numbers of gpu_place, and handles */
       GPU__PLAIN = GPU_HOST,
       GPU__PINNED = GPU_PINNED_HOST,
       GPU__MANAGED = GPU_MANAGED_MEM,
       GPU__DEVICE = GPU_DEVICE_MEM,
       GPU__UNPOOLED = GPU_UNPOOLED_MEM,
       GPU__STREAM,
       GPU__EVENT,
       GPU__GRAPH
};
GPU_API void *gpu__new(size_t n, size_t size, int kind, int zero, const void *copy_from, const char *call,
                       const char *file, int line);
GPU_API void *gpu__new_copy(size_t n, size_t size, int kind, const void *from, const char *call, const char *file,
                            int line);
GPU_API void *gpu__new_like(const void *p, const char *file, int line);
#ifdef __cplusplus
template <class Type> static GPU__UNUSED inline Type *gpu__typed_like(const Type *p, const char *file, int line)
{
    return (Type *)gpu__new_like(p, file, line);
}
#define GPU__LIKE gpu__typed_like
#else
#define GPU__LIKE gpu__new_like
#endif
GPU_API int gpu__check(gpu_status status, const char *call, const char *file, int line);
GPU_API const char *gpu__check_message(void);
GPU_API int gpu__occupancy(const gpu__kernel *kernel, size_t threads, size_t shared_bytes, const char *file, int line);
GPU_API gpu_config gpu__config_at(gpu_config config, const char *file, int line);
GPU_API void gpu__bench_begin(gpu_stats *stats, int reps);
GPU_API int gpu__bench_next(gpu_stats *stats);
#define GPU__ONCE
#endif /* GPU_H */
/* ------------------------------------------------------------------------------------ src/macros/places_undefined.h */
/* The macros of src/macros/places.h, where an earlier include has defined them: behind this line the names are the
   functions themselves. A definition whose name is missing here does not compile. */
#undef gpu_use
#undef gpu_split
#undef gpu_each_device
#undef gpu_each_barrier
#undef gpu_peer
#undef gpu_use_local_rank
#undef gpu_set_threads
#undef gpu_query
#undef gpu_print_devices
#undef gpu_sync
#undef gpu_shutdown
#undef gpu_malloc
#undef gpu_malloc_pinned
#undef gpu_malloc_managed
#undef gpu_allocator
#undef gpu_free
#undef gpu_copy
#undef gpu_set
#undef gpu_copy_async
#undef gpu_copy_2d
#undef gpu_extent_of
#undef gpu_memory
#undef gpu_memory_limit
#undef gpu_memory_trim
#undef gpu_doctor
#undef gpu_stream_new
#undef gpu_stream_new_priority
#undef gpu_use_stream
#undef gpu_stream_sync
#undef gpu_stream_done
#undef gpu_stream_from_native
#undef gpu_stream_free
#undef gpu_stream_native
#undef gpu_stream_callback
#undef gpu_event_new
#undef gpu_event_record
#undef gpu_event_wait
#undef gpu_event_sync
#undef gpu_event_elapsed_ms
#undef gpu_event_free
#undef gpu_graph_begin
#undef gpu_graph_end
#undef gpu_graph_launch
#undef gpu_graph_free
#undef gpu_timer_start
#undef gpu_timer_ms
#undef gpu_1d
#undef gpu_2d
#undef gpu_3d
#undef gpu_grid
#undef gpu_fill_i32
#undef gpu_fill_i64
#undef gpu_arange_i32
#undef gpu_arange_i64
#undef gpu_axpy_i32
#undef gpu_axpy_i64
#undef gpu_scale_i32
#undef gpu_scale_i64
#undef gpu_clip_i32
#undef gpu_clip_i64
#undef gpu_rand_int_i32
#undef gpu_rand_int_i64

/* ---------------------------------------------------------------------------------------------- src/ops/each_type.h */
/* ====================================================================================== >>prewritten functions == */

/* The files of ops/ are read once as they are (GPU__ONCE), and then once for each type of element, by ops/passes.h,
   which includes this file anew: what stands under GPU__FOR_ALL, GPU__FOR_REAL or GPU__FOR_WHOLE is ordinary code for
   elements of type GPU__T, and GPU__N(gpu_var) is gpu_var_f32, _f64, _i32 or _i64. What the unsigned types have too is
   stamped by a macro of no arguments, GPU__FILL_ROW, since to read the file once more would take a C compiler longer
   than all their functions. (nvcc reads it as the inside of one class template for all types, where nothing is compiled
   that the program does not call; there the suffix is _t.) */
#ifdef GPU__ONCE
#ifdef GPU__CUDA
template <class Type> struct gpu__computed {
    static const gpu_type Tag = GPU_F64;
    typedef Type Wrap, Sum;
    typedef double Accum, WrapAccum, Real;
    typedef uint64_t Bits;
};
template <> struct gpu__computed<int32_t> {
    static const gpu_type Tag = GPU_I32;
    typedef uint32_t Wrap, Bits;
    typedef int64_t Accum, Sum;
    typedef uint64_t WrapAccum;
    typedef double Real;
};
template <> struct gpu__computed<int64_t> {
    static const gpu_type Tag = GPU_I64;
    typedef uint64_t Wrap, Bits;
    typedef int64_t Accum, Sum;
    typedef uint64_t WrapAccum;
    typedef double Real;
};
template <> struct gpu__computed<uint8_t> {
    static const gpu_type Tag = GPU_U8;
    typedef uint64_t Wrap, Sum, Accum, WrapAccum, Bits;
    typedef double Real;
};
template <> struct gpu__computed<uint32_t> : gpu__computed<uint8_t> {
    static const gpu_type Tag = GPU_U32;
};
template <> struct gpu__computed<uint64_t> : gpu__computed<uint8_t> {
    static const gpu_type Tag = GPU_U64;
};
template <> struct gpu__computed<float> {
    static const gpu_type Tag = GPU_F32;
    typedef float Wrap, Sum, Real;
    typedef double Accum, WrapAccum;
    typedef uint32_t Bits;
};
#define GPU__COMPUTED(what) typename gpu__computed<GPU__T>::what
#define GPU__ELEMENT gpu__computed<GPU__T>::Tag
#else
#define GPU__COMPUTED(what) GPU__N(gpu__##what)
#define GPU__ELEMENT GPU__N(gpu__tag)
enum {
    gpu__tag_f32 = GPU_F32,
    gpu__tag_f64 = GPU_F64,
    gpu__tag_i32 = GPU_I32,
    gpu__tag_i64 = GPU_I64,
    gpu__tag_u8 = GPU_U8,
    gpu__tag_u32 = GPU_U32,
    gpu__tag_u64 = GPU_U64
};
typedef float gpu__Wrap_f32, gpu__Sum_f32, gpu__Real_f32;
typedef double gpu__Accum_f32, gpu__WrapAccum_f32;
typedef double gpu__Wrap_f64, gpu__Sum_f64, gpu__Real_f64, gpu__Accum_f64, gpu__WrapAccum_f64;
typedef uint32_t gpu__Bits_f32, gpu__Wrap_i32;
typedef uint64_t gpu__Bits_f64, gpu__Wrap_i64, gpu__WrapAccum_i32, gpu__WrapAccum_i64;
typedef int64_t gpu__Sum_i32, gpu__Sum_i64, gpu__Accum_i32, gpu__Accum_i64;
typedef double gpu__Real_i32, gpu__Real_i64, gpu__Real_u8, gpu__Real_u32, gpu__Real_u64;
typedef uint64_t gpu__Accum_u8, gpu__Accum_u32, gpu__Accum_u64, gpu__WrapAccum_u8, gpu__WrapAccum_u32,
    gpu__WrapAccum_u64;
#endif
#define GPU__IS_REAL ((GPU__T)0.5 > 0)
#define GPU__W GPU__COMPUTED(Wrap)       /* what elements are computed in: integers wrap */
#define GPU__A GPU__COMPUTED(Accum)      /* what they are summed in */
#define GPU__AW GPU__COMPUTED(WrapAccum) /* and that wraps */
#define GPU__BITS GPU__COMPUTED(Bits)    /* of floating-point elements */
#define GPU__ROW_SUM GPU__COMPUTED(Sum)  /* the result of a sum along an axis */
#define GPU__REAL GPU__COMPUTED(Real)    /* the result of a mean along an axis; the edge of a histogram's bin */
#endif
/* ----------------------------------------------------------------------------------------- src/ops/random_numbers.h */
#ifdef GPU__ONCE
typedef struct gpu__u32x2 {
    uint32_t x, y;
} gpu__u32x2;
typedef struct gpu__u64x2 {
    uint64_t x, y;
} gpu__u64x2;
typedef struct gpu__f32x2 {
    float x, y;
} gpu__f32x2;
typedef struct gpu__f64x2 {
    double x, y;
} gpu__f64x2;

/* Key: the seed. Counter: i (64 bits), the draw's block or the sequence of a fill (32), the purpose (32): one of
   these in bits 0 to 7, whether it is a fill in bit 8, the attempt of a rejection from bit 16 on. */
enum {
    GPU__R_U32,
    GPU__R_U64,
    GPU__R_NORMAL_32,
    GPU__R_NORMAL_64,
    GPU__R_RETRY,
    GPU__R_POISSON,
    GPU__R_PERMUTE,
    GPU__R_FILL = 0x100
};

/* Every a * b + c is an fma by name, and no other product meets a sum: so compilers have nothing to contract, and
   all agree. */
#ifdef __CUDA_ARCH__
#define GPU__FMAF(a, b, c) __fmaf_rn(a, b, c)
#define GPU__FMA(a, b, c) __fma_rn(a, b, c)
#define GPU__RAND_UNROLL _Pragma("unroll")
#elif (defined(__MINGW32__) && defined(__x86_64__)) || defined(GPU__TEST_FMA)
#define GPU__OWN_FMA 1 /* MinGW's rounds twice */
#define GPU__FMAF(a, b, c) gpu__fmaf(a, b, c)
#define GPU__FMA(a, b, c) gpu__fma(a, b, c)
#define GPU__RAND_UNROLL
#else
#define GPU__FMAF(a, b, c) fmaf(a, b, c)
#define GPU__FMA(a, b, c) fma(a, b, c)
#define GPU__RAND_UNROLL
#endif
GPU__LIFTED_FN uint32_t gpu__bits32(float x)
{
    uint32_t b;
    memcpy(&b, &x, 4);
    return b;
}
GPU__LIFTED_FN float gpu__float32(uint32_t b)
{
    float x;
    memcpy(&x, &b, 4);
    return x;
}
GPU__LIFTED_FN uint64_t gpu__bits64(double x)
{
    uint64_t b;
    memcpy(&b, &x, 8);
    return b;
}
GPU__LIFTED_FN double gpu__float64(uint64_t b)
{
    double x;
    memcpy(&x, &b, 8);
    return x;
}
#ifdef GPU__OWN_FMA
/* a * b + c, rounded once: by the processor's instruction, or without one exactly, by integers and by doubles that
   are rounded to odd. GPU__TEST_FMA: by those on any machine. */
typedef struct gpu__fma_parts { /* m * 2^e with 53 bits in m */
    uint64_t m;
    int e;
} gpu__fma_parts;
static GPU__UNUSED gpu__fma_parts gpu__fma_parts_of(double x)
{
    gpu__fma_parts p;
    p.m = gpu__bits64(x) & 0x000fffffffffffffu, p.e = (int)(gpu__bits64(x) >> 52 & 0x7ff) - 1075;
    if (p.e > -1075)
        p.m |= (uint64_t)1 << 52;
    else
        for (p.e = -1074; !(p.m >> 52); p.e--) p.m <<= 1;
    return p;
}
GPU__EXTENSION typedef unsigned __int128 gpu__u128;
static GPU__UNUSED gpu__u128 gpu__shifted_odd(gpu__u128 x,
                                              int left) /* x * 2^left, whose lowest bit is set if bits are lost */
{
    if (left >= 0) return x << left;
    if (left < -127) return 1;
    return x >> -left | (x << (128 + left) != 0);
}
static GPU__UNUSED double gpu__fma_exact(double a, double b, double c)
{
    const uint64_t minus = (uint64_t)1 << 63, sign = (gpu__bits64(a) ^ gpu__bits64(b)) & minus,
                   differ = sign ^ (gpu__bits64(c) & minus);
    gpu__fma_parts x, y, z;
    gpu__u128 p, q, sum;
    uint64_t r;
    double v;
    int unit, bits = 0, drop;
    if (a == 0 || b == 0 || !(a - a == 0) || !(b - b == 0)) return a * b + c;
    if (!(c - c == 0) || c == 0) return c == 0 ? a * b : c;
    x = gpu__fma_parts_of(a), y = gpu__fma_parts_of(b), z = gpu__fma_parts_of(c);
    unit = x.e + y.e - 20 > z.e - 70
               ? x.e + y.e - 20
               : z.e - 70; /* the larger one gets 126 bits at the most, and 70 below those of the result */
    p = gpu__shifted_odd((gpu__u128)x.m * y.m, x.e + y.e - unit), q = gpu__shifted_odd(z.m, z.e - unit);
    sum = !differ ? p + q : p > q ? p - q : q - p;
    if (!sum) return 0;
    while (bits < 128 && sum >> bits) bits++;
    drop = bits - 53;
    if (unit + drop < -1074) drop = -1074 - unit;
    if (drop > 127)
        r = 0;
    else if (drop <= 0)
        r = (uint64_t)sum, drop = 0;
    else {
        const gpu__u128 rest = sum << (128 - drop), half = (gpu__u128)1 << 127;
        r = (uint64_t)(sum >> drop);
        r += rest > half || (rest == half && (r & 1));
    }
    v = ldexp((double)r, unit + drop);
    return (differ && q > p ? sign ^ minus : sign) ? -v : v;
}
static GPU__UNUSED inline double gpu__fma(double a, double b, double c)
{
#ifndef GPU__TEST_FMA
    if (GPU__CPU_HAS("fma")) {
        __asm__("vfmadd231sd %2, %1, %0" : "+x"(c) : "x"(a), "x"(b));
        return c;
    }
#endif
    return gpu__fma_exact(a, b, c);
}
static GPU__UNUSED inline float gpu__fmaf(float a, float b, float c)
{
    double p, s, t, lost;
    uint64_t w;
#ifndef GPU__TEST_FMA
    if (GPU__CPU_HAS("fma")) {
        __asm__("vfmadd231ss %2, %1, %0" : "+x"(c) : "x"(a), "x"(b));
        return c;
    }
#endif
    p = (double)a * (double)b, s = p + (double)c, t = s - p; /* the product is exact, and so is what the sum lost */
    lost = (p - (s - t)) + ((double)c - t);
    w = gpu__bits64(s);
    if ((lost > 0 || lost < 0) && !(w & 1)) w = (lost > 0) == (s > 0) ? w + 1 : w - 1;
    return (float)gpu__float64(w);
}
#endif
GPU__LIFTED_FN float
gpu__sqrt32(float x) /* correctly rounded, of 2^-25 to 64: without the care for the ends of the range */
{
#ifdef __CUDA_ARCH__
    float y, s, h;
    asm("rsqrt.approx.ftz.f32 %0, %1;" : "=f"(y) : "f"(x));
    s = __fmul_rn(x, y);
    h = __fmul_rn(y, 0.5f);
    return __fmaf_rn(__fmaf_rn(-s, s, x), h, s);
#else
    return sqrtf(x);
#endif
}
GPU__LIFTED_FN double gpu__sqrt64(double x)
{
#ifdef __CUDA_ARCH__
    return __dsqrt_rn(x);
#else
    return sqrt(x);
#endif
}
GPU__LIFTED_FN uint64_t gpu__high64(uint64_t a, uint64_t b) /* the upper half of the product */
{
#ifdef __CUDA_ARCH__
    return __umul64hi(a, b);
#elif defined(GPU__MULTIPLY_HIGH)
    return GPU__MULTIPLY_HIGH(a, b);
#else
    uint64_t al = (uint32_t)a, ah = a >> 32, bl = (uint32_t)b, bh = b >> 32, p = al * bl, q = ah * bl + (p >> 32),
             r = al * bh + (uint32_t)q;
    return ah * bh + (q >> 32) + (r >> 32);
#endif
}

#define GPU__PHILOX_ROUND(c0, c1, c2, c3, k0, k1)                                                                      \
    {                                                                                                                  \
        const uint64_t gpu__a = (uint64_t)0xD2511F53u * (c0), gpu__b = (uint64_t)0xCD9E8D57u * (c2);                   \
        c0 = (uint32_t)(gpu__b >> 32) ^ (c1) ^ (k0), c2 = (uint32_t)(gpu__a >> 32) ^ (c3) ^ (k1);                      \
        c1 = (uint32_t)gpu__b, c3 = (uint32_t)gpu__a;                                                                  \
    }
enum { GPU__ROUNDS = 10 };
#define GPU__KEY_STEP(k0, k1) (k0) += 0x9E3779B9u, (k1) += 0xBB67AE85u
#define GPU__PHILOX_2(c0, c1, c2, c3, k0, k1)                                                                          \
    GPU__PHILOX_ROUND(c0, c1, c2, c3, k0, k1) GPU__KEY_STEP(k0, k1);                                                   \
    GPU__PHILOX_ROUND(c0, c1, c2, c3, k0, k1) GPU__KEY_STEP(k0, k1);
GPU__LIFTED_FN gpu_u32x4 gpu__philox(uint32_t c0, uint32_t c1, uint32_t c2, uint32_t c3, uint32_t k0, uint32_t k1)
{
    gpu_u32x4 w;
    GPU__PHILOX_2(c0, c1, c2, c3, k0, k1) /* written out: a loop inside a loop would not vectorise */
    GPU__PHILOX_2(c0, c1, c2, c3, k0, k1)
    GPU__PHILOX_2(c0, c1, c2, c3, k0, k1)
    GPU__PHILOX_2(c0, c1, c2, c3, k0, k1)
    GPU__PHILOX_2(c0, c1, c2, c3, k0, k1)
    w.v[0] = c0, w.v[1] = c1, w.v[2] = c2, w.v[3] = c3;
    return w;
}
GPU__LIFTED_FN gpu_u32x4 gpu__random(uint64_t seed, uint64_t i, uint32_t k, uint32_t purpose)
{
    return gpu__philox((uint32_t)i, (uint32_t)(i >> 32), k, purpose, (uint32_t)seed, (uint32_t)(seed >> 32));
}
GPU__LIFTED_FN uint32_t
gpu__word_of(gpu_u32x4 w, uint32_t k) /* one of four; selections, since an indexed array would lie in memory */
{
    const uint32_t lo = k & 1 ? w.v[1] : w.v[0], hi = k & 1 ? w.v[3] : w.v[2];
    return k & 2 ? hi : lo;
}
GPU__LIFTED_FN uint64_t gpu__word64_of(gpu_u32x4 w, uint32_t k)
{
    return k & 1 ? (uint64_t)w.v[3] << 32 | w.v[2] : (uint64_t)w.v[1] << 32 | w.v[0];
}

/* Words to numbers. -2 ln(u) of u in [2^-33, 1): the factor just below 2^-32 keeps u under 1, so it is never 0. */
GPU__LIFTED_FN float gpu__unit32(uint32_t w) { return (float)(int32_t)(w >> 8) * 5.9604644775390625e-8f; }
GPU__LIFTED_FN double gpu__unit64(uint64_t w) { return (double)(int64_t)(w >> 11) * 1.1102230246251565e-16; }
GPU__LIFTED_FN float gpu__m2log32(uint32_t w)
{
    const float u = GPU__FMAF((float)w, 2.32830629776081821e-10f, 1.16415321826934814e-10f);
    const uint32_t b = gpu__bits32(u), e = (b - 0x3f2aaaabu) & 0xff800000u; /* u = 2^e m with m in [2/3, 4/3) */
    const float f = gpu__float32(b - e) - 1.0f;
    float q = GPU__FMAF(f, 0.307313770f, -0.342223704f);
    q = GPU__FMAF(f, q, 0.328401774f);
    q = GPU__FMAF(f, q, -0.395900726f);
    q = GPU__FMAF(f, q, 0.500152409f);
    q = GPU__FMAF(f, q, -0.666759789f);
    q = GPU__FMAF(f, q, 0.999998748f);
    q = GPU__FMAF(f, q, -1.99999964f);
    return GPU__FMAF(f, q, (float)(int32_t)e * -1.65259166e-07f);
}
/* Box and Muller: cosine and sine of a half circle, and the sign of the radius makes it a whole one. */
GPU__LIFTED_FN gpu__f32x2 gpu__pair32(gpu__u32x2 w, float mean, float sd)
{
    const float t = (float)(int32_t)w.y * 4.65661287307739258e-10f, s = t * t;
    float r = gpu__sqrt32(gpu__m2log32(w.x)), c, d;
    gpu__f32x2 z;
    r = gpu__float32(gpu__bits32(r) + (w.y << 31)) * sd;
    c = GPU__FMAF(s, 8.58190644e-4f, -0.0208106283f);
    c = GPU__FMAF(s, c, 0.253650755f);
    c = GPU__FMAF(s, c, -1.23369825f);
    c = GPU__FMAF(s, c, 0.99999994f);
    d = GPU__FMAF(s, 1.51485132e-4f, -4.67376644e-3f);
    d = GPU__FMAF(s, d, 0.0796896815f);
    d = GPU__FMAF(s, d, -0.645963728f);
    d = GPU__FMAF(s, d, 1.57079637f) * t;
    z.x = GPU__FMAF(r, c, mean);
    z.y = GPU__FMAF(r, d, mean);
    return z;
}
GPU__LIFTED_FN double gpu__m2log(double u) /* -2 ln(u) of a positive normal u */
{
    const uint64_t b = gpu__bits64(u), t = b - 0x3fe5555555555555u, e = t & 0xfff0000000000000u;
    /* The exponent as the low bits of a number near 2^52: only AVX-512 converts 64-bit integers. */
    const double n = gpu__float64(((t + 0x4000000000000000u) >> 52) | 0x4330000000000000u) - 4503599627371520.0;
    const double f = gpu__float64(b - e) - 1.0;
    double q = GPU__FMA(f, 0.1738125132899481, -0.17794127437733304);
    q = GPU__FMA(f, q, 0.09074026479296357), q = GPU__FMA(f, q, -0.09874117224878938),
    q = GPU__FMA(f, q, 0.12799008509784182);
    q = GPU__FMA(f, q, -0.13592693100766573), q = GPU__FMA(f, q, 0.14259343634997407),
    q = GPU__FMA(f, q, -0.1536352065663543);
    q = GPU__FMA(f, q, 0.16668120114971616), q = GPU__FMA(f, q, -0.1818286996546579),
    q = GPU__FMA(f, q, 0.19999950098726477);
    q = GPU__FMA(f, q, -0.2222219047139478), q = GPU__FMA(f, q, 0.25000001025577206),
    q = GPU__FMA(f, q, -0.28571429120056363);
    q = GPU__FMA(f, q, 0.3333333332178363), q = GPU__FMA(f, q, -0.39999999995197033),
    q = GPU__FMA(f, q, 0.5000000000005949);
    q = GPU__FMA(f, q, -0.6666666666668295), q = GPU__FMA(f, q, 0.9999999999999991), q = GPU__FMA(f, q, -2.0);
    return GPU__FMA(f, q, n * -1.3862943611198906);
}
GPU__LIFTED_FN double gpu__log64(double u) { return -0.5 * gpu__m2log(u); }
GPU__LIFTED_FN double gpu__m2log64(uint64_t w)
{
    return gpu__m2log(GPU__FMA((double)(int64_t)(w >> 11), 1.1102230246251564e-16, 5.5511151231257827e-17));
}
GPU__LIFTED_FN gpu__f64x2 gpu__pair64(gpu__u64x2 w, double mean, double sd)
{
    const double t = GPU__FMA((double)(int64_t)(w.y >> 11), 2.2204460492503131e-16, -1.0), s = t * t;
    double r = gpu__sqrt64(gpu__m2log64(w.x)), c, d;
    gpu__f64x2 z;
    r = gpu__float64(gpu__bits64(r) + (w.y << 63)) * sd;
    c = GPU__FMA(s, 6.331774445457408e-11, -6.382237593766515e-09), c = GPU__FMA(s, c, 4.7108307704911134e-07);
    c = GPU__FMA(s, c, -2.5202039784524362e-05), c = GPU__FMA(s, c, 0.000919260273944564),
    c = GPU__FMA(s, c, -0.020863480763179135);
    c = GPU__FMA(s, c, 0.2536695079010311), c = GPU__FMA(s, c, -1.233700550136169), c = GPU__FMA(s, c, 1.0);
    d = GPU__FMA(s, 5.870611079033596e-12, -6.684321724366406e-10), d = GPU__FMA(s, d, 5.692134872776137e-08);
    d = GPU__FMA(s, d, -3.598843007209139e-06), d = GPU__FMA(s, d, 0.00016044118470682226),
    d = GPU__FMA(s, d, -0.004681754135302643);
    d = GPU__FMA(s, d, 0.07969262624616544), d = GPU__FMA(s, d, -0.6459640975062462),
    d = GPU__FMA(s, d, 1.5707963267948966);
    z.x = GPU__FMA(r, c, mean);
    z.y = GPU__FMA(r, d * t, mean);
    return z;
}
GPU__LIFTED_FN float gpu__exp32(float x)
{
    float t, f, p;
    int32_t k, h;
    x = x < -104.0f ? -104.0f : x > 89.0f ? 89.0f : x;
    t = GPU__FMAF(x, 1.44269504f, 12582912.0f);
    k = (int32_t)(gpu__bits32(t) - 0x4b400000u);
    t = t - 12582912.0f;
    f = GPU__FMAF(t, -0.693145752f, x);
    f = GPU__FMAF(t, -1.42860677e-6f, f);
    p = GPU__FMAF(f, 1.38368458e-3f, 8.37481581e-3f);
    p = GPU__FMAF(f, p, 0.041668225f);
    p = GPU__FMAF(f, p, 0.166664198f);
    p = GPU__FMAF(f, p, 0.499999911f);
    p = GPU__FMAF(f, p, 1.0f);
    p = GPU__FMAF(f, p, 1.0f);
    h = k >> 1; /* two factors, so that results below the normal range round once */
    return p * gpu__float32((uint32_t)(h + 127) << 23) * gpu__float32((uint32_t)(k - h + 127) << 23);
}
GPU__LIFTED_FN double gpu__exp64(double x)
{
    double t, f, p;
    uint64_t k, h;
    x = x < -746.0 ? -746.0 : x > 710.0 ? 710.0 : x;
    t = GPU__FMA(x, 1.4426950408889634, 6755399441055744.0);
    k = gpu__bits64(t) - 0x4337fffffffff000u; /* the exponent + 4096 */
    t = t - 6755399441055744.0;
    f = GPU__FMA(t, -0.69314718036912382, x);
    f = GPU__FMA(t, -1.9082149292705877e-10, f);
    p = GPU__FMA(f, 2.4994298913904304e-08, 2.763229325420823e-07), p = GPU__FMA(f, p, 2.7557622550329372e-06);
    p = GPU__FMA(f, p, 2.4801486521502114e-05), p = GPU__FMA(f, p, 0.00019841269432656336),
    p = GPU__FMA(f, p, 0.0013888888951223922);
    p = GPU__FMA(f, p, 0.008333333333559283), p = GPU__FMA(f, p, 0.04166666666649277),
    p = GPU__FMA(f, p, 0.1666666666666617);
    p = GPU__FMA(f, p, 0.5000000000000018), p = GPU__FMA(f, p, 1.0), p = GPU__FMA(f, p, 1.0);
    h = k >> 1;
    return p * gpu__float64((h - 2048 + 1023) << 52) * gpu__float64((k - h - 2048 + 1023) << 52);
}

GPU__LIFTED_FN gpu_u32x4 gpu_random_u32x4(uint64_t seed, uint64_t i, uint32_t k4)
{
    return gpu__random(seed, i, k4, GPU__R_U32);
}
GPU__LIFTED_FN uint32_t gpu_random_u32(uint64_t seed, uint64_t i, uint32_t k)
{
    return gpu__word_of(gpu__random(seed, i, k >> 2, GPU__R_U32), k);
}
GPU__LIFTED_FN uint64_t gpu_random_u64(uint64_t seed, uint64_t i, uint32_t k)
{
    return gpu__word64_of(gpu__random(seed, i, k >> 1, GPU__R_U64), k);
}
GPU__LIFTED_FN float gpu_random_f32(uint64_t seed, uint64_t i, uint32_t k)
{
    return gpu__unit32(gpu_random_u32(seed, i, k));
}
GPU__LIFTED_FN double gpu_random_f64(uint64_t seed, uint64_t i, uint32_t k)
{
    return gpu__unit64(gpu_random_u64(seed, i, k));
}
GPU__LIFTED_FN float gpu_random_exponential_f32(uint64_t seed, uint64_t i, uint32_t k)
{
    return 0.5f * gpu__m2log32(gpu_random_u32(seed, i, k));
}
GPU__LIFTED_FN double gpu_random_exponential_f64(uint64_t seed, uint64_t i, uint32_t k)
{
    return 0.5 * gpu__m2log64(gpu_random_u64(seed, i, k));
}
GPU__LIFTED_FN float gpu_random_normal_f32(uint64_t seed, uint64_t i, uint32_t k)
{
    const gpu_u32x4 b = gpu__random(seed, i, k >> 2, GPU__R_NORMAL_32);
    gpu__u32x2 w;
    gpu__f32x2 z;
    w.x = k & 2 ? b.v[2] : b.v[0], w.y = k & 2 ? b.v[3] : b.v[1];
    z = gpu__pair32(w, 0.0f, 1.0f);
    return k & 1 ? z.y : z.x;
}
GPU__LIFTED_FN double gpu_random_normal_f64(uint64_t seed, uint64_t i, uint32_t k)
{
    const gpu_u32x4 b = gpu__random(seed, i, k >> 1, GPU__R_NORMAL_64);
    gpu__u64x2 w;
    gpu__f64x2 z;
    w.x = gpu__word64_of(b, 0), w.y = gpu__word64_of(b, 1);
    z = gpu__pair64(w, 0.0, 1.0);
    return k & 1 ? z.y : z.x;
}
GPU__LIFTED_FN gpu_f32x4 gpu_random_f32x4(uint64_t seed, uint64_t i, uint32_t k4)
{
    const gpu_u32x4 w = gpu_random_u32x4(seed, i, k4);
    gpu_f32x4 r;
    r.v[0] = gpu__unit32(w.v[0]), r.v[1] = gpu__unit32(w.v[1]), r.v[2] = gpu__unit32(w.v[2]),
    r.v[3] = gpu__unit32(w.v[3]);
    return r;
}
GPU__LIFTED_FN gpu_f32x16 gpu_random_f32x16(uint64_t seed, uint64_t i, uint32_t k16)
{
    gpu_f32x16 o;
#ifdef __CUDA_ARCH__
    uint32_t a[4], b[4], c[4], d[4], k0 = (uint32_t)seed, k1 = (uint32_t)(seed >> 32);
    int q, r;
    for (q = 0; q < 4; q++)
        a[q] = (uint32_t)i, b[q] = (uint32_t)(i >> 32), c[q] = 4 * k16 + (uint32_t)q, d[q] = GPU__R_U32;
    GPU__RAND_UNROLL
    for (r = 0; r < GPU__ROUNDS; r++) { /* in step, so that a round's key is made once for all four */
        GPU__RAND_UNROLL
        for (q = 0; q < 4; q++) GPU__PHILOX_ROUND(a[q], b[q], c[q], d[q], k0, k1)
        GPU__KEY_STEP(k0, k1);
    }
    GPU__RAND_UNROLL
    for (q = 0; q < 4; q++)
        o.v[4 * q] = gpu__unit32(a[q]), o.v[4 * q + 1] = gpu__unit32(b[q]), o.v[4 * q + 2] = gpu__unit32(c[q]),
                o.v[4 * q + 3] = gpu__unit32(d[q]);
#else /* without a loop, so that a loop around it vectorises */
    const gpu_f32x4 a = gpu_random_f32x4(seed, i, 4 * k16), b = gpu_random_f32x4(seed, i, 4 * k16 + 1);
    const gpu_f32x4 c = gpu_random_f32x4(seed, i, 4 * k16 + 2), d = gpu_random_f32x4(seed, i, 4 * k16 + 3);
    o.v[0] = a.v[0], o.v[1] = a.v[1], o.v[2] = a.v[2], o.v[3] = a.v[3], o.v[4] = b.v[0], o.v[5] = b.v[1],
    o.v[6] = b.v[2], o.v[7] = b.v[3];
    o.v[8] = c.v[0], o.v[9] = c.v[1], o.v[10] = c.v[2], o.v[11] = c.v[3], o.v[12] = d.v[0], o.v[13] = d.v[1],
    o.v[14] = d.v[2], o.v[15] = d.v[3];
#endif
    return o;
}

/* Integers: multiply and take the upper half; where the lower half is below `limit`, 2^bits modulo the range, some
   values would be favoured, and further counters of the same draw replace the word, so that no draw depends on
   another. */
GPU_FN uint64_t gpu__below(uint64_t seed, uint64_t i, uint32_t k, uint32_t fill, uint64_t range, uint64_t limit,
                           uint64_t word, int bits)
{
    gpu_u32x4 w = {{0, 0, 0, 0}};
    uint32_t t = 1, q = 0;
    for (;;) {
        if ((bits == 32 ? (uint32_t)(word * range) : word * range) >= limit || t > 63)
            return bits == 32 ? word * range >> 32 : gpu__high64(word, range);
        if (q == 0) w = gpu__random(seed, i, k, GPU__R_RETRY | fill | t << 16);
        word = bits == 32 ? gpu__word_of(w, q) : gpu__word64_of(w, q);
        if (++q == (bits == 32 ? 4u : 2u)) q = 0, t++;
    }
}
GPU_FN int64_t gpu_random_int(uint64_t seed, uint64_t i, uint32_t k, int64_t lo, int64_t hi)
{
    const uint64_t range = (uint64_t)hi - (uint64_t)lo;
    const int bits = range <= 0xffffffffu ? 32 : 64;
    uint64_t word, low, limit = 0;
    if (hi <= lo) return lo;
    word = bits == 32 ? gpu_random_u32(seed, i, k) : gpu_random_u64(seed, i, k);
    low = bits == 32 ? (uint32_t)(word * range) : word * range;
    if (low < range)
        limit = bits == 32 ? (0u - (uint32_t)range) % (uint32_t)range
                           : (0u - range) % range; /* the limit is below the range: a division is rare */
    return (int64_t)((uint64_t)lo + gpu__below(seed, i, k, 0, range, limit, word, bits));
}

/* Poisson: inversion below a rate of 10, Hormann's transformed rejection (PTRS) above. */
typedef struct gpu__poisson {
    double rate, p0, a, b, vr, loginv, lograte;
} gpu__poisson;
GPU_FN gpu__poisson gpu__poisson_of(double rate)
{
    gpu__poisson c;
    c.rate = rate, c.p0 = c.a = c.b = c.vr = c.loginv = c.lograte = 0;
    if (rate < 10)
        c.p0 = gpu__exp64(-rate);
    else {
        c.b = GPU__FMA(2.53, gpu__sqrt64(rate), 0.931);
        c.a = GPU__FMA(0.02483, c.b, -0.059);
        c.loginv = gpu__log64(1.1239 + 1.1328 / (c.b - 3.4));
        c.vr = 0.9277 - 3.6224 / (c.b - 2);
        c.lograte = gpu__log64(rate);
    }
    return c;
}
GPU__LIFTED_FN double
gpu__log_factorial(double k) /* Stirling's series, shifted upwards until it holds to the last bits */
{
    double x = k + 1, shift = 1, y, z, s;
    while (x < 12) shift *= x, x += 1;
    y = 1 / x, z = y * y;
    s = GPU__FMA(z, 8.4175084175084175e-4, -5.9523809523809524e-4);
    s = GPU__FMA(z, s, 7.9365079365079365e-4);
    s = GPU__FMA(z, s, -2.7777777777777778e-3);
    s = GPU__FMA(z, s, 8.3333333333333333e-2);
    s = GPU__FMA(s, y, 0.91893853320467274);
    s = GPU__FMA(x - 0.5, gpu__log64(x), s) - x;
    return shift > 1 ? s - gpu__log64(shift) : s;
}
GPU__LIFTED_FN int64_t gpu__poisson_draw(const gpu__poisson *c, uint64_t seed, uint64_t i, uint32_t k, uint32_t fill)
{
    uint32_t t;
    if (c->rate < 10) {
        double u = gpu__unit64(gpu__word64_of(gpu__random(seed, i, k, GPU__R_POISSON | fill), 0)), p = c->p0, s = p, q;
        int64_t n = 0;
        while (u >= s && n < 48) { /* beyond 48 lies less than 2^-53 */
            n++;
            q = c->rate / (double)n;
            s = GPU__FMA(p, q, s);
            p = p * q;
        }
        return n;
    }
    for (t = 1; t < 1000; t++) { /* attempt 0 belongs to the numbers that come from a table */
        const gpu_u32x4 w = gpu__random(seed, i, k, GPU__R_POISSON | fill | t << 16);
        const double u = gpu__unit64(gpu__word64_of(w, 0)) - 0.5, v = gpu__unit64(gpu__word64_of(w, 1)),
                     us = 0.5 - (u < 0 ? -u : u);
        double n;
        if (us <= 0) continue;
        n = floor(GPU__FMA(2 * c->a / us + c->b, u, c->rate) + 0.43);
        if (us >= 0.07 && v <= c->vr) return (int64_t)n;
        if (n < 0 || (us < 0.013 && v > us)) continue;
        if (v <= 0) return (int64_t)n;
        if (gpu__log64(v) + c->loginv - gpu__log64(c->a / (us * us) + c->b) <=
            GPU__FMA(n, c->lograte, -c->rate) - gpu__log_factorial(n))
            return (int64_t)n;
    }
    return (int64_t)c->rate;
}
GPU_FN int64_t gpu_random_poisson(uint64_t seed, uint64_t i, uint32_t k, double rate)
{
    gpu__poisson c;
    if (!(rate >= 0 && rate <= 1152921504606846976.0)) return -1;
    c = gpu__poisson_of(rate);
    return gpu__poisson_draw(&c, seed, i, k, 0);
}

/* A permutation: a Feistel network over a rectangle of little more than n places, walked until the place is below n; up
   to 256 the ranks of random keys, so that every order is equally likely. With 8 rounds instead of 12 the places that
   thousands of keys give n = 4096 are measurably not uniform. */
enum { GPU__PERMUTE_ROUNDS = 12, GPU__PERMUTE_RANKS = 256 };
typedef struct gpu__permutation {
    uint64_t n, magic;
    uint32_t left, right, key[GPU__PERMUTE_ROUNDS];
} gpu__permutation;
GPU_FN gpu__permutation gpu__permutation_of(uint64_t seed, uint64_t n, uint64_t i, uint32_t sequence, uint32_t fill)
{
    gpu__permutation p;
    uint64_t b = (uint64_t)gpu__sqrt64((double)n);
    uint32_t r, l;
    while (b < 0xffffffffu && b * b < n) b++;
    b = b < 1 ? 1 : b > 0xffffffffu ? 0xffffffffu : b;
    p.n = n, p.right = (uint32_t)b, p.left = (uint32_t)(n / b + (n % b ? 1 : 0)), p.magic = ~(uint64_t)0 / b;
    for (r = 0; r < GPU__PERMUTE_ROUNDS / 4; r++) {
        const gpu_u32x4 w = gpu__random(seed, i, sequence, GPU__R_PERMUTE | fill | r << 16);
        for (l = 0; l < 4; l++) p.key[4 * r + l] = w.v[l];
    }
    return p;
}
GPU__LIFTED_FN uint32_t gpu__permute_round(uint32_t x, uint32_t y, uint32_t key, uint32_t factor,
                                           uint32_t size) /* (x + hash(y)) mod size */
{
    const uint64_t m = (uint64_t)(y ^ key) * factor, h = ((uint32_t)(m >> 32) ^ (uint32_t)m) * (uint64_t)size >> 32,
                   t = x + h;
    return (uint32_t)(t >= size ? t - size : t);
}
GPU__LIFTED_FN uint64_t gpu__permute_at(const gpu__permutation *p, uint64_t i)
{
    do {
        uint64_t q = gpu__high64(i, p->magic), rest = i - q * p->right;
        uint32_t l, r;
        int j;
        while (rest >= p->right) rest -= p->right, q++;
        l = (uint32_t)q, r = (uint32_t)rest;
        GPU__RAND_UNROLL
        for (j = 0; j < GPU__PERMUTE_ROUNDS; j += 2) {
            l = gpu__permute_round(l, r, p->key[j], 0xD2511F53u, p->left);
            r = gpu__permute_round(r, l, p->key[j + 1], 0xCD9E8D57u, p->right);
        }
        i = (uint64_t)l * p->right + r;
    } while (i >= p->n);
    return i;
}
GPU_FN uint64_t gpu__permute_key(const gpu__permutation *p, uint64_t i)
{
    return gpu__word64_of(gpu__philox((uint32_t)i, p->key[0], p->key[1], p->key[2], p->key[3], p->key[4]), 0);
}
GPU_FN uint64_t gpu__permute_rank(const gpu__permutation *p, uint64_t i)
{
    const uint64_t mine = gpu__permute_key(p, i);
    uint64_t rank = 0, j;
    for (j = 0; j < p->n; j++) {
        const uint64_t other = gpu__permute_key(p, j);
        rank += other < mine || (other == mine && j < i) ? 1u : 0u;
    }
    return rank;
}
GPU_FN uint64_t gpu_random_permuted(uint64_t seed, uint64_t n, uint64_t i)
{
    const gpu__permutation p = gpu__permutation_of(seed, n, 0, 0, 0);
    if (i >= n) return i; /* a walk from outside might never come in */
    return n <= GPU__PERMUTE_RANKS ? gpu__permute_rank(&p, i) : gpu__permute_at(&p, i);
}

/* A fill is a map over an index. Number p of a generator's stream is word p of the blocks 0, 1, 2 ... whose counter
   holds the sequence instead of a draw, so a number depends on seed, sequence and position alone. This is what one
   fill needs, on both backends: */
typedef struct gpu__law {
    double a, b;        /* mean and deviation, or half the scale */
    uint64_t lo, range; /* integers: the first and how many */
    uint64_t limit;     /* 2^32 or 2^64 modulo range: a lower half of the product below it is rejected */
    const uint64_t
        *table;   /* Poisson: 2^bits cells, each a value of its own, another one, and how much of the cell is its own */
    int64_t base; /* the value of the first cell */
    int bits;
} gpu__law;
typedef struct gpu__fill {
    uint32_t key[2 * GPU__ROUNDS]; /* the rounds' keys, made once */
    uint64_t seed, position;
    uint32_t sequence, purpose;
    const struct gpu__fill_kind *of;
    int size, per; /* bytes of a number, numbers of a block */
    gpu__law law;
    gpu__poisson poisson;
    gpu__permutation permutation;
} gpu__fill;

/* The kinds of number that are made of the words of a block: kind, type, type of word, what a word makes, type of
   number, where the words come from. And those that take a position instead: kind, type, the function's name, type
   of number. */
#define GPU__FILLS(X)                                                                                                  \
    X(uniform, f32, uint32_t, float, float, GPU__R_U32)                                                                \
    X(normal, f32, gpu__u32x2, gpu__f32x2, float, GPU__R_NORMAL_32)                                                    \
    X(lognormal, f32, gpu__u32x2, gpu__f32x2, float, GPU__R_NORMAL_32)                                                 \
    X(exponential, f32, uint32_t, float, float, GPU__R_U32)                                                            \
    X(int, i32, uint32_t, int32_t, int32_t, GPU__R_U32)                                                                \
    X(poisson, i32, uint64_t, int32_t, int32_t, GPU__R_POISSON)                                                        \
    X(uniform, f64, uint64_t, double, double, GPU__R_U64)                                                              \
    X(normal, f64, gpu__u64x2, gpu__f64x2, double, GPU__R_NORMAL_64)                                                   \
    X(lognormal, f64, gpu__u64x2, gpu__f64x2, double, GPU__R_NORMAL_64)                                                \
    X(exponential, f64, uint64_t, double, double, GPU__R_U64)                                                          \
    X(int, i64, uint64_t, int64_t, int64_t, GPU__R_U64)                                                                \
    X(poisson, i64, uint64_t, int64_t, int64_t, GPU__R_POISSON)
#define GPU__FILLS_AT(X)                                                                                               \
    X(rejection, i32, poisson, int32_t)                                                                                \
    X(rejection, i64, poisson, int64_t)                                                                                \
    X(permutation, i32, permutation, int32_t) X(permutation, i64, permutation, int64_t)
#define GPU__FILL_KIND(name, s, ...) GPU__K_##name##_##s,
enum { GPU__FILLS(GPU__FILL_KIND) GPU__FILLS_AT(GPU__FILL_KIND) };

GPU__LIFTED_FN float gpu__uniform_f32_scalar(uint32_t w, gpu__law p) { return (void)p, gpu__unit32(w); }
GPU__LIFTED_FN double gpu__uniform_f64_scalar(uint64_t w, gpu__law p) { return (void)p, gpu__unit64(w); }
GPU__LIFTED_FN float gpu__exponential_f32_scalar(uint32_t w, gpu__law p) { return gpu__m2log32(w) * (float)p.a; }
GPU__LIFTED_FN double gpu__exponential_f64_scalar(uint64_t w, gpu__law p) { return gpu__m2log64(w) * p.a; }
GPU__LIFTED_FN gpu__f32x2 gpu__normal_f32_scalar(gpu__u32x2 w, gpu__law p)
{
    return gpu__pair32(w, (float)p.a, (float)p.b);
}
GPU__LIFTED_FN gpu__f64x2 gpu__normal_f64_scalar(gpu__u64x2 w, gpu__law p) { return gpu__pair64(w, p.a, p.b); }
GPU__LIFTED_FN gpu__f32x2 gpu__lognormal_f32_scalar(gpu__u32x2 w, gpu__law p)
{
    gpu__f32x2 z = gpu__pair32(w, (float)p.a, (float)p.b);
    z.x = gpu__exp32(z.x), z.y = gpu__exp32(z.y);
    return z;
}
GPU__LIFTED_FN gpu__f64x2 gpu__lognormal_f64_scalar(gpu__u64x2 w, gpu__law p)
{
    gpu__f64x2 z = gpu__pair64(w, p.a, p.b);
    z.x = gpu__exp64(z.x), z.y = gpu__exp64(z.y);
    return z;
}
GPU__LIFTED_FN int32_t gpu__int_i32_scalar(uint32_t w, gpu__law p)
{
    return (int32_t)((uint32_t)p.lo + (uint32_t)((uint64_t)w * (uint32_t)p.range >> 32));
}
GPU__LIFTED_FN int64_t gpu__int_i64_scalar(uint64_t w, gpu__law p) { return (int64_t)(p.lo + gpu__high64(w, p.range)); }
GPU__LIFTED_FN int64_t gpu__poisson_i64_scalar(uint64_t w,
                                               gpu__law p) /* Walker's aliases: one cell, its own value or the other */
{
    const uint64_t cell = w >> (64 - p.bits), e = p.table[cell];
    return p.base + (int64_t)((w << p.bits) >> 16 < e >> 16 ? cell : e & 0xffff);
}
GPU__LIFTED_FN int32_t gpu__poisson_i32_scalar(uint64_t w, gpu__law p)
{
    return (int32_t)gpu__poisson_i64_scalar(w, p);
}

/* Number `at` of the stream where its word was rejected, and number `at` of the last four kinds. */
GPU_FN uint64_t gpu__fill_again(const gpu__fill *j, uint64_t at, uint64_t word)
{
    return j->law.lo +
           gpu__below(j->seed, at, j->sequence, GPU__R_FILL, j->law.range, j->law.limit, word, j->size == 4 ? 32 : 64);
}
GPU__LIFTED_FN uint64_t gpu__fill_at(const gpu__fill *j, uint64_t at, int permute)
{
    int64_t x;
    if (permute)
        return j->permutation.n <= GPU__PERMUTE_RANKS ? gpu__permute_rank(&j->permutation, at)
                                                      : gpu__permute_at(&j->permutation, at);
    x = gpu__poisson_draw(&j->poisson, j->seed, at, j->sequence, GPU__R_FILL);
    return (uint64_t)(j->size == 4 && x > 2147483647 ? 2147483647 : x);
}
#endif
/* -------------------------------------------------------------------------------------------------- src/ops/table.h */
#ifdef GPU__ONCE
/* The functions of each type, for what is made of all of them; src/api/prewritten.h has their contracts. */
#define GPU__PREWRITTEN_ANY(D, T, s, A)                                                                                \
    D(gpu_status, fill, T, s, (T * out, T value, size_t n), (out, value, n))                                           \
    D(A, sum, T, s, (const T *x, size_t n), (x, n))                                                                    \
    D(gpu_status, sum_to, T, s, (A * out, const T *x, size_t n), (out, x, n))                                          \
    D(gpu_status, histogram, T, s, (int64_t * counts, size_t bins, const T *x, size_t n, double lo, double hi),        \
      (counts, bins, x, n, lo, hi))                                                                                    \
    D(gpu_status, transpose, T, s, (T * out, const T *a, size_t rows, size_t cols), (out, a, rows, cols))              \
    D(gpu_status, cast, T, s, (T * out, const void *x, gpu_type type, size_t n), (out, x, type, n))

#ifdef GPU_SEVERAL_DEVICES
#define GPU__PREWRITTEN_EACH(D, T, s)                                                                                  \
    D(gpu_status, each_allreduce, T, s, (T * p, size_t n, gpu_fold fold), (p, n, fold))                                \
    D(gpu_status, each_reduce_scatter, T, s, (T * p, size_t n, gpu_fold fold), (p, n, fold))
#else
#define GPU__PREWRITTEN_EACH(D, T, s)
#endif

#define GPU__PREWRITTEN(D, T, s, A, R, M)                                                                              \
    D(gpu_status, arange, T, s, (T * out, T start, T step, size_t n), (out, start, step, n))                           \
    D(gpu_status, add, T, s, (T * out, const T *x, const T *y, size_t n), (out, x, y, n))                              \
    D(gpu_status, add_scalar, T, s, (T * out, const T *x, T a, size_t n), (out, x, a, n))                              \
    D(gpu_status, sub_scalar, T, s, (T * out, const T *x, T a, size_t n), (out, x, a, n))                              \
    D(gpu_status, scalar_sub, T, s, (T * out, T a, const T *x, size_t n), (out, a, x, n))                              \
    D(gpu_status, square, T, s, (T * out, const T *x, size_t n), (out, x, n))                                          \
    D(gpu_status, sign, T, s, (T * out, const T *x, size_t n), (out, x, n))                                            \
    D(gpu_status, minimum, T, s, (T * out, const T *x, const T *y, size_t n), (out, x, y, n))                          \
    D(gpu_status, maximum, T, s, (T * out, const T *x, const T *y, size_t n), (out, x, y, n))                          \
    D(gpu_status, compare, T, s, (uint8_t * mask, const T *x, gpu_comparison how, const T *y, size_t n),               \
      (mask, x, how, y, n))                                                                                            \
    D(gpu_status, compare_scalar, T, s, (uint8_t * mask, const T *x, gpu_comparison how, T a, size_t n),               \
      (mask, x, how, a, n))                                                                                            \
    D(gpu_status, sub, T, s, (T * out, const T *x, const T *y, size_t n), (out, x, y, n))                              \
    D(gpu_status, mul, T, s, (T * out, const T *x, const T *y, size_t n), (out, x, y, n))                              \
    D(gpu_status, axpy, T, s, (T * out, T a, const T *x, const T *y, size_t n), (out, a, x, y, n))                     \
    D(gpu_status, scale, T, s, (T * out, T a, const T *x, size_t n), (out, a, x, n))                                   \
    D(gpu_status, clip, T, s, (T * out, const T *x, T lo, T hi, size_t n), (out, x, lo, hi, n))                        \
    D(gpu_status, abs, T, s, (T * out, const T *x, size_t n), (out, x, n))                                             \
    D(A, prod, T, s, (const T *x, size_t n), (x, n))                                                                   \
    D(gpu_status, prod_to, T, s, (A * out, const T *x, size_t n), (out, x, n))                                         \
    D(T, min, T, s, (const T *x, size_t n), (x, n))                                                                    \
    D(gpu_status, min_to, T, s, (T * out, const T *x, size_t n), (out, x, n))                                          \
    D(T, max, T, s, (const T *x, size_t n), (x, n))                                                                    \
    D(gpu_status, max_to, T, s, (T * out, const T *x, size_t n), (out, x, n))                                          \
    D(int64_t, argmin, T, s, (const T *x, size_t n), (x, n))                                                           \
    D(gpu_status, argmin_to, T, s, (int64_t * out, const T *x, size_t n), (out, x, n))                                 \
    D(int64_t, argmax, T, s, (const T *x, size_t n), (x, n))                                                           \
    D(gpu_status, argmax_to, T, s, (int64_t * out, const T *x, size_t n), (out, x, n))                                 \
    D(double, mean, T, s, (const T *x, size_t n), (x, n))                                                              \
    D(gpu_status, mean_to, T, s, (double *out, const T *x, size_t n), (out, x, n))                                     \
    D(double, var, T, s, (const T *x, size_t n, double ddof), (x, n, ddof))                                            \
    D(gpu_status, var_to, T, s, (double *out, const T *x, size_t n, double ddof), (out, x, n, ddof))                   \
    D(double, std, T, s, (const T *x, size_t n, double ddof), (x, n, ddof))                                            \
    D(gpu_status, std_to, T, s, (double *out, const T *x, size_t n, double ddof), (out, x, n, ddof))                   \
    D(A, dot, T, s, (const T *x, const T *y, size_t n), (x, y, n))                                                     \
    D(gpu_status, dot_to, T, s, (A * out, const T *x, const T *y, size_t n), (out, x, y, n))                           \
    D(int64_t, count_nonzero, T, s, (const T *x, size_t n), (x, n))                                                    \
    D(gpu_status, count_nonzero_to, T, s, (int64_t * out, const T *x, size_t n), (out, x, n))                          \
    D(gpu_status, cumsum, T, s, (T * out, const T *x, size_t n), (out, x, n))                                          \
    D(gpu_status, cumsum_exclusive, T, s, (T * out, const T *x, size_t n), (out, x, n))                                \
    D(gpu_status, sum_rows, T, s, (R * out, const T *a, size_t rows, size_t cols), (out, a, rows, cols))               \
    D(gpu_status, sum_cols, T, s, (R * out, const T *a, size_t rows, size_t cols), (out, a, rows, cols))               \
    D(gpu_status, min_rows, T, s, (T * out, const T *a, size_t rows, size_t cols), (out, a, rows, cols))               \
    D(gpu_status, min_cols, T, s, (T * out, const T *a, size_t rows, size_t cols), (out, a, rows, cols))               \
    D(gpu_status, max_rows, T, s, (T * out, const T *a, size_t rows, size_t cols), (out, a, rows, cols))               \
    D(gpu_status, max_cols, T, s, (T * out, const T *a, size_t rows, size_t cols), (out, a, rows, cols))               \
    D(gpu_status, mean_rows, T, s, (M * out, const T *a, size_t rows, size_t cols), (out, a, rows, cols))              \
    D(gpu_status, mean_cols, T, s, (M * out, const T *a, size_t rows, size_t cols), (out, a, rows, cols))              \
    D(gpu_status, argmin_rows, T, s, (int64_t * out, const T *a, size_t rows, size_t cols), (out, a, rows, cols))      \
    D(gpu_status, argmin_cols, T, s, (int64_t * out, const T *a, size_t rows, size_t cols), (out, a, rows, cols))      \
    D(gpu_status, argmax_rows, T, s, (int64_t * out, const T *a, size_t rows, size_t cols), (out, a, rows, cols))      \
    D(gpu_status, argmax_cols, T, s, (int64_t * out, const T *a, size_t rows, size_t cols), (out, a, rows, cols))      \
    D(gpu_status, var_rows, T, s, (M * out, const T *a, size_t rows, size_t cols, double ddof),                        \
      (out, a, rows, cols, ddof))                                                                                      \
    D(gpu_status, var_cols, T, s, (M * out, const T *a, size_t rows, size_t cols, double ddof),                        \
      (out, a, rows, cols, ddof))                                                                                      \
    D(gpu_status, cumsum_rows, T, s, (T * out, const T *a, size_t rows, size_t cols), (out, a, rows, cols))            \
    D(gpu_status, cumsum_cols, T, s, (T * out, const T *a, size_t rows, size_t cols), (out, a, rows, cols))            \
    GPU__PREWRITTEN_EACH(D, T, s)

#define GPU__PREWRITTEN_PIXELS(D, T, s)                                                                                \
    D(gpu_status, median3x3, T, s, (T * out, const T *x, size_t rows, size_t cols), (out, x, rows, cols))

#define GPU__PREWRITTEN_F(D, T, s)                                                                                     \
    D(gpu_status, linspace, T, s, (T * out, T start, T stop, size_t n), (out, start, stop, n))                         \
    D(double, norm, T, s, (const T *x, size_t n), (x, n))                                                              \
    D(gpu_status, bincount_weights, T, s, (double *sums, size_t bins, const int32_t *x, const T *w, size_t n),         \
      (sums, bins, x, w, n))                                                                                           \
    D(gpu_status, norm_to, T, s, (double *out, const T *x, size_t n), (out, x, n))                                     \
    D(int, allclose, T, s, (const T *x, const T *y, size_t n, double rtol, double atol), (x, y, n, rtol, atol))        \
    D(gpu_status, allclose_to, T, s, (int *out, const T *x, const T *y, size_t n, double rtol, double atol),           \
      (out, x, y, n, rtol, atol))                                                                                      \
    D(gpu_status, div, T, s, (T * out, const T *x, const T *y, size_t n), (out, x, y, n))                              \
    D(gpu_status, sqrt, T, s, (T * out, const T *x, size_t n), (out, x, n))                                            \
    D(gpu_status, div_scalar, T, s, (T * out, const T *x, T a, size_t n), (out, x, a, n))                              \
    D(gpu_status, scalar_div, T, s, (T * out, T a, const T *x, size_t n), (out, a, x, n))                              \
    D(gpu_status, reciprocal, T, s, (T * out, const T *x, size_t n), (out, x, n))                                      \
    D(gpu_status, floor, T, s, (T * out, const T *x, size_t n), (out, x, n))                                           \
    D(gpu_status, ceil, T, s, (T * out, const T *x, size_t n), (out, x, n))                                            \
    D(gpu_status, round, T, s, (T * out, const T *x, size_t n), (out, x, n))                                           \
    D(gpu_status, exp2, T, s, (T * out, const T *x, size_t n), (out, x, n))                                            \
    D(gpu_status, log2, T, s, (T * out, const T *x, size_t n), (out, x, n))                                            \
    D(gpu_status, log10, T, s, (T * out, const T *x, size_t n), (out, x, n))                                           \
    D(gpu_status, atan2, T, s, (T * out, const T *y, const T *x, size_t n), (out, y, x, n))                            \
    D(gpu_status, exp, T, s, (T * out, const T *x, size_t n), (out, x, n))                                             \
    D(gpu_status, log, T, s, (T * out, const T *x, size_t n), (out, x, n))                                             \
    D(gpu_status, sin, T, s, (T * out, const T *x, size_t n), (out, x, n))                                             \
    D(gpu_status, cos, T, s, (T * out, const T *x, size_t n), (out, x, n))                                             \
    D(gpu_status, tanh, T, s, (T * out, const T *x, size_t n), (out, x, n))                                            \
    D(gpu_status, sigmoid, T, s, (T * out, const T *x, size_t n), (out, x, n))                                         \
    D(gpu_status, pow, T, s, (T * out, const T *x, T p, size_t n), (out, x, p, n))                                     \
    D(gpu_status, matvec, T, s, (T * out, const T *a, const T *x, size_t rows, size_t cols), (out, a, x, rows, cols))  \
    D(gpu_status, outer, T, s, (T * out, const T *x, const T *y, size_t m, size_t n), (out, x, y, m, n))               \
    D(gpu_status, moving_average, T, s, (T * out, const T *x, size_t n, size_t width), (out, x, n, width))             \
    D(gpu_status, conv1d, T, s, (T * out, const T *x, size_t n, const T *h, size_t width), (out, x, n, h, width))      \
    D(gpu_status, stencil5, T, s, (T * out, const T *x, size_t rows, size_t cols, T center, T neighbour),              \
      (out, x, rows, cols, center, neighbour))                                                                         \
    D(gpu_status, conv2d, T, s,                                                                                        \
      (T * out, const T *x, size_t rows, size_t cols, const T *h, size_t h_rows, size_t h_cols, gpu_border border),    \
      (out, x, rows, cols, h, h_rows, h_cols, border))                                                                 \
    D(gpu_status, normalize, T, s, (T * out, const T *x, size_t n), (out, x, n))                                       \
    D(gpu_status, rand_uniform, T, s, (T * out, size_t n), (out, n))                                                   \
    D(gpu_status, rand_normal, T, s, (T * out, T mean, T sd, size_t n), (out, mean, sd, n))                            \
    D(gpu_status, rand_lognormal, T, s, (T * out, T mean, T sd, size_t n), (out, mean, sd, n))                         \
    D(gpu_status, rand_exponential, T, s, (T * out, T scale, size_t n), (out, scale, n))

#define GPU__PREWRITTEN_COUNTED(D, T, s)                                                                               \
    D(gpu_status, bincount, T, s, (int64_t * counts, size_t bins, const T *x, size_t n), (counts, bins, x, n))

#define GPU__PREWRITTEN_I(D, T, s)                                                                                     \
    D(gpu_status, rand_int, T, s, (T * out, T lo, T hi, size_t n), (out, lo, hi, n))                                   \
    D(gpu_status, rand_poisson, T, s, (T * out, double rate, size_t n), (out, rate, n))                                \
    D(gpu_status, rand_permutation, T, s, (T * out, size_t n), (out, n))

#define GPU__PREWRITTEN_ALL(D)                                                                                         \
    GPU__PREWRITTEN_ANY(D, float, f32, double)                                                                         \
    GPU__PREWRITTEN_ANY(D, double, f64, double)                                                                        \
    GPU__PREWRITTEN_ANY(D, int32_t, i32, int64_t)                                                                      \
    GPU__PREWRITTEN_ANY(D, int64_t, i64, int64_t)                                                                      \
    GPU__PREWRITTEN_ANY(D, uint8_t, u8, uint64_t)                                                                      \
    GPU__PREWRITTEN_ANY(D, uint32_t, u32, uint64_t)                                                                    \
    GPU__PREWRITTEN_ANY(D, uint64_t, u64, uint64_t)                                                                    \
    D(gpu_status, transpose, void, bytes, (void *out, const void *a, size_t rows, size_t cols, size_t size),           \
      (out, a, rows, cols, size))                                                                                      \
    GPU__PREWRITTEN_COUNTED(D, int32_t, i32)                                                                           \
    GPU__PREWRITTEN_COUNTED(D, int64_t, i64)                                                                           \
    GPU__PREWRITTEN_COUNTED(D, uint8_t, u8)                                                                            \
    GPU__PREWRITTEN_COUNTED(D, uint32_t, u32)                                                                          \
    GPU__PREWRITTEN_COUNTED(D, uint64_t, u64)                                                                          \
    GPU__PREWRITTEN(D, float, f32, double, float, float)                                                               \
    GPU__PREWRITTEN(D, double, f64, double, double, double)                                                            \
    GPU__PREWRITTEN(D, int32_t, i32, int64_t, int64_t, double)                                                         \
    GPU__PREWRITTEN(D, int64_t, i64, int64_t, int64_t, double)                                                         \
    GPU__PREWRITTEN_PIXELS(D, float, f32)                                                                              \
    GPU__PREWRITTEN_PIXELS(D, double, f64)                                                                             \
    GPU__PREWRITTEN_PIXELS(D, int32_t, i32)                                                                            \
    GPU__PREWRITTEN_PIXELS(D, int64_t, i64)                                                                            \
    GPU__PREWRITTEN_PIXELS(D, uint8_t, u8)                                                                             \
    GPU__PREWRITTEN_F(D, float, f32)                                                                                   \
    GPU__PREWRITTEN_F(D, double, f64)                                                                                  \
    GPU__PREWRITTEN_I(D, int32_t, i32)                                                                                 \
    GPU__PREWRITTEN_I(D, int64_t, i64)
/* A bare gpu_cast has the type of x from its pointer. */
#define GPU__CASTS_TO(D, T, s)                                                                                         \
    D(gpu_status, cast, T, s, (T * out, const float *x, size_t n), (out, x, GPU_F32, n))                               \
    D(gpu_status, cast, T, s, (T * out, const double *x, size_t n), (out, x, GPU_F64, n))                              \
    D(gpu_status, cast, T, s, (T * out, const int32_t *x, size_t n), (out, x, GPU_I32, n))                             \
    D(gpu_status, cast, T, s, (T * out, const int64_t *x, size_t n), (out, x, GPU_I64, n))                             \
    D(gpu_status, cast, T, s, (T * out, const uint8_t *x, size_t n), (out, x, GPU_U8, n))                              \
    D(gpu_status, cast, T, s, (T * out, const uint32_t *x, size_t n), (out, x, GPU_U32, n))                            \
    D(gpu_status, cast, T, s, (T * out, const uint64_t *x, size_t n), (out, x, GPU_U64, n))
#define GPU__CASTS(D)                                                                                                  \
    GPU__CASTS_TO(D, float, f32)                                                                                       \
    GPU__CASTS_TO(D, double, f64)                                                                                      \
    GPU__CASTS_TO(D, int32_t, i32)                                                                                     \
    GPU__CASTS_TO(D, int64_t, i64)                                                                                     \
    GPU__CASTS_TO(D, uint8_t, u8)                                                                                      \
    GPU__CASTS_TO(D, uint32_t, u32)                                                                                    \
    GPU__CASTS_TO(D, uint64_t, u64)
#endif
/* ------------------------------------------------------------------------------------------------- src/ops/stamps.h */
#ifdef GPU__ONCE
/* How a function of each type is declared: one that a program does not call costs it nothing. With GPU_KERNELS_FOR_C
   the C files have declarations alone. */
#if defined(GPU__CUDA)
#define GPU__PRE_SCOPE static
#define GPU__PRE_AHEAD(declaration)
#else
#ifdef GPU_KERNELS_FOR_C
#define GPU__PRE_SCOPE GPU_API
#else
#define GPU__PRE_SCOPE static GPU__UNUSED inline
#endif
#define GPU__PRE_AHEAD(declaration) declaration;
#endif
#ifdef GPU__X86
#define GPU__PRE_COPIES(M, ...)                                                                                        \
    M(_x1, , __VA_ARGS__)                                                                                              \
    M(_x2, GPU__AVX2,                                                                                                  \
      __VA_ARGS__) /* reductions apart, most wait for memory: AVX-512 is not worth the time to compile */
#define GPU__PRE_TABLE(f)                                                                                              \
    {                                                                                                                  \
        f##_x1, f##_x2, f##_x2                                                                                         \
    }
#else
#define GPU__PRE_COPIES GPU__COPIES
#define GPU__PRE_TABLE GPU__TABLE
#endif
/* A function over elements: as GPU_VECTORIZE, with a bare name for the messages. */
#define GPU__MAP(R, name, ...) GPU__MAP_(R, "gpu_" #name, GPU__N(gpu_##name), __VA_ARGS__)
#define GPU__MAP_(R, label, name, ...) GPU__MAP_BY(GPU__MAP_COPY, (R, name, __VA_ARGS__), R, label, name, __VA_ARGS__)
#define GPU__COPIES_OF(COPY, ...) GPU__PRE_COPIES(COPY, __VA_ARGS__)
#define GPU__UNPACK(...) __VA_ARGS__
#define GPU__MAP_BY(COPY, of, R, label, name, ...)                                                                     \
    GPU__PRE_AHEAD(GPU__LIFTED_FN R name##_scalar(GPU__EACH(GPU__FORMAL, GPU__COMMA, __VA_ARGS__)))                    \
    GPU__COPIES_OF(COPY, GPU__UNPACK of)                                                                               \
    GPU__MAP_OF(GPU__PRE_SCOPE, (label, NULL, 0), GPU__PRE_TABLE, R, name, __VA_ARGS__)                                \
    GPU__LIFTED_FN R name##_scalar(GPU__EACH(GPU__FORMAL, GPU__COMMA, __VA_ARGS__))

/* A function of an expression, of elements of type T: of x (of_x), of x and y (of_xy), of x and a number a (of_xa,
   of_ax). As GPU__MAP, with GPU__EACH written out: by it these rows, most of a pass, would take a C compiler three
   times as long. */
#define GPU__ROW(R, name, shape, ...) GPU__ROW_(R, "gpu_" #name, GPU__N(gpu_##name), GPU__T, shape, __VA_ARGS__)
#define GPU__ROW_(...) GPU__ROW_NAMED(__VA_ARGS__)
#define GPU__ROW_NAMED(R, label, name, T, shape, ...)                                                                  \
    GPU__LIFTED_FN R name##_scalar(GPU__VALUES_##shape(T)) { return __VA_ARGS__; }                                     \
    GPU__PRE_COPIES(GPU__ROW_COPY, R, name, T, shape)                                                                  \
    GPU__ROW_DEVICE(R, name, T, shape)                                                                                 \
    GPU__PRE_SCOPE gpu_status name(R *out, GPU__ARRAYS_##shape(T), size_t n)                                           \
    {                                                                                                                  \
        static const gpu__map map = {GPU__ROW_OP(R, label, name, GPU__FLAGS(R), T, shape),                             \
                                     GPU__PRE_TABLE(name##__loop)};                                                    \
        const void *in[2];                                                                                             \
        in[0] = GPU__FIRST_##shape, in[1] = GPU__SECOND_##shape;                                                       \
        return gpu__map_call(&map, out, in, n);                                                                        \
    }
#define GPU__ROW_OP(R, label, name, flags, T, shape)                                                                   \
    {                                                                                                                  \
        label, NULL, 0, 1 + GPU__TWO_##shape, flags, sizeof(R), GPU__ALIGNOF(R), {GPU__DESCRIBED_##shape(T)},          \
            GPU__DEVICE_CODE(name)                                                                                     \
    }
#define GPU__ROW_COPY(sfx, target, R, name, T, shape)                                                                  \
    GPU__HOT target static inline void name##__loop##sfx(void *gpu__out, const void *const *gpu__in, size_t gpu__n)    \
    {                                                                                                                  \
        R *const gpu__o = (R *)gpu__out;                                                                               \
        GPU__BOUND_##shape(T) size_t gpu__i;                                                                           \
        GPU__NO_ALIAS for (gpu__i = 0; gpu__i < gpu__n; ++gpu__i) gpu__o[gpu__i] = name##_scalar(GPU__LOADED_##shape); \
    }
#define GPU__VALUES_of_x(T) T x
#define GPU__VALUES_of_xy(T) T x, T y
#define GPU__VALUES_of_xa(T) T x, T a
#define GPU__VALUES_of_ax(T) T a, T x
#define GPU__ARRAYS_of_x(T) const T *x
#define GPU__ARRAYS_of_xy(T) const T *x, const T *y
#define GPU__ARRAYS_of_xa(T) const T *x, T a
#define GPU__ARRAYS_of_ax(T) T a, const T *x
#define GPU__TWO_of_x 0
#define GPU__TWO_of_xy 1
#define GPU__TWO_of_xa 1
#define GPU__TWO_of_ax 1
#define GPU__FIRST_of_x x
#define GPU__FIRST_of_xy x
#define GPU__FIRST_of_xa x
#define GPU__FIRST_of_ax &a
#define GPU__SECOND_of_x NULL
#define GPU__SECOND_of_xy y
#define GPU__SECOND_of_xa &a
#define GPU__SECOND_of_ax x
#define GPU__DESCRIBED_of_x(T) GPU__DESCRIBE_array(0, T, x)
#define GPU__DESCRIBED_of_xy(T) GPU__DESCRIBE_array(0, T, x), GPU__DESCRIBE_array(1, T, y)
#define GPU__DESCRIBED_of_xa(T) GPU__DESCRIBE_array(0, T, x), GPU__DESCRIBE_scalar(1, T, a)
#define GPU__DESCRIBED_of_ax(T) GPU__DESCRIBE_scalar(0, T, a), GPU__DESCRIBE_array(1, T, x)
#define GPU__BOUND_of_x(T) GPU__BIND_array(0, T, x)
#define GPU__BOUND_of_xy(T) GPU__BIND_array(0, T, x) GPU__BIND_array(1, T, y)
#define GPU__BOUND_of_xa(T) GPU__BIND_array(0, T, x) GPU__BIND_scalar(1, T, a)
#define GPU__BOUND_of_ax(T) GPU__BIND_scalar(0, T, a) GPU__BIND_array(1, T, x)
#define GPU__LOADED_of_x gpu__p0[gpu__i]
#define GPU__LOADED_of_xy gpu__p0[gpu__i], gpu__p1[gpu__i]
#define GPU__LOADED_of_xa gpu__p0[gpu__i], gpu__p1
#define GPU__LOADED_of_ax gpu__p0, gpu__p1[gpu__i]
#define GPU__LOADEDJ_of_x gpu__p0[gpu__j + gpu__i]
#define GPU__LOADEDJ_of_xy gpu__p0[gpu__j + gpu__i], gpu__p1[gpu__j + gpu__i]
#define GPU__FETCHED_of_x(T) GPU__FETCH_array(0, T, x)
#define GPU__FETCHED_of_xy(T) GPU__FETCH_array(0, T, x) GPU__FETCH_array(1, T, y)
#ifdef GPU__CUDA
#define GPU__ROW_DEVICE(R, name, T, shape)                                                                             \
    static int name##__device(const gpu__launch_context *gpu__r, void *gpu__out, const void *const *gpu__in,           \
                              size_t gpu__n)                                                                           \
    {                                                                                                                  \
        return (int)gpu__map_launch<name##_scalar, R, GPU__TAGS_##shape(T)>(gpu__r, (R *)gpu__out, gpu__n,             \
                                                                            GPU__PASSED_##shape(T));                   \
    }
#define GPU__FOLD_DEVICE(R, name, A, fold, finish, T, shape)                                                           \
    static int name##__device(const gpu__launch_context *gpu__r, void *gpu__out, const void *const *gpu__in,           \
                              size_t gpu__n)                                                                           \
    {                                                                                                                  \
        return (int)gpu__reduce_launch<fold##_scalar, fold##__combine, finish, A, R, GPU__TAGS_##shape(T)>(            \
            gpu__r, (R *)gpu__out, gpu__n, GPU__PASSED_##shape(T));                                                    \
    }
#define GPU__TAGS_of_x(T) gpu__array<T>
#define GPU__TAGS_of_xy(T) gpu__array<T>, gpu__array<T>
#define GPU__TAGS_of_xa(T) gpu__array<T>, gpu__scalar<T>
#define GPU__TAGS_of_ax(T) gpu__scalar<T>, gpu__array<T>
#define GPU__PASSED_of_x(T) GPU__PASS_array(0, T, x)
#define GPU__PASSED_of_xy(T) GPU__PASS_array(0, T, x), GPU__PASS_array(1, T, y)
#define GPU__PASSED_of_xa(T) GPU__PASS_array(0, T, x), GPU__PASS_scalar(1, T, a)
#define GPU__PASSED_of_ax(T) GPU__PASS_scalar(0, T, a), GPU__PASS_array(1, T, x)
#else
#define GPU__ROW_DEVICE(R, name, T, shape)
#define GPU__FOLD_DEVICE(R, name, A, fold, finish, T, shape)
#endif

/* A reduction of an expression, as a row: GPU__FOLD is what CPU and GPU need, GPU__VALUE adds the two functions whose
   value is the accumulator. GPU__FOLD_LIKE has parameters as GPU_REDUCE, and a body. */
#define GPU__FOLD(A, name, flags, combine, shape, ...)                                                                 \
    GPU__FOLD_(A, "gpu_" #name, GPU__N(gpu_##name), GPU__T, flags, combine, shape, __VA_ARGS__)
#define GPU__FOLD_(...) GPU__FOLD_NAMED(__VA_ARGS__)
#define GPU__FOLD_NAMED(A, label, name, T, flags, combine, shape, ...)                                                 \
    GPU__LIFTED_FN A name##_scalar(GPU__VALUES_##shape(T)) { return __VA_ARGS__; }                                     \
    GPU__LIFTED_FN A name##__combine(A a, A b) { return combine; }                                                     \
    GPU__REDUCE_LOOPS_OF(A, name, (GPU__BOUND_##shape(T)), (GPU__FETCHED_##shape(T)), (GPU__LOADEDJ_##shape))          \
    GPU__FOLD_DEVICE(A, name, A, name, gpu__as_it_is<A>, T, shape)                                                     \
    GPU__DESCRIPTOR(gpu__reduction, name##__reduction, GPU__ROW_OP(A, label, name, GPU__FLAGS(A) | flags, T, shape),   \
                    GPU__TABLE(name##__fold), GPU__TABLE(name##__tree), NULL)
#define GPU__FOLD_LIKE(A, name, flags, combine, ...)                                                                   \
    GPU__FOLD_LIKE_(A, "gpu_" #name, GPU__N(gpu_##name), flags, combine, __VA_ARGS__)
#define GPU__FOLD_LIKE_(...) GPU__FOLD_LIKE_NAMED(__VA_ARGS__)
#define GPU__FOLD_LIKE_NAMED(A, label, name, flags, combine, ...)                                                      \
    GPU__PRE_AHEAD(GPU__LIFTED_FN A name##_scalar(GPU__EACH(GPU__FORMAL, GPU__COMMA, __VA_ARGS__)))                    \
    GPU__FOLD_OF(GPU__REDUCE, (label, NULL, 0), flags, A, name, combine, __VA_ARGS__)                                  \
    GPU__LIFTED_FN A name##_scalar(GPU__EACH(GPU__FORMAL, GPU__COMMA, __VA_ARGS__))
#define GPU__VALUE(A, name, identity, shape)                                                                           \
    GPU__VALUE_(A, GPU__N(gpu_##name), GPU__N(gpu_##name##_to), identity, GPU__T, shape)
#define GPU__VALUE_(...) GPU__VALUE_NAMED(__VA_ARGS__)
#define GPU__VALUE_NAMED(A, name, name_to, identity, T, shape)                                                         \
    GPU__PRE_SCOPE A name(GPU__ARRAYS_##shape(T), size_t n)                                                            \
    {                                                                                                                  \
        A value = identity;                                                                                            \
        const void *in[2];                                                                                             \
        in[0] = GPU__FIRST_##shape, in[1] = GPU__SECOND_##shape;                                                       \
        (void)gpu__reduce_call(name##__reduction(), NULL, &value, in, n);                                              \
        return value;                                                                                                  \
    }                                                                                                                  \
    GPU__PRE_SCOPE gpu_status name_to(A *out, GPU__ARRAYS_##shape(T), size_t n)                                        \
    {                                                                                                                  \
        A value = identity;                                                                                            \
        const void *in[2];                                                                                             \
        in[0] = GPU__FIRST_##shape, in[1] = GPU__SECOND_##shape;                                                       \
        return gpu__reduce_call(name##__reduction(), GPU__TARGET(out), &value, in, n);                                 \
    }
/* A reduction with a last step, which makes a double of the accumulator of the fold `other`: `step` of v and n. The
   accumulator has the bytes of a double, and a zero of either has no bit set, so one variable serves as identity and
   value. */
#define GPU__FINISHED(A, name, other, step)                                                                            \
    GPU__FINISHED_(A, "gpu_" #name, GPU__N(gpu_##name), GPU__N(gpu_##other), GPU__T, step)                             \
    GPU__VALUE(double, name, 0, of_x)
#define GPU__FINISHED_(...) GPU__FINISHED_NAMED(__VA_ARGS__)
#define GPU__FINISHED_NAMED(A, label, name, other, T, step)                                                            \
    GPU__LIFTED_FN double name##__step(A v, size_t n) { return (void)n, step; }                                        \
    GPU__FINISH(A, name)                                                                                               \
    GPU__FOLD_DEVICE(double, name, A, other, name##__step, T, of_x)                                                    \
    GPU__DESCRIPTOR(gpu__reduction, name##__reduction, GPU__ROW_OP(double, label, name, GPU__FLAGS(A), T, of_x),       \
                    GPU__TABLE(other##__fold), GPU__TABLE(other##__tree), name##__finish)
#define GPU__FINISH(A, name)                                                                                           \
    static GPU__UNUSED inline void name##__finish(void *value, size_t n)                                               \
    {                                                                                                                  \
        A v;                                                                                                           \
        memcpy(&v, value, sizeof v);                                                                                   \
        const double r = name##__step(v, n);                                                                           \
        memcpy(value, &r, sizeof r);                                                                                   \
    }

/* A product that no compiler fuses with the sum it is part of: the same bits on both backends. */
#ifdef __CUDA_ARCH__
static __device__ __forceinline__ float gpu__times(float a, float b) { return __fmul_rn(a, b); }
static __device__ __forceinline__ double gpu__times(double a, double b) { return __dmul_rn(a, b); }
template <class Type> static __device__ __forceinline__ Type gpu__times(Type a, Type b) { return a * b; }
#define GPU__TIMES(a, b) gpu__times((a), (b))
#else
#define GPU__TIMES(a, b) ((a) * (b))
#endif
#define GPU__FIRST_OF(a, b, beats) ((a)beats(b) || (a) != (a) ? (a) : (b)) /* a NaN beats everything */
/* A running sum, inclusive and exclusive. */
#define GPU__CUMSUM(...) GPU__CUMSUM_NAMED(__VA_ARGS__)
#define GPU__CUMSUM_NAMED(name, exclusive, T, A, AW)                                                                   \
    GPU__SCAN_OF(("gpu_cumsum", NULL, 0), GPU__PRE_COPIES, GPU__PRE_TABLE, A, T, (T), name, (A)((AW)a + (AW)b))        \
    GPU__SCAN_FN(GPU__PRE_SCOPE, A, T, name, name, 0, 0)                                                               \
    GPU__SCAN_FN(GPU__PRE_SCOPE, A, T, name, exclusive, 0, 1)
#endif
/* ---------------------------------------------------------------------------------------------------- src/ops/job.h */
#ifdef GPU__ONCE
/* The other functions are jobs: calls with their numbers and the code of both backends, for one path. On the CPU `part`
   does the tasks [first, last) on one thread, and `finish` joins what the threads left in the scratch memory. */
static GPU__UNUSED inline size_t gpu__ceil_div(size_t a, size_t b) { return a / b + (a % b != 0); }
GPU_API gpu_status gpu__job_call(const gpu__job *job);
GPU_API void gpu__job_parts(const gpu__job *j, gpu__job_part *const part[3], size_t tasks, void *scratch);
/* A job is made where it stays: to return one would be to copy it, which takes as long as a small product. */
static GPU__UNUSED inline void gpu__job_of(gpu__job *j, const char *name, void *out, size_t out_count, size_t out_size,
                                           size_t n)
{
    j->op = NULL, j->out_name = NULL, j->identity = NULL;
    j->kind = j->in_place = j->flag = 0;
    j->inputs = 2;
    j->space = j->scratch = j->scratch_of_thread = 0;
    j->start = NULL, j->finish = NULL, j->device = NULL;
    memset(j->shape, 0, sizeof j->shape);
    memset(j->number, 0, sizeof j->number);
    memset(j->in, 0, 2 * sizeof *j->in);
    j->name = name;
    j->out = out;
    j->out_count = out_count;
    j->out_size = out_size;
    j->out_align = out_size < 8 ? out_size : 8; /* numbers, or structs of doubles */
    j->shape[0] = j->work = j->tasks = n;
}
static GPU__UNUSED inline void gpu__job_in(gpu__job *j, int k, const char *name, const void *p, size_t count,
                                           size_t size)
{
    j->in[k].name = name;
    j->in[k].p = p;
    j->in[k].count = count;
    j->in[k].size = size;
    j->in[k].align = size < 8 ? size : 8;
}
/* The parts of a job NAME for each instruction set, NAME__part_x1 and NAME__part_x2: the statement given. */
#define GPU__PART_LEVELS(name, ...) GPU__PRE_COPIES(GPU__PART_LEVEL, name, __VA_ARGS__)
#define GPU__PART_LEVEL(sfx, target, name, ...)                                                                        \
    GPU__PART(sfx, target, name)                                                                                       \
    {                                                                                                                  \
        (void)scratch, (void)thread;                                                                                   \
        __VA_ARGS__;                                                                                                   \
    }
#define GPU__PART(sfx, target, name)                                                                                   \
    GPU__HOT target static GPU__UNUSED inline void name##__part##sfx(const gpu__job *j, void *scratch, size_t thread,  \
                                                                     size_t first, size_t last)
#define GPU__PART_TABLE(name) GPU__PART_TABLE_(name)
#define GPU__PART_TABLE_(name) GPU__PRE_TABLE(name##__part)
/* What launches its kernel: an expression of j, context, out and in. */
#ifdef GPU__CUDA
#define GPU__ON_DEVICE(name, ...) GPU__ON_DEVICE_(name, __VA_ARGS__)
#define GPU__ON_DEVICE_(name, ...)                                                                                     \
    static int name##__device(const gpu__job *j, const gpu__launch_context *context, void *out, const void *const *in) \
    {                                                                                                                  \
        (void)in;                                                                                                      \
        return (int)__VA_ARGS__;                                                                                       \
    }
#define GPU__JOB_DEVICE(j, name) GPU__JOB_DEVICE_(j, name)
#define GPU__JOB_DEVICE_(j, name) j.device = name##__device;
#else
#define GPU__ON_DEVICE(name, ...)
#define GPU__JOB_DEVICE(j, name)
#endif
#define GPU__JOB_PARTS(j, name)                                                                                        \
    {                                                                                                                  \
        gpu__job_part *const gpu__parts[3] = GPU__PART_TABLE(name);                                                    \
        memcpy(j.part, gpu__parts, sizeof gpu__parts);                                                                 \
    }
#define GPU__JOB_CODE(j, name) GPU__JOB_PARTS(j, name) GPU__JOB_DEVICE(j, name)
#endif
/* ------------------------------------------------------------------------------------------- src/ops/random_fills.h */
#ifdef GPU__ONCE
/* The random fills: maps over an index, whose loops make words of counters first and numbers of words then. */
typedef struct gpu__fill_kind {
    gpu__map map;           /* with a gpu__fill as its scalar */
    int kind;               /* GPU__K_... */
    int number, word, made; /* bytes of a number, of a word, of what that makes; word 0: a position makes a number */
    uint32_t purpose;
    void (*loop[3])(void *out, const void *const *in, size_t n); /* words to numbers */
} gpu__fill_kind;
GPU_API gpu__fill gpu__fill_of(const gpu__fill_kind *of);
GPU_API gpu_status gpu__fill_call(const gpu__fill *j, void *out, size_t n);
GPU_API int gpu__cpu_level(void);

/* Words of `blocks` blocks, a multiple of 64, from `block` on: Philox in one 64-bit lane a block. The compiler does
   not find the multiplication of halves by itself, and gcc and clang name it differently, so it is written as the
   instruction; and as a macro, since gcc takes vectors apart in a function that is not for their instruction set. */
enum { GPU__WORDS_CHUNK = 256 }; /* blocks: what a step makes words of, then numbers, stays in the first-level cache */
#ifdef GPU__X86
#define GPU__WORDS_COPY(sfx, target, BYTES, ...)                                                                       \
    GPU__HOT target static GPU__UNUSED inline void gpu__words##sfx(const gpu__fill *j, uint64_t block, uint32_t *out,  \
                                                                   size_t blocks)                                      \
    {                                                                                                                  \
        typedef uint64_t lanes __attribute__((vector_size(BYTES)));                                                    \
        const lanes order = __VA_ARGS__, zero = {0}, m0 = zero + 0xD2511F53u, m1 = zero + 0xCD9E8D57u;                 \
        for (; blocks; blocks -= BYTES / 8, block += BYTES / 8, out += BYTES / 2) {                                    \
            lanes c0 = order + block, c1 = c0 >> 32, c2 = zero + j->sequence, c3 = zero + j->purpose, a, b;            \
            int r;                                                                                                     \
            for (r = 0; r < 2 * GPU__ROUNDS; r += 2) {                                                                 \
                __asm__("vpmuludq %2, %1, %0" : "=v"(a) : "v"(c0), "v"(m0));                                           \
                __asm__("vpmuludq %2, %1, %0" : "=v"(b) : "v"(c2), "v"(m1));                                           \
                c0 = b >> 32 ^ c1 ^ (zero + j->key[r]), c2 = a >> 32 ^ c3 ^ (zero + j->key[r + 1]), c1 = b, c3 = a;    \
            }                                                                                                          \
            c0 = (c0 & 0xffffffffu) | c1 << 32, c2 = (c2 & 0xffffffffu) | c3 << 32;                                    \
            __asm__("vpunpcklqdq %2, %1, %0" : "=v"(a) : "v"(c0), "v"(c2));                                            \
            __asm__("vpunpckhqdq %2, %1, %0" : "=v"(b) : "v"(c0), "v"(c2));                                            \
            memcpy(out, &a, BYTES), memcpy(out + BYTES / 4, &b, BYTES);                                                \
        }                                                                                                              \
    }
GPU__WORDS_COPY(_x2, GPU__AVX2, 32, {0, 2, 1, 3})
GPU__WORDS_COPY(_x5, GPU__AVX512, 64, {0, 4, 1, 5, 2, 6, 3, 7})
#endif
GPU__HOT static GPU__UNUSED inline void gpu__words_x1(const gpu__fill *j, uint64_t block, uint32_t *out, size_t blocks)
{
    enum { many = 64 };
    uint32_t c0[many], c1[many], c2[many], c3[many];
    int i, r;
    for (; blocks; blocks -= many, block += many, out += 4 * many) {
        for (i = 0; i < many; i++)
            c0[i] = (uint32_t)(block + (unsigned)i), c1[i] = (uint32_t)((block + (unsigned)i) >> 32),
            c2[i] = j->sequence, c3[i] = j->purpose;
        for (r = 0; r < 2 * GPU__ROUNDS; r += 2) {
            const uint32_t k0 = j->key[r], k1 = j->key[r + 1];
            for (i = 0; i < many; i++) GPU__PHILOX_ROUND(c0[i], c1[i], c2[i], c3[i], k0, k1)
        }
        for (i = 0; i < many; i++)
            out[4 * i] = c0[i], out[4 * i + 1] = c1[i], out[4 * i + 2] = c2[i], out[4 * i + 3] = c3[i];
    }
}

/* Replaces the numbers of rejected words, which is rare but for ranges beyond 2^31: a pass that finds none costs
   little. */
GPU__HOT static GPU__UNUSED inline void gpu__fill_retry(const gpu__fill *j, char *out, const uint32_t *words,
                                                        uint64_t at, size_t n)
{
    size_t i;
    uint32_t any = 0;
    if (j->size == 4) {
        const uint32_t range = (uint32_t)j->law.range, limit = (uint32_t)j->law.limit;
        for (i = 0; i < n; i++) any |= words[i] * range < limit;
        for (i = 0; any && i < n; i++)
            if (words[i] * range < limit) {
                const uint32_t x = (uint32_t)gpu__fill_again(j, at + i, words[i]);
                memcpy(out + 4 * i, &x, 4);
            }
    } else
        for (i = 0; i < n; i++) {
            uint64_t word;
            memcpy(&word, words + 2 * i, 8);
            if (word * j->law.range < j->law.limit)
                word = gpu__fill_again(j, at + i, word), memcpy(out + 8 * i, &word, 8);
        }
}

/* The kinds that take a position. The places of a permutation go through the rounds 64 at a time; those few that
   come out beyond the last then walk on alone. */
GPU__BODY void gpu__fill_numbers(const gpu__fill *j, uint64_t at, uint64_t *out, int n)
{
    const gpu__permutation *p = &j->permutation;
    uint32_t l[64], r[64];
    int i, k;
    if (j->of->kind < GPU__K_permutation_i32) {
        for (i = 0; i < n; i++) out[i] = gpu__fill_at(j, at + (uint64_t)i, 0);
        return;
    }
    l[0] = (uint32_t)(at / p->right), r[0] = (uint32_t)(at % p->right);
    for (i = 1; i < 64; i++)
        l[i] = l[i - 1] + (r[i - 1] + 1 == p->right), r[i] = r[i - 1] + 1 == p->right ? 0 : r[i - 1] + 1;
    for (k = 0; k < GPU__PERMUTE_ROUNDS; k += 2) {
        const uint32_t key0 = p->key[k], key1 = p->key[k + 1], left = p->left, right = p->right;
        for (i = 0; i < 64; i++) l[i] = gpu__permute_round(l[i], r[i], key0, 0xD2511F53u, left);
        for (i = 0; i < 64; i++) r[i] = gpu__permute_round(r[i], l[i], key1, 0xCD9E8D57u, right);
    }
    for (i = 0; i < 64; i++) out[i] = (uint64_t)l[i] * p->right + r[i];
    for (i = 0; i < n; i++)
        if (out[i] >= p->n) out[i] = gpu__permute_at(p, out[i]);
}
#define GPU__AT_COPY(sfx, target, ...)                                                                                 \
    GPU__HOT target static GPU__UNUSED inline void gpu__at##sfx(const gpu__fill *j, uint64_t at, uint64_t *out, int n) \
    {                                                                                                                  \
        gpu__fill_numbers(j, at, out, n);                                                                              \
    }
GPU__COPIES(GPU__AT_COPY, 0)

/* The CPU loop of every fill, in the form that a map has; in[0] is the index, in[1] the fill. */
static GPU__UNUSED inline void gpu__fill_loop(void *out_, const void *const *in, size_t n)
{
    static void (*const numbers_at[3])(const gpu__fill *, uint64_t, uint64_t *, int) = GPU__TABLE(gpu__at);
    const gpu__fill *j = (const gpu__fill *)in[1];
    uint64_t at = j->position + (uintptr_t)in[0];
    uint32_t words[4 * GPU__WORDS_CHUNK], made[4 * GPU__WORDS_CHUNK];
    char *out = (char *)out_;
    const size_t per = (size_t)j->per, size = (size_t)j->size;
    const int level = gpu__cpu_level();
    const void *arguments[2];
    if (j->of->kind >= GPU__K_permutation_i32 &&
        j->permutation.n <= GPU__PERMUTE_RANKS) { /* the keys once, not once a pair */
        uint64_t key[GPU__PERMUTE_RANKS], i, k;
        for (i = 0; i < GPU__PERMUTE_RANKS; i++) key[i] = gpu__permute_key(&j->permutation, i);
        for (i = at % GPU__PERMUTE_RANKS; n; n--, i = (i + 1) % GPU__PERMUTE_RANKS, out += size) {
            uint64_t rank = 0;
            for (k = 0; k < j->permutation.n; k++)
                rank += (uint64_t)((key[k] < key[i]) | ((key[k] == key[i]) & (k < i)));
            memcpy(out, &rank, size);
        }
        return;
    }
    if (!j->of->word) {
        uint64_t number[64];
        while (n) {
            const int count = n < 64 ? (int)n : 64;
            int i;
            numbers_at[level](j, at, number, count);
            for (i = 0; i < count; i++) memcpy(out + (size_t)i * size, &number[i], size);
            n -= (size_t)count, at += (size_t)count, out += (size_t)count * size;
        }
        return;
    }
    arguments[0] = words, arguments[1] = &j->law;
    while (n) {
        const size_t from = (size_t)(at % per), most = GPU__WORDS_CHUNK * per - from, m = n < most ? n : most;
        const size_t blocks = ((from + m + per - 1) / per + 63) & ~(size_t)63;
        const int direct = !from && m == blocks * per;
        char *to = direct ? out : (char *)made;
#ifdef GPU__X86
        (level == 2 ? gpu__words_x5 : level ? gpu__words_x2 : gpu__words_x1)(j, at / per, words, blocks);
#else
        gpu__words_x1(j, at / per, words, blocks);
#endif
        j->of->loop[level](to, arguments, 16 * blocks / (size_t)j->of->word);
        if (j->law.limit) gpu__fill_retry(j, to, words, at - from, blocks * per);
        if (!direct) memcpy(out, to + from * size, m * size);
        out += m * size, at += m, n -= m;
    }
}

/* The cells of gpu__poisson_i64_scalar, in integers of 2^-48 of a cell. From the mode outwards until what is left is
   beyond the last bit; `bits` of 12 hold every rate up to 50000. */
enum { GPU__CELLS = 4096, GPU__POISSON_MOST = 50000 };
GPU__HOT static GPU__UNUSED inline void gpu__poisson_cells(uint64_t *cell, gpu__law *law, double rate)
{
    const uint64_t one = (uint64_t)1 << 48;
    const int64_t mode = (int64_t)rate;
    int64_t lo = mode, hi = mode, k;
    double sum = 1, p, unit;
    uint64_t total = 0;
    uint16_t waiting[GPU__CELLS]; /* cells with less than their share from the front, with more from the back */
    size_t cells = 2, fewer = 0, more, i;
    for (p = 1; p > 1.4e-17; sum += p) hi++, p = p * (rate / (double)hi);
    for (p = 1; lo > 0 && p > 1.4e-17; sum += p) p = p * ((double)lo / rate), lo--;
    for (law->bits = 1; cells < (size_t)(hi - lo + 1); law->bits++) cells *= 2;
    law->base = lo;
    law->table = cell;
    memset(cell, 0, cells * sizeof *cell);
    unit = (double)cells * (double)one / sum;
    for (p = 1, k = mode; k <= hi; k++, p = p * (rate / (double)k)) cell[k - lo] = (uint64_t)(p * unit);
    for (p = 1, k = mode; k > lo; k--) p = p * ((double)k / rate), cell[k - 1 - lo] = (uint64_t)(p * unit);
    for (i = 0; i < cells; i++) total += cell[i];
    cell[mode - lo] += cells * one - total;
    more = cells;
    for (i = 0; i < cells; i++)
        if (cell[i] < one)
            waiting[fewer++] = (uint16_t)i;
        else
            waiting[--more] = (uint16_t)i;
    while (fewer && more < cells) {
        const uint16_t s = waiting[--fewer], l = waiting[more];
        const uint64_t own = cell[s];
        cell[s] = own << 16 | l;
        cell[l] -= one - own;
        if (cell[l] < one) waiting[fewer++] = l, more++;
    }
    while (fewer) fewer--, cell[waiting[fewer]] = waiting[fewer]; /* whole cells: the other value is their own */
    for (; more < cells; more++) cell[waiting[more]] = waiting[more];
}

/* The kinds, each compiled where it is filled. */
#ifdef GPU__CUDA
template <int Kind>
static int gpu__fill_device(const gpu__launch_context *context, void *out, const void *const *in, size_t n);
#define GPU__FILL_DEVICE(kind) static constexpr auto fill__device = gpu__fill_device<kind>;
#define GPU__KIND_OF(name, s, N) template <int = 0> static inline const gpu__fill_kind *gpu__kind_##name(const N *)
#define GPU__KIND(name, out) gpu__kind_##name(out)
#else
#define GPU__FILL_DEVICE(kind)
#define GPU__KIND_OF(name, s, N) static GPU__UNUSED inline const gpu__fill_kind *gpu__kind_##name##_##s(void)
#define GPU__KIND(name, out) GPU__N(gpu__kind_##name)()
#endif
#define GPU__FILL_KIND_OF(name, s, label, N, ...)                                                                      \
    GPU__KIND_OF(name, s, N)                                                                                           \
    {                                                                                                                  \
        GPU__FILL_DEVICE(GPU__K_##name##_##s)                                                                          \
        static const gpu__fill_kind kind = {GPU__FILL_MAP(label, N), GPU__K_##name##_##s, sizeof(N), __VA_ARGS__};     \
        return &kind;                                                                                                  \
    }
#define GPU__FILL_MAP(label, N)                                                                                        \
    {                                                                                                                  \
        GPU__OP_OF(("gpu_rand_" #label, NULL, 0), N, fill, 0, (size_t, index, index), (gpu__fill, fill, scalar)),      \
        {                                                                                                              \
            gpu__fill_loop, gpu__fill_loop, gpu__fill_loop                                                             \
        }                                                                                                              \
    }
#define GPU__FILL_KIND_WORDS(name, s, W, T, N, purpose)                                                                \
    GPU__COPIES(GPU__MAP_COPY, T, gpu__##name##_##s, (W, w), (gpu__law, p, scalar))                                    \
    GPU__FILL_KIND_OF(name, s, name, N, sizeof(W), sizeof(T), purpose, GPU__TABLE(gpu__##name##_##s##__loop))
#define GPU__FILL_KIND_AT(name, s, label, N) GPU__FILL_KIND_OF(name, s, label, N, 0, 0, 0, {NULL, NULL, NULL})
GPU__FILLS(GPU__FILL_KIND_WORDS)
GPU__FILLS_AT(GPU__FILL_KIND_AT)

static GPU__UNUSED inline gpu_status gpu__rand_real(const gpu__fill_kind *kind, void *out, double a, double b, size_t n)
{
    gpu__fill j = gpu__fill_of(kind);
    j.law.a = a, j.law.b = b;
    return gpu__fill_call(&j, out, n);
}
static GPU__UNUSED inline gpu_status gpu__rand_normal(const gpu__fill_kind *kind, void *out, double mean, double sd,
                                                      size_t n)
{
    if (!(sd >= 0) || mean != mean)
        return gpu__refuse(kind->map.f.name,
                           "mean = %g, sd = %g; expected a mean that is a number and an sd of 0 or more", mean, sd);
    return gpu__rand_real(kind, out, mean, sd, n);
}
static GPU__UNUSED inline gpu_status gpu__rand_exponential(const gpu__fill_kind *kind, void *out, double scale,
                                                           size_t n)
{
    if (!(scale >= 0)) return gpu__refuse(kind->map.f.name, "scale = %g; expected 0 or more, it is the mean", scale);
    return gpu__rand_real(kind, out, 0.5 * scale, 0, n);
}
static GPU__UNUSED inline gpu_status gpu__rand_int(const gpu__fill_kind *kind, void *out, int64_t lo, int64_t hi,
                                                   size_t n)
{
    gpu__fill j = gpu__fill_of(kind);
    if (hi <= lo)
        return gpu__refuse(kind->map.f.name, "no number is at least lo = %lld and below hi = %lld; expected lo < hi",
                           (long long)lo, (long long)hi);
    j.law.lo = (uint64_t)lo;
    j.law.range = (uint64_t)hi - (uint64_t)lo;
    j.law.limit = j.size == 4 ? (0u - (uint32_t)j.law.range) % (uint32_t)j.law.range : (0u - j.law.range) % j.law.range;
    return gpu__fill_call(&j, out, n);
}
static GPU__UNUSED inline gpu_status gpu__rand_poisson(const gpu__fill_kind *kind, const gpu__fill_kind *rejection,
                                                       double most, void *out, double rate, size_t n)
{
    uint64_t cell[GPU__CELLS];
    gpu__fill j = gpu__fill_of(rate <= (double)GPU__POISSON_MOST ? kind : rejection);
    if (!(rate >= 0 && rate <= most)) return gpu__refuse(kind->map.f.name, "rate = %g; expected 0 to %g", rate, most);
    if (rate > (double)GPU__POISSON_MOST) {
        j.poisson = gpu__poisson_of(rate);
        return gpu__fill_call(&j, out, n);
    }
    gpu__poisson_cells(cell, &j.law, rate);
    return gpu__fill_call(&j, out, n);
}
static GPU__UNUSED inline gpu_status gpu__rand_permutation(const gpu__fill_kind *kind, void *out, size_t n, size_t most)
{
    gpu__fill j = gpu__fill_of(kind);
    if (n > most)
        return gpu__refuse(kind->map.f.name, "n = %zu; the largest value would not fit %d bytes, expected at most %zu",
                           n, j.size, most);
    j.permutation = gpu__permutation_of(j.seed, n ? n : 1, j.position, j.sequence, GPU__R_FILL);
    j.position = 0;
    return gpu__fill_call(&j, out, n);
}
#endif
/* ------------------------------------------------------------------------------------------------- src/ops/create.h */
#ifdef GPU__ONCE
typedef struct gpu__ramp {
    gpu__real_or_whole start, step;
    double stop;
    size_t n;
} gpu__ramp;
static GPU__UNUSED inline gpu__ramp gpu__ramp_of(const gpu__job *j)
{
    gpu__ramp r;
    r.start = j->number[0], r.step = j->number[1], r.stop = j->number[2].real, r.n = j->shape[0];
    return r;
}
#endif

/* ------------------------------------------------------------------------------------------------ src/ops/careful.h */
#ifdef GPU__ONCE
/* f or its float form. */
#define GPU__MATH(T, fn, x) (sizeof(T) == 4 ? (T)fn##f((float)(x)) : (T)fn((double)(x)))
/* A map of one array by an expression of x with GPU__MATHS in it, careful where x is beyond what `fn` takes gladly. */
#define GPU__MATH_MAP(T, name, fn, expression) GPU__MATH_MAP_(T, "gpu_" #name, GPU__N(gpu_##name), fn, expression)
#define GPU__MATH_MAP_(...) GPU__MATH_MAP_NAMED(__VA_ARGS__)
#if defined(GPU__LIBMVEC) && defined(__OPTIMIZE__) && !defined(__CUDA_ARCH__)
#define GPU__IS_CAREFUL 1
#define GPU__MATHS(T, fn, x) (careful ? GPU__N(gpu__##fn##_careful)(x) : GPU__MATH(T, fn, x))
#define GPU__MATH_MAP_NAMED(T, label, name, fn, expression)                                                            \
    GPU__LIFTED_FN T name##__of(T x, int careful) { return (T)(expression); }                                          \
    GPU__CAREFUL_GRAIN(T, name)                                                                                        \
    GPU__MAP_BY(GPU__CAREFUL_COPY, (T, name, fn), T, label, name, (T, x)) { return name##__of(x, 1); }
#define GPU__CAREFUL_GRAIN(T, name)                                                                                    \
    GPU__BODY void name##__grain(T *o, const T *x, int careful)                                                        \
    {                                                                                                                  \
        int i;                                                                                                         \
        GPU__NO_ALIAS for (i = 0; i < GPU__GRAIN; i++) o[i] = name##__of(x[i], careful);                               \
    }
#define GPU__CAREFUL_COPY(sfx, target, T, name, fn)                                                                    \
    GPU__HOT target static inline void name##__loop##sfx(void *gpu__out, const void *const *gpu__in, size_t gpu__n)    \
    {                                                                                                                  \
        GPU__N(gpu__careful_loop)                                                                                      \
        ((T *)gpu__out, (const T *)gpu__in[0], gpu__n, GPU__N(gpu__##fn##_beyond), name##__grain);                     \
    }
/* Of GPU__T: what is a number of bits, or a bit pattern, by the width of the type. */
#define GPU__BY_WIDTH(narrow, wide) ((GPU__BITS)(sizeof(GPU__T) == 4 ? (narrow) : (wide)))
#define GPU__SIGN_BIT GPU__BY_WIDTH(31, 63)
#define GPU__MANTISSA GPU__BY_WIDTH(23, 52)
#define GPU__ONE_BITS GPU__BY_WIDTH(0x3f800000u, 0x3ff0000000000000u)
#define GPU__INFINITY_BITS GPU__BY_WIDTH(0x7f800000u, 0x7ff0000000000000u)
#define GPU__NAN_BITS GPU__BY_WIDTH(0x7fc00000u, 0x7ff8000000000000u)
#define GPU__WIDE_BITS GPU__BY_WIDTH(0x42800000u /* 64 */, 0x4080000000000000u /* 512 */)
#define GPU__MOST_BITS GPU__BY_WIDTH(0x42dc0000u /* 110 */, 0x4087c00000000000u /* 760 */)
#define GPU__WHOLE_BITS GPU__BY_WIDTH(0x4b000000u /* 2^23 */, 0x4330000000000000u /* 2^52 */)
#else
#define GPU__MATHS(T, fn, x) GPU__MATH(T, fn, x)
#define GPU__MATH_MAP_NAMED(T, label, name, fn, expression) GPU__ROW_NAMED(T, label, name, T, of_x, (T)(expression))
#endif
#endif
/* -------------------------------------------------------------------------------------------- src/ops/elementwise.h */
/* A new elementwise function is one row: its type, its name, its parameters, its expression or body. Integers are
   computed in a type that wraps. */
#ifdef GPU__ONCE
#define GPU__FILL_ROW                                                                                                  \
    GPU__MAP(GPU__T, fill, (GPU__T, value, scalar)) { return value; }
#endif
/* ------------------------------------------------------------------------------------------------ src/ops/compare.h */
#ifdef GPU__ONCE
GPU_API gpu_status gpu__comparison(const char *call, gpu_comparison how);
#endif
/* --------------------------------------------------------------------------------------------------- src/ops/cast.h */
#ifdef GPU__ONCE
GPU_API gpu_status gpu__cast_refused(gpu_type type);
/* The nearest integer of `bits` bits, a sign apart, towards zero; 0 for NaN. C leaves open what a number beyond the
   range becomes, and processors differ. */
GPU__LIFTED_FN int64_t gpu__to_signed(double v, int bits)
{
    const double top = 2.0 * (double)((uint64_t)1 << (bits - 1));
    const int64_t most = (int64_t)((uint64_t)-1 >> (64 - bits));
    return v >= top ? most : v > -top ? (int64_t)v : v != v ? 0 : -most - 1;
}
GPU__LIFTED_FN uint64_t gpu__to_unsigned(double v, int bits)
{
    const double top = 2.0 * (double)((uint64_t)1 << (bits - 1));
    return v >= top ? (uint64_t)-1 >> (64 - bits) : v > 0 ? (uint64_t)v : 0;
}
/* From each type to this one. */
#define GPU__CAST_ROW                                                                                                  \
    GPU__CAST_FROM(f32, float, GPU__CAST_REAL(x))                                                                      \
    GPU__CAST_FROM(f64, double, GPU__CAST_REAL(x))                                                                     \
    GPU__CAST_FROM(i32, int32_t, (GPU__T)x)                                                                            \
    GPU__CAST_FROM(i64, int64_t, (GPU__T)x)                                                                            \
    GPU__CAST_FROM(u8, uint8_t, (GPU__T)x)                                                                             \
    GPU__CAST_FROM(u32, uint32_t, (GPU__T)x)                                                                           \
    GPU__CAST_FROM(u64, uint64_t, (GPU__T)x)                                                                           \
    GPU__CAST_BY_TYPE
#define GPU__CAST_FROM(s, S, ...)                                                                                      \
    GPU__CAST_BARE(s, S) GPU__ROW_(GPU__T, "gpu_cast", GPU__N(gpu__cast_##s), S, of_x, __VA_ARGS__)
#define GPU__CAST_REAL(x)                                                                                              \
    (GPU__IS_REAL     ? (GPU__T)(x)                                                                                    \
     : (GPU__T)-1 > 0 ? (GPU__T)gpu__to_unsigned((double)(x), (int)sizeof(GPU__T) * 8)                                 \
                      : (GPU__T)gpu__to_signed((double)(x), (int)sizeof(GPU__T) * 8 - 1))
#define GPU__CAST_BY_TYPE                                                                                              \
    GPU__PRE_SCOPE gpu_status GPU__N(gpu_cast)(GPU__T * out, const void *x, gpu_type type, size_t n)                   \
    {                                                                                                                  \
        switch (type) {                                                                                                \
            GPU__CAST_CASE(F32, f32, float)                                                                            \
            GPU__CAST_CASE(F64, f64, double)                                                                           \
            GPU__CAST_CASE(I32, i32, int32_t)                                                                          \
            GPU__CAST_CASE(I64, i64, int64_t)                                                                          \
            GPU__CAST_CASE(U8, u8, uint8_t)                                                                            \
            GPU__CAST_CASE(U32, u32, uint32_t)                                                                         \
            GPU__CAST_CASE(U64, u64, uint64_t)                                                                         \
        }                                                                                                              \
        return gpu__cast_refused(type);                                                                                \
    }
#define GPU__CAST_CASE(tag, s, S)                                                                                      \
    case GPU_##tag:                                                                                                    \
        return GPU__N(gpu__cast_##s)(out, (const S *)x, n);
/* nvcc has the type of x from its pointer, and compiles that one cast alone. */
#ifdef GPU__CUDA
#define GPU__CAST_BARE(s, S)                                                                                           \
    static gpu_status GPU__N(gpu_cast)(GPU__T * out, const S *x, size_t n) { return GPU__N(gpu__cast_##s)(out, x, n); }
#else
#define GPU__CAST_BARE(s, S)
#endif
#endif
/* ------------------------------------------------------------------------------------------------- src/ops/reduce.h */
#ifdef GPU__ONCE
#define GPU__SUM_ROW                                                                                                   \
    GPU__FOLD(GPU__A, sum, 0, (GPU__A)((GPU__AW)a + (GPU__AW)b), of_x, (GPU__A)x)                                      \
    GPU__VALUE(GPU__A, sum, 0, of_x)
#endif
/* --------------------------------------------------------------------------------------------------- src/ops/scan.h */
/* ------------------------------------------------------------------------------------------------ src/ops/extreme.h */
#ifdef GPU__ONCE
/* The first place of the extreme value; a NaN beats all numbers. A task is a chunk: its extreme in lanes, its place
   only where the chunk beats those before it. */
enum { GPU__ARG_CHUNK = 4096, GPU__ARG_SMALLEST = 1 };
#endif
/* ------------------------------------------------------------------------------------------------ src/ops/moments.h */
#ifdef GPU__ONCE
/* Mean and M2 = sum of (x - mean)^2 in one pass. The order: tiles and lanes as in a reduction, at most 528 blocks.
   With K the block's first element a lane sums d = x - K and d * d; its mean is s / c, its M2 is q - s * s / c.
   Lanes, then blocks, merge by halves. Means are kept relative to x[0]: of a mean of 1e8 what matters is where it
   lies among the data. */
typedef struct gpu__triple {
    double count, mean, m2;
} gpu__triple;
typedef struct gpu__moments {
    double mean, var, std, inverse; /* of std */
} gpu__moments;
GPU__LIFTED_FN gpu__triple gpu__merge(gpu__triple a, gpu__triple b) /* Chan's formula */
{
    gpu__triple r;
    double d, f;
    if (b.count == 0) return a;
    d = b.mean - a.mean;
    f = a.count == b.count ? 0.5 : b.count / (a.count + b.count);
    r.count = a.count + b.count;
    r.mean = a.mean + GPU__TIMES(d, f);
    r.m2 = (a.m2 + b.m2) + GPU__TIMES(GPU__TIMES(d, d), GPU__TIMES(a.count, f));
    return r;
}
GPU__LIFTED_FN gpu__triple gpu__lane_moments(double s, double q, size_t count, double from)
{
    gpu__triple r;
    r.count = (double)count;
    r.mean = count ? s / r.count : 0;
    r.m2 = q - GPU__TIMES(s, r.mean);
    if (r.m2 < 0) r.m2 = 0;                                 /* not a NaN */
    if (q > 1.7976931348623157e308 && s - s == 0) r.m2 = q; /* squares too large for a double, of finite numbers */
    r.mean += from;
    return r;
}
GPU_FN gpu__moments gpu__moments_of(gpu__triple t, double origin, double ddof)
{
    gpu__moments m;
    const double below = t.count - ddof;
    m.mean = t.mean + origin;
    m.var = below > 0 ? t.m2 / below : (double)NAN;
    m.std = sqrt(m.var);
    m.inverse = 1 / m.std;
    return m;
}
/* By halves, as every reduction's tree; what is left is in m[0]. Inline, like what it calls, so that a copy for AVX2
   has it in that form: code for any x86-64 within it can cost a change of state at every step. */
GPU__HOT static GPU__UNUSED GPU__ALWAYS_INLINE gpu__triple gpu__fold_moments(gpu__triple *m, size_t n)
{
    size_t s = 1, i;
    while (s < n) s *= 2;
    for (s /= 2; s; s /= 2)
        for (i = 0; i < s && i + s < n; i++) m[i] = gpu__merge(m[i], m[i + s]);
    return m[0];
}
GPU_API gpu_status gpu__put(double *out, const double *value, const char *name);
/* gpu__lane_moments and gpu__fold_moments where all lanes have `count` elements, as loops that vectorise. */
GPU__BODY gpu__triple gpu__moments_of_whole_tiles(double *sums, double *squares, double count, double from)
{
    gpu__triple r;
    size_t i, k;
    GPU__NO_ALIAS for (i = 0; i < GPU__LANES; i++)
    {
        const double mean = sums[i] / count, m2 = squares[i] - sums[i] * mean;
        const int too_large = squares[i] > 1.7976931348623157e308 && sums[i] - sums[i] == 0;
        squares[i] = too_large ? squares[i] : m2 < 0 ? 0 : m2;
        sums[i] = mean + from;
    }
    for (k = GPU__LANES / 2; k; k /= 2, count *= 2) GPU__NO_ALIAS for (i = 0; i < k; i++)
        {
            const double d = sums[i + k] - sums[i];
            sums[i] = sums[i] + d * 0.5;
            squares[i] = (squares[i] + squares[i + k]) + d * d * (count * 0.5);
        }
    r.count = count, r.mean = sums[0], r.m2 = squares[0];
    return r;
}
enum { GPU__MOMENTS_STD = 1, GPU__MOMENTS_ALL = 2 }; /* what is asked for; neither: the variance */
#endif
/* --------------------------------------------------------------------------------------------------- src/ops/axis.h */
#ifdef GPU__ONCE
/* Along an axis of a row-major matrix. The same orders on both backends; those of rows are a function of cols alone:
     P = min(1024, ceil(cols / 16384)) chunks of ceil(cols / P) rounded up to 1024 elements; element i of a chunk
     belongs to lane i % L, ascending; L = 32 for cols <= 512, 128 for cols <= 4096, else 1024; the lanes fold by
     halves: for s = L/2, .. 1: lane[j] += lane[j + s] for j < s, where lane j + s has an element; the chunks fold
     likewise: chunk p belongs to lane p % 64, ascending, then s = 32 .. 1.
   Those of columns are one of the shape:
     Q = 8 for cols >= 128, else the largest power of two with Q * cols <= 1024; row r belongs to lane r % Q of step
     r / Q; the ceil(rows / Q) steps are cut into S = min(ceil(steps / 16), 2048 / ceil(cols / 128), 1024) segments,
     1 where ceil(cols / 128) >= 1024; within a segment a lane adds its rows in ascending order, then s = Q/2 .. 1:
     lane[q] += lane[q + s]; the segments fold as the chunks of a row do.
   Variances: the lanes sum d = x - K and d * d, K the first element of the chunk or segment; what they come to are
   moments (see gpu__lane_moments); chunks and segments fold by gpu__merge. A row of at most 256 bytes is one lane. */
enum {
    GPU__ROW_LANES = 1024,
    GPU__ROW_CHUNK = 16384,
    GPU__MAX_PARTS = 1024,
    GPU__PART_LANES = 64,
    GPU__COL_BLOCK = 512,
    GPU__SHORT_ROW = 64,
    GPU__ABREAST = 32 /* rows of at most GPU__SHORT_ROW elements are done so many at a time */
};
static GPU__UNUSED inline size_t gpu__row_parts(size_t cols)
{
    const size_t parts = gpu__ceil_div(cols, GPU__ROW_CHUNK);
    return parts < 1 ? 1 : parts > GPU__MAX_PARTS ? (size_t)GPU__MAX_PARTS : parts;
}
static GPU__UNUSED inline size_t gpu__row_chunk(size_t cols)
{
    return gpu__ceil_div(gpu__ceil_div(cols, gpu__row_parts(cols)), GPU__ROW_LANES) * GPU__ROW_LANES;
}
static GPU__UNUSED inline size_t gpu__col_lanes(size_t cols)
{
    size_t q = 8;
    while (q * 2 * cols <= 1024) q *= 2;
    return q;
}
static GPU__UNUSED inline size_t gpu__col_parts(size_t rows, size_t cols)
{
    const size_t steps = gpu__ceil_div(rows, gpu__col_lanes(cols)), blocks = gpu__ceil_div(cols, 128);
    const size_t most = blocks >= 1024                   ? 1
                        : 2048 / blocks > GPU__MAX_PARTS ? (size_t)GPU__MAX_PARTS
                                                         : 2048 / blocks,
                 want = gpu__ceil_div(steps, 16);
    return want < most ? (want < 1 ? 1 : want) : most;
}
GPU_API gpu_status gpu__shape(const char *call, size_t rows, size_t cols);
/* What a job's flag says. */
enum {
    GPU__AXIS_SUM,
    GPU__AXIS_MEAN,
    GPU__AXIS_DOT,
    GPU__AXIS_MAX,
    GPU__AXIS_MIN,
    GPU__AXIS_VAR,
    GPU__AXIS_ARGMAX,
    GPU__AXIS_ARGMIN
};
/* Bytes of a lane's accumulator: an extreme is an element, all others are a double or an int64_t; a variance has its
   squares apart, GPU__AXIS_SQUARES doubles behind. */
enum { GPU__AXIS_SQUARES = 8 * GPU__COL_BLOCK };
static GPU__UNUSED inline size_t gpu__axis_bytes(size_t element, int op)
{
    return op == GPU__AXIS_MAX || op == GPU__AXIS_MIN ? element : sizeof(double);
}
/* Bytes of what a chunk or segment comes to: there an element and its place are 16. */
static GPU__UNUSED inline size_t gpu__axis_part_bytes(size_t element, int op)
{
    return op == GPU__AXIS_VAR ? sizeof(gpu__triple) : op < GPU__AXIS_VAR ? gpu__axis_bytes(element, op) : 16;
}
static GPU__UNUSED inline int gpu__axis_one_lane(size_t row_bytes, int op)
{
    return op == GPU__AXIS_VAR && row_bytes <= 256;
}
GPU__BODY void gpu__axis_prefetch(uintptr_t from, size_t bytes)
{
    size_t i;
    (void)from;
    for (i = 0; i < bytes; i += 64) GPU__PREFETCH(from + i);
}

/* What a matrix's job is; `size` is an element's. */
static GPU__UNUSED inline void gpu__axis_job(gpu__job *j, const char *name, int op, void *out, size_t out_count,
                                             size_t out_size, const void *a, size_t size, size_t rows, size_t cols)
{
    gpu__job_of(j, name, out, out_count, out_size, rows * cols);
    gpu__job_in(j, 0, "a", a, rows * cols, size);
    j->shape[0] = rows, j->shape[1] = cols;
    j->flag = op;
}
static GPU__UNUSED inline void gpu__rows_job(gpu__job *j, const char *name, int op, void *out, size_t out_size,
                                             const void *a, size_t size, size_t rows, size_t cols)
{
    const size_t partial = gpu__axis_part_bytes(size, op);
    gpu__axis_job(j, name, op, out, rows, out_size, a, size, rows, cols);
    if (!rows || !cols) return;
    j->shape[3] = gpu__row_chunk(cols);
    j->shape[2] = gpu__ceil_div(cols, j->shape[3]);
    j->number[0].real = (double)cols;
    j->space = gpu__row_parts(cols) > 1 ? gpu__row_parts(cols) * rows * partial : 0;
    j->tasks = rows * j->shape[2];
    if (j->shape[2] > 1) j->scratch = j->tasks * partial;
}
static GPU__UNUSED inline void gpu__cols_job(gpu__job *j, const char *name, int op, void *out, size_t out_size,
                                             const void *a, size_t size, size_t rows, size_t cols)
{
    const size_t partial = gpu__axis_part_bytes(size, op);
    gpu__axis_job(j, name, op, out, cols, out_size, a, size, rows, cols);
    if (!rows || !cols) return;
    j->shape[2] = gpu__col_parts(rows, cols);
    j->shape[3] = cols < 128 ? 1 : gpu__ceil_div(cols, GPU__COL_BLOCK);
    j->number[0].real = (double)rows;
    j->tasks = j->shape[2] * j->shape[3];
    if (j->shape[2] > 1) j->space = j->scratch = j->shape[2] * cols * partial;
}
static GPU__UNUSED inline gpu_status gpu__axis_call(gpu__job *j)
{
    const gpu_status s = gpu__shape(j->name, j->shape[0], j->shape[1]);
    if (j->shape[2] < 2) j->finish = NULL;
    return s ? s : gpu__job_call(j);
}
#endif

/* ---------------------------------------------------------------------------------------------- src/ops/scan_axis.h */
#ifdef GPU__ONCE
/* Running sums along an axis. The same order on both backends, one of the shape alone:
     piece    16 neighbours in a row, or in a column, one after the other: s(j) = s(j - 1) + x(j)
     tile     pieces, by recursive halving: for d = 1, 2, 4, ... and every j with bit d set:
              v[j] = v[(j & -d) - 1] + v[j]; L is the value of the piece in front
     segment  tiles, one after the other; Q is the sum of those in front
     all      segments, one after the other; P is the sum of those in front
   out = (P + (Q + L)) + s(j). What does not exist is -0, which changes no sum. A tile of a row is 256 pieces, one of a
   column 256 / w, w being the least power of two >= cols, at most 32. The b = rows, or ceil(cols / w), blocks of tiles
   side by side are one segment long where there are 128 or more; else T tiles are S = min(256 / b, ceil(T / 4))
   segments of ceil(T / S). */
enum {
    GPU__SCAN_PIECE = 16,
    GPU__SCAN_PIECES = 256,
    GPU__SCAN_TILE = GPU__SCAN_PIECE * GPU__SCAN_PIECES,
    GPU__SCAN_COLS = 32,
    GPU__SCAN_STRIP = 256, /* columns that the CPU does side by side */
    GPU__SCAN_ROWWISE = 0, /* what a job's flag says */
    GPU__SCAN_COLWISE = 1,
    GPU__SCAN_TOTALS = 2 /* of segments, for those that other threads do */
};
static GPU__UNUSED inline size_t gpu__scan_pieces(size_t cols, int colwise)
{
    size_t w = colwise ? GPU__SCAN_COLS : 1;
    while (w / 2 >= cols) w /= 2;
    return GPU__SCAN_PIECES / w;
}
static GPU__UNUSED inline void gpu__scan_axis_totals(const gpu__job *j, void *scratch)
{
    gpu__job totals = *j;
    totals.flag |= GPU__SCAN_TOTALS;
    gpu__job_parts(&totals, j->part, j->tasks, scratch);
}
static GPU__UNUSED inline void gpu__scan_axis_job(gpu__job *j, const char *name, int colwise, void *out, const void *a,
                                                  size_t size, size_t rows, size_t cols)
{
    const size_t pieces = gpu__scan_pieces(cols, colwise);
    const size_t tiles = gpu__ceil_div(colwise ? rows : cols, pieces * GPU__SCAN_PIECE);
    const size_t blocks = colwise ? gpu__ceil_div(cols, GPU__SCAN_PIECES / pieces) : rows;
    const size_t want = gpu__ceil_div(tiles, 4), most = blocks && blocks < 128 ? 256 / blocks : 1;
    gpu__axis_job(j, name, colwise, out, rows * cols, size, a, size, rows, cols);
    if (!rows || !cols) return;
    j->shape[3] = gpu__ceil_div(tiles, want < most ? want : most);
    j->shape[2] = gpu__ceil_div(tiles, j->shape[3]);
    j->tasks = j->shape[2] * (colwise ? gpu__ceil_div(cols, GPU__SCAN_STRIP) : rows);
    j->in_place = 1;
    if (j->shape[2] > 1) {
        j->space = j->scratch = j->shape[2] * (colwise ? cols : rows) * sizeof(double);
        j->start = gpu__scan_axis_totals;
    }
}
#endif
/* ----------------------------------------------------------------------------------------------- src/ops/exchange.h */
#if defined(GPU__ONCE) && defined(GPU_SEVERAL_DEVICES)
/* What one part of gpu_each_device does in an exchange with the others: it folds elements [begin, end) of all arrays
   and writes them to those of the parts [to, to_end). */
enum {
    GPU__MOST_PARTS = 64, /* GPU__MAX_DEVICES */
    GPU__EXCHANGE_BLOCKS = 256,
    GPU__EXCHANGE_TILE = 1 << 15 /* bytes that a block folds at a time */
};
#define GPU__GIVEN_UP ((uint64_t)1 << 40) /* so far ahead of its last epoch is a part that has failed */
typedef struct gpu__exchange_args {
    void *array[GPU__MOST_PARTS];
    uint64_t *flags[GPU__MOST_PARTS]; /* by which the kernels of all parts meet; NULL: the host threads do */
    int meetings;                     /* bit 0: the kernels meet ahead of the fold, bit 1: behind it */
    uint64_t epoch;                   /* of this meeting: greater than of any before */
    size_t begin, end, head, packs;   /* head and packs: for kernels, see there */
    size_t blocks;
    int parts, part, to, to_end;
    gpu_fold fold;
} gpu__exchange_args;
typedef struct gpu__exchange {
    const char *call;
    void *p;
    size_t n, size; /* of an element */
    gpu_fold fold;
    int all; /* the result is for every part, not for one */
    void (*host)(const gpu__exchange_args *a);
    int (*device)(const gpu__exchange_args *a, void *stream);
} gpu__exchange;
GPU_API gpu_status gpu__each_exchange(const gpu__exchange *x);
#endif
/* ---------------------------------------------------------------------------------------------- src/ops/transpose.h */
#ifdef GPU__ONCE
typedef struct gpu__element16 {
    uint64_t half[2];
} gpu__element16;
/* A task is 32 columns: they become whole lines of the output, and their rows stay in the cache. */
#define GPU__TRANSPOSE_TILE(T)                                                                                         \
    for (c = c0; c < c1; c++)                                                                                          \
        for (r = r0; r < r1; r++) ((T *)j->out)[c * rows + r] = ((const T *)j->in[0].p)[r * cols + c];
static GPU__UNUSED inline void gpu__transpose_part(const gpu__job *j, void *scratch, size_t thread, size_t first,
                                                   size_t last)
{
    const size_t rows = j->shape[0], cols = j->shape[1];
    size_t c0, r0, c, r;
    (void)scratch, (void)thread;
    for (c0 = first * 32; c0 < last * 32 && c0 < cols; c0 += 32)
        for (r0 = 0; r0 < rows; r0 += 32) {
            const size_t c1 = c0 + 32 < cols ? c0 + 32 : cols, r1 = r0 + 32 < rows ? r0 + 32 : rows;
            if (j->out_size == 1) GPU__TRANSPOSE_TILE(uint8_t)
            if (j->out_size == 2) GPU__TRANSPOSE_TILE(uint16_t)
            if (j->out_size == 4) GPU__TRANSPOSE_TILE(uint32_t)
            if (j->out_size == 8) GPU__TRANSPOSE_TILE(uint64_t)
            if (j->out_size == 16) GPU__TRANSPOSE_TILE(gpu__element16)
        }
}
static GPU__UNUSED inline gpu_status gpu__transpose_call(void *out, const void *a, size_t rows, size_t cols,
                                                         size_t size, gpu__job_device *device)
{
    gpu_status s = gpu__shape("gpu_transpose", rows, cols);
    gpu__job j;
    gpu__job_of(&j, "gpu_transpose", out, rows * cols, size, rows * cols);
    if (s) return s;
    gpu__job_in(&j, 0, "a", a, rows * cols, size);
    j.shape[0] = rows, j.shape[1] = cols;
    j.tasks = gpu__ceil_div(cols, 32);
    j.part[0] = j.part[1] = j.part[2] = gpu__transpose_part;
    j.device = device;
    return gpu__job_call(&j);
}
#ifdef GPU__CUDA
#define GPU__TRANSPOSE_ON_DEVICE(size) gpu__transpose_device<size>
#else
#define GPU__TRANSPOSE_ON_DEVICE(size) NULL
#endif
#define GPU__TRANSPOSE_ROW                                                                                             \
    GPU__PRE_SCOPE gpu_status GPU__N(gpu_transpose)(GPU__T * out, const GPU__T *a, size_t rows, size_t cols)           \
    {                                                                                                                  \
        return gpu__transpose_call(out, a, rows, cols, sizeof *a, GPU__TRANSPOSE_ON_DEVICE(sizeof *a));                \
    }
#define GPU__TRANSPOSE_BYTES(scope, name)                                                                              \
    scope gpu_status name(void *out, const void *a, size_t rows, size_t cols, size_t size)                             \
    {                                                                                                                  \
        if (size == 1) return gpu__transpose_call(out, a, rows, cols, 1, GPU__TRANSPOSE_ON_DEVICE(1));                 \
        if (size == 2) return gpu__transpose_call(out, a, rows, cols, 2, GPU__TRANSPOSE_ON_DEVICE(2));                 \
        if (size == 4) return gpu__transpose_call(out, a, rows, cols, 4, GPU__TRANSPOSE_ON_DEVICE(4));                 \
        if (size == 8) return gpu__transpose_call(out, a, rows, cols, 8, GPU__TRANSPOSE_ON_DEVICE(8));                 \
        if (size == 16) return gpu__transpose_call(out, a, rows, cols, 16, GPU__TRANSPOSE_ON_DEVICE(16));              \
        return gpu__refuse("gpu_transpose", "elements of %zu bytes; expected 1, 2, 4, 8 or 16", size);                 \
    }
#endif
/* -------------------------------------------------------------------------------------------------- src/ops/count.h */
#ifdef GPU__ONCE
GPU_API void gpu__add_counts(const gpu__job *j, void *scratch, size_t threads);
/* The first thread counts in the result itself, each other one in a copy. */
static GPU__UNUSED inline int64_t *gpu__counts_of(const gpu__job *j, void *scratch, size_t thread)
{
    int64_t *const counts = thread ? (int64_t *)scratch + (thread - 1) * j->out_count : (int64_t *)j->out;
    memset(counts, 0, j->out_count * sizeof *counts);
    return counts;
}
static GPU__UNUSED inline int gpu__bins_fit(const gpu__job *j) { return j->out_count - 1 < 0x7fffffff; }
static GPU__UNUSED inline gpu_status gpu__bins_refused(const gpu__job *j)
{
    return gpu__refuse(j->name, "%zu bins; expected 1 to 2147483647", j->out_count);
}
static GPU__UNUSED inline gpu_status gpu__count_call(gpu__job *j, const void *x, size_t size)
{
    if (!gpu__bins_fit(j)) return gpu__bins_refused(j);
    gpu__job_in(j, 0, "x", x, j->shape[0], size);
    j->scratch_of_thread = j->out_count * sizeof(int64_t);
    j->finish = gpu__add_counts;
    return gpu__job_call(j);
}
/* An element as a number, and as an index; `type` is a constant where it is called. */
GPU__BODY double gpu__number_at(const void *x, size_t i, gpu_type type)
{
    switch (type) {
    case GPU_F32:
        return (double)((const float *)x)[i];
    case GPU_F64:
        return ((const double *)x)[i];
    case GPU_I32:
        return (double)((const int32_t *)x)[i];
    case GPU_I64:
        return (double)((const int64_t *)x)[i];
    case GPU_U8:
        return (double)((const uint8_t *)x)[i];
    case GPU_U32:
        return (double)((const uint32_t *)x)[i];
    default:
        return (double)((const uint64_t *)x)[i];
    }
}
GPU__BODY uint64_t gpu__index_at(const void *x, size_t i, gpu_type type)
{
    switch (type) {
    case GPU_I32:
        return (uint64_t)((const int32_t *)x)[i];
    case GPU_I64:
        return (uint64_t)((const int64_t *)x)[i];
    case GPU_U8:
        return (uint64_t)((const uint8_t *)x)[i];
    case GPU_U32:
        return (uint64_t)((const uint32_t *)x)[i];
    default:
        return ((const uint64_t *)x)[i];
    }
}

/* NumPy's edges: lo + i * ((hi - lo) / bins) in double, the last one hi, of floats rounded to float. A value belongs to
   the last bin whose lower edge is not above it. The guess is off by one at most, unless so many edges round to one
   number that only a search finds the last of them. */
GPU__BODY double gpu__rounded(double v, gpu_type type) { return type == GPU_F32 ? (double)(float)v : v; }
GPU__BODY double gpu__edge(size_t i, double step, double lo, gpu_type type)
{
    return gpu__rounded(GPU__TIMES((double)i, step) + lo, type);
}
GPU__BODY void gpu__histogram_of(const gpu__job *j, int64_t *counts, size_t first, size_t last, gpu_type type)
{
    const size_t bins = j->out_count;
    const double lo = j->number[0].real, hi = j->number[1].real, step = (hi - lo) / (double)bins,
                 scale = (double)bins / (hi - lo), least = gpu__rounded(lo, type), most = gpu__rounded(hi, type);
    for (; first < last; first++) {
        const double v = gpu__number_at(j->in[0].p, first, type), at = (v - lo) * scale;
        size_t i, d, above = bins;
        if (!(v >= least && v <= most)) continue;
        i = at > 0 ? at < (double)bins ? (size_t)at : bins - 1 : 0;
        for (d = 1; i > 0 && v < gpu__edge(i, step, lo, type); d *= 2) above = i, i = i > d ? i - d : 0;
        for (d = 1; i + 1 < above && v >= gpu__edge(i + 1, step, lo, type); i += d, d *= 2)
            while (d > 1 && (d >= above - i || v < gpu__edge(i + d, step, lo, type))) d /= 2;
        counts[i]++;
    }
}
GPU__BODY void gpu__bincount_of(const gpu__job *j, int64_t *counts, size_t first, size_t last, gpu_type type)
{
    for (; first < last; first++) {
        const uint64_t i = gpu__index_at(j->in[0].p, first, type);
        if (i < j->out_count) counts[i]++;
    }
}
static GPU__UNUSED inline gpu_status gpu__histogram_call(gpu__job *j, const void *x, size_t size, double lo, double hi)
{
    if (gpu__bins_fit(j) && (!(lo < hi) || !(hi - lo <= 1.7976931348623157e308)))
        return gpu__refuse(j->name, "the range is [%g, %g]; expected two finite numbers, lo below hi", lo, hi);
    j->number[0].real = lo, j->number[1].real = hi;
    return gpu__count_call(j, x, size);
}
/* Weighted: the elements are cut into parts, by n and bins alone; each adds up its own in their order, and a bin's sums
   of all parts are folded as 32 lanes that take every 32nd part, and then by halves. */
enum { GPU__WEIGHTS_PARTS = 4096, GPU__WEIGHTS_PART = 4096, GPU__WEIGHTS_SPACE = 1 << 22 };
static GPU__UNUSED inline void gpu__weights_fold(const gpu__job *j, void *scratch, size_t threads)
{
    const double *const sums = (const double *)scratch;
    const size_t bins = j->out_count, parts = j->shape[1];
    size_t b, p, s;
    (void)threads;
    for (b = 0; parts > 1 && b < bins; b++) {
        double lane[32] = {0};
        for (p = 0; p < parts; p++) lane[p % 32] += sums[p * bins + b];
        for (s = 16; s; s /= 2)
            for (p = 0; p < s; p++) lane[p] += lane[p + s];
        ((double *)j->out)[b] = lane[0];
    }
}
GPU__BODY void gpu__weights_of(const gpu__job *j, void *scratch, size_t first, size_t last, gpu_type type)
{
    const size_t bins = j->out_count, n = j->shape[0], length = j->shape[2];
    const int32_t *const x = (const int32_t *)j->in[0].p;
    for (; first < last; first++) {
        double *const sums = j->shape[1] > 1 ? (double *)scratch + first * bins : (double *)j->out;
        const size_t end = n - first * length < length ? n : (first + 1) * length;
        size_t i;
        for (i = 0; i < bins; i++) sums[i] = 0;
        for (i = first * length; i < end; i++)
            if ((uint64_t)x[i] < bins) sums[x[i]] += gpu__number_at(j->in[1].p, i, type);
    }
}
static GPU__UNUSED inline gpu_status gpu__weights_call(gpu__job *j, const int32_t *x, const void *w, size_t size,
                                                       gpu__job_part *part)
{
    const size_t n = j->shape[0], most = GPU__WEIGHTS_SPACE / (j->out_count + !j->out_count);
    size_t parts = gpu__ceil_div(n, GPU__WEIGHTS_PART);
    if (!gpu__bins_fit(j)) return gpu__bins_refused(j);
    parts = parts < most ? parts : most;
    parts = parts < GPU__WEIGHTS_PARTS ? parts : (size_t)GPU__WEIGHTS_PARTS;
    j->shape[2] = parts > 1 ? gpu__ceil_div(n, parts * 32) * 32 : n;
    j->shape[1] = parts > 1 ? gpu__ceil_div(n, j->shape[2]) : 1;
    gpu__job_in(j, 0, "x", x, n, sizeof *x);
    gpu__job_in(j, 1, "w", w, n, size);
    j->tasks = j->shape[1];
    j->space = j->scratch = j->shape[1] > 1 ? j->shape[1] * j->out_count * sizeof(double) : 0;
    j->part[0] = j->part[1] = j->part[2] = part;
    j->finish = gpu__weights_fold;
    return gpu__job_call(j);
}
#define GPU__COUNT_PART(name)                                                                                          \
    static GPU__UNUSED inline void GPU__N(gpu__##name##_part)(const gpu__job *j, void *scratch, size_t thread,         \
                                                              size_t first, size_t last)                               \
    {                                                                                                                  \
        gpu__##name##_of(j, gpu__counts_of(j, scratch, thread), first, last, (gpu_type)GPU__ELEMENT);                  \
    }
#define GPU__HISTOGRAM_ROW                                                                                             \
    GPU__COUNT_PART(histogram)                                                                                         \
    GPU__ON_DEVICE(GPU__N(gpu__histogram),                                                                             \
                   gpu__histogram((cudaStream_t)context->stream, context->multiprocessors, context->shared_limit,      \
                                  (unsigned long long *)out, (unsigned)j->out_count, (const GPU__T *)in[0],            \
                                  j->shape[0], j->number[0].real, j->number[1].real))                                  \
    GPU__PRE_SCOPE gpu_status GPU__N(gpu_histogram)(int64_t * counts, size_t bins, const GPU__T *x, size_t n,          \
                                                    double lo, double hi)                                              \
    {                                                                                                                  \
        gpu__job j;                                                                                                    \
        gpu__job_of(&j, "gpu_histogram", counts, bins, sizeof *counts, n);                                             \
        j.part[0] = j.part[1] = j.part[2] = GPU__N(gpu__histogram_part);                                               \
        GPU__JOB_DEVICE(j, GPU__N(gpu__histogram))                                                                     \
        return gpu__histogram_call(&j, x, sizeof *x, lo, hi);                                                          \
    }
#define GPU__BINCOUNT_ROW                                                                                              \
    GPU__COUNT_PART(bincount)                                                                                          \
    GPU__ON_DEVICE(GPU__N(gpu__bincount), gpu__bincount((cudaStream_t)context->stream, context->multiprocessors,       \
                                                        context->shared_limit, (unsigned long long *)out,              \
                                                        (unsigned)j->out_count, (const GPU__T *)in[0], j->shape[0]))   \
    GPU__PRE_SCOPE gpu_status GPU__N(gpu_bincount)(int64_t * counts, size_t bins, const GPU__T *x, size_t n)           \
    {                                                                                                                  \
        gpu__job j;                                                                                                    \
        gpu__job_of(&j, "gpu_bincount", counts, bins, sizeof *counts, n);                                              \
        j.part[0] = j.part[1] = j.part[2] = GPU__N(gpu__bincount_part);                                                \
        GPU__JOB_DEVICE(j, GPU__N(gpu__bincount))                                                                      \
        return gpu__count_call(&j, x, sizeof *x);                                                                      \
    }
#endif
/* ------------------------------------------------------------------------------------------------- src/ops/window.h */
#ifdef GPU__ONCE
/* Windows. Output i is the sum of z[i .. i + width), where z is x behind width - 1 zeros, divided by the number of
   elements of x among them. A sum takes in its window's elements alone: nothing is subtracted, so what lies outside
   has no part in it, not in its last bit either. The order, all in double, on both backends:
     width <= 9: ascending. width <= 2304: z is cut into runs of 9. A sum is (Q + U) + P: Q of its elements in the
     first run it has a part of, from the back; P of those in the last, ascending; U of the runs between, from their
     sums, which are ascending. Wider: z is cut into runs of 1152. With i = t 1152 + o, width = q 1152 + s, a sum is
     Q + P: Q of what is left of run t from o on, and of the q - 1 runs behind it, P of the first s + o elements from
     run t + q on. Of pieces of 9 in run t and from s on, parts as before, an empty P being 0. To the first is added,
     what the pieces behind them in 32 have by Hillis and Steele's scan, added to U + the next 32s, the last first;
     to the second, what those in front have, added to the s elements + the 32s before. The sum of s elements and
     that of a run: element k belongs to lane k % 128, ascending from 0; each 32 lanes fold by halves, the four that
     are left as (0 + 2) + (1 + 3). U of m runs: 0, then the first m % 16 of their sums, ascending; then of the sums
     of 16 neighbours each, ascending, the first m / 16 % 16, and so on by powers of 16. */
enum {
    GPU__WINDOW_RUN = 9,
    GPU__WINDOW_LANES = 128,
    GPU__WINDOW_TILE = GPU__WINDOW_RUN * GPU__WINDOW_LANES,
    GPU__WINDOW_NARROW = 2 * GPU__WINDOW_TILE,
    GPU__WINDOW_RADIX = 16
};
/* U of `outs` outputs' runs: u[r] = the sum of the m entries of sums behind r. Of sums, outs + m entries, it leaves
   nothing. */
GPU__HOT static GPU__UNUSED GPU__ALWAYS_INLINE void gpu__window_between(double *u, double *sums, size_t outs, size_t m)
{
    size_t count = outs + m, at = 1, stride = 1, k, r;
    for (r = 0; r < outs; r++) u[r] = 0;
    for (;; m /= GPU__WINDOW_RADIX, stride *= GPU__WINDOW_RADIX) {
        for (k = m % GPU__WINDOW_RADIX; k; k--, at += stride)
            GPU__NO_ALIAS for (r = 0; r < outs; r++) u[r] += sums[r + at];
        if (m < GPU__WINDOW_RADIX) return;
        count -= (GPU__WINDOW_RADIX - 1) * stride;
        for (r = 0; r < count; r++) {
            double sum = sums[r];
            for (k = 1; k < GPU__WINDOW_RADIX; k++) sum += sums[r + k * stride];
            sums[r] = sum;
        }
    }
}
/* A run's sum, or that of the first elements of one. */
GPU__HOT static GPU__UNUSED GPU__ALWAYS_INLINE double gpu__window_lanes(const double *z, size_t count)
{
    double lane[GPU__WINDOW_LANES];
    size_t i, k, s;
    for (i = 0; i < GPU__WINDOW_LANES; i++) lane[i] = 0;
    for (k = 0; k + GPU__WINDOW_LANES <= count; k += GPU__WINDOW_LANES)
        GPU__NO_ALIAS for (i = 0; i < GPU__WINDOW_LANES; i++) lane[i] += z[k + i];
    for (i = 0; k + i < count; i++) lane[i] += z[k + i];
    for (s = 16; s; s /= 2)
        for (k = 0; k < GPU__WINDOW_LANES; k += 32)
            for (i = 0; i < s; i++) lane[k + i] += lane[k + i + s];
    return (lane[0] + lane[64]) + (lane[32] + lane[96]);
}
/* The two parts of a sum, from the elements in z: what is behind, with what lies between, in their place; what is in
   front, at `front`. First for windows of 10 to GPU__WINDOW_NARROW; output i finds the second part at front[i +
   width - 1]. */
GPU__HOT static GPU__UNUSED GPU__ALWAYS_INLINE void gpu__window_narrow(double *z, double *front, size_t width)
{
    enum { run = GPU__WINDOW_RUN, narrow = GPU__WINDOW_NARROW / run };
    const size_t q = (width - 1) / run, s = (width - 1) % run, runs = narrow + q;
    double sums[2 * narrow], all[narrow], u[narrow];
    size_t r, k;
    for (r = 0; r < runs; r++) {
        double sum = front[r * run] = z[r * run];
        for (k = 1; k < run; k++) front[r * run + k] = sum += z[r * run + k];
        sums[r] = sum;
    }
    for (k = runs * run; k < GPU__WINDOW_NARROW + width - 1; k++) front[k] = k % run ? front[k - 1] + z[k] : z[k];
    memcpy(all, sums + q, sizeof all);
    gpu__window_between(u, sums, narrow, q - 1);
    for (r = 0; r < narrow; r++) {
        double *const p = z + r * run, sum = 0, more = u[r] + all[r];
        for (k = run; k-- > 0;) {
            sum = k + 1 < run ? p[k] + sum : p[k];
            p[k] = sum + (k + s < run ? u[r] : more);
        }
    }
}
/* Then for wider ones: 1152 outputs, whose elements are in z, with those that enter behind. front[0] is what is in
   front of all. */
GPU__HOT static GPU__UNUSED GPU__ALWAYS_INLINE void gpu__window_wide(double *z, double *front, double u)
{
    enum { run = GPU__WINDOW_RUN, lanes = GPU__WINDOW_LANES };
    const double *const entering = z + run * lanes;
    double e = front[0], behind[lanes], before[lanes], of[lanes];
    size_t r, s, k;
    for (r = 0; r < lanes; r++) {
        double *const p = z + r * run, *const f = front + r * run, sum = entering[r * run];
        const double *const in = entering + r * run;
        for (k = run - 1; k > 0; k--) p[k - 1] += p[k];
        behind[r] = p[0];
        f[0] = 0;
        for (k = 1; k < run; k++) {
            f[k] = sum;
            sum += in[k];
        }
        before[r] = sum;
    }
    for (s = 1; s < 32; s *= 2) {
        memcpy(of, before, sizeof of);
        for (k = 0; k < lanes; k += 32) {
            for (r = k; r + s < k + 32; r++) behind[r] += behind[r + s];
            for (r = k + s; r < k + 32; r++) before[r] += of[r - s];
        }
    }
    for (k = 0; k < lanes; k += 32) {
        for (r = k; r < k + 32; r++) of[r] = r > k ? e + before[r - 1] : e;
        e += before[k + 31];
    }
    for (k = lanes; k > 0; k -= 32) {
        const double all = behind[k - 32];
        for (r = k - 32; r < k - 1; r++) behind[r] = u + behind[r + 1];
        behind[k - 1] = u;
        u += all;
    }
    for (r = 0; r < lanes; r++)
        for (k = 0; k < run; k++) {
            z[r * run + k] += behind[r];
            front[r * run + k] += of[r];
        }
}
/* A window or filter must be at least 1 wide and, where there are elements, no wider than they are many. */
static GPU__UNUSED inline gpu_status gpu__window_call(gpu__job *j, const char *what, size_t width)
{
    if (!width) return gpu__refuse(j->name, "the %s is 0 wide; expected at least 1", what);
    if (j->out_count && width > j->out_count)
        return gpu__refuse(j->name, "the %s is %zu wide and there are %zu elements; expected no more than that", what,
                           width, j->out_count);
    return gpu__job_call(j);
}
#endif

/* -------------------------------------------------------------------------------------------------- src/ops/plane.h */
#ifdef GPU__ONCE
/* Filters of a plane. An output of a convolution is the sum over k of row 0 of the filter, mirrored, times the elements
   under it, then of row 1, and so on, each ascending, all in double; a product is rounded before it is added. Zeros
   outside the plane are multiplied like any others. Both backends add in this order, so the bits are the same. */
enum {
    GPU__PLANE_TILE = 512,  /* outputs of a row that are made at a time */
    GPU__PLANE_TAPS = 256,  /* of a row of the filter */
    GPU__PLANE_RING = 8192, /* elements: rows under the filter, which the next output row needs again */
    GPU__PLANE_CLAMPED = 1
};
/* One row of the filter for n outputs. */
GPU__BODY void gpu__conv2d_row(double *sum, const double *z, const double *tap, size_t taps, size_t n)
{
    size_t k = 0, i;
    for (; k + 5 <= taps; k += 5) {
        const double a = tap[k], b = tap[k + 1], c = tap[k + 2], d = tap[k + 3], e = tap[k + 4], *const p = z + k;
        GPU__NO_ALIAS for (i = 0; i < n; i++) sum[i] =
            ((((sum[i] + a * p[i]) + b * p[i + 1]) + c * p[i + 2]) + d * p[i + 3]) + e * p[i + 4];
    }
    if (k + 3 <= taps) {
        const double a = tap[k], b = tap[k + 1], c = tap[k + 2], *const p = z + k;
        GPU__NO_ALIAS for (i = 0; i < n; i++) sum[i] = ((sum[i] + a * p[i]) + b * p[i + 1]) + c * p[i + 2];
        k += 3;
    }
    for (; k < taps; k++) {
        const double a = tap[k], *const p = z + k;
        GPU__NO_ALIAS for (i = 0; i < n; i++) sum[i] += a * p[i];
    }
}

/* ---- gpu_median3x3: a task is a tile of an output row ---- */
/* Elements are compared as whole numbers of their size: the bits of a floating-point number, of a negative one all but
   the sign inverted, and for a NaN the greatest there is. So the result does not depend on how it is found. */
#define GPU__KEYS(K)                                                                                                   \
    GPU__BODY K gpu__least_##K(K a, K b) { return a < b ? a : b; }                                                     \
    GPU__BODY K gpu__most_##K(K a, K b) { return a < b ? b : a; }                                                      \
    GPU__BODY K gpu__middle_##K(K a, K b, K c)                                                                         \
    {                                                                                                                  \
        return gpu__most_##K(gpu__least_##K(a, b), gpu__least_##K(gpu__most_##K(a, b), c));                            \
    }
GPU__KEYS(int32_t)
GPU__KEYS(int64_t)
GPU__KEYS(uint8_t)
/* The bits of n floating-point numbers become keys, NaNs being those beyond `infinity`; and back, without it. */
#define GPU__KEYS_OF_REALS(K)                                                                                          \
    GPU__BODY void gpu__keys_##K(K *key, size_t n, K infinity)                                                         \
    {                                                                                                                  \
        const K most = (K)(~(uint64_t)0 >> (65 - 8 * sizeof(K)));                                                      \
        size_t i;                                                                                                      \
        for (i = 0; i < n; i++) key[i] = (key[i] & most) > infinity ? most : key[i] < 0 ? key[i] ^ most : key[i];      \
    }
GPU__KEYS_OF_REALS(int32_t)
GPU__KEYS_OF_REALS(int64_t)
/* The medians of n neighbours in low, of three rows of n + 2 keys. */
#define GPU__MEDIANS(K)                                                                                                \
    GPU__BODY void gpu__medians_##K(K *low, K *mid, K *high, const K *x, const K *y, const K *z, size_t n)             \
    {                                                                                                                  \
        size_t i;                                                                                                      \
        GPU__NO_ALIAS for (i = 0; i < n + 2; i++) GPU__SORTED(K, x[i], y[i], z[i])                                     \
            GPU__NO_ALIAS for (i = 0; i < n; i++) low[i] =                                                             \
                gpu__middle_##K(GPU__OF_3(gpu__most_##K, low), gpu__middle_##K(mid[i], mid[i + 1], mid[i + 2]),        \
                                GPU__OF_3(gpu__least_##K, high));                                                      \
    }
#define GPU__SORTED(K, a, b, c)                                                                                        \
    {                                                                                                                  \
        low[i] = gpu__least_##K(gpu__least_##K(a, b), c);                                                              \
        mid[i] = gpu__middle_##K(a, b, c);                                                                             \
        high[i] = gpu__most_##K(gpu__most_##K(a, b), c);                                                               \
    }
#define GPU__OF_3(f, v) f(f(v[i], v[i + 1]), v[i + 2])
GPU__MEDIANS(int32_t)
GPU__MEDIANS(int64_t)
GPU__MEDIANS(uint8_t)
typedef union gpu__key_row {
    uint8_t of_1[GPU__PLANE_TILE + 2];
    int32_t of_4[GPU__PLANE_TILE + 2];
    int64_t of_8[GPU__PLANE_TILE + 2];
} gpu__key_row;
GPU__BODY void gpu__keys(const gpu__job *j, gpu__key_row *row, size_t n, int back)
{
    if (j->flag && j->out_size == 4) gpu__keys_int32_t(row->of_4, n, back ? INT32_MAX : 0x7f800000);
    if (j->flag && j->out_size == 8) gpu__keys_int64_t(row->of_8, n, back ? INT64_MAX : 0x7ff0000000000000);
}
/* The keys of columns at - 1 to at + n of row r, which is clamped, as they are. */
GPU__BODY void gpu__median_load(gpu__key_row *to, const gpu__job *j, size_t r, size_t at, size_t n)
{
    const size_t cols = j->shape[1], size = j->out_size;
    const char *const x = (const char *)j->in[0].p + (r < j->shape[0] ? r : j->shape[0] - 1) * cols * size;
    char *const row = (char *)to;
    memcpy(row, x + (at ? at - 1 : 0) * size, size);
    memcpy(row + size, x + at * size, n * size);
    memcpy(row + (n + 1) * size, x + (at + n < cols ? at + n : cols - 1) * size, size);
    gpu__keys(j, to, n + 2, 0);
}
GPU__BODY void gpu__median_tiles(const gpu__job *j, size_t first, size_t last)
{
    const size_t rows = j->shape[0], cols = j->shape[1], size = j->out_size;
    gpu__key_row key[3], low, mid, high;
    size_t t;
    for (t = first; t < last; t++) {
        const size_t r = t % rows, c = t / rows * GPU__PLANE_TILE,
                     n = cols - c < GPU__PLANE_TILE ? cols - c : (size_t)GPU__PLANE_TILE;
        if (t == first || r == 0) {
            gpu__median_load(&key[(r + 2) % 3], j, r ? r - 1 : 0, c, n);
            gpu__median_load(&key[r % 3], j, r, c, n);
        }
        gpu__median_load(&key[(r + 1) % 3], j, r + 1, c, n);
        if (size == 1)
            gpu__medians_uint8_t(low.of_1, mid.of_1, high.of_1, key[0].of_1, key[1].of_1, key[2].of_1, n);
        else if (size == 4)
            gpu__medians_int32_t(low.of_4, mid.of_4, high.of_4, key[0].of_4, key[1].of_4, key[2].of_4, n);
        else
            gpu__medians_int64_t(low.of_8, mid.of_8, high.of_8, key[0].of_8, key[1].of_8, key[2].of_8, n);
        gpu__keys(j, &low, n, 1);
        memcpy((char *)j->out + (r * cols + c) * size, &low, n * size);
    }
}
GPU__PART_LEVELS(gpu__median3x3, gpu__median_tiles(j, first, last))
static GPU__UNUSED inline gpu_status gpu__median_call(void *out, const void *x, size_t rows, size_t cols, size_t size,
                                                      int real, gpu__job_device *device)
{
    gpu_status s = gpu__shape("gpu_median3x3", rows, cols);
    gpu__job j;
    gpu__job_of(&j, "gpu_median3x3", out, rows * cols, size, rows * cols);
    if (s) return s;
    gpu__job_in(&j, 0, "x", x, rows * cols, size);
    j.shape[0] = rows, j.shape[1] = cols;
    j.tasks = rows * gpu__ceil_div(cols, GPU__PLANE_TILE);
    j.flag = real;
    GPU__JOB_PARTS(j, gpu__median3x3)
    j.device = device;
    return gpu__job_call(&j);
}
#ifdef GPU__CUDA
#define GPU__MEDIAN_ON_DEVICE GPU__CAT(GPU__N(gpu__median3x3), __device)
#else
#define GPU__MEDIAN_ON_DEVICE NULL
#endif
#define GPU__MEDIAN_ROW                                                                                                \
    GPU__ON_DEVICE(GPU__N(gpu__median3x3),                                                                             \
                   gpu__plane<gpu__median_3x3>(context, (GPU__T *)out, (const GPU__T *)in[0], (const GPU__T *)NULL,    \
                                               j->shape[0], j->shape[1], true))                                        \
    GPU__PRE_SCOPE gpu_status GPU__N(gpu_median3x3)(GPU__T * out, const GPU__T *x, size_t rows, size_t cols)           \
    {                                                                                                                  \
        return gpu__median_call(out, x, rows, cols, sizeof *x, GPU__IS_REAL, GPU__MEDIAN_ON_DEVICE);                   \
    }
#endif
/* ---------------------------------------------------------------------------------------------- src/ops/normalize.h */
/* --------------------------------------------------------------------------------------------- src/ops/matmul_mma.h */
#ifdef GPU__ONCE
/* How the tensor cores take a product apart: a function of the shape alone, and so is the order of its sums. */
typedef struct gpu__mma_plan {
    int rows, cols;                         /* of a tile of C */
    size_t tiles_m, tiles_n, splits, split; /* parts along k, of `split` terms each; their sums are added in order */
    size_t pitch[2];                        /* of A and B; not 0: copied to rows of this pitch, ... */
    size_t at[2], at_partials, bytes;       /* ... because their own cannot be read 16 bytes at a time */
} gpu__mma_plan;

/* Where a copy of an operand begins in the space, `end` being the bytes taken so far. */
static GPU__UNUSED inline size_t gpu__mma_copy_plan(size_t *pitch, size_t *end, size_t rows, size_t cols, size_t ld,
                                                    size_t stride, size_t batch, size_t size)
{
    const size_t per = 16 / size, at = *end, wide = gpu__ceil_div(cols, per) * per;
    const size_t matrices = stride ? batch : 1, most = ((size_t)1 << 31) / size;
    *pitch = 0;
    if (ld % per == 0 && stride % per == 0) return at;
    if (wide > most || rows > most / wide || matrices > most / wide / rows) return at; /* too much: read as it is */
    *pitch = wide, *end += gpu__ceil_div(matrices * rows * wide * size, 256) * 256;
    return at;
}
static GPU__UNUSED inline gpu__mma_plan gpu__mma_plan_of(const gpu_gemm_spec *g, size_t size)
{
    const size_t k = g->k;
    gpu__mma_plan p;
    size_t blocks, most;
    p.rows = g->m <= 32 ? 32 : g->n <= 32 ? 128 : 64;
    p.cols = g->m <= 32 ? 128 : g->n <= 32 ? 32 : 64;
    if (g->m > 64 && g->n > 64 && gpu__ceil_div(g->m, 128) * gpu__ceil_div(g->n, 128) * g->batch >= 48)
        p.rows = p.cols = 128;
    p.tiles_m = gpu__ceil_div(g->m, (size_t)p.rows), p.tiles_n = gpu__ceil_div(g->n, (size_t)p.cols);
    blocks = p.tiles_m * p.tiles_n * g->batch;
    most = p.rows == p.cols ? p.rows == 128 ? 1 : 256 / blocks : 384 / blocks;
    if (most > k / 256) most = k / 256;
    if (most < 1) most = 1;
    p.split = gpu__ceil_div(gpu__ceil_div(k, most), 64) * 64;
    p.splits = k ? gpu__ceil_div(k, p.split) : 1;
    p.bytes = 0, p.pitch[0] = p.pitch[1] = 0, p.at[0] = p.at[1] = 0;
    if (k) {
        p.at[0] = gpu__mma_copy_plan(&p.pitch[0], &p.bytes, g->transpose_a ? k : g->m, g->transpose_a ? g->m : k,
                                     g->lda, g->stride_a, g->batch, size);
        p.at[1] = gpu__mma_copy_plan(&p.pitch[1], &p.bytes, g->transpose_b ? g->n : k, g->transpose_b ? k : g->n,
                                     g->ldb, g->stride_b, g->batch, size);
    }
    p.at_partials = p.bytes;
    if (p.splits > 1) p.bytes += p.splits * g->batch * g->m * (gpu__ceil_div(g->n, 4) * 4) * sizeof(float);
    return p;
}
#endif

/* ------------------------------------------------------------------------------------------------- src/ops/matmul.h */
#ifdef GPU__ONCE
/* Products of matrices. One description, the spec in the job, serves both backends: `gemm` of gpu__call is complete,
   which means that the leading dimensions are filled in, alpha and beta are numbers of the type that is computed in,
   alpha is 0 where k is and k where alpha is, and strides are 0 where the batch is 1. out is C; in[0] is C too where it
   is read or has gaps; in[1] and in[2] are A and B, empty where k is 0. */
enum { GPU__GEMM_F32, GPU__GEMM_F64, GPU__GEMM_TF32, GPU__GEMM_BF16, GPU__GEMM_F16 };
static GPU__UNUSED inline size_t gpu__gemm_size(int precision) /* bytes of an element */
{
    return precision == GPU__GEMM_F64 ? 8 : precision == GPU__GEMM_BF16 || precision == GPU__GEMM_F16 ? 2 : 4;
}

/* ---- how a GPU goes about it: by which tiles, and in how many pieces along k. A function of the shape alone, so that
   the order of a sum is one too: it reckons with the multiprocessors of one GPU everywhere. ---- */
enum {
    GPU__GEMM_LARGE,
    GPU__GEMM_MIDDLE,
    GPU__GEMM_SMALL,
    GPU__GEMM_FLAT, /* for doubles */
    GPU__GEMM_THIN,
    GPU__GEMM_SHORT,
    GPU__GEMM_FEW = 32, /* rows or columns that are thin */
    GPU__GEMM_FEW_F64 = 4,
    GPU__GEMM_THIN_ROWS = 128,  /* of the large operand, that a block has then */
    GPU__GEMM_PROCESSORS = 132, /* of an H100 and H200 */
    GPU__GEMM_PIECE = 64        /* the least that is split off along k: a multiple of every tile's depth */
};
typedef struct gpu__gemm_plan {
    int tiles;
    size_t splits, split_k;
} gpu__gemm_plan;
/* Clock cycles that a kind of tiles takes, by what was measured on an H200: of 128 multiply-adds a cycle that a
   multiprocessor can do, `share` with as many tiles at once as fit; filling and emptying a tile's pipeline costs as
   much as `edge` of k. Pieces are joined by another kernel, at the speed of the cache. */
static GPU__UNUSED inline double gpu__gemm_cost(const gpu_gemm_spec *g, int precision, int tiles, size_t splits)
{
    static const struct {
        double m, n, depth, edge, share[4]; /* with 1, 2, 3 and more tiles for a multiprocessor */
    } kind[2][4] = {{{128, 256, 16, 37, {.74, .74, .74, .74}},
                     {128, 128, 8, 16, {.36, .55, .55, .6}},
                     {64, 64, 16, 13, {.2, .36, .45, .5}},
                     {1, 1, 1, 0, {1, 1, 1, 1}}}, /* not of floats */
                    {{128, 128, 16, 35, {.88, .88, .88, .88}},
                     {64, 64, 16, 13, {.3, .55, .7, .78}},
                     {64, 64, 16, 13, {.1, .2, .2, .2}},
                     {128, GPU__GEMM_FEW, 16, 13, {.15, .3, .4, .5}}}};
    const int wide = precision == GPU__GEMM_F64, turned = tiles == GPU__GEMM_FLAT && g->m < g->n;
    const double m = turned ? (double)g->n : (double)g->m, n = turned ? (double)g->m : (double)g->n;
    const double high = kind[wide][tiles].m, broad = kind[wide][tiles].n, depth = kind[wide][tiles].depth;
    const double count = ceil(m / high) * ceil(n / broad) * (double)g->batch * (double)splits;
    const double each = ceil(count / (double)GPU__GEMM_PROCESSORS),
                 k = ceil((double)g->k / (double)splits / depth) * depth;
    const double share = kind[wide][tiles].share[each < 4 ? (int)each - 1 : 3];
    const double join =
        splits < 2 ? 0 : 5000 + m * n * (double)g->batch * (double)(2 * splits + 1) * (wide ? 8 : 4) / 2800;
    return each * high * broad * (k + kind[wide][tiles].edge) / (128 * share) + join;
}
/* Small products: C is computed from what one copy brings, or few. */
static GPU__UNUSED inline int gpu__gemm_is_short(const gpu_gemm_spec *g)
{
    return g->m <= 32 && g->n <= 32 && g->k <= (g->batch < GPU__GEMM_PROCESSORS ? 64 : 512);
}
/* Few rows or columns: two blocks for a multiprocessor, each with 128 rows of the large operand. */
static GPU__UNUSED inline size_t gpu__gemm_thin_splits(const gpu_gemm_spec *g)
{
    const size_t tiles = gpu__ceil_div(g->m < g->n ? g->n : g->m, GPU__GEMM_THIN_ROWS), most = g->k / 256;
    const size_t blocks = 2 * GPU__GEMM_PROCESSORS / g->batch, splits = tiles > blocks ? 1 : blocks / tiles;
    return splits < most ? splits : most ? most : 1;
}
static GPU__UNUSED inline gpu__gemm_plan gpu__gemm_plan_of(const gpu_gemm_spec *g, int precision)
{
    const size_t few = g->m < g->n ? g->m : g->n;
    const int last = few > GPU__GEMM_FEW || precision == GPU__GEMM_F32 ? GPU__GEMM_SMALL : GPU__GEMM_FLAT;
    gpu__gemm_plan best = {GPU__GEMM_SHORT, 1, 0};
    double least = HUGE_VAL;
    size_t splits;
    int tiles;
    if (gpu__gemm_is_short(g)) return best;
    if (g->k > 32 && few <= (precision == GPU__GEMM_F32 ? GPU__GEMM_FEW : GPU__GEMM_FEW_F64))
        best.tiles = GPU__GEMM_THIN, best.splits = gpu__gemm_thin_splits(g);
    else
        for (tiles = GPU__GEMM_LARGE; tiles <= last; tiles++)
            for (splits = 1; splits == 1 || (splits <= 512 && g->k / splits >= GPU__GEMM_PIECE); splits *= 2) {
                const double cost = gpu__gemm_cost(g, precision, tiles, splits);
                if (cost < least) least = cost, best.tiles = tiles, best.splits = splits;
            }
    best.split_k = gpu__ceil_div(gpu__ceil_div(g->k, best.splits), GPU__GEMM_PIECE) * GPU__GEMM_PIECE;
    return best;
}
/* A plain matrix times a plain vector goes to the kernel of gpu_matvec. */
static GPU__UNUSED inline int gpu__gemm_is_matvec(const gpu_gemm_spec *g)
{
    return g->n == 1 && g->batch == 1 && g->alpha == 1 && g->beta == 0 && !g->transpose_a && g->lda == g->k &&
           (g->transpose_b || g->ldb == 1) && g->ldc == 1;
}
/* Bytes of the sums that the pieces along k leave, and on tensor cores of copies of what lies at odd places. The plan,
   which the device's code needs too, goes into the job: see gpu__gemm_planned. */
static GPU__UNUSED inline size_t gpu__gemm_space(gpu__job *j, int precision)
{
    const gpu_gemm_spec *const g = &j->gemm;
    gpu__gemm_plan plan;
    if (precision != GPU__GEMM_F32 && precision != GPU__GEMM_F64)
        return g->k ? gpu__mma_plan_of(g, gpu__gemm_size(precision)).bytes : 0;
    if (gpu__gemm_is_matvec(g)) return gpu__row_parts(g->k) * g->m * sizeof(double);
    plan = gpu__gemm_plan_of(g, precision);
    j->shape[1] = (size_t)plan.tiles, j->shape[2] = plan.splits, j->shape[3] = plan.split_k;
    return plan.splits > 1 ? g->batch * g->m * g->n * plan.splits * gpu__gemm_size(precision) : 0;
}
static GPU__UNUSED inline gpu__gemm_plan gpu__gemm_planned(const gpu__job *j)
{
    gpu__gemm_plan plan;
    plan.tiles = (int)j->shape[1], plan.splits = j->shape[2], plan.split_k = j->shape[3];
    return plan;
}
static GPU__UNUSED GPU__HOST_DEVICE inline void gpu__gemm_plain(gpu_gemm_spec *g, size_t m, size_t n, size_t k)
{
    g->m = m, g->n = n, g->k = k;
    g->transpose_a = g->transpose_b = 0;
    g->alpha = 1, g->beta = 0, g->batch = 1;
    g->lda = g->ldb = g->ldc = g->stride_a = g->stride_b = g->stride_c = 0;
}
GPU_FN gpu_gemm_spec gpu_gemm_of(size_t m, size_t n, size_t k)
{
    gpu_gemm_spec g;
    gpu__gemm_plain(&g, m, n, k);
    return g;
}

/* ---- from a spec to a job ---- */
/* The operands as they lie in memory: 0 is A, 1 is B, 2 is C. */
typedef struct gpu__stored {
    size_t rows, cols, ld, stride;
} gpu__stored;
static GPU__UNUSED inline gpu__stored gpu__gemm_stored(const gpu_gemm_spec *g, int which)
{
    const int turned = which < 2 && (which ? g->transpose_b : g->transpose_a);
    const size_t rows = which == 1 ? g->k : g->m, cols = which ? g->n : g->k;
    gpu__stored x;
    x.rows = turned ? cols : rows, x.cols = turned ? rows : cols;
    x.ld = !which ? g->lda : which == 1 ? g->ldb : g->ldc;
    x.stride = !which ? g->stride_a : which == 1 ? g->stride_b : g->stride_c;
    return x;
}
/* Elements from the first of `batch` matrices to behind the last; SIZE_MAX where no machine has as many. Only numbers
   whose product might overflow are divided: divisions are slow. */
static GPU__UNUSED inline size_t gpu__gemm_span(const gpu__stored *x, size_t batch)
{
    const size_t most = (size_t)PTRDIFF_MAX / 8;
    size_t span = x->cols;
    if ((x->rows | x->cols | x->ld) >> (sizeof most * 4 - 3) && (span > most || x->rows - 1 > (most - span) / x->ld))
        return SIZE_MAX;
    span += (x->rows - 1) * x->ld;
    if (x->stride && batch - 1 > (most - span) / x->stride) return SIZE_MAX;
    return span + (batch - 1) * x->stride;
}
/* What is wrong whatever the shape is; the leading dimensions that are 0 are filled in. */
static GPU__UNUSED inline gpu_status gpu__gemm_numbers(const char *call, gpu_gemm_spec *g)
{
    size_t *const ld[] = {&g->lda, &g->ldb, &g->ldc};
    int k;
    for (k = 0; k < 3; k++) {
        const int turned = k == 0 ? g->transpose_a : k == 1 ? g->transpose_b : 0;
        const size_t cols = gpu__gemm_stored(g, k).cols;
        if (turned & ~1)
            return gpu__refuse(call, "transpose_%c is %d; expected 0, or 1 for the transpose", "abc"[k], turned);
        if (!*ld[k]) *ld[k] = cols;
        if (*ld[k] < cols)
            return gpu__refuse(call,
                               "ld%c is %zu, and a stored row of %c has %zu elements; expected at least that, or 0 for "
                               "rows that lie tight",
                               "abc"[k], *ld[k], "abc"[k], cols);
    }
    if (!g->batch) return gpu__refuse(call, "batch is 0; expected at least 1: begin with gpu_gemm_of(m, n, k)");
    return GPU_OK;
}
/* The matrices of C must not overlap: they lie one behind the other, or beside each other in the rows. */
static GPU__UNUSED inline gpu_status gpu__gemm_batch(const char *call, const gpu_gemm_spec *g)
{
    const gpu__stored c = gpu__gemm_stored(g, 2);
    const size_t matrix = g->batch < 2 ? 0 : gpu__gemm_span(&c, 1);
    if (c.stride >= matrix) return GPU_OK;
    if (c.stride >= c.cols && g->batch - 1 <= (c.ld - c.cols) / c.stride) return GPU_OK;
    return gpu__refuse(call,
                       "stride_c is %zu and each of the %zu matrices of c takes %zu elements; expected at least that, "
                       "so that they do not overlap",
                       c.stride, g->batch, matrix);
}
/* Has C an element in common with input k? Blocks of one leading dimension are rectangles: the second one begins some
   rows and columns behind the first, and what is beyond the end of a row goes on at the left, a row below. */
static GPU__UNUSED inline int gpu__gemm_meet(const gpu__job *j, int k)
{
    const uintptr_t p = (uintptr_t)j->out, q = (uintptr_t)j->in[k].p, apart = p < q ? q - p : p - q;
    gpu__stored first, second;
    size_t row, col;
    if (!j->in[k].count || apart >= (p < q ? j->out_count : j->in[k].count) * j->out_size) return 0;
    first = gpu__gemm_stored(&j->gemm, p < q ? 2 : k - 1), second = gpu__gemm_stored(&j->gemm, p < q ? k - 1 : 2);
    if (j->gemm.batch > 1 || first.ld != second.ld || apart % j->out_size) return 1;
    row = apart / j->out_size / first.ld, col = apart / j->out_size % first.ld;
    return (row < first.rows && col < first.cols) || (row + 1 < first.rows && col + second.cols > first.ld);
}
/* Where the arrays are, and how long. */
static GPU__UNUSED inline gpu_status gpu__gemm_arrays(gpu__job *j, void *c, const void *a, const void *b)
{
    static const char *const name[] = {"c", "a", "b"};
    const void *const at[] = {c, a, b};
    const gpu_gemm_spec *const g = &j->gemm;
    int k;
    for (k = 0; k < (g->k ? 3 : 1); k++) {
        const gpu__stored x = gpu__gemm_stored(g, (k + 2) % 3);
        const size_t span = gpu__gemm_span(&x, g->batch);
        if (span == SIZE_MAX)
            return gpu__refuse(j->name, "%s: %zu by %zu elements, rows %zu apart, matrices %zu apart, " GPU__NEGATIVE,
                               name[k], x.rows, x.cols, x.ld, x.stride);
        gpu__job_in(j, k, name[k], at[k], span, j->out_size);
    }
    for (; k < 3; k++) gpu__job_in(j, k, name[k], at[k], 0, j->out_size);
    j->out_count = j->in[0].count;
    if (g->beta == 0 && j->out_count == g->batch * g->m * g->n) j->in[0].count = 0;
    for (k = 1; k < 3; k++)
        if (c && a && b && gpu__gemm_meet(j, k))
            return gpu__refuse(j->name,
                               "c and %s overlap; expected matrices apart, or without a batch blocks of one matrix "
                               "with one leading dimension and no element in common",
                               name[k]);
    return GPU_OK;
}
/* A product from the spec in its job: what every precision has in common. `cpu` adds the CPU's code to the job. */
static GPU__UNUSED inline gpu_status gpu__gemm(gpu__job *j, const char *name, int precision, void *c, const void *a,
                                               const void *b, void (*cpu)(gpu__job *j), gpu__job_device *device)
{
    gpu_gemm_spec *const g = &j->gemm;
    size_t deep;
    gpu_status s;
    gpu__job_of(j, name, c, 0, gpu__gemm_size(precision), 0);
    if (precision != GPU__GEMM_F64) g->alpha = (double)(float)g->alpha, g->beta = (double)(float)g->beta;
    if (g->alpha == 0 || !g->k) g->alpha = 0, g->k = 0;
    if (g->batch == 1) g->stride_a = g->stride_b = g->stride_c = 0;
    if ((s = gpu__gemm_numbers(name, g)) || !g->m || !g->n) return s ? s : gpu__job_call(j);
    if ((s = gpu__gemm_arrays(j, c, a, b)) || (s = gpu__gemm_batch(name, g))) return s;
    j->out_name = "c";
    j->inputs = 3;
    j->in_place = GPU__JOB_UPDATES;
    j->flag = precision | GPU__JOB_APART;
    j->work = g->batch * g->m * g->n;
    deep = g->k ? g->k : 1;
    j->work = (j->work | deep) >> (sizeof deep * 4) && j->work > SIZE_MAX / deep ? SIZE_MAX : j->work * deep;
    if (device) j->space = gpu__gemm_space(j, precision);
    j->device = device;
    cpu(j);
    return gpu__job_call(j);
}

/* ---- the short types: selects alone, so that the array forms vectorise ---- */
GPU__LIFTED_FN uint16_t gpu__bf16_bits(float x)
{
    const uint32_t b = gpu__bits32(x), rounded = (b + 0x7fff + (b >> 16 & 1)) >> 16;
    return (uint16_t)((b & 0x7fffffff) > 0x7f800000 ? b >> 16 | 0x40 : rounded);
}
GPU__LIFTED_FN float gpu__bf16_value(uint16_t h) { return gpu__float32((uint32_t)h << 16); }
/* |x|, made infinite where it is too large, is added to a power of two whose last bit is worth what f16's last bit is
   worth there, 2^-24 at the least: the sum is rounded where f16 is. */
GPU__LIFTED_FN uint16_t gpu__f16_bits(float x)
{
    const uint32_t b = gpu__bits32(x), u = b & 0x7fffffff, exponent = b & 0x7f800000;
    const float scaled = gpu__float32(u) * 5.192296858534828e33f /* 2^112 */ * 7.703719777548943e-34f /* 2^-110 */;
    const uint32_t sum =
        gpu__bits32(gpu__float32((exponent > 0x38800000 ? exponent : 0x38800000) + 0x07800000) + scaled);
    const uint32_t bits = (sum >> 13 & 0x7c00) + (sum & 0xfff);
    return (uint16_t)((u > 0x7f800000 ? 0x7e00 : bits) | (b >> 16 & 0x8000));
}
GPU__LIFTED_FN float gpu__f16_value(uint16_t h) /* 2^-112 brings the exponent from f16's bias to float's */
{
    const uint32_t u = h & 0x7fff, fraction = gpu__bits32(gpu__float32(u | 0x3f000000) - 0.5f);
    const uint32_t normal = gpu__bits32(gpu__float32((u << 13) + 0x70000000) * 1.9259299443872359e-34f);
    return gpu__float32((u < 0x0400 ? fraction : normal) | (uint32_t)(h & 0x8000) << 16);
}
GPU__LIFTED_FN float gpu__tf32_value(float x) /* x rounded to 11 significant bits */
{
    const uint32_t b = gpu__bits32(x), rounded = b + 0xfff + (b >> 13 & 1);
    return gpu__float32(((b & 0x7fffffff) > 0x7f800000 ? b | 0x400000 : rounded) & ~(uint32_t)0x1fff);
}
GPU_FN gpu_bf16 gpu_bf16_of(float x)
{
    gpu_bf16 h;
    h.bits = gpu__bf16_bits(x);
    return h;
}
GPU_FN gpu_f16 gpu_f16_of(float x)
{
    gpu_f16 h;
    h.bits = gpu__f16_bits(x);
    return h;
}
GPU_FN float gpu_f32_of_bf16(gpu_bf16 x) { return gpu__bf16_value(x.bits); }
GPU_FN float gpu_f32_of_f16(gpu_f16 x) { return gpu__f16_value(x.bits); }

/* ---- the functions that are stamped apart from the types of ops/each_type.h: (element, suffix, what is added up in,
   its suffix, precision) ---- */
#define GPU__GEMM_EACH(D)                                                                                              \
    D(float, f32, float, f32, GPU__GEMM_F32)                                                                           \
    D(double, f64, double, f64, GPU__GEMM_F64)                                                                         \
    D(float, tf32, float, f32, GPU__GEMM_TF32)                                                                         \
    D(gpu_bf16, bf16, float, f32, GPU__GEMM_BF16)                                                                      \
    D(gpu_f16, f16, float, f32, GPU__GEMM_F16)
#ifdef GPU__CUDA
#define GPU__GEMM_SCOPE template <int> static inline
#define GPU__GEMM_CODE(s, precision) gpu__gemm_cpu_##s, gpu__gemm_device<precision>
#define GPU__GEMM_MAPS gpu__short<float>::
#else
#define GPU__GEMM_SCOPE GPU__PRE_SCOPE
#define GPU__GEMM_CODE(s, precision) gpu__gemm_cpu_##s, NULL
#define GPU__GEMM_MAPS
#endif
#define GPU__GEMM(T, s, A, a_, precision)                                                                              \
    GPU__GEMM_SCOPE gpu_status gpu_gemm_##s(T *c, const T *a, const T *b, gpu_gemm_spec spec)                          \
    {                                                                                                                  \
        gpu__job j;                                                                                                    \
        j.gemm = spec;                                                                                                 \
        return gpu__gemm(&j, "gpu_gemm", precision, c, a, b, GPU__GEMM_CODE(s, precision));                            \
    }                                                                                                                  \
    GPU__GEMM_SCOPE gpu_status gpu_matmul_##s(T *c, const T *a, const T *b, size_t m, size_t n, size_t k)              \
    {                                                                                                                  \
        gpu__job j;                                                                                                    \
        gpu__gemm_plain(&j.gemm, m, n, k);                                                                             \
        return gpu__gemm(&j, "gpu_matmul", precision, c, a, b, GPU__GEMM_CODE(s, precision));                          \
    }
/* (The maps take the elements for whole numbers: gcc's loops for structs are the slowest.) */
#define GPU__SHORT_MAPS(s)                                                                                             \
    GPU__MAP_(uint16_t, "gpu_to_" #s, gpu__to_##s, (float, x)) { return gpu__##s##_bits(x); }                          \
    GPU__MAP_(float, "gpu_from_" #s, gpu__from_##s, (uint16_t, x)) { return gpu__##s##_value(x); }
#define GPU__SHORT_ARRAYS(s)                                                                                           \
    GPU__GEMM_SCOPE gpu_status gpu_to_##s(gpu_##s *out, const float *x, size_t n)                                      \
    {                                                                                                                  \
        return GPU__GEMM_MAPS gpu__to_##s((uint16_t *)out, x, n);                                                      \
    }                                                                                                                  \
    GPU__GEMM_SCOPE gpu_status gpu_from_##s(float *out, const gpu_##s *x, size_t n)                                    \
    {                                                                                                                  \
        return GPU__GEMM_MAPS gpu__from_##s(out, (const uint16_t *)x, n);                                              \
    }
/* As ops/table.h has the others: those with a bare name, and all. */
#define GPU__MATMUL_OF(D, T, s)                                                                                        \
    D(gpu_status, gemm, T, s, (T * c, const T *a, const T *b, gpu_gemm_spec spec), (c, a, b, spec))                    \
    D(gpu_status, matmul, T, s, (T * c, const T *a, const T *b, size_t m, size_t n, size_t k), (c, a, b, m, n, k))
#define GPU__MATMUL_BARE(D)                                                                                            \
    GPU__MATMUL_OF(D, float, f32)                                                                                      \
    GPU__MATMUL_OF(D, double, f64)                                                                                     \
    GPU__MATMUL_OF(D, gpu_bf16, bf16)                                                                                  \
    GPU__MATMUL_OF(D, gpu_f16, f16)
#define GPU__MATMUL_ALL(D)                                                                                             \
    GPU__MATMUL_BARE(D)                                                                                                \
    GPU__MATMUL_OF(D, float, tf32)                                                                                     \
    D(gpu_status, to, float, bf16, (gpu_bf16 * out, const float *x, size_t n), (out, x, n))                            \
    D(gpu_status, to, float, f16, (gpu_f16 * out, const float *x, size_t n), (out, x, n))                              \
    D(gpu_status, from, float, bf16, (float *out, const gpu_bf16 *x, size_t n), (out, x, n))                           \
    D(gpu_status, from, float, f16, (float *out, const gpu_f16 *x, size_t n), (out, x, n))
#endif

/* --------------------------------------------------------------------------------------------- src/ops/matmul_cpu.h */
/* Matrix products on the CPU. B is packed into slivers of up to three vectors of columns, one panel of k after the
   other, which stays in the second-level cache; a few rows of A, copied, stay in the first; a kernel keeps the sums of
   a tile of C in registers. So each sum is a chain of multiply-adds for each panel, k ascending, and the panels' sums
   are added to C in ascending order. Where panels begin depends on the shape and on how the operands are stored. AVX2,
   AVX-512 and Arm fuse multiplication and addition; plain x86-64 has no instruction for that, and its bits differ.
   Types differ in how they are packed, into floats or doubles, and in how C is stored, and in nothing else.
   Where a tile would be mostly empty columns, of four or fewer, and A lies along k, a sum is a dot product: B is packed
   column by column, and vectors run along k, 32 bytes wide (16 on plain x86-64 and Arm). One or two rows of A beside a
   B that lies in rows are read with it from top to bottom: a sum is one chain. Code that is not optimised has tiles
   alone. A small product is mostly what surrounds it: its operands stay where they are, its sums go straight to C, and
   rows that are too short for a vector have shorter ones. Neither changes the order of a sum. */
#ifdef GPU__ONCE
enum {
    GPU__PRODUCT_DEPTH = 384,       /* of a panel; ... */
    GPU__PRODUCT_DEPTH_TALL = 2048, /* ... where B has few columns; ... */
    GPU__PRODUCT_DEPTH_WIDE = 32,   /* ... where A is a row of tiles: so many rows of B are read side by side */
    GPU__PRODUCT_FEW = 32,
    GPU__PRODUCT_DOTS = 4,       /* columns, or fewer, that are dot products */
    GPU__PRODUCT_AHEAD = 1024,   /* bytes of a row of A that these ask for in advance */
    GPU__PRODUCT_ABREAST = 16,   /* rows of B that are packed side by side: the hardware prefetches from each */
    GPU__PRODUCT_COLUMNS = 3072, /* bytes of a row of a panel of B: a multiple of 192, three vectors */
    GPU__PRODUCT_NARROW = 768,   /* the same where threads must share columns */
    GPU__PRODUCT_SUMS = 512,     /* rows of the sums of a short type, before they are rounded */
    GPU__PRODUCT_UNIT = 8,       /* rows, which threads share: those of a tile at most */
    GPU__PRODUCT_LOCAL = 16384   /* bytes of packed elements that take no heap */
};

/* ---- the kernel: `rows` rows of a tile that is one, two or three vectors wide; steps and widths are in bytes. The
   last vector ends where the tile does, and may begin within the one before. ---- */
#if defined(GPU__X86)
#define GPU__PRODUCT_FUSED_f32(c, x, b) __asm__("vfmadd231ps %2, %1, %0" : "+v"(c) : "v"(x), "v"(b));
#define GPU__PRODUCT_FUSED_f64(c, x, b) __asm__("vfmadd231pd %2, %1, %0" : "+v"(c) : "v"(x), "v"(b));
#define GPU__PRODUCT_SINGLE_f32(c, x, b) __asm__("vfmadd231ss %2, %1, %0" : "+v"(c) : "v"(x), "v"(b));
#define GPU__PRODUCT_SINGLE_f64(c, x, b) __asm__("vfmadd231sd %2, %1, %0" : "+v"(c) : "v"(x), "v"(b));
#endif
#if defined(__aarch64__) && defined(GPU__GNU) && !defined(__CUDA_ARCH__)
#define GPU__PRODUCT_BASE_f32(c, x, b) __asm__("fmla %0.4s, %1.4s, %2.4s" : "+w"(c) : "w"(x), "w"(b));
#define GPU__PRODUCT_BASE_f64(c, x, b) __asm__("fmla %0.2d, %1.2d, %2.2d" : "+w"(c) : "w"(x), "w"(b));
#else
#define GPU__PRODUCT_BASE_f32(c, x, b) c += (x) * (b);
#define GPU__PRODUCT_BASE_f64(c, x, b) c += (x) * (b);
#endif
#if defined(GPU__GNU) && !defined(__CUDA_ARCH__)
#define GPU__PRODUCT_VECTOR(bytes) __attribute__((vector_size(bytes)))
#define GPU__PRODUCT_LANES(bytes, size) ((size_t)(bytes) / (size))
#else /* a vector of one */
#define GPU__PRODUCT_VECTOR(bytes)
#define GPU__PRODUCT_LANES(bytes, size) ((size_t)1)
#endif
#define GPU__PRODUCT_4(M, ...) M(0, __VA_ARGS__) M(1, __VA_ARGS__) M(2, __VA_ARGS__) M(3, __VA_ARGS__)
#define GPU__PRODUCT_8(M, ...)                                                                                         \
    GPU__PRODUCT_4(M, __VA_ARGS__) M(4, __VA_ARGS__) M(5, __VA_ARGS__) M(6, __VA_ARGS__) M(7, __VA_ARGS__)
#define GPU__PRODUCT_ROW(i, ...) /* one that is not there is the first again */                                        \
    const char *const a##i = i < rows ? a + i * row : a;                                                               \
    v c##i##0 = zero, c##i##1 = zero, c##i##2 = zero;
#define GPU__PRODUCT_STEP(i, T, FMA)                                                                                   \
    x = *(const T *)(const void *)(a##i + at) - zero;                                                                  \
    FMA(c##i##0, x, b0)                                                                                                \
    if (vectors > 1) {                                                                                                 \
        FMA(c##i##1, x, b1)                                                                                            \
    }                                                                                                                  \
    if (vectors > 2) {                                                                                                 \
        FMA(c##i##2, x, b2)                                                                                            \
    }
#define GPU__PRODUCT_KEEP(i, ...)                                                                                      \
    to = i < rows ? out + i * pitch : out;                                                                             \
    memcpy(to, &c##i##0, sizeof x);                                                                                    \
    if (vectors > 2) memcpy(to + sizeof x, &c##i##1, sizeof x);                                                        \
    if (vectors > 1) memcpy(to + last, vectors > 2 ? &c##i##2 : &c##i##1, sizeof x);
#define GPU__PRODUCT_KERNEL(name, target, T, vector, ROWS, FMA)                                                        \
    GPU__HOT target static GPU__UNUSED GPU__ALWAYS_INLINE void name##_of(                                              \
        char *out, size_t pitch, const char *a, size_t row, size_t step, size_t rows, const char *b, size_t next,      \
        size_t k, size_t width, const int vectors)                                                                     \
    {                                                                                                                  \
        typedef T v vector;                                                                                            \
        const v zero = {0};                                                                                            \
        v x = zero, b0 = zero, b1 = zero, b2 = zero;                                                                   \
        const size_t last = width - sizeof x, end = k * step;                                                          \
        size_t at;                                                                                                     \
        char *to;                                                                                                      \
        GPU__PRODUCT_##ROWS(GPU__PRODUCT_ROW, T) for (at = 0; at != end; at += step, b += next)                        \
        {                                                                                                              \
            memcpy(&b0, b, sizeof x);                                                                                  \
            if (vectors > 1) memcpy(&b1, b + (vectors > 2 ? sizeof x : last), sizeof x);                               \
            if (vectors > 2) memcpy(&b2, b + last, sizeof x);                                                          \
            GPU__PRODUCT_##ROWS(GPU__PRODUCT_STEP, T, FMA)                                                             \
        }                                                                                                              \
        GPU__PRODUCT_##ROWS(GPU__PRODUCT_KEEP, T)                                                                      \
    }                                                                                                                  \
    GPU__HOT target static GPU__UNUSED inline void name(char *out, size_t pitch, const char *a, size_t row,            \
                                                        size_t step, size_t rows, const char *b, size_t next,          \
                                                        size_t k, size_t width)                                        \
    {                                                                                                                  \
        typedef T v vector;                                                                                            \
        const size_t lane = sizeof(v);                                                                                 \
        if (width > 2 * lane)                                                                                          \
            name##_of(out, pitch, a, row, step, rows, b, next, k, width, 3);                                           \
        else if (width > lane)                                                                                         \
            name##_of(out, pitch, a, row, step, rows, b, next, k, width, 2);                                           \
        else                                                                                                           \
            name##_of(out, pitch, a, row, step, rows, b, next, k, width, 1);                                           \
    }
GPU__PRODUCT_KERNEL(gpu__product_kernel_f32_x1, , float, GPU__PRODUCT_VECTOR(16), 4, GPU__PRODUCT_BASE_f32)
GPU__PRODUCT_KERNEL(gpu__product_kernel_f64_x1, , double, GPU__PRODUCT_VECTOR(16), 4, GPU__PRODUCT_BASE_f64)
#ifdef GPU__X86
GPU__PRODUCT_KERNEL(gpu__product_kernel_f32_x2, GPU__AVX2, float, GPU__PRODUCT_VECTOR(32), 4, GPU__PRODUCT_FUSED_f32)
GPU__PRODUCT_KERNEL(gpu__product_kernel_f64_x2, GPU__AVX2, double, GPU__PRODUCT_VECTOR(32), 4, GPU__PRODUCT_FUSED_f64)
GPU__PRODUCT_KERNEL(gpu__product_narrow_f32, GPU__AVX2, float, GPU__PRODUCT_VECTOR(16), 4, GPU__PRODUCT_FUSED_f32)
GPU__PRODUCT_KERNEL(gpu__product_narrow_f64, GPU__AVX2, double, GPU__PRODUCT_VECTOR(16), 4, GPU__PRODUCT_FUSED_f64)
GPU__PRODUCT_KERNEL(gpu__product_single_f32, GPU__AVX2, float, , 4, GPU__PRODUCT_SINGLE_f32)
GPU__PRODUCT_KERNEL(gpu__product_single_f64, GPU__AVX2, double, , 4, GPU__PRODUCT_SINGLE_f64)
GPU__PRODUCT_KERNEL(gpu__product_kernel_f32_x5, GPU__AVX512, float, GPU__PRODUCT_VECTOR(64), 8, GPU__PRODUCT_FUSED_f32)
GPU__PRODUCT_KERNEL(gpu__product_kernel_f64_x5, GPU__AVX512, double, GPU__PRODUCT_VECTOR(64), 8, GPU__PRODUCT_FUSED_f64)
#endif

#ifdef __OPTIMIZE__ /* what is there for speed alone would cost compile time */
/* ---- the kernel of dot products: `rows` rows by `columns` columns of k elements, `next` bytes apart. Eight chains
   hide the latency of an addition: two columns of four rows, or the two halves of one column's steps. ---- */
#define GPU__PRODUCT_DOT_ROW(i, ...)                                                                                   \
    const char *a##i = i < rows ? a + i * row : a;                                                                     \
    v c##i##0 = zero, c##i##1 = zero;
#define GPU__PRODUCT_DOT_STEP(i, FMA)                                                                                  \
    GPU__PREFETCH((uintptr_t)a##i + at + GPU__PRODUCT_AHEAD);                                                          \
    memcpy(&x, a##i + at, sizeof x);                                                                                   \
    FMA(c##i##0, x, b0)                                                                                                \
    if (columns == 1) memcpy(&x, a##i + at + sizeof x, sizeof x);                                                      \
    FMA(c##i##1, x, b1)
#define GPU__PRODUCT_DOT_REST(i, ...) memcpy(rest[i], a##i + at, last), a##i = rest[i];
#define GPU__PRODUCT_DOT_SUM(c, to)                                                                                    \
    memcpy(lane, &c, sizeof x);                                                                                        \
    for (l = sizeof x / sizeof *lane / 2; l; l /= 2)                                                                   \
        for (at = 0; at < l; at++) lane[at] += lane[at + l];                                                           \
    to = lane[0];
#define GPU__PRODUCT_DOT_KEEP(i, ...)                                                                                  \
    if (columns == 1) c##i##0 += c##i##1;                                                                              \
    GPU__PRODUCT_DOT_SUM(c##i##0, sums[i * apart])                                                                     \
    if (columns == 2) {                                                                                                \
        GPU__PRODUCT_DOT_SUM(c##i##1, sums[i * apart + 1])                                                             \
    }
#define GPU__PRODUCT_DOT_KERNEL(name, target, T, bytes, FMA)                                                           \
    GPU__HOT target static GPU__UNUSED GPU__ALWAYS_INLINE void name##_of(T *sums, size_t apart, const char *a,         \
                                                                         size_t row, size_t rows, const char *b,       \
                                                                         size_t next, size_t k, const int columns)     \
    {                                                                                                                  \
        typedef T v GPU__PRODUCT_VECTOR(bytes);                                                                        \
        const v zero = {0};                                                                                            \
        v x = zero, b0 = zero, b1 = zero;                                                                              \
        const size_t step = sizeof x * (columns == 1 ? 2 : 1);                                                         \
        size_t l, at, end = k * sizeof(T) / step * step, last = k * sizeof(T) - end;                                   \
        T lane[sizeof x / sizeof(T)];                                                                                  \
        char rest[4][64];                                                                                              \
        GPU__PRODUCT_4(GPU__PRODUCT_DOT_ROW, T)                                                                        \
        for (;;) {                                                                                                     \
            for (at = 0; at < end; at += step, b += step) {                                                            \
                memcpy(&b0, b, sizeof x);                                                                              \
                memcpy(&b1, b + (columns == 1 ? sizeof x : next), sizeof x);                                           \
                GPU__PRODUCT_4(GPU__PRODUCT_DOT_STEP, FMA)                                                             \
            }                                                                                                          \
            if (!last) break;                                                                                          \
            memset(rest, 0, sizeof rest);                                                                              \
            GPU__PRODUCT_4(GPU__PRODUCT_DOT_REST, T)                                                                   \
            last = 0, end = step;                                                                                      \
        }                                                                                                              \
        GPU__PRODUCT_4(GPU__PRODUCT_DOT_KEEP, T)                                                                       \
    }                                                                                                                  \
    GPU__HOT target static GPU__UNUSED inline void name(char *tile, size_t pitch, const char *a, size_t row,           \
                                                        size_t step, size_t rows, const char *b, size_t next,          \
                                                        size_t k, size_t width)                                        \
    {                                                                                                                  \
        T *const sums = (T *)(void *)tile;                                                                             \
        const size_t columns = width / sizeof(T);                                                                      \
        size_t j;                                                                                                      \
        (void)pitch, (void)step;                                                                                       \
        for (j = 0; j + 2 <= columns; j += 2) name##_of(sums + j, columns, a, row, rows, b + j * next, next, k, 2);    \
        if (j < columns) name##_of(sums + j, columns, a, row, rows, b + j * next, next, k, 1);                         \
    }
GPU__PRODUCT_DOT_KERNEL(gpu__product_dots_f32_x1, , float, 16, GPU__PRODUCT_BASE_f32)
GPU__PRODUCT_DOT_KERNEL(gpu__product_dots_f64_x1, , double, 16, GPU__PRODUCT_BASE_f64)
#ifdef GPU__X86
GPU__PRODUCT_DOT_KERNEL(gpu__product_dots_f32_x2, GPU__AVX2, float, 32, GPU__PRODUCT_FUSED_f32)
GPU__PRODUCT_DOT_KERNEL(gpu__product_dots_f64_x2, GPU__AVX2, double, 32, GPU__PRODUCT_FUSED_f64)
#endif

/* ---- the kernel of one or two rows: four rows of B at a time join the sums of all columns, which stay in the first-
   level cache, so that B is read along its rows. The last vector ends where the columns do, and may begin before those
   of this block. ---- */
#define GPU__PRODUCT_ROWS_LOAD(u, T)                                                                                   \
    const v x0##u = *(const T *)(const void *)(a + (u < deep ? u * step : 0)) - zero;                                  \
    const v x1##u = *(const T *)(const void *)(a + (u < deep ? u * step : 0) + (rows == 2 ? row : 0)) - zero;
#define GPU__PRODUCT_ROWS_STEP(u, FMA)                                                                                 \
    if (u < deep) {                                                                                                    \
        GPU__PREFETCH((uintptr_t)b + (u + 4) * next + at);                                                             \
        memcpy(&b0, b + u * next + from, sizeof b0);                                                                   \
        FMA(c0, x0##u, b0)                                                                                             \
        if (rows == 2) {                                                                                               \
            FMA(c1, x1##u, b0)                                                                                         \
        }                                                                                                              \
    }
#define GPU__PRODUCT_ROWS_KERNEL(name, target, T, bytes, FMA)                                                          \
    GPU__HOT target static GPU__UNUSED GPU__ALWAYS_INLINE void name##_join(                                            \
        char *sums, const char *a, size_t row, size_t step, const char *b, size_t next, size_t width, const int rows,  \
        const int deep)                                                                                                \
    {                                                                                                                  \
        typedef T v GPU__PRODUCT_VECTOR(bytes);                                                                        \
        const v zero = {0};                                                                                            \
        v b0 = zero, c0 = zero, c1 = zero;                                                                             \
        const size_t wide = (width + sizeof b0 - 1) / sizeof b0 * sizeof b0;                                           \
        size_t at;                                                                                                     \
        GPU__PRODUCT_4(GPU__PRODUCT_ROWS_LOAD, T)                                                                      \
        for (at = 0; at < wide; at += sizeof b0) {                                                                     \
            const size_t from = at + sizeof b0 > width ? width - sizeof b0 : at;                                       \
            memcpy(&c0, sums + at, sizeof b0);                                                                         \
            if (rows == 2) memcpy(&c1, sums + wide + at, sizeof b0);                                                   \
            GPU__PRODUCT_4(GPU__PRODUCT_ROWS_STEP, FMA)                                                                \
            memcpy(sums + at, &c0, sizeof b0);                                                                         \
            if (rows == 2) memcpy(sums + wide + at, &c1, sizeof b0);                                                   \
        }                                                                                                              \
    }                                                                                                                  \
    GPU__HOT target static GPU__UNUSED inline void name(char *tile, size_t pitch, const char *a, size_t row,           \
                                                        size_t step, size_t rows, const char *b, size_t next,          \
                                                        size_t k, size_t width)                                        \
    {                                                                                                                  \
        const size_t lane = GPU__PRODUCT_LANES(bytes, sizeof(T)) * sizeof(T), whole = width / lane * lane;             \
        const size_t rest = width - whole, wide = whole + (rest ? lane : 0);                                           \
        size_t at, deep;                                                                                               \
        (void)pitch;                                                                                                   \
        memset(tile, 0, rows *wide);                                                                                   \
        for (; k; k -= deep, a += deep * step, b += deep * next) {                                                     \
            deep = k < 4 ? 1 : 4;                                                                                      \
            if (rows == 2 && deep == 4) name##_join(tile, a, row, step, b, next, width, 2, 4);                         \
            if (rows == 2 && deep == 1) name##_join(tile, a, row, step, b, next, width, 2, 1);                         \
            if (rows == 1 && deep == 4) name##_join(tile, a, row, step, b, next, width, 1, 4);                         \
            if (rows == 1 && deep == 1) name##_join(tile, a, row, step, b, next, width, 1, 1);                         \
        }                                                                                                              \
        for (at = 0; rest && at < rows * wide; at += wide) memmove(tile + at + whole, tile + at + wide - rest, rest);  \
    }
GPU__PRODUCT_ROWS_KERNEL(gpu__product_rows_f32_x1, , float, 16, GPU__PRODUCT_BASE_f32)
GPU__PRODUCT_ROWS_KERNEL(gpu__product_rows_f64_x1, , double, 16, GPU__PRODUCT_BASE_f64)
#ifdef GPU__X86
GPU__PRODUCT_ROWS_KERNEL(gpu__product_rows_f32_x2, GPU__AVX2, float, 32, GPU__PRODUCT_FUSED_f32)
GPU__PRODUCT_ROWS_KERNEL(gpu__product_rows_f64_x2, GPU__AVX2, double, 32, GPU__PRODUCT_FUSED_f64)
#endif
#define GPU__PRODUCT_TABLES(type)                                                                                      \
    {                                                                                                                  \
        GPU__TABLE(gpu__product_kernel_##type), GPU__PRE_TABLE(gpu__product_rows_##type),                              \
            GPU__PRE_TABLE(gpu__product_dots_##type), GPU__PRODUCT_NARROWS(type)                                       \
    }
#ifdef GPU__X86
#define GPU__PRODUCT_NARROWS(type)                                                                                     \
    {                                                                                                                  \
        gpu__product_single_##type, gpu__product_narrow_##type, gpu__product_narrow_##type                             \
    }
#else
#define GPU__PRODUCT_NARROWS(type)                                                                                     \
    {                                                                                                                  \
        NULL, NULL, NULL                                                                                               \
    }
#endif
#else
#define GPU__PRODUCT_TABLES(type)                                                                                      \
    {                                                                                                                  \
        GPU__TABLE(gpu__product_kernel_##type)                                                                         \
    }
#endif

/* ---- the plan: transposes become steps, in elements, from one row or column to the next ---- */
/* ROWS: of one or two rows; NARROW: tiles of vectors of 16 bytes, and at level 0 of one element, for shorter rows than
   the vectors of TILES */
enum { GPU__PRODUCT_BY_TILES, GPU__PRODUCT_BY_ROWS, GPU__PRODUCT_BY_DOTS, GPU__PRODUCT_BY_NARROW };
static GPU__UNUSED inline size_t gpu__least(size_t a, size_t b) { return a < b ? a : b; }
/* Divisions by sizes that vary take longer than a small product. */
static GPU__UNUSED inline size_t gpu__product_elements(size_t bytes, size_t size)
{
    return size == 8 ? bytes / 8 : bytes / 4;
}
static GPU__UNUSED inline size_t gpu__product_whole(size_t n, size_t lanes) { return (n + lanes - 1) & ~(lanes - 1); }
/* How it is cut, and what is copied. */
static GPU__UNUSED inline void gpu__product_cut(gpu__product_plan *p)
{
    const int real = p->precision == GPU__GEMM_F32 || p->precision == GPU__GEMM_F64;
    const size_t few = GPU__PRODUCT_FEW, local = GPU__PRODUCT_LOCAL; /* so many bytes are in the first-level cache */
    const int cached = p->k * p->b_row * p->size <= 32 * local;      /* in the second level */
    p->depth = p->n <= few                            ? GPU__PRODUCT_DEPTH_TALL
               : p->m <= GPU__PRODUCT_UNIT && !cached ? GPU__PRODUCT_DEPTH_WIDE
                                                      : GPU__PRODUCT_DEPTH;
    p->depth = gpu__least(p->depth, p->k);
    p->units = gpu__ceil_div(p->m, GPU__PRODUCT_UNIT), p->blocks = 1;
    p->columns = gpu__product_elements(p->units < 64 ? GPU__PRODUCT_NARROW : GPU__PRODUCT_COLUMNS, p->size);
    if (p->n > p->columns) {
        const size_t tile = gpu__product_elements(192, p->size);
        p->blocks = gpu__ceil_div(p->n, p->columns);
        p->columns = gpu__ceil_div(gpu__ceil_div(p->n, p->blocks), tile) * tile;
    }
    p->direct_a = p->kind == GPU__PRODUCT_BY_ROWS ||
                  (real && p->n * p->size <= 1024 && (p->a_col == 1 || p->k * p->a_col * p->size <= local));
    p->direct_b = p->kind != GPU__PRODUCT_BY_DOTS && real && p->n >= p->lanes && p->b_col == 1 &&
                  (p->m <= GPU__PRODUCT_UNIT || p->k * p->b_row * p->size <= 2 * local);
    p->slim = p->kind != GPU__PRODUCT_BY_DOTS && p->direct_a && p->n <= 3 * p->lanes && p->k <= few;
    p->a_bytes = p->direct_a ? 0 : GPU__PRODUCT_UNIT * (p->depth * p->size + 64);
    p->b_bytes = p->direct_b ? 0
                 : p->kind == GPU__PRODUCT_BY_DOTS
                     ? p->n * (p->depth * p->size + 64)
                     : gpu__least(gpu__product_whole(p->n, p->lanes) * p->size, GPU__PRODUCT_COLUMNS) * p->depth;
    p->sums_bytes =
        p->element != 2 ? 0 : gpu__least(p->m, GPU__PRODUCT_SUMS) * gpu__least(p->n * p->size, GPU__PRODUCT_COLUMNS);
    p->a_bytes = (p->a_bytes + 63) & ~(size_t)63, p->b_bytes = (p->b_bytes + 63) & ~(size_t)63;
    p->bytes = (p->a_bytes + p->b_bytes + p->sums_bytes + 63) & ~(size_t)63;
}
static GPU__UNUSED inline void gpu__product_plan_of(gpu__product_plan *p, const gpu_gemm_spec *g, int precision)
{
#ifdef GPU__X86
    const int level = gpu__cpu_level();
#else
    const int level = 0;
#endif
    const size_t a_row = g->transpose_a ? 1 : g->lda, a_col = g->transpose_a ? g->lda : 1;
    const size_t b_row = g->transpose_b ? 1 : g->ldb, b_col = g->transpose_b ? g->ldb : 1;
    /* Beside a matrix with few rows or columns a large one is read where it lies: as rows, or row by row. */
    const int turned =
        g->m < g->n ? g->m <= GPU__PRODUCT_FEW && b_col != 1 : g->n < g->m && g->n <= GPU__PRODUCT_FEW && a_col != 1;
    int low; /* packing B would cost more than it saves */
    p->m = turned ? g->n : g->m, p->n = turned ? g->m : g->n, p->k = g->k;
    p->a_row = turned ? b_col : a_row, p->a_col = turned ? b_row : a_col;
    p->b_row = turned ? a_col : b_row, p->b_col = turned ? a_row : b_col;
    p->stride_a = turned ? g->stride_b : g->stride_a, p->stride_b = turned ? g->stride_a : g->stride_b;
    p->c_row = turned ? 1 : g->ldc, p->c_col = turned ? g->ldc : 1, p->turned = turned;
    if (!p->k) p->a_row = p->a_col = p->b_row = p->b_col = p->stride_a = p->stride_b = 0; /* there are no arrays */
    p->element = gpu__gemm_size(precision), p->size = precision == GPU__GEMM_F64 ? 8 : 4;
    p->precision = precision, p->level = level, low = p->m <= 2 * GPU__PRODUCT_UNIT;
    p->kind = GPU__PRODUCT_BY_TILES;
#ifdef __OPTIMIZE__
    if (p->m <= 2 && p->b_col == 1 && p->n * p->size >= 32 && p->element == p->size) p->kind = GPU__PRODUCT_BY_ROWS;
    if (p->n <= GPU__PRODUCT_DOTS && p->a_col == 1 && p->k * p->size >= 64) p->kind = GPU__PRODUCT_BY_DOTS;
#endif
    p->straight =
        p->kind != GPU__PRODUCT_BY_DOTS && (p->element == 2 || (p->c_col == 1 && g->alpha == 1 && g->beta == 0));
    if (p->kind != GPU__PRODUCT_BY_TILES || p->n * p->size < (p->straight || low ? 64 : 33))
        p->level = level < 1 ? level : 1; /* a vector of 64 bytes would be half empty, or need a copy of B */
    p->lanes = GPU__PRODUCT_LANES(16 << p->level, p->size);
    if (p->kind == GPU__PRODUCT_BY_TILES && level && p->n < p->lanes && (p->straight || low)) {
        p->kind = GPU__PRODUCT_BY_NARROW, p->level = p->n * p->size >= 16;
        p->lanes = p->level ? p->lanes / 2 : 1;
    }
    p->high = p->level == 2 ? 8 : 4;
    gpu__product_cut(p);
}

/* ---- elements: packed, and stored ---- */
#define GPU__PRODUCT_COPY(value) GPU__NO_ALIAS for (i = 0; i < n; i++) to[i] = value;
/* n elements, as what they are computed in. */
GPU__HOT static GPU__UNUSED inline void gpu__product_copy(char *out, const char *from, size_t n, int precision)
{
    const float *const x = (const float *)(const void *)from;
    const uint16_t *const h = (const uint16_t *)(const void *)from;
    float *const to = (float *)(void *)out;
    size_t i;
    if (precision == GPU__GEMM_F64 || precision == GPU__GEMM_F32)
        memcpy(out, from, n * (precision == GPU__GEMM_F64 ? 8 : 4));
    else if (precision == GPU__GEMM_TF32)
        GPU__PRODUCT_COPY(gpu__tf32_value(x[i]))
    else if (precision == GPU__GEMM_BF16)
        GPU__PRODUCT_COPY(gpu__bf16_value(h[i]))
    else
        GPU__PRODUCT_COPY(gpu__f16_value(h[i]))
}
/* `lines` lines of n elements. */
GPU__HOT static GPU__UNUSED inline void gpu__product_pack(const gpu__product_plan *p, char *to, size_t to_line,
                                                          const char *from, size_t from_line, size_t lines, size_t n)
{
    size_t i;
    for (i = 0; i < lines; i++)
        gpu__product_copy(to + i * to_line * p->size, from + i * from_line * p->element, n, p->precision);
}
/* The same, and the elements become lines. */
#define GPU__PRODUCT_FLIP(T)                                                                                           \
    for (l = 0; l < some; l++) ((T *)(void *)to)[(j + l) * to_line + i] = ((const T *)line)[l];
GPU__HOT static GPU__UNUSED inline void gpu__product_flip(const gpu__product_plan *p, char *to, size_t to_line,
                                                          const char *from, size_t from_line, size_t lines, size_t n)
{
    double line_[8];
    void *const line = line_;
    size_t i, j, l, some;
    for (j = 0; j < n; j += some)
        for (some = gpu__least(n - j, gpu__product_elements(64, p->size)), i = 0; i < lines; i++) {
            gpu__product_copy((char *)line, from + (i * from_line + j) * p->element, some, p->precision);
            if (p->size == 8)
                GPU__PRODUCT_FLIP(double)
            else
                GPU__PRODUCT_FLIP(float)
        }
}
/* C = alpha * x + beta * C, of rows of n sums, `width` elements apart */
#define GPU__PRODUCT_STORE(T, type)                                                                                    \
    GPU__HOT static GPU__UNUSED inline void gpu__product_store_##type(                                                 \
        T *c, size_t row, size_t step, const T *x, size_t width, size_t rows, size_t n, T alpha, T beta)               \
    {                                                                                                                  \
        size_t i;                                                                                                      \
        for (; rows; rows--, c += row, x += width)                                                                     \
            if (step == 1 && beta == 0)                                                                                \
                GPU__NO_ALIAS for (i = 0; i < n; i++) c[i] = alpha * x[i];                                             \
            else if (step == 1)                                                                                        \
                GPU__NO_ALIAS for (i = 0; i < n; i++) c[i] = alpha * x[i] + beta * c[i];                               \
            else                                                                                                       \
                for (i = 0; i < n; i++) c[i * step] = beta == 0 ? alpha * x[i] : alpha * x[i] + beta * c[i * step];    \
    }
GPU__PRODUCT_STORE(float, f32)
GPU__PRODUCT_STORE(double, f64)
/* The sums of a short type are complete. */
GPU__HOT static GPU__UNUSED inline void gpu__product_round(uint16_t *c, size_t step, const float *x, size_t n,
                                                           float alpha, float beta, int precision)
{
    size_t i;
    for (i = 0; i < n; i++, c += step) {
        const float old = beta == 0 ? 0 : precision == GPU__GEMM_BF16 ? gpu__bf16_value(*c) : gpu__f16_value(*c);
        const float r = beta == 0 ? alpha * x[i] : alpha * x[i] + beta * old;
        *c = precision == GPU__GEMM_BF16 ? gpu__bf16_bits(r) : gpu__f16_bits(r);
    }
}

/* ---- the loops around the kernel ---- */
typedef struct gpu__product_block { /* rows and columns of C, and memory for what is packed */
    const char *a, *b;
    char *c, *packed_a, *packed_b;
    size_t rows, columns, c_row, c_col;
    double alpha, beta;
} gpu__product_block;
/* The width of a sliver of at most three vectors, where `left` columns are left; four make two of two. */
static GPU__UNUSED inline size_t gpu__product_width(size_t left, size_t lanes)
{
    const size_t whole = gpu__product_whole(left, lanes);
    return whole == 4 * lanes ? 2 * lanes : gpu__least(whole, 3 * lanes);
}
/* Elements from column to column of what dot products have packed: with zeros to whole steps. */
static GPU__UNUSED inline size_t gpu__product_line(const gpu__product_plan *p, size_t k)
{
    return gpu__product_whole(k, gpu__product_elements(64, p->size));
}
static GPU__UNUSED inline void gpu__product_pack_b(const gpu__product_plan *p, const gpu__product_block *s, size_t from,
                                                   size_t k)
{
    const size_t abreast = p->b_col == 1 ? (size_t)GPU__PRODUCT_ABREAST : k;
    size_t l, j, n, lines;
    if (p->kind == GPU__PRODUCT_BY_DOTS) {
        const char *const b = s->b + from * p->b_row * p->element;
        const size_t line = gpu__product_line(p, k);
        memset(s->packed_b, 0, s->columns * line * p->size);
        if (p->b_row == 1)
            gpu__product_pack(p, s->packed_b, line, b, p->b_col, s->columns, k);
        else
            gpu__product_flip(p, s->packed_b, line, b, p->b_row, k, s->columns);
        return;
    }
    for (l = 0; l < k; l += lines)
        for (lines = gpu__least(k - l, abreast), j = 0; j < s->columns; j += n) {
            const size_t width = gpu__product_width(s->columns - j, p->lanes);
            char *const to = s->packed_b + (j * k + l * width) * p->size;
            const char *const b = s->b + ((from + l) * p->b_row + j * p->b_col) * p->element;
            n = gpu__least(s->columns - j, width);
            if (n < width) memset(to, 0, width * lines * p->size);
            if (p->b_col == 1)
                gpu__product_pack(p, to, width, b, p->b_row, lines, n);
            else
                gpu__product_flip(p, to, width, b, p->b_col, n, lines);
        }
}
/* Asks for the tile of C, which is there when its sums are. */
static GPU__UNUSED inline void gpu__product_fetch(const char *c, size_t row, size_t rows, size_t bytes)
{
    size_t r, at;
    for (r = 0; r < rows; r++, c += row)
        for (at = 0; at < bytes; at += 64) GPU__PREFETCH(c + at);
}
static GPU__UNUSED inline void gpu__product_put(const gpu__product_plan *p, const gpu__product_block *s, char *c,
                                                const char *x, size_t width, size_t rows, size_t n, double beta)
{
    if (p->size == 8)
        gpu__product_store_f64((double *)(void *)c, s->c_row, s->c_col, (const double *)(const void *)x, width, rows, n,
                               s->alpha, beta);
    else
        gpu__product_store_f32((float *)(void *)c, s->c_row, s->c_col, (const float *)(const void *)x, width, rows, n,
                               (float)s->alpha, (float)beta);
}
/* A row of tiles: rows of A at a, the panel from `from` on. */
static GPU__UNUSED inline void gpu__product_tiles(const gpu__product_plan *p, const gpu__product_block *s,
                                                  const char *a, size_t row, size_t step, size_t i, size_t from,
                                                  size_t k)
{
    const size_t size = p->size, rows = gpu__least(s->rows - i, p->high);
    const double beta = from ? 1 : s->beta;
    const int dots = p->kind == GPU__PRODUCT_BY_DOTS, straight = p->straight && !from;
    double space[GPU__PRODUCT_UNIT * 192 / 8 + 8];
    char *const tile = (char *)(((uintptr_t)space + 63) & ~(uintptr_t)63);
    size_t j, n;
    for (j = 0; j < s->columns; j += n) {
        const size_t left = s->columns - j, whole = dots ? left : gpu__product_width(left, p->lanes);
        const size_t next = dots ? gpu__product_line(p, k) : p->direct_b ? p->b_row : whole;
        const size_t again = p->direct_b && left < p->lanes ? p->lanes - left : 0; /* columns computed once more */
        const char *const b = p->direct_b ? s->b + (from * p->b_row + j - again) * size : s->packed_b + j * k * size;
        char *const c = s->c + (i * s->c_row + j * s->c_col) * size;
        size_t width;
        n = gpu__least(left, whole), width = p->direct_b ? n + again : whole;
        if (s->c_col == 1 && (k > GPU__PRODUCT_FEW || beta != 0))
            gpu__product_fetch(c, s->c_row * size, rows, n * size);
        if (straight && n == width) {
            p->kernel(c, s->c_row * size, a, row * size, step * size, rows, b, next * size, k, width * size);
            continue;
        }
        p->kernel(tile, width * size, a, row * size, step * size, rows, b, next * size, k, width * size);
        gpu__product_put(p, s, c, tile + again * size, width, rows, n, beta);
    }
}
/* One or two rows, whole. */
static GPU__UNUSED inline void gpu__product_rows(const gpu__product_plan *p, const gpu__product_block *s)
{
    double space[2 * (GPU__PRODUCT_COLUMNS + 32) / 8 + 8];
    char *const sums = (char *)(((uintptr_t)space + 63) & ~(uintptr_t)63);
    const size_t size = p->size, wide = gpu__product_whole(s->columns, p->lanes);
    p->kernel(sums, 0, s->a, p->a_row * size, p->a_col * size, s->rows, s->b, p->b_row * size, p->k, s->columns * size);
    gpu__product_put(p, s, s->c, sums, wide, s->rows, s->columns, s->beta);
}
/* The same of any number of rows, where C is one tile wide, A is not copied and k is small. */
static GPU__UNUSED inline void gpu__product_column(const gpu__product_plan *p, const gpu__product_block *s)
{
    double space[GPU__PRODUCT_UNIT * 192 / 8 + 8];
    char *const tile = (char *)(((uintptr_t)space + 63) & ~(uintptr_t)63);
    const size_t size = p->size, width = p->direct_b ? s->columns : gpu__product_whole(s->columns, p->lanes);
    const size_t next = (p->direct_b ? p->b_row : width) * size, row = p->a_row * size, step = p->a_col * size;
    const size_t c_row = s->c_row * size;
    const char *const b = p->direct_b ? s->b : s->packed_b, *a = s->a;
    char *c = s->c;
    size_t left, rows;
    if (!p->direct_b) gpu__product_pack_b(p, s, 0, p->k);
    for (left = s->rows; left; left -= rows, a += rows * row, c += rows * c_row) {
        rows = gpu__least(left, p->high);
        if (p->straight && width == s->columns)
            p->kernel(c, c_row, a, row, step, rows, b, next, p->k, width * size);
        else {
            p->kernel(tile, width * size, a, row, step, rows, b, next, p->k, width * size);
            gpu__product_put(p, s, c, tile, width, rows, s->columns, s->beta);
        }
    }
}
static GPU__UNUSED inline void gpu__product_panels(const gpu__product_plan *p, const gpu__product_block *s)
{
    const size_t gap = gpu__product_elements(
        64, p->size); /* so that rows of a power of two do not meet in the same lines of the cache */
    size_t from = 0, k, i;
    do {
        k = gpu__least(p->k - from, p->depth);
        if (!p->direct_b) gpu__product_pack_b(p, s, from, k);
        for (i = 0; i < s->rows; i += p->high) {
            const char *a = s->a + (i * p->a_row + from * p->a_col) * p->element;
            const size_t rows = gpu__least(s->rows - i, p->high);
            size_t row = p->a_row, step = p->a_col;
            if (!p->direct_a && p->a_col == 1)
                gpu__product_pack(p, s->packed_a, row = k + gap, a, p->a_row, rows, k), step = 1, a = s->packed_a;
            else if (!p->direct_a)
                gpu__product_pack(p, s->packed_a, step = p->high, a, p->a_col, k, rows), row = 1, a = s->packed_a;
            gpu__product_tiles(p, s, a, row, step, i, from, k);
        }
        from += k;
    } while (from < p->k);
}
/* A block of matrix z of the batch, from row i and column col on. */
static GPU__UNUSED inline void gpu__product_do(const gpu__job *j, char *memory, size_t z, size_t i, size_t rows,
                                               size_t col, size_t columns)
{
    const gpu_gemm_spec *const g = &j->gemm;
    const gpu__product_plan *const p = &j->product;
    gpu__product_block s;
    char *const c = (char *)j->out + (z * g->stride_c + i * p->c_row + col * p->c_col) * p->element;
    char *sums = NULL;
    s.a = (const char *)j->in[1 + p->turned].p + (z * p->stride_a + i * p->a_row) * p->element;
    s.b = (const char *)j->in[2 - p->turned].p + (z * p->stride_b + col * p->b_col) * p->element;
    s.c = c, s.c_row = p->c_row, s.c_col = p->c_col, s.alpha = g->alpha, s.beta = g->beta;
    s.packed_a = memory, s.packed_b = memory + p->a_bytes;
    s.rows = rows, s.columns = columns;
    if (p->element == 2)
        s.c = sums = memory + p->a_bytes + p->b_bytes, s.c_row = columns, s.c_col = 1, s.alpha = 1, s.beta = 0;
    if (p->kind == GPU__PRODUCT_BY_ROWS)
        gpu__product_rows(p, &s);
    else if (p->slim)
        gpu__product_column(p, &s);
    else
        gpu__product_panels(p, &s);
    if (sums)
        for (i = 0; i < rows; i++)
            gpu__product_round((uint16_t *)(void *)(c + i * p->c_row * 2), p->c_col,
                               (const float *)(const void *)sums + i * columns, columns, (float)g->alpha,
                               (float)g->beta, p->precision);
}
/* Tasks are units of rows, block of columns after block of columns, matrix after matrix. A thread's are done as blocks
   as large as its memory allows. */
static GPU__UNUSED inline void gpu__product_part(const gpu__job *j, void *scratch, size_t thread, size_t first,
                                                 size_t last)
{
    const gpu__product_plan *const p = &j->product;
    const size_t each = p->units * p->blocks, most = p->element == 2 ? GPU__PRODUCT_SUMS / GPU__PRODUCT_UNIT : p->units;
    size_t z = first ? first / each : 0, at = first - z * each;
    double local[GPU__PRODUCT_LOCAL / 8 + 8];
    char *const memory = p->bytes > GPU__PRODUCT_LOCAL ? (char *)scratch + thread * j->scratch_of_thread
                                                       : (char *)(((uintptr_t)local + 63) & ~(uintptr_t)63);
    while (first < last) {
        const size_t here = gpu__least(last - first, each - at), block = p->blocks > 1 ? at / p->units : 0;
        const size_t unit = at - block * p->units, units = gpu__least(gpu__least(here, p->units - unit), most);
        const size_t row = unit * GPU__PRODUCT_UNIT, col = block * p->columns;
        size_t blocks = 1;
        if (p->blocks > 1 && units == p->units)
            blocks = gpu__least(here / units, GPU__PRODUCT_COLUMNS / (p->columns * p->size));
        gpu__product_do(j, memory, z, row, gpu__least(p->m - row, units * GPU__PRODUCT_UNIT), col,
                        gpu__least(p->n - col, blocks * p->columns));
        first += units * blocks, at += units * blocks;
        if (at == each) at = 0, z++;
    }
}
static GPU__UNUSED inline void gpu__product_job(gpu__job *j, int precision, gpu__product_kernel *const kernel[4][3])
{
    gpu__product_plan *const p = &j->product;
    gpu__product_plan_of(p, &j->gemm, precision);
    p->kernel = kernel[p->kind][p->level];
    j->part[0] = j->part[1] = j->part[2] = gpu__product_part;
    j->tasks = p->units * p->blocks * j->gemm.batch;
    j->work /= 16; /* so many multiply-adds take as long as a cheap element */
    if (p->bytes > GPU__PRODUCT_LOCAL) j->scratch_of_thread = p->bytes;
}
#define GPU__PRODUCT(s, precision, type)                                                                               \
    static GPU__UNUSED inline void gpu__gemm_cpu_##s(gpu__job *j)                                                      \
    {                                                                                                                  \
        static gpu__product_kernel *const kernel[4][3] = GPU__PRODUCT_TABLES(type);                                    \
        gpu__product_job(j, precision, kernel);                                                                        \
    }
GPU__PRODUCT(f32, GPU__GEMM_F32, f32)
GPU__PRODUCT(f64, GPU__GEMM_F64, f64)
GPU__PRODUCT(tf32, GPU__GEMM_TF32, f32)
GPU__PRODUCT(bf16, GPU__GEMM_BF16, f32)
GPU__PRODUCT(f16, GPU__GEMM_F16, f32)
#endif
/* -------------------------------------------------------------------------------------------------- src/ops/class.h */
/* Behind this stand the texts for one type of all files of ops/: nvcc reads them for all types at once, a C compiler
   for float, and for the others when the file is read once more (ops/passes.h). */
#if defined(GPU__CUDA)
#ifdef GPU__ONCE
#undef GPU__ONCE
#include "gpu_kernels.cuh"
#define GPU__N(name) name##_t
#define GPU__T Type
/* By macros, as clang-format would move all that is between by a step. */
#define GPU__CLASS_OPENS template <class Type, int> struct gpu__all {
#define GPU__CLASS_ENDS }
namespace
{
/* Read once. What is not for every type, bare names refuse (macros/bare_names.h) and the table of names with a type
   (ops/table.h) has not; nothing of it is compiled. The number is there for what calls it: what a function template
   names by a parameter of its own is looked up, and the class instantiated, in a file that calls the function, not in
   each that includes this one. */
GPU__CLASS_OPENS
#define GPU__FOR_ALL
#define GPU__FOR_REAL
#define GPU__FOR_WHOLE
#endif
#elif !defined(GPU__T)
#ifdef GPU__ONCE
#undef GPU__ONCE
/* What the unsigned types have. */
#define GPU__UNSIGNED_ROWS                                                                                             \
    GPU__FILL_ROW                                                                                                      \
    GPU__CAST_ROW                                                                                                      \
    GPU__SUM_ROW                                                                                                       \
    GPU__TRANSPOSE_ROW                                                                                                 \
    GPU__HISTOGRAM_ROW                                                                                                 \
    GPU__BINCOUNT_ROW
#endif
/* With GPU_KERNELS_FOR_C the file with the implementation has these functions, and all others their prototypes. */
#if !defined(GPU__STAMPED) && (!defined(GPU_KERNELS_FOR_C) || defined(GPU_IMPLEMENTATION) || defined(GPU_STATIC))
#define GPU__STAMPED
#define GPU__PASSES
#if defined(GPU__GNU) /* x != x asks for NaN, which integers have not */
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wtautological-compare"
#endif
#define GPU__FOR_ALL
#define GPU__FOR_REAL
#define GPU__T float
#define GPU__N(name) name##_f32
#endif
#endif
/* ------------------------------------------------------------------------------------------- src/ops/random_fills.h */
#ifdef GPU__FOR_REAL
GPU__PRE_SCOPE gpu_status GPU__N(gpu_rand_uniform)(GPU__T *out, size_t n)
{
    return gpu__rand_real(GPU__KIND(uniform, out), out, 0, 0, n);
}
GPU__PRE_SCOPE gpu_status GPU__N(gpu_rand_normal)(GPU__T *out, GPU__T mean, GPU__T sd, size_t n)
{
    return gpu__rand_normal(GPU__KIND(normal, out), out, (double)mean, (double)sd, n);
}
GPU__PRE_SCOPE gpu_status GPU__N(gpu_rand_lognormal)(GPU__T *out, GPU__T mean, GPU__T sd, size_t n)
{
    return gpu__rand_normal(GPU__KIND(lognormal, out), out, (double)mean, (double)sd, n);
}
GPU__PRE_SCOPE gpu_status GPU__N(gpu_rand_exponential)(GPU__T *out, GPU__T scale, size_t n)
{
    return gpu__rand_exponential(GPU__KIND(exponential, out), out, (double)scale, n);
}
#endif
#ifdef GPU__FOR_WHOLE
GPU__PRE_SCOPE gpu_status GPU__N(gpu_rand_int)(GPU__T *out, GPU__T lo, GPU__T hi, size_t n)
{
    return gpu__rand_int(GPU__KIND(int, out), out, lo, hi, n);
}
GPU__PRE_SCOPE gpu_status GPU__N(gpu_rand_poisson)(GPU__T *out, double rate, size_t n)
{
    return gpu__rand_poisson(GPU__KIND(poisson, out), GPU__KIND(rejection, out),
                             sizeof(GPU__T) == 4 ? 1e9 : 1152921504606846976.0, out, rate, n);
}
GPU__PRE_SCOPE gpu_status GPU__N(gpu_rand_permutation)(GPU__T *out, size_t n)
{
    return gpu__rand_permutation(GPU__KIND(permutation, out), out, n,
                                 sizeof(GPU__T) == 4 ? (size_t)0x7fffffff : (size_t)PTRDIFF_MAX);
}
#endif
/* ------------------------------------------------------------------------------------------------- src/ops/create.h */
#ifdef GPU__FOR_ALL
GPU__LIFTED_FN GPU__T GPU__N(gpu__arange_at)(const gpu__ramp *r, size_t i)
{
    return GPU__IS_REAL ? (GPU__T)(GPU__TIMES((double)i, r->step.real) + r->start.real)
                        : (GPU__T)((GPU__W)r->start.whole + (GPU__W)i * (GPU__W)r->step.whole);
}
GPU__BODY void GPU__N(gpu__arange_part)(const gpu__job *j, size_t first, size_t last)
{
    const gpu__ramp ramp = gpu__ramp_of(j);
    GPU__T *const out = (GPU__T *)j->out;
    size_t i;
    for (i = first; i < last; i++) out[i] = GPU__N(gpu__arange_at)(&ramp, i);
}
GPU__PART_LEVELS(GPU__N(gpu__arange), GPU__N(gpu__arange_part)(j, first, last))
GPU__ON_DEVICE(GPU__N(gpu__arange), gpu__indexed<GPU__N(gpu__arange_at)>((cudaStream_t)context->stream, (GPU__T *)out,
                                                                         j->shape[0], gpu__ramp_of(j)))
GPU__PRE_SCOPE gpu_status GPU__N(gpu_arange)(GPU__T *out, GPU__T start, GPU__T step, size_t n)
{
    gpu__job j;
    gpu__job_of(&j, "gpu_arange", out, n, sizeof *out, n);
    if (GPU__IS_REAL)
        j.number[0].real = (double)start, j.number[1].real = (double)step;
    else
        j.number[0].whole = (int64_t)start, j.number[1].whole = (int64_t)step;
    GPU__JOB_CODE(j, GPU__N(gpu__arange))
    return gpu__job_call(&j);
}
#endif
#ifdef GPU__FOR_REAL
GPU__LIFTED_FN GPU__T GPU__N(gpu__linspace_at)(const gpu__ramp *r, size_t i)
{
    return i + 1 == r->n && i ? (GPU__T)r->stop : GPU__N(gpu__arange_at)(r, i);
}
GPU__BODY void GPU__N(gpu__linspace_part)(const gpu__job *j, size_t first, size_t last)
{
    const gpu__ramp ramp = gpu__ramp_of(j);
    GPU__T *const out = (GPU__T *)j->out;
    size_t i;
    for (i = first; i < last; i++) out[i] = GPU__N(gpu__linspace_at)(&ramp, i);
}
GPU__PART_LEVELS(GPU__N(gpu__linspace), GPU__N(gpu__linspace_part)(j, first, last))
GPU__ON_DEVICE(GPU__N(gpu__linspace),
               gpu__indexed<GPU__N(gpu__linspace_at)>((cudaStream_t)context->stream, (GPU__T *)out, j->shape[0],
                                                      gpu__ramp_of(j)))
GPU__PRE_SCOPE gpu_status GPU__N(gpu_linspace)(GPU__T *out, GPU__T start, GPU__T stop, size_t n)
{
    gpu__job j;
    gpu__job_of(&j, "gpu_linspace", out, n, sizeof *out, n);
    j.number[0].real = (double)start, j.number[2].real = (double)stop;
    j.number[1].real = n > 1 ? ((double)stop - (double)start) / (double)(n - 1) : 0.0;
    GPU__JOB_CODE(j, GPU__N(gpu__linspace))
    return gpu__job_call(&j);
}
#endif
/* ------------------------------------------------------------------------------------------------ src/ops/careful.h */
#if defined(GPU__FOR_REAL) && defined(GPU__IS_CAREFUL)
/* glibc's vector functions call the scalar one for every lane outside the ordinary range, which costs forty times as
   much. So a grain of elements with such a lane goes to forms that keep the arguments inside: exp takes x a step
   nearer to 0 where |x| > `wide`, log a denormal as the whole number that its bits are, sin, cos and tanh no
   infinity and no NaN. All keep within 4 ulp, as glibc's do. All by masks of integers: of a selection between
   floating-point values gcc makes a branch around the call, and no vector form. (Without optimisation no vector
   function is called.) */
GPU__LIFTED_FN GPU__BITS GPU__N(gpu__bits)(GPU__T x)
{
    return sizeof x == 4 ? (GPU__BITS)gpu__bits32((float)x) : (GPU__BITS)gpu__bits64((double)x);
}
GPU__LIFTED_FN GPU__T GPU__N(gpu__of_bits)(GPU__BITS b)
{
    return sizeof b == 4 ? (GPU__T)gpu__float32((uint32_t)b) : (GPU__T)gpu__float64((uint64_t)b);
}
GPU__LIFTED_FN GPU__BITS GPU__N(gpu__magnitude)(GPU__T x)
{
    return GPU__N(gpu__bits)(x) & ~((GPU__BITS)1 << GPU__SIGN_BIT);
}
/* Every bit set where a > b. */
GPU__LIFTED_FN GPU__BITS GPU__N(gpu__above)(GPU__BITS a, GPU__BITS b) { return (GPU__BITS)0 - (GPU__BITS)(a > b); }

/* Whether one of a grain of elements is beyond. */
GPU__BODY int GPU__N(gpu__exp_beyond)(const GPU__T *x)
{
    int i, beyond = 0;
    for (i = 0; i < GPU__GRAIN; i++) beyond |= GPU__N(gpu__magnitude)(x[i]) > GPU__WIDE_BITS;
    return beyond;
}
GPU__BODY int GPU__N(gpu__log_beyond)(const GPU__T *x)
{
    const GPU__BITS normal = (GPU__BITS)1 << GPU__MANTISSA;
    int i, beyond = 0;
    for (i = 0; i < GPU__GRAIN; i++) beyond |= GPU__N(gpu__bits)(x[i]) - normal >= GPU__INFINITY_BITS - normal;
    return beyond;
}
GPU__BODY int GPU__N(gpu__sin_beyond)(const GPU__T *x)
{
    int i, beyond = 0;
    for (i = 0; i < GPU__GRAIN; i++) beyond |= GPU__N(gpu__magnitude)(x[i]) >= GPU__INFINITY_BITS;
    return beyond;
}

/* Results below the normal range are made as whole numbers, too: denormal products are slow. */
GPU__LIFTED_FN GPU__T GPU__N(gpu__exp_careful)(GPU__T x)
{
    const GPU__BITS step = GPU__BY_WIDTH(0x42000000u /* 32 */, 0x4070000000000000u /* 256 */);
    const GPU__BITS grow = GPU__BY_WIDTH(0x568fa1feu, 0x57041c7a8814bebau) /* exp(step) */;
    const GPU__BITS shrink = GPU__BY_WIDTH(0x28642328u, 0x28d9755956ad4e9cu) /* exp(-step) */;
    const GPU__BITS shrink_whole = GPU__BY_WIDTH(0x72e42328u, 0x6bf9755956ad4e9cu) /* that by 2^149, 2^1074 */;
    const GPU__BITS normal = GPU__BY_WIDTH(0x42aeac4fu /* 126 ln 2 */, 0x4086232bdd7abcd2u /* 1022 ln 2 */);
    const GPU__BITS u = GPU__N(gpu__magnitude)(x), sign = GPU__N(gpu__bits)(x) ^ u;
    const GPU__BITS negative = (GPU__BITS)0 - (sign >> GPU__SIGN_BIT), away = GPU__N(gpu__above)(u, GPU__WIDE_BITS);
    const GPU__BITS over = GPU__N(gpu__above)(u, GPU__MOST_BITS), below = GPU__N(gpu__above)(u, normal) & negative;
    const GPU__T y =
        GPU__N(gpu__of_bits)((u & ~over) | (GPU__MOST_BITS & over) | sign) - GPU__N(gpu__of_bits)((step & away) | sign);
    const GPU__BITS scale = (GPU__ONE_BITS & ~away) | (grow & away & ~negative) | (shrink & away & negative & ~below) |
                            (shrink_whole & below);
    const GPU__T r = GPU__MATH(GPU__T, exp, y) * GPU__N(gpu__of_bits)(scale);
    const GPU__BITS whole = GPU__N(gpu__bits)(r + GPU__N(gpu__of_bits)(GPU__WHOLE_BITS)) - GPU__WHOLE_BITS;
    const GPU__BITS result = (GPU__N(gpu__bits)(r) & ~below) | (whole & below);
    return GPU__N(gpu__of_bits)(result | (GPU__N(gpu__above)(u, GPU__INFINITY_BITS) & GPU__NAN_BITS));
}
GPU__LIFTED_FN GPU__T GPU__N(gpu__log_careful)(GPU__T x)
{
    const GPU__BITS shift = GPU__BY_WIDTH(0x42ce8ed0u /* 149 ln 2 */, 0x40874385446d71c3u /* 1074 ln 2 */);
    const GPU__BITS u = GPU__N(gpu__magnitude)(x), sign = GPU__N(gpu__bits)(x) ^ u;
    const GPU__BITS negative = (GPU__BITS)0 - (sign >> GPU__SIGN_BIT), zero = GPU__N(gpu__above)(1, u);
    const GPU__BITS tiny = GPU__N(gpu__above)((GPU__BITS)1 << GPU__MANTISSA, u);
    const GPU__BITS bad = negative | zero | GPU__N(gpu__above)(u, GPU__INFINITY_BITS - 1);
    const GPU__BITS count =
        GPU__N(gpu__bits)(GPU__N(gpu__of_bits)((u & tiny) | GPU__WHOLE_BITS) - GPU__N(gpu__of_bits)(GPU__WHOLE_BITS));
    const GPU__T y = GPU__N(gpu__of_bits)((((count & tiny) | (u & ~tiny)) & ~bad) | (GPU__ONE_BITS & bad));
    const GPU__T r = GPU__MATH(GPU__T, log, y) - GPU__N(gpu__of_bits)(shift & tiny);
    const GPU__BITS special =
        (zero & (GPU__INFINITY_BITS | (GPU__BITS)1 << GPU__SIGN_BIT)) | (~zero & (u | (negative & GPU__NAN_BITS)));
    return GPU__N(gpu__of_bits)((GPU__N(gpu__bits)(r) & ~bad) | (special & bad));
}
GPU__LIFTED_FN GPU__T GPU__N(gpu__tanh_careful)(GPU__T x)
{
    const GPU__BITS u = GPU__N(gpu__magnitude)(x), sign = GPU__N(gpu__bits)(x) ^ u;
    const GPU__BITS over = GPU__N(gpu__above)(u, GPU__MOST_BITS);
    const GPU__T y = GPU__N(gpu__of_bits)((u & ~over) | (GPU__MOST_BITS & over) | sign);
    return GPU__N(gpu__of_bits)(GPU__N(gpu__bits)(GPU__MATH(GPU__T, tanh, y)) |
                                (GPU__N(gpu__above)(u, GPU__INFINITY_BITS) & GPU__NAN_BITS));
}
GPU__LIFTED_FN GPU__T GPU__N(gpu__sin_careful)(GPU__T x)
{
    const GPU__BITS bad = GPU__N(gpu__above)(GPU__N(gpu__magnitude)(x), GPU__INFINITY_BITS - 1);
    const GPU__T y = GPU__N(gpu__of_bits)(GPU__N(gpu__bits)(x) & ~bad);
    return GPU__N(gpu__of_bits)(GPU__N(gpu__bits)(GPU__MATH(GPU__T, sin, y)) | (GPU__NAN_BITS & bad));
}
GPU__LIFTED_FN GPU__T GPU__N(gpu__cos_careful)(GPU__T x)
{
    const GPU__BITS bad = GPU__N(gpu__above)(GPU__N(gpu__magnitude)(x), GPU__INFINITY_BITS - 1);
    const GPU__T y = GPU__N(gpu__of_bits)(GPU__N(gpu__bits)(x) & ~bad);
    return GPU__N(gpu__of_bits)(GPU__N(gpu__bits)(GPU__MATH(GPU__T, cos, y)) | (GPU__NAN_BITS & bad));
}

/* A map by grains, whose values are made carefully where one is beyond. The last elements go through the same code as a
   whole grain, so that a value does not depend on its place. */
GPU__BODY void GPU__N(gpu__careful_loop)(GPU__T *out, const GPU__T *in, size_t n, int (*beyond)(const GPU__T *x),
                                         void (*grain)(GPU__T *o, const GPU__T *x, int careful))
{
    GPU__T rest[GPU__GRAIN];
    size_t k, i;
    for (k = 0; k < n; k += GPU__GRAIN) {
        const int whole = n - k >= GPU__GRAIN;
        const GPU__T *const x = whole ? in + k : rest;
        GPU__T *const o = whole ? out + k : rest;
        for (i = 0; !whole && i < GPU__GRAIN; i++) rest[i] = in[k + (k + i < n ? i : 0)];
        if (beyond(x))
            grain(o, x, 1);
        else
            grain(o, x, 0);
        if (!whole) memcpy(out + k, rest, (n - k) * sizeof *out);
    }
}
#endif
/* -------------------------------------------------------------------------------------------- src/ops/elementwise.h */
#ifdef GPU__FOR_ALL
GPU__FILL_ROW
GPU__ROW(GPU__T, add, of_xy, (GPU__T)((GPU__W)x + (GPU__W)y))
GPU__ROW(GPU__T, sub, of_xy, (GPU__T)((GPU__W)x - (GPU__W)y))
GPU__ROW(GPU__T, mul, of_xy, (GPU__T)((GPU__W)x *(GPU__W)y))
GPU__MAP(GPU__T, axpy, (GPU__T, a, scalar), (GPU__T, x), (GPU__T, y))
{
    return (GPU__T)(GPU__TIMES((GPU__W)a, (GPU__W)x) + (GPU__W)y);
}
GPU__ROW(GPU__T, scale, of_ax, (GPU__T)((GPU__W)a *(GPU__W)x))
GPU__ROW(GPU__T, add_scalar, of_xa, (GPU__T)((GPU__W)x + (GPU__W)a))
GPU__ROW(GPU__T, sub_scalar, of_xa, (GPU__T)((GPU__W)x - (GPU__W)a))
GPU__ROW(GPU__T, scalar_sub, of_ax, (GPU__T)((GPU__W)a - (GPU__W)x))
GPU__ROW(GPU__T, square, of_x, (GPU__T)((GPU__W)x *(GPU__W)x))
GPU__ROW(GPU__T, sign, of_x, x != x ? x : (GPU__T)((x > 0) - (x < 0)))
GPU__ROW(GPU__T, minimum, of_xy, GPU__FIRST_OF(x, y, <))
GPU__ROW(GPU__T, maximum, of_xy, GPU__FIRST_OF(x, y, >))
GPU__ROW(GPU__T, abs, of_x, GPU__IS_REAL ? GPU__MATH(GPU__T, fabs, x) : (GPU__T)(x < 0 ? 0 - (GPU__W)x : (GPU__W)x))
GPU__MAP(GPU__T, clip, (GPU__T, x), (GPU__T, lo, scalar), (GPU__T, hi, scalar))
{
    const GPU__T v = x < lo ? lo : x;
    return v > hi ? hi : v;
}
#endif
#ifdef GPU__FOR_REAL
GPU__ROW(GPU__T, div, of_xy, x / y)
GPU__ROW(GPU__T, sqrt, of_x, GPU__MATH(GPU__T, sqrt, x))
GPU__ROW(GPU__T, div_scalar, of_xa, x / a)
GPU__ROW(GPU__T, scalar_div, of_ax, a / x)
GPU__ROW(GPU__T, reciprocal, of_x, 1 / x)
GPU__ROW(GPU__T, floor, of_x, GPU__MATH(GPU__T, floor, x))
GPU__ROW(GPU__T, ceil, of_x, GPU__MATH(GPU__T, ceil, x))
GPU__ROW(GPU__T, round, of_x, GPU__MATH(GPU__T, rint, x))
GPU__ROW(GPU__T, exp2, of_x, GPU__MATH(GPU__T, exp2, x))
GPU__ROW(GPU__T, log2, of_x, GPU__MATH(GPU__T, log2, x))
GPU__ROW(GPU__T, log10, of_x, GPU__MATH(GPU__T, log10, x))
GPU__MAP(GPU__T, atan2, (GPU__T, y), (GPU__T, x))
{
    return sizeof(GPU__T) == 4 ? (GPU__T)atan2f((float)y, (float)x) : (GPU__T)atan2((double)y, (double)x);
}
GPU__MATH_MAP(GPU__T, exp, exp, GPU__MATHS(GPU__T, exp, x))
GPU__MATH_MAP(GPU__T, log, log, GPU__MATHS(GPU__T, log, x))
GPU__MATH_MAP(GPU__T, sin, sin, GPU__MATHS(GPU__T, sin, x))
GPU__MATH_MAP(GPU__T, cos, sin, GPU__MATHS(GPU__T, cos, x))
GPU__MATH_MAP(GPU__T, tanh, sin, GPU__MATHS(GPU__T, tanh, x))
GPU__MATH_MAP(GPU__T, sigmoid, exp, 1 / (1 + GPU__MATHS(GPU__T, exp, -x)))
GPU__MAP(GPU__T, pow, (GPU__T, x), (GPU__T, p, scalar))
{
    return sizeof(GPU__T) == 4 ? (GPU__T)powf((float)x, (float)p) : (GPU__T)pow((double)x, (double)p);
}
#endif
/* ------------------------------------------------------------------------------------------------ src/ops/compare.h */
#ifdef GPU__FOR_ALL
/* A comparison is the sum of those of `less` (1), `equal` (2) and `greater` (4) that make it true; with 8 it is true
   where that sum is not, of NaN too. No branch, so that one loop serves them all, and is a vector's. */
GPU__MAP_(uint8_t, "gpu_compare", GPU__N(gpu__compare), (GPU__T, x), (int, how, scalar), (GPU__T, y))
{
    const int is = ((x < y) & how) | ((x == y) & (how >> 1)) | ((x > y) & (how >> 2));
    return (uint8_t)(is ^ (how >> 3));
}
GPU__MAP_(uint8_t, "gpu_compare_scalar", GPU__N(gpu__compare_to), (GPU__T, x), (int, how, scalar), (GPU__T, a, scalar))
{
    return GPU__CAT(GPU__N(gpu__compare), _scalar)(x, how, a);
}
GPU__PRE_SCOPE gpu_status GPU__N(gpu_compare)(uint8_t *mask, const GPU__T *x, gpu_comparison how, const GPU__T *y,
                                              size_t n)
{
    const gpu_status s = gpu__comparison("gpu_compare", how);
    return s ? s : GPU__N(gpu__compare)(mask, x, (int)how, y, n);
}
GPU__PRE_SCOPE gpu_status GPU__N(gpu_compare_scalar)(uint8_t *mask, const GPU__T *x, gpu_comparison how, GPU__T a,
                                                     size_t n)
{
    const gpu_status s = gpu__comparison("gpu_compare_scalar", how);
    return s ? s : GPU__N(gpu__compare_to)(mask, x, (int)how, a, n);
}
#endif
/* --------------------------------------------------------------------------------------------------- src/ops/cast.h */
#ifdef GPU__FOR_ALL
GPU__CAST_ROW
#endif
/* ------------------------------------------------------------------------------------------------- src/ops/reduce.h */
#ifdef GPU__FOR_ALL
GPU__SUM_ROW
GPU__FOLD(GPU__A, prod, 0, (GPU__A)((GPU__AW)a *(GPU__AW)b), of_x, (GPU__A)x)
GPU__VALUE(GPU__A, prod, 1, of_x)
GPU__FOLD(GPU__T, min, GPU__NOT_EMPTY, GPU__FIRST_OF(a, b, <), of_x, x)
GPU__VALUE(GPU__T, min, 0, of_x)
GPU__FOLD(GPU__T, max, GPU__NOT_EMPTY, GPU__FIRST_OF(a, b, >), of_x, x)
GPU__VALUE(GPU__T, max, 0, of_x)
GPU__FOLD(GPU__A, dot, 0, (GPU__A)((GPU__AW)a + (GPU__AW)b), of_xy, (GPU__A)GPU__TIMES((GPU__AW)x, (GPU__AW)y))
GPU__VALUE(GPU__A, dot, 0, of_xy)
GPU__FOLD(int64_t, count_nonzero, 0, a + b, of_x, x != 0)
GPU__VALUE(int64_t, count_nonzero, 0, of_x)
GPU__FOLD(double, total, 0, a + b, of_x, (double)x)
GPU__FINISHED(double, mean, total, n ? v / (double)n : (double)NAN)
#endif
#ifdef GPU__FOR_REAL
GPU__FOLD(double, squares, 0, a + b, of_x, GPU__TIMES((double)x, (double)x))
GPU__FINISHED(double, norm, squares, sqrt(v))
/* |x - y| <= atol + rtol |y| and y finite, or equal, as numpy.allclose has it. */
GPU__FOLD_LIKE(int, allclose, 0, a &b, (GPU__T, x), (GPU__T, y), (double, rtol, scalar), (double, atol, scalar))
{
    const double u = (double)x, v = (double)y;
    return (fabs(u - v) <= GPU__TIMES(rtol, fabs(v)) + atol && fabs(v) <= 1.7976931348623157e308) || x == y;
}
static GPU__UNUSED inline gpu_status GPU__N(gpu__allclose)(int *out, int *value, const GPU__T *x, const GPU__T *y,
                                                           size_t n, double rtol, double atol)
{
    const void *in[4];
    in[0] = x, in[1] = y, in[2] = &rtol, in[3] = &atol;
    *value = 1;
    return gpu__reduce_call(GPU__CAT(GPU__N(gpu_allclose), __reduction)(), out, value, in, n);
}
GPU__PRE_SCOPE int GPU__N(gpu_allclose)(const GPU__T *x, const GPU__T *y, size_t n, double rtol, double atol)
{
    int value;
    (void)GPU__N(gpu__allclose)(NULL, &value, x, y, n, rtol, atol);
    return value;
}
GPU__PRE_SCOPE gpu_status GPU__N(gpu_allclose_to)(int *out, const GPU__T *x, const GPU__T *y, size_t n, double rtol,
                                                  double atol)
{
    int value;
    return GPU__N(gpu__allclose)((int *)GPU__TARGET(out), &value, x, y, n, rtol, atol);
}
#endif
/* --------------------------------------------------------------------------------------------------- src/ops/scan.h */
#ifdef GPU__FOR_ALL
GPU__CUMSUM(GPU__N(gpu_cumsum), GPU__N(gpu_cumsum_exclusive), GPU__T, GPU__A, GPU__AW)
#endif
/* ------------------------------------------------------------------------------------------------ src/ops/extreme.h */
#ifdef GPU__FOR_ALL
typedef struct GPU__N(gpu__best) {
    GPU__T value;
    int64_t at;
} GPU__N(gpu__best);
/* Whether a, which comes later, takes the place of b; a NaN does of any number. */
GPU__BODY int GPU__N(gpu__arg_beats)(GPU__T a, GPU__T b, int smallest)
{
    return b == b && (a != a || (smallest ? a < b : a > b));
}
GPU__BODY GPU__T GPU__N(gpu__arg_first)(GPU__T a, GPU__T b, int smallest)
{
    return smallest ? GPU__FIRST_OF(a, b, <) : GPU__FIRST_OF(a, b, >);
}
GPU__BODY int GPU__N(gpu__arg_among)(const GPU__T *x, size_t n, GPU__T v)
{
    int here = 0;
    size_t k;
    for (k = 0; k < n; k++) here |= (x[k] == v) | ((v != v) & (x[k] != x[k]));
    return here;
}
/* The extreme of n elements, at most a chunk. */
GPU__BODY GPU__T GPU__N(gpu__arg_extreme)(const GPU__T *x, size_t n, int smallest)
{
    GPU__T lane[GPU__GRAIN];
    const size_t m = n < GPU__GRAIN ? n : (size_t)GPU__GRAIN, whole = n & ~(size_t)(GPU__GRAIN - 1);
    size_t i, k;
    for (i = 0; i < m; i++) lane[i] = x[i];
    for (; i < GPU__GRAIN; i++) lane[i] = x[0];
    for (k = GPU__GRAIN; k < whole; k += GPU__GRAIN) {
        GPU__LINES((uintptr_t)(x + k) + GPU__AHEAD, sizeof(GPU__T))
        for (i = 0; i < GPU__GRAIN; i++) lane[i] = GPU__N(gpu__arg_first)(lane[i], x[k + i], smallest);
    }
    for (i = whole; i < n; i++) lane[i - whole] = GPU__N(gpu__arg_first)(lane[i - whole], x[i], smallest);
    GPU__NO_ALIAS for (i = 0; i < 32; i++) lane[i] = GPU__N(gpu__arg_first)(lane[i], lane[i + 32], smallest);
    GPU__NO_ALIAS for (i = 0; i < 16; i++) lane[i] = GPU__N(gpu__arg_first)(lane[i], lane[i + 16], smallest);
    GPU__NO_ALIAS for (i = 0; i < 8; i++) lane[i] = GPU__N(gpu__arg_first)(lane[i], lane[i + 8], smallest);
    GPU__NO_ALIAS for (i = 0; i < 4; i++) lane[i] = GPU__N(gpu__arg_first)(lane[i], lane[i + 4], smallest);
    GPU__NO_ALIAS for (i = 0; i < 2; i++) lane[i] = GPU__N(gpu__arg_first)(lane[i], lane[i + 2], smallest);
    return GPU__N(gpu__arg_first)(lane[0], lane[1], smallest);
}
/* The best of the elements up to x[begin + n), of those before x[begin) (at -1: none) and of the chunk there. */
GPU__BODY void GPU__N(gpu__arg_chunk)(GPU__N(gpu__best) * best, const GPU__T *x, size_t begin, size_t n, int smallest)
{
    GPU__T v;
    size_t i;
    x += begin;
    v = smallest ? GPU__N(gpu__arg_extreme)(x, n, 1) : GPU__N(gpu__arg_extreme)(x, n, 0);
    if (best->at >= 0 && !GPU__N(gpu__arg_beats)(v, best->value, smallest)) return;
    /* the stretch that holds it, the short one there, its place */
    for (i = 0; i + GPU__GRAIN <= n && !GPU__N(gpu__arg_among)(x + i, GPU__GRAIN, v); i += GPU__GRAIN) {
    }
    for (; i + 16 <= n && !GPU__N(gpu__arg_among)(x + i, 16, v); i += 16) {
    }
    while (!(x[i] == v || (v != v && x[i] != x[i]))) i++;
    best->value = v;
    best->at = (int64_t)(begin + i);
}
GPU__BODY void GPU__N(gpu__arg_chunks)(const gpu__job *j, GPU__N(gpu__best) * best, size_t first, size_t last)
{
    best->at = -1;
    for (; first < last; first++) {
        const size_t begin = first * GPU__ARG_CHUNK, left = j->shape[0] - begin;
        GPU__N(gpu__arg_chunk)
        (best, (const GPU__T *)j->in[0].p, begin, left < GPU__ARG_CHUNK ? left : (size_t)GPU__ARG_CHUNK,
         j->flag & GPU__ARG_SMALLEST);
    }
}
GPU__PART_LEVELS(GPU__N(gpu__arg), GPU__N(gpu__arg_chunks)(j, (GPU__N(gpu__best) *)scratch + thread, first, last))
static GPU__UNUSED inline void GPU__N(gpu__arg_finish)(const gpu__job *j, void *scratch, size_t threads)
{
    const GPU__N(gpu__best) *const all = (const GPU__N(gpu__best) *)scratch;
    size_t t, k = 0;
    for (t = 1; t < threads; t++)
        if (all[t].at >= 0 && GPU__N(gpu__arg_beats)(all[t].value, all[k].value, j->flag & GPU__ARG_SMALLEST)) k = t;
    *(int64_t *)j->out = all[k].at;
}
GPU__ON_DEVICE(GPU__N(gpu__arg), gpu__arg_launch(context, (long long *)out, (const GPU__T *)in[0], j->shape[0],
                                                 (j->flag & GPU__ARG_SMALLEST) != 0))
static GPU__UNUSED inline gpu_status GPU__N(gpu__arg)(const char *name, int64_t *out, const GPU__T *x, size_t n,
                                                      int flag)
{
    gpu__job j;
    gpu__job_of(&j, name, out, 1, sizeof *out, n);
    if (!n) return gpu__refuse(name, "n is 0, and nothing has no extreme; expected at least one element");
    gpu__job_in(&j, 0, "x", x, n, sizeof *x);
    j.flag = flag;
    j.tasks = gpu__ceil_div(n, GPU__ARG_CHUNK);
    j.scratch_of_thread = sizeof(GPU__N(gpu__best));
    j.finish = GPU__N(gpu__arg_finish);
    GPU__JOB_CODE(j, GPU__N(gpu__arg))
    return gpu__job_call(&j);
}
GPU__PRE_SCOPE gpu_status GPU__N(gpu_argmin_to)(int64_t *out, const GPU__T *x, size_t n)
{
    return GPU__N(gpu__arg)("gpu_argmin", out, x, n, GPU__ARG_SMALLEST);
}
GPU__PRE_SCOPE gpu_status GPU__N(gpu_argmax_to)(int64_t *out, const GPU__T *x, size_t n)
{
    return GPU__N(gpu__arg)("gpu_argmax", out, x, n, 0);
}
GPU__PRE_SCOPE int64_t GPU__N(gpu_argmin)(const GPU__T *x, size_t n)
{
    int64_t at = -1;
    return GPU__N(gpu__arg)("gpu_argmin", &at, x, n, GPU__ARG_SMALLEST | GPU__JOB_WAITS) ? -1 : at;
}
GPU__PRE_SCOPE int64_t GPU__N(gpu_argmax)(const GPU__T *x, size_t n)
{
    int64_t at = -1;
    return GPU__N(gpu__arg)("gpu_argmax", &at, x, n, GPU__JOB_WAITS) ? -1 : at;
}
#endif
/* ------------------------------------------------------------------------------------------------ src/ops/moments.h */
#ifdef GPU__FOR_ALL
/* Each lane's sums of x - pivot and of its squares over whole tiles; what comes back is how many elements those are. */
GPU__BODY size_t GPU__N(gpu__moments_tiles)(double *sums, double *squares, const GPU__T *x, size_t length, double pivot)
{
    size_t i, k, q;
    for (i = 0; i < GPU__LANES; i++) sums[i] = squares[i] = 0;
    /* four tiles at a time: the lanes' sums are read and written once */
    for (k = 0; k + 4 * GPU__LANES <= length; k += 4 * GPU__LANES)
        for (q = 0; q < GPU__LANES; q += GPU__GRAIN) {
            const GPU__T *const y = x + k + q;
            GPU__LINES(y + 4 * GPU__LANES, sizeof(GPU__T))
            GPU__LINES(y + 5 * GPU__LANES, sizeof(GPU__T))
            GPU__LINES(y + 6 * GPU__LANES, sizeof(GPU__T))
            GPU__LINES(y + 7 * GPU__LANES, sizeof(GPU__T))
            GPU__NO_ALIAS for (i = 0; i < GPU__GRAIN; i++)
            {
                const double d0 = (double)y[i] - pivot, d1 = (double)y[i + GPU__LANES] - pivot;
                const double d2 = (double)y[i + 2 * GPU__LANES] - pivot, d3 = (double)y[i + 3 * GPU__LANES] - pivot;
                sums[q + i] = (((sums[q + i] + d0) + d1) + d2) + d3;
                squares[q + i] = (((squares[q + i] + d0 * d0) + d1 * d1) + d2 * d2) + d3 * d3;
            }
        }
    for (; k + GPU__LANES <= length; k += GPU__LANES) GPU__NO_ALIAS for (i = 0; i < GPU__LANES; i++)
        {
            const double d = (double)x[k + i] - pivot;
            sums[i] += d;
            squares[i] += d * d;
        }
    return k;
}
GPU__BODY void GPU__N(gpu__moments_blocks)(const gpu__job *j, gpu__triple *blocks, size_t first, size_t last)
{
    const size_t n = j->shape[0], tiles = (n + GPU__LANES - 1) / GPU__LANES;
    const double origin = (double)*(const GPU__T *)j->in[0].p;
    double sums[GPU__LANES], squares[GPU__LANES];
    gpu__triple lanes[GPU__LANES];
    for (; first < last; first++) {
        const size_t from = tiles * first / j->tasks * GPU__LANES, to = tiles * (first + 1) / j->tasks * GPU__LANES;
        const size_t length = (to < n ? to : n) - from, m = length < GPU__LANES ? length : (size_t)GPU__LANES;
        const GPU__T *const x = (const GPU__T *)j->in[0].p + from;
        const double pivot = (double)x[0];
        const size_t k = GPU__N(gpu__moments_tiles)(sums, squares, x, length, pivot);
        size_t i;
        if (k == length) {
            blocks[first] = gpu__moments_of_whole_tiles(sums, squares, (double)(length / GPU__LANES), pivot - origin);
            continue;
        }
        for (i = 0; k + i < length; i++) {
            const double d = (double)x[k + i] - pivot;
            sums[i] += d;
            squares[i] += d * d;
        }
        for (i = 0; i < m; i++)
            lanes[i] =
                gpu__lane_moments(sums[i], squares[i], length / GPU__LANES + (i < length % GPU__LANES), pivot - origin);
        blocks[first] = gpu__fold_moments(lanes, m);
    }
}
GPU__PART_LEVELS(GPU__N(gpu__moments), GPU__N(gpu__moments_blocks)(j, (gpu__triple *)scratch, first, last))
static GPU__UNUSED inline void GPU__N(gpu__moments_finish)(const gpu__job *j, void *scratch, size_t threads)
{
    const double origin = (double)*(const GPU__T *)j->in[0].p;
    const gpu__moments m =
        gpu__moments_of(gpu__fold_moments((gpu__triple *)scratch, j->tasks), origin, j->number[0].real);
    (void)threads;
    if (j->flag & GPU__MOMENTS_ALL)
        *(gpu__moments *)j->out = m;
    else
        *(double *)j->out = j->flag & GPU__MOMENTS_STD ? m.std : m.var;
}
GPU__ON_DEVICE(GPU__N(gpu__moments), gpu__moments_launch(context, (gpu__moments *)out, j->flag & 3,
                                                         (const GPU__T *)in[0], j->shape[0], j->number[0].real))
static GPU__UNUSED inline gpu_status GPU__N(gpu__moments)(const char *name, int flag, void *out, size_t size,
                                                          const GPU__T *x, size_t n, double ddof)
{
    gpu__job j;
    const double nothing = (double)NAN;
    gpu__job_of(&j, name, out, 1, size, n);
    if (!n)
        return out ? gpu__put((double *)out, &nothing, name)
                   : gpu__refuse(name, "out is NULL; expected 1 element of 8 bytes");
    gpu__job_in(&j, 0, "x", x, n, sizeof *x);
    j.flag = flag;
    j.number[0].real = ddof;
    j.tasks = gpu__order_blocks(n, GPU__LANES, GPU__MOMENT_BLOCKS);
    j.scratch = j.tasks * sizeof(gpu__triple);
    j.finish = GPU__N(gpu__moments_finish);
    GPU__JOB_CODE(j, GPU__N(gpu__moments))
    return gpu__job_call(&j);
}
GPU__PRE_SCOPE gpu_status GPU__N(gpu_var_to)(double *out, const GPU__T *x, size_t n, double ddof)
{
    return GPU__N(gpu__moments)("gpu_var", 0, out, sizeof *out, x, n, ddof);
}
GPU__PRE_SCOPE gpu_status GPU__N(gpu_std_to)(double *out, const GPU__T *x, size_t n, double ddof)
{
    return GPU__N(gpu__moments)("gpu_std", GPU__MOMENTS_STD, out, sizeof *out, x, n, ddof);
}
GPU__PRE_SCOPE double GPU__N(gpu_var)(const GPU__T *x, size_t n, double ddof)
{
    double v = 0;
    return GPU__N(gpu__moments)("gpu_var", GPU__JOB_WAITS, &v, sizeof v, x, n, ddof) ? (double)NAN : v;
}
GPU__PRE_SCOPE double GPU__N(gpu_std)(const GPU__T *x, size_t n, double ddof)
{
    double v = 0;
    const int flag = GPU__MOMENTS_STD | GPU__JOB_WAITS;
    return GPU__N(gpu__moments)("gpu_std", flag, &v, sizeof v, x, n, ddof) ? (double)NAN : v;
}
#endif
/* --------------------------------------------------------------------------------------------------- src/ops/axis.h */
#ifdef GPU__FOR_ALL
/* The lanes of a task. The next three functions know the accumulators' type; what is built of them takes lanes by
   their address, and is compiled for each `op`, a constant there. y is the vector's elements, which a dot product
   alone has. */
typedef union GPU__N(gpu__lanes) {
    GPU__A sum[8 * GPU__COL_BLOCK];
    double mean[8 * GPU__COL_BLOCK], moments[2 * GPU__AXIS_SQUARES];
    GPU__T extreme[8 * GPU__COL_BLOCK];
} GPU__N(gpu__lanes) GPU__VECTOR_ALIGNED;
/* Element i joins lane i, as its first or behind those that it has. y: the other factors, or pivots. */
GPU__BODY void GPU__N(gpu__axis_add)(void *lane, const GPU__T *x, size_t dx, const GPU__T *y, size_t dy, size_t n,
                                     int is_first, int op)
{
    GPU__A *const sum = (GPU__A *)lane;
    double *const mean = (double *)lane;
    GPU__T *const extreme = (GPU__T *)lane;
    size_t i;
    if (op == GPU__AXIS_SUM || op == GPU__AXIS_DOT) GPU__NO_ALIAS for (i = 0; i < n; i++)
        {
            const GPU__A v = op == GPU__AXIS_DOT ? GPU__TIMES((GPU__A)x[i * dx], (GPU__A)y[i * dy]) : (GPU__A)x[i * dx];
            sum[i] = is_first ? v : (GPU__A)((GPU__AW)sum[i] + (GPU__AW)v);
        }
    else if (op == GPU__AXIS_MEAN)
        GPU__NO_ALIAS for (i = 0; i < n; i++) mean[i] = is_first ? (double)x[i * dx] : mean[i] + (double)x[i * dx];
    else if (op == GPU__AXIS_VAR)
        GPU__NO_ALIAS for (i = 0; i < n; i++)
        {
            const double d = (double)x[i * dx] - (double)y[i * dy], square = GPU__TIMES(d, d);
            mean[i] = is_first ? d : mean[i] + d;
            mean[i + GPU__AXIS_SQUARES] = is_first ? square : mean[i + GPU__AXIS_SQUARES] + square;
        }
    else
        GPU__NO_ALIAS for (i = 0; i < n; i++) extreme[i] =
            is_first ? x[i * dx] : GPU__N(gpu__arg_first)(extreme[i], x[i * dx], op == GPU__AXIS_MIN);
}
/* Lane i of `more` joins lane i. */
GPU__BODY void GPU__N(gpu__axis_merge)(void *lane, const void *more, size_t n, int op)
{
    GPU__A *const sum = (GPU__A *)lane;
    double *const mean = (double *)lane;
    GPU__T *const extreme = (GPU__T *)lane;
    size_t i;
    if (op == GPU__AXIS_SUM || op == GPU__AXIS_DOT)
        GPU__NO_ALIAS for (i = 0; i < n; i++) sum[i] = (GPU__A)((GPU__AW)sum[i] + (GPU__AW)((const GPU__A *)more)[i]);
    else if (op == GPU__AXIS_MEAN)
        GPU__NO_ALIAS for (i = 0; i < n; i++) mean[i] += ((const double *)more)[i];
    else if (op == GPU__AXIS_VAR)
        GPU__NO_ALIAS for (i = 0; i < n; i++)
        {
            mean[i] += ((const double *)more)[i];
            mean[i + GPU__AXIS_SQUARES] += ((const double *)more)[i + GPU__AXIS_SQUARES];
        }
    else
        GPU__NO_ALIAS for (i = 0; i < n; i++) extreme[i] =
            GPU__N(gpu__arg_first)(extreme[i], ((const GPU__T *)more)[i], op == GPU__AXIS_MIN);
}
/* Output o + i is the result of lane i. */
GPU__BODY void GPU__N(gpu__axis_final)(const gpu__job *j, size_t o, const void *lane, size_t n, int op)
{
    const GPU__A *const sum = (const GPU__A *)lane;
    const double *const mean = (const double *)lane, count = j->number[0].real;
    size_t i;
    if (op == GPU__AXIS_SUM || op == GPU__AXIS_DOT)
        GPU__NO_ALIAS for (i = 0; i < n; i++)((GPU__ROW_SUM *)j->out)[o + i] = (GPU__ROW_SUM)sum[i];
    else if (op == GPU__AXIS_MEAN)
        GPU__NO_ALIAS for (i = 0; i < n; i++)((GPU__REAL *)j->out)[o + i] = (GPU__REAL)(mean[i] / count);
    else if (op == GPU__AXIS_VAR)
        for (i = 0; i < n; i++) {
            const gpu__triple all = gpu__lane_moments(mean[i], mean[i + GPU__AXIS_SQUARES], (size_t)count, 0);
            ((GPU__REAL *)j->out)[o + i] = (GPU__REAL)gpu__moments_of(all, 0, j->number[1].real).var;
        }
    else
        memcpy((GPU__T *)j->out + o, lane, n * sizeof(GPU__T));
}

/* Lanes of `width` accumulators each, by halves. */
GPU__BODY void GPU__N(gpu__axis_fold)(void *lane, size_t lanes, size_t width, int op)
{
    const size_t bytes = gpu__axis_bytes(sizeof(GPU__T), op) * width;
    size_t s = 1;
    while (s < lanes) s *= 2;
    for (s /= 2; s; s /= 2)
        GPU__N(gpu__axis_merge)(lane, (const char *)lane + s * bytes, (lanes - s < s ? lanes - s : s) * width, op);
}
/* n results, from output o on; where rows or columns are in parts, what gpu__axis_finish makes them of. A part
   begins with x, the whole with origin, those of the n outputs one behind the other; `count` elements. */
GPU__BODY void GPU__N(gpu__axis_put)(const gpu__job *j, void *partial, size_t part, size_t o, const void *lane,
                                     size_t n, const GPU__T *x, const GPU__T *origin, size_t count, int op)
{
    const size_t parts = j->shape[2], bytes = gpu__axis_bytes(sizeof(GPU__T), op);
    if (parts > 1 && op == GPU__AXIS_VAR) {
        const double *const sum = (const double *)lane;
        gpu__triple *const to = (gpu__triple *)partial + part * j->out_count + o;
        size_t i;
        for (i = 0; i < n; i++)
            to[i] = gpu__lane_moments(sum[i], sum[i + GPU__AXIS_SQUARES], count, (double)x[i] - (double)origin[i]);
    } else if (parts > 1)
        memcpy((char *)partial + (part * j->out_count + o) * bytes, lane, n * bytes);
    else
        GPU__N(gpu__axis_final)(j, o, lane, n, op);
}
/* Chunks or segments, the accumulator of `part` and output o in scratch[part * outs + o]; 64 outputs at a time. */
static GPU__UNUSED inline void GPU__N(gpu__axis_finish)(const gpu__job *j, void *scratch, size_t threads)
{
    const size_t parts = j->shape[2], outs = j->out_count, bytes = gpu__axis_bytes(sizeof(GPU__T), j->flag);
    GPU__N(gpu__lanes) lane;
    size_t o, p, n;
    (void)threads;
    for (o = 0; o < outs; o += n) {
        n = outs - o < 64 ? outs - o : 64;
        for (p = 0; p < parts; p++) {
            char *const to = (char *)&lane + p % GPU__PART_LANES * n * bytes;
            const char *const partial = (const char *)scratch + (p * outs + o) * bytes;
            if (p < GPU__PART_LANES)
                memcpy(to, partial, n * bytes);
            else
                GPU__N(gpu__axis_merge)(to, partial, n, j->flag);
        }
        GPU__N(gpu__axis_fold)(&lane, parts < GPU__PART_LANES ? parts : (size_t)GPU__PART_LANES, n, j->flag);
        GPU__N(gpu__axis_final)(j, o, &lane, n, j->flag);
    }
}
/* Contiguous elements: i belongs to lane i % lanes. y: for a dot product as many; for a variance the lanes' pivots, dy
   apart. */
GPU__BODY void GPU__N(gpu__axis_run)(void *lane, size_t lanes, const GPU__T *x, const GPU__T *y, size_t dy, size_t n,
                                     int op)
{
    const size_t step = op == GPU__AXIS_VAR ? 0 : lanes;
    size_t k;
    GPU__N(gpu__axis_add)(lane, x, 1, y, dy, n < lanes ? n : lanes, 1, op);
    for (k = lanes; k + lanes <= n; k += lanes) {
        y += step;
        gpu__axis_prefetch((uintptr_t)(x + k) + GPU__AHEAD, lanes * sizeof *x);
        GPU__N(gpu__axis_add)(lane, x + k, 1, y, dy, lanes, 0, op);
    }
    if (k < n) GPU__N(gpu__axis_add)(lane, x + k, 1, y + step, dy, n - k, 0, op);
}
#ifdef __OPTIMIZE__
/* Short rows, GPU__ABREAST of them from r on: a lane is an accumulator of each. */
GPU__BODY void GPU__N(gpu__axis_short_rows)(const gpu__job *j, const GPU__T *a, const GPU__T *y, size_t cols, size_t r,
                                            int op)
{
    enum { many = GPU__ABREAST };
    const size_t lanes = op == GPU__AXIS_VAR ? 1 : 32, dy = op == GPU__AXIS_VAR ? cols : 0;
    const size_t bytes = gpu__axis_bytes(sizeof(GPU__T), op) * many, step = op == GPU__AXIS_VAR ? 0 : 1;
    const GPU__T *const x = a + r * cols, *const other = op == GPU__AXIS_VAR ? x : y;
    GPU__N(gpu__lanes) lane;
    size_t c, s;
    for (c = 0; c < cols && c < lanes; c++)
        GPU__N(gpu__axis_add)((char *)&lane + c * bytes, x + c, cols, other + c * step, dy, many, 1, op);
    for (; c < cols; c++)
        GPU__N(gpu__axis_add)((char *)&lane + c % lanes * bytes, x + c, cols, other + c * step, dy, many, 0, op);
    for (s = lanes / 2; s; s /= 2) /* as gpu__axis_fold does it, but each step's length is a constant */
        for (c = 0; c < s && c + s < cols; c++)
            GPU__N(gpu__axis_merge)((char *)&lane + c * bytes, (const char *)&lane + (c + s) * bytes, many, op);
    GPU__N(gpu__axis_final)(j, r, &lane, many, op);
}
#endif
/* A task is a chunk of a row. */
GPU__BODY void GPU__N(gpu__axis_rows)(const gpu__job *j, void *partial, size_t first, size_t last, int op)
{
    const size_t cols = j->shape[1], parts = j->shape[2], chunk = j->shape[3];
    const int one = gpu__axis_one_lane(cols * sizeof(GPU__T), op);
    const size_t lanes = one ? 1 : cols <= 512 ? 32 : cols <= 4096 ? 128 : GPU__ROW_LANES;
    const GPU__T *const a = (const GPU__T *)j->in[0].p;
    const GPU__T *const vector = op == GPU__AXIS_DOT ? (const GPU__T *)j->in[1].p : a;
    GPU__N(gpu__lanes) lane;
#ifdef __OPTIMIZE__
    for (; cols <= GPU__SHORT_ROW && (one || op != GPU__AXIS_VAR) && last - first >= GPU__ABREAST;
         first += GPU__ABREAST)
        GPU__N(gpu__axis_short_rows)(j, a, vector, cols, first, op);
#endif
    for (; first < last; first++) {
        const size_t r = first / parts, p = first % parts, begin = p * chunk;
        const size_t n = cols - begin < chunk ? cols - begin : chunk;
        const GPU__T *const x = a + r * cols + begin, *const y = op == GPU__AXIS_VAR ? x : vector + begin;
        GPU__N(gpu__axis_run)(&lane, lanes, x, y, op != GPU__AXIS_VAR, n, op);
        GPU__N(gpu__axis_fold)(&lane, n < lanes ? n : lanes, 1, op);
        GPU__N(gpu__axis_put)(j, partial, p, r, &lane, 1, x, x - begin, n, op);
    }
}
/* A task is a block of columns of a segment; fewer than 128 columns are one block, whose steps are contiguous. */
GPU__BODY void GPU__N(gpu__axis_cols)(const gpu__job *j, void *partial, size_t first, size_t last, int op)
{
    const size_t rows = j->shape[0], cols = j->shape[1], parts = j->shape[2], blocks = j->shape[3];
    const size_t lanes = gpu__col_lanes(cols), steps = gpu__ceil_div(rows, lanes);
    GPU__N(gpu__lanes) lane;
    GPU__T pivot[1024];
    for (; first < last; first++) {
        const size_t part = first / blocks, c = first % blocks * GPU__COL_BLOCK, left = cols - c;
        const size_t r = steps * part / parts * lanes, end = steps * (part + 1) / parts * lanes;
        const size_t have = (end < rows ? end : rows) - r;
        const size_t width = blocks == 1 || left < GPU__COL_BLOCK ? left : (size_t)GPU__COL_BLOCK;
        const size_t ahead = 1 + GPU__AHEAD / (width * sizeof(GPU__T)); /* rows */
        const GPU__T *const x = (const GPU__T *)j->in[0].p + r * cols + c;
        size_t k;
        if (cols < 128) {
            for (k = 0; op == GPU__AXIS_VAR && k < lanes * cols; k++) pivot[k] = x[k % cols];
            GPU__N(gpu__axis_run)(&lane, lanes * cols, x, op == GPU__AXIS_VAR ? pivot : x, 1, have * cols, op);
        } else
            for (k = 0; k < have; k++) {
                const GPU__T *const row = x + k * cols;
                void *const to = (char *)&lane + k % lanes * width * gpu__axis_bytes(sizeof(GPU__T), op);
                gpu__axis_prefetch((uintptr_t)row + ahead * cols * sizeof *row, width * sizeof *row);
                if (k < lanes)
                    GPU__N(gpu__axis_add)(to, row, 1, x, 1, width, 1, op);
                else
                    GPU__N(gpu__axis_add)(to, row, 1, x, 1, width, 0, op);
            }
        GPU__N(gpu__axis_fold)(&lane, have < lanes ? have : lanes, width, op);
        GPU__N(gpu__axis_put)(j, partial, part, c, &lane, width, x, (const GPU__T *)j->in[0].p + c, have, op);
    }
}

/* ---- sums ---- */
GPU__PART_LEVELS(GPU__N(gpu__sum_rows), GPU__N(gpu__axis_rows)(j, scratch, first, last, GPU__AXIS_SUM))
GPU__PART_LEVELS(GPU__N(gpu__sum_cols), GPU__N(gpu__axis_cols)(j, scratch, first, last, GPU__AXIS_SUM))
GPU__ON_DEVICE(GPU__N(gpu__sum_rows),
               gpu__rows<gpu__op_sum<GPU__T, GPU__A, GPU__ROW_SUM>, 1>(context, (GPU__ROW_SUM *)out,
                                                                       (const GPU__T *)in[0], (const GPU__T *)in[1],
                                                                       j->shape[0], j->shape[1], 1.0))
GPU__ON_DEVICE(GPU__N(gpu__sum_cols),
               gpu__cols<gpu__op_sum<GPU__T, GPU__A, GPU__ROW_SUM>>(context, (GPU__ROW_SUM *)out, (const GPU__T *)in[0],
                                                                    (const GPU__T *)NULL, j->shape[0], j->shape[1],
                                                                    1.0))
GPU__PRE_SCOPE gpu_status GPU__N(gpu_sum_rows)(GPU__ROW_SUM *out, const GPU__T *a, size_t rows, size_t cols)
{
    gpu__job j;
    gpu__rows_job(&j, "gpu_sum_rows", GPU__AXIS_SUM, out, sizeof *out, a, sizeof *a, rows, cols);
    j.finish = GPU__N(gpu__axis_finish);
    GPU__JOB_CODE(j, GPU__N(gpu__sum_rows))
    return gpu__axis_call(&j);
}
GPU__PRE_SCOPE gpu_status GPU__N(gpu_sum_cols)(GPU__ROW_SUM *out, const GPU__T *a, size_t rows, size_t cols)
{
    gpu__job j;
    gpu__cols_job(&j, "gpu_sum_cols", GPU__AXIS_SUM, out, sizeof *out, a, sizeof *a, rows, cols);
    j.finish = GPU__N(gpu__axis_finish);
    GPU__JOB_CODE(j, GPU__N(gpu__sum_cols))
    return gpu__axis_call(&j);
}

/* ---- means ---- */
GPU__PART_LEVELS(GPU__N(gpu__mean_rows), GPU__N(gpu__axis_rows)(j, scratch, first, last, GPU__AXIS_MEAN))
GPU__PART_LEVELS(GPU__N(gpu__mean_cols), GPU__N(gpu__axis_cols)(j, scratch, first, last, GPU__AXIS_MEAN))
GPU__ON_DEVICE(GPU__N(gpu__mean_rows),
               gpu__rows<gpu__op_sum<GPU__T, double, GPU__REAL>, 1>(context, (GPU__REAL *)out, (const GPU__T *)in[0],
                                                                    (const GPU__T *)in[1], j->shape[0], j->shape[1],
                                                                    (double)j->shape[1]))
GPU__ON_DEVICE(GPU__N(gpu__mean_cols),
               gpu__cols<gpu__op_sum<GPU__T, double, GPU__REAL>>(context, (GPU__REAL *)out, (const GPU__T *)in[0],
                                                                 (const GPU__T *)NULL, j->shape[0], j->shape[1],
                                                                 (double)j->shape[0]))
GPU__PRE_SCOPE gpu_status GPU__N(gpu_mean_rows)(GPU__REAL *out, const GPU__T *a, size_t rows, size_t cols)
{
    gpu__job j;
    gpu__rows_job(&j, "gpu_mean_rows", GPU__AXIS_MEAN, out, sizeof *out, a, sizeof *a, rows, cols);
    j.finish = GPU__N(gpu__axis_finish);
    GPU__JOB_CODE(j, GPU__N(gpu__mean_rows))
    return gpu__axis_call(&j);
}
GPU__PRE_SCOPE gpu_status GPU__N(gpu_mean_cols)(GPU__REAL *out, const GPU__T *a, size_t rows, size_t cols)
{
    gpu__job j;
    gpu__cols_job(&j, "gpu_mean_cols", GPU__AXIS_MEAN, out, sizeof *out, a, sizeof *a, rows, cols);
    j.finish = GPU__N(gpu__axis_finish);
    GPU__JOB_CODE(j, GPU__N(gpu__mean_cols))
    return gpu__axis_call(&j);
}

/* ---- extremes ---- */
GPU__PART_LEVELS(GPU__N(gpu__extreme_rows), {
    if (j->flag == GPU__AXIS_MIN)
        GPU__N(gpu__axis_rows)(j, scratch, first, last, GPU__AXIS_MIN);
    else
        GPU__N(gpu__axis_rows)(j, scratch, first, last, GPU__AXIS_MAX);
})
GPU__PART_LEVELS(GPU__N(gpu__extreme_cols), {
    if (j->flag == GPU__AXIS_MIN)
        GPU__N(gpu__axis_cols)(j, scratch, first, last, GPU__AXIS_MIN);
    else
        GPU__N(gpu__axis_cols)(j, scratch, first, last, GPU__AXIS_MAX);
})
GPU__ON_DEVICE(GPU__N(gpu__extreme_rows),
               gpu__rows<gpu__op_extreme<GPU__T>, 1>(context, (GPU__T *)out, (const GPU__T *)in[0],
                                                     (const GPU__T *)in[1], j->shape[0], j->shape[1],
                                                     j->flag == GPU__AXIS_MIN))
GPU__ON_DEVICE(GPU__N(gpu__extreme_cols),
               gpu__cols<gpu__op_extreme<GPU__T>>(context, (GPU__T *)out, (const GPU__T *)in[0], (const GPU__T *)NULL,
                                                  j->shape[0], j->shape[1], j->flag == GPU__AXIS_MIN))
static GPU__UNUSED inline gpu_status GPU__N(gpu__extreme_rows)(const char *name, int op, GPU__T *out, const GPU__T *a,
                                                               size_t rows, size_t cols)
{
    gpu__job j;
    gpu__rows_job(&j, name, op, out, sizeof *out, a, sizeof *a, rows, cols);
    j.finish = GPU__N(gpu__axis_finish);
    GPU__JOB_CODE(j, GPU__N(gpu__extreme_rows))
    return gpu__axis_call(&j);
}
static GPU__UNUSED inline gpu_status GPU__N(gpu__extreme_cols)(const char *name, int op, GPU__T *out, const GPU__T *a,
                                                               size_t rows, size_t cols)
{
    gpu__job j;
    gpu__cols_job(&j, name, op, out, sizeof *out, a, sizeof *a, rows, cols);
    j.finish = GPU__N(gpu__axis_finish);
    GPU__JOB_CODE(j, GPU__N(gpu__extreme_cols))
    return gpu__axis_call(&j);
}
GPU__PRE_SCOPE gpu_status GPU__N(gpu_min_rows)(GPU__T *out, const GPU__T *a, size_t rows, size_t cols)
{
    return GPU__N(gpu__extreme_rows)("gpu_min_rows", GPU__AXIS_MIN, out, a, rows, cols);
}
GPU__PRE_SCOPE gpu_status GPU__N(gpu_max_rows)(GPU__T *out, const GPU__T *a, size_t rows, size_t cols)
{
    return GPU__N(gpu__extreme_rows)("gpu_max_rows", GPU__AXIS_MAX, out, a, rows, cols);
}
GPU__PRE_SCOPE gpu_status GPU__N(gpu_min_cols)(GPU__T *out, const GPU__T *a, size_t rows, size_t cols)
{
    return GPU__N(gpu__extreme_cols)("gpu_min_cols", GPU__AXIS_MIN, out, a, rows, cols);
}
GPU__PRE_SCOPE gpu_status GPU__N(gpu_max_cols)(GPU__T *out, const GPU__T *a, size_t rows, size_t cols)
{
    return GPU__N(gpu__extreme_cols)("gpu_max_cols", GPU__AXIS_MAX, out, a, rows, cols);
}

/* ---- variances ---- */
static GPU__UNUSED inline void GPU__N(gpu__var_finish)(const gpu__job *j, void *scratch, size_t threads)
{
    const size_t parts = j->shape[2], outs = j->out_count;
    const gpu__triple *const partial = (const gpu__triple *)scratch;
    size_t o, p;
    (void)threads;
    for (o = 0; o < outs; o++) {
        gpu__triple lane[GPU__PART_LANES];
        for (p = 0; p < parts; p++) {
            gpu__triple *const to = lane + p % GPU__PART_LANES;
            *to = p < GPU__PART_LANES ? partial[p * outs + o] : gpu__merge(*to, partial[p * outs + o]);
        }
        lane[0] = gpu__fold_moments(lane, parts < GPU__PART_LANES ? parts : (size_t)GPU__PART_LANES);
        ((GPU__REAL *)j->out)[o] = (GPU__REAL)gpu__moments_of(lane[0], 0, j->number[1].real).var;
    }
}
GPU__PART_LEVELS(GPU__N(gpu__var_rows), GPU__N(gpu__axis_rows)(j, scratch, first, last, GPU__AXIS_VAR))
GPU__PART_LEVELS(GPU__N(gpu__var_cols), GPU__N(gpu__axis_cols)(j, scratch, first, last, GPU__AXIS_VAR))
GPU__ON_DEVICE(GPU__N(gpu__var_rows),
               gpu__rows<gpu__op_var<GPU__T, GPU__REAL>, 1>(context, (GPU__REAL *)out, (const GPU__T *)in[0],
                                                            (const GPU__T *)in[1], j->shape[0], j->shape[1],
                                                            j->number[1].real))
GPU__ON_DEVICE(GPU__N(gpu__var_cols),
               gpu__cols<gpu__op_var<GPU__T, GPU__REAL>>(context, (GPU__REAL *)out, (const GPU__T *)in[0],
                                                         (const GPU__T *)NULL, j->shape[0], j->shape[1],
                                                         j->number[1].real))
GPU__PRE_SCOPE gpu_status GPU__N(gpu_var_rows)(GPU__REAL *out, const GPU__T *a, size_t rows, size_t cols, double ddof)
{
    gpu__job j;
    gpu__rows_job(&j, "gpu_var_rows", GPU__AXIS_VAR, out, sizeof *out, a, sizeof *a, rows, cols);
    j.finish = GPU__N(gpu__var_finish);
    j.number[1].real = ddof;
    GPU__JOB_CODE(j, GPU__N(gpu__var_rows))
    return gpu__axis_call(&j);
}
GPU__PRE_SCOPE gpu_status GPU__N(gpu_var_cols)(GPU__REAL *out, const GPU__T *a, size_t rows, size_t cols, double ddof)
{
    gpu__job j;
    gpu__cols_job(&j, "gpu_var_cols", GPU__AXIS_VAR, out, sizeof *out, a, sizeof *a, rows, cols);
    j.finish = GPU__N(gpu__var_finish);
    j.number[1].real = ddof;
    GPU__JOB_CODE(j, GPU__N(gpu__var_cols))
    return gpu__axis_call(&j);
}

/* ---- places of extremes: their choice does not depend on the order ---- */
/* The best of a row's part, or of a column's, whose place is `at`, as the result or for gpu__place_finish. */
GPU__BODY void GPU__N(gpu__place_put)(const gpu__job *j, void *scratch, size_t part, size_t o, GPU__T value, int64_t at)
{
    GPU__N(gpu__best) *const to = (GPU__N(gpu__best) *)scratch + part * j->out_count + o;
    if (j->shape[2] > 1)
        to->value = value, to->at = at;
    else
        ((int64_t *)j->out)[o] = at;
}
static GPU__UNUSED inline void GPU__N(gpu__place_finish)(const gpu__job *j, void *scratch, size_t threads)
{
    const size_t outs = j->out_count;
    size_t o, p;
    (void)threads;
    for (o = 0; o < outs; o++) {
        const GPU__N(gpu__best) *const all = (const GPU__N(gpu__best) *)scratch + o, *best = all;
        for (p = 1; p < j->shape[2]; p++)
            if (GPU__N(gpu__arg_beats)(all[p * outs].value, best->value, j->flag == GPU__AXIS_ARGMIN))
                best = all + p * outs;
        ((int64_t *)j->out)[o] = best->at;
    }
}
GPU__BODY void GPU__N(gpu__place_rows)(const gpu__job *j, void *scratch, size_t first, size_t last, int smallest)
{
    const size_t cols = j->shape[1], parts = j->shape[2], chunk = j->shape[3];
    for (; first < last; first++) {
        const size_t r = first / parts, begin = first % parts * chunk, n = cols - begin < chunk ? cols - begin : chunk;
        const GPU__T *const x = (const GPU__T *)j->in[0].p + r * cols + begin;
        GPU__N(gpu__best) best = {x[0], 0};
        size_t k;
        if (n < GPU__GRAIN)
            for (k = 1; k < n; k++) {
                if (GPU__N(gpu__arg_beats)(x[k], best.value, smallest)) best.value = x[k], best.at = (int64_t)k;
            }
        else
            for (k = 0; k < n; k += GPU__ARG_CHUNK)
                GPU__N(gpu__arg_chunk)(&best, x, k, n - k < GPU__ARG_CHUNK ? n - k : (size_t)GPU__ARG_CHUNK, smallest);
        GPU__N(gpu__place_put)(j, scratch, first % parts, r, best.value, best.at + (int64_t)begin);
    }
}
GPU__BODY void GPU__N(gpu__place_cols)(const gpu__job *j, void *scratch, size_t first, size_t last, int smallest)
{
    const size_t rows = j->shape[0], cols = j->shape[1], parts = j->shape[2], blocks = j->shape[3];
    const size_t lanes = gpu__col_lanes(cols), steps = gpu__ceil_div(rows, lanes);
    GPU__T value[GPU__COL_BLOCK];
    int32_t at[GPU__COL_BLOCK]; /* a segment has fewer rows than that */
    for (; first < last; first++) {
        const size_t part = first / blocks, c = first % blocks * GPU__COL_BLOCK, left = cols - c;
        const size_t r = steps * part / parts * lanes, end = steps * (part + 1) / parts * lanes;
        const size_t have = (end < rows ? end : rows) - r,
                     width = left < GPU__COL_BLOCK ? left : (size_t)GPU__COL_BLOCK;
        const GPU__T *x = (const GPU__T *)j->in[0].p + r * cols + c;
        size_t i, k;
        for (i = 0; i < width; i++) value[i] = x[i], at[i] = 0;
        for (k = 1; k < have; k++) {
            const int32_t here = (int32_t)k;
            x += cols;
            GPU__NO_ALIAS for (i = 0; i < width; i++)
            {
                const int beats = GPU__N(gpu__arg_beats)(x[i], value[i], smallest);
                value[i] = beats ? x[i] : value[i];
                at[i] = beats ? here : at[i];
            }
        }
        for (i = 0; i < width; i++) GPU__N(gpu__place_put)(j, scratch, part, c + i, value[i], (int64_t)r + at[i]);
    }
}
GPU__PART_LEVELS(GPU__N(gpu__place_rows), {
    if (j->flag == GPU__AXIS_ARGMIN)
        GPU__N(gpu__place_rows)(j, scratch, first, last, 1);
    else
        GPU__N(gpu__place_rows)(j, scratch, first, last, 0);
})
GPU__PART_LEVELS(GPU__N(gpu__place_cols), {
    if (j->flag == GPU__AXIS_ARGMIN)
        GPU__N(gpu__place_cols)(j, scratch, first, last, 1);
    else
        GPU__N(gpu__place_cols)(j, scratch, first, last, 0);
})
GPU__ON_DEVICE(GPU__N(gpu__place_rows),
               gpu__rows<gpu__op_arg<GPU__T>, 1>(context, (long long *)out, (const GPU__T *)in[0],
                                                 (const GPU__T *)in[1], j->shape[0], j->shape[1],
                                                 j->flag == GPU__AXIS_ARGMIN))
GPU__ON_DEVICE(GPU__N(gpu__place_cols),
               gpu__cols<gpu__op_arg<GPU__T>>(context, (long long *)out, (const GPU__T *)in[0], (const GPU__T *)NULL,
                                              j->shape[0], j->shape[1], j->flag == GPU__AXIS_ARGMIN))
static GPU__UNUSED inline gpu_status GPU__N(gpu__place_of_rows)(const char *name, int op, int64_t *out, const GPU__T *a,
                                                                size_t rows, size_t cols)
{
    gpu__job j;
    gpu__rows_job(&j, name, op, out, sizeof *out, a, sizeof *a, rows, cols);
    j.finish = GPU__N(gpu__place_finish);
    GPU__JOB_CODE(j, GPU__N(gpu__place_rows))
    return gpu__axis_call(&j);
}
static GPU__UNUSED inline gpu_status GPU__N(gpu__place_of_cols)(const char *name, int op, int64_t *out, const GPU__T *a,
                                                                size_t rows, size_t cols)
{
    gpu__job j;
    gpu__cols_job(&j, name, op, out, sizeof *out, a, sizeof *a, rows, cols);
    j.finish = GPU__N(gpu__place_finish);
    GPU__JOB_CODE(j, GPU__N(gpu__place_cols))
    return gpu__axis_call(&j);
}
GPU__PRE_SCOPE gpu_status GPU__N(gpu_argmin_rows)(int64_t *out, const GPU__T *a, size_t rows, size_t cols)
{
    return GPU__N(gpu__place_of_rows)("gpu_argmin_rows", GPU__AXIS_ARGMIN, out, a, rows, cols);
}
GPU__PRE_SCOPE gpu_status GPU__N(gpu_argmin_cols)(int64_t *out, const GPU__T *a, size_t rows, size_t cols)
{
    return GPU__N(gpu__place_of_cols)("gpu_argmin_cols", GPU__AXIS_ARGMIN, out, a, rows, cols);
}
GPU__PRE_SCOPE gpu_status GPU__N(gpu_argmax_rows)(int64_t *out, const GPU__T *a, size_t rows, size_t cols)
{
    return GPU__N(gpu__place_of_rows)("gpu_argmax_rows", GPU__AXIS_ARGMAX, out, a, rows, cols);
}
GPU__PRE_SCOPE gpu_status GPU__N(gpu_argmax_cols)(int64_t *out, const GPU__T *a, size_t rows, size_t cols)
{
    return GPU__N(gpu__place_of_cols)("gpu_argmax_cols", GPU__AXIS_ARGMAX, out, a, rows, cols);
}
#endif
#ifdef GPU__FOR_REAL
/* ---- matrix times vector ---- */
GPU__PART_LEVELS(GPU__N(gpu__matvec), GPU__N(gpu__axis_rows)(j, scratch, first, last, GPU__AXIS_DOT))
GPU__ON_DEVICE(GPU__N(gpu__matvec),
               gpu__rows<gpu__op_dot<GPU__T>, 2>(context, (GPU__T *)out, (const GPU__T *)in[0], (const GPU__T *)in[1],
                                                 j->shape[0], j->shape[1], 1.0))
GPU__PRE_SCOPE gpu_status GPU__N(gpu_matvec)(GPU__T *out, const GPU__T *a, const GPU__T *x, size_t rows, size_t cols)
{
    gpu__job j;
    gpu__rows_job(&j, "gpu_matvec", GPU__AXIS_DOT, out, sizeof *out, a, sizeof *a, rows, cols);
    gpu__job_in(&j, 1, "x", x, cols, sizeof *x);
    j.finish = GPU__N(gpu__axis_finish);
    GPU__JOB_CODE(j, GPU__N(gpu__matvec))
    return gpu__axis_call(&j);
}
#endif
/* ---------------------------------------------------------------------------------------------- src/ops/scan_axis.h */
#ifdef GPU__FOR_ALL
/* Lanes of w columns each, by recursive halving. */
GPU__BODY void GPU__N(gpu__scan_halve)(GPU__AW *v, size_t lanes, size_t w)
{
    size_t d, b, k, c;
    for (d = 1; d < lanes; d *= 2)
        for (b = d; b < lanes; b += 2 * d)
            for (k = b; k < b + d && k < lanes; k++)
                GPU__NO_ALIAS for (c = 0; c < w; c++) v[k * w + c] = v[(b - 1) * w + c] + v[k * w + c];
}
/* The running sums of a piece of n elements; its sum. */
GPU__BODY GPU__AW GPU__N(gpu__scan_piece)(GPU__AW *to, const GPU__T *x, size_t n)
{
    GPU__AW s = (GPU__AW)-0.0;
    size_t i;
    for (i = 0; i < n; i++) to[i] = s = s + (GPU__AW)x[i];
    return s;
}
GPU__BODY void GPU__N(gpu__scan_behind)(GPU__T *out, GPU__AW front, const GPU__AW *s, size_t n)
{
    size_t i;
    GPU__NO_ALIAS for (i = 0; i < n; i++) out[i] = (GPU__T)(front + s[i]);
}
/* A tile of a row, or what there is of one, behind the segments that come to `before` and the tiles that come to *sum.
   out NULL: its sum alone. (Were the length of whole pieces a constant, gcc would do several in one vector, which takes
   more than twice as long.) */
GPU__BODY void GPU__N(gpu__scan_row_tile)(GPU__T *out, const GPU__T *x, size_t n, GPU__AW before, GPU__AW *sum)
{
    enum { piece = GPU__SCAN_PIECE };
    GPU__AW s[GPU__SCAN_TILE], v[GPU__SCAN_PIECES + 1];
    const size_t pieces = gpu__ceil_div(n, piece);
    size_t p, i;
    v[0] = (GPU__AW)-0.0;
    if (n <= piece) { /* a short row */
        const GPU__AW front = before + *sum;
        for (i = 0; i < n; i++) {
            v[0] = v[0] + (GPU__AW)x[i];
            if (out) out[i] = (GPU__T)(front + v[0]);
        }
        *sum = *sum + v[0];
        return;
    }
    for (p = 0; p < pieces; p++) {
        const size_t at = p * piece, m = n - at < piece ? n - at : (size_t)piece;
        v[p + 1] = GPU__N(gpu__scan_piece)(s + at, x + at, m);
    }
    GPU__N(gpu__scan_halve)(v + 1, pieces, 1);
    for (p = 0; out && p < pieces; p++) {
        const size_t at = p * piece, m = n - at < piece ? n - at : (size_t)piece;
        GPU__N(gpu__scan_behind)(out + at, before + (*sum + v[p]), s + at, m);
    }
    *sum = *sum + v[pieces];
}
/* A task is a segment of a row. What is in front of the first one in another thread's share is added up from totals. */
GPU__BODY void GPU__N(gpu__scan_rows)(const gpu__job *j, GPU__AW *totals, size_t first, size_t last)
{
    const size_t cols = j->shape[1], segments = j->shape[2], length = j->shape[3] * GPU__SCAN_TILE;
    const int out_too = !(j->flag & GPU__SCAN_TOTALS);
    GPU__AW before = (GPU__AW)-0.0, sum;
    size_t k, i;
    for (k = first - first % segments; out_too && k < first; k++) before = before + totals[k];
    for (k = first; k < last; k++) {
        const size_t begin = k % segments * length, n = cols - begin < length ? cols - begin : length;
        const GPU__T *const x = (const GPU__T *)j->in[0].p + k / segments * cols + begin;
        GPU__T *const out = (GPU__T *)j->out + k / segments * cols + begin;
        if (begin == 0) before = (GPU__AW)-0.0;
        for (sum = (GPU__AW)-0.0, i = 0; i < n; i += GPU__SCAN_TILE) GPU__N(gpu__scan_row_tile)
        (out_too ? out + i : NULL, x + i, n - i < GPU__SCAN_TILE ? n - i : (size_t)GPU__SCAN_TILE, before, &sum);
        if (out_too)
            before = before + sum;
        else
            totals[k] = sum;
    }
}
/* A tile of w columns, of n rows; as above. */
GPU__BODY void GPU__N(gpu__scan_col_tile)(GPU__T *out, const GPU__T *x, size_t n, size_t cols, size_t w,
                                          const GPU__AW *before, GPU__AW *sum)
{
    GPU__AW v[9 * GPU__SCAN_STRIP], front[GPU__SCAN_STRIP], s[GPU__SCAN_STRIP];
    const size_t pieces = gpu__ceil_div(n, GPU__SCAN_PIECE);
    size_t p, r, c, end;
    for (c = 0; c < (pieces + 1) * w; c++) v[c] = (GPU__AW)-0.0;
    for (r = 0; r < n; r++) {
        GPU__AW *const to = v + (r / GPU__SCAN_PIECE + 1) * w;
        gpu__axis_prefetch((uintptr_t)(x + (r + GPU__SCAN_PIECE) * cols), w * sizeof *x);
        GPU__NO_ALIAS for (c = 0; c < w; c++) to[c] = to[c] + (GPU__AW)x[r * cols + c];
    }
    GPU__N(gpu__scan_halve)(v + w, pieces, w);
    for (p = r = 0; out && p < pieces; p++) {
        for (c = 0; c < w; c++) front[c] = before[c] + (sum[c] + v[p * w + c]), s[c] = (GPU__AW)-0.0;
        for (end = n - r < GPU__SCAN_PIECE ? n : r + GPU__SCAN_PIECE; r < end; r++)
            GPU__NO_ALIAS for (c = 0; c < w; c++)
            {
                s[c] = s[c] + (GPU__AW)x[r * cols + c];
                out[r * cols + c] = (GPU__T)(front[c] + s[c]);
            }
    }
    for (c = 0; c < w; c++) sum[c] = sum[c] + v[pieces * w + c];
}
/* A task is a segment of a strip. */
GPU__BODY void GPU__N(gpu__scan_cols)(const gpu__job *j, GPU__AW *totals, size_t first, size_t last)
{
    const size_t rows = j->shape[0], cols = j->shape[1], segments = j->shape[2];
    const size_t tile = gpu__scan_pieces(cols, 1) * GPU__SCAN_PIECE, length = j->shape[3] * tile;
    const int out_too = !(j->flag & GPU__SCAN_TOTALS);
    GPU__AW before[GPU__SCAN_STRIP], sum[GPU__SCAN_STRIP];
    size_t k, r, c, g;
    for (k = first; k < last; k++) {
        const size_t begin = k % segments * length, end = rows - begin < length ? rows : begin + length;
        const size_t at = k / segments * GPU__SCAN_STRIP, left = cols - at,
                     w = left < GPU__SCAN_STRIP ? left : (size_t)GPU__SCAN_STRIP;
        for (c = 0; c < w; c++) {
            if (k == first || begin == 0) before[c] = (GPU__AW)-0.0;
            for (g = 0; out_too && k == first && g < k % segments; g++)
                before[c] = before[c] + totals[g * cols + at + c];
            sum[c] = (GPU__AW)-0.0;
        }
        for (r = begin; r < end; r += tile) GPU__N(gpu__scan_col_tile)
        (out_too ? (GPU__T *)j->out + r * cols + at : NULL, (const GPU__T *)j->in[0].p + r * cols + at,
         end - r < tile ? end - r : tile, cols, w, before, sum);
        for (c = 0; c < w; c++) {
            before[c] = before[c] + sum[c];
            if (!out_too) totals[k % segments * cols + at + c] = sum[c];
        }
    }
}
/* One thread has no need of totals. */
GPU__PART_LEVELS(GPU__N(gpu__scan_axis), {
    if (!(j->flag & GPU__SCAN_TOTALS) || last - first < j->tasks) {
        if (j->flag & GPU__SCAN_COLWISE)
            GPU__N(gpu__scan_cols)(j, (GPU__AW *)scratch, first, last);
        else
            GPU__N(gpu__scan_rows)(j, (GPU__AW *)scratch, first, last);
    }
})
GPU__ON_DEVICE(GPU__N(gpu__scan_axis),
               gpu__scan_axis<GPU__T, GPU__AW>(context, (GPU__T *)out, (const GPU__T *)in[0], j->shape, j->flag != 0))
GPU__PRE_SCOPE gpu_status GPU__N(gpu_cumsum_rows)(GPU__T *out, const GPU__T *a, size_t rows, size_t cols)
{
    gpu__job j;
    gpu__scan_axis_job(&j, "gpu_cumsum_rows", GPU__SCAN_ROWWISE, out, a, sizeof *a, rows, cols);
    GPU__JOB_CODE(j, GPU__N(gpu__scan_axis))
    return gpu__axis_call(&j);
}
GPU__PRE_SCOPE gpu_status GPU__N(gpu_cumsum_cols)(GPU__T *out, const GPU__T *a, size_t rows, size_t cols)
{
    gpu__job j;
    gpu__scan_axis_job(&j, "gpu_cumsum_cols", GPU__SCAN_COLWISE, out, a, sizeof *a, rows, cols);
    GPU__JOB_CODE(j, GPU__N(gpu__scan_axis))
    return gpu__axis_call(&j);
}
#endif
/* ----------------------------------------------------------------------------------------------- src/ops/exchange.h */
#if defined(GPU__FOR_ALL) && defined(GPU_SEVERAL_DEVICES)
static GPU__UNUSED inline void GPU__N(gpu__fold_share)(const gpu__exchange_args *a)
{
    GPU__A v[256];
    size_t at, n, i;
    int k;
    for (at = a->begin; at < a->end; at += n) {
        n = a->end - at < 256 ? a->end - at : 256;
        for (k = 0; k < a->parts; k++) {
            const GPU__T *const x = (const GPU__T *)a->array[k] + at;
            if (!k)
                for (i = 0; i < n; i++) v[i] = (GPU__A)x[i];
            else if (a->fold == GPU_FOLD_SUM)
                for (i = 0; i < n; i++) v[i] = (GPU__A)((GPU__AW)v[i] + (GPU__AW)x[i]);
            else if (a->fold == GPU_FOLD_MIN)
                for (i = 0; i < n; i++) v[i] = GPU__FIRST_OF(v[i], (GPU__A)x[i], <);
            else
                for (i = 0; i < n; i++) v[i] = GPU__FIRST_OF(v[i], (GPU__A)x[i], >);
        }
        for (k = a->to; k < a->to_end; k++)
            for (i = 0; i < n; i++) ((GPU__T *)a->array[k])[at + i] = (GPU__T)v[i];
    }
}
#ifdef GPU__CUDA
static int GPU__N(gpu__fold_share_device)(const gpu__exchange_args *a, void *stream)
{
    return (int)gpu__exchange_launch<GPU__T>(*a, (cudaStream_t)stream);
}
#endif
static GPU__UNUSED inline gpu_status GPU__N(gpu__each_fold)(const char *call, GPU__T *p, size_t n, gpu_fold fold,
                                                            int all)
{
    gpu__exchange x;
    x.call = call, x.p = p, x.n = n, x.size = sizeof *p, x.fold = fold, x.all = all;
    x.host = GPU__N(gpu__fold_share);
#ifdef GPU__CUDA
    x.device = GPU__N(gpu__fold_share_device);
#else
    x.device = NULL;
#endif
    return gpu__each_exchange(&x);
}
GPU__PRE_SCOPE gpu_status GPU__N(gpu_each_allreduce)(GPU__T *p, size_t n, gpu_fold fold)
{
    return GPU__N(gpu__each_fold)("gpu_each_allreduce", p, n, fold, 1);
}
GPU__PRE_SCOPE gpu_status GPU__N(gpu_each_reduce_scatter)(GPU__T *p, size_t n, gpu_fold fold)
{
    return GPU__N(gpu__each_fold)("gpu_each_reduce_scatter", p, n, fold, 0);
}
#endif
/* ---------------------------------------------------------------------------------------------- src/ops/transpose.h */
#ifdef GPU__FOR_ALL
GPU__TRANSPOSE_ROW
#endif
/* -------------------------------------------------------------------------------------------------- src/ops/count.h */
#ifdef GPU__FOR_ALL
GPU__HISTOGRAM_ROW
#endif
#ifdef GPU__FOR_WHOLE
GPU__BINCOUNT_ROW
#endif
#ifdef GPU__FOR_REAL
static GPU__UNUSED inline void GPU__N(gpu__weights_part)(const gpu__job *j, void *scratch, size_t thread, size_t first,
                                                         size_t last)
{
    (void)thread;
    gpu__weights_of(j, scratch, first, last, (gpu_type)GPU__ELEMENT);
}
GPU__ON_DEVICE(GPU__N(gpu__weights),
               gpu__weights((cudaStream_t)context->stream, (double *)out, (double *)context->space,
                            (unsigned)j->out_count, (const int32_t *)in[0], (const GPU__T *)in[1], j->shape[0],
                            j->shape[1], j->shape[2]))
GPU__PRE_SCOPE gpu_status GPU__N(gpu_bincount_weights)(double *sums, size_t bins, const int32_t *x, const GPU__T *w,
                                                       size_t n)
{
    gpu__job j;
    gpu__job_of(&j, "gpu_bincount_weights", sums, bins, sizeof *sums, n);
    GPU__JOB_DEVICE(j, GPU__N(gpu__weights))
    return gpu__weights_call(&j, x, w, sizeof *w, GPU__N(gpu__weights_part));
}
#endif
/* ------------------------------------------------------------------------------------------------- src/ops/window.h */
#ifdef GPU__FOR_REAL
/* ---- gpu_moving_average: a task is a run of 1152, or so many of 9 as a window of 2304 has ---- */
/* to[k] = z[at + k] */
GPU__BODY void GPU__N(gpu__window_load)(double *to, const gpu__job *j, size_t at, size_t count)
{
    const size_t n = j->shape[0], left = j->shape[1] - 1,
                 none = at < left ? (left - at < count ? left - at : count) : 0;
    const size_t from = at + none - left, have = from >= n || none == count ? 0
                                                 : n - from < count - none  ? n - from
                                                                            : count - none;
    const GPU__T *const x = (const GPU__T *)j->in[0].p + from;
    size_t k;
    for (k = 0; k < none; k++) to[k] = 0;
    to += none;
    for (k = 0; k < have; k++) to[k] = (double)x[k];
    for (; k < count - none; k++) to[k] = 0;
}
/* The means of the windows that end in the `count` elements from `at` on, from the two parts of their sums. */
GPU__BODY void GPU__N(gpu__window_means)(const double *back, const double *front, const gpu__job *j, size_t at,
                                         size_t count)
{
    const size_t left = j->shape[0] - at, m = left < count ? left : count;
    const double width = (double)j->shape[1], inverse = 1 / width;
    GPU__T *const out = (GPU__T *)j->out + at;
    size_t i = 0;
    for (; i < m && at + i + 1 < j->shape[1]; i++)
        out[i] = (GPU__T)((front ? back[i] + front[i] : back[i]) / (double)(at + i + 1));
    if (!front)
        for (; i < m; i++) out[i] = (GPU__T)(sizeof(GPU__T) == 4 ? back[i] * inverse : back[i] / width);
    else
        for (; i < m; i++)
            out[i] = (GPU__T)(sizeof(GPU__T) == 4 ? (back[i] + front[i]) * inverse : (back[i] + front[i]) / width);
}
GPU__BODY void GPU__N(gpu__window_short)(const gpu__job *j, double *z, size_t at) /* at most 9 wide */
{
    const size_t width = j->shape[1];
    size_t i, k, l;
    GPU__N(gpu__window_load)(z, j, at, GPU__WINDOW_NARROW + width);
    for (i = 0; i < GPU__WINDOW_NARROW; i += 32) {
        double sum[32];
        memcpy(sum, z + i, sizeof sum);
        for (k = 1; k < width; k++)
            for (l = 0; l < 32; l++) sum[l] += z[i + k + l];
        memcpy(z + i, sum, sizeof sum);
    }
    GPU__N(gpu__window_means)(z, NULL, j, at, GPU__WINDOW_NARROW);
}
GPU__BODY void GPU__N(gpu__window_tasks)(const gpu__job *j, const double *between, size_t first, size_t last)
{
    enum { many = GPU__WINDOW_NARROW };
    const size_t width = j->shape[1], tile = GPU__WINDOW_TILE;
    double z[2 * many], front[2 * many];
    for (; first < last; first++)
        if (width <= GPU__WINDOW_RUN)
            GPU__N(gpu__window_short)(j, z, first * many);
        else if (width <= many) {
            GPU__N(gpu__window_load)(z, j, first * many, many + width);
            gpu__window_narrow(z, front, width);
            GPU__N(gpu__window_means)(z, front + width - 1, j, first * many, many);
        } else {
            GPU__N(gpu__window_load)(z, j, (first + width / tile) * tile, width % tile);
            front[0] = gpu__window_lanes(z, width % tile);
            GPU__N(gpu__window_load)(z, j, first * tile, tile);
            GPU__N(gpu__window_load)(z + tile, j, first * tile + width, tile);
            gpu__window_wide(z, front, between[first]);
            GPU__N(gpu__window_means)(z, front, j, first * tile, tile);
        }
}
GPU__PART_LEVELS(GPU__N(gpu__moving_average), GPU__N(gpu__window_tasks)(j, (const double *)scratch, first, last))
/* The sums of runs of 1152, for windows that are wider than two of them. */
GPU__BODY void GPU__N(gpu__window_sums)(const gpu__job *j, double *sums, size_t first, size_t last)
{
    double z[GPU__WINDOW_TILE];
    for (; first < last; first++) {
        GPU__N(gpu__window_load)(z, j, first * GPU__WINDOW_TILE, GPU__WINDOW_TILE);
        sums[first] = gpu__window_lanes(z, GPU__WINDOW_TILE);
    }
}
GPU__PART_LEVELS(GPU__N(gpu__window_runs), GPU__N(gpu__window_sums)(j, (double *)scratch + j->tasks, first, last))
static GPU__UNUSED inline void GPU__N(gpu__moving_average_start)(const gpu__job *j, void *scratch)
{
    const size_t between = j->shape[1] / GPU__WINDOW_TILE - 1;
    gpu__job_part *const runs[3] = GPU__PART_TABLE(GPU__N(gpu__window_runs));
    gpu__job_parts(j, runs, j->tasks + between, scratch);
    gpu__window_between((double *)scratch, (double *)scratch + j->tasks, j->tasks, between);
}
GPU__ON_DEVICE(GPU__N(gpu__moving_average), gpu__moving_mean(context, (GPU__T *)out, (const GPU__T *)in[0], j->shape[0],
                                                             j->shape[1], j->shape[1] - 1, j->shape[0], true))
GPU__PRE_SCOPE gpu_status GPU__N(gpu_moving_average)(GPU__T *out, const GPU__T *x, size_t n, size_t width)
{
    gpu__job j;
    const int narrow = width <= GPU__WINDOW_NARROW;
    gpu__job_of(&j, "gpu_moving_average", out, n, sizeof *out, n);
    gpu__job_in(&j, 0, "x", x, n, sizeof *x);
    j.shape[1] = width;
    j.tasks = gpu__ceil_div(n, narrow ? GPU__WINDOW_NARROW : GPU__WINDOW_TILE);
    if (!narrow) {
        const size_t runs = j.tasks + width / GPU__WINDOW_TILE - 1;
        j.scratch = (j.tasks + runs) * sizeof(double);
        j.space = (j.tasks + 2 * runs) * sizeof(double);
        j.start = GPU__N(gpu__moving_average_start);
    }
    GPU__JOB_CODE(j, GPU__N(gpu__moving_average))
    return gpu__window_call(&j, "window", width);
}
#endif
#ifdef GPU__FOR_REAL
/* ---- gpu_conv1d: out[i] = the sum over k of h[width - 1 - k] * x[i - width / 2 + k], in double; by tiles ---- */
GPU__BODY void GPU__N(gpu__conv1d_tiles)(const gpu__job *j, size_t first, size_t last)
{
    const size_t n = j->shape[0], width = j->shape[1], left = width / 2;
    const GPU__T *const x = (const GPU__T *)j->in[0].p, *const h = (const GPU__T *)j->in[1].p;
    double sum[GPU__WINDOW_TILE];
    for (; first < last; first++) {
        const size_t begin = first * GPU__WINDOW_TILE,
                     m = n - begin < GPU__WINDOW_TILE ? n - begin : (size_t)GPU__WINDOW_TILE;
        size_t i, k;
        for (i = 0; i < m; i++) sum[i] = 0;
        for (k = 0; k < width; k++) { /* tap by tap: i of the tile sees x[begin + i + k - left], where that exists */
            const double tap = (double)h[width - 1 - k];
            const size_t at = begin + k, lo = at < left ? left - at : 0, stop = n + left - at, hi = stop < m ? stop : m;
            const GPU__T *const p = x + (at + lo - left);
            if (n + left <= at) break;
            if (lo >= m) continue;
            GPU__NO_ALIAS for (i = lo; i < hi; i++) sum[i] += tap * (double)p[i - lo];
        }
        for (i = 0; i < m; i++) ((GPU__T *)j->out)[begin + i] = (GPU__T)sum[i];
    }
}
GPU__PART_LEVELS(GPU__N(gpu__conv1d), GPU__N(gpu__conv1d_tiles)(j, first, last))
GPU__ON_DEVICE(GPU__N(gpu__conv1d),
               gpu__convolve<GPU__T, double>((cudaStream_t)context->stream, (GPU__T *)out, (const GPU__T *)in[0],
                                             (const GPU__T *)in[1], j->shape[0], j->shape[1], j->shape[1] / 2,
                                             j->shape[0]))
GPU__PRE_SCOPE gpu_status GPU__N(gpu_conv1d)(GPU__T *out, const GPU__T *x, size_t n, const GPU__T *h, size_t width)
{
    gpu__job j;
    gpu__job_of(&j, "gpu_conv1d", out, n, sizeof *out, n);
    gpu__job_in(&j, 0, "x", x, n, sizeof *x);
    gpu__job_in(&j, 1, "h", h, width, sizeof *h);
    j.shape[1] = width;
    j.tasks = gpu__ceil_div(n, GPU__WINDOW_TILE);
    GPU__JOB_CODE(j, GPU__N(gpu__conv1d))
    return gpu__window_call(&j, "filter", width);
}
#endif
#ifdef GPU__FOR_REAL
/* ---- gpu_stencil5: center * x + neighbour * (((north + south) + west) + east), the border copied; by rows ---- */
GPU__BODY void GPU__N(gpu__stencil5_rows)(const gpu__job *j, size_t first, size_t last)
{
    const size_t rows = j->shape[0], cols = j->shape[1];
    const GPU__T c0 = (GPU__T)j->number[0].real, c1 = (GPU__T)j->number[1].real;
    for (; first < last; first++) {
        const GPU__T *const x = (const GPU__T *)j->in[0].p + first * cols;
        GPU__T *const out = (GPU__T *)j->out + first * cols;
        if (first == 0 || first + 1 == rows || cols < 3)
            memcpy(out, x, cols * sizeof *x);
        else {
            const GPU__T *const north = x - cols, *const south = x + cols;
            size_t c;
            GPU__NO_ALIAS for (c = 1; c < cols - 1; c++) out[c] =
                GPU__TIMES(c0, x[c]) + GPU__TIMES(c1, ((north[c] + south[c]) + x[c - 1]) + x[c + 1]);
            out[0] = x[0];
            out[cols - 1] = x[cols - 1];
        }
    }
}
GPU__PART_LEVELS(GPU__N(gpu__stencil5), GPU__N(gpu__stencil5_rows)(j, first, last))
GPU__ON_DEVICE(GPU__N(gpu__stencil5),
               gpu__stencil5((cudaStream_t)context->stream, (GPU__T *)out, (const GPU__T *)in[0], j->shape[0],
                             j->shape[1], (GPU__T)j->number[0].real, (GPU__T)j->number[1].real))
GPU__PRE_SCOPE gpu_status GPU__N(gpu_stencil5)(GPU__T *out, const GPU__T *x, size_t rows, size_t cols, GPU__T center,
                                               GPU__T neighbour)
{
    gpu_status s = gpu__shape("gpu_stencil5", rows, cols);
    gpu__job j;
    gpu__job_of(&j, "gpu_stencil5", out, rows * cols, sizeof *out, rows * cols);
    if (s) return s;
    gpu__job_in(&j, 0, "x", x, rows * cols, sizeof *x);
    j.shape[0] = rows, j.shape[1] = cols;
    j.number[0].real = (double)center, j.number[1].real = (double)neighbour;
    j.tasks = rows;
    GPU__JOB_CODE(j, GPU__N(gpu__stencil5))
    return gpu__job_call(&j);
}
#endif
/* -------------------------------------------------------------------------------------------------- src/ops/plane.h */
#ifdef GPU__FOR_REAL
/* ---- gpu_conv2d: a task is a tile of an output row ---- */
/* z[k] = the element in row u - top and column v - left + k, or what the border says. */
GPU__BODY void GPU__N(gpu__plane_load)(double *z, const gpu__job *j, size_t u, size_t v, size_t count)
{
    const size_t rows = j->shape[0], cols = j->shape[1], top = j->shape[2] / 2, left = j->shape[3] / 2;
    const size_t none = v >= left ? 0 : left - v < count ? left - v : count, from = v + none - left;
    const size_t have = none == count || from >= cols ? 0 : cols - from < count - none ? cols - from : count - none;
    const size_t r = u < top ? 0 : u - top < rows ? u - top : rows - 1;
    const GPU__T *const x = (const GPU__T *)j->in[0].p + r * cols;
    const int clamped = j->flag & GPU__PLANE_CLAMPED;
    const double before = clamped ? (double)x[0] : 0, behind = clamped ? (double)x[cols - 1] : 0;
    size_t k;
    if (!clamped && u != r + top) {
        for (k = 0; k < count; k++) z[k] = 0;
        return;
    }
    for (k = 0; k < none; k++) z[k] = before;
    z += none;
    for (k = 0; k < have; k++) z[k] = (double)x[from + k];
    for (; k < count - none; k++) z[k] = behind;
}
GPU__BODY void GPU__N(gpu__conv2d_tiles)(const gpu__job *j, size_t first, size_t last)
{
    const size_t rows = j->shape[0], cols = j->shape[1], high = j->shape[2], wide = j->shape[3];
    const size_t pitch = GPU__PLANE_TILE + wide - 1;
    const int ring = wide <= GPU__PLANE_TAPS && high <= GPU__PLANE_RING / pitch;
    const GPU__T *const h = (const GPU__T *)j->in[1].p;
    double sum[GPU__PLANE_TILE], tap[GPU__PLANE_TAPS], z[GPU__PLANE_RING];
    size_t t, i, k, m;
    for (t = first; t < last; t++) {
        const size_t r = t % rows, c = t / rows * GPU__PLANE_TILE,
                     n = cols - c < GPU__PLANE_TILE ? cols - c : (size_t)GPU__PLANE_TILE;
        for (i = 0; i < n; i++) sum[i] = 0;
        for (m = 0; m < high * wide; m += k) { /* tap m and those behind it in its row */
            const size_t row = m / wide, column = m % wide;
            double *const at = ring ? z + (r + row) % high * pitch : z;
            k = wide - column < GPU__PLANE_TAPS ? wide - column : (size_t)GPU__PLANE_TAPS;
            if (!ring || t == first || r == 0 || row + 1 == high)
                GPU__N(gpu__plane_load)(at, j, r + row, c + column, n + k - 1);
            for (i = 0; i < k; i++) tap[i] = (double)h[high * wide - 1 - m - i];
            gpu__conv2d_row(sum, at, tap, k, n);
        }
        for (i = 0; i < n; i++) ((GPU__T *)j->out)[r * cols + c + i] = (GPU__T)sum[i];
    }
}
GPU__PART_LEVELS(GPU__N(gpu__conv2d), GPU__N(gpu__conv2d_tiles)(j, first, last))
GPU__ON_DEVICE(GPU__N(gpu__conv2d), gpu__conv2d(context, (GPU__T *)out, (const GPU__T *)in[0], (const GPU__T *)in[1],
                                                j->shape, j->flag != 0))
GPU__PRE_SCOPE gpu_status GPU__N(gpu_conv2d)(GPU__T *out, const GPU__T *x, size_t rows, size_t cols, const GPU__T *h,
                                             size_t h_rows, size_t h_cols, gpu_border border)
{
    static const char name[] = "gpu_conv2d";
    gpu_status s = gpu__shape(name, rows, cols);
    gpu__job j;
    gpu__job_of(&j, name, out, rows * cols, sizeof *out, rows * cols);
    if (s) return s;
    if (!h_rows || !h_cols)
        return gpu__refuse(name, "the filter is %zu by %zu; expected at least 1 by 1", h_rows, h_cols);
    if ((s = gpu__shape(name, h_rows, h_cols))) return s;
    if (border != GPU_BORDER_ZERO && border != GPU_BORDER_CLAMP)
        return gpu__refuse(name, "border is %d; expected GPU_BORDER_ZERO or GPU_BORDER_CLAMP", (int)border);
    gpu__job_in(&j, 0, "x", x, rows * cols, sizeof *x);
    gpu__job_in(&j, 1, "h", h, h_rows * h_cols, sizeof *h);
    j.shape[0] = rows, j.shape[1] = cols, j.shape[2] = h_rows, j.shape[3] = h_cols;
    j.flag = border == GPU_BORDER_CLAMP ? GPU__PLANE_CLAMPED : 0;
    j.tasks = rows * gpu__ceil_div(cols, GPU__PLANE_TILE);
    GPU__JOB_CODE(j, GPU__N(gpu__conv2d))
    return gpu__job_call(&j);
}
#endif
#ifdef GPU__FOR_ALL
GPU__MEDIAN_ROW
#endif
/* ---------------------------------------------------------------------------------------------- src/ops/normalize.h */
#ifdef GPU__FOR_REAL
/* On the CPU two calls: the moments, and a map. */
GPU__MAP_(GPU__T, "gpu_normalize", GPU__N(gpu__shifted), (GPU__T, x), (double, mean, scalar), (double, inverse, scalar))
{
    return (GPU__T)(((double)x - mean) * inverse);
}
GPU__ON_DEVICE(GPU__N(gpu__normalize),
               gpu__normalize_launch(context, (GPU__T *)out, (const GPU__T *)in[0], j->shape[0], 0.0))
GPU__PRE_SCOPE gpu_status GPU__N(gpu_normalize)(GPU__T *out, const GPU__T *x, size_t n)
{
    gpu__job j;
    gpu__job_of(&j, "gpu_normalize", out, n, sizeof *out, n);
    gpu__job_in(&j, 0, "x", x, n, sizeof *x);
    j.in_place = 1;
    GPU__JOB_DEVICE(j, GPU__N(gpu__normalize))
    if (n && gpu__current_is_cpu()) {
        const int flag = GPU__MOMENTS_ALL | GPU__JOB_WAITS;
        gpu__moments m;
        gpu_status s = GPU__N(gpu__moments)("gpu_normalize", flag, &m, sizeof m, x, n, 0);
        gpu__go_on(GPU__BY_PREWRITTEN);
        return s ? s : GPU__N(gpu__shifted)(out, x, m.mean, m.inverse, n);
    }
    return gpu__job_call(&j);
}
#endif
/* --------------------------------------------------------------------------------------------- src/ops/matmul_mma.h */
/* ------------------------------------------------------------------------------------------------- src/ops/matmul.h */
#ifdef GPU__FOR_REAL
/* ---- gpu_outer: a task is a row ---- */
GPU__BODY void GPU__N(gpu__outer_rows)(const gpu__job *j, size_t first, size_t last)
{
    const size_t n = j->shape[1];
    const GPU__T *const y = (const GPU__T *)j->in[1].p;
    size_t c;
    for (; first < last; first++) {
        const GPU__T x = ((const GPU__T *)j->in[0].p)[first];
        GPU__T *const out = (GPU__T *)j->out + first * n;
        GPU__NO_ALIAS for (c = 0; c < n; c++) out[c] = x * y[c];
    }
}
GPU__PART_LEVELS(GPU__N(gpu__outer), GPU__N(gpu__outer_rows)(j, first, last))
GPU__ON_DEVICE(GPU__N(gpu__outer), gpu__outer((cudaStream_t)context->stream, (GPU__T *)out, (const GPU__T *)in[0],
                                              (const GPU__T *)in[1], j->shape[0], j->shape[1]))
GPU__PRE_SCOPE gpu_status GPU__N(gpu_outer)(GPU__T *out, const GPU__T *x, const GPU__T *y, size_t m, size_t n)
{
    const gpu_status s = m && n ? gpu__shape("gpu_outer", m, n) : GPU_OK;
    gpu__job j;
    gpu__job_of(&j, "gpu_outer", out, m * n, sizeof *out, m * n);
    if (s) return s;
    gpu__job_in(&j, 0, "x", x, n ? m : 0, sizeof *x);
    gpu__job_in(&j, 1, "y", y, m ? n : 0, sizeof *y);
    j.shape[0] = j.tasks = m, j.shape[1] = n;
    GPU__JOB_CODE(j, GPU__N(gpu__outer))
    return gpu__job_call(&j);
}
#endif
/* --------------------------------------------------------------------------------------------- src/ops/matmul_cpu.h */
/* ------------------------------------------------------------------------------------------------- src/ops/passes.h */
/* The text of ops/, once for each type: the file reads itself, by a name that it therefore keeps. (Not by __FILE__,
   which is no path from here where the compiler found the file in a folder of -I.) */
#if defined(GPU__CUDA)
#ifdef GPU__FOR_ALL
#undef GPU__FOR_ALL
#undef GPU__FOR_REAL
#undef GPU__FOR_WHOLE
GPU__CLASS_ENDS;
template <int gpu__k> struct gpu__all<void, gpu__k> {
    GPU__TRANSPOSE_BYTES(static, gpu_transpose_t)
};
template <class Type> struct gpu__short {
    GPU__SHORT_MAPS(bf16)
    GPU__SHORT_MAPS(f16)
};
} // namespace
#undef GPU__N
#undef GPU__T
GPU__GEMM_EACH(GPU__GEMM)
GPU__SHORT_ARRAYS(bf16)
GPU__SHORT_ARRAYS(f16)
#endif
#elif defined(GPU__PASSES)
#undef GPU__PASSES
#undef GPU__T
#undef GPU__N
#define GPU__T double
#define GPU__N(name) name##_f64
#include "gpu.h"
#undef GPU__FOR_REAL
#undef GPU__T
#undef GPU__N
#define GPU__FOR_WHOLE
#define GPU__T int32_t
#define GPU__N(name) name##_i32
#include "gpu.h"
#undef GPU__T
#undef GPU__N
#define GPU__T int64_t
#define GPU__N(name) name##_i64
#include "gpu.h"
#undef GPU__FOR_ALL
#undef GPU__FOR_WHOLE
#undef GPU__T
#undef GPU__N
#define GPU__T uint8_t
#define GPU__N(name) name##_u8
GPU__UNSIGNED_ROWS
GPU__MEDIAN_ROW
#undef GPU__T
#undef GPU__N
#define GPU__T uint32_t
#define GPU__N(name) name##_u32
GPU__UNSIGNED_ROWS
#undef GPU__T
#undef GPU__N
#define GPU__T uint64_t
#define GPU__N(name) name##_u64
GPU__UNSIGNED_ROWS
#undef GPU__T
#undef GPU__N
GPU__TRANSPOSE_BYTES(GPU__PRE_SCOPE, gpu_transpose_bytes)
GPU__SHORT_MAPS(bf16)
GPU__SHORT_MAPS(f16)
GPU__GEMM_EACH(GPU__GEMM)
GPU__SHORT_ARRAYS(bf16)
GPU__SHORT_ARRAYS(f16)
#if defined(GPU__GNU)
#pragma GCC diagnostic pop
#endif
#endif

#if !defined(GPU__NAMES) && !defined(GPU__T)
#define GPU__NAMES
/* The functions of the class template under their own names; overloads for C++'s bare names. */
#if defined(GPU__CUDA)
#define GPU__WRAP(R, name, T, s, parameters, arguments)                                                                \
    template <int k> static inline R gpu_##name##_##s parameters { return gpu__all<T, k>::gpu_##name##_t arguments; }
GPU__PREWRITTEN_ALL(GPU__WRAP)
template <class Type> gpu__all<Type, 0> gpu__all_of(const Type *);
#define GPU__MATMUL_OVERLOAD(R, name, T, s, parameters, arguments)                                                     \
    template <int = 0> static inline R gpu_##name##__any parameters { return gpu_##name##_##s arguments; }
GPU__MATMUL_BARE(GPU__MATMUL_OVERLOAD)
#elif defined(__cplusplus)
#define GPU__PRE_OVERLOAD(R, name, T, s, parameters, arguments)                                                        \
    static GPU__UNUSED inline R gpu_##name##__any parameters { return gpu_##name##_##s arguments; }
GPU__PREWRITTEN_ALL(GPU__PRE_OVERLOAD)
/* A call that no overload takes is answered by one line, not by a list of them. */
#define GPU__PRE_NO_OVERLOAD(R, name, T, s, parameters, arguments) static inline void gpu_##name##__any(...) = delete;
GPU__PREWRITTEN_ANY(GPU__PRE_NO_OVERLOAD, float, f32, double)
GPU__PREWRITTEN(GPU__PRE_NO_OVERLOAD, float, f32, double, float, float)
GPU__PREWRITTEN_PIXELS(GPU__PRE_NO_OVERLOAD, float, f32)
GPU__PREWRITTEN_F(GPU__PRE_NO_OVERLOAD, float, f32)
GPU__PREWRITTEN_I(GPU__PRE_NO_OVERLOAD, int32_t, i32)
GPU__PREWRITTEN_COUNTED(GPU__PRE_NO_OVERLOAD, int32_t, i32)
GPU__MATMUL_BARE(GPU__PRE_OVERLOAD)
GPU__CASTS(GPU__PRE_OVERLOAD)
#endif
/* ------------------------------------------------------------------------------------------ src/macros/cuda_names.h */
/* CUDA's names for the body of a GPU_KERNEL that runs on the CPU; after the kernels above, which are device code
   alone. */
#if !defined(__CUDA_ARCH__) && !defined(GPU_NO_CUDA_NAMES)
#define threadIdx GPU__INDEX(threadIdx, thread)
#define blockIdx GPU__INDEX(blockIdx, block)
#define blockDim GPU__INDEX(blockDim, block_dim)
#define gridDim GPU__INDEX(gridDim, grid_dim)
#undef __shared__
#define __shared__ GPU__FOR_EXTERN_SHARED_USE_GPU_SHARED_DYNAMIC
#define GPU__FOR_EXTERN_SHARED_USE_GPU_SHARED_DYNAMIC GPU__SHARED /* clang quotes this name */
#define __syncthreads() GPU_BARRIER()
#define __syncthreads_count(p) GPU_BARRIER_COUNT(p)
#define __syncthreads_and(p) GPU_BARRIER_AND(p)
#define __syncthreads_or(p) GPU_BARRIER_OR(p)
#define __syncwarp(...) GPU_WARP_BARRIER((unsigned)(__VA_ARGS__ + 0u)) /* an empty mask means the whole warp */
#define __shfl_sync(...) GPU_SHFL(__VA_ARGS__)
#define __shfl_up_sync(...) GPU_SHFL_UP(__VA_ARGS__)
#define __shfl_down_sync(...) GPU_SHFL_DOWN(__VA_ARGS__)
#define __shfl_xor_sync(...) GPU_SHFL_XOR(__VA_ARGS__)
#define __ballot_sync(mask, p) GPU_BALLOT(mask, p)
#define __any_sync(mask, p) GPU_ANY(mask, p)
#define __all_sync(mask, p) GPU_ALL(mask, p)
#define __match_any_sync(mask, v) GPU_MATCH_ANY(mask, v)
#define __match_all_sync(mask, v, all) GPU_MATCH_ALL(mask, v, all)
#define __activemask() GPU_ACTIVE_MASK()
#define __reduce_add_sync(mask, v) GPU__WARP_REDUCE(ADD, mask, v)
#define __reduce_min_sync(mask, v) GPU__WARP_REDUCE(MIN, mask, v)
#define __reduce_max_sync(mask, v) GPU__WARP_REDUCE(MAX, mask, v)
#define __reduce_and_sync(mask, v) GPU__WARP_REDUCE(AND, mask, v)
#define __reduce_or_sync(mask, v) GPU__WARP_REDUCE(OR, mask, v)
#define __reduce_xor_sync(mask, v) GPU__WARP_REDUCE(XOR, mask, v)
#define __threadfence() gpu__fence()
#define __threadfence_block() gpu__fence()
#define __threadfence_system() gpu__fence()
#define __ldg(p) (*(p))
#define __ldca(p) (*(p))
#define __ldcg(p) (*(p))
#define __ldcs(p) (*(p))
#define __ldlu(p) (*(p))
#define __ldcv(p) (*(p))
#define __stwb(p, v) ((void)(*(p) = (v)))
#define __stcg(p, v) ((void)(*(p) = (v)))
#define __stcs(p, v) ((void)(*(p) = (v)))
#define __stwt(p, v) ((void)(*(p) = (v)))
#define atomicAdd(p, v) GPU_ATOMIC_ADD(p, v)
#define atomicSub(p, v) GPU_ATOMIC_SUB(p, v)
#define atomicMin(p, v) GPU_ATOMIC_MIN(p, v)
#define atomicMax(p, v) GPU_ATOMIC_MAX(p, v)
#define atomicExch(p, v) GPU_ATOMIC_EXCH(p, v)
#define atomicCAS(p, compare, v) GPU_ATOMIC_CAS(p, compare, v)
#define atomicAnd(p, v) GPU_ATOMIC_AND(p, v)
#define atomicOr(p, v) GPU_ATOMIC_OR(p, v)
#define atomicXor(p, v) GPU_ATOMIC_XOR(p, v)
#define atomicInc(p, v) GPU_ATOMIC_INC(p, v)
#define atomicDec(p, v) GPU_ATOMIC_DEC(p, v)
#define atomicAdd_block(p, v) GPU_ATOMIC_ADD(p, v)
#define atomicSub_block(p, v) GPU_ATOMIC_SUB(p, v)
#define atomicMin_block(p, v) GPU_ATOMIC_MIN(p, v)
#define atomicMax_block(p, v) GPU_ATOMIC_MAX(p, v)
#define atomicExch_block(p, v) GPU_ATOMIC_EXCH(p, v)
#define atomicCAS_block(p, compare, v) GPU_ATOMIC_CAS(p, compare, v)
#define atomicAnd_block(p, v) GPU_ATOMIC_AND(p, v)
#define atomicOr_block(p, v) GPU_ATOMIC_OR(p, v)
#define atomicXor_block(p, v) GPU_ATOMIC_XOR(p, v)
#define atomicInc_block(p, v) GPU_ATOMIC_INC(p, v)
#define atomicDec_block(p, v) GPU_ATOMIC_DEC(p, v)
#define atomicAdd_system(p, v) GPU_ATOMIC_ADD(p, v)
#define atomicSub_system(p, v) GPU_ATOMIC_SUB(p, v)
#define atomicMin_system(p, v) GPU_ATOMIC_MIN(p, v)
#define atomicMax_system(p, v) GPU_ATOMIC_MAX(p, v)
#define atomicExch_system(p, v) GPU_ATOMIC_EXCH(p, v)
#define atomicCAS_system(p, compare, v) GPU_ATOMIC_CAS(p, compare, v)
#define atomicAnd_system(p, v) GPU_ATOMIC_AND(p, v)
#define atomicOr_system(p, v) GPU_ATOMIC_OR(p, v)
#define atomicXor_system(p, v) GPU_ATOMIC_XOR(p, v)
#define atomicInc_system(p, v) GPU_ATOMIC_INC(p, v)
#define atomicDec_system(p, v) GPU_ATOMIC_DEC(p, v)

/* What one thread does alone. */
#define clock64() gpu__clock64()
#define __trap() gpu__trap(__FILE__, __LINE__)
#define __nanosleep(ns) ((void)(ns))
#define __popc(x) gpu__popcll((unsigned)(x))
#define __popcll(x) gpu__popcll(x)
#define __ffs(x) gpu__ffsll((unsigned)(x))
#define __ffsll(x) gpu__ffsll((unsigned long long)(x))
#define __clz(x) (gpu__clzll((unsigned)(x)) - 32)
#define __clzll(x) gpu__clzll((unsigned long long)(x))
#define __brev(x) ((unsigned)(gpu__brevll((unsigned)(x)) >> 32))
#define __brevll(x) gpu__brevll(x)
#define __mulhi(x, y) ((int)((long long)(int)(x) * (int)(y) >> 32))
#define __umulhi(x, y) ((unsigned)((unsigned long long)(unsigned)(x) * (unsigned)(y) >> 32))
#define __mul64hi(x, y) gpu__mul64hi(x, y)
#define __umul64hi(x, y) gpu__umul64hi(x, y)
#define __byte_perm(x, y, selector) gpu__byte_perm(x, y, selector)
#define __funnelshift_l(low, high, by) ((unsigned)(gpu__two_words(low, high) << ((by)&31) >> 32))
#define __funnelshift_r(low, high, by) ((unsigned)(gpu__two_words(low, high) >> ((by)&31)))
#define __float_as_int(x) gpu__float_as_int(x)
#define __float_as_uint(x) gpu__float_as_uint(x)
#define __int_as_float(x) gpu__int_as_float(x)
#define __uint_as_float(x) gpu__uint_as_float(x)
#define __double_as_longlong(x) gpu__double_as_longlong(x)
#define __longlong_as_double(x) gpu__longlong_as_double(x)
#define __fadd_rn(x, y) ((float)(x) + (float)(y))
#define __fsub_rn(x, y) ((float)(x) - (float)(y))
#define __fmul_rn(x, y) ((float)(x) * (float)(y))
#define __fdiv_rn(x, y) ((float)(x) / (float)(y))
#define __frcp_rn(x) (1.0f / (float)(x))
#define __fsqrt_rn(x) sqrtf(x)
#define __fmaf_rn(x, y, z) fmaf(x, y, z)
#define __dadd_rn(x, y) ((double)(x) + (double)(y))
#define __dsub_rn(x, y) ((double)(x) - (double)(y))
#define __dmul_rn(x, y) ((double)(x) * (double)(y))
#define __ddiv_rn(x, y) ((double)(x) / (double)(y))
#define __drcp_rn(x) (1.0 / (double)(x))
#define __dsqrt_rn(x) sqrt((double)(x))
#define __fma_rn(x, y, z) fma((double)(x), (double)(y), (double)(z))
#define __fdividef(x, y) ((float)(x) / (float)(y))
#define __saturatef(x) gpu__saturatef(x)
#define __expf(x) expf(x)
#define __exp10f(x) powf(10.0f, x)
#define __logf(x) logf(x)
#define __log2f(x) log2f(x)
#define __log10f(x) log10f(x)
#define __sinf(x) sinf(x)
#define __cosf(x) cosf(x)
#define __tanf(x) tanf(x)
#define __sincosf(x, sine, cosine) gpu__sincosf(x, sine, cosine)
#define __powf(x, y) powf(x, y)

#if !defined(GPU__CUDA) && !defined(__cplusplus) /* C++ has them as functions */
#define rsqrtf(x) (1.0f / sqrtf(x))
#define rsqrt(x) (1.0 / sqrt(x))
#define sinpif(x) ((float)gpu__sinpi((float)(x)))
#define cospif(x) ((float)gpu__cospi((float)(x)))
#define sinpi(x) gpu__sinpi(x)
#define cospi(x) gpu__cospi(x)
#define sincosf(x, sine, cosine) gpu__sincosf(x, sine, cosine)
#define sincos(x, sine, cosine) gpu__sincos(x, sine, cosine)
#define sincospif(x, sine, cosine) gpu__sincospif(x, sine, cosine)
#define sincospi(x, sine, cosine) gpu__sincospi(x, sine, cosine)
#ifdef GPU_CUDA_MIN_MAX
#define GPU__OF_NUMBERS(f, a, b)                                                                                       \
    (GPU__EXTENSION _Generic((a) + (b), GPU__OF_INTEGERS(f), GPU__OF_LONGS(f), GPU__OF_REALS(f))(a, b))
#define min(a, b) GPU__OF_NUMBERS(gpu__min, a, b)
#define max(a, b) GPU__OF_NUMBERS(gpu__max, a, b)
#endif
#endif
#ifndef GPU__CUDA
#define warpSize 32
#ifndef __CUDACC__ /* what stands before functions and variables; the CUDA headers may have been here */
#undef __constant__
#undef __device__
#undef __host__
#undef __launch_bounds__
#undef __forceinline__
#undef __align__
#define __constant__ static GPU__UNUSED
#define __device__ static GPU__UNUSED
#define __host__
#define __launch_bounds__(...)
#define __forceinline__ GPU__FORCE_INLINE
#define __align__(bytes) GPU__ALIGNED(bytes)
#endif
#endif
#endif

/* ----------------------------------------------------------------------------------------------- src/macros/whole.h */
/* An array of integers and a scalar with a fraction. */
#ifdef __cplusplus
extern "C++" {
template <class Scalar> struct gpu__fraction {
    enum { possible = 0 };
};
template <> struct gpu__fraction<float> {
    enum { possible = 1 };
};
template <> struct gpu__fraction<double> {
    enum { possible = 1 };
};
template <> struct gpu__fraction<long double> {
    enum { possible = 1 };
};
template <class Type, class Scalar> struct gpu__fit {
    static_assert(gpu__fraction<Type>::possible || !gpu__fraction<Scalar>::possible,
                  "gpu.h: an array of integers takes an integer, not a floating-point number, which would lose its "
                  "fraction; cast it");
};
template <class Type, class Scalar> gpu__fit<Type, Scalar> gpu__fits(const Type *array, const Scalar &scalar);
}
#define GPU__FITS(array, scalar) ((void)sizeof(gpu__fits(array, scalar)))
#define GPU__WHOLE(scalar) GPU__FITS((const int *)0, scalar)
#else
#define GPU__FITS(array, scalar) GPU__FITS_IF(GPU__TAKES_FRACTIONS(array), scalar)
#define GPU__WHOLE(scalar) GPU__FITS_IF(0, scalar)
#define GPU__TAKES_FRACTIONS(array) _Generic((array), GPU__CASE(float, 1), GPU__CASE(double, 1), default : 0)
#define GPU__FITS_IF(real, scalar)                                                                                     \
    GPU__REQUIRE(gpu__an_array_of_integers_takes_an_integer_not_a_floating_point_number_cast_it,                       \
                 (real) || _Generic((scalar), float : 0, double : 0, long double : 0, default : 1))
#endif

/* ------------------------------------------------------------------------------------------ src/macros/bare_names.h */
/* What a bare name is: the function for the type that the pointer x points to. Another type is refused by one line that
   says which there are; a default takes the call, so that no further line follows. */
#define GPU__HERE_TOO gpu__at(__FILE__, __LINE__, GPU__BY_PREWRITTEN)
#ifdef __cplusplus
extern "C++" {
template <class Type> struct gpu__is {
    enum { real = 0, whole = 0, natural = 0 };
};
template <> struct gpu__is<float> {
    enum { real = 1, whole = 0, natural = 0 };
};
template <> struct gpu__is<double> : gpu__is<float> {
};
template <> struct gpu__is<int32_t> {
    enum { real = 0, whole = 1, natural = 0 };
};
template <> struct gpu__is<int64_t> : gpu__is<int32_t> {
};
template <> struct gpu__is<uint8_t> {
    enum { real = 0, whole = 0, natural = 1 };
};
template <> struct gpu__is<uint32_t> : gpu__is<uint8_t> {
};
template <> struct gpu__is<uint64_t> : gpu__is<uint8_t> {
};
#define GPU__FORM(form, there_are, types)                                                                              \
    template <class Type> struct gpu__##form {                                                                         \
        static_assert(there_are, "gpu.h: this function takes arrays of " types);                                       \
    };                                                                                                                 \
    template <class Type> gpu__##form<Type> gpu__has_##form(const Type *array);
GPU__FORM(form_all, gpu__is<Type>::real + gpu__is<Type>::whole, "float, double, int32_t or int64_t")
GPU__FORM(form_real, gpu__is<Type>::real, "float or double")
GPU__FORM(form_whole, gpu__is<Type>::whole, "int32_t or int64_t")
GPU__FORM(form_counted, gpu__is<Type>::whole + gpu__is<Type>::natural,
          "int32_t, int64_t, uint8_t, uint32_t or uint64_t")
GPU__FORM(form_pixels, gpu__is<Type>::real + gpu__is<Type>::whole + (gpu__is<Type>::natural && sizeof(Type) == 1),
          "float, double, int32_t, int64_t or uint8_t")
GPU__FORM(form_any, gpu__is<Type>::real + gpu__is<Type>::whole + gpu__is<Type>::natural,
          "float, double, int32_t, int64_t, uint8_t, uint32_t or uint64_t")
}
#ifdef GPU__CUDA
#define GPU__BARE(form, x, name, arguments)                                                                            \
    ((void)sizeof(gpu__has_##form(x)), GPU__HERE_TOO, decltype(gpu__all_of(x))::name##_t arguments)
#else
#define GPU__BARE(form, x, name, arguments) ((void)sizeof(gpu__has_##form(x)), GPU__HERE_TOO, name##__any arguments)
#endif
#define GPU__BARE_ALL(x, name, arguments) GPU__BARE(form_all, x, name, arguments)
#define GPU__BARE_REAL(x, name, arguments) GPU__BARE(form_real, x, name, arguments)
#define GPU__BARE_WHOLE(x, name, arguments) GPU__BARE(form_whole, x, name, arguments)
#define GPU__BARE_COUNTED(x, name, arguments) GPU__BARE(form_counted, x, name, arguments)
#define GPU__BARE_PIXELS(x, name, arguments) GPU__BARE(form_pixels, x, name, arguments)
#define GPU__BARE_ANY(x, name, arguments) GPU__BARE(form_any, x, name, arguments)
#define GPU__BARE_CAST(out, x, n) GPU__BARE_ANY(out, gpu_cast, (out, x, n))
#define GPU__BARE_MATMUL(x, name, arguments) (GPU__HERE_TOO, name##__any arguments)
#else
#define GPU__CASE(T, of) T * : of, const T * : of
#define GPU__CASES_REAL(name) GPU__CASE(float, name##_f32), GPU__CASE(double, name##_f64)
#define GPU__CASES_WHOLE(name) GPU__CASE(int32_t, name##_i32), GPU__CASE(int64_t, name##_i64)
#define GPU__CASES_UNSIGNED(name)                                                                                      \
    GPU__CASE(uint8_t, name##_u8), GPU__CASE(uint32_t, name##_u32), GPU__CASE(uint64_t, name##_u64)
#define GPU__IS_REAL_ARRAY GPU__CASE(float, 1), GPU__CASE(double, 1)
#define GPU__IS_WHOLE_ARRAY GPU__CASE(int32_t, 1), GPU__CASE(int64_t, 1)
#define GPU__IS_UNSIGNED_ARRAY GPU__CASE(uint8_t, 1), GPU__CASE(uint32_t, 1), GPU__CASE(uint64_t, 1)
double gpu__no_form(const void *first, ...); /* defined nowhere: such a call does not compile */
#define GPU__BARE(x, which, is, cases, arguments)                                                                      \
    (GPU__REQUIRE(which, _Generic((x), GPU__STRIP is, default : 0)), GPU__HERE_TOO,                                    \
     GPU__EXTENSION _Generic((x), GPU__STRIP cases, default                                                            \
                             : gpu__no_form) arguments)
#define GPU__BARE_ALL(x, name, arguments)                                                                              \
    GPU__BARE(x, gpu__takes_arrays_of_float_double_int32_t_or_int64_t, (GPU__IS_REAL_ARRAY, GPU__IS_WHOLE_ARRAY),      \
              (GPU__CASES_REAL(name), GPU__CASES_WHOLE(name)), arguments)
#define GPU__BARE_REAL(x, name, arguments)                                                                             \
    GPU__BARE(x, gpu__takes_arrays_of_float_or_double, (GPU__IS_REAL_ARRAY), (GPU__CASES_REAL(name)), arguments)
#define GPU__BARE_WHOLE(x, name, arguments)                                                                            \
    GPU__BARE(x, gpu__takes_arrays_of_int32_t_or_int64_t, (GPU__IS_WHOLE_ARRAY), (GPU__CASES_WHOLE(name)), arguments)
#define GPU__BARE_COUNTED(x, name, arguments)                                                                          \
    GPU__BARE(x, gpu__takes_arrays_of_int32_t_int64_t_uint8_t_uint32_t_or_uint64_t,                                    \
              (GPU__IS_WHOLE_ARRAY, GPU__IS_UNSIGNED_ARRAY), (GPU__CASES_WHOLE(name), GPU__CASES_UNSIGNED(name)),      \
              arguments)
#define GPU__BARE_PIXELS(x, name, arguments)                                                                           \
    GPU__BARE(x, gpu__takes_arrays_of_float_double_int32_t_int64_t_or_uint8_t,                                         \
              (GPU__IS_REAL_ARRAY, GPU__IS_WHOLE_ARRAY, GPU__CASE(uint8_t, 1)),                                        \
              (GPU__CASES_REAL(name), GPU__CASES_WHOLE(name), GPU__CASE(uint8_t, name##_u8)), arguments)
#define GPU__BARE_ANY(x, name, arguments)                                                                              \
    GPU__BARE(x, gpu__takes_arrays_of_float_double_int32_t_int64_t_uint8_t_uint32_t_or_uint64_t,                       \
              (GPU__IS_REAL_ARRAY, GPU__IS_WHOLE_ARRAY, GPU__IS_UNSIGNED_ARRAY),                                       \
              (GPU__CASES_REAL(name), GPU__CASES_WHOLE(name), GPU__CASES_UNSIGNED(name)), arguments)
#define GPU__TYPE_OF(x)                                                                                                \
    _Generic((x), GPU__CASE(float, GPU_F32), GPU__CASE(double, GPU_F64), GPU__CASE(int32_t, GPU_I32),                  \
             GPU__CASE(int64_t, GPU_I64), GPU__CASE(uint8_t, GPU_U8), GPU__CASE(uint32_t, GPU_U32),                    \
             GPU__CASE(uint64_t, GPU_U64), default                                                                     \
             : (gpu_type)-1)
#define GPU__BARE_CAST(out, x, n)                                                                                      \
    (GPU__REQUIRE(gpu__takes_arrays_of_float_double_int32_t_int64_t_uint8_t_uint32_t_or_uint64_t,                      \
                  (int)GPU__TYPE_OF(x) != -1),                                                                         \
     GPU__BARE_ANY(out, gpu_cast, (out, x, GPU__TYPE_OF(x), n)))
#define GPU__BARE_MATMUL(x, name, arguments)                                                                           \
    (GPU__HERE_TOO, GPU__EXTENSION _Generic((x), GPU__CASES_REAL(name), gpu_bf16 *                                     \
                                            : name##_bf16, gpu_f16 *                                                   \
                                            : name##_f16) arguments)
#endif

#endif /* GPU__NAMES */
/* ------------------------------------------------------------------------------------------------ src/core/system.h */
/* ============================================================================================= >>implementation == */

#if (defined(GPU_IMPLEMENTATION) || defined(GPU_STATIC)) && !defined(GPU__IMPLEMENTED) && !defined(GPU__T)
#define GPU__IMPLEMENTED
#ifdef GPU_HOST_MALLOC
#define GPU__OWN_ALLOCATOR
#else
#define GPU_HOST_MALLOC(bytes) malloc(bytes)
#define GPU_HOST_FREE(p) free(p)
#endif
#ifdef GPU__CUDA
static __global__ void gpu__probe(void) {
} /* asked for its attributes to find out whether this program holds code for a device */
#endif
#if defined(__CUDA_ARCH__) && !defined(GPU_KERNELS_FOR_C)
/* nvcc's pass over the device code needs no host functions. (It would warn that the program's allocator is never
   called.) */
static inline void gpu__host_functions(void) { GPU_HOST_FREE(GPU_HOST_MALLOC(1)); }
#else

#ifdef GPU__MSVC
#pragma warning(push)
#pragma warning(disable : 4996) /* it would have getenv, fopen and strncpy replaced by its own */
#endif
#include <limits.h>
#if defined(MPI_VERSION) && defined(OPEN_MPI)
#include <mpi-ext.h>
#endif
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
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
#ifdef GPU_SEVERAL_DEVICES
#include <pthread.h>
#endif
#include <sched.h>
#include <unistd.h>
#endif
/* How the CPU backend switches between the threads of a block. */
#if defined(GPU__GNU) && (defined(__x86_64__) || (defined(__aarch64__) && !defined(_WIN32))) &&                        \
    !defined(GPU__TEST_UCONTEXT)
#define GPU__SWITCH_ASM 1
#elif defined(_WIN32)
#define GPU__SWITCH_WIN32 1
#else
#define GPU__SWITCH_UCONTEXT 1
#include <ucontext.h>
#endif
#if defined(__SANITIZE_ADDRESS__)
#define GPU__ASAN 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define GPU__ASAN 1
#endif
#endif
#ifdef GPU__ASAN
#include <sanitizer/asan_interface.h>
#include <sanitizer/common_interface_defs.h>
#endif
#ifdef GPU__TSAN
#include <sanitizer/tsan_interface.h>
#endif
#ifdef __linux__
#include <sys/syscall.h>
#endif
#ifndef _WIN32
#include <fcntl.h>
#include <sys/mman.h>
#if defined(MAP_ANONYMOUS)
#define GPU__MAP_ANONYMOUS MAP_ANONYMOUS
#elif defined(MAP_ANON)
#define GPU__MAP_ANONYMOUS MAP_ANON
#else /* strict C99 hides both */
#define GPU__MAP_ANONYMOUS 0x20
#endif
#endif
#ifdef __linux__
#ifdef MADV_HUGEPAGE
#define GPU__HUGE_PAGES MADV_HUGEPAGE
#else /* strict C99 hides both */
#define GPU__HUGE_PAGES 14
extern int madvise(void *, size_t, int);
#endif
#endif
#ifdef GPU__X86
#include <emmintrin.h>
#endif

#ifdef GPU_STATIC
#define GPU__DEFINE static
#else
#define GPU__DEFINE
#endif

#if defined(__cplusplus) && !defined(GPU_STATIC)
extern "C" {
#endif
#ifndef GPU_STATIC /* there the declaration is the definition already */
GPU__TLS gpu__cpu_thread gpu__simulated;
GPU__TLS gpu__places gpu__noted;
GPU__TLS unsigned char gpu__trace[1024];
#endif

/* ------------------------------------------------------------------------------------------------- src/core/state.h */
/* ------------------------------------------------------------------------------------------------ shared helpers -- */

enum {
    GPU__MAX_DEVICES = 64,
    GPU__PARTS = 8,
    GPU__SMALL = 1 << 16,
    GPU__MAX_THREADS = 256,
    GPU__MAX_BLOCK = 1024,
    GPU__MAX_BLOCK_Z = 64,
    GPU__MAX_GRID_YZ = 65535
};
#define GPU__MAX_GRID_X ((size_t)0x7fffffff)
#define GPU__CPU_SHARED                                                                                                \
    ((size_t)48 << 10) /* shared memory of a block on the CPU, static and dynamic: what every GPU has */

typedef struct gpu__device { /* what the hot path needs to know, asked once */
    int state;               /* 0 not asked, 1 usable, 2 not usable */
    int multiprocessors, threads_per_multiprocessor;
    size_t shared_optin;
} gpu__device;

/* The one that all threads share, also where nvcc was told to make NULL a stream of each thread. */
#ifdef CUDA_API_PER_THREAD_DEFAULT_STREAM
#define GPU__DEFAULT_STREAM cudaStreamLegacy
#else
#define GPU__DEFAULT_STREAM NULL
#endif

typedef struct gpu__block gpu__block; /* a piece of a GPU's memory */
struct gpu__stream {
    void *native; /* a cudaStream_t; NULL: the default stream, and on the CPU */
    int device, number;
    int users; /* of a stream that is not ours: how often it was asked for and not freed since; 0: it is ours */
    struct gpu__workspace *workspace;
    gpu__block **kept; /* by size: allocated and freed on this stream, which may have them again without waiting */
    struct gpu__stream *next; /* of the streams of the device */
};
struct gpu__event {
    void *native; /* a cudaEvent_t; NULL on the CPU */
    int device, recorded;
    double seconds; /* on the CPU: when */
};

typedef struct gpu__pool { /* what is counted of a device's memory, guarded by memory_lock */
    size_t used, peak, limit, allocations;
    size_t held; /* bytes that were taken from the driver */
} gpu__pool;
static gpu__pool gpu__pools[GPU__MAX_DEVICES + 1]; /* of GPU_CPU (-1), 0, 1, ... */

static struct {
    int init_lock, error_lock, memory_lock, ready;
    int debug_lock;  /* launches under GPU_DEBUG run one at a time */
    int gpus;        /* usable GPUs, or what stands for them */
    int stand_ins;   /* GPU_CPU_DEVICES: the CPU stands for so many devices; 0: for none */
    int gpus_in_use; /* of them this program has used so many */
    long process;    /* that started the library */
    int nvtx;
    int default_device; /* where threads start */
    int threads;        /* GPU_THREADS, 0 if not set */
    int allocator;      /* what gpu_malloc gives on a GPU */
    int sync, debug, quiet;
    int cuda_ended; /* the program ends */
    gpu__device device[GPU__MAX_DEVICES];
    int unseen; /* errors nobody looked at; the first of them is in unseen_message */
    char unseen_message[2048];
} gpu__global;

/* What the library keeps for a host thread; gpu__simulated is the thread of a kernel that runs on it. */
static GPU__TLS struct {
    int entered, device;
    gpu_stream current;       /* stream; NULL is the default one */
    void *stream;             /* its cudaStream_t */
    struct gpu__graph *graph; /* between gpu_graph_begin and gpu_graph_end: the one that is being made */
    gpu_stream before_graph;  /* was current before it */
    gpu_status error;
    int unseen;
    char message[1536], checked[2048];
    uint64_t seed, position; /* of the random numbers */
    uint32_t sequence;
    struct gpu__event timer[2][2]; /* start and stop, on the CPU and on a GPU */
    int timer_device, timer_runs;
    int threads; /* gpu_set_threads, 0: the default */
} gpu__thread;

/* Is the device a GPU? The number of one may stand for the CPU, see GPU_CPU_DEVICES. */
static int gpu__is_gpu(int device) { return device >= 0 && !gpu__global.stand_ins; }

static void gpu__give_way(int *tries) /* who is waited for is perhaps not even running */
{
    if (++*tries <= 100) return;
#ifdef _WIN32
    Sleep(0);
#elif defined(__unix__) || defined(__APPLE__)
    sched_yield();
#endif
}
static void gpu__lock(int *lock)
{
    int tries = 0;
    while (GPU__EXCHANGE_ACQUIRE(int, lock, 1))
        while (GPU__LOAD(int, lock)) gpu__give_way(&tries);
}
static void gpu__unlock(int *lock) { GPU__STORE_RELEASE(int, lock, 0); }
static int gpu__is_ready(void) { return GPU__LOAD_ACQUIRE(int, &gpu__global.ready); }
static void gpu__set_ready(void) { GPU__STORE_RELEASE(int, &gpu__global.ready, 1); }

/* All host memory of the library comes from here. `zero`: set to zero. */
static void *gpu__host(size_t bytes, int zero)
{
    void *p = GPU_HOST_MALLOC(bytes);
    if (p && zero) memset(p, 0, bytes);
    return p;
}

static long gpu__process(void)
{
#ifdef _WIN32
    return (long)GetCurrentProcessId();
#elif defined(__unix__) || defined(__APPLE__)
    return (long)getpid();
#else
    return 0;
#endif
}

/* In a child of the process that started the library: OpenMP's threads are not there, and gcc's would be waited for
   without end; nor does CUDA work. Asked only where threads would be woken, as it costs a system call. */
static int gpu__forked(void) { return gpu__process() != gpu__global.process; }

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

/* ------------------------------------------------------------------------------------------------ src/core/errors.h */
/* -------------------------------------------------------------------------------------------------------- errors -- */

static void gpu__print_unseen(void)
{
    if (gpu__global.unseen)
        fprintf(stderr, "gpu.h: %d error%s not looked at; the first: %s\n", gpu__global.unseen,
                gpu__global.unseen == 1 ? " was" : "s were", gpu__global.unseen_message);
}

/* Records "file:line: call: sentence" as the thread's last error. `file` NULL: the place the caller's macro noted. */
GPU__PRINTF(5, 0)
static gpu_status gpu__fail_v(gpu_status status, const char *file, int line, const char *call, const char *format,
                              va_list args)
{
    size_t used;
    if (!file) file = gpu__simulated.file, line = gpu__simulated.line;
    if (file)
        snprintf(gpu__thread.message, sizeof gpu__thread.message, "%s:%d: %s: ", file, line, call);
    else
        snprintf(gpu__thread.message, sizeof gpu__thread.message, "%s: ", call);
    used = strlen(gpu__thread.message);
    vsnprintf(gpu__thread.message + used, sizeof gpu__thread.message - used, format, args);
    gpu__thread.error = status;
    gpu__thread.unseen++;
    gpu__lock(&gpu__global.error_lock);
    if (!gpu__global.unseen++) {
        snprintf(gpu__global.unseen_message, sizeof gpu__global.unseen_message, "%.*s",
                 (int)sizeof gpu__global.unseen_message - 1, gpu__thread.message);
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
    if (!gpu__thread.unseen) return;
    gpu__lock(&gpu__global.error_lock);
    gpu__global.unseen -= gpu__thread.unseen;
    gpu__unlock(&gpu__global.error_lock);
    gpu__thread.unseen = 0;
}

GPU_API gpu_status gpu_error(void)
{
    gpu__seen();
    return gpu__thread.error;
}

GPU_API const char *gpu_error_message(void)
{
    gpu__seen();
    return gpu__thread.error ? gpu__thread.message : "";
}

GPU_API void gpu_clear_error(void)
{
    gpu__seen();
    gpu__thread.error = GPU_OK;
}

GPU_API const char *gpu_status_name(gpu_status status)
{
    static const char *const names[] = {"GPU_OK",
                                        "GPU_ERROR_INVALID_ARGUMENT",
                                        "GPU_ERROR_INVALID_POINTER",
                                        "GPU_ERROR_INVALID_DEVICE",
                                        "GPU_ERROR_OUT_OF_MEMORY",
                                        "GPU_ERROR_LAUNCH",
                                        "GPU_ERROR_KERNEL",
                                        "GPU_ERROR_NO_DEVICE_CODE",
                                        "GPU_ERROR_NOT_SUPPORTED",
                                        "GPU_ERROR_CUDA",
                                        "GPU_ERROR_MPI"};
    return (unsigned)status < sizeof names / sizeof *names ? names[status] : "not a gpu_status";
}

GPU_API int gpu__check(gpu_status status, const char *call, const char *file, int line)
{
    char place[256];
    const char *why = gpu__thread.error == status ? gpu__thread.message : "";
    unsigned k, count = gpu__noted.count;
    for (k = 0; k < 8 && k < count; k++) /* takes back the place that GPU_CHECK noted, and whatever its call left */
        if (gpu__noted.at[(count - 1 - k) % 8].line == line && !strcmp(gpu__noted.at[(count - 1 - k) % 8].file, file)) {
            gpu__noted.count = count - 1 - k;
            break;
        }
    if (status == GPU_OK) return 1;
    gpu__seen();
    snprintf(place, sizeof place, "%s:%d: ", file, line);
    if (!strncmp(why, place, strlen(place))) why += strlen(place); /* the call noted this place itself: say it once */
    snprintf(gpu__thread.checked, sizeof gpu__thread.checked, "%s%s failed with %s%s%s", place, call,
             gpu_status_name(status), *why ? ": " : "", why);
    return 0;
}

GPU_API const char *gpu__check_message(void) { return gpu__thread.checked; }

/* The answer of calls that make no sense while a graph is being made. */
static gpu_status gpu__not_in_graph(const char *call, const char *why)
{
    return gpu__fail(GPU_ERROR_NOT_SUPPORTED, call,
                     "this thread is making a graph, and %s; call it before gpu_graph_begin or after gpu_graph_end",
                     why);
}
static gpu_status gpu__no_host_memory(const char *call)
{
    return gpu__fail(GPU_ERROR_OUT_OF_MEMORY, call, "there is no host memory left; free some");
}

/* A line of what gpu_doctor prints. */
GPU__PRINTF(4, 5)
static int gpu__doctor_says(FILE *out, int problem, const char *what, const char *format, ...)
{
    va_list args;
    fprintf(out, "%-4s %-12s ", problem ? "FIX" : "ok", what);
    va_start(args, format);
    vfprintf(out, format, args);
    va_end(args);
    fprintf(out, "\n");
    return problem;
}

/* ----------------------------------------------------------------------------------------------- src/core/backend.h */
/* ------------------------------------------------------------------------------------------------------ backends --

   A backend is what a device can do: the CPU's functions are gpu__cpu_NAME in src/cpu/, those of the GPUs
   gpu__cuda_NAME in src/cuda/, with the same arguments; all are listed here, and src/core/backends.h says which device
   has which. What is left to core is alike for all devices: arguments are checked, and handles and allocations listed,
   before a backend is called. They report errors as `call`; a NULL call wants none reported. */

typedef struct gpu__allocation {
    void *p, *raw; /* what the caller has, and what the allocator gave: host memory, or the gpu__block */
    size_t bytes;
    int kind, device;  /* GPU__DEVICE on GPU_CPU is host memory */
    int home;          /* the device whose memory it is: GPU_CPU for all host memory */
    gpu_stream stream; /* current when it was made */
    const char *file;  /* where it was made */
    int line;
} gpu__allocation;

enum { GPU__WAIT, GPU__QUEUE };
/* OP(result, name, (parameters)) for each. */
#define GPU__BACKEND_DEVICES(OP)                                                                                       \
    OP(int, count, (char *why, size_t size))              /* how many there are, and why there is none */              \
    OP(void, started, (void))                             /* the environment was read */                               \
    OP(gpu_status, use, (int device, const char *call))   /* this host thread's calls go there from now on */          \
    OP(gpu_status, ready, (int device, const char *call)) /* before anything is asked of a device */                   \
    OP(gpu_status, sync, (const char *call))              /* waits for all that the current device has to do */        \
    OP(gpu_status, query, (int device, gpu_info *info))                                                                \
    OP(int, peer, (int device, int other))      /* does it reach the other's memory in place? */                       \
    OP(int, doctor, (FILE * out))               /* how many things are to be done */                                   \
    OP(gpu_status, quiesce, (const char *call)) /* gpu_shutdown begins: waits for all devices ... */                   \
    OP(gpu_status, close, (const char *call))   /* ... and ends, after all that was listed is freed */
#ifdef GPU_SEVERAL_DEVICES
#define GPU__BACKEND_SEVERAL(OP)                                                                                       \
    OP(gpu_status, exchange_open, (int parts, uint64_t **flags, size_t *reach, const char *call))                      \
    OP(gpu_status, exchange, (const gpu__exchange *x, const gpu__exchange_args *a)) /* is run, or queued */            \
    OP(void, exchange_give_up, (const gpu__exchange_args *a)) /* no queued one waits for this part any more */
#else
#define GPU__BACKEND_SEVERAL(OP)
#endif
#define GPU__BACKEND_MEMORY(OP)                                                                                        \
    OP(gpu_status, allocate, (gpu__allocation * a, const char *call))                                                  \
    OP(gpu_status, release, (const gpu__allocation *a, const char *call))                                              \
    OP(gpu_status, fill_pattern, (const gpu__allocation *a, const char *call)) /* of what was freed and is kept */     \
    OP(gpu_status, first_written, (const gpu__allocation *a, size_t *at, const char *call)) /* since then */           \
    OP(gpu_status, available, (size_t * free_bytes, size_t * total, const char *call))                                 \
    OP(gpu_status, reserved, (size_t * bytes, const char *call)) /* where the driver's count differs from ours */      \
    OP(gpu_status, trim, (const char *call))                                                                           \
    OP(gpu_status, where, (const void *p, gpu_place *place, const char *call))
#define GPU__BACKEND_TRANSFER(OP)                                                                                      \
    OP(gpu_status, copy, (void *dst, const void *src, size_t bytes, int queue, const char *call))                      \
    OP(gpu_status, copy_2d,                                                                                            \
       (void *dst, size_t dst_pitch, const void *src, size_t src_pitch, size_t width_bytes, size_t height,             \
        const char *call))                                                                                             \
    OP(gpu_status, set, (void *p, int byte, size_t bytes, const char *call))
#define GPU__BACKEND_STREAMS(OP)                                                                                       \
    OP(gpu_status, stream_open, (gpu_stream stream, int priority, const char *call))                                   \
    OP(gpu_status, stream_of, (void **native, gpu_stream *stream, const char *call)) /* that stands for it, or NULL */ \
    OP(void, stream_close, (gpu_stream stream))                                                                        \
    OP(gpu_status, finish, (const char *call))      /* waits for the current stream */                                 \
    OP(int, finished, (int wait, const char *call)) /* has it ended its work? -1 after an error */                     \
    OP(gpu_status, callback, (gpu_stream stream, void (*fn)(void *user), void *user, const char *call))
#define GPU__BACKEND_EVENTS(OP)                                                                                        \
    OP(gpu_status, event_open, (gpu_event event, const char *call)) /* unless it is open */                            \
    OP(gpu_status, event_record, (gpu_event event, const char *call))                                                  \
    OP(gpu_status, event_wait, (gpu_event event, const char *call))                                                    \
    OP(gpu_status, event_sync, (gpu_event event, const char *call))                                                    \
    OP(gpu_status, event_elapsed, (gpu_event start, gpu_event stop, double *ms, const char *call))                     \
    OP(gpu_status, event_close, (gpu_event event, const char *call))
#define GPU__BACKEND_GRAPHS(OP)                                                                                        \
    OP(gpu_status, graph_begin, (gpu_graph graph, const char *call))                                                   \
    OP(gpu_status, graph_end, (gpu_graph graph, const char *call))                                                     \
    OP(gpu_status, graph_launch, (gpu_graph graph, const char *call))                                                  \
    OP(gpu_status, graph_wait, (gpu_graph graph, const char *call)) /* until no launch of it runs */                   \
    OP(void, graph_close, (gpu_graph graph))
#define GPU__BACKEND_LAUNCH(OP)                                                                                        \
    OP(gpu_status, run_kernel, (gpu__kernel * kernel, const gpu_config *config, void **argv))                          \
    OP(gpu_status, make_call, (const gpu__call *c)) /* a checked map, reduction, scan or job */                        \
    OP(gpu_status, set_constant,                                                                                       \
       (void *symbol, const void *source, size_t bytes, int device_code, const char *name, const char *file,           \
        int line)) /* a GPU's copy of the constant */                                                                  \
    OP(int, occupancy, (const gpu__kernel *kernel, size_t threads, size_t shared_bytes, const char *file, int line))
#define GPU__BACKEND(OP)                                                                                               \
    GPU__BACKEND_DEVICES(OP)                                                                                           \
    GPU__BACKEND_MEMORY(OP)                                                                                            \
    GPU__BACKEND_TRANSFER(OP)                                                                                          \
    GPU__BACKEND_STREAMS(OP)                                                                                           \
    GPU__BACKEND_EVENTS(OP)                                                                                            \
    GPU__BACKEND_GRAPHS(OP)                                                                                            \
    GPU__BACKEND_LAUNCH(OP)                                                                                            \
    GPU__BACKEND_SEVERAL(OP)

#define GPU__BACKEND_MEMBER(R, name, parameters) R(*name) parameters;
typedef struct gpu__backend {
    GPU__BACKEND(GPU__BACKEND_MEMBER)
} gpu__backend;
/* That of a device; of 0 also where no GPU is known of: the GPUs', or the CPU's in a program without CUDA. */
static inline const gpu__backend *gpu__backend_of(int device);

/* ------------------------------------------------------------------------------------------------- src/core/start.h */
/* --------------------------------------------------------------------------------------------------------- start -- */

static int gpu__number(const char *v, long *out) /* a whole decimal number and nothing else */
{
    char *end;
    *out = strtol(v, &end, 10);
    return end != v && *end == 0 && (*v < '0' || *v > '9') == 0;
}

/* What is wrong in the environment is printed, and noted as an error that needs no second look. */
static void gpu__bad_environment(gpu_status status, const char *what)
{
    if (!*what) return;
    fprintf(stderr, "gpu.h: %s\n", what);
    gpu__fail(status, "environment", "%s", what);
    gpu__seen();
}
static void gpu__not_understood(const char *name, const char *value, const char *expected)
{
    char what[256];
    snprintf(what, sizeof what, "%s=%s is not understood; expected %s", name, value, expected);
    gpu__bad_environment(GPU_ERROR_INVALID_ARGUMENT, what);
}
static int gpu__flag(const char *name) /* 0 or 1; anything else is said and taken as 0 */
{
    const char *v = getenv(name);
    if (!v || !*v || !strcmp(v, "0")) return 0;
    if (!strcmp(v, "1")) return 1;
    gpu__not_understood(name, v, "0 or 1; using 0");
    return 0;
}
/* GPU_DEVICE: where threads start; `bad` says what is wrong with it. */
static int gpu__default_device(const char *device, int gpus, int built, char *bad, size_t size)
{
    const int chosen = gpus ? 0 : GPU_CPU;
    long number;
    if (!device || !*device) return chosen;
    if (!strcmp(device, "cpu")) return GPU_CPU;
    if (!strcmp(device, "gpu")) {
        if (!gpus)
            snprintf(bad, size, "GPU_DEVICE=gpu asks for a GPU and %s; using the CPU",
                     built ? "none is usable" : "this program was built without CUDA");
    } else if (gpu__number(device, &number) && number < gpus)
        return (int)number;
    else if (gpus)
        snprintf(bad, size, "GPU_DEVICE=%s is not understood; expected cpu, gpu or a number from 0 to %d; using %d",
                 device, gpus - 1, chosen);
    else
        snprintf(bad, size,
                 "GPU_DEVICE=%s is not understood or not there; expected cpu, as there is no usable GPU; using the CPU",
                 device);
    return chosen;
}
static int gpu__wanted_threads(const char *v) /* GPU_THREADS, or 0 */
{
    long number;
    if (!v || !*v) return 0;
    if (gpu__number(v, &number) && number >= 1 && number <= GPU__MAX_THREADS) return (int)number;
    gpu__not_understood("GPU_THREADS", v, "a number from 1 to 256; using the default");
    return 0;
}
static int gpu__wanted_devices(const char *v) /* GPU_CPU_DEVICES, or 0 */
{
    long number;
    if (!v || !*v) return 0;
    if (gpu__number(v, &number) && number >= 1 && number <= GPU__MAX_DEVICES) return (int)number;
    gpu__not_understood("GPU_CPU_DEVICES", v, "a number from 1 to 64; the CPU stands for no device");
    return 0;
}
static int gpu__wanted_allocator(const char *v) /* GPU_ALLOCATOR */
{
    if (v && !strcmp(v, "managed")) return GPU__MANAGED;
    if (v && !strcmp(v, "unpooled")) return GPU__UNPOOLED;
    if (v && *v && strcmp(v, "device"))
        gpu__not_understood("GPU_ALLOCATOR", v, "device, managed or unpooled; using device");
    return GPU__DEVICE;
}
#ifdef GPU__AT_EXIT_LATE
static void gpu__unload(void), gpu__the_end(void);
#endif
static void gpu__init(void)
{
    const gpu__backend *const gpu = gpu__backend_of(0);
    const char *device = getenv("GPU_DEVICE");
    const int built = gpu != gpu__backend_of(GPU_CPU);
    char bad_device[256] = "", why[256] = "";
    int gpus = 0, no_gpu = device && !strcmp(device, "cpu");
    gpu__lock(&gpu__global.init_lock);
    if (gpu__global.ready) {
        gpu__unlock(&gpu__global.init_lock);
        return;
    }
    gpu__global.stand_ins = gpu__wanted_devices(getenv("GPU_CPU_DEVICES"));
    if (gpu__global.stand_ins)
        gpus = no_gpu ? 0 : gpu__global.stand_ins;
    else if (!no_gpu) /* else the driver is not even started: a quick start, and no GPU memory taken */
        gpus = gpu->count(why, sizeof why);
    gpu__global.gpus = gpus;
    gpu__global.default_device = gpu__default_device(device, gpus, built, bad_device, sizeof bad_device);
    gpu__global.threads = gpu__wanted_threads(getenv("GPU_THREADS"));
    gpu__global.allocator = gpu__wanted_allocator(getenv("GPU_ALLOCATOR"));
    gpu__global.quiet = gpu__flag("GPU_QUIET");
    gpu__global.sync = gpu__flag("GPU_SYNC");
    gpu__global.debug = gpu__flag("GPU_DEBUG");
    gpu__global.nvtx = gpu__flag("GPU_NVTX");
    gpu__global.process = gpu__process();
    if (built && !gpus && !no_gpu && !gpu__global.stand_ins && !gpu__global.quiet)
        fprintf(stderr, "gpu.h: running on the CPU: %s\n", why);
    gpu__bad_environment(GPU_ERROR_INVALID_DEVICE, bad_device);
    if (gpus) gpu__backend_of(0)->started();
#ifdef GPU__AT_EXIT_LATE
    if (atexit(gpu__unload) || atexit(gpu__the_end)) fprintf(stderr, "gpu.h: atexit failed: leaks are not reported\n");
#endif
    gpu__set_ready();
    gpu__unlock(&gpu__global.init_lock);
}

static int gpu__cpu_threads(void)
{
#ifdef _OPENMP
    int threads = gpu__thread.threads   ? gpu__thread.threads
                  : gpu__global.threads ? gpu__global.threads
                                        : omp_get_max_threads();
    return threads < GPU__MAX_THREADS ? threads : (int)GPU__MAX_THREADS; /* OMP_NUM_THREADS may ask for any number */
#else
    return 1;
#endif
}

/* ------------------------------------------------------------------------------------------------ src/core/ledger.h */
/* -------------------------------------------------------------------------------------------------------- memory -- */

/* All live allocations by address: open addressing, linear probing, a power of two of slots, at most half full. */
static struct {
    gpu__allocation *slot;
    size_t slots, used;
    struct {
        const void *p;
        const char *file;
        int line;
    } freed[1024]; /* the last ones that were freed, so that a use, or a second free, can name the first */
    unsigned next_freed;
} gpu__ledger;
enum { GPU__FREED = sizeof gpu__ledger.freed / sizeof gpu__ledger.freed[0] };

static size_t gpu__hash(const void *p) { return (size_t)(((uint64_t)(uintptr_t)p >> 4) * 0x9e3779b97f4a7c15u >> 20); }
static gpu__allocation *
gpu__find(const void *p) /* the slot of p, or the empty slot where it would go; NULL: no table */
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
    gpu__allocation *slot = (gpu__allocation *)gpu__host((n ? 2 * n : 256) * sizeof *slot, 1);
    if (!slot) return 0;
    gpu__ledger.slot = slot;
    gpu__ledger.slots = n ? 2 * n : 256;
    for (i = 0; i < n; i++)
        if (old[i].p) *gpu__find(old[i].p) = old[i];
    if (old) GPU_HOST_FREE(old);
    return 1;
}

/* -- spans: which allocation does a pointer point into? -- Every call asks that of each of its arrays, so a look-up
   takes no lock and a few ns, wherever in an allocation p points and however many there are. A span is listed under
   the one or two aligned granules of 1 << k bytes that it touches, for the smallest k that covers it; a look-up
   tries the granule that p is in for each k in use. Writers hold memory_lock, and make `sequence` odd while they
   write: a reader that saw it change looks again. The span of freed memory stays, as such, for as long as the memory
   stays with gpu.h: then, and only then, is it certain that nobody else has it. */
enum { GPU__MARKS = 64 }; /* bytes on either side of host memory, see there */
enum {
    GPU__SPAN_FREED = 1,
    GPU__SPAN_SECOND = 2, /* listed under the second of its granules */
    GPU__SPAN_MARKS = 4,  /* what lies within GPU__MARKS bytes on either side is part of it */
    GPU__SPAN_BLOCK = 8,  /* what follows up to a multiple of 512 bytes is */
    GPU__SPAN_FLAGS = 15  /* in the low bits of `start`, whose address is a multiple of 16 */
};
typedef struct gpu__span {
    uintptr_t start, end; /* of what was asked for; start 0: an empty slot */
} gpu__span;
typedef struct gpu__span_table {
    gpu__span *slot; /* open addressing, linear probing, at most half full */
    size_t mask;
    struct gpu__span_table *older; /* kept, because a reader may be in it yet */
} gpu__span_table;
static gpu__span gpu__first_spans[4096];
static gpu__span_table gpu__first_table = {gpu__first_spans, sizeof gpu__first_spans / sizeof gpu__first_spans[0] - 1,
                                           NULL};
static struct {
    gpu__span_table *table;
    size_t sequence;
    uint64_t levels; /* bit k: there are spans listed under granules of 1 << k bytes */
    size_t used, count[64];
} gpu__spans = {&gpu__first_table, 0, 0, 0, {0}};

static inline size_t gpu__span_hash(uintptr_t granule, int k)
{
    return (size_t)(((uint64_t)granule << 6 | (uint64_t)k) * 0x9e3779b97f4a7c15u >> 32);
}
/* All that belongs to a span, asked for or not: at least one byte, and no two spans share one. */
static void gpu__span_owned(const gpu__span *span, uintptr_t *lo, uintptr_t *hi)
{
    const uintptr_t flags = span->start & GPU__SPAN_FLAGS, start = span->start - flags;
    *lo = start, *hi = span->end + (span->end == start);
    if (flags & GPU__SPAN_MARKS) *lo -= GPU__MARKS, *hi = span->end + GPU__MARKS;
    if (flags & GPU__SPAN_BLOCK) *hi = (*hi + 511) & ~(uintptr_t)511;
}
static int gpu__span_probe(uintptr_t p, gpu__span *span)
{
    const gpu__span_table *table = GPU__LOAD_ACQUIRE(gpu__span_table *, &gpu__spans.table);
    uint64_t levels = GPU__LOAD_ACQUIRE(uint64_t, &gpu__spans.levels);
    while (levels) {
        const int k = 63 - GPU__CLZ64(levels);
        size_t i;
        for (i = gpu__span_hash(p >> k, k);; i++) {
            const gpu__span *slot = &table->slot[i & table->mask];
            uintptr_t start = GPU__LOAD_ACQUIRE(uintptr_t, &slot->start) & ~(uintptr_t)GPU__SPAN_FLAGS, lo, hi;
            if (!start) break;
            span->start = GPU__LOAD_ACQUIRE(uintptr_t, &slot->start),
            span->end = GPU__LOAD_ACQUIRE(uintptr_t, &slot->end);
            if (p - start < span->end - start) return 1;
            if (p + 512 - start > span->end + 1024 - start) continue; /* not near it */
            gpu__span_owned(span, &lo, &hi);
            if (p - lo < hi - lo) return 1;
        }
        levels -= (uint64_t)1 << k;
    }
    return 0;
}
/* GPU__LIVE, and the bytes from p to the end of its allocation (0 in the marks around it); GPU__FREED_SPAN;
   GPU__NOT_OURS. */
enum { GPU__NOT_OURS, GPU__LIVE, GPU__FREED_SPAN };
static int gpu__span_of(const void *p, size_t *left, size_t *at_sequence)
{
    for (;;) {
        const size_t sequence = GPU__LOAD_ACQUIRE(size_t, &gpu__spans.sequence);
        gpu__span span = {0, 0};
        const int found = gpu__span_probe((uintptr_t)p, &span);
        if (!(sequence & 1) && GPU__LOAD(size_t, &gpu__spans.sequence) == sequence) {
            const uintptr_t start = span.start & ~(uintptr_t)GPU__SPAN_FLAGS;
            *at_sequence = sequence;
            if (!found) return GPU__NOT_OURS;
            *left = (uintptr_t)p - start < span.end - start ? span.end - (uintptr_t)p : 0;
            return span.start & GPU__SPAN_FREED ? GPU__FREED_SPAN : GPU__LIVE;
        }
        if (sequence & 1) { /* its writer is perhaps not even running */
            gpu__lock(&gpu__global.memory_lock);
            gpu__unlock(&gpu__global.memory_lock);
        }
    }
}

/* What this thread has looked up since the last allocation or free of any thread: loops ask for the same pointers. */
typedef struct gpu__recent_look {
    const void *p;
    size_t left, sequence;
} gpu__recent_look;
static GPU__TLS gpu__recent_look gpu__recent[256];
static inline gpu__recent_look *gpu__recent_slot(const void *p)
{
    const uint64_t at = (uint64_t)(uintptr_t)p >> 4;
    return &gpu__recent[(at ^ at >> 11) * 0xd6e8feb86659fd93u >> 56];
}
static inline int gpu__seen_lately(const void *p, size_t bytes)
{
    const gpu__recent_look *r = gpu__recent_slot(p);
    return r->p == p && bytes <= r->left && GPU__LOAD_ACQUIRE(size_t, &gpu__spans.sequence) == r->sequence;
}
/* Are there `bytes` bytes at p, as far as can be known? */
static int gpu__reaches(const void *p, size_t bytes)
{
    gpu__recent_look *r = gpu__recent_slot(p);
    size_t left = SIZE_MAX, sequence = 0;
    const int found = gpu__span_of(p, &left, &sequence);
    if (found == GPU__FREED_SPAN || bytes > left) return 0;
    r->p = p, r->left = left, r->sequence = sequence;
    return 1;
}

/* The rest of this section runs under memory_lock. */
static void gpu__span_store(gpu__span *slot, uintptr_t start, uintptr_t end)
{
    GPU__STORE_RELEASE(uintptr_t, &slot->start, start);
    GPU__STORE_RELEASE(uintptr_t, &slot->end, end);
}
/* The granules of a span: 1 or 2 of them. */
static int gpu__span_granules(const gpu__span *span, int *k, uintptr_t granule[2])
{
    uintptr_t lo, hi;
    gpu__span_owned(span, &lo, &hi);
    *k = hi - lo <= 256 ? 8 : 64 - GPU__CLZ64((uint64_t)(hi - lo - 1));
    granule[0] = lo >> *k, granule[1] = (hi - 1) >> *k;
    return granule[0] == granule[1] ? 1 : 2;
}
static size_t gpu__span_home(const gpu__span *span)
{
    uintptr_t granule[2];
    int k;
    gpu__span_granules(span, &k, granule);
    return gpu__span_hash(granule[span->start & GPU__SPAN_SECOND ? 1 : 0], k);
}
static void gpu__span_put(gpu__span_table *table, gpu__span span)
{
    uintptr_t granule[2];
    int k, g, granules = gpu__span_granules(&span, &k, granule);
    for (g = 0; g < granules; g++, span.start |= GPU__SPAN_SECOND) {
        size_t i = gpu__span_hash(granule[g], k);
        while (table->slot[i & table->mask].start) i++;
        gpu__span_store(&table->slot[i & table->mask], span.start, span.end);
    }
}
static int gpu__span_reserve(void) /* for one span more; 0: there is no memory for it */
{
    gpu__span_table *old = gpu__spans.table, *table;
    size_t i, slots = 2 * (old->mask + 1);
    if (2 * (gpu__spans.used + 2) <= old->mask + 1) return 1;
    table = (gpu__span_table *)gpu__host(sizeof *table + slots * sizeof *table->slot, 1);
    if (!table) return 0;
    table->slot = (gpu__span *)(void *)(table + 1);
    table->mask = slots - 1;
    table->older = old;
    for (i = 0; i <= old->mask; i++)
        if (old->slot[i].start && !(old->slot[i].start & GPU__SPAN_SECOND)) gpu__span_put(table, old->slot[i]);
    GPU__STORE_RELEASE(gpu__span_table *, &gpu__spans.table, table);
    return 1;
}
/* Takes off the list the span that begins at p, if there is one, and lists another instead, unless that is NULL. */
static void gpu__span_replace(const void *p, const gpu__span *with)
{
    gpu__span_table *table = gpu__spans.table;
    gpu__span span = {0, 0};
    uintptr_t granule[2];
    int k, g, granules;
    GPU__STORE(size_t, &gpu__spans.sequence, gpu__spans.sequence + 1);
    if (gpu__span_probe((uintptr_t)p, &span) && (span.start & ~(uintptr_t)GPU__SPAN_FLAGS) == (uintptr_t)p) {
        granules = gpu__span_granules(&span, &k, granule);
        for (g = 0; g < granules; g++) {
            size_t hole, i = gpu__span_hash(granule[g], k);
            while (table->slot[i & table->mask].start !=
                   ((span.start & ~(uintptr_t)GPU__SPAN_SECOND) | (g ? GPU__SPAN_SECOND : 0)))
                i++;
            /* close the gap, as in gpu__forget */
            for (hole = i++ & table->mask; table->slot[i & table->mask].start; i++)
                if (((i - gpu__span_home(&table->slot[i & table->mask])) & table->mask) >= ((i - hole) & table->mask)) {
                    gpu__span_store(&table->slot[hole], table->slot[i & table->mask].start,
                                    table->slot[i & table->mask].end);
                    hole = i & table->mask;
                }
            gpu__span_store(&table->slot[hole], 0, 0);
        }
        gpu__spans.used -= (size_t)granules;
        if (!--gpu__spans.count[k])
            GPU__STORE_RELEASE(uint64_t, &gpu__spans.levels, gpu__spans.levels & ~((uint64_t)1 << k));
    }
    if (with) {
        gpu__span_put(table, *with);
        gpu__spans.used += (size_t)gpu__span_granules(with, &k, granule);
        gpu__spans.count[k]++;
        GPU__STORE_RELEASE(uint64_t, &gpu__spans.levels, gpu__spans.levels | (uint64_t)1 << k);
    }
    GPU__STORE_RELEASE(size_t, &gpu__spans.sequence, gpu__spans.sequence + 1);
}
static void gpu__span_set(const gpu__allocation *a, uintptr_t freed) /* an allocation, live or freed */
{
    gpu__span span;
    span.start = (uintptr_t)a->p | freed |
                 (a->kind == GPU__DEVICE && gpu__is_gpu(a->device) ? GPU__SPAN_BLOCK
                  : a->raw                                         ? GPU__SPAN_MARKS
                                                                   : 0);
    span.end = (uintptr_t)a->p + a->bytes;
    if ((uintptr_t)a->p % 16 == 0) gpu__span_replace(a->p, &span);
}
static void gpu__spans_end(void)
{
    while (gpu__spans.table != &gpu__first_table) {
        gpu__span_table *table = gpu__spans.table;
        gpu__spans.table = table->older;
        GPU_HOST_FREE(table);
    }
    memset(gpu__first_spans, 0, sizeof gpu__first_spans);
    memset(gpu__spans.count, 0, sizeof gpu__spans.count);
    gpu__spans.levels = 0, gpu__spans.used = 0;
    gpu__spans.sequence += 2; /* no thread has looked at it yet */
}

static int gpu__on_device(const gpu__allocation *a) /* memory that CUDA gave */
{
    return gpu__is_gpu(a->device) && a->kind != GPU__PLAIN;
}
static const gpu__backend *gpu__owner(const gpu__allocation *a)
{
    return gpu__backend_of(gpu__on_device(a) ? a->device : GPU_CPU);
}
static size_t gpu__kept_bytes(const gpu__allocation *a) /* what it weighs there */ { return a->bytes + 1024; }
static size_t gpu__quarantine_limit(const gpu__allocation *a)
{
    size_t most = (size_t)64 << 20, free_bytes = 0, total = 0;
    if (gpu__global.debug) {
        (void)gpu__backend_of(a->home)->available(&free_bytes, &total, NULL);
        return free_bytes / 4 < most ? free_bytes / 4 : most;
    }
#ifdef GPU__OWN_ALLOCATOR
    return 0;
#else
    return gpu__on_device(a) ? 0 : (size_t)64 << 10;
#endif
}
/* Does memory stay with gpu.h after its free? */
static int gpu__stays(const gpu__allocation *a)
{
    if (gpu__on_device(a) && a->kind == GPU__DEVICE) return 1;
    if (gpu__global.debug) return gpu__kept_bytes(a) <= (size_t)64 << 20;
    return gpu__kept_bytes(a) <= gpu__quarantine_limit(a);
}
static int gpu__remember(const gpu__allocation *a)
{
    int ok;
    gpu__lock(&gpu__global.memory_lock);
    ok = (2 * (gpu__ledger.used + 1) <= gpu__ledger.slots || gpu__grow()) && gpu__span_reserve();
    if (ok) {
        *gpu__find(a->p) = *a;
        gpu__ledger.used++;
        if (a->kind < GPU__STREAM) {
            gpu__pool *pool = &gpu__pools[a->home + 1];
            gpu__span_set(a, 0);
            pool->used += a->bytes;
            pool->allocations++;
            if (pool->peak < pool->used) pool->peak = pool->used;
        }
    }
    gpu__unlock(&gpu__global.memory_lock);
    return ok;
}
/* Where memory that begins at p was freed, under memory_lock: the latest time, since addresses are handed out again. */
static int gpu__freed_at(const void *p, const char **file, int *line)
{
    unsigned i, k;
    for (i = 1; i <= GPU__FREED; i++) {
        k = (gpu__ledger.next_freed - i) % GPU__FREED;
        if (gpu__ledger.freed[k].p == p) {
            *file = gpu__ledger.freed[k].file ? gpu__ledger.freed[k].file : "?";
            *line = gpu__ledger.freed[k].line;
            return 1;
        }
    }
    return 0;
}
/* Is p in memory that was freed and is with gpu.h yet? Then where it was freed, if that is known. */
static int gpu__freed_place(const void *p, const char **file, int *line)
{
    gpu__span span = {0, 0};
    int found;
    gpu__lock(&gpu__global.memory_lock);
    found = gpu__span_probe((uintptr_t)p, &span) && span.start & GPU__SPAN_FREED;
    if (found) (void)gpu__freed_at((const void *)(span.start & ~(uintptr_t)GPU__SPAN_FLAGS), file, line);
    gpu__unlock(&gpu__global.memory_lock);
    return found;
}
/* Takes p off the list if it is memory (kind 0) or a handle of that kind; 0: it is not on it; -1: it is something
   else. */
static int gpu__forget(const void *p, int kind, gpu__allocation *out)
{
    gpu__allocation *a;
    int found;
    gpu__lock(&gpu__global.memory_lock);
    a = gpu__find(p);
    found = a && a->p;
    if (found) *out = *a;
    if (found && (kind ? a->kind != kind : a->kind >= GPU__STREAM)) found = -1;
    if (found == 1) {
        size_t hole = (size_t)(a - gpu__ledger.slot), i, mask = gpu__ledger.slots - 1;
        if (a->kind < GPU__STREAM) {
            gpu__pool *pool = &gpu__pools[a->home + 1];
            pool->used -= a->bytes;
            pool->allocations--;
        }
        /* close the gap: move back each later entry of the run whose home is not between the hole and itself */
        for (i = (hole + 1) & mask; gpu__ledger.slot[i].p; i = (i + 1) & mask)
            if (((i - gpu__hash(gpu__ledger.slot[i].p)) & mask) >= ((i - hole) & mask)) {
                gpu__ledger.slot[hole] = gpu__ledger.slot[i];
                hole = i;
            }
        gpu__ledger.slot[hole].p = NULL;
        gpu__ledger.used--;
        if (out->kind < GPU__STREAM) {
            if (gpu__stays(out))
                gpu__span_set(out, GPU__SPAN_FREED);
            else
                gpu__span_replace(p, NULL);
        }
        i = gpu__ledger.next_freed++ % GPU__FREED;
        gpu__ledger.freed[i].p = p;
        gpu__ledger.freed[i].file = gpu__simulated.file;
        gpu__ledger.freed[i].line = gpu__simulated.line;
    }
    gpu__unlock(&gpu__global.memory_lock);
    return found;
}
/* The allocation that holds the byte at p, wherever in it p points. */
static int gpu__holder(const void *p, gpu__allocation *out)
{
    gpu__span span;
    int found;
    gpu__lock(&gpu__global.memory_lock);
    found = gpu__span_probe((uintptr_t)p, &span) && !(span.start & GPU__SPAN_FREED);
    if (found) {
        span.start &= ~(uintptr_t)GPU__SPAN_FLAGS;
        found = (uintptr_t)p - span.start < (span.end > span.start ? span.end - span.start : 1);
        if (found) *out = *gpu__find((const void *)span.start);
    }
    gpu__unlock(&gpu__global.memory_lock);
    return found;
}

static const char *gpu__new_name(int kind)
{
    static const char *const names[] = {"GPU_TO_HOST", "gpu_malloc_pinned", "gpu_malloc_managed", "gpu_malloc",
                                        "gpu_malloc",  "gpu_stream_new",    "gpu_event_new",      "gpu_graph_end"};
    return names[kind];
}

/* Is p a live handle of that kind? Says what it is otherwise. */
static gpu_status gpu__check_handle(const void *p, int kind, const char *call)
{
    static const char *const names[] = {"a gpu_stream", "a gpu_event", "a gpu_graph"};
    const char *name = names[kind - GPU__STREAM];
    gpu__allocation *a;
    int found;
    gpu__lock(&gpu__global.memory_lock);
    a = p ? gpu__find(p) : NULL;
    found = a && a->p && a->kind == kind;
    gpu__unlock(&gpu__global.memory_lock);
    if (found) return GPU_OK;
    if (!p) return gpu__fail(GPU_ERROR_INVALID_ARGUMENT, call, "NULL; expected %s from %s", name, gpu__new_name(kind));
    return gpu__fail(GPU_ERROR_INVALID_POINTER, call, "%p is not %s, or was freed; expected one from %s", p, name,
                     gpu__new_name(kind));
}

/* Is it counted as taken from the system? The memory of a GPU's pool is, by the pool. */
static int gpu__reserves(const gpu__allocation *a) { return !gpu__on_device(a) || a->kind != GPU__DEVICE; }
/* May `bytes` more be taken from the system for this pool? Then they are counted. */
static int gpu__reserve(gpu__pool *pool, size_t bytes)
{
    int ok;
    gpu__lock(&gpu__global.memory_lock);
    ok = !pool->limit || (bytes <= pool->limit && pool->held <= pool->limit - bytes);
    if (ok) pool->held += bytes;
    gpu__unlock(&gpu__global.memory_lock);
    return ok;
}
static gpu_status gpu__beyond_limit(gpu__pool *pool, size_t bytes, const char *call)
{
    size_t held, limit;
    gpu__lock(&gpu__global.memory_lock);
    held = pool->held;
    limit = pool->limit;
    gpu__unlock(&gpu__global.memory_lock);
    return gpu__fail(GPU_ERROR_OUT_OF_MEMORY, call,
                     "%zu bytes were asked for; this program holds %zu, and gpu_memory_limit allows %zu; free some, or "
                     "raise the limit",
                     bytes, held, limit);
}
static void gpu__unreserve(gpu__pool *pool, size_t bytes)
{
    gpu__lock(&gpu__global.memory_lock);
    pool->held -= bytes;
    gpu__unlock(&gpu__global.memory_lock);
}

/* ------------------------------------------------------------------------------------------------- src/core/range.h */
/* -- what a call may touch -- */

/* Why gpu__check_range says no. */
static gpu_status gpu__out_of_range(const void *p, size_t bytes, const char *what, const char *call)
{
    gpu__allocation a;
    gpu__span span = {0, 0};
    const char *file = NULL;
    uintptr_t at = (uintptr_t)p, start;
    int line = 0, found;
    if (gpu__freed_place(p, &file, &line)) {
        if (file)
            return gpu__fail(
                GPU_ERROR_INVALID_POINTER, call,
                "%s points into memory that was freed at %s:%d; use it before its gpu_free, or allocate again", what,
                file, line);
        return gpu__fail(GPU_ERROR_INVALID_POINTER, call,
                         "%s points into memory that was freed; use it before its gpu_free, or allocate again", what);
    }
    memset(&a, 0, sizeof a);
    gpu__lock(&gpu__global.memory_lock);
    found = gpu__span_probe(at, &span) && !(span.start & GPU__SPAN_FREED);
    start = span.start & ~(uintptr_t)GPU__SPAN_FLAGS;
    if (found) a = *gpu__find((const void *)start);
    gpu__unlock(&gpu__global.memory_lock);
    if (!found || (at >= start && bytes <= a.bytes && at - start <= a.bytes - bytes))
        return GPU_OK; /* another thread frees and allocates */
    file = a.file ? a.file : "?";
    if (at < start)
        return gpu__fail(GPU_ERROR_INVALID_ARGUMENT, call,
                         "%s points %zu bytes before the start of %zu bytes from %s (made at %s:%d); pass their start, "
                         "or a place within",
                         what, (size_t)(start - at), a.bytes, gpu__new_name(a.kind), file, a.line);
    return gpu__fail(GPU_ERROR_INVALID_ARGUMENT, call,
                     "%zu bytes go beyond the end of %s, which has %zu bytes there (of %zu, made at %s:%d); pass "
                     "fewer, or allocate more",
                     bytes, what, at - start < a.bytes ? a.bytes - (size_t)(at - start) : 0, a.bytes, file, a.line);
}
/* Memory of ours, and not as many bytes of it? What is not ours passes. */
static inline gpu_status gpu__check_range(const void *p, size_t bytes, const char *what, const char *call)
{
    return gpu__seen_lately(p, bytes) || gpu__reaches(p, bytes) ? GPU_OK : gpu__out_of_range(p, bytes, what, call);
}

/* -------------------------------------------------------------------------------------------- src/core/quarantine.h */
/* -- memory that is watched -- */

/* -- host memory: what the caller gets lies between two rows of marks, so that writing beyond it is found at the
   free -- */
static uint64_t gpu__mark(const gpu__allocation *a, int k)
{
    return ((uint64_t)(uintptr_t)a->p + (uint64_t)k + 1) * 0x9e3779b97f4a7c15u;
}
static void gpu__mark_ends(const gpu__allocation *a)
{
    int k;
    for (k = 0; k < GPU__MARKS / 8; k++) {
        uint64_t m = gpu__mark(a, k);
        memcpy((char *)a->p - GPU__MARKS + 8 * k, &m, 8);
        memcpy((char *)a->p + a->bytes + 8 * k, &m, 8);
    }
}
static int gpu__marks_broken(const gpu__allocation *a, char *text, size_t size) /* and where */
{
    int k, j, at, ok = 1;
    for (k = 0; k < GPU__MARKS / 8; k++) {
        uint64_t m = gpu__mark(a, k);
        ok &= !memcmp((char *)a->p - GPU__MARKS + 8 * k, &m, 8) && !memcmp((char *)a->p + a->bytes + 8 * k, &m, 8);
    }
    if (ok) return 0;
    for (at = -GPU__MARKS; at < GPU__MARKS; at++) {
        uint64_t m = gpu__mark(a, (at + GPU__MARKS) % GPU__MARKS / 8);
        j = (at + GPU__MARKS) % 8;
        if (((const unsigned char *)a->p)[at < 0 ? (ptrdiff_t)at : (ptrdiff_t)a->bytes + at] !=
            ((const unsigned char *)&m)[j])
            break;
    }
    snprintf(text, size, "the %zu bytes from %s at %s:%d were written %s, first %d byte%s %s", a->bytes,
             gpu__new_name(a->kind), a->file ? a->file : "?", a->line,
             at < 0 ? "before their start" : "beyond their end", at < 0 ? -at : at, at == -1 || at == 1 ? "" : "s",
             at < 0 ? "in front of it" : "behind it");
    return 1;
}

/* -- freed memory that is kept for a while, so that a use of it can be told from that of anyone else's memory --
   Under GPU_DEBUG all kinds of it, up to 64 MiB and a quarter of what is free, filled with a pattern: what wrote
   there is found when it goes. Otherwise 64 KiB of host memory, which stay in the processor's caches, and none of a
   program's own allocator; device memory stays with its pool anyway. In gpu_memory_stats host memory counts as
   freed. */
typedef struct gpu__quarantined {
    gpu__allocation a;
    const char *file; /* where it was freed */
    int line, filled;
} gpu__quarantined;
static struct {
    gpu__quarantined slot[GPU__FREED]; /* a queue */
    unsigned first, count;
    size_t bytes;
} gpu__quarantine;
enum { GPU__PATTERN = 0xdd };

/* The oldest leaves the queue, under memory_lock. */
static gpu__quarantined gpu__kept_oldest(void)
{
    gpu__quarantined kept = gpu__quarantine.slot[gpu__quarantine.first++ % GPU__FREED];
    gpu__quarantine.count--;
    gpu__quarantine.bytes -= gpu__kept_bytes(&kept.a);
    if (!gpu__on_device(&kept.a) || kept.a.kind != GPU__DEVICE) gpu__span_replace(kept.a.p, NULL);
    return kept;
}
/* Afterwards. call NULL: the program ends, and what was written since the free is printed. */
static gpu_status gpu__kept_goes(const gpu__quarantined *kept, const char *call)
{
    const gpu__allocation *a = &kept->a;
    gpu_status s = GPU_OK, t;
    size_t at = a->bytes;
#ifdef GPU__ASAN
    if (!gpu__on_device(a)) __asan_unpoison_memory_region(a->p, a->bytes);
#endif
    if (kept->filled) s = gpu__owner(a)->first_written(a, &at, call);
    if (at < a->bytes) {
        char text[768];
        snprintf(text, sizeof text,
                 "the %zu bytes from %s at %s:%d were written after they were freed at %s:%d, first byte %zu; look for "
                 "what still has a pointer to them",
                 a->bytes, gpu__new_name(a->kind), a->file ? a->file : "?", a->line, kept->file ? kept->file : "?",
                 kept->line, at);
        if (call)
            s = gpu__fail(GPU_ERROR_INVALID_POINTER, call, "%s", text);
        else
            fprintf(stderr, "gpu.h: %s\n", text);
    }
    t = call || !gpu__on_device(a) ? gpu__owner(a)->release(a, call) : GPU_OK; /* CUDA may be gone at the end */
    return s ? s : t;
}
/* Lets the oldest go until `bytes` at most are kept. */
static gpu_status gpu__let_go(size_t bytes, const char *call)
{
    gpu_status s = GPU_OK, t;
    for (;;) {
        gpu__quarantined kept;
        int more;
        gpu__lock(&gpu__global.memory_lock);
        more = gpu__quarantine.count && gpu__quarantine.bytes > bytes;
        if (more) kept = gpu__kept_oldest();
        gpu__unlock(&gpu__global.memory_lock);
        if (!more) return s;
        t = gpu__kept_goes(&kept, call);
        if (!s) s = t;
    }
}
/* Takes an allocation that was just freed, or gives it back at once. */
static gpu_status gpu__keep(const gpu__allocation *a, const char *call)
{
    const size_t weight = gpu__kept_bytes(a), limit = gpu__quarantine_limit(a);
    gpu__quarantined kept, oldest;
    gpu_status s = GPU_OK, t;
    int full, more;
    memset(&kept, 0, sizeof kept);
    kept.a = *a;
    kept.a.stream = NULL; /* it may be gone when this goes */
    kept.file = gpu__simulated.file;
    kept.line = gpu__simulated.line;
    if (weight <= limit && gpu__global.debug) kept.filled = !(s = gpu__owner(a)->fill_pattern(a, call));
    if (weight > limit || s) {
        gpu__lock(&gpu__global.memory_lock);
        if (!gpu__on_device(a) || a->kind != GPU__DEVICE) gpu__span_replace(a->p, NULL);
        gpu__unlock(&gpu__global.memory_lock);
        t = gpu__owner(a)->release(a, call);
        return s ? s : t;
    }
#ifdef GPU__ASAN
    if (!gpu__on_device(a)) __asan_poison_memory_region(a->p, a->bytes);
#endif
    gpu__lock(&gpu__global.memory_lock);
    full = gpu__quarantine.count == GPU__FREED;
    if (full) oldest = gpu__kept_oldest();
    gpu__quarantine.slot[(gpu__quarantine.first + gpu__quarantine.count++) % GPU__FREED] = kept;
    gpu__quarantine.bytes += weight;
    if (!full && (full = gpu__quarantine.bytes > limit)) oldest = gpu__kept_oldest();
    more = gpu__quarantine.bytes > limit;
    gpu__unlock(&gpu__global.memory_lock);
    if (full) s = gpu__kept_goes(&oldest, call);
    t = more ? gpu__let_go(limit, call) : GPU_OK;
    return s ? s : t;
}

/* ------------------------------------------------------------------------------------------------ src/core/launch.h */
/* -------------------------------------------------------------------------------------------------------- launch -- */

static gpu_config gpu__extent(int dims, size_t x, size_t y, size_t z)
{
    gpu_config c;
    memset(&c, 0, sizeof c);
    c.dims = dims;
    c.extent[0] = x, c.extent[1] = y, c.extent[2] = z;
    return c;
}
GPU_API gpu_config gpu_1d(size_t n) { return gpu__extent(1, n, 1, 1); }
GPU_API gpu_config gpu_2d(size_t width, size_t height) { return gpu__extent(2, width, height, 1); }
GPU_API gpu_config gpu_3d(size_t width, size_t height, size_t depth) { return gpu__extent(3, width, height, depth); }
GPU_API gpu_config gpu_grid(size_t grid_x, size_t grid_y, size_t grid_z, size_t block_x, size_t block_y, size_t block_z)
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
#ifdef GPU_COOPERATIVE
GPU_API gpu_config gpu_cooperative(gpu_config config)
{
    config.cooperative = 1;
    return config;
}
#endif
GPU_API gpu_config gpu__config_at(gpu_config config, const char *file, int line)
{
    config.file = file;
    config.line = line;
    return config;
}

/* Fills in what was left to the library and checks the limits, which are the same on both backends. */
static gpu_status gpu__resolve(const gpu__kernel *kernel, const gpu_config *c, size_t fill_blocks, size_t max_shared,
                               gpu_dim3 *grid, gpu_dim3 *block, int *empty)
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
                return gpu__fail_at(
                    GPU_ERROR_INVALID_ARGUMENT, c->file, c->line, kernel->name,
                    "an extent of %zu is more than any machine has; a negative number was perhaps converted to size_t",
                    c->extent[k]);
            g[k] = c->extent[k] / b[k] + (c->extent[k] % b[k] != 0);
            if (g[k] > max_grid[k]) g[k] = max_grid[k];
        } else if (g[k] == 0)
            g[k] = k ? 1 : fill_blocks;
    }
    for (k = 0; k < 3 && !*empty; k++) {
        if (b[k] > max_block[k])
            return gpu__fail_at(
                GPU_ERROR_LAUNCH, c->file, c->line, kernel->name,
                "a block of %zu x %zu x %zu threads; expected at most %zu in %c; use more blocks of fewer threads",
                b[0], b[1], b[2], max_block[k], "xyz"[k]);
        if (g[k] > max_grid[k])
            return gpu__fail_at(
                GPU_ERROR_LAUNCH, c->file, c->line, kernel->name,
                "a grid of %zu x %zu x %zu blocks; expected at most %zu in %c; use a loop in the kernel (GPU_FOR)",
                g[0], g[1], g[2], max_grid[k], "xyz"[k]);
    }
    if (!*empty && b[0] * b[1] * b[2] > GPU__MAX_BLOCK)
        return gpu__fail_at(
            GPU_ERROR_LAUNCH, c->file, c->line, kernel->name,
            "a block of %zu x %zu x %zu = %zu threads; expected at most %d; use more blocks of fewer threads", b[0],
            b[1], b[2], b[0] * b[1] * b[2], GPU__MAX_BLOCK);
    if (!*empty && c->shared_bytes > max_shared)
        return gpu__fail_at(
            GPU_ERROR_LAUNCH, c->file, c->line, kernel->name,
            "%zu bytes of dynamic shared memory; expected at most %zu on this device; use smaller tiles",
            c->shared_bytes, max_shared);
    grid->x = (unsigned)g[0], grid->y = (unsigned)g[1], grid->z = (unsigned)g[2];
    block->x = (unsigned)b[0], block->y = (unsigned)b[1], block->z = (unsigned)b[2];
    return GPU_OK;
}
/* All blocks of a cooperative launch have to run at once; `fits`: so many can. */
static gpu_status gpu__check_cooperative(const gpu__kernel *kernel, const gpu_config *config, gpu_dim3 grid,
                                         gpu_dim3 block, size_t fits)
{
    const size_t blocks = (size_t)grid.x * grid.y * grid.z;
    if (!config->cooperative || blocks <= fits) return GPU_OK;
    return gpu__fail_at(GPU_ERROR_LAUNCH, config->file, config->line, kernel->name,
                        "a cooperative launch of %zu blocks of %u threads; at most %zu of them fit on this device at "
                        "once; use fewer, with GPU_FOR in the kernel: gpu_grid(0, 1, 1, threads, 1, 1) takes what fits",
                        blocks, block.x * block.y * block.z, fits);
}
/* How much of an array a kernel will touch only the kernel knows; that it was freed is known here. */
static gpu_status gpu__check_launch(const gpu__kernel *kernel, const gpu_config *config, void **argv)
{
    int k;
    for (k = 0; k < kernel->count; k++) {
        void *p;
        const char *file = "?"; /* the last 1024 frees are known */
        int line = 0;
        if (kernel->size[k] != sizeof p) continue;
        memcpy(&p, argv[k], sizeof p);
        if (gpu__seen_lately(p, 0) || gpu__reaches(p, 0) || !gpu__freed_place(p, &file, &line)) continue;
        return gpu__fail_at(
            GPU_ERROR_INVALID_POINTER, config->file, config->line, kernel->name,
            "argument %d points into memory that was freed at %s:%d; use it before its gpu_free, or allocate again",
            k + 1, file, line);
    }
    return GPU_OK;
}

/* ---------------------------------------------------------------------------------------------- src/cpu/simulator.h */
/* ---------------------------------------------------------------------------------------------------- simulator -- */

/* CUDA's execution model on the CPU. A worker is a CPU thread that runs blocks of one launch, one after another.
   Threads of a block run one after the other, by name__one and name__rest, until one of them reaches a barrier or a
   warp operation. Then the block is promoted: that thread keeps the stack it is on, and those after it become
   fibers, with stacks of their own, which all run on this CPU thread. A `slot` is a place in the order of threads:
   the thread's number in the block, unless GPU_DEBUG permutes the order. */

enum {
    GPU__STACK_GROUP = 64,
    GPU__GUARD_BYTES = 16384
}; /* stacks are mapped 64 at a time; a guard is the largest page that systems have */
#ifndef GPU__STACK_BYTES
#if defined(GPU__ASAN) || defined(GPU__TSAN)
#define GPU__STACK_BYTES (256 * 1024)
#else
#define GPU__STACK_BYTES (64 * 1024)
#endif
#endif

typedef struct gpu__context { /* of a thread that is not running */
#if defined(GPU__SWITCH_ASM)
    void *pc, *sp, *fp, *base;
#elif defined(GPU__SWITCH_WIN32)
    void *fiber;
#else
    ucontext_t *u;
#endif
} gpu__context;

/* The 64 bytes of a fiber that a barrier touches, so that many fit the nearest cache; what else it has lies apart. */
typedef struct gpu__fiber {
    gpu__context context;
    const gpu__site *at, *passed; /* where it waits, and the last barrier that it left */
    int made;                     /* the context is one that gpu__fiber_main waits in */
} gpu__fiber;
typedef struct gpu__stack { /* what the sanitizers want to know */
    const void *bottom;
    size_t bytes;
    void *fake, *tsan;
    size_t valgrind; /* its number for the stack */
} gpu__stack;
typedef struct gpu__lane { /* a thread's part in a warp operation */
    int op, source, width;
    unsigned mask;
    unsigned long long value, result;
} gpu__lane;
typedef struct gpu__crew { /* fibers for one block, kept for reuse */
    const void *owner;     /* their CPU thread: compiled code in them may hold addresses of its thread-locals */
    struct gpu__crew *next;
    char *stacks[(int)GPU__MAX_BLOCK / (int)GPU__STACK_GROUP];
    gpu__fiber fiber[GPU__MAX_BLOCK];
    gpu__stack stack[GPU__MAX_BLOCK];
    gpu__lane lane[GPU__MAX_BLOCK];
#ifdef GPU__SWITCH_UCONTEXT
    ucontext_t u[GPU__MAX_BLOCK];
#endif
    unsigned char state[GPU__MAX_BLOCK + 1]; /* the last: of the native thread of a cooperative launch */
} gpu__crew;
enum { GPU__NEW, GPU__READY, GPU__AT_BARRIER, GPU__AT_WARP, GPU__AT_GRID, GPU__LEFT };

static gpu__crew *gpu__crews; /* not in use */
static int gpu__crews_lock;
#ifndef _WIN32
static int gpu__guards; /* each costs the process a mapping, of which there are few */
#endif

typedef struct gpu__cpu_launch {
    gpu__kernel *kernel;
    void **argv;
    gpu_dim3 grid, block;
    int automatic; /* the library chose the block: a GPU_FOR may take a whole share */
    int apart; /* a plain GPU_FOR had shares that are not what the threads would visit: no later one can be strided */
    unsigned plain,
        strided;   /* so many of the GPU_FORs that a thread comes to may; those from this number on are strided */
    int threads;   /* of a block */
    size_t blocks; /* of the whole grid */
    size_t parts;  /* shares that the grid is cut into, one after another for a thread */
    size_t shared_bytes;
    int poison, order; /* the byte that fresh shared memory holds; the order of threads and blocks, see gpu__id_of */
    int cooperative;   /* all threads of the grid are alive at once: */
    int more;          /* they go on behind the barrier of the grid ... */
    unsigned round;    /* ... so often it has opened */
    unsigned turn;     /* changes when all CPU threads have run their blocks, */
    int came;          /* of which so many have */
    struct gpu__worker *block_worker; /* of each block */
    struct gpu__debug *debug;         /* NULL unless GPU_DEBUG is set */
    gpu_status failed;                /* the first thread that breaks a rule writes its sentence */
    char why[1024];
} gpu__cpu_launch;

typedef struct gpu__worker {
    gpu__cpu_launch *launch;
    gpu__crew *crew;
    gpu__stack native_stack;
#ifdef GPU__SWITCH_UCONTEXT
    ucontext_t native_u;
#endif
    gpu__context native; /* of the thread that runs on the host's own stack */
    jmp_buf escape;
    size_t block;
    int n;                 /* threads of the block */
    int slot, native_slot; /* who runs, and who has the host's stack */
    int previous;          /* who ran before */
    int promoted, abort;
    int level;            /* which copy of the kernel's loop */
    gpu__loops loop;      /* what a fiber begins with */
    int left, first_left; /* threads that have ended */
    int waiting, first_waiting, sum, barrier_op, barrier_result;
    int in_warp;                     /* threads that wait in a warp operation */
    int waiting_grid, first_at_grid; /* threads that wait at the barrier of the grid */
    char *shared_begin, *shared_end, *dynamic;
    void *here[16]; /* arrays of GPU_SHARED that this block has come to, where shared memory has no bounds */
    int heres;
    size_t here_bytes;
    char *aside; /* of a cooperative launch: the block's shared memory, while others run on this CPU thread */
    unsigned phase, warp_phase[GPU__MAX_BLOCK / 32]; /* for GPU_DEBUG: barriers and warp operations passed */
    unsigned progress; /* grows at every switch and end of a thread; a signal handler reads it */
} gpu__worker;

static int gpu__author_last(const gpu__worker *w, int slot);
/* Orders 1 to 3 are their own inverse: descending, neighbours swapped, one thread exchanged with the last. */
static int gpu__id_of(const gpu__worker *w, int slot)
{
    int order = w->launch->order;
    return order == 3                        ? gpu__author_last(w, slot)
           : order == 1                      ? w->n - 1 - slot
           : order == 2 && (slot ^ 1) < w->n ? slot ^ 1
                                             : slot;
}
static gpu_dim3 gpu__thread_of(const gpu__worker *w, int slot)
{
    gpu_dim3 t, b = w->launch->block;
    unsigned id = (unsigned)gpu__id_of(w, slot);
    if (b.x == (unsigned)w->n) { /* divisions cost as much as a switch */
        t.x = id, t.y = t.z = 0;
        return t;
    }
    t.x = id % b.x, t.y = id / b.x % b.y, t.z = id / b.x / b.y;
    return t;
}
/* Which thread of a row runs: the last one with its mark. */
GPU_API void gpu__find_x(void)
{
    unsigned lo = gpu__trace[0] == gpu__simulated.row ? 0 : 1, hi = gpu__simulated.id.block_dim.x;
    while (hi - lo > 1) {
        const unsigned middle = lo + (hi - lo) / 2;
        if (gpu__trace[middle] == gpu__simulated.row)
            lo = middle;
        else
            hi = middle;
    }
    gpu__simulated.id.thread.x = lo;
}
static void gpu__be(const gpu__worker *w, int slot) /* the thread in this slot */
{
    gpu__simulated.id.thread = gpu__thread_of(w, slot);
    gpu__simulated.row = 0;
}
static gpu_dim3 gpu__block_at(const gpu__cpu_launch *l, size_t block)
{
    gpu_dim3 b;
    b.x = (unsigned)(block % l->grid.x), b.y = (unsigned)(block / l->grid.x % l->grid.y),
    b.z = (unsigned)(block / l->grid.x / l->grid.y);
    return b;
}
static size_t gpu__block_in_order(const gpu__cpu_launch *l, size_t b) /* which runs as the b-th */
{
    return l->order == 1 ? l->blocks - 1 - b : l->order == 2 && (b ^ 1) < l->blocks ? b ^ 1 : b;
}
static int gpu__slot_now(const gpu__worker *w) /* also where name__rest counts for itself */
{
    gpu_dim3 t = gpu__own_ids()->thread, b = gpu__simulated.id.block_dim;
    return w->promoted || w->launch->debug ? w->slot : (int)((t.z * b.y + t.y) * b.x + t.x);
}

/* "thread (1,0,0)" in one of a few buffers, so that a sentence can hold several */
static const char *gpu__thread_text(const gpu__worker *w, int slot)
{
    static GPU__TLS char text[4][48];
    static GPU__TLS int next;
    gpu_dim3 t = gpu__thread_of(w, slot);
    char *s = text[next++ & 3];
    snprintf(s, sizeof text[0], "thread (%u,%u,%u)", t.x, t.y, t.z);
    return s;
}

static void gpu__go(gpu__worker *w, int to, int dying);

/* Leaves the block at once: the native thread by longjmp, a fiber by giving the native thread the word. */
GPU__NORETURN static void gpu__escape(gpu__worker *w)
{
    w->abort = 1;
    if (w->promoted && w->slot != w->native_slot) {
        w->crew->state[w->slot] = GPU__LEFT;
        w->crew->fiber[w->slot].made = 0;
        gpu__go(w, w->native_slot, 1);
    }
    longjmp(w->escape, 1);
}

/* The launch has failed because of the thread in `slot`, of the block, or for want of host memory. */
enum { GPU__THE_BLOCK = -1, GPU__NO_MEMORY = -2 };
GPU__PRINTF(3, 4) static void gpu__note_fault(gpu__worker *w, int slot, const char *format, ...)
{
    gpu__cpu_launch *l = w->launch;
    va_list args;
    gpu__lock(&gpu__global.error_lock);
    if (!l->failed) {
        gpu_dim3 b = gpu__simulated.id.block;
        int used = slot < 0 ? 0
                            : snprintf(l->why, sizeof l->why, "block (%u,%u,%u), %s: ", b.x, b.y, b.z,
                                       gpu__thread_text(w, slot));
        va_start(args, format);
        vsnprintf(l->why + used, sizeof l->why - (size_t)used, format, args);
        va_end(args);
        l->failed = slot == GPU__NO_MEMORY ? GPU_ERROR_OUT_OF_MEMORY : GPU_ERROR_KERNEL;
    }
    gpu__unlock(&gpu__global.error_lock);
}
/* It cannot go on. */
#define gpu__kernel_fault(w, ...)                                                                                      \
    do {                                                                                                               \
        gpu__note_fault(w, __VA_ARGS__);                                                                               \
        gpu__escape(w);                                                                                                \
    } while (0)

/* ------------------------------------------------------------------------------------------------- src/cpu/fibers.h */
/* -- switching stacks -- */

#ifdef GPU__SWITCH_ASM
/* Only what the compiler cannot be told about (instruction, stack and frame pointers, one more register) is saved
   here; the clobber list makes it save the rest that has to survive a call. A jump, not a return, keeps the return
   predictor right. */
GPU__OPAQUE static void gpu__swap(gpu__context *from, gpu__context *to)
{
#if defined(__x86_64__)
    register gpu__context *f __asm__("rdi") = from;
    register gpu__context *t __asm__("rsi") = to;
    __asm__ __volatile__("leaq 1f(%%rip), %%rax\n\t"
                         "movq %%rax, (%%rdi)\n\t"
                         "movq %%rsp, 8(%%rdi)\n\t"
                         "movq %%rbp, 16(%%rdi)\n\t"
                         "movq %%rbx, 24(%%rdi)\n\t"
#ifdef _WIN64 /* the bounds of the stack in the thread block, which _chkstk and exceptions look at */
                         "pushq %%gs:8\n\tpushq %%gs:16\n\tpushq %%gs:0x1478\n\t"
                         "movq %%rsp, 8(%%rdi)\n\t"
#endif
                         "movq 8(%%rsi), %%rsp\n\t"
                         "movq 16(%%rsi), %%rbp\n\t"
                         "movq 24(%%rsi), %%rbx\n\t"
#ifdef _WIN64
                         "popq %%gs:0x1478\n\tpopq %%gs:16\n\tpopq %%gs:8\n\t"
#endif
                         "jmpq *(%%rsi)\n"
                         "1:\n\t"
#ifdef __CET__
                         "endbr64\n\t"
#endif
                         : "+r"(f), "+r"(t)
                         :
                         : "rax", "rcx", "rdx", "r8", "r9", "r10", "r11", "r12", "r13", "r14", "r15", "memory", "cc",
                           "xmm0", "xmm1", "xmm2", "xmm3", "xmm4", "xmm5", "xmm6", "xmm7", "xmm8", "xmm9", "xmm10",
                           "xmm11", "xmm12", "xmm13", "xmm14", "xmm15");
#else
    register gpu__context *f __asm__("x0") = from;
    register gpu__context *t __asm__("x1") = to;
    __asm__ __volatile__("adr x16, 1f\n\t"
                         "mov x17, sp\n\t"
                         "stp x16, x17, [x0]\n\t"
                         "stp x29, x19, [x0, #16]\n\t"
                         "ldp x16, x17, [x1]\n\t"
                         "ldp x29, x19, [x1, #16]\n\t"
                         "mov sp, x17\n\t"
                         "br x16\n"
                         "1:\n\t"
                         "hint #36\n\t" /* bti j */
                         : "+r"(f), "+r"(t)
                         :
                         : "x2", "x3", "x4", "x5", "x6", "x7", "x8", "x9", "x10", "x11", "x12", "x13", "x14", "x15",
                           "x16", "x17", "x20", "x21", "x22", "x23", "x24", "x25", "x26", "x27", "x28", "x30", "memory",
                           "cc", "v0", "v1", "v2", "v3", "v4", "v5", "v6", "v7", "v8", "v9", "v10", "v11", "v12", "v13",
                           "v14", "v15", "v16", "v17", "v18", "v19", "v20", "v21", "v22", "v23", "v24", "v25", "v26",
                           "v27", "v28", "v29", "v30", "v31");
#endif
}
#endif

static inline gpu__context *gpu__context_of(gpu__worker *w, int slot)
{
    return slot == w->native_slot ? &w->native : &w->crew->fiber[slot].context;
}
#if defined(GPU__ASAN) || defined(GPU__TSAN)
static gpu__stack *gpu__stack_of(gpu__worker *w, int slot)
{
    return slot == w->native_slot ? &w->native_stack : &w->crew->stack[slot];
}
#endif
/* A fiber that had ended may have been taken up by another launch, so the worker is asked for anew. */
static inline void gpu__arrived(void)
{
#ifdef GPU__ASAN
    gpu__worker *w = gpu__simulated.worker;
    gpu__stack *from = gpu__stack_of(w, w->previous);
    __sanitizer_finish_switch_fiber(gpu__stack_of(w, w->slot)->fake, &from->bottom, &from->bytes);
#endif
}

static void gpu__leave(gpu__worker *w);
static void gpu__loop_left(gpu__worker *w)
{
    gpu__note_fault(w, gpu__slot_now(w),
                    "a GPU_FOR loop was left by break, return or goto; use continue, so that no index is lost");
}

static void gpu__fiber_main(void)
{
    gpu__arrived();
    for (;;) {
        gpu__worker *w = gpu__simulated.worker;
        gpu__be(w, w->slot);
        gpu__simulated.loop = w->loop;
        w->launch->kernel->one(w->launch->argv);
        w = gpu__simulated.worker;
        if (gpu__simulated.loop.open) {
            gpu__loop_left(w);
            gpu__escape(w);
        }
        gpu__leave(w);
    }
}
#ifdef GPU__SWITCH_WIN32
static void CALLBACK gpu__fiber_main_win32(void *p)
{
    (void)p;
    gpu__fiber_main();
}
#endif

/* Tells valgrind of a stack (0x1501: its first and last byte; gives its number) and of its end (0x1502: the number).
   The instructions are valgrind's way to hear from a program; on a processor they change nothing. */
static size_t gpu__valgrind(size_t request, size_t first, size_t last)
{
    size_t result = 0;
#if defined(__x86_64__) && defined(GPU__GNU) && !defined(_WIN32)
    volatile size_t arguments[6] = {request, first, last, 0, 0, 0};
    __asm__ volatile("rolq $3, %%rdi; rolq $13, %%rdi; rolq $61, %%rdi; rolq $51, %%rdi; xchgq %%rbx, %%rbx"
                     : "=d"(result)
                     : "a"(&arguments[0]), "0"(result)
                     : "cc", "memory");
#else
    (void)request, (void)first, (void)last;
#endif
    return result;
}
static char *gpu__map_stacks(void)
{
    size_t stride = GPU__STACK_BYTES + GPU__GUARD_BYTES, bytes = stride * GPU__STACK_GROUP;
#ifdef _WIN32
    return (char *)VirtualAlloc(NULL, bytes, MEM_RESERVE | MEM_COMMIT, PAGE_READWRITE);
#else
    int i, use = GPU__ADD(int, &gpu__guards, GPU__STACK_GROUP) < 16384;
    void *p = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | GPU__MAP_ANONYMOUS, -1, 0);
    if (p == MAP_FAILED) return NULL;
    for (i = 0; use && i < GPU__STACK_GROUP; i++)
        if (mprotect((char *)p + (size_t)i * stride, GPU__GUARD_BYTES, PROT_NONE)) break;
    return (char *)p;
#endif
}

static int gpu__make_fiber(gpu__worker *w, int slot)
{
    gpu__crew *crew = w->crew;
    gpu__fiber *f = &crew->fiber[slot];
    gpu__stack *k = &crew->stack[slot];
    char **stacks = &crew->stacks[slot / GPU__STACK_GROUP], *low, *top;
    if (f->made) return 1;
    if (!*stacks && !(*stacks = gpu__map_stacks())) return 0;
    low =
        *stacks + (size_t)(GPU__STACK_BYTES + GPU__GUARD_BYTES) * (size_t)(slot % GPU__STACK_GROUP) + GPU__GUARD_BYTES;
    if (!k->bottom) k->valgrind = gpu__valgrind(0x1501, (size_t)low, (size_t)low + GPU__STACK_BYTES - 1);
    top = low + GPU__STACK_BYTES -
          (size_t)(slot % 16) *
              256; /* tops at one offset in every page would compete for the same few sets of the cache */
#ifdef GPU__ASAN
    __asan_unpoison_memory_region(low, GPU__STACK_BYTES);
#endif
    k->bottom = low;
    k->bytes = GPU__STACK_BYTES;
    k->fake = NULL;
#ifdef GPU__TSAN
    if (k->tsan) __tsan_destroy_fiber(k->tsan);
    k->tsan = __tsan_create_fiber(0);
#endif
#if defined(GPU__SWITCH_ASM)
    top -= 64;
    memset(top, 0, 64);
    f->context.fp = f->context.base = NULL;
    *(void (**)(void)) & f->context.pc = gpu__fiber_main;
#ifdef __x86_64__
    top += 8;  /* as if a call had pushed a return address */
#ifdef _WIN64
    top -= 64; /* the caller's home space above, the three bounds below */
    ((void **)top)[-1] = low + GPU__STACK_BYTES;
    ((void **)top)[-2] = low;
    ((void **)top)[-3] = low;
    top -= 24;
#endif
#endif
    f->context.sp = top;
#elif defined(GPU__SWITCH_WIN32)
    (void)top;
    if (f->context.fiber) DeleteFiber(f->context.fiber);
    f->context.fiber = CreateFiberEx(4096, GPU__STACK_BYTES, 0, gpu__fiber_main_win32, NULL);
    if (!f->context.fiber) return 0;
#else
    (void)top;
    f->context.u = &crew->u[slot];
    getcontext(f->context.u);
    f->context.u->uc_stack.ss_sp = low;
    f->context.u->uc_stack.ss_size = GPU__STACK_BYTES;
    f->context.u->uc_link = NULL;
    makecontext(f->context.u, gpu__fiber_main, 0);
#endif
    f->made = 1;
    return 1;
}

static inline void gpu__moved(gpu__worker *w) { GPU__STORE(unsigned, &w->progress, w->progress + 1); }

/* Runs slot `to` on this CPU thread; comes back when someone runs the caller's slot again. */
static GPU__ALWAYS_INLINE void gpu__go_inline(gpu__worker *w, int to, int dying)
{
    int me = w->slot;
    gpu__context *a = gpu__context_of(w, me), *b = gpu__context_of(w, to);
    if (w->crew->state[to] == GPU__NEW) w->crew->state[to] = GPU__READY;
    w->previous = me;
    w->slot = to;
    (void)dying;
#ifdef GPU__ASAN
    {
        gpu__stack *from = gpu__stack_of(w, me), *on = gpu__stack_of(w, to);
        __sanitizer_start_switch_fiber(dying ? NULL : &from->fake, on->bottom, on->bytes);
        if (dying) from->fake = NULL;
    }
#endif
#ifdef GPU__TSAN
    __tsan_switch_to_fiber(gpu__stack_of(w, to)->tsan, 0);
#endif
#if defined(GPU__SWITCH_ASM)
    gpu__swap(a, b);
#elif defined(GPU__SWITCH_WIN32)
    (void)a;
    SwitchToFiber(b->fiber);
#else
    swapcontext(a->u, b->u);
#endif
    gpu__arrived();
}
static void gpu__go(gpu__worker *w, int to, int dying)
{
    if (w->slot != to) gpu__go_inline(w, to, dying);
}

/* ----------------------------------------------------------------------------------------------- src/cpu/schedule.h */
/* -- scheduling inside a block -- */

static int gpu__finish_active(gpu__worker *w);
static void gpu__watch(gpu__worker *w);
static void gpu__note_early_end(const gpu__worker *w);
static void gpu__loop_meets(gpu__worker *w, const char *name, const gpu__site *at);

static int gpu__next(gpu__worker *w, int from) /* that can run, round robin; -1: none */
{
    const unsigned char *s = w->crew->state;
    int i;
    for (i = from + 1; i < w->n; i++)
        if (s[i] <= GPU__READY) return i;
    for (i = 0; i <= from && i < w->n; i++)
        if (s[i] <= GPU__READY) return i;
    return gpu__finish_active(w) ? gpu__next(w, from) : -1;
}

static const char *gpu__op_name(int op)
{
    static const char *const names[] = {
        "__syncwarp",       "__shfl_sync",       "__shfl_up_sync",    "__shfl_down_sync",  "__shfl_xor_sync",
        "__ballot_sync",    "__any_sync",        "__all_sync",        "__match_any_sync",  "__activemask",
        "__match_all_sync", "__reduce_add_sync", "__reduce_min_sync", "__reduce_max_sync", "__reduce_and_sync",
        "__reduce_or_sync", "__reduce_xor_sync"};
    return names[op];
}

/* Nobody can run: says for whom the first thread waits. */
GPU__NORETURN static void gpu__deadlock(gpu__worker *w)
{
    const gpu__crew *c = w->crew;
    int i = 0, lane;
    while (i < w->n - 1 && c->state[i] != GPU__AT_WARP) i++;
    if (c->state[i] == GPU__AT_WARP) {
        const gpu__lane *f = &c->lane[i];
        const gpu__fiber *at = &c->fiber[i];
        int base = gpu__id_of(w, i) & ~31;
        for (lane = 0; lane < 32 && base + lane < w->n; lane++) {
            int k = gpu__id_of(w, base + lane);
            if (f->mask >> lane & 1u &&
                (c->state[k] == GPU__AT_BARRIER || c->state[k] == GPU__AT_GRID ||
                 (c->state[k] == GPU__AT_WARP && (c->fiber[k].at != at->at || c->lane[k].mask != f->mask))))
                gpu__kernel_fault(w, i,
                                  "waits in %s with mask 0x%08x at %s:%d for %s, which is in that mask but waits at "
                                  "%s:%d instead; every lane in the mask has to reach the same call",
                                  gpu__op_name(f->op), f->mask, at->at->file, at->at->line, gpu__thread_text(w, k),
                                  c->fiber[k].at->file, c->fiber[k].at->line);
        }
        gpu__kernel_fault(w, i,
                          "waits in %s with mask 0x%08x at %s:%d and nobody can wake it; every lane in the mask has to "
                          "reach the same call",
                          gpu__op_name(f->op), f->mask, at->at->file, at->at->line);
    }
    if (w->waiting_grid)
        gpu__kernel_fault(w, w->first_at_grid,
                          "waits at gpu_grid_sync() at %s:%d, but %s waits at the barrier at %s:%d; all threads of the "
                          "grid have to reach the same barriers",
                          c->fiber[w->first_at_grid].at->file, c->fiber[w->first_at_grid].at->line,
                          gpu__thread_text(w, w->first_waiting), c->fiber[w->first_waiting].at->file,
                          c->fiber[w->first_waiting].at->line);
    gpu__kernel_fault(w, w->first_waiting, "waits at the barrier at %s:%d and nobody can wake it",
                      c->fiber[w->first_waiting].at->file, c->fiber[w->first_waiting].at->line);
}
/* None of the block can run but, where all have come to the barrier of the grid, other blocks. */
static int gpu__nobody(gpu__worker *w)
{
    if (!w->waiting_grid || w->waiting_grid + w->left < w->n) gpu__deadlock(w);
    return w->native_slot;
}
static void gpu__note_stacks(gpu__worker *w)
{
    const gpu__cpu_launch *l = w->launch;
    if (l->cooperative)
        gpu__note_fault(w, GPU__NO_MEMORY,
                        "there is no memory for the stacks of the %zu x %d threads of a cooperative launch; use fewer "
                        "blocks, with GPU_FOR in the kernel",
                        l->blocks, l->threads);
    else
        gpu__note_fault(w, GPU__NO_MEMORY,
                        "there is no memory for the stacks of the %d threads of a block; use smaller blocks, or fewer "
                        "CPU threads (GPU_THREADS)",
                        l->threads);
}
GPU__NORETURN static void gpu__out_of_stacks(gpu__worker *w)
{
    gpu__note_stacks(w);
    gpu__escape(w);
}

/* Runs slot `to`; the caller's identity is put back when somebody runs it again. */
static GPU__ALWAYS_INLINE void gpu__yield(gpu__worker *w, int to)
{
    const gpu_dim3 thread = gpu__simulated.id.thread;
    const gpu__loops loop = gpu__simulated.loop;
    gpu__moved(w);
    gpu__go_inline(w, to, 0);
    if (w->abort) gpu__escape(w);
    gpu__simulated.id.thread = thread;
    gpu__simulated.loop = loop;
}
/* The calling thread cannot go on: run others until somebody makes it ready again. */
static void gpu__wait(gpu__worker *w)
{
    int to = gpu__next(w, w->slot);
    if (to < 0) to = gpu__nobody(w);
    if (to == w->slot) return; /* the search itself has released it */
    if (to != w->native_slot && !gpu__make_fiber(w, to)) gpu__out_of_stacks(w);
    gpu__yield(w, to);
}

static gpu__crew *gpu__take_crew(void)
{
    gpu__crew *c;
    int i;
    gpu__lock(&gpu__crews_lock);
    for (c = gpu__crews; c && c->owner != (const void *)&gpu__simulated && c->next; c = c->next) {
    } /* rather one that was this CPU thread's */
    if (c) {
        gpu__crew **from = &gpu__crews;
        while (*from != c) from = &(*from)->next;
        *from = c->next;
    }
    gpu__unlock(&gpu__crews_lock);
    if (!c) c = (gpu__crew *)gpu__host(sizeof *c, 1);
    if (c && c->owner != (const void *)&gpu__simulated) {
        for (i = 0; i < GPU__MAX_BLOCK; i++) c->fiber[i].made = 0;
        c->owner = (const void *)&gpu__simulated;
    }
    return c;
}
static void gpu__give_crew(gpu__crew *c)
{
    if (!c) return;
    gpu__lock(&gpu__crews_lock);
    c->next = gpu__crews;
    gpu__crews = c;
    gpu__unlock(&gpu__crews_lock);
}
static void gpu__free_crews(int keep) /* all but so many */
{
    gpu__crew *c, **at = &gpu__crews;
    int i;
    gpu__lock(&gpu__crews_lock);
    for (; *at && keep; keep--) at = &(*at)->next;
    while ((c = *at)) {
        *at = c->next;
        for (i = 0; i < GPU__MAX_BLOCK; i++) {
            if (c->stack[i].bottom) (void)gpu__valgrind(0x1502, c->stack[i].valgrind, 0);
#ifdef GPU__TSAN
            if (c->stack[i].tsan) __tsan_destroy_fiber(c->stack[i].tsan);
#endif
#ifdef GPU__SWITCH_WIN32
            if (c->fiber[i].context.fiber) DeleteFiber(c->fiber[i].context.fiber);
#endif
        }
        for (i = 0; i < (int)GPU__MAX_BLOCK / (int)GPU__STACK_GROUP; i++)
            if (c->stacks[i]) {
#ifdef _WIN32
                VirtualFree(c->stacks[i], 0, MEM_RELEASE);
#else
                munmap(c->stacks[i], (size_t)(GPU__STACK_BYTES + GPU__GUARD_BYTES) * GPU__STACK_GROUP);
                (void)GPU__ADD(int, &gpu__guards, -GPU__STACK_GROUP);
#endif
            }
        GPU_HOST_FREE(c);
    }
    gpu__unlock(&gpu__crews_lock);
}

/* A kernel calls what is for the host: on a GPU that does not work, so it ends the kernel here too. */
static void gpu__called_in_kernel(const char *what, const char *file, int line)
{
    gpu__worker *w = gpu__simulated.worker;
    gpu__kernel_fault(w, gpu__slot_now(w),
                      "calls %s at %s:%d, which only the host can; launch one kernel after another from there", what,
                      file ? file : "?", line);
}

GPU_API void gpu__trap(const char *file, int line)
{
    gpu__worker *w = gpu__simulated.worker;
    if (!w) abort();
    gpu__kernel_fault(w, gpu__slot_now(w), "ends the kernel by __trap() at %s:%d", file, line);
}
GPU_API long long gpu__clock64(void) { return (long long)(gpu__seconds() * 1e9); }

/* Where the library is part of a shared one that is closed. (With a GPU, gpu_shutdown first; and gcc's OpenMP does
   not survive its own unloading, so that the program has to be linked with -fopenmp too.) */
GPU__AT_EXIT(gpu__unload)
{
    gpu__free_crews(0);
    gpu__lock(&gpu__global.memory_lock);
    if (!gpu__ledger.used && gpu__ledger.slot) {
        GPU_HOST_FREE(gpu__ledger.slot);
        memset(&gpu__ledger, 0, sizeof gpu__ledger);
    }
    gpu__unlock(&gpu__global.memory_lock);
}

/* The stack that the CPU thread is on becomes that of slot native_slot. */
static void gpu__become_native(gpu__worker *w)
{
    (void)w;
#ifdef GPU__TSAN
    w->native_stack.tsan = __tsan_get_current_fiber();
#endif
#ifdef GPU__SWITCH_UCONTEXT
    w->native.u = &w->native_u;
#endif
#ifdef GPU__SWITCH_WIN32
    w->native.fiber = IsThreadAFiber() ? GetCurrentFiber() : ConvertThreadToFiber(NULL);
#endif
}
/* The running thread met a barrier or a warp operation. Threads before it in the order have ended, it keeps the host's
   stack, those after it start on stacks of their own. */
static void gpu__promote(gpu__worker *w)
{
    int i;
    w->slot = gpu__slot_now(w);
    gpu__simulated.row = 0;
    if (!w->crew && !(w->crew = gpu__take_crew())) gpu__out_of_stacks(w);
    w->promoted = 1;
    w->native_slot = w->slot;
    gpu__simulated.stop = (void *)w;
    memset(&w->loop, 0, sizeof w->loop);
    w->loop.kind = gpu__simulated.loop.kind == GPU__LOOP_SHARE
                       ? GPU__LOOP_EMPTY
                       : gpu__simulated.loop.kind; /* nothing is left of what the share's thread took */
    w->loop.slot = -1;
    for (i = 0; i < w->n; i++) {
        w->crew->state[i] = (unsigned char)(i < w->slot ? GPU__LEFT : i == w->slot ? GPU__READY : GPU__NEW);
        w->crew->fiber[i].at = w->crew->fiber[i].passed = NULL;
    }
    w->left = w->slot;
    w->first_left = 0;
    w->waiting = w->sum = w->in_warp = w->waiting_grid = 0;
    gpu__become_native(w);
}

/* A barrier waits for the threads that have not ended, as every GPU since sm_70 does. Once all of those have come to
   it they may go on, in their order: returns the first. */
static int gpu__open_barrier(gpu__worker *w)
{
    unsigned char *state = w->crew->state;
    int i, first = 0;
    w->waiting = 0;
    w->phase++;
    w->barrier_result = w->barrier_op == GPU__SYNC_COUNT ? w->sum
                        : w->barrier_op == GPU__SYNC_AND ? w->sum == w->n - w->left
                                                         : w->sum != 0;
    if (!w->left) {
        memset(state, GPU__READY, (size_t)w->n);
        return 0;
    }
    if (w->launch->debug) gpu__note_early_end(w);
    for (i = w->n - 1; i >= 0; i--)
        if (state[i] != GPU__LEFT) state[i] = GPU__READY, first = i;
    return first;
}

/* That of the grid, in a cooperative launch: the block's native thread goes on. */
static void gpu__barrier_grid(gpu__worker *w, const gpu__site *at)
{
    const gpu__site *first;
    gpu__fiber *f;
    if (!w->launch->cooperative)
        gpu__kernel_fault(w, gpu__slot_now(w),
                          "comes to gpu_grid_sync() at %s:%d in a launch that is not cooperative; launch with "
                          "gpu_cooperative(config)",
                          at->file, at->line);
    if (w->launch->debug) gpu__watch(w);
    f = &w->crew->fiber[w->slot];
    f->at = at;
    if (!w->waiting_grid++) w->first_at_grid = w->slot;
    first = w->crew->fiber[w->first_at_grid].at;
    if (first != at)
        gpu__kernel_fault(
            w, w->first_at_grid,
            "waits at gpu_grid_sync() at %s:%d, but %s waits at another one, at %s:%d; all threads of the "
            "grid have to reach the same one",
            first->file, first->line, gpu__thread_text(w, w->slot), at->file, at->line);
    w->crew->state[w->slot] = GPU__AT_GRID;
    gpu__wait(w);
    f->passed = at;
}
GPU_API int gpu__barrier(int op, int predicate, const gpu__site *at)
{
    gpu__worker *w = gpu__simulated.worker;
    gpu__fiber *f;
    int me;
    gpu__simulated.touched = 1;
    if (op == GPU__SYNC_GRID && w) {
        gpu__barrier_grid(w, at);
        return 0;
    }
    if (!w || w->n == 1) return predicate;
    if (gpu__simulated.loop.kind != GPU__LOOP_STRIDED) gpu__loop_meets(w, "a barrier", at);
    if (!w->promoted) gpu__promote(w);
    if (w->launch->debug) gpu__watch(w);
    me = w->slot;
    f = &w->crew->fiber[me];
    f->at = at;
    if (!w->waiting) {
        w->first_waiting = me;
        w->sum = 0;
        w->barrier_op = op;
    } else {
        const gpu__site *first = w->crew->fiber[w->first_waiting].at;
        if (first != at)
            gpu__kernel_fault(w, w->first_waiting,
                              "waits at the barrier at %s:%d, but %s waits at another one, at %s:%d%s; all threads of "
                              "a block have to reach the same barriers",
                              first->file, first->line, gpu__thread_text(w, me), at->file, at->line,
                              first->line == at->line ? ", in the same line" : "");
    }
    w->sum += predicate;
    if (++w->waiting + w->left == w->n) {
        const int first = gpu__open_barrier(w);
        if (me != first) gpu__yield(w, first); /* every phase runs in the same order */
    } else {
        w->crew->state[me] = GPU__AT_BARRIER;
        if (me + 1 < w->n && w->crew->state[me + 1] <= GPU__READY &&
            (w->crew->fiber[me + 1].made || me + 1 == w->native_slot))
            gpu__yield(w, me + 1);
        else
            gpu__wait(w);
    }
    f->passed = at;
    return w->barrier_result;
}

/* -------------------------------------------------------------------------------------------------- src/cpu/warps.h */
/* -- warps -- */

static int gpu__source_lane(int op, int lane, int s, int width)
{
    int base, end;
    if (width < 1 || width > 32 || (width & (width - 1))) width = 32;
    base = lane & ~(width - 1);
    end = base + width;
    switch (op) {
    case GPU__W_INDEX:
        return base + (s & (width - 1));
    case GPU__W_UP:
        return lane - s < base ? lane : lane - s;
    case GPU__W_DOWN:
        return lane + s >= end ? lane : lane + s;
    case GPU__W_XOR:
        return (lane ^ s) >= end ? lane : (lane ^ s) & 31;
    default:
        return lane;
    }
}

/* What all lanes of `group` get alike: of __match_all_sync and the reductions. */
static unsigned gpu__warp_combine(int op, gpu__lane *const *of, unsigned group)
{
    unsigned r = 0, v;
    int k, first = -1;
    for (k = 0; k < 32; k++) {
        if (!of[k]) continue;
        if (op == GPU__W_MATCH_ALL && first >= 0 && of[k]->value != of[first]->value) group = 0;
        v = (unsigned)of[k]->value;
        r = first < 0                              ? v
            : op == GPU__W_REDUCE_ADD              ? r + v
            : op == GPU__W_REDUCE_AND              ? r & v
            : op == GPU__W_REDUCE_OR               ? r | v
            : op == GPU__W_REDUCE_XOR              ? r ^ v
            : (op == GPU__W_REDUCE_MIN) == (v < r) ? v
                                                   : r;
        first = k;
    }
    return op == GPU__W_MATCH_ALL ? group : r;
}

/* All lanes of `group` have arrived: computes what each gets. `base` is the number of the warp's first thread. */
static void gpu__warp_finish(gpu__worker *w, int base, unsigned group)
{
    gpu__lane *of[32];
    unsigned votes = 0, combined = 0;
    int lane, k, op = GPU__W_SYNC;
    w->warp_phase[base / 32]++;
    for (lane = 0; lane < 32; lane++) {
        of[lane] = group >> lane & 1u ? &w->crew->lane[gpu__id_of(w, base + lane)] : NULL;
        if (of[lane] && of[lane]->value) votes |= 1u << lane;
        if (of[lane]) op = of[lane]->op;
    }
    if (op >= GPU__W_MATCH_ALL) combined = gpu__warp_combine(op, of, group);
    for (lane = 0; lane < 32; lane++) {
        gpu__lane *f = of[lane];
        gpu__fiber *at;
        if (!f) continue;
        switch (f->op) {
        case GPU__W_BALLOT:
            f->result = votes;
            break;
        case GPU__W_ANY:
            f->result = votes != 0;
            break;
        case GPU__W_ALL:
            f->result = votes == group;
            break;
        case GPU__W_ACTIVE:
            f->result = group;
            break;
        case GPU__W_MATCH:
            for (f->result = 0, k = 0; k < 32; k++)
                if (of[k] && of[k]->value == f->value) f->result |= 1u << k;
            break;
        default:
            if (f->op >= GPU__W_MATCH_ALL) {
                f->result = combined;
                break;
            }
            k = gpu__source_lane(f->op, lane, f->source, f->width);
            f->result = of[k] ? of[k]->value : f->value;
        }
        k = gpu__id_of(w, base + lane);
        at = &w->crew->fiber[k];
        at->passed = at->at;
        w->crew->state[k] = GPU__READY;
        w->in_warp--;
    }
}

/* The lanes of the waiter's mask that have not ended; returns whether all of them are here. */
static int gpu__warp_complete(gpu__worker *w, int base, int waiter, unsigned *group)
{
    const gpu__lane *f = &w->crew->lane[waiter];
    int lane;
    *group = 0;
    for (lane = 0; lane < 32 && base + lane < w->n; lane++) {
        int slot = gpu__id_of(w, base + lane);
        const gpu__lane *g = &w->crew->lane[slot];
        if (!(f->mask >> lane & 1u) || w->crew->state[slot] == GPU__LEFT) continue;
        if (w->crew->state[slot] != GPU__AT_WARP || g->mask != f->mask || g->op != f->op ||
            w->crew->fiber[slot].at != w->crew->fiber[waiter].at)
            return 0;
        *group |= 1u << lane;
    }
    return 1;
}

GPU_API unsigned long long gpu__warp(int op, unsigned mask, unsigned long long value, int source, int width,
                                     const gpu__site *at)
{
    gpu__worker *w = gpu__simulated.worker;
    gpu__lane *f;
    unsigned group;
    int id;
    gpu__simulated.touched = 1;
    if (op == GPU__W_SYNC && mask == 0) mask = 0xffffffffu;
    if (!w || w->n == 1)
        return op == GPU__W_BALLOT || op == GPU__W_ANY || op == GPU__W_ALL           ? value != 0
               : op == GPU__W_MATCH || op == GPU__W_MATCH_ALL || op == GPU__W_ACTIVE ? 1
                                                                                     : value;
    if (gpu__simulated.loop.kind != GPU__LOOP_STRIDED) gpu__loop_meets(w, gpu__op_name(op), at);
    if (!w->promoted) gpu__promote(w);
    id = gpu__id_of(w, w->slot);
    f = &w->crew->lane[w->slot];
    w->crew->fiber[w->slot].at = at;
    if (!(mask >> (id & 31) & 1u))
        gpu__kernel_fault(w, w->slot, "calls %s at %s:%d with mask 0x%08x, which leaves out its own lane, %d",
                          gpu__op_name(op), at->file, at->line, mask, id & 31);
    f->op = op;
    f->mask = mask;
    f->value = value;
    f->source = source;
    f->width = width;
    w->crew->state[w->slot] = GPU__AT_WARP;
    w->in_warp++;
    if (w->launch->debug) gpu__watch(w);
    if (op != GPU__W_ACTIVE && gpu__warp_complete(w, id & ~31, w->slot, &group))
        gpu__warp_finish(w, id & ~31, group);
    else
        gpu__wait(w);
    return f->result;
}

/* Nobody else can run, so the lanes that have come to one __activemask are those that are active there. */
static int gpu__finish_active(gpu__worker *w)
{
    int i, lane;
    for (i = 0; i < w->n && w->in_warp; i++) {
        int base = gpu__id_of(w, i) & ~31;
        unsigned group = 0;
        if (w->crew->state[i] != GPU__AT_WARP || w->crew->lane[i].op != GPU__W_ACTIVE) continue;
        for (lane = 0; lane < 32 && base + lane < w->n; lane++) {
            int slot = gpu__id_of(w, base + lane);
            if (w->crew->state[slot] == GPU__AT_WARP && w->crew->lane[slot].op == GPU__W_ACTIVE &&
                w->crew->fiber[slot].at == w->crew->fiber[i].at)
                group |= 1u << lane;
        }
        gpu__warp_finish(w, base, group);
        return 1;
    }
    return 0;
}

/* -- the end of a thread -- */

/* Returns the slot after which to look for who runs next. */
static int gpu__mark_left(gpu__worker *w)
{
    int me = w->slot, id = gpu__id_of(w, me), base = id & ~31, lane;
    if (w->launch->debug) gpu__watch(w);
    gpu__moved(w);
    w->crew->state[me] = GPU__LEFT;
    if (!w->left++) w->first_left = me;
    if (w->waiting && w->waiting + w->left == w->n) { /* the others waited for this one alone */
        gpu__open_barrier(w);
        return w->n - 1;
    }
    for (lane = 0; w->in_warp && lane < 32 && base + lane < w->n; lane++) { /* who waited for this lane waits no more */
        int slot = gpu__id_of(w, base + lane);
        const gpu__lane *f = &w->crew->lane[slot];
        unsigned group;
        if (w->crew->state[slot] == GPU__AT_WARP && f->op != GPU__W_ACTIVE && f->mask >> (id & 31) & 1u &&
            gpu__warp_complete(w, base, slot, &group))
            gpu__warp_finish(w, base, group);
    }
    return me;
}
/* A fiber's thread has ended; this returns when the fiber is used for another one. */
static void gpu__leave(gpu__worker *w)
{
    int to = gpu__next(w, gpu__mark_left(w));
    if (to < 0) to = w->left < w->n ? gpu__nobody(w) : w->native_slot;
    if (to != w->native_slot && !gpu__make_fiber(w, to)) gpu__out_of_stacks(w);
    gpu__go(w, to, 1);
}
/* The native thread has ended: runs the fibers to their ends. */
static void gpu__finish_block(gpu__worker *w)
{
    int after;
    w->slot = w->native_slot;
    for (after = gpu__mark_left(w); w->left < w->n; after = w->slot) {
        int to = gpu__next(w, after);
        if (to < 0) gpu__deadlock(w);
        if (!gpu__make_fiber(w, to)) gpu__out_of_stacks(w);
        gpu__go(w, to, 0);
        if (w->abort) gpu__escape(w);
    }
}
/* After an error: fibers that wait somewhere in the kernel are given up one by one, so that the sanitizers see them
   end. */
static void gpu__drain(gpu__worker *w)
{
    int i;
    if (!w->promoted) return;
    w->slot = w->native_slot;
    for (i = 0; i < w->n; i++)
        if (i != w->native_slot && w->crew->state[i] != GPU__LEFT && w->crew->state[i] != GPU__NEW) gpu__go(w, i, 0);
}

/* ------------------------------------------------------------------------------------------------- src/cpu/shared.h */
/* -- shared memory -- */

GPU_API void *gpu__dynamic_shared(const char *file, int line)
{
    gpu__worker *w = gpu__simulated.worker;
    if (!w) return NULL;
    if (!w->launch->shared_bytes)
        gpu__kernel_fault(
            w, gpu__slot_now(w),
            "uses dynamic shared memory at %s:%d, but the launch gives none; use gpu_config_shared(config, bytes)",
            file, line);
    return w->dynamic;
}
/* Where static shared memory has no bounds, GPU_SHARED arrays are poisoned by the first thread that comes to them. */
GPU_API void gpu__shared_here(void *p, size_t bytes)
{
    gpu__worker *w = gpu__simulated.worker;
    int i;
    if (!w) return;
    for (i = 0; i < w->heres; i++)
        if (w->here[i] == p) return;
    if (w->heres == 16) return;
    w->here[w->heres++] = p;
    if ((w->here_bytes += bytes) > GPU__CPU_SHARED)
        gpu__kernel_fault(w, gpu__slot_now(w),
                          "has %zu bytes of static shared memory; no GPU gives a block more than %zu: use smaller "
                          "tiles, or GPU_SHARED_DYNAMIC and gpu_config_shared",
                          w->here_bytes, GPU__CPU_SHARED);
    memset(p, w->launch->poison, bytes);
}
/* A block begins with poison, all bits set (NaN, -1), in the static shared memory of the module that the kernel is
   in. As that may be much more than this kernel's, its first blocks show which part it writes, and later ones poison
   that. */
enum { GPU__LEARN = 4 };
static void gpu__poison(gpu__worker *w)
{
    gpu__kernel *k = w->launch->kernel;
    size_t bytes = (size_t)(w->shared_end - w->shared_begin);
    if (w->launch->shared_bytes) memset(w->dynamic, w->launch->poison, w->launch->shared_bytes);
    if (!bytes) return;
    if (w->launch->debug || w->launch->cooperative || GPU__LOAD_ACQUIRE(unsigned, &k->learned) < GPU__LEARN)
        memset(w->shared_begin, w->launch->poison, bytes);
    else if (k->hi > k->lo)
        memset(w->shared_begin + k->lo, w->launch->poison, k->hi - k->lo);
}
static size_t gpu__written(const unsigned char *s, size_t bytes,
                           int poison) /* in words of 4 bytes: other kernels' arrays may lie between */
{
    size_t at, k, sum = 0;
    for (at = 0; at < bytes; at += 4) {
        const size_t end = bytes - at < 4 ? bytes : at + 4;
        for (k = at; k < end && s[k] == poison; k++) {
        }
        if (k < end) sum += 4;
    }
    return sum;
}
static void gpu__learn(gpu__worker *w)
{
    static int lock;
    gpu__kernel *k = w->launch->kernel;
    size_t bytes = (size_t)(w->shared_end - w->shared_begin), lo, hi;
    const unsigned char *s = (const unsigned char *)w->shared_begin;
    if (!bytes || (!w->launch->debug && GPU__LOAD(unsigned, &k->learned) >= GPU__LEARN)) return;
    for (lo = 0; lo < bytes && s[lo] == w->launch->poison; lo++) {
    }
    for (hi = bytes; hi > lo && s[hi - 1] == w->launch->poison; hi--) {
    }
    if (hi - lo > GPU__CPU_SHARED && gpu__written(s + lo, hi - lo, w->launch->poison) > GPU__CPU_SHARED) {
        gpu__note_fault(w, GPU__THE_BLOCK,
                        "it uses %zu bytes of static shared memory or more; no GPU gives a block more than %zu: use "
                        "smaller tiles, or GPU_SHARED_DYNAMIC and gpu_config_shared",
                        gpu__written(s + lo, hi - lo, w->launch->poison), GPU__CPU_SHARED);
        return;
    }
    gpu__lock(&lock);
    if (hi > lo) {
        if (k->hi == k->lo || lo < k->lo) GPU__STORE(unsigned, &k->lo, (unsigned)lo);
        if (hi > k->hi) GPU__STORE(unsigned, &k->hi, (unsigned)hi);
    }
    GPU__STORE_RELEASE(unsigned, &k->learned, k->learned + 1);
    gpu__unlock(&lock);
}

/* -------------------------------------------------------------------------------------------------- src/cpu/debug.h */
/* -- GPU_DEBUG -- */

/* What a checked launch keeps, which words its atomics have touched, and GPU_AT. */

typedef struct gpu__writer { /* who changed a byte last */
    size_t block;
    unsigned round;             /* barriers of the grid it had passed */
    unsigned phase, warp_phase; /* barriers it had passed, plus one; 0: nobody */
    int slot;
    const gpu__site *after; /* the last barrier */
} gpu__writer;
typedef struct gpu__window { /* memory that is compared each time a thread stops, so that every change has an author */
    char *p, *copy;
    gpu__writer *writer; /* of each byte: elements may be as small, and lie anywhere */
    size_t bytes;
    int shared;
} gpu__window;
enum { GPU__WINDOWS = 20, GPU__COMPARED = 256, GPU__REGIONS = 64 };
typedef struct gpu__debug {
    gpu__allocation region[GPU__REGIONS]; /* what the launch can reach of the memory that gpu.h knows */
    char *before[GPU__REGIONS], *after[GPU__REGIONS];
    int regions, unknown; /* it can reach other memory too: then it runs once */
    uintptr_t *set;       /* words that atomics touched; bit 0: in an order that matters */
    size_t slots, used;
    int any_atomic, any_lock;
    gpu__window window[GPU__WINDOWS];
    int windows, watching; /* watching: this run looks for two writers */
    const char *watched;   /* the byte that came out different */
    char author[256];      /* who wrote it last */
    int author_id;         /* that one's number in its block */
    gpu__allocation last;  /* that GPU_AT looked up */
} gpu__debug;

static int gpu__author_last(const gpu__worker *w, int slot)
{
    const int last = w->n - 1, author = w->launch->debug->author_id;
    return slot == last ? author : slot == author ? last : slot;
}

static uintptr_t *gpu__word_slot(uintptr_t *set, size_t slots, uintptr_t word)
{
    size_t i = gpu__hash((const void *)(word << 2));
    while (set[i & (slots - 1)] && (set[i & (slots - 1)] & ~(uintptr_t)1) != word) i++;
    return &set[i & (slots - 1)];
}
/* 0: no atomic touched the word; 1: only such as may come in any order; 2: others */
static int gpu__word_atomic(const gpu__debug *d, const void *p)
{
    uintptr_t word = d->slots ? *gpu__word_slot(d->set, d->slots, (uintptr_t)p & ~(uintptr_t)3) : 0;
    return word ? 1 + (int)(word & 1) : 0;
}
/* kind: 1 its order does not matter, 0 it may, -1 compare-and-swap or exchange, which make locks */
GPU_API void gpu__note_atomic(const volatile void *p, size_t size, int kind)
{
    gpu__debug *d = gpu__simulated.worker ? gpu__simulated.worker->launch->debug : NULL;
    uintptr_t word = (uintptr_t)p & ~(uintptr_t)3, *at;
    size_t k;
    if (size > 4) gpu__note_atomic((const volatile char *)p + 4, size - 4, kind);
    if (!d) return;
    d->any_atomic = 1;
    if (kind < 0) d->any_lock = 1;
    if (2 * d->used >= d->slots) {
        size_t slots = d->slots ? 2 * d->slots : 1024;
        uintptr_t *set = (uintptr_t *)gpu__host(slots * sizeof *set, 1);
        if (!set) return;
        for (k = 0; k < d->slots; k++)
            if (d->set[k]) *gpu__word_slot(set, slots, d->set[k] & ~(uintptr_t)1) = d->set[k];
        if (d->set) GPU_HOST_FREE(d->set);
        d->set = set;
        d->slots = slots;
    }
    at = gpu__word_slot(d->set, d->slots, word);
    if (!*at) d->used++;
    *at = word | (*at & 1) | (kind < 1 ? 1u : 0u);
}

/* GPU_AT on the CPU: the address of p[i]. `bytes`: of an array, -1 for a pointer. */
GPU_API void *gpu__element(const volatile void *pointer, long long i, size_t size, long long bytes, const char *name,
                           const char *file, int line)
{
    gpu__worker *w = gpu__simulated.worker;
    const char *p = (const char *)(uintptr_t)pointer;
    long long first = 0, end = bytes / (long long)size;
    char made[300] = "";
    if (!w || (bytes < 0 && !w->launch->debug)) return (void *)(uintptr_t)(p + i * (long long)size);
    if (bytes < 0) {
        gpu__allocation *a = &w->launch->debug->last;
        if (w->dynamic && p >= w->dynamic && p < w->dynamic + w->launch->shared_bytes)
            first = -(long long)((size_t)(p - w->dynamic) / size),
            end = (long long)((size_t)(w->dynamic + w->launch->shared_bytes - p) / size);
        else if ((a->p && p >= (char *)a->p && p < (char *)a->p + a->bytes) || gpu__holder(p, a)) {
            first = -(long long)((size_t)(p - (char *)a->p) / size),
            end = (long long)((size_t)((char *)a->p + a->bytes - p) / size);
            if (a->file) snprintf(made, sizeof made, " (made at %s:%d)", a->file, a->line);
        } else
            first = i, end = i + 1;
    }
    if (i < first || i >= end)
        gpu__kernel_fault(w, gpu__slot_now(w), "index %lld is outside %s, which has %lld elements%s, at %s:%d", i, name,
                          end, made, file, line);
    return (void *)(uintptr_t)(p + i * (long long)size);
}

/* Says something once for a kernel. */
enum { GPU__SAID_MEMORY = 1, GPU__SAID_END = 2 };
static int gpu__said(gpu__kernel *kernel, unsigned what)
{
    const unsigned had = kernel->said;
    kernel->said |= what;
    return (had & what) != 0 || gpu__global.quiet;
}
static void gpu__note_early_end(const gpu__worker *w)
{
    const gpu__site *at = w->crew->fiber[w->first_waiting].at;
    const gpu_dim3 b = gpu__simulated.id.block;
    if (gpu__said(w->launch->kernel, GPU__SAID_END)) return;
    fprintf(stderr,
            "gpu.h: GPU_DEBUG: %s: %s of block (%u,%u,%u) has ended without coming to the barrier at %s:%d, which "
            "waits for the others alone; GPUs older than sm_70 hang there\n",
            w->launch->kernel->name, gpu__thread_text(w, w->first_left), b.x, b.y, b.z, at->file, at->line);
}

/* -------------------------------------------------------------------------------------------------- src/cpu/races.h */
/* -- GPU_DEBUG: two writers of one element -- */

/* Windows are parts of memory that are compared each time a thread stops, so that each change has an author: two
   authors without a barrier between them are a race. */

static const char *gpu__writer_text(const gpu__worker *w, const gpu__writer *o, char *text, size_t size)
{
    gpu_dim3 b = gpu__block_at(w->launch, o->block);
    int used = snprintf(text, size, "%s of block (%u,%u,%u)", gpu__thread_text(w, o->slot), b.x, b.y, b.z);
    if (o->after) snprintf(text + used, size - (size_t)used, " after %s:%d", o->after->file, o->after->line);
    return text;
}
static size_t gpu__offset_of(const gpu__debug *d, const char *p) /* in its allocation */
{
    int i;
    for (i = 0; i < d->regions; i++)
        if (p >= (char *)d->region[i].p && p < (char *)d->region[i].p + d->region[i].bytes)
            return (size_t)(p - (char *)d->region[i].p);
    return 0;
}

/* A thread stops: what changed since the last time was changed by it. */
static void gpu__watch(gpu__worker *w)
{
    gpu__debug *d = w->launch->debug;
    gpu__writer me;
    char first[192], second[192];
    int k;
    size_t i;
    me.block = w->block;
    me.round = w->launch->round;
    me.slot = w->slot;
    me.phase = w->phase + 1;
    me.warp_phase = w->warp_phase[gpu__id_of(w, w->slot) / 32];
    me.after = w->promoted ? w->crew->fiber[w->slot].passed : NULL;
    for (k = 0; k < d->windows; k++) {
        gpu__window *v = &d->window[k];
        if (!memcmp(v->p, v->copy, v->bytes)) continue;
        for (i = 0; i < v->bytes; i++) {
            gpu__writer *o = &v->writer[i];
            int together;
            if (i % 64 == 0 && v->bytes - i >= 64 &&
                !memcmp(v->p + i, v->copy + i, 64)) { /* most of it has not changed */
                i += 63;
                continue;
            }
            if (v->p[i] == v->copy[i]) continue;
            v->copy[i] = v->p[i];
            if (d->watched == v->p + i) {
                gpu__writer_text(w, &me, d->author, sizeof d->author);
                d->author_id = gpu__id_of(w, me.slot);
            }
            together =
                o->block != me.block ? !v->shared && o->round == me.round : o->slot != me.slot && o->phase == me.phase;
            if (o->block == me.block && gpu__id_of(w, o->slot) / 32 == gpu__id_of(w, me.slot) / 32 &&
                o->warp_phase != me.warp_phase)
                together = 0;
            if (o->phase && together && !d->watched && !d->any_lock && !gpu__word_atomic(d, v->p + i))
                gpu__kernel_fault(
                    w, -1,
                    "two threads write the same element without a barrier between them: %s and %s write byte %zu of %s",
                    gpu__writer_text(w, o, first, sizeof first), gpu__writer_text(w, &me, second, sizeof second),
                    v->shared ? i : gpu__offset_of(d, v->p + i), v->shared ? "the shared memory" : "an array");
            *o = me;
        }
    }
}
static void gpu__watch_add(gpu__debug *d, char *p, size_t bytes, int shared)
{
    gpu__window *v = &d->window[d->windows];
    if (d->windows + !shared >= GPU__WINDOWS || !bytes) return; /* the last one is kept for the dynamic shared memory */
    v->p = p;
    v->bytes = bytes;
    v->shared = shared;
    v->copy = (char *)gpu__host(bytes, 0);
    v->writer = (gpu__writer *)gpu__host(bytes * sizeof *v->writer, 1);
    d->windows++;
    if (v->copy && v->writer) {
        memcpy(v->copy, p, bytes);
        return;
    }
    v->bytes = 0;
}
static void gpu__watch_end(gpu__debug *d)
{
    while (d->windows) {
        gpu__window *v = &d->window[--d->windows];
        if (v->copy) GPU_HOST_FREE(v->copy);
        if (v->writer) GPU_HOST_FREE(v->writer);
    }
}

/* Windows on the kernel's shared memory, and on a few places spread over what the launch changed in global memory. */
static void gpu__debug_windows(gpu__debug *d, const gpu__cpu_launch *l)
{
    char *lo, *hi;
    int i;
    l->kernel->shared(&lo, &hi);
    if (lo) gpu__watch_add(d, lo + l->kernel->lo, l->kernel->hi - l->kernel->lo, 1);
    for (i = 0; i < d->regions; i++) {
        size_t at, changed = 0, step = 0, n = d->region[i].bytes;
        int pass;
        for (pass = 0; pass < 2; pass++, step = changed / 8 + 1, changed = 0)
            for (at = 0; at < n; at += GPU__COMPARED) {
                size_t bytes = n - at < GPU__COMPARED ? n - at : (size_t)GPU__COMPARED;
                if (memcmp(d->before[i] + at, d->after[i] + at, bytes) && changed++ % (step ? step : 1) == 0 && pass)
                    gpu__watch_add(d, (char *)d->region[i].p + at, bytes, 0);
            }
    }
}
/* Another block's turn: what is in shared memory now nobody has written, or others than that of the one before. */
static void gpu__watch_block(gpu__debug *d)
{
    int k;
    for (k = 0; k < d->windows; k++)
        if (d->window[k].shared) memcpy(d->window[k].copy, d->window[k].p, d->window[k].bytes);
}
static void gpu__debug_block(gpu__worker *w)
{
    int k;
    w->phase = 0;
    memset(w->warp_phase, 0, sizeof w->warp_phase);
    gpu__watch_block(w->launch->debug);
    for (k = 0; k < w->n && !w->promoted; k++) {
        w->slot = k;
        gpu__be(w, k);
        w->launch->kernel->one(w->launch->argv);
        if (gpu__simulated.loop.open) {
            gpu__loop_left(w);
            gpu__escape(w);
        }
        gpu__moved(w);
        if (w->promoted)
            gpu__finish_block(w);
        else
            gpu__watch(w);
    }
}

/* --------------------------------------------------------------------------------------------------- src/cpu/spin.h */
/* -- GPU_DEBUG: kernels that spin -- */

/* One thread must not use more than so many seconds of CPU time. A timer on the CPU time of the thread that launched
   sends it a signal four times in that span. (The timer and the signal are Linux's own: neither the program's alarm
   nor its interval timers are touched, and it does not matter which thread launches. Strict C hides the declarations.
   Under the thread sanitizer there is no watch: a handler it has not set would run in the middle of its own
   bookkeeping.) */
#ifndef GPU__SPIN_SECONDS
#define GPU__SPIN_SECONDS 5
#endif
#if defined(__linux__) && defined(SYS_timer_create) && !defined(GPU__TSAN)
#define GPU__SPIN_WATCH 1
#ifndef __cplusplus
extern long syscall(long, ...);
#endif
static struct {
    gpu__worker *volatile worker;
    unsigned seen;
    int ticks, timer, number;
    void (*old_handler)(int);
} gpu__spin;
static void gpu__spin_unblock(void)
{
    unsigned long set[128 / sizeof(unsigned long)];
    memset(set, 0, sizeof set);
    set[(size_t)(gpu__spin.number - 1) / (8 * sizeof *set)] = 1ul << (size_t)(gpu__spin.number - 1) % (8 * sizeof *set);
    syscall(SYS_rt_sigprocmask, 1L, (void *)set, (void *)0, 8L); /* 1: unblock; 8: bytes of a set in the kernel */
}
static void gpu__tick(int number)
{
    gpu__worker *w = gpu__spin.worker;
    unsigned now;
    signal(number, gpu__tick);
    if (!w || w != gpu__simulated.worker) return;
    now = GPU__LOAD(unsigned, &w->progress);
    if (now != gpu__spin.seen) gpu__spin.seen = now, gpu__spin.ticks = 0;
    if (++gpu__spin.ticks <= 4) return;
    gpu__spin.worker = NULL;
    gpu__spin_unblock(); /* the handler is left by longjmp */
    gpu__kernel_fault(w, gpu__slot_now(w),
                      "it has run for %d s without reaching a barrier or its end, probably waiting for a value that "
                      "another thread or block writes; that one may start only after this one has ended, here and on a "
                      "GPU that is too small for the grid",
                      GPU__SPIN_SECONDS);
}
static void gpu__spin_begin(void)
{
    struct { /* the kernel's sigevent */
        void *value;
        int number, notify, thread;
        char rest[64 - sizeof(void *) - 3 * sizeof(int)];
    } event;
    long quarter = GPU__SPIN_SECONDS * 250L, spec[4];
    gpu__spin.timer = -1;
    for (gpu__spin.number = 60; gpu__spin.number > 40;
         gpu__spin.number--) { /* a real-time signal that the program does not use */
        gpu__spin.old_handler = signal(gpu__spin.number, gpu__tick);
        if (gpu__spin.old_handler == SIG_DFL) break;
        if (gpu__spin.old_handler != SIG_ERR) signal(gpu__spin.number, gpu__spin.old_handler);
    }
    if (gpu__spin.old_handler != SIG_DFL) return;
    memset(&event, 0, sizeof event);
    event.number = gpu__spin.number;
    event.notify = 4; /* to a thread */
    event.thread = (int)syscall(SYS_gettid);
    spec[0] = spec[2] = quarter / 1000, spec[1] = spec[3] = quarter % 1000 * 1000000;
    if (!syscall(SYS_timer_create, 3L, (void *)&event,
                 (void *)&gpu__spin.timer)) /* 3: CPU time of the calling thread */
        syscall(SYS_timer_settime, (long)gpu__spin.timer, 0L, (void *)spec, (void *)0);
    else
        gpu__spin.timer = -1;
    gpu__spin_unblock();
}
static void gpu__spin_end(void)
{
    gpu__spin.worker = NULL;
    if (gpu__spin.timer >= 0) syscall(SYS_timer_delete, (long)gpu__spin.timer);
    if (gpu__spin.old_handler == SIG_DFL) signal(gpu__spin.number, SIG_DFL);
}
#endif

/* -------------------------------------------------------------------------------------------------- src/cpu/rerun.h */
/* -- GPU_DEBUG: run again and compare -- */

/* A launch is run in order 0 with poison 0xff, and its results are kept. Then, each time from the same memory: order
   0 to learn who writes what, order 0 with poison 0x55, descending order, neighbours swapped. What comes out
   different is reported, with the thread that wrote it last in order 0. */

/* This worker's block runs from now on. */
static void gpu__debug_turn(gpu__worker *w)
{
    (void)w;
#ifdef GPU__SPIN_WATCH
    gpu__spin.seen = w->progress - 1;
    gpu__spin.worker = w;
#endif
}
/* Begins a run: the dynamic shared memory is known now. */
static void gpu__debug_begin(gpu__worker *w)
{
    if (w->launch->debug->watching) gpu__watch_add(w->launch->debug, w->dynamic, w->launch->shared_bytes, 1);
    gpu__debug_turn(w);
}

static void gpu__run_part(gpu__cpu_launch *l, size_t part);
static void gpu__debug_run(gpu__cpu_launch *l, int order, int poison)
{
    gpu__debug *d = l->debug;
    int i;
    for (i = 0; i < d->regions; i++) memcpy(d->region[i].p, d->before[i], d->region[i].bytes);
    l->order = order;
    l->poison = poison;
    gpu__run_part(l, 0);
}

static int gpu__is_mapped(uintptr_t p)
{
#ifdef _WIN32
    MEMORY_BASIC_INFORMATION m;
    return VirtualQuery((const void *)p, &m, sizeof m) && m.State == MEM_COMMIT;
#else
    long page = sysconf(_SC_PAGESIZE);
    return p >= 65536 && !msync((void *)(p & ~(uintptr_t)(page - 1)), 1, MS_ASYNC);
#endif
}
/* A word that is, or may be, a pointer; `given`: an argument that is one, or a part of a structure. */
static void gpu__debug_word(gpu__debug *d, const void *word, int given)
{
    gpu__allocation a;
    void *p;
    int i;
    memset(&a, 0, sizeof a);
    memcpy(&p, word, sizeof p);
    if (!p) return;
    for (i = 0; i < d->regions; i++)
        if ((char *)p >= (char *)d->region[i].p && (char *)p <= (char *)d->region[i].p + d->region[i].bytes) return;
    if (gpu__holder(p, &a) && a.kind < GPU__STREAM && (!gpu__is_gpu(a.home) || a.kind == GPU__MANAGED)) {
        if (d->regions == GPU__REGIONS)
            d->unknown = 1;
        else
            d->region[d->regions++] = a;
    } else if (given && gpu__is_mapped((uintptr_t)p))
        d->unknown = 1;
}
static void gpu__debug_reach(gpu__debug *d, const gpu__cpu_launch *l)
{
    uintptr_t lo = UINTPTR_MAX, hi = 0;
    size_t at;
    int k;
    gpu__lock(&gpu__global.memory_lock);
    for (at = 0; at < gpu__ledger.slots; at++) {
        uintptr_t p = (uintptr_t)gpu__ledger.slot[at].p;
        if (p && p < lo) lo = p;
        if (p && p + gpu__ledger.slot[at].bytes > hi) hi = p + gpu__ledger.slot[at].bytes;
    }
    gpu__unlock(&gpu__global.memory_lock);
    for (k = 0; k < l->kernel->count; k++)
        for (at = 0; at + sizeof(void *) <= l->kernel->size[k]; at += sizeof(void *))
            gpu__debug_word(d, (const char *)l->argv[k] + at, l->kernel->pointers >> k & 1);
    for (k = 0; k < d->regions; k++) /* pointers in what it can reach, which makes the list longer */
        for (at = 0; at + sizeof(void *) <= d->region[k].bytes; at += sizeof(void *)) {
            uintptr_t p;
            memcpy(&p, (char *)d->region[k].p + at, sizeof p);
            if (p >= lo && p <= hi) gpu__debug_word(d, &p, 0);
        }
}

/* Does byte `at` of region i come out the same in this order, whatever shared memory held before? */
static int gpu__debug_defined(gpu__cpu_launch *l, int order, int i, size_t at)
{
    char first;
    int good;
    gpu__debug_run(l, order, 0xff);
    first = ((char *)l->debug->region[i].p)[at];
    good = !l->failed;
    if (good) gpu__debug_run(l, order, 0x55);
    good = good && !l->failed && ((char *)l->debug->region[i].p)[at] == first;
    l->failed = GPU_OK;
    return good;
}
/* Compares with the first run; a byte that differs is looked for once more, to learn who wrote it. If it depends on
   what shared memory held, it does not where the right threads run first: then another thread writes what is read
   too early. */
static void gpu__debug_compare(gpu__cpu_launch *l)
{
    gpu__debug *d = l->debug;
    int i, order = l->order, arrival, early;
    size_t at;
    for (i = 0; i < d->regions; i++)
        for (at = 0; at < d->region[i].bytes; at++) {
            char *p = (char *)d->region[i].p;
            if (p[at] == d->after[i][at] || gpu__word_atomic(d, p + at) == 2) continue;
            arrival = order && d->any_atomic && !gpu__word_atomic(d, p + at);
            d->watched = p + at;
            gpu__watch_add(d, p + at, 1, 0);
            if (d->window[0].bytes) *d->window[0].copy = d->before[i][at];
            gpu__debug_run(l, 0, 0xff);
            gpu__watch_end(d);
            early = !order && (gpu__debug_defined(l, 3, i, at) || gpu__debug_defined(l, 1, i, at));
            l->failed = GPU_ERROR_KERNEL;
            snprintf(l->why, sizeof l->why, "%s: byte %zu of the array made at %s:%d depends on %s%s%s%s",
                     order   ? "two threads touch the same element without a barrier between them, one of them writing"
                     : early ? "two threads touch the same element of shared memory without a barrier between them: "
                               "one reads it before the other has written it"
                             : "it reads shared memory that no thread has written",
                     at, d->region[i].file ? d->region[i].file : "?", d->region[i].line,
                     order ? "the order in which threads run" : "what shared memory held before",
                     arrival ? " (unless the arrival order of its atomics is meant to decide that)" : "",
                     *d->author ? "; run in order, it is written last by " : "", d->author);
            return;
        }
}

/* What a kernel prints in a run after the first goes nowhere. Other threads of the program print later, as the lock on
   stdout is this thread's for the time; only its own descriptor is exchanged, where the C library lets us. */
#ifndef _WIN32
#ifndef __cplusplus /* strict C hides them */
extern void flockfile(FILE *);
extern void funlockfile(FILE *);
#endif
static int gpu__mute(int *null)
{
    int out = -1;
    *null = open("/dev/null", O_WRONLY);
    fflush(stdout);
#ifdef __GLIBC__
    if (*null >= 0) out = stdout->_fileno, stdout->_fileno = *null;
#else
    out = *null >= 0 ? dup(1) : -1;
    if (out >= 0) dup2(*null, 1);
#endif
    return out;
}
static void gpu__unmute(int out, int null)
{
    if (out >= 0) {
        fflush(stdout);
#ifdef __GLIBC__
        stdout->_fileno = out;
#else
        dup2(out, 1);
        close(out);
#endif
    }
    if (null >= 0) close(null);
}
#endif

/* What the launch can reach, kept as it is before: without that it is run once. */
static void gpu__debug_keep(gpu__debug *d, const gpu__cpu_launch *l)
{
    int i;
    gpu__debug_reach(d, l);
    for (i = 0; i < d->regions; i++) {
        d->before[i] = (char *)gpu__host(d->region[i].bytes + 1, 0),
        d->after[i] = (char *)gpu__host(d->region[i].bytes + 1, 0);
        if (d->before[i] && d->after[i])
            memcpy(d->before[i], d->region[i].p, d->region[i].bytes);
        else
            d->unknown = 1;
    }
    if (d->unknown && !gpu__said(l->kernel, GPU__SAID_MEMORY))
        fprintf(stderr,
                "gpu.h: GPU_DEBUG: %s works on memory that is not from gpu_malloc, or there is no memory for copies: "
                "it is run once, and races are not looked for\n",
                l->kernel->name);
}
/* The runs after the first, whose results are in d->after; nothing of them is to be heard. */
static void gpu__debug_again(gpu__cpu_launch *l)
{
    gpu__debug *d = l->debug;
    int i, run;
#ifndef _WIN32
    int null, out = gpu__mute(&null);
#endif
    for (run = 0; run < 4 && !l->failed; run++) {
        if (run == 0) {
            for (i = 0; i < d->regions; i++) memcpy(d->region[i].p, d->before[i], d->region[i].bytes);
            gpu__debug_windows(d, l);
        }
        d->watching = run == 0;
        gpu__debug_run(l, run < 2 ? 0 : run - 1, run == 1 ? 0x55 : 0xff);
        gpu__watch_end(d);
        if (run && !l->failed) gpu__debug_compare(l);
    }
#ifndef _WIN32
    gpu__unmute(out, null);
#endif
}
/* The first run with what follows it; its results stand in the end. */
static void gpu__debug_runs(gpu__cpu_launch *l)
{
    gpu__debug *d = l->debug;
    int i;
    gpu__run_part(l, 0);
    if (l->failed || d->unknown) return;
    for (i = 0; i < d->regions; i++) memcpy(d->after[i], d->region[i].p, d->region[i].bytes);
    gpu__debug_again(l);
    for (i = 0; i < d->regions; i++) memcpy(d->region[i].p, d->after[i], d->region[i].bytes);
}
static void gpu__debug_end(gpu__debug *d)
{
    int i;
    for (i = 0; i < d->regions; i++) {
        if (d->before[i]) GPU_HOST_FREE(d->before[i]);
        if (d->after[i]) GPU_HOST_FREE(d->after[i]);
    }
    if (d->set) GPU_HOST_FREE(d->set);
    GPU_HOST_FREE(d);
}
static void gpu__debug_launch(gpu__cpu_launch *l)
{
    gpu__debug *d = (gpu__debug *)gpu__host(sizeof *d, 1);
    if (!d) {
        l->failed = GPU_ERROR_OUT_OF_MEMORY;
        snprintf(l->why, sizeof l->why, "there is no memory for GPU_DEBUG");
        return;
    }
#ifndef _WIN32
    flockfile(stdout); /* before the other lock: a thread that has this one may launch */
#endif
    gpu__lock(&gpu__global.debug_lock);
    l->debug = d;
    l->parts = 1;
    gpu__debug_keep(d, l);
#ifdef GPU__SPIN_WATCH
    gpu__spin_begin();
#endif
    gpu__debug_runs(l);
#ifdef GPU__SPIN_WATCH
    gpu__spin_end();
#endif
    gpu__watch_end(d);
    gpu__debug_end(d);
    gpu__unlock(&gpu__global.debug_lock);
#ifndef _WIN32
    funlockfile(stdout);
#endif
}

/* ---------------------------------------------------------------------------------------------------- src/cpu/for.h */
/* -- GPU_FOR -- */

/* Where the library chose the block, a GPU_FOR runs as a plain loop over a share of the indices, unless its body
   needs its thread. That shows at the first index of the first share, which is that of thread 0 in block 0 either
   way; the other shares wait to be told. The loops that a thread comes to are numbered: all threads come to the same
   ones until they ask who they are, and after that every loop is strided. That needs shares that are what the threads
   would have visited; where they are not (gpu__loop_apart), an index would go from one CPU thread to another between
   two loops, and the launch is refused. */

static void gpu__loops_strided(gpu__cpu_launch *l, unsigned from) /* called by the first share's CPU thread alone */
{
    if (from < l->strided) GPU__STORE_RELEASE(unsigned, &l->strided, from);
}
GPU__NORETURN static void gpu__loop_refused(gpu__worker *w, const char *what, const char *name, const gpu__site *at)
{
    char place[300] = "";
    if (at) snprintf(place, sizeof place, " at %s:%d", at->file, at->line);
    gpu__kernel_fault(w, gpu__slot_now(w),
                      "%s%s%s inside a GPU_FOR whose first index did not; the CPU has begun that loop as a plain one: "
                      "launch with gpu_grid(0, 1, 1, 256, 1, 1), then each thread visits its own indices",
                      what, name, place);
}
GPU__NORETURN static void gpu__loop_too_late(gpu__worker *w)
{
    gpu__kernel_fault(
        w, gpu__slot_now(w),
        "a GPU_FOR needs its thread (threadIdx or its like, a barrier, a warp operation, a GPU_FOR inside) "
        "after one that the CPU has run as a plain loop over rows: launch with gpu_grid and a block, then "
        "each thread visits its own indices");
}
/* A barrier or a warp operation. */
static void gpu__loop_meets(gpu__worker *w, const char *name, const gpu__site *at)
{
    gpu__loops *t = &gpu__simulated.loop;
    if (t->open && t->in == GPU__LOOP_SHARE) gpu__loop_refused(w, "comes to ", name, at);
    if (t->open && t->in == GPU__LOOP_FIRST) {
        if (w->launch->apart) gpu__loop_too_late(w);
        gpu__loops_strided(w->launch, t->number - 1);
    }
}
GPU_API int gpu__loop_mode(void)
{
    gpu__cpu_thread *t = &gpu__simulated;
    gpu__cpu_launch *l = t->worker->launch;
    const int slot =
        t->loop.kind == GPU__LOOP_SHARE ? 0 : gpu__slot_now(t->worker); /* a share's thread is the first one */
    unsigned number;
    int tries = 0;
    if (t->loop.open > 1) {
        if (t->loop.in == GPU__LOOP_SHARE) gpu__loop_refused(t->worker, "begins a GPU_FOR", "", NULL);
        t->touched = 1;
        return t->loop.in == GPU__LOOP_EMPTY ? GPU__LOOP_EMPTY : GPU__LOOP_STRIDED;
    }
    if (slot != t->loop.slot) t->loop.slot = slot, t->loop.number = 0;
    number = t->loop.number++;
    t->loop.in = GPU__LOOP_STRIDED;
    while (number < GPU__LOAD_ACQUIRE(unsigned, &l->strided)) {
        if (number < GPU__LOAD_ACQUIRE(unsigned, &l->plain)) {
            t->loop.in = t->loop.kind == GPU__LOOP_EMPTY ? GPU__LOOP_EMPTY : GPU__LOOP_SHARE;
            t->loop.asked = t->touched;
            t->touched = 0;
            break;
        }
        if (t->part == 0) {
            const int first = t->loop.kind == GPU__LOOP_CHECKED
                                  ? t->worker->block == 0 && gpu__id_of(t->worker, slot) == 0
                                  : t->loop.kind == GPU__LOOP_SHARE;
            if (first && (!t->touched || l->apart)) {
                t->loop.asked = t->touched;
                t->touched = 0;
                return t->loop.in = GPU__LOOP_FIRST;
            }
            gpu__loops_strided(l, number);
        } else if (GPU__LOAD(gpu_status, &l->failed))
            return t->loop.in = GPU__LOOP_EMPTY;
        else
            gpu__give_way(&tries);
    }
    if (t->loop.in == GPU__LOOP_STRIDED && l->apart) gpu__loop_too_late(t->worker);
    return t->loop.kind == GPU__LOOP_CHECKED ? GPU__LOOP_STRIDED : t->loop.in;
}
/* The first index has been visited. */
GPU_API int gpu__loop_decide(int apart)
{
    gpu__cpu_thread *t = &gpu__simulated;
    gpu__cpu_launch *l = t->worker->launch;
    if (t->touched) {
        if (l->apart) gpu__loop_too_late(t->worker);
        gpu__loops_strided(l, t->loop.number - 1);
        return t->loop.in = GPU__LOOP_STRIDED;
    }
    l->apart |= apart; /* others read it after `plain` or `strided` */
    if (l->plain < t->loop.number) GPU__STORE_RELEASE(unsigned, &l->plain, t->loop.number);
    t->loop.in = GPU__LOOP_SHARE;
    return t->loop.kind == GPU__LOOP_CHECKED ? GPU__LOOP_STRIDED : GPU__LOOP_SHARE;
}
GPU_API void gpu__loop_closed(void)
{
    gpu__cpu_thread *t = &gpu__simulated;
    if (t->loop.open) return;
    if (t->loop.in == GPU__LOOP_SHARE && t->touched)
        gpu__loop_refused(t->worker, "asks for threadIdx or its like", "", NULL);
    t->touched |= t->loop.asked;
}

/* --------------------------------------------------------------------------------------------------- src/cpu/grid.h */
/* -- cooperative launches -- */

#ifndef GPU_COOPERATIVE /* there is none to run */
static int gpu__grid_apart(const gpu__kernel *k) { return (void)k, 0; }
static size_t gpu__grid_fits(const gpu__kernel *k, gpu_dim3 block) { return (void)k, (void)block, 0; }
static void gpu__grid_run(gpu__cpu_launch *l) { (void)l; }
#else
/* All threads of the grid are alive at once: each block has a worker and a crew to itself, and all its threads are
   fibers. A CPU thread has a share of the blocks. It runs them in turn, each until its threads wait at gpu_grid_sync()
   or have ended; while others run, a block's shared memory, which is at one place for all blocks of a CPU thread, is
   put aside. When all CPU threads have done so, the barrier opens. */

enum { GPU__GRID_BLOCKS = 4096, GPU__GRID_THREADS = 1 << 18, GPU__CREWS_KEPT = 64 };
/* Where static shared memory has no bounds, each block needs a CPU thread to itself. */
static int gpu__grid_apart(const gpu__kernel *k)
{
    char *begin, *end;
    k->shared(&begin, &end);
    return begin == NULL;
}
static size_t gpu__grid_fits(const gpu__kernel *k, gpu_dim3 block) /* with some GB for the stacks */
{
    const size_t most = gpu__grid_apart(k) ? (size_t)GPU__MAX_THREADS : (size_t)GPU__GRID_BLOCKS;
    const size_t blocks = GPU__GRID_THREADS / ((size_t)block.x * block.y * block.z);
    return blocks < most ? blocks : most;
}

/* Copies the block's shared memory to where it is put aside, or back. */
static void gpu__shared_copy(gpu__worker *w, int back)
{
    const size_t fixed = (size_t)(w->shared_end - w->shared_begin), dynamic = w->launch->shared_bytes;
    if (!w->aside && !(w->aside = (char *)gpu__host(fixed + dynamic, 0))) {
        gpu__note_fault(w, GPU__NO_MEMORY, "there is no memory for the shared memory of %zu blocks at once",
                        w->launch->blocks);
        return;
    }
    memcpy(back ? w->shared_begin : w->aside, back ? w->aside : w->shared_begin, fixed);
    if (dynamic) memcpy(back ? w->dynamic : w->aside + fixed, back ? w->aside + fixed : w->dynamic, dynamic);
}

static void gpu__grid_block(gpu__worker *w, gpu__cpu_launch *l, size_t block, char *dynamic)
{
    int i;
    w->launch = l;
    w->block = block;
    w->n = w->slot = w->native_slot = l->threads; /* the native thread is none of the block's */
    w->loop.kind = GPU__LOOP_STRIDED;
    w->loop.slot = -1;
    l->kernel->shared(&w->shared_begin, &w->shared_end);
    w->dynamic = dynamic;
    if (!(w->crew = gpu__take_crew())) {
        gpu__note_stacks(w);
        return;
    }
    w->promoted = 1;
    gpu__become_native(w);
    for (i = 0; i < w->n; i++) {
        w->crew->state[i] = GPU__NEW;
        w->crew->fiber[i].at = w->crew->fiber[i].passed = NULL;
    }
    w->crew->state[w->n] = GPU__READY;
}
/* Runs a block until all its threads wait at the barrier of the grid or have ended. */
static void gpu__grid_turn(gpu__worker *w, int alone)
{
    gpu__simulated.worker = w;
    gpu__simulated.id.block = gpu__block_at(w->launch, w->block);
    if (!w->launch->round)
        gpu__poison(w);
    else if (!alone)
        gpu__shared_copy(w, 1);
    if (w->launch->debug) {
        gpu__watch_block(w->launch->debug);
        gpu__debug_turn(w);
    }
    if (w->waiting_grid) {
        memset(w->crew->state, GPU__READY, (size_t)w->n);
        w->waiting_grid = 0;
        w->phase++;
    }
    if (!gpu__make_fiber(w, 0)) {
        gpu__note_stacks(w);
        return;
    }
    gpu__go(w, 0, 0);
    if (w->abort) return;
    if (w->left == w->n)
        gpu__learn(w);
    else if (!alone)
        gpu__shared_copy(w, 0);
}

/* All CPU threads have come: one opens the barrier, unless some thread of the grid has not reached it. */
static void gpu__grid_open(gpu__cpu_launch *l)
{
    gpu__worker *first = NULL, *ended = NULL, *other = NULL;
    const gpu__site *at = NULL, *next = NULL;
    gpu_dim3 b;
    size_t k;
    l->more = 0;
    for (k = 0; k < l->blocks && !l->failed; k++) {
        gpu__worker *w = &l->block_worker[k];
        if (w->left && !ended) ended = w;
        if (!w->waiting_grid) continue;
        next = w->crew->fiber[w->first_at_grid].at;
        if (!first) first = w, at = next;
        if (next != at && !other) other = w;
    }
    if (l->failed || !first) return;
    gpu__simulated.id.block = gpu__block_at(l, first->block);
    b = gpu__block_at(l, ended ? ended->block : other ? other->block : 0);
    if (ended)
        gpu__note_fault(first, first->first_at_grid,
                        "waits at gpu_grid_sync() at %s:%d, but %s of block (%u,%u,%u) has ended without coming to it; "
                        "all threads of the grid have to reach it",
                        at->file, at->line, gpu__thread_text(ended, ended->first_left), b.x, b.y, b.z);
    else if (other) {
        next = other->crew->fiber[other->first_at_grid].at;
        gpu__note_fault(first, first->first_at_grid,
                        "waits at gpu_grid_sync() at %s:%d, but %s of block (%u,%u,%u) waits at another one, at %s:%d; "
                        "all threads of the grid have to reach the same one",
                        at->file, at->line, gpu__thread_text(other, other->first_at_grid), b.x, b.y, b.z, next->file,
                        next->line);
    } else
        l->more = 1, l->round++;
}
/* The CPU threads wait for each other; the last to come opens the barrier of the grid. */
static void gpu__grid_meet(gpu__cpu_launch *l, int team)
{
    const unsigned turn = GPU__LOAD(unsigned, &l->turn);
    int tries = 0;
    if (GPU__FETCH_add(int, &l->came, 1) + 1 < team) {
        while (GPU__LOAD_ACQUIRE(unsigned, &l->turn) == turn) gpu__give_way(&tries);
        return;
    }
    gpu__grid_open(l);
    l->came = 0;
    GPU__STORE_RELEASE(unsigned, &l->turn, turn + 1);
}

/* The blocks [first, last) on the calling CPU thread, one of `team`. */
static void gpu__grid_share(gpu__cpu_launch *l, int team, size_t first, size_t last)
{
    gpu__cpu_thread *t = &gpu__simulated;
    gpu__cpu_thread outer = *t;
    gpu__worker *w = l->block_worker;
    char *raw = NULL, *dynamic = NULL;
    size_t b;
    t->watch = l->debug != NULL;
    t->id.block_dim = l->block;
    t->id.grid_dim = l->grid;
    t->id.known = 0;
    if (l->shared_bytes && (raw = (char *)gpu__host(l->shared_bytes + 64, 0)))
        dynamic = (char *)(((uintptr_t)raw + 63) & ~(uintptr_t)63);
    for (b = first; b < last && !GPU__LOAD(gpu_status, &l->failed); b++) gpu__grid_block(&w[b], l, b, dynamic);
    if (l->shared_bytes && !raw && first < last)
        gpu__note_fault(&w[first], GPU__NO_MEMORY, "there is no memory for %zu bytes of dynamic shared memory",
                        l->shared_bytes);
    if (last - first > 1 && gpu__grid_apart(l->kernel))
        gpu__note_fault(
            &w[first], GPU__THE_BLOCK,
            "on this system a cooperative launch needs a CPU thread for each of its %zu blocks: compile with "
            "OpenMP (-fopenmp), and do not launch it inside a parallel region",
            l->blocks);
    if (l->debug) gpu__debug_begin(w);
    do {
        for (b = first; b < last && !GPU__LOAD(gpu_status, &l->failed); b++)
            gpu__grid_turn(&w[gpu__block_in_order(l, b)], last - first == 1);
        gpu__grid_meet(l, team);
    } while (l->more);
#ifdef GPU__SPIN_WATCH
    if (l->debug) gpu__spin.worker = NULL;
#endif
    for (b = first; b < last; b++) {
        t->worker = &w[b];
        w[b].abort = l->failed != GPU_OK;
        if (w[b].abort) gpu__drain(&w[b]);
        gpu__give_crew(w[b].crew);
        if (w[b].aside) GPU_HOST_FREE(w[b].aside);
    }
    if (raw) GPU_HOST_FREE(raw);
    outer.rows = t->rows;
    *t = outer;
}

static void gpu__grid_run(gpu__cpu_launch *l)
{
    const size_t bytes = l->blocks * sizeof *l->block_worker;
    int team = gpu__grid_apart(l->kernel) ? (int)l->blocks : gpu__cpu_threads();
    l->round = 0;
    if (!(l->block_worker = (gpu__worker *)gpu__host(bytes, 1))) {
        l->failed = GPU_ERROR_OUT_OF_MEMORY;
        snprintf(l->why, sizeof l->why, "there is no memory for %zu blocks at once", l->blocks);
        return;
    }
    if ((size_t)team > l->blocks) team = (int)l->blocks;
    if (l->debug) team = 1;
#ifdef _OPENMP
    if (team > 1 && !omp_in_parallel() && !gpu__forked()) {
#pragma omp parallel num_threads(team)
        {
            const int of = omp_get_num_threads();
            size_t first, last;
            gpu__share(l->blocks, (size_t)omp_get_thread_num(), (size_t)of, &first, &last);
            gpu__grid_share(l, of, first, last);
        }
    } else
#endif
        gpu__grid_share(l, 1, 0, l->blocks);
    GPU_HOST_FREE(l->block_worker);
    gpu__free_crews(GPU__CREWS_KEPT);
}
#endif
/* ------------------------------------------------------------------------------------------------- src/cpu/blocks.h */
/* -- running blocks -- */

/* As a kernel's `rest`, for blocks that lie beyond what that takes as given. */
static void gpu__run_each(gpu__worker *w)
{
    int k;
    gpu__simulated.touched = 1;
    for (k = (int)gpu__simulated.first; k < w->n && !gpu__simulated.stop && !gpu__simulated.loop.open; k++) {
        gpu__be(w, k);
        w->launch->kernel->one(w->launch->argv);
    }
}

static void gpu__run_block(gpu__worker *w, size_t block, int *loops)
{
    gpu__cpu_launch *l = w->launch;
    gpu__cpu_thread *t = &gpu__simulated;
    w->block = block;
    w->promoted = w->slot = w->heres = 0, w->here_bytes = 0;
    t->id.block = gpu__block_at(l, block);
    t->id.thread.x = t->id.thread.y = t->id.thread.z = t->row = 0;
    memset(&t->loop, 0, sizeof t->loop);
    t->loop.kind = *loops;
    t->loop.slot = -1;
    t->touched = 0;
    t->stop = NULL;
    gpu__poison(w);
    if (l->debug) {
        gpu__debug_block(w);
        gpu__learn(w);
        return;
    }
    t->first = *loops == GPU__LOOP_SHARE ? 1 : 0;
    if (t->first) {
        l->kernel->one(l->argv);
        if (t->part == 0) gpu__loops_strided(l, t->loop.number);
        if (t->loop.number && t->loop.number <= GPU__LOAD_ACQUIRE(unsigned, &l->strided) && !t->touched &&
            !t->loop.open)
            return; /* its loops took the whole share, and it did not ask who it is */
        *loops = GPU__LOAD_ACQUIRE(unsigned, &l->strided) ? GPU__LOOP_EMPTY : GPU__LOOP_STRIDED;
        t->loop.kind = *loops;
        t->loop.slot = -1;
    }
    if (!t->loop.open && !w->promoted && w->n > (int)t->first) {
        if ((uint64_t)t->id.block.x * t->id.block_dim.x <= GPU__REACH)
            l->kernel->rest[w->level](l->argv);
        else
            gpu__run_each(w);
    }
    if (t->loop.open) {
        gpu__loop_left(w);
        gpu__escape(w);
    }
    if (w->promoted) gpu__finish_block(w);
    gpu__learn(w);
}

static void gpu__run_blocks_of(gpu__worker *w, size_t first, size_t last)
{
    gpu__cpu_launch *l = w->launch;
    int loops = !l->automatic ? GPU__LOOP_STRIDED : l->debug ? GPU__LOOP_CHECKED : GPU__LOOP_SHARE;
    size_t b;
    for (b = first; b < last && (b == first || loops != GPU__LOOP_SHARE) && !GPU__LOAD(gpu_status, &l->failed); b++)
        gpu__run_block(w, gpu__block_in_order(l, b), &loops);
}
static void gpu__run_blocks(gpu__worker *w, size_t first, size_t last)
{
    if (setjmp(w->escape) == 0) /* an error comes back here */
        gpu__run_blocks_of(w, first, last);
    else
        gpu__drain(w);
}

/* Where a guard makes loads conditional, wide copies wait longer for memory than narrow ones, or than the scalar
   one, on some processors, and win by far where the data is in a cache or arithmetic takes the time. For a large
   launch the copies' own times decide: each is tried, then the fastest one runs, and one share in 64 tries another
   again. The results are the same. */
enum { GPU__LARGE = 1 << 21 }; /* threads of a launch: shares of a smaller one are too short to be timed */
static int gpu__fastest_copy(gpu__kernel *k)
{
    const int most = gpu__cpu_level();
    unsigned pace, least = 0, shares;
    int level, best = most;
    for (level = most; level >= 0; level--) {
        if (!(pace = GPU__LOAD(unsigned, &k->pace[level]))) return level;
        if (!least || pace < least) least = pace, best = level;
    }
    shares = GPU__ADD(unsigned, &k->shares, 1) + 1;
    return shares % 64 ? best : (int)(shares / 64 % (unsigned)(most + 1));
}
static void gpu__note_pace(gpu__kernel *k, int level, double ps)
{
    const unsigned old = GPU__LOAD(unsigned, &k->pace[level]), now = ps < 1 ? 1 : ps > 4e9 ? 4000000000u : (unsigned)ps;
    GPU__STORE(unsigned, &k->pace[level], old ? old / 4 * 3 + now / 4 + 1 : now);
}

/* Runs one share of the grid on the calling CPU thread: the blocks [part, part + 1) / parts in order, x fastest. */
static void gpu__run_part(gpu__cpu_launch *l, size_t part)
{
    gpu__cpu_thread *t = &gpu__simulated;
    gpu__cpu_thread outer = *t;
    gpu__worker w;
    size_t first, last;
    char *dynamic = NULL;
    const int large = l->blocks >= GPU__LARGE / (size_t)l->threads;
    double start = 0;
    if (l->cooperative) {
        gpu__grid_run(l);
        return;
    }
    w.launch = l;
    w.level = large ? gpu__fastest_copy(l->kernel) : gpu__cpu_level();
    w.crew = NULL;
    w.n = l->threads;
    w.abort = w.promoted = 0;
    w.progress = 0;
    l->kernel->shared(&w.shared_begin, &w.shared_end);
    t->worker = &w;
    t->watch = l->debug != NULL;
    t->id.block_dim = l->block;
    t->id.grid_dim = l->grid;
    t->id.known = 0;
    t->part = part;
    t->parts = l->parts;
    gpu__share(l->blocks, part, l->parts, &first, &last);
    if (l->shared_bytes && !(dynamic = (char *)gpu__host(l->shared_bytes + 64, 0)))
        gpu__note_fault(&w, GPU__NO_MEMORY, "there is no memory for %zu bytes of dynamic shared memory",
                        l->shared_bytes);
    w.dynamic = (char *)(((uintptr_t)dynamic + 63) & ~(uintptr_t)63);
    if (l->debug) gpu__debug_begin(&w);
    if (large) start = gpu__seconds();
    gpu__run_blocks(&w, first, last);
#ifdef GPU__SPIN_WATCH
    if (l->debug) gpu__spin.worker = NULL;
#endif
    if (large)
        gpu__note_pace(l->kernel, w.level, 1e12 * (gpu__seconds() - start) / ((double)(last - first) * l->threads));
    gpu__give_crew(w.crew);
    if (dynamic) GPU_HOST_FREE(dynamic);
    outer.rows = t->rows; /* marks are not used again */
    *t = outer;
}

/* ------------------------------------------------------------------------------------------------- src/cpu/launch.h */
/* -- launches -- */

static gpu_status gpu__launched_cpu(const gpu__cpu_launch *l, const gpu_config *config)
{
    const gpu__kernel *k = l->kernel;
    return l->failed ? gpu__fail_at(l->failed, config->file, config->line, k->name, "%s (kernel defined at %s:%d)",
                                    l->why, k->file, k->line)
                     : GPU_OK;
}
static gpu_status gpu__launch_cpu(gpu__kernel *kernel, const gpu_config *config, void **argv, gpu_dim3 grid,
                                  gpu_dim3 block)
{
    gpu__cpu_launch l;
    int threads = gpu__cpu_threads();
    size_t part = 0;
    memset(&l, 0, offsetof(gpu__cpu_launch, why));
    l.kernel = kernel;
    l.argv = argv;
    l.grid = grid;
    l.block = block;
    l.threads = (int)(block.x * block.y * block.z);
    l.shared_bytes = config->shared_bytes;
    l.poison = 0xff;
    l.strided = (unsigned)-1;
    l.cooperative = config->cooperative;
    l.automatic = !l.cooperative && !config->block[0] && !config->block[1] && !config->block[2];
    l.blocks = (size_t)grid.x * grid.y * grid.z;
    if (gpu__global.debug && !(l.cooperative && gpu__grid_apart(kernel))) {
        gpu__debug_launch(&l);
        return gpu__launched_cpu(&l, config);
    }
    /* Eight shares a thread even out unequal work; more would cost loops their length. */
    l.parts = threads > 1 && !l.cooperative ? (size_t)threads * GPU__PARTS : 1;
    if (l.parts > l.blocks) l.parts = l.blocks;
#ifdef _OPENMP
    if (threads > 1 && l.parts > 1 && !omp_in_parallel()) {
        /* A small launch may be too cheap to be worth waking threads, or may not: its first share tells. */
        int wake = 1;
        if (l.blocks < GPU__SMALL / (block.x * block.y * block.z)) {
            double start = gpu__seconds();
            gpu__run_part(&l, part++);
            wake = (gpu__seconds() - start) * (double)(l.parts - 1) >= 10e-6;
        }
        if (wake && !gpu__forked()) {
            /* Each thread begins with shares of its own, the same in every launch, so that data stays in its caches;
               then it takes what others have not begun. A counter has a cache line to itself. */
            struct {
                size_t next, end;
                char line[64 - 2 * sizeof(size_t)];
            } queue[GPU__MAX_THREADS];
            size_t first = part, parts = l.parts - part;
            int k;
            for (k = 0; k < threads; k++) gpu__share(parts, (size_t)k, (size_t)threads, &queue[k].next, &queue[k].end);
#pragma omp parallel num_threads(threads)
            {
                int step, of = omp_get_thread_num();
                for (step = 0; step < threads; step++, of = of + 1 < threads ? of + 1 : 0) {
                    size_t p;
                    while (GPU__LOAD(size_t, &queue[of].next) < queue[of].end &&
                           (p = GPU__ADD(size_t, &queue[of].next, 1)) < queue[of].end)
                        gpu__run_part(&l, first + p);
                }
            }
            part = l.parts;
        }
    }
#endif
    for (; part < l.parts; part++) gpu__run_part(&l, part);
    return gpu__launched_cpu(&l, config);
}

/* --------------------------------------------------------------------------------------------------- src/cpu/call.h */
/* ---------------------------------------------------------------------------------------------- calls on the CPU -- */

GPU_API int gpu__cpu_level(void) /* which copy of a CPU loop this processor runs */
{
#ifdef GPU__X86
    static int level; /* one more than it; every thread computes the same value */
    int l = GPU__LOAD(int, &level);
    if (!l) {
        GPU__CPU_ASK();
        l = GPU__CPU_HAS("avx512f") && GPU__CPU_HAS("avx512dq") && GPU__CPU_HAS("avx512bw") && GPU__CPU_HAS("avx512vl")
                ? 3
            : GPU__CPU_HAS("avx2") && GPU__CPU_HAS("fma") ? 2
                                                          : 1;
        GPU__STORE(int, &level, l);
    }
    return l - 1;
#else
    return 0;
#endif
}

/* Threads worth waking for n elements of a cheap function: 16384 a thread at least. */
static int gpu__team(size_t n)
{
#ifdef _OPENMP
    size_t most, want = n / 16384;
    if (want < 2 || (most = (size_t)gpu__cpu_threads()) < 2 || omp_in_parallel() || gpu__forked()) return 1;
    return (int)(want < most ? want : most);
#else
    (void)n;
    return 1;
#endif
}

#define GPU__ROUND64(n) (((n) + 63) & ~(size_t)63)
#define GPU__ALIGN64(p) ((char *)(((uintptr_t)(p) + 63) & ~(uintptr_t)63))
enum { GPU__L1_BYTES = 16384 }; /* of local buffers: they stay in the first-level cache */

static gpu_status gpu__no_memory(const char *call, size_t bytes)
{
    return gpu__fail(GPU_ERROR_OUT_OF_MEMORY, call,
                     "%zu bytes of host memory were asked for and not to be had; free some, or work in parts", bytes);
}

/* Which copy of its loops an operation runs. */
static int gpu__level_of(const gpu__op *f) { return f->flags & GPU__BASELINE ? 0 : gpu__cpu_level(); }

/* What argument k is from element `begin` on. */
static const void *gpu__argument(const gpu__call *c, int k, size_t begin)
{
    return (const void *)((uintptr_t)c->in[k].p + begin * c->op->parameter[k].step);
}

/* The address that a scalar which is a pointer holds, and NULL for all else: how far the body reaches from there it
   alone knows. */
static const void *gpu__address_in(const gpu__call *c, int k)
{
    const void *p = NULL;
    if (c->op && !c->op->parameter[k].align && c->shape[0]) memcpy(&p, c->in[k].p, sizeof p);
    return p;
}

/* What messages call the result. */
static const char *gpu__out_name(const gpu__call *c) { return c->op || !c->out_name ? "out" : c->out_name; }

/* -- maps -- */

/* Writes that go around the caches, for outputs that are larger than they are: the old lines need not be read first.
   With every line that leaves, `per[k]` bytes of what the next step reads at next[k] are asked for. */
static void gpu__copy_out(char *to, const char *from, size_t bytes, int around, const void *const *next,
                          const size_t *per, int inputs)
{
#ifdef GPU__X86
    if (around && (uintptr_t)to % 64 == 0) {
        size_t line, i;
        int k;
        for (line = 0; bytes >= 64; bytes -= 64, to += 64, from += 64, line++) {
            __m128i a = _mm_load_si128((const __m128i *)(const void *)from),
                    b = _mm_load_si128((const __m128i *)(const void *)(from + 16));
            __m128i c = _mm_load_si128((const __m128i *)(const void *)(from + 32)),
                    d = _mm_load_si128((const __m128i *)(const void *)(from + 48));
            _mm_stream_si128((__m128i *)(void *)to, a);
            _mm_stream_si128((__m128i *)(void *)(to + 16), b);
            _mm_stream_si128((__m128i *)(void *)(to + 32), c);
            _mm_stream_si128((__m128i *)(void *)(to + 48), d);
            for (k = 0; k < inputs; k++)
                for (i = 0; i < per[k]; i += 64) GPU__PREFETCH((const char *)next[k] + line * per[k] + i);
        }
    }
#endif
    (void)around, (void)next, (void)per, (void)inputs;
    memcpy(to, from, bytes);
}

/* The elements [begin, end) of a map. `staged`: by way of a buffer in the first-level cache, and on to memory around
   the caches (2) or plainly (1: for loops that are slow where out is an input). */
static void gpu__map_range(const gpu__call *c, size_t begin, size_t end, int staged)
{
    enum { most = 4096 };
    const gpu__op *const f = c->op;
    void (*const loop)(void *, const void *const *, size_t) = ((const gpu__map *)f)->loop[gpu__level_of(f)];
    const void *at[8];
    char scratch[most + 64], *buffer = GPU__ALIGN64(scratch);
    size_t n = end - begin, size = f->out_size, step = n, per[8];
    char *out = (char *)c->out + begin * size;
    int k;
    for (k = 0; k < f->count; k++) at[k] = gpu__argument(c, k, begin), per[k] = staged ? 64 * c->in[k].size / size : 0;
    if (staged) {
        step = most / size & ~(size_t)(GPU__GRAIN - 1);
        if (!step) staged = 0, step = n;
    }
    while (n) {
        size_t count = n < step ? n : step;
        loop(staged ? buffer : out, at, count);
        for (k = 0; k < f->count; k++) at[k] = (const void *)((uintptr_t)at[k] + count * f->parameter[k].step);
        if (staged) gpu__copy_out(out, buffer, count * size, staged == 2, at, per, f->count);
        out += count * size;
        n -= count;
    }
#ifdef GPU__X86
    if (staged == 2) _mm_sfence();
#endif
}

static gpu_status gpu__map_cpu(const gpu__call *c)
{
    const size_t n = c->shape[0];
    const int team = gpu__team(n);
    int staged = (uintptr_t)c->out % 64 == 0 && n * c->out_size >= (size_t)32 << 20 ? 2 : 0, k;
    for (k = 0; k < c->inputs; k++)
        if (c->in[k].count && c->in[k].p == c->out)
            staged = c->op->flags & GPU__STAGE_IN_PLACE ? 1 : 0; /* the lines are in the cache already */
#ifdef _OPENMP
    if (team > 1) {
#pragma omp parallel num_threads(team)
        {
            size_t lo, hi, grains = (n + GPU__GRAIN - 1) / GPU__GRAIN;
            gpu__share(grains, (size_t)omp_get_thread_num(), (size_t)omp_get_num_threads(), &lo, &hi);
            gpu__map_range(c, lo * GPU__GRAIN, hi == grains ? n : hi * GPU__GRAIN, staged);
        }
        return GPU_OK;
    }
#endif
    (void)team;
    gpu__map_range(c, 0, n, staged);
    return GPU_OK;
}

/* -- reductions -- */

static size_t gpu__reduce_tile(const gpu__op *f) { return f->flags & GPU__IN_ORDER ? GPU__ORDERED_TILE : GPU__LANES; }

static size_t gpu__reduce_size(const gpu__op *f, size_t n)
{
    return gpu__order_blocks(n, gpu__reduce_tile(f), f->flags & GPU__IN_ORDER ? GPU__ORDERED_PARTS : GPU__BLOCKS);
}

/* The results of blocks [first, last). */
static void gpu__reduce_blocks(const gpu__call *c, char *partials, size_t first, size_t last, char *lanes)
{
    const gpu__op *f = c->op;
    const gpu__reduction *r = (const gpu__reduction *)f;
    const size_t n = c->shape[0], tile = gpu__reduce_tile(f), tiles = (n + tile - 1) / tile, whole = n / tile,
                 blocks = gpu__reduce_size(f, n);
    const int level = gpu__level_of(f);
    const void *at[8];
    size_t bytes = 0, b;
    int k, from_memory;
    for (k = 0; k < f->count; k++) bytes += f->parameter[k].step;
    from_memory =
        bytes * tile * tiles / blocks * (last - first) > (size_t)3 << 20; /* more than a core's second-level cache */
    for (b = first; b < last; b++) {
        size_t t0 = tiles * b / blocks, t1 = tiles * (b + 1) / blocks, full = t1 < whole ? t1 : whole;
        for (k = 0; k < f->count; k++) at[k] = gpu__argument(c, k, t0 * tile);
        if (full > t0) r->fold[level](lanes, at, tile, full - t0, from_memory ? 2 : 1);
        if (t1 > whole) { /* the last tile is not full */
            for (k = 0; k < f->count; k++) at[k] = gpu__argument(c, k, whole * tile);
            r->fold[level](lanes, at, n - whole * tile, 1, full <= t0);
        }
        if (!(f->flags & GPU__IN_ORDER)) r->tree[level](lanes, full > t0 ? tile : n - whole * tile);
        memcpy(partials + b * f->out_size, lanes, f->out_size);
    }
}
static gpu_status gpu__fold_cpu(const gpu__call *c)
{
    const gpu__op *f = c->op;
    size_t blocks = gpu__reduce_size(f, c->shape[0]), partials = GPU__ROUND64(blocks * f->out_size);
    size_t lanes = GPU__ROUND64(f->out_size * GPU__LANES), team = (size_t)gpu__team(c->shape[0]), bytes;
    char local[2 * GPU__L1_BYTES + 64], *base = local, *heap = NULL;
    if (team > blocks) team = blocks;
    bytes = partials + team * lanes;
    if (bytes > 2 * GPU__L1_BYTES) {
        base = heap = (char *)GPU_HOST_MALLOC(bytes + 64);
        if (!heap) return gpu__no_memory(f->name, bytes);
    }
    base = GPU__ALIGN64(base);
#ifdef _OPENMP
    if (team > 1) {
#pragma omp parallel num_threads((int)team)
        {
            size_t lo, hi, me = (size_t)omp_get_thread_num();
            gpu__share(blocks, me, (size_t)omp_get_num_threads(), &lo, &hi);
            gpu__reduce_blocks(c, base, lo, hi, base + partials + me * lanes);
        }
    } else
#endif
        gpu__reduce_blocks(c, base, 0, blocks, base + partials);
    if (blocks > 1) ((const gpu__reduction *)f)->tree[gpu__level_of(f)](base, blocks);
    memcpy(c->out, base, f->out_size);
    if (heap) GPU_HOST_FREE(heap);
    return GPU_OK;
}
/* Nothing makes the identity. Where the value goes is written by bytes alone: it may be misaligned. */
static gpu_status gpu__reduce_cpu(const gpu__call *c)
{
    const gpu__reduction *r = (const gpu__reduction *)c->op;
    const size_t n = c->shape[0];
    const gpu_status s = n ? gpu__fold_cpu(c) : GPU_OK;
    if (!n && c->out != c->identity) memcpy(c->out, c->identity, c->out_size);
    if (!s && r->finish) r->finish(c->out, n);
    return s;
}

/* -- scans -- */

/* Chunk i, behind what stands at `carry`; its total goes to `total`. */
static void gpu__scan_chunk(const gpu__call *c, size_t i, char *out, const char *carry, char *total)
{
    const gpu__scanner *s = (const gpu__scanner *)c->op;
    const size_t begin = i * GPU__SCAN_CHUNK, left = c->shape[0] - begin;
    s->chunk[gpu__level_of(c->op)](
        out ? out + begin * c->out_size : NULL, (const char *)c->in[0].p + begin * c->out_size,
        left < GPU__SCAN_CHUNK ? left : (size_t)GPU__SCAN_CHUNK, carry, total, out ? c->flag : 0, c->identity);
}
/* Chunks of 4096 elements: with threads, first the totals of all chunks, then each chunk again from what stands in
   front of it; alone, in one pass. Both combine in the same order. */
static gpu_status gpu__scan_cpu(const gpu__call *c)
{
    const gpu__scanner *s = (const gpu__scanner *)c->op;
    const size_t chunks = (c->shape[0] + GPU__SCAN_CHUNK - 1) / GPU__SCAN_CHUNK, size = s->accumulator_size;
    const int team = gpu__team(c->shape[0]);
    const size_t bytes = (team > 1 ? chunks : 2) * size;
    char *const out = (char *)c->out, *const carry = (char *)GPU_HOST_MALLOC(bytes);
    size_t i;
    if (!carry) return gpu__no_memory(c->name, bytes);
#ifdef _OPENMP
    if (team > 1) {
#pragma omp parallel num_threads(team) private(i)
        {
            size_t lo, hi;
            gpu__share(chunks, (size_t)omp_get_thread_num(), (size_t)omp_get_num_threads(), &lo, &hi);
            for (i = lo; i < hi; i++) gpu__scan_chunk(c, i, NULL, NULL, carry + i * size);
#pragma omp barrier
#pragma omp single
            for (i = 1; i < chunks; i++) s->join(carry + i * size, carry + (i - 1) * size);
            for (i = lo; i < hi; i++) gpu__scan_chunk(c, i, out, i ? carry + (i - 1) * size : NULL, NULL);
        }
    } else
#endif
        for (i = 0; i < chunks; i++)
            gpu__scan_chunk(c, i, out, i ? carry + (i - 1) % 2 * size : NULL, carry + i % 2 * size);
    GPU_HOST_FREE(carry);
    return GPU_OK;
}

/* -- jobs -- */

/* As many threads as the work is worth. */
static size_t gpu__job_team(const gpu__job *j, size_t tasks)
{
    size_t team = (size_t)gpu__team(j->work);
    if (team < 2) return 1;
    if (team > tasks) team = tasks;
    /* what each thread has of its own must be cleared and added up: no more of that than of the elements themselves */
    if (j->scratch_of_thread && team > j->work / (j->scratch_of_thread / 8))
        team = j->work / (j->scratch_of_thread / 8);
    return team ? team : 1;
}
GPU_API void gpu__job_parts(const gpu__job *j, gpu__job_part *const part[3], size_t tasks, void *scratch)
{
    const size_t team = gpu__job_team(j, tasks);
    const int level = gpu__cpu_level();
    (void)team;
#ifdef _OPENMP
    if (team > 1) {
#pragma omp parallel num_threads((int)team)
        {
            size_t lo, hi, me;
            /* should there be fewer threads than asked for, the others' shares are done in turn */
            for (me = (size_t)omp_get_thread_num(); me < team; me += (size_t)omp_get_num_threads()) {
                gpu__share(tasks, me, team, &lo, &hi);
                part[level](j, scratch, me, lo, hi);
            }
        }
    } else
#endif
        part[level](j, scratch, 0, 0, tasks);
}
static gpu_status gpu__job_cpu(const gpu__job *j)
{
    enum { most_local = 2048 };
    const size_t team = gpu__job_team(j, j->tasks), bytes = j->scratch + team * j->scratch_of_thread;
    char local[most_local + 64], *base = local, *heap = NULL;
    if (bytes > most_local) {
        base = heap = (char *)GPU_HOST_MALLOC(bytes + 64);
        if (!heap) return gpu__no_memory(j->name, bytes);
    }
    base = GPU__ALIGN64(base);
    if (j->start) j->start(j, base);
    if (team > 1)
        gpu__job_parts(j, j->part, j->tasks, base);
    else
        j->part[gpu__cpu_level()](j, base, 0, 0, j->tasks);
    if (j->finish) j->finish(j, base, team);
    if (heap) GPU_HOST_FREE(heap);
    return GPU_OK;
}

/* -- all of them -- */

typedef gpu_status gpu__call_code(const gpu__call *c);
static gpu__call_code *const gpu__on_cpu[] = {gpu__job_cpu, gpu__map_cpu, gpu__reduce_cpu, gpu__scan_cpu};

/* Which arrays are misaligned for their type: bit k for in[k], bit 8 for out. */
static int gpu__misaligned(const gpu__call *c)
{
    int k, odd = (uintptr_t)c->out & (c->out_align - 1) ? 1 << 8 : 0;
    for (k = 0; k < c->inputs; k++)
        if (c->in[k].count && (uintptr_t)c->in[k].p & (c->in[k].align - 1)) odd |= 1 << k;
    return odd;
}
/* With copies of those arrays, because the loops may rely on the alignment of a type. */
static gpu_status gpu__run_aligned(const gpu__call *c, int odd)
{
    gpu__call copy = *c;
    const size_t out_bytes = c->out_count * c->out_size;
    size_t bytes = 64 + (odd >> 8 ? out_bytes : 0);
    char *heap, *at;
    gpu_status s;
    int k;
    for (k = 0; k < c->inputs; k++) bytes += odd >> k & 1 ? GPU__ROUND64(c->in[k].count * c->in[k].size) : 0;
    heap = (char *)GPU_HOST_MALLOC(bytes);
    if (!heap) return gpu__no_memory(c->name, bytes);
    at = GPU__ALIGN64(heap);
    for (k = 0; k < c->inputs; k++) {
        if (!(odd >> k & 1)) continue;
        copy.in[k].p = memcpy(at, c->in[k].p, c->in[k].count * c->in[k].size);
        at += GPU__ROUND64(c->in[k].count * c->in[k].size);
    }
    if (odd >> 8) copy.out = c->in_place == GPU__JOB_UPDATES && odd & 1 ? (char *)(uintptr_t)copy.in[0].p : at;
    s = gpu__on_cpu[c->kind](&copy);
    if (!s && odd >> 8) memcpy(c->out, copy.out, out_bytes);
    GPU_HOST_FREE(heap);
    return s;
}
static gpu_status gpu__call_run(const gpu__call *c)
{
    const int odd = gpu__misaligned(c) & (c->kind == GPU__CALL_REDUCE ? 0xff : 0x1ff);
    return odd ? gpu__run_aligned(c, odd) : gpu__on_cpu[c->kind](c);
}
/* ------------------------------------------------------------------------------------------------ src/core/graphs.h */
/* -- graphs -- On a GPU the calls are captured on a stream that the graph has to itself, with a workspace of its
   own, so that two graphs, or a graph and other calls, never share one. On the CPU they are listed, with copies of
   their arguments. */

enum { GPU__NODE_KERNEL, GPU__NODE_CALL, GPU__NODE_COPY, GPU__NODE_SET, GPU__NODE_CALLBACK, GPU__NODE_EVENT };
typedef struct gpu__node gpu__node;
struct gpu__node {
    struct gpu__node *next;
    int kind, flag;
    const void *what; /* the kernel, the gpu__call, or the source of a copy */
    gpu_config config;
    gpu_dim3 grid, block;
    void *out;
    size_t n;
    void (*fn)(void *user);
    void *argument[16]; /* those that are values point into what is behind */
    char *values;       /* the next of them */
};

struct gpu__graph {
    int device;
    size_t calls;
    const char *file; /* of gpu_graph_begin */
    int line;
    gpu__node *first, *last;
    gpu_status failed;       /* a call could not be listed ... */
    const char *failed_call; /* ... this one */
    struct gpu__stream stream;
    void *exec; /* a cudaGraphExec_t; NULL on the CPU */
};

static gpu__node *gpu__node_add(int kind, const void *what, size_t values, size_t value_bytes, const char *call)
{
    gpu_graph graph = gpu__thread.graph;
    gpu__node *node = (gpu__node *)gpu__host(sizeof *node + value_bytes + (values + 1) * 64, 1);
    if (!node) {
        graph->failed = gpu__no_host_memory(call);
        graph->failed_call = call;
        return NULL;
    }
    node->kind = kind;
    node->what = what;
    node->values = (char *)(((uintptr_t)(node + 1) + 63) & ~(uintptr_t)63);
    if (graph->last)
        graph->last->next = node;
    else
        graph->first = node;
    graph->last = node;
    graph->calls++;
    return node;
}
static void *gpu__node_value(gpu__node *node, const void *value, size_t bytes)
{
    void *const copy = memcpy(node->values, value, bytes);
    node->values += (bytes + 63) & ~(size_t)63; /* any type is aligned there */
    return copy;
}

static gpu_status gpu__graph_kernel(gpu__kernel *kernel, const gpu_config *config, void **argv, gpu_dim3 grid,
                                    gpu_dim3 block)
{
    gpu__node *node;
    size_t bytes = 0;
    int k;
    for (k = 0; k < kernel->count; k++) bytes += kernel->size[k];
    if (!(node = gpu__node_add(GPU__NODE_KERNEL, kernel, (size_t)kernel->count, bytes, kernel->name)))
        return gpu__thread.error;
    node->config = *config;
    node->grid = grid;
    node->block = block;
    for (k = 0; k < kernel->count; k++) node->argument[k] = gpu__node_value(node, argv[k], kernel->size[k]);
    return GPU_OK;
}
/* A copy of the call, and of what it points to by itself: scalars and the identity. */
static gpu_status gpu__call_record(const gpu__call *c)
{
    const size_t identity = c->kind == GPU__CALL_REDUCE ? c->op->out_size
                            : c->kind == GPU__CALL_SCAN ? ((const gpu__scanner *)c->op)->accumulator_size
                                                        : 0;
    size_t bytes = sizeof *c + identity;
    gpu__node *node;
    gpu__call *copy;
    int k;
    if (c->flag & GPU__JOB_WAITS)
        return gpu__not_in_graph(c->name, "its value cannot be had before it runs; use the form that ends in _to");
    for (k = 0; c->op && k < c->inputs; k++) bytes += c->op->parameter[k].scalar_size;
    if (!(node = gpu__node_add(GPU__NODE_CALL, NULL, 2 + (size_t)c->inputs, bytes, c->name))) return gpu__thread.error;
    node->what = copy = (gpu__call *)gpu__node_value(node, c, sizeof *c);
    for (k = 0; c->op && k < c->inputs; k++)
        if (!c->op->parameter[k].step)
            copy->in[k].p = gpu__node_value(node, c->in[k].p, c->op->parameter[k].scalar_size);
    if (identity) copy->identity = gpu__node_value(node, c->identity, identity);
    return GPU_OK;
}
static gpu_status gpu__graph_copy(void *dst, const void *src, int byte, size_t bytes, const char *call)
{
    gpu__node *node = gpu__node_add(src ? GPU__NODE_COPY : GPU__NODE_SET, src, 0, 0, call);
    if (!node) return gpu__thread.error;
    node->out = dst;
    node->n = bytes;
    node->flag = byte;
    return GPU_OK;
}
static gpu_status gpu__graph_callback(void (*fn)(void *user), void *user, const char *call)
{
    gpu__node *node = gpu__node_add(GPU__NODE_CALLBACK, NULL, 0, 0, call);
    if (!node) return gpu__thread.error;
    node->fn = fn;
    node->out = user;
    return GPU_OK;
}
static gpu_status gpu__graph_event(gpu_event event, const char *call)
{
    gpu__node *node = gpu__node_add(GPU__NODE_EVENT, NULL, 0, 0, call);
    if (!node) return gpu__thread.error;
    node->out = event;
    return GPU_OK;
}

/* Makes one call of a graph on the CPU. */
static gpu_status gpu__node_run(const gpu__node *node)
{
    switch (node->kind) {
    case GPU__NODE_KERNEL: {
        void *argv[16];
        memcpy(argv, node->argument, sizeof argv);
        return gpu__launch_cpu((gpu__kernel *)(uintptr_t)node->what, &node->config, argv, node->grid, node->block);
    }
    case GPU__NODE_CALL:
        return gpu__call_run((const gpu__call *)node->what);
    case GPU__NODE_COPY:
        memcpy(node->out, node->what, node->n);
        return GPU_OK;
    case GPU__NODE_SET:
        memset(node->out, node->flag, node->n);
        return GPU_OK;
    case GPU__NODE_CALLBACK:
        node->fn(node->out);
        return GPU_OK;
    default:
        ((gpu_event)node->out)->seconds = gpu__seconds();
        return GPU_OK;
    }
}

/* ------------------------------------------------------------------------------------------------ src/cpu/devices.h */
/* -- devices -- */

static int gpu__cpu_count(char *why, size_t size)
{
    (void)why, (void)size; /* the program was built without CUDA: there are no GPUs to count */
    return 0;
}
static void gpu__cpu_started(void) {}
static int gpu__cpu_peer(int device, int other)
{
    (void)device;
    return !gpu__is_gpu(other);
}
static void gpu__host_memory(size_t *free_bytes, size_t *total)
{
#ifdef _WIN32
    MEMORYSTATUSEX memory;
    memory.dwLength = sizeof memory;
    if (GlobalMemoryStatusEx(&memory)) *total = (size_t)memory.ullTotalPhys, *free_bytes = (size_t)memory.ullAvailPhys;
#else
    char line[256];
    unsigned long long kb;
    FILE *f = fopen("/proc/meminfo", "r");
    if (!f) return;
    while (fgets(line, sizeof line, f)) {
        if (sscanf(line, "MemTotal: %llu", &kb) == 1) *total = (size_t)kb * 1024;
        if (sscanf(line, "MemAvailable: %llu", &kb) == 1) *free_bytes = (size_t)kb * 1024;
    }
    fclose(f);
#endif
}
static gpu_status gpu__cpu_query(int device, gpu_info *info)
{
    FILE *f;
    char line[256];
    info->backend = "cpu";
    info->device = device;
    info->multiprocessors = gpu__forked() ? 1 : gpu__cpu_threads();
    info->cores = info->multiprocessors;
    info->warp_size = 32;
    info->max_threads_per_block = info->max_threads_per_multiprocessor = GPU__MAX_BLOCK;
    info->max_block.x = info->max_block.y = GPU__MAX_BLOCK, info->max_block.z = GPU__MAX_BLOCK_Z;
    info->max_grid.x = (unsigned)GPU__MAX_GRID_X, info->max_grid.y = info->max_grid.z = GPU__MAX_GRID_YZ;
    info->shared_per_block = info->shared_per_block_optin = info->shared_per_multiprocessor = GPU__CPU_SHARED;
    info->simd_bits = 8 * (int)sizeof(void *);
#ifdef GPU__CPU_HAS
    GPU__CPU_ASK();
    info->simd_bits = GPU__CPU_HAS("avx512f") ? 512 : GPU__CPU_HAS("avx2") ? 256 : 128;
#elif defined(__aarch64__) || defined(GPU__MSVC)
    info->simd_bits = 128;
#endif
    snprintf(info->name, sizeof info->name, "CPU");
    gpu__host_memory(&info->free_memory, &info->total_memory);
#ifdef _WIN32
    {
        SYSTEM_INFO system;
        const char *name = getenv("PROCESSOR_IDENTIFIER");
        GetSystemInfo(&system);
        info->cores = (int)system.dwNumberOfProcessors;
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
    if ((f = fopen("/sys/devices/system/cpu/cpu0/cache/index3/size", "r"))) {
        unsigned long kb;
        if (fscanf(f, "%luK", &kb) == 1) info->l2_bytes = (size_t)kb * 1024;
        fclose(f);
    }
#endif
    return GPU_OK;
}
static int gpu__cpu_doctor(FILE *out)
{
    FILE *f = fopen("/proc/driver/nvidia/version", "r");
    gpu__doctor_says(out, 0, "compiler", "%s, without CUDA: this program runs on the CPU", GPU__HOST_COMPILER);
    if (!f) return 0;
    fclose(f);
    return gpu__doctor_says(out, 1, "GPU",
                            "this machine has an NVIDIA driver, and the program does not use it: build it with nvcc "
                            "(nvcc -x cu for a .c file)");
}

/* ------------------------------------------------------------------------------------------------- src/cpu/memory.h */
/* -- memory -- */

/* Large arrays in pages of 2 MiB where Linux allows it: a loop over one then misses the address cache far less
   often. */
static void gpu__huge_pages(void *p, size_t bytes)
{
#ifdef __linux__
    uintptr_t page = (uintptr_t)1 << 21, first = ((uintptr_t)p + 4095) & ~(uintptr_t)4095;
    if (bytes >= 2 * page)
        (void)madvise((void *)first, ((uintptr_t)p + bytes - first) & ~(uintptr_t)4095, GPU__HUGE_PAGES);
#else
    (void)p, (void)bytes;
#endif
}
static gpu_status gpu__cpu_allocate(gpu__allocation *a, const char *call)
{
    gpu__pool *pool = &gpu__pools[a->home + 1];
    const size_t bytes = a->bytes + 256 + 2 * GPU__MARKS; /* 256-byte alignment, as cudaMalloc gives */
    if (!gpu__reserve(pool, a->bytes)) return gpu__beyond_limit(pool, a->bytes, call);
    a->raw = GPU_HOST_MALLOC(bytes);
    if (!a->raw && gpu__quarantine.count) {
        (void)gpu__let_go(0, call);
        a->raw = GPU_HOST_MALLOC(bytes);
    }
    if (!a->raw) {
        gpu__unreserve(pool, a->bytes);
        return gpu__fail(GPU_ERROR_OUT_OF_MEMORY, call,
                         "%zu bytes of host memory were asked for and not to be had; free some, or work in parts",
                         a->bytes);
    }
    a->p = (void *)(((uintptr_t)a->raw + GPU__MARKS + 255) & ~(uintptr_t)255);
    gpu__huge_pages(a->p, a->bytes);
    gpu__mark_ends(a);
    return GPU_OK;
}
static gpu_status gpu__cpu_release(const gpu__allocation *a, const char *call)
{
    (void)call;
    GPU_HOST_FREE(a->raw);
    return GPU_OK;
}
static gpu_status gpu__cpu_fill_pattern(const gpu__allocation *a, const char *call)
{
    (void)call;
    memset(a->p, GPU__PATTERN, a->bytes);
    return GPU_OK;
}
static gpu_status gpu__cpu_first_written(const gpu__allocation *a, size_t *at, const char *call)
{
    const unsigned char *bytes = (const unsigned char *)a->p;
    (void)call;
    for (*at = 0; *at < a->bytes && bytes[*at] == GPU__PATTERN;) ++*at;
    return GPU_OK;
}
static gpu_status gpu__cpu_available(size_t *free_bytes, size_t *total, const char *call)
{
    (void)call;
    gpu__host_memory(free_bytes, total);
    return GPU_OK;
}
static gpu_status gpu__cpu_reserved(size_t *bytes, const char *call)
{
    (void)bytes, (void)call;
    return GPU_OK;
}
static gpu_status gpu__cpu_where(const void *p, gpu_place *place, const char *call)
{
    (void)p, (void)call;
    *place = GPU_HOST;
    return GPU_OK;
}

static gpu_status gpu__cpu_copy(void *dst, const void *src, size_t bytes, int queue, const char *call)
{
    (void)queue;
    if (gpu__thread.graph) return gpu__graph_copy(dst, src, 0, bytes, call);
    memcpy(dst, src, bytes);
    return GPU_OK;
}
static gpu_status gpu__cpu_copy_2d(void *dst, size_t dst_pitch, const void *src, size_t src_pitch, size_t width_bytes,
                                   size_t height, const char *call)
{
    size_t y;
    (void)call;
    for (y = 0; y < height; y++) memcpy((char *)dst + y * dst_pitch, (const char *)src + y * src_pitch, width_bytes);
    return GPU_OK;
}
static gpu_status gpu__cpu_set(void *p, int byte, size_t bytes, const char *call)
{
    if (gpu__thread.graph) return gpu__graph_copy(p, NULL, byte, bytes, call);
    memset(p, byte, bytes);
    return GPU_OK;
}

/* ------------------------------------------------------------------------------------------------ src/cpu/backend.h */
/* -- streams, events, graphs, launches -- */

/* All calls are done when they return, and nothing has to be opened: one function for all that is nothing to do. */
static gpu_status gpu__cpu_nothing(const char *call)
{
    (void)call;
    return GPU_OK;
}
#define gpu__cpu_sync gpu__cpu_nothing
#define gpu__cpu_finish gpu__cpu_nothing
#define gpu__cpu_trim gpu__cpu_nothing
#define gpu__cpu_quiesce gpu__cpu_nothing
#define gpu__cpu_close gpu__cpu_nothing
static gpu_status gpu__cpu_no_device(int device, const char *call)
{
    (void)device, (void)call;
    return GPU_OK;
}
#define gpu__cpu_use gpu__cpu_no_device
#define gpu__cpu_ready gpu__cpu_no_device
static gpu_status gpu__cpu_no_event(gpu_event event, const char *call)
{
    (void)event, (void)call;
    return GPU_OK;
}
#define gpu__cpu_event_open gpu__cpu_no_event
#define gpu__cpu_event_wait gpu__cpu_no_event
#define gpu__cpu_event_sync gpu__cpu_no_event
#define gpu__cpu_event_close gpu__cpu_no_event
static gpu_status gpu__cpu_no_graph(gpu_graph graph, const char *call)
{
    (void)graph, (void)call;
    return GPU_OK;
}
#define gpu__cpu_graph_begin gpu__cpu_no_graph
#define gpu__cpu_graph_end gpu__cpu_no_graph
#define gpu__cpu_graph_wait gpu__cpu_no_graph

#ifdef GPU_SEVERAL_DEVICES
static gpu_status gpu__cpu_exchange_open(int parts, uint64_t **flags, size_t *reach, const char *call)
{
    (void)parts, (void)flags, (void)call;
    *reach = 1;
    return GPU_OK;
}
static gpu_status gpu__cpu_exchange(const gpu__exchange *x, const gpu__exchange_args *a)
{
    x->host(a);
    return GPU_OK;
}
static void gpu__cpu_exchange_give_up(const gpu__exchange_args *a) { (void)a; }
#endif

static gpu_status gpu__cpu_stream_open(gpu_stream stream, int priority, const char *call)
{
    (void)stream, (void)priority, (void)call;
    return GPU_OK;
}
static gpu_status gpu__cpu_stream_of(void **native, gpu_stream *stream, const char *call)
{
    (void)native, (void)stream;
    return gpu__fail(GPU_ERROR_NOT_SUPPORTED, call,
                     "the current device is the CPU, which has no streams of CUDA; gpu_use a GPU first, or take "
                     "gpu_stream_new");
}
static void gpu__cpu_stream_close(gpu_stream stream) { (void)stream; }
static int gpu__cpu_finished(int wait, const char *call)
{
    (void)wait, (void)call;
    return 1;
}
static gpu_status gpu__cpu_callback(gpu_stream stream, void (*fn)(void *user), void *user, const char *call)
{
    (void)stream;
    if (gpu__thread.graph) return gpu__graph_callback(fn, user, call);
    fn(user);
    return GPU_OK;
}

static gpu_status gpu__cpu_event_record(gpu_event event, const char *call)
{
    const gpu_status s = gpu__thread.graph ? gpu__graph_event(event, call) : GPU_OK;
    event->seconds = gpu__seconds();
    return s;
}
static gpu_status gpu__cpu_event_elapsed(gpu_event start, gpu_event stop, double *ms, const char *call)
{
    (void)call;
    *ms = 1e3 * (stop->seconds - start->seconds);
    return GPU_OK;
}

static gpu_status gpu__cpu_graph_launch(gpu_graph graph, const char *call)
{
    const gpu__node *node;
    gpu_status s = GPU_OK;
    (void)call;
    for (node = graph->first; node && !s; node = node->next) s = gpu__node_run(node);
    return s;
}
static void gpu__cpu_graph_close(gpu_graph graph) { (void)graph; }

static gpu_status gpu__cpu_run_kernel(gpu__kernel *kernel, const gpu_config *config, void **argv)
{
    gpu_dim3 grid = {0, 0, 0}, block = {0, 0, 0};
    int empty;
    gpu_status s = gpu__resolve(kernel, config, (size_t)gpu__cpu_threads(), GPU__CPU_SHARED, &grid, &block, &empty);
    if (s || empty || (s = gpu__check_cooperative(kernel, config, grid, block, gpu__grid_fits(kernel, block))) ||
        (s = gpu__check_launch(kernel, config, argv)))
        return s;
    return gpu__thread.graph ? gpu__graph_kernel(kernel, config, argv, grid, block)
                             : gpu__launch_cpu(kernel, config, argv, grid, block);
}
static gpu_status gpu__cpu_make_call(const gpu__call *c)
{
    return gpu__thread.graph ? gpu__call_record(c) : gpu__call_run(c);
}
static gpu_status gpu__cpu_set_constant(void *symbol, const void *source, size_t bytes, int device_code,
                                        const char *name, const char *file, int line)
{
    (void)symbol, (void)source, (void)bytes, (void)device_code, (void)name, (void)file, (void)line;
    return GPU_OK; /* it has no other than the host's */
}
static int gpu__cpu_occupancy(const gpu__kernel *kernel, size_t threads, size_t shared_bytes, const char *file,
                              int line)
{
    (void)kernel, (void)threads, (void)shared_bytes, (void)file, (void)line;
    return 1;
}

/* ------------------------------------------------------------------------------------------------ src/cuda/errors.h */
/* ====================================================================================================== >>CUDA == */

#ifdef GPU__CUDA /* up to the end of src/cuda/launch.h */
/* nvcc declares warpSize for host code and defines it nowhere; a macro would break cudaDeviceProp::warpSize. */
GPU__WEAK const int __device_builtin_variable_warpSize = 32;

/* What was launched last, all threads together: when a kernel faults, CUDA says so at some later call, and this says
   which kernels it can have been. No lock: a writer takes a slot and sets its sequence last. */
enum { GPU__LAUNCHES = 64 };
typedef struct gpu__launched {
    uint64_t sequence; /* 0: being written, or known to be done */
    const char *name, *file;
    int line, device, stream;
    size_t n; /* elements, or 0: the grid is told */
    gpu_dim3 grid, block;
} gpu__launched;
static struct {
    uint64_t next;
    gpu__launched slot[GPU__LAUNCHES];
} gpu__launches;

static void gpu__note_launch(const char *name, const char *file, int line, size_t n, gpu_dim3 grid, gpu_dim3 block)
{
    uint64_t k = GPU__ADD(uint64_t, &gpu__launches.next, 1) + 1;
    gpu__launched *l = &gpu__launches.slot[k % GPU__LAUNCHES];
    GPU__STORE(uint64_t, &l->sequence, 0);
    GPU__FENCE_RELEASE();
    l->name = name, l->file = file, l->line = line, l->n = n, l->grid = grid, l->block = block;
    l->device = gpu__thread.device, l->stream = gpu__thread.current ? gpu__thread.current->number : 0;
    GPU__STORE_RELEASE(uint64_t, &l->sequence, k);
}
/* The launches up to `last` of a stream (-1: of all) are done, and without a fault. */
static void gpu__launches_done(int device, int stream, uint64_t last)
{
    for (int k = 0; k < GPU__LAUNCHES; k++) {
        gpu__launched *l = &gpu__launches.slot[k];
        uint64_t sequence = GPU__LOAD_ACQUIRE(uint64_t, &l->sequence), done = 0;
        if (sequence && sequence <= last && l->device == device && (stream < 0 || l->stream == stream))
            (void)GPU__COMPARE_EXCHANGE(uint64_t, &l->sequence, &sequence, &done);
    }
}
static void gpu__list_launches(char *text, size_t size)
{
    size_t used = 0;
    int listed = 0, more = 0;
    *text = 0;
    for (uint64_t k = GPU__LOAD_ACQUIRE(uint64_t, &gpu__launches.next), i = 0; k && i < GPU__LAUNCHES; k--, i++) {
        gpu__launched *slot = &gpu__launches.slot[k % GPU__LAUNCHES], l = *slot;
        if (l.sequence != k || GPU__LOAD_ACQUIRE(uint64_t, &slot->sequence) != k || l.device != gpu__thread.device)
            continue;
        if (listed == 8) {
            more++;
            continue;
        }
        used += (size_t)snprintf(text + used, size - used, "%s%s at %s:%d (", listed++ ? "; " : "", l.name,
                                 l.file ? l.file : "?", l.line);
        if (used < size && l.n) used += (size_t)snprintf(text + used, size - used, "n = %zu", l.n);
        if (used < size && !l.n)
            used += (size_t)snprintf(text + used, size - used, "grid %u x %u x %u, block %u x %u x %u", l.grid.x,
                                     l.grid.y, l.grid.z, l.block.x, l.block.y, l.block.z);
        if (used < size && l.stream) used += (size_t)snprintf(text + used, size - used, ", stream %d", l.stream);
        if (used < size) used += (size_t)snprintf(text + used, size - used, ")");
        if (used >= size) return;
    }
    if (more) snprintf(text + used, size - used, "; and %d more", more);
}

#define GPU__QUOTE(...) GPU__QUOTE_(__VA_ARGS__)
#define GPU__QUOTE_(...) #__VA_ARGS__
#ifdef __CUDA_ARCH_LIST__
#define GPU__ARCHITECTURES GPU__QUOTE(__CUDA_ARCH_LIST__) /* "750,900": what nvcc was told to build for, times ten */
#else
#define GPU__ARCHITECTURES ""
#endif

static int gpu__is_fault(cudaError_t e) /* of a kernel, some time ago; it ends the use of the device in this process */
{
    return e == cudaErrorIllegalAddress || e == cudaErrorMisalignedAddress || e == cudaErrorAssert ||
           e == cudaErrorLaunchFailure || e == cudaErrorLaunchTimeout || e == cudaErrorHardwareStackError ||
           e == cudaErrorIllegalInstruction || e == cudaErrorInvalidAddressSpace || e == cudaErrorInvalidPc;
}
/* What most often is behind an error, and what to do about it. */
static const struct {
    cudaError_t errors[3];
    const char *hint;
} gpu__cuda_hints[] = {
    {{cudaErrorInsufficientDriver},
     "the driver is missing or older than the CUDA runtime of this program: install or update the NVIDIA driver"},
    {{cudaErrorSystemDriverMismatch},
     "the loaded kernel module and the driver's libraries are of different versions: restart the machine "
     "after a driver update"},
    {{cudaErrorNoDevice}, "no NVIDIA GPU is visible: check nvidia-smi and CUDA_VISIBLE_DEVICES"},
    {{cudaErrorInitializationError},
     "the driver does not start in this process: it was forked from one that used CUDA, or the driver's "
     "installation is broken (try nvidia-smi)"},
    {{cudaErrorDevicesUnavailable},
     "another process has the GPU to itself, or it is in a prohibited compute mode: see nvidia-smi"},
    {{cudaErrorNoKernelImageForDevice, cudaErrorInvalidDeviceFunction},
     "the program holds no code for this GPU (it was built for " GPU__ARCHITECTURES
     "; 900 is sm_90): build with nvcc -arch=native"},
    {{cudaErrorUnsupportedPtxVersion},
     "the driver is too old to translate this program's PTX: update it, or build for this card with nvcc -arch=native"},
    {{cudaErrorMemoryAllocation}, "the GPU's memory is exhausted: free something, or ask for less"},
    {{cudaErrorIllegalAddress},
     "a kernel read or wrote outside its memory, through a host pointer, through the NULL of a malloc in a "
     "kernel, or ran out of stack: run under compute-sanitizer"},
    {{cudaErrorMisalignedAddress},
     "a kernel read or wrote through a pointer that is not aligned to its type: check casts and byte offsets"},
    {{cudaErrorLaunchOutOfResources},
     "the kernel needs more registers than a block of this size can have: use fewer threads a block"},
    {{cudaErrorInvalidConfiguration}, "the grid, the block or its shared memory is beyond what the device has"},
    {{cudaErrorLaunchTimeout},
     "a kernel ran longer than the display's watchdog allows: split the work, or use a card without a display"},
    {{cudaErrorAssert}, "an assert in a kernel failed; its text is above"},
    {{cudaErrorHardwareStackError},
     "a kernel used more stack than a thread has: less recursion and smaller local arrays, or "
     "cudaDeviceSetLimit(cudaLimitStackSize)"},
    {{cudaErrorLaunchFailure},
     "a kernel died: often its stack, or malloc in a kernel, was exhausted (cudaDeviceSetLimit), or it "
     "executed __trap()"},
    {{cudaErrorIllegalInstruction, cudaErrorInvalidPc},
     "a kernel jumped to no code: a wrong function pointer, or its stack was overwritten"},
    {{cudaErrorECCUncorrectable}, "the card's memory has a hardware error: see nvidia-smi -q"},
    {{cudaErrorStreamCaptureUnsupported, cudaErrorStreamCaptureInvalidated, cudaErrorStreamCaptureImplicit},
     "a call that cannot be part of a graph was made between gpu_graph_begin and gpu_graph_end, or the "
     "default stream was used meanwhile"},
    {{cudaErrorStreamCaptureUnjoined},
     "work on another stream went into the graph and does not come back: gpu_event_record there, "
     "gpu_event_wait on the first stream"},
};
static const char *gpu__cuda_hint(cudaError_t e)
{
    for (size_t k = 0; k < sizeof gpu__cuda_hints / sizeof *gpu__cuda_hints; k++)
        for (int i = 0; i < 3; i++)
            if (gpu__cuda_hints[k].errors[i] == e) return gpu__cuda_hints[k].hint;
    return "see the CUDA documentation of this error";
}
static gpu_status gpu__cuda_at(cudaError_t e, const char *file, int line, const char *call)
{
    gpu_status s;
    char list[900];
    if (e == cudaSuccess) return GPU_OK;
    (void)cudaGetLastError(); /* so that the next call does not report it again */
    s = e == cudaErrorMemoryAllocation                                             ? GPU_ERROR_OUT_OF_MEMORY
        : gpu__is_fault(e)                                                         ? GPU_ERROR_KERNEL
        : e == cudaErrorLaunchOutOfResources || e == cudaErrorInvalidConfiguration ? GPU_ERROR_LAUNCH
        : e == cudaErrorNoKernelImageForDevice || e == cudaErrorInvalidDeviceFunction ||
                e == cudaErrorUnsupportedPtxVersion
            ? GPU_ERROR_NO_DEVICE_CODE
            : GPU_ERROR_CUDA;
    if (gpu__global.process && gpu__forked())
        return gpu__fail_at(s, file, line, call,
                            "%s (CUDA error %d); this process was forked after gpu.h had started, and CUDA does not "
                            "survive a fork: fork before the first call, start a new program, or gpu_use(GPU_CPU)",
                            cudaGetErrorName(e), (int)e);
    if (!gpu__is_fault(e))
        return gpu__fail_at(s, file, line, call, "%s (%s, CUDA error %d); %s", cudaGetErrorString(e),
                            cudaGetErrorName(e), (int)e, gpu__cuda_hint(e));
    if (gpu__global.sync) /* then it is the launch that is named in front */
        return gpu__fail_at(s, file, line, call,
                            "%s (%s, CUDA error %d); %s; the GPU can be used again only by a new process",
                            cudaGetErrorString(e), cudaGetErrorName(e), (int)e, gpu__cuda_hint(e));
    gpu__list_launches(list, sizeof list);
    return gpu__fail_at(s, file, line, call,
                        "%s (%s, CUDA error %d); %s; %s%s%s. The GPU can be used again only by a new process",
                        cudaGetErrorString(e), cudaGetErrorName(e), (int)e, gpu__cuda_hint(e),
                        *list ? "the launches it can be, newest first: "
                              : "no launch of gpu.h can have caused it, so it was one that gpu.h does not know of",
                        list, *list ? "; GPU_SYNC=1 in the environment shows which" : "");
}
static gpu_status gpu__cuda(cudaError_t e, const char *call) { return gpu__cuda_at(e, NULL, 0, call); }

/* Waits for the current stream. */
static gpu_status gpu__finish_at(const char *file, int line, const char *call)
{
    uint64_t last = GPU__LOAD_ACQUIRE(uint64_t, &gpu__launches.next);
    cudaError_t e = cudaStreamSynchronize((cudaStream_t)gpu__thread.stream);
    if (e != cudaSuccess) return gpu__cuda_at(e, file, line, call);
    gpu__launches_done(gpu__thread.device, gpu__thread.current ? gpu__thread.current->number : 0, last);
    return GPU_OK;
}
static gpu_status gpu__cuda_finish(const char *call) { return gpu__finish_at(NULL, 0, call); }
static int gpu__cuda_finished(int wait, const char *call)
{
    uint64_t last = GPU__LOAD_ACQUIRE(uint64_t, &gpu__launches.next);
    cudaError_t e = wait ? cudaSuccess : cudaStreamQuery((cudaStream_t)gpu__thread.stream);
    if (wait) return gpu__cuda_finish(call) ? -1 : 1;
    if (e == cudaErrorNotReady) return (void)cudaGetLastError(), 0; /* which would be the next call's */
    if (gpu__cuda(e, call)) return -1;
    gpu__launches_done(gpu__thread.device, gpu__thread.current ? gpu__thread.current->number : 0, last);
    return 1;
}

#ifdef NVTX_VERSION
#define GPU__RANGE(name) (gpu__global.nvtx ? (void)nvtxRangePushA(name) : (void)0)
#define GPU__RANGE_END() (gpu__global.nvtx ? (void)nvtxRangePop() : (void)0)
#else
#define GPU__RANGE(name) ((void)0)
#define GPU__RANGE_END() ((void)0)
#endif

/* ------------------------------------------------------------------------------------------------- src/cuda/reach.h */
/* -- where memory is -- */

/* Which memory an argument is in. Asking CUDA costs more than a launch may, so the answer `on a device` is
   remembered for each 2 MiB: CUDA reserves addresses in such steps, and host memory never lies between. */
static uintptr_t gpu__granules[1024];

static void gpu__granules_forget(void)
{
    for (int i = 0; i < 1024; i++) GPU__STORE(uintptr_t, &gpu__granules[i], 0);
}
/* An error, after a fault say, is not the answer `host memory`: the host would then go to memory of a device itself. */
static gpu_status gpu__attributes(struct cudaPointerAttributes *a, const void *p, const char *call)
{
    const cudaError_t e = cudaPointerGetAttributes(a, p);
    if (e != cudaErrorInvalidValue) return gpu__cuda(e, call);
    (void)cudaGetLastError(); /* how older versions say that they do not know it */
    a->type = cudaMemoryTypeUnregistered;
    return GPU_OK;
}
/* Lets the current device read and write the other's memory in place; 0 if it cannot. */
static int gpu__peer_access(int other)
{
    int can = 0;
    cudaError_t e;
    (void)cudaDeviceCanAccessPeer(&can, gpu__thread.device, other);
    e = can ? cudaDeviceEnablePeerAccess(other, 0) : cudaErrorPeerAccessUnsupported;
    (void)cudaGetLastError();
    return e == cudaSuccess || e == cudaErrorPeerAccessAlreadyEnabled;
}
/* GPU_HOST, GPU_PINNED_HOST, or GPU_ON_DEVICE for anything the current device reads directly; -1 after an error. */
static int gpu__reach(const void *p, const char *call, const char *what)
{
    uintptr_t granule = (uintptr_t)p >> 21, entry = granule << 7 | (uintptr_t)(gpu__thread.device + 1);
    uintptr_t *slot = &gpu__granules[(granule * 0x9e3779b97f4a7c15u >> 40) % 1024];
    struct cudaPointerAttributes a;
    if (GPU__LOAD(uintptr_t, slot) == entry) return GPU_ON_DEVICE;
    if (gpu__attributes(&a, p, call)) return -1;
    if (a.type == cudaMemoryTypeUnregistered) return GPU_HOST;
    if (a.type == cudaMemoryTypeHost) return GPU_PINNED_HOST;
    if (a.type == cudaMemoryTypeDevice && a.device != gpu__thread.device) {
        if (!gpu__peer_access(a.device)) {
            gpu__fail(GPU_ERROR_INVALID_POINTER, call,
                      "%s is memory of device %d, which the current device %d cannot read; gpu_copy it, or gpu_use(%d)",
                      what, a.device, gpu__thread.device, a.device);
            return -1;
        }
    }
    GPU__STORE(uintptr_t, slot, entry);
    return GPU_ON_DEVICE;
}

/* -------------------------------------------------------------------------------------------------- src/cuda/pool.h */
/* -- the pool of a GPU -- Blocks of 320 sizes, at most 1/8 apart, so that one that was freed fits the next request
   of about its size. A block that was allocated and freed on one stream of the user's goes to that stream's list and
   may be used there again at once: the stream's order protects it. Any other goes to the shared list. There it may
   be used by anyone at once if the program has no streams of its own, since what the default stream still does
   precedes all that is queued later on any stream; if it has, other streams may still work with it, and it waits for
   the next synchronisation of the device, which a gpu_malloc on the default stream brings about itself. So the usual
   way takes a lock, two list operations, and no driver call. */
struct gpu__block { /* in use or kept for reuse */
    void *p;
    size_t bytes;
    uint64_t
        stamp; /* 0, or the pool's clock at its free: any stream may have it once the device was synchronised since */
    struct gpu__block *next;
};
enum { GPU__CLASSES = 320 };
typedef struct gpu__cuda_pool { /* of one device, guarded by memory_lock */
    struct gpu__stream normal;  /* the default stream */
    cudaMemPool_t pool;         /* NULL where the device has none: then cudaMalloc */
    cudaStream_t stream;        /* new blocks are made on it; it has no other work */
    cudaEvent_t order;
    int syncing, graphs;    /* threads that synchronise the device, and that are making a graph: never at once */
    uint64_t clock, synced; /* see gpu__block.stamp */
    int streams;            /* that the program has made */
    size_t direct;          /* bytes of managed and unpooled memory, atomic */
    struct gpu__stream *first;
    gpu__block *shared[GPU__CLASSES];
} gpu__cuda_pool;
static gpu__cuda_pool gpu__cuda_pools[GPU__MAX_DEVICES];

static int gpu__size_class(size_t bytes, size_t *size)
{
    int shift = 0, k;
    bytes = (bytes + 511) & ~(size_t)511;
    if (bytes <= 512) {
        *size = 512;
        return 0;
    }
    while ((bytes - 1) >> (shift + 4)) shift++; /* 8 or more steps of 1 << shift reach up to bytes */
    *size = bytes > ((size_t)256 << 20)
                ? (bytes + ((size_t)2 << 20) - 1) & ~(((size_t)2 << 20) - 1) /* the large ones as they are */
                : (bytes + ((size_t)1 << shift) - 1) & ~(((size_t)1 << shift) - 1);
    k = (shift - 6) * 8 + (int)((bytes - 1) >> shift) - 7;
    return k < GPU__CLASSES ? k : GPU__CLASSES - 1;
}

static void gpu__pool_close(gpu__cuda_pool *pool)
{
    if (pool->pool) (void)cudaMemPoolDestroy(pool->pool);
    if (pool->stream) (void)cudaStreamDestroy(pool->stream);
    if (pool->order) (void)cudaEventDestroy(pool->order);
    pool->pool = NULL, pool->stream = NULL, pool->order = NULL;
}
static gpu_status gpu__pool_open(int device, const char *call)
{
    gpu__cuda_pool *pool = &gpu__cuda_pools[device];
    int current = 0, pools = 0, other;
    uint64_t keep = UINT64_MAX;
    cudaMemPoolProps properties;
    cudaError_t e = cudaGetDevice(&current);
    pool->normal.device = device;
    if (!e) e = cudaSetDevice(device);
    if (!e) e = cudaDeviceGetAttribute(&pools, cudaDevAttrMemoryPoolsSupported, device);
    if (!e) e = cudaStreamCreateWithFlags(&pool->stream, cudaStreamNonBlocking);
    if (!e) e = cudaEventCreateWithFlags(&pool->order, cudaEventDisableTiming);
    if (!e && pools) {
        memset(&properties, 0, sizeof properties);
        properties.allocType = cudaMemAllocationTypePinned;
        properties.location.type = cudaMemLocationTypeDevice;
        properties.location.id = device;
        e = cudaMemPoolCreate(&pool->pool, &properties);
        if (!e) e = cudaMemPoolSetAttribute(pool->pool, cudaMemPoolAttrReleaseThreshold, &keep);
    }
    /* Memory of a pool is open to other devices only when that is asked for, unlike cudaMalloc's. */
    for (other = 0; other < gpu__global.gpus && !e; other++)
        if (other != device && gpu__cuda_pools[other].stream) {
            cudaMemAccessDesc access;
            int k, peer = 0;
            for (k = 0; k < 2; k++) {
                int reader = k ? other : device, owner = k ? device : other;
                memset(&access, 0, sizeof access);
                access.location.type = cudaMemLocationTypeDevice;
                access.location.id = reader;
                access.flags = cudaMemAccessFlagsProtReadWrite;
                if (gpu__cuda_pools[owner].pool && cudaDeviceCanAccessPeer(&peer, reader, owner) == cudaSuccess && peer)
                    (void)cudaMemPoolSetAccess(gpu__cuda_pools[owner].pool, &access, 1);
                (void)cudaGetLastError(); /* without access a copy still works, by way of the host */
            }
        }
    if (!e)
        gpu__global.gpus_in_use++;
    else
        gpu__pool_close(pool);
    (void)cudaSetDevice(current);
    return gpu__cuda(e, call);
}

static gpu__block *gpu__reuse(gpu__block **list, size_t bytes, uint64_t synced) /* from a list, under the lock */
{
    int looked;
    for (looked = 0; *list && looked < 64; list = &(*list)->next, looked++)
        if ((*list)->bytes >= bytes && (*list)->bytes - bytes <= bytes / 8 && (*list)->stamp <= synced) {
            gpu__block *b = *list;
            *list = b->next;
            return b;
        }
    return NULL;
}

static cudaError_t gpu__from_driver(gpu__cuda_pool *pool, void **p, size_t bytes)
{
    enum cudaStreamCaptureMode mode =
        cudaStreamCaptureModeRelaxed; /* a thread that makes a graph may need a workspace */
    cudaError_t e;
#ifdef GPU__TEST_DEVICE_ALLOCATION
    if (!GPU__TEST_DEVICE_ALLOCATION(bytes)) return cudaErrorMemoryAllocation;
#endif
    if (!pool->pool) return cudaMalloc(p, bytes);
    (void)cudaThreadExchangeStreamCaptureMode(&mode);
    e = cudaMallocFromPoolAsync(p, bytes, pool->pool, pool->stream);
    if (!e) e = cudaStreamSynchronize(pool->stream); /* from here on it is good on every stream */
    (void)cudaThreadExchangeStreamCaptureMode(&mode);
    return e;
}
static void gpu__to_driver(gpu__cuda_pool *pool, void *p)
{
    (void)(pool->pool ? cudaFreeAsync(p, pool->stream) : cudaFree(p));
}

/* For streams made elsewhere the default one waits only as they were made: from now on it does. */
static cudaError_t gpu__gather_streams(gpu__cuda_pool *pool)
{
    cudaEvent_t event = NULL;
    cudaError_t e = cudaSuccess;
    gpu_stream stream;
    gpu__lock(&gpu__global.memory_lock);
    for (stream = pool->first; stream && !e; stream = stream->next) {
        if (!stream->users || stream->native == (void *)GPU__DEFAULT_STREAM) continue;
        if (!event) e = cudaEventCreateWithFlags(&event, cudaEventDisableTiming);
        if (!e) e = cudaEventRecord(event, (cudaStream_t)stream->native);
        if (!e) e = cudaStreamWaitEvent(GPU__DEFAULT_STREAM, event, 0);
    }
    gpu__unlock(&gpu__global.memory_lock);
    if (event) (void)cudaEventDestroy(event);
    return e;
}
/* A stream that does not wait for the default one has come: that may still work with what was freed. Under the lock. */
static void gpu__pool_busy(gpu__cuda_pool *pool)
{
    const uint64_t now = ++pool->clock;
    for (int c = 0; c < GPU__CLASSES; c++)
        for (gpu__block *b = pool->shared[c]; b; b = b->next)
            if (!b->stamp) b->stamp = now;
}

/* Waits for the current device. What was freed before may then be used by any stream. */
static gpu_status gpu__cuda_sync(const char *call)
{
    gpu__cuda_pool *pool = &gpu__cuda_pools[gpu__thread.device];
    uint64_t last = GPU__LOAD_ACQUIRE(uint64_t, &gpu__launches.next), clock;
    int whole;
    cudaError_t e;
    gpu__lock(&gpu__global.memory_lock);
    clock = pool->clock;
    whole = !pool->graphs;
    pool->syncing += whole;
    gpu__unlock(&gpu__global.memory_lock);
    if (whole) e = cudaDeviceSynchronize();
    /* that would spoil a graph which another thread is making; the default stream waits for all others just as well */
    else {
        e = gpu__gather_streams(pool);
        if (!e) e = cudaEventRecord(pool->order, GPU__DEFAULT_STREAM);
        if (!e) e = cudaEventSynchronize(pool->order);
    }
    gpu__lock(&gpu__global.memory_lock);
    pool->syncing -= whole;
    if (!e && pool->synced < clock) pool->synced = clock;
    gpu__unlock(&gpu__global.memory_lock);
    if (e) return gpu__cuda(e, call);
    gpu__launches_done(gpu__thread.device, -1, last);
    return GPU_OK;
}
/* The same for a device that may be another. */
static gpu_status gpu__sync_other(int device, const char *call)
{
    const int current = gpu__thread.device;
    gpu_status s = GPU_OK;
    if (device != current) s = gpu__cuda(cudaSetDevice(device), call);
    gpu__thread.device = device;
    if (!s) s = gpu__cuda_sync(call);
    gpu__thread.device = current;
    if (device != current && current >= 0) (void)cudaSetDevice(current);
    return s;
}

/* Waits for the current device and gives the driver all blocks that nobody uses. */
static gpu_status gpu__pool_trim(const char *call)
{
    gpu__cuda_pool *pool = &gpu__cuda_pools[gpu__thread.device];
    gpu__block *all = NULL, **end = &all, *b;
    gpu_stream stream;
    size_t bytes = 0;
    gpu_status s;
    int c;
    gpu__lock(&gpu__global.memory_lock);
    for (c = 0; c < GPU__CLASSES; c++) {
        *end = pool->shared[c];
        pool->shared[c] = NULL;
        while (*end) end = &(*end)->next;
        for (stream = pool->first; stream; stream = stream->next) {
            *end = stream->kept[c];
            stream->kept[c] = NULL;
            while (*end) end = &(*end)->next;
        }
    }
    gpu__unlock(&gpu__global.memory_lock);
    s = gpu__cuda_sync(call); /* after the lists were emptied: what is freed from now on is not in them */
    while ((b = all)) {
        all = b->next;
        bytes += b->bytes;
        gpu__lock(&gpu__global.memory_lock);
        gpu__span_replace(b->p, NULL); /* what was freed there: from now on the address may be anyone's */
        gpu__unlock(&gpu__global.memory_lock);
        gpu__to_driver(pool, b->p);
        GPU_HOST_FREE(b);
    }
    gpu__unreserve(&gpu__pools[gpu__thread.device + 1], bytes);
    if (pool->pool && !s) s = gpu__cuda(cudaStreamSynchronize(pool->stream), call);
    if (pool->pool && !s) s = gpu__cuda(cudaMemPoolTrimTo(pool->pool, 0), call);
    gpu__granules_forget();
    return s;
}

/* A block of the current device, at least `bytes` large, for any stream of it. */
static gpu_status gpu__take(gpu__block **out, size_t bytes, const char *call)
{
    gpu__cuda_pool *pool = &gpu__cuda_pools[gpu__thread.device];
    gpu__pool *counts = &gpu__pools[gpu__thread.device + 1];
    gpu_stream own = gpu__thread.current;
    gpu__block *b = NULL;
    size_t size, free_bytes = 0, total = 0;
    int c = gpu__size_class(bytes, &size), pending, again, ok = 0;
    cudaError_t e = cudaErrorMemoryAllocation;
    gpu__lock(&gpu__global.memory_lock);
    if (own && own->kept) b = gpu__reuse(&own->kept[c], size, UINT64_MAX);
    if (!b) b = gpu__reuse(&pool->shared[c], size, pool->synced);
    pending = !b && !own && pool->shared[c];
    gpu__unlock(&gpu__global.memory_lock);
    if (pending) { /* there is one that other streams perhaps use yet: rather wait than grow without end */
        gpu_status s = gpu__cuda_sync(call);
        if (s) return s;
        gpu__lock(&gpu__global.memory_lock);
        b = gpu__reuse(&pool->shared[c], size, pool->synced);
        gpu__unlock(&gpu__global.memory_lock);
    }
    if (b) {
        *out = b;
        return GPU_OK;
    }
    b = (gpu__block *)gpu__host(sizeof *b, 1);
    if (!b)
        return gpu__fail(GPU_ERROR_OUT_OF_MEMORY, call,
                         "there is no host memory left for the list of allocations; free some");
    b->bytes = size;
    for (again = 0; again < 2 && e == cudaErrorMemoryAllocation; again++) {
        if (again && !gpu__thread.graph) (void)gpu__let_go(0, call);
        if (again && (gpu__thread.graph || gpu__pool_trim(call))) break;
        if (!(ok = gpu__reserve(counts, size))) continue;
        e = gpu__from_driver(pool, &b->p, size);
        if (e) gpu__unreserve(counts, size), (void)cudaGetLastError();
    }
    if (!e) {
        *out = b;
        return GPU_OK;
    }
    GPU_HOST_FREE(b);
    if (e != cudaErrorMemoryAllocation) return gpu__cuda(e, call);
    if (!ok) return gpu__beyond_limit(counts, bytes, call);
    (void)cudaMemGetInfo(&free_bytes, &total);
    return gpu__fail(GPU_ERROR_OUT_OF_MEMORY, call,
                     "%zu bytes were asked for; device %d has %zu free of %zu, and this program uses %zu; free some, "
                     "or work in parts",
                     bytes, gpu__thread.device, free_bytes, total, counts->held);
}

/* Back to its pool, in order with the current stream. `made_on` is the stream that was current when it was taken. */
static void gpu__give(gpu__block *b, int device, gpu_stream made_on)
{
    gpu__cuda_pool *pool = &gpu__cuda_pools[device];
    gpu__block **list;
    size_t size;
    int c;
    if (!b) return;
    c = gpu__size_class(b->bytes, &size);
    gpu__lock(&gpu__global.memory_lock);
    if (made_on && made_on == gpu__thread.current && !gpu__thread.graph)
        list = &made_on->kept[c], b->stamp = 0;
    else
        list = &pool->shared[c], b->stamp = pool->streams ? ++pool->clock : 0;
    b->next = *list;
    *list = b;
    gpu__unlock(&gpu__global.memory_lock);
}

/* ----------------------------------------------------------------------------------------------- src/cuda/devices.h */
/* -- devices -- */

static int gpu__cuda_count(char *why, size_t size)
{
    int gpus = 0;
    cudaError_t e = cudaGetDeviceCount(&gpus);
    if (e != cudaSuccess) {
        gpus = 0; /* without a driver the call leaves the count untouched */
        (void)cudaGetLastError();
        snprintf(why, size, "%s: %s", cudaGetErrorString(e), gpu__cuda_hint(e));
    } else if (gpus == 0)
        snprintf(why, size, "%s", gpu__cuda_hint(cudaErrorNoDevice));
    return gpus < GPU__MAX_DEVICES ? gpus : (int)GPU__MAX_DEVICES;
}
/* GPU_DEBUG=1: what was written to freed device memory, said while CUDA can be asked. */
static void gpu__cuda_ends(void)
{
    int device;
    for (device = 0; device < gpu__global.gpus; device++)
        if (gpu__global.device[device].state == 1 && cudaSetDevice(device) == cudaSuccess)
            (void)cudaDeviceSynchronize();
    (void)cudaGetLastError();
    (void)gpu__let_go(0, NULL);
    gpu__global.cuda_ended = 1;
}
static void gpu__cuda_started(void)
{
    if (gpu__global.debug) atexit(gpu__cuda_ends);
}
static gpu_status gpu__cuda_use(int device, const char *call)
{
    const cudaError_t e = cudaSetDevice(device);
    return call ? gpu__cuda(e, call) : GPU_OK;
}
/* Asks a device once what the launches need to know, and whether this program holds code for it. */
static gpu_status gpu__cuda_ready(int device, const char *call)
{
    gpu__device *d = &gpu__global.device[device];
    gpu_status s = GPU_OK;
    if (d->state == 1) return GPU_OK;
    gpu__lock(&gpu__global.init_lock);
    if (d->state != 1) {
        cudaFuncAttributes probe;
        int optin = 0;
        s = gpu__cuda(cudaDeviceGetAttribute(&d->multiprocessors, cudaDevAttrMultiProcessorCount, device), call);
        if (!s)
            s = gpu__cuda(
                cudaDeviceGetAttribute(&d->threads_per_multiprocessor, cudaDevAttrMaxThreadsPerMultiProcessor, device),
                call);
        if (!s) s = gpu__cuda(cudaDeviceGetAttribute(&optin, cudaDevAttrMaxSharedMemoryPerBlockOptin, device), call);
        if (!s) s = gpu__cuda(cudaFuncGetAttributes(&probe, (const void *)gpu__probe), call);
        d->shared_optin = (size_t)optin;
        if (!s) s = gpu__pool_open(device, call);
        if (!s) d->state = 1;
    }
    gpu__unlock(&gpu__global.init_lock);
    return s;
}
static int gpu__cuda_peer(int device, int other)
{
    int can = 0;
    if (other == GPU_CPU) return 0;
    return gpu__cuda(cudaDeviceCanAccessPeer(&can, device, other), "gpu_peer") ? -1 : can;
}
static gpu_status gpu__cuda_query(int device, gpu_info *info)
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

/* ---------------------------------------------------------------------------------------------- src/cuda/exchange.h */

#ifdef GPU_SEVERAL_DEVICES
/* -- exchanges between devices -- */

typedef struct gpu__exchanger {
    uint64_t *flags; /* see gpu__exchange_flag; the other devices write here */
    int within_reach;
    cudaStream_t engine; /* copies of large shares */
    cudaEvent_t fetched, folded[2];
} gpu__exchanger;
static gpu__exchanger gpu__exchange_device[GPU__MAX_DEVICES];

static cudaError_t gpu__engine_open(gpu__exchanger *d)
{
    cudaError_t e = cudaStreamCreateWithFlags(&d->engine, cudaStreamNonBlocking);
    if (!e) e = cudaEventCreateWithFlags(&d->fetched, cudaEventDisableTiming);
    for (int k = 0; k < 2 && !e; k++) e = cudaEventCreateWithFlags(&d->folded[k], cudaEventDisableTiming);
    return e;
}
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
        if ((s = gpu__cuda(gpu__engine_open(&gpu__exchange_device[device]), call))) return s;
        gpu__exchange_device[device].flags = (uint64_t *)p;
    }
    *flags = gpu__exchange_device[device].flags;
    if (gpu__exchange_device[device].within_reach) *reach = most < row ? most : row;
    return gpu__cuda(cudaPeekAtLastError(), call); /* after a fault no kernel runs, and the others would wait for it */
}

/* Large shares go by the copy engines, which move 390 GB/s each way at once on an H200 where kernels move 340. Between
   the two meetings a part alone reads and writes its share of all arrays: it fetches that of the others piece by piece,
   into two places in turn, folds the pieces into its own array, and copies the result to the others when it has
   fetched all. Another part may have the kernels do the same for its share. */
#ifdef GPU__TEST_ENGINES /* what is large begins early, and has many pieces */
enum { GPU__ENGINE_SHARE = 1 << 15, GPU__ENGINE_PIECE = 1 << 14 };
#else
enum {
    GPU__ENGINE_SHARE = 64 << 20, /* bytes; of less, the waits between the steps take more than the engines gain */
    GPU__ENGINE_PIECE = 32 << 20  /* some 80 us, and a few until the next one starts */
};
#endif
enum { GPU__ENGINE_PLACE = GPU__ENGINE_PIECE + 16 }; /* of a piece, which is aligned there as in its array */

static cudaError_t gpu__engine_folds(const gpu__exchange *x, const gpu__exchange_args *share, char *space)
{
    const gpu__exchanger *const d = &gpu__exchange_device[gpu__thread.device];
    const cudaStream_t stream = (cudaStream_t)gpu__thread.stream;
    const size_t piece = GPU__ENGINE_PIECE / x->size;
    gpu__exchange_args a = *share;
    cudaError_t e = cudaSuccess;
    int place = 0, k;
    a.meetings = 0, a.begin = 0, a.to = a.part, a.to_end = a.part + 1;
    for (size_t at = share->begin; at < share->end && !e; at += piece, place = !place) {
        char *const own = (char *)share->array[a.part] + at * x->size;
        char *to = space + (size_t)(place * (a.parts - 1)) * GPU__ENGINE_PLACE + ((uintptr_t)own & 15);
        a.end = share->end - at < piece ? share->end - at : piece;
        a.array[a.part] = own;
        e = cudaStreamWaitEvent(d->engine, d->folded[place], 0);
        for (k = 1; k < a.parts && !e; k++, to += GPU__ENGINE_PLACE) { /* each part begins with another one's */
            const int other = (a.part + k) % a.parts;
            a.array[other] = to;
            e = cudaMemcpyAsync(to, (char *)share->array[other] + at * x->size, a.end * x->size, cudaMemcpyDefault,
                                d->engine);
        }
        if (!e) e = cudaEventRecord(d->fetched, d->engine);
        if (!e) e = cudaStreamWaitEvent(stream, d->fetched, 0);
        if (!e) e = (cudaError_t)x->device(&a, stream);
        if (!e) e = cudaEventRecord(d->folded[place], stream);
    }
    return e;
}
/* The folded share to all others; its last piece apart, for which the rest need not wait. */
static cudaError_t gpu__engine_spreads(const gpu__exchange *x, const gpu__exchange_args *share)
{
    const gpu__exchanger *const d = &gpu__exchange_device[gpu__thread.device];
    const size_t piece = GPU__ENGINE_PIECE / x->size, pieces = gpu__ceil_div(share->end - share->begin, piece);
    const size_t last = share->begin + (pieces - 1) * piece;
    cudaError_t e = cudaSuccess;
    for (int part = 0; part < 2 && !e; part++) {
        const size_t at = (part ? last : share->begin) * x->size, end = (part ? share->end : last) * x->size;
        e = cudaStreamWaitEvent(d->engine, d->folded[(pieces + part) % 2], 0);
        for (int k = 1; k < share->parts && !e; k++)
            e = cudaMemcpyAsync((char *)share->array[(share->part + k) % share->parts] + at,
                                (char *)share->array[share->part] + at, end - at, cudaMemcpyDefault, d->engine);
    }
    return e;
}
static cudaError_t gpu__exchange_by_engines(const gpu__exchange *x, const gpu__exchange_args *share, char *space)
{
    const gpu__exchanger *const d = &gpu__exchange_device[gpu__thread.device];
    const cudaStream_t stream = (cudaStream_t)gpu__thread.stream;
    gpu__exchange_args meet = *share; /* kernels that fold nothing */
    cudaError_t e, idle;
    meet.begin = meet.end = 0, meet.meetings = 1;
    e = (cudaError_t)x->device(&meet, stream);
    for (int k = 0; k < 2 && !e; k++) e = cudaEventRecord(d->folded[k], stream); /* the places are free */
    if (!e) e = gpu__engine_folds(x, share, space);
    if (!e && x->all) e = gpu__engine_spreads(x, share);
    idle = cudaEventRecord(d->fetched, d->engine); /* whatever failed: until then `space` is in use */
    if (!idle) idle = cudaStreamWaitEvent(stream, d->fetched, 0);
    meet.meetings = 2;
    return e ? e : idle ? idle : (cudaError_t)x->device(&meet, stream);
}
static gpu_status gpu__cuda_exchange(const gpu__exchange *x, const gpu__exchange_args *a)
{
    const size_t room = (size_t)(2 * (a->parts - 1)) * GPU__ENGINE_PLACE;
    const int unseen = gpu__thread.unseen != 0;
    gpu__block *space = NULL;
    gpu_status s;
    if (a->meetings && room && (a->end - a->begin) * x->size >= GPU__ENGINE_SHARE) {
        if (!gpu__take(&space, room, x->call)) {
            s = gpu__cuda(gpu__exchange_by_engines(x, a, (char *)space->p), x->call);
            gpu__give(space, gpu__thread.device, gpu__thread.current);
            return s;
        }
        if (!unseen) gpu_clear_error(); /* kernels need no room; an older error is not forgotten with this one */
    }
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
    gpu__exchanger *const d = &gpu__exchange_device[device];
    if (d->flags) (void)cudaFree(d->flags);
    if (d->engine) (void)cudaStreamDestroy(d->engine);
    if (d->fetched) (void)cudaEventDestroy(d->fetched);
    for (int k = 0; k < 2; k++)
        if (d->folded[k]) (void)cudaEventDestroy(d->folded[k]);
    memset(d, 0, sizeof *d);
}
#endif
/* ------------------------------------------------------------------------------------------------ src/cuda/doctor.h */
/* -- gpu_doctor -- */

static int gpu__doctor_device(FILE *out, int device)
{
    static const char *const modes[] = {"", "exclusive to one thread", "prohibited", "exclusive to one process"};
    cudaDeviceProp properties;
    cudaFuncAttributes probe;
    char what[32];
    int major = 0, minor = 0, mode = 0, current = 0;
    size_t free_bytes = 0, total = 0;
    cudaError_t e;
    snprintf(what, sizeof what, "GPU %d", device);
    (void)cudaGetDevice(&current);
    e = cudaGetDeviceProperties(&properties, device);
    if (!e) e = cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, device);
    if (!e) e = cudaDeviceGetAttribute(&minor, cudaDevAttrComputeCapabilityMinor, device);
    if (!e) (void)cudaDeviceGetAttribute(&mode, cudaDevAttrComputeMode, device);
    if (!e && mode == cudaComputeModeProhibited)
        return gpu__doctor_says(out, 1, what,
                                "%s: its compute mode is %s; its administrator can change that: nvidia-smi -c DEFAULT",
                                properties.name, modes[mode]);
    if (!e) e = cudaSetDevice(device);
    if (!e) e = cudaFuncGetAttributes(&probe, (const void *)gpu__probe);
    if (!e) e = cudaMemGetInfo(&free_bytes, &total);
    (void)cudaGetLastError();
    (void)cudaSetDevice(current);
    if (e == cudaErrorNoKernelImageForDevice || e == cudaErrorInvalidDeviceFunction ||
        e == cudaErrorUnsupportedPtxVersion)
        return gpu__doctor_says(out, 1, what, "%s, compute capability %d.%d: %s (or -arch=sm_%d%d)", properties.name,
                                major, minor, gpu__cuda_hint(e), major, minor);
    if (e) return gpu__doctor_says(out, 1, what, "%s; %s", cudaGetErrorString(e), gpu__cuda_hint(e));
    if (free_bytes < total / 20)
        return gpu__doctor_says(out, 1, what, "%s: only %.1f of %.1f GB are free; nvidia-smi shows who has the rest",
                                properties.name, 1e-9 * (double)free_bytes, 1e-9 * (double)total);
    return gpu__doctor_says(out, 0, what,
                            "%s, compute capability %d.%d: this program has code for it; %.1f of %.1f GB free%s%s",
                            properties.name, major, minor, 1e-9 * (double)free_bytes, 1e-9 * (double)total,
                            mode ? ", " : "", modes[mode > 3 ? 0 : mode]);
}
static int gpu__doctor_driver(FILE *out, int driver)
{
    int runtime = 0;
    (void)cudaRuntimeGetVersion(&runtime);
    if (!driver)
        return gpu__doctor_says(out, 1, "driver",
                                "none is loaded; install the NVIDIA driver (nvidia-smi must work), and in a container "
                                "start it with --gpus all");
    if (driver / 1000 < runtime / 1000)
        return gpu__doctor_says(out, 1, "driver",
                                "it knows CUDA up to %d.%d and this program was built with %d.%d; update the driver, "
                                "or build with an older toolkit",
                                driver / 1000, driver % 1000 / 10, runtime / 1000, runtime % 1000 / 10);
    return gpu__doctor_says(
        out, 0, "driver", "it knows CUDA up to %d.%d; this program was built with %d.%d%s", driver / 1000,
        driver % 1000 / 10, runtime / 1000, runtime % 1000 / 10,
        driver < runtime ? " (fine within a major version, as long as the cards' own code is in the program)" : "");
}
/* The GPUs that CUDA shows, and why it shows none. */
static int gpu__doctor_visible(FILE *out, int driver, int *count)
{
    const char *visible = getenv("CUDA_VISIBLE_DEVICES");
    int problems = 0;
    cudaError_t e = cudaGetDeviceCount(count);
    (void)cudaGetLastError();
    if (e) *count = 0;
    if (visible && (!*visible || *visible == '-'))
        problems +=
            gpu__doctor_says(out, 1, "visibility", "CUDA_VISIBLE_DEVICES=%s hides every GPU; unset it", visible);
    else if (visible)
        gpu__doctor_says(out, 0, "visibility", "CUDA_VISIBLE_DEVICES=%s: %d GPU%s left, numbered from 0", visible,
                         *count, *count == 1 ? " is" : "s are");
    else
        gpu__doctor_says(out, 0, "visibility",
                         "CUDA_VISIBLE_DEVICES is not set: every GPU of this machine is there (%d)", *count);
    if (driver && e)
        problems += gpu__doctor_says(out, 1, "GPUs", "%s; %s", cudaGetErrorString(e), gpu__cuda_hint(e));
    else if (driver && !*count && !visible)
        problems += gpu__doctor_says(out, 1, "GPUs", "%s", gpu__cuda_hint(cudaErrorNoDevice));
    return problems;
}
static int gpu__cuda_doctor(FILE *out)
{
    const char *order = getenv("CUDA_DEVICE_ORDER");
    int driver = 0, count = 0, k, same = 1, problems = 0;
    cudaDeviceProp first, other;
    gpu__doctor_says(out, 0, "compiler", "nvcc %d.%d with %s", __CUDACC_VER_MAJOR__, __CUDACC_VER_MINOR__,
                     GPU__HOST_COMPILER);
    gpu__doctor_says(out, 0, "device code",
                     "for %s (900 is sm_90; newer cards of a generation run it, PTX serves later ones)",
                     GPU__ARCHITECTURES);
    (void)cudaDriverGetVersion(&driver);
    problems += gpu__doctor_driver(out, driver);
    problems += gpu__doctor_visible(out, driver, &count);
    for (k = 0; k < count; k++) {
        problems += gpu__doctor_device(out, k);
        if (k ? cudaGetDeviceProperties(&other, k) : cudaGetDeviceProperties(&first, k))
            (void)cudaGetLastError();
        else if (k && strcmp(first.name, other.name))
            same = 0;
    }
    if (count > 1 && !same && !(order && !strcmp(order, "PCI_BUS_ID")))
        problems += gpu__doctor_says(out, 1, "ordering",
                                     "the fastest card is number 0 here, while nvidia-smi counts by slot; set "
                                     "CUDA_DEVICE_ORDER=PCI_BUS_ID to have both agree");
    else if (count > 1)
        gpu__doctor_says(out, 0, "ordering", "%s", same ? "the cards are all alike" : "by slot, as nvidia-smi counts");
#ifndef NVTX_VERSION
    if (gpu__global.nvtx)
        problems += gpu__doctor_says(
            out, 1, "GPU_NVTX",
            "1 has no effect: include nvtx3/nvToolsExt.h before gpu.h in the file with GPU_IMPLEMENTATION");
#endif
    return problems;
}

/* --------------------------------------------------------------------------------------------- src/cuda/workspace.h */
/* -- workspaces -- */

/* What the library's kernels need beside their arguments on one stream. Launches on a stream run one after another, so
   they share it, whichever host threads make them. Made on the first use, freed with the stream. */
typedef struct gpu__workspace {
    gpu_stream owner;
    gpu__block *partials_block, *scan_block;
    void *partials;
    unsigned *ticket;
    void *scan;
    size_t scan_bytes;
    gpu__block *outgrown; /* former states of scans that a graph still uses */
    struct gpu__workspace *next;
} gpu__workspace;

enum { GPU__PARTIALS = 1056 * 96, GPU__MAILBOXES = 64, GPU__MAILBOX = 256 };

static struct {
    int lock;
    gpu__workspace *first;
    char *mailboxes; /* pinned: where a kernel leaves a value for the host, GPU__MAILBOX bytes each, the flag first */
    uint64_t taken;  /* one bit a mailbox */
    uint64_t sequence[GPU__MAILBOXES];
} gpu__workspaces;

/* Makes the workspace of a stream, in order with the current one. */
static gpu_status gpu__workspace_make(gpu_stream stream, const char *call)
{
    gpu_status s = gpu__cuda_ready(gpu__thread.device, call);
    if (s) return s;
    gpu__lock(&gpu__workspaces.lock);
    if (!stream->workspace) {
        gpu__workspace *w = (gpu__workspace *)gpu__host(sizeof *w, 1);
        s = w ? gpu__take(&w->partials_block, GPU__PARTIALS + 256, call) : gpu__no_host_memory(call);
        if (!s) {
            w->partials = w->partials_block->p;
            w->ticket = (unsigned *)((char *)w->partials + GPU__PARTIALS);
            w->owner = stream;
            s = gpu__cuda(cudaMemsetAsync(w->ticket, 0, 256, (cudaStream_t)gpu__thread.stream), call);
            if (!s && stream != gpu__thread.current && stream->native) s = gpu__cuda_finish(call);
        }
        if (!s) {
            w->next = gpu__workspaces.first;
            gpu__workspaces.first = w;
            GPU__STORE_RELEASE(gpu__workspace *, &stream->workspace, w);
        } else if (w) {
            gpu__give(w->partials_block, gpu__thread.device, NULL);
            GPU_HOST_FREE(w);
        }
    }
    gpu__unlock(&gpu__workspaces.lock);
    return s;
}
static void gpu__workspace_end(gpu__workspace *w) /* its stream is idle */
{
    gpu__give(w->partials_block, w->owner->device, NULL);
    gpu__give(w->scan_block, w->owner->device, NULL);
    while (w->outgrown) {
        gpu__block *b = w->outgrown;
        w->outgrown = b->next;
        gpu__give(b, w->owner->device, NULL);
    }
    w->owner->workspace = NULL;
    GPU_HOST_FREE(w);
}
static void gpu__workspace_free(gpu_stream stream)
{
    gpu__workspace **link;
    gpu__lock(&gpu__workspaces.lock);
    for (link = &gpu__workspaces.first; *link && *link != stream->workspace; link = &(*link)->next) {
    }
    if (*link) {
        gpu__workspace *w = *link;
        *link = w->next;
        gpu__workspace_end(w);
    }
    gpu__unlock(&gpu__workspaces.lock);
}

static gpu_status gpu__workspace_get(gpu__workspace **out, const char *call)
{
    gpu_stream stream = gpu__thread.current ? gpu__thread.current : &gpu__cuda_pools[gpu__thread.device].normal;
    gpu_status s = GPU_OK;
    if (!GPU__LOAD_ACQUIRE(gpu__workspace *, &stream->workspace)) s = gpu__workspace_make(stream, call);
    *out = stream->workspace;
    return s;
}

/* Room for `bytes` of messages between the tiles of a scan, all zero when it is new. In stream order, so a scan that
   still runs keeps the old one. */
static gpu_status gpu__scan_state(gpu__workspace *w, size_t bytes, const char *call)
{
    gpu__block *bigger = NULL;
    gpu_status s = GPU_OK;
    if (bytes <= w->scan_bytes) return GPU_OK;
    gpu__lock(&gpu__workspaces.lock);
    if (bytes > w->scan_bytes) {
        bytes += bytes / 2;
        s = gpu__take(&bigger, bytes, call);
        if (!s) s = gpu__cuda(cudaMemsetAsync(bigger->p, 0, bytes, (cudaStream_t)gpu__thread.stream), call);
        if (!s) {
            if (w->scan_block && gpu__thread.graph)
                w->scan_block->next = w->outgrown, w->outgrown = w->scan_block;
            else
                gpu__give(w->scan_block, gpu__thread.device, gpu__thread.current);
            w->scan_block = bigger;
            w->scan = bigger->p;
            w->scan_bytes = bytes;
        } else
            gpu__give(bigger, gpu__thread.device, gpu__thread.current);
    }
    gpu__unlock(&gpu__workspaces.lock);
    return s;
}

static int gpu__mailbox_take(const char *call)
{
    int k = -1;
    while (k < 0) { /* all 64 taken: as many threads wait for a value now; one will be back soon */
        gpu__lock(&gpu__workspaces.lock);
        if (!gpu__workspaces.mailboxes) {
            gpu_status s = gpu__cuda(cudaHostAlloc((void **)&gpu__workspaces.mailboxes, GPU__MAILBOXES * GPU__MAILBOX,
                                                   cudaHostAllocPortable | cudaHostAllocMapped),
                                     call);
            if (s) {
                gpu__workspaces.mailboxes = NULL;
                gpu__unlock(&gpu__workspaces.lock);
                return -1;
            }
            memset(gpu__workspaces.mailboxes, 0, GPU__MAILBOXES * GPU__MAILBOX);
        }
        for (int i = 0; i < GPU__MAILBOXES && k < 0; i++)
            if (!(gpu__workspaces.taken >> i & 1)) k = i;
        if (k >= 0) gpu__workspaces.taken |= (uint64_t)1 << k;
        gpu__unlock(&gpu__workspaces.lock);
    }
    return k;
}
static void gpu__mailbox_return(int k)
{
    gpu__lock(&gpu__workspaces.lock);
    gpu__workspaces.taken &= ~((uint64_t)1 << k);
    gpu__unlock(&gpu__workspaces.lock);
}

/* Waits for the value that a kernel on the current stream leaves in a mailbox. Watching the flag is quicker than any
   call into the driver; the stream is asked now and then, because a kernel that faults never sets it. */
static gpu_status gpu__mailbox_wait(int k, uint64_t sequence, const char *call)
{
    volatile uint64_t *flag = (volatile uint64_t *)(gpu__workspaces.mailboxes + k * GPU__MAILBOX);
    for (int i = 0; i < 1 << 16; i++) /* some 50 us: what takes longer does not notice the driver's 2 us */
        if (*flag == sequence) {
            GPU__FENCE_ACQUIRE();
            return GPU_OK;
        }
    return gpu__cuda_finish(call);
}

/* ----------------------------------------------------------------------------------------------- src/cuda/staging.h */
/* ------------------------------------------------------------------------------------------ host memory, staged -- */

/* Host arrays reach the GPU in chunks through page-locked memory: three slots take turns, so that while one is copied
   in, the next is filled and the one before is computed or copied out. */
enum { GPU__SLOTS = 3 };
#define GPU__SLOT_BYTES ((size_t)12 << 20)

typedef struct gpu__stage {
    int device;
    cudaStream_t stream[GPU__SLOTS];
    cudaEvent_t ready;
    char *pinned[GPU__SLOTS], *on_device[GPU__SLOTS];
    gpu__block *block[GPU__SLOTS]; /* that on_device is */
    size_t bytes;                  /* of each of them */
    struct gpu__stage *next;
} gpu__stage;

static gpu__stage *gpu__stages; /* the idle ones, guarded by gpu__workspaces.lock */

static void gpu__stage_free(gpu__stage *st)
{
    for (int k = 0; k < GPU__SLOTS; k++) {
        if (st->stream[k]) (void)cudaStreamDestroy(st->stream[k]);
        if (st->pinned[k]) (void)cudaFreeHost(st->pinned[k]);
        gpu__give(st->block[k], st->device, NULL); /* a stage that nobody has is idle */
    }
    if (st->ready) (void)cudaEventDestroy(st->ready);
    GPU_HOST_FREE(st);
}

/* A stage of the current device with at least `bytes` a slot, whose streams start after what the current stream
   holds. */
static gpu_status gpu__stage_take(gpu__stage **out, size_t bytes, const char *call)
{
    gpu__stage **link, *st;
    cudaError_t e = cudaSuccess;
    gpu_status s = GPU_OK;
    if (gpu__thread.graph) return gpu__not_in_graph(call, "host memory takes waiting for it; copy it to the device");
    gpu__lock(&gpu__workspaces.lock);
    for (link = &gpu__stages; *link && ((*link)->device != gpu__thread.device); link = &(*link)->next) {
    }
    st = *link;
    if (st) *link = st->next;
    gpu__unlock(&gpu__workspaces.lock);
    if (!st) {
        st = (gpu__stage *)gpu__host(sizeof *st, 1);
        if (!st) return gpu__no_host_memory(call);
        st->device = gpu__thread.device;
        e = cudaEventCreateWithFlags(&st->ready, cudaEventDisableTiming);
        for (int k = 0; k < GPU__SLOTS && !e; k++) e = cudaStreamCreateWithFlags(&st->stream[k], cudaStreamNonBlocking);
    }
    if (!e && bytes > st->bytes) {
        bytes = bytes < ((size_t)1 << 16) ? (size_t)1 << 16 : bytes;
        for (int k = 0; k < GPU__SLOTS && !e && !s; k++) {
            if (st->pinned[k]) (void)cudaFreeHost(st->pinned[k]);
            gpu__give(st->block[k], st->device, NULL);
            st->pinned[k] = st->on_device[k] = NULL;
            st->block[k] = NULL;
            e = cudaMallocHost((void **)&st->pinned[k], bytes);
            if (!e) s = gpu__take(&st->block[k], bytes, call);
            if (!e && !s) st->on_device[k] = (char *)st->block[k]->p;
        }
        st->bytes = e || s ? 0 : bytes;
    }
    if (!e && !s) e = cudaEventRecord(st->ready, (cudaStream_t)gpu__thread.stream);
    for (int k = 0; k < GPU__SLOTS && !e && !s; k++) e = cudaStreamWaitEvent(st->stream[k], st->ready, 0);
    if (e || s) {
        gpu__stage_free(st);
        return s ? s : gpu__cuda(e, call);
    }
    *out = st;
    return GPU_OK;
}
/* Gives a stage back after its streams are idle; the first error of any of them. */
static gpu_status gpu__stage_return(gpu__stage *st, gpu_status s, const char *call)
{
    for (int k = 0; k < GPU__SLOTS; k++) {
        gpu_status t = gpu__cuda(cudaStreamSynchronize(st->stream[k]), call);
        if (!s) s = t;
    }
    gpu__lock(&gpu__workspaces.lock);
    st->next = gpu__stages;
    gpu__stages = st;
    gpu__unlock(&gpu__workspaces.lock);
    return s;
}

static void gpu__memcpy(void *dst, const void *src, size_t bytes) /* with all threads where it pays */
{
#ifdef _OPENMP
    if (bytes >= (size_t)1 << 20 && !gpu__forked()) {
        ptrdiff_t k, parts = gpu__cpu_threads() < 16 ? gpu__cpu_threads() : 16; /* memory is busy with fewer */
#pragma omp parallel for schedule(static) num_threads((int)parts)
        for (k = 0; k < parts; k++) {
            size_t lo, hi;
            gpu__share(bytes / 64, (size_t)k, (size_t)parts, &lo, &hi);
            lo *= 64, hi = k == parts - 1 ? bytes : hi * 64;
            memcpy((char *)dst + lo, (const char *)src + lo, hi - lo);
        }
        return;
    }
#endif
    memcpy(dst, src, bytes);
}

static void gpu__stages_free(int device) /* those that nobody uses */
{
    gpu__stage **link = &gpu__stages;
    gpu__lock(&gpu__workspaces.lock);
    while (*link) {
        gpu__stage *st = *link;
        if (st->device != device) {
            link = &st->next;
            continue;
        }
        *link = st->next;
        gpu__stage_free(st);
    }
    gpu__unlock(&gpu__workspaces.lock);
}

static void gpu__workspaces_end(void)
{
    int device;
    for (device = 0; device < gpu__global.gpus; device++) gpu__stages_free(device);
    gpu__lock(&gpu__workspaces.lock);
    while (gpu__workspaces.first) {
        gpu__workspace *w = gpu__workspaces.first;
        gpu__workspaces.first = w->next;
        gpu__workspace_end(w);
    }
    if (gpu__workspaces.mailboxes) (void)cudaFreeHost(gpu__workspaces.mailboxes);
    gpu__workspaces.mailboxes = NULL;
    memset(gpu__workspaces.sequence, 0, sizeof gpu__workspaces.sequence);
    gpu__unlock(&gpu__workspaces.lock);
    gpu__granules_forget();
}

/* Copies a whole array between host and device by way of a stage; done when it returns. */
static gpu_status gpu__stage_copy(void *dst, const void *src, size_t bytes, int to_device, const char *call)
{
    gpu__stage *st;
    size_t at, chunk = GPU__SLOT_BYTES, chunks;
    gpu_status s;
    if (chunk > bytes) chunk = bytes;
    if ((s = gpu__stage_take(&st, chunk, call))) return s;
    chunks = (bytes + chunk - 1) / chunk;
    for (at = 0; at < chunks + (to_device ? 0 : GPU__SLOTS) && !s; at++) {
        int k = (int)(at % GPU__SLOTS);
        size_t offset = at * chunk, m = offset < bytes ? bytes - offset < chunk ? bytes - offset : chunk : 0;
        if (at >= GPU__SLOTS) {
            s = gpu__cuda(cudaStreamSynchronize(st->stream[k]), call);
            if (!s && !to_device) {
                size_t from = (at - GPU__SLOTS) * chunk;
                if (from < bytes)
                    gpu__memcpy((char *)dst + from, st->pinned[k], bytes - from < chunk ? bytes - from : chunk);
            }
        }
        if (s || !m) continue;
        if (to_device) {
            gpu__memcpy(st->pinned[k], (const char *)src + offset, m);
            s = gpu__cuda(
                cudaMemcpyAsync((char *)dst + offset, st->pinned[k], m, cudaMemcpyHostToDevice, st->stream[k]), call);
        } else
            s = gpu__cuda(
                cudaMemcpyAsync(st->pinned[k], (const char *)src + offset, m, cudaMemcpyDeviceToHost, st->stream[k]),
                call);
    }
    return gpu__stage_return(st, s, call);
}

/* ------------------------------------------------------------------------------------------------ src/cuda/memory.h */
/* -- memory -- */

static gpu_status gpu__cuda_available(size_t *free_bytes, size_t *total, const char *call)
{
    const cudaError_t e = cudaMemGetInfo(free_bytes, total);
    if (e && !call) (void)cudaGetLastError();
    return call ? gpu__cuda(e, call) : GPU_OK;
}
static gpu_status gpu__cuda_reserved(size_t *bytes, const char *call)
{
    const gpu__cuda_pool *pool = &gpu__cuda_pools[gpu__thread.device];
    uint64_t reserved = 0; /* the driver's own count: it hands the pool memory in large pieces */
    gpu_status s;
    if (!pool->pool) return GPU_OK;
    s = gpu__cuda(cudaMemPoolGetAttribute(pool->pool, cudaMemPoolAttrReservedMemCurrent, &reserved), call);
    if (!s) *bytes = (size_t)reserved + GPU__LOAD(size_t, &pool->direct);
    return s;
}

static void gpu__cuda_direct(int device, size_t more) /* bytes that the driver's pool does not count, or fewer */
{
    (void)GPU__ADD(size_t, &gpu__cuda_pools[device].direct, more);
}
/* Page-locked, managed, or device memory that is not the pool's. */
static cudaError_t gpu__cuda_whole(gpu__allocation *a)
{
    size_t free_bytes = 0, total = 0, ask = a->bytes ? a->bytes : 1;
    cudaError_t e;
#ifdef GPU__TEST_DEVICE_ALLOCATION
    if (!GPU__TEST_DEVICE_ALLOCATION(a->bytes)) return cudaErrorMemoryAllocation;
#endif
    if (a->kind == GPU__PINNED) return cudaMallocHost(&a->p, ask);
    if (a->kind == GPU__UNPOOLED) return cudaMalloc(&a->p, ask);
    e = cudaMemGetInfo(&free_bytes, &total); /* more managed memory than is free can bring the machine to a halt */
    return e != cudaSuccess ? e : ask > free_bytes ? cudaErrorMemoryAllocation : cudaMallocManaged(&a->p, ask);
}
static gpu_status gpu__cuda_exhausted(const gpu__allocation *a, const char *call)
{
    size_t free_bytes = 0, total = 0;
    (void)cudaGetLastError();
    if (a->kind == GPU__PINNED)
        return gpu__fail(
            GPU_ERROR_OUT_OF_MEMORY, call,
            "%zu bytes of page-locked host memory were asked for and not to be had; free some, or use fewer", a->bytes);
    (void)cudaMemGetInfo(&free_bytes, &total);
    return gpu__fail(GPU_ERROR_OUT_OF_MEMORY, call,
                     "%zu bytes were asked for, and device %d has %zu free of %zu; free some, or work in parts",
                     a->bytes, a->device, free_bytes, total);
}
static gpu_status gpu__cuda_allocate(gpu__allocation *a, const char *call)
{
    gpu__pool *pool = &gpu__pools[a->home + 1];
    gpu__block *block = NULL;
    gpu_status s;
    cudaError_t e;
    int tries = a->kind == GPU__PINNED ? 1 : 2, ok = 0;
    if (a->kind == GPU__DEVICE) {
        if (gpu__global.device[a->device].state != 1 && (s = gpu__cuda_ready(a->device, call))) return s;
        if ((s = gpu__take(&block, a->bytes, call))) return s;
        a->raw = block;
        a->p = block->p;
        return GPU_OK;
    }
    if ((s = gpu__cuda_ready(a->device, call))) return s;
    for (; tries; tries--) {
        if ((ok = gpu__reserve(pool, a->bytes))) {
            if (!(e = gpu__cuda_whole(a))) {
                if (a->kind != GPU__PINNED) gpu__cuda_direct(a->device, a->bytes);
                return GPU_OK;
            }
            gpu__unreserve(pool, a->bytes);
            if (e != cudaErrorMemoryAllocation) return gpu__cuda(e, call);
            (void)cudaGetLastError();
        }
        if (tries == 2 && ((s = gpu__let_go(0, call)) || (s = gpu__pool_trim(call)))) return s;
    }
    return ok ? gpu__cuda_exhausted(a, call) : gpu__beyond_limit(pool, a->bytes, call);
}
static gpu_status gpu__cuda_release(const gpu__allocation *a, const char *call)
{
    if (a->kind == GPU__DEVICE) {
        gpu__give((gpu__block *)a->raw, a->device, a->stream);
        return GPU_OK;
    }
    if (a->kind != GPU__PINNED) gpu__cuda_direct(a->device, (size_t)0 - a->bytes);
    gpu__granules_forget();
    return gpu__cuda(a->kind == GPU__PINNED ? cudaFreeHost(a->p) : cudaFree(a->p), call);
}
static gpu_status gpu__cuda_fill_pattern(const gpu__allocation *a, const char *call)
{
    cudaStream_t stream = gpu__cuda_pools[a->device].stream;
    gpu_status s = gpu__sync_other(a->device, call); /* before that it may be in use yet */
    if (!s && a->bytes) s = gpu__cuda(cudaMemsetAsync(a->p, GPU__PATTERN, a->bytes, stream), call);
    return s ? s : gpu__cuda(cudaStreamSynchronize(stream), call);
}
static gpu_status gpu__cuda_first_written(const gpu__allocation *a, size_t *at, const char *call)
{
    static const size_t chunk = (size_t)1 << 16;
    cudaStream_t stream = gpu__cuda_pools[a->device].stream;
    const unsigned char *bytes = (const unsigned char *)a->p;
    unsigned char *host;
    size_t begin, i = 0, n = 0;
    gpu_status s = call ? gpu__sync_other(a->device, call) : GPU_OK;
    if (s || !(host = (unsigned char *)gpu__host(chunk, 0))) return s;
    for (begin = 0; begin < a->bytes && !gpu__global.cuda_ended; begin += n) {
        n = a->bytes - begin < chunk ? a->bytes - begin : chunk;
        if (cudaMemcpyAsync(host, bytes + begin, n, cudaMemcpyDefault, stream) != cudaSuccess ||
            cudaStreamSynchronize(stream) != cudaSuccess) {
            (void)cudaGetLastError();
            break;
        }
        for (i = 0; i < n && host[i] == GPU__PATTERN;) i++;
        if (i < n) {
            *at = begin + i;
            break;
        }
    }
    GPU_HOST_FREE(host);
    return GPU_OK;
}
static gpu_status gpu__cuda_trim(const char *call)
{
    const gpu_status s = gpu__cuda_ready(gpu__thread.device, call);
    if (s) return s;
    gpu__stages_free(gpu__thread.device);
    return gpu__pool_trim(call);
}
static gpu_status gpu__cuda_where(const void *p, gpu_place *place, const char *call)
{
    struct cudaPointerAttributes a;
    const gpu_status s = gpu__attributes(&a, p, call);
    if (!s)
        *place = a.type == cudaMemoryTypeDevice    ? GPU_ON_DEVICE
                 : a.type == cudaMemoryTypeManaged ? GPU_MANAGED_MEM
                 : a.type == cudaMemoryTypeHost    ? GPU_PINNED_HOST
                                                   : GPU_HOST;
    return s;
}

/* Memory of a device that is not the current one: the current stream first waits for what that device has queued. */
static gpu_status gpu__after_device_of(const void *p, const char *call)
{
    struct cudaPointerAttributes a;
    int current = 0;
    cudaError_t e;
    gpu_status s;
    if (gpu__global.gpus_in_use < 2) return GPU_OK;
    if ((s = gpu__attributes(&a, p, call))) return s;
    e = cudaGetDevice(&current);
    if (e || a.type != cudaMemoryTypeDevice || a.device == current || !gpu__cuda_pools[a.device].order)
        return gpu__cuda(e, call);
    e = cudaSetDevice(a.device);
    if (!e) e = cudaEventRecord(gpu__cuda_pools[a.device].order, GPU__DEFAULT_STREAM);
    (void)cudaSetDevice(current);
    if (!e) e = cudaStreamWaitEvent((cudaStream_t)gpu__thread.stream, gpu__cuda_pools[a.device].order, 0);
    return gpu__cuda(e, call);
}
static gpu_status gpu__cuda_copy(void *dst, const void *src, size_t bytes, int queue, const char *call)
{
    gpu_status s;
    if (!gpu__thread.graph && ((s = gpu__after_device_of(dst, call)) || (s = gpu__after_device_of(src, call))))
        return s;
    s = gpu__cuda(cudaMemcpyAsync(dst, src, bytes, cudaMemcpyDefault, (cudaStream_t)gpu__thread.stream), call);
    return s || queue ? s : gpu__cuda_finish(call);
}
static gpu_status gpu__cuda_copy_2d(void *dst, size_t dst_pitch, const void *src, size_t src_pitch, size_t width_bytes,
                                    size_t height, const char *call)
{
    gpu_status s;
    if ((s = gpu__after_device_of(dst, call)) || (s = gpu__after_device_of(src, call))) return s;
    s = gpu__cuda(cudaMemcpy2DAsync(dst, dst_pitch, src, src_pitch, width_bytes, height, cudaMemcpyDefault,
                                    (cudaStream_t)gpu__thread.stream),
                  call);
    return s ? s : gpu__cuda_finish(call);
}
static gpu_status gpu__cuda_set(void *p, int byte, size_t bytes, const char *call)
{
    return gpu__cuda(cudaMemsetAsync(p, byte, bytes, (cudaStream_t)gpu__thread.stream), call);
}

static gpu_status gpu__cuda_quiesce(const char *call)
{
    gpu_status s = GPU_OK, t;
    int device;
    for (device = 0; device < gpu__global.gpus; device++)
        if (gpu__global.device[device].state == 1) {
            t = gpu__cuda(cudaSetDevice(device), call);
            gpu__thread.device = device;
            if (!t) t = gpu__cuda_sync(call);
            if (t && !s) s = t;
        }
    gpu__workspaces_end();
    return s;
}
static gpu_status gpu__cuda_close(const char *call)
{
    gpu_status s = GPU_OK, t;
    int device;
    for (device = 0; device < gpu__global.gpus; device++)
        if (gpu__global.device[device].state == 1) {
            (void)cudaSetDevice(device);
            gpu__thread.device = device;
            t = gpu__pool_trim(call);
            if (t && !s) s = t;
#ifdef GPU_SEVERAL_DEVICES
            gpu__exchange_close(device);
#endif
            gpu__pool_close(&gpu__cuda_pools[device]);
            gpu__global.device[device].state = 0; /* the next use opens it again */
            gpu__global.gpus_in_use--;
        }
    return s;
}

/* ----------------------------------------------------------------------------------------------- src/cuda/streams.h */
/* -- streams and events -- */

/* A stream that was made elsewhere: is it the current device's? Only then may an event of that device be recorded. */
static gpu_status gpu__stream_belongs(void *native, const char *call)
{
    cudaEvent_t event = NULL;
    cudaError_t e;
    if (native == (void *)GPU__DEFAULT_STREAM) return GPU_OK; /* each device has it */
    e = cudaEventCreateWithFlags(&event, cudaEventDisableTiming);
    if (!e) e = cudaEventRecord(event, (cudaStream_t)native);
    if (event) (void)cudaEventDestroy(event);
    if (e != cudaErrorInvalidResourceHandle) return gpu__cuda(e, call);
    (void)cudaGetLastError();
    return gpu__fail(GPU_ERROR_INVALID_DEVICE, call,
                     "%p is no stream of the current device, %d; gpu_use its device first, and keep it until after "
                     "gpu_stream_free",
                     native, gpu__thread.device);
}

static gpu_status gpu__cuda_stream_open(gpu_stream stream, int priority, const char *call)
{
    gpu__cuda_pool *pool = &gpu__cuda_pools[gpu__thread.device];
    int least = 0, greatest = 0, level = -priority; /* for CUDA the smaller number comes first */
    gpu_status s = gpu__cuda_ready(gpu__thread.device, call);
    if (!s && !(stream->kept = (gpu__block **)gpu__host(GPU__CLASSES * sizeof *stream->kept, 1)))
        s = gpu__no_host_memory(call);
    if (!s) s = gpu__cuda(cudaDeviceGetStreamPriorityRange(&least, &greatest), call);
    level = level < greatest ? greatest : level > least ? least : level;
    if (!s && stream->users)
        s = gpu__stream_belongs(stream->native, call);
    else if (!s)
        s = gpu__cuda(cudaStreamCreateWithPriority((cudaStream_t *)&stream->native, cudaStreamDefault, level), call);
    if (s) {
        if (stream->kept) GPU_HOST_FREE(stream->kept);
        return s;
    }
    gpu__lock(&gpu__global.memory_lock);
    pool->streams++;
    if (stream->users) gpu__pool_busy(pool);
    stream->next = pool->first;
    pool->first = stream;
    gpu__unlock(&gpu__global.memory_lock);
    return GPU_OK;
}
/* The per-thread default stream is as many streams as there are threads, of which one workspace cannot be. */
static gpu_status gpu__cuda_stream_of(void **native, gpu_stream *stream, const char *call)
{
    gpu_stream known;
    if (*native == (void *)cudaStreamPerThread)
        return gpu__fail(GPU_ERROR_NOT_SUPPORTED, call,
                         "this handle (2) is another stream in each host thread; pass NULL, the default stream, whose "
                         "work and theirs wait for each other, or a stream from cudaStreamCreate");
    if (!*native || *native == (void *)cudaStreamLegacy) *native = (void *)GPU__DEFAULT_STREAM;
    gpu__lock(&gpu__global.memory_lock);
    for (known = gpu__cuda_pools[gpu__thread.device].first; known; known = known->next)
        if (known->users && known->native == *native) break;
    if (known) known->users++;
    gpu__unlock(&gpu__global.memory_lock);
    *stream = known;
    return GPU_OK;
}
static void gpu__cuda_stream_close(gpu_stream stream)
{
    gpu__cuda_pool *pool = &gpu__cuda_pools[stream->device];
    gpu_stream *link;
    gpu__workspace_free(stream);
    gpu__lock(&gpu__global.memory_lock);
    for (int c = 0; c < GPU__CLASSES; c++)
        while (stream->kept[c]) { /* a stream of ours is idle: anyone may have them */
            gpu__block *b = stream->kept[c];
            stream->kept[c] = b->next;
            b->next = pool->shared[c];
            b->stamp = stream->users ? ++pool->clock : 0;
            pool->shared[c] = b;
        }
    for (link = &pool->first; *link && *link != stream; link = &(*link)->next) {
    }
    if (*link) *link = stream->next, pool->streams--;
    gpu__unlock(&gpu__global.memory_lock);
    GPU_HOST_FREE(stream->kept);
    if (!stream->users) (void)cudaStreamDestroy((cudaStream_t)stream->native);
}
static gpu_status gpu__cuda_callback(gpu_stream stream, void (*fn)(void *user), void *user, const char *call)
{
    return gpu__cuda(
        cudaLaunchHostFunc(stream ? (cudaStream_t)stream->native : (cudaStream_t)GPU__DEFAULT_STREAM, fn, user), call);
}

static gpu_status gpu__cuda_event_open(gpu_event event, const char *call)
{
    return event->native ? GPU_OK : gpu__cuda(cudaEventCreate((cudaEvent_t *)&event->native), call);
}
static gpu_status gpu__cuda_event_record(gpu_event event, const char *call)
{
    return gpu__cuda(cudaEventRecord((cudaEvent_t)event->native, (cudaStream_t)gpu__thread.stream), call);
}
static gpu_status gpu__cuda_event_wait(gpu_event event, const char *call)
{
    return gpu__cuda(gpu__thread.device >= 0
                         ? cudaStreamWaitEvent((cudaStream_t)gpu__thread.stream, (cudaEvent_t)event->native, 0)
                         : cudaEventSynchronize((cudaEvent_t)event->native), /* work on the CPU waits now */
                     call);
}
static gpu_status gpu__cuda_event_sync(gpu_event event, const char *call)
{
    return gpu__cuda(cudaEventSynchronize((cudaEvent_t)event->native), call);
}
static gpu_status gpu__cuda_event_elapsed(gpu_event start, gpu_event stop, double *ms, const char *call)
{
    float elapsed = 0;
    gpu_status s =
        gpu__cuda(cudaEventElapsedTime(&elapsed, (cudaEvent_t)start->native, (cudaEvent_t)stop->native), call);
    *ms = elapsed;
    return s;
}
static gpu_status gpu__cuda_event_close(gpu_event event, const char *call)
{
    const cudaError_t e = event->native ? cudaEventDestroy((cudaEvent_t)event->native) : cudaSuccess;
    event->native = NULL;
    return call ? gpu__cuda(e, call) : GPU_OK;
}

/* ------------------------------------------------------------------------------------------------ src/cuda/graphs.h */
/* -- graphs: stream capture -- */

/* One more or one less that is being made on the current device; threads that wait for the device finish first. */
static void gpu__graphs_count(int change)
{
    gpu__cuda_pool *pool = &gpu__cuda_pools[gpu__thread.device];
    int done = 0;
    while (!done) {
        gpu__lock(&gpu__global.memory_lock);
        done = change < 0 || !pool->syncing;
        if (done) pool->graphs += change;
        gpu__unlock(&gpu__global.memory_lock);
    }
}
static gpu_status gpu__cuda_graph_begin(gpu_graph graph, const char *call)
{
    gpu_status s = gpu__cuda_ready(gpu__thread.device, call);
    /* It does not take part in the default stream's waiting for all others, which a stream in capture must not. */
    if (!s)
        s = gpu__cuda(cudaStreamCreateWithFlags((cudaStream_t *)&graph->stream.native, cudaStreamNonBlocking), call);
    if (!s) s = gpu__workspace_make(&graph->stream, call);
    if (s) return s;
    gpu__graphs_count(1);
    s = gpu__cuda(cudaStreamBeginCapture((cudaStream_t)graph->stream.native, cudaStreamCaptureModeThreadLocal), call);
    if (s) gpu__graphs_count(-1);
    return s;
}
static gpu_status gpu__cuda_graph_end(gpu_graph graph, const char *call)
{
    cudaGraph_t captured = NULL;
    cudaGraphExec_t exec = NULL;
    gpu_status s = gpu__cuda(cudaStreamEndCapture((cudaStream_t)graph->stream.native, &captured), call);
    gpu__graphs_count(-1);
    if (!s) s = gpu__cuda(cudaGraphGetNodes(captured, NULL, &graph->calls), call);
    if (!s) s = gpu__cuda(cudaGraphInstantiateWithFlags(&exec, captured, 0), call);
    if (captured) (void)cudaGraphDestroy(captured);
    graph->exec = exec;
    return s;
}
static gpu_status gpu__cuda_graph_launch(gpu_graph graph, const char *call)
{
    const gpu_dim3 none = {0, 0, 0};
    gpu_status s;
    GPU__RANGE(call);
    s = gpu__cuda(cudaGraphLaunch((cudaGraphExec_t)graph->exec, (cudaStream_t)gpu__thread.stream), call);
    GPU__RANGE_END();
    if (s) return s;
    gpu__note_launch("a gpu_graph", graph->file, graph->line, graph->calls, none, none);
    return gpu__global.sync ? gpu__cuda_finish(call) : GPU_OK;
}
static gpu_status gpu__cuda_graph_wait(gpu_graph graph, const char *call)
{
    return gpu__sync_other(graph->device, call);
}
static void gpu__cuda_graph_close(gpu_graph graph)
{
    if (graph->exec) (void)cudaGraphExecDestroy((cudaGraphExec_t)graph->exec);
    if (!graph->stream.native) return;
    gpu__workspace_free(&graph->stream);
    (void)cudaStreamDestroy((cudaStream_t)graph->stream.native);
}

/* -------------------------------------------------------------------------------------------------- src/cuda/call.h */
/* ----------------------------------------------------------------------------------------------- calls on a GPU -- */

/* What a call needs on the GPU beside its arguments. */
typedef struct gpu__staged {
    gpu__launch_context context;
    gpu__workspace *workspace;
    void *out;             /* where the kernels write; NULL: the value of a reduction, which goes to its mailbox */
    const void *in[8];     /* what they read */
    gpu__block *block[10]; /* copies of the inputs, then the result and the space that a job asked for */
    int host;              /* the arguments in host memory: bit k for in[k], bit 8 for out */
    int box;               /* the mailbox of the result, or -1 */
} gpu__staged;
enum { GPU__STAGED_OUT = 8, GPU__STAGED_SPACE = 9 };

static gpu_status gpu__context_for(gpu__launch_context *context, gpu__workspace **workspace, const char *call)
{
    gpu__workspace *w = NULL;
    gpu_status s = gpu__workspace_get(&w, call);
    if (s) return s;
    memset(context, 0, sizeof *context);
    context->stream = gpu__thread.stream;
    context->multiprocessors = gpu__global.device[gpu__thread.device].multiprocessors;
    context->partials = w->partials;
    context->ticket = w->ticket;
    context->shared_limit = gpu__global.device[gpu__thread.device].shared_optin;
    *workspace = w;
    return GPU_OK;
}
static gpu_status gpu__no_device_code(const char *name,
                                      const char *file) /* file: of a macro; NULL: a prewritten function */
{
    if (file)
        return gpu__fail(GPU_ERROR_NO_DEVICE_CODE, name,
                         "the current device is a GPU and %s was built by a C compiler, without device code; compile "
                         "that file with nvcc -x cu, or gpu_use(GPU_CPU)",
                         file);
    return gpu__fail(
        GPU_ERROR_NO_DEVICE_CODE, name,
        "the current device is a GPU and this function was built by a C compiler; compile it with nvcc -x cu, or "
        "define GPU_KERNELS_FOR_C in it and in the .cu file with GPU_IMPLEMENTATION, or gpu_use(GPU_CPU)");
}

/* Queues the kernels of a call on the stream of the context. */
static gpu_status gpu__call_launch(const gpu__call *c, const gpu__launch_context *context, void *out,
                                   const void *const *in, size_t n)
{
    const gpu_dim3 none = {0, 0, 0};
    cudaError_t e;
    GPU__RANGE(c->name);
    e = (cudaError_t)(c->op ? c->op->device(context, out, in, n) : c->device(c, context, out, in));
    GPU__RANGE_END();
    if (!e && !gpu__thread.graph) gpu__note_launch(c->name, gpu__simulated.file, gpu__simulated.line, n, none, none);
    return gpu__cuda(e, c->name);
}

/* A scalar that is a pointer goes to the GPU as it is: how much it points to is not known, so it cannot be staged. */
static gpu_status gpu__call_table(const gpu__call *c, int k)
{
    const void *const p = gpu__address_in(c, k);
    int where, pageable = 0;
    if (!p || (where = gpu__reach(p, c->name, c->in[k].name)) > GPU_HOST) return GPU_OK;
    if (where < 0) return gpu__thread.error;
    (void)cudaDeviceGetAttribute(&pageable, cudaDevAttrPageableMemoryAccess, gpu__thread.device);
    if (pageable) return GPU_OK;
    return gpu__fail(GPU_ERROR_INVALID_POINTER, c->name,
                     "%s points to host memory, which the current device cannot read, and as a scalar it is not "
                     "copied; give it memory from GPU_TO_DEVICE or GPU_NEW",
                     c->in[k].name);
}

static gpu_status gpu__call_odd(const gpu__call *c, const char *array, const void *p, size_t align)
{
    if (c->op)
        return gpu__fail(
            GPU_ERROR_INVALID_ARGUMENT, c->name,
            "%s is misaligned for its type, which a GPU cannot read or write; expected a multiple of %zu, not %p",
            array, align, p);
    return gpu__fail(GPU_ERROR_INVALID_ARGUMENT, c->name,
                     "%s is misaligned for its type, which a GPU cannot read or write: %p", array, p);
}
/* Which arguments are host memory: bit k for in[k], bit 8 for out; what is staged is aligned then. -1 after an
   error. */
static int gpu__call_host(const gpu__call *c)
{
    int k, where, host = 0, odd = gpu__misaligned(c);
    for (k = 0; k < c->inputs; k++) {
        if (gpu__call_table(c, k)) return -1;
        if (!c->in[k].count) continue;
        if ((where = gpu__reach(c->in[k].p, c->name, c->in[k].name)) < 0) return -1;
        if (where != GPU_ON_DEVICE) host |= 1 << k;
    }
    where = c->flag & GPU__JOB_WAITS ? GPU_HOST : gpu__reach(c->out, c->name, gpu__out_name(c));
    if (where < 0) return -1;
    if (where != GPU_ON_DEVICE) host |= 1 << 8;
    odd &= ~host;
    for (k = 0; k < c->inputs; k++)
        if (odd >> k & 1) return gpu__call_odd(c, c->in[k].name, c->in[k].p, c->in[k].align), -1;
    if (odd >> 8) return gpu__call_odd(c, gpu__out_name(c), c->out, c->out_align), -1;
    return host;
}

/* Copies the inputs of `count` elements from `begin` on that are host memory to a slot of a stage, the first to
   at, and says what the kernel reads. */
static gpu_status gpu__piece_in(const gpu__call *c, gpu__stage *st, int slot, size_t at, size_t piece, size_t begin,
                                size_t count, gpu__staged *to)
{
    gpu_status s = GPU_OK;
    int k;
    for (k = 0; k < c->inputs && !s; k++) {
        const size_t bytes = count * c->in[k].size;
        to->in[k] = gpu__argument(c, k, begin);
        if (!(to->host >> k & 1)) continue;
        gpu__memcpy(st->pinned[slot] + at, to->in[k], bytes);
        to->in[k] = st->on_device[slot] + at;
        s = gpu__cuda(cudaMemcpyAsync(st->on_device[slot] + at, st->pinned[slot] + at, bytes, cudaMemcpyHostToDevice,
                                      st->stream[slot]),
                      c->name);
        at += (piece * c->in[k].size + 255) & ~(size_t)255;
    }
    return s;
}
/* A map with arguments in host memory, piece by piece: while one piece is computed, the next is copied in. A piece of
   the result is at the front of its slot, and copied out when the slot's turn comes again. */
static gpu_status gpu__map_pieces(const gpu__call *c, gpu__staged *to)
{
    const size_t n = c->shape[0], out_size = c->out_size;
    const int out_staged = to->host >> 8;
    size_t size = out_staged ? out_size : 0, piece, p;
    gpu__stage *st;
    gpu_status s;
    int k;
    for (k = 0; k < c->inputs; k++)
        if (to->host >> k & 1) size += c->in[k].size;
    piece = GPU__SLOT_BYTES / size & ~(size_t)1023;
    if (!piece) piece = 1024;
    if (piece > n) piece = n;
    if ((s = gpu__stage_take(&st, piece * size + 9 * 256, c->name))) return s;
    for (p = 0; p < (n + piece - 1) / piece + GPU__SLOTS && !s; p++) {
        const int slot = (int)(p % GPU__SLOTS);
        const size_t begin = p * piece, count = begin < n ? n - begin < piece ? n - begin : piece : 0;
        char *out = out_staged ? st->on_device[slot] : (char *)c->out + begin * out_size;
        if (p >= GPU__SLOTS) {
            const size_t from = (p - GPU__SLOTS) * piece;
            s = gpu__cuda(cudaStreamSynchronize(st->stream[slot]), c->name);
            if (!s && out_staged && from < n)
                gpu__memcpy((char *)c->out + from * out_size, st->pinned[slot],
                            (n - from < piece ? n - from : piece) * out_size);
        }
        if (s || !count) continue;
        s = gpu__piece_in(c, st, slot, out_staged ? (piece * out_size + 255) & ~(size_t)255 : 0, piece, begin, count,
                          to);
        to->context.stream = st->stream[slot];
        if (!s) s = gpu__call_launch(c, &to->context, out, to->in, count);
        if (!s && out_staged)
            s = gpu__cuda(
                cudaMemcpyAsync(st->pinned[slot], out, count * out_size, cudaMemcpyDeviceToHost, st->stream[slot]),
                c->name);
    }
    return gpu__stage_return(st, s, c->name);
}

/* Copies of those inputs that are host memory, for calls that need whole arrays. */
static gpu_status gpu__call_inputs(const gpu__call *c, gpu__staged *to)
{
    gpu_status s = GPU_OK;
    int k;
    for (k = 0; k < c->inputs; k++) to->in[k] = c->in[k].p;
    for (k = 0; k < c->inputs && !s; k++) {
        const size_t bytes = c->in[k].count * c->in[k].size;
        if (!(to->host >> k & 1)) continue;
        s = gpu__take(&to->block[k], bytes, c->name);
        if (!s) s = gpu__stage_copy(to->block[k]->p, c->in[k].p, bytes, 1, c->name);
        if (!s) to->in[k] = to->block[k]->p;
    }
    return s;
}
/* Where a result for the host is made: a small one in pinned memory, by the kernel itself; else in the copy of the
   input where it may be, or in a block of its own. */
static gpu_status gpu__call_result(const gpu__call *c, gpu__staged *to)
{
    const size_t bytes = c->out_count * c->out_size;
    gpu_status s = GPU_OK;
    to->out = c->out;
    if (!(to->host >> 8)) return GPU_OK;
    if (to->block[0] && c->in_place == GPU__JOB_UPDATES)
        to->out = to->block[0]->p;
    else if (bytes <= GPU__MAILBOX - 64) {
        char *box;
        if ((to->box = gpu__mailbox_take(c->name)) < 0) return gpu__thread.error;
        box = gpu__workspaces.mailboxes + to->box * GPU__MAILBOX;
        to->out = box + 64;
        if (c->kind != GPU__CALL_REDUCE) return GPU_OK;
        to->context.flag = (unsigned long long *)box;
        to->context.value = box + 64;
        to->context.sequence = ++gpu__workspaces.sequence[to->box];
        to->out = NULL;
    } else if (to->block[0] && c->in_place)
        to->out = to->block[0]->p;
    else if (!(s = gpu__take(&to->block[GPU__STAGED_OUT], bytes, c->name)))
        to->out = to->block[GPU__STAGED_OUT]->p;
    return s;
}
/* Waits for a result for the host and brings it there. */
static gpu_status gpu__call_collect(const gpu__call *c, const gpu__staged *to)
{
    const size_t bytes = c->out_count * c->out_size;
    gpu_status s;
    if (to->box < 0) return gpu__stage_copy(c->out, to->out, bytes, 0, c->name);
    s = to->context.flag ? gpu__mailbox_wait(to->box, to->context.sequence, c->name)
                         : gpu__cuda(cudaStreamSynchronize((cudaStream_t)gpu__thread.stream), c->name);
    if (!s) memcpy(c->out, gpu__workspaces.mailboxes + to->box * GPU__MAILBOX + 64, bytes);
    return s;
}
static void gpu__call_give(gpu__staged *to)
{
    gpu__block **const space = &to->block[GPU__STAGED_SPACE];
    int k;
    if (to->box >= 0) gpu__mailbox_return(to->box);
    if (*space && gpu__thread.graph) { /* the graph writes to it whenever it runs */
        gpu__lock(&gpu__workspaces.lock);
        (*space)->next = to->workspace->outgrown;
        to->workspace->outgrown = *space;
        gpu__unlock(&gpu__workspaces.lock);
        *space = NULL;
    }
    for (k = 0; k < 10; k++)
        if (to->block[k]) gpu__give(to->block[k], gpu__thread.device, gpu__thread.current);
}

static gpu_status gpu__cuda_make_call(const gpu__call *c)
{
    static const char *const no_result[] = {
        "its result cannot be had before it runs; use device memory, and the form that ends in _to",
        "host memory takes waiting for it; copy it to the device",
        "its value cannot be had before it runs; use the form that ends in _to, with device memory",
        "host memory takes waiting for it; copy it to the device"};
    gpu__staged to;
    gpu_status s;
    if (!(c->op ? c->op->device != NULL : c->device != NULL))
        return gpu__no_device_code(c->name, c->op ? c->op->file : NULL);
    if ((s = gpu__context_for(&to.context, &to.workspace, c->name))) return s;
    if ((to.host = gpu__call_host(c)) < 0) return gpu__thread.error;
    if (to.host >> 8 && gpu__thread.graph) return gpu__not_in_graph(c->name, no_result[c->kind]);
    to.context.identity = c->identity;
    to.context.exclusive = c->flag;
    if (c->kind == GPU__CALL_MAP && to.host) return gpu__map_pieces(c, &to);
    memset(to.block, 0, sizeof to.block);
    to.box = -1;
    if (c->kind == GPU__CALL_SCAN) {
        s = gpu__scan_state(to.workspace,
                            gpu__scan_bytes(c->shape[0], c->out_size, ((const gpu__scanner *)c->op)->accumulator_size),
                            c->name);
        to.context.scan = to.workspace->scan;
    }
    if (!s) s = gpu__call_inputs(c, &to);
    if (!s) s = gpu__call_result(c, &to);
    if (!s && c->space) {
        s = gpu__take(&to.block[GPU__STAGED_SPACE], c->space, c->name);
        if (!s) to.context.space = to.block[GPU__STAGED_SPACE]->p;
    }
    if (!s) s = gpu__call_launch(c, &to.context, to.out, to.in, c->shape[0]);
    if (!s && to.host >> 8) s = gpu__call_collect(c, &to);
    gpu__call_give(&to);
    return !s && gpu__global.sync && !gpu__thread.graph ? gpu__cuda_finish(c->name) : s;
}
/* ------------------------------------------------------------------------------------------------ src/cuda/launch.h */
/* -- launches -- */

/* Beyond the default a kernel must be told how much dynamic shared memory there is, once for each device; this is
   idempotent. */
static gpu_status gpu__cuda_dynamic(const gpu__kernel *kernel, const gpu_config *config)
{
    if (config->shared_bytes <= GPU__CPU_SHARED) return GPU_OK;
    return gpu__cuda_at(
        cudaFuncSetAttribute(kernel->entry, cudaFuncAttributeMaxDynamicSharedMemorySize, (int)config->shared_bytes),
        config->file, config->line, kernel->name);
}
/* How many blocks of a cooperative launch run at once. */
static gpu_status gpu__cuda_fits(const gpu__kernel *kernel, const gpu_config *config, size_t threads, size_t *fits)
{
    int blocks = 0;
    gpu_status s = gpu__cuda_dynamic(kernel, config);
    *fits = 0;
    if (s || (s = gpu__cuda_at(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel->entry, (int)threads,
                                                                             config->shared_bytes),
                               config->file, config->line, kernel->name)))
        return s;
    *fits = (size_t)blocks * (size_t)gpu__global.device[gpu__thread.device].multiprocessors;
    return GPU_OK;
}
static cudaError_t gpu__cuda_queue(const gpu__kernel *kernel, const gpu_config *config, void **argv, gpu_dim3 grid,
                                   gpu_dim3 block)
{
    const dim3 g(grid.x, grid.y, grid.z), b(block.x, block.y, block.z);
    const cudaStream_t stream = (cudaStream_t)gpu__thread.stream;
    return config->cooperative ? cudaLaunchCooperativeKernel(kernel->entry, g, b, argv, config->shared_bytes, stream)
                               : cudaLaunchKernel(kernel->entry, g, b, argv, config->shared_bytes, stream);
}

/* Under GPU_DEBUG a launch waits, and brings back what its GPU_ATs found. */
static gpu_status gpu__debug_device(gpu__kernel *kernel, const gpu_config *config, void **argv, gpu_dim3 grid,
                                    gpu_dim3 block)
{
    cudaStream_t stream = (cudaStream_t)gpu__thread.stream;
    size_t k, n = 0, bytes;
    gpu__at_report *r, *on_device = NULL, *none = NULL;
    gpu__block *table = NULL;
    gpu_status s;
    cudaError_t e;
    gpu__lock(&gpu__global.debug_lock); /* they run one at a time: the device has one pointer to the table */
    gpu__lock(&gpu__global.memory_lock);
    bytes = sizeof *r + 2 * gpu__ledger.used * sizeof(uint64_t);
    r = (gpu__at_report *)gpu__host(bytes, 1);
    for (k = 0; r && k < gpu__ledger.slots; k++) {
        const gpu__allocation *a = &gpu__ledger.slot[k];
        uint64_t *range = (uint64_t *)(r + 1) + 2 * n;
        if (!a->p || a->kind >= GPU__STREAM || a->kind == GPU__PLAIN) continue;
        range[0] = (uint64_t)(uintptr_t)a->p, range[1] = range[0] + a->bytes, n++;
    }
    gpu__unlock(&gpu__global.memory_lock);
    s = !r ? gpu__fail_at(GPU_ERROR_OUT_OF_MEMORY, config->file, config->line, kernel->name,
                          "there is no host memory for GPU_DEBUG")
           : gpu__take(&table, bytes, kernel->name);
    if (!s) {
        r->ranges = n;
        on_device = (gpu__at_report *)table->p;
        e = cudaMemcpyAsync(on_device, r, bytes, cudaMemcpyHostToDevice, stream);
        if (!e)
            e = cudaMemcpyToSymbolAsync(kernel->at_table, &on_device, sizeof on_device, 0, cudaMemcpyHostToDevice,
                                        stream);
        if (!e) e = gpu__cuda_queue(kernel, config, argv, grid, block);
        if (!e) {
            gpu__note_launch(kernel->name, config->file, config->line, 0, grid, block);
            if (!(s = gpu__finish_at(config->file, config->line, kernel->name)))
                e = cudaMemcpyAsync(r, on_device, sizeof *r, cudaMemcpyDeviceToHost, stream);
            if (!s && !e)
                e = cudaMemcpyToSymbolAsync(kernel->at_table, &none, sizeof none, 0, cudaMemcpyHostToDevice, stream);
            if (!s && !e) e = cudaStreamSynchronize(stream);
        }
        if (!s && e) s = gpu__cuda_at(e, config->file, config->line, kernel->name);
        if (!s && r->found)
            s = gpu__fail_at(GPU_ERROR_KERNEL, config->file, config->line, kernel->name,
                             "block (%u,%u,%u), thread (%u,%u,%u): index %lld is outside %s, which has %lld elements, "
                             "at %s:%d (kernel defined at %s:%d)",
                             r->block.x, r->block.y, r->block.z, r->thread.x, r->thread.y, r->thread.z, r->index,
                             r->name, r->extent, r->file, r->line, kernel->file, kernel->line);
        gpu__give(table, gpu__thread.device, gpu__thread.current);
    }
    if (r) GPU_HOST_FREE(r);
    gpu__unlock(&gpu__global.debug_lock);
    return s;
}
static gpu_status gpu__cuda_run_kernel(gpu__kernel *kernel, const gpu_config *config, void **argv)
{
    const gpu__device *d = &gpu__global.device[gpu__thread.device];
    const size_t *b = config->block;
    size_t threads = b[0] || b[1] || b[2] ? (b[0] ? b[0] : 1) * (b[1] ? b[1] : 1) * (b[2] ? b[2] : 1) : 256, fill;
    size_t fits = 0;
    gpu_dim3 grid = {0, 0, 0}, block = {0, 0, 0};
    gpu_status s;
    cudaError_t e;
    int empty;
    if (d->state != 1 && (s = gpu__cuda_ready(gpu__thread.device, kernel->name))) return s;
    if (!threads || threads > GPU__MAX_BLOCK) threads = GPU__MAX_BLOCK; /* too many are refused below */
    fill = (size_t)d->multiprocessors * ((size_t)d->threads_per_multiprocessor / threads);
    if (config->cooperative && kernel->entry && config->shared_bytes <= d->shared_optin) {
        if ((s = gpu__cuda_fits(kernel, config, threads, &fits))) return s;
        fill = fits / (config->grid[1] ? config->grid[1] : 1) / (config->grid[2] ? config->grid[2] : 1);
        if (!fill) fill = 1;
    }
    s = gpu__resolve(kernel, config, fill, d->shared_optin, &grid, &block, &empty);
    if (s || empty || (s = gpu__check_launch(kernel, config, argv))) return s;
    if (kernel->entry && (s = gpu__check_cooperative(kernel, config, grid, block, fits))) return s;
    if (!kernel->entry)
        return gpu__fail_at(GPU_ERROR_NO_DEVICE_CODE, config->file, config->line, kernel->name,
                            "the current device is a GPU and %s was built by a C compiler, without device code; "
                            "compile that file with nvcc -x cu, or gpu_use(GPU_CPU)",
                            kernel->file);
    if ((s = gpu__cuda_dynamic(kernel, config))) return s;
    GPU__RANGE(kernel->name);
    if (gpu__global.debug && !gpu__thread.graph) {
        s = gpu__debug_device(kernel, config, argv, grid, block);
        GPU__RANGE_END();
        return s;
    }
    e = gpu__cuda_queue(kernel, config, argv, grid, block);
    GPU__RANGE_END();
    if (e != cudaSuccess) return gpu__cuda_at(e, config->file, config->line, kernel->name);
    if (gpu__thread.graph) return GPU_OK;
    gpu__note_launch(kernel->name, config->file, config->line, 0, grid, block);
    return gpu__global.sync ? gpu__finish_at(config->file, config->line, kernel->name) : GPU_OK;
}
static gpu_status gpu__cuda_set_constant(void *symbol, const void *source, size_t bytes, int device_code,
                                         const char *name, const char *file, int line)
{
    gpu_status s;
    if (!device_code)
        return gpu__fail_at(GPU_ERROR_NO_DEVICE_CODE, file, line, "gpu_set_constant",
                            "the current device is a GPU and %s was built by a C compiler; compile that file with "
                            "nvcc -x cu, or gpu_use(GPU_CPU)",
                            name);
    if ((s = gpu__cuda_ready(gpu__thread.device, "gpu_set_constant"))) return s;
    return gpu__cuda_at(cudaMemcpyToSymbolAsync((const void *)symbol, source, bytes, 0, cudaMemcpyHostToDevice,
                                                (cudaStream_t)gpu__thread.stream),
                        file, line, "gpu_set_constant");
}
static int gpu__cuda_occupancy(const gpu__kernel *kernel, size_t threads, size_t shared_bytes, const char *file,
                               int line)
{
    int blocks = -1;
    if (!kernel->entry) {
        gpu__fail_at(GPU_ERROR_NO_DEVICE_CODE, file, line, "gpu_occupancy",
                     "%s was built by a C compiler, without device code; compile that file with nvcc -x cu",
                     kernel->file);
        return -1;
    }
    if (gpu__cuda_at(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel->entry, (int)threads, shared_bytes),
                     file, line, "gpu_occupancy"))
        return -1;
    return blocks;
}
#endif /* GPU__CUDA */

/* ---------------------------------------------------------------------------------------------- src/core/backends.h */
/* ----------------------------------------------------------------------------------- which device has which backend */

#define GPU__BACKEND_CPU(R, name, parameters) gpu__cpu_##name,
static const gpu__backend gpu__cpu_backend = {GPU__BACKEND(GPU__BACKEND_CPU)};
#ifdef GPU__CUDA
#define GPU__BACKEND_CUDA(R, name, parameters) gpu__cuda_##name,
static const gpu__backend gpu__cuda_backend = {GPU__BACKEND(GPU__BACKEND_CUDA)};
#endif
static inline const gpu__backend *gpu__backend_of(int device)
{
#ifdef GPU__CUDA
    if (gpu__is_gpu(device)) return &gpu__cuda_backend;
#endif
    (void)device;
    return &gpu__cpu_backend;
}

/* ------------------------------------------------------------------------------------------------- src/core/enter.h */
/* ---------------------------------------------------------------------------- what every public call begins with -- */

/* Every call that needs the device starts here: the library starts on its first use, a thread on its default device. */
static gpu_status gpu__start_thread(void)
{
    if (!gpu__is_ready()) gpu__init();
    gpu__thread.entered = 1;
    gpu__thread.stream = GPU__DEFAULT_STREAM;
    gpu__thread.device = gpu__global.default_device;
    return gpu__backend_of(gpu__thread.device)->use(gpu__thread.device, "start");
}
static inline gpu_status gpu__ready(void)
{
    if (gpu__simulated.worker) gpu__called_in_kernel("a function of gpu.h", gpu__simulated.file, gpu__simulated.line);
    return gpu__thread.entered ? GPU_OK : gpu__start_thread();
}
/* Where a macro has noted the caller's place, or GPU_CHECK has; else there is none, as that of an earlier call is
   wrong. */
static inline void gpu__place(int by)
{
    const unsigned k = (gpu__noted.count - 1) % 8;
    const int known = gpu__noted.count && (gpu__noted.at[k].by == by || gpu__noted.at[k].by == GPU__BY_CHECK);
    gpu__simulated.file = known ? gpu__noted.at[k].file : NULL;
    gpu__simulated.line = known ? gpu__noted.at[k].line : 0;
    if (known && gpu__noted.at[k].by == by) gpu__noted.count--;
}
static inline gpu_status gpu__enter(void)
{
    gpu__place(GPU__BY_CALL);
    return gpu__ready();
}
static inline gpu_status gpu__enter_prewritten(void)
{
    gpu__place(GPU__BY_PREWRITTEN);
    return gpu__ready();
}

/* ----------------------------------------------------------------------------------------------- src/core/devices.h */
/* ------------------------------------------------------------------------------------------------------- devices -- */

GPU_API int gpu_device_count(void)
{
    gpu__ready();
    return gpu__global.gpus;
}

GPU_API gpu_status gpu_use(int device)
{
    const gpu__backend *const backend = gpu__backend_of(device);
    gpu_status s = gpu__enter();
    if (s) return s;
    if (gpu__thread.graph && device != gpu__thread.device)
        return gpu__not_in_graph("gpu_use", "a graph belongs to one device");
    if (device < GPU_CPU || device >= gpu__global.gpus) {
        if (gpu__global.gpus)
            return gpu__fail(GPU_ERROR_INVALID_DEVICE, "gpu_use",
                             "there is no device %d; expected GPU_CPU (-1) or 0 to %d", device, gpu__global.gpus - 1);
        return gpu__fail(GPU_ERROR_INVALID_DEVICE, "gpu_use",
                         "there is no device %d; no GPU is usable here, expected GPU_CPU (-1)", device);
    }
    s = backend->use(device, "gpu_use");
    if (!s) s = backend->ready(device, "gpu_use");
    if (s) (void)gpu__backend_of(gpu__thread.device)->use(gpu__thread.device, NULL);
    if (!s && device != gpu__thread.device)
        gpu__thread.current = NULL, gpu__thread.stream = GPU__DEFAULT_STREAM; /* streams belong to a device */
    if (!s) gpu__thread.device = device;
    return s;
}

GPU_API int gpu_device(void)
{
    gpu__ready();
    return gpu__thread.device;
}

GPU_API gpu_status gpu_set_threads(int n)
{
    static const char call[] = "gpu_set_threads";
    gpu_status s = gpu__enter();
    if (s) return s;
    if (n < 0 || n > GPU__MAX_THREADS)
        return gpu__fail(GPU_ERROR_INVALID_ARGUMENT, call, "%d threads; expected 1 to %d, or 0 for the default", n,
                         GPU__MAX_THREADS);
#ifndef _OPENMP
    if (n > 1)
        return gpu__fail(GPU_ERROR_NOT_SUPPORTED, call,
                         "%d threads, and this program was built without OpenMP: the work stays on one; compile and "
                         "link with -fopenmp (nvcc: -Xcompiler -fopenmp)",
                         n);
#endif
    gpu__thread.threads = n;
    return GPU_OK;
}

GPU_API int gpu__current_is_cpu(void) { return !gpu__is_gpu(gpu_device()); }
GPU_API const char *gpu_backend_name(void) { return gpu__current_is_cpu() ? "cpu" : "cuda"; }

GPU_API gpu_status gpu_query(int device, gpu_info *info)
{
    gpu_status s = gpu__enter();
    if (s) return s;
    if (!info)
        return gpu__fail(GPU_ERROR_INVALID_ARGUMENT, "gpu_query", "info is NULL; pass the address of a gpu_info");
    if (device < GPU_CPU || device >= gpu__global.gpus)
        return gpu__fail(GPU_ERROR_INVALID_DEVICE, "gpu_query",
                         "there is no device %d; %d GPU%s usable here, and GPU_CPU (-1) always is", device,
                         gpu__global.gpus, gpu__global.gpus == 1 ? " is" : "s are");
    memset(info, 0, sizeof *info);
    return gpu__backend_of(device)->query(device, info);
}

GPU_API void gpu_print_devices(FILE *out)
{
    int device;
    gpu_info info;
    gpu__enter();
    if (!out) {
        gpu__fail(GPU_ERROR_INVALID_ARGUMENT, "gpu_print_devices", "out is NULL; pass stdout or another open file");
        return;
    }
    for (device = GPU_CPU; device < gpu_device_count(); device++) {
        gpu__go_on(GPU__BY_CALL);
        if (gpu_query(device, &info)) continue;
        fprintf(out, "%c %3d  %s\n", device == gpu_device() ? '*' : ' ', device, info.name);
        if (!gpu__is_gpu(device))
            fprintf(out, "       %d thread%s in use of %d cores, %d-bit vectors, %.1f of %.1f GB free\n",
                    info.multiprocessors, info.multiprocessors == 1 ? "" : "s", info.cores, info.simd_bits,
                    1e-9 * (double)info.free_memory, 1e-9 * (double)info.total_memory);
        else
            fprintf(out,
                    "       compute capability %d.%d, %d multiprocessors at %.2f GHz, %.1f of %.1f GB free, %.0f GB/s, "
                    "%.0f MB of L2\n",
                    info.compute_major, info.compute_minor, info.multiprocessors, 1e-6 * info.clock_khz,
                    1e-9 * (double)info.free_memory, 1e-9 * (double)info.total_memory, info.bandwidth_gbs,
                    (double)info.l2_bytes / (1 << 20));
    }
}

GPU_API gpu_status gpu_sync(void)
{
    gpu_status s = gpu__enter();
    if (!s && gpu__thread.graph) s = gpu__not_in_graph("gpu_sync", "what is in it does not run yet");
    return s ? s : gpu__backend_of(gpu__thread.device)->sync("gpu_sync");
}

/* ------------------------------------------------------------------------------------------------ src/core/doctor.h */
/* -- gpu_doctor -- */

static int gpu__doctor_threads(FILE *out, const gpu_info *cpu)
{
    const char *threads = getenv("GPU_THREADS");
#ifdef _OPENMP
    if (cpu->multiprocessors < cpu->cores && !(threads && *threads) && !getenv("OMP_NUM_THREADS"))
        (void)gpu__doctor_says(out, 0, "threads", "OpenMP, %d of %d cores: this process may use no more",
                               cpu->multiprocessors, cpu->cores);
    else
        (void)gpu__doctor_says(out, 0, "threads", "OpenMP, %d of %d cores%s%s", cpu->multiprocessors, cpu->cores,
                               threads && *threads ? ", as GPU_THREADS asks" : "",
                               cpu->multiprocessors > cpu->cores ? "; more threads than cores make it slower" : "");
#else
    (void)threads;
    if (cpu->cores > 1)
        return gpu__doctor_says(out, 1, "threads",
                                "OpenMP is off: 1 of %d cores is used; build with -fopenmp (nvcc: -Xcompiler -fopenmp)",
                                cpu->cores);
    else
        (void)gpu__doctor_says(out, 0, "threads", "OpenMP is off, and there is one core");
#endif
    return 0;
}
GPU_API int gpu_doctor(FILE *out)
{
    const char *device = getenv("GPU_DEVICE");
    int problems = 0;
    gpu_info cpu;
    gpu__enter();
    if (!out) {
        gpu__fail(GPU_ERROR_INVALID_ARGUMENT, "gpu_doctor", "out is NULL; pass stdout or another open file");
        return -1;
    }
    if (gpu__forked())
        problems += gpu__doctor_says(out, 1, "process",
                                     "it was forked after gpu.h had started; CUDA does not survive that, and GPU_CPU "
                                     "has one thread: fork before the first call, or start a new program");
    problems += gpu__backend_of(0)->doctor(out);
    gpu__doctor_says(out, 0, "start", "%s%s: threads start on %s",
                     device && *device ? "GPU_DEVICE=" : "GPU_DEVICE is not set", device ? device : "",
                     gpu__global.default_device < 0 ? "the CPU" : "a GPU");
    memset(&cpu, 0, sizeof cpu);
    (void)gpu__backend_of(GPU_CPU)->query(GPU_CPU, &cpu);
    gpu__doctor_says(out, 0, "CPU", "%s, %d-bit vectors; %.1f of %.1f GB free", cpu.name, cpu.simd_bits,
                     1e-9 * (double)cpu.free_memory, 1e-9 * (double)cpu.total_memory);
    problems += gpu__doctor_threads(out, &cpu);
    gpu__doctor_says(out, 0, "cuRAND", "not needed: the random numbers are gpu.h's own");
    if (gpu__global.sync)
        gpu__doctor_says(out, 0, "GPU_SYNC",
                         "1: every launch is waited for; faults are exact and everything is slower");
    if (problems)
        fprintf(out, "%d thing%s to do: the lines that begin with FIX\n", problems, problems == 1 ? "" : "s");
    else
        fprintf(out, "nothing to do\n");
    return problems;
}

/* ------------------------------------------------------------------------------------------------ src/core/memory.h */
static gpu_status gpu__no_list_memory(const char *call)
{
    return gpu__fail(GPU_ERROR_OUT_OF_MEMORY, call,
                     "there is no host memory left for the list of allocations; free some");
}
static void *gpu__allocate(size_t bytes, int kind, const char *call)
{
    gpu__allocation a;
    if (gpu__enter()) return NULL;
    if (gpu__thread.graph) {
        gpu__not_in_graph(call, "memory for it must outlive it");
        return NULL;
    }
    if (bytes > (size_t)PTRDIFF_MAX - 4096) {
        gpu__fail(GPU_ERROR_INVALID_ARGUMENT, call,
                  "%zu bytes are more than any machine has; a negative number was perhaps converted to size_t", bytes);
        return NULL;
    }
    memset(&a, 0, sizeof a);
    a.bytes = bytes;
    a.kind = kind;
    a.device = gpu__thread.device;
    a.home = kind == GPU__PLAIN || kind == GPU__PINNED ? GPU_CPU : a.device;
    a.stream = gpu__thread.current;
    a.file = gpu__simulated.file;
    a.line = gpu__simulated.line;
    if (kind == GPU__DEVICE && gpu__is_gpu(a.device)) a.kind = GPU__LOAD(int, &gpu__global.allocator);
    if (gpu__owner(&a)->allocate(&a, call)) return NULL;
    if (gpu__remember(&a)) return a.p;
    if (gpu__reserves(&a)) gpu__unreserve(&gpu__pools[a.home + 1], a.bytes);
    (void)gpu__owner(&a)->release(&a, call);
    gpu__no_list_memory(call);
    return NULL;
}

GPU_API void *gpu_malloc(size_t bytes) { return gpu__allocate(bytes, GPU__DEVICE, gpu__new_name(GPU__DEVICE)); }
GPU_API void *gpu_malloc_pinned(size_t bytes) { return gpu__allocate(bytes, GPU__PINNED, gpu__new_name(GPU__PINNED)); }
GPU_API void *gpu_malloc_managed(size_t bytes)
{
    return gpu__allocate(bytes, GPU__MANAGED, gpu__new_name(GPU__MANAGED));
}

/* Through which messages of MPI go, see core/mpi.h. */
enum { GPU__MESSAGES = 32 << 20 };
static gpu__allocation gpu__messages;
static gpu_status gpu__messages_close(const char *call)
{
    const gpu__allocation a = gpu__messages;
    if (!a.p) return GPU_OK;
    memset(&gpu__messages, 0, sizeof gpu__messages);
    if (gpu__reserves(&a)) gpu__unreserve(&gpu__pools[a.home + 1], a.bytes);
    return gpu__owner(&a)->release(&a, call);
}

GPU_API gpu_status gpu_allocator(int kind)
{
    const gpu_status s = gpu__enter();
    if (s) return s;
    if (kind < GPU_MANAGED_MEM || kind > GPU_UNPOOLED_MEM)
        return gpu__fail(GPU_ERROR_INVALID_ARGUMENT, "gpu_allocator",
                         "%d is nothing that gpu_malloc could give; expected GPU_DEVICE_MEM, GPU_MANAGED_MEM or "
                         "GPU_UNPOOLED_MEM (for page-locked host memory there is gpu_malloc_pinned)",
                         kind);
    GPU__STORE(int, &gpu__global.allocator, kind);
    return GPU_OK;
}

GPU_API gpu_status gpu_free(void *p)
{
    gpu__allocation a;
    gpu_status s = gpu__enter();
    char broken[512];
    const char *file = NULL;
    int found, line = 0;
    if (s || !p) return s;
    if (gpu__thread.graph) return gpu__not_in_graph("gpu_free", "memory for it must outlive it");
    if ((found = gpu__forget(p, 0, &a)) < 0)
        return gpu__fail(GPU_ERROR_INVALID_POINTER, "gpu_free",
                         "%p is from %s at %s:%d and not memory; free it with %s", p, gpu__new_name(a.kind),
                         a.file ? a.file : "?", a.line,
                         a.kind == GPU__STREAM  ? "gpu_stream_free"
                         : a.kind == GPU__EVENT ? "gpu_event_free"
                                                : "gpu_graph_free");
    if (!found) {
        if (gpu__holder(p, &a))
            return gpu__fail(GPU_ERROR_INVALID_POINTER, "gpu_free",
                             "%p points %zu bytes into the allocation of %zu bytes made at %s:%d; pass its start, %p",
                             p, (size_t)((uintptr_t)p - (uintptr_t)a.p), a.bytes, a.file ? a.file : "?", a.line, a.p);
        if (!(found = gpu__freed_place(p, &file, &line))) {
            gpu__lock(&gpu__global.memory_lock);
            (void)gpu__freed_at(p, &file, &line);
            gpu__unlock(&gpu__global.memory_lock);
        }
        if (file)
            return gpu__fail(GPU_ERROR_INVALID_POINTER, "gpu_free",
                             "%p was freed already, at %s:%d; free each allocation once", p, file, line);
        if (found)
            return gpu__fail(GPU_ERROR_INVALID_POINTER, "gpu_free", "%p was freed already; free each allocation once",
                             p);
        return gpu__fail(GPU_ERROR_INVALID_POINTER, "gpu_free",
                         "%p did not come from gpu.h; free it with what allocated it", p);
    }
    if (gpu__reserves(&a)) gpu__unreserve(&gpu__pools[a.home + 1], a.bytes);
    found = !gpu__on_device(&a) && gpu__marks_broken(&a, broken, sizeof broken);
    s = gpu__stays(&a) && (gpu__global.debug || !gpu__on_device(&a)) ? gpu__keep(&a, "gpu_free")
                                                                     : gpu__owner(&a)->release(&a, "gpu_free");
    return found ? gpu__fail(GPU_ERROR_INVALID_POINTER, "gpu_free", "%s; check the bounds of the code that wrote there",
                             broken)
                 : s;
}

GPU_API gpu_status gpu_memory(gpu_memory_stats *stats)
{
    gpu_status s = gpu__enter();
    const gpu__backend *const backend = gpu__backend_of(gpu__thread.device);
    const gpu__pool *pool = &gpu__pools[gpu__thread.device + 1];
    if (s) return s;
    if (!stats)
        return gpu__fail(GPU_ERROR_INVALID_ARGUMENT, "gpu_memory",
                         "stats is NULL; pass the address of a gpu_memory_stats");
    memset(stats, 0, sizeof *stats);
    if ((s = backend->ready(gpu__thread.device, "gpu_memory"))) return s;
    gpu__lock(&gpu__global.memory_lock);
    stats->used = pool->used;
    stats->peak = pool->peak;
    stats->reserved = pool->held;
    stats->limit = pool->limit;
    stats->allocations = pool->allocations;
    gpu__unlock(&gpu__global.memory_lock);
    s = backend->reserved(&stats->reserved, "gpu_memory");
    return s ? s : backend->available(&stats->free, &stats->total, "gpu_memory");
}

GPU_API gpu_status gpu_memory_limit(size_t bytes)
{
    gpu_status s = gpu__enter();
    if (s) return s;
    gpu__lock(&gpu__global.memory_lock);
    gpu__pools[gpu__thread.device + 1].limit = bytes;
    gpu__unlock(&gpu__global.memory_lock);
    return GPU_OK;
}

GPU_API gpu_status gpu_memory_trim(void)
{
    gpu_status s = gpu__enter(), t;
    if (s) return s;
    if (gpu__thread.graph) return gpu__not_in_graph("gpu_memory_trim", "this waits for the device");
    s = gpu__let_go(0, "gpu_memory_trim");
    t = gpu__backend_of(gpu__thread.device)->trim("gpu_memory_trim");
    return t ? t : s;
}

static gpu_status gpu__where(const void *p, gpu_place *place, const char *call)
{
    *place = GPU_HOST;
    return gpu__global.gpus && p ? gpu__backend_of(0)->where(p, place, call) : GPU_OK;
}
GPU_API gpu_status gpu_extent_of(const void *p, gpu_extent *extent)
{
    gpu__allocation a;
    const gpu_status s = gpu__enter();
    if (s || !extent)
        return s ? s
                 : gpu__fail(GPU_ERROR_INVALID_ARGUMENT, "gpu_extent_of",
                             "extent is NULL; pass the address of a gpu_extent");
    memset(extent, 0, sizeof *extent);
    if (!gpu__holder(p, &a)) return GPU_OK;
    extent->base = a.p;
    extent->bytes = a.bytes;
    extent->left = a.bytes - (size_t)((uintptr_t)p - (uintptr_t)a.p);
    extent->device = a.home;
    extent->file = a.file;
    extent->line = a.line;
    return GPU_OK;
}
GPU_API gpu_place gpu_where(const void *p)
{
    gpu_place place = GPU_HOST;
    if (!gpu__ready()) (void)gpu__where(p, &place, "gpu_where");
    return place;
}

/* ---------------------------------------------------------------------------------------------- src/core/transfer.h */
/* -- transfers -- */

/* Whose work it is. A graph holds that of its own device. */
static gpu_status gpu__mover(const gpu__backend **mover, int device, const char *call)
{
    *mover = gpu__backend_of(device);
    return !gpu__thread.graph || *mover == gpu__backend_of(gpu__thread.device)
               ? GPU_OK
               : gpu__not_in_graph(call, device == GPU_CPU ? "it is a GPU's and this memory the host's"
                                                           : "it is the CPU's and this memory a GPU's");
}
/* A copy is the GPUs', except between two places in ordinary memory by a thread that works on the CPU. */
static gpu_status gpu__copier(const gpu__backend **mover, const void *dst, const void *src, const char *call)
{
    int device = gpu__global.gpus ? 0 : GPU_CPU;
    gpu_place to, from;
    gpu_status s;
    if (gpu__global.gpus && gpu__thread.device == GPU_CPU) {
        if ((s = gpu__where(dst, &to, call)) || (s = gpu__where(src, &from, call))) return s;
        if (to == GPU_HOST && from == GPU_HOST) device = GPU_CPU;
    }
    return gpu__mover(mover, device, call);
}
static gpu_status gpu__transfer(void *dst, const void *src, size_t bytes, int queue, const char *call)
{
    const gpu__backend *mover;
    gpu_status s = gpu__enter();
    if (s) return s;
    if (gpu__thread.graph && !queue) return gpu__not_in_graph(call, "this waits; use gpu_copy_async in a graph");
    if (!bytes) return GPU_OK;
    if (!dst || !src)
        return gpu__fail(GPU_ERROR_INVALID_ARGUMENT, call, "%s is NULL; expected memory of %zu bytes",
                         dst ? "src" : "dst", bytes);
    if (bytes > (size_t)PTRDIFF_MAX)
        return gpu__fail(GPU_ERROR_INVALID_ARGUMENT, call,
                         "%zu bytes are more than any machine has; a negative number was perhaps converted to size_t",
                         bytes);
    if ((s = gpu__check_range(dst, bytes, "dst", call)) || (s = gpu__check_range(src, bytes, "src", call))) return s;
    if ((uintptr_t)dst < (uintptr_t)src + bytes && (uintptr_t)src < (uintptr_t)dst + bytes && dst != src)
        return gpu__fail(GPU_ERROR_INVALID_ARGUMENT, call, "dst and src overlap; copy through a third place");
    if (dst == src) return GPU_OK;
    s = gpu__copier(&mover, dst, src, call);
    return s ? s : mover->copy(dst, src, bytes, queue, call);
}

GPU_API gpu_status gpu_copy(void *dst, const void *src, size_t bytes)
{
    return gpu__transfer(dst, src, bytes, GPU__WAIT, "gpu_copy");
}

GPU_API gpu_status gpu_copy_async(void *dst, const void *src, size_t bytes)
{
    return gpu__transfer(dst, src, bytes, GPU__QUEUE, "gpu_copy_async");
}

GPU_API gpu_status gpu_copy_2d(void *dst, size_t dst_pitch, const void *src, size_t src_pitch, size_t width_bytes,
                               size_t height)
{
    static const char call[] = "gpu_copy_2d";
    gpu_status s = gpu__enter();
    const gpu__backend *mover;
    const size_t most = (size_t)PTRDIFF_MAX, pitch = dst_pitch > src_pitch ? dst_pitch : src_pitch;
    size_t dst_bytes, src_bytes;
    if (s) return s;
    if (gpu__thread.graph) return gpu__not_in_graph(call, "this waits; use gpu_copy_async or a kernel in a graph");
    if (!width_bytes || !height) return GPU_OK;
    if (!dst || !src)
        return gpu__fail(GPU_ERROR_INVALID_ARGUMENT, call, "%s is NULL; expected %zu rows of %zu bytes",
                         dst ? "src" : "dst", height, width_bytes);
    if (width_bytes > most || height > most || pitch > most / height)
        return gpu__fail(GPU_ERROR_INVALID_ARGUMENT, call,
                         "%zu rows, %zu bytes apart, are more than any machine has; a negative number was perhaps "
                         "converted to size_t",
                         height, pitch);
    if (dst_pitch < width_bytes || src_pitch < width_bytes)
        return gpu__fail(
            GPU_ERROR_INVALID_ARGUMENT, call,
            "%s_pitch is %zu, and a row has %zu bytes; the pitch is the distance of two rows in bytes, at least that",
            dst_pitch < width_bytes ? "dst" : "src", dst_pitch < width_bytes ? dst_pitch : src_pitch, width_bytes);
    dst_bytes = (height - 1) * dst_pitch + width_bytes;
    src_bytes = (height - 1) * src_pitch + width_bytes;
    if ((s = gpu__check_range(dst, dst_bytes, "dst", call)) || (s = gpu__check_range(src, src_bytes, "src", call)))
        return s;
    if ((uintptr_t)dst < (uintptr_t)src + src_bytes && (uintptr_t)src < (uintptr_t)dst + dst_bytes) {
        /* parts of one image: apart only if they are columns that lie side by side */
        size_t gap = (uintptr_t)dst > (uintptr_t)src ? ((uintptr_t)dst - (uintptr_t)src) % src_pitch
                                                     : ((uintptr_t)src - (uintptr_t)dst) % src_pitch;
        if (dst_pitch != src_pitch || gap < width_bytes || gap > src_pitch - width_bytes)
            return gpu__fail(GPU_ERROR_INVALID_ARGUMENT, call, "dst and src overlap; copy through a third place");
    }
    s = gpu__copier(&mover, dst, src, call);
    return s ? s : mover->copy_2d(dst, dst_pitch, src, src_pitch, width_bytes, height, call);
}

GPU_API gpu_status gpu_set(void *p, int byte, size_t bytes)
{
    const gpu__backend *mover;
    gpu_place place;
    gpu_status s = gpu__enter();
    if (s || !bytes) return s;
    if (!p) return gpu__fail(GPU_ERROR_INVALID_ARGUMENT, "gpu_set", "p is NULL; expected memory of %zu bytes", bytes);
    if (bytes > (size_t)PTRDIFF_MAX)
        return gpu__fail(GPU_ERROR_INVALID_ARGUMENT, "gpu_set",
                         "%zu bytes are more than any machine has; a negative number was perhaps converted to size_t",
                         bytes);
    if ((s = gpu__check_range(p, bytes, "p", "gpu_set")) || (s = gpu__where(p, &place, "gpu_set"))) return s;
    s = gpu__mover(&mover, place == GPU_HOST ? GPU_CPU : 0, "gpu_set");
    return s ? s : mover->set(p, byte, bytes, "gpu_set");
}

GPU_API void *gpu__new(size_t n, size_t size, int kind, int zero, const void *copy_from, const char *call,
                       const char *file, int line)
{
    void *p;
    if (n > (size_t)PTRDIFF_MAX / size) {
        gpu__fail_at(GPU_ERROR_INVALID_ARGUMENT, file, line, call,
                     "%zu elements of %zu bytes are more than any machine has; a negative number was perhaps converted "
                     "to size_t",
                     n, size);
        return NULL;
    }
    gpu__at(file, line, GPU__BY_CALL);
    p = gpu__allocate(n * size, kind, call);
    if (p && (zero || copy_from)) gpu__go_on(GPU__BY_CALL);
    if (p &&
        ((zero && gpu_set(p, 0, n * size)) || (copy_from && gpu__transfer(p, copy_from, n * size, GPU__WAIT, call)))) {
        gpu__go_on(GPU__BY_CALL);
        (void)gpu_free(p);
        p = NULL;
    }
    return p;
}

GPU_API void *gpu__new_like(const void *p, const char *file, int line)
{
    static const char call[] = "GPU_NEW_LIKE";
    gpu__allocation a;
    if (!gpu__ready() && gpu__holder(p, &a))
        return gpu__new(a.bytes - (size_t)((uintptr_t)p - (uintptr_t)a.p), 1, GPU__DEVICE, 0, NULL, call, file, line);
    gpu__fail_at(GPU_ERROR_INVALID_POINTER, file, line, call,
                 "%p did not come from gpu.h, or was freed: how many elements it has is not known; use GPU_NEW(T, n)",
                 p);
    return NULL;
}

GPU_API void *gpu__new_copy(size_t n, size_t size, int kind, const void *from, const char *call, const char *file,
                            int line)
{
    if (!from && n) {
        gpu__fail_at(GPU_ERROR_INVALID_ARGUMENT, file, line, call,
                     "the pointer to copy from is NULL; expected %zu elements of %zu bytes", n, size);
        return NULL;
    }
    return gpu__new(n, size, kind, 0, from, call, file, line);
}

/* ----------------------------------------------------------------------------------------------- src/core/kernels.h */
/* ------------------------------------------------------------------------------------------------------- kernels -- */

GPU_API gpu_status gpu__launch(gpu__kernel *kernel, const gpu_config *config, void **argv)
{
    gpu_status s;
    if (gpu__simulated.worker) gpu__called_in_kernel(kernel->name, config->file, config->line);
    s = gpu__ready();
    return s ? s : gpu__backend_of(gpu__thread.device)->run_kernel(kernel, config, argv);
}

GPU_API gpu_status gpu__set_constant(void *symbol, size_t size, const void *source, size_t bytes, int device_code,
                                     const char *name, const char *file, int line)
{
    gpu_place place;
    gpu_status s = gpu__ready();
    if (s) return s;
    if (bytes > size)
        return gpu__fail_at(GPU_ERROR_INVALID_ARGUMENT, file, line, "gpu_set_constant",
                            "%zu bytes for %s, which has %zu; expected at most that many", bytes, name, size);
    if (bytes && !source)
        return gpu__fail_at(GPU_ERROR_INVALID_ARGUMENT, file, line, "gpu_set_constant",
                            "the source for %s is NULL; expected %zu bytes of host memory", name, bytes);
    if (bytes && ((s = gpu__check_range(source, bytes, "the source", "gpu_set_constant")) ||
                  (s = gpu__where(source, &place, "gpu_set_constant"))))
        return s;
    if (bytes && place == GPU_ON_DEVICE)
        return gpu__fail_at(GPU_ERROR_INVALID_POINTER, file, line, "gpu_set_constant",
                            "the source for %s is memory of a GPU; expected host memory, to which gpu_copy brings it",
                            name);
    s = gpu__backend_of(gpu__thread.device)->set_constant(symbol, source, bytes, device_code, name, file, line);
    if (!s && bytes) memcpy(symbol, source, bytes);
    return s;
}

GPU_API int gpu__occupancy(const gpu__kernel *kernel, size_t threads, size_t shared_bytes, const char *file, int line)
{
    if (gpu__ready()) return -1;
    if (threads < 1 || threads > GPU__MAX_BLOCK) {
        gpu__fail_at(GPU_ERROR_INVALID_ARGUMENT, file, line, "gpu_occupancy",
                     "a block of %zu threads; expected 1 to %d", threads, GPU__MAX_BLOCK);
        return -1;
    }
    return gpu__backend_of(gpu__thread.device)->occupancy(kernel, threads, shared_bytes, file, line);
}

/* ----------------------------------------------------------------------------------------------- src/core/streams.h */
/* ------------------------------------------------------------------------------------------------------- streams -- */

/* Handles are listed in the ledger, as memory is: there is one check for those that were freed or never made. */
static int gpu__list_handle(void *handle, int kind)
{
    gpu__allocation a;
    memset(&a, 0, sizeof a);
    a.p = handle;
    a.kind = kind;
    a.device = a.home = gpu__thread.device;
    a.file = gpu__simulated.file;
    a.line = gpu__simulated.line;
    return gpu__remember(&a);
}
static gpu_status gpu__unlist_handle(const void *handle, int kind, const char *call)
{
    gpu__allocation a;
    return gpu__forget(handle, kind, &a) == 1 ? GPU_OK : gpu__check_handle(handle, kind, call);
}

static void gpu__stream_end(gpu_stream stream) /* it is idle */
{
    gpu__backend_of(stream->device)->stream_close(stream);
    GPU_HOST_FREE(stream);
}

static gpu_stream gpu__stream_make(void *native, int users, int priority, const char *call)
{
    static int streams;
    gpu_stream stream = (gpu_stream)gpu__host(sizeof *stream, 1);
    if (!stream) {
        gpu__no_host_memory(call);
        return NULL;
    }
    stream->native = native;
    stream->users = users;
    stream->device = gpu__thread.device;
    gpu__lock(&gpu__global.memory_lock);
    stream->number = ++streams;
    gpu__unlock(&gpu__global.memory_lock);
    if (gpu__backend_of(gpu__thread.device)->stream_open(stream, priority, call)) {
        GPU_HOST_FREE(stream);
        return NULL;
    }
    if (gpu__list_handle(stream, GPU__STREAM)) return stream;
    gpu__stream_end(stream);
    gpu__no_host_memory(call);
    return NULL;
}

GPU_API gpu_stream gpu_stream_new_priority(int priority)
{
    return gpu__enter() ? NULL : gpu__stream_make(NULL, 0, priority, "gpu_stream_new");
}
GPU_API gpu_stream gpu_stream_new(void) { return gpu_stream_new_priority(0); }

GPU_API gpu_stream gpu_stream_from_native(void *native)
{
    static const char call[] = "gpu_stream_from_native";
    gpu_stream stream = NULL;
    if (gpu__enter() || gpu__backend_of(gpu__thread.device)->stream_of(&native, &stream, call)) return NULL;
    return stream ? stream : gpu__stream_make(native, 1, 0, call);
}

/* A stream of the current device, or NULL for its default one? */
static gpu_status gpu__check_stream(gpu_stream stream, const char *call)
{
    gpu_status s = gpu__enter();
    if (s || !stream) return s;
    if ((s = gpu__check_handle(stream, GPU__STREAM, call))) return s;
    if (stream->device != gpu__thread.device)
        return gpu__fail(GPU_ERROR_INVALID_DEVICE, call,
                         "the stream belongs to device %d and the current device is %d; gpu_use(%d) first",
                         stream->device, gpu__thread.device, stream->device);
    return GPU_OK;
}

static void gpu__stream_set(gpu_stream stream)
{
    gpu__thread.current = stream;
    gpu__thread.stream = stream ? stream->native : (void *)GPU__DEFAULT_STREAM;
}
GPU_API gpu_status gpu_use_stream(gpu_stream stream)
{
    gpu_status s = gpu__check_stream(stream, "gpu_use_stream");
    if (s) return s;
    if (gpu__thread.graph && (!stream || (stream->users && stream->native == (void *)GPU__DEFAULT_STREAM)))
        return gpu__not_in_graph("gpu_use_stream", "the default stream cannot be part of it");
    gpu__stream_set(stream);
    return GPU_OK;
}

/* Waits for the stream, or asks whether it is done: 1, 0, or -1 after an error. */
static int gpu__stream_ask(gpu_stream stream, int wait, const char *call)
{
    const gpu_stream before = gpu__thread.current;
    int done;
    if (gpu__check_stream(stream, call)) return -1;
    if (gpu__thread.graph) return gpu__not_in_graph(call, "what is in it does not run yet"), -1;
    gpu__stream_set(stream);
    done = gpu__backend_of(gpu__thread.device)->finished(wait, call);
    gpu__stream_set(before);
    return done;
}
GPU_API gpu_status gpu_stream_sync(gpu_stream stream)
{
    return gpu__stream_ask(stream, 1, "gpu_stream_sync") < 0 ? gpu__thread.error : GPU_OK;
}
GPU_API int gpu_stream_done(gpu_stream stream) { return gpu__stream_ask(stream, 0, "gpu_stream_done"); }

GPU_API gpu_status gpu_stream_free(gpu_stream stream)
{
    static const char call[] = "gpu_stream_free";
    gpu_status s = gpu__enter();
    int left;
    if (s || !stream) return s;
    gpu__go_on(GPU__BY_CALL);
    if ((s = gpu__check_stream(stream, call))) return s;
    if (gpu__thread.graph) return gpu__not_in_graph(call, "this waits for the stream");
    gpu__lock(&gpu__global.memory_lock);
    left = stream->users > 1 ? --stream->users : 0;
    gpu__unlock(&gpu__global.memory_lock);
    if (left) return GPU_OK;
    if (stream == gpu__thread.current)
        return gpu__fail(GPU_ERROR_INVALID_ARGUMENT, call,
                         "the stream is this thread's current one; gpu_use_stream(NULL) first");
    gpu__go_on(GPU__BY_CALL);
    if (!stream->users && (s = gpu_stream_sync(stream)) && s != GPU_ERROR_KERNEL)
        return s; /* after a fault nothing runs on it any more */
    if (gpu__unlist_handle(stream, GPU__STREAM, call)) return gpu__thread.error;
    gpu__stream_end(stream);
    return s;
}

GPU_API void *gpu_stream_native(gpu_stream stream)
{
    if (gpu__check_stream(stream, "gpu_stream_native")) return NULL;
    return stream ? stream->native : gpu__is_gpu(gpu__thread.device) ? (void *)GPU__DEFAULT_STREAM : NULL;
}

GPU_API gpu_status gpu_stream_callback(gpu_stream stream, void (*fn)(void *user), void *user)
{
    static const char call[] = "gpu_stream_callback";
    gpu_status s = gpu__check_stream(stream, call);
    if (s) return s;
    if (!fn) return gpu__fail(GPU_ERROR_INVALID_ARGUMENT, call, "fn is NULL; expected a function to call");
    if (gpu__thread.graph && !stream) stream = gpu__thread.current;
    return gpu__backend_of(gpu__thread.device)->callback(stream, fn, user, call);
}

/* ------------------------------------------------------------------------------------------------ src/core/events.h */
/* -- events -- */

GPU_API gpu_event gpu_event_new(void)
{
    static const char call[] = "gpu_event_new";
    const gpu__backend *backend;
    gpu_event event;
    if (gpu__enter()) return NULL;
    backend = gpu__backend_of(gpu__thread.device);
    event = (gpu_event)gpu__host(sizeof *event, 1);
    if (!event) {
        gpu__no_host_memory(call);
        return NULL;
    }
    event->device = gpu__thread.device;
    if (!backend->event_open(event, call)) {
        if (gpu__list_handle(event, GPU__EVENT)) return event;
        (void)backend->event_close(event, NULL);
        gpu__no_host_memory(call);
    }
    GPU_HOST_FREE(event);
    return NULL;
}

static gpu_status gpu__check_event(gpu_event event, int recorded, const char *call)
{
    gpu_status s = gpu__enter();
    if (s || (s = gpu__check_handle(event, GPU__EVENT, call))) return s;
    if (recorded && !event->recorded)
        return gpu__fail(GPU_ERROR_INVALID_ARGUMENT, call, "the event was never recorded; gpu_event_record it first");
    return GPU_OK;
}

GPU_API gpu_status gpu_event_record(gpu_event event)
{
    gpu_status s = gpu__check_event(event, 0, "gpu_event_record");
    if (s) return s;
    if (event->device != gpu__thread.device)
        return gpu__fail(GPU_ERROR_INVALID_DEVICE, "gpu_event_record",
                         "the event belongs to device %d and the current device is %d; make one for each device",
                         event->device, gpu__thread.device);
    s = gpu__backend_of(event->device)->event_record(event, "gpu_event_record");
    if (!s) event->recorded = 1;
    return s;
}

GPU_API gpu_status gpu_event_wait(gpu_event event)
{
    gpu_status s = gpu__check_event(event, 1, "gpu_event_wait");
    return s ? s : gpu__backend_of(event->device)->event_wait(event, "gpu_event_wait");
}

GPU_API gpu_status gpu_event_sync(gpu_event event)
{
    gpu_status s = gpu__check_event(event, 1, "gpu_event_sync");
    if (!s && gpu__thread.graph) s = gpu__not_in_graph("gpu_event_sync", "what is in it does not run yet");
    return s ? s : gpu__backend_of(event->device)->event_sync(event, "gpu_event_sync");
}

GPU_API double gpu_event_elapsed_ms(gpu_event start, gpu_event stop)
{
    static const char call[] = "gpu_event_elapsed_ms";
    const gpu__backend *backend;
    double ms = 0;
    if (gpu__check_event(start, 1, call)) return (double)NAN;
    gpu__go_on(GPU__BY_CALL);
    if (gpu__check_event(stop, 1, call)) return (double)NAN;
    if (start->device != stop->device) {
        gpu__fail(GPU_ERROR_INVALID_DEVICE, call,
                  "the events belong to devices %d and %d, whose clocks differ; take two of one device", start->device,
                  stop->device);
        return (double)NAN;
    }
    if (gpu__thread.graph) {
        gpu__not_in_graph(call, "what is in it does not run yet");
        return (double)NAN;
    }
    backend = gpu__backend_of(start->device);
    if (backend->event_sync(start, call) || backend->event_sync(stop, call) ||
        backend->event_elapsed(start, stop, &ms, call))
        return (double)NAN;
    return ms;
}

GPU_API gpu_status gpu_event_free(gpu_event event)
{
    gpu_status s = gpu__enter();
    if (s || !event) return s;
    if ((s = gpu__unlist_handle(event, GPU__EVENT, "gpu_event_free"))) return s;
    s = gpu__backend_of(event->device)->event_close(event, "gpu_event_free");
    GPU_HOST_FREE(event);
    return s;
}

/* ----------------------------------------------------------------------------------------------- src/core/capture.h */
/* -- graphs -- */

static void gpu__graph_end_of(gpu_graph graph)
{
    gpu__node *node;
    while ((node = graph->first)) {
        graph->first = node->next;
        GPU_HOST_FREE(node);
    }
    gpu__backend_of(graph->device)->graph_close(graph);
    GPU_HOST_FREE(graph);
}

GPU_API gpu_status gpu_graph_begin(void)
{
    static const char call[] = "gpu_graph_begin";
    gpu_graph graph;
    gpu_status s = gpu__enter();
    if (s) return s;
    if (gpu__thread.graph)
        return gpu__fail(GPU_ERROR_INVALID_ARGUMENT, call,
                         "a graph was begun in this thread at %s:%d and not ended; call gpu_graph_end first",
                         gpu__thread.graph->file ? gpu__thread.graph->file : "?", gpu__thread.graph->line);
    if (!(graph = (gpu_graph)gpu__host(sizeof *graph, 1))) return gpu__no_host_memory(call);
    graph->device = graph->stream.device = gpu__thread.device;
    graph->file = gpu__simulated.file;
    graph->line = gpu__simulated.line;
    gpu__thread.before_graph = gpu__thread.current;
    if ((s = gpu__backend_of(graph->device)->graph_begin(graph, call))) {
        gpu__graph_end_of(graph);
        return s;
    }
    gpu__thread.graph = graph;
    gpu__thread.current = &graph->stream;
    gpu__thread.stream = graph->stream.native;
    return GPU_OK;
}

GPU_API gpu_graph gpu_graph_end(void)
{
    static const char call[] = "gpu_graph_end";
    gpu_graph graph = gpu__thread.graph;
    gpu_status s = gpu__enter(), t;
    if (s) return NULL;
    if (!graph) {
        gpu__fail(GPU_ERROR_INVALID_ARGUMENT, call, "no graph was begun in this thread; call gpu_graph_begin first");
        return NULL;
    }
    gpu__thread.graph = NULL;
    gpu__thread.current = gpu__thread.before_graph;
    gpu__thread.stream = gpu__thread.current ? gpu__thread.current->native : (void *)GPU__DEFAULT_STREAM;
    if ((s = graph->failed))
        gpu__fail(s, call, "the call of %s failed, so the graph lacks it; make the graph anew", graph->failed_call);
    t = gpu__backend_of(graph->device)->graph_end(graph, call);
    if (!s) s = t;
    if (!s && !gpu__list_handle(graph, GPU__GRAPH)) s = gpu__no_host_memory(call);
    if (!s) return graph;
    gpu__graph_end_of(graph);
    return NULL;
}

GPU_API gpu_status gpu_graph_launch(gpu_graph graph)
{
    static const char call[] = "gpu_graph_launch";
    gpu_status s = gpu__enter();
    if (s || (s = gpu__check_handle(graph, GPU__GRAPH, call))) return s;
    if (gpu__thread.graph) return gpu__not_in_graph(call, "a graph within a graph is not possible");
    if (graph->device != gpu__thread.device)
        return gpu__fail(GPU_ERROR_INVALID_DEVICE, call,
                         "the graph belongs to device %d and the current device is %d; gpu_use(%d) first",
                         graph->device, gpu__thread.device, graph->device);
    return gpu__backend_of(graph->device)->graph_launch(graph, call);
}

GPU_API gpu_status gpu_graph_free(gpu_graph graph)
{
    gpu_status s = gpu__enter();
    if (s || !graph) return s;
    if (gpu__thread.graph) return gpu__not_in_graph("gpu_graph_free", "this waits");
    if ((s = gpu__unlist_handle(graph, GPU__GRAPH, "gpu_graph_free"))) return s;
    s = gpu__backend_of(graph->device)->graph_wait(graph, "gpu_graph_free"); /* it may still run */
    gpu__graph_end_of(graph);
    return s;
}

/* ---------------------------------------------------------------------------------------------- src/core/shutdown.h */
/* ------------------------------------------------------------------------------------------------------ shutdown -- */

/* Frees all that is listed. */
static gpu_status gpu__free_all(void)
{
    gpu_status s = GPU_OK, t;
    size_t i;
    for (i = 0; i < gpu__ledger.slots;) { /* freeing moves later entries back, so the same slot is looked at again */
        void *p = gpu__ledger.slot[i].p;
        const int kind = gpu__ledger.slot[i].kind, device = gpu__ledger.slot[i].device;
        if (!p) {
            i++;
            continue;
        }
        if (kind >= GPU__STREAM) {
            gpu__thread.device = device;
            (void)gpu__backend_of(device)->use(device, NULL);
        }
        if (kind == GPU__STREAM && ((gpu_stream)p)->users) ((gpu_stream)p)->users = 1;
        gpu__go_on(GPU__BY_CALL);
        t = kind == GPU__STREAM  ? gpu_stream_free((gpu_stream)p)
            : kind == GPU__EVENT ? gpu_event_free((gpu_event)p)
            : kind == GPU__GRAPH ? gpu_graph_free((gpu_graph)p)
                                 : gpu_free(p);
        if (t && !s) s = t;
        if (gpu__ledger.slot[i].p == p) i++; /* it could not be freed */
    }
    return s;
}
GPU_API gpu_status gpu_shutdown(void)
{
    static const char call[] = "gpu_shutdown";
    gpu_status s = gpu__enter(), t;
    const int current = gpu__thread.device;
    if (s) return s;
    if (gpu__thread.graph) return gpu__not_in_graph(call, "all memory would go");
    gpu__thread.current = NULL, gpu__thread.stream = GPU__DEFAULT_STREAM;
    s = gpu__backend_of(0)->quiesce(call);
    t = gpu__free_all();
    if (t && !s) s = t;
    t = gpu__messages_close(call);
    if (t && !s) s = t;
    t = gpu__let_go(0, call);
    if (t && !s) s = t;
    if (gpu__ledger.slot) GPU_HOST_FREE(gpu__ledger.slot);
    memset(&gpu__ledger, 0, sizeof gpu__ledger);
    gpu__spans_end();
    gpu__free_crews(0);
    t = gpu__backend_of(0)->close(call);
    if (t && !s) s = t;
    gpu__thread.device = current;
    (void)gpu__backend_of(current)->use(current, NULL);
    return s;
}

static void gpu__print_leaks(void) /* GPU_DEBUG=1: at the end of the program */
{
    size_t i;
    char broken[512];
    for (i = 0; i < gpu__ledger.slots; i++) {
        const gpu__allocation *a = &gpu__ledger.slot[i];
        const char *file = a->file ? a->file : "?";
        if (!a->p) continue;
        if (a->kind < GPU__STREAM)
            fprintf(stderr, "gpu.h: never freed: %zu bytes from %s at %s:%d\n", a->bytes, gpu__new_name(a->kind), file,
                    a->line);
        else
            fprintf(stderr, "gpu.h: never freed: the result of %s at %s:%d\n",
                    a->kind == GPU__STREAM && ((gpu_stream)a->p)->users ? "gpu_stream_from_native"
                                                                        : gpu__new_name(a->kind),
                    file, a->line);
        if (a->kind < GPU__STREAM && !gpu__on_device(a) && gpu__marks_broken(a, broken, sizeof broken))
            fprintf(stderr, "gpu.h: %s\n", broken);
    }
}

/* The program's own atexit handlers come before this: they may free memory and look at errors. */
GPU__AT_EXIT(gpu__the_end)
{
    gpu__print_unseen();
    (void)gpu__let_go(0, NULL);
    if (gpu__global.debug) gpu__print_leaks();
    if (!gpu__ledger.used) gpu__spans_end(); /* of a shared library that is closed nothing stays */
}

/* -------------------------------------------------------------------------------------------------- src/core/call.h */
/* --------------------------------------------------------------------------------------- calls over whole arrays -- */

/* Messages name the place of the definition, which a function of the user's own has; GPU_CHECK adds that of the
   call. */
static gpu_status gpu__call_begin(const gpu__call *c)
{
    const gpu__op *f = c->op;
    if (f && gpu__simulated.worker) gpu__called_in_kernel(f->name, f->file, f->line);
    if (!f || !f->line) return gpu__enter_prewritten();
    gpu__simulated.file = f->file;
    gpu__simulated.line = f->line;
    return gpu__ready();
}

/* No product of a count and a size overflows. n elements of the result's size, too, also where there is but one. */
static gpu_status gpu__check_count(const gpu__call *c, size_t count, size_t size)
{
    if (!size || count <= (size_t)PTRDIFF_MAX / size) return GPU_OK;
    if (c->op) return gpu__fail(GPU_ERROR_INVALID_ARGUMENT, c->name, "n = %zu " GPU__NEGATIVE, count);
    return gpu__fail(GPU_ERROR_INVALID_ARGUMENT, c->name, "%zu elements " GPU__NEGATIVE, count);
}
static gpu_status gpu__check_counts(const gpu__call *c)
{
    gpu_status s = gpu__check_count(c, c->op ? c->shape[0] : c->out_count, c->out_size);
    int k;
    for (k = 0; k < c->inputs && !s; k++) s = gpu__check_count(c, c->in[k].count, c->in[k].size);
    return s;
}
static gpu_status gpu__check_array(const gpu__call *c, const char *name, const void *p, size_t count, size_t size)
{
    if (!p)
        return gpu__fail(GPU_ERROR_INVALID_ARGUMENT, c->name, "%s is NULL; expected %zu elements of %zu bytes", name,
                         count, size);
    return gpu__check_range(p, count * size, name, c->name);
}
static gpu_status gpu__check_address(const gpu__call *c, int k)
{
    const void *const p = gpu__address_in(c, k);
    return p ? gpu__check_range(p, 0, c->in[k].name, c->name) : GPU_OK;
}
static gpu_status gpu__overlap(const gpu__call *c, int k)
{
    if (!c->op)
        return gpu__fail(GPU_ERROR_INVALID_ARGUMENT, c->name, "out and %s overlap; expected %s", c->in[k].name,
                         c->in_place ? "the same array or two apart" : "two arrays apart");
    return gpu__fail(GPU_ERROR_INVALID_ARGUMENT, c->name, "out and %s overlap%s; expected the same array or two apart",
                     c->in[k].name,
                     c->in[k].p == c->out ? " with elements of different size" : " without being the same array");
}
static gpu_status gpu__call_check(const gpu__call *c)
{
    const int waits = c->flag & GPU__JOB_WAITS; /* then out is a variable of the library's own */
    const uintptr_t o = (uintptr_t)c->out, o_end = waits ? 0 : o + c->out_count * c->out_size;
    const size_t largest = c->op ? c->shape[0] : c->out_count | c->in[0].count | c->in[1].count;
    int k, overlap = -1;
    gpu_status s;
    if (largest >> (sizeof largest * 4 - 1) && (s = gpu__check_counts(c))) return s;
    if (!waits && c->out_count && (s = gpu__check_array(c, gpu__out_name(c), c->out, c->out_count, c->out_size)))
        return s;
    for (k = 0; k < c->inputs; k++) {
        const size_t size = c->in[k].size;
        const uintptr_t a = (uintptr_t)c->in[k].p, a_end = a + c->in[k].count * size;
        if (!c->in[k].count) {
            if ((s = gpu__check_address(c, k))) return s;
            continue;
        }
        if ((s = gpu__check_array(c, c->in[k].name, c->in[k].p, c->in[k].count, size))) return s;
        if (a < o_end && o < a_end && !(a == o && (c->op ? size == c->out_size : c->in_place && !k)) && overlap < 0)
            overlap = k;
    }
    if (overlap >= 0 && !(c->flag & GPU__JOB_APART)) return gpu__overlap(c, overlap);
    if (c->op && c->op->flags & GPU__NOT_EMPTY && !c->shape[0])
        return gpu__fail(GPU_ERROR_INVALID_ARGUMENT, c->name,
                         "n is 0, and nothing has no extreme; expected at least one element");
    return GPU_OK;
}

/* The one path: check, stage, record, run. */
static gpu_status gpu__call_make(const gpu__call *c)
{
    gpu_status s = gpu__call_begin(c);
    if (s || (s = gpu__call_check(c)) || !c->out_count) return s;
    return gpu__backend_of(gpu__thread.device)->make_call(c);
}

static void gpu__call_of(gpu__call *c, int kind, const gpu__op *f, void *out, size_t out_count, const void *const *in,
                         size_t n)
{
    int k;
    c->name = f->name; /* what a job alone has is left as it is: to clear it would take longer than all this */
    c->op = f;
    c->kind = kind;
    c->inputs = f->count;
    c->in_place = c->flag = 0;
    c->identity = NULL;
    c->space = 0;
    c->out = out;
    c->out_count = out_count;
    c->out_size = f->out_size;
    c->out_align = f->out_align;
    c->shape[0] = n;
    for (k = 0; k < f->count; k++) {
        c->in[k].name = f->parameter[k].name;
        c->in[k].p = in[k];
        c->in[k].count = f->parameter[k].size ? n : 0;
        c->in[k].size = f->parameter[k].size;
        c->in[k].align = f->parameter[k].align;
    }
}
GPU_API gpu_status gpu__map_call(const gpu__map *m, void *out, const void *const *in, size_t n)
{
    gpu__call c;
    gpu__call_of(&c, GPU__CALL_MAP, &m->f, out, n, in, n);
    return gpu__call_make(&c);
}
/* `value` comes with the identity. out NULL: the result goes to *value, and every byte of it is 0xff after an error. */
GPU_API gpu_status gpu__reduce_call(const gpu__reduction *r, void *out, void *value, const void *const *in, size_t n)
{
    gpu__call c;
    gpu_status s;
    gpu__call_of(&c, GPU__CALL_REDUCE, &r->f, !out ? value : out == GPU__NOWHERE ? NULL : out, 1, in, n);
    c.identity = value;
    if (!out) c.flag = GPU__JOB_WAITS;
    s = gpu__call_make(&c);
    if (s && !out) memset(value, 0xff, r->f.out_size);
    return s;
}
GPU_API gpu_status gpu__scan_call(const gpu__scanner *scanner, void *out, const void *x, size_t n, const void *identity,
                                  int exclusive)
{
    gpu__call c;
    gpu__call_of(&c, GPU__CALL_SCAN, &scanner->f, out, n, &x, n);
    c.identity = identity;
    c.flag = exclusive;
    c.in_place = 1;
    return gpu__call_make(&c);
}
GPU_API gpu_status gpu__job_call(const gpu__job *j) { return gpu__call_make(j); }
/* ------------------------------------------------------------------------------------------------ src/core/random.h */
/* -------------------------------------------------------------------------------------------------------- random -- */

GPU_API gpu_status gpu_seed_sequence(uint64_t seed, uint32_t sequence)
{
    gpu__thread.seed = seed, gpu__thread.sequence = sequence, gpu__thread.position = 0;
    return GPU_OK;
}
GPU_API gpu_status gpu_seed(uint64_t seed) { return gpu_seed_sequence(seed, 0); }

/* What a fill needs of the thread's generator. */
GPU_API gpu__fill gpu__fill_of(const gpu__fill_kind *of)
{
    gpu__fill j;
    uint32_t k0 = (uint32_t)gpu__thread.seed, k1 = (uint32_t)(gpu__thread.seed >> 32);
    int r;
    memset(&j, 0, sizeof j);
    j.of = of;
    j.seed = gpu__thread.seed, j.sequence = gpu__thread.sequence, j.position = gpu__thread.position;
    j.purpose = of->purpose | GPU__R_FILL;
    j.size = of->number, j.per = of->word ? 16 / of->word * of->made / of->number : 1;
    for (r = 0; r < GPU__ROUNDS; r++, k0 += 0x9E3779B9u, k1 += 0xBB67AE85u) j.key[2 * r] = k0, j.key[2 * r + 1] = k1;
    return j;
}
GPU_API gpu_status gpu__fill_call(const gpu__fill *j, void *out, size_t n)
{
    const char *const name = j->of->map.f.name;
    const void *in[2];
    gpu_status s;
    if (gpu__thread.graph && j->law.table) {
        (void)gpu__enter_prewritten();
        return gpu__fail(GPU_ERROR_NOT_SUPPORTED, name,
                         "its table would be gone when the graph runs; fill before gpu_graph_begin, or draw with "
                         "gpu_random_poisson in a kernel");
    }
    in[0] = NULL, in[1] = j;
    s = gpu__map_call(&j->of->map, out, in, n);
    if (!s) gpu__thread.position += n;
    return s;
}

/* -------------------------------------------------------------------------------------------- src/core/prewritten.h */
/* ------------------------------------------------------------------------------------------ prewritten functions -- */

GPU_API gpu_status gpu__refuse(const char *call, const char *format, ...)
{
    va_list args;
    gpu_status s;
    if ((s = gpu__enter_prewritten())) return s;
    va_start(args, format);
    s = gpu__fail_v(GPU_ERROR_INVALID_ARGUMENT, NULL, 0, call, format, args);
    va_end(args);
    return s;
}

GPU_API gpu_status gpu__shape(const char *call, size_t rows, size_t cols)
{
    if (!rows || !cols)
        return gpu__refuse(call, "the matrix is %zu by %zu; expected at least one row and one column", rows, cols);
    if (rows > (size_t)PTRDIFF_MAX / 8 / cols)
        return gpu__refuse(call, "%zu rows of %zu columns " GPU__NEGATIVE, rows, cols);
    return GPU_OK;
}

GPU_API gpu_status gpu__comparison(const char *call, gpu_comparison how)
{
    if (how >= GPU_LESS && how <= GPU_NOT_EQUAL && (how < 7 || how == GPU_NOT_EQUAL)) return GPU_OK;
    return gpu__refuse(call,
                       "comparison %d; expected GPU_LESS, GPU_LESS_EQUAL, GPU_EQUAL, GPU_NOT_EQUAL, GPU_GREATER or "
                       "GPU_GREATER_EQUAL",
                       (int)how);
}
GPU_API gpu_status gpu__cast_refused(gpu_type type)
{
    return gpu__refuse("gpu_cast",
                       "the type of x is %d; expected GPU_F32, GPU_F64, GPU_I32, GPU_I64, GPU_U8, GPU_U32 or GPU_U64",
                       (int)type);
}

/* The counts of all threads, added up; the first thread's are in the result already. */
GPU_API void gpu__add_counts(const gpu__job *j, void *scratch, size_t threads)
{
    const int64_t *const counts = (const int64_t *)scratch;
    int64_t *const out = (int64_t *)j->out;
    size_t t, i;
    for (t = 1; t < threads; t++)
        for (i = 0; i < j->out_count; i++) out[i] += counts[(t - 1) * j->out_count + i];
}

GPU_API gpu_status gpu__put(double *out, const double *value, const char *name)
{
    gpu_status s = gpu__enter_prewritten();
    if (s) return s;
    gpu__go_on(GPU__BY_CALL);
    return gpu__transfer(out, value, sizeof *out, 0, name);
}

#if defined(GPU_KERNELS_FOR_C) && defined(GPU__CUDA)
#define GPU__EMIT(R, name, T, s, parameters, arguments)                                                                \
    R gpu_##name##_##s parameters { return gpu_##name##_##s<0> arguments; }
GPU__PREWRITTEN_ALL(GPU__EMIT)
GPU__MATMUL_ALL(GPU__EMIT)
#endif

/* ------------------------------------------------------------------------------------------ src/core/host_threads.h */
#ifdef GPU_SEVERAL_DEVICES
/* -- threads of the host, and a monitor: a lock with a condition that those inside can wait for -- */

#ifdef _WIN32
typedef HANDLE gpu__host_thread;
#define GPU__HOST_THREAD(name, argument) DWORD WINAPI name(LPVOID argument)
typedef LPTHREAD_START_ROUTINE gpu__host_thread_fn;
static int gpu__host_thread_start(gpu__host_thread *thread, gpu__host_thread_fn fn, void *argument)
{
    return (*thread = CreateThread(NULL, 0, fn, argument, 0, NULL)) != NULL;
}
static void gpu__host_thread_join(gpu__host_thread thread)
{
    WaitForSingleObject(thread, INFINITE);
    CloseHandle(thread);
}
typedef struct gpu__monitor {
    SRWLOCK lock;
    CONDITION_VARIABLE changed;
} gpu__monitor;
static void gpu__monitor_open(gpu__monitor *m)
{
    InitializeSRWLock(&m->lock);
    InitializeConditionVariable(&m->changed);
}
static void gpu__monitor_close(gpu__monitor *m) { (void)m; }
static void gpu__monitor_enter(gpu__monitor *m) { AcquireSRWLockExclusive(&m->lock); }
static void gpu__monitor_leave(gpu__monitor *m) { ReleaseSRWLockExclusive(&m->lock); }
static void gpu__monitor_wait(gpu__monitor *m) { SleepConditionVariableSRW(&m->changed, &m->lock, INFINITE, 0); }
static void gpu__monitor_wake(gpu__monitor *m) { WakeAllConditionVariable(&m->changed); }
#else
typedef pthread_t gpu__host_thread;
#define GPU__HOST_THREAD(name, argument) void *name(void *argument)
typedef void *(*gpu__host_thread_fn)(void *);
static int gpu__host_thread_start(gpu__host_thread *thread, gpu__host_thread_fn fn, void *argument)
{
    return !pthread_create(thread, NULL, fn, argument);
}
static void gpu__host_thread_join(gpu__host_thread thread) { (void)pthread_join(thread, NULL); }
typedef struct gpu__monitor {
    pthread_mutex_t lock;
    pthread_cond_t changed;
} gpu__monitor;
static void gpu__monitor_open(gpu__monitor *m)
{
    (void)pthread_mutex_init(&m->lock, NULL);
    (void)pthread_cond_init(&m->changed, NULL);
}
static void gpu__monitor_close(gpu__monitor *m)
{
    (void)pthread_cond_destroy(&m->changed);
    (void)pthread_mutex_destroy(&m->lock);
}
static void gpu__monitor_enter(gpu__monitor *m) { (void)pthread_mutex_lock(&m->lock); }
static void gpu__monitor_leave(gpu__monitor *m) { (void)pthread_mutex_unlock(&m->lock); }
static void gpu__monitor_wait(gpu__monitor *m) { (void)pthread_cond_wait(&m->changed, &m->lock); }
static void gpu__monitor_wake(gpu__monitor *m) { (void)pthread_cond_broadcast(&m->changed); }
#endif
#endif
/* ----------------------------------------------------------------------------------------------- src/core/several.h */
/* ----------------------------------------------------------------------------------------------- several devices -- */

#if defined(GPU_SEVERAL_DEVICES) || defined(MPI_VERSION)
static void gpu__first(gpu_status *first, gpu_status s) /* the first of several errors stays */
{
    if (!*first) *first = s;
}
#endif

GPU_API gpu_status gpu_split(size_t n, int part, int parts, size_t *begin, size_t *count)
{
    static const char call[] = "gpu_split";
    const gpu_status s = gpu__enter();
    size_t rest;
    if (begin) *begin = 0;
    if (count) *count = 0;
    if (s) return s;
    if (parts < 1 || part < 0 || part >= parts)
        return gpu__fail(GPU_ERROR_INVALID_ARGUMENT, call, "there is no part %d of %d; expected 0 <= part < parts",
                         part, parts);
    if (!begin || !count)
        return gpu__fail(GPU_ERROR_INVALID_ARGUMENT, call, "%s is NULL; pass the address of a size_t",
                         begin ? "count" : "begin");
    rest = n % (size_t)parts; /* the first `rest` parts have one element more */
    *count = n / (size_t)parts + ((size_t)part < rest);
    *begin = n / (size_t)parts * (size_t)part + ((size_t)part < rest ? (size_t)part : rest);
    return GPU_OK;
}

GPU_API int gpu_peer(int device, int other)
{
    static const char call[] = "gpu_peer";
    int bad;
    if (gpu__enter()) return -1;
    bad = device < GPU_CPU || device >= gpu__global.gpus ? device : other;
    if (bad < GPU_CPU || bad >= gpu__global.gpus) {
        gpu__fail(GPU_ERROR_INVALID_DEVICE, call, "there is no device %d; %d GPU%s usable here, and GPU_CPU (-1) is",
                  bad, gpu__global.gpus, gpu__global.gpus == 1 ? " is" : "s are");
        return -1;
    }
    return device == other ? 1 : gpu__backend_of(device)->peer(device, other);
}

/* ---- a device ahead of a block ---- */
GPU_API gpu__on gpu__on_begin(int device, const char *file, int line)
{
    gpu__on on = {0, gpu_device(), gpu__thread.current};
    gpu__at(file, line, GPU__BY_CALL);
    on.once = !gpu_use(device);
    return on;
}
GPU_API void gpu__on_end(gpu__on *on)
{
    on->once = 0;
    gpu__go_on(GPU__BY_CALL);
    if (!gpu_use(on->device)) gpu__stream_set(on->stream);
}

/* ---- processes of one host ---- */
GPU_API int gpu_local_rank(void)
{
    static const char *const names[] = {"OMPI_COMM_WORLD_LOCAL_RANK",
                                        "MV2_COMM_WORLD_LOCAL_RANK",
                                        "MPI_LOCALRANKID",
                                        "PMI_LOCAL_RANK",
                                        "PALS_LOCAL_RANKID",
                                        "SLURM_LOCALID"};
    size_t k;
    for (k = 0; k < sizeof names / sizeof *names; k++) {
        const char *const v = getenv(names[k]);
        long rank;
        if (v && gpu__number(v, &rank) && rank >= 0 && rank <= INT_MAX) return (int)rank;
    }
    return 0;
}
GPU_API gpu_status gpu_use_local_rank(void)
{
    const int gpus = gpu_device_count();
    return gpu_use(gpus ? gpu_local_rank() % gpus : GPU_CPU);
}

#ifdef GPU_SEVERAL_DEVICES
/* ---- all devices at once ----
   A thread a device; they meet at barriers. One that has returned counts as having come. */
typedef struct gpu__each_offer { /* what a part brings to a collective */
    const char *call;
    void *p;
    uint64_t *flags;       /* see gpu__exchange_args */
    size_t n, size, reach; /* reach: how many blocks a fold may have, 0: not all memories are within reach */
    int detail;            /* the fold or the root */
} gpu__each_offer;
typedef struct gpu__each_member {
    struct gpu__each *crew;
    int part;
    gpu_status status;
    unsigned offers;
    gpu__each_offer offer[2]; /* in turn: one is still read when the next is written */
    uint64_t exchanges;
    gpu__exchange_args last; /* the one that was queued last */
    char message[512];
    gpu__host_thread thread;
} gpu__each_member;
typedef struct gpu__each {
    gpu_device_fn *fn;
    void *user;
    const char *file; /* where it was called */
    int line, parts, threads;
    uint64_t epoch;                     /* ahead of the first exchange */
    gpu__monitor monitor;               /* guards what follows */
    int waiting, returned, round, done; /* at the barrier; done: rounds that are over */
    int failed;                         /* 1 + the first part that failed */
    gpu__each_member member[GPU__MAX_DEVICES];
} gpu__each;
static GPU__TLS gpu__each_member *gpu__each_self;
static int gpu__each_busy;
static uint64_t gpu__each_epoch; /* no exchange has had a greater one */

/* Under the monitor: this part fails, or has done so already. */
static void gpu__each_failed(gpu__each_member *m, gpu_status status)
{
    if (m->status || !status) return;
    m->status = status;
    if (m->last.epoch) gpu__backend_of(gpu__thread.device)->exchange_give_up(&m->last);
    snprintf(m->message, sizeof m->message, "%.*s", (int)sizeof m->message - 1,
             gpu__thread.error == status ? gpu__thread.message : gpu_status_name(status));
    if (!m->crew->failed) m->crew->failed = 1 + m->part;
}
static void gpu__each_pass(gpu__each *c) /* under the monitor */
{
    if (!c->waiting || c->waiting + c->returned < c->parts) return;
    c->waiting = 0;
    GPU__STORE_RELEASE(int, &c->round, c->round + 1);
    gpu__monitor_wake(&c->monitor);
}
/* All parts come here, with what they have done so far and `s`, of this one. Most come at about the same time. */
static gpu_status gpu__each_meet(gpu_status s, const char *call)
{
    gpu__each_member *const m = gpu__each_self;
    gpu__each *const c = m->crew;
    int round, failed, tries = 0;
    gpu__monitor_enter(&c->monitor);
    gpu__each_failed(m, s);
    round = c->round;
    c->waiting++;
    gpu__each_pass(c);
    gpu__monitor_leave(&c->monitor);
    while (tries < 1000 && GPU__LOAD_ACQUIRE(int, &c->round) == round) gpu__give_way(&tries);
    gpu__monitor_enter(&c->monitor);
    while (c->round == round) gpu__monitor_wait(&c->monitor);
    failed = c->failed;
    gpu__monitor_leave(&c->monitor);
    if (!failed || failed == 1 + m->part) return s;
    s = c->member[failed - 1].status;
    return gpu__fail(s, call, "part %d failed: %s", failed - 1, c->member[failed - 1].message);
}
static gpu_status gpu__each_member_calls(const char *call)
{
    if (!gpu__each_self)
        return gpu__fail(GPU_ERROR_NOT_SUPPORTED, call,
                         "this thread is not one of gpu_each_device's; call it in the function that this one runs");
    return gpu__thread.graph ? gpu__not_in_graph(call, "this waits for other threads") : GPU_OK;
}
GPU_API gpu_status gpu_each_barrier(void)
{
    static const char call[] = "gpu_each_barrier";
    gpu_status s = gpu__enter();
    if (s || (s = gpu__each_member_calls(call))) return s;
    return gpu__each_meet(gpu__backend_of(gpu__thread.device)->sync(call), call);
}

static void gpu__each_run(gpu__each_member *m)
{
    gpu__each *const c = m->crew;
    gpu__each_member *const outer = gpu__each_self;
    const int threads = gpu__thread.threads, device = c->parts <= gpu__global.gpus ? m->part : GPU_CPU;
    gpu_status s = gpu__ready();
    gpu__each_self = m;
    gpu__at(c->file, c->line, GPU__BY_CALL);
    if (!s) s = gpu_use(device);
    if (!s && gpu__backend_of(device) == gpu__backend_of(GPU_CPU) && c->parts > 1) /* they share the cores */
        gpu__thread.threads = gpu__cpu_threads() > c->parts ? gpu__cpu_threads() / c->parts : 1;
    if (!s) s = c->fn(m->part, c->parts, c->user);
    gpu__thread.threads = threads;
    gpu__each_self = outer;
    gpu__monitor_enter(&c->monitor);
    gpu__each_failed(m, s);
    c->returned++;
    gpu__each_pass(c);
    gpu__monitor_leave(&c->monitor);
    if (s) gpu__seen(); /* it is told by gpu_each_device */
}
static void gpu__timers_close(void) /* of a thread that ends */
{
    int k;
    for (k = 0; k < 4; k++)
        (void)gpu__backend_of(k < 2 ? GPU_CPU : gpu__thread.timer[1][k % 2].device)
            ->event_close(&gpu__thread.timer[k / 2][k % 2], NULL);
}
static GPU__HOST_THREAD(gpu__each_thread, member)
{
    gpu__each_run((gpu__each_member *)member);
    gpu__timers_close();
    return 0;
}

GPU_API gpu_status gpu_each_device(gpu_device_fn *fn, void *user)
{
    static const char call[] = "gpu_each_device";
    gpu_status s = gpu__enter();
    const int device = gpu__thread.device;
    const gpu_stream stream = gpu__thread.current;
    gpu__each *c;
    char said[1024] = "";
    size_t used = 0;
    int k;
    if (s) return s;
    if (!fn) return gpu__fail(GPU_ERROR_INVALID_ARGUMENT, call, "fn is NULL; expected a function to call");
    if (gpu__thread.graph) return gpu__not_in_graph(call, "this waits for other threads");
    if (gpu__each_self)
        return gpu__fail(GPU_ERROR_NOT_SUPPORTED, call, "this thread is one of gpu_each_device's already");
    if (GPU__EXCHANGE_ACQUIRE(int, &gpu__each_busy, 1))
        return gpu__fail(GPU_ERROR_NOT_SUPPORTED, call,
                         "another thread is in gpu_each_device, which has all devices; call it when that has returned");
    if (!(c = (gpu__each *)gpu__host(sizeof *c, 1))) {
        gpu__unlock(&gpu__each_busy);
        return gpu__no_host_memory(call);
    }
    c->epoch = gpu__each_epoch;
    c->fn = fn, c->user = user, c->file = gpu__simulated.file, c->line = gpu__simulated.line;
    c->parts = gpu__global.gpus ? gpu__global.gpus : 1;
    gpu__monitor_open(&c->monitor);
    for (k = 0; k < c->parts; k++) c->member[k].crew = c, c->member[k].part = k;
    for (k = 1; k < c->parts && !s; k++)
        if (gpu__host_thread_start(&c->member[k].thread, gpu__each_thread, &c->member[k]))
            c->threads++;
        else
            s = gpu__fail(GPU_ERROR_OUT_OF_MEMORY, call, "the system gives no thread for device %d", k);
    if (s) { /* those that run do not wait for those that do not */
        gpu__monitor_enter(&c->monitor);
        c->returned += c->parts - 1 - c->threads;
        gpu__each_failed(&c->member[0], s);
        gpu__monitor_leave(&c->monitor);
    }
    gpu__each_run(&c->member[0]);
    for (k = 1; k <= c->threads; k++) gpu__host_thread_join(c->member[k].thread);
    gpu__monitor_close(&c->monitor);
    if (gpu_use(device)) s = gpu__thread.error;
    gpu__stream_set(stream);
    for (k = c->parts - 1; k >= 0; k--)
        if (c->member[k].status) s = c->member[k].status;
    for (k = 0; k < c->parts && used < sizeof said; k++)
        if (c->member[k].status)
            used += (size_t)snprintf(said + used, sizeof said - used, "%sdevice %d: %s", used ? "; " : "",
                                     c->parts <= gpu__global.gpus ? k : GPU_CPU, c->member[k].message);
    for (k = 0; k < c->parts; k++)
        if (c->member[k].last.epoch > gpu__each_epoch) gpu__each_epoch = c->member[k].last.epoch;
    if (c->failed) gpu__each_epoch += GPU__GIVEN_UP;
    GPU_HOST_FREE(c);
    gpu__unlock(&gpu__each_busy);
    return s ? gpu__fail(s, call, "%s", said) : GPU_OK;
}
#endif
/* ---------------------------------------------------------------------------------------------- src/core/exchange.h */

#ifdef GPU_SEVERAL_DEVICES
/* -- collectives of the parts: each brings an offer, and reads those of the others once all have come -- */

/* This part's offer for a call that has found `s` so far. All parts come to the same answer. */
static gpu_status gpu__each_offers(const gpu__each_offer *mine, gpu_status s)
{
    gpu__each_member *const m = gpu__each_self;
    const unsigned turn = ++m->offers % 2;
    int k;
    m->offer[turn] = *mine;
    if ((s = gpu__each_meet(s, mine->call))) return s;
    for (k = 0; k < m->crew->parts && !s; k++) {
        const gpu__each_offer *const o = &m->crew->member[k].offer[turn], *const first =
                                                                              &m->crew->member[0].offer[turn];
        if (o->call != first->call)
            s = gpu__fail(GPU_ERROR_INVALID_ARGUMENT, mine->call,
                          "part %d calls %s and part 0 %s; expected all to call the same in the same order", k, o->call,
                          first->call);
        else if (o->n != first->n || o->size != first->size || o->detail != first->detail)
            s = gpu__fail(
                GPU_ERROR_INVALID_ARGUMENT, mine->call,
                "part %d has %zu elements of %zu bytes (fold or root %d) and part 0 %zu of %zu (%d); expected "
                "the same of all",
                k, o->n, o->size, o->detail, first->n, first->size, first->detail);
    }
    return s;
}
static const gpu__each_offer *gpu__each_offer_of(int part)
{
    const gpu__each_member *const m = gpu__each_self;
    return &m->crew->member[part].offer[m->offers % 2];
}
static gpu_status gpu__each_check(const void *p, const char *name, size_t n, size_t size, const char *call)
{
    if (n > (size_t)PTRDIFF_MAX / (size ? size : 1))
        return gpu__fail(GPU_ERROR_INVALID_ARGUMENT, call, "%zu elements " GPU__NEGATIVE, n);
    if (!p && n && size)
        return gpu__fail(GPU_ERROR_INVALID_ARGUMENT, call, "%s is NULL; expected %zu elements of %zu bytes", name, n,
                         size);
    return n ? gpu__check_range(p, n * size, name, call) : GPU_OK;
}

/* -- folds -- */

static gpu_status gpu__exchange_check(const gpu__exchange *x)
{
    gpu_place place = GPU_HOST;
    gpu_status s = gpu__each_check(x->p, "p", x->n, x->size, x->call);
    if (!s && (x->fold < GPU_FOLD_SUM || x->fold > GPU_FOLD_MAX))
        s = gpu__fail(GPU_ERROR_INVALID_ARGUMENT, x->call,
                      "fold is %d; expected GPU_FOLD_SUM, GPU_FOLD_MIN or GPU_FOLD_MAX", (int)x->fold);
    if (s || !x->n || !gpu__is_gpu(gpu__thread.device) || (s = gpu__where(x->p, &place, x->call))) return s;
    return place == GPU_ON_DEVICE || place == GPU_MANAGED_MEM
               ? GPU_OK
               : gpu__fail(GPU_ERROR_INVALID_ARGUMENT, x->call,
                           "p is memory of the host; expected memory of device %d, from GPU_NEW there, say",
                           gpu__thread.device);
}
static char *gpu__exchange_at(const gpu__exchange *x, int part, size_t element)
{
    return (char *)gpu__each_offer_of(part)->p + element * x->size;
}
/* Where the memories are not within reach of each other: when all have done what was queued, the part's share of all
   arrays is fetched piece by piece and folded here, and then the folded shares of the others are fetched. */
static gpu_status gpu__exchange_by_copies(const gpu__exchange *x, const gpu__exchange_args *share)
{
    const size_t most = (size_t)(1 << 20), left = share->end - share->begin, piece = left < most ? left : most;
    gpu__exchange_args a = *share;
    gpu_status s = gpu__each_meet(gpu__backend_of(gpu__thread.device)->sync(x->call), x->call);
    char *space = NULL;
    size_t at, begin, count;
    int k;
    if (s) return s;
    if (left && !(space = (char *)gpu_malloc(piece * x->size * (size_t)a.parts))) s = gpu__thread.error;
    a.begin = 0, a.to = 0, a.to_end = 1, a.blocks = 16, a.meetings = 0;
    for (k = 0; k < a.parts; k++) a.array[k] = space + (size_t)k * piece * x->size;
    for (at = share->begin; at < share->end && !s; at += piece) {
        a.end = share->end - at < piece ? share->end - at : piece;
        for (k = 0; k < a.parts && !s; k++)
            s = gpu__transfer(a.array[k], gpu__exchange_at(x, k, at), a.end * x->size, GPU__QUEUE, x->call);
        if (!s) s = gpu__backend_of(gpu__thread.device)->exchange(x, &a);
        if (!s) s = gpu__transfer(gpu__exchange_at(x, a.part, at), space, a.end * x->size, GPU__QUEUE, x->call);
    }
    gpu__first(&s, gpu__backend_of(gpu__thread.device)->sync(x->call));
    if (space) gpu__first(&s, gpu_free(space));
    if ((s = gpu__each_meet(s, x->call)) || !x->all) return s;
    for (k = 0; k < a.parts && !s; k++) {
        (void)gpu_split(x->n, k, a.parts, &begin, &count);
        if (k != a.part && count)
            s = gpu__transfer(gpu__exchange_at(x, a.part, begin), gpu__exchange_at(x, k, begin), count * x->size,
                              GPU__WAIT, x->call);
    }
    return gpu__each_meet(s, x->call);
}
/* The share that is this part's to fold, and where the others' arrays are. */
static void gpu__exchange_share(const gpu__exchange *x, gpu__exchange_args *a)
{
    const gpu__each_member *const m = gpu__each_self;
    size_t count, most;
    int k;
    a->parts = m->crew->parts, a->part = m->part, a->fold = x->fold;
    a->to = x->all ? 0 : m->part, a->to_end = x->all ? a->parts : m->part + 1;
    (void)gpu_split(x->n, 0, a->parts, &a->begin, &most);
    (void)gpu_split(x->n, m->part, a->parts, &a->begin, &count);
    a->end = a->begin + count;
    a->blocks = gpu__ceil_div(most * x->size, GPU__EXCHANGE_TILE); /* the same for all parts, whose blocks meet */
    for (k = 0; k < a->parts; k++) {
        const gpu__each_offer *const o = gpu__each_offer_of(k);
        a->array[k] = o->p, a->flags[k] = o->flags;
        if (o->reach < a->blocks) a->blocks = o->reach;
    }
    a->meetings = a->flags[0] ? 3 : 0;
}
GPU_API gpu_status gpu__each_exchange(const gpu__exchange *x)
{
    gpu__each_member *const m = gpu__each_self;
    gpu__each_offer mine;
    gpu_status s = gpu__enter_prewritten();
    if (s || (s = gpu__each_member_calls(x->call))) return s;
    memset(&mine, 0, sizeof mine);
    mine.call = x->call, mine.p = x->p, mine.n = x->n, mine.size = x->size, mine.detail = (int)x->fold;
    s = gpu__backend_of(gpu__thread.device)->exchange_open(m->crew->parts, &mine.flags, &mine.reach, x->call);
#ifdef GPU__TEST_NO_PEER
    mine.reach = 0;
#endif
    if (!s) s = gpu__exchange_check(x);
    if ((s = gpu__each_offers(&mine, s)) || !x->n) return s;
    gpu__exchange_share(x, &m->last);
    if (!m->last.blocks) return gpu__exchange_by_copies(x, &m->last);
    if (!m->last.meetings) { /* the host threads meet */
        return gpu__each_meet(gpu__backend_of(gpu__thread.device)->exchange(x, &m->last), x->call);
    }
    m->last.epoch = m->crew->epoch + ++m->exchanges;
    return gpu__backend_of(gpu__thread.device)->exchange(x, &m->last);
}

/* -- copies -- */

/* Offers the root's array, once the device has done what it had to do. `s`: of this part's arguments. */
static gpu_status gpu__each_copies(gpu_status s, const char *call, const void *p, size_t n, size_t size, int root)
{
    const gpu__each_member *const m = gpu__each_self;
    gpu__each_offer mine;
    memset(&mine, 0, sizeof mine);
    mine.call = call, mine.p = (void *)(uintptr_t)p, mine.n = n, mine.size = size, mine.detail = root;
    if (!s && (root < 0 || root >= m->crew->parts))
        s = gpu__fail(GPU_ERROR_INVALID_ARGUMENT, call, "root is part %d; expected 0 to %d", root, m->crew->parts - 1);
    if (!s) s = gpu__backend_of(gpu__thread.device)->sync(call);
    return gpu__each_offers(&mine, s);
}
/* Two steps, so that all links carry data and not the root's alone: each part takes its share from the root, and then
   the shares of the others from them. */
GPU_API gpu_status gpu_each_broadcast(void *p, size_t bytes, int root)
{
    static const char call[] = "gpu_each_broadcast";
    gpu_status s = gpu__enter();
    size_t begin, count;
    int part, parts, k, step;
    if (s || (s = gpu__each_member_calls(call))) return s;
    part = gpu__each_self->part, parts = gpu__each_self->crew->parts;
    s = gpu__each_copies(gpu__each_check(p, "p", bytes, 1, call), call, p, bytes, 1, root);
    for (step = 0; step < 2 && !s; step++) {
        for (k = 0; k < parts && !s && part != root; k++) {
            (void)gpu_split(bytes, k, parts, &begin, &count);
            if ((k == part) == !step)
                s = gpu__transfer((char *)p + begin, (char *)gpu__each_offer_of(step ? k : root)->p + begin, count,
                                  GPU__WAIT, call);
        }
        s = gpu__each_meet(s, call);
    }
    return s;
}
static gpu_status gpu__each_shares(void *share, void *whole, size_t n, size_t size, int root, int scatter,
                                   const char *call)
{
    gpu_status s = gpu__enter();
    size_t begin = 0, count = 0;
    char *there;
    if (s || (s = gpu__each_member_calls(call))) return s;
    (void)gpu_split(n, gpu__each_self->part, gpu__each_self->crew->parts, &begin, &count);
    if (root == gpu__each_self->part) s = gpu__each_check(whole, scatter ? "from" : "to", n, size, call);
    if (!s) s = gpu__each_check(share, "share", count, size, call);
    if ((s = gpu__each_copies(s, call, whole, n, size, root))) return s;
    there = (char *)gpu__each_offer_of(root)->p + begin * size;
    return gpu__each_meet(
        gpu__transfer(scatter ? share : there, scatter ? there : share, count * size, GPU__WAIT, call), call);
}
GPU_API gpu_status gpu_each_scatter(void *share, const void *from, size_t n, size_t size, int root)
{
    return gpu__each_shares(share, (void *)(uintptr_t)from, n, size, root, 1, "gpu_each_scatter");
}
GPU_API gpu_status gpu_each_gather(void *to, const void *share, size_t n, size_t size, int root)
{
    return gpu__each_shares((void *)(uintptr_t)share, to, n, size, root, 0, "gpu_each_gather");
}
#endif
/* --------------------------------------------------------------------------------------------------- src/core/mpi.h */
/* ---------------------------------------------------------------------------------------------- several machines -- */

#ifdef MPI_VERSION
/* Places in pinned memory: two for what goes out, two for what comes in. A message is at most as long as one. */
#define GPU__MPI_PIECE ((size_t)GPU__MESSAGES / 4)
static gpu_status gpu__messages_open(const char *call)
{
    gpu__allocation a;
    gpu_status s;
    if (gpu__messages.p) return GPU_OK;
    memset(&a, 0, sizeof a);
    a.bytes = GPU__MESSAGES;
    a.kind = GPU__PINNED;
    a.device = gpu__thread.device;
    a.home = GPU_CPU;
    s = gpu__owner(&a)->allocate(&a, call);
    if (!s) gpu__messages = a;
    return s;
}

static struct {
    MPI_Comm comm;
    int on, rank, size, aware;
} gpu__mpi;

GPU_API int gpu_mpi_rank(void) { return gpu__mpi.rank; }
GPU_API int gpu_mpi_size(void) { return gpu__mpi.on ? gpu__mpi.size : 1; }
GPU_API int gpu_mpi_aware(void) { return gpu__mpi.aware; }

static gpu_status gpu__mpi_status(int code, const char *call)
{
    char why[MPI_MAX_ERROR_STRING + 1] = "";
    int length = 0;
    if (code == MPI_SUCCESS) return GPU_OK;
    (void)MPI_Error_string(code, why, &length);
    return gpu__fail(GPU_ERROR_MPI, call, "MPI says: %s", why);
}
static gpu_status gpu__mpi_begin(const char *call)
{
    const gpu_status s = gpu__enter();
    if (s) return s;
    if (gpu__thread.graph) return gpu__not_in_graph(call, "this waits for other processes");
    return gpu__mpi.on ? GPU_OK
                       : gpu__fail(GPU_ERROR_NOT_SUPPORTED, call,
                                   "MPI is not in use yet; call MPI_Init, then gpu_mpi_use(MPI_COMM_WORLD)");
}

/* What all ranks return: the status of the first that failed, which tells the others why. All have the same bytes. */
static gpu_status gpu__mpi_agree(gpu_status mine, size_t bytes, const char *call)
{
    struct {
        int status;
        char message[256];
    } first;
    long long least[3] = {mine ? gpu__mpi.rank : gpu__mpi.size, (long long)bytes, -(long long)bytes};
    gpu_status s = gpu__mpi_status(MPI_Allreduce(MPI_IN_PLACE, least, 3, MPI_LONG_LONG, MPI_MIN, gpu__mpi.comm), call);
    if (s) return mine ? mine : s;
    if (least[0] == gpu__mpi.size)
        return least[1] == -least[2] ? GPU_OK
                                     : gpu__fail(GPU_ERROR_INVALID_ARGUMENT, call,
                                                 "the ranks differ: from %lld to %lld bytes; expected the same n and "
                                                 "type on all",
                                                 least[1], -least[2]);
    memset(&first, 0, sizeof first);
    first.status = (int)mine;
    snprintf(first.message, sizeof first.message, "%.*s", (int)sizeof first.message - 1,
             gpu__thread.error == mine ? gpu__thread.message : gpu_status_name(mine));
    s = gpu__mpi_status(MPI_Bcast(&first, (int)sizeof first, MPI_BYTE, (int)least[0], gpu__mpi.comm), call);
    if (mine || s) return mine ? mine : s;
    return gpu__fail((gpu_status)first.status, call, "rank %lld failed: %s", least[0], first.message);
}
GPU_API gpu_status gpu_mpi_agree(gpu_status status)
{
    const gpu_status s = gpu__mpi_begin("gpu_mpi_agree");
    return s ? s : gpu__mpi_agree(status, 0, "gpu_mpi_agree");
}

static int gpu__mpi_is_aware(void)
{
    const char *const said = getenv("GPU_MPI_AWARE");
    if (said && *said) return gpu__flag("GPU_MPI_AWARE");
#ifdef MPIX_CUDA_AWARE_SUPPORT
    return MPIX_Query_cuda_support() == 1;
#else
    {
        const char *const cray = getenv("MPICH_GPU_SUPPORT_ENABLED"), *const mvapich = getenv("MV2_USE_CUDA");
        return (cray && !strcmp(cray, "1")) || (mvapich && !strcmp(mvapich, "1"));
    }
#endif
}
GPU_API gpu_status gpu_mpi_use(MPI_Comm comm)
{
    static const char call[] = "gpu_mpi_use";
    gpu_status s = gpu__enter();
    MPI_Comm host = MPI_COMM_NULL;
    int begun = 0, ended = 0, number = 0;
    (void)MPI_Initialized(&begun);
    (void)MPI_Finalized(&ended);
    if (s) return s;
    if (!begun || ended)
        return gpu__fail(GPU_ERROR_NOT_SUPPORTED, call, "MPI %s; call MPI_Init first",
                         ended ? "has ended" : "has not begun");
    if (comm == MPI_COMM_NULL)
        return gpu__fail(GPU_ERROR_INVALID_ARGUMENT, call, "comm is MPI_COMM_NULL; expected a communicator");
    if (gpu__mpi.on) (void)MPI_Comm_free(&gpu__mpi.comm);
    gpu__mpi.on = 0;
    /* A communicator of its own: no message of the program's is taken for one of these. */
    if ((s = gpu__mpi_status(MPI_Comm_dup(comm, &gpu__mpi.comm), call))) return s;
    (void)MPI_Comm_set_errhandler(gpu__mpi.comm, MPI_ERRORS_RETURN);
    (void)MPI_Comm_rank(gpu__mpi.comm, &gpu__mpi.rank);
    (void)MPI_Comm_size(gpu__mpi.comm, &gpu__mpi.size);
    gpu__mpi.on = 1;
    s = gpu__mpi_status(MPI_Comm_split_type(comm, MPI_COMM_TYPE_SHARED, gpu__mpi.rank, MPI_INFO_NULL, &host), call);
    if (!s) {
        (void)MPI_Comm_rank(host, &number);
        (void)MPI_Comm_free(&host);
        s = gpu_use(gpu__global.gpus ? number % gpu__global.gpus : GPU_CPU);
    }
    gpu__mpi.aware = gpu__mpi_is_aware();
    return gpu__mpi_agree(s, 0, call);
}

/* -- one way or both: pieces go out of `out` while others come in, each by two places in turn. -- */
typedef struct gpu__mpi_way {
    char *p; /* NULL: what comes in is not wanted */
    size_t bytes;
    int rank, staged;
    char *place;
    MPI_Request request[2];
} gpu__mpi_way;

static size_t gpu__mpi_piece(const gpu__mpi_way *way, size_t k)
{
    const size_t at = k * GPU__MPI_PIECE;
    return at >= way->bytes ? 0 : way->bytes - at < GPU__MPI_PIECE ? way->bytes - at : GPU__MPI_PIECE;
}
static char *gpu__mpi_place(const gpu__mpi_way *way, size_t k) /* where MPI finds piece k */
{
    return way->staged ? way->place + k % 2 * GPU__MPI_PIECE : way->p + k * GPU__MPI_PIECE;
}
static void gpu__mpi_wait(gpu_status *first, MPI_Request *request, const char *call)
{
    gpu__first(first, gpu__mpi_status(MPI_Wait(request, MPI_STATUS_IGNORE), call));
}
static void gpu__mpi_expect(gpu_status *first, gpu__mpi_way *in, size_t k, int tag, const char *call)
{
    if (gpu__mpi_piece(in, k))
        gpu__first(first, gpu__mpi_status(MPI_Irecv(gpu__mpi_place(in, k), (int)gpu__mpi_piece(in, k), MPI_BYTE,
                                                    in->rank, tag, gpu__mpi.comm, &in->request[k % 2]),
                                          call));
}
/* Whatever fails here, the messages are sent and received: the other side waits for them. */
static gpu_status gpu__mpi_move(gpu__mpi_way *out, gpu__mpi_way *in, int tag, const char *call)
{
    const gpu__backend *const backend = gpu__backend_of(gpu__thread.device);
    gpu_status first = GPU_OK;
    size_t k;
    gpu__mpi_expect(&first, in, 0, tag, call);
    for (k = 0; gpu__mpi_piece(out, k) || gpu__mpi_piece(in, k); k++) {
        const size_t leaving = gpu__mpi_piece(out, k), coming = gpu__mpi_piece(in, k);
        if (leaving) {
            gpu__mpi_wait(&first, &out->request[k % 2], call);
            if (out->staged)
                gpu__first(&first, backend->copy(gpu__mpi_place(out, k), out->p + k * GPU__MPI_PIECE, leaving,
                                                 GPU__WAIT, call));
            gpu__first(&first, gpu__mpi_status(MPI_Isend(gpu__mpi_place(out, k), (int)leaving, MPI_BYTE, out->rank, tag,
                                                         gpu__mpi.comm, &out->request[k % 2]),
                                               call));
        }
        if (!coming) continue;
        if (in->staged && in->p && k) gpu__first(&first, backend->finish(call)); /* the next one's place is free */
        gpu__mpi_expect(&first, in, k + 1, tag, call);
        gpu__mpi_wait(&first, &in->request[k % 2], call);
        if (in->staged && in->p)
            gpu__first(&first,
                       backend->copy(in->p + k * GPU__MPI_PIECE, gpu__mpi_place(in, k), coming, GPU__QUEUE, call));
    }
    for (k = 0; k < 2; k++) gpu__mpi_wait(&first, &out->request[k], call);
    if (in->staged && in->p) gpu__first(&first, backend->finish(call));
    return first;
}

/* The bytes of n elements; what is wrong with the arguments is found before anything is sent. */
static gpu_status gpu__mpi_bytes(size_t n, MPI_Datatype type, size_t *bytes, const char *call)
{
    int size = 0;
    gpu_status s;
    *bytes = 0;
    if (type == MPI_DATATYPE_NULL)
        return gpu__fail(GPU_ERROR_INVALID_ARGUMENT, call, "type is MPI_DATATYPE_NULL; expected MPI_FLOAT, say");
    if ((s = gpu__mpi_status(MPI_Type_size(type, &size), call))) return s;
    if (size < 1 || (size_t)size > GPU__MPI_PIECE)
        return gpu__fail(GPU_ERROR_INVALID_ARGUMENT, call, "an element of `type` has %d bytes; expected 1 to %zu", size,
                         GPU__MPI_PIECE);
    if (n > (size_t)PTRDIFF_MAX / (size_t)size)
        return gpu__fail(GPU_ERROR_INVALID_ARGUMENT, call, "%zu elements " GPU__NEGATIVE, n);
    *bytes = n * (size_t)size;
    return GPU_OK;
}
static gpu_status gpu__mpi_check_rank(int rank, const char *what, const char *call)
{
    return rank >= 0 && rank < gpu__mpi.size
               ? GPU_OK
               : gpu__fail(GPU_ERROR_INVALID_ARGUMENT, call, "%s is rank %d; expected 0 to %d", what, rank,
                           gpu__mpi.size - 1);
}
static int gpu__mpi_stages(gpu_place place)
{
#ifdef GPU__TEST_MPI_STAGED
    return (void)place, !gpu__mpi.aware;
#else
    return place == GPU_ON_DEVICE && !gpu__mpi.aware;
#endif
}
/* A way for `bytes` at p, which name says, to or from a rank (MPI_PROC_NULL: none). */
static gpu_status gpu__mpi_way_of(gpu__mpi_way *way, const void *p, size_t bytes, int rank, int incoming,
                                  const char *name, const char *call)
{
    gpu_place place = GPU_HOST;
    gpu_status s = GPU_OK;
    memset(way, 0, sizeof *way);
    way->rank = rank;
    way->request[0] = way->request[1] = MPI_REQUEST_NULL;
    if (rank == MPI_PROC_NULL || !bytes) return GPU_OK;
    if (!p) return gpu__fail(GPU_ERROR_INVALID_ARGUMENT, call, "%s is NULL; expected memory of %zu bytes", name, bytes);
    if ((s = gpu__check_range(p, bytes, name, call)) || (s = gpu__where(p, &place, call))) return s;
    way->p = (char *)(uintptr_t)p;
    way->bytes = bytes;
    way->staged = gpu__mpi_stages(place);
    if (way->staged && (s = gpu__messages_open(call))) return s;
    way->place = (char *)gpu__messages.p + (incoming ? 2 : 0) * GPU__MPI_PIECE;
    return s;
}

/* A message is preceded by what it will be, or by why it is not: the other side neither waits nor writes too far. */
typedef struct gpu__mpi_header {
    unsigned long long bytes;
    int status;
} gpu__mpi_header;
static gpu_status gpu__mpi_exchange(gpu_status mine, gpu__mpi_way *out, gpu__mpi_way *in, int tag, const char *call)
{
    const gpu__mpi_header leaving = {mine ? 0 : out->bytes, (int)mine};
    gpu__mpi_header coming = {in->bytes, 0};
    gpu_status s = mine ? mine : gpu__backend_of(gpu__thread.device)->finish(call), t;
    const size_t expected = in->bytes;
    char *nowhere = NULL;
    t = gpu__mpi_status(MPI_Sendrecv(&leaving, (int)sizeof leaving, MPI_BYTE, out->rank, tag, &coming,
                                     (int)sizeof coming, MPI_BYTE, in->rank, tag, gpu__mpi.comm, MPI_STATUS_IGNORE),
                        call);
    if (t) return s ? s : t;
    if (mine) out->bytes = 0;
    in->bytes = (size_t)coming.bytes;
    if (mine || coming.bytes != expected) { /* it comes nevertheless */
        in->p = NULL, in->staged = 1;
        if (in->bytes) in->place = nowhere = (char *)gpu__host(2 * GPU__MPI_PIECE, 0);
        if (in->bytes && !nowhere) (void)MPI_Abort(gpu__mpi.comm, 1); /* no memory to read past it */
    }
    t = gpu__mpi_move(out, in, tag, call);
    if (nowhere) GPU_HOST_FREE(nowhere);
    if (s || t) return s ? s : t;
    if (coming.status)
        return gpu__fail((gpu_status)coming.status, call, "rank %d had nothing to send after %s", in->rank,
                         gpu_status_name((gpu_status)coming.status));
    return coming.bytes == expected
               ? GPU_OK
               : gpu__fail(GPU_ERROR_INVALID_ARGUMENT, call, "rank %d sent %llu bytes, and %zu were expected", in->rank,
                           coming.bytes, expected);
}
static gpu_status gpu__mpi_both(const void *send, int to, void *receive, int from, size_t n, MPI_Datatype type, int tag,
                                const char *call)
{
    gpu__mpi_way out, in;
    size_t bytes = 0;
    gpu_status s = gpu__mpi_begin(call), t;
    if (s) return s;
    if (to != MPI_PROC_NULL && (s = gpu__mpi_check_rank(to, "the receiver", call))) to = MPI_PROC_NULL;
    if (from != MPI_PROC_NULL && (t = gpu__mpi_check_rank(from, "the sender", call))) from = MPI_PROC_NULL, s = t;
    if (!s) s = gpu__mpi_bytes(n, type, &bytes, call);
    if ((t = gpu__mpi_way_of(&out, send, bytes, to, 0, "send", call)) && !s) s = t;
    if ((t = gpu__mpi_way_of(&in, receive, bytes, from, 1, "receive", call)) && !s) s = t;
    return gpu__mpi_exchange(s, &out, &in, tag, call);
}
GPU_API gpu_status gpu_mpi_send(const void *p, size_t n, MPI_Datatype type, int to, int tag)
{
    return gpu__mpi_both(p, to, NULL, MPI_PROC_NULL, n, type, tag, "gpu_mpi_send");
}
GPU_API gpu_status gpu_mpi_receive(void *p, size_t n, MPI_Datatype type, int from, int tag)
{
    return gpu__mpi_both(NULL, MPI_PROC_NULL, p, from, n, type, tag, "gpu_mpi_receive");
}
GPU_API gpu_status gpu_mpi_sendrecv(const void *send, int to, void *receive, int from, size_t n, MPI_Datatype type,
                                    int tag)
{
    return gpu__mpi_both(send, to, receive, from, n, type, tag, "gpu_mpi_sendrecv");
}

/* -- collectives: agreed upon before anything moves, and when it has -- */

/* The shares of all ranks between `whole` on the root and `share` on each. */
static gpu_status gpu__mpi_shares(void *whole, void *share, size_t n, MPI_Datatype type, int root, int scatter,
                                  const char *call)
{
    const char *const names[2] = {scatter ? "from" : "to", "share"};
    gpu__mpi_way other, none;
    gpu_status s = gpu__mpi_begin(call);
    size_t bytes = 0, begin = 0, count = 0, size;
    int r;
    if (s) return s;
    s = gpu__mpi_check_rank(root, "root", call);
    if (!s) s = gpu__mpi_bytes(n, type, &bytes, call);
    size = n ? bytes / n : 0;
    (void)gpu_split(n, gpu__mpi.rank, gpu__mpi.size, &begin, &count);
    if (!s && gpu__mpi.rank == root) s = gpu__mpi_way_of(&other, whole, bytes, root, 0, names[0], call);
    if (!s) s = gpu__mpi_way_of(&other, share, count * size, root, 0, names[1], call);
    (void)gpu__mpi_way_of(&none, NULL, 0, MPI_PROC_NULL, 0, "", call);
    if (!s) s = gpu__backend_of(gpu__thread.device)->finish(call);
    if ((s = gpu__mpi_agree(s, bytes, call))) return s;
    for (r = 0; r < gpu__mpi.size; r++) {
        char *part;
        if (gpu__mpi.rank != root && gpu__mpi.rank != r) continue;
        (void)gpu_split(n, r, gpu__mpi.size, &begin, &count);
        part = (char *)whole + begin * size;
        if (r == root) { /* its own share */
            if (count && share != part)
                gpu__first(
                    &s, gpu__transfer(scatter ? share : part, scatter ? part : share, count * size, GPU__WAIT, call));
            continue;
        }
        gpu__first(&s, gpu__mpi.rank == root
                           ? gpu__mpi_way_of(&other, part, count * size, r, !scatter, names[0], call)
                           : gpu__mpi_way_of(&other, share, count * size, root, scatter, names[1], call));
        gpu__first(&s, scatter == (gpu__mpi.rank == root) ? gpu__mpi_move(&other, &none, 0, call)
                                                          : gpu__mpi_move(&none, &other, 0, call));
    }
    return gpu__mpi_agree(s, bytes, call);
}
GPU_API gpu_status gpu_mpi_scatter(void *share, const void *from, size_t n, MPI_Datatype type, int root)
{
    return gpu__mpi_shares((void *)(uintptr_t)from, share, n, type, root, 1, "gpu_mpi_scatter");
}
GPU_API gpu_status gpu_mpi_gather(void *to, const void *share, size_t n, MPI_Datatype type, int root)
{
    return gpu__mpi_shares(to, (void *)(uintptr_t)share, n, type, root, 0, "gpu_mpi_gather");
}

/* A broadcast from `root`, or a reduction to all ranks (root -1), piece by piece: one is on its way while the next is
   fetched and the one before is put away. */
typedef struct gpu__mpi_collective {
    char *out;
    const char *in;
    size_t bytes, piece, size; /* of an element */
    MPI_Datatype type;
    MPI_Op op;
    int root, staged;
    MPI_Request request[2];
} gpu__mpi_collective;
static gpu_status gpu__mpi_start(gpu__mpi_collective *c, size_t k, size_t bytes, const char *call)
{
    char *const place = c->staged ? (char *)gpu__messages.p + k % 2 * GPU__MPI_PIECE : c->out + k * c->piece;
    const char *const from = c->in + k * c->piece;
    const int count = (int)(bytes / c->size);
    gpu_status s = GPU_OK;
    if (c->staged && (c->root < 0 || c->root == gpu__mpi.rank))
        s = gpu__backend_of(gpu__thread.device)->copy(place, from, bytes, GPU__WAIT, call);
    gpu__first(&s, gpu__mpi_status(
                       c->root >= 0 ? MPI_Ibcast(place, count, c->type, c->root, gpu__mpi.comm, &c->request[k % 2])
                                    : MPI_Iallreduce(c->staged || place == from ? MPI_IN_PLACE : (const void *)from,
                                                     place, count, c->type, c->op, gpu__mpi.comm, &c->request[k % 2]),
                       call));
    return s;
}
static gpu_status gpu__mpi_collect(gpu__mpi_collective *c, const char *call)
{
    const gpu__backend *const backend = gpu__backend_of(gpu__thread.device);
    const size_t pieces = gpu__ceil_div(c->bytes, c->piece);
    const int puts = c->staged && c->root != gpu__mpi.rank;
    gpu_status first = GPU_OK;
    size_t k;
    for (k = 0; k <= pieces && pieces; k++) {
        const size_t at = k * c->piece, left = c->bytes - (k < pieces ? at : c->bytes);
        if (k < pieces) {
            if (puts && k > 1) gpu__first(&first, backend->finish(call)); /* its place is free */
            gpu__first(&first, gpu__mpi_start(c, k, left < c->piece ? left : c->piece, call));
        }
        if (!k) continue;
        gpu__mpi_wait(&first, &c->request[(k - 1) % 2], call);
        if (puts)
            gpu__first(&first,
                       backend->copy(c->out + at - c->piece, (char *)gpu__messages.p + (k - 1) % 2 * GPU__MPI_PIECE,
                                     k < pieces ? c->piece : c->bytes - (at - c->piece), GPU__QUEUE, call));
    }
    if (puts) gpu__first(&first, backend->finish(call));
    return first;
}
static gpu_status gpu__mpi_together(void *out, const void *in, size_t n, MPI_Datatype type, MPI_Op op, int root,
                                    int reduces, const char *call)
{
    gpu__mpi_collective c;
    gpu__mpi_way way[2];
    gpu_status s = gpu__mpi_begin(call);
    if (s) return s;
    memset(&c, 0, sizeof c);
    c.request[0] = c.request[1] = MPI_REQUEST_NULL;
    if (!reduces)
        s = gpu__mpi_check_rank(root, "root", call);
    else if (op == MPI_OP_NULL)
        s = gpu__fail(GPU_ERROR_INVALID_ARGUMENT, call, "op is MPI_OP_NULL; expected MPI_SUM, say");
    if (!s) s = gpu__mpi_bytes(n, type, &c.bytes, call);
    if (!s) s = gpu__mpi_way_of(&way[0], out, c.bytes, 0, 0, reduces ? "out" : "p", call);
    if (!s) s = gpu__mpi_way_of(&way[1], in, c.bytes, 0, 0, reduces ? "in" : "p", call);
    if (!s && out != in && (uintptr_t)out < (uintptr_t)in + c.bytes && (uintptr_t)in < (uintptr_t)out + c.bytes)
        s = gpu__fail(GPU_ERROR_INVALID_ARGUMENT, call, "out and in overlap; expected the same array or two apart");
    if (!s) s = gpu__backend_of(gpu__thread.device)->finish(call);
    if ((s = gpu__mpi_agree(s, c.bytes, call)) || !n) return s;
    c.out = (char *)out, c.in = (const char *)in;
    c.type = type, c.op = op, c.root = root;
    c.size = c.bytes / n;
    c.piece = GPU__MPI_PIECE - GPU__MPI_PIECE % c.size;
    c.staged = way[0].staged || way[1].staged;
    s = gpu__mpi_collect(&c, call);
    return gpu__mpi_agree(s, c.bytes, call);
}
GPU_API gpu_status gpu_mpi_broadcast(void *p, size_t n, MPI_Datatype type, int root)
{
    return gpu__mpi_together(p, p, n, type, MPI_OP_NULL, root, 0, "gpu_mpi_broadcast");
}
GPU_API gpu_status gpu_mpi_allreduce(void *out, const void *in, size_t n, MPI_Datatype type, MPI_Op op)
{
    return gpu__mpi_together(out, in, n, type, op, -1, 1, "gpu_mpi_allreduce");
}
#endif
/* -------------------------------------------------------------------------------------------------- src/core/time.h */
/* ---------------------------------------------------------------------------------------------------------- time -- */

/* Timers and GPU_BENCH work on events of their own. */
GPU_API gpu_status gpu_timer_start(void)
{
    static const char call[] = "gpu_timer_start";
    const gpu__backend *backend;
    struct gpu__event *timer;
    gpu_status s = gpu__enter();
    int k;
    if (s) return s;
    if (gpu__thread.graph) return gpu__not_in_graph(call, "what is in it does not run yet");
    backend = gpu__backend_of(gpu__thread.device);
    timer = gpu__thread.timer[gpu__is_gpu(gpu__thread.device)];
    for (k = 0; k < 2 && timer->device != gpu__thread.device; k++) (void)backend->event_close(&timer[k], NULL);
    gpu__thread.timer_device = timer->device = gpu__thread.device; /* events belong to a device */
    if ((s = backend->event_open(&timer[0], call)) || (s = backend->event_open(&timer[1], call))) return s;
    gpu__thread.timer_runs = 1;
    return backend->event_record(&timer[0], call);
}

GPU_API double gpu_timer_ms(void)
{
    static const char call[] = "gpu_timer_ms";
    const gpu__backend *backend;
    struct gpu__event *timer;
    double ms = 0;
    if (gpu__enter()) return (double)NAN;
    if (gpu__thread.graph) {
        gpu__not_in_graph(call, "what is in it does not run yet");
        return (double)NAN;
    }
    if (!gpu__thread.timer_runs || gpu__thread.timer_device != gpu__thread.device) {
        gpu__fail(GPU_ERROR_INVALID_ARGUMENT, call,
                  "no timer runs in this thread on the current device; call gpu_timer_start first");
        return (double)NAN;
    }
    backend = gpu__backend_of(gpu__thread.device);
    timer = gpu__thread.timer[gpu__is_gpu(gpu__thread.device)];
    if (backend->event_record(&timer[1], call) || backend->event_sync(&timer[1], call) ||
        backend->event_elapsed(&timer[0], &timer[1], &ms, call))
        return (double)NAN;
    return ms;
}

struct gpu__bench {
    int done, device;        /* marks that were set; mark 0 ends the warm-up */
    struct gpu__event *mark; /* one before each repetition, and one behind the last */
    double *ms;              /* of each repetition */
};

static void gpu__bench_free(gpu_stats *stats)
{
    struct gpu__bench *b = stats->run;
    int i;
    stats->run = NULL;
    if (!b) return;
    if (b->mark) {
        for (i = 0; i <= stats->reps; i++) (void)gpu__backend_of(b->device)->event_close(&b->mark[i], NULL);
        GPU_HOST_FREE(b->mark);
    }
    if (b->ms) GPU_HOST_FREE(b->ms);
    GPU_HOST_FREE(b);
}

GPU_API void gpu__bench_begin(gpu_stats *stats, int reps)
{
    memset(stats, 0, sizeof *stats);
    stats->median_ms = stats->min_ms = stats->max_ms = stats->mean_ms = (double)NAN;
    if (gpu__ready()) return;
    if (gpu__thread.graph) {
        gpu__not_in_graph("GPU_BENCH", "what is in it does not run yet");
        return;
    }
    if (reps < 1 || reps > 1000000) {
        gpu__fail(GPU_ERROR_INVALID_ARGUMENT, "GPU_BENCH", "%d repetitions; expected 1 to 1000000", reps);
        return;
    }
    stats->reps = reps;
    stats->run = (struct gpu__bench *)gpu__host(sizeof *stats->run, 1);
    if (stats->run) {
        stats->run->done = -1;
        stats->run->device = gpu__thread.device;
        stats->run->mark = (struct gpu__event *)gpu__host(((size_t)reps + 1) * sizeof *stats->run->mark, 1);
        stats->run->ms = (double *)gpu__host((size_t)reps * sizeof(double), 1);
    }
    if (!stats->run || !stats->run->mark || !stats->run->ms) {
        gpu__fail(GPU_ERROR_OUT_OF_MEMORY, "GPU_BENCH", "there is no host memory for %d repetitions; use fewer", reps);
        gpu__bench_free(stats);
    }
}

static int gpu__by_value(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Sets mark k; the last one is waited for, and all are read. */
static gpu_status gpu__bench_mark(struct gpu__bench *b, int k, int reps)
{
    static const char call[] = "GPU_BENCH";
    const gpu__backend *const backend = gpu__backend_of(b->device);
    gpu_status s = k == 0 ? backend->finish(call) : GPU_OK;
    int i;
    if (!s) s = backend->event_open(&b->mark[k], call);
    if (!s) s = backend->event_record(&b->mark[k], call);
    if (s || k < reps) return s;
    s = backend->event_sync(&b->mark[k], call);
    for (i = 0; i < k && !s; i++) s = backend->event_elapsed(&b->mark[i], &b->mark[i + 1], &b->ms[i], call);
    return s;
}
/* Before each repetition: sets a mark. The first call starts the warm-up, the second ends it, the last one reads
   all. */
GPU_API int gpu__bench_next(gpu_stats *stats)
{
    struct gpu__bench *b = stats->run;
    int i, k = b ? b->done : 0;
    if (!b) return 0;
    b->done++;
    if (k < 0) return 1; /* the warm-up */
    if (gpu__bench_mark(b, k, stats->reps)) {
        gpu__bench_free(stats);
        return 0;
    }
    if (k < stats->reps) return 1;
    stats->mean_ms = 0;
    for (i = 0; i < k; i++) stats->mean_ms += b->ms[i] / k;
    qsort(b->ms, (size_t)k, sizeof(double), gpu__by_value);
    stats->min_ms = b->ms[0];
    stats->max_ms = b->ms[k - 1];
    stats->median_ms = k % 2 ? b->ms[k / 2] : 0.5 * (b->ms[k / 2 - 1] + b->ms[k / 2]);
    gpu__bench_free(stats);
    return 0;
}

#if defined(__cplusplus) && !defined(GPU_STATIC)
}
#endif
#ifdef GPU__MSVC
#pragma warning(pop)
#endif
#endif
#endif /* GPU_IMPLEMENTATION */

/* ---------------------------------------------------------------------------------------------- src/macros/places.h */
#ifndef GPU__T
/* ------------------------------------------------------------------------------------------------ places of calls --

   The caller's file and line for messages and for the list of allocations: each call notes them and then calls the
   function of the same name (a macro does not expand inside itself). (gpu_free)(p) or &gpu_free is the bare function.
   They come last, so that the implementation defines and calls plain functions; where the file is included once more
   for the implementation, they are taken back in front of it. */
#define GPU__HERE gpu__at(__FILE__, __LINE__, GPU__BY_CALL)
#define gpu_use(device) (GPU__HERE, gpu_use(device))
#define gpu_split(n, part, parts, begin, count) (GPU__HERE, gpu_split(n, part, parts, begin, count))
#define gpu_each_device(fn, user) (GPU__HERE, gpu_each_device(fn, user))
#define gpu_each_barrier() (GPU__HERE, gpu_each_barrier())
#define gpu_peer(device, other) (GPU__HERE, gpu_peer(device, other))
#define gpu_use_local_rank() (GPU__HERE, gpu_use_local_rank())
#define gpu_set_threads(n) (GPU__HERE, gpu_set_threads(n))
#define gpu_query(device, info) (GPU__HERE, gpu_query(device, info))
#define gpu_print_devices(out) (GPU__HERE, gpu_print_devices(out))
#define gpu_sync() (GPU__HERE, gpu_sync())
#define gpu_shutdown() (GPU__HERE, gpu_shutdown())
#define gpu_malloc(bytes) (GPU__HERE, gpu_malloc(bytes))
#define gpu_malloc_pinned(bytes) (GPU__HERE, gpu_malloc_pinned(bytes))
#define gpu_malloc_managed(bytes) (GPU__HERE, gpu_malloc_managed(bytes))
#define gpu_allocator(kind) (GPU__HERE, gpu_allocator(kind))
#define gpu_free(p) (GPU__HERE, gpu_free(p))
#define gpu_copy(dst, src, bytes) (GPU__HERE, gpu_copy(dst, src, bytes))
#define gpu_set(p, byte, bytes) (GPU__HERE, gpu_set(p, byte, bytes))
#define gpu_copy_async(dst, src, bytes) (GPU__HERE, gpu_copy_async(dst, src, bytes))
#define gpu_copy_2d(dst, dst_pitch, src, src_pitch, width_bytes, height)                                               \
    (GPU__HERE, gpu_copy_2d(dst, dst_pitch, src, src_pitch, width_bytes, height))
#define gpu_extent_of(p, extent) (GPU__HERE, gpu_extent_of(p, extent))
#define gpu_memory(stats) (GPU__HERE, gpu_memory(stats))
#define gpu_memory_limit(bytes) (GPU__HERE, gpu_memory_limit(bytes))
#define gpu_memory_trim() (GPU__HERE, gpu_memory_trim())
#define gpu_doctor(out) (GPU__HERE, gpu_doctor(out))
#define gpu_stream_new() (GPU__HERE, gpu_stream_new())
#define gpu_stream_new_priority(priority) (GPU__HERE, gpu_stream_new_priority(priority))
#define gpu_use_stream(stream) (GPU__HERE, gpu_use_stream(stream))
#define gpu_stream_sync(stream) (GPU__HERE, gpu_stream_sync(stream))
#define gpu_stream_done(stream) (GPU__HERE, gpu_stream_done(stream))
#define gpu_stream_from_native(native) (GPU__HERE, gpu_stream_from_native(native))
#define gpu_stream_free(stream) (GPU__HERE, gpu_stream_free(stream))
#define gpu_stream_native(stream) (GPU__HERE, gpu_stream_native(stream))
#define gpu_stream_callback(stream, fn, user) (GPU__HERE, gpu_stream_callback(stream, fn, user))
#define gpu_event_new() (GPU__HERE, gpu_event_new())
#define gpu_event_record(event) (GPU__HERE, gpu_event_record(event))
#define gpu_event_wait(event) (GPU__HERE, gpu_event_wait(event))
#define gpu_event_sync(event) (GPU__HERE, gpu_event_sync(event))
#define gpu_event_elapsed_ms(start, stop) (GPU__HERE, gpu_event_elapsed_ms(start, stop))
#define gpu_event_free(event) (GPU__HERE, gpu_event_free(event))
#define gpu_graph_begin() (GPU__HERE, gpu_graph_begin())
#define gpu_graph_end() (GPU__HERE, gpu_graph_end())
#define gpu_graph_launch(graph) (GPU__HERE, gpu_graph_launch(graph))
#define gpu_graph_free(graph) (GPU__HERE, gpu_graph_free(graph))
#define gpu_timer_start() (GPU__HERE, gpu_timer_start())
#define gpu_timer_ms() (GPU__HERE, gpu_timer_ms())
#define gpu_1d(n) gpu__config_at(gpu_1d(n), __FILE__, __LINE__)
#define gpu_2d(width, height) gpu__config_at(gpu_2d(width, height), __FILE__, __LINE__)
#define gpu_3d(width, height, depth) gpu__config_at(gpu_3d(width, height, depth), __FILE__, __LINE__)
#define gpu_grid(gx, gy, gz, bx, by, bz) gpu__config_at(gpu_grid(gx, gy, gz, bx, by, bz), __FILE__, __LINE__)
/* And where a whole number is expected, one with a fraction is refused. */
#define gpu_fill_i32(out, value, n) (GPU__WHOLE(value), gpu_fill_i32(out, value, n))
#define gpu_fill_i64(out, value, n) (GPU__WHOLE(value), gpu_fill_i64(out, value, n))
#define gpu_arange_i32(out, start, step, n) (GPU__WHOLE(start), GPU__WHOLE(step), gpu_arange_i32(out, start, step, n))
#define gpu_arange_i64(out, start, step, n) (GPU__WHOLE(start), GPU__WHOLE(step), gpu_arange_i64(out, start, step, n))
#define gpu_axpy_i32(out, a, x, y, n) (GPU__WHOLE(a), gpu_axpy_i32(out, a, x, y, n))
#define gpu_axpy_i64(out, a, x, y, n) (GPU__WHOLE(a), gpu_axpy_i64(out, a, x, y, n))
#define gpu_scale_i32(out, a, x, n) (GPU__WHOLE(a), gpu_scale_i32(out, a, x, n))
#define gpu_scale_i64(out, a, x, n) (GPU__WHOLE(a), gpu_scale_i64(out, a, x, n))
#define gpu_clip_i32(out, x, lo, hi, n) (GPU__WHOLE(lo), GPU__WHOLE(hi), gpu_clip_i32(out, x, lo, hi, n))
#define gpu_clip_i64(out, x, lo, hi, n) (GPU__WHOLE(lo), GPU__WHOLE(hi), gpu_clip_i64(out, x, lo, hi, n))
#define gpu_rand_int_i32(out, lo, hi, n) (GPU__WHOLE(lo), GPU__WHOLE(hi), gpu_rand_int_i32(out, lo, hi, n))
#define gpu_rand_int_i64(out, lo, hi, n) (GPU__WHOLE(lo), GPU__WHOLE(hi), gpu_rand_int_i64(out, lo, hi, n))
#endif

/* ------------------------------------------------------------------------------------------------ src/api/licence.h */
/* ---------------------------------------------------------------------------------------------------- >>licence --

   This software is available under two licences; choose the one you prefer.

   A. MIT License

   Copyright (c) 2026 the gpu.h authors

   Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated
   documentation files (the "Software"), to deal in the Software without restriction, including without limitation the
   rights to use, copy, modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and to
   permit persons to whom the Software is furnished to do so, subject to the following conditions:

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
   the detriment of our heirs and successors. We intend this dedication to be an overt act of relinquishment in
   perpetuity of all present and future rights to this software under copyright law.

   THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE
   WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS BE
   LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM,
   OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.  */
