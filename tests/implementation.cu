/* The implementation in an object file of its own: programs and examples link it. */

#define GPU_COMPILE
#define GPU_COOPERATIVE
#define GPU_DLPACK
#define GPU_FFT
#define GPU_SEVERAL_DEVICES
#define GPU_TAPE
#define GPU_IMPLEMENTATION
#include "gpu.h"
