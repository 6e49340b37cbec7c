/* Behind this stand the texts for one type of all families: nvcc reads them for all types at once, a C compiler
   for float, and for the others where they stand again. */
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
GPU__ROW_CLASS(of_x)
GPU__ROW_CLASS(of_xy)
GPU__ROW_CLASS(of_xa)
GPU__ROW_CLASS(of_ax)
/* Read once. What is not for every type, bare names refuse (language/bare_names.h) and the table of names with a type
   (families/table.h) has not; nothing of it is compiled. The number is there for what calls it: what a function
   template names by a parameter of its own is looked up, and the class instantiated, in a file that calls the function,
   not in each that includes this one. */
GPU__CLASS_OPENS
#define GPU__FOR_ALL
#define GPU__FOR_REAL
#define GPU__FOR_WHOLE
#endif
#else
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
