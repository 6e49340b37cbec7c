/* Between a program and CUDA's runtime stands cuda_calls.c, which counts the calls, lets one of them fail, and knows
   how many resources of each kind have been made and not freed. */

#ifndef CUDA_CALLS_H
#define CUDA_CALLS_H
#include <stddef.h>

enum cuda_calls_kind {
    CALLS_MEMORY,
    CALLS_STREAM,
    CALLS_EVENT,
    CALLS_GRAPH,
    CALLS_POOL,
    CALLS_CODE,
    CALLS_HOST,
    CALLS_KINDS
};
struct cuda_calls {
    long fail_at;       /* the number of the call that fails, counted down; 0: none */
    int error;          /* its cudaError_t */
    const char *failed; /* the call that did, or NULL */
    int sticky;         /* the error of a kernel, which every later call returns */
    long made;          /* calls so far */
    int live[CALLS_KINDS];
};
#ifdef __cplusplus
extern "C" {
#endif
extern struct cuda_calls cuda_calls;
/* GPU_HOST_MALLOC and GPU_HOST_FREE: calls like those of CUDA. */
void *cuda_calls_malloc(size_t bytes);
void cuda_calls_free(void *p);
#ifdef __cplusplus
}
#endif

#endif /* CUDA_CALLS_H */
