/* ----------------------------------------------------------------------------------- the backend of each device -- */

#define GPU__BACKEND_CPU(R, name, parameters) gpu__cpu_##name,
static const gpu__backend gpu__cpu_backend = {GPU__BACKEND(GPU__BACKEND_CPU)};
#ifdef GPU__CUDA
#define GPU__BACKEND_CUDA(R, name, parameters) gpu__cuda_##name,
static const gpu__backend gpu__cuda_backend = {GPU__BACKEND(GPU__BACKEND_CUDA)};
#endif
static inline const gpu__backend *gpu__backend_of(int device)
{
#ifdef GPU__CUDA
    if (gpu__is_gpu(device)) return &gpu__cuda_backend;
#endif
    (void)device;
    return &gpu__cpu_backend;
}

