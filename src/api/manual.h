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
     GPU_DEVICE=cpu | gpu | 0, 1, ...         device a thread starts on; default: the first GPU, else the CPU; with cpu
                                              no other device is looked for or stood for: gpu_device_count() is 0
     GPU_THREADS=n                            CPU threads; default: what OpenMP chooses
     GPU_CPU_DEVICES=n                        the CPU stands for n devices: code for several runs without a GPU
     GPU_MPI_AWARE=0 | 1                      does MPI take device memory? default: what it says of itself
     GPU_ALLOCATOR=device|managed|unpooled    what gpu_malloc gives: see gpu_allocator
     GPU_SYNC=1                               wait after every launch, so that a fault is reported where it happens
     GPU_DEBUG=1                              when the program ends, list what was never freed; keep freed memory aside
                                              and find what uses it; races and bad indices in kernels, see GPU_AT
     GPU_QUIET=1                              no notes on stderr
     GPU_NO_SIGNALS=1                         an invalid access in a kernel on the CPU ends the program where it is, for
                                              debuggers and own handlers; else it is an error of the launch
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
     src/api/     configuration types errors devices memory streams launch kernels vectorise prewritten; behind it the
                  families' own, src/families/reduce/api.h and so on; time several mpi
     src/language/  what the public macros expand to   src/families/  the prewritten functions, a folder for each family
     src/core/      the runtime of both backends       src/cpu/       the CPU backend and its simulator of CUDA's model
     src/cuda/      the CUDA backend                   gpu_kernels.cuh: src/device/, the families' device code */

