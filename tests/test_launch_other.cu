/* The second file of test_launch: a kernel of the same name as one there, which must stay this file's own. */

#include "gpu.h"

GPU_KERNEL(visit_1d, (int *, c), (size_t, n))
{
    GPU_FOR(i, n) c[i] += 100;
}

#ifdef __cplusplus
extern "C"
#endif
int other_file(int *c, size_t n)
{
    return (int)visit_1d(gpu_1d(n), c, n);
}
