/* The library with all its families in one object file by nvcc, which the table of tests/shapes.c calls. */

#define GPU_FFT
#define GPU_LINALG
#include "library.cu"
