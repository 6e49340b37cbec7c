/* gpu.h - v1.0.0 - one C header that gives a C program the GPU        MIT or public domain, see the end of the file

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
           GPU_CHECK(ramp(gpu_for(n), x, n));
           GPU_CHECK(gauss(x, x, n));
           printf("%s: %.4f\n", gpu_backend_name(), sum(x, n) * 10 / (double)n); // cuda: 1.7725, the square root of pi
           GPU_CHECK(gpu_free(x));
           return 0;
       }

       nvcc -O3 -std=c++17 -arch=native -Xcompiler -fopenmp prog.cu     // GPU; CPU threads where no GPU is found
       cc -O3 -fopenmp -x c prog.cu -lm                                 // CPU only, no CUDA installed
       nvcc -c -O3 -arch=native -Xcompiler -fopenmp gpu_impl.cu     // a C project: gpu_impl.cu has GPU_IMPLEMENTATION
       cc -c app.c; nvcc -Xcompiler -fopenmp app.o gpu_impl.o           //   and the kernels, app.c stays as it is

   nvcc compiles a .c file as plain C, for the CPU: name it .cu or pass -x cu. With GPU_REQUIRE_CUDA it is an error.
   Under nvcc gpu.h needs gpu_kernels.cuh beside it, and nothing else; a C compiler needs gpu.h alone.

   OPTIONS, defined before the include        scope      meaning
     GPU_IMPLEMENTATION                       one file   the function bodies go here
     GPU_STATIC                               file       everything private to this file (implies the implementation)
     GPU_NO_CUDA                              file       the CPU backend alone, also under nvcc
     GPU_REQUIRE_CUDA                         file       #error unless compiled as CUDA
     GPU_NO_CURAND                            program    no gpu_curand, though <curand.h> is included before gpu.h
     GPU_COOPERATIVE                          program    gpu_cooperative, for gpu_grid_sync() in kernels
     GPU_COOPERATIVE_GROUPS                   file       CUDA's cooperative groups in kernels, on the CPU too; C++ only
     GPU_SEVERAL_DEVICES                      program    gpu_each_device and what belongs to it
     GPU_COMPILE                              program    kernels from a string: gpu_compile, gpu_launch
     GPU_TAPE                                 program    gradients of recorded calls: gpu_tape_begin, gpu_backward
     GPU_DLPACK                               program    arrays from and to NumPy, CuPy, PyTorch, JAX: gpu_from_dlpack
     GPU_MATH                                 file       GPU_EXP(x), gpu_math_exp_f32(x), gpu_erf(out, x, n) and others
     GPU_KERNELS_FOR_C                        program    .c files call the prewritten functions of a .cu implementation
     GPU_KERNELS_FOR_C_NAMED                  one file   of those only what #define GPU_NAMED_gpu_sum_f32 ... names
     GPU_NO_CUDA_NAMES                        file       no CUDA names (threadIdx, float4 ...) in C; use GPU_THREAD_X
     GPU_CUDA_MIN_MAX                         file       CUDA's min and max in C too, where many programs have their own
     GPU_CUDA_RUNTIME                         program    cudaMalloc and the rest of CUDA's runtime, on the CPU
     GPU_CUDA_DEVICE_FUNCTIONS                file       nvcc: compile __device__ functions for the CPU too: GPU_KERNEL
     GPU_ALLOW_FAST_MATH                      file       no warning about -ffast-math, under which NaN is not reliable
     GPU_FAIL(message)                        file       what GPU_CHECK does on an error; default: print, exit(1)
     GPU_HOST_MALLOC(bytes), GPU_HOST_FREE(p)     one file   the CPU backend's allocator (both or neither)

   ENVIRONMENT
     GPU_DEVICE=cpu | gpu | 0, 1, ...         device that threads start on; default: the first GPU, else the CPU. With
                                              cpu, GPUs are not probed, GPU_CPU_DEVICES is ignored, and
                                              gpu_device_count() is 0
     GPU_THREADS=n                            CPU threads; default: what OpenMP chooses
     GPU_SIMD=128 | 256 | 512                 the widest CPU vectors that loops use, in bits; default: the processor's
     GPU_CPU_DEVICES=n                        the CPU acts as n devices, to run code for several devices without a GPU
     GPU_MPI_AWARE=0 | 1                      whether MPI accepts device pointers; default: what MPI reports
     GPU_ALLOCATOR=device|managed|unpooled    the kind of memory that gpu_malloc returns: see gpu_allocator
     GPU_SYNC=1                               wait after every launch, so that a fault is reported where it happens
     GPU_DEBUG=1                              at exit, list memory that was never freed; quarantine freed memory and
                                              report accesses to it; check kernels for races and indices, see GPU_AT
     GPU_QUIET=1                              no notes on stderr
     GPU_NO_SIGNALS=1                         an invalid access in a kernel on the CPU ends the program, for debuggers
                                              and handlers of your own; otherwise it is an error of the launch
     GPU_CACHE=folder                         where gpu_compile keeps compiled kernels: see there
     GPU_INCLUDE=folder                       where gpu_compile finds gpu.h; CC: its C compiler
     GPU_NVTX=1                               a range around each launch; include nvtx3/nvToolsExt.h before gpu.h

   ERRORS. A function that can fail returns a gpu_status, or NULL, NaN or -1 where it returns a value. Either way the
   thread's gpu_error() is set and gpu_error_message() says what was wrong, what was expected and what to do, with
   the caller's file and line. Nothing exits or throws. If the program never checks its errors, their number and the
   first message are printed at exit.

   VERSIONS are semantic; CHANGELOG.md says what is stable. GPU_VERSION_MAJOR, _MINOR and _PATCH are the version of this
   file; gpu_version() returns that of the implementation the program is linked with, which must be the same.

   gpu.h DOES NOT hide memory: a pointer from gpu_malloc belongs to the current device, and is a plain CUDA pointer.
   It does not start threads of its own except in gpu_each_device (the CPU backend uses OpenMP), and links only the CUDA
   runtime. If <mpi.h> is included before it, it declares functions for MPI: see api/mpi.h. After fork() the child can
   use GPU_CPU with one thread, but no GPU; if the parent had not called gpu.h before, the child is not restricted.

   CONTENTS. Public declarations come first, by topic, each with its contract. Each part begins with the name of its
   source file: src/api/ and each api.h are the contracts, src/language/ is what the public macros expand to,
   src/families/ the prewritten functions, src/core/ the runtime, src/cpu/ the CPU backend; gpu_kernels.cuh: GPUs. */
