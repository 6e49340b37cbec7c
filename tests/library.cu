/* The whole of the library in one object file, the prewritten functions as C has them: several test programs link
   it. */

#define GPU_ROWWISE
#define GPU_SEVERAL_DEVICES
#define GPU_IMPLEMENTATION
#define GPU_KERNELS_FOR_C
#include "gpu.h"
