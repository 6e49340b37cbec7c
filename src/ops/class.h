/* Behind this stand the texts for one type of all files of ops/, which a C compiler comes to when the file is read once
   more. nvcc reads them here. */
#if defined(GPU__CUDA)
#ifdef GPU__ONCE
#undef GPU__ONCE
#include "gpu_kernels.cuh"
#define GPU__SUFFIX t
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
#endif
