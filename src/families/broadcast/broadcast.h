#ifdef GPU__ONCE
/* Maps with an operand that is smaller than the result: a row or a column of a matrix, or one number in memory. Each is
   a job that runs the loops of the map itself: the CPU repeats the operand in a buffer where a loop needs it, see
   families/broadcast/host.h. */
GPU_API gpu_status gpu__broadcast_call(gpu__job *j, const gpu__map *map, const char *what, const void *m, const void *v,
                                       size_t rows, size_t cols, int by_column);
GPU_API gpu_status gpu__from_call(gpu__job *j, const gpu__map *map, const void *a, const void *x, const void *y);

/* gpu_OP_row and gpu_OP_col, of the map gpu_OP of x and y. */
#define GPU__BROADCAST(op)                                                                                             \
    GPU__BROADCAST_("gpu_" #op "_row", GPU__N(gpu_##op##_row), GPU__N(gpu_##op), GPU__T, row, 0)                       \
    GPU__BROADCAST_("gpu_" #op "_col", GPU__N(gpu_##op##_col), GPU__N(gpu_##op), GPU__T, col, 1)
#define GPU__BROADCAST_(...) GPU__BROADCAST_NAMED(__VA_ARGS__)
#define GPU__BROADCAST_NAMED(label, name, map, T, v, by_column)                                                        \
    GPU__ON_DEVICE(name, gpu__broadcast<map##_scalar, by_column>(context, (T *)out, (const T *)in[0],                  \
                                                                 (const T *)in[1], j->shape[0], j->shape[1]))          \
    GPU__PRE_SCOPE gpu_status name(T *out, const T *m, const T *v, size_t rows, size_t cols)                           \
    {                                                                                                                  \
        GPU__LOOPS_OF(label, map, T, 2, GPU__DESCRIBED_of_xy(T));                                                      \
        GPU__JOB_OF_MAP(label, name, T, rows *cols)                                                                    \
        return gpu__broadcast_call(&j, &loops, #v, m, v, rows, cols, by_column);                                       \
    }
#define GPU__LOOPS_OF(label, map, T, count, ...)                                                                       \
    static const gpu__map loops = {                                                                                    \
        {label, NULL, 0, count, GPU__FLAGS(T), sizeof(T), GPU__ALIGNOF(T), {__VA_ARGS__}, NULL},                       \
        GPU__PRE_TABLE(map##__loop)}
#define GPU__JOB_OF_MAP(label, name, T, n)                                                                             \
    gpu__job j;                                                                                                        \
    gpu__job_of(&j, label, out, n, sizeof(T), n);                                                                      \
    GPU__JOB_DEVICE(j, name)

/* gpu_OP_from: the map gpu_OP, whose first parameter is a scalar, with that scalar read from memory. */
#define GPU__AXPY_FROM(...) GPU__AXPY_FROM_NAMED(__VA_ARGS__)
#define GPU__AXPY_FROM_NAMED(name, map, T)                                                                             \
    GPU__ON_DEVICE(name, gpu__map_launch<map##_scalar, T, gpu__pointed<T>, gpu__array<T>, gpu__array<T>>(              \
                             context, (T *)out, j->shape[0], (const T *)in[2], (const T *)in[0], (const T *)in[1]))    \
    GPU__PRE_SCOPE gpu_status name(T *out, const T *a, const T *x, const T *y, size_t n)                               \
    {                                                                                                                  \
        GPU__LOOPS_OF("gpu_axpy_from", map, T, 3, GPU__DESCRIBE_scalar(0, T, a), GPU__DESCRIBE_array(1, T, x),         \
                      GPU__DESCRIBE_array(2, T, y));                                                                   \
        GPU__JOB_OF_MAP("gpu_axpy_from", name, T, n)                                                                   \
        return gpu__from_call(&j, &loops, a, x, y);                                                                    \
    }
#define GPU__SCALE_FROM(...) GPU__SCALE_FROM_NAMED(__VA_ARGS__)
#define GPU__SCALE_FROM_NAMED(name, map, T)                                                                            \
    GPU__ON_DEVICE(name, gpu__map_launch<map##_scalar, T, gpu__pointed<T>, gpu__array<T>>(                             \
                             context, (T *)out, j->shape[0], (const T *)in[1], (const T *)in[0]))                      \
    GPU__PRE_SCOPE gpu_status name(T *out, const T *a, const T *x, size_t n)                                           \
    {                                                                                                                  \
        GPU__LOOPS_OF("gpu_scale_from", map, T, 2, GPU__DESCRIBED_of_ax(T));                                           \
        GPU__JOB_OF_MAP("gpu_scale_from", name, T, n)                                                                  \
        return gpu__from_call(&j, &loops, a, x, NULL);                                                                 \
    }
#endif
#ifdef GPU__FOR_ALL
GPU__BROADCAST(add)
GPU__BROADCAST(sub)
GPU__BROADCAST(mul)
GPU__AXPY_FROM(GPU__N(gpu_axpy_from), GPU__N(gpu_axpy), GPU__T)
GPU__SCALE_FROM(GPU__N(gpu_scale_from), GPU__N(gpu_scale), GPU__T)
#endif
#ifdef GPU__FOR_REAL
GPU__BROADCAST(div)
#endif
