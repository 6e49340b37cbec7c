/* On the CPU two calls: the moments, and a map. */
#define GPU__NORMALIZE(T, s)                                                                                           \
    GPU__MAP_(T, "gpu_normalize", gpu__shifted_##s, (T, x), (double, mean, scalar), (double, inverse, scalar))         \
    {                                                                                                                  \
        return (T)(((double)x - mean) * inverse);                                                                      \
    }                                                                                                                  \
    GPU__NORMALIZE_DEVICE(T, gpu_normalize_##s)                                                                        \
    GPU__PRE_SCOPE gpu_status gpu_normalize_##s(T *out, const T *x, size_t n)                                          \
    {                                                                                                                  \
        gpu__job j = gpu__job_of("gpu_normalize", out, n, sizeof *out, n);                                             \
        gpu__job_in(&j, 0, "x", x, n, sizeof *x);                                                                      \
        j.in_place = 1;                                                                                                \
        GPU__JOB_DEVICE(gpu_normalize_##s)                                                                             \
        if (gpu_device() == GPU_CPU && n) {                                                                            \
            gpu__moments m;                                                                                            \
            gpu_status st = gpu__moments_##s("gpu_normalize", 2 | GPU__JOB_WAITS, &m, sizeof m, x, n, 0);              \
            gpu__go_on(GPU__BY_PREWRITTEN);                                                                            \
            return st ? st : gpu__shifted_##s(out, x, m.mean, m.inverse, n);                                           \
        }                                                                                                              \
        return gpu__job_call(&j);                                                                                      \
    }

