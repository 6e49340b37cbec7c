/* ------------------------------------------------------------------------------------------------------ private -- */

enum { /* kinds of ledger entries: memory, numbered as in gpu_place, and handles */
       GPU__PLAIN = GPU_HOST,
       GPU__PINNED = GPU_PINNED_HOST,
       GPU__MANAGED = GPU_MANAGED_MEM,
       GPU__DEVICE = GPU_DEVICE_MEM,
       GPU__UNPOOLED = GPU_UNPOOLED_MEM,
       GPU__STREAM,
       GPU__EVENT,
       GPU__GRAPH,
       GPU__COMPILED
};
enum { GPU__AS_IT_IS, GPU__ZEROED, GPU__COPIED };
GPU_API void *gpu__new(size_t n, size_t size, int kind, int fill, const void *from, const char *call, const char *file,
                       int line);
GPU_API gpu_status gpu__copy_elements(void *dst, const void *src, size_t n, size_t size);
/* A copy that waits, and the check that x has `bytes` bytes; messages name the function `call`. */
GPU_API gpu_status gpu__put(void *dst, const void *src, size_t bytes, const char *call);
GPU_API gpu_status gpu__check_extent(const char *call, const void *x, size_t bytes);
GPU_API void *gpu__new_like(const void *p, const char *file, int line);
#ifdef __cplusplus
template <class Type> static inline Type *gpu__typed_like(const Type *p, const char *file, int line)
{
    return (Type *)gpu__new_like(p, file, line);
}
#define GPU__LIKE gpu__typed_like
#else
#define GPU__LIKE gpu__new_like
#endif
GPU_API int gpu__check(gpu_status status, const char *call, const char *file, int line);
GPU_API const char *gpu__check_message(void);
GPU_API int gpu__occupancy(const gpu__kernel *kernel, size_t threads, size_t shared_bytes, const char *file, int line);
GPU_API void gpu__bench_begin(gpu_stats *stats, int reps);
GPU_API int gpu__bench_next(gpu_stats *stats);
#define GPU__ONCE
#endif /* GPU_H */
