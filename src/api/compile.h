
/* ---------------------------------------------------------------------------------------------------- >>compile --

   #define GPU_COMPILE before the include, also in the file with the implementation, adds the functions of this part:
   kernels from a string, compiled while the program runs.

       gpu_kernel k = gpu_compile("__global__ void scale(float *x, float a, size_t n)"
                                  "{ GPU_FOR(i, n) x[i] *= a; }", "scale", NULL);
       GPU_CHECK(gpu_launch(k, gpu_1d(n), x, 2, n));

   The text is CUDA C. On a GPU NVRTC compiles it, which is searched for when it is needed: it comes with the CUDA
   Toolkit, and the program is not linked with it. On the CPU the C compiler in the environment variable CC, or cc,
   makes a shared library of it, with this header's CUDA names; for that it must find gpu.h: where it was when the
   program was compiled, or in the folder that the environment variable GPU_INCLUDE names. A text for both keeps to
   what C has too: no templates, references or overloads. GPU_FOR, GPU_FOR_2D and GPU_FOR_3D work in it, `extern "C"`
   and `extern __shared__ float s[];` too; headers cannot be included on a GPU, unless -I in the options says where
   they are. The C types of fixed width and CUDA's functions are there. (On Windows there is no gpu_compile for the
   CPU.)

   Compiled code is kept in a folder, so that the next program need not compile it: GPU_CACHE in the environment, else
   XDG_CACHE_HOME/gpu.h, else ~/.cache/gpu.h. It may be deleted at any time, several processes may use it at once, and
   it is not used if another user owns it or can write to it. GPU_CACHE set to the empty string keeps nothing. */
#ifdef GPU_COMPILE
typedef struct gpu__compiled *gpu_kernel;
/* Compiles the __global__ function `name` of `source` for the current device. `options` are those of the compiler,
   separated by spaces, or NULL: -DNAME=VALUE, -UNAME, -IFOLDER are the same for both. NULL on error: what the compiler
   says about line 3 of the source is about line 3 of "source of NAME". A source that is compiled already, with the same
   name, options and device, gives the same gpu_kernel, which takes as many calls of gpu_kernel_free. The kernel has at
   most 16 parameters, which are pointers and numbers. Not permitted during graph capture. */
GPU_API gpu_kernel gpu_compile(const char *source, const char *name, const char *options);
/* Waits for the device and frees the kernel; graphs that contain it must not be launched any more. NULL is valid. */
GPU_API gpu_status gpu_kernel_free(gpu_kernel kernel);
/* gpu_launch(kernel, config, arguments ...) launches it, as a GPU_KERNEL is launched by its name: on the current device
   and stream, which must be on the device that it was compiled for; it returns a gpu_status. Each argument is a pointer
   or a number. Their count is checked, and each is converted to the type of its parameter as in a call of a function,
   but refused where that would lose more than the last digits of a fraction: a pointer for a number, 2.5 for an int,
   1e10 for an int. That a pointer points to the right type is not checked. */
#define gpu_launch(kernel, ...) GPU__LAUNCH(kernel, __VA_ARGS__)
#endif
