/* The texts of all families for one element type follow. nvcc reads them once, as the inside of a class template; a C
   compiler reads them for float, and those of the other types in the copies that src/join makes. */
#if defined(GPU__CUDA)
#ifdef GPU__ONCE
#undef GPU__ONCE
#include "gpu_kernels.cuh"
#define GPU__N(name) name##_t
#define GPU__T Type
/* Macros open and close the class, since clang-format would indent everything in between. */
#define GPU__CLASS_OPENS template <class Type, int> struct gpu__all {
#define GPU__CLASS_ENDS }
namespace
{
GPU__ROW_CLASS(of_a)
GPU__ROW_CLASS(of_x)
GPU__ROW_CLASS(of_s)
GPU__ROW_CLASS(of_xy)
GPU__ROW_CLASS(of_yx)
GPU__ROW_CLASS(of_xa)
GPU__ROW_CLASS(of_ax)
GPU__ROW_CLASS(of_axy)
GPU__ROW_CLASS(of_xab)
GPU__ROW_CLASS(of_xha)
GPU__ROW_CLASS(of_xhy)
GPU__ROW_CLASS(of_xrt)
/* The class has every function for every type. Bare names refuse the types that a function does not have
   (language/bare_names.h), and the families' tables do not list them, so their code is never compiled. The `int`
   parameter delays the instantiation: a function template passes a parameter of its own for it, so the class is
   instantiated only in a file that calls the function. */
GPU__CLASS_OPENS
#define GPU__FOR_ANY
#define GPU__FOR_ALL
#define GPU__FOR_REAL
#define GPU__FOR_WHOLE
#define GPU__FOR_COUNTED
#define GPU__FOR_PIXELS
#define GPU__FOR_IMAGE
#define GPU__FOR_BYTES
#endif
#else
#undef GPU__ONCE
/* With GPU_KERNELS_FOR_C only the file with the implementation has the functions; the other files have prototypes. */
#if !defined(GPU__STAMPED) && (!defined(GPU_KERNELS_FOR_C) || defined(GPU_IMPLEMENTATION) || defined(GPU_STATIC))
#define GPU__STAMPED
#define GPU__PASSES
#if defined(GPU__GNU) /* x != x tests for NaN; the compiler warns where x is an integer */
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wtautological-compare"
#endif
#define GPU__FOR_ANY
#define GPU__FOR_ALL
#define GPU__FOR_REAL
#define GPU__FOR_PIXELS
#define GPU__FOR_IMAGE
#define GPU__T float
#define GPU__N(name) name##_f32
#endif
#endif
