/* --------------------------------------------------------------- what the families of prewritten functions call -- */

GPU_API gpu_status gpu__refuse(const char *call, const char *format, ...)
{
    va_list args;
    gpu_status s;
    if ((s = gpu__enter_prewritten())) return s;
    va_start(args, format);
    s = gpu__fail_v(GPU_ERROR_INVALID_ARGUMENT, call, format, args);
    va_end(args);
    return s;
}

GPU_API gpu_status gpu__put(void *dst, const void *src, size_t bytes, const char *call)
{
    gpu_status s = gpu__enter_prewritten();
    if (s) return s;
    gpu__keep_site(GPU__BY_CALL);
    return gpu__transfer(dst, src, bytes, GPU__WAIT, call);
}
GPU_API gpu_status gpu__check_extent(const char *call, const void *x, size_t bytes)
{
    const gpu_status s = gpu__enter_prewritten();
    return s || !bytes ? s : gpu__check_range(x, bytes, "the array", call);
}

#if defined(GPU_KERNELS_FOR_C) && defined(GPU__CUDA)
#ifdef GPU_KERNELS_FOR_C_NAMED
/* `defined` is empty where the program defines GPU_NAMED_gpu_sum_f32 and the like. The comma of GPU__CALLED then makes
   the function the second argument. */
#define GPU__CALLED 0,
#define GPU__EMIT_IF(defined, function) GPU__VERDICT_(GPU__CALLED##defined function, , 0)
#else
#define GPU__EMIT_IF(defined, function) function
#endif
#define GPU__EMIT_EXPANDED(defined, function) GPU__EMIT_IF(defined, function)
#define GPU__EMIT(R, name, T, s, parameters, arguments)                                                                \
    GPU__EMIT_EXPANDED(                                                                                                \
        GPU_NAMED_gpu_##name##_##s, R gpu_##name##_##s parameters { return gpu_##name##_##s<0> arguments; })
GPU__{FUNCTIONS|MATMUL_ALL}(GPU__EMIT)
#endif
