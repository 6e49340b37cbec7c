/* gpu_kernels.cuh - the device code of gpu.h: the templates that its macros instantiate and its kernels. gpu.h includes
   it by itself under nvcc; there is nothing to include by hand. */

#ifndef GPU_KERNELS_CUH
#define GPU_KERNELS_CUH

#ifndef GPU__CUDA
#error "gpu_kernels.cuh is included by gpu.h when nvcc compiles a CUDA file: include gpu.h instead"
#endif

/* The __global__ function of a GPU_KERNEL. The body is a template argument, so it inlines; the instance is as private to
   its file as the body is, so two files may use one kernel name. */
template <auto body, class... P> __global__ void gpu__entry(P... p)
{
    body(p...);
}

/* Asked for its attributes to find out whether this program holds code for a device. */
template <int> __global__ void gpu__probe() {}

#endif /* GPU_KERNELS_CUH */
