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

GPU_API gpu_status gpu__shape(const char *call, size_t rows, size_t cols)
{
    if (!rows || !cols)
        return gpu__refuse(call, "the matrix is %zu by %zu; expected at least one row and one column", rows, cols);
    if (gpu__product(gpu__product(rows, cols), 8) == SIZE_MAX)
        return gpu__refuse(call, "%zu rows of %zu columns are " GPU__TOO_LARGE, rows, cols);
    return GPU_OK;
}

GPU_API gpu_status gpu__comparison(const char *call, gpu_comparison how)
{
    if (how >= GPU_LESS && how <= GPU_NOT_EQUAL && (how < 7 || how == GPU_NOT_EQUAL)) return GPU_OK;
    return gpu__refuse(call,
                       "comparison %d; expected GPU_LESS, GPU_LESS_EQUAL, GPU_EQUAL, GPU_NOT_EQUAL, GPU_GREATER or "
                       "GPU_GREATER_EQUAL",
                       (int)how);
}
GPU_API gpu_status gpu__cast_refused(gpu_type type)
{
    return gpu__refuse("gpu_cast",
                       "the type of x is %d; expected GPU_F32, GPU_F64, GPU_I32, GPU_I64, GPU_U8, GPU_U32 or GPU_U64",
                       (int)type);
}

/* Adds the counts of all threads; the first thread has written its own to the result. */
GPU_API void gpu__add_counts(const gpu__job *j, void *scratch, size_t threads)
{
    const int64_t *const counts = (const int64_t *)scratch;
    int64_t *const out = (int64_t *)j->out;
    size_t t, i;
    for (t = 1; t < threads; t++)
        for (i = 0; i < j->out_count; i++) out[i] += counts[(t - 1) * j->out_count + i];
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
GPU__FUNCTIONS(GPU__EMIT)
GPU__MATMUL_ALL(GPU__EMIT)
#endif
