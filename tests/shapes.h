/* The table of all prewritten functions, which tests/shapes.awk writes from the prototypes. */

typedef struct entry {
    const char *name;
    void (*call)(char *const *p, const size_t *n);
    const char *arrays;
    int sizes;
} entry;
static gpu_gemm_spec gemm_of(const size_t *n)
{
    gpu_gemm_spec spec = gpu_gemm_of(n[0], n[1], n[2]);
    spec.batch = n[3];
    spec.stride_c = n[0] * n[1];
    return spec;
}
#include "shapes_table.h"
