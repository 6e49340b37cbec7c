/* The library with all its families in one object file, which the table of tests/shapes.c calls. */

#define GPU_FFT
#define GPU_LINALG
#define GPU_MATH
#define GPU_ORDER
#include "library.cu"
