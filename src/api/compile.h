/* ---------------------------------------------------------------------------------------------------- >>compile --

   #define GPU_COMPILE before the include, also in the file with the implementation, adds the functions of this part:
   kernels from a string, compiled while the program runs.

       gpu_kernel k = gpu_compile("__global__ void scale(float *x, float a, size_t n)"
                                  "{ GPU_FOR(i, n) x[i] *= a; }", "scale", NULL);
       GPU_CHECK(gpu_launch(k, gpu_for(n), x, 2, n));

   The source is CUDA C. On a GPU it is compiled by NVRTC, a library of the CUDA Toolkit that is loaded when it is
   first needed; the program is not linked with it. On the CPU the C compiler, the environment variable CC or else
   cc, makes a shared library of the source, with the CUDA names of this header. It must find gpu.h: in the folder
   that the environment variable GPU_INCLUDE names, else where it was when the program was compiled; a relative path
   counts from the folder of the program, those above it, and the current one. Source for both backends must be valid
   C too: no templates, references or overloads. GPU_FOR, GPU_FOR_2D, GPU_FOR_3D, `extern "C"`, the C types of fixed
   width, CUDA's functions and `extern __shared__ float s[];` are available. On a GPU headers can be included only if
   -I in the options says where they are. (On Windows there is no gpu_compile for the CPU.)

   Compiled code is cached in a folder, for later runs and other programs: GPU_CACHE in the environment, else
   XDG_CACHE_HOME/gpu.h, else ~/.cache/gpu.h. The folder may be deleted at any time and used by several processes at
   once, also of several machines; it is not used if another user owns it or can write to it, or if every user can write
   to a folder above it that has no sticky bit. With GPU_CACHE set to the empty string nothing is cached. Code is
   compiled again if its file is damaged, or if one of the files that it was made from is not what it was: those that
   were included, gpu.h, files that the options name, and the compiler (which need not be there, if nothing is to be
   compiled). A program that is set-user-id, or has capabilities, takes none of these variables from its user, nor PATH
   or TMPDIR: it runs cc of /usr/bin or /bin, and caches nothing. examples/SECURITY.md says what is trusted. */
#ifdef GPU_COMPILE
typedef struct gpu__compiled *gpu_kernel;
/* Compiles the __global__ function `name` of `source` for the current device. `options` are those of the compiler,
   separated by spaces, or NULL; both compilers know -DNAME=VALUE, -UNAME and -IFOLDER. NULL on error; in the compiler's
   messages the source is a file named "source of NAME". Calls with the same source, name, options and device return the
   same gpu_kernel, and each needs its own gpu_kernel_free. The kernel has at most 16 parameters, which are pointers and
   numbers. Not permitted during graph capture. */
GPU_API gpu_kernel gpu_compile(const char *source, const char *name, const char *options);
/* Waits for the device and frees the kernel; graphs that contain it must not be launched afterwards. NULL is valid. */
GPU_API gpu_status gpu_kernel_free(gpu_kernel kernel);
/* gpu_launch(kernel, config, arguments ...) launches it, as a GPU_KERNEL is launched by its name, and returns a
   gpu_status. It runs on the current stream; the current device must be the one that it was compiled for. Each argument
   is a pointer or a number. Their count is checked, and each is converted to the type of its parameter as in a call of
   a function. A conversion that would lose more than the last digits of a fraction is refused, such as 2.5 or 1e10 for
   an int, and so is a pointer for a number. What type a pointer points to is not checked. */
#define gpu_launch(kernel, ...) GPU__LAUNCH(kernel, __VA_ARGS__)
#endif
